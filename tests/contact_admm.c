/* ADMM and accelerated projected gradient. Facts checked:
   - ccp_admm, ccp_apgd and the three ADMM rules for the NCP satisfy their model to the stated tolerance on random scenes with
     joints, limits, dry friction and singular G;
   - the convex methods find the same objective, whose duality gap vanishes;
   - the matrix-free form (block-sparse factor of M + J^T D J) and the dense one give the same iterates;
   - the spectral rule solves the stack with mass ratio 1e6 in at most 20 iterations;
   - a sticking cube carries no internal lateral force; sliding and dragged cubes follow the known figures;
   - a warm start at the solution ends at once; a fixed number of iterations is kept; over-relaxation converges. */
/* slow: yes */
#include "contact.h"
#include "utest.h"
#include "contact_problems.h"
#include "contact_cube.h"

#include <math.h>

static const contact_method methods[] = {CONTACT_METHOD_CCP_ADMM, CONTACT_METHOD_CCP_APGD,
                                         CONTACT_METHOD_NCP_ADMM_FIXED, CONTACT_METHOD_NCP_ADMM_LINEAR,
                                         CONTACT_METHOD_NCP_ADMM_SPECTRAL};

UTEST(admm, random_scenes) {
    int m, seed;
    for (m = 0; m < 5; ++m) {
        int ok = 0;
        for (seed = 0; seed < 160; ++seed) {
            contact_problem p;
            contact_result r;
            contact_residuals residuals;
            contact_config config = contact_default_config();
            contact_status status;
            config.method = methods[m];
            config.islands = 0;
            contact_problem_create(&p, (const tact_allocator *)0);
            problem_random_scene(&p, (uint64_t)seed, 1 + (seed * 7) % 50, seed % 32);
            status = contact_solve_alloc(&p, &config, (const tact_allocator *)0, &r);
            EXPECT_GE((int)status, 0);
            contact_evaluate_alloc(&p, p.impulse, contact_method_model(methods[m]), &config, (const tact_allocator *)0,
                                   &residuals);
            if (status == CONTACT_OK)
                EXPECT_TRUE(
                    (residuals.primal <= 1.1e-6 && residuals.dual <= 1.1e-6 && residuals.complementarity <= 1.1e-6) ||
                    residuals.natural_relative <= 1.1e-10);
            ok += status == CONTACT_OK;
            contact_problem_free(&p);
        }
        EXPECT_GE_MSG(ok, 158,
                      contact_method_name(methods[m])); /* first-order methods may run out of 10000 iterations */
    }
}

UTEST(admm, convex_methods_agree) {
    int seed, m;
    for (seed = 0; seed < 40; ++seed) {
        double objective[2], velocity[2][200];
        int n = 0, i;
        for (m = 0; m < 2; ++m) {
            contact_problem p;
            contact_result r;
            contact_config config = contact_default_config();
            config.method = methods[m];
            config.tolerance = 1e-10;
            config.relative_tolerance = 1e-11;
            contact_problem_create(&p, (const tact_allocator *)0);
            problem_random_scene(&p, (uint64_t)seed + 300, 1 + seed % 12, seed % 16);
            contact_solve_alloc(&p, &config, (const tact_allocator *)0, &r);
            n = p.dof_count;
            for (i = 0; i < n; ++i) velocity[m][i] = p.velocity[i];
            objective[m] = r.residuals.objective;
            if (r.status == CONTACT_OK) EXPECT_LE(fabs(r.residuals.duality_gap), 1e-7 * (1 + fabs(objective[m])));
            contact_problem_free(&p);
        }
        EXPECT_NEAR(objective[0], objective[1], 1e-7 * (1 + fabs(objective[0])));
        for (i = 0; i < n; ++i)
            EXPECT_NEAR(velocity[0][i], velocity[1][i], 1e-4); /* strictly convex in v: sqrt of the above */
    }
}

