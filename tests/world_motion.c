/* The world against closed-form mechanics of one body: free fall, sliding, slopes, rolling, bouncing, spinning, weight.
   Free flight is exact at any dt. Elsewhere the "discrete law" is the exact Coulomb law stepped by semi-implicit Euler with the same dt: what remains is solver error. */
/* slow: for valgrind */
#include "world_common.h"

UTEST(world_motion, free_fall_is_the_parabola_at_any_dt) {
    double dts[3] = {1e-3, 1 / 60.0, 0.5};
    int k;
    for (k = 0; k < 3; ++k) {
        contact_world *w = test_world(NULL);
        contact_body b =
            test_body(w, CONTACT_BODY_DYNAMIC, collide_sphere(TACT_R(0.1)), tact_pose_at(0, 0, 100), 1000, 0, 0);
        int n = (int)(1 / dts[k] + 0.5);
        double t = n * dts[k];
        contact_body_set_velocity(w, b, tact_vec(3, 0, 2), tact_vec(0, 0, 0));
        ASSERT_EQ((int)CONTACT_OK, (int)test_steps(w, (tact_real)dts[k], n));
        ASSERT_NEAR((double)contact_body_pose(w, b).p.z, 100 + 2 * t - 9.81 / 2 * t * t,
                    1e-10); /* 1000 roundings of 100 m */
        ASSERT_NEAR((double)contact_body_pose(w, b).p.x, 3 * t, 1e-10);
        contact_world_destroy(w);
    }
}

/* Stop distance of a cube sliding on a plane, at any angle: no preferred direction, no lift, no spin. */
UTEST(world_motion, sliding_cube_stops_where_coulomb_says) {
    double angles[3] = {0, 22.5, 45};
    int k, i;
    for (k = 0; k < 3; ++k) {
        contact_world *w = test_world(NULL);
        double a = angles[k] * 3.14159265358979 / 180, mu = 0.4, dt = 1e-3, v = 3, x = 0;
        contact_body b;
        tact_pose p;
        test_ground(w, (tact_real)mu, 0);
        b = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                      tact_pose_at(0, 0, TACT_R(0.1)), 125, (tact_real)mu, 0);
        contact_body_set_velocity(w, b, tact_vec((tact_real)(3 * cos(a)), (tact_real)(3 * sin(a)), 0),
                                  tact_vec(0, 0, 0));
        for (i = 0; i < 1000; ++i) v = v - mu * 9.81 * dt > 0 ? v - mu * 9.81 * dt : 0, x += v * dt;
        ASSERT_TRUE(test_steps(w, (tact_real)dt, 1000) >= 0);
        p = contact_body_pose(w, b);
        ASSERT_NEAR((double)p.p.x * cos(a) + (double)p.p.y * sin(a), x, 1e-6);    /* 1 micrometre over 1.1 m */
        ASSERT_NEAR(-(double)p.p.x * sin(a) + (double)p.p.y * cos(a), 0.0, 1e-6); /* stays on its line */
        ASSERT_NEAR((double)p.p.z, 0.1, 1e-7);                                    /* neither lifts nor sinks */
        ASSERT_NEAR((double)tact_norm(contact_body_velocity(w, b)), 0.0, 1e-9);   /* and stays */
        contact_world_destroy(w);
    }
}

/* The energy lost on the way equals the work of friction: E(t) of the continuous law to 0.1 % of E(0). */
UTEST(world_motion, sliding_cube_loses_energy_at_the_rate_of_friction) {
    contact_world *w = test_world(NULL);
    double mu = 0.4, t = 0, worst = 0, ts = 1.0 / (mu * 9.81);
    contact_body b;
    test_ground(w, (tact_real)mu, 0);
    b = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                  tact_pose_at(0, 0, TACT_R(0.1)), 125, (tact_real)mu, 0);
    contact_body_set_velocity(w, b, tact_vec(1, 0, 0), tact_vec(0, 0, 0));
    while (t < 0.5) {
        tact_real kinetic, potential;
        double v, e;
        ASSERT_TRUE(contact_world_step(w, TACT_R(1e-4)) >= 0);
        t += 1e-4;
        v = t < ts ? 1 - mu * 9.81 * t : 0;
        contact_world_energy(w, &kinetic, &potential);
        e = fabs((double)kinetic + (double)potential - 9.81 * 0.1 - 0.5 * v * v) / 0.5;
        worst = e > worst ? e : worst;
    }
    ASSERT_LT(worst, 1e-3);
    contact_world_destroy(w);
}

