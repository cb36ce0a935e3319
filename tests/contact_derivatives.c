/* Derivatives of the solution of a contact problem. Facts checked, for the NCP and the CCP, over random scenes with every mix
   of open, sticking and sliding contacts, joints, limits and dry friction:
   - forward derivatives agree with central differences of the solver for changes of bias, compliance, bounds, mu, v_free,
     J, M, and of G in matrix form; where G is singular the velocity still agrees;
   - the adjoint is the transpose of the forward map;
   - kinks are flagged, misuse gets a status. */
/* slow: for valgrind */
#include "contact.h"
#include "utest.h"
#include "contact_problems.h"

#include <math.h>
#include <stdlib.h>

/* A copy with dense masses and block Jacobians, so that every entry of M and J can be changed. */
static void expand(const contact_problem *from, contact_problem *to) {
    int i, k, side, t, j;
    contact_problem_create(to, (const tact_allocator *)0);
    to->dt = from->dt;
    for (t = 0; t < from->tree_count; ++t) {
        const contact_tree *tree = &from->trees[t];
        if (tree->mass_offset >= 0) {
            contact_add_tree(to, tree->dof, from->mass + tree->mass_offset, tree->dof,
                             from->free_velocity + tree->first_dof);
        } else {
            tact_real m[36] = {0};
            const tact_real *e = tree->inertia;
            m[0] = m[7] = m[14] = tree->body_mass;
            m[21] = e[0];
            m[28] = e[1];
            m[35] = e[2];
            m[22] = m[27] = e[3];
            m[23] = m[33] = e[4];
            m[29] = m[34] = e[5];
            contact_add_tree(to, 6, m, 6, from->free_velocity + tree->first_dof);
        }
    }
    for (i = 0; i < from->constraint_count; ++i) {
        const contact_constraint *c = &from->constraints[i];
        tact_real block[2][36];
        const tact_real *source[2];
        int index;
        for (side = 0; side < 2; ++side) {
            int tree = side ? c->tree_b : c->tree_a, offset = side ? c->jacobian_b : c->jacobian_a;
            source[side] = (const tact_real *)0;
            if (tree < 0) continue;
            source[side] = block[side];
            if (offset >= 0) source[side] = from->jacobian + offset;
            for (k = 0; offset < 0 && k < 3; ++k) {
                tact_vec3 axis = k == 0 ? c->tangent : k == 1 ? tact_cross(c->normal, c->tangent) : c->normal, m;
                if (!side) axis = tact_neg(axis);
                m = tact_cross(side ? c->arm_b : c->arm_a, axis);
                block[side][6 * k] = axis.x;
                block[side][6 * k + 1] = axis.y;
                block[side][6 * k + 2] = axis.z;
                block[side][6 * k + 3] = m.x;
                block[side][6 * k + 4] = m.y;
                block[side][6 * k + 5] = m.z;
            }
        }
        index = contact_add_blocks(to, (contact_kind)c->kind, c->rows, c->tree_a, source[0], c->tree_b, source[1]);
        to->constraints[index].mu = c->mu;
        for (j = 0; j < c->rows; ++j) {
            to->bias[to->constraints[index].first_row + j] = from->bias[c->first_row + j];
            to->bound[to->constraints[index].first_row + j] = from->bound[c->first_row + j];
        }
    }
}

/* Solution to rounding, started at the impulse in the problem so that differences stay on one branch. */
static contact_status solve(contact_problem *p, contact_model model) {
    contact_config config = contact_default_config();
    config.method = model == CONTACT_MODEL_CCP ? CONTACT_METHOD_CCP_NEWTON : CONTACT_METHOD_NCP_NEWTON;
    config.newton_regularisation = 0;
    config.tolerance = 0;
    config.relative_tolerance = 1e-14;
    contact_status status = contact_solve_alloc(p, &config, (const tact_allocator *)0, (contact_result *)0);
    if (status > 0) { /* rounding may stop short of 1e-14 */
        contact_residuals r;
        contact_evaluate_alloc(p, p->impulse, model, &config, (const tact_allocator *)0, &r);
        if (r.natural_relative < 1e-12) status = CONTACT_OK;
    }
    return status;
}

