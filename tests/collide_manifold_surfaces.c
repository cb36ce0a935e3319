/* What a manifold promises: its points lie on both surfaces, a recycled one has the gaps of the new pose, and a shape on a flat mesh is
   pushed along the mesh's own normal, whatever seams it lies on. */
/* float: yes */
#include "utest.h"
#include "collide.h"
#define COLLIDE_RANDOM_SEED 515
#include "collide_random.h"
#include <math.h>

#define IS_FLOAT (TACT_EPSILON > TACT_R(1e-10))

/* n points on a random ellipsoid, the same for the same number. */
static collide_hull *make_hull(int n, uint64_t number) {
    tact_vec3 points[128];
    collide_hull *hull = NULL;
    uint64_t k = 100000 * number;
    tact_vec3 r = tact_vec(uniform(&k, TACT_R(0.3), 1), uniform(&k, TACT_R(0.3), 1), uniform(&k, TACT_R(0.3), 1));
    int i;
    for (i = 0; i < n; ++i) {
        tact_vec3 p = vector(&k, 1);
        p = tact_normalize_or(p, tact_vec(1, 0, 0));
        points[i] = tact_vec(r.x * p.x, r.y * p.y, r.z * p.z);
    }
    collide_hull_create(points, n, NULL, NULL, &hull);
    return hull;
}
static collide_hull *make_prism(int n) {
    tact_vec3 points[64];
    collide_hull *hull = NULL;
    int i;
    for (i = 0; i < n; ++i) {
        double angle = 6.283185307179586 * i / n;
        points[2 * i] = tact_vec((tact_real)(0.5 * cos(angle)), (tact_real)(0.5 * sin(angle)), TACT_R(-0.25));
        points[2 * i + 1] = tact_vec(points[2 * i].x, points[2 * i].y, TACT_R(0.25));
    }
    collide_hull_create(points, 2 * n, NULL, NULL, &hull);
    return hull;
}

/* Distance of a point of the manifold, moved to a side, from that shape's surface. */
static double off_surface(const collide_shape *s, tact_pose pose, const collide_manifold *m, int k, double side) {
    tact_vec3 closest, normal, p = tact_mul_add(m->points[k].point, (tact_real)side / 2 * m->points[k].gap, m->normal);
    tact_real d = 0;
    collide_closest_point(s, pose, p, &closest, &d, &normal);
    return fabs((double)d);
}
/* Hulls, boxes, triangles and capsules that overlap a little, in any pose, and half of them with faces all but parallel, whose corners
   then lie a little beyond each other's edges. */
UTEST(surfaces, points_lie_on_both) {
    collide_hull *hulls[3];
    collide_shape shapes[6];
    uint64_t k = 0;
    long points = 0, off = 0, several = 0;
    double worst = 0;
    int a, b, i, j;
    for (i = 0; i < 3; ++i)
        hulls[i] = make_hull(i == 0 ? 8 : i == 1 ? 32 : 128, (uint64_t)i + 1), shapes[i] = collide_convex(hulls[i]);
    shapes[3] = collide_box(TACT_R(0.4), TACT_R(0.6), TACT_R(0.3));
    shapes[4] = collide_triangle(tact_vec(TACT_R(0.7), 0, 0), tact_vec(0, TACT_R(0.5), 0),
                                 tact_vec(0, TACT_R(-0.3), TACT_R(0.6)));
    shapes[5] = collide_capsule(TACT_R(0.2), TACT_R(0.5));
    for (a = 0; a < 4; ++a)
        for (b = 0; b < 6; ++b)
            for (i = 0; i < (a == 3 && b == 3 ? 0 : 300);
                 ++i) { /* two boxes: to 1e-3 of the smaller face, see >>manifold */
                tact_pose pa = tact_pose_make(vector(&k, 1), rotation(&k)), pb = pa;
                collide_manifold_config config = collide_default_manifold_config();
                collide_manifold m;
                collide_result r;
                tact_vec3 axis = vector(&k, 1);
                pb.q = i % 2 ? rotation(&k) : tact_quat_mul(tact_quat_exp(tact_scale(TACT_R(1e-3), axis)), pa.q);
                pb.p = tact_add(pa.p, vector(&k, 2));
                for (j = 0; j < 2; ++j) {
                    collide_distance(&shapes[a], pa, &shapes[b], pb, NULL, NULL, &r);
                    pb.p = tact_mul_add(pb.p, TACT_R(-0.001) * (tact_real)(1 + i % 5) - r.distance, r.normal);
                    if (r.distance < 0) break;
                }
                config.margin = TACT_R(0.01);
                ASSERT_GE((int)collide_contact(&shapes[a], pa, &shapes[b], pb, &config, NULL, &m), 0);
                several += m.count > 1;
                for (j = 0; j < m.count; ++j) {
                    double e = fmax(off_surface(&shapes[a], pa, &m, j, -1), off_surface(&shapes[b], pb, &m, j, 1));
                    worst = fmax(worst, e);
                    ++points, off += e > (IS_FLOAT ? 2e-5 : 1e-6);
                }
            }
    EXPECT_EQ(0L, off);
    EXPECT_LT(worst, IS_FLOAT ? 2e-5 : 1e-6);
    EXPECT_GT(points, 8000L);
    EXPECT_GT(several, 3000L);
    for (i = 0; i < 3; ++i) collide_hull_destroy(hulls[i]);
}

