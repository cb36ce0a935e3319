/* gauntlet_machines.h - scenes of machines: ropes, nets, cranes, doors, gears, telescopes, governors, cars, tracks. */
#ifndef TACT_GAUNTLET_MACHINES_H
#define TACT_GAUNTLET_MACHINES_H
#include "gauntlet_joints.h"

static collide_shape machine_box(double x, double y, double z) {
    return collide_box((tact_real)x, (tact_real)y, (tact_real)z);
}
/* A rod of square section from p to q, that touches nothing unless `stuff` has a friction. */
static int machine_rod(gauntlet *g, tact_vec3 p, tact_vec3 q, double thick, double density) {
    tact_vec3 d = tact_sub(q, p);
    return gauntlet_ghost(g, machine_box(thick, thick, 0.5 * (double)tact_norm(d)),
                          gauntlet_frame(tact_lerp(p, q, TACT_R(0.5)), d), density);
}
static double machine_inertia(const gauntlet *g, int k, tact_vec3 at, tact_vec3 axis) { /* about an axis through `at` */
    const gauntlet_thing *t = &g->thing[k];
    tact_vec3 local = tact_unrotate(tact_quat_mul(gauntlet_pose(g, k).q, t->at.q), axis),
              arm = tact_sub(gauntlet_com(g, k), at);
    arm = tact_sub(arm, tact_scale(tact_dot(arm, axis), axis));
    return (double)tact_dot(local, tact_mat_mul_vec(&t->inertia, local)) + t->mass * (double)tact_norm2(arm);
}

/* ---- conservation ---- */
/* Bars on parallel hinges: no brake is built in, so ten seconds leave half of the energy of a swing at least, and none
   comes. argument: form */
