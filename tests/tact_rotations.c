/* Facts about the shared block's quaternions, 3x3 matrices and poses: group laws, the x,y,z,w Hamilton convention, the two ways
   to a matrix and back, exp and log at every angle (zero, tiny, around the switch of the series, pi), inverses. */
/* float: yes */
/* c++: yes */
#include "utest.h"

#include "rbd.h"

#define ROUNDING (32 * TACT_EPSILON) /* a few dozen operations on numbers of size one */

static tact_real uniform(uint64_t i) { return tact_random_uniform(7, i) * 2 - 1; }
static tact_vec3 random_vector(uint64_t i) { return tact_vec(uniform(3 * i), uniform(3 * i + 1), uniform(3 * i + 2)); }
static tact_quat random_quat(uint64_t i) {
    return tact_quat_normalize(tact_quat_make(tact_random_normal(3, 4 * i), tact_random_normal(3, 4 * i + 1),
                                              tact_random_normal(3, 4 * i + 2), tact_random_normal(3, 4 * i + 3)));
}
static tact_pose random_pose(uint64_t i) { return tact_pose_make(random_vector(1000 + i), random_quat(i)); }

static tact_real vec_apart(tact_vec3 a, tact_vec3 b) { return tact_norm(tact_sub(a, b)); }
/* Distance of two rotations: q and -q are the same one. */
static tact_real quat_apart(tact_quat a, tact_quat b) {
    tact_real minus = tact_quat_norm(tact_quat_make(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w));
    tact_real plus = tact_quat_norm(tact_quat_make(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w));
    return tact_min(minus, plus);
}
static tact_real mat_apart(const tact_mat3 *a, const tact_mat3 *b) {
    tact_real worst = 0;
    int i, j;
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j) worst = tact_max(worst, tact_abs(a->m[i][j] - b->m[i][j]));
    return worst;
}

UTEST(quaternions, layout_is_x_y_z_w_and_rotation_is_right_handed) {
    /* a quarter turn about z takes x to y */
    tact_quat q = tact_quat_axis_angle(tact_vec(0, 0, 1), TACT_PI / 2);
    tact_vec3 r = tact_rotate(q, tact_vec(1, 0, 0));
    const tact_real *raw = &q.x;
    EXPECT_NEAR(0, vec_apart(r, tact_vec(0, 1, 0)), ROUNDING);
    EXPECT_NEAR(tact_sqrt(TACT_R(0.5)), q.z, ROUNDING);
    EXPECT_NEAR(tact_sqrt(TACT_R(0.5)), q.w, ROUNDING);
    EXPECT_EQ(q.w, raw[3]);
}

UTEST(quaternions, product_is_composition) {
    /* i j = k in Hamilton's convention */
    tact_quat k = tact_quat_mul(tact_quat_make(1, 0, 0, 0), tact_quat_make(0, 1, 0, 0));
    uint64_t i;
    EXPECT_EQ(TACT_R(1), k.z);
    EXPECT_EQ(TACT_R(0), k.w);
    for (i = 0; i < 300; ++i) {
        tact_quat a = random_quat(2 * i), b = random_quat(2 * i + 1);
        tact_vec3 v = random_vector(i);
        EXPECT_NEAR(0, vec_apart(tact_rotate(tact_quat_mul(a, b), v), tact_rotate(a, tact_rotate(b, v))), ROUNDING);
        EXPECT_NEAR(0, vec_apart(tact_unrotate(a, tact_rotate(a, v)), v), ROUNDING);
        EXPECT_NEAR(tact_norm(v), tact_norm(tact_rotate(a, v)), ROUNDING);
        EXPECT_NEAR(0, quat_apart(tact_quat_mul(a, tact_quat_conj(a)), tact_quat_identity()), ROUNDING);
    }
}

UTEST(quaternions, normalize_gives_identity_for_zero_and_nan) {
    volatile tact_real zero = 0;
    tact_quat q = tact_quat_normalize(tact_quat_make(0, 0, 0, 0));
    EXPECT_EQ(TACT_R(1), q.w);
    q = tact_quat_normalize(tact_quat_make(zero / zero, 0, 0, 1));
    EXPECT_EQ(TACT_R(1), q.w);
    EXPECT_EQ(TACT_R(0), q.x);
    q = tact_quat_normalize(tact_quat_make(0, 0, 3, 4));
    EXPECT_NEAR(TACT_R(0.6), q.z, ROUNDING);
}

UTEST(quaternions, matrix_agrees_with_rotate_and_back) {
    uint64_t i;
    for (i = 0; i < 400; ++i) {
        tact_quat q = random_quat(i), back;
        tact_vec3 v = random_vector(i);
        tact_mat3 m, t, product, one = tact_mat_diagonal(1, 1, 1);
        /* the four branches of the largest component, at their extremes */
        if (i == 0) q = tact_quat_identity();
        if (i == 1) q = tact_quat_make(1, 0, 0, 0);
        if (i == 2) q = tact_quat_make(0, 1, 0, 0);
        if (i == 3) q = tact_quat_make(0, 0, 1, 0);
        if (i == 4) q = tact_quat_normalize(tact_quat_make(1, 1, 1, 0));
        m = tact_quat_to_mat(q);
        t = tact_mat_transpose(&m);
        product = tact_mat_mul(&m, &t);
        back = tact_quat_from_mat(&m);
        EXPECT_NEAR(0, vec_apart(tact_mat_mul_vec(&m, v), tact_rotate(q, v)), ROUNDING);
        EXPECT_NEAR(0, vec_apart(tact_mat_tmul_vec(&m, v), tact_unrotate(q, v)), ROUNDING);
        EXPECT_NEAR(0, mat_apart(&product, &one), ROUNDING);
        EXPECT_NEAR(0, quat_apart(q, back), ROUNDING);
    }
}

