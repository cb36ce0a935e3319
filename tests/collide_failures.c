/* Reported failures of other libraries, as tests: overlapping and touching cubes that gave NaN or depth zero, thin and nearly parallel
   boxes, cylinders nearly touching boxes, flat polygons, symmetric polyhedra, slivers, size ratios of a thousand, iteration caps, stale
   caches, and sweeps with known first and last contact. Every answer is compared with the long double reference of
   collide_reference.h, and with the closed form or the published value where there is one. */
/* float: yes */
/* slow: yes */
#include "utest.h"
#include "collide.h"
#define REF_STEPS 1000 /* the reference gives up on minima that are whole circles of directions */
#include "collide_reference.h"
#include <math.h>

#ifdef TACT_FLOAT
#define TOLERANCE 1e-5
#else
#define TOLERANCE 1e-9 /* times the size of the pair, as the header promises for polytopes */
#endif

static collide_shape box(double x, double y, double z) { /* full extents */
    return collide_box((tact_real)(x / 2), (tact_real)(y / 2), (tact_real)(z / 2));
}
static collide_shape cylinder(double r, double length) {
    return collide_cylinder((tact_real)r, (tact_real)(length / 2));
}
static tact_pose at(double x, double y, double z) { return tact_pose_at((tact_real)x, (tact_real)y, (tact_real)z); }
static tact_pose turned(double x, double y, double z, double ax, double ay, double az, double angle) {
    tact_vec3 axis = tact_normalize_or(tact_vec((tact_real)ax, (tact_real)ay, (tact_real)az), tact_vec(0, 0, 1));
    return tact_pose_make(tact_vec((tact_real)x, (tact_real)y, (tact_real)z),
                          tact_quat_axis_angle(axis, (tact_real)angle));
}
static const double pi = 3.14159265358979323846;

static tact_pose frame(const double *m) { /* rows of the rotation with the translation in the fourth column */
    tact_mat3 r;
    int i, j;
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j) r.m[i][j] = (tact_real)m[4 * i + j];
    return tact_pose_make(tact_vec((tact_real)m[3], (tact_real)m[7], (tact_real)m[11]),
                          tact_quat_normalize(tact_quat_from_mat(&r)));
}
static collide_hull *hull_of(int *utest_result, const double *xyz, int n) {
    tact_vec3 p[32];
    collide_hull *h = NULL;
    int i;
    for (i = 0; i < n; ++i)
        p[i] = tact_vec((tact_real)xyz[3 * i], (tact_real)xyz[3 * i + 1], (tact_real)xyz[3 * i + 2]);
    if (collide_hull_create(p, n, NULL, NULL, &h) != COLLIDE_OK) *utest_result = 1;
    return h;
}

/* What must always hold: finite, a unit normal, point_b - point_a = distance * normal, points on the surfaces, the same with A and B
   exchanged, and the reference's distance where the reference has one (not for two shapes in one plane). Curved shapes: 1e-8. */
static void check(int *utest_result, const collide_shape *a, tact_pose pa, const collide_shape *b, tact_pose pb,
                  collide_result r) {
    collide_result s;
    double scale = (double)(a->extent + a->radius + b->extent + b->radius + tact_norm(tact_sub(pa.p, pb.p)));
    double off = fmax(fabs((double)ref_surface(a, pa, r.point_a)), fabs((double)ref_surface(b, pb, r.point_b)));
    ref_result ref = ref_distance(a, pa, b, pb, NULL, (ref_real)(TOLERANCE * scale));
    tact_vec3 miss;
    EXPECT_TRUE(tact_finite(r.distance) && tact_vec_finite(r.normal) && tact_vec_finite(r.point_a) &&
                tact_vec_finite(r.point_b));
    EXPECT_NEAR(1.0, (double)tact_norm(r.normal), 16 * (double)TACT_EPSILON);
    miss = tact_sub(tact_sub(r.point_b, r.point_a), tact_scale(r.distance, r.normal));
    EXPECT_NEAR(0.0, (double)tact_norm(miss), TOLERANCE * scale);
    EXPECT_NEAR(0.0, off, 10 * TOLERANCE * scale);
    if (ref.ok) EXPECT_NEAR((double)ref.distance, (double)r.distance, 10 * TOLERANCE * scale);
    EXPECT_GE((int)collide_distance(b, pb, a, pa, NULL, NULL, &s), 0);
    EXPECT_NEAR((double)r.distance, (double)s.distance, 10 * TOLERANCE * scale);
}
static collide_result solve(int *utest_result, const collide_shape *a, tact_pose pa, const collide_shape *b,
                            tact_pose pb) {
    collide_result r;
    collide_distance(a, pa, b, pb, NULL, NULL, &r);
    check(utest_result, a, pa, b, pb, r);
    return r;
}
#define SOLVE(a, pa, b, pb) solve(utest_result, &(a), pa, &(b), pb)
#define NEAR_POINT(x_, y_, z_, v, tolerance)                                                                           \
    do {                                                                                                               \
        EXPECT_NEAR(x_, (double)(v).x, tolerance);                                                                     \
        EXPECT_NEAR(y_, (double)(v).y, tolerance);                                                                     \
        EXPECT_NEAR(z_, (double)(v).z, tolerance);                                                                     \
    } while (0)

