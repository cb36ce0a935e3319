/* Optimal control of a cart with a pole: a bounded force swings the pole up in two seconds. Then the same optimiser runs as model
   predictive control, one iteration an update, and holds the pole against pushes that it does not know of.
   cc -O2 -I. examples/swingup.c -o swingup -lm && ./swingup */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#define RBD_IMPLEMENTATION
#include "rbd.h"
#define CONTACT_IMPLEMENTATION
#include "contact.h"
#include "control.h"
#include <stdio.h>

static const char robot_text[] =
    "<robot name='cart_pole'><link name='rail'/><link name='cart'><inertial><mass value='1'/>"
    "<inertia ixx='0.01' iyy='0.01' izz='0.01' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    "<link name='pole'><inertial><origin xyz='0 0 -0.5'/><mass value='0.3'/>"
    "<inertia ixx='0.001' iyy='0.001' izz='0.001' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    "<joint name='slide' type='prismatic'><parent link='rail'/><child link='cart'/><axis xyz='1 0 0'/>"
    "<limit lower='-3' upper='3' effort='100' velocity='100'/></joint>"
    "<joint name='pivot' type='continuous'><parent link='cart'/><child link='pole'/><axis xyz='0 1 "
    "0'/></joint></robot>";

enum { SLIDE, PIVOT, DOFS };

static void push(void *context, contact_world *world, int k, const double *u) {
    (void)k;
    contact_robot_tau(world, *(contact_robot *)context)[SLIDE] = u[0];
}
/* Upright (pivot = pi), in the middle, at rest; little force. */
static double cost(void *context, contact_world *world, int k, const double *u, control_quadratic *q) {
    const contact_robot robot = *(contact_robot *)context;
    const double *at = contact_robot_q(world, robot), *v = contact_robot_v(world, robot);
    const double c = at[PIVOT], s = at[PIVOT + 1], scale = u ? 1 : 50; /* a continuous joint is (cos, sin) */
    const double up = 1 + c, w[DOFS] = {0.1, 0.05};
    double value = scale * (up + 0.2 * at[SLIDE] * at[SLIDE] + w[0] * v[0] * v[0] + w[1] * v[1] * v[1]);
    (void)k;
    if (u) value += 1e-3 * u[0] * u[0];
    if (!q) return value;
    q->x[SLIDE] += scale * 0.4 * at[SLIDE], q->x[PIVOT] -= scale * s;
    q->x[2] += scale * 2 * w[0] * v[0], q->x[3] += scale * 2 * w[1] * v[1];
    q->xx[0 * 4 + 0] += scale * 0.4, q->xx[1 * 4 + 1] += scale * tact_max(-c, 0.1); /* Gauss-Newton's, positive */
    q->xx[2 * 4 + 2] += scale * 2 * w[0], q->xx[3 * 4 + 3] += scale * 2 * w[1];
    if (u) q->u[0] += 2e-3 * u[0], q->uu[0] += 2e-3;
    return value;
}

int main(void) {
    static const double by_input[DOFS] = {1, 0}, lower[1] = {-12}, upper[1] = {12};
    contact_world *world = contact_world_create(NULL, NULL, NULL);
    rbd_model *model;
    contact_robot robot = contact_world_add_file(world, robot_text, sizeof robot_text - 1, NULL, &model);
    control_problem problem;
    control *c;
    control_status status;
    double worst = 0;
    int i;
    if (!model) return printf("%s\n", contact_world_error(world)->text), 1;
    problem = control_problem_make(world, &robot, (const rbd_model *const *)&model, 1, NULL, 0);
    problem.steps = 100, problem.dt = 0.01, problem.hold = 2;
    problem.controls = 1, problem.by_input = by_input;
    problem.lower = lower, problem.upper = upper;
    problem.apply = push, problem.cost = cost, problem.context = &robot;
    c = control_create(&problem, NULL);
    if (!c) return 1;
    for (i = 0; i < problem.steps; ++i) c->u[i] = 0.1 * (i % 7 - 3); /* hanging still has no gradient */
    status = control_solve(c, 200);
    printf("swing up: %s, force at its bound in %s\n", status == CONTROL_OK ? "converged" : "not converged",
           tact_max(fabs(c->u[0]), fabs(c->u[1])) > 11.99 ? "the first knots" : "no knot");
    printf("the plan ends %.2f rad off upright\n",
           fabs(atan2(c->q[problem.steps * c->nq + 2], -c->q[problem.steps * c->nq + 1])));

    /* the plan is followed by MPC: an update a knot, a push of 4 N for 0.1 s every second that the model does not know */
    for (i = 0; i < 300; ++i) {
        int h;
        control_follow(c, world);
        control_solve(c, i ? 1 : 0);
        for (h = 0; h < problem.hold; ++h) {
            push(&robot, world, 0, c->u);
            contact_robot_tau(world, robot)[SLIDE] += i > 100 && i % 50 < 5 ? 4 : 0;
            if (contact_world_step(world, problem.dt) < 0) return 1;
        }
        if (i > 150) {
            const double *q = contact_robot_q(world, robot);
            worst = tact_max(worst, fabs(atan2(q[PIVOT + 1], -q[PIVOT])));
        }
        control_shift(c);
    }
    printf("pushed: at most %.2f rad off upright\n", worst);
    control_destroy(c);
    contact_world_destroy(world);
    rbd_model_destroy(model);
    return worst < 0.3 ? 0 : 1;
}
/* expected output:
swing up: converged, force at its bound in the first knots
the plan ends 0.02 rad off upright
pushed: at most 0.03 rad off upright
*/
