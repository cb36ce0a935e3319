/* gauntlet_ground.h - solids on ground of many pieces (boxes side by side, meshes, height fields, stairs), in closed
   rooms, and solids that spin on the floor. */
#ifndef TACT_GAUNTLET_GROUND_H
#define TACT_GAUNTLET_GROUND_H
#include "gauntlet_shapes.h"

/* ---- floors with their top at z = 0 ---- */
enum { GROUND_TILES, GROUND_MESH, GROUND_FIELD };
/* Boxes side by side in x, of drawn lengths: their seams are inner edges. */
static void ground_tiles(gauntlet *g, double from, double to, double wide, double mu) {
    double x = from;
    while (x < to) {
        double l = gauntlet_uniform(g, 0.2, 1.2), t = gauntlet_log(g, 0.02, 0.5);
        gauntlet_static(g, cuboid(l / 2, wide, t), gauntlet_at(x + l / 2, 0, -t), mu, 0);
        x += l;
    }
}
/* A grid of n by n squares over [x0, x0 + side] x [-side/2, side/2], heights h(x, y). */
typedef struct ground_bumps {
    double a[3], kx[3], ky[3], p[3];
} ground_bumps;
static ground_bumps draw_bumps(gauntlet *g, double high) { /* three waves */
    ground_bumps b;
    int k;
    for (k = 0; k < 3; ++k)
        b.a[k] = high * gauntlet_uniform(g, 0.2, 1) / 3, b.kx[k] = gauntlet_uniform(g, -3, 3),
        b.ky[k] = gauntlet_uniform(g, -3, 3), b.p[k] = gauntlet_uniform(g, 0, 6.28);
    return b;
}
static double bumps(const ground_bumps *b, double x, double y) {
    double z = 0;
    int k;
    for (k = 0; b && k < 3; ++k) z += b->a[k] * sin(b->kx[k] * x + b->ky[k] * y + b->p[k]);
    return z;
}
static void ground_grid(gauntlet *g, int field, int n, double x0, double side, const ground_bumps *b, double mu,
                        double e) {
    double cell = side / n;
    int x, y, i = 0;
    if (field) {
        collide_height_field *f = (collide_height_field *)calloc(1, sizeof *f);
        tact_real *heights = (tact_real *)calloc((size_t)((n + 1) * (n + 1)), sizeof *heights);
        gauntlet_own(g, f, free), gauntlet_own(g, heights, free);
        for (y = 0; y <= n; ++y)
            for (x = 0; x <= n; ++x) heights[y * (n + 1) + x] = (tact_real)bumps(b, x0 + x * cell, y * cell - side / 2);
        f->n_x = f->n_y = n + 1, f->spacing_x = f->spacing_y = (tact_real)cell, f->heights = heights;
        gauntlet_static(g, collide_height_field_shape(f), gauntlet_at(x0, -side / 2, 0), mu, e);
    } else {
        tact_vec3 *vertex = (tact_vec3 *)calloc((size_t)((n + 1) * (n + 1)), sizeof *vertex);
        int *triangle = (int *)calloc((size_t)(6 * n * n), sizeof *triangle);
        collide_mesh *mesh = NULL;
        for (y = 0; y <= n; ++y)
            for (x = 0; x <= n; ++x) {
                double px = x0 + x * cell, py = y * cell - side / 2;
                vertex[y * (n + 1) + x] = gauntlet_vec(px, py, bumps(b, px, py));
            }
        for (y = 0; y < n; ++y)
            for (x = 0; x < n; ++x) {
                int c = y * (n + 1) + x;
                triangle[i++] = c, triangle[i++] = c + 1, triangle[i++] = c + n + 2;
                triangle[i++] = c, triangle[i++] = c + n + 2, triangle[i++] = c + n + 1;
            }
        if (collide_mesh_create(vertex, (n + 1) * (n + 1), triangle, 2 * n * n, NULL, &mesh) < 0) abort();
        free(vertex), free(triangle);
        gauntlet_own(g, mesh, gauntlet_free_mesh);
        gauntlet_static(g, collide_mesh_shape(mesh), tact_pose_identity(), mu, e);
    }
}
static void ground_flat(gauntlet *g, int ground, double far, double mu) {
    if (ground == GROUND_TILES)
        ground_tiles(g, -1, far + 2, 6, mu);
    else
        ground_grid(g, ground == GROUND_FIELD, 16 + gauntlet_integer(g, 0, 30), -2, far + 6, NULL, mu, 0);
}

