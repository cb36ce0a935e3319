/* One problem, several forms; and the residuals. Facts checked: point form, dense blocks, the dense and the block-sparse
   Delassus matrix, islands on or off, and bodies given as dense trees have one solution; islands are found and numbered;
   residuals of a hand-made solution are the known numbers, under each model; momentum and duality gap; the third-party
   FC3D problems in matrix and velocity form agree with each other. */
#define CONTACT_IMPLEMENTATION
#define CONTACT_STATIC
#include "contact.h"
#include "utest.h"
#include "contact_problems.h"
#include "fc3d.h"

/* The same bodies and contacts with dense 6x6 mass blocks and dense Jacobian blocks. */
static void to_blocks(const contact_problem *p, contact_problem *q, int dense_mass) {
    int i, k;
    q->dt = p->dt;
    for (i = 0; i < p->tree_count; ++i) {
        const contact_tree *t = &p->trees[i];
        const tact_real *v = p->free_velocity + t->first_dof, *a = t->inertia;
        tact_real m[36];
        tact_mat3 inertia = tact_mat_diagonal(a[0], a[1], a[2]);
        inertia.m[0][1] = inertia.m[1][0] = a[3], inertia.m[0][2] = inertia.m[2][0] = a[4];
        inertia.m[1][2] = inertia.m[2][1] = a[5];
        memset(m, 0, sizeof m);
        for (k = 0; k < 3; ++k) m[7 * k] = t->body_mass;
        for (k = 0; k < 9; ++k) m[6 * (3 + k / 3) + 3 + k % 3] = inertia.m[k / 3][k % 3];
        if (dense_mass)
            contact_add_tree(q, 6, m, 6, v);
        else
            contact_add_body(q, t->body_mass, &inertia, tact_vec(v[0], v[1], v[2]), tact_vec(v[3], v[4], v[5]));
    }
    for (i = 0; i < p->constraint_count; ++i) {
        const contact_constraint *c = &p->constraints[i];
        tact_real j[2][18];
        int side, index;
        for (side = 0; side < 2; ++side)
            for (k = 0; k < 3; ++k) {
                tact_vec3 axis = k == 0 ? c->tangent : k == 1 ? tact_cross(c->normal, c->tangent) : c->normal, m;
                if (!side) axis = tact_neg(axis);
                m = tact_cross(side ? c->arm_b : c->arm_a, axis);
                j[side][6 * k] = axis.x;
                j[side][6 * k + 1] = axis.y;
                j[side][6 * k + 2] = axis.z;
                j[side][6 * k + 3] = m.x;
                j[side][6 * k + 4] = m.y;
                j[side][6 * k + 5] = m.z;
            }
        index = contact_add_blocks(q, CONTACT_KIND_CONTACT, 3, c->tree_a, c->tree_a < 0 ? NULL : j[0], c->tree_b,
                                   c->tree_b < 0 ? NULL : j[1]);
        q->constraints[index].mu = c->mu;
        for (k = 0; k < 3; ++k) q->bias[3 * i + k] = p->bias[3 * i + k];
    }
}

/* Dense G and g of a problem, through the private context (islands off, so rows keep their order). */
static void delassus(contact_problem *p, tact_real *g, tact_real *free_velocity) {
    contact_config config = contact_default_config();
    contact__prepared m;
    contact__context x;
    size_t bytes;
    void *block;
    contact__arena arena;
    int islands;
    config.islands = 0;
    bytes = contact_workspace_size(p, &config);
    block = malloc(bytes);
    arena = contact__arena_make(block, bytes);
    contact__open(p, &config, &arena, &m, &islands);
    contact__prepare(p, &config, &m, 0, 0, &x, NULL);
    contact__delassus_dense(&x, 0, g);
    memcpy(free_velocity, x.free_constraint, (size_t)x.row_count * sizeof(tact_real));
    free(block);
}