typedef struct change_data {
    tact_real *bias, *compliance, *bound, *mu, *free_velocity, *jacobian, *mass;
} change_data;
static tact_real *random_array(problem_random *r, size_t n, double size) {
    tact_real *a = (tact_real *)malloc((n + 1) * sizeof(tact_real));
    size_t i;
    for (i = 0; i < n; ++i) a[i] = problem_uniform(r, -size, size);
    return a;
}
static change_data change_make(const contact_problem *p, problem_random *r) {
    change_data d;
    size_t at = 0;
    int t, i, j;
    d.bias = random_array(r, (size_t)p->row_count, 0.3);
    d.compliance = random_array(r, (size_t)p->row_count, 0.3);
    d.bound = random_array(r, (size_t)p->row_count, 0.1);
    d.mu = random_array(r, (size_t)p->constraint_count, 0.3);
    d.free_velocity = random_array(r, (size_t)p->dof_count, 1);
    d.jacobian = random_array(r, contact_jacobian_count(p), 0.3);
    d.mass = random_array(r, contact_mass_count(p), 0.1);
    for (t = 0; t < p->tree_count; ++t) {
        int n = p->trees[t].dof;
        for (i = 0; i < n; ++i)
            for (j = 0; j < i; ++j) d.mass[at + (size_t)(i * n + j)] = d.mass[at + (size_t)(j * n + i)];
        at += (size_t)(n * n);
    }
    return d;
}
static void change_free(change_data *d) {
    free(d->bias);
    free(d->compliance);
    free(d->bound);
    free(d->mu);
    free(d->free_velocity);
    free(d->jacobian);
    free(d->mass);
}
/* The data moved by h; the pools of an expanded problem are in the order of contact_tangent. */
static void change_apply(contact_problem *p, const contact_tangent *d, double h) {
    int i;
    size_t k;
    for (i = 0; i < p->row_count; ++i) {
        if (d->bias) p->bias[i] += h * d->bias[i];
        if (d->compliance) p->compliance[i] += h * d->compliance[i];
        if (d->bound) p->bound[i] += h * d->bound[i];
    }
    for (i = 0; i < p->constraint_count; ++i)
        if (d->mu) p->constraints[i].mu += h * d->mu[i];
    for (i = 0; i < p->dof_count; ++i)
        if (d->free_velocity) p->free_velocity[i] += h * d->free_velocity[i];
    for (k = 0; d->jacobian && k < contact_jacobian_count(p); ++k) p->jacobian[k] += h * d->jacobian[k];
    for (k = 0; d->mass && k < contact_mass_count(p); ++k) p->mass[k] += h * d->mass[k];
}

static contact_derivative prepare(contact_problem *p, contact_model model, void **block, contact_status *status) {
    contact_derivative d;
    size_t bytes = contact_derivative_size(p);
    *block = malloc(bytes);
    *status = contact_derivative_prepare(&d, p, model, 1e-7, *block, bytes);
    return d;
}

static int counts[3]; /* modes met */

