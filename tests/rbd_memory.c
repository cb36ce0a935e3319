/* Facts about memory: whichever allocation fails, alone or with all after it, every function of rbd.h that allocates says so by its
   status, loses and leaks nothing, leaves the builder it was given as it was, and works when it is called again. An object gives
   back exactly the bytes it asked for. A file that is refused leaves the builder alone, gravity included. */
#include "utest.h"
#include "rbd_common.h"

/* Lets `before` allocations pass, then fails one of them, or all. Counts what is out. */
typedef struct meter {
    int calls, before, all;
    int blocks;
    size_t bytes;
} meter;
static void *meter_alloc(void *context, size_t bytes, size_t align) {
    meter *m = (meter *)context;
    int call = m->calls++;
    void *p;
    (void)align;
    if (call == m->before || (m->all && call > m->before)) return NULL;
    p = malloc(bytes ? bytes : 1);
    if (p) ++m->blocks, m->bytes += bytes;
    return p;
}
static void meter_free(void *context, void *pointer, size_t bytes) {
    meter *m = (meter *)context;
    --m->blocks, m->bytes -= bytes;
    free(pointer);
}

static const char urdf[] =
    "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>"
    "<collision><geometry><box size='1 1 1'/></geometry></collision></link>"
    "<link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>"
    "<link name='c'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>"
    "<joint name='j' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/><limit lower='-1' "
    "upper='1'/></joint>"
    "<joint name='p' type='planar'><parent link='b'/><child link='c'/><axis xyz='1 0 0'/></joint></robot>";
static const char mjcf[] =
    "<mujoco><option gravity='0 0 -1'/><default><geom density='500'/></default><worldbody>"
    "<body name='a' pos='0 0 1'><freejoint/><geom size='.1'/><site name='s'/>"
    "<body name='b'><joint name='x' axis='1 0 0' pos='0 0 .1'/><joint name='y' axis='0 1 0' pos='0 0 .1'/><geom "
    "size='.1'/></body>"
    "</body></worldbody><equality><connect body1='a' body2='b' anchor='0 0 0'/></equality></mujoco>";

static rbd_body part(const char *name, int parent) {
    rbd_body b = rbd_default_body(name, parent);
    b.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
    b.joint.dof[0].armature = TACT_R(0.1);
    b.inertia = rbd_inertia_sphere(1, tact_vec(0, 0, TACT_R(0.1)), TACT_R(0.2));
    return b;
}
/* A chain of `n` bodies, the last one on a composite joint, each with a frame. Returns 1, or 0 when memory ran out. */
static int fill(rbd_builder *b, int n) {
    char name[32], frame[32];
    int i, at = 0;
    for (i = 0; i < n; ++i) {
        rbd_body body;
        rbd_joint two[2];
        snprintf(name, sizeof name, "b%d", i);
        snprintf(frame, sizeof frame, "f%d", i);
        body = part(name, at);
        two[0] = two[1] = rbd_default_joint(RBD_JOINT_REVOLUTE);
        two[1].axis = tact_vec(1, 0, 0);
        at = i + 1 < n ? rbd_builder_add(b, &body, NULL) : rbd_builder_add_composite(b, &body, two, NULL, 2, NULL);
        if (at < 0) return 0;
        if (rbd_builder_add_frame(b, frame, at, tact_pose_identity(), NULL) < 0) return 0;
    }
    return 1;
}

