/* Which gradient finds a way through contact (examples/control.h, examples/steer.c): a finger beside a box has to push it to a pose, from
   a start without contact. Rows control<TAB>steer/KIND<TAB>metric<TAB>value: `success`, the part of the draws of the goal that end within
   1 cm and 0.05 rad; `distance`, the median of where they end [m]; `seconds`, the median of the CPU time of a plan.
   BENCH_ARGS=n sets the number of draws (50). */
#define main steer_main
#include "../examples/steer.c"
#undef main
#include "bench.h"
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv) {
    enum { MOST = 1000 };
    static const char *const names[4] = {"exact", "smoothed", "bundled_first", "bundled_zeroth"};
    static double distance[MOST], seconds[MOST];
    const int draws = argc > 1 ? (int)tact_clamp(atof(argv[1]), 1, MOST) : 50;
    for (int kind = CONTROL_EXACT; kind <= CONTROL_BUNDLED_ZEROTH; ++kind) {
        int reached = 0;
        for (int i = 0; i < draws; ++i) {
            const uint64_t seed = tact_random_bits(26, (uint64_t)i);
            const tact_vec3 goal = tact_vec(0.15 + 0.15 * tact_random_uniform(seed, 0),
                                            0.1 * tact_random_uniform(seed, 1), tact_random_uniform(seed, 2) - 0.5);
            const double begin = (double)clock() / CLOCKS_PER_SEC;
            double end[3];
            steer((control_gradient)kind, goal, 40, end);
            seconds[i] = (double)clock() / CLOCKS_PER_SEC - begin;
            distance[i] = hypot(end[0], end[1]);
            reached += distance[i] < 0.01 && fabs(end[2]) < 0.05;
        }
        bench_row2("control", "steer", names[kind], "success", (double)reached / draws);
        bench_row2("control", "steer", names[kind], "distance", bench_median(distance, draws));
        bench_row2("control", "steer", names[kind], "seconds", bench_median(seconds, draws));
        fflush(stdout);
    }
    return 0;
}
