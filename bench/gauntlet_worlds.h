/* gauntlet_worlds.h - scenes of belts, turntables, lifts, cars, robots from files, and of one bad island beside a good
 * one. */
#ifndef TACT_GAUNTLET_WORLDS_H
#define TACT_GAUNTLET_WORLDS_H
#include "gauntlet_joints.h"
#include "gauntlet_shapes.h"

/* A belt drags a box up to its speed at mu g: x(t) is known. */
static void scene_belt(gauntlet *g) {
    double s = gauntlet_uniform(g, 0.05, 0.3), mu = gauntlet_uniform(g, 0.2, 0.8), v = gauntlet_uniform(g, 0.3, 3), t,
           far;
    contact_body_def d = contact_default_body_def();
    contact_geom_def e = contact_default_geom_def();
    collide_shape ground = cuboid(50, 5, 0.5);
    contact_body belt;
    int box;
    d.type = CONTACT_BODY_STATIC, d.pose = gauntlet_at(0, 0, -0.5);
    e.shape = &ground, e.material.friction = (tact_real)mu, e.material.surface_velocity = gauntlet_vec(v, 0, 0);
    belt = contact_world_add_body(gauntlet_world(g), &d), contact_world_add_geom(g->world, belt, &e);
    gauntlet_remember(g, belt, &ground, tact_pose_identity(), 0);
    box = gauntlet_add(g, cuboid(s, s, 0.5 * s), gauntlet_at(0, 0, 0.5 * s),
                       gauntlet_stuff(gauntlet_log(g, 100, 8000), mu, 0));
    g->forced = 1, g->speed_limit = v + 0.01;
    t = v / (mu * GAUNTLET_G);
    gauntlet_run(g, t + 2);
    far = 0.5 * v * t + v * (g->time - t);
    gauntlet_check(g, "distance_off", (double)gauntlet_com(g, box).x - far, v * g->dt + 1e-3 * far);
    gauntlet_check(g, "speed_off", (double)gauntlet_velocity(g, box).x / v - 1, 1e-3);
}
/* Riders on a turntable stay where they are on it while W^2 r < mu g: 1 cm of drift in 10 s at 1/60 (linear in dt, 2 mm
 * at least). */
static void scene_turntable(gauntlet *g) {
    double mu = gauntlet_uniform(g, 0.4, 0.8), rate = gauntlet_uniform(g, 0.5, 3),
           reach = fmin(2.5, 0.7 * mu * GAUNTLET_G / (rate * rate)), worst = 0;
    int k, n = gauntlet_integer(g, 1, 5), table, rider[8];
    tact_vec3 place[8];
    table = gauntlet_add_type(g, CONTACT_BODY_KINEMATIC, collide_cylinder(3, TACT_R(0.1)), gauntlet_at(0, 0, -0.1),
                              gauntlet_stuff(0, mu, 0));
    contact_body_set_velocity(g->world, g->thing[table].body, tact_vec(0, 0, 0), gauntlet_vec(0, 0, rate));
    for (k = 0; k < n; ++k) {
        double r = reach * gauntlet_uniform(g, 0.3, 1), a = 2 * GAUNTLET_PI * k / n, s = 0.08 * reach;
        tact_vec3 p = gauntlet_vec(r * cos(a), r * sin(a), 0.5 * s);
        rider[k] = gauntlet_add(g, k % 2 ? collide_cylinder((tact_real)s, (tact_real)(0.5 * s)) : cuboid(s, s, 0.5 * s),
                                tact_pose_make(p, gauntlet_turn(tact_vec(0, 0, 1), a)),
                                gauntlet_stuff(gauntlet_log(g, 300, 3000), mu, 0));
        gauntlet_throw(g, rider[k], gauntlet_vec(-rate * r * sin(a), rate * r * cos(a), 0), gauntlet_vec(0, 0, rate));
        place[k] = p;
    }
    g->forced = 1, g->speed_limit = 1.05 * rate * reach + 0.05;
    gauntlet_run(g, 10);
    for (k = 0; k < n; ++k) {
        tact_vec3 p = gauntlet_com(g, rider[k]);
        worst = fmax(worst, fabs(hypot((double)p.x, (double)p.y) - hypot((double)place[k].x, (double)place[k].y)));
    }
    gauntlet_check(g, "radius_off", worst, fmax(2e-3, 0.01 * 60 * g->dt));
}
/* A kinematic platform that goes up and down (argument 0) or to and fro (argument 1) with less than half of g, or of mu
   g: riders stay on it and do not slip. The velocity is given at the start of each step, so that the platform's
   acceleration is a row of small blows of a dt, still below the limit. */
