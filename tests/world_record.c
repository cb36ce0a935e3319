/* Recordings give the same bits: random scenes with every feature and inputs of every kind are recorded, put to any step in another world,
   saved and loaded; a changed run is told from the first by the step in which it parts; packed snapshots unpack to what they were. */
/* float: yes */
/* c++: yes */
#include "world_common.h"
#include <stdlib.h>
#include <string.h>

typedef struct dice {
    uint64_t seed, at;
} dice;
static tact_real roll(dice *d, tact_real low, tact_real high) {
    return low + (high - low) * tact_random_uniform(d->seed, d->at++);
}
static int pick(dice *d, int n) { return (int)roll(d, 0, (tact_real)n) % n; }
static tact_vec3 arrow(dice *d, tact_real size) {
    tact_real x = roll(d, -size, size), y = roll(d, -size, size), z = roll(d, -size, size);
    return tact_vec(x, y, z);
}
enum { MOST = 12, JOINTS = 4 };
typedef struct scene {
    contact_world *w;
    contact_body body[MOST];
    contact_joint joint[JOINTS];
    int bodies, joints;
} scene;
static scene scene_of(uint64_t seed) {
    dice d = {0, 0};
    scene s;
    contact_world_config c = contact_default_world_config();
    int i;
    d.seed = seed;
    memset(&s, 0, sizeof s);
    c.sleeping = pick(&d, 2);
    c.substeps = 1 + pick(&d, 2);
    c.integrator = (contact_integrator)pick(&d, 3);
    c.events = CONTACT_EVENTS_ALL;
    s.w = contact_world_create(&c, NULL, NULL);
    test_ground(s.w, TACT_R(0.5), roll(&d, 0, TACT_R(0.5)));
    s.bodies = 3 + pick(&d, MOST - 3);
    for (i = 0; i < s.bodies; ++i) {
        contact_body_def b = contact_default_body_def();
        contact_geom_def g = contact_default_geom_def();
        tact_real r = roll(&d, TACT_R(0.05), TACT_R(0.2));
        collide_shape shape = pick(&d, 2) ? collide_sphere(r) : collide_box(r, TACT_R(0.1), TACT_R(0.15));
        b.type = pick(&d, 6) == 0 ? CONTACT_BODY_KINEMATIC : CONTACT_BODY_DYNAMIC;
        b.pose = tact_pose_make(tact_add(tact_vec(0, 0, 1), arrow(&d, TACT_R(0.6))), tact_quat_exp(arrow(&d, 2)));
        b.velocity = arrow(&d, 1);
        b.linear_damping = roll(&d, 0, 1);
        b.can_sleep = pick(&d, 4) != 0;
        if (pick(&d, 4) == 0) b.max_speed = 2;
        if (pick(&d, 5) == 0) b.locks = (unsigned)pick(&d, 64);
        g.shape = &shape;
        g.sensor = pick(&d, 8) == 0;
        g.material.friction = roll(&d, 0, 1);
        if (pick(&d, 4) == 0) g.material.rolling_friction = TACT_R(0.01), g.material.torsional_friction = TACT_R(0.01);
        if (pick(&d, 5) == 0) g.material.friction_axis = tact_vec(1, 0, 0), g.material.friction_across = 1;
        s.body[i] = contact_world_add_body(s.w, &b);
        contact_world_add_geom(s.w, s.body[i], &g);
    }
    for (i = 0; i < JOINTS; ++i) {
        contact_joint_def j = contact_default_joint_def((contact_joint_kind)pick(&d, 12));
        int a = pick(&d, s.bodies), b = pick(&d, s.bodies);
        tact_pose pa = contact_body_pose(s.w, s.body[a]);
        if (a == b) continue;
        j.a = s.body[a], j.b = s.body[b];
        j.frame_a = tact_pose_mul(tact_pose_inverse(pa), contact_body_pose(s.w, s.body[b]));
        if (j.kind == CONTACT_JOINT_HINGE || j.kind == CONTACT_JOINT_SLIDER) {
            j.limited = pick(&d, 2), j.lower = TACT_R(-0.3), j.upper = TACT_R(0.3);
            j.motor = pick(&d, 2), j.damping = 5, j.velocity = 1, j.max_effort = 20;
        }
        if (j.kind == CONTACT_JOINT_BALL) j.cone = TACT_R(0.5);
        if (j.kind == CONTACT_JOINT_DISTANCE) j.limited = 1, j.upper = TACT_R(0.4), j.motor = 1, j.stiffness = 50;
        if (j.kind == CONTACT_JOINT_WHEEL) j.axis[2].stiffness = 500, j.axis[2].damping = 20;
        if (j.kind == CONTACT_JOINT_SIX)
            for (int k = 0; k < 6; ++k) {
                j.axis[k].rule = (contact_axis_rule)pick(&d, 3);
                j.axis[k].lower = TACT_R(-0.2), j.axis[k].upper = TACT_R(0.2);
                if (j.axis[k].rule) j.axis[k].stiffness = roll(&d, 0, 50);
            }
        if (pick(&d, 4) == 0) j.max_force = 20, j.breaks = 1;
        s.joint[s.joints] = contact_world_add_joint(s.w, &j);
        s.joints += s.joint[s.joints].generation != 0;
    }
    return s;
}
/* What a player does before step k: a pure function of the seed and of k. */
static void play(scene *s, uint64_t seed, int k) {
    dice d = {0, 0};
    contact_body body;
    contact_body_def b;
    d.seed = seed + 77777u * (uint64_t)(k + 1);
    body = s->body[pick(&d, s->bodies)];
    switch (pick(&d, 10)) {
    case 0: contact_body_add_impulse(s->w, body, arrow(&d, 1)); break;
    case 1: contact_body_add_force(s->w, body, arrow(&d, 50)); break;
    case 2: contact_body_set_target(s->w, body, tact_pose_make(arrow(&d, 1), tact_quat_exp(arrow(&d, 1)))); break;
    case 3:
        if (contact_body_get(s->w, body, &b) == CONTACT_OK)
            b.enabled = !b.enabled || pick(&d, 3) != 0, contact_body_set(s->w, body, &b);
        break;
    case 4:
        if (s->joints) {
            contact_joint_def *j = contact_joint_settings(s->w, s->joint[pick(&d, s->joints)]);
            if (j) j->velocity = roll(&d, -1, 1);
        }
        break;
    case 5: contact_world_settings(s->w)->gravity.x = roll(&d, -1, 1); break;
    case 6: contact_world_explode(s->w, arrow(&d, 1), 1, 1, ~0u); break;
    case 7: contact_body_sleep(s->w, body); break;
    default: break;
    }
}

