/* Contact manifolds of known configurations: patch areas and corners, number of points for flat, lying and rolling
   contacts, the cases users of other libraries reported (phantom points, alternating single points, margins that leak
   into the distance); ids and count that do not flicker under small motion; recycled manifolds with exact gaps;
   caches; statuses. */
/* float: yes */
#include "utest.h"
#define COLLIDE_RANDOM_SEED 51
#include "collide_random.h"
#include <math.h>

#ifdef TACT_FLOAT /* a few roundings of lengths of a metre */
#define ROUNDING 1e-6
#define CLOSE 4e-6
#define CURVED 1e-5 /* of the scale, as the header says */
#else
#define ROUNDING 1e-12
#define CLOSE 1e-9
#define CURVED 1e-7
#endif

static tact_pose at(double x, double y, double z) { return tact_pose_at((tact_real)x, (tact_real)y, (tact_real)z); }
static tact_pose turned(double x, double y, double z, double ax, double ay, double az, double angle) {
    return tact_pose_make(tact_vec((tact_real)x, (tact_real)y, (tact_real)z),
                          tact_quat_axis_angle(tact_normalize_or(tact_vec((tact_real)ax, (tact_real)ay, (tact_real)az),
                                                                 tact_vec(0, 0, 1)),
                                               (tact_real)angle));
}
static double deepest(const collide_manifold *m) {
    double d = 1e9;
    int k;
    for (k = 0; k < m->count; ++k) d = (double)m->points[k].gap < d ? (double)m->points[k].gap : d;
    return d;
}
static double area_of(const collide_shape *a, tact_pose pa, const collide_shape *b, tact_pose pb, int *count) {
    collide_contact_point p[COLLIDE_PATCH_POINTS];
    tact_vec3 n;
    collide_patch(a, pa, b, pb, NULL, p, COLLIDE_PATCH_POINTS, count, &n);
    return (double)collide_patch_area(p, *count, n);
}

