/* Contact manifolds of random pairs of every convex kind, overlapping and within a margin: there is a point exactly
   when the signed distance is within the margin; the smallest gap is the signed distance and the normal is its
   normal; every point lies on both surfaces; ids are unique; exchanging A and B turns the normal and keeps the gaps;
   a rigid motion of the pair moves the manifold with it; the same call gives the same bits; the reduced manifold is
   part of the whole patch. */
/* float: yes */
#include "utest.h"
#define COLLIDE_RANDOM_SEED 11
#include "collide_random.h"

#ifdef TACT_FLOAT /* of the signed distance, times the scale */
#define TINY TACT_R(1e-5)
#else
#define TINY TACT_R(1e-9)
#endif
enum { KINDS = 12 };
static collide_hull *g_hull;

static collide_shape random_shape(int kind, uint64_t *counter) {
    tact_real a = uniform(counter, TACT_R(0.3), 1), b = uniform(counter, TACT_R(0.3), 1),
              c = uniform(counter, TACT_R(0.3), 1);
    switch (kind) {
    case 0: return collide_sphere(a);
    case 1: return collide_capsule(a * TACT_R(0.5), b);
    case 2: return collide_box(a, b, c);
    case 3: return collide_ellipsoid(a, b, c);
    case 4: return collide_cylinder(a, b);
    case 5: return collide_cone(a, b);
    case 6: return collide_convex(g_hull);
    case 7: return collide_rounded(collide_box(a, b, c), TACT_R(0.2));
    case 8: {
        tact_vec3 p = vector(counter, 1), q = vector(counter, 1);
        return collide_rounded(collide_triangle(p, q, vector(counter, 1)), TACT_R(0.1));
    }
    case 9: return collide_rounded(collide_cylinder(a, b), TACT_R(0.1));
    case 10: return collide_rounded(collide_convex(g_hull), TACT_R(0.05));
    default: return collide_halfspace(vector(counter, 1), a - TACT_R(0.5));
    }
}
static void make_hull(void) {
    tact_vec3 cloud[20];
    uint64_t counter = 99;
    int i;
    if (g_hull) return;
    for (i = 0; i < 20; ++i)
        cloud[i] = tact_scale(TACT_R(0.8), tact_normalize_or(vector(&counter, 1), tact_vec(1, 0, 0)));
    collide_hull_create(cloud, 20, NULL, NULL, &g_hull);
}
/* Signed distance of a world point to a placed shape. */
static tact_real point_distance(const collide_shape *s, tact_pose pose, tact_vec3 p) {
    collide_shape point = collide_point(tact_vec(0, 0, 0));
    collide_result r;
    if (collide_distance(s, pose, &point, tact_pose_make(p, tact_quat_identity()), NULL, NULL, &r) < 0) return 99;
    return r.distance;
}
/* Move b along the separation so that the pair is at `target`; 0 when that failed (deep starts may turn the normal).
 */
static int place_at(const collide_shape *a, tact_pose pa, const collide_shape *b, tact_pose *pb, tact_real target,
                    collide_result *r) {
    int k;
    for (k = 0; k < 8; ++k) {
        if (collide_distance(a, pa, b, *pb, NULL, NULL, r) < 0) return 0;
        if (tact_abs(r->distance - target) < TACT_R(1e-3) * tact_abs(target)) return 1;
        pb->p = tact_mul_add(pb->p, target - r->distance, r->normal);
    }
    return 0;
}

