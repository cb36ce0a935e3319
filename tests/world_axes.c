/* Joints by their axes: rates are the derivatives of positions, limits hold on every free axis and on cones, springs sag by m g / k and swing
   at their frequency, motors reach their targets, ropes keep their length, wheels roll and steer, locked motion is locked; what a joint
   bears is the weight that hangs on it, and what bears too much breaks. */
/* float: yes */
#include "world_common.h"
#include <string.h>

static const tact_real tiny = TACT_EPSILON < TACT_R(1e-10) ? TACT_R(1e-6) : TACT_R(3e-3);
static contact_world *space(tact_real gravity) {
    contact_world_config c = contact_default_world_config();
    c.gravity = tact_vec(0, 0, -gravity);
    return contact_world_create(&c, NULL, NULL);
}
static contact_body block(contact_world *w, tact_vec3 at) { /* 1 kg */
    collide_shape box = collide_box(TACT_R(0.05), TACT_R(0.1), TACT_R(0.05));
    return contact_world_add_dynamic(w, &box, tact_pose_make(at, tact_quat_identity()), 500);
}
static contact_joint hang(contact_world *w, contact_joint_def *d, contact_body b, tact_vec3 anchor) {
    d->b = b;
    d->frame_a.p = anchor;
    d->frame_b.p = tact_pose_unapply(contact_body_pose(w, b), anchor);
    return contact_world_add_joint(w, d);
}

/* The rate of an axis against differences of its position as b moves on, at random poses and velocities. */
UTEST(world_axes, rates_are_derivatives_of_positions) {
    uint64_t n = 0;
    const tact_real h = TACT_EPSILON < TACT_R(1e-10) ? TACT_R(1e-5) : TACT_R(1e-2);
    for (int draw = 0; draw < 60; ++draw) {
        const contact_joint_kind kinds[] = {CONTACT_JOINT_SIX, CONTACT_JOINT_DISTANCE, CONTACT_JOINT_BALL};
        contact_world *w = space(0);
        contact_body b = block(w, tact_vec(0, 0, 0));
        contact_joint_def d = contact_default_joint_def(kinds[draw % 3]);
        contact_joint j;
        tact_real r[16];
        tact_vec3 v, o;
        tact_pose at;
        for (int k = 0; k < 16; ++k) r[k] = 2 * tact_random_uniform(11, n++) - 1;
        d.b = b;
        d.frame_a = tact_pose_make(tact_vec(r[0], r[1], r[2]), tact_quat_exp(tact_vec(r[3], r[4], r[5])));
        d.frame_b = tact_pose_make(tact_vec(r[6] / 10, 0, 0), tact_quat_identity());
        j = contact_world_add_joint(w, &d);
        at = tact_pose_make(tact_vec(r[7], r[8], r[9]), tact_quat_exp(tact_vec(r[10], r[11], r[12])));
        v = tact_vec(r[13], r[14], r[15]), o = tact_vec(r[0], r[7], r[11]);
        for (int k = 0; k < 6; ++k) {
            tact_real p[2], rate;
            for (int side = 0; side < 2; ++side) {
                tact_real t = side ? h : -h;
                contact_body_set_pose(
                    w, b,
                    tact_pose_make(tact_mul_add(at.p, t, v), tact_quat_mul(tact_quat_exp(tact_scale(t, o)), at.q)));
                p[side] = contact_joint_axis_position(w, j, k);
            }
            contact_body_set_pose(w, b, at);
            contact_body_set_velocity(w, b, v, o);
            rate = contact_joint_axis_velocity(w, j, k);
            EXPECT_LT(tact_abs((p[1] - p[0]) / (2 * h) - rate), 20 * tiny); /* h^2 of the third derivative */
        }
        contact_world_destroy(w);
    }
}