/* A pile large enough for the sparse form, against a copy given as a dense matrix. */
UTEST(admm, matrix_free_is_the_same_method) {
    contact_problem p, q;
    contact_config config = contact_default_config();
    contact_result r, s;
    contact_delassus matrix;
    tact_real *g, *unit;
    int n, i, j;
    contact_problem_create(&p, (const tact_allocator *)0);
    contact_problem_create(&q, (const tact_allocator *)0);
    problem_pile(&p, 40);
    n = p.row_count;
    config.method = CONTACT_METHOD_NCP_ADMM_SPECTRAL;
    config.max_iterations = 30;
    config.fixed_iterations = 1;
    config.islands = 0;
    /* thirty iterations do not converge, and the driver says so: usable, with a caveat */
    EXPECT_EQ((int)contact_solve_alloc(&p, &config, (const tact_allocator *)0, &r), (int)CONTACT_NOT_CONVERGED);
    EXPECT_EQ(r.iterations, 30);
    g = (tact_real *)calloc((size_t)(n * n), sizeof(tact_real));
    unit = (tact_real *)calloc((size_t)p.dof_count, sizeof(tact_real));
    for (j = 0; j < n; ++j) { /* column j: J M^-1 J^T e_j, by the test's own code */
        const contact_constraint *c = &p.constraints[j / 3];
        tact_vec3 axis = j % 3 == 0 ? c->tangent : j % 3 == 1 ? tact_cross(c->normal, c->tangent) : c->normal;
        int side;
        for (i = 0; i < p.dof_count; ++i) unit[i] = 0;
        for (side = 0; side < 2; ++side) {
            int tree = side ? c->tree_b : c->tree_a;
            tact_vec3 f = side ? axis : tact_neg(axis), m;
            tact_real *v;
            if (tree < 0) continue;
            m = tact_cross(side ? c->arm_b : c->arm_a, f);
            v = unit + p.trees[tree].first_dof;
            v[0] = f.x / p.trees[tree].body_mass;
            v[1] = f.y / p.trees[tree].body_mass;
            v[2] = f.z / p.trees[tree].body_mass;
            v[3] = m.x / p.trees[tree].inertia[0], v[4] = m.y / p.trees[tree].inertia[1];
            v[5] = m.z / p.trees[tree].inertia[2];
        }
        for (i = 0; i < p.dof_count; ++i) p.velocity[i] = unit[i];
        for (i = 0; i < p.constraint_count; ++i) {
            tact_real c3[3];
            int k;
            problem_row_velocity(&p, &p.constraints[i], c3);
            for (k = 0; k < 3; ++k) g[(3 * i + k) * n + j] = c3[k];
        }
    }
    memset(&matrix, 0, sizeof matrix);
    matrix.dense = g, matrix.leading = n;
    q.delassus = &matrix;
    q.dt = p.dt;
    for (i = 0; i < p.constraint_count; ++i) {
        int c = contact_add_rows(&q, CONTACT_KIND_CONTACT, 3), k;
        tact_real c3[3];
        q.constraints[c].mu = p.constraints[i].mu;
        for (j = 0; j < p.dof_count; ++j) p.velocity[j] = p.free_velocity[j];
        problem_row_velocity(&p, &p.constraints[i], c3);
        for (k = 0; k < 3; ++k) q.bias[3 * i + k] = c3[k];
    }
    EXPECT_EQ((int)contact_solve_alloc(&q, &config, (const tact_allocator *)0, &s), (int)CONTACT_NOT_CONVERGED);
    for (i = 0; i < n; ++i) EXPECT_NEAR(p.impulse[i], q.impulse[i], 1e-7); /* same iterates, other rounding */
    free(g);
    free(unit);
    contact_problem_free(&p);
    contact_problem_free(&q);
}

