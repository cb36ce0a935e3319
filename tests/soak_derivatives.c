/* Derivatives of a step against central differences on random worlds of every kind that has them: each class of world_random.h, RUNS runs of each
   in turn. Fact checked: where the differences are conclusive the derivative agrees with them to 1e-5 of the column, or the step said
   CONTACT_NONSMOOTH. Prints counts by class, and class and seed of what does not; a run alone, with its ladder: soak_derivatives class seed.
   Usage: soak_derivatives [runs [first seed [class]]], 10000 of all classes when not said. Exit status 1 when the fact does not hold.
   The quick form of this is world_derivatives_random.c. */
#include "world_random.h"

#include "bench/progress.h"

int main(int count, char **arguments) {
    static int verdicts[RANDOM_CLASSES][RANDOM_VERDICTS], open_columns[RANDOM_CLASSES], columns[RANDOM_CLASSES];
    long runs = 10000, first = 1, run;
    int kind, k, wrong = 0, only = -1;
    for (kind = 0; count > 2 && kind < RANDOM_CLASSES; ++kind)
        if (!strcmp(arguments[1], random_class_name[kind])) {
            random_judgement j = random_run(kind, (uint64_t)strtoull(arguments[2], NULL, 10), 1);
            printf("%s: worst %.2e, column %d\n", random_verdict_name[j.verdict], (double)j.worst, j.column);
            return j.verdict >= RANDOM_KINK;
        }
    if (count > 1) runs = atol(arguments[1]);
    if (count > 2) first = atol(arguments[2]);
    for (kind = 0; count > 3 && kind < RANDOM_CLASSES; ++kind)
        if (!strcmp(arguments[3], random_class_name[kind])) only = kind;
    for (run = 0; run < runs; ++run) {
        progress("soak: derivatives", (double)run, (double)runs);
        uint64_t seed = (uint64_t)(first + (only < 0 ? run / RANDOM_CLASSES : run));
        random_judgement j;
        kind = only < 0 ? (int)(run % RANDOM_CLASSES) : only;
        j = random_run(kind, seed, 0);
        verdicts[kind][j.verdict] += 1;
        columns[kind] += j.columns;
        open_columns[kind] += j.open_columns;
        if (j.verdict >= RANDOM_OPEN) {
            printf("%s: %s %llu, column %d, worst %.2e\n", random_verdict_name[j.verdict], random_class_name[kind],
                   (unsigned long long)seed, j.column, (double)j.worst);
            fflush(stdout);
        }
        wrong += j.verdict >= RANDOM_KINK;
    }
    progress("soak: derivatives", 1, 1);
    printf("%-10s", "class");
    for (k = 0; k < RANDOM_VERDICTS; ++k) printf(" %14s", random_verdict_name[k]);
    printf(" %12s %12s\n", "columns", "inconclusive");
    for (kind = 0; kind < RANDOM_CLASSES; ++kind) {
        printf("%-10s", random_class_name[kind]);
        for (k = 0; k < RANDOM_VERDICTS; ++k) printf(" %14d", verdicts[kind][k]);
        printf(" %12d %12d\n", columns[kind], open_columns[kind]);
    }
    return wrong > 0;
}
