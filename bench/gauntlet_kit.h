/* gauntlet_kit.h - what the scenes of the gauntlet share: random draws, bodies and joints that are remembered, a step
   that measures, and a verdict.

   A scene is a function of a `gauntlet`. It draws its numbers (gauntlet_uniform, ...), builds bodies (gauntlet_add,
   ...), steps (gauntlet_run) and states its truth (gauntlet_check, gauntlet_fail). Sizes, masses and angles come from
   the draw, so that no scene is a list of numbers; a draw does not depend on dt. Every step is measured by code of this
   file, from poses and velocities:

       finite       poses and velocities are numbers
       energy       kinetic + potential + springs <= start + 1 % of the scale; where there are neither joints nor
                    bounces: <= the lowest so far + 1 %
       passes       no two solids overlap by more than half of the thinner one; nothing is beyond a guard plane
       joints       1 mm and 1 mrad at dt <= 2 ms, 1 cm and 10 mrad at 1/60, linear between; a body that turns by more
                    than a radian in a step is let off, as no method that keeps dt follows it
       statuses     CONTACT_OK in 99 % of the steps, or all but one where there are fewer than 100

   Include collide.h, rbd.h, contact.h before. */
#ifndef TACT_GAUNTLET_KIT_H
#define TACT_GAUNTLET_KIT_H
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__GNUC__) || defined(__clang__)
#define GAUNTLET_FUNC static inline __attribute__((unused))
#else
#define GAUNTLET_FUNC static inline
#endif
#define GAUNTLET_PI 3.14159265358979323846
#define GAUNTLET_G 9.81
enum { GAUNTLET_THINGS = 1200, GAUNTLET_PINS = 512, GAUNTLET_GUARDS = 8, GAUNTLET_OWNED = 64, GAUNTLET_VALUES = 64 };

typedef struct gauntlet_thing { /* a body and its one solid */
    contact_body body;
    collide_shape shape; /* kind NONE: nothing can touch it */
    tact_pose at;        /* of the solid in the body's frame */
    double mass;         /* 0: static or kinematic */
    tact_vec3 com;       /* in the solid's frame */
    tact_mat3 inertia;   /* about com, axes of the solid */
    double thickness;    /* [m] smallest width */
    double reach;        /* [m] radius about the body's origin */
    int group;           /* solids of one group other than 0 may overlap */
    int moves;           /* as mass > 0; solids of a robot's link move and have no mass of their own */
    int removed;
} gauntlet_thing;

typedef struct gauntlet_pin { /* a joint */
    contact_joint joint;      /* null: a joint of a robot */
    contact_joint_kind kind;
    int a, b;                   /* things; -1 is the world */
    tact_pose frame_a, frame_b; /* in the frames of the bodies */
    double stiffness, rest;     /* of a spring */
    int removed;
} gauntlet_pin;

typedef struct gauntlet gauntlet;
struct gauntlet {
    const char *scene;
    double dt;          /* [s] that the verdict is for */
    double h;           /* [s] of a step: dt, or a fraction of it in a reference run */
    int draw, argument; /* number of the draw; a number that the table gives to the scene */
    uint64_t seed, counter;
    contact_world_config config;
    contact_world *world;
    gauntlet_thing *thing;
    gauntlet_pin *pin;
    int n_things, n_pins, n_guards, n_owned;
    tact_vec3 guard[GAUNTLET_GUARDS]; /* normals: centres keep to n.x >= offset */
    double guard_offset[GAUNTLET_GUARDS];
    void *owned[GAUNTLET_OWNED];
    void (*owned_free[GAUNTLET_OWNED])(void *);
    /* what the scene says about itself */
    int forced;                             /* energy may grow */
    int elastic;                            /* it bounces: energy is compared with the start, not with its lowest */
    int no_solution;                        /* statuses are not counted */
    int overlaps;                           /* solids start inside each other: passes are not counted */
    double scale;                           /* [J] of the energy; 0: computed */
    double speed_limit;                     /* [m/s] of a forced scene; 0: none */
    double joint_slack;                     /* factor on the joints' tolerance */
    void (*each)(gauntlet *g, double time); /* called before every step */
    void *each_data;
    /* measured */
    double time, energy, energy_start, energy_low, energy_rise, worst_linear, worst_angular, deepest, fastest;
    int steps, planned, caveats, refused, started, over, watch_interval;
    int deep_a, deep_b; /* the deepest overlap was between these */
    double deep_time;
    contact_status last_status;
    clock_t clock_start;
    double cpu_limit; /* [s]; 0: none */
    /* verdict and comparison with a reference run */
    int failures, skipped;
    char why[400];
    int reference, n_values, n_reference;
    double value[GAUNTLET_VALUES];
    FILE *out;
    const char *label; /* scene/dt/draw; NULL: print nothing */
};

