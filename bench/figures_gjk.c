/* The figures 7 to 12 and tables I to III of GJK++ (Montaut et al. 2024), drawn into the directory given as argument; without one it does nothing.

   The paper's ellipsoids are as in its code; for its household meshes stand hulls of random points on ellipsoids, 100 to 2000
   vertices. Iterations are exact; times are medians of interleaved repeats on whatever machine this is. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function" /* what only the main of gjk.c calls */
#endif
#define GJK_NO_MAIN
#include "gjk.c"
#include "plot.h"

#define PAPER "Montaut et al. 2024, GJK++"
enum { METHODS = 4, DISTANCES = 9, MAX_PROBLEMS = 400 };
static const double distances[DISTANCES] = {-0.1, -1e-2, -1e-3, -1e-4, 1e-4, 1e-3, 1e-2, 0.1, 1};
static const char *const names[METHODS] = {"GJK", "Polyak", "Nesterov", "Nesterov normalised"};
static const char *const axis = "sign(d) (5 + log10 |d|),  d the signed distance [m]";
static double place(double d) { return d < 0 ? -5 - log10(-d) : 5 + log10(d); }

/* One search as in the paper: duality gap 1e-8, from the centres. boolean: the first separating plane ends it. */
static int search(const query *q, int method, int boolean, tact_real gap_tolerance) {
    collide_config config = study((collide_method)(COLLIDE_METHOD_GJK + method));
    collide__pair_state p;
    collide__search s;
    collide__pair_init(&p, &q->a, q->pose_a, &q->b, q->pose_b);
    collide__search_init(&p, &config, &s);
    s.gap_tolerance = gap_tolerance;
    if (boolean) s.bound = s.accept = 0;
    collide__search_run(&p, &s, tact_neg(p.t), config.method, config.max_iterations);
    BENCH_KEEP(&s);
    return s.iterations;
}
typedef struct problem {
    const query *q;
    int method, boolean, calls;
} problem;
static double seconds_of(const problem *p) {
    double start = bench_cpu();
    int i;
    for (i = 0; i < p->calls; ++i) search(p->q, p->method, p->boolean, TACT_R(1e-8));
    return (bench_cpu() - start) / p->calls;
}
/* Least of a few interleaved timings of one problem by every method. */
static void times_of(const query *q, int boolean, double seconds[METHODS]) {
    int repeat, m, repeats = bench_quick() ? 3 : 5;
    for (m = 0; m < METHODS; ++m) seconds[m] = 1e9;
    for (repeat = 0; repeat < repeats; ++repeat)
        for (m = 0; m < METHODS; ++m) {
            problem p;
            p.q = q;
            p.method = m;
            p.boolean = boolean;
            p.calls = 16;
            seconds[m] = fmin(seconds[m], seconds_of(&p));
        }
}
typedef struct curve {
    double x[DISTANCES], mean[METHODS][DISTANCES], low[METHODS][DISTANCES], high[METHODS][DISTANCES];
} curve;
static void moments(const double *v, int n, double *mean, double *deviation) {
    double sum = 0, square = 0;
    int i;
    for (i = 0; i < n; ++i) sum += v[i] / n;
    for (i = 0; i < n; ++i) square += (v[i] - sum) * (v[i] - sum) / n;
    *mean = sum, *deviation = sqrt(square);
}
static plot_panel panel_of(const char *title, const char *y_label, const curve *c, int band, int log_y) {
    plot_panel p = plot_panel_make(title, axis, y_label);
    int m;
    for (m = 0; m < (band ? 3 : METHODS); ++m) { /* with bands: the three of the paper */
        plot_add_color(&p, names[m], c->x, c->mean[m], DISTANCES, PLOT_MARKS, m);
        if (!band) continue;
        plot_add_color(&p, m == 2 ? "dashed: standard deviation" : NULL, c->x, c->high[m], DISTANCES, PLOT_DASHED, m);
        plot_add_color(&p, NULL, c->x, c->low[m], DISTANCES, PLOT_DASHED, m);
    }
    p.log_y = log_y;
    return p;
}
static void curve_rows(const char *name, const char *metric, const curve *c) {
    int m, d;
    char text[64], where[32];
    for (m = 0; m < METHODS; ++m)
        for (d = 0; d < DISTANCES; ++d) {
            snprintf(text, sizeof text, "%s_%s", metric, method_name[COLLIDE_METHOD_GJK + m]);
            snprintf(where, sizeof where, "d=%g", distances[d]);
            bench_row2("figures", name, where, text, c->mean[m][d]);
        }
}
/* Mean over the distances from..to of one method over another. */
static double over(const curve *c, int top, int bottom, int from, int to) {
    double sum = 0;
    int d;
    for (d = from; d <= to; ++d) sum += c->mean[top][d] / c->mean[bottom][d] / (to - from + 1);
    return sum;
}

