/* The catalogue of failures that users of other engines reported, one test each, named by its symptom. Facts checked: see each
   test. Every method of the library that can treat the problem takes part. */
/* slow: for valgrind */
#include "contact.h"
#include "utest.h"
#include "contact_problems.h"
#include "contact_cube.h"

/* The hard models: all but the compliant ones. */
static int hard(int m) { return contact_method_model((contact_method)m) != CONTACT_MODEL_COMPLIANT; }
static int sweeping(int m) {
    return m == CONTACT_METHOD_LCP_PGS || m == CONTACT_METHOD_CCP_PGS || m == CONTACT_METHOD_RAISIM ||
           m == CONTACT_METHOD_RAISIM_DS || m == CONTACT_METHOD_NCP_PGS || m == CONTACT_METHOD_NCP_PROX ||
           m == CONTACT_METHOD_NCP_NBGS || m == CONTACT_METHOD_NCP_NBGS_QUARTIC;
}

/* F1: an object on a ramp creeps although friction suffices. Hard models stick: 200 steps under 90 % of the limit. */
UTEST(failures, creep_under_the_friction_limit) {
    int m, k;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m) {
        cube_scene s;
        if (!hard(m) || m == CONTACT_METHOD_CCP_NEWTON)
            continue; /* regularised: creeps by design, reported in its residual */
        cube_begin(&s, (contact_method)m, 5e-3, 0.4);
        s.config.tolerance = 1e-11; /* complementarity: (1 - 0.9) of the friction times the creep */
        s.config.relative_tolerance = 0;
        for (k = 0; k < 100; ++k) ASSERT_GE((int)cube_step(&s, tact_vec(0.9 * 0.4 * 9.81, 0, 0)), 0);
        EXPECT_LT_MSG(tact_norm(s.v), 1e-9, contact_method_name((contact_method)m));
        EXPECT_LT_MSG(fabs(s.x.x), 1e-9 * 0.5,
                      contact_method_name((contact_method)m)); /* half a second at that speed */
        cube_end(&s);
    }
}

/* F2, F3: towers jitter, heavy on light explodes. A tower of ten from warm starts holds with 30 sweeps a step; a heavy top is
   solved by the global methods and reported, never hidden, by the sweeps. */
UTEST(failures, tower_and_heavy_top) {
    double mass[10];
    contact_problem p;
    contact_config config = contact_default_config();
    contact_result r;
    int k, m;
    for (k = 0; k < 10; ++k) mass[k] = 1;
    contact_problem_create(&p, NULL);
    problem_tower(&p, 5e-3, 0.5, mass, 10);
    config.method = CONTACT_METHOD_NCP_PGS;
    config.fixed_iterations = 1;
    config.max_iterations = 30;
    for (k = 0; k < 60; ++k) contact_solve_alloc(&p, &config, NULL, &r);   /* the same loads each step, warm */
    for (k = 0; k < 10; ++k) EXPECT_LT(fabs(p.velocity[6 * k + 2]), 4e-5); /* of the 0.05 m/s that a step adds */
    for (k = 0; k < 240; ++k) contact_solve_alloc(&p, &config, NULL, &r);
    for (k = 0; k < 10; ++k)
        EXPECT_LT(fabs(p.velocity[6 * k + 2]), 7e-6); /* and it goes on falling off: linear convergence */
    contact_problem_free(&p);
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m) {
        if (!hard(m) || m == CONTACT_METHOD_CCP_NEWTON) continue; /* that one is soft by its regularisation */
        contact_problem_create(&p, NULL);
        problem_stack(&p, 1e-3, 1e6);
        config = contact_default_config();
        config.method = (contact_method)m;
        config.relative_tolerance = 0;
        config.tolerance = 1e-4; /* of the free velocity, g dt = 9.81e-3: 9.81e-7 m/s */
        config.max_iterations = sweeping(m) ? 500 : 0;
        ASSERT_GE((int)contact_solve_alloc(&p, &config, NULL, &r), 0);
        if (r.status == CONTACT_OK)
            EXPECT_LT_MSG(fabs(p.velocity[2]) + fabs(p.velocity[8]), 4e-6, contact_method_name((contact_method)m));
        else
            EXPECT_GT(r.residuals.dual + r.residuals.complementarity, 9.8e-7); /* says what is wrong */
        if (m == CONTACT_METHOD_AUTO || m == CONTACT_METHOD_NCP_NEWTON || m == CONTACT_METHOD_NCP_STAGGERED)
            EXPECT_EQ_MSG((int)r.status, 0, contact_method_name((contact_method)m));
        contact_problem_free(&p);
    }
}

