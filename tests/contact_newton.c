/* Newton methods. Facts checked:
   - ncp_newton solves every one of a thousand random scenes (1 to 50 contacts, singular G, joints, limits, dry friction) to
     1e-10; ccp_newton its regularised model, and with regularisation zero the hard CCP, where it agrees with ADMM;
   - as polish it finishes other methods; warm started it needs a step or two; mass ratios do not matter;
   - the error of the regularised model is proportional to the regularisation; cubes move by the known laws;
   - a pile in the sparse primal form reaches the optimum. */
/* slow: yes */
#include "contact.h"
#include "utest.h"
#include "contact_problems.h"
#include "contact_cube.h"

#include <math.h>

static contact_status run(contact_problem *p, contact_method method, double regularisation, contact_result *r) {
    contact_config config = contact_default_config();
    config.method = method;
    config.newton_regularisation = (tact_real)regularisation;
    config.tolerance = 0;
    config.islands = 0;
    return contact_solve_alloc(p, &config, (const tact_allocator *)0, r);
}

UTEST(newton, ncp_random_scenes) {
    int seed, solved = 0, iterations = 0;
    for (seed = 0; seed < 1000; ++seed) {
        contact_problem p;
        contact_result r;
        contact_residuals residuals;
        contact_problem_create(&p, (const tact_allocator *)0);
        problem_random_scene(&p, (uint64_t)seed, 1 + (seed < 900 ? seed % 16 : seed % 50), seed % 32);
        EXPECT_GE((int)run(&p, CONTACT_METHOD_NCP_NEWTON, 0, &r), 0);
        contact_evaluate_alloc(&p, p.impulse, CONTACT_MODEL_NCP, (const contact_config *)0, (const tact_allocator *)0,
                               &residuals);
        solved += r.status == CONTACT_OK && r.residuals.natural_relative <= 1e-10;
        iterations += r.iterations;
        contact_problem_free(&p);
    }
    EXPECT_EQ(solved, 1000);
    EXPECT_LT(iterations, 60 * 1000); /* of all phases: a handful of factors, tens of cheap ADMM iterations */
}

UTEST(newton, ccp_random_scenes) {
    int seed, solved = 0, hard = 0;
    for (seed = 0; seed < 300; ++seed) {
        contact_problem p;
        contact_result r;
        contact_residuals residuals;
        contact_problem_create(&p, (const tact_allocator *)0);
        problem_random_scene(&p, (uint64_t)seed, 1 + seed % 30, seed % 32);
        solved += run(&p, CONTACT_METHOD_CCP_NEWTON, 1e-4, &r) == CONTACT_OK;
        run(&p, CONTACT_METHOD_CCP_NEWTON, 0, &r);
        contact_evaluate_alloc(&p, p.impulse, CONTACT_MODEL_CCP, (const contact_config *)0, (const tact_allocator *)0,
                               &residuals);
        hard += r.status == CONTACT_OK && r.residuals.natural_relative <= 1e-10;
        EXPECT_LE(residuals.primal, 1e-8); /* in the cones */
        contact_problem_free(&p);
    }
    EXPECT_EQ(solved, 300);
    EXPECT_EQ(hard, 300);
}

UTEST(newton, regularisation_error_is_proportional) {
    double error[2];
    int k, i;
    for (k = 0; k < 2; ++k) {
        contact_problem p, q;
        contact_result r;
        error[k] = 0;
        contact_problem_create(&p, (const tact_allocator *)0);
        contact_problem_create(&q, (const tact_allocator *)0);
        problem_quadruped(&p);
        problem_quadruped(&q);
        EXPECT_EQ((int)run(&p, CONTACT_METHOD_CCP_NEWTON, k ? 1e-6 : 1e-5, &r), 0);
        EXPECT_EQ((int)run(&q, CONTACT_METHOD_CCP_NEWTON, 0, &r), 0);
        for (i = 0; i < p.dof_count; ++i) error[k] = fmax(error[k], fabs(p.velocity[i] - q.velocity[i]));
        contact_problem_free(&p);
        contact_problem_free(&q);
    }
    EXPECT_LT(error[0], 1e-3);
    EXPECT_NEAR(error[0] / error[1], 10, 0.5);
}

