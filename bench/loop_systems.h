/* loop_systems.h - thirteen constrained multibody systems from a box on a plane to mechanisms with thirteen kinematic loops,
   with the counts of Table II of Tsounis et al., "On Solving the Dynamics of Constrained Rigid Multi-Body Systems with
   Kinematic Loops" (bodies, joints, constraint rows, actuated degrees of freedom, mass ratio); the robots and mechanisms
   themselves are this file's own. Each can be posed as a contact problem in two ways:

       maximal    every body free, every joint 6 - dof bilateral rows
       reduced    joint coordinates of a spanning tree, bilateral rows for the joints that close loops only

       loop_system *s = loop_system_make(12);                   // 0 ... LOOP_SYSTEMS - 1
       loop_run r;
       loop_run_open(&r, s, LOOP_MAXIMAL);
       contact_problem_create(&problem, NULL);
       while (...) {
           loop_run_problem(&r, &problem);                      // joints, limits, contacts at the present state
           contact_solve_alloc(&problem, &config, NULL, &result);
           loop_run_advance(&r, &problem);                      // takes problem.velocity over
       }
       loop_run_close(&r);

   Include rbd.h and contact.h before. The table's "total DoFs" of Misha, Gazelle and IronMan counts joint freedoms; that of
   Gazelle (60) and IronMan (100) cannot be had with the table's joints and rows (6 * 45 - 214 = 56, 6 * 67 - 304 = 98): joints
   and rows are kept. Arm7D's 41 rows are seven revolute joints and the base. */
#ifndef TACT_LOOP_SYSTEMS_H
#define TACT_LOOP_SYSTEMS_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define LOOP_FUNC static inline __attribute__((unused))
#else
#define LOOP_FUNC static inline
#endif

enum { LOOP_SYSTEMS = 13, LOOP_BODIES = 64, LOOP_JOINTS = 80, LOOP_POINTS = 160 };
typedef enum loop_joint_type { LOOP_FIXED, LOOP_REVOLUTE, LOOP_UNIVERSAL, LOOP_SPHERICAL } loop_joint_type;
typedef enum loop_form { LOOP_MAXIMAL, LOOP_REDUCED } loop_form;

typedef struct loop_body {
    double mass;
    tact_vec3 half; /* half edges of a box */
    tact_pose pose; /* of its centre when assembled */
    int joint;      /* that carries it in the spanning tree, -1: free */
    double weight;  /* 0 heaviest ... 1 lightest */
} loop_body;
typedef struct loop_joint {
    int a, b; /* bodies 1, 2, ...; 0 is the world. b is the one carried, unless it closes a loop */
    loop_joint_type type;
    tact_pose
        frame;  /* when assembled, world; z is the axis of a revolute joint, y (of a) and x (of b) of a universal one */
    int closes; /* a loop: not in the spanning tree */
    int actuated;
    double lower, upper; /* [rad] of a revolute joint; lower >= upper: none */
} loop_joint;
typedef struct loop_point { /* may touch the ground */
    int body;
    tact_vec3 at; /* from the body's centre in its axes */
} loop_point;
typedef struct loop_system {
    const char *name;
    int fixed; /* the base is fixed to the world */
    int n_bodies, n_joints, n_points;
    loop_body body[LOOP_BODIES]; /* from 1 */
    loop_joint joint[LOOP_JOINTS];
    loop_point point[LOOP_POINTS];
    double ground, mu, mass_ratio, heaviest;
    double drive; /* [rad/s^2] that the actuated joints ask for */
    /* the table */
    int table_bodies, table_joints, table_dofs, table_passive, table_actuated, table_rows;
} loop_system;

LOOP_FUNC int loop_joint_rows(loop_joint_type t) {
    return t == LOOP_FIXED ? 6 : (t == LOOP_REVOLUTE ? 5 : (t == LOOP_UNIVERSAL ? 4 : 3));
}
LOOP_FUNC unsigned loop_joint_mask(loop_joint_type t) {
    return t == LOOP_FIXED ? 63u : (t == LOOP_REVOLUTE ? 31u : (t == LOOP_UNIVERSAL ? 39u : 7u));
}
LOOP_FUNC int loop_rows(const loop_system *s) {
    int k, n = 0;
    for (k = 0; k < s->n_joints; ++k) n += loop_joint_rows(s->joint[k].type);
    return n;
}
LOOP_FUNC int loop_actuated(const loop_system *s) {
    int k, n = 0;
    for (k = 0; k < s->n_joints; ++k) n += s->joint[k].actuated;
    return n;
}

/* ---- building ---- */

LOOP_FUNC tact_vec3 loop_vec(double x, double y, double z) {
    return tact_vec((tact_real)x, (tact_real)y, (tact_real)z);
}
/* A pose at p whose axis `which` (0 x, 2 z) is d. */
LOOP_FUNC tact_pose loop_frame(tact_vec3 p, tact_vec3 d, int which) {
    tact_vec3 t1, t2, n = tact_normalize_or(d, tact_vec(0, 0, 1));
    tact_mat3 R;
    tact_tangents(n, &t1, &t2);
    R = which == 2 ? tact_mat_columns(t1, t2, n) : tact_mat_columns(n, t1, t2);
    return tact_pose_make(p, tact_quat_from_mat(&R));
}
LOOP_FUNC int loop_add_body(loop_system *s, tact_pose pose, tact_vec3 half, double weight) {
    loop_body *b = &s->body[++s->n_bodies];
    b->pose = pose;
    b->half = half;
    b->joint = -1;
    b->weight = weight;
    return s->n_bodies;
}
LOOP_FUNC loop_joint *loop_add_joint(loop_system *s, int a, int b, loop_joint_type type, tact_pose frame, int closes) {
    loop_joint *j = &s->joint[s->n_joints];
    j->a = a;
    j->b = b;
    j->type = type;
    j->frame = frame;
    j->closes = closes;
    if (!closes) s->body[b].joint = s->n_joints;
    ++s->n_joints;
    return j;
}
/* Corners of a body as contact points: all eight, or the four at its far end (+x). */
LOOP_FUNC void loop_add_points(loop_system *s, int body, int far_end_only) {
    int k;
    for (k = 0; k < 8; ++k) {
        tact_vec3 h = s->body[body].half;
        if (far_end_only && !(k & 1)) continue;
        s->point[s->n_points].body = body;
        s->point[s->n_points++].at = tact_vec(k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z);
    }
}
/* A bar from `from` to `to` on body `parent`, its joint at `from`. */
LOOP_FUNC int loop_add_bar(loop_system *s, int parent, loop_joint_type type, tact_vec3 from, tact_vec3 to,
                           tact_vec3 axis, double weight) {
    tact_vec3 d = tact_sub(to, from);
    double length = (double)tact_norm(d), thick = length * 0.1 + 0.01;
    int b = loop_add_body(s, loop_frame(tact_lerp(from, to, TACT_R(0.5)), d, 0),
                          loop_vec(0.5 * length, thick, 0.8 * thick), weight);
    loop_add_joint(s, parent, b, type, loop_frame(from, axis, 2), 0);
    return b;
}
LOOP_FUNC void loop_limit(loop_system *s, int body, double lower, double upper) {
    loop_joint *j = &s->joint[s->body[body].joint];
    j->lower = lower, j->upper = upper;
}
/* Planar four-bar linkage on `parent`: pivots at p and p + span, crank and rocker along `arm`, all turning about `axis`: 3
   bodies, 4 revolute joints, a loop whose rows are dependent. Returns the coupler. */
