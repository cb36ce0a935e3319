/* collide_pairs.h - random pairs of convex shapes at chosen separations, judged against collide_reference.h.
   Used by collide_accuracy.c (a sample in every test run) and soak_collide.c (the full sweep). */
#ifndef COLLIDE_PAIRS_H
#define COLLIDE_PAIRS_H
#include "collide_reference.h"
#include <stdio.h>

enum {
    PAIR_ELLIPSOIDS,
    PAIR_BOXES,
    PAIR_CAPSULES,
    PAIR_CYLINDERS,
    PAIR_CONES,
    PAIR_HULL8,
    PAIR_HULL32,
    PAIR_HULL128,
    PAIR_HULL512,
    PAIR_HULL2048,
    PAIR_MIXED,
    PAIR_CLASSES,
    PAIR_NEEDLES = PAIR_CLASSES, /* families: one of the two is such a shape, the other anything, in either order */
    PAIR_PLATES,
    PAIR_BRICKS,
    PAIR_GEARS,
    PAIR_ICOSPHERES,
    PAIR_CENTRES, /* any two with their centres at one place */
    PAIR_FAMILIES
};
static const char *const pair_class_name[PAIR_FAMILIES] = {
    "ellipsoids", "boxes", "capsules", "cylinders", "cones",  "hull8", "hull32",     "hull128", "hull512",
    "hull2048",   "mixed", "needles",  "plates",    "bricks", "gears", "icospheres", "centres"};
enum { PAIR_SEPARATIONS = 9 };
static const char *const pair_separation_name[PAIR_SEPARATIONS] = {"deep",  "shallow", "-1e-4",   "-1e-8",   "+1e-8",
                                                                   "+1e-4", "close",   "distant", "anywhere"};

typedef struct pair_random {
    uint64_t seed, count;
} pair_random;
static double pair_uniform(pair_random *g, double low, double high) {
    return low + (high - low) * ((double)(tact_random_bits(g->seed, g->count++) >> 11) / 9007199254740992.0);
}
static double pair_normal(pair_random *g) {
    double u = 1 - pair_uniform(g, 0, 1), v = pair_uniform(g, 0, 1);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}
static tact_quat pair_rotation(pair_random *g) {
    double q[4], n = 0;
    int i;
    for (i = 0; i < 4; ++i) q[i] = pair_normal(g), n += q[i] * q[i];
    n = sqrt(n);
    return tact_quat_normalize(
        tact_quat_make((tact_real)(q[0] / n), (tact_real)(q[1] / n), (tact_real)(q[2] / n), (tact_real)(q[3] / n)));
}

