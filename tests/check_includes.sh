#!/bin/sh
# The ways to include the headers: the six orders, each header twice, COLLIDE_STATIC and its like, two translation units
# with the implementation in one, C and C++ mixed, hooks of the user; and `cc file.c -lm` with no flag at all.
. tests/lib.sh

# a program that uses each header a little
use='static int check(void) {
    return tact_norm(tact_vec(3, 4, 0)) != 5 || collide_status_text(COLLIDE_OK) == 0 || rbd_status_text(RBD_OK) == 0 ||
           contact_status_text(CONTACT_OK) == 0;
}
int main(void) { return check(); }'

jobs_for() { # jobs_for LABEL FILE [OTHER FILES [TEST OF ITS OBJECT]]: build and run as C and as C++
    test_c=$(echo "${4-true}" | sed "s|OBJECT|$2.o|g") test_cc=$(echo "${4-true}" | sed "s|OBJECT|$2.cc.o|g")
    printf '%s\t%s\n' "$1, C" \
        "$CC -std=c99 -I. $STRICT $STRICT_C -c $2 -o $2.o && $test_c && $CC -std=c99 -I. ${3-} $2.o -lm -o $2.c.out && $2.c.out"
    printf '%s\t%s\n' "$1, C++" \
        "$CXX -x c++ -std=c++11 -I. $STRICT -c $2 -o $2.cc.o && $test_cc && $CXX -x c++ -std=c++11 -I. ${3-} -x none $2.cc.o -lm -o $2.cc.out && $2.cc.out"
}

