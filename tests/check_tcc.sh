#!/bin/sh
# tcc, a compiler without extensions of others: each header alone and all together builds without a warning, double and
# float, and a program with the implementations runs.
. tests/lib.sh
need tcc
for what in collide rbd contact "collide rbd contact"; do
    for precision in "" -DTACT_FLOAT; do
        name=$(echo "$what" | tr ' ' _)$precision
        # shellcheck disable=SC2086
        f=$(source_file "$name.c" implementation $what)
        echo 'int main(void) { return tact_norm(tact_vec(3, 4, 0)) != 5; }' >>"$f"
        for h in $what; do
            echo "const char *use_$h(void); const char *use_$h(void) { return ${h}_status_text($(upper $h)_OK); }" >>"$f"
        done
        printf '%s\t%s\n' "tcc $what $precision" "tcc -Wall -Werror $precision -I. $f -lm -o $WORK/$name.out && $WORK/$name.out"
    done
done >"$WORK/list"
batch <"$WORK/list"
