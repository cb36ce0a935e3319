/* world_calls.h - a world driven by a string of bytes: each byte picks a call (add, remove, push, set, step, save, restore, clone,
   query, derivative), the next ones its arguments, which are mostly tame and sometimes tiny, huge, infinite or not numbers.
   Used by world_calls.c (fixed random strings, every test run) and fuzz_world.c (libFuzzer). */
#ifndef WORLD_CALLS_H
#define WORLD_CALLS_H
#include "collide.h"
#include "rbd.h"
#include "contact.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct calls_bytes {
    const uint8_t *data;
    size_t size, at;
    int tame; /* this string has ordinary numbers only, so that bodies live to meet each other */
} calls_bytes;
static unsigned calls_take(calls_bytes *b) { return b->at < b->size ? b->data[b->at++] : 0; }
static tact_real calls_number(calls_bytes *b) {
    unsigned kind = calls_take(b), value = calls_take(b) << 8;
    tact_real x;
    value |= calls_take(b);
    x = (tact_real)value / 32768;
    switch (b->tame ? 7 + kind % 25 : kind % 32) {
    case 0: return 0;
    case 1: return x * TACT_R(1e-6);
    case 2: return x * TACT_R(1e5);
    case 3: { /* raw bits: infinities, NaN, denormals */
        tact_real raw = 0;
        uint8_t r[sizeof raw];
        size_t i;
        for (i = 0; i < sizeof raw; ++i) r[i] = (uint8_t)calls_take(b);
        memcpy(&raw, r, sizeof raw);
        return raw;
    }
    case 4: return (tact_real)NAN;
    case 5: return (tact_real)INFINITY;
    case 6: return -TACT_R(1e30);
    case 7:
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
    case 13:
    case 14: return -x;
    default: return x;
    }
}
static tact_real calls_size(calls_bytes *b) { /* of a shape: positive more often than not */
    unsigned kind = calls_take(b);
    return kind % 16 == 0 ? calls_number(b) : TACT_R(0.05) + (tact_real)(kind / 16) * TACT_R(0.05);
}
static tact_vec3 calls_vector(calls_bytes *b) {
    tact_real x = calls_number(b), y = calls_number(b), z = calls_number(b);
    return tact_vec(x, y, z);
}
static tact_pose calls_pose(calls_bytes *b) {
    tact_pose p;
    unsigned kind;
    p.p = calls_vector(b);
    kind = calls_take(b);
    p.q = tact_quat_identity();
    if (kind % 4 == 0) {
        tact_real x = calls_number(b), y = calls_number(b), z = calls_number(b), w = calls_number(b);
        p.q = tact_quat_make(x, y, z, w);
        if (kind % 16) p.q = tact_quat_normalize(p.q);
    }
    return p;
}
static collide_shape calls_shape(calls_bytes *b) {
    tact_real x = calls_size(b), y = calls_size(b), z = calls_size(b);
    switch (calls_take(b) % 9) {
    case 0: return collide_sphere(x);
    case 1: return collide_capsule(x, y);
    case 2: return collide_ellipsoid(x, y, z);
    case 3: return collide_cylinder(x, y);
    case 4: return collide_cone(x, y);
    case 5: return collide_halfspace(calls_vector(b), x);
    case 6: return collide_point(calls_vector(b));
    default: return collide_box(x, y, z);
    }
}

/* An allocator that counts, so that every byte is seen to come back. */
typedef struct calls_heap {
    long blocks;
} calls_heap;
static void *calls_alloc(void *context, size_t bytes, size_t align) {
    void *p = malloc(bytes);
    (void)align;
    if (p) ++((calls_heap *)context)->blocks;
    return p;
}
static void calls_release(void *context, void *p, size_t bytes) {
    (void)bytes;
    if (p) --((calls_heap *)context)->blocks;
    free(p);
}

enum { CALLS_HANDLES = 32, CALLS_SNAPSHOTS = 2 };
typedef struct calls_state {
    contact_world *world;
    contact_body bodies[CALLS_HANDLES];
    contact_geom geoms[CALLS_HANDLES];
    contact_joint joints[CALLS_HANDLES];
    contact_robot robots[4];
    unsigned n_bodies, n_geoms, n_joints, n_robots;
    void *snapshot[CALLS_SNAPSHOTS];
    size_t snapshot_bytes[CALLS_SNAPSHOTS];
    calls_heap *heap;
    tact_allocator allocator;
    const rbd_model *models[2];
    rbd_model *file; /* of a robot that came from a text; destroyed after the world */
    contact_recording *recording;
    collide_decomposition *parts;
    int faults; /* facts found violated */
} calls_state;
#define CALLS_FACT(state, condition) ((condition) ? (void)0 : calls_fault((state), #condition))
static const char *calls_last_fault = NULL;
static void calls_fault(calls_state *s, const char *what) { ++s->faults, calls_last_fault = what; }

