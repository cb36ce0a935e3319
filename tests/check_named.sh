#!/bin/sh
# Every public function is called by some test, and every field of a public config is set by some test, bench or example.
. tests/lib.sh
status=0 total=0
cat tests/*.c tests/*.h >"$WORK/tests"
cat tests/*.c tests/*.h bench/*.c bench/*.h bench/sim/*.c examples/*.c examples/*.h >"$WORK/users"
for h in $HEADERS; do
    H=$(upper $h)
    tr '\n' ' ' <$h.h | grep -oE "${H}_API [^;{(]*\(" | grep -oE "${h}_[a-z0-9_]+ *\($" | tr -d ' (' | sort -u >"$WORK/functions"
    for f in $(cat "$WORK/functions"); do
        total=$((total + 1))
        grep -qw "$f" "$WORK/tests" || { echo "$h.h: no test calls $f" && status=1; }
    done
    awk '/^typedef struct [a-z_]*config \{/ { inside = 1; next } /^\}/ { inside = 0 } inside' $h.h | sed 's|/\*.*||' |
        grep -E '^    [a-z]' | sed 's/\[[^]]*\]//g; s/^ *const //; s/^ *[a-z_0-9]* //; s/(\*\([a-z_]*\)).*/\1/' | tr ',;*' '\n\n ' | tr -d ' ' | grep -E '^[a-z_0-9]+$' | grep -v '^tact_real$' | sort -u >"$WORK/fields"
    for f in $(cat "$WORK/fields"); do
        total=$((total + 1))
        grep -qE "[.>]$f\b" "$WORK/users" || { echo "$h.h: no test, bench or example sets the config field $f" && status=1; }
    done
done
echo "$total functions and fields"
exit $status
