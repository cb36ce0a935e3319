/* The thirteen systems of bench/loop_systems.h: bodies, joints, rows, actuators and mass ratio are those of the table they
   are made after; every joint holds when assembled; maximal and reduced coordinates give the same motion of every body;
   ADMM with the spectral rule solves all of them, and no solver returns anything that is not finite. */
#include "utest.h"

#include "rbd.h"
#include "contact.h"
#include "../bench/loop_systems.h"

UTEST(loops, counts_are_those_of_the_table) {
    int k, i;
    for (k = 0; k < LOOP_SYSTEMS; ++k) {
        loop_system *s = loop_system_make(k);
        double least = 1e300, most = 0;
        int loops = 0;
        EXPECT_EQ(s->table_bodies, s->n_bodies);
        EXPECT_EQ(s->table_joints, s->n_joints);
        EXPECT_EQ(s->table_rows, loop_rows(s));
        EXPECT_EQ(s->table_actuated, loop_actuated(s));
        for (i = 1; i <= s->n_bodies; ++i) {
            if (s->body[i].mass < least) least = s->body[i].mass;
            if (s->body[i].mass > most) most = s->body[i].mass;
        }
        EXPECT_NEAR(s->mass_ratio, most / least, 1e-9 * s->mass_ratio); /* a power and its inverse */
        for (i = 0; i < s->n_joints; ++i) loops += s->joint[i].closes;
        EXPECT_EQ(s->n_joints - s->n_bodies + (s->fixed ? 0 : 1), loops);
        free(s);
    }
    EXPECT_TRUE(loop_system_make(LOOP_SYSTEMS) == NULL);
}

/* The planar four-bar's 26 rows leave 24 velocities one freedom: three rows too many. */
UTEST(loops, a_planar_four_bar_has_three_dependent_rows) {
    loop_system *s = loop_system_make(3);
    contact_problem p;
    loop_run r;
    contact_problem_create(&p, NULL);
    loop_run_open(&r, s, LOOP_MAXIMAL);
    ASSERT_EQ((int)CONTACT_OK, (int)loop_run_problem(&r, &p));
    EXPECT_EQ(26, p.row_count);
    EXPECT_EQ(23, loop_rank(&p));
    EXPECT_EQ((int)LOOP_DENSE_JOINTS, loop_category(&r, &p, 23));
    loop_run_close(&r);
    contact_problem_free(&p);
    free(s);
}

/* Velocity of the box's centre, world axes. */
static void centre_velocity(loop_run *r, int body, tact_real *out) {
    rbd_frame frame = rbd_frame_on_body(r->body[body], r->centre[body]);
    rbd_frame_velocity(r->d, &frame, RBD_REFERENCE_LOCAL_WORLD_ALIGNED, out);
}
/* From rest the two descriptions of a step agree exactly (with a velocity they differ by the order of the step, because the
   rows of the maximal form are those of the beginning of the step). */
UTEST(loops, maximal_and_reduced_coordinates_start_alike) {
    int k, i, j, form, row;
    for (k = 0; k < LOOP_SYSTEMS; ++k) {
        loop_system *s = loop_system_make(k);
        contact_problem p[2];
        loop_run r[2];
        double worst = 0, size = 0;
        for (form = 0; form < 2; ++form) {
            contact_config config = contact_default_config();
            contact_result result;
            tact_real *c;
            loop_residuals e;
            contact_problem_create(&p[form], NULL);
            loop_run_open(&r[form], s, (loop_form)form);
            r[form].time = 0.05; /* the actuators push */
            config.method = CONTACT_METHOD_NCP_ADMM_SPECTRAL, config.tolerance = TACT_R(1e-9);
            config.relative_tolerance = TACT_R(1e-13);
            ASSERT_EQ((int)CONTACT_OK, (int)loop_run_problem(&r[form], &p[form]));
            for (row = 0; row < r[form].c->n_rows; ++row) /* assembled */
                EXPECT_LT(fabs((double)r[form].c->error[row]), 1e-12);
            ASSERT_TRUE(contact_solve_alloc(&p[form], &config, NULL, &result) >= 0);
            c = (tact_real *)loop_alloc((size_t)p[form].row_count, sizeof *c);
            e = loop_evaluate(&p[form], c);
            free(c);
            EXPECT_TRUE(e.finite);
            EXPECT_LT(e.natural, 1e-6);
            loop_run_velocity(&r[form], &p[form], r[form].v);
            rbd_fk_velocity(r[form].m, r[form].d, r[form].q, r[form].v);
        }
        for (i = 1; i <= s->n_bodies; ++i) {
            tact_real v[2][6];
            centre_velocity(&r[0], i, v[0]), centre_velocity(&r[1], i, v[1]);
            for (j = 0; j < 6; ++j)
                worst = fmax(worst, fabs((double)(v[0][j] - v[1][j]))), size = fmax(size, fabs((double)v[1][j]));
        }
        if (k > 0) EXPECT_GT(size, 1e-3);
        EXPECT_LT(worst, 1e-6 * (1 + size)); /* what the residuals of the two solutions allow; the velocity is unique */
        for (form = 0; form < 2; ++form) loop_run_close(&r[form]), contact_problem_free(&p[form]);
        free(s);
    }
}

UTEST(loops, no_solver_returns_what_is_not_finite) {
    int k, method;
    for (k = 0; k < LOOP_SYSTEMS; k += 3) {
        loop_system *s = loop_system_make(k);
        contact_problem p;
        loop_run r;
        tact_real *c;
        contact_problem_create(&p, NULL);
        loop_run_open(&r, s, LOOP_MAXIMAL);
        r.time = 0.1;
        ASSERT_EQ((int)CONTACT_OK, (int)loop_run_problem(&r, &p));
        c = (tact_real *)loop_alloc((size_t)p.row_count, sizeof *c);
        for (method = 0; method < (int)CONTACT_METHOD_COUNT; ++method) {
            contact_config config = contact_default_config();
            contact_result result;
            int i;
            config.method = (contact_method)method, config.max_iterations = 40;
            if (config.method == CONTACT_METHOD_LCP_LEMKE && p.row_count > 60) continue; /* direct, dense: slow here */
            for (i = 0; i < p.row_count; ++i) p.impulse[i] = 0;
            contact_solve_alloc(&p, &config, NULL, &result);
            EXPECT_TRUE(loop_evaluate(&p, c).finite);
        }
        free(c);
        loop_run_close(&r);
        contact_problem_free(&p);
        free(s);
    }
}

UTEST_MAIN()