/* ---- verdict ---- */
GAUNTLET_FUNC void gauntlet_fail(gauntlet *g, const char *format, ...) {
    size_t used = strlen(g->why);
    va_list arguments;
    if (g->reference) return;
    ++g->failures;
    if (used && used + 3 < sizeof g->why) memcpy(g->why + used, "; ", 3), used += 2;
    va_start(arguments, format);
    if (used + 1 < sizeof g->why) vsnprintf(g->why + used, sizeof g->why - used, format, arguments);
    va_end(arguments);
}
GAUNTLET_FUNC void gauntlet_metric(gauntlet *g, const char *metric, double value) {
    if (g->label && g->out && !g->reference) fprintf(g->out, "gauntlet\t%s\t%s\t%.6g\n", g->label, metric, value);
}
/* |value| <= limit, which NaN never is. */
GAUNTLET_FUNC void gauntlet_check(gauntlet *g, const char *what, double value, double limit) {
    gauntlet_metric(g, what, value);
    if (!(fabs(value) <= limit)) gauntlet_fail(g, "%s %.3g, limit %.2g", what, value, limit);
}
/* Convergence: the value against that of the same scene at dt/16. */
GAUNTLET_FUNC void gauntlet_compare(gauntlet *g, const char *what, double value, double limit) {
    if (g->n_values >= GAUNTLET_VALUES) return;
    if (g->reference)
        g->value[g->n_values++] = value;
    else if (g->n_values < g->n_reference)
        gauntlet_check(g, what, value - g->value[g->n_values], limit), ++g->n_values;
}

/* ---- draws ---- */
GAUNTLET_FUNC double gauntlet_uniform(gauntlet *g, double low, double high) {
    return low + (high - low) * (double)tact_random_uniform(g->seed, g->counter++);
}
GAUNTLET_FUNC double gauntlet_log(gauntlet *g, double low, double high) { /* uniform in the logarithm */
    return low * pow(high / low, gauntlet_uniform(g, 0, 1));
}
GAUNTLET_FUNC int gauntlet_integer(gauntlet *g, int low, int high) { /* both included */
    int n = low + (int)(gauntlet_uniform(g, 0, 1) * (high - low + 1));
    return n > high ? high : n;
}
GAUNTLET_FUNC tact_vec3 gauntlet_vec(double x, double y, double z) {
    return tact_vec((tact_real)x, (tact_real)y, (tact_real)z);
}
GAUNTLET_FUNC tact_vec3 gauntlet_unit(gauntlet *g) {
    double z = gauntlet_uniform(g, -1, 1), a = gauntlet_uniform(g, 0, 2 * GAUNTLET_PI), r = sqrt(1 - z * z);
    return gauntlet_vec(r * cos(a), r * sin(a), z);
}
GAUNTLET_FUNC tact_quat gauntlet_turn(tact_vec3 axis, double angle) {
    return tact_quat_axis_angle(tact_normalize_or(axis, tact_vec(0, 0, 1)), (tact_real)angle);
}
GAUNTLET_FUNC tact_quat gauntlet_orientation(gauntlet *g) { /* uniform (Shoemake 1992) */
    double u = gauntlet_uniform(g, 0, 1), a = gauntlet_uniform(g, 0, 2 * GAUNTLET_PI),
           b = gauntlet_uniform(g, 0, 2 * GAUNTLET_PI);
    return tact_quat_make((tact_real)(sqrt(1 - u) * sin(a)), (tact_real)(sqrt(1 - u) * cos(a)),
                          (tact_real)(sqrt(u) * sin(b)), (tact_real)(sqrt(u) * cos(b)));
}
GAUNTLET_FUNC tact_pose gauntlet_at(double x, double y, double z) {
    return tact_pose_make(gauntlet_vec(x, y, z), tact_quat_identity());
}
/* A frame at p whose z axis is d. */
GAUNTLET_FUNC tact_pose gauntlet_frame(tact_vec3 p, tact_vec3 d) {
    tact_vec3 t1, t2, n = tact_normalize_or(d, tact_vec(0, 0, 1));
    tact_mat3 R;
    tact_tangents(n, &t1, &t2);
    R = tact_mat_columns(t1, t2, n);
    return tact_pose_make(p, tact_quat_from_mat(&R));
}