/* A box on a slope: holds below the friction angle without creep, slides above it with g (sin - mu cos). */
UTEST(world_motion, slope_threshold) {
    int k;
    for (k = 0; k < 2; ++k) {
        contact_world *w = test_world(NULL);
        double angle = k ? 0.52 : 0.40, mu = 0.5, dt = 1e-3; /* atan 0.5 = 0.4636 */
        tact_quat q = tact_quat_axis_angle(tact_vec(0, 1, 0), (tact_real)angle);
        tact_vec3 down = tact_rotate(q, tact_vec(1, 0, 0)), up = tact_rotate(q, tact_vec(0, 0, 1)),
                  start = tact_scale(TACT_R(0.1), up), moved;
        contact_body b;
        test_body(w, CONTACT_BODY_STATIC, collide_halfspace(up, 0), tact_pose_identity(), 0, (tact_real)mu, 0);
        b = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                      tact_pose_make(start, q), 125, (tact_real)mu, 0);
        ASSERT_TRUE(test_steps(w, (tact_real)dt, 1000) >= 0);
        moved = tact_sub(contact_body_pose(w, b).p, start);
        if (k == 0) {
            ASSERT_LT((double)tact_norm(contact_body_velocity(w, b)), 1e-9); /* [m/s] no creep */
            ASSERT_LT((double)tact_norm(moved), 1e-8);
        } else {
            double a = 9.81 * (sin(angle) - mu * cos(angle));
            ASSERT_NEAR((double)tact_dot(moved, down), a * dt * dt * 1000 * 1001 / 2, 1e-6);
        }
        contact_world_destroy(w);
    }
}

/* A sliding ball ends up rolling with 5/7 of its speed, whatever the friction. */
UTEST(world_motion, ball_rolls_with_five_sevenths) {
    contact_world *w = test_world(NULL);
    contact_body b;
    test_ground(w, TACT_R(0.3), 0);
    b = test_body(w, CONTACT_BODY_DYNAMIC, collide_sphere(TACT_R(0.1)), tact_pose_at(0, 0, TACT_R(0.1)), 1000,
                  TACT_R(0.3), 0);
    contact_body_set_velocity(w, b, tact_vec(2, 0, 0), tact_vec(0, 0, 0));
    ASSERT_TRUE(test_steps(w, TACT_R(1e-3), 1000) >= 0);
    ASSERT_NEAR((double)contact_body_velocity(w, b).x, 10.0 / 7, 1e-6);
    ASSERT_NEAR((double)contact_body_angular_velocity(w, b).y, 10.0 / 7 / 0.1, 1e-5);
    contact_world_destroy(w);
}

