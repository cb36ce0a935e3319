/* The published small experiments, as numbers: a sliding cube, a cube dragged by a growing force, and the stack with a
   heavy cube on a light one. Facts checked: energy, stopping time and drift against the analytic values where the model
   is exact, and against the known errors of the model where it is not (RaiSim dissipates too little, CCP jumps or glides,
   a friction box turns the path). Tolerance 2 % unless the comment says why another. */
#include "contact.h"
#include "utest.h"
#include "contact_problems.h"
#include "contact_cube.h"

static const contact_method ncp_methods[] = {CONTACT_METHOD_RAISIM_DS, CONTACT_METHOD_NCP_PGS,  CONTACT_METHOD_NCP_PROX,
                                             CONTACT_METHOD_NCP_NBGS,  CONTACT_METHOD_NCP_NBGS_QUARTIC,
                                             CONTACT_METHOD_AUTO};

typedef struct slide_result {
    double energy_mid, stop, z_max, x, y;
    int status;
} slide_result;

/* mu 0.4, dt 1 ms, until 1.2 s; energy includes the potential energy above the resting height. */
static slide_result slide(contact_method method, double speed, double direction, int facets, int speculative) {
    cube_scene s;
    slide_result r;
    double half = speed / (0.4 * 9.81) / 2;
    int k;
    cube_begin(&s, method, 1e-3, 0.4);
    s.config.tolerance = 1e-8;
    s.config.facets = facets;
    s.speculative = speculative;
    s.v = tact_vec(speed * cos(direction), speed * sin(direction), 0);
    r.energy_mid = r.stop = -1;
    for (k = 1; k <= 1200; ++k) {
        if (cube_step(&s, tact_vec(0, 0, 0)) < 0) break;
        if (r.energy_mid < 0 && k * 1e-3 >= half) r.energy_mid = cube_energy(&s) + 9.81 * (s.x.z - 0.1);
        if (r.stop < 0 && tact_norm(s.v) < 1e-4) r.stop = k * 1e-3;
    }
    r.z_max = s.z_max - 0.1, r.x = s.x.x, r.y = s.x.y;
    r.status = k == 1201 ? s.worst_status : -1;
    cube_end(&s);
    return r;
}

UTEST(experiments, sliding_cube_is_exact_in_the_ncp_model) {
    size_t m;
    int v;
    for (m = 0; m < sizeof ncp_methods / sizeof ncp_methods[0]; ++m)
        for (v = 1; v <= 3; v += 2) {
            slide_result r = slide(ncp_methods[m], v, 0, 0, 0);
            double steps = ceil(v / (0.4 * 9.81) / 2 * 1e3); /* the discrete law: v loses mu g dt a step */
            double left = v - 0.4 * 9.81 * steps * 1e-3;
            EXPECT_EQ_MSG(r.status, 0, contact_method_name(ncp_methods[m]));
            EXPECT_NEAR_MSG(r.energy_mid, left * left / 2, 1e-5 * v * v, contact_method_name(ncp_methods[m]));
            EXPECT_NEAR(r.stop, v / (0.4 * 9.81), 1.01e-3); /* to the step */
            EXPECT_NEAR(r.y, 0, 1e-9);
            EXPECT_NEAR(r.z_max, 0, 1e-8);
        }
}

UTEST(experiments, sliding_cube_in_the_raisim_model_dissipates_too_little) {
    slide_result slow = slide(CONTACT_METHOD_RAISIM, 1, 0, 0, 0), fast = slide(CONTACT_METHOD_RAISIM, 3, 0, 0, 0);
    EXPECT_NEAR(slow.energy_mid, 0.1267, 0.02 * 0.1267);
    EXPECT_NEAR(fast.energy_mid, 1.146, 0.02 * 1.146);
    EXPECT_GT(slow.energy_mid, 0.1255); /* and really more than the exact 0.1239 */
    EXPECT_NEAR(slow.stop, 0.258, 0.002);
    EXPECT_NEAR(fast.stop, 0.773, 0.002);
}