/* Slides over the seams as on a plane: v^2/(2 mu g), straight on, no hop. argument = kind + 8 * ground */
static void scene_seam_slide(gauntlet *g) {
    int kind = g->argument % 8, ground = g->argument / 8, body, n;
    double s = gauntlet_log(g, 0.03, 0.4), v = gauntlet_uniform(g, 0.5, 6), mu = gauntlet_uniform(g, 0.15, 0.6),
           a = gauntlet_uniform(g, -0.4, 0.4), far = v * v / (2 * mu * GAUNTLET_G), hop = 0;
    collide_shape shape = flat_shape(g, kind, s);
    tact_vec3 d = gauntlet_vec(cos(a), sin(a), 0), start, way;
    ground_flat(g, ground, far + 1, mu);
    body = gauntlet_add(g, shape,
                        tact_pose_make(gauntlet_vec(0, 0, lowest(&shape, tact_quat_identity())),
                                       gauntlet_turn(tact_vec(0, 0, 1), gauntlet_uniform(g, 0, 6))),
                        gauntlet_stuff(gauntlet_log(g, 100, 8000), mu, 0));
    start = gauntlet_com(g, body);
    gauntlet_throw(g, body, tact_scale((tact_real)v, d), tact_vec(0, 0, 0));
    for (n = 0; n < (int)((v / (mu * GAUNTLET_G) + 0.5) / g->h) && gauntlet_step(g); ++n)
        hop = fmax(hop, fabs((double)(gauntlet_com(g, body).z - start.z)));
    way = tact_sub(gauntlet_com(g, body), start);
    gauntlet_check(g, "hop", hop, fmax(1e-4, 5e-3 * s));
    gauntlet_check(g, "distance_off", (double)tact_dot(way, d) - far, v * g->dt + 0.01 * far);
    gauntlet_check(g, "side", (double)tact_dot(way, gauntlet_vec(-sin(a), cos(a), 0)), 0.01 * far + 1e-3 * s);
}
/* Rolls over the seams as on a plane. argument = kind + 8 * ground */
static void scene_seam_roll(gauntlet *g) {
    double r, k, v = gauntlet_log(g, 0.5, 8), mu = gauntlet_uniform(g, 0.2, 0.8), hop = 0, t = 1.5;
    tact_quat q;
    int kind = g->argument % 8, n, body;
    collide_shape s = round_shape(g, kind, &r, &k, &q);
    v = fmin(v, 60 * r);
    ground_flat(g, g->argument / 8, v * t + 1, mu);
    body = gauntlet_add(g, s, tact_pose_make(gauntlet_vec(0, gauntlet_uniform(g, -0.2, 0.2), r), q),
                        gauntlet_stuff(gauntlet_log(g, 100, 8000), mu, 0));
    gauntlet_throw(g, body, gauntlet_vec(v, 0, 0), gauntlet_vec(0, v / r, 0));
    for (n = 0; n < (int)(t / g->h) && gauntlet_step(g); ++n)
        hop = fmax(hop, fabs((double)gauntlet_com(g, body).z - r));
    gauntlet_check(g, "hop", hop, fmax(1e-4, 5e-3 * r));
    gauntlet_check(g, "speed_off", (double)gauntlet_velocity(g, body).x / v - 1, 0.02);
    gauntlet_check(g, "side", (double)gauntlet_velocity(g, body).y / v, 0.01);
}
/* Solids thrown over hills, 1 to 60 m/s: none is found below, energy does not grow. argument: field */
static void scene_terrain(gauntlet *g) {
    int k, n = 8, i, steps, below = 0, first = 1;
    double mu = gauntlet_uniform(g, 0.2, 0.8), high = gauntlet_uniform(g, 0.1, 1.2);
    ground_bumps b = draw_bumps(g, high);
    ground_grid(g, g->argument, 40, -2, 20, &b, mu, 0);
    for (k = 0; k < n; ++k) {
        double s = gauntlet_log(g, 0.04, 0.3), v = gauntlet_log(g, 1, 60), x = gauntlet_uniform(g, 2, 10),
               y = -5 + 1.4 * k, a = gauntlet_uniform(g, -0.4, 0.4), down = gauntlet_uniform(g, 0, 0.5);
        collide_shape shape = any_shape(g, gauntlet_integer(g, 0, 6), s);
        int body = gauntlet_add(g, shape, tact_pose_make(gauntlet_vec(x, y, high + 1.9 * s), gauntlet_orientation(g)),
                                gauntlet_stuff(gauntlet_log(g, 200, 5000), mu, 0));
        if (!k) first = body;
        gauntlet_throw(g, body, gauntlet_vec(v * cos(a), v * sin(a), -v * down),
                       tact_scale((tact_real)gauntlet_uniform(g, 0, 20), gauntlet_unit(g)));
    }
    steps = (int)(2 / g->h);
    for (i = 0; i < steps && gauntlet_step(g); ++i)
        for (k = first; k < first + n; ++k) {
            tact_vec3 c = gauntlet_com(g, k);
            /* the grid's triangles are below the waves by at most h'' cell^2/8 */
            if ((double)c.x > -2 && (double)c.x < 18 && fabs((double)c.y) < 10 &&
                (double)c.z < bumps(&b, (double)c.x, (double)c.y) - 0.06 * high && !(below >> (k - first) & 1)) {
                below |= 1 << (k - first);
                gauntlet_fail(g, "body %d below at %.3g s", k, g->time);
            }
        }
    gauntlet_metric(g, "below", below);
}
/* Solids with flat sides let fall on bumps much smaller than they are: they rest and sleep on the peaks, none below.
   argument = kind + 8 * field */
