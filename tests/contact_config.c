/* The settings of a solve. Facts checked:
   - a config that did not come from contact_default_config(), and one with a field out of its range or not a number, is refused
     by every function that takes one, with the field's name, and the problem stays as it was;
   - a world refuses such settings when it is made and in the next step after they were patched;
   - the settings of the methods that have no test of their own act: another number of iterations to the same answer, or another
     answer where the setting belongs to the model. */
/* float: yes */
/* slow: yes */
#include "collide.h"
#include "rbd.h"
#include "contact.h"
#include "utest.h"
#include "contact_problems.h"

#include <math.h>
#include <stddef.h>

typedef struct setting {
    const char *name;
    size_t offset;
    int whole;     /* an int, else a tact_real */
    double bad[2]; /* values on either side of the range */
} setting;

#define REAL(field, low, high)                                                                                         \
    {                                                                                                                  \
#field, offsetof(contact_config, field), 0, { low, high }                                                      \
    }
#define WHOLE(field, low, high)                                                                                        \
    {                                                                                                                  \
#field, offsetof(contact_config, field), 1, { low, high }                                                      \
    }
static const setting settings[] = {
    WHOLE(method, -1, CONTACT_METHOD_COUNT),
    WHOLE(max_iterations, -1, -1),
    REAL(tolerance, -1e-9, INFINITY),
    REAL(relative_tolerance, -1, INFINITY),
    REAL(stall_tolerance, -1, INFINITY),
    REAL(coarse_tolerance, -1, INFINITY),
    WHOLE(work_limit, -1, -1),
    WHOLE(check_interval, -1, -1),
    REAL(relaxation, 0, 2),
    REAL(relaxation_min, -0.1, 2),
    REAL(relaxation_decay, -0.1, 1.1),
    WHOLE(freeze, -1, 256),
    WHOLE(facets, 2, 10001),
    REAL(raisim_beta[0], 0, INFINITY),
    REAL(raisim_beta[1], 0, 1),
    REAL(raisim_beta[2], 1, INFINITY),
    REAL(raisim_alpha_min, -0.1, 1.1),
    REAL(raisim_alpha_decay, -0.1, 1.1),
    REAL(objective_tolerance, -1, INFINITY),
    REAL(prox_shrink, 0, 1),
    REAL(admm_rho, 0, INFINITY),
    REAL(admm_eta, -1, INFINITY),
    REAL(admm_relaxation, 0.9, 1.9),
    REAL(admm_tau, 0.9, INFINITY),
    REAL(admm_linear_factor, 0.9, INFINITY),
    REAL(admm_spectral_init, -INFINITY, INFINITY),
    REAL(admm_spectral_step, -0.1, INFINITY),
    WHOLE(admm_update_interval, 0, -1),
    WHOLE(admm_power_iterations, 0, -1),
    REAL(stiffness, -1, INFINITY),
    REAL(dissipation, -1, INFINITY),
    REAL(dissipation_time, -1, INFINITY),
    REAL(stiction_velocity, -1, INFINITY),
    REAL(sap_sigma, -1, INFINITY),
    REAL(sap_beta, -1, INFINITY),
    REAL(sap_beta_joint, -1, INFINITY),
    WHOLE(line_search, -1, 2),
    REAL(newton_regularisation, -1, INFINITY),
    REAL(momentum_tolerance, -1, INFINITY),
    WHOLE(law, 0, CONTACT_LAW_CUSTOM),
    REAL(barrier_distance, 0, INFINITY),
    WHOLE(custom_law_count, -1, -1),
    WHOLE(history_capacity, -1, -1),
    WHOLE(workers, 0, -1),
};
enum { SETTINGS = sizeof settings / sizeof *settings };