UTEST(failures, cubes_overlapping_by_a_twentieth) { /* libccd 25 */
    collide_shape c = box(2, 2, 2);
    collide_result r = SOLVE(c, at(0, 0, 0), c, at(0, 0, 1.9));
    EXPECT_NEAR(-0.1, (double)r.distance, TOLERANCE);
    EXPECT_NEAR(1.0, (double)r.normal.z, TOLERANCE);
}
UTEST(failures, exactly_touching_boxes) { /* libccd 49, 68 */
    collide_shape c = box(2, 2, 2);
    int i;
    for (i = 0; i < 3; ++i) {
        collide_result r = SOLVE(c, at(0, 0, 0), c, at(i == 0 ? 2 : 0, i == 1 ? 2 : 0, i == 2 ? 2 : 0));
        EXPECT_NEAR(0.0, (double)r.distance, TOLERANCE);
    }
}
UTEST(failures, box_and_lying_cylinder) { /* FCL 319 */
    collide_shape b = box(.05, .39, 1.47), c = cylinder(.18, .18);
    tact_pose pb = tact_pose_make(tact_vec(TACT_R(.8), TACT_R(-.385), TACT_R(.735)),
                                  tact_quat_normalize(tact_quat_make(0, 0, TACT_R(.707107), TACT_R(.707107))));
    tact_pose pc = tact_pose_make(tact_vec(TACT_R(.4), TACT_R(-.4), TACT_R(.93)),
                                  tact_quat_normalize(tact_quat_make(0, 0, TACT_R(-.130526), TACT_R(.991445))));
    collide_result r = SOLVE(b, pb, c, pc);
    EXPECT_NEAR(0.025, (double)r.distance, 1e-5); /* the published quaternions have six digits */
}
UTEST(failures, cylinder_and_sphere_by_a_hair) { /* FCL 391 */
    collide_shape c = cylinder(.03, .65), s = collide_sphere(TACT_R(.055));
    collide_result r = SOLVE(c, at(.6, 0, .325), s, at(.5419794018, -.0621175025, .6016236576));
    EXPECT_NEAR(-1.5334e-7, (double)r.distance, 1e-10 + TOLERANCE);
}
UTEST(failures, exact_face_contact_of_thin_boxes) { /* FCL 398 */
    collide_shape a = box(.614, 3, .037), b = box(.494, .552, .01), c = box(.614, 3, .37);
    collide_result r = SOLVE(a, at(-.675, 0, .9115), b, at(-.692, 0, .935));
    EXPECT_NEAR(0.0, (double)r.distance, 1e-8 + TOLERANCE);
    r = SOLVE(c, at(-.675, 0, .9115), b, at(-.692, 0, .935));
    EXPECT_NEAR(-0.1665, (double)r.distance, 1e-8 + TOLERANCE);
}
UTEST(failures, equal_tilted_boxes_stacked_with_gaps_near_rounding) { /* FCL 493, 495 */
    static const double gaps[] = {0, 1e-16, -1e-16, 2.5e-16, -2.5e-16, 1e-15, -1e-15};
    static const double sizes[] = {0.01, 0.1, 1, 10, 100, 1000};
    int i, j;
    for (i = 0; i < 6; ++i)
        for (j = 0; j < 7; ++j) {
            double size = sizes[i], big = size > 1 ? size : 1;
            collide_shape b = box(size, size, size);
            tact_pose tilt = turned(0, 0, 0, 0, 1, 1, 0.3), up = at(0, 0, size + gaps[j] * big);
            collide_result r = SOLVE(b, tilt, b, tact_pose_mul(tilt, up));
            EXPECT_NEAR(gaps[j] * big, (double)r.distance, 4000 * (double)TACT_EPSILON * big); /* 1e-12 in double */
        }
}
UTEST(failures, sphere_touching_a_face) { /* FCL 408 */
    collide_shape s = collide_sphere(TACT_R(.06)), b = box(.1, .1, .1);
    collide_result r = SOLVE(s, at(1.8e-10, .04, .33), b, at(.05, .15, .35));
    EXPECT_NEAR(0.0, (double)r.distance, 1e-9 + TOLERANCE);
}
UTEST(failures, far_boxes_and_spheres) { /* FCL 508, 275, 127 */
    collide_shape u = box(1, 1, 1), s20 = collide_sphere(20), s10 = collide_sphere(10), s1 = collide_sphere(1),
                  b = box(10, 2, 10);
    collide_result r = SOLVE(u, at(0, 0, 0), u, at(0, 4, 0));
    EXPECT_NEAR(3.0, (double)r.distance, 4 * TOLERANCE);
    r = SOLVE(s20, at(0, 0, 0), s10, at(0, 40, 0));
    EXPECT_NEAR(10.0, (double)r.distance, 40 * TOLERANCE);
    r = SOLVE(b, at(0, 0, 0), s1, at(0, 5, 3));
    EXPECT_NEAR(3.0, (double)r.distance, 10 * TOLERANCE);
    NEAR_POINT(0, 1, 3, r.point_a, 10 * TOLERANCE);
    NEAR_POINT(0, 4, 3, r.point_b, 10 * TOLERANCE);
}
UTEST(failures, thin_plank_and_a_point_beyond_its_end) { /* Box2D short edge */
    collide_shape plank = collide_box(TACT_R(.5), TACT_R(.0016), TACT_R(.5)), point = collide_point(tact_vec(0, 0, 0));
    collide_result r = SOLVE(plank, at(0, 0, 0), point, at(.505, 0, 0));
    EXPECT_NEAR(0.005, (double)r.distance, 1e-6);
    EXPECT_NEAR(1.0, (double)r.normal.x, 1e-6);
}
UTEST(failures, flat_polygons_in_one_plane) { /* openGJK 3: overlapping flat sets */
    tact_vec3 a[4] = {{TACT_R(.795121), TACT_R(-.727851), 0},
                      {TACT_R(-.178424), TACT_R(-.989183), 0},
                      {TACT_R(-.412644), TACT_R(-.770664), 0},
                      {TACT_R(.566564), TACT_R(.548772), 0}};
    tact_vec3 b[3] = {{TACT_R(-.211223), TACT_R(-.511346), 0},
                      {TACT_R(-.347973), TACT_R(.45872), 0},
                      {TACT_R(.277308), TACT_R(.969689), 0}};
    collide_hull_config config = collide_default_hull_config();
    collide_hull *ha, *hb;
    collide_shape sa, sb;
    collide_result r;
    int overlap = 0;
    config.allow_flat = 1;
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(a, 4, &config, NULL, &ha));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(b, 3, &config, NULL, &hb));
    sa = collide_convex(ha), sb = collide_convex(hb);
    r = SOLVE(sa, at(0, 0, 0), sb, at(0, 0, 0));
    EXPECT_NEAR(0.0, (double)r.distance, TOLERANCE);
    collide_intersect(&sa, at(0, 0, 0), &sb, at(0, 0, 0), NULL, NULL, &overlap);
    EXPECT_EQ(1, overlap);
    r = SOLVE(sa, at(0, 0, 0), sb, at(0, 0, .25));
    EXPECT_NEAR(0.25, (double)r.distance, TOLERANCE);
    collide_hull_destroy(ha), collide_hull_destroy(hb);
}
UTEST(
    failures,
    hulls_of_points_given_twice_mirrored) { /* openGJK symmetric polyhedra: octahedron against itself at all offsets */
    tact_vec3 p[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    collide_hull *h;
    collide_shape s;
    int i;
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(p, 6, NULL, NULL, &h));
    s = collide_convex(h);
    for (i = 0; i <= 40; ++i) {
        double x = 0.1 * i,
               expected = x <= 2 ? (x - 2) / sqrt(3.0) : x - 2; /* faces meet along the axis at 54.7 degrees */
        collide_result r = SOLVE(s, at(0, 0, 0), s, at(x, 0, 0));
        EXPECT_NEAR(expected, (double)r.distance, 4 * TOLERANCE);
    }
    collide_hull_destroy(h);
}
UTEST(
    failures,
    small_box_resting_on_huge_ones) { /* MuJoCo Warp 1430, Bullet 1703: depth must not depend on the size of the floor */
    int i;
    for (i = 0; i < 7; ++i) {
        double size = pow(10, 0.5 * i);
        collide_shape floor = collide_box((tact_real)size, (tact_real)size, (tact_real)size),
                      b = collide_box(TACT_R(.1), TACT_R(.1), TACT_R(.1));
        collide_result r = SOLVE(floor, at(0, 0, -size), b, at(.3 * size, -.2 * size, .1 - 2.5e-4));
        EXPECT_NEAR(-2.5e-4, (double)r.distance, TOLERANCE * size);
        EXPECT_NEAR(1.0, (double)r.normal.z, 1e-6);
    }
}
UTEST(
    failures,
    slab_and_small_box_at_a_size_ratio_over_a_hundred) { /* Bullet 1703: a slab of 128 m by 1 m gave a positive penetration */
    collide_shape slab = box(128, 1, 128), small = box(.5, .5, .5);
    int i;
    for (i = -5; i <= 5; ++i) {
        double gap = i == 0 ? 0 : (i < 0 ? -1 : 1) * pow(10, -1 - fabs((double)i) / 2);
        int overlap = -1;
        tact_pose p = turned(31 + i, .75 + gap, -17, 0, 1, 0, .3 * i);
        collide_result r = SOLVE(slab, at(0, 0, 0), small, p);
        EXPECT_NEAR(gap, (double)r.distance, 40 * TOLERANCE);
        EXPECT_NEAR(1.0, (double)r.normal.y, 1e-5);
        collide_intersect(&slab, at(0, 0, 0), &small, p, NULL, NULL, &overlap);
        if (fabs(gap) > 40 * TOLERANCE) EXPECT_EQ((int)(gap < 0), overlap);
    }
}
UTEST(failures, corner_against_corner) { /* coal PR 325: vertex against vertex gave minus infinity */
    collide_shape c = box(2, 2, 2);
    static const double gaps[] = {1e-3, 1e-6, 0, -1e-6, -1e-3};
    double reach = sqrt(3.);
    int i;
    for (i = 0; i < 5; ++i) { /* both with a corner along x: at most as deep as they are pushed together */
        tact_pose p = turned(0, 0, 0, 0, 1, -1, atan(sqrt(2.))), q = p;
        collide_manifold m;
        collide_manifold_config config = collide_default_manifold_config();
        q.p = tact_vec((tact_real)(2 * reach + gaps[i]), 0, 0);
        collide_result r = SOLVE(c, p, c, q);
        if (gaps[i] >= 0)
            EXPECT_NEAR(gaps[i], (double)r.distance, 4 * TOLERANCE);
        else
            EXPECT_NEAR(gaps[i], (double)r.distance, -gaps[i] + 4 * TOLERANCE);
        config.margin = TACT_R(1e-2);
        EXPECT_GE((int)collide_contact(&c, p, &c, q, &config, NULL, &m), 0);
        EXPECT_GE(m.count, 1);
        EXPECT_TRUE(tact_finite(m.points[0].gap) && tact_vec_finite(m.points[0].point));
        EXPECT_NEAR((double)r.distance, (double)m.points[0].gap, 1e-3 + 4 * TOLERANCE);
    }
}
UTEST(failures, capsule_under_a_disc) { /* MuJoCo 1857 */
    collide_shape c = collide_capsule(TACT_R(.01), TACT_R(.05)), d = collide_cylinder(TACT_R(.2), TACT_R(.005));
    collide_result r = SOLVE(c, at(-.1, 0, 0), d, at(0, 0, .1));
    EXPECT_NEAR(0.035, (double)r.distance, 10 * TOLERANCE);
}
UTEST(failures, capsule_and_a_triangle_with_long_edges) { /* Jolt 940: the witness point must stay in the triangle */
    collide_shape t = collide_triangle(tact_vec(0, 0, 0), tact_vec(84, 0, 0), tact_vec(0, 84, 0)),
                  c = collide_capsule(TACT_R(.5), 1);
    collide_result r = SOLVE(t, at(0, 0, 0), c, at(20, 20, 1.45));
    EXPECT_NEAR(-0.05, (double)r.distance, 100 * TOLERANCE);
    EXPECT_NEAR(20.0, (double)r.point_a.x, 1e-3);
    EXPECT_NEAR(0.0, (double)r.point_a.z, 1e-3);
}
UTEST(failures, cylinder_against_a_huge_capsule) { /* Jolt 2103; its axes are y: turn z to y on both */
    collide_shape c = collide_cylinder(TACT_R(.4975), TACT_R(.3)),
                  k = collide_capsule(TACT_R(7.19732), TACT_R(2.03114));
    tact_pose y = turned(0, 0, 0, 1, 0, 0, -pi / 2);
    tact_pose pc = y, pk = y;
    collide_result r;
    pk.p = tact_vec(TACT_R(-.951660156), TACT_R(-2.09155273), TACT_R(-7.63574218));
    r = SOLVE(c, pc, k, pk);
    /* both axes are parallel and overlap: the distance of the axes less the radii, some -2.5e-6 */
    EXPECT_NEAR(hypot(.951660156, 7.63574218) - .4975 - 7.19732, (double)r.distance, 100 * TOLERANCE);
}
UTEST(failures, slivers_act_as_segments_and_points) { /* Jolt 41, 1348, 1909 */
    collide_shape sliver =
        collide_triangle(tact_vec(0, 0, 0), tact_vec(1, 0, 0), tact_vec(TACT_R(.5), TACT_R(1e-7), 0));
    collide_shape point = collide_triangle(tact_vec(1, 1, 1), tact_vec(1, 1, 1), tact_vec(1, 1, 1)), b = box(1, 1, 1);
    collide_result r = SOLVE(sliver, at(0, 0, 2), b, at(.5, 0, 0));
    EXPECT_NEAR(1.5, (double)r.distance, 2 * TOLERANCE);
    r = SOLVE(point, at(0, 0, 0), b, at(0, 0, 0));
    EXPECT_NEAR(sqrt(0.75), (double)r.distance, 2 * TOLERANCE);
    r = SOLVE(sliver, at(0, 0, 0), sliver, at(0, 0, 0));
    EXPECT_NEAR(0.0, (double)r.distance, 2 * TOLERANCE);
}
UTEST(failures, boxes_of_side_two_just_overlapping) { /* coal 144 */
    collide_shape c = box(2, 2, 2);
    collide_result r = SOLVE(c, at(0, 0, 0), c, at(1.9999, 0, 0));
    EXPECT_NEAR(-1e-4, (double)r.distance, 4 * TOLERANCE);
}
UTEST(failures, concentric_shapes) { /* no direction is better than another; any is right */
    collide_shape s = collide_sphere(2), b = box(1, 1, 1), e = collide_ellipsoid(1, 2, 3), c = cylinder(1, 4);
    EXPECT_NEAR(-4.0, (double)SOLVE(s, at(0, 0, 0), s, at(0, 0, 0)).distance, 4 * TOLERANCE);
    EXPECT_NEAR(-1.0, (double)SOLVE(b, at(0, 0, 0), b, at(0, 0, 0)).distance, 4 * TOLERANCE);
    EXPECT_NEAR(-2.0, (double)SOLVE(e, at(0, 0, 0), e, at(0, 0, 0)).distance, 60 * TOLERANCE);
    EXPECT_NEAR(-2.0, (double)SOLVE(c, at(0, 0, 0), c, at(0, 0, 0)).distance, 60 * TOLERANCE);
    EXPECT_NEAR(-2.5, (double)SOLVE(b, at(0, 0, 0), s, at(0, 0, 0)).distance, 4 * TOLERANCE);
    { /* a rim against an edge: both of its sides are as near */
        collide_shape disc = cylinder(.1, .02), bar = box(.02, .2, .02);
        EXPECT_NEAR(-.0425145930902, (double)SOLVE(disc, at(0, 0, 0), bar, turned(0, 0, 0, 1, 1, 0, .3)).distance,
                    1e-12 + TOLERANCE);
    }
}

