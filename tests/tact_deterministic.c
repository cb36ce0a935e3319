/* The elementary functions of TACT_DETERMINISTIC. Facts checked: they are within 4 units in the last place of the C library's over the
   ranges in use, right at the corners (zeros with signs, infinities, NaN, the edges of asin and acos), and their bits are these. */
#define TACT_DETERMINISTIC
#include "collide.h"
#include "utest.h"
#include <math.h>

static double units(double a, double b) { /* in the last place of b */
    int e;
    if (a == b || (a != a && b != b)) return 0;
    frexp(fabs(b), &e);
    return fabs(a - b) / ldexp(1, e - 53);
}
UTEST(deterministic, elementary_functions_are_accurate) {
    double worst[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    int i, k;
    for (i = 0; i < 40000; ++i) {
        double u = tact_random_uniform(1, (uint64_t)i), v = tact_random_uniform(2, (uint64_t)i), miss[8];
        double x = (u - 0.5) * pow(10, (int)(v * 8) - 3), y = (v - 0.5) * pow(10, (int)(u * 20) - 10), z = 2 * u - 1;
        double e = 1400 * (u - 0.5), l = exp(e);
        miss[0] = units(tact_sin(x), sin(x)), miss[1] = units(tact_cos(x), cos(x));
        miss[2] = units(tact_atan2(y, x), atan2(y, x));
        miss[3] = units(tact_asin(z), asin(z)), miss[4] = units(tact_acos(z), acos(z));
        miss[5] = units(tact_exp(e), l), miss[6] = units(tact_log(l), log(l)), miss[7] = units(tact_cbrt(l), cbrt(l));
        for (k = 0; k < 8; ++k) worst[k] = miss[k] <= worst[k] ? worst[k] : miss[k];
    }
    for (k = 0; k < 8; ++k) EXPECT_LT(worst[k], 4.0); /* 3 were seen in two million */
}
UTEST(deterministic, corners) {
    const double pi = 3.14159265358979323846;
    ASSERT_EQ(0.0, tact_sin(0));
    ASSERT_EQ(1.0, tact_cos(0));
    ASSERT_EQ(pi, tact_atan2(0.0, -1));
    ASSERT_EQ(-pi, tact_atan2(-0.0, -1));
    ASSERT_EQ(pi / 2, tact_atan2(1, 0));
    ASSERT_EQ(-pi / 2, tact_atan2(-1, -0.0));
    ASSERT_EQ(pi / 4, tact_atan2((double)INFINITY, (double)INFINITY));
    ASSERT_EQ(pi / 2, tact_asin(1));
    ASSERT_EQ(0.0, tact_acos(1));
    ASSERT_EQ(pi, tact_acos(-1));
    ASSERT_EQ(1.0, tact_exp(0));
    ASSERT_EQ(0.0, tact_exp(-1000));
    ASSERT_FALSE(tact_finite(tact_exp(1000)));
    ASSERT_EQ(0.0, tact_log(1));
    ASSERT_FALSE(tact_finite(tact_log(0)));
    ASSERT_TRUE(isnan(tact_log(-1)) && isnan(tact_acos(1.5)) && isnan(tact_sin((double)INFINITY)) &&
                isnan(tact_pow(-1, 0.5)) && isnan(tact_atan2((double)NAN, 1)));
    ASSERT_EQ(1.0, tact_pow(0, 0));
    ASSERT_EQ(-8.0, tact_pow(-2, 3));
    ASSERT_EQ(-3.0, tact_cbrt(-27));
    ASSERT_EQ(0.0, tact_cbrt(0));
}
/* Any compiler and machine gets this number. It changes only when the functions do. */
UTEST(deterministic, bits) {
    uint64_t hash = 0, bits;
    int i, k;
    for (i = 0; i < 2000; ++i) {
        double u = tact_random_uniform(3, (uint64_t)i), v = tact_random_uniform(4, (uint64_t)i);
        const double f[8] = {tact_sin(100 * u), tact_cos(100 * v), tact_atan2(u, v), tact_asin(u),
                             tact_exp(20 * u),  tact_log(v),       tact_cbrt(u),     tact_pow(u, 3 * v)};
        for (k = 0; k < 8; ++k) {
            memcpy(&bits, &f[k], sizeof bits);
            hash = (hash ^ bits) * 1099511628211u;
        }
    }
    ASSERT_EQ(0xc8c0b45ec009178bull, (unsigned long long)hash);
}
UTEST_MAIN()
