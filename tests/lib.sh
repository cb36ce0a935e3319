# lib.sh - what the check scripts share. Source it from the root of the tree: . tests/lib.sh
# A check ends with status 0 (ok), 1 (failed) or 77 (skipped; the last line of its output says why).
set -u
CC=${CC:-cc}
CXX=${CXX:-c++}
JOBS=${JOBS:-$(nproc 2>/dev/null || echo 2)}
HEADERS="collide rbd contact"
STRICT="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wdouble-promotion -Wcast-qual -Werror"
STRICT_C="-Wstrict-prototypes -Wmissing-prototypes" # C++ has neither
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

skip() { # skip REASON
    echo "$1"
    exit 77
}
have() { command -v "$1" >/dev/null 2>&1; }
need() { # need TOOL...: the check is skipped when one is absent
    for tool in "$@"; do have "$tool" || skip "$tool is not installed (make deps)"; done
}
upper() { echo "$1" | tr '[:lower:]' '[:upper:]'; }

# A source file that includes one header, or several in the order given; prints its path.
#   source_file NAME declarations|implementation HEADER...
source_file() {
    file=$WORK/$1 mode=$2
    shift 2
    : >"$file"
    for h in "$@"; do
        [ "$mode" = declarations ] || echo "#define $(upper "$h")_IMPLEMENTATION" >>"$file"
        echo "#include \"$h.h\"" >>"$file"
    done
    echo "int translation_unit_$$(void);" >>"$file" # never empty
    echo "$file"
}

# batch: reads lines "LABEL<TAB>COMMAND", runs the commands JOBS at a time, prints what each failing one said.
batch() {
    cat >"$WORK/batch"
    awk -F '\t' -v dir="$WORK" '{ f = dir "/job" NR; print $1 > (f ".label"); print $2 > (f ".sh"); close(f ".label"); close(f ".sh"); print f }' \
        "$WORK/batch" | xargs -P "$JOBS" -I '{}' sh -c 'sh {}.sh >{}.out 2>&1 || echo failed >{}.failed'
    total=$(wc -l <"$WORK/batch") bad=0
    for f in "$WORK"/job*.failed; do
        [ -e "$f" ] || continue
        bad=$((bad + 1))
        echo "FAILED: $(cat "${f%.failed}.label")"
        echo "  $(cat "${f%.failed}.sh")"
        head -n 30 "${f%.failed}.out" | sed 's/^/  | /'
    done
    rm -f "$WORK"/job*
    echo "$((total - bad)) of $total"
    [ "$bad" = 0 ]
}

# Shell tests speak like utest.h, so that run.sh can add them up:
#   verdict NAME STATUS     passed when STATUS is 0, skipped when 77; then the reason is in $reason
#   finish                  closing lines, exit status
tests_passed=0 tests_failed=0 tests_skipped=0
verdict() {
    echo "[ RUN      ] $1"
    case $2 in
    0) tests_passed=$((tests_passed + 1)) && echo "[       OK ] $1" ;;
    77) tests_skipped=$((tests_skipped + 1)) && echo "   Skipped : '$reason'" && echo "[  SKIPPED ] $1" ;;
    *) tests_failed=$((tests_failed + 1)) && echo "[  FAILED  ] $1" ;;
    esac
}
finish() {
    echo "[  PASSED  ] $tests_passed tests."
    [ $tests_skipped = 0 ] || echo "[  SKIPPED ] $tests_skipped tests, listed above"
    [ $tests_failed = 0 ] || echo "[  FAILED  ] $tests_failed tests, listed above"
    exit $tests_failed
}