/* F4: linkages blow up when hit because the correction is uncapped. */
UTEST(failures, correction_velocity_is_capped) {
    contact_bias_config config = contact_default_bias_config();
    EXPECT_NEAR(contact_bias_normal(&config, 1e-3, -1.0, 0, 0), -3.0, 1e-12);
    EXPECT_NEAR(contact_bias_joint(&config, 1e-3, 1.0), 3.0, 1e-12);
    EXPECT_NEAR(contact_bias_joint(&config, 1e-3, -1.0), -3.0, 1e-12);
    EXPECT_NEAR(contact_bias_normal(&config, 1e-2, -1e-3, 0, 0), -0.2 * 1e-3 / 1e-2, 1e-15);
    EXPECT_NEAR(contact_bias_normal(&config, 1e-2, 1e-3, 0, 0), 0.1, 1e-15); /* apart: may close the gap in this step */
    config.slop = 1e-3;
    EXPECT_NEAR(contact_bias_normal(&config, 1e-2, -1e-3, 0, 0), 0, 1e-15);
}

/* F5: redundant loop rows. The same joint given twice (rank-deficient rows) is solved as if given once. */
UTEST(failures, redundant_joint_rows) {
    int m, k, twice, i;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m) {
        tact_real v[2][12];
        if (!hard(m) || m == CONTACT_METHOD_CCP_NEWTON) continue;
        for (twice = 0; twice < 2; ++twice) {
            contact_problem p;
            contact_config config = contact_default_config();
            contact_result r;
            tact_mat3 inertia = problem_cube_inertia(1, 0.2);
            tact_real ja[30], jb[30];
            contact_problem_create(&p, NULL);
            contact_add_body(&p, 1, &inertia, tact_vec(0.1, 0.2, -0.3), tact_vec(1, 0, 0));
            contact_add_body(&p, 2, &inertia, tact_vec(-0.1, 0, 0.2), tact_vec(0, 1, 0.5));
            memset(ja, 0, sizeof ja);
            memset(jb, 0, sizeof jb);
            for (k = 0; k < 5; ++k) ja[6 * k + k] = -1, jb[6 * k + k] = 1; /* all but the rotation about z */
            for (k = 0; k <= twice; ++k) contact_add_blocks(&p, CONTACT_KIND_JOINT, 5, 0, ja, 1, jb);
            config.method = (contact_method)m;
            config.tolerance = 1e-9;
            ASSERT_GE((int)contact_solve_alloc(&p, &config, NULL, &r), 0);
            EXPECT_EQ_MSG((int)r.status, 0, contact_method_name((contact_method)m));
            for (i = 0; i < 12; ++i) v[twice][i] = p.velocity[i];
            for (i = 0; i < 5; ++i) EXPECT_NEAR(p.velocity[i], p.velocity[6 + i], 1e-7);
            contact_problem_free(&p);
        }
        for (i = 0; i < 12; ++i) EXPECT_NEAR(v[0][i], v[1][i], 1e-6);
    }
}

/* F6, F7: redundant contacts and inconsistent constraints give inf or NaN in pivoting solvers, and unconverged multipliers are
   applied as if good. Ten equal contacts, and a joint that contradicts another: finite, and the second case is reported. */
