/* The quick part of the gauntlet (bench/gauntlet_scenes.h): every scene but the longest, at 60 and 240 Hz, one draw each,
   does what mechanics says. A scene that is known to fail is in the list below and nowhere else. */
/* slow: yes */
#include "utest.h"

#include "collide.h"
#include "rbd.h"
#include "contact.h"
#include "../bench/gauntlet_scenes.h"

/* Scenes that the world does not get right yet, as scene/steps a second. One that is listed and passes is reported: take
   it out. One that is not listed and fails fails the test. `make gauntlet` has all draws and dt. */
static const char *const known_failures[] = {
    // clang-format off
    "doll_hangs_reduced/60", "loop_walker_free/60", "clash_sphere/240", "pebble_smooth/60", "meet_box/60",
    "meet_box/240", "robot_panda_drop/60", "robot_talos_drop/60",
    // clang-format on
};

static int is_known(const char *label) {
    size_t k;
    for (k = 0; k < sizeof known_failures / sizeof *known_failures; ++k)
        if (!strcmp(known_failures[k], label)) return 1;
    return 0;
}
static void quick(int *utest_result, const char *name) {
    int i, k, left_out = 0;
    for (i = 0; strcmp(gauntlet_scenes[i].name, name); ++i) {
    }
    for (k = 0; k < GAUNTLET_DTS; k += 2) { /* 60 and 240 */
        gauntlet_options options;
        char label[96], why[400], text[512];
        int ok;
        memset(&options, 0, sizeof options);
        options.fine = 1, options.method = CONTACT_METHOD_AUTO;
        ok = gauntlet_run_scene(&gauntlet_scenes[i], gauntlet_dts[k].seconds, 0, &options, why);
        snprintf(label, sizeof label, "%s/%s", name, gauntlet_dts[k].name);
        if (ok < 0) {
            left_out = 1;
        } else if (ok && is_known(label)) {
            UTEST_PRINTF("%s passes: take it from the list of known failures\n", label);
        } else if (!ok && !is_known(label)) {
            snprintf(text, sizeof text, "%s: %s", label, why);
            EXPECT_TRUE_MSG(ok, text);
        }
    }
    if (left_out) UTEST_SKIP("its file is not in $TACT_DATA/urdf or ../shared/data/urdf");
}

#define GAUNTLET_TEST_0(name) /* too long for a test */
#define GAUNTLET_TEST_1(name)                                                                                          \
    UTEST(gauntlet, name) { quick(utest_result, #name); }
#define GAUNTLET_TEST(name, run, argument, converges, quick_enough, truth) GAUNTLET_TEST_##quick_enough(name)
GAUNTLET_SCENES(GAUNTLET_TEST)

UTEST_MAIN()