/* Hulls at unit size, made once; a query uses one at one of the seven decades between 1e-3 and 1e3. */
enum { PAIR_HULL_SIZES = 5, PAIR_HULL_KINDS = 3, PAIR_DECADES = 7 };
static const int pair_hull_size[PAIR_HULL_SIZES] = {8, 32, 128, 512, 2048};
static collide_hull *pair_hulls[PAIR_HULL_SIZES][PAIR_HULL_KINDS][PAIR_DECADES];
static const collide_hull *pair_hull(int size, int kind, int decade) {
    collide_hull **slot = &pair_hulls[size][kind][decade];
    if (!*slot) {
        static tact_vec3 points[2048];
        pair_random g;
        double r[3];
        int i, n = pair_hull_size[size];
        g.seed = (uint64_t)(100 + 10 * size + kind), g.count = 0;
        for (i = 0; i < 3; ++i) r[i] = pair_uniform(&g, 0.3, 1);
        for (i = 0; i < n; ++i) {
            double x = pair_normal(&g), y = pair_normal(&g), z = pair_normal(&g), l = sqrt(x * x + y * y + z * z);
            double s = pow(10, decade - 3);
            if (kind == 2) l = fmax(fabs(x), fmax(fabs(y), fabs(z))) * (1 + 0.05 * fabs(x) / l); /* a bulging box */
            points[i] = tact_vec((tact_real)(s * (r[0] * x / l + 5 * (kind == 1))), (tact_real)(s * r[1] * y / l),
                                 (tact_real)(s * r[2] * z / l));
        }
        if (collide_hull_create(points, n, NULL, NULL, slot) != COLLIDE_OK) {
            fprintf(stderr, "cannot build hull %d/%d/%d\n", n, kind, decade);
            exit(1);
        }
    }
    return *slot;
}
/* A brick (a box as a hull), a gear of 30 teeth, an icosphere of 642 vertices, at unit size. */
enum { PAIR_SPECIALS = 3 };
static collide_hull *pair_specials[PAIR_SPECIALS];
static int pair_icosphere(tact_vec3 *v) { /* the 12 corners of an icosahedron, its edges halved three times */
    static int face[2][1280][3];
    static const double base[4][3] = {{0, 1, 1.6180339887498949}, {0, 1, -1.6180339887498949}};
    int n = 0, faces = 0, i, j, k, level;
    for (i = 0; i < 12; ++i) {
        double s = i & 1 ? -1 : 1, y = base[i >> 1 & 1][1] * s, z = base[i >> 1 & 1][2] * s, l = sqrt(y * y + z * z);
        int turn = i / 4;
        v[n++] = turn == 0   ? tact_vec(0, (tact_real)(y / l), (tact_real)(z / l))
                 : turn == 1 ? tact_vec((tact_real)(y / l), (tact_real)(z / l), 0)
                             : tact_vec((tact_real)(z / l), 0, (tact_real)(y / l));
    }
    for (i = 0; i < 12; ++i) /* corners at the least distance, 1.05, are joined */
        for (j = 0; j < i; ++j)
            for (k = 0; k < j; ++k)
                if (tact_norm(tact_sub(v[i], v[j])) < TACT_R(1.1) && tact_norm(tact_sub(v[j], v[k])) < TACT_R(1.1) &&
                    tact_norm(tact_sub(v[k], v[i])) < TACT_R(1.1))
                    face[0][faces][0] = i, face[0][faces][1] = j, face[0][faces++][2] = k;
    for (level = 0; level < 3; ++level) {
        int made = 0;
        for (i = 0; i < faces; ++i) {
            const int *f = face[level & 1][i];
            int mid[3], (*to)[3] = face[1 - (level & 1)];
            for (j = 0; j < 3; ++j) {
                tact_vec3 w = tact_normalize_or(tact_add(v[f[j]], v[f[(j + 1) % 3]]), tact_vec(0, 0, 1));
                for (k = 0; k < n && tact_norm(tact_sub(v[k], w)) > TACT_R(1e-3); ++k) {
                }
                if (k == n) v[n++] = w;
                mid[j] = k;
            }
            for (j = 0; j < 4; ++j, ++made)
                for (k = 0; k < 3; ++k)
                    to[made][k] = j == 3 ? mid[k] : k == j ? f[j] : k == (j + 1) % 3 ? mid[j] : mid[(j + 2) % 3];
        }
        faces = made;
    }
    return n;
}
static const collide_hull *pair_special(int which) {
    collide_hull **slot = &pair_specials[which];
    static tact_vec3 points[642];
    int n = 0, i;
    if (*slot) return *slot;
    if (which == 0)
        for (; n < 8; ++n)
            points[n] = tact_vec(n & 1 ? TACT_R(0.3) : TACT_R(-0.3), n & 2 ? TACT_R(0.2) : TACT_R(-0.2),
                                 n & 4 ? TACT_R(0.7) : TACT_R(-0.7));
    else if (which == 1)
        for (i = 0; i < 120; ++i, n += 2) {
            double angle = i * 6.283185307179586 / 120, r = (i / 2) % 2 ? 0.9 : 1;
            points[n] = tact_vec((tact_real)(r * cos(angle)), (tact_real)(r * sin(angle)), TACT_R(0.15));
            points[n + 1] = tact_vec(points[n].x, points[n].y, TACT_R(-0.15));
        }
    else
        n = pair_icosphere(points);
    if (collide_hull_create(points, n, NULL, NULL, slot) != COLLIDE_OK) exit(1);
    return *slot;
}
static void pair_free(void) {
    int i, j, k;
    for (i = 0; i < PAIR_SPECIALS; ++i) collide_hull_destroy(pair_specials[i]), pair_specials[i] = NULL;
    for (i = 0; i < PAIR_HULL_SIZES; ++i)
        for (j = 0; j < PAIR_HULL_KINDS; ++j)
            for (k = 0; k < PAIR_DECADES; ++k) collide_hull_destroy(pair_hulls[i][j][k]), pair_hulls[i][j][k] = NULL;
}