static int calls_finite3(tact_vec3 v) { return isfinite(v.x) && isfinite(v.y) && isfinite(v.z); }
/* After a step everything that can be asked for is finite. */
static void calls_inspect(calls_state *s) {
    unsigned i;
    int k, n = contact_world_contact_count(s->world);
    for (i = 0; i < CALLS_HANDLES; ++i) {
        tact_pose p;
        if (!contact_body_valid(s->world, s->bodies[i])) continue;
        p = contact_body_pose(s->world, s->bodies[i]);
        CALLS_FACT(s, calls_finite3(p.p));
        CALLS_FACT(s, isfinite(p.q.x) && isfinite(p.q.y) && isfinite(p.q.z) && isfinite(p.q.w));
        CALLS_FACT(s, calls_finite3(contact_body_velocity(s->world, s->bodies[i])));
        CALLS_FACT(s, calls_finite3(contact_body_angular_velocity(s->world, s->bodies[i])));
    }
    for (k = 0; k < n; ++k) {
        contact_point c = contact_world_contact(s->world, k);
        CALLS_FACT(s, calls_finite3(c.force) && calls_finite3(c.normal) && calls_finite3(c.position));
    }
}
static void calls_step(calls_state *s, tact_real dt) {
    contact_status status = contact_world_step(s->world, dt);
    CALLS_FACT(s, status == CONTACT_OK || contact_status_text(status) != NULL);
    if (status != CONTACT_OK) CALLS_FACT(s, contact_world_error(s->world)->text[0] != 0);
    if (status >= 0) calls_inspect(s);
}

static int calls_filter(void *context, const contact_world *w, contact_geom a, contact_geom b) {
    (void)w;
    return (a.index + b.index + *(const unsigned *)context) % 4 != 0;
}
static void calls_edit(void *context, contact_world *w, contact_point *contacts, int n) {
    const unsigned how = *(const unsigned *)context;
    int i;
    (void)w;
    for (i = 0; i < n; ++i) {
        if (how & 1) contacts[i].friction = contacts[i].friction / 2;
        if (how & 2) contacts[i].restitution = 1;
        if ((how & 12) == 12 && i == 0) contacts[i].normal.x = (tact_real)NAN;
        if ((how & 48) == 48 && i == 0) contacts[i].gap = 1000;
    }
}
typedef struct calls_drawn {
    int finite;
} calls_drawn;
static void calls_line(void *context, tact_vec3 a, tact_vec3 b, uint32_t rgb) {
    (void)rgb;
    if (!calls_finite3(a) || !calls_finite3(b)) ((calls_drawn *)context)->finite = 0;
}
static void calls_triangle(void *context, tact_vec3 a, tact_vec3 b, tact_vec3 c, uint32_t rgb) {
    calls_line(context, a, b, rgb), calls_line(context, b, c, rgb);
}
static const char calls_text[] =
    "<mujoco><worldbody><body pos='0 0 1' name='b'><freejoint/><geom size='.1'/><site name='s' "
    "size='.2'/><body pos='.3 0 0'><joint name='j' axis='0 1 0'/>"
    "<geom type='capsule' fromto='0 0 0 .2 0 0' "
    "size='.04'/></body></body></worldbody><actuator><position name='p' joint='j' "
    "kp='5'/>"
    "<general joint='j' dyntype='filter' dynprm='.1' gainprm='2'/></actuator>"
    "<sensor><accelerometer site='s'/><gyro site='s'/><force site='s'/><torque site='s'/><touch site='s'/>"
    "<rangefinder site='s'/><jointpos joint='j'/><actuatorfrc actuator='p'/><framepos "
    "objtype='body' objname='b'/><subtreecom body='b'/></sensor>"
    "<keyframe><key qpos='0 0 2 1 0 0 0 .2'/></keyframe></mujoco>";
enum { CALLS_SENSORS = 10, CALLS_SENSED = 3 * 6 + 4 }; /* in that text: so many, of so many values */

