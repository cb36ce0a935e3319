/* Things that stand: a tower and a pyramid for a minute of simulated time, a ton on a gram, boxes on a slope under every
   hard-contact method; the forces under a pile carry its weight. Minutes are simulated in full by tests/soak_world.c where
   they take longer than a second. */
/* slow: yes */
#include "world_stacks.h"

/* Ten cubes on each other for 60 s, 5 ms a step. */
UTEST(world_stacks, tower_of_ten_stands_a_minute) {
    contact_world *w = test_world(NULL);
    contact_body b[10];
    tact_vec3 force;
    int i;
    test_ground(w, TACT_R(0.5), 0);
    for (i = 0; i < 10; ++i) b[i] = stack_cube(w, 0, 0, 0.1 + 0.2 * i, 0.1, 1);
    ASSERT_TRUE(test_steps(w, TACT_R(5e-3), 12000) >= 0);
    for (i = 0; i < 10; ++i) ASSERT_LT(stack_away(w, b[i], 0, 0, 0.1 + 0.2 * i), 1e-3); /* [m] */
    contact_body_contact_wrench(w, b[0], &force, NULL);
    ASSERT_NEAR((double)force.z, 9.81, 1e-6); /* what the ground gives minus what the upper nine press */
    contact_world_destroy(w);
}

UTEST(world_stacks, pyramid_of_base_twenty_stands) { /* 1 s; the minute is in tests/soak_world.c */
    double drift = -1, weight = -1;
    ASSERT_TRUE(stack_pyramid(20, 5e-3, 200, &drift, &weight));
    ASSERT_LT(drift, 1e-6);         /* [m] solved to convergence it does not move at all */
    ASSERT_NEAR(weight, 1.0, 1e-6); /* vertical force on the ground over the weight of all */
}

/* 465 cubes: a factorisation beyond the work_limit of what moves, and the only way to make them stand. */
UTEST(world_stacks, pyramid_of_base_thirty_stands) {
    double drift = -1, weight = -1;
    ASSERT_TRUE(stack_pyramid(30, 5e-3, 40, &drift, &weight));
    ASSERT_LT(drift, 1e-6); /* [m] */
    ASSERT_NEAR(weight, 1.0, 1e-6);
}

/* A ton on a gram by the default and by each of the ADMM methods. */
UTEST(world_stacks, a_ton_stands_on_a_gram) {
    const contact_method methods[4] = {CONTACT_METHOD_AUTO, CONTACT_METHOD_NCP_ADMM_SPECTRAL,
                                       CONTACT_METHOD_NCP_ADMM_LINEAR, CONTACT_METHOD_CCP_ADMM};
    int k;
    for (k = 0; k < 4; ++k) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        contact_body light, heavy;
        c.solver.method = methods[k];
        c.solver.max_iterations = k ? 1000 : c.solver.max_iterations;
        w = test_world(&c);
        test_ground(w, TACT_R(0.5), 0);
        light = stack_cube(w, 0, 0, 0.1, 0.1, 1e-3);
        heavy = stack_cube(w, 0, 0, 0.3, 0.1, 1e3);
        ASSERT_TRUE(test_steps(w, TACT_R(1e-3), 1000) >= 0);
        EXPECT_LT(stack_away(w, heavy, 0, 0, 0.3), 1e-5); /* [m] a hundredth of a millimetre after a second */
        EXPECT_LT(stack_away(w, light, 0, 0, 0.1), 1e-5);
        contact_world_destroy(w);
    }
}

/* Every method with a hard model holds a cube on a slope of 0.35 under friction 0.5 without creep. Pyramids and boxes stand in
   for the cone in the LCP methods: the slope leaves a third of the friction unused, more than a facet cuts off. */
UTEST(world_stacks, no_hard_method_creeps_on_a_slope) {
    int m;
    for (m = 0; m < CONTACT_METHOD_COUNT; ++m) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        contact_body b;
        tact_quat q = tact_quat_axis_angle(tact_vec(0, 1, 0), TACT_R(0.35));
        tact_vec3 up = tact_rotate(q, tact_vec(0, 0, 1)), at = tact_scale(TACT_R(0.1), up);
        if (contact_method_model((contact_method)m) == CONTACT_MODEL_COMPLIANT) continue;
        c.solver.method = (contact_method)m;
        c.solver.max_iterations = 0;                   /* what the method itself needs */
        c.solver.newton_regularisation = TACT_R(1e-8); /* ccp_newton is as hard as this: it creeps in proportion */
        w = test_world(&c);
        test_body(w, CONTACT_BODY_STATIC, collide_halfspace(up, 0), tact_pose_identity(), 0, TACT_R(0.5), 0);
        b = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                      tact_pose_make(at, q), 125, TACT_R(0.5), 0);
        ASSERT_TRUE(test_steps(w, TACT_R(2e-3), 100) >= 0); /* settle */
        at = contact_body_pose(w, b).p;
        ASSERT_TRUE(test_steps(w, TACT_R(2e-3), 100) >= 0);
        EXPECT_LT_MSG((double)tact_norm(tact_sub(contact_body_pose(w, b).p, at)) / 0.2, 1e-9,
                      contact_method_name((contact_method)m)); /* [m/s] mean */
        EXPECT_LT_MSG((double)tact_norm(contact_body_velocity(w, b)), 1e-9,
                      contact_method_name((contact_method)m)); /* [m/s] */
        contact_world_destroy(w);
    }
}

UTEST_MAIN()
