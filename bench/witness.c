/* witness.c - what the derivatives of witness points are worth to an optimiser, and what they cost: Tables I and II of "Differentiable
   Collision Detection: a Randomized Smoothing Approach" (Montaut et al., ICRA 2023).

   table1-*   pairs of random 12-vertex polyhedral ellipsoids; find a relative pose in which two given surface points are the witness
              points and touch: Gauss-Newton with backtracking, 50 iterations, C = 1/2 (|x1 - x1*|^2 + |x2 - x2*|^2 + |x1 - x2|^2).
              Targets are vertices, or the projections of points on a sphere of five times the size. Rows: quantiles of the final cost
              over pairs x targets (BENCH_PAIRS, 100 each), and the share of problems solved to 1e-30.
   table2-*   time of one derivative on hulls of 100 to 8000 vertices, in collision and free, beside one query. */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include "bench.h"

static double uniform(uint64_t seed, uint64_t *at) { return tact_random_uniform(seed, (*at)++); }
static double normal(uint64_t seed, uint64_t *at) { return tact_random_normal(seed, (*at)++); }
static tact_vec3 unit_vector(uint64_t seed, uint64_t *at) {
    double x = normal(seed, at), y = normal(seed, at), z = normal(seed, at);
    return tact_normalize_or(tact_vec(x, y, z), tact_vec(1, 0, 0));
}
static tact_quat rotation(uint64_t seed, uint64_t *at) {
    double x = normal(seed, at), y = normal(seed, at), z = normal(seed, at), w = normal(seed, at);
    return tact_quat_normalize(tact_quat_make(x, y, z, w));
}
static collide_hull *make_hull(int n, tact_vec3 radii, uint64_t seed) {
    uint64_t at = 0;
    tact_vec3 *points = (tact_vec3 *)malloc(sizeof(tact_vec3) * (size_t)n);
    collide_hull *hull = NULL;
    for (int i = 0; i < n; ++i) {
        tact_vec3 u = unit_vector(seed, &at);
        points[i] = tact_vec(radii.x * u.x, radii.y * u.y, radii.z * u.z);
    }
    collide_hull_create(points, n, NULL, NULL, &hull);
    free(points);
    return hull;
}

/* ---- Table I ------------------------------------------------------------------------------------------------------------- */
typedef struct problem {
    collide_shape a, b;
    tact_vec3 target_a, target_b; /* in the frames of A and B */
} problem;

