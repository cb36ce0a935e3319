/* Facts about the MJCF reader: nested bodies and frames, every joint type with offsets, references and several per
   body, units and Euler sequences, default classes, inertia from geoms, equalities as couplings and constraints, and
   errors with lines. */
#include "utest.h"

#include "rbd_common.h"

static rbd_model *load(const char *t, const rbd_reader_config *config, rbd_error *error) {
    return rbd_model_create_mjcf(t, strlen(t), config, NULL, error);
}

UTEST(mjcf, bodies_joints_and_defaults) {
    static const char t[] = "<mujoco><compiler angle='degree'/><option gravity='0 0 -1.62'/>\n"
                            "<default><joint damping='0.5'/><default class='stiff'><joint stiffness='7' "
                            "armature='0.01'/><geom density='500'/></default></default>\n"
                            "<worldbody><body name='base' pos='0 0 1'><freejoint name='root'/><inertial pos='0 0 0' "
                            "mass='3' diaginertia='1 2 2.5'/>\n"
                            "<body name='arm' pos='1 0 0' euler='0 0 90' childclass='stiff'><joint name='hinge' "
                            "axis='0 0 2' range='-90 45'/>"
                            "<geom type='box' size='.1 .2 .3'/>\n"
                            "<frame pos='0 0 2'><body name='hand' quat='0 1 0 0'><joint name='s' type='slide' "
                            "axis='1 0 0' class='main' ref='.25'/>"
                            "<joint name='b' type='ball'/><geom size='.1' mass='2'/><site name='tip' pos='0 0 "
                            ".5'/></body></frame></body></body></worldbody></mujoco>";
    rbd_error error;
    rbd_model *m = load(t, NULL, &error);
    rbd_data *d;
    tact_real q[16] = {0};
    tact_pose p;
    int arm;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_EQ(7 + 1 + 1 + 4, m->nq);
    EXPECT_EQ(6 + 1 + 1 + 3, m->nv);
    EXPECT_NEAR(-1.62, m->gravity.z, 0);
    arm = rbd_model_find_body(m, "arm");
    EXPECT_NEAR(-TACT_PI / 2, m->dof[6].lower, 1e-15);
    EXPECT_NEAR(TACT_PI / 4, m->dof[6].upper, 1e-15);
    EXPECT_NEAR(0.5, m->dof[6].damping, 0); /* from main, through the class */
    EXPECT_NEAR(7, m->dof[6].stiffness, 0); /* from the class */
    EXPECT_NEAR(0.01, m->dof[6].armature, 0);
    EXPECT_NEAR(0, m->dof[7].stiffness, 0); /* class main overrides the childclass */
    EXPECT_NEAR(8 * .1 * .2 * .3 * 500, m->inertia[arm].mass, 1e-12);
    EXPECT_NEAR(24.0 / 3 * (.04 + .09), m->inertia[arm].xx, 1e-12); /* 24 kg: m/3 (y^2 + z^2) */
    d = rbd_data_create(m, NULL);
    rbd_neutral(m, q);
    q[2] = 1;            /* where the file puts the base: the free joint counts from the world */
    q[8] = TACT_R(0.25); /* the slide at its reference */
    ASSERT_EQ((int)RBD_OK, (int)rbd_fk(m, d, q));
    p = rbd_frame_pose(d, &m->frames[rbd_model_find_frame(m, "hand")]);
    EXPECT_NEAR(1, p.p.x, 1e-15);
    EXPECT_NEAR(0, p.p.y, 1e-15);
    EXPECT_NEAR(1 + 2, p.p.z, 1e-15);
    p = rbd_frame_pose(d, &m->frames[rbd_model_find_frame(m, "tip")]);
    EXPECT_NEAR(3 - .5, p.p.z, 1e-15); /* quat 0 1 0 0 turns by 180 degrees about x */
    rbd_data_destroy(d), rbd_model_destroy(m);
}

