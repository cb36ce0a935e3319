/* Ray casts: hit point lies on the surface, no point before it is inside (checked by sampling the signed distance
   along the ray), misses are misses, the normal is the outward one of the distance field, starts inside say so, t
   counts in lengths of the direction, and everything moves with the shape. Analytic values for spheres, boxes,
   capsules, cylinders, cones, planes. */
/* float: yes */
#include "utest.h"
#define COLLIDE_RANDOM_SEED 21
#include "collide_random.h"
#include <math.h>

static void box_support(const void *user, tact_vec3 d, tact_vec3 *p) {
    (void)user;
    *p = tact_vec(d.x < 0 ? TACT_R(-0.5) : TACT_R(0.5), d.y < 0 ? TACT_R(-0.4) : TACT_R(0.4),
                  d.z < 0 ? TACT_R(-0.3) : TACT_R(0.3));
}
static collide_hull *g_hull;
static collide_custom_shape g_custom;
enum { KINDS = 16 };
static collide_shape shape_of(int kind) {
    switch (kind) {
    case 0: return collide_sphere(TACT_R(0.7));
    case 1: return collide_capsule(TACT_R(0.3), TACT_R(0.6));
    case 2: return collide_box(TACT_R(0.5), TACT_R(0.8), TACT_R(0.3));
    case 3: return collide_ellipsoid(TACT_R(0.5), TACT_R(0.9), TACT_R(0.3));
    case 4: return collide_cylinder(TACT_R(0.5), TACT_R(0.7));
    case 5: return collide_cone(TACT_R(0.6), TACT_R(0.7));
    case 6: return collide_convex(g_hull);
    case 7: return collide_rounded(collide_box(TACT_R(0.5), TACT_R(0.4), TACT_R(0.3)), TACT_R(0.2));
    case 8:
        return collide_rounded(
            collide_triangle(tact_vec(1, 0, 0), tact_vec(0, 1, 0), tact_vec(TACT_R(-0.5), TACT_R(-0.5), TACT_R(0.5))),
            TACT_R(0.2));
    case 9: return collide_rounded(collide_cylinder(TACT_R(0.4), TACT_R(0.4)), TACT_R(0.2));
    case 10: return collide_rounded(collide_cone(TACT_R(0.4), TACT_R(0.5)), TACT_R(0.1));
    case 11: return collide_rounded(collide_convex(g_hull), TACT_R(0.1));
    case 12: return collide_rounded(collide_ellipsoid(TACT_R(0.5), TACT_R(0.7), TACT_R(0.3)), TACT_R(0.1));
    case 13: return collide_custom(&g_custom);
    case 14: return collide_halfspace(tact_vec(1, 2, 3), TACT_R(0.3));
    default:
        return collide_triangle(tact_vec(1, 0, 0), tact_vec(0, 1, 0),
                                tact_vec(TACT_R(-0.5), TACT_R(-0.5), TACT_R(0.5)));
    }
}
static void prepare(void) {
    tact_vec3 cloud[24];
    uint64_t counter = 5;
    int i;
    if (g_hull) return;
    for (i = 0; i < 24; ++i)
        cloud[i] = tact_add(tact_vec(TACT_R(0.1), 0, TACT_R(-0.2)),
                            tact_scale(TACT_R(0.7), tact_normalize_or(vector(&counter, 1), tact_vec(1, 0, 0))));
    collide_hull_create(cloud, 24, NULL, NULL, &g_hull);
    g_custom.support = box_support;
    g_custom.user = NULL;
    g_custom.centre = tact_vec(0, 0, 0);
    g_custom.extent = TACT_R(0.71), g_custom.curved = 0;
}
static tact_real distance_to(const collide_shape *s, tact_pose pose, tact_vec3 p, tact_vec3 *normal) {
    tact_real d = 99;
    if (collide_closest_point(s, pose, p, NULL, &d, normal) < 0) return 99;
    return d;
}

