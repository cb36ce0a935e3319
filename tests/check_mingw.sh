#!/bin/sh
# Windows, by the mingw cross compilers: the headers together compile to an object without a warning, each alone is read without one, and a
# program links with no library but -lm. Where wine is, that program runs and gives the bits of this machine (TACT_DETERMINISTIC).
. tests/lib.sh
need x86_64-w64-mingw32-gcc
for what in collide rbd contact "collide rbd contact"; do
    for precision in "" -DTACT_FLOAT; do
        name=$(echo "$what" | tr ' ' _)$precision
        # shellcheck disable=SC2086
        f=$(source_file "$name.c" implementation $what)
        [ "$what" = "collide rbd contact" ] && output="-c $f -o $f.o" || output="-fsyntax-only $f"
        printf '%s\t%s\n' "mingw c99 $what $precision" \
            "x86_64-w64-mingw32-gcc -std=c99 $STRICT $STRICT_C $precision -I. $output"
        have x86_64-w64-mingw32-g++ && printf '%s\t%s\n' "mingw c++11 $what $precision" \
            "x86_64-w64-mingw32-g++ -x c++ -std=c++11 $STRICT $precision -I. $output"
    done
done >"$WORK/list"
# after <windows.h>, which defines near, far, small, interface, min and max
f=$(source_file windows.c implementation collide rbd contact)
sed -i '1i #include <windows.h>\n#undef small\n#define small char' "$f" # small: where rpcndr.h comes in, as it does with other compilers
printf '%s\t%s\n' "mingw after <windows.h>" "x86_64-w64-mingw32-gcc -std=c99 -I. -Wall -Wextra -Werror -fsyntax-only $f" >>"$WORK/list"
wine=$(command -v wine64 || command -v wine || ls /usr/lib/wine/wine64 2>/dev/null)
run="x86_64-w64-mingw32-gcc -O0 -w -I. tests/determinism.c -o $WORK/d.exe -lm"
[ -z "$wine" ] || run="$run && $CC -O0 -w -I. tests/determinism.c -o $WORK/d -lm && $WORK/d 20 >$WORK/d.here && WINEDEBUG=-all WINEPREFIX=$WORK/wine $wine $WORK/d.exe 20 | tr -d '\\r' | diff $WORK/d.here -"
printf '%s\t%s\n' "mingw links${wine:+, and the same bits by wine}" "$run" >>"$WORK/list"
batch <"$WORK/list"
