/* Every allocation fails once. For every call that allocates and every k the k-th allocation fails, alone and with all that follow: the
   call then answers with a status or NULL, nothing is lost or leaked, the world is as it was before (it saves the same state and goes on
   with the same bits as one that never saw the failure), and the same call succeeds once memory is there again. */
/* slow: yes */
#include "world_common.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct heap {
    long blocks, count, fail_at; /* fail_at: number of the allocation that fails, 0: none */
    int lasting, failed;         /* lasting: all after it fail too */
} heap;
static void *heap_alloc(void *context, size_t bytes, size_t align) {
    heap *h = (heap *)context;
    void *p;
    (void)align;
    ++h->count;
    if (h->fail_at && (h->count == h->fail_at || (h->lasting && h->count > h->fail_at))) {
        h->failed = 1;
        return NULL;
    }
    p = malloc(bytes);
    if (p) ++h->blocks, memset(p, 0xa5, bytes); /* nothing is zero by itself */
    return p;
}
static void heap_free(void *context, void *p, size_t bytes) {
    if (!p) return;
    memset(p, 0x5a, bytes); /* the size is the one that was asked for, and nobody reads on */
    --((heap *)context)->blocks;
    free(p);
}
static tact_allocator allocator_of(heap *h) {
    tact_allocator a;
    a.context = h, a.alloc = heap_alloc, a.free = heap_free;
    return a;
}

static const char urdf[] =
    "<robot name='cart'><link name='base'><inertial><mass value='2'/><inertia ixx='0.1' iyy='0.1' izz='0.1' ixy='0' "
    "ixz='0' "
    "iyz='0'/></inertial><collision><geometry><box size='0.2 0.2 0.2'/></geometry></collision></link><link "
    "name='arm'><inertial>"
    "<mass value='1'/><inertia ixx='0.1' iyy='0.1' izz='0.1' ixy='0' ixz='0' "
    "iyz='0'/></inertial><collision><geometry><sphere "
    "radius='0.1'/></geometry></collision></link><joint name='j' type='revolute'><parent link='base'/><child "
    "link='arm'/><origin "
    "xyz='0 0 0.3'/><axis xyz='0 1 0'/><limit lower='-1' upper='1' effort='10' velocity='5'/></joint></robot>";
static const char mjcf[] = "<mujoco><compiler angle='radian'/><worldbody><body name='left' pos='0 0 1'><joint name='a' "
                           "type='hinge' axis='0 1 0'/><geom "
                           "type='capsule' fromto='0 0 0 0 0 -.3' size='.02'/><body name='bar' pos='0 0 -.3'><joint "
                           "name='b' type='hinge' axis='0 1 0'/>"
                           "<geom type='capsule' fromto='0 0 0 .5 0 0' size='.02'/></body></body><body name='right' "
                           "pos='.5 0 1'><joint name='c' "
                           "type='hinge' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0 0 -.3' "
                           "size='.02'/></body></worldbody><equality><connect "
                           "body1='bar' body2='right' anchor='.5 0 0'/></equality></mujoco>";

/* ---- the calls: each takes a world and returns a status or 0/-1; `b` is what it made, taken down by `undo` ---- */
typedef struct bench {
    contact_world *w;
    tact_allocator allocator;
    heap *heap;
    collide_hull *hull;
    const collide_decomposition *parts;
    rbd_model *model;       /* made by the call */
    const rbd_model *robot; /* made before */
    contact_world *other;
    contact_differential *d;
    void *block;
    size_t bytes;
} bench;
typedef struct call {
    const char *name;
    int (*run)(bench *b);
    void (*undo)(bench *b);
    int anew; /* 1: what was kept from step to step to save time may have gone: the last bits of later steps may differ */
} call;