UTEST(newton, polish_finishes_others) {
    static const contact_method methods[] = {CONTACT_METHOD_NCP_PGS, CONTACT_METHOD_NCP_NBGS,
                                             CONTACT_METHOD_NCP_ADMM_FIXED, CONTACT_METHOD_NCP_STAGGERED,
                                             CONTACT_METHOD_RAISIM_DS};
    size_t m;
    for (m = 0; m < 5; ++m) {
        contact_problem p;
        contact_result r;
        contact_config config = contact_default_config();
        config.method = methods[m];
        config.max_iterations = 10;
        config.relative_tolerance = 1e-12;
        config.tolerance = 0;
        contact_problem_create(&p, (const tact_allocator *)0);
        problem_hand(&p);
        contact_solve_alloc(&p, &config, (const tact_allocator *)0, &r);
        EXPECT_GT((int)r.status, 0);
        config.polish = 1;
        config.warm_start = 0;
        contact_solve_alloc(&p, &config, (const tact_allocator *)0, &r);
        EXPECT_EQ_MSG((int)r.status, 0, contact_method_name(methods[m]));
        EXPECT_LE(r.residuals.natural_relative, 1e-12);
        contact_problem_free(&p);
    }
}

/* Above 900 rows dense Newton is no way, and the result says that another one answered, and which. */
UTEST(newton, says_that_another_method_answered_above_900_rows) {
    contact_problem p;
    contact_result r;
    contact_config config = contact_default_config();
    config.method = CONTACT_METHOD_NCP_NEWTON;
    config.islands = 0;
    config.relative_tolerance = 1e-3; /* which ADMM meets on this pile, and the primal form in its share does not */
    contact_problem_create(&p, (const tact_allocator *)0);
    problem_pile(&p, 200);
    EXPECT_GT(p.row_count, 900);
    EXPECT_EQ((int)contact_solve_alloc(&p, &config, (const tact_allocator *)0, &r), (int)CONTACT_FALLBACK);
    EXPECT_EQ((int)r.method, (int)CONTACT_METHOD_NCP_ADMM_SPECTRAL);
    EXPECT_GT(r.iterations, 0);
    contact_problem_free(&p);
}

/* Iterations of phases that failed are counted: the entries of the history follow one another, and the result has no fewer. */
UTEST(newton, result_and_history_count_every_phase) {
    static const contact_method methods[] = {CONTACT_METHOD_NCP_NEWTON, CONTACT_METHOD_AUTO};
    static contact_history history[4000];
    int k, m, i, counted = 0;
    for (m = 0; m < 2; ++m)
        for (k = 0; k < 20; ++k) {
            contact_problem p;
            contact_result r;
            contact_config config = contact_default_config();
            config.method = methods[m];
            config.islands = 0;
            config.history = history, config.history_capacity = 4000;
            contact_problem_create(&p, (const tact_allocator *)0);
            problem_random_scene(&p, 300 + (uint64_t)k, 8, PROBLEM_HYPERSTATIC);
            EXPECT_GE((int)contact_solve_alloc(&p, &config, (const tact_allocator *)0, &r), 0);
            for (i = 1; i < r.history_count; ++i) EXPECT_GE(history[i].iteration, history[i - 1].iteration);
            if (r.history_count > 0) EXPECT_LE(history[r.history_count - 1].iteration, r.iterations);
            counted += r.history_count > 1;
            contact_problem_free(&p);
        }
    EXPECT_GT(counted, 10);
}

UTEST(newton, ill_conditioned_stack_and_warm_start) {
    static const contact_method methods[] = {CONTACT_METHOD_NCP_NEWTON, CONTACT_METHOD_CCP_NEWTON};
    int k, m;
    for (m = 0; m < 2; ++m)
        for (k = 0; k <= 6; k += 2) {
            contact_problem p;
            contact_result r;
            contact_problem_create(&p, (const tact_allocator *)0);
            problem_stack(&p, 1e-3, pow(10, k));
            EXPECT_EQ((int)run(&p, methods[m], 0, &r), 0);
            EXPECT_LE(r.residuals.natural_relative, 1e-10);
            p.free_velocity[0] += TACT_R(1e-4);
            EXPECT_EQ((int)run(&p, methods[m], 0, &r), 0);
            EXPECT_LE(r.iterations, 8);
            contact_problem_free(&p);
        }
}