UTEST(failures, redundant_and_contradicting_rows_stay_finite) {
    int m, k, i, contradiction;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m)
        for (contradiction = 0; contradiction < 2; ++contradiction) {
            contact_problem p;
            contact_config config = contact_default_config();
            contact_result r;
            tact_real row[6] = {1, 0, 0, 0, 0, 0};
            contact_problem_create(&p, NULL);
            problem_cube(&p, 1e-3, 0.4, tact_vec(0.3, 0, -9.81e-3), tact_vec(0, 0, 0), 0);
            for (k = 0; k < 10; ++k)
                contact_add_contact(&p, -1, 0, tact_vec(0, 0, 1), NULL, tact_vec(0, 0, 0), tact_vec(0.1, 0.1, -0.1),
                                    0.4);
            if (contradiction)
                for (k = 0; k < 2; ++k) {
                    contact_add_blocks(&p, CONTACT_KIND_JOINT, 1, -1, NULL, 0, row);
                    p.bias[p.row_count - 1] = k ? 1.0 : -1.0;
                }
            config.method = (contact_method)m;
            config.max_iterations = 300;
            contact_solve_alloc(&p, &config, NULL, &r);
            for (i = 0; i < p.row_count; ++i) EXPECT_TRUE(tact_finite(p.impulse[i]));
            for (i = 0; i < p.dof_count; ++i) EXPECT_TRUE(tact_finite(p.velocity[i]));
            if (hard(m) && m != CONTACT_METHOD_CCP_NEWTON && contradiction)
                EXPECT_NE_MSG((int)r.status, 0, contact_method_name((contact_method)m));
            contact_problem_free(&p);
        }
}

/* F8: e = 1 gains height, resting contacts buzz. A ball dropped with the bias of contact_bias_normal, approach velocity taken
   before gravity: the energy never grows over 10^4 steps, for e = 0, 0.5 and 1, and below the threshold there is no bounce. */
UTEST(failures, restitution_never_gains_energy) {
    static const double e[] = {0, 0.5, 1};
    int k, n;
    for (k = 0; k < 3; ++k) {
        contact_bias_config bias = contact_default_bias_config();
        contact_problem p;
        double z = 1, v = 0, dt = 1e-3, energy = 9.81, highest = 0;
        tact_mat3 inertia = tact_mat_diagonal(1, 1, 1);
        contact_problem_create(&p, NULL);
        bias.erp = 0;
        for (n = 0; n < 10000; ++n) {
            contact_result r;
            contact_config config = contact_default_config();
            contact_problem_clear(&p);
            p.dt = dt;
            contact_add_body(&p, 1, &inertia, tact_vec(0, 0, v - 9.81 * dt), tact_vec(0, 0, 0));
            contact_add_contact(&p, -1, 0, tact_vec(0, 0, 1), NULL, tact_vec(0, 0, 0), tact_vec(0, 0, 0), 0.5);
            p.bias[2] = contact_bias_normal(&bias, dt, z, e[k], v);
            config.method = CONTACT_METHOD_NCP_NBGS;
            ASSERT_EQ((int)contact_solve_alloc(&p, &config, NULL, &r), 0);
            v = p.velocity[2];
            z += dt * v;
            if (9.81 * z + v * v / 2 > highest) highest = 9.81 * z + v * v / 2;
            if (n > 3000 && k == 1) EXPECT_LT(fabs(v), bias.restitution_threshold);
        }
        /* one symplectic step exchanges g v dt/2 = 0.02 J between the two energies; none of it accumulates */
        EXPECT_LT(highest, energy * 1.005);
        if (k == 2) EXPECT_GT(9.81 * z + v * v / 2, 0.9 * energy); /* and e = 1 keeps bouncing */
        if (k == 0) EXPECT_NEAR(z, 0, 1e-7); /* the solver's tolerance times dt, for a few thousand steps */
        contact_problem_free(&p);
    }
}

/* The same over 10^4 bounces, and with four corners that must bounce at once. Between bounces the symplectic step keeps
   v^2/2 + g z - g dt v/2 exactly, and a bounce that takes the approach before this step's gravity keeps it too, so that it can be
   asked for to rounding: no bounce adds to it, e = 1 keeps it, e < 1 takes away 1 - e^2 of the kinetic part and comes to rest. */
