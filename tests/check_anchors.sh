#!/bin/sh
# The contents list in a header's opening comment and the sections agree: every >>name that is listed stands once as the
# start of a section, and every section is listed.
. tests/lib.sh
status=0 total=0
for h in $HEADERS; do
    # the opening comment ends at the first line with */
    awk '/\*\// { exit } { print }' $h.h | grep -o '>>[a-z0-9-]*' | grep -v '^>>name$' | sort >"$WORK/listed"
    awk 'past { print } /\*\// { past = 1 }' $h.h | grep -E '^(// |/\* )>>[a-z0-9-]+' | grep -o '>>[a-z0-9-]*' | sort >"$WORK/standing"
    for problem in "listed twice:$(uniq -d "$WORK/listed")" "two sections of that name:$(uniq -d "$WORK/standing")" \
        "listed, no such section:$(sort -u "$WORK/listed" | comm -23 - "$WORK/standing")" \
        "section, not listed:$(sort -u "$WORK/standing" | comm -13 "$WORK/listed" -)"; do
        names=$(echo "${problem#*:}" | tr '\n' ' ')
        [ -z "${names% }" ] || { echo "$h.h: ${problem%%:*}: $names" && status=1; }
    done
    total=$((total + $(wc -l <"$WORK/standing")))
done
echo "$total sections"
exit $status