typedef struct lift_state {
    int platform;
    double amplitude, rate;
    tact_vec3 axis;
} lift_state;
static void lift_move(gauntlet *g, double time) {
    const lift_state *s = (const lift_state *)g->each_data;
    double v = s->amplitude * s->rate * sin(s->rate * time); /* from rest */
    contact_body_set_velocity(g->world, g->thing[s->platform].body, tact_scale((tact_real)v, s->axis),
                              tact_vec(0, 0, 0));
}
static void scene_lift(gauntlet *g) {
    lift_state *s = (lift_state *)calloc(1, sizeof *s);
    double mu = gauntlet_uniform(g, 0.4, 0.8), limit = 0.5 * GAUNTLET_G * (g->argument ? mu : 1), worst = 0;
    int k, n = gauntlet_integer(g, 1, 4), rider[4];
    tact_vec3 place[4];
    gauntlet_own(g, s, free);
    s->rate = gauntlet_uniform(g, 1, 6), s->amplitude = fmin(0.8, limit / (s->rate * s->rate)),
    s->axis = g->argument ? gauntlet_vec(1, 0, 0) : gauntlet_vec(0, 0, 1);
    s->platform = gauntlet_add_type(g, CONTACT_BODY_KINEMATIC, cuboid(1, 1, 0.1), gauntlet_at(0, 0, -0.1),
                                    gauntlet_stuff(0, mu, 0));
    for (k = 0; k < n; ++k) {
        double h = gauntlet_uniform(g, 0.05, 0.1);
        place[k] = gauntlet_vec(0.4 * k - 0.6, 0, 0.7 * h);
        rider[k] = gauntlet_add(g, cuboid(h, h, 0.7 * h), tact_pose_make(place[k], tact_quat_identity()),
                                gauntlet_stuff(gauntlet_log(g, 300, 3000), mu, 0));
    }
    g->each = lift_move, g->each_data = s, g->forced = 1, g->speed_limit = 1.1 * s->amplitude * s->rate + 0.05;
    gauntlet_run(g, 6);
    for (k = 0; k < n; ++k)
        worst =
            fmax(worst,
                 (double)tact_norm(tact_sub(tact_pose_unapply(gauntlet_pose(g, s->platform), gauntlet_com(g, rider[k])),
                                            tact_add(place[k], gauntlet_vec(0, 0, 0.1)))));
    gauntlet_check(g, "rider_off", worst, 2e-3);
}
/* Four wheels on hinges with velocity motors: the car ends at the rim's speed, w r, straight on. */
static void scene_car(gauntlet *g) {
    double l = gauntlet_uniform(g, 0.5, 1.5), w = 0.6 * l, r = 0.25 * l, speed = gauntlet_uniform(g, 1, 6),
           mu = gauntlet_uniform(g, 0.6, 1), z = r + 0.1 * l, time;
    int k, sphere = gauntlet_integer(g, 0, 1), chassis;
    gauntlet_floor(g, mu, 0);
    chassis = gauntlet_add(g, cuboid(l, 0.7 * w, 0.1 * l), gauntlet_at(0, 0, z), gauntlet_stuff(300, mu, 0));
    g->thing[chassis].group = 1;
    for (k = 0; k < 4; ++k) {
        contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE);
        tact_vec3 p = gauntlet_vec(k % 2 ? 0.7 * l : -0.7 * l, k / 2 ? w : -w, r);
        collide_shape wheel =
            sphere ? collide_sphere((tact_real)r) : collide_cylinder((tact_real)r, (tact_real)(0.3 * r));
        int body = gauntlet_add(g, wheel, tact_pose_make(p, gauntlet_turn(tact_vec(1, 0, 0), GAUNTLET_PI / 2)),
                                gauntlet_stuff(600, mu, 0));
        g->thing[body].group = 1;
        d.motor = 1, d.velocity = (tact_real)(speed / r), d.damping = (tact_real)(g->thing[chassis].mass * r * r * 4);
        d.max_effort =
            (tact_real)(0.1 * mu * g->thing[chassis].mass * GAUNTLET_G * r); /* no wheel slips, none rears the car up */
        gauntlet_join(g, CONTACT_JOINT_HINGE, chassis, body, gauntlet_frame(p, tact_vec(0, 1, 0)), &d);
    }
    g->forced = 1, g->speed_limit = speed * 1.1 + 0.1;
    time = speed / (0.2 * mu * GAUNTLET_G);
    gauntlet_run(g, 2 * time + 3);
    gauntlet_check(g, "speed_off", (double)gauntlet_velocity(g, chassis).x / speed - 1, 0.01);
    gauntlet_check(g, "off_course", (double)gauntlet_com(g, chassis).y, 0.02 * l + 0.005 * speed * g->time);
}