static collide_shape pair_shape(pair_random *g, int which, int decade) {
    double s = pow(10, decade - 3);
    tact_real x = (tact_real)(s * pair_uniform(g, 0.1, 1)), y = (tact_real)(s * pair_uniform(g, 0.1, 1)),
              z = (tact_real)(s * pair_uniform(g, 0.1, 1));
    int kind = (int)pair_uniform(g, 0, PAIR_HULL_KINDS);
    switch (which) {
    case PAIR_ELLIPSOIDS: return collide_ellipsoid(x, y, z);
    case PAIR_BOXES: return collide_box(x, y, z);
    case PAIR_CAPSULES: return collide_capsule(x / 2, y);
    case PAIR_CYLINDERS: return collide_cylinder(x, y);
    case PAIR_CONES: return collide_cone(x, y);
    case PAIR_HULL8:
    case PAIR_HULL32:
    case PAIR_HULL128:
    case PAIR_HULL512:
    case PAIR_HULL2048: return collide_convex(pair_hull(which - PAIR_HULL8, kind, decade));
    default: break;
    }
    switch ((int)pair_uniform(g, 0, 12)) { /* mixed: anything, often rounded */
    case 0: return collide_sphere(x);
    case 1: return collide_rounded(collide_box(x, y, z), x / 10);
    case 2: return collide_rounded(collide_cylinder(x, y), y / 10);
    case 3: return collide_rounded(collide_cone(x, y), x / 5);
    case 4:
        return collide_rounded(collide_triangle(tact_vec(x, 0, 0), tact_vec(0, y, 0), tact_vec(0, -x / 2, z)), x / 4);
    case 5: return collide_rounded(collide_segment(tact_vec(x, y, 0), tact_vec(0, -y, z)), x / 4);
    case 6: return collide_rounded(collide_ellipsoid(x, y, z), x / 4);
    case 7: return collide_box(x, y, z);
    case 8: return collide_cylinder(x, y);
    case 9: return collide_cone(x, y);
    case 10: return collide_capsule(x / 2, y);
    default: return collide_convex(pair_hull((int)pair_uniform(g, 0, 3), kind, decade));
    }
}
/* The shape that gives a family its name. */
static collide_shape pair_family(pair_random *g, int which) {
    tact_real x = (tact_real)pair_uniform(g, 0.1, 1), thin = TACT_R(1e-3);
    int kind = (int)pair_uniform(g, 0, 5);
    if (which >= PAIR_BRICKS && which <= PAIR_ICOSPHERES) return collide_convex(pair_special(which - PAIR_BRICKS));
    if (which == PAIR_NEEDLES) switch (kind) {
        case 0: return collide_box(thin, thin * x, 1);
        case 1: return collide_cylinder(thin, 1);
        case 2: return collide_capsule(thin, 1);
        case 3: return collide_ellipsoid(thin, 2 * thin, 1);
        default: return collide_cone(thin, 1);
        }
    if (which == PAIR_PLATES) switch (kind) {
        case 0: return collide_box(1, x, thin);
        case 1: return collide_cylinder(1, thin);
        case 2: return collide_ellipsoid(1, x, thin);
        case 3: return collide_rounded(collide_box(1, x, thin), thin);
        default: return collide_cone(1, thin);
        }
    return kind < 2 ? collide_convex(pair_special(2)) : pair_shape(g, (int)pair_uniform(g, 0, PAIR_CLASSES), 3);
}
static int pair_is_curved(const collide_shape *s) {
    if (s->kind == COLLIDE_KIND_CUSTOM) return s->data.custom->curved;
    return s->kind == COLLIDE_KIND_ELLIPSOID || s->kind == COLLIDE_KIND_CYLINDER || s->kind == COLLIDE_KIND_CONE;
}

