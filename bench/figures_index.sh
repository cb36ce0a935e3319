#!/bin/sh
# Builds the page of figures: figures_index.sh DIRECTORY writes DIRECTORY/index.html from the .html pieces that the figure programs
# wrote there, and ends in an error where a claim differs without a reason.
cd "${1:?usage: figures_index.sh DIRECTORY}" || exit 1
pieces=$(ls ./*_*.html 2> /dev/null)
count() { cat $pieces /dev/null | grep -c "^<tr class=\"$1\""; }
words="$(count '[a-z]*') claims: $(count agrees) agree, $(count known) differ for a reason that is said, $(count differs) differ without one, $(count untested) not testable here"
{
    cat << 'HEAD'
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tact: figures</title>
<style>
body { font-family: sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; line-height: 1.4 }
section { border-top: 1px solid #ccc; margin-top: 2em }
img { max-width: 100% }
table { border-collapse: collapse; font-size: 0.9em }
td, th { border: 1px solid #ddd; padding: 0.3em 0.6em; text-align: left; vertical-align: top }
.agrees b { color: #00684a }
.known b { color: #7a5c00 }
.differs b { color: #b30000 }
ul { columns: 2; font-size: 0.95em }
</style></head><body>
<h1>Tact: the papers' experiments, claim by claim</h1>
<p>Each figure is drawn by <code>make figures</code> from runs of the headers as they are in this tree, and each verdict is computed from the
numbers of the run. <code>make figures FIGURES=figures_NAME</code> makes those of one program, bench/figures_NAME.c, again; the numbers are in the
.tsv files beside this page.</p>
HEAD
    echo "<p><b>$words.</b></p><ul>"
    for piece in $pieces; do
        name=$(basename "$piece" .html)
        echo "<li><a href=\"#$name\">$(sed -n 's/^<h3>\(.*\)<\/h3>$/\1/p' "$piece")</a>: $(grep -c '^<tr class="agrees"' "$piece") of $(grep -c '^<tr class' "$piece")</li>"
    done
    echo "</ul>"
    cat $pieces /dev/null
    echo "</body></html>"
} > index.html.part && mv index.html.part index.html
echo "figures: $words: $1/index.html"
[ "$(count differs)" = 0 ]
