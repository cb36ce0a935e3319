/* Building and checking problems. Facts checked: names and texts exist for every status and method; a growing problem and one
   in a fixed block hold the same; a full block says so; every kind of bad input gives its own status and names the
   constraint, tree or row; after an error impulse and velocity are as before; too small a workspace says how much is
   needed; nothing is read or written outside the blocks (run under the sanitizers); every rigid method solves a sliding cube and
   a robot-sized problem in the precision of the build. */
/* float: yes */
/* c++: yes */
/* slow: for valgrind */
#include "contact.h"
#include "utest.h"
#include "contact_problems.h"

UTEST(problem, names) {
    int m;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m) {
        EXPECT_EQ((int)contact_method_from_name(contact_method_name((contact_method)m)), m);
        EXPECT_STRNE(contact_method_name((contact_method)m), "unknown");
    }
    EXPECT_EQ((int)contact_method_from_name("ncp_pg"), (int)CONTACT_METHOD_COUNT);
    EXPECT_EQ((int)contact_method_from_name("ncp_pgsx"), (int)CONTACT_METHOD_COUNT);
    EXPECT_EQ((int)contact_method_from_name((const char *)0), (int)CONTACT_METHOD_COUNT);
    EXPECT_STREQ(contact_method_name(CONTACT_METHOD_COUNT), "unknown");
    EXPECT_STREQ(contact_status_text((contact_status)-999), "unknown status");
    EXPECT_STREQ(contact_status_text(CONTACT_OK), "success");
    EXPECT_EQ((int)contact_method_model(CONTACT_METHOD_CCP_PGS), (int)CONTACT_MODEL_CCP);
}

UTEST(problem, fixed_block_and_growing_problem_agree) {
    contact_problem grown, fixed;
    contact_capacity capacity;
    contact_result a, b;
    void *block;
    size_t bytes;
    int i;
    contact_problem_create(&grown, (const tact_allocator *)0);
    problem_random_scene(&grown, 5, 20, PROBLEM_JOINTS | PROBLEM_LIMITS | PROBLEM_TREES | PROBLEM_FRICTION);
    capacity.trees = grown.tree_count;
    capacity.dofs = grown.dof_count;
    capacity.mass = grown.mass_count;
    capacity.constraints = grown.constraint_count, capacity.rows = grown.row_count;
    capacity.jacobian = grown.jacobian_count;
    bytes = contact_problem_bytes(&capacity);
    block = malloc(bytes);
    EXPECT_EQ((int)contact_problem_init(&fixed, &capacity, block, bytes - 1), (int)CONTACT_NO_SPACE);
    ASSERT_EQ((int)contact_problem_init(&fixed, &capacity, block, bytes), (int)CONTACT_OK);
    problem_random_scene(&fixed, 5, 20, PROBLEM_JOINTS | PROBLEM_LIMITS | PROBLEM_TREES | PROBLEM_FRICTION);
    EXPECT_EQ(fixed.row_count, grown.row_count);
    EXPECT_EQ(contact_add_rows(&fixed, CONTACT_KIND_LIMIT, 1), (int)CONTACT_NO_SPACE); /* full, and unchanged */
    EXPECT_EQ(fixed.row_count, grown.row_count);
    contact_solve_alloc(&grown, (const contact_config *)0, (const tact_allocator *)0, &a);
    contact_solve_alloc(&fixed, (const contact_config *)0, (const tact_allocator *)0, &b);
    EXPECT_EQ((int)a.status, (int)b.status);
    for (i = 0; i < grown.row_count; ++i) EXPECT_TRUE(grown.impulse[i] == fixed.impulse[i]); /* the same bits */
    contact_problem_free(&grown);
    contact_problem_free(&fixed);
    free(block);
}

