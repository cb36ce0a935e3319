/* examples/control.h against truths of its own: a linear world has one optimum, which a dense quadratic programme gives; bounds hold and the
   slope points outward at them; feedback holds an unstable pole; gaps close; bundles of a linear world are its derivative. */
#define CONTACT_WORLD
#include "collide.h"
#include "rbd.h"
#include "contact.h"

#include "../examples/control.h"
#include "utest.h"

enum { STEPS = 12, DOFS = 6, CONTROLS = 2 };
static const double target[2] = {0.3, -0.2};
static const double by_input[DOFS * CONTROLS] = {1, 0, 0, 1}; /* force along x and y */

static void force(void *context, contact_world *world, int k, const double *u) {
    (void)k;
    contact_body_add_force(world, *(contact_body *)context, tact_vec(u[0], u[1], 0));
}
static double squares(void *context, contact_world *world, int k, const double *u, control_quadratic *q) {
    const tact_vec3 p = contact_body_com(world, *(contact_body *)context),
                    v = contact_body_velocity(world, *(contact_body *)context);
    const double w = u ? 0.01 : 10, e[4] = {p.x - target[0], p.y - target[1], v.x, v.y};
    const int at[4] = {0, 1, DOFS, DOFS + 1};
    double value = 0;
    int i;
    (void)k;
    for (i = 0; i < 4; ++i) {
        value += 0.5 * w * e[i] * e[i];
        if (q) q->x[at[i]] += w * e[i], q->xx[at[i] * 2 * DOFS + at[i]] += w;
    }
    for (i = 0; u && i < CONTROLS; ++i) {
        value += 0.5 * 1e-3 * u[i] * u[i];
        if (q) q->u[i] += 1e-3 * u[i], q->uu[i * CONTROLS + i] += 1e-3;
    }
    return value;
}
/* A cube of 1 kg that floats; v+ = v + dt u/m, p+ = p + dt (v + v+)/2 exactly. */
struct floating {
    contact_world *world;
    contact_body body;
    control_problem problem;
};
UTEST_F_SETUP(floating) {
    struct floating *f = utest_fixture;
    contact_world_config config = contact_default_world_config();
    collide_shape cube = collide_box(0.05, 0.05, 0.05);
    config.gravity = tact_vec(0, 0, 0);
    f->world = contact_world_create(&config, NULL, NULL);
    ASSERT_TRUE(f->world != NULL);
    f->body = contact_world_add_dynamic(f->world, &cube, tact_pose_at(0, 0, 0), 1000);
    f->problem = control_problem_make(f->world, NULL, NULL, 0, &f->body, 1);
    f->problem.steps = STEPS, f->problem.dt = 0.05;
    f->problem.controls = CONTROLS, f->problem.by_input = by_input;
    f->problem.apply = force, f->problem.cost = squares, f->problem.context = &f->body;
}
UTEST_F_TEARDOWN(floating) { contact_world_destroy(utest_fixture->world); }

/* Value and gradient of the same problem, written out for one axis of a mass of 1 kg. */
static double by_hand(const double *u, int axis, double dt, double *gradient) {
    double p[STEPS + 1] = {0}, v[STEPS + 1] = {0}, value = 0, lp = 0, lv = 0;
    int k;
    for (k = 0; k < STEPS; ++k) {
        v[k + 1] = v[k] + dt * u[k];
        p[k + 1] = p[k] + dt / 2 * (v[k] + v[k + 1]);
    }
    for (k = STEPS; k >= 0; --k) {
        const double w = k < STEPS ? 0.01 : 10, e = p[k] - target[axis];
        value += 0.5 * w * (e * e + v[k] * v[k]) + (k < STEPS ? 0.5 * 1e-3 * u[k] * u[k] : 0);
        if (k < STEPS) gradient[k] = 1e-3 * u[k] + dt * (lv + dt / 2 * lp); /* lp, lv: of knot k + 1 */
        lv = w * v[k] + lv + dt * lp;
        lp = w * e + lp;
    }
    return value;
}

