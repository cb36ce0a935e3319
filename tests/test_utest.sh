#!/bin/sh
# The test header and the runner themselves: failures are counted, shown and end in a status that is not zero; skips, filters,
# the list, the xunit file, the random order; a crash, a silent program and an empty one are failures for the runner.
. tests/lib.sh

# What is checked is the harness itself, so the values are constants that hold (the first test must pass as a whole) or do not (the ones
# after it must fail, and the output and the exit code must say so).
cat >"$WORK/sample.c" <<'END'
#include "utest.h"
#include <stddef.h>
enum colour { RED, GREEN };
struct bits { unsigned b : 3; };
struct box { int value, *teardowns; };
static int teardowns, evaluations;
static int once(void) { return ++evaluations; }
UTEST(pass, every_check) {
    int a[2] = {1, 2}; float f = 1.5f; enum colour c = RED; struct bits s; const char *text = "abc";
    int one = a[0], two = a[1], none = one - 1; unsigned many = 3;
    s.b = 3;
    ASSERT_TRUE(one); ASSERT_FALSE(none); ASSERT_EQ(1, one); ASSERT_NE(1, two); ASSERT_LT(one, 2); ASSERT_LE(two, 2); ASSERT_GT(many, 2u);
    ASSERT_GE(2.0, 2.0); ASSERT_STREQ("a", "a"); ASSERT_STRNE("a", "b"); ASSERT_STRNEQ(text, "abd", 2);
    ASSERT_STRNNE("abc", "abd", 3); ASSERT_NEAR(1.0, 1.0001f, 1e-3); ASSERT_EQ(&a[0], a); ASSERT_EQ(f, 1.5f);
    ASSERT_EQ(c, RED); ASSERT_EQ((int)s.b, 3); ASSERT_EQ((size_t)1, sizeof(char));
    ASSERT_TRUE_MSG(1, "m"); ASSERT_FALSE_MSG(0, "m"); ASSERT_EQ_MSG(1, 1, "m"); ASSERT_NE_MSG(1, 2, "m");
    ASSERT_LT_MSG(1, 2, "m"); ASSERT_LE_MSG(1, 2, "m"); ASSERT_GT_MSG(2, 1, "m"); ASSERT_GE_MSG(2, 1, "m");
    ASSERT_STREQ_MSG("a", "a", "m"); ASSERT_STRNE_MSG("a", "b", "m"); ASSERT_STRNEQ_MSG("ab", "ac", 1, "m");
    ASSERT_STRNNE_MSG("ab", "ac", 2, "m"); ASSERT_NEAR_MSG(1.0, 1.0, 0.0, "m");
    EXPECT_TRUE(one); EXPECT_FALSE(none); EXPECT_EQ(1, one); EXPECT_NE(1, two); EXPECT_LT(one, 2); EXPECT_LE(two, 2); EXPECT_GT(3, two);
    EXPECT_GE(2, 2); EXPECT_STREQ("a", "a"); EXPECT_STRNE("a", "b"); EXPECT_STRNEQ("ab", "ac", 1); EXPECT_STRNNE("ab", "ac", 2);
    EXPECT_NEAR(1, 1, 0); EXPECT_TRUE_MSG(1, "m"); EXPECT_FALSE_MSG(0, "m"); EXPECT_EQ_MSG(1, 1, "m"); EXPECT_NE_MSG(1, 2, "m");
    EXPECT_LT_MSG(1, 2, "m"); EXPECT_LE_MSG(1, 2, "m"); EXPECT_GT_MSG(2, 1, "m"); EXPECT_GE_MSG(2, 1, "m");
    EXPECT_STREQ_MSG("a", "a", "m"); EXPECT_STRNE_MSG("a", "b", "m"); EXPECT_STRNEQ_MSG("ab", "ac", 1, "m");
    EXPECT_STRNNE_MSG("ab", "ac", 2, "m"); EXPECT_NEAR_MSG(1, 1, 0, "m");
}
UTEST(pass, arguments_are_evaluated_once) { EXPECT_EQ(1, once()); EXPECT_EQ(1, evaluations); }
UTEST(fail, expect_goes_on) { EXPECT_EQ(1, 2); UTEST_PRINTF("%s\n", "went on"); EXPECT_TRUE_MSG(0, "<because & why>"); }
UTEST(fail, assert_leaves) { ASSERT_EQ(41, 42); UTEST_PRINTF("%s\n", "did not leave"); }
UTEST(fail, nan_is_near_nothing) { volatile double z = 0; EXPECT_NEAR(z / z, z / z, 1e300); }
UTEST(fail, text) { EXPECT_STREQ("left", "right"); }
UTEST(skip, one) { UTEST_SKIP("no data here"); }
UTEST_F_SETUP(box) { ASSERT_EQ(0, utest_fixture->value); utest_fixture->value = 7; }
UTEST_F_TEARDOWN(box) { ++teardowns; EXPECT_EQ(8, utest_fixture->value); }
UTEST_F(box, is_set_up) { EXPECT_EQ(7, utest_fixture->value); ++utest_fixture->value; }
UTEST(pass, teardown_ran) { EXPECT_EQ(1, teardowns); }
struct item { size_t value; };
UTEST_I_SETUP(item) { utest_fixture->value = 10 * utest_index; }
UTEST_I_TEARDOWN(item) { EXPECT_EQ(10 * utest_index + 1, utest_fixture->value); }
UTEST_I(item, index, 3) { EXPECT_EQ((size_t)0, utest_fixture->value % 10); ++utest_fixture->value; }
UTEST_MAIN()
END
cat >"$WORK/throws.cpp" <<'END'
#include "utest.h"
UTEST(throws, right_type) { EXPECT_EXCEPTION(throw std::range_error("r"), std::range_error); }
UTEST(throws, any_type) { EXPECT_EXCEPTION(throw 1, int); }
UTEST(throws, right_text) { EXPECT_EXCEPTION_WITH_MESSAGE(throw std::range_error("r"), std::range_error, "r"); }
UTEST(throws, wrong_type) { EXPECT_EXCEPTION(throw 1, std::range_error); }
UTEST(throws, wrong_text) { ASSERT_EXCEPTION_WITH_MESSAGE(throw std::range_error("q"), std::range_error, "r"); }
UTEST(throws, nothing) { EXPECT_EXCEPTION_MSG((void)0, std::range_error, "quiet"); }
UTEST(throws, by_itself) { throw std::range_error("not caught by the test"); }
UTEST(pointers, null) { int *p = nullptr; EXPECT_EQ(p, nullptr); EXPECT_TRUE(p == nullptr); EXPECT_EQ(p == nullptr, false); }
UTEST_MAIN()
END
s=$WORK/sample
$CC -std=c99 -Itests -Wall -Wextra -Wno-sign-compare -Werror "$WORK/sample.c" -lm -o "$s"
verdict "utest.builds" $?
"$s" >"$WORK/out"
[ $? = 4 ]
verdict "utest.exit_status_is_the_number_of_failures" $?
{
    grep -q '^\[==========\] Running 12 test cases\.$' "$WORK/out" && grep -q '^\[  PASSED  \] 7 tests\.$' "$WORK/out" &&
        grep -q '^\[  SKIPPED \] 1 tests' "$WORK/out" && grep -q '^\[  FAILED  \] 4 tests' "$WORK/out"
}
verdict "utest.closing_lines" $?
grep -q 'went on' "$WORK/out" && ! grep -q 'did not leave' "$WORK/out"
verdict "utest.expect_goes_on_and_assert_leaves" $?
grep -q '41 vs 42' "$WORK/out" && grep -q '"left" vs "right"' "$WORK/out" && grep -q 'because & why' "$WORK/out" &&
    grep -q "sample.c:[0-9]*: Failure" "$WORK/out" && grep -q "Skipped : 'no data here'" "$WORK/out"