/* The scene of the error tests: two bodies, a tree, contacts 0 and 1, joint 2, limit 3, dry friction 4. */
static void sample(contact_problem *p) {
    tact_mat3 inertia = problem_cube_inertia(1, 0.2);
    tact_real mass[4] = {2, TACT_R(0.5), TACT_R(0.5), 1}, v[2] = {0, -1}, j6[6] = {1, 0, 0, 0, 1, 0}, j2[2] = {1, 1};
    tact_vec3 zero = tact_vec(0, 0, 0), up = tact_vec(0, 0, 1);
    contact_problem_create(p, (const tact_allocator *)0);
    contact_add_body(p, 1, &inertia, tact_vec(1, 0, -1), zero);
    contact_add_body(p, 2, &inertia, tact_vec(0, 0, -1), zero);
    contact_add_tree(p, 2, mass, 2, v);
    contact_add_contact(p, -1, 0, up, (const tact_vec3 *)0, zero, tact_vec(0, 0, TACT_R(-0.1)), TACT_R(0.5));
    contact_add_contact(p, 0, 1, up, (const tact_vec3 *)0, tact_vec(0, 0, TACT_R(0.1)), tact_vec(0, 0, TACT_R(-0.1)),
                        TACT_R(0.5));
    contact_add_blocks(p, CONTACT_KIND_JOINT, 1, 1, j6, 2, j2);
    contact_add_blocks(p, CONTACT_KIND_LIMIT, 1, -1, (const tact_real *)0, 2, j2);
    contact_add_blocks(p, CONTACT_KIND_FRICTION, 1, 2, j2, -1, (const tact_real *)0);
    p->bound[8] = TACT_R(0.1);
}

typedef void (*damage_function)(contact_problem *p);
static tact_real not_a_number(void) { /* made at run time: compilers complain about constants */
    volatile tact_real zero = 0;
    return zero / zero;
}
static void bad_mu(contact_problem *p) { p->constraints[1].mu = TACT_R(-0.1); }
static void bad_mu_nan(contact_problem *p) { p->constraints[0].mu = not_a_number(); }
static void bad_mass(contact_problem *p) { p->trees[1].body_mass = 0; }
static void bad_mass_negative(contact_problem *p) { p->trees[0].body_mass = -1; }
static void bad_inertia(contact_problem *p) { p->trees[1].inertia[3] = 10; }
static void bad_matrix(contact_problem *p) { p->mass[1] = p->mass[2] = 5; }
static void bad_matrix_nan(contact_problem *p) { p->mass[3] = not_a_number(); }
static void bad_matrix_unsymmetric(contact_problem *p) { p->mass[1] = TACT_R(0.9); }
static void bad_velocity(contact_problem *p) { p->free_velocity[7] = not_a_number(); }
static void bad_velocity_huge(contact_problem *p) { p->free_velocity[13] = TACT_REAL_MAX * 2; }
static void bad_normal(contact_problem *p) { p->constraints[1].normal = tact_vec(0, 0, 2); }
static void bad_tangent(contact_problem *p) { p->constraints[0].tangent = tact_vec(0, 0, 1); }
static void bad_arm(contact_problem *p) { p->constraints[1].arm_b.y = not_a_number(); }
static void bad_bias(contact_problem *p) { p->bias[4] = not_a_number(); }
static void bad_warm_start(contact_problem *p) { p->impulse[6] = not_a_number(); }
static void bad_compliance(contact_problem *p) { p->compliance[2] = -1; }
static void bad_bound(contact_problem *p) { p->bound[8] = -1; }
static void bad_tree(contact_problem *p) { p->constraints[0].tree_b = 7; }
static void bad_same_tree(contact_problem *p) { p->constraints[1].tree_a = 1; }
static void bad_world_only(contact_problem *p) { p->constraints[0].tree_b = -1; }
static void bad_jacobian(contact_problem *p) { p->jacobian[p->constraints[2].jacobian_a + 4] = not_a_number(); }
static void bad_jacobian_zero(contact_problem *p) {
    p->jacobian[p->constraints[3].jacobian_b] = p->jacobian[p->constraints[3].jacobian_b + 1] = 0;
}
static void bad_offset(contact_problem *p) { p->constraints[2].jacobian_b = 1000; }
static void bad_rows(contact_problem *p) { p->constraints[3].rows = 2; }
static void bad_first_row(contact_problem *p) { p->constraints[4].first_row = 9; }
static void bad_kind(contact_problem *p) { p->constraints[2].kind = 9; }
static void bad_dt(contact_problem *p) { p->dt = 0; }
static void bad_dt_nan(contact_problem *p) { p->dt = not_a_number(); }
static void bad_gap(contact_problem *p) { p->constraints[1].gap = not_a_number(); }
static void bad_dof(contact_problem *p) { p->trees[2].first_dof = 13; }

