/* Constraints of 1 to 6 rows: Jacobian = rate of the position error, drift = acceleration rows at zero joint
   acceleration, constrained accelerations satisfy their equation to 1e-10 (four-bar, delta-like, redundant,
   contradicting), derivatives against central differences, and what loops conserve. */
#include "utest.h"

#include "rbd_common.h"

/* The mechanisms that loops are made of: bodies in a chain on the world or a free base, all with mass. */
static int add(rbd_builder *b, const char *name, int parent, rbd_joint_type type, tact_vec3 axis, tact_vec3 at) {
    rbd_body body = rbd_default_body(name, parent);
    rbd_error error;
    body.joint = rbd_default_joint(type);
    body.joint.axis = axis;
    body.placement = tact_pose_make(at, tact_quat_identity());
    body.inertia =
        rbd_inertia_box(1, tact_vec(TACT_R(0.3), 0, TACT_R(0.05)), tact_vec(TACT_R(0.6), TACT_R(0.1), TACT_R(0.2)));
    return rbd_builder_add(b, &body, &error);
}

typedef struct setup {
    rbd_builder *builder;
    rbd_model *m;
    rbd_data *d;
    rbd_constraints *c;
    tact_real *q, *v, *tau, *a, *lambda, *f;
} setup;
static void setup_make(setup *s, rbd_builder *b, const rbd_constraint *list, int n, uint64_t seed) {
    rbd_error error;
    rbdt_random r = {0, 0};
    r.seed = seed;
    s->builder = b;
    s->m = rbd_model_create(b, NULL, &error);
    s->d = rbd_data_create(s->m, NULL);
    s->c = rbd_constraints_create(s->m, list, n, NULL, &error);
    if (!s->c) fprintf(stderr, "%s\n", error.text), exit(1);
    s->q = rbdt_reals((size_t)s->m->nq);
    s->v = rbdt_reals((size_t)s->m->nv);
    s->tau = rbdt_reals((size_t)s->m->nv);
    s->a = rbdt_reals((size_t)s->m->nv), s->lambda = rbdt_reals((size_t)s->c->n_rows);
    s->f = rbdt_reals(6 * (size_t)s->m->n_bodies);
    rbd_neutral(s->m, s->q);
    rbdt_fill(&r, s->m->nv, 1, s->v);
    rbdt_fill(&r, s->m->nv, 3, s->tau);
    rbdt_fill(&r, 6 * s->m->n_bodies, 1, s->f);
}
static void setup_free(setup *s) {
    free(s->q);
    free(s->v);
    free(s->tau);
    free(s->a);
    free(s->lambda);
    free(s->f);
    rbd_constraints_destroy(s->c);
    rbd_data_destroy(s->d);
    rbd_model_destroy(s->m);
    rbd_builder_destroy(s->builder);
}
/* Largest |J a + drift + damping rate + stiffness error|, J and drift evaluated anew. */
static double equation_error(setup *s, const tact_real *a) {
    tact_real *x = rbdt_reals((size_t)s->c->n_rows);
    double worst = 0;
    int i, k;
    rbd_fk_acceleration(s->m, s->d, s->q, s->v, NULL);
    rbd_constraints_evaluate(s->c, s->d);
    rbd_constraints_jacobian_apply(s->c, a, x);
    for (i = 0; i < s->c->n; ++i)
        for (k = s->c->first_row[i]; k < s->c->first_row[i + 1]; ++k) {
            const rbd_constraint *c = &s->c->constraint[i];
            double e =
                fabs((double)(x[k] + s->c->drift[k] + c->damping * s->c->rate[k] + c->stiffness * s->c->error[k]));
            if (!(e <= worst)) worst = e;
        }
    free(x);
    return worst;
}
/* M a + h - tau - J^T lambda - external. */
static double motion_error(setup *s) {
    int nv = s->m->nv, i;
    tact_real *x = rbdt_reals((size_t)nv), *y = rbdt_reals((size_t)nv);
    double worst;
    rbd_rnea(s->m, s->d, s->q, s->v, s->a, s->f, x);
    rbd_constraints_jacobian_tapply(s->c, s->lambda, y);
    for (i = 0; i < nv; ++i) y[i] += s->tau[i];
    worst = rbdt_error(nv, x, y);
    free(x), free(y);
    return worst;
}