static void scene_pendulum_energy(gauntlet *g) {
    mechanism m;
    int k, n = gauntlet_integer(g, 2, 6), last = -1;
    tact_vec3 p = tact_vec(0, 0, 0);
    memset(&m, 0, sizeof m);
    for (k = 0; k < n; ++k) {
        double a = gauntlet_uniform(g, 0.6, 1.6), l = gauntlet_uniform(g, 0.3, 0.8);
        tact_vec3 q = tact_mul_add(p, (tact_real)l, gauntlet_vec(sin(a), 0, -cos(a)));
        int bar = mechanism_bar(&m, p, q, 1000);
        mechanism_join(&m, last, bar, CONTACT_JOINT_HINGE, p, tact_vec(0, 1, 0));
        last = bar, p = q;
    }
    mechanism_add(g, &m, (mechanism_form)g->argument, 1);
    {
        double hung = 0, z = 0; /* what it may lose: down to where it hangs straight */
        gauntlet_begin(g);
        for (k = 0; k < n; ++k) { /* bars in the order that they were made */
            double l = 2 * (double)m.body[k].half.z;
            hung += m.body[k].mass * GAUNTLET_G * (z - l / 2), z -= l;
        }
        gauntlet_run(g, 10);
        gauntlet_check(g, "energy_lost", (g->energy_start - g->energy) / (g->energy_start - hung), 0.5);
    }
}
/* Links of 1 : 100 in turn, or the heavy one in the middle or at the end. argument: form */
static void scene_chain_ratio(gauntlet *g) {
    mechanism m;
    int k, n = gauntlet_integer(g, 3, 24), how = gauntlet_integer(g, 0, 2), last = -1;
    double a = gauntlet_uniform(g, 0.4, 1.7), l = gauntlet_uniform(g, 0.08, 0.3), ratio = gauntlet_log(g, 10, 100);
    tact_vec3 p = tact_vec(0, 0, 0), d = gauntlet_vec(sin(a), 0, -cos(a));
    memset(&m, 0, sizeof m);
    for (k = 0; k < n; ++k) {
        tact_vec3 q = tact_mul_add(p, (tact_real)l, d);
        int heavy = how == 0 ? k % 2 : how == 1 ? k == n / 2 : k == n - 1;
        int bar = mechanism_bar(&m, p, q, heavy ? 100 * ratio : 100);
        mechanism_join(&m, last, bar, k % 2 ? CONTACT_JOINT_UNIVERSAL : CONTACT_JOINT_BALL, p, d);
        last = bar, p = q;
    }
    mechanism_add(g, &m, (mechanism_form)g->argument, 1);
    gauntlet_run(g, 5);
}
/* Two bodies on a rope fly without gravity: both momenta stay. */
static void scene_bola(gauntlet *g) {
    int k, n = gauntlet_integer(g, 3, 12), last, end;
    double l = gauntlet_uniform(g, 0.1, 0.2), mass = gauntlet_log(g, 0.2, 5), spin = gauntlet_uniform(g, 1, 6),
           size = 0;
    tact_vec3 d = gauntlet_unit(g), p0, l0, p1, l1, axis, side, drift = tact_scale(2, gauntlet_unit(g));
    g->config.gravity = tact_vec(0, 0, 0);
    tact_tangents(d, &axis, &side);
    last = gauntlet_ghost(g, machine_box(0.05, 0.08, 0.06), gauntlet_frame(tact_vec(0, 0, 0), d),
                          mass / (8 * 0.05 * 0.08 * 0.06));
    for (k = 0; k < n; ++k) {
        tact_vec3 p = tact_scale((tact_real)(0.1 + k * l), d), q = tact_scale((tact_real)(0.1 + (k + 1) * l), d);
        int rod = machine_rod(g, p, q, 0.01, 1000);
        gauntlet_join(g, CONTACT_JOINT_BALL, last, rod, gauntlet_frame(p, d), NULL);
        last = rod;
    }
    end = gauntlet_ghost(g, machine_box(0.06, 0.05, 0.07), gauntlet_frame(tact_scale((tact_real)(0.2 + n * l), d), d),
                         1000);
    gauntlet_join(g, CONTACT_JOINT_BALL, last, end, gauntlet_frame(tact_scale((tact_real)(0.1 + n * l), d), d), NULL);
    for (k = 0; k < g->n_things; ++k)
        gauntlet_throw(g, k, tact_add(drift, tact_cross(tact_scale((tact_real)spin, axis), gauntlet_com(g, k))),
                       tact_scale((tact_real)spin, axis));
    gauntlet_momentum(g, &p0, &l0);
    for (k = 0; k < g->n_things; ++k) size += g->thing[k].mass * (double)tact_norm(gauntlet_velocity(g, k));
    gauntlet_run(g, 5);
    gauntlet_momentum(g, &p1, &l1);
    gauntlet_check(g, "momentum_off", (double)tact_norm(tact_sub(p1, p0)) / size, 1e-6);
    gauntlet_check(g, "spin_momentum_off", (double)tact_norm(tact_sub(l1, l0)) / (double)tact_norm(l0), 0.02);
}
/* A rotor in two rings without gravity: the axis of its spin stays where it is, as the rings are light. */
static void scene_gimbal(gauntlet *g) {
    double spin = gauntlet_uniform(g, 10, 40), push = gauntlet_uniform(g, 0, 0.3);
    tact_vec3 x = tact_vec(1, 0, 0), y = tact_vec(0, 1, 0), z = tact_vec(0, 0, 1), l0, l1, p;
    int outer, inner, rotor;
    g->config.gravity = tact_vec(0, 0, 0);
    outer = gauntlet_ghost(g, machine_box(0.2, 0.2, 0.02), tact_pose_identity(), 30);
    inner = gauntlet_ghost(g, machine_box(0.15, 0.02, 0.15), tact_pose_identity(), 30);
    rotor = gauntlet_ghost(g, collide_cylinder(TACT_R(0.1), TACT_R(0.02)), tact_pose_identity(),
                           gauntlet_log(g, 1000, 8000));
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, outer, gauntlet_frame(tact_vec(0, 0, 0), x), NULL);
    gauntlet_join(g, CONTACT_JOINT_HINGE, outer, inner, gauntlet_frame(tact_vec(0, 0, 0), y), NULL);
    gauntlet_join(g, CONTACT_JOINT_HINGE, inner, rotor, gauntlet_frame(tact_vec(0, 0, 0), z), NULL);
    gauntlet_throw(g, rotor, tact_vec(0, 0, 0), gauntlet_vec(push, 0, spin));
    gauntlet_throw(g, inner, tact_vec(0, 0, 0), gauntlet_vec(push, 0, 0));
    gauntlet_throw(g, outer, tact_vec(0, 0, 0), gauntlet_vec(push, 0, 0));
    gauntlet_momentum(g, &p, &l0);
    gauntlet_run(g, 5);
    gauntlet_momentum(g, &p, &l1);
    /* bearings of the outer ring bear no torque about x, and none about z but what its light ring asks for */
    gauntlet_check(g, "axis_off", gauntlet_angle(l0, l1), 0.1);
    gauntlet_check(g, "spin_off", (double)tact_norm(gauntlet_spin(g, rotor)) / spin - 1, 0.02);
}
/* A curtain of crosses, joined to their neighbours by balls, blown sideways: a loop in every mesh. */
static void scene_curtain(gauntlet *g) {
    int i, k, nx = gauntlet_integer(g, 2, 6), nz = gauntlet_integer(g, 2, 6), at[64];
    double l = gauntlet_uniform(g, 0.1, 0.25), speed = gauntlet_uniform(g, 0.5, 3),
           density = gauntlet_log(g, 100, 3000);
    for (k = 0; k < nz; ++k)
        for (i = 0; i < nx; ++i) {
            tact_vec3 p = gauntlet_vec(i * l, 0, -(k + 0.5) * l), half = gauntlet_vec(l / 2, 0, 0),
                      up = gauntlet_vec(0, 0, l / 2);
            int body = gauntlet_ghost(g, machine_box(0.45 * l, 0.05 * l, 0.45 * l),
                                      tact_pose_make(p, tact_quat_identity()), density);
            at[k * nx + i] = body;
            gauntlet_join(g, CONTACT_JOINT_BALL, k ? at[(k - 1) * nx + i] : -1, body,
                          tact_pose_make(tact_add(p, up), tact_quat_identity()), NULL);
            if (i)
                gauntlet_join(g, CONTACT_JOINT_BALL, at[k * nx + i - 1], body,
                              tact_pose_make(tact_sub(p, half), tact_quat_identity()), NULL);
            gauntlet_throw(g, body, gauntlet_vec(0, speed * (k + 0.5) / nz, 0), gauntlet_vec(speed / nz / l, 0, 0));
        }
    gauntlet_run(g, 4);
}
/* A net of balls on cords that cannot stretch, hung at its rim, catches a box. */
static void scene_net(gauntlet *g) {
    int i, k, n = gauntlet_integer(g, 4, 8), at[64], box;
    double l = gauntlet_uniform(g, 0.15, 0.3), slack = gauntlet_uniform(g, 1.02, 1.2), r = 0.25 * l, longest = 0;
    for (k = 0; k < n; ++k)
        for (i = 0; i < n; ++i)
            at[k * n + i] = gauntlet_add(g, collide_sphere((tact_real)r), gauntlet_at(i * l, k * l, 0),
                                         gauntlet_stuff(1000, 0.6, 0));
    for (k = 0; k < n; ++k)
        for (i = 0; i < n; ++i) {
            int side, rim = i == 0 || k == 0 || i == n - 1 || k == n - 1;
            if (rim) gauntlet_join(g, CONTACT_JOINT_BALL, -1, at[k * n + i], gauntlet_pose(g, at[k * n + i]), NULL);
            for (side = 0; side < 2; ++side) {
                contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_DISTANCE);
                int j = side ? (k + 1) * n + i : k * n + i + 1;
                if (side ? k + 1 >= n : i + 1 >= n) continue;
                d.a = g->thing[at[k * n + i]].body, d.b = g->thing[at[j]].body;
                d.limited = 1, d.lower = 0, d.upper = (tact_real)(slack * l);
                if (!contact_world_add_joint(g->world, &d).generation) gauntlet_fail(g, "no cord"), g->over = 1;
            }
        }
    box = gauntlet_add(g, machine_box(1.3 * l, 1.1 * l, 0.9 * l),
                       tact_pose_make(gauntlet_vec((n - 1) * l / 2, (n - 1) * l / 2, 1.5 * l), gauntlet_orientation(g)),
                       gauntlet_stuff(gauntlet_log(g, 20, 300), 0.6, 0));
    gauntlet_run(g, 4);
    for (k = 0; k < n; ++k)
        for (i = 0; i < n; ++i) {
            if (i + 1 < n)
                longest = fmax(longest, (double)tact_norm(tact_sub(gauntlet_com(g, at[k * n + i]),
                                                                   gauntlet_com(g, at[k * n + i + 1]))));
            if (k + 1 < n)
                longest = fmax(longest, (double)tact_norm(tact_sub(gauntlet_com(g, at[k * n + i]),
                                                                   gauntlet_com(g, at[(k + 1) * n + i]))));
        }
    gauntlet_check(g, "cord_stretched", fmax(0, longest - slack * l), gauntlet_joint_tolerance(g));
    if ((double)gauntlet_com(g, box).z < -n * l * slack) gauntlet_fail(g, "the box fell through");
}
/* A deck of planks on hinges, held by rods from two chains of rods: loops in every bay; a crate falls on it. */
static void scene_suspension(gauntlet *g) {
    int k, side, n = gauntlet_integer(g, 5, 12), cable[2] = {-1, -1}, deck = -1;
    double l = gauntlet_uniform(g, 0.5, 0.9), w = gauntlet_uniform(g, 0.4, 0.7), span = n * l,
           sag = gauntlet_uniform(g, 0.1, 0.2) * span, low = 0.3;
    for (k = 0; k < n; ++k) { /* deck on an arch, so that it is not drawn straight */
        double x0 = k * l, x1 = x0 + l, rise = 0.03 * span, u0 = x0 / span, u1 = x1 / span;
        tact_vec3 p = gauntlet_vec(x0, 0, -4 * rise * u0 * (1 - u0)),
                  q = gauntlet_vec(x1, 0, -4 * rise * u1 * (1 - u1)), d = tact_sub(q, p);
        int plank = gauntlet_add(g, machine_box(0.48 * (double)tact_norm(d), w, 0.03),
                                 tact_pose_make(tact_lerp(p, q, TACT_R(0.5)),
                                                gauntlet_turn(tact_vec(0, 1, 0), -atan2((double)d.z, (double)d.x))),
                                 gauntlet_stuff(500, 0.6, 0));
        g->thing[plank].group = 1;
        gauntlet_join(g, CONTACT_JOINT_HINGE, deck, plank, gauntlet_frame(p, tact_vec(0, 1, 0)), NULL);
        for (side = 0; side < 2; ++side) {
            double y = side ? w : -w, h0 = low + 4 * sag * (u0 - 0.5) * (u0 - 0.5),
                   h1 = low + 4 * sag * (u1 - 0.5) * (u1 - 0.5);
            tact_vec3 a = gauntlet_vec(x0, y, h0), b = gauntlet_vec(x1, y, h1), foot = gauntlet_vec(x1, y, (double)q.z);
            int rod = machine_rod(g, a, b, 0.015, 2000), hanger;
            gauntlet_join(g, CONTACT_JOINT_BALL, cable[side], rod, gauntlet_frame(a, tact_vec(0, 0, 1)), NULL);
            cable[side] = rod;
            if (k == n - 1)
                gauntlet_join(g, CONTACT_JOINT_BALL, -1, rod, gauntlet_frame(b, tact_vec(0, 0, 1)), NULL);
            else {
                hanger = machine_rod(g, foot, b, 0.01, 2000);
                gauntlet_join(g, CONTACT_JOINT_BALL, rod, hanger, gauntlet_frame(b, tact_vec(0, 0, 1)), NULL);
                gauntlet_join(g, CONTACT_JOINT_BALL, plank, hanger, gauntlet_frame(foot, tact_vec(0, 0, 1)), NULL);
            }
        }
        deck = plank;
    }
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, deck, gauntlet_frame(gauntlet_vec(span, 0, 0), tact_vec(0, 1, 0)), NULL);
    gauntlet_add(g, machine_box(0.2, 0.25, 0.15),
                 tact_pose_make(gauntlet_vec(gauntlet_uniform(g, 0.3, 0.7) * span, 0, 0.4), gauntlet_orientation(g)),
                 gauntlet_stuff(gauntlet_log(g, 200, 5000), 0.6, 0));
    gauntlet_run(g, 4);
}
/* ---- motors under load ---- */
/* A crane: a slewing tower and a boom on servos, a rope of links with a hook that is heavy beside them. */
static void scene_crane(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE);
    double boom = gauntlet_uniform(g, 2, 4), up = gauntlet_uniform(g, 0.2, 0.9), l = 0.2,
           load = gauntlet_log(g, 5, 200), turn = gauntlet_uniform(g, -1.2, 1.2), linear, angular, x;
    int k, n = gauntlet_integer(g, 4, 10), tower, arm, last;
    tact_vec3 foot = tact_vec(0, 0, 1), tip = gauntlet_vec(boom * cos(up), 0, 1 + boom * sin(up)), p = tip;
    tower = gauntlet_ghost(g, machine_box(0.2, 0.2, 0.5), gauntlet_at(0, 0, 0.5), 2000);
    arm = machine_rod(g, foot, tip, 0.06, 800);
    d.motor = 1, d.stiffness = (tact_real)(40 * (load + g->thing[arm].mass) * boom * boom);
    d.damping = (tact_real)(12 * (load + g->thing[arm].mass) * boom * boom);
    d.position = (tact_real)turn;
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, tower, gauntlet_at(0, 0, 0), &d);
    d.position = 0;
    gauntlet_join(g, CONTACT_JOINT_HINGE, tower, arm, gauntlet_frame(foot, tact_vec(0, 1, 0)), &d);
    last = arm;
    for (k = 0; k < n; ++k) {
        tact_vec3 q = tact_sub(p, gauntlet_vec(0, 0, l));
        int rod = machine_rod(g, p, q, 0.01, 3000);
        gauntlet_join(g, CONTACT_JOINT_BALL, last, rod, gauntlet_frame(p, tact_vec(0, 0, 1)), NULL);
        last = rod, p = q;
    }
    k = gauntlet_ghost(g, machine_box(0.15, 0.15, 0.15),
                       tact_pose_make(tact_sub(p, gauntlet_vec(0, 0, 0.15)), tact_quat_identity()),
                       load / (8 * 0.15 * 0.15 * 0.15));
    gauntlet_join(g, CONTACT_JOINT_BALL, last, k, gauntlet_frame(p, tact_vec(0, 0, 1)), NULL);
    g->forced = 1, g->speed_limit = 30;
    gauntlet_run(g, 8);
    x = gauntlet_pin_state(g, 0, &linear, &angular);
    gauntlet_check(g, "slewed_off", x - turn, 0.15); /* the hook still swings and pulls */
}
/* A drum told a speed lifts a weight at its rim's rod: an unbalanced wheel, whose load changes with its angle. The
   mean speed is what it was told, as the load's mean over a turn is nothing. */