LOOP_FUNC int loop_add_fourbar(loop_system *s, int parent, tact_vec3 p, tact_vec3 span, tact_vec3 arm, tact_vec3 axis,
                               double weight) {
    tact_vec3 q = tact_add(p, span), c = tact_add(p, arm), r = tact_add(q, tact_mul_add(arm, TACT_R(0.1), span));
    int crank = loop_add_bar(s, parent, LOOP_REVOLUTE, p, c, axis, weight);
    int coupler = loop_add_bar(s, crank, LOOP_REVOLUTE, c, r, axis, weight);
    int rocker = loop_add_bar(s, parent, LOOP_REVOLUTE, q, r, axis, weight);
    loop_add_joint(s, rocker, coupler, LOOP_REVOLUTE, loop_frame(r, axis, 2), 1);
    return coupler;
}
/* Push rod on `parent`: a lever at p and a crank at p + span, whose tips a light rod joins through a universal and a
   spherical joint: 3 bodies, 4 joints, a spatial loop. Returns the lever. */
LOOP_FUNC int loop_add_push_rod(loop_system *s, int parent, tact_vec3 p, tact_vec3 span, tact_vec3 arm, tact_vec3 axis,
                                double weight, double rod_weight) {
    tact_vec3 tip = tact_add(p, arm), base = tact_add(p, span);
    tact_vec3 skew = tact_mul_add(axis, TACT_R(0.3), tact_cross(axis, arm));
    tact_vec3 crank_tip = tact_add(base, tact_mul_add(tact_scale(TACT_R(0.5), arm), TACT_R(0.1), axis));
    int lever = loop_add_bar(s, parent, LOOP_REVOLUTE, p, tip, axis, weight);
    int crank = loop_add_bar(s, parent, LOOP_REVOLUTE, base, crank_tip, skew, weight);
    tact_vec3 inward = tact_lerp(p, tip, TACT_R(0.6));
    int rod = loop_add_bar(s, crank, LOOP_UNIVERSAL, crank_tip, inward, tact_sub(inward, crank_tip), rod_weight);
    loop_add_joint(s, lever, rod, LOOP_SPHERICAL, tact_pose_make(inward, tact_quat_identity()), 1);
    return lever;
}
/* n revolute joints in a row from `at`, each bar `step` further, axes in turn about y, x, z. Returns the last body. */
LOOP_FUNC int loop_add_chain(loop_system *s, int parent, tact_vec3 *at, tact_vec3 step, int n, double weight) {
    static const int turn[3] = {1, 0, 2};
    int k, body = parent;
    for (k = 0; k < n; ++k) {
        tact_vec3 to = tact_add(*at, step);
        int w = turn[k % 3];
        body = loop_add_bar(s, body, LOOP_REVOLUTE, *at, to, loop_vec(w == 0, w == 1, w == 2),
                            weight + 0.15 * (double)(k % 4) / 4);
        loop_limit(s, body, -0.6, 0.6);
        *at = to;
    }
    return body;
}
LOOP_FUNC tact_vec3 loop_tip(const loop_system *s, int body) { /* far end of a bar */
    return tact_pose_apply(s->body[body].pose, tact_vec(s->body[body].half.x, 0, 0));
}
LOOP_FUNC int loop_base(loop_system *s, double height, tact_vec3 half) {
    int b = loop_add_body(s, tact_pose_make(loop_vec(0, 0, height), tact_quat_identity()), half, 0);
    if (s->fixed) loop_add_joint(s, 0, b, LOOP_FIXED, s->body[b].pose, 0);
    return b;
}

/* Masses between the heaviest and heaviest / mass_ratio by the bodies' weights, both ends taken; actuators on the first
   revolute joints until there are as many as the table says; the ground under the lowest point. */
LOOP_FUNC void loop_finish(loop_system *s, double clearance) {
    int k, lightest = 1, left = s->table_actuated;
    double low = 1e9;
    for (k = 1; k <= s->n_bodies; ++k)
        if (s->body[k].weight >= s->body[lightest].weight) lightest = k;
    for (k = 1; k <= s->n_bodies; ++k) {
        double w = k == lightest ? 1 : (s->body[k].weight < 0.99 ? s->body[k].weight : 0.99);
        s->body[k].mass = s->heaviest * pow(s->mass_ratio, -w);
    }
    for (k = 0; k < s->n_joints && left > 0; ++k)
        if (s->joint[k].type == LOOP_REVOLUTE) s->joint[k].actuated = 1, --left;
    for (k = 0; k < s->n_points; ++k) {
        double z = (double)tact_pose_apply(s->body[s->point[k].body].pose, s->point[k].at).z;
        if (z < low) low = z;
    }
    s->ground = low - clearance;
}

LOOP_FUNC void loop_make_legged(loop_system *s, int legs, int leg_joints, int arms, int arm_joints, double size) {
    int k, base = loop_base(s, 2, loop_vec(size, 0.6 * size, 0.3 * size));
    loop_add_points(s, base, 0);
    for (k = 0; k < legs; ++k) {
        double x = legs == 2 ? 0 : (k < 2 ? 0.9 : -0.9) * size, y = (k % 2 ? -0.7 : 0.7) * size;
        tact_vec3 at = loop_vec(x, y, 2 - 0.3 * size);
        loop_add_points(
            s, loop_add_chain(s, base, &at, loop_vec(0.02, 0.01, -1.2 * size / leg_joints), leg_joints, 0.5), 1);
    }
    for (k = 0; k < arms; ++k) {
        tact_vec3 at = loop_vec(0, (k % 2 ? -1 : 1) * 0.8 * size, 2 + 0.3 * size);
        loop_add_points(s, loop_add_chain(s, base, &at, loop_vec(0.1, (k % 2 ? -0.02 : 0.02), 0.03), arm_joints, 0.6),
                        1);
    }
}

