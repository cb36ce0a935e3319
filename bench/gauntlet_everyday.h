/* gauntlet_everyday.h - scenes as people put them together in their first days: tables, crates, grippers, catapults,
   lifts, walls on hinges; joints and contacts together. */
#ifndef TACT_GAUNTLET_EVERYDAY_H
#define TACT_GAUNTLET_EVERYDAY_H
#include "gauntlet_machines.h"
#include "gauntlet_shapes.h"

/* Four walls and a floor about a square of half size `wide`. */
static void everyday_bin(gauntlet *g, double wide, double high, double thick, double mu) {
    int side;
    gauntlet_static(g, machine_box(wide + thick, wide + thick, thick), gauntlet_at(0, 0, -thick), mu, 0);
    for (side = 0; side < 4; ++side) {
        double c = side % 2 ? 0 : (side ? -1 : 1), e = side % 2 ? (side > 1 ? -1 : 1) : 0;
        gauntlet_static(g, machine_box(c != 0 ? thick : wide + 2 * thick, e != 0 ? thick : wide + 2 * thick, high / 2),
                        gauntlet_at(c * (wide + thick), e * (wide + thick), high / 2), mu, 0);
    }
}
/* A box hits a row of boxes that are joined flush: a plastic impact, (m + M) v' = m v, without a turn. argument 0
   welds, 1 hinges */
static void scene_train(gauntlet *g) {
    int k, n = gauntlet_integer(g, 2, 8), last = -1, box;
    double s = gauntlet_log(g, 0.03, 0.5), v = gauntlet_log(g, 5, 150) * s, rest = 0, m, want;
    g->config.gravity = tact_vec(0, 0, 0), g->elastic = 1;
    for (k = 0; k < n; ++k) {
        int b = gauntlet_add(g, machine_box(s, s, s), gauntlet_at(k * 2 * s, 0, 0),
                             gauntlet_stuff(gauntlet_log(g, 200, 5000), 0.5, 0));
        g->thing[b].group = 1;
        if (last >= 0)
            gauntlet_join(g, g->argument ? CONTACT_JOINT_HINGE : CONTACT_JOINT_WELD, last, b,
                          gauntlet_at((2 * k - 1) * s, 0, 0), NULL);
        last = b, rest += g->thing[b].mass;
    }
    box = gauntlet_add(g, machine_box(s, s, s), gauntlet_at(-10 * s - v * g->dt * gauntlet_uniform(g, 0, 1), 0, 0),
                       gauntlet_stuff(gauntlet_log(g, 200, 5000), 0.5, 0));
    m = g->thing[box].mass;
    gauntlet_throw(g, box, gauntlet_vec(v, 0, 0), tact_vec(0, 0, 0));
    gauntlet_run(g, 8 * s / v + 5 * g->dt);
    want = m * v / (m + rest);
    gauntlet_check(g, "train_off", (double)gauntlet_velocity(g, last).x / want - 1, 0.01);
    gauntlet_check(g, "box_off", (double)gauntlet_velocity(g, box).x / want - 1, 0.01);
    gauntlet_check(g, "turns", (double)tact_norm(gauntlet_spin(g, box)) * s / v, 0.01);
}
/* Balls, boxes and capsules thrown at a thin wall that a joint holds: none is on the other side of it. argument 0 weld,
   1 hinge */
