/* world_random.h - random worlds of every kind that a step has derivatives for, and the judgement of those derivatives by central differences.
   Used by world_derivatives_random.c (a sample in every test run) and soak_derivatives.c (as many as wanted). A run is its class and its seed.

   Judgement of a column. Central differences C(h) of the step over h = u 4^-k 1e-3, k = -3 .. 11, u a unit of the direction, are extrapolated,
   R(h) = C(h/4) + (C(h/4) - C(h))/15. Where two neighbours of R agree with each other and with C(h/16) to 3e-6 of the column's scale, they are the
   truth, whatever the derivative says, provided that the two one-sided differences there come together with h: they differ by less than 1e-5, or
   by at least 1.8 times less at a quarter of h. Of several such places the one where R agrees best counts. Without any, the differences are not
   conclusive: a mode changes within h, or the rounding of the step is too large. Where neighbours agree and the one-sided differences do not
   come together, there nor over any smaller h, the point is on a kink, which the status should have said. A derivative that is off the truth by
   more than 1e-5 is a miss. The whole ladder is only climbed where the difference over one h does not agree with the derivative to
   3e-6, or its two halves differ. */
#ifndef WORLD_RANDOM_H
#define WORLD_RANDOM_H
#include "world_differences.h"

#include <math.h>
#include <stdio.h>

enum {
    RANDOM_REST,
    RANDOM_STACK,
    RANDOM_MEET,
    RANDOM_SWEEP,
    RANDOM_SPIN,
    RANDOM_JOINTS,
    RANDOM_ROBOT,
    RANDOM_MAXIMAL,
    RANDOM_FREE,
    RANDOM_CLASSES
};
static const char *const random_class_name[RANDOM_CLASSES] = {"rest",   "stack", "meet",    "sweep", "spin",
                                                              "joints", "robot", "maximal", "free"};

typedef struct random_source {
    uint64_t seed, count;
} random_source;
WORLD_TEST tact_real random_between(random_source *g, double low, double high) {
    return (tact_real)(low + (high - low) * (double)tact_random_uniform(g->seed, g->count++));
}
WORLD_TEST tact_real random_log(random_source *g, double low, double high) {
    return (tact_real)exp((double)random_between(g, log(low), log(high)));
}
WORLD_TEST int random_below(random_source *g, int n) {
    return (int)(tact_random_bits(g->seed, g->count++) % (uint64_t)n);
}
WORLD_TEST int random_chance(random_source *g, double part) { return random_between(g, 0, 1) < (tact_real)part; }
WORLD_TEST tact_vec3 random_vector(random_source *g, double size) {
    tact_real x = tact_random_normal(g->seed + 77, g->count++), y = tact_random_normal(g->seed + 77, g->count++);
    return tact_scale((tact_real)size, tact_vec(x, y, tact_random_normal(g->seed + 77, g->count++)));
}
WORLD_TEST tact_quat random_turn(random_source *g) {
    tact_vec3 v = random_vector(g, 1);
    return tact_quat_normalize(tact_quat_make(v.x, v.y, v.z, tact_random_normal(g->seed + 78, g->count++)));
}

/* One draw after the other: the order in which arguments are evaluated is the compiler's. */
WORLD_TEST tact_pose random_pose(random_source *g, double size) {
    tact_quat turn = random_turn(g);
    return tact_pose_make(random_vector(g, size), turn);
}
WORLD_TEST tact_vec3 random_place(random_source *g, double size, tact_real z) {
    tact_real y = random_between(g, -size, size);
    return tact_vec(random_between(g, -size, size), y, z);
}
WORLD_TEST tact_real random_past(random_source *g) { /* of a limit */
    tact_real way = random_log(g, 1e-6, 1e-2);
    return random_chance(g, 0.5) ? way : -way;
}

enum { RANDOM_GEOMS = 12, RANDOM_HULLS = 3, RANDOM_WARM = 40 };
typedef struct random_scene {
    scene s;
    int kind;
    uint64_t seed;
    int warm,
        fresh; /* steps before the one that is judged; whether that is in a world of its own, at their last state */
    contact_body all[8]; /* every body that is not static, with kinematic ones */
    int n_all;
    contact_geom geoms[RANDOM_GEOMS];
    int n_geoms;
    contact_joint joints[4];
    int n_joints;
    int mass_of; /* parameter whose mass is changed by mass_change; -1: none */
    tact_real mass_change;
    int verbose;
    collide_hull *hulls[RANDOM_HULLS];
} random_scene;
typedef struct random_state { /* of everything that moves */
    tact_pose pose[8];
    tact_vec3 v[8], w[8];
    tact_real q[64], rv[64];
} random_state;

