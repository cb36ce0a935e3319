/* Mass properties and bounding boxes: closed forms of sphere, capsule, box, ellipsoid, cylinder, cone; rounded shapes agree with each
   other where they coincide (hull of a box rounded = rounded box, ellipsoid with equal radii rounded = sphere, degenerate hulls =
   capsule and sphere, fine prism rounded -> rounded cylinder and cone); inertia obeys the triangle inequality; every support point is
   inside the box and touches it; bad input gives a status and zeros;
   custom shapes agree with what they imitate. */
/* float: yes */
#include "utest.h"
#include "collide.h"
#include <math.h>

#ifdef TACT_FLOAT
#define TOLERANCE 1e-4
#else
#define TOLERANCE                                                                                                      \
    1e-9 /* quadratures and decompositions are exact to rounding; the rounded ellipsoid is promised to 1e-9 */
#endif
static const double pi = 3.14159265358979323846;

static void same(int *utest_result, collide_shape a, collide_shape b, double tolerance) {
    collide_mass x, y;
    int i, j;
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_mass_properties(&a, 2, &x));
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_mass_properties(&b, 2, &y));
    EXPECT_NEAR(1.0, (double)(x.mass / y.mass), tolerance);
    EXPECT_NEAR(0.0, (double)tact_norm(tact_sub(x.com, y.com)), tolerance);
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j)
            EXPECT_NEAR((double)x.inertia.m[i][j], (double)y.inertia.m[i][j],
                        tolerance * (double)(y.inertia.m[0][0] + y.inertia.m[1][1]));
}
static void expect(int *utest_result, collide_shape s, double volume, double com_z, double ix, double iz) {
    collide_mass m;
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_mass_properties(&s, 1, &m));
    EXPECT_NEAR(volume, (double)m.mass, TOLERANCE * volume);
    EXPECT_NEAR(com_z, (double)m.com.z, TOLERANCE);
    EXPECT_NEAR(ix, (double)m.inertia.m[0][0], TOLERANCE * ix);
    EXPECT_NEAR(iz, (double)m.inertia.m[2][2], TOLERANCE * iz);
    EXPECT_NEAR(0.0, (double)m.inertia.m[0][1], TOLERANCE * ix);
}
UTEST(mass, closed_forms) {
    double r = .3, h = .7, v, cyl, ball;
    v = 4 * pi / 3 * r * r * r, expect(utest_result, collide_sphere(TACT_R(.3)), v, 0, .4 * v * r * r, .4 * v * r * r);
    expect(utest_result, collide_box(TACT_R(.1), TACT_R(.2), TACT_R(.3)), .048, 0, .048 * (.04 + .09) / 3,
           .048 * (.01 + .04) / 3);
    v = 4 * pi / 3 * .1 * .2 * .3, expect(utest_result, collide_ellipsoid(TACT_R(.1), TACT_R(.2), TACT_R(.3)), v, 0,
                                          v * (.04 + .09) / 5, v * (.01 + .04) / 5);
    v = pi * r * r * 2 * h, expect(utest_result, collide_cylinder(TACT_R(.3), TACT_R(.7)), v, 0,
                                   v * (3 * r * r + 4 * h * h) / 12, v * r * r / 2);
    v = pi * r * r * 2 * h / 3, expect(utest_result, collide_cone(TACT_R(.3), TACT_R(.7)), v, -h / 2,
                                       v * (3 * r * r / 20 + 3 * 4 * h * h / 80), .3 * v * r * r);
    cyl = pi * r * r * 2 * h, ball = 4 * pi / 3 * r * r * r;
    expect(utest_result, collide_capsule(TACT_R(.3), TACT_R(.7)), cyl + ball, 0,
           cyl * (3 * r * r + 4 * h * h) / 12 + ball * (.4 * r * r + h * h + 3 * r * h / 4),
           cyl * r * r / 2 + ball * .4 * r * r);
}
/* A shape known by its support function alone has the mass properties of the shape behind it, about any inner point: by quadrature,
   whose error is the ray cast's 1e-10 where the surface is smooth, and that of a grid of 40 x 80 directions across sharp edges. */
