/* soak_collide.c - the full sweep of collide.h: random pairs against the certified long double reference, 17 classes and 91 pairs of
   kinds (every kind with every kind, in either order). make soak-collide [PAIRS=100000], in single precision make soak-collide-float;
   one line each, fails on any wrong answer. The last columns are the queries that took longer than 20 us each of eight times, and
   the longest least time.
   usage: soak_collide [pairs per line] [first line] [last line] [seed]
   Hulls of real meshes come from ../shared/data/menagerie (or $TACT_DATA), where it is. */
#define _POSIX_C_SOURCE 200809L
#include <glob.h>
#include <stdio.h>
#include <time.h>
#include "collide.h"
#include "bench/progress.h"
#include "collide_files.h"
#include "collide_pairs.h"

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void more_hulls(void) {
    static tact_vec3 points[10000];
    char pattern[1024];
    collide_hull *hull = NULL;
    pair_random g = {7, 0};
    glob_t files;
    size_t i, step;
    int k;
    for (k = 0; k < 10000; ++k) {
        const tact_vec3 v =
            tact_vec((tact_real)pair_normal(&g), (tact_real)pair_normal(&g), (tact_real)pair_normal(&g));
        points[k] = tact_normalize_or(v, tact_vec(0, 0, 1));
    }
    for (k = 0; k < 4; ++k) /* as often as a few files together */
        if (k || collide_hull_create(points, 10000, NULL, NULL, &hull) == COLLIDE_OK)
            pair_more_hulls[pair_n_more_hulls++] = hull;
    data_path("menagerie/*/assets/*.[so][tb][lj]", pattern, sizeof pattern);
    if (glob(pattern, 0, NULL, &files) != 0) return;
    step = files.gl_pathc / (PAIR_MORE_HULLS - 8) + 1;
    for (i = 0; i < files.gl_pathc && pair_n_more_hulls < PAIR_MORE_HULLS; i += step)
        if ((hull = hull_of_file(files.gl_pathv[i])) != NULL) pair_more_hulls[pair_n_more_hulls++] = hull;
    globfree(&files);
}

int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 100000, failures = 0;
    int lines = PAIR_FAMILIES + PAIR_OF_KINDS, first = argc > 2 ? atoi(argv[2]) : 0,
        last = argc > 3 ? atoi(argv[3]) : lines - 1, k;
    uint64_t seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1000003;
    if (last >= lines) last = lines - 1;
    more_hulls();
    printf("%d hulls of files and of 10,000 vertices\n", pair_n_more_hulls);
    printf("line                    pairs distance boolean witness status nan capped no-ref error/scale (seed, "
           "separation) "
           "witness  slow  us (seed)\n");
    for (k = first; k <= last; ++k) {
        pair_stats st;
        char name[64];
        memset(&st, 0, sizeof st);
        st.clock = seconds;
        progress("soak: pairs", k - first, last - first + 1);
        if (k < PAIR_FAMILIES) {
            snprintf(name, sizeof name, "%s", pair_class_name[k]);
            pair_sweep(k, (int)n, seed, NULL, &st);
        } else {
            int a, b;
            pair_kinds_of(k - PAIR_FAMILIES, &a, &b);
            snprintf(name, sizeof name, "%s-%s", pair_kind_name[a], pair_kind_name[b]);
            pair_sweep_kinds(k - PAIR_FAMILIES, (int)n, seed, NULL, &st);
        }
        printf("%3d %-18s %7ld %8ld %7ld %7ld %6ld %3ld %6ld %6ld %.2e (%llu, %s) %.2e %5ld %.1f (%llu)\n", k, name,
               st.count, st.bad_distance, st.bad_boolean, st.bad_witness, st.bad_status, st.not_finite,
               st.not_converged, st.no_reference, st.worst, (unsigned long long)st.worst_seed,
               pair_separation_name[st.worst_separation], st.worst_witness, st.slow, 1e6 * st.worst_seconds,
               (unsigned long long)st.slowest_seed);
        fflush(stdout);
        failures += st.bad_distance + st.bad_boolean + st.bad_witness + st.bad_status + st.not_finite +
                    st.no_reference + st.slow;
    }
    progress("soak: pairs", 1, 1);
    pair_free();
    return failures > 0;
}
