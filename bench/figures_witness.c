/* The figures of the contact-pose experiment of "Differentiable Collision Detection: a Randomized Smoothing Approach", drawn with the
   optimiser of bench/witness.c into the directory given as argument; without one it does nothing. Hulls of 500 points on
   ellipsoids stand for the scanned objects of the paper, whose files are not in this tree; each curve is the median over problems, where
   the paper shows one. */
#define WITNESS_NO_MAIN
#include "witness.c"
#include "plot.h"

enum { ITERATIONS = 50, PROBLEMS = 24, CURVES = 6 };
static double axis[ITERATIONS + 1];

/* Median of the least cost so far, over the problems, for every iteration. */
static void median_trace(collide_gradient_config c, double out[ITERATIONS + 1]) {
    static double all[PROBLEMS][ITERATIONS + 1];
    for (int i = 0; i < PROBLEMS; ++i) {
        uint64_t seed = 500 + (uint64_t)i, at = 0;
        collide_hull *ha = make_hull(500, tact_vec(0.1, 0.12, 0.08), 2 * seed),
                     *hb = make_hull(500, tact_vec(0.08, 0.1, 0.11), 2 * seed + 1);
        problem p;
        p.a = collide_convex(ha), p.b = collide_convex(hb);
        tact_vec3 place = tact_scale(0.4, unit_vector(seed, &at));
        tact_pose start = tact_pose_make(place, rotation(seed, &at));
        p.target_a = sample_target(&p.a, 1, seed, &at), p.target_b = sample_target(&p.b, 1, seed, &at);
        optimise(&p, start, c, ITERATIONS, all[i]);
        collide_hull_destroy(ha), collide_hull_destroy(hb);
    }
    for (int k = 0; k <= ITERATIONS; ++k) {
        double column[PROBLEMS];
        for (int i = 0; i < PROBLEMS; ++i) column[i] = all[i][k];
        out[k] = bench_median(column, PROBLEMS);
    }
}
static int iterations_to(const double *trace, double level) {
    int k = 0;
    while (k < ITERATIONS && trace[k] > level) ++k;
    return k;
}
/* Tables I and II: quantiles of the final cost, times of a derivative. */
static void tables(const char *directory, const char *paper) {
    static double q[2][6][5], us[6][2][5];
    static const char *const names[6] = {"finite differences 1e-6", "finite differences 1e-3", "0th order Gauss",
                                         "1st order Gauss",         "1st order Gumbel",        "our default"};
    static double at[5] = {0.1, 0.25, 0.5, 0.75, 0.9}, shown[6][5];
    static plot_figure f;
    plot_panel p = plot_panel_make("30 pairs x 30 targets", "share of the problems", "cost after 50 iterations [m^2]");
    int n = bench_quick() ? 8 : 30, sizes = bench_quick() ? 1 : 4;
    double slow[2] = {1e300, 1e300}, fast[2] = {1e300, 0};
    for (int k = 0; k < 2; ++k) table1(n, k, q[k]);
    p.log_y = 1;
    for (int m = 0; m < 6; ++m) {
        for (int i = 0; i < 5; ++i) shown[m][i] = fmax(q[1][m][i], 1e-34);
        plot_add(&p, names[m], at, shown[m], 5, PLOT_MARKS);
    }
    f = plot_figure_make("witness_tab1_quantiles", paper, "Table I", "Contact-pose generation on rough shapes",
                         "Pairs of polyhedra of 12 vertices on random ellipsoids; targets are points of their surfaces "
                         "(drawn) or vertices.");
    for (int k = 1; k >= 0; --k) {
        double d9 = fmin(q[k][0][4], q[k][1][4]), q3 = fmin(q[k][0][3], q[k][1][3]),
               first = fmax(q[k][3][3], q[k][4][3]);
        plot_claim(&f,
                   k ? "finite differences are unreliable: a quarter of the problems ends with a high cost"
                     : "targets at vertices: finite differences are unreliable: a quarter of the problems ends with a "
                       "high cost",
                   "Q3 4e-2 and 1e-2, D9 8e-2 and 5e-2", fmax(q[k][0][3], q[k][1][3]) > 1e-4, NULL,
                   "Q3 %.0e, %.0e; D9 %.0e, %.0e", q[k][0][3], q[k][1][3], q[k][0][4], q[k][1][4]);
        plot_claim(&f,
                   k ? "the 0th-order estimator is an order of magnitude better in Q3 and D9"
                     : "targets at vertices: the 0th-order estimator is an order of magnitude better in Q3 and D9",
                   "Q3 2e-3, D9 5e-3", q[k][2][3] < 0.1 * q3 && q[k][2][4] < 0.1 * d9,
                   "the table itself has 5, not 10, between finite differences of 1e-3 and it in Q3, and 10 in D9",
                   "Q3 %.0e for %.0e, D9 %.0e for %.0e", q[k][2][3], q3, q[k][2][4], d9);
        plot_claim(&f,
                   k ? "the 1st-order estimators are at least three orders better"
                     : "targets at vertices: the 1st-order estimators are at least three orders better",
                   "Q3 3e-7, 7e-8; D9 2e-6, 2e-5", first < 1e-3 * q3 && fmax(q[k][3][4], q[k][4][4]) < 1e-3 * d9, NULL,
                   "Q3 %.0e, %.0e for %.0e; D9 %.0e, %.0e for %.0e", q[k][3][3], q[k][4][3], q3, q[k][3][4], q[k][4][4],
                   d9);
    }
    plot_figure_write(directory, &f, &p, 1);
    table2(sizes, us);
    for (int k = 0; k < sizes; ++k)
        for (int i = 0; i < 2; ++i) {
            slow[0] = fmin(slow[0], us[k][i][2] / us[k][i][1]);
            slow[1] = fmin(slow[1], us[k][i][1] / us[k][i][3]);
            fast[0] = fmin(fast[0], us[k][i][1] / us[k][i][4]), fast[1] = fmax(fast[1], us[k][i][1] / us[k][i][4]);
        }
    f = plot_figure_make("witness_tab2_times", paper, "Table II", "Time of a derivative",
                         "Hulls of 100 to 1000 vertices that overlap or are apart: derivative of the witness points of "
                         "a result that is there.");
    plot_claim(&f, "the 0th-order estimator takes longer than finite differences", "338 and 78 us (M = 50)",
               slow[0] > 1, PLOT_TIME, "at least %.1f times; %.1f and %.1f us at 500 vertices", slow[0],
               us[sizes > 2 ? 2 : 0][0][2], us[sizes > 2 ? 2 : 0][0][1]);
    plot_claim(&f, "the 1st-order estimators are 10 to 70 times faster than finite differences",
               "1.7 and 78 us (Gumbel)", fast[0] > 10, PLOT_TIME,
               "Gumbel %.0f to %.0f times, Gauss (M = 20) at least %.1f times", fast[0], fast[1], slow[1]);
    plot_claim(&f, "they take microseconds", "1.7 us (Gumbel), 8.9 us (Gauss, M = 20)", us[0][0][4] < 10, PLOT_TIME,
               "%.2f and %.2f us at 100 vertices", us[0][0][4], us[0][0][3]);
    plot_untested(&f, "on scanned household objects", NULL, "the scans, which are not in this tree");
    plot_figure_write(directory, &f, NULL, 0);
}
static collide_gradient_config paper_form(collide_gradient_method kind, double noise, int samples) {
    collide_gradient_config c = collide_default_gradient_config(kind);
    c.noise = noise;
    c.noise_unit = COLLIDE_NOISE_SEPARATION;
    c.samples = samples;
    return c;
}

