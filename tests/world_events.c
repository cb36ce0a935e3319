/* Events say what happened: touches begin once and end once, hits carry the impulse that momentum asks for, sensors report without
   pushing and go on while what lies in them sleeps, bodies fall asleep and wake, and the list is the same in every run. */
/* float: yes */
/* c++: yes */
#include "world_common.h"
#include <string.h>

static int count(const contact_world *w, contact_event_kind kind) {
    int i, n = 0;
    for (i = 0; i < contact_world_event_count(w); ++i) n += contact_world_event(w, i).kind == kind;
    return n;
}
static contact_event first(const contact_world *w, contact_event_kind kind) {
    int i;
    for (i = 0; i < contact_world_event_count(w); ++i)
        if (contact_world_event(w, i).kind == kind) return contact_world_event(w, i);
    return contact_world_event(w, -1);
}
static contact_geom first_geom(contact_world *w, contact_body body) {
    contact_geom none;
    memset(&none, 0, sizeof none);
    return contact_body_next_geom(w, body, none);
}

/* A ball that falls from h and does not bounce: one begin, one hit of speed sqrt(2 g h) and impulse m times it, then
   the weight; when the ground goes, one end. */
UTEST(world_events, a_fall_begins_hits_and_ends) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    contact_body ground, ball;
    collide_shape shape = collide_sphere(TACT_R(0.1));
    contact_event hit = contact_world_event(NULL, 0);
    tact_real dt = TACT_R(0.001), fall = tact_sqrt(2 * TACT_R(9.81) * 1), mass, stopped = 0;
    int begins = 0, hits = 0, persists = 0, ends = 0, i;
    c.events = CONTACT_EVENTS_ALL;
    c.hit_speed = 1;
    c.capacity_events = 8;
    w = test_world(&c);
    ground = test_ground(w, TACT_R(0.5), 0);
    ball = contact_world_add_dynamic(w, &shape, tact_pose_at(0, 0, TACT_R(1.1)), 1000);
    mass = contact_body_mass(w, ball);
    for (i = 0; i < 1000; ++i) {
        contact_world_step(w, dt);
        begins += count(w, CONTACT_EVENT_BEGIN), hits += count(w, CONTACT_EVENT_HIT);
        persists += count(w, CONTACT_EVENT_PERSIST), ends += count(w, CONTACT_EVENT_END);
        EXPECT_EQ(count(w, CONTACT_EVENT_MOVED), 1);
        if (count(w, CONTACT_EVENT_HIT) && first(w, CONTACT_EVENT_HIT).speed > hit.speed)
            hit = first(w, CONTACT_EVENT_HIT);
        if (begins && persists < 2) stopped += first(w, persists ? CONTACT_EVENT_PERSIST : CONTACT_EVENT_BEGIN).impulse;
    }
    EXPECT_EQ(begins, 1);
    EXPECT_EQ(
        hits,
        1); /* though the gap closes in one step, at a speed that may be above hit_speed, and the ball stops in the next */
    EXPECT_EQ(ends, 0);
    EXPECT_GT(persists, 500);
    EXPECT_LT(tact_abs(hit.speed - fall), TACT_R(0.02)); /* two steps of gravity */
    /* what the hit leaves of the gap closes in the step after it: both together stop the ball, and bear two weights */
    EXPECT_LT(tact_abs(stopped / (mass * fall) - 1), TACT_R(0.01));
    EXPECT_TRUE(hit.impulse > 0 && hit.impulse <= stopped);
    if (hit.impulse < stopped)
        EXPECT_LT(stopped - hit.impulse, mass * TACT_R(1.1)); /* below hit_speed, and two weights */
    EXPECT_GT(tact_abs(hit.normal.z), TACT_R(0.999));
    EXPECT_LT(tact_abs(hit.point.z), TACT_R(0.02)); /* half way between the surfaces, which close by 5 mm in the step */
    contact_world_remove_body(w, ground);
    contact_world_step(w, dt);
    EXPECT_EQ(count(w, CONTACT_EVENT_END), 1);
    EXPECT_FALSE(contact_body_valid(w, first(w, CONTACT_EVENT_END).a) &&
                 contact_body_valid(w, first(w, CONTACT_EVENT_END).b));
    contact_world_step(w, dt);
    EXPECT_EQ(count(w, CONTACT_EVENT_END), 0);
    contact_world_destroy(w);
}

/* A sensor plate under a box that comes to rest and sleeps: begun once, never ended, still in the list of overlaps; the
   box fell as if the plate were not there; the sensor ends when the box is thrown out. */
