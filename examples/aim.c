/* Aiming with a faceted body: where must a ball hit a puck of 24 sides so that it slides to the goal? By the exact derivative of the shot
   that does not matter, for along a side the normal stays the same; the smoothed one (contact_differential_set_estimator) has that of
   the round puck.
   cc -O2 -I. examples/aim.c -o aim -lm && ./aim */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#define RBD_IMPLEMENTATION
#include "rbd.h"
#define CONTACT_IMPLEMENTATION
#include "contact.h"
#include <math.h>
#include <stdio.h>

enum { SIDES = 24, STEPS = 120, DOFS = 12 };
static const double goal = 0.15; /* [m] across, 0.6 s after the ball is let go */
typedef struct shot {
    contact_body puck, ball;
} shot;

static double across(void *context, contact_world *world, int k,
                     double *gradient) { /* of the puck after the last step */
    const shot *s = (const shot *)context;
    if (k < STEPS - 1) return 0;
    if (gradient) gradient[contact_body_dof(world, s->puck) + 1] += 1;
    return contact_body_pose(world, s->puck).p.y;
}
static contact_body smooth_body(contact_world *world, const collide_shape *shape,
                                tact_pose pose) { /* no friction, and it bounces */
    contact_body_def def = contact_default_body_def();
    contact_geom_def geom = contact_default_geom_def();
    contact_body body;
    def.pose = pose;
    body = contact_world_add_body(world, &def);
    geom.shape = shape;
    geom.density = 1000;
    geom.material.friction = 0;
    geom.material.restitution = 0.9;
    contact_world_add_geom(world, body, &geom);
    return body;
}
/* Where the puck ends when the ball comes from `aim`, and by how much that changes with it. */
static double shoot(const collide_shape *sides, double aim, contact_differential *d, double *by_aim) {
    contact_world_config config = contact_default_world_config();
    contact_rollout rollout = TACT_ZERO;
    collide_shape sphere = collide_sphere(0.05);
    contact_world *world;
    shot s;
    double end = 0, by_state[2 * DOFS];
    config.gravity = tact_vec(0, 0, 0);
    config.ccd = 0; /* impacts at the ends of steps: within a step they go by the exact derivative */
    config.solver.coarse_tolerance = 0;
    world = contact_world_create(&config, NULL, NULL);
    s.puck = smooth_body(world, sides, tact_pose_at(0, 0, 0));
    s.ball = smooth_body(world, &sphere, tact_pose_at(-0.3, aim, 0));
    contact_body_set_velocity(world, s.ball, tact_vec(2, 0, 0), tact_vec(0, 0, 0));
    rollout.steps = STEPS;
    rollout.dt = 0.005;
    rollout.loss = across;
    rollout.context = &s;
    contact_world_rollout(world, &rollout, d, &end, by_state, NULL, NULL);
    *by_aim = by_state[contact_body_dof(world, s.ball) + 1];
    contact_world_destroy(world);
    return end;
}
int main(void) {
    tact_vec3 corners[2 * SIDES];
    collide_hull *hull;
    collide_shape sides;
    double end = 0, slope, next, unused;
    int i, rule, iteration;
    for (i = 0; i < 2 * SIDES; ++i) {
        double angle = TACT_PI * (i / 2 * 2 + 1) / SIDES;
        corners[i] = tact_vec(0.1 * cos(angle), 0.1 * sin(angle), i % 2 ? 0.03 : -0.03);
    }
    if (collide_hull_create(corners, 2 * SIDES, NULL, NULL, &hull) < 0) return 1;
    sides = collide_convex(hull);
    for (rule = 0; rule < 2; ++rule) { /* Newton's method, with steps that are halved until they gain something */
        contact_differential *d = contact_differential_create(NULL);
        double aim = 0.005;                                    /* [m] beside the middle, on the first side */
        if (rule) contact_differential_set_estimator(d, NULL); /* GUMBEL; the exact rule without this call */
        printf(rule ? "smoothed derivative\n" : "exact derivative\n");
        for (iteration = 0; iteration < 12; ++iteration) {
            double step;
            end = shoot(&sides, aim, d, &slope);
            if (fabs(slope) < 1e-6) slope = 0;
            printf("%2d  aim %5.1f mm   ends %5.1f mm from the goal   slope %.2f\n", iteration, 1e3 * aim,
                   1e3 * fabs(end - goal), slope);
            if (fabs(end - goal) < 1e-4 || !(fabs(slope) > 0)) break; /* there, or nothing to go by */
            step = tact_clamp((goal - end) / slope, -0.03, 0.03);
            for (i = 0; i < 12; ++i, step /= 2) {
                next = shoot(&sides, aim + step, d, &unused);
                if (fabs(next - goal) < fabs(end - goal)) break;
            }
            aim += step;
        }
        contact_differential_destroy(d);
    }
    collide_hull_destroy(hull);
    return fabs(end - goal) < 1e-3 ? 0 : 1;
}
/* expected output:
exact derivative
 0  aim   5.0 mm   ends 150.0 mm from the goal   slope 0.00
smoothed derivative
 0  aim   5.0 mm   ends 150.0 mm from the goal   slope -2.97
 1  aim -25.0 mm   ends  53.0 mm from the goal   slope -2.40
 2  aim -47.1 mm   ends  40.8 mm from the goal   slope -2.37
 3  aim -64.3 mm   ends  31.4 mm from the goal   slope -1.27
 4  aim -58.1 mm   ends   3.9 mm from the goal   slope -2.08
 5  aim -57.2 mm   ends   1.3 mm from the goal   slope -2.16
 6  aim -57.5 mm   ends   0.4 mm from the goal   slope -2.14
 7  aim -57.4 mm   ends   0.1 mm from the goal   slope -2.15
 8  aim -57.4 mm   ends   0.0 mm from the goal   slope -2.14
*/