UTEST(cases, boxes_on_boxes) {
    collide_shape unit = collide_box(0.5, 0.5, 0.5), two = collide_box(1, 1, 1), table = collide_box(10, 10, 1);
    collide_manifold m;
    int k, count;
    /* unit boxes stacked with overlap 0.001: four corners on the middle plane; apart by 0.001: none */
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_contact(&unit, at(0, 0, 0), &unit, at(0, 0, 0.999), NULL, NULL, &m));
    EXPECT_EQ(4, m.count);
    EXPECT_NEAR((double)m.normal.z, 1, ROUNDING);
    for (k = 0; k < m.count; ++k) {
        EXPECT_NEAR((double)m.points[k].point.z, 0.4995, ROUNDING);
        EXPECT_NEAR(fabs((double)m.points[k].point.x), 0.5, ROUNDING);
        EXPECT_NEAR(fabs((double)m.points[k].point.y), 0.5, ROUNDING);
        EXPECT_NEAR((double)m.points[k].gap, -0.001, ROUNDING);
    }
    collide_contact(&unit, at(0, 0, 0), &unit, at(0, 0, 1.001), NULL, NULL, &m);
    EXPECT_EQ(0, m.count);
    EXPECT_NEAR(area_of(&unit, at(0, 0, 0), &unit, at(0, 0, 0.999), &count), 1, CLOSE);
    /* turned by 45 degrees: an octagon of area 2 (sqrt 2 - 1) */
    EXPECT_NEAR(area_of(&unit, at(0, 0, 0), &unit, turned(0, 0, 0.999, 0, 0, 1, 0.78539816339744831), &count),
                2 * (sqrt(2.0) - 1), CLOSE);
    EXPECT_EQ(8, count);
    /* shifted by a quarter: half the face times three quarters */
    EXPECT_NEAR(area_of(&unit, at(0, 0, 0), &unit, at(0.5, 0.25, 0.999), &count), 0.5 * 0.75, CLOSE);
    /* boxes of side 2 at x = 1.9999: four corners, depth 1e-4 */
    collide_contact(&two, at(0, 0, 0), &two, at(1.9999, 0, 0), NULL, NULL, &m);
    EXPECT_EQ(4, m.count);
    EXPECT_NEAR(deepest(&m), -1e-4, ROUNDING);
    EXPECT_NEAR((double)m.normal.x, 1, ROUNDING);
    /* on a table: depth 0.1 with four points; at its corner they are clipped at 10 */
    collide_contact(&table, at(0, 0, 0), &two, at(0, 0, 1.9), NULL, NULL, &m);
    EXPECT_EQ(4, m.count);
    EXPECT_NEAR(deepest(&m), -0.1, ROUNDING);
    collide_contact(&table, at(0, 0, 0), &two, at(9.5, 9.5, 1.9), NULL, NULL, &m);
    EXPECT_EQ(4, m.count);
    for (k = 0; k < m.count; ++k)
        EXPECT_TRUE((double)m.points[k].point.x <= 10 + 1e-9 && (double)m.points[k].point.y <= 10 + 1e-9);
    /* an edge on a face: two points; a corner on a face: one */
    collide_contact(&table, at(0, 0, 0), &unit, turned(0, 0, 1 + sqrt(0.5) - 0.001, 1, 0, 0, 0.78539816339744831), NULL,
                    NULL, &m);
    EXPECT_EQ(2, m.count);
    EXPECT_NEAR(deepest(&m), -0.001, CLOSE);
    collide_contact(&table, at(0, 0, 0), &unit, turned(0, 0, 1 + sqrt(0.75) - 0.001, 1, -1, 0, 0.9553166181245093),
                    NULL, NULL, &m);
    EXPECT_EQ(1, m.count);
    EXPECT_NEAR(deepest(&m), -0.001, CLOSE);
    /* crossed edges: one point where they cross */
    collide_contact(&unit, turned(0, 0, 0, 1, 0, 0, 0.78539816339744831), &unit,
                    turned(0, 0, 2 * sqrt(0.5) - 0.001, 0, 1, 0, 0.78539816339744831), NULL, NULL, &m);
    EXPECT_EQ(1, m.count);
    EXPECT_NEAR(deepest(&m), -0.001, CLOSE);
    EXPECT_NEAR((double)tact_norm(tact_vec(m.points[0].point.x, m.points[0].point.y, 0)), 0, CLOSE);
    /* deeply concentric: a finite answer, one of the least depths */
    collide_contact(&unit, at(0, 0, 0), &unit, at(0, 0, 0), NULL, NULL, &m);
    EXPECT_GE(m.count, 1);
    EXPECT_NEAR(deepest(&m), -1, CLOSE);
    /* MuJoCo 3476: nearly flush, overlap at one corner only: no phantom point deeper than the pair or as deep across the
       whole width */
    {
        collide_result r;
        tact_pose tilt = turned(0, 0, 1 - 0.056e-3 + 1e-3, 1, 1, 0, 2e-3);
        collide_distance(&unit, at(0, 0, 0), &unit, tilt, NULL, NULL, &r);
        collide_contact(&unit, at(0, 0, 0), &unit, tilt, NULL, NULL, &m);
        EXPECT_NEAR(deepest(&m), (double)r.distance, 1e-4);
        for (k = 0; k < m.count; ++k) EXPECT_GE((double)m.points[k].gap, (double)r.distance - 1e-4);
    }
    /* small on large, 0.1 m on 1 .. 100 m: the depth does not depend on the large one */
    {
        double half;
        for (half = 1; half <= 100; half *= 10) {
            collide_shape big = collide_box((tact_real)half, (tact_real)half, (tact_real)half),
                          small = collide_box(0.1, 0.1, 0.1);
            collide_contact(&big, at(0, 0, -half), &small, at(0.3, 0.2, 0.1 - 2.5e-4), NULL, NULL, &m);
            EXPECT_EQ(4, m.count);
            EXPECT_NEAR(deepest(&m), -2.5e-4, ROUNDING * half);
        }
    }
}
UTEST(cases, round_shapes) {
    collide_shape table = collide_box(2, 2, 0.5), ground = collide_halfspace(tact_vec(0, 0, 1), 0),
                  ball = collide_sphere(0.5);
    collide_shape capsule = collide_capsule(0.25, 0.5), cylinder = collide_cylinder(0.3, 0.4),
                  cone = collide_cone(0.3, 0.4), unit = collide_box(0.5, 0.5, 0.5);
    collide_manifold m;
    double quarter = 1.5707963267948966;
    int k, i;
    collide_contact(&unit, at(0, 0, 0), &ball, at(0, 0, 0.999), NULL, NULL, &m);
    EXPECT_EQ(1, m.count);
    EXPECT_NEAR(deepest(&m), -0.001, ROUNDING);
    /* capsule: upright one point, lying two at the ends of the segment */
    collide_contact(&ground, at(0, 0, 0), &capsule, at(0, 0, 0.749), NULL, NULL, &m);
    EXPECT_EQ(1, m.count);
    for (i = 0; i < 2; ++i) {
        if (i == 0)
            collide_contact(&ground, at(0, 0, 0), &capsule, turned(0, 0, 0.249, 0, 1, 0, quarter), NULL, NULL, &m);
        else
            collide_contact(&table, at(0, 0, -0.5), &capsule, turned(0, 0, 0.249, 0, 1, 0, quarter), NULL, NULL, &m);
        EXPECT_EQ(2, m.count);
        for (k = 0; k < m.count; ++k) {
            EXPECT_NEAR(fabs((double)m.points[k].point.x), 0.5, 1e-6);
            EXPECT_NEAR((double)m.points[k].gap, -0.001, 1e-7);
        }
    }
    /* parallel capsules: two points; crossed: one */
    collide_contact(&capsule, at(0, 0, 0), &capsule, at(0.499, 0, 0.2), NULL, NULL, &m);
    EXPECT_EQ(2, m.count);
    collide_contact(&capsule, at(0, 0, 0), &capsule, turned(0.499, 0, 0, 1, 0, 0, 1), NULL, NULL, &m);
    EXPECT_EQ(1, m.count);
    /* MuJoCo 13, 420, MuJoCo Warp 1555. Cylinder and cone: upright at least three points around the axis, lying two; stable under noise of a rounding */
    for (i = 0; i < 2; ++i) {
        collide_shape s = i ? cone : cylinder, floor_shape;
        int j;
        for (j = 0; j < 2; ++j) {
            uint64_t counter = 5;
            uint32_t ids[4];
            int n;
            floor_shape = j ? table : ground;
            for (n = 0; n < 20; ++n) {
                tact_pose pose = at(0.1, 0.2, 0.399);
                pose.p = tact_add(pose.p, vector(&counter, CLOSE));
                pose.q = tact_quat_exp(vector(&counter, CLOSE));
                collide_contact(&floor_shape, at(0, 0, j ? -0.5 : 0), &s, pose, NULL, NULL, &m);
                EXPECT_GE(m.count, 3);
                EXPECT_NEAR(deepest(&m), -0.001, CURVED);
                for (k = 0; k < m.count; ++k) {
                    if (n) EXPECT_EQ(ids[k], m.points[k].id);
                    ids[k] = m.points[k].id;
                }
            }
        }
    }
    collide_contact(&table, at(0, 0, -0.5), &cylinder, turned(0, 0, 0.299, 1, 0, 0, quarter), NULL, NULL, &m);
    EXPECT_EQ(2, m.count);
    collide_contact(&ground, at(0, 0, 0), &cylinder, turned(0, 0, 0.299, 1, 0, 0, quarter), NULL, NULL, &m);
    EXPECT_EQ(2, m.count);
    /* tilted cylinder: the deepest point of the rim is there exactly */
    {
        collide_result r;
        tact_pose tilt = turned(0, 0, 0.45, 1, 0.3, 0, 0.3);
        collide_distance(&ground, at(0, 0, 0), &cylinder, tilt, NULL, NULL, &r);
        collide_contact(&ground, at(0, 0, 0), &cylinder, tilt, NULL, NULL, &m);
        EXPECT_NEAR(deepest(&m), (double)r.distance, 1e-6);
    }
    /* MuJoCo 1857, MuJoCo Warp 1188: capsule under a thin disc with a large margin, which does not leak into the gap */
    {
        collide_shape thin = collide_capsule(0.01, 0.05), disc = collide_cylinder(0.2, 0.005);
        collide_manifold_config config = collide_default_manifold_config();
        config.margin = 0.3;
        collide_contact(&thin, at(-0.1, 0, 0), &disc, at(0, 0, 0.1), &config, NULL, &m);
        EXPECT_GE(m.count, 1);
        EXPECT_NEAR(deepest(&m), 0.035, CLOSE);
    }
    /* box and capsule 0.01 apart with margin 0.02 */
    {
        collide_manifold_config config = collide_default_manifold_config();
        config.margin = 0.02;
        collide_contact(&unit, at(0, 0, 0), &capsule, at(0.76, 0.1, 0.1), &config, NULL, &m);
        EXPECT_NEAR(deepest(&m), 0.01, CLOSE);
    }
    /* a capsule on a triangle with an 84 m side: the point is on the triangle */
    {
        collide_shape long_one = collide_triangle(tact_vec(0, 0, 0), tact_vec(84, 0, 0), tact_vec(0, 1, 0)),
                      small = collide_capsule(0.3, 0.5);
        collide_contact(&long_one, at(0, 0, 0), &small, turned(20, 0.2, 0.25, 0, 1, 0, quarter), NULL, NULL, &m);
        EXPECT_EQ(2, m.count);
        EXPECT_NEAR(deepest(&m), -0.05, 1e-6);
        for (k = 0; k < m.count; ++k)
            EXPECT_TRUE(fabs((double)m.points[k].point.x - 20) < 0.51 &&
                        fabs((double)m.points[k].point.y - 0.2) < 1e-6);
    }
    /* sliver triangles: finite, no hang */
    {
        collide_shape sliver = collide_triangle(tact_vec(0, 0, 0), tact_vec(1, 0, 0), tact_vec(0.5, 1e-13, 0));
        EXPECT_GE((int)collide_contact(&sliver, at(0, 0, 0), &capsule, at(0.5, 0.2, 0), NULL, NULL, &m), 0);
        EXPECT_GE(m.count, 1);
    }
    /* normal sign stays the same through touching */
    for (k = -10; k <= 10; ++k) {
        collide_manifold_config config = collide_default_manifold_config();
        config.margin = 0.002;
        collide_contact(&table, at(0, 0, -0.5), &unit, at(0.1, 0.2, 0.5 + 1e-4 * k), &config, NULL, &m);
        EXPECT_EQ(4, m.count);
        EXPECT_NEAR((double)m.normal.z, 1, ROUNDING);
        EXPECT_NEAR(deepest(&m), 1e-4 * k, ROUNDING);
    }
}
/* MuJoCo 1665: a box given as a mesh jittered on its corners. As a hull on a plane, under noise of a rounding: its four corners. */
UTEST(cases, hull_of_a_box_on_a_plane) {
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0), table = collide_box(2, 2, 0.5), cube;
    collide_hull *hull = NULL;
    tact_vec3 corners[8];
    uint64_t counter = 77;
    int i, j, k, n;
    for (k = 0; k < 8; ++k)
        corners[k] = tact_vec(k & 1 ? TACT_R(0.5) : TACT_R(-0.5), k & 2 ? TACT_R(0.4) : TACT_R(-0.4),
                              k & 4 ? TACT_R(0.3) : TACT_R(-0.3));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(corners, 8, NULL, NULL, &hull));
    cube = collide_convex(hull);
    for (j = 0; j < 2; ++j) {
        uint32_t ids[4] = {0, 0, 0, 0};
        for (n = 0; n < 40; ++n) {
            collide_manifold m;
            tact_pose pose = at(0.1, 0.2, 0.299);
            pose.p = tact_add(pose.p, vector(&counter, CLOSE));
            pose.q = tact_quat_exp(vector(&counter, CLOSE));
            collide_contact(j ? &table : &ground, at(0, 0, j ? -0.5 : 0), &cube, pose, NULL, NULL, &m);
            ASSERT_EQ(4, m.count);
            for (i = 0; i < 4; ++i) {
                EXPECT_NEAR((double)m.points[i].gap, -0.001, CURVED);
                EXPECT_NEAR(fabs((double)m.points[i].point.x - 0.1), 0.5, CURVED);
                EXPECT_NEAR(fabs((double)m.points[i].point.y - 0.2), 0.4, CURVED);
                if (n) EXPECT_EQ(ids[i], m.points[i].id);
                ids[i] = m.points[i].id;
            }
        }
    }
    collide_hull_destroy(hull);
}
UTEST(cases, tetrahedra_that_share_part_of_an_edge) {
    tact_vec3 p[4], q[4];
    collide_hull *hp, *hq;
    collide_shape a, b;
    collide_contact_point points[COLLIDE_PATCH_POINTS];
    collide_manifold_config config = collide_default_manifold_config();
    tact_vec3 n;
    int count, k;
    double low = 9, high = -9;
    p[0] = tact_vec(-1, 0, 0);
    p[1] = tact_vec(0, 0, 0);
    p[2] = tact_vec(0, 1, 0);
    p[3] = tact_vec(-1, -1, -1);
    q[0] = tact_vec(0, 0.5, 0);
    q[1] = tact_vec(0, 1.5, 0);
    q[2] = tact_vec(1, 0.5, 0);
    q[3] = tact_vec(1, 1, 1);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(p, 4, NULL, NULL, &hp));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(q, 4, NULL, NULL, &hq));
    a = collide_convex(hp), b = collide_convex(hq);
    config.margin = 1e-9;
    collide_patch(&a, at(0, 0, 0), &b, at(0, 0, 0), &config, points, COLLIDE_PATCH_POINTS, &count, &n);
    EXPECT_GE(count, 1);
    for (k = 0; k < count; ++k) {
        if (fabs((double)points[k].gap) > 1e-9) continue;
        EXPECT_NEAR((double)points[k].point.x, 0, 1e-3);
        low = fmin(low, (double)points[k].point.y), high = fmax(high, (double)points[k].point.y);
    }
    EXPECT_GT(low, 0.5 - 1e-2);
    EXPECT_LT(high, 1 + 1e-2);
    collide_hull_destroy(hp);
    collide_hull_destroy(hq);
}
UTEST(cases, ids_and_count_do_not_flicker) {
    uint64_t counter = 9;
    collide_shape a = collide_box(0.5, 0.4, 0.3), b = collide_box(0.3, 0.35, 0.2);
    int trial, n, k, changes = 0;
    for (trial = 0; trial < 40; ++trial) { /* aligned stacks too (trial 0..9): edges exactly above edges */
        collide_shape top = trial < 10 ? a : b;
        tact_pose rest =
            turned(trial < 10 ? 0 : (double)uniform(&counter, -0.3, 0.3),
                   trial < 10 ? 0 : (double)uniform(&counter, -0.3, 0.3), 0.3 + (trial < 10 ? 0.3 : 0.2) - 1e-4, 0, 0,
                   1, trial < 10 ? 0 : (double)uniform(&counter, 0, 6));
        collide_manifold_cache cache = TACT_ZERO;
        collide_manifold_config config = collide_default_manifold_config();
        collide_manifold m, last;
        config.recycle = 0, config.margin = 1e-3;
        for (n = 0; n < 30; ++n) {
            tact_pose pose = rest;
            pose.p = tact_add(pose.p, vector(&counter, 1e-7));
            pose.q = tact_quat_mul(tact_quat_exp(vector(&counter, 1e-7)), pose.q);
            collide_contact(&a, at(0, 0, 0), &top, pose, &config, &cache, &m);
            EXPECT_GE(m.count, 3);
            if (n) {
                changes += m.count != last.count;
                for (k = 0; k < m.count && m.count == last.count; ++k) changes += m.points[k].id != last.points[k].id;
                EXPECT_GT((double)tact_dot(m.normal, last.normal), 1 - 1e-9);
            }
            last = m;
        }
    }
    EXPECT_EQ(0, changes);
}
UTEST(cases, recycled_manifolds_have_exact_gaps) {
    uint64_t counter = 19;
    collide_shape a = collide_box(0.5, 0.5, 0.5), b = collide_box(0.3, 0.3, 0.2);
    int trial, n, k, l, recycled = 0;
    for (trial = 0; trial < 20; ++trial) {
        collide_manifold_cache cache = TACT_ZERO;
        collide_manifold_config config = collide_default_manifold_config();
        tact_pose place = tact_pose_make(vector(&counter, 10), tact_quat_exp(vector(&counter, 2)));
        tact_pose local = turned((double)uniform(&counter, -0.3, 0.3), (double)uniform(&counter, -0.3, 0.3), 0.7 - 1e-3,
                                 0, 0, 1, (double)uniform(&counter, 0, 6));
        config.margin = 0.01;
        for (n = 0; n < 20; ++n) { /* drift slowly */
            collide_manifold m, fresh;
            tact_pose pb;
            local.p = tact_add(local.p, vector(&counter, 5e-5));
            local.q = tact_quat_mul(tact_quat_exp(vector(&counter, 2e-5)), local.q);
            pb = tact_pose_mul(place, local);
            ASSERT_EQ((int)COLLIDE_OK, (int)collide_contact(&a, place, &b, pb, &config, &cache, &m));
            recycled += cache.hits > 0;
            collide_contact(&a, place, &b, pb, &config, NULL, &fresh);
            EXPECT_EQ(fresh.count, m.count);
            /* A corner that the reduction dropped is within 0.05 m of the kept ones, and the turn is below 20 * 2e-5
               * sqrt 3 rad: it can be deeper by 3.5e-5 m at most. */
            EXPECT_NEAR(deepest(&m), deepest(&fresh), 3.5e-5);
            EXPECT_GT((double)tact_dot(m.normal, fresh.normal), 1 - 1e-6);
            for (k = 0; k < m.count;
                 ++k) /* the same corners at the same height, but for the slope times what they slid */
                for (l = 0; l < fresh.count; ++l)
                    if (m.points[k].id == fresh.points[l].id)
                        EXPECT_NEAR((double)m.points[k].gap, (double)fresh.points[l].gap, 2e-6);
        }
        /* a jump is noticed */
        local.p.z += 0.3;
        {
            collide_manifold m;
            collide_contact(&a, place, &b, tact_pose_mul(place, local), &config, &cache, &m);
            EXPECT_EQ(0, m.count);
        }
    }
    EXPECT_GT(recycled, 200);
}
UTEST(cases, bad_input_gives_a_status) {
    collide_shape box = collide_box(1, 1, 1), bad = collide_box(-1, 1, 1),
                  ground = collide_halfspace(tact_vec(0, 0, 1), 0);
    collide_manifold m;
    collide_manifold_config config = collide_default_manifold_config(), zero = TACT_ZERO;
    tact_pose id = tact_pose_identity(), odd = id;
    volatile tact_real nothing = 0;
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_contact(NULL, id, &box, id, NULL, NULL, &m));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_contact(&box, id, &box, id, NULL, NULL, NULL));
    EXPECT_LT((int)collide_contact(&bad, id, &box, id, NULL, NULL, &m), 0);
    EXPECT_EQ((int)COLLIDE_UNSUPPORTED, (int)collide_contact(&ground, id, &ground, id, NULL, NULL, &m));
    EXPECT_EQ((int)COLLIDE_BAD_CONFIG, (int)collide_contact(&box, id, &box, id, &zero, NULL, &m));
    config.margin = -1;
    EXPECT_EQ((int)COLLIDE_BAD_CONFIG, (int)collide_contact(&box, id, &box, id, &config, NULL, &m));
    odd.q.w = 2;
    EXPECT_EQ((int)COLLIDE_BAD_POSE, (int)collide_contact(&box, odd, &box, id, NULL, NULL, &m));
    odd = id, odd.p.x = nothing / nothing;
    EXPECT_EQ((int)COLLIDE_BAD_POSE, (int)collide_contact(&box, id, &box, odd, NULL, NULL, &m));
    EXPECT_EQ(0, m.count);
    EXPECT_NEAR((double)m.normal.z, 1, ROUNDING);
}
UTEST_MAIN()
