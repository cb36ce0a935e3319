/* float: yes */
/* Identities of the dynamics on random trees of every joint type, fixed and free base, with and without armature,
   damping, friction, springs and couplings: ABA inverts RNEA; the columns of M are RNEA differences; M^-1 M = 1; M^-1
   x; C v = bias minus gravity and dM/dt - 2 C skew; Jacobians and their rates against differences; power balance; 1e4
   m from the origin. */
#include "utest.h"
#include "rbd_common.h"

#define EPS ((double)TACT_EPSILON)
static const int flag_sets[] = {0,
                                RBDT_PASSIVE,
                                RBDT_FREE_BASE,
                                RBDT_FREE_BASE | RBDT_PASSIVE | RBDT_FORKED,
                                RBDT_COUPLED | RBDT_SIMPLE | RBDT_PASSIVE,
                                RBDT_COUPLED | RBDT_FREE_BASE};
#define N_FLAGS 6
#define FOR_CASES(c, seed0, sizes_to)                                                                                  \
    for (int set_ = 0; set_ < N_FLAGS; ++set_)                                                                         \
        for (int size_ = 1; size_ <= sizes_to; size_ += 1 + size_ / 3)                                                 \
            for (rbdt_case c = rbdt_make((uint64_t)(seed0 + 100 * set_ + size_), size_, flag_sets[set_]), *once_ = &c; \
                 once_; rbdt_free(&c), once_ = NULL)

/* forward error of solving with M grows with its condition: random trees of 24 bodies reach 1e6 */
#define SOLVE_TOLERANCE (1e7 * EPS)

