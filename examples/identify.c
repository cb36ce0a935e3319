/* System identification with error bars: two parameters of a motion from a noisy record of it, by Gauss-Newton on the analytic derivative of the
   simulation. First friction and mass of a box that is pushed with 8 N for 0.4 s and then left to slide, then friction and restitution of a
   ball that is thrown and bounces. The bars are the standard deviations that the noise of the record and the Gauss-Newton matrix give.
   cc -O2 -I. examples/identify.c -o identify -lm && ./identify */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#define RBD_IMPLEMENTATION
#include "rbd.h"
#define CONTACT_IMPLEMENTATION
#include "contact.h"
#include <stdio.h>

enum { STEPS = 300, PUSHED = 80, SEEN = 2 * STEPS, TRIES = 40, BOX = 0, BALL = 1 };
static const double dt = 0.005;
static const char *const names[2][2] = {{"friction", "mass"}, {"friction", "restitution"}};

/* Positions x and z of the body, step by step, and their derivatives by the two parameters p. */
static int simulate(int scene, const double p[2], double *x, double (*dx)[2]) {
    contact_world_config config = contact_default_world_config();
    contact_world *world;
    contact_differential *d = contact_differential_create(NULL);
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0), box = collide_box(0.1, 0.1, 0.1),
                  ball = collide_sphere(0.05);
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
    geom.material.friction = p[0] * p[0]; /* a pair takes the geometric mean; the body has 1 */
    if (scene == BALL) geom.material.restitution = p[1];
    unknown[0].kind = CONTACT_PARAMETER_FRICTION;
    unknown[0].geom = unknown[1].geom = contact_world_add_geom(world, contact_world_add_body(world, &def), &geom);
    def = contact_default_body_def();
    def.pose = tact_pose_at(0, 0, scene == BALL ? 1 : 0.1);
    if (scene == BALL) def.velocity = tact_vec(8, 0, 0);
    body = contact_world_add_body(world, &def);
    geom = contact_default_geom_def();
    geom.shape = scene == BALL ? &ball : &box;
    if (scene == BOX) geom.density = p[1] / 0.008;
    geom.material.friction = 1;
    contact_world_add_geom(world, body, &geom);
    unknown[1].kind = scene == BALL ? CONTACT_PARAMETER_RESTITUTION : CONTACT_PARAMETER_MASS;
    unknown[1].body = body;
    contact_differential_set(d, CONTACT_GEOMETRY_EXACT, unknown, 2);
    for (k = 0; k < STEPS && ok; ++k) {
        const tact_vec3 *at;
        tact_pose pose;
        if (scene == BOX && k < PUSHED) contact_body_add_force(world, body, tact_vec(8, 0, 0));
        ok = contact_world_step_differential(world, dt, d) >= 0;
        for (j = 0; j < 2 && ok; ++j) { /* how the state has changed by parameter j up to here */
            double unit[2] = {0, 0};
            unit[j] = 1;
            contact_differential_forward(d, state[j], NULL, unit, next);
            for (i = 0; i < 12; ++i) state[j][i] = next[i];
        }
        pose = contact_body_pose(world, body), at = &pose.p;
        x[2 * k] = at->x, x[2 * k + 1] = at->z;
        for (i = 0; i < 2; ++i) { /* by the pair's friction: the floor's is its square */
            dx[2 * k + i][0] = state[0][2 * i] * 2 * p[0];
            dx[2 * k + i][1] = state[1][2 * i];
        }
    }
    contact_differential_destroy(d);
    contact_world_destroy(world);
    return ok;
}

/* Finds p from the record (Levenberg-Marquardt); h: the Gauss-Newton matrix there (00 01 11). Returns the mean square of what is left. */
static double identify(int scene, const double *measured, double p[2], double h[3]) {
    static double x[SEEN], dx[SEEN][2];
    double best[2] = {p[0], p[1]}, g[2] = {0, 0}, least = 1e300, damping = 1e-3;
    int k, tries;
    h[0] = h[1] = h[2] = 0;
    for (tries = 0; tries < TRIES; ++tries) {
        double a = 0, b = 0, c = 0, slope[2] = {0, 0}, cost = 0, det;
        if (!simulate(scene, p, x, dx)) return -1;
        for (k = 0; k < SEEN; ++k) {
            double r = x[k] - measured[k];
            cost += r * r;
            a += dx[k][0] * dx[k][0], b += dx[k][0] * dx[k][1], c += dx[k][1] * dx[k][1];
            slope[0] += dx[k][0] * r, slope[1] += dx[k][1] * r;
        }
        damping = cost < least ? damping / 10 : damping * 10;
        if (cost < least) {
            h[0] = a, h[1] = b, h[2] = c;
            least = cost;
            for (k = 0; k < 2; ++k) best[k] = p[k], g[k] = slope[k];
        }
        a = h[0] * (1 + damping), b = h[1], c = h[2] * (1 + damping), det = a * c - b * b;
        p[0] = tact_clamp(best[0] - (c * g[0] - b * g[1]) / det, 0.01, 1);
        p[1] = tact_clamp(best[1] - (a * g[1] - b * g[0]) / det, 0.01, scene == BALL ? 0.99 : 10);
    }
    p[0] = best[0], p[1] = best[1];
    return least / SEEN;
}

int main(void) {
    static const double truth[2][2] = {{0.37, 1.3}, {0.12, 0.75}}, start[2][2] = {{0.2, 2}, {0.2, 0.6}},
                        noise[2] = {1e-4, 1e-3};
    static double measured[SEEN], dx[SEEN][2];
    int scene, k, good = 1;
    for (scene = 0; scene < 2; ++scene) {
        double p[2] = {start[scene][0], start[scene][1]}, h[3], mean, det, bar[2];
        if (!simulate(scene, truth[scene], measured, dx)) return 1;
        for (k = 0; k < SEEN; ++k) measured[k] += noise[scene] * tact_random_normal(1, (uint64_t)k);
        mean = identify(scene, measured, p, h);
        det = h[0] * h[2] - h[1] * h[1];
        bar[0] = tact_sqrt(mean * h[2] / det), bar[1] = tact_sqrt(mean * h[0] / det);
        printf("%s: left %.2f mm\n", scene == BALL ? "ball, 1 mm of noise" : "box, 0.1 mm of noise",
               1e3 * tact_sqrt(mean));
        for (k = 0; k < 2; ++k) {
            printf("  %-12s %.4f +- %.5f   (%.2f)\n", names[scene][k], p[k], bar[k], truth[scene][k]);
            good = good && tact_abs(p[k] - truth[scene][k]) < 4 * bar[k] && bar[k] < 0.01 * truth[scene][k];
        }
    }
    return good ? 0 : 1;
}
/* expected output:
box, 0.1 mm of noise: left 0.10 mm
  friction     0.3700 +- 0.00009   (0.37)
  mass         1.3001 +- 0.00021   (1.30)
ball, 1 mm of noise: left 1.04 mm
  friction     0.1200 +- 0.00001   (0.12)
  restitution  0.7500 +- 0.00004   (0.75)
*/
