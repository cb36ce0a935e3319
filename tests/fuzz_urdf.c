/* Fuzz target of the robot readers (libFuzzer): make fuzz-urdf FUZZ_SECONDS=600
   Any bytes go to the URDF and the MJCF reader, from a block of exactly their size. Whatever they say must hold: a
   failure has a negative status and a text, and leaves the builder as it was; a success gives a model whose forward
   kinematics and inverse dynamics run. tests/fuzz_urdf.dict has the words; the seeds are written
   into the corpus directory. */
#include "fuzz_common.h"

static const char *const seeds[] = {
    "<robot name='r'><link name='a'><inertial><origin xyz='1 2 3' rpy='.1 .2 .3'/><mass value='2'/><inertia ixx='1' "
    "iyy='1' "
    "izz='1' ixy='0' ixz='0' iyz='0'/></inertial><collision><geometry><box size='1 2 "
    "3'/></geometry></collision></link>"
    "<link name='b'><inertial><mass value='1e-3'/></inertial></link><link name='c'/><joint name='j' "
    "type='revolute'><parent "
    "link='a'/><child link='b'/><axis xyz='0 0 1'/><limit lower='-1' upper='1' effort='1' velocity='2'/><dynamics "
    "damping='1' "
    "friction='.1'/></joint><joint name='k' type='prismatic'><parent link='b'/><child link='c'/><mimic joint='j' "
    "multiplier='2' offset='1'/></joint></robot>",
    "<robot name='r'><link name='world'/><link name='b'/><link name='c'/><link name='d'/><joint name='1' "
    "type='planar'><parent "
    "link='world'/><child link='b'/><axis xyz='1 0 0'/></joint><joint name='2' type='floating'><parent "
    "link='b'/><child "
    "link='c'/></joint><joint name='3' type='continuous'><parent link='c'/><child link='d'/></joint></robot>",
    "<?xml version='1.0'?><!-- c --><!DOCTYPE r [<!ENTITY a 'b'>]><robot name='&amp;&#65;'><link name='x'/><![CDATA[ "
    "y ]]></robot>",
    "<mujoco><compiler angle='radian' eulerseq='zyx'/><option gravity='0 0 -1'/><default><joint "
    "damping='1'/><default class='x'>"
    "<geom type='capsule' size='.1 .2'/></default></default><worldbody><geom type='plane'/><body name='a' pos='0 0 "
    "1' "
    "euler='1 2 3' childclass='x'><freejoint/><geom/><body name='b'><joint name='h' pos='0 0 .1' axis='1 0 0' "
    "range='-1 1' "
    "ref='.2' springref='.1' stiffness='3'/><joint name='s' type='slide'/><inertial pos='0 0 0' mass='1' "
    "diaginertia='1 1 1'/><site name='p'/></body><body name='c'><joint name='g' type='hinge'/><geom type='box' "
    "fromto='0 0 0 1 1 1' size='.1'/></body></body></worldbody><equality><connect body1='a' body2='b' anchor='0 0 "
    "0'/><weld "
    "body1='b'/><joint joint1='g' polycoef='0 1'/></equality></mujoco>"};

static int problems;
static void on_geometry(void *user, const rbd_geometry *g) {
    (void)user;
    if (!g->link || !tact_pose_valid(g->pose)) ++problems;
}
static void on_warning(void *user, int line, const char *text) {
    (void)user;
    if (line < 0 || !text[0]) ++problems;
}
static void on_constraint(void *user, const rbd_constraint *c, const char *name, int line) {
    (void)user, (void)name;
    if (c->body1 < 0 || c->body2 < 0 || line <= 0) ++problems;
}

static void require(int condition) {
    if (!condition) abort();
}

static void exercise(rbd_model *m) {
    rbd_data *d;
    tact_real *q, *v;
    size_t n = (size_t)(m->nq + m->nv + 1);
    if (m->nv > 400) return;
    d = rbd_data_create(m, NULL);
    q = (tact_real *)calloc(n, sizeof *q), v = (tact_real *)calloc(n, sizeof *v);
    rbd_neutral(m, q);
    require(rbd_fk(m, d, q) <= 0);
    rbd_rnea(m, d, q, v, v, NULL, v);
    free(q), free(v);
    rbd_data_destroy(d);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    char *text = (char *)malloc(size ? size : 1);
    int kind;
    if (size) memcpy(text, bytes, size);
    for (kind = 0; kind < 2; ++kind) {
        rbd_reader_config config = rbd_default_reader_config();
        rbd_error error;
        rbd_model *m;
        rbd_builder *b = rbd_builder_create(NULL);
        int result;
        config.geometry = on_geometry;
        config.warning = on_warning;
        config.constraint = on_constraint;
        config.visuals = 1;
        config.floating_base = size % 2;
        config.order = size % 3 ? RBD_SIBLINGS_ALPHABETICAL : RBD_SIBLINGS_AS_IN_FILE;
        error.text[0] = 0;
        result = kind ? rbd_builder_add_mjcf(b, text, size, &config, &error)
                      : rbd_builder_add_urdf(b, text, size, &config, &error);
        if (result < 0) require(rbd_builder_count(b) == 1 && error.text[0] && (int)error.status == result);
        rbd_builder_destroy(b);
        m = kind ? rbd_model_create_mjcf(text, size, &config, NULL, &error)
                 : rbd_model_create_urdf(text, size, &config, NULL, &error);
        if (m)
            exercise(m);
        else
            require(error.text[0] != 0);
        rbd_model_destroy(m);
        require(problems == 0);
    }
    free(text);
    return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    int i;
    (void)argc, (void)argv;
    for (i = 0; i < (int)(sizeof seeds / sizeof seeds[0]); ++i) fuzz_seed(i, seeds[i], strlen(seeds[i]));
    return 0;
}
