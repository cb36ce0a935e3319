/* Facts: Newton's method of the convex models converges on ten thousand random problems from any start, stiffness 1e3 to
   1e12 N/m, dense and block-sparse, with both line searches, and near the solution superlinearly; the same problem gives the same
   bits; at the solution the momentum balance holds and
   impulses obey their model (cone, bounds); the solution is a minimum; free trees keep their free velocity; joints, limits, dry
   friction and actuators work in the same solve; the mujoco-like method tends to the hard CCP solution with its
   regularisation; bad parameters are refused. */
/* slow: yes */
#include "utest.h"
#include "contact.h"

static uint64_t counter;
static double uniform(double low, double high) {
    return low + (high - low) * (double)tact_random_uniform(31, counter++);
}
static double log_uniform(double low, double high) { return exp(uniform(log(low), log(high))); }
static tact_vec3 unit(void) {
    tact_vec3 v = tact_vec(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
    return tact_normalize_or(v, tact_vec(0, 0, 1));
}
static const contact_method methods[] = {CONTACT_METHOD_SAP, CONTACT_METHOD_LAGGED, CONTACT_METHOD_SIMILAR,
                                         CONTACT_METHOD_MUJOCO};

/* Bodies of very different mass, contacts between them and with the world in random directions, some joints. `many`: so many
   bodies that the Hessian is block-sparse. */
static void draw_sized(contact_problem *p, double stiffness, int many) {
    int bodies = 1 + (int)uniform(0, 4.99), contacts = 1 + (int)uniform(0, 8.99), others = (int)uniform(0, 2.5);
    if (many) bodies = 12 + (int)uniform(0, 20), contacts = 2 * bodies + (int)uniform(0, 30);
    contact_problem_clear(p);
    p->dt = log_uniform(1e-4, 2e-2);
    for (int b = 0; b < bodies; ++b) {
        double mass = log_uniform(0.1, 10), size = log_uniform(0.05, 0.5);
        tact_mat3 inertia =
            tact_mat_diagonal(mass * size * size * uniform(0.5, 0.9), mass * size * size * uniform(0.5, 0.9),
                              mass * size * size * uniform(0.5, 0.9));
        contact_add_body(p, mass, &inertia, tact_scale(uniform(0, 3), unit()), tact_scale(uniform(0, 10), unit()));
    }
    for (int c = 0; c < contacts; ++c) {
        int a = (int)uniform(-1, bodies - 0.01), b = (int)uniform(0, bodies - 0.01), i;
        if (a == b) a = -1;
        i = contact_add_contact(p, a, b, unit(), NULL, tact_scale(0.2, unit()), tact_scale(0.2, unit()),
                                uniform(0, 1.2));
        p->constraints[i].gap = uniform(-1e-3, 1e-3);
        p->constraints[i].stiffness = stiffness;
        p->constraints[i].dissipation = uniform(0, 1) < 0.3 ? 0 : log_uniform(0.1, 100);
        p->constraints[i].relaxation = uniform(0, 1) < 0.3 ? 0 : log_uniform(1e-5, 1e-2);
        p->bias[p->constraints[i].first_row] = uniform(-0.2, 0.2);
    }
    for (int c = 0; c < others; ++c) {
        int rows = 1 + (int)uniform(0, 2.99), tree = (int)uniform(0, bodies - 0.01), i;
        tact_real j[18];
        contact_kind kind =
            c == 0 ? CONTACT_KIND_JOINT : (uniform(0, 1) < 0.5 ? CONTACT_KIND_FRICTION : CONTACT_KIND_LIMIT);
        for (int k = 0; k < 18; ++k) j[k] = uniform(-1, 1);
        if (kind == CONTACT_KIND_LIMIT) rows = 1;
        i = contact_add_blocks(p, kind, rows, -1, NULL, tree, j);
        for (int k = 0; k < rows; ++k) {
            p->bias[p->constraints[i].first_row + k] = uniform(-1, 1);
            p->bound[p->constraints[i].first_row + k] = uniform(0, 0.5);
        }
    }
    for (int d = 0; d < p->dof_count; ++d) p->velocity[d] = uniform(-1, 1) * log_uniform(1e-2, 1e2); /* any start */
}

static void draw_problem(contact_problem *p, double stiffness) { draw_sized(p, stiffness, 0); }

/* |D (M (v - v_free) - J^T lambda)| over the size of its terms, computed here from the problem's own description. */
static double momentum_defect(const contact_problem *p) {
    static double left[600], right[600], scale[600];
    double error = 0, size_left = 0, size_right = 0, size_motion = 0;
    for (int t = 0; t < p->tree_count; ++t) {
        const contact_tree *tree = &p->trees[t];
        for (int d = 0; d < 6; ++d) {
            int k = tree->first_dof + d;
            double v = p->velocity[k] - p->free_velocity[k], m = d < 3 ? tree->body_mass : tree->inertia[d - 3];
            left[k] = m * v;
            right[k] = 0;
            scale[k] = 1 / sqrt(m); /* diagonal inertias only */
            size_motion += m * p->velocity[k] * p->velocity[k];
        }
    }
    for (int i = 0; i < p->constraint_count; ++i) {
        const contact_constraint *c = &p->constraints[i];
        const tact_real *l = p->impulse + c->first_row;
        for (int side = 0; side < 2; ++side) {
            int tree = side ? c->tree_b : c->tree_a, at = side ? c->jacobian_b : c->jacobian_a;
            double *out;
            if (tree < 0) continue;
            out = right + p->trees[tree].first_dof;
            if (at >= 0) {
                for (int r = 0; r < c->rows; ++r)
                    for (int d = 0; d < 6; ++d) out[d] += p->jacobian[at + 6 * r + d] * l[r];
            } else {
                tact_vec3 t2 = tact_cross(c->normal, c->tangent), f, m;
                f = tact_add(tact_add(tact_scale(l[0], c->tangent), tact_scale(l[1], t2)), tact_scale(l[2], c->normal));
                if (!side) f = tact_neg(f);
                m = tact_cross(side ? c->arm_b : c->arm_a, f);
                out[0] += f.x;
                out[1] += f.y;
                out[2] += f.z;
                out[3] += m.x;
                out[4] += m.y;
                out[5] += m.z;
            }
        }
    }
    for (int k = 0; k < p->dof_count; ++k) {
        error += (left[k] - right[k]) * (left[k] - right[k]) * scale[k] * scale[k];
        size_left += left[k] * left[k] * scale[k] * scale[k], size_right += right[k] * right[k] * scale[k] * scale[k];
    }
    return sqrt(error / (fmax(fmax(size_left, size_right), size_motion) + 1e-28));
}

UTEST(newton, converges_on_ten_thousand_random_problems) {
    contact_problem p;
    contact_config config = contact_default_config();
    static char workspace[16000000];
    int unconverged = 0, precision = 0, worst_iterations = 0, total = 0;
    double worst = 0;
    contact_problem_create(&p, NULL);
    for (int trial = 0; trial < 10000; ++trial) {
        contact_result result;
        double stiffness = log_uniform(1e3, 1e12);
        draw_sized(&p, stiffness, trial % 200 < 4);
        config.method = methods[trial % 4];
        config.line_search = trial % 8 >= 4;
        config.lagged_regularised = trial % 3 > 0;
        contact_solve(&p, &config, workspace, sizeof workspace, &result);
        ASSERT_GE((int)result.status, 0);
        unconverged += result.status == CONTACT_NOT_CONVERGED || result.status == CONTACT_STALLED;
        precision += result.status == CONTACT_PRECISION;
        worst_iterations = result.iterations > worst_iterations ? result.iterations : worst_iterations;
        total += result.iterations;
        worst = fmax(worst, momentum_defect(&p));
        for (int i = 0; i < p.constraint_count; ++i) {
            const contact_constraint *c = &p.constraints[i];
            const tact_real *l = p.impulse + c->first_row;
            if (c->kind == CONTACT_KIND_CONTACT) ASSERT_GE(l[2], 0.0);
            if (c->kind == CONTACT_KIND_CONTACT &&
                config.method != CONTACT_METHOD_LAGGED) /* lagged: the cone of the last force */
                ASSERT_LE(sqrt(l[0] * l[0] + l[1] * l[1]), c->mu * l[2] * (1 + 1e-12) + 1e-300);
            if (c->kind == CONTACT_KIND_LIMIT) ASSERT_GE(l[0], 0.0);
            for (int k = 0; k < c->rows && c->kind == CONTACT_KIND_FRICTION; ++k)
                ASSERT_LE(fabs(l[k]), p.bound[c->first_row + k]);
        }
    }
    EXPECT_EQ(unconverged, 0);
    EXPECT_EQ(precision, 0); /* round-off stops none of them */
    EXPECT_LT(worst, 2e-6);  /* the tolerance, 1e-6, with its scaling recomputed */
    printf("    iterations: mean %.2f, worst %d; ended by round-off: %d\n", total / 1e4, worst_iterations, precision);
    contact_problem_free(&p);
}

/* Nothing is read that was not written, and nothing depends on where memory lies: other rubbish in another workspace, other
   bits before in the problem's memory, the same answer to the last bit. */
UTEST(newton, the_same_problem_gives_the_same_bits) {
    contact_problem p;
    contact_config config = contact_default_config();
    static char block[4000032];
    contact_problem_create(&p, NULL);
    for (int trial = 0; trial < 60; ++trial) {
        static tact_real start[400], velocity[400], impulse[900];
        contact_result first, result;
        draw_sized(&p, log_uniform(1e3, 1e12), trial % 2);
        config.method = methods[trial / 2 % 4];
        memcpy(start, p.velocity, sizeof(tact_real) * (size_t)p.dof_count);
        memset(block, 0, sizeof block);
        ASSERT_GE((int)contact_solve(&p, &config, block, sizeof block - 32, &first), 0);
        memcpy(velocity, p.velocity, sizeof(tact_real) * (size_t)p.dof_count);
        memcpy(impulse, p.impulse, sizeof(tact_real) * (size_t)p.row_count);
        for (int fill = 0; fill < 2; ++fill) {
            memcpy(p.velocity, start, sizeof(tact_real) * (size_t)p.dof_count);
            memset(p.impulse, 0, sizeof(tact_real) * (size_t)p.row_count);
            memset(block, fill ? 0xff : 0x3f, sizeof block);
            ASSERT_GE((int)contact_solve(&p, &config, block + 16 * fill, sizeof block - 32, &result), 0);
            ASSERT_EQ(result.iterations, first.iterations);
            ASSERT_EQ(memcmp(velocity, p.velocity, sizeof(tact_real) * (size_t)p.dof_count), 0);
            ASSERT_EQ(memcmp(impulse, p.impulse, sizeof(tact_real) * (size_t)p.row_count), 0);
        }
    }
    contact_problem_free(&p);
}

/* Symbolic factors are kept while the graph of the trees is the same, and the bits of the answer do not know. */
UTEST(newton, kept_symbolic_factors_change_nothing_but_the_work) {
    contact_problem p;
    contact_config config = contact_default_config();
    static char block[8000000], memory[400000];
    contact_plan plan;
    memset(&plan, 0, sizeof plan);
    plan.memory = memory, plan.bytes = sizeof memory;
    contact_problem_create(&p, NULL);
    for (int trial = 0; trial < 12; ++trial) {
        static tact_real start[400], velocity[400];
        contact_result result;
        long analysed;
        draw_sized(&p, 1e6, 1);
        config.method = methods[trial % 4];
        config.islands = 0; /* one factor a problem */
        memcpy(start, p.velocity, sizeof(tact_real) * (size_t)p.dof_count);
        config.plan = NULL;
        ASSERT_GE((int)contact_solve(&p, &config, block, sizeof block, &result), 0);
        memcpy(velocity, p.velocity, sizeof(tact_real) * (size_t)p.dof_count);
        config.plan = &plan, analysed = plan.analysed;
        for (int again = 0; again < 3; ++again) {
            memcpy(p.velocity, start, sizeof(tact_real) * (size_t)p.dof_count);
            ASSERT_GE((int)contact_solve(&p, &config, block, sizeof block, &result), 0);
            ASSERT_EQ(memcmp(velocity, p.velocity, sizeof(tact_real) * (size_t)p.dof_count), 0);
        }
        ASSERT_EQ(plan.analysed, analysed + 1); /* the first time only */
        ASSERT_EQ(plan.reused, 2L * (trial + 1));
        ASSERT_LE(plan.used, sizeof memory);
    }
    plan.bytes = 1000, plan.used = 0; /* too small for anything: the workspace serves */
    {
        contact_result result;
        ASSERT_GE((int)contact_solve_alloc(&p, &config, NULL, &result), 0);
        ASSERT_EQ(plan.analysed, 12L);
    }
    contact_problem_free(&p);
}

/* Errors of successive iterates against a tight solution: e_{k+1} <= e_k^1.5-like fall at the end. */
UTEST(newton, converges_superlinearly_near_the_solution) {
    contact_problem p;
    contact_config config = contact_default_config();
    int fast = 0, all = 0;
    contact_problem_create(&p, NULL);
    for (int trial = 0; trial < 200; ++trial) {
        static tact_real start[64], best[64];
        double errors[64];
        int n = 0, iterations;
        contact_result result;
        draw_problem(&p, 1e6);
        config.method = methods[trial % 4];
        config.momentum_tolerance = 1e-13;
        config.max_iterations = 0;
        memcpy(start, p.velocity, sizeof(tact_real) * (size_t)p.dof_count);
        contact_solve_alloc(&p, &config, NULL, &result);
        memcpy(best, p.velocity, sizeof(tact_real) * (size_t)p.dof_count);
        iterations = result.iterations;
        for (int limit = 1; limit <= iterations && limit < 60; ++limit) {
            memcpy(p.velocity, start, sizeof(tact_real) * (size_t)p.dof_count);
            memset(p.impulse, 0, sizeof(tact_real) * (size_t)p.row_count);
            config.max_iterations = limit;
            contact_solve_alloc(&p, &config, NULL, &result);
            errors[n] = 0;
            for (int d = 0; d < p.dof_count; ++d) errors[n] = fmax(errors[n], fabs(p.velocity[d] - best[d]));
            ++n;
        }
        for (int k = 1; k < n; ++k)
            if (errors[k - 1] < 1e-4 && errors[k - 1] > 1e-9) { /* the last phase, above rounding */
                ++all;
                fast += errors[k] < 0.1 * errors[k - 1];
                break;
            }
    }
    EXPECT_GT(all, 50);
    EXPECT_GT(fast, all * 9 / 10);
    contact_problem_free(&p);
}

UTEST(newton, the_answer_does_not_depend_on_start_or_line_search) {
    contact_problem p;
    contact_config config = contact_default_config();
    contact_problem_create(&p, NULL);
    for (int trial = 0; trial < 200; ++trial) {
        static tact_real first[64];
        contact_result result;
        draw_problem(&p, 1e5);
        config.method =
            trial % 2 ? CONTACT_METHOD_SAP : CONTACT_METHOD_SIMILAR; /* lagged: the start is part of the problem */
        config.momentum_tolerance = 1e-12;
        config.line_search = 0;
        contact_solve_alloc(&p, &config, NULL, &result);
        ASSERT_GE((int)result.status, 0);
        memcpy(first, p.velocity, sizeof(tact_real) * (size_t)p.dof_count);
        for (int d = 0; d < p.dof_count; ++d) p.velocity[d] = uniform(-30, 30);
        config.line_search = 1;
        contact_solve_alloc(&p, &config, NULL, &result);
        for (int d = 0; d < p.dof_count; ++d) ASSERT_NEAR(p.velocity[d], first[d], 1e-8 * (1 + fabs(first[d])));
    }
    contact_problem_free(&p);
}

/* A box on the ground under its weight with everything at once: friction rows as PD actuator, a limit, a joint. */
UTEST(newton, actuators_limits_and_joints_follow_their_springs) {
    contact_problem p;
    contact_config config = contact_default_config();
    contact_result result;
    tact_mat3 inertia = tact_mat_diagonal(1, 1, 1);
    tact_real x_axis[6] = {1, 0, 0, 0, 0, 0}, y_axis[6] = {0, 1, 0, 0, 0, 0}, z_axis[6] = {0, 0, 1, 0, 0, 0}, r, b;
    int actuator, limit, joint;
    contact_problem_create(&p, NULL);
    p.dt = 1e-2;
    contact_add_body(&p, 2.0, &inertia, tact_vec(0.5, -0.3, 0.2), tact_vec(0, 0, 0));
    actuator = contact_add_blocks(&p, CONTACT_KIND_FRICTION, 1, -1, NULL, 0, x_axis);
    contact_bias_spring(p.dt, 100, 20, 0.05, &b, &r); /* 100 N/m (x - x_ref = 0.05 m), 20 N s/m */
    p.bias[0] = b;
    p.compliance[0] = r;
    p.bound[0] = 1e3;
    limit = contact_add_blocks(&p, CONTACT_KIND_LIMIT, 1, -1, NULL, 0, y_axis); /* spring of 1e4 N/m, 1 mm inside */
    p.constraints[limit].stiffness = 1e4;
    p.constraints[limit].gap = -1e-3;
    p.constraints[limit].law = CONTACT_LAW_SPRING;
    joint = contact_add_blocks(&p, CONTACT_KIND_JOINT, 1, -1, NULL, 0, z_axis);
    config.method = CONTACT_METHOD_SIMILAR;
    config.momentum_tolerance = 1e-13;
    ASSERT_EQ((int)contact_solve_alloc(&p, &config, NULL, &result), 0);
    /* implicit PD: m (v - v*) = -dt (k (x + dt v) + d v) */
    EXPECT_NEAR(p.velocity[0], (2 * 0.5 - 1e-2 * 100 * 0.05) / (2 + 1e-2 * (100 * 1e-2 + 20)), 1e-10);
    /* implicit spring: m (v - v*) = dt k (x0 - dt v) */
    EXPECT_NEAR(p.velocity[1], (2 * -0.3 + 1e-2 * 1e4 * 1e-3) / (2 + 1e-4 * 1e4), 1e-10);
    /* near-rigid joint: R = beta^2/(4 pi^2) w, w = 1/m */
    EXPECT_NEAR(p.velocity[2], 0.2 / (1 + 4 * 9.869604401089358 / 0.01), 1e-10);
    p.bound[0] = 0.05; /* effort limit [N s]: now saturated */
    ASSERT_EQ((int)contact_solve_alloc(&p, &config, NULL, &result), 0);
    EXPECT_NEAR(p.impulse[p.constraints[actuator].first_row], -0.05, 1e-15);
    EXPECT_NEAR(p.velocity[0], 0.5 - 0.05 / 2, 1e-12);
    EXPECT_NEAR(p.impulse[p.constraints[joint].first_row], 2 * (p.velocity[2] - 0.2), 1e-10);
    contact_problem_free(&p);
}

UTEST(newton, mujoco_like_method_tends_to_the_hard_cone_problem) {
    contact_problem p;
    contact_config config = contact_default_config();
    double last = 1e9;
    contact_problem_create(&p, NULL);
    for (double regularisation = 1e-2; regularisation > 1e-7; regularisation *= 0.1) {
        contact_residuals residuals;
        contact_result result;
        counter = 777;
        contact_problem_clear(&p);
        p.dt = 1e-3;
        for (int k = 0; k < 4; ++k) { /* a sliding cube */
            tact_mat3 inertia = tact_mat_diagonal(1 / 150.0, 1 / 150.0, 1 / 150.0);
            tact_vec3 none = tact_vec(0, 0, 0), arm = tact_vec(k & 1 ? 0.1 : -0.1, k & 2 ? 0.1 : -0.1, -0.1);
            if (k == 0) contact_add_body(&p, 1.0, &inertia, tact_vec(0.5, 0.1, -9.81e-3), none);
            contact_add_contact(&p, -1, 0, tact_vec(0, 0, 1), NULL, none, arm, 0.4);
        }
        config.method = CONTACT_METHOD_MUJOCO;
        config.newton_regularisation = regularisation;
        config.momentum_tolerance = 1e-10;
        ASSERT_GE((int)contact_solve_alloc(&p, &config, NULL, &result), 0);
        ASSERT_EQ((int)contact_evaluate_alloc(&p, p.impulse, CONTACT_MODEL_CCP, &config, NULL, &residuals), 0);
        EXPECT_LT(residuals.dual, last * 0.2); /* first order in the regularisation */
        last = residuals.dual;
    }
    EXPECT_LT(last, 1e-6);
    contact_problem_free(&p);
}

UTEST(newton, bad_parameters_are_refused) {
    contact_problem p;
    contact_config config = contact_default_config();
    contact_result result;
    contact_problem_create(&p, NULL);
    draw_problem(&p, 1e5);
    config.method = CONTACT_METHOD_LAGGED;
    config.stiction_velocity = 0;
    EXPECT_EQ((int)contact_solve_alloc(&p, &config, NULL, &result), (int)CONTACT_BAD_COMPLIANCE);
    config = contact_default_config();
    config.method = CONTACT_METHOD_SIMILAR;
    config.law = CONTACT_LAW_CUSTOM; /* and no custom law given */
    EXPECT_EQ((int)contact_solve_alloc(&p, &config, NULL, &result), (int)CONTACT_BAD_ARGUMENT);
    config = contact_default_config();
    config.method = CONTACT_METHOD_SAP;
    p.constraints[0].dissipation = -1;
    EXPECT_LT((int)contact_solve_alloc(&p, &config, NULL, &result), 0);
    contact_problem_free(&p);
}

UTEST_MAIN()
