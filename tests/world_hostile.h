/* world_hostile.h - a world with everything in it, and snapshots of it in which bytes were changed and the checksum made good:
   what someone would send who wants to do harm. Used by world_snapshots.c and by fuzz_snapshot.c. */
#ifndef WORLD_HOSTILE_H
#define WORLD_HOSTILE_H
#if defined(__GNUC__) || defined(__clang__)
#define HOSTILE_FUNC static __attribute__((unused)) /* not every file calls it */
#else
#define HOSTILE_FUNC static
#endif
#include "collide.h"
#include "rbd.h"
#include "contact.h"
#include <stdlib.h>
#include <string.h>

typedef struct hostile {
    contact_world *world;
    collide_hull *hull;
    collide_mesh *mesh;
    collide_compound *compound;
    collide_height_field field;
    tact_real heights[9];
    rbd_model *model;
    unsigned char *good, *block; /* the snapshot, and a copy to be changed */
    size_t bytes, start;         /* start: where the checksum ends its cover, from the end of the first part on */
    uint64_t before, hash;       /* at the snapshot, and after HOSTILE_STEPS steps from it */
    unsigned refused;            /* how many were, so far */
} hostile;
enum { HOSTILE_STEPS = 3, HOSTILE_CHECKSUM_AT = 24, HOSTILE_BYTES_AT = 16 };

static rbd_model *hostile_model(void) { /* a free base and two hinges, the second coupled to the first */
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_model *model;
    int parent = RBD_WORLD, i;
    for (i = 0; i < 3; ++i) {
        static const char *const names[3] = {"base", "upper", "lower"};
        rbd_body link = rbd_default_body(names[i], parent);
        link.joint = rbd_default_joint(i == 0 ? RBD_JOINT_FREE : RBD_JOINT_REVOLUTE);
        link.placement = tact_pose_at(0, 0, i ? TACT_R(0.3) : TACT_R(0.5));
        link.inertia =
            rbd_inertia_box(1, tact_vec(0, 0, TACT_R(0.15)), tact_vec(TACT_R(0.1), TACT_R(0.1), TACT_R(0.3)));
        parent = rbd_builder_add(builder, &link, NULL);
    }
    model = rbd_model_create(builder, NULL, NULL);
    rbd_builder_destroy(builder);
    return model;
}
static contact_body hostile_add(contact_world *w, collide_shape shape, tact_real x, tact_real z) {
    return contact_world_add_dynamic(w, &shape, tact_pose_at(x, 0, z), 500);
}
/* The checksum of world-snapshots, told again: the manual does not have it, and a liar can read the source. */
static uint64_t hostile_checksum(const unsigned char *at, size_t bytes) {
    uint64_t lane[4] = {1, 2, 3, 4}, word[4], sum = bytes;
    size_t i, k;
    for (i = 0; i < bytes; i += sizeof word) {
        for (k = 0; k < 4; ++k) word[k] = 0;
        memcpy(word, at + i, bytes - i < sizeof word ? bytes - i : sizeof word);
        for (k = 0; k < 4; ++k) lane[k] = ((lane[k] ^ word[k]) * 0x9E3779B97F4A7C15u) ^ (lane[k] >> 29);
    }
    for (k = 0; k < 4; ++k) sum = ((sum ^ lane[k]) * 0xD1342543DE82EF95u) ^ (sum >> 31);
    return sum ? sum : 1;
}
static void hostile_sign(hostile *h) {
    uint64_t sum = hostile_checksum(h->block + h->start, h->bytes - h->start);
    memcpy(h->block + HOSTILE_CHECKSUM_AT, &sum, sizeof sum);
}

/* One of everything that a world can hold; some removed again, some asleep. `order`: hulls and meshes are made known in
   another order, nothing else differs. Returns 0 when it could not be made. */
