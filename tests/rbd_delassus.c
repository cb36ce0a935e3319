/* The Delassus matrix G = J M^-1 J^T by its sparse rows: equal to the dense product with the inverse of M, symmetric
   positive semidefinite, the operator form and the solves agree with it, the damping update too; many constraints on
   shared branches, loops and the world, on trees of all joint types, coupled joints included. */
#include "utest.h"

#include "rbd_common.h"

UTEST(delassus, dense_operator_factor_and_damping_agree) {
    uint64_t seed;
    for (seed = 0; seed < 16; ++seed) {
        int flags =
            seed % 4 == 3 ? RBDT_COUPLED | RBDT_PASSIVE : (seed % 2 ? RBDT_FREE_BASE : RBDT_FORKED | RBDT_PASSIVE);
        rbdt_case t = rbdt_make(seed, 6 + (int)seed, flags);
        rbdt_random r = {0, 0};
        rbd_constraint list[5];
        rbd_constraints *c;
        rbd_error error;
        int n = 1 + (int)(seed % 5), nv = t.m->nv, rows, i, j, k;
        size_t size = (size_t)nv * (size_t)nv;
        tact_real *M = rbdt_reals(size), *Minv = rbdt_reals(size), *q = rbdt_reals((size_t)t.m->nq), *J, *K, *G, *H, *x,
                  *y, *z;
        r.seed = seed;
        for (i = 0; i < n; ++i) {
            int one = 1 + (int)rbdt_uniform(&r, 0, t.m->n_bodies - 1), two = (int)rbdt_uniform(&r, 0, t.m->n_bodies);
            unsigned mask = 1 + (unsigned)rbdt_uniform(&r, 0, 62.9);
            list[i] = rbd_constraint_rows(one, rbdt_pose(&r, 0.3), one == two ? 0 : two, rbdt_pose(&r, 0.3), mask);
        }
        c = rbd_constraints_create(t.m, list, n, NULL, &error);
        ASSERT_TRUE_MSG(c != NULL, error.text);
        rows = c->n_rows;
        J = rbdt_reals((size_t)(rows * nv));
        K = rbdt_reals((size_t)(rows * nv));
        G = rbdt_reals((size_t)(rows * rows));
        H = rbdt_reals((size_t)(rows * rows));
        x = rbdt_reals((size_t)rows);
        y = rbdt_reals((size_t)rows);
        z = rbdt_reals((size_t)rows);
        ASSERT_EQ((int)RBD_OK, (int)rbd_minverse(t.m, t.d, t.q, Minv, nv));
        ASSERT_EQ((int)RBD_OK, (int)rbd_crba(t.m, t.d, t.q, M, nv));
        ASSERT_EQ((int)RBD_OK, (int)rbd_fk(t.m, t.d, t.q));
        rbd_constraints_evaluate(c, t.d);
        rbd_constraints_jacobian(c, J, nv);
        ASSERT_EQ((int)RBD_OK, (int)rbd_constraints_factor(c, M, nv, TACT_R(0.5)));
        rbd_delassus_matrix(c, G, rows);
        for (i = 0; i < rows; ++i)
            for (j = 0; j < rows; ++j) {
                tact_real sum = 0;
                for (k = 0; k < nv * nv; ++k) sum += J[i * nv + k / nv] * Minv[k] * J[j * nv + k % nv];
                H[i * rows + j] = sum;
                EXPECT_NEAR(G[i * rows + j], G[j * rows + i], 0);
            }
        EXPECT_LT(rbdt_error(rows * rows, G, H), 1e-11);
        /* from q in one call, after another q was in the data: the same errors, rows and G, but for the order of sums */
        rbd_neutral(t.m, q);
        ASSERT_EQ((int)RBD_OK, (int)rbd_fk(t.m, t.d, q));
        for (i = 0; i < rows; ++i) x[i] = c->error[i];
        ASSERT_EQ((int)RBD_OK, (int)rbd_delassus_compute(t.m, t.d, c, t.q, TACT_R(0.5)));
        EXPECT_LT(rbdt_error(rows, c->error, x), 1e-13);
        rbd_delassus_matrix(c, H, rows);
        EXPECT_LT(rbdt_error(rows * rows, H, G), 1e-13);
        rbd_constraints_jacobian(c, K, nv);
        EXPECT_LT(rbdt_error(rows * nv, K, J), 1e-13);
        rbdt_fill(&r, rows, 1, x);
        rbd_delassus_apply(c, x, y);
        for (i = 0; i < rows; ++i)
            for (z[i] = 0, j = 0; j < rows; ++j) z[i] += G[i * rows + j] * x[j];
        EXPECT_LT(rbdt_error(rows, y, z), 1e-12);
        for (i = 0; i < rows; ++i) y[i] = z[i] + TACT_R(0.5) * x[i];
        rbd_delassus_solve(c, y);
        EXPECT_LT(rbdt_error(rows, y, x), 1e-11);
        for (i = 0; i < rows; ++i) y[i] = TACT_R(0.1) + (tact_real)(i % 3); /* per row, without touching the rest */
        ASSERT_EQ((int)RBD_OK, (int)rbd_delassus_damping(c, y, 0));
        for (i = 0; i < rows; ++i) z[i] += y[i] * x[i];
        rbd_delassus_solve(c, z);
        EXPECT_LT(rbdt_error(rows, z, x), 1e-11);
        free(M);
        free(Minv);
        free(J);
        free(K);
        free(q);
        free(G);
        free(H);
        free(x);
        free(y);
        free(z);
        rbd_constraints_destroy(c);
        rbdt_free(&t);
    }
}

UTEST(delassus, dependent_rows_without_damping_are_reported) {
    rbdt_case t = rbdt_make(1, 4, RBDT_FREE_BASE);
    rbd_constraint list[2];
    rbd_constraints *c;
    rbd_error error;
    tact_real *M = rbdt_reals((size_t)(t.m->nv * t.m->nv));
    list[0] = list[1] = rbd_constraint_weld(2, tact_pose_identity(), 0, tact_pose_identity());
    c = rbd_constraints_create(t.m, list, 2, NULL, &error);
    rbd_crba(t.m, t.d, t.q, M, t.m->nv);
    rbd_constraints_evaluate(c, t.d);
    EXPECT_TRUE(rbd_constraints_factor(c, M, t.m->nv, 0) != RBD_SINGULAR);
    EXPECT_EQ((int)RBD_OK, (int)rbd_delassus_damping(c, NULL, TACT_R(1e-6)));
    rbd_constraints_destroy(c);
    list[0].rows = 1; /* a zero row: a constraint that no dof can move is dependent for certain */
    list[0].body1 = 1, list[0].n_custom = 1;
    memset(list[0].custom, 0, sizeof list[0].custom);
    c = rbd_constraints_create(t.m, list, 1, NULL, &error);
    rbd_constraints_evaluate(c, t.d);
    EXPECT_EQ((int)RBD_RANK_DEFICIENT, (int)rbd_constraints_factor(c, M, t.m->nv, 0));
    M[0] = -1;
    EXPECT_EQ((int)RBD_SINGULAR, (int)rbd_constraints_factor(c, M, t.m->nv, 1));
    rbd_constraints_destroy(c);
    free(M);
    rbdt_free(&t);
}

UTEST_MAIN()
