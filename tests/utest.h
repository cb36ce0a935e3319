/* utest.h - a small unit-test header with the public interface of the well-known utest.h (sheredom/utest.h), written
   for this project from that interface alone: the upstream file can be put in its place.

       #include "utest.h"
       UTEST(arithmetic, adds) { ASSERT_EQ(4, 2 + 2); }
       UTEST_MAIN()

   Declares   UTEST(set, name)                                  a test
              struct F {...}; UTEST_F_SETUP(F) {} UTEST_F_TEARDOWN(F) {} UTEST_F(F, name) {}     with a fixture,
                                                                `utest_fixture` points to a zeroed struct F
              UTEST_I_SETUP(F) {} UTEST_I_TEARDOWN(F) {} UTEST_I(F, name, count) {}     the same, `count` times;
                                                                set-up and teardown see `utest_index` = 0 .. count - 1
              UTEST_SKIP("why")                                 ends the test, which counts as skipped
              UTEST_MAIN(), or UTEST_STATE(); and a call of utest_main(argc, argv) that returns the failures
   Checks     EXPECT_x goes on after a failure, ASSERT_x leaves the test:
              TRUE FALSE (x), EQ NE LT LE GT GE (x, y), STREQ STRNE (x, y), STRNEQ STRNNE (x, y, n), NEAR (x, y, eps),
              in C++ EXCEPTION (expression, type), EXCEPTION_WITH_MESSAGE (expression, type, text);
              each also as x_MSG(..., "message"). The arguments are evaluated once. NaN is NEAR nothing.
   Options    --help --list-tests --filter=<glob with *> --output=<xunit file> --random-order[=<seed>]

   C99 and later, C++11 and later; gcc, clang, mingw, MSVC. The tests register themselves before main. */
#ifndef TACT_UTEST_H
#define TACT_UTEST_H

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __cplusplus
#include <exception>
#include <stdexcept>
#endif

#if defined(__GNUC__) || defined(__clang__) || defined(__TINYC__)
#define UTEST_UNUSED __attribute__((unused))
#else
#define UTEST_UNUSED
#endif
#ifdef _MSC_VER
#define UTEST_FUNC static __inline
#else
#define UTEST_FUNC static inline UTEST_UNUSED
#endif
#if (defined(__GNUC__) || defined(__clang__)) && !defined(_WIN32) && !defined(__TINYC__)
#define UTEST_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define UTEST_FORMAT(text, first)
#endif
#ifdef __cplusplus
#define UTEST_EXTERN_C extern "C"
#else
#define UTEST_EXTERN_C extern
#endif

/* What the int behind `utest_result` holds; fixtures may read it. */
#define UTEST_TEST_PASSED 0
#define UTEST_TEST_FAILURE 1
#define UTEST_TEST_SKIPPED 2

typedef void (*utest_function)(int *utest_result, size_t utest_index);

struct utest_test_s {
    utest_function run;
    char *name; /* owned */
    size_t index;
    int result;
};

struct utest_state_s {
    struct utest_test_s *tests;
    size_t tests_length, tests_capacity;
    char *log; /* text of the running test, for the xunit file */
    size_t log_length, log_capacity;
};

/* Defined once per program by UTEST_STATE(). Constant initialisation: registration happens before main. */
UTEST_EXTERN_C struct utest_state_s utest_state;
#ifdef __cplusplus
#define UTEST_STATE() struct utest_state_s utest_state = {nullptr, 0, 0, nullptr, 0, 0}
#else
#define UTEST_STATE() struct utest_state_s utest_state = {0, 0, 0, 0, 0, 0}
#endif
#define UTEST_MAIN()                                                                                                   \
    UTEST_STATE();                                                                                                     \
    int main(int argc, const char *const argv[]) {                                                                     \
        const int failures = utest_main(argc, argv);                                                                   \
        return failures > 255 ? 255 : failures; /* an exit status has eight bits */                                    \
    }

/* ---- growing arrays, printing ---- */

/* `*block` grown so that it holds `needed` items; on failure the program ends: a test run without memory tells nothing. */
UTEST_FUNC void *utest_grow(void *block, size_t *capacity, size_t needed, size_t item) {
    if (needed > *capacity) {
        size_t larger = *capacity * 2 > needed ? *capacity * 2 : needed;
        block = realloc(block, larger * item);
        if (!block) {
            fprintf(stderr, "utest: out of memory\n");
            exit(EXIT_FAILURE);
        }
        *capacity = larger;
    }
    return block;
}

UTEST_FUNC void utest_emit(const char *text) {
    size_t length = strlen(text);
    fputs(text, stdout);
    utest_state.log =
        (char *)utest_grow(utest_state.log, &utest_state.log_capacity, utest_state.log_length + length + 1, 1);
    memcpy(utest_state.log + utest_state.log_length, text, length + 1);
    utest_state.log_length += length;
}

