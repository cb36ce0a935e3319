/* Every quantity of kinematics, dynamics, derivatives and manifold against vectors made with Pinocchio 3.7: robots
   panda, solo12, ur5, double_pendulum_continuous (cos/sin joints), zoo (every joint type), zoo_const, loop6d. */
#include "utest.h"
#include "rbd_common.h"

/* Largest relative error seen with a bound of 1e-10 of the largest entry: both programs round differently, M^-1 and
   the forward-dynamics derivatives amplify that by the condition of M, which is below 1e5 for these robots. */
#define TOLERANCE 1e-10

typedef struct checker {
    const rbdt_file *file;
    int state, checked, failed;
    double worst;
} checker;
static void check(checker *c, const char *name, int n, const tact_real *x) {
    const rbdt_matrix *m = rbdt_get(c->file, c->state, name);
    double e;
    if (!m) return; /* left out for this robot or state, see the README of the data */
    e = m->rows * m->columns == n ? rbdt_error(n, x, m->x) : 1e9;
    ++c->checked;
    if (e > c->worst) c->worst = e;
    if (!(e < TOLERANCE)) ++c->failed, printf("  state %d %s: error %g\n", c->state, name, e);
}
static void put12(tact_real *out, const tact_mat3 *R, tact_vec3 p) {
    int i;
    for (i = 0; i < 9; ++i) out[i] = R->m[i / 3][i % 3];
    out[9] = p.x;
    out[10] = p.y;
    out[11] = p.z;
}
static void put3(tact_real *out, tact_vec3 x) {
    out[0] = x.x;
    out[1] = x.y;
    out[2] = x.z;
}