/* Every mask of rows, between two bodies and against the world: J v is the rate of the error where the constraint
   holds, and J a + drift the rate of J v along a motion with acceleration a, everywhere but for RBD_LINEAR_ORIGINS
   off the loop. */
UTEST(constraints, rate_and_drift_are_time_derivatives) {
    unsigned rows;
    for (rows = 1; rows < 64; ++rows) {
        rbdt_case t = rbdt_make(rows % 7, 7, RBDT_FREE_BASE);
        rbd_constraint c;
        rbd_constraints *set;
        rbd_error error;
        rbdt_random r = {0, 0};
        tact_real h = TACT_R(1e-5), *q = rbdt_reals((size_t)t.m->nq), *v = rbdt_reals((size_t)t.m->nv), before[6], x[6];
        int last = t.m->n_bodies - 1, first = rows % 2 ? 2 : 0, n, i, k;
        tact_pose one, two;
        r.seed = rows;
        one = rbdt_pose(&r, 0.3);
        rbd_fk(t.m, t.d, t.q);
        /* frame 2 where frame 1 is, displaced along the free directions of an exact joint: here not at all */
        two = tact_pose_mul(tact_pose_inverse(rbd_body_pose(t.d, first)), tact_pose_mul(rbd_body_pose(t.d, last), one));
        c = rbd_constraint_rows(last, one, first, two, rows);
        set = rbd_constraints_create(t.m, &c, 1, NULL, &error);
        ASSERT_TRUE_MSG(set != NULL, error.text);
        n = set->n_rows;
        rbd_fk_acceleration(t.m, t.d, t.q, t.v, NULL);
        rbd_constraints_evaluate(set, t.d);
        rbd_constraints_jacobian_apply(set, t.v, x);
        for (i = 0; i < n; ++i) {
            EXPECT_NEAR(0, set->error[i], 1e-14);
            EXPECT_NEAR(set->rate[i], x[i], 1e-12);
            before[i] = set->rate[i];
        }
        /* error after h minus error before h, over 2 h */
        for (k = 0; k < 2; ++k) {
            rbd_integrate(t.m, t.q, t.v, k ? h : -h, q);
            rbd_fk_acceleration(t.m, t.d, q, t.v, NULL);
            rbd_constraints_evaluate(set, t.d);
            for (i = 0; i < n; ++i) x[i] = k ? set->error[i] - x[i] : set->error[i];
        }
        for (i = 0; i < n; ++i) EXPECT_NEAR(before[i], x[i] / (2 * h), 1e-7 * (1 + fabs((double)before[i])));
        if (c.linear == RBD_LINEAR_ORIGINS) { /* its drift is that of a loop that holds: let it move along */
            rbd_constraints_destroy(set);
            free(q), free(v);
            rbdt_free(&t);
            continue;
        }
        /* rates along q(t), v(t) = v + t a: q(+-h) to second order by midpoint velocities */
        {
            tact_real expected[6];
            rbd_fk_acceleration(t.m, t.d, t.q, t.v, NULL);
            rbd_constraints_evaluate(set, t.d);
            rbd_constraints_jacobian_apply(set, t.a, expected);
            for (i = 0; i < n; ++i) expected[i] += set->drift[i];
            for (k = 0; k < 2; ++k) {
                tact_real step = k ? h : -h;
                for (i = 0; i < t.m->nv; ++i) v[i] = t.v[i] + step / 2 * t.a[i];
                rbd_integrate(t.m, t.q, v, step, q);
                for (i = 0; i < t.m->nv; ++i) v[i] = t.v[i] + step * t.a[i];
                rbd_fk_acceleration(t.m, t.d, q, v, NULL);
                rbd_constraints_evaluate(set, t.d);
                for (i = 0; i < n; ++i) x[i] = k ? set->rate[i] - x[i] : set->rate[i];
            }
            /* central difference at 1e-5: truncation 1e-10 times third rates of up to 1e3, noise 1e-16/1e-5 */
            for (i = 0; i < n; ++i) EXPECT_NEAR(expected[i], x[i] / (2 * h), 2e-7 * (1 + fabs((double)expected[i])));
        }
        rbd_constraints_destroy(set);
        free(q), free(v);
        rbdt_free(&t);
    }
}

/* Planar four-bar: three revolute bars, the end of the last pinned to the world. Two rows suffice, five are redundant
   by three: both must give the same acceleration, and the loop must close under either. */