WORLD_TEST collide_shape random_shape(random_scene *r, random_source *g, tact_real size) {
    tact_real x = size * random_between(g, 0.4, 1), y = size * random_between(g, 0.4, 1),
              z = size * random_between(g, 0.4, 1);
    int which = random_below(g, 13), k, i;
    switch (which) {
    case 0: return collide_sphere(x);
    case 1:
    case 2: return collide_box(x, y, z);
    case 3: return collide_capsule(x / 2, y);
    case 4: return collide_cylinder(x, y);
    case 5: return collide_cone(x, y);
    case 6:
    case 7: return collide_ellipsoid(x, y, z);
    case 8: return collide_rounded(collide_box(x, y, z), x / 4);
    case 9: return collide_rounded(collide_cylinder(x, y), y / 5);
    case 10: return collide_rounded(collide_cone(x, y), x / 5);
    case 11: return collide_rounded(collide_ellipsoid(x, y, z), x / 4);
    default:
        for (k = 0; k < RANDOM_HULLS; ++k)
            if (!r->hulls[k]) {
                tact_vec3 points[12];
                int n = 5 + random_below(g, 8);
                for (i = 0; i < n; ++i)
                    points[i] = tact_scale(size, tact_normalize_or(random_vector(g, 1), tact_vec(1, 0, 0)));
                if (collide_hull_create(points, n, NULL, NULL, &r->hulls[k]) >= 0) return collide_convex(r->hulls[k]);
                break;
            }
        return collide_box(x, y, z);
    }
}
WORLD_TEST contact_material random_surface(random_source *g) {
    contact_material m = contact_default_material();
    random_source shape;
    m.friction = random_chance(g, 0.1) ? 0 : random_chance(g, 0.1) ? 1 : random_between(g, 0.05, 1);
    m.restitution = random_chance(g, 0.6) ? 0 : random_between(g, 0.05, 0.9);
    if (random_chance(g, 0.15)) m.surface_velocity = random_vector(g, 0.3);
    m.stiffness = random_log(g, 1e4, 3e6);
    m.dissipation = random_chance(g, 0.2) ? 0 : random_between(g, 0.5, 20);
    m.relaxation_time = random_chance(g, 0.2) ? 0 : random_log(g, 1e-3, 0.05);
    shape = *g, shape.seed += 99; /* draws of its own: the scenes stay what they were without */
    if (random_chance(&shape, 0.2)) m.rolling_friction = random_log(&shape, 1e-4, 0.02);
    if (random_chance(&shape, 0.2)) m.torsional_friction = random_log(&shape, 1e-4, 0.02);
    return m;
}
/* Pose of b, which overlaps a, moved along a direction until it is `gap` from a: the signed distance of convex shapes grows along the way. */
WORLD_TEST tact_pose random_near(const collide_shape *a, tact_pose pose_a, const collide_shape *b, tact_pose pose_b,
                                 tact_vec3 direction, tact_real gap) {
    tact_real low = 0, high = 3;
    tact_vec3 from = pose_b.p;
    int k;
    for (k = 0; k < 60; ++k) {
        collide_result r;
        pose_b.p = tact_mul_add(from, (low + high) / 2, direction);
        if (collide_distance(a, pose_a, b, pose_b, NULL, NULL, &r) < 0) break;
        if (r.distance < gap)
            low = (low + high) / 2;
        else
            high = (low + high) / 2;
    }
    return pose_b;
}
WORLD_TEST tact_real random_gap(random_source *g,
                                tact_real size) { /* overlaps, contacts to come, and what lies all but flat */
    tact_real x = size * random_log(g, 1e-6, 1.5e-2);
    return random_chance(g, 0.6) ? -x / 3 : x;
}
WORLD_TEST tact_quat random_lying(random_source *g) { /* any way up, on a face, nearly on a face */
    tact_quat up = tact_quat_exp(tact_scale(TACT_R(1.5707963267948966), tact_vec((tact_real)random_below(g, 3), 0, 0)));
    tact_quat about = tact_quat_exp(tact_vec(0, 0, random_between(g, -3, 3)));
    int how = random_below(g, 4);
    tact_real tilt = random_log(g, 1e-9, 1e-1);
    tact_quat any = random_turn(g), lean = tact_quat_exp(random_vector(g, (double)tilt));
    if (how == 0) return any;
    if (random_chance(g, 0.3)) up = tact_quat_mul(tact_quat_exp(tact_vec(0, TACT_R(1.5707963267948966), 0)), up);
    up = tact_quat_mul(about, up);
    return how == 1 ? up : tact_quat_mul(lean, up);
}
/* A body with one geom. The mass changes where this body's is the parameter that is changed. */
WORLD_TEST contact_body random_body(random_scene *r, random_source *g, contact_body_type type,
                                    const collide_shape *shape, tact_pose pose, tact_vec3 v, tact_vec3 w,
                                    int mass_index) {
    contact_body_def def = contact_default_body_def();
    contact_geom_def geom = contact_default_geom_def();
    contact_body body;
    static const char *const kinds[] = {"none",     "point", "segment", "triangle", "box",      "ellipsoid",
                                        "cylinder", "cone",  "hull",    "custom",   "halfspace"};
    tact_real density = random_log(g, 100, 5000);
    if (r->verbose)
        fprintf(stderr, "  %s %s rounded by %.2g at %.4g %.4g %.4g\n",
                type == CONTACT_BODY_STATIC      ? "static"
                : type == CONTACT_BODY_KINEMATIC ? "kinematic"
                                                 : "dynamic",
                kinds[shape->kind], (double)shape->radius, (double)pose.p.x, (double)pose.p.y, (double)pose.p.z);
    def.type = type, def.pose = pose;
    if (random_chance(g, 0.2))
        def.linear_damping = random_between(g, 0, 2), def.angular_damping = random_between(g, 0, 2);
    def.velocity = v, def.angular_velocity = w;
    geom.shape = shape;
    geom.density = density;
    geom.material = random_surface(g);
    if (type == CONTACT_BODY_DYNAMIC && r->mass_of == mass_index && mass_index >= 0) {
        collide_mass m;
        collide_mass_properties(shape, density, &m);
        geom.density *= 1 + r->mass_change / m.mass;
    }
    body = contact_world_add_body(r->s.w, &def);
    if (r->n_geoms < RANDOM_GEOMS) r->geoms[r->n_geoms++] = contact_world_add_geom(r->s.w, body, &geom);
    if (type != CONTACT_BODY_STATIC) r->all[r->n_all++] = body;
    if (type == CONTACT_BODY_DYNAMIC) r->s.bodies[r->s.n_bodies++] = body;
    return body;
}
WORLD_TEST contact_method random_method(random_source *g) {
    static const contact_method often[] = {
        CONTACT_METHOD_AUTO,       CONTACT_METHOD_NCP_NEWTON, CONTACT_METHOD_NCP_ADMM_SPECTRAL,
        CONTACT_METHOD_CCP_NEWTON, CONTACT_METHOD_CCP_ADMM,   CONTACT_METHOD_SAP,
        CONTACT_METHOD_LAGGED,     CONTACT_METHOD_SIMILAR,    CONTACT_METHOD_MUJOCO};
    if (random_chance(g, 0.85)) return often[random_below(g, (int)(sizeof often / sizeof *often))];
    for (;;) {
        contact_method m = (contact_method)random_below(g, CONTACT_METHOD_COUNT);
        contact_model model = contact_method_model(m);
        if (model == CONTACT_MODEL_NCP || model == CONTACT_MODEL_CCP || model == CONTACT_MODEL_COMPLIANT) return m;
    }
}
/* The support: halfspace, or a box that stands still or moves; its top is at z = 0, apart from a slope. */
WORLD_TEST void random_support(random_source *g, collide_shape *shape, tact_pose *pose, contact_body_type *type,
                               tact_vec3 *v, tact_vec3 *w) {
    int how = random_below(g, 5);
    tact_quat slope = random_chance(g, 0.5) ? tact_quat_identity() : tact_quat_exp(random_vector(g, 0.15));
    *type = CONTACT_BODY_STATIC, *v = *w = tact_vec(0, 0, 0);
    if (how < 2)
        *shape = collide_halfspace(tact_vec(0, 0, 1), 0), *pose = tact_pose_make(tact_vec(0, 0, 0), slope);
    else {
        *shape = how == 4 ? collide_cylinder(1, TACT_R(0.3)) : collide_box(1, TACT_R(1.2), TACT_R(0.3));
        *pose = tact_pose_make(random_place(g, 0.3, TACT_R(-0.3)), slope);
        if (random_chance(g, 0.4)) {
            *type = CONTACT_BODY_KINEMATIC;
            *v = random_vector(g, 0.3);
            *w = random_vector(g, 0.3);
        }
    }
}
WORLD_TEST void random_parameter(random_scene *r, random_source *g) {
    contact_parameter p;
    int kind = random_below(g, 9);
    memset(&p, 0, sizeof p);
    p.kind = (contact_parameter_kind)kind;
    if (kind <= CONTACT_PARAMETER_RELAXATION) {
        contact_material *m;
        int i;
        if (!r->n_geoms) return;
        p.geom = r->geoms[random_below(g, r->n_geoms)];
        m = contact_geom_surface(r->s.w, p.geom);
        if (kind == CONTACT_PARAMETER_FRICTION && !(m->friction > 0))
            return; /* the root of a product has no slope at zero */
        if (kind == CONTACT_PARAMETER_RESTITUTION && !(m->restitution > 0)) return;
        if (kind == CONTACT_PARAMETER_DISSIPATION && !(m->dissipation > 0)) return;
        if (kind == CONTACT_PARAMETER_RELAXATION && !(m->relaxation_time > 0)) return;
        for (i = 0; i < r->n_geoms && kind == CONTACT_PARAMETER_FRICTION; ++i)
            if (!(contact_geom_surface(r->s.w, r->geoms[i])->friction > 0)) return;
    } else if (kind == CONTACT_PARAMETER_MASS) {
        if (!r->fresh || !r->s.n_bodies) return;
        p.index = random_below(g, r->s.n_bodies);
        p.body = r->s.bodies[p.index];
    } else if (kind == CONTACT_PARAMETER_GRAVITY)
        p.index = random_below(g, 3);
    else {
        if (r->s.model && random_chance(g, 0.5)) {
            contact_motor m;
            p.robot = r->s.robot, p.index = random_below(g, r->s.model->joint_nv);
            m = contact_robot_motor(r->s.w, r->s.robot, p.index);
            if (!(kind == CONTACT_PARAMETER_MOTOR_POSITION ? m.stiffness > 0 : m.damping > 0)) return;
        } else if (r->n_joints) {
            contact_joint_def *def;
            p.joint = r->joints[random_below(g, r->n_joints)];
            def = contact_joint_settings(r->s.w, p.joint);
            if (!def->motor || !(kind == CONTACT_PARAMETER_MOTOR_POSITION ? def->stiffness > 0 : def->damping > 0))
                return;
        } else
            return;
    }
    r->s.parameters[r->s.n_parameters++] = p;
}
/* A tree of a few links, fixed to the world or with a free base, near z = 0.5: passive joints of every kind, limits that some start at, motors, feet. */
WORLD_TEST void random_robot(random_scene *r, random_source *g, int maximal) {
    static const rbd_joint_type types[] = {
        RBD_JOINT_REVOLUTE,  RBD_JOINT_REVOLUTE,  RBD_JOINT_REVOLUTE,    RBD_JOINT_CONTINUOUS, RBD_JOINT_PRISMATIC,
        RBD_JOINT_SPHERICAL, RBD_JOINT_UNIVERSAL, RBD_JOINT_CYLINDRICAL, RBD_JOINT_HELICAL,    RBD_JOINT_PLANAR};
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_model *m;
    tact_real q[64], v[64], heavy = 1;
    int links = 2 + random_below(g, 3), k, floating = random_chance(g, 0.5), added[8];
    for (k = 0; k < links; ++k) {
        char name[8];
        rbd_body link;
        tact_real size = random_between(g, 0.05, 0.15), mass = random_log(g, 0.3, 3), depth;
        snprintf(name, sizeof name, "l%d", k);
        link = rbd_default_body(name, k == 0 ? RBD_WORLD : added[random_below(g, k)]);
        link.joint = rbd_default_joint(
            k == 0 && floating ? RBD_JOINT_FREE : types[random_below(g, (int)(sizeof types / sizeof *types))]);
        link.joint.axis = tact_normalize_or(random_vector(g, 1), tact_vec(0, 0, 1));
        if (link.joint.type == RBD_JOINT_UNIVERSAL)
            link.joint.axis2 = tact_normalize_or(tact_cross(link.joint.axis, random_vector(g, 1)), tact_vec(1, 0, 0));
        if (link.joint.type == RBD_JOINT_HELICAL) link.joint.pitch = random_between(g, 0.02, 0.1);
        link.placement = k == 0 ? tact_pose_make(tact_vec(0, 0, TACT_R(0.5)), random_turn(g)) : random_pose(g, 0.15);
        if (k == 0 && floating) link.placement = tact_pose_at(0, 0, TACT_R(0.5));
        if (r->mass_of == 8 + k) heavy = 1 + r->mass_change / mass;
        depth = size * random_between(g, 0.5, 2);
        link.inertia = rbd_inertia_box(mass * heavy, random_vector(g, 0.03), tact_vec(size, 2 * size, depth));
        heavy = 1;
        added[k] = rbd_builder_add(b, &link, NULL);
    }
    r->s.owned = m = rbd_model_create(b, NULL, NULL), r->s.model = m;
    rbd_builder_destroy(b);
    rbd_random(m, g->seed, q);
    if (floating) q[0] = q[1] = q[2] = 0;
    for (k = 0; k < m->nv; ++k) v[k] = tact_random_normal(g->seed + 5, (uint64_t)k);
    for (k = 0; k < m->joint_nv; ++k) {
        rbd_dof d = m->dof[k];
        int body = m->dof_body[k], single = m->body_nv[body] == 1 && m->body_nq[body] == 1;
        if (floating && k < 6) continue;
        if (random_chance(g, 0.5)) d.damping = random_between(g, 0, 0.5);
        if (random_chance(g, 0.3)) d.armature = random_between(g, 0, 0.1);
        if (random_chance(g, 0.3)) d.friction = random_log(g, 1e-2, 5);
        if (single && random_chance(g, 0.3)) d.stiffness = random_log(g, 1, 100), d.rest = random_between(g, -0.5, 0.5);
        if (single && random_chance(g, 0.4)) {
            tact_real past = random_past(g);
            if (random_chance(g, 0.5)) {
                d.lower = q[m->iq[body]] + past;
                d.upper = d.lower + 2;
                v[k] = -tact_abs(v[k]);
            } else {
                d.upper = q[m->iq[body]] + past;
                d.lower = d.upper - 2;
                v[k] = tact_abs(v[k]);
            }
        }
        rbd_model_set_dof(m, k, &d);
    }
    contact_world_settings(r->s.w)->maximal = maximal;
    r->s.robot = contact_world_add_robot(r->s.w, m, q, v);
    for (k = 0; k < m->joint_nv; ++k) {
        contact_motor motor = contact_robot_motor(r->s.w, r->s.robot, k);
        int single = m->body_nv[m->dof_body[k]] == 1;
        if (!random_chance(g, 0.4) || (floating && k < 6)) continue;
        motor.stiffness = single ? random_log(g, 1, 300) : 0, motor.damping = random_log(g, 0.1, 10);
        motor.position = random_between(g, -1, 1), motor.velocity = random_between(g, -1, 1);
        if (random_chance(g, 0.4)) motor.max_effort = random_log(g, 0.1, 20);
        (void)contact_robot_set_motor(r->s.w, r->s.robot, k, &motor);
    }
    for (k = 0; k < m->joint_nv && r->verbose; ++k) {
        contact_motor motor = contact_robot_motor(r->s.w, r->s.robot, k);
        const rbd_dof *d = &m->dof[k];
        fprintf(stderr,
                "  dof %d of body %d kind %d: v %.3g, damping %.3g, armature %.3g, friction %.3g, stiffness %.3g, ", k,
                m->dof_body[k], m->kind[m->dof_body[k]], (double)v[k], (double)d->damping, (double)d->armature,
                (double)d->friction, (double)d->stiffness);
        fprintf(stderr, "limits %.9g %.9g at %.9g, motor %.3g %.3g up to %.3g\n", (double)d->lower, (double)d->upper,
                (double)q[m->iq[m->dof_body[k]]], (double)motor.stiffness, (double)motor.damping,
                (double)motor.max_effort);
    }
    for (k = 0; k < m->nv; ++k) contact_robot_tau(r->s.w, r->s.robot)[k] = random_between(g, -1, 1);
    for (k = 0; k < links; ++k) { /* what touches; links do not meet each other */
        contact_geom_def geom = contact_default_geom_def();
        collide_shape shape = random_shape(r, g, TACT_R(0.08));
        geom.shape = &shape;
        geom.density = 0;
        geom.pose = random_pose(g, 0.05);
        geom.material = random_surface(g);
        geom.category = 2;
        geom.mask = 1;
        r->geoms[r->n_geoms++] =
            contact_world_add_geom(r->s.w, contact_robot_link(r->s.w, r->s.robot, m->added_body[added[k]]), &geom);
    }
}
/* Height of a support at which it begins to touch the robot. */
WORLD_TEST tact_real random_lowest(random_scene *r, const collide_shape *support, tact_pose pose) {
    tact_real low = -2, high = TACT_R(0.5);
    int k;
    for (k = 0; k < 60; ++k) {
        pose.p.z = (low + high) / 2;
        if (contact_world_overlap(r->s.w, support, pose, 2, NULL, 0))
            high = pose.p.z;
        else
            low = pose.p.z;
    }
    return low;
}
WORLD_TEST void random_end(random_scene *r) {
    int k;
    scene_end(&r->s);
    for (k = 0; k < RANDOM_HULLS; ++k) collide_hull_destroy(r->hulls[k]);
}
/* The world of a class and a seed, in the state at which things were made, or in the one given. */
WORLD_TEST random_scene random_make(int kind, uint64_t seed, int mass_of, tact_real mass_change,
                                    const random_state *state, int verbose) {
    static const tact_real steps[] = {TACT_R(1e-3), TACT_R(2e-3), TACT_R(5e-3), TACT_R(1e-2)};
    random_scene r;
    random_source g;
    collide_shape shape[4], support;
    tact_pose pose[4], support_pose;
    tact_vec3 v[4], w[4], support_v, support_w;
    contact_body_type support_type;
    contact_world_config *config;
    contact_method method;
    int n, k, first, wanted, faithful;
    memset(&r, 0, sizeof r);
    r.kind = kind;
    r.seed = seed;
    r.mass_of = mass_of;
    r.mass_change = mass_change;
    r.verbose = verbose;
    g.seed = seed * 1000 + (uint64_t)kind, g.count = 0;
    method = random_method(&g);
    r.s = scene_begin(method);
    config = contact_world_settings(r.s.w);
    r.s.dt = steps[random_below(&g, 4)];
    faithful = random_chance(&g, kind == RANDOM_FREE ? 0.5 : 0.1);
    config->integrator = faithful                 ? CONTACT_INTEGRATOR_FAITHFUL
                         : random_chance(&g, 0.3) ? CONTACT_INTEGRATOR_MOREAU
                                                  : CONTACT_INTEGRATOR_EULER;
    config->substeps = kind != RANDOM_MAXIMAL && random_chance(&g, 0.2) ? 2 : 1;
    r.warm = random_chance(&g, 0.4) && kind != RANDOM_SWEEP ? 1 + random_below(&g, RANDOM_WARM) : 0;
    r.fresh = random_chance(&g, 0.5);
    if (random_chance(&g, 0.2)) config->gravity = random_vector(&g, 6);
    random_support(&g, &support, &support_pose, &support_type, &support_v, &support_w);
    first = random_chance(&g, 0.5);
    if (kind == RANDOM_FREE) support_pose.p.z -= 50, first = 1;
    if (kind == RANDOM_ROBOT || kind == RANDOM_MAXIMAL) {
        random_robot(&r, &g, kind == RANDOM_MAXIMAL);
        support_pose.p.z = random_lowest(&r, &support, support_pose) - random_gap(&g, TACT_R(0.1));
    }
    n = kind == RANDOM_MEET || kind == RANDOM_JOINTS ? 2 : 1;
    if (kind == RANDOM_STACK) n = 2 + random_below(&g, 2);
    if (kind == RANDOM_ROBOT || kind == RANDOM_MAXIMAL) n = random_below(&g, 2);
    for (k = 0; k < n; ++k) {
        tact_real size = random_log(&g, 0.05, 0.3), gap = random_gap(&g, size);
        shape[k] = random_shape(&r, &g, size);
        pose[k].q = random_lying(&g), pose[k].p = random_place(&g, 0.05, support_pose.p.z);
        v[k] = random_vector(&g, (double)random_log(&g, 0.01, 1)),
        w[k] = random_vector(&g, (double)random_log(&g, 0.01, 5));
        if (kind == RANDOM_FREE) {
            pose[k].p.z += 50;
            continue;
        }
        if (kind == RANDOM_ROBOT || kind == RANDOM_MAXIMAL) pose[k].p.x += TACT_R(0.6);
        if (k && kind != RANDOM_JOINTS) { /* on the one before, or beside it */
            tact_vec3 to = tact_vec(0, 0, 1);
            if (kind == RANDOM_MEET) to = tact_normalize_or(tact_add(to, random_vector(&g, 2)), to);
            pose[k].p = tact_add(pose[k - 1].p, random_vector(&g, 0.1 * (double)size));
            pose[k] = random_near(&shape[k - 1], pose[k - 1], &shape[k], pose[k], to, gap);
            if (kind == RANDOM_MEET && random_chance(&g, 0.7))
                v[k] = tact_mul_add(v[k], -tact_max(gap, 0) / r.s.dt, to);
        } else
            pose[k] = random_near(&support, support_pose, &shape[k], pose[k], tact_vec(0, 0, 1), gap);
        if (random_chance(&g, 0.5)) v[k].z = -tact_abs(v[k].z) - tact_max(gap, 0) / r.s.dt; /* it gets there */
        if (kind == RANDOM_SWEEP) {
            pose[k].p.z += size * random_between(&g, 1, 6);
            v[k] = tact_vec(0, 0, -size * random_between(&g, 3, 15) / r.s.dt),
            v[k] = tact_add(random_vector(&g, 3), v[k]);
            if (random_chance(&g, 0.5)) w[k] = random_vector(&g, (double)random_log(&g, 1, 3 / (double)r.s.dt));
        }
        if (kind == RANDOM_SPIN)
            pose[k].p.z += size * random_between(&g, 0, 0.3),
                w[k] = random_vector(&g, (double)random_log(&g, 10, 2.5 / (double)r.s.dt));
    }
    if (kind == RANDOM_JOINTS) pose[1] = tact_pose_make(tact_add(pose[0].p, random_vector(&g, 0.2)), pose[1].q);
    if (first) (void)random_body(&r, &g, support_type, &support, support_pose, support_v, support_w, -1);
    for (k = 0; k < n; ++k) (void)random_body(&r, &g, CONTACT_BODY_DYNAMIC, &shape[k], pose[k], v[k], w[k], k);
    if (!first) (void)random_body(&r, &g, support_type, &support, support_pose, support_v, support_w, -1);
    if (kind == RANDOM_JOINTS || ((kind == RANDOM_STACK || kind == RANDOM_MEET) && random_chance(&g, 0.15))) {
        int joints = 1 + (kind == RANDOM_JOINTS && random_chance(&g, 0.3));
        for (k = 0; k < joints; ++k) {
            contact_joint_def def =
                contact_default_joint_def((contact_joint_kind)random_below(&g, CONTACT_JOINT_BALL + 1));
            tact_pose frame, pose_b = contact_body_pose(r.s.w, r.s.bodies[k ? 0 : 1]);
            def.b = r.s.bodies[k ? 0 : 1];
            if (!k) def.a = r.s.bodies[0];
            def.frame_b = random_pose(&g, 0.1);
            frame = tact_pose_mul(pose_b, def.frame_b);
            if (def.kind == CONTACT_JOINT_HINGE || def.kind == CONTACT_JOINT_SLIDER) { /* somewhere on its way */
                tact_real way = random_between(&g, -1, 1) * (def.kind == CONTACT_JOINT_HINGE ? 1 : TACT_R(0.1));
                tact_pose off = def.kind == CONTACT_JOINT_HINGE
                                    ? tact_pose_make(tact_vec(0, 0, 0), tact_quat_exp(tact_vec(0, 0, way)))
                                    : tact_pose_at(0, 0, way);
                frame = tact_pose_mul(frame, tact_pose_inverse(off));
                if (random_chance(&g, 0.5)) {
                    tact_real past = random_past(&g);
                    def.limited = 1;
                    if (random_chance(&g, 0.5))
                        def.lower = way + past, def.upper = def.lower + 2;
                    else
                        def.upper = way + past, def.lower = def.upper - 2;
                }
                if (random_chance(&g, 0.5)) {
                    def.motor = 1;
                    def.stiffness = random_chance(&g, 0.3) ? 0 : random_log(&g, 1, 300);
                    def.damping = random_log(&g, 0.1, 10);
                    def.position = random_between(&g, -1, 1), def.velocity = random_between(&g, -1, 1);
                    if (random_chance(&g, 0.4)) def.max_effort = random_log(&g, 0.1, 20);
                }
                if (random_chance(&g, 0.4)) def.friction = random_log(&g, 1e-2, 5);
            }
            if (random_chance(&g, 0.5)) frame.p = tact_add(frame.p, random_vector(&g, 3e-4)); /* not quite assembled */
            def.frame_a = k ? frame : tact_pose_mul(tact_pose_inverse(contact_body_pose(r.s.w, r.s.bodies[0])), frame);
            def.collide = random_chance(&g, 0.3);
            r.joints[r.n_joints++] = contact_world_add_joint(r.s.w, &def);
        }
    }
    if (random_chance(&g, 0.5))
        for (k = 0; k < 6; ++k) r.s.force[k] = random_between(&g, -2, 2);
    wanted = random_below(&g, 5);
    for (k = 0; k < wanted; ++k) random_parameter(&r, &g);
    for (k = 0; state && k < r.n_all; ++k) {
        contact_body_set_pose(r.s.w, r.all[k], state->pose[k]);
        contact_body_set_velocity(r.s.w, r.all[k], state->v[k], state->w[k]);
    }
    if (state && r.s.model) contact_robot_set_state(r.s.w, r.s.robot, state->q, state->rv);
    return r;
}
WORLD_TEST void random_capture(const random_scene *r, random_state *out) {
    int k;
    for (k = 0; k < r->n_all; ++k) {
        out->pose[k] = contact_body_pose(r->s.w, r->all[k]);
        out->v[k] = contact_body_velocity(r->s.w, r->all[k]),
        out->w[k] = contact_body_angular_velocity(r->s.w, r->all[k]);
    }
    if (!r->s.model) return;
    memcpy(out->q, contact_robot_q(r->s.w, r->s.robot), (size_t)r->s.model->nq * sizeof(tact_real));
    memcpy(out->rv, contact_robot_v(r->s.w, r->s.robot), (size_t)r->s.model->nv * sizeof(tact_real));
}

