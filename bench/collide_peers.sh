#!/bin/sh
# collide_peers.sh DIRECTORY - runs our driver and the peer drivers found there on queries.cqf, three rounds in turns, and prints
# rows gjk<TAB>family/separation<TAB>metric<TAB>value: every peer's best time and worst error, ours, and
# {boolean,distance,penetration}_ratio_best_peer = time of the fastest peer without a wrong yes or no, or with an error up to
# 1e-4 m, over ours. At touching that lets a depth through that is wrong by all of itself, so {distance,penetration}_ratio_accurate_peer
# is the same over the peers whose worst error is 1e-6 m or less (left out where there is none).
dir=$1
rounds=${ROUNDS:-3}
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
i=0
while [ "$i" -lt "$rounds" ]; do
    BENCH_QUICK=${BENCH_QUICK:-1} "$dir/gjk" "$dir/queries.cqf" queries-only | sed 's/^gjk/ours/' >>"$rows" || exit 1
    for peer in peer_ccd peer_fcl peer_bullet32 peer_bullet64; do
        [ -x "$dir/$peer" ] && "$dir/$peer" "$dir/queries.cqf" 3 >>"$rows"
    done
    i=$((i + 1))
done
awk -F '\t' -v OFS='\t' '
    { key = $1 SUBSEP $2 SUBSEP $3
      if (!($2 in seen)) { seen[$2] = 1; order[++n] = $2 }
      if (!($1 in names)) { names[$1] = 1; who[++m] = $1 }
      if (!(key in value)) value[key] = $4
      else if ($3 ~ /_ns$/) { if ($4 + 0 < value[key] + 0) value[key] = $4 }
      else if ($4 + 0 > value[key] + 0) value[key] = $4 }
    END {
        split("boolean distance penetration", long, " "); split("bool dist pen", short, " ")
        for (c = 1; c <= n; ++c) for (k = 1; k <= 3; ++k) {
            ours = value["ours" SUBSEP order[c] SUBSEP long[k] "_ns"]
            if (ours == "") continue
            print "gjk", order[c], long[k] "_ns", ours
            print "gjk", order[c], long[k] "_maxerr", value["ours" SUBSEP order[c] SUBSEP long[k] "_maxerr"]
            best = ""; name = ""; accurate = ""
            for (j = 1; j <= m; ++j) {
                if (who[j] == "ours") continue
                forms = short[k]; if (k == 3) forms = "pen sdist"
                count = split(forms, form, " ")
                for (f = 1; f <= count; ++f) {
                    t = value[who[j] SUBSEP order[c] SUBSEP form[f] "_ns"]
                    if (t == "") continue
                    if (k == 1) bad = value[who[j] SUBSEP order[c] SUBSEP "bool_wrong"]
                    else bad = value[who[j] SUBSEP order[c] SUBSEP form[f] "_fail"]
                    print "gjk", order[c], who[j] "_" form[f] "_ns", t
                    print "gjk", order[c], who[j] "_" form[f] "_bad", bad
                    worst = value[who[j] SUBSEP order[c] SUBSEP form[f] "_maxerr"]
                    if (k > 1 && bad + 0 == 0 && worst != "" && worst + 0 <= 1e-6 && (accurate == "" || t + 0 < accurate + 0)) accurate = t
                    if (bad + 0 == 0 && (best == "" || t + 0 < best + 0)) { best = t; name = who[j] }
                }
            }
            if (best != "") print "gjk", order[c], long[k] "_ratio_best_peer", best / ours
            if (accurate != "") print "gjk", order[c], long[k] "_ratio_accurate_peer", accurate / ours
        }
    }' "$rows"