typedef struct pair_sample {
    collide_shape a, b;
    tact_pose pose_a, pose_b;
    double scale, size;
    int curved, decade;
    collide_custom_shape custom[2]; /* what a or b points to when it is a custom shape, and the shape behind that */
    collide_shape inner[2];
} pair_sample;

/* How large the coordinates of a pair are, when it is `away` from the origin: a hull's may start far off its own origin. */
static void pair_scale(pair_sample *p, double away) {
    p->size = fmax((double)(p->a.extent + p->a.radius), (double)(p->b.extent + p->b.radius));
    p->curved = pair_is_curved(&p->a) || pair_is_curved(&p->b);
    p->scale = fmax(fmax(p->size, away), (double)tact_norm(tact_sub(p->pose_a.p, p->pose_b.p)));
    p->scale = fmax(p->scale, fmax((double)tact_norm(p->a.centre), (double)tact_norm(p->b.centre)));
}

/* One placed pair: B starts a few sizes away and is moved along the normal to the wanted separation. */
static void pair_make(int which, int separation, uint64_t seed, pair_sample *p) {
    pair_random g;
    collide_result r;
    double s, target = 0;
    g.seed = seed, g.count = 0;
#ifdef TACT_FLOAT
    p->decade = 2 + (int)pair_uniform(&g, 0, 3);
#else
    p->decade = (int)pair_uniform(&g, 0, PAIR_DECADES);
#endif
    if (which >= PAIR_CLASSES) p->decade = 3;
    s = pow(10, p->decade - 3);
    p->a = which < PAIR_CLASSES ? pair_shape(&g, which, p->decade) : pair_family(&g, which);
    p->b = which < PAIR_CLASSES ? pair_shape(&g, which, p->decade) : pair_family(&g, PAIR_CENTRES);
    if (which >= PAIR_CLASSES && seed % 2) {
        collide_shape swap = p->a;
        p->a = p->b, p->b = swap;
    }
    p->pose_a =
        tact_pose_make(tact_vec((tact_real)(s * pair_uniform(&g, -1, 1)), (tact_real)(s * pair_uniform(&g, -1, 1)),
                                (tact_real)(s * pair_uniform(&g, -1, 1))),
                       pair_rotation(&g));
    double reach = separation == PAIR_SEPARATIONS - 1 ? 1.0 : 4.0;
    p->pose_b = tact_pose_make(tact_add(p->pose_a.p, tact_vec((tact_real)(s * pair_uniform(&g, -reach, reach)),
                                                              (tact_real)(s * pair_uniform(&g, -reach, reach)),
                                                              (tact_real)(s * pair_uniform(&g, -reach, reach)))),
                               pair_rotation(&g));
    p->size = fmax((double)(p->a.extent + p->a.radius), (double)(p->b.extent + p->b.radius));
    switch (separation) {
    case 0: target = -s * pair_uniform(&g, 0.05, 0.5); break;
    case 1: target = -s * pair_uniform(&g, 0.001, 0.05); break;
    case 2: target = -1e-4 * s; break;
    case 3: target = -1e-8 * s; break;
    case 4: target = 1e-8 * s; break;
    case 5: target = 1e-4 * s; break;
    case 6: target = s * pair_uniform(&g, 0.001, 0.1); break;
    case 7: target = s * pair_uniform(&g, 1, 10); break;
    default: break;
    }
    if (which == PAIR_CENTRES) {
        p->pose_b.p = tact_add(p->pose_a.p, tact_rotate(p->pose_a.q, p->a.centre));
        p->pose_b.p = tact_sub(p->pose_b.p, tact_rotate(p->pose_b.q, p->b.centre));
    } else if (separation < PAIR_SEPARATIONS - 1) {
        collide_distance(&p->a, p->pose_a, &p->b, p->pose_b, NULL, NULL, &r);
        p->pose_b.p = tact_mul_add(p->pose_b.p, (tact_real)target - r.distance, r.normal);
    }
    pair_scale(p, 0);
}

