/* The world against exact mechanics: periods and energies of pendulums, a double pendulum against a reference of one
   microsecond a step, the steady precession of a heavy top, the friction angle to a thousandth, ten thousand bounces that
   never gain energy. */
/* slow: yes */
#include "world_common.h"

/* A chain of n rods of length 1, 1 kg each, hanging from the origin, hinges about y; angles q relative, zero is down. */
static rbd_model *rods(int n) {
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_model *model;
    int i, parent = RBD_WORLD;
    for (i = 0; i < n; ++i) {
        char name[16];
        rbd_body rod;
        snprintf(name, sizeof name, "rod%d", i);
        rod = rbd_default_body(name, parent);
        rod.placement = tact_pose_at(0, 0, i ? -1 : 0);
        rod.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
        rod.joint.axis = tact_vec(0, 1, 0);
        rod.inertia.mass = 1;
        rod.inertia.com = tact_vec(0, 0, TACT_R(-0.5));
        rod.inertia.xx = rod.inertia.yy = TACT_R(1.0 / 12), rod.inertia.zz = TACT_R(1e-3);
        parent = rbd_builder_add(builder, &rod, NULL);
    }
    model = rbd_model_create(builder, NULL, NULL);
    rbd_builder_destroy(builder);
    return model;
}
static double mechanical(contact_world *w) {
    tact_real kinetic, potential;
    contact_world_energy(w, &kinetic, &potential);
    return (double)kinetic + (double)potential;
}

/* Period of a rod let go at an angle: 4 K(sin(a/2)) sqrt(2 L / 3 g), K by the arithmetic-geometric mean. */
static double period_of(double amplitude) {
    double a = 1, b = cos(amplitude / 2);
    int i;
    for (i = 0; i < 30; ++i) {
        double m = (a + b) / 2;
        b = sqrt(a * b), a = m;
    }
    return 4 * 1.57079632679489662 / a * sqrt(2.0 / 3 / 9.81);
}
/* Time between two passages through zero in the same direction, the crossings by linear interpolation of the position. */
static double measure_period(contact_world *w, const tact_real *q, double dt, int *failed) {
    double last = (double)*q, first = -1, t = 0;
    while (t < 10) {
        *failed |= contact_world_step(w, (tact_real)dt) < 0;
        t += dt;
        if (last < 0 && (double)*q >= 0) {
            double at = t - dt * (double)*q / ((double)*q - last);
            if (first >= 0) return at - first;
            first = at;
        }
        last = (double)*q;
    }
    return 0;
}
UTEST(world_truth, pendulum_period_and_energy) {
    rbd_model *model = rods(1);
    int k, failed = 0;
    for (k = 0; k < 2; ++k) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        contact_robot r;
        double e0, exact = period_of(2);
        tact_real q = 2;
        c.integrator = k ? CONTACT_INTEGRATOR_FAITHFUL : CONTACT_INTEGRATOR_EULER;
        w = test_world(&c);
        r = contact_world_add_robot(w, model, &q, NULL);
        e0 = mechanical(w);
        /* faithful: order four; 1e-9 is the curvature of q between two steps at the crossing. Euler: symplectic, (w dt)^2 */
        ASSERT_NEAR(measure_period(w, contact_robot_q(w, r), 1e-3, &failed) / exact, 1.0, k ? 1e-9 : 1e-5);
        ASSERT_EQ(0, failed);
        /* faithful: the energy itself; Euler: the energy oscillates by w dt / 2 of the exchange but does not drift */
        ASSERT_NEAR(mechanical(w) / e0, 1.0, k ? 1e-10 : 5e-3);
        contact_world_destroy(w);
    }
    rbd_model_destroy(model);
}

/* Gravity of the world that is not the model's acts on the links as a force in the world's axes, also while they turn within a step:
   the faithful integrator keeps the energy as well. */
