/* Facts about the shared block's scalars and vectors: the finite test, clamping, the products, the tangent frame. */
/* float: yes */
/* c++: yes */
#include "utest.h"

#include "collide.h"

static tact_vec3 random_vector(uint64_t i) {
    return tact_vec(tact_random_uniform(1, 3 * i) * 2 - 1, tact_random_uniform(1, 3 * i + 1) * 2 - 1,
                    tact_random_uniform(1, 3 * i + 2) * 2 - 1);
}

UTEST(scalars, finite_is_false_for_nan_and_infinities_only) {
    volatile tact_real zero = 0, one = 1; /* volatile: the compiler must not warn about or fold the divisions */
    EXPECT_FALSE(tact_finite(zero / zero));
    EXPECT_FALSE(tact_finite(one / zero));
    EXPECT_FALSE(tact_finite(-one / zero));
    EXPECT_TRUE(tact_finite(0));
    EXPECT_TRUE(tact_finite(TACT_REAL_MAX));
    EXPECT_TRUE(tact_finite(-TACT_REAL_MAX));
    EXPECT_TRUE(tact_finite(TACT_EPSILON * TACT_EPSILON));
}

UTEST(scalars, clamp_min_max) {
    EXPECT_EQ(TACT_R(1), tact_clamp(3, 0, 1));
    EXPECT_EQ(TACT_R(0), tact_clamp(-3, 0, 1));
    EXPECT_EQ(TACT_R(0.5), tact_clamp(TACT_R(0.5), 0, 1));
    EXPECT_EQ(TACT_R(-2), tact_min(-2, 5));
    EXPECT_EQ(TACT_R(5), tact_max(-2, 5));
}

UTEST(scalars, epsilon_is_the_spacing_at_one) {
    volatile tact_real next = 1 + TACT_EPSILON, same = 1 + TACT_EPSILON / 2;
    EXPECT_GT(next, TACT_R(1));
    EXPECT_EQ(same, TACT_R(1)); /* ties go to even */
}

UTEST(vectors, cross_is_orthogonal_and_lagrange_identity_holds) {
    uint64_t i;
    for (i = 0; i < 200; ++i) {
        tact_vec3 a = random_vector(2 * i), b = random_vector(2 * i + 1), c = tact_cross(a, b);
        tact_real d = tact_dot(a, b);
        /* sums of a dozen products of numbers below one: a few units of rounding */
        EXPECT_NEAR(0, tact_dot(a, c), 8 * TACT_EPSILON);
        EXPECT_NEAR(0, tact_dot(b, c), 8 * TACT_EPSILON);
        EXPECT_NEAR(tact_norm2(a) * tact_norm2(b), tact_norm2(c) + d * d, 64 * TACT_EPSILON);
    }
}

UTEST(vectors, arithmetic) {
    tact_vec3 a = tact_vec(1, 2, 3), b = tact_vec(-4, 5, 6), s = tact_mul_add(a, 2, b),
              l = tact_lerp(a, b, TACT_R(0.5));
    EXPECT_EQ(TACT_R(-7), s.x);
    EXPECT_EQ(TACT_R(12), s.y);
    EXPECT_EQ(TACT_R(15), s.z);
    EXPECT_EQ(TACT_R(-1.5), l.x);
    EXPECT_EQ(TACT_R(24), tact_dot(a, b));
    s = tact_add(tact_sub(a, b), tact_neg(tact_scale(2, a)));
    EXPECT_EQ(TACT_R(3), s.x);
    EXPECT_EQ(TACT_R(-7), s.y);
    EXPECT_EQ(TACT_R(-9), s.z);
}

UTEST(vectors, normalize_or_uses_the_fallback_for_zero_and_nan) {
    volatile tact_real zero = 0;
    tact_vec3 up = tact_vec(0, 0, 1), r;
    r = tact_normalize_or(tact_vec(0, 0, 0), up);
    EXPECT_EQ(TACT_R(1), r.z);
    r = tact_normalize_or(tact_vec(zero / zero, 0, 0), up);
    EXPECT_EQ(TACT_R(1), r.z);
    r = tact_normalize_or(tact_vec(3, 0, 4), up);
    EXPECT_NEAR(TACT_R(0.6), r.x, 2 * TACT_EPSILON);
    EXPECT_NEAR(TACT_R(0.8), r.z, 2 * TACT_EPSILON);
    EXPECT_FALSE(tact_vec_finite(tact_vec(0, zero / zero, 0)));
}

UTEST(vectors, tangents_make_a_right_handed_frame_everywhere) {
    uint64_t i;
    for (i = 0; i < 500; ++i) {
        tact_vec3 n = tact_normalize_or(random_vector(i), tact_vec(0, 0, 1)), t1, t2, c;
        if (i == 0) n = tact_vec(0, 0, 1);
        if (i == 1) n = tact_vec(0, 0, -1);
        if (i == 2) n = tact_vec(1, 0, 0);
        if (i == 3) n = tact_vec(0, -1, 0);
        tact_tangents(n, &t1, &t2);
        c = tact_cross(t1, t2);
        /* the formula divides by 1 + |n.z| >= 1: no cancellation, so a few units of rounding */
        EXPECT_NEAR(1, tact_norm(t1), 8 * TACT_EPSILON);
        EXPECT_NEAR(1, tact_norm(t2), 8 * TACT_EPSILON);
        EXPECT_NEAR(0, tact_dot(t1, n), 8 * TACT_EPSILON);
        EXPECT_NEAR(0, tact_dot(t2, n), 8 * TACT_EPSILON);
        EXPECT_NEAR(n.x, c.x, 8 * TACT_EPSILON);
        EXPECT_NEAR(n.y, c.y, 8 * TACT_EPSILON);
        EXPECT_NEAR(n.z, c.z, 8 * TACT_EPSILON);
    }
}

UTEST_MAIN()
