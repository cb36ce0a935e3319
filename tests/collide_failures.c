/* Reported failures of other libraries, as tests: overlapping and touching cubes that gave NaN or depth zero, thin and nearly parallel
   boxes, cylinders nearly touching boxes, flat polygons, symmetric polyhedra, slivers, size ratios of a thousand, and sweeps with known
   first and last contact. Expected values are closed forms or come from a certified long double solver. */
/* float: yes */
#include "utest.h"
#include "collide.h"
#include <math.h>

#ifdef TACT_FLOAT
#define TOLERANCE 1e-5
#else
#define TOLERANCE 1e-9 /* times the size of the pair, as the header promises for polytopes */
#endif

static collide_shape box(double x, double y, double z) { /* full extents */
    return collide_box((tact_real)(x / 2), (tact_real)(y / 2), (tact_real)(z / 2));
}
static collide_shape cylinder(double r, double length) { return collide_cylinder((tact_real)r, (tact_real)(length / 2)); }
static tact_pose at(double x, double y, double z) { return tact_pose_at((tact_real)x, (tact_real)y, (tact_real)z); }
static tact_pose turned(double x, double y, double z, double ax, double ay, double az, double angle) {
    tact_vec3 axis = tact_normalize_or(tact_vec((tact_real)ax, (tact_real)ay, (tact_real)az), tact_vec(0, 0, 1));
    return tact_pose_make(tact_vec((tact_real)x, (tact_real)y, (tact_real)z), tact_quat_axis_angle(axis, (tact_real)angle));
}
static const double pi = 3.14159265358979323846;

