/* Derivatives of a step on random worlds of every kind that has them, against central differences judged by world_random.h: none is off by more than
   1e-5 of its column without the status saying so, and no kink goes unsaid. Some seeds of every class, and those that once missed. The whole
   of it: make soak-derivatives. */
#include "world_random.h"

typedef struct counts {
    int verdicts[RANDOM_VERDICTS], columns, open_columns;
} counts;
static random_verdict count(counts *c, int kind, uint64_t seed) {
    random_judgement j = random_run(kind, seed, getenv("TACT_VERBOSE") != NULL);
    c->verdicts[j.verdict] += 1;
    c->columns += j.columns;
    c->open_columns += j.open_columns;
    if (j.verdict >= RANDOM_KINK)
        fprintf(stderr, "%s: %s %llu, column %d, off by %.2e\n", random_verdict_name[j.verdict],
                random_class_name[kind], (unsigned long long)seed, j.column, (double)j.worst);
    return j.verdict;
}
UTEST(step_derivative_random, agrees_with_differences_or_says_that_it_is_not_smooth) {
    counts c;
    int kind, seed;
    memset(&c, 0, sizeof c);
    for (kind = 0; kind < RANDOM_CLASSES; ++kind)
        for (seed = 1; seed <= 12; ++seed) (void)count(&c, kind, (uint64_t)(20000 + seed));
    EXPECT_EQ(c.verdicts[RANDOM_MISS], 0);
    EXPECT_EQ(c.verdicts[RANDOM_KINK], 0);
    /* it is a test: most are judged, few of their columns stay open */
    EXPECT_GE(c.verdicts[RANDOM_AGREES], RANDOM_CLASSES * 12 * 3 / 4);
    EXPECT_LE(100 * c.open_columns, 2 * c.columns);
}
/* What these found: searches that ended at a tolerance (ellipsoids and rims), rims of discs that lie all but flat, normals that turn at a contact
   a millionth away, links that went ahead alone under Moreau's rule, rows of joints in another basis than the step's, a spin of many radians a step
   without a root, light bodies under heavy ones, velocities of ccp_newton good to 1e-10, limits of links and manifolds at their corner. */
UTEST(step_derivative_random, worlds_that_once_missed) {
    static const struct {
        int kind, seed;
    } once[] = {{RANDOM_STACK, 87}, {RANDOM_STACK, 108},   {RANDOM_STACK, 98},   {RANDOM_JOINTS, 51},
                {RANDOM_MEET, 132}, {RANDOM_MAXIMAL, 127}, {RANDOM_MAXIMAL, 94}, {RANDOM_MAXIMAL, 145},
                {RANDOM_REST, 185}, {RANDOM_SWEEP, 30},    {RANDOM_SWEEP, 121},  {RANDOM_SPIN, 621},
                {RANDOM_REST, 412}};
    static const struct { int kind, seed; } kinks[] = {{RANDOM_MAXIMAL, 761}, {RANDOM_STACK, 870}};
    counts c;
    int k, verdict;
    memset(&c, 0, sizeof c);
    for (k = 0; k < (int)(sizeof once / sizeof *once); ++k)
        EXPECT_EQ((int)count(&c, once[k].kind, (uint64_t)once[k].seed), (int)RANDOM_AGREES);
    verdict = (int)count(&c, RANDOM_STACK, 248); /* its differences have no plateau: no miss, no kink unsaid */
    EXPECT_TRUE(verdict == (int)RANDOM_AGREES || verdict == (int)RANDOM_OPEN);
    for (k = 0; k < (int)(sizeof kinks / sizeof *kinks);
         ++k) { /* said, or refused: an impact within the step of a body that others hold */
        verdict = (int)count(&c, kinks[k].kind, (uint64_t)kinks[k].seed);
        EXPECT_TRUE(verdict == (int)RANDOM_SAID || verdict == (int)RANDOM_UNSUPPORTED);
    }
}
UTEST_MAIN()