/* A joint away from the body's origin turns the body about its own point. */
UTEST(mjcf, joint_positions) {
    static const char t[] =
        "<mujoco><compiler angle='radian'/><worldbody><body name='door' pos='1 0 0'><joint name='h' pos='-.5 0 0' "
        "ref='0.5'/><geom size='.1'/><body name='knob' pos='.4 0 0'><geom "
        "size='.01'/></body></body></worldbody></mujoco>";
    rbd_error error;
    rbd_model *m = load(t, NULL, &error);
    rbd_data *d;
    tact_real q[1];
    tact_pose p;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    d = rbd_data_create(m, NULL);
    q[0] = TACT_R(0.5); /* the reference: as drawn */
    rbd_fk(m, d, q);
    p = rbd_frame_pose(d, &m->frames[rbd_model_find_frame(m, "door")]);
    EXPECT_NEAR(1, p.p.x, 1e-15);
    EXPECT_NEAR(0, p.p.y, 1e-15);
    EXPECT_NEAR(0, p.q.z, 1e-15);
    q[0] = TACT_R(0.5) + TACT_PI / 2;
    rbd_fk(m, d, q);
    p = rbd_frame_pose(d, &m->frames[rbd_model_find_frame(m, "door")]);
    EXPECT_NEAR(0.5, p.p.x, 1e-15); /* hinge at x = 0.5 */
    EXPECT_NEAR(0.5, p.p.y, 1e-15);
    p = rbd_frame_pose(d, &m->frames[rbd_model_find_frame(m, "knob")]);
    EXPECT_NEAR(0.9, p.p.y, 1e-15);
    rbd_data_destroy(d), rbd_model_destroy(m);
}

UTEST(mjcf, orientations) {
    static const struct {
        const char *compiler, *attribute;
        double x, y, z; /* where it takes (1, 0, 0) */
    } cases[] = {
        {"", "euler='0 0 90'", 0, 1, 0},
        {"angle='radian'", "euler='0 0 1.5707963267948966'", 0, 1, 0},
        {"eulerseq='zyx'", "euler='90 0 90'", 0, 1, 0}, /* z, then x of the turned frame: x stays at y */
        {"eulerseq='XYZ'", "euler='90 0 90'", 0, 1, 0}, /* fixed axes: about x leaves x, about z takes it to y */
        {"eulerseq='ZYX'", "euler='90 0 90'", 0, 0, 1}, /* about z to y, about the fixed x to z */
        {"", "axisangle='0 0 2 90'", 0, 1, 0},
        {"", "xyaxes='0 1 0 -1 0 0'", 0, 1, 0},
        {"", "zaxis='1 0 0'", 0, 0, -1},
        {"", "quat='2 0 0 2'", 0, 1, 0}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char t[600];
        rbd_error error;
        rbd_model *m;
        tact_mat3 R;
        snprintf(
            t, sizeof t,
            "<mujoco><compiler %s/><worldbody><body name='a' %s><joint/><geom size='1'/></body></worldbody></mujoco>",
            cases[i].compiler, cases[i].attribute);
        m = load(t, NULL, &error);
        ASSERT_TRUE_MSG(m != NULL, error.text);
        R = m->placement_rotation[1];
        EXPECT_NEAR_MSG(cases[i].x, R.m[0][0], 1e-15, cases[i].attribute);
        EXPECT_NEAR_MSG(cases[i].y, R.m[1][0], 1e-15, cases[i].attribute);
        EXPECT_NEAR_MSG(cases[i].z, R.m[2][0], 1e-15, cases[i].attribute);
        rbd_model_destroy(m);
    }
}

