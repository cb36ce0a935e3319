/* Direct LCP solvers. Facts checked:
   - Lemke (friction box and pyramids) and Dantzig (box) satisfy the conditions of the LCP friction model to their tolerance on
     random scenes, full rank and hyperstatic, with joints, limits and dry friction; a breakdown falls back and says so;
   - the three box methods agree on the velocity where the solution is unique;
   - a finer pyramid approaches the round cone; a box brakes each axis by itself;
   - unsupported combinations are refused. */
/* slow: yes */
#include "contact.h"
#include "utest.h"
#include "contact_problems.h"

#include <math.h>

static contact_status run(contact_problem *p, contact_method method, int facets, contact_result *result) {
    contact_config config = contact_default_config();
    config.method = method;
    config.facets = facets;
    config.warm_start = 0;
    config.islands = 0; /* one island stops by one of the two criteria, several each by its own */
    return contact_solve_alloc(p, &config, (const tact_allocator *)0, result);
}

/* Counts how many of `count` random scenes end with OK, FALLBACK and anything else; checks that OK means solved. */
static void sweep(int *utest_result, contact_method method, int facets, int count, int contacts, int *ok,
                  int *fallback) {
    int seed;
    *ok = *fallback = 0;
    for (seed = 0; seed < count; ++seed) {
        contact_problem p;
        contact_result r;
        contact_residuals residuals;
        contact_config config = contact_default_config();
        contact_status status;
        contact_problem_create(&p, (const tact_allocator *)0);
        problem_random_scene(&p, (uint64_t)seed, 1 + seed % contacts, seed % 32);
        status = run(&p, method, facets, &r);
        EXPECT_GE((int)status, 0);
        config.facets = facets;
        config.islands = 0;
        contact_evaluate_alloc(&p, p.impulse, CONTACT_MODEL_LCP, &config, (const tact_allocator *)0, &residuals);
        if (status == CONTACT_OK || status == CONTACT_FALLBACK) { /* the stated tolerance: 1e-6, or 1e-10 relative */
            EXPECT_TRUE(
                (residuals.primal <= 1.1e-6 && residuals.dual <= 1.1e-6 && residuals.complementarity <= 1.1e-6) ||
                residuals.natural_relative <= 1.1e-10);
        }
        *ok += status == CONTACT_OK;
        *fallback += status == CONTACT_FALLBACK;
        if (status == CONTACT_FALLBACK) EXPECT_EQ((int)r.method, (int)CONTACT_METHOD_LCP_PGS);
        contact_problem_free(&p);
    }
}

UTEST(lcp, lemke_pyramid) {
    int ok, fallback;
    sweep(utest_result, CONTACT_METHOD_LCP_LEMKE, 8, 320, 14, &ok, &fallback);
    EXPECT_EQ(ok + fallback, 320);
    EXPECT_GE(ok, 317); /* rays are rare */
    sweep(utest_result, CONTACT_METHOD_LCP_LEMKE, 4, 200, 20, &ok, &fallback);
    EXPECT_EQ(ok + fallback, 200);
    EXPECT_GE(ok, 198);
}
UTEST(lcp, lemke_box) {
    int ok, fallback;
    sweep(utest_result, CONTACT_METHOD_LCP_LEMKE, 0, 400, 16, &ok, &fallback);
    /* scenes are feasible for the round cone only, so the larger box may leave one without a solution */
    EXPECT_GE(ok + fallback, 398);
    EXPECT_GE(ok, 392);
}
UTEST(lcp, dantzig_box) {
    int ok, fallback;
    sweep(utest_result, CONTACT_METHOD_LCP_DANTZIG, 0, 400, 20, &ok, &fallback);
    EXPECT_GE(ok + fallback, 398);
    EXPECT_GE(ok, 390);
}

/* One pivot is too few for Lemke, and sweeps answer; without checks on the way FALLBACK still means solved, and the stack that they
   cannot solve is not called so. */
UTEST(lcp, fallback_means_solved) {
    int k;
    for (k = 0; k <= 6; k += 6) {
        contact_problem p;
        contact_result r;
        contact_config config = contact_default_config();
        config.method = CONTACT_METHOD_LCP_LEMKE;
        config.fixed_iterations = config.max_iterations = 1;
        contact_problem_create(&p, (const tact_allocator *)0);
        problem_stack(&p, 1e-3, pow(10, k));
        EXPECT_EQ((int)contact_solve_alloc(&p, &config, (const tact_allocator *)0, &r),
                  (int)(k ? CONTACT_NOT_CONVERGED : CONTACT_FALLBACK));
        EXPECT_EQ((int)r.method, (int)CONTACT_METHOD_LCP_PGS);
        if (k)
            EXPECT_GT(r.residuals.natural_relative, 1e-9);
        else
            EXPECT_LT(r.residuals.natural_relative, 1e-9);
        contact_problem_free(&p);
    }
}

