#!/bin/sh
# Freestanding WebAssembly: no C library, no heap. What the objects ask for from outside is memcpy and its like and functions
# of <math.h>, nothing else.
. tests/lib.sh
need clang
echo 'int x;' >"$WORK/probe.c"
clang --target=wasm32 -ffreestanding -c "$WORK/probe.c" -o "$WORK/probe.o" 2>/dev/null || skip "this clang has no wasm32 target"
NM=$(command -v llvm-nm || ls /usr/bin/llvm-nm-* 2>/dev/null | head -n 1)
for what in collide rbd contact "collide rbd contact"; do
    for precision in "" -DTACT_FLOAT; do
        name=$(echo "$what" | tr ' ' _)$precision
        # shellcheck disable=SC2086
        f=$(source_file "$name.c" implementation $what)
        # optimised once: the calls that an optimiser puts in place of loops are seen too
        level=-O0
        [ "$what$precision" != "collide rbd contact" ] || level=-O1
        undefined=true
        [ -n "$NM" ] && undefined="$NM -u $f.o | awk '{print \$NF}' >$f.undefined && ! grep -vE '^(mem(cpy|move|set|cmp)|__(stack_pointer|linear_memory|indirect_function_table)|(sqrt|sin|cos|tan|acos|asin|atan|atan2|exp|log|log2|log10|pow|cbrt|floor|ceil|fabs|fmod|hypot|ldexp|frexp|fmin|fmax|round|copysign|sinh|cosh|tanh|log1p|expm1|nextafter)f?)\$' $f.undefined"
        printf '%s\t%s\n' "wasm32 $what $precision" \
            "clang --target=wasm32 -std=c99 $level -ffreestanding -nostdlibinc -DTACT_NO_LIBC $STRICT $STRICT_C $precision -I. -c $f -o $f.o && $undefined"
    done
done >"$WORK/list"
batch <"$WORK/list"
