#!/bin/sh
# `make install` puts the three headers under PREFIX, with DESTDIR before it, and a program finds them there, by itself, by
# pkg-config and by CMake; `make uninstall` removes them again.
. tests/lib.sh
MAKE=${MAKE:-make}
unset MAKEFLAGS MFLAGS
$MAKE -s install PREFIX=/usr DESTDIR="$WORK/dest" >"$WORK/log" 2>&1 || cat "$WORK/log"
[ "$(ls "$WORK/dest/usr/include" | tr '\n' ' ')" = "collide.h contact.h rbd.h " ]
verdict "install.headers" $?
printf '#include <collide.h>\n#include <rbd.h>\n#include <contact.h>\nint main(void) { return tact_norm(tact_vec(3, 4, 0)) != 5; }\n' >"$WORK/t.c"
$CC -I"$WORK/dest/usr/include" "$WORK/t.c" -lm -o "$WORK/t" && "$WORK/t"
verdict "install.works" $?
grep -q '^Version: [0-9]' "$WORK/dest/usr/share/pkgconfig/tact.pc" && status=0 || status=1
if [ $status = 0 ] && have pkg-config; then # it finds the headers wherever the tree was put
    flags=$(PKG_CONFIG_PATH="$WORK/dest/usr/share/pkgconfig" pkg-config --cflags --libs tact) || status=1
    # shellcheck disable=SC2086 # a list of flags
    { $CC "$WORK/t.c" $flags -o "$WORK/t2" && "$WORK/t2"; } || status=1
fi
verdict "install.pkg_config" $status
if have cmake; then
    mkdir "$WORK/cmake" && cp "$WORK/t.c" "$WORK/cmake"
    printf 'cmake_minimum_required(VERSION 3.10)\nproject(t C)\nfind_package(tact 0.1 REQUIRED)\nadd_executable(t t.c)\ntarget_link_libraries(t tact::tact)\n' \
        >"$WORK/cmake/CMakeLists.txt"
    { cmake -S "$WORK/cmake" -B "$WORK/cmake/b" -DCMAKE_PREFIX_PATH="$WORK/dest/usr" && cmake --build "$WORK/cmake/b" && "$WORK/cmake/b/t"; } >"$WORK/log" 2>&1
    status=$?
    [ $status = 0 ] || tail -n 20 "$WORK/log"
    verdict "install.cmake" $status
else
    reason="cmake was not found"
    verdict "install.cmake" 77
fi
$MAKE -s uninstall PREFIX=/usr DESTDIR="$WORK/dest" >"$WORK/log" 2>&1 && [ -z "$(find "$WORK/dest" -type f)" ]
verdict "install.uninstall" $?
[ "$($MAKE -s)" = "$($MAKE -s help)" ] && $MAKE -s help | grep -q 'make test '
verdict "make.help_is_the_default" $?
finish