/* One scene, all kinds of change; adds the number of comparisons to *total. */
static void compare(int *utest_result, int *total, uint64_t seed, int contacts, int flags, contact_model model) {
    const double h = 1e-6;
    contact_problem scene, base, moved;
    contact_derivative d;
    contact_status status;
    void *block;
    problem_random r;
    change_data data;
    tact_real *dl, *dv, *lp, *vp;
    int *modes, kind, i, singular = (flags & PROBLEM_HYPERSTATIC) != 0;
    contact_problem_create(&scene, (const tact_allocator *)0);
    problem_random_scene(&scene, seed, contacts, flags);
    expand(&scene, &base);
    contact_problem_free(&scene);
    if (!singular) /* make G regular without touching the law */
        for (i = 0; i < base.row_count; ++i) base.compliance[i] = TACT_R(0.2);
    if (solve(&base, model) != CONTACT_OK) {
        contact_problem_free(&base);
        return;
    }
    d = prepare(&base, model, &block, &status);
    EXPECT_GE((int)status, 0);
    if (status != CONTACT_OK || d.margin < 1e-5) { /* differences of 1e-6 would cross a kink */
        free(block);
        contact_problem_free(&base);
        return;
    }
    modes = (int *)malloc(sizeof(int) * (size_t)(base.row_count + 1));
    for (i = 0; i < base.row_count; ++i) modes[i] = d.modes[i], counts[modes[i]] += 1;
    r.seed = seed, r.counter = 1000000;
    data = change_make(&base, &r);
    dl = random_array(&r, (size_t)base.row_count, 0), dv = random_array(&r, (size_t)base.dof_count, 0);
    lp = random_array(&r, 2 * (size_t)base.row_count, 0), vp = random_array(&r, 2 * (size_t)base.dof_count, 0);
    for (kind = 0; kind < 7; ++kind) {
        contact_tangent change;
        double scale = 0, worst = 0;
        int same = 1, side;
        memset(&change, 0, sizeof change);
        if (kind == 0) change.bias = data.bias;
        if (kind == 1) change.compliance = data.compliance;
        if (kind == 2) change.bound = data.bound;
        if (kind == 3) change.mu = data.mu;
        if (kind == 4) change.free_velocity = data.free_velocity;
        if (kind == 5) change.jacobian = data.jacobian;
        if (kind == 6) change.mass = data.mass;
        if (singular && (kind <= 1 || kind == 5)) continue; /* would make redundant constraints inconsistent */
        EXPECT_EQ((int)contact_derivative_forward(&d, &change, dl, dv), 0);
        for (side = 0; side < 2 && same; ++side) {
            contact_derivative other;
            void *memory;
            expand(&base, &moved);
            memcpy(moved.compliance, base.compliance, sizeof(tact_real) * (size_t)base.row_count);
            memcpy(moved.impulse, base.impulse, sizeof(tact_real) * (size_t)base.row_count);
            change_apply(&moved, &change, side ? -h : h);
            same = solve(&moved, model) == CONTACT_OK;
            other = prepare(&moved, model, &memory, &status);
            for (i = 0; same && i < base.row_count; ++i) same = other.modes[i] == modes[i];
            for (i = 0; i < base.row_count; ++i) lp[side * base.row_count + i] = moved.impulse[i];
            for (i = 0; i < base.dof_count; ++i) vp[side * base.dof_count + i] = moved.velocity[i];
            free(memory);
            contact_problem_free(&moved);
        }
        if (!same) continue;
        ++*total;
        for (i = 0; i < base.dof_count; ++i) {
            double fd = (vp[i] - vp[base.dof_count + i]) / (2 * h);
            scale = fmax(scale, fabs(fd)), worst = fmax(worst, fabs(fd - dv[i]));
        }
        for (i = 0; !singular && i < base.row_count; ++i) {
            double fd = (lp[i] - lp[base.row_count + i]) / (2 * h);
            scale = fmax(scale, fabs(fd)), worst = fmax(worst, fabs(fd - dl[i]));
        }
        /* central differences of a solution good to 1e-13: rounding 1e-7, curvature h^2/margin^2 */
        EXPECT_LT(worst, 2e-5 * (1 + scale));
    }
    { /* adjoint against forward, all changes at once */
        contact_tangent change;
        contact_gradient g;
        tact_real *lbar = random_array(&r, (size_t)base.row_count, 1),
                  *vbar = random_array(&r, (size_t)base.dof_count, 1);
        size_t rows = (size_t)base.row_count, k;
        double left = 0, right = 0, size = 0;
        change.bias = singular ? (tact_real *)0 : data.bias,
        change.compliance = singular ? (tact_real *)0 : data.compliance;
        change.bound = data.bound;
        change.mu = data.mu;
        change.free_velocity = data.free_velocity;
        change.mass = data.mass;
        change.jacobian = singular ? (tact_real *)0 : data.jacobian, change.delassus = (tact_real *)0;
        g.bias = random_array(&r, rows, 1);
        g.compliance = random_array(&r, rows, 1);
        g.bound = random_array(&r, rows, 1);
        g.mu = random_array(&r, (size_t)base.constraint_count, 1);
        g.free_velocity = random_array(&r, (size_t)base.dof_count, 1);
        g.jacobian = random_array(&r, contact_jacobian_count(&base), 1);
        g.mass = random_array(&r, contact_mass_count(&base), 1), g.delassus = (tact_real *)0;
        EXPECT_EQ((int)contact_derivative_forward(&d, &change, dl, dv), 0);
        EXPECT_EQ((int)contact_derivative_adjoint(&d, singular ? (tact_real *)0 : lbar, vbar, &g), 0);
        for (i = 0; !singular && i < base.row_count; ++i) left += dl[i] * lbar[i], size += fabs(dl[i] * lbar[i]);
        for (i = 0; i < base.dof_count; ++i) left += dv[i] * vbar[i], size += fabs(dv[i] * vbar[i]);
        for (k = 0; k < rows; ++k) {
            if (!singular) right += g.bias[k] * data.bias[k] + g.compliance[k] * data.compliance[k];
            right += g.bound[k] * data.bound[k];
        }
        for (i = 0; i < base.constraint_count; ++i) right += g.mu[i] * data.mu[i];
        for (i = 0; i < base.dof_count; ++i) right += g.free_velocity[i] * data.free_velocity[i];
        for (k = 0; !singular && k < contact_jacobian_count(&base); ++k) right += g.jacobian[k] * data.jacobian[k];
        for (k = 0; k < contact_mass_count(&base); ++k) right += g.mass[k] * data.mass[k];
        /* the same factor both ways; singular G leaves the refinement's remainder */
        EXPECT_NEAR(left, right, (singular ? 1e-6 : 1e-9) * (1 + size));
        free(lbar);
        free(vbar);
        free(g.bias);
        free(g.compliance);
        free(g.bound);
        free(g.mu);
        free(g.free_velocity);
        free(g.jacobian), free(g.mass);
    }
    change_free(&data);
    free(dl);
    free(dv);
    free(lp);
    free(vp);
    free(modes);
    free(block);
    contact_problem_free(&base);
}