static void scene_motor_load(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE);
    double r = gauntlet_uniform(g, 0.2, 0.6), speed = gauntlet_uniform(g, 2, 12), turned = 0, last = 0, linear, angular;
    tact_vec3 y = tact_vec(0, 1, 0);
    int n, bar = machine_rod(g, tact_vec(0, 0, 0), gauntlet_vec(r, 0, 0), 0.03, gauntlet_log(g, 500, 8000));
    double inertia = machine_inertia(g, bar, tact_vec(0, 0, 0), y), weight = g->thing[bar].mass * GAUNTLET_G * r / 2;
    d.motor = 1, d.velocity = (tact_real)speed, d.damping = (tact_real)(50 * (weight / speed + inertia));
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, bar, gauntlet_frame(tact_vec(0, 0, 0), y), &d);
    g->forced = 1, g->speed_limit = 2 * speed * r + 1;
    for (n = 0; n < (int)(10 / g->h) && gauntlet_step(g); ++n) {
        double x = gauntlet_pin_state(g, 0, &linear, &angular);
        turned += remainder(x - last, 2 * GAUNTLET_PI), last = x;
    }
    gauntlet_check(g, "turned_off", turned / (speed * g->time) - 1, 0.02);
}
/* An arm of several bars, each on a servo: it sags to k (x - target) + torque of the weights beyond = 0. argument: form */
static void scene_servo_arm(gauntlet *g) {
    mechanism m;
    int k, i, n = gauntlet_integer(g, 2, 6), last = -1, pin[8];
    double linear, angular, l[8], stiff = 0;
    tact_vec3 p = tact_vec(0, 0, 0), y = tact_vec(0, 1, 0), at[8];
    memset(&m, 0, sizeof m);
    for (k = 0; k < n; ++k) {
        double a = gauntlet_uniform(g, -0.3, 0.3);
        tact_vec3 q;
        l[k] = gauntlet_uniform(g, 0.2, 0.5);
        q = tact_mul_add(p, (tact_real)l[k], gauntlet_vec(cos(a), 0, sin(a)));
        at[k] = p, i = mechanism_bar(&m, p, q, gauntlet_log(g, 500, 5000));
        pin[k] = mechanism_join(&m, last, i, CONTACT_JOINT_HINGE, p, y);
        last = i, p = q;
    }
    for (k = 0; k < n; ++k) { /* stiff enough to sag by some hundredths of a radian, damped as a critical spring */
        double weight = 0, inertia = 0;
        for (i = k; i < n; ++i) {
            double arm = (double)tact_norm(tact_sub(m.body[i].pose.p, at[k])) + l[i];
            weight += m.body[i].mass * GAUNTLET_G * arm, inertia += m.body[i].mass * arm * arm;
        }
        m.joint[pin[k]].stiffness = stiff = 30 * weight, m.joint[pin[k]].damping = 2 * sqrt(stiff * inertia);
    }
    mechanism_add(g, &m, (mechanism_form)g->argument, 1);
    gauntlet_run(g, 12);
    for (k = 0; k < n; ++k) { /* balance about hinge k of all beyond it, where it is now; things in the order of bars */
        double torque = 0, x = gauntlet_pin_state(g, k, &linear, &angular);
        tact_vec3 here = tact_pose_apply(gauntlet_pose(g, g->pin[k].b), g->pin[k].frame_b.p);
        for (i = k; i < n; ++i) torque += g->thing[i].mass * GAUNTLET_G * (double)(gauntlet_com(g, i).x - here.x);
        gauntlet_check(g, "sag_off", x - torque / g->pin[k].stiffness, 2e-3);
    }
}
/* Two wheels on a gear and a rack driven by the second: speeds in the ratios, whatever the load. */
static void scene_gears(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE),
                      gear = contact_default_joint_def(CONTACT_JOINT_GEAR),
                      rack = contact_default_joint_def(CONTACT_JOINT_RACK);
    double ratio = gauntlet_uniform(g, 0.3, 3), speed = gauntlet_uniform(g, 1, 8),
           pitch = gauntlet_uniform(g, 0.05, 0.2), w0, w1, v;
    tact_vec3 y = tact_vec(0, 1, 0), z = tact_vec(0, 0, 1);
    int one = gauntlet_ghost(g, collide_cylinder(TACT_R(0.2), TACT_R(0.05)), gauntlet_frame(tact_vec(0, 0, 0), y),
                             gauntlet_log(g, 300, 8000)),
        two = gauntlet_ghost(g, collide_cylinder(TACT_R(0.1), TACT_R(0.05)), gauntlet_frame(gauntlet_vec(0.3, 0, 0), y),
                             gauntlet_log(g, 300, 8000)),
        bar = gauntlet_ghost(g, machine_box(0.02, 0.02, 0.5), gauntlet_at(0.5, 0, 0), gauntlet_log(g, 300, 3000));
    double load = g->thing[bar].mass * GAUNTLET_G * pitch * ratio;
    d.motor = 1, d.velocity = (tact_real)speed;
    d.damping = (tact_real)(200 * (load / speed + machine_inertia(g, one, tact_vec(0, 0, 0), y) +
                                   ratio * ratio * machine_inertia(g, two, gauntlet_vec(0.3, 0, 0), y) +
                                   g->thing[bar].mass * pitch * pitch * ratio * ratio));
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, one, gauntlet_frame(tact_vec(0, 0, 0), y), &d);
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, two, gauntlet_frame(gauntlet_vec(0.3, 0, 0), y), NULL);
    gauntlet_join(g, CONTACT_JOINT_SLIDER, -1, bar, gauntlet_frame(gauntlet_vec(0.5, 0, 0), z), NULL);
    gear.a = g->thing[one].body, gear.b = g->thing[two].body, gear.ratio = (tact_real)ratio;
    gear.frame_a = tact_pose_mul(tact_pose_inverse(gauntlet_pose(g, one)), gauntlet_frame(tact_vec(0, 0, 0), y));
    gear.frame_b = tact_pose_mul(tact_pose_inverse(gauntlet_pose(g, two)), gauntlet_frame(gauntlet_vec(0.3, 0, 0), y));
    rack.a = g->thing[two].body, rack.b = g->thing[bar].body, rack.ratio = (tact_real)pitch;
    rack.frame_a = gear.frame_b;
    rack.frame_b = tact_pose_mul(tact_pose_inverse(gauntlet_pose(g, bar)), gauntlet_frame(gauntlet_vec(0.5, 0, 0), z));
    if (!contact_world_add_joint(g->world, &gear).generation || !contact_world_add_joint(g->world, &rack).generation)
        gauntlet_fail(g, "no gear: %s", contact_world_error(g->world)->text);
    g->forced = 1, g->speed_limit = 40;
    gauntlet_run(g, 3);
    w0 = (double)gauntlet_spin(g, one).y, w1 = (double)gauntlet_spin(g, two).y, v = (double)gauntlet_velocity(g, bar).z;
    gauntlet_check(g, "speed_off", w0 / speed - 1, 0.02);
    gauntlet_check(g, "gear_off", w1 / (-ratio * w0) - 1, 1e-3);
    gauntlet_check(g, "rack_off", v / (pitch * w1) - 1, 1e-3);
}
/* A governor: a bar on a damped hinge at the top of a shaft that turns at W. It rests where
   W^2 (I_across - I_along) cos a = m g h, or hangs where W is too slow. */