static void figure_7(const char *directory, int n) {
    static curve c[2];
    static query q[MAX_PROBLEMS];
    double v[MAX_PROBLEMS], deviation;
    plot_panel panels[2];
    plot_figure f =
        plot_figure_make("gjk_07_ellipsoids", PAPER, "Fig. 7", "Ellipsoids: iterations against distance",
                         "Support points until the duality gap is below 1e-8 (left) or until a plane separates or the "
                         "origin is enclosed (right); mean and standard deviation over random pairs.");
    int d, i, m, boolean;
    double close, far, deep, spread[DISTANCES];
    for (d = 0; d < DISTANCES; ++d) {
        for (i = 0; i < n; ++i) {
            collide_shape a = random_body(0), b = random_body(0);
            q[i] = random_pair(a, b, distances[d]);
        }
        for (boolean = 0; boolean < 2; ++boolean)
            for (m = 0; m < METHODS; ++m) {
                for (i = 0; i < n; ++i) v[i] = search(&q[i], m, boolean, TACT_R(1e-8));
                c[boolean].x[d] = place(distances[d]);
                moments(v, n, &c[boolean].mean[m][d], &deviation);
                if (!boolean && m == 2) spread[d] = deviation;
                c[boolean].low[m][d] = c[boolean].mean[m][d] - deviation,
                c[boolean].high[m][d] = c[boolean].mean[m][d] + deviation;
            }
    }
    curve_rows("gjk_07_ellipsoids", "iterations", &c[0]), curve_rows("gjk_07_ellipsoids", "boolean_iterations", &c[1]);
    panels[0] = panel_of("distance", "iterations", &c[0], 1, 0),
    panels[1] = panel_of("boolean", "iterations", &c[1], 1, 0);
    close = over(&c[0], 0, 2, 5, 7);
    far = c[0].mean[1][8] / c[0].mean[2][8];
    deep = c[0].mean[1][0] / c[0].mean[2][0];
    plot_claim(&f, "close together, Nesterov needs far fewer iterations than GJK and fewer than Polyak",
               "16 and 7 (Table III)", close >= 1.3 && over(&c[0], 1, 2, 5, 7) > 1, NULL,
               "GJK / Nesterov %.2f, Polyak / Nesterov %.2f at 1e-3 to 0.1 m", close, over(&c[0], 1, 2, 5, 7));
    plot_claim(&f, "1 m apart, Nesterov is detrimental to the distance and Polyak is competitive with GJK",
               "13 and 4 (Table III)",
               c[0].mean[2][8] > c[0].mean[0][8] && c[0].mean[1][8] < 1.5 * c[0].mean[0][8] && far < 1, NULL,
               "GJK %.1f, Polyak %.1f, Nesterov %.1f", c[0].mean[0][8], c[0].mean[1][8], c[0].mean[2][8]);
    plot_claim(&f, "in shallow contact both take no more iterations than GJK", "same or even fewer",
               over(&c[0], 1, 0, 2, 3) < 1.02 && over(&c[0], 2, 0, 2, 3) < 1.02, NULL,
               "Polyak %.2f, Nesterov %.2f of GJK's at -1e-3 and -1e-4 m", over(&c[0], 1, 0, 2, 3),
               over(&c[0], 2, 0, 2, 3));
    plot_claim(&f, "the shallower, the more they gain, Nesterov most", NULL,
               c[0].mean[0][3] / c[0].mean[2][3] > c[0].mean[0][1] / c[0].mean[2][1] &&
                   c[0].mean[2][3] < c[0].mean[1][3],
               NULL, "GJK / Nesterov %.2f at -0.1, %.2f at -1e-2, %.2f at -1e-4 m; Polyak / Nesterov %.2f there",
               c[0].mean[0][0] / c[0].mean[2][0], c[0].mean[0][1] / c[0].mean[2][1], c[0].mean[0][3] / c[0].mean[2][3],
               c[0].mean[1][3] / c[0].mean[2][3]);
    plot_claim(&f, "at -0.01 m the deviation of Nesterov grows", "irregularity",
               spread[1] > spread[0] && spread[1] > spread[2], "the sampled distances are a decade apart",
               "standard deviation at -0.1, -1e-2, -1e-3 m: %.1f, %.1f, %.1f", spread[0], spread[1], spread[2]);
    plot_claim(&f, "Polyak is the more robust one, deep and far", "more robust", deep <= 1 && far <= 1, NULL,
               "Polyak / Nesterov %.2f at 1 m, %.2f at -0.1 m", far, deep);
    plot_claim(&f, "yes/no queries show a similar pattern", "similar pattern", over(&c[1], 0, 2, 4, 5) > 1, NULL,
               "GJK / Nesterov %.2f at 1e-4 and 1e-3 m", over(&c[1], 0, 2, 4, 5));
    plot_figure_write(directory, &f, panels, 2);
}

/* Something of a household, n vertices: 0 a box with rounded edges (superellipsoid), 1 a can, 2 a jar. */
static double power(double v, double e) { return v < 0 ? -pow(-v, e) : pow(v, e); }
static collide_hull *household_hull(int n, int kind) {
    static const double radius[4] = {0.8, 1, 1, 0.4}, height[4] = {-1, -0.9, 0.3, 1}; /* rings of a jar */
    tact_vec3 *p = (tact_vec3 *)malloc(sizeof(tact_vec3) * (size_t)n);
    collide_hull *hull = NULL;
    double r[3], x, y, z;
    int i, rings = kind == 1 ? 2 : 4;
    for (i = 0; i < 3; ++i) r[i] = uniform(0.03, 0.12);
    for (i = 0; i < n; ++i) {
        double turn = 2 * TACT_PI * (i / rings) / (n / rings);
        if (kind == 0) {
            double around, up;
            x = normal();
            y = normal();
            z = normal();
            around = atan2(y, x);
            up = atan2(z, sqrt(x * x + y * y));
            x = r[0] * power(cos(up), 0.25) * power(cos(around), 0.25),
            y = r[1] * power(cos(up), 0.25) * power(sin(around), 0.25);
            z = r[2] * power(sin(up), 0.25);
        } else {
            double wide = kind == 1 ? 1 : radius[i % 4];
            x = wide * r[0] * cos(turn);
            y = wide * r[0] * sin(turn);
            z = kind == 1 ? (i % 2 ? r[2] : -r[2]) : 1.5 * height[i % 4] * r[2];
        }
        p[i] = tact_vec((tact_real)x, (tact_real)y, (tact_real)z);
    }
    if (collide_hull_create(p, n, NULL, NULL, &hull) != COLLIDE_OK) exit(1);
    free(p);
    return hull;
}

/* Normalising helps where many directions have one support point, on flat sides with edges: on the paper's household objects and
   on these. On hulls of points of an ellipsoid, which are nearly strictly convex, it costs iterations: both are shown. */