typedef struct pair_stats {
    long count, bad_distance, bad_boolean, bad_witness, bad_status, not_finite, not_converged, no_reference, slow;
    long broken;                 /* NOT_CONVERGED, and farther off than the gap that it comes with */
    double worst, worst_witness; /* error over scale */
    uint64_t worst_seed;
    int worst_separation;
    double (*clock)(void); /* NULL, or seconds: queries that take longer than PAIR_SLOW each time are counted */
    double worst_seconds;
    uint64_t slowest_seed;
} pair_stats;
#define PAIR_SLOW 20e-6

#ifdef TACT_FLOAT
#define PAIR_TOLERANCE_FLAT 1e-5
#define PAIR_TOLERANCE_CURVED 1e-5
#define PAIR_BOOLEAN 1e-5
/* Along the surface a place is known to the root of what the distance is known to, 1e-3 of the scale; Newton brings nearly all below
   1e-6. What remains above 1e-5, one pair in ten thousand, are rims that touch along each other to rounding. */
#define PAIR_WITNESS(tolerance) (3 * (tolerance))
#else
#define PAIR_TOLERANCE_FLAT 1e-9
#define PAIR_TOLERANCE_CURVED 1e-8
#define PAIR_BOOLEAN 1e-8
#define PAIR_WITNESS(tolerance) (tolerance)
#endif

/* The least time of a distance of several: a first one that takes long may have been interrupted. */
static double pair_seconds(const pair_sample *p, const collide_config *config, double (*clock)(void)) {
    double least = HUGE_VAL;
    int i;
    for (i = 0; i < 8 && least > PAIR_SLOW; ++i) {
        const double start = clock();
        collide_result r;
        collide_distance(&p->a, p->pose_a, &p->b, p->pose_b, config, NULL, &r);
        least = fmin(least, clock() - start);
    }
    return least;
}
static void pair_judge(const pair_sample *p, const char *name, int separation, uint64_t seed,
                       const collide_config *config, pair_stats *st) {
    collide_result r;
    int overlap = -1;
    collide_status status = collide_distance(&p->a, p->pose_a, &p->b, p->pose_b, config, NULL, &r);
    collide_status status2 = collide_intersect(&p->a, p->pose_a, &p->b, p->pose_b, config, NULL, &overlap);
    double tolerance = (p->curved ? PAIR_TOLERANCE_CURVED : PAIR_TOLERANCE_FLAT) * p->scale;
    ref_vec hint = ref_from(r.normal);
    ref_result ref = ref_certify(&p->a, p->pose_a, &p->b, p->pose_b, &r);
    double error, off_a, off_b, off;
    tact_vec3 miss = tact_sub(tact_sub(r.point_b, r.point_a), tact_scale(r.distance, r.normal));
    if (!(ref.gap <= 0.1L * tolerance)) ref = ref_distance(&p->a, p->pose_a, &p->b, p->pose_b, &hint, 0.1L * tolerance);
    error = fabs((double)((ref_real)r.distance - ref.distance));
    if (st->clock) {
        const double seconds = pair_seconds(p, config, st->clock);
        st->slow += seconds > PAIR_SLOW;
        if (seconds > st->worst_seconds) st->worst_seconds = seconds, st->slowest_seed = seed;
    }
    ++st->count;
    if (status < 0 || status2 < 0) ++st->bad_status;
    if (status == COLLIDE_NOT_CONVERGED) ++st->not_converged;
    if (!tact_finite(r.distance) || !tact_vec_finite(r.normal) || !tact_vec_finite(r.point_a) ||
        !tact_vec_finite(r.point_b))
        ++st->not_finite;
    if (!(ref.gap <= 0.1L * tolerance)) {
        ++st->no_reference;
        if (st->no_reference <= 10)
            fprintf(stderr, "%s %s seed %llu: no reference, gap %.1Lg of the scale\n", name,
                    pair_separation_name[separation], (unsigned long long)seed, ref.gap / p->scale);
        return;
    }
    st->broken += status == COLLIDE_NOT_CONVERGED && !(error <= tolerance + (double)r.gap);
    if (!(error <= tolerance)) {
        ++st->bad_distance;
        if (st->bad_distance <= 20)
            fprintf(stderr,
                    "%s %s seed %llu: %.17g, reference %.17Lg gap %.1Lg, error/scale %.2g, epa %d gjk %d status %d\n",
                    name, pair_separation_name[separation], (unsigned long long)seed, (double)r.distance, ref.distance,
                    ref.gap, error / p->scale, r.epa_iterations, r.iterations, (int)status);
    }
    if (fabsl(ref.distance) > PAIR_BOOLEAN * p->scale && overlap != (ref.distance < 0)) ++st->bad_boolean;
    if (!(error / p->scale <= st->worst)) {
        st->worst = error / p->scale;
        st->worst_seed = seed;
        st->worst_separation = separation;
    }
    /* the witness points are on the surfaces and differ by distance * normal, with a unit normal */
    off_a = fabs((double)ref_surface(&p->a, p->pose_a, r.point_a)) / p->scale;
    off_b = fabs((double)ref_surface(&p->b, p->pose_b, r.point_b)) / p->scale;
    off = fmax(fmax(off_a, off_b), (double)tact_norm(miss) / p->scale);
    if (!(off <= st->worst_witness)) st->worst_witness = off;
    if (!(off * p->scale <= PAIR_WITNESS(tolerance)) ||
        !(fabs((double)tact_norm(r.normal) - 1) <= 16 * (double)TACT_EPSILON)) {
        ++st->bad_witness;
        if (st->bad_witness <= 10)
            fprintf(stderr,
                    "%s %s seed %llu: witness off by %.2g and %.2g of the scale (distance %g, status %d, epa %d, "
                    "newton %d)\n",
                    name, pair_separation_name[separation], (unsigned long long)seed, off_a, off_b, (double)r.distance,
                    (int)status, r.epa_iterations, r.newton_steps);
    }
}
static inline void pair_sweep(int which, int n, uint64_t seed, const collide_config *config, pair_stats *st) {
    int i;
    for (i = 0; i < n; ++i) {
        pair_sample p;
        int separation = i % PAIR_SEPARATIONS;
        pair_make(which, separation, seed + (uint64_t)i, &p);
        pair_judge(&p, pair_class_name[which], separation, seed + (uint64_t)i, config, st);
    }
}