/* ---- an island that has no solution beside one that has ---- */
/* The good island runs once alone and once beside a bad one: it must move the same, to the tolerance of a solve.
 * argument: kind of the bad one */
static int good_island(gauntlet *g, int kind) {
    if (kind == 0)
        return gauntlet_add(g, collide_sphere(TACT_R(0.1)), gauntlet_at(20, 0, 8), gauntlet_stuff(1000, 0.5, 0));
    if (kind == 1) {
        int box;
        gauntlet_static(g, cuboid(4, 4, 0.5), gauntlet_at(20, 0, -0.5), 0.5, 0);
        box = gauntlet_add(g, cuboid(0.2, 0.15, 0.1), gauntlet_at(20, 0, 0.1), gauntlet_stuff(1000, 0.5, 0));
        gauntlet_throw(g, box, tact_vec(3, 1, 0), tact_vec(0, 0, 2));
        return box;
    } else {
        int bar = gauntlet_ghost(g, cuboid(0.4, 0.05, 0.05), gauntlet_at(20.4, 0, 3), 1000);
        gauntlet_join(g, CONTACT_JOINT_HINGE, -1, bar, gauntlet_frame(tact_vec(20, 0, 3), tact_vec(0, 1, 0)), NULL);
        return bar;
    }
}
static void bad_squeeze(gauntlet *g, double time) { /* two kinematic plates close on a box, then stop inside it */
    int k, *plate = (int *)g->each_data;
    for (k = 0; k < 2; ++k)
        contact_body_set_velocity(g->world, g->thing[plate[k]].body,
                                  gauntlet_vec(0, 0, time < 0.3 ? (k ? 0.5 : -0.5) : 0), tact_vec(0, 0, 0));
}
static void bad_island(gauntlet *g, int kind) {
    double off = gauntlet_uniform(g, 0.02, 0.1);
    int k, a, b;
    switch (kind) {
    case 0: /* two welds that contradict each other */
        a = gauntlet_ghost(g, cuboid(0.1, 0.1, 0.1), gauntlet_at(0, 0, 1), 1000);
        for (k = 0; k < 2; ++k) {
            contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_WELD);
            d.b = g->thing[a].body, d.frame_a = gauntlet_at(off * k, 0, 1);
            contact_world_add_joint(g->world, &d);
        }
        break;
    case 1: /* a ring of hinges whose last bar is too short */
        a = gauntlet_ghost(g, cuboid(0.5, 0.05, 0.05), gauntlet_at(0.5, 0, 1), 1000),
        b = gauntlet_ghost(g, cuboid(0.2, 0.05, 0.05), gauntlet_at(1.2, 0, 1), 1000);
        for (k = 0; k < 3; ++k) {
            contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE);
            tact_pose y = gauntlet_frame(tact_vec(0, 0, 0), tact_vec(0, 1, 0));
            if (k == 1) d.a = g->thing[a].body;
            d.b = g->thing[k == 0 ? a : b].body, d.frame_a = d.frame_b = y;
            d.frame_a.p = k == 0 ? tact_vec(0, 0, 1) : k == 1 ? gauntlet_vec(0.5, 0, 0) : gauntlet_vec(1.5 + off, 0, 1);
            d.frame_b.p = k == 0   ? gauntlet_vec(-0.5, 0, 0)
                          : k == 1 ? gauntlet_vec(-0.2, 0, 0)
                                   : gauntlet_vec(0.2, 0, 0);
            contact_world_add_joint(g->world, &d);
        }
        break;
    case 2: { /* a box between jaws that close */
        int *plate = (int *)calloc(2, sizeof *plate);
        gauntlet_own(g, plate, free);
        gauntlet_add(g, cuboid(0.1, 0.1, 0.1), gauntlet_at(0, 0, 1), gauntlet_stuff(1000, 0.5, 0));
        for (k = 0; k < 2; ++k)
            plate[k] = gauntlet_add_type(g, CONTACT_BODY_KINEMATIC, cuboid(0.3, 0.3, 0.05),
                                         gauntlet_at(0, 0, k ? 0.8 : 1.2), gauntlet_stuff(0, 0.5, 0));
        g->each = bad_squeeze, g->each_data = plate;
        break;
    }
    default: /* a box born in a slot that is too narrow */
        gauntlet_add(g, cuboid(0.1, 0.1, 0.1), gauntlet_at(0, 0, 1), gauntlet_stuff(gauntlet_log(g, 1, 1e6), 0.5, 0));
        for (k = 0; k < 2; ++k)
            gauntlet_static(g, cuboid(0.3, 0.3, 0.3), gauntlet_at((k ? 0.4 : -0.4) - (k ? off : -off), 0, 1), 0.5, 0);
        break;
    }
}
static void scene_containment(gauntlet *g) {
    int which = g->draw % 3, k, n = (int)(1.2 / g->h), body, steps;
    double worst = 0, mass;
    tact_vec3 *path = (tact_vec3 *)calloc((size_t)n, sizeof *path);
    gauntlet_own(g, path, free);
    body = good_island(g, which), mass = g->thing[body].mass;
    for (k = 0; k < n && gauntlet_step(g); ++k) path[k] = gauntlet_com(g, body);
    steps = k;
    contact_world_destroy(g->world);
    g->world = NULL, g->n_things = g->n_pins = 0, g->steps = g->caveats = g->refused = 0, g->started = 0, g->scale = 0;
    g->no_solution = g->forced = g->overlaps = 1, g->speed_limit = 100;
    body = good_island(g, which);
    bad_island(g, g->argument);
    for (k = 0; k < steps && gauntlet_step(g); ++k) worst = fmax(worst, gauntlet_moved(g, body, path[k]));
    gauntlet_check(g, "healthy_off", worst, 1e-6); /* the tolerance of a solve */
    for (k = 0; k < g->n_things; ++k)              /* and what cannot be solved does not go off */
        if (k != body && g->thing[k].mass > 0)
            gauntlet_check(g, "bad_speed", (double)tact_norm(gauntlet_velocity(g, k)), 15);
    (void)mass;
    g->refused = 0; /* allowed to say so */
}