static void scene_terrain_rests(gauntlet *g) {
    double mu = gauntlet_uniform(g, 0.6, 0.9), high = gauntlet_uniform(g, 0.05, 0.3);
    ground_bumps b = draw_bumps(g, high);
    int k, n = 12;
    g->config.sleeping = 1;
    ground_grid(g, g->argument / 8, 30, -4, 8, &b, mu, 0);
    for (k = 1; k <= n; ++k) {
        double s = gauntlet_log(g, 0.05, 0.3);
        gauntlet_add(
            g, any_shape(g, g->argument % 8, s),
            tact_pose_make(gauntlet_vec(k % 4 * 1.2 - 2, k / 4 * 1.3 - 1.5, high + 2 * s), gauntlet_orientation(g)),
            gauntlet_stuff(gauntlet_log(g, 300, 3000), mu, 0));
    }
    gauntlet_rests(g, 6);
    for (k = 1; k <= n && !g->over; ++k) {
        tact_vec3 c = gauntlet_com(g, k); /* the grid's triangles are below the waves by at most h'' cell^2/8 */
        if (fabs((double)c.x) < 4 && fabs((double)c.y) < 4 &&
            (double)c.z < bumps(&b, (double)c.x, (double)c.y) - 0.06 * high)
            gauntlet_fail(g, "body %d below", k);
    }
}
/* Down a flight of stairs of boxes. argument: kind. None below, energy does not grow, what has flat sides rests. */
static void scene_stairs(gauntlet *g) {
    int k, n = gauntlet_integer(g, 6, 14), body[4], i, steps, bad = 0;
    double rise = gauntlet_uniform(g, 0.1, 0.25), run = gauntlet_uniform(g, 0.2, 0.4),
           mu = gauntlet_uniform(g, 0.3, 0.7);
    for (k = 0; k < n; ++k)
        gauntlet_static(g, cuboid(run / 2, 4, rise * (n - k) / 2), gauntlet_at((k + 0.5) * run, 0, rise * (n - k) / 2),
                        mu, 0);
    gauntlet_floor(g, mu, 0);
    for (k = 0; k < 4; ++k) {
        double s = gauntlet_uniform(g, 0.06, 0.2);
        collide_shape shape = any_shape(g, g->argument, s);
        body[k] = gauntlet_add(
            g, shape,
            tact_pose_make(gauntlet_vec(run * 0.5, 1.2 * (k - 1.5), rise * n + 1.8 * s), gauntlet_orientation(g)),
            gauntlet_stuff(gauntlet_log(g, 200, 5000), mu, 0));
        gauntlet_throw(g, body[k], gauntlet_vec(gauntlet_uniform(g, 1, 8), gauntlet_uniform(g, -0.3, 0.3), 0),
                       tact_scale((tact_real)gauntlet_uniform(g, 0, 10), gauntlet_unit(g)));
    }
    steps = (int)(4 / g->h);
    for (i = 0; i < steps && gauntlet_step(g); ++i)
        for (k = 0; k < 4; ++k) {
            tact_vec3 c = gauntlet_com(g, body[k]);
            int step = (int)floor((double)c.x / run);
            double top = step < 0 || step >= n ? 0 : rise * (n - step);
            if ((double)c.x >= 0 && fabs((double)c.y) < 3.9 && (double)c.z < top && !(bad >> k & 1))
                bad |= 1 << k, gauntlet_fail(g, "body %d in a step at %.3g s", body[k], g->time);
        }
}
/* Two spinning solids meet off centre in empty space: momenta stay, and after the blow no energy is gained and their
   contact does not go on closing: they overlap by no more than 3 % of the smaller one (the world lets two that touch come
   closer by a twentieth of the smaller half size in a step). argument: kind of the first. */
