/* Trajectory optimisation of a push: which force, step by step, brings a puck to rest at a target after 0.6 s, with little
   effort? Gradient of the whole trajectory by contact_world_rollout, steepest descent with a line search.
   cc -O2 -I. examples/push.c -o push -lm && ./push */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#define RBD_IMPLEMENTATION
#include "rbd.h"
#define CONTACT_IMPLEMENTATION
#include "contact.h"
#include <stdio.h>
#include <stdlib.h>

enum { STEPS = 60, DOFS = 6 };
typedef struct task {
    contact_body puck;
    double u[STEPS][2], target[2];
} task;

static void control(void *context, contact_world *world, int k) {
    const task *t = (const task *)context;
    contact_body_add_force(world, t->puck, tact_vec(t->u[k][0], t->u[k][1], 0));
}
/* Effort in every step, distance to the target and speed after the last one. */
static double loss(void *context, contact_world *world, int k, double *gradient) {
    const task *t = (const task *)context;
    tact_vec3 p = contact_body_pose(world, t->puck).p, v = contact_body_velocity(world, t->puck);
    double x = p.x - t->target[0], y = p.y - t->target[1];
    if (k < 0) return 0;
    if (k < STEPS - 1) return 1e-6 * (t->u[k][0] * t->u[k][0] + t->u[k][1] * t->u[k][1]);
    if (gradient) {
        gradient[0] += 2 * x, gradient[1] += 2 * y;
        gradient[DOFS + 0] += 0.1 * v.x, gradient[DOFS + 1] += 0.1 * v.y;
    }
    return x * x + y * y + 0.05 * (v.x * v.x + v.y * v.y);
}

int main(void) {
    contact_world_config config = contact_default_world_config();
    contact_world *world;
    contact_differential *d = contact_differential_create(NULL);
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0), disc = collide_cylinder(0.1, 0.03);
    contact_rollout rollout = TACT_ZERO;
    static double by_input[STEPS][DOFS], step[STEPS][2];
    static task t, trial;
    void *start;
    size_t bytes;
    double value, before, length = 200;
    int k, iteration;
    config.solver.coarse_tolerance = 0;
    config.solver.method = CONTACT_METHOD_SIMILAR; /* smooth friction: gradients also where it sticks */
    world = contact_world_create(&config, NULL, NULL);
    contact_world_add_static(world, &ground, tact_pose_identity());
    t.puck = contact_world_add_dynamic(world, &disc, tact_pose_at(0, 0, 0.03), 1000);
    t.target[0] = 0.4, t.target[1] = 0.15;
    for (k = 0; k < STEPS; ++k) t.u[k][0] = k < STEPS / 2 ? 14 : 0, t.u[k][1] = k < STEPS / 2 ? 2 : 0; /* a guess */
    bytes = contact_world_snapshot_bytes(world);
    start = malloc(bytes);
    contact_world_save(world, start, bytes);
    rollout.steps = STEPS;
    rollout.dt = 0.01;
    rollout.control = control;
    rollout.loss = loss;
    rollout.context = &t;
    for (iteration = 0; iteration <= 60; ++iteration) {
        tact_vec3 p;
        contact_world_restore(world, start, bytes);
        if (contact_world_rollout(world, &rollout, d, &value, NULL, &by_input[0][0], NULL) < 0) return 1;
        p = contact_body_pose(world, t.puck).p;
        if (iteration % 20 == 0)
            printf("%2d  loss %.4f   at (%.3f, %.3f)   speed %.3f m/s\n", iteration, value, p.x, p.y,
                   tact_norm(contact_body_velocity(world, t.puck)));
        for (k = 0; k < STEPS; ++k) { /* the effort depends on the input itself */
            double effort = k < STEPS - 1 ? 2e-6 : 0;
            step[k][0] = -by_input[k][0] - effort * t.u[k][0], step[k][1] = -by_input[k][1] - effort * t.u[k][1];
        }
        trial = t, before = value;
        for (length *= 4; length > 1e-6; length /= 2) {
            for (k = 0; k < STEPS; ++k)
                t.u[k][0] = trial.u[k][0] + length * step[k][0], t.u[k][1] = trial.u[k][1] + length * step[k][1];
            contact_world_restore(world, start, bytes);
            for (k = 0, value = 0; k < STEPS; ++k) {
                control(&t, world, k);
                contact_world_step(world, rollout.dt);
                value += loss(&t, world, k, NULL);
            }
            if (value < before) break;
        }
        if (!(value < before)) t = trial; /* nothing gained: at the minimum */
    }
    contact_differential_destroy(d);
    contact_world_destroy(world);
    free(start);
    return value < 0.02 ? 0 : 1;
}
/* expected output:
 0  loss 0.0713   at (0.177, 0.025)   speed 0.000 m/s
20  loss 0.0093   at (0.389, 0.145)   speed 0.026 m/s
40  loss 0.0091   at (0.391, 0.146)   speed 0.030 m/s
60  loss 0.0090   at (0.391, 0.146)   speed 0.030 m/s
*/