UTEST(forms, one_solution) {
    int k, i, j, form;
    for (k = 0; k < 12; ++k) {
        contact_problem p, q;
        contact_config config = contact_default_config();
        contact_result r, s;
        contact_delassus matrix;
        tact_real *g, *free_velocity, *values;
        int *start, *column, *offset, n, nc;
        contact_problem_create(&p, NULL);
        problem_random_scene(&p, (uint64_t)(900 + k), 2 + k, 0);
        config.method = CONTACT_METHOD_NCP_NBGS;
        config.tolerance = 0;
        config.relative_tolerance = 1e-12;
        config.islands = 0;
        contact_solve_alloc(&p, &config, NULL, &r);
        n = p.row_count, nc = p.constraint_count;
        g = (tact_real *)malloc((size_t)(n * n) * sizeof(tact_real));
        values = (tact_real *)malloc((size_t)(n * n) * sizeof(tact_real));
        free_velocity = (tact_real *)malloc((size_t)n * sizeof(tact_real));
        start = (int *)malloc((size_t)(nc + 1) * sizeof(int));
        column = (int *)malloc((size_t)(nc * nc) * sizeof(int));
        offset = (int *)malloc((size_t)(nc * nc) * sizeof(int));
        delassus(&p, g, free_velocity);
        for (i = 0; i < n; ++i)
            for (j = 0; j < n; ++j) EXPECT_TRUE(g[i * n + j] == g[j * n + i]);
        for (form = 0; form < 5; ++form) { /* blocks, dense trees, dense matrix, block-sparse matrix, islands */
            contact_problem_create(&q, NULL);
            memset(&matrix, 0, sizeof matrix);
            if (form < 2) {
                to_blocks(&p, &q, form);
            } else if (form < 4) {
                int count = 0, a, b;
                q.dt = p.dt;
                for (i = 0; i < nc; ++i)
                    contact_add_rows(&q, CONTACT_KIND_CONTACT, 3), q.constraints[i].mu = p.constraints[i].mu;
                memcpy(q.bias, free_velocity, (size_t)n * sizeof(tact_real));
                for (i = 0; i < nc; ++i) {
                    start[i] = count;
                    for (j = 0; j < nc; ++j) {
                        double size = 0;
                        for (a = 0; a < 3; ++a)
                            for (b = 0; b < 3; ++b) {
                                values[9 * count + 3 * a + b] = g[(3 * i + a) * n + 3 * j + b];
                                size += fabs(values[9 * count + 3 * a + b]);
                            }
                        if (size > 0) offset[count] = 9 * count, column[count++] = j;
                    }
                }
                start[nc] = count;
                if (form == 2)
                    matrix.dense = g, matrix.leading = n;
                else {
                    matrix.row_start = start;
                    matrix.column = column;
                    matrix.offset = offset;
                    matrix.values = values;
                }
                q.delassus = &matrix;
            } else {
                to_blocks(&p, &q, 0);
                config.islands = 1;
            }
            contact_solve_alloc(&q, &config, NULL, &s);
            config.islands = 0;
            EXPECT_EQ((int)s.status, (int)r.status);
            if (r.status == CONTACT_OK)
                for (i = 0; i < n; ++i) EXPECT_NEAR(p.impulse[i], q.impulse[i], 1e-8 * (1 + fabs(p.impulse[i])));
            EXPECT_LE(s.residuals.natural_relative, 1e-11);
            contact_problem_free(&q);
        }
        free(g);
        free(values);
        free(free_velocity);
        free(start);
        free(column);
        free(offset);
        contact_problem_free(&p);
    }
}

UTEST(forms, islands_are_found) {
    contact_problem p;
    contact_result r;
    contact_config config = contact_default_config();
    tact_mat3 inertia = problem_cube_inertia(1, 0.2);
    int i;
    contact_problem_create(&p, NULL);
    for (i = 0; i < 7; ++i) contact_add_body(&p, 1, &inertia, tact_vec(0, 0, -1), tact_vec(0, 0, 0));
        /* 0-3-5 and 1-2 touch each other; 4 touches the ground alone; 6 nothing. The ground joins nobody. */
#define TOUCH(a, b)                                                                                                    \
    contact_add_contact(&p, a, b, tact_vec(0, 0, 1), NULL, tact_vec(0, 0, 0.1), tact_vec(0, 0, -0.1), 0.5)
    TOUCH(-1, 5);
    TOUCH(3, 5);
    TOUCH(-1, 1);
    TOUCH(1, 2);
    TOUCH(-1, 4);
    TOUCH(0, 3);
    TOUCH(-1, 0);
    TOUCH(-1, 2);
#undef TOUCH
    EXPECT_EQ((int)contact_solve_alloc(&p, &config, NULL, &r), 0);
    EXPECT_EQ(r.island_count, 3);
    EXPECT_EQ(p.trees[5].island, 0);
    EXPECT_EQ(p.trees[3].island, 0);
    EXPECT_EQ(p.trees[0].island, 0);
    EXPECT_EQ(p.trees[1].island, 1);
    EXPECT_EQ(p.trees[2].island, 1);
    EXPECT_EQ(p.trees[4].island, 2);
    EXPECT_EQ(p.trees[6].island, -1);
    EXPECT_TRUE(p.velocity[38] == -1); /* body 6 falls on */
    config.islands = 0;
    EXPECT_EQ((int)contact_solve_alloc(&p, &config, NULL, &r), 0);
    EXPECT_EQ(r.island_count, 1);
    contact_problem_free(&p);
}

