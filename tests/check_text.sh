#!/bin/sh
# Plain text rules: no tabs and no line over 120 columns in the headers, no blanks at line ends, a newline at the end, no
# CR, plain ASCII in the headers, no words that mark unfinished work, and nothing at the top level that does not belong there.
. tests/lib.sh
status=0
fail() {
    status=1
    echo "$1"
    head -n 10 "$WORK/hits"
}
sources=$(ls *.h tests/*.[ch] tests/*.sh bench/*.[ch] examples/*.[ch] Makefile 2>/dev/null)
awk 'length($0) > 120 { print FILENAME ":" FNR ": " length($0) " columns" }' $(for h in $HEADERS; do echo $h.h; done) >"$WORK/hits"
[ ! -s "$WORK/hits" ] || fail "lines over 120 columns:"
grep -nP '\t' collide.h rbd.h contact.h >"$WORK/hits" && fail "tabs:"
grep -nP '[^\x00-\x7F]' collide.h rbd.h contact.h >"$WORK/hits" && fail "not ASCII (not every compiler reads UTF-8 comments):"
# shellcheck disable=SC2086
grep -nE '[ 	]$' $sources >"$WORK/hits" && fail "blanks at the end of a line:"
# shellcheck disable=SC2086
grep -n "$(printf '\r')" $sources >"$WORK/hits" && fail "carriage returns:"
for f in $sources; do [ -z "$(tail -c 1 "$f")" ] || echo "$f"; done >"$WORK/hits"
[ ! -s "$WORK/hits" ] || fail "no newline at the end:"
# the words are put together here so that this file does not contain them
words="TO""DO|FIX""ME|X""XX|HA""CK|place""holder"
# shellcheck disable=SC2086
grep -nwE "$words" $sources README.md CONTRIBUTING.md CHANGELOG.md 2>/dev/null >"$WORK/hits" && fail "unfinished work:"
if git ls-files >/dev/null 2>&1; then
    git ls-files | sed 's|/.*||' | sort -u | grep -vxE 'contact\.h|collide\.h|rbd\.h|examples|tests|bench|Makefile|LICENSE|README\.md|CHANGELOG\.md|CONTRIBUTING\.md|\.ci|\.gitignore|\.gitattributes|\.clang-format|\.editorconfig' >"$WORK/hits" \
        && fail "unexpected at the top level:"
fi
echo "$(echo $sources | wc -w) files"
exit $status