static void figure_8(const char *directory, int n) {
    static const int sizes[] = {100, 250, 500, 1000, 2000};
    static const char *const kinds[2] = {"household", "ellipsoid"};
    enum { HULLS = 6 };
    static double x[5], iterations[2][METHODS][5], ns[2][METHODS][5];
    plot_panel p[3];
    plot_figure f = plot_figure_make(
        "gjk_08_normalisation", PAPER, "Fig. 8", "Direction normalised or not",
        "Hulls at 0 to 0.1 m, by number of vertices: iterations and time of the distance with the momentum of "
        "Nesterov mixed from unit vectors or not. Rounded boxes, cans and jars stand for the paper's household "
        "objects; at the right the same on hulls of points of an ellipsoid.");
    int k, i, m, kind;
    double gain[2] = {0, 0}, against[2] = {0, 0}, time_gain = 0, time_against = 0;
    for (kind = 0; kind < 2; ++kind)
        for (k = 0; k < 5; ++k) {
            collide_hull *hulls[HULLS];
            x[k] = sizes[k];
            for (i = 0; i < HULLS; ++i) hulls[i] = kind ? random_hull(sizes[k]) : household_hull(sizes[k], i % 3);
            for (i = 0; i < n; ++i) {
                query q = random_pair(collide_convex(hulls[i % HULLS]), collide_convex(hulls[(i / HULLS) % HULLS]),
                                      uniform(1e-4, 0.1));
                double seconds[METHODS];
                times_of(&q, 0, seconds);
                for (m = 0; m < METHODS; ++m)
                    iterations[kind][m][k] += search(&q, m, 0, TACT_R(1e-8)) / (double)n,
                        ns[kind][m][k] += 1e9 * seconds[m] / n;
            }
            for (i = 0; i < HULLS; ++i) collide_hull_destroy(hulls[i]);
            for (m = 0; m < METHODS; ++m) {
                char where[32], text[64];
                snprintf(where, sizeof where, "%s%d", kinds[kind], sizes[k]);
                snprintf(text, sizeof text, "iterations_%s", method_name[COLLIDE_METHOD_GJK + m]);
                bench_row2("figures", "gjk_08_normalisation", where, text, iterations[kind][m][k]);
                snprintf(text, sizeof text, "ns_%s", method_name[COLLIDE_METHOD_GJK + m]);
                bench_row2("figures", "gjk_08_normalisation", where, text, ns[kind][m][k]);
            }
            if (k >= 2)
                gain[kind] += iterations[kind][2][k] / iterations[kind][3][k] / 3,
                    against[kind] += iterations[kind][0][k] / iterations[kind][3][k] / 3;
            if (k >= 2 && !kind)
                time_gain += ns[0][2][k] / ns[0][3][k] / 3, time_against += ns[0][0][k] / ns[0][3][k] / 3;
        }
    p[0] = plot_panel_make("household", "vertices", "iterations"),
    p[1] = plot_panel_make("household", "vertices", "ns");
    p[2] = plot_panel_make("ellipsoids", "vertices", "iterations");
    for (i = 0; i < 3; ++i) {
        p[i].log_x = 1;
        for (m = 0; m < METHODS; ++m)
            plot_add_color(&p[i], names[m], x, i == 1 ? ns[0][m] : iterations[i / 2][m], 5, PLOT_MARKS, m);
    }
    plot_claim(&f, "normalising the direction reduces Nesterov's iterations, below its own without and below GJK's",
               "reducing", gain[0] > 1 && against[0] > 1, NULL,
               "household hulls of 500 to 2000 vertices: Nesterov / normalised %.2f, GJK / normalised %.2f", gain[0],
               against[0]);
    plot_claim(&f, "and its time", "lower time", time_gain > 1 && time_against > 1, PLOT_TIME,
               "Nesterov / normalised %.2f, GJK / normalised %.2f in time", time_gain, time_against);
    plot_claim(&f, "the same on hulls of points of ellipsoids", NULL, gain[1] > 1,
               "few directions share a support point there: the heuristic has nothing to prevent",
               "Nesterov / normalised %.2f, GJK / normalised %.2f", gain[1], against[1]);
    plot_untested(&f, "Polyak does not gain from normalising", NULL,
                  "a normalised Polyak, which the search does not have");
    plot_figure_write(directory, &f, p, 3);
}