verdict "utest.failures_show_place_values_and_message" $?
[ "$("$s" --list-tests | sort | tr '\n' ' ')" = "box.is_set_up fail.assert_leaves fail.expect_goes_on fail.nan_is_near_nothing \
fail.text item.index/0 item.index/1 item.index/2 pass.arguments_are_evaluated_once pass.every_check pass.teardown_ran skip.one " ]
verdict "utest.list_tests" $?
"$s" '--filter=pass.every_check' | grep -q '^\[  PASSED  \] 1 tests' && "$s" '--filter=*index*' | grep -q '^\[  PASSED  \] 3 tests' &&
    "$s" '--filter=i*/2' | grep -q '^\[  PASSED  \] 1 tests' && "$s" '--filter=nothing' | grep -q '^\[  PASSED  \] 0 tests'
verdict "utest.filter" $?
"$s" "--output=$WORK/x.xml" >/dev/null
grep -q '<testsuites tests="12"' "$WORK/x.xml" && [ "$(grep -c '<failure>' "$WORK/x.xml")" = 4 ] &&
    [ "$(grep -c '<testcase' "$WORK/x.xml")" = 12 ] && grep -q '&lt;because &amp; why&gt;' "$WORK/x.xml" &&
    grep -q '<skipped>' "$WORK/x.xml"