/* ---- memory that lives as long as the run ---- */
GAUNTLET_FUNC void gauntlet_own(gauntlet *g, void *p, void (*release)(void *)) {
    if (g->n_owned >= GAUNTLET_OWNED) abort();
    g->owned[g->n_owned] = p, g->owned_free[g->n_owned++] = release;
}
GAUNTLET_FUNC void gauntlet_free_hull(void *p) { collide_hull_destroy((collide_hull *)p); }
GAUNTLET_FUNC void gauntlet_free_mesh(void *p) { collide_mesh_destroy((collide_mesh *)p); }
GAUNTLET_FUNC void gauntlet_free_compound(void *p) { collide_compound_destroy((collide_compound *)p); }
GAUNTLET_FUNC void gauntlet_free_model(void *p) { rbd_model_destroy((rbd_model *)p); }
GAUNTLET_FUNC collide_shape gauntlet_hull(gauntlet *g, const tact_vec3 *points, int n) {
    collide_hull *hull = NULL;
    if (collide_hull_create(points, n, NULL, NULL, &hull) < 0) abort();
    gauntlet_own(g, hull, gauntlet_free_hull);
    return collide_convex(hull);
}

/* ---- building ---- */
GAUNTLET_FUNC contact_world *
gauntlet_world(gauntlet *g) { /* made by the first that needs it: change g->config before */
    if (!g->world) g->world = contact_world_create(&g->config, NULL, NULL);
    if (!g->world) abort();
    return g->world;
}
/* Smallest width over directions spread on the sphere and the normals of a hull: exact for the solids used here but
 * slim hulls. */