static void figures_9_to_11(const char *directory, int n) {
    static curve iterations[2], ns[2], ratio[2];
    static double list[METHODS][MAX_PROBLEMS], counts[METHODS][MAX_PROBLEMS];
    static const char *const files[2] = {"gjk_09_hulls_distance", "gjk_10_hulls_boolean"}, *const numbers[2] = {
                                                                                               "Fig. 9", "Fig. 10"};
    static const char *const titles[2] = {"Hulls: distance", "Hulls: yes/no"};
    collide_hull *hulls[12];
    plot_panel p[2];
    int d, i, m, boolean;
    for (i = 0; i < 12; ++i) hulls[i] = random_hull((int)(100 * pow(20, i / 11.0)));
    for (d = 0; d < DISTANCES; ++d)
        for (boolean = 0; boolean < 2; ++boolean) {
            double deviation, copy[MAX_PROBLEMS];
            for (i = 0; i < n; ++i) {
                query q = random_pair(collide_convex(hulls[i % 12]), collide_convex(hulls[(5 * i + i / 12) % 12]),
                                      distances[d]);
                double seconds[METHODS];
                times_of(&q, boolean, seconds);
                for (m = 0; m < METHODS; ++m)
                    list[m][i] = seconds[m], counts[m][i] = search(&q, m, boolean, TACT_R(1e-8));
            }
            iterations[boolean].x[d] = ns[boolean].x[d] = ratio[boolean].x[d] = place(distances[d]);
            for (m = 0; m < METHODS; ++m) {
                moments(counts[m], n, &iterations[boolean].mean[m][d], &deviation);
                memcpy(copy, list[m], sizeof(double) * (size_t)n);
                ns[boolean].mean[m][d] = 1e9 * bench_median(copy, n);
                for (i = 0; i < n; ++i) copy[i] = list[0][i] / list[m][i];
                ratio[boolean].mean[m][d] = bench_quantile(copy, n, 0.5);
                ratio[boolean].low[m][d] = bench_quantile(copy, n, 0.1),
                ratio[boolean].high[m][d] = bench_quantile(copy, n, 0.9);
            }
        }
    for (boolean = 0; boolean < 2; ++boolean) {
        plot_figure f = plot_figure_make(
            files[boolean], PAPER, numbers[boolean], titles[boolean],
            "Random hulls of 100 to 2000 vertices instead of the paper's household objects: mean iterations and "
            "median time against the signed distance.");
        double polyak = over(&iterations[boolean], 0, 1, 4, 6), nesterov = over(&iterations[boolean], 0, 3, 4, 6);
        curve_rows(files[boolean], "iterations", &iterations[boolean]), curve_rows(files[boolean], "ns", &ns[boolean]);
        p[0] = panel_of("iterations", "iterations", &iterations[boolean], 0, 0),
        p[1] = panel_of("time", "ns", &ns[boolean], 0, 0);
        plot_claim(&f, "close together, Polyak and normalised Nesterov take fewer iterations than GJK", NULL,
                   polyak > 1 && nesterov > 1, NULL, "GJK / Polyak %.2f, GJK / Nesterov %.2f at 1e-4 to 1e-2 m", polyak,
                   nesterov);
        plot_claim(&f, "the same in shallow contact", NULL,
                   over(&iterations[boolean], 0, 1, 2, 3) > 1 && over(&iterations[boolean], 0, 3, 2, 3) > 1,
                   "hulls of ellipsoids are rounder than household objects: they end at once in contact",
                   "%.2f and %.2f at -1e-3 and -1e-4 m", over(&iterations[boolean], 0, 1, 2, 3),
                   over(&iterations[boolean], 0, 3, 2, 3));
        plot_claim(&f, "close together they take less time", NULL,
                   over(&ns[boolean], 0, 1, 4, 6) > 1 && over(&ns[boolean], 0, 3, 4, 6) > 1, PLOT_TIME,
                   "GJK / Polyak %.2f, GJK / Nesterov %.2f in time", over(&ns[boolean], 0, 1, 4, 6),
                   over(&ns[boolean], 0, 3, 4, 6));
        plot_claim(&f, "Polyak gains less than Nesterov there", "less acceleration", polyak < nesterov,
                   "on hulls of ellipsoids normalising costs Nesterov iterations (Fig. 8, last line)",
                   "in iterations %.2f and %.2f", polyak, nesterov);
        plot_claim(&f, "Polyak is almost always better than GJK, even far and deep", "almost always",
                   over(&iterations[boolean], 0, 1, 0, 8) > 1, NULL,
                   "GJK / Polyak %.2f over all distances; %.2f at 1 m, %.2f at -0.1 m",
                   over(&iterations[boolean], 0, 1, 0, 8),
                   iterations[boolean].mean[0][8] / iterations[boolean].mean[1][8],
                   iterations[boolean].mean[0][0] / iterations[boolean].mean[1][0]);
        plot_figure_write(directory, &f, p, 2);
    }
    {
        plot_figure f = plot_figure_make("gjk_11_speedup", PAPER, "Fig. 11", "Speed-up over GJK, problem by problem",
                                         "Time of plain GJK over that of the accelerated search on the same problem: "
                                         "median, 10 and 90 % of the problems.");
        double best = 0;
        for (boolean = 0; boolean < 2; ++boolean) {
            p[boolean] = plot_panel_make(boolean ? "boolean" : "distance", axis, "time of GJK / time");
            for (m = 1; m < METHODS; m += 2) {
                plot_add_color(&p[boolean], names[m], ratio[boolean].x, ratio[boolean].mean[m], DISTANCES, PLOT_MARKS,
                               m);
                plot_add_color(&p[boolean], NULL, ratio[boolean].x, ratio[boolean].low[m], DISTANCES, PLOT_DASHED, m);
                plot_add_color(&p[boolean], m == 3 ? "dashed: 10 and 90 %" : NULL, ratio[boolean].x,
                               ratio[boolean].high[m], DISTANCES, PLOT_DASHED, m);
            }
            curve_rows("gjk_11_speedup", boolean ? "boolean_speedup" : "distance_speedup", &ratio[boolean]);
        }
        for (d = 4; d <= 6; ++d) best += fmax(ratio[0].mean[1][d], ratio[0].mean[3][d]) / 3;
        plot_claim(&f, "close together the accelerated searches are faster, problem by problem", "1.1 to 1.6", best > 1,
                   PLOT_TIME, "median speed-up of the better one %.2f at 1e-4 to 1e-2 m", best);
        plot_claim(&f, "in a small percentage of the problems only are they slower", "small percentage",
                   ratio[0].low[1][5] > 0.97 && ratio[0].low[1][4] > 0.97, PLOT_TIME,
                   "a tenth of the problems has a speed-up of Polyak below %.2f at 1e-3 m", ratio[0].low[1][5]);
        plot_claim(&f, "up to a factor of two", "2", fmax(ratio[0].high[3][4], ratio[0].high[3][5]) > 1.8, PLOT_TIME,
                   "a tenth of the problems has a speed-up above %.2f", fmax(ratio[0].high[3][4], ratio[0].high[3][5]));
        plot_figure_write(directory, &f, p, 2);
    }
    for (i = 0; i < 12; ++i) collide_hull_destroy(hulls[i]);
}