{
    for order in "collide rbd contact" "collide contact rbd" "rbd collide contact" "rbd contact collide" \
        "contact collide rbd" "contact rbd collide"; do
        name=$(echo "$order" | tr ' ' _)
        # shellcheck disable=SC2086 # the order is a list
        f=$(source_file "$name.c" implementation $order)
        # shellcheck disable=SC2086
        cat "$(source_file twice.c declarations $order)" >>"$f" # twice
        sed -i '/translation_unit/d' "$f"
        echo "$use" >>"$f"
        run="-lm -o $f.out && $f.out" # once; the other orders hold the same code
        [ "$order" = "collide rbd contact" ] || run=-fsyntax-only
        printf '%s\t%s\n' "order $order, each twice, C" "$CC -std=c99 -I. $STRICT $STRICT_C $f $run"
        printf '%s\t%s\n' "order $order, each twice, C++" "$CXX -x c++ -std=c++11 -I. $STRICT -fsyntax-only $f"
        f2=$WORK/late_$name.c # declarations of all first, then the implementations, from one file
        {
            for h in $order; do echo "#include \"$h.h\""; done
            for h in $HEADERS; do echo "#define $(upper "$h")_IMPLEMENTATION"; done
            for h in $order; do echo "#include \"$h.h\""; done
            echo "$use"
        } >"$f2"
        printf '%s\t%s\n' "order $order, implementation later" "$CC -std=c99 -I. $STRICT $STRICT_C -fsyntax-only $f2"
    done

    f=$WORK/static.c
    {
        for h in $HEADERS; do printf '#define %s_STATIC\n#define %s_IMPLEMENTATION\n#include "%s.h"\n' "$(upper $h)" "$(upper $h)" $h; done
        echo "$use"
    } >"$f"
    jobs_for "static, all; main is the only global symbol" "$f" "" \
        "test \"\$(nm -g --defined-only OBJECT | awk '\$3 !~ /^DW[.]ref/ {print \$3}')\" = main" # DW.ref: the C++ compiler's own
    for h in $HEADERS; do # two files that hold their own private copy each, in one program
        f=$WORK/static_$h.c
        printf '#define %s_STATIC\n#define %s_IMPLEMENTATION\n#include "%s.h"\nint main(void) { return %s_status_text(%s_OK) == 0; }\n' \
            "$(upper $h)" "$(upper $h)" $h $h "$(upper $h)" >"$f"
        printf '#define %s_STATIC\n#define %s_IMPLEMENTATION\n#include "%s.h"\nint other(void);\nint other(void) { return %s_status_text(%s_OK) == 0; }\n' \
            "$(upper $h)" "$(upper $h)" $h $h "$(upper $h)" >"$WORK/static_${h}_2.c"
        jobs_for "static, $h in two files of one program" "$f" "$WORK/static_${h}_2.c"
    done

    # two translation units; each language uses both implementations
    f=$WORK/one.c
    { for h in $HEADERS; do printf '#define %s_IMPLEMENTATION\n#include "%s.h"\n' "$(upper $h)" $h; done; } >"$f"
    { for h in $HEADERS; do printf '#include "%s.h"\n' $h; done && echo "$use"; } >"$WORK/two.c"
    use_in_c="$CC -std=c99 -I. $STRICT $STRICT_C $WORK/two.c" use_in_cxx="$CXX -x c++ -std=c++17 -I. $STRICT $WORK/two.c -x none"
    printf '%s\t%s\n' "two files, implementation in C, use in both" \
        "$CC -std=c99 -I. -c $f -o $f.o && $use_in_c $f.o -lm -o $f.c.out && $f.c.out && $use_in_cxx $f.o -lm -o $f.mixed && $f.mixed"
    printf '%s\t%s\n' "two files, implementation in C++, use in both" \
        "$CXX -x c++ -std=c++17 -I. -c $f -o $f.cc.o && $use_in_cxx $f.cc.o -lm -o $f.cc.out && $f.cc.out && \
            $use_in_c $f.cc.o -lm -lstdc++ -o $f.mixed2 && $f.mixed2"

    # hooks
    f=$WORK/hooks.c
    {
        printf '#include <stddef.h>\nvoid *my_malloc(size_t n);\nvoid my_free(void *p);\n'
        printf '#define TACT_MALLOC(n) my_malloc(n)\n#define TACT_FREE(p) my_free(p)\n#define TACT_ASSERT(c) ((void)(c))\n'
        for h in $HEADERS; do printf '#define %s_IMPLEMENTATION\n#include "%s.h"\n' "$(upper $h)" $h; done
        printf 'static char heap[64];\nvoid *my_malloc(size_t n) { return n <= sizeof heap ? heap : NULL; }\nvoid my_free(void *p) { (void)p; }\n'
        echo "$use"
    } >"$f"
    jobs_for "hooks, which leave no malloc, free or assert behind" "$f" "" \
        "! nm -u OBJECT | grep -E ' (malloc|calloc|realloc|free|__assert_fail)\$'"
    # after headers of the C library that define short names: <complex.h> has I and complex
    f=$WORK/complex.c
    {
        printf '#include <complex.h>\n#include <stdio.h>\n#include <time.h>\n#include <errno.h>\n#include <signal.h>\n#include <limits.h>\n'
        for h in $HEADERS; do printf '#define %s_IMPLEMENTATION\n#include "%s.h"\n' "$(upper $h)" $h; done
    } >"$f"
    printf '%s\t%s\n' "after <complex.h> and others" "$CC -std=c11 -D_GNU_SOURCE -I. $STRICT $STRICT_C -fsyntax-only $f"
    printf '#define TACT_MALLOC(n) 0\n#include "collide.h"\n' >"$WORK/half.c"
    printf '%s\t%s\n' "one hook of a pair is refused" \
        "! $CC -I. -fsyntax-only $WORK/half.c 2>$WORK/half.err && grep -q 'define both' $WORK/half.err"
    for h in rbd contact; do
        printf '#define TACT_BLOCK_VERSION 999\n#include "%s.h"\n' $h >"$WORK/mix_$h.c"
        printf '%s\t%s\n' "$h.h of another release is refused" \
            "! $CC -I. -fsyntax-only $WORK/mix_$h.c 2>$WORK/mix_$h.err && grep -q 'different releases' $WORK/mix_$h.err"
    done
    if grep -q CONTACT_WORLD contact.h; then
        printf '#define CONTACT_WORLD\n#include "contact.h"\n' >"$WORK/noworld.c"
        printf '%s\t%s\n' "CONTACT_WORLD alone is refused with a reason" \
            "! $CC -I. -fsyntax-only $WORK/noworld.c 2>$WORK/noworld.err && grep -q 'collide.h' $WORK/noworld.err"
    fi

    # no flag at all, nothing but the one header in the directory
    for h in $HEADERS; do
        mkdir -p "$WORK/plain_$h"
        cp $h.h "$WORK/plain_$h/"
        printf '#define %s_IMPLEMENTATION\n#include "%s.h"\nint main(void) { return %s_status_text(%s_OK) == 0; }\n' \
            "$(upper $h)" $h $h "$(upper $h)" >"$WORK/plain_$h/t.c"
        printf '%s\t%s\n' "cc t.c -lm with $h.h alone" "cd $WORK/plain_$h && $CC t.c -lm && ./a.out"
    done
} >"$WORK/list"
batch <"$WORK/list"