UTEST(problem, bad_input_names_the_culprit) {
    static const struct {
        damage_function damage;
        contact_status status;
        int constraint, tree, row;
    } cases[] = {
        {bad_mu, CONTACT_BAD_FRICTION, 1, -1, -1},        {bad_mu_nan, CONTACT_NOT_FINITE, 0, -1, -1},
        {bad_mass, CONTACT_NOT_POSITIVE, -1, 1, -1},      {bad_mass_negative, CONTACT_NOT_POSITIVE, -1, 0, -1},
        {bad_inertia, CONTACT_NOT_POSITIVE, -1, 1, -1},   {bad_matrix, CONTACT_NOT_POSITIVE, -1, 2, 1},
        {bad_matrix_nan, CONTACT_NOT_FINITE, -1, 2, 1},   {bad_matrix_unsymmetric, CONTACT_NOT_POSITIVE, -1, 2, 1},
        {bad_velocity, CONTACT_NOT_FINITE, -1, 1, 1},     {bad_velocity_huge, CONTACT_NOT_FINITE, -1, 2, 1},
        {bad_normal, CONTACT_BAD_FRAME, 1, -1, -1},       {bad_tangent, CONTACT_BAD_FRAME, 0, -1, -1},
        {bad_arm, CONTACT_NOT_FINITE, 1, -1, -1},         {bad_bias, CONTACT_NOT_FINITE, 1, -1, 1},
        {bad_warm_start, CONTACT_NOT_FINITE, 2, -1, 0},   {bad_compliance, CONTACT_BAD_COMPLIANCE, 0, -1, 2},
        {bad_bound, CONTACT_BAD_FRICTION, 4, -1, 0},      {bad_tree, CONTACT_BAD_ARGUMENT, 0, -1, -1},
        {bad_same_tree, CONTACT_BAD_ARGUMENT, 1, -1, -1}, {bad_world_only, CONTACT_BAD_ARGUMENT, 0, -1, -1},
        {bad_jacobian, CONTACT_NOT_FINITE, 2, -1, 0},     {bad_jacobian_zero, CONTACT_EMPTY_ROW, 3, -1, 0},
        {bad_offset, CONTACT_BAD_SIZE, 2, -1, -1},        {bad_rows, CONTACT_BAD_SIZE, 3, -1, -1},
        {bad_first_row, CONTACT_BAD_SIZE, 4, -1, -1},     {bad_kind, CONTACT_BAD_SIZE, 2, -1, -1},
        {bad_dt, CONTACT_BAD_ARGUMENT, -1, -1, -1},       {bad_dt_nan, CONTACT_NOT_FINITE, -1, -1, -1},
        {bad_gap, CONTACT_NOT_FINITE, 1, -1, -1},         {bad_dof, CONTACT_BAD_SIZE, -1, 2, -1}};
    size_t k;
    for (k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        contact_problem p;
        contact_result r;
        contact_fault fault;
        char text[160];
        int i;
        sample(&p);
        for (i = 0; i < p.row_count; ++i) p.impulse[i] = TACT_R(0.25);
        for (i = 0; i < p.dof_count; ++i) p.velocity[i] = TACT_R(0.5);
        cases[k].damage(&p);
        EXPECT_EQ((int)contact_problem_check(&p, &fault), (int)cases[k].status);
        EXPECT_EQ(fault.constraint, cases[k].constraint);
        EXPECT_EQ(fault.tree, cases[k].tree);
        EXPECT_EQ(fault.row, cases[k].row);
        EXPECT_EQ((int)contact_solve_alloc(&p, (const contact_config *)0, (const tact_allocator *)0, &r),
                  (int)cases[k].status);
        EXPECT_EQ((int)r.fault.status, (int)cases[k].status);
        EXPECT_EQ(r.fault.constraint, cases[k].constraint);
        EXPECT_EQ(r.fault.tree, cases[k].tree);
        for (i = 0; i < p.row_count; ++i)
            EXPECT_TRUE(p.impulse[i] == TACT_R(0.25) || cases[k].damage == bad_warm_start);
        for (i = 0; i < p.dof_count; ++i) EXPECT_TRUE(p.velocity[i] == TACT_R(0.5));
        contact_fault_text(&p, &fault, text, sizeof text);
        EXPECT_TRUE(strstr(text, contact_status_text(cases[k].status)) != (char *)0);
        if (cases[k].constraint >= 0) EXPECT_TRUE(strncmp(text, "constraint ", 11) == 0);
        if (cases[k].tree >= 0) EXPECT_TRUE(strncmp(text, "tree ", 5) == 0);
        contact_problem_free(&p);
    }
}

