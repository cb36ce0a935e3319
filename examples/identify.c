/* System identification: friction and mass of a box from a noisy record of how it slid, by Gauss-Newton on the analytic
   derivative of the simulation. The box is pushed with 8 N for 0.4 s and then left to slide.
   cc -O2 -I. examples/identify.c -o identify -lm && ./identify */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#define RBD_IMPLEMENTATION
#include "rbd.h"
#define CONTACT_IMPLEMENTATION
#include "contact.h"
#include <stdio.h>

enum { STEPS = 300, PUSHED = 80 };
static const double dt = 0.005, side = 0.2;

/* Positions x[k] of a box of that mass on a floor of that friction; dx[k]: their derivatives by the two. */
static int simulate(double friction, double mass, double *x, double (*dx)[2]) {
    contact_world_config config = contact_default_world_config();
    contact_world *world;
    contact_differential *d = contact_differential_create(NULL);
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0), box = collide_box(0.1, 0.1, 0.1);
    contact_body_def def = contact_default_body_def();
    contact_geom_def geom = contact_default_geom_def();
    contact_parameter unknown[2];
    contact_body body;
    double state[2][12] = {{0}}, next[12];
    int k, i, j, ok = 1;
    config.solver.coarse_tolerance = 0; /* derivatives want solutions */
    world = contact_world_create(&config, NULL, NULL);
    def.type = CONTACT_BODY_STATIC;
    geom.shape = &ground;
    geom.material.friction = friction * friction; /* a pair takes the geometric mean; the box has 1 */
    unknown[0].kind = CONTACT_PARAMETER_FRICTION;
    unknown[0].geom = contact_world_add_geom(world, contact_world_add_body(world, &def), &geom);
    def = contact_default_body_def();
    def.pose = tact_pose_at(0, 0, 0.1);
    body = contact_world_add_body(world, &def);
    geom = contact_default_geom_def();
    geom.shape = &box;
    geom.density = mass / (side * side * side);
    geom.material.friction = 1;
    contact_world_add_geom(world, body, &geom);
    unknown[1].kind = CONTACT_PARAMETER_MASS;
    unknown[1].body = body;
    contact_differential_set(d, CONTACT_GEOMETRY_EXACT, unknown, 2);
    for (k = 0; k < STEPS && ok; ++k) {
        if (k < PUSHED) contact_body_add_force(world, body, tact_vec(8, 0, 0));
        ok = contact_world_step_differential(world, dt, d) >= 0;
        for (j = 0; j < 2 && ok; ++j) { /* how the state has changed by parameter j up to here */
            double unit[2] = {0, 0};
            unit[j] = 1;
            contact_differential_forward(d, state[j], NULL, unit, next);
            for (i = 0; i < 12; ++i) state[j][i] = next[i];
        }
        x[k] = contact_body_pose(world, body).p.x;
        dx[k][0] = state[0][0] * 2 * friction; /* by the pair's friction: the floor's is its square */
        dx[k][1] = state[1][0];
    }
    contact_differential_destroy(d);
    contact_world_destroy(world);
    return ok;
}

int main(void) {
    static double measured[STEPS], x[STEPS], dx[STEPS][2];
    double friction = 0.2, mass = 2;
    int k, iteration;
    if (!simulate(0.37, 1.3, measured, dx)) return 1; /* the truth, seen with 0.1 mm of noise */
    for (k = 0; k < STEPS; ++k) measured[k] += 1e-4 * tact_random_normal(1, (uint64_t)k);
    for (iteration = 0; iteration < 8; ++iteration) {
        double a = 0, b = 0, c = 0, g = 0, h = 0, cost = 0, det;
        if (!simulate(friction, mass, x, dx)) return 1;
        for (k = 0; k < STEPS; ++k) {
            double r = x[k] - measured[k];
            cost += r * r;
            a += dx[k][0] * dx[k][0];
            b += dx[k][0] * dx[k][1];
            c += dx[k][1] * dx[k][1];
            g += dx[k][0] * r, h += dx[k][1] * r;
        }
        printf("%d  error %.1f mm   friction %.3f   mass %.3f kg\n", iteration, 1e3 * tact_sqrt(cost / STEPS), friction,
               mass);
        det = a * c - b * b;
        friction -= (c * g - b * h) / det;
        mass -= (a * h - b * g) / det;
        if (friction < 0.01) friction = 0.01;
        if (mass < 0.2) mass = 0.2;
    }
    return tact_abs(friction - 0.37) < 1e-3 && tact_abs(mass - 1.3) < 5e-3 ? 0 : 1;
}
/* expected output:
0  error 22.9 mm   friction 0.200   mass 2.000 kg
1  error 179.4 mm   friction 0.312   mass 1.238 kg
2  error 38.2 mm   friction 0.298   mass 1.448 kg
3  error 8.3 mm   friction 0.345   mass 1.354 kg
4  error 1.8 mm   friction 0.368   mass 1.303 kg
5  error 0.1 mm   friction 0.370   mass 1.300 kg
6  error 0.1 mm   friction 0.370   mass 1.300 kg
7  error 0.1 mm   friction 0.370   mass 1.300 kg
*/