/* Two hulls tumble past each other as in bench-gjk; a query counts when the balls around the hulls meet. */
static void figure_12(const char *directory, int trajectories) {
    static const char *const starts[4] = {"none", "centres", "previous", "transported"};
    static const double at[4] = {0, 1, 2, 3};
    static double median[3][4], low[3][4], high[3][4], counts[3][4], samples[3][4][20000];
    static const int method[3] = {COLLIDE_METHOD_GJK, COLLIDE_METHOD_POLYAK, COLLIDE_METHOD_NESTEROV_NORMALIZED};
    static const char *const titles[3] = {"GJK", "Polyak", "Nesterov normalised"};
    plot_panel p[3];
    plot_figure f =
        plot_figure_make("gjk_12_warm_starts", PAPER, "Fig. 12", "Warm starts along trajectories",
                         "Yes/no queries of two hulls that tumble past each other at 120 steps a second, by the first "
                         "direction: median, 10 and "
                         "90 % of the time of a query. none: the x axis; previous: the last separation, transported: "
                         "the same turned with the body.");
    int k, step, m, w, count = 0, best_vanilla = 0, best_polyak = 0;
    for (k = 0; k < trajectories; ++k) {
        collide_hull *ha = random_hull(300), *hb = random_hull(300);
        collide_shape a = collide_convex(ha), b = collide_convex(hb);
        tact_vec3 wa = tact_vec((tact_real)(5 * normal()), (tact_real)(5 * normal()), (tact_real)(5 * normal()));
        tact_vec3 wb = tact_vec((tact_real)(5 * normal()), (tact_real)(5 * normal()), (tact_real)(5 * normal()));
        tact_pose pa = tact_pose_make(tact_vec(0, 0, 0), rotation()),
                  pb = tact_pose_make(tact_vec(0, 0, 0), rotation());
        tact_vec3 previous_a[3][4], previous_b[3][4];
        double offset = uniform(-0.1, 0.1);
        memset(previous_a, 0, sizeof previous_a), memset(previous_b, 0, sizeof previous_b);
        for (step = 0; step < 120 && count < 20000; ++step) {
            double s = (step - 60) / 120.0;
            int used = 0, repeat, call;
            pb.p = tact_vec((tact_real)(0.6 * s), (tact_real)(0.2 + offset), (tact_real)(0.3 * s * s));
            pa.q = tact_quat_normalize(tact_quat_mul(pa.q, tact_quat_exp(tact_scale(TACT_R(1.0 / 120), wa))));
            pb.q = tact_quat_normalize(tact_quat_mul(pb.q, tact_quat_exp(tact_scale(TACT_R(1.0 / 120), wb))));
            for (m = 0; m < 3; ++m)
                for (w = 0; w < 4; ++w) samples[m][w][count] = 1e9;
            for (repeat = 0; repeat < 5; ++repeat)
                for (m = 0; m < 3; ++m)
                    for (w = 0; w < 4; ++w) {
                        collide_config config = study((collide_method)method[m]);
                        collide__pair_state pair;
                        collide__search search_state;
                        tact_vec3 start;
                        double t;
                        collide__pair_init(&pair, &a, pa, &b, pb);
                        if (!(tact_norm(pair.t) < a.extent + b.extent))
                            continue; /* the broad phase would have said no */
                        used = 1;
                        start = w == 0 ? tact_vec(1, 0, 0) : tact_neg(pair.t);
                        if (w == 2 && tact_norm2(previous_a[m][w]) > 0) start = previous_a[m][w];
                        if (w == 3 && tact_norm2(previous_b[m][w]) > 0)
                            start = tact_mat_mul_vec(&pair.r, previous_b[m][w]);
                        t = bench_cpu();
                        for (call = 0; call < 16; ++call) { /* the clock itself takes longer than one */
                            collide__search_init(&pair, &config, &search_state);
                            search_state.bound = search_state.accept = 0;
                            collide__search_run(&pair, &search_state, start, config.method, config.max_iterations);
                            BENCH_KEEP(&search_state);
                        }
                        samples[m][w][count] = fmin(samples[m][w][count], (bench_cpu() - t) / 16);
                        if (repeat == 4) {
                            counts[m][w] += search_state.iterations;
                            if (tact_norm2(search_state.simplex.x) > 0) previous_a[m][w] = search_state.simplex.x;
                            previous_b[m][w] = tact_mat_tmul_vec(&pair.r, previous_a[m][w]);
                        }
                    }
            count += used;
        }
        collide_hull_destroy(ha), collide_hull_destroy(hb);
    }
    for (m = 0; m < 3; ++m) {
        for (w = 0; w < 4; ++w) {
            char where[64];
            median[m][w] = 1e9 * bench_quantile(samples[m][w], count, 0.5);
            low[m][w] = 1e9 * bench_quantile(samples[m][w], count, 0.1),
            high[m][w] = 1e9 * bench_quantile(samples[m][w], count, 0.9);
            counts[m][w] /= count;
            snprintf(where, sizeof where, "%s-%s", method_name[method[m]], starts[w]);
            bench_row2("figures", "gjk_12_warm_starts", where, "ns_median", median[m][w]);
            bench_row2("figures", "gjk_12_warm_starts", where, "iterations", counts[m][w]);
        }
        p[m] = plot_panel_make(titles[m], "first direction", "ns");
        p[m].x_names = starts, p[m].x_name_count = 4;
        plot_add_color(&p[m], "median", at, median[m], 4, PLOT_MARKS, m);
        plot_add_color(&p[m], NULL, at, low[m], 4, PLOT_DASHED, m),
            plot_add_color(&p[m], "10 and 90 %", at, high[m], 4, PLOT_DASHED, m);
        p[m].y_low = 0, p[m].y_high = 1.1 * fmax(fmax(high[m][0], high[m][1]), fmax(high[m][2], high[m][3]));
    }
    for (w = 1; w < 4; ++w) {
        if (counts[0][w] < counts[0][best_vanilla]) best_vanilla = w;
        if (counts[1][w] < counts[1][best_polyak]) best_polyak = w;
    }
    {
        static const char *const apart =
            "the pairs here tumble past each other and never push; the paper's fall on each other in a funnel";
        int worse = 0, last = 0;
        for (m = 0; m < 3; ++m) {
            worse += fmin(counts[m][0], counts[m][3]) > fmax(counts[m][1], counts[m][2]);
            last += counts[m][3] >= fmax(counts[m][0], fmax(counts[m][1], counts[m][2]));
        }
        plot_claim(&f,
                   "with all three methods no start and the transported one are worse than the centres and the "
                   "previous separation",
                   NULL, worse == 3, apart,
                   "in iterations %d of 3; none, centres, previous, transported: GJK %.2f, %.2f, %.2f, %.2f", worse,
                   counts[0][0], counts[0][1], counts[0][2], counts[0][3]);
        plot_claim(&f, "the transported separation is often the worst", "often the worse", last >= 2, apart,
                   "with %d of 3 methods", last);
        plot_claim(&f, "no start at all is never the best", NULL, best_vanilla > 0 && best_polyak > 0, NULL,
                   "GJK is best from %s, Polyak from %s", starts[best_vanilla], starts[best_polyak]);
        plot_claim(&f, "GJK is best from the previous separation", "WS prev", best_vanilla == 2, apart,
                   "best from %s (%.2f iterations; previous %.2f)", starts[best_vanilla], counts[0][best_vanilla],
                   counts[0][2]);
        plot_claim(&f, "Polyak from the centres or the previous separation is better than GJK at its best", NULL,
                   fmax(counts[1][1], counts[1][2]) < counts[0][best_vanilla], apart, "%.2f, %.2f and %.2f iterations",
                   counts[1][1], counts[1][2], counts[0][best_vanilla]);
        plot_claim(&f, "so is Nesterov, significantly: its median is half of GJK's", "0.5 and 1 us",
                   fmax(median[2][1], median[2][2]) < 0.7 * median[0][best_vanilla], PLOT_TIME,
                   "%.0f, %.0f and %.0f ns", median[2][1], median[2][2], median[0][best_vanilla]);
        plot_claim(&f, "from the centres Polyak and Nesterov spread less than GJK", "reduces the spread",
                   high[1][1] - low[1][1] < high[0][1] - low[0][1] && high[2][1] - low[2][1] < high[0][1] - low[0][1],
                   PLOT_TIME, "10 to 90 %%: %.0f, %.0f and %.0f ns", high[1][1] - low[1][1], high[2][1] - low[2][1],
                   high[0][1] - low[0][1]);
        plot_untested(&f, "on objects dropped into a funnel", "1000 pairs, 120 Hz",
                      "the scanned objects; the pairs here tumble past each other");
    }
    plot_figure_write(directory, &f, p, 3);
}