/* Solids: a capsule's inertia from its parts by the parallel-axis theorem, fromto, ellipsoid; MuJoCo's density. */
UTEST(mjcf, inertia_from_geoms) {
    static const char t[] = "<mujoco><worldbody><body name='c'><joint/><geom type='capsule' fromto='0 0 -1 0 0 1' "
                            "size='.5' density='10'/></body>"
                            "<body name='e'><joint/><geom type='ellipsoid' size='1 2 3' mass='5' pos='1 0 "
                            "0'/></body></worldbody></mujoco>";
    rbd_error error;
    rbd_model *m = load(t, NULL, &error);
    double pi = 3.14159265358979323846, cylinder = 10 * pi * .25 * 2, half = 10 * pi * 2 / 3 * .125, d = 3.0 / 8 * .5,
           own, xx;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    own = half * (2.0 / 5 * .25) -
          half * d * d; /* half sphere about its own centre of mass, which is 3r/8 off the disk */
    xx = cylinder * (.25 / 4 + 4.0 / 12) + 2 * (own + half * (1 + d) * (1 + d));
    EXPECT_NEAR(cylinder + 2 * half, m->inertia[1].mass, 1e-12);
    EXPECT_NEAR(xx, m->inertia[1].xx, 1e-12);
    EXPECT_NEAR(cylinder * .125 + 2 * half * .4 * .25, m->inertia[1].zz, 1e-12);
    EXPECT_NEAR(5.0 / 5 * (4 + 9), m->inertia[2].xx, 1e-12);
    EXPECT_NEAR(1, m->inertia[2].com.x, 0);
    rbd_model_destroy(m);
}

typedef struct found {
    rbd_constraint c[4];
    int n, geometry, visual, warnings;
    char warning[300];
} found;
static void on_constraint(void *user, const rbd_constraint *c, const char *name, int line) {
    found *f = (found *)user;
    (void)name, (void)line;
    f->c[f->n++] = *c;
}
static void on_geometry(void *user, const rbd_geometry *g) {
    found *f = (found *)user;
    ++f->geometry;
    f->visual += g->visual;
}
static void on_warning(void *user, int line, const char *text) {
    found *f = (found *)user;
    (void)line;
    ++f->warnings;
    snprintf(f->warning, sizeof f->warning, "%s", text);
}

/* The anchor of a connect is one point of both bodies where the file puts them, so the loop's error is zero there; a
   joint equality couples. */
