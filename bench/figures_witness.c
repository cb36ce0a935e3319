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
    plot_figure figure = plot_figure_make(
        "witness_fig5_convergence", paper, "Fig. 5", "Contact-pose generation: cost over iterations",
        "Gauss-Newton with line search for a relative pose in which two given points are the witness "
        "points and touch. Finite differences get stuck; the estimators of first order converge quickly.");
    plot_figure_write(
        directory, &figure, &p, 1,
        "after 50 iterations both 1st-order estimators are three decades below both finite differences, and both are "
        "below 1e-8 in fewer iterations than the 0th-order one",
        first <= 1e-3 * fd && to_gauss < to_zeroth && to_gumbel < to_zeroth,
        "Final cost: finite differences %.1e, 0th order %.1e, 1st-order Gauss %.1e, Gumbel %.1e, our default %.1e. "
        "Iterations "
        "to 1e-8: 0th order %d, Gauss %d, Gumbel %d, default %d.",
        fd, five[2][ITERATIONS], five[3][ITERATIONS], five[4][ITERATIONS], five[5][ITERATIONS], to_zeroth, to_gauss,
        to_gumbel, iterations_to(five[5], 1e-8));

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
    figure = plot_figure_make(
        "witness_fig6_noise", paper, "Fig. 6", "Noise and number of samples",
        "The same problems. More noise brings a quicker start and a less precise end; more samples a better estimate.");
    plot_figure_write(
        directory, &figure, six, 2,
        "at iteration 5 noise 1e-4 is below 1e-6, after 50 iterations it is above 1e-5; M = 100 is below M = 5 at "
        "iteration 10",
        noise[1][5] < noise[3][5] && noise[1][ITERATIONS] > noise[2][ITERATIONS] && samples[3][10] < samples[0][10],
        "Gumbel, noise 1e-3, 1e-4, 1e-5, 1e-6: cost at iteration 5 %.1e %.1e %.1e %.1e, after 50 %.1e %.1e %.1e %.1e. "
        "Gauss, "
        "M = 5, 10, 20, 100: at iteration 10 %.1e %.1e %.1e %.1e, after 50 %.1e %.1e %.1e %.1e.",
        noise[0][5], noise[1][5], noise[2][5], noise[3][5], noise[0][ITERATIONS], noise[1][ITERATIONS],
        noise[2][ITERATIONS], noise[3][ITERATIONS], samples[0][10], samples[1][10], samples[2][10], samples[3][10],
        samples[0][ITERATIONS], samples[1][ITERATIONS], samples[2][ITERATIONS], samples[3][ITERATIONS]);
    return 0;
}