UTEST(dynamics, aba_inverts_rnea) {
    FOR_CASES(c, 1000, 24) {
        tact_real *tau = rbdt_reals((size_t)c.m->nv), *a = rbdt_reals((size_t)c.m->nv);
        ASSERT_EQ((int)RBD_OK, (int)rbd_rnea(c.m, c.d, c.q, c.v, c.a, c.f_ext, tau));
        ASSERT_EQ((int)RBD_OK, (int)rbd_aba(c.m, c.d, c.q, c.v, tau, c.f_ext, a));
        EXPECT_LT(rbdt_error(c.m->nv, a, c.a), SOLVE_TOLERANCE);
        /* in place */
        memcpy(a, c.a, (size_t)c.m->nv * sizeof(tact_real));
        rbd_rnea(c.m, c.d, c.q, c.v, a, c.f_ext, a);
        EXPECT_LT(rbdt_error(c.m->nv, a, tau), 1e2 * EPS);
        rbd_aba(c.m, c.d, c.q, c.v, a, c.f_ext, a);
        EXPECT_LT(rbdt_error(c.m->nv, a, c.a), SOLVE_TOLERANCE);
        free(tau), free(a);
    }
}
UTEST(dynamics, mass_matrix_columns) {
    FOR_CASES(c, 2000, 24) {
        int nv = c.m->nv, k, r, stride = nv + 3;
        tact_real *M = rbdt_reals((size_t)(nv * stride)), *e = rbdt_reals((size_t)nv), *x = rbdt_reals((size_t)nv);
        tact_real *y = rbdt_reals((size_t)nv), *column = rbdt_reals((size_t)nv);
        double scale = 1;
        ASSERT_EQ((int)RBD_OK, (int)rbd_crba(c.m, c.d, c.q, M, stride));
        for (k = 0; k < nv; ++k) scale = fmax(scale, (double)M[k * stride + k]);
        rbd_rnea(c.m, c.d, c.q, c.v, e, NULL, x);
        for (k = 0; k < nv; ++k) {
            e[k] = 1;
            rbd_rnea(c.m, c.d, c.q, c.v, e, NULL, y);
            e[k] = 0;
            for (r = 0; r < nv; ++r) column[r] = M[r * stride + k], y[r] -= x[r];
            /* the difference cancels the bias, which is up to a few hundred */
            EXPECT_LT(rbdt_error(nv, y, column), 1e5 * EPS);
            for (r = 0; r < nv; ++r)
                EXPECT_NEAR((double)M[r * stride + k], (double)M[k * stride + r], 10 * EPS * scale);
        }
        free(M);
        free(e);
        free(x);
        free(y);
        free(column);
    }
}
UTEST(dynamics, inverse_of_mass_matrix) {
    FOR_CASES(c, 3000, 24) {
        int nv = c.m->nv, i, j, k;
        tact_real *M = rbdt_reals((size_t)(nv * nv)), *W = rbdt_reals((size_t)(nv * nv)),
                  *P = rbdt_reals((size_t)(nv * nv));
        tact_real *I = rbdt_reals((size_t)(nv * nv)), *x = rbdt_reals((size_t)nv), *y = rbdt_reals((size_t)nv);
        ASSERT_EQ((int)RBD_OK, (int)rbd_crba(c.m, c.d, c.q, M, nv));
        ASSERT_EQ((int)RBD_OK, (int)rbd_minverse(c.m, c.d, c.q, W, nv));
        for (i = 0; i < nv; ++i)
            for (j = 0; j < nv; ++j) {
                I[i * nv + j] = i == j;
                for (k = 0; k < nv; ++k) P[i * nv + j] += W[i * nv + k] * M[k * nv + j];
            }
        EXPECT_LT(rbdt_error(nv * nv, P, I), SOLVE_TOLERANCE);
        ASSERT_EQ((int)RBD_OK, (int)rbd_minverse_apply(c.m, c.d, c.q, c.tau, x));
        for (i = 0; i < nv; ++i)
            for (k = 0; k < nv; ++k) y[i] += W[i * nv + k] * c.tau[k];
        EXPECT_LT(rbdt_error(nv, x, y), SOLVE_TOLERANCE);
        free(M);
        free(W);
        free(P);
        free(I);
        free(x);
        free(y);
    }
}
#ifndef TACT_FLOAT /* central differences need the digits */
UTEST(dynamics, coriolis_matrix) {
    FOR_CASES(c, 4000, 16) {
        int nv = c.m->nv, i, j;
        double h = 1e-6, worst = 0;
        tact_real *C = rbdt_reals((size_t)(nv * nv)), *M0 = rbdt_reals((size_t)(nv * nv)),
                  *M1 = rbdt_reals((size_t)(nv * nv));
        tact_real *q = rbdt_reals((size_t)c.m->nq), *x = rbdt_reals((size_t)nv), *b = rbdt_reals((size_t)nv);
        tact_real *g = rbdt_reals((size_t)nv), *passive = rbdt_reals((size_t)nv);
        rbd_coriolis(c.m, c.d, c.q, c.v, C, nv);
        rbd_bias(c.m, c.d, c.q, c.v, b), rbd_gravity_torque(c.m, c.d, c.q, g);
        rbd_passive_torque(c.m, c.d, c.q, c.v, passive);
        for (i = 0; i < nv; ++i) {
            b[i] += passive[i] - g[i];
            for (j = 0; j < nv; ++j) x[i] += C[i * nv + j] * c.v[j];
        }
        EXPECT_LT(rbdt_error(nv, x, b), 1e5 * EPS);
        rbd_integrate(c.m, c.q, c.v, (tact_real)-h, q), rbd_crba(c.m, c.d, q, M0, nv);
        rbd_integrate(c.m, c.q, c.v, (tact_real)h, q), rbd_crba(c.m, c.d, q, M1, nv);
        for (i = 0; i < nv; ++i) /* dM/dt = C + C^T; by differences of 1e-6: 1e-9 of the entries of M */
            for (j = 0; j < nv; ++j) {
                double rate = (double)(M1[i * nv + j] - M0[i * nv + j]) / (2 * h);
                worst = fmax(worst, fabs(rate - (double)(C[i * nv + j] + C[j * nv + i])) / (1 + fabs(rate)));
            }
        EXPECT_LT(worst, 1e-6);
        free(C);
        free(M0);
        free(M1);
        free(q);
        free(x);
        free(b);
        free(g);
        free(passive);
    }
}
UTEST(dynamics, jacobians_and_rates) {
    FOR_CASES(c, 5000, 16) {
        int nv = c.m->nv, k, r, reference;
        double h = 1e-6;
        tact_real *J = rbdt_reals((size_t)(6 * nv)), *J0 = rbdt_reals((size_t)(6 * nv)),
                  *J1 = rbdt_reals((size_t)(6 * nv));
        tact_real *q = rbdt_reals((size_t)c.m->nq), *dJ = rbdt_reals((size_t)(6 * nv)), v[6], x[6];
        rbd_frame f = rbd_frame_on_body(c.m->n_bodies - 1, tact_pose_at(TACT_R(0.3), TACT_R(-0.2), TACT_R(0.1)));
        for (reference = 0; reference < 3; ++reference) {
            rbd_reference ref = (rbd_reference)reference;
            rbd_fk_velocity(c.m, c.d, c.q, c.v);
            rbd_frame_jacobian(c.d, &f, ref, J, nv);
            rbd_frame_jacobian_rate(c.d, &f, ref, dJ, nv);
            rbd_frame_velocity(c.d, &f, ref, v);
            for (r = 0; r < 6; ++r)
                for (x[r] = 0, k = 0; k < nv; ++k) x[r] += J[r * nv + k] * c.v[k];
            EXPECT_LT(rbdt_error(6, x, v), 1e4 * EPS);
            rbd_integrate(c.m, c.q, c.v, (tact_real)-h, q);
            rbd_fk(c.m, c.d, q);
            rbd_frame_jacobian(c.d, &f, ref, J0, nv);
            rbd_integrate(c.m, c.q, c.v, (tact_real)h, q);
            rbd_fk(c.m, c.d, q);
            rbd_frame_jacobian(c.d, &f, ref, J1, nv);
            for (k = 0; k < 6 * nv; ++k) J0[k] = (J1[k] - J0[k]) / (tact_real)(2 * h);
            EXPECT_LT(rbdt_error(6 * nv, dJ, J0), 1e-7);
        }
        free(J);
        free(J0);
        free(J1);
        free(q);
        free(dJ);
    }
}
/* kinetic + potential change at the rate of the power of tau, damping and friction */
UTEST(dynamics, power_balance) {
    FOR_CASES(c, 6000, 16) {
        int nv = c.m->nv, k;
        double h = 1e-6, E[2], power = 0;
        tact_real *a = rbdt_reals((size_t)nv), *q = rbdt_reals((size_t)c.m->nq), *v = rbdt_reals((size_t)nv), T, V;
        tact_real *passive = rbdt_reals((size_t)nv), *spring = rbdt_reals((size_t)nv), *zero = rbdt_reals((size_t)nv);
        rbd_aba(c.m, c.d, c.q, c.v, c.tau, NULL, a);
        rbd_passive_torque(c.m, c.d, c.q, c.v, passive);
        rbd_passive_torque(c.m, c.d, c.q, zero, spring); /* conservative part */
        for (k = 0; k < nv; ++k) power += (double)(c.v[k] * (c.tau[k] + passive[k] - spring[k]));
        for (int s = 0; s < 2; ++s) {
            double t = s ? h : -h;
            rbd_integrate(c.m, c.q, c.v, (tact_real)t, q);
            for (k = 0; k < nv; ++k) v[k] = c.v[k] + (tact_real)t * a[k];
            rbd_energy(c.m, c.d, q, v, &T, &V);
            E[s] = (double)(T + V);
        }
        EXPECT_NEAR((E[1] - E[0]) / (2 * h), power, 1e-5 * (1 + fabs(power) + fabs(E[0])));
        free(a);
        free(q);
        free(v);
        free(passive);
        free(spring);
        free(zero);
    }
}
/* 1e4 m away: the same accelerations, torques and M as at the origin, to 1e-9. Positions there have an absolute error
   of 1e4 eps, which is what is left relative to bodies of about 1 m. */
