#!/bin/sh
# The blocks that several headers carry are the same, byte for byte.
. tests/lib.sh
status=0
same() { # same NAME HEADER...
    name=$1 first=
    shift
    for h in "$@"; do
        # from the line with the name to the line "end of NAME", the address pattern anchored at the opening dashes
        awk -v start="/* ---- $name" -v stop="/* ---- end of $name" \
            'index($0, start) == 1 { on = 1 } on { print } index($0, stop) == 1 { if (on) ended = 1; on = 0 } END { exit !ended }' \
            $h.h >"$WORK/$h.block" || { echo "$h.h: no complete \"$name\"" && status=1 && continue; }
        if [ -z "$first" ]; then first=$h; else
            cmp -s "$WORK/$first.block" "$WORK/$h.block" || {
                status=1
                echo "\"$name\" differs between $first.h and $h.h:"
                diff "$WORK/$first.block" "$WORK/$h.block" | head -n 20
            }
        fi
    done
    echo "$name: $(wc -l <"$WORK/$first.block") lines"
}
same "tact shared block v" collide rbd contact
same "tact linear algebra block v" rbd contact
exit $status