UTEST(cases, boxes) {
    collide_shape a = box(6, 10, 2), b = box(2, 2, 2), u = box(1, 1, 1);
    collide_result r = SOLVE(a, at(0, 0, 0), b, at(25, 20, 5));
    EXPECT_NEAR(sqrt(21. * 21 + 14. * 14 + 9), (double)r.distance, 40 * TOLERANCE);
    NEAR_POINT(3, 5, 1, r.point_a, 40 * TOLERANCE);
    NEAR_POINT(24, 19, 4, r.point_b, 40 * TOLERANCE);
    r = SOLVE(a, at(0, 0, 0), b, turned(0, 0, 10, 1, 1, 1, pi / 4));
    EXPECT_NEAR(7.378765565, (double)r.distance, 1e-8 + 20 * TOLERANCE);
    NEAR_POINT(.60947571, .01175873, 1, r.point_a, 1e-7 + 20 * TOLERANCE);
    EXPECT_NEAR(8.37876556, (double)r.point_b.z, 1e-7 + 20 * TOLERANCE);
    r = SOLVE(u, turned(-2, 1, .5, 0, 0, 1, pi / 4), u, turned(2, .5, .5, 0, 1, 0, pi / 4));
    EXPECT_NEAR(4 - sqrt(2.), (double)r.distance, 10 * TOLERANCE);
    NEAR_POINT(sqrt(.5) - 2, 1, .5, r.point_a, 10 * TOLERANCE);
    NEAR_POINT(2 - sqrt(.5), 1, .5, r.point_b, 10 * TOLERANCE);
    EXPECT_NEAR(1.0, (double)SOLVE(u, at(0, 0, 0), u, at(2, 0, 0)).distance, 4 * TOLERANCE);
    EXPECT_NEAR(-.01, (double)SOLVE(u, at(0, 0, 0), u, at(.99, 0, 0)).distance, 4 * TOLERANCE);
    EXPECT_NEAR(.1 * sqrt(2.), (double)SOLVE(u, at(0, 0, 0), u, at(1.1, 1.1, 0)).distance, 4 * TOLERANCE);
    r = SOLVE(u, turned(-.5, .5, 0, 0, 0, 1, pi / 4), u, at(.1, 0, 0));
    EXPECT_NEAR(-0.429289321881, (double)r.distance, 1e-11 + 4 * TOLERANCE);
    NEAR_POINT(sqrt(.5), -sqrt(.5), 0, r.normal, 10 * TOLERANCE);
    r = SOLVE(u, turned(-.5, .1, .4, 0, 1, 1, pi / 4), u, at(.1, 0, 0));
    EXPECT_NEAR(-0.648412162859, (double)r.distance, 1e-11 + 4 * TOLERANCE);
    NEAR_POINT(.862856, 0, -.505449, r.normal, 1e-6 + 10 * TOLERANCE);
    r = SOLVE(u, turned(.1, 0, .1, 0, 0, 1, pi / 4), u, at(0, 0, 0));
    EXPECT_NEAR(-0.9, (double)r.distance, 4 * TOLERANCE);
    NEAR_POINT(0, 0, -1, r.normal, 10 * TOLERANCE);
}
UTEST(cases, capsules) {
    collide_shape c = collide_capsule(2, 2), b = box(1, 2, 4), k = collide_capsule(5, 5),
                  thin = collide_capsule(TACT_R(.01), TACT_R(.1));
    int i;
    collide_result r = SOLVE(c, at(3, 0, 0), b, at(0, 0, 0));
    EXPECT_NEAR(.5, (double)r.distance, 10 * TOLERANCE);
    EXPECT_NEAR(1., (double)r.point_a.x, 10 * TOLERANCE);
    EXPECT_NEAR(.5, (double)r.point_b.x, 10 * TOLERANCE);
    r = SOLVE(c, at(0, 0, 8), b, at(0, 0, 0));
    EXPECT_NEAR(2., (double)r.distance, 10 * TOLERANCE);
    NEAR_POINT(0, 0, 4, r.point_a, 10 * TOLERANCE);
    NEAR_POINT(0, 0, 2, r.point_b, 10 * TOLERANCE);
    r = SOLVE(c, turned(-10, .8, 1.5, 0, 1, 0, pi / 2), b, at(0, 0, 0));
    EXPECT_NEAR(5.5, (double)r.distance, 20 * TOLERANCE);
    NEAR_POINT(-6, .8, 1.5, r.point_a, 20 * TOLERANCE);
    NEAR_POINT(-.5, .8, 1.5, r.point_b, 20 * TOLERANCE);
    EXPECT_NEAR(10.1, (double)SOLVE(k, at(0, 0, 0), k, at(20.1, 0, 0)).distance, 20 * TOLERANCE);
    EXPECT_NEAR(sqrt(800.) - 10, (double)SOLVE(k, at(0, 0, 0), k, at(20, 20, 0)).distance, 30 * TOLERANCE);
    EXPECT_NEAR(.1, (double)SOLVE(k, at(0, 0, 0), k, at(0, 0, 20.1)).distance, 30 * TOLERANCE);
    for (i = 0; i < 20; ++i) { /* end to end under any common rotation */
        tact_pose p = turned(0, 0, 0, i, 1, 3 - i, .3 * i);
        int overlap;
        EXPECT_NEAR(1e-3, (double)SOLVE(thin, p, thin, tact_pose_mul(p, at(0, 0, .221))).distance, TOLERANCE);
        collide_intersect(&thin, p, &thin, tact_pose_mul(p, at(0, 0, .21)), NULL, NULL, &overlap);
        EXPECT_EQ(1, overlap);
    }
}
UTEST(cases, zero_length_capsules_are_spheres) {
    uint64_t i;
    for (i = 0; i < 20000; ++i) {
        tact_real r = TACT_R(.1) + tact_random_uniform(1, 8 * i);
        collide_shape c = collide_capsule(r, 0), s = collide_sphere(r), o = box(1, 2, .5);
        tact_pose p = tact_pose_make(
            tact_vec(3 * tact_random_uniform(1, 8 * i + 1), 3 * tact_random_uniform(1, 8 * i + 2), 0),
            tact_quat_normalize(tact_quat_make(tact_random_normal(2, 4 * i), tact_random_normal(2, 4 * i + 1),
                                               tact_random_normal(2, 4 * i + 2), 1)));
        collide_result x, y;
        collide_distance(&c, p, &o, at(0, 0, 0), NULL, NULL, &x);
        collide_distance(&s, p, &o, at(0, 0, 0), NULL, NULL, &y);
        EXPECT_NEAR((double)y.distance, (double)x.distance, 4 * TOLERANCE);
    }
}
UTEST(cases, swept_spheres) {
    static const double s[] = {0, .1, 1, 10, 100}, d[] = {3, 2.01, 2, 1};
    int i, j, k;
    for (i = 0; i < 5; ++i)
        for (j = 0; j < 4; ++j) {
            collide_shape a = collide_rounded(collide_sphere(1), (tact_real)s[i]);
            collide_result r = SOLVE(a, at(0, 0, 0), a, at(d[j], 0, 0));
            EXPECT_NEAR(d[j] - 2 * (1 + s[i]), (double)r.distance, 200 * TOLERANCE);
            EXPECT_NEAR(1 + s[i], (double)r.point_a.x, 200 * TOLERANCE);
            for (k = 0; k < 2; ++k) { /* in closed form, and by the search, which needs two steps */
                collide_config config = collide_default_config();
                int overlap = -1;
                config.exact = k;
                collide_distance(&a, at(0, 0, 0), &a, at(d[j], 0, 0), &config, NULL, &r);
                EXPECT_LE(r.iterations, 2);
                EXPECT_NEAR(d[j] - 2 * (1 + s[i]), (double)r.distance,
                            (TOLERANCE > 1e-6 ? TOLERANCE : 1e-12) * (d[j] + 2 + 2 * s[i]));
                NEAR_POINT(1 + s[i], 0, 0, r.point_a, (TOLERANCE > 1e-6 ? TOLERANCE : 1e-12) * (1 + s[i]));
                collide_intersect(&a, at(0, 0, 0), &a, at(d[j], 0, 0), &config, NULL, &overlap);
                if (fabs(d[j] - 2 * (1 + s[i])) > 1e-4) EXPECT_EQ((int)(d[j] < 2 * (1 + s[i])), overlap);
            }
        }
}
UTEST(cases, cylinders_and_cones) {
    collide_shape c = cylinder(5, 10), k = collide_cone(5, 5), p = cylinder(.35, .5), q = cylinder(.5, 1);
    collide_shape b = box(.5, 1, 1.5), r4 = cylinder(.4, .7);
    const double t = 1e-11 + 10 * TOLERANCE; /* curved: 1e-8 of the size */
    EXPECT_NEAR(.1, (double)SOLVE(c, at(0, 0, 0), c, at(10.1, 0, 0)).distance, 200 * TOLERANCE);
    EXPECT_NEAR(30., (double)SOLVE(c, at(0, 0, 0), c, at(40, 0, 0)).distance, 400 * TOLERANCE);
    EXPECT_NEAR(.1, (double)SOLVE(k, at(0, 0, 0), k, at(10.1, 0, 0)).distance, 200 * TOLERANCE);
    EXPECT_NEAR(30., (double)SOLVE(k, at(0, 0, 0), k, at(0, 0, 40)).distance, 400 * TOLERANCE);
    EXPECT_NEAR(-.45, (double)SOLVE(p, at(0, 0, 0), q, at(0, 0, .3)).distance, t);
    EXPECT_NEAR(-.533772233983, (double)SOLVE(p, at(.3, .1, .1), q, at(0, 0, 0)).distance, t);
    EXPECT_NEAR(-.55, (double)SOLVE(b, at(0, 0, 0), r4, at(.1, 0, 0)).distance, t);
    EXPECT_NEAR(-.035994505536, (double)SOLVE(b, at(0, 0, 0), r4, at(.6, .6, 0)).distance, t);
    EXPECT_NEAR(-.145250926, (double)SOLVE(b, at(0, 0, 0), r4, turned(.6, .6, .5, 0, 1, 0, pi / 3)).distance, 1e-9 + t);
    EXPECT_NEAR(-.180674953996, (double)SOLVE(b, at(0, 0, 0), r4, turned(.6, 0, .5, .67, 1.1, .12, pi / 4)).distance,
                t);
}
UTEST(cases, capsule_and_triangle) {
    collide_shape t = collide_triangle(tact_vec(0, 0, 0), tact_vec(1, 0, 0), tact_vec(1, 1, 0)),
                  c = collide_capsule(1, 1);
    collide_result r = SOLVE(c, at(0, 0, 0), t, at(1.01, 0, 0));
    EXPECT_NEAR(.01, (double)r.distance, 4 * TOLERANCE);
    EXPECT_NEAR(1.0, (double)r.point_a.x, 4 * TOLERANCE);
    EXPECT_NEAR(-.5, (double)SOLVE(c, at(0, 0, 0), t, at(.5, 0, 0)).distance, 4 * TOLERANCE);
}
static int hits(const collide_shape *a, const collide_shape *b, int axis, double angle, double offset, int *first,
                int *last) {
    int i, overlap, count = 0;
    *first = -1;
    for (i = 0; i < 100; ++i) {
        double x = -5 + .1 * i;
        tact_pose p = turned(axis == 0 ? x : 0, axis == 1 ? x : offset, axis == 2 ? x : 0, 0, 1, 0, angle);
        collide_intersect(a, p, b, at(0, 0, 0), NULL, NULL, &overlap);
        if (overlap) {
            if (*first < 0) *first = i;
            *last = i, ++count;
        }
    }
    return count == *last - *first + 1;
}
UTEST(cases, sweeps) { /* libccd's sweeps; contacts on the border (35 and 65 of the boxes touch) may go either way */
    collide_shape s = collide_sphere(TACT_R(.35)), t = collide_sphere(TACT_R(.5)), a = box(1, 2, 1), b = box(2, 1, 2);
    collide_shape p = cylinder(.35, .5), q = cylinder(.5, 1);
    int axis, first, last;
    for (axis = 0; axis < 3; ++axis) {
        EXPECT_TRUE(hits(&s, &t, axis, 0, 0, &first, &last));
        EXPECT_EQ(42, first);
        EXPECT_EQ(58, last);
        EXPECT_TRUE(hits(&a, &b, axis, 0, 0, &first, &last));
        EXPECT_TRUE(first == 36 || first == 35);
        EXPECT_TRUE(last == 64 || last == 65);
        EXPECT_TRUE(hits(&p, &q, axis, 0, 0, &first, &last));
        EXPECT_EQ(axis == 2 ? 43 : 42, first);
        EXPECT_EQ(axis == 2 ? 57 : 58, last);
    }
    {
        collide_shape small = box(.1, .2, .1), other = box(.2, .1, .2); /* a tenth of the size: the same steps */
        int i, overlap;
        for (i = 0; i < 100; ++i) {
            collide_intersect(&small, at(.1 * (-5 + .1 * i), 0, 0), &other, at(0, 0, 0), NULL, NULL, &overlap);
            if (i != 35 && i != 65) EXPECT_EQ((int)(i >= 36 && i <= 64), overlap);
        }
    }
    EXPECT_TRUE(hits(&a, &b, 0, pi / 4, .5, &first, &last)); /* reach 0.7071 + 1 = 1.7071: -1.7 is step 33 */
    EXPECT_EQ(33, first);
    EXPECT_EQ(67, last);
}
UTEST(
    cases,
    gaps_from_1e8_to_1e_minus_12) { /* openGJK: cubes with a face, an edge (two ways) and a vertex towards each other */
    static const double gaps[] = {TOLERANCE < 1e-6 ? 1e8 : 1e4, 1, 1e-4, 1e-8, 1e-12}; /* 1e8 is out of float's range */
    int i, j;
    for (i = 0; i < 5; ++i)
        for (j = 0; j < 4; ++j) {
            collide_shape c = box(1, 1, 1);
            tact_pose p = j == 0   ? at(0, 0, 0)
                          : j == 1 ? turned(0, 0, 0, 0, 0, 1, pi / 4)
                          : j == 2 ? turned(0, 0, 0, 0, 1, 0, pi / 4)
                                   : turned(0, 0, 0, 0, 1, -1, atan(sqrt(2.))); /* (1,1,1) along x */
            double reach = j == 0 ? .5 : j == 3 ? .5 * sqrt(3.) : .5 * sqrt(2.);
            collide_result r = SOLVE(c, p, c, tact_pose_make(tact_vec((tact_real)(2 * reach + gaps[i]), 0, 0), p.q));
            /* 1e-5 of the gap, and the rounding of the place and of the corners that stand between 1 and the gap */
            EXPECT_NEAR(gaps[i], (double)r.distance, 1e-5 * gaps[i] + 8 * (double)TACT_EPSILON);
            if (gaps[i] > 1e-9 && TOLERANCE < 1e-6) EXPECT_NEAR(1.0, (double)r.normal.x, 1e-6);
        }
}
UTEST(cases, point_sets_of_nine) { /* openGJK's example: the second set is minus the first */
    static const double p[27] = {0,   5.5, 0, 2.3, 1, -2,  8.1, 4,   2.4, 4.3, 5, 2.2, 2.5, 1,
                                 2.3, 7.1, 1, 2.4, 1, 1.5, .3,  3.3, .5,  .3,  6, 1.4, .2};
    double q[27];
    int i;
    collide_hull *hp, *hq;
    for (i = 0; i < 27; ++i) q[i] = -p[i];
    hp = hull_of(utest_result, p, 9), hq = hull_of(utest_result, q, 9);
    if (hp && hq) {
        collide_shape a = collide_convex(hp), b = collide_convex(hq);
        EXPECT_NEAR(3.653649722295, (double)SOLVE(a, at(0, 0, 0), b, at(0, 0, 0)).distance,
                    1e-12 + (TOLERANCE > 1e-6 ? 10 * TOLERANCE : 0));
    }
    collide_hull_destroy(hp), collide_hull_destroy(hq);
}
UTEST(cases, ellipsoids_of_very_different_size) { /* MuJoCo test */
    collide_shape a = collide_ellipsoid(TACT_R(.1), TACT_R(.1), TACT_R(.1)),
                  b = collide_ellipsoid(TACT_R(.01), TACT_R(.02), TACT_R(.1));
    tact_pose p = tact_pose_make(
        tact_vec(TACT_R(.000886189), TACT_R(-.0303047), TACT_R(.0951303)),
        tact_quat_normalize(tact_quat_make(TACT_R(.155468), TACT_R(.00454524), TACT_R(1.60038e-6), TACT_R(.98783))));
    EXPECT_NEAR(-2.25913350e-4, (double)SOLVE(a, at(0, 0, -.1), b, p).distance, 2e-8 + TOLERANCE);
}
UTEST(cases, box_and_spheres_around_its_corner) {
    collide_shape b = collide_box(2, 3, 4);
    static const double r[] = {1.99, 2.01};
    int i, overlap;
    for (i = 0; i < 2; ++i) {
        collide_shape s = collide_sphere((tact_real)r[i]);
        collide_intersect(&b, at(0, 0, 0), &s, at(4, 0, 0), NULL, NULL, &overlap);
        EXPECT_EQ(i, overlap);
        s = collide_sphere((tact_real)(sqrt(8.) + (i ? .01 : -.01)));
        collide_intersect(&b, at(0, 0, 0), &s, at(4, 5, 0), NULL, NULL, &overlap);
        EXPECT_EQ(i, overlap);
        s = collide_sphere((tact_real)(sqrt(12.) + (i ? .01 : -.01)));
        collide_intersect(&b, at(0, 0, 0), &s, at(4, 5, 6), NULL, NULL, &overlap);
        EXPECT_EQ(i, overlap);
    }
}
UTEST(cases, coordinates_far_from_the_shape_s_own_origin) { /* openGJK 52: prisms at 9e4 */
    tact_vec3 p[8];
    collide_hull *h;
    collide_shape s;
    collide_result r;
    int i;
    for (i = 0; i < 8; ++i)
        p[i] = tact_vec(90000 + (tact_real)(i & 1), 90000 + (tact_real)(i >> 1 & 1), (tact_real)(i >> 2));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(p, 8, NULL, NULL, &h));
    s = collide_convex(h);
    r = SOLVE(s, at(0, 0, 0), s, at(.5, .25, .75));
    EXPECT_NEAR(-.25, (double)r.distance, 1e-6); /* independent of the 9e4 */
    collide_hull_destroy(h);
}