/* One iteration solves a linear-quadratic problem: its gradient by hand is zero, to the rounding of the step. */
UTEST_F(floating, quadratic_in_one_iteration) {
    control *c = control_create(&utest_fixture->problem, NULL);
    double u[STEPS], slope[STEPS], value = 0;
    int axis, k;
    ASSERT_TRUE(c != NULL);
    EXPECT_EQ(control_solve(c, 1), CONTROL_ITERATIONS);
    for (axis = 0; axis < 2; ++axis) {
        for (k = 0; k < STEPS; ++k) u[k] = c->u[k * CONTROLS + axis];
        value += by_hand(u, axis, 0.05, slope);
        for (k = 0; k < STEPS; ++k) EXPECT_NEAR(slope[k], 0, 1e-8); /* slopes start at 1e-2 */
    }
    EXPECT_NEAR(c->value, value, 1e-10);
    EXPECT_EQ(control_solve(c, 3), CONTROL_OK);
    control_destroy(c);
}
/* With bounds: within them, slope zero where free, outward where at one (the conditions of the optimum of a convex problem). */
UTEST_F(floating, bounds) {
    static const double lower[2] = {-0.4, -0.3}, upper[2] = {0.5, 0.4};
    control *c;
    double u[STEPS], slope[STEPS];
    int axis, k, held = 0;
    utest_fixture->problem.lower = lower, utest_fixture->problem.upper = upper;
    c = control_create(&utest_fixture->problem, NULL);
    ASSERT_TRUE(c != NULL);
    c->config.tolerance = 1e-14;
    EXPECT_LE((int)control_solve(c, 100), (int)CONTROL_STUCK);
    for (axis = 0; axis < 2; ++axis) {
        for (k = 0; k < STEPS; ++k) u[k] = c->u[k * CONTROLS + axis];
        by_hand(u, axis, 0.05, slope);
        for (k = 0; k < STEPS; ++k) {
            const int low = u[k] <= lower[axis] + 1e-12, high = u[k] >= upper[axis] - 1e-12; /* to rounding */
            EXPECT_GE(u[k], lower[axis]);
            EXPECT_LE(u[k], upper[axis]);
            held += low || high;
            if (low)
                EXPECT_GE(slope[k], -1e-6); /* slopes are 1e-2: the line search ends within 1e-4 of them */
            else if (high)
                EXPECT_LE(slope[k], 1e-6);
            else
                EXPECT_NEAR(slope[k], 0, 1e-6);
        }
    }
    EXPECT_GE(held, 4); /* the bounds are tight */
    control_destroy(c);
}
/* Stretches from guessed states end in the same optimum, with the gaps closed. */
UTEST_F(floating, gaps_close) {
    control *plain = control_create(&utest_fixture->problem, NULL), *c;
    control_config config = control_default_config();
    double q[7] = {0, 0, 0, 0, 0, 0, 1}, v[6] = {0};
    int k;
    config.stretch = 3;
    c = control_create(&utest_fixture->problem, &config);
    ASSERT_TRUE(plain && c);
    for (k = 3; k < STEPS; k += 3) {
        q[0] = 0.1 * k, q[1] = -0.05 * k, v[0] = 0.2;
        control_guess(c, k, q, v);
    }
    control_solve(plain, 5);
    control_solve(c, 5);
    EXPECT_LE(c->gaps, 1e-9);
    EXPECT_NEAR(c->value, plain->value, 1e-9);
    for (k = 0; k < STEPS * CONTROLS; ++k) EXPECT_NEAR(c->u[k], plain->u[k], 1e-6);
    control_destroy(c);
    control_destroy(plain);
}
/* The derivative of a linear world is the same everywhere: so is its mean; a fit of differences has it to their rounding. */
UTEST_F(floating, bundles_of_a_linear_world) {
    control *plain = control_create(&utest_fixture->problem, NULL);
    int kind, k;
    ASSERT_TRUE(plain != NULL);
    control_solve(plain, 3);
    for (kind = CONTROL_BUNDLED_FIRST; kind <= CONTROL_BUNDLED_ZEROTH; ++kind) {
        control_config config = control_default_config();
        control *c;
        config.gradient = (control_gradient)kind;
        c = control_create(&utest_fixture->problem, &config);
        ASSERT_TRUE(c != NULL);
        control_solve(c, 8);
        EXPECT_NEAR(c->value, plain->value, 1e-7 * plain->value); /* the fit leaves out 1e-6 of each direction */
        for (k = 0; k < STEPS * CONTROLS; ++k) EXPECT_NEAR(c->u[k], plain->u[k], 1e-3);
        control_destroy(c);
    }
    control_destroy(plain);
}
/* What cannot be is refused. */
UTEST_F(floating, refusals) {
    control_problem p = utest_fixture->problem;
    p.steps = 0;
    EXPECT_TRUE(control_create(&p, NULL) == NULL);
    p = utest_fixture->problem, p.cost = NULL;
    EXPECT_TRUE(control_create(&p, NULL) == NULL);
    p = utest_fixture->problem, p.body_count = 0; /* a body is missing from the lists */
    EXPECT_TRUE(control_create(&p, NULL) == NULL);
}
UTEST_MAIN()