static tact_vec3 corners[8] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                               {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};
/* An L, in tenths of a metre: closed, not convex. */
static const tact_vec3 ell[12] = {{0, 0, 0},
                                  {TACT_R(0.2), 0, 0},
                                  {TACT_R(0.2), TACT_R(0.1), 0},
                                  {TACT_R(0.1), TACT_R(0.1), 0},
                                  {TACT_R(0.1), TACT_R(0.2), 0},
                                  {0, TACT_R(0.2), 0},
                                  {0, 0, TACT_R(0.1)},
                                  {TACT_R(0.2), 0, TACT_R(0.1)},
                                  {TACT_R(0.2), TACT_R(0.1), TACT_R(0.1)},
                                  {TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)},
                                  {TACT_R(0.1), TACT_R(0.2), TACT_R(0.1)},
                                  {0, TACT_R(0.2), TACT_R(0.1)}};
static const int ell_sides[60] = {0,  3, 1,  1,  3,  2, 0,  5, 3, 3, 5,  4, 6,  7,  9, 7, 8, 9, 6, 9,
                                  11, 9, 10, 11, 0,  1, 7,  0, 7, 6, 1,  2, 8,  1,  8, 7, 2, 3, 9, 2,
                                  9,  8, 3,  4,  10, 3, 10, 9, 4, 5, 11, 4, 11, 10, 5, 0, 6, 5, 6, 11};
