/* Manifolds of a pair that moves, with a cache: the features that gave the normal in the last step are tried first. Whatever the
   cache holds, from this path or from another pair, the normal must be one of least depth (of largest separation when apart), as
   the support points of the two shapes measure it, and equal the signed distance; so must the smallest gap. Paths of small
   and large steps, from apart to deep overlaps where another direction takes over, through every kind of features. */
/* float: yes */
/* slow: yes */
#include "utest.h"
#define COLLIDE_RANDOM_SEED 77
#include "collide_random.h"
#include <math.h>
#include <string.h>

#ifdef TACT_FLOAT
#define ALONG 2e-5 /* of the size: the promise of the distance, 1e-5 of the scale, which is up to twice the size */
#else
#define ALONG 2e-8 /* the same with 1e-8 for curved shapes */
#endif
#define GAP 2e-3 /* of the size: corners so little beyond an edge count as above the face */

enum { SHAPES = 13, STEPS = 12, PATHS = 60 };
static collide_shape shapes[SHAPES];
static collide_hull *hulls[5];

static collide_shape cloud(int slot, const tact_vec3 *points, int n) {
    if (collide_hull_create(points, n, NULL, NULL, &hulls[slot]) != COLLIDE_OK) return collide_sphere(-1);
    return collide_convex(hulls[slot]);
}
static void make_shapes(void) {
    tact_vec3 p[200];
    uint64_t counter = 1;
    int i;
    shapes[0] = collide_box(TACT_R(0.5), TACT_R(0.4), TACT_R(0.3));
    shapes[1] = collide_capsule(TACT_R(0.2), TACT_R(0.5));
    shapes[2] = collide_cylinder(TACT_R(0.4), TACT_R(0.4));
    shapes[3] = collide_cone(TACT_R(0.4), TACT_R(0.4));
    shapes[4] = collide_sphere(TACT_R(0.5));
    shapes[5] = collide_ellipsoid(TACT_R(0.5), TACT_R(0.4), TACT_R(0.3));
    for (i = 0; i < 8; ++i)
        p[i] = tact_vec(i & 1 ? TACT_R(0.5) : TACT_R(-0.5), i & 2 ? TACT_R(0.4) : TACT_R(-0.4),
                        i & 4 ? TACT_R(0.3) : TACT_R(-0.3));
    shapes[6] = cloud(0, p, 8);
    for (i = 0; i < 24; ++i)
        p[i] = tact_vec((tact_real)(0.5 * cos(0.5235987755982988 * (i / 2))),
                        (tact_real)(0.5 * sin(0.5235987755982988 * (i / 2))), i & 1 ? TACT_R(0.4) : TACT_R(-0.4));
    shapes[7] = cloud(1, p, 24);
    for (i = 0; i < 200; ++i) p[i] = tact_scale(TACT_R(0.5), tact_normalize_or(vector(&counter, 1), tact_vec(1, 0, 0)));
    shapes[8] = cloud(2, p, 32), shapes[9] = cloud(3, p, 200);
    p[0] = tact_vec(0, 0, 0), p[1] = tact_vec(1, 0, 0), p[2] = tact_vec(0, 1, 0), p[3] = tact_vec(0, 0, 1);
    shapes[10] = cloud(4, p, 4); /* the middle of its bounding box is outside */
    shapes[11] = collide_rounded(shapes[8], TACT_R(0.1));
    shapes[12] = collide_triangle(tact_vec(TACT_R(0.5), 0, 0), tact_vec(0, TACT_R(0.5), 0), tact_vec(0, 0, 0));
}
/* Separation along n, from A to B, as the support points say. */
static double separation(const collide_shape *a, tact_pose pa, const collide_shape *b, tact_pose pb, tact_vec3 n) {
    const tact_vec3 high = tact_pose_apply(pa, collide_support(a, tact_unrotate(pa.q, n), NULL)),
                    low = tact_pose_apply(pb, collide_support(b, tact_unrotate(pb.q, tact_neg(n)), NULL));
    return (double)tact_dot(n, tact_sub(low, high));
}

