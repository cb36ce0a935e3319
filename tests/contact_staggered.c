/* Staggered projections. Facts checked: the LCP (box) and NCP (disk) forms satisfy their models to the stated tolerance on
   random scenes or report that they have not converged; the stack with a mass ratio of 1e6 takes one pass; sliding cubes follow
   the analytic law; warm starts leave a pass or two. */
/* slow: for valgrind */
#include "contact.h"
#include "utest.h"
#include "contact_problems.h"
#include "contact_cube.h"

#include <math.h>

UTEST(staggered, random_scenes) {
    static const contact_method methods[] = {CONTACT_METHOD_LCP_STAGGERED, CONTACT_METHOD_NCP_STAGGERED};
    int m, seed, ok;
    for (m = 0; m < 2; ++m) {
        ok = 0;
        for (seed = 0; seed < 400; ++seed) {
            contact_problem p;
            contact_result r;
            contact_residuals residuals;
            contact_config config = contact_default_config();
            contact_status status;
            config.method = methods[m];
            config.islands = 0; /* one island: it stops by one of the two criteria, not each by its own */
            contact_problem_create(&p, (const tact_allocator *)0);
            problem_random_scene(&p, (uint64_t)seed, 1 + seed % 20, seed % 32);
            status = contact_solve_alloc(&p, &config, (const tact_allocator *)0, &r);
            EXPECT_GE((int)status, 0);
            contact_evaluate_alloc(&p, p.impulse, contact_method_model(methods[m]), &config, (const tact_allocator *)0,
                                   &residuals);
            if (status == CONTACT_OK)
                EXPECT_TRUE(
                    (residuals.primal <= 1.1e-6 && residuals.dual <= 1.1e-6 && residuals.complementarity <= 1.1e-6) ||
                    residuals.natural_relative <= 1.1e-10);
            else
                EXPECT_TRUE(status == CONTACT_NOT_CONVERGED || status == CONTACT_STALLED);
            ok += status == CONTACT_OK;
            contact_problem_free(&p);
        }
        EXPECT_GE(ok, 392); /* no guarantee, but 98 of 100 */
    }
}

UTEST(staggered, ill_conditioned_stack_takes_one_pass) {
    int k;
    for (k = 0; k <= 6; k += 2) {
        contact_problem p;
        contact_result r;
        contact_config config = contact_default_config();
        config.method = CONTACT_METHOD_NCP_STAGGERED;
        contact_problem_create(&p, (const tact_allocator *)0);
        problem_stack(&p, 1e-3, pow(10, k));
        EXPECT_EQ((int)contact_solve_alloc(&p, &config, (const tact_allocator *)0, &r), 0);
        EXPECT_EQ(r.iterations, 1);
        contact_problem_free(&p);
    }
}

UTEST(staggered, sliding_cube) {
    cube_scene s;
    int k;
    cube_begin(&s, CONTACT_METHOD_NCP_STAGGERED, 1e-3, 0.4);
    s.config.tolerance = 1e-9;
    s.v = tact_vec(1, 0, 0);
    for (k = 0; k < 200; ++k) EXPECT_GE((int)cube_step(&s, tact_vec(0, 0, 0)), 0);
    EXPECT_EQ(s.worst_status, 0);
    EXPECT_NEAR(s.v.x, 1 - 0.4 * 9.81 * 0.2, 1e-6); /* the discrete law is exact */
    EXPECT_NEAR(s.x.y, 0, 1e-9);
    EXPECT_LE(s.iterations, 2 * 200); /* a warm start leaves a pass or two */
    cube_end(&s);
}

UTEST_MAIN()