UTEST(derivatives, agree_with_differences_ncp) {
    int made = 0, seed;
    memset(counts, 0, sizeof counts);
    for (seed = 0; seed < 60; ++seed)
        compare(utest_result, &made, (uint64_t)seed, 1 + seed % 9, (seed % 16) * 2, CONTACT_MODEL_NCP);
    EXPECT_GT(made, 200);
    EXPECT_GT(counts[CONTACT_MODE_OPEN], 50);
    EXPECT_GT(counts[CONTACT_MODE_STICK], 50);
    EXPECT_GT(counts[CONTACT_MODE_SLIP], 50);
}
UTEST(derivatives, agree_with_differences_ccp) {
    int made = 0, seed;
    memset(counts, 0, sizeof counts);
    for (seed = 100; seed < 160; ++seed)
        compare(utest_result, &made, (uint64_t)seed, 1 + seed % 9, (seed % 16) * 2, CONTACT_MODEL_CCP);
    EXPECT_GT(made, 200);
    EXPECT_GT(counts[CONTACT_MODE_SLIP], 50);
}
UTEST(derivatives, hyperstatic_velocity_is_right) {
    int made = 0, seed;
    for (seed = 200; seed < 240; ++seed)
        compare(utest_result, &made, (uint64_t)seed, 4 + seed % 9, 1, seed % 2 ? CONTACT_MODEL_CCP : CONTACT_MODEL_NCP);
    EXPECT_GT(made, 40);
}

