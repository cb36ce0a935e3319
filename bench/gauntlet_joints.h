/* gauntlet_joints.h - scenes of joints between bodies: chains, bridges, hinges, motors, limits, springs, dolls. */
#ifndef TACT_GAUNTLET_JOINTS_H
#define TACT_GAUNTLET_JOINTS_H
#include "gauntlet_mechanisms.h"

/* Hangs a row of capsules from the origin along d, one joint each, with a ball at its end; returns the ball. argument
   of the scenes: 0 balls, 1 hinges about axes in turn, 2 universal joints */
static int chain_of(gauntlet *g, int n, tact_vec3 d, double length, double density, double end_mass, int kind) {
    double r = 0.15 * length, ball = 0.1 * cbrt(end_mass);
    tact_vec3 p = tact_vec(0, 0, 0), side;
    int k, last = -1, body;
    tact_tangents(d, &side, &side);
    for (k = 0; k < n; ++k) {
        tact_vec3 mid = tact_mul_add(p, (tact_real)(length / 2), d);
        tact_pose at = gauntlet_frame(mid, d);
        body = gauntlet_ghost(g, collide_capsule((tact_real)r, (tact_real)(length / 2 - r)), at, density);
        if (kind == 1)
            gauntlet_join(g, CONTACT_JOINT_HINGE, last, body,
                          gauntlet_frame(p, tact_rotate(at.q, k % 2 ? tact_vec(1, 0, 0) : tact_vec(0, 1, 0))), NULL);
        else
            gauntlet_join(g, kind == 2 ? CONTACT_JOINT_UNIVERSAL : CONTACT_JOINT_BALL, last, body, gauntlet_frame(p, d),
                          NULL);
        last = body, p = tact_mul_add(p, (tact_real)length, d);
    }
    body = gauntlet_ghost(g, collide_sphere((tact_real)ball),
                          tact_pose_make(tact_mul_add(p, (tact_real)ball, d), tact_quat_identity()),
                          end_mass / (4.0 / 3 * GAUNTLET_PI * ball * ball * ball));
    gauntlet_join(g, CONTACT_JOINT_BALL, last, body, gauntlet_frame(p, d), NULL);
    return body;
}
static void scene_chain(gauntlet *g) {
    double a = gauntlet_uniform(g, 0.6, 1.7), b = gauntlet_uniform(g, 0, 6.28);
    int n = gauntlet_integer(g, 4, 30);
    chain_of(g, n, gauntlet_vec(sin(a) * cos(b), sin(a) * sin(b), -cos(a)), gauntlet_uniform(g, 0.08, 0.2),
             gauntlet_log(g, 500, 5000), gauntlet_log(g, 0.1, 10), g->argument);
    gauntlet_run(g, 4);
}
static void scene_chain_long(gauntlet *g) { /* no number of links is a cliff */
    double a = gauntlet_uniform(g, 0.6, 1.6);
    chain_of(g, gauntlet_integer(g, 60, 320), gauntlet_vec(sin(a), 0, -cos(a)), 0.1, 1200, gauntlet_log(g, 0.1, 10), 0);
    gauntlet_run(g, 1.5);
}
/* A load of 10 to 1000 times a link's mass: 20 s of a swing; joints are as tight as with a light one. */
static void scene_rope_swing(gauntlet *g) {
    double a = gauntlet_uniform(g, 0.3, 1.3), length = gauntlet_uniform(g, 0.1, 0.2), r = 0.15 * length;
    double link = 1000 * GAUNTLET_PI * r * r * (length - 2 * r / 3);
    chain_of(g, gauntlet_integer(g, 5, 25), gauntlet_vec(sin(a), 0, -cos(a)), length, 1000,
             link * gauntlet_log(g, 10, 1000), 0);
    gauntlet_run(g, 4);
}
/* The same rope hangs straight: an equilibrium, exact from the start. */
static void scene_rope_hangs(gauntlet *g) {
    double length = gauntlet_uniform(g, 0.1, 0.2), r = 0.15 * length,
           link = 1000 * GAUNTLET_PI * r * r * (length - 2 * r / 3);
    tact_vec3 start;
    int ball;
    g->config.sleeping = 1;
    ball =
        chain_of(g, gauntlet_integer(g, 5, 40), tact_vec(0, 0, -1), length, 1000, link * gauntlet_log(g, 10, 1000), 0);
    start = gauntlet_com(g, ball);
    gauntlet_rests(g, 3);
    gauntlet_check(g, "end_moved", gauntlet_moved(g, ball, start), 1e-3);
}
/* argument 0: planks along an arc with some slack, loads drop on them. 1: drawn straight between its ends, as people
   build it: the rigid bridge would need an infinite tension, so its statuses are not counted and its joints may open
   twice as far. */
