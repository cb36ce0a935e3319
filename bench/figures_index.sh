#!/bin/sh
# Builds the page of figures: figures_index.sh DIRECTORY writes DIRECTORY/index.html from the .svg files there and from the
# .html pieces that the figure programs wrote beside them. A picture without such a piece is shown with its name alone.
cd "${1:?usage: figures_index.sh DIRECTORY}" || exit 1
{
    cat << 'HEAD'
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tact: figures</title>
<style>
body { font-family: sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; line-height: 1.4 }
section { border-top: 1px solid #ccc; margin-top: 2em }
img { max-width: 100% }
.reproduced .verdict b, a.reproduced { color: #00684a }
.differs .verdict b, a.differs { color: #b34700 }
ul { columns: 2; font-size: 0.95em }
</style></head><body>
<h1>Tact: the papers' experiments</h1>
<p>Each figure is drawn by <code>make figures</code> from runs of the headers as they are in this tree, and each verdict is computed
from the numbers of the run by the criterion beside it. <code>make figures FIGURES=figures_NAME</code> makes those of one program,
bench/figures_NAME.c, again; the numbers are in the .tsv files beside this page.</p>
HEAD
    reproduced=$(cat ./*_*.html 2> /dev/null | grep -c '^<section id=.* class="reproduced"')
    differs=$(cat ./*_*.html 2> /dev/null | grep -c '^<section id=.* class="differs"')
    echo "<p><b>$reproduced reproduced, $differs differ.</b></p><ul>"
    for svg in ./*.svg; do
        [ -e "$svg" ] || continue
        name=$(basename "$svg" .svg)
        if [ -e "$name.html" ]; then
            verdict=$(sed -n 's/^<section id=.* class="\([a-z]*\)".*/\1/p' "$name.html")
            title=$(sed -n 's/^<h3>\(.*\)<\/h3>$/\1/p' "$name.html")
        else
            verdict=picture title=$name
        fi
        echo "<li><a class=\"$verdict\" href=\"#$name\">$title</a>: $verdict</li>"
    done
    echo "</ul>"
    for svg in ./*.svg; do
        [ -e "$svg" ] || continue
        name=$(basename "$svg" .svg)
        if [ -e "$name.html" ]; then
            cat "$name.html"
        else
            echo "<section id=\"$name\"><h3>$name</h3><img src=\"$name.svg\" alt=\"$name\"></section>"
        fi
    done
    echo "</body></html>"
} > index.html.part && mv index.html.part index.html
echo "figures: $(ls ./*.svg 2> /dev/null | wc -l) pictures, $(grep -c '^<section id=.* class="reproduced"' index.html) reproduced," \
    "$(grep -c '^<section id=.* class="differs"' index.html) differ: $1/index.html"