UTEST(constraints, four_bar_minimal_and_redundant) {
    unsigned masks[3] = {RBD_ROW_X | RBD_ROW_Y, RBD_ROW_X | RBD_ROW_Y | RBD_ROW_Z, 31};
    tact_real a[3][3], q[3], v[3];
    int k, i;
    for (k = 0; k < 3; ++k) {
        setup s;
        rbd_builder *b = rbd_builder_create(NULL);
        rbd_constraint loop;
        rbd_constrained_result result;
        int bar = add(b, "1", 0, RBD_JOINT_REVOLUTE, tact_vec(0, 0, 1), tact_vec(0, 0, 0));
        bar = add(b, "2", bar, RBD_JOINT_REVOLUTE, tact_vec(0, 0, 1), tact_vec(TACT_R(0.5), 0, 0));
        bar = add(b, "3", bar, RBD_JOINT_REVOLUTE, tact_vec(0, 0, 1), tact_vec(TACT_R(0.8), 0, 0));
        rbd_builder_set_gravity(b, tact_vec(0, TACT_R(-9.81), 0));
        loop = rbd_constraint_rows(bar, tact_pose_at(TACT_R(0.6), 0, 0), 0, tact_pose_at(TACT_R(0.9), 0, 0), masks[k]);
        setup_make(&s, b, &loop, 1, 3);
        s.q[0] = TACT_R(1.2);
        s.q[1] = TACT_R(-0.9);
        s.q[2] = TACT_R(-1.5);
        ASSERT_EQ((int)RBD_OK, (int)rbd_project_configuration(s.m, s.d, s.c, s.q, TACT_R(1e-14), 50, &result));
        EXPECT_LT((double)result.residual, 1e-14);
        EXPECT_LT(result.iterations, 20);
        ASSERT_EQ((int)RBD_OK, (int)rbd_project_velocity(s.m, s.d, s.c, s.q, s.v));
        if (k == 0) memcpy(q, s.q, sizeof q), memcpy(v, s.v, sizeof v);
        memcpy(s.q, q, sizeof q), memcpy(s.v, v, sizeof v); /* one state of the three loops */
        ASSERT_EQ((int)RBD_OK,
                  (int)rbd_constrained_dynamics(s.m, s.d, s.c, s.q, s.v, s.tau, s.f, NULL, s.a, s.lambda, &result));
        for (i = 0; i < s.c->n_rows; ++i) EXPECT_NEAR(0, s.c->rate[i], 1e-12);
        EXPECT_LT(equation_error(&s, s.a), 1e-10);
        EXPECT_LT(motion_error(&s), 1e-12);
        for (i = 0; i < 3; ++i) a[k][i] = s.a[i];
        setup_free(&s);
    }
    for (i = 0; i < 3; ++i) {
        EXPECT_NEAR(a[0][i], a[1][i], 1e-9);
        EXPECT_NEAR(a[0][i], a[2][i], 1e-9);
    }
}

/* Delta-like: three arms from a base, each a revolute hip and a spherical knee, meet at one platform by spherical
   joints (points). One arm carries the platform; the two others close loops. */