UTEST(ray, first_point_on_the_surface_of_every_kind) {
    uint64_t counter = 0;
    int kind, n, i;
    const double tiny = TACT_EPSILON < TACT_R(1e-10) ? 1e-8 : 2e-4; /* distance query 1e-10 of the size; float: 1e-6 */
    prepare();
    for (kind = 0; kind < KINDS; ++kind) {
        int hits = 0, misses = 0, inside = 0;
        for (n = 0; n < 60; ++n) {
            collide_shape s = shape_of(kind);
            tact_pose pose = tact_pose_make(vector(&counter, 1), rotation(&counter));
            tact_vec3 aim = tact_add(pose.p, vector(&counter, TACT_R(0.7))),
                      origin = tact_add(pose.p, vector(&counter, 3));
            tact_vec3 direction = tact_scale(uniform(&counter, TACT_R(0.5), 2), tact_sub(aim, origin)), normal;
            collide_cast_hit hit;
            tact_real start = distance_to(&s, pose, origin, &normal), t;
            ASSERT_EQ((int)COLLIDE_OK, (int)collide_ray_cast(&s, pose, origin, direction, 3, &hit));
            if (start < 0) {
                ++inside;
                EXPECT_TRUE(hit.hit && hit.inside && hit.t == 0);
                continue;
            }
            t = hit.hit ? hit.t : 3;
            if (hit.hit) {
                ++hits;
                EXPECT_NEAR((double)tact_norm(tact_sub(hit.point, tact_mul_add(origin, hit.t, direction))), 0,
                            1e2 * (double)TACT_EPSILON);
                EXPECT_NEAR((double)distance_to(&s, pose, hit.point, &normal), 0, tiny);
                EXPECT_LE((double)tact_dot(hit.normal, direction), 1e-6);
                EXPECT_NEAR((double)tact_norm(hit.normal), 1, 1e-5);
                /* a little above the surface the distance grows along the normal at unit rate (not at edges of
                 * sheets) */
                if (kind != KINDS - 1) {
                    tact_real up = distance_to(&s, pose, tact_mul_add(hit.point, TACT_R(1e-3), hit.normal), &normal);
                    EXPECT_NEAR((double)up, 1e-3, 1e-5 + 2 * tiny);
                }
            } else {
                ++misses;
            }
            for (i = 0; i < 40; ++i) { /* nothing before the hit */
                tact_vec3 p = tact_mul_add(origin, t * ((tact_real)i + TACT_R(0.5)) / TACT_R(40.5), direction);
                EXPECT_GT((double)distance_to(&s, pose, p, &normal), -tiny);
            }
            if (hit.hit) { /* just too short a ray misses */
                collide_cast_hit shorter;
                collide_ray_cast(&s, pose, origin, direction, hit.t * TACT_R(0.999), &shorter);
                EXPECT_EQ(0, shorter.hit);
            }
        }
        EXPECT_GT(hits, 10);
        EXPECT_GT(misses + inside, 1);
    }
}
UTEST(ray, known_values) {
    collide_cast_hit hit;
    tact_pose at = tact_pose_at(5, 0, 0);
    collide_shape s = collide_sphere(1), box = collide_box(1, 2, 3), cyl = collide_cylinder(1, 2),
                  cone = collide_cone(1, 1);
    collide_shape cap = collide_capsule(1, 2), plane = collide_plane(tact_vec(0, 0, 1), 1),
                  half = collide_halfspace(tact_vec(0, 0, 1), 1);
    collide_ray_cast(&s, at, tact_vec(0, 0, 0), tact_vec(2, 0, 0), 10, &hit);
    EXPECT_NEAR((double)hit.t, 2, 1e-6);
    EXPECT_NEAR((double)hit.normal.x, -1, 1e-6);
    collide_ray_cast(&s, at, tact_vec(0, TACT_R(1.0001), 0), tact_vec(1, 0, 0), 10, &hit);
    EXPECT_EQ(0, hit.hit);
    collide_ray_cast(&s, at, tact_vec(10, 0, 0), tact_vec(1, 0, 0), 10, &hit); /* behind */
    EXPECT_EQ(0, hit.hit);
    collide_ray_cast(&box, at, tact_vec(5, 10, TACT_R(2.9)), tact_vec(0, -1, 0), 100, &hit); /* parallel to two slabs */
    EXPECT_NEAR((double)hit.t, 8, 1e-5);
    collide_ray_cast(&box, at, tact_vec(5, 10, TACT_R(3.1)), tact_vec(0, -1, 0), 100, &hit);
    EXPECT_EQ(0, hit.hit);
    collide_ray_cast(&cyl, at, tact_vec(5, 0, 10), tact_vec(0, 0, -1), 100, &hit); /* along the axis: the cap */
    EXPECT_NEAR((double)hit.t, 8, 1e-5);
    EXPECT_NEAR((double)hit.normal.z, 1, 1e-6);
    collide_ray_cast(&cyl, at, tact_vec(0, 0, TACT_R(1.5)), tact_vec(1, 0, 0), 100, &hit);
    EXPECT_NEAR((double)hit.t, 4, 1e-5);
    collide_ray_cast(&cone, at, tact_vec(5, 0, 10), tact_vec(0, 0, -1), 100, &hit); /* on the apex */
    EXPECT_NEAR((double)hit.t, 9, 1e-5);
    collide_ray_cast(&cone, at, tact_vec(5, 0, -10), tact_vec(0, 0, 1), 100, &hit);
    EXPECT_NEAR((double)hit.t, 9, 1e-5);
    EXPECT_NEAR((double)hit.normal.z, -1, 1e-6);
    collide_ray_cast(&cone, at, tact_vec(0, 0, 0), tact_vec(1, 0, 0), 100, &hit); /* radius 1/2 half way up */
    EXPECT_NEAR((double)hit.t, 4.5, 1e-5);
    EXPECT_NEAR((double)hit.normal.x, -2 / sqrt(5.0), 1e-6);
    collide_ray_cast(&cone, at, tact_vec(0, 0, TACT_R(1.5)), tact_vec(1, 0, 0), 100,
                     &hit); /* the mirror nappe is not there */
    EXPECT_EQ(0, hit.hit);
    collide_ray_cast(&cap, at, tact_vec(5, 0, 10), tact_vec(0, 0, -1), 100, &hit);
    EXPECT_NEAR((double)hit.t, 7, 1e-5);
    collide_ray_cast(&plane, tact_pose_identity(), tact_vec(0, 0, -4), tact_vec(0, 0, 1), 100, &hit); /* from below */
    EXPECT_NEAR((double)hit.t, 5, 1e-5);
    EXPECT_NEAR((double)hit.normal.z, -1, 1e-6);
    collide_ray_cast(&half, tact_pose_identity(), tact_vec(0, 0, -4), tact_vec(0, 0, 1), 100, &hit);
    EXPECT_TRUE(hit.hit && hit.inside);
    collide_ray_cast(&half, tact_pose_identity(), tact_vec(0, 0, 4), tact_vec(1, 0, 0), 100, &hit);
    EXPECT_EQ(0, hit.hit);
    { /* far origin: the entry keeps its accuracy (1e5 m away, 1e-9 of that) */
        collide_ray_cast(&s, at, tact_vec(TACT_R(-1e5), TACT_R(0.6), 0), tact_vec(1, 0, 0), TACT_R(1e6), &hit);
        EXPECT_NEAR((double)hit.t, 100005 - 0.8, 1e5 * 1e2 * (double)TACT_EPSILON);
    }
}
UTEST(ray, bad_input_gives_a_status) {
    collide_cast_hit hit;
    volatile tact_real zero = 0;
    collide_shape s = collide_sphere(1), bad = collide_sphere(-1);
    tact_pose id = tact_pose_identity(), odd = tact_pose_make(tact_vec(0, 0, 0), tact_quat_make(0, 0, 0, 2));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT,
              (int)collide_ray_cast(NULL, id, tact_vec(0, 0, 0), tact_vec(1, 0, 0), 1, &hit));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_ray_cast(&s, id, tact_vec(0, 0, 0), tact_vec(1, 0, 0), 1, NULL));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_ray_cast(&s, id, tact_vec(0, 0, 0), tact_vec(0, 0, 0), 1, &hit));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_ray_cast(&s, id, tact_vec(0, 0, 0), tact_vec(1, 0, 0), -1, &hit));
    EXPECT_EQ((int)COLLIDE_NOT_FINITE,
              (int)collide_ray_cast(&s, id, tact_vec(zero / zero, 0, 0), tact_vec(1, 0, 0), 1, &hit));
    EXPECT_EQ((int)COLLIDE_NOT_FINITE,
              (int)collide_ray_cast(&s, id, tact_vec(0, 0, 0), tact_vec(zero / zero, 0, 0), 1, &hit));
    EXPECT_EQ((int)COLLIDE_BAD_POSE, (int)collide_ray_cast(&s, odd, tact_vec(0, 0, 0), tact_vec(1, 0, 0), 1, &hit));
    EXPECT_LT((int)collide_ray_cast(&bad, id, tact_vec(0, 0, 0), tact_vec(1, 0, 0), 1, &hit), 0);
    EXPECT_EQ(0, hit.hit);
}
UTEST_MAIN()