static void scene_clash(gauntlet *g) {
    double s = gauntlet_log(g, 0.03, 0.3), size = s * gauntlet_log(g, 0.4, 3), v = gauntlet_log(g, 1, 100),
           e = gauntlet_uniform(g, 0, 1), mu = gauntlet_uniform(g, 0, 0.8), start, deepest = 0;
    collide_shape one = any_shape(g, g->argument, s), two = any_shape(g, gauntlet_integer(g, 0, 6), size);
    tact_vec3 p0, l0, p, l;
    int a, b, n, i;
    g->config.gravity = tact_vec(0, 0, 0), g->elastic = 1;
    start = 1.8 * (s + size) + 0.01 + v * g->dt * gauntlet_uniform(g, 0, 1);
    a = gauntlet_add(
        g, one, tact_pose_make(gauntlet_vec(-start, gauntlet_uniform(g, -0.6, 0.6) * s, 0), gauntlet_orientation(g)),
        gauntlet_stuff(gauntlet_log(g, 300, 3000), mu, e));
    b = gauntlet_add(g, two, tact_pose_make(tact_vec(0, 0, 0), gauntlet_orientation(g)),
                     gauntlet_stuff(gauntlet_log(g, 300, 3000), mu, e));
    gauntlet_throw(g, a, gauntlet_vec(v, 0, 0), tact_scale((tact_real)gauntlet_uniform(g, 0, 20), gauntlet_unit(g)));
    gauntlet_throw(g, b, tact_vec(0, 0, 0), tact_scale((tact_real)gauntlet_uniform(g, 0, 20), gauntlet_unit(g)));
    gauntlet_momentum(g, &p0, &l0);
    n = (int)(((start + 2 * (s + size)) / v + 3 * g->dt) / g->h);
    for (i = 0; i < n && gauntlet_step(g); ++i) deepest = fmax(deepest, gauntlet_overlap(g, a, b));
    gauntlet_momentum(g, &p, &l);
    gauntlet_check(g, "overlap", deepest / fmin(g->thing[a].thickness, g->thing[b].thickness), 0.03);
    gauntlet_check(g, "momentum_off", (double)(tact_norm(tact_sub(p, p0)) / tact_norm(p0)), 1e-3);
    gauntlet_check(g, "angular_off", (double)(tact_norm(tact_sub(l, l0)) / (tact_norm(p0) * (tact_real)(s + size))),
                   fmax(0.02, 0.05 * 60 * g->dt));
}
/* A bin of many, dropped: rests and sleeps. argument 0 spheres, 1 mixed, 2 hulls, 3 cylinders and capsules. Undamped
   but for the angular damping of the round ones, which roll for ever on a level. */
