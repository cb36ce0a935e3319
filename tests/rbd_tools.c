/* Facts: subtree centres are those of the parts; wrenches of joints do what inverse dynamics says and carry the whole
   weight at the world; logarithms of poses and their derivatives; inverse kinematics finds poses that exist. */
/* float: yes */
/* c++: yes */
#include "utest.h"

#include "rbd_common.h"

#ifdef TACT_FLOAT
#define CLOSE 2e-3 /* sums of tens of terms, float */
#else
#define CLOSE 1e-11
#endif

static rbd_model *make_tree(uint64_t seed, int n, int flags) {
    rbd_builder *b = rbdt_tree(seed, n, flags);
    rbd_model *m = rbd_model_create(b, NULL, NULL);
    rbd_builder_destroy(b);
    return m;
}

UTEST(tools, wrenches_and_centres_of_random_trees) {
    rbdt_random r = {77, 0};
    int round;
    for (round = 0; round < 12; ++round) {
        rbd_model *m = make_tree((uint64_t)round, 4 + 3 * round, RBDT_FORKED | (round % 2 ? RBDT_FREE_BASE : 0));
        rbd_data *d;
        tact_real q[200], v[200], a[200], tau[200], wrench[6 * 200], mass[200];
        tact_vec3 center[200], force;
        int b, k;
        ASSERT_TRUE(m != NULL);
        d = rbd_data_create(m, NULL);
        ASSERT_TRUE(m->n_bodies < 200 && m->nv < 200 && m->nq < 200);
        rbd_random(m, 500 + (uint64_t)round, q);
        rbdt_fill(&r, m->nv, 1, v), rbdt_fill(&r, m->nv, 1, a);
        ASSERT_EQ((int)RBD_OK, (int)rbd_joint_wrenches(m, d, q, v, a, NULL, wrench));
        ASSERT_EQ((int)RBD_OK, (int)rbd_rnea(m, d, q, v, a, NULL, tau));
        for (b = 1; b < m->n_bodies; ++b) {
            const tact_real *w = wrench + 6 * b;
            tact_vec3 x = m->axis[b];
            tact_real along = 0, scale = 1;
            for (k = 0; k < 6; ++k) scale += tact_abs(w[k]);
            if (m->kind[b] <= (unsigned char)RBD_KIND_REVOLUTE) along = x.x * w[3] + x.y * w[4] + x.z * w[5];
            if (m->kind[b] >= (unsigned char)RBD_KIND_PRISMATIC_X && m->kind[b] <= (unsigned char)RBD_KIND_PRISMATIC)
                along = x.x * w[0] + x.y * w[1] + x.z * w[2];
            if (m->kind[b] == (unsigned char)RBD_KIND_FREE)
                for (k = 0; k < 6; ++k) EXPECT_NEAR(tau[m->iv[b] + k], w[k], CLOSE * scale);
            if (m->kind[b] <= (unsigned char)RBD_KIND_PRISMATIC) EXPECT_NEAR(tau[m->iv[b]], along, CLOSE * scale);
        }
        memset(v, 0, sizeof v), memset(a, 0, sizeof a);
        rbd_joint_wrenches(m, d, q, v, a, NULL, wrench);
        ASSERT_EQ((int)RBD_OK, (int)rbd_subtree_centers(m, d, q, mass, center));
        rbd_center_of_mass(m, d, q, NULL, NULL);
        EXPECT_NEAR(rbd_model_mass(m), mass[0], CLOSE * mass[0]);
        EXPECT_NEAR(0, tact_norm(tact_sub(center[0], d->com)), CLOSE * (1 + tact_norm(d->com)));
        /* at rest the world carries the weight, at the centre of mass */
        force = tact_vec(wrench[0], wrench[1], wrench[2]);
        EXPECT_NEAR(9.81 * mass[0], force.z, CLOSE * 10 * mass[0]);
        force = tact_cross(center[0], force);
        EXPECT_NEAR(force.x, wrench[3], CLOSE * 100 * mass[0]);
        EXPECT_NEAR(force.y, wrench[4], CLOSE * 100 * mass[0]);
        rbd_data_destroy(d), rbd_model_destroy(m);
    }
}

