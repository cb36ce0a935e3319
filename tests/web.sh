#!/bin/sh
# The demo's page in a browser without a window: no error on the console, every scene drawn with its plots.
#
#   tests/web.sh PAGE.html [PICTURE.png]     77 when there is no browser; PICTURE gets a screenshot of the first scene
set -u
page=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
browser=
for b in chromium chromium-browser google-chrome; do command -v $b >/dev/null 2>&1 && browser=$b && break; done
[ -n "$browser" ] || { echo "test-web: no Chromium here, nothing was checked (make deps)" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
run() { timeout 120 "$browser" --headless --no-sandbox --disable-gpu --use-gl=swiftshader --enable-unsafe-swiftshader --hide-scrollbars \
    --user-data-dir="$work/profile" --virtual-time-budget=4000 --window-size=1280,800 --enable-logging=stderr "$@" 2>"$work/log"; }
run --dump-dom "file://$page#probe" >"$work/dom"
if grep -q 'CONSOLE.*\(rror\|xception\)' "$work/log"; then
    grep CONSOLE "$work/log" && echo "test-web: the page complains" && exit 1
fi
sed 's/.*<pre id="probe">//' "$work/dom" | grep '^scene=\|^webgl=' | sed 's/<.*//' >"$work/probe"
cat "$work/probe"
grep -q ' done' "$work/probe" || { echo "test-web: the page did not come to its end" && exit 1; }
scenes=0
while read -r line; do
    case $line in scene=*) ;; *) continue ;; esac
    scenes=$((scenes + 1))
    view=${line##*view=} && view=${view%% *}
    plot=${line##*plot=}
    # an empty canvas has one colour; ground, grid, shapes and shadows have dozens
    [ "$view" -ge 12 ] && [ "$plot" -ge 4 ] || { echo "test-web: not drawn: $line" && exit 1; }
done <"$work/probe"
[ $scenes -ge 3 ] || { echo "test-web: $scenes scenes, three were expected" && exit 1; }
[ $# -lt 2 ] || run --screenshot="$2" "file://$page#t=0.45" >/dev/null
echo "test-web: $scenes scenes drawn without a complaint"