/* Heights of a bouncing ball shrink by e^2; e = 1 never gains energy over many bounces. */
UTEST(world_motion, bouncing_ball) {
    double e = 0.8;
    contact_world *w = test_world(NULL);
    contact_body b;
    double top = 0, before = 1, ratio[3];
    int n = 0, i, rising = 0;
    test_ground(w, 0, (tact_real)e);
    b = test_body(w, CONTACT_BODY_DYNAMIC, collide_sphere(TACT_R(0.1)), tact_pose_at(0, 0, TACT_R(1.1)), 1000, 0,
                  (tact_real)e);
    for (i = 0; i < 40000 && n < 3; ++i) {
        double z, v;
        ASSERT_TRUE(contact_world_step(w, TACT_R(1e-4)) >= 0);
        z = (double)contact_body_pose(w, b).p.z - 0.1, v = (double)contact_body_velocity(w, b).z;
        if (v > 0 && !rising) rising = 1, top = 0;
        top = z > top ? z : top;
        if (rising && v < 0) {
            ratio[n++] = top / before;
            before = top;
            top = 0;
            rising = 0;
        }
    }
    ASSERT_EQ(3, n);
    for (i = 0; i < 3; ++i)
        ASSERT_NEAR(ratio[i], e * e, 0.01 * e * e); /* dt 0.1 ms: a step of the impact speed is 0.2 % of the fall */
    contact_world_destroy(w);
}
UTEST(world_motion, bouncing_never_gains_energy) {
    contact_world *w = test_world(NULL);
    double e0, worst = 0;
    tact_real kinetic, potential;
    int i;
    test_ground(w, TACT_R(0.3), 1);
    contact_body_set_velocity(w,
                              test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.2), TACT_R(0.15)),
                                        tact_pose_at(0, 0, 1), 1000, TACT_R(0.3), 1),
                              tact_vec(1, 0, 0), tact_vec(1, 2, 3));
    contact_world_energy(w, &kinetic, &potential);
    e0 = (double)(kinetic + potential);
    for (i = 0; i < 20000; ++i) {
        ASSERT_TRUE(contact_world_step(w, TACT_R(1e-3)) >= 0);
        contact_world_energy(w, &kinetic, &potential);
        worst = (double)(kinetic + potential) - e0 > worst ? (double)(kinetic + potential) - e0 : worst;
    }
    ASSERT_LT(worst, 1e-3 * e0); /* semi-implicit Euler's energy of a parabola differs by m g dt |v| / 2 < 1e-3 E */
    contact_world_destroy(w);
}

/* A tumbling body without torque: energy to rounding in both integrators, momentum too in the faithful one. */
UTEST(world_motion, torque_free_top) {
    int k, i;
    for (k = 0; k < 2; ++k) {
        contact_world_config c = contact_default_world_config();
        contact_body_def d = contact_default_body_def();
        contact_world *w;
        contact_body b;
        tact_real e0, e1;
        tact_vec3 wl, momentum;
        c.gravity = tact_vec(0, 0, 0);
        c.integrator = k ? CONTACT_INTEGRATOR_FAITHFUL : CONTACT_INTEGRATOR_EULER;
        w = test_world(&c);
        d.mass_from_geoms = 0;
        d.mass = 1;
        d.inertia = tact_mat_diagonal(TACT_R(0.01), TACT_R(0.02), TACT_R(0.025));
        d.angular_velocity = tact_vec(TACT_R(0.01), 5, TACT_R(0.01));
        b = contact_world_add_body(w, &d);
        contact_world_energy(w, &e0, NULL);
        for (i = 0; i < 5000; ++i) ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, TACT_R(1e-3)));
        contact_world_energy(w, &e1, NULL);
        ASSERT_NEAR((double)(e1 / e0), 1.0, 1e-10);
        wl = tact_unrotate(contact_body_pose(w, b).q, contact_body_angular_velocity(w, b));
        momentum = tact_rotate(contact_body_pose(w, b).q, tact_mat_mul_vec(&d.inertia, wl));
        if (k)
            ASSERT_NEAR((double)tact_norm(tact_sub(momentum, tact_vec(TACT_R(1e-4), TACT_R(0.1), TACT_R(2.5e-4)))) /
                            0.1,
                        0.0, 1e-10);
        contact_world_destroy(w);
    }
}

/* Contact forces at rest carry the weight, and a conveyor drags a box to its own speed. */
UTEST(world_motion, weight_and_conveyor) {
    contact_world *w = test_world(NULL);
    contact_body ground = test_ground(w, TACT_R(0.5), 0), b;
    contact_geom_def belt = contact_default_geom_def();
    collide_shape box = collide_box(5, 5, TACT_R(0.1));
    contact_body_def fixed = contact_default_body_def();
    tact_vec3 force, moment;
    contact_body base;
    (void)ground;
    b = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                  tact_pose_at(20, 0, TACT_R(0.1)), 125, TACT_R(0.5), 0);
    ASSERT_TRUE(test_steps(w, TACT_R(1e-3), 300) >= 0);
    ASSERT_EQ((int)CONTACT_OK, (int)contact_body_contact_wrench(w, b, &force, &moment));
    ASSERT_NEAR((double)force.z, 9.81, 1e-6);
    ASSERT_NEAR((double)tact_norm(moment), 0.0, 1e-6);
    fixed.type = CONTACT_BODY_STATIC;
    base = contact_world_add_body(w, &fixed);
    belt.shape = &box;
    belt.material.surface_velocity = tact_vec(2, 0, 0);
    ASSERT_TRUE(contact_world_add_geom(w, base, &belt).generation != 0);
    contact_body_set_pose(w, b, tact_pose_at(0, 0, TACT_R(0.2)));
    ASSERT_TRUE(test_steps(w, TACT_R(1e-3), 1000) >= 0);
    ASSERT_NEAR((double)contact_body_velocity(w, b).x, 2.0, 1e-6);
    contact_world_destroy(w);
}