/* The chains, four-bars and push rods that hang from a base: as many limbs as asked, in turn. */
LOOP_FUNC void loop_make_mechanism(loop_system *s, int limbs, int fourbars, int rods, int links, int universals) {
    int k, base = loop_base(s, 2, loop_vec(0.3, 0.25, 0.1)), at[8];
    tact_vec3 tip[8];
    for (k = 0; k < limbs; ++k) {
        double angle = 6.283185307179586 * (k + 0.25) / limbs;
        at[k] = base, tip[k] = loop_vec(0.28 * cos(angle), 0.23 * sin(angle), 1.9);
    }
    for (k = 0; fourbars + rods + links > 0; ++k) { /* round the limbs: a linkage, then links between linkages */
        int limb = k % limbs;
        double side = (double)tip[limb].y >= 0 ? 1 : -1, out = (double)tip[limb].x >= 0 ? 1 : -1;
        if (links > 0 && (k / limbs % 2 == 0 || fourbars + rods == 0)) {
            tact_vec3 to = tact_add(tip[limb], loop_vec(0.02 * out, 0.02 * side, -0.11));
            int turn = (k / limbs) % 3;
            loop_joint_type type = universals > 0 ? LOOP_UNIVERSAL : LOOP_REVOLUTE;
            tact_vec3 axis =
                type == LOOP_UNIVERSAL ? loop_vec(0, 0, -1) : loop_vec(turn == 1, turn == 0, turn == 2 ? 1 : 0.1);
            at[limb] = loop_add_bar(s, at[limb], type, tip[limb], to, axis, 0.3 + 0.04 * (k % 9));
            if (type == LOOP_REVOLUTE)
                loop_limit(s, at[limb], -0.5, 0.5);
            else
                --universals;
            --links;
        } else if (rods > 0) {
            tact_vec3 axis = loop_vec(0.2 * out, 1, 0.1 * side);
            at[limb] = loop_add_push_rod(s, at[limb], tip[limb], loop_vec(0.09 * out, 0.015, 0.02),
                                         loop_vec(0.01, 0.01 * side, -0.12), axis, 0.45 + 0.05 * (k % 7), 0.9);
            --rods;
        } else {
            at[limb] = loop_add_fourbar(s, at[limb], tip[limb], loop_vec(0.1 * out, 0, 0), loop_vec(0.01, 0, -0.12),
                                        loop_vec(0, 1, 0), 0.4 + 0.05 * (k % 5));
            --fourbars;
        }
        tip[limb] = loop_tip(s, at[limb]);
    }
    for (k = 0; k < limbs; ++k) loop_add_points(s, at[k], k % 2);
    if (!s->fixed) loop_add_points(s, base, 0);
}

LOOP_FUNC loop_system *loop_system_make(int index) {
    static const struct {
        const char *name;
        int fixed, bodies, joints, dofs, passive, actuated, rows;
        double ratio, heaviest;
    } table[LOOP_SYSTEMS] = {{"box_on_plane", 0, 1, 0, 6, 0, 0, 0, 1, 1},
                             {"boxes_fixed", 0, 2, 1, 6, 0, 0, 6, 1000, 1000},
                             {"nunchuk", 0, 3, 2, 12, 6, 0, 6, 1, 1},
                             {"fourbar_fixed", 1, 4, 5, 1, 0, 1, 26, 1, 1},
                             {"fourbar_free", 0, 4, 4, 7, 5, 1, 20, 1, 1},
                             {"arm7d", 1, 8, 8, 7, 0, 7, 41, 19.54, 4},
                             {"quadruped", 0, 13, 12, 18, 6, 12, 60, 29.07, 6},
                             {"bdx", 0, 15, 14, 14, 6, 14, 70, 42.49, 5},
                             {"lima", 0, 21, 20, 26, 6, 20, 100, 321.39, 15},
                             {"misha", 1, 22, 24, 23, 0, 23, 121, 90.67, 5},
                             {"walker", 0, 31, 36, 42, 18, 24, 180, 99.55, 10},
                             {"gazelle", 1, 38, 45, 60, 38, 22, 214, 1012.54, 10},
                             {"ironman", 1, 54, 67, 100, 80, 20, 304, 25544.44, 20}};
    loop_system *s = (loop_system *)calloc(1, sizeof *s);
    tact_vec3 at;
    int k, b;
    if (!s || index < 0 || index >= LOOP_SYSTEMS) {
        free(s);
        return NULL;
    }
    s->name = table[index].name, s->fixed = table[index].fixed;
    s->table_bodies = table[index].bodies;
    s->table_joints = table[index].joints;
    s->table_dofs = table[index].dofs;
    s->table_passive = table[index].passive;
    s->table_actuated = table[index].actuated;
    s->table_rows = table[index].rows;
    s->mass_ratio = table[index].ratio;
    s->heaviest = table[index].heaviest;
    s->mu = 0.7;
    s->drive = 20;
    switch (index) {
    case 0:
        loop_add_points(s, loop_base(s, 2, loop_vec(0.1, 0.1, 0.1)), 0);
        loop_finish(s, 0);
        break;
    case 1: /* the heavy one on top of the light one */
        b = loop_base(s, 2, loop_vec(0.1, 0.1, 0.1));
        k = loop_add_body(s, tact_pose_make(loop_vec(0, 0, 1.8), tact_quat_identity()), loop_vec(0.1, 0.1, 0.1), 1);
        loop_add_joint(s, b, k, LOOP_FIXED, s->body[k].pose, 0);
        loop_add_points(s, b, 0), loop_add_points(s, k, 0);
        loop_finish(s, 0);
        break;
    case 2: /* two boxes and a middle piece on spherical joints */
        b = loop_base(s, 2, loop_vec(0.15, 0.05, 0.05));
        at = loop_vec(0.15, 0, 2);
        k = loop_add_bar(s, b, LOOP_SPHERICAL, at, loop_vec(0.3, 0, 2), loop_vec(0, 0, 1), 0);
        loop_add_points(s, b, 0);
        b = loop_add_bar(s, k, LOOP_SPHERICAL, loop_vec(0.3, 0, 2), loop_vec(0.6, 0, 2.02), loop_vec(0, 0, 1), 0);
        loop_add_points(s, b, 0);
        loop_finish(s, 0.002);
        break;
    case 3:
    case 4:
        b = loop_base(s, 2, loop_vec(0.2, 0.03, 0.03));
        k = loop_add_fourbar(s, b, loop_vec(-0.18, 0, 2), loop_vec(0.36, 0, 0), loop_vec(0.06, 0, -0.2),
                             loop_vec(0, 1, 0), 0.5);
        if (index == 4) loop_add_points(s, b, 0), loop_add_points(s, k, 0);
        loop_finish(s, index == 3 ? -1 : 0.003);
        break;
    case 5:
        b = loop_base(s, 2, loop_vec(0.1, 0.1, 0.1));
        at = loop_vec(0, 0, 2.1);
        b = loop_add_chain(s, b, &at, loop_vec(0.14, 0.02, -0.05), 7, 0.2);
        loop_add_points(s, b, 1);
        loop_finish(s, 0.02);
        break;
    case 6:
        loop_make_legged(s, 4, 3, 0, 0, 0.2);
        loop_finish(s, 0.004);
        break;
    case 7: /* two legs of five joints and a neck of four */
        loop_make_legged(s, 2, 5, 1, 4, 0.15);
        loop_finish(s, 0.004);
        break;
    case 8:
        loop_make_legged(s, 2, 6, 2, 4, 0.2);
        loop_finish(s, 0.004);
        break;
    case 9:
        loop_make_mechanism(s, 4, 2, 0, 15, 0);
        loop_finish(s, 0.004);
        break;
    case 10:
        loop_make_mechanism(s, 2, 6, 0, 12, 0);
        loop_finish(s, 0.004);
        break;
    case 11:
        loop_make_mechanism(s, 4, 3, 4, 16, 0);
        loop_finish(s, 0.004);
        break;
    default:
        loop_make_mechanism(s, 6, 3, 10, 14, 2);
        loop_finish(s, 0.004);
        break;
    }
    return s;
}