static contact_config spoiled(const setting *s, double value) {
    contact_config c = contact_default_config();
    char *at = (char *)&c + s->offset;
    int whole = (int)value;
    tact_real real = (tact_real)value;
    if (s->whole)
        memcpy(at, &whole, sizeof whole);
    else
        memcpy(at, &real, sizeof real);
    return c;
}
static void cube(contact_problem *p) {
    tact_mat3 inertia = problem_cube_inertia(1, 0.2);
    tact_vec3 none = tact_vec(0, 0, 0), half;
    contact_problem_create(p, (const tact_allocator *)0);
    contact_add_body(p, 1, &inertia, tact_vec(TACT_R(0.5), 0, TACT_R(-9.81e-3)), none);
    for (int k = 0; k < 4; ++k) {
        half = tact_vec(k & 1 ? TACT_R(0.1) : TACT_R(-0.1), k & 2 ? TACT_R(0.1) : TACT_R(-0.1), TACT_R(-0.1));
        contact_add_contact(p, -1, 0, tact_vec(0, 0, 1), NULL, none, half, TACT_R(0.4));
    }
}

UTEST(settings, a_zeroed_config_is_refused_by_every_function) {
    contact_problem p;
    contact_config zero;
    contact_result result;
    contact_residuals residuals;
    contact_law_parameters law = {1000, 1, 0};
    contact_law_report report;
    contact_effect effect;
    char text[200], workspace[4096];
    tact_real before;
    memset(&zero, 0, sizeof zero);
    cube(&p);
    before = p.velocity[2];
    ASSERT_EQ((int)contact_solve_alloc(&p, &zero, NULL, &result), (int)CONTACT_BAD_ARGUMENT);
    EXPECT_TRUE(result.fault.field != NULL);
    contact_fault_text(&p, &result.fault, text, sizeof text);
    EXPECT_TRUE(strstr(text, "contact_default_config") != NULL);
    EXPECT_TRUE(!(p.velocity[2] < before || p.velocity[2] > before));
    EXPECT_EQ((int)contact_solve(&p, &zero, workspace, sizeof workspace, &result), (int)CONTACT_BAD_ARGUMENT);
    EXPECT_EQ((int)contact_workspace_size(&p, &zero), 0);
    EXPECT_EQ((int)contact_workspace_size_exact(&p, &zero, NULL), 0);
    EXPECT_EQ((int)contact_evaluate_alloc(&p, p.impulse, CONTACT_MODEL_NCP, &zero, NULL, &residuals),
              (int)CONTACT_BAD_ARGUMENT);
    EXPECT_EQ((int)contact_law_evaluate(&zero, CONTACT_LAW_SPRING, &law, 1, 0, 0, NULL, NULL, NULL),
              (int)CONTACT_BAD_ARGUMENT);
    EXPECT_EQ((int)contact_law_check(&zero, CONTACT_LAW_SPRING, &law, 1, 0, 1, 1, &report), (int)CONTACT_BAD_ARGUMENT);
    EXPECT_EQ((int)contact_compliant_effect(&zero, 1, &law, 1, 1, 0, 0, 1, &effect), (int)CONTACT_BAD_ARGUMENT);
    zero.method = CONTACT_METHOD_SAP;
    EXPECT_EQ((int)contact_compliant_forward(&p, &zero, NULL, NULL, 0, NULL, NULL, workspace, sizeof workspace),
              (int)CONTACT_BAD_ARGUMENT);
    contact_problem_free(&p);
}

UTEST(settings, a_field_out_of_its_range_is_named) {
    contact_problem p;
    contact_result result;
    char text[200], expected[80];
    cube(&p);
    for (int i = 0; i < SETTINGS; ++i)
        for (int k = 0; k < 3; ++k) {
            contact_config c = spoiled(&settings[i], k < 2 ? settings[i].bad[k] : (double)NAN);
            if (k == 2 && settings[i].whole) continue;
            ASSERT_EQ_MSG((int)contact_solve_alloc(&p, &c, NULL, &result), (int)CONTACT_BAD_ARGUMENT, settings[i].name);
            ASSERT_TRUE(result.fault.field != NULL);
            EXPECT_STREQ(result.fault.field, settings[i].name);
            contact_fault_text(&p, &result.fault, text, sizeof text);
            snprintf(expected, sizeof expected, "config.%s: ", settings[i].name);
            EXPECT_STRNEQ(text, expected, strlen(expected));
        }
    ASSERT_EQ((int)contact_solve_alloc(&p, NULL, NULL, &result), (int)CONTACT_OK);
    EXPECT_TRUE(result.fault.field == NULL);
    contact_problem_free(&p);
}