/* Residual (9) at the relative pose, and its Jacobian by the body tangent when j is given. */
static double cost(const problem *p, tact_pose pose, const collide_gradient_config *c, double r[9], double (*j)[6]) {
    collide_result result;
    collide_gradient g;
    if (j)
        collide_distance_gradient(&p->a, tact_pose_identity(), &p->b, pose, NULL, c, NULL, &result, &g);
    else
        collide_distance(&p->a, tact_pose_identity(), &p->b, pose, NULL, NULL, &result);
    tact_vec3 y = tact_pose_unapply(pose, result.point_b), e1 = tact_sub(result.point_a, p->target_a),
              e2 = tact_sub(y, p->target_b);
    tact_vec3 e3 = tact_sub(result.point_a, result.point_b);
    r[0] = e1.x;
    r[1] = e1.y;
    r[2] = e1.z;
    r[3] = e2.x;
    r[4] = e2.y;
    r[5] = e2.z;
    r[6] = e3.x;
    r[7] = e3.y;
    r[8] = e3.z;
    if (j) {
        tact_mat3 rot = tact_quat_to_mat(pose.q), skew = tact_skew(y);
        for (int k = 0; k < 6; ++k) {
            tact_vec3 local = tact_mat_tmul_vec(
                &rot, tact_vec(g.relative.point_b[0][k], g.relative.point_b[1][k], g.relative.point_b[2][k]));
            double moved[3] = {local.x, local.y, local.z};
            for (int i = 0; i < 3; ++i) {
                j[i][k] = g.relative.point_a[i][k];
                j[3 + i][k] =
                    moved[i] - (k < 3 ? (double)(i == k) : -skew.m[i][k - 3]); /* point of B in its own frame */
                j[6 + i][k] = -g.relative.separation[i][k];
            }
        }
    }
    return 0.5 * (tact_norm2(e1) + tact_norm2(e2) + tact_norm2(e3));
}
static int solve6(double m[6][6], double x[6]) { /* Cholesky, in place */
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j <= i; ++j) {
            double s = m[i][j];
            for (int k = 0; k < j; ++k) s -= m[i][k] * m[j][k];
            if (i == j) {
                if (!(s > 0)) return 0;
                m[i][i] = sqrt(s);
            } else {
                m[i][j] = s / m[j][j];
            }
        }
    for (int i = 0; i < 6; ++i) {
        for (int k = 0; k < i; ++k) x[i] -= m[i][k] * x[k];
        x[i] /= m[i][i];
    }
    for (int i = 5; i >= 0; --i) {
        for (int k = i + 1; k < 6; ++k) x[i] -= m[k][i] * x[k];
        x[i] /= m[i][i];
    }
    return 1;
}
static tact_pose moved(tact_pose pose, const double x[6], double s) {
    return tact_pose_make(
        tact_add(pose.p, tact_rotate(pose.q, tact_vec(s * x[0], s * x[1], s * x[2]))),
        tact_quat_normalize(tact_quat_mul(pose.q, tact_quat_exp(tact_vec(s * x[3], s * x[4], s * x[5])))));
}
/* Least cost within `iterations` of Gauss-Newton with backtracking (Armijo 1e-4, halving); trace, when given, gets the least cost so far.
   The cost has steps, because witness points jump between vertices: the shortest step length, 1/8, is taken in any case. The same for
   every estimator. */
static double optimise(const problem *p, tact_pose pose, collide_gradient_config c, int iterations, double *trace) {
    double r[9], j[9][6], least = 1e300;
    for (int it = 0; it <= iterations; ++it) {
        double h[6][6], step[6], slope = 0, alpha = 1, next[9], value;
        c.seed = (uint64_t)it; /* fresh samples */
        value = cost(p, pose, &c, r, j);
        least = fmin(least, value);
        if (trace) trace[it] = least;
        if (value < 1e-33 || it == iterations) {
            for (int k = it + 1; trace && k <= iterations; ++k) trace[k] = least;
            break;
        }
        for (int a = 0; a < 6; ++a) {
            step[a] = 0;
            for (int i = 0; i < 9; ++i) step[a] -= j[i][a] * r[i];
            for (int b = 0; b < 6; ++b) {
                h[a][b] = a == b ? 1e-9 : 0;
                for (int i = 0; i < 9; ++i) h[a][b] += j[i][a] * j[i][b];
            }
        }
        double gradient[6];
        memcpy(gradient, step, sizeof step);
        if (!solve6(h, step)) continue;
        for (int a = 0; a < 6; ++a) slope -= gradient[a] * step[a];
        while (alpha > 0.125 && cost(p, moved(pose, step, alpha), NULL, next, NULL) > value + 1e-4 * alpha * slope)
            alpha *= 0.5;
        pose = moved(pose, step, alpha);
    }
    return least;
}
static tact_vec3 sample_target(const collide_shape *s, int projections, uint64_t seed, uint64_t *at) {
    if (!projections) return collide_hull_vertex(s->data.hull, (int)(uniform(seed, at) * s->data.hull->n_vertices));
    tact_vec3 point = tact_scale(0.5, unit_vector(seed, at)), closest, n;
    tact_real distance;
    collide_closest_point(s, tact_pose_identity(), point, &closest, &distance, &n);
    return closest;
}

