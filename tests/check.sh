#!/bin/sh
# The gates of `make check`. Each prints one line: ok, FAIL or skipped, its name, what it covered, how long it took; a
# failing one prints its output first. The last line sums up.
#
#   tests/check.sh [GATE...]      all gates, or those named (tests/check.sh list prints the names)
#
# Two gates run side by side, each with half of the JOBS: one that waits for its last job leaves no core idle. They share no
# directory that either of them writes. Environment: CC, CXX, MAKE, JOBS.
. tests/lib.sh
MAKE=${MAKE:-make}
export CC CXX JOBS MAKE

script() { sh "tests/check_$1.sh"; }

# Runs `make test` with the settings given and prints its closing line; what passed is left out of the report of a failure.
#   test_run [VARIABLE=VALUE...]
test_run() {
    $MAKE --no-print-directory SHELL_TESTS= "$@" test >"$WORK/log" 2>&1
    code=$?
    [ $code = 0 ] || grep -v '^ok  ' "$WORK/log"
    tail -n 1 "$WORK/log"
    return $code
}

# Test programs under the sanitizers, with both linear algebra backends; single precision is a gate of its own, run by name
# (sanitizers_float), for the time it takes. memory is the part that fits every run: the programs that are quick, and those that are not
# but hold what most often goes wrong with memory (failing allocations, damaged snapshots and recordings, random calls, robot files).
sanitizers_float() { sanitizers_run float; }
sanitizers() { sanitizers_run double lapack; }
memory() {
    export TESTS_OF_GATE="$(test_files_without yes | tr '\n' ' ') $(for t in contact_memory world_memory world_snapshots world_record world_calls world_files world_change; do echo tests/$t.c; done)"
    sanitizers_run double
}
sanitizers_run() {
    echo 'int main(void) { return 0; }' >"$WORK/probe.c"
    $CC -fsanitize=address,undefined "$WORK/probe.c" -o "$WORK/probe" 2>/dev/null || skip "$CC has no sanitizers"
    # LeakSanitizer cannot work where another process may not be traced; then the rest still counts
    leaks=1 note=
    printf '#include <stdlib.h>\nint main(void) { char *volatile p = (char *)malloc(9); p = 0; return p != 0; }\n' >"$WORK/leak.c"
    $CC -fsanitize=address "$WORK/leak.c" -o "$WORK/leak" && "$WORK/leak" >"$WORK/leak.out" 2>&1
    grep -q 'detected memory leaks' "$WORK/leak.out" || leaks=0 note=" (leaks not checked: LeakSanitizer does not run on this machine)"
    export ASAN_OPTIONS=detect_leaks=$leaks:strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1
    # the gauntlet's long scenes walk through the code of the other world tests for minutes
    tests=${TESTS_OF_GATE-$(test_files | grep -v world_gauntlet | tr '\n' ' ')}
    test_run SANITIZE=1 CONFIGS="$*" TESTS="$(echo $tests | tr ' ' '\n' | sort -u | tr '\n' ' ')" >"$WORK/said"
    code=$?
    sed "\$ s/\$/$note/" "$WORK/said"
    return $code
}
# Reads of memory that nobody wrote, by clang's MemorySanitizer: the quick programs.
msan() {
    need clang
    echo 'int main(void) { return 0; }' >"$WORK/probe.c"
    clang -fsanitize=memory "$WORK/probe.c" -o "$WORK/probe" 2>/dev/null && "$WORK/probe" || skip "clang's MemorySanitizer does not run here"
    tests=$(test_files_without 'yes\|for valgrind' | tr '\n' ' ')
    test_run VARIANT=msan CC=clang CFLAGS="-O1 -g1 -fsanitize=memory -fno-sanitize-recover=all" CONFIGS=double TESTS="$tests"
    code=$?
    echo "$(tail -n 1 "$WORK/log") ($(echo "$tests" | wc -w) of $(test_files | wc -l) test files: the quickest)"
    return $code
}
# Races, by ThreadSanitizer: what runs on threads of its own.
tsan() {
    echo 'int main(void) { return 0; }' >"$WORK/probe.c"
    $CC -fsanitize=thread "$WORK/probe.c" -o "$WORK/probe" 2>/dev/null && "$WORK/probe" || skip "$CC's ThreadSanitizer does not run here"
    TSAN_OPTIONS=halt_on_error=1 test_run VARIANT=tsan CFLAGS="-O1 -g1 -fsanitize=thread" CONFIGS=double TESTS=tests/world_threads.c
}
# Every fuzzer for FUZZ_S (20) seconds, from a corpus that is made in place.
fuzz() {
    need clang
    echo 'int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return (void)d, (void)n, 0; }' >"$WORK/probe.c"
    clang -fsanitize=fuzzer "$WORK/probe.c" -o "$WORK/probe" 2>/dev/null || skip "clang has no libFuzzer"
    $MAKE --no-print-directory fuzz || return 1
    echo "$(ls tests/fuzz_*.c | wc -l) fuzzers, ${FUZZ_S:-20} s each"
}