static checker compare(const char *robot) {
    char last_name[128];
    rbd_builder *b = rbdt_read_model(robot, last_name);
    checker c = {NULL, 0, 0, 0, 0};
    rbdt_file file;
    rbd_error error;
    rbd_model *m;
    rbd_data *d;
    int nv, nq, n, i, k;
    tact_real *x, *y, *z, *u, *f, *row;
    rbd_frame last, body;
    if (!b || !rbdt_read(robot, &file)) {
        c.failed = -1;
        return c;
    }
    c.file = &file;
    m = rbd_model_create(b, NULL, &error);
    if (!m) {
        printf("%s\n", error.text);
        c.failed = 1;
        return c;
    }
    d = rbd_data_create(m, NULL);
    nv = m->nv;
    nq = m->nq;
    n = rbd_builder_count(b) - 1;
    x = rbdt_reals((size_t)(nv * nv + 10 * nv * n + 100 + 12 * n)), y = rbdt_reals((size_t)(nv * nv + 6 * nv));
    z = rbdt_reals((size_t)(nv * nv + 6 * nv)), u = rbdt_reals((size_t)(nv * nv + 6 * nv));
    f = rbdt_reals((size_t)(6 * m->n_bodies)), row = rbdt_reals((size_t)(nv * 10 * m->n_bodies));
    last = m->frames[rbd_model_find_frame(m, last_name)];
    body = rbd_frame_on_body(last.body, tact_pose_identity());
    for (c.state = 0; c.state < file.n_states; ++c.state) {
        const tact_real *q = rbdt_get(&file, c.state, "q")->x, *v = rbdt_get(&file, c.state, "v")->x;
        const tact_real *a = rbdt_get(&file, c.state, "a")->x, *tau = rbdt_get(&file, c.state, "tau_in")->x;
        const rbdt_matrix *fext = rbdt_get(&file, c.state, "fext"), *q2 = rbdt_get(&file, c.state, "q2");
        tact_mat3 R;
        tact_pose at;
        /* kinematics */
        if (rbd_fk_acceleration(m, d, q, v, a) < 0) ++c.failed;
        for (i = 1; i <= n; ++i) {
            k = rbd_model_body(m, i);
            put12(x + 12 * (i - 1), &d->rotation[k], d->position[k]);
        }
        check(&c, "oMi", 12 * n, x);
        for (i = 1; i <= n; ++i) {
            rbd_frame own = rbd_frame_on_body(rbd_model_body(m, i), tact_pose_identity());
            rbd_frame_velocity(d, &own, RBD_REFERENCE_LOCAL, x + 6 * (i - 1));
            rbd_frame_acceleration(d, &own, RBD_REFERENCE_LOCAL, y + 6 * (i - 1));
        }
        check(&c, "v_joint_local", 6 * n, x), check(&c, "a_joint_local", 6 * n, y);
        at = rbd_frame_pose(d, &last);
        R = tact_quat_to_mat(at.q);
        put12(x, &R, at.p), check(&c, "oMf_last", 12, x);
        rbd_frame_velocity(d, &last, RBD_REFERENCE_LOCAL, x), check(&c, "frame_vel_last_local", 6, x);
        rbd_frame_acceleration(d, &last, RBD_REFERENCE_LOCAL, x), check(&c, "frame_acc_last_local", 6, x);
        rbd_frame_classical_acceleration(d, &last, RBD_REFERENCE_LOCAL_WORLD_ALIGNED, x);
        check(&c, "frame_classical_acc_last_lwa", 6, x);
        rbd_frame_jacobian(d, &last, RBD_REFERENCE_LOCAL, x, nv), check(&c, "J_last_local", 6 * nv, x);
        rbd_frame_jacobian(d, &last, RBD_REFERENCE_WORLD, x, nv), check(&c, "J_last_world", 6 * nv, x);
        rbd_frame_jacobian(d, &last, RBD_REFERENCE_LOCAL_WORLD_ALIGNED, x, nv), check(&c, "J_last_lwa", 6 * nv, x);
        rbd_frame_jacobian_rate(d, &last, RBD_REFERENCE_LOCAL, x, nv), check(&c, "dJ_last_local", 6 * nv, x);
        rbd_frame_jacobian_rate(d, &last, RBD_REFERENCE_WORLD, x, nv), check(&c, "dJ_last_world", 6 * nv, x);
        rbd_frame_velocity_derivatives(d, &body, RBD_REFERENCE_LOCAL, x, NULL, nv);
        check(&c, "lastjoint_dv_dq_local", 6 * nv, x);
        rbd_frame_velocity_derivatives(d, &body, RBD_REFERENCE_WORLD, x, NULL, nv);
        check(&c, "lastjoint_dv_dq_world", 6 * nv, x);
        rbd_frame_acceleration_derivatives(d, &body, RBD_REFERENCE_LOCAL, x, y, z, nv);
        check(&c, "lastjoint_da_dq_local", 6 * nv, x), check(&c, "lastjoint_da_dv_local", 6 * nv, y);
        check(&c, "lastjoint_da_da_local", 6 * nv, z);
        rbd_frame_acceleration_derivatives(d, &body, RBD_REFERENCE_WORLD, x, y, z, nv);
        /* The file's columns of the joint's own dofs are wrong when it has several (finite differences, test
           rbd_kinematics): leave them out there. */
        if (m->body_nv[last.body] > 1) {
            const rbdt_matrix *file_da_dq = rbdt_get(&file, c.state, "lastjoint_da_dq_world");
            for (i = 0; i < 6; ++i)
                for (k = 0; k < m->body_nv[last.body]; ++k)
                    x[i * nv + m->iv[last.body] + k] = file_da_dq->x[i * nv + m->iv[last.body] + k];
        }
        check(&c, "lastjoint_da_dq_world", 6 * nv, x), check(&c, "lastjoint_da_dv_world", 6 * nv, y);
        check(&c, "lastjoint_da_da_world", 6 * nv, z);
        if (rbd_center_of_mass(m, d, q, v, a) < 0) ++c.failed;
        put3(x, d->com), check(&c, "com", 3, x);
        put3(x, d->com_velocity), check(&c, "vcom", 3, x);
        put3(x, d->com_acceleration), check(&c, "acom", 3, x);
        rbd_com_jacobian(m, d, q, x, nv), check(&c, "Jcom", 3 * nv, x);
        /* dynamics */
        for (i = 0; i < 6 * m->n_bodies; ++i) f[i] = 0;
        for (i = 1; i <= n; ++i)
            for (k = 0; k < 6; ++k) f[6 * rbd_model_body(m, i) + k] = fext->x[6 * (i - 1) + k];
        rbd_crba(m, d, q, x, nv), check(&c, "M", nv * nv, x);
        rbd_bias(m, d, q, v, x), check(&c, "nle", nv, x);
        rbd_gravity_torque(m, d, q, x), check(&c, "g", nv, x);
        rbd_rnea(m, d, q, v, a, NULL, x), check(&c, "tau", nv, x);
        rbd_rnea(m, d, q, v, a, f, x), check(&c, "tau_fext", nv, x);
        rbd_aba(m, d, q, v, tau, NULL, x), check(&c, "ddq", nv, x);
        rbd_aba(m, d, q, v, tau, f, x), check(&c, "ddq_fext", nv, x);
        rbd_coriolis(m, d, q, v, x, nv), check(&c, "C", nv * nv, x);
        rbd_minverse(m, d, q, x, nv), check(&c, "Minv", nv * nv, x);
        rbd_centroidal_rate(m, d, q, v, a, x, y, nv);
        check(&c, "Ag", 6 * nv, x), check(&c, "dAg", 6 * nv, y);
        check(&c, "hg", 6, d->momentum);
        check(&c, "Ig", 36, d->centroidal_inertia);
        check(&c, "dhg", 6, d->momentum_rate);
        /* kinetic energy against v^T M v / 2 with the file's M: the file's own kinetic energy leaves out a part of
           the armature when there is any, and agrees with neither */
        {
            const rbdt_matrix *M = rbdt_get(&file, c.state, "M"),
                              *energy = rbdt_get(&file, c.state, "energy_kinetic_potential");
            double kinetic = 0, armature = 0;
            for (i = 0; i < nv; ++i)
                for (k = 0; k < nv; ++k) kinetic += 0.5 * (double)(v[i] * v[k] * M->x[i * nv + k]);
            for (i = 0; i < nv; ++i) armature += (double)m->armature[i];
            rbd_energy(m, d, q, v, x, x + 1);
            if (!(fabs((double)x[0] - kinetic) < TOLERANCE * (1 + kinetic))) ++c.failed, printf("  kinetic energy\n");
            if (armature > 0) x[0] = energy->x[0];
            check(&c, "energy_kinetic_potential", 2, x);
        }
        rbd_torque_regressor(m, d, q, v, a, row, 10 * (m->n_bodies - 1));
        for (i = 1; i <= n; ++i) { /* the massless bodies inside joints have columns of their own: leave them out */
            int at_body = rbd_model_body(m, i), r;
            for (r = 0; r < nv; ++r)
                for (k = 0; k < 10; ++k)
                    x[r * 10 * n + 10 * (i - 1) + k] = row[r * 10 * (m->n_bodies - 1) + 10 * (at_body - 1) + k];
        }
        check(&c, "torque_regressor", nv * 10 * n, x);
        /* derivatives */
        rbd_rnea_derivatives(m, d, q, v, a, NULL, x, y, z, nv);
        check(&c, "dtau_dq", nv * nv, x);
        check(&c, "dtau_dv", nv * nv, y);
        check(&c, "M", nv * nv, z);
        rbd_rnea_derivatives(m, d, q, v, a, f, x, NULL, NULL, nv), check(&c, "dtau_dq_fext", nv * nv, x);
        rbd_gravity_derivatives(m, d, q, x, nv), check(&c, "dg_dq", nv * nv, x);
        rbd_aba_derivatives(m, d, q, v, tau, NULL, u, x, y, z, nv);
        check(&c, "ddq", nv, u);
        check(&c, "ddq_dq", nv * nv, x);
        check(&c, "ddq_dv", nv * nv, y);
        check(&c, "Minv", nv * nv, z);
        rbd_centroidal_derivatives(m, d, q, v, a, x, y, z, u, nv);
        check(&c, "dh_dq", 6 * nv, x);
        check(&c, "dhdot_dq", 6 * nv, y);
        check(&c, "dhdot_dv", 6 * nv, z);
        check(&c, "dhdot_da", 6 * nv, u);
        /* manifold */
        rbd_integrate(m, q, v, TACT_R(0.3), x), check(&c, "q_integrate", nq, x);
        rbd_difference(m, q, q2->x, x), check(&c, "difference_q_q2", nv, x);
        rbd_interpolate(m, q, q2->x, TACT_R(0.3), x), check(&c, "interpolate_03", nq, x);
        for (i = 0; i < nv; ++i) u[i] = TACT_R(0.3) * v[i];
        rbd_integrate_derivatives(m, q, u, x, y, nv);
        check(&c, "dIntegrate_dq", nv * nv, x), check(&c, "dIntegrate_dv", nv * nv, y);
        rbd_difference_derivatives(m, q, q2->x, x, y, nv);
        check(&c, "dDifference_dq0", nv * nv, x), check(&c, "dDifference_dq1", nv * nv, y);
    }
    free(x);
    free(y);
    free(z);
    free(u);
    free(f);
    free(row);
    rbdt_close(&file);
    rbd_data_destroy(d);
    rbd_model_destroy(m);
    rbd_builder_destroy(b);
    return c;
}
#define ROBOT(name, least)                                                                                             \
    UTEST(vectors, name) {                                                                                             \
        checker c = compare(#name);                                                                                    \
        if (c.failed < 0) UTEST_SKIP("reference vectors are not there (TACT_DATA or ../shared/data)");                 \
        printf("  %d quantities, largest error %.2g\n", c.checked, c.worst);                                           \
        EXPECT_EQ(0, c.failed);                                                                                        \
        EXPECT_GE(c.checked, least); /* the file was read to its end */                                                \
    }
ROBOT(panda, 500)
ROBOT(solo12, 500)
ROBOT(ur5, 500)
ROBOT(double_pendulum_continuous, 500)
ROBOT(zoo, 300)
ROBOT(zoo_const, 500)
ROBOT(loop6d, 400)
UTEST_MAIN()
