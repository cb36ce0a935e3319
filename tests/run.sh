#!/bin/sh
# Runs test programs in parallel and adds up what they say.
#
#   tests/run.sh [--jobs N] [--timeout SECONDS] [--emulator "COMMAND"] [--logs DIRECTORY]
#                [--skipped "COUNT WHAT: WHY"]... PROGRAM...
#
# A program is an executable, or a .sh file, that ends with the closing lines of utest.h. One that crashes, runs into the
# timeout or says nothing counts as one failure. The order of the report is the order of the arguments, whatever finishes
# first. The last line is "N passed, N failed, N skipped"; the exit status is 0 when nothing failed and something passed.
set -u
jobs=2 timeout=600 emulator= logs= skips= skip_count=0
while [ $# -gt 0 ]; do
    case $1 in
    --jobs) jobs=$2 && shift 2 ;;
    --timeout) timeout=$2 && shift 2 ;;
    --emulator) emulator=$2 && shift 2 ;;
    --logs) logs=$2 && shift 2 ;;
    --skipped) # COUNT WHAT: WHY
        skip_count=$((skip_count + ${2%% *}))
        skips="$skips  ${2#* }
"
        shift 2 ;;
    --) shift && break ;;
    -*) echo "run.sh: unknown option $1" >&2 && exit 2 ;;
    *) break ;;
    esac
done
remove=
[ -n "$logs" ] || { logs=$(mktemp -d) && remove=$logs; }
trap '[ -z "$remove" ] || rm -rf "$remove"' EXIT
mkdir -p "$logs" || exit 2
rm -f "$logs"/*.out "$logs"/*.rc "$logs"/*.time "$logs"/total
limit=
command -v timeout >/dev/null 2>&1 && limit="timeout $timeout"

# One worker call: number of the program, program. Writes NUMBER.out, NUMBER.rc, NUMBER.time (milliseconds).
export logs limit emulator
worker='
    start=$(date +%s%N)
    case $2 in
    *.sh) $limit sh "$2" ;;
    *) $limit $emulator "$2" ;;
    esac >"$logs/$1.out" 2>&1 </dev/null
    echo $? >"$logs/$1.rc"
    stop=$(date +%s%N)
    case $start$stop in *N*) echo 0 ;; *) echo $(((stop - start) / 1000000)) ;; esac >"$logs/$1.time"
'
number=0
for program in "$@"; do
    number=$((number + 1))
    printf '%s\n%s\n' "$number" "$program"
done | xargs -P "$jobs" -n 2 sh -c "$worker" worker

passed=0 failed=0 skipped=$skip_count number=0 reasons=
: >"$logs/summary"
for program in "$@"; do
    number=$((number + 1))
    label=${program#build/}
    log=$logs/$number.out
    code=$(cat "$logs/$number.rc" 2>/dev/null || echo lost)
    time=$(cat "$logs/$number.time" 2>/dev/null || echo 0)
    # the closing lines: [  PASSED  ] N tests.   [  SKIPPED ] N tests, ...   [  FAILED  ] N tests, ...
    counts=$(awk '/^\[  PASSED  \] [0-9]+ tests/ { p = $4; seen = 1 }
                  /^\[  SKIPPED \] [0-9]+ tests/ { s = $4 }
                  /^\[  FAILED  \] [0-9]+ tests/ { f = $4 }
                  END { print p + 0, f + 0, s + 0, seen + 0 }' "$log" 2>/dev/null || echo "0 0 0 0")
    # shellcheck disable=SC2086 # four numbers
    set_counts() { p=$1 f=$2 s=$3 seen=$4; }
    set_counts $counts
    note=
    if [ "$seen" = 0 ]; then
        f=$((f + 1)) note=" (ended with status $code and no closing line: crash?)"
        [ "$code" = 124 ] && note=" (stopped after $timeout s)"
        [ -e "$program" ] || note=" (was not built)"
    elif [ "$code" != 0 ] && [ "$f" = 0 ]; then
        f=1 note=" (every test passed, yet the program ended with status $code)"
    elif [ $((p + f + s)) = 0 ]; then
        f=1 note=" (the program has no test)"
    fi
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    if [ "$f" -gt 0 ]; then
        printf 'FAIL  %-44s %4d passed %3d failed %3d skipped %7d ms%s\n' "$label" "$p" "$f" "$s" "$time" "$note" |
            tee -a "$logs/summary"
        sed 's/^/    | /' "$log" 2>/dev/null
    else
        printf 'ok    %-44s %4d passed            %3d skipped %7d ms\n' "$label" "$p" "$s" "$time" | tee -a "$logs/summary"
    fi
    if [ "$s" -gt 0 ]; then
        reasons="$reasons$(awk -v l="$label" '/^\[ RUN      \] / { n = $4 }
            /^   Skipped : / { sub(/^   Skipped : /, ""); print "  " l " " n ": " $0 }' "$log")
"
    fi
done
if [ "$skipped" -gt 0 ]; then
    echo "Skipped:"
    printf '%s%s' "$skips" "$reasons"
fi
echo "$passed passed, $failed failed, $skipped skipped" | tee "$logs/total"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