UTEST(failures, ten_thousand_bounces_keep_the_energy) {
    static const double e[] = {1, 1, 0.8};
    static const int corners[] = {1, 4, 4};
    int k, n, i;
    for (k = 0; k < 3; ++k) {
        contact_bias_config bias = contact_default_bias_config();
        contact_problem p;
        contact_config config = contact_default_config();
        double z = 0.05, v = 0, dt = 4e-3, first = 9.81 * 0.05, energy = first, kept = energy;
        tact_mat3 inertia = problem_cube_inertia(1, 0.2);
        int bounces = 0, wanted = corners[k] == 1 ? 10000 : 1000;
        contact_problem_create(&p, NULL);
        config.method = CONTACT_METHOD_NCP_NBGS;
        config.tolerance = 1e-13;
        config.relative_tolerance = 0;
        config.stall_tolerance = 1e-15;
        bias.erp = 0;
        bias.restitution_threshold = 2 * 9.81 * dt;
        for (n = 0; n < 60 * wanted && bounces < wanted; ++n) {
            double before = v;
            contact_problem_clear(&p);
            p.dt = dt;
            contact_add_body(&p, 1, &inertia, tact_vec(0, 0, v - 9.81 * dt), tact_vec(0, 0, 0));
            for (i = 0; i < corners[k]; ++i) {
                tact_real x = i & 1 ? 0.1 : -0.1, y = i & 2 ? 0.1 : -0.1;
                contact_add_contact(&p, -1, 0, tact_vec(0, 0, 1), NULL, tact_vec(0, 0, 0),
                                    corners[k] == 1 ? tact_vec(0, 0, 0) : tact_vec(x, y, 0), 0.5);
                p.bias[3 * i + 2] = contact_bias_normal(&bias, dt, z, e[k], v);
            }
            ASSERT_GE((int)contact_solve_alloc(&p, &config, NULL, NULL), 0);
            v = p.velocity[2];
            z += dt * v;
            energy = v * v / 2 + 9.81 * z - 9.81 * dt * v / 2;
            if (before < -bias.restitution_threshold && v > 0) {
                ++bounces;
                EXPECT_NEAR(v, -e[k] * before, 1e-12);
            }
            if (k < 2) ASSERT_NEAR(energy, kept, 1e-12);
            kept = energy;
            for (i = 3; i < 6; ++i) ASSERT_NEAR(p.velocity[i], 0, 1e-9); /* all corners at once: it does not tip */
            if (n > 2000 && k == 2) break;
        }
        if (k < 2) EXPECT_EQ(bounces, wanted);
        if (k < 2) EXPECT_NEAR(energy, first, 1e-8 * first); /* rounding of 5 10^5 steps */
        if (k == 2)
            EXPECT_LT(fabs(v) + fabs(z), 1e-9); /* below the threshold no bounce: at rest within eight seconds */
        contact_problem_free(&p);
    }
}

/* F9: a rotated tangent frame changes the motion; a failed step loses the cached impulses. */
UTEST(failures, tangent_frame_does_not_matter_and_failure_keeps_the_cache) {
    int m, k;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m) {
        tact_real v[6];
        if (!hard(m) || contact_method_model((contact_method)m) == CONTACT_MODEL_LCP)
            continue; /* a polyhedron does turn */
        for (k = 0; k < 3; ++k) {
            contact_problem p;
            contact_config config = contact_default_config();
            contact_result r;
            int i;
            contact_problem_create(&p, NULL);
            problem_cube(&p, 1e-3, 0.4, tact_vec(0.5, 0.2, -9.81e-3), tact_vec(0, 0, 1), 0.9 * k);
            config.method = (contact_method)m;
            config.tolerance = 1e-12;
            config.relative_tolerance = 1e-13;
            ASSERT_GE((int)contact_solve_alloc(&p, &config, NULL, &r), 0);
            for (i = 0; i < 6; ++i) {
                /* the normal forces of four sliding corners are not unique, and with them the spin: every value is of an exact
                   solution; where the penalty changes under way ADMM goes a little along the family */
                if (k)
                    EXPECT_NEAR_MSG(p.velocity[i], v[i], m == CONTACT_METHOD_NCP_ADMM_SPECTRAL ? 1e-5 : 2e-8,
                                    contact_method_name((contact_method)m));
                else
                    v[i] = p.velocity[i];
            }
            if (k == 2) {
                tact_real kept = p.impulse[2];
                p.constraints[1].mu = -1;
                EXPECT_LT((int)contact_solve_alloc(&p, &config, NULL, &r), 0);
                EXPECT_TRUE(p.impulse[2] == kept);
            }
            contact_problem_free(&p);
        }
    }
}

