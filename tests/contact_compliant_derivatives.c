/* Facts: derivatives of velocity and impulses of the convex compliant models with respect to the free velocity, the state, the
   geometry and every physical parameter equal central differences of the solver; the reverse form is the transpose of the
   forward one. */
#include "utest.h"
#include "contact.h"

static uint64_t counter;
static double uniform(double low, double high) {
    return low + (high - low) * (double)tact_random_uniform(41, counter++);
}
static tact_vec3 unit(void) {
    return tact_normalize_or(tact_vec(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)), tact_vec(0, 0, 1));
}
enum { DOFS = 18, ROWS = 40, CONSTRAINTS = 14 };
static const contact_method methods[4] = {CONTACT_METHOD_SAP, CONTACT_METHOD_LAGGED, CONTACT_METHOD_SIMILAR,
                                          CONTACT_METHOD_MUJOCO};
static char workspace[1 << 20];

/* Three bodies, contacts in all states, a joint and a dry-friction row. */
static void draw(contact_problem *p, tact_real *before) {
    contact_problem_clear(p);
    p->dt = 1e-2;
    for (int b = 0; b < 3; ++b) {
        tact_mat3 inertia = tact_mat_diagonal(uniform(0.1, 0.3), uniform(0.1, 0.3), uniform(0.1, 0.3));
        contact_add_body(p, uniform(0.5, 2), &inertia, tact_scale(uniform(0, 1), unit()),
                         tact_scale(uniform(0, 1), unit()));
    }
    for (int c = 0; c < 6; ++c) {
        int i = contact_add_contact(p, c % 3 - 1, c % 3, unit(), NULL, tact_scale(0.3, unit()), tact_scale(0.3, unit()),
                                    uniform(0.2, 0.8));
        p->constraints[i].gap = uniform(-4e-3, 1e-3);
        p->constraints[i].stiffness = uniform(2e3, 2e4), p->constraints[i].dissipation = uniform(0.1, 0.6);
        p->constraints[i].relaxation = uniform(1e-3, 1e-2);
        p->constraints[i].surface_normal = uniform(-0.05, 0.05);
        for (int k = 0; k < 2; ++k) p->bias[p->constraints[i].first_row + k] = uniform(-0.2, 0.2);
        p->bias[p->constraints[i].first_row + 2] = p->constraints[i].surface_normal; /* mujoco reads the bias */
        for (int k = 0; k < 3; ++k) p->compliance[p->constraints[i].first_row + k] = uniform(0.05, 0.2);
    }
    for (int c = 0; c < 2; ++c) {
        tact_real ja[6], jb[6];
        int i;
        for (int k = 0; k < 6; ++k) ja[k] = uniform(-1, 1), jb[k] = uniform(-1, 1);
        i = contact_add_blocks(p, c ? CONTACT_KIND_FRICTION : CONTACT_KIND_JOINT, 1, 0, ja, 2, jb);
        p->bias[p->constraints[i].first_row] = uniform(-0.1, 0.1), p->bound[p->constraints[i].first_row] = 0.05;
        p->compliance[p->constraints[i].first_row] = 0.1;
    }
    for (int d = 0; d < p->dof_count; ++d) before[d] = p->free_velocity[d] + uniform(-0.1, 0.1);
}

typedef struct storage {
    tact_real free_velocity[DOFS], velocity_before[DOFS], jacobian_momentum[DOFS], mass_momentum[DOFS];
    tact_real bias[ROWS], jacobian_velocity[ROWS];
    tact_real gap[CONSTRAINTS], mu[CONSTRAINTS], stiffness[CONSTRAINTS], dissipation[CONSTRAINTS],
        relaxation[CONSTRAINTS];
} storage;
static contact_change view(storage *s) {
    contact_change c;
    memset(&c, 0, sizeof c);
    c.free_velocity = s->free_velocity, c.velocity_before = s->velocity_before;
    c.mass_momentum = s->mass_momentum, c.jacobian_momentum = s->jacobian_momentum;
    c.jacobian_velocity = s->jacobian_velocity, c.bias = s->bias;
    c.gap = s->gap;
    c.mu = s->mu;
    c.stiffness = s->stiffness;
    c.dissipation = s->dissipation;
    c.relaxation = s->relaxation;
    return c;
}

