/* float: yes */
/* Fact: rbd_configuration_rate is the rate at which the entries of q change along rbd_integrate, for every kind of joint: it agrees
   with a central difference of rbd_integrate, keeps the length of quaternions and (cos, sin) pairs, and is linear in v. */
#include "utest.h"
#include "rbd_common.h"

/* Central differences: h^2 from the third derivative, eps / h from rounding; h is the cube root of eps. */
#ifdef TACT_FLOAT
#define STEP 5e-3
#define TOLERANCE 5e-4
#else
#define STEP 6e-6
#define TOLERANCE 1e-9
#endif

UTEST(manifold, configuration_rate_is_the_derivative_of_integrate) {
    for (int trial = 0; trial < 20; ++trial) {
        rbdt_random r = {(uint64_t)(trial + 1), 0};
        int flags = (trial % 2 ? RBDT_FREE_BASE : 0) | (trial % 3 == 0 ? RBDT_COUPLED : 0) | RBDT_FORKED;
        rbd_error error;
        rbd_builder *builder = rbdt_tree((uint64_t)(trial + 1), 14, flags);
        rbd_model *m = rbd_model_create(builder, NULL, &error);
        tact_real q[128], v[128], rate[128], ahead[128], behind[128], twice[128];
        ASSERT_TRUE(m != NULL);
        ASSERT_LE(m->nq, 128);
        rbd_random(m, (uint64_t)trial, q);
        rbdt_fill(&r, m->nv, 1, v);
        rbd_configuration_rate(m, q, v, rate);
        rbd_integrate(m, q, v, (tact_real)STEP, ahead);
        rbd_integrate(m, q, v, (tact_real)-STEP, behind);
        for (int k = 0; k < m->nq; ++k) ahead[k] = (tact_real)(((double)ahead[k] - (double)behind[k]) / (2 * STEP));
        EXPECT_LT(rbdt_error(m->nq, rate, ahead), TOLERANCE);
        for (int k = 0; k < m->nv; ++k) v[k] *= -2;
        rbd_configuration_rate(m, q, v, twice);
        for (int k = 0; k < m->nq; ++k) EXPECT_LE(fabs((double)(twice[k] + 2 * rate[k])), 8 * (double)TACT_EPSILON);
        for (int i = 1; i < m->n_bodies; ++i) { /* unit parts stand at the end of a joint's entries */
            int kind = m->kind[i], at = m->iq[i] + m->body_nq[i];
            int n = m->cos_sin[i] || kind == RBD_KIND_PLANAR              ? 2
                    : kind == RBD_KIND_SPHERICAL || kind == RBD_KIND_FREE ? 4
                                                                          : 0;
            double dot = 0;
            for (int k = 1; k <= n && !m->coupled[i]; ++k) dot += (double)q[at - k] * (double)rate[at - k];
            EXPECT_LE(fabs(dot), 8 * (double)TACT_EPSILON);
        }
        rbd_model_destroy(m);
        rbd_builder_destroy(builder);
    }
}

UTEST_MAIN()