static void scene_bin(gauntlet *g) {
    int k, n = gauntlet_integer(g, 12, 40), side;
    double s = gauntlet_uniform(g, 0.05, 0.2), wide = 3.2 * s, mu = gauntlet_uniform(g, 0.3, 0.8);
    g->config.sleeping = 1;
    gauntlet_static(g, cuboid(3 * wide, 3 * wide, s), gauntlet_at(0, 0, -s), mu, 0);
    for (side = 0; side < 4; ++side) {
        double c = side % 2 ? 0 : (side ? -1 : 1), e = side % 2 ? (side > 1 ? -1 : 1) : 0;
        gauntlet_static(g, cuboid(c != 0 ? 0.5 * s : 2 * wide, e != 0 ? 0.5 * s : 2 * wide, 20 * s),
                        gauntlet_at(c * (wide + 0.5 * s), e * (wide + 0.5 * s), 20 * s), mu, 0);
    }
    for (k = 0; k < n; ++k) {
        double own = s * gauntlet_uniform(g, 0.5, 1);
        int kind = g->argument == 0   ? SPHERE
                   : g->argument == 1 ? gauntlet_integer(g, 0, 6)
                   : g->argument == 2 ? HULL
                                      : (k % 2 ? CYLINDER : CAPSULE);
        collide_shape shape = any_shape(g, kind, own);
        contact_body_def d = contact_default_body_def();
        contact_geom_def e = contact_default_geom_def();
        contact_body body;
        d.pose = tact_pose_make(
            gauntlet_vec((k % 2 ? 1.6 : -1.6) * s, (k / 2 % 2 ? 1.6 : -1.6) * s, (2 + 3.2 * (k / 4)) * s),
            gauntlet_orientation(g));
        if (g->argument != 2) d.linear_damping = TACT_R(0.2), d.angular_damping = 1;
        e.shape = &shape, e.density = (tact_real)gauntlet_log(g, 300, 3000), e.material.friction = (tact_real)mu;
        body = contact_world_add_body(gauntlet_world(g), &d);
        contact_world_add_geom(g->world, body, &e);
        gauntlet_remember(g, body, &shape, tact_pose_identity(), (double)e.density);
    }
    gauntlet_rests(g, 12);
}
/* Spawned inside each other, anyhow: parts no faster than the limit of depenetration allows, rests, sleeps, and does
   not overlap in the end. argument 0 boxes, 1 mixed */