/* Two cubes, the upper one up to a million times heavier, that slide and spin under friction of 0 to 10: 24 rows of rank 12,
   and with much friction no method that follows one descent finds the modes of all of them. */
UTEST(newton, stacks_that_slide_and_spin) {
    static const contact_method methods[] = {CONTACT_METHOD_NCP_NEWTON, CONTACT_METHOD_AUTO};
    static const double frictions[] = {0, 0.5, 2, 5, 10};
    int m, k, q, seed, i;
    for (m = 0; m < 2; ++m)
        for (k = 0; k <= 6; k += 2)
            for (q = 0; q < 5; ++q)
                for (seed = 0; seed < 5; ++seed) {
                    contact_problem p;
                    contact_result r;
                    problem_random random;
                    const double mass[2] = {1e-3, 1e-3 * pow(10, k)};
                    random.seed = (uint64_t)(seed + 100 * q + 10000 * k), random.counter = 0;
                    contact_problem_create(&p, (const tact_allocator *)0);
                    problem_tower(&p, 1e-3, frictions[q], mass, 2);
                    for (i = 0; i < 12; ++i) {
                        tact_real a = problem_uniform(&random, -1, 1);
                        p.free_velocity[i] += i % 6 < 2 ? a : i % 6 == 5 ? 3 * a : 0;
                    }
                    EXPECT_EQ((int)run(&p, methods[m], 0, &r), 0);
                    EXPECT_LE(r.residuals.natural_relative, 1e-10);
                    contact_problem_free(&p);
                }
}

UTEST(newton, cubes) {
    cube_scene s;
    int k;
    cube_begin(&s, CONTACT_METHOD_NCP_NEWTON, 1e-3, 0.4);
    s.config.tolerance = 1e-10;
    s.v = tact_vec(3, 0, 0);
    for (k = 0; k < 800; ++k) cube_step(&s, tact_vec(0, 0, 0));
    EXPECT_EQ(s.worst_status, 0);
    EXPECT_NEAR(tact_norm(s.v), 0, 1e-9);           /* it has stopped, and stays */
    EXPECT_NEAR(s.x.x, 9 / (2 * 0.4 * 9.81), 3e-3); /* v0 dt/2 of the discrete law */
    EXPECT_NEAR(s.z_max, 0.1, 1e-9);
    cube_end(&s);
    cube_begin(&s, CONTACT_METHOD_NCP_NEWTON, 1e-3, 0.4);
    s.config.tolerance = 1e-10;
    s.flat = 1;
    for (k = 0; k < 1000; ++k) cube_step(&s, tact_vec(20 * k * 1e-3, 0, 0));
    EXPECT_NEAR(s.v.x, 6.453, 1e-3 * 6.453);
    cube_end(&s);
    cube_begin(&s, CONTACT_METHOD_CCP_NEWTON, 1e-3, 0.4); /* the hard convex model jumps by 6.2 mm */
    s.config.newton_regularisation = 0;
    s.config.tolerance = 1e-9;
    s.v = tact_vec(1, 0, 0);
    for (k = 0; k < 300; ++k) cube_step(&s, tact_vec(0, 0, 0));
    EXPECT_NEAR(s.z_max - 0.1, 6.2e-3, 0.02 * 6.2e-3);
    cube_end(&s);
}

/* 160 spheres: the sparse primal form, hard limit by the augmented Lagrangian. The residuals are recomputed from the impulse;
   the problem is convex, so they prove the optimum. */
UTEST(newton, sparse_pile) {
    contact_problem p;
    contact_result r;
    contact_residuals residuals;
    contact_problem_create(&p, (const tact_allocator *)0);
    problem_pile(&p, 160);
    EXPECT_GT(p.row_count, 1200);
    EXPECT_EQ((int)run(&p, CONTACT_METHOD_CCP_NEWTON, 0, &r), 0);
    contact_evaluate_alloc(&p, p.impulse, CONTACT_MODEL_CCP, (const contact_config *)0, (const tact_allocator *)0,
                           &residuals);
    EXPECT_LE(residuals.natural_relative, 1e-9);
    EXPECT_LE(residuals.primal, 1e-9);
    contact_problem_free(&p);
}