GAUNTLET_FUNC double gauntlet_thickness(const collide_shape *s) {
    double best = DBL_MAX;
    int k, n = 200;
    if (s->kind == COLLIDE_KIND_NONE || s->kind == COLLIDE_KIND_HALFSPACE || s->kind >= COLLIDE_KIND_MESH)
        return DBL_MAX;
    for (k = -3; k < n; ++k) { /* the three axes, then a spiral */
        double z = 1 - (2 * k + 1.0) / n, r = sqrt(fabs(1 - z * z)), a = 2.399963229728653 * k, w;
        tact_vec3 d = k < 0 ? gauntlet_vec(k == -3, k == -2, k == -1) : gauntlet_vec(r * cos(a), r * sin(a), z);
        w = (double)tact_dot(d, tact_sub(collide_support(s, d, NULL), collide_support(s, tact_neg(d), NULL)));
        if (w < best) best = w;
    }
    for (k = 0; s->kind == COLLIDE_KIND_HULL && k < s->data.hull->n_faces; ++k) {
        tact_vec3 d = s->data.hull->face_normal[k];
        double w = (double)tact_dot(d, tact_sub(collide_support(s, d, NULL), collide_support(s, tact_neg(d), NULL)));
        if (w < best) best = w;
    }
    return best;
}
/* Remembers a body; returns its number. */
GAUNTLET_FUNC int gauntlet_remember(gauntlet *g, contact_body body, const collide_shape *shape, tact_pose at,
                                    double density) {
    gauntlet_thing *t;
    collide_mass m;
    if (g->n_things >= GAUNTLET_THINGS || !body.generation) {
        fprintf(stderr, "gauntlet: %s: no body: %s\n", g->scene, contact_world_error(g->world)->text);
        gauntlet_fail(g, "the world refused a body: %s", contact_world_error(g->world)->text);
        g->over = 1;
        return 0;
    }
    t = &g->thing[g->n_things];
    memset(t, 0, sizeof *t);
    t->body = body, t->at = at;
    if (shape) {
        t->shape = *shape, t->thickness = gauntlet_thickness(shape);
        t->reach = (double)(tact_norm(at.p) + tact_norm(shape->centre) + shape->extent + shape->radius);
        if (shape->kind == COLLIDE_KIND_HALFSPACE) t->reach = DBL_MAX;
    }
    if (density > 0 && shape && collide_mass_properties(shape, (tact_real)density, &m) >= 0)
        t->mass = (double)m.mass, t->com = m.com, t->inertia = m.inertia;
    return g->n_things++;
}
typedef struct gauntlet_material {
    double density, friction, restitution;
} gauntlet_material;
GAUNTLET_FUNC gauntlet_material gauntlet_stuff(double density, double friction, double restitution) {
    gauntlet_material m;
    m.density = density, m.friction = friction, m.restitution = restitution;
    return m;
}
GAUNTLET_FUNC int gauntlet_add_type(gauntlet *g, contact_body_type type, collide_shape shape, tact_pose pose,
                                    gauntlet_material m) {
    contact_world *w = gauntlet_world(g);
    contact_body_def d = contact_default_body_def();
    contact_geom_def e = contact_default_geom_def();
    contact_body body;
    contact_geom geom;
    d.type = type, d.pose = pose;
    e.shape = &shape, e.density = (tact_real)m.density;
    e.material.friction = (tact_real)m.friction, e.material.restitution = (tact_real)m.restitution;
    body = contact_world_add_body(w, &d);
    geom = contact_world_add_geom(w, body, &e);
    if (!geom.generation) memset(&body, 0, sizeof body);
    return gauntlet_remember(g, body, &shape, tact_pose_identity(), type == CONTACT_BODY_DYNAMIC ? m.density : 0);
}
GAUNTLET_FUNC int gauntlet_add(gauntlet *g, collide_shape shape, tact_pose pose, gauntlet_material m) {
    return gauntlet_add_type(g, CONTACT_BODY_DYNAMIC, shape, pose, m);
}
GAUNTLET_FUNC int gauntlet_static(gauntlet *g, collide_shape shape, tact_pose pose, double friction,
                                  double restitution) {
    return gauntlet_add_type(g, CONTACT_BODY_STATIC, shape, pose, gauntlet_stuff(0, friction, restitution));
}
GAUNTLET_FUNC int gauntlet_floor(gauntlet *g, double friction, double restitution) {
    return gauntlet_static(g, collide_halfspace(tact_vec(0, 0, 1), 0), tact_pose_identity(), friction, restitution);
}
/* A solid that touches nothing: a part of a mechanism. */
GAUNTLET_FUNC int gauntlet_ghost(gauntlet *g, collide_shape shape, tact_pose pose, double density) {
    contact_world *w = gauntlet_world(g);
    contact_body_def d = contact_default_body_def();
    contact_geom_def e = contact_default_geom_def();
    contact_body body;
    int k;
    d.pose = pose, e.shape = &shape, e.density = (tact_real)density, e.mask = 0;
    body = contact_world_add_body(w, &d);
    contact_world_add_geom(w, body, &e);
    k = gauntlet_remember(g, body, &shape, tact_pose_identity(), density);
    g->thing[k].shape.kind = COLLIDE_KIND_NONE;
    return k;
}
GAUNTLET_FUNC void gauntlet_guard(gauntlet *g, tact_vec3 normal, double offset) {
    g->guard[g->n_guards] = normal, g->guard_offset[g->n_guards++] = offset;
}
GAUNTLET_FUNC tact_pose gauntlet_pose(const gauntlet *g, int k) { /* of the body; -1 is the world */
    return k < 0 ? tact_pose_identity() : contact_body_pose(g->world, g->thing[k].body);
}
GAUNTLET_FUNC tact_vec3 gauntlet_com(const gauntlet *g, int k) { /* of the solid */
    return tact_pose_apply(tact_pose_mul(gauntlet_pose(g, k), g->thing[k].at), g->thing[k].com);
}
GAUNTLET_FUNC tact_vec3 gauntlet_spin(const gauntlet *g, int k) {
    return contact_body_angular_velocity(g->world, g->thing[k].body);
}
GAUNTLET_FUNC tact_vec3 gauntlet_velocity(const gauntlet *g, int k) { /* of the solid's centre of mass */
    tact_vec3 arm = tact_sub(gauntlet_com(g, k), contact_body_com(g->world, g->thing[k].body));
    return tact_add(contact_body_velocity(g->world, g->thing[k].body), tact_cross(gauntlet_spin(g, k), arm));
}
GAUNTLET_FUNC void gauntlet_throw(gauntlet *g, int k, tact_vec3 v, tact_vec3 spin) {
    contact_body_set_velocity(g->world, g->thing[k].body, v, spin);
}
GAUNTLET_FUNC double gauntlet_speed(const gauntlet *g, int k) { /* of its fastest point, at most */
    const gauntlet_thing *t = &g->thing[k];
    double r = (double)(t->shape.extent + t->shape.radius);
    return (double)tact_norm(gauntlet_velocity(g, k)) + (double)tact_norm(gauntlet_spin(g, k)) * (r < 1 ? r : 1);
}
GAUNTLET_FUNC void gauntlet_remove(gauntlet *g, int k) {
    contact_world_remove_body(g->world, g->thing[k].body);
    g->thing[k].removed = 1;
}
/* A joint with its frame in the world; fill `def` for motors and limits, or NULL. Returns its number. */
GAUNTLET_FUNC int gauntlet_join(gauntlet *g, contact_joint_kind kind, int a, int b, tact_pose frame,
                                const contact_joint_def *def) {
    contact_joint_def d = def ? *def : contact_default_joint_def(kind);
    gauntlet_pin *p = &g->pin[g->n_pins];
    if (g->n_pins >= GAUNTLET_PINS) abort();
    memset(p, 0, sizeof *p);
    d.kind = kind;
    memset(&d.a, 0, sizeof d.a);
    if (a >= 0) d.a = g->thing[a].body;
    d.b = g->thing[b].body;
    d.frame_a = tact_pose_mul(tact_pose_inverse(gauntlet_pose(g, a)), frame);
    d.frame_b = tact_pose_mul(tact_pose_inverse(gauntlet_pose(g, b)), frame);
    p->kind = kind, p->a = a, p->b = b, p->frame_a = d.frame_a, p->frame_b = d.frame_b;
    p->stiffness = d.motor ? (double)d.stiffness : 0, p->rest = (double)d.position;
    p->joint = contact_world_add_joint(gauntlet_world(g), &d);
    if (!p->joint.generation)
        gauntlet_fail(g, "the world refused a joint: %s", contact_world_error(g->world)->text), g->over = 1;
    return g->n_pins++;
}