/* Newton's cradle: five balls in a row, one arrives, one leaves; momentum and energy stay. */
UTEST(world_motion, cradle_keeps_momentum) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    contact_body b[5];
    double p = 0, e = 0;
    int i;
    c.gravity = tact_vec(0, 0, 0);
    w = test_world(&c);
    for (i = 0; i < 5; ++i) /* apart, so that the impacts come one after the other */
        b[i] = test_body(w, CONTACT_BODY_DYNAMIC, collide_sphere(TACT_R(0.1)),
                         tact_pose_at(TACT_R(0.25) * (tact_real)i, 0, 0), 1000, 0, 1);
    contact_body_set_velocity(w, b[0], tact_vec(3, 0, 0), tact_vec(0, 0, 0));
    ASSERT_TRUE(test_steps(w, TACT_R(1e-3), 800) >= 0);
    for (i = 0; i < 5; ++i) {
        double v = (double)contact_body_velocity(w, b[i]).x;
        p += v, e += v * v;
    }
    ASSERT_NEAR(p, 3.0, 1e-9);
    ASSERT_NEAR(e, 9.0, 1e-6);
    ASSERT_NEAR((double)contact_body_velocity(w, b[4]).x, 3.0, 1e-6);
    contact_world_destroy(w);
}

/* A force at a point of a body is the force and the moment (point - com) x force, of one step: a force through the centre of mass
   turns nothing, a couple moves nothing, and the next step adds nothing. The body stands turned by a quarter about z, its centre of
   mass away from its origin, so that frames and points cannot be confused. */
