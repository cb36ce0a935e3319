/* Facts about what a file holds besides the tree: meshes of known volume, files in files, copies and attached models,
   tendons whose lengths are known, moments that are derivatives of lengths, forces of actuators by their formulas,
   keyframes, and texts that are refused. */
/* c++: yes */
#include "utest.h"

#include "rbd_common.h"

/* ---- meshes ---- */
static const char obj_cube[] =
    "# a box of 2 x 4 x 6 about (1, 2, 3), faces of four corners\n"
    "v 0 0 0\nv 2 0 0\nv 2 4 0\nv 0 4 0\nv 0 0 6\nv 2 0 6\nv 2 4 6\nv 0 4 6\n"
    "f 4 3 2 1\nf 5/1 6/2 7/3 8/4\nf 1//1 2//1 6//1 5//1\nf 2 3 7 6\nf -6 -5 -1 -2\nf 4 1 5 8\n";
static size_t binary_stl(const rbd_mesh *mesh, unsigned char *out) {
    uint32_t n = (uint32_t)mesh->n_triangles;
    int i, k;
    memset(out, 0, 84 + 50 * (size_t)n);
    for (i = 0; i < 4; ++i) out[80 + i] = (unsigned char)(n >> (8 * i));
    for (i = 0; i < mesh->n_triangles; ++i)
        for (k = 0; k < 3; ++k) {
            tact_vec3 v = mesh->vertices[mesh->triangles[3 * i + k]];
            float f[3];
            f[0] = (float)v.x, f[1] = (float)v.y, f[2] = (float)v.z;
            memcpy(out + 84 + 50 * i + 12 + 12 * k, f, 12);
        }
    return 84 + 50 * (size_t)n;
}
static void expect_box(const rbd_inertia *a, int *utest_result, const char *what) {
    rbd_inertia b = rbd_inertia_box(480, tact_vec(1, 2, 3), tact_vec(2, 4, 6));
    EXPECT_NEAR_MSG(480, a->mass, 1e-11, what);
    EXPECT_NEAR_MSG(1, a->com.x, 1e-14, what);
    EXPECT_NEAR_MSG(3, a->com.z, 1e-14, what);
    EXPECT_NEAR_MSG(b.xx, a->xx, 1e-10, what);
    EXPECT_NEAR_MSG(b.zz, a->zz, 1e-10, what);
    EXPECT_NEAR_MSG(0, a->xy, 1e-11, what);
    (void)utest_result;
}
UTEST(mesh, a_box_in_three_formats) {
    static unsigned char stl[2000];
    static char text[4000];
    rbd_error error;
    rbd_inertia inertia;
    rbd_mesh *obj = rbd_mesh_create(obj_cube, strlen(obj_cube), NULL, &error), *other;
    size_t n, at = 0;
    int i, k;
    ASSERT_TRUE_MSG(obj != NULL, error.text);
    EXPECT_EQ(8, obj->n_vertices);
    EXPECT_EQ(12, obj->n_triangles);
    ASSERT_EQ((int)RBD_OK, (int)rbd_mesh_inertia(obj, RBD_MESH_SOLID, 10, &inertia, &error));
    expect_box(&inertia, utest_result, "obj");
    ASSERT_EQ((int)RBD_OK, (int)rbd_mesh_inertia(obj, RBD_MESH_LEGACY, 10, &inertia, &error));
    expect_box(&inertia, utest_result, "legacy: the same for a convex body");
    ASSERT_EQ((int)RBD_OK, (int)rbd_mesh_inertia(obj, RBD_MESH_SHELL, 1, &inertia, &error));
    EXPECT_NEAR(2 * (8 + 12 + 24), inertia.mass, 1e-12); /* the area */
    /* shell about z: plates x +-1 (24 each), y +-2 (12 each), z +-3 (8 each) */
    EXPECT_NEAR(48 * (1 + 16.0 / 12) + 24 * (4 + 4.0 / 12) + 16 * (4 + 16) / 12.0, inertia.zz, 1e-10);
    n = binary_stl(obj, stl);
    other = rbd_mesh_create(stl, n, NULL, &error);
    ASSERT_TRUE_MSG(other != NULL, error.text);
    EXPECT_EQ(8, other->n_vertices); /* corners that coincide are one */
    rbd_mesh_inertia(other, RBD_MESH_SOLID, 10, &inertia, NULL);
    expect_box(&inertia, utest_result, "binary stl");
    rbd_mesh_destroy(other);
    at += (size_t)snprintf(text + at, sizeof text - at, "solid box\n");
    for (i = 0; i < obj->n_triangles; ++i) {
        at += (size_t)snprintf(text + at, sizeof text - at, " facet normal 0 0 0\n  outer loop\n");
        for (k = 0; k < 3; ++k) {
            tact_vec3 v = obj->vertices[obj->triangles[3 * i + k]];
            at += (size_t)snprintf(text + at, sizeof text - at, "   vertex %g %ge0 %g\n", (double)v.x, (double)v.y,
                                   (double)v.z);
        }
        at += (size_t)snprintf(text + at, sizeof text - at, "  endloop\n endfacet\n");
    }
    snprintf(text + at, sizeof text - at, "endsolid box\n");
    other = rbd_mesh_create(text, strlen(text), NULL, &error);
    ASSERT_TRUE_MSG(other != NULL, error.text);
    rbd_mesh_inertia(other, RBD_MESH_SOLID, 10, &inertia, NULL);
    expect_box(&inertia, utest_result, "text stl");
    rbd_mesh_destroy(other);
    rbd_mesh_destroy(obj);
}
/* The binary of MuJoCo: counts, vertices, normals, triangles; a wrong size, index or number is refused. */
UTEST(mesh, msh) {
    static unsigned char msh[2000];
    rbd_error error;
    rbd_inertia inertia;
    rbd_mesh *obj = rbd_mesh_create(obj_cube, strlen(obj_cube), NULL, &error), *other;
    size_t at = 16, good;
    int32_t count[4] = {8, 8, 0, 12};
    int i, k;
    ASSERT_TRUE_MSG(obj != NULL, error.text);
    memcpy(msh, count, sizeof count);
    for (i = 0; i < 8; ++i) {
        float f[3];
        f[0] = (float)obj->vertices[i].x, f[1] = (float)obj->vertices[i].y, f[2] = (float)obj->vertices[i].z;
        memcpy(msh + at, f, 12), at += 12;
    }
    at += 8 * 12; /* normals, of zeros */
    good = at;
    for (i = 0; i < 36; ++i, at += 4) {
        int32_t index = obj->triangles[i];
        memcpy(msh + at, &index, 4);
    }
    other = rbd_mesh_create(msh, at, NULL, &error);
    ASSERT_TRUE_MSG(other != NULL, error.text);
    EXPECT_EQ(8, other->n_vertices);
    rbd_mesh_inertia(other, RBD_MESH_SOLID, 10, &inertia, NULL);
    expect_box(&inertia, utest_result, "msh");
    rbd_mesh_destroy(other);
    EXPECT_TRUE(rbd_mesh_create(msh, at - 4, NULL, &error) == NULL);
    EXPECT_TRUE(rbd_mesh_create(msh, at + 4, NULL, &error) == NULL);
    for (k = 0; k < 2; ++k) {
        int32_t bad = k ? -1 : 8;
        memcpy(msh + good, &bad, 4);
        EXPECT_TRUE(rbd_mesh_create(msh, at, NULL, &error) == NULL);
        EXPECT_TRUE(strstr(error.text, "MSH") != NULL);
    }
    rbd_mesh_destroy(obj);
}
UTEST(mesh, bad_counts_and_indices_are_refused) {
    static const char *const bad[] = {"",
                                      "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n",
                                      "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n",
                                      "v 0 0 0\nv 1 0\nv 0 1 0\nf 1 2 3\n",
                                      "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n",
                                      "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
                                      "v 0 0 0\nv 1 0 0\nv 0 1 0\n",
                                      "solid x\n facet\n vertex 0 0 0\n vertex 1 0 0\nendfacet\nendsolid",
                                      "hello"};
    unsigned char stl[134];
    rbd_error error;
    rbd_inertia inertia;
    rbd_mesh *m;
    size_t i;
    for (i = 0; i < sizeof bad / sizeof bad[0]; ++i)
        EXPECT_TRUE_MSG(rbd_mesh_create(bad[i], strlen(bad[i]), NULL, &error) == NULL, bad[i]);
    memset(stl, 0, sizeof stl);
    stl[80] = 2; /* says two triangles, has one */
    EXPECT_TRUE(rbd_mesh_create(stl, sizeof stl, NULL, &error) == NULL);
    stl[80] = 1;
    memset(stl + 96, 0xff, 4); /* a NaN */
    EXPECT_TRUE(rbd_mesh_create(stl, sizeof stl, NULL, &error) == NULL);
    m = rbd_mesh_create("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 31, NULL, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_EQ((int)RBD_BAD_INERTIA, (int)rbd_mesh_inertia(m, RBD_MESH_SOLID, 1, &inertia, &error)); /* flat */
    EXPECT_EQ((int)RBD_OK, (int)rbd_mesh_inertia(m, RBD_MESH_SHELL, 1, &inertia, &error));
    rbd_mesh_destroy(m);
}
/* Every blank parts the corners of a face, also those of other systems' ends of lines; the room for triangles is counted by the same ones. */
UTEST(mesh, corners_are_apart_by_any_blank) {
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 \r\r2\r3\t\r4\r\n";
    rbd_error error;
    rbd_mesh *m = rbd_mesh_create(text, sizeof text - 1, NULL, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_EQ(4, m->n_vertices);
    EXPECT_EQ(2, m->n_triangles);
    rbd_mesh_destroy(m);
}

/* ---- files in files ---- */
typedef struct files {
    const char *name[4], *text[4];
    int n, warnings;
    char last[300];
} files;
static const void *on_file(void *user, const char *name, size_t *bytes) {
    const files *f = (const files *)user;
    int i;
    for (i = 0; i < f->n; ++i)
        if (!strcmp(f->name[i], name)) {
            *bytes = strlen(f->text[i]);
            return f->text[i];
        }
    return NULL;
}
static void on_warning(void *user, int line, const char *text) {
    files *f = (files *)user;
    ++f->warnings;
    snprintf(f->last, sizeof f->last, "%d %s", line, text);
}
static rbd_model *load_files(files *f, const char *text, rbd_error *error) {
    rbd_reader_config config = rbd_default_reader_config();
    config.user = f, config.file = on_file, config.warning = on_warning;
    config.file_name = "robots/main.xml";
    return rbd_model_create_mjcf(text, strlen(text), &config, NULL, error);
}
/* The names and their order are MuJoCo 3.14's. Where an element is named both by copies and by others, only the names of
   copies change. */
UTEST(files, what_refers_to_replicated_elements_is_replicated) {
    static const char text[] =
        "<mujoco><worldbody><body name='top'><joint name='one'/><geom size='.1'/></body>"
        "<replicate count='2' sep='-' offset='1 0 0'><replicate count='3' sep='_' offset='0 1 0'>"
        "<body name='x'><joint name='j'/><geom size='.1'/><site name='s'/></body></replicate>"
        "<body name='y'><joint name='k'/><geom size='.1'/></body></replicate></worldbody>"
        "<tendon><fixed name='t0'><joint joint='one' coef='1'/></fixed>"
        "<fixed name='t'><joint joint='j' coef='1'/></fixed><fixed name='u'><joint joint='k' coef='1'/></fixed>"
        "<fixed name='z'><joint joint='k' coef='1'/><joint joint='one' coef='2'/></fixed></tendon>"
        "<contact><exclude name='e' body1='top' body2='x'/></contact>"
        "<actuator><motor name='a1' joint='j'/><motor name='a0' joint='one'/><motor name='a2' tendon='u'/></actuator>"
        "<sensor><jointpos name='p' joint='j'/>"
        "<framepos name='f' objtype='site' objname='s' reftype='body' refname='top'/></sensor></mujoco>";
    static const char *const bodies[] = {"top", "x_0-0", "x_1-0", "x_2-0", "y-0", "x_0-1", "x_1-1", "x_2-1", "y-1"};
    static const char *const tendons[] = {"t0",  "u-0", "z-0",   "t_0-0", "t_1-0", "t_2-0",
                                          "u-1", "z-1", "t_0-1", "t_1-1", "t_2-1"};
    static const char *const actuators[] = {"a0",   "a2-0",   "a1_0-0", "a1_1-0", "a1_2-0",
                                            "a2-1", "a1_0-1", "a1_1-1", "a1_2-1"};
    static const char *const sensors[] = {"p_0-0", "f_0-0", "p_1-0", "f_1-0", "p_2-0", "f_2-0",
                                          "p_0-1", "f_0-1", "p_1-1", "f_1-1", "p_2-1", "f_2-1"};
    rbd_error error;
    rbd_model *m = rbd_model_create_mjcf(text, sizeof text - 1, NULL, NULL, &error);
    rbd_data *d;
    tact_real q[9], length[11];
    int i;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    ASSERT_EQ(9, m->nv);
    ASSERT_EQ(11, m->rig->n_tendons);
    ASSERT_EQ(9, m->rig->n_actuators);
    ASSERT_EQ(12, m->rig->n_sensors);
    EXPECT_EQ(6, m->rig->n_excludes);
    for (i = 0; i < 9; ++i) EXPECT_EQ_MSG(i + 1, rbd_model_find_body(m, bodies[i]), bodies[i]);
    for (i = 0; i < 11; ++i) EXPECT_EQ_MSG(i, rbd_model_find_tendon(m, tendons[i]), tendons[i]);
    for (i = 0; i < 9; ++i) EXPECT_EQ_MSG(i, rbd_model_find_actuator(m, actuators[i]), actuators[i]);
    for (i = 0; i < 12; ++i) EXPECT_EQ_MSG(i, rbd_model_find_sensor(m, sensors[i]), sensors[i]);
    d = rbd_data_create(m, NULL);
    for (i = 0; i < 9; ++i) q[i] = TACT_R(0.125) * (tact_real)(i + 1);
    ASSERT_EQ((int)RBD_OK, (int)rbd_tendon_lengths(m, d, q, length, NULL, 0));
    EXPECT_NEAR(0.125, length[0], 1e-15);             /* t0: one */
    EXPECT_NEAR(0.625, length[1], 1e-15);             /* u-0: k-0 */
    EXPECT_NEAR(1.125 + 2 * 0.125, length[7], 1e-15); /* z-1: k-1, and twice one */
    EXPECT_NEAR(0.875, length[9], 1e-15);             /* t_1-1: j_1-1 */
    rbd_data_destroy(d), rbd_model_destroy(m);
}
UTEST(files, include_mesh_replicate_and_attach) {
    static const char main_text[] =
        "<mujoco><compiler meshdir='m' angle='radian'/><include file='sub/part.xml'/>\n"
        "<asset><model name='hand' file='hand.xml'/></asset>\n"
        "<worldbody><body name='arm'><joint name='j'/><geom type='mesh' mesh='box' density='10'/>\n"
        "<frame pos='0 0 1' euler='0 0 1.5707963267948966'><replicate count='3' offset='1 0 0' sep='-'>"
        "<body name='leg'><joint name='k' axis='1 0 0'/><geom size='.1'/></body></replicate>"
        "<attach model='hand' body='palm' prefix='left/'/></frame></body></worldbody></mujoco>";
    static const char part[] = "<mujocoinclude><asset><mesh file='box.obj'/></asset><default><joint damping='3'/>"
                               "</default></mujocoinclude>";
    static const char hand[] =
        "<mujoco><compiler angle='degree'/><default><default class='c'><geom size='.2'/></default>"
        "</default><worldbody><body name='palm' euler='0 0 90' childclass='c'><joint name='p'/>"
        "<geom/></body></worldbody><actuator><motor joint='p' name='m'/></actuator></mujoco>";
    files f;
    rbd_error error;
    rbd_model *m;
    rbd_data *d;
    tact_real q[8] = {0};
    tact_pose p;
    memset(&f, 0, sizeof f);
    f.n = 3;
    f.name[0] = "robots/sub/part.xml", f.text[0] = part;
    f.name[1] = "robots/m/box.obj", f.text[1] = obj_cube;
    f.name[2] = "robots/hand.xml", f.text[2] = hand;
    m = load_files(&f, main_text, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_EQ_MSG(0, f.warnings, f.last);
    EXPECT_EQ(5, m->nv);
    EXPECT_NEAR(3, m->dof[0].damping, 0);
    EXPECT_NEAR(480, m->inertia[rbd_model_find_body(m, "arm")].mass, 1e-10);
    EXPECT_TRUE(rbd_model_find_body(m, "leg-2") > 0);
    EXPECT_EQ(0, rbd_model_find_actuator(m, "left/m"));
    EXPECT_EQ((int)RBD_NOT_FOUND, rbd_model_find_actuator(m, "m"));
    d = rbd_data_create(m, NULL);
    ASSERT_EQ((int)RBD_OK, (int)rbd_fk(m, d, q));
    p = rbd_frame_pose(d, &m->frames[rbd_model_find_frame(m, "leg-2")]);
    EXPECT_NEAR(0, p.p.x, 1e-15); /* two steps along x of the frame, which is y of the arm */
    EXPECT_NEAR(2, p.p.y, 1e-15);
    EXPECT_NEAR(1, p.p.z, 1e-15);
    p = rbd_frame_pose(d, &m->frames[rbd_model_find_frame(m, "left/palm")]);
    EXPECT_NEAR(1, fabs((double)p.q.z), 1e-15); /* two quarter turns */
    rbd_data_destroy(d), rbd_model_destroy(m);
    f.n = 2;
    EXPECT_TRUE(load_files(&f, main_text, &error) == NULL);
    EXPECT_TRUE_MSG(strstr(error.text, "hand.xml") != NULL, error.text);
    f.text[0] = "<mujocoinclude>\n<asset><mesh fil='box.obj'/></asset></mujocoinclude>";
    f.n = 3;
    EXPECT_TRUE(load_files(&f, main_text, &error) == NULL);
    EXPECT_TRUE_MSG(strstr(error.text, "robots/sub/part.xml: line 2: <mesh>") != NULL, error.text);
    EXPECT_TRUE_MSG(strstr(error.text, "'fil'") != NULL, error.text);
    f.text[0] = "<mujocoinclude><include file='sub/part.xml'/></mujocoinclude>";
    EXPECT_TRUE(load_files(&f, main_text, &error) == NULL);
    EXPECT_TRUE_MSG(strstr(error.text, "without end") != NULL, error.text);
}

#define BALL(joint, actuator)                                                                                          \
    "<worldbody><body><joint name='j' type='ball' " joint "/><geom size='1'/><site name='s'/></body></worldbody>"      \
    "<actuator>" actuator "</actuator>"
UTEST(files, what_mjcf_does_not_have_is_refused) {
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"<worldbody><body name='a'><joint damp='1'/></body></worldbody>", "no attribute 'damp'"},
        {"<worldbody><body name='a'><hinge/></body></worldbody>", "<hinge> no such element in <body>"},
        {"<worldbody><body name='a'><geom class='x' size='1'/></body></worldbody>", "no default class 'x'"},
        {"<worldbody><body name='a' quat='1 0 0 0' euler='0 0 0'/></worldbody>", "two orientations"},
        {"<worldbody><body name='a'><joint/></body></worldbody>", "no mass"},
        {"<worldbody><composite type='cable'/></worldbody>", "not supported"},
        {"<extension><plugin plugin='x'/></extension>", "not supported"},
        {"<worldbody><body name='a'><joint name='j'/><geom size='1'/></body></worldbody><actuator><motor joint='k'/>"
         "</actuator>",
         "there is no joint of this name: k"},
        {"<worldbody><body name='a'><inertial pos='0 0 0' mass='inf' diaginertia='1 1 1'/></body></worldbody>", "mass"},
        {"<worldbody><body name='a'><geom size='1' type='mesh' mesh='z'/></body></worldbody>", "no mesh 'z'"},
        {"<worldbody><body name='a'><joint name='j'/><geom size='1'/><body name='b'><joint name='j'/>"
         "<geom size='1'/></body></body></worldbody>",
         "another one has this name"},
        {BALL("range='10 40'", ""), "from 0 to an angle"},
        {BALL("", "<pid joint='j' kp='1'/>"), "not supported"},
        {BALL("", "<dcmotor joint='j' motorconst='1' resistance='1'/>"), "not supported"},
        {BALL("", "<general joint='j' gaintype='user'/>"), "not supported"},
        {BALL("", "<motor joint='j' delay='.01' nsample='3'/>"), "delays of actuators are not supported"},
        {BALL("", "<motor joint='j' site='s'/>"), "acts on two things"},
        {BALL("", "<motor site='s' armature='1'/>"), "need a joint or tendon"},
        {BALL("", "<motor/>"), "needs a joint, tendon or site"},
        {"<worldbody><body name='a'><joint/><geom type='plane' size='1 1 1'/><geom size='1'/></body></worldbody>",
         "on a body that moves"},
        {"<worldbody><body name='a' mocap='true'><joint/><geom size='1'/></body></worldbody>", "mocap"},
        {"<worldbody><body name='a' pos='inf 0 0'><joint/><geom size='1'/></body></worldbody>", "pos is infinite"},
        {"<worldbody><body name='a'><joint/><inertial pos='0 0 0' mass='1' fullinertia='1 1 1 0 0 0' euler='1 2 3'/>"
         "</body></worldbody>",
         "fullinertia and an orientation"},
        {"<worldbody><geom size='1' surfacevel='0 0 0 0 0 1'/></worldbody>", "surfaces that turn"},
        {"<option timestep='0'/><worldbody/>", "timestep"},
        {"<option actuatorgroupdisable='31'/><worldbody/>", "groups 0 to 30"},
        {"<asset><hfield name='h' nrow='2' ncol='2' size='1 1 1 1' elevation='0 1 2'/></asset><worldbody>"
         "<geom type='hfield' hfield='h'/></worldbody>",
         "fewer numbers"},
        {"<asset><hfield name='h' nrow='1' ncol='2' size='1 1 1 1'/></asset><worldbody>"
         "<geom type='hfield' hfield='h'/></worldbody>",
         "2 rows and columns"}};
    size_t i;
    rbd_error error;
    for (i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char t[700];
        rbd_model *m;
        snprintf(t, sizeof t, "<mujoco>%s</mujoco>", cases[i].text);
        m = rbd_model_create_mjcf(t, strlen(t), NULL, NULL, &error);
        EXPECT_TRUE_MSG(m == NULL, cases[i].text);
        if (!m) EXPECT_TRUE_MSG(strstr(error.text, cases[i].part) != NULL, error.text);
        rbd_model_destroy(m);
    }
}

/* ---- tendons and actuators ---- */
static const char rig_text[] =
    "<mujoco><compiler angle='radian'/><option timestep='0.004'/>"
    "<default><position kp='30' ctrlrange='-1 1'/><default class='strong'><position kp='80'/></default></default>"
    "<worldbody><site name='s0' pos='-2 0 1'/><geom name='post' type='cylinder' size='1 1' pos='0 0 0'/>"
    "<site name='above' pos='0 3 0'/>"
    "<body name='base' pos='0 0 2'><freejoint/><geom size='.3'/><site name='top' pos='.1 .2 .3' euler='.1 .2 .3'/>"
    "<body name='arm' pos='.5 0 0'><joint name='a' axis='0 1 0' range='-2 1'/><geom size='.2' pos='.3 0 0'/>"
    "<site name='s1' pos='.4 .1 0'/>"
    "<body name='hand' pos='.6 0 0' gravcomp='.5'><joint name='b' axis='1 2 3' springref='.2' stiffness='2 1 .5' "
    "damping='.1 .2 .3'/><joint name='c' type='slide' axis='0 0 1'/><geom size='.1'/><site name='s2' pos='.1 .2 .3'/>"
    "</body></body></body>"
    "<body name='w' pos='3 0 1'><joint name='x' type='slide' axis='1 0 0'/><geom size='.1'/><site name='s3'/></body>"
    "</worldbody>"
    "<tendon><fixed name='f' stiffness='5' springlength='.1' damping='.4' armature='.3'><joint joint='a' "
    "coef='2'/><joint joint='c' "
    "coef='-3'/></fixed>"
    "<spatial name='s' stiffness='7 1'><site site='s0'/><site site='s1'/><pulley divisor='2'/><site site='s1'/>"
    "<site site='s2'/></spatial>"
    "<spatial name='w'><site site='s0'/><geom geom='post' sidesite='above'/><site site='s3'/></spatial>"
    "</tendon>"
    "<equality><joint joint1='a' joint2='b' polycoef='0 1 2 0 0'/><tendon tendon1='f' tendon2='s'/></equality>"
    "<contact><exclude body1='arm' body2='hand'/></contact>"
    "<actuator><motor name='m' joint='a' gear='3' ctrlrange='-1 1'/><position name='p' joint='b' class='strong' "
    "kv='2'/>"
    "<velocity name='v' joint='c' kv='4' forcerange='-.5 .5'/><motor name='t' tendon='s' gear='2'/>"
    "<motor name='site' site='top' gear='1 2 3 .1 .2 .3'/><position name='r' joint='c' kp='9' dampratio='.5'/>"
    "<muscle name='mu' tendon='f' lengthrange='-4 4' force='10' range='.75 1.05'/><cylinder name='cy' joint='x' "
    "timeconst='.5' area='2' "
    "bias='0 0 0'/>"
    "<position name='ref' site='s2' refsite='s0' gear='1 0 0 0 0 1'/></actuator>"
    "<sensor><jointpos joint='a' name='ja'/></sensor>"
    "<keyframe><key name='k0' qpos='1 2 3 1 0 0 0 .1 .2 .3 .4' ctrl='1 2 3 4 5 6 7 8 9' act='.5 "
    ".6'/></keyframe></mujoco>";

static void some_state(const rbd_model *m, tact_real *q, tact_real *v) {
    int i;
    rbd_neutral(m, q);
    for (i = 0; i < m->nv; ++i) v[i] = (tact_real)sin(1.0 + 3 * i);
    rbd_integrate(m, q, v, TACT_R(0.4), q);
    for (i = 0; i < m->nv; ++i) v[i] = (tact_real)cos(2.0 + 5 * i);
}
/* Jacobians of tendons are derivatives of lengths along v; tau of all actuators is the sum of their forces times the
   derivatives of their lengths: both by central differences of lengths. */
UTEST(rig, jacobians_are_derivatives_of_lengths) {
    rbd_error error;
    rbd_model *m = rbd_model_create_mjcf(rig_text, strlen(rig_text), NULL, NULL, &error);
    rbd_data *d;
    tact_real q[16], p[16], v[12], J[3 * 12], ahead[3], back[3], h = TACT_R(1e-6);
    int i, k;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    ASSERT_EQ(10, m->nv);
    ASSERT_EQ(3, m->rig->n_tendons);
    EXPECT_EQ(1, m->rig->n_excludes);
    EXPECT_EQ(2, m->rig->n_equalities); /* neither is linear in joints alone */
    EXPECT_EQ(1, m->rig->n_sensors);
    EXPECT_NEAR(0.004, m->rig->timestep, 0);
    d = rbd_data_create(m, NULL);
    some_state(m, q, v);
    ASSERT_EQ((int)RBD_OK, (int)rbd_tendon_lengths(m, d, q, NULL, J, 12));
    for (k = 0; k < m->nv; ++k) {
        tact_real e[12] = {0};
        e[k] = 1;
        rbd_integrate(m, q, e, h, p), rbd_tendon_lengths(m, d, p, ahead, NULL, 0);
        rbd_integrate(m, q, e, -h, p), rbd_tendon_lengths(m, d, p, back, NULL, 0);
        for (i = 0; i < 3; ++i) EXPECT_NEAR((ahead[i] - back[i]) / (2 * h), J[12 * i + k], 1e-8); /* error ~ h^2 */
    }
    EXPECT_EQ((int)RBD_BAD_ARGUMENT, (int)rbd_tendon_lengths(m, d, q, NULL, J, 3));
    rbd_data_destroy(d), rbd_model_destroy(m);
}
/* A tendon over a post of radius 1 from (-2, 0, 1) to (x, 0, 1): two tangents and an arc, by hand; it passes above
   because of the side. */
UTEST(rig, a_tendon_wraps_around_a_post) {
    rbd_error error;
    rbd_model *m = rbd_model_create_mjcf(rig_text, strlen(rig_text), NULL, NULL, &error);
    rbd_data *d;
    tact_real q[16], length[3], J[3 * 10], M[100] = {0}, x;
    double expected;
    int body, dof;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    d = rbd_data_create(m, NULL);
    body = rbd_model_find_body(m, "w");
    dof = m->iv[body];
    EXPECT_EQ(2, rbd_model_find_tendon(m, "w"));
    for (x = 2; x < 6; x += 1) {
        rbd_neutral(m, q);
        q[m->iq[body]] = x - 3;
        ASSERT_EQ((int)RBD_OK, (int)rbd_tendon_lengths(m, d, q, length, J, 10));
        expected = sqrt(3.0) + sqrt((double)(x * x) - 1) + 3.14159265358979323846 - acos(0.5) - acos(1 / (double)x);
        EXPECT_NEAR(expected, length[2], 1e-14);
        EXPECT_NEAR(sqrt((double)(x * x) - 1) / (double)x, J[20 + dof], 1e-14); /* cosine of the tangent */
    }
    rbd_tendon_inertia(m, d, q, M, 10);
    dof = m->iv[rbd_model_find_body(m, "arm")];
    EXPECT_NEAR(0.3 * 4, M[11 * dof], 1e-14); /* coefficient 2 */
    rbd_data_destroy(d), rbd_model_destroy(m);
}
UTEST(rig, forces_of_actuators) {
    rbd_error error;
    rbd_model *m = rbd_model_create_mjcf(rig_text, strlen(rig_text), NULL, NULL, &error);
    rbd_data *d;
    tact_real q[16], v[12], act[2] = {TACT_R(0.5), TACT_R(0.6)}, u[9], force[9], tau[12], rate[2], length[3], J[36],
                            M[100];
    double kp, kd, mass;
    int a, c, x, i, k;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    ASSERT_EQ(9, m->rig->n_actuators);
    ASSERT_EQ(2, m->rig->n_activations);
    d = rbd_data_create(m, NULL);
    some_state(m, q, v);
    for (i = 0; i < 9; ++i) u[i] = (tact_real)(0.1 * (i + 1));
    ASSERT_EQ((int)RBD_OK, (int)rbd_actuation(m, d, q, v, act, u, force, tau, rate));
    rbd_tendon_lengths(m, d, q, length, J, 12);
    a = m->iv[rbd_model_find_body(m, "arm")], c = m->iv[rbd_model_find_body(m, "hand")];
    x = m->iv[rbd_model_find_body(m, "w")];
    EXPECT_NEAR(0.1, force[0], 1e-15);
    EXPECT_NEAR(80 * (0.2 - q[m->iq[rbd_model_find_body(m, "hand:joint1")]]) - 2 * v[c - 1], force[1], 1e-13);
    EXPECT_NEAR(4 * (0.3 - v[c]) > 0.5 ? 0.5 : (4 * (0.3 - v[c]) < -0.5 ? -0.5 : 4 * (0.3 - v[c])), force[2], 1e-13);
    EXPECT_NEAR(0.4, force[3], 1e-15);
    EXPECT_NEAR(2 * 0.6, force[7], 1e-15); /* area times pressure */
    EXPECT_NEAR((u[7] - 0.6) / 0.5, rate[1], 1e-14);
    EXPECT_NEAR(2 * 0.4 * J[12 + x] + force[7] + force[6] * J[x], tau[x], 1e-12);
    /* damping by ratio: 2 ratio sqrt(kp m), m of the dof at the file's own pose, tendons apart */
    rbd_crba(m, d, m->rig->q_start, M, 10);
    mass = M[11 * c], kp = 9, kd = 2 * 0.5 * sqrt(kp * mass);
    EXPECT_NEAR(kp * (0.6 - q[m->iq[rbd_model_find_body(m, "hand")]]) - kd * v[c], force[5], 1e-13);
    (void)a, (void)k;
    EXPECT_EQ(0, rbd_model_find_key(m, "k0"));
    EXPECT_NEAR(0.2, m->rig->keys[0].q[8], 0);
    EXPECT_NEAR(1, m->rig->keys[0].q[6], 0); /* w of the quaternion comes last */
    EXPECT_NEAR(0.6, m->rig->keys[0].activation[1], 1e-7);
    EXPECT_NEAR(9, m->rig->keys[0].control[8], 0);
    rbd_data_destroy(d), rbd_model_destroy(m);
}
/* Passive forces at rest are minus the gradient of the springs' energy plus the lift: by differences of an energy that
   is written down here. */
UTEST(rig, passive_forces_are_a_gradient) {
    rbd_error error;
    rbd_model *m = rbd_model_create_mjcf(rig_text, strlen(rig_text), NULL, NULL, &error);
    rbd_data *d;
    tact_real q[16], p[16], v[12], zero[12] = {0}, tau[12], length[3], h = TACT_R(1e-6), energy[2], rest;
    int k, s, hand;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    d = rbd_data_create(m, NULL);
    hand = rbd_model_find_body(m, "hand");
    rest = m->rig->tendons[1].rest[0];
    some_state(m, q, v);
    ASSERT_EQ((int)RBD_OK, (int)rbd_passive_forces(m, d, q, zero, tau));
    for (k = 0; k < m->nv; ++k) {
        tact_real e[12] = {0};
        e[k] = 1;
        for (s = 0; s < 2; ++s) {
            tact_real x, b;
            rbd_integrate(m, q, e, s ? h : -h, p);
            rbd_tendon_lengths(m, d, p, length, NULL, 0);
            x = length[0] - TACT_R(0.1);
            energy[s] = 5 * x * x / 2;
            x = length[1] - rest;
            energy[s] += 7 * x * x / 2 + x * x * x / 3;
            b = p[m->iq[hand - 1]] - TACT_R(0.2);
            energy[s] += b * b + b * b * b / 3 + TACT_R(0.5) * b * b * b * b / 4;
            energy[s] -= TACT_R(0.5) * m->inertia[hand].mass * TACT_R(9.81) * d->position[hand].z; /* its centre */
        }
        EXPECT_NEAR(-(energy[1] - energy[0]) / (2 * h), tau[k], 1e-7); /* rounding of the energy over h */
    }
    rbd_data_destroy(d), rbd_model_destroy(m);
}
/* The rows of an implicit integrator add up to the explicit torque, which is actuation and passive forces where nothing
   is limited; stiffness and damping are derivatives of the force of a row. */
UTEST(rig, rows_add_up) {
    rbd_error error;
    rbd_model *m = rbd_model_create_mjcf(rig_text, strlen(rig_text), NULL, NULL, &error);
    rbd_data *d;
    tact_real q[16], v[12], inertia[12], u[9], act[2] = {TACT_R(0.5), TACT_R(0.6)}, J[40 * 12], f[40], k[40], c[40];
    tact_real lift[12], tau[12] = {0}, sum[12], f2[40], k2[40], c2[40];
    rbd_rig_input in;
    int rows, r, i;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    d = rbd_data_create(m, NULL);
    rows = rbd_rig_row_count(m);
    ASSERT_EQ(9 + 1 + 3 + 2, rows);
    some_state(m, q, v);
    for (i = 0; i < 9; ++i) u[i] = (tact_real)(0.1 * (i + 1));
    for (i = 0; i < 12; ++i) inertia[i] = 1;
    memset(&in, 0, sizeof in);
    in.q = q, in.v = v, in.control = u, in.activation = act, in.inertia = inertia;
    in.gravity = m->gravity, in.dt = TACT_R(0.002);
    ASSERT_EQ((int)RBD_OK, (int)rbd_rig_rows(m, d, &in, J, 12, f, k, c, lift));
    ASSERT_EQ((int)RBD_OK, (int)rbd_rig_torque(m, d, &in, tau));
    for (i = 0; i < m->nv; ++i) {
        sum[i] = lift[i];
        for (r = 0; r < rows; ++r) sum[i] += J[12 * r + i] * f[r];
        EXPECT_NEAR(sum[i], tau[i], 1e-9 * (1 + fabs((double)sum[i])));
    }
    EXPECT_NEAR(80, k[1], 0);
    EXPECT_NEAR(2, c[1], 0);
    for (i = 0; i < m->nv; ++i) v[i] += TACT_R(1e-7) * J[12 * 10 + i]; /* the damper of the fixed tendon */
    rbd_rig_rows(m, d, &in, J, 12, f2, k2, c2, NULL);
    EXPECT_NEAR(0.4 * 1e-7 * (4 + 9), f[10] - f2[10], 1e-12);
    EXPECT_EQ((int)RBD_BAD_ARGUMENT, (int)rbd_rig_rows(m, d, &in, J, 3, f, k, c, lift));
    ASSERT_EQ((int)RBD_OK, (int)rbd_activate(m, u, TACT_R(0.1), act));
    EXPECT_NEAR(0.6 + 0.1 * (0.8 - 0.6) / 0.5, act[1], 1e-14);
    rbd_data_destroy(d), rbd_model_destroy(m);
}
/* A rotor behind a gear: its armature and damping count by the square of the gear at the joint; limits of a joint hold
   what all its actuators do together; a group that is switched off does nothing, and its activation stays. */
UTEST(rig, rotors_groups_and_efforts) {
    static const char t[] =
        "<mujoco><option actuatorgroupdisable='3'/><worldbody><body><joint name='x' type='slide' axis='1 0 0' "
        "actuatorfrcrange='-1 2'/><joint name='y' type='slide' axis='0 1 0'/><geom size='.1' "
        "mass='3'/></body></worldbody>"
        "<actuator><motor joint='x' gear='2' armature='.5' damping='.25 .125'/><motor joint='x' gear='-1'/>"
        "<motor joint='y' group='3'/><general joint='y' group='3' dyntype='integrator'/></actuator></mujoco>";
    rbd_error error;
    rbd_model *m = rbd_model_create_mjcf(t, strlen(t), NULL, NULL, &error);
    rbd_data *d;
    tact_real q[2] = {0, 0}, v[2] = {2, 0}, u[4] = {TACT_R(0.75), TACT_R(0.25), 7, 7}, act = 5, force[4], tau[2], M[4];
    tact_real J[40], f[20], k[20], c[20], lift[2], inertia[2] = {3, 3};
    rbd_rig_input in;
    int i, r;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    d = rbd_data_create(m, NULL);
    rbd_crba(m, d, q, M, 2);
    EXPECT_NEAR(3 + 4 * 0.5, M[0], 1e-15);
    rbd_passive_forces(m, d, q, v, tau);
    EXPECT_NEAR(-4 * (0.25 * 2 + 0.125 * 4), tau[0], 1e-15);
    ASSERT_EQ((int)RBD_OK, (int)rbd_actuation(m, d, q, v, &act, u, force, tau, NULL));
    EXPECT_NEAR(2 * 0.75 - 0.25, tau[0], 1e-15);
    EXPECT_NEAR(0, tau[1], 0);
    EXPECT_NEAR(0, force[2], 0);
    u[0] = 3;
    rbd_actuation(m, d, q, v, &act, u, force, tau, NULL);
    EXPECT_NEAR(2, tau[0], 0);
    u[0] = -3;
    rbd_actuation(m, d, q, v, &act, u, force, tau, NULL);
    EXPECT_NEAR(-1, tau[0], 0);
    memset(&in, 0, sizeof in);
    in.q = q, in.v = v, in.control = u, in.activation = &act, in.inertia = inertia, in.dt = TACT_R(0.002);
    ASSERT_EQ((int)RBD_OK, (int)rbd_rig_rows(m, d, &in, J, 2, f, k, c, lift));
    for (r = 0, i = rbd_rig_row_count(m); r < 4 && r < i; ++r) lift[0] += J[2 * r] * f[r];
    EXPECT_NEAR(-1, lift[0], 1e-14);
    rbd_activate(m, u, 1, &act);
    EXPECT_NEAR(5, act, 0);
    rbd_data_destroy(d), rbd_model_destroy(m);
}
/* Springs of ball and free joints with coefficients of higher powers are gradients of k1 r^2/2 + k2 r^3/3 + k3 r^4/4, r
   the length of the displacement from where the file puts the body; dampers act along each axis. */
UTEST(rig, springs_of_ball_and_free_joints) {
    static const char t[] =
        "<mujoco><option gravity='0 0 0'/><compiler angle='radian'/><worldbody>"
        "<body pos='1 2 3' euler='.1 .2 .3'><joint type='free' stiffness='2 3 4' damping='.1 .2 .3'/>"
        "<geom size='.1'/><body name='b' pos='0 0 1'><joint type='ball' stiffness='5 6 7' "
        "damping='.4 .5 .6'/><geom size='.1' pos='.1 .2 .3'/></body></body></worldbody></mujoco>";
    rbd_error error;
    rbd_model *m = rbd_model_create_mjcf(t, strlen(t), NULL, NULL, &error);
    rbd_data *d;
    tact_real q[16], p[16], v[9], zero[9] = {0}, tau[9], damp[9], energy[2], h = TACT_R(1e-6);
    tact_quat turn, start;
    int k, s, i;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    d = rbd_data_create(m, NULL);
    start = tact_quat_make(m->rig->q_start[3], m->rig->q_start[4], m->rig->q_start[5], m->rig->q_start[6]);
    for (i = 0; i < 9; ++i) v[i] = (tact_real)(0.3 * sin(1.0 + 3 * i));
    rbd_integrate(m, m->rig->q_start, v, 1, q);
    ASSERT_EQ((int)RBD_OK, (int)rbd_passive_forces(m, d, q, zero, tau));
    for (k = 0; k < 9; ++k) {
        tact_real e[9] = {0};
        e[k] = 1;
        for (s = 0; s < 2; ++s) {
            tact_real x[3], r;
            rbd_integrate(m, q, e, s ? h : -h, p);
            for (i = 0; i < 3; ++i) x[i] = p[i] - m->rig->q_start[i];
            r = (tact_real)sqrt((double)(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]));
            energy[s] = r * r + r * r * r + r * r * r * r;
            turn = tact_quat_mul(tact_quat_conj(start), tact_quat_make(p[3], p[4], p[5], p[6]));
            r = tact_norm(tact_quat_log(turn));
            energy[s] += r * r + r * r * r + r * r * r * r;
            r = tact_norm(tact_quat_log(tact_quat_make(p[7], p[8], p[9], p[10])));
            energy[s] += TACT_R(2.5) * r * r + 2 * r * r * r + TACT_R(1.75) * r * r * r * r;
        }
        EXPECT_NEAR(-(energy[1] - energy[0]) / (2 * h), tau[k], 1e-8); /* rounding of the energy over h */
    }
    rbd_passive_forces(m, d, q, v, damp);
    for (k = 3; k < 9; ++k) { /* turns: by the body's axes */
        double a = fabs((double)v[k]), c = k < 6 ? 0.1 + 0.2 * a + 0.3 * a * a : 0.4 + 0.5 * a + 0.6 * a * a;
        EXPECT_NEAR((double)tau[k] - c * (double)v[k], damp[k], 1e-14);
    }
    rbd_data_destroy(d), rbd_model_destroy(m);
}
/* A rotor on a tendon: kinetic energy a l'^2/2, whose equation of motion is J^T a l'' (Lagrange's, the terms of dJ/dq
   cancel): without acceleration J^T a dJ/dt v, dJ/dt v by a difference of l' along the motion. */