typedef struct method {
    const char *name;
    collide_gradient_config config;
} method;
static void methods_of_table1(method m[6]) {
    const char *const names[6] = {"fd1e-6", "fd1e-3", "gauss0", "gauss1", "gumbel1", "default"};
    const collide_gradient_method kinds[6] = {COLLIDE_GRADIENT_CENTRAL,      COLLIDE_GRADIENT_CENTRAL,
                                              COLLIDE_GRADIENT_GAUSS_ZEROTH, COLLIDE_GRADIENT_GAUSS_FIRST,
                                              COLLIDE_GRADIENT_GUMBEL,       COLLIDE_GRADIENT_GUMBEL};
    const double noise[5] = {1e-6, 1e-3, 1e-2, 1e-3, 1e-4};
    for (int i = 0; i < 6; ++i) {
        m[i].name = names[i], m[i].config = collide_default_gradient_config(kinds[i]);
        if (i < 5) m[i].config.noise = noise[i], m[i].config.noise_unit = COLLIDE_NOISE_SEPARATION;
        if (i == 2) m[i].config.samples = 50;
        if (i == 3) m[i].config.samples = 20;
    }
}
BENCH_FUNC void table1(int n_pairs, int projections, double quantiles[6][5]) {
    static const char *const labels[5] = {"d1", "q1", "median", "q3", "d9"};
    static const double at_quantile[5] = {0.1, 0.25, 0.5, 0.75, 0.9};
    int n = n_pairs * n_pairs;
    double *costs = (double *)malloc(sizeof(double) * (size_t)n);
    method methods[6];
    methods_of_table1(methods);
    for (int m = 0; m < 6; ++m) {
        char name[64];
        for (int i = 0; i < n_pairs; ++i) {
            uint64_t seed = 1000 + (uint64_t)i, at = 0;
            tact_vec3 radii[2];
            for (int k = 0; k < 2; ++k) {
                double x = normal(seed, &at), y = normal(seed, &at), z = normal(seed, &at);
                radii[k] =
                    tact_vec(fmax(0.1 + 0.025 * x, 0.02), fmax(0.1 + 0.025 * y, 0.02), fmax(0.1 + 0.025 * z, 0.02));
            }
            collide_hull *ha = make_hull(12, radii[0], 2 * seed), *hb = make_hull(12, radii[1], 2 * seed + 1);
            problem p;
            p.a = collide_convex(ha), p.b = collide_convex(hb);
            for (int k = 0; k < n_pairs; ++k) {
                tact_vec3 place = tact_scale(0.4, unit_vector(seed, &at));
                tact_pose start = tact_pose_make(place, rotation(seed, &at));
                p.target_a = sample_target(&p.a, projections, seed, &at),
                p.target_b = sample_target(&p.b, projections, seed, &at);
                costs[i * n_pairs + k] = optimise(&p, start, methods[m].config, 50, NULL);
            }
            collide_hull_destroy(ha), collide_hull_destroy(hb);
        }
        sprintf(name, "table1-%s/%s", projections ? "projections" : "vertices", methods[m].name);
        for (int q = 0; q < 5; ++q) {
            quantiles[m][q] = bench_quantile(costs, n, at_quantile[q]);
            bench_row("witness", name, labels[q], quantiles[m][q]);
        }
        int solved = 0;
        for (int i = 0; i < n; ++i) solved += costs[i] <= 1e-30;
        bench_row("witness", name, "solved_1e-30", (double)solved / n);
    }
    free(costs);
}