# Emulators are slow, so they leave out the programs that say of themselves that they take long: a line `/* slow: yes */` (more
# than 0.2 s at full speed), or `/* slow: for valgrind */` (more than 0.1 s). The same programs run wherever the gate does.
test_files() { ls tests/*_*.c | grep -v -e '^tests/fuzz_' -e '^tests/soak_'; }
test_files_without() { grep -L -e "^/\* slow: \($1\) \*/" $(test_files); }

aarch64() {
    need aarch64-linux-gnu-gcc qemu-aarch64
    tests=$(test_files_without yes | tr '\n' ' ')
    test_run VARIANT=aarch64 CC=aarch64-linux-gnu-gcc CFLAGS=-O1 CONFIGS=double LDFLAGS=-static EMULATOR=qemu-aarch64 TESTS="$tests"
    code=$?
    echo "$(tail -n 1 "$WORK/log") ($(echo "$tests" | wc -w) of $(test_files | wc -l) test files: the quick ones)"
    return $code
}

# Big-endian numbers (s390x) and 32-bit addresses (i686), under emulation: a few quick programs about bytes, sizes and indices.
machines() {
    tests= said= code=0
    for t in tact_random tact_rotations tact_deterministic contact_problem contact_file rbd_xml rbd_urdf collide_hull collide_tree world_scenes \
        world_change; do tests="$tests tests/$t.c"; done
    for machine in s390x:qemu-s390x: i686:qemu-i386:-msse2=-mfpmath=sse; do
        name=${machine%%:*} emulator=$(echo $machine | cut -d : -f 2) flags=$(echo $machine | cut -d : -f 3 | sed 's/=-/ -/')
        have $name-linux-gnu-gcc && have $emulator || { said="$said $name absent;" && continue; }
        test_run VARIANT=$name CC=$name-linux-gnu-gcc CFLAGS="-O1 $flags" CONFIGS=double LDFLAGS=-static EMULATOR=$emulator TESTS="$tests" || code=1
        said="$said $name $(tail -n 1 "$WORK/log");"
    done
    [ "$said" != " s390x absent; i686 absent;" ] || skip "no cross compiler and emulator for s390x or i686"
    echo "$said"
    return $code
}

valgrind_run() {
    need valgrind
    tests=$(test_files_without 'yes\|for valgrind' | tr '\n' ' ')
    test_run VARIANT=valgrind CFLAGS="-O1 -g1" CONFIGS=double TESTS="$tests" \
        EMULATOR="valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect,possible"
    code=$?
    echo "$(tail -n 1 "$WORK/log") ($(echo "$tests" | wc -w) of $(test_files | wc -l) test files: the quickest)"
    return $code
}

# What takes too long for `make test`, with both linear algebra backends.
slow() { TACT_SLOW=1 test_run CONFIGS="double lapack" TESTS=tests/contact_fc3d.c; }

# The papers' experiments: a claim that differs without a reason that is said fails.
figures() {
    $MAKE --no-print-directory figures >"$WORK/log" 2>&1
    code=$?
    grep 'DIFFERS' "$WORK/log"
    [ $code = 0 ] || tail -n 5 "$WORK/log"
    tail -n 1 "$WORK/log"
    return $code
}

# Every test and example compiles without a warning, with gcc and with clang where they are. (`make test` builds and runs them.)
test_warnings() {
    for f in tests/*_*.c examples/*.c; do
        [ "$f" != examples/window.c ] || have sdl2-config || continue
        for c in gcc clang; do
            have $c && printf '%s\t%s\n' "$c $f" \
                "$c -std=c99 -I. -Itests $([ "$f" != examples/window.c ] || sdl2-config --cflags) -Wall -Wextra -Wpedantic -Wno-sign-compare -Wno-unknown-pragmas -Werror -fsyntax-only $f"
        done
    done >"$WORK/list"
    batch <"$WORK/list"
}

# Those that take longest first: the others fill the rest of the time.
GATES="sanitizers headers cppcheck figures fuzz msan tsan determinism aarch64 machines tidy slow valgrind includes symbols mingw test_warnings wasm cuts tcc blocks anchors named layout text python"
run_gate() {
    case $1 in
    memory | sanitizers | sanitizers_float | msan | tsan | fuzz | figures | aarch64 | machines | test_warnings | slow) $1 ;;
    valgrind) valgrind_run ;;
    *) script "$1" ;;
    esac
}

# One gate, by itself: writes its line, after its output where it failed, in one piece; its status to a file.
if [ "${1-}" = --gate ]; then
    gate=$2 results=$3 start=$(date +%s)
    (run_gate "$gate") >"$WORK/gate.log" 2>&1
    code=$?
    time=$(($(date +%s) - start))
    last=$(tail -n 1 "$WORK/gate.log")
    {
        case $code in
        0) printf 'ok      %-14s %s [%d s]\n' "$gate" "$last" $time ;;
        77) printf 'skipped %-14s %s\n' "$gate" "$last" ;;
        *) sed 's/^/    | /' "$WORK/gate.log" && printf 'FAIL    %-14s %s [%d s]\n' "$gate" "$last" $time ;;
        esac
    } >"$WORK/report"
    cat "$WORK/report"
    echo $code >"$results/$gate"
    exit 0
fi

[ "${1-}" != list ] || { echo "$GATES; by name only: memory (a part of sanitizers), sanitizers_float" && exit 0; }
for gate in "$@"; do
    case " $GATES memory sanitizers_float " in *" $gate "*) ;; *) echo "check.sh: no gate $gate; there are: $GATES" >&2 && exit 2 ;; esac
done
gates=${*:-$GATES}
mkdir "$WORK/results"
lanes=2
[ "$JOBS" -gt 1 ] && [ "$(echo $gates | wc -w)" -gt 1 ] || lanes=1
JOBS=$((JOBS / lanes))
echo $gates | tr ' ' '\n' | xargs -P $lanes -I '{}' sh tests/check.sh --gate '{}' "$WORK/results"
ok=0 failed=0 skipped=0 absent=
for gate in $gates; do
    case $(cat "$WORK/results/$gate" 2>/dev/null) in
    0) ok=$((ok + 1)) ;;
    77) skipped=$((skipped + 1)) && absent="$absent $gate" ;;
    *) failed=$((failed + 1)) ;;
    esac
done
echo "check: $ok gates ok, $failed failed, $skipped skipped${absent:+ (absent tools:$absent)}"
[ $failed = 0 ]