enum { STEPS = 40 };
UTEST(world_record, random_scenes_play_back_to_the_same_bits) {
    int scenes = getenv("TACT_SCENES") ? atoi(getenv("TACT_SCENES")) : 25;
    for (int k = 0; k < scenes; ++k) {
        scene s = scene_of((uint64_t)k), t = scene_of((uint64_t)(k + 1000));
        contact_recording *r = contact_recording_create(7, NULL), *loaded;
        uint64_t hash[STEPS + 1];
        int events[STEPS + 1], parted, asked;
        size_t bytes;
        void *block;
        hash[0] = 0;
        for (int i = 0; i < STEPS; ++i) {
            play(&s, (uint64_t)k, i);
            if (i == 0) hash[0] = contact_world_hash(s.w);
            ASSERT_GE(contact_recording_step(r, s.w, TACT_R(0.01)), 0);
            hash[i + 1] = contact_world_hash(s.w), events[i + 1] = contact_world_event_count(s.w);
        }
        ASSERT_EQ(contact_recording_steps(r), STEPS);
        for (int ask = 0; ask < 6; ++ask) { /* in the world itself, and in one that held another scene */
            asked = (ask * 17 + k) % (STEPS + 1);
            ASSERT_EQ(contact_recording_seek(r, ask % 2 ? t.w : s.w, asked, &parted), CONTACT_OK);
            EXPECT_EQ(parted, -1);
            EXPECT_TRUE(contact_world_hash(ask % 2 ? t.w : s.w) == hash[asked]);
            if (asked) EXPECT_EQ(contact_world_event_count(ask % 2 ? t.w : s.w), events[asked]);
        }
        bytes = contact_recording_bytes(r);
        block = malloc(bytes);
        EXPECT_EQ(contact_recording_save(r, block, bytes - 1), CONTACT_NO_SPACE);
        ASSERT_EQ(contact_recording_save(r, block, bytes), CONTACT_OK);
        loaded = contact_recording_load(block, bytes, NULL);
        ASSERT_TRUE(loaded != NULL);
        ASSERT_EQ(contact_recording_seek(loaded, t.w, STEPS, &parted), CONTACT_OK);
        EXPECT_TRUE(contact_world_hash(t.w) == hash[STEPS]);
        EXPECT_EQ(contact_recording_compare(r, loaded), -1);
        EXPECT_TRUE(contact_recording_load(block, bytes - 1, NULL) == NULL);
        EXPECT_EQ(contact_recording_seek(r, s.w, STEPS + 1, NULL), CONTACT_BAD_ARGUMENT);
        free(block);
        contact_recording_destroy(r), contact_recording_destroy(loaded);
        contact_world_destroy(s.w), contact_world_destroy(t.w);
    }
}
/* A run with another push in step 23 parts there from the first, and a world that is disturbed on the way says so. */
UTEST(world_record, runs_part_where_they_part) {
    contact_recording *r[2];
    for (int run = 0; run < 2; ++run) {
        scene s = scene_of(5);
        r[run] = contact_recording_create(10, NULL);
        for (int i = 0; i < STEPS; ++i) {
            play(&s, 5, i);
            if (run && i == 23)
                for (int k = 0; k < s.bodies; ++k)
                    contact_body_add_impulse(s.w, s.body[k], tact_vec(TACT_R(1e-3), 0, 0));
            contact_recording_step(r[run], s.w, TACT_R(0.01));
        }
        contact_world_destroy(s.w);
    }
    EXPECT_EQ(contact_recording_compare(r[0], r[1]), 23);
    EXPECT_EQ(contact_recording_compare(r[1], r[1]), -1);
    contact_recording_destroy(r[0]), contact_recording_destroy(r[1]);
    EXPECT_TRUE(contact_recording_create(0, NULL) == NULL);
}
UTEST(world_record, packed_snapshots_unpack) {
    scene s = scene_of(9);
    size_t bytes, packed, delta;
    char *base, *later, *small, *back;
    for (int i = 0; i < 10; ++i) contact_world_step(s.w, TACT_R(0.01));
    bytes = contact_world_snapshot_bytes(s.w);
    base = (char *)malloc(bytes), later = (char *)malloc(bytes), small = (char *)malloc(bytes),
    back = (char *)malloc(bytes);
    ASSERT_EQ(contact_world_save(s.w, base, bytes), CONTACT_OK);
    contact_world_step(s.w, TACT_R(0.01));
    ASSERT_TRUE(contact_world_snapshot_bytes(s.w) == bytes);
    ASSERT_EQ(contact_world_save(s.w, later, bytes), CONTACT_OK);
    packed = contact_snapshot_pack(base, bytes, NULL, 0, small, bytes);
    ASSERT_LT(packed, bytes / 4); /* most of it is room */
    EXPECT_TRUE(contact_snapshot_unpacked_bytes(small, packed) == bytes);
    ASSERT_EQ(contact_snapshot_unpack(small, packed, NULL, 0, back, bytes), CONTACT_OK);
    EXPECT_EQ(memcmp(base, back, bytes), 0);
    delta = contact_snapshot_pack(later, bytes, base, bytes, small, bytes);
    EXPECT_LT(delta, packed);
    ASSERT_EQ(contact_snapshot_unpack(small, delta, base, bytes, back, bytes), CONTACT_OK);
    EXPECT_EQ(memcmp(later, back, bytes), 0);
    EXPECT_EQ(contact_snapshot_unpack(small, delta, NULL, 0, back, bytes), CONTACT_BAD_FORMAT);
    EXPECT_EQ(contact_snapshot_unpack(small, delta - 3, base, bytes, back, bytes), CONTACT_BAD_FORMAT);
    EXPECT_EQ(contact_snapshot_unpack(small, delta, base, bytes, back, bytes - 1), CONTACT_NO_SPACE);
    for (uint64_t k = 0; k < 2000; ++k) { /* any bytes are refused or unpack; none is read or written beyond */
        size_t at = (size_t)(tact_random_bits(3, k) % delta);
        char kept = small[at];
        small[at] = (char)tact_random_bits(4, k);
        (void)contact_snapshot_unpack(small, delta, base, bytes, back, bytes);
        small[at] = kept;
    }
    free(base), free(later), free(small), free(back);
    contact_world_destroy(s.w);
}
UTEST_MAIN()
