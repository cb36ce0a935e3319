/* float: yes */
/* The builder: every kind of bad input is refused with a status and a message that names the body, and leaves the
   builder as it was; fixed bodies are merged with the right inertia and frames; numbering is depth-first; locking,
   removing and appending give the model one would have built directly; couplings chain; memory from the caller's
   block. */
#include "utest.h"
#include "rbd_common.h"

#define EPS ((double)TACT_EPSILON)
static rbd_body hinge(const char *name, int parent) {
    rbd_body b = rbd_default_body(name, parent);
    b.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
    b.joint.axis = tact_vec(0, 1, 0);
    b.placement = tact_pose_at(0, 0, TACT_R(-0.5));
    b.inertia = rbd_inertia_box(2, tact_vec(0, 0, TACT_R(-0.25)), tact_vec(TACT_R(0.1), TACT_R(0.1), TACT_R(0.5)));
    return b;
}
UTEST(builder, refuses_bad_bodies_by_name) {
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_error e;
    rbd_body x = hinge("upper", 0);
    tact_real nan = 0;
    nan = 0 / nan;
    ASSERT_EQ(1, rbd_builder_add(b, &x, &e));
#define REFUSED(expected, word)                                                                                        \
    do {                                                                                                               \
        EXPECT_EQ((int)expected, rbd_builder_add(b, &x, &e));                                                          \
        EXPECT_EQ((int)expected, (int)e.status);                                                                       \
        EXPECT_TRUE(strstr(e.text, word) != NULL);                                                                     \
        EXPECT_EQ(2, rbd_builder_count(b));                                                                            \
    } while (0)
    REFUSED(RBD_BAD_NAME, "'upper'");
    x = hinge("", 0);
    REFUSED(RBD_BAD_NAME, "empty");
    x = hinge("fore", 7);
    REFUSED(RBD_BAD_PARENT, "'fore'");
    x = hinge("fore", -1);
    REFUSED(RBD_BAD_PARENT, "parent");
    x = hinge("fore", 1), x.inertia.mass = -1;
    REFUSED(RBD_BAD_INERTIA, "mass is negative");
    x = hinge("fore", 1), x.inertia.zz = 3 * (x.inertia.xx + x.inertia.yy);
    REFUSED(RBD_BAD_INERTIA, "Ixx + Iyy < Izz");
    x = hinge("fore", 1), x.inertia.xy = 10;
    REFUSED(RBD_BAD_INERTIA, "'fore'");
    x = hinge("fore", 1), x.inertia.yy = -1;
    REFUSED(RBD_BAD_INERTIA, "negative diagonal");
    x = hinge("fore", 1), x.inertia.mass = nan;
    REFUSED(RBD_NOT_FINITE, "not finite");
    x = hinge("fore", 1), x.joint.axis = tact_vec(0, 0, 0);
    REFUSED(RBD_BAD_JOINT, "axis");
    x = hinge("fore", 1), x.joint.dof[0].damping = -1;
    REFUSED(RBD_BAD_JOINT, "damping");
    x = hinge("fore", 1);
    x.joint.dof[0].lower = 1;
    x.joint.dof[0].upper = 0;
    REFUSED(RBD_BAD_JOINT, "lower limit");
    x = hinge("fore", 1), x.placement.q = tact_quat_make(0, 0, 0, 0);
    REFUSED(RBD_NOT_FINITE, "placement");
    x = hinge("fore", 1);
    x.joint.type = RBD_JOINT_UNIVERSAL;
    x.joint.axis2 = x.joint.axis;
    REFUSED(RBD_BAD_JOINT, "parallel");
    x = hinge("fore", 1);
    x.joint.type = RBD_JOINT_SPHERICAL;
    x.joint.dof[1].stiffness = 1;
    REFUSED(RBD_BAD_JOINT, "springs");
    x = hinge("fore", 1), x.joint.type = RBD_JOINT_COMPOSITE;
    REFUSED(RBD_BAD_JOINT, "parts");
    EXPECT_EQ((int)RBD_BAD_PARENT, rbd_builder_add_frame(b, "tool", 9, tact_pose_identity(), &e));
    EXPECT_EQ(0, rbd_builder_add_frame(b, "tool", 1, tact_pose_identity(), &e));
    EXPECT_EQ((int)RBD_BAD_NAME, rbd_builder_add_frame(b, "tool", 1, tact_pose_identity(), &e));
    rbd_builder_destroy(b);
}
UTEST(builder, refuses_bad_couplings) {
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_error e;
    rbd_body x = hinge("a", 0);
    rbd_builder_add(b, &x, &e);
    x = hinge("b", 1), rbd_builder_add(b, &x, &e);
    rbd_builder_body(b, 1)->joint.mimic = 2, rbd_builder_body(b, 2)->joint.mimic = 1;
    EXPECT_TRUE(rbd_model_create(b, NULL, &e) == NULL);
    EXPECT_TRUE(strstr(e.text, "leads back") != NULL);
    rbd_builder_body(b, 1)->joint.mimic = 5;
    EXPECT_TRUE(rbd_model_create(b, NULL, &e) == NULL);
    EXPECT_EQ((int)RBD_BAD_JOINT, (int)e.status);
    rbd_builder_destroy(b);
}
/* a rod made of two boxes fixed together at an angle weighs and swings as the sum does */
UTEST(builder, merges_fixed_bodies) {
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_error e;
    rbd_body x = hinge("arm", 0), y = rbd_default_body("hand", 1);
    rbd_model *m;
    tact_pose at =
        tact_pose_make(tact_vec(TACT_R(0.1), 0, TACT_R(-0.5)), tact_quat_axis_angle(tact_vec(1, 0, 0), TACT_R(0.7)));
    rbd_inertia sum;
    y.inertia = rbd_inertia_cylinder(1, tact_vec(0, 0, TACT_R(0.1)), TACT_R(0.05), TACT_R(0.2)), y.placement = at;
    rbd_builder_add(b, &x, &e), rbd_builder_add(b, &y, &e);
    y = hinge("finger", 2);
    rbd_builder_add(b, &y, &e);
    m = rbd_model_create(b, NULL, &e);
    ASSERT_TRUE(m != NULL);
    EXPECT_EQ(3, m->n_bodies);
    EXPECT_EQ(1, rbd_model_find_body(m, "hand"));
    EXPECT_EQ(1, rbd_model_body(m, 2));
    EXPECT_EQ(2, rbd_model_find_body(m, "finger"));
    EXPECT_EQ((int)RBD_NOT_FOUND, rbd_model_find_body(m, "foot"));
    sum = rbd_inertia_sum(
        x.inertia,
        rbd_inertia_placed(rbd_inertia_cylinder(1, tact_vec(0, 0, TACT_R(0.1)), TACT_R(0.05), TACT_R(0.2)), at));
    EXPECT_NEAR((double)sum.mass, (double)m->inertia[1].mass, 10 * EPS);
    EXPECT_NEAR((double)sum.yz, (double)m->inertia[1].yz, 10 * EPS);
    EXPECT_NEAR((double)sum.xx, (double)m->inertia[1].xx, 10 * EPS);
    EXPECT_NEAR(0.1, (double)m->frames[rbd_model_find_frame(m, "hand")].position.x, 10 * EPS);
    rbd_model_destroy(m), rbd_builder_destroy(b);
}
UTEST(builder, numbers_depth_first) {
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_error e;
    rbd_body x = hinge("a", 0);
    rbd_model *m;
    rbd_builder_add(b, &x, &e);
    x = hinge("left", 1), rbd_builder_add(b, &x, &e);
    x = hinge("right", 1), rbd_builder_add(b, &x, &e);
    x = hinge("left_tip", 2), rbd_builder_add(b, &x, &e);
    m = rbd_model_create(b, NULL, &e);
    EXPECT_EQ(1, rbd_model_find_body(m, "a"));
    EXPECT_EQ(2, rbd_model_find_body(m, "left"));
    EXPECT_EQ(3, rbd_model_find_body(m, "left_tip"));
    EXPECT_EQ(4, rbd_model_find_body(m, "right"));
    EXPECT_EQ(3, rbd_model_body(m, 4));
    EXPECT_EQ(4, m->subtree_end[2]);
    EXPECT_EQ(0, m->dof_parent[3]);
    rbd_model_destroy(m), rbd_builder_destroy(b);
}
/* locking at q gives the torques of the full model at that q, for every joint type in the tree */
UTEST(builder, lock_equals_holding_still) {
    int at;
    for (at = 1; at <= 12; ++at) {
        rbdt_case c = rbdt_make(500, 12, RBDT_FORKED);
        rbd_error e;
        rbd_model *m;
        rbd_data *d;
        int body = rbd_model_body(c.m, at), first = body, iv, nv, iq, nq, i, k;
        tact_real *q, *v, *a, *tau, *full;
        while (c.m->name[first - 1][0] == 0) --first; /* the massless bodies inside the joint */
        iq = c.m->iq[first], nq = c.m->iq[body] + c.m->body_nq[body] - iq;
        iv = c.m->iv[first], nv = c.m->iv[body] + c.m->body_nv[body] - iv;
        ASSERT_EQ((int)RBD_OK, (int)rbd_builder_lock(c.builder, at, c.q + iq, &e));
        m = rbd_model_create(c.builder, NULL, &e), d = rbd_data_create(m, NULL);
        ASSERT_EQ(c.m->nv - nv, m->nv);
        q = rbdt_reals((size_t)m->nq);
        v = rbdt_reals((size_t)m->nv);
        a = rbdt_reals((size_t)m->nv);
        tau = rbdt_reals((size_t)m->nv);
        full = rbdt_reals((size_t)c.m->nv);
        for (i = 0, k = 0; i < c.m->nq; ++i)
            if (i < iq || i >= iq + nq) q[k++] = c.q[i];
        for (i = 0, k = 0; i < c.m->nv; ++i) {
            if (i < iv || i >= iv + nv)
                v[k] = c.v[i], a[k++] = c.a[i];
            else
                c.v[i] = c.a[i] = 0;
        }
        rbd_rnea(m, d, q, v, a, NULL, tau), rbd_rnea(c.m, c.d, c.q, c.v, c.a, NULL, full);
        for (i = 0, k = 0; i < c.m->nv; ++i)
            if (i < iv || i >= iv + nv) full[k++] = full[i];
        EXPECT_LT(rbdt_error(m->nv, tau, full), 1e4 * EPS);
        free(q);
        free(v);
        free(a);
        free(tau);
        free(full);
        rbd_data_destroy(d);
        rbd_model_destroy(m);
        rbdt_free(&c);
    }
}
UTEST(builder, remove_takes_the_subtree) {
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_error e;
    rbd_body x = hinge("a", 0);
    rbd_builder_add(b, &x, &e);
    x = hinge("left", 1), rbd_builder_add(b, &x, &e);
    x = hinge("right", 1), rbd_builder_add(b, &x, &e);
    x = hinge("left_tip", 2), rbd_builder_add(b, &x, &e);
    x = hinge("right_tip", 3), rbd_builder_add(b, &x, &e);
    rbd_builder_add_frame(b, "left_tool", 4, tact_pose_identity(), &e);
    rbd_builder_add_frame(b, "right_tool", 5, tact_pose_identity(), &e);
    rbd_builder_body(b, 5)->joint.mimic = 4;
    EXPECT_EQ((int)RBD_BAD_JOINT, (int)rbd_builder_remove(b, 2, &e)); /* right_tip follows left_tip */
    EXPECT_TRUE(strstr(e.text, "'right_tip'") != NULL);
    EXPECT_EQ(6, rbd_builder_count(b));
    rbd_builder_body(b, 5)->joint.mimic = 3;
    ASSERT_EQ((int)RBD_OK, (int)rbd_builder_remove(b, 2, &e));
    EXPECT_EQ(4, rbd_builder_count(b));
    EXPECT_EQ(2, rbd_builder_find(b, "right"));
    EXPECT_EQ(3, rbd_builder_find(b, "right_tip"));
    EXPECT_EQ(2, rbd_builder_body(b, 3)->parent);
    EXPECT_EQ(2, rbd_builder_body(b, 3)->joint.mimic);
    EXPECT_EQ((int)RBD_NOT_FOUND, rbd_builder_find(b, "left_tip"));
    {
        rbd_model *m = rbd_model_create(b, NULL, &e);
        ASSERT_TRUE(m != NULL);
        EXPECT_EQ(2, m->nv); /* right_tip follows right */
        EXPECT_EQ((int)RBD_NOT_FOUND, rbd_model_find_frame(m, "left_tool"));
        EXPECT_GT(rbd_model_find_frame(m, "right_tool"), 0);
        rbd_model_destroy(m);
    }
    rbd_builder_destroy(b);
}
UTEST(builder, append_two_robots) {
    rbd_builder *a = rbdt_tree(7, 8, RBDT_FORKED), *b = rbd_builder_create(NULL);
    rbd_error e;
    rbd_model *one, *two;
    ASSERT_EQ(1, rbd_builder_append(b, a, 0, tact_pose_identity(), "left/", &e));
    ASSERT_EQ(rbd_builder_count(a), rbd_builder_append(b, a, 0, tact_pose_at(0, 2, 0), "right/", &e));
    EXPECT_EQ((int)RBD_BAD_NAME, rbd_builder_append(b, a, 0, tact_pose_at(0, 2, 0), "right/", &e));
    EXPECT_EQ(2 * rbd_builder_count(a) - 1, rbd_builder_count(b));
    one = rbd_model_create(a, NULL, &e), two = rbd_model_create(b, NULL, &e);
    EXPECT_EQ(2 * one->nv, two->nv);
    EXPECT_EQ(2 * one->n_trees, two->n_trees);
    EXPECT_NEAR(2 * (double)rbd_model_mass(one), (double)rbd_model_mass(two), 1e3 * EPS);
    rbd_model_destroy(one);
    rbd_model_destroy(two);
    rbd_builder_destroy(a);
    rbd_builder_destroy(b);
}
UTEST(builder, couplings_chain) {
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_error e;
    rbd_body x = hinge("a", 0);
    rbd_model *m;
    rbd_data *d;
    tact_real q = TACT_R(0.3), angle;
    rbd_builder_add(b, &x, &e);
    x = hinge("b", 1);
    x.joint.mimic = 1;
    x.joint.mimic_scale = -2;
    x.joint.mimic_offset = TACT_R(0.1);
    rbd_builder_add(b, &x, &e);
    x = hinge("c", 2);
    x.joint.mimic = 2;
    x.joint.mimic_scale = TACT_R(0.5);
    rbd_builder_add(b, &x, &e);
    m = rbd_model_create(b, NULL, &e), d = rbd_data_create(m, NULL);
    ASSERT_EQ(1, m->nv);
    ASSERT_EQ(3, m->joint_nv);
    rbd_fk(m, d, &q);
    angle = q + (-2 * q + TACT_R(0.1)) + TACT_R(0.5) * (-2 * q + TACT_R(0.1)); /* about y in all */
    EXPECT_NEAR(cos((double)angle), (double)d->rotation[3].m[0][0], 10 * EPS);
    rbd_data_destroy(d);
    rbd_model_destroy(m);
    rbd_builder_destroy(b);
}
typedef struct counter {
    int live, calls;
} counter;
static void *count_alloc(void *context, size_t bytes, size_t align) {
    counter *c = (counter *)context;
    (void)align;
    ++c->live, ++c->calls;
    return malloc(bytes);
}
static void count_free(void *context, void *p, size_t bytes) {
    (void)bytes;
    --((counter *)context)->live;
    free(p);
}
UTEST(builder, memory) {
    counter n = {0, 0};
    tact_allocator allocator;
    rbd_builder *b;
    rbd_error e;
    rbd_body x = hinge("a", 0);
    rbd_model *m;
    rbd_data *d;
    size_t bytes;
    char *block;
    int calls;
    tact_real q = 0, v = 0, a = 0, tau;
    allocator.context = &n;
    allocator.alloc = count_alloc;
    allocator.free = count_free;
    b = rbd_builder_create(&allocator);
    rbd_builder_add(b, &x, &e);
    m = rbd_model_create(b, &allocator, &e), d = rbd_data_create(m, &allocator);
    calls = n.calls;
    rbd_rnea(m, d, &q, &v, &a, NULL, &tau), rbd_aba(m, d, &q, &v, &tau, NULL, &a);
    EXPECT_EQ(calls, n.calls); /* algorithms do not allocate */
    rbd_data_destroy(d), rbd_model_destroy(m);
    /* the caller's block, at any address; one byte less is refused */
    bytes = rbd_model_bytes(b);
    block = (char *)malloc(bytes + 1);
    EXPECT_TRUE(rbd_model_init(b, block, bytes - 1, &e) == NULL);
    EXPECT_EQ((int)RBD_NO_SPACE, (int)e.status);
    m = rbd_model_init(b, block + 1, bytes, &e);
    ASSERT_TRUE(m != NULL);
    bytes = rbd_data_bytes(m);
    {
        char *data = (char *)malloc(bytes + 3);
        EXPECT_TRUE(rbd_data_init(m, data, bytes - 1) == NULL);
        d = rbd_data_init(m, data + 3, bytes);
        ASSERT_TRUE(d != NULL);
        EXPECT_EQ((int)RBD_OK, (int)rbd_rnea(m, d, &q, &v, &a, NULL, &tau));
        free(data);
    }
    free(block);
    rbd_builder_destroy(b);
    EXPECT_EQ(0, n.live);
}
UTEST_MAIN()