UTEST(manifold, random_pairs_of_every_kind) {
    uint64_t counter = 0;
    const tact_real margin = TACT_R(0.05);
    collide_manifold_config config = collide_default_manifold_config();
    int i, j, n, used = 0, flat = 0;
    make_hull();
    ASSERT_TRUE(g_hull != NULL);
    config.margin = margin;
    for (i = 0; i < KINDS; ++i)
        for (j = 0; j < KINDS - (i == KINDS - 1); ++j)
            for (n = 0; n < 12; ++n) {
                static const double targets[4] = {-0.02, -1e-3, 1e-3, 0.03};
                collide_shape a = random_shape(i, &counter), b = random_shape(j, &counter);
                tact_pose pa = tact_pose_make(vector(&counter, 2), rotation(&counter));
                tact_pose pb = tact_pose_make(tact_add(pa.p, vector(&counter, 3)), rotation(&counter));
                collide_result r;
                collide_manifold m, again, swapped, moved;
                collide_contact_point patch[COLLIDE_PATCH_POINTS];
                tact_vec3 patch_normal;
                tact_pose motion = tact_pose_make(vector(&counter, 1), rotation(&counter));
                tact_real deepest = 9, scale = 4, tiny = TINY * scale, least = 9;
                int k, l, count;
                if (i == KINDS - 1 && j == KINDS - 1) continue;
                if (!place_at(&a, pa, &b, &pb, (tact_real)targets[n % 4], &r)) continue;
                ++used;
                ASSERT_EQ((int)COLLIDE_OK, (int)collide_contact(&a, pa, &b, pb, &config, NULL, &m));
                ASSERT_GE(m.count, 1);
                flat += m.count > 1;
                EXPECT_NEAR((double)tact_norm(m.normal), 1, 10 * (double)TACT_EPSILON);
                for (k = 0; k < m.count; ++k) {
                    tact_vec3 on_a = tact_mul_add(m.points[k].point, -m.points[k].gap / 2, m.normal);
                    tact_vec3 on_b = tact_mul_add(m.points[k].point, m.points[k].gap / 2, m.normal);
                    /* surfaces: the clip lets corners pass an edge by 1e-3 of the smaller feature */
                    EXPECT_NEAR((double)point_distance(&a, pa, on_a), 0, 3e-3);
                    EXPECT_NEAR((double)point_distance(&b, pb, on_b), 0, 3e-3);
                    EXPECT_LE(m.points[k].gap, margin);
                    deepest = tact_min(deepest, m.points[k].gap);
                    for (l = 0; l < k; ++l) EXPECT_NE(m.points[k].id, m.points[l].id);
                }
                /* Box pairs choose among axes within 1e-4 of the smaller box; all others are exact up to the reduction's
                   1e-5. */
                if (i == 2 && j == 2) {
                    EXPECT_NEAR((double)deepest, (double)r.distance, 1e-4 + (double)tiny);
                } else {
                    EXPECT_NEAR((double)deepest, (double)r.distance, 2e-5 + (double)tiny);
                    EXPECT_GT((double)tact_dot(m.normal, r.normal), 1 - 1e-5);
                }
                /* the same bits again */
                collide_contact(&a, pa, &b, pb, &config, NULL, &again);
                ASSERT_EQ(m.count, again.count);
                for (k = 0; k < m.count; ++k)
                    ASSERT_TRUE(m.points[k].gap == again.points[k].gap && m.points[k].id == again.points[k].id);
                /* exchanged */
                ASSERT_EQ((int)COLLIDE_OK, (int)collide_contact(&b, pb, &a, pa, &config, NULL, &swapped));
                for (k = 0; k < swapped.count; ++k) least = tact_min(least, swapped.points[k].gap);
                ASSERT_GE(swapped.count, 1);
                EXPECT_NEAR((double)least, (double)deepest, 1e-4 + (double)tiny);
                if (!(i == 2 &&
                      j ==
                          2)) { /* placing may end in a tie of two normals: then the exchanged query may take the other */
                    collide_result back;
                    collide_distance(&b, pb, &a, pa, NULL, NULL, &back);
                    EXPECT_NEAR((double)back.distance, (double)r.distance, (double)tiny);
                    EXPECT_GT((double)tact_dot(back.normal, swapped.normal), 1 - 1e-5);
                }
                /* moved rigidly */
                ASSERT_EQ((int)COLLIDE_OK, (int)collide_contact(&a, tact_pose_mul(motion, pa), &b,
                                                                tact_pose_mul(motion, pb), &config, NULL, &moved));
                /* A distance known to tol * scale leaves the normal open by sqrt(2 tol scale / |distance|). */
                EXPECT_LT(
                    (double)tact_norm(tact_sub(tact_rotate(motion.q, m.normal), moved.normal)),
                    2 * sqrt(2 * (double)(collide_default_config().tolerance_relative * scale / tact_abs(r.distance))));
                least = 9;
                for (k = 0; k < moved.count; ++k) least = tact_min(least, moved.points[k].gap);
                EXPECT_NEAR((double)least, (double)deepest, 2e-5 + (double)tiny);
                /* the whole patch holds the reduced manifold */
                ASSERT_EQ((int)COLLIDE_OK, (int)collide_patch(&a, pa, &b, pb, &config, patch, COLLIDE_PATCH_POINTS,
                                                              &count, &patch_normal));
                EXPECT_GE(count, m.count);
                for (k = 0; k < m.count; ++k) {
                    for (l = 0; l < count && patch[l].id != m.points[k].id; ++l) {
                    }
                    EXPECT_LT(l, count);
                }
                /* beyond the margin: nothing */
                {
                    tact_pose far_b = pb;
                    far_b.p = tact_mul_add(far_b.p, TACT_R(0.11), r.normal);
                    ASSERT_EQ((int)COLLIDE_OK, (int)collide_contact(&a, pa, &b, far_b, &config, NULL, &again));
                    EXPECT_EQ(0, again.count);
                }
            }
    EXPECT_GT(used, 1200);
    EXPECT_GT(flat, 200);
}
/* Boxes turned at random, about one axis, and by less than a thousandth: corners that pass edges, edges that are all but parallel. */
UTEST(manifold, gaps_of_two_boxes_are_exact_and_on_both) {
    uint64_t counter = 0;
    collide_manifold_config config = collide_default_manifold_config();
    const tact_real slack = TACT_R(2e-3);
    int i, k, apart = 0, deep = 0;
    config.margin = TACT_R(0.05);
    for (i = 0; i < 200000; ++i) {
        collide_shape a = random_shape(2, &counter), b = random_shape(2, &counter);
        tact_pose pa = tact_pose_identity(), pb = tact_pose_make(vector(&counter, TACT_R(2.2)), rotation(&counter));
        tact_real angle = uniform(&counter, 0, TACT_R(1e-3)), least = 9, smaller;
        collide_result r;
        collide_manifold m;
        if (i % 3 == 1) pb.q = tact_quat_axis_angle(tact_vec(0, 0, 1), 1000 * angle);
        if (i % 3 == 2) pb.q = tact_quat_axis_angle(tact_normalize_or(vector(&counter, 1), tact_vec(0, 0, 1)), angle);
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_distance(&a, pa, &b, pb, NULL, NULL, &r));
        if (r.distance > TACT_R(0.049)) continue;
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_contact(&a, pa, &b, pb, &config, NULL, &m));
        for (k = 0; k < m.count; ++k) {
            tact_vec3 half = tact_scale(-m.points[k].gap / 2, m.normal), on_a = tact_add(m.points[k].point, half);
            tact_vec3 on_b = tact_pose_unapply(pb, tact_sub(m.points[k].point, half));
            least = tact_min(least, m.points[k].gap);
            /* on both boxes: corners pass an edge by 1e-3 of the smaller face at most */
            ASSERT_TRUE(tact_abs(on_a.x) <= a.p[0].x + slack && tact_abs(on_a.y) <= a.p[0].y + slack &&
                        tact_abs(on_a.z) <= a.p[0].z + slack);
            ASSERT_TRUE(tact_abs(on_b.x) <= b.p[0].x + slack && tact_abs(on_b.y) <= b.p[0].y + slack &&
                        tact_abs(on_b.z) <= b.p[0].z + slack);
        }
        smaller = tact_min(tact_min(a.p[0].x, tact_min(a.p[0].y, a.p[0].z)),
                           tact_min(b.p[0].x, tact_min(b.p[0].y, b.p[0].z)));
        /* faces, then those of A, are preferred within 1e-4 of the smaller box; in single precision edges within a thousandth of parallel have no axis */
        ASSERT_NEAR((double)least, (double)r.distance, sizeof(tact_real) == 8 ? 2.01e-4 * (double)smaller : 4e-3);
        apart += r.distance > 0, deep += r.distance < 0;
    }
    EXPECT_GT(apart, 4000);
    EXPECT_GT(deep, 40000);
}

UTEST_MAIN()