static void scene_held_wall(gauntlet *g) {
    double t = gauntlet_uniform(g, 0.005, 0.03), v = gauntlet_log(g, 10, 100), s = gauntlet_uniform(g, 0.03, 0.1);
    int k, wall;
    g->config.gravity = tact_vec(0, 0, 0), g->elastic = 1;
    wall = gauntlet_add(g, machine_box(t, 1, 1), gauntlet_at(0, 0, 0), gauntlet_stuff(1000, 0.4, 0));
    gauntlet_join(g, g->argument ? CONTACT_JOINT_HINGE : CONTACT_JOINT_WELD, -1, wall,
                  gauntlet_at(0, g->argument ? -1 : 0, 0), NULL);
    for (k = 0; k < 3; ++k) {
        collide_shape shape = k == 0   ? collide_sphere((tact_real)s)
                              : k == 1 ? machine_box(s, 0.7 * s, 0.5 * s)
                                       : collide_capsule((tact_real)(0.5 * s), (tact_real)s);
        int body = gauntlet_add(
            g, shape, tact_pose_make(gauntlet_vec(-2 - 0.3 * k, 0.5 * (k - 1), 0.3 * (k - 1)), gauntlet_orientation(g)),
            gauntlet_stuff(2000, 0.4, 0));
        gauntlet_throw(g, body, gauntlet_vec(v, 0, 0), tact_scale(5, gauntlet_unit(g)));
    }
    gauntlet_run(g, 3 / v + 3 * g->dt);
    for (k = 1; k <= 3; ++k)
        if ((double)tact_pose_apply(tact_pose_inverse(gauntlet_pose(g, wall)), gauntlet_com(g, k)).x > 0)
            gauntlet_fail(g, "body %d is through", k);
}
/* A ball sticks to a door that stands: w = m v r/(I + m r^2). */
static void scene_door_hit(gauntlet *g) {
    double half = gauntlet_uniform(g, 0.3, 1), t = gauntlet_uniform(g, 0.01, 0.05), s = gauntlet_uniform(g, 0.03, 0.15),
           r = gauntlet_uniform(g, 0.5, 1.9) * half, v = gauntlet_log(g, 1, 100), from = gauntlet_uniform(g, 0.5, 1.5),
           inertia, m;
    int door, ball;
    g->config.gravity = tact_vec(0, 0, 0), g->elastic = 1;
    door = gauntlet_add(g, machine_box(half, t, 0.5), gauntlet_at(half, 0, 0),
                        gauntlet_stuff(gauntlet_log(g, 200, 4000), 0, 0));
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, door, gauntlet_at(0, 0, 0), NULL);
    ball = gauntlet_add(g, collide_sphere((tact_real)s), gauntlet_at(r, -from, 0),
                        gauntlet_stuff(gauntlet_log(g, 200, 8000), 0, 0));
    inertia = machine_inertia(g, door, tact_vec(0, 0, 0), tact_vec(0, 0, 1)), m = g->thing[ball].mass;
    gauntlet_throw(g, ball, gauntlet_vec(0, v, 0), tact_vec(0, 0, 0));
    gauntlet_run(g, (from - s - t) / v + 2 * g->dt + 1e-3);
    gauntlet_check(g, "spin_off", (double)gauntlet_spin(g, door).z * (inertia + m * r * r) / (m * v * r) - 1, 0.02);
}
/* A closed crate of six plates with solids inside: nothing escapes. argument 0: a motor shakes it along a slider, 1: it
   turns about a hinge as a drum */