static void scene_governor(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE), free_hinge = d;
    double l = gauntlet_uniform(g, 0.3, 0.8), a, rate, across, along, limit, a0 = gauntlet_uniform(g, 0.3, 1), got;
    tact_vec3 y = tact_vec(0, 1, 0), dir = gauntlet_vec(sin(a0), 0, -cos(a0));
    int shaft = gauntlet_ghost(g, machine_box(0.1, 0.1, 0.2), gauntlet_at(0, 0, 0.2), 3000),
        bar = machine_rod(g, tact_vec(0, 0, 0), tact_scale((tact_real)l, dir), 0.02, gauntlet_log(g, 500, 5000));
    across = machine_inertia(g, bar, tact_vec(0, 0, 0), y), along = machine_inertia(g, bar, tact_vec(0, 0, 0), dir);
    limit = sqrt(g->thing[bar].mass * GAUNTLET_G * l / 2 / (across - along));
    rate = limit * gauntlet_uniform(g, 1.1, 2.5);
    d.motor = 1, d.velocity = (tact_real)rate, d.damping = (tact_real)(1000 * across);
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, shaft, gauntlet_at(0, 0, 0), &d);
    free_hinge.motor = 1, free_hinge.damping = (tact_real)(across * limit);
    gauntlet_join(g, CONTACT_JOINT_HINGE, shaft, bar, gauntlet_frame(tact_vec(0, 0, 0), y), &free_hinge);
    g->forced = 1, g->speed_limit = 3 * rate * l + 5;
    gauntlet_run(g, 25 / limit + 20 / limit);
    dir = tact_normalize_or(gauntlet_com(g, bar), dir), got = -(double)dir.z;
    a = limit * limit / (rate * rate);
    gauntlet_check(g, "angle_off", acos(got) - acos(a), 0.01 + 0.2 * rate * rate * g->dt * g->dt);
}
/* ---- limits and springs ---- */
/* A door with a closer (a spring) and stops, slammed: comes to rest at the target, or at the stop before it. */
static void scene_door_stops(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE);
    double w = gauntlet_uniform(g, 0.3, 0.6), rate = gauntlet_uniform(g, 2, 8), target = gauntlet_uniform(g, -1, 1), x,
           lower = -gauntlet_uniform(g, 0.1, 1.5), upper = gauntlet_uniform(g, 0.1, 1.5), linear, angular, inertia,
           spin = gauntlet_uniform(g, -15, 15);
    int k, n = gauntlet_integer(g, 1, 3), door;
    g->config.sleeping = 1;
    door = gauntlet_ghost(g, machine_box(w, 0.02, 1), gauntlet_at(w, 0, 1), gauntlet_log(g, 200, 3000));
    inertia = machine_inertia(g, door, tact_vec(0, 0, 0), tact_vec(0, 0, 1));
    d.limited = 1, d.lower = (tact_real)lower, d.upper = (tact_real)upper, d.motor = 1, d.position = (tact_real)target;
    d.stiffness = (tact_real)(inertia * rate * rate),
    d.damping = (tact_real)(2 * gauntlet_uniform(g, 0.4, 1.5) * inertia * rate);
    for (k = 0; k < n; ++k)
        gauntlet_join(g, CONTACT_JOINT_HINGE, -1, door, gauntlet_at(0, 0, 2 * (k + 0.3) / n), k ? NULL : &d);
    gauntlet_throw(g, door, gauntlet_vec(0, spin * w, 0), gauntlet_vec(0, 0, spin));
    gauntlet_rests(g, 12);
    x = gauntlet_pin_state(g, 0, &linear, &angular);
    gauntlet_check(g, "off_target", x - fmin(fmax(target, lower), upper), 2e-3);
}
/* Tubes that slide in each other up to a stop fall open: each rests at its stop. argument: 0 hangs, 1 tilted */
static void scene_telescope(gauntlet *g) {
    int k, n = gauntlet_integer(g, 2, 6), last = -1;
    double tilt = g->argument ? gauntlet_uniform(g, 0.2, 1.2) : 0, linear, angular, stop[8];
    tact_vec3 d = gauntlet_vec(sin(tilt), 0, -cos(tilt));
    g->config.sleeping = 1;
    for (k = 0; k < n; ++k) {
        contact_joint_def j = contact_default_joint_def(CONTACT_JOINT_SLIDER);
        double r = 0.1 * (1 - 0.1 * k), l = gauntlet_uniform(g, 0.3, 0.6);
        int tube = machine_rod(g, tact_vec(0, 0, 0), tact_scale((tact_real)l, d), r, gauntlet_log(g, 100, 5000));
        stop[k] = gauntlet_uniform(g, 0.1, 0.5);
        j.limited = 1, j.lower = 0, j.upper = (tact_real)stop[k];
        gauntlet_join(g, CONTACT_JOINT_SLIDER, last, tube, gauntlet_frame(tact_vec(0, 0, 0), d), &j);
        last = tube;
    }
    gauntlet_rests(g, 5);
    for (k = 0; k < n; ++k)
        gauntlet_check(g, "off_stop", gauntlet_pin_state(g, k, &linear, &angular) - stop[k],
                       gauntlet_joint_tolerance(g));
}
/* A body on soft axes all about: it sags by g/(2 pi f)^2 along the pull of gravity, and keeps its attitude. */
static void scene_soft(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_SIX);
    double f = gauntlet_uniform(g, 1, 6), ratio = gauntlet_uniform(g, 0.2, 1.2), expected;
    int k, box;
    tact_pose frame = tact_pose_make(tact_vec(0, 0, 0), gauntlet_orientation(g));
    tact_vec3 sag;
    box = gauntlet_ghost(g, machine_box(0.1, 0.2, 0.15), frame, gauntlet_log(g, 100, 8000));
    for (k = 0; k < 6; ++k) {
        d.axis[k].rule = CONTACT_AXIS_FREE;
        contact_axis_spring(&d.axis[k], (tact_real)f, (tact_real)ratio,
                            (tact_real)(k < 3 ? g->thing[box].mass : (double)g->thing[box].inertia.m[k - 3][k - 3]));
    }
    gauntlet_join(g, CONTACT_JOINT_SIX, -1, box, frame, &d);
    g->joint_slack = 1e6; /* its frames are meant to part */
    g->forced = 1, g->speed_limit = 20;
    gauntlet_throw(g, box, tact_scale(1, gauntlet_unit(g)), tact_scale(2, gauntlet_unit(g)));
    gauntlet_run(g, 12 / (f * ratio));
    sag = gauntlet_com(g, box), expected = GAUNTLET_G / (4 * GAUNTLET_PI * GAUNTLET_PI * f * f);
    gauntlet_check(g, "sag_off", (double)tact_norm(tact_add(sag, gauntlet_vec(0, 0, expected))) / expected, 0.01);
    gauntlet_check(g, "turned",
                   (double)tact_norm(tact_quat_log(tact_quat_mul(tact_quat_conj(frame.q), gauntlet_pose(g, box).q))),
                   2e-3);
}
/* A puck on a planar joint down an incline: g sin a, and its spin stays. */
static void scene_planar(gauntlet *g) {
    double tilt = gauntlet_uniform(g, 0.1, 1.2), spin = gauntlet_uniform(g, -10, 10), along, time = 1.5;
    tact_quat q = gauntlet_turn(tact_vec(0, 1, 0), tilt);
    tact_vec3 x = tact_rotate(q, tact_vec(1, 0, 0)), z = tact_rotate(q, tact_vec(0, 0, 1)), r;
    int puck = gauntlet_ghost(g, machine_box(0.2, 0.1, 0.05), tact_pose_make(tact_vec(0, 0, 0), q),
                              gauntlet_log(g, 100, 8000));
    int hung = gauntlet_ghost(g, machine_box(0.1, 0.1, 0.1), tact_pose_make(tact_vec(0, 3, 0), q), 1000);
    gauntlet_join(g, CONTACT_JOINT_PLANAR, -1, puck, tact_pose_make(tact_vec(0, 0, 0), q), NULL);
    gauntlet_join(g, CONTACT_JOINT_PLANAR, -1, hung, tact_pose_make(tact_vec(0, 3, 0), q), NULL);
    gauntlet_throw(g, puck, gauntlet_vec(0, 0.5, 0), tact_scale((tact_real)spin, z));
    g->joint_slack = 1e6; /* in its plane it goes where it likes; off it is checked below */
    gauntlet_run(g, time);
    r = gauntlet_com(g, puck), along = 0.5 * GAUNTLET_G * sin(tilt) * g->time * g->time;
    gauntlet_check(g, "along_off", (double)tact_dot(r, x) - along, 0.5 * GAUNTLET_G * g->time * g->dt + 1e-3);
    gauntlet_check(g, "across_off", (double)r.y - 0.5 * g->time, 2e-3);
    gauntlet_check(g, "off_plane", (double)tact_dot(r, z), 1e-3);
    gauntlet_check(g, "spin_off", (double)tact_dot(gauntlet_spin(g, puck), z) - spin, 0.01 * (1 + fabs(spin)));
}
/* Three shafts, two universal joints with forks in phase, the last parallel to the first: it turns as the first does. */
static void scene_two_cardans(gauntlet *g) {
    double bend = gauntlet_uniform(g, 0.1, 0.7), speed = gauntlet_uniform(g, 2, 12), worst = 0;
    tact_vec3 x = tact_vec(1, 0, 0), y = tact_vec(0, 1, 0), o = tact_vec(0, 0, 0),
              d = gauntlet_vec(cos(bend), 0, sin(bend)), end = tact_scale(TACT_R(0.5), d);
    contact_joint_def m = contact_default_joint_def(CONTACT_JOINT_HINGE);
    int n, in = machine_rod(g, gauntlet_vec(-0.4, 0, 0), o, 0.03, 3000), middle = machine_rod(g, o, end, 0.02, 3000),
           out = machine_rod(g, end, tact_mul_add(end, TACT_R(0.4), x), 0.03, 3000);
    tact_mat3 first = tact_mat_columns(y, tact_cross(d, y), d), second;
    m.motor = 1, m.velocity = (tact_real)speed, m.damping = 100;
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, in, gauntlet_frame(gauntlet_vec(-0.4, 0, 0), x), &m);
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, out, gauntlet_frame(tact_mul_add(end, TACT_R(0.4), x), x), NULL);
    /* x of frame_a on the driving side, y of frame_b on the driven one: y and d x y on the middle shaft, then d x y, y */
    gauntlet_join(g, CONTACT_JOINT_UNIVERSAL, in, middle, tact_pose_make(o, tact_quat_from_mat(&first)), NULL);
    second = tact_mat_columns(tact_cross(d, y), tact_neg(y), d);
    gauntlet_join(g, CONTACT_JOINT_UNIVERSAL, middle, out, tact_pose_make(end, tact_quat_from_mat(&second)), NULL);
    g->forced = 1, g->speed_limit = 5;
    for (n = 0; n < (int)(4 / g->h) && gauntlet_step(g); ++n)
        if (g->time > 0.5)
            worst = fmax(worst, fabs((double)(gauntlet_spin(g, out).x - gauntlet_spin(g, in).x)) / speed);
    gauntlet_check(g, "ratio_off", worst, 0.01 + speed * g->dt);
}
/* ---- with contacts ---- */
/* Balls that swing into a wall of boxes on ropes. */
static void scene_wrecking(gauntlet *g) {
    int k, i, n = gauntlet_integer(g, 4, 10), last = -1, ball, rows = gauntlet_integer(g, 3, 6);
    double l = gauntlet_uniform(g, 0.2, 0.35), a = gauntlet_uniform(g, 0.9, 1.6), h = 0.15, top = 0.4 + n * l;
    tact_vec3 p = gauntlet_vec(0, 0, top), d = gauntlet_vec(-sin(a), 0, -cos(a));
    gauntlet_floor(g, 0.6, 0);
    for (k = 0; k < n; ++k) {
        tact_vec3 q = tact_mul_add(p, (tact_real)l, d);
        int rod = machine_rod(g, p, q, 0.02, 3000);
        gauntlet_join(g, CONTACT_JOINT_BALL, last, rod, gauntlet_frame(p, d), NULL);
        last = rod, p = q;
    }
    ball = gauntlet_add(g, collide_sphere(TACT_R(0.25)), tact_pose_make(p, tact_quat_identity()),
                        gauntlet_stuff(gauntlet_log(g, 500, 8000), 0.5, 0));
    gauntlet_join(g, CONTACT_JOINT_BALL, last, ball, gauntlet_frame(p, d), NULL);
    for (k = 0; k < rows; ++k)
        for (i = 0; i < 4; ++i)
            gauntlet_add(g, machine_box(h, h, h), gauntlet_at(0.5, (2 * i - 3) * h * 1.001, h + 2 * h * k),
                         gauntlet_stuff(500, 0.6, 0));
    gauntlet_run(g, 4);
}
/* A car on wheel joints (springs, steering locked) drives over rough ground. */
static void scene_wheels(gauntlet *g) {
    double l = gauntlet_uniform(g, 0.8, 1.4), w = 0.55 * l, r = 0.25 * l, speed = gauntlet_uniform(g, 1, 5),
           z = r + 0.25 * l;
    int k, chassis, sphere = gauntlet_integer(g, 0, 1), bumps = gauntlet_integer(g, 10, 30);
    gauntlet_floor(g, 0.8, 0);
    for (k = 0; k < bumps; ++k)
        gauntlet_static(
            g, machine_box(gauntlet_uniform(g, 0.05, 0.3), gauntlet_uniform(g, 0.1, 0.5), 0.2 * r),
            tact_pose_make(gauntlet_vec(1.8 * l + gauntlet_uniform(g, 0, 10), gauntlet_uniform(g, -w, w), 0),
                           gauntlet_turn(tact_vec(0, 0, 1), gauntlet_uniform(g, 0, 3))),
            0.8, 0);
    chassis = gauntlet_add(g, machine_box(l, 0.7 * w, 0.12 * l), gauntlet_at(0, 0, z), gauntlet_stuff(250, 0.5, 0));
    g->thing[chassis].group = 1;
    for (k = 0; k < 4; ++k) {
        contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_WHEEL);
        tact_vec3 p = gauntlet_vec(k % 2 ? 0.7 * l : -0.7 * l, k / 2 ? w : -w, r);
        collide_shape wheel =
            sphere ? collide_sphere((tact_real)r) : collide_cylinder((tact_real)r, (tact_real)(0.3 * r));
        int body = gauntlet_add(g, wheel, tact_pose_make(p, gauntlet_turn(tact_vec(1, 0, 0), GAUNTLET_PI / 2)),
                                gauntlet_stuff(400, 0.8, 0));
        double mass = g->thing[chassis].mass / 4;
        g->thing[body].group = 1;
        d.a = g->thing[chassis].body, d.b = g->thing[body].body;
        d.frame_a = tact_pose_make(tact_sub(p, gauntlet_pose(g, chassis).p), tact_quat_identity());
        d.frame_b.q = tact_quat_conj(gauntlet_pose(g, body).q);
        contact_axis_spring(&d.axis[2], TACT_R(2.5), TACT_R(0.5), (tact_real)mass);
        d.axis[2].rule = CONTACT_AXIS_LIMITED, d.axis[2].lower = (tact_real)(-0.1 * l),
        d.axis[2].upper = (tact_real)(0.1 * l);
        d.axis[5].stiffness = (tact_real)(mass * l * l * 400), d.axis[5].damping = (tact_real)(mass * l * l * 20);
        d.axis[4].velocity = (tact_real)(speed / r), d.axis[4].damping = (tact_real)(4 * mass * r * r);
        d.axis[4].max_effort = (tact_real)(0.3 * mass * GAUNTLET_G * r);
        if (!contact_world_add_joint(g->world, &d).generation)
            gauntlet_fail(g, "no wheel: %s", contact_world_error(g->world)->text), g->over = 1;
    }
    g->forced = 1, g->speed_limit = 4 * speed + 4;
    gauntlet_run(g, 5);
    if ((double)gauntlet_com(g, chassis).x < 0.3 * speed) gauntlet_fail(g, "it has not moved");
}
/* Dolls whose necks, shoulders and hips swing within cones fall down stairs. */
static void scene_doll_stairs(gauntlet *g) {
    int k, steps = gauntlet_integer(g, 5, 9), n = gauntlet_integer(g, 1, 2), i;
    double rise = gauntlet_uniform(g, 0.15, 0.25), depth = gauntlet_uniform(g, 0.25, 0.4),
           cone = gauntlet_uniform(g, 0.5, 1.2);
    for (k = 0; k < steps; ++k)
        gauntlet_static(g, machine_box(depth * (steps - k) / 2 + 1, 2, rise / 2),
                        gauntlet_at(depth * (steps - k) / 2 - 1, 0, rise * (k + 0.5)), 0.6, 0);
    gauntlet_floor(g, 0.6, 0);
    for (k = 0; k < n; ++k) {
        mechanism m;
        int first = g->n_pins;
        memset(&m, 0, sizeof m);
        make_doll(g, &m);
        for (i = 0; i < m.n_bodies; ++i) m.body[i].touches = 2;
        mechanism_turn(&m, tact_pose_make(gauntlet_vec(gauntlet_uniform(g, -0.3, 0.3), gauntlet_uniform(g, -0.3, 0.3),
                                                       rise * steps + 1.4 + 2.2 * k),
                                          gauntlet_orientation(g)));
        mechanism_add(g, &m, MECHANISM_FREE, k + 1);
        for (i = first; i < g->n_pins; ++i)
            if (g->pin[i].kind == CONTACT_JOINT_BALL)
                contact_joint_settings(g->world, g->pin[i].joint)->cone = (tact_real)cone;
    }
    for (k = 0; k < g->n_things; ++k)
        if (g->thing[k].mass > 0) gauntlet_throw(g, k, tact_vec(2, 0, 0), tact_vec(0, 0, 0));
    gauntlet_run(g, 5);
    for (k = 0; k < g->n_pins; ++k)
        if (g->pin[k].kind == CONTACT_JOINT_BALL) {
            const gauntlet_pin *p = &g->pin[k];
            tact_vec3 a = tact_rotate(tact_quat_mul(gauntlet_pose(g, p->a).q, p->frame_a.q), tact_vec(0, 0, 1)),
                      b = tact_rotate(tact_quat_mul(gauntlet_pose(g, p->b).q, p->frame_b.q), tact_vec(0, 0, 1));
            gauntlet_check(g, "beyond_cone", fmax(0, gauntlet_angle(a, b) - cone), 0.02);
        }
}
/* A rope laid over a drum, a weight at each end: the heavier one goes down. */
static void scene_pulley(gauntlet *g) {
    double r = gauntlet_uniform(g, 0.25, 0.5), l = 0.1, c = 0.02, a, mu = gauntlet_uniform(g, 0, 0.3), low,
           ratio = gauntlet_uniform(g, 2, 4), x = r + c + 0.002;
    int k, over = (int)(GAUNTLET_PI * x / l), side = gauntlet_integer(g, 5, 10), n = over + 2 * side, last = -1,
           left = -1, right;
    double step = GAUNTLET_PI / over, reach = x / cos(step / 2);
    tact_vec3 y = tact_vec(0, 1, 0), p = tact_vec(0, 0, 0);
    gauntlet_static(g, collide_cylinder((tact_real)r, TACT_R(0.3)), gauntlet_frame(tact_vec(0, 0, 0), y), mu, 0);
    for (k = 0; k <= n; ++k) { /* corners: up the left side, over the drum, down the right side */
        tact_vec3 q;
        if (k < side)
            q = gauntlet_vec(-reach, 0, (k - side) * l);
        else if (k <= side + over)
            a = GAUNTLET_PI - (k - side) * step, q = gauntlet_vec(reach * cos(a), 0, reach * sin(a));
        else
            q = gauntlet_vec(reach, 0, -(k - side - over) * l);
        if (k) {
            tact_vec3 d = tact_sub(q, p);
            int rod = gauntlet_add(g, collide_capsule((tact_real)c, (tact_real)(0.5 * (double)tact_norm(d))),
                                   gauntlet_frame(tact_lerp(p, q, TACT_R(0.5)), d), gauntlet_stuff(1000, mu, 0));
            g->thing[rod].group = 1;
            if (last >= 0) gauntlet_join(g, CONTACT_JOINT_BALL, last, rod, gauntlet_frame(p, d), NULL);
            if (k == 1) left = rod;
            last = rod;
        }
        p = q;
    }
    right = gauntlet_ghost(g, machine_box(0.1, 0.1, 0.1), gauntlet_at(reach, 0, -side * l - 0.1), 500 * ratio);
    gauntlet_join(g, CONTACT_JOINT_BALL, last, right, gauntlet_at(reach, 0, -side * l), NULL);
    k = gauntlet_ghost(g, machine_box(0.1, 0.1, 0.1), gauntlet_at(-reach, 0, -side * l - 0.1), 500);
    gauntlet_join(g, CONTACT_JOINT_BALL, left, k, gauntlet_at(-reach, 0, -side * l), NULL);
    low = (double)gauntlet_com(g, right).z;
    gauntlet_run(g, 0.4);
    if (!((double)gauntlet_com(g, right).z < low - 0.02)) gauntlet_fail(g, "the heavy side does not go down");
}
/* A plank on a hinge; a light box lies on one end, a heavy one drops on the other. */
static void scene_seesaw(gauntlet *g) {
    double half = gauntlet_uniform(g, 0.8, 1.5), h = gauntlet_uniform(g, 0.3, 0.6), drop = gauntlet_uniform(g, 0.3, 2);
    int plank;
    gauntlet_floor(g, 0.6, 0);
    plank = gauntlet_add(g, machine_box(half, 0.2, 0.03), gauntlet_at(0, 0, h), gauntlet_stuff(500, 0.6, 0));
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, plank, gauntlet_frame(gauntlet_vec(0, 0, h), tact_vec(0, 1, 0)), NULL);
    gauntlet_add(g, machine_box(0.1, 0.1, 0.1), gauntlet_at(-0.8 * half, 0, h + 0.131), gauntlet_stuff(200, 0.6, 0));
    gauntlet_add(g, machine_box(0.15, 0.15, 0.15), gauntlet_at(0.8 * half, 0, h + 0.2 + drop),
                 gauntlet_stuff(gauntlet_log(g, 500, 8000), 0.6, 0));
    g->elastic = 1;
    gauntlet_run(g, 5);
}
/* A crate on a hinged flap with a stop, a hundred times heavier than the flap, rests. */
static void scene_flap(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE);
    double half = gauntlet_uniform(g, 0.3, 0.6);
    int k, n = gauntlet_integer(g, 1, 3), flap;
    g->config.sleeping = 1;
    flap = gauntlet_add(g, machine_box(half, 0.4, 0.02), gauntlet_at(half, 0, 1), gauntlet_stuff(300, 0.6, 0));
    d.limited = 1, d.lower = -TACT_R(1e-3), d.upper = 1;
    /* positive turns about -y lift it */
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, flap, gauntlet_frame(gauntlet_vec(0, 0, 1), tact_vec(0, -1, 0)), &d);
    for (k = 0; k < n; ++k)
        gauntlet_add(g, machine_box(0.2, 0.2, 0.2), gauntlet_at(half, 0, 1.02 + 0.2 + 0.4 * k),
                     gauntlet_stuff(gauntlet_log(g, 300, 8000), 0.6, 0));
    gauntlet_rests(g, 4);
}
/* A chain of free rods hangs from the last link of a robot in reduced or maximal coordinates, with a weight at its end:
   the two kinds of bodies in one island. argument: form */
