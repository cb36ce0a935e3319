/* Facts about the shared block's counter-based random numbers: the same (seed, counter) gives the same number, uniform numbers lie
   in [0,1) with the moments of that distribution, normal ones have theirs and no non-finite value, seeds and counters do not
   repeat each other's streams, and each output bit is fair. */
/* float: yes */
#include "utest.h"

#include "contact.h"

enum { SAMPLES = 200000 };

UTEST(random, pure_function_with_known_values) {
    /* computed once with exact integer arithmetic from the definition in the header's comment */
    EXPECT_TRUE(tact_random_bits(0, 0) == 0xE220A8397B1DCDAFull); /* the first output of splitmix64 seeded with 0 */
    EXPECT_TRUE(tact_random_bits(0, 1) == 0x6E789E6AA1B965F4ull); /* and the second */
    EXPECT_TRUE(tact_random_bits(9, 4) == tact_random_bits(9, 4));
    EXPECT_TRUE(tact_random_bits(9, 4) != tact_random_bits(9, 5));
    EXPECT_TRUE(tact_random_bits(9, 4) != tact_random_bits(8, 4));
}

UTEST(random, uniform_lies_in_the_unit_interval_with_its_moments) {
    double sum = 0, squares = 0, lowest = 1, highest = 0;
    uint64_t i;
    for (i = 0; i < SAMPLES; ++i) {
        double u = (double)tact_random_uniform(42, i);
        sum += u, squares += u * u;
        lowest = u < lowest ? u : lowest, highest = u > highest ? u : highest;
    }
    EXPECT_GE(lowest, 0.0);
    EXPECT_LT(highest, 1.0);
    EXPECT_LT(lowest, 1e-4);
    EXPECT_GT(highest, 1 - 1e-4);
    /* standard errors: sqrt(1/12/N) = 6.5e-4 and sqrt(4/45/N) = 6.7e-4; five of them */
    EXPECT_NEAR(0.5, sum / SAMPLES, 3.3e-3);
    EXPECT_NEAR(1.0 / 3, squares / SAMPLES, 3.4e-3);
}

UTEST(random, normal_has_its_moments_and_is_finite) {
    double sum = 0, squares = 0, fourth = 0;
    int outside = 0;
    uint64_t i;
    for (i = 0; i < SAMPLES; ++i) {
        double x = (double)tact_random_normal(5, i);
        ASSERT_TRUE(tact_finite((tact_real)x));
        sum += x;
        squares += x * x;
        fourth += x * x * x * x;
        outside += x > 1.959964 || x < -1.959964;
    }
    /* standard errors: 1/sqrt(N) = 2.2e-3, sqrt(2/N) = 3.2e-3, sqrt(96/N) = 2.2e-2, sqrt(.05 .95/N) = 4.9e-4; five of them */
    EXPECT_NEAR(0, sum / SAMPLES, 1.1e-2);
    EXPECT_NEAR(1, squares / SAMPLES, 1.6e-2);
    EXPECT_NEAR(3, fourth / SAMPLES, 0.11);
    EXPECT_NEAR(0.05, (double)outside / SAMPLES, 2.5e-3);
}

UTEST(random, bits_are_fair_across_counters_and_seeds) {
    int by_counter[64] = {0}, by_seed[64] = {0}, bit;
    uint64_t i;
    for (i = 0; i < 20000; ++i)
        for (bit = 0; bit < 64; ++bit) {
            by_counter[bit] += (int)(tact_random_bits(1, i) >> bit & 1);
            by_seed[bit] += (int)(tact_random_bits(i, 1) >> bit & 1);
        }
    /* binomial: standard deviation sqrt(20000)/2 = 71; five of them for the worst of 128 */
    for (bit = 0; bit < 64; ++bit) {
        EXPECT_NEAR(10000, by_counter[bit], 355);
        EXPECT_NEAR(10000, by_seed[bit], 355);
    }
}

UTEST(random, streams_of_neighbouring_seeds_are_uncorrelated) {
    double product = 0;
    uint64_t i;
    for (i = 0; i < SAMPLES; ++i)
        product += ((double)tact_random_uniform(10, i) - 0.5) * ((double)tact_random_uniform(11, i) - 0.5);
    /* standard error of the mean product: (1/12)/sqrt(N) = 1.9e-4; five of them */
    EXPECT_NEAR(0, product / SAMPLES, 9.5e-4);
}

UTEST_MAIN()
