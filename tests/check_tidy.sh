#!/bin/sh
# clang-tidy on the implementations, with the reasons for each switched-off check in tests/clang-tidy.yaml.
. tests/lib.sh
need clang-tidy
for h in $HEADERS; do
    f=$(source_file "$h.c" implementation "$h")
    [ $h != contact ] || printf '#include "collide.h"\n#include "rbd.h"\n#define CONTACT_IMPLEMENTATION\n#include "contact.h"\n' >"$f"
    printf '%s\t%s\n' "clang-tidy $h.h" \
        "clang-tidy --quiet --config-file=tests/clang-tidy.yaml --header-filter='(collide|rbd|contact)[.]h' $f -- -std=c99 -I$PWD"
done >"$WORK/list"
batch <"$WORK/list"