UTEST_FUNC void utest_printf(const char *format, ...) UTEST_FORMAT(1, 2);
UTEST_FUNC void utest_printf(const char *format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    utest_emit(line);
}
#define UTEST_PRINTF(...) utest_printf(__VA_ARGS__)

/* Decimal by hand: the C library of Windows has other length modifiers. */
UTEST_FUNC const char *utest_decimal(unsigned long long value, int negative, char text[24]) {
    char *p = text + 23;
    *p = 0;
    do {
        *--p = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value);
    if (negative) *--p = '-';
    return p;
}

UTEST_FUNC void utest_print_unsigned(unsigned long long value) {
    char text[24];
    utest_emit(utest_decimal(value, 0, text));
}
UTEST_FUNC void utest_print_signed(long long value) {
    char text[24];
    utest_emit(
        utest_decimal(value < 0 ? 0ull - (unsigned long long)value : (unsigned long long)value, value < 0, text));
}
UTEST_FUNC void utest_print_float(double value) { utest_printf("%.9g", value); }
UTEST_FUNC void utest_print_double(double value) { utest_printf("%.17g", value); }
UTEST_FUNC void utest_print_long_double(long double value) { utest_printf("%.17g", (double)value); }
UTEST_FUNC void utest_print_pointer(const volatile void *value) {
    unsigned long long bits = (unsigned long long)(size_t)value;
    utest_printf("0x%lx%08lx", (unsigned long)(bits >> 32), (unsigned long)(bits & 0xffffffffull));
}

#if defined(__cplusplus)
UTEST_FUNC void utest_type_printer(bool v) { utest_emit(v ? "true" : "false"); }
UTEST_FUNC void utest_type_printer(char v) { utest_print_signed(v); }
UTEST_FUNC void utest_type_printer(signed char v) { utest_print_signed(v); }
UTEST_FUNC void utest_type_printer(short v) { utest_print_signed(v); }
UTEST_FUNC void utest_type_printer(int v) { utest_print_signed(v); }
UTEST_FUNC void utest_type_printer(long v) { utest_print_signed(v); }
UTEST_FUNC void utest_type_printer(long long v) { utest_print_signed(v); }
UTEST_FUNC void utest_type_printer(unsigned char v) { utest_print_unsigned(v); }
UTEST_FUNC void utest_type_printer(unsigned short v) { utest_print_unsigned(v); }
UTEST_FUNC void utest_type_printer(unsigned int v) { utest_print_unsigned(v); }
UTEST_FUNC void utest_type_printer(unsigned long v) { utest_print_unsigned(v); }
UTEST_FUNC void utest_type_printer(unsigned long long v) { utest_print_unsigned(v); }
UTEST_FUNC void utest_type_printer(float v) { utest_print_float(static_cast<double>(v)); }
UTEST_FUNC void utest_type_printer(double v) { utest_print_double(v); }
UTEST_FUNC void utest_type_printer(long double v) { utest_print_long_double(v); }
UTEST_FUNC void utest_type_printer(const volatile void *v) { utest_print_pointer(v); }
UTEST_FUNC void utest_type_printer(std::nullptr_t) { utest_emit("nullptr"); }
#define UTEST_AUTO(x) auto
#elif defined(__GNUC__) || defined(__clang__) || defined(__TINYC__) ||                                                 \
    (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L)
#if defined(__GNUC__) || defined(__clang__)
#define UTEST_EXTENSION __extension__ /* _Generic under -std=c99 -Wpedantic */
#else
#define UTEST_EXTENSION
#endif
#define utest_type_printer(v)                                                                                          \
    (UTEST_EXTENSION _Generic((v), char                                                                                \
                              : utest_print_signed, signed char                                                        \
                              : utest_print_signed, short                                                              \
                              : utest_print_signed, int                                                                \
                              : utest_print_signed, long                                                               \
                              : utest_print_signed, long long                                                          \
                              : utest_print_signed, _Bool                                                              \
                              : utest_print_unsigned, unsigned char                                                    \
                              : utest_print_unsigned, unsigned short                                                   \
                              : utest_print_unsigned, unsigned int                                                     \
                              : utest_print_unsigned, unsigned long                                                    \
                              : utest_print_unsigned, unsigned long long                                               \
                              : utest_print_unsigned, float                                                            \
                              : utest_print_float, double                                                              \
                              : utest_print_double, long double                                                        \
                              : utest_print_long_double, default                                                       \
                              : utest_print_pointer)(UTEST_PROMOTE(v)))
#define UTEST_PROMOTE(v) (UTEST_EXTENSION _Generic((v), float : (double)UTEST_IF_FLOAT(v), default : (v)))
#define UTEST_IF_FLOAT(v) (UTEST_EXTENSION _Generic((v), float : (v), default : 0.0f))
/* The type of x as a value: arrays decay, bit-fields and qualifiers go. */
#define UTEST_AUTO(x) __typeof__(1 ? (x) : (x))
#endif

