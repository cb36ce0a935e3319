/* bench.h - what the benches share: clocks, medians of interleaved repeats, rows.

   A bench is one program that defines the implementation macros itself, prints rows
       bench<TAB>case<TAB>metric<TAB>value
   on stdout and nothing else there; remarks go to stderr. Things that are compared are timed in one run, in turns, so that
   a change of the machine's speed meets all of them:

       static void run_ours(void *data) {...}      static void run_theirs(void *data) {...}
       bench_timer timers[2] = {{"ours", run_ours, &scene}, {"theirs", run_theirs, &scene}};
       bench_compare("gjk", "boxes", timers, 2, bench_default_repeats());

   BENCH_QUICK=1 in the environment makes the repeats short, for a smoke run. */
#ifndef TACT_BENCH_H
#define TACT_BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__GNUC__) || defined(__clang__)
#define BENCH_FUNC static inline __attribute__((unused))
/* Keeps the compiler from removing a computation whose result nothing reads. */
#define BENCH_KEEP(pointer) __asm__ __volatile__("" : : "g"(pointer) : "memory")
#else
#define BENCH_FUNC static inline
#define BENCH_KEEP(pointer) ((void)(pointer))
#endif

/* Seconds of wall time; the origin means nothing. */
BENCH_FUNC double bench_wall(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds this thread has spent on a processor: what other programs do to the machine counts least here. */
BENCH_FUNC double bench_cpu(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

BENCH_FUNC int bench_quick(void) {
    const char *text = getenv("BENCH_QUICK");
    return text && text[0] && text[0] != '0';
}

BENCH_FUNC void bench_row(const char *bench, const char *name, const char *metric, double value) {
    printf("%s\t%s\t%s\t%.6g\n", bench, name, metric, value);
    fflush(stdout);
}

/* A row whose case is "a/b". */
BENCH_FUNC void bench_row2(const char *bench, const char *a, const char *b, const char *metric, double value) {
    printf("%s\t%s/%s\t%s\t%.6g\n", bench, a, b, metric, value);
    fflush(stdout);
}

BENCH_FUNC int bench__ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Quantile in [0,1] of values, which are sorted in place; linear between neighbours. NaN-free input, count >= 1. */
BENCH_FUNC double bench_quantile(double *values, int count, double fraction) {
    double place = fraction * (double)(count - 1);
    int low = (int)place, high = low + 1 < count ? low + 1 : low;
    qsort(values, (size_t)count, sizeof(double), bench__ascending);
    return values[low] + (place - (double)low) * (values[high] - values[low]);
}
BENCH_FUNC double bench_median(double *values, int count) { return bench_quantile(values, count, 0.5); }

/* One of the things that are compared. `run` does the whole work once; prepare, when given, goes before and is not timed. */
typedef struct bench_timer {
    const char *name;
    void (*run)(void *data);
    void *data;
    void (*prepare)(void *data);
    double seconds;       /* out: median of one call */
    double seconds_p95;   /* out */
    double seconds_least; /* out: the fastest repeat */
} bench_timer;

#define BENCH_MAX_REPEATS 1000
BENCH_FUNC int bench_default_repeats(void) { return bench_quick() ? 3 : 15; }

/* Times every timer `repeats` times in turns; a call that is short is run so often that a repeat lasts >= 5 ms (1 ms when
   quick). With `prepare` a repeat is one call, because the work may change the data. */
BENCH_FUNC void bench_time(bench_timer *timers, int count, int repeats) {
    double *samples = (double *)malloc(sizeof(double) * (size_t)count * (size_t)repeats), start, least;
    long *calls = (long *)malloc(sizeof(long) * (size_t)count);
    int i, r;
    if (!samples || !calls) {
        fprintf(stderr, "bench: out of memory\n");
        exit(1);
    }
    least = bench_quick() ? 1e-3 : 5e-3;
    for (i = 0; i < count; ++i) { /* also warms the caches */
        double elapsed = 0;
        calls[i] = 1;
        if (timers[i].prepare) timers[i].prepare(timers[i].data);
        for (;;) {
            long c;
            start = bench_cpu();
            for (c = 0; c < calls[i]; ++c) timers[i].run(timers[i].data);
            elapsed = bench_cpu() - start;
            if (timers[i].prepare || elapsed >= least) break;
            calls[i] = elapsed > least / 1000 ? (long)((double)calls[i] * least / elapsed * 1.2) + 1 : calls[i] * 10;
        }
    }
    for (r = 0; r < repeats; ++r)
        for (i = 0; i < count; ++i) {
            long c;
            if (timers[i].prepare) timers[i].prepare(timers[i].data);
            start = bench_cpu();
            for (c = 0; c < calls[i]; ++c) timers[i].run(timers[i].data);
            samples[i * repeats + r] = (bench_cpu() - start) / (double)calls[i];
        }
    for (i = 0; i < count; ++i) {
        timers[i].seconds = bench_median(samples + i * repeats, repeats);
        timers[i].seconds_p95 = bench_quantile(samples + i * repeats, repeats, 0.95);
        timers[i].seconds_least = samples[i * repeats]; /* sorted by now */
    }
    free(samples);
    free(calls);
}

/* bench_time, then a row case/name seconds for each, and for every one after the first its time over the first's. */
BENCH_FUNC void bench_compare(const char *bench, const char *name, bench_timer *timers, int count, int repeats) {
    int i;
    bench_time(timers, count, repeats);
    for (i = 0; i < count; ++i) bench_row2(bench, name, timers[i].name, "seconds", timers[i].seconds);
    for (i = 1; i < count; ++i) bench_row2(bench, name, timers[i].name, "ratio", timers[i].seconds / timers[0].seconds);
}

#endif /* TACT_BENCH_H */