UTEST(problem, fault_text_is_exact_and_never_overflows) {
    contact_problem p;
    contact_fault fault;
    char text[80], small[8];
    sample(&p);
    bad_compliance(&p);
    contact_problem_check(&p, &fault);
    EXPECT_STREQ(contact_fault_text(&p, &fault, text, sizeof text),
                 "constraint 0 (contact), row 2: a compliance is negative");
    EXPECT_STREQ(contact_fault_text(&p, &fault, small, sizeof small), "constra");
    contact_problem_free(&p);
}

UTEST(problem, adders_refuse_bad_arguments) {
    contact_problem p;
    tact_real j[6] = {1, 0, 0, 0, 0, 0};
    sample(&p);
    EXPECT_EQ(contact_add_blocks(&p, CONTACT_KIND_JOINT, 7, 0, j, -1, (tact_real *)0), (int)CONTACT_BAD_ARGUMENT);
    EXPECT_EQ(contact_add_blocks(&p, CONTACT_KIND_CONTACT, 1, 0, j, -1, (tact_real *)0), (int)CONTACT_BAD_ARGUMENT);
    EXPECT_EQ(contact_add_blocks(&p, CONTACT_KIND_LIMIT, 1, 9, j, -1, (tact_real *)0), (int)CONTACT_BAD_ARGUMENT);
    EXPECT_EQ(contact_add_blocks(&p, CONTACT_KIND_LIMIT, 1, 0, (tact_real *)0, -1, (tact_real *)0),
              (int)CONTACT_BAD_ARGUMENT);
    EXPECT_EQ(contact_add_body((contact_problem *)0, 1, (tact_mat3 *)0, tact_vec(0, 0, 0), tact_vec(0, 0, 0)),
              (int)CONTACT_BAD_ARGUMENT);
    EXPECT_EQ(p.constraint_count, 5);
    contact_problem_free(&p);
}

UTEST(problem, workspace_too_small_says_how_much) {
    contact_problem p;
    contact_config config = contact_default_config();
    contact_result r;
    size_t need, bytes;
    char *block;
    config.method = CONTACT_METHOD_NCP_PGS;
    sample(&p);
    need = contact_workspace_size(&p, &config);
    ASSERT_TRUE(need > 0);
    for (bytes = 0; bytes < need / 2; bytes += 97) {
        block = (char *)malloc(bytes + 1);
        EXPECT_EQ((int)contact_solve(&p, &config, block, bytes, &r), (int)CONTACT_NO_SPACE);
        EXPECT_TRUE(r.workspace_bytes <= need);
        EXPECT_TRUE(r.workspace_bytes > bytes);
        free(block);
    }
    block = (char *)malloc(need + 1); /* any alignment will do */
    EXPECT_GE((int)contact_solve(&p, &config, block + 1, need, &r), 0);
    free(block);
    contact_problem_free(&p);
}

/* Complete graphs fill up, piles fill in part, and each sparse method has its own arrays beside the factor: with the counted
   workspace none of them runs out, and the count is near what is used. Half of it is too little: the factor is most of it. */
