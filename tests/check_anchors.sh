#!/bin/sh
# The rooms of a header. The contents list in the opening comment names every section once, in the order of the file. A section of
# code (>>impl-..., >>world-..., ...) has at most 800 lines and opens with what it owns, reads and leaves. A private function that is
# declared before it is defined (a call to a section below) has a comment at the declaration that says why.
. tests/lib.sh
MOST=800
status=0 total=0
say() {
    status=1
    echo "$1"
}
for h in $HEADERS; do
    # the opening comment ends at the first line with */
    awk '/\*\// { exit } { print }' $h.h | grep -o '>>[a-z0-9-]*' | grep -v '^>>name$' >"$WORK/listed"
    awk 'past && /^(\/\/ |\/\* )>>[a-z0-9-]+/ { print $2 } /\*\// { past = 1 }' $h.h >"$WORK/standing"
    diff "$WORK/listed" "$WORK/standing" >"$WORK/diff" ||
        say "$h.h: the contents list (<) and the sections in their order (>) differ: $(grep '^[<>]' "$WORK/diff" | tr '\n' ' ')"
    awk -v most=$MOST -v file=$h.h '
        function close_room() { if (room != "" && NR - start > most) print file ": " room " has " NR - start " lines, more than " most }
        /^(\/\/ |\/\* )>>[a-z0-9-]+/ && FNR > 1 { close_room(); room = $2; start = NR; head = ""; code = 0; next }
        room != "" && NR - start <= 12 { head = head "\n" $0 }
        room != "" && !code && NR - start == 12 {
            code = 1
            if (implementation && room != ">>licence" && (head !~ /Owns/ || head !~ /Reads/ || head !~ /Leaves/))
                print file ": " room " does not open with what it owns, reads and leaves"
        }
        /^#if.*_IMPLEMENTATION/ { implementation = 1 }
        END { close_room() }' $h.h >"$WORK/rooms"
    [ ! -s "$WORK/rooms" ] || say "$(cat "$WORK/rooms")"
    # a prototype of a private function: starts in column 0, ends with `;`; the line above is a comment, or one stands behind it
    awk -v file=$h.h -v pattern="$h"'__[a-z0-9_]+\\(' '
        /^(TACT_PRIVATE|static|TACT_INLINE)/ && $0 ~ pattern { open = 1; text = ""; first = NR; above = last }
        open { text = text $0; if (/[{]/) open = 0; else if (/;/) {
            open = 0
            if (above !~ /\*\/[ ]*$/ && above !~ /^[ ]*\/\// && text !~ /\/\*/ && !declared) print file ":" first ": declared ahead without a reason: " substr(text, 1, 90)
            declared = 1; last = $0; next } }
        !open { declared = 0 }
        { last = $0 }' $h.h >"$WORK/ahead"
    [ ! -s "$WORK/ahead" ] || say "$(cat "$WORK/ahead")"
    total=$((total + $(wc -l <"$WORK/standing")))
done
echo "$total sections"
exit $status
