#!/bin/sh
# What an implementation leaves in its object file: global symbols under the four prefixes only, none of them private
# (two underscores), no writable data, no thread-local data, and no call of anything that prints, ends the program, reads
# files, the clock or the environment.
. tests/lib.sh
need nm objdump
check() { # check LABEL COMMAND-FLAGS FILE; leaves a file `bad` where something is wrong
    status=0
    o=$WORK/$(echo "$1" | tr ' ' _).o
    # -DNDEBUG: the default of TACT_ASSERT is assert(), which prints
    # shellcheck disable=SC2086
    $2 -DNDEBUG -I. -c "$3" -o $o || { touch "$WORK/bad" && return; }
    bad=$(nm -g --defined-only $o | awk '{ print $3 }' | grep -vE '^(collide_|rbd_|contact_|tact_)')
    [ -z "$bad" ] || { echo "$1: symbols outside the prefixes:" $bad && status=1; }
    bad=$(nm -g --defined-only $o | awk '{ print $3 }' | grep -E '^(collide|rbd|contact|tact)__')
    [ -z "$bad" ] || { echo "$1: private functions that are not static:" $bad && status=1; }
    # .data.rel.ro holds constants with addresses (tables of strings): read-only once loaded
    bad=$(objdump -h $o | awk '$2 ~ /^\.(data|bss|tdata|tbss|init_array|ctors)/ && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/ { print $2 "=" $3 }')
    [ -z "$bad" ] || { echo "$1: writable sections:" $bad "-" "$(nm $o | awk '$2 ~ /[bBdD]/ { print $3 }' | tr '\n' ' ')" && status=1; }
    # clock_gettime is allowed: the statistics of a step read it unless the caller gives a clock
    bad=$(nm -u $o | awk '{ print $2 }' | grep -E '^(f?printf|v?f?s?n?printf|puts|fputs|putchar|fwrite|perror|exit|_exit|abort|__assert_fail|fopen|fread|time|clock|gettimeofday|getenv|rand|srand|signal|longjmp|_?setjmp|__.*printf_chk)$')
    [ -z "$bad" ] || { echo "$1: calls" $bad && status=1; }
    [ $status = 0 ] || touch "$WORK/bad"
}
for what in collide rbd contact "collide rbd contact"; do
    # shellcheck disable=SC2086
    f=$(source_file "symbols_$(echo $what | tr ' ' _).c" implementation $what)
    check "C $what" "$CC -std=c99" "$f" &
    [ "$what" != "collide rbd contact" ] || {
        # optimised: the calls that an optimiser puts in place of loops are seen, and its warnings; native: wide instructions
        check "C $what optimised" "$CC -std=c99 -O3 -march=native $STRICT $STRICT_C" "$f" &
        check "C $what float" "$CC -std=c99 -O3 -march=native $STRICT $STRICT_C -DTACT_FLOAT" "$f" &
        have "$CXX" && check "C++ $what" "$CXX -x c++ -std=c++11 -O1" "$f" &
    }
done
wait
[ ! -e "$WORK/bad" ] || exit 1
echo "each header in C, all of them also in float and in C++"
