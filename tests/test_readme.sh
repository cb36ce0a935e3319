#!/bin/sh
# The programs of README.md: a block ```c NAME is written to NAME beside copies of the headers, the commands of the block
# ```sh NAME are run there, and what they print is compared with the block ```text NAME.
. tests/lib.sh
blocks=$(sed -n 's/^```c \([a-z0-9_]*\.c\)$/\1/p' README.md)
cp collide.h rbd.h contact.h "$WORK/"
[ -d examples ] && cp -r examples "$WORK/"
block() { awk -v open="\`\`\`$1 $2" '$0 == open { on = 1; next } on && /^```/ { exit } on { print }' README.md; }
for name in $blocks; do
    block c "$name" >"$WORK/$name"
    block sh "$name" | sed 's/^\$ //' >"$WORK/$name.sh"
    block text "$name" >"$WORK/$name.expected"
    if [ ! -s "$WORK/$name.sh" ] || [ ! -s "$WORK/$name.expected" ]; then
        echo "README.md: $name has no command or no output block"
        verdict "readme.$name" 1
        continue
    fi
    # warnings would be the reader's first impression
    (cd "$WORK" && PATH="$WORK/bin:$PATH" sh "$name.sh" >"$name.output" 2>&1)
    diff "$WORK/$name.expected" "$WORK/$name.output"
    verdict "readme.$name" $?
done
[ -n "$blocks" ]
verdict "readme.has_programs" $?
# what the README says exists: files in links, targets of make
missing=$(grep -oE '\]\([a-zA-Z][a-zA-Z0-9_./-]*\)' README.md | sed 's/^](//; s/)$//' | sort -u | while read -r f; do [ -e "$f" ] || echo "$f"; done)
[ -z "$missing" ] || echo "README.md links to what is not there: $missing"
[ -z "$missing" ]
verdict "readme.links" $?
targets=$(grep -oE 'make [a-z][a-z-]*' README.md CONTRIBUTING.md | sed 's/.*make //' | sort -u)
status=0
for t in $targets; do
    grep -qE "^$t:" Makefile || case $t in bench-* | fuzz-* | test-*) ;; *) echo "README.md or CONTRIBUTING.md: no target $t" && status=1 ;; esac
done
verdict "readme.targets" $status
finish