static void serial_for(void *context, int count, void (*work)(void *data, int index, int worker), void *data) {
    int i;
    (void)context;
    for (i = 0; i < count; ++i) work(data, i, i % 3);
}
UTEST(problem, counted_workspace_is_enough) {
    static const contact_method methods[] = {CONTACT_METHOD_NCP_ADMM_SPECTRAL,
                                             CONTACT_METHOD_NCP_NEWTON,
                                             CONTACT_METHOD_CCP_NEWTON,
                                             CONTACT_METHOD_SAP,
                                             CONTACT_METHOD_LAGGED,
                                             CONTACT_METHOD_MUJOCO,
                                             CONTACT_METHOD_AUTO,
                                             CONTACT_METHOD_NCP_PGS};
    const tact_vec3 zero = tact_vec(0, 0, 0), up = tact_vec(0, 0, 1);
    tact_mat3 inertia = problem_cube_inertia(1, 0.2);
    size_t m;
    int scene, i, j, parallel;
    for (scene = 0; scene < 4; ++scene)
        for (parallel = 0; parallel < 2; ++parallel)
            for (m = 0; m < sizeof methods / sizeof methods[0]; ++m) {
                contact_problem p;
                contact_config config = contact_default_config();
                contact_result r;
                const char *name = contact_method_name(methods[m]);
                size_t need;
                char *block;
                contact_problem_create(&p, NULL);
                if (scene < 2)
                    problem_pile(&p, scene ? 400 : 90);
                else { /* every body touches every other one; two such heaps, and far apart in the list */
                    for (i = 0; i < 60; ++i) contact_add_body(&p, 1, &inertia, tact_vec(0, 0, TACT_R(-0.01)), zero);
                    for (i = 0; i < 60; ++i)
                        for (j = 0; j < i; ++j)
                            if (scene == 2 || (i + j) % 2 == 0)
                                contact_add_contact(
                                    &p, j, i, up, NULL, tact_vec(TACT_R(0.01) * (tact_real)i, 0, TACT_R(0.1)),
                                    tact_vec(0, TACT_R(0.01) * (tact_real)j, TACT_R(-0.1)), TACT_R(0.5));
                }
                config.method = methods[m];
                config.max_iterations = 2;
                if (parallel) config.parallel_for = serial_for, config.workers = 3;
                need = contact_workspace_size_exact(&p, &config, NULL);
                ASSERT_TRUE_MSG(need > 0, name);
                block = (char *)malloc(need + 1);
                EXPECT_GE_MSG((int)contact_solve(&p, &config, block + 1, need, &r), 0,
                              name); /* any alignment will do */
                EXPECT_LE_MSG(r.workspace_bytes, need, name);
                free(block);
                if (scene == 2 && !parallel && methods[m] == CONTACT_METHOD_SAP) { /* 360 x 360 and one island */
                    EXPECT_LE(need, 2 * r.workspace_bytes);
                    block = (char *)malloc(need / 2);
                    EXPECT_EQ((int)contact_solve(&p, &config, block, need / 2, &r), (int)CONTACT_NO_SPACE);
                    free(block);
                }
                contact_problem_free(&p);
            }
}

UTEST(problem, empty_problems_are_solved) {
    contact_problem p;
    contact_result r;
    tact_mat3 inertia = problem_cube_inertia(1, 0.2);
    contact_problem_create(&p, (const tact_allocator *)0);
    EXPECT_EQ((int)contact_solve_alloc(&p, (const contact_config *)0, (const tact_allocator *)0, &r), (int)CONTACT_OK);
    contact_add_body(&p, 1, &inertia, tact_vec(1, 2, 3), tact_vec(4, 5, 6));
    p.velocity[0] = 77;
    EXPECT_EQ((int)contact_solve_alloc(&p, (const contact_config *)0, (const tact_allocator *)0, &r), (int)CONTACT_OK);
    EXPECT_TRUE(p.velocity[0] == 1 && p.velocity[5] == 6); /* untouched bodies keep their free velocity */
    EXPECT_EQ(r.island_count, 0);
    EXPECT_EQ((int)contact_solve((contact_problem *)0, (const contact_config *)0, (void *)0, 0, &r),
              (int)CONTACT_BAD_ARGUMENT);
    contact_problem_free(&p);
}

/* An allocator that gives out at most `left` blocks. */
static int blocks_left, blocks_out;
static void *counted_alloc(void *context, size_t bytes, size_t align) {
    (void)context, (void)align;
    if (blocks_left <= 0) return (void *)0;
    --blocks_left, ++blocks_out;
    return malloc(bytes);
}
static void counted_free(void *context, void *pointer, size_t bytes) {
    (void)context, (void)bytes;
    --blocks_out;
    free(pointer);
}

UTEST(problem, failing_allocator) {
    tact_allocator a;
    int n;
    a.context = (void *)0;
    a.alloc = counted_alloc;
    a.free = counted_free;
    for (n = 0; n < 40; ++n) {
        contact_problem p;
        contact_result r;
        tact_mat3 inertia = problem_cube_inertia(1, 0.2);
        int k, body, failed = 0;
        blocks_left = n, blocks_out = 0;
        contact_problem_create(&p, &a);
        body = contact_add_body(&p, 1, &inertia, tact_vec(0, 0, -1), tact_vec(0, 0, 0));
        failed = body < 0;
        for (k = 0; k < 20 && !failed; ++k)
            failed = contact_add_contact(&p, -1, 0, tact_vec(0, 0, 1), (const tact_vec3 *)0, tact_vec(0, 0, 0),
                                         tact_vec(0, 0, TACT_R(-0.1)), 1) < 0;
        if (!failed) failed = contact_solve_alloc(&p, (const contact_config *)0, &a, &r) == CONTACT_NO_MEMORY;
        if (n < 8) EXPECT_TRUE(failed);
        if (n == 39) EXPECT_FALSE(failed);
        contact_problem_free(&p);
        EXPECT_EQ(blocks_out, 0); /* nothing is lost */
    }
}

