/* Every ordered pair of twelve kinds of bounded shapes (points, segments, triangles, spheres, capsules, boxes, ellipsoids, cylinders,
   cones, hulls, rounded boxes, rounded cones), from deep overlap over 1e-4 on both sides of touching to a distance of the size, near the
   origin and 1000 sizes away: signed distance, yes or no and witness points against the certified long double reference. Halfspaces and
   planes against each of them: by their support points, in both orders. Then the 91 pairs of thirteen kinds in every form that the soak
   draws; cores of revolution about one line; ellipsoids that are balls. */
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
    pair_scale(p, away);
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
                pair_judge(&p, "kinds", s, g.seed, NULL, &st);
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

/* Needles and plates of 1:1000, equal sizes, rounded, turned by quarters, about one centre, far from the origin, in either order. Custom
   shapes about another's centre promise no more than the gap. */
UTEST(every_pair, kinds_in_every_form) {
    int which, i, ka, kb;
    for (which = 0; which < PAIR_OF_KINDS; ++which) {
        pair_stats st, centred;
        memset(&st, 0, sizeof st), memset(&centred, 0, sizeof centred);
        pair_kinds_of(which, &ka, &kb);
        for (i = 0; i < 10; ++i) {
            const uint64_t seed = 10000000 * (uint64_t)which + 424242 + (uint64_t)i;
            pair_sample p;
            int separation, custom;
            pair_make_kinds(ka, kb, seed, &separation, &p);
            if (collide_kind_is_unbounded(p.a.kind) && collide_kind_is_unbounded(p.b.kind) && seed % 2 == 0) continue;
            custom = p.a.kind == COLLIDE_KIND_CUSTOM || p.b.kind == COLLIDE_KIND_CUSTOM;
            pair_judge(&p, pair_kind_name[kb], separation, seed, NULL, custom && separation == 8 ? &centred : &st);
        }
        EXPECT_EQ(0L,
                  st.bad_distance + st.bad_boolean + st.bad_witness + st.bad_status + st.not_finite + st.no_reference);
        EXPECT_EQ(0L, centred.broken + centred.bad_boolean + centred.bad_status + centred.not_finite);
    }
}

/* Segments, cylinders and cones about one line, one moved along it, either end up: the depth is a height of A - B along the normal, none
   of the heights along a thousand directions between the axis and its opposite is less, and the witness points are on both. */
UTEST(every_pair, cores_of_revolution_about_one_line) {
    int i, k, n = 0;
    for (i = 0; i < 300; ++i) {
        pair_random g;
        pair_sample p;
        ref_pair q;
        collide_result r;
        tact_quat turn;
        g.seed = 940001 + (uint64_t)i, g.count = 0;
        for (k = 0; k < 2; ++k) {
            const int kind = (int)pair_uniform(&g, 0, 3);
            const tact_real x = (tact_real)pair_uniform(&g, 0.1, 1), y = (tact_real)pair_uniform(&g, 0.1, 1);
            const collide_shape s = kind == 0   ? collide_capsule(x / 4, y)
                                    : kind == 1 ? collide_cylinder(x, y)
                                                : collide_cone(x, y);
            *(k ? &p.b : &p.a) = s;
        }
        p.pose_a = tact_pose_make(tact_vec(0, 0, 0), pair_rotation(&g)), p.pose_b = p.pose_a;
        turn = tact_quat_axis_angle(tact_vec(0, 0, 1), (tact_real)pair_uniform(&g, 0, 6));
        if (i % 2) turn = tact_quat_mul(tact_quat_make(1, 0, 0, 0), turn);
        p.pose_b.q = tact_quat_mul(p.pose_a.q, turn);
        p.pose_b.p = tact_rotate(p.pose_a.q, tact_vec(0, 0, i % 3 ? (tact_real)pair_uniform(&g, -0.5, 0.5) : 0));
        ASSERT_EQ(COLLIDE_OK, collide_distance(&p.a, p.pose_a, &p.b, p.pose_b, NULL, NULL, &r));
        if (!(r.distance < 0)) continue;
        ++n;
        q.a = &p.a, q.b = &p.b, q.fa = ref_pose(p.pose_a), q.fb = ref_pose(p.pose_b), q.radii = p.a.radius + p.b.radius,
        q.rounded = 1;
        for (k = -1; k <= 1000; ++k) {
            const double angle = 3.1415926535897932 * k / 1000;
            const ref_vec u = k < 0 ? ref_from(r.normal) : ref_rotate(&q.fa, ref_make(sin(angle), 0, cos(angle)));
            const double height = (double)(ref_dot(u, ref_support(&q, u)) / ref_norm(u));
            if (k < 0) EXPECT_NEAR(height, (double)-r.distance, PAIR_TOLERANCE_FLAT);
            EXPECT_LE((double)-r.distance, height + PAIR_TOLERANCE_FLAT);
        }
        EXPECT_NEAR(0.0, (double)ref_surface(&p.a, p.pose_a, r.point_a), PAIR_TOLERANCE_FLAT);
        EXPECT_NEAR(0.0, (double)ref_surface(&p.b, p.pose_b, r.point_b), PAIR_TOLERANCE_FLAT);
    }
    EXPECT_GT(n, 200);
}

