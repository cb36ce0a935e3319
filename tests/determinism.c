/* determinism.c - twenty small worlds, built with TACT_DETERMINISTIC: prints the hash of each after STEPS steps. Builds by other
   compilers, options and machines print the same lines (tests/check_determinism.sh compares them).
     determinism [STEPS [WORKERS]]      WORKERS > 1: the solver's and the narrow phase's tasks run in a scrambled order
   Freestanding (TACT_NO_LIBC): determinism_scene(scene, steps, half) is exported instead of main. */
#ifndef TACT_DETERMINISTIC
#define TACT_DETERMINISTIC
#endif
#define COLLIDE_IMPLEMENTATION
#define RBD_IMPLEMENTATION
#define CONTACT_IMPLEMENTATION
#include "collide.h"
#include "rbd.h"
#include "contact.h"
#if defined(__GNUC__) && !defined(__clang__) /* the scenes below are the caller's code, and are built the same way */
#pragma GCC optimize("fp-contract=off", "no-tree-slp-vectorize")
#endif

enum { SCENES = 20 };
/* One block of memory for a scene, given back as a whole: works without a C library. */
static struct {
    double memory[1 << 20];
    size_t used;
} arena;
static void *arena_alloc(void *context, size_t bytes, size_t align) {
    size_t at = (arena.used + 63) & ~(size_t)63;
    (void)context, (void)align;
    if (bytes > sizeof arena.memory - at) return NULL;
    arena.used = at + bytes;
    return (unsigned char *)arena.memory + at;
}
static void arena_free(void *context, void *p, size_t bytes) { (void)context, (void)p, (void)bytes; }

/* Tasks in an order that has nothing to do with their numbers. */
static int workers = 1;
static void scrambled(void *context, int count, void (*work)(void *data, int index, int worker), void *data) {
    int i, step = 7;
    (void)context;
    while (count % step == 0) step += 2;
    for (i = 0; i < count; ++i) work(data, (int)(((int64_t)i * step + 3) % count), i % workers);
}
static tact_real random_of(int scene, int k) { return tact_random_uniform((uint64_t)(100 + scene), (uint64_t)k); }
static collide_shape shape_of(int scene, int k, const collide_hull *hull) {
    tact_real a = TACT_R(0.1) + TACT_R(0.1) * random_of(scene, 100 + k),
              b = TACT_R(0.1) + TACT_R(0.1) * random_of(scene, 200 + k);
    switch ((scene + k) % 7) {
    case 0: return collide_sphere(a);
    case 1: return collide_capsule(a, b);
    case 2: return collide_cylinder(a, b);
    case 3: return collide_cone(a, b);
    case 4: return collide_ellipsoid(a, b, TACT_R(0.15));
    case 5: return collide_convex(hull);
    default: return collide_box(a, b, TACT_R(0.12));
    }
}
static rbd_model *arm_of(int scene, const tact_allocator *allocator) {
    static const rbd_joint_type types[4] = {RBD_JOINT_REVOLUTE, RBD_JOINT_SPHERICAL, RBD_JOINT_PRISMATIC,
                                            RBD_JOINT_REVOLUTE};
    rbd_builder *builder = rbd_builder_create(allocator);
    rbd_model *model;
    int parent = RBD_WORLD, i;
    if (!builder) return NULL;
    for (i = 0; i < 4; ++i) {
        rbd_body link = rbd_default_body("link", parent);
        link.joint = rbd_default_joint(i == 0 && scene % 2 ? RBD_JOINT_FREE : types[(scene + i) % 4]);
        link.joint.axis = tact_vec(0, i % 2 ? 1 : 0, i % 2 ? 0 : 1);
        link.placement = tact_pose_at(TACT_R(0.1), 0, i ? TACT_R(0.3) : TACT_R(1.2));
        link.inertia = rbd_inertia_box(1, tact_vec(0, 0, TACT_R(0.1)), tact_vec(TACT_R(0.1), TACT_R(0.2), TACT_R(0.3)));
        parent = rbd_builder_add(builder, &link, NULL);
    }
    model = rbd_model_create(builder, allocator, NULL);
    rbd_builder_destroy(builder);
    return model;
}
/* What the worlds hold: a heap of shapes on a floor, joints of all kinds between some, an arm; the scenes differ in shapes,
   integrator, coordinates and method. */