verdict "utest.xunit_counts_and_escapes" $?
if have python3; then
    python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' "$WORK/x.xml"
    verdict "utest.xunit_is_well_formed" $?
else
    reason="python3 is not installed" && verdict "utest.xunit_is_well_formed" 77
fi
order() { "$s" "--random-order=$1" | grep '^\[ RUN' | md5sum; }
"$s" --random-order=5 >"$WORK/random"
[ "$(order 5)" = "$(order 5)" ] && [ "$(order 5)" != "$(order 6)" ] && grep -q '^\[==========\] Running 12 test' "$WORK/random"
verdict "utest.random_order_repeats_by_seed" $?
"$s" --help | grep -q -- --random-order
verdict "utest.help" $?
if have "$CXX"; then
    $CXX -x c++ -std=c++11 -Itests -Wall -Wextra -Werror "$WORK/throws.cpp" -o "$WORK/throws" && { "$WORK/throws" >"$WORK/out"; [ $? = 5 ]; } &&
        grep -q '^\[  PASSED  \] 3 tests' "$WORK/out" && grep -q 'unexpected exception: not caught' "$WORK/out"
    verdict "utest.exceptions" $?
else
    reason="no C++ compiler" && verdict "utest.exceptions" 77
fi
# two files of tests in one program
printf '#include "utest.h"\nint shared(void);\nint shared(void) { return 42; }\nUTEST(other, file) { EXPECT_EQ(42, shared()); }\n' >"$WORK/second.c"
printf '#include "utest.h"\nint shared(void);\nUTEST(first, file) { EXPECT_EQ(42, shared()); }\nUTEST_STATE();\nint main(int c, const char *const v[]) { return utest_main(c, v); }\n' >"$WORK/first.c"
$CC -std=c99 -Itests "$WORK/first.c" "$WORK/second.c" -lm -o "$WORK/pair" && "$WORK/pair" | grep -q '^\[  PASSED  \] 2 tests'
verdict "utest.two_files_one_state" $?

# the runner
printf '#include <stdlib.h>\nint main(void) { abort(); }\n' >"$WORK/crash.c"
printf 'int main(void) { return 0; }\n' >"$WORK/silent.c"
printf '#include "utest.h"\nUTEST_MAIN()\n' >"$WORK/empty.c"
printf '#include "utest.h"\nstatic int runs;\nUTEST(a, b) { EXPECT_EQ(1, ++runs); }\nUTEST_STATE();\nint main(int c, const char *const v[]) { (void)utest_main(c, v); return 3; }\n' >"$WORK/status.c"
for p in crash silent empty status; do $CC -std=c99 -Itests "$WORK/$p.c" -lm -o "$WORK/$p"; done
runs() { # runs EXPECTED-LAST-LINE EXPECTED-STATUS PROGRAM...
    want=$1 status=$2
    shift 2
    sh tests/run.sh --logs "$WORK/logs" "$@" >"$WORK/run.out" 2>&1
    [ $? = "$status" ] && [ "$(tail -n 1 "$WORK/run.out")" = "$want" ] || { cat "$WORK/run.out" && return 1; }
}
runs "7 passed, 4 failed, 1 skipped" 1 "$s" && grep -q '41 vs 42' "$WORK/run.out" && grep -q 'no data here' "$WORK/run.out"
verdict "runner.adds_up_and_shows_failures" $?
runs "2 passed, 0 failed, 0 skipped" 0 "$WORK/pair"
verdict "runner.passes" $?
runs "0 passed, 1 failed, 0 skipped" 1 "$WORK/crash" && runs "0 passed, 1 failed, 0 skipped" 1 "$WORK/silent" &&
    runs "0 passed, 1 failed, 0 skipped" 1 "$WORK/empty" && runs "1 passed, 1 failed, 0 skipped" 1 "$WORK/status" &&
    runs "0 passed, 1 failed, 0 skipped" 1 "$WORK/no-such-program"
verdict "runner.counts_crash_silence_emptiness_and_bad_status" $?
runs "2 passed, 0 failed, 5 skipped" 0 --skipped "5 lapack: not found" "$WORK/pair" && grep -q 'lapack: not found' "$WORK/run.out"
verdict "runner.reports_what_was_left_out" $?
printf 'int main(void) { for (;;) {} }\n' >"$WORK/endless.c" && $CC "$WORK/endless.c" -o "$WORK/endless"
if have timeout; then
    runs "0 passed, 1 failed, 0 skipped" 1 --timeout 1 "$WORK/endless" && grep -q 'stopped after' "$WORK/run.out"
    verdict "runner.stops_endless_programs" $?
fi
finish