/* ---- robots from files; argument = 4 * file + (0 dropped, 1 fixed base, 2 dropped and in maximal coordinates) ---- */
enum { ROBOT_FILES = 10 };
static const char *const robot_files[ROBOT_FILES] = {
    "a1",    "allegro_left_hand", "anymal", "double_pendulum", "double_pendulum_continuous",
    "panda", "simple_humanoid",   "solo12", "talos_reduced",   "ur5_robot"};
static char *robot_text(const char *name, size_t *bytes) {
    const char *base = getenv("TACT_DATA");
    char path[512], *text = NULL;
    FILE *file;
    long size;
    snprintf(path, sizeof path, "%s/urdf/%s.urdf", base && *base ? base : "../shared/data", name);
    file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END), size = ftell(file), rewind(file);
    text = (char *)malloc((size_t)size + 1);
    if (text) *bytes = fread(text, 1, (size_t)size, file);
    fclose(file);
    return text;
}
typedef struct robot_solids {
    int n, body[256];
    collide_shape shape[256];
    tact_pose pose[256];
} robot_solids;
static void robot_solid(void *user,
                        const rbd_geometry *e) { /* what the world makes of it as well; meshes are left out by both */
    robot_solids *s = (robot_solids *)user;
    collide_shape shape;
    if (e->visual || s->n >= 256) return;
    switch (e->type) {
    case RBD_GEOMETRY_BOX: shape = collide_box(e->size.x / 2, e->size.y / 2, e->size.z / 2); break;
    case RBD_GEOMETRY_SPHERE: shape = collide_sphere(e->radius); break;
    case RBD_GEOMETRY_CYLINDER: shape = collide_cylinder(e->radius, e->length / 2); break;
    case RBD_GEOMETRY_CAPSULE: shape = collide_capsule(e->radius, e->length / 2); break;
    default: return;
    }
    s->body[s->n] = e->body, s->shape[s->n] = shape, s->pose[s->n++] = e->pose;
}
/* Its first second above the floor is free fall (its centre by g t^2/2), then it lands; a fixed one swings. Truths: no
   status stops it, its energy does not grow by 1 % of m g times its size (the neutral pose may lie outside its limits:
   pushing it in is no licence), no link is faster than its energy allows, none of its collision solids goes through the
   floor. Files without such solids fall on.
   Draw 0 is the neutral pose of the file; the others are moved inside the limits. */