/* Every free axis of every kind: a motor brings it to its target, and a limit holds it there under a push. */
UTEST(world_axes, every_free_axis_is_driven_and_limited) {
    static const struct {
        contact_joint_kind kind;
        int axis;
    } cases[] = {{CONTACT_JOINT_HINGE, 5},    {CONTACT_JOINT_SLIDER, 2},    {CONTACT_JOINT_CYLINDER, 2},
                 {CONTACT_JOINT_CYLINDER, 5}, {CONTACT_JOINT_UNIVERSAL, 3}, {CONTACT_JOINT_UNIVERSAL, 4},
                 {CONTACT_JOINT_BALL, 3},     {CONTACT_JOINT_BALL, 4},      {CONTACT_JOINT_BALL, 5},
                 {CONTACT_JOINT_PLANAR, 0},   {CONTACT_JOINT_PLANAR, 1},    {CONTACT_JOINT_PLANAR, 5},
                 {CONTACT_JOINT_WHEEL, 2},    {CONTACT_JOINT_WHEEL, 4},     {CONTACT_JOINT_WHEEL, 5},
                 {CONTACT_JOINT_SIX, 0},      {CONTACT_JOINT_SIX, 1},       {CONTACT_JOINT_SIX, 2},
                 {CONTACT_JOINT_SIX, 3},      {CONTACT_JOINT_SIX, 4},       {CONTACT_JOINT_SIX, 5}};
    for (int k = 0; k < (int)(sizeof cases / sizeof *cases); ++k)
        for (int limit = 0; limit < 2; ++limit) {
            contact_world *w = space(0);
            contact_body b = block(w, tact_vec(0, 0, 0));
            contact_joint_def d = contact_default_joint_def(cases[k].kind);
            contact_axis *axis = &d.axis[cases[k].axis];
            contact_joint j;
            if (limit) {
                axis->rule = CONTACT_AXIS_LIMITED, axis->lower = TACT_R(-0.2), axis->upper = TACT_R(0.3);
                axis->damping = 20, axis->velocity = 1, axis->max_effort = 5; /* pushes against the stop */
            } else
                axis->stiffness = 400, axis->damping = 40, axis->position = TACT_R(0.25);
            j = hang(w, &d, b, tact_vec(0, 0, 0));
            ASSERT_NE(j.generation, 0u);
            for (int i = 0; i < 300; ++i) ASSERT_GE(contact_world_step(w, TACT_R(0.01)), 0);
            EXPECT_LT(tact_abs(contact_joint_axis_position(w, j, cases[k].axis) - (limit ? TACT_R(0.3) : TACT_R(0.25))),
                      TACT_R(2e-3));
            EXPECT_LT(tact_abs(contact_joint_axis_velocity(w, j, cases[k].axis)), TACT_R(1e-2));
            EXPECT_LT(contact_joint_error(w, j), TACT_R(1e-5)); /* what is locked stayed locked */
            contact_world_destroy(w);
        }
}