/* Matrix form: dG and its gradient. */
UTEST(derivatives, of_the_delassus_matrix) {
    int seed, checked = 0;
    for (seed = 0; seed < 30; ++seed) {
        enum { MAX = 30 };
        tact_real g[MAX * MAX], dg[MAX * MAX], a[MAX * MAX], gp[MAX * MAX], grad[MAX * MAX], dl[MAX], lp[2][MAX],
            bar[MAX];
        contact_problem p;
        contact_delassus matrix;
        contact_derivative d;
        contact_tangent change;
        contact_gradient gradient;
        contact_status status;
        problem_random r;
        void *block;
        int contacts = 1 + seed % 5, n = 3 * contacts, i, j, k, side, same = 1;
        contact_model model = seed % 2 ? CONTACT_MODEL_CCP : CONTACT_MODEL_NCP;
        double left = 0, right = 0, h = 1e-6;
        r.seed = (uint64_t)seed + 900, r.counter = 0;
        for (i = 0; i < n * n; ++i) a[i] = problem_uniform(&r, -1, 1);
        for (i = 0; i < n; ++i)
            for (j = 0; j <= i; ++j) {
                tact_real s = i == j ? TACT_R(0.3) : 0;
                for (k = 0; k < n; ++k) s += a[i * n + k] * a[j * n + k];
                g[i * n + j] = g[j * n + i] = s;
                dg[i * n + j] = dg[j * n + i] = problem_uniform(&r, -1, 1);
            }
        memset(&matrix, 0, sizeof matrix);
        matrix.dense = g, matrix.leading = n;
        contact_problem_create(&p, (const tact_allocator *)0);
        p.dt = 1, p.delassus = &matrix;
        for (i = 0; i < contacts; ++i) {
            int index = contact_add_rows(&p, CONTACT_KIND_CONTACT, 3);
            p.constraints[index].mu = problem_uniform(&r, 0.2, 0.8);
        }
        for (i = 0; i < n; ++i)
            p.bias[i] = problem_uniform(&r, -1, i % 3 == 2 ? 0.3 : 1), bar[i] = problem_uniform(&r, -1, 1);
        ASSERT_EQ((int)solve(&p, model), 0);
        d = prepare(&p, model, &block, &status);
        if (status == CONTACT_OK && d.margin > 1e-4) {
            memset(&change, 0, sizeof change), memset(&gradient, 0, sizeof gradient);
            change.delassus = dg, gradient.delassus = grad;
            EXPECT_EQ((int)contact_derivative_forward(&d, &change, dl, (tact_real *)0), 0);
            EXPECT_EQ((int)contact_derivative_adjoint(&d, bar, (tact_real *)0, &gradient), 0);
            for (i = 0; i < n; ++i) left += bar[i] * dl[i];
            for (i = 0; i < n * n; ++i) right += grad[i] * dg[i];
            EXPECT_NEAR(left, right, 1e-9 * (1 + fabs(left)));
            matrix.dense = gp;
            for (side = 0; side < 2; ++side) {
                for (i = 0; i < n * n; ++i) gp[i] = g[i] + (side ? -h : h) * dg[i];
                same = same && solve(&p, model) == CONTACT_OK;
                for (i = 0; i < n; ++i) lp[side][i] = p.impulse[i];
            }
            for (i = 0; same && i < n; ++i) {
                double fd = (lp[0][i] - lp[1][i]) / (2 * h);
                EXPECT_NEAR(dl[i], fd, 2e-5 * (1 + fabs(fd)));
            }
            checked += same;
        }
        free(block);
        contact_problem_free(&p);
    }
    EXPECT_GT(checked, 15);
}

