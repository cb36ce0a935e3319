/* Facts about the URDF reader on texts of its own: every joint type, order of siblings, merging of fixed joints with
   rotated children, mimic, limits and dynamics, the floating base, the world as root, collision geometry after
   merging, warnings, and one error with the right line for each thing that can be wrong. The builder is untouched by
   a failure. */
#include "utest.h"

#include "rbd_common.h"

static const char inertial[] = "<inertial><origin xyz='0.1 0 0'/><mass value='2'/>"
                               "<inertia ixx='0.02' iyy='0.03' izz='0.04' ixy='0' ixz='0' iyz='0'/></inertial>";

static char text[20000];
static const char *robot(const char *body) { /* %I stands for an inertial */
    char *out = text + sprintf(text, "<robot name='r'>\n");
    for (; *body; ++body) {
        if (body[0] == '%' && body[1] == 'I')
            out += sprintf(out, "%s", inertial), ++body;
        else
            *out++ = *body;
    }
    sprintf(out, "\n</robot>\n");
    return text;
}
static rbd_model *load(const char *body, const rbd_reader_config *config, rbd_error *error) {
    const char *t = robot(body);
    return rbd_model_create_urdf(t, strlen(t), config, NULL, error);
}

UTEST(urdf, joint_types) {
    static const char body[] =
        "<link name='base'/><link name='a'>%I</link><link name='b'>%I</link><link name='c'>%I</link><link "
        "name='d'>%I</link>\n"
        "<link name='e'>%I</link><link name='f'>%I</link><link name='g'>%I</link>\n"
        "<joint name='j1' type='revolute'><parent link='base'/><child link='a'/><origin xyz='0 0 1' rpy='0 0 "
        "1.5707963267948966'/>"
        "<axis xyz='0 0 3'/><limit lower='-1' upper='2' effort='10' velocity='5'/><dynamics damping='0.5' "
        "friction='0.25'/></joint>\n"
        "<joint name='j2' type='prismatic'><parent link='a'/><child link='b'/><limit lower='0' upper='1' effort='1' "
        "velocity='1'/></joint>\n"
        "<joint name='j3' type='continuous'><parent link='b'/><child link='c'/><axis xyz='0 1 0'/></joint>\n"
        "<joint name='j4' type='planar'><parent link='c'/><child link='d'/></joint>\n"
        "<joint name='j5' type='floating'><parent link='base'/><child link='e'/></joint>\n"
        "<joint name='j6' type='spherical'><parent link='d'/><child link='f'/></joint>\n"
        "<joint name='j7' type='fixed'><parent link='f'/><child link='g'/><axis xyz='0 0 0'/></joint>\n";
    rbd_error error;
    rbd_reader_config config = rbd_default_reader_config();
    rbd_model *m = load(body, NULL, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_EQ(7, m->n_bodies); /* the world with base, a b c d f, and e; g merged into f */
    EXPECT_EQ(1 + 1 + 2 + 4 + 4 + 7, m->nq);
    EXPECT_EQ(1 + 1 + 1 + 3 + 3 + 6, m->nv);
    EXPECT_STREQ("a", m->name[1]);
    EXPECT_STREQ("f", m->name[5]);
    EXPECT_STREQ("e", m->name[6]);
    EXPECT_EQ((int)RBD_KIND_REVOLUTE_Z, (int)m->kind[1]);
    EXPECT_EQ((int)RBD_KIND_PRISMATIC_X, (int)m->kind[2]); /* the default axis is x */
    EXPECT_NEAR(-1, m->dof[0].lower, 0);
    EXPECT_NEAR(2, m->dof[0].upper, 0);
    EXPECT_NEAR(10, m->dof[0].max_effort, 0);
    EXPECT_NEAR(5, m->dof[0].max_velocity, 0);
    EXPECT_NEAR(0.5, m->dof[0].damping, 0);
    EXPECT_NEAR(0.25, m->dof[0].friction, 0);
    EXPECT_TRUE(m->dof[2].upper == TACT_REAL_MAX);
    EXPECT_NEAR(4, m->inertia[5].mass, 0); /* f with g */
    EXPECT_EQ(m->frames[rbd_model_find_frame(m, "j7")].body, 5);
    rbd_model_destroy(m);
    config.continuous_as_angle = 1, config.ignore_passive = 1;
    m = load(body, &config, &error);
    EXPECT_EQ(1 + 1 + 1 + 4 + 4 + 7, m->nq);
    EXPECT_NEAR(0, m->dof[0].damping, 0);
    rbd_model_destroy(m);
}

UTEST(urdf, siblings_alphabetical_or_as_in_the_file) {
    static const char body[] =
        "<link name='base'/><link name='x'>%I</link><link name='y'>%I</link><link name='z'>%I</link>"
        "<joint name='jc' type='continuous'><parent link='base'/><child link='x'/></joint>"
        "<joint name='ja' type='continuous'><parent link='base'/><child link='y'/></joint>"
        "<joint name='jb' type='continuous'><parent link='x'/><child link='z'/></joint>";
    rbd_error error;
    rbd_reader_config config = rbd_default_reader_config();
    rbd_model *m = load(body, NULL, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_STREQ("y", m->name[1]);
    EXPECT_STREQ("x", m->name[2]);
    EXPECT_STREQ("z", m->name[3]);
    rbd_model_destroy(m);
    config.order = RBD_SIBLINGS_AS_IN_FILE;
    m = load(body, &config, &error);
    EXPECT_STREQ("x", m->name[1]);
    EXPECT_STREQ("z", m->name[2]);
    EXPECT_STREQ("y", m->name[3]);
    rbd_model_destroy(m);
}

/* A floating-base robot with three links fixed together at odd angles has the composite inertia: its momentum is the
   sum of the links', each computed from its own pose. Checked through the mass matrix of the free joint against a
   model of three bodies welded by hand. */
UTEST(urdf, fixed_joints_merge_with_rotated_children) {
    static const char body[] =
        "<link name='base'>%I</link><link name='l1'>%I</link><link name='l2'><inertial><origin xyz='0 .2 0' rpy='.3 "
        ".2 .1'/>"
        "<mass value='3'/><inertia ixx='.05' iyy='.04' izz='.03' ixy='.001' ixz='.002' iyz='.003'/></inertial></link>"
        "<joint name='f1' type='fixed'><parent link='base'/><child link='l1'/><origin xyz='1 2 3' rpy='.4 -.5 "
        ".6'/></joint>"
        "<joint name='f2' type='fixed'><parent link='l1'/><child link='l2'/><origin xyz='-1 .5 .25' rpy='-1 2 "
        ".7'/></joint>";
    rbd_error error;
    rbd_reader_config config = rbd_default_reader_config();
    rbd_model *m;
    rbd_inertia base = {2, {TACT_R(0.1), 0, 0}, TACT_R(.02), 0, 0, TACT_R(.03), 0, TACT_R(.04)};
    rbd_inertia own = {3, {0, 0, 0}, TACT_R(.05), TACT_R(.001), TACT_R(.002), TACT_R(.04), TACT_R(.003), TACT_R(.03)};
    tact_quat r1, r2, r3;
    tact_pose p1, p2, p3;
    rbd_inertia sum;
    config.floating_base = 1;
    m = load(body, &config, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_EQ(2, m->n_bodies);
    EXPECT_EQ(6, m->nv);
#define RPY(r, p, y)                                                                                                   \
    tact_quat_mul(tact_quat_axis_angle(tact_vec(0, 0, 1), TACT_R(y)),                                                  \
                  tact_quat_mul(tact_quat_axis_angle(tact_vec(0, 1, 0), TACT_R(p)),                                    \
                                tact_quat_axis_angle(tact_vec(1, 0, 0), TACT_R(r))))
    r1 = RPY(.4, -.5, .6);
    r2 = RPY(-1, 2, .7);
    r3 = RPY(.3, .2, .1);
    p1 = tact_pose_make(tact_vec(1, 2, 3), r1);
    p2 = tact_pose_mul(p1, tact_pose_make(tact_vec(-1, TACT_R(.5), TACT_R(.25)), r2));
    p3 = tact_pose_mul(p2, tact_pose_make(tact_vec(0, TACT_R(.2), 0), r3));
    sum = rbd_inertia_sum(base, rbd_inertia_sum(rbd_inertia_placed(base, p1), rbd_inertia_placed(own, p3)));
    EXPECT_NEAR(7, m->inertia[1].mass, 1e-15);
    EXPECT_NEAR(sum.com.x, m->inertia[1].com.x, 1e-14);
    EXPECT_NEAR(sum.com.z, m->inertia[1].com.z, 1e-14);
    EXPECT_NEAR(sum.xx, m->inertia[1].xx, 1e-13);
    EXPECT_NEAR(sum.xy, m->inertia[1].xy, 1e-13);
    EXPECT_NEAR(sum.yz, m->inertia[1].yz, 1e-13);
    EXPECT_NEAR(sum.zz, m->inertia[1].zz, 1e-13);
    rbd_model_destroy(m);
}

typedef struct seen {
    int n_geometry, n_warnings;
    rbd_geometry last[8];
    char link[8][32], mesh[8][64];
    char warning[400];
    int line;
} seen;
static void on_geometry(void *user, const rbd_geometry *g) {
    seen *s = (seen *)user;
    if (s->n_geometry < 8) {
        s->last[s->n_geometry] = *g;
        snprintf(s->link[s->n_geometry], 32, "%s", g->link);
        snprintf(s->mesh[s->n_geometry], 64, "%s", g->mesh ? g->mesh : "");
    }
    ++s->n_geometry;
}
static void on_warning(void *user, int line, const char *message) {
    seen *s = (seen *)user;
    ++s->n_warnings, s->line = line;
    snprintf(s->warning, sizeof s->warning, "%s", message);
}

UTEST(urdf, collision_geometry_comes_with_the_pose_after_merging) {
    static const char body[] =
        "<link name='base'><collision><geometry><box size='1 2 3'/></geometry></collision></link>"
        "<link name='a'>%I<visual><geometry><sphere radius='9'/></geometry></visual>"
        "<collision name='ball'><origin xyz='0 0 .5'/><geometry><sphere radius='.1'/></geometry></collision></link>"
        "<link name='tip'><collision><origin xyz='1 0 0' rpy='0 0 1.5707963267948966'/><geometry><cylinder "
        "radius='.2' length='.4'/></geometry></collision>"
        "<collision><geometry><capsule radius='.3' length='.6'/></geometry></collision>"
        "<collision><geometry><mesh filename='package://x/y.stl' scale='1 1 -1'/></geometry></collision>"
        "<collision><geometry><teapot/></geometry></collision></link>"
        "<joint name='j' type='continuous'><parent link='base'/><child link='a'/></joint>"
        "<joint name='f' type='fixed'><parent link='a'/><child link='tip'/><origin xyz='0 2 0' rpy='0 0 "
        "1.5707963267948966'/></joint>";
    seen s;
    rbd_error error;
    rbd_reader_config config = rbd_default_reader_config();
    rbd_model *m;
    tact_vec3 x;
    memset(&s, 0, sizeof s);
    config.user = &s;
    config.geometry = on_geometry;
    config.warning = on_warning;
    m = load(body, &config, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    ASSERT_EQ(5, s.n_geometry);
    EXPECT_EQ(1, s.n_warnings); /* the teapot */
    EXPECT_TRUE(strstr(s.warning, "teapot") != NULL);
    EXPECT_EQ((int)RBD_GEOMETRY_BOX, (int)s.last[0].type);
    EXPECT_EQ(0, s.last[0].body);
    EXPECT_NEAR(3, s.last[0].size.z, 0);
    EXPECT_EQ(1, s.last[1].body);
    EXPECT_STREQ("a", s.link[1]);
    EXPECT_NEAR(0.5, s.last[1].pose.p.z, 0);
    EXPECT_EQ((int)RBD_GEOMETRY_CYLINDER, (int)s.last[2].type);
    EXPECT_STREQ("tip", s.link[2]);
    EXPECT_EQ(1, s.last[2].body);
    /* tip is at (0,2,0) turned by 90 degrees: its x is a's y; then turned by another 90 */
    EXPECT_NEAR(0, s.last[2].pose.p.x, 1e-15);
    EXPECT_NEAR(3, s.last[2].pose.p.y, 1e-15);
    x = tact_rotate(s.last[2].pose.q, tact_vec(1, 0, 0));
    EXPECT_NEAR(-1, x.x, 1e-15);
    EXPECT_EQ((int)RBD_GEOMETRY_CAPSULE, (int)s.last[3].type);
    EXPECT_NEAR(0.6, s.last[3].length, 0);
    EXPECT_EQ((int)RBD_GEOMETRY_MESH, (int)s.last[4].type);
    EXPECT_STREQ("package://x/y.stl", s.mesh[4]);
    EXPECT_NEAR(-1, s.last[4].size.z, 0);
    rbd_model_destroy(m);
    config.visuals = 1;
    m = load(body, &config, &error);
    EXPECT_EQ(5 + 6, s.n_geometry);
    rbd_model_destroy(m);
}

UTEST(urdf, mimic_follows_even_a_later_or_continuous_joint) {
    static const char body[] =
        "<link name='base'/><link name='a'>%I</link><link name='b'>%I</link><link name='c'>%I</link>"
        "<joint name='a' type='revolute'><parent link='base'/><child link='a'/><mimic joint='z' multiplier='-2' "
        "offset='.5'/>"
        "<limit lower='-1' upper='1' effort='1' velocity='1'/></joint>"
        "<joint name='z' type='continuous'><parent link='base'/><child link='b'/></joint>"
        "<joint name='m' type='prismatic'><parent link='b'/><child link='c'/><mimic joint='a'/>"
        "<limit lower='-1' upper='1' effort='1' velocity='1'/></joint>";
    rbd_error error;
    rbd_reader_config config = rbd_default_reader_config();
    rbd_model *m = load(body, NULL, &error);
    rbd_data *d;
    tact_real q[1] = {TACT_R(0.3)};
    tact_pose pa;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_EQ(1, m->nq);
    EXPECT_EQ(1, m->nv);
    EXPECT_EQ(2, m->n_coupled);
    d = rbd_data_create(m, NULL);
    ASSERT_EQ((int)RBD_OK, (int)rbd_fk(m, d, q));
    pa = rbd_body_pose(d, rbd_model_find_body(m, "a"));
    EXPECT_NEAR(-0.1, 2 * atan2((double)pa.q.x, (double)pa.q.w), 1e-14); /* -2 * 0.3 + 0.5 */
    pa = rbd_body_pose(d, rbd_model_find_body(m, "c"));
    EXPECT_NEAR(-0.1, pa.p.x, 1e-14); /* follows a follower; b turns about x, along which c moves */
    rbd_data_destroy(d), rbd_model_destroy(m);
    config.ignore_mimic = 1;
    m = load(body, &config, &error);
    EXPECT_EQ(3, m->nv);
    EXPECT_EQ(4, m->nq);
    rbd_model_destroy(m);
}

UTEST(urdf, planar_axis_is_the_normal) {
    static const char body[] =
        "<link name='base'/><link name='a'>%I</link>"
        "<joint name='p' type='planar'><parent link='base'/><child link='a'/><axis xyz='1 0 0'/></joint>";
    rbd_error error;
    rbd_model *m = load(body, NULL, &error);
    rbd_data *d;
    tact_real q[4] = {1, 2, 0, 1}; /* moved and turned by 90 degrees */
    tact_pose p;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    d = rbd_data_create(m, NULL);
    ASSERT_EQ((int)RBD_OK, (int)rbd_fk(m, d, q));
    p = rbd_frame_pose(d, &m->frames[rbd_model_find_frame(m, "a")]);
    EXPECT_NEAR(0, p.p.x, 1e-15); /* stays in the plane x = 0 */
    EXPECT_NEAR(5, tact_norm2(p.p), 1e-14);
    EXPECT_NEAR(1, tact_rotate(p.q, tact_vec(1, 0, 0)).x, 1e-15); /* and turns about x */
    rbd_data_destroy(d), rbd_model_destroy(m);
}

UTEST(urdf, a_root_named_world_is_the_world_and_parents_can_be_chosen) {
    const char *t =
        robot("<link name='world'/><link name='a'>%I</link>"
              "<joint name='j' type='continuous'><parent link='world'/><child link='a'/><origin xyz='1 0 0'/></joint>");
    rbd_error error;
    rbd_reader_config config = rbd_default_reader_config();
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_model *m;
    int root;
    config.placement = tact_pose_at(0, 0, 5);
    EXPECT_EQ(0, rbd_builder_add_urdf(b, t, strlen(t), &config, &error));
    t = robot("<link name='arm'>%I</link>");
    config.parent = rbd_builder_find(b, "a"), config.placement = tact_pose_at(0, 3, 0);
    root = rbd_builder_add_urdf(b, t, strlen(t), &config, &error);
    ASSERT_GT(root, 0);
    m = rbd_model_create(b, NULL, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_NEAR(1, m->placement_position[1].x, 0);
    EXPECT_NEAR(5, m->placement_position[1].z, 0);
    EXPECT_NEAR(3, m->frames[m->added_frame[root]].position.y, 0);
    EXPECT_EQ(1, m->added_body[root]);
    rbd_model_destroy(m);
    rbd_builder_destroy(b);
    t = robot("<link name='world'/><link name='a'>%I</link>"
              "<joint name='j' type='continuous'><parent link='world'/><child link='a'/></joint>");
    config = rbd_default_reader_config();
    config.floating_base = 1; /* then it is a link as others are, which cannot have the world's name */
    m = rbd_model_create_urdf(t, strlen(t), &config, NULL, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_EQ(7, m->nv);
    EXPECT_GT(rbd_model_find_frame(m, "world:link"), 0);
    rbd_model_destroy(m);
}

UTEST(urdf, warnings) {
    static const struct {
        const char *body, *part;
        int line;
    } cases[] = {
        {"<link name='b'/>\n<link name='tip'/>\n<joint name='j' type='continuous'><parent link='b'/><child "
         "link='tip'/></joint>",
         "'tip' moves", 3},
        {"<link name='b'/><link name='a'>%I</link>\n<joint name='j' type='revolute'><parent link='b'/><child "
         "link='a'/></joint>",
         "no limits", 3},
        {"<link name='b'>\n<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='3' ixy='0' ixz='0' "
         "iyz='0'/></inertial></link>",
         "Ixx + Iyy < Izz", 3},
        {"<link name='b'>\n<inertial><mass value='1'/></inertial></link>", "point mass", 3},
        {"<link name='b'>\n<inertial><inertia ixx='1' iyy='1' izz='1'/></inertial></link>", "without <mass>", 3},
        {"<link name='b'>\n<inertial><mass value='0'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>",
         "without mass is ignored", 3},
        {"<link name='b'>\n<intertial/></link>", "<intertial> is no element of URDF", 3},
        {"<link name='b'>\n<collision><origin xzy='1 2 3'/><geometry><sphere "
         "radius='1'/></geometry></collision></link>",
         "<origin> has no attribute 'xzy'", 3},
        {"<link name='b'/><link name='a'>%I</link><joint name='j' type='continuous'><parent link='b'/><child "
         "link='a'/>\n<safety_controller k_velocity='1'/></joint>",
         "<safety_controller> is passed over", 3},
        {"<link name='b'/>\n<transmission name='t'/><transmission name='u'/>", "<transmission> is passed over", 3},
        {"<link name='b'/><link name='a'>%I</link><joint name='j' type='continuous'><parent link='b'/><child "
         "link='a'/><axis xyz='0 0 1'/>\n<axis xyz='1 0 0'/></joint>",
         "a second <axis> in <joint>", 3},
        {"<link name='b'><collision><geometry><sphere radius='1'/>\n<box size='1 1 1'/></geometry></collision></link>",
         "a second shape", 3}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        seen s;
        rbd_error error;
        rbd_reader_config config = rbd_default_reader_config();
        rbd_model *m;
        memset(&s, 0, sizeof s);
        config.user = &s, config.warning = on_warning;
        m = load(cases[i].body, &config, &error);
        ASSERT_TRUE_MSG(m != NULL, error.text);
        EXPECT_EQ(1, s.n_warnings);
        EXPECT_TRUE_MSG(strstr(s.warning, cases[i].part) != NULL, s.warning);
        EXPECT_EQ_MSG(cases[i].line, s.line, s.warning);
        rbd_model_destroy(m);
        if (i == 2) {
            config.refuse_unphysical = 1;
            EXPECT_TRUE(load(cases[i].body, &config, &error) == NULL);
            EXPECT_EQ((int)RBD_BAD_INERTIA, (int)error.status);
        }
    }
}

#define L2 "<link name='p'/><link name='c'/>\n"
UTEST(urdf, errors_name_the_line_and_leave_the_builder_alone) {
    static const struct {
        const char *body, *part;
        int line;
    } cases[] = {
        {"", "no <link>", 1},
        {"<link/>", "without a name", 2},
        {"<link name=''/>", "without a name", 2},
        {"<link name='a'/>\n<link name='a'/>", "'a' exists twice", 3},
        {L2 "<joint name='j' type='fixed'><parent link='p'/></joint>", "needs <child", 3},
        {L2 "<joint name='j' type='fixed'><parent link='p'/><child link='x'/></joint>", "no link 'x'", 3},
        {L2 "<joint name='j' type='wobbly'><parent link='p'/><child link='c'/></joint>", "unknown type 'wobbly'", 3},
        {L2 "<joint name='j'><parent link='p'/><child link='c'/></joint>", "has no type", 3},
        {L2 "<joint type='fixed'><parent link='p'/><child link='c'/></joint>", "without a name", 3},
        {L2 "<joint name='j' type='fixed'><parent link='p'/><child link='c'/></joint>\n"
            "<joint name='k' type='fixed'><parent link='p'/><child link='c'/></joint>",
         "two parent joints", 4},
        {L2 "<joint name='j' type='fixed'><parent link='p'/><child link='c'/></joint>\n"
            "<joint name='j' type='fixed'><parent link='c'/><child link='p'/></joint>",
         "'j' exists twice", 4},
        {L2 "<joint name='j' type='fixed'><parent link='p'/><child link='c'/></joint>\n"
            "<joint name='k' type='fixed'><parent link='c'/><child link='p'/></joint>",
         "cycle", 2},
        {L2 "<joint name='j' type='fixed'><parent link='c'/><child link='c'/></joint>", "cycle", 2},
        {L2, "two root links", 2},
        {L2 "<joint name='j' type='revolute'><parent link='p'/><child link='c'/><axis xyz='0 0 0'/></joint>",
         "no direction", 3},
        {L2 "<joint name='j' type='revolute'><parent link='p'/><child link='c'/>\n<axis xyz='0 0'/></joint>",
         "fewer numbers", 4},
        {L2 "<joint name='j' type='revolute'><parent link='p'/><child link='c'/>\n<origin xyz='0 0 1e999'/></joint>",
         "out of range", 4},
        {L2 "<joint name='j' type='revolute'><parent link='p'/><child link='c'/>\n<origin rpy='0 nan 0'/></joint>",
         "NaN", 4},
        {L2 "<joint name='j' type='revolute'><parent link='p'/><child link='c'/>\n<limit lower='2' upper='1'/></joint>",
         "lower limit is above", 4},
        {L2 "<joint name='j' type='revolute'><parent link='p'/><child link='c'/>\n<dynamics damping='-1'/></joint>",
         "negative", 4},
        {L2 "<joint name='j' type='revolute'><parent link='p'/><child link='c'/>\n<mimic joint='x'/></joint>",
         "does not exist", 4},
        {L2 "<joint name='j' type='revolute'><parent link='p'/><child link='c'/><mimic joint='j'/></joint>",
         "mimics in a cycle", 3},
        {L2 "<joint name='j' type='floating'><parent link='p'/><child link='c'/><mimic joint='j'/></joint>", "cycle",
         3},
        {"<link name='a'>\n<inertial><mass value='-1'/></inertial></link>", "negative", 3},
        {"<link name='a'>\n<inertial>\n<mass/></inertial></link>", "needs the attribute value", 4},
        {"<link name='a'>\n<inertial><mass value='1'/>\n<inertia ixx='1'/></inertial></link>",
         "needs the attribute iyy", 4},
        {"<link name='a'><collision><geometry>\n<box size='1 2'/></geometry></collision></link>", "fewer numbers", 3},
        {"<link name='a'><collision><geometry>\n<box/></geometry></collision></link>", "needs the attribute size", 3},
        {"<link name='a'><collision><geometry>\n<sphere radius='-1'/></geometry></collision></link>", "negative", 3},
        {"<link name='a'><collision><geometry>\n<mesh/></geometry></collision></link>", "filename", 3},
        {"<link name='a'/>\n<xacro:macro name='x'/>", "xacro", 3},
        {"<link name='a'/>\n<link name='${prefix}b'/>", "xacro", 3},
        {"<link name='a'/>\n<link name='$(arg b)'/>", "xacro", 3},
        {"<link name='a'>\n</joint>", "</link>", 3}};
    size_t i;
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_body before = rbd_default_body("before", RBD_WORLD);
    rbd_error error;
    ASSERT_EQ(1, rbd_builder_add(b, &before, &error));
    for (i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const char *t = robot(cases[i].body);
        int result = rbd_builder_add_urdf(b, t, strlen(t), NULL, &error);
        EXPECT_TRUE_MSG(result < 0, cases[i].body);
        EXPECT_EQ_MSG(result, (int)error.status, error.text);
        EXPECT_TRUE_MSG(strstr(error.text, cases[i].part) != NULL, error.text);
        EXPECT_EQ_MSG(cases[i].line, error.index, error.text);
        EXPECT_EQ_MSG(2, rbd_builder_count(b), cases[i].body);
        EXPECT_EQ(result, rbd_builder_add_urdf(b, t, strlen(t), NULL, NULL)); /* no error struct, no crash */
    }
    EXPECT_EQ((int)RBD_BAD_TEXT, rbd_builder_add_urdf(b, "<mujoco/>", 9, NULL, &error));
    EXPECT_TRUE(strstr(error.text, "MJCF") != NULL);
    EXPECT_EQ((int)RBD_BAD_ARGUMENT, rbd_builder_add_urdf(b, NULL, 9, NULL, &error));
    EXPECT_EQ((int)RBD_BAD_TEXT, rbd_builder_add_urdf(b, NULL, 0, NULL, &error));
    rbd_builder_destroy(b);
}

/* Long chains and wide trees: linear memory, no recursion. */
UTEST(urdf, large_trees) {
    int n = 3000, i;
    char *big = (char *)malloc(400 * (size_t)n), *p = big;
    rbd_error error;
    rbd_model *m;
    p += sprintf(p, "<robot name='r'><link name='l0'/>");
    for (i = 1; i <= n; ++i)
        p += sprintf(p,
                     "<link name='l%d'>%s</link><joint name='j%d' type='continuous'><parent link='l%d'/><child "
                     "link='l%d'/></joint>",
                     i, inertial, i, i < n / 2 ? i - 1 : 0, i);
    p += sprintf(p, "</robot>");
    m = rbd_model_create_urdf(big, (size_t)(p - big), NULL, NULL, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_EQ(n + 1, m->n_bodies);
    EXPECT_EQ(n, m->nv);
    rbd_model_destroy(m);
    free(big);
}

UTEST_MAIN()