static void scene_robot(gauntlet *g) {
    const char *name = robot_files[g->argument / 4];
    contact_file_config c = contact_default_file_config();
    rbd_model *model = NULL;
    contact_robot robot;
    size_t bytes = 0;
    char *text = robot_text(name, &bytes);
    int k, fixed = g->argument % 4 == 1, n;
    double height = gauntlet_uniform(g, 2, 2.5), z0 = 0, z = 0, mass = 0, size = 0;
    tact_vec3 first = tact_vec(0, 0, 0);
    tact_quat q = gauntlet_turn(gauntlet_unit(g), fixed ? 0 : gauntlet_uniform(g, 0, 0.6));
    if (!text) {
        gauntlet_fail(g, "%s.urdf is not in $TACT_DATA/urdf or ../shared/data/urdf", name);
        g->skipped = 1;
        return;
    }
    gauntlet_own(g, text, free);
    g->config.maximal = g->argument % 4 == 2;
    gauntlet_floor(g, 0.7, 0);
    c.reader.floating_base = !fixed;
    if (fixed) c.reader.placement = gauntlet_at(0, 0, height);
    robot = contact_world_add_file(g->world, text, bytes, &c, &model);
    if (!robot.generation) {
        gauntlet_fail(g, "%s", contact_world_error(g->world)->text);
        return;
    }
    gauntlet_own(g, model, gauntlet_free_model);
    {
        tact_real *copy = (tact_real *)calloc((size_t)model->nq + 1, sizeof *copy);
        memcpy(copy, contact_robot_q(g->world, robot), (size_t)model->nq * sizeof *copy);
        if (!fixed) copy[2] = (tact_real)height, copy[3] = q.x, copy[4] = q.y, copy[5] = q.z, copy[6] = q.w;
        for (k = fixed ? 0 : 7; g->draw > 0 && k < model->nq; ++k) {
            double low = (double)model->q_lower[k], high = (double)model->q_upper[k],
                   part = gauntlet_uniform(g, 0.05, 0.3);
            double inside = fmin(fmax((double)copy[k], low), high);
            if (low > -100 && high < 100) copy[k] = (tact_real)(inside + part * (0.5 * (low + high) - inside));
        }
        contact_robot_set_state(g->world, robot, copy, NULL);
        free(copy);
    }
    for (k = 1; k < model->n_bodies; ++k) {
        const rbd_inertia *in = &model->inertia[k];
        gauntlet_thing *t;
        int i;
        if (!(in->mass > 0)) continue;
        i = gauntlet_remember(g, contact_robot_link(g->world, robot, k), NULL, tact_pose_identity(), 0);
        t = &g->thing[i];
        t->mass = (double)in->mass, t->com = in->com;
        t->inertia = tact_mat_diagonal(in->xx, in->yy, in->zz);
        t->inertia.m[0][1] = t->inertia.m[1][0] = in->xy, t->inertia.m[0][2] = t->inertia.m[2][0] = in->xz,
        t->inertia.m[1][2] = t->inertia.m[2][1] = in->yz;
        if (!(mass > 0)) first = gauntlet_com(g, i);
        size = fmax(size, (double)tact_norm(tact_sub(gauntlet_com(g, i), first)));
        mass += t->mass, z0 += t->mass * (double)gauntlet_com(g, i).z;
    }
    {
        robot_solids *s = (robot_solids *)calloc(1, sizeof *s);
        rbd_model *same;
        gauntlet_own(g, s, free);
        c.reader.geometry = robot_solid, c.reader.user = s;
        same = rbd_model_create_urdf(text, bytes, &c.reader, NULL, NULL);
        rbd_model_destroy(same);
        for (k = 0; k < s->n; ++k)
            if (s->body[k] > 0) {
                int i =
                    gauntlet_remember(g, contact_robot_link(g->world, robot, s->body[k]), &s->shape[k], s->pose[k], 0);
                g->thing[i].moves = 1, g->thing[i].group = 1;
            }
    }
    g->scale = mass * GAUNTLET_G * fmax(size, 0.1),
    g->elastic = 1; /* joints, though none is in the list: from the start */
    n = (int)(0.25 / g->h);
    while (n-- > 0 && gauntlet_step(g)) { /* 0.25 s: falls by 0.31 m; legs are shorter than 1.2 m */
    }
    for (k = 0; k < g->n_things; ++k)
        if (g->thing[k].mass > 0) z += g->thing[k].mass * (double)gauntlet_com(g, k).z;
    if (!fixed)
        gauntlet_check(g, "fall_off", (z - z0) / mass + 0.5 * GAUNTLET_G * g->time * g->time,
                       0.02 + GAUNTLET_G * g->time * g->dt);
    gauntlet_run(g, 2.75);
}
#endif
