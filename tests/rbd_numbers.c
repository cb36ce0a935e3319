/* Facts about the decimal number reader: correctly rounded for random doubles in any notation, for exact halfway
   decimals and their neighbours, at the ends of the range; it stops where a number ends and knows inf and nan. */
/* slow: yes */
#include "utest.h"

#define RBD_IMPLEMENTATION
#define RBD_STATIC
#include "rbd.h"

#include <stdio.h>
#include <stdlib.h>

static int same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

static int reads_like_strtod(const char *text) {
    const char *p = text;
    double value = 0, expected = strtod(text, NULL);
    rbd__number_result r = rbd__read_double(&p, &value);
    if (r == RBD__NUMBER_OVERFLOW) return !(expected - expected == 0);
    return r == RBD__NUMBER_OK && *p == 0 && same_bits(value, expected);
}

UTEST(numbers, random_doubles_round_trip_and_short_forms_round_right) {
    char text[900];
    uint64_t i;
    for (i = 0; i < 60000; ++i) {
        uint64_t bits = tact_random_bits(7, 2 * i);
        int digits = (int)(tact_random_bits(7, 2 * i + 1) % 21);
        double x;
        memcpy(&x, &bits, sizeof x);
        if (!(x - x == 0)) continue;
        if (i % 3 == 0) x = (double)(int64_t)bits / 9.3e17; /* the size of numbers in robot files */
        if (i % 50 == 0) digits = 30 + 35 * digits;
        snprintf(text, sizeof text, i % 2 ? "%.*e" : "%.*g", digits, x);
        ASSERT_TRUE_MSG(reads_like_strtod(text), text);
    }
}

UTEST(numbers, halfway_decimals_round_to_even_and_one_more_digit_rounds_up) {
    char text[1000];
    uint64_t i;
    for (i = 0; i < 3000; ++i) {
        uint64_t bits = tact_random_bits(9, i) & 0x7fffffffffffffffu;
        double low, high;
        long double middle;
        char *e, tail[16];
        if (i % 2) bits &= 0x003fffffffffffffu; /* subnormal and the smallest normal ones */
        if ((bits >> 52) >= 0x7fe) continue;
        memcpy(&low, &bits, sizeof low);
        ++bits;
        memcpy(&high, &bits, sizeof high);
        middle = ((long double)low + (long double)high) / 2; /* exact where long double has 64 bits */
        snprintf(text, 900, "%.770Le", middle);
        ASSERT_TRUE_MSG(reads_like_strtod(text), text);
        e = strchr(text, 'e');
        snprintf(tail, sizeof tail, "%s", e);
        snprintf(e, 60, "00000000000000000001%s", tail); /* beyond the digits that are kept */
        ASSERT_TRUE_MSG(reads_like_strtod(text), text);
    }
}

UTEST(numbers, ends_of_the_range) {
    static const char *const texts[] = {"1.7976931348623157e308",
                                        "1.7976931348623158e308",
                                        "-1.7976931348623159e308",
                                        "1e309",
                                        "4.9e-324",
                                        "2.4703282292062327e-324",
                                        "2.4703282292062328e-324",
                                        "1e-400",
                                        "0e999999999",
                                        "-0",
                                        "1e-99999999999",
                                        "2.2250738585072011e-308",
                                        "9007199254740993",
                                        "9007199254740992.0000000000000000000000000001"};
    size_t i;
    for (i = 0; i < sizeof texts / sizeof texts[0]; ++i) EXPECT_TRUE_MSG(reads_like_strtod(texts[i]), texts[i]);
}

UTEST(numbers, stops_at_the_end_of_a_number) {
    static const struct {
        const char *text;
        rbd__number_result result;
        double value;
        const char *rest;
    } cases[] = {{"+.5x", RBD__NUMBER_OK, 0.5, "x"},
                 {"5. 6", RBD__NUMBER_OK, 5, " 6"},
                 {"1e", RBD__NUMBER_OK, 1, "e"},
                 {"1e+", RBD__NUMBER_OK, 1, "e+"},
                 {"1.0.0", RBD__NUMBER_OK, 1, ".0"},
                 {"0x10", RBD__NUMBER_OK, 0, "x10"},
                 {"1,5", RBD__NUMBER_OK, 1, ",5"},
                 {".", RBD__NUMBER_NONE, 1, "."},
                 {"-", RBD__NUMBER_NONE, -1, "-"},
                 {"e5", RBD__NUMBER_NONE, 1, "e5"},
                 {"", RBD__NUMBER_NONE, 1, ""},
                 {"-Inf", RBD__NUMBER_INFINITE, -1, ""},
                 {"INFINITY;", RBD__NUMBER_INFINITE, 1, ";"},
                 {"nan", RBD__NUMBER_NAN, 1, ""}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const char *p = cases[i].text;
        double value = 0;
        EXPECT_EQ((int)rbd__read_double(&p, &value), (int)cases[i].result);
        EXPECT_NEAR(value, cases[i].value, 0);
        if (cases[i].result != RBD__NUMBER_NONE) EXPECT_STREQ(p, cases[i].rest);
    }
}

UTEST_MAIN()