/* ---- pairs of kinds: each of thirteen with each, in either order ---- */
enum {
    PAIR_KIND_POINT,
    PAIR_KIND_SEGMENT,
    PAIR_KIND_TRIANGLE,
    PAIR_KIND_SPHERE,
    PAIR_KIND_CAPSULE,
    PAIR_KIND_BOX,
    PAIR_KIND_ELLIPSOID,
    PAIR_KIND_CYLINDER,
    PAIR_KIND_CONE,
    PAIR_KIND_HULL,
    PAIR_KIND_CUSTOM,
    PAIR_KIND_HALFSPACE,
    PAIR_KIND_PLANE,
    PAIR_KINDS,
    PAIR_OF_KINDS = PAIR_KINDS * (PAIR_KINDS + 1) / 2
};
static const char *const pair_kind_name[PAIR_KINDS] = {"point",  "segment", "triangle", "sphere", "capsule",
                                                       "box",    "ellips.", "cylinder", "cone",   "hull",
                                                       "custom", "halfsp.", "plane"};
/* Hulls of the caller beside those of pair_hull and pair_special: of real meshes, or of many vertices. */
enum { PAIR_MORE_HULLS = 64 };
static const collide_hull *pair_more_hulls[PAIR_MORE_HULLS];
static int pair_n_more_hulls;
static const collide_hull *pair_any_hull(pair_random *g) {
    const int from = (int)pair_uniform(g, 0, 4);
    if (from == 0) return pair_special((int)pair_uniform(g, 0, PAIR_SPECIALS));
    if (from == 1 && pair_n_more_hulls) return pair_more_hulls[(int)pair_uniform(g, 0, pair_n_more_hulls)];
    return pair_hull((int)pair_uniform(g, 0, PAIR_HULL_SIZES), (int)pair_uniform(g, 0, PAIR_HULL_KINDS), 3);
}
/* A shape of a kind: of sizes between 0.1 and 1, of equal sizes, a needle or a plate of 1:1000; now and then rounded. */
static collide_shape pair_of_kind(pair_random *g, int kind, pair_sample *p, int side) {
    const int form = (int)pair_uniform(g, 0, 8);
    tact_real x = (tact_real)pair_uniform(g, 0.1, 1), y = (tact_real)pair_uniform(g, 0.1, 1),
              z = (tact_real)pair_uniform(g, 0.1, 1), round = 0;
    collide_shape s;
    if (form == 0) x *= TACT_R(1e-3), y *= TACT_R(1e-3), z = 1; /* a needle along z */
    if (form == 1) z *= TACT_R(1e-3), x = 1;                    /* a plate across it */
    if (form == 2) y = z = x;
    if (pair_uniform(g, 0, 1) < 0.25) round = (tact_real)pair_uniform(g, 0.01, 0.3) * tact_min(x, tact_min(y, z));
    switch (kind) {
    case PAIR_KIND_POINT: s = collide_point(tact_vec(x / 2, y, 0)), round = 0; break;
    case PAIR_KIND_SEGMENT: s = collide_segment(tact_vec(x, y, 0), tact_vec(0, -y, z)), round = 0; break;
    case PAIR_KIND_TRIANGLE: s = collide_triangle(tact_vec(x, 0, 0), tact_vec(0, y, 0), tact_vec(0, -x / 2, z)); break;
    case PAIR_KIND_SPHERE: s = collide_sphere(x); break;
    case PAIR_KIND_CAPSULE: s = collide_capsule(x / 2, z); break;
    case PAIR_KIND_BOX: s = collide_box(x, y, z); break;
    case PAIR_KIND_ELLIPSOID: s = collide_ellipsoid(x, y, z); break;
    case PAIR_KIND_CYLINDER: s = collide_cylinder(x, z); break;
    case PAIR_KIND_CONE: s = collide_cone(x, z); break;
    case PAIR_KIND_HULL: s = collide_convex(pair_any_hull(g)); break;
    case PAIR_KIND_CUSTOM: {
        static const int inside[5] = {PAIR_KIND_BOX, PAIR_KIND_ELLIPSOID, PAIR_KIND_CYLINDER, PAIR_KIND_CONE,
                                      PAIR_KIND_HULL};
        collide_shape *inner = &p->inner[side];
        *inner = pair_of_kind(g, inside[(int)pair_uniform(g, 0, 5)], p, side);
        inner->radius = 0;
        p->custom[side].support = ref_custom_support, p->custom[side].user = inner;
        p->custom[side].centre = inner->centre, p->custom[side].extent = inner->extent;
        p->custom[side].curved = pair_is_curved(inner);
        s = collide_custom(&p->custom[side]), round = 0;
        break;
    }
    case PAIR_KIND_HALFSPACE: s = collide_halfspace(tact_vec(x, y, -z), x - y), round = 0; break;
    default: s = collide_plane(tact_vec(x, y, -z), x - y), round = 0; break;
    }
    return round > 0 ? collide_rounded(s, round) : s;
}
/* Each pair lies at one of six separations, one in eight about one centre; one in eight turned alike by quarters; one in four far from
   the origin. Of two flat shapes, which have to be parallel, all are turned alike. */