static void crate_shake(gauntlet *g, double time) {
    contact_joint_settings(g->world, g->pin[0].joint)->velocity = (tact_real)(2 * sin(9 * time));
}
static int crate_of(gauntlet *g, double s, double t) { /* s: half size inside, t: half thickness */
    contact_body_def d = contact_default_body_def();
    contact_body body;
    gauntlet_thing *thing;
    int k, i;
    d.pose = gauntlet_at(0, 0, 1);
    body = contact_world_add_body(gauntlet_world(g), &d);
    for (k = 0; k < 6; ++k) {
        contact_geom_def e = contact_default_geom_def();
        double at = k % 2 ? s + t : -s - t, x = k / 2 == 0, y = k / 2 == 1, z = k / 2 == 2;
        collide_shape plate = machine_box(x > 0 ? t : s + 2 * t, y > 0 ? t : s + 2 * t, z > 0 ? t : s + 2 * t);
        e.shape = &plate, e.density = 1000, e.material.friction = TACT_R(0.4),
        e.pose = gauntlet_at(at * x, at * y, at * z);
        contact_world_add_geom(g->world, body, &e);
    }
    i = gauntlet_remember(g, body, NULL, tact_pose_identity(), 0), thing = &g->thing[i];
    thing->mass = (double)contact_body_mass(g->world, body);
    thing->inertia = tact_mat_diagonal((tact_real)(thing->mass * s * s), (tact_real)(thing->mass * s * s),
                                       (tact_real)(thing->mass * s * s));
    return i;
}
static void scene_crate(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(g->argument ? CONTACT_JOINT_HINGE : CONTACT_JOINT_SLIDER);
    double s = gauntlet_uniform(g, 0.3, 0.6), t = gauntlet_uniform(g, 0.02, 0.05), out = 0;
    int k, n = gauntlet_integer(g, 5, 20), crate = crate_of(g, s, t);
    d.motor = 1, d.velocity = (tact_real)gauntlet_uniform(g, 1, 5),
    d.damping = (tact_real)(1000 * g->thing[crate].mass);
    gauntlet_join(g, d.kind, -1, crate, gauntlet_frame(gauntlet_vec(0, 0, 1), tact_vec(1, 0, 0)), &d);
    for (k = 0; k < n; ++k)
        gauntlet_add(g, any_shape(g, gauntlet_integer(g, 0, 6), 0.14 * s),
                     tact_pose_make(gauntlet_vec((k % 3 - 1) * 0.5 * s, (k / 3 % 3 - 1) * 0.5 * s,
                                                 1 - 0.5 * s + 0.35 * s * (k / 9)),
                                    gauntlet_orientation(g)),
                     gauntlet_stuff(gauntlet_log(g, 200, 3000), 0.4, 0));
    if (!g->argument) g->each = crate_shake;
    g->forced = 1, g->speed_limit = 25;
    gauntlet_run(g, 4);
    for (k = 0; k < g->n_things; ++k)
        out = fmax(out, (double)tact_norm(tact_sub(gauntlet_com(g, k), gauntlet_com(g, crate))));
    gauntlet_check(g, "farthest", out / s, 1.75); /* of the diagonal: 1.73 */
}
/* A table of welded legs falls with a heavy box above it: it stands, with the box on it. */
static void scene_table(gauntlet *g) {
    double h = gauntlet_uniform(g, 0.3, 0.5), drop = gauntlet_uniform(g, 0, 0.5);
    int k, top;
    g->config.sleeping = 1;
    gauntlet_floor(g, 0.6, 0);
    top = gauntlet_add(g, machine_box(0.6, 0.4, 0.03), gauntlet_at(0, 0, drop + 2 * h + 0.03),
                       gauntlet_stuff(400, 0.6, 0));
    for (k = 0; k < 4; ++k) {
        double x = k % 2 ? 0.5 : -0.5, y = k / 2 ? 0.3 : -0.3;
        int leg = gauntlet_add(g, machine_box(0.03, 0.03, h), gauntlet_at(x, y, drop + h), gauntlet_stuff(400, 0.6, 0));
        g->thing[leg].group = g->thing[top].group = 1;
        gauntlet_join(g, CONTACT_JOINT_WELD, top, leg, gauntlet_at(x, y, drop + 2 * h), NULL);
    }
    gauntlet_add(g, machine_box(0.25, 0.25, 0.25),
                 gauntlet_at(gauntlet_uniform(g, -0.15, 0.15), 0, drop + 2 * h + 0.31 + gauntlet_uniform(g, 0, 0.3)),
                 gauntlet_stuff(gauntlet_log(g, 500, 8000), 0.6, 0));
    gauntlet_rests(g, 6);
    gauntlet_check(g, "height_off", (double)gauntlet_com(g, top).z - 2 * h - 0.03, 0.01);
}
/* A heavy box drops on one end of a board on a hinge, a light solid on the other end flies: energy, no passing.
   argument 0 box, 1 ball */