static double far_away(int flags, int gantry) {
    double worst = 0;
    for (int size = 2; size < 14; size += 3) {
        rbdt_case c = rbdt_make((uint64_t)(7000 + size), size, flags);
        rbd_builder *b = rbd_builder_create(NULL);
        rbd_error error;
        rbd_body rail = rbd_default_body("rail", 0);
        int at = 0, nv = c.m->nv, k;
        rbd_model *m;
        rbd_data *d;
        tact_real *x = rbdt_reals((size_t)(nv * nv)), *y = rbdt_reals((size_t)(nv * nv)), *q, *v, *u;
        tact_real *M0 = rbdt_reals((size_t)(nv * nv)), *M1 = rbdt_reals((size_t)((nv + 3) * (nv + 3)));
        rbd_builder_set_gravity(b, c.m->gravity), rbd_builder_set_friction_speed(b, c.m->friction_speed);
        if (gantry) { /* a massless three-axis rail carries the robot there: the root of the tree stays behind */
            rail.joint = rbd_default_joint(RBD_JOINT_TRANSLATION);
            at = rbd_builder_add(b, &rail, &error);
        }
        rbd_builder_append(b, c.builder, at,
                           gantry ? tact_pose_identity() : tact_pose_at(TACT_R(1e4), TACT_R(-8e3), TACT_R(5e3)), NULL,
                           &error);
        m = rbd_model_create(b, NULL, &error), d = rbd_data_create(m, NULL);
        q = rbdt_reals((size_t)m->nq);
        v = rbdt_reals((size_t)m->nv);
        u = rbdt_reals((size_t)m->nv);
        k = gantry ? 3 : 0;
        memcpy(q + k, c.q, (size_t)c.m->nq * sizeof(tact_real)), memcpy(v + k, c.v, (size_t)nv * sizeof(tact_real));
        memcpy(u + k, c.tau, (size_t)nv * sizeof(tact_real));
        if (gantry) {
            q[0] = TACT_R(1e4);
            q[1] = TACT_R(-8e3);
            q[2] = TACT_R(5e3);
            rbd_rnea(c.m, c.d, c.q, c.v, c.tau, NULL, x), rbd_rnea(m, d, q, v, u, NULL, y);
            worst = fmax(worst, rbdt_error(nv, y + 3, x));
        } else {
            rbd_aba(c.m, c.d, c.q, c.v, c.tau, NULL, x), rbd_aba(m, d, q, v, u, NULL, y);
            worst = fmax(worst, rbdt_error(nv, y, x));
            rbd_minverse(c.m, c.d, c.q, x, nv), rbd_minverse(m, d, q, y, nv);
            worst = fmax(worst, rbdt_error(nv * nv, y, x));
            rbd_rnea_derivatives(c.m, c.d, c.q, c.v, c.a, NULL, x, NULL, NULL, nv);
            rbd_rnea_derivatives(m, d, q, v, c.a, NULL, y, NULL, NULL, nv);
            worst = fmax(worst, rbdt_error(nv * nv, y, x));
        }
        rbd_crba(c.m, c.d, c.q, M0, nv), rbd_crba(m, d, q, M1, m->nv);
        for (int r = 0; r < nv; ++r) worst = fmax(worst, rbdt_error(nv, M1 + (r + k) * m->nv + k, M0 + r * nv));
        free(x);
        free(y);
        free(q);
        free(v);
        free(u);
        free(M0);
        free(M1);
        rbd_data_destroy(d);
        rbd_model_destroy(m);
        rbd_builder_destroy(b);
        rbdt_free(&c);
    }
    return worst;
}
UTEST(dynamics, far_from_the_origin) {
    EXPECT_LT(far_away(RBDT_PASSIVE | RBDT_FORKED, 0), 1e-9);
    EXPECT_LT(far_away(RBDT_FREE_BASE, 0), 1e-9);
    EXPECT_LT(far_away(RBDT_PASSIVE, 1), 1e-9);
}
#endif
UTEST(dynamics, bad_input) {
    rbdt_case c = rbdt_make(9000, 4, RBDT_FREE_BASE);
    tact_real x[64], nan = 0;
    nan = 0 / nan;
    c.q[0] = nan;
    EXPECT_EQ((int)RBD_NOT_FINITE, (int)rbd_fk(c.m, c.d, c.q));
    EXPECT_EQ((int)RBD_NOT_FINITE, (int)rbd_rnea(c.m, c.d, c.q, c.v, c.a, NULL, x));
    c.q[0] = 0, c.v[1] = nan;
    EXPECT_EQ((int)RBD_NOT_FINITE, (int)rbd_aba(c.m, c.d, c.q, c.v, c.tau, NULL, x));
    c.v[1] = 0, c.f_ext[8] = nan;
    EXPECT_EQ((int)RBD_NOT_FINITE, (int)rbd_aba(c.m, c.d, c.q, c.v, c.tau, c.f_ext, x));
    c.q[3] = c.q[4] = c.q[5] = c.q[6] = 0;
    EXPECT_EQ((int)RBD_BAD_QUATERNION, (int)rbd_fk(c.m, c.d, c.q));
    EXPECT_EQ((int)RBD_BAD_QUATERNION, (int)rbd_rnea(c.m, c.d, c.q, c.v, c.a, NULL, x));
    EXPECT_EQ((int)RBD_BAD_ARGUMENT, (int)rbd_fk(c.m, c.d, NULL));
    EXPECT_EQ((int)RBD_BAD_ARGUMENT, (int)rbd_crba(c.m, c.d, c.v, x, 1));
    rbdt_free(&c);
}
UTEST(dynamics, massless_leaf_is_singular_until_it_has_armature) {
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_error error;
    rbd_body body = rbd_default_body("arm", 0);
    rbd_model *m;
    rbd_data *d;
    rbd_dof dof = rbd_default_dof();
    tact_real q[2] = {0, 0}, v[2] = {0, 0}, tau[2] = {1, 1}, a[2], M[4];
    body.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
    body.inertia = rbd_inertia_sphere(1, tact_vec(1, 0, 0), TACT_R(0.1));
    rbd_builder_add(b, &body, &error);
    body.name = "tip";
    body.parent = 1;
    body.inertia = rbd_inertia_sphere(0, tact_vec(0, 0, 0), 0);
    rbd_builder_add(b, &body, &error);
    m = rbd_model_create(b, NULL, &error), d = rbd_data_create(m, NULL);
    EXPECT_EQ((int)RBD_SINGULAR, (int)rbd_aba(m, d, q, v, tau, NULL, a));
    EXPECT_EQ((int)RBD_SINGULAR, (int)rbd_minverse(m, d, q, M, 2));
    EXPECT_EQ((int)RBD_OK, (int)rbd_rnea(m, d, q, v, tau, NULL, a));
    dof.armature = TACT_R(0.5);
    ASSERT_EQ((int)RBD_OK, (int)rbd_model_set_dof(m, 1, &dof));
    ASSERT_EQ((int)RBD_OK, (int)rbd_aba(m, d, q, v, tau, NULL, a));
    EXPECT_NEAR(2.0, (double)a[1], 10 * EPS);
    rbd_data_destroy(d);
    rbd_model_destroy(m);
    rbd_builder_destroy(b);
}
UTEST_MAIN()
