/* pendulum.c - a double pendulum: build a model, compute its motion, watch the energy.

   cc -I. examples/pendulum.c -lm -o pendulum && ./pendulum */
#include <stdio.h>
#define RBD_IMPLEMENTATION
#include "rbd.h"

/* Two equal rods, hinged about y, hanging down at q = 0. */
static rbd_model *make_model(rbd_error *error) {
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_model *model = NULL;
    rbd_body rod = rbd_default_body("upper", RBD_WORLD);
    if (!builder) return NULL;
    rod.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
    rod.joint.axis = tact_vec(0, 1, 0);
    rod.inertia = rbd_inertia_box(1, tact_vec(0, 0, TACT_R(-0.25)), tact_vec(TACT_R(0.02), TACT_R(0.02), TACT_R(0.5)));
    int upper = rbd_builder_add(builder, &rod, error); /* kg; centre and size in m */
    rod.name = "lower", rod.parent = upper;
    rod.placement = tact_pose_at(0, 0, TACT_R(-0.5)); /* its hinge is at the end of the upper rod */
    if (upper >= 0 && rbd_builder_add(builder, &rod, error) >= 0) model = rbd_model_create(builder, NULL, error);
    rbd_builder_destroy(builder); /* the model does not need it */
    return model;
}

/* Rate of (q, v): the velocity and, by forward dynamics without torques, the acceleration. */
static int rate(const rbd_model *m, rbd_data *d, const tact_real *x, tact_real *out) {
    const tact_real tau[2] = {0, 0};
    out[0] = x[2], out[1] = x[3];
    return rbd_aba(m, d, x, x + 2, tau, NULL, out + 2) < 0 ? -1 : 0;
}

/* One step of the classical Runge-Kutta method of order four. */
static int step(const rbd_model *m, rbd_data *d, tact_real *x, tact_real h) {
    tact_real k[4][4], y[4];
    const tact_real place[4] = {0, TACT_R(0.5), TACT_R(0.5), 1};
    for (int s = 0; s < 4; ++s) {
        for (int i = 0; i < 4; ++i) y[i] = x[i] + (s ? h * place[s] * k[s - 1][i] : 0);
        if (rate(m, d, y, k[s]) < 0) return -1;
    }
    for (int i = 0; i < 4; ++i) x[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    return 0;
}

int main(void) {
    rbd_error error;
    rbd_model *model = make_model(&error);
    if (!model) {
        printf("no model: %s\n", error.text);
        return 1;
    }
    rbd_data *data = rbd_data_create(model, NULL);
    tact_real x[4] = {TACT_R(1.2), TACT_R(0.8), 0, 0}; /* angles [rad] and their rates [rad/s] */
    tact_real kinetic, potential, start = 0;
    if (!data) return 1;
    for (int i = 0; i <= 2000; ++i) {
        if (i % 400 == 0) {
            rbd_energy(model, data, x, x + 2, &kinetic, &potential);
            if (i == 0) start = kinetic + potential;
            rbd_fk(model, data, x);
            tact_vec3 tip = tact_pose_apply(rbd_body_pose(data, 2), tact_vec(0, 0, TACT_R(-0.5)));
            printf("t %.1f s  angles %7.4f %7.4f rad  tip %7.4f %7.4f m  energy %.5f J, drift %s 1e-7\n", 0.001 * i,
                   (double)x[0], (double)x[1], (double)tip.x, (double)tip.z, (double)(kinetic + potential),
                   tact_abs(kinetic + potential - start) < TACT_R(1e-7) ? "below" : "above");
        }
        if (step(model, data, x, TACT_R(1e-3)) < 0) return 1;
    }

    /* The same model the other way round: the torques that hold it still, horizontally stretched. */
    const tact_real q[2] = {TACT_PI / 2, 0}, zero[2] = {0, 0};
    tact_real tau[2];
    rbd_rnea(model, data, q, zero, zero, NULL, tau);
    printf("holding torques when stretched out: %.4f %.4f N m\n", (double)tau[0], (double)tau[1]);
    rbd_data_destroy(data);
    rbd_model_destroy(model);
    return 0;
}
/* expected output:
t 0.0 s  angles  1.2000  0.8000 rad  tip -0.9207  0.0269 m  energy -1.64545 J, drift below 1e-7
t 0.4 s  angles  0.4182 -0.2091 rad  tip -0.3069 -0.9460 m  energy -1.64545 J, drift below 1e-7
t 0.8 s  angles -1.3435  0.3495 rad  tip  0.9063 -0.3853 m  energy -1.64545 J, drift below 1e-7
t 1.2 s  angles -0.2280 -1.6679 rad  tip  0.5868 -0.3274 m  energy -1.64545 J, drift below 1e-7
t 1.6 s  angles  0.5421  1.7488 rad  tip -0.6338 -0.0986 m  energy -1.64545 J, drift below 1e-7
t 2.0 s  angles  1.0472  0.3316 rad  tip -0.9238 -0.3454 m  energy -1.64545 J, drift below 1e-7
holding torques when stretched out: 9.8100 2.4525 N m
*/