/* ---- poses as their users reported them, with many digits ---- */
static const double thin_upright_box[12] = {0, -1, 0, .8, 1, 0, 0, -.4575, 0, 0, 1, 1.0225};
UTEST(failures, cylinder_nearly_touching_a_thin_tall_box) { /* FCL 319 (comment), 390 */
    static const double m[2][12] = {
        {-0.99999999997999022838, 6.2572835802045040178e-10, 6.3260669852976095481e-06, 0.57500009756757608503,
         6.3260669851683709551e-06, -6.3943303429958554955e-10, 0.99999999997999056145, -0.42711963046787942977,
         6.2573180158128459924e-10, 1, 6.3942912945996747041e-10, 1.1867093358746836351},
        {-0.97313010759279283679, -0.12202804064972551379, 0.19526123781136842106, 0.87472781461138560122,
         0.20950801135757171623, -0.11745920593569325607, 0.97072639199619581429, -0.4038687881347159947,
         -0.095520609678929752073, 0.98555187191549953329, 0.13986894183635001365, 1.5871328698116491385}};
    static const double expected[2] = {1.5544e-8, 2.0466e-8};
    collide_shape c = cylinder(.05, .06), b = box(.025, .35, 1.845);
    int i;
    for (i = 0; i < 2; ++i)
        EXPECT_NEAR(expected[i], (double)SOLVE(c, frame(m[i]), b, frame(thin_upright_box)).distance,
                    1e-12 + 10 * TOLERANCE);
}
UTEST(failures, boxes_turned_by_a_hundred_millionth) { /* FCL 388 */
    static const double m[12] = {-3.0627937852578681533e-08, -0.99999999999999888978, -2.8893865161583314238e-08,
                                 0.63499979627350811029,     0.9999999999999980016,   -3.0627939739957803544e-08,
                                 6.4729926918527511769e-08,  -0.48500002215636439651, -6.4729927722963847085e-08,
                                 -2.8893863029448751323e-08, 0.99999999999999711342,  1.0778146458339641356};
    collide_shape a = box(.03, .12, .1), b = box(.025, .35, 1.845);
    EXPECT_NEAR(1.7082e-8, (double)SOLVE(a, frame(m), b, frame(thin_upright_box)).distance, 1e-12 + 2 * TOLERANCE);
}
UTEST(failures, thin_box_and_turned_small_box) { /* FCL 395: a face without area in the expanding polytope */
    static const double m[12] = {0.10758262492983036718,  -0.6624881850015212903,  -0.74130653817877356637,
                                 -0.42677133002999478872, 0.22682184885125472595,  -0.709614040775253474,
                                 0.6670830248314786326,   -0.76596851247746788882, -0.96797615037608542021,
                                 -0.23991106241273435495, 0.07392465377049164954,  0.80746731400091054098};
    collide_shape a = box(.46, .48, .01), b = box(.049521, .146, .0725);
    EXPECT_NEAR(-0.013408613774, (double)SOLVE(a, at(-.721, -.772, .81), b, frame(m)).distance, 1e-11 + TOLERANCE);
}
UTEST(failures, support_point_in_line_with_an_edge) { /* FCL 415 */
    static const double ma[12] = {4.8966386501092529215e-12, -1, 0, -.44, 1,   4.8966386501092529215e-12, 0,
                                  -0.61499999999858001587,   0,  0, 1,    .355};
    static const double mb[12] = {0.83512153565236335595,
                                  -0.55006546945762568868,
                                  -9.4542360608233572896e-16,
                                  -0.40653441507331000704,
                                  0.55006546945762568868,
                                  0.83512153565236313391,
                                  1.1787444236552387666e-15,
                                  -0.69166166923735727945,
                                  1.2902271444330665572e-16,
                                  -1.4878153530113264589e-15,
                                  1,
                                  0.43057093858718892276};
    collide_shape a = box(.49, .05, .21), b = box(.035, .12, .03);
    EXPECT_NEAR(-0.039152970115, (double)SOLVE(a, frame(ma), b, frame(mb)).distance, 1e-11 + TOLERANCE);
}
UTEST(failures,
      upright_boxes_at_nearly_the_same_angle) { /* FCL 399: sizes as reported, a fan of small angles and overlaps */
    collide_shape a = box(.23768, .157023, .25), b = box(.01, .781657, .25);
    int i;
    for (i = -6; i <= 6; ++i) {
        double angle = .4, more = i * 1e-7;
        double x = (.11884 + .005 - 3.381e-5) * cos(angle), y = (.11884 + .005 - 3.381e-5) * sin(angle);
        collide_result r = SOLVE(a, turned(0, 0, 0, 0, 0, 1, angle), b, turned(x, y, 0, 0, 0, 1, angle + more));
        EXPECT_NEAR(-3.381e-5, (double)r.distance,
                    1e-7 + TOLERANCE); /* the far corner of a 0.16 m side moves by 8e-8 */
        EXPECT_NEAR(cos(angle), (double)r.normal.x, 1e-5);
    }
}
UTEST(failures, upright_boxes_one_above_the_other) { /* FCL 428 */
    collide_shape a = box(.2, .33, .1), b = box(.452, .27, .6);
    collide_result r = SOLVE(a, at(-.071, -.772, .8), b, at(.121, -0.78769605692727695523, 0.53422044196125151316));
    EXPECT_NEAR(-0.084220441961, (double)r.distance, 1e-12 + 2 * TOLERANCE);
    EXPECT_NEAR(-1.0, (double)r.normal.z, 1e-9 + TOLERANCE);
}
UTEST(failures, nearly_parallel_boxes_that_touch) { /* FCL 445 */
    static const double ma[12] = {0.44540578475530234748,     0.89532881496493399442,  -8.8937407685638678971e-09,
                                  1.2652949075960071568,      -0.89532881496493377238, 0.44540578475530190339,
                                  -2.8948680226084145336e-08, 1.4551012423210101243,   -2.1957263975186326105e-08,
                                  2.0856732016652919226e-08,  0.99999999999999955591,  0.49480006232932938204};
    static const double mb[12] = {0.44171122913485860728,
                                  0.8971572827861190591,
                                  -1.622764514865468214e-09,
                                  1.1304016226141906376,
                                  -0.8971572827861190591,
                                  0.44171122913485860728,
                                  -5.1621053952306079594e-09,
                                  1.8410802645284281009,
                                  -3.9144271413829990148e-09,
                                  3.7360349218094348098e-09,
                                  1,
                                  0.44400006232932492933};
    collide_shape a = box(.3165, .2276, .1768), b = box(.4943, .3546, .0752);
    EXPECT_NEAR(-4.6e-11, (double)SOLVE(a, frame(ma), b, frame(mb)).distance, 1e-9 + 3 * TOLERANCE);
}
UTEST(failures, concentric_boxes_turned_by_a_thousandth) { /* Drake 21673 */
    static const double ma[12] = {0.00079632671073326442932,
                                  -0.99999968293183538748,
                                  0,
                                  0.75000000000000055511,
                                  0.99999968293183538748,
                                  0.00079632671073326442932,
                                  0,
                                  -2.4083553715553102684e-15,
                                  0,
                                  0,
                                  1,
                                  .15};
    static const double mb[12] = {6.1232339957367660359e-17,
                                  0,
                                  1,
                                  .75,
                                  -1,
                                  6.1232339957367660359e-17,
                                  6.1232339957367660359e-17,
                                  0,
                                  -6.1232339957367660359e-17,
                                  -1,
                                  3.7493994566546440196e-33,
                                  .15};
    collide_shape a = box(.05, .55, .3), b = box(.25, .2, .15);
    EXPECT_NEAR(-0.150059684870, (double)SOLVE(a, frame(ma), b, frame(mb)).distance, 1e-11 + TOLERANCE);
}
UTEST(failures, prisms_ten_metres_from_the_origin_almost_touching) { /* Drake 21673, comments */
    static const double octagon[48] = {
        .5,  .707107,  -.707107, .5,  0,  -1, .5,  1,        0,        .5,  -1,       0,
        .5,  -.707107, -.707107, -.5, 0,  1,  -.5, -.707107, .707107,  -.5, .707107,  .707107,
        .5,  0,        1,        -.5, -1, 0,  -.5, .707107,  -.707107, -.5, 0,        -1,
        -.5, -.707107, -.707107, -.5, 1,  0,  .5,  .707107,  .707107,  .5,  -.707107, .707107};
    static const double hexagon[36] = {.5,  .5,  -.866025, .5,  -.5, -.866025, .5, 1,   0,       -.5, -.5, .866025,
                                       -.5, .5,  .866025,  -.5, -1,  0,        .5, -.5, .866025, -.5, .5,  -.866025,
                                       -.5, -.5, -.866025, -.5, 1,   0,        .5, -1,  0,       .5,  .5,  .866025};
    static const double wedge1[18] = {10.294759, 8.932157, -.5, 11.618371, 9.456563, -.5, 11.452373, 8.227672, -.5,
                                      10.294759, 8.932157, .5,  11.452373, 8.227672, .5,  11.618371, 9.456563, .5};
    static const double wedge2[18] = {4.149402, 8.493709, -.5, 5.188451, 7.476263, -.5, 3.931647, 7.374503, -.5,
                                      4.149402, 8.493709, .5,  3.931647, 7.374503, .5,  5.188451, 7.476263, .5};
    static const double m1[12] = {-2.0399676677885372849e-09,
                                  0.77129744817973977522,
                                  -0.63647485922966484662,
                                  11.477445682202462862,
                                  2.4720879917217940548e-09,
                                  0.63647485922966484662,
                                  0.77129744817973977522,
                                  9.7785056920756936449,
                                  1,
                                  0,
                                  -3.2051032938795742666e-09,
                                  0};
    static const double m2[12] = {-3.0140487242790098936e-09,
                                  0.34009658459984087875,
                                  -0.94039051098122172778,
                                  4.2864836941313040342,
                                  1.090044683538143324e-09,
                                  0.94039051098122172778,
                                  0.34009658459984087875,
                                  7.3869576872253679412,
                                  1,
                                  0,
                                  -3.2051032938795742666e-09,
                                  0};
    collide_hull *h[4];
    collide_shape s[4];
    int i;
    h[0] = hull_of(utest_result, octagon, 16), h[1] = hull_of(utest_result, wedge1, 6);
    h[2] = hull_of(utest_result, hexagon, 12), h[3] = hull_of(utest_result, wedge2, 6);
    for (i = 0; i < 4; ++i) s[i] = collide_convex(h[i]);
    SOLVE(s[0], frame(m1), s[1], at(0, 0, 0)); /* the reference and the consistencies judge them */
    SOLVE(s[2], frame(m2), s[3], at(0, 0, 0));
    for (i = 0; i < 4; ++i) collide_hull_destroy(h[i]);
}
UTEST(failures, boxes_with_almost_parallel_faces) { /* coal 604 */
    static const double ma[12] = {0.9999195703,    0.01021849413,    0.007512347878,   1.503354966,
                                  -0.01021878248,  0.9999477869,     -3.329855922e-17, -0.8531707835,
                                  -0.007511955635, -7.676704888e-05, 0.9999717819,     0.7700092418};
    static const double mb[12] = {0.9998670967,    -0.01297708324,  0.009868343982,  1.48838308,
                                  0.01297771517,   0.9999157859,    5.255670031e-17, -1.102020834,
                                  -0.009867512928, 0.0001280685574, 0.9999513067,    0.4497073799};
    collide_shape a = box(.363, .277, .363), b = box(.363, .363, .277);
    collide_result r = SOLVE(a, frame(ma), b, frame(mb));
    EXPECT_NEAR(3.575454e-6, (double)r.distance, 1e-9 + TOLERANCE); /* the published matrices have ten digits */
    EXPECT_NEAR(-.009868, (double)r.normal.x, 1e-5 + 1000 * TOLERANCE);
    EXPECT_NEAR(-.999951, (double)r.normal.z, 1e-5 + 1000 * TOLERANCE);
}
UTEST(failures, point_and_a_tetrahedron_with_middle_nodes) { /* dolfinx 3653: a cap was reached */
    static const double nodes[21] = {46.0659, 38.6251, 16.3637, 44.2764, 42.3867, 18.239,  50.0397,
                                     38.4649, 19.9843, 47.1963, 40.4563, 19.1057, 48.0266, 38.5593,
                                     18.2475, 45.1735, 40.495,  17.3336, 48.0415, 40.4456, 18.1963};
    collide_hull *h = hull_of(utest_result, nodes, 7);
    collide_shape s = collide_convex(h), p = collide_point(tact_vec(0, 0, 0));
    EXPECT_NEAR(1.813452645339, (double)SOLVE(p, at(44.2919, 39.7508, 18.8208), s, at(0, 0, 0)).distance,
                1e-11 + 60 * TOLERANCE);
    collide_hull_destroy(h);
}
UTEST(failures, two_hulls_of_six_vertices) { /* distance3d 27 */
    static const double a[18] = {1.9408982677575293,  1.7555630101186028, 0.18558370457138618,  0.8325772811802072,
                                 0.07348739881751665, 1.7363835855830982, 0.4647979626331866,   0.7802364656205514,
                                 0.7683352436509485,  1.8147849498111688, 0.1710650007346617,   1.802196858095821,
                                 0.05742372721610556, 1.6599005060005285, 0.014474511746654706, 1.5270861966500002,
                                 0.4945624540164677,  0.7162419894551117};
    static const double b[18] = {0.13746727993941066,  0.20129636190312772, 0.34482818309629215, 0.5315223185064999,
                                 0.859293459032485,    0.6275795914219559,  0.5810087058274663,  0.42871589938255994,
                                 0.6201313431197037,   0.48395328848552066, 0.35710287272501984, 0.27586601014041534,
                                 0.1586377710691551,   0.6421620047252284,  0.6487788989727401,  0.5185197562895357,
                                 0.058044153658207476, 0.4020269780737239};
    collide_hull *ha = hull_of(utest_result, a, 6), *hb = hull_of(utest_result, b, 6);
    collide_shape sa = collide_convex(ha), sb = collide_convex(hb);
    EXPECT_NEAR(0.027535806025, (double)SOLVE(sa, at(0, 0, 0), sb, at(0, 0, 0)).distance, 1e-11 + 3 * TOLERANCE);
    collide_hull_destroy(ha), collide_hull_destroy(hb);
}
UTEST(failures,
      symmetric_polyhedra_inside_the_cap) { /* openGJK 41, 54, 56: NaN or the iteration cap on symmetric coordinates */
    static const double q = 0.414213562373, w = 0.171572875254;
    double xyz[72];
    collide_hull *h;
    collide_shape s, p = collide_point(tact_vec(0, 0, 0));
    int i, k = 0, method;
    for (i = 0; i < 24; ++i, k += 3) { /* the truncated cube: w on one axis, q on the others, all signs */
        int axis = i / 8;
        xyz[k] = (i & 1 ? -1 : 1) * (axis == 0 ? w : q), xyz[k + 1] = (i & 2 ? -1 : 1) * (axis == 1 ? w : q);
        xyz[k + 2] = (i & 4 ? -1 : 1) * (axis == 2 ? w : q);
    }
    h = hull_of(utest_result, xyz, 24);
    s = collide_convex(h);
    for (i = 0; i < 27; ++i) { /* along faces, edges and corners */
        tact_pose pose = at(1.5 * (i % 3 - 1), 1.5 * (i / 3 % 3 - 1), 1.5 * (i / 9 - 1));
        SOLVE(s, at(0, 0, 0), p, pose);
        SOLVE(s, at(0, 0, 0), s, pose);
        for (method = COLLIDE_METHOD_GJK; method <= COLLIDE_METHOD_NESTEROV_NORMALIZED; ++method) {
            collide_config config = collide_default_config();
            collide_result r;
            config.method = (collide_method)method;
            EXPECT_EQ((int)COLLIDE_OK, (int)collide_distance(&s, at(0, 0, 0), &s, pose, &config, NULL, &r));
        }
    }
    collide_hull_destroy(h);
}