/* ---- Table II ------------------------------------------------------------------------------------------------------------ */
#define POSES 32
typedef struct timing {
    collide_shape a, b;
    tact_pose pose[POSES];
    collide_result result[POSES];
    collide_gradient_config config;
} timing;
static void run_query(void *data) {
    timing *t = (timing *)data;
    collide_result r;
    for (int i = 0; i < POSES; ++i) {
        collide_distance(&t->a, tact_pose_identity(), &t->b, t->pose[i], NULL, NULL, &r);
        BENCH_KEEP(&r);
    }
}
static void run_gradient(void *data) { /* of a result that is there: the derivative alone */
    timing *t = (timing *)data;
    collide_gradient g;
    for (int i = 0; i < POSES; ++i) {
        collide_gradient_of_result(&t->a, tact_pose_identity(), &t->b, t->pose[i], &t->config, &t->result[i], &g);
        BENCH_KEEP(&g);
    }
}
/* us[size][free][query, finite differences, 0th-order Gauss M = 50, 1st-order Gauss M = 20, Gumbel] */
BENCH_FUNC void table2(int n_sizes, double us[6][2][5]) {
    static const int sizes[6] = {100, 250, 500, 1000, 3000, 8000};
    for (int k = 0; k < n_sizes; ++k) {
        collide_hull *ha = make_hull(sizes[k], tact_vec(0.1, 0.12, 0.08), 77),
                     *hb = make_hull(sizes[k], tact_vec(0.08, 0.1, 0.11), 78);
        for (int collision = 1; collision >= 0; --collision) {
            timing t[6];
            char name[64];
            uint64_t at = 0;
            method m[6];
            t[0].a = collide_convex(ha), t[0].b = collide_convex(hb);
            for (int i = 0; i < POSES; ++i) { /* overlaps of up to 3 cm, gaps of up to 10 cm */
                tact_vec3 place = unit_vector(9, &at);
                double depth = uniform(9, &at), wanted = collision ? -0.002 - 0.028 * depth : 0.002 + 0.1 * depth;
                t[0].pose[i] = tact_pose_make(tact_scale(0.4, place), rotation(9, &at));
                for (int fit = 0; fit < 20; ++fit) {
                    collide_distance(&t[0].a, tact_pose_identity(), &t[0].b, t[0].pose[i], NULL, NULL, &t[0].result[i]);
                    t[0].pose[i].p = tact_mul_add(t[0].pose[i].p, wanted - t[0].result[i].distance, place);
                }
                collide_distance(&t[0].a, tact_pose_identity(), &t[0].b, t[0].pose[i], NULL, NULL, &t[0].result[i]);
            }
            methods_of_table1(m);
            m[3].config.noise_unit = m[4].config.noise_unit = COLLIDE_NOISE_ABSOLUTE;
            static const char *const rows[5] = {"ns_query", "ns_fd", "ns_gauss0_50", "ns_gauss1_20", "ns_gumbel1"};
            bench_timer timers[5];
            memset(timers, 0, sizeof timers);
            for (int i = 0; i < 5; ++i) {
                timers[i].name = rows[i];
                timers[i].run = i ? run_gradient : run_query;
                timers[i].data = &t[i];
            }
            for (int i = 1; i < 5; ++i) t[i] = t[0], t[i].config = m[i].config;
            bench_time(timers, 5, bench_default_repeats());
            sprintf(name, "table2-hull%d/%s", sizes[k], collision ? "collision" : "free");
            for (int i = 0; i < 5; ++i) {
                us[k][!collision][i] = 1e6 * timers[i].seconds / POSES;
                bench_row("witness", name, timers[i].name, 1e3 * us[k][!collision][i]);
            }
            bench_row("witness", name, "fd_over_gumbel1", timers[1].seconds / timers[4].seconds);
            bench_row("witness", name, "gumbel1_over_query", timers[4].seconds / timers[0].seconds);
        }
        collide_hull_destroy(ha), collide_hull_destroy(hb);
    }
}

#ifndef WITNESS_NO_MAIN /* bench/figures_witness.c has its own */
int main(void) {
    int n = getenv("BENCH_PAIRS") ? atoi(getenv("BENCH_PAIRS")) : (bench_quick() ? 10 : 100);
    static double quantiles[6][5], us[6][2][5];
    for (int projections = 0; projections < 2; ++projections) table1(n, projections, quantiles);
    table2(6, us);
    return 0;
}
#endif