/* Matrix form with every kind of constraint, as a dense and as a block-sparse matrix: all of G, g, R, mu and bounds change at once. */
UTEST(derivatives, of_all_data_in_matrix_form) {
    enum { CONSTRAINTS = 6, ROWS = 13 };
    static const int kinds[CONSTRAINTS] = {CONTACT_KIND_CONTACT, CONTACT_KIND_JOINT,    CONTACT_KIND_CONTACT,
                                           CONTACT_KIND_LIMIT,   CONTACT_KIND_FRICTION, CONTACT_KIND_CONTACT};
    static const int rows[CONSTRAINTS] = {3, 2, 3, 1, 1, 3};
    int seed, checked = 0;
    for (seed = 0; seed < 60; ++seed) {
        tact_real a[ROWS * ROWS], g[ROWS * ROWS], dg[ROWS * ROWS], values[ROWS * ROWS], d[4][ROWS], lp[2][ROWS],
            dl[ROWS], bar[ROWS];
        tact_real base[3][ROWS], mu[CONSTRAINTS], grad[ROWS * ROWS], gradient_of[4][ROWS];
        int start[CONSTRAINTS + 1], column[CONSTRAINTS * CONSTRAINTS], offset[CONSTRAINTS * CONSTRAINTS];
        contact_model model = seed % 2 ? CONTACT_MODEL_CCP : CONTACT_MODEL_NCP;
        contact_problem p;
        contact_delassus matrix;
        contact_derivative derivative;
        contact_tangent change;
        contact_gradient gradient;
        contact_status status;
        problem_random r;
        void *block;
        int i, j, k, side, sparse = seed / 2 % 2, same = 1, count = 0, at = 0;
        double left = 0, right = 0, h = 1e-6;
        r.seed = (uint64_t)seed + 4000, r.counter = 0;
        for (i = 0; i < ROWS * ROWS; ++i) a[i] = problem_uniform(&r, -1, 1);
        for (i = 0; i < ROWS; ++i)
            for (j = 0; j <= i; ++j) {
                tact_real s = i == j ? TACT_R(0.3) : 0;
                for (k = 0; k < ROWS; ++k) s += a[i * ROWS + k] * a[j * ROWS + k];
                g[i * ROWS + j] = g[j * ROWS + i] = s;
                dg[i * ROWS + j] = dg[j * ROWS + i] = problem_uniform(&r, -1, 1);
            }
        contact_problem_create(&p, (const tact_allocator *)0);
        memset(&matrix, 0, sizeof matrix);
        p.dt = 1, p.delassus = &matrix;
        for (i = 0; i < CONSTRAINTS; ++i) {
            contact_add_rows(&p, (contact_kind)kinds[i], rows[i]);
            p.constraints[i].mu = mu[i] = kinds[i] == CONTACT_KIND_CONTACT ? problem_uniform(&r, 0.2, 0.8) : 0;
        }
        for (i = 0; i < ROWS; ++i) {
            p.bias[i] = base[0][i] = problem_uniform(&r, -1, 0.7);
            p.compliance[i] = base[1][i] = problem_uniform(&r, 0.01, 0.1);
            p.bound[i] = base[2][i] = problem_uniform(&r, 0.01, 0.2);
            for (k = 0; k < 4; ++k) d[k][i] = problem_uniform(&r, -0.3, 0.3);
            bar[i] = problem_uniform(&r, -1, 1);
        }
        for (i = 0; i < CONSTRAINTS; ++i)
            if (kinds[i] != CONTACT_KIND_CONTACT) d[3][i] = 0; /* mu of contacts alone */
        start[0] = 0;
        for (i = 0; i < CONSTRAINTS; ++i) {
            for (j = 0; j < CONSTRAINTS; ++j) {
                column[count] = j;
                offset[count++] = at;
                at += rows[i] * rows[j];
            }
            start[i + 1] = count;
        }
        memset(&change, 0, sizeof change), memset(&gradient, 0, sizeof gradient);
        change.delassus = dg;
        change.bias = d[0];
        change.compliance = d[1];
        change.bound = d[2];
        change.mu = d[3];
        gradient.delassus = grad;
        gradient.bias = gradient_of[0];
        gradient.compliance = gradient_of[1];
        gradient.bound = gradient_of[2], gradient.mu = gradient_of[3];
        for (side = -1; side < 2 && same; ++side) { /* the base, then h to both sides */
            double step = side < 0 ? 0 : side ? -h : h;
            for (i = 0; i < ROWS * ROWS; ++i) a[i] = g[i] + step * dg[i];
            for (i = 0; i < CONSTRAINTS; ++i)
                for (j = 0; j < CONSTRAINTS; ++j)
                    for (k = 0; k < rows[i] * rows[j]; ++k)
                        values[offset[start[i] + j] + k] = a[(p.constraints[i].first_row + k / rows[j]) * ROWS +
                                                             p.constraints[j].first_row + k % rows[j]];
            if (sparse) {
                matrix.row_start = start;
                matrix.column = column;
                matrix.offset = offset;
                matrix.values = values;
            } else
                matrix.dense = a, matrix.leading = ROWS;
            for (i = 0; i < ROWS; ++i) {
                p.bias[i] = base[0][i] + step * d[0][i], p.compliance[i] = base[1][i] + step * d[1][i];
                p.bound[i] = base[2][i] + step * d[2][i];
            }
            for (i = 0; i < CONSTRAINTS; ++i) p.constraints[i].mu = mu[i] + step * d[3][i];
            same = solve(&p, model) == CONTACT_OK;
            if (side >= 0) {
                for (i = 0; i < ROWS; ++i) lp[side][i] = p.impulse[i];
                continue;
            }
            derivative = prepare(&p, model, &block, &status);
            same = same && status == CONTACT_OK && derivative.margin > 1e-4;
            if (same) {
                EXPECT_EQ((int)contact_derivative_forward(&derivative, &change, dl, (tact_real *)0), 0);
                EXPECT_EQ((int)contact_derivative_adjoint(&derivative, bar, (tact_real *)0, &gradient), 0);
                for (i = 0; i < ROWS; ++i) left += bar[i] * dl[i];
                for (i = 0; i < ROWS * ROWS; ++i) right += grad[i] * dg[i];
                for (k = 0; k < 3; ++k)
                    for (i = 0; i < ROWS; ++i) right += gradient_of[k][i] * d[k][i];
                for (i = 0; i < CONSTRAINTS; ++i) right += gradient_of[3][i] * d[3][i];
                EXPECT_NEAR(left, right, 1e-9 * (1 + fabs(left)));
            }
            free(block);
        }
        for (i = 0; same && i < ROWS; ++i) {
            double fd = (lp[0][i] - lp[1][i]) / (2 * h);
            EXPECT_NEAR(dl[i], fd, 1e-6 * (1 + fabs(fd))); /* rounding 1e-13/h, curvature h^2/margin^2 */
        }
        checked += same;
        contact_problem_free(&p);
    }
    EXPECT_GT(checked, 45);
}

