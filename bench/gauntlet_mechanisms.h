/* gauntlet_mechanisms.h - mechanisms as bodies and joints at an assembled start, and three forms of each in a world:
   free bodies with joints, a robot in reduced coordinates whose spanning tree is found here with joints that close its
   loops, and the same robot in maximal coordinates.

   Truth of every mechanism under gravity: it is conservative, so energy does not grow, and its joints stay closed
   (gauntlet_kit.h). A driven one turns its crank at the speed it is told. */
#ifndef TACT_GAUNTLET_MECHANISMS_H
#define TACT_GAUNTLET_MECHANISMS_H
#include "gauntlet_kit.h"
#include "loop_systems.h"

enum { MECHANISM_BODIES = 72, MECHANISM_JOINTS = 112 };
typedef struct mechanism {
    int n_bodies, n_joints;
    int keep_upright;       /* it stands on a ground */
    double ground, damping; /* [1/s] of every body's speed and spin */
    struct {
        tact_pose pose;
        tact_vec3 half; /* of a box */
        double mass;
        int touches; /* the ground */
    } body[MECHANISM_BODIES];
    struct {
        int a, b; /* -1 is the world */
        contact_joint_kind kind;
        tact_pose frame; /* in the world, when assembled */
        int limited;
        double lower, upper;
        double stiffness, damping; /* of a spring that rests at the start */
        double drive;              /* [rad/s] of a motor, 0: none */
    } joint[MECHANISM_JOINTS];
} mechanism;

/* ---- building ---- */
GAUNTLET_FUNC int mechanism_body(mechanism *m, tact_pose pose, tact_vec3 half, double mass) {
    int k = m->n_bodies++;
    if (k >= MECHANISM_BODIES) abort();
    m->body[k].pose = pose, m->body[k].half = half, m->body[k].mass = mass, m->body[k].touches = 0;
    return k;
}
/* A bar of square section between two points. */
GAUNTLET_FUNC int mechanism_bar(mechanism *m, tact_vec3 p, tact_vec3 q, double density) {
    double length = (double)tact_norm(tact_sub(q, p)), half = 0.04 * length + 0.005;
    tact_pose pose = gauntlet_frame(tact_lerp(p, q, TACT_R(0.5)), tact_sub(q, p));
    return mechanism_body(m, pose, gauntlet_vec(half, half, length / 2), density * 4 * half * half * length);
}
GAUNTLET_FUNC int mechanism_join(mechanism *m, int a, int b, contact_joint_kind kind, tact_vec3 p, tact_vec3 axis) {
    int k = m->n_joints++;
    if (k >= MECHANISM_JOINTS) abort();
    memset(&m->joint[k], 0, sizeof m->joint[k]);
    m->joint[k].a = a, m->joint[k].b = b, m->joint[k].kind = kind, m->joint[k].frame = gauntlet_frame(p, axis);
    return k;
}
/* A planar linkage: points in the xz plane and links of two or three of them; `ground` points are pinned to the world.
   Links that share a point are pinned together there, each to the first of them. */
typedef struct mechanism_link {
    int p[3]; /* points; the third -1 for a bar */
} mechanism_link;
GAUNTLET_FUNC void mechanism_planar(gauntlet *g, mechanism *m, double (*point)[2], int n_points, int n_ground,
                                    const mechanism_link *link, int n_links) {
    double density = gauntlet_log(g, 500, 5000);
    int i, k, c, first[16];
    for (i = 0; i < n_points; ++i) first[i] = i < n_ground ? -1 : -2;
    for (k = 0; k < n_links; ++k) {
        tact_vec3 p[3];
        int body, n = link[k].p[2] >= 0 ? 3 : 2;
        double own = density * gauntlet_log(g, 0.3, 3);
        for (c = 0; c < n; ++c) p[c] = gauntlet_vec(point[link[k].p[c]][0], 0, point[link[k].p[c]][1]);
        if (n == 3) { /* a plate about the three points */
            tact_vec3 centre = tact_scale((tact_real)(1.0 / 3), tact_add(p[0], tact_add(p[1], p[2])));
            double size = 0;
            for (c = 0; c < 3; ++c) size = fmax(size, (double)tact_norm(tact_sub(p[c], centre)));
            body = mechanism_body(m, tact_pose_make(centre, tact_quat_identity()),
                                  gauntlet_vec(0.7 * size, 0.02, 0.7 * size), own * 4 * 0.5 * size * size * 0.04);
        } else
            body = mechanism_bar(m, p[0], p[1], own);
        for (c = 0; c < n; ++c) {
            int at = link[k].p[c];
            if (first[at] == -2)
                first[at] = body;
            else
                mechanism_join(m, first[at], body, CONTACT_JOINT_HINGE, p[c], tact_vec(0, 1, 0));
        }
    }
}

/* ---- the mechanisms ---- */
typedef void (*mechanism_maker)(gauntlet *g, mechanism *m);
GAUNTLET_FUNC double wobble(gauntlet *g, double x) { return x * gauntlet_uniform(g, 0.85, 1.15); }
#define PLANAR(points, ground, links)                                                                                  \
    mechanism_planar(g, m, points, (int)(sizeof points / sizeof *points), ground, links,                               \
                     (int)(sizeof links / sizeof *links))
