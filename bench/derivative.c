/* Cost of the derivative of a world's step, next to the step itself and to differences of it.
   Rows: derivative<TAB>case<TAB>metric<TAB>value. Metrics: step_us, with_derivative_us (step and its linearisation),
   beyond_us (linearisation and dense matrices beyond the step), adjoint_us (one adjoint product), differences_us (central
   differences of the step, all columns), ratio (differences over beyond). All medians of interleaved repeats. */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#define RBD_IMPLEMENTATION
#include "rbd.h"
#define CONTACT_IMPLEMENTATION
#include "contact.h"

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int link_of(rbd_builder *b, const char *name, int parent, rbd_joint_type type, tact_vec3 axis, tact_vec3 at,
                   double mass, tact_vec3 size) {
    rbd_body l = rbd_default_body(name, parent);
    l.joint = rbd_default_joint(type);
    l.joint.axis = axis;
    l.placement = tact_pose_at(at.x, at.y, at.z);
    l.inertia = rbd_inertia_box((tact_real)mass, tact_vec(0, 0, -size.z / 2), size);
    return rbd_builder_add(b, &l, NULL);
}
static const tact_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static int chain(rbd_builder *b, const char *prefix, int parent, tact_vec3 at, int n, const int *axis, double length,
                 double mass) {
    int i;
    for (i = 0; i < n; ++i) {
        char name[32];
        snprintf(name, sizeof name, "%s%d", prefix, i);
        parent = link_of(b, name, parent, RBD_JOINT_REVOLUTE, axes[axis[i]], at, mass,
                         tact_vec(0.08, 0.08, (tact_real)length));
        at = tact_vec(0, 0, (tact_real)-length);
    }
    return parent;
}
static rbd_model *arm7(void) {
    static const int axis[7] = {2, 1, 2, 1, 2, 1, 2};
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_model *m;
    chain(b, "arm", RBD_WORLD, tact_vec(0, 0, 2), 7, axis, 0.2, 2);
    m = rbd_model_create(b, NULL, NULL);
    rbd_builder_destroy(b);
    return m;
}
static rbd_model *humanoid36(int feet[2]) { /* free base, waist 2, neck 2, arms 7, legs 6 */
    static const int two[2] = {2, 1}, arm[7] = {1, 0, 2, 1, 2, 1, 0}, leg[6] = {2, 0, 1, 1, 1, 0};
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_model *m;
    int added[2];
    int base = link_of(b, "pelvis", RBD_WORLD, RBD_JOINT_FREE, axes[2], tact_vec(0, 0, 0), 10, tact_vec(0.2, 0.3, 0.2));
    int chest = chain(b, "waist", base, tact_vec(0, 0, 0.1), 2, two, 0.02, 8);
    chain(b, "neck", chest, tact_vec(0, 0, 0.5), 2, two, 0.05, 1);
    chain(b, "left_arm", chest, tact_vec(0, 0.25, 0.4), 7, arm, 0.1, 1);
    chain(b, "right_arm", chest, tact_vec(0, -0.25, 0.4), 7, arm, 0.1, 1);
    added[0] = chain(b, "left_leg", base, tact_vec(0, 0.1, -0.1), 6, leg, 0.14, 2);
    added[1] = chain(b, "right_leg", base, tact_vec(0, -0.1, -0.1), 6, leg, 0.14, 2);
    m = rbd_model_create(b, NULL, NULL);
    if (m) feet[0] = rbd_model_body(m, added[0]), feet[1] = rbd_model_body(m, added[1]);
    rbd_builder_destroy(b);
    return m;
}

