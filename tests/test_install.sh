#!/bin/sh
# `make install` puts the three headers under PREFIX, with DESTDIR before it, and a program finds them there; `make uninstall`
# removes them again.
. tests/lib.sh
MAKE=${MAKE:-make}
unset MAKEFLAGS MFLAGS
$MAKE -s install PREFIX=/usr DESTDIR="$WORK/dest" >"$WORK/log" 2>&1 || cat "$WORK/log"
[ "$(ls "$WORK/dest/usr/include" | tr '\n' ' ')" = "collide.h contact.h rbd.h " ]
verdict "install.headers" $?
printf '#include <collide.h>\n#include <rbd.h>\n#include <contact.h>\nint main(void) { return tact_norm(tact_vec(3, 4, 0)) != 5; }\n' >"$WORK/t.c"
$CC -I"$WORK/dest/usr/include" "$WORK/t.c" -lm -o "$WORK/t" && "$WORK/t"
verdict "install.works" $?
$MAKE -s uninstall PREFIX=/usr DESTDIR="$WORK/dest" >"$WORK/log" 2>&1 && [ -z "$(ls "$WORK/dest/usr/include")" ]
verdict "install.uninstall" $?
[ "$($MAKE -s)" = "$($MAKE -s help)" ] && $MAKE -s help | grep -q 'make test '
verdict "make.help_is_the_default" $?
finish
