/* Constrained quantities against the reference vectors made with Pinocchio 3.7: tree factor, constraint Jacobian,
   drift, Delassus matrix, constrained accelerations and forces, impacts, and the derivatives of constrained dynamics.
 */
#include "utest.h"

#include "rbd_common.h"

static const char *const robots[] = {"panda", "solo12", "zoo", "zoo_const", "loop6d"};

/* The constraints of a .vec.txt: "contact 3D|6D joint1 A joint2 B" lines, placements in the order of the file. */
static int read_constraints(const char *robot, const rbdt_file *f, const rbd_model *m, rbd_constraint *list) {
    char name[96], line[512], kind[8];
    int n = 0, joint1, joint2;
    FILE *file;
    snprintf(name, sizeof name, "%s.vec.txt", robot);
    file = rbdt_open(name);
    while (file && fgets(line, sizeof line, file) && strncmp(line, "state", 5) != 0)
        if (sscanf(line, "contact %7s joint1 %d joint2 %d", kind, &joint1, &joint2) == 3) {
            tact_pose one = rbdt_pose_from(f->matrices[2 * n].x), two = rbdt_pose_from(f->matrices[2 * n + 1].x);
            joint1 = rbd_model_body(m, joint1), joint2 = rbd_model_body(m, joint2);
            list[n++] = kind[0] == '3' ? rbd_constraint_point(joint1, one, joint2, two)
                                       : rbd_constraint_weld(joint1, one, joint2, two);
        }
    if (file) fclose(file);
    return n;
}

/* 1e-10 relative throughout; the reference's own derivatives lose digits with the conditioning of G (1e-9). */
#define COMPARE(name, array, count, tolerance)                                                                         \
    do {                                                                                                               \
        const rbdt_matrix *expected = rbdt_get(&f, state, name);                                                       \
        if (expected) {                                                                                                \
            ASSERT_EQ(expected->rows * expected->columns, count);                                                      \
            ++compared;                                                                                                \
            EXPECT_LT_MSG(rbdt_error(count, array, expected->x), tolerance, robots[r]);                                \
        }                                                                                                              \
    } while (0)

UTEST(constraints_vectors, all_robots) {
    size_t r;
    int compared = 0;
    for (r = 0; r < sizeof robots / sizeof robots[0]; ++r) {
        char last[128];
        rbdt_file f;
        rbd_builder *b = rbdt_read_model(robots[r], last);
        rbd_model *m;
        rbd_data *d;
        rbd_constraint list[8];
        rbd_constraints *c;
        rbd_error error;
        int state, n, nv, rows;
        tact_real *M, *x[12];
        size_t k;
        if (!b) UTEST_SKIP("reference vectors not found");
        ASSERT_TRUE(rbdt_read(robots[r], &f));
        m = rbd_model_create(b, NULL, &error);
        ASSERT_TRUE_MSG(m != NULL, error.text);
        d = rbd_data_create(m, NULL);
        n = read_constraints(robots[r], &f, m, list);
        c = rbd_constraints_create(m, list, n, NULL, &error);
        ASSERT_TRUE_MSG(c != NULL, error.text);
        nv = m->nv, rows = c->n_rows;
        M = rbdt_reals((size_t)(nv * nv));
        for (k = 0; k < 12; ++k) x[k] = rbdt_reals((size_t)((nv + rows) * (nv + rows)));
        for (state = 0; state < f.n_states; ++state) {
            const tact_real *q = rbdt_get(&f, state, "q")->x, *v = rbdt_get(&f, state, "v")->x;
            const tact_real *tau = rbdt_get(&f, state, "tau_in")->x;
            rbd_constrained_result result;
            int i;
            ASSERT_EQ((int)RBD_OK, (int)rbd_crba(m, d, q, M, nv));
            ASSERT_EQ((int)RBD_OK, (int)rbd_factor_compute(c->factor, M, nv));
            rbd_factor_get(c->factor, x[0], x[1], nv);
            COMPARE("chol_D", x[0], nv, 1e-10);
            COMPARE("chol_U", x[1], nv * nv, 1e-10);
            ASSERT_EQ((int)RBD_OK, (int)rbd_fk_acceleration(m, d, q, v, NULL));
            rbd_constraints_evaluate(c, d);
            rbd_constraints_jacobian(c, x[0], nv);
            COMPARE("Jc", x[0], rows * nv, 1e-10);
            for (i = 0; i < rows; ++i) x[1][i] = -c->drift[i];
            COMPARE("constrained_minus_gamma", x[1], rows, 1e-10);
            if (!rbdt_get(&f, state, "Delassus")) continue; /* rank deficient at this state */
            ASSERT_EQ((int)RBD_OK, (int)rbd_constraints_factor(c, M, nv, 0));
            COMPARE("Delassus", c->delassus, rows * rows, 1e-10);
            ASSERT_EQ((int)RBD_OK, (int)rbd_constrained_dynamics(m, d, c, q, v, tau, NULL, NULL, x[0], x[1], &result));
            COMPARE("constrained_ddq", x[0], nv, 1e-10);
            COMPARE("constrained_lambda", x[1], rows, 1e-10);
            ASSERT_EQ((int)RBD_OK, (int)rbd_impulse_dynamics(m, d, c, q, v, 0, NULL, x[0], x[1], &result));
            COMPARE("impulse_v_plus", x[0], nv, 1e-10);
            COMPARE("impulse_lambda", x[1], rows, 1e-10);
            ASSERT_EQ((int)RBD_OK, (int)rbd_constrained_dynamics_derivatives(m, d, c, q, v, tau, NULL, NULL, x[0], x[1],
                                                                             x[2], x[3], x[4], x[5], x[6], x[7], nv));
            COMPARE("constrained_ddq", x[0], nv, 1e-10);
            COMPARE("constrained_ddq_dq", x[2], nv * nv, 1e-9);
            COMPARE("constrained_ddq_dv", x[3], nv * nv, 1e-9);
            COMPARE("constrained_ddq_dtau", x[4], nv * nv, 1e-9);
            COMPARE("constrained_lambda_dq", x[5], rows * nv, 1e-9);
            COMPARE("constrained_lambda_dv", x[6], rows * nv, 1e-9);
            COMPARE("constrained_lambda_dtau", x[7], rows * nv, 1e-9);
        }
        free(M);
        for (k = 0; k < 12; ++k) free(x[k]);
        rbd_constraints_destroy(c);
        rbd_data_destroy(d);
        rbd_model_destroy(m);
        rbd_builder_destroy(b);
        rbdt_close(&f);
    }
    EXPECT_GT(compared, 600);
}

UTEST_MAIN()