UTEST(constraints, delta_like) {
    setup s;
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_constraint loops[2];
    rbd_constrained_result result;
    int k, platform = 0, shin = 0;
    rbdt_random r = {42, 0};
    tact_real *guess;
    int shins[3];
    for (k = 0; k < 3; ++k) {
        double angle = 2.0943951023931953 * k;
        char name[16];
        rbd_body body;
        rbd_error error;
        int hip;
        snprintf(name, sizeof name, "hip%d", k);
        body = rbd_default_body(name, 0);
        body.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
        body.joint.axis = tact_vec(0, 1, 0);
        body.placement = tact_pose_make(tact_vec((tact_real)(0.2 * cos(angle)), (tact_real)(0.2 * sin(angle)), 1),
                                        tact_quat_axis_angle(tact_vec(0, 0, 1), (tact_real)angle));
        body.inertia =
            rbd_inertia_box(1, tact_vec(TACT_R(0.15), 0, 0), tact_vec(TACT_R(0.3), TACT_R(0.05), TACT_R(0.05)));
        hip = rbd_builder_add(b, &body, &error);
        snprintf(name, sizeof name, "shin%d", k);
        body = rbd_default_body(name, hip);
        body.joint = rbd_default_joint(RBD_JOINT_SPHERICAL);
        body.placement = tact_pose_at(TACT_R(0.3), 0, 0);
        body.inertia = rbd_inertia_box(TACT_R(0.5), tact_vec(0, 0, TACT_R(-0.25)),
                                       tact_vec(TACT_R(0.04), TACT_R(0.04), TACT_R(0.5)));
        shin = shins[k] = rbd_builder_add(b, &body, &error);
        if (k == 0) {
            body = rbd_default_body("platform", shin);
            body.joint = rbd_default_joint(RBD_JOINT_SPHERICAL);
            body.placement = tact_pose_at(0, 0, TACT_R(-0.5));
            body.inertia =
                rbd_inertia_box(2, tact_vec(TACT_R(-0.1), 0, 0), tact_vec(TACT_R(0.2), TACT_R(0.2), TACT_R(0.02)));
            platform = rbd_builder_add(b, &body, &error);
        }
    }
    {
        rbd_error error;
        rbd_model *m = rbd_model_create(b, NULL, &error);
        ASSERT_TRUE_MSG(m != NULL, error.text);
        for (k = 1; k < 3; ++k) /* the platform's frame is at its joint with shin 0, at (0.1, 0, 0) from its middle */
            loops[k - 1] = rbd_constraint_point(
                rbd_model_body(m, shins[k]), tact_pose_at(0, 0, TACT_R(-0.5)), rbd_model_body(m, platform),
                tact_pose_at((tact_real)(-0.1 + 0.1 * cos(2.0943951 * k)), (tact_real)(0.1 * sin(2.0943951 * k)), 0));
        rbd_model_destroy(m);
    }
    setup_make(&s, b, loops, 2, 8);
    guess = rbdt_reals((size_t)s.m->nv);
    rbdt_fill(&r, s.m->nv, 0.2, guess);
    rbd_integrate(s.m, s.q, guess, 1, s.q);
    ASSERT_EQ((int)RBD_OK, (int)rbd_project_configuration(s.m, s.d, s.c, s.q, TACT_R(1e-13), 100, &result));
    EXPECT_LT((double)result.residual, 1e-13);
    ASSERT_EQ((int)RBD_OK, (int)rbd_project_velocity(s.m, s.d, s.c, s.q, s.v));
    ASSERT_EQ((int)RBD_OK,
              (int)rbd_constrained_dynamics(s.m, s.d, s.c, s.q, s.v, s.tau, s.f, NULL, s.a, s.lambda, &result));
    EXPECT_LT(equation_error(&s, s.a), 1e-10);
    EXPECT_LT(motion_error(&s), 1e-12);
    free(guess);
    setup_free(&s);
}

/* The same weld three times, on top of Baumgarte terms: 18 rows of rank 6. And a weld with a copy that asks for
   something else: reported, finite, and the motion still obeys Newton. */
UTEST(constraints, duplicates_are_solved_and_contradictions_reported) {
    setup s;
    rbd_builder *b = rbdt_tree(3, 8, RBDT_FREE_BASE | RBDT_PASSIVE);
    rbd_constraint list[3];
    rbd_constrained_result result;
    tact_real *a = NULL;
    int k, i;
    for (k = 0; k < 3; ++k) {
        list[k] = rbd_constraint_weld(8, tact_pose_at(TACT_R(0.1), 0, 0), 0, tact_pose_at(0, 0, 1));
        list[k].stiffness = 100, list[k].damping = 20;
    }
    setup_make(&s, b, list, 3, 4);
    ASSERT_EQ((int)RBD_OK,
              (int)rbd_constrained_dynamics(s.m, s.d, s.c, s.q, s.v, s.tau, s.f, NULL, s.a, s.lambda, &result));
    EXPECT_LT(equation_error(&s, s.a) / 1e3, 1e-10); /* accelerations of a thousand: the terms start far away */
    EXPECT_LT(motion_error(&s), 1e-12);
    EXPECT_LT(result.iterations, 10);
    a = rbdt_reals((size_t)s.m->nv);
    memcpy(a, s.a, (size_t)s.m->nv * sizeof *a);
    rbd_constraints_get(s.c, 1)->stiffness = 200; /* contradicts the two others */
    EXPECT_EQ((int)RBD_NOT_CONVERGED,
              (int)rbd_constrained_dynamics(s.m, s.d, s.c, s.q, s.v, s.tau, s.f, NULL, s.a, s.lambda, &result));
    for (i = 0; i < s.m->nv; ++i) EXPECT_TRUE(tact_finite(s.a[i]));
    EXPECT_GT((double)result.residual, 1e-6);
    free(a);
    setup_free(&s);
}