/* ---- a system in motion ---- */

typedef struct loop_run {
    const loop_system *s;
    loop_form form;
    double dt, time;
    rbd_model *m;
    rbd_data *d;
    rbd_constraints *c;
    tact_real *q, *v, *q_next, *tau, *a, *f, *J, *M;
    int body[LOOP_BODIES];         /* of the model */
    tact_pose centre[LOOP_BODIES]; /* of the box in that body's frame */
    int kept[LOOP_JOINTS];         /* joint of each constraint of c */
    int n_contacts, n_limits, n_joint_rows;
    tact_real *joint_impulse; /* rows of c: of the last step, for a warm start */
    int *row_used;            /* rows of c: 0 where no motion of the tree moves it, so that it is left out */
    double torque[LOOP_JOINTS];
    contact_bias_config bias;
    int feedback; /* 1: joint errors are left to the bias (error reduction), as in the paper; 0: projection after each step */
} loop_run;

LOOP_FUNC void *loop_alloc(size_t n, size_t size) {
    void *p = calloc(n + 1, size);
    if (!p) fprintf(stderr, "loop_systems: out of memory\n"), exit(1);
    return p;
}
LOOP_FUNC void loop_fail(const loop_system *s, const char *text) {
    fprintf(stderr, "loop_systems: %s: %s\n", s->name, text);
    exit(1);
}
/* [kg m^2] of what joint j carries in the tree about its axis: scales the torques. */
LOOP_FUNC double loop_carried(const loop_system *s, int j) {
    double sum = 0;
    int k, up;
    for (k = 1; k <= s->n_bodies; ++k) {
        for (up = k; up > 0 && s->body[up].joint != j;) up = s->body[up].joint < 0 ? 0 : s->joint[s->body[up].joint].a;
        if (up > 0) {
            tact_vec3 axis = tact_rotate(s->joint[j].frame.q, tact_vec(0, 0, 1));
            tact_vec3 arm = tact_sub(s->body[k].pose.p, s->joint[j].frame.p), h = s->body[k].half;
            sum += s->body[k].mass * (double)(tact_norm2(tact_cross(axis, arm)) + tact_norm2(h) / 6);
        }
    }
    return sum;
}
LOOP_FUNC void loop_run_open(loop_run *r, const loop_system *s, loop_form form) {
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_constraint list[LOOP_JOINTS];
    tact_pose frame[LOOP_BODIES], at[2];
    rbd_error error;
    int k, n = 0, added[LOOP_BODIES], side;
    char name[32];
    memset(r, 0, sizeof *r);
    r->s = s;
    r->form = form;
    r->dt = 2e-3;
    r->bias = contact_default_bias_config();
    r->bias.slop = TACT_R(1e-4);
    added[0] = 0, frame[0] = tact_pose_identity();
    for (k = 1; k <= s->n_bodies; ++k) {
        const loop_body *x = &s->body[k];
        rbd_body body;
        rbd_inertia inertia = rbd_inertia_box((tact_real)x->mass, tact_vec(0, 0, 0), tact_scale(2, x->half));
        const loop_joint *j = x->joint < 0 ? NULL : &s->joint[x->joint];
        snprintf(name, sizeof name, "body%d", k);
        body = rbd_default_body(name, 0);
        if (form == LOOP_MAXIMAL || !j) {
            body.joint = rbd_default_joint(RBD_JOINT_FREE);
            frame[k] = x->pose; /* its neutral configuration is the identity: q is set below */
        } else {
            body.joint = rbd_default_joint(j->type == LOOP_FIXED       ? RBD_JOINT_FIXED
                                           : j->type == LOOP_REVOLUTE  ? RBD_JOINT_REVOLUTE
                                           : j->type == LOOP_UNIVERSAL ? RBD_JOINT_UNIVERSAL
                                                                       : RBD_JOINT_SPHERICAL);
            if (j->type == LOOP_UNIVERSAL) body.joint.axis = tact_vec(0, 1, 0), body.joint.axis2 = tact_vec(1, 0, 0);
            frame[k] = j->frame;
            body.parent = added[j->a];
            body.placement = tact_pose_mul(tact_pose_inverse(frame[j->a]), frame[k]);
        }
        body.inertia = rbd_inertia_placed(inertia, tact_pose_mul(tact_pose_inverse(frame[k]), x->pose));
        added[k] = rbd_builder_add(b, &body, &error);
        if (added[k] < 0) loop_fail(s, error.text);
    }
    r->m = rbd_model_create(b, NULL, &error);
    if (!r->m) loop_fail(s, error.text);
    rbd_builder_destroy(b);
    for (k = 1; k <= s->n_bodies; ++k) {
        r->body[k] = rbd_model_body(r->m, added[k]);
        r->centre[k] =
            rbd_model_added_pose(r->m, added[k], tact_pose_mul(tact_pose_inverse(frame[k]), s->body[k].pose));
    }
    for (k = 0; k < s->n_joints; ++k) {
        const loop_joint *j = &s->joint[k];
        if (form == LOOP_REDUCED && !j->closes) continue;
        for (side = 0; side < 2; ++side) {
            int body = side ? j->a : j->b;
            at[side] = tact_pose_mul(tact_pose_inverse(body ? s->body[body].pose : tact_pose_identity()), j->frame);
            if (body) at[side] = tact_pose_mul(r->centre[body], at[side]);
        }
        r->kept[n] = k;
        list[n++] = rbd_constraint_rows(j->b ? r->body[j->b] : 0, at[0], j->a ? r->body[j->a] : 0, at[1],
                                        loop_joint_mask(j->type));
    }
    r->c = rbd_constraints_create(r->m, list, n, NULL, &error);
    if (!r->c) loop_fail(s, error.text);
    r->d = rbd_data_create(r->m, NULL);
    {
        size_t nq = (size_t)r->m->nq, nv = (size_t)r->m->nv, rows = (size_t)r->c->n_rows;
        r->q = (tact_real *)loop_alloc(nq, sizeof(tact_real)),
        r->q_next = (tact_real *)loop_alloc(nq, sizeof(tact_real));
        r->v = (tact_real *)loop_alloc(nv, sizeof(tact_real)), r->tau = (tact_real *)loop_alloc(nv, sizeof(tact_real));
        r->a = (tact_real *)loop_alloc(nv, sizeof(tact_real));
        r->f = (tact_real *)loop_alloc(6 * (size_t)r->m->n_bodies, sizeof(tact_real));
        r->J = (tact_real *)loop_alloc((rows + 6) * nv, sizeof(tact_real));
        r->M = (tact_real *)loop_alloc(nv * nv, sizeof(tact_real));
        r->joint_impulse = (tact_real *)loop_alloc(rows, sizeof(tact_real));
        r->row_used = (int *)loop_alloc(rows, sizeof(int));
    }
    rbd_neutral(r->m, r->q);
    for (k = 1; k <= s->n_bodies; ++k)
        if (form == LOOP_MAXIMAL || s->body[k].joint < 0) {
            tact_real *q = r->q + r->m->iq[r->body[k]];
            tact_pose p = s->body[k].pose;
            q[0] = p.p.x;
            q[1] = p.p.y;
            q[2] = p.p.z;
            q[3] = p.q.x;
            q[4] = p.q.y;
            q[5] = p.q.z;
            q[6] = p.q.w;
        }
    for (k = 0; k < s->n_joints; ++k) r->torque[k] = s->joint[k].actuated ? s->drive * loop_carried(s, k) : 0;
}
LOOP_FUNC void loop_run_close(loop_run *r) {
    rbd_constraints_destroy(r->c);
    rbd_data_destroy(r->d);
    rbd_model_destroy(r->m);
    free(r->q);
    free(r->q_next);
    free(r->v);
    free(r->tau);
    free(r->a);
    free(r->f);
    free(r->J);
    free(r->M);
    free(r->joint_impulse), free(r->row_used);
}
LOOP_FUNC tact_pose loop_body_pose(const loop_run *r, int body) { /* of the box's centre */
    return body ? tact_pose_mul(rbd_body_pose(r->d, r->body[body]), r->centre[body]) : tact_pose_identity();
}
/* World frames of a joint on its two bodies: [0] on b, [1] on a; and the angle of a revolute one. */
LOOP_FUNC double loop_joint_frames(const loop_run *r, int k, tact_pose out[2]) {
    const loop_joint *j = &r->s->joint[k];
    tact_quat turn;
    int side;
    for (side = 0; side < 2; ++side) {
        int body = side ? j->a : j->b;
        tact_pose rest =
            tact_pose_mul(tact_pose_inverse(body ? r->s->body[body].pose : tact_pose_identity()), j->frame);
        out[side] = tact_pose_mul(loop_body_pose(r, body), rest);
    }
    turn = tact_quat_mul(tact_quat_conj(out[1].q), out[0].q);
    return 2 * atan2((double)turn.z * ((double)turn.w < 0 ? -1 : 1), fabs((double)turn.w));
}

