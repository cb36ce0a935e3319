/* The settings of a world do what their comments say: slop, the speed of depenetration, the part of a joint's error that a step
   removes, sleep, and fixed capacities. One dynamic body each, so that the law can be written down. */
/* float: yes */
#include "world_common.h"

#define EXACT ((double)TACT_EPSILON * 1e4) /* some hundred roundings of numbers below 10 */

static contact_body box_at(contact_world *w, tact_real z) {
    return test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)), tact_pose_at(0, 0, z),
                     1000, TACT_R(0.5), 0);
}

/* An overlap of 5 mm stays where the slop is a tenth of the extent (10 mm), and goes without slop: 0.8^100 of it is left. */
UTEST(world_settings, slop_is_left) {
    for (int k = 0; k < 2; ++k) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        contact_body b;
        c.contact_slop = k ? TACT_R(0.1) : 0;
        c.gravity = tact_vec(0, 0, 0);
        w = test_world(&c);
        test_ground(w, TACT_R(0.5), 0);
        b = box_at(w, TACT_R(0.095));
        ASSERT_TRUE(test_steps(w, TACT_R(0.01), 100) >= 0);
        ASSERT_NEAR((double)contact_body_pose(w, b).p.z, k ? 0.095 : 0.1, 1e-6);
        contact_world_destroy(w);
    }
}

/* An overlap of 50 mm, of which each step would remove all: it goes at the speed that is allowed, and the body has none after. */
UTEST(world_settings, overlaps_go_at_the_speed_allowed) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    contact_body b;
    c.contact_erp = 1;
    c.max_depenetration = TACT_R(0.1);
    c.gravity = tact_vec(0, 0, 0);
    w = test_world(&c);
    test_ground(w, TACT_R(0.5), 0);
    b = box_at(w, TACT_R(0.05));
    ASSERT_TRUE(test_steps(w, TACT_R(0.01), 10) >= 0);
    ASSERT_NEAR((double)contact_body_pose(w, b).p.z, 0.05 + 10 * 0.01 * 0.1, 1e-6);
    ASSERT_TRUE(test_steps(w, TACT_R(0.01), 60) >= 0);
    ASSERT_NEAR((double)contact_body_pose(w, b).p.z, 0.1, 1e-6);
    ASSERT_NEAR((double)tact_norm(contact_body_velocity(w, b)), 0.0, 1e-6);
    contact_world_destroy(w);
}

/* 64 cubes that overlap by a third burst apart. work_limit bounds what factorisations may cost: with a bound of one visit no step
   ends by Newton's method, without one some do (in double precision; in single the sweeps' answer is as good). No step fails, and no cube
   falls through the ground. */
UTEST(world_settings, work_limit_bounds_factorisations) {
    for (int k = 0; k < 2; ++k) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        contact_body boxes[64];
        contact_world_stats stats;
        int newton = 0;
        c.solver.work_limit = k ? 1 : 0;
        w = test_world(&c);
        test_ground(w, TACT_R(0.5), 0);
        for (int i = 0; i < 64; ++i)
            boxes[i] = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                                 tact_pose_at(TACT_R(0.13) * (tact_real)(i % 4), TACT_R(0.13) * (tact_real)(i / 4 % 4),
                                              TACT_R(0.1) + TACT_R(0.13) * (tact_real)(i / 16)),
                                 1000, TACT_R(0.5), 0);
        for (int step = 0; step < 10; ++step) {
            ASSERT_TRUE(contact_world_step(w, TACT_R(1.0) / 60) >= 0);
            stats = contact_world_get_stats(w);
            newton += stats.method == CONTACT_METHOD_NCP_NEWTON;
        }
        for (int i = 0; i < 64; ++i) ASSERT_TRUE(contact_body_pose(w, boxes[i]).p.z > TACT_R(0.05));
        if (k)
            ASSERT_EQ(newton, 0);
        else if (sizeof(tact_real) == 8)
            ASSERT_GT(newton, 0);
        contact_world_destroy(w);
    }
}

/* A crowd of balls, 6 x 6 x 3 nearly touching, falls at 30 m/s on a plate of 2 mm. max_meetings bounds how many impacts are followed in
   time: none when it is 0, all when there is no bound. Nothing passes through the plate in either case: its top is at 0. */
UTEST(world_settings, max_meetings_bounds_what_is_followed_in_time) {
    int k, i;
    for (k = 0; k < 2; ++k) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        contact_body balls[108];
        collide_shape plate = collide_box(3, 3, TACT_R(0.001)), ball = collide_sphere(TACT_R(0.05));
        contact_geom_def g = contact_default_geom_def();
        contact_body_def d = contact_default_body_def();
        int crowded = 0, impacts = 0;
        c.max_meetings = k ? 1000000 : 0;
        w = test_world(&c);
        g.shape = &plate;
        d.type = CONTACT_BODY_STATIC, d.pose.p.z = TACT_R(-0.001);
        contact_world_add_geom(w, contact_world_add_body(w, &d), &g);
        g.shape = &ball;
        d = contact_default_body_def();
        d.velocity.z = -30;
        for (i = 0; i < 108; ++i) {
            d.pose.p = tact_vec(TACT_R(0.105) * (tact_real)(i % 6), TACT_R(0.105) * (tact_real)(i / 6 % 6),
                                TACT_R(0.4) + TACT_R(0.105) * (tact_real)(i / 36));
            balls[i] = contact_world_add_body(w, &d);
            contact_world_add_geom(w, balls[i], &g);
        }
        for (i = 0; i < 30; ++i) {
            ASSERT_TRUE(contact_world_step(w, TACT_R(1.0 / 60)) >= 0);
            crowded += contact_world_get_stats(w).n_crowded, impacts += contact_world_get_stats(w).n_impacts;
        }
        if (k)
            ASSERT_EQ(crowded, 0);
        else
            ASSERT_TRUE(crowded > 0);
        if (k) ASSERT_TRUE(impacts >= 36); /* each ball of the lowest layer at least once */
        for (i = 0; i < 108; ++i) ASSERT_TRUE(contact_body_pose(w, balls[i]).p.z > 0);
        contact_world_destroy(w);
    }
}