static void scene_bridge(gauntlet *g) {
    int k, n = gauntlet_integer(g, 8, 40), taut = g->argument, loads = gauntlet_integer(g, 2, 6), last = -1;
    double l = gauntlet_uniform(g, 0.2, 0.35), sweep = taut ? 0 : gauntlet_uniform(g, 0.6, 1.2),
           w = gauntlet_uniform(g, 0.3, 0.6);
    double step = sweep / n, x = 0, z = 0, span = 0, friction = gauntlet_uniform(g, 0.3, 0.9);
    collide_shape plank = collide_box((tact_real)(0.47 * l), (tact_real)w, (tact_real)0.03);
    tact_vec3 y = tact_vec(0, 1, 0);
    for (k = 0; k < n; ++k) { /* chords of a circle */
        double a = -sweep / 2 + (k + 0.5) * step, cx = x + 0.5 * l * cos(a), cz = z + 0.5 * l * sin(a);
        int body = gauntlet_add(g, plank, tact_pose_make(gauntlet_vec(cx, 0, cz), gauntlet_turn(y, -a)),
                                gauntlet_stuff(gauntlet_uniform(g, 300, 800), friction, 0));
        g->thing[body].group = 1;
        gauntlet_join(g, CONTACT_JOINT_HINGE, last, body, gauntlet_frame(gauntlet_vec(x, 0, z), y), NULL);
        x += l * cos(a), z += l * sin(a), span = x, last = body;
    }
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, last, gauntlet_frame(gauntlet_vec(x, 0, z), y), NULL);
    for (k = 0; k < loads; ++k) {
        double h = gauntlet_uniform(g, 0.06, 0.12);
        gauntlet_add(g, collide_box((tact_real)h, (tact_real)h, (tact_real)h),
                     tact_pose_make(gauntlet_vec(span * (0.3 + 0.4 * (k + 0.5) / loads), gauntlet_uniform(g, -0.1, 0.1),
                                                 0.4 + 0.4 * k),
                                    gauntlet_orientation(g)),
                     gauntlet_stuff(gauntlet_log(g, 200, 5000), friction, 0));
    }
    if (taut) g->no_solution = 1, g->joint_slack = 2;
    gauntlet_run(g, 5);
}

/* ---- one bar on a hinge ---- */
static double pendulum_period(double inertia, double moment,
                              double amplitude) { /* 4 K(sin(a/2)) sqrt(I/(m g l)), by the mean of Gauss */
    double a = 1, b = cos(amplitude / 2);
    int k;
    for (k = 0; k < 30; ++k) {
        double m = (a + b) / 2;
        b = sqrt(a * b), a = m;
    }
    return 2 * GAUNTLET_PI / a * sqrt(inertia / moment);
}
static int bar_on_hinge(gauntlet *g, double half, double thick, double density, tact_vec3 axis, tact_vec3 out,
                        double from, contact_joint_def *def) {
    tact_vec3 third = tact_cross(axis, out);
    tact_mat3 R = tact_mat_columns(out, third, axis); /* x along the bar, z along the hinge */
    tact_pose pose = tact_pose_make(tact_scale((tact_real)(half * from), out), tact_quat_from_mat(&R));
    int bar =
        gauntlet_ghost(g, collide_box((tact_real)half, (tact_real)thick, (tact_real)(0.7 * thick)), pose, density);
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, bar, tact_pose_make(tact_vec(0, 0, 0), pose.q), def);
    return bar;
}
/* 120 s of swings. Truths: energy; the period over the first 10 s, whose error in a symplectic step is (w dt)^2/24,
   below 1 %. A bar that has lost a fifth of its energy in a hundred swings hangs on a brake that nobody built. */