GAUNTLET_FUNC void make_fourbar(gauntlet *g, mechanism *m) {
    double p[4][2] = {
        {0, 0}, {wobble(g, 0.6), 0}, {wobble(g, 0.05), wobble(g, 0.25)}, {wobble(g, 0.7), wobble(g, 0.4)}};
    const mechanism_link l[3] = {{{0, 2, -1}}, {{2, 3, -1}}, {{1, 3, -1}}};
    PLANAR(p, 2, l);
}
/* Three equal cranks: one row of closure more than a parallelogram needs. */
GAUNTLET_FUNC void make_parallelogram(gauntlet *g, mechanism *m) {
    double s = wobble(g, 0.5), x = wobble(g, 0.12), z = wobble(g, 0.3);
    double p[6][2] = {{0, 0}, {s, 0}, {2 * s, 0}, {x, z}, {s + x, z}, {2 * s + x, z}};
    const mechanism_link l[4] = {{{0, 3, -1}}, {{3, 4, 5}}, {{1, 4, -1}}, {{2, 5, -1}}};
    PLANAR(p, 3, l);
}
GAUNTLET_FUNC void make_watt(gauntlet *g,
                             mechanism *m) { /* six bars: two four-bars that share a ternary link and the ground */
    double p[7][2] = {{0, 0},
                      {wobble(g, 0.5), 0},
                      {wobble(g, 1.0), wobble(g, 0.05)},
                      {wobble(g, -0.05), wobble(g, 0.2)},
                      {wobble(g, 0.5), wobble(g, 0.4)},
                      {wobble(g, 0.7), wobble(g, 0.35)},
                      {wobble(g, 1.1), wobble(g, 0.45)}};
    const mechanism_link l[5] = {{{0, 3, -1}}, {{3, 4, -1}}, {{1, 4, 5}}, {{5, 6, -1}}, {{2, 6, -1}}};
    PLANAR(p, 3, l);
}
GAUNTLET_FUNC void make_stephenson(gauntlet *g, mechanism *m) { /* six bars: the second chain hangs on the coupler */
    double p[7][2] = {{0, 0},
                      {wobble(g, 0.6), 0},
                      {wobble(g, 0.9), wobble(g, 0.3)},
                      {wobble(g, 0.05), wobble(g, 0.25)},
                      {wobble(g, 0.65), wobble(g, 0.4)},
                      {wobble(g, 0.35), wobble(g, 0.7)},
                      {wobble(g, 0.8), wobble(g, 0.75)}};
    const mechanism_link l[5] = {{{0, 3, -1}}, {{3, 4, 5}}, {{1, 4, -1}}, {{5, 6, -1}}, {{2, 6, -1}}};
    PLANAR(p, 3, l);
}
GAUNTLET_FUNC void make_fivebar(gauntlet *g, mechanism *m) { /* two degrees of freedom */
    double p[5][2] = {{0, 0},
                      {wobble(g, 0.4), 0},
                      {wobble(g, -0.1), wobble(g, 0.3)},
                      {wobble(g, 0.5), wobble(g, 0.3)},
                      {wobble(g, 0.2), wobble(g, 0.6)}};
    const mechanism_link l[4] = {{{0, 2, -1}}, {{2, 4, -1}}, {{1, 3, -1}}, {{3, 4, -1}}};
    PLANAR(p, 2, l);
}
GAUNTLET_FUNC void make_peaucellier(gauntlet *g,
                                    mechanism *m) { /* straight line of Peaucellier and Lipkin: seven bars */
    double a = wobble(g, 0.25), x = wobble(g, 0.7);
    double d = a * gauntlet_uniform(g, 0.8, 1.1), half = sqrt(fmax(0.01, a * a - d * d * 0.25)), r = x - d / 2;
    /* O at the origin; inner corner at r, outer at r + d along the axis; the two long bars end at +-half beside the
     * middle */
    double p[6][2] = {{0, 0}, {r / 2, -0.15 * r}, {r, 0}, {r + d / 2, half}, {r + d / 2, -half}, {r + d, 0}};
    const mechanism_link l[7] = {{{0, 3, -1}}, {{0, 4, -1}}, {{2, 3, -1}}, {{2, 4, -1}},
                                 {{5, 3, -1}}, {{5, 4, -1}}, {{1, 2, -1}}};
    PLANAR(p, 2, l);
}
GAUNTLET_FUNC void make_pantograph(gauntlet *g, mechanism *m) {
    double a = wobble(g, 0.3), t = gauntlet_uniform(g, 0.5, 1.0), c = a * cos(t), s = a * sin(t);
    double p[6][2] = {{0, 0}, {c, s}, {2 * c, 2 * s}, {2 * c, 0}, {3 * c, s}, {4 * c, 0}};
    const mechanism_link l[4] = {{{0, 1, 2}}, {{1, 3, -1}}, {{3, 4, -1}}, {{2, 4, 5}}};
    PLANAR(p, 1, l);
}
GAUNTLET_FUNC void make_lambda(gauntlet *g,
                               mechanism *m) { /* Chebyshev's: a ternary coupler with its points in a line */
    double a = wobble(g, 0.2), t = gauntlet_uniform(g, 0.3, 2.8), x = a * cos(t), z = a * sin(t);
    double q = 2 * a, l2 = 2.5 * a, dx = q - x, dz = -z, d = sqrt(dx * dx + dz * dz), along = d / 2;
    double up = sqrt(fmax(1e-3, l2 * l2 - along * along)), ex = dx / d, ez = dz / d;
    double cx = x + along * ex - up * ez, cz = z + along * ez + up * ex;
    double p[5][2] = {{0, 0}, {q, 0}, {x, z}, {cx, cz}, {2 * cx - x + 1e-3, 2 * cz - z}};
    const mechanism_link l[3] = {{{0, 2, -1}}, {{2, 3, 4}}, {{1, 3, -1}}};
    PLANAR(p, 2, l);
}
GAUNTLET_FUNC void make_leg(gauntlet *g,
                            mechanism *m) { /* a walking leg after Jansen: crank, two triangles, five bars */
    double p[8][2] = {{0, 0},
                      {wobble(g, -0.38), wobble(g, -0.08)},
                      {wobble(g, 0.12), wobble(g, 0.08)},
                      {wobble(g, -0.2), wobble(g, 0.35)},
                      {wobble(g, -0.7), wobble(g, 0.05)},
                      {wobble(g, -0.25), wobble(g, -0.45)},
                      {wobble(g, -0.65), wobble(g, -0.3)},
                      {wobble(g, -0.4), wobble(g, -0.85)}};
    const mechanism_link l[7] = {{{0, 2, -1}}, {{2, 3, -1}}, {{1, 3, 4}}, {{2, 5, -1}},
                                 {{1, 5, -1}}, {{4, 6, -1}}, {{5, 6, 7}}};
    PLANAR(p, 2, l);
}
GAUNTLET_FUNC void make_scissor(gauntlet *g,
                                mechanism *m) { /* n crossed pairs on a hinge and a slider; a spring keeps it from
                                                   folding flat, where it may take another branch */
    int k, n = gauntlet_integer(g, 2, 5), bar[16] = {0}, foot;
    double l = wobble(g, 0.5), t = gauntlet_uniform(g, 0.5, 1.0), x = l * cos(t), z = l * sin(t);
    tact_vec3 y = tact_vec(0, 1, 0);
    for (k = 0; k < n; ++k) { /* 2k rises to the right, 2k + 1 to the left */
        bar[2 * k] = mechanism_bar(m, gauntlet_vec(0, 0, k * z), gauntlet_vec(x, 0, (k + 1) * z), 1500);
        bar[2 * k + 1] = mechanism_bar(m, gauntlet_vec(x, 0, k * z), gauntlet_vec(0, 0, (k + 1) * z), 1500);
        mechanism_join(m, bar[2 * k], bar[2 * k + 1], CONTACT_JOINT_HINGE, gauntlet_vec(x / 2, 0, (k + 0.5) * z), y);
        if (k) {
            mechanism_join(m, bar[2 * k - 1], bar[2 * k], CONTACT_JOINT_HINGE, gauntlet_vec(0, 0, k * z), y);
            mechanism_join(m, bar[2 * k - 2], bar[2 * k + 1], CONTACT_JOINT_HINGE, gauntlet_vec(x, 0, k * z), y);
        }
    }
    foot = mechanism_join(m, -1, bar[0], CONTACT_JOINT_HINGE, gauntlet_vec(0, 0, 0), y);
    for (k = 0; k < 2 * n; ++k) m->joint[foot].stiffness += m->body[bar[k]].mass * GAUNTLET_G * n * l / 0.5;
    foot = mechanism_body(m, gauntlet_at(x, 0, 0), gauntlet_vec(0.03, 0.03, 0.03), 0.3);
    mechanism_join(m, bar[1], foot, CONTACT_JOINT_HINGE, gauntlet_vec(x, 0, 0), y);
    mechanism_join(m, -1, foot, CONTACT_JOINT_SLIDER, gauntlet_vec(x, 0, 0), tact_vec(1, 0, 0));
}
GAUNTLET_FUNC void make_slidercrank(gauntlet *g, mechanism *m) {
    double r = wobble(g, 0.15), l = r * gauntlet_uniform(g, 2.5, 4), t = gauntlet_uniform(g, 0.3, 2.5),
           off = gauntlet_uniform(g, -0.05, 0.05);
    tact_vec3 o = tact_vec(0, 0, 0), c = gauntlet_vec(r * cos(t), 0, r * sin(t)), y = tact_vec(0, 1, 0), p;
    int crank, rod, piston;
    p = gauntlet_vec((double)c.x + sqrt(l * l - ((double)c.z - off) * ((double)c.z - off)), 0, off);
    crank = mechanism_bar(m, o, c, 3000), rod = mechanism_bar(m, c, p, 2000);
    piston = mechanism_body(m, tact_pose_make(p, tact_quat_identity()), gauntlet_vec(0.05, 0.04, 0.04),
                            gauntlet_log(g, 0.2, 5));
    mechanism_join(m, -1, crank, CONTACT_JOINT_HINGE, o, y), mechanism_join(m, crank, rod, CONTACT_JOINT_HINGE, c, y);
    mechanism_join(m, rod, piston, CONTACT_JOINT_HINGE, p, y);
    mechanism_join(m, -1, piston, CONTACT_JOINT_SLIDER, p, tact_vec(1, 0, 0));
}
/* Bennett's four skew hinges: a sin(beta) = b sin(alpha), tan(t1/2) tan(t2/2) =
 * sin((beta+alpha)/2)/sin((beta-alpha)/2). */
