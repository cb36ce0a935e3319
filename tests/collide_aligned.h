/* collide_aligned.h - pairs of shapes that line up: any two kinds, axes parallel or at right angles (turned by 1e-12 to 1e-5 or not
   at all), centres coinciding, faces flush, edges on edges, deep overlap or just touching; and a judge that needs no search of the
   other side to be right. Used by collide_aligned.c. */
#ifndef COLLIDE_ALIGNED_H
#define COLLIDE_ALIGNED_H
#include "collide_pairs.h"

/* `shape` is asked; `plain` is the same body for the reference, which knows no custom shapes. */
typedef struct aligned_body {
    collide_shape shape, plain;
    collide_custom_shape custom;
} aligned_body;
typedef struct aligned_pair {
    aligned_body a, b;
    tact_pose pose_a, pose_b;
    double scale;
    int curved;
} aligned_pair;

enum { ALIGNED_KINDS = 13, ALIGNED_HULLS = 5 }; /* point to cone, five hulls, and a custom shape */
static collide_hull *aligned_hulls[ALIGNED_HULLS];
static const collide_hull *aligned_hull(int which) {
    if (!aligned_hulls[which]) {
        tact_vec3 p[24];
        int i, n = 0;
        for (i = 0; i < 24; ++i) {
            double t = 0.26179938779914943654 * (i / 2) * 2, c = cos(t), s = sin(t), z = i % 2 ? 1 : -1;
            int k = i % 6 / 2;
            if (which == 0 && i < 8) p[n++] = tact_vec(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
            if (which == 1 && i < 6)
                p[n++] =
                    tact_vec((tact_real)(k == 0 ? z : 0), (tact_real)(k == 1 ? z : 0), (tact_real)(k == 2 ? z : 0));
            if (which == 2) p[n++] = tact_vec((tact_real)c, (tact_real)s, (tact_real)z);
            if (which == 3 && i < 5) p[n++] = i == 4 ? tact_vec(0, 0, 1) : tact_vec(i & 1 ? 1 : -1, i & 2 ? 1 : -1, -1);
            if (which == 4 && i < 4) p[n++] = tact_vec(i & 1 ? 1 : -1, i & 2 ? 1 : -1, 0);
        }
        collide_hull_config config = collide_default_hull_config();
        config.allow_flat = 1;
        if (collide_hull_create(p, n, &config, NULL, &aligned_hulls[which]) < 0) exit(1);
    }
    return aligned_hulls[which];
}
static void aligned_free(void) {
    for (int i = 0; i < ALIGNED_HULLS; ++i) collide_hull_destroy(aligned_hulls[i]), aligned_hulls[i] = NULL;
}
static void aligned_support(const void *user, tact_vec3 direction, tact_vec3 *point) {
    *point = collide_support((const collide_shape *)user, direction, NULL);
}

static double aligned_pick(pair_random *g, const double *from, int n) { return from[(int)pair_uniform(g, 0, n)]; }
static collide_shape aligned_shape(pair_random *g, int kind) {
    static const double sizes[8] = {1, 1, 0.5, 0.5, 0.1, 2, 1.0 / 3, 0.01};
    tact_real x = (tact_real)aligned_pick(g, sizes, 8), y = (tact_real)aligned_pick(g, sizes, 8),
              z = (tact_real)aligned_pick(g, sizes, 8);
    switch (kind) {
    case 0: return collide_point(tact_vec(0, 0, 0));
    case 1: return collide_segment(tact_vec(0, 0, -z), tact_vec(0, 0, z));
    case 2: return collide_triangle(tact_vec(x, 0, 0), tact_vec(-x, y, 0), tact_vec(-x, -y, 0));
    case 3: return collide_box(x, y, z);
    case 4: return collide_ellipsoid(x, y, z);
    case 5: return collide_cylinder(x, z);
    case 6: return collide_cone(x, z);
    default: return collide_convex(aligned_hull(kind - 7));
    }
}
static void aligned_body_make(pair_random *g, int kind, aligned_body *b) {
    static const double radii[6] = {0, 0, 0, 0.1, 0.5, 1e-3};
    tact_real radius = (tact_real)aligned_pick(g, radii, 6);
    int custom = kind == ALIGNED_KINDS - 1;
    b->plain = aligned_shape(g, custom ? 2 + (int)pair_uniform(g, 0, 5) : kind);
    if (custom) { /* the same body behind a support function of the caller's */
        b->custom.support = aligned_support;
        b->custom.user = &b->plain;
        b->custom.centre = b->plain.centre;
        b->custom.extent = b->plain.extent, b->custom.curved = pair_is_curved(&b->plain);
        b->shape = collide_custom(&b->custom);
        return;
    }
    if (pair_uniform(g, 0, 1) < 0.3 || kind == 0) b->plain = collide_rounded(b->plain, radius);
    b->shape = b->plain;
}
/* Pair number `seed`: kinds, sizes, turns and offsets from short lists. `p` must not be moved: custom shapes point into it. */
static void aligned_make(uint64_t seed, aligned_pair *p) {
    static const double half = 0.70710678118654752440,
                        turns[8][4] = {{0, 0, 0, 1}, {0, 0, 0, 1}, {1, 0, 0, 0}, {0.5, 0.5, 0.5, 0.5},
                                       {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {0, 0.41421356237309504880, 0, 1}};
    static const double nudges[8] = {0, 0, 0, 0, 1e-8, -1e-8, 1e-12, 1e-5};
    static const double places[8] = {0, 0, 0, 1, -1, 0.5, 2, 0.25};
    pair_random g;
    tact_quat q;
    double v[3], turn[4], n = 0;
    int i;
    g.seed = seed, g.count = 0;
    aligned_body_make(&g, (int)pair_uniform(&g, 0, ALIGNED_KINDS), &p->a);
    aligned_body_make(&g, (int)pair_uniform(&g, 0, ALIGNED_KINDS), &p->b);
    memcpy(turn, turns[(int)pair_uniform(&g, 0, 8)], sizeof turn);
    for (i = 0; i < 3; ++i) turn[i] += half * aligned_pick(&g, nudges, 8);
    for (i = 0; i < 4; ++i) n += turn[i] * turn[i];
    for (i = 0, n = sqrt(n); i < 4; ++i) turn[i] /= n;
    q = tact_quat_normalize(
        tact_quat_make((tact_real)turn[0], (tact_real)turn[1], (tact_real)turn[2], (tact_real)turn[3]));
    { /* centres together, flush from inside or outside along an axis, or somewhere on a grid; and a nudge */
        collide_aabb a, b;
        double x[3], y[3];
        collide_shape_aabb(&p->a.plain, tact_pose_identity(), &a);
        collide_shape_aabb(&p->b.plain, tact_pose_make(tact_vec(0, 0, 0), q), &b);
        x[0] = (double)a.max.x;
        x[1] = (double)a.max.y;
        x[2] = (double)a.max.z;
        y[0] = (double)b.max.x;
        y[1] = (double)b.max.y;
        y[2] = (double)b.max.z;
        for (i = 0; i < 3; ++i) {
            int how = (int)pair_uniform(&g, 0, 8);
            v[i] = how < 4    ? 0
                   : how == 4 ? x[i] + y[i]
                   : how == 5 ? x[i] - y[i]
                   : how == 6 ? aligned_pick(&g, places, 8) * x[i]
                              : aligned_pick(&g, places, 8);
            v[i] += aligned_pick(&g, nudges, 8);
        }
    }
    p->pose_a = tact_pose_identity();
    if (pair_uniform(&g, 0, 1) < 0.3) { /* the same from a place where coordinates are not round */
        p->pose_a = tact_pose_make(tact_vec((tact_real)pair_uniform(&g, -1, 1), (tact_real)pair_uniform(&g, -1, 1),
                                            (tact_real)pair_uniform(&g, -1, 1)),
                                   pair_rotation(&g));
    }
    p->pose_b =
        tact_pose_mul(p->pose_a, tact_pose_make(tact_vec((tact_real)v[0], (tact_real)v[1], (tact_real)v[2]), q));
    p->curved = pair_is_curved(&p->a.plain) || pair_is_curved(&p->b.plain);
    p->scale = fmax((double)(p->a.plain.extent + p->a.plain.radius), (double)(p->b.plain.extent + p->b.plain.radius));
    p->scale = fmax(p->scale, fmax(1e-3, (double)tact_norm(tact_sub(p->pose_b.p, p->pose_a.p))));
    p->scale = fmax(p->scale, fmax((double)tact_norm(p->a.plain.centre), (double)tact_norm(p->b.plain.centre)));
}

/* The least support value of A - B, radii included, that a search over directions finds: the axes of both shapes, what is halfway
   between any two of them and across, a grid, and a pattern search from the best ones. An upper bound of the depth whatever it finds;
   apart, minus a lower bound of the distance. */
static ref_real aligned_height(const ref_pair *p, ref_vec u) {
    u = ref_scale(1 / ref_norm(u), u);
    return ref_dot(u, ref_support(p, u));
}
static ref_real aligned_least(const ref_pair *p, ref_vec first) {
    enum { BEST = 6 };
    ref_vec axis[6], u[400];
    ref_real h[400], least = HUGE_VALL;
    int i, j, k, n = 0, rounds;
    for (i = 0; i < 3; ++i) {
        ref_vec e = ref_make(i == 0, i == 1, i == 2);
        axis[i] = ref_rotate(&p->fa, e), axis[3 + i] = ref_rotate(&p->fb, e);
    }
    u[n++] = first;
    for (i = 0; i < 6; ++i) {
        u[n++] = axis[i], u[n++] = ref_scale(-1, axis[i]);
        for (j = 0; j < i; ++j)
            for (k = 0; k < 2; ++k) {
                ref_vec c = ref_cross(axis[i], axis[j]);
                u[n++] = ref_scale(k ? 1 : -1, ref_add(axis[i], axis[j])),
                u[n++] = ref_scale(k ? 1 : -1, ref_sub(axis[i], axis[j]));
                if (ref_norm(c) > 1e-3L) u[n++] = ref_scale(k ? 1 : -1, c);
            }
    }
    for (i = 0; i < 160; ++i) { /* evenly spread, off every axis */
        ref_real z = 1 - (2 * i + 1) / 160.0L, t = 2.39996322972865332L * i, r = sqrtl(1 - z * z);
        u[n++] = ref_make(r * cosl(t), r * sinl(t), z);
    }
    for (i = 0; i < n; ++i) h[i] = ref_norm(u[i]) > 1e-9L ? aligned_height(p, u[i]) : HUGE_VALL;
    for (k = 0; k < BEST; ++k) {
        ref_vec at, s, t;
        ref_real step, best;
        int from = 0;
        for (i = 1; i < n; ++i)
            if (h[i] < h[from]) from = i;
        at = ref_scale(1 / ref_norm(u[from]), u[from]);
        best = h[from];
        h[from] = HUGE_VALL;
        for (step = 0.1L, rounds = 0; step > 1e-10L && rounds < 120; ++rounds) {
            int moved = 0;
            s = ref_cross(at, fabsl(at.x) < 0.7L ? ref_make(1, 0, 0) : ref_make(0, 1, 0));
            s = ref_scale(1 / ref_norm(s), s), t = ref_cross(at, s);
            for (i = 0; i < 8; ++i) {
                ref_vec v = ref_add(at, ref_scale(step, ref_add(ref_scale(cosl(0.78539816339744831L * i), s),
                                                                ref_scale(sinl(0.78539816339744831L * i), t))));
                ref_real value = aligned_height(p, v);
                if (value < best) {
                    best = value;
                    at = ref_scale(1 / ref_norm(v), v);
                    moved = 1;
                }
            }
            if (!moved) step *= 0.3L;
        }
        least = fminl(least, best);
    }
    return least;
}

/* How far a point is from the surface of a shape: as ref_surface, but a hull's own distance from points outside, not its planes'. */
static double aligned_surface(const collide_shape *s, tact_pose pose, tact_vec3 point) {
    if (s->kind == COLLIDE_KIND_HULL) {
        collide_shape dot = collide_point(tact_vec(0, 0, 0));
        ref_pair p;
        ref_vec x;
        ref_real low, high;
        p.a = s;
        p.b = &dot;
        p.fa = ref_pose(pose);
        p.fb = ref_pose(tact_pose_make(point, tact_quat_identity()));
        p.radii = 0;
        p.rounded = 0;
        if (ref_gjk(&p, (ref_real)s->extent, &low, &high, &x)) return (double)(high - s->radius);
    }
    return (double)ref_surface(s, pose, point);
}

/* How an answer is off, over the scale. distance: from that of the cores where they are apart, which two bounds prove; where they overlap,
   from the depth along its own normal, or by how much another direction is less deep. witness: the points from the surfaces, and from
   point_b - point_a = distance * normal. */
typedef struct aligned_verdict {
    double distance, witness;
} aligned_verdict;
static aligned_verdict aligned_judge(const aligned_pair *p, const collide_result *r) {
    aligned_verdict v;
    ref_pair q;
    ref_vec n = ref_from(r->normal), x;
    ref_real low, high;
    tact_vec3 miss = tact_sub(tact_sub(r->point_b, r->point_a), tact_scale(r->distance, r->normal));
    q.a = &p->a.plain;
    q.b = &p->b.plain;
    q.fa = ref_pose(p->pose_a);
    q.fb = ref_pose(p->pose_b);
    q.rounded = 0;
    q.radii = (ref_real)q.a->radius + q.b->radius;
    if (ref_gjk(&q, (ref_real)p->scale, &low, &high, &x) && low > 0.5L * high) { /* a plane proves them apart */
        ref_real apart = r->distance + q.radii;
        v.distance = (double)fmaxl(apart - high, low - apart) / p->scale;
    } else {
        ref_real along = aligned_height(&q, n), depth = -r->distance - q.radii;
        v.distance = (double)(depth - aligned_least(&q, n)) / p->scale;
        /* the normal of two that touch is known no better than the distance is */
        if (fabsl(depth) > 1e-8L * (ref_real)p->scale)
            v.distance = fmax(v.distance, (double)fabsl(along - depth) / p->scale);
        else
            v.distance = fabs(v.distance);
    }
    v.witness =
        fmax(fabs(aligned_surface(q.a, p->pose_a, r->point_a)), fabs(aligned_surface(q.b, p->pose_b, r->point_b)));
    v.witness = fmax(v.witness, fabs((double)tact_norm(miss))) / p->scale;
    return v;
}
#endif