static uint64_t run(int scene, int steps) {
    static const contact_method methods[6] = {CONTACT_METHOD_AUTO,       CONTACT_METHOD_NCP_PGS, CONTACT_METHOD_AUTO,
                                              CONTACT_METHOD_NCP_NEWTON, CONTACT_METHOD_SAP,     CONTACT_METHOD_AUTO};
    tact_allocator allocator;
    contact_world_config config = contact_default_world_config();
    contact_world *w;
    tact_vec3 corners[12];
    collide_hull *hull = NULL;
    collide_shape floor_shape = collide_halfspace(tact_vec(0, 0, 1), 0), shape, body_shape;
    contact_body before, body;
    rbd_model *model;
    contact_robot robot;
    uint64_t hash = 0;
    int i;
    before.index = before.generation = 0;
    arena.used = 0;
    allocator.context = NULL, allocator.alloc = arena_alloc, allocator.free = arena_free;
    config.solver.method = methods[scene % 6];
    config.integrator = (contact_integrator)(scene % 3);
    config.maximal = scene % 4 == 3;
    config.sleeping = scene % 5 == 4;
    config.substeps = 1 + (scene % 7 == 6);
    if (workers > 1) {
        config.solver.parallel_for = scrambled;
        config.solver.workers = workers;
    }
    w = contact_world_create(&config, &allocator, NULL);
    for (i = 0; i < 12; ++i)
        corners[i] = tact_vec(TACT_R(0.3) * random_of(scene, 3 * i), TACT_R(0.3) * random_of(scene, 3 * i + 1),
                              TACT_R(0.3) * random_of(scene, 3 * i + 2));
    if (!w || collide_hull_create(corners, 12, NULL, &allocator, &hull) < 0) return 0;
    contact_world_add_static(w, &floor_shape, tact_pose_identity());
    body_shape = collide_box(1, TACT_R(0.1), TACT_R(0.5));
    contact_world_add_static(w, &body_shape, tact_pose_at(0, 1, TACT_R(0.4)));
    for (i = 0; i < 10; ++i) {
        tact_quat turn = tact_quat_normalize(tact_quat_make(random_of(scene, 300 + i), random_of(scene, 320 + i),
                                                            random_of(scene, 340 + i), random_of(scene, 360 + i)));
        shape = shape_of(scene, i, hull);
        body = contact_world_add_dynamic(
            w, &shape,
            tact_pose_make(tact_vec(TACT_R(0.2) * (tact_real)(i % 3), TACT_R(0.25) * (tact_real)(i % 2),
                                    TACT_R(0.3) + TACT_R(0.3) * (tact_real)i),
                           turn),
            300);
        if (i % 3 == 2 && scene % 2) {
            contact_joint_def d = contact_default_joint_def((contact_joint_kind)((scene + i) % 6));
            d.a = before, d.b = body;
            d.frame_a = tact_pose_at(0, 0, TACT_R(0.2)), d.frame_b = tact_pose_at(0, 0, TACT_R(-0.2));
            contact_world_add_joint(w, &d);
        }
        before = body;
    }
    model = arm_of(scene, &allocator);
    if (!model) return 0;
    robot = contact_world_add_robot(w, model, NULL, NULL);
    if (scene % 3 == 0) {
        contact_motor motor = contact_robot_motor(w, robot, model->joint_nv - 1);
        motor.stiffness = 50, motor.damping = 2, motor.position = TACT_R(0.7), motor.max_effort = 20;
        contact_robot_set_motor(w, robot, model->joint_nv - 1, &motor);
    }
    for (i = 0; i < steps; ++i)
        if (contact_world_step(w, TACT_R(0.004)) < 0) return 1;
    hash = contact_world_hash(w);
    contact_world_destroy(w);
    return hash;
}

#ifdef TACT_NO_LIBC
uint32_t determinism_scene(int scene, int steps, int half);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memcpy(void *to, const void *from, size_t n) {
    volatile unsigned char *t = (volatile unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    while (n--) *t++ = *f++;
    return to;
}
void *memmove(void *to, const void *from, size_t n) {
    volatile unsigned char *t = (volatile unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    if ((uintptr_t)to <= (uintptr_t)from) return memcpy(to, from, n);
    while (n--) t[n] = f[n];
    return to;
}
void *memset(void *to, int c, size_t n) {
    volatile unsigned char *t = (volatile unsigned char *)to;
    while (n--) *t++ = (unsigned char)c;
    return to;
}
int memcmp(const void *a, const void *b, size_t n) {
    const volatile unsigned char *x = (const volatile unsigned char *)a, *y = (const volatile unsigned char *)b;
    for (; n; --n, ++x, ++y)
        if (*x != *y) return *x < *y ? -1 : 1;
    return 0;
}
uint32_t determinism_scene(int scene, int steps, int half) {
    static uint64_t hash;
    if (!half) hash = run(scene, steps);
    return (uint32_t)(half ? hash >> 32 : hash);
}
#else
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    int scene, steps = argc > 1 ? atoi(argv[1]) : 200;
    workers = argc > 2 ? atoi(argv[2]) : 1;
    for (scene = 0; scene < SCENES; ++scene) {
        uint64_t hash = run(scene, steps);
        printf("%02d %08x%08x\n", scene, (unsigned)(hash >> 32), (unsigned)hash);
        if (hash < 2) return 1;
    }
    return 0;
}
#endif
