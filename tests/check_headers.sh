#!/bin/sh
# Each header alone and all together, with and without the implementation, under the strict warnings as errors: gcc and
# clang, C99 C11 C17 and C++11 C++17 C++20, double and float, the LAPACK switch, the paths of wide instructions. -fsyntax-only:
# the warnings of gcc's optimiser come with the gate of the symbols, clang has none.
. tests/lib.sh

compilers=
have gcc && have g++ && compilers="$compilers gcc"
have clang && have clang++ && compilers="$compilers clang"
[ -n "$compilers" ] || skip "neither gcc nor clang is installed"

for h in $HEADERS; do
    for mode in declarations implementation; do source_file "$h.$mode.c" $mode "$h" >/dev/null; done
done
source_file all.declarations.c declarations collide rbd contact >/dev/null
source_file all.implementation.c implementation collide rbd contact >/dev/null

for compiler in $compilers; do
    cxx=$(echo "$compiler" | sed 's/gcc/g++/; s/clang/clang++/')
    for what in $HEADERS all; do
        for mode in declarations implementation; do
            for precision in double float; do
                flags="-I. $STRICT"
                [ $precision = float ] && flags="$flags -DTACT_FLOAT"
                f=$WORK/$what.$mode.c
                for std in c99 c11 c17; do
                    printf '%s\t%s\n' "$compiler $std $what $mode $precision" \
                        "$compiler -std=$std $flags $STRICT_C -fsyntax-only $f"
                done
                for std in c++11 c++17 c++20; do
                    printf '%s\t%s\n' "$cxx $std $what $mode $precision" "$cxx -x c++ -std=$std $flags -fsyntax-only $f"
                done
                if [ $what.$mode = all.implementation ]; then
                    printf '%s\t%s\n' "$compiler -DNDEBUG -march=native c11 $precision" \
                        "$compiler -std=c11 -march=native -DNDEBUG $flags $STRICT_C -fsyntax-only $f"
                    if [ -e /usr/include/lapacke.h ]; then
                        printf '%s\t%s\n' "$compiler c99 lapack $precision" \
                            "$compiler -std=c99 $flags $STRICT_C -DTACT_LAPACK -fsyntax-only $f"
                        printf '%s\t%s\n' "$cxx c++17 lapack $precision" \
                            "$cxx -x c++ -std=c++17 $flags -DTACT_LAPACK -fsyntax-only $f"
                    fi
                fi
            done
        done
    done
    # the test header under the same rules
    printf '#include "utest.h"\nUTEST(a, b) { EXPECT_EQ(1, 1); EXPECT_NEAR(1.0, 1.0f, 0); UTEST_SKIP("x"); }\nUTEST_MAIN()\n' >"$WORK/u.c"
    for std in c99 c11 c17; do
        printf '%s\t%s\n' "$compiler $std utest.h" "$compiler -std=$std -Itests $STRICT $STRICT_C -fsyntax-only $WORK/u.c"
    done
    for std in c++11 c++17 c++20; do
        printf '%s\t%s\n' "$cxx $std utest.h" "$cxx -x c++ -std=$std -Itests $STRICT -fsyntax-only $WORK/u.c"
    done
done >"$WORK/list"
batch <"$WORK/list"