/* One point mass on the ground, dt = 0.5 s: G = 1/m on each row, so every residual can be done by hand. */
UTEST(forms, residuals_by_hand) {
    contact_problem p;
    contact_residuals e;
    tact_mat3 inertia = tact_mat_diagonal(1, 1, 1);
    tact_real l[3];
    contact_problem_create(&p, NULL);
    p.dt = 0.5;
    contact_add_body(&p, 2, &inertia, tact_vec(3, 0, -1), tact_vec(0, 0, 0));
    {
        tact_vec3 t = tact_vec(1, 0, 0);
        contact_add_contact(&p, -1, 0, tact_vec(0, 0, 1), &t, tact_vec(0, 0, 0), tact_vec(0, 0, 0), 0.5);
    }
    p.constraints[0].gap = -0.02;
    /* the NCP solution: l_n = 2, l_t = -1, c = (2.5, 0, 0) */
    l[0] = -1;
    l[1] = 0;
    l[2] = 2;
    p.velocity[0] = 2.5;
    p.velocity[2] = 0;
    p.velocity[1] = p.velocity[3] = p.velocity[4] = p.velocity[5] = 0;
    EXPECT_EQ((int)contact_evaluate_alloc(&p, l, CONTACT_MODEL_NCP, NULL, NULL, &e), 0);
    EXPECT_NEAR(e.primal, 0, 1e-14);
    EXPECT_NEAR(e.dual, 0, 1e-14);
    EXPECT_NEAR(e.complementarity, 0, 1e-13);
    EXPECT_NEAR(e.natural_map, 0, 1e-13);
    EXPECT_NEAR(e.momentum, 0, 1e-14);
    EXPECT_NEAR(e.penetration, 0.02, 1e-15);
    EXPECT_NEAR(e.friction_power, 0, 1e-15); /* the largest, and this one is -5 W */
    EXPECT_NEAR(e.dissipation, 0, 1e-13);
    EXPECT_NEAR(e.objective, -1 * (2.5 + 3) / 2 + 2 * (0 - 1) / 2.0, 1e-14);
    /* the same impulse under CCP: u = (2.5, 0, 0) is outside K*: projection (2.5 + 0)/(1.25) (1, 0.5) = (2, 0, 1) */
    contact_evaluate_alloc(&p, l, CONTACT_MODEL_CCP, NULL, NULL, &e);
    EXPECT_NEAR(e.dual, sqrt(0.25 + 1), 1e-14);
    EXPECT_NEAR(e.complementarity, 2.5 / 0.5, 1e-13);
    EXPECT_NEAR(e.duality_gap, -2.5, 1e-14); /* l.c: negative shows that it is not feasible */
    /* too much friction: l_t = -2 leaves the cone; P_K(-2, 0, 2) = s (-mu, 0, 1) with s = (2 + 1)/1.25 = 2.4 */
    l[0] = -2;
    contact_evaluate_alloc(&p, l, CONTACT_MODEL_NCP, NULL, NULL, &e);
    EXPECT_NEAR(e.primal, sqrt(0.8 * 0.8 + 0.4 * 0.4) / 0.5, 1e-13);
    EXPECT_NEAR(e.dissipation, fabs(-2 * 2.0 + 0.5 * 2 * 2.0) / 0.5, 1e-13);
    EXPECT_GT(e.momentum, 0.1); /* the velocity no longer belongs to it: |1| / sqrt(2) */
    EXPECT_NEAR(e.momentum, 1 / sqrt(2), 1e-14);
    /* penetrating: l = 0 has c_n = -1 */
    l[0] = l[1] = l[2] = 0;
    contact_evaluate_alloc(&p, l, CONTACT_MODEL_LCP, NULL, NULL, &e);
    EXPECT_NEAR(e.dual, 1, 1e-15);
    EXPECT_NEAR(e.natural_map, 2 * 1 / 0.5, 1e-13); /* |0 - max(0, 0 + r)| / dt, r = m */
    EXPECT_EQ(e.worst, 0);
    contact_problem_free(&p);
}