UTEST(tools, logarithms_of_poses) {
    rbdt_random r = {78, 0};
    int round, i, k;
    for (round = 0; round < 30; ++round) {
        tact_pose pose = rbdt_pose(&r, 2), back, moved;
        tact_real t[6], J[36], u[6], hi[6], lo[6], h = sizeof(tact_real) == 8 ? TACT_R(1e-6) : TACT_R(1e-2);
        rbd_pose_log(pose, t);
        back = rbd_pose_exp(t);
        back = tact_pose_mul(tact_pose_inverse(pose), back);
        EXPECT_NEAR(0, tact_norm(back.p) + tact_norm(tact_quat_log(back.q)), CLOSE);
        if (tact_norm(tact_vec(t[3], t[4], t[5])) > 3) continue; /* near pi the logarithm jumps */
        rbd_pose_log_jacobian(pose, J);
        for (i = 0; i < 6; ++i) {
            for (k = 0; k < 6; ++k) u[k] = k == i ? h : 0;
            moved = tact_pose_mul(pose, rbd_pose_exp(u)), rbd_pose_log(moved, hi);
            u[i] = -h, moved = tact_pose_mul(pose, rbd_pose_exp(u)), rbd_pose_log(moved, lo);
            for (k = 0; k < 6; ++k) /* h^2 times the third derivative, and rounding over h */
                EXPECT_NEAR((hi[k] - lo[k]) / (2 * h), J[6 * k + i], sizeof(tact_real) == 8 ? 1e-6 : 5e-2);
        }
    }
}

UTEST(tools, a_frame_reaches_poses_that_exist) {
    rbdt_random r = {79, 0};
    rbd_status status;
    int round, reached = 0, missed = 0;
    for (round = 0; round < 20; ++round) {
        rbd_model *m = make_tree(100 + (uint64_t)round, 7, RBDT_SIMPLE);
        rbd_data *d = rbd_data_create(m, NULL);
        rbd_frame frame = rbd_frame_on_body(m->n_bodies - 1, tact_pose_at(TACT_R(0.1), 0, 0));
        tact_real q[64], work[1000], left = -1, step[64];
        tact_pose target;
        ASSERT_TRUE(rbd_reach_reals(m) <= 1000);
        rbd_random(m, 600 + (uint64_t)round, q);
        rbd_fk(m, d, q);
        target = rbd_frame_pose(d, &frame);
        rbdt_fill(&r, m->nv, 0.2, step);
        rbd_integrate(m, q, step, 1, q);
        if (rbd_reach(m, d, &frame, target, TACT_R(1e-5), 100, q, work, &left) == RBD_OK) {
            tact_pose got, off;
            rbd_fk(m, d, q);
            got = rbd_frame_pose(d, &frame);
            off = tact_pose_mul(tact_pose_inverse(target), got);
            EXPECT_NEAR(0, tact_norm(off.p) + tact_norm(tact_quat_log(off.q)), 3e-5); /* two norms of 1e-5 */
            ++reached;
        }
        target.p = tact_vec(1000, 0, 0); /* out of reach but for long slides: the status says which */
        status = rbd_reach(m, d, &frame, target, TACT_R(1e-5), 30, q, work, &left);
        EXPECT_EQ(left <= TACT_R(1e-5), status == RBD_OK);
        missed += status == RBD_NOT_CONVERGED;
        rbd_data_destroy(d), rbd_model_destroy(m);
    }
    EXPECT_GE(missed, 10);
    EXPECT_GE(reached, 19); /* a limit may stand in the way */
    EXPECT_EQ((int)RBD_BAD_ARGUMENT, (int)rbd_reach(NULL, NULL, NULL, tact_pose_identity(), 1, 1, NULL, NULL, NULL));
}

UTEST_MAIN()