UTEST(world_truth, faithful_energy_under_another_gravity) {
    rbd_model *model = rods(2);
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    tact_real q[2] = {2, 1};
    double e0;
    c.integrator = CONTACT_INTEGRATOR_FAITHFUL;
    c.gravity = tact_vec(TACT_R(3.0), 0, TACT_R(-7.0));
    w = test_world(&c);
    contact_world_add_robot(w, model, q, NULL);
    e0 = mechanical(w);
    ASSERT_TRUE(test_steps(w, TACT_R(2e-3), 500) >= 0);
    ASSERT_NEAR(mechanical(w) / e0, 1.0, 1e-8);
    contact_world_destroy(w);
    rbd_model_destroy(model);
}

/* Two rods: accelerations in closed form, angles from the vertical a, b (b absolute). */
static void double_rods(const double x[4], double dx[4]) {
    double c = cos(x[0] - x[1]), s = sin(x[0] - x[1]), g = 9.81;
    /* T = 2/3 a'^2 + 1/6 b'^2 + 1/2 a' b' cos(a-b), V = -3/2 g cos a - 1/2 g cos b */
    double m11 = 4.0 / 3, m22 = 1.0 / 3, m12 = c / 2, f1 = -s / 2 * x[3] * x[3] - 1.5 * g * sin(x[0]);
    double f2 = s / 2 * x[2] * x[2] - 0.5 * g * sin(x[1]), det = m11 * m22 - m12 * m12;
    dx[0] = x[2], dx[1] = x[3];
    dx[2] = (m22 * f1 - m12 * f2) / det, dx[3] = (m11 * f2 - m12 * f1) / det;
}
static void reference_double_rods(double x[4], double time) { /* Runge-Kutta of order four, 1e-6 s a step */
    int i, k, n = (int)(time * 1e6 + 0.5);
    double h = time / n, k1[4], k2[4], k3[4], k4[4], y[4];
    for (i = 0; i < n; ++i) {
        double_rods(x, k1);
        for (k = 0; k < 4; ++k) y[k] = x[k] + h / 2 * k1[k];
        double_rods(y, k2);
        for (k = 0; k < 4; ++k) y[k] = x[k] + h / 2 * k2[k];
        double_rods(y, k3);
        for (k = 0; k < 4; ++k) y[k] = x[k] + h * k3[k];
        double_rods(y, k4);
        for (k = 0; k < 4; ++k) x[k] += h / 6 * (k1[k] + 2 * (k2[k] + k3[k]) + k4[k]);
    }
}
UTEST(world_truth, double_pendulum_follows_the_reference) {
    rbd_model *model = rods(2);
    const tact_real q0[2] = {TACT_R(2.0), TACT_R(-0.7)};
    double x[4] = {2.0, 1.3, 0, 0}, away[2];
    int k;
    reference_double_rods(x, 1);
    for (k = 0; k < 2; ++k) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        contact_robot r;
        const tact_real *q;
        c.integrator = k ? CONTACT_INTEGRATOR_FAITHFUL : CONTACT_INTEGRATOR_EULER;
        w = test_world(&c);
        r = contact_world_add_robot(w, model, q0, NULL);
        ASSERT_TRUE(test_steps(w, k ? TACT_R(1e-3) : TACT_R(1e-4), k ? 1000 : 10000) >= 0);
        q = contact_robot_q(w, r);
        away[k] = fabs((double)q[0] - x[0]) + fabs((double)(q[0] + q[1]) - x[1]);
        contact_world_destroy(w);
    }
    ASSERT_LT(away[0], 5e-3); /* [rad] first order: 1e-4 s times accelerations of about 15/s^2, grown over a second */
    ASSERT_LT(away[1], 1e-8); /* fourth order at 1 ms */
    rbd_model_destroy(model);
}

/* A heavy symmetric top in steady precession keeps its angle to the vertical and turns at the rate W with
   I1 W^2 cos(t) - I3 s W + m g l = 0, s the spin about its axis. */