UTEST(kept, a_cache_of_any_history_does_not_change_the_normal) {
    static collide_manifold_cache other; /* of the pair before */
    collide_manifold_config config = collide_default_manifold_config();
    uint64_t counter = 1000;
    double worst = 0, worst_gap = 0;
    int i, j, path, step, named[4] = {0, 0, 0, 0};
    config.margin = TACT_R(0.02);
    config.recycle = 0;
    make_shapes();
    for (i = 0; i < SHAPES; ++i) ASSERT_EQ((int)COLLIDE_OK, (int)collide_shape_check(&shapes[i]));
    for (i = 0; i < SHAPES; ++i)
        for (j = 0; j < SHAPES; ++j)
            for (path = 0; path < PATHS; ++path) {
                const collide_shape *a = &shapes[i], *b = &shapes[j];
                const int sharp_boxes = i == 0 && j == 0; /* theirs is a path of its own, see collide_manifold.c */
                tact_pose pa = tact_pose_make(vector(&counter, 1), rotation(&counter)), pb = pa;
                tact_vec3 from = tact_normalize_or(vector(&counter, 1), tact_vec(0, 0, 1));
                collide_manifold_cache cache;
                collide_result r;
                memset(&cache, 0, sizeof cache);
                if (path % 8 == 7) cache = other; /* wrong features, wrong hints */
                if (path % 3) pb.q = rotation(&counter);
                pb.p = tact_mul_add(tact_add(pb.p, vector(&counter, TACT_R(0.2))), 3, from);
                ASSERT_EQ((int)COLLIDE_OK, (int)collide_distance(a, pa, b, pb, NULL, NULL, &r));
                pb.p = tact_mul_add(pb.p, -r.distance - uniform(&counter, TACT_R(-0.02), TACT_R(0.05)), from);
                for (step = 0; step < STEPS; ++step) {
                    const tact_real size = step % 4 == 3 ? TACT_R(0.1) : TACT_R(0.003);
                    collide_manifold m;
                    collide_status status = collide_distance(a, pa, b, pb, NULL, NULL, &r);
                    ASSERT_TRUE(status >= 0);
                    ASSERT_TRUE(collide_contact(a, pa, b, pb, &config, &cache, &m) >= 0);
                    if (!sharp_boxes && cache.axis >= 0 && cache.axis <= 3) ++named[cache.axis];
                    if (status == COLLIDE_OK && !sharp_boxes) {
                        if (r.distance > config.margin * TACT_R(1.001)) EXPECT_EQ(0, m.count);
                        if (r.distance < config.margin * TACT_R(0.999)) ASSERT_TRUE(m.count > 0);
                        if (m.count > 0) {
                            double least = 1e9, along = separation(a, pa, b, pb, m.normal);
                            int k;
                            for (k = 0; k < m.count; ++k) least = fmin(least, (double)m.points[k].gap);
                            worst = fmax(worst, fabs(along - (double)r.distance));
                            worst_gap = fmax(worst_gap, fabs(least - (double)r.distance));
                        }
                    }
                    pb.p = tact_add(pb.p, vector(&counter, size));
                    pb.q = tact_quat_normalize(
                        tact_quat_mul(pb.q, tact_quat_axis_angle(tact_normalize_or(vector(&counter, 1), from), size)));
                }
                other = cache;
            }
    EXPECT_LE(worst, ALONG);
    EXPECT_LE(worst_gap, GAP);
    EXPECT_GT(named[3],
              1000); /* pairs of edges took part, and faces of A and of B, which only double precision keeps */
    if (TACT_EPSILON < TACT_R(1e-10)) EXPECT_TRUE(named[1] > 1000 && named[2] > 1000);
    for (i = 0; i < 5; ++i) collide_hull_destroy(hulls[i]);
}
UTEST_MAIN()