/* A ball joint at the centre of a body that is 8 mm away: every step leaves 1 - joint_erp of the error. */
UTEST(world_settings, joint_erp_is_the_part_removed) {
    contact_world_config c = contact_default_world_config();
    contact_joint_def def = contact_default_joint_def(CONTACT_JOINT_BALL);
    contact_world *w;
    contact_joint joint;
    double left = 0.008;
    c.joint_erp = TACT_R(0.25);
    c.gravity = tact_vec(0, 0, 0);
    w = test_world(&c);
    def.b = box_at(w, 1);
    def.frame_a = tact_pose_at(TACT_R(0.008), 0, 1);
    joint = contact_world_add_joint(w, &def);
    ASSERT_NEAR((double)contact_joint_error(w, joint), left, EXACT);
    for (int i = 0; i < 10; ++i) {
        ASSERT_TRUE(contact_world_step(w, TACT_R(0.01)) >= 0);
        left *= 0.75;
        ASSERT_NEAR((double)contact_joint_error(w, joint), left, EXACT);
    }
    contact_world_destroy(w);
}

/* A body at 2 mm/s sleeps below a sleep_speed of 10 mm/s, once sleep_time has passed, and never below one of 1 mm/s. */
UTEST(world_settings, sleep_after_a_time_below_a_speed) {
    for (int k = 0; k < 2; ++k) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        contact_body b;
        collide_shape shape = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
        c.sleeping = 1;
        c.sleep_speed = k ? TACT_R(0.01) : TACT_R(0.001);
        c.sleep_time = TACT_R(0.2);
        w = test_world(&c);
        test_ground(w, 0, 0);
        b = test_body(w, CONTACT_BODY_DYNAMIC, shape, tact_pose_at(0, 0, TACT_R(0.1)), 1000, 0, 0);
        contact_body_set_velocity(w, b, tact_vec(TACT_R(0.002), 0, 0), tact_vec(0, 0, 0));
        ASSERT_TRUE(test_steps(w, TACT_R(0.01), 18) >= 0); /* 0.18 s */
        ASSERT_EQ(1, contact_world_get_stats(w).n_awake);
        ASSERT_TRUE(test_steps(w, TACT_R(0.01), 5) >= 0); /* 0.23 s */
        ASSERT_EQ(k ? 0 : 1, contact_world_get_stats(w).n_awake);
        contact_world_destroy(w);
    }
}

/* A world of fixed capacities refuses the object that is one too many, and is as it was. */
UTEST(world_settings, fixed_capacities_refuse) {
    contact_world_config c = contact_default_world_config();
    contact_joint_def def = contact_default_joint_def(CONTACT_JOINT_BALL);
    contact_robot first, second;
    contact_world *w;
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_body link = rbd_default_body("arm", RBD_WORLD);
    rbd_model *model;
    link.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
    link.inertia = rbd_inertia_sphere(1, tact_vec(0, 0, -1), TACT_R(0.1));
    rbd_builder_add(builder, &link, NULL);
    model = rbd_model_create(builder, NULL, NULL);
    rbd_builder_destroy(builder);
    ASSERT_TRUE(model != NULL);
    c.fixed_capacity = 1;
    c.capacity_joints = 1;
    c.capacity_robots = 1;
    w = test_world(&c);
    def.b = box_at(w, 1);
    ASSERT_TRUE(contact_world_add_joint(w, &def).generation != 0);
    def.b = box_at(w, 2);
    ASSERT_TRUE(contact_world_add_joint(w, &def).generation == 0);
    ASSERT_EQ((int)CONTACT_NO_SPACE, (int)contact_world_error(w)->status);
    first = contact_world_add_robot(w, model, NULL, NULL);
    second = contact_world_add_robot(w, model, NULL, NULL);
    ASSERT_TRUE(first.generation != 0 && second.generation == 0);
    ASSERT_EQ((int)CONTACT_NO_SPACE, (int)contact_world_error(w)->status);
    ASSERT_TRUE(contact_world_step(w, TACT_R(0.01)) >= 0);
    contact_world_destroy(w);
    c.capacity_reals = 3; /* q, v and tau alone are three: a robot needs more */
    w = test_world(&c);
    ASSERT_TRUE(contact_world_add_robot(w, model, NULL, NULL).generation == 0);
    ASSERT_EQ((int)CONTACT_NO_SPACE, (int)contact_world_error(w)->status);
    contact_world_destroy(w);
    rbd_model_destroy(model);
}

/* Six boxes at one place are fifteen pairs: a world of one pair does not step them, and one that grows does. */
UTEST(world_settings, pairs_beyond_a_fixed_capacity_stop_the_step) {
    for (int k = 0; k < 2; ++k) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        uint64_t before;
        c.capacity_pairs = 1;
        c.fixed_capacity = k;
        w = test_world(&c);
        for (int i = 0; i < 6; ++i) box_at(w, TACT_R(0.01) * (tact_real)i);
        before = contact_world_hash(w);
        if (k) {
            ASSERT_EQ((int)CONTACT_NO_SPACE, (int)contact_world_step(w, TACT_R(0.01)));
            ASSERT_TRUE(before == contact_world_hash(w));
        } else
            ASSERT_TRUE(contact_world_step(w, TACT_R(0.01)) >= 0);
        contact_world_destroy(w);
    }
}

UTEST_MAIN()