static void scene_catapult(gauntlet *g) {
    double half = gauntlet_uniform(g, 0.8, 1.5), h = gauntlet_uniform(g, 0.3, 0.5), drop = gauntlet_uniform(g, 0.5, 3);
    int board;
    gauntlet_floor(g, 0.6, 0);
    board = gauntlet_add(g, machine_box(half, 0.2, gauntlet_uniform(g, 0.02, 0.06)), gauntlet_at(0, 0, h),
                         gauntlet_stuff(500, 0.6, 0));
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, board, gauntlet_frame(gauntlet_vec(0, 0, h), tact_vec(0, 1, 0)), NULL);
    gauntlet_add(g, g->argument ? collide_sphere(TACT_R(0.1)) : machine_box(0.1, 0.1, 0.1),
                 gauntlet_at(-0.8 * half, 0, h + 0.17), gauntlet_stuff(200, 0.6, 0));
    gauntlet_add(g, machine_box(0.15, 0.15, 0.15), gauntlet_at(0.8 * half, 0, h + 0.25 + drop),
                 gauntlet_stuff(gauntlet_log(g, 500, 8000), 0.6, 0));
    gauntlet_run(g, 3);
}
/* A plate on a motor is pressed on solids in a bin: none goes through the other. argument 0 balls, 1 everything else */
static void scene_piston(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_SLIDER);
    double s = gauntlet_uniform(g, 0.06, 0.1);
    int k, n = gauntlet_integer(g, 10, 30), plate;
    everyday_bin(g, 4 * s, 14 * s, s, 0.4);
    for (k = 0; k < n; ++k)
        gauntlet_add(g, any_shape(g, g->argument ? gauntlet_integer(g, 1, 6) : SPHERE, s),
                     gauntlet_at((k % 3 - 1) * 2.4 * s, (k / 3 % 3 - 1) * 2.4 * s, 1.2 * s + 2.4 * s * (k / 9)),
                     gauntlet_stuff(1000, 0.4, 0));
    plate = gauntlet_add(g, machine_box(3.8 * s, 3.8 * s, 0.5 * s), gauntlet_at(0, 0, 13 * s),
                         gauntlet_stuff(1000, 0.3, 0));
    d.motor = 1, d.velocity = TACT_R(-1), d.damping = (tact_real)(1000 * g->thing[plate].mass);
    d.max_effort = (tact_real)(g->thing[plate].mass * GAUNTLET_G * gauntlet_uniform(g, 1, 10));
    gauntlet_join(g, CONTACT_JOINT_SLIDER, -1, plate, gauntlet_at(0, 0, 13 * s), &d);
    g->forced = 1, g->speed_limit = 20;
    gauntlet_run(g, 3);
}
/* Two jaws on sliders grip a solid with twice the force that friction needs and lift it: it does not slip. argument 0
   box, 1 ball, 2 cylinder */
