/* fuzz_mjcf.c - libFuzzer target: files of robots with the files they name, into a world.   make fuzz-mjcf
   The input is the text, a zero, and the bytes of every file that the text asks for (meshes, includes). A file that is refused leaves the
   world as it was and has a reason; one that is taken is stepped. */
#include "fuzz_common.h"

typedef struct other {
    const uint8_t *data;
    size_t size;
    int asked;
} other;
static const void *open_other(void *user, const char *name, size_t *size) {
    other *o = (other *)user;
    (void)name;
    if (++o->asked > 16 || !o->data) return NULL;
    *size = o->size;
    return o->data;
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_heap heap;
    tact_allocator allocator = fuzz_allocator(&heap);
    contact_world *w = contact_world_create(NULL, &allocator, NULL);
    contact_file_config config = contact_default_file_config();
    rbd_model *model = NULL;
    contact_robot robot;
    other o;
    uint64_t hash;
    const uint8_t *zero = size ? (const uint8_t *)memchr(data, 0, size) : NULL;
    size_t bytes = zero ? (size_t)(zero - data) : size;
    char *text = (char *)malloc(bytes ? bytes : 1);
    uint8_t *rest = zero ? (uint8_t *)malloc(size - bytes) : NULL; /* blocks of their sizes: reading on is seen */
    if (bytes) memcpy(text, data, bytes);
    o.data = rest, o.size = zero ? size - bytes - 1 : 0, o.asked = 0;
    if (zero && o.size) memcpy(rest, zero + 1, o.size);
    config.reader.user = &o, config.reader.file = open_other;
    fuzz_must(w != NULL);
    hash = contact_world_hash(w);
    contact_world_settings(w)->solver.max_iterations = 20;
    contact_world_settings(w)->maximal = (int)(size % 2);
    robot = contact_world_add_file(w, text, bytes, &config, &model);
    if (!robot.generation)
        fuzz_must(!model && contact_world_error(w)->text[0] && contact_world_hash(w) == hash);
    else if (model->nv <= 30 && contact_world_dofs(w) <= 60) {
        contact_world_step(w, TACT_R(0.01));
        contact_world_step(w, TACT_R(0.01));
    }
    contact_world_destroy(w);
    rbd_model_destroy(model);
    fuzz_must(heap.live == 0);
    free(text), free(rest);
    return 0;
}
#define LINK "<body name='a' pos='0 0 1'><joint name='h' axis='0 1 0' range='-1 1' damping='.1'/><geom "
static const char *const seeds[] = {
    "<mujoco><asset><mesh name='m' file='m.obj' scale='1 2 1'/></asset><worldbody>" LINK
    "type='mesh' mesh='m' density='100'/></body></worldbody></mujoco>@v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf "
    "1/1 "
    "2/2 4/3\nf 1//1 4//2 3//1\nf 2 3 4\n",
    "<mujoco><include file='i.xml'/></mujoco>@<mujoco><worldbody>" LINK "size='.1'/></body></worldbody></mujoco>",
    "<mujoco><compiler autolimits='true'/><default><default class='x'><geom friction='.5' "
    "condim='6'/></default></default><worldbody>" LINK
    "class='x' type='capsule' fromto='0 0 0 0 0 .3' size='.02'/><site name='s' pos='0 0 .3'/><body name='b' pos='0 0 "
    ".3'><joint name='k' type='slide'/><geom type='ellipsoid' size='.1 .2 .3'/><site "
    "name='t'/></body></body></worldbody>"
    "<tendon><fixed name='f'><joint joint='h' coef='1'/><joint joint='k' coef='-1'/></fixed><spatial name='p' "
    "range='0 1'><site site='s'/><site site='t'/></spatial></tendon><actuator><motor joint='h' gear='2' "
    "ctrlrange='-1 1'/><position name='q' joint='k' kp='10'/><general tendon='p' gainprm='1' biastype='affine' "
    "biasprm='0 -1 0'/></actuator><equality><joint joint1='h' joint2='k'/></equality><contact><exclude body1='a' "
    "body2='b'/></contact><keyframe><key name='z' qpos='.1 .2'/></keyframe></mujoco>",
    "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' "
    "ixy='0' ixz='0' "
    "iyz='0'/></inertial><collision><geometry><mesh filename='m.stl' scale='1 1 "
    "-1'/></geometry></collision></link><joint name='j' type='revolute'><parent link='a'/><child link='b'/><limit "
    "lower='-1' upper='1' "
    "effort='1' velocity='1'/></joint></robot>@solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 "
    "0\nvertex 0 1 "
    "0\nendloop\nendfacet\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 1 0 "
    "0\nendloop\nendfacet\nendsolid s\n",
    "<mujoco><worldbody><replicate count='3' offset='1 0 0'>" LINK
    "size='.1'/></body></replicate><body name='c'><freejoint/><geom type='box' size='.1 .1 .1' mass='1' solref='.01 1' "
    "margin='.01'/></body>"
    "<frame pos='0 0 1'><body name='d'><joint type='ball'/><geom type='cylinder' size='.1 "
    ".1'/></body></frame></worldbody></mujoco>"};
int LLVMFuzzerInitialize(int *argc, char ***argv) {
    int k;
    (void)argc, (void)argv;
    for (k = 0; k < (int)(sizeof seeds / sizeof *seeds); ++k) {
        char *copy = (char *)malloc(strlen(seeds[k]) + 1), *at;
        memcpy(copy, seeds[k], strlen(seeds[k]) + 1);
        at = strchr(copy, '@');
        if (at) *at = 0; /* the files begin here */
        fuzz_seed(k, copy, strlen(seeds[k]));
        free(copy);
    }
    return 0;
}
