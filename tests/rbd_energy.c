/* Motions: RK4 on the manifold keeps the energy of a passive-force-free tree to its order (error falls 16-fold or
   more when the step is halved) and, for a floating tree without gravity, linear and angular momentum; damping takes
   energy away; the energy regressors give the energies, the torque regressor the torques. */
#include "utest.h"
#include "rbd_common.h"

/* Accelerations without applied forces. */
static void field(rbdt_case *c, const tact_real *q, const tact_real *v, tact_real *a) {
    int k;
    tact_real *zero = rbdt_reals((size_t)c->m->nv);
    for (k = 0; k < c->m->nv; ++k) zero[k] = 0;
    rbd_aba(c->m, c->d, q, v, zero, NULL, a);
    free(zero);
}
/* chart coordinate x around q0: q = q0 (+) x, xdot = (d integrate/dx)^-1 v, solved by Gauss elimination on the block
 * matrix */
static void chart_rate(rbdt_case *c, const tact_real *q0, const tact_real *x, const tact_real *v, tact_real *xdot) {
    int nv = c->m->nv, i, j, k;
    tact_real *A = rbdt_reals((size_t)(nv * nv));
    rbd_integrate_derivatives(c->m, q0, x, NULL, A, nv);
    for (i = 0; i < nv; ++i) xdot[i] = v[i];
    for (k = 0; k < nv; ++k)
        for (i = k + 1; i < nv; ++i) {
            tact_real f = A[i * nv + k] / A[k * nv + k];
            for (j = k; j < nv; ++j) A[i * nv + j] -= f * A[k * nv + j];
            xdot[i] -= f * xdot[k];
        }
    for (i = nv - 1; i >= 0; --i) {
        for (j = i + 1; j < nv; ++j) xdot[i] -= A[i * nv + j] * xdot[j];
        xdot[i] /= A[i * nv + i];
    }
    free(A);
}
/* One RK4 step of (x, v) in the chart x around the present q, where the equations are those of a vector space. */
static void rk4(rbdt_case *c, tact_real h) {
    static const tact_real at[4] = {0, TACT_R(0.5), TACT_R(0.5), 1}, weight[4] = {1, 2, 2, 1};
    int nv = c->m->nv, s, k;
    tact_real *x = rbdt_reals((size_t)nv), *q = rbdt_reals((size_t)c->m->nq), *v = rbdt_reals((size_t)nv);
    tact_real *kx = rbdt_reals((size_t)nv), *kv = rbdt_reals((size_t)nv), *sx = rbdt_reals((size_t)nv),
              *sv = rbdt_reals((size_t)nv);
    for (s = 0; s < 4; ++s) {
        for (k = 0; k < nv; ++k) x[k] = h * at[s] * kx[k], v[k] = c->v[k] + h * at[s] * kv[k];
        rbd_integrate(c->m, c->q, x, 1, q);
        chart_rate(c, c->q, x, v, kx);
        field(c, q, v, kv);
        for (k = 0; k < nv; ++k) sx[k] += weight[s] * kx[k] / 6, sv[k] += weight[s] * kv[k] / 6;
    }
    rbd_integrate(c->m, c->q, sx, h, c->q);
    for (k = 0; k < nv; ++k) c->v[k] += h * sv[k];
    free(x);
    free(q);
    free(v);
    free(kx);
    free(kv);
    free(sx);
    free(sv);
}
static double energy(rbdt_case *c) {
    tact_real T, V;
    rbd_energy(c->m, c->d, c->q, c->v, &T, &V);
    return (double)(T + V);
}
static double drift(uint64_t seed, int bodies, int flags, int steps, double *momentum) {
    rbdt_case c = rbdt_make(seed, bodies, flags);
    double E0, worst = 0;
    tact_vec3 l0, k0;
    int i, k;
    for (k = 0; k < c.m->nv; ++k) c.v[k] *= TACT_R(0.3);
    if (momentum) rbd_model_set_gravity(c.m, tact_vec(0, 0, 0));
    E0 = energy(&c);
    rbd_centroidal(c.m, c.d, c.q, c.v, NULL, 0);
    l0 = tact_vec(c.d->momentum[0], c.d->momentum[1], c.d->momentum[2]);
    k0 = tact_vec(c.d->momentum[3], c.d->momentum[4], c.d->momentum[5]);
    for (i = 0; i < steps; ++i) {
        rk4(&c, (tact_real)(0.2 / steps));
        worst = fmax(worst, fabs(energy(&c) - E0));
    }
    if (momentum) {
        rbd_centroidal(c.m, c.d, c.q, c.v, NULL, 0);
        *momentum = (double)tact_norm(tact_sub(l0, tact_vec(c.d->momentum[0], c.d->momentum[1], c.d->momentum[2]))) +
                    (double)tact_norm(tact_sub(k0, tact_vec(c.d->momentum[3], c.d->momentum[4], c.d->momentum[5])));
    }
    rbdt_free(&c);
    return worst;
}
UTEST(energy, kept_to_the_order_of_rk4) {
    static const int sizes[] = {1, 3, 6};
    int i;
    for (i = 0; i < 3; ++i) {
        double a = drift(20 + (uint64_t)i, sizes[i], RBDT_SIMPLE, 20, NULL),
               b = drift(20 + (uint64_t)i, sizes[i], RBDT_SIMPLE, 40, NULL);
        EXPECT_LT(b, a / 12 + 1e-12); /* order 4: 16-fold, and rounding */
        a = drift(30 + (uint64_t)i, sizes[i], RBDT_FREE_BASE | RBDT_SIMPLE, 20, NULL);
        b = drift(30 + (uint64_t)i, sizes[i], RBDT_FREE_BASE | RBDT_SIMPLE, 40, NULL);
        EXPECT_LT(b, a / 12 + 1e-12);
    }
}
UTEST(energy, momentum_of_a_floating_tree) {
    double coarse, fine;
    drift(41, 5, RBDT_FREE_BASE | RBDT_SIMPLE, 40, &coarse);
    drift(41, 5, RBDT_FREE_BASE | RBDT_SIMPLE, 80, &fine);
    EXPECT_LT(fine, coarse / 12 + 1e-12);
    EXPECT_LT(fine, 1e-6);
}
UTEST(energy, damping_dissipates) {
    rbdt_case c = rbdt_make(50, 4, RBDT_SIMPLE | RBDT_PASSIVE);
    double last = energy(&c);
    int i;
    for (i = 0; i < 200; ++i) {
        double now;
        rk4(&c, TACT_R(1e-3));
        now = energy(&c);
        EXPECT_LT(now, last + 1e-10);
        last = now;
    }
    rbdt_free(&c);
}
UTEST(energy, regressors) {
    int flags;
    for (flags = 0; flags < 2; ++flags) {
        rbdt_case c = rbdt_make(60 + (uint64_t)flags, 14, flags ? RBDT_FREE_BASE | RBDT_FORKED : 0);
        int nb = c.m->n_bodies - 1, i, k;
        tact_real *Y = rbdt_reals((size_t)(10 * nb * c.m->nv)), *kin = rbdt_reals((size_t)(10 * nb)),
                  *pot = rbdt_reals((size_t)(10 * nb));
        tact_real *tau = rbdt_reals((size_t)c.m->nv), *x = rbdt_reals((size_t)c.m->nv), T, V, t = 0, v = 0;
        rbd_torque_regressor(c.m, c.d, c.q, c.v, c.a, Y, 10 * nb);
        rbd_rnea(c.m, c.d, c.q, c.v, c.a, NULL, tau);
        rbd_energy_regressors(c.m, c.d, c.q, c.v, kin, pot);
        for (i = 0; i < nb; ++i) {
            tact_real pi[10];
            int r;
            rbd_inertia_parameters(&c.m->inertia[i + 1], pi);
            for (k = 0; k < 10; ++k) {
                t += kin[10 * i + k] * pi[k], v += pot[10 * i + k] * pi[k];
                for (r = 0; r < c.m->nv; ++r) x[r] += Y[r * 10 * nb + 10 * i + k] * pi[k];
            }
        }
        rbd_energy(c.m, c.d, c.q, c.v, &T, &V);
        EXPECT_NEAR((double)T, (double)t, 1e-11 * (1 + fabs((double)T)));
        EXPECT_NEAR((double)V, (double)v, 1e-11 * (1 + fabs((double)V)));
        EXPECT_LT(rbdt_error(c.m->nv, x, tau), 1e-11);
        free(Y);
        free(kin);
        free(pot);
        free(tau);
        free(x);
        rbdt_free(&c);
    }
}
UTEST_MAIN()