static void scene_hinge_bar(gauntlet *g) {
    double half = gauntlet_uniform(g, 0.2, 0.8), thick = half * gauntlet_uniform(g, 0.05, 0.2),
           a = gauntlet_uniform(g, 0.5, 2.6), turn = gauntlet_uniform(g, 0, 6.28);
    double last = 0, first = -1, when = -1, inertia, x, linear, angular;
    int n, crossings = 0, bar;
    tact_vec3 axis = gauntlet_vec(cos(turn), sin(turn), 0), side = gauntlet_vec(-sin(turn), cos(turn), 0);
    bar = bar_on_hinge(g, half, thick, gauntlet_log(g, 300, 8000), axis,
                       tact_add(tact_scale((tact_real)sin(a), side), gauntlet_vec(0, 0, -cos(a))), 1, NULL);
    inertia = g->thing[bar].mass * (half * half + (half * half + thick * thick) / 3);
    g->scale = g->thing[bar].mass * GAUNTLET_G * half;
    for (n = 0; n < (int)(120 / g->h) && gauntlet_step(g);
         ++n) { /* angle from the lowest point: crossings upwards through zero */
        tact_vec3 p = gauntlet_com(g, bar);
        x = atan2((double)tact_dot(p, side), -(double)p.z);
        if (n && last < 0 && x >= 0 && x - last < 1 && g->time < 10) {
            double t = g->time - g->h * x / (x - last);
            if (first < 0) first = t, crossings = 0;
            when = t, ++crossings;
        }
        last = x;
    }
    gauntlet_pin_state(g, 0, &linear, &angular);
    if (crossings > 1)
        gauntlet_check(g, "period", (when - first) / (crossings - 1) / pendulum_period(inertia, g->scale, a) - 1, 0.01);
    else
        gauntlet_fail(g, "it does not swing");
    gauntlet_check(g, "energy_lost", (g->energy_start - g->energy) / g->scale, 0.2);
}
/* Nothing acts on the spin about a hinge. */
static void scene_hinge_spin(gauntlet *g) {
    tact_vec3 axis = gauntlet_unit(g), out;
    double half = gauntlet_uniform(g, 0.2, 0.8), spin = gauntlet_uniform(g, 3, 30), from = gauntlet_uniform(g, 0, 1);
    int bar;
    g->config.gravity = tact_vec(0, 0, 0);
    tact_tangents(axis, &out, &out);
    bar = bar_on_hinge(g, half, 0.1 * half, gauntlet_log(g, 300, 8000), axis, out, from, NULL);
    gauntlet_throw(g, bar, tact_cross(tact_scale((tact_real)spin, axis), gauntlet_com(g, bar)),
                   tact_scale((tact_real)spin, axis));
    gauntlet_run(g, 20);
    gauntlet_check(g, "spin_off", (double)tact_dot(gauntlet_spin(g, bar), axis) / spin - 1, 0.01);
}
/* A door on two or three hinges in a line, an upright axis: rows that depend on each other. */
static void scene_door(gauntlet *g) {
    double h = gauntlet_uniform(g, 0.6, 1.1), w = gauntlet_uniform(g, 0.3, 0.5), spin = gauntlet_uniform(g, 0.5, 5);
    int k, n = gauntlet_integer(g, 2, 3),
           door = gauntlet_ghost(g, collide_box((tact_real)w, TACT_R(0.02), (tact_real)h), gauntlet_at(w, 0, h),
                                 gauntlet_log(g, 300, 3000));
    for (k = 0; k < n; ++k)
        gauntlet_join(g, CONTACT_JOINT_HINGE, -1, door, gauntlet_at(0, 0, 2 * h * (k + 0.3) / n), NULL);
    gauntlet_throw(g, door, gauntlet_vec(0, spin * w, 0), gauntlet_vec(0, 0, spin));
    gauntlet_run(g, 10);
    gauntlet_check(g, "spin_off", (double)gauntlet_spin(g, door).z / spin - 1, 0.01);
}
/* A ball on a rod circles about the vertical: W^2 = g/(l cos a) for a body whose inertia about its centre is round. */
static void scene_conical(gauntlet *g) {
    double l = gauntlet_uniform(g, 0.3, 1), a = gauntlet_uniform(g, 0.2, 1.1), rate = sqrt(GAUNTLET_G / (l * cos(a))),
           z;
    tact_vec3 p = gauntlet_vec(l * sin(a), 0, -l * cos(a));
    int ball =
        gauntlet_ghost(g, collide_sphere((tact_real)(0.2 * l)), tact_pose_make(p, gauntlet_orientation(g)), 1000);
    gauntlet_join(g, CONTACT_JOINT_BALL, -1, ball, tact_pose_identity(), NULL);
    gauntlet_throw(g, ball, gauntlet_vec(0, rate * l * sin(a), 0), gauntlet_vec(0, 0, rate));
    gauntlet_run(g, 10);
    z = (double)gauntlet_com(g, ball)
            .z; /* a step of first order starts half a step off the circle: W dt/2 of its radius, both ways */
    gauntlet_check(g, "height_off", (z - (double)p.z) / l, 0.01 + rate * g->dt * sin(a) * sin(a));
}
/* The double pendulum for a second from small angles, against dt/16: a first-order step is off by its speed times dt.
 */