/* Derivatives by q, v, tau against central differences, for every kind of linear row, one, two and three angular
   rows, loops and anchors, with Baumgarte terms and off the constraint, on trees of all joint types. */
UTEST(constraints, derivatives_match_central_differences) {
    static const unsigned masks[] = {63, 7, 1, 3, 31, 59, 39, 15, 56, 8, 5 | 16, 2 | 24 | 32, 4 | 8};
    size_t k;
    int flags, tested = 0;
    for (flags = 0; flags < 3; ++flags)
        for (k = 0; k < sizeof masks / sizeof masks[0]; ++k) {
            setup s;
            rbd_constraint list[3];
            rbdt_random r = {0, 0};
            tact_real *D[6], h = TACT_R(2e-4), *q0, *da, *dl, *a, *l, *dir;
            int nv, rows, i, j, var, full_rank = 1;
            double worst = 0;
            rbd_builder *b =
                rbdt_tree(k + 20 * (uint64_t)flags, 7,
                          flags == 0 ? RBDT_FREE_BASE | RBDT_PASSIVE : (flags == 1 ? RBDT_FORKED : RBDT_COUPLED));
            rbd_error error;
            rbd_model *probe = rbd_model_create(b, NULL, &error);
            r.seed = k + 100;
            list[0] = rbd_constraint_rows(probe->n_bodies - 1, rbdt_pose(&r, 0.3), 2, rbdt_pose(&r, 0.3), masks[k]);
            list[1] = rbd_constraint_rows(probe->n_bodies - 2, rbdt_pose(&r, 0.3), 0, rbdt_pose(&r, 0.3),
                                          masks[k] & 7 ? 7 : 2);
            list[0].stiffness = 3;
            list[0].damping = 2;
            list[1].damping = 1;
            {
                static const int coordinate[3] = {1, 4, 2};
                static const tact_real weight[3] = {1, TACT_R(-0.7), TACT_R(0.4)};
                list[2] = rbd_constraint_coordinates(3, coordinate, weight, 0);
                list[2].damping = TACT_R(1.5);
            }
            rbd_model_destroy(probe);
            setup_make(&s, b, list, k % 2 ? 3 : 2, k);
            rbd_random(s.m, k, s.q);
            nv = s.m->nv, rows = s.c->n_rows;
            for (i = 0; i < 6; ++i) D[i] = rbdt_reals((size_t)((nv + rows) * nv));
            q0 = rbdt_reals((size_t)s.m->nq);
            dir = rbdt_reals((size_t)nv);
            da = rbdt_reals((size_t)nv);
            a = rbdt_reals((size_t)nv);
            dl = rbdt_reals((size_t)rows);
            l = rbdt_reals((size_t)rows);
            ASSERT_TRUE(rbd_constrained_dynamics_derivatives(s.m, s.d, s.c, s.q, s.v, s.tau, s.f, NULL, s.a, s.lambda,
                                                             D[0], D[1], D[2], D[3], D[4], D[5], nv) >= 0);
            /* too few dofs between the bodies for so many rows: forces are not unique, nor are their derivatives */
            for (i = 0; i < rows; ++i) full_rank &= s.c->delassus_factor[i * rows + i] > TACT_R(1e-2);
            tested += full_rank;
            for (var = 0; full_rank && var < 3; ++var)
                for (j = 0; j < nv; ++j) {
                    static const int at[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1}; /* fourth order */
                    int p;
                    for (i = 0; i < nv; ++i) da[i] = 0;
                    for (i = 0; i < rows; ++i) dl[i] = 0;
                    for (p = 0; p < 4; ++p) {
                        tact_real e = (tact_real)at[p] * h, saved = var == 1 ? s.v[j] : s.tau[j];
                        for (i = 0; i < nv; ++i) dir[i] = i == j;
                        rbd_integrate(s.m, s.q, dir, var == 0 ? e : 0, q0);
                        if (var == 1) s.v[j] += e;
                        if (var == 2) s.tau[j] += e;
                        rbd_constrained_dynamics(s.m, s.d, s.c, q0, s.v, s.tau, s.f, NULL, a, l, NULL);
                        if (var == 1) s.v[j] = saved;
                        if (var == 2) s.tau[j] = saved;
                        for (i = 0; i < nv; ++i) da[i] += (tact_real)weight[p] * a[i] / (12 * h);
                        for (i = 0; i < rows; ++i) dl[i] += (tact_real)weight[p] * l[i] / (12 * h);
                    }
                    for (i = 0; i < nv; ++i) {
                        double exact = (double)D[var][i * nv + j];
                        worst =
                            fmax(worst, fabs(exact - (double)da[i]) / (1 + fabs(exact)) / (1 + fabs((double)s.a[i])));
                    }
                    for (i = 0; i < rows; ++i) {
                        double exact = (double)D[3 + var][i * nv + j];
                        worst = fmax(worst,
                                     fabs(exact - (double)dl[i]) / (1 + fabs(exact)) / (1 + fabs((double)s.lambda[i])));
                    }
                }
            /* truncation h^4 = 1.6e-15 and noise 1e-15 / h = 5e-12, times the conditioning of G, up to 1e4 */
            EXPECT_LT(worst, 1e-6);
            for (i = 0; i < 6; ++i) free(D[i]);
            free(q0);
            free(dir);
            free(da);
            free(dl);
            free(a);
            free(l);
            setup_free(&s);
        }
    EXPECT_GT(tested, 25); /* of 39 */
}