static void scene_robot_rope(gauntlet *g) {
    mechanism m;
    int k, n = gauntlet_integer(g, 2, 5), last = -1, ropes = gauntlet_integer(g, 3, 10), hand;
    tact_vec3 p = tact_vec(0, 0, 0);
    double ratio = gauntlet_log(g, 1, 100);
    memset(&m, 0, sizeof m);
    for (k = 0; k < n; ++k) {
        tact_vec3 q = tact_mul_add(p, TACT_R(0.3), gauntlet_unit(g));
        last = mechanism_bar(&m, p, q, 1000);
        mechanism_join(&m, last - 1, last, k % 2 ? CONTACT_JOINT_HINGE : CONTACT_JOINT_BALL, p, gauntlet_unit(g));
        p = q;
    }
    mechanism_add(g, &m, (mechanism_form)g->argument, 1);
    hand = last;
    for (k = 0; k < ropes; ++k) {
        tact_vec3 q = tact_add(p, gauntlet_vec(0.1, 0, -0.05)), d = tact_sub(q, p);
        int rod = machine_rod(g, p, q, 0.01, k == ropes - 1 ? 1000 * ratio : 1000);
        gauntlet_join(g, CONTACT_JOINT_BALL, hand, rod, gauntlet_frame(p, d), NULL);
        hand = rod, p = q;
    }
    gauntlet_run(g, 4);
}
/* A doll is pulled about by a hand: a point on soft axes that moves along a circle. */
static void drag_move(gauntlet *g, double time) {
    contact_joint_settings(g->world, *(contact_joint *)g->each_data)->frame_a.p =
        gauntlet_vec(sin(3 * time), 1 - cos(3 * time), 2.2 + 0.3 * sin(5 * time));
}
static void scene_drag(gauntlet *g) {
    mechanism m;
    contact_joint_def d;
    contact_joint hand;
    int i;
    gauntlet_floor(g, 0.6, 0);
    memset(&m, 0, sizeof m);
    make_doll(g, &m);
    for (i = 0; i < m.n_bodies; ++i) m.body[i].touches = 2;
    mechanism_turn(
        &m, tact_pose_make(gauntlet_vec(0, 0, 1.5), gauntlet_turn(tact_vec(0, 0, 1), gauntlet_uniform(g, 0, 6))));
    mechanism_add(g, &m, MECHANISM_FREE, 1);
    i = gauntlet_integer(g, 1, 10);
    d = contact_target_joint_def(g->world, g->thing[i].body, gauntlet_com(g, i), 4, 1, TACT_REAL_MAX);
    hand = contact_world_add_joint(g->world, &d);
    if (!hand.generation) {
        gauntlet_fail(g, "no hand: %s", contact_world_error(g->world)->text);
        return;
    }
    g->each = drag_move, g->each_data = &hand, g->forced = 1, g->speed_limit = 30;
    gauntlet_run(g, 6);
}
/* A track of plates on hinges about two driven wheels stands on the floor and drives off. */
static void scene_track(gauntlet *g) {
    int k, n = 2 * gauntlet_integer(g, 9, 12), first = -1, last = -1, wheel[2], chassis;
    double r = 0.3, c = 0.02, gap = gauntlet_uniform(g, 0.7, 1), length = 2 * gap + 2 * GAUNTLET_PI * (r + c),
           l = length / n;
    tact_vec3 y = tact_vec(0, 1, 0), p = tact_vec(0, 0, 0), start = tact_vec(0, 0, 0);
    gauntlet_floor(g, 0.8, 0);
    chassis = gauntlet_ghost(g, machine_box(gap / 2, 0.1, 0.1), gauntlet_at(0, 0, r + 2 * c), 3000);
    for (k = 0; k < 2; ++k) {
        contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE);
        tact_vec3 at = gauntlet_vec(k ? gap / 2 : -gap / 2, 0, r + 2 * c);
        wheel[k] = gauntlet_add(g, collide_cylinder((tact_real)(r * 0.92), TACT_R(0.15)), gauntlet_frame(at, y),
                                gauntlet_stuff(500, 0.8, 0));
        d.motor = 1, d.velocity = 3, d.damping = 200, d.max_effort = 150;
        gauntlet_join(g, CONTACT_JOINT_HINGE, chassis, wheel[k], gauntlet_frame(at, y), &d);
        g->thing[wheel[k]].group = 2;
    }
    for (k = 0; k <= n; ++k) {
        double s = k * l, a;
        tact_vec3 q;
        if (s < gap)
            q = gauntlet_vec(-gap / 2 + s, 0, c);
        else if (s < gap + GAUNTLET_PI * (r + c))
            a = (s - gap) / (r + c), q = gauntlet_vec(gap / 2 + (r + c) * sin(a), 0, c + (r + c) * (1 - cos(a)));
        else if (s < 2 * gap + GAUNTLET_PI * (r + c))
            q = gauntlet_vec(gap / 2 - (s - gap - GAUNTLET_PI * (r + c)), 0, c + 2 * (r + c));
        else
            a = GAUNTLET_PI + (s - 2 * gap - GAUNTLET_PI * (r + c)) / (r + c),
            q = gauntlet_vec(-gap / 2 + (r + c) * sin(a), 0, c + (r + c) * (1 - cos(a)));
        if (k == n) q = start;
        if (k) {
            tact_vec3 d = tact_sub(q, p);
            int plate = gauntlet_add(
                g, machine_box(0.42 * (double)tact_norm(d), 0.2, 0.8 * c),
                tact_pose_make(tact_lerp(p, q, TACT_R(0.5)), gauntlet_turn(y, -atan2((double)d.z, (double)d.x))),
                gauntlet_stuff(2000, 0.8, 0));
            g->thing[plate].group = 1;
            if (last >= 0)
                gauntlet_join(g, CONTACT_JOINT_HINGE, last, plate, gauntlet_frame(p, y), NULL);
            else
                first = plate;
            last = plate;
        } else
            start = q;
        p = q;
    }
    gauntlet_join(g, CONTACT_JOINT_HINGE, last, first, gauntlet_frame(start, y), NULL);
    g->forced = 1, g->speed_limit = 15;
    gauntlet_run(g, 3);
}
#endif
