/* Facts: the Hessian of a frame is the change of its Jacobian along the tangent of q, in every reference, with joints
   of every type and coupled ones; second derivatives of inverse dynamics are the changes of the first ones; so are those
   of impacts; the kinematic regressor is the change of a pose when a joint's placement is off; the regressor of a body
   times its parameters is the wrench that moves it; queries without their pass say so and write nothing; a model comes
   back from its text. */
#include "utest.h"

#include "rbd_common.h"

#define STEP 1e-6   /* of central differences: rounding 1e-10, truncation 1e-12 */
#define AGREES 2e-8 /* the sum of both for sizes of about ten */

UTEST(second, hessians_are_differences_of_jacobians) {
    static const int kinds[3] = {RBDT_FREE_BASE | RBDT_FORKED, RBDT_COUPLED, 0};
    static const rbd_reference references[3] = {RBD_REFERENCE_LOCAL, RBD_REFERENCE_WORLD,
                                                RBD_REFERENCE_LOCAL_WORLD_ALIGNED};
    int trial, o, k, i, sign;
    for (trial = 0; trial < 6; ++trial) {
        rbdt_case c = rbdt_make((uint64_t)(trial + 11), 8, kinds[trial % 3]);
        rbdt_random random = {99, 0};
        rbd_frame frame = rbd_frame_on_body(c.m->n_bodies - 1, rbdt_pose(&random, 0.3));
        int nv = c.m->nv, block = 6 * nv;
        tact_real *H = (tact_real *)malloc((size_t)(nv * block + 3 * block + nv + c.m->nq) * sizeof *H);
        tact_real *J[2], *dq, *q;
        J[0] = H + nv * block, J[1] = J[0] + block, dq = J[1] + block, q = dq + nv;
        for (o = 0; o < 3; ++o) {
            ASSERT_EQ((int)RBD_OK, (int)rbd_fk(c.m, c.d, c.q));
            ASSERT_EQ((int)RBD_OK, (int)rbd_frame_hessian(c.d, &frame, references[o], H));
            for (k = 0; k < nv; ++k) {
                for (sign = 0; sign < 2; ++sign) {
                    for (i = 0; i < nv; ++i) dq[i] = 0;
                    dq[k] = sign ? STEP : -STEP;
                    rbd_integrate(c.m, c.q, dq, 1, q);
                    rbd_fk(c.m, c.d, q);
                    rbd_frame_jacobian(c.d, &frame, references[o], J[sign], nv);
                }
                for (i = 0; i < block; ++i) J[1][i] = (J[1][i] - J[0][i]) / (2 * STEP);
                EXPECT_LT(rbdt_error(block, H + k * block, J[1]), AGREES);
            }
        }
        free(H);
        rbdt_free(&c);
    }
}
/* Second derivatives of inverse dynamics against differences of the first ones. */
UTEST(second, inverse_dynamics) {
    static const int kinds[4] = {0, RBDT_FREE_BASE | RBDT_FORKED, RBDT_COUPLED, RBDT_SIMPLE | RBDT_FORKED};
    int trial, i, k, l, sign, by;
    for (trial = 0; trial < 8; ++trial) {
        rbdt_case c = rbdt_make((uint64_t)(trial + 31), trial < 4 ? 5 : 8, kinds[trial % 4]);
        const int nv = c.m->nv, square = nv * nv, cube = nv * square;
        tact_real *T[4], *D[2][3], *q, *v, *step, *block, *x;
        double scale[4] = {1, 1, 1, 1}, worst[4] = {0, 0, 0, 0};
        block = x = (tact_real *)calloc((size_t)(4 * cube + 6 * square + c.m->nq + 2 * nv), sizeof *x);
        for (i = 0; i < 4; ++i) T[i] = x, x += cube;
        for (sign = 0; sign < 2; ++sign)
            for (i = 0; i < 3; ++i) D[sign][i] = x, x += square;
        q = x, v = q + c.m->nq, step = v + nv;
        ASSERT_EQ((int)RBD_OK,
                  (int)rbd_rnea_second_derivatives(c.m, c.d, c.q, c.v, c.a, c.f_ext, T[0], T[1], T[2], T[3]));
        for (by = 0; by < 2; ++by) /* q, v */
            for (l = 0; l < nv; ++l) {
                for (sign = 0; sign < 2; ++sign) {
                    for (i = 0; i < nv; ++i) step[i] = 0, v[i] = c.v[i];
                    step[l] = sign ? STEP : -STEP;
                    if (by) v[l] += step[l], step[l] = 0;
                    rbd_integrate(c.m, c.q, step, 1, q);
                    rbd_rnea_derivatives(c.m, c.d, q, v, c.a, c.f_ext, D[sign][0], D[sign][1], D[sign][2], nv);
                }
                for (k = 0; k < 3; ++k) {
                    int which = by ? (k == 1 ? 1 : -1) : (k == 0 ? 0 : k + 1);
                    for (i = 0; i < square && which >= 0; ++i) {
                        double there = (D[1][k][i] - D[0][k][i]) / (2 * STEP), e = fabs(there - T[which][i * nv + l]);
                        worst[which] = e > worst[which] ? e : worst[which];
                        scale[which] = fabs(there) > scale[which] ? fabs(there) : scale[which];
                    }
                }
            }
        for (i = 0; i < 4; ++i) EXPECT_LT(worst[i] / scale[i], AGREES);
        free(block);
        rbdt_free(&c);
    }
}
/* Impacts: derivatives of the velocity after and of the impulse. */
UTEST(second, impacts) {
    static const int kinds[4] = {0, RBDT_FREE_BASE | RBDT_FORKED, RBDT_COUPLED, RBDT_PASSIVE};
    int trial, i, k, l, sign, by, found = 0;
    for (trial = 0; trial < 8; ++trial) {
        rbdt_case c = rbdt_make((uint64_t)(trial + 51), 8, kinds[trial % 4]);
        rbdt_random random = {17, 0};
        rbd_constraint list[2];
        rbd_constraints *set;
        rbd_error error;
        const int nv = c.m->nv, last = c.m->n_bodies - 1;
        const tact_real e = trial < 4 ? 0 : TACT_R(0.4);
        tact_real *block, *x, *D[4], *after[2], *force[2], *q, *v, *step;
        tact_real low = TACT_REAL_MAX, high = 0;
        double worst = 0, scale = 1;
        int n, unique;
        list[0] = rbd_constraint_point(last, rbdt_pose(&random, 0.3), RBD_WORLD, rbdt_pose(&random, 1));
        list[1] =
            rbd_constraint_point(last - 1, rbdt_pose(&random, 0.3), trial & 1 ? RBD_WORLD : 1, rbdt_pose(&random, 0.3));
        if (trial & 1) list[1].linear = RBD_LINEAR_AT_2;
        set = rbd_constraints_create(c.m, list, 2, NULL, &error);
        ASSERT_TRUE_MSG(set != NULL, error.text);
        n = set->n_rows;
        block = x = (tact_real *)calloc((size_t)(2 * nv * nv + 2 * n * nv + 4 * nv + 2 * n + c.m->nq), sizeof *x);
        for (i = 0; i < 4; ++i) D[i] = x, x += (i < 2 ? nv : n) * nv;
        for (i = 0; i < 2; ++i) after[i] = x, x += nv, force[i] = x, x += n;
        v = x, x += nv, step = x, x += nv, q = x;
        ASSERT_EQ((int)RBD_OK, (int)rbd_impulse_dynamics_derivatives(c.m, c.d, set, c.q, c.v, e, NULL, NULL, NULL, D[0],
                                                                     D[1], D[2], D[3], nv));
        for (i = 0; i < n; ++i) { /* impulses are unique where the rows are independent */
            low = tact_min(low, set->delassus_factor[i * n + i]),
            high = tact_max(high, set->delassus_factor[i * n + i]);
        }
        unique = low > TACT_R(1e-3) * high, found += unique;
        for (by = 0; by < 2; ++by)
            for (l = 0; l < nv; ++l) {
                for (sign = 0; sign < 2; ++sign) {
                    for (i = 0; i < nv; ++i) step[i] = 0, v[i] = c.v[i];
                    step[l] = sign ? STEP : -STEP;
                    if (by) v[l] += step[l], step[l] = 0;
                    rbd_integrate(c.m, c.q, step, 1, q);
                    rbd_impulse_dynamics(c.m, c.d, set, q, v, e, NULL, after[sign], force[sign], NULL);
                }
                for (k = 0; k < nv + (unique ? n : 0); ++k) {
                    double there = k < nv ? (after[1][k] - after[0][k]) / (2 * STEP)
                                          : (force[1][k - nv] - force[0][k - nv]) / (2 * STEP);
                    double mine = k < nv ? D[by][k * nv + l] : D[2 + by][(k - nv) * nv + l];
                    worst = fabs(there - mine) > worst ? fabs(there - mine) : worst;
                    scale = fabs(there) > scale ? fabs(there) : scale;
                }
            }
        EXPECT_LT(worst / scale, 1e-7); /* the Delassus matrix is solved to 1e-13, over steps of 1e-6 */
        free(block);
        rbd_constraints_destroy(set);
        rbdt_free(&c);
    }
    EXPECT_GT(found, 4);
}
/* A chain of four bodies, with the placement of one joint moved by a small twist in its own axes. */
static rbd_model *chain(int moved, const tact_real *twist) {
    rbdt_random random = {7, 0};
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_error error;
    rbd_model *m;
    char name[2] = {'a', 0};
    int i, parent = RBD_WORLD;
    for (i = 0; i < 4; ++i, ++name[0]) {
        rbd_body body = rbd_default_body(name, parent);
        body.joint = rbd_default_joint(i == 2   ? RBD_JOINT_PRISMATIC
                                       : i == 3 ? RBD_JOINT_SPHERICAL
                                                : RBD_JOINT_REVOLUTE);
        body.placement = rbdt_pose(&random, 0.5);
        body.inertia = rbdt_inertia(&random);
        if (i == moved) body.placement = tact_pose_mul(body.placement, rbd_pose_exp(twist));
        parent = rbd_builder_add(b, &body, &error);
    }
    m = rbd_model_create(b, NULL, &error);
    rbd_builder_destroy(b);
    return m;
}
UTEST(second, kinematic_regressor_is_the_change_by_placements) {
    tact_real q[7] = {TACT_R(0.3), TACT_R(-0.7), TACT_R(0.2), TACT_R(0.1), TACT_R(0.2), TACT_R(0.3), TACT_R(0.9)};
    tact_real none[6] = {0, 0, 0, 0, 0, 0}, Y[6 * 24], twist[6], change[2][6];
    rbd_model *m = chain(-1, none);
    rbd_data *d = rbd_data_create(m, NULL);
    rbdt_random random = {3, 0};
    rbd_frame frame = rbd_frame_on_body(4, rbdt_pose(&random, 0.3));
    tact_pose start;
    int i, c, r, sign;
    rbd_normalize(m, q);
    rbd_fk(m, d, q);
    start = rbd_frame_pose(d, &frame);
    ASSERT_EQ((int)RBD_OK, (int)rbd_kinematic_regressor(d, &frame, RBD_REFERENCE_LOCAL, Y, 24));
    for (i = 0; i < 4; ++i)
        for (c = 0; c < 6; ++c) {
            for (sign = 0; sign < 2; ++sign) {
                rbd_model *other;
                rbd_data *e;
                for (r = 0; r < 6; ++r) twist[r] = 0;
                twist[c] = sign ? STEP : -STEP;
                other = chain(i, twist), e = rbd_data_create(other, NULL);
                rbd_fk(other, e, q);
                rbd_pose_log(tact_pose_mul(tact_pose_inverse(start), rbd_frame_pose(e, &frame)), change[sign]);
                rbd_data_destroy(e), rbd_model_destroy(other);
            }
            for (r = 0; r < 6; ++r)
                EXPECT_NEAR((change[1][r] - change[0][r]) / (2 * STEP), Y[r * 24 + 6 * i + c], AGREES);
        }
    rbd_data_destroy(d), rbd_model_destroy(m);
}
UTEST(second, regressor_of_a_body) {
    rbdt_random random = {21, 0};
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_body body = rbd_default_body("b", RBD_WORLD);
    rbd_error error;
    rbd_model *m;
    rbd_data *d;
    tact_real q[7] = {0, 0, 0, 0, 0, 0, 1}, v[6], a[6], tau[6], Y[60], pi[10], f[6];
    int r, c;
    body.joint = rbd_default_joint(RBD_JOINT_FREE);
    body.inertia = rbdt_inertia(&random);
    rbd_builder_add(b, &body, &error);
    m = rbd_model_create(b, NULL, &error), d = rbd_data_create(m, NULL);
    rbd_model_set_gravity(m, tact_vec(0, 0, 0));
    rbdt_fill(&random, 6, 2, v), rbdt_fill(&random, 6, 2, a);
    rbd_rnea(m, d, q, v, a, NULL, tau); /* of a free body: the wrench in its own axes */
    rbd_body_regressor(v, a, Y, 10);
    rbd_inertia_parameters(&body.inertia, pi);
    for (r = 0; r < 6; ++r)
        for (c = 0, f[r] = 0; c < 10; ++c) f[r] += Y[10 * r + c] * pi[c];
    EXPECT_LT(rbdt_error(6, f, tau), 1e-13); /* sums of ten products */
    rbd_data_destroy(d), rbd_model_destroy(m), rbd_builder_destroy(b);
}
UTEST(second, queries_without_their_pass_say_so) {
    rbdt_case c = rbdt_make(4, 5, 0);
    rbd_frame frame = rbd_frame_on_body(3, tact_pose_identity());
    tact_real out[6 * 256];
    rbd_data *d = rbd_data_create(c.m, NULL);
    int nv = c.m->nv, i;
    const rbd_reference local = RBD_REFERENCE_LOCAL;
    for (i = 0; i < 6 * 256; ++i) out[i] = 7;
    EXPECT_EQ((int)RBD_NOT_READY, (int)rbd_frame_jacobian(d, &frame, local, out, nv));
    EXPECT_EQ((int)RBD_NOT_READY, (int)rbd_frame_hessian(d, &frame, local, out));
    EXPECT_EQ((int)RBD_NOT_READY, (int)rbd_kinematic_regressor(d, &frame, local, out, 6 * c.m->n_bodies));
    rbd_fk(c.m, d, c.q);
    EXPECT_EQ((int)RBD_OK, (int)rbd_frame_jacobian(d, &frame, local, out, nv));
    for (i = 0; i < 6 * 256; ++i) out[i] = 7;
    EXPECT_EQ((int)RBD_NOT_READY, (int)rbd_frame_velocity(d, &frame, local, out));
    EXPECT_EQ((int)RBD_NOT_READY, (int)rbd_frame_jacobian_rate(d, &frame, local, out, nv));
    EXPECT_EQ((int)RBD_NOT_READY, (int)rbd_frame_velocity_derivatives(d, &frame, local, out, NULL, nv));
    rbd_fk_velocity(c.m, d, c.q, c.v);
    EXPECT_EQ((int)RBD_NOT_READY, (int)rbd_frame_acceleration(d, &frame, local, out));
    EXPECT_EQ((int)RBD_NOT_READY, (int)rbd_frame_classical_acceleration(d, &frame, local, out));
    EXPECT_EQ((int)RBD_NOT_READY, (int)rbd_frame_acceleration_derivatives(d, &frame, local, out, NULL, NULL, nv));
    for (i = 0; i < 6 * 256; ++i) EXPECT_EQ(7, out[i]);
    EXPECT_EQ((int)RBD_OK, (int)rbd_frame_velocity(d, &frame, local, out));
    rbd_fk_acceleration(c.m, d, c.q, c.v, NULL);
    EXPECT_EQ((int)RBD_OK, (int)rbd_frame_acceleration(d, &frame, local, out));
    rbd_fk(c.m, d, c.q); /* what was of the second order is of another q now */
    EXPECT_EQ((int)RBD_NOT_READY, (int)rbd_frame_acceleration(d, &frame, local, out));
    rbd_data_destroy(d);
    rbdt_free(&c);
}
/* A model as text and back: the same dynamics, frames and limits; texts that are none are refused. */
UTEST(second, models_as_text) {
    static const int kinds[4] = {RBDT_FREE_BASE | RBDT_FORKED, RBDT_COUPLED | RBDT_PASSIVE, RBDT_PASSIVE, RBDT_SIMPLE};
    static const char *const bad[4] = {"<robot/>", "<rbd><body name='a' joint='revolute' parent='7'/></rbd>",
                                       "<rbd><body name='a' joint='odd'/></rbd>",
                                       "<rbd><frame name='f' body='-1'/></rbd>"};
    rbd_error error;
    int trial, i;
    for (trial = 0; trial < 12; ++trial) {
        rbdt_case c = rbdt_make((uint64_t)(trial + 71), 9, kinds[trial % 4]);
        size_t n = rbd_model_write(c.m, NULL, 0);
        char *text = (char *)malloc(n + 1), *again = (char *)malloc(n + 1);
        tact_real *tau[2];
        rbd_model *m;
        rbd_data *d;
        ASSERT_EQ(n, rbd_model_write(c.m, text, n));
        text[n] = 0;
        m = rbd_model_create_text(text, n, NULL, &error);
        ASSERT_TRUE_MSG(m != NULL, error.text);
        ASSERT_EQ(c.m->nq, m->nq);
        ASSERT_EQ(c.m->nv, m->nv);
        ASSERT_EQ(c.m->n_bodies, m->n_bodies);
        d = rbd_data_create(m, NULL);
        for (i = 0; i < 2; ++i) tau[i] = (tact_real *)calloc((size_t)m->nv + 1, sizeof(tact_real));
        rbd_rnea(c.m, c.d, c.q, c.v, c.a, c.f_ext, tau[0]);
        rbd_rnea(m, d, c.q, c.v, c.a, c.f_ext, tau[1]);
        EXPECT_LT(rbdt_error(m->nv, tau[1], tau[0]), 1e-13); /* quaternions round the placements */
        for (i = 0; i < c.m->n_frames; ++i)
            if (c.m->frames[i].name[0])
                EXPECT_TRUE_MSG(rbd_model_find_frame(m, c.m->frames[i].name) >= 0, c.m->frames[i].name);
        EXPECT_NEAR(c.m->dof[0].upper, m->dof[0].upper, 0);
        EXPECT_GT(rbd_model_write(m, again, n), n / 2);
        for (i = 0; i < 2; ++i) free(tau[i]);
        free(text), free(again);
        rbd_data_destroy(d), rbd_model_destroy(m);
        rbdt_free(&c);
    }
    for (i = 0; i < 4; ++i) {
        EXPECT_TRUE(rbd_model_create_text(bad[i], strlen(bad[i]), NULL, &error) == NULL);
        EXPECT_TRUE_MSG(error.text[0] != 0, bad[i]);
    }
    EXPECT_TRUE(rbd_model_create_text(NULL, 0, NULL, &error) == NULL);
}

UTEST_MAIN()
