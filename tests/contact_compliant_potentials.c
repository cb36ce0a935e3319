/* Facts: the impulse and the Hessian of every potential of the convex compliant models are the derivatives of its cost, to
   1e-7; the Hessian is symmetric and positive semidefinite; normal laws pass their own checker and a wrong law does not; the
   impulse fields of the models have no curl, that of Coulomb friction with the current normal force has. */
#define CONTACT_IMPLEMENTATION
#define CONTACT_STATIC
#include "utest.h"
#include "contact.h"

static uint64_t counter;
static double uniform(double low, double high) {
    return low + (high - low) * (double)tact_random_uniform(21, counter++);
}
static double log_uniform(double low, double high) { return exp(uniform(log(low), log(high))); }

static tact_real quadratic_force(void *context, const contact_law_parameters *p, tact_real x, tact_real rate,
                                 tact_real *fx, tact_real *fr) { /* k x+^2, no dissipation */
    (void)context, (void)rate;
    *fr = 0, *fx = x > 0 ? 2 * p->stiffness * x : 0;
    return x > 0 ? p->stiffness * x * x : 0;
}
static tact_real softening_force(void *context, const contact_law_parameters *p, tact_real x, tact_real rate,
                                 tact_real *fx, tact_real *fr) { /* falls again beyond 1 mm: not convex */
    (void)context, (void)rate;
    *fr = 0, *fx = x > 0 ? p->stiffness * (1 - x / 1e-3) * exp(-x / 1e-3) : 0;
    return x > 0 ? p->stiffness * x * exp(-x / 1e-3) : 0;
}
static const contact_custom_law custom_laws[2] = {{quadratic_force, NULL, NULL}, {softening_force, NULL, NULL}};

/* A potential of any form with parameters over many orders of magnitude. */
static contact__potential draw_potential(const contact_config *config, int form, int law) {
    contact__potential p;
    contact_law_parameters parameters;
    memset(&p, 0, sizeof p);
    parameters.stiffness = law == CONTACT_LAW_LOG_BARRIER ? log_uniform(1e-6, 1) : log_uniform(1e3, 1e9);
    parameters.dissipation = counter % 3 ? log_uniform(0.1, 500) : 0;
    parameters.relaxation = log_uniform(1e-5, 1e-2);
    contact__potential_law(&p, config, law, &parameters, log_uniform(1e-4, 1e-2), uniform(-1e-3, 1e-3));
    p.form = form;
    p.rows = form == CONTACT__FORM_ROWS ? 1 + (int)uniform(0, 5.999) : (form == CONTACT__FORM_LAW ? 1 : 3);
    p.mu = uniform(0, 1.5);
    p.epsilon = log_uniform(1e-4, 1e-2);
    p.gamma0 = log_uniform(1e-4, 10);
    if (form == CONTACT__FORM_CONE) {
        p.r[0] = p.r[1] = log_uniform(1e-4, 1), p.r[2] = log_uniform(1e-6, 1);
        p.target = uniform(-1, 1);
    }
    for (int k = 0; k < p.rows && form == CONTACT__FORM_ROWS; ++k) {
        p.r[k] = log_uniform(1e-3, 10);
        p.low[k] = uniform(-2, 0), p.high[k] = uniform(0, 2);
    }
    return p;
}

/* Central differences of the cost and of the impulse in a random direction, Richardson-extrapolated (h and h/2), against the
   analytic ones. A kink between the stencil's points spoils a difference, not the derivative: points whose two estimates
   disagree are counted as kinks, and those must be few. */
