/* mover.c - a character to copy: a capsule that slides along walls, climbs steps, sticks to slopes, rides platforms and
   pushes boxes with a bounded force, made of the world's queries alone.

   cc -O2 -I. examples/mover.c -lm -o mover && ./mover */
#include <stdio.h>
#define COLLIDE_IMPLEMENTATION
#define RBD_IMPLEMENTATION
#define CONTACT_IMPLEMENTATION
#include "collide.h"
#include "rbd.h"
#include "contact.h"

typedef struct mover {
    contact_world *world;
    contact_body body; /* kinematic: others feel it, and queries of its own pass it */
    collide_shape shape;
    tact_vec3 at;   /* middle of the capsule */
    tact_real fall; /* m/s, up */
    int on_ground;
} mover;
static const tact_real skin = 0.01, step_height = 0.35, slope = 0.7,
                       push_force = 200; /* slope: least z of a floor's normal */

static int look(const mover *m, tact_vec3 way, contact_hit *hit) {
    contact_query query = contact_default_query();
    query.ignore = &m->body, query.ignore_count = 1;
    return contact_world_cast_hits(m->world, &m->shape, tact_pose_make(m->at, tact_quat_identity()), way, &query, hit,
                                   1) > 0;
}
/* Moves by `way`, or up to a skin before what is there; what is left of the way. */
static tact_vec3 go(mover *m, tact_vec3 way, contact_hit *hit, int *blocked) {
    tact_real length = tact_norm(way), part = 1;
    *blocked = length > 0 && look(m, way, hit);
    if (*blocked) part = tact_max(0, hit->fraction - skin / length);
    m->at = tact_mul_add(m->at, part, way);
    return tact_scale(1 - part, way);
}
/* Slides: what remains of the way loses its part into the wall. A step is tried where the wall is steep. */
static void walk(mover *m, tact_vec3 way, tact_real dt) {
    contact_hit hit;
    int k, blocked;
    for (k = 0; k < 4 && tact_norm(way) > 1e-6; ++k) {
        tact_vec3 left = go(m, way, &hit, &blocked), low = m->at;
        if (!blocked) return;
        contact_body_add_impulse_at(m->world, hit.body, tact_scale(-push_force * dt, hit.normal), hit.point);
        if (m->on_ground && hit.normal.z < slope && k == 0) {
            tact_vec3 flat = tact_vec(left.x, left.y, 0), ahead = tact_scale(0.3, tact_normalize_or(flat, flat));
            contact_hit other;
            int up, wall, floor;
            go(m, tact_vec(0, 0, step_height), &other, &up);
            go(m, ahead, &other, &wall);
            go(m, tact_vec(0, 0, -step_height), &other, &floor);
            floor = floor && !wall && other.normal.z >= slope; /* a radius on there is a floor: step up to it */
            m->at = low;
            if (floor) {
                go(m, tact_vec(0, 0, step_height), &other, &up);
                go(m, flat, &other, &wall);
                go(m, tact_vec(0, 0, -step_height), &other, &floor);
                return;
            }
        }
        way = tact_mul_add(left, -tact_dot(left, hit.normal), hit.normal);
    }
}
static void mover_step(mover *m, tact_vec3 wish, tact_real dt) {
    contact_hit hit;
    tact_vec3 carry = tact_vec(0, 0, 0);
    int blocked;
    if (m->on_ground && look(m, tact_vec(0, 0, -2 * skin - step_height), &hit))
        carry = contact_body_point_velocity(m->world, hit.body, hit.point); /* a platform */
    walk(m, tact_scale(dt, tact_add(wish, carry)), dt);
    m->fall = m->on_ground ? 0 : m->fall - 9.81 * dt;
    go(m, tact_vec(0, 0, m->on_ground ? -step_height : m->fall * dt), &hit,
       &blocked); /* down a slope or stairs, or falls */
    m->on_ground =
        blocked && (hit.normal.z >= slope || (m->on_ground && hit.normal.z > 0.2)); /* on an edge it stays up */
    contact_body_set_target(m->world, m->body, tact_pose_make(m->at, tact_quat_identity()));
}

int main(void) {
    contact_world *world = contact_world_create(NULL, NULL, NULL);
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0), stair = collide_box(0.25, 2, 0.15),
                  crate = collide_box(0.2, 0.2, 0.2), wall = collide_box(0.1, 9, 2);
    contact_body_def d = contact_default_body_def();
    contact_geom_def g = contact_default_geom_def();
    contact_body box;
    mover m;
    int i;
    contact_world_add_static(world, &ground, tact_pose_identity());
    for (i = 0; i < 4; ++i) contact_world_add_static(world, &stair, tact_pose_at(2 + 0.5 * i, 0, 0.15 + 0.3 * i));
    contact_world_add_static(world, &wall, tact_pose_at(6, 0, 2));
    box = contact_world_add_dynamic(world, &crate, tact_pose_at(0, 2, 0.2), 300);
    m.world = world, m.shape = collide_capsule(0.3, 0.5);
    m.at = tact_vec(0, 0, 1), m.fall = 0, m.on_ground = 0;
    d.type = CONTACT_BODY_KINEMATIC, d.pose.p = m.at;
    g.shape = &m.shape;
    m.body = contact_world_add_body(world, &d);
    contact_world_add_geom(world, m.body, &g);
    for (i = 0; i < 60; ++i) mover_step(&m, tact_vec(0, 0, 0), 1.0 / 60), contact_world_step(world, 1.0 / 60);
    printf("stands: %s, its feet %.1f m up\n", m.on_ground ? "yes" : "no", m.at.z - 0.8 + 1e-3);
    for (i = 0; i < 105; ++i) mover_step(&m, tact_vec(2, 0, 0), 1.0 / 60), contact_world_step(world, 1.0 / 60);
    printf("on the stairs: its feet %.1f m up\n", m.at.z - 0.8);
    for (i = 0; i < 200; ++i) mover_step(&m, tact_vec(2, 0.5, 0), 1.0 / 60), contact_world_step(world, 1.0 / 60);
    printf("at the wall: %.1f m along, slid on to %s\n", m.at.x, m.at.y > 1 ? "the left" : "nowhere");
    m.at = tact_vec(0, 0.5, 0.82);
    for (i = 0; i < 120; ++i) mover_step(&m, tact_vec(0, 1, 0), 1.0 / 60), contact_world_step(world, 1.0 / 60);
    printf("the box was pushed: %s\n", contact_body_pose(world, box).p.y > 2.1 ? "yes" : "no");
    contact_world_destroy(world);
    return 0;
}
/* expected output:
stands: yes, its feet 0.0 m up
on the stairs: its feet 1.2 m up
at the wall: 5.6 m along, slid on to the left
the box was pushed: yes
*/