/* Each sensor and all of them: what a robot has answers with numbers, others with a status and nothing written. */
static void calls_sensors(calls_state *s, contact_robot robot, int sensor) {
    contact_world *w = s->world;
    tact_real one[4], all[CALLS_SENSED + 1];
    int n = contact_robot_sensor_count(w, robot), i;
    contact_status status;
    one[0] = all[CALLS_SENSED] = -7;
    for (i = 0; i < CALLS_SENSED; ++i) all[i] = 0;
    CALLS_FACT(s, n == 0 || n == CALLS_SENSORS);
    status = contact_robot_sensor(w, robot, sensor, one);
    CALLS_FACT(s, status < 0 ? one[0] == -7 : sensor >= 0 && sensor < n && isfinite(one[0]));
    CALLS_FACT(s, contact_robot_sensor(w, robot, n, one) < 0 && contact_robot_sensor(w, robot, 0, NULL) < 0);
    status = contact_robot_sensors(w, robot, all);
    CALLS_FACT(s, (status >= 0) <= contact_robot_valid(w, robot) && all[CALLS_SENSED] == -7);
    for (i = 0; i < CALLS_SENSED; ++i) CALLS_FACT(s, isfinite(all[i]));
}
/* What a robot with actuators is asked for and told. */
static void calls_controls(calls_state *s, calls_bytes *b, contact_robot robot) {
    contact_world *w = s->world;
    tact_real force[8], *a = contact_robot_activations(w, robot);
    int n = contact_robot_control_count(w, robot), k = (int)(calls_take(b) % 4) - 1;
    tact_real before = contact_robot_control(w, robot, k), value = calls_number(b);
    contact_status status = contact_robot_set_control(w, robot, k, value);
    CALLS_FACT(s, n >= 0 && n <= 8);
    CALLS_FACT(s, (status >= 0) == (k >= 0 && k < n && isfinite(value)));
    CALLS_FACT(s, contact_robot_control(w, robot, k) == (status >= 0 ? value : before));
    if (a) a[0] = calls_number(b);
    (void)contact_robot_actuator_forces(w, robot, force);
    calls_sensors(s, robot, k);
    if (contact_robot_valid(w, robot) && calls_take(b) % 4 == 0)
        (void)contact_robot_set_key(w, robot, (int)(calls_take(b) % 3) - 1);
}
/* What changes a world and is in no other case. Stale handles, numbers that are none and places out of range are among the arguments. */
static void calls_settings(calls_state *s, calls_bytes *b, unsigned which) {
    contact_world *w = s->world;
    const contact_body body = s->bodies[which];
    const contact_geom geom = s->geoms[which], other = s->geoms[calls_take(b) % CALLS_HANDLES];
    const unsigned flags = calls_take(b);
    contact_material m = contact_default_material(), *surface = contact_geom_surface(w, geom);
    contact_joint_def *joint = contact_joint_settings(w, s->joints[which]);
    tact_real x = calls_number(b), y = calls_number(b);
    CALLS_FACT(s, (surface != NULL) == contact_geom_valid(w, geom));
    CALLS_FACT(s, (joint != NULL) == contact_joint_valid(w, s->joints[which]));
    if (flags & 1) {
        m.friction = x, m.restitution = y;
        CALLS_FACT(s, contact_world_set_pair_material(w, geom, other, &m) == CONTACT_OK ||
                          contact_world_error(w)->text[0] != 0);
        CALLS_FACT(s, contact_world_set_pair_material(w, geom, other, NULL) <= 0);
    }
    if (flags & 2)
        CALLS_FACT(s, contact_world_set_pair_meets(w, geom, other, (int)(which & 1)) == CONTACT_OK ||
                          contact_world_error(w)->text[0] != 0);
    if (surface && (flags & 4))
        surface->friction = TACT_R(0.3), surface->surface_velocity = tact_vec(TACT_R(0.2), 0, 0);
    if (surface && (flags & 8)) surface->rolling_friction = TACT_R(0.01), surface->torsional_friction = TACT_R(0.02);
    if (joint && (flags & 16)) joint->velocity = x, joint->position = y;
    if (joint && (flags & 32)) contact_axis_spring(&joint->axis[which % 6], x, y, 1);
    if (flags & 64) {
        tact_vec3 at = calls_vector(b);
        contact_status status = contact_body_add_force_at(w, body, at, tact_vec(x, y, 0));
        CALLS_FACT(s, status == CONTACT_OK || contact_world_error(w)->text[0] != 0);
        CALLS_FACT(s, contact_body_valid(w, body) || status < 0);
    }
    if (flags & 128) contact_joint_velocity(w, s->joints[which]);
    CALLS_FACT(s, isfinite(contact_body_mass(w, body)) && calls_finite3(contact_body_com(w, body)));
    (void)contact_world_get_stats(w);
}
/* Whole derivatives and a rollout: the matrices agree with the products, and what is not there is refused. */
static tact_real calls_loss(void *context, contact_world *w, int k, tact_real *gradient) {
    (void)context, (void)k;
    if (gradient && contact_world_dofs(w) > 0) gradient[0] += 1;
    return 1;
}
static void calls_derivatives(calls_state *s, unsigned which) {
    contact_world *w = s->world;
    contact_differential *d = contact_differential_create(&s->allocator);
    const int n = contact_world_dofs(w), at = contact_body_dof(w, s->bodies[which]),
              robot = contact_robot_dof(w, s->robots[which % 4]);
    contact_parameter p;
    contact_rollout r;
    tact_real loss = 0, *x = (tact_real *)calloc((size_t)(8 * n * n + 8 * n + 8), sizeof(tact_real));
    memset(&p, 0, sizeof p), memset(&r, 0, sizeof r);
    CALLS_FACT(s, at < n && robot < n && n >= 0);
    if (d && x && n <= 60) {
        contact_status status;
        tact_real *state = x + 8 * n * n, *next = state + 2 * n, *back = next + 2 * n;
        p.kind = (contact_parameter_kind)(which % 11), p.geom = s->geoms[which], p.body = s->bodies[which];
        p.joint = s->joints[which], p.robot = s->robots[which % 4];
        status = contact_differential_set(d, (contact_geometry_rule)(which % 4), &p, (int)(which & 1));
        CALLS_FACT(s, status <= 0);
        status = contact_world_step_differential(w, TACT_R(0.01), d);
        if (status >= 0) {
            CALLS_FACT(s, contact_differential_dofs(d) <= n); /* less: a body was stopped */
            CALLS_FACT(s, contact_differential_matrices(d, x, x + 4 * n * n, NULL) >= 0);
            if (n) state[0] = 1;
            CALLS_FACT(s, contact_differential_forward(d, state, NULL, NULL, next) >= 0);
            CALLS_FACT(s, contact_differential_adjoint(d, next, back, NULL, NULL) >= 0);
            calls_inspect(s);
        }
        r.steps = 1 + (int)(which % 3), r.dt = TACT_R(0.01), r.loss = calls_loss;
        if (contact_world_rollout(w, &r, d, &loss, n ? state : NULL, NULL, NULL) >= 0)
            CALLS_FACT(s, loss == (tact_real)(1 + r.steps));
        memset(state, 0, (size_t)(2 * n) * sizeof *state);
        CALLS_FACT(s, contact_world_move_state(w, state) >= 0 || contact_world_error(w)->text[0] != 0);
    }
    free(x);
    contact_differential_destroy(d);
}
/* Packed snapshots and a recording that goes on through the string: any step of it can be had again. */
static void calls_keep(calls_state *s, unsigned which) {
    contact_world *w = s->world;
    int parted = -2, steps, unpacked;
    size_t bytes = contact_world_snapshot_bytes(w), packed;
    uint8_t *block = (uint8_t *)malloc(bytes), *small, *back = (uint8_t *)malloc(bytes);
    if (block && back && contact_world_save(w, block, bytes) == CONTACT_OK) {
        packed = contact_snapshot_pack(block, bytes, NULL, 0, NULL, 0);
        small = (uint8_t *)malloc(packed);
        if (small && contact_snapshot_pack(block, bytes, NULL, 0, small, packed) == packed) {
            CALLS_FACT(s, contact_snapshot_unpacked_bytes(small, packed) == bytes);
            unpacked = contact_snapshot_unpack(small, packed, NULL, 0, back, bytes);
            CALLS_FACT(s, unpacked == CONTACT_OK && memcmp(block, back, bytes) == 0);
            CALLS_FACT(s, contact_snapshot_unpack(small, packed - 1, NULL, 0, back, bytes) < 0);
        }
        free(small);
    }
    free(block), free(back);
    if (!s->recording) s->recording = contact_recording_create(1 + (int)(which % 5), &s->allocator);
    if (!s->recording) return;
    contact_recording_step(s->recording, w, TACT_R(0.01));
    steps = contact_recording_steps(s->recording);
    CALLS_FACT(s, contact_recording_compare(s->recording, s->recording) == -1);
    CALLS_FACT(s, contact_recording_seek(s->recording, w, steps + 1, &parted) < 0);
    if (which % 4 == 0 && contact_recording_seek(s->recording, w, steps, &parted) >= 0) CALLS_FACT(s, parted == -1);
    if (which % 8 == 1) {
        size_t size = contact_recording_bytes(s->recording);
        uint8_t *kept = (uint8_t *)malloc(size);
        contact_recording *loaded = NULL;
        if (kept && contact_recording_save(s->recording, kept, size) >= 0)
            loaded = contact_recording_load(kept, size, &s->allocator);
        if (loaded) CALLS_FACT(s, contact_recording_compare(s->recording, loaded) == -1);
        contact_recording_destroy(loaded);
        free(kept);
    }
}
static collide_decomposition *calls_solid(void) {
    static const tact_vec3 corner[4] = {{0, 0, 0}, {TACT_R(0.2), 0, 0}, {0, TACT_R(0.2), 0}, {0, 0, TACT_R(0.2)}};
    static const int faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    collide_decomposition *parts = NULL;
    collide_mesh *mesh = NULL;
    if (collide_mesh_create(corner, 4, faces, 4, NULL, &mesh) >= 0) (void)collide_decompose(mesh, NULL, NULL, &parts);
    collide_mesh_destroy(mesh);
    return parts;
}
/* Solids of several hulls, a robot from a text, its state; callbacks come and go; a frame is drawn. */
static void calls_more(calls_state *s, calls_bytes *b, unsigned which) {
    static const unsigned how[8] = {0, 1, 2, 3, 12, 15, 48, 63};
    contact_world *w = s->world;
    const contact_body body = s->bodies[which];
    contact_geom_def g = contact_default_geom_def();
    contact_file_config file = contact_default_file_config();
    contact_draw draw;
    calls_drawn drawn = {1};
    tact_real q[16], v[16]; /* the largest model here has 12 and 10 */
    int i;
    switch (calls_take(b) % 6) {
    case 0:
        g.density = calls_size(b);
        if (!s->parts) s->parts = calls_solid();
        i = s->parts ? contact_world_add_hulls(w, body, s->parts, &g) : 0;
        CALLS_FACT(s, i >= 0 || contact_world_error(w)->text[0] != 0);
        CALLS_FACT(s, contact_world_add_hulls(w, body, NULL, &g) < 0);
        break;
    case 1:
        if (s->file) break;
        file.category = which & 1 ? 0 : 1;
        s->robots[s->n_robots++ % 4] =
            contact_world_add_file(w, calls_text, sizeof calls_text - 1 - which % 2 * 7, &file, &s->file);
        break;
    case 2: calls_controls(s, b, s->robots[which % 4]); break;
    case 3:
        for (i = 0; i < 16; ++i) q[i] = i < 12 ? calls_number(b) : 0, v[i] = i < 12 ? calls_number(b) : 0;
        i = contact_robot_set_state(w, s->robots[which % 4], which & 4 ? q : NULL, which & 8 ? v : NULL);
        CALLS_FACT(s, i >= 0 || contact_world_error(w)->text[0] != 0);
        break;
    case 4:
        contact_world_set_filter_callback(w, which & 1 ? calls_filter : NULL, (void *)(size_t)&how[which % 8]);
        contact_world_set_edit_callback(w, which & 2 ? calls_edit : NULL, (void *)(size_t)&how[which % 8]);
        break;
    default:
        memset(&draw, 0, sizeof draw);
        draw.context = &drawn, draw.line = calls_line, draw.triangle = calls_triangle;
        contact_world_draw(w, &draw);
        CALLS_FACT(s, drawn.finite);
        break;
    }
}

