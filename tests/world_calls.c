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
/* An arm that stands upright without a motion has a kinetic energy of zero, and keeps it: nothing divides by it. */
UTEST(world_calls, an_upright_arm_in_maximal_coordinates) {
    contact_world_config c = contact_default_world_config();
    rbd_model *model = calls_model(0);
    contact_world *w;
    contact_robot arm;
    int k;
    c.maximal = 1;
    w = contact_world_create(&c, NULL, NULL);
    arm = contact_world_add_robot(w, model, NULL, NULL);
    EXPECT_GE(contact_world_step(w, TACT_R(0.01)), 0);
    for (k = 1; k <= 3; ++k)
        EXPECT_TRUE(calls_finite3(contact_body_angular_velocity(w, contact_robot_link(w, arm, k))));
    contact_world_destroy(w);
    rbd_model_destroy(model);
}
UTEST_MAIN()