/* What is tried, each with the allocator; 1 when all of it succeeded. Everything made is destroyed again. */
static int try_builder(const tact_allocator *a) {
    rbd_builder *b = rbd_builder_create(a), *c = NULL;
    int ok = b && fill(b, 20);
    if (ok) c = rbd_builder_create(a);
    if (ok) ok = c && fill(c, 3);
    if (ok) {
        int count = rbd_builder_count(c);
        ok = rbd_builder_append(c, b, 2, tact_pose_identity(), "more_", NULL) >= 0;
        if (!ok && rbd_builder_count(c) != count) abort();
    }
    rbd_builder_destroy(b);
    rbd_builder_destroy(c);
    return ok;
}
static int try_model(const tact_allocator *a) {
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_model *m = NULL;
    rbd_data *d = NULL;
    rbd_factor *f = NULL;
    rbd_constraints *c = NULL;
    rbd_maximal *x = NULL;
    rbd_constraint weld;
    rbd_error error;
    int ok = fill(b, 5);
    m = rbd_model_create(b, a, &error);
    if (!m && error.status != RBD_NO_MEMORY) abort();
    ok = ok && m;
    if (ok) ok = (d = rbd_data_create(m, a)) != NULL;
    if (ok) ok = (f = rbd_factor_create(m, a)) != NULL;
    weld = rbd_constraint_weld(3, tact_pose_identity(), 0, tact_pose_identity());
    if (ok) ok = (c = rbd_constraints_create(m, &weld, 1, a, &error)) != NULL;
    if (ok) ok = (x = rbd_maximal_create(m, a, &error)) != NULL;
    rbd_maximal_destroy(x);
    rbd_constraints_destroy(c);
    rbd_factor_destroy(f);
    rbd_data_destroy(d);
    rbd_model_destroy(m);
    rbd_builder_destroy(b);
    return ok;
}
static int try_files(const tact_allocator *a) {
    rbd_error error;
    rbd_model *m = rbd_model_create_urdf(urdf, sizeof urdf - 1, NULL, a, &error), *n = NULL;
    int ok = m != NULL;
    if (!m && error.status != RBD_NO_MEMORY) abort();
    if (ok) {
        n = rbd_model_create_mjcf(mjcf, sizeof mjcf - 1, NULL, a, &error);
        if (!n && error.status != RBD_NO_MEMORY) abort();
        ok = n != NULL;
    }
    rbd_model_destroy(m);
    rbd_model_destroy(n);
    return ok;
}
/* A file into a builder that has bodies already: on failure it has the same ones. */
static int try_adding(const tact_allocator *a) {
    rbd_builder *b = rbd_builder_create(a);
    int ok = b && fill(b, 3), k;
    for (k = 0; ok && k < 2; ++k) {
        int count = rbd_builder_count(b);
        ok = (k ? rbd_builder_add_mjcf(b, mjcf, sizeof mjcf - 1, NULL, NULL)
                : rbd_builder_add_urdf(b, urdf, sizeof urdf - 1, NULL, NULL)) >= 0;
        if (!ok && rbd_builder_count(b) != count) abort();
        if (k == 0 && ok) ok = rbd_builder_remove(b, rbd_builder_find(b, "a"), NULL) >= 0; /* MJCF has the same names */
    }
    rbd_builder_destroy(b);
    return ok;
}
/* Meshes, and a file with meshes, an include, tendons, actuators, keys and defaults. */
static const char obj[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
static const char more[] =
    "<mujoco><worldbody><body name='other' pos='2 0 0'><freejoint/><geom size='.1'/></body></worldbody></mujoco>";
static const char rich[] =
    "<mujoco><include file='more.xml'/><asset><mesh name='m' file='m.obj'/></asset><default><default class='x'><joint "
    "damping='1'/></default></default><worldbody><body name='a'><joint name='h' class='x'/><geom type='mesh' "
    "mesh='m'/><site "
    "name='s'/><body name='b' pos='0 0 1'><joint name='k' type='slide'/><geom size='.1'/><site "
    "name='t'/></body></body></worldbody>"
    "<tendon><spatial name='p'><site site='s'/><site site='t'/></spatial><fixed name='f'><joint joint='h' "
    "coef='2'/></fixed></tendon><actuator><motor joint='h'/><position tendon='f' kp='3'/></actuator><keyframe><key "
    "qpos='2 0 0 1 0 0 0 .1 .2'/></keyframe></mujoco>";
static const void *open_part(void *user, const char *name, size_t *bytes) {
    int mesh = strstr(name, ".obj") != NULL;
    (void)user;
    *bytes = mesh ? sizeof obj - 1 : sizeof more - 1;
    return mesh ? obj : more;
}
static int try_meshes(const tact_allocator *a) {
    rbd_error error;
    rbd_reader_config config = rbd_default_reader_config();
    rbd_mesh *mesh = rbd_mesh_create(obj, sizeof obj - 1, a, &error);
    rbd_model *m = NULL;
    int ok = mesh != NULL;
    if (!mesh && error.status != RBD_NO_MEMORY) abort();
    config.file = open_part;
    if (ok) {
        m = rbd_model_create_mjcf(rich, sizeof rich - 1, &config, a, &error);
        if (!m && error.status != RBD_NO_MEMORY) printf("%s\n", error.text), abort();
        ok = m != NULL;
    }
    rbd_mesh_destroy(mesh);
    rbd_model_destroy(m);
    return ok;
}

UTEST(memory, every_allocation_may_fail) {
    static int (*const tries[])(const tact_allocator *) = {try_builder, try_model, try_files, try_adding, try_meshes};
    for (int t = 0; t < 5; ++t)
        for (int all = 0; all < 2; ++all) {
            int k = 0, ok = 0;
            for (; k < 1000 && !ok; ++k) {
                meter m = {0, k, all, 0, 0};
                tact_allocator a = {&m, meter_alloc, meter_free};
                ok = tries[t](&a);
                ASSERT_EQ(0, m.blocks);
                ASSERT_EQ((size_t)0, m.bytes);
                ASSERT_EQ(ok, m.calls <= k); /* a failure is never taken for a success */
            }
            EXPECT_TRUE(ok);
            EXPECT_GT(k, t == 1 ? 5 : 10); /* there was something to fail */
        }
}

UTEST(memory, a_refused_file_leaves_the_builder_alone) {
    static const char bad[] = "<mujoco><option gravity='0 0 -1'/><worldbody><body name='a'><geom size='.1'/>"
                              "<body name='b'><joint type='screw'/></body></body></worldbody></mujoco>";
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_error error;
    rbd_model *m;
    ASSERT_TRUE(fill(b, 2));
    EXPECT_EQ((int)RBD_BAD_TEXT, rbd_builder_add_mjcf(b, bad, sizeof bad - 1, NULL, &error));
    EXPECT_EQ(3, rbd_builder_count(b));
    m = rbd_model_create(b, NULL, &error);
    ASSERT_TRUE(m != NULL);
    EXPECT_LT(fabs((double)m->gravity.z + 9.81), 1e-6);
    rbd_model_destroy(m);
    rbd_builder_destroy(b);
}
UTEST_MAIN()