static void calls_one(calls_state *s, calls_bytes *b) {
    contact_world *w = s->world;
    unsigned what = calls_take(b), which = calls_take(b) % CALLS_HANDLES;
    contact_body body = s->bodies[which];
    switch (what % 42) {
    case 0:
    case 1:
    case 2: { /* a body with a geom */
        contact_body_def d = contact_default_body_def();
        contact_geom_def g = contact_default_geom_def();
        collide_shape shape = calls_shape(b);
        unsigned kind = calls_take(b);
        d.type = kind % 8 == 0 ? CONTACT_BODY_STATIC : kind % 8 == 1 ? CONTACT_BODY_KINEMATIC : CONTACT_BODY_DYNAMIC;
        d.pose = calls_pose(b);
        g.shape = &shape;
        if (kind & 128) d.velocity = calls_vector(b), d.angular_velocity = calls_vector(b);
        if (kind & 64) {
            g.material.friction = calls_number(b);
            g.material.restitution = calls_number(b);
            g.density = calls_number(b);
        }
        if (kind & 32) d.sleep_speed = calls_number(b), g.events = calls_take(b);
        s->bodies[s->n_bodies % CALLS_HANDLES] =
            kind == 7 ? contact_world_add_dynamic(w, &shape, d.pose, 500) : contact_world_add_body(w, &d);
        s->geoms[s->n_geoms++ % CALLS_HANDLES] = contact_world_add_geom(w, s->bodies[s->n_bodies % CALLS_HANDLES], &g);
        ++s->n_bodies;
        break;
    }
    case 3: { /* another geom */
        contact_geom_def g = contact_default_geom_def();
        collide_shape shape = calls_shape(b);
        g.shape = &shape, g.pose = calls_pose(b);
        s->geoms[s->n_geoms++ % CALLS_HANDLES] = contact_world_add_geom(w, body, &g);
        break;
    }
    case 4: contact_world_remove_body(w, body); break;
    case 5: contact_world_remove_geom(w, s->geoms[which]); break;
    case 6: contact_body_set_pose(w, body, calls_pose(b)); break;
    case 7: {
        tact_vec3 v = calls_vector(b), o = calls_vector(b);
        contact_body_set_velocity(w, body, v, o);
        break;
    }
    case 8: contact_body_add_force(w, body, tact_scale(100, calls_vector(b))); break;
    case 9: contact_body_add_torque(w, body, calls_vector(b)); break;
    case 10: {
        contact_joint_def d = contact_default_joint_def((contact_joint_kind)(calls_take(b) % 13));
        unsigned flags = calls_take(b);
        if (flags & 1) d.a = s->bodies[calls_take(b) % CALLS_HANDLES];
        d.b = body;
        if (flags & 2) d.frame_a = calls_pose(b), d.frame_b = calls_pose(b);
        if (flags & 4) {
            d.limited = 1;
            d.lower = calls_number(b);
            d.upper = calls_number(b);
        }
        if (flags & 8) {
            d.motor = 1;
            d.stiffness = calls_number(b);
            d.damping = calls_number(b);
            d.velocity = calls_number(b);
        }
        if (flags & 16) d.max_effort = calls_number(b), d.friction = calls_number(b), d.ratio = calls_number(b);
        if (flags & 32) {
            contact_axis *axis = &d.axis[calls_take(b) % 6];
            axis->rule = (contact_axis_rule)(calls_take(b) % 3);
            axis->lower = calls_number(b), axis->upper = calls_number(b);
            axis->stiffness = 100 * calls_number(b), axis->damping = calls_number(b);
        }
        if (flags & 64) d.cone = calls_number(b), d.max_force = 100 * calls_number(b), d.breaks = 1;
        if (flags & 128) d = contact_target_joint_def(w, body, calls_vector(b), calls_number(b), 1, 100);
        s->joints[s->n_joints++ % CALLS_HANDLES] = contact_world_add_joint(w, &d);
        break;
    }
    case 11: contact_world_remove_joint(w, s->joints[which]); break;
    case 12: {
        const rbd_model *model = s->models[which % 2];
        if (!model) break;
        s->robots[s->n_robots++ % 4] = contact_world_add_robot(w, model, NULL, NULL);
        s->bodies[s->n_bodies++ % CALLS_HANDLES] =
            contact_robot_link(w, s->robots[(s->n_robots - 1) % 4], 1 + (int)(which % 3));
        break;
    }
    case 13: contact_world_remove_robot(w, s->robots[which % 4]); break;
    case 14: { /* write a robot's state raw */
        tact_real *q = contact_robot_q(w, s->robots[which % 4]), *v = contact_robot_v(w, s->robots[which % 4]);
        tact_real *tau = contact_robot_tau(w, s->robots[which % 4]);
        if (q) q[0] = calls_number(b);
        if (v) v[0] = calls_number(b);
        if (tau) tau[0] = calls_number(b);
        break;
    }
    case 15: { /* settings */
        contact_world_config *c = contact_world_settings(w);
        unsigned flags = calls_take(b);
        if (flags & 1) c->solver.method = (contact_method)(calls_take(b) % CONTACT_METHOD_COUNT);
        if (flags & 2) c->sleeping = !c->sleeping;
        if (flags & 4) c->integrator = (contact_integrator)(calls_take(b) % 3);
        if (flags & 8) c->substeps = 1 + (int)(calls_take(b) % 3);
        if ((flags & 48) == 48) c->gravity = calls_vector(b);
        if ((flags & 192) == 192)
            c->contact_erp = calls_number(b), c->solver.max_iterations = (int)calls_take(b);
        else
            c->solver.max_iterations = 200; /* so that a hostile scene ends soon */
        c->maximal = (flags & 64) != 0;
        break;
    }
    case 16: {
        unsigned k = which % CALLS_SNAPSHOTS;
        free(s->snapshot[k]);
        s->snapshot_bytes[k] = contact_world_snapshot_bytes(w);
        s->snapshot[k] = malloc(s->snapshot_bytes[k]);
        if (s->snapshot[k]) CALLS_FACT(s, contact_world_save(w, s->snapshot[k], s->snapshot_bytes[k]) == CONTACT_OK);
        break;
    }
    case 17: {
        unsigned k = which % CALLS_SNAPSHOTS;
        if (s->snapshot[k]) contact_world_restore(w, s->snapshot[k], s->snapshot_bytes[k]);
        break;
    }
    case 18: { /* a clone goes on with the same bits */
        contact_world *copy = contact_world_clone(w, &s->allocator);
        if (copy) {
            contact_status first = contact_world_step(copy, TACT_R(0.01)), second;
            uint64_t hash = contact_world_hash(copy);
            contact_world_destroy(copy);
            second = contact_world_step(w, TACT_R(0.01));
            CALLS_FACT(s, first == second);
            CALLS_FACT(s, hash == contact_world_hash(w));
        }
        break;
    }
    case 19: { /* queries */
        contact_ray_hit hit;
        contact_geom found[4];
        collide_shape shape = calls_shape(b);
        tact_pose pose = calls_pose(b);
        tact_vec3 to = calls_vector(b);
        tact_real kinetic, potential;
        tact_vec3 force, moment;
        if (contact_world_cast_ray(w, pose.p, to, ~0u, &hit)) CALLS_FACT(s, hit.fraction >= 0 && hit.fraction <= 1);
        if (contact_world_cast_shape(w, &shape, pose, to, ~0u, &hit))
            CALLS_FACT(s, hit.fraction >= 0 && hit.fraction <= 1);
        contact_world_overlap(w, &shape, pose, ~0u, found, 4);
        {
            contact_query query = contact_default_query();
            contact_hit hits[3];
            contact_ray ray;
            int n;
            query.ignore = &body, query.ignore_count = 1;
            query.sensors = (int)(which & 1);
            if (which & 4) query.only = s->bodies[(which + 1) % CALLS_HANDLES];
            if (which & 8) query.turn = calls_vector(b);
            n = contact_world_ray_hits(w, pose.p, to, &query, hits, 3);
            CALLS_FACT(s, n < 0 || n < 2 || hits[0].fraction <= hits[1].fraction);
            n = contact_world_cast_hits(w, &shape, pose, to, &query, hits, 3);
            CALLS_FACT(s, n < 0 || n < 2 || hits[0].fraction <= hits[1].fraction);
            n = contact_world_overlap_hits(w, &shape, pose, &query, hits, 3);
            CALLS_FACT(s, n < 1 || hits[0].distance <= 0);
            contact_world_closest(w, &shape, pose, calls_number(b), &query, hits);
            ray.from = pose.p, ray.to = to;
            CALLS_FACT(s, contact_world_cast_rays(w, &ray, 1, NULL, hits) <= 1);
        }
        contact_world_energy(w, &kinetic, &potential);
        contact_body_contact_wrench(w, body, &force, &moment);
        contact_joint_position(w, s->joints[which]);
        contact_joint_error(w, s->joints[which]);
        (void)contact_joint_error_parts(w, s->joints[which], &kinetic, NULL);
        CALLS_FACT(s, !(kinetic > contact_joint_error(w, s->joints[which])));
        break;
    }
    case 20: { /* a derivative */
        contact_differential *d = contact_differential_create(&s->allocator);
        collide_gradient_config estimator = collide_default_gradient_config((collide_gradient_method)(which % 6));
        if (d && which % 4) CALLS_FACT(s, contact_differential_set_estimator(d, &estimator) == CONTACT_OK);
        if (d) contact_world_step_differential(w, TACT_R(0.01), d);
        contact_differential_destroy(d);
        break;
    }
    case 21: calls_step(s, calls_number(b)); break;
    case 22: { /* a motor; what is kept of a refused one is as it was */
        contact_robot robot = s->robots[which % 4];
        int dof = (int)(which % 6);
        contact_motor motor = contact_robot_motor(w, robot, dof);
        motor.stiffness = 100 * calls_number(b), motor.damping = calls_number(b);
        motor.position = calls_number(b), motor.velocity = calls_number(b);
        if (which & 8) motor.max_effort = calls_number(b);
        CALLS_FACT(s, contact_robot_set_motor(w, robot, dof, &motor) == CONTACT_OK ||
                          contact_world_error(w)->text[0] != 0);
        CALLS_FACT(s, calls_finite3(tact_vec(contact_robot_motor(w, robot, dof).stiffness,
                                             contact_robot_motor(w, robot, dof).position,
                                             contact_robot_motor_effort(w, robot, dof))));
        calls_step(s, TACT_R(0.01));
        break;
    }
    case 23: { /* a body is changed; what is refused is as it was */
        contact_body_def d, after;
        unsigned flags = calls_take(b);
        if (contact_body_get(w, body, &d) != CONTACT_OK) break;
        after = d;
        if (flags & 1) d.type = (contact_body_type)(calls_take(b) % 4);
        if (flags & 2) d.enabled = !d.enabled;
        if (flags & 4) d.can_sleep = !d.can_sleep, d.locks = calls_take(b);
        if (flags & 8) d.max_speed = calls_number(b), d.linear_damping = calls_number(b);
        if (flags & 16) d.mass_from_geoms = 0, d.mass = calls_number(b), d.gravity_scale = calls_number(b);
        if (flags & 32) d.pose = calls_pose(b);
        if (contact_body_set(w, body, &d) < 0) {
            contact_body_get(w, body, &d);
            CALLS_FACT(s, d.type == after.type && d.enabled == after.enabled && d.max_speed == after.max_speed);
        }
        break;
    }
    case 24: {
        contact_geom_def d, after;
        collide_shape shape = calls_shape(b);
        unsigned flags = calls_take(b);
        if (contact_geom_get(w, s->geoms[which], &d) != CONTACT_OK) break;
        after = d;
        if (flags & 1) d.shape = &shape;
        if (flags & 2) d.sensor = !d.sensor;
        if (flags & 4) d.mask = calls_take(b);
        if (flags & 8) d.density = calls_number(b), d.material.friction = calls_number(b);
        if (flags & 16) d.pose = calls_pose(b);
        if (contact_geom_set(w, s->geoms[which], &d) < 0) {
            contact_geom_get(w, s->geoms[which], &d);
            CALLS_FACT(s, d.sensor == after.sensor && d.mask == after.mask && d.density == after.density);
        }
        break;
    }
    case 31: { /* written, and read into another world and into this one */
        size_t bytes = contact_world_write(w, NULL, 0), k;
        uint8_t *block = (uint8_t *)malloc(bytes);
        contact_world *other = contact_world_create(NULL, &s->allocator, NULL);
        if (block && other) {
            CALLS_FACT(s, contact_world_write(w, block, bytes) == bytes);
            contact_world_read(other, block, bytes, NULL);
            if (which & 1) block[(size_t)calls_take(b) * 37 % bytes] ^= (uint8_t)calls_take(b);
            for (k = 0; k < 8; ++k) (void)contact_world_write(w, NULL, k);
            if (contact_world_read(other, block, bytes, NULL) < 0)
                CALLS_FACT(s, contact_world_error(other)->text[0] != 0);
            contact_world_settings(other)->solver.max_iterations = 200;
            contact_world_step(other, TACT_R(0.01));
        }
        contact_world_destroy(other);
        free(block);
        break;
    }
    case 30: { /* robots are found, changed, and leave and come back */
        contact_robot at, of;
        contact_robot_def d;
        int link = 0;
        memset(&at, 0, sizeof at);
        for (at = contact_world_next_robot(w, at); at.generation; at = contact_world_next_robot(w, at)) {
            CALLS_FACT(s, contact_robot_valid(w, at) && contact_robot_get(w, at, &d) == CONTACT_OK);
            of = contact_body_robot(w, contact_robot_link(w, at, 1), &link);
            CALLS_FACT(s, of.index == at.index && link == 1);
        }
        at = s->robots[which % 4];
        if (contact_robot_get(w, at, &d) != CONTACT_OK) {
            CALLS_FACT(s, contact_robot_set(w, at, &d) == CONTACT_STALE_HANDLE);
            break;
        }
        d.enabled = (which & 4) != 0 || !d.enabled;
        d.can_sleep = (which & 8) != 0, d.user = which, d.name = "robot";
        CALLS_FACT(s, contact_robot_set(w, at, &d) == CONTACT_OK || contact_world_error(w)->text[0] != 0);
        break;
    }
    case 29: {
        contact_joint_def d, after;
        contact_joint at;
        tact_vec3 force, torque;
        unsigned flags = calls_take(b);
        memset(&at, 0, sizeof at);
        for (at = contact_world_next_joint(w, at); at.generation; at = contact_world_next_joint(w, at)) {
            CALLS_FACT(s, contact_joint_get(w, at, &d) == CONTACT_OK);
            CALLS_FACT(s, contact_body_next_joint(w, d.b, at).index != at.index || at.index == 0);
        }
        if (contact_joint_get(w, s->joints[which], &d) != CONTACT_OK) break;
        after = d;
        if (flags & 1) d.enabled = !d.enabled;
        if (flags & 2) d.axis[flags % 6].stiffness = calls_number(b), d.axis[flags % 6].position = calls_number(b);
        if (flags & 4) d.frame_a = calls_pose(b);
        if (contact_joint_set(w, s->joints[which], &d) < 0) {
            contact_joint_get(w, s->joints[which], &d);
            CALLS_FACT(s, d.enabled == after.enabled && d.axis[flags % 6].stiffness == after.axis[flags % 6].stiffness);
        }
        contact_joint_axis_position(w, s->joints[which], (int)(flags % 7));
        contact_joint_axis_velocity(w, s->joints[which], (int)(flags % 7));
        contact_joint_force(w, s->joints[which], &force, &torque);
        break;
    }
    case 25: {
        tact_vec3 p = calls_vector(b), at = calls_vector(b);
        unsigned flags = calls_take(b);
        if (flags & 1) contact_body_add_impulse_at(w, body, p, at);
        if (flags & 2) contact_body_add_impulse(w, body, p);
        if (flags & 4) contact_body_add_angular_impulse(w, body, p);
        if (flags & 8) contact_body_set_target(w, body, calls_pose(b));
        if (flags & 16) contact_world_explode(w, at, calls_number(b), calls_number(b), ~0u);
        if (flags & 32) contact_world_add_wind(w, p, calls_number(b), TACT_R(0.01), ~0u);
        contact_body_point_velocity(w, body, at);
        break;
    }
    case 28: {
        int steps = -1;
        contact_status status = contact_world_advance(w, calls_number(b) / 10, &steps);
        CALLS_FACT(s, steps >= 0 && steps <= contact_world_settings(w)->max_steps);
        CALLS_FACT(s, status == CONTACT_OK || contact_world_error(w)->text[0] != 0);
        if (status >= 0) CALLS_FACT(s, calls_finite3(contact_body_drawn_pose(w, body).p));
        break;
    }
    case 26: {
        contact_status status = which & 1 ? contact_body_wake(w, body) : contact_body_sleep(w, body);
        CALLS_FACT(s, status != CONTACT_OK || contact_body_valid(w, body));
        if (status == CONTACT_OK && !(which & 1)) CALLS_FACT(s, !contact_body_awake(w, body));
        break;
    }
    case 32: calls_settings(s, b, which); break;
    case 33: calls_derivatives(s, which); break;
    case 34: calls_keep(s, which); break;
    case 35:
    case 36: calls_more(s, b, which); break;
    case 27: { /* everything is found by going from one to the next */
        contact_body at;
        contact_geom g, none;
        int i, bodies = 0;
        memset(&at, 0, sizeof at), memset(&none, 0, sizeof none);
        for (at = contact_world_next_body(w, at); at.generation; at = contact_world_next_body(w, at), ++bodies) {
            CALLS_FACT(s, contact_body_valid(w, at));
            for (g = contact_body_next_geom(w, at, none); g.generation; g = contact_body_next_geom(w, at, g)) {
                CALLS_FACT(s, contact_geom_valid(w, g) && contact_geom_body(w, g).index == at.index);
                contact_geom_overlaps(w, g, NULL, 0);
                contact_geom_pose(w, g);
            }
            for (i = contact_body_next_contact(w, at, -1); i >= 0; i = contact_body_next_contact(w, at, i))
                CALLS_FACT(s, i < contact_world_contact_count(w));
        }
        for (i = 0; i < contact_world_event_count(w); ++i)
            CALLS_FACT(s, contact_world_event(w, i).kind <= CONTACT_EVENT_JOINT_BROKE);
        break;
    }
    default: { /* some steps of the usual kind */
        unsigned n = 1 + which % 4;
        while (n--) calls_step(s, TACT_R(0.01));
        break;
    }
    }
}