UTEST(experiments, sliding_cube_in_the_ccp_model_jumps) {
    slide_result slow = slide(CONTACT_METHOD_CCP_PGS, 1, 0, 0, 0), fast = slide(CONTACT_METHOD_CCP_PGS, 3, 0, 0, 0);
    EXPECT_NEAR(slow.z_max, 6.2e-3, 0.02 * 6.2e-3);
    EXPECT_NEAR(fast.z_max, 55e-3, 0.02 * 55e-3);
    EXPECT_NEAR(slow.energy_mid, 0.1239 * 0.91, 0.02 * 0.1239);
    EXPECT_NEAR(fast.energy_mid, 1.121 * 0.94, 0.02 * 1.121);
}

/* 3 m/s at 22.5 degrees to the tangents: the box brakes each direction by itself with mu g, so y stops first. The decoupled
   limit ends at (0.979, 0.168) m, a round cone at (1.060, 0.439) m. */
UTEST(experiments, friction_box_turns_the_path) {
    const double angle = 22.5 * 3.14159265358979 / 180, length = 9 / (2 * 0.4 * 9.81);
    slide_result box = slide(CONTACT_METHOD_LCP_PGS, 3, angle, 0, 0), round = slide(CONTACT_METHOD_NCP_NBGS, 3, angle, 0, 0);
    slide_result axis = slide(CONTACT_METHOD_LCP_PGS, 3, 0, 0, 0), diagonal = slide(CONTACT_METHOD_LCP_PGS, 3, 2 * angle, 0, 0);
    slide_result eight = slide(CONTACT_METHOD_LCP_PGS, 3, angle, 8, 0), many = slide(CONTACT_METHOD_LCP_PGS, 3, angle, 64, 0);
    EXPECT_NEAR(box.x, 0.979, 0.02 * 0.979);
    EXPECT_NEAR(box.y, 0.168, 0.02);
    EXPECT_NEAR(round.x, length * cos(angle), 2e-3); /* the discrete law stops half a step early: v dt/2 = 1.5 mm */
    EXPECT_NEAR(round.y, length * sin(angle), 2e-3);
    EXPECT_NEAR(axis.y, 0, 1e-8);
    EXPECT_NEAR(axis.x, length, 2e-3);
    EXPECT_NEAR(diagonal.x - diagonal.y, 0, 1e-6);                       /* straight, but sqrt(2) too much friction */
    EXPECT_NEAR(sqrt(2) * diagonal.x, length / sqrt(2), 0.02 * length);
    /* refining the pyramid: the drift off the straight line falls */
    EXPECT_LT(fabs(eight.y * cos(angle) - eight.x * sin(angle)), 0.5 * fabs(box.y * cos(angle) - box.x * sin(angle)));
    EXPECT_LT(fabs(many.y * cos(angle) - many.x * sin(angle)), 5e-3);
}

typedef struct drag_result {
    double v, z_max, lateral_stick, lateral_slip, creep;
    int status;
} drag_result;

static drag_result drag(contact_method method, int speculative) {
    cube_scene s;
    drag_result r;
    int k;
    memset(&r, 0, sizeof r);
    cube_begin(&s, method, 1e-3, 0.4);
    /* the De Saxce iteration lags by a sweep and is damped to a tenth: in the one step at the onset of slip, where stick and
       slip meet, its convergence is sublinear; it gets the default tolerance */
    if (method != CONTACT_METHOD_RAISIM_DS && method != CONTACT_METHOD_NCP_NBGS_QUARTIC) s.config.tolerance = 1e-9;
    s.speculative = speculative;
    s.flat = 1;
    for (k = 0; k < 1000; ++k) {
        if (cube_step(&s, tact_vec(20 * k * 1e-3, 0, 0)) < 0) break;
        if (k == 150) r.lateral_stick = s.lateral, r.creep = tact_norm(s.v);
        if (k == 800) r.lateral_slip = s.lateral;
    }
    r.v = s.v.x, r.z_max = s.z_max - 0.1;
    r.status = k == 1000 ? s.worst_status : -1;
    cube_end(&s);
    return r;
}