/* A generic quadratic program by Mehrotra's predictor-corrector: min |x - y|^2/2 over the faces of both hulls, 6 variables, one row a face. */
static int qp_solve(const double (*a)[6], const double *b, int n, double x[6]) {
    static double s[8192], z[8192], ds[8192], dz[8192];
    int it, i, j, k;
    for (i = 0; i < n; ++i) s[i] = z[i] = 1;
    for (it = 0; it < 60; ++it) {
        double gap = 0, worst = 0, sigma = 0, rd[6], h[6][6], mu, step = 1;
        for (i = 0; i < 6; ++i) rd[i] = x[i] - x[(i + 3) % 6];
        for (i = 0; i < n; ++i) {
            double r = s[i] - b[i];
            for (k = 0; k < 6; ++k) r += a[i][k] * x[k], rd[k] += a[i][k] * z[i];
            gap += s[i] * z[i], worst = fmax(worst, fabs(r));
        }
        mu = gap / n;
        for (k = 0; k < 6; ++k) worst = fmax(worst, fabs(rd[k]));
        if (gap < 1e-12 && worst < 1e-9) break;
        for (int pass = 0; pass < 2; ++pass) { /* predictor, then corrector with sigma mu - ds dz */
            double d[6];
            for (j = 0; j < 6; ++j) {
                d[j] = -rd[j];
                for (k = 0; k < 6; ++k) h[j][k] = (j == k ? 1 + 1e-12 : 0) - (j == (k + 3) % 6 ? 1 : 0);
            }
            for (i = 0; i < n; ++i) {
                double r = s[i] - b[i], w = z[i] / s[i], c;
                for (k = 0; k < 6; ++k) r += a[i][k] * x[k];
                c = (pass ? (sigma * mu - ds[i] * dz[i]) / s[i] : 0) - z[i] + w * r;
                for (j = 0; j < 6; ++j) {
                    d[j] -= a[i][j] * c;
                    for (k = 0; k <= j; ++k) h[j][k] += w * a[i][j] * a[i][k];
                }
            }
            for (i = 0; i < 6; ++i) /* Cholesky */
                for (j = 0; j <= i; ++j) {
                    for (k = 0; k < j; ++k) h[i][j] -= h[i][k] * h[j][k];
                    h[i][j] = i == j ? sqrt(fmax(h[i][i], 1e-300)) : h[i][j] / h[j][j];
                }
            for (i = 0; i < 6; ++i) {
                for (k = 0; k < i; ++k) d[i] -= h[i][k] * d[k];
                d[i] /= h[i][i];
            }
            for (i = 5; i >= 0; --i) {
                for (k = i + 1; k < 6; ++k) d[i] -= h[k][i] * d[k];
                d[i] /= h[i][i];
            }
            step = 1;
            for (i = 0; i < n; ++i) {
                double r = s[i] - b[i], ad = 0, target = pass ? sigma * mu - ds[i] * dz[i] : 0;
                for (k = 0; k < 6; ++k) r += a[i][k] * x[k], ad += a[i][k] * d[k];
                ds[i] = -r - ad;
                dz[i] = (target - s[i] * z[i] - z[i] * ds[i]) / s[i];
                if (ds[i] < 0) step = fmin(step, -s[i] / ds[i]);
                if (dz[i] < 0) step = fmin(step, -z[i] / dz[i]);
            }
            if (!pass) {
                double after = 0;
                for (i = 0; i < n; ++i) after += (s[i] + step * ds[i]) * (z[i] + step * dz[i]);
                sigma = pow(after / gap, 3);
            } else {
                step = fmin(1, 0.99 * step);
                for (k = 0; k < 6; ++k) x[k] += step * d[k];
                for (i = 0; i < n; ++i) s[i] += step * ds[i], z[i] += step * dz[i];
            }
        }
    }
    return it;
}
/* NESMINO (Qin & An 2019): the distance is the largest -sigma(u) - |u|^2/2 for the support function sigma of A - B, up to a square. sigma is
   smoothed by mu, so that its gradient is a difference of projections onto the two sets, x(u) - y(u) with x = P_A(a - u/mu),
   y = P_B(b + u/mu), a and b the centres; Nesterov's gradient method follows while mu is halved. Counts steps until |x - y| is within
   1e-4 of the known distance. */