/* F10: forces of a hyperstatic contact are arbitrary, but their sum is the load. Every method: sum of normals = weight. */
UTEST(failures, forces_sum_to_the_load) {
    int m, k;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m) {
        contact_problem p;
        contact_config config = contact_default_config();
        contact_result r;
        double sum = 0;
        tact_real internal = -1;
        if (!hard(m) || m == CONTACT_METHOD_CCP_NEWTON) continue;
        contact_problem_create(&p, NULL);
        problem_cube(&p, 1e-3, 0.4, tact_vec(0, 0, -9.81e-3), tact_vec(0, 0, 0), 0);
        config.method = (contact_method)m;
        config.tolerance = 1e-10;
        ASSERT_GE((int)contact_solve_alloc(&p, &config, NULL, &r), 0);
        for (k = 0; k < 4; ++k) sum += p.impulse[3 * k + 2] / 1e-3;
        EXPECT_NEAR_MSG(sum, 9.81, 1e-5, contact_method_name((contact_method)m));
        EXPECT_EQ((int)contact_internal_force(&p, p.impulse, NULL, &internal), 0);
        EXPECT_LT(internal, 9.81);
        contact_problem_free(&p);
    }
}

/* F11, F12: garbage input and flat objectives at tiny dt. 1e300 is finite, so it is solved or reported, never NaN; dt from 1e-9
   to 1 s gives the same physics. */
UTEST(failures, extreme_numbers) {
    static const double sizes[] = {1e-200, 1e-30, 1e30, 1e150, 1e300};
    int m, k, i;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m) {
        for (k = 0; k < 5; ++k) {
            contact_problem p;
            contact_config config = contact_default_config();
            contact_result r;
            contact_history history[64];
            const tact_real *number = &r.residuals.primal;
            contact_problem_create(&p, NULL);
            problem_cube(&p, 1e-3, 0.4, tact_vec(sizes[k], 0, -sizes[k]), tact_vec(0, 0, 0), 0);
            config.method = (contact_method)m;
            config.max_iterations = 50;
            config.history = history, config.history_capacity = 64;
            contact_solve_alloc(&p, &config, NULL, &r);
            for (; number <= &r.residuals.friction_power; ++number)
                EXPECT_TRUE_MSG(tact_finite(*number), contact_method_name((contact_method)m));
            for (i = 0; i < r.history_count; ++i)
                EXPECT_TRUE_MSG(tact_finite(history[i].natural_map) && tact_finite(history[i].objective) &&
                                    tact_finite(history[i].dual) && tact_finite(history[i].complementarity) &&
                                    tact_finite(history[i].natural_relative),
                                contact_method_name((contact_method)m));
            for (i = 0; i < p.row_count; ++i)
                EXPECT_TRUE_MSG(tact_finite(p.impulse[i]), contact_method_name((contact_method)m));
            for (i = 0; i < p.dof_count; ++i) EXPECT_TRUE(tact_finite(p.velocity[i]));
            contact_problem_free(&p);
        }
        for (k = -9; k <= 0 && hard(m); k += 3) {
            contact_problem p;
            contact_config config = contact_default_config();
            contact_result r;
            double dt = pow(10, k);
            contact_problem_create(&p, NULL);
            problem_cube(&p, dt, 0.4, tact_vec(9.81 * dt, 0, -9.81 * dt), tact_vec(0, 0, 0), 0);
            config.method = (contact_method)m;
            config.tolerance = 0;
            config.relative_tolerance = 1e-9;
            ASSERT_GE((int)contact_solve_alloc(&p, &config, NULL, &r), 0);
            if (contact_method_model((contact_method)m) == CONTACT_MODEL_NCP)
                EXPECT_NEAR(p.velocity[0] / dt, 0.6 * 9.81, 1e-4); /* a = g - mu g */
            contact_problem_free(&p);
        }
    }
}

/* F13: a near-converged solver at rest burns its whole iteration budget on a too tight tolerance. With the stall test on, rest
   ends within 2000 sweeps even for tolerance zero; warm starts recognise the answer at once. */