static void scene_spawn(gauntlet *g) {
    int k, n = gauntlet_integer(g, 5, 25);
    double s = gauntlet_uniform(g, 0.05, 0.2), mu = gauntlet_uniform(g, 0.3, 0.8),
           room = s * gauntlet_uniform(g, 1.5, 3);
    g->config.sleeping = 1, g->overlaps = 1, g->forced = 1;
    gauntlet_floor(g, mu, 0);
    for (k = 0; k < n; ++k) {
        double own = s * gauntlet_uniform(g, 0.6, 1);
        collide_shape shape = any_shape(g, g->argument ? gauntlet_integer(g, 0, 6) : BOX, own);
        contact_body_def d = contact_default_body_def();
        contact_geom_def e = contact_default_geom_def();
        contact_body body;
        d.pose = tact_pose_make(gauntlet_vec(gauntlet_uniform(g, -room, room), gauntlet_uniform(g, -room, room),
                                             1.8 * s + gauntlet_uniform(g, 0, 2 * room)),
                                gauntlet_orientation(g));
        if (g->argument) d.linear_damping = d.angular_damping = 2;
        e.shape = &shape, e.density = (tact_real)gauntlet_log(g, 300, 3000), e.material.friction = (tact_real)mu;
        body = contact_world_add_body(gauntlet_world(g), &d);
        contact_world_add_geom(g->world, body, &e);
        gauntlet_remember(g, body, &shape, tact_pose_identity(), (double)e.density);
    }
    g->speed_limit = 2.5 + sqrt(2 * GAUNTLET_G * (4 * s + 3 * room));
    gauntlet_guard(g, tact_vec(0, 0, 1), 0);
    gauntlet_rests(g, 9);
    g->overlaps = 0, g->deepest = 0;
    if (!g->over) gauntlet_watch_passes(g);
}
/* A tower is hit by a ball, 1 to 40 m/s: everything rests, energy does not grow, nothing goes through. argument: tiles */
static void scene_knock(gauntlet *g) {
    int k, n = gauntlet_integer(g, 4, 12), ball;
    double h = gauntlet_uniform(g, 0.06, 0.2), mu = gauntlet_uniform(g, 0.3, 0.8),
           r = h * gauntlet_uniform(g, 0.4, 1.2), v = gauntlet_log(g, 1, 40);
    contact_body_def d = contact_default_body_def();
    contact_geom_def e = contact_default_geom_def();
    contact_body body;
    collide_shape sphere = collide_sphere((tact_real)r);
    g->config.sleeping = 1;
    if (g->argument)
        ground_tiles(g, -8, 8, 8, mu),
            gauntlet_static(g, collide_halfspace(tact_vec(0, 0, 1), -2), tact_pose_identity(), mu, 0);
    else
        gauntlet_floor(g, mu, 0);
    for (k = 0; k < n; ++k)
        gauntlet_add(g, cuboid(h, h * gauntlet_uniform(g, 0.9, 1.1), h), gauntlet_at(0, 0, (2 * k + 1) * h),
                     gauntlet_stuff(gauntlet_log(g, 300, 3000), mu, 0));
    d.pose = gauntlet_at(-1 - r - h, gauntlet_uniform(g, -0.5, 0.5) * h, h * n * gauntlet_uniform(g, 0.5, 1.8) + r);
    d.velocity = gauntlet_vec(v, 0, 0), d.angular_damping = 2, d.linear_damping = TACT_R(0.3);
    e.shape = &sphere, e.density = (tact_real)gauntlet_log(g, 300, 8000), e.material.friction = (tact_real)mu;
    body = contact_world_add_body(gauntlet_world(g), &d), contact_world_add_geom(g->world, body, &e);
    ball = gauntlet_remember(g, body, &sphere, tact_pose_identity(), (double)e.density);
    gauntlet_run(g, 5);
    if (!g->over) gauntlet_remove(g, ball);
    gauntlet_rests(g, 4);
}
/* A gas of e = 1 without friction and gravity in a closed box: energy stays within 1 %, none gets out. argument: kind */
static void scene_gas(gauntlet *g) {
    int k, n = gauntlet_integer(g, 3, 8), side;
    double s = gauntlet_uniform(g, 0.05, 0.15), room = 0.8, v = gauntlet_log(g, 1, 50),
           wall = gauntlet_log(g, 0.01, 0.2);
    g->config.gravity = tact_vec(0, 0, 0), g->elastic = 1;
    for (side = 0; side < 6; ++side) {
        double o = (side % 2 ? -1 : 1) * (room + wall);
        int axis = side / 2;
        tact_vec3 nrm = gauntlet_vec(axis == 0 ? (side % 2 ? 1 : -1) : 0, axis == 1 ? (side % 2 ? 1 : -1) : 0,
                                     axis == 2 ? (side % 2 ? 1 : -1) : 0);
        gauntlet_static(
            g, cuboid(axis == 0 ? wall : 1.5 * room, axis == 1 ? wall : 1.5 * room, axis == 2 ? wall : 1.5 * room),
            gauntlet_at(axis == 0 ? o : 0, axis == 1 ? o : 0, axis == 2 ? o : 0), 0, 1);
        gauntlet_guard(g, nrm, -room);
    }
    for (k = 0; k < n; ++k) {
        int body = gauntlet_add(
            g, any_shape(g, g->argument, s),
            tact_pose_make(gauntlet_vec((k % 2 ? 0.4 : -0.4), (k / 2 % 2 ? 0.4 : -0.4), (k / 4 ? 0.4 : -0.4)),
                           gauntlet_orientation(g)),
            gauntlet_stuff(gauntlet_log(g, 300, 3000), 0, 1));
        gauntlet_throw(g, body, tact_scale((tact_real)(v * gauntlet_uniform(g, 0.3, 1)), gauntlet_unit(g)),
                       tact_scale((tact_real)gauntlet_uniform(g, 0, 10), gauntlet_unit(g)));
    }
    gauntlet_run(g, 20 / v);
    gauntlet_check(g, "energy_off", (g->energy - g->energy_start) / g->energy_start,
                   g->argument == SPHERE ? 0.01 : 0.05);
}
/* A cylinder spins on its rim as a coin does, or a disk rolls upright: energy does not grow, the coin comes to rest. */
static void scene_coin(gauntlet *g) {
    double r = gauntlet_uniform(g, 0.01, 0.2), half = r * gauntlet_uniform(g, 0.03, 0.15),
           mu = gauntlet_uniform(g, 0.2, 0.6), spin = gauntlet_uniform(g, 5, 40), tilt = gauntlet_uniform(g, 0.02, 0.5);
    tact_quat q = gauntlet_turn(tact_vec(1, 0, 0), GAUNTLET_PI / 2 - tilt);
    collide_shape s = collide_cylinder((tact_real)r, (tact_real)half);
    int body;
    gauntlet_floor(g, mu, 0);
    body = gauntlet_add(g, s, tact_pose_make(gauntlet_vec(0, 0, lowest(&s, q)), q),
                        gauntlet_stuff(gauntlet_log(g, 1000, 8000), mu, 0));
    gauntlet_throw(g, body, tact_vec(0, 0, 0), gauntlet_vec(0, 0, spin));
    gauntlet_run(g, 4);
}
/* An ellipsoid of any axes spins on the floor about any axis. Energy does not grow; without friction its centre does not
   move sideways and its vertical angular momentum stays. argument 1: no friction */