UTEST(quaternions, exp_and_log_are_inverse_at_every_angle) {
    static const double angles[] = {0,         1e-300, 1e-30,      1e-13, 1e-12, 2e-12, 1e-9,    1e-6,     1e-3,
                                    9.9999e-3, 1e-2,   1.00001e-2, 0.1,   1,     3,     3.14159, 3.1415926};
    size_t k;
    uint64_t i;
    for (k = 0; k < sizeof angles / sizeof angles[0]; ++k)
        for (i = 0; i < 20; ++i) {
            tact_vec3 axis = tact_normalize_or(random_vector(i), tact_vec(0, 0, 1));
            tact_vec3 w = tact_scale((tact_real)angles[k], axis);
            tact_quat q = tact_quat_exp(w), direct = tact_quat_axis_angle(axis, (tact_real)angles[k]);
            tact_vec3 back = tact_quat_log(q);
            EXPECT_NEAR(1, tact_quat_norm(q), 4 * TACT_EPSILON);
            EXPECT_NEAR(0, quat_apart(q, direct), 4 * TACT_EPSILON);
            /* relative to the angle: small rotations keep their digits */
            EXPECT_LE(vec_apart(back, w), 8 * TACT_EPSILON * tact_norm(w));
            back = tact_quat_log(tact_quat_make(-q.x, -q.y, -q.z, -q.w)); /* the other cover: the same rotation */
            EXPECT_LE(vec_apart(back, w), 8 * TACT_EPSILON * tact_norm(w));
        }
}

UTEST(quaternions, exp_of_large_angles_wraps_around) {
    tact_vec3 axis = tact_vec(0, TACT_R(0.6), TACT_R(0.8));
    tact_quat a = tact_quat_exp(tact_scale(1 + 2 * TACT_PI, axis)), b = tact_quat_exp(axis);
    /* the argument of sine has an error of one rounding of 7.3 */
    EXPECT_NEAR(0, quat_apart(a, b), 16 * TACT_EPSILON);
    EXPECT_LE(tact_norm(tact_quat_log(tact_quat_exp(tact_scale(4, axis)))), TACT_PI);
}

UTEST(matrices, inverse_and_determinant) {
    uint64_t i;
    for (i = 0; i < 200; ++i) {
        tact_mat3 a = tact_mat_columns(random_vector(3 * i), random_vector(3 * i + 1), random_vector(3 * i + 2)), r, p;
        tact_mat3 one = tact_mat_diagonal(1, 1, 1);
        tact_real det = tact_mat_inverse(&a, &r), size;
        tact_vec3 c0 = tact_mat_column(&a, 0), c1 = tact_mat_column(&a, 1), c2 = tact_mat_column(&a, 2);
        EXPECT_NEAR(tact_dot(tact_cross(c0, c1), c2), det, ROUNDING);
        p = tact_mat_mul(&a, &r);
        /* cofactors have an absolute error of a few roundings, divided by the determinant */
        size = ROUNDING / tact_abs(det);
        EXPECT_NEAR(0, mat_apart(&p, &one), size);
    }
}

UTEST(matrices, singular_and_nan_leave_the_result_alone) {
    volatile tact_real zero = 0;
    tact_mat3 a = tact_mat_columns(tact_vec(1, 2, 3), tact_vec(2, 4, 6), tact_vec(0, 0, 1)),
              r = tact_mat_diagonal(5, 5, 5);
    EXPECT_EQ(TACT_R(0), tact_mat_inverse(&a, &r));
    EXPECT_EQ(TACT_R(5), r.m[0][0]);
    a.m[0][0] = zero / zero;
    EXPECT_FALSE(tact_finite(tact_mat_inverse(&a, &r)));
    EXPECT_EQ(TACT_R(5), r.m[2][2]);
}

UTEST(matrices, skew_is_the_cross_product) {
    tact_vec3 a = tact_vec(1, -2, 3), b = tact_vec(4, 5, -6);
    tact_mat3 s = tact_skew(a);
    EXPECT_EQ(TACT_R(0), vec_apart(tact_mat_mul_vec(&s, b), tact_cross(a, b)));
}

UTEST(poses, group_laws) {
    uint64_t i;
    for (i = 0; i < 200; ++i) {
        tact_pose a = random_pose(2 * i), b = random_pose(2 * i + 1), ab = tact_pose_mul(a, b), one;
        tact_vec3 v = random_vector(i);
        EXPECT_NEAR(0, vec_apart(tact_pose_apply(ab, v), tact_pose_apply(a, tact_pose_apply(b, v))), ROUNDING);
        EXPECT_NEAR(0, vec_apart(tact_pose_unapply(a, tact_pose_apply(a, v)), v), ROUNDING);
        one = tact_pose_mul(a, tact_pose_inverse(a));
        EXPECT_NEAR(0, tact_norm(one.p), ROUNDING);
        EXPECT_NEAR(0, quat_apart(one.q, tact_quat_identity()), ROUNDING);
    }
}

UTEST(poses, valid_means_finite_and_normalisable) {
    volatile tact_real zero = 0;
    tact_pose p = tact_pose_at(1, 2, 3);
    EXPECT_TRUE(tact_pose_valid(p));
    p.q = tact_quat_make(0, 0, 0, 0);
    EXPECT_FALSE(tact_pose_valid(p));
    p = tact_pose_identity(), p.p.y = 1 / zero;
    EXPECT_FALSE(tact_pose_valid(p));
    p = tact_pose_identity(), p.q.w = zero / zero;
    EXPECT_FALSE(tact_pose_valid(p));
}

UTEST_MAIN()
