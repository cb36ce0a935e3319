/* float: yes */
/* Facts about small queries: rbd_jacobians holds the columns of rbd_frame_jacobian; rbd_normalize makes unit parts unit and reports
   those that are too short; rbd_inertia_check tells possible inertias from impossible ones; names of joints are found, and merged
   bodies keep their pose; the rows of rbd_maximal_joint_rows give the speeds of the joints. */
#include "utest.h"
#include "rbd_common.h"

#define TOLERANCE (500 * (double)TACT_EPSILON) /* sums of a few products along chains of 12 bodies */

UTEST(queries, all_jacobian_columns_at_once) {
    for (int trial = 0; trial < 8; ++trial) {
        rbdt_case c = rbdt_make((uint64_t)(trial + 3), 12, RBDT_FREE_BASE | RBDT_FORKED);
        tact_real J[6 * 128];
        int nv = c.m->nv;
        ASSERT_LE(nv, 128);
        ASSERT_EQ((int)RBD_OK, (int)rbd_jacobians(c.m, c.d, c.q));
        for (int i = 1; i < c.m->n_bodies; ++i) {
            rbd_frame frame = rbd_frame_on_body(i, tact_pose_identity());
            tact_vec3 o = c.d->tree_origin[c.m->tree[i]];
            rbd_frame_jacobian(c.d, &frame, RBD_REFERENCE_WORLD, J, nv);
            for (int k = c.m->joint_iv[i]; k < c.m->joint_iv[i] + c.m->body_nv[i]; ++k) {
                tact_real own[6], there[6];
                tact_vec3 w;
                for (int r = 0; r < 6; ++r)
                    own[r] = c.d->jacobian[r * c.d->jacobian_stride + k], there[r] = J[r * nv + k];
                w = tact_cross(tact_vec(there[3], there[4], there[5]), o); /* from the world's origin to the tree's */
                there[0] += w.x;
                there[1] += w.y;
                there[2] += w.z;
                EXPECT_LT(rbdt_error(6, own, there), TOLERANCE);
            }
        }
        rbdt_free(&c);
    }
}

UTEST(queries, normalize_reports_what_it_cannot_mend) {
    rbdt_case c = rbdt_make(5, 12, RBDT_FREE_BASE);
    double length = 0;
    for (int k = 3; k < 7; ++k) c.q[k] *= 3;
    ASSERT_EQ((int)RBD_OK, (int)rbd_normalize(c.m, c.q));
    for (int k = 3; k < 7; ++k) length += (double)c.q[k] * (double)c.q[k];
    EXPECT_LT(fabs(length - 1), 8 * (double)TACT_EPSILON);
    for (int k = 3; k < 7; ++k) c.q[k] = 0;
    EXPECT_EQ((int)RBD_BAD_QUATERNION, (int)rbd_normalize(c.m, c.q));
    for (int k = 3; k < 7; ++k) EXPECT_EQ(c.q[k], (tact_real)(k == 6)); /* the identity */
    rbdt_free(&c);
}

UTEST(queries, inertias_that_no_body_has) {
    rbd_inertia box = rbd_inertia_box(2, tact_vec(1, 2, 3), tact_vec(1, 2, 3)), bad = box;
    rbd_error error;
    EXPECT_EQ((int)RBD_OK, (int)rbd_inertia_check(&box, &error));
    EXPECT_EQ((int)RBD_BAD_ARGUMENT, (int)rbd_inertia_check(NULL, &error));
    bad.zz = 2 * (bad.xx + bad.yy);
    EXPECT_EQ((int)RBD_BAD_INERTIA, (int)rbd_inertia_check(&bad, &error));
    EXPECT_TRUE(strstr(error.text, "Ixx + Iyy < Izz") != NULL);
    bad = box, bad.mass = -1;
    EXPECT_EQ((int)RBD_BAD_INERTIA, (int)rbd_inertia_check(&bad, NULL));
    bad = box, bad.com.x = (tact_real)NAN;
    EXPECT_EQ((int)RBD_NOT_FINITE, (int)rbd_inertia_check(&bad, &error));
}

