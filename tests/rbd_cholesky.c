/* The factor of the mass matrix along the tree: M = L^T D L exactly on its sparse pattern, solves and products agree
   with M, several right-hand sides with one, coupled joints give a full pattern, and singular matrices are reported.
 */
/* float: yes */
#include "utest.h"

#include "rbd_common.h"

UTEST(cholesky, factors_solves_and_multiplies) {
    uint64_t seed;
    for (seed = 0; seed < 24; ++seed) {
        int flags =
            seed % 3 == 0 ? RBDT_FREE_BASE | RBDT_PASSIVE : (seed % 3 == 1 ? RBDT_FORKED : RBDT_COUPLED | RBDT_PASSIVE);
        rbdt_case t = rbdt_make(seed, 1 + (int)(2 * seed), flags);
        int nv = t.m->nv, i, j, k;
        rbd_factor *f = rbd_factor_create(t.m, NULL);
        size_t size = (size_t)nv * (size_t)nv;
        tact_real *M = rbdt_reals(size), *D = rbdt_reals((size_t)nv), *U = rbdt_reals(size), *R = rbdt_reals(size);
        tact_real *x = rbdt_reals((size_t)nv), *y = rbdt_reals((size_t)nv), *X = rbdt_reals((size_t)nv * 5);
        double tolerance = 1e4 * (double)TACT_EPSILON; /* backward stable up to the conditioning, below 1e4 here */
        ASSERT_TRUE(f != NULL);
        ASSERT_EQ((int)RBD_OK, (int)rbd_crba(t.m, t.d, t.q, M, nv));
        ASSERT_EQ((int)RBD_OK, (int)rbd_factor_compute(f, M, nv));
        rbd_factor_get(f, D, U, nv);
        for (i = 0; i < nv; ++i)
            for (j = 0; j < nv; ++j) {
                R[i * nv + j] = 0;
                for (k = 0; k < nv; ++k) R[i * nv + j] += U[i * nv + k] * D[k] * U[j * nv + k];
                if (i == j) EXPECT_NEAR(1, U[i * nv + j], 0);
                if (i > j) EXPECT_NEAR(0, U[i * nv + j], 0);
                if (i < j && !t.m->n_coupled) { /* nothing between dofs on different branches */
                    for (k = j; k > i;) k = t.m->dof_parent[k];
                    if (k != i) EXPECT_NEAR(0, U[i * nv + j], 0);
                }
            }
        EXPECT_LT(rbdt_error(nv * nv, R, M), 1e2 * (double)TACT_EPSILON);
        for (i = 0; i < nv; ++i)
            for (x[i] = 0, j = 0; j < nv; ++j) x[i] += M[i * nv + j] * t.v[j];
        rbd_factor_apply(f, t.v, y);
        EXPECT_LT(rbdt_error(nv, y, x), 1e3 * (double)TACT_EPSILON);
        for (i = 0; i < nv; ++i)
            for (j = 0; j < 5; ++j) X[i * 5 + j] = j == 2 ? x[i] : (tact_real)(i + j);
        rbd_factor_solve(f, x);
        EXPECT_LT(rbdt_error(nv, x, t.v), tolerance * 10);
        rbd_factor_solve_many(f, 5, X, 5);
        for (i = 0; i < nv; ++i) y[i] = X[i * 5 + 2];
        EXPECT_LT(rbdt_error(nv, y, x), 64 * (double)TACT_EPSILON);
        M[0] = -1;
        EXPECT_EQ((int)RBD_SINGULAR, (int)rbd_factor_compute(f, M, nv));
        rbd_factor_destroy(f);
        free(M);
        free(D);
        free(U);
        free(R);
        free(x);
        free(y);
        free(X);
        rbdt_free(&t);
    }
}

UTEST(cholesky, memory) {
    rbdt_case t = rbdt_make(3, 9, RBDT_FREE_BASE);
    size_t bytes = rbd_factor_bytes(t.m);
    char *memory = (char *)malloc(bytes + 7);
    EXPECT_TRUE(rbd_factor_init(t.m, memory, bytes - 1) == NULL);
    EXPECT_TRUE(rbd_factor_init(t.m, NULL, bytes) == NULL);
    EXPECT_TRUE(rbd_factor_init(t.m, memory + 7, bytes) != NULL); /* any alignment */
    rbd_factor_destroy(NULL);
    free(memory);
    rbdt_free(&t);
}

UTEST_MAIN()
