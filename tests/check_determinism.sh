#!/bin/sh
# The mode TACT_DETERMINISTIC: builds of tests/determinism.c that differ in compiler, options and machine print the same hashes.
#   check_determinism.sh          a few builds, short runs: gcc -O0, clang -O1 -march=native, aarch64 (qemu); seven workers
#   check_determinism.sh all      the whole matrix, 2000 steps (make determinism), compared with the constants of tests/determinism.txt
#   check_determinism.sh write    writes those constants, by one build: after a change that is meant to change the bits of a step
# Tools that are absent are left out; the last line says which builds agreed.
. tests/lib.sh
steps=60 builds="gcc0 clang1 aarch64"
[ "${1-}" != all ] || { steps=2000 && builds="gcc0 gcc1 gcc2 gcc3 gcc2native cxx2 clang0 clang1 clang2 clang3 i686 aarch64 s390x mingw0 wasm"; }
[ "${1-}" != write ] || { steps=2000 && builds=gcc2; }
constants=tests/determinism.txt
agree= differ= absent=

# build NAME: command that makes $WORK/NAME; $runs: how it is run
build() {
    runs="$WORK/$1"
    flags="-w -I. tests/determinism.c -o $WORK/$1"
    case $1 in
    gcc2native) gcc -O2 -march=native $flags -lm ;;
    gcc[0-3]) gcc -O"${1#gcc}" $flags -lm ;;
    cxx2) g++ -O2 -march=native -x c++ $flags -lm ;;
    clang[0-3]) clang -O"${1#clang}" -march=native $flags -lm ;;
    i686)
        if have i686-linux-gnu-gcc; then
            runs="qemu-i386 $WORK/$1" && i686-linux-gnu-gcc -msse2 -mfpmath=sse -O1 -static $flags -lm
        else
            gcc -m32 -msse2 -mfpmath=sse -O1 $flags -lm
        fi
        ;;
    aarch64) runs="qemu-aarch64 $WORK/$1" && aarch64-linux-gnu-gcc -O1 -static $flags -lm ;;
    mingw0)
        wine=$(command -v wine64 || command -v wine || ls /usr/lib/wine/wine64 2>/dev/null)
        runs="env WINEDEBUG=-all WINEPREFIX=$WORK/wine $wine $WORK/$1.exe"
        [ -n "$wine" ] && x86_64-w64-mingw32-gcc -O0 $flags.exe -lm
        ;;
    s390x) runs="qemu-s390x $WORK/$1" && s390x-linux-gnu-gcc -O1 -static $flags -lm ;;
    wasm)
        runs="node tests/determinism.mjs $WORK/$1"
        have node && clang --target=wasm32 -O1 -ffreestanding -nostdlib -nostdlibinc -DTACT_NO_LIBC -Wl,--no-entry -Wl,-z,stack-size=1048576 \
            -Wl,--export=determinism_scene $flags
        ;;
    esac >"$WORK/$1.log" 2>&1
}
for name in $builds; do
    if build "$name" && $runs 2 >"$WORK/$name.out" 2>/dev/null; then
        $runs $steps 2>"$WORK/$name.err" | tr -d '\r' >"$WORK/$name.out"
        [ -e "$WORK/truth" ] || cp "$WORK/$name.out" "$WORK/truth"
        if cmp -s "$WORK/truth" "$WORK/$name.out"; then
            agree="$agree $name"
        else
            differ="$differ $name"
            echo "$name, the first that differs:" && diff "$WORK/truth" "$WORK/$name.out" | head -n 4
        fi
    else
        absent="$absent $name"
    fi
done
first=$(echo $builds | cut -d ' ' -f 1)
[ "${1-}" != write ] || { cp "$WORK/truth" $constants && echo "$constants: $(wc -l <$constants) hashes" && exit 0; }
[ "${1-}" != all ] || ! [ -e $constants ] || cmp -s "$WORK/truth" $constants || differ="$differ $constants"
for workers in 2 7; do
    "$WORK/$first" $steps $workers 2>/dev/null | cmp -s "$WORK/truth" - && agree="$agree workers=$workers" || differ="$differ workers=$workers"
done
lines=$(wc -l <"$WORK/truth")
[ -z "$differ" ] && [ "$lines" = 20 ] || { echo "$lines scenes, $steps steps; agree:$agree; DIFFER:$differ" && exit 1; }
echo "20 scenes, $steps steps, the same bits:$agree${absent:+; absent:$absent}"