static int call_body(bench *b) { /* one more than there is room for */
    collide_shape s = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    return contact_body_valid(b->w, contact_world_add_dynamic(b->w, &s, tact_pose_at(0, 5, 1), 100)) ? 0 : -1;
}
static int call_hull_geom(bench *b) {
    collide_shape s = collide_convex(b->hull);
    return contact_body_valid(b->w, contact_world_add_dynamic(b->w, &s, tact_pose_at(0, 9, 1), 100)) ? 0 : -1;
}
static int call_joints(bench *b) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_BALL);
    d.b.index = 1, d.b.generation = 1;
    return contact_world_add_joint(b->w, &d).generation ? 0 : -1;
}
static int call_material(bench *b) {
    contact_material m = contact_default_material();
    contact_geom one, two;
    uint32_t i, k;
    one.generation = two.generation = 1;
    for (i = 0; i < 4; ++i)
        for (k = 0; k < 4; ++k) {
            one.index = i, two.index = k + 4;
            if (contact_world_set_pair_material(b->w, one, two, &m) < 0) return -1;
        }
    one.index = 0, two.index = 3;
    return contact_world_set_pair_material(b->w, one, two, &m);
}
static int call_robot(bench *b) {
    contact_world_settings(b->w)->maximal = 0;
    return contact_world_add_robot(b->w, b->robot, NULL, NULL).generation ? 0 : -1;
}
static int call_robot_maximal(bench *b) {
    int made;
    contact_world_settings(b->w)->maximal = 1;
    made = contact_world_add_robot(b->w, b->robot, NULL, NULL).generation != 0;
    contact_world_settings(b->w)->maximal = 0;
    return made ? 0 : -1;
}
static int call_urdf(bench *b) {
    return contact_world_add_file(b->w, urdf, sizeof urdf - 1, NULL, &b->model).generation ? 0 : b->model ? -100 : -1;
}
static int call_mjcf(bench *b) {
    return contact_world_add_file(b->w, mjcf, sizeof mjcf - 1, NULL, &b->model).generation ? 0 : b->model ? -100 : -1;
}
/* A mesh in a file of its own, actuators, a tendon and a key. */
static const char obj[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
static const char rig[] =
    "<mujoco><asset><mesh name='m' file='m.obj' scale='.1 .1 .1'/></asset><worldbody><body name='arm' pos='9 9 "
    "2'><joint name='h'/>"
    "<geom type='mesh' mesh='m'/><body name='hand' pos='0 0 .3'><joint name='k' type='slide'/><geom "
    "size='.1'/></body></body></worldbody>"
    "<tendon><fixed name='f'><joint joint='h' coef='2'/><joint joint='k' coef='1'/></fixed></tendon><actuator><motor "
    "joint='h'/><position "
    "joint='k' kp='3'/><general tendon='f' gainprm='2' dyntype='integrator'/></actuator></mujoco>";
static const void *open_obj(void *user, const char *name, size_t *bytes) {
    (void)user, (void)name;
    *bytes = sizeof obj - 1;
    return obj;
}
static int call_rig(bench *b) {
    contact_file_config config = contact_default_file_config();
    config.reader.file = open_obj;
    return contact_world_add_file(b->w, rig, sizeof rig - 1, &config, &b->model).generation ? 0 : b->model ? -100 : -1;
}
static int call_hulls(bench *b) { /* parts of a solid on a body that is there */
    contact_geom_def def = contact_default_geom_def();
    contact_body body;
    body.index = 3, body.generation = 1;
    return contact_world_add_hulls(b->w, body, b->parts, &def) > 0 ? 0 : -1;
}
static void undo_model(bench *b) { rbd_model_destroy(b->model), b->model = NULL; }
static int call_clone(bench *b) {
    b->other = contact_world_clone(b->w, &b->allocator);
    return b->other ? 0 : -1;
}
static int call_create(bench *b) {
    contact_error error;
    b->other = contact_world_create(NULL, &b->allocator, &error);
    return b->other ? 0 : error.status == CONTACT_NO_MEMORY ? -1 : -100;
}
static void undo_other(bench *b) { contact_world_destroy(b->other), b->other = NULL; }
static int call_step(bench *b) { return (int)contact_world_step(b->w, TACT_R(0.01)); }
static int call_faithful(bench *b) {
    int status;
    contact_world_settings(b->w)->integrator = CONTACT_INTEGRATOR_FAITHFUL;
    status = (int)contact_world_step(b->w, TACT_R(0.01));
    contact_world_settings(b->w)->integrator = CONTACT_INTEGRATOR_EULER;
    return status;
}
static int call_moreau(bench *b) {
    int status;
    contact_world_settings(b->w)->integrator = CONTACT_INTEGRATOR_MOREAU;
    status = (int)contact_world_step(b->w, TACT_R(0.01));
    contact_world_settings(b->w)->integrator = CONTACT_INTEGRATOR_EULER;
    return status;
}
static int call_substeps(bench *b) {
    int status;
    contact_world_settings(b->w)->substeps = 3;
    status = (int)contact_world_step(b->w, TACT_R(0.01));
    contact_world_settings(b->w)->substeps = 1;
    return status;
}
static int call_restore(bench *b) { return (int)contact_world_restore(b->w, b->block, b->bytes); }
static int call_differential(bench *b) {
    int status, n = contact_world_dofs(b->w);
    tact_real *by_state = (tact_real *)malloc((size_t)(4 * n * n) * sizeof(tact_real));
    b->d = contact_differential_create(&b->allocator);
    status = b->d ? (int)contact_world_step_differential(b->w, TACT_R(0.01), b->d) : -1;
    if (status >= 0) {
        int one = (int)contact_differential_matrices(b->d, by_state, NULL, NULL);
        if (one < 0) status = -200; /* the step was done; only the matrices are missing */
    }
    free(by_state);
    return status;
}
static void undo_differential(bench *b) { contact_differential_destroy(b->d), b->d = NULL; }
static tact_real loss(void *context, contact_world *w, int k, tact_real *gradient) {
    (void)context, (void)k;
    if (gradient) gradient[0] += 1;
    return contact_world_get_stats(w).time;
}
static int call_rollout(bench *b) {
    contact_rollout r;
    tact_real value, *by_state = (tact_real *)malloc((size_t)(2 * contact_world_dofs(b->w)) * sizeof(tact_real));
    int status;
    memset(&r, 0, sizeof r);
    r.steps = 5, r.checkpoint = 2, r.dt = TACT_R(0.01), r.loss = loss;
    b->d = contact_differential_create(&b->allocator);
    status = b->d ? (int)contact_world_rollout(b->w, &r, b->d, &value, by_state, NULL, NULL) : -1;
    free(by_state);
    return status;
}
static const call calls[] = {{"body", call_body, NULL, 0},
                             {"hull", call_hull_geom, NULL, 0},
                             {"joint", call_joints, NULL, 0},
                             {"pair material", call_material, NULL, 0},
                             {"robot", call_robot, NULL, 0},
                             {"robot, maximal", call_robot_maximal, NULL, 0},
                             {"urdf", call_urdf, undo_model, 1},
                             {"mjcf", call_mjcf, undo_model, 1},
                             {"rig", call_rig, undo_model, 1},
                             {"hulls", call_hulls, NULL, 0},
                             {"create", call_create, undo_other, 0},
                             {"clone", call_clone, undo_other, 0},
                             {"step", call_step, NULL, 1},
                             {"step, faithful", call_faithful, NULL, 1},
                             {"step, Moreau", call_moreau, NULL, 1},
                             {"step, substeps", call_substeps, NULL, 1},
                             {"restore", call_restore, NULL, 0},
                             {"differential", call_differential, undo_differential, 1},
                             {"rollout", call_rollout, undo_differential, 1}};

/* A small world whose arrays are full, with boxes about to meet: the next call makes it grow. */
static int build(bench *b, int warm) {
    contact_world_config c = contact_default_world_config();
    collide_shape box = collide_box(TACT_R(0.2), TACT_R(0.2), TACT_R(0.2)),
                  ground = collide_halfspace(tact_vec(0, 0, 1), 0);
    contact_joint_def hinge = contact_default_joint_def(CONTACT_JOINT_HINGE);
    int i;
    c.capacity_bodies = 11, c.capacity_geoms = 9, c.capacity_joints = c.capacity_robots = 1;
    c.capacity_pairs = c.capacity_contacts = c.capacity_reals = 1;
    b->w = contact_world_create(&c, &b->allocator, NULL);
    if (!b->w) return 0;
    contact_world_add_static(b->w, &ground, tact_pose_identity());
    for (i = 0; i < 8; ++i)
        hinge.b = contact_world_add_dynamic(
            b->w, &box, tact_pose_at(0, (tact_real)(i / 4), TACT_R(0.2) + TACT_R(0.405) * (tact_real)(i % 4)), 100);
    hinge.frame_a = tact_pose_at(0, 1, TACT_R(1.4));
    contact_world_add_joint(b->w, &hinge);
    contact_world_add_robot(b->w, b->robot, NULL, NULL);
    for (i = 0; i < warm; ++i)
        if (contact_world_step(b->w, TACT_R(0.01)) < 0) return 0;
    return 1;
}
static uint64_t after(contact_world *w) { /* three more steps; hash of all */
    int i;
    for (i = 0; i < 3; ++i)
        if (contact_world_step(w, TACT_R(0.01)) < 0) return 0;
    return contact_world_hash(w);
}
/* Runs one call with its k-th allocation failing. Returns 0 when it has fewer. *bad: what is wrong. */
static int attempt(const call *c, bench *b, int warm, long k, int lasting, uint64_t plain, uint64_t with,
                   const char **bad) {
    uint64_t before;
    int status, failed;
    *bad = NULL;
    if (!build(b, warm)) return *bad = "build", 0;
    before = contact_world_hash(b->w);
    b->heap->count = 0, b->heap->failed = 0;
    b->heap->fail_at = k, b->heap->lasting = lasting;
    status = c->run(b);
    failed = b->heap->failed;
    b->heap->fail_at = 0;
    if (!failed) {
        if (status < 0) *bad = "fails without a failure";
    } else if (status < 0 && status != -200) {
        if (status == -100) *bad = "a wrong status";
        if (status == (int)CONTACT_BODY_STOPPED) *bad = "a body was stopped";
        if (c->undo) c->undo(b);
        if (contact_world_hash(b->w) != before) *bad = "the world has moved";
        if (k % 2) { /* as if it had not been called ... */
            uint64_t later = after(b->w);
            if (!later || (!c->anew && later != plain)) *bad = "other bits after the failure";
        } else { /* ... or again, with success */
            if (c->run(b) < 0)
                *bad = "fails again";
            else {
                uint64_t later = after(b->w);
                if (!later || (!c->anew && later != with)) *bad = "other bits after success";
            }
        }
    } else if (status != -200) { /* it could do without */
        uint64_t later = after(b->w);
        if (!later || (!c->anew && later != with)) *bad = "a status without failure, but other bits";
    }
    if (c->undo && c->undo != undo_model) c->undo(b);
    contact_world_destroy(b->w);
    if (c->undo) c->undo(b);
    return failed;
}

UTEST(memory, every_allocation_of_a_world_may_fail) {
    static heap h;
    bench b;
    rbd_error error;
    rbd_model *robot = rbd_model_create_urdf(urdf, sizeof urdf - 1, NULL, NULL, &error);
    collide_mesh *mesh = NULL;
    collide_decomposition *parts = NULL;
    int i, warm, lasting;
    memset(&b, 0, sizeof b);
    b.heap = &h, b.allocator = allocator_of(&h), b.robot = robot;
    ASSERT_TRUE(robot != NULL);
    ASSERT_EQ(COLLIDE_OK, collide_hull_create(corners, 8, NULL, NULL, &b.hull));
    ASSERT_EQ(COLLIDE_OK, collide_mesh_create(ell, 12, ell_sides, 20, NULL, &mesh));
    ASSERT_TRUE(collide_decompose(mesh, NULL, NULL, &parts) >= 0);
    b.parts = parts;
    for (warm = 0; warm < 3; warm += 2)
        for (i = 0; i < (int)(sizeof calls / sizeof *calls); ++i) {
            const char *bad;
            uint64_t plain, with;
            long k, most = 0;
            ASSERT_TRUE(build(&b, warm));
            b.bytes = contact_world_snapshot_bytes(b.w);
            b.block = malloc(b.bytes);
            contact_world_save(b.w, b.block, b.bytes);
            plain = after(b.w);
            contact_world_destroy(b.w);
            ASSERT_TRUE(build(&b, warm));
            ASSERT_GE(calls[i].run(&b), 0);
            if (calls[i].undo && calls[i].undo != undo_model) calls[i].undo(&b);
            with = after(b.w);
            contact_world_destroy(b.w);
            if (calls[i].undo) calls[i].undo(&b);
            ASSERT_EQ(0, (int)h.blocks);
            for (lasting = 0; lasting < 2; ++lasting)
                for (k = 1; attempt(&calls[i], &b, warm, k, lasting, plain, with, &bad) || bad; ++k) {
                    if (bad)
                        printf("%s, warm %d, allocation %ld%s: %s\n", calls[i].name, warm, k, lasting ? " and on" : "",
                               bad);
                    EXPECT_TRUE(bad == NULL);
                    ASSERT_EQ(0, (int)h.blocks);
                    if (k > 2000) break;
                    most = k;
                }
            if (getenv("TACT_VERBOSE")) printf("%s, warm %d: %ld allocations\n", calls[i].name, warm, most);
            EXPECT_TRUE(most > 0 || warm);
            free(b.block);
        }
    collide_decomposition_destroy(parts);
    collide_mesh_destroy(mesh);
    collide_hull_destroy(b.hull);
    rbd_model_destroy(robot);
}

UTEST(memory, a_robot_that_comes_and_goes_takes_no_more_memory) {
    static heap h;
    tact_allocator allocator = allocator_of(&h);
    rbd_error error;
    rbd_model *model = rbd_model_create_urdf(urdf, sizeof urdf - 1, NULL, NULL, &error);
    contact_world *w = contact_world_create(NULL, &allocator, NULL);
    contact_robot stays, robot;
    size_t bytes = 0;
    int i;
    ASSERT_TRUE(w && model);
    stays = contact_world_add_robot(w, model, NULL, NULL);
    for (i = 0; i < 500; ++i) {
        contact_world_settings(w)->maximal = i % 3 == 1;
        robot = contact_world_add_robot(w, model, NULL, NULL);
        ASSERT_TRUE(robot.generation != 0);
        if (i % 5 == 0) { /* sometimes the older one goes first */
            contact_robot swap = stays;
            stays = robot, robot = swap;
        }
        contact_world_step(w, TACT_R(0.001));
        ASSERT_EQ(CONTACT_OK, contact_world_remove_robot(w, robot));
        if (i == 60) bytes = contact_world_snapshot_bytes(w); /* by then they came and went in every order */
        if (i > 60) ASSERT_LE(contact_world_snapshot_bytes(w), bytes);
    }
    contact_world_destroy(w);
    rbd_model_destroy(model);
    ASSERT_EQ(0, (int)h.blocks);
}

/* Pairs that never meet go with their geoms: one that comes and goes a thousand times takes no more memory. */
UTEST(memory, pairs_that_never_meet_go_with_their_geoms) {
    contact_world *w = contact_world_create(NULL, NULL, NULL);
    collide_shape ball = collide_sphere(TACT_R(0.1));
    contact_body_def body = contact_default_body_def();
    contact_geom_def geom = contact_default_geom_def();
    contact_body a = contact_world_add_body(w, &body), b = contact_world_add_body(w, &body);
    contact_geom fixed;
    size_t bytes = 0;
    geom.shape = &ball, fixed = contact_world_add_geom(w, a, &geom);
    for (int i = 0; i < 1000; ++i) {
        contact_geom other = contact_world_add_geom(w, b, &geom);
        ASSERT_EQ(CONTACT_OK, contact_world_set_pair_meets(w, fixed, other, 0));
        ASSERT_EQ(CONTACT_OK, contact_world_step(w, TACT_R(0.001)));
        ASSERT_EQ(0, contact_world_contact_count(w));
        ASSERT_EQ(CONTACT_OK, contact_world_remove_geom(w, other));
        if (i == 10) bytes = contact_world_snapshot_bytes(w);
        if (i > 10) ASSERT_LE(contact_world_snapshot_bytes(w), bytes);
    }
    contact_world_destroy(w);
}

/* Two runs of a tower, in one of which a ball far away lived for 50 steps: the tower has the same bits. */
static uint64_t tower_beside(int ball) {
    contact_world *w = contact_world_create(NULL, NULL, NULL);
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0),
                  box = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    collide_shape sphere = collide_sphere(TACT_R(0.3));
    contact_body body[6], guest = {0, 0};
    uint64_t hash = 0;
    size_t k;
    int i;
    contact_world_add_static(w, &ground, tact_pose_identity());
    for (i = 0; i < 6; ++i)
        body[i] = contact_world_add_dynamic(
            w, &box, tact_pose_at(TACT_R(0.01) * (tact_real)i, 0, TACT_R(0.1) + TACT_R(0.21) * (tact_real)i), 1000);
    if (ball) guest = contact_world_add_dynamic(w, &sphere, tact_pose_at(9, 9, 1), 500);
    for (i = 0; i < 200; ++i) {
        if (ball && i == 50) contact_world_remove_body(w, guest);
        if (contact_world_step(w, TACT_R(0.01)) < 0) return (uint64_t)ball;
    }
    for (i = 0; i < 6; ++i) {
        tact_pose pose = contact_body_pose(w, body[i]);
        unsigned char bytes[sizeof pose];
        memcpy(bytes, &pose, sizeof pose);
        for (k = 0; k < sizeof pose; ++k) hash = (hash ^ bytes[k]) * 0x100000001b3u;
    }
    contact_world_destroy(w);
    return hash;
}
UTEST(memory, a_body_that_came_and_went_changes_no_bit_of_others) { ASSERT_TRUE(tower_beside(0) == tower_beside(1)); }

/* A robot whose state is not a number is refused in both coordinates, and nothing stays behind. */
UTEST(memory, a_robot_that_is_refused_leaks_nothing) {
    static heap h;
    tact_allocator allocator = allocator_of(&h);
    rbd_model *model = rbd_model_create_urdf(urdf, sizeof urdf - 1, NULL, NULL, NULL);
    contact_world *w = contact_world_create(NULL, &allocator, NULL);
    tact_real bad[16];
    long blocks = 0;
    int i;
    ASSERT_TRUE(w && model && model->nq <= 16 && model->nv <= 16);
    for (i = 0; i < 16; ++i) bad[i] = (tact_real)NAN;
    for (i = 0; i < 8; ++i) {
        contact_world_settings(w)->maximal = i & 1;
        ASSERT_EQ(0u, contact_world_add_robot(w, model, i & 2 ? NULL : bad, i & 2 ? bad : NULL).generation);
        if (i == 3) blocks = h.blocks; /* the world may keep what it grew by */
        if (i > 3) ASSERT_EQ((int)blocks, (int)h.blocks);
    }
    contact_world_destroy(w);
    rbd_model_destroy(model);
    ASSERT_EQ(0, (int)h.blocks);
}
UTEST_MAIN()