UTEST(failures, rest_does_not_burn_iterations) {
    int m;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m) {
        contact_problem p;
        contact_config config = contact_default_config();
        contact_result r;
        if (!sweeping(m)) continue;
        contact_problem_create(&p, NULL);
        problem_cube(&p, 1e-3, 0.5, tact_vec(0, 0, -9.81e-3), tact_vec(0, 0, 0), 0);
        config.method = (contact_method)m;
        config.tolerance = 0;
        config.relative_tolerance = 0;
        contact_solve_alloc(&p, &config, NULL, &r);
        EXPECT_LE_MSG(r.iterations, 3000, contact_method_name((contact_method)m));
        EXPECT_LT(r.residuals.natural_relative, 1e-9);
        contact_problem_free(&p);
    }
}

/* F14: larger mu makes a soft contact softer through the coupling of the compliances. In the softening the friction compliance
   follows impratio alone: R_t = R_n diag ratio / impratio, independent of mu. */
UTEST(failures, softening_is_independent_of_friction) {
    contact_softening s = contact_default_softening();
    tact_real bn, rn, bt, rt, rt10;
    EXPECT_EQ((int)contact_soften(&s, 2e-3, -1e-3, 0, 2.0, 0, &bn, &rn), 0);
    EXPECT_EQ((int)contact_soften(&s, 2e-3, -1e-3, 0.5, 2.0, 1, &bt, &rt), 0);
    s.impratio = 10;
    EXPECT_EQ((int)contact_soften(&s, 2e-3, -1e-3, 0.5, 2.0, 1, &bt, &rt10), 0);
    EXPECT_NEAR(rn, (1 - 0.95) / 0.95 * 2.0, 1e-12);
    EXPECT_NEAR(rt, rn, 1e-12);
    EXPECT_NEAR(rt10, rn / 10, 1e-12);
}

/* What mu does to a soft contact that slides: the cone turns friction into lift, and the normal impulse of an immovable body is
   (mu |v_t| - v_n)/(R_n (1 + m^2)), m^2 = mu^2 R_t/R_n (with bodies that move, G + R in place of R). So it is m, not mu, that
   softens, and with impratio = mu^2 no coefficient does. All convex methods that take compliances. */
UTEST(failures, friction_softens_by_the_ratio_of_compliances) {
    static const contact_method methods[] = {CONTACT_METHOD_MUJOCO, CONTACT_METHOD_CCP_NEWTON, CONTACT_METHOD_CCP_PGS,
                                             CONTACT_METHOD_CCP_ADMM, CONTACT_METHOD_CCP_APGD};
    static const double mu[] = {0.25, 1, 4};
    size_t m;
    int k, ratio;
    for (m = 0; m < sizeof methods / sizeof methods[0]; ++m)
        for (k = 0; k < 3; ++k)
            for (ratio = 0; ratio < 2; ++ratio) {
                contact_problem p;
                contact_config config = contact_default_config();
                contact_result r;
                tact_mat3 inertia = tact_mat_diagonal(1, 1, 1);
                double rn = 0.02, rt = ratio ? rn / (mu[k] * mu[k]) : rn, inverse = 1e-3, known;
                contact_problem_create(&p, NULL);
                p.dt = 1e-2;
                contact_add_body(&p, 1 / inverse, &inertia, tact_vec(3, 4, -1), tact_vec(0, 0, 0));
                contact_add_contact(&p, -1, 0, tact_vec(0, 0, 1), NULL, tact_vec(0, 0, 0), tact_vec(0, 0, 0), mu[k]);
                p.compliance[0] = p.compliance[1] = rt, p.compliance[2] = rn;
                config.method = methods[m];
                config.newton_regularisation = 0;
                config.tolerance = 1e-10;
                config.momentum_tolerance = 1e-12;
                ASSERT_EQ_MSG((int)contact_solve_alloc(&p, &config, NULL, &r), 0, contact_method_name(methods[m]));
                known = (mu[k] * 5 + 1) / (inverse + rn + mu[k] * mu[k] * (inverse + rt));
                EXPECT_NEAR_MSG(p.impulse[2], known, 1e-6 * known, contact_method_name(methods[m]));
                EXPECT_NEAR_MSG(sqrt(p.impulse[0] * p.impulse[0] + p.impulse[1] * p.impulse[1]), mu[k] * known,
                                1e-6 * mu[k] * known, contact_method_name(methods[m]));
                contact_problem_free(&p);
            }
}

/* The soft row settles where its law says, at any step: a mass on a softened contact row, d = const, sinks to
   x = -g/(k) (1-d)/... the free-fall equilibrium of the row dynamics c+ = (1-d) c_f + d (c- - dt (b c- + k r)). */