UTEST(world_motion, force_at_a_point) {
    const tact_real mass = 2, dt = TACT_R(0.01), half = TACT_R(0.70710678118654752);
    contact_world_config c = contact_default_world_config();
    contact_body_def def = contact_default_body_def();
    contact_body b, stale = {7, 7};
    contact_world *w;
    tact_vec3 com, v, spin;
    volatile tact_real zero = 0;
    const tact_real not_finite = 1 / zero;
    c.gravity = tact_vec(0, 0, 0);
    w = test_world(&c);
    def.mass_from_geoms = 0;
    def.mass = mass;
    def.inertia = tact_mat_diagonal(TACT_R(0.5), TACT_R(0.25), TACT_R(0.125));
    def.com = tact_vec(TACT_R(0.3), 0, 0);
    def.pose.p = tact_vec(1, 2, 3);
    def.pose.q.z = def.pose.q.w = half; /* body x is world y, body y is world -x */
    b = contact_world_add_body(w, &def);
    com = contact_body_com(w, b);
    ASSERT_NEAR((double)com.y, 2.3, 1e-12);
    /* r = (0.4, 0, 0) from the com, F = (0, 6, 0): v = dt F/m along y, omega = dt r x F/I about z, with I = 0.125 */
    ASSERT_EQ((int)CONTACT_OK,
              (int)contact_body_add_force_at(w, b, tact_vec(0, 6, 0), tact_add(com, tact_vec(TACT_R(0.4), 0, 0))));
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, dt));
    v = contact_body_velocity(w, b), spin = contact_body_angular_velocity(w, b);
    ASSERT_NEAR((double)v.y, 0.01 * 6 / 2, 1e-14);
    ASSERT_NEAR((double)(v.x + v.z), 0.0, 1e-14);
    ASSERT_NEAR((double)spin.z, 0.01 * 0.4 * 6 / 0.125, 1e-13);
    ASSERT_NEAR((double)(tact_abs(spin.x) + tact_abs(spin.y)), 0.0, 1e-14);
    /* of one step: nothing changes in the next */
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, dt));
    ASSERT_NEAR((double)contact_body_velocity(w, b).y, 0.03, 1e-14);
    ASSERT_NEAR((double)contact_body_angular_velocity(w, b).z, 0.192, 1e-13);
    /* about world x the inertia is that of body y, 0.25: a couple of F = 5 N at r and -F at -r, |r| = 0.2 along y */
    contact_body_set_pose(w, b, def.pose);
    contact_body_set_velocity(w, b, tact_vec(0, 0, 0), tact_vec(0, 0, 0));
    com = contact_body_com(w, b);
    contact_body_add_force_at(w, b, tact_vec(0, 0, 5), tact_add(com, tact_vec(0, TACT_R(0.2), 0)));
    contact_body_add_force_at(w, b, tact_vec(0, 0, -5), tact_sub(com, tact_vec(0, TACT_R(0.2), 0)));
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, dt));
    ASSERT_NEAR((double)tact_norm(contact_body_velocity(w, b)), 0.0, 1e-14);
    ASSERT_NEAR((double)contact_body_angular_velocity(w, b).x, 0.01 * 2 * 0.2 * 5 / 0.25, 1e-13);
    /* through the centre of mass, from a point on the line of the force */
    contact_body_set_pose(w, b, def.pose);
    contact_body_set_velocity(w, b, tact_vec(0, 0, 0), tact_vec(0, 0, 0));
    contact_body_add_force_at(w, b, tact_vec(4, 4, 0), tact_add(com, tact_vec(-3, -3, 0)));
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, dt));
    ASSERT_NEAR((double)tact_norm(contact_body_angular_velocity(w, b)), 0.0, 1e-14);
    ASSERT_NEAR((double)contact_body_velocity(w, b).x, 0.02, 1e-14);
    ASSERT_EQ((int)CONTACT_NOT_FINITE, (int)contact_body_add_force_at(w, b, tact_vec(not_finite, 0, 0), com));
    ASSERT_EQ((int)CONTACT_STALE_HANDLE, (int)contact_body_add_force_at(w, stale, tact_vec(1, 0, 0), com));
    contact_world_destroy(w);
}

/* The same on a link: a rod of length 2 and mass 3 on a hinge at its end, pushed at its tip across by 1.5 N. Its inertia about the
   hinge is I = m (L^2 + 0.1^2)/12 + m (L/2)^2 = 4.0025, so that it starts with omega = dt L F/I. */
UTEST(world_motion, force_at_the_tip_of_a_link) {
    const tact_real dt = TACT_R(1e-3);
    contact_world_config c = contact_default_world_config();
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_body link = rbd_default_body("rod", RBD_WORLD);
    rbd_model *model;
    contact_robot robot;
    contact_world *w;
    link.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
    link.joint.axis = tact_vec(0, 1, 0);
    link.inertia = rbd_inertia_box(3, tact_vec(0, 0, -1), tact_vec(TACT_R(0.1), TACT_R(0.1), 2));
    rbd_builder_add(builder, &link, NULL);
    model = rbd_model_create(builder, NULL, NULL);
    ASSERT_TRUE(model != NULL);
    c.gravity = tact_vec(0, 0, 0);
    w = test_world(&c);
    robot = contact_world_add_robot(w, model, NULL, NULL);
    ASSERT_EQ((int)CONTACT_OK, (int)contact_body_add_force_at(w, contact_robot_link(w, robot, 1),
                                                              tact_vec(TACT_R(-1.5), 0, 0), tact_vec(0, 0, -2)));
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, dt));
    ASSERT_NEAR((double)contact_robot_v(w, robot)[0], 1e-3 * 2 * 1.5 / 4.0025, 1e-15);
    contact_world_destroy(w);
    rbd_model_destroy(model);
    rbd_builder_destroy(builder);
}

UTEST_MAIN()
