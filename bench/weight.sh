#!/bin/sh
# What the headers cost a user's build: CPU seconds of the compiler and bytes of text, for gcc and clang, whole and cut down.
# Rows `weight<TAB>case<TAB>metric<TAB>value`. A case is COMPILER -Ox WHAT; WHAT is all (the three headers in one file), one header,
# or all without a part (the switches that the manuals list under options). `link` is a program that calls one function,
# linked with -ffunction-sections and --gc-sections.
#   bench/weight.sh [COMPILER...]        default: gcc clang, those that are there
set -u
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compilers=${*:-gcc clang}

children() { # children FILE: writes the CPU seconds of the processes that have ended so far (not in a pipe: that is another shell)
    times >"$work/times"
    awk 'NR == 2 { split($1, u, /[ms]/); split($2, s, /[ms]/); print u[1] * 60 + u[2] + s[1] * 60 + s[2] }' "$work/times" >"$1"
}
source_of() { # source_of NAME HEADER...: the file that holds their implementations
    name=$1
    shift
    for h in "$@"; do echo "#define $(echo "$h" | tr '[:lower:]' '[:upper:]')_IMPLEMENTATION" && echo "#include \"$h.h\""; done >"$work/$name.c"
}
measure() { # measure COMPILER LEVEL LABEL FLAGS SOURCE
    children "$work/before"
    # shellcheck disable=SC2086 # flags are a list
    "$1" -std=c99 "$2" $4 -DNDEBUG -I. -c "$work/$5.c" -o "$work/$5.o" || return
    children "$work/after"
    seconds=$(paste "$work/before" "$work/after" | awk '{ printf "%.1f", $2 - $1 }')
    text=$(size "$work/$5.o" | awk 'NR == 2 { print $1 }')
    printf 'weight\t%s %s %s\tseconds\t%s\nweight\t%s %s %s\ttext\t%s\n' "$1" "$2" "$3" "$seconds" "$1" "$2" "$3" "$text"
}

source_of all collide rbd contact
source_of collide collide
source_of rbd rbd
source_of contact contact
printf '#define COLLIDE_IMPLEMENTATION\n#include "collide.h"\nint main(void) {
    collide_shape a = collide_box(1, 1, 1), b = collide_sphere(1);
    collide_config config = collide_default_config();
    collide_result r;
    return collide_distance(&a, tact_pose_identity(), &b, tact_pose_at(3, 0, 0), &config, 0, &r) < 0;\n}\n' >"$work/link.c"
CUT="-DCONTACT_NO_DERIVATIVES -DCOLLIDE_NO_GRADIENTS -DRBD_NO_DERIVATIVES"
for cc in $compilers; do
    command -v "$cc" >/dev/null || { echo "weight: no $cc here, left out" >&2 && continue; }
    for level in -O0 -O2 -Os; do
        measure "$cc" $level all "" all
        measure "$cc" $level "all, no derivatives" "$CUT" all
        measure "$cc" $level "all, no derivatives, three solvers" "$CUT -DCONTACT_METHODS(X)=X(AUTO)X(NCP_PGS)X(SAP)" all
        measure "$cc" $level collide "" collide
        measure "$cc" $level rbd "" rbd
        measure "$cc" $level "contact without a world" "" contact
    done
    for level in -O2 -Os; do
        "$cc" -std=c99 $level -ffunction-sections -fdata-sections -DNDEBUG -I. "$work/link.c" -Wl,--gc-sections -lm -o "$work/link" &&
            printf 'weight\t%s %s a program that calls collide_distance\ttext\t%s\n' "$cc" "$level" "$(size "$work/link" | awk 'NR == 2 { print $1 }')"
    done
done