static void scene_gripper(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_SLIDER);
    double s = gauntlet_uniform(g, 0.03, 0.1), mu = gauntlet_uniform(g, 0.5, 1), m, height;
    int k, hand, load, lift;
    collide_shape shape = g->argument == 1   ? collide_sphere((tact_real)s)
                          : g->argument == 2 ? collide_cylinder((tact_real)s, (tact_real)s)
                                             : machine_box(s, s, s);
    gauntlet_floor(g, 0.6, 0);
    load = gauntlet_add(g, shape, gauntlet_at(0, 0, s), gauntlet_stuff(gauntlet_log(g, 200, 8000), mu, 0));
    hand = gauntlet_ghost(g, machine_box(2 * s, s, 0.3 * s), gauntlet_at(0, 0, 4 * s), 1000);
    m = g->thing[load].mass;
    d.motor = 1, d.position = 0;
    d.stiffness = (tact_real)(2000 * (m + g->thing[hand].mass)),
    d.damping = (tact_real)(100 * (m + g->thing[hand].mass));
    lift = gauntlet_join(g, CONTACT_JOINT_SLIDER, -1, hand, gauntlet_at(0, 0, 4 * s), &d);
    for (k = 0; k < 2; ++k) {
        contact_joint_def j = contact_default_joint_def(CONTACT_JOINT_SLIDER);
        double x = k ? 1.6 * s : -1.6 * s;
        int jaw =
            gauntlet_add(g, machine_box(0.2 * s, s, 0.8 * s), gauntlet_at(x, 0, 1.3 * s), gauntlet_stuff(1000, mu, 0));
        j.motor = 1, j.velocity = TACT_R(0.5), j.damping = (tact_real)(1e4 * m);
        j.max_effort = (tact_real)(2 * m * GAUNTLET_G / mu);
        gauntlet_join(g, CONTACT_JOINT_SLIDER, hand, jaw,
                      gauntlet_frame(gauntlet_vec(x, 0, 1.3 * s), gauntlet_vec(k ? -1 : 1, 0, 0)), &j);
        g->thing[jaw].group = 1;
    }
    g->forced = 1, g->speed_limit = 10;
    gauntlet_run(g, 1);
    height = (double)(gauntlet_com(g, load).z - gauntlet_com(g, hand).z);
    for (k = 0; k < (int)(2 / g->h) && gauntlet_step(g); ++k) /* 0.5 m in a second */
        contact_joint_settings(g->world, g->pin[lift].joint)->position = (tact_real)(0.5 * fmin(1, g->time - 1));
    gauntlet_run(g, 2);
    gauntlet_check(g, "slips", ((double)(gauntlet_com(g, load).z - gauntlet_com(g, hand).z) - height) / s, 0.05);
}
/* A platform on a servo lifts a stack and holds it where k x = m g. argument 1: its force is bounded */
static void scene_elevator(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_SLIDER);
    int k, n = gauntlet_integer(g, 1, 5), deck;
    double s = gauntlet_uniform(g, 0.1, 0.3), target = gauntlet_uniform(g, 0.5, 2), load, linear, angular;
    g->config.sleeping = 1;
    gauntlet_floor(g, 0.6, 0);
    deck = gauntlet_add(g, machine_box(0.8, 0.8, 0.05), gauntlet_at(0, 0, 0.2), gauntlet_stuff(300, 0.6, 0));
    load = g->thing[deck].mass;
    for (k = 0; k < n; ++k) {
        int box = gauntlet_add(g, machine_box(s, s, s), gauntlet_at(0, 0, 0.25 + s * (2 * k + 1)),
                               gauntlet_stuff(gauntlet_log(g, 100, 5000), 0.6, 0));
        load += g->thing[box].mass;
    }
    d.motor = 1, d.position = (tact_real)target;
    d.stiffness = (tact_real)(200 * load), d.damping = (tact_real)(30 * load);
    if (g->argument) d.max_effort = (tact_real)(1.5 * load * GAUNTLET_G);
    gauntlet_join(g, CONTACT_JOINT_SLIDER, -1, deck, gauntlet_at(0, 0, 0.2), &d);
    g->forced = 1, g->speed_limit = 20;
    gauntlet_rests(g, 10);
    gauntlet_check(g, "lift_off", gauntlet_pin_state(g, 0, &linear, &angular) - target + GAUNTLET_G / 200, 2e-3);
    for (k = 2; k < g->n_things; ++k)
        gauntlet_check(g, "off_stack", hypot((double)gauntlet_com(g, k).x, (double)gauntlet_com(g, k).y), 0.01);
}
/* The blade of a bulldozer keeps its speed and pushes boxes and cylinders before it. */
static void scene_blade(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_SLIDER);
    double s = gauntlet_uniform(g, 0.08, 0.15), v = gauntlet_uniform(g, 0.3, 2), linear, angular;
    int k, n = gauntlet_integer(g, 5, 25), blade;
    gauntlet_floor(g, 0.5, 0);
    blade = gauntlet_add(g, machine_box(0.05, 1, 0.4), gauntlet_at(-1, 0, 0.42), gauntlet_stuff(2000, 0.3, 0));
    d.motor = 1, d.velocity = (tact_real)v, d.damping = (tact_real)(1e4 * g->thing[blade].mass);
    gauntlet_join(g, CONTACT_JOINT_SLIDER, -1, blade, gauntlet_frame(gauntlet_vec(-1, 0, 0.42), tact_vec(1, 0, 0)), &d);
    for (k = 0; k < n; ++k)
        gauntlet_add(g, k % 4 == 3 ? collide_cylinder((tact_real)s, (tact_real)s) : machine_box(s, s, s),
                     gauntlet_at(-0.5 + 0.3 * (k / 5), 0.32 * (k % 5 - 2), s),
                     gauntlet_stuff(gauntlet_log(g, 200, 3000), 0.5, 0));
    g->forced = 1, g->speed_limit = 3 * v + 4;
    gauntlet_run(g, 2);
    gauntlet_check(g, "blade_off", gauntlet_pin_state(g, 0, &linear, &angular) / (v * g->time) - 1, 0.02);
}
/* A turnstile with a motor sweeps boxes and cylinders aside. */
static void scene_turnstile(gauntlet *g) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE);
    contact_geom_def e = contact_default_geom_def();
    double speed = gauntlet_uniform(g, 1, 6);
    collide_shape arm = machine_box(1.2, 0.05, 0.3);
    int k, n = gauntlet_integer(g, 4, 14), hub;
    gauntlet_floor(g, 0.5, 0);
    hub = gauntlet_add(g, machine_box(0.05, 1.2, 0.3), gauntlet_at(0, 0, 0.35), gauntlet_stuff(500, 0.4, 0));
    e.shape = &arm, e.density = 500, contact_world_add_geom(g->world, g->thing[hub].body, &e);
    d.motor = 1, d.velocity = (tact_real)speed, d.damping = 500, d.max_effort = 2000;
    gauntlet_join(g, CONTACT_JOINT_HINGE, -1, hub, gauntlet_at(0, 0, 0), &d);
    for (k = 0; k < n; ++k) {
        double a = GAUNTLET_PI / 4 + (k % 4) * GAUNTLET_PI / 2, s = gauntlet_uniform(g, 0.1, 0.2),
               r = 0.7 + 0.45 * (k / 8);
        gauntlet_add(g, k % 3 ? machine_box(s, s, s) : collide_cylinder((tact_real)s, (tact_real)s),
                     gauntlet_at(r * cos(a), r * sin(a), s + 0.45 * (k / 4)),
                     gauntlet_stuff(gauntlet_log(g, 100, 1500), 0.5, 0));
    }
    g->forced = 1, g->speed_limit = speed * 6 + 6;
    gauntlet_run(g, 4);
}
/* A deck hung by four ropes is hit by boxes and balls from above. */
static void scene_hung_deck(gauntlet *g) {
    int k, i, n = gauntlet_integer(g, 3, 7), m = gauntlet_integer(g, 1, 4), deck;
    deck = gauntlet_add(g, machine_box(0.6, 0.6, gauntlet_uniform(g, 0.02, 0.05)), gauntlet_at(0, 0, 0),
                        gauntlet_stuff(gauntlet_log(g, 200, 2000), 0.6, 0));
    for (i = 0; i < 4; ++i) {
        tact_vec3 p = gauntlet_vec(i % 2 ? 0.55 : -0.55, i / 2 ? 0.55 : -0.55, n * 0.15);
        int last = -1;
        for (k = 0; k < n; ++k) {
            tact_vec3 q = tact_sub(p, gauntlet_vec(0, 0, 0.15));
            int rod = machine_rod(g, p, q, 0.01, 3000);
            gauntlet_join(g, CONTACT_JOINT_BALL, last, rod, gauntlet_frame(p, tact_vec(0, 0, 1)), NULL);
            last = rod, p = q;
        }
        gauntlet_join(g, CONTACT_JOINT_BALL, last, deck, gauntlet_frame(p, tact_vec(0, 0, 1)), NULL);
    }
    for (k = 0; k < m; ++k) {
        double s = gauntlet_uniform(g, 0.08, 0.2);
        int body = gauntlet_add(
            g, k % 2 ? collide_sphere((tact_real)s) : machine_box(s, s, s),
            tact_pose_make(gauntlet_vec(gauntlet_uniform(g, -0.3, 0.3), gauntlet_uniform(g, -0.3, 0.3), 0.8 + 0.6 * k),
                           gauntlet_orientation(g)),
            gauntlet_stuff(gauntlet_log(g, 100, 5000), 0.6, 0));
        gauntlet_throw(g, body, gauntlet_vec(0, 0, -gauntlet_uniform(g, 0, 8)), tact_vec(0, 0, 0));
    }
    gauntlet_run(g, 4);
}
/* A cradle whose balls hang on joints, with gaps or without: the last one goes up as high as the first came down.
   argument 0 hinges, 1 balls */