static int smoothed(const query *q, double distance) {
    tact_vec3 u = tact_vec(0, 0, 0), last = u, a = q->pose_a.p, b = q->pose_b.p;
    double mu = 0.1, t = 1;
    int k;
    for (k = 1; k < 20000; ++k) {
        double next = (1 + sqrt(1 + 4 * t * t)) / 2, beta = (t - 1) / next, step = 1 / (1 + 2 / mu);
        tact_vec3 v = tact_mul_add(u, (tact_real)beta, tact_sub(u, last)), x, y, g;
        x = tact_pose_apply(q->pose_a,
                            project(&q->a, tact_pose_unapply(q->pose_a, tact_mul_add(a, (tact_real)(-1 / mu), v))));
        y = tact_pose_apply(q->pose_b,
                            project(&q->b, tact_pose_unapply(q->pose_b, tact_mul_add(b, (tact_real)(1 / mu), v))));
        g = tact_sub(v, tact_sub(x, y)); /* of |v|^2/2 + sigma(-v) */
        last = u, u = tact_mul_add(v, (tact_real)-step, g), t = next;
        if ((double)tact_norm(tact_sub(x, y)) <= distance + 1e-4) break;
        if (k % 20 == 0 && mu > 1e-6)
            mu /= 2, t = 1; /* the published continuation has parameters that no document here prints */
    }
    return k;
}
/* Table I (three sizes close together), II (a generic quadratic program) and III (iterations of other methods). */
static void tables(const char *directory, int n) {
    static const int sizes[3] = {8, 250, 940}, meshes[3] = {240, 1811, 3585};
    static double a[8192][6], b[8192], list[METHODS][MAX_PROBLEMS], mean[METHODS][3], deviation[METHODS][3],
        us[METHODS][3], spread_us[METHODS][3];
    static query q[MAX_PROBLEMS];
    static plot_figure f;
    double qp_us[3], gjk_us[3], error = 0;
    int k, i, m, fewer = 0, tighter = 0, quicker = 0;
    for (k = 0; k < 3; ++k) { /* Table I */
        collide_hull *ha = household_hull(meshes[k], k), *hb = household_hull(meshes[k], (k + 1) % 3);
        for (i = 0; i < n; ++i) {
            double seconds[METHODS];
            q[i] = random_pair(collide_convex(ha), collide_convex(hb), uniform(-0.01, 0.01));
            times_of(&q[i], 0, seconds);
            for (m = 0; m < METHODS; ++m) list[m][i] = 1e6 * seconds[m];
        }
        for (m = 0; m < METHODS; ++m) {
            moments(list[m], n, &us[m][k], &spread_us[m][k]);
            for (i = 0; i < n; ++i) list[m][i] = search(&q[i], m, 0, TACT_R(1e-8));
            moments(list[m], n, &mean[m][k], &deviation[m][k]);
        }
        fewer += mean[1][k] < mean[0][k] && mean[3][k] < mean[0][k],
            tighter += deviation[1][k] < deviation[0][k] && deviation[3][k] < deviation[0][k];
        quicker += us[1][k] < us[0][k] && us[3][k] < us[0][k];
        collide_hull_destroy(ha), collide_hull_destroy(hb);
    }
    f = plot_figure_make("gjk_tab1_sizes", PAPER, "Table I", "Distance of three pairs of meshes",
                         "Rounded boxes, cans and jars of 240, 1811 and 3585 vertices at -0.01 to 0.01 m.");
    plot_claim(&f, "Polyak and Nesterov are faster than GJK", "1.1, 1.9, 3.2 us to 0.9, 1.4, 2.3 us", quicker == 3,
               PLOT_TIME, "GJK %.2f, %.2f, %.2f; Polyak %.2f, %.2f, %.2f; Nesterov %.2f, %.2f, %.2f us", us[0][0],
               us[0][1], us[0][2], us[1][0], us[1][1], us[1][2], us[3][0], us[3][1], us[3][2]);
    plot_claim(&f, "they take fewer iterations", NULL, fewer == 3, NULL,
               "GJK %.1f, %.1f, %.1f; Polyak %.1f, %.1f, %.1f; Nesterov %.1f, %.1f, %.1f", mean[0][0], mean[0][1],
               mean[0][2], mean[1][0], mean[1][1], mean[1][2], mean[3][0], mean[3][1], mean[3][2]);
    plot_claim(&f, "and spread less", "lower standard deviation", tighter == 3,
               "the spread is that of poses here, of three stand-ins for the scans",
               "standard deviation of the iterations: GJK %.1f, %.1f, %.1f; Polyak %.1f, %.1f, %.1f; Nesterov %.1f, "
               "%.1f, %.1f",
               deviation[0][0], deviation[0][1], deviation[0][2], deviation[1][0], deviation[1][1], deviation[1][2],
               deviation[3][0], deviation[3][1], deviation[3][2]);
    plot_figure_write(directory, &f, NULL, 0);
    for (k = 0; k < 3; ++k) { /* Table II */
        collide_hull *h[2];
        int rows = 0, pairs = 8, repeat;
        double t;
        for (i = 0; i < 2; ++i) h[i] = k ? random_hull(sizes[k]) : household_hull(8, 1);
        qp_us[k] = gjk_us[k] = 0;
        for (i = 0; i < pairs; ++i) {
            query pair = random_pair(collide_convex(h[0]), collide_convex(h[1]), uniform(0.01, 0.1));
            double x[6] = {pair.pose_a.p.x, pair.pose_a.p.y, pair.pose_a.p.z,
                           pair.pose_b.p.x, pair.pose_b.p.y, pair.pose_b.p.z};
            t = bench_cpu();
            for (rows = 0, m = 0; m < 2; ++m) {
                tact_pose pose = m ? pair.pose_b : pair.pose_a;
                int face;
                for (face = 0; face < h[m]->n_faces && rows < 8192; ++face, ++rows) {
                    tact_vec3 normal = tact_rotate(pose.q, h[m]->face_normal[face]);
                    memset(a[rows], 0, sizeof a[rows]);
                    a[rows][3 * m] = normal.x, a[rows][3 * m + 1] = normal.y, a[rows][3 * m + 2] = normal.z;
                    b[rows] = h[m]->face_offset[face] + tact_dot(normal, tact_pose_apply(pose, h[m]->centre));
                }
            }
            qp_solve((const double(*)[6])a, b, rows, x);
            qp_us[k] += 1e6 * (bench_cpu() - t) / pairs;
            error = fmax(error, fabs(sqrt((x[0] - x[3]) * (x[0] - x[3]) + (x[1] - x[4]) * (x[1] - x[4]) +
                                          (x[2] - x[5]) * (x[2] - x[5])) -
                                     pair.reference));
            t = bench_cpu();
            for (repeat = 0; repeat < 50; ++repeat) search(&pair, 0, 0, TACT_R(1e-8));
            gjk_us[k] += 1e6 * (bench_cpu() - t) / 50 / pairs;
        }
        for (i = 0; i < 2; ++i) collide_hull_destroy(h[i]);
    }
    f = plot_figure_make("gjk_tab2_program", PAPER, "Table II", "The same distance by a generic quadratic program",
                         "min |x - y|^2/2 over the faces of both hulls, 6 variables, by Mehrotra's interior-point "
                         "method, written for this table; the paper has ProxQP.");
    plot_claim(&f, "the program finds the same distance (sanity)", NULL, error < 1e-5, NULL, "off by %.0e m at most",
               error);
    plot_claim(&f, "GJK is more than ten times as fast on cubes", "0.2 and 5.3 us", qp_us[0] > 10 * gjk_us[0],
               PLOT_TIME, "%.2f and %.1f us", gjk_us[0], qp_us[0]);
    plot_claim(&f, "and thousands of times on hulls of 250 and 940 vertices", "0.8 and 2000, 2.1 and 20000 us",
               qp_us[1] > 1000 * gjk_us[1] && qp_us[2] > 1000 * gjk_us[2],
               "an interior-point method with 6 variables is linear in the faces, which ProxQP, with a dense matrix of "
               "its rows, is not",
               "%.2f and %.0f us, %.2f and %.0f us: %.0f and %.0f times", gjk_us[1], qp_us[1], gjk_us[2], qp_us[2],
               qp_us[1] / gjk_us[1], qp_us[2] / gjk_us[2]);
    plot_figure_write(directory, &f, NULL, 0);
    f = plot_figure_make("gjk_tab3_iterations", PAPER, "Table III", "Frank-Wolfe, NESMINO, GJK, Nesterov",
                         "Iterations to a duality gap of 1e-8; of NESMINO until it is within 1e-4 m of the distance.");
    for (k = 0; k < 2; ++k) {
        static const int method[3] = {COLLIDE_METHOD_FRANK_WOLFE, COLLIDE_METHOD_GJK, COLLIDE_METHOD_NESTEROV};
        static const char *const printed[2][2] = {{"73, 48, 4; 6, 16, 4; 6, 7, 13", "3 to 10 times"},
                                                  {"5400, 14300, 13100; 6, 5, 4; 5, 4, 3", "more than 100 times"}};
        double by[4][3]; /* Frank-Wolfe, GJK, Nesterov, NESMINO */
        int c, count = k ? n / 4 : n;
        for (c = 0; c < 3; ++c) {
            by[0][c] = by[1][c] = by[2][c] = by[3][c] = 0;
            for (i = 0; i < count; ++i) {
                query pair;
                collide_shape body_a = random_body(k), body_b = random_body(k);
                pair = random_pair(body_a, body_b,
                                   c == 0 ? uniform(-0.1, -0.001) : (c == 1 ? uniform(1e-4, 0.1) : uniform(1, 2)));
                for (m = 0; m < 3; ++m) {
                    collide_config config = study((collide_method)method[m]);
                    collide_result r;
                    if (k && m == 0 && i >= 20) continue; /* ten thousand steps each */
                    collide_distance(&pair.a, pair.pose_a, &pair.b, pair.pose_b, &config, NULL, &r);
                    by[m][c] += r.iterations / (double)(k && m == 0 ? (count < 20 ? count : 20) : count);
                }
                by[3][c] += smoothed(&pair, fmax(pair.reference, 0)) / (double)count;
            }
        }
        plot_claim(
            &f,
            k ? "cubes: Frank-Wolfe takes thousands of iterations, GJK and Nesterov a few"
              : "ellipsoids: where they overlap or are close Nesterov takes at least 3 times fewer than Frank-Wolfe",
            printed[k][0],
            k ? fmin(by[0][1], by[0][2]) > 1000 && fmax(by[1][1], by[2][1]) < 15
              : by[0][0] > 3 * by[2][0] && by[0][1] > 3 * by[2][1],
            NULL,
            "overlapping, close, distant: Frank-Wolfe %.0f, %.0f, %.0f; GJK %.1f, %.1f, %.1f; Nesterov %.1f, %.1f, "
            "%.1f",
            by[0][0], by[0][1], by[0][2], by[1][0], by[1][1], by[1][2], by[2][0], by[2][1], by[2][2]);
        plot_claim(&f,
                   k ? "cubes: NESMINO takes more than 100 times GJK's"
                     : "ellipsoids: NESMINO takes 3 to 10 times GJK's where they overlap or are close",
                   printed[k][1], k ? by[3][1] > 100 * by[1][1] : by[3][0] > 3 * by[1][0] && by[3][1] > 3 * by[1][1],
                   "the continuation of its smoothing is ours: the documents do not print its parameters, nor the size "
                   "of the cubes",
                   "overlapping, close, distant: %.0f, %.0f, %.0f", by[3][0], by[3][1], by[3][2]);
        plot_claim(&f, k ? "cubes: Nesterov takes fewest" : "ellipsoids: close together Nesterov takes fewest", NULL,
                   by[2][1] <= by[1][1], k ? "all of them end within a few support points" : NULL, "%.1f, GJK %.1f",
                   by[2][1], by[1][1]);
    }
    plot_figure_write(directory, &f, NULL, 0);
}

int main(int argc, char **argv) {
    int quick = bench_quick();
    if (argc < 2) return 0;
    figure_7(argv[1], quick ? 60 : MAX_PROBLEMS);
    figure_8(argv[1], quick ? 24 : 96);
    figures_9_to_11(argv[1], quick ? 36 : 144);
    figure_12(argv[1], quick ? 4 : 20);
    tables(argv[1], quick ? 40 : 200);
    return 0;
}