/* Boxes and prisms face on face that move by up to 1e-3 while their manifold is recycled: the least gap is the signed distance of the
   new pose to 3e-5 of the size. */
UTEST(surfaces, recycled_gaps_are_those_of_the_new_pose) {
    collide_hull *hulls[2];
    collide_shape shapes[3];
    uint64_t k = 0;
    long recycled = 0, wrong = 0;
    int a, b, i, j;
    hulls[0] = make_prism(6), hulls[1] = make_prism(12);
    shapes[0] = collide_box(TACT_R(0.5), TACT_R(0.5), TACT_R(0.25));
    shapes[1] = collide_convex(hulls[0]);
    shapes[2] = collide_convex(hulls[1]);
    for (a = 0; a < 3; ++a)
        for (b = 0; b < 3; ++b)
            for (i = 0; i < 600; ++i) {
                tact_pose pa = tact_pose_identity(),
                          pb = tact_pose_at(uniform(&k, TACT_R(-0.5), TACT_R(0.5)),
                                            uniform(&k, TACT_R(-0.5), TACT_R(0.5)), TACT_R(0.4995));
                tact_real turn = i % 2 ? TACT_R(1e-3) : TACT_R(5e-5), least = TACT_REAL_MAX;
                collide_manifold_config config = collide_default_manifold_config();
                collide_manifold_cache cache = TACT_ZERO;
                collide_manifold m;
                collide_result r;
                config.margin = TACT_R(0.02);
                pb.q = tact_quat_axis_angle(tact_vec(0, 0, 1), uniform(&k, 0, 6));
                collide_contact(&shapes[a], pa, &shapes[b], pb, &config, &cache, &m);
                pb.p = tact_add(pb.p, vector(&k, TACT_R(1e-3)));
                pb.q = tact_quat_normalize(tact_quat_mul(tact_quat_exp(vector(&k, turn)), pb.q));
                collide_contact(&shapes[a], pa, &shapes[b], pb, &config, &cache, &m);
                if (cache.hits == 0 || m.count == 0) continue;
                ++recycled;
                for (j = 0; j < m.count; ++j) least = tact_min(least, m.points[j].gap);
                collide_distance(&shapes[a], pa, &shapes[b], pb, NULL, NULL, &r);
                wrong += tact_abs(least - r.distance) > TACT_R(1.5e-5);
            }
    EXPECT_EQ(0L, wrong);
    EXPECT_GT(recycled, IS_FLOAT ? 300L : 1000L);
    for (i = 0; i < 2; ++i) collide_hull_destroy(hulls[i]);
}

