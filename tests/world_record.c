/* Recordings give the same bits: random scenes with every feature and inputs of every kind are recorded, put to any step in another world,
   saved and loaded; a changed run is told from the first by the step in which it parts; packed snapshots unpack to what they were. */
/* float: yes */
/* c++: yes */
#include "world_common.h"
#include <stdio.h>
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
    contact_robot robot;
    int bodies, joints;
} scene;
/* What several worlds share, made once: an arm on a free base, and an octahedron, a square of two triangles. */
typedef struct shared {
    rbd_model *model;
    collide_hull *hull;
    collide_mesh *mesh;
} shared;
static shared of_all;
static int shared_create(void) {
    static const int triangles[6] = {0, 1, 2, 0, 2, 3};
    static const tact_vec3 plate[4] = {{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}};
    tact_vec3 corners[6];
    rbd_builder *builder = rbd_builder_create(NULL);
    int i, parent = RBD_WORLD;
    for (i = 0; i < 6; ++i) {
        const tact_real x = i % 2 ? TACT_R(0.15) : -TACT_R(0.15);
        corners[i] = tact_vec(i / 2 == 0 ? x : 0, i / 2 == 1 ? x : 0, i / 2 == 2 ? x : 0);
    }
    for (i = 0; i < 3; ++i) {
        static const char *const names[3] = {"base", "upper", "lower"};
        rbd_body link = rbd_default_body(names[i], parent);
        link.joint = rbd_default_joint(i ? RBD_JOINT_REVOLUTE : RBD_JOINT_FREE);
        if (i == 2) link.joint.dof[0].lower = TACT_R(-0.5), link.joint.dof[0].upper = TACT_R(0.5);
        link.placement = tact_pose_at(0, 0, i ? TACT_R(0.2) : TACT_R(1.2));
        link.inertia = rbd_inertia_box(1, tact_vec(0, 0, 0), tact_vec(TACT_R(0.1), TACT_R(0.1), TACT_R(0.2)));
        parent = rbd_builder_add(builder, &link, NULL);
    }
    of_all.model = rbd_model_create(builder, NULL, NULL);
    rbd_builder_destroy(builder);
    return of_all.model && collide_hull_create(corners, 6, NULL, NULL, &of_all.hull) >= 0 &&
           collide_mesh_create(plate, 4, triangles, 2, NULL, &of_all.mesh) >= 0;
}
static void shared_destroy(void) {
    rbd_model_destroy(of_all.model);
    collide_hull_destroy(of_all.hull), collide_mesh_destroy(of_all.mesh);
    memset(&of_all, 0, sizeof of_all);
}
/* Two wheels on axles, geared to each other, the first driven. */
static void add_gears(scene *s, dice *d) {
    contact_joint_def axle = contact_default_joint_def(CONTACT_JOINT_HINGE),
                      gear = contact_default_joint_def(CONTACT_JOINT_GEAR);
    collide_shape wheel = collide_cylinder(TACT_R(0.1), TACT_R(0.05));
    contact_body b[2];
    int i;
    for (i = 0; i < 2; ++i) {
        axle.frame_a = tact_pose_at(3, TACT_R(0.3) * (tact_real)i, 1);
        b[i] = contact_world_add_dynamic(s->w, &wheel, axle.frame_a, 500);
        axle.b = b[i], axle.motor = i == 0, axle.damping = 1, axle.velocity = roll(d, -5, 5);
        contact_world_add_joint(s->w, &axle);
    }
    gear.a = b[0], gear.b = b[1], gear.ratio = roll(d, TACT_R(0.5), 2);
    contact_world_add_joint(s->w, &gear);
}
static void add_robot(scene *s, dice *d) {
    contact_motor m;
    contact_geom_def g = contact_default_geom_def();
    collide_shape ball = collide_sphere(TACT_R(0.1));
    int i;
    contact_world_settings(s->w)->maximal = pick(d, 2);
    s->robot = contact_world_add_robot(s->w, of_all.model, NULL, NULL);
    g.shape = &ball;
    for (i = 1; i <= 3; i += 2) contact_world_add_geom(s->w, contact_robot_link(s->w, s->robot, i), &g);
    m = contact_robot_motor(s->w, s->robot, 6);
    m.stiffness = 20, m.damping = 1, m.position = roll(d, -1, 1), m.max_effort = 2;
    contact_robot_set_motor(s->w, s->robot, 6, &m);
}
static scene scene_of(uint64_t seed) {
    dice d = {0, 0};
    scene s;
    contact_world_config c = contact_default_world_config();
    int i;
    d.seed = seed;
    memset(&s, 0, sizeof s);
    c.sleeping = pick(&d, 2);
    if (pick(&d, 3) == 0) c.solver.method = pick(&d, 2) ? CONTACT_METHOD_SAP : CONTACT_METHOD_NCP_PGS;
    c.ccd = pick(&d, 4) != 0;
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
        const int kind = pick(&d, 5);
        collide_shape shape = kind == 0   ? collide_convex(of_all.hull)
                              : kind == 1 ? collide_capsule(r, TACT_R(0.1))
                              : kind == 2 ? collide_sphere(r)
                                          : collide_box(r, TACT_R(0.1), TACT_R(0.15));
        b.type = pick(&d, 6) == 0 ? CONTACT_BODY_KINEMATIC : CONTACT_BODY_DYNAMIC;
        b.pose = tact_pose_make(tact_add(tact_vec(0, 0, 1), arrow(&d, TACT_R(0.6))), tact_quat_exp(arrow(&d, 2)));
        b.velocity = arrow(&d, 1);
        b.linear_damping = roll(&d, 0, 1);
        b.can_sleep = pick(&d, 4) != 0;
        if (pick(&d, 4) == 0) b.max_speed = 2;
        if (pick(&d, 5) == 0) b.locks = (unsigned)pick(&d, 64);
        if (pick(&d, 6) == 0) b.sleep_speed = TACT_R(0.05);
        g.shape = &shape;
        g.sensor = pick(&d, 8) == 0;
        g.material.friction = roll(&d, 0, 1);
        if (pick(&d, 4) == 0) g.material.rolling_friction = TACT_R(0.01), g.material.torsional_friction = TACT_R(0.01);
        if (pick(&d, 5) == 0) g.material.friction_axis = tact_vec(1, 0, 0), g.material.friction_across = 1;
        if (pick(&d, 8) == 0) g.events = 1u << CONTACT_EVENT_HIT;
        s.body[i] = contact_world_add_body(s.w, &b);
        contact_world_add_geom(s.w, s.body[i], &g);
    }
    if (pick(&d, 3) == 0) {
        collide_shape floor = collide_mesh_shape(of_all.mesh);
        contact_world_add_static(s.w, &floor, tact_pose_at(0, 0, TACT_R(0.02)));
    }
    if (pick(&d, 3) == 0) add_gears(&s, &d);
    if (pick(&d, 3) == 0) add_robot(&s, &d);
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
    switch (pick(&d, 12)) {
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
    case 8:
        if (contact_robot_valid(s->w, s->robot)) contact_robot_tau(s->w, s->robot)[7] = roll(&d, -2, 2);
        break;
    case 9: contact_world_add_wind(s->w, arrow(&d, 5), 1, TACT_R(0.01), ~0u); break;
    default: break;
    }
}
/* A world with what a scene points to (robots, hulls and meshes in the same places), and otherwise not the same. */
static scene scene_beside(uint64_t seed) {
    scene t = scene_of(seed);
    contact_world_remove_body(t.w, t.body[0]);
    contact_world_step(t.w, TACT_R(0.02));
    return t;
}