UTEST(rig, armature_of_a_tendon_turns_with_it) {
    static const char t[] =
        "<mujoco><worldbody><site name='o' pos='0 0 2'/><body><joint axis='0 1 0'/><geom size='.1'/>"
        "<site name='p' pos='.3 .1 .2'/><body pos='0 0 .5'><joint axis='1 0 1'/><geom size='.1'/>"
        "<site name='r' pos='.2 .3 .1'/></body></body></worldbody><tendon><spatial name='t' armature='.2'><site "
        "site='o'/>"
        "<site site='p'/><site site='r'/><pulley divisor='2'/><site site='o'/><site site='r'/></spatial></tendon>"
        "<actuator><motor tendon='t' gear='.5' armature='2'/></actuator></mujoco>";
    rbd_error error;
    rbd_model *m = rbd_model_create_mjcf(t, strlen(t), NULL, NULL, &error);
    rbd_data *d;
    tact_real q[2] = {TACT_R(0.3), TACT_R(-0.4)}, v[2] = {TACT_R(0.8), TACT_R(1.3)}, J[2], h[2] = {0, 0}, rate[2], p[2];
    tact_real length, eps = TACT_R(1e-5);
    int s, i;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    d = rbd_data_create(m, NULL);
    ASSERT_EQ((int)RBD_OK, (int)rbd_rig_bias(m, d, q, v, h));
    for (s = 0; s < 2; ++s) {
        for (i = 0; i < 2; ++i) p[i] = q[i] + (s ? eps : -eps) * v[i];
        rbd_tendon_lengths(m, d, p, &length, J, 2);
        rate[s] = J[0] * v[0] + J[1] * v[1];
    }
    rbd_tendon_lengths(m, d, q, &length, J, 2);
    for (i = 0; i < 2; ++i) EXPECT_NEAR(J[i] * TACT_R(0.7) * (rate[1] - rate[0]) / (2 * eps), h[i], 1e-9);
    rbd_data_destroy(d), rbd_model_destroy(m);
}
/* "As Pinocchio": no passive forces, every joint its own. */
UTEST(files, pinocchio_preset) {
    static const char t[] =
        "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' "
        "ixy='0' ixz='0' iyz='0'/></inertial></link><link name='c'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
        "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='prismatic'><parent link='a'/><child "
        "link='b'/><dynamics damping='2'/></joint><joint name='k' type='prismatic'><parent link='b'/><child link='c'/>"
        "<mimic joint='j'/></joint></robot>";
    rbd_reader_config config = rbd_pinocchio_reader_config();
    rbd_error error;
    rbd_model *m = rbd_model_create_urdf(t, strlen(t), &config, NULL, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_EQ(2, m->nv);
    EXPECT_NEAR(0, m->dof[0].damping, 0);
    rbd_model_destroy(m);
}

UTEST_MAIN()