/* ---- measuring ---- */
GAUNTLET_FUNC double gauntlet_angle(tact_vec3 a, tact_vec3 b) {
    return atan2((double)tact_norm(tact_cross(a, b)), (double)tact_dot(a, b));
}
/* Position along a slider, angle of a hinge in (-pi, pi]; and how far the joint is open. */
GAUNTLET_FUNC double gauntlet_pin_state(const gauntlet *g, int k, double *linear, double *angular) {
    const gauntlet_pin *p = &g->pin[k];
    tact_pose a = tact_pose_mul(gauntlet_pose(g, p->a), p->frame_a),
              b = tact_pose_mul(gauntlet_pose(g, p->b), p->frame_b);
    tact_vec3 za = tact_rotate(a.q, tact_vec(0, 0, 1)), zb = tact_rotate(b.q, tact_vec(0, 0, 1)),
              d = tact_sub(b.p, a.p);
    tact_quat turn = tact_quat_mul(tact_quat_conj(a.q), b.q);
    int slides = p->kind == CONTACT_JOINT_SLIDER || p->kind == CONTACT_JOINT_CYLINDER;
    double along = (double)tact_dot(d, za);
    *linear = (double)tact_norm(slides ? tact_mul_add(d, (tact_real)-along, za) : d), *angular = 0;
    if (p->kind == CONTACT_JOINT_HINGE || p->kind == CONTACT_JOINT_CYLINDER) *angular = gauntlet_angle(za, zb);
    if (p->kind == CONTACT_JOINT_WELD || p->kind == CONTACT_JOINT_SLIDER)
        *angular = (double)tact_norm(tact_quat_log(turn));
    if (p->kind == CONTACT_JOINT_UNIVERSAL)
        *angular = fabs(asin(fmax(
            -1, fmin(1, (double)tact_dot(tact_rotate(a.q, tact_vec(1, 0, 0)), tact_rotate(b.q, tact_vec(0, 1, 0)))))));
    if (slides) return along;
    return 2 * atan2((double)turn.z * ((double)turn.w < 0 ? -1 : 1), fabs((double)turn.w));
}
GAUNTLET_FUNC double gauntlet_kinetic(const gauntlet *g, int k) {
    const gauntlet_thing *t = &g->thing[k];
    tact_vec3 spin = tact_unrotate(tact_quat_mul(gauntlet_pose(g, k).q, t->at.q), gauntlet_spin(g, k));
    return 0.5 * t->mass * (double)tact_norm2(gauntlet_velocity(g, k)) +
           0.5 * (double)tact_dot(spin, tact_mat_mul_vec(&t->inertia, spin));
}
GAUNTLET_FUNC double gauntlet_energy(const gauntlet *g) { /* with the springs of joints */
    double e = 0, linear, angular;
    int k;
    for (k = 0; k < g->n_things; ++k)
        if (g->thing[k].mass > 0 && !g->thing[k].removed)
            e += gauntlet_kinetic(g, k) - g->thing[k].mass * (double)tact_dot(g->config.gravity, gauntlet_com(g, k));
    for (k = 0; k < g->n_pins; ++k)
        if (g->pin[k].stiffness > 0) {
            double x = gauntlet_pin_state(g, k, &linear, &angular) - g->pin[k].rest;
            e += 0.5 * g->pin[k].stiffness * x * x;
        }
    return e;
}
GAUNTLET_FUNC void gauntlet_momentum(const gauntlet *g, tact_vec3 *linear, tact_vec3 *angular) { /* about the origin */
    int k;
    *linear = *angular = tact_vec(0, 0, 0);
    for (k = 0; k < g->n_things; ++k)
        if (g->thing[k].mass > 0 && !g->thing[k].removed) {
            const gauntlet_thing *t = &g->thing[k];
            tact_quat q = tact_quat_mul(gauntlet_pose(g, k).q, t->at.q);
            tact_vec3 p = tact_scale((tact_real)t->mass, gauntlet_velocity(g, k));
            tact_vec3 l = tact_rotate(q, tact_mat_mul_vec(&t->inertia, tact_unrotate(q, gauntlet_spin(g, k))));
            *linear = tact_add(*linear, p);
            *angular = tact_add(*angular, tact_add(l, tact_cross(gauntlet_com(g, k), p)));
        }
}
/* Energy that the start offers: kinetic energy, and all mass raised by the extent of the scene (its height over a
 * floor). */
