/* The figures 7 to 12 of GJK++ (Montaut et al. 2024), drawn into the directory given as argument; without one it does nothing.

   The paper's ellipsoids are as in its code; for its household meshes stand hulls of random points on ellipsoids, 100 to 2000
   vertices. Iterations are exact; times are medians of interleaved repeats on whatever machine this is. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function" /* what only the main of gjk.c calls */
#endif
#define GJK_NO_MAIN
#include "gjk.c"
#include "plot.h"

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
    plot_figure f = plot_figure_make(
        "gjk_07_ellipsoids", "Montaut et al. 2024", "Fig. 7", "Ellipsoids: iterations against distance",
        "Support points until the duality gap is below 1e-8 (left) or until a plane separates or the "
        "origin is enclosed (right); mean and standard deviation over random pairs.");
    int d, i, m, boolean;
    double close, far, deep;
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
    plot_figure_write(directory, &f, panels, 2,
                      "from 1e-3 to 0.1 m Nesterov needs at most 1/1.3 of the iterations of GJK, and Polyak no more "
                      "than Nesterov at 1 m and at -0.1 m",
                      close >= 1.3 && far <= 1 && deep <= 1,
                      "GJK / Nesterov %.2f at 1e-3 to 0.1 m; Polyak / Nesterov %.2f at 1 m and %.2f at -0.1 m", close,
                      far, deep);
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
        "gjk_08_normalisation", "Montaut et al. 2024", "Fig. 8", "Direction normalised or not",
        "Hulls at 0 to 0.1 m, by number of vertices: iterations and time of the distance with the momentum of "
        "Nesterov mixed from unit vectors or not. Rounded boxes, cans and jars stand for the paper's household "
        "objects; at the right the same on hulls of points of an ellipsoid.");
    int k, i, m, kind;
    double gain[2] = {0, 0}, against[2] = {0, 0};
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
        }
    p[0] = plot_panel_make("household", "vertices", "iterations"),
    p[1] = plot_panel_make("household", "vertices", "ns");
    p[2] = plot_panel_make("ellipsoids", "vertices", "iterations");
    for (i = 0; i < 3; ++i) {
        p[i].log_x = 1;
        for (m = 0; m < METHODS; ++m)
            plot_add_color(&p[i], names[m], x, i == 1 ? ns[0][m] : iterations[i / 2][m], 5, PLOT_MARKS, m);
    }
    plot_figure_write(directory, &f, p, 3,
                      "on the household hulls from 500 vertices on normalised Nesterov takes fewer iterations than "
                      "Nesterov and than GJK",
                      gain[0] > 1 && against[0] > 1,
                      "Household: Nesterov / normalised %.2f, GJK / normalised %.2f (means of 500, 1000 and 2000 "
                      "vertices). Ellipsoids, where "
                      "few directions share a support point: %.2f and %.2f: there normalising does not pay",
                      gain[0], against[0], gain[1], against[1]);
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
            files[boolean], "Montaut et al. 2024", numbers[boolean], titles[boolean],
            "Random hulls of 100 to 2000 vertices instead of the paper's household objects: mean iterations and "
            "median time against the signed distance.");
        double polyak = over(&iterations[boolean], 0, 1, 4, 6), nesterov = over(&iterations[boolean], 0, 3, 4, 6);
        curve_rows(files[boolean], "iterations", &iterations[boolean]), curve_rows(files[boolean], "ns", &ns[boolean]);
        p[0] = panel_of("iterations", "iterations", &iterations[boolean], 0, 0),
        p[1] = panel_of("time", "ns", &ns[boolean], 0, 0);
        plot_figure_write(
            directory, &f, p, 2, "from 1e-4 to 1e-2 m Polyak and normalised Nesterov take fewer iterations than GJK",
            polyak > 1 && nesterov > 1, "GJK / Polyak %.2f, GJK / Nesterov %.2f in iterations; %.2f and %.2f in time",
            polyak, nesterov, over(&ns[boolean], 0, 1, 4, 6), over(&ns[boolean], 0, 3, 4, 6));
    }
    {
        plot_figure f = plot_figure_make("gjk_11_speedup", "Montaut et al. 2024", "Fig. 11",
                                         "Speed-up over GJK, problem by problem",
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
        plot_figure_write(
            directory, &f, p, 2,
            "at 1e-4 to 1e-2 m the better accelerated search has a median speed-up above 1 for the distance", best > 1,
            "median speed-up %.2f (the paper: 1.1 to 1.6 on its meshes)", best);
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
        plot_figure_make("gjk_12_warm_starts", "Montaut et al. 2024", "Fig. 12", "Warm starts along trajectories",
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
    plot_figure_write(directory, &f, p, 3,
                      "in iterations: GJK and Polyak are best from the previous separation or the centres, and no "
                      "start at all is never best",
                      (best_vanilla == 1 || best_vanilla == 2) && (best_polyak == 1 || best_polyak == 2),
                      "fewest iterations: GJK from %s (%.2f), Polyak from %s (%.2f); none %.2f and %.2f",
                      starts[best_vanilla], counts[0][best_vanilla], starts[best_polyak], counts[1][best_polyak],
                      counts[0][0], counts[1][0]);
}

int main(int argc, char **argv) {
    int quick = bench_quick();
    if (argc < 2) return 0;
    figure_7(argv[1], quick ? 60 : MAX_PROBLEMS);
    figure_8(argv[1], quick ? 24 : 96);
    figures_9_to_11(argv[1], quick ? 36 : 144);
    figure_12(argv[1], quick ? 4 : 20);
    return 0;
}