/* ---- registration ---- */

UTEST_FUNC void utest_register(utest_function run, const char *set, const char *name, size_t index, int indexed) {
    char digits[24];
    const char *number = indexed ? utest_decimal((unsigned long long)index, 0, digits) : "";
    size_t length = strlen(set) + strlen(name) + strlen(number) + 3, room = 0;
    struct utest_test_s *test;
    utest_state.tests = (struct utest_test_s *)utest_grow(utest_state.tests, &utest_state.tests_capacity,
                                                          utest_state.tests_length + 1, sizeof(struct utest_test_s));
    test = &utest_state.tests[utest_state.tests_length++];
    test->run = run;
    test->index = index;
    test->result = UTEST_TEST_PASSED;
    test->name = (char *)utest_grow(NULL, &room, length, 1);
    (void)snprintf(test->name, length, "%s.%s%s%s", set, name, indexed ? "/" : "", number);
}

#if defined(__cplusplus)
#define UTEST_INITIALIZER(f)                                                                                           \
    struct f##_registrar {                                                                                             \
        f##_registrar() { f##_body(); }                                                                                \
    };                                                                                                                 \
    static f##_registrar f UTEST_UNUSED;                                                                               \
    static void f##_body()
#define UTEST_DECLARE(f) static void f##_body();
#elif defined(_MSC_VER)
#pragma section(".CRT$XCU", read)
#define UTEST_DECLARE(f)
#define UTEST_INITIALIZER(f)                                                                                           \
    static void __cdecl f(void);                                                                                       \
    __declspec(allocate(".CRT$XCU")) void(__cdecl * f##_pointer)(void) = f;                                            \
    static void __cdecl f(void)
#else
#define UTEST_DECLARE(f)
#define UTEST_INITIALIZER(f)                                                                                           \
    static void f(void) __attribute__((constructor));                                                                  \
    static void f(void)
#endif

#define UTEST(SET, NAME)                                                                                               \
    static void utest_body_##SET##_##NAME(int *utest_result);                                                          \
    static void utest_run_##SET##_##NAME(int *utest_result, size_t utest_index) {                                      \
        (void)utest_index;                                                                                             \
        utest_body_##SET##_##NAME(utest_result);                                                                       \
    }                                                                                                                  \
    UTEST_DECLARE(utest_register_##SET##_##NAME)                                                                       \
    UTEST_INITIALIZER(utest_register_##SET##_##NAME) { utest_register(utest_run_##SET##_##NAME, #SET, #NAME, 0, 0); }  \
    static void utest_body_##SET##_##NAME(int *utest_result UTEST_UNUSED)

#define UTEST_F_SETUP(FIXTURE)                                                                                         \
    static void utest_f_setup_##FIXTURE(int *utest_result UTEST_UNUSED, struct FIXTURE *utest_fixture UTEST_UNUSED)
#define UTEST_F_TEARDOWN(FIXTURE)                                                                                      \
    static void utest_f_teardown_##FIXTURE(int *utest_result UTEST_UNUSED, struct FIXTURE *utest_fixture UTEST_UNUSED)
#define UTEST_F(FIXTURE, NAME)                                                                                         \
    static void utest_f_setup_##FIXTURE(int *, struct FIXTURE *);                                                      \
    static void utest_f_teardown_##FIXTURE(int *, struct FIXTURE *);                                                   \
    static void utest_f_body_##FIXTURE##_##NAME(int *, struct FIXTURE *);                                              \
    static void utest_f_run_##FIXTURE##_##NAME(int *utest_result, size_t utest_index) {                                \
        struct FIXTURE fixture;                                                                                        \
        (void)utest_index;                                                                                             \
        memset((void *)&fixture, 0, sizeof fixture);                                                                   \
        utest_f_setup_##FIXTURE(utest_result, &fixture);                                                               \
        if (*utest_result != UTEST_TEST_PASSED) return;                                                                \
        utest_f_body_##FIXTURE##_##NAME(utest_result, &fixture);                                                       \
        utest_f_teardown_##FIXTURE(utest_result, &fixture);                                                            \
    }                                                                                                                  \
    UTEST_DECLARE(utest_register_##FIXTURE##_##NAME)                                                                   \
    UTEST_INITIALIZER(utest_register_##FIXTURE##_##NAME) {                                                             \
        utest_register(utest_f_run_##FIXTURE##_##NAME, #FIXTURE, #NAME, 0, 0);                                         \
    }                                                                                                                  \
    static void utest_f_body_##FIXTURE##_##NAME(int *utest_result UTEST_UNUSED,                                        \
                                                struct FIXTURE *utest_fixture UTEST_UNUSED)

#define UTEST_I_SETUP(FIXTURE)                                                                                         \
    static void utest_i_setup_##FIXTURE(int *utest_result UTEST_UNUSED, struct FIXTURE *utest_fixture UTEST_UNUSED,    \
                                        size_t utest_index UTEST_UNUSED)
#define UTEST_I_TEARDOWN(FIXTURE)                                                                                      \
    static void utest_i_teardown_##FIXTURE(int *utest_result UTEST_UNUSED, struct FIXTURE *utest_fixture UTEST_UNUSED, \
                                           size_t utest_index UTEST_UNUSED)