/* ---- judgement ---- */
enum { RANDOM_LADDER = 15, RANDOM_WIDE = 3 }; /* rungs, those of them above a thousandth of the unit */
typedef enum random_verdict {
    RANDOM_AGREES,
    RANDOM_SAID,        /* CONTACT_NONSMOOTH */
    RANDOM_UNSUPPORTED, /* refused: a faithful step of what moves on joints */
    RANDOM_UNSOLVED,
    RANDOM_OPEN, /* the differences are not conclusive */
    RANDOM_KINK,
    RANDOM_MISS,
    RANDOM_VERDICTS
} random_verdict;
static const char *const random_verdict_name[RANDOM_VERDICTS] = {
    "agrees", "said", "unsupported", "unsolved", "inconclusive", "kink not said", "MISS"};
typedef struct random_judgement {
    random_verdict verdict; /* the worst of its columns */
    tact_real worst;        /* largest error of a conclusive column, in scales */
    int column, columns, open_columns;
} random_judgement;
typedef struct random_rung {
    tact_real central[2 * MOST], aside[2 * MOST];
    int done;
} random_rung; /* aside: forward minus backward difference */

/* Unit of a direction: lengths of 0.1 m, angles of 1 rad, what changes velocities by 1 m/s or 1 rad/s, parameters by their own size. */
WORLD_TEST tact_real random_unit(const random_scene *r, int n, int j) {
    const scene *s = &r->s;
    int i, robot = s->model ? contact_robot_dof(s->w, s->robot) : n, at = j % n;
    if (j >= 3 * n) {
        const contact_parameter *p = &s->parameters[j - 3 * n];
        const contact_material *m = contact_geom_surface(s->w, p->geom);
        switch (p->kind) {
        case CONTACT_PARAMETER_STIFFNESS: return m->stiffness;
        case CONTACT_PARAMETER_FRICTION: return m->friction;
        case CONTACT_PARAMETER_RESTITUTION: return m->restitution;
        case CONTACT_PARAMETER_DISSIPATION: return m->dissipation;
        case CONTACT_PARAMETER_RELAXATION: return m->relaxation_time;
        case CONTACT_PARAMETER_MASS: return contact_body_mass(s->w, p->body);
        case CONTACT_PARAMETER_GRAVITY: return 1 / s->dt;
        default: return 1;
        }
    }
    if (j >= 2 * n) {
        for (i = 0; i < s->n_bodies && at < robot; ++i)
            if (at / 6 * 6 == contact_body_dof(s->w, s->bodies[i]))
                return contact_body_mass(s->w, s->bodies[i]) * (at % 6 < 3 ? 1 : TACT_R(0.01)) / s->dt;
        return 10;
    }
    return j < n ? (at < robot && at % 6 < 3 ? TACT_R(0.1) : 1) : 1;
}
WORLD_TEST int random_step(random_scene *r, const random_state *state, const void *snapshot, size_t bytes, int n, int j,
                           tact_real by, captured *out) {
    if (j >= 3 * n && r->s.parameters[j - 3 * n].kind == CONTACT_PARAMETER_MASS) {
        random_scene other = random_make(r->kind, r->seed, r->s.parameters[j - 3 * n].index, by, state, 0);
        int ok;
        apply_forces(&other.s, NULL);
        ok = contact_world_step(other.s.w, other.s.dt) >= 0;
        capture(&other.s, out);
        random_end(&other);
        return ok;
    }
    return changed_step(&r->s, snapshot, bytes, n, j, by, out) >= 0;
}
WORLD_TEST void random_climb(random_scene *r, const random_state *state, const void *snapshot, size_t bytes, int n,
                             int j, int k, const captured *base, random_rung *out) {
    captured plus, minus;
    tact_real h = random_unit(r, n, j) * TACT_R(1e-3) * tact_pow(4, (tact_real)(RANDOM_WIDE - k)), back[2 * MOST];
    int i;
    if (out->done) return;
    out->done = 1;
    if (!random_step(r, state, snapshot, bytes, n, j, h, &plus) ||
        !random_step(r, state, snapshot, bytes, n, j, -h, &minus)) {
        for (i = 0; i < 2 * n; ++i) out->central[i] = out->aside[i] = TACT_R(1e30) * (tact_real)(k + 1);
        return;
    }
    subtract(&r->s, &plus, &minus, n, 1 / (2 * h), out->central);
    subtract(&r->s, &plus, base, n, 1 / h, out->aside);
    subtract(&r->s, base, &minus, n, 1 / h, back);
    for (i = 0; i < 2 * n; ++i) out->aside[i] -= back[i];
}
WORLD_TEST tact_real random_apart(const tact_real *a, const tact_real *b, int n) {
    tact_real worst = 0;
    int i;
    for (i = 0; i < n; ++i) {
        tact_real e = tact_abs(a[i] - b[i]);
        if (!(e <= worst)) worst = e;
    }
    return worst;
}
/* The scale that a column is judged by at least: a thousandth of what its unit would do to a velocity, a hundredth for forces on bodies. */
WORLD_TEST tact_real random_least(const random_scene *r, int n, int j, int half) {
    int robot = r->s.model ? contact_robot_dof(r->s.w, r->s.robot) : n;
    tact_real least = least_scale(&r->s, n, j, half);
    if (j >= 2 * n && j < 3 * n) return j - 2 * n >= robot ? least : 10 * least / random_unit(r, n, j);
    return j < 2 * n ? least : least / random_unit(r, n, j);
}
/* Verdict on one half of a column; *error: of the derivative from the truth, in scales. */
WORLD_TEST random_verdict random_judge(random_scene *r, const random_state *state, const void *snapshot, size_t bytes,
                                       int n, int j, int half, const captured *base, const tact_real *analytic,
                                       random_rung *rungs, tact_real *error, int verbose) {
    static tact_real richardson[RANDOM_LADDER][MOST];
    const int first = RANDOM_WIDE + (j < 2 * n ? 6 : 2); /* the step is nearly linear in forces and parameters */
    const random_rung *at = &rungs[first];
    tact_real scale, least = random_least(r, n, j, half), best = TACT_R(3e-6);
    int k, i, found = -1, kink = 0;
    random_verdict verdict;
    *error = 0;
    random_climb(r, state, snapshot, bytes, n, j, first, base, &rungs[first]);
    scale = tact_max(least, largest(at->central + half * n, n));
    if (random_apart(analytic, at->central + half * n, n) <= TACT_R(3e-6) * scale &&
        largest(at->aside + half * n, n) <= TACT_R(1e-3) * scale) {
        *error = random_apart(analytic, at->central + half * n, n) / scale;
        return RANDOM_AGREES;
    }
    for (k = 0; k < RANDOM_LADDER; ++k) random_climb(r, state, snapshot, bytes, n, j, k, base, &rungs[k]);
    for (k = 0; k + 1 < RANDOM_LADDER; ++k)
        for (i = 0; i < n; ++i) {
            tact_real wide = rungs[k].central[half * n + i], close = rungs[k + 1].central[half * n + i];
            richardson[k][i] = close + (close - wide) / 15;
        }
    for (k = 0; k + 2 < RANDOM_LADDER; ++k) {
        const random_rung *close = &rungs[k + 2];
        tact_real spread, wide_aside = largest(rungs[k + 1].aside + half * n, n),
                          close_aside = largest(close->aside + half * n, n);
        scale = tact_max(least, largest(richardson[k + 1], n));
        spread = tact_max(random_apart(richardson[k], richardson[k + 1], n),
                          random_apart(richardson[k + 1], close->central + half * n, n)) /
                 scale;
        if (!(spread <= TACT_R(3e-6))) continue;
        if (close_aside > TACT_R(1e-5) * scale && TACT_R(1.8) * close_aside > wide_aside) {
            int stays = TACT_R(1.5) * wide_aside > close_aside && k + 3 < RANDOM_LADDER; /* rounding grows */
            for (i = k + 3; i < RANDOM_LADDER; ++i)
                stays = stays && 2 * largest(rungs[i].aside + half * n, n) > close_aside;
            stays = stays && largest(rungs[k + 3].aside + half * n, n) < TACT_R(1.5) * close_aside;
            kink |= stays;
            continue;
        }
        if (spread <= best) best = spread, found = k;
    }
    if (found >= 0) {
        scale = tact_max(least, largest(richardson[found + 1], n));
        *error = random_apart(analytic, richardson[found + 1], n) / scale;
        verdict = *error <= TACT_R(1e-5) ? RANDOM_AGREES : RANDOM_MISS;
    } else
        verdict = kink ? RANDOM_KINK : RANDOM_OPEN;
    if (verbose && verdict != RANDOM_AGREES) {
        fprintf(stderr, "  column %d of %d, half %d: truth %d, kink %d: %s\n", j, n, half, found, kink,
                random_verdict_name[verdict]);
        for (k = 0; k < RANDOM_LADDER; k += 2) {
            int row = 0;
            tact_real e = 0;
            for (i = 0; i < n; ++i)
                if (tact_abs(analytic[i] - rungs[k].central[half * n + i]) > e)
                    e = tact_abs(analytic[i] - rungs[k].central[half * n + i]), row = i;
            fprintf(stderr, "    h %.1e: off %.2e, asides %.1e, row %d: %.10g, differences %.10g\n",
                    (double)(random_unit(r, n, j) * TACT_R(1e-3) * tact_pow(4, (tact_real)(RANDOM_WIDE - k))),
                    (double)(e / tact_max(least, largest(rungs[k].central + half * n, n))),
                    (double)largest(rungs[k].aside + half * n, n), row, (double)analytic[row],
                    (double)rungs[k].central[half * n + row]);
        }
    }
    return verdict;
}
/* Was the step solved, to 1e-11 of its forces? The accuracy of a derivative is that of the solution. */
WORLD_TEST int random_solved(const random_scene *r) {
    tact_real most = 1;
    int i;
    for (i = 0; i < contact_world_contact_count(r->s.w); ++i)
        most = tact_max(most, tact_norm(contact_world_contact(r->s.w, i).force));
    return contact_world_get_stats(r->s.w).residual <= TACT_R(1e-11) * most;
}
/* One run. */
WORLD_TEST random_judgement random_run(int kind, uint64_t seed, int verbose) {
    static tact_real by_state[4 * MOST * MOST], by_input[2 * MOST * MOST], by_parameters[2 * MOST * 8];
    static random_rung rungs[RANDOM_LADDER];
    random_scene r = random_make(kind, seed, -1, 0, NULL, verbose);
    contact_differential *d = contact_differential_create(NULL);
    tact_real still[2 * MOST];
    random_judgement out;
    random_state state;
    captured base;
    contact_status status;
    size_t bytes;
    void *snapshot;
    int n, j, k, i, half, np;
    memset(&out, 0, sizeof out);
    out.column = -1;
    for (k = 0; k < r.warm; ++k) (void)contact_world_step(r.s.w, r.s.dt);
    random_capture(&r, &state);
    if (r.fresh) random_end(&r), r = random_make(kind, seed, -1, 0, &state, 0);
    n = contact_world_dofs(r.s.w), np = r.s.n_parameters;
    memset(still, 0, sizeof still);
    contact_world_move_state(r.s.w,
                             still); /* links in maximal coordinates where the robot's own coordinates have them */
    bytes = contact_world_snapshot_bytes(r.s.w);
    snapshot = malloc(bytes);
    contact_world_save(r.s.w, snapshot, bytes);
    contact_differential_set(d, CONTACT_GEOMETRY_EXACT, r.s.parameters, np);
    apply_forces(&r.s, NULL);
    status = contact_world_step_differential(r.s.w, r.s.dt, d);
    capture(&r.s, &base);
    if (verbose) {
        const contact_world_config *c = contact_world_settings(r.s.w);
        fprintf(stderr, "%s %llu: %s, dt %g, integrator %d, substeps %d, warm %d, fresh %d, ", random_class_name[kind],
                (unsigned long long)seed, contact_method_name(c->solver.method), (double)r.s.dt, (int)c->integrator,
                c->substeps, r.warm, r.fresh);
        fprintf(stderr, "residual %.1e: %s\n", (double)contact_world_get_stats(r.s.w).residual,
                contact_status_text(status));
        for (i = 0; i < r.s.n_bodies; ++i) {
            tact_vec3 w = contact_body_angular_velocity(r.s.w, r.s.bodies[i]);
            fprintf(stderr, "  body %d: dof %d, mass %.3g, spin %.3g\n", i, contact_body_dof(r.s.w, r.s.bodies[i]),
                    (double)contact_body_mass(r.s.w, r.s.bodies[i]), (double)tact_norm(w));
        }
        for (i = 0; i < contact_world_contact_count(r.s.w); ++i) {
            contact_point p = contact_world_contact(r.s.w, i);
            fprintf(stderr,
                    "  contact %u-%u feature %x gap %.3e normal %.9f %.9f %.9f force %.5g %.5g %.5g restitution %g\n",
                    p.a.index, p.b.index, p.feature, (double)p.gap, (double)p.normal.x, (double)p.normal.y,
                    (double)p.normal.z, (double)p.force.x, (double)p.force.y, (double)p.force.z, (double)p.restitution);
        }
        for (i = 0; i < np; ++i) fprintf(stderr, "  parameter %d: kind %d\n", i, (int)r.s.parameters[i].kind);
    }
    if (status < 0)
        out.verdict = RANDOM_UNSUPPORTED;
    else if (status == CONTACT_NONSMOOTH)
        out.verdict = RANDOM_SAID;
    else if (!random_solved(&r))
        out.verdict = RANDOM_UNSOLVED;
    if (contact_world_settings(r.s.w)->substeps > 1) { /* that was the last of them: the first one by itself */
        contact_world_restore(r.s.w, snapshot, bytes);
        contact_world_settings(r.s.w)->substeps = 1;
        apply_forces(&r.s, NULL);
        (void)contact_world_step(r.s.w, r.s.dt / 2);
        if (out.verdict == RANDOM_AGREES && !random_solved(&r)) out.verdict = RANDOM_UNSOLVED;
        contact_world_restore(r.s.w, snapshot, bytes);
    }
    if (out.verdict == RANDOM_AGREES) {
        contact_differential_matrices(d, by_state, by_input, by_parameters);
        for (j = 0; j < 3 * n + np; ++j) {
            const tact_real *matrix = j < 2 * n ? by_state : j < 3 * n ? by_input : by_parameters;
            int columns = j < 2 * n   ? 2 * n
                          : j < 3 * n ? n
                                      : np,
                at = j < 2 * n   ? j
                     : j < 3 * n ? j - 2 * n
                                 : j - 3 * n;
            for (k = 0; k < RANDOM_LADDER; ++k) rungs[k].done = 0;
            for (half = 0; half < 2; ++half) {
                tact_real analytic[MOST], error;
                random_verdict verdict;
                for (i = 0; i < n; ++i) analytic[i] = matrix[(size_t)((half * n + i) * columns + at)];
                verdict =
                    random_judge(&r, &state, snapshot, bytes, n, j, half, &base, analytic, rungs, &error, verbose);
                out.columns += 1, out.open_columns += verdict == RANDOM_OPEN;
                if (verdict > out.verdict) out.verdict = verdict, out.column = j;
                if (!(error <= out.worst)) out.worst = error;
            }
        }
    }
    free(snapshot);
    contact_differential_destroy(d);
    random_end(&r);
    return out;
}
#endif