int main(int argc, char **argv) {
    static double five[CURVES][ITERATIONS + 1], noise[4][ITERATIONS + 1], samples[4][ITERATIONS + 1];
    static const char *const labels[CURVES] = {"finite differences 1e-6",
                                               "finite differences 1e-3",
                                               "0th order Gauss M=50",
                                               "1st order Gauss M=20",
                                               "1st order Gumbel, form of the paper",
                                               "1st order Gumbel, default"};
    const char *paper = "Differentiable collision detection", *directory = argc > 1 ? argv[1] : NULL;
    if (!directory) return 0;
    for (int k = 0; k <= ITERATIONS; ++k) axis[k] = k;

    const collide_gradient_config configs[CURVES] = {
        paper_form(COLLIDE_GRADIENT_CENTRAL, 1e-6, 2),       paper_form(COLLIDE_GRADIENT_CENTRAL, 1e-3, 2),
        paper_form(COLLIDE_GRADIENT_GAUSS_ZEROTH, 1e-2, 50), paper_form(COLLIDE_GRADIENT_GAUSS_FIRST, 1e-3, 20),
        paper_form(COLLIDE_GRADIENT_GUMBEL, 1e-5, 2),        collide_default_gradient_config(COLLIDE_GRADIENT_GUMBEL)};
    plot_panel p = plot_panel_make("median over 24 problems, hulls of 500 points", "iteration", "cost [m^2]");
    p.log_y = 1;
    p.y_low = 1e-34;
    p.y_high = 0.1;
    for (int i = 0; i < CURVES; ++i) {
        median_trace(configs[i], five[i]);
        plot_add(&p, labels[i], axis, five[i], ITERATIONS + 1, PLOT_LINE);
    }
    double fd = fmin(five[0][ITERATIONS], five[1][ITERATIONS]), first = fmax(five[3][ITERATIONS], five[4][ITERATIONS]);
    int to_zeroth = iterations_to(five[2], 1e-8), to_gauss = iterations_to(five[3], 1e-8),
        to_gumbel = iterations_to(five[4], 1e-8);
    static plot_figure figure;
    figure =
        plot_figure_make("witness_fig5_convergence", paper, "Fig. 5", "Contact-pose generation: cost over iterations",
                         "Gauss-Newton with line search for a relative pose in which two given points are the witness "
                         "points and touch. Median over the problems of the least cost so far.");
    plot_claim(&figure, "finite differences get stuck at a limited precision", "stuck", fd > 1e-12, NULL,
               "after 50 iterations %.0e (1e-6), %.0e (1e-3)", five[0][ITERATIONS], five[1][ITERATIONS]);
    plot_claim(&figure, "which depends on their increment", NULL,
               fmax(five[0][ITERATIONS], five[1][ITERATIONS]) > 3 * fd, NULL, "by a factor of %.1f",
               fmax(five[0][ITERATIONS], five[1][ITERATIONS]) / fd);
    plot_claim(&figure, "1st-order estimators converge rapidly to a high precision", "rapidly",
               first <= 1e-3 * fd && to_gauss < 50 && to_gumbel < 50, NULL,
               "Gauss %.1e, Gumbel %.1e; below 1e-8 after %d and %d iterations", five[3][ITERATIONS],
               five[4][ITERATIONS], to_gauss, to_gumbel);
    plot_claim(&figure, "more rapidly than the 0th-order estimator", "unlike",
               to_gauss < to_zeroth && to_gumbel < to_zeroth, NULL, "that one is below 1e-8 after %d iterations",
               to_zeroth);
    plot_claim(
        &figure, "and to a higher precision", "unlike", first < 0.1 * five[2][ITERATIONS],
        "the median problem of the 0th-order estimator is solved to rounding in the end: the paper shows one problem",
        "0th order %.1e", five[2][ITERATIONS]);
    plot_figure_write(directory, &figure, &p, 1);

    static const double levels[4] = {1e-3, 1e-4, 1e-5, 1e-6};
    static const char *const level_names[4] = {"noise 1e-3", "noise 1e-4", "noise 1e-5", "noise 1e-6"};
    static const int counts[4] = {5, 10, 20, 100};
    static const char *const count_names[4] = {"M = 5", "M = 10", "M = 20", "M = 100"};
    plot_panel six[2];
    six[0] = plot_panel_make("1st order Gumbel, depth 1: noise", "iteration", "cost [m^2]");
    six[1] = plot_panel_make("1st order Gauss, noise 1e-3: samples", "iteration", "cost [m^2]");
    six[0].log_y = six[1].log_y = 1;
    six[0].y_low = six[1].y_low = 1e-25;
    six[0].y_high = six[1].y_high = 0.1;
    for (int i = 0; i < 4; ++i) {
        median_trace(paper_form(COLLIDE_GRADIENT_GUMBEL, levels[i], 2), noise[i]);
        plot_add(&six[0], level_names[i], axis, noise[i], ITERATIONS + 1, PLOT_LINE);
        median_trace(paper_form(COLLIDE_GRADIENT_GAUSS_FIRST, 1e-3, counts[i]), samples[i]);
        plot_add(&six[1], count_names[i], axis, samples[i], ITERATIONS + 1, PLOT_LINE);
    }
    /* early: mean over the first five iterations of log10 of the cost; late: log10 after 50 */
    double early[4] = {0}, late[4], by_samples[4] = {0};
    for (int i = 0; i < 4; ++i) {
        for (int k = 1; k <= 5; ++k) early[i] += log10(noise[i][k]) / 5;
        late[i] = log10(noise[i][ITERATIONS]);
        for (int k = 1; k <= 20; ++k) by_samples[i] += log10(fmax(samples[i][k], 1e-25)) / 20;
    }
    figure =
        plot_figure_make("witness_fig6_noise", paper, "Fig. 6", "Noise and number of samples", "The same problems.");
    plot_claim(&figure, "with more noise the first iterations gain more", "the faster the convergence is at first",
               early[1] < fmin(early[2], early[3]) - 0.05, NULL,
               "mean log10 of the cost over the first 5 iterations, noise 1e-3 to 1e-6: %.2f, %.2f, %.2f, %.2f",
               early[0], early[1], early[2], early[3]);
    plot_claim(&figure, "with more noise the end is less precise", "less optimal solution", late[0] > late[2] + 1, NULL,
               "log10 of the cost after 50: %.1f, %.1f, %.1f, %.1f", late[0], late[1], late[2], late[3]);
    plot_claim(&figure, "with more samples the estimator is better", "the higher the better",
               by_samples[3] < by_samples[0] - 0.1, NULL,
               "mean log10 of the cost over 20 iterations, M = 5, 10, 20, 100: %.2f, %.2f, %.2f, %.2f", by_samples[0],
               by_samples[1], by_samples[2], by_samples[3]);
    plot_figure_write(directory, &figure, six, 2);
    tables(directory, paper);
    return 0;
}