static void scene_pebble(gauntlet *g) {
    double a = gauntlet_uniform(g, 0.03, 0.1), b = a * gauntlet_uniform(g, 0.5, 1), c = a * gauntlet_uniform(g, 0.4, 1),
           mu = g->argument ? 0 : gauntlet_uniform(g, 0.1, 0.8), spin = gauntlet_uniform(g, 5, 60);
    collide_shape s = collide_ellipsoid((tact_real)a, (tact_real)b, (tact_real)c);
    tact_quat q = gauntlet_orientation(g);
    tact_vec3 l0, l, p, com;
    int body;
    gauntlet_floor(g, mu, 0);
    body = gauntlet_add(g, s, tact_pose_make(gauntlet_vec(0, 0, lowest(&s, q)), q), gauntlet_stuff(1000, mu, 0));
    gauntlet_throw(g, body, tact_vec(0, 0, 0), tact_scale((tact_real)spin, gauntlet_unit(g)));
    gauntlet_momentum(g, &p, &l0), com = gauntlet_com(g, body);
    gauntlet_run(g, 3);
    gauntlet_momentum(g, &p, &l);
    if (g->argument) {
        gauntlet_check(g, "vertical_spin_off", (double)(l.z - l0.z) / (double)tact_norm(l0), 0.02);
        gauntlet_check(g, "sideways",
                       hypot((double)(gauntlet_com(g, body).x - com.x), (double)(gauntlet_com(g, body).y - com.y)),
                       1e-3 * a);
    }
}
/* A peg top: a cone on its tip, spun fast. It stays up for a second (a sleeping top is stable for
   w^2 > 4 I1 m g l/I3^2, I1 about the tip) and its energy does not grow. Twice that spin, within half a radian a step. */