UTEST(mjcf, equalities) {
    static const char t[] = "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body name='a' pos='1 2 3' "
                            "euler='10 20 30'><joint name='ja' pos='.1 0 0'/><geom size='.1'/>"
                            "<body name='b' pos='0 1 0' euler='0 0 40'><joint name='jb' ref='10'/><geom "
                            "size='.2'/><geom size='.3' contype='0' conaffinity='0'/></body></body>"
                            "<body name='c' pos='1 0 0'><joint name='jc'/><geom size='.2'/></body></worldbody>"
                            "<equality><connect body1='b' body2='c' anchor='.3 .2 .1'/><weld body1='a' "
                            "body2='c'/><connect body1='c' anchor='0 0 0' active='false'/>"
                            "<joint joint1='jc' joint2='jb' polycoef='.5 2 0 0 0'/><joint joint1='ja' polycoef='0 1 "
                            "3'/></equality></mujoco>";
    found f;
    rbd_error error;
    rbd_reader_config config = rbd_default_reader_config();
    rbd_model *m;
    rbd_data *d;
    rbd_constraints *set;
    tact_real q[2] = {0, TACT_PI / 18};
    int i;
    memset(&f, 0, sizeof f);
    config.user = &f;
    config.constraint = on_constraint;
    config.geometry = on_geometry;
    config.warning = on_warning;
    m = load(t, &config, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_EQ(1, m->n_coupled);
    EXPECT_EQ(1, m->nv); /* jc follows jb, ja is locked */
    EXPECT_EQ(2, f.n);
    EXPECT_EQ(4, f.geometry);
    EXPECT_EQ(0, f.visual);
    EXPECT_EQ(0, f.warnings);
    d = rbd_data_create(m, NULL);
    set = rbd_constraints_create(m, f.c, 2, NULL, &error);
    ASSERT_TRUE_MSG(set != NULL, error.text);
    q[0] = TACT_PI / 18;
    ASSERT_EQ((int)RBD_OK, (int)rbd_fk(m, d, q));
    {
        /* jc = 0.5 + 2 (jb - 10 degrees) = 0.5 rad here, away from the drawing: the connect is off by that turn alone
         */
        tact_pose pc = rbd_body_pose(d, rbd_model_find_body(m, "c"));
        EXPECT_NEAR(0.5, 2 * atan2((double)pc.q.z, (double)pc.q.w), 1e-14);
    }
    rbd_constraints_evaluate(set, d);
    for (i = 0; i < set->n_rows; ++i) EXPECT_TRUE(tact_finite(set->error[i]));
    rbd_constraints_destroy(set);
    rbd_data_destroy(d), rbd_model_destroy(m);
    /* without the couplings everything stands as drawn at the references, and both loops hold */
    config.ignore_mimic = 1, f.n = 0;
    m = load(t, &config, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_EQ(3, m->nv);
    {
        tact_real drawn[3] = {0, 0, 0};
        drawn[1] = TACT_PI / 18;
        d = rbd_data_create(m, NULL);
        set = rbd_constraints_create(m, f.c, 2, NULL, &error);
        ASSERT_TRUE_MSG(set != NULL, error.text);
        ASSERT_EQ((int)RBD_OK, (int)rbd_fk(m, d, drawn));
        rbd_constraints_evaluate(set, d);
        for (i = 0; i < set->n_rows; ++i) EXPECT_NEAR(0, set->error[i], 1e-14);
    }
    rbd_constraints_destroy(set);
    rbd_data_destroy(d), rbd_model_destroy(m);
}

UTEST(mjcf, errors) {
    static const struct {
        const char *body, *part;
        int line;
    } cases[] = {{"<body name='a'>\n<joint type='wobbly'/></body>", "type cannot be 'wobbly'", 3},
                 {"<body name='a'>\n<joint axis='0 0 0'/></body>", "no direction", 3},
                 {"<body name='a'>\n<joint range='2 1'/></body>", "upside down", 3},
                 {"<body name='a'>\n<joint damping='-2'/></body>", "negative", 3},
                 {"<body name='a'>\n<geom type='blob'/></body>", "type cannot be 'blob'", 3},
                 {"<body name='a'>\n<geom size='-1'/></body>", "negative", 3},
                 {"<body name='a'>\n<body name='a'/></body>", "name", 3},
                 {"<body name='a'>\n<body name='b'><freejoint/></body></body>", "free joint", 3},
                 {"<body name='a'>\n<inertial mass='1' pos='0 0 0' diaginertia='1 1 3'/></body>", "Ixx", 3},
                 {"<body name='a'>\n<inertial pos='0 0 0' diaginertia='1 1 1'/></body>", "mass", 3},
                 {"<body name='a' childclass='x'/>", "no default class 'x'", 2},
                 {"<body name='a' quat='0 0 0 0'/>", "normalised", 2},
                 {"<body name='a'>\n<include file='x'/></body>", "include", 3}};
    size_t i;
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_error error;
    for (i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char t[600];
        snprintf(t, sizeof t, "<mujoco><worldbody>\n%s</worldbody></mujoco>", cases[i].body);
        EXPECT_TRUE_MSG(rbd_builder_add_mjcf(b, t, strlen(t), NULL, &error) < 0, cases[i].body);
        EXPECT_TRUE_MSG(strstr(error.text, cases[i].part) != NULL, error.text);
        EXPECT_EQ_MSG(cases[i].line, error.index, error.text);
        EXPECT_EQ(1, rbd_builder_count(b));
    }
    EXPECT_TRUE(rbd_builder_add_mjcf(b, "<robot/>", 8, NULL, &error) < 0);
    EXPECT_TRUE(strstr(error.text, "<mujoco>") != NULL);
    rbd_builder_destroy(b);
}

/* A scene of geoms alone has no links; its geoms are the world's. */
static void count_geometry(void *user, const rbd_geometry *g) { *(int *)user += g->body == 0; }
UTEST(mjcf, a_scene_without_bodies) {
    static const char t[] =
        "<mujoco><worldbody><geom type='plane' size='1 1 1'/><geom size='.1'/></worldbody></mujoco>";
    rbd_reader_config config = rbd_default_reader_config();
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_error error;
    rbd_model *m;
    int n = 0;
    config.geometry = count_geometry, config.user = &n;
    EXPECT_EQ((int)RBD_WORLD, rbd_builder_add_mjcf(b, t, strlen(t), &config, &error));
    EXPECT_EQ(2, n);
    m = load(t, &config, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_EQ(1, m->n_bodies);
    EXPECT_EQ(0, m->nv);
    EXPECT_EQ(4, n);
    rbd_model_destroy(m), rbd_builder_destroy(b);
}

/* All shortcuts of one default class write to the same actuator, in the order of the file: a motor keeps the bias of a
   servo, unused, and takes no range from its inheritrange; a servo after a muscle keeps the muscle's constants. Numbers
   are those that MuJoCo 3.14 compiles. */
UTEST(mjcf, shortcuts_share_their_defaults) {
    static const char t[] =
        "<mujoco><default><default class='s'><position kp='500' kv='40' inheritrange='1'/><motor ctrlrange='-70 70' "
        "ctrllimited='true'/></default><default class='f'><muscle ctrllimited='true' ctrlrange='0 100'/><motor "
        "ctrllimited='true' ctrlrange='-3 3' gear='1'/><position ctrllimited='true' kp='10'/></default></default>"
        "<worldbody><body><joint name='j' range='-1 1'/><geom size='.1'/></body></worldbody><actuator>"
        "<motor class='s' joint='j'/><position class='f' joint='j' kp='2'/></actuator></mujoco>";
    rbd_error error;
    rbd_model *m = load(t, NULL, &error);
    const rbd_actuator *a;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    a = m->rig->actuators;
    EXPECT_EQ((int)RBD_BIAS_NONE, (int)a[0].bias);
    EXPECT_NEAR(1, a[0].gain_value[0], 0);
    EXPECT_NEAR(-70, a[0].control_lower, 0);
    EXPECT_NEAR(70, a[0].control_upper, 0);
    EXPECT_EQ((int)RBD_BIAS_AFFINE, (int)a[1].bias);
    EXPECT_NEAR(2, a[1].gain_value[0], 0);
    EXPECT_NEAR(0.75, a[1].bias_value[0], 0);
    EXPECT_NEAR(-2, a[1].bias_value[1], 0);
    EXPECT_NEAR(-1, a[1].bias_value[2], 0);
    EXPECT_NEAR(-3, a[1].control_lower, 0);
    rbd_model_destroy(m);
}

/* A muscle without a lengthrange has the one that the ranges of its joints allow: an arm of 1 m turns by one radian either
   way, its tip is joined to a point 2 m from the axle, straight ahead of the start: 1 m and the law of cosines. */
UTEST(mjcf, lengths_of_a_muscle) {
    static const char t[] =
        "<mujoco><compiler angle='radian'/><worldbody><site name='wall' pos='2 0 0'/><body><joint name='j' axis='0 0 "
        "1' "
        "%s/><geom size='.1' pos='.5 0 0'/><site name='tip' pos='1 0 0'/></body></worldbody><tendon><spatial name='t'>"
        "<site site='wall'/><site site='tip'/></spatial></tendon><actuator><muscle tendon='t'/><muscle joint='j' "
        "gear='.1'/></actuator></mujoco>";
    char text[sizeof t + 40];
    rbd_error error;
    rbd_model *m;
    snprintf(text, sizeof text, t, "limited='true' range='-1 1'");
    m = load(text, NULL, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_NEAR(1, m->rig->actuators[0].length_range[0], 1e-12);
    EXPECT_NEAR(sqrt(5 - 4 * cos(1.0)), m->rig->actuators[0].length_range[1], 1e-12);
    EXPECT_NEAR(-0.1, m->rig->actuators[1].length_range[0], 1e-15);
    EXPECT_NEAR(0.1, m->rig->actuators[1].length_range[1], 1e-15);
    rbd_model_destroy(m);
    snprintf(text, sizeof text, t, "");
    EXPECT_TRUE(load(text, NULL, &error) == NULL);
    EXPECT_TRUE_MSG(strstr(error.text, "no range of a joint bounds its length") != NULL, error.text);
}

UTEST_MAIN()