#define UTEST_I(FIXTURE, NAME, COUNT)                                                                                  \
    static void utest_i_setup_##FIXTURE(int *, struct FIXTURE *, size_t);                                              \
    static void utest_i_teardown_##FIXTURE(int *, struct FIXTURE *, size_t);                                           \
    static void utest_i_body_##FIXTURE##_##NAME##_##COUNT(int *, struct FIXTURE *);                                    \
    static void utest_i_run_##FIXTURE##_##NAME##_##COUNT(int *utest_result, size_t utest_index) {                      \
        struct FIXTURE fixture;                                                                                        \
        memset((void *)&fixture, 0, sizeof fixture);                                                                   \
        utest_i_setup_##FIXTURE(utest_result, &fixture, utest_index);                                                  \
        if (*utest_result != UTEST_TEST_PASSED) return;                                                                \
        utest_i_body_##FIXTURE##_##NAME##_##COUNT(utest_result, &fixture);                                             \
        utest_i_teardown_##FIXTURE(utest_result, &fixture, utest_index);                                               \
    }                                                                                                                  \
    UTEST_DECLARE(utest_register_##FIXTURE##_##NAME##_##COUNT)                                                         \
    UTEST_INITIALIZER(utest_register_##FIXTURE##_##NAME##_##COUNT) {                                                   \
        size_t i;                                                                                                      \
        for (i = 0; i < (size_t)(COUNT); ++i)                                                                          \
            utest_register(utest_i_run_##FIXTURE##_##NAME##_##COUNT, #FIXTURE, #NAME, i, 1);                           \
    }                                                                                                                  \
    static void utest_i_body_##FIXTURE##_##NAME##_##COUNT(int *utest_result UTEST_UNUSED,                              \
                                                          struct FIXTURE *utest_fixture UTEST_UNUSED)

/* ---- checks ---- */

/* Reports a failure of `text` at a place; what was seen follows by the caller. */
UTEST_FUNC void utest_report(const char *file, int line, const char *expected) {
    utest_printf("%s:%d: Failure\n  Expected : ", file, line);
    utest_emit(expected);
    utest_emit("\n    Actual : ");
}
UTEST_FUNC void utest_report_end(int *utest_result, const char *message) {
    utest_emit("\n");
    if (message[0]) {
        utest_emit("   Message : ");
        utest_emit(message);
        utest_emit("\n");
    }
    *utest_result = UTEST_TEST_FAILURE;
}
/* What a failed string check shows: at most `length` characters, NULL by name. */
UTEST_FUNC void utest_print_string(const char *text, size_t length) {
    utest_printf(text ? "\"%.*s\"" : "NULL%.*s", text ? (int)(length < 400 ? length : 400) : 0, text ? text : "");
}
UTEST_FUNC int utest_strings_equal(const char *x, const char *y, size_t length) {
    return x && y ? strncmp(x, y, length) == 0 : x == y;
}

#define UTEST_LEAVE(is_assert)                                                                                         \
    if (is_assert) return

#define UTEST_BOOL(x, wanted, message, is_assert)                                                                      \
    do {                                                                                                               \
        const int utest_x = !!(x);                                                                                     \
        if (utest_x != (wanted)) {                                                                                     \
            utest_report(__FILE__, __LINE__, (wanted) ? "(" #x ") is true" : "(" #x ") is false");                     \
            utest_emit(utest_x ? "true" : "false");                                                                    \
            utest_report_end(utest_result, message);                                                                   \
            UTEST_LEAVE(is_assert);                                                                                    \
        }                                                                                                              \
    } while (0)

#ifdef UTEST_AUTO
#define UTEST_COMPARE(x, y, operation, message, is_assert)                                                             \
    do {                                                                                                               \
        const UTEST_AUTO(x) utest_x = (x);                                                                             \
        const UTEST_AUTO(y) utest_y = (y);                                                                             \
        if (!(utest_x operation utest_y)) {                                                                            \
            utest_report(__FILE__, __LINE__, "(" #x ") " #operation " (" #y ")");                                      \
            utest_type_printer(utest_x);                                                                               \
            utest_emit(" vs ");                                                                                        \
            utest_type_printer(utest_y);                                                                               \
            utest_report_end(utest_result, message);                                                                   \
            UTEST_LEAVE(is_assert);                                                                                    \
        }                                                                                                              \
    } while (0)
#else /* no way to name the type of an expression: the values cannot be shown */
#define UTEST_COMPARE(x, y, operation, message, is_assert)                                                             \
    do {                                                                                                               \
        if (!((x)operation(y))) {                                                                                      \
            utest_report(__FILE__, __LINE__, "(" #x ") " #operation " (" #y ")");                                      \
            utest_emit("false");                                                                                       \
            utest_report_end(utest_result, message);                                                                   \
            UTEST_LEAVE(is_assert);                                                                                    \
        }                                                                                                              \
    } while (0)
#endif

#define UTEST_STRINGS(x, y, length, wanted, message, is_assert)                                                        \
    do {                                                                                                               \
        const char *const utest_x = (x);                                                                               \
        const char *const utest_y = (y);                                                                               \
        const size_t utest_n = (length);                                                                               \
        if (utest_strings_equal(utest_x, utest_y, utest_n) != (wanted)) {                                              \
            utest_report(__FILE__, __LINE__,                                                                           \
                         (wanted) ? "(" #x ") same text as (" #y ")" : "(" #x ") other text than (" #y ")");           \
            utest_print_string(utest_x, utest_n);                                                                      \
            utest_emit(" vs ");                                                                                        \
            utest_print_string(utest_y, utest_n);                                                                      \
            utest_report_end(utest_result, message);                                                                   \
            UTEST_LEAVE(is_assert);                                                                                    \
        }                                                                                                              \
    } while (0)

#define UTEST_NEAR(x, y, epsilon, message, is_assert)                                                                  \
    do {                                                                                                               \
        const double utest_x = (double)(x), utest_y = (double)(y), utest_e = (double)(epsilon);                        \
        if (!(fabs(utest_x - utest_y) <= utest_e)) {                                                                   \
            utest_report(__FILE__, __LINE__, "(" #x ") within (" #epsilon ") of (" #y ")");                            \
            utest_printf("%.17g vs %.17g, apart %.3g > %.3g", utest_x, utest_y, fabs(utest_x - utest_y), utest_e);     \
            utest_report_end(utest_result, message);                                                                   \
            UTEST_LEAVE(is_assert);                                                                                    \
        }                                                                                                              \
    } while (0)

#define EXPECT_TRUE(x) UTEST_BOOL(x, 1, "", 0)
#define EXPECT_TRUE_MSG(x, msg) UTEST_BOOL(x, 1, msg, 0)
#define ASSERT_TRUE(x) UTEST_BOOL(x, 1, "", 1)
#define ASSERT_TRUE_MSG(x, msg) UTEST_BOOL(x, 1, msg, 1)
#define EXPECT_FALSE(x) UTEST_BOOL(x, 0, "", 0)
#define EXPECT_FALSE_MSG(x, msg) UTEST_BOOL(x, 0, msg, 0)
#define ASSERT_FALSE(x) UTEST_BOOL(x, 0, "", 1)
#define ASSERT_FALSE_MSG(x, msg) UTEST_BOOL(x, 0, msg, 1)

#define EXPECT_EQ(x, y) UTEST_COMPARE(x, y, ==, "", 0)
#define EXPECT_EQ_MSG(x, y, msg) UTEST_COMPARE(x, y, ==, msg, 0)
#define ASSERT_EQ(x, y) UTEST_COMPARE(x, y, ==, "", 1)
#define ASSERT_EQ_MSG(x, y, msg) UTEST_COMPARE(x, y, ==, msg, 1)
#define EXPECT_NE(x, y) UTEST_COMPARE(x, y, !=, "", 0)
#define EXPECT_NE_MSG(x, y, msg) UTEST_COMPARE(x, y, !=, msg, 0)
#define ASSERT_NE(x, y) UTEST_COMPARE(x, y, !=, "", 1)
#define ASSERT_NE_MSG(x, y, msg) UTEST_COMPARE(x, y, !=, msg, 1)
#define EXPECT_LT(x, y) UTEST_COMPARE(x, y, <, "", 0)
#define EXPECT_LT_MSG(x, y, msg) UTEST_COMPARE(x, y, <, msg, 0)
#define ASSERT_LT(x, y) UTEST_COMPARE(x, y, <, "", 1)
#define ASSERT_LT_MSG(x, y, msg) UTEST_COMPARE(x, y, <, msg, 1)
#define EXPECT_LE(x, y) UTEST_COMPARE(x, y, <=, "", 0)
#define EXPECT_LE_MSG(x, y, msg) UTEST_COMPARE(x, y, <=, msg, 0)
#define ASSERT_LE(x, y) UTEST_COMPARE(x, y, <=, "", 1)
#define ASSERT_LE_MSG(x, y, msg) UTEST_COMPARE(x, y, <=, msg, 1)
#define EXPECT_GT(x, y) UTEST_COMPARE(x, y, >, "", 0)
#define EXPECT_GT_MSG(x, y, msg) UTEST_COMPARE(x, y, >, msg, 0)
#define ASSERT_GT(x, y) UTEST_COMPARE(x, y, >, "", 1)
#define ASSERT_GT_MSG(x, y, msg) UTEST_COMPARE(x, y, >, msg, 1)
#define EXPECT_GE(x, y) UTEST_COMPARE(x, y, >=, "", 0)
#define EXPECT_GE_MSG(x, y, msg) UTEST_COMPARE(x, y, >=, msg, 0)
#define ASSERT_GE(x, y) UTEST_COMPARE(x, y, >=, "", 1)
#define ASSERT_GE_MSG(x, y, msg) UTEST_COMPARE(x, y, >=, msg, 1)

#define UTEST_ALL ((size_t)-1 / 2)
#define EXPECT_STREQ(x, y) UTEST_STRINGS(x, y, UTEST_ALL, 1, "", 0)
#define EXPECT_STREQ_MSG(x, y, msg) UTEST_STRINGS(x, y, UTEST_ALL, 1, msg, 0)
#define ASSERT_STREQ(x, y) UTEST_STRINGS(x, y, UTEST_ALL, 1, "", 1)
#define ASSERT_STREQ_MSG(x, y, msg) UTEST_STRINGS(x, y, UTEST_ALL, 1, msg, 1)
#define EXPECT_STRNE(x, y) UTEST_STRINGS(x, y, UTEST_ALL, 0, "", 0)
#define EXPECT_STRNE_MSG(x, y, msg) UTEST_STRINGS(x, y, UTEST_ALL, 0, msg, 0)
#define ASSERT_STRNE(x, y) UTEST_STRINGS(x, y, UTEST_ALL, 0, "", 1)
#define ASSERT_STRNE_MSG(x, y, msg) UTEST_STRINGS(x, y, UTEST_ALL, 0, msg, 1)
#define EXPECT_STRNEQ(x, y, n) UTEST_STRINGS(x, y, n, 1, "", 0)
#define EXPECT_STRNEQ_MSG(x, y, n, msg) UTEST_STRINGS(x, y, n, 1, msg, 0)
#define ASSERT_STRNEQ(x, y, n) UTEST_STRINGS(x, y, n, 1, "", 1)
#define ASSERT_STRNEQ_MSG(x, y, n, msg) UTEST_STRINGS(x, y, n, 1, msg, 1)
#define EXPECT_STRNNE(x, y, n) UTEST_STRINGS(x, y, n, 0, "", 0)
#define EXPECT_STRNNE_MSG(x, y, n, msg) UTEST_STRINGS(x, y, n, 0, msg, 0)
#define ASSERT_STRNNE(x, y, n) UTEST_STRINGS(x, y, n, 0, "", 1)
#define ASSERT_STRNNE_MSG(x, y, n, msg) UTEST_STRINGS(x, y, n, 0, msg, 1)

#define EXPECT_NEAR(x, y, epsilon) UTEST_NEAR(x, y, epsilon, "", 0)
#define EXPECT_NEAR_MSG(x, y, epsilon, msg) UTEST_NEAR(x, y, epsilon, msg, 0)
#define ASSERT_NEAR(x, y, epsilon) UTEST_NEAR(x, y, epsilon, "", 1)
#define ASSERT_NEAR_MSG(x, y, epsilon, msg) UTEST_NEAR(x, y, epsilon, msg, 1)

#ifdef __cplusplus
/* Whether what() of the caught object is `wanted`; nullptr takes any. Only what derives from std::exception has a text. */
UTEST_FUNC bool utest_says(const std::exception *caught, const char *wanted) {
    return !wanted || strcmp(caught->what(), wanted) == 0;
}
UTEST_FUNC bool utest_says(const void *, const char *wanted) { return !wanted; }
#define UTEST_THROWS(x, type, wanted, message, is_assert)                                                              \
    do {                                                                                                               \
        int utest_caught = 0;                                                                                          \
        try {                                                                                                          \
            x;                                                                                                         \
        } catch (const type &utest_e) {                                                                                \
            utest_caught = utest_says(&utest_e, wanted) ? 1 : 2;                                                       \
        } catch (...) {                                                                                                \
            utest_caught = 3;                                                                                          \
        }                                                                                                              \
        if (utest_caught != 1) {                                                                                       \
            utest_report(__FILE__, __LINE__, "(" #x ") throws " #type);                                                \
            utest_emit(utest_caught == 0 ? "no exception"                                                              \
                                         : (utest_caught == 2 ? "another text" : "another exception"));                \
            utest_report_end(utest_result, message);                                                                   \
            UTEST_LEAVE(is_assert);                                                                                    \
        }                                                                                                              \
    } while (0)
#define EXPECT_EXCEPTION(x, type) UTEST_THROWS(x, type, nullptr, "", 0)
#define EXPECT_EXCEPTION_MSG(x, type, msg) UTEST_THROWS(x, type, nullptr, msg, 0)
#define ASSERT_EXCEPTION(x, type) UTEST_THROWS(x, type, nullptr, "", 1)
#define ASSERT_EXCEPTION_MSG(x, type, msg) UTEST_THROWS(x, type, nullptr, msg, 1)
#define EXPECT_EXCEPTION_WITH_MESSAGE(x, type, text) UTEST_THROWS(x, type, text, "", 0)
#define EXPECT_EXCEPTION_WITH_MESSAGE_MSG(x, type, text, msg) UTEST_THROWS(x, type, text, msg, 0)
#define ASSERT_EXCEPTION_WITH_MESSAGE(x, type, text) UTEST_THROWS(x, type, text, "", 1)
#define ASSERT_EXCEPTION_WITH_MESSAGE_MSG(x, type, text, msg) UTEST_THROWS(x, type, text, msg, 1)
#endif

#define UTEST_SKIP(msg)                                                                                                \
    do {                                                                                                               \
        utest_printf("   Skipped : '%s'\n", (msg));                                                                    \
        *utest_result = UTEST_TEST_SKIPPED;                                                                            \
        return;                                                                                                        \
    } while (0)

/* ---- the runner ---- */

/* `*` in the pattern stands for any text, the empty one too. Linear backtracking to the last star is enough for globs. */
UTEST_FUNC int utest_matches(const char *pattern, const char *text) {
    const char *star = NULL, *resume = NULL;
    while (*text) {
        if (*pattern == '*')
            star = pattern++, resume = text;
        else if (*pattern == *text)
            ++pattern, ++text;
        else if (star)
            pattern = star + 1, text = ++resume;
        else
            return 0;
    }
    while (*pattern == '*') ++pattern;
    return !*pattern;
}

/* Nanoseconds of a clock that goes on; the C library's processor time where C11's timespec_get is not there. */
UTEST_FUNC unsigned long long utest_now(void) {
#if defined(TIME_UTC) && !defined(_WIN32) &&                                                                           \
    ((defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L) || (defined(__cplusplus) && __cplusplus >= 201703L))
    struct timespec now;
    (void)timespec_get(&now, TIME_UTC);
    return (unsigned long long)now.tv_sec * 1000000000ull + (unsigned long long)now.tv_nsec;
#else
    return (unsigned long long)((double)clock() * (1e9 / (double)CLOCKS_PER_SEC));
#endif
}

UTEST_FUNC void utest_shuffle(unsigned long long seed) {
    size_t i;
    for (i = utest_state.tests_length; i > 1; --i) {
        struct utest_test_s held = utest_state.tests[i - 1];
        unsigned long long z = (seed += 0x9E3779B97F4A7C15ull);
        size_t j;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        j = (size_t)((z ^ (z >> 31)) % i);
        utest_state.tests[i - 1] = utest_state.tests[j];
        utest_state.tests[j] = held;
    }
}

UTEST_FUNC void utest_xml_text(FILE *file, const char *text) {
    for (; *text; ++text) {
        unsigned char c = (unsigned char)*text;
        if (c == '&')
            fputs("&amp;", file);
        else if (c == '<')
            fputs("&lt;", file);
        else if (c == '>')
            fputs("&gt;", file);
        else if (c == '"')
            fputs("&quot;", file);
        else if (c < 32 && c != '\n' && c != '\t')
            fputc('?', file); /* not a character of XML 1.0 */
        else
            fputc(c, file);
    }
}

UTEST_FUNC void utest_xml_case(FILE *file, const struct utest_test_s *test, unsigned long long nanoseconds) {
    fputs("<testcase name=\"", file);
    utest_xml_text(file, test->name);
    fprintf(file, "\" time=\"%.9f\">", (double)nanoseconds * 1e-9);
    if (test->result != UTEST_TEST_PASSED) {
        const char *tag = test->result == UTEST_TEST_SKIPPED ? "skipped" : "failure";
        fprintf(file, "<%s>", tag);
        if (utest_state.log) utest_xml_text(file, utest_state.log);
        fprintf(file, "</%s>", tag);
    }
    fputs("</testcase>\n", file);
}

UTEST_FUNC void utest_list(const char *label, int result, size_t count) {
    size_t i;
    if (!count) return;
    printf("[  %s ] %lu tests, listed below:\n", label, (unsigned long)count);
    for (i = 0; i < utest_state.tests_length; ++i)
        if (utest_state.tests[i].result == result) printf("[  %s ] %s\n", label, utest_state.tests[i].name);
}

UTEST_FUNC void utest_cleanup(void) {
    size_t i;
    for (i = 0; i < utest_state.tests_length; ++i) free(utest_state.tests[i].name);
    free(utest_state.tests);
    free(utest_state.log);
    memset(&utest_state, 0, sizeof utest_state);
}

/* Runs the tests the arguments select; returns the number that failed. */
UTEST_FUNC int utest_main(int argc, const char *const argv[]) {
    const char *filter = NULL, *output = NULL;
    size_t i, ran = 0, failed = 0, skipped = 0;
    int argument, list = 0, shuffle = 0;
    unsigned long long seed = 0;
    FILE *xml = NULL;

    for (argument = 1; argument < argc; ++argument) {
        const char *text = argv[argument];
        if (strncmp(text, "--filter=", 9) == 0)
            filter = text + 9;
        else if (strncmp(text, "--output=", 9) == 0)
            output = text + 9;
        else if (strcmp(text, "--list-tests") == 0)
            list = 1;
        else if (strcmp(text, "--random-order") == 0)
            shuffle = 1, seed = (unsigned long long)time(NULL);
        else if (strncmp(text, "--random-order=", 15) == 0)
            shuffle = 1, seed = strtoull(text + 15, NULL, 10);
        else if (strcmp(text, "--help") == 0) {
            puts("utest - runs the tests of this program\n"
                 "  --help                   this text\n"
                 "  --filter=<filter>        runs the tests whose name matches, * stands for anything\n"
                 "  --list-tests             prints the names, one a line, and runs nothing\n"
                 "  --output=<file>          also writes the results as xunit XML\n"
                 "  --random-order[=<seed>]  shuffles the tests; the seed is printed");
            utest_cleanup();
            return 0;
        } else if (strncmp(text, "--", 2) == 0) {
            fprintf(stderr, "utest: unknown option %s (--help lists them)\n", text);
        }
    }

    if (list) {
        for (i = 0; i < utest_state.tests_length; ++i)
            if (!filter || utest_matches(filter, utest_state.tests[i].name)) puts(utest_state.tests[i].name);
        utest_cleanup();
        return 0;
    }
    if (shuffle) {
        char digits[24];
        printf("[==========] Order of --random-order=%s\n", utest_decimal(seed, 0, digits));
        utest_shuffle(seed);
    }
    for (i = 0; i < utest_state.tests_length; ++i)
        if (!filter || utest_matches(filter, utest_state.tests[i].name)) ++ran;
    if (output) {
        xml = fopen(output, "w");
        if (!xml) fprintf(stderr, "utest: cannot write %s\n", output);
    }
    if (xml)
        fprintf(xml,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"%lu\" name=\"All\">\n"
                "<testsuite name=\"Tests\" tests=\"%lu\">\n",
                (unsigned long)ran, (unsigned long)ran);
    printf("[==========] Running %lu test cases.\n", (unsigned long)ran);

    for (i = 0; i < utest_state.tests_length; ++i) {
        struct utest_test_s *test = &utest_state.tests[i];
        unsigned long long start;
        const char *verdict = "      OK";
        char digits[24];
        if (filter && !utest_matches(filter, test->name)) continue;
        printf("[ RUN      ] %s\n", test->name);
        fflush(stdout); /* so that the log of a crash names its test */
        utest_state.log_length = 0;
        if (utest_state.log) utest_state.log[0] = 0;
        start = utest_now();
#ifdef __cplusplus
        try {
            test->run(&test->result, test->index);
        } catch (const std::exception &thrown) {
            utest_printf("unexpected exception: %s\n", thrown.what());
            test->result = UTEST_TEST_FAILURE;
        } catch (...) {
            utest_emit("unexpected exception\n");
            test->result = UTEST_TEST_FAILURE;
        }
#else
        test->run(&test->result, test->index);
#endif
        start = utest_now() - start;
        if (test->result == UTEST_TEST_FAILURE)
            ++failed, verdict = " FAILED ";
        else if (test->result == UTEST_TEST_SKIPPED)
            ++skipped, verdict = " SKIPPED";
        printf("[ %s ] %s (%sns)\n", verdict, test->name, utest_decimal(start, 0, digits));
        if (xml) utest_xml_case(xml, test, start);
    }

    printf("[==========] %lu test cases ran.\n[  PASSED  ] %lu tests.\n", (unsigned long)ran,
           (unsigned long)(ran - failed - skipped));
    utest_list("SKIPPED", UTEST_TEST_SKIPPED, skipped);
    utest_list("FAILED ", UTEST_TEST_FAILURE, failed);
    if (xml) {
        fputs("</testsuite>\n</testsuites>\n", xml);
        if (fclose(xml)) fprintf(stderr, "utest: cannot write %s\n", output);
    }
    utest_cleanup();
    return (int)failed;
}

#endif /* TACT_UTEST_H */
