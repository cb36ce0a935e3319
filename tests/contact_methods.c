/* A build with three methods. Facts checked:
   - a method that is named in CONTACT_METHODS solves a cube that slides, AUTO with all that it needs;
   - every other one answers CONTACT_UNSUPPORTED, names itself in the fault, and leaves the problem as it was;
   - what belongs to compliant methods alone answers CONTACT_UNSUPPORTED. */
#define CONTACT_NO_WORLD
#ifndef CONTACT_METHODS
#define CONTACT_METHODS(X) X(AUTO) X(NCP_PGS) X(LCP_LEMKE)
#endif
#define CONTACT_STATIC
#define CONTACT_IMPLEMENTATION
#include "contact.h"
#include "utest.h"
#include <math.h>
#include "contact_problems.h"

UTEST(methods, those_in_the_build_solve_and_the_others_say_so) {
    for (int m = 0; m < (int)CONTACT_METHOD_COUNT; ++m) {
        contact_problem p;
        contact_config c = contact_default_config();
        contact_result r;
        char text[200];
        const int here = m == CONTACT_METHOD_AUTO || m == CONTACT_METHOD_NCP_PGS || m == CONTACT_METHOD_LCP_LEMKE;
        contact_problem_create(&p, NULL);
        problem_cube(&p, 1e-3, 0.4, tact_vec(TACT_R(0.5), 0, TACT_R(-9.81e-3)), tact_vec(0, 0, 0), 0);
        c.method = (contact_method)m;
        contact_solve_alloc(&p, &c, NULL, &r);
        if (here) {
            EXPECT_EQ_MSG((int)r.status, (int)CONTACT_OK, contact_method_name(c.method));
            EXPECT_NEAR((double)p.velocity[0], 0.5 - 0.4 * 9.81e-3, 1e-6); /* friction mu m g for one step */
        } else {
            EXPECT_EQ_MSG((int)r.status, (int)CONTACT_UNSUPPORTED, contact_method_name(c.method));
            ASSERT_TRUE(r.fault.field != NULL);
            EXPECT_STREQ(r.fault.field, contact_method_name(c.method));
            contact_fault_text(&p, &r.fault, text, sizeof text);
            EXPECT_TRUE(strstr(text, contact_method_name(c.method)) != NULL);
            EXPECT_NEAR((double)p.velocity[0], 0.5, 0);
        }
        contact_problem_free(&p);
    }
}

UTEST(methods, tools_of_the_compliant_methods_go_with_them) {
    contact_config c = contact_default_config();
    contact_law_parameters law = {1000, 1, 0};
    contact_effect effect;
    tact_real impulse;
    EXPECT_EQ((int)contact_law_evaluate(&c, CONTACT_LAW_SPRING, &law, 1, 0, 0, &impulse, NULL, NULL),
              (int)CONTACT_UNSUPPORTED);
    EXPECT_EQ((int)contact_compliant_effect(&c, 1, &law, 1, 1, 0, 0, 1, &effect), (int)CONTACT_UNSUPPORTED);
}

UTEST_MAIN()
