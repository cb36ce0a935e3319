/* soak_world.c - long runs of the world: a day of a busy scene (SOAK_HOURS of simulated time, 24), a minute of a pyramid of base
   twenty, four-bars for 1e5 steps. Nothing turns non-finite, nothing leaves the bin, no memory is asked for after the
   first minutes.   make soak [SOAK_HOURS=24] */
#include "world_bin.h"
#include "world_stacks.h"

#include "bench/progress.h"

typedef struct memory {
    long long live, calls;
} memory;
static void *soak_alloc(void *context, size_t bytes, size_t align) {
    memory *m = (memory *)context;
    (void)align;
    m->live += (long long)bytes, ++m->calls;
    return malloc(bytes);
}
static void soak_free(void *context, void *p, size_t bytes) {
    if (p) ((memory *)context)->live -= (long long)bytes;
    free(p);
}

UTEST(soak_world, a_day_of_a_busy_bin) {
    const char *text = getenv("SOAK_HOURS");
    double hours = text ? atof(text) : 24, kinetic, most = 0;
    long long steps = (long long)(hours * 3600 / 5e-3), step, looks = 0, calm = 0, live = 0, stopped = 0;
    memory m = {0, 0};
    tact_allocator allocator;
    bin b;
    allocator.context = &m;
    allocator.alloc = soak_alloc;
    allocator.free = soak_free;
    bin_create(&b, &allocator, 2000, 0);
    for (step = 0; step < steps; ++step) {
        contact_status status = bin_step(&b);
        progress("soak: a busy bin", (double)step, (double)steps);
        ASSERT_TRUE_MSG(status >= 0, contact_world_error(b.world)->text);
        stopped += status == CONTACT_BODY_STOPPED;
        if (step % 1999 == 1998) { /* every ten seconds, never at the same phase of the turning */
            ASSERT_TRUE_MSG(bin_lost(&b, &kinetic) == 0, "a body left the bin");
            ASSERT_TRUE(kinetic < 1000);
            ++looks, calm += kinetic < 1e-3;
            most = kinetic > most ? kinetic : most;
        }
        if (step == steps / 10) live = m.live;
        if (step % 720000 == 719999)
            printf("%lld h, %lld bytes, %lld allocations\n", (step + 1) / 720000, m.live, m.calls), fflush(stdout);
    }
    progress("soak: a busy bin", (double)steps, (double)steps);
    printf("%lld steps, %lld bytes in use (%lld after a tenth), %lld allocations in all; at rest in %lld of %lld "
           "looks, most energy %g J\n",
           steps, m.live, live, m.calls, calm, looks, most);
    EXPECT_TRUE(stopped == 0);
    EXPECT_TRUE(20 * calm <= looks); /* busy: all of it at rest is an exception */
    EXPECT_TRUE(
        m.live <=
        live + live / 4); /* a rare crowd may need a larger block once; growth with time would double it many times */
    bin_destroy(&b);
    EXPECT_TRUE(m.live == 0);
}

UTEST(soak_world, pyramid_of_base_twenty_stands_a_minute) {
    double drift = -1, weight = -1;
    ASSERT_TRUE(stack_pyramid(20, 5e-3, 12000, &drift, &weight));
    printf("drift %.3g m, weight %.9f\n", drift, weight);
    EXPECT_LT(drift, 1e-3); /* [m] */
    EXPECT_NEAR(weight, 1.0, 1e-6);
}

UTEST_MAIN()