/* Two cubes on each other that slide and spin, mass ratio 1 to 1e6, mu 0 to 10: 294 problems, most with the De Saxce shift at work.
   All are solved up to mu 1 at any ratio, and up to mu 10 at ratios up to 1e4. Beyond, where a light cube is wedged by the
   friction of a heavy one, a few are not found, about five of 84 by the rounding: they are reported as such, and nothing worse comes out than
   2 % of the forces. */
UTEST(newton, friction_and_mass_ratio) {
    static const double x[] = {-0.1, 0.1, 0.1, -0.1}, y[] = {-0.1, -0.1, 0.1, 0.1}, mu[] = {0, 0.1, 0.5, 1, 2, 5, 10};
    const tact_vec3 t = tact_vec(1, 0, 0), none = tact_vec(0, 0, 0);
    int k, j, c, i, missed = 0;
    for (k = 0; k <= 6; ++k)
        for (j = 0; j < 7; ++j)
            for (c = 0; c < 6; ++c) {
                contact_problem p;
                contact_result r;
                double slide = 0.5 * (c % 3), spin = 2.0 * (c / 3);
                contact_problem_create(&p, (const tact_allocator *)0);
                p.dt = 1e-3;
                for (i = 0; i < 2; ++i) {
                    double mass = pow(10, i ? k / 2.0 : -k / 2.0);
                    tact_mat3 inertia = problem_cube_inertia(mass, 0.2);
                    contact_add_body(&p, mass, &inertia, tact_vec(i ? slide : -0.3 * slide, 0.2 * slide, -9.81e-3),
                                     tact_vec(0.1 * spin, 0, i ? spin : -spin));
                }
                for (i = 0; i < 8; ++i)
                    contact_add_contact(&p, i / 4 - 1, i / 4, tact_vec(0, 0, 1), &t,
                                        i / 4 ? tact_vec(x[i % 4], y[i % 4], 0.1) : none,
                                        tact_vec(x[i % 4], y[i % 4], -0.1), mu[j]);
                run(&p, CONTACT_METHOD_NCP_NEWTON, 0, &r);
                EXPECT_GE((int)r.status, 0);
                if (k <= 4 || j <= 3) EXPECT_EQ((int)r.status, 0);
                if (r.status == CONTACT_OK)
                    EXPECT_LE(r.residuals.natural_relative, 4e-10);
                else {
                    ++missed;
                    EXPECT_EQ((int)r.status, (int)CONTACT_NOT_CONVERGED);
                    EXPECT_GT(r.residuals.natural_relative, 1e-10); /* and it is true */
                    EXPECT_LE(r.residuals.natural_relative, 0.02);
                }
                contact_problem_free(&p);
            }
    EXPECT_LE(missed, 10);
}

/* What a solve reports is what it did: the history of all phases (multiplier, ADMM, Newton, proximal) is one sequence of
   rising iterations, and the result counts them all. */
UTEST(newton, history_and_iterations_count_every_phase) {
    static const contact_method both[] = {CONTACT_METHOD_NCP_NEWTON, CONTACT_METHOD_AUTO};
    int phases = 0;
    for (int k = 0; k < 24; ++k) {
        contact_history history[4000];
        contact_config config = contact_default_config();
        contact_problem p;
        contact_result r;
        contact_problem_create(&p, NULL);
        problem_random_scene(&p, (uint64_t)(900 + k), 4 + 2 * k, PROBLEM_HYPERSTATIC | PROBLEM_JOINTS | PROBLEM_LIMITS);
        config.method = both[k % 2], config.islands = 0, config.tolerance = 0, config.check_interval = 1;
        config.history = history, config.history_capacity = 4000;
        ASSERT_GE((int)contact_solve_alloc(&p, &config, NULL, &r), 0);
        for (int i = 1; i < r.history_count; ++i) EXPECT_GT(history[i].iteration, history[i - 1].iteration);
        if (r.history_count) EXPECT_LE(history[r.history_count - 1].iteration, r.iterations);
        phases += r.iterations > 30;
        contact_problem_free(&p);
    }
    EXPECT_GT(phases, 0); /* some needed more than the first phase */
}

UTEST_MAIN()