/* A cube of 1 kg slides at 1 m/s: the ground carries its weight and friction takes mu g dt. Tolerances: the default relative
   criterion, 1e-10 of the load in double and 2e-6 in float, times the condition of the small block, and rounding of 1 m/s. */
UTEST(problem, every_rigid_method_solves_the_cube_in_this_precision) {
    const double tolerance = sizeof(tact_real) == 8 ? 1e-7 : 1e-4;
    int m, i;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m) {
        contact_problem p;
        contact_config config = contact_default_config();
        contact_result r;
        contact_model model = contact_method_model((contact_method)m);
        const char *name = contact_method_name((contact_method)m);
        double normal = 0, friction = 0;
        if (model == CONTACT_MODEL_COMPLIANT) continue;
        contact_problem_create(&p, (const tact_allocator *)0);
        problem_cube(&p, 1e-2, 0.4, tact_vec(1, 0, TACT_R(-9.81e-2)), tact_vec(0, 0, 0), 0);
        config.method = (contact_method)m;
        config.tolerance = (tact_real)(sizeof(tact_real) == 8 ? 1e-9 : 2e-5);
        config.newton_regularisation = 0;
        EXPECT_EQ_MSG((int)contact_solve_alloc(&p, &config, (const tact_allocator *)0, &r), 0, name);
        for (i = 0; i < 4; ++i) friction -= (double)p.impulse[3 * i], normal += (double)p.impulse[3 * i + 2];
        EXPECT_NEAR_MSG(friction, (m == CONTACT_METHOD_RAISIM ? friction : 0.4 * normal), tolerance, name);
        EXPECT_NEAR_MSG((double)p.velocity[0], 1 - friction, tolerance, name);
        if (model == CONTACT_MODEL_LCP || model == CONTACT_MODEL_NCP) EXPECT_NEAR_MSG(normal, 0.0981, tolerance, name);
        contact_problem_free(&p);
    }
}

/* Robots: every rigid method answers, and what it calls converged satisfies its own model, evaluated from outside. */
UTEST(problem, every_rigid_method_keeps_its_word_in_this_precision) {
    int m, k, i;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m)
        for (k = 0; k < 3; ++k) {
            contact_problem p;
            contact_config config = contact_default_config();
            contact_result r;
            contact_residuals e;
            contact_status status;
            const char *name = contact_method_name((contact_method)m);
            if (contact_method_model((contact_method)m) == CONTACT_MODEL_COMPLIANT) continue;
            contact_problem_create(&p, (const tact_allocator *)0);
            if (k == 0)
                problem_quadruped(&p);
            else if (k == 1)
                problem_humanoid(&p);
            else
                problem_hand(&p);
            config.method = (contact_method)m;
            config.islands = 0;
            config.max_iterations = m == CONTACT_METHOD_LCP_LEMKE ? 0 : 500;
            config.newton_regularisation = 0;
            status = contact_solve_alloc(&p, &config, (const tact_allocator *)0, &r);
            EXPECT_GE_MSG((int)status, 0, name);
            for (i = 0; i < p.row_count; ++i) EXPECT_TRUE_MSG(tact_finite(p.impulse[i]), name);
            contact_evaluate_alloc(&p, p.impulse, contact_method_model((contact_method)m), &config,
                                   (const tact_allocator *)0, &e);
            if (status == CONTACT_OK)
                EXPECT_TRUE_MSG((e.primal <= 5 * config.tolerance && e.dual <= 5 * config.tolerance &&
                                 e.complementarity <= 5 * config.tolerance) ||
                                    e.natural_relative <= 5 * config.relative_tolerance,
                                name);
            if (m == CONTACT_METHOD_NCP_NEWTON || m == CONTACT_METHOD_AUTO) EXPECT_EQ_MSG((int)status, 0, name);
            contact_problem_free(&p);
        }
}

UTEST_MAIN()