static void scene_pendulum_converges(gauntlet *g) {
    tact_vec3 p = tact_vec(0, 0, 0);
    int k, last = -1, n = gauntlet_integer(g, 2, 4);
    for (k = 0; k < n; ++k) {
        double a = gauntlet_uniform(g, 0.1, 0.6), l = gauntlet_uniform(g, 0.2, 0.5);
        tact_vec3 d = gauntlet_vec(sin(a), 0, -cos(a)), q = tact_mul_add(p, (tact_real)l, d);
        int bar = gauntlet_ghost(g, collide_box(TACT_R(0.02), TACT_R(0.03), (tact_real)(l / 2)),
                                 gauntlet_frame(tact_lerp(p, q, TACT_R(0.5)), d), 1000);
        gauntlet_join(g, CONTACT_JOINT_HINGE, last, bar, gauntlet_frame(p, tact_vec(0, 1, 0)), NULL);
        last = bar, p = q;
    }
    gauntlet_run(g, 0.96);
    gauntlet_compare(g, "x_off", (double)gauntlet_com(g, last).x, 4 * g->dt);
    gauntlet_compare(g, "z_off", (double)gauntlet_com(g, last).z, 4 * g->dt);
}

/* ---- motors, limits, springs ---- */
/* A balanced wheel told a speed: implicit, so exact in the end whatever the gain. Ten time constants leave 5e-5. */
static void scene_motor_hinge(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE);
    double r = gauntlet_uniform(g, 0.1, 0.5), target = gauntlet_uniform(g, 2, 30), time = gauntlet_log(g, 0.01, 0.3),
           density = gauntlet_log(g, 300, 8000), half = 0.2 * r;
    tact_vec3 axis = gauntlet_unit(g);
    int wheel = gauntlet_ghost(g, collide_cylinder((tact_real)r, (tact_real)half),
                               gauntlet_frame(tact_vec(0, 0, 0), axis), density);
    d.motor = 1, d.velocity = (tact_real)target, d.damping = (tact_real)(0.5 * g->thing[wheel].mass * r * r / time);
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, wheel, gauntlet_frame(tact_vec(0, 0, 0), axis), &d);
    g->forced = 1, g->speed_limit = 1;
    gauntlet_run(g, 10 * time + 1);
    gauntlet_check(g, "speed_off", (double)tact_dot(gauntlet_spin(g, wheel), axis) / target - 1, 5e-3);
}
/* A motor at its limit is a constant torque: w = torque t / I. */
static void scene_motor_effort(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE);
    double r = gauntlet_uniform(g, 0.1, 0.5), rate = gauntlet_uniform(g, 5, 40), inertia;
    tact_vec3 axis = gauntlet_unit(g);
    int wheel = gauntlet_ghost(g, collide_cylinder((tact_real)r, (tact_real)(0.2 * r)),
                               gauntlet_frame(tact_vec(0, 0, 0), axis), gauntlet_log(g, 300, 8000));
    inertia = 0.5 * g->thing[wheel].mass * r * r;
    d.motor = 1, d.velocity = 1000, d.damping = (tact_real)(100 * inertia), d.max_effort = (tact_real)(rate * inertia);
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, wheel, gauntlet_frame(tact_vec(0, 0, 0), axis), &d);
    g->forced = 1, g->speed_limit = 1;
    gauntlet_run(g, 0.8);
    gauntlet_check(g, "speed_off", (double)tact_dot(gauntlet_spin(g, wheel), axis) / (rate * g->time) - 1, 5e-3);
}
/* A velocity motor against gravity: c (target - v) + m g.axis = 0. */
static void scene_motor_slider(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_SLIDER);
    tact_vec3 axis = gauntlet_unit(g);
    double h = gauntlet_uniform(g, 0.05, 0.3), target = gauntlet_uniform(g, -3, 3), time = gauntlet_log(g, 0.02, 0.2),
           mass;
    int box = gauntlet_ghost(g, collide_box((tact_real)h, (tact_real)(2 * h), (tact_real)h),
                             gauntlet_frame(gauntlet_unit(g), axis), gauntlet_log(g, 300, 8000));
    mass = g->thing[box].mass;
    d.motor = 1, d.velocity = (tact_real)target, d.damping = (tact_real)(mass / time);
    gauntlet_join(g, CONTACT_JOINT_SLIDER, -1, box, gauntlet_pose(g, box), &d);
    g->forced = 1, g->speed_limit = 10;
    gauntlet_run(g, 10 * time + 0.5);
    gauntlet_check(g, "speed_off",
                   (double)tact_dot(gauntlet_velocity(g, box), axis) - (target - GAUNTLET_G * (double)axis.z * time),
                   0.01);
}
/* Falls on its limit and stays there. argument 0 hinge, 1 slider */
static void scene_limit(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(g->argument ? CONTACT_JOINT_SLIDER : CONTACT_JOINT_HINGE);
    double upper = gauntlet_uniform(g, 0.1, 1), lower = -gauntlet_uniform(g, 0.1, 1),
           turn = gauntlet_uniform(g, 0, 6.28), linear, angular, x;
    int body;
    g->config.sleeping = 1;
    d.limited = 1, d.lower = (tact_real)lower, d.upper = (tact_real)upper;
    if (g->argument) {
        double tilt = gauntlet_uniform(g, 0, 1.2);
        tact_vec3 axis = gauntlet_vec(sin(tilt) * cos(turn), sin(tilt) * sin(turn), cos(tilt));
        body = gauntlet_ghost(g, collide_box(TACT_R(0.1), TACT_R(0.15), TACT_R(0.2)),
                              gauntlet_frame(tact_vec(0, 0, 0), axis), gauntlet_log(g, 300, 8000));
        gauntlet_join(g, CONTACT_JOINT_SLIDER, -1, body, gauntlet_pose(g, body), &d);
    } else { /* starts level: gravity turns it one way */
        body = bar_on_hinge(g, gauntlet_uniform(g, 0.2, 0.6), 0.05, gauntlet_log(g, 300, 8000),
                            gauntlet_vec(cos(turn), sin(turn), 0), gauntlet_vec(-sin(turn), cos(turn), 0), 1, &d);
    }
    gauntlet_rests(g, 4);
    x = gauntlet_pin_state(g, 0, &linear, &angular);
    gauntlet_check(g, "off_limit", fmin(fabs(x - upper), fabs(x - lower)), gauntlet_joint_tolerance(g));
}
/* Rests where the spring carries the weight: x = target + m g.axis / k. argument 0 slider, 1 hinge (an upright axis: x
 * = target) */