GAUNTLET_FUNC double gauntlet_scale(const gauntlet *g) {
    double scale = 0, low = DBL_MAX, extent = 0, gravity = (double)tact_norm(g->config.gravity);
    tact_vec3 first = tact_vec(0, 0, 0);
    int k, seen = 0, grounded = 0;
    for (k = 0; k < g->n_things; ++k) {
        const gauntlet_thing *t = &g->thing[k];
        if (!(t->mass > 0)) {
            grounded |= t->shape.kind != COLLIDE_KIND_NONE;
            continue;
        }
        if (!seen++) first = gauntlet_com(g, k);
        extent =
            fmax(extent, (double)(tact_norm(tact_sub(gauntlet_com(g, k), first)) + t->shape.extent + t->shape.radius));
        low = fmin(low, (double)gauntlet_com(g, k).z);
    }
    for (k = 0; k < g->n_pins; ++k)
        extent = fmax(extent, (double)tact_norm(tact_sub(
                                  tact_pose_apply(gauntlet_pose(g, g->pin[k].a), g->pin[k].frame_a.p), first)));
    for (k = 0; k < g->n_things; ++k)
        if (g->thing[k].mass > 0) {
            const gauntlet_thing *t = &g->thing[k];
            double height = (double)gauntlet_com(g, k).z - (grounded ? 0 : low);
            scale += gauntlet_kinetic(g, k) +
                     t->mass * gravity *
                         (grounded && !g->n_pins ? fmax(height, (double)(t->shape.extent + t->shape.radius)) : extent);
        }
    return scale;
}
GAUNTLET_FUNC double gauntlet_overlap(const gauntlet *g, int i, int k) { /* [m] depth; 0 when apart */
    const gauntlet_thing *a = &g->thing[i], *b = &g->thing[k];
    collide_result r;
    collide_status s = collide_penetration(&a->shape, tact_pose_mul(gauntlet_pose(g, i), a->at), &b->shape,
                                           tact_pose_mul(gauntlet_pose(g, k), b->at), NULL, NULL, &r);
    return s == COLLIDE_OK && r.distance < 0 ? -(double)r.distance : 0;
}
GAUNTLET_FUNC int gauntlet_may_touch(const gauntlet *g, int i, int k) {
    const gauntlet_thing *a = &g->thing[i], *b = &g->thing[k];
    if (a->removed || b->removed || !(a->mass + b->mass > 0 || a->moves || b->moves)) return 0;
    if (a->shape.kind == COLLIDE_KIND_NONE || b->shape.kind == COLLIDE_KIND_NONE) return 0;
    if (a->shape.kind >= COLLIDE_KIND_MESH || b->shape.kind >= COLLIDE_KIND_MESH) return 0;
    return !(a->group && a->group == b->group);
}
GAUNTLET_FUNC void gauntlet_watch_passes(gauntlet *g) {
    int i, k;
    for (i = 0; i < g->n_things; ++i) {
        if (g->thing[i].mass > 0 && !g->thing[i].removed)
            for (k = 0; k < g->n_guards; ++k)
                if ((double)tact_dot(g->guard[k], gauntlet_com(g, i)) < g->guard_offset[k]) {
                    gauntlet_fail(g, "body %d is beyond a guard plane at %.3g s", i, g->time);
                    g->over = 1;
                    return;
                }
        for (k = i + 1; k < g->n_things; ++k) {
            double depth, reach = g->thing[i].reach + g->thing[k].reach, thin;
            if (!gauntlet_may_touch(g, i, k)) continue;
            if (reach < DBL_MAX &&
                (double)tact_norm2(tact_sub(gauntlet_pose(g, i).p, gauntlet_pose(g, k).p)) > reach * reach)
                continue;
            thin = fmin(g->thing[i].thickness, g->thing[k].thickness);
            depth = gauntlet_overlap(g, i, k) / thin;
            if (depth > g->deepest) g->deepest = depth, g->deep_a = i, g->deep_b = k, g->deep_time = g->time;
        }
    }
}
GAUNTLET_FUNC double gauntlet_joint_tolerance(const gauntlet *g) { /* [m]; [rad] the same number */
    return g->joint_slack * (g->dt <= 2.001e-3 ? 1e-3 : 1e-2 * 60 * g->dt);
}
GAUNTLET_FUNC void gauntlet_watch_joints(gauntlet *g) {
    int k;
    for (k = 0; k < g->n_pins; ++k) {
        const gauntlet_pin *p = &g->pin[k];
        double linear, angular, spin = 0;
        if (p->removed) continue;
        if (p->a >= 0) spin = (double)tact_norm(gauntlet_spin(g, p->a));
        spin = fmax(spin, (double)tact_norm(gauntlet_spin(g, p->b)));
        if (spin * g->h > 1) continue;
        gauntlet_pin_state(g, k, &linear, &angular);
        if (!(linear <= g->worst_linear)) g->worst_linear = linear;
        if (!(angular <= g->worst_angular)) g->worst_angular = angular;
    }
}
GAUNTLET_FUNC void gauntlet_begin(gauntlet *g) {
    int k, moving = 0;
    for (k = 0; k < g->n_things; ++k) moving += g->thing[k].mass > 0;
    if (!(g->scale > 0)) g->scale = gauntlet_scale(g);
    g->energy = g->energy_start = g->energy_low = gauntlet_energy(g);
    g->watch_interval = moving < 30 ? 1 : 1 + (int)(0.02 * moving / 30 / g->h);
    g->clock_start = clock();
    g->started = 1;
}
/* One step; 0 when the run is over before its time. */
GAUNTLET_FUNC int gauntlet_step(gauntlet *g) {
    int k;
    if (g->over) return 0;
    if (!g->started) gauntlet_begin(g);
    if (g->each) g->each(g, g->time);
    g->last_status = contact_world_step(g->world, (tact_real)g->h);
    ++g->steps, g->time += g->h;
    g->caveats += g->last_status > 0, g->refused += g->last_status < 0;
    for (k = 0; k < g->n_things; ++k) {
        double v;
        if (!(g->thing[k].mass > 0) || g->thing[k].removed) continue;
        v = (double)tact_norm(gauntlet_velocity(g, k));
        if (!tact_pose_valid(gauntlet_pose(g, k)) || !(v - v <= 0)) {
            gauntlet_fail(g, "body %d is not finite at %.3g s", k, g->time);
            return g->over = 1, 0;
        }
        if (v > g->fastest) g->fastest = v;
    }
    g->energy = gauntlet_energy(g);
    g->energy_rise = fmax(g->energy_rise, g->energy - (g->n_pins || g->elastic ? g->energy_start : g->energy_low));
    g->energy_low = fmin(g->energy_low, g->energy);
    gauntlet_watch_joints(g);
    if (!g->overlaps && g->steps % g->watch_interval == 0) gauntlet_watch_passes(g);
    if (!g->forced && g->energy_rise > 100 * g->scale) g->over = 1; /* it has exploded: the verdict is known */
    if (g->worst_linear > 100) g->over = 1;
    if (g->cpu_limit > 0 && (double)(clock() - g->clock_start) / CLOCKS_PER_SEC > g->cpu_limit) {
        gauntlet_fail(g, "time limit at %.3g s simulated", g->time);
        g->over = 1;
    }
    return !g->over;
}
GAUNTLET_FUNC void gauntlet_run(gauntlet *g, double seconds) {
    int n = (int)(seconds / g->h + 0.5);
    g->planned += n;
    while (n-- > 0 && gauntlet_step(g)) {
    }
}
/* Comes to rest within `seconds` and sleeps: 1 mm/s is five times slower than the world's own limit of sleep. */
GAUNTLET_FUNC void gauntlet_rests(gauntlet *g, double seconds) {
    double fastest = 0;
    int k, who = -1, n = (int)(seconds / g->h + 0.5);
    g->planned += n; /* asleep it would go on without a caveat */
    while (n-- > 0 && gauntlet_step(g))
        if (n % 16 == 0 && contact_world_get_stats(g->world).n_awake == 0) break;
    if (g->over) return;
    for (k = 0; k < g->n_things; ++k)
        if (g->thing[k].mass > 0 && !g->thing[k].removed && !(gauntlet_speed(g, k) <= fastest))
            fastest = gauntlet_speed(g, who = k);
    gauntlet_metric(g, "speed_end", fastest);
    if (!(fastest < 1e-3)) gauntlet_fail(g, "body %d still moves at %.3g m/s", who, fastest);
    k = contact_world_get_stats(g->world).n_awake;
    if (g->config.sleeping && k) gauntlet_fail(g, "%d bodies do not sleep", k);
}
GAUNTLET_FUNC double gauntlet_moved(const gauntlet *g, int k, tact_vec3 from) {
    return (double)tact_norm(tact_sub(gauntlet_com(g, k), from));
}
/* The checks that every scene shares. */
GAUNTLET_FUNC void gauntlet_finish(gauntlet *g) {
    double tolerance = gauntlet_joint_tolerance(g);
    if (g->reference || !g->world) return;
    if (!g->forced && g->scale > 0) gauntlet_check(g, "energy_rise", g->energy_rise / g->scale, 0.01);
    if (!g->overlaps) {
        gauntlet_check(g, "deepest", g->deepest, 0.5);
        if (g->deepest > 0.5) gauntlet_fail(g, "bodies %d and %d at %.3g s", g->deep_a, g->deep_b, g->deep_time);
    }
    if (g->n_pins) {
        gauntlet_check(g, "joint_m", g->worst_linear, tolerance);
        gauntlet_check(g, "joint_rad", g->worst_angular, tolerance);
    }
    if (g->forced && g->speed_limit > 0) gauntlet_check(g, "speed", g->fastest, g->speed_limit);
    if (g->refused)
        gauntlet_fail(g, "%d of %d steps refused: %s", g->refused, g->steps, contact_world_error(g->world)->text);
    gauntlet_metric(g, "caveats", g->steps ? (double)g->caveats / g->steps : 0);
    if (g->planned < g->steps) g->planned = g->steps;
    if (!g->no_solution && g->caveats > (g->planned + 99) / 100)
        gauntlet_fail(g, "%d of %d steps with a caveat", g->caveats, g->planned);
}