UTEST(settings, a_world_refuses_them_when_made_and_when_patched) {
    contact_world_config config = contact_default_world_config();
    contact_world *w;
    contact_error error;
    config.solver.relaxation = 3;
    EXPECT_TRUE(contact_world_create(&config, NULL, &error) == NULL);
    EXPECT_TRUE(strstr(error.text, "config.solver.relaxation") != NULL);
    memset(&config.solver, 0, sizeof config.solver);
    EXPECT_TRUE(contact_world_create(&config, NULL, &error) == NULL);
    EXPECT_TRUE(strstr(error.text, "contact_default_config") != NULL);

    config = contact_default_world_config();
    EXPECT_EQ(config.solver.max_iterations, 50); /* the four that differ from the solver's, as the header lists them */
    EXPECT_NEAR((double)config.solver.tolerance, 1e-9, 1e-16);
    EXPECT_NEAR((double)config.solver.coarse_tolerance, 1e-3, 1e-9);
    EXPECT_EQ(config.solver.validate, 0);
    w = contact_world_create(&config, NULL, &error);
    ASSERT_TRUE(w != NULL);
    ASSERT_EQ((int)contact_world_step(w, TACT_R(1e-3)), (int)CONTACT_OK);
    contact_world_settings(w)->solver.tolerance = (tact_real)NAN;
    EXPECT_EQ((int)contact_world_step(w, TACT_R(1e-3)), (int)CONTACT_BAD_ARGUMENT);
    EXPECT_TRUE(strstr(contact_world_error(w)->text, "config.solver.tolerance") != NULL);
    contact_world_settings(w)->solver.tolerance = TACT_R(1e-9);
    EXPECT_EQ((int)contact_world_step(w, TACT_R(1e-3)), (int)CONTACT_OK);
    contact_world_destroy(w);
}

/* Iterations and velocity of a random scene of 12 bodies. */
static int iterations_of(const contact_config *c, int seed, tact_real velocity[80], int *dofs) {
    contact_problem p;
    contact_result r;
    contact_problem_create(&p, (const tact_allocator *)0);
    problem_random_scene(&p, (uint64_t)seed, 12, 0);
    if (contact_solve_alloc(&p, c, (const tact_allocator *)0, &r) != CONTACT_OK) r.iterations = -1;
    *dofs = p.dof_count < 80 ? p.dof_count : 80;
    memcpy(velocity, p.velocity, (size_t)*dofs * sizeof(tact_real));
    contact_problem_free(&p);
    return r.iterations;
}
/* Does the setting change the number of iterations in one of 20 scenes, and in none that are solved the velocity by 1e-3 m/s? */
static int acts(contact_config *changed, contact_method method) {
    contact_config plain = contact_default_config();
    tact_real a[80], b[80];
    int n, others = 0;
    plain.method = changed->method = method;
    plain.check_interval = changed->check_interval = 1;
    plain.islands = changed->islands = 0;
    plain.tolerance = changed->tolerance = TACT_R(1e-5); /* reached in single precision too */
    for (int seed = 0; seed < 20; ++seed) {
        int before = iterations_of(&plain, seed, a, &n), after = iterations_of(changed, seed, b, &n);
        if (before < 0 || after < 0) continue;
        others += before != after;
        for (int i = 0; i < n; ++i)
            if (!(fabs((double)(a[i] - b[i])) <= 1e-3)) return 0;
    }
    return others > 0;
}

UTEST(settings, settings_of_admm_act) {
    contact_config c;
    c = contact_default_config(), c.admm_rho = 20;
    EXPECT_TRUE(acts(&c, CONTACT_METHOD_NCP_ADMM_FIXED));
    c = contact_default_config(), c.admm_eta = TACT_R(1e-2);
    EXPECT_TRUE(acts(&c, CONTACT_METHOD_NCP_ADMM_SPECTRAL));
    c = contact_default_config(), c.admm_tau = 2;
    EXPECT_TRUE(acts(&c, CONTACT_METHOD_NCP_ADMM_LINEAR));
    c = contact_default_config(), c.admm_rho = 100, c.admm_linear_factor = 5;
    EXPECT_TRUE(acts(&c, CONTACT_METHOD_NCP_ADMM_LINEAR));
    c = contact_default_config(), c.admm_spectral_init = TACT_R(0.6);
    EXPECT_TRUE(acts(&c, CONTACT_METHOD_NCP_ADMM_SPECTRAL));
    c = contact_default_config(), c.admm_spectral_step = TACT_R(0.3);
    EXPECT_TRUE(acts(&c, CONTACT_METHOD_NCP_ADMM_SPECTRAL));
    c = contact_default_config(), c.admm_power_iterations = 1;
    EXPECT_TRUE(acts(&c, CONTACT_METHOD_CCP_APGD));
}