/* A bob on a rope of 1 m swings through: never longer than the rope to the sag of a step, slack when thrown up. */
UTEST(world_axes, a_rope_keeps_its_length) {
    contact_world *w = space(TACT_R(9.81));
    contact_body b = block(w, tact_vec(1, 0, 0));
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_DISTANCE);
    contact_joint j;
    tact_real longest = 0, low = 0;
    d.b = b;
    d.limited = 1, d.upper = 1;
    j = contact_world_add_joint(w, &d);
    for (int i = 0; i < 500; ++i) {
        contact_world_step(w, TACT_R(0.005));
        longest = tact_max(longest, contact_joint_axis_position(w, j, 0));
        low = tact_min(low, contact_body_pose(w, b).p.z);
    }
    EXPECT_LT(longest, TACT_R(1.0005)); /* (v dt)^2/2 of 4.4 m/s is 0.24 mm */
    EXPECT_LT(low, TACT_R(-0.99));
    contact_body_set_pose(w, b, tact_pose_at(0, 0, TACT_R(-0.5)));
    contact_body_set_velocity(w, b, tact_vec(0, 0, 1), tact_vec(0, 0, 0));
    test_steps(w, TACT_R(0.005), 10);
    EXPECT_LT(tact_abs(contact_body_velocity(w, b).z - (1 - TACT_R(0.05) * TACT_R(9.81))), 10 * tiny); /* slack: free */
    contact_world_destroy(w);
}
/* A spring of f hertz swings f times a second; critically damped it sags by g/(2 pi f)^2. */
UTEST(world_axes, springs_by_frequency) {
    for (int kind = 0; kind < 2; ++kind) { /* a distance joint, and an axis of six */
        contact_world *w = space(TACT_R(9.81));
        contact_body b = block(w, tact_vec(0, 0, -1));
        contact_joint_def d = contact_default_joint_def(kind ? CONTACT_JOINT_SIX : CONTACT_JOINT_DISTANCE);
        contact_axis spring = d.axis[0];
        contact_joint j;
        tact_real sag = TACT_R(9.81) / (16 * TACT_PI * TACT_PI), at;
        int crossings = 0, before = 0;
        contact_axis_spring(&spring, 2, 0, contact_body_mass(w, b));
        if (kind)
            d.axis[2].stiffness = spring.stiffness, d.axis[2].damping = spring.damping,
            d.frame_a.p = tact_vec(0, 0, -1);
        else
            d.motor = 1, d.stiffness = spring.stiffness, d.damping = spring.damping, d.position = 1;
        d.b = b;
        j = contact_world_add_joint(w, &d);
        for (int i = 0; i < 5000; ++i) {
            contact_world_step(w, TACT_R(0.001));
            at = -1 - contact_body_pose(w, b).p.z; /* below where the spring is at rest */
            if (i && (at > sag) != before) ++crossings;
            before = at > sag;
        }
        EXPECT_TRUE(crossings >= 19 && crossings <= 21); /* 2 Hz, 5 s, twice a period */
        if (kind) {
            contact_joint_get(w, j, &d);
            contact_axis_spring(&d.axis[2], 2, 1, contact_body_mass(w, b));
            ASSERT_EQ(contact_joint_set(w, j, &d), CONTACT_OK);
            test_steps(w, TACT_R(0.001), 3000);
            EXPECT_LT(tact_abs(-1 - contact_body_pose(w, b).p.z - sag), TACT_R(1e-4));
        }
        contact_world_destroy(w);
    }
}
/* An arm on a ball joint, thrown about: its swing stays in the cone, its twist in its range. */
UTEST(world_axes, cones_and_twists_hold) {
    contact_world *w = space(TACT_R(9.81));
    contact_body b = block(w, tact_vec(0, 0, TACT_R(0.5)));
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_BALL);
    contact_joint j;
    tact_real swing = 0, twist = 0;
    d.cone = TACT_R(0.5);
    d.axis[5].rule = CONTACT_AXIS_LIMITED, d.axis[5].lower = TACT_R(-0.3), d.axis[5].upper = TACT_R(0.2);
    j = hang(w, &d, b, tact_vec(0, 0, 0));
    for (int i = 0; i < 600; ++i) {
        tact_real x, y;
        if (i % 60 == 0)
            contact_body_add_angular_impulse(w, b,
                                             tact_vec(TACT_R(0.02) * (tact_real)(i % 7 - 3),
                                                      TACT_R(0.02) * (tact_real)(i % 5 - 2),
                                                      TACT_R(0.01) * (tact_real)(i % 3 - 1)));
        contact_world_step(w, TACT_R(0.005));
        x = contact_joint_axis_position(w, j, 3), y = contact_joint_axis_position(w, j, 4);
        swing = tact_max(swing, tact_sqrt(x * x + y * y));
        twist = tact_max(twist, tact_max(contact_joint_axis_position(w, j, 5) - TACT_R(0.2),
                                         TACT_R(-0.3) - contact_joint_axis_position(w, j, 5)));
    }
    EXPECT_LT(swing, TACT_R(0.51));
    EXPECT_GT(swing, TACT_R(0.49)); /* it got there: upright it falls */
    EXPECT_LT(twist, TACT_R(0.01));
    contact_world_destroy(w);
}
/* Six with all axes locked is a weld, bit for bit but for the order of sums; with springs it is a soft one. */
UTEST(world_axes, six_locked_is_a_weld_and_sprung_a_soft_one) {
    contact_world *w = space(TACT_R(9.81));
    contact_body b[3];
    contact_joint soft;
    for (int k = 0; k < 3; ++k) {
        contact_joint_def d = contact_default_joint_def(k ? CONTACT_JOINT_SIX : CONTACT_JOINT_WELD);
        b[k] = block(w, tact_vec(TACT_R(0.3), (tact_real)k, 0));
        for (int i = 0; i < 6; ++i) {
            if (k == 1) d.axis[i].rule = CONTACT_AXIS_LOCKED;
            if (k == 2) d.axis[i].stiffness = 1000, d.axis[i].damping = 50;
        }
        d.frame_a.q = tact_quat_exp(tact_vec(TACT_R(0.2), 1, 0)), d.frame_b.q = d.frame_a.q;
        soft = hang(w, &d, b[k], tact_vec(0, (tact_real)k, 0));
        ASSERT_NE(soft.generation, 0u);
    }
    test_steps(w, TACT_R(0.005), 600);
    tact_vec3 a = contact_body_pose(w, b[0]).p, c = contact_body_pose(w, b[1]).p, e = contact_body_pose(w, b[2]).p, f,
              m;
    EXPECT_LT(tact_abs(a.x - c.x) + tact_abs(a.z - c.z), tiny);
    EXPECT_LT(e.z, TACT_R(-0.005)); /* m g/k, and the turn of m g 0.3/k at 0.3 */
    EXPECT_LT(tact_abs(e.z + TACT_R(9.81) / 1000 * (1 + TACT_R(0.09))), TACT_R(2e-4));
    contact_joint_force(w, soft, &f, &m);
    EXPECT_LT(tact_norm(tact_sub(f, tact_vec(0, 0, TACT_R(9.81)))), TACT_R(0.02));
    EXPECT_LT(tact_abs(m.y + TACT_R(0.3) * TACT_R(9.81)), TACT_R(0.05)); /* about the anchor */
    contact_world_destroy(w);
}
/* A car of four wheels on springs: it settles by m g / (4 k), drives by its motors, turns when it steers. */
UTEST(world_axes, a_car_stands_drives_and_steers) {
    contact_world *w = contact_world_create(NULL, NULL, NULL);
    collide_shape hull = collide_box(1, TACT_R(0.5), TACT_R(0.2)), tyre = collide_sphere(TACT_R(0.3));
    contact_body car, wheel[4];
    contact_joint j[4];
    tact_real high;
    test_ground(w, 1, 0);
    car = contact_world_add_dynamic(w, &hull, tact_pose_at(0, 0, TACT_R(0.7)), 1000);
    for (int k = 0; k < 4; ++k) {
        contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_WHEEL);
        tact_vec3 at = tact_vec(k & 1 ? TACT_R(0.8) : TACT_R(-0.8), k & 2 ? TACT_R(0.6) : TACT_R(-0.6), TACT_R(0.35));
        wheel[k] = contact_world_add_dynamic(w, &tyre, tact_pose_make(at, tact_quat_identity()), 200);
        d.a = car, d.b = wheel[k];
        d.frame_a.p = tact_sub(at, tact_vec(0, 0, TACT_R(0.7)));
        contact_axis_spring(&d.axis[2], 3, TACT_R(0.7), contact_body_mass(w, car) / 4);
        d.axis[5].stiffness = 1e5, d.axis[5].damping = 1e4;
        d.axis[4].damping = 0;
        j[k] = contact_world_add_joint(w, &d);
        ASSERT_NE(j[k].generation, 0u);
    }
    high = contact_body_pose(w, car).p.z;
    test_steps(w, TACT_R(0.005), 800);
    EXPECT_LT(tact_abs(contact_joint_axis_position(w, j[0], 2) - TACT_R(9.81) / (36 * TACT_PI * TACT_PI)),
              TACT_R(2e-3));
    EXPECT_LT(contact_body_pose(w, car).p.z, high);
    for (int k = 0; k < 4; ++k) {
        contact_joint_def *d = contact_joint_settings(w, j[k]);
        d->axis[4].damping = 300, d->axis[4].velocity = 10, d->axis[4].max_effort = 400; /* 3 m/s */
        if (k & 1) d->axis[5].position = TACT_R(0.2);
    }
    test_steps(w, TACT_R(0.005), 600);
    EXPECT_GT(tact_norm(contact_body_velocity(w, car)), TACT_R(2.5));
    EXPECT_GT(contact_body_angular_velocity(w, car).z, TACT_R(0.2)); /* v tan(0.2)/1.6 m is 0.38 rad/s */
    EXPECT_LT(contact_body_angular_velocity(w, car).z, TACT_R(0.5));
    contact_world_destroy(w);
}
/* A weight on a weld: the joint bears its weight; above the threshold it says so, and breaks where it is to. */
UTEST(world_axes, joints_bear_and_break) {
    contact_world *w = space(TACT_R(9.81));
    contact_body b = block(w, tact_vec(0, 0, TACT_R(-0.5)));
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_WELD);
    contact_joint j;
    tact_vec3 f, m;
    int exceeded = 0, broke = 0, i, k;
    d.max_force = 20;
    d.user = 9;
    j = hang(w, &d, b, tact_vec(0, 0, 0));
    test_steps(w, TACT_R(0.01), 5);
    EXPECT_TRUE(contact_joint_valid(w, j));
    ASSERT_EQ(contact_joint_force(w, j, &f, &m), CONTACT_OK);
    EXPECT_LT(tact_norm(tact_sub(f, tact_vec(0, 0, TACT_R(9.81)))), 100 * tiny);
    EXPECT_EQ(contact_world_event_count(w), 0);
    for (i = 0; i < 40; ++i) {
        contact_body_add_force(w, b, tact_vec(0, 0, -15));
        if (i == 20) contact_joint_settings(w, j)->breaks = 1;
        contact_world_step(w, TACT_R(0.01));
        for (k = 0; k < contact_world_event_count(w); ++k) {
            exceeded += contact_world_event(w, k).kind == CONTACT_EVENT_JOINT_EXCEEDED;
            broke += contact_world_event(w, k).kind == CONTACT_EVENT_JOINT_BROKE;
        }
    }
    EXPECT_EQ(exceeded, 21);
    EXPECT_EQ(broke, 1);
    EXPECT_FALSE(contact_joint_valid(w, j));
    EXPECT_EQ(contact_joint_force(w, j, &f, &m), CONTACT_STALE_HANDLE);
    EXPECT_LT(contact_body_velocity(w, b).z, -1);
    contact_world_destroy(w);
}
/* A hand pulls a box to a point, with no more than its force. */
UTEST(world_axes, a_hand_pulls) {
    contact_world *w = space(TACT_R(9.81));
    contact_body b = block(w, tact_vec(0, 0, 0));
    contact_joint_def d = contact_target_joint_def(w, b, tact_vec(0, TACT_R(0.1), 0), 4, 1, 50);
    contact_joint j = contact_world_add_joint(w, &d);
    tact_vec3 f, m, at;
    contact_joint_settings(w, j)->frame_a.p = tact_vec(1, 0, 1);
    for (int i = 0; i < 500; ++i) {
        contact_world_step(w, TACT_R(0.01));
        contact_joint_force(w, j, &f, &m);
        ASSERT_LT(tact_max(tact_abs(f.x), tact_max(tact_abs(f.y), tact_abs(f.z))), 50 * (1 + tiny));
    }
    at = tact_pose_apply(contact_body_pose(w, b), tact_vec(0, TACT_R(0.1), 0));
    /* it sags by g/(8 pi)^2, and swings about the point a little for want of friction */
    EXPECT_LT(tact_norm(tact_sub(at, tact_vec(1, 0, 1 - TACT_R(9.81) / (64 * TACT_PI * TACT_PI)))), TACT_R(0.02));
    contact_world_destroy(w);
}
/* Two wheels on hinges and a rack on a slider, driven by a torque on the first: turns and ways keep their ratios over many revolutions,
   slow and faster than half a revolution in a step; the train speeds up as its reduced inertia says, and the tooth bears what speeds up the
   rest. */
