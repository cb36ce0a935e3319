/* The world against closed-form mechanics of one body: free fall, sliding, slopes, rolling, bouncing, spinning, weight.
   "Discrete law" is the exact Coulomb law stepped by semi-implicit Euler with the same dt: what remains is solver error. */
#include "world_common.h"

UTEST(world_motion, free_fall_is_the_discrete_parabola) {
    contact_world *w = test_world(NULL);
    contact_body b =
        test_body(w, CONTACT_BODY_DYNAMIC, collide_sphere(TACT_R(0.1)), tact_pose_at(0, 0, 100), 1000, 0, 0);
    double dt = 1e-3, z = 100, v = 0;
    int i;
    for (i = 0; i < 1000; ++i) v -= 9.81 * dt, z += v * dt;
    ASSERT_EQ((int)CONTACT_OK, (int)test_steps(w, (tact_real)dt, 1000));
    ASSERT_NEAR((double)contact_body_pose(w, b).p.z, z, 1e-10); /* 1000 roundings of 100 m */
    contact_world_destroy(w);
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

UTEST_MAIN()