/* Adds rows of a constraint on the motion of two bodies (0: the world), given as covectors in world axes at the bodies'
   centres: [force, moment] that a unit impulse exerts on them. */
LOOP_FUNC int loop_add_rows(loop_run *r, contact_problem *p, contact_kind kind, int rows, int a,
                            tact_real wrench_a[][6], int b, tact_real wrench_b[][6]) {
    int k, i, side, nv = r->m->nv;
    if (r->form == LOOP_MAXIMAL)
        return contact_add_blocks(p, kind, rows, a - 1, a ? &wrench_a[0][0] : NULL, b - 1, b ? &wrench_b[0][0] : NULL);
    {
        tact_real *J = r->J + (size_t)r->c->n_rows * (size_t)nv, column[6];
        rbd_frame frame;
        tact_real *F = (tact_real *)loop_alloc(6 * (size_t)nv, sizeof(tact_real));
        int index;
        for (i = 0; i < rows * nv; ++i) J[i] = 0;
        for (side = 0; side < 2; ++side) {
            int body = side ? b : a;
            if (!body || !r->body[body]) continue; /* the base of a fixed system is part of the world */
            frame = rbd_frame_on_body(r->body[body], r->centre[body]);
            rbd_frame_jacobian(r->d, &frame, RBD_REFERENCE_LOCAL_WORLD_ALIGNED, F, nv);
            for (k = 0; k < nv; ++k) {
                for (i = 0; i < 6; ++i) column[i] = F[i * nv + k];
                for (i = 0; i < rows; ++i) {
                    const tact_real *w = side ? wrench_b[i] : wrench_a[i];
                    J[i * nv + k] += w[0] * column[0] + w[1] * column[1] + w[2] * column[2] + w[3] * column[3] +
                                     w[4] * column[4] + w[5] * column[5];
                }
            }
        }
        free(F);
        index = contact_add_blocks(p, kind, rows, -1, NULL, 0, J);
        return index;
    }
}