static int check_point(const contact__potential *p, const tact_real *c, double scale, double *worst_gradient,
                       double *worst_hessian, double *least_eigenvalue, double *asymmetry) {
    tact_real l[6], g[36], dummy[36], at[6], lp[6], lm[6], direction[6];
    double estimate[2], slope[2][6], cost, noise, gradient = 0, size = 0, length = 0, quadratic = 0;
    int n = p->rows;
    cost = contact__potential_evaluate(p, c, l, g);
    noise = 16 * (double)TACT_EPSILON * fabs(cost) / (scale * 2.5e-4); /* rounding of the cost over the smallest step */
    for (int k = 0; k < n; ++k) direction[k] = uniform(-1, 1), length += (double)(direction[k] * direction[k]);
    for (int e = 0; e < 2; ++e) {
        double h = scale * (e ? 5e-4 : 1e-3), part[2], parts[2][6];
        for (int half = 0; half < 2; ++half, h /= 2) {
            double plus, minus;
            for (int k = 0; k < n; ++k) at[k] = c[k] + h * direction[k];
            plus = contact__potential_evaluate(p, at, lp, dummy);
            for (int k = 0; k < n; ++k) at[k] = c[k] - h * direction[k];
            minus = contact__potential_evaluate(p, at, lm, dummy);
            part[half] = (plus - minus) / (2 * h);
            for (int k = 0; k < n; ++k) parts[half][k] = (double)(lp[k] - lm[k]) / (2 * h);
        }
        estimate[e] = (4 * part[1] - part[0]) / 3;
        for (int k = 0; k < n; ++k) slope[e][k] = (4 * parts[1][k] - parts[0][k]) / 3;
    }
    for (int k = 0; k < n; ++k) {
        gradient -= (double)(l[k] * direction[k]);
        size = fabs((double)l[k]) > size ? fabs((double)l[k]) : size;
        for (int j = 0; j < n; ++j) quadratic += (double)(direction[k] * g[k * n + j] * direction[j]);
    }
    if (size > 0) {
        double hessian = 0, largest = 0;
        for (int k = 0; k < n * n; ++k) largest = fabs((double)g[k]) > largest ? fabs((double)g[k]) : largest;
        for (int k = 0; k < n; ++k) {
            double s = 0;
            for (int j = 0; j < n; ++j) {
                s -= (double)(g[k * n + j] * direction[j]);
                *asymmetry = fmax(*asymmetry, fabs((double)(g[k * n + j] - g[j * n + k])) / (largest + 1e-300));
            }
            if (fabs(slope[0][k] - slope[1][k]) > 1e-8 * (largest + size / scale)) return 0; /* kink */
            hessian = fmax(hessian, fabs(s - slope[1][k]));
        }
        if (fabs(estimate[0] - estimate[1]) > 1e-8 * size + noise) return 0;
        *worst_gradient = fmax(*worst_gradient, (fabs(estimate[1] - gradient) - noise) / (size * sqrt(length)));
        *worst_hessian = fmax(*worst_hessian, hessian / (largest + size / scale));
        *least_eigenvalue = fmin(*least_eigenvalue, quadratic / (largest * length + 1e-300));
    }
    return 1;
}

UTEST(potentials, impulse_and_hessian_are_derivatives) {
    contact_config config = contact_default_config();
    int laws[] = {CONTACT_LAW_SPRING, CONTACT_LAW_HUNT_CROSSLEY, CONTACT_LAW_HERTZ, CONTACT_LAW_LOG_BARRIER,
                  CONTACT_LAW_IPC_BARRIER};
    config.custom_laws = custom_laws, config.custom_law_count = 2;
    for (int soft = 0; soft < 2; ++soft) /* 1: the softer law on the way to a stiff one */
        for (int form = soft ? CONTACT__FORM_LAW : CONTACT__FORM_ROWS; form <= CONTACT__FORM_SIMILAR; ++form)
            for (int l = 0; l < 5; ++l) {
                double tolerance =
                    soft ? 1e-5 : 1e-7; /* the root u carries a rounding error of its own, times a slope of up to 1e5 */
                double gradient = 0, hessian = 0, least = 0, asymmetry = 0;
                int smooth = 0, kinks = 0;
                for (int sample = 0; sample < 400; ++sample) {
                    contact__potential p = draw_potential(&config, form, laws[l]);
                    tact_real c[6];
                    double scale;
                    if (soft) p.prox = log_uniform(1e-5, 1e-1), p.centre = sample % 3 ? log_uniform(1e-4, 1) : 0;
                    for (int k = 0; k < 6; ++k) c[k] = uniform(-1, 1) * log_uniform(1e-3, 1);
                    if (form >= CONTACT__FORM_LAGGED || form == CONTACT__FORM_LAW) {
                        /* near the interesting speeds: x0/dt for the law, epsilon for friction */
                        c[p.rows - 1] = p.x0 / p.dt + uniform(-1, 0.3) * 1e-3 / p.dt;
                        if (form == CONTACT__FORM_SIMILAR) c[2] += p.mu * sqrt(c[0] * c[0] + c[1] * c[1]);
                    }
                    scale = form >= CONTACT__FORM_LAGGED ? (double)p.epsilon : 1e-3;
                    if (laws[l] >= CONTACT_LAW_LOG_BARRIER) scale = fmin(scale, 1e-2 * 1e-3 / (double)p.dt);
                    if (check_point(&p, c, scale, &gradient, &hessian, &least, &asymmetry))
                        ++smooth;
                    else
                        ++kinks;
                }
                EXPECT_LT(gradient, tolerance);
                EXPECT_LT(hessian, tolerance);
                EXPECT_GE(least, -1e-12); /* rounding of the quadratic form */
                EXPECT_LT(asymmetry, 1e-15);
                EXPECT_GT(smooth, (soft ? 3 : 10) * kinks);
            }
}