static void scene_spring(gauntlet *g) {
    contact_joint_kind kind = g->argument ? CONTACT_JOINT_HINGE : CONTACT_JOINT_SLIDER;
    contact_joint_def d = contact_default_joint_def(kind);
    double h = gauntlet_uniform(g, 0.05, 0.3), rate = gauntlet_uniform(g, 6, 30), damp = gauntlet_uniform(g, 0.3, 1),
           target = gauntlet_uniform(g, -0.3, 0.3), x, linear, angular, inertia, expected;
    tact_vec3 axis = g->argument ? tact_vec(0, 0, 1) : gauntlet_unit(g);
    int box;
    g->config.sleeping = 1;
    box = gauntlet_ghost(g, collide_box((tact_real)h, (tact_real)(2 * h), (tact_real)h),
                         gauntlet_frame(tact_vec(0, 0, 0), axis), gauntlet_log(g, 300, 8000));
    inertia = g->argument ? g->thing[box].mass * 5 * h * h / 3 : g->thing[box].mass;
    expected = target - (g->argument ? 0 : GAUNTLET_G * (double)axis.z / (rate * rate));
    d.motor = 1, d.position = (tact_real)target, d.stiffness = (tact_real)(inertia * rate * rate),
    d.damping = (tact_real)(2 * damp * inertia * rate);
    gauntlet_join(g, kind, -1, box, gauntlet_pose(g, box), &d);
    g->scale = 0.5 * inertia * rate * rate * (expected * expected + target * target) + 1e-9;
    gauntlet_rests(g, 6); /* exp(-0.3 * 6 * 6) is 2e-5, and 1 m/s at the start becomes 1 mm/s in 4 s */
    x = gauntlet_pin_state(g, 0, &linear, &angular);
    gauntlet_check(g, "off_rest", x - expected, 1e-3);
}
/* Boxes welded into a beam that sticks out of a wall. */
static void scene_beam(gauntlet *g) {
    int k, n = gauntlet_integer(g, 3, 10), last = -1;
    double h = gauntlet_uniform(g, 0.05, 0.15);
    tact_vec3 start = tact_vec(0, 0, 0);
    g->config.sleeping = 1;
    for (k = 0; k < n; ++k) {
        int body = gauntlet_ghost(g, collide_box((tact_real)h, (tact_real)h, (tact_real)h),
                                  gauntlet_at((2 * k + 1) * h, 0, 0), gauntlet_log(g, 300, 8000));
        gauntlet_join(g, CONTACT_JOINT_WELD, last, body, gauntlet_at(2 * k * h, 0, 0), NULL);
        last = body, start = gauntlet_com(g, body);
    }
    gauntlet_rests(g, 3);
    gauntlet_check(g, "tip_moved", gauntlet_moved(g, last, start), n * gauntlet_joint_tolerance(g));
}
/* Dry friction of a hinge holds one bar, whose weight asks for less, and lets another fall, whose weight asks for more.
 */