/* The problem of one step from the present state: free velocities, joints, limits that are reached, contacts. */
LOOP_FUNC contact_status loop_run_problem(loop_run *r, contact_problem *p) {
    const loop_system *s = r->s;
    const rbd_model *m = r->m;
    int i, k, nv = m->nv, row;
    contact_problem_clear(p);
    p->dt = (tact_real)r->dt;
    r->n_contacts = r->n_limits = r->n_joint_rows = 0;
    rbd_fk(m, r->d, r->q);
    /* torques of the actuators as forces on the bodies */
    for (i = 0; i < 6 * m->n_bodies; ++i) r->f[i] = 0;
    for (k = 0; k < s->n_joints; ++k) {
        tact_pose frames[2];
        int side;
        if (r->torque[k] == 0) continue;
        loop_joint_frames(r, k, frames);
        for (side = 0; side < 2; ++side) {
            int body = r->body[side ? s->joint[k].a : s->joint[k].b];
            double t = r->torque[k] * sin(9 * r->time + 1.7 * k) * (side ? -1 : 1);
            tact_vec3 moment = tact_mat_tmul_vec(&r->d->rotation[body],
                                                 tact_scale((tact_real)t, tact_rotate(frames[0].q, tact_vec(0, 0, 1))));
            if (!(side ? s->joint[k].a : s->joint[k].b) || !body) continue;
            r->f[6 * body + 3] += moment.x;
            r->f[6 * body + 4] += moment.y;
            r->f[6 * body + 5] += moment.z;
        }
    }
    if (rbd_aba(m, r->d, r->q, r->v, r->tau, r->f, r->a) < 0) return CONTACT_FAILED;
    rbd_fk_acceleration(m, r->d, r->q, r->v, NULL);
    rbd_constraints_evaluate(r->c, r->d);
    for (k = 0; k < nv; ++k) r->a[k] = r->v[k] + (tact_real)r->dt * r->a[k];
    if (r->form == LOOP_MAXIMAL) {
        for (k = 1; k <= s->n_bodies; ++k) {
            const tact_mat3 *R = &r->d->rotation[k];
            const rbd_inertia *y = &m->inertia[k];
            tact_mat3 I = tact_mat_diagonal(y->xx, y->yy, y->zz), t = tact_mat_mul(R, &I), Rt = tact_mat_transpose(R);
            const tact_real *v = r->a + 6 * (k - 1);
            I = tact_mat_mul(&t, &Rt);
            contact_add_body(p, y->mass, &I, tact_mat_mul_vec(R, tact_vec(v[0], v[1], v[2])),
                             tact_mat_mul_vec(R, tact_vec(v[3], v[4], v[5])));
        }
    } else if (nv > 0) {
        rbd_crba(m, r->d, r->q, r->M, nv);
        contact_add_tree(p, nv, r->M, nv, r->a);
        rbd_fk_acceleration(m, r->d, r->q, r->v, NULL);
    }
    /* joints */
    rbd_constraints_jacobian(r->c, r->J, nv);
    for (k = 0; k < r->c->n; ++k) {
        const loop_joint *j = &s->joint[r->kept[k]];
        int first = r->c->first_row[k], rows = r->c->first_row[k + 1] - first, used = 0, at, which[6];
        for (row = 0; row < rows; ++row) { /* rows that nothing can move (a planar loop's out of its plane) */
            double norm = 0;
            for (i = 0; i < nv; ++i) norm += fabs((double)r->J[(size_t)(first + row) * (size_t)nv + (size_t)i]);
            r->row_used[first + row] = norm > 1e-9;
            if (norm > 1e-9) which[used++] = first + row;
        }
        if (!used) continue;
        if (r->form == LOOP_MAXIMAL) {
            tact_real block[2][6][6];
            int side;
            for (side = 0; side < 2; ++side) {
                int body = side ? j->a : j->b;
                for (row = 0; row < used && body; ++row) { /* body axes to world axes */
                    const tact_real *x = r->J + (size_t)which[row] * (size_t)nv + 6 * (size_t)(body - 1);
                    tact_vec3 f = tact_mat_mul_vec(&r->d->rotation[body], tact_vec(x[0], x[1], x[2]));
                    tact_vec3 n = tact_mat_mul_vec(&r->d->rotation[body], tact_vec(x[3], x[4], x[5]));
                    tact_real *out = block[side][row];
                    out[0] = f.x;
                    out[1] = f.y;
                    out[2] = f.z;
                    out[3] = n.x;
                    out[4] = n.y;
                    out[5] = n.z;
                }
            }
            at = contact_add_blocks(p, CONTACT_KIND_JOINT, used, j->a - 1, j->a ? &block[1][0][0] : NULL, j->b - 1,
                                    &block[0][0][0]);
        } else {
            tact_real *block = (tact_real *)loop_alloc((size_t)(used * nv), sizeof(tact_real));
            for (row = 0; row < used; ++row)
                memcpy(block + row * nv, r->J + (size_t)which[row] * (size_t)nv, (size_t)nv * sizeof(tact_real));
            at = contact_add_blocks(p, CONTACT_KIND_JOINT, used, -1, NULL, 0, block);
            free(block);
        }
        if (at < 0) return (contact_status)at;
        for (row = 0; row < used; ++row) {
            p->bias[p->constraints[at].first_row + row] = contact_bias_joint(&r->bias, p->dt, r->c->error[which[row]]);
            p->impulse[p->constraints[at].first_row + row] = r->joint_impulse[which[row]];
        }
        r->n_joint_rows += used;
    }
    /* limits */
    for (k = 0; k < s->n_joints; ++k) {
        const loop_joint *j = &s->joint[k];
        tact_pose frames[2];
        double angle;
        int low, at;
        tact_real on_a[1][6], on_b[1][6];
        tact_vec3 axis;
        if (j->type != LOOP_REVOLUTE || j->lower >= j->upper) continue;
        angle = loop_joint_frames(r, k, frames);
        if (angle > j->lower && angle < j->upper) continue;
        low = angle <= j->lower;
        axis = tact_scale(low ? 1 : -1, tact_rotate(frames[0].q, tact_vec(0, 0, 1)));
        for (i = 0; i < 3; ++i) on_a[0][i] = on_b[0][i] = 0;
        on_b[0][3] = axis.x;
        on_b[0][4] = axis.y;
        on_b[0][5] = axis.z;
        on_a[0][3] = -axis.x;
        on_a[0][4] = -axis.y;
        on_a[0][5] = -axis.z;
        at = loop_add_rows(r, p, CONTACT_KIND_LIMIT, 1, j->a, on_a, j->b, on_b);
        if (at < 0) return (contact_status)at;
        p->constraints[at].gap = (tact_real)(low ? angle - j->lower : j->upper - angle);
        p->bias[p->constraints[at].first_row] = contact_bias_normal(&r->bias, p->dt, p->constraints[at].gap, 0, 0);
        ++r->n_limits;
    }
    /* contacts with the ground */
    for (k = 0; k < s->n_points; ++k) {
        int body = s->point[k].body, at;
        tact_pose pose = loop_body_pose(r, body);
        tact_vec3 arm = tact_rotate(pose.q, s->point[k].at), t = tact_vec(1, 0, 0), zero = tact_vec(0, 0, 0);
        double gap = (double)(pose.p.z + arm.z) - s->ground;
        if (gap > 1e-4) continue;
        if (r->form == LOOP_MAXIMAL) {
            at = contact_add_contact(p, -1, body - 1, tact_vec(0, 0, 1), &t, zero, arm, (tact_real)s->mu);
        } else {
            tact_real wrench[3][6];
            for (i = 0; i < 3; ++i) { /* rows x, y, z of the point's velocity: t1, t2, n */
                tact_vec3 e = tact_vec(i == 0, i == 1, i == 2), n = tact_cross(arm, e);
                wrench[i][0] = e.x;
                wrench[i][1] = e.y;
                wrench[i][2] = e.z;
                wrench[i][3] = n.x;
                wrench[i][4] = n.y;
                wrench[i][5] = n.z;
            }
            at = loop_add_rows(r, p, CONTACT_KIND_CONTACT, 3, 0, NULL, body, wrench);
            if (at >= 0) p->constraints[at].mu = (tact_real)s->mu;
        }
        if (at < 0) return (contact_status)at;
        p->constraints[at].gap = (tact_real)gap;
        p->bias[p->constraints[at].first_row + 2] = contact_bias_normal(&r->bias, p->dt, (tact_real)gap, 0, 0);
        ++r->n_contacts;
    }
    return CONTACT_OK;
}