UTEST(potentials, laws_pass_their_checker_and_a_wrong_law_does_not) {
    contact_config config = contact_default_config();
    contact_law_report report;
    config.custom_laws = custom_laws, config.custom_law_count = 2;
    for (int law = CONTACT_LAW_SPRING; law <= CONTACT_LAW_CUSTOM; ++law) {
        contact_law_parameters p = {1e6, 5, 1e-3};
        int barrier = law == CONTACT_LAW_LOG_BARRIER || law == CONTACT_LAW_IPC_BARRIER;
        if (law == CONTACT_LAW_LOG_BARRIER) p.stiffness = 1e-3;
        ASSERT_EQ((int)contact_law_check(&config, law, &p, 1e-3, barrier ? -1.2e-3 : -5e-4, barrier ? -3e-4 : 5e-4, 0.5,
                                         &report),
                  (int)CONTACT_OK);
        EXPECT_LE(report.negative_force, 0.0);
        EXPECT_LE(report.negative_slope_x, 0.0);
        EXPECT_LE(report.negative_slope_rate, 0.0);
        EXPECT_LE(report.negative_curvature, 0.0);
        EXPECT_LT(report.derivative_error, 1e-4); /* a kink inside a difference of relative width 1e-6 */
        EXPECT_LT(report.potential_error, law == CONTACT_LAW_CUSTOM ? 1e-3 : 1e-4); /* quadrature */
    }
    {
        contact_law_parameters p = {1e6, 0, 0};
        ASSERT_EQ((int)contact_law_check(&config, CONTACT_LAW_CUSTOM + 1, &p, 1e-3, -1e-3, 5e-3, 0.5, &report), 0);
        EXPECT_GT(report.negative_curvature, 0.0);
        ASSERT_EQ((int)contact_law_check(&config, CONTACT_LAW_CUSTOM + 2, &p, 1e-3, -1e-3, 5e-3, 0.5, &report),
                  (int)CONTACT_BAD_ARGUMENT);
        p.stiffness = -1;
        ASSERT_EQ((int)contact_law_check(&config, CONTACT_LAW_SPRING, &p, 1e-3, -1e-3, 5e-3, 0.5, &report),
                  (int)CONTACT_BAD_COMPLIANCE);
    }
}

static void potential_field(void *context, const tact_real c[3], tact_real l[3]) {
    tact_real g[36];
    contact__potential_evaluate((const contact__potential *)context, c, l, g);
}
static void coulomb_field(void *context, const tact_real c[3], tact_real l[3]) { /* regularised, current normal force */
    tact_real g[36], s = sqrt(c[0] * c[0] + c[1] * c[1] + 1e-4);
    contact__potential normal = *(const contact__potential *)context;
    normal.form = CONTACT__FORM_LAW;
    contact__potential_evaluate(&normal, c + 2, l + 2, g);
    l[0] = -normal.mu * l[2] * c[0] / s, l[1] = -normal.mu * l[2] * c[1] / s;
}
UTEST(potentials, models_have_no_curl_and_plain_coulomb_has) {
    contact_config config = contact_default_config();
    contact_field_report report;
    contact_law_parameters parameters = {1e4, 1, 1e-3};
    contact__potential p;
    memset(&p, 0, sizeof p);
    ASSERT_EQ((int)contact__potential_law(&p, &config, CONTACT_LAW_HUNT_CROSSLEY, &parameters, 1e-2, 1e-3), 0);
    p.rows = 3;
    p.mu = 0.5;
    p.epsilon = 1e-2;
    p.gamma0 = 0.3;
    p.r[0] = p.r[1] = 1e-2;
    p.r[2] = 0.1;
    p.target = 0.2;
    for (int form = CONTACT__FORM_CONE; form <= CONTACT__FORM_SIMILAR; ++form) {
        p.form = form;
        ASSERT_EQ((int)contact_field_check(potential_field, &p, 0.5, 2000, &report), 0);
        EXPECT_LT(report.curl, 1e-4); /* differences across a region's border within 1e-6 of the range */
        EXPECT_GT(report.least_eigenvalue, -1e-4);
    }
    ASSERT_EQ((int)contact_field_check(coulomb_field, &p, 0.5, 2000, &report), 0);
    EXPECT_GT(report.curl, 0.1);
}

UTEST(potentials, potentials_are_bounded_and_fall_with_separation) {
    contact_config config = contact_default_config();
    for (int law = CONTACT_LAW_SPRING; law <= CONTACT_LAW_IPC_BARRIER; ++law) {
        contact_law_parameters p = {1e5, 2, 1e-3};
        tact_real last = TACT_REAL_MAX, n, slope, l;
        for (double v = -2; v < 2; v += 0.01) {
            ASSERT_EQ((int)contact_law_evaluate(&config, law, &p, 1e-3, 2e-4, v, &n, &slope, &l), 0);
            ASSERT_GE(n, 0.0);
            ASSERT_LE(slope, 0.0);
            ASSERT_LE(l, last);
            last = l;
        }
    }
}

UTEST_MAIN()