enum { PAIR_KIND_SEPARATIONS = 6 };
static void pair_make_kinds(int ka, int kb, uint64_t seed, int *separation, pair_sample *p) {
    static const int kept[PAIR_KIND_SEPARATIONS] = {0, 1, 2, 5, 6, 7};
    pair_random g;
    collide_result r;
    double target = 0, away;
    int place, turn, i, swap;
    g.seed = seed, g.count = 0;
    swap = pair_uniform(&g, 0, 1) < 0.5;
    *separation = kept[(int)pair_uniform(&g, 0, PAIR_KIND_SEPARATIONS)];
    place = (int)pair_uniform(&g, 0, 8), turn = (int)pair_uniform(&g, 0, 8);
    away = pair_uniform(&g, 0, 4) < 1 ? pow(10, pair_uniform(&g, 0, TACT_EPSILON < TACT_R(1e-10) ? 5 : 2)) : 0;
    p->a = pair_of_kind(&g, swap ? kb : ka, p, 0), p->b = pair_of_kind(&g, swap ? ka : kb, p, 1);
    p->pose_a = tact_pose_make(tact_vec((tact_real)(away + pair_uniform(&g, -1, 1)), (tact_real)pair_uniform(&g, -1, 1),
                                        (tact_real)pair_uniform(&g, -1, 1)),
                               pair_rotation(&g));
    p->pose_b = tact_pose_make(
        tact_add(p->pose_a.p, tact_vec((tact_real)pair_uniform(&g, -3, 3), (tact_real)pair_uniform(&g, -3, 3),
                                       (tact_real)pair_uniform(&g, -3, 3))),
        pair_rotation(&g));
    if (turn == 0) {
        const int axis = (int)pair_uniform(&g, 0, 3), quarters = (int)pair_uniform(&g, 0, 4);
        p->pose_b.q = tact_quat_mul(p->pose_a.q, tact_quat_axis_angle(tact_vec(axis == 0, axis == 1, axis == 2),
                                                                      (tact_real)(1.5707963267948966 * quarters)));
    }
    switch (*separation) {
    case 0: target = -pair_uniform(&g, 0.05, 0.5); break;
    case 1: target = -pair_uniform(&g, 0.001, 0.05); break;
    case 2: target = -1e-4; break;
    case 5: target = 1e-4; break;
    case 6: target = pair_uniform(&g, 0.001, 0.1); break;
    default: target = pair_uniform(&g, 1, 10); break;
    }
    if (collide_kind_is_unbounded(p->a.kind) && collide_kind_is_unbounded(p->b.kind)) {
        const tact_vec3 n = tact_scale(seed % 2 ? TACT_R(-1) : TACT_R(1), p->a.p[0]);
        p->b = p->b.kind == COLLIDE_KIND_PLANE ? collide_plane(n, p->b.p[1].x) : collide_halfspace(n, p->b.p[1].x);
        p->pose_b.q = p->pose_a.q;
    } else if (place == 0 && !collide_kind_is_unbounded(p->a.kind) && !collide_kind_is_unbounded(p->b.kind)) {
        p->pose_b.p = tact_add(p->pose_a.p, tact_rotate(p->pose_a.q, p->a.centre));
        p->pose_b.p = tact_sub(p->pose_b.p, tact_rotate(p->pose_b.q, p->b.centre));
        *separation = 8;
    } else
        for (i = 0; i < 2;
             ++i) { /* from a place apart the second step meets the target; from an overlap the first may not */
            collide_distance(&p->a, p->pose_a, &p->b, p->pose_b, NULL, NULL, &r);
            p->pose_b.p = tact_mul_add(p->pose_b.p, (tact_real)target - r.distance, r.normal);
        }
    pair_scale(p, (double)tact_norm(p->pose_a.p));
    p->decade = 3;
}
/* Pair number `which` of PAIR_OF_KINDS: a <= b. */
static inline void pair_kinds_of(int which, int *a, int *b) {
    for (*b = 0; which > *b; ++*b) which -= *b + 1;
    *a = which;
}
static inline void pair_sweep_kinds(int which, int n, uint64_t seed, const collide_config *config, pair_stats *st) {
    char name[64];
    int ka, kb, i;
    pair_kinds_of(which, &ka, &kb);
    snprintf(name, sizeof name, "%s-%s", pair_kind_name[ka], pair_kind_name[kb]);
    for (i = 0; i < n; ++i) {
        pair_sample p;
        const uint64_t of = seed + (uint64_t)which * 10000000 + (uint64_t)i;
        int separation, overlap = -1;
        pair_make_kinds(ka, kb, of, &separation, &p);
        if (p.a.kind == COLLIDE_KIND_HALFSPACE && p.b.kind == COLLIDE_KIND_HALFSPACE && of % 2 == 0) {
            collide_result r; /* two solids that look the same way always meet, and have no depth */
            st->bad_status += collide_distance(&p.a, p.pose_a, &p.b, p.pose_b, config, NULL, &r) != COLLIDE_UNSUPPORTED;
            st->bad_status += collide_intersect(&p.a, p.pose_a, &p.b, p.pose_b, config, NULL, &overlap) != COLLIDE_OK;
            st->bad_boolean += overlap != 1, ++st->count;
        } else
            pair_judge(&p, name, separation, of, config, st);
    }
}
#endif