GAUNTLET_FUNC void make_bennett(gauntlet *g, mechanism *m) {
    double alpha = gauntlet_uniform(g, 0.4, 0.9), beta = alpha + gauntlet_uniform(g, 0.3, 0.6), a = wobble(g, 0.3);
    double b = a * sin(beta) / sin(alpha), t1 = gauntlet_uniform(g, 0.8, 2.2);
    double t2 = 2 * atan(sin((beta + alpha) / 2) / sin((beta - alpha) / 2) / tan(t1 / 2));
    double turn[4], length[4], twist[4];
    tact_pose f[5];
    int k, link[4];
    turn[0] = t1, turn[1] = t2, turn[2] = -t1, turn[3] = -t2;
    for (k = 0; k < 4; ++k) length[k] = k % 2 ? b : a, twist[k] = k % 2 ? beta : alpha;
    f[0] = tact_pose_identity();
    for (k = 0; k < 4; ++k) { /* from hinge k to hinge k + 1 as Denavit and Hartenberg */
        tact_pose z = tact_pose_make(tact_vec(0, 0, 0), gauntlet_turn(tact_vec(0, 0, 1), turn[k]));
        tact_pose x = tact_pose_make(gauntlet_vec(length[k], 0, 0), gauntlet_turn(tact_vec(1, 0, 0), twist[k]));
        f[k + 1] = tact_pose_mul(f[k], tact_pose_mul(z, x));
    }
    if (tact_norm(f[4].p) > 1e-9) gauntlet_fail(g, "Bennett's loop does not close: %g m", (double)tact_norm(f[4].p));
    for (k = 0; k < 3; ++k) link[k] = mechanism_bar(m, f[k].p, f[k + 1].p, wobble(g, 1500));
    link[3] = -1; /* the fourth is the ground: hinges 3 and 0 */
    for (k = 0; k < 4; ++k) {
        int one = k ? link[k - 1] : -1, two = link[k];
        mechanism_join(m, two < 0 ? two : one, two < 0 ? one : two, CONTACT_JOINT_HINGE, f[k].p,
                       tact_rotate(f[k].q, tact_vec(0, 0, 1)));
    }
}
GAUNTLET_FUNC void make_sarrus(gauntlet *g, mechanism *m) { /* two legs of three parallel hinges: a straight line; a
                                                               spring keeps it from folding flat, as the scissor */
    double h = wobble(g, 0.5), out = wobble(g, 0.25);
    int leg, top = mechanism_body(m, gauntlet_at(0, 0, h), gauntlet_vec(0.15, 0.15, 0.02), wobble(g, 2));
    for (leg = 0; leg < 2; ++leg) {
        double x = leg ? 0 : 1, y = leg ? 1 : 0;
        tact_vec3 axis = gauntlet_vec(y, x, 0), p = gauntlet_vec(0.2 * x, 0.2 * y, 0),
                  q = gauntlet_vec((0.2 + out) * x, (0.2 + out) * y, h / 2);
        tact_vec3 r = gauntlet_vec(0.2 * x, 0.2 * y, h);
        int low = mechanism_bar(m, p, q, 1500), high = mechanism_bar(m, q, r, 1500);
        int j = mechanism_join(m, -1, low, CONTACT_JOINT_HINGE, p, axis);
        m->joint[j].stiffness = 4 * GAUNTLET_G * h / 0.5; /* some 4 kg */
        mechanism_join(m, low, high, CONTACT_JOINT_HINGE, q, axis);
        mechanism_join(m, high, top, CONTACT_JOINT_HINGE, r, axis);
    }
}
GAUNTLET_FUNC void make_stewart(gauntlet *g, mechanism *m) { /* six legs of two parts on springs */
    double h = wobble(g, 0.8), low = wobble(g, 0.5), high = wobble(g, 0.3), mass = gauntlet_log(g, 2, 50);
    int k, top = mechanism_body(m, gauntlet_at(0, 0, h), gauntlet_vec(high, high, 0.03), mass);
    for (k = 0; k < 6; ++k) {
        double a = GAUNTLET_PI / 3 * (k / 2 * 2 + (k % 2 ? 0.3 : -0.3)),
               b = GAUNTLET_PI / 3 * (k / 2 * 2 + (k % 2 ? 0.7 : -0.7));
        tact_vec3 p = gauntlet_vec(low * cos(a), low * sin(a), 0), q = gauntlet_vec(high * cos(b), high * sin(b), h),
                  d = tact_sub(q, p);
        int lower = mechanism_bar(m, p, tact_lerp(p, q, TACT_R(0.55)), 1500),
            upper = mechanism_bar(m, tact_lerp(p, q, TACT_R(0.45)), q, 1000), j;
        mechanism_join(m, -1, lower, CONTACT_JOINT_UNIVERSAL, p, d);
        j = mechanism_join(m, lower, upper, CONTACT_JOINT_SLIDER, tact_lerp(p, q, TACT_R(0.5)), d);
        m->joint[j].stiffness = mass * 9.81 / 6 / 0.02, m->joint[j].damping = 0.1 * mass;
        mechanism_join(m, upper, top, CONTACT_JOINT_BALL, q, d);
    }
}
GAUNTLET_FUNC void make_delta(gauntlet *g, mechanism *m) { /* three arms, each with a pair of rods on balls */
    double out = wobble(g, 0.3), drop = wobble(g, 0.6), knee = wobble(g, 0.35), small = wobble(g, 0.08), gap = 0.05;
    int k, side, plate = mechanism_body(m, gauntlet_at(0, 0, -drop), gauntlet_vec(small, small, 0.015), wobble(g, 0.5));
    for (k = 0; k < 3; ++k) {
        double a = 2 * GAUNTLET_PI / 3 * k, c = cos(a), s = sin(a);
        tact_vec3 axis = gauntlet_vec(-s, c, 0), p = gauntlet_vec(out * 0.6 * c, out * 0.6 * s, 0),
                  q = gauntlet_vec((out + knee * 0.4) * c, (out + knee * 0.4) * s, -0.1);
        int arm = mechanism_bar(m, p, q, 1500);
        mechanism_join(m, -1, arm, CONTACT_JOINT_HINGE, p, axis);
        for (side = -1; side <= 1; side += 2) {
            tact_vec3 u = tact_mul_add(q, (tact_real)(gap * side), axis);
            tact_vec3 v = tact_mul_add(gauntlet_vec(small * c, small * s, -drop), (tact_real)(gap * side), axis);
            int rod = mechanism_bar(m, u, v, 500);
            mechanism_join(m, arm, rod, CONTACT_JOINT_BALL, u, axis),
                mechanism_join(m, rod, plate, CONTACT_JOINT_BALL, v, axis);
        }
    }
}
GAUNTLET_FUNC void make_wishbone(gauntlet *g,
                                 mechanism *m) { /* two arms, an upright, a tie rod and a spring strut's mass */
    tact_vec3 lo = gauntlet_vec(wobble(g, 0.5), 0, wobble(g, -0.12)),
              up = gauntlet_vec(wobble(g, 0.45), 0, wobble(g, 0.15));
    tact_vec3 tie = gauntlet_vec(wobble(g, 0.48), wobble(g, 0.12), 0), y = tact_vec(0, 1, 0), z = tact_vec(0, 0, 1);
    int lower = mechanism_bar(m, gauntlet_vec(0.1, 0, -0.1), lo, 3000),
        upper = mechanism_bar(m, gauntlet_vec(0.15, 0, 0.12), up, 3000);
    int upright = mechanism_body(m, tact_pose_make(tact_lerp(lo, up, TACT_R(0.5)), tact_quat_identity()),
                                 gauntlet_vec(0.05, 0.1, 0.16), wobble(g, 20));
    int rod = mechanism_bar(m, gauntlet_vec(0.12, 0.1, 0.01), tie, 2000);
    int j = mechanism_join(m, -1, lower, CONTACT_JOINT_HINGE, gauntlet_vec(0.1, 0, -0.1), y);
    m->joint[j].stiffness = 2000, m->joint[j].damping = 20;
    mechanism_join(m, -1, upper, CONTACT_JOINT_HINGE, gauntlet_vec(0.15, 0, 0.12), y);
    mechanism_join(m, lower, upright, CONTACT_JOINT_BALL, lo, z),
        mechanism_join(m, upper, upright, CONTACT_JOINT_BALL, up, z);
    mechanism_join(m, -1, rod, CONTACT_JOINT_UNIVERSAL, gauntlet_vec(0.12, 0.1, 0.01),
                   tact_sub(tie, gauntlet_vec(0.12, 0.1, 0.01)));
    mechanism_join(m, rod, upright, CONTACT_JOINT_BALL, tie, z);
}
GAUNTLET_FUNC void make_necklace(gauntlet *g,
                                 mechanism *m) { /* a closed ring of links that hangs from one of its joints */
    int k, n = gauntlet_integer(g, 8, 16), first = 0, last = 0;
    double r = wobble(g, 0.4);
    tact_vec3 up = tact_vec(0, 0, 1), p = gauntlet_vec(0, 0, r);
    for (k = 0; k < n; ++k) {
        double a = 2 * GAUNTLET_PI * (k + 1) / n;
        tact_vec3 q = k == n - 1 ? gauntlet_vec(0, 0, r) : gauntlet_vec(r * sin(a), 0.1 * r * sin(2 * a), r * cos(a));
        int bar = mechanism_bar(m, p, q, wobble(g, 1500));
        mechanism_join(m, k ? last : -1, bar, CONTACT_JOINT_BALL, p, up);
        if (!k) first = bar;
        last = bar, p = q;
    }
    mechanism_join(m, first, last, CONTACT_JOINT_BALL, p, up);
}
GAUNTLET_FUNC void make_cardan(gauntlet *g, mechanism *m) { /* two shafts in bearings, a universal joint between them */
    double bend = gauntlet_uniform(g, 0.2, 0.7), l = wobble(g, 0.4);
    tact_vec3 d = gauntlet_vec(cos(bend), 0, sin(bend)), o = tact_vec(0, 0, 0);
    int in = mechanism_bar(m, gauntlet_vec(-l, 0, 0), o, 3000),
        out = mechanism_bar(m, o, tact_scale((tact_real)l, d), 3000), j;
    mechanism_join(m, -1, in, CONTACT_JOINT_HINGE, gauntlet_vec(-l, 0, 0), tact_vec(1, 0, 0));
    j = mechanism_join(m, in, out, CONTACT_JOINT_UNIVERSAL, o, tact_vec(1, 0, 0));
    { /* x of the first shaft's fork and y of the second's, at right angles and each across its shaft */
        tact_vec3 y = tact_vec(0, 1, 0), x = tact_normalize_or(tact_cross(y, tact_vec(1, 0, 0)), o);
        tact_mat3 R = tact_mat_columns(x, y, tact_cross(x, y));
        m->joint[j].frame.q = tact_quat_from_mat(&R);
    }
    mechanism_join(m, -1, out, CONTACT_JOINT_HINGE, tact_scale((tact_real)l, d), d);
    m->joint[0].damping = 0;
}
GAUNTLET_FUNC void make_chain(gauntlet *g, mechanism *m) {
    int k, n = gauntlet_integer(g, 3, 20), last = -1;
    double l = wobble(g, 0.2), a = gauntlet_uniform(g, 0.5, 2.6);
    tact_vec3 p = tact_vec(0, 0, 0), d = gauntlet_vec(sin(a), 0, -cos(a));
    for (k = 0; k < n; ++k) {
        tact_vec3 q = tact_mul_add(p, (tact_real)l, d);
        int bar = mechanism_bar(m, p, q, 1000);
        mechanism_join(m, last, bar,
                       k % 3 == 2 ? CONTACT_JOINT_UNIVERSAL
                       : k % 3    ? CONTACT_JOINT_HINGE
                                  : CONTACT_JOINT_BALL,
                       p, k % 3 == 1 ? tact_vec(0, 1, 0) : d);
        last = bar, p = q;
    }
}
GAUNTLET_FUNC void make_pendulums(gauntlet *g, mechanism *m) { /* a double or triple pendulum on parallel hinges */
    int k, n = gauntlet_integer(g, 2, 3), last = -1;
    double a = gauntlet_uniform(g, 0.3, 1.6);
    tact_vec3 p = tact_vec(0, 0, 0);
    for (k = 0; k < n; ++k) {
        tact_vec3 q = tact_mul_add(p, (tact_real)wobble(g, 0.4), gauntlet_vec(sin(a), 0, -cos(a)));
        int bar = mechanism_bar(m, p, q, wobble(g, 1000));
        mechanism_join(m, last, bar, CONTACT_JOINT_HINGE, p, tact_vec(0, 1, 0));
        last = bar, p = q;
    }
}
/* A doll of ten boxes: trunk of two, head, arms and legs of two; balls, hinges with limits at elbows and knees. */
GAUNTLET_FUNC void make_doll(gauntlet *g, mechanism *m) {
    double s = wobble(g, 1);
    int side, pelvis, chest, head, j;
    tact_vec3 y = tact_vec(0, 1, 0), z = tact_vec(0, 0, 1);
    pelvis = mechanism_body(m, gauntlet_at(0, 0, 0), gauntlet_vec(0.1 * s, 0.15 * s, 0.1 * s), 12 * s * s * s);
    chest = mechanism_body(m, gauntlet_at(0, 0, 0.35 * s), gauntlet_vec(0.1 * s, 0.18 * s, 0.2 * s), 20 * s * s * s);
    head = mechanism_body(m, gauntlet_at(0, 0, 0.7 * s), gauntlet_vec(0.09 * s, 0.08 * s, 0.12 * s), 5 * s * s * s);
    mechanism_join(m, pelvis, chest, CONTACT_JOINT_BALL, gauntlet_vec(0, 0, 0.12 * s), z);
    mechanism_join(m, chest, head, CONTACT_JOINT_BALL, gauntlet_vec(0, 0, 0.57 * s), z);
    for (side = -1; side <= 1; side += 2) {
        double w = side * s;
        int arm = mechanism_body(m, gauntlet_at(0, 0.36 * w, 0.5 * s), gauntlet_vec(0.04 * s, 0.14 * s, 0.04 * s),
                                 2 * s * s * s);
        int hand = mechanism_body(m, gauntlet_at(0, 0.65 * w, 0.5 * s), gauntlet_vec(0.035 * s, 0.14 * s, 0.035 * s),
                                  1.5 * s * s * s);
        int thigh = mechanism_body(m, gauntlet_at(0, 0.1 * w, -0.33 * s), gauntlet_vec(0.06 * s, 0.06 * s, 0.2 * s),
                                   7 * s * s * s);
        int shin = mechanism_body(m, gauntlet_at(0, 0.1 * w, -0.75 * s), gauntlet_vec(0.05 * s, 0.05 * s, 0.2 * s),
                                  4 * s * s * s);
        mechanism_join(m, chest, arm, CONTACT_JOINT_BALL, gauntlet_vec(0, 0.2 * w, 0.5 * s), y);
        j = mechanism_join(m, arm, hand, CONTACT_JOINT_HINGE, gauntlet_vec(0, 0.505 * w, 0.5 * s), z);
        m->joint[j].limited = 1, m->joint[j].lower = -2.2, m->joint[j].upper = 2.2;
        mechanism_join(m, pelvis, thigh, CONTACT_JOINT_BALL, gauntlet_vec(0, 0.1 * w, -0.12 * s), z);
        j = mechanism_join(m, thigh, shin, CONTACT_JOINT_HINGE, gauntlet_vec(0, 0.1 * w, -0.54 * s), y);
        m->joint[j].limited = 1, m->joint[j].lower = -0.05, m->joint[j].upper = 2.4;
    }
}
GAUNTLET_FUNC void make_hanging_doll(gauntlet *g, mechanism *m) {
    make_doll(g, m);
    mechanism_join(m, -1, gauntlet_integer(g, 0, 10), CONTACT_JOINT_BALL, tact_vec(0, 0, 0), tact_vec(0, 0, 1));
    m->joint[m->n_joints - 1].frame.p = m->body[m->joint[m->n_joints - 1].b].pose.p;
}
/* The systems of loop_systems.h (bench-loops has them as single solves): masses wobble, the rest is theirs. */
GAUNTLET_FUNC void make_loop_system(gauntlet *g, mechanism *m) {
    loop_system *s = loop_system_make(g->argument / 4);
    int k;
    for (k = 1; k <= s->n_bodies; ++k) mechanism_body(m, s->body[k].pose, s->body[k].half, wobble(g, s->body[k].mass));
    for (k = 0; k < s->n_points; ++k) m->body[s->point[k].body - 1].touches = 1;
    for (k = 0; k < s->n_joints; ++k) {
        const loop_joint *j = &s->joint[k];
        static const contact_joint_kind kinds[4] = {CONTACT_JOINT_WELD, CONTACT_JOINT_HINGE, CONTACT_JOINT_UNIVERSAL,
                                                    CONTACT_JOINT_BALL};
        int at = mechanism_join(m, j->a - 1, j->b - 1, kinds[j->type], tact_vec(0, 0, 0), tact_vec(0, 0, 1));
        m->joint[at].frame = j->frame;
        if (j->type == LOOP_REVOLUTE && j->lower < j->upper)
            m->joint[at].limited = 1, m->joint[at].lower = j->lower, m->joint[at].upper = j->upper;
    }
    m->keep_upright = 1, m->ground = s->n_points ? s->ground : -DBL_MAX;
    free(s);
}