static void behind(const void *user, tact_vec3 direction, tact_vec3 *point) {
    *point = collide_support((const collide_shape *)user, direction, NULL);
}
UTEST(mass, custom_shapes) {
    collide_shape known[5];
    int i, rounded;
    known[0] = collide_sphere(TACT_R(.4)), known[1] = collide_ellipsoid(TACT_R(.1), TACT_R(.2), TACT_R(.3));
    known[2] = collide_box(TACT_R(.1), TACT_R(.2), TACT_R(.3)), known[3] = collide_cylinder(TACT_R(.2), TACT_R(.3));
    known[4] = collide_cone(TACT_R(.2), TACT_R(.3));
    for (i = 0; i < 5; ++i)
        for (rounded = 0; rounded < 2; ++rounded) {
            collide_custom_shape custom;
            collide_shape a, b = known[i];
            custom.support = behind;
            custom.user = &known[i];
            custom.curved = i != 2;
            custom.centre = tact_vec(TACT_R(.01), TACT_R(.02), TACT_R(-.03)),
            custom.extent = known[i].extent + known[i].radius + TACT_R(.05);
            a = collide_custom(&custom);
            if (rounded) a = collide_rounded(a, TACT_R(.05)), b = collide_rounded(b, TACT_R(.05));
            same(utest_result, a, b, i < 2 ? TOLERANCE : 3e-3);
        }
}
UTEST(mass, rounded_shapes_agree) {
    tact_vec3 p[8], prism[256];
    collide_hull *h = NULL;
    collide_hull_config flat = collide_default_hull_config();
    int i, n = 128;
    flat.allow_flat = 1;
    for (i = 0; i < 8; ++i)
        p[i] = tact_vec(TACT_R(.1) * (tact_real)(i & 1 ? 1 : -1), TACT_R(.2) * (tact_real)(i & 2 ? 1 : -1),
                        TACT_R(.3) * (tact_real)(i & 4 ? 1 : -1));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(p, 8, NULL, NULL, &h));
    same(utest_result, collide_convex(h), collide_box(TACT_R(.1), TACT_R(.2), TACT_R(.3)), TOLERANCE);
    same(utest_result, collide_rounded(collide_convex(h), TACT_R(.15)),
         collide_rounded(collide_box(TACT_R(.1), TACT_R(.2), TACT_R(.3)), TACT_R(.15)), TOLERANCE);
    collide_hull_destroy(h);
    same(utest_result, collide_rounded(collide_ellipsoid(TACT_R(.2), TACT_R(.2), TACT_R(.2)), TACT_R(.1)),
         collide_sphere(TACT_R(.3)), TOLERANCE);
    p[0] = tact_vec(0, 0, TACT_R(-.7)), p[1] = tact_vec(0, 0, TACT_R(.7));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(p, 2, &flat, NULL, &h));
    same(utest_result, collide_rounded(collide_convex(h), TACT_R(.3)), collide_capsule(TACT_R(.3), TACT_R(.7)),
         TOLERANCE);
    collide_hull_destroy(h);
    p[0] = tact_vec(0, 0, 0);
    p[1] = tact_vec(1, 0, 0);
    p[2] = tact_vec(0, 2, 0);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(p, 3, &flat, NULL, &h));
    same(utest_result, collide_rounded(collide_convex(h), TACT_R(.3)),
         collide_rounded(collide_triangle(p[0], p[1], p[2]), TACT_R(.3)), TOLERANCE);
    collide_hull_destroy(h);
    for (i = 0; i < n;
         ++i) { /* a prism of 128 sides differs from the cylinder by about (pi/128)^2/2 = 3e-4 of the core */
        tact_real a = 2 * TACT_PI * (tact_real)i / (tact_real)n;
        prism[2 * i] = tact_vec(TACT_R(.3) * tact_cos(a), TACT_R(.3) * tact_sin(a), TACT_R(.4));
        prism[2 * i + 1] = tact_vec(TACT_R(.3) * tact_cos(a), TACT_R(.3) * tact_sin(a), TACT_R(-.4));
    }
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(prism, 2 * n, NULL, NULL, &h));
    same(utest_result, collide_rounded(collide_convex(h), TACT_R(.2)),
         collide_rounded(collide_cylinder(TACT_R(.3), TACT_R(.4)), TACT_R(.2)), 1.5e-3);
    collide_hull_destroy(h);
    prism[0] = tact_vec(0, 0, TACT_R(.4));
    for (i = 0; i < n; ++i)
        prism[i + 1] = tact_vec(TACT_R(.3) * tact_cos(2 * TACT_PI * (tact_real)i / (tact_real)n),
                                TACT_R(.3) * tact_sin(2 * TACT_PI * (tact_real)i / (tact_real)n), TACT_R(-.4));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(prism, n + 1, NULL, NULL, &h));
    same(utest_result, collide_rounded(collide_convex(h), TACT_R(.2)),
         collide_rounded(collide_cone(TACT_R(.3), TACT_R(.4)), TACT_R(.2)), 1.5e-3);
    collide_hull_destroy(h);
}
UTEST(bounds, support_points_stay_inside_and_touch) {
    collide_shape shapes[8];
    uint64_t c = 0;
    int k, i, axis;
    shapes[0] = collide_box(1, 2, 3);
    shapes[1] = collide_ellipsoid(1, 2, 3);
    shapes[2] = collide_cylinder(1, 2);
    shapes[3] = collide_cone(1, 2);
    shapes[4] = collide_capsule(1, 2),
    shapes[5] = collide_rounded(collide_triangle(tact_vec(0, 0, 0), tact_vec(1, 2, 0), tact_vec(3, 1, 1)), TACT_R(.2));
    shapes[6] = collide_rounded(collide_segment(tact_vec(1, 1, 1), tact_vec(2, -1, 5)), 1),
    shapes[7] = collide_sphere(2);
    for (k = 0; k < 8; ++k)
        for (i = 0; i < 20; ++i) {
            collide_aabb b;
            tact_pose p =
                tact_pose_make(tact_vec(tact_random_normal(1, c), tact_random_normal(2, c), tact_random_normal(3, c)),
                               tact_quat_normalize(tact_quat_make(tact_random_normal(4, c), tact_random_normal(5, c),
                                                                  tact_random_normal(6, c), tact_random_normal(7, c))));
            ++c;
            ASSERT_EQ((int)COLLIDE_OK, (int)collide_shape_aabb(&shapes[k], p, &b));
            for (axis = 0; axis < 3; ++axis) {
                tact_vec3 e = tact_vec((tact_real)(axis == 0), (tact_real)(axis == 1), (tact_real)(axis == 2));
                tact_real high =
                    tact_dot(e, tact_pose_apply(p, collide_support(&shapes[k], tact_unrotate(p.q, e), NULL)));
                tact_real low =
                    tact_dot(e, tact_pose_apply(p, collide_support(&shapes[k], tact_unrotate(p.q, tact_neg(e)), NULL)));
                EXPECT_NEAR((double)tact_dot(e, b.max), (double)high, 100 * (double)TACT_EPSILON * 10);
                EXPECT_NEAR((double)tact_dot(e, b.min), (double)low, 100 * (double)TACT_EPSILON * 10);
            }
        }
}
UTEST(errors, bad_input_gives_a_status) {
    collide_shape good = collide_sphere(1), bad;
    tact_pose here = tact_pose_identity(), wrong = here, lost = here;
    collide_result r;
    collide_mass m;
    collide_config c = collide_default_config();
    int overlap = 7;
    wrong.q = tact_quat_make(0, 0, 0, 2), lost.p.x = (tact_real)NAN;
    EXPECT_EQ((int)COLLIDE_BAD_SHAPE, (int)collide_sphere(0).status);
    EXPECT_EQ((int)COLLIDE_BAD_SHAPE, (int)collide_box(1, -1, 1).status);
    EXPECT_EQ((int)COLLIDE_NOT_FINITE, (int)collide_cylinder(1, (tact_real)NAN).status);
    EXPECT_EQ((int)COLLIDE_BAD_SHAPE, (int)collide_capsule(1, -1).status);
    EXPECT_EQ((int)COLLIDE_BAD_SHAPE, (int)collide_convex(NULL).status);
    EXPECT_EQ((int)COLLIDE_BAD_SHAPE, (int)collide_halfspace(tact_vec(0, 0, 0), 1).status);
    EXPECT_EQ((int)COLLIDE_BAD_SHAPE, (int)collide_rounded(good, -1).status);
    bad = collide_box(0, 1, 1);
    EXPECT_EQ((int)COLLIDE_BAD_SHAPE, (int)collide_distance(&bad, here, &good, here, NULL, NULL, &r));
    EXPECT_NEAR(1.0, (double)r.normal.z, 0);
    EXPECT_NEAR(0.0, (double)r.distance, 0);
    EXPECT_EQ((int)COLLIDE_BAD_POSE, (int)collide_distance(&good, wrong, &good, here, NULL, NULL, &r));
    EXPECT_EQ((int)COLLIDE_BAD_POSE, (int)collide_distance(&good, here, &good, lost, NULL, NULL, &r));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_distance(NULL, here, &good, here, NULL, NULL, &r));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_distance(&good, here, &good, here, NULL, NULL, NULL));
    EXPECT_EQ((int)COLLIDE_BAD_POSE, (int)collide_intersect(&good, lost, &good, here, NULL, NULL, &overlap));
    EXPECT_EQ(0, overlap);
    c.cookie = 0;
    EXPECT_EQ((int)COLLIDE_BAD_CONFIG, (int)collide_distance(&good, here, &good, here, &c, NULL, &r));
    c = collide_default_config(), c.max_iterations = 0;
    EXPECT_EQ((int)COLLIDE_BAD_CONFIG, (int)collide_distance(&good, here, &good, here, &c, NULL, &r));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_mass_properties(&good, 0, &m));
    bad = collide_segment(tact_vec(0, 0, 0), tact_vec(1, 0, 0));
    EXPECT_EQ((int)COLLIDE_UNSUPPORTED, (int)collide_mass_properties(&bad, 1, &m));
}
UTEST(planes, halfspaces_and_planes_against_shapes) {
    collide_shape floor = collide_halfspace(tact_vec(0, 0, 2), 1), sheet = collide_plane(tact_vec(0, 0, 1), 1),
                  b = collide_box(1, 1, 1), s = collide_sphere(TACT_R(.5));
    tact_pose here = tact_pose_identity();
    collide_result r;
    collide_config c = collide_default_config();
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_distance(&floor, here, &b, tact_pose_at(5, 5, 3), NULL, NULL, &r));
    EXPECT_NEAR(1.0, (double)r.distance, 1e-6);
    EXPECT_NEAR(1.0, (double)r.normal.z, 1e-6);
    EXPECT_NEAR(1.0, (double)r.point_a.z, 1e-6);
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_distance(&b, tact_pose_at(5, 5, 1), &floor, here, NULL, NULL, &r));
    EXPECT_NEAR(-1.0, (double)r.distance, 1e-6);
    EXPECT_NEAR(-1.0, (double)r.normal.z, 1e-6);
    EXPECT_EQ((int)COLLIDE_OK,
              (int)collide_distance(&sheet, here, &s, tact_pose_at(0, 0, TACT_R(0.9)), NULL, NULL, &r));
    EXPECT_NEAR(-0.4, (double)r.distance, 1e-6);
    EXPECT_NEAR(-1.0, (double)r.normal.z, 1e-6);
    EXPECT_EQ((int)COLLIDE_UNSUPPORTED, (int)collide_distance(&floor, here, &floor, here, NULL, NULL, &r));
    c.upper_bound = TACT_R(0.5);
    EXPECT_EQ((int)COLLIDE_ABOVE_BOUND, (int)collide_distance(&b, here, &b, tact_pose_at(0, 0, 4), &c, NULL, &r));
    EXPECT_GT((double)r.distance, 0.5);
    EXPECT_LE((double)r.distance, 2.0 + 1e-6);
}
UTEST(batch, equals_one_by_one_and_reports_each) {
    collide_shape s[3];
    collide_pair p[3];
    collide_result r[3], one;
    collide_status st[3];
    int i, o[3];
    s[0] = collide_sphere(1);
    s[1] = collide_box(1, 1, 1);
    s[2] = collide_box(-1, 1, 1);
    for (i = 0; i < 3; ++i) {
        p[i].a = &s[i];
        p[i].b = &s[0];
        p[i].pose_a = tact_pose_identity();
        p[i].pose_b = tact_pose_at(3, 0, 0);
    }
    EXPECT_EQ((int)COLLIDE_BAD_SHAPE, (int)collide_distance_batch(p, 3, NULL, NULL, r, st));
    EXPECT_EQ((int)COLLIDE_OK, (int)st[1]);
    collide_distance(&s[1], p[1].pose_a, &s[0], p[1].pose_b, NULL, NULL, &one);
    EXPECT_TRUE(one.distance == r[1].distance);
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_intersect_batch(p, 2, NULL, NULL, o, NULL));
    EXPECT_EQ(0, o[0]);
}

UTEST_MAIN()