static void scene_peg_top(gauntlet *g) {
    double h = gauntlet_uniform(g, 0.05, 0.2), r = h * gauntlet_uniform(g, 0.6, 1), mu = gauntlet_uniform(g, 0.3, 0.8),
           l = 0.75 * h, i3 = 0.3 * r * r, i1 = 0.15 * r * r + 0.0375 * h * h + l * l,
           spin = 2 * sqrt(4 * i1 * GAUNTLET_G * l) / i3, tilt = gauntlet_uniform(g, 0.01, 0.05), high;
    tact_quat q = gauntlet_turn(tact_vec(1, 0, 0), GAUNTLET_PI + tilt);
    collide_shape s = collide_cone((tact_real)r, (tact_real)(h / 2));
    int body;
    gauntlet_floor(g, mu, 0);
    body = gauntlet_add(g, s, tact_pose_make(gauntlet_vec(0, 0, lowest(&s, q)), q),
                        gauntlet_stuff(gauntlet_log(g, 500, 5000), mu, 0));
    gauntlet_throw(g, body, tact_vec(0, 0, 0), tact_scale((tact_real)-spin, tact_rotate(q, tact_vec(0, 0, 1))));
    high = (double)gauntlet_com(g, body).z;
    gauntlet_run(g, 1);
    if (spin * g->dt < 0.5) gauntlet_check(g, "sunk", (double)gauntlet_com(g, body).z / high - 1, 0.05);
}
/* An L of two boxes (compound) thrown on tiles: rests, sleeps. argument 1: on hills of a mesh */
static void scene_ell(gauntlet *g) {
    double s = gauntlet_uniform(g, 0.05, 0.3), mu = gauntlet_uniform(g, 0.4, 0.8);
    int k;
    g->config.sleeping = 1;
    if (g->argument) {
        ground_bumps b = draw_bumps(g, 0.05);
        ground_grid(g, 0, 40, -4, 8, &b, mu, 0);
    } else
        ground_tiles(g, -6, 6, 6, mu);
    for (k = 0; k < 4; ++k) {
        collide_shape part[2];
        tact_pose at[2];
        collide_compound *compound = NULL;
        int body;
        part[0] = cuboid(s, 0.3 * s, 0.3 * s), at[0] = gauntlet_at(0.7 * s, 0, 0);
        part[1] = cuboid(0.3 * s, 0.3 * s, s), at[1] = gauntlet_at(0, 0, 0.7 * s);
        if (collide_compound_create(part, at, 2, NULL, &compound) < 0) abort();
        gauntlet_own(g, compound, gauntlet_free_compound);
        body = gauntlet_add(
            g, collide_compound_shape(compound),
            tact_pose_make(gauntlet_vec(gauntlet_uniform(g, -1, 1), 4 * s * (k - 1.5), 3 * s), gauntlet_orientation(g)),
            gauntlet_stuff(gauntlet_log(g, 300, 3000), mu, 0));
        gauntlet_throw(g, body, gauntlet_vec(gauntlet_uniform(g, -3, 3), 0, 0),
                       tact_scale((tact_real)gauntlet_uniform(g, 0, 10), gauntlet_unit(g)));
    }
    gauntlet_rests(g, 5);
}
/* Any solid with flat sides thrown along tiles with spin rests and sleeps. argument: kind + 8 * ground */
static void scene_tumble_out(gauntlet *g) {
    int kind = g->argument % 8, k;
    double mu = gauntlet_uniform(g, 0.4, 0.8);
    g->config.sleeping = 1;
    if (g->argument / 8 == GROUND_TILES)
        ground_tiles(g, -6, 12, 8, mu);
    else
        ground_grid(g, g->argument / 8 == GROUND_FIELD, 40, -6, 20, NULL, mu, 0);
    for (k = 0; k < 4; ++k) {
        double s = gauntlet_log(g, 0.03, 0.3);
        collide_shape shape = any_shape(g, kind, s);
        int body =
            gauntlet_add(g, shape, tact_pose_make(gauntlet_vec(-2, 2 * (k - 1.5), 2 * s), gauntlet_orientation(g)),
                         gauntlet_stuff(gauntlet_log(g, 300, 3000), mu, 0));
        gauntlet_throw(g, body, gauntlet_vec(gauntlet_log(g, 0.5, 8), 0, gauntlet_uniform(g, -2, 0)),
                       tact_scale((tact_real)gauntlet_uniform(g, 0, 15), gauntlet_unit(g)));
    }
    gauntlet_rests(g, 6);
}

#endif