static void scene_joint_friction(gauntlet *g) {
    int k, bar[2];
    tact_vec3 start[2];
    for (k = 0; k < 2; ++k) {
        contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE);
        double half = gauntlet_uniform(g, 0.2, 0.6), density = gauntlet_log(g, 300, 8000),
               mass = density * 8 * half * 0.05 * 0.035 * 1;
        d.friction =
            (tact_real)(mass * GAUNTLET_G * half * (k ? gauntlet_uniform(g, 0.2, 0.8) : gauntlet_uniform(g, 1.2, 3)));
        bar[k] = bar_on_hinge(g, half, 0.05, density, tact_vec(0, 1, 0), tact_vec(1, 0, 0), 1, &d);
        start[k] = gauntlet_com(g, bar[k]);
    }
    gauntlet_run(g, 1.5);
    gauntlet_check(g, "held_moved", gauntlet_moved(g, bar[0], start[0]), 1e-3);
    if (gauntlet_moved(g, bar[1], start[1]) < 0.05) gauntlet_fail(g, "the heavy bar does not fall");
}
/* Two shafts at an angle: tan(out) = tan(in) cos(bend) or its inverse, by where the fork starts; so in = out at every
   quarter turn. The input turns at the motor's speed, so does the mean of the output. */
static void scene_cardan(gauntlet *g) {
    mechanism m;
    double speed = gauntlet_uniform(g, 2, 10), time = 6, in = 0, out = 0, last[2] = {0, 0}, linear, angular, worst = 0;
    int k, n;
    memset(&m, 0, sizeof m);
    make_cardan(g, &m);
    m.joint[0].drive = speed, m.joint[0].damping = m.body[0].mass * 10;
    mechanism_turn(&m, tact_pose_make(tact_vec(0, 0, 0), gauntlet_orientation(g)));
    mechanism_add(g, &m, (mechanism_form)(g->argument % 4), 1);
    g->forced = 1, g->speed_limit = 5;
    for (n = 0; n < (int)(time / g->h) && gauntlet_step(g); ++n) /* angles without jumps */
        for (k = 0; k < 2; ++k) {
            int pin = 0, seen = 0, i;
            double x;
            for (i = 0; i < g->n_pins; ++i)
                if (g->pin[i].kind == CONTACT_JOINT_HINGE && seen++ == k) pin = i;
            x = gauntlet_pin_state(g, pin, &linear, &angular);
            *(k ? &out : &in) += remainder(x - last[k], 2 * GAUNTLET_PI), last[k] = x;
            if (k && fabs(remainder(in, GAUNTLET_PI)) < 0.02) worst = fmax(worst, fabs(fabs(out) - fabs(in)));
        }
    gauntlet_check(g, "shafts_off", worst, 0.04); /* 0.02 on each side */
    gauntlet_check(g, "input_off", fabs(in) / (speed * g->time) - 1, 0.02);
}