UTEST(experiments, dragged_cube) {
    size_t m;
    drag_result r;
    for (m = 0; m < sizeof ncp_methods / sizeof ncp_methods[0]; ++m) {
        r = drag(ncp_methods[m], 0);
        EXPECT_EQ_MSG(r.status, 0, contact_method_name(ncp_methods[m]));
        EXPECT_NEAR_MSG(r.v, 6.453, 1e-3 * 6.453, contact_method_name(ncp_methods[m]));
        EXPECT_LT(r.creep, 1e-6); /* sticks under the cone, to the solver's tolerance */
        EXPECT_LT(r.lateral_slip, 1e-5);
    }
    r = drag(CONTACT_METHOD_RAISIM, 0);
    EXPECT_NEAR(r.v, 6.486, 1e-3 * 6.486);
    EXPECT_GT(r.v, 6.47);
    EXPECT_NEAR(r.lateral_slip, 0.20, 0.01);
    r = drag(CONTACT_METHOD_CCP_PGS, 0);
    EXPECT_NEAR(r.v, 6.752, 0.02 * 6.752); /* a jumping cube: depends on when it touches */
    EXPECT_NEAR(r.z_max, 79e-3, 0.03 * 79e-3);
    r = drag(CONTACT_METHOD_CCP_PGS, 1);
    EXPECT_NEAR(r.v, 6.450, 1e-3 * 6.450);
    EXPECT_NEAR(r.z_max, 0.4 * 1e-3 * 6.45, 0.02 * 0.4 * 1e-3 * 6.45); /* glides at mu dt v */
}

/* The error of CCP with the gap term is of first order in dt, the NCP's is not: final speed against the same law in closed
   form, v = sum over slipping steps of dt (F - mu g). */
UTEST(experiments, ccp_glide_grows_with_the_step) {
    double glide[2];
    int k, n;
    for (k = 0; k < 2; ++k) {
        cube_scene s;
        cube_begin(&s, CONTACT_METHOD_CCP_PGS, k ? 1e-2 : 1e-3, 0.4);
        s.config.tolerance = 1e-8;
        s.speculative = s.flat = 1;
        for (n = 0; n < (k ? 100 : 1000); ++n) cube_step(&s, tact_vec(20 * n * s.dt, 0, 0));
        glide[k] = s.z_max - 0.1;
        cube_end(&s);
    }
    EXPECT_NEAR(glide[1] / glide[0], 10, 0.3);
}

/* 1e-3 kg under 1e-3 * ratio kg. The sweeps move information one level at a time over a matrix whose condition grows with
   the ratio: at 1 they converge in the known number of sweeps, at 1e4 and 1e6 they do not in 10^4, and must say so with
   the defect: light cube still falling at 3..5 and 8..12 m/s^2 (the figures of an unfinished iteration depend on the order of
   the contacts, hence ranges). */
UTEST(experiments, ill_conditioned_stack_is_reported) {
    static const contact_method methods[] = {CONTACT_METHOD_NCP_PGS, CONTACT_METHOD_NCP_NBGS, CONTACT_METHOD_CCP_PGS,
                                             CONTACT_METHOD_RAISIM};
    size_t m;
    int k;
    for (m = 0; m < 4; ++m)
        for (k = 0; k <= 6; k += 2) {
            contact_problem p;
            contact_config config = contact_default_config();
            contact_result r;
            contact_problem_create(&p, NULL);
            problem_stack(&p, 1e-3, pow(10, k));
            config.method = methods[m];
            config.tolerance = 1e-9; /* on velocities: 1e-6 m/s^2 */
            config.relative_tolerance = 0;
            config.stall_tolerance = 0;
            contact_solve_alloc(&p, &config, NULL, &r);
            if (k == 0) {
                EXPECT_EQ((int)r.status, (int)CONTACT_OK);
                EXPECT_LE(r.iterations, 250);
                EXPECT_GE(r.iterations, 100);
            } else if (k >= 4) {
                EXPECT_EQ((int)r.status, (int)CONTACT_NOT_CONVERGED);
                EXPECT_EQ(r.iterations, 10000);
                EXPECT_GT(r.residuals.dual / 1e-3, k == 4 ? 2.5 : 8.0);
                EXPECT_LT(r.residuals.dual / 1e-3, k == 4 ? 6.0 : 14.0);
                EXPECT_GE(r.fault.constraint, 0); /* names the worst contact */
            }
            contact_problem_free(&p);
        }
}

UTEST_MAIN()
