/* float: yes */
/* Batch forms of FK, RNEA and ABA give what the single forms give for every state: all joint types, passive forces,
   external forces, coupled joints, counts that do not fill the lanes, strides larger than the count; a bad state
   spoils only itself. */
#include "utest.h"
#include "rbd_common.h"

/* The same recursions in another order of operations: rounding errors of sums of up to a few hundred terms. */
#define TOLERANCE (1e3 * (double)TACT_EPSILON)

static double compare(uint64_t seed, int bodies, int flags, int n, int stride) {
    rbdt_case c = rbdt_make(seed, bodies, flags);
    rbd_model *m = c.m;
    int nq = m->nq, nv = m->nv, nb = m->n_bodies, s, k;
    size_t bytes = rbd_batch_bytes(m), st = (size_t)stride;
    void *memory = malloc(bytes);
    rbd_batch *b = rbd_batch_init(m, memory, bytes);
    tact_real *q = rbdt_reals((size_t)nq * st), *v = rbdt_reals((size_t)nv * st), *a = rbdt_reals((size_t)nv * st);
    tact_real *f = rbdt_reals((size_t)(6 * nb) * st), *tau = rbdt_reals((size_t)nv * st),
              *qdd = rbdt_reals((size_t)nv * st);
    tact_real *R = rbdt_reals((size_t)(9 * nb) * st), *p = rbdt_reals((size_t)(3 * nb) * st);
    tact_real *x = rbdt_reals((size_t)nv), *y = rbdt_reals((size_t)nv);
    double worst = b ? 0 : 1e9;
    rbdt_random r = {0, 0};
    r.seed = seed + 5;
    for (s = 0; s < n; ++s) {
        rbd_random(m, seed + 1000 + (uint64_t)s, c.q);
        for (k = 0; k < nq; ++k) q[(size_t)k * st + (size_t)s] = c.q[k];
        for (k = 0; k < nv; ++k) v[(size_t)k * st + (size_t)s] = rbdt_uniform(&r, -1, 1);
        for (k = 0; k < nv; ++k) a[(size_t)k * st + (size_t)s] = rbdt_uniform(&r, -1, 1);
        for (k = 0; k < 6 * nb; ++k) f[(size_t)k * st + (size_t)s] = rbdt_uniform(&r, -1, 1);
    }
    if (rbd_batch_fk(b, n, stride, q, R, p) < 0 || rbd_batch_rnea(b, n, stride, q, v, a, f, tau) < 0 ||
        rbd_batch_aba(b, n, stride, q, v, a, f, qdd) < 0)
        worst = 1e9;
    for (s = 0; s < n; ++s) {
        for (k = 0; k < nq; ++k) c.q[k] = q[(size_t)k * st + (size_t)s];
        for (k = 0; k < nv; ++k) c.v[k] = v[(size_t)k * st + (size_t)s], c.a[k] = a[(size_t)k * st + (size_t)s];
        for (k = 0; k < 6 * nb; ++k) c.f_ext[k] = f[(size_t)k * st + (size_t)s];
        rbd_fk(m, c.d, c.q);
        for (k = 0; k < 9 * nb; ++k)
            worst = fmax(
                worst, fabs((double)R[(size_t)k * st + (size_t)s] - (double)c.d->rotation[k / 9].m[k % 9 / 3][k % 3]));
        for (k = 0; k < nb; ++k)
            worst = fmax(worst, fabs((double)p[(size_t)(3 * k + 1) * st + (size_t)s] - (double)c.d->position[k].y));
        rbd_rnea(m, c.d, c.q, c.v, c.a, c.f_ext, x);
        for (k = 0; k < nv; ++k) y[k] = tau[(size_t)k * st + (size_t)s];
        worst = fmax(worst, rbdt_error(nv, y, x));
        /* ABA by its residual, relative to the accelerations it cancels: near the singularity of an Euler joint M is
           nearly singular and two solutions differ by more */
        {
            double size = 1;
            for (k = 0; k < nv; ++k) y[k] = qdd[(size_t)k * st + (size_t)s], size = fmax(size, fabs((double)y[k]));
            rbd_rnea(m, c.d, c.q, c.v, y, c.f_ext, x);
            worst = fmax(worst, rbdt_error(nv, x, c.a) / size);
        }
    }
    free(q);
    free(v);
    free(a);
    free(f);
    free(tau);
    free(qdd);
    free(R);
    free(p);
    free(x);
    free(y);
    free(memory);
    rbdt_free(&c);
    return worst;
}
UTEST(batch, equals_single_every_joint) {
    int i;
    for (i = 0; i < 12; ++i) EXPECT_LT(compare(10 + (uint64_t)i, 1, 0, 5, 5), TOLERANCE);
    EXPECT_LT(compare(30, 13, 0, 9, 11), TOLERANCE);
    EXPECT_LT(compare(31, 13, RBDT_FREE_BASE | RBDT_FORKED, 8, 8), TOLERANCE);
}
UTEST(batch, equals_single_passive) {
    EXPECT_LT(compare(40, 12, RBDT_PASSIVE, 7, 7), TOLERANCE);
    EXPECT_LT(compare(41, 12, RBDT_PASSIVE | RBDT_FREE_BASE | RBDT_FORKED, 16, 20), TOLERANCE);
}
UTEST(batch, equals_single_coupled) {
    EXPECT_LT(compare(50, 8, RBDT_COUPLED | RBDT_SIMPLE | RBDT_PASSIVE, 6, 6), TOLERANCE);
}
UTEST(batch, counts) {
    int n;
    for (n = 0; n < 20; ++n) EXPECT_LT(compare(60, 3, 0, n, n + 3), TOLERANCE);
}
UTEST(batch, bad_state_stays_alone) {
    rbdt_case c = rbdt_make(70, 6, RBDT_FREE_BASE);
    size_t bytes = rbd_batch_bytes(c.m);
    void *memory = malloc(bytes);
    rbd_batch *b = rbd_batch_init(c.m, memory, bytes);
    int n = 8, s, k, nq = c.m->nq, nv = c.m->nv;
    tact_real *q = rbdt_reals((size_t)(nq * n)), *v = rbdt_reals((size_t)(nv * n)), *x = rbdt_reals((size_t)(nv * n));
    for (s = 0; s < n; ++s)
        for (k = 0; k < nq; ++k) q[k * n + s] = c.q[k];
    for (k = 3; k < 7; ++k) q[k * n + 2] = 0; /* a zero quaternion */
    ASSERT_EQ((int)RBD_OK, (int)rbd_batch_aba(b, n, n, q, v, v, NULL, x));
    for (s = 0; s < n; ++s)
        for (k = 0; k < nv; ++k) EXPECT_TRUE(tact_finite(x[k * n + s]) || s == 2);
    EXPECT_FALSE(tact_finite(x[2]));
    EXPECT_EQ((int)RBD_BAD_ARGUMENT, (int)rbd_batch_aba(b, n, n - 1, q, v, v, NULL, x));
    EXPECT_TRUE(rbd_batch_init(c.m, memory, bytes - 1) == NULL);
    free(q);
    free(v);
    free(x);
    free(memory);
    rbdt_free(&c);
}
UTEST_MAIN()