/* A gear between two joints as a row on coordinates does what a coupled joint does: the same accelerations, and the
   row's error, rate and Jacobian are those of q1 - scale q0 - offset. */
UTEST(constraints, a_row_on_coordinates_is_a_coupled_joint) {
    int coordinate[2];
    tact_real weight[2], q_gear[6], v_gear[6], a_gear[6], tau[6], a[6], q[5], v[5], tau_coupled[5], J[6], lambda;
    rbd_builder *b[2];
    rbd_model *m[2];
    rbd_data *d[2];
    rbd_constraint gear;
    rbd_constraints *set;
    rbd_error error;
    int i, k;
    weight[0] = 1, weight[1] = TACT_R(1.7);
    for (k = 0; k < 2; ++k) {
        b[k] = rbdt_tree(11, 6, RBDT_SIMPLE | RBDT_PASSIVE);
        if (k) {
            rbd_joint *joint = &rbd_builder_body(b[1], 4)->joint; /* body 4 follows body 2 */
            joint->mimic = 2;
            joint->mimic_scale = TACT_R(-1.7);
            joint->mimic_offset = TACT_R(0.3);
        }
        m[k] = rbd_model_create(b[k], NULL, &error);
        ASSERT_TRUE_MSG(m[k] != NULL, error.text);
        d[k] = rbd_data_create(m[k], NULL);
    }
    ASSERT_EQ(6, m[0]->nv);
    ASSERT_EQ(5, m[1]->nv);
    coordinate[0] = m[0]->iv[rbd_model_body(m[0], 4)], coordinate[1] = m[0]->iv[rbd_model_body(m[0], 2)];
    for (i = 0; i < 5; ++i) q[i] = TACT_R(0.2) * (tact_real)(i + 1), v[i] = 1 - TACT_R(0.3) * (tact_real)i;
    for (i = 0; i < 6; ++i) {
        int j = m[1]->dof_master[i];
        tact_real s = m[1]->dof_scale[i];
        q_gear[i] = s * q[j] + (i == coordinate[0] ? TACT_R(0.3) : 0);
        v_gear[i] = s * v[j];
        tau[i] = TACT_R(0.5) * (tact_real)i;
    }
    for (i = 0; i < 5; ++i) tau_coupled[i] = 0;
    for (i = 0; i < 6; ++i) tau_coupled[m[1]->dof_master[i]] += m[1]->dof_scale[i] * tau[i];
    gear = rbd_constraint_coordinates(2, coordinate, weight, 0);
    set = rbd_constraints_create(m[0], &gear, 1, NULL, &error);
    ASSERT_TRUE(set != NULL);
    ASSERT_EQ((int)RBD_OK,
              (int)rbd_constrained_dynamics(m[0], d[0], set, q_gear, v_gear, tau, NULL, NULL, a_gear, &lambda, NULL));
    ASSERT_EQ((int)RBD_OK, (int)rbd_aba(m[1], d[1], q, v, tau_coupled, NULL, a));
    EXPECT_NEAR(0.0, (double)set->rate[0], 1e-14);
    rbd_constraints_jacobian(set, J, 6);
    for (i = 0; i < 6; ++i)
        EXPECT_NEAR(i == coordinate[0] ? 1.0 : (i == coordinate[1] ? 1.7 : 0.0), (double)J[i], 1e-15);
    /* accelerations of tens, a well-conditioned single row */
    for (i = 0; i < 6; ++i)
        EXPECT_NEAR((double)(m[1]->dof_scale[i] * a[m[1]->dof_master[i]]), (double)a_gear[i], 1e-10);
    v_gear[coordinate[0]] += TACT_R(0.25);
    ASSERT_EQ((int)RBD_OK,
              (int)rbd_constrained_dynamics(m[0], d[0], set, q_gear, v_gear, tau, NULL, NULL, a_gear, &lambda, NULL));
    EXPECT_NEAR(0.25, (double)set->rate[0], 1e-14);
    rbd_constraints_destroy(set);
    for (k = 0; k < 2; ++k) {
        rbd_data_destroy(d[k]);
        rbd_model_destroy(m[k]);
        rbd_builder_destroy(b[k]);
    }
}