/* Velocity of the model behind a solution, into `out`. */
LOOP_FUNC void loop_run_velocity(const loop_run *r, const contact_problem *p, tact_real *out) {
    int k;
    if (r->form == LOOP_MAXIMAL) {
        for (k = 1; k <= r->s->n_bodies; ++k) {
            const tact_real *x = p->velocity + 6 * (k - 1);
            tact_vec3 v = tact_mat_tmul_vec(&r->d->rotation[k], tact_vec(x[0], x[1], x[2]));
            tact_vec3 w = tact_mat_tmul_vec(&r->d->rotation[k], tact_vec(x[3], x[4], x[5]));
            tact_real *y = out + 6 * (k - 1);
            y[0] = v.x;
            y[1] = v.y;
            y[2] = v.z;
            y[3] = w.x;
            y[4] = w.y;
            y[5] = w.z;
        }
    } else {
        for (k = 0; k < r->m->nv; ++k) out[k] = p->velocity[k];
    }
}
/* [m, rad] The largest violation by joints and contacts of the configuration that a solution leads to (r_pen). */
LOOP_FUNC double loop_run_penetration(loop_run *r, const contact_problem *p) {
    double worst = 0;
    int k;
    loop_run_velocity(r, p, r->tau); /* tau is zero between calls: there are no generalised forces */
    rbd_integrate(r->m, r->q, r->tau, (tact_real)r->dt, r->q_next);
    for (k = 0; k < r->m->nv; ++k) r->tau[k] = 0;
    rbd_fk(r->m, r->d, r->q_next);
    rbd_constraints_evaluate(r->c, r->d);
    for (k = 0; k < r->c->n_rows; ++k) worst = fmax(worst, fabs((double)r->c->error[k]));
    for (k = 0; k < r->s->n_points; ++k) {
        tact_pose pose = loop_body_pose(r, r->s->point[k].body);
        worst = fmax(worst, r->s->ground - (double)tact_pose_apply(pose, r->s->point[k].at).z);
    }
    rbd_fk(r->m, r->d, r->q);
    rbd_constraints_evaluate(r->c, r->d);
    return worst;
}
LOOP_FUNC void loop_run_advance(loop_run *r, const contact_problem *p) {
    int k, row = 0;
    loop_run_velocity(r, p, r->v);
    rbd_integrate(r->m, r->q, r->v, (tact_real)r->dt, r->q);
    /* Joint errors are taken back by projection: redundant rows with a bias of their own each, as the paper's stabilisation by
       feedback (section V) gives them, contradict one another, and such a problem has no solution to compare solvers by. */
    if (r->c->n_rows && !r->feedback) rbd_project_configuration(r->m, r->d, r->c, r->q, TACT_R(1e-10), 10, NULL);
    for (k = 0; k < r->c->n_rows; ++k)
        if (r->row_used[k]) r->joint_impulse[k] = p->impulse[row++];
    r->time += r->dt;
}

/* Rows c of a problem: J v + bias. */
LOOP_FUNC void loop_row_velocity(const contact_problem *p, const tact_real *v, tact_real *c) {
    int k, i, j, side;
    for (i = 0; i < p->row_count; ++i) c[i] = p->bias[i];
    for (k = 0; k < p->constraint_count; ++k) {
        const contact_constraint *x = &p->constraints[k];
        for (side = 0; side < 2; ++side) {
            int tree = side ? x->tree_b : x->tree_a, block = side ? x->jacobian_b : x->jacobian_a;
            const tact_real *u;
            if (tree < 0) continue;
            u = v + p->trees[tree].first_dof;
            if (block >= 0) {
                int dof = p->trees[tree].dof;
                for (i = 0; i < x->rows; ++i)
                    for (j = 0; j < dof; ++j) c[x->first_row + i] += p->jacobian[block + i * dof + j] * u[j];
            } else {
                tact_vec3 t2 = tact_cross(x->normal, x->tangent);
                tact_vec3 w = tact_add(tact_vec(u[0], u[1], u[2]),
                                       tact_cross(tact_vec(u[3], u[4], u[5]), side ? x->arm_b : x->arm_a));
                tact_real sign = side ? TACT_R(1) : TACT_R(-1);
                c[x->first_row] += sign * tact_dot(x->tangent, w), c[x->first_row + 1] += sign * tact_dot(t2, w);
                c[x->first_row + 2] += sign * tact_dot(x->normal, w);
            }
        }
    }
}

/* The paper's NCP residuals of a solution, infinity norms (its equations 174 to 176): of the velocity u = c + mu |c_t| n with
   the De Saxce correction, on impulses, and the natural map lambda - P_K(lambda - u) with step 1. `c`: row_count reals. */
typedef struct loop_residuals {
    double dual, ncp, natural;
    int finite;
} loop_residuals;
LOOP_FUNC void loop_project(double mu, const double *x, double *out) { /* onto |t| <= mu n */
    double t = hypot(x[0], x[1]), s;
    if (t <= mu * x[2]) {
        out[0] = x[0];
        out[1] = x[1];
        out[2] = x[2];
    } else if (mu * t <= -x[2]) {
        out[0] = out[1] = out[2] = 0;
    } else {
        s = (mu * t + x[2]) / (1 + mu * mu);
        out[0] = mu * s * x[0] / t;
        out[1] = mu * s * x[1] / t;
        out[2] = s;
    }
}
LOOP_FUNC loop_residuals loop_evaluate(const contact_problem *p, tact_real *c) {
    loop_residuals r;
    int k, i;
    r.dual = r.ncp = r.natural = 0, r.finite = 1;
    loop_row_velocity(p, p->velocity, c);
    for (k = 0; k < p->constraint_count; ++k) {
        const contact_constraint *x = &p->constraints[k];
        const tact_real *lambda = p->impulse + x->first_row, *u = c + x->first_row;
        for (i = 0; i < x->rows; ++i)
            if (!tact_finite(lambda[i]) || !tact_finite(u[i])) r.finite = 0;
        if (x->kind == CONTACT_KIND_JOINT) {
            for (i = 0; i < x->rows; ++i)
                r.dual = fmax(r.dual, fabs((double)u[i])), r.natural = fmax(r.natural, fabs((double)u[i]));
        } else if (x->kind == CONTACT_KIND_LIMIT) {
            double a = (double)lambda[0], b = (double)u[0];
            r.dual = fmax(r.dual, -b), r.ncp = fmax(r.ncp, fabs(a * b));
            r.natural = fmax(r.natural, fabs(a - fmax(0, a - b)));
        } else {
            double mu = (double)x->mu, a[3], b[3], z[3], y[3], dot = 0;
            for (i = 0; i < 3; ++i) a[i] = (double)lambda[i], b[i] = (double)u[i];
            b[2] += mu * hypot(b[0], b[1]);
            for (i = 0; i < 3; ++i) dot += a[i] * b[i], z[i] = a[i] - b[i];
            r.ncp = fmax(r.ncp, fabs(dot));
            loop_project(mu, z, y);
            for (i = 0; i < 3; ++i) r.natural = fmax(r.natural, fabs(a[i] - y[i]));
            if (mu > 0) { /* dual cone: |t| <= n / mu */
                loop_project(1 / mu, b, y);
                for (i = 0; i < 3; ++i) r.dual = fmax(r.dual, fabs(b[i] - y[i]));
            }
        }
    }
    return r;
}

