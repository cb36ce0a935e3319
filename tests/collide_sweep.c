/* collide_sweep: for random pairs of every kind, sets included, that move, accelerate and turn by up to ten radians, no earlier
   time than the reported one is closer than the target (checked by fine sampling), the distance there is the target within the
   tolerance, the manifold there holds it, and misses stay apart. Pairs that touch at the start are followed. Exact times. */
/* float: yes */
/* c++: yes */
#include "utest.h"
#define COLLIDE_RANDOM_SEED 77
#include "collide_random.h"
#include <math.h>

enum { KINDS = 12, BOXES = 3 };
static const int cube_triangles[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                       2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
typedef struct zoo {
    collide_mesh *mesh;
    collide_compound *compound;
    collide_hull *hull;
    collide_height_field field;
    tact_real heights[25];
} zoo;
static void zoo_open(zoo *z) {
    tact_vec3 corner[8], cloud[12];
    collide_shape boxes[BOXES];
    tact_pose poses[BOXES];
    uint64_t counter = 9000;
    int k;
    for (k = 0; k < 8; ++k)
        corner[k] = tact_vec(k & 1 ? TACT_R(0.5) : TACT_R(-0.5), k & 2 ? TACT_R(0.4) : TACT_R(-0.4),
                             k & 4 ? TACT_R(0.3) : TACT_R(-0.3));
    for (k = 0; k < 12; ++k)
        cloud[k] = tact_scale(TACT_R(0.5), tact_normalize_or(vector(&counter, 1), tact_vec(1, 0, 0)));
    for (k = 0; k < BOXES; ++k) {
        boxes[k] = collide_box(TACT_R(0.15), TACT_R(0.3), TACT_R(0.1));
        poses[k] = tact_pose_make(tact_vec(TACT_R(0.4) * (tact_real)(k - 1), 0, TACT_R(0.1) * (tact_real)k),
                                  rotation(&counter));
    }
    for (k = 0; k < 25; ++k) z->heights[k] = TACT_R(0.1) * vector(&counter, 1).x;
    z->field.n_x = z->field.n_y = 5, z->field.spacing_x = z->field.spacing_y = TACT_R(0.5);
    z->field.heights = z->heights;
    if (collide_mesh_create(corner, 8, cube_triangles, 12, NULL, &z->mesh) < 0 ||
        collide_compound_create(boxes, poses, BOXES, NULL, &z->compound) < 0 ||
        collide_hull_create(cloud, 12, NULL, NULL, &z->hull) < 0)
        abort();
}
static void zoo_close(zoo *z) {
    collide_mesh_destroy(z->mesh), collide_compound_destroy(z->compound), collide_hull_destroy(z->hull);
}
static collide_shape zoo_shape(const zoo *z, int kind) {
    switch (kind) {
    case 0: return collide_sphere(TACT_R(0.5));
    case 1: return collide_capsule(TACT_R(0.2), TACT_R(0.6));
    case 2: return collide_box(TACT_R(0.5), TACT_R(0.7), TACT_R(0.2));
    case 3: return collide_ellipsoid(TACT_R(0.5), TACT_R(0.7), TACT_R(0.2));
    case 4: return collide_cylinder(TACT_R(0.4), TACT_R(0.6));
    case 5: return collide_cone(TACT_R(0.5), TACT_R(0.6));
    case 6: return collide_rounded(collide_box(TACT_R(0.4), TACT_R(0.3), TACT_R(0.2)), TACT_R(0.1));
    case 7: return collide_convex(z->hull);
    case 8: return collide_box(TACT_R(0.01), TACT_R(0.8), TACT_R(0.8)); /* a plate */
    case 9: return collide_compound_shape(z->compound);
    case 10: return collide_mesh_shape(z->mesh);
    default: return collide_height_field_shape(&z->field);
    }
}
static collide_sweep_motion motion_to(uint64_t *counter, tact_vec3 from, tact_vec3 to, int way) {
    collide_sweep_motion m;
    m.start = tact_pose_make(from, rotation(counter));
    m.centre = vector(counter, TACT_R(0.2));
    m.linear = tact_add(to, vector(counter, TACT_R(0.6)));
    m.acceleration = way & 1 ? vector(counter, 2) : tact_vec(0, 0, 0);
    m.angular = way & 2 ? vector(counter, way & 4 ? 10 : 2) : tact_vec(0, 0, 0);
    return m;
}
static tact_real distance_at(const collide_shape *a, const collide_sweep_motion *ma, const collide_shape *b,
                             const collide_sweep_motion *mb, tact_real t) {
    collide_result r;
    if (collide_set_distance(a, collide_sweep_at(ma, t), b, collide_sweep_at(mb, t), NULL, &r, NULL, NULL) < 0)
        return -99;
    return r.distance;
}

UTEST(sweep, nothing_is_passed_by) {
    zoo z;
    uint64_t counter = 0;
    int i, j, n, k, hits = 0, misses = 0, stuck = 0, most = 0;
    /* the distance query is good to 1e-8 of the size (single: 1e-5), the target is kept to the tolerance above */
    const tact_real target = TACT_R(0.01), below = TACT_EPSILON < TACT_R(1e-10) ? TACT_R(1e-6) : TACT_R(1e-4);
    zoo_open(&z);
    for (i = 0; i < KINDS; ++i)
        for (j = 0; j < KINDS; ++j)
            for (n = 0; n < 8; ++n) {
                collide_shape a = zoo_shape(&z, i), b = zoo_shape(&z, j);
                tact_vec3 away = tact_scale(3, tact_normalize_or(vector(&counter, 1), tact_vec(1, 0, 0)));
                collide_sweep_motion ma = motion_to(&counter, tact_vec(0, 0, 0), tact_scale(TACT_R(0.9), away), n),
                                     mb = motion_to(&counter, away, tact_vec(0, 0, 0), n);
                collide_sweep_config config = collide_default_sweep_config();
                collide_sweep_hit hit;
                collide_status status;
                tact_real least = 99, end, d;
                config.target = target, config.tolerance = TACT_R(1e-3);
                if (distance_at(&a, &ma, &b, &mb, 0) < TACT_R(0.1)) continue;
                status = collide_sweep(&a, &ma, &b, &mb, &config, &hit);
                ASSERT_TRUE(status == COLLIDE_OK || status == COLLIDE_NOT_CONVERGED);
                /* the back of a triangle is not hit by what starts behind it: only fronts are sampled here */
                if (i >= 10 || j >= 10) {
                    if (!hit.hit) continue;
                } else {
                    end = hit.hit ? hit.t : 1;
                    for (k = 0; k < 60; ++k)
                        least = tact_min(least, distance_at(&a, &ma, &b, &mb, end * (tact_real)k / 60));
                    EXPECT_GT((double)least, (double)(target - below));
                    stuck += status == COLLIDE_NOT_CONVERGED;
                    most = hit.iterations > most && i < 9 && j < 9 ? hit.iterations : most;
                }
                misses += !hit.hit;
                if (!hit.hit || status != COLLIDE_OK) continue;
                ++hits;
                d = distance_at(&a, &ma, &b, &mb, hit.t);
                EXPECT_LT((double)tact_abs(hit.distance - target), 1.1e-3);
                if (i < 10 && j < 10) EXPECT_NEAR((double)d, (double)hit.distance, (double)below);
                EXPECT_NEAR((double)tact_norm(hit.normal), 1, 1e-5);
                EXPECT_EQ(0, hit.touched);
                EXPECT_GT(hit.manifold.count, 0);
                EXPECT_GT((double)tact_dot(hit.manifold.normal, hit.normal), 0.99);
            }
    EXPECT_GT(hits, 400);
    EXPECT_GT(misses, 60);
    EXPECT_LE(stuck, 2);
    EXPECT_LE(most, 64);
    zoo_close(&z);
}

/* Boxes side by side that turn together about one pivot are as far apart at every time as at the start, so they never meet, and few
   queries prove it: face to face, tilted by a little as two dominoes that tip, and edge to edge. */
UTEST(sweep, what_turns_together_does_not_meet) {
    for (int k = 0; k < 60; ++k) {
        const collide_shape a = collide_box(TACT_R(0.012), TACT_R(0.05), TACT_R(0.1)), b = a;
        uint64_t counter = 400 + 16 * (uint64_t)k;
        const tact_quat q = rotation(&counter);
        const tact_vec3 pivot = vector(&counter, TACT_R(0.2)), turn = vector(&counter, TACT_R(0.1));
        /* the slant lifts the far edge of b by itself, and b is moved out by as much */
        const tact_real slant = TACT_R(0.002) * (tact_real)(k % 3), gap = TACT_R(3e-5);
        const tact_quat lean = tact_quat_axis_angle(tact_vec(0, 1, 0), slant);
        const tact_vec3 out = tact_vec(TACT_R(0.024) + TACT_R(0.1) * tact_abs(tact_sin(slant)) + gap,
                                       TACT_R(0.02) * (tact_real)(k % 5), TACT_R(0.03) * (tact_real)(k % 4));
        collide_sweep_config config = collide_default_sweep_config();
        collide_sweep_motion ma, mb;
        collide_sweep_hit hit;
        ma.start = tact_pose_make(tact_vec(0, 0, 0), q);
        mb.start = tact_pose_make(tact_rotate(q, out), tact_quat_mul(q, lean));
        ma.centre = tact_pose_unapply(ma.start, pivot), mb.centre = tact_pose_unapply(mb.start, pivot);
        ma.linear = mb.linear = vector(&counter, 1), ma.acceleration = mb.acceleration = vector(&counter, 1);
        ma.angular = mb.angular = turn;
        config.target = TACT_R(1e-5);
        ASSERT_EQ(collide_sweep(&a, &ma, &b, &mb, &config, &hit), COLLIDE_OK);
        ASSERT_EQ(hit.hit, 0);
        ASSERT_LT(hit.iterations, 12);
    }
}
/* A box that lies on the floor and slides, rolls or is spun: it is followed from its touch, and stopped where it would sink in. */
UTEST(sweep, from_a_touch) {
    collide_shape floor = collide_halfspace(tact_vec(0, 0, 1), 0),
                  box = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                  wheel = collide_cylinder(TACT_R(0.1), TACT_R(0.2));
    collide_sweep_motion still = TACT_ZERO, m = TACT_ZERO;
    collide_sweep_hit hit;
    still.start = tact_pose_identity();
    m.start = tact_pose_at(0, 0, TACT_R(0.1));
    m.linear = tact_vec(5, 0, 0);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_sweep(&box, &m, &floor, &still, NULL, &hit));
    EXPECT_FALSE(hit.hit); /* slides */
    m.angular = tact_vec(0, 1, 0);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_sweep(&box, &m, &floor, &still, NULL, &hit));
    EXPECT_TRUE(hit.hit && hit.touched); /* its corner sinks in by 0.01 of its size, sqrt(3)/10 */
    EXPECT_NEAR((double)hit.distance, -0.01 * sqrt(3.0) / 10, 1e-4);
    /* a wheel rolls by three turns */
    m.start.q = tact_quat_axis_angle(tact_vec(1, 0, 0), TACT_PI / 2);
    m.linear = tact_vec(TACT_R(1.884), 0, 0), m.angular = tact_vec(0, TACT_R(18.84), 0);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_sweep(&wheel, &m, &floor, &still, NULL, &hit));
    EXPECT_FALSE(hit.hit);
    m.linear.z = TACT_R(-0.1);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_sweep(&wheel, &m, &floor, &still, NULL, &hit));
    EXPECT_TRUE(hit.hit && hit.touched);
    EXPECT_NEAR((double)hit.t, 0.01 * sqrt(0.05) / 0.1, 2e-3);
}
/* Closed forms: a ball that falls on a floor (root of a parabola), a thin box against a thin wall, a rod that turns into a post. */
UTEST(sweep, exact_times) {
    collide_shape floor = collide_halfspace(tact_vec(0, 0, 1), 0), ball = collide_sphere(TACT_R(0.1)),
                  rod = collide_capsule(TACT_R(0.01), 1), wall = collide_box(TACT_R(0.005), 2, 2),
                  box = collide_box(TACT_R(0.05), TACT_R(0.05), TACT_R(0.05));
    collide_sweep_motion still = TACT_ZERO, m = TACT_ZERO;
    collide_sweep_hit hit;
    const double near = TACT_EPSILON < TACT_R(1e-10) ? 1e-9 : 1e-4;
    still.start = tact_pose_identity();
    m.start = tact_pose_at(0, 0, TACT_R(1.1)), m.linear = tact_vec(0, 0, 1), m.acceleration = tact_vec(0, 0, -6);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_sweep(&ball, &m, &floor, &still, NULL, &hit));
    ASSERT_TRUE(hit.hit); /* 1 + t - 3 t^2 = 0 */
    EXPECT_NEAR((double)hit.t, (1 + sqrt(13.0)) / 6, near);
    EXPECT_NEAR((double)hit.normal.z, -1, 1e-6); /* from the ball to the floor */
    m = still;
    m.start = tact_pose_at(-150, 0, 0), m.linear = tact_vec(300, 0, 0);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_sweep(&box, &m, &wall, &still, NULL, &hit));
    ASSERT_TRUE(hit.hit);
    EXPECT_NEAR((double)hit.t, (150 - 0.055) / 300, near);
    EXPECT_EQ(4, hit.manifold.count);
    m = still; /* a rod along z turns about x: its end comes down on a ball that waits at a right angle */
    m.angular = tact_vec(3, 0, 0);
    still.start = tact_pose_at(0, TACT_R(-0.9), 0);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_sweep(&rod, &m, &ball, &still, NULL, &hit));
    ASSERT_TRUE(hit.hit);
    EXPECT_NEAR((double)hit.t, (acos(-1.0) / 2 - asin(0.11 / 0.9)) / 3, near);
}
UTEST(sweep, refusals) {
    collide_shape floor = collide_halfspace(tact_vec(0, 0, 1), 0), ball = collide_sphere(1);
    collide_sweep_motion still = TACT_ZERO, turns;
    collide_sweep_config config = collide_default_sweep_config();
    collide_sweep_hit hit;
    still.start = tact_pose_identity(), turns = still;
    turns.angular = tact_vec(1, 0, 0);
    EXPECT_EQ((int)COLLIDE_UNSUPPORTED, (int)collide_sweep(&ball, &still, &floor, &turns, NULL, &hit));
    EXPECT_EQ((int)COLLIDE_UNSUPPORTED, (int)collide_sweep(&floor, &still, &floor, &still, NULL, &hit));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_sweep(&ball, NULL, &floor, &still, NULL, &hit));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_sweep(&ball, &still, &floor, &still, NULL, NULL));
    config.slack = 0;
    EXPECT_EQ((int)COLLIDE_BAD_CONFIG, (int)collide_sweep(&ball, &still, &floor, &still, &config, &hit));
    config = collide_default_sweep_config(), config.margin = TACT_R(0.1), config.until = TACT_R(0.5);
    turns.linear = tact_vec((tact_real)NAN, 0, 0);
    EXPECT_EQ((int)COLLIDE_NOT_FINITE, (int)collide_sweep(&ball, &turns, &floor, &still, &config, &hit));
    EXPECT_FALSE(hit.hit);
}

UTEST_MAIN()