/* A free-floating mechanism with an internal loop: the loop's forces do not change the total momentum, whether it
   holds or not, for rows taken at one common point. */
UTEST(constraints, internal_loops_conserve_momentum) {
    static const unsigned masks[] = {63, 31, 1, 35, 56, 15};
    size_t k;
    for (k = 0; k < sizeof masks / sizeof masks[0]; ++k) {
        setup s;
        rbd_constraint loop;
        rbdt_random r = {9, 0};
        rbd_builder *b = rbdt_tree(k, 6, RBDT_FREE_BASE);
        tact_real *Ag, *x, h1, h2;
        int i, j;
        loop = rbd_constraint_rows(6, rbdt_pose(&r, 0.3), 3, rbdt_pose(&r, 0.3), masks[k]);
        if (loop.linear == RBD_LINEAR_ORIGINS) loop.linear = RBD_LINEAR_AT_2;
        setup_make(&s, b, &loop, 1, k);
        rbd_random(s.m, k, s.q);
        ASSERT_TRUE(rbd_impulse_dynamics(s.m, s.d, s.c, s.q, s.v, TACT_R(0.3), NULL, s.a, s.lambda, NULL) >= 0);
        Ag = rbdt_reals(6 * (size_t)s.m->nv), x = rbdt_reals(6);
        rbd_centroidal(s.m, s.d, s.q, s.v, Ag, s.m->nv);
        for (i = 0; i < 6; ++i) {
            for (h1 = h2 = 0, j = 0; j < s.m->nv; ++j)
                h1 += Ag[i * s.m->nv + j] * s.v[j], h2 += Ag[i * s.m->nv + j] * s.a[j];
            EXPECT_NEAR(h1, h2, 1e-11 * (1 + fabs((double)h1)));
        }
        free(Ag), free(x);
        setup_free(&s);
    }
}

/* Impacts: J v+ = -e J v; energy lost is (1 - e^2)/2 (J v)^T G^-1 (J v), nothing for e = 1; rows already at rest
   change nothing. */
UTEST(constraints, impacts) {
    static const double restitutions[] = {0, 0.5, 1};
    int k, i;
    for (k = 0; k < 3; ++k) {
        setup s;
        rbd_constraint list[2];
        rbdt_random r = {5, 0};
        tact_real e = (tact_real)restitutions[k], *x, before, after, p, *again;
        double lost = 0;
        list[0] = rbd_constraint_point(5, rbdt_pose(&r, 0.3), 0, tact_pose_identity());
        list[1] = rbd_constraint_rows(7, rbdt_pose(&r, 0.3), 2, rbdt_pose(&r, 0.3), RBD_ROW_Z | RBD_ROW_RX);
        setup_make(&s, rbdt_tree(2, 7, RBDT_FREE_BASE), list, 2, 6);
        rbd_random(s.m, 4, s.q);
        x = rbdt_reals((size_t)s.c->n_rows), again = rbdt_reals((size_t)s.m->nv);
        rbd_energy(s.m, s.d, s.q, s.v, &before, &p);
        ASSERT_EQ((int)RBD_OK, (int)rbd_impulse_dynamics(s.m, s.d, s.c, s.q, s.v, e, NULL, s.a, s.lambda, NULL));
        rbd_constraints_jacobian_apply(s.c, s.a, x);
        for (i = 0; i < s.c->n_rows; ++i) {
            EXPECT_NEAR(-e * s.c->rate[i], x[i], 1e-11);
            lost -= 0.5 * (double)((x[i] + s.c->rate[i]) * s.lambda[i]); /* impulse times mean velocity */
        }
        rbd_energy(s.m, s.d, s.q, s.a, &after, &p);
        EXPECT_NEAR(before - after, lost, 1e-11 * (1 + (double)before));
        EXPECT_TRUE(lost > -1e-12);
        if (k == 2) EXPECT_NEAR(before, after, 1e-11 * (double)before);
        if (k == 0) {
            ASSERT_EQ((int)RBD_OK, (int)rbd_impulse_dynamics(s.m, s.d, s.c, s.q, s.a, 0, NULL, again, NULL, NULL));
            EXPECT_LT(rbdt_error(s.m->nv, again, s.a), 1e-12);
        }
        free(x), free(again);
        setup_free(&s);
    }
}