static rbd_model *calls_model(int floating) { /* an arm of three links; with a free base, or on the world */
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_model *model;
    int parent = RBD_WORLD, i;
    for (i = 0; i < 3; ++i) {
        static const char *const names[3] = {"base", "upper", "lower"};
        rbd_body link = rbd_default_body(names[i], parent);
        link.joint = rbd_default_joint(i == 0 && floating ? RBD_JOINT_FREE
                                       : i == 1           ? RBD_JOINT_SPHERICAL
                                                          : RBD_JOINT_REVOLUTE);
        link.placement = tact_pose_at(0, 0, i ? TACT_R(0.3) : TACT_R(0.5));
        link.inertia =
            rbd_inertia_box(1, tact_vec(0, 0, TACT_R(0.15)), tact_vec(TACT_R(0.1), TACT_R(0.1), TACT_R(0.3)));
        parent = rbd_builder_add(builder, &link, NULL);
    }
    model = rbd_model_create(builder, NULL, NULL);
    rbd_builder_destroy(builder);
    return model;
}

/* Runs a string; returns how many facts were violated. */
static int world_calls(const uint8_t *data, size_t size) {
    calls_bytes b;
    calls_state s;
    calls_heap heap = {0};
    contact_world_config config = contact_default_world_config();
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0);
    rbd_model *models[2];
    int n = 0, k;
    memset(&s, 0, sizeof s);
    b.data = data;
    b.size = size;
    b.at = 0;
    b.tame = calls_take(&b) % 4 != 0;
    s.heap = &heap;
    memset(&s.allocator, 0, sizeof s.allocator);
    s.allocator.alloc = calls_alloc;
    s.allocator.free = calls_release;
    s.allocator.context = &heap;
    for (k = 0; k < 2; ++k) s.models[k] = models[k] = calls_model(k);
    config.solver.max_iterations = 200;
    config.sleeping = size % 2 != 0;
    s.world = contact_world_create(&config, &s.allocator, NULL);
    if (!s.world) return 1;
    contact_world_add_static(s.world, &ground, tact_pose_identity());
    while (b.at < b.size && n++ < 200) calls_one(&s, &b);
    calls_step(&s, TACT_R(0.01));
    contact_world_destroy(s.world);
    contact_recording_destroy(s.recording);
    rbd_model_destroy(s.file);
    CALLS_FACT(&s, heap.blocks == 0);
    collide_decomposition_destroy(s.parts);
    for (k = 0; k < CALLS_SNAPSHOTS; ++k) free(s.snapshot[k]);
    for (k = 0; k < 2; ++k) rbd_model_destroy(models[k]);
    return s.faults;
}
#endif