/* Rank of J: pivoted Gram-Schmidt on the rows of J M^-1/2. */
LOOP_FUNC int loop_rank(const contact_problem *p) {
    int n = p->row_count, nv = p->dof_count, i, j, k, t, rank = 0;
    double *W = (double *)loop_alloc((size_t)n * (size_t)nv, sizeof(double)),
           *size = (double *)loop_alloc((size_t)n, sizeof(double));
    tact_real *unit = (tact_real *)loop_alloc((size_t)nv, sizeof(tact_real)),
              *c = (tact_real *)loop_alloc((size_t)n, sizeof(tact_real));
    double largest = 0;
    for (j = 0; j < nv; ++j) { /* columns of J by unit velocities */
        for (i = 0; i < nv; ++i) unit[i] = i == j;
        loop_row_velocity(p, unit, c);
        for (i = 0; i < n; ++i) W[(size_t)i * (size_t)nv + (size_t)j] = (double)c[i] - (double)p->bias[i];
    }
    for (t = 0; t < p->tree_count; ++t) { /* rows times L^-T of the tree's mass block */
        const contact_tree *tree = &p->trees[t];
        int dof = tree->dof;
        double *L = (double *)loop_alloc((size_t)(dof * dof), sizeof(double));
        for (i = 0; i < dof; ++i)
            for (j = 0; j <= i; ++j) {
                static const int place[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
                double x;
                if (tree->mass_offset >= 0)
                    x = (double)p->mass[tree->mass_offset + i * dof + j];
                else if (i < 3)
                    x = i == j ? (double)tree->body_mass : 0;
                else
                    x = j < 3 ? 0 : (double)tree->inertia[place[i - 3][j - 3]];
                for (k = 0; k < j; ++k) x -= L[i * dof + k] * L[j * dof + k];
                L[i * dof + j] = i == j ? sqrt(x > 0 ? x : 1e-300) : x / L[j * dof + j];
            }
        for (i = 0; i < n; ++i) {
            double *w = W + (size_t)i * (size_t)nv + (size_t)tree->first_dof;
            for (j = 0; j < dof; ++j) {
                for (k = 0; k < j; ++k) w[j] -= L[j * dof + k] * w[k];
                w[j] /= L[j * dof + j];
            }
        }
        free(L);
    }
    for (i = 0; i < n; ++i) { /* unit rows: a heavy body's count as much as a light one's */
        double norm = 0, *w = W + (size_t)i * (size_t)nv;
        for (j = 0; j < nv; ++j) norm += w[j] * w[j];
        norm = norm > 0 ? 1 / sqrt(norm) : 0;
        for (j = 0; j < nv; ++j) w[j] *= norm;
        size[i] = norm > 0;
    }
    while (rank < n) {
        int best = 0;
        double *w;
        for (i = 0; i < n; ++i)
            if (size[i] > size[best]) best = i;
        if (rank == 0) largest = size[best];
        if (!(size[best] > 1e-14 * largest)) break; /* squares */
        w = W + (size_t)best * (size_t)nv;
        {
            double norm = 0;
            for (j = 0; j < nv; ++j) norm += w[j] * w[j];
            norm = 1 / sqrt(norm);
            for (j = 0; j < nv; ++j) w[j] *= norm;
        }
        size[best] = -1, ++rank;
        for (i = 0; i < n; ++i) {
            double dot = 0, *x = W + (size_t)i * (size_t)nv;
            if (size[i] < 0) continue;
            for (j = 0; j < nv; ++j) dot += w[j] * x[j];
            for (j = 0; j < nv; ++j) x[j] -= dot * w[j];
            for (j = 0, size[i] = 0; j < nv; ++j) size[i] += x[j] * x[j];
        }
    }
    free(W);
    free(size);
    free(unit);
    free(c);
    return rank;
}

/* Categories of samples by density and rank (the paper's section VII-C); of several that fit, the last counts. */
enum {
    LOOP_UNCONSTRAINED,
    LOOP_INDEPENDENT_JOINTS,
    LOOP_REDUNDANT_JOINTS,
    LOOP_DENSE_JOINTS,
    LOOP_SINGLE_CONTACT,
    LOOP_SPARSE_CONTACTS,
    LOOP_DENSE_CONTACTS,
    LOOP_DENSE_CONSTRAINTS,
    LOOP_CATEGORIES
};
LOOP_FUNC const char *loop_category_name(int c) {
    static const char *const names[LOOP_CATEGORIES] = {"unconstrained",  "independent_joints", "redundant_joints",
                                                       "dense_joints",   "single_contact",     "sparse_contacts",
                                                       "dense_contacts", "dense_constraints"};
    return names[c];
}
LOOP_FUNC int loop_category(const loop_run *r, const contact_problem *p, int rank) {
    int dofs = p->dof_count, nc = r->n_contacts;
    if (p->row_count == 0) return LOOP_UNCONSTRAINED;
    if (nc == 0)
        return rank == p->row_count ? LOOP_INDEPENDENT_JOINTS
                                    : (r->n_joint_rows < dofs ? LOOP_REDUNDANT_JOINTS : LOOP_DENSE_JOINTS);
    if (r->n_joint_rows > 0 && p->row_count > dofs) return LOOP_DENSE_CONSTRAINTS;
    if (3 * nc > dofs) return LOOP_DENSE_CONTACTS;
    return nc == 1 ? LOOP_SINGLE_CONTACT : LOOP_SPARSE_CONTACTS;
}

#endif /* TACT_LOOP_SYSTEMS_H */