UTEST(world_events, a_pressure_plate_stays_pressed) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    contact_body plate, box;
    contact_body_def bd = contact_default_body_def();
    contact_geom_def d = contact_default_geom_def();
    collide_shape slab = collide_box(1, 1, TACT_R(0.05)), cube = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    contact_geom sensor, found[4];
    int begins = 0, ends = 0, slept = 0, i;
    c.sleeping = 1;
    w = test_world(&c);
    test_ground(w, TACT_R(0.5), 0);
    bd.type = CONTACT_BODY_STATIC;
    plate = contact_world_add_body(w, &bd);
    d.shape = &slab, d.sensor = 1;
    sensor = contact_world_add_geom(w, plate, &d);
    box = contact_world_add_dynamic(w, &cube, tact_pose_at(0, 0, TACT_R(0.5)), 1000);
    for (i = 0; i < 200; ++i) {
        contact_world_step(w, TACT_R(0.01));
        begins += count(w, CONTACT_EVENT_SENSOR_BEGIN), ends += count(w, CONTACT_EVENT_SENSOR_END);
        slept += count(w, CONTACT_EVENT_SLEPT);
    }
    EXPECT_FALSE(contact_body_awake(w, box));
    EXPECT_LT(tact_abs(contact_body_pose(w, box).p.z - TACT_R(0.1)), TACT_R(1e-3));
    EXPECT_EQ(begins, 1);
    EXPECT_EQ(ends, 0);
    EXPECT_EQ(slept, 1);
    ASSERT_EQ(contact_geom_overlaps(w, sensor, found, 4), 1);
    EXPECT_EQ(found[0].index, first_geom(w, box).index);
    contact_body_add_impulse(w, box, tact_vec(0, 0, 80));
    for (i = 0; i < 30; ++i) {
        contact_world_step(w, TACT_R(0.01));
        if (!i) EXPECT_EQ(count(w, CONTACT_EVENT_WOKE), 1);
        ends += count(w, CONTACT_EVENT_SENSOR_END);
    }
    EXPECT_EQ(ends, 1);
    EXPECT_EQ(contact_geom_overlaps(w, sensor, NULL, 0), 0);
    contact_world_destroy(w);
}

/* Sensors see kinematic bodies that pass through, once in and once out, and never stop anything. */
UTEST(world_events, sensors_see_what_passes) {
    contact_world *w = test_world(NULL);
    contact_body gate =
        test_body(w, CONTACT_BODY_STATIC, collide_box(TACT_R(0.2), 1, 1), tact_pose_identity(), 0, 0, 0);
    contact_body walker =
        test_body(w, CONTACT_BODY_KINEMATIC, collide_sphere(TACT_R(0.1)), tact_pose_at(-2, 0, 0), 0, 0, 0);
    contact_geom_def d;
    contact_geom g = first_geom(w, gate);
    int in = 0, out = 0, i;
    contact_geom_get(w, g, &d);
    d.sensor = 1;
    ASSERT_EQ(contact_geom_set(w, g, &d), CONTACT_OK);
    contact_body_set_velocity(w, walker, tact_vec(2, 0, 0), tact_vec(0, 0, 0));
    for (i = 0; i < 200; ++i) {
        contact_world_step(w, TACT_R(0.01));
        in += count(w, CONTACT_EVENT_SENSOR_BEGIN), out += count(w, CONTACT_EVENT_SENSOR_END);
        if (count(w, CONTACT_EVENT_SENSOR_BEGIN)) {
            contact_event e = first(w, CONTACT_EVENT_SENSOR_BEGIN);
            EXPECT_EQ(e.a.index, gate.index);
            EXPECT_EQ(e.b.index, walker.index);
            /* the centre of the ball is within a step of the gate's side plus its radius */
            EXPECT_LT(tact_abs(contact_body_pose(w, walker).p.x + TACT_R(0.3)), TACT_R(0.021));
        }
    }
    EXPECT_EQ(in, 1);
    EXPECT_EQ(out, 1);
    contact_world_destroy(w);
}

