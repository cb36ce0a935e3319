/* gauntlet_shapes.h - one or two solids of every kind: sliding, rolling, spinning, bouncing, dropped, thrown at walls,
   meshes, height fields and each other. */
#ifndef TACT_GAUNTLET_SHAPES_H
#define TACT_GAUNTLET_SHAPES_H
#include "gauntlet_stacks.h"

enum { SPHERE, BOX, CAPSULE, CYLINDER, CONE, ELLIPSOID, HULL };
/* A solid of that kind with half sizes about s; proportions are drawn. */
static collide_shape any_shape(gauntlet *g, int kind, double s) {
    double a = gauntlet_uniform(g, 0.5, 1), b = gauntlet_uniform(g, 0.4, 1);
    tact_vec3 p[24];
    int k, n = gauntlet_integer(g, 8, 24);
    switch (kind) {
    case SPHERE: return collide_sphere((tact_real)s);
    case BOX: return cuboid(s, a * s, b * s);
    case CAPSULE: return collide_capsule((tact_real)(0.6 * s), (tact_real)(a * s));
    case CYLINDER: return collide_cylinder((tact_real)(a * s), (tact_real)(b * s));
    case CONE: return collide_cone((tact_real)(a * s), (tact_real)(0.5 * s + 0.5 * b * s));
    case ELLIPSOID: return collide_ellipsoid((tact_real)s, (tact_real)(a * s), (tact_real)(b * s));
    default:
        for (k = 0; k < n; ++k) { /* points near a sphere, the first four spread so that the hull has a body */
            static const int corner[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
            tact_vec3 d = k < 4 ? gauntlet_vec(0.577 * corner[k][0], 0.577 * corner[k][1], 0.577 * corner[k][2])
                                : gauntlet_unit(g);
            p[k] = tact_scale((tact_real)(s * gauntlet_uniform(g, 0.8, 1)), d);
        }
        return gauntlet_hull(g, p, n);
    }
}
static double lowest(const collide_shape *s, tact_quat q) { /* [m] of the solid below its frame's origin, >= 0 */
    return -(double)tact_rotate(q, collide_support(s, tact_unrotate(q, tact_vec(0, 0, -1)), NULL)).z;
}
/* A prism over a regular polygon, z its axis. */
static collide_shape prism(gauntlet *g, int sides, double r, double half) {
    tact_vec3 p[64];
    int k;
    for (k = 0; k < 2 * sides; ++k) {
        double a = 2 * GAUNTLET_PI * (k / 2 + 0.5) / sides;
        p[k] = gauntlet_vec(r * cos(a), r * sin(a), k % 2 ? half : -half);
    }
    return gauntlet_hull(g, p, 2 * sides);
}
/* A solid that stands flat, low enough not to tip at mu <= 0.6: its centre is lower than 0.6 of the foot's half width.
 */
static collide_shape flat_shape(gauntlet *g, int kind, double s) {
    switch (kind) {
    case CYLINDER: return collide_cylinder((tact_real)s, (tact_real)(0.5 * s));
    case CONE: return collide_cone((tact_real)s, (tact_real)(0.6 * s));
    case HULL: return prism(g, gauntlet_integer(g, 5, 9), s, 0.4 * s);
    default: return cuboid(s, s * gauntlet_uniform(g, 0.8, 1.2), 0.5 * s);
    }
}

/* Slides to rest after v^2/(2 mu g). The first and last step are cut: v dt of doubt. argument: kind. Masses 1 mg to 1e6
 * kg. */
static void scene_slide(gauntlet *g) {
    double s = gauntlet_log(g, 0.02, 0.5), v = gauntlet_uniform(g, 0.5, 5), mu = gauntlet_uniform(g, 0.15, 0.6),
           a = gauntlet_uniform(g, 0, 6.28), far, density;
    collide_shape shape = flat_shape(g, g->argument, s);
    tact_vec3 d = gauntlet_vec(cos(a), sin(a), 0), start;
    int body;
    density = gauntlet_log(g, 1e-6, 1e6) / (4 * s * s * s);
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    body =
        gauntlet_add(g, shape, gauntlet_at(0, 0, lowest(&shape, tact_quat_identity())), gauntlet_stuff(density, mu, 0));
    start = gauntlet_com(g, body), far = v * v / (2 * mu * GAUNTLET_G);
    gauntlet_throw(g, body, tact_scale((tact_real)v, d), tact_vec(0, 0, 0));
    gauntlet_rests(g, v / (mu * GAUNTLET_G) + 3);
    gauntlet_check(g, "distance_off", gauntlet_moved(g, body, start) - far, v * g->dt + 1e-3 * far);
}
/* On an incline: half a degree or more below the angle of friction it stays, above it a = g (sin - mu cos). */
static void scene_incline(gauntlet *g) {
    double s = gauntlet_log(g, 0.02, 0.5), tilt = gauntlet_uniform(g, 0.15, 0.5), mu, a = 0, t = 1, moved;
    collide_shape shape = flat_shape(g, g->argument, s);
    int k, body[2];
    tact_vec3 n = gauntlet_vec(sin(tilt), 0, cos(tilt)), start[2];
    tact_quat q = gauntlet_turn(tact_vec(0, 1, 0), tilt);
    for (k = 0; k < 2; ++k) { /* 0 stays, 1 slides; the material of the pair is the root of the product */
        mu = k ? tan(tilt) * gauntlet_uniform(g, 0.4, 0.9) : tan(tilt) * gauntlet_uniform(g, 1.05, 1.6);
        if (!k) gauntlet_static(g, collide_halfspace(n, 0), tact_pose_identity(), 0.5, 0);
        body[k] = gauntlet_add(g, shape,
                               tact_pose_make(tact_add(gauntlet_vec(0, k * 6 * s, 0),
                                                       tact_scale((tact_real)lowest(&shape, tact_quat_identity()), n)),
                                              q),
                               gauntlet_stuff(gauntlet_log(g, 100, 10000), mu * mu / 0.5, 0));
        start[k] = gauntlet_com(g, body[k]);
        if (k) a = GAUNTLET_G * (sin(tilt) - mu * cos(tilt));
    }
    g->scale = (g->thing[body[0]].mass + g->thing[body[1]].mass) * GAUNTLET_G * 1; /* a metre of fall */
    gauntlet_run(g, t);
    moved = gauntlet_moved(g, body[1], start[1]);
    gauntlet_check(g, "stays", gauntlet_moved(g, body[0], start[0]), 1e-3 * s);
    gauntlet_check(g, "distance_off", moved - 0.5 * a * g->time * g->time, a * g->time * g->dt + 1e-3 * moved);
}

/* ---- rolling: argument = kind ---- */
/* A round solid on its side: axis along y. Returns its radius and k = I/(m r^2). */
static collide_shape round_shape(gauntlet *g, int kind, double *radius, double *k, tact_quat *q) {
    double r = gauntlet_log(g, 0.03, 0.3), long_ = r * gauntlet_uniform(g, 0.6, 2);
    collide_shape s;
    collide_mass m;
    *q = gauntlet_turn(tact_vec(1, 0, 0), GAUNTLET_PI / 2);
    s = kind == SPHERE      ? collide_sphere((tact_real)r)
        : kind == CAPSULE   ? collide_capsule((tact_real)r, (tact_real)long_)
        : kind == ELLIPSOID ? collide_ellipsoid((tact_real)r, (tact_real)r, (tact_real)(r + 0.5 * long_))
                            : collide_cylinder((tact_real)r, (tact_real)long_);
    collide_mass_properties(&s, 1, &m);
    *radius = r, *k = (double)(m.inertia.m[2][2] / m.mass) / (r * r);
    return s;
}
/* Rolls on the level for ever: no hop above 0.1 mm (or a thousandth of the radius), 1 % of the speed after 2 s. Speeds
   up to a radian a step at 1/60. The ellipsoid is a long spheroid on its side, where its centre is lowest. */
static void scene_roll(gauntlet *g) {
    double r, k, v = gauntlet_log(g, 0.5, 8), mu = gauntlet_uniform(g, 0.2, 0.8), hop = 0;
    tact_quat q;
    collide_shape s = round_shape(g, g->argument, &r, &k, &q);
    int n, body;
    v = fmin(v, 60 * r);
    gauntlet_floor(g, mu, 0);
    body =
        gauntlet_add(g, s, tact_pose_make(gauntlet_vec(0, 0, r), q), gauntlet_stuff(gauntlet_log(g, 100, 8000), mu, 0));
    gauntlet_throw(g, body, gauntlet_vec(v, 0, 0), gauntlet_vec(0, v / r, 0));
    for (n = 0; n < (int)(2 / g->h) && gauntlet_step(g); ++n) hop = fmax(hop, (double)gauntlet_com(g, body).z - r);
    gauntlet_check(g, "hop", hop, fmax(1e-4, 1e-3 * r));
    gauntlet_check(g, "speed_off", (double)gauntlet_velocity(g, body).x / v - 1, 0.01);
}
/* Down an incline: a = g sin/(1 + k), while tan <= mu (1 + 1/k). */
static void scene_roll_incline(gauntlet *g) {
    double r, k, tilt = gauntlet_uniform(g, 0.1, 0.6), mu, a, v;
    tact_quat q;
    collide_shape s = round_shape(g, g->argument, &r, &k, &q);
    tact_vec3 n = gauntlet_vec(sin(tilt), 0, cos(tilt)), down = gauntlet_vec(cos(tilt), 0, -sin(tilt));
    int body;
    mu = tan(tilt) / (1 + 1 / k) * gauntlet_uniform(g, 1.2, 3);
    gauntlet_static(g, collide_halfspace(n, 0), tact_pose_identity(), mu, 0);
    body = gauntlet_add(g, s, tact_pose_make(tact_scale((tact_real)r, n), q),
                        gauntlet_stuff(gauntlet_log(g, 100, 8000), mu, 0));
    g->scale = g->thing[body].mass * GAUNTLET_G * 1;
    gauntlet_run(g, 1);
    a = GAUNTLET_G * sin(tilt) / (1 + k), v = (double)tact_dot(gauntlet_velocity(g, body), down);
    gauntlet_check(g, "speed_off", v / (a * g->time) - 1, 0.01);
    gauntlet_check(g, "off_plane", (double)tact_dot(gauntlet_com(g, body), n) - r, fmax(1e-4, 1e-3 * r));
}
/* Thrown without spin it skids, then rolls at v/(1 + k) whatever the friction: angular momentum about the line of
 * touch. */
static void scene_skid(gauntlet *g) {
    double r, k, v = gauntlet_uniform(g, 0.5, 5), mu = gauntlet_uniform(g, 0.2, 0.8);
    tact_quat q;
    collide_shape s = round_shape(g, g->argument, &r, &k, &q);
    int body;
    gauntlet_floor(g, mu, 0);
    body =
        gauntlet_add(g, s, tact_pose_make(gauntlet_vec(0, 0, r), q), gauntlet_stuff(gauntlet_log(g, 100, 8000), mu, 0));
    gauntlet_throw(g, body, gauntlet_vec(v, 0, 0), tact_vec(0, 0, 0));
    gauntlet_run(g, v / (mu * GAUNTLET_G) + 0.3); /* longer than it skids */
    gauntlet_check(g, "speed_off", (double)gauntlet_velocity(g, body).x * (1 + k) / v - 1, 0.01);
}
/* A cone rolls round its apex: steady, so the height of its centre and its speed stay. The circle needs mu g >= W^2 r,
   here W is small: a quarter of that. */
static void scene_roll_cone(gauntlet *g) {
    double r = gauntlet_uniform(g, 0.05, 0.2), h = r * gauntlet_uniform(g, 1.5, 4), slant = sqrt(r * r + h * h),
           a = atan2(r, h), mu = gauntlet_uniform(g, 0.4, 0.8);
    double centre = 0.75 * h * cos(a), rate = sqrt(0.25 * mu * GAUNTLET_G / centre) * 0.5, z0, v0;
    tact_quat q =
        gauntlet_turn(tact_vec(0, 1, 0), -(GAUNTLET_PI / 2 + a)); /* apex (+z) points to -x, its side on the floor */
    tact_vec3 axis = tact_rotate(q, tact_vec(0, 0, 1)), apex = tact_scale((tact_real)(h / 2), axis), spin;
    int body;
    gauntlet_floor(g, mu, 0);
    body = gauntlet_add(g, collide_cone((tact_real)r, (tact_real)(h / 2)),
                        tact_pose_make(tact_sub(tact_vec(0, 0, 0), apex), q), gauntlet_stuff(1000, mu, 0));
    /* the apex and the line of touch, which is along x, are at rest: the spin is along x; the axis goes round at `rate`
     */
    spin = gauntlet_vec(-rate * cos(a) / sin(a), 0, 0);
    z0 = (double)gauntlet_com(g, body).z;
    gauntlet_throw(g, body, tact_cross(spin, gauntlet_com(g, body)), spin);
    v0 = (double)tact_norm(gauntlet_velocity(g, body));
    gauntlet_run(g, 2);
    (void)slant;
    gauntlet_check(g, "height_off", ((double)gauntlet_com(g, body).z - z0) / r, 0.01);
    gauntlet_check(g, "speed_off", (double)tact_norm(gauntlet_velocity(g, body)) / v0 - 1, 0.02);
}

/* ---- spinning ---- */
/* Nothing acts: momentum and energy stay. An unequal body tumbles, so the spin itself does not. L within 1 % at 1/60
 * and below. */
static void scene_tumble(gauntlet *g) {
    double s = gauntlet_log(g, 0.05, 0.5), spin = gauntlet_uniform(g, 2, 20);
    collide_shape shape = any_shape(g, g->argument, s);
    tact_vec3 p, l, l0;
    int body;
    g->config.gravity = tact_vec(0, 0, 0);
    body = gauntlet_add(g, shape, tact_pose_make(tact_vec(0, 0, 0), gauntlet_orientation(g)),
                        gauntlet_stuff(1000, 0.5, 0));
    gauntlet_throw(g, body, tact_vec(0, 0, 0), tact_scale((tact_real)spin, gauntlet_unit(g)));
    gauntlet_momentum(g, &p, &l0);
    gauntlet_run(g, 5);
    gauntlet_momentum(g, &p, &l);
    gauntlet_check(g, "momentum_off", (double)(tact_norm(tact_sub(l, l0)) / tact_norm(l0)), 0.01);
    gauntlet_check(g, "energy_off", (g->energy - g->energy_start) / g->scale, 0.02);
}
/* A long egg spins on its side with friction: it may rise, its energy may not. */
static void scene_egg(gauntlet *g) {
    double r = gauntlet_uniform(g, 0.02, 0.06), long_ = r * gauntlet_uniform(g, 1.2, 2),
           mu = gauntlet_uniform(g, 0.1, 0.6), spin = gauntlet_uniform(g, 20, 80);
    int body;
    gauntlet_floor(g, mu, 0);
    body = gauntlet_add(
        g, collide_ellipsoid((tact_real)r, (tact_real)r, (tact_real)long_),
        tact_pose_make(gauntlet_vec(0, 0, r * 1.001),
                       gauntlet_turn(gauntlet_vec(1, 0.01, 0), GAUNTLET_PI / 2 + gauntlet_uniform(g, -0.1, 0.1))),
        gauntlet_stuff(1000, mu, 0));
    gauntlet_throw(g, body, tact_vec(0, 0, 0), gauntlet_vec(0, 0, spin));
    gauntlet_run(g, 5);
}
/* A heavy top on a ball joint, started in steady precession: W from I1 W^2 cos - I3 w W + m g l = 0, I1 about the
   joint, w all of the spin along the axis. It stays there where it turns by less than a third of a radian a step, and
   up by less than a radian; beyond only its energy is asked (general). */
static void scene_top(gauntlet *g) {
    double r = gauntlet_uniform(g, 0.05, 0.15), half = 0.15 * r, l = r * gauntlet_uniform(g, 0.6, 1.2),
           tilt = gauntlet_uniform(g, 0.2, 1), spin = gauntlet_uniform(g, 60, 200);
    double i3 = 0.5 * r * r, i1 = 0.25 * r * r + half * half / 3 + l * l, b, rate, z;
    tact_vec3 axis = gauntlet_vec(sin(tilt), 0, cos(tilt)), w;
    int body;
    b = i3 * spin, rate = 2 * GAUNTLET_G * l / (b + sqrt(fmax(0, b * b - 4 * i1 * cos(tilt) * GAUNTLET_G * l)));
    if (b * b < 8 * i1 * GAUNTLET_G * l)
        spin *= 3, b *= 3, rate = 2 * GAUNTLET_G * l / (b + sqrt(fmax(0, b * b - 4 * i1 * cos(tilt) * GAUNTLET_G * l)));
    body = gauntlet_ghost(g, collide_cylinder((tact_real)r, (tact_real)half),
                          gauntlet_frame(tact_scale((tact_real)l, axis), axis), gauntlet_log(g, 500, 8000));
    gauntlet_join(g, CONTACT_JOINT_BALL, -1, body, tact_pose_identity(), NULL);
    /* `spin` is the component of the spin along the axis */
    w = tact_add(tact_scale((tact_real)(spin - rate * cos(tilt)), axis), gauntlet_vec(0, 0, rate));
    gauntlet_throw(g, body, tact_cross(w, gauntlet_com(g, body)), w);
    g->scale = gauntlet_kinetic(g, body);
    gauntlet_run(g, 2);
    z = (double)gauntlet_com(g, body).z / l;
    if (spin * g->dt < 0.33)
        gauntlet_check(g, "height_off", z - cos(tilt), 0.05);
    else if (spin * g->dt < 1 && !(z > 0))
        gauntlet_fail(g, "the top has fallen");
}

/* ---- bouncing ---- */
/* Dropped flat from h it returns to e^2 h: first bounce within 4 % of h at 1/60 (a third of what a step of fall is, v
   dt = 7 % at 1 m), 1 % at 1/240 and below; e below 1 then rests. argument: kind */
static void scene_bounce(gauntlet *g) {
    double s = gauntlet_uniform(g, 0.05, 0.2), h = gauntlet_uniform(g, 0.5, 2), e = gauntlet_uniform(g, 0, 1), top = 0,
           low, r;
    collide_shape shape = g->argument == SPHERE    ? collide_sphere((tact_real)s)
                          : g->argument == CAPSULE ? collide_capsule((tact_real)s, (tact_real)s)
                          : g->argument == ELLIPSOID
                              ? collide_ellipsoid((tact_real)s, (tact_real)s, (tact_real)(0.6 * s))
                              : flat_shape(g, g->argument, s);
    tact_quat q = g->argument == CAPSULE ? gauntlet_turn(tact_vec(1, 0, 0), GAUNTLET_PI / 2) : tact_quat_identity();
    int n, body, hit = 0;
    if (g->draw == 0) e = 1;
    if (g->draw == 1) e = 0;
    r = lowest(&shape, q);
    gauntlet_floor(g, 0.5, e);
    body = gauntlet_add(g, shape, tact_pose_make(gauntlet_vec(0, 0, r + h), q),
                        gauntlet_stuff(gauntlet_log(g, 100, 8000), 0.5, e));
    low = sqrt(2 * h / GAUNTLET_G), g->elastic = 1;
    for (n = 0; n < (int)(low * (1 + 2 * e) / g->h) + 2 && gauntlet_step(g); ++n) { /* to the second touch */
        double z = (double)gauntlet_pose(g, body).p.z - r;
        hit |= g->time > 0.9 * low && (double)gauntlet_velocity(g, body).z >= -1e-9;
        if (hit) top = fmax(top, z);
    }
    gauntlet_check(g, "bounce_off", top / h - e * e, fmax(0.01, 0.04 * 60 * g->dt));
}
/* Equal balls in a line, one to three of them thrown: energy and momentum stay with e = 1, whatever the gaps; with gaps
   as many leave as came. argument 0: gaps of 0.1 mm, 1: none, 2: hung on rods with gaps of 0.1 mm */
static void scene_cradle(gauntlet *g) {
    int k, n = gauntlet_integer(g, 3, 7), moving = gauntlet_integer(g, 1, n > 3 ? 2 : 1), hung = g->argument == 2,
           body[8];
    double r = gauntlet_uniform(g, 0.02, 0.1), gap = g->argument == 1 ? 0 : 1e-4, v = gauntlet_uniform(g, 0.5, 3),
           x = 0, mass, kinetic = 0, l = 10 * r;
    tact_vec3 p, angular;
    g->config.gravity = tact_vec(0, 0, hung ? (tact_real)-GAUNTLET_G : 0);
    for (k = 0; k < n; ++k) {
        body[k] = gauntlet_add(g, collide_sphere((tact_real)r), gauntlet_at(x, 0, 0), gauntlet_stuff(5000, 0, 1));
        if (hung)
            gauntlet_join(g, CONTACT_JOINT_HINGE, -1, body[k], gauntlet_frame(gauntlet_vec(x, 0, l), tact_vec(0, 1, 0)),
                          NULL);
        x += 2 * r + gap + (k == moving - 1 ? 0.3 * r : 0);
    }
    if (hung) v = fmin(v, 0.5 * sqrt(GAUNTLET_G * l)); /* angles stay small */
    for (k = 0; k < moving; ++k)
        gauntlet_throw(g, body[k], gauntlet_vec(v, 0, 0), hung ? gauntlet_vec(0, -v / l, 0) : tact_vec(0, 0, 0));
    mass = g->thing[body[0]].mass;
    for (k = 0; k < n; ++k) kinetic += gauntlet_kinetic(g, body[k]);
    g->scale = kinetic, g->elastic = 1;
    gauntlet_run(g, 0.3 * r / v + n * gap / v + 4 / 60.0); /* the blow has gone through; a hung ball has moved little */
    gauntlet_momentum(g, &p, &angular);
    gauntlet_check(g, "energy_off", (g->energy - g->energy_start) / kinetic, 0.05);
    if (!hung) gauntlet_check(g, "momentum_off", (double)p.x / (moving * mass * v) - 1, 1e-6);
    if (g->argument == 0)
        for (k = 0; k < n; ++k)
            gauntlet_check(g, k < n - moving ? "stays" : "leaves",
                           (double)gauntlet_velocity(g, body[k]).x / v - (k >= n - moving), 0.05);
}

/* ---- dropped and thrown ---- */
/* Any solid, any way up, dropped: it comes to rest. Round ones would roll for ever: they are damped by 3/s, which takes
 * 1 m/s to 1 mm/s in 2.3 s. */
static void scene_drop(gauntlet *g) {
    double s = gauntlet_log(g, 0.03, 0.3), mu = gauntlet_uniform(g, 0.3, 0.9), h = gauntlet_uniform(g, 0.1, 1);
    collide_shape shape = any_shape(g, g->argument, s);
    contact_body_def d = contact_default_body_def();
    contact_geom_def e = contact_default_geom_def();
    contact_body body;
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    d.pose = tact_pose_make(gauntlet_vec(0, 0, 0), gauntlet_orientation(g));
    d.pose.p.z = (tact_real)(lowest(&shape, d.pose.q) + h);
    if (g->argument != BOX && g->argument != HULL) d.linear_damping = d.angular_damping = 3;
    e.shape = &shape, e.density = (tact_real)gauntlet_log(g, 100, 8000), e.material.friction = (tact_real)mu;
    body = contact_world_add_body(gauntlet_world(g), &d), contact_world_add_geom(g->world, body, &e);
    gauntlet_remember(g, body, &shape, tact_pose_identity(), (double)e.density);
    gauntlet_rests(g, 5.5);
}
/* Throws one solid of a kind after the other at something, in worlds of their own without gravity, from 1 to 300 m/s,
   spinning or not; none may be found behind it. Speed and start are drawn so that the first touch falls anywhere in a
   step. argument = kind + 8 * target: 0 a thin static box, 1 a mesh, 2 a height field, 3 a free plate of 100 times the
   mass. */
enum { TARGET_BOX, TARGET_MESH, TARGET_FIELD, TARGET_PLATE };
static void scene_throw(gauntlet *g) {
    int kind = g->argument % 8, target = g->argument / 8, k, i, n = 8, through = 0, total = 8;
    for (k = 0; k < total && !g->over; ++k) {
        double s = gauntlet_log(g, 0.02, 0.2), v = gauntlet_log(g, 1, 300), wall = gauntlet_log(g, 0.005, 0.1), start,
               mu = gauntlet_uniform(g, 0, 0.8), side, e = k % 4 == 3 ? 0.5 : 0;
        collide_shape shape;
        tact_real *heights;
        tact_vec3 *vertex;
        collide_mesh *mesh = NULL;
        collide_height_field *field;
        int *triangle, body, plate = -1, x, y;
        contact_world_destroy(g->world), g->world = NULL, g->n_things = 0, g->started = 0, g->scale = 0;
        g->energy_rise = 0, g->elastic = 1; /* of one throw */
        g->config.gravity = tact_vec(0, 0, 0);
        shape = any_shape(g, kind, s);
        if (target == TARGET_BOX) gauntlet_static(g, cuboid(2, 2, wall / 2), tact_pose_identity(), mu, 0);
        if (target == TARGET_PLATE) {
            double density = 100 * 1000 * 8 * s * s * s / (4 * 4 * wall);
            plate = gauntlet_add(g, cuboid(2, 2, wall / 2), tact_pose_identity(), gauntlet_stuff(density, mu, 0));
        }
        if (target == TARGET_MESH) { /* a sheet of n by n squares, its front up */
            vertex = (tact_vec3 *)calloc((size_t)((n + 1) * (n + 1)), sizeof *vertex),
            triangle = (int *)calloc((size_t)(6 * n * n), sizeof *triangle);
            for (y = 0; y <= n; ++y)
                for (x = 0; x <= n; ++x) vertex[y * (n + 1) + x] = gauntlet_vec(4.0 * x / n - 2, 4.0 * y / n - 2, 0);
            for (y = i = 0; y < n; ++y)
                for (x = 0; x < n; ++x) {
                    int c = y * (n + 1) + x;
                    triangle[i++] = c, triangle[i++] = c + 1, triangle[i++] = c + n + 2;
                    triangle[i++] = c, triangle[i++] = c + n + 2, triangle[i++] = c + n + 1;
                }
            if (collide_mesh_create(vertex, (n + 1) * (n + 1), triangle, 2 * n * n, NULL, &mesh) < 0) abort();
            free(vertex), free(triangle);
            gauntlet_own(g, mesh, gauntlet_free_mesh);
            gauntlet_static(g, collide_mesh_shape(mesh), tact_pose_identity(), mu, 0);
            wall = 0;
        }
        if (target == TARGET_FIELD) {
            field = (collide_height_field *)calloc(1, sizeof *field),
            heights = (tact_real *)calloc((size_t)((n + 1) * (n + 1)), sizeof *heights);
            gauntlet_own(g, field, free), gauntlet_own(g, heights, free);
            for (i = 0; i < (n + 1) * (n + 1); ++i) heights[i] = (tact_real)gauntlet_uniform(g, -0.05, 0.05);
            field->n_x = field->n_y = n + 1, field->spacing_x = field->spacing_y = (tact_real)(4.0 / n),
            field->heights = heights;
            gauntlet_static(g, collide_height_field_shape(field), gauntlet_at(-2, -2, 0), mu, 0);
            wall = 0.1;
        }
        start = 1.8 * s + wall + 0.1 + v * g->dt * gauntlet_uniform(g, 0, 1);
        body = gauntlet_add(
            g, shape,
            tact_pose_make(gauntlet_vec(gauntlet_uniform(g, -0.4, 0.4), gauntlet_uniform(g, -0.4, 0.4), start),
                           gauntlet_orientation(g)),
            gauntlet_stuff(1000, mu, e));
        gauntlet_throw(g, body, gauntlet_vec(0.1 * v * gauntlet_uniform(g, -1, 1), 0, -v),
                       k % 2 ? tact_scale((tact_real)gauntlet_uniform(g, 2, 30), gauntlet_unit(g)) : tact_vec(0, 0, 0));
        gauntlet_run(g, (start + 0.3) / v + 4 * g->dt);
        side = (double)(plate >= 0 ? tact_pose_unapply(gauntlet_pose(g, plate), gauntlet_com(g, body))
                                   : gauntlet_com(g, body))
                   .z;
        through += !(side > -(target == TARGET_FIELD ? 0.06 : 0) - 0.01 * s);
        if (g->scale > 0) gauntlet_check(g, "throw_energy_rise", g->energy_rise / g->scale, 0.01);
    }
    gauntlet_metric(g, "through", through);
    if (through) gauntlet_fail(g, "%d of %d through", through, total);
}
/* Two solids meet head on in empty space: momentum and angular momentum stay, energy does not grow, and the first does
   not come out behind the second. argument: kind of the first; the second is drawn. */
static void scene_meet(gauntlet *g) {
    double s = gauntlet_log(g, 0.03, 0.2), size = s * gauntlet_log(g, 0.5, 3), v = gauntlet_log(g, 1, 300),
           e = gauntlet_uniform(g, 0, 1), start, mu = gauntlet_uniform(g, 0, 0.8);
    collide_shape one = any_shape(g, g->argument, s), two = any_shape(g, gauntlet_integer(g, 0, 6), size);
    tact_vec3 p0, l0, p, l;
    int a, b;
    g->config.gravity = tact_vec(0, 0, 0), g->elastic = 1;
    start = 1.8 * (s + size) + 0.01 + v * g->dt * gauntlet_uniform(g, 0, 1);
    a = gauntlet_add(
        g, one,
        tact_pose_make(gauntlet_vec(-start, gauntlet_uniform(g, -0.1, 0.1) * s, gauntlet_uniform(g, -0.1, 0.1) * s),
                       gauntlet_orientation(g)),
        gauntlet_stuff(gauntlet_log(g, 300, 3000), mu, e));
    b = gauntlet_add(g, two, tact_pose_make(tact_vec(0, 0, 0), gauntlet_orientation(g)),
                     gauntlet_stuff(gauntlet_log(g, 300, 3000), mu, e));
    gauntlet_throw(g, a, gauntlet_vec(v, 0, 0),
                   g->draw % 2 ? tact_scale((tact_real)gauntlet_uniform(g, 2, 20), gauntlet_unit(g))
                               : tact_vec(0, 0, 0));
    gauntlet_momentum(g, &p0, &l0);
    gauntlet_run(g, (start + 2 * (s + size)) / v + 3 * g->dt);
    gauntlet_momentum(g, &p, &l);
    gauntlet_check(g, "momentum_off", (double)(tact_norm(tact_sub(p, p0)) / tact_norm(p0)), 1e-3);
    gauntlet_check(g, "angular_off", (double)(tact_norm(tact_sub(l, l0)) / (tact_norm(p0) * (tact_real)(s + size))),
                   fmax(0.02, 0.05 * 60 * g->dt));
    /* what went through unnoticed is where its straight path led: within 0.15 s of the axis */
    if (!((double)tact_dot(tact_sub(gauntlet_com(g, b), gauntlet_com(g, a)), tact_vec(1, 0, 0)) > -0.1 * (s + size))) {
        tact_vec3 off = tact_sub(gauntlet_com(g, b), gauntlet_com(g, a));
        if (hypot((double)off.y, (double)off.z) < 0.25 * (s + size)) gauntlet_fail(g, "one passed through the other");
    }
}
/* A mesh that moves: an octahedron of triangles, dented at one corner in every other draw, cut into hulls as the
   documentation says, dropped on the floor. It weighs what the divergence theorem says, rests, and does not sink in. */
static void gauntlet_free_decomposition(void *p) { collide_decomposition_destroy((collide_decomposition *)p); }
static void scene_mesh_body(gauntlet *g) {
    static const int octahedron[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    double s = gauntlet_uniform(g, 0.05, 0.3), low = DBL_MAX, mu = gauntlet_uniform(g, 0.4, 0.9), volume = 0;
    tact_vec3 p[6];
    contact_body_def d = contact_default_body_def();
    contact_geom_def e = contact_default_geom_def();
    contact_body solid;
    collide_mesh *mesh = NULL;
    collide_decomposition *parts = NULL;
    collide_shape shape;
    int k, body;
    d.pose = tact_pose_make(gauntlet_vec(0, 0, 1.2 * s), gauntlet_orientation(g));
    for (k = 0; k < 6; ++k) { /* corners +x -x +y -y +z -z */
        double l = s * gauntlet_uniform(g, 0.7, 1) * (k % 2 ? -1 : 1);
        if (k == 4 && g->draw % 2) l *= -0.3;
        p[k] = gauntlet_vec(k / 2 == 0 ? l : 0, k / 2 == 1 ? l : 0, k / 2 == 2 ? l : 0);
    }
    for (k = 0; k < 24; k += 3)
        volume += (double)tact_dot(p[octahedron[k]], tact_cross(p[octahedron[k + 1]], p[octahedron[k + 2]])) / 6;
    if (collide_mesh_create(p, 6, octahedron, 8, NULL, &mesh) < 0 || collide_decompose(mesh, NULL, NULL, &parts) < 0)
        abort();
    gauntlet_own(g, mesh, gauntlet_free_mesh), gauntlet_own(g, parts, gauntlet_free_decomposition);
    shape = collide_mesh_shape(mesh);
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    e.density = (tact_real)gauntlet_log(g, 300, 3000), e.material.friction = (tact_real)mu;
    solid = contact_world_add_body(g->world, &d);
    if (contact_world_add_hulls(g->world, solid, parts, &e) < 0) memset(&solid, 0, sizeof solid);
    body = gauntlet_remember(g, solid, &shape, tact_pose_identity(), (double)e.density);
    if (g->over) return;
    gauntlet_check(g, "mass_off", (double)contact_body_mass(g->world, solid) / (volume * (double)e.density) - 1, 1e-6);
    g->scale = g->thing[body].mass * GAUNTLET_G * s;
    gauntlet_rests(g, 4);
    for (k = 0; k < 6; ++k) low = fmin(low, (double)tact_pose_apply(gauntlet_pose(g, body), p[k]).z);
    gauntlet_check(g, "lowest_corner", low, 0.01 * s);
}
/* A table of five boxes as one compound, dropped level: it stands on its four legs. */
static void scene_compound(gauntlet *g) {
    double s = gauntlet_uniform(g, 0.2, 0.6), leg = 0.05 * s, h = s * gauntlet_uniform(g, 0.4, 0.8);
    collide_shape part[5];
    tact_pose at[5];
    collide_compound *compound = NULL;
    int k, body;
    part[0] = cuboid(s, 0.6 * s, leg), at[0] = gauntlet_at(0, 0, 2 * h + leg);
    for (k = 1; k < 5; ++k)
        part[k] = cuboid(leg, leg, h), at[k] = gauntlet_at((k % 2 ? 0.9 : -0.9) * s, (k > 2 ? 0.5 : -0.5) * s, h);
    if (collide_compound_create(part, at, 5, NULL, &compound) < 0) abort();
    gauntlet_own(g, compound, gauntlet_free_compound);
    g->config.sleeping = 1;
    gauntlet_floor(g, 0.6, 0);
    body = gauntlet_add(g, collide_compound_shape(compound),
                        tact_pose_make(gauntlet_vec(0, 0, gauntlet_uniform(g, 0.01, 0.1)),
                                       gauntlet_turn(tact_vec(0, 0, 1), gauntlet_uniform(g, 0, 6))),
                        gauntlet_stuff(700, 0.6, 0));
    gauntlet_rests(g, 3);
    gauntlet_check(g, "height", (double)gauntlet_pose(g, body).p.z, 0.02 * leg);
}
/* A ball over the seams of a flat mesh or height field: rolls as on a plane. argument 0 mesh, 1 height field */
static void scene_seams(gauntlet *g) {
    int n = 24, x, y, i = 0, body;
    double r = gauntlet_uniform(g, 0.05, 0.2), v = gauntlet_uniform(g, 0.5, 4), a = gauntlet_uniform(g, -0.3, 0.3),
           hop = 0, cell = 12.0 / n;
    if (g->argument) {
        collide_height_field *field = (collide_height_field *)calloc(1, sizeof *field);
        tact_real *heights = (tact_real *)calloc((size_t)((n + 1) * (n + 1)), sizeof *heights);
        gauntlet_own(g, field, free), gauntlet_own(g, heights, free);
        field->n_x = field->n_y = n + 1, field->spacing_x = field->spacing_y = (tact_real)cell,
        field->heights = heights;
        gauntlet_static(g, collide_height_field_shape(field), gauntlet_at(-1, -6, 0), 0.5, 0);
    } else {
        tact_vec3 *vertex = (tact_vec3 *)calloc((size_t)((n + 1) * (n + 1)), sizeof *vertex);
        int *triangle = (int *)calloc((size_t)(6 * n * n), sizeof *triangle);
        collide_mesh *mesh = NULL;
        for (y = 0; y <= n; ++y)
            for (x = 0; x <= n; ++x) vertex[y * (n + 1) + x] = gauntlet_vec(x * cell - 1, y * cell - 6, 0);
        for (y = 0; y < n; ++y)
            for (x = 0; x < n; ++x) {
                int c = y * (n + 1) + x;
                triangle[i++] = c, triangle[i++] = c + 1, triangle[i++] = c + n + 2;
                triangle[i++] = c, triangle[i++] = c + n + 2, triangle[i++] = c + n + 1;
            }
        if (collide_mesh_create(vertex, (n + 1) * (n + 1), triangle, 2 * n * n, NULL, &mesh) < 0) abort();
        free(vertex), free(triangle);
        gauntlet_own(g, mesh, gauntlet_free_mesh);
        gauntlet_static(g, collide_mesh_shape(mesh), tact_pose_identity(), 0.5, 0);
    }
    body = gauntlet_add(g, collide_sphere((tact_real)r), gauntlet_at(0, 0, r), gauntlet_stuff(1000, 0.5, 0));
    gauntlet_throw(g, body, gauntlet_vec(v * cos(a), v * sin(a), 0), gauntlet_vec(-v * sin(a) / r, v * cos(a) / r, 0));
    for (i = 0; i < (int)(2 / g->h) && gauntlet_step(g); ++i)
        hop = fmax(hop, fabs((double)gauntlet_com(g, body).z - r));
    gauntlet_check(g, "hop", hop, fmax(1e-4, 1e-3 * r));
    gauntlet_check(g, "speed_off", (double)tact_norm(gauntlet_velocity(g, body)) / v - 1, 0.01);
}
#endif