/* Internal forces: on one body with two opposed contacts along x, squeezing is internal; what accelerates is not. */
UTEST(forms, internal_force) {
    contact_problem p;
    tact_mat3 inertia = tact_mat_diagonal(1, 1, 1);
    tact_vec3 t = tact_vec(0, 1, 0);
    tact_real l[6] = {0, 0, 3, 0, 0, 5}, norm;
    contact_problem_create(&p, NULL);
    p.dt = 0.1;
    contact_add_body(&p, 1, &inertia, tact_vec(0, 0, 0), tact_vec(0, 0, 0));
    contact_add_contact(&p, -1, 0, tact_vec(1, 0, 0), &t, tact_vec(0, 0, 0), tact_vec(-0.1, 0, 0), 0.5);
    contact_add_contact(&p, -1, 0, tact_vec(-1, 0, 0), &t, tact_vec(0, 0, 0), tact_vec(0.1, 0, 0), 0.5);
    EXPECT_EQ((int)contact_internal_force(&p, l, NULL, &norm), 0);
    EXPECT_NEAR(norm, sqrt(2) * 4 / 0.1, 1e-9); /* (3, 5) = (4, 4) + (-1, 1): the first part moves nothing */
    l[5] = -3;
    EXPECT_EQ((int)contact_internal_force(&p, l, NULL, &norm), 0);
    EXPECT_NEAR(norm, 0, 1e-9);
    contact_problem_free(&p);
}

static int read_or_skip(const char *name, fc3d_file *f) {
    char path[600];
    return fc3d_read(fc3d_path(name, path, sizeof path), f);
}

UTEST(fc3d, matrix_and_velocity_form_agree) {
    fc3d_file a, b;
    contact_config config = contact_default_config();
    contact_result r, s;
    tact_real *g, *free_velocity;
    int i, n;
    if (!read_or_skip("Box_Stacks-i0122-82-5.dat", &a)) UTEST_SKIP("third-party problems (fc3d) are not there");
    ASSERT_TRUE(read_or_skip("Box_Stacks-i0122-82-5.gfc", &b));
    n = a.problem.row_count;
    ASSERT_EQ(n, b.problem.row_count);
    g = (tact_real *)malloc((size_t)(n * n) * sizeof(tact_real));
    free_velocity = (tact_real *)malloc((size_t)n * sizeof(tact_real));
    delassus(&b.problem, g, free_velocity);
    for (i = 0; i < n; ++i) EXPECT_NEAR(free_velocity[i], a.problem.bias[i], 1e-12);
    config.method = CONTACT_METHOD_NCP_NBGS;
    config.tolerance = 0;
    config.relative_tolerance = 1e-11;
    EXPECT_EQ((int)contact_solve_alloc(&a.problem, &config, NULL, &r), 0);
    EXPECT_EQ((int)contact_solve_alloc(&b.problem, &config, NULL, &s), 0);
    EXPECT_NEAR(r.residuals.objective, s.residuals.objective, 1e-9 * fabs(r.residuals.objective));
    free(g), free(free_velocity);
    fc3d_free(&a);
    fc3d_free(&b);
}

/* Files on which Gauss-Seidel converges: relative natural map 1e-10, as Siconos NSGS reaches there, by sweeps and by AUTO. */
UTEST(fc3d, sweeps_and_auto_reach_1e_10) {
    static const char *files[] = {"Box_Stacks-i0122-82-5.dat",
                                  "Confeti-ex03-Fc3D-SBM.dat",
                                  "Confeti-ex13-4contact-Fc3D-SBM.dat",
                                  "FC3D_Example1_SBM.dat",
                                  "FrictionContact3D_1c.dat",
                                  "FrictionContact3D_RR_1c.dat",
                                  "GFC3D_TwoRods1-condensed.dat",
                                  "NESpheres_30_1.dat",
                                  "Rover1039.dat",
                                  "Rover1040.dat",
                                  "Rover11035.dat",
                                  "Rover4396.dat",
                                  "Rover4493.dat",
                                  "Rover9770.dat",
                                  "OneObject-i100000-316.hdf5.dat",
                                  "OneObject-i1028-138.hdf5.dat"};
    static const contact_method methods[] = {CONTACT_METHOD_AUTO, CONTACT_METHOD_NCP_NBGS, CONTACT_METHOD_NCP_PGS};
    size_t k;
    int m;
    for (k = 0; k < sizeof files / sizeof files[0]; ++k)
        for (m = 0; m < (k < 14 ? 3 : 1); ++m) { /* the OneObject files are beyond sweeps */
            fc3d_file f;
            contact_config config = contact_default_config();
            contact_result r;
            contact_residuals e;
            if (!read_or_skip(files[k], &f)) UTEST_SKIP("third-party problems (fc3d) are not there");
            config.method = methods[m];
            config.tolerance = 0;
            config.relative_tolerance = 2e-11; /* the figure of merit is the one Siconos reports, a few times larger */
            EXPECT_EQ_MSG((int)contact_solve_alloc(&f.problem, &config, NULL, &r), 0, files[k]);
            contact_evaluate_alloc(&f.problem, f.problem.impulse, CONTACT_MODEL_NCP, NULL, NULL, &e);
            EXPECT_LT_MSG(e.natural_unit, 1e-10, files[k]);
            fc3d_free(&f);
        }
}

UTEST_MAIN()