UTEST(world_truth, heavy_top_precesses_steadily) {
    double i1 = 0.02, i3 = 0.01, spin = 120, l = 0.1, tilt = 0.6, a, b, rate, turned, t;
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_body top = rbd_default_body("top", RBD_WORLD);
    contact_world_config c = contact_default_world_config();
    tact_quat q0 = tact_quat_axis_angle(tact_vec(0, 1, 0), (tact_real)tilt), q1;
    tact_real q[4], v[3];
    tact_vec3 axis, wl;
    contact_world *w;
    contact_robot r;
    rbd_model *model;
    int i;
    top.joint = rbd_default_joint(RBD_JOINT_SPHERICAL);
    top.inertia.mass = 1;
    top.inertia.com = tact_vec(0, 0, (tact_real)l);
    top.inertia.xx = top.inertia.yy = (tact_real)(i1 - l * l), top.inertia.zz = (tact_real)i3; /* i1 is about the tip */
    ASSERT_TRUE(rbd_builder_add(builder, &top, NULL) > 0);
    model = rbd_model_create(builder, NULL, NULL);
    a = i1 * cos(tilt), b = i3 * spin;
    rate = (b - sqrt(b * b - 4 * a * 9.81 * l)) / (2 * a); /* the slow one */
    wl = tact_unrotate(q0, tact_vec(0, 0, (tact_real)rate));
    wl.z = (tact_real)spin;
    q[0] = q0.x;
    q[1] = q0.y;
    q[2] = q0.z;
    q[3] = q0.w;
    v[0] = wl.x;
    v[1] = wl.y;
    v[2] = wl.z;
    c.integrator = CONTACT_INTEGRATOR_FAITHFUL;
    w = test_world(&c);
    r = contact_world_add_robot(w, model, q, v);
    for (i = 0, t = 0; i < 4000; ++i, t += 2.5e-4) ASSERT_TRUE(contact_world_step(w, TACT_R(2.5e-4)) >= 0);
    q1 = tact_quat_make(contact_robot_q(w, r)[0], contact_robot_q(w, r)[1], contact_robot_q(w, r)[2],
                        contact_robot_q(w, r)[3]);
    axis = tact_rotate(q1, tact_vec(0, 0, 1));
    turned = atan2((double)axis.y, (double)axis.x);
    ASSERT_NEAR(acos((double)axis.z), tilt, 1e-7);
    ASSERT_NEAR(turned, rate * t, 1e-7); /* less than half a turn in a second: (120 dt)^4 / 30 per radian of spin */
    contact_world_destroy(w);
    rbd_model_destroy(model);
    rbd_builder_destroy(builder);
}

/* A slope a thousandth below the friction angle holds, a thousandth above it slides. */
UTEST(world_truth, slope_threshold_to_a_thousandth) {
    int k;
    for (k = 0; k < 2; ++k) {
        contact_world *w = test_world(NULL);
        double angle = atan(0.5) + (k ? 1e-3 : -1e-3), a = 9.81 * (sin(angle) - 0.5 * cos(angle));
        tact_quat q = tact_quat_axis_angle(tact_vec(0, 1, 0), (tact_real)angle);
        tact_vec3 up = tact_rotate(q, tact_vec(0, 0, 1)), start = tact_scale(TACT_R(0.1), up), moved;
        contact_body b;
        test_body(w, CONTACT_BODY_STATIC, collide_halfspace(up, 0), tact_pose_identity(), 0, TACT_R(0.5), 0);
        b = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.02)),
                      tact_pose_make(tact_scale(TACT_R(0.2), start), q), 1000, TACT_R(0.5), 0);
        ASSERT_TRUE(test_steps(w, TACT_R(1e-3), 1000) >= 0);
        moved = tact_sub(contact_body_pose(w, b).p, tact_scale(TACT_R(0.2), start));
        if (k)
            ASSERT_NEAR((double)tact_dot(moved, tact_rotate(q, tact_vec(1, 0, 0))), a * 1e-6 * 1000 * 1001 / 2, 1e-7);
        else
            ASSERT_LT((double)tact_norm(moved), 1e-9);
        contact_world_destroy(w);
    }
}