UTEST(constraints, bad_input) {
    rbd_builder *b = rbdt_tree(1, 3, 0);
    rbd_error error;
    rbd_model *m = rbd_model_create(b, NULL, &error);
    rbd_constraint c = rbd_constraint_point(1, tact_pose_identity(), 0, tact_pose_identity());
    rbd_constraint bad[8];
    rbd_constraints *set;
    void *memory;
    size_t bytes;
    int i;
    for (i = 0; i < 8; ++i) bad[i] = c;
    bad[0].body1 = m->n_bodies;
    bad[1].body2 = 1;
    bad[2].rows = 0;
    bad[3].rows = 64;
    bad[4].n_custom = 7;
    bad[5].placement1.q = tact_quat_make(0, 0, 0, 0);
    bad[6].n_coordinates = RBD_COORDINATES_MAX + 1;
    bad[7].n_coordinates = 1;
    bad[7].coordinate[0] = m->nv;
    for (i = 0; i < 8; ++i) {
        EXPECT_TRUE(rbd_constraints_create(m, &bad[i], 1, NULL, &error) == NULL);
        EXPECT_EQ((int)RBD_BAD_ARGUMENT, (int)error.status);
        EXPECT_TRUE(strstr(error.text, "constraint 0") != NULL);
        EXPECT_EQ((size_t)0, rbd_constraints_bytes(m, &bad[i], 1));
    }
    EXPECT_TRUE(rbd_constraints_create(NULL, &c, 1, NULL, &error) == NULL);
    bytes = rbd_constraints_bytes(m, &c, 1);
    memory = malloc(bytes);
    EXPECT_TRUE(rbd_constraints_init(m, &c, 1, memory, bytes - 1) == NULL);
    set = rbd_constraints_init(m, &c, 1, memory, bytes);
    EXPECT_TRUE(set != NULL);
    EXPECT_TRUE(rbd_constraints_get(set, 1) == NULL);
    EXPECT_TRUE(rbd_constraints_get(set, 0) != NULL);
    free(memory);
    set = rbd_constraints_create(m, NULL, 0, NULL, &error); /* no constraints at all is fine */
    ASSERT_TRUE(set != NULL);
    {
        rbd_data *d = rbd_data_create(m, NULL);
        tact_real *q = rbdt_reals((size_t)m->nq), *v = rbdt_reals((size_t)m->nv), *a = rbdt_reals((size_t)m->nv);
        tact_real *free_a = rbdt_reals((size_t)m->nv);
        volatile tact_real zero = 0;
        rbd_random(m, 1, q);
        EXPECT_EQ((int)RBD_OK, (int)rbd_constrained_dynamics(m, d, set, q, v, v, NULL, NULL, a, NULL, NULL));
        rbd_aba(m, d, q, v, v, NULL, free_a);
        EXPECT_LT(rbdt_error(m->nv, a, free_a), 1e-12);
        v[0] = zero / zero;
        EXPECT_EQ((int)RBD_NOT_FINITE, (int)rbd_constrained_dynamics(m, d, set, q, v, a, NULL, NULL, a, NULL, NULL));
        free(q);
        free(v);
        free(a);
        free(free_a);
        rbd_data_destroy(d);
    }
    rbd_constraints_destroy(set);
    rbd_constraints_destroy(NULL);
    rbd_model_destroy(m), rbd_builder_destroy(b);
}

UTEST_MAIN()