/* One body and one constraint at the border of two modes, a little to either side of it, and far from it: sticking and sliding,
   touching and leaving (at rest and sliding), a limit, dry friction at its bound. Flagged at the border alone, and the modes to
   both sides are the two that meet there. */
UTEST(derivatives, every_kind_of_kink_is_flagged) {
    static const contact_model models[] = {CONTACT_MODEL_NCP, CONTACT_MODEL_CCP};
    int m, kind, side;
    for (m = 0; m < 2; ++m)
        for (kind = 0; kind < 5; ++kind) {
            int mode[3];
            for (side = -1; side <= 1; ++side) {
                contact_problem p;
                contact_derivative d;
                contact_status status;
                void *block;
                tact_mat3 inertia = tact_mat_diagonal(1, 1, 1);
                tact_vec3 t = tact_vec(1, 0, 0), none = tact_vec(0, 0, 0), v = none;
                tact_real row[6] = {0, 0, 1, 0, 0, 0};
                contact_problem_create(&p, (const tact_allocator *)0);
                p.dt = 0.01;
                if (kind == 0)
                    v = tact_vec(0.5 * 0.1 * (1 + 0.1 * side), 0,
                                 -0.1); /* impulses 0.1 and 0.05: the edge of the cone */
                if (kind == 1) v = tact_vec(0, 0, 0.01 * side);
                if (kind == 2)
                    v = tact_vec(1, 0, m ? 0.5 + 0.01 * side : 0.01 * side); /* CCP: leaves at c_n = mu c_t */
                if (kind == 3) v = tact_vec(0.3, 0, 0.01 * side);
                if (kind == 4) v = tact_vec(0.3, 0, -0.2 * (1 + 0.1 * side));
                contact_add_body(&p, 1, &inertia, v, none);
                if (kind < 3)
                    contact_add_contact(&p, -1, 0, tact_vec(0, 0, 1), &t, none, none, 0.5);
                else
                    contact_add_blocks(&p, kind == 3 ? CONTACT_KIND_LIMIT : CONTACT_KIND_FRICTION, 1, -1,
                                       (tact_real *)0, 0, row);
                if (kind == 4) p.bound[0] = 0.2;
                EXPECT_EQ((int)solve(&p, models[m]), 0);
                d = prepare(&p, models[m], &block, &status);
                EXPECT_EQ((int)status, (int)(side ? CONTACT_OK : CONTACT_NONSMOOTH));
                EXPECT_EQ(d.nonsmooth, side ? 0 : 1);
                EXPECT_EQ(d.first_nonsmooth, side ? -1 : 0);
                if (side)
                    EXPECT_GT(d.margin, 1e-4);
                else
                    EXPECT_LT(d.margin, 1e-7);
                mode[side + 1] = d.modes[0];
                free(block);
                contact_problem_free(&p);
            }
            EXPECT_EQ(mode[0],
                      (int)(kind == 0 || kind == 1 || kind == 3 || kind == 4 ? CONTACT_MODE_STICK : CONTACT_MODE_SLIP));
            EXPECT_EQ(mode[2], (int)(kind == 0 || kind == 4 ? CONTACT_MODE_SLIP : CONTACT_MODE_OPEN));
        }
}