UTEST(queries, joints_by_name_and_merged_bodies_by_number) {
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_body arm = rbd_default_body("arm", RBD_WORLD), tool = rbd_default_body("tool", 1);
    rbd_error error;
    rbd_model *m;
    tact_pose at;
    arm.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
    arm.joint.name = "shoulder";
    arm.inertia = tool.inertia = rbd_inertia_sphere(1, tact_vec(0, 0, 0), TACT_R(0.1));
    tool.placement = tact_pose_at(1, 2, 3);
    ASSERT_EQ(1, rbd_builder_add(b, &arm, &error));
    ASSERT_EQ(2, rbd_builder_add(b, &tool, &error));
    EXPECT_EQ(1, rbd_builder_find_joint(b, "shoulder"));
    EXPECT_EQ((int)RBD_NOT_FOUND, rbd_builder_find_joint(b, "elbow"));
    EXPECT_EQ((int)RBD_NOT_FOUND, rbd_builder_find_joint(b, ""));
    m = rbd_model_create(b, NULL, &error);
    ASSERT_TRUE(m != NULL);
    EXPECT_EQ(1, rbd_model_body(m, 2)); /* the tool is part of the arm */
    at = rbd_model_added_pose(m, 2, tact_pose_at(0, 0, 1));
    EXPECT_LT((double)tact_norm(tact_sub(at.p, tact_vec(1, 2, 4))), TOLERANCE);
    at = rbd_model_added_pose(m, 1, tact_pose_at(0, 0, 1));
    EXPECT_LT((double)tact_norm(tact_sub(at.p, tact_vec(0, 0, 1))), TOLERANCE);
    rbd_model_destroy(m);
    rbd_builder_destroy(b);
}

UTEST(queries, rows_of_free_bodies_give_the_speeds_of_joints) {
    for (int trial = 0; trial < 6; ++trial) {
        rbdt_case c = rbdt_make((uint64_t)(trial + 11), 8, RBDT_SIMPLE | RBDT_FORKED);
        rbd_error error;
        rbd_maximal *x = rbd_maximal_create(c.m, NULL, &error);
        tact_real q_max[128], v_max[128];
        ASSERT_TRUE(x != NULL);
        ASSERT_EQ((int)RBD_OK, (int)rbd_maximal_from_tree(x, c.d, c.q, c.v, NULL, q_max, v_max, NULL));
        for (int b = 1; b <= x->n; ++b) {
            int dof[6], own = x->tree_body[b], carrier = x->tree_body[x->parent[b]];
            tact_real rows[6][6], drift[6];
            const tact_real *vb = c.d->velocity[own], *vp = c.d->velocity[carrier];
            tact_vec3 w = tact_vec(vp[3], vp[4], vp[5]), linear, angular;
            int n = rbd_maximal_joint_rows(x, c.d, b, c.v, dof, rows, drift);
            EXPECT_EQ(c.m->body_nv[own], n);
            linear = tact_add(tact_vec(vp[0], vp[1], vp[2]),
                              tact_cross(w, tact_sub(c.d->position[own], c.d->position[carrier])));
            linear = tact_mat_tmul_vec(&c.d->rotation[own], tact_sub(tact_vec(vb[0], vb[1], vb[2]), linear));
            angular = tact_mat_tmul_vec(&c.d->rotation[own], tact_sub(tact_vec(vb[3], vb[4], vb[5]), w));
            for (int i = 0; i < n; ++i) {
                tact_real speed = rows[i][0] * linear.x + rows[i][1] * linear.y + rows[i][2] * linear.z +
                                  rows[i][3] * angular.x + rows[i][4] * angular.y + rows[i][5] * angular.z;
                EXPECT_LT(fabs((double)(speed - c.v[dof[i]])), TOLERANCE * 10);
            }
        }
        rbd_maximal_destroy(x);
        rbdt_free(&c);
    }
}
UTEST_MAIN()