enum { STEPS = 40 };
/* Of the few that every run has the last is one with a jam, whose snapshots were once refused. */
static int scene_number(int i, int scenes) { return i == scenes - 1 && scenes < 921 ? 921 : i; }
UTEST(world_record, random_scenes_play_back_to_the_same_bits) {
    int scenes = getenv("TACT_SCENES") ? atoi(getenv("TACT_SCENES")) : 25;
    ASSERT_TRUE(shared_create());
    for (int n = getenv("TACT_FIRST") ? atoi(getenv("TACT_FIRST")) : 0; n < scenes; ++n) {
        const int k = scene_number(n, scenes);
        scene s = scene_of((uint64_t)k), t = scene_beside((uint64_t)k);
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
            if (contact_recording_seek(r, ask % 2 ? t.w : s.w, asked, &parted) != CONTACT_OK) {
                printf("scene %d, step %d: %s\n", k, asked, contact_world_error(ask % 2 ? t.w : s.w)->text);
                ASSERT_TRUE(0);
            }
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
    shared_destroy();
}
/* Back to the middle of a run: by its snapshot, in the world itself and in another one, by the packed snapshot, and in a clone. The rest of
   the run gives the same bits and events every time. TACT_SCENES=1000 is the long form (make soak-world). */
UTEST(world_record, random_scenes_go_on_from_the_middle_with_the_same_bits) {
    int scenes = getenv("TACT_SCENES") ? atoi(getenv("TACT_SCENES")) : 25;
    ASSERT_TRUE(shared_create());
    for (int n = getenv("TACT_FIRST") ? atoi(getenv("TACT_FIRST")) : 0; n < scenes; ++n) {
        const int k = scene_number(n, scenes);
        scene s = scene_of((uint64_t)k), t = scene_beside((uint64_t)k), run;
        uint64_t hash[STEPS];
        int events[STEPS], stop = 0;
        size_t bytes = 0, base_bytes = contact_world_snapshot_bytes(s.w), packed = 0;
        char *block = NULL, *base = (char *)malloc(base_bytes), *small = NULL;
        contact_world *clone = NULL;
        ASSERT_EQ(contact_world_save(s.w, base, base_bytes), CONTACT_OK);
        for (int i = 0; i < STEPS; ++i) {
            if (i == STEPS / 2) {
                bytes = contact_world_snapshot_bytes(s.w), block = (char *)malloc(bytes);
                ASSERT_EQ(contact_world_save(s.w, block, bytes), CONTACT_OK);
                packed = contact_snapshot_pack(block, bytes, base, base_bytes, NULL, 0);
                small = (char *)malloc(packed);
                ASSERT_TRUE(contact_snapshot_pack(block, bytes, base, base_bytes, small, packed) == packed);
                clone = contact_world_clone(s.w, NULL);
            }
            play(&s, (uint64_t)k, i);
            ASSERT_GE(contact_world_step(s.w, TACT_R(0.01)), 0);
            hash[i] = contact_world_hash(s.w), events[i] = contact_world_event_count(s.w);
        }
        for (int way = 0; way < 4 && !stop; ++way) {
            run = s;
            if (way == 1) run.w = t.w;
            if (way == 3) run.w = clone;
            if (way == 2) {
                memset(block, 0, bytes);
                ASSERT_EQ(contact_snapshot_unpack(small, packed, base, base_bytes, block, bytes), CONTACT_OK);
            }
            if (way < 3)
                ASSERT_EQ_MSG(contact_world_restore(run.w, block, bytes), CONTACT_OK, contact_world_error(run.w)->text);
            for (int i = STEPS / 2; i < STEPS && !stop; ++i) {
                play(&run, (uint64_t)k, i);
                contact_world_step(run.w, TACT_R(0.01));
                stop = contact_world_hash(run.w) != hash[i] || contact_world_event_count(run.w) != events[i];
                if (stop) printf("scene %d, way %d: step %d differs\n", k, way, i);
            }
            EXPECT_FALSE(stop);
        }
        free(base), free(block), free(small);
        contact_world_destroy(s.w), contact_world_destroy(t.w), contact_world_destroy(clone);
    }
    shared_destroy();
}
/* A run with another push in step 23 parts there from the first, and a world that is disturbed on the way says so. */
UTEST(world_record, runs_part_where_they_part) {
    contact_recording *r[2];
    ASSERT_TRUE(shared_create());
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
    shared_destroy();
}
/* Packed against the start of the level, a body that flies and spins takes its pose and velocity (13 numbers) and at most 64 bytes, with
   the boxes of the broad phase; one that rests on the ground takes less than 64 in all. */
UTEST(world_record, packed_snapshots_are_small) {
    enum { N = 200 };
    for (int resting = 0; resting < 2; ++resting) {
        contact_world *w = test_world(NULL);
        collide_shape box = collide_box(TACT_R(0.1), TACT_R(0.13), TACT_R(0.17));
        dice d = {7, 0};
        char *base, *later;
        size_t bytes, packed, state = 13 * sizeof(tact_real), most = N * (64 + (resting ? 0 : state));
        test_ground(w, TACT_R(0.5), 0);
        for (int i = 0; i < N; ++i) {
            contact_body b = contact_world_add_dynamic(
                w, &box, tact_pose_at(3 * (tact_real)(i % 20), 3 * (tact_real)(i / 20), resting ? TACT_R(0.17) : 9),
                1000);
            if (!resting) contact_body_set_velocity(w, b, arrow(&d, 1), arrow(&d, 3));
        }
        test_steps(w, TACT_R(1.0) / 60, 10);
        bytes = contact_world_snapshot_bytes(w), base = (char *)malloc(bytes), later = (char *)malloc(bytes);
        ASSERT_EQ(contact_world_save(w, base, bytes), CONTACT_OK);
        test_steps(w, TACT_R(1.0) / 60, 60);
        ASSERT_TRUE(contact_world_snapshot_bytes(w) == bytes);
        ASSERT_EQ(contact_world_save(w, later, bytes), CONTACT_OK);
        packed = contact_snapshot_pack(later, bytes, base, bytes, NULL, 0);
        if (getenv("SHOW")) printf("%s: %.1f bytes a body\n", resting ? "rests" : "flies", (double)packed / N);
        EXPECT_LE(packed, most);
        free(base), free(later);
        contact_world_destroy(w);
    }
}
UTEST(world_record, packed_snapshots_unpack) {
    ASSERT_TRUE(shared_create());
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
    ASSERT_LT(packed, bytes / 2); /* much of it is room and zeros */
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
    shared_destroy();
}
UTEST_MAIN()