UTEST(failures, softening_equilibrium_does_not_depend_on_the_step) {
    static const double steps[] = {2e-3, 5e-4};
    double rest[2];
    int n, k;
    for (k = 0; k < 2; ++k) {
        contact_softening soft = contact_default_softening();
        double z = 0, v = 0, dt = steps[k];
        tact_mat3 inertia = tact_mat_diagonal(1, 1, 1);
        contact_problem p;
        contact_problem_create(&p, NULL);
        for (n = 0; n < (int)(1.0 / dt); ++n) {
            contact_result r;
            contact_config config = contact_default_config();
            contact_problem_clear(&p);
            p.dt = dt;
            contact_add_body(&p, 1, &inertia, tact_vec(0, 0, v - 9.81 * dt), tact_vec(0, 0, 0));
            contact_add_contact(&p, -1, 0, tact_vec(0, 0, 1), NULL, tact_vec(0, 0, 0), tact_vec(0, 0, 0), 0.5);
            contact_soften(&soft, dt, z, v, 1.0, 0, &p.bias[2], &p.compliance[2]);
            config.method = CONTACT_METHOD_NCP_NBGS;
            config.tolerance = 1e-10;
            ASSERT_EQ((int)contact_solve_alloc(&p, &config, NULL, &r), 0);
            v = p.velocity[2];
            z += dt * v;
        }
        rest[k] = z;
        contact_problem_free(&p);
    }
    EXPECT_NEAR(rest[0], -3.67e-4, 0.02 * 3.67e-4);
    EXPECT_NEAR(rest[1], -3.67e-4, 0.02 * 3.67e-4);
}

/* The norm of internal forces is a number, or the status says that it is none. */
UTEST(failures, internal_forces_of_impulses_that_are_not_finite_have_a_status) {
    const tact_real bad[3] = {(tact_real)NAN, (tact_real)INFINITY, TACT_REAL_MAX};
    contact_problem p;
    int k;
    contact_problem_create(&p, NULL);
    problem_cube(&p, 1e-3, 0.4, tact_vec(0, 0, -9.81e-3), tact_vec(0, 0, 0), 0);
    for (k = 0; k < 3; ++k) {
        tact_real internal = -1;
        p.impulse[2] = bad[k];
        EXPECT_EQ((int)contact_internal_force(&p, p.impulse, NULL, &internal), (int)CONTACT_NOT_FINITE);
        EXPECT_TRUE(tact_finite(internal));
    }
    contact_problem_free(&p);
}

/* A mass of 1e-300 kg and speeds up to 1e308 m/s are finite numbers: whatever the status, no solver hands out NaN or infinity. */
UTEST(failures, masses_and_speeds_at_the_edge_of_the_format) {
    static const double masses[] = {1e-300, 1e-150, 1e150}, speeds[] = {1, 1e150, 1e308};
    int m, k, i;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m)
        for (k = 0; k < 9; ++k) {
            contact_problem p;
            contact_config config = contact_default_config();
            contact_result r;
            tact_mat3 inertia = problem_cube_inertia(masses[k / 3], 0.2);
            int body;
            contact_problem_create(&p, NULL);
            p.dt = TACT_R(1e-3);
            body = contact_add_body(&p, masses[k / 3], &inertia, tact_vec(speeds[k % 3], 0, -speeds[k % 3]),
                                    tact_vec(0, 0, 0));
            if (body >= 0)
                contact_add_contact(&p, -1, body, tact_vec(0, 0, 1), NULL, tact_vec(0, 0, 0), tact_vec(0.1, 0, -0.1),
                                    0.5);
            config.method = (contact_method)m, config.max_iterations = 50;
            contact_solve_alloc(&p, &config, NULL, &r);
            for (i = 0; i < p.row_count; ++i)
                EXPECT_TRUE_MSG(tact_finite(p.impulse[i]), contact_method_name((contact_method)m));
            for (i = 0; i < p.dof_count; ++i)
                EXPECT_TRUE_MSG(tact_finite(p.velocity[i]), contact_method_name((contact_method)m));
            contact_problem_free(&p);
        }
}

UTEST_MAIN()