/* Capsules, boxes, cylinders and hulls that lie or stand on a flat mesh of many triangles: the normal is the mesh's to rounding. */
UTEST(surfaces, a_flat_mesh_pushes_along_its_normal) {
    enum { SIDE = 12 };
    static tact_vec3 v[(SIDE + 1) * (SIDE + 1)];
    static int t[6 * SIDE * SIDE];
    collide_shape shapes[4], ground, plane = collide_halfspace(tact_vec(0, 0, 1), 0);
    collide_hull *hull = make_hull(32, 9);
    collide_mesh *mesh = NULL;
    uint64_t k = 0;
    int i, j, tilted = 0, none = 0;
    for (j = 0; j <= SIDE; ++j)
        for (i = 0; i <= SIDE; ++i)
            v[j * (SIDE + 1) + i] = tact_vec((tact_real)i * TACT_R(0.37) - 2, (tact_real)j * TACT_R(0.41) - 2, 0);
    for (j = 0; j < SIDE; ++j)
        for (i = 0; i < SIDE; ++i) {
            int a = j * (SIDE + 1) + i, *q = t + 6 * (j * SIDE + i);
            q[0] = q[3] = a;
            q[1] = a + 1;
            q[2] = q[4] = a + SIDE + 2;
            q[5] = a + SIDE + 1;
        }
    ASSERT_EQ(COLLIDE_OK, collide_mesh_create(v, (SIDE + 1) * (SIDE + 1), t, 2 * SIDE * SIDE, NULL, &mesh));
    ground = collide_mesh_shape(mesh);
    shapes[0] = collide_capsule(TACT_R(0.2), TACT_R(0.5));
    shapes[1] = collide_box(TACT_R(0.3), TACT_R(0.2), TACT_R(0.1));
    shapes[2] = collide_cylinder(TACT_R(0.2), TACT_R(0.3));
    shapes[3] = collide_convex(hull);
    for (i = 0; i < 4000; ++i) {
        const collide_shape *s = &shapes[i % 4];
        collide_manifold m[64];
        collide_result r;
        tact_pose pose = tact_pose_make(tact_vec(uniform(&k, -1, 1), uniform(&k, -1, 1), 1), rotation(&k));
        int count = 0;
        if (i % 3 == 0) /* lying, but for a little */
            pose.q = tact_quat_mul(
                tact_quat_axis_angle(tact_vec(0, 0, 1), uniform(&k, 0, 6)),
                tact_quat_axis_angle(tact_vec(0, 1, 0), TACT_R(1.5707963) + uniform(&k, TACT_R(-0.01), TACT_R(0.01))));
        collide_distance(&plane, tact_pose_identity(), s, pose, NULL, NULL, &r);
        pose.p.z -= TACT_R(1e-3) + r.distance;
        EXPECT_GE((int)collide_contacts(&ground, tact_pose_identity(), s, pose, NULL, NULL, m, 16, &count), 0);
        none += count == 0;
        for (j = 0; j < count; ++j)
            tilted += !(tact_norm(tact_sub(m[j].normal, tact_vec(0, 0, 1))) < 64 * TACT_EPSILON);
    }
    EXPECT_EQ(0, tilted);
    EXPECT_EQ(0, none);
    collide_mesh_destroy(mesh);
    collide_hull_destroy(hull);
}

/* A box over a height field stands on the highest peaks under it, as many as there are. However it tilts about them by a little, the
   first peak to be met is met by a point of a manifold: the gap of a place x changes by a + b.x to first order. */
UTEST(surfaces, bumps_under_a_flat_side_are_not_lost) {
    enum { N = 7 };
    tact_real heights[N * N], worst = 0;
    collide_height_field field = TACT_ZERO;
    uint64_t k = 0;
    int draw, tilt, i, j;
    field.n_x = field.n_y = N, field.spacing_x = field.spacing_y = TACT_R(0.1), field.heights = heights;
    for (draw = 0; draw < 40; ++draw) {
        collide_shape ground, box = collide_box(TACT_R(0.27), TACT_R(0.27), TACT_R(0.1));
        tact_pose pose = tact_pose_make(tact_vec(TACT_R(0.3), TACT_R(0.3), TACT_R(0.10055)), tact_quat_identity());
        collide_manifold_config config = collide_default_manifold_config();
        collide_manifold m[64];
        int n = 0;
        config.margin = TACT_R(0.001);
        for (i = 0; i < N * N; ++i) heights[i] = uniform(&k, 0, TACT_R(0.0002));
        for (i = 0; i < 4; ++i) { /* it stands on these */
            int x = 1 + (int)uniform(&k, 0, TACT_R(N - 2.01)), y = 1 + (int)uniform(&k, 0, TACT_R(N - 2.01));
            heights[y * N + x] = TACT_R(0.0005);
        }
        ground = collide_height_field_shape(&field);
        ASSERT_EQ(collide_contacts(&ground, tact_pose_identity(), &box, pose, &config, NULL, m, 64, &n), COLLIDE_OK);
        for (tilt = 0; tilt < 50; ++tilt) {
            tact_real bx = uniform(&k, TACT_R(-0.0002), TACT_R(0.0002)),
                      by = uniform(&k, TACT_R(-0.0002), TACT_R(0.0002)), peak = 1, kept = 1;
            for (j = 1; j < N - 1; ++j)
                for (i = 1; i < N - 1; ++i)
                    peak = tact_min(peak, TACT_R(0.00055) - heights[j * N + i] + bx * TACT_R(0.1) * (tact_real)i +
                                              by * TACT_R(0.1) * (tact_real)j);
            for (i = 0; i < n; ++i)
                for (j = 0; j < m[i].count; ++j)
                    kept =
                        tact_min(kept, m[i].points[j].gap + bx * m[i].points[j].point.x + by * m[i].points[j].point.y);
            worst = tact_max(worst, kept - peak);
        }
    }
    /* a point is left out within 1e-6 of the box's size, in single precision 3e-5; four points in a row may add up */
    EXPECT_LE((double)worst, IS_FLOAT ? 5e-5 : 2e-6);
}

UTEST_MAIN()