/* ---- how queries end ---- */
UTEST(failures,
      origin_exactly_on_a_face_of_the_simplex) { /* MuJoCo Warp 1526: concentric stacked boxes lost their contact */
    static const double depths[] = {2.5e-4, 1e-6, 1e-2, 0.25};
    collide_shape a = collide_box(TACT_R(.5), TACT_R(.5), TACT_R(.5)),
                  b = collide_box(TACT_R(.25), TACT_R(.25), TACT_R(.25));
    collide_config config = collide_default_config();
    int i, k, overlap;
    for (i = 0; i < 4; ++i)
        for (k = 0; k < 2; ++k) {
            tact_pose p = at(0, 0, .75 - depths[i]);
            collide_result r;
            config.exact = k; /* by closed form and by the expanding polytope */
            EXPECT_EQ((int)COLLIDE_OK, (int)collide_distance(&a, at(0, 0, 0), &b, p, &config, NULL, &r));
            EXPECT_NEAR(-depths[i], (double)r.distance, 2 * TOLERANCE);
            EXPECT_NEAR(1.0, (double)r.normal.z, 10 * TOLERANCE);
            collide_intersect(&a, at(0, 0, 0), &b, p, &config, NULL, &overlap);
            EXPECT_EQ(1, overlap);
        }
}
UTEST(failures, a_cache_after_touching_or_nan_does_no_harm) { /* libccd 68: the next call used what the last one left */
    collide_shape c = box(2, 2, 2), e = collide_ellipsoid(1, TACT_R(.5), TACT_R(.25));
    const collide_shape *shapes[2];
    int i, k, warm;
    shapes[0] = &c, shapes[1] = &e;
    for (k = 0; k < 2; ++k)
        for (warm = COLLIDE_WARM_START_NONE; warm <= COLLIDE_WARM_START_TRANSPORTED; ++warm) {
            static const double x[] = {2, 0, 2, 1e-9, 40, 2, 2.0000001, 0, -3};
            collide_cache cache = TACT_ZERO;
            collide_config config = collide_default_config();
            config.warm_start = (collide_warm_start)warm, config.exact = 0;
            for (i = 0; i < 9; ++i) {
                collide_result r, fresh;
                if (i == 5) /* refused: the cache stays as it was */
                    EXPECT_EQ((int)COLLIDE_BAD_POSE, (int)collide_distance(shapes[k], at(0, 0, 0), shapes[k],
                                                                           at(NAN, 0, 0), &config, &cache, &r));
                collide_distance(shapes[k], at(0, 0, 0), shapes[k], at(x[i], 0, 0), &config, &cache, &r);
                collide_distance(shapes[k], at(0, 0, 0), shapes[k], at(x[i], 0, 0), NULL, NULL, &fresh);
                EXPECT_NEAR((double)fresh.distance, (double)r.distance, 10 * TOLERANCE * (2 + fabs(x[i])));
            }
        }
}
UTEST(failures, the_tolerance_is_in_metres) { /* libccd 44, FCL 301, 305: on a squared length */
    static const double tolerances[] = {1e-2, 1e-3, 1e-4};
    collide_shape a = collide_ellipsoid(1, TACT_R(.6), TACT_R(.3)), b = cylinder(.5, 1);
    double x;
    int i;
    for (i = 0; i < 3; ++i)
        for (x = .3; x < 2.5; x += .1) {
            collide_config config = collide_default_config();
            collide_result r;
            tact_pose pose = turned(x, .2, .1, 1, 2, 3, .7);
            double exact = (double)SOLVE(a, at(0, 0, 0), b, pose).distance;
            config.tolerance_absolute = (tact_real)tolerances[i];
            config.tolerance_relative = 0;
            config.polish = 0;
            collide_distance(&a, at(0, 0, 0), &b, pose, &config, NULL, &r);
            EXPECT_NEAR(exact, (double)r.distance, tolerances[i] * 1.001 + 20 * TOLERANCE);
            EXPECT_LE(fabs(exact - (double)r.distance),
                      (double)r.gap * 1.001 + 20 * TOLERANCE); /* and the gap is a bound of the error */
        }
}
UTEST(failures, zero_tolerance_ends_at_rounding) { /* MuJoCo Warp 1235: a tolerance of zero was never met */
    collide_shape shapes[4];
    int i, k;
    shapes[0] = box(1, 2, .5);
    shapes[1] = collide_ellipsoid(1, TACT_R(.6), TACT_R(.3));
    shapes[2] = cylinder(.5, 1);
    shapes[3] = collide_cone(TACT_R(.5), TACT_R(.7));
    for (i = 0; i < 16; ++i)
        for (k = 0; k < 3; ++k) {
            collide_config config = collide_default_config();
            collide_result r;
            config.tolerance_relative = 0, config.exact = 0;
            EXPECT_GE((int)collide_distance(&shapes[i / 4], at(0, 0, 0), &shapes[i % 4],
                                            turned(k - .3, .2, .1, 1, 2, 3, .5 + i), &config, NULL, &r),
                      0);
            EXPECT_LE(r.iterations, config.max_iterations + 1);
            check(utest_result, &shapes[i / 4], at(0, 0, 0), &shapes[i % 4], turned(k - .3, .2, .1, 1, 2, 3, .5 + i),
                  r);
        }
}
UTEST(failures, caps_give_a_status_and_the_best_estimate) { /* coal 147: a failed search left the distance unset */
    collide_shape shapes[3];
    int i, cap;
    shapes[0] = collide_ellipsoid(1, TACT_R(.6), TACT_R(.3));
    shapes[1] = cylinder(.5, 1);
    shapes[2] = box(1, 2, .5);
    for (i = 0; i < 9; ++i)
        for (cap = 1; cap < 12; ++cap) {
            static const double x[2] = {.3, 2.2};
            int side;
            for (side = 0; side < 2; ++side) {
                tact_pose pose = turned(x[side], .3, .2, 1, 2, 3, .9);
                collide_config config = collide_default_config();
                collide_result r, exact = SOLVE(shapes[i / 3], at(0, 0, 0), shapes[i % 3], pose);
                collide_status status;
                config.max_iterations = cap;
                config.max_epa_iterations = cap;
                config.exact = 0;
                config.polish = 0;
                status = collide_distance(&shapes[i / 3], at(0, 0, 0), &shapes[i % 3], pose, &config, NULL, &r);
                EXPECT_TRUE(status == COLLIDE_OK || status == COLLIDE_NOT_CONVERGED);
                EXPECT_TRUE(tact_finite(r.distance) && tact_vec_finite(r.point_a) && tact_vec_finite(r.point_b));
                if (status == COLLIDE_OK)
                    EXPECT_NEAR((double)exact.distance, (double)r.distance, 40 * TOLERANCE);
                else
                    EXPECT_LE(fabs((double)(exact.distance - r.distance)), (double)r.gap * 1.0001 + 40 * TOLERANCE);
            }
        }
}
UTEST(failures, the_last_allowed_step_reaches_the_origin) { /* a NaN normal when the cap was met on the origin itself */
    collide_shape b = box(1, 2, 3);
    int cap, method;
    for (method = COLLIDE_METHOD_FRANK_WOLFE; method <= COLLIDE_METHOD_NESTEROV_NORMALIZED; ++method)
        for (cap = 1; cap < 8; ++cap) {
            collide_config config = collide_default_config();
            collide_result r;
            int i;
            config.method = (collide_method)method, config.max_iterations = cap;
            for (i = 0; i < 20; ++i) {
                EXPECT_GE((int)collide_distance(&b, turned(1 - .05 * i, .125, 0, 0, 0, 1, pi), &b, at(0, 0, 0), &config,
                                                NULL, &r),
                          0);
                EXPECT_TRUE(tact_vec_finite(r.normal) && tact_vec_finite(r.point_a) && tact_vec_finite(r.point_b));
            }
        }
}
UTEST(failures, capsule_on_the_prolongation_of_a_box_edge) { /* parry 378 */
    collide_shape b = box(2, 2, 2), c = collide_capsule(TACT_R(.3), TACT_R(.5));
    int i;
    for (i = 0; i < 9; ++i) {
        double z = 1.2 + .1 * i; /* the edge x = y = 1 runs along z, and so does the capsule */
        collide_result r = SOLVE(b, at(0, 0, 0), c, at(1, 1, z + .5));
        EXPECT_NEAR(z - 1.3, (double)r.distance, 4 * TOLERANCE);
    }
}
UTEST(failures, polytope_started_from_a_point_a_line_or_a_plane) { /* reactphysics3d 2, 3, 24; PhysX 509 */
    collide_shape cone = collide_cone(1, 1), cyl = cylinder(1, 2), floor = box(200, 200, 1), ball = collide_sphere(1);
    int i;
    EXPECT_NEAR(-1.0, (double)SOLVE(cone, at(0, 0, 0), floor, at(0, 0, -.5)).distance, 200 * TOLERANCE);
    EXPECT_NEAR(-1.5, (double)SOLVE(cyl, at(0, 0, 0), floor, at(0, 0, 0)).distance, 200 * TOLERANCE);
    EXPECT_NEAR(-1.5, (double)SOLVE(ball, at(0, 0, 0), floor, at(0, 0, 0)).distance, 200 * TOLERANCE);
    for (i = 0; i < 20; ++i) { /* the origin on corners, edges and faces of A - B */
        SOLVE(cone, at(0, 0, 0), cyl, at(i % 3 - 1, i / 3 % 3 - 1, i / 9));
        SOLVE(cone, at(0, 0, 0), cone, at(i % 3 - 1, i / 3 % 3 - 1, i / 9));
        SOLVE(cyl, at(0, 0, 0), cyl, turned(i % 3 - 1, i / 3 % 3 - 1, i / 9, 1, 0, 0, i % 2 * pi / 2));
    }
}
UTEST(failures, parallel_nearest_faces_end) { /* Flexible-GJK-and-EPA 8 */
    static const double gaps[] = {.5, 1e-3, 1e-6, 1e-9, 0};
    collide_shape a = box(1, 1, 1), c = cylinder(1, 1);
    int i;
    for (i = 0; i < 5; ++i) {
        EXPECT_NEAR(gaps[i], (double)SOLVE(a, at(0, 0, 0), a, at(.2, .1, 1 + gaps[i])).distance, 3 * TOLERANCE);
        EXPECT_NEAR(gaps[i], (double)SOLVE(c, at(0, 0, 0), c, at(.2, .1, 1 + gaps[i])).distance, 30 * TOLERANCE);
        EXPECT_NEAR(gaps[i], (double)SOLVE(a, at(0, 0, 0), c, at(.2, .1, 1 + gaps[i])).distance, 30 * TOLERANCE);
    }
}
UTEST(failures, cylinder_touching_a_box_and_triangles_very_close) { /* coal 37, 52 */
    static const double gaps[] = {1e-3, 1e-6, 1e-9, 1e-12, 0, -1e-9, -1e-6};
    collide_shape c = cylinder(.5, 1), b = box(1, 1, 1);
    collide_shape t = collide_triangle(tact_vec(0, 0, 0), tact_vec(1, 0, 0), tact_vec(0, 1, 0));
    int i;
    for (i = 0; i < 7; ++i) {
        EXPECT_NEAR(gaps[i], (double)SOLVE(c, at(0, 0, 0), b, at(1 + gaps[i], 0, 0)).distance, 30 * TOLERANCE);
        SOLVE(c, turned(0, 0, 0, 0, 1, 0, pi / 2), b, at(.1, 0, 1 + gaps[i]));
        if (gaps[i] >= 0) {
            EXPECT_NEAR(gaps[i], (double)SOLVE(t, at(0, 0, 0), t, at(.1, .1, gaps[i])).distance, 3 * TOLERANCE);
            SOLVE(t, at(0, 0, 0), t, turned(.3, .3, gaps[i], 1, 1, 0, .4));
        }
    }
}
UTEST(failures, box_and_capsule_with_a_bound_a_little_larger_than_their_gap) { /* Jolt 419 */
    collide_shape b = box(1, 1, 1), c = collide_capsule(TACT_R(.25), TACT_R(.5));
    collide_config config = collide_default_config();
    collide_result r;
    config.upper_bound = TACT_R(.02);
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_distance(&b, at(0, 0, 0), &c, at(.76, .1, .1), &config, NULL, &r));
    EXPECT_NEAR(.01, (double)r.distance, 4 * TOLERANCE);
    config.upper_bound = TACT_R(.005);
    EXPECT_EQ((int)COLLIDE_ABOVE_BOUND, (int)collide_distance(&b, at(0, 0, 0), &c, at(.76, .1, .1), &config, NULL, &r));
    EXPECT_GT((double)r.distance, .005 - 4 * TOLERANCE);
    EXPECT_LE((double)r.distance, .01 + 4 * TOLERANCE);
}
UTEST(failures, normal_keeps_its_side_while_a_box_hovers_and_sinks) { /* Jolt 671 */
    static const double xyz[18] = {-1, -1, -1, 1, -1, -1, 0, 1, -1, -1, -1, 0, 1, -1, 0, 0, 1, 0};
    collide_hull *h = hull_of(utest_result, xyz, 6);
    collide_shape s = collide_convex(h), b = box(.4, .4, .4);
    int i;
    for (i = -20; i <= 20; ++i) {
        collide_result r = SOLVE(s, at(0, 0, 0), b, at(0, -.2, .2 + 5e-5 * i));
        EXPECT_NEAR(5e-5 * i, (double)r.distance, 3 * TOLERANCE);
        EXPECT_NEAR(1.0, (double)r.normal.z, 1e-6);
    }
    collide_hull_destroy(h);
}
UTEST(failures, cylinder_over_the_border_of_a_mesh) { /* Jolt 1008: 0.4 m deep instead of a millimetre */
    tact_vec3 v[4] = {{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}};
    int corners[6] = {0, 1, 2, 0, 2, 3}, count, i, k;
    collide_mesh *mesh = NULL;
    collide_shape m, c = cylinder(.4, .3);
    collide_manifold manifolds[8];
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_mesh_create(v, 4, corners, 2, NULL, &mesh));
    m = collide_mesh_shape(mesh);
    for (i = 0; i < 16; ++i) {
        double x = 1.7 + .04 * i;
        ASSERT_GE((int)collide_contacts(&m, at(0, 0, 0), &c, at(x, .3, .149), NULL, NULL, manifolds, 8, &count), 0);
        EXPECT_GE(count, 1);
        for (k = 0; k < count; ++k) {
            int j;
            for (j = 0; j < manifolds[k].count; ++j) EXPECT_NEAR(-.001, (double)manifolds[k].points[j].gap, 1e-3);
        }
    }
    collide_mesh_destroy(mesh);
}
UTEST(failures, casts_are_as_exact_against_large_targets) { /* parry 180, 430; Box2D 625 */
    static const double halves[] = {1, 50, 500};
    collide_shape ball = collide_sphere(TACT_R(.5)), b;
    collide_cast_hit hit;
    int i;
    for (i = 0; i < 3; ++i) {
        b = collide_box((tact_real)halves[i], (tact_real)halves[i], 1);
        ASSERT_EQ((int)COLLIDE_OK,
                  (int)collide_shape_cast(&ball, at(.3, .2, 5), tact_vec(0, 0, -10), &b, at(0, 0, 0), 0, &hit));
        EXPECT_EQ(1, hit.hit);
        EXPECT_NEAR(.35, (double)hit.t, 1e-8 + 4 * TOLERANCE); /* independent of the extent of the target */
        EXPECT_NEAR(1.0, (double)hit.normal.z, 1e-6);
        ASSERT_GE((int)collide_shape_cast(&ball, at(.3, .2, 1.5 + 1e-12), tact_vec(0, 0, -10), &b, at(0, 0, 0),
                                          TACT_R(1e-3), &hit),
                  0);
        EXPECT_EQ(1, hit.hit); /* starts within the target distance */
        EXPECT_NEAR(0.0, (double)hit.t, 1e-9);
        EXPECT_NEAR(1.0, (double)tact_norm(hit.normal), 1e-6);
    }
}
UTEST(failures, hulls_of_coplanar_clouds) { /* 3d-quickhull 2, akuukka 1, manifold 781 */
    static const double cube[45] = {0,   50,   0, 100, 100, 0,   0,    100, 0,   -100, 100,  0,   -100, 0,    0,
                                    100, -100, 0, 0,   -50, 0,   50,   -50, 0,   -100, -100, 0,   0,    -100, 0,
                                    100, 0,    0, 100, 100, 200, -100, 100, 200, 100,  -100, 200, -100, -100, 200};
    static const double octagon[48] = {40,  100,  0,   100,  40,  0,   100,  -40, 0,   40,  -100, 0,
                                       -40, -100, 0,   -100, -40, 0,   -100, 40,  0,   -40, 100,  0,
                                       40,  100,  100, 100,  40,  100, 100,  -40, 100, 40,  -100, 100,
                                       -40, -100, 100, -100, -40, 100, -100, 40,  100, -40, 100,  100};
    static const double eighteen[54] = {
        -18.2869, 31.6738,  2.175,    -17.6332, -17.342, 89.9628,  49.8656,  0,        55.5071,  -20.4426, -35.4077,
        8.275,    -23.0164, 39.8656,  79.0839,  10.2294, -14.7178, 10.508,   -24.9832, 43.2722,  52.7107,  -18.6273,
        -39.5444, 55.5071,  13.2675,  -19.98,   28.1179, -24.9832, -40.2722, 52.7107,  11.1761,  -22.3575, 45.2756,
        -24.9492, 1.5,      54.5981,  -25,      21.8857, 49.9071,  18.4196,  -18.2153, 52.4501,  -25,      -12.7727,
        49.9071,  -24.9832, -43.2722, 52.7107,  9.20583, -23.4785, 55.334,   -1.62324, -29.7942, 48.3949};
    static const double flat[12] = {-3, -.25, -.8, -3, .25, -.8, -3.125, .25, -.75, -3.125, -.25, -.75};
    collide_hull *h = hull_of(utest_result, cube, 15);
    tact_vec3 p[4];
    int i, f;
    EXPECT_EQ(8, h->n_vertices);
    EXPECT_EQ(6, h->n_faces);
    collide_hull_destroy(h);
    h = hull_of(utest_result, octagon, 16);
    EXPECT_EQ(16, h->n_vertices);
    EXPECT_EQ(10, h->n_faces);
    collide_hull_destroy(h);
    h = hull_of(utest_result, eighteen, 18);
    EXPECT_EQ(2, h->n_vertices - h->n_edges + h->n_faces); /* closed, and every point below every face */
    for (i = 0; i < 18; ++i)
        for (f = 0; f < h->n_faces; ++f) {
            tact_vec3 q =
                tact_vec((tact_real)eighteen[3 * i], (tact_real)eighteen[3 * i + 1], (tact_real)eighteen[3 * i + 2]);
            EXPECT_LE((double)(tact_dot(h->face_normal[f], tact_sub(q, h->centre)) - h->face_offset[f]),
                      1e-12 * 1e2 + 10 * TOLERANCE);
        }
    collide_hull_destroy(h);
    for (i = 0; i < 4; ++i)
        p[i] = tact_vec((tact_real)flat[3 * i], (tact_real)flat[3 * i + 1], (tact_real)flat[3 * i + 2]);
    EXPECT_EQ((int)COLLIDE_FLAT, (int)collide_hull_create(p, 4, NULL, NULL, &h));
    EXPECT_TRUE(h == NULL);
}