/* ---- three forms ---- */
typedef enum mechanism_form { MECHANISM_FREE, MECHANISM_REDUCED, MECHANISM_MAXIMAL } mechanism_form;
GAUNTLET_FUNC tact_mat3 mechanism_inertia(double mass, tact_vec3 h) {
    double x = (double)h.x, y = (double)h.y, z = (double)h.z, m = mass / 3;
    return tact_mat_diagonal((tact_real)(m * (y * y + z * z)), (tact_real)(m * (x * x + z * z)),
                             (tact_real)(m * (x * x + y * y)));
}
/* Remembers the box of body k of the mechanism, which rides on `body` at `at`. */
GAUNTLET_FUNC void mechanism_remember(gauntlet *g, const mechanism *m, int k, contact_body body, tact_pose at,
                                      int group) {
    gauntlet_thing *t;
    collide_shape box = collide_box(m->body[k].half.x, m->body[k].half.y, m->body[k].half.z);
    contact_geom_def e = contact_default_geom_def();
    int i = gauntlet_remember(g, body, &box, at, 0);
    t = &g->thing[i];
    t->mass = m->body[k].mass, t->com = tact_vec(0, 0, 0), t->inertia = mechanism_inertia(t->mass, m->body[k].half),
    t->group = group;
    if (m->body[k].touches) {
        e.shape = &box, e.pose = at, e.density = 0, e.category = 2, e.mask = m->body[k].touches == 2 ? 3 : 1;
        contact_world_add_geom(g->world, body, &e);
    } else
        t->shape.kind = COLLIDE_KIND_NONE;
}
GAUNTLET_FUNC contact_joint_def mechanism_joint_def(const mechanism *m, int k, int swapped) {
    contact_joint_def d = contact_default_joint_def(m->joint[k].kind);
    d.limited = m->joint[k].limited;
    d.lower = (tact_real)(swapped ? -m->joint[k].upper : m->joint[k].lower);
    d.upper = (tact_real)(swapped ? -m->joint[k].lower : m->joint[k].upper);
    if (m->joint[k].stiffness > 0 || m->joint[k].damping > 0)
        d.motor = 1, d.stiffness = (tact_real)m->joint[k].stiffness, d.damping = (tact_real)m->joint[k].damping;
    if (m->joint[k].drive != 0) d.velocity = (tact_real)(swapped ? -m->joint[k].drive : m->joint[k].drive);
    return d;
}
/* Numbers of the things in g: `base` + the body of the mechanism. */
GAUNTLET_FUNC void mechanism_add_free(gauntlet *g, const mechanism *m, int group) {
    int k, base = g->n_things;
    gauntlet_world(g);
    for (k = 0; k < m->n_bodies; ++k) {
        contact_body_def d = contact_default_body_def();
        d.pose = m->body[k].pose, d.mass_from_geoms = 0, d.mass = (tact_real)m->body[k].mass, d.com = tact_vec(0, 0, 0);
        d.inertia = mechanism_inertia(m->body[k].mass, m->body[k].half),
        d.angular_damping = d.linear_damping = (tact_real)m->damping;
        mechanism_remember(g, m, k, contact_world_add_body(g->world, &d), tact_pose_identity(), group);
    }
    for (k = 0; k < m->n_joints; ++k) {
        int a = m->joint[k].a, b = m->joint[k].b, swap = b < 0;
        contact_joint_def d = mechanism_joint_def(m, k, swap);
        if (swap) b = a, a = -1;
        gauntlet_join(g, m->joint[k].kind, a < 0 ? -1 : base + a, base + b, m->joint[k].frame, &d);
    }
}
/* A robot: breadth-first from the world, then from each body that is still unreached, which gets a free joint. */
GAUNTLET_FUNC void mechanism_add_robot(gauntlet *g, const mechanism *m, int maximal, int group) {
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_model *model;
    rbd_error error;
    contact_robot robot;
    tact_pose frame[MECHANISM_BODIES];
    int added[MECHANISM_BODIES], link[MECHANISM_BODIES], used[MECHANISM_JOINTS], carrier[MECHANISM_BODIES], k,
        left = m->n_bodies, swap;
    tact_real *q;
    for (k = 0; k < m->n_bodies; ++k) added[k] = -1;
    memset(used, 0, sizeof used);
    while (left > 0) {
        int best = -1, child = -1;
        rbd_body y;
        char name[16];
        for (k = 0; k < m->n_joints && best < 0; ++k) {
            int a = m->joint[k].a, b = m->joint[k].b, in_a = a < 0 || added[a] >= 0, in_b = b < 0 || added[b] >= 0;
            if (!used[k] && in_a != in_b) best = k, child = in_a ? b : a;
        }
        for (k = 0; k < m->n_bodies && best < 0 && child < 0; ++k)
            if (added[k] < 0) child = k;
        snprintf(name, sizeof name, "body%d", child);
        y = rbd_default_body(name, RBD_WORLD);
        if (best < 0)
            y.joint = rbd_default_joint(RBD_JOINT_FREE), frame[child] = m->body[child].pose;
        else {
            int parent = child == m->joint[best].b ? m->joint[best].a : m->joint[best].b;
            static const rbd_joint_type types[6] = {RBD_JOINT_FIXED,       RBD_JOINT_REVOLUTE,  RBD_JOINT_PRISMATIC,
                                                    RBD_JOINT_CYLINDRICAL, RBD_JOINT_UNIVERSAL, RBD_JOINT_SPHERICAL};
            swap = child != m->joint[best].b;
            y.joint = rbd_default_joint(types[m->joint[best].kind]);
            if (m->joint[best].kind == CONTACT_JOINT_UNIVERSAL)
                y.joint.axis = swap ? tact_vec(0, 1, 0) : tact_vec(1, 0, 0),
                y.joint.axis2 = swap ? tact_vec(1, 0, 0) : tact_vec(0, 1, 0);
            if (m->joint[best].limited)
                y.joint.dof[0].lower = (tact_real)(swap ? -m->joint[best].upper : m->joint[best].lower),
                y.joint.dof[0].upper = (tact_real)(swap ? -m->joint[best].lower : m->joint[best].upper);
            used[best] = 1 + swap, frame[child] = m->joint[best].frame;
            y.parent = parent < 0 ? RBD_WORLD : added[parent];
            y.placement = parent < 0 ? frame[child] : tact_pose_mul(tact_pose_inverse(frame[parent]), frame[child]);
        }
        carrier[child] = best;
        y.inertia = rbd_inertia_placed(
            rbd_inertia_box((tact_real)m->body[child].mass, tact_vec(0, 0, 0), tact_scale(2, m->body[child].half)),
            tact_pose_mul(tact_pose_inverse(frame[child]), m->body[child].pose));
        added[child] = rbd_builder_add(builder, &y, &error);
        if (added[child] < 0) fprintf(stderr, "gauntlet: %s: %s\n", g->scene, error.text), abort();
        --left;
    }
    model = rbd_model_create(builder, NULL, &error);
    if (!model) fprintf(stderr, "gauntlet: %s: %s\n", g->scene, error.text), abort();
    rbd_builder_destroy(builder);
    gauntlet_own(g, model, gauntlet_free_model);
    q = (tact_real *)calloc((size_t)model->nq + 1, sizeof *q);
    rbd_neutral(model, q);
    for (k = 0; k < m->n_bodies; ++k) {
        link[k] = rbd_model_body(model, added[k]);
        if (carrier[k] < 0) {
            tact_real *at = q + model->iq[link[k]];
            tact_pose p = m->body[k].pose;
            at[0] = p.p.x, at[1] = p.p.y, at[2] = p.p.z, at[3] = p.q.x, at[4] = p.q.y, at[5] = p.q.z, at[6] = p.q.w;
        }
    }
    g->config.maximal = maximal;
    gauntlet_world(g);
    contact_world_settings(g->world)->maximal = maximal;
    robot = contact_world_add_robot(g->world, model, q, NULL);
    free(q);
    if (!robot.generation) {
        gauntlet_fail(g, "the world refused the robot: %s", contact_world_error(g->world)->text), g->over = 1;
        return;
    }
    {
        int place[MECHANISM_BODIES]; /* thing of each body; -1: merged into the world */
        for (k = 0; k < m->n_bodies; ++k) {
            place[k] = link[k] ? g->n_things : -1;
            if (link[k])
                mechanism_remember(
                    g, m, k, contact_robot_link(g->world, robot, link[k]),
                    rbd_model_added_pose(model, added[k], tact_pose_mul(tact_pose_inverse(frame[k]), m->body[k].pose)),
                    group);
        }
        for (k = 0; k < m->n_joints; ++k) {
            int a = m->joint[k].a < 0 ? -1 : place[m->joint[k].a], b = m->joint[k].b < 0 ? -1 : place[m->joint[k].b];
            contact_joint_def d;
            if (a < 0 && b < 0) continue;
            swap = b < 0, d = mechanism_joint_def(m, k, swap);
            if (swap) b = a, a = -1;
            if (!used[k])
                gauntlet_join(g, m->joint[k].kind, a, b, m->joint[k].frame, &d);
            else { /* the robot's own: measured all the same; nothing of it can be open in reduced coordinates */
                gauntlet_pin *p = &g->pin[g->n_pins++];
                memset(p, 0, sizeof *p);
                p->kind = m->joint[k].kind, p->a = a, p->b = b, p->stiffness = m->joint[k].stiffness;
                p->frame_a = tact_pose_mul(tact_pose_inverse(gauntlet_pose(g, a)), m->joint[k].frame);
                p->frame_b = tact_pose_mul(tact_pose_inverse(gauntlet_pose(g, b)), m->joint[k].frame);
                if (d.motor) {
                    int child = used[k] == 1 ? m->joint[k].b : m->joint[k].a, dof = model->joint_iv[link[child]];
                    contact_motor motor = contact_robot_motor(g->world, robot, dof);
                    motor.stiffness = d.stiffness, motor.damping = d.damping;
                    motor.velocity = (tact_real)(used[k] == 1 ? m->joint[k].drive : -m->joint[k].drive);
                    contact_robot_set_motor(g->world, robot, dof, &motor);
                }
            }
        }
    }
}
GAUNTLET_FUNC void mechanism_add(gauntlet *g, const mechanism *m, mechanism_form form, int group) {
    int k, i, first = g->n_things;
    if (form == MECHANISM_FREE)
        mechanism_add_free(g, m, group);
    else
        mechanism_add_robot(g, m, form == MECHANISM_MAXIMAL, group);
    for (i = first; i < g->n_things; ++i) { /* every form starts at the same place */
        double off = DBL_MAX;
        for (k = 0; k < m->n_bodies; ++k) {
            tact_pose p =
                tact_pose_mul(tact_pose_inverse(m->body[k].pose), tact_pose_mul(gauntlet_pose(g, i), g->thing[i].at));
            off = fmin(off, (double)(tact_norm(p.p) + tact_norm(tact_quat_log(p.q))));
        }
        if (!(off < 1e-9)) gauntlet_fail(g, "body %d is not where the mechanism has it: %.2g", i - first, off);
    }
}
GAUNTLET_FUNC void mechanism_turn(mechanism *m, tact_pose by) { /* about the origin, as a whole */
    int k;
    for (k = 0; k < m->n_bodies; ++k) m->body[k].pose = tact_pose_mul(by, m->body[k].pose);
    for (k = 0; k < m->n_joints; ++k) m->joint[k].frame = tact_pose_mul(by, m->joint[k].frame);
}
#endif