/* An ellipsoid of three equal radii gives what the sphere gives, against every kind; and the reference knows that its centre is as deep as
   its least radius. */
UTEST(every_pair, ellipsoids_that_are_balls) {
    int kind, i;
    for (kind = 0; kind < KINDS; ++kind)
        for (i = 0; i < 12; ++i) {
            pair_random g;
            collide_result r, of_ball;
            g.seed = 950001 + (uint64_t)(12 * kind + i), g.count = 0;
            const tact_real x = (tact_real)pair_uniform(&g, 0.1, 1);
            const collide_shape other = make_kind(&g, kind), ball = collide_sphere(x),
                                round = collide_ellipsoid(x, x, x);
            const tact_pose pa = tact_pose_make(tact_vec(0, 0, 0), pair_rotation(&g));
            const tact_pose pb = tact_pose_make(
                i % 4 ? tact_vec((tact_real)pair_uniform(&g, -1, 1), (tact_real)pair_uniform(&g, -1, 1), 0) : pa.p,
                pair_rotation(&g));
            ASSERT_EQ(COLLIDE_OK, collide_distance(&other, pa, &ball, pb, NULL, NULL, &of_ball));
            ASSERT_EQ(COLLIDE_OK, collide_distance(&other, pa, &round, pb, NULL, NULL, &r));
            EXPECT_EQ((double)of_ball.distance, (double)r.distance);
            const collide_shape e = collide_ellipsoid(x, 2 * x, x + 1);
            EXPECT_NEAR(-(double)x, (double)ref_surface(&e, pb, pb.p), 1e-15);
        }
}
/* A point, and the centre of a ball, on the very corner, apex, rim, edge or side of each kind: touching, as deep as the ball's radius, and a
   normal of unit length. */
