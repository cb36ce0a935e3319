/* The world under random calls: strings of bytes become additions, removals, stale handles, settings, snapshots, queries, derivatives and
   steps, with numbers that are now and then zero, huge, infinite or NaN. Nothing crashes, what comes out of a step is finite, a
   status that is not OK has words, a clone steps to the same bits, and every byte comes back to the allocator. TACT_STRINGS=n: more. */
/* float: yes */
/* slow: for valgrind */
#include "utest.h"
#include "world_calls.h"
#include <stdio.h>

UTEST(world_calls, random_strings) {
    enum { STRINGS = 300, LENGTH = 600 };
    static uint8_t data[LENGTH];
    int k, i, bad = 0, strings = getenv("TACT_STRINGS") ? atoi(getenv("TACT_STRINGS")) : STRINGS;
    for (k = 0; k < strings; ++k) {
        size_t length = (size_t)(LENGTH - k % 2);
        for (i = 0; i < LENGTH; ++i) data[i] = (uint8_t)(tact_random_bits((uint64_t)(1000 + k), (uint64_t)i) >> 20);
        if (world_calls(data, length)) ++bad, printf("string %d: %s\n", k, calls_last_fault ? calls_last_fault : "?");
    }
    EXPECT_EQ(bad, 0);
}
UTEST_MAIN()
