#!/bin/sh
# Python: the tutorial of examples/python prints what it says at its end, through tact.py and the headers as they are. They are
# compiled without optimisation here, into a cache of their own. (tests/check_python.sh says when tact.py is stale.)
. tests/lib.sh
python=
for p in python3 /usr/bin/python3; do
    command -v $p >/dev/null 2>&1 && $p -c 'import numpy' 2>/dev/null && python=$p && break
done
if [ -z "$python" ]; then
    reason="python3 with numpy was not found (make deps)"
    verdict "python.tutorial" 77
    finish
fi
export PYTHONDONTWRITEBYTECODE=1 XDG_CACHE_HOME="$WORK/cache" TACT_PYTHON_CFLAGS=-O0
sed -n 's/^# > //p' examples/python/tutorial.py >"$WORK/expected"
$python examples/python/tutorial.py >"$WORK/output" 2>&1
[ -s "$WORK/expected" ] && diff "$WORK/expected" "$WORK/output"
verdict "python.tutorial" $?
finish