static void measure(const char *name, contact_world *w, double dt) {
    enum { REPEATS = 15 };
    int n = contact_world_dofs(w), r, j, half, inner = n > 10 ? 20 : 200;
    size_t bytes = contact_world_snapshot_bytes(w);
    void *start = malloc(bytes);
    tact_real *a = (tact_real *)malloc(sizeof(tact_real) * (size_t)(4 * n * n)),
              *b = (tact_real *)malloc(sizeof(tact_real) * (size_t)(2 * n * n));
    tact_real *g = (tact_real *)calloc((size_t)(8 * n), sizeof(tact_real));
    contact_differential *d = contact_differential_create(NULL);
    double step[REPEATS], with[REPEATS], beyond[REPEATS], adjoint[REPEATS], differences[REPEATS];
    contact_world_save(w, start, bytes);
    for (r = 0; r < REPEATS; ++r) {
        double t, restore;
        t = bench_cpu();
        for (j = 0; j < inner; ++j) contact_world_restore(w, start, bytes);
        restore = (bench_cpu() - t) / inner;
        t = bench_cpu();
        for (j = 0; j < inner; ++j) contact_world_restore(w, start, bytes), contact_world_step(w, (tact_real)dt);
        step[r] = (bench_cpu() - t) / inner - restore;
        t = bench_cpu();
        for (j = 0; j < inner; ++j)
            contact_world_restore(w, start, bytes), contact_world_step_differential(w, (tact_real)dt, d);
        with[r] = (bench_cpu() - t) / inner - restore;
        t = bench_cpu();
        for (j = 0; j < inner; ++j) contact_differential_matrices(d, a, b, NULL);
        beyond[r] = with[r] - step[r] + (bench_cpu() - t) / inner;
        for (j = 0; j < 2 * n; ++j) g[j] = 1;
        t = bench_cpu();
        for (j = 0; j < inner; ++j) contact_differential_adjoint(d, g, g + 2 * n, g + 4 * n, NULL);
        adjoint[r] = (bench_cpu() - t) / inner;
        t = bench_cpu();
        for (j = 0; j < 3 * n; ++j)
            for (half = 0; half < 2; ++half) {
                memset(g, 0, sizeof(tact_real) * (size_t)(2 * n));
                if (j < 2 * n) g[j] = half ? -1e-6 : 1e-6;
                contact_world_restore(w, start, bytes);
                contact_world_move_state(w, g);
                contact_world_step(w, (tact_real)dt);
            }
        differences[r] = bench_cpu() - t;
    }
    {
        const char *metric[5] = {"step_us", "with_derivative_us", "beyond_us", "adjoint_us", "differences_us"};
        double *value[5];
        value[0] = step;
        value[1] = with;
        value[2] = beyond;
        value[3] = adjoint;
        value[4] = differences;
        for (j = 0; j < 5; ++j)
            printf("derivative\t%s\t%s\t%.3f\n", name, metric[j], 1e6 * bench_median(value[j], REPEATS));
        printf("derivative\t%s\tratio\t%.1f\n", name,
               bench_median(differences, REPEATS) / bench_median(beyond, REPEATS));
    }
    contact_differential_destroy(d);
    free(a);
    free(b);
    free(g);
    free(start);
}

int main(void) {
    contact_world_config config = contact_default_world_config();
    contact_world *w;
    rbd_model *model;
    tact_real q[64], v[64];
    int i, feet[2];
    config.solver.coarse_tolerance = 0;
    /* an arm in free motion */
    model = arm7();
    w = contact_world_create(&config, NULL, NULL);
    for (i = 0; i < 7; ++i) q[i] = (tact_real)(0.3 + 0.1 * i), v[i] = (tact_real)(0.5 - 0.2 * i);
    contact_world_add_robot(w, model, q, v);
    measure("arm7", w, 1e-3);
    contact_world_destroy(w);
    rbd_model_destroy(model);
    /* a humanoid on two box feet, settled for a moment: eight contacts */
    for (i = 0; i < 2; ++i) {
        collide_shape floor_shape = collide_halfspace(tact_vec(0, 0, 1), 0), foot = collide_box(0.1, 0.05, 0.02);
        contact_geom_def geom = contact_default_geom_def();
        contact_robot robot;
        contact_body ground;
        contact_body_def def = contact_default_body_def();
        int k, steps;
        config.solver.method = i ? CONTACT_METHOD_SIMILAR : CONTACT_METHOD_AUTO;
        model = humanoid36(feet);
        for (k = 6; k < model->nv; ++k) {
            rbd_dof spring = model->dof[k];
            spring.stiffness = 300, spring.damping = 5;
            rbd_model_set_dof(model, k, &spring);
        }
        w = contact_world_create(&config, NULL, NULL);
        def.type = CONTACT_BODY_STATIC;
        ground = contact_world_add_body(w, &def);
        geom.shape = &floor_shape;
        contact_world_add_geom(w, ground, &geom);
        rbd_neutral(model, q);
        q[2] = 0.96;
        robot = contact_world_add_robot(w, model, q, NULL);
        geom.shape = &foot;
        geom.density = 0;
        geom.pose = tact_pose_at(0.03, 0, -0.14);
        for (k = 0; k < 2; ++k) contact_world_add_geom(w, contact_robot_link(w, robot, feet[k]), &geom);
        for (steps = 0; steps < 200; ++steps)
            contact_world_step(w, (tact_real)1e-3); /* the joints' springs hold the posture */
        printf("derivative\thumanoid36%s\tcontacts\t%d\n", i ? "_similar" : "", contact_world_contact_count(w));
        measure(i ? "humanoid36_similar" : "humanoid36", w, 1e-3);
        contact_world_destroy(w);
        rbd_model_destroy(model);
    }
    return 0;
}
