#!/bin/sh
# examples/python/tact.py is what generate.py makes of the headers as they are.
. tests/lib.sh
need python3
python3 examples/python/generate.py "$WORK/tact.py" >"$WORK/said" || exit 1
if ! cmp -s "$WORK/tact.py" examples/python/tact.py; then
    diff "$WORK/tact.py" examples/python/tact.py | head -n 10
    echo "examples/python/tact.py is stale: make python"
    exit 1
fi
cat "$WORK/said"