/* Of three balls that fall on a floor, one reports nothing, one its hit alone, one everything; a plate that is a sensor sees the last two. */
UTEST(world_events, geoms_say_which_events_they_report) {
    contact_world *w = test_world(NULL);
    contact_body_def bd = contact_default_body_def();
    contact_geom_def g = contact_default_geom_def();
    collide_shape ball = collide_sphere(TACT_R(0.1)), slab = collide_box(5, 5, TACT_R(0.02));
    contact_body fell[3];
    int seen[3][CONTACT_EVENT_JOINT_BROKE + 1], i, k;
    memset(seen, 0, sizeof seen);
    contact_world_settings(w)->events = CONTACT_EVENTS_ALL;
    test_ground(w, TACT_R(0.5), 0);
    g.shape = &slab, g.sensor = 1;
    bd.type = CONTACT_BODY_STATIC;
    contact_world_add_geom(w, contact_world_add_body(w, &bd), &g);
    bd.type = CONTACT_BODY_DYNAMIC, g.shape = &ball, g.sensor = 0;
    for (i = 0; i < 3; ++i) {
        bd.pose = tact_pose_at((tact_real)i, 0, TACT_R(0.6));
        fell[i] = contact_world_add_body(w, &bd);
        g.events = i == 0   ? 0
                   : i == 1 ? 1u << CONTACT_EVENT_HIT | 1u << CONTACT_EVENT_SENSOR_BEGIN
                            : CONTACT_EVENTS_ALL;
        ASSERT_TRUE(contact_world_add_geom(w, fell[i], &g).generation != 0);
    }
    for (i = 0; i < 60; ++i) {
        contact_world_step(w, TACT_R(0.01));
        for (k = 0; k < contact_world_event_count(w); ++k) {
            contact_event e = contact_world_event(w, k);
            for (int n = 0; n < 3; ++n)
                if (e.a.index == fell[n].index || e.b.index == fell[n].index) ++seen[n][e.kind];
        }
    }
    for (k = 0; k <= CONTACT_EVENT_SENSOR_END; ++k) EXPECT_EQ(seen[0][k], 0);
    EXPECT_EQ(seen[1][CONTACT_EVENT_BEGIN] + seen[1][CONTACT_EVENT_PERSIST], 0);
    EXPECT_EQ(seen[1][CONTACT_EVENT_HIT], 1);
    EXPECT_EQ(seen[1][CONTACT_EVENT_SENSOR_BEGIN], 1);
    EXPECT_EQ(seen[2][CONTACT_EVENT_BEGIN], 1);
    EXPECT_EQ(seen[2][CONTACT_EVENT_HIT], 1);
    EXPECT_GT(seen[2][CONTACT_EVENT_PERSIST], 10);
    EXPECT_GT(seen[0][CONTACT_EVENT_MOVED], 10); /* of bodies, not of geoms */
    contact_world_destroy(w);
}
/* What was put in stays counted: over a drop of many bodies, begins minus ends is the number of pairs that touch. */
UTEST(world_events, begins_less_ends_are_touches) {
    contact_world_config c = contact_default_world_config();
    contact_world *w, *copy = NULL;
    collide_shape box = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    int open = 0, i, k;
    c.sleeping = 1;
    c.events = CONTACT_EVENTS_ALL;
    w = test_world(&c);
    test_ground(w, TACT_R(0.5), TACT_R(0.3));
    for (i = 0; i < 30; ++i)
        contact_world_add_dynamic(w, &box,
                                  tact_pose_at(TACT_R(0.1) * (tact_real)(i % 3), TACT_R(0.07) * (tact_real)(i % 5),
                                               TACT_R(0.3) + TACT_R(0.25) * (tact_real)i),
                                  1000);
    for (i = 0; i < 300; ++i) {
        if (i == 150) copy = contact_world_clone(w, NULL);
        contact_world_step(w, TACT_R(0.01));
        open += count(w, CONTACT_EVENT_BEGIN) - count(w, CONTACT_EVENT_END);
        ASSERT_EQ(contact_world_get_stats(w).n_events_lost, 0);
        if (!copy) continue;
        contact_world_step(copy, TACT_R(0.01)); /* the same list in a clone, event by event */
        ASSERT_EQ(contact_world_event_count(w), contact_world_event_count(copy));
        for (k = 0; k < contact_world_event_count(w); ++k) {
            contact_event a = contact_world_event(w, k), b = contact_world_event(copy, k);
            ASSERT_TRUE(a.kind == b.kind && a.impulse == b.impulse && a.geom_a.index == b.geom_a.index);
        }
    }
    int touching = 0;
    for (i = 0; i < contact_world_event_count(w); ++i)
        touching += contact_world_event(w, i).kind == CONTACT_EVENT_PERSIST ||
                    contact_world_event(w, i).kind == CONTACT_EVENT_BEGIN;
    EXPECT_GE(open, touching); /* those asleep do not persist, and are open */
    EXPECT_GT(open, 20);
    contact_world_destroy(w), contact_world_destroy(copy);
}
UTEST_MAIN()