UTEST(settings, settings_of_sweeps_act) {
    contact_config c;
    c = contact_default_config(), c.prox_shrink = TACT_R(0.3);
    EXPECT_TRUE(acts(&c, CONTACT_METHOD_NCP_PROX));
    c = contact_default_config(), c.raisim_alpha_decay = TACT_R(0.5);
    EXPECT_TRUE(acts(&c, CONTACT_METHOD_RAISIM_DS));
    { /* another bracket search finds the same one-contact solutions */
        contact_config plain = contact_default_config(), wide = plain;
        tact_real a[80], b[80];
        int n;
        plain.method = wide.method = CONTACT_METHOD_RAISIM;
        wide.raisim_beta[0] = TACT_R(0.5), wide.raisim_beta[1] = TACT_R(0.3), wide.raisim_beta[2] = 2;
        ASSERT_GT(iterations_of(&plain, 11, a, &n), 0);
        ASSERT_GT(iterations_of(&wide, 11, b, &n), 0);
        for (int i = 0; i < n; ++i) EXPECT_NEAR((double)a[i], (double)b[i], 1e-3);
    }
}

UTEST(settings, sap_beta_joint_is_the_softness_of_a_joint) {
    /* a body of 1 kg that a joint holds at rest against v_free = 1: the row has R = (beta/2 pi)^2 w with w = 1/m, and slips by
       R/(R + w) of the free velocity */
    for (int k = 0; k < 2; ++k) {
        contact_problem p;
        contact_config c = contact_default_config();
        tact_mat3 inertia = tact_mat_diagonal(1, 1, 1);
        tact_real j[6] = {1, 0, 0, 0, 0, 0};
        double part, beta = k ? 1 : 0.1;
        contact_problem_create(&p, (const tact_allocator *)0);
        contact_add_body(&p, 1, &inertia, tact_vec(1, 0, 0), tact_vec(0, 0, 0));
        contact_add_blocks(&p, CONTACT_KIND_JOINT, 1, -1, NULL, 0, j);
        c.method = CONTACT_METHOD_SAP, c.sap_beta_joint = (tact_real)beta;
        ASSERT_EQ((int)contact_solve_alloc(&p, &c, NULL, NULL), (int)CONTACT_OK);
        part = beta * beta / (4 * 3.14159265358979 * 3.14159265358979);
        EXPECT_NEAR((double)p.velocity[0], part / (1 + part), 1e-5); /* the tolerance of Newton's method in single */
        contact_problem_free(&p);
    }
}

UTEST(settings, barrier_distance_is_where_the_barrier_begins) {
    contact_config c = contact_default_config();
    contact_law_parameters law = {1000, 0, 0};
    tact_real impulse;
    c.barrier_distance = TACT_R(0.02);
    ASSERT_EQ((int)contact_law_evaluate(&c, CONTACT_LAW_IPC_BARRIER, &law, TACT_R(1e-3), TACT_R(-0.015), 0, &impulse,
                                        NULL, NULL),
              0);
    EXPECT_GT((double)impulse, 0.0);
    ASSERT_EQ((int)contact_law_evaluate(&c, CONTACT_LAW_IPC_BARRIER, &law, TACT_R(1e-3), TACT_R(-0.025), 0, &impulse,
                                        NULL, NULL),
              0);
    EXPECT_LE((double)impulse, 0.0);
}

UTEST(settings, depenetration_velocity_caps_the_correction) {
    contact_bias_config c = contact_default_bias_config();
    c.depenetration_velocity = TACT_R(0.5);
    EXPECT_NEAR((double)contact_bias_normal(&c, TACT_R(1e-3), TACT_R(-0.1), 0, 0), -0.5, 1e-6);
    EXPECT_NEAR((double)contact_bias_joint(&c, TACT_R(1e-3), TACT_R(-0.1)), -0.5, 1e-6);
}

UTEST_MAIN()