/* Twelve tumbling bodies in a closed room without gravity: kinetic energy is all there is, and no step may raise it, whatever
   the friction and restitution. Newton's restitution alone would, where friction turns slip around (Kane's paradox). */
static tact_vec3 direction(uint64_t seed, uint64_t i) {
    tact_vec3 v = tact_vec(tact_random_normal(seed, 3 * i), tact_random_normal(seed, 3 * i + 1),
                           tact_random_normal(seed, 3 * i + 2));
    return tact_normalize_or(v, tact_vec(1, 0, 0));
}
static int room_bounces(contact_world *w, double *worst) {
    tact_real kinetic;
    double last;
    int i, k, bounces = 0;
    contact_world_energy(w, &kinetic, NULL);
    last = (double)kinetic;
    for (i = 0; i < 20000; ++i) {
        if (contact_world_step(w, TACT_R(2e-3)) < 0) return 0;
        contact_world_energy(w, &kinetic, NULL);
        if ((double)kinetic / last - 1 > *worst) *worst = (double)kinetic / last - 1;
        last = (double)kinetic;
        for (k = 0; k < contact_world_contact_count(w); ++k) bounces += contact_world_contact(w, k).force.x != 0;
        if (i % 40 == 39) { /* wind them up again: friction has stopped them long before ten thousand */
            for (k = 6; k < 18; ++k) {
                contact_body b;
                b.index = (uint32_t)k, b.generation = 1;
                contact_body_set_velocity(w, b, tact_scale(8, direction(77, (uint64_t)(100 * i + k))),
                                          tact_scale(20, direction(78, (uint64_t)(100 * i + k))));
            }
            contact_world_energy(w, &kinetic, NULL);
            last = (double)kinetic;
        }
    }
    return bounces;
}
UTEST(world_truth, ten_thousand_bounces_never_gain_energy) {
    double worst = 0;
    int k, i, bounces = 0;
    for (k = 0; k < 2; ++k) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        tact_real e = k ? 1 : TACT_R(0.7), mu = k ? TACT_R(0.6) : TACT_R(0.3);
        c.gravity = tact_vec(0, 0, 0);
        w = test_world(&c);
        for (i = 0; i < 6; ++i) {
            tact_vec3 n = tact_vec(i / 2 == 0, i / 2 == 1, i / 2 == 2);
            n = i & 1 ? tact_neg(n) : n;
            test_body(w, CONTACT_BODY_STATIC, collide_halfspace(n, -1), tact_pose_identity(), 0, mu, e);
        }
        for (i = 0; i < 12; ++i) {
            collide_shape shape = i % 3 == 0   ? collide_sphere(TACT_R(0.15))
                                  : i % 3 == 1 ? collide_box(TACT_R(0.1), TACT_R(0.2), TACT_R(0.15))
                                               : collide_capsule(TACT_R(0.08), TACT_R(0.15));
            contact_body b = test_body(w, CONTACT_BODY_DYNAMIC, shape,
                                       tact_pose_at(TACT_R(0.6) * (tact_real)(i % 3 - 1),
                                                    TACT_R(0.6) * (tact_real)(i / 3 % 2) - TACT_R(0.3),
                                                    TACT_R(0.8) * (tact_real)(i / 6) - TACT_R(0.4)),
                                       1000, mu, e);
            contact_body_set_velocity(w, b, tact_scale(8, direction(7, (uint64_t)i)),
                                      tact_scale(20, direction(8, (uint64_t)i)));
        }
        i = room_bounces(w, &worst);
        ASSERT_GT(i, 0);
        bounces += i;
        contact_world_destroy(w);
    }
    ASSERT_GT(bounces, 10000);
    ASSERT_LT(worst, 1e-9); /* relative, in any single step: solver tolerance 1e-9 and rounding */
}

UTEST_MAIN()