/* One body, three contacts: full rank, so the velocity is unique when friction is small. */
UTEST(lcp, methods_agree) {
    static const contact_method methods[] = {CONTACT_METHOD_LCP_LEMKE, CONTACT_METHOD_LCP_DANTZIG,
                                             CONTACT_METHOD_LCP_STAGGERED, CONTACT_METHOD_LCP_PGS};
    int seed, compared = 0;
    for (seed = 0; seed < 60; ++seed) {
        tact_real v[4][64];
        int m, i, n = 0, solved = 1;
        for (m = 0; m < 4; ++m) {
            contact_problem p;
            contact_result r;
            contact_problem_create(&p, (const tact_allocator *)0);
            problem_random_scene(&p, (uint64_t)seed + 5000, 1 + seed % 4, 0);
            for (i = 0; i < p.constraint_count; ++i) p.constraints[i].mu *= TACT_R(0.3);
            solved = solved && run(&p, methods[m], 0, &r) == CONTACT_OK;
            n = p.dof_count;
            for (i = 0; i < n; ++i) v[m][i] = p.velocity[i];
            contact_problem_free(&p);
        }
        if (!solved) continue;
        ++compared;
        for (m = 1; m < 4; ++m)
            for (i = 0; i < n; ++i) EXPECT_NEAR(v[m][i], v[0][i], 2e-4); /* 1e-6 W over impulses of 1e-2 N s and more */
    }
    EXPECT_GT(compared, 50);
}

/* A cube that slides at an angle: the pyramid's direction error falls with the number of corners, the box decouples axes. */
UTEST(lcp, facets_approach_the_cone) {
    double error[3], angle = 0.3;
    int k, facets[3] = {4, 8, 32};
    contact_problem p;
    contact_result r;
    for (k = 0; k < 3; ++k) {
        double fx = 0, fy = 0;
        int i;
        contact_problem_create(&p, (const tact_allocator *)0);
        problem_cube(&p, 1e-3, 0.4, tact_vec(cos(angle), sin(angle), -9.81e-3), tact_vec(0, 0, 0), 0);
        EXPECT_EQ((int)run(&p, CONTACT_METHOD_LCP_LEMKE, facets[k], &r), 0);
        for (i = 0; i < 4; ++i) fx += p.impulse[3 * i], fy += p.impulse[3 * i + 1];
        error[k] = fabs(atan2(-fy, -fx) - angle);
        contact_problem_free(&p);
    }
    EXPECT_NEAR(error[0], 0.3, 1e-6);           /* the corner at angle 0 takes it all */
    EXPECT_LT(error[1], 3.14159265 / 8 + 1e-6); /* half a sector at most */
    EXPECT_LT(error[2], 3.14159265 / 32 + 1e-6);
    contact_problem_create(&p, (const tact_allocator *)0);
    problem_cube(&p, 1e-3, 0.4, tact_vec(cos(angle), sin(angle), -9.81e-3), tact_vec(0, 0, 0), 0);
    EXPECT_EQ((int)run(&p, CONTACT_METHOD_LCP_DANTZIG, 0, &r), 0);
    EXPECT_NEAR(p.velocity[0], cos(angle) - 0.4 * 9.81e-3, 1e-4 * 9.81e-3 + 2e-4); /* rotation couples a little */
    EXPECT_NEAR(p.velocity[1], sin(angle) - 0.4 * 9.81e-3, 1e-4 * 9.81e-3 + 2e-4);
    EXPECT_EQ((int)run(&p, CONTACT_METHOD_LCP_DANTZIG, 8, &r), (int)CONTACT_UNSUPPORTED);
    EXPECT_EQ((int)run(&p, CONTACT_METHOD_LCP_STAGGERED, 8, &r), (int)CONTACT_UNSUPPORTED);
    contact_problem_free(&p);
}

/* Mass ratio up to 1e6, where sweeps fail: direct methods do not care. */
UTEST(lcp, ill_conditioned_stack) {
    int k;
    for (k = 0; k <= 6; k += 2) {
        contact_problem p;
        contact_result r;
        contact_problem_create(&p, (const tact_allocator *)0);
        problem_stack(&p, 1e-3, pow(10, k));
        EXPECT_EQ((int)run(&p, CONTACT_METHOD_LCP_LEMKE, 0, &r), 0);
        EXPECT_LE(r.residuals.natural_relative, 1e-9);
        EXPECT_EQ((int)run(&p, CONTACT_METHOD_LCP_DANTZIG, 0, &r), 0);
        EXPECT_LE(r.residuals.natural_relative, 1e-9);
        EXPECT_EQ(r.iterations, 1);
        contact_problem_free(&p);
    }
}

UTEST_MAIN()
