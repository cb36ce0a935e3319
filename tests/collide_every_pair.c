/* Every ordered pair of twelve kinds of bounded shapes (points, segments, triangles, spheres, capsules, boxes, ellipsoids, cylinders,
   cones, hulls, rounded boxes, rounded cones), from deep overlap over 1e-4 on both sides of touching to a distance of the size, near the
   origin and 1000 sizes away: signed distance, yes or no and witness points against the certified long double reference. Halfspaces and
   planes against each of them: by their support points, in both orders. */
/* float: yes */
#include "utest.h"
#include "collide.h"
#include "collide_pairs.h"

enum { KINDS = 12, SEPARATIONS = 6 };
static collide_shape make_kind(pair_random *g, int kind) {
    tact_real x = (tact_real)pair_uniform(g, 0.1, 1), y = (tact_real)pair_uniform(g, 0.1, 1),
              z = (tact_real)pair_uniform(g, 0.1, 1);
    switch (kind) {
    case 0: return collide_point(tact_vec(x / 2, y, 0));
    case 1: return collide_segment(tact_vec(x, y, 0), tact_vec(0, -y, z));
    case 2: return collide_triangle(tact_vec(x, 0, 0), tact_vec(0, y, 0), tact_vec(0, -x / 2, z));
    case 3: return collide_sphere(x);
    case 4: return collide_capsule(x / 2, y);
    case 5: return collide_box(x, y, z);
    case 6: return collide_ellipsoid(x, y, z);
    case 7: return collide_cylinder(x, y);
    case 8: return collide_cone(x, y);
    case 9: return collide_convex(pair_hull((int)pair_uniform(g, 0, 3), (int)pair_uniform(g, 0, PAIR_HULL_KINDS), 3));
    case 10: return collide_rounded(collide_box(x, y, z), x / 10);
    default: return collide_rounded(collide_cone(x, y), x / 5);
    }
}
/* B moved along the normal to the wanted separation. */
static void place(pair_random *g, pair_sample *p, int separation, double away) {
    static const double targets[SEPARATIONS] = {-0.05, -0.005, -1e-4, 1e-4, 0.03, 1};
    collide_result r;
    int i;
    p->pose_a = tact_pose_make(tact_vec((tact_real)(away + pair_uniform(g, -1, 1)), (tact_real)pair_uniform(g, -1, 1),
                                        (tact_real)pair_uniform(g, -1, 1)),
                               pair_rotation(g));
    p->pose_b.q = pair_rotation(g);
    p->pose_b.p = tact_add(p->pose_a.p, tact_vec((tact_real)pair_uniform(g, -3, 3), (tact_real)pair_uniform(g, -3, 3),
                                                 (tact_real)pair_uniform(g, -3, 3)));
    for (i = 0; i < 2; ++i) {
        collide_distance(&p->a, p->pose_a, &p->b, p->pose_b, NULL, NULL, &r);
        if (r.distance < 0) break;
        p->pose_b.p = tact_mul_add(p->pose_b.p, (tact_real)targets[separation] - r.distance, r.normal);
    }
    p->size = fmax((double)(p->a.extent + p->a.radius), (double)(p->b.extent + p->b.radius));
    p->curved = pair_is_curved(&p->a) || pair_is_curved(&p->b);
    p->scale = fmax(fmax(p->size, away), (double)tact_norm(tact_sub(p->pose_a.p, p->pose_b.p)));
    p->scale = fmax(p->scale, fmax((double)tact_norm(p->a.centre), (double)tact_norm(p->b.centre)));
    p->decade = 3;
}
static void sweep(int *utest_result, double away, uint64_t seed) {
    pair_stats st;
    int a, b, s;
    memset(&st, 0, sizeof st);
    for (a = 0; a < KINDS; ++a)
        for (b = 0; b < KINDS; ++b)
            for (s = 0; s < SEPARATIONS; ++s) {
                pair_sample p;
                pair_random g;
                g.seed = seed + (uint64_t)((a * KINDS + b) * SEPARATIONS + s), g.count = 0;
                p.a = make_kind(&g, a), p.b = make_kind(&g, b);
                place(&g, &p, s, away);
                pair_judge(&p, PAIR_MIXED, s, g.seed, NULL, &st);
            }
    EXPECT_EQ((long)(KINDS * KINDS * SEPARATIONS), st.count);
    EXPECT_EQ(0L, st.bad_distance);
    EXPECT_EQ(0L, st.bad_boolean);
    EXPECT_EQ(0L, st.bad_witness);
    EXPECT_EQ(0L, st.bad_status);
    EXPECT_EQ(0L, st.not_finite);
    EXPECT_EQ(0L, st.no_reference);
    EXPECT_EQ(0L, st.not_converged);
}
UTEST(every_pair, near_the_origin) { sweep(utest_result, 0, 900001); }
UTEST(every_pair, far_from_the_origin) { sweep(utest_result, 1000, 910001); }

/* A halfspace and a plane: the distance is the least height of the shape over them, on the nearer side of a plane. */
UTEST(every_pair, halfspaces_and_planes) {
    int kind, i;
    for (kind = 0; kind < KINDS; ++kind)
        for (i = 0; i < 24; ++i) {
            pair_random g;
            collide_result r, swapped;
            int hint = 0, overlap = -1, sheet = i % 2;
            g.seed = 920001 + (uint64_t)(24 * kind + i), g.count = 0;
            collide_shape s = make_kind(&g, kind), flat;
            tact_pose pose = tact_pose_make(tact_vec((tact_real)pair_uniform(&g, -1, 1),
                                                     (tact_real)pair_uniform(&g, -1, 1),
                                                     (tact_real)pair_uniform(&g, -1, 1)),
                                            pair_rotation(&g)),
                      at = tact_pose_make(tact_vec(0, (tact_real)pair_uniform(&g, -1, 1), 0), pair_rotation(&g));
            flat = sheet ? collide_plane(tact_vec(0, 0, 2), TACT_R(0.1))
                         : collide_halfspace(tact_vec(0, 0, 2), TACT_R(0.1));
            tact_vec3 n = tact_rotate(at.q, tact_vec(0, 0, 1));
            tact_vec3 low = tact_pose_apply(pose, collide_support(&s, tact_unrotate(pose.q, tact_neg(n)), &hint));
            hint = 0;
            tact_vec3 high = tact_pose_apply(pose, collide_support(&s, tact_unrotate(pose.q, n), &hint));
            double below = (double)tact_dot(n, tact_sub(low, at.p)) - 0.1,
                   above = 0.1 - (double)tact_dot(n, tact_sub(high, at.p));
            double expected = sheet ? fmax(below, above) : below;
            ASSERT_EQ(COLLIDE_OK, collide_distance(&flat, at, &s, pose, NULL, NULL, &r));
            ASSERT_EQ(COLLIDE_OK, collide_distance(&s, pose, &flat, at, NULL, NULL, &swapped));
            EXPECT_NEAR(expected, (double)r.distance, PAIR_TOLERANCE_FLAT);
            EXPECT_NEAR(expected, (double)swapped.distance, PAIR_TOLERANCE_FLAT);
            EXPECT_LT((double)tact_norm(tact_add(r.normal, swapped.normal)), PAIR_TOLERANCE_FLAT);
            EXPECT_EQ(COLLIDE_OK, collide_intersect(&flat, at, &s, pose, NULL, NULL, &overlap));
            if (fabs(expected) > PAIR_BOOLEAN) EXPECT_EQ((int)(expected < 0), overlap);
        }
}
UTEST(every_pair, clean_up) { pair_free(); }

UTEST_MAIN()
