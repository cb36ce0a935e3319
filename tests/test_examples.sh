#!/bin/sh
# The examples, built by `make examples`: each ends with status 0; where the file closes with a comment "expected output:",
# it prints exactly that. Each names its one-line build command, and has at most 130 lines.
. tests/lib.sh
BUILT=${BUILT:-build/examples}
count=0
for f in examples/*.c; do
    [ -e "$f" ] || continue
    name=$(basename "$f" .c)
    count=$((count + 1))
    case $name in window*) reason="opens a window" && verdict "examples.$name" 77 && continue ;; esac
    if [ ! -x "$BUILT/$name" ]; then
        echo "$BUILT/$name was not built"
        verdict "examples.$name" 1
        continue
    fi
    awk '/^\/\* expected output:/ { on = 1; next } on && /^\*\/$/ { exit } on { print }' "$f" >"$WORK/expected"
    mkdir -p "$WORK/build"
    # in a directory of its own: an example may write files
    (cd "$WORK" && "$OLDPWD/$BUILT/$name" >output 2>&1)
    status=$?
    [ $status = 0 ] || { echo "$name ended with status $status:" && cat "$WORK/output"; }
    if [ $status = 0 ] && [ -s "$WORK/expected" ]; then
        diff "$WORK/expected" "$WORK/output"
        status=$?
    fi
    grep -q "cc .*$name\.c.* -lm" "$f" || { echo "$f: its build command is not in it" && status=1; }
    # the expected output at the end is not counted
    lines=$(awk '/^\/\* expected output:/ { exit } { n++ } END { print n }' "$f")
    [ "$lines" -le 130 ] || [ "$name" = demo ] || { echo "$f: $lines lines" && status=1; }
    verdict "examples.$name" $status
done
[ $count -gt 0 ]
verdict "examples.exist" $?
finish