/* ---- one run of a scene ---- */
typedef struct gauntlet_scene {
    const char *name;
    void (*run)(gauntlet *g);
    int argument;  /* for families that share a function */
    int converges; /* 1: also run at dt/16, for gauntlet_compare */
    int quick;     /* 1: cheap enough for the tests */
    const char *truth;
} gauntlet_scene;

typedef struct gauntlet_options {
    int fine;              /* steps per dt: 1; 16 checks a truth */
    double cpu_limit;      /* [s]; 0: none */
    contact_method method; /* CONTACT_METHOD_AUTO */
    int integrator;
    FILE *out;
    const char *label;
} gauntlet_options;

GAUNTLET_FUNC void gauntlet_once(gauntlet *g, const gauntlet_scene *s, double dt, double h, int draw,
                                 const gauntlet_options *o) {
    uint64_t hash = 1469598103934665603u; /* FNV-1a of the name: a scene keeps its draws when others are added */
    const char *c;
    int k;
    for (c = s->name; *c; ++c) hash = (hash ^ (uint64_t)(unsigned char)*c) * 1099511628211u;
    g->scene = s->name, g->argument = s->argument, g->dt = dt, g->h = h, g->draw = draw;
    g->seed = hash + (uint64_t)draw, g->joint_slack = 1;
    g->config = contact_default_world_config();
    g->config.solver.method = o->method, g->config.integrator = (contact_integrator)o->integrator;
    g->cpu_limit = o->cpu_limit, g->out = o->out, g->label = o->label;
    g->thing = (gauntlet_thing *)calloc(GAUNTLET_THINGS, sizeof *g->thing);
    g->pin = (gauntlet_pin *)calloc(GAUNTLET_PINS, sizeof *g->pin);
    if (!g->thing || !g->pin) abort();
    s->run(g);
    gauntlet_finish(g);
    contact_world_destroy(g->world);
    for (k = g->n_owned - 1; k >= 0; --k) g->owned_free[k](g->owned[k]);
    free(g->thing), free(g->pin);
}
/* 1: passed, 0: failed, -1: its data is not here. `why` (400 characters) says why not. */
GAUNTLET_FUNC int gauntlet_run_scene(const gauntlet_scene *s, double dt, int draw, const gauntlet_options *o,
                                     char *why) {
    gauntlet *g = (gauntlet *)calloc(1, sizeof *g), *reference = (gauntlet *)calloc(1, sizeof *g);
    int ok;
    if (!g || !reference) abort();
    if (s->converges) {
        reference->reference = 1;
        gauntlet_once(reference, s, dt, dt / 16, draw, o);
        memcpy(g->value, reference->value, sizeof g->value);
        g->n_reference = reference->n_values;
    }
    gauntlet_once(g, s, dt, dt / o->fine, draw, o);
    ok = g->skipped ? -1 : !g->failures;
    memcpy(why, g->why, sizeof g->why);
    free(g), free(reference);
    return ok;
}
#endif