static void scene_cradle_jointed(gauntlet *g) {
    int k, n = gauntlet_integer(g, 3, 6), ball[8];
    double r = gauntlet_log(g, 0.02, 0.1), l = gauntlet_uniform(g, 6, 12) * r, a = gauntlet_uniform(g, 0.5, 1),
           gap = gauntlet_log(g, 1e-4, 0.02) * r, top = -l;
    g->elastic = 1, g->config.restitution_threshold = 0;
    for (k = 0; k < n; ++k) {
        double x = k * (2 * r + gap), turn = k ? 0 : a;
        ball[k] = gauntlet_add(
            g, collide_sphere((tact_real)r),
            tact_pose_make(gauntlet_vec(x - l * sin(turn), 0, -l * cos(turn)), gauntlet_turn(tact_vec(0, 1, 0), turn)),
            gauntlet_stuff(7800, 0, 1));
        gauntlet_join(g, g->argument ? CONTACT_JOINT_BALL : CONTACT_JOINT_HINGE, -1, ball[k],
                      gauntlet_frame(gauntlet_vec(x, 0, 0), tact_vec(0, 1, 0)), NULL);
    }
    while (g->time < 4.2 * sqrt(l / GAUNTLET_G) && gauntlet_step(g))
        top = fmax(top, (double)gauntlet_com(g, ball[n - 1]).z);
    gauntlet_check(g, "swing_lost", 1 - (top + l) / (l * (1 - cos(a))), 0.1);
}
#endif
