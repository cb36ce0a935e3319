#!/bin/sh
# cppcheck on the implementations, with the reasons for each suppression in tests/cppcheck.txt.
. tests/lib.sh
need cppcheck
sed 's/[ 	]*#.*//; /^$/d' tests/cppcheck.txt >"$WORK/suppressions"
for h in $HEADERS; do
    f=$(source_file "$h.c" implementation "$h")
    [ $h != contact ] || printf '#include "collide.h"\n#include "rbd.h"\n#define CONTACT_IMPLEMENTATION\n#include "contact.h"\n' >"$f"
    # -D...: the configuration that is built; cppcheck would go through every combination of macros otherwise
    printf '%s\t%s\n' "cppcheck $h.h" \
        "cppcheck -q --enable=warning,portability,performance --inline-suppr --std=c99 --language=c -I. --error-exitcode=1 --suppressions-list=$WORK/suppressions -D__GNUC__=12 -DNDEBUG -U__AVX2__ -U__cplusplus -UTACT_LAPACK -UTACT_FLOAT -UTACT_NO_LIBC -UTACT_TYPES_V1 -U_MSC_VER $f"
done >"$WORK/list"
batch <"$WORK/list"