static contact_joint carry(contact_world *w, contact_body b, contact_joint_kind kind, tact_quat turn) {
    contact_joint_def d = contact_default_joint_def(kind);
    d.b = b;
    d.frame_a = tact_pose_mul(contact_body_pose(w, b), tact_pose_make(tact_vec(0, 0, 0), turn));
    d.frame_b.q = turn;
    return contact_world_add_joint(w, &d);
}
UTEST(world_axes, gears_and_racks_keep_their_ratios) {
    const tact_real dt = TACT_R(1.0 / 60), ratio = TACT_R(0.75), pinion = TACT_R(0.03), torque = TACT_R(0.02);
    const tact_quat up = tact_quat_identity(), along = tact_quat_exp(tact_vec(0, TACT_PI / 2, 0)); /* z to x */
    contact_world *w = space(TACT_R(9.81));
    collide_shape disc = collide_cylinder(TACT_R(0.1), TACT_R(0.02)), bar = collide_box(1, TACT_R(0.02), TACT_R(0.02));
    contact_body a = contact_world_add_dynamic(w, &disc, tact_pose_at(0, 0, 0), 1000),
                 b = contact_world_add_dynamic(w, &disc, tact_pose_at(TACT_R(0.3), 0, 0), 1000),
                 c = contact_world_add_dynamic(w, &bar, tact_pose_at(0, 1, 0), 1000);
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_GEAR);
    contact_joint gear, rack, hinge_a = carry(w, a, CONTACT_JOINT_HINGE, up);
    contact_body_def of;
    tact_real inertia, mass, reduced, turned = 0, alpha, most = 0;
    tact_vec3 f, m;
    carry(w, b, CONTACT_JOINT_HINGE, up), carry(w, c, CONTACT_JOINT_SLIDER, along);
    d.a = a, d.b = b, d.ratio = ratio;
    gear = contact_world_add_joint(w, &d);
    d.kind = CONTACT_JOINT_RACK;
    d.a = b, d.b = c, d.ratio = pinion, d.frame_b.q = along;
    rack = contact_world_add_joint(w, &d);
    ASSERT_TRUE(gear.generation && rack.generation && hinge_a.generation);
    contact_body_get(w, a, &of), inertia = of.inertia.m[2][2];
    contact_body_get(w, c, &of), mass = of.mass;
    reduced =
        inertia + ratio * ratio * (inertia + pinion * pinion * mass); /* b turns by -ratio, c goes by pinion of that */
    alpha = torque / reduced;
    for (int i = 0; i < 300; ++i) {
        contact_body_add_torque(w, a, tact_vec(0, 0, torque));
        ASSERT_GE(contact_world_step(w, dt), 0);
        turned += dt * contact_body_angular_velocity(w, a).z;
        most = tact_max(most, tact_max(contact_joint_error(w, gear), contact_joint_error(w, rack)));
    }
    EXPECT_LT(tact_abs(contact_body_angular_velocity(w, a).z / (alpha * 5) - 1), tiny);
    EXPECT_GT(turned, 4 * TACT_PI);
    EXPECT_LT(most, tiny);
    EXPECT_LT(tact_abs(contact_body_pose(w, c).p.x + ratio * pinion * turned), 2 * dt * pinion * 300 * dt * alpha);
    contact_joint_force(w, gear, &f, &m);
    EXPECT_LT(tact_abs(-m.z * ratio - (torque - inertia * alpha)) / torque, 10 * tiny); /* what is left for the rest */
    /* faster than half a revolution a step */
    contact_body_set_velocity(w, a, tact_vec(0, 0, 0), tact_vec(0, 0, 400));
    contact_body_set_velocity(w, b, tact_vec(0, 0, 0), tact_vec(0, 0, -400 * ratio));
    contact_body_set_velocity(w, c, tact_vec(-400 * ratio * pinion, 0, 0), tact_vec(0, 0, 0));
    for (int i = 0; i < 60; ++i) ASSERT_GE(contact_world_step(w, dt), 0);
    EXPECT_LT(tact_abs(contact_body_angular_velocity(w, a).z / 400 - 1), tiny);
    EXPECT_LT(contact_joint_error(w, gear), 100 * tiny);
    EXPECT_LT(contact_joint_error(w, rack), 100 * tiny);
    d.ratio = 0;
    EXPECT_EQ(contact_world_add_joint(w, &d).generation, 0u);
    d.ratio = 1, d.a.generation = 0;
    EXPECT_EQ(contact_world_add_joint(w, &d).generation, 0u);
    EXPECT_EQ(contact_world_error(w)->status, CONTACT_BAD_ARGUMENT);
    contact_world_destroy(w);
}
/* Locked axes: a heap in a plane stays in it, and a body that may only turn about z only does. */
UTEST(world_axes, locks_lock) {
    contact_world *w = contact_world_create(NULL, NULL, NULL);
    contact_body b[6];
    contact_body_def d;
    test_ground(w, TACT_R(0.5), 0);
    for (int k = 0; k < 6; ++k) {
        b[k] = block(w, tact_vec(TACT_R(0.03) * (tact_real)(k % 3), 0, TACT_R(0.2) + TACT_R(0.15) * (tact_real)k));
        contact_body_get(w, b[k], &d);
        d.locks = k == 5 ? 31u : 2u | 8u | 32u; /* the last: turns about z only */
        ASSERT_EQ(contact_body_set(w, b[k], &d), CONTACT_OK);
        contact_body_add_angular_impulse(w, b[k], tact_vec(0, TACT_R(0.001), TACT_R(0.002)));
    }
    tact_vec3 start = contact_body_pose(w, b[5]).p;
    for (int i = 0; i < 300; ++i) {
        ASSERT_GE(contact_world_step(w, TACT_R(0.01)), 0);
        for (int k = 0; k < 5; ++k) ASSERT_LT(tact_abs(contact_body_pose(w, b[k]).p.y), 100 * tiny);
    }
    EXPECT_LT(tact_norm(tact_sub(contact_body_pose(w, b[5]).p, start)), 100 * tiny);
    contact_world_destroy(w);
}
/* A weld put together 3 mm and 0.02 rad apart says so, each by itself, and so does a ball, which has no error about axes. */
UTEST(world_axes, errors_along_and_about_are_told_apart) {
    for (int ball = 0; ball < 2; ++ball) {
        contact_world *w = test_world(NULL);
        collide_shape cube = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
        contact_joint_def d = contact_default_joint_def(ball ? CONTACT_JOINT_BALL : CONTACT_JOINT_WELD);
        contact_joint j, none;
        tact_real metres = -1, radians = -1;
        memset(&none, 0, sizeof none);
        d.b = contact_world_add_dynamic(w, &cube, tact_pose_identity(), 1000);
        d.frame_a =
            tact_pose_make(tact_vec(0, TACT_R(0.003), 0), tact_quat_axis_angle(tact_vec(1, 0, 0), TACT_R(0.02)));
        j = contact_world_add_joint(w, &d);
        ASSERT_EQ(contact_joint_error_parts(w, j, &metres, &radians), CONTACT_OK);
        EXPECT_NEAR((double)metres, 0.003, 1e-6);
        EXPECT_NEAR((double)radians, ball ? 0 : 0.02, 1e-5); /* to second order of the angle */
        EXPECT_EQ(contact_joint_error_parts(w, none, &metres, NULL), CONTACT_STALE_HANDLE);
        EXPECT_TRUE(metres == 0);
        contact_world_destroy(w);
    }
}
UTEST(world_axes, what_a_joint_does_not_have_is_refused) {
    contact_world *w = space(0);
    contact_body b = block(w, tact_vec(0, 0, 0));
    contact_joint_kind kinds[] = {CONTACT_JOINT_WELD, CONTACT_JOINT_CYLINDER, CONTACT_JOINT_UNIVERSAL,
                                  CONTACT_JOINT_BALL, CONTACT_JOINT_PLANAR,   CONTACT_JOINT_WHEEL};
    contact_joint_def d;
    contact_joint j, none;
    contact_differential *derivative = contact_differential_create(NULL);
    memset(&none, 0, sizeof none);
    for (int k = 0; k < 6; ++k) {
        d = contact_default_joint_def(kinds[k]);
        d.b = b, d.limited = 1, d.lower = -1, d.upper = 1;
        EXPECT_EQ(contact_world_add_joint(w, &d).generation, 0u);
        EXPECT_EQ(contact_world_error(w)->status, CONTACT_BAD_ARGUMENT);
    }
    d = contact_default_joint_def(CONTACT_JOINT_HINGE);
    d.b = b, d.axis[4].stiffness = 1;
    EXPECT_EQ(contact_world_add_joint(w, &d).generation, 0u);
    d.axis[4].stiffness = 0, d.cone = 1;
    EXPECT_EQ(contact_world_add_joint(w, &d).generation, 0u);
    d.cone = TACT_REAL_MAX;
    j = contact_world_add_joint(w, &d);
    ASSERT_NE(j.generation, 0u);
    EXPECT_EQ(contact_world_next_joint(w, none).index, j.index);
    EXPECT_EQ(contact_body_next_joint(w, b, none).index, j.index);
    EXPECT_EQ(contact_body_next_joint(w, b, j).generation, 0u);
    EXPECT_GE(contact_world_step_differential(w, TACT_R(0.01), derivative), 0);
    d.axis[5].damping = 1;
    ASSERT_EQ(contact_joint_set(w, j, &d), CONTACT_OK);
    EXPECT_GE(contact_world_step_differential(w, TACT_R(0.01), derivative), 0);
    d.axis[5].damping = -1;
    EXPECT_EQ(contact_joint_set(w, j, &d), CONTACT_BAD_ARGUMENT);
    d.axis[5].damping = 0, d.enabled = 0;
    ASSERT_EQ(contact_joint_set(w, j, &d), CONTACT_OK);
    contact_body_set_velocity(w, b, tact_vec(1, 0, 0), tact_vec(0, 0, 0));
    test_steps(w, TACT_R(0.01), 10);
    EXPECT_LT(tact_abs(contact_body_pose(w, b).p.x - TACT_R(0.1)), tiny); /* it holds nothing */
    contact_world_remove_joint(w, j);
    EXPECT_EQ(contact_joint_get(w, j, &d), CONTACT_STALE_HANDLE);
    EXPECT_EQ(contact_joint_set(w, j, &d), CONTACT_STALE_HANDLE);
    contact_differential_destroy(derivative);
    contact_world_destroy(w);
}
UTEST_MAIN()