/* ---- mechanisms in three forms; argument = 4 * maker + form ---- */
static const mechanism_maker gauntlet_makers[] = {
    make_fourbar,     make_parallelogram, make_watt,   make_stephenson, make_fivebar,
    make_peaucellier, make_pantograph,    make_lambda, make_leg,        make_scissor,
    make_slidercrank, make_bennett,       make_sarrus, make_stewart,    make_delta,
    make_wishbone,    make_necklace,      make_chain,  make_pendulums,  make_hanging_doll};
static void scene_mechanism(gauntlet *g) {
    mechanism m;
    memset(&m, 0, sizeof m);
    gauntlet_makers[g->argument / 4](g, &m);
    mechanism_turn(&m, tact_pose_make(tact_vec(0, 0, 0), gauntlet_orientation(g)));
    mechanism_add(g, &m, (mechanism_form)(g->argument % 4), 1);
    gauntlet_run(g, 3);
}
/* The first joint of a linkage is a crank with a motor: it turns as told as long as it can, and nothing opens. */
static void scene_crank(gauntlet *g) {
    mechanism m;
    /* short enough to go round by Grashof's rule: 0.126 + 0.70 < 0.57 + 0.33 */
    double p[4][2] = {{0, 0},
                      {0.6 * gauntlet_uniform(g, 0.95, 1.05), 0},
                      {0, 0.12 * gauntlet_uniform(g, 0.95, 1.05)},
                      {0.62 * gauntlet_uniform(g, 0.95, 1.05), 0.35 * gauntlet_uniform(g, 0.95, 1.05)}};
    const mechanism_link l[3] = {{{0, 2, -1}}, {{2, 3, -1}}, {{1, 3, -1}}};
    double speed = gauntlet_uniform(g, 2, 8), turned = 0, last = 0, linear, angular;
    int n;
    memset(&m, 0, sizeof m);
    mechanism_planar(g, &m, p, 4, 2, l, 3);
    m.joint[0].drive = speed, m.joint[0].damping = 2000; /* [N m s/rad]: some kg on some dm */
    mechanism_turn(&m, tact_pose_make(tact_vec(0, 0, 0), gauntlet_orientation(g)));
    mechanism_add(g, &m, (mechanism_form)(g->argument % 4), 1);
    g->forced = 1, g->speed_limit = 20;
    for (n = 0; n < (int)(4 / g->h) && gauntlet_step(g); ++n) {
        double x = gauntlet_pin_state(g, 0, &linear, &angular);
        turned += remainder(x - last, 2 * GAUNTLET_PI), last = x;
    }
    gauntlet_check(g, "turned_off", fabs(turned) / (speed * g->time) - 1, 0.02);
}
static void scene_loop_system(gauntlet *g) { /* argument = 4 * system + form */
    mechanism m;
    memset(&m, 0, sizeof m);
    make_loop_system(g, &m);
    if (m.ground > -DBL_MAX) {
        collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), (tact_real)m.ground);
        gauntlet_static(g, ground, tact_pose_identity(), 0.7, 0);
    }
    mechanism_add(g, &m, (mechanism_form)(g->argument % 4), 1);
    gauntlet_run(g, 2);
}
/* Dolls that fall on the floor. Their joints have no friction, so a limb may swing for long: speeds are damped by 2/s.
   One doll lies still after 8 s; of a heap only the general checks are asked. argument: 0 one doll, 1 a heap */
static void scene_dolls(gauntlet *g) {
    int k, n = g->argument ? gauntlet_integer(g, 4, 8) : 1;
    gauntlet_floor(g, gauntlet_uniform(g, 0.4, 1), 0);
    for (k = 0; k < n; ++k) {
        mechanism m;
        int i;
        memset(&m, 0, sizeof m);
        make_doll(g, &m);
        for (i = 0; i < m.n_bodies; ++i) m.body[i].touches = 2;
        m.damping = 2;
        mechanism_turn(&m, tact_pose_make(gauntlet_vec(gauntlet_uniform(g, -0.5, 0.5), gauntlet_uniform(g, -0.5, 0.5),
                                                       1.5 + 2.2 * k),
                                          gauntlet_orientation(g)));
        mechanism_add(g, &m, MECHANISM_FREE, k + 1);
    }
    if (g->argument)
        gauntlet_run(g, 5);
    else
        gauntlet_rests(g, 8);
}
#endif