UTEST(admm, ill_conditioned_stack) {
    int k;
    for (k = 0; k <= 6; k += 2) {
        contact_problem p;
        contact_result r;
        contact_config config = contact_default_config();
        config.method = CONTACT_METHOD_NCP_ADMM_SPECTRAL;
        contact_problem_create(&p, (const tact_allocator *)0);
        problem_stack(&p, 1e-3, pow(10, k));
        EXPECT_EQ((int)contact_solve_alloc(&p, &config, (const tact_allocator *)0, &r), 0);
        EXPECT_LE(r.iterations, 20);
        /* the ground carries both cubes */
        {
            double f = 0;
            int i;
            for (i = 0; i < 4; ++i) f += p.impulse[3 * i + 2] / 1e-3;
            EXPECT_NEAR(f, 9.81 * 1e-3 * (1 + pow(10, k)), 1e-3 * f + 1e-5);
        }
        contact_problem_free(&p);
    }
}

UTEST(admm, cubes) {
    cube_scene s;
    size_t m;
    int k;
    for (m = 2; m < 5; ++m) { /* sliding: the discrete law is exact in the NCP */
        cube_begin(&s, methods[m], 1e-3, 0.4);
        s.config.tolerance = 1e-9;
        s.v = tact_vec(3, 0, 0);
        for (k = 0; k < 300; ++k) cube_step(&s, tact_vec(0, 0, 0));
        EXPECT_EQ(s.worst_status, 0);
        EXPECT_NEAR(s.v.x, 3 - 0.4 * 9.81 * 0.3, 1e-5);
        EXPECT_NEAR(s.x.y, 0, 1e-8);
        EXPECT_NEAR(s.z_max, 0.1, 1e-7);
        cube_end(&s);
        /* dragged by 20 t N for 1 s: 6.453 m/s; sticking without internal force */
        cube_begin(&s, methods[m], 1e-3, 0.4);
        s.config.tolerance = 1e-9;
        s.flat = 1;
        for (k = 0; k < 1000; ++k) {
            cube_step(&s, tact_vec(20 * k * 1e-3, 0, 0));
            if (k == 150) EXPECT_LT(s.lateral, 1e-6);
        }
        EXPECT_NEAR(s.v.x, 6.453, 0.02 * 6.453);
        cube_end(&s);
    }
    for (m = 0; m < 2; ++m) { /* the convex model jumps: 6.2 mm at 1 m/s, and with the gap term glides at mu dt v */
        cube_begin(&s, methods[m], 1e-3, 0.4);
        s.config.tolerance = 1e-8;
        s.v = tact_vec(1, 0, 0);
        for (k = 0; k < 300; ++k) cube_step(&s, tact_vec(0, 0, 0));
        EXPECT_NEAR(s.z_max - 0.1, 6.2e-3, 0.02 * 6.2e-3);
        cube_end(&s);
        cube_begin(&s, methods[m], 1e-3, 0.4);
        s.config.tolerance = 1e-8;
        s.flat = s.speculative = 1;
        for (k = 0; k < 1000; ++k) cube_step(&s, tact_vec(20 * k * 1e-3, 0, 0));
        EXPECT_NEAR(s.v.x, 6.450, 0.02 * 6.450);
        EXPECT_NEAR(s.z_max - 0.1, 2.6e-3, 0.02 * 2.6e-3);
        cube_end(&s);
    }
}

UTEST(admm, warm_start_and_relaxation) {
    contact_problem p;
    contact_result cold, warm, relaxed;
    contact_config config = contact_default_config();
    config.method = CONTACT_METHOD_NCP_ADMM_SPECTRAL;
    contact_problem_create(&p, (const tact_allocator *)0);
    problem_humanoid(&p);
    EXPECT_EQ((int)contact_solve_alloc(&p, &config, (const tact_allocator *)0, &cold), 0);
    EXPECT_EQ((int)contact_solve_alloc(&p, &config, (const tact_allocator *)0, &warm), 0);
    EXPECT_LT(warm.iterations, cold.iterations / 2);
    config.warm_start = 0;
    config.admm_relaxation = TACT_R(1.6);
    EXPECT_EQ((int)contact_solve_alloc(&p, &config, (const tact_allocator *)0, &relaxed), 0);
    contact_problem_free(&p);
}

UTEST_MAIN()