/* Solves the problem moved by h along `s`, from a copy of everything. */
static int solve_moved(contact_problem *p, const contact_config *config, const tact_real *before, const storage *s,
                       double h, tact_real *v, tact_real *l) {
    tact_real free_velocity[DOFS], bias[ROWS];
    contact_constraint constraints[CONSTRAINTS];
    contact_result result;
    int n = p->dof_count;
    memcpy(free_velocity, p->free_velocity, sizeof(tact_real) * (size_t)n);
    memcpy(bias, p->bias, sizeof(tact_real) * (size_t)p->row_count);
    memcpy(constraints, p->constraints, sizeof(contact_constraint) * (size_t)p->constraint_count);
    for (int d = 0; d < n; ++d)
        p->free_velocity[d] += h * s->free_velocity[d], p->velocity[d] = before[d] + h * s->velocity_before[d];
    for (int r = 0; r < p->row_count; ++r) p->bias[r] += h * s->bias[r];
    for (int i = 0; i < p->constraint_count; ++i) {
        contact_constraint *c = &p->constraints[i];
        if (c->kind != CONTACT_KIND_CONTACT) continue;
        c->gap += h * s->gap[i];
        c->mu += h * s->mu[i];
        c->stiffness += h * s->stiffness[i];
        c->dissipation += h * s->dissipation[i], c->relaxation += h * s->relaxation[i];
        c->surface_normal += h * s->bias[c->first_row + 2];
    }
    contact_solve(p, config, workspace, sizeof workspace, &result);
    memcpy(v, p->velocity, sizeof(tact_real) * (size_t)n);
    memcpy(l, p->impulse, sizeof(tact_real) * (size_t)p->row_count);
    memcpy(p->free_velocity, free_velocity, sizeof(tact_real) * (size_t)n);
    memcpy(p->bias, bias, sizeof(tact_real) * (size_t)p->row_count);
    memcpy(p->constraints, constraints, sizeof(contact_constraint) * (size_t)p->constraint_count);
    return result.status >= 0;
}

UTEST(derivatives, forward_equals_finite_differences) {
    contact_problem p;
    contact_config config = contact_default_config();
    int compared = 0, kinks = 0;
    double worst_v = 0, worst_l = 0;
    config.momentum_tolerance = 1e-14;
    config.newton_regularisation = 1e-3;
    contact_problem_create(&p, NULL);
    for (int trial = 0; trial < 400; ++trial) {
        static storage s;
        contact_change change = view(&s);
        tact_real before[DOFS], v[DOFS], l[ROWS], dv[DOFS], dl[ROWS], plus[2][DOFS], minus[2][DOFS], lp[2][ROWS],
            lm[2][ROWS];
        double size_v = 0, size_l = 0, error_v = 0, error_l = 0, spread = 0;
        draw(&p, before);
        config.method = methods[trial % 4];
        config.lagged_regularised = trial % 8 < 4;
        config.stiction_velocity = 1e-2, config.sap_sigma = 0.1;
        config.law =
            trial % 3 == 0 ? CONTACT_LAW_HERTZ : (trial % 3 == 1 ? CONTACT_LAW_HUNT_CROSSLEY : CONTACT_LAW_SPRING);
        memset(&s, 0, sizeof s);
        for (int d = 0; d < p.dof_count; ++d)
            s.free_velocity[d] = uniform(-1, 1), s.velocity_before[d] = uniform(-1, 1);
        for (int r = 0; r < p.row_count; ++r) s.bias[r] = uniform(-1, 1);
        for (int i = 0; i < p.constraint_count; ++i) {
            if (p.constraints[i].kind != CONTACT_KIND_CONTACT) continue;
            s.gap[i] = uniform(-1, 1) * 1e-3;
            s.mu[i] = uniform(-1, 1);
            s.stiffness[i] = uniform(-1, 1) * 1e4;
            s.dissipation[i] = uniform(-1, 1), s.relaxation[i] = uniform(-1, 1) * 1e-2;
        }
        ASSERT_TRUE(solve_moved(&p, &config, before, &s, 0, v, l));
        ASSERT_EQ((int)contact_compliant_forward(&p, &config, before, &change, 1, dv, dl, workspace, sizeof workspace),
                  0);
        for (int k = 0; k < 2; ++k) {
            double h = k ? 0.5e-6 : 1e-6;
            ASSERT_TRUE(solve_moved(&p, &config, before, &s, h, plus[k], lp[k]));
            ASSERT_TRUE(solve_moved(&p, &config, before, &s, -h, minus[k], lm[k]));
            for (int d = 0; d < p.dof_count; ++d) plus[k][d] = (plus[k][d] - minus[k][d]) / (2 * h);
            for (int r = 0; r < p.row_count; ++r) lp[k][r] = (lp[k][r] - lm[k][r]) / (2 * h);
        }
        for (int d = 0; d < p.dof_count; ++d) {
            size_v = fmax(size_v, fabs(dv[d])), error_v = fmax(error_v, fabs(plus[0][d] - dv[d]));
            spread = fmax(spread, fabs(plus[0][d] - plus[1][d]));
        }
        for (int r = 0; r < p.row_count; ++r)
            size_l = fmax(size_l, fabs(dl[r])), error_l = fmax(error_l, fabs(lp[0][r] - dl[r]));
        if (spread >
            1e-6 * size_v) { /* a region's border within the step: the differences do not agree with each other */
            ++kinks;
            continue;
        }
        ++compared;
        worst_v = fmax(worst_v, error_v / size_v), worst_l = fmax(worst_l, error_l / size_l);
    }
    EXPECT_GT(compared, 20 * kinks);
    EXPECT_LT(worst_v, 1e-6); /* of differences with step 1e-6: truncation 1e-9, rounding 1e-9, solver 1e-14/1e-6 */
    EXPECT_LT(worst_l, 1e-6);
    contact_problem_free(&p);
}

