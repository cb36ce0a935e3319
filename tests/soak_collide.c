/* soak_collide.c - the full accuracy sweep of collide.h: random pairs per class against the long double reference.
   make soak-collide [PAIRS=100000], in single precision make soak-collide-float; prints one line per class, fails on any wrong
   answer.
   usage: soak_collide [pairs per class] [first class] [last class] [seed] */
#include <stdio.h>
#include "collide.h"
#include "bench/progress.h"
#include "collide_pairs.h"

int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 100000, failures = 0;
    int first = argc > 2 ? atoi(argv[2]) : 0, last = argc > 3 ? atoi(argv[3]) : PAIR_FAMILIES - 1, k;
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1000003;
    printf("class        pairs  distance boolean witness status nan  capped no-ref  worst error/scale  worst "
           "witness/scale\n");
    for (k = first; k <= last && k < PAIR_FAMILIES; ++k) {
        pair_stats st;
        progress("soak: pairs", k - first, last - first + 1);
        pair_sweep(k, (int)n, seed, NULL, &st);
        printf("%-11s %7ld %8ld %7ld %7ld %6ld %3ld %6ld %6ld  %.2e (seed %llu, %s)  %.2e\n", pair_class_name[k],
               st.count, st.bad_distance, st.bad_boolean, st.bad_witness, st.bad_status, st.not_finite,
               st.not_converged, st.no_reference, st.worst, (unsigned long long)st.worst_seed,
               pair_separation_name[st.worst_separation], st.worst_witness);
        fflush(stdout);
        failures += st.bad_distance + st.bad_boolean + st.bad_witness + st.bad_status + st.not_finite + st.no_reference;
    }
    progress("soak: pairs", 1, 1);
    pair_free();
    return failures > 0;
}
