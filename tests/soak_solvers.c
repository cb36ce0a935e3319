/* Every rigid method on thousands of random problems: 1 to 50 contacts, full rank and hyperstatic, with joints, limits, dry
   friction and dense trees. Fact checked: a method that says it converged satisfies the optimality conditions of its own model,
   evaluated from outside; nothing non-finite comes out; the velocity is the one of the impulse. Prints how many each method
   solved within its default iterations. The quick form of this is in contact_splitting, _lcp, _staggered, _admm and _newton.
   Usage: soak_solvers [scenes], 2000 of them when not said. Exit status 1 when a fact does not hold. */
#include "contact.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "bench/progress.h"
#include "contact_problems.h"

int main(int count, char **arguments) {
    static const int kinds[] = {0,
                                PROBLEM_HYPERSTATIC,
                                PROBLEM_JOINTS | PROBLEM_LIMITS,
                                PROBLEM_TREES,
                                PROBLEM_FRICTION,
                                PROBLEM_HYPERSTATIC | PROBLEM_JOINTS | PROBLEM_LIMITS | PROBLEM_FRICTION |
                                    PROBLEM_TREES};
    int scenes = count > 1 ? atoi(arguments[1]) : 2000, wrong = 0, m, k, i;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m) {
        contact_method method = (contact_method)m;
        contact_config config = contact_default_config();
        int solved = 0, violated = 0, broken = 0;
        if (contact_method_model(method) == CONTACT_MODEL_COMPLIANT) continue;
        config.method = method;
        config.newton_regularisation = 0; /* ccp_newton: the hard model, so that its conditions are those of the CCP */
        config.islands = 0; /* one criterion for the whole problem, so that it can be checked from outside */
        for (k = 0; k < scenes; ++k) {
            progress("soak: solvers", (double)m * scenes + k, (double)CONTACT_METHOD_COUNT * scenes);
            contact_problem p;
            contact_result r;
            contact_residuals e;
            contact_status status;
            int finite = 1, fallback;
            contact_problem_create(&p, NULL);
            problem_random_scene(&p, (uint64_t)(100000 + k), 1 + (k * 7) % (k % 8 ? 16 : 50), kinds[k % 6]);
            status = contact_solve_alloc(&p, &config, NULL, &r);
            for (i = 0; i < p.row_count; ++i) finite = finite && tact_finite(p.impulse[i]);
            for (i = 0; i < p.dof_count; ++i) finite = finite && tact_finite(p.velocity[i]);
            contact_evaluate_alloc(&p, p.impulse, contact_method_model(method), &config, NULL, &e);
            broken += status < 0 || !finite || !(e.momentum <= 1e-9);
            fallback = status == CONTACT_FALLBACK; /* a direct method broke down and the sweeps answered, converged */
            if (status == CONTACT_OK || fallback) {
                ++solved;
                violated +=
                    !((e.primal <= 4.1e-6 && e.dual <= 4.1e-6 && e.complementarity <= 4.1e-6) ||
                      e.natural_relative <= 4.1e-10); /* four times the tolerances, as the driver allows for rounding */
            }
            contact_problem_free(&p);
        }
        printf("%-18s %6d scenes  %6d solved (%.2f %%)  %d violated  %d broken\n", contact_method_name(method), scenes,
               solved, 100.0 * solved / scenes, violated, broken);
        fflush(stdout);
        wrong += violated + broken;
    }
    progress("soak: solvers", 1, 1);
    return wrong > 0;
}