UTEST(derivatives, reverse_is_the_transpose_of_forward) {
    contact_problem p;
    contact_config config = contact_default_config();
    double worst = 0;
    config.momentum_tolerance = 1e-13;
    contact_problem_create(&p, NULL);
    for (int trial = 0; trial < 200; ++trial) {
        static storage s, g;
        contact_change change = view(&s), gradient = view(&g);
        tact_real before[DOFS], v[DOFS], l[ROWS], dv[DOFS], dl[ROWS], loss_v[DOFS], loss_l[ROWS];
        double left = 0, right = 0, size = 0;
        draw(&p, before);
        config.method = methods[trial % 4];
        config.stiction_velocity = 1e-2;
        memset(&s, 0, sizeof s);
        ASSERT_TRUE(solve_moved(&p, &config, before, &s, 0, v, l));
        for (size_t k = 0; k < sizeof s / sizeof(tact_real); ++k) ((tact_real *)&s)[k] = uniform(-1, 1);
        for (int i = 0; i < p.constraint_count; ++i) /* other constraints have no such parameters */
            if (p.constraints[i].kind != CONTACT_KIND_CONTACT)
                s.gap[i] = s.mu[i] = s.stiffness[i] = s.dissipation[i] = s.relaxation[i] = 0;
        for (int d = 0; d < p.dof_count; ++d) loss_v[d] = uniform(-1, 1);
        for (int r = 0; r < p.row_count; ++r) loss_l[r] = uniform(-1, 1);
        memset(&g, 0, sizeof g);
        ASSERT_EQ((int)contact_compliant_forward(&p, &config, before, &change, 1, dv, dl, workspace, sizeof workspace),
                  0);
        ASSERT_EQ(
            (int)contact_compliant_reverse(&p, &config, before, loss_v, loss_l, &gradient, workspace, sizeof workspace),
            0);
        for (int d = 0; d < p.dof_count; ++d) left += loss_v[d] * dv[d], size += fabs(loss_v[d] * dv[d]);
        for (int r = 0; r < p.row_count; ++r) left += loss_l[r] * dl[r], size += fabs(loss_l[r] * dl[r]);
        for (size_t k = 0; k < sizeof s / sizeof(tact_real); ++k) {
            double term = ((tact_real *)&s)[k] * ((tact_real *)&g)[k];
            right += term, size += fabs(term);
        }
        worst = fmax(worst, fabs(left - right) / size);
    }
    EXPECT_LT(worst, 1e-11); /* one back-solve each with a condition number below 1e4 */
    contact_problem_free(&p);
}

UTEST(derivatives, many_directions_in_one_call_and_bad_use) {
    contact_problem p;
    contact_config config = contact_default_config();
    static storage s[2];
    contact_change changes[2];
    tact_real before[DOFS], v[DOFS], l[ROWS], dv[2 * DOFS], dl[2 * ROWS], one[DOFS];
    contact_problem_create(&p, NULL);
    draw(&p, before);
    config.method = CONTACT_METHOD_SIMILAR;
    memset(s, 0, sizeof s);
    ASSERT_TRUE(solve_moved(&p, &config, before, s, 0, v, l));
    s[0].free_velocity[3] = 1, s[1].mu[2] = 1;
    changes[0] = view(&s[0]), changes[1] = view(&s[1]);
    ASSERT_EQ((int)contact_compliant_forward(&p, &config, NULL, changes, 2, dv, dl, workspace, sizeof workspace), 0);
    ASSERT_EQ((int)contact_compliant_forward(&p, &config, NULL, changes + 1, 1, one, NULL, workspace, sizeof workspace),
              0);
    for (int d = 0; d < p.dof_count; ++d) ASSERT_NEAR(one[d], dv[p.dof_count + d], 1e-14);
    config.method = CONTACT_METHOD_LAGGED; /* needs the state before */
    EXPECT_EQ((int)contact_compliant_forward(&p, &config, NULL, changes, 1, dv, dl, workspace, sizeof workspace),
              (int)CONTACT_BAD_ARGUMENT);
    config.method = CONTACT_METHOD_NCP_PGS;
    EXPECT_EQ((int)contact_compliant_forward(&p, &config, NULL, changes, 1, dv, dl, workspace, sizeof workspace),
              (int)CONTACT_UNSUPPORTED);
    config.method = CONTACT_METHOD_SAP;
    EXPECT_EQ((int)contact_compliant_forward(&p, &config, NULL, changes, 1, dv, dl, workspace, 100),
              (int)CONTACT_NO_SPACE);
    contact_problem_free(&p);
}

UTEST_MAIN()
