/* ragdoll.c - a figure from a table of bones, with cones and twists as limits, that falls down stairs and comes to rest.

   cc -O2 -I. examples/ragdoll.c -lm -o ragdoll && ./ragdoll */
#include <stdio.h>
#define COLLIDE_IMPLEMENTATION
#define RBD_IMPLEMENTATION
#define CONTACT_IMPLEMENTATION
#include "collide.h"
#include "rbd.h"
#include "contact.h"

/* A bone is a capsule from `from` to `to`; it hangs on its parent at `from`. Angles in radians. */
typedef struct bone {
    const char *name;
    int parent; /* -1: none */
    tact_vec3 from, to;
    tact_real radius, cone, twist;
} bone;
static const bone figure[] = {
    {"pelvis", -1, {0, 0, 1.0}, {0, 0, 1.15}, 0.12, 0, 0},
    {"chest", 0, {0, 0, 1.2}, {0, 0, 1.45}, 0.13, 0.5, 0.3},
    {"head", 1, {0, 0, 1.6}, {0, 0, 1.72}, 0.09, 0.6, 0.6},
    {"left arm", 1, {0, 0.2, 1.45}, {0, 0.45, 1.45}, 0.05, 1.4, 0.8},
    {"left hand", 3, {0, 0.5, 1.45}, {0, 0.75, 1.45}, 0.04, 1.2, 0.3},
    {"right arm", 1, {0, -0.2, 1.45}, {0, -0.45, 1.45}, 0.05, 1.4, 0.8},
    {"right hand", 5, {0, -0.5, 1.45}, {0, -0.75, 1.45}, 0.04, 1.2, 0.3},
    {"left thigh", 0, {0, 0.1, 0.95}, {0, 0.1, 0.6}, 0.07, 0.9, 0.4},
    {"left shin", 7, {0, 0.1, 0.52}, {0, 0.1, 0.15}, 0.06, 1.0, 0.2},
    {"right thigh", 0, {0, -0.1, 0.95}, {0, -0.1, 0.6}, 0.07, 0.9, 0.4},
    {"right shin", 9, {0, -0.1, 0.52}, {0, -0.1, 0.15}, 0.06, 1.0, 0.2},
};
enum { BONES = sizeof figure / sizeof *figure };

static tact_quat along(tact_vec3 way) { /* takes z to the direction of a bone */
    tact_vec3 z = tact_normalize_or(way, tact_vec(0, 0, 1)), x, y;
    tact_mat3 m;
    tact_tangents(z, &x, &y);
    m = tact_mat_columns(x, y, z);
    return tact_quat_from_mat(&m);
}
/* Adds the figure, moved by `at`; writes its bodies and joints (joint 0 is none). */
static void ragdoll(contact_world *world, tact_vec3 at, contact_body body[BONES], contact_joint joint[BONES]) {
    int k;
    for (k = 0; k < BONES; ++k) {
        const bone *b = &figure[k];
        tact_vec3 way = tact_sub(b->to, b->from), middle = tact_add(at, tact_lerp(b->from, b->to, 0.5));
        collide_shape shape = collide_capsule(b->radius, tact_norm(way) / 2);
        contact_body_def d = contact_default_body_def();
        contact_geom_def g = contact_default_geom_def();
        contact_joint_def j = contact_default_joint_def(CONTACT_JOINT_BALL);
        d.pose = tact_pose_make(middle, along(way));
        d.name = b->name;
        d.angular_damping = 0.5;
        g.shape = &shape;
        g.category = 2, g.mask = 1; /* meets the world and not itself */
        body[k] = contact_world_add_body(world, &d);
        contact_world_add_geom(world, body[k], &g);
        if (b->parent < 0) continue;
        j.a = body[b->parent], j.b = body[k];
        j.frame_b = tact_pose_at(0, 0, -tact_norm(way) / 2);
        /* the same frame seen from the parent: at the start all angles are zero */
        j.frame_a = tact_pose_mul(tact_pose_inverse(contact_body_pose(world, j.a)), tact_pose_mul(d.pose, j.frame_b));
        j.cone = b->cone;
        j.axis[5].rule = CONTACT_AXIS_LIMITED, j.axis[5].lower = -b->twist, j.axis[5].upper = b->twist;
        j.axis[3].friction = j.axis[4].friction = 0.5; /* N m: a little stiff */
        joint[k] = contact_world_add_joint(world, &j);
    }
}

int main(void) {
    contact_world_config config = contact_default_world_config();
    contact_world *world;
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0), step = collide_box(0.2, 1, 0.1);
    contact_body body[BONES];
    contact_joint joint[BONES];
    tact_real worst_cone = 0, worst_twist = 0, worst_open = 0;
    int k, i, slept = 0;
    config.sleeping = 1;
    config.sleep_speed = 0.05;
    world = contact_world_create(&config, NULL, NULL);
    contact_world_add_static(world, &ground, tact_pose_identity());
    for (k = 0; k < 4; ++k) contact_world_add_static(world, &step, tact_pose_at(-0.4 * k, 0, 0.2 * k + 0.1));
    ragdoll(world, tact_vec(-1, 0, 0.9), body, joint);
    contact_body_add_impulse(world, body[1], tact_vec(40, 5, 0));
    for (i = 0; i < 240 * 8; ++i) {
        contact_world_step(world, 1.0 / 240);
        for (k = 1; k < BONES; ++k) {
            tact_real x = contact_joint_axis_position(world, joint[k], 3),
                      y = contact_joint_axis_position(world, joint[k], 4);
            worst_cone = tact_max(worst_cone, tact_sqrt(x * x + y * y) - figure[k].cone);
            worst_twist =
                tact_max(worst_twist, tact_abs(contact_joint_axis_position(world, joint[k], 5)) - figure[k].twist);
            worst_open = tact_max(worst_open, contact_joint_error(world, joint[k]));
        }
        for (k = 0; k < contact_world_event_count(world); ++k)
            slept += contact_world_event(world, k).kind == CONTACT_EVENT_SLEPT;
    }
    printf("%d bones, %d fell asleep\n", (int)BONES, slept);
    printf("limits held: %s\n", worst_cone < 0.1 && worst_twist < 0.1 ? "yes" : "no");
    printf("joints closed to a millimetre: %s\n", worst_open < 1e-3 ? "yes" : "no");
    printf("the figure lies on the ground: %s\n", contact_body_pose(world, body[0]).p.z < 0.5 ? "yes" : "no");
    contact_world_destroy(world);
    return 0;
}
/* expected output:
11 bones, 11 fell asleep
limits held: yes
joints closed to a millimetre: yes
the figure lies on the ground: yes
*/
