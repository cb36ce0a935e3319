/* Time of an update of model predictive control: examples/trot.c, twelve motors, 30 knots of 20 ms, one iteration of control_solve after
   control_follow. Rows mpc<TAB>trot<TAB>update_ms, update_ms_p99<TAB>value; BENCH_ARGS=n sets the number of updates (200). */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#define RBD_IMPLEMENTATION
#include "rbd.h"
#define CONTACT_IMPLEMENTATION
#include "contact.h"
#include "../examples/control.h"
#include "bench.h"
#include <time.h>

enum { MOST = 100000 };
static double milliseconds[MOST];
static int updates;
static clock_t begun;
static void timed_follow(control *c, contact_world *world) {
    begun = clock();
    control_follow(c, world);
}
static control_status timed_solve(control *c, int iterations) {
    const control_status status = control_solve(c, iterations);
    if (iterations == 1 && updates < MOST) milliseconds[updates++] = 1e3 * (double)(clock() - begun) / CLOCKS_PER_SEC;
    return status;
}
#undef COLLIDE_IMPLEMENTATION
#undef RBD_IMPLEMENTATION
#undef CONTACT_IMPLEMENTATION
#define control_follow timed_follow
#define control_solve timed_solve
#define printf(...) ((void)0) /* the words of the example are no rows */
#define main trot_main
#include "../examples/trot.c"
#undef main
#undef printf

int main(int argc, char **argv) {
    static char number[] = "200", name[] = "trot";
    char *arguments[2] = {name, argc > 1 ? argv[1] : number};
    const int fell = trot_main(2, arguments);
    bench_row("mpc", "trot", "update_ms", bench_median(milliseconds, updates));
    bench_row("mpc", "trot", "update_ms_p99", bench_quantile(milliseconds, updates, 0.99));
    bench_row("mpc", "trot", "fell", fell);
    return 0;
}