static int hostile_create(hostile *h, int order) {
    static const tact_vec3 corners[6] = {{TACT_R(0.2), 0, 0},  {TACT_R(-0.2), 0, 0}, {0, TACT_R(0.2), 0},
                                         {0, TACT_R(-0.2), 0}, {0, 0, TACT_R(0.2)},  {0, 0, TACT_R(-0.2)}};
    static const tact_vec3 plate[4] = {{3, -1, 0}, {5, -1, 0}, {5, 1, 0}, {3, 1, 0}};
    static const int triangles[6] = {0, 1, 2, 0, 2, 3};
    collide_shape child[2];
    tact_pose at[2];
    contact_world_config config = contact_default_world_config();
    contact_joint_def joint;
    contact_body a, b, gone;
    contact_robot robot;
    contact_motor motor = {10, 1, TACT_R(0.3), 0, 100};
    contact_material slippery = contact_default_material();
    contact_geom_def geom = contact_default_geom_def();
    collide_shape shape;
    contact_geom first = {0, 0}, second = {0, 0};
    int i, pass;
    memset(h, 0, sizeof *h);
    child[0] = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)), child[1] = collide_sphere(TACT_R(0.1));
    at[0] = tact_pose_at(TACT_R(-0.1), 0, 0), at[1] = tact_pose_at(TACT_R(0.1), 0, 0);
    h->field.n_x = h->field.n_y = 3, h->field.spacing_x = h->field.spacing_y = 1, h->field.heights = h->heights;
    h->model = hostile_model();
    if (collide_hull_create(corners, 6, NULL, NULL, &h->hull) < 0 ||
        collide_mesh_create(plate, 4, triangles, 2, NULL, &h->mesh) < 0 ||
        collide_compound_create(child, at, 2, NULL, &h->compound) < 0 || !h->model)
        return 0;
    config.sleeping = 1;
    config.solver.method = CONTACT_METHOD_NCP_PGS, config.solver.max_iterations = 30; /* quick: the state matters */
    config.capacity_bodies = config.capacity_geoms = 8, config.capacity_pairs = config.capacity_contacts = 16;
    h->world = contact_world_create(&config, NULL, NULL);
    if (!h->world) return 0;
    for (pass = 0; pass < 2 && order; ++pass) { /* known in another order: the geoms go again */
        shape = pass ? collide_convex(h->hull) : collide_compound_shape(h->compound);
        gone = contact_world_add_dynamic(h->world, &shape, tact_pose_identity(), 1);
        contact_world_remove_body(h->world, gone);
    }
    shape = collide_halfspace(tact_vec(0, 0, 1), 0);
    contact_world_add_static(h->world, &shape, tact_pose_identity());
    shape = collide_mesh_shape(h->mesh);
    contact_world_add_static(h->world, &shape, tact_pose_at(0, 0, TACT_R(0.1)));
    shape = collide_height_field_shape(&h->field);
    contact_world_add_static(h->world, &shape, tact_pose_at(6, -1, TACT_R(0.05)));
    hostile_add(h->world, collide_convex(h->hull), 0, TACT_R(0.19));
    hostile_add(h->world, collide_convex(h->hull), 4, TACT_R(0.3));
    hostile_add(h->world, collide_compound_shape(h->compound), 7, TACT_R(0.16));
    gone = hostile_add(h->world, collide_sphere(TACT_R(0.3)), 20, 1);
    a = hostile_add(h->world, collide_box(TACT_R(0.1), TACT_R(0.2), TACT_R(0.1)), 10, TACT_R(0.1));
    b = hostile_add(h->world, collide_capsule(TACT_R(0.1), TACT_R(0.2)), 11, TACT_R(0.3));
    hostile_add(h->world, collide_cylinder(TACT_R(0.2), TACT_R(0.1)), 12, TACT_R(0.1));
    hostile_add(h->world, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)), 12, TACT_R(0.29));
    shape = collide_sphere(TACT_R(0.05));
    geom.shape = &shape, geom.pose = tact_pose_at(TACT_R(0.2), 0, 0);
    first = contact_world_add_geom(h->world, a, &geom), second = contact_world_add_geom(h->world, b, &geom);
    slippery.friction = 0;
    contact_world_set_pair_material(h->world, first, second, &slippery);
    for (i = 0; i < 3; ++i) {
        joint = contact_default_joint_def((contact_joint_kind)(i * 2 % 6));
        joint.b = b, joint.frame_a = tact_pose_at(TACT_R(0.5), 0, 0), joint.frame_b = tact_pose_at(TACT_R(-0.5), 0, 0);
        if (i) joint.a = a;
        contact_world_add_joint(h->world, &joint);
    }
    for (i = 0; i < 2; ++i) {
        contact_world_settings(h->world)->maximal = i;
        robot = contact_world_add_robot(h->world, h->model, NULL, NULL);
        geom.shape = &shape, geom.pose = tact_pose_identity();
        contact_world_add_geom(h->world, contact_robot_link(h->world, robot, 1), &geom);
        contact_robot_set_motor(h->world, robot, 6, &motor);
    }
    for (i = 0; i < 40; ++i) contact_world_step(h->world, TACT_R(0.01));
    contact_world_remove_body(h->world, gone);
    contact_world_step(h->world, TACT_R(0.01));
    h->bytes = contact_world_snapshot_bytes(h->world);
    h->good = (unsigned char *)malloc(h->bytes), h->block = (unsigned char *)malloc(h->bytes);
    if (!h->good || !h->block || contact_world_save(h->world, h->good, h->bytes) < 0) return 0;
    {
        uint64_t covered;
        memcpy(&covered, h->good + HOSTILE_BYTES_AT, sizeof covered);
        h->start = h->bytes - (size_t)covered;
    }
    h->before = contact_world_hash(h->world);
    for (i = 0; i < HOSTILE_STEPS; ++i) contact_world_step(h->world, TACT_R(0.01));
    h->hash = contact_world_hash(h->world);
    return contact_world_restore(h->world, h->good, h->bytes) == CONTACT_OK;
}
static inline void hostile_destroy(hostile *h) {
    contact_world_destroy(h->world);
    rbd_model_destroy(h->model);
    collide_hull_destroy(h->hull);
    collide_mesh_destroy(h->mesh);
    collide_compound_destroy(h->compound);
    free(h->good), free(h->block);
}
/* What someone does with a world: nothing of it may leave the memory of the world, whatever its numbers are. */
static void hostile_use(contact_world *w) {
    contact_ray_hit hit;
    contact_geom found[4];
    collide_shape box = collide_box(1, 1, 1);
    tact_real kinetic, potential;
    int i;
    contact_world_settings(w)->substeps = 1; /* many of both are slow, and no fault */
    contact_world_settings(w)->solver.max_iterations = 20;
    for (i = 0; i < 2; ++i) contact_world_step(w, TACT_R(0.01));
    contact_world_cast_ray(w, tact_vec(-9, 0, TACT_R(0.2)), tact_vec(30, 0, TACT_R(0.2)), ~0u, &hit);
    contact_world_overlap(w, &box, tact_pose_at(10, 0, 0), ~0u, found, 4);
    contact_world_energy(w, &kinetic, &potential);
    contact_world_add_dynamic(w, &box, tact_pose_at(0, 0, 9), 1);
    for (i = 0; i < contact_world_contact_count(w); ++i) (void)contact_world_contact(w, i);
    contact_world_step(w, TACT_R(0.01));
}
/* Restores h->block with a right checksum. 1: it was taken and used; 0: it was refused and the world goes on as if nothing
   had been. Negative: not even that. The world is at the good snapshot again afterwards. */
HOSTILE_FUNC int hostile_try(hostile *h) {
    contact_status status;
    int i, taken;
    hostile_sign(h);
    status = contact_world_restore(h->world, h->block, h->bytes);
    taken = status == CONTACT_OK;
    if (taken) {
        contact_world *copy = contact_world_clone(h->world, NULL);
        hostile_use(h->world);
        contact_world_destroy(copy);
    } else {
        if (!contact_world_error(h->world)->text[0] || status > 0) return -1;
        if (contact_world_hash(h->world) != h->before) return -2;
        if (h->refused++ % 16) return 0; /* to go on takes far longer than to refuse */
        for (i = 0; i < HOSTILE_STEPS; ++i) contact_world_step(h->world, TACT_R(0.01));
        if (contact_world_hash(h->world) != h->hash) return -2;
    }
    return contact_world_restore(h->world, h->good, h->bytes) == CONTACT_OK ? taken : -3;
}
#endif