UTEST(every_pair, a_point_on_the_surface) {
    int kind, i, k;
    for (kind = 0; kind < KINDS; ++kind)
        for (i = 0; i < 27 * 8; ++i) {
            pair_random g;
            g.seed = 960001 + (uint64_t)(kind * 8 + i / 27), g.count = 0;
            const collide_shape s = make_kind(&g, kind), dot = collide_point(tact_vec(0, 0, 0)),
                                ball = collide_sphere(TACT_R(0.25));
            const tact_vec3 d =
                tact_vec((tact_real)(i % 3 - 1), (tact_real)(i / 3 % 3 - 1), (tact_real)(i / 9 % 3 - 1));
            const tact_pose pose =
                i / 27 % 2 ? tact_pose_make(tact_vec(1, 2, 3), pair_rotation(&g)) : tact_pose_identity();
            if (i % 27 == 13) continue; /* no direction */
            const tact_pose at =
                tact_pose_make(tact_pose_apply(pose, collide_support(&s, d, NULL)), tact_quat_identity());
            for (k = 0; k < 4; ++k) {
                const collide_shape *other = k & 1 ? &ball : &dot;
                collide_result r;
                int overlap = -1;
                const collide_status status = k & 2 ? collide_distance(other, at, &s, pose, NULL, NULL, &r)
                                                    : collide_distance(&s, pose, other, at, NULL, NULL, &r);
                EXPECT_EQ(COLLIDE_OK, status);
                EXPECT_NEAR(k & 1 ? -0.25 : 0.0, (double)r.distance, 10 * PAIR_TOLERANCE_FLAT);
                EXPECT_NEAR(1.0, (double)tact_norm(r.normal), 16 * (double)TACT_EPSILON);
                EXPECT_TRUE(tact_vec_finite(r.point_a) && tact_vec_finite(r.point_b));
                EXPECT_EQ(COLLIDE_OK, collide_intersect(&s, pose, other, at, NULL, NULL, &overlap));
                if (k & 1) EXPECT_EQ(1, overlap);
            }
        }
}
/* The apex itself, which rounding may put outside of the side and beyond its end. */
UTEST(every_pair, a_point_on_the_apex) {
    int i;
    for (i = 0; i < 400; ++i) {
        const tact_real x = tact_random_uniform(970001, 2 * (uint64_t)i) * 16,
                        y = tact_random_uniform(970001, 2 * (uint64_t)i + 1) * 16;
        const collide_shape cone = collide_cone(x + TACT_R(0.01), y + TACT_R(0.01)), ball = collide_sphere(TACT_R(0.5));
        tact_pose at = tact_pose_identity();
        collide_result r;
        at.p.z = y + TACT_R(0.01);
        EXPECT_EQ(COLLIDE_OK, collide_distance(&cone, tact_pose_identity(), &ball, at, NULL, NULL, &r));
        EXPECT_NEAR(-0.5, (double)r.distance, 20 * PAIR_TOLERANCE_FLAT);
        EXPECT_NEAR(1.0, (double)tact_norm(r.normal), 16 * (double)TACT_EPSILON);
    }
}

/* A point in an ellipsoid on its axes and in its planes, radii equal or not, and next to them by the least number there is: as deep as its
   nearest point on the surface. */
UTEST(every_pair, a_point_on_an_axis_of_an_ellipsoid) {
    static const double radii[7][3] = {{3, .5, .5}, {.5, 3, .5}, {.5, .5, 3}, {2, 2, .5},
                                       {2, .5, 2},  {.5, 2, 2},  {1, 2, 3}};
    static const double places[5] = {0, 0.2, -0.45, 1e-30, 0.999};
    int i, j;
    for (i = 0; i < 7; ++i)
        for (j = 0; j < 125; ++j) {
            const collide_shape e = collide_ellipsoid((tact_real)radii[i][0], (tact_real)radii[i][1],
                                                      (tact_real)radii[i][2]),
                                dot = collide_point(tact_vec(0, 0, 0));
            const tact_vec3 x =
                tact_vec((tact_real)(radii[i][0] * places[j % 5]), (tact_real)(radii[i][1] * places[j / 5 % 5]),
                         (tact_real)(radii[i][2] * places[j / 25]));
            const tact_pose id = tact_pose_identity(), at = tact_pose_make(x, id.q);
            collide_result r;
            const double truth = (double)ref_surface(&e, id, x);
            EXPECT_EQ(COLLIDE_OK, collide_distance(&e, id, &dot, at, NULL, NULL, &r));
            EXPECT_NEAR(truth, (double)r.distance, 3 * PAIR_TOLERANCE_FLAT);
            EXPECT_NEAR(0.0, (double)ref_surface(&e, id, r.point_a), 30 * PAIR_TOLERANCE_FLAT);
            EXPECT_NEAR(1.0, (double)tact_norm(r.normal), 16 * (double)TACT_EPSILON);
        }
}
UTEST(every_pair, clean_up) { pair_free(); }

UTEST_MAIN()