UTEST(cases, boxes_that_contain_and_move_together) {
    collide_shape u = box(1, 1, 1), ten = box(10, 10, 10), large = box(20, 40, 50), a = box(1, 1, 1),
                  b = box(.5, 1, 1.5);
    tact_pose motion = turned(3, -2, 1, 1, -2, .5, 1.1), pa = turned(-2, 1, .5, 0, 0, 1, pi / 4),
              pb = turned(2, .5, .5, 0, 1, 0, pi / 4);
    collide_result r;
    EXPECT_NEAR(4 - sqrt(2.), (double)SOLVE(u, tact_pose_mul(motion, pa), u, tact_pose_mul(motion, pb)).distance,
                10 * TOLERANCE);
    EXPECT_NEAR(.01, (double)SOLVE(u, at(0, 0, 0), u, at(1.01, 0, 0)).distance, 4 * TOLERANCE);
    EXPECT_NEAR(-1.0, (double)SOLVE(u, at(0, 0, 0), u, at(0, 0, 0)).distance, 4 * TOLERANCE);
    EXPECT_NEAR(.1, (double)SOLVE(ten, at(0, 0, 0), ten, at(10.1, 0, 0)).distance, 20 * TOLERANCE);
    EXPECT_NEAR(.1 * sqrt(2.), (double)SOLVE(ten, at(0, 0, 0), ten, at(10.1, 10.1, 0)).distance, 20 * TOLERANCE);
    EXPECT_NEAR(10.2, (double)SOLVE(ten, at(0, 0, 0), ten, at(0, 20.2, 0)).distance, 40 * TOLERANCE);
    EXPECT_NEAR(-15.0, (double)SOLVE(ten, at(0, 0, 0), large, at(0, 0, 0)).distance, 60 * TOLERANCE);
    r = SOLVE(a, at(-.5, .5, .2), b, at(0, 0, 0)); /* libccd's separation vectors */
    EXPECT_NEAR(-.25, (double)r.distance, 4 * TOLERANCE);
    EXPECT_NEAR(1.0, (double)r.normal.x, 10 * TOLERANCE);
    r = SOLVE(a, at(-.3, .5, 1), b, at(0, 0, 0));
    EXPECT_NEAR(-.25, (double)r.distance, 4 * TOLERANCE);
    EXPECT_NEAR(-1.0, (double)r.normal.z, 10 * TOLERANCE);
    r = SOLVE(u, at(0, 0, 0), u, turned(0, 0, 0, 0, 0, 1, pi / 4));
    EXPECT_NEAR(-1.0, (double)r.distance, 4 * TOLERANCE);
    EXPECT_NEAR(1.0, fabs((double)r.normal.z), 10 * TOLERANCE);
}
UTEST(cases, boxes_of_very_different_size) { /* MuJoCo tests */
    collide_shape a = collide_box(TACT_R(2.5), TACT_R(2.5), TACT_R(2.5)), u = collide_box(1, 1, 1);
    collide_result r = SOLVE(a, at(-1, 0, 0), u, at(1.5, 0, 0));
    EXPECT_NEAR(-1.0, (double)r.distance, 6 * TOLERANCE);
    EXPECT_NEAR(1.0, (double)r.normal.x, 10 * TOLERANCE);
    {
        static const double tilted[12] = {0.999999966039443,    -3.39605569696e-8,    -2.60616790777324e-4,
                                          -1.71208577507292e-4, -3.39605569721e-8,    0.999999966039443,
                                          -2.60616790777322e-4, -1.71208577507291e-4, 2.60616790777324e-4,
                                          2.60616790777322e-4,  0.999999932078886,    1.06711958624855385};
        collide_shape floor = collide_box(5, 5, TACT_R(.1));
        r = SOLVE(floor, at(0, 0, 0), u, frame(tilted));
        EXPECT_NEAR(-.033401579412, (double)r.distance, 2e-12 + (TOLERANCE > 1e-6 ? 6 * TOLERANCE : 0));
        EXPECT_NEAR(1.0, (double)r.normal.z, 1e-6);
    }
    {
        collide_shape table = collide_box(10, 10, 1);
        EXPECT_NEAR(-.1, (double)SOLVE(table, at(0, 0, 0), u, at(0, 0, 1.9)).distance,
                    12 * TOLERANCE); /* its points: collide_manifold_cases.c */
    }
    r = SOLVE(u, at(0, 0, 0), u, at(0, 2, 0));
    EXPECT_NEAR(0.0, (double)r.distance, 4 * TOLERANCE);
}
UTEST(cases, cylinders_turned) {
    collide_shape p = cylinder(.35, .5), q = cylinder(.5, 1);
    const double t = 1e-11 + 20 * TOLERANCE;
    EXPECT_NEAR(-.645740231796, (double)SOLVE(p, at(.3, .1, .1), q, turned(0, 0, 0, 0, 1, 1, pi / 4)).distance, t);
    EXPECT_NEAR(-.106046326062, (double)SOLVE(p, at(.3, .1, .1), q, turned(-.2, .7, .2, 0, 1, 1, pi / 4)).distance, t);
    EXPECT_NEAR(-.101822824256, (double)SOLVE(p, at(.3, .1, .1), q, turned(.6, -.7, .2, .567, 1.2, 1, pi / 4)).distance,
                t);
    EXPECT_NEAR(-.202706389649,
                (double)SOLVE(p, at(.3, .1, .1), q, turned(.6, -.7, .2, -4.567, 1.2, 0, pi / 3)).distance, t);
}
UTEST(cases, points_and_segments_and_triangles) { /* openGJK, Box2D */
    static const double deltas[] = {.1, 1e-12, 0, -2};
    tact_vec3 a = tact_vec(TACT_R(.1), TACT_R(.2), TACT_R(.3)), b = tact_vec(TACT_R(.5), TACT_R(.8), TACT_R(.7));
    tact_vec3 n = tact_cross(a, b), at27 = tact_lerp(a, b, TACT_R(.27));
    collide_shape s = collide_segment(a, b), p = collide_point(tact_vec(0, 0, 0));
    collide_shape u = collide_segment(tact_vec(-1, -1, 0), tact_vec(-1, 1, 0)),
                  v = collide_segment(tact_vec(2, 0, 0), tact_vec(1, 0, 0));
    collide_shape t = collide_triangle(tact_vec(0, 0, 0), tact_vec(1, 0, 0), tact_vec(0, 1, 0));
    collide_shape spheres[2];
    collide_result r;
    int i;
    for (i = 0; i < 4; ++i) {
        r = SOLVE(s, at(0, 0, 0), p, tact_pose_make(tact_mul_add(at27, (tact_real)deltas[i], n), tact_quat_identity()));
        EXPECT_NEAR(fabs(deltas[i]) * (double)tact_norm(n), (double)r.distance,
                    1e-12 + (TOLERANCE > 1e-6 ? TOLERANCE : 0));
    }
    r = SOLVE(u, at(0, 0, 0), v, at(0, 0, 0));
    EXPECT_NEAR(2.0, (double)r.distance, 4 * TOLERANCE);
    EXPECT_NEAR(0.0, (double)r.point_a.y, 4 * TOLERANCE);
    EXPECT_NEAR(1.0, (double)r.point_b.x, 4 * TOLERANCE);
    for (i = 0; i < 5; ++i) { /* touching at the corner (1, 0) when delta vanishes */
        double delta = pow(10, -3 * i);
        collide_shape w =
            collide_triangle(tact_vec(1, (tact_real)delta, 0), tact_vec(3, TACT_R(1.2), 0), tact_vec(1, 1, 0));
        r = SOLVE(t, at(0, 0, 0), w, at(0, 0, 0));
        EXPECT_NEAR(delta >= 1 ? sqrt(.5) : delta / sqrt(2.), (double)r.distance, 4 * TOLERANCE);
    }
    spheres[0] = collide_sphere(2), spheres[1] = collide_sphere(TACT_R(1.8));
    EXPECT_NEAR(-3.7, (double)SOLVE(spheres[0], at(0, 0, 0), spheres[1], at(.1, 0, 0)).distance, 4 * TOLERANCE);
}
UTEST(cases, capsule_core_through_a_triangle) {
    collide_shape t = collide_triangle(tact_vec(0, 0, 0), tact_vec(1, 0, 0), tact_vec(1, 1, 0)),
                  c = collide_capsule(1, 1);
    collide_result r = SOLVE(c, at(0, 0, 0), t, at(-.5, -.01, 0));
    EXPECT_NEAR(-1.01, (double)r.distance, 4 * TOLERANCE); /* the core pierces the triangle, 0.01 from its edge */
    NEAR_POINT(0, 1, 0, r.point_a, 10 * TOLERANCE);
    NEAR_POINT(.5 - .5, 0 - .01, 0, r.point_b, 10 * TOLERANCE);
}
UTEST(cases, boxes_turned_step_by_step) { /* libccd: side by side at 1.01, one turning about y */
    collide_shape u = box(1, 1, 1);
    int i, overlap;
    for (i = 0; i < 30; ++i) {
        collide_intersect(&u, turned(-1.01, 0, 0, 0, 1, 0, i * pi / 20), &u, at(0, 0, 0), NULL, NULL, &overlap);
        EXPECT_EQ(i % 10 != 0, overlap);
    }
}
UTEST(cases,
      thin_prism_cast_on_a_wall) { /* Box2D: a square of half 1 moving at a segment two metres off by two metres */
    collide_shape square = collide_box(1, 1, TACT_R(.01)),
                  wall = collide_segment(tact_vec(2, -1, 0), tact_vec(2, 1, 0));
    collide_motion a, b;
    collide_cast_hit hit;
    EXPECT_NEAR(1.0, (double)SOLVE(square, at(0, 0, 0), wall, at(0, 0, 0)).distance, 4 * TOLERANCE);
    ASSERT_GE((int)collide_shape_cast(&wall, at(0, 0, 0), tact_vec(-2, 0, 0), &square, at(0, 0, 0), 0, &hit), 0);
    EXPECT_EQ(1, hit.hit);
    EXPECT_NEAR(.5, (double)hit.t, 1e-6 + 4 * TOLERANCE);
    a.start = at(0, 0, 0);
    a.linear = a.angular = tact_vec(0, 0, 0);
    b = a;
    b.linear = tact_vec(-2, 0, 0);
    ASSERT_GE((int)collide_time_of_impact(&square, &a, &wall, &b, TACT_R(1e-3), TACT_R(1e-4), &hit), 0);
    EXPECT_EQ(1, hit.hit);
    EXPECT_NEAR(.5, (double)hit.t, .005);
}