/* The consistencies that must always hold. */
static void check(int *utest_result, const collide_shape *a, tact_pose pa, const collide_shape *b, tact_pose pb, collide_result r) {
    collide_result s;
    double scale = (double)(a->extent + a->radius + b->extent + b->radius + tact_norm(tact_sub(pa.p, pb.p)));
    tact_vec3 miss;
    EXPECT_TRUE(tact_finite(r.distance) && tact_vec_finite(r.normal) && tact_vec_finite(r.point_a) && tact_vec_finite(r.point_b));
    EXPECT_NEAR(1.0, (double)tact_norm(r.normal), 16 * (double)TACT_EPSILON);
    miss = tact_sub(tact_sub(r.point_b, r.point_a), tact_scale(r.distance, r.normal));
    EXPECT_NEAR(0.0, (double)tact_norm(miss), TOLERANCE * scale);
    EXPECT_GE((int)collide_distance(b, pb, a, pa, NULL, NULL, &s), 0);
    EXPECT_NEAR((double)r.distance, (double)s.distance, 10 * TOLERANCE * scale); /* curved shapes: 1e-8 */
}
static collide_result solve(int *utest_result, const collide_shape *a, tact_pose pa, const collide_shape *b, tact_pose pb) {
    collide_result r;
    collide_distance(a, pa, b, pb, NULL, NULL, &r);
    check(utest_result, a, pa, b, pb, r);
    return r;
}
#define SOLVE(a, pa, b, pb) solve(utest_result, &(a), pa, &(b), pb)

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
    collide_shape u = box(1, 1, 1), s20 = collide_sphere(20), s10 = collide_sphere(10), s1 = collide_sphere(1), b = box(10, 2, 10);
    collide_result r = SOLVE(u, at(0, 0, 0), u, at(0, 4, 0));
    EXPECT_NEAR(3.0, (double)r.distance, 4 * TOLERANCE);
    r = SOLVE(s20, at(0, 0, 0), s10, at(0, 40, 0));
    EXPECT_NEAR(10.0, (double)r.distance, 40 * TOLERANCE);
    r = SOLVE(b, at(0, 0, 0), s1, at(0, 5, 3));
    EXPECT_NEAR(3.0, (double)r.distance, 10 * TOLERANCE);
    EXPECT_NEAR(1.0, (double)r.point_a.y, 10 * TOLERANCE);
    EXPECT_NEAR(4.0, (double)r.point_b.y, 10 * TOLERANCE);
}
UTEST(failures, thin_plank_and_a_point_beyond_its_end) { /* Box2D short edge */
    collide_shape plank = collide_box(TACT_R(.5), TACT_R(.0016), TACT_R(.5)), point = collide_point(tact_vec(0, 0, 0));
    collide_result r = SOLVE(plank, at(0, 0, 0), point, at(.505, 0, 0));
    EXPECT_NEAR(0.005, (double)r.distance, 1e-6);
    EXPECT_NEAR(1.0, (double)r.normal.x, 1e-6);
}
UTEST(failures, flat_polygons_in_one_plane) { /* openGJK 3: overlapping flat sets */
    tact_vec3 a[4] = {{TACT_R(.795121), TACT_R(-.727851), 0}, {TACT_R(-.178424), TACT_R(-.989183), 0},
                      {TACT_R(-.412644), TACT_R(-.770664), 0}, {TACT_R(.566564), TACT_R(.548772), 0}};
    tact_vec3 b[3] = {{TACT_R(-.211223), TACT_R(-.511346), 0}, {TACT_R(-.347973), TACT_R(.45872), 0}, {TACT_R(.277308), TACT_R(.969689), 0}};
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
UTEST(failures, hulls_of_points_given_twice_mirrored) { /* openGJK symmetric polyhedra: octahedron against itself at all offsets */
    tact_vec3 p[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    collide_hull *h;
    collide_shape s;
    int i;
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(p, 6, NULL, NULL, &h));
    s = collide_convex(h);
    for (i = 0; i <= 40; ++i) {
        double x = 0.1 * i, expected = x <= 2 ? (x - 2) / sqrt(3.0) : x - 2; /* faces meet along the axis at 54.7 degrees */
        collide_result r = SOLVE(s, at(0, 0, 0), s, at(x, 0, 0));
        EXPECT_NEAR(expected, (double)r.distance, 4 * TOLERANCE);
    }
    collide_hull_destroy(h);
}
UTEST(failures, small_box_resting_on_huge_ones) { /* MuJoCo Warp 1430, Bullet 1703: depth must not depend on the size of the floor */
    int i;
    for (i = 0; i < 7; ++i) {
        double size = pow(10, 0.5 * i);
        collide_shape floor = collide_box((tact_real)size, (tact_real)size, (tact_real)size), b = collide_box(TACT_R(.1), TACT_R(.1), TACT_R(.1));
        collide_result r = SOLVE(floor, at(0, 0, -size), b, at(.3 * size, -.2 * size, .1 - 2.5e-4));
        EXPECT_NEAR(-2.5e-4, (double)r.distance, TOLERANCE * size);
        EXPECT_NEAR(1.0, (double)r.normal.z, 1e-6);
    }
}
UTEST(failures, capsule_under_a_disc) { /* MuJoCo 1857 */
    collide_shape c = collide_capsule(TACT_R(.01), TACT_R(.05)), d = collide_cylinder(TACT_R(.2), TACT_R(.005));
    collide_result r = SOLVE(c, at(-.1, 0, 0), d, at(0, 0, .1));
    EXPECT_NEAR(0.035, (double)r.distance, 10 * TOLERANCE);
}
UTEST(failures, capsule_and_a_triangle_with_long_edges) { /* Jolt 940: the witness point must stay in the triangle */
    collide_shape t = collide_triangle(tact_vec(0, 0, 0), tact_vec(84, 0, 0), tact_vec(0, 84, 0)), c = collide_capsule(TACT_R(.5), 1);
    collide_result r = SOLVE(t, at(0, 0, 0), c, at(20, 20, 1.45));
    EXPECT_NEAR(-0.05, (double)r.distance, 100 * TOLERANCE);
    EXPECT_NEAR(20.0, (double)r.point_a.x, 1e-3);
    EXPECT_NEAR(0.0, (double)r.point_a.z, 1e-3);
}
UTEST(failures, cylinder_against_a_huge_capsule) { /* Jolt 2103; its axes are y: turn z to y on both */
    collide_shape c = collide_cylinder(TACT_R(.4975), TACT_R(.3)), k = collide_capsule(TACT_R(7.19732), TACT_R(2.03114));
    tact_pose y = turned(0, 0, 0, 1, 0, 0, -pi / 2);
    tact_pose pc = y, pk = y;
    collide_result r;
    pk.p = tact_vec(TACT_R(-.951660156), TACT_R(-2.09155273), TACT_R(-7.63574218));
    r = SOLVE(c, pc, k, pk);
    /* both axes are parallel and overlap: the distance of the axes less the radii, some -2.5e-6 */
    EXPECT_NEAR(hypot(.951660156, 7.63574218) - .4975 - 7.19732, (double)r.distance, 100 * TOLERANCE);
}
UTEST(failures, slivers_act_as_segments_and_points) { /* Jolt 41, 1348, 1909 */
    collide_shape sliver = collide_triangle(tact_vec(0, 0, 0), tact_vec(1, 0, 0), tact_vec(TACT_R(.5), TACT_R(1e-7), 0));
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
}

UTEST(cases, boxes) {
    collide_shape a = box(6, 10, 2), b = box(2, 2, 2), u = box(1, 1, 1);
    collide_result r = SOLVE(a, at(0, 0, 0), b, at(25, 20, 5));
    EXPECT_NEAR(sqrt(21. * 21 + 14. * 14 + 9), (double)r.distance, 40 * TOLERANCE);
    EXPECT_NEAR(3.0, (double)r.point_a.x, 40 * TOLERANCE);
    EXPECT_NEAR(19.0, (double)r.point_b.y, 40 * TOLERANCE);
    r = SOLVE(a, at(0, 0, 0), b, turned(0, 0, 10, 1, 1, 1, pi / 4));
    EXPECT_NEAR(7.378765565, (double)r.distance, 1e-8 + 20 * TOLERANCE);
    EXPECT_NEAR(.60947571, (double)r.point_a.x, 1e-7 + 20 * TOLERANCE);
    r = SOLVE(u, turned(-2, 1, .5, 0, 0, 1, pi / 4), u, turned(2, .5, .5, 0, 1, 0, pi / 4));
    EXPECT_NEAR(4 - sqrt(2.), (double)r.distance, 10 * TOLERANCE);
    EXPECT_NEAR(1.0, (double)SOLVE(u, at(0, 0, 0), u, at(2, 0, 0)).distance, 4 * TOLERANCE);
    EXPECT_NEAR(-.01, (double)SOLVE(u, at(0, 0, 0), u, at(.99, 0, 0)).distance, 4 * TOLERANCE);
    EXPECT_NEAR(.1 * sqrt(2.), (double)SOLVE(u, at(0, 0, 0), u, at(1.1, 1.1, 0)).distance, 4 * TOLERANCE);
    EXPECT_NEAR(-0.429289321881, (double)SOLVE(u, turned(-.5, .5, 0, 0, 0, 1, pi / 4), u, at(.1, 0, 0)).distance, 1e-11 + 4 * TOLERANCE);
    EXPECT_NEAR(-0.648412162859, (double)SOLVE(u, turned(-.5, .1, .4, 0, 1, 1, pi / 4), u, at(.1, 0, 0)).distance, 1e-11 + 4 * TOLERANCE);
    EXPECT_NEAR(-0.9, (double)SOLVE(u, turned(.1, 0, .1, 0, 0, 1, pi / 4), u, at(0, 0, 0)).distance, 4 * TOLERANCE);
}
UTEST(cases, capsules) {
    collide_shape c = collide_capsule(2, 2), b = box(1, 2, 4), k = collide_capsule(5, 5), thin = collide_capsule(TACT_R(.01), TACT_R(.1));
    int i;
    EXPECT_NEAR(.5, (double)SOLVE(c, at(3, 0, 0), b, at(0, 0, 0)).distance, 10 * TOLERANCE);
    EXPECT_NEAR(2., (double)SOLVE(c, at(0, 0, 8), b, at(0, 0, 0)).distance, 10 * TOLERANCE);
    EXPECT_NEAR(5.5, (double)SOLVE(c, turned(-10, .8, 1.5, 0, 1, 0, pi / 2), b, at(0, 0, 0)).distance, 20 * TOLERANCE);
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
    for (i = 0; i < 2000; ++i) {
        tact_real r = TACT_R(.1) + tact_random_uniform(1, 8 * i);
        collide_shape c = collide_capsule(r, 0), s = collide_sphere(r), o = box(1, 2, .5);
        tact_pose p = tact_pose_make(tact_vec(3 * tact_random_uniform(1, 8 * i + 1), 3 * tact_random_uniform(1, 8 * i + 2), 0),
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
    int i, j;
    for (i = 0; i < 5; ++i)
        for (j = 0; j < 4; ++j) {
            collide_shape a = collide_rounded(collide_sphere(1), (tact_real)s[i]);
            collide_result r = SOLVE(a, at(0, 0, 0), a, at(d[j], 0, 0));
            EXPECT_NEAR(d[j] - 2 * (1 + s[i]), (double)r.distance, 200 * TOLERANCE);
            EXPECT_NEAR(1 + s[i], (double)r.point_a.x, 200 * TOLERANCE);
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
    EXPECT_NEAR(-.180674953996, (double)SOLVE(b, at(0, 0, 0), r4, turned(.6, 0, .5, .67, 1.1, .12, pi / 4)).distance, t);
}
UTEST(cases, capsule_and_triangle) {
    collide_shape t = collide_triangle(tact_vec(0, 0, 0), tact_vec(1, 0, 0), tact_vec(1, 1, 0)), c = collide_capsule(1, 1);
    collide_result r = SOLVE(c, at(0, 0, 0), t, at(1.01, 0, 0));
    EXPECT_NEAR(.01, (double)r.distance, 4 * TOLERANCE);
    EXPECT_NEAR(1.0, (double)r.point_a.x, 4 * TOLERANCE);
    EXPECT_NEAR(-.5, (double)SOLVE(c, at(0, 0, 0), t, at(.5, 0, 0)).distance, 4 * TOLERANCE);
}
static int hits(const collide_shape *a, const collide_shape *b, int axis, double angle, double offset, int *first, int *last) {
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
}
UTEST(cases, gaps_from_1e8_to_1e_minus_8) { /* cubes face, edge and vertex towards each other */
    static const double gaps[] = {1e4, 1, 1e-4, 1e-8};
    int i, j;
    for (i = 0; i < 4; ++i)
        for (j = 0; j < 4; ++j) {
            collide_shape c = box(1, 1, 1);
            tact_pose p = j == 0 ? at(0, 0, 0) : j == 1 ? turned(0, 0, 0, 0, 0, 1, pi / 4) : j == 2 ? turned(0, 0, 0, 0, 1, 0, pi / 4)
                                                        : turned(0, 0, 0, 0, 1, -1, atan(sqrt(2.)));
            double reach = j == 0 ? .5 : j == 3 ? .5 * sqrt(3.) : .5 * sqrt(2.);
            collide_result r;
            tact_vec3 tip = collide_support(&c, tact_unrotate(p.q, tact_vec(1, 0, 0)), NULL);
            reach = (double)tact_rotate(p.q, tip).x;
            r = SOLVE(c, p, c, tact_pose_make(tact_vec((tact_real)(2 * reach + gaps[i]), 0, 0), p.q));
            if (j < 3) EXPECT_NEAR(gaps[i], (double)r.distance, TOLERANCE * (2 + gaps[i]));
            else EXPECT_LE((double)r.distance, gaps[i] * (1 + 1e-6) + TOLERANCE * (2 + gaps[i])); /* its tips are not on the x axis */
        }
}
UTEST(cases, ellipsoids_of_very_different_size) { /* MuJoCo test */
    collide_shape a = collide_ellipsoid(TACT_R(.1), TACT_R(.1), TACT_R(.1)), b = collide_ellipsoid(TACT_R(.01), TACT_R(.02), TACT_R(.1));
    tact_pose p = tact_pose_make(tact_vec(TACT_R(.000886189), TACT_R(-.0303047), TACT_R(.0951303)),
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
    for (i = 0; i < 8; ++i) p[i] = tact_vec(90000 + (tact_real)(i & 1), 90000 + (tact_real)(i >> 1 & 1), (tact_real)(i >> 2));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(p, 8, NULL, NULL, &h));
    s = collide_convex(h);
    r = SOLVE(s, at(0, 0, 0), s, at(.5, .25, .75));
    EXPECT_NEAR(-.25, (double)r.distance, 1e-6); /* independent of the 9e4 */
    collide_hull_destroy(h);
}

UTEST_MAIN()