UTEST(derivatives, kinks_and_misuse) {
    contact_problem p;
    contact_derivative d;
    contact_status status;
    contact_tangent change;
    void *block;
    tact_real dv[6], dvf[6] = {0};
    /* a cube that is just lifted: no impulse, no velocity at the contacts */
    contact_problem_create(&p, (const tact_allocator *)0);
    problem_cube(&p, 1e-3, 0.4, tact_vec(0, 0, 0), tact_vec(0, 0, 0), 0);
    EXPECT_EQ((int)solve(&p, CONTACT_MODEL_NCP), 0);
    d = prepare(&p, CONTACT_MODEL_NCP, &block, &status);
    EXPECT_EQ((int)status, (int)CONTACT_NONSMOOTH);
    EXPECT_EQ(d.nonsmooth, 4);
    EXPECT_EQ(d.first_nonsmooth, 0);
    free(block);
    contact_problem_free(&p);
    /* sliding at 1 m/s: v_x follows v_free x, and mu m g dt in the normal direction */
    contact_problem_create(&p, (const tact_allocator *)0);
    problem_cube(&p, 1e-3, 0.4, tact_vec(1, 0, -9.81e-3), tact_vec(0, 0, 0), 0);
    EXPECT_EQ((int)solve(&p, CONTACT_MODEL_NCP), 0);
    d = prepare(&p, CONTACT_MODEL_NCP, &block, &status);
    EXPECT_EQ((int)status, (int)CONTACT_OK);
    memset(&change, 0, sizeof change);
    change.free_velocity = dvf;
    dvf[0] = 1;
    EXPECT_EQ((int)contact_derivative_forward(&d, &change, (tact_real *)0, dv), 0);
    EXPECT_NEAR(dv[0], 1, 1e-9);
    EXPECT_NEAR(dv[2], 0, 1e-9);
    dvf[0] = 0, dvf[2] = -1; /* heavier: friction grows by mu */
    EXPECT_EQ((int)contact_derivative_forward(&d, &change, (tact_real *)0, dv), 0);
    EXPECT_NEAR(dv[0], -0.4, 1e-9);
    EXPECT_NEAR(dv[2], 0, 1e-9);
    EXPECT_EQ((int)contact_derivative_forward(&d, (const contact_tangent *)0, (tact_real *)0, dv),
              (int)CONTACT_BAD_ARGUMENT);
    EXPECT_EQ((int)contact_derivative_prepare(&d, &p, CONTACT_MODEL_LCP, 1e-7, block, 10), (int)CONTACT_BAD_ARGUMENT);
    EXPECT_EQ((int)contact_derivative_prepare(&d, &p, CONTACT_MODEL_NCP, 1e-7, block, 10), (int)CONTACT_NO_SPACE);
    free(block);
    contact_problem_free(&p);
}

UTEST_MAIN()