#ifndef TACT_FLOAT
UTEST(
    cases,
    needle_along_a_capsule) { /* found by the fuzzer: the polytope gave up a face that its fan was joined to, and read open links */
    const collide_shape needle = collide_box(1.3191650390625e-5, 4.41650390625e-7, 15.999755859375),
                        capsule = collide_capsule(15.999755859375, 15.999755859375);
    const tact_vec3 p = tact_vec(1.066650390625, 1.066650390625e-6, 15.937255859375);
    const tact_pose a = tact_pose_make(
        p, tact_quat_make(0.049592604917053001, 0.046847626785112798, 0.70545937990863217, 0.70545937990863217));
    const tact_pose b = tact_pose_make(p, tact_quat_make(0, 0.7011440312662871, 0, 0.71301966832595864));
    int m;
    for (m = 0; m < 6;
         ++m) { /* both cross at their middles: the depth is the radius and the little that the needle is thick */
        collide_config c = collide_default_config();
        collide_result r;
        c.method = (collide_method)m;
        ASSERT_GE((int)collide_penetration(&needle, a, &capsule, b, &c, NULL, &r), 0);
        EXPECT_NEAR(-15.9997690514, r.distance, 32e-9); /* 1e-9 of the scale */
        EXPECT_NEAR(1.0, (double)tact_norm(r.normal), 1e-12);
    }
}
#endif

UTEST_MAIN()
