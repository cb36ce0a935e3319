/* gjk.c - convex queries of collide.h.   usage: gjk [queries.cqf] [queries-only]

   rows   <family>/<separation>  {boolean,distance,penetration}_{ns,maxerr}   time per query and largest error [m] on the shared query
                                 file (collide_gen.cpp), whose reference is certified in long double; start at the centres, with a
                                 cache per pair for the hulls' vertex hints, as the peers' hull objects keep theirs
          ellipsoids|cubes/<class>  iterations_<method>[_std]   iterations to a duality gap of 1e-8 (GJK++ table III)
          curve-<shape>/d=<m>    iterations_<method>, ns_<method>   against the signed distance
          hull<N>/close          ns_<method>, speedup_nesterov  methods on the same hulls; direction normalised or not
          warm-<method>/<start>  iterations, ns        yes/no queries along a trajectory of tumbling hulls
          qp/<N>                 ns_qp, ns_gjk, ratio_qp   distance as a generic quadratic program (ADMM), to the same 1e-6 */
#include <math.h>
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include "bench.h"
#include "collide_qfile.h"

static const char *const method_name[] = {"auto", "fw", "gjk", "polyak", "nesterov", "nesterov_normalized"};

typedef struct query {
    collide_shape a, b;
    tact_pose pose_a, pose_b;
    double reference;
} query;
static uint64_t counter;
static double uniform(double low, double high) {
    return low + (high - low) * (double)tact_random_uniform(5, counter++);
}
static double normal(void) { return (double)tact_random_normal(6, counter++); }
static tact_quat rotation(void) {
    return tact_quat_normalize(
        tact_quat_make((tact_real)normal(), (tact_real)normal(), (tact_real)normal(), (tact_real)normal()));
}

/* ---- the query file ------------------------------------------------------------------------------------------------- */
typedef struct group {
    const query *q;
    collide_cache *caches;
    int n;
    int kind; /* 0 boolean, 1 distance or penetration */
    double sum;
} group;
static void run_group(void *data) {
    group *g = (group *)data;
    collide_result r;
    int i, overlap;
    for (i = 0; i < g->n; ++i) {
        const query *q = g->q + i;
        if (g->kind == 0) {
            collide_intersect(&q->a, q->pose_a, &q->b, q->pose_b, NULL, g->caches + i, &overlap);
            g->sum += overlap;
        } else {
            collide_distance(&q->a, q->pose_a, &q->b, q->pose_b, NULL, g->caches + i, &r);
            g->sum += (double)r.distance;
        }
    }
}
static collide_shape shape_of(const cq_shape *s, collide_hull **hulls) {
    tact_real x = (tact_real)s->p[0], y = (tact_real)s->p[1], z = (tact_real)s->p[2];
    switch (s->kind) {
    case CQ_ELL: return collide_ellipsoid(x, y, z);
    case CQ_BOX: return collide_box(x, y, z);
    case CQ_CAP: return collide_capsule(x, y);
    case CQ_CYL: return collide_cylinder(x, y);
    default: return collide_convex(hulls[(int)s->p[0]]);
    }
}
static tact_pose pose_of(const cq_pose *p) {
    return tact_pose_make(
        tact_vec((tact_real)p->t[0], (tact_real)p->t[1], (tact_real)p->t[2]),
        tact_quat_make((tact_real)p->q[1], (tact_real)p->q[2], (tact_real)p->q[3], (tact_real)p->q[0]));
}
static collide_hull **load_hulls(const cq_file *f) {
    collide_hull **hulls = (collide_hull **)calloc((size_t)f->nmesh + 1, sizeof *hulls);
    int i, k;
    for (i = 0; i < f->nmesh; ++i) {
        tact_vec3 *p = (tact_vec3 *)malloc(sizeof(tact_vec3) * (size_t)f->mesh[i].nv);
        for (k = 0; k < f->mesh[i].nv; ++k)
            p[k] = tact_vec((tact_real)f->mesh[i].v[3 * k], (tact_real)f->mesh[i].v[3 * k + 1],
                            (tact_real)f->mesh[i].v[3 * k + 2]);
        if (collide_hull_create(p, f->mesh[i].nv, NULL, NULL, &hulls[i]) != COLLIDE_OK) exit(1);
        free(p);
    }
    return hulls;
}
static void query_file(const cq_file *f, const query *all, int repeats) {
    int i, j, k;
    for (i = 0; i < f->nq; i = j) {
        const char *type = f->q[i].type, *sep = f->q[i].sep;
        group g[2];
        bench_timer timers[2];
        double error = 0;
        int wrong = 0, over = f->q[i].ref < 0;
        for (j = i; j < f->nq && !strcmp(f->q[j].type, type) && !strcmp(f->q[j].sep, sep); ++j) continue;
        for (k = i; k < j; ++k) {
            collide_result r;
            int overlap;
            collide_distance(&all[k].a, all[k].pose_a, &all[k].b, all[k].pose_b, NULL, NULL, &r);
            collide_intersect(&all[k].a, all[k].pose_a, &all[k].b, all[k].pose_b, NULL, NULL, &overlap);
            error = fmax(error, fabs((double)r.distance - all[k].reference));
            wrong += overlap != (all[k].reference < 0);
        }
        memset(g, 0, sizeof g), memset(timers, 0, sizeof timers);
        for (k = 0; k < 2; ++k) {
            g[k].q = all + i;
            g[k].n = j - i;
            g[k].kind = k;
            g[k].caches = (collide_cache *)calloc((size_t)(j - i), sizeof(collide_cache));
            timers[k].name = k ? "distance" : "boolean";
            timers[k].run = run_group;
            timers[k].data = &g[k];
        }
        bench_time(timers, 2, repeats);
        free(g[0].caches), free(g[1].caches);
        bench_row2("gjk", type, sep, "boolean_ns", 1e9 * timers[0].seconds / (j - i));
        bench_row2("gjk", type, sep, "boolean_maxerr", wrong); /* wrong answers */
        bench_row2("gjk", type, sep, over ? "penetration_ns" : "distance_ns", 1e9 * timers[1].seconds / (j - i));
        bench_row2("gjk", type, sep, over ? "penetration_maxerr" : "distance_maxerr", error);
    }
}

/* ---- iterations ------------------------------------------------------------------------------------------------------ */
static collide_config
study(collide_method method) { /* as in the paper: gap 1e-8, cap as large as it takes, no polish */
    collide_config c = collide_default_config();
    c.method = method;
    c.criterion = COLLIDE_CRITERION_DUALITY_GAP;
    c.tolerance_absolute = TACT_R(1e-8);
    c.max_iterations = method == COLLIDE_METHOD_FRANK_WOLFE ? 50000 : 1000;
    c.penetration = 0;
    c.polish = 0;
    c.exact = 0;
    return c;
}
static collide_shape random_body(int cubes) {
    if (cubes) return collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    return collide_ellipsoid((tact_real)fmax(0.02, 0.1 + 0.025 * normal()),
                             (tact_real)fmax(0.02, 0.1 + 0.025 * normal()),
                             (tact_real)fmax(0.02, 0.1 + 0.025 * normal()));
}
/* A pair at the signed distance `target`: placed apart, then moved along the separation. */
static query random_pair(collide_shape a, collide_shape b, double target) {
    query q;
    collide_result r;
    q.a = a;
    q.b = b;
    q.pose_a = tact_pose_make(tact_vec(0, 0, 0), tact_quat_identity());
    do {
        q.pose_b = tact_pose_make(
            tact_vec((tact_real)uniform(-1, 1), (tact_real)uniform(-1, 1), (tact_real)uniform(-1, 1)), rotation());
        collide_distance(&q.a, q.pose_a, &q.b, q.pose_b, NULL, NULL, &r);
    } while (!(r.distance > 0));
    q.pose_b.p = tact_mul_add(q.pose_b.p, (tact_real)target - r.distance, r.normal);
    q.reference = target;
    return q;
}

/* Point of a box or ellipsoid (in its own frame) nearest to p: for the ellipsoid x = A (A + t I)^-1 p with t >= 0 by Newton. */
static tact_vec3 project(const collide_shape *s, tact_vec3 p) {
    tact_vec3 h = s->p[0], d = s->p[1];
    double t = 0, f, slope;
    int i;
    if (s->kind == COLLIDE_KIND_BOX)
        return tact_vec(tact_clamp(p.x, -h.x, h.x), tact_clamp(p.y, -h.y, h.y), tact_clamp(p.z, -h.z, h.z));
    if (p.x * p.x / d.x + p.y * p.y / d.y + p.z * p.z / d.z <= 1) return p;
    for (i = 0; i < 60;
         ++i) { /* f(t) = sum d p^2/(d+t)^2 - 1, convex and falling: Newton from the left never overshoots */
        f = (double)(d.x * p.x * p.x / ((d.x + t) * (d.x + t)) + d.y * p.y * p.y / ((d.y + t) * (d.y + t)) +
                     d.z * p.z * p.z / ((d.z + t) * (d.z + t))) -
            1;
        slope = -2 * (double)(d.x * p.x * p.x / pow(d.x + t, 3) + d.y * p.y * p.y / pow(d.y + t, 3) +
                              d.z * p.z * p.z / pow(d.z + t, 3));
        t -= f / slope;
        if (fabs(f) < 1e-14) break;
    }
    return tact_vec((tact_real)(d.x * p.x / (d.x + t)), (tact_real)(d.y * p.y / (d.y + t)),
                    (tact_real)(d.z * p.z / (d.z + t)));
}
/* NESMINO-like baseline (Qin, An 2019): Nesterov's accelerated projected gradient on |x - y|^2/2 over x in A, y in B, started from the
   centres; counts steps until the distance is within 1e-4 of the known one. */
static int nesmino(const query *q, double distance) {
    tact_vec3 x = q->pose_a.p, y = q->pose_b.p, px = x, py = y;
    double t = 1;
    int k;
    for (k = 1; k < 20000; ++k) {
        double next = (1 + sqrt(1 + 4 * t * t)) / 2, beta = (t - 1) / next;
        tact_vec3 u = tact_mul_add(x, (tact_real)beta, tact_sub(x, px)),
                  v = tact_mul_add(y, (tact_real)beta, tact_sub(y, py));
        tact_vec3 g = tact_scale(TACT_R(0.5), tact_sub(u, v));
        px = x;
        py = y;
        t = next;
        x = tact_pose_apply(q->pose_a, project(&q->a, tact_pose_unapply(q->pose_a, tact_sub(u, g))));
        y = tact_pose_apply(q->pose_b, project(&q->b, tact_pose_unapply(q->pose_b, tact_add(v, g))));
        if ((double)tact_norm(tact_sub(x, y)) <= distance + 1e-4) break;
    }
    return k;
}
static void mean_rows(const char *shape, const char *name, const char *metric, const double *values, int n) {
    char text[64];
    double mean = 0, square = 0;
    int i;
    for (i = 0; i < n; ++i) mean += values[i] / n;
    for (i = 0; i < n; ++i) square += (values[i] - mean) * (values[i] - mean) / n;
    snprintf(text, sizeof text, "iterations_%s", metric);
    bench_row2("gjk", shape, name, text, mean);
    snprintf(text, sizeof text, "iterations_%s_std", metric);
    bench_row2("gjk", shape, name, text, sqrt(square));
}
static void iteration_table(int n) {
    static const char *const shapes[] = {"ellipsoids", "cubes"}, *const classes[] = {"overlap", "close", "distant"};
    double *values = (double *)malloc(sizeof(double) * (size_t)n);
    query *q = (query *)malloc(sizeof(query) * (size_t)n);
    int cubes, c, m, i;
    for (cubes = 0; cubes < 2; ++cubes)
        for (c = 0; c < 3; ++c) {
            for (i = 0; i < n; ++i) {
                double target = c == 0 ? uniform(-0.1, -0.001) : c == 1 ? uniform(0.0001, 0.1) : uniform(1, 2);
                collide_shape a = random_body(cubes), b = random_body(cubes);
                q[i] = random_pair(a, b, target);
            }
            for (m = COLLIDE_METHOD_FRANK_WOLFE; m <= COLLIDE_METHOD_NESTEROV_NORMALIZED; ++m) {
                collide_config config = study((collide_method)m);
                int count =
                    m == COLLIDE_METHOD_FRANK_WOLFE && cubes ? (n + 9) / 10 : n; /* FW on cubes takes 10^4 steps each */
                for (i = 0; i < count; ++i) {
                    collide_result r;
                    collide_distance(&q[i].a, q[i].pose_a, &q[i].b, q[i].pose_b, &config, NULL, &r);
                    values[i] = r.iterations;
                }
                mean_rows(shapes[cubes], classes[c], method_name[m], values, count);
            }
            for (i = 0; i < n; ++i) values[i] = nesmino(&q[i], fmax(q[i].reference, 0));
            mean_rows(shapes[cubes], classes[c], "nesmino", values, n);
        }
    free(values), free(q);
}

/* ---- methods on one set of queries ------------------------------------------------------------------------------------ */
typedef struct series {
    const query *q;
    int n;
    collide_config config;
    collide_cache *caches;
    double iterations;
} series;
static void run_series(void *data) {
    series *s = (series *)data;
    int i;
    s->iterations = 0;
    for (i = 0; i < s->n; ++i) {
        collide_result r;
        collide_distance(&s->q[i].a, s->q[i].pose_a, &s->q[i].b, s->q[i].pose_b, &s->config, NULL, &r);
        s->iterations += r.iterations;
    }
}
static void methods_on(const char *shape, const char *name, const query *q, int n, int repeats, int speedup) {
    series s[4];
    bench_timer t[4];
    int k;
    char text[64];
    memset(t, 0, sizeof t);
    for (k = 0; k < 4; ++k) {
        s[k].q = q;
        s[k].n = n;
        s[k].config = collide_default_config();
        s[k].caches = NULL;
        s[k].iterations = 0;
        s[k].config.method = (collide_method)(COLLIDE_METHOD_GJK + k);
        s[k].config.polish = 0;
        s[k].config.penetration = 0;
        s[k].config.tolerance_absolute = TACT_R(1e-8), s[k].config.tolerance_relative = 0;
        t[k].name = method_name[COLLIDE_METHOD_GJK + k];
        t[k].run = run_series;
        t[k].data = &s[k];
    }
    bench_time(t, 4, repeats);
    for (k = 0; k < 4; ++k) {
        snprintf(text, sizeof text, "iterations_%s", t[k].name);
        bench_row2("gjk", shape, name, text, s[k].iterations / n);
        snprintf(text, sizeof text, "ns_%s", t[k].name);
        bench_row2("gjk", shape, name, text, 1e9 * t[k].seconds / n);
    }
    if (speedup)
        bench_row2("gjk", shape, name, "speedup_nesterov",
                   t[0].seconds / (t[2].seconds < t[3].seconds ? t[2].seconds : t[3].seconds));
}
static collide_hull *random_hull(int n) {
    tact_vec3 *p = (tact_vec3 *)malloc(sizeof(tact_vec3) * (size_t)n);
    double r[3];
    collide_hull *h = NULL;
    int i;
    for (i = 0; i < 3; ++i) r[i] = uniform(0.05, 0.2);
    for (i = 0; i < n; ++i) {
        double x = normal(), y = normal(), z = normal(), l = sqrt(x * x + y * y + z * z);
        p[i] = tact_vec((tact_real)(r[0] * x / l), (tact_real)(r[1] * y / l), (tact_real)(r[2] * z / l));
    }
    if (collide_hull_create(p, n, NULL, NULL, &h) != COLLIDE_OK) exit(1);
    free(p);
    return h;
}
static void curves(int n, int repeats) {
    static const double distances[] = {-0.1, -0.03, -0.01, -1e-3, -1e-4, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.3, 1};
    query *q = (query *)malloc(sizeof(query) * (size_t)n);
    collide_hull *hulls[4];
    int kind, d, i;
    char name[32];
    for (i = 0; i < 4; ++i) hulls[i] = random_hull(500);
    for (kind = 0; kind < 2; ++kind)
        for (d = 0; d < 12; ++d) {
            for (i = 0; i < n; ++i) {
                collide_shape a = kind ? collide_convex(hulls[i % 4]) : random_body(0),
                              b = kind ? collide_convex(hulls[(i / 4) % 4]) : random_body(0);
                q[i] = random_pair(a, b, distances[d]);
            }
            snprintf(name, sizeof name, "d=%g", distances[d]);
            methods_on(kind ? "curve-hull500" : "curve-ellipsoid", name, q, n, repeats, 0);
        }
    for (i = 0; i < 4; ++i) collide_hull_destroy(hulls[i]);
    free(q);
}

/* ---- warm starts: two hulls tumble past each other, 120 steps a second --------------------------------------------------- */
static void warm_starts(int trajectories) {
    static const char *const starts[] = {"none", "centres", "previous", "transported"};
    int m, w, k, step;
    for (m = COLLIDE_METHOD_GJK; m <= COLLIDE_METHOD_NESTEROV_NORMALIZED; ++m) {
        double seconds[4] = {0, 0, 0, 0}, iterations[4] = {0, 0, 0, 0};
        long count = 0;
        counter = 1000000;
        for (k = 0; k < trajectories; ++k) {
            collide_hull *ha = random_hull(300), *hb = random_hull(300);
            collide_shape a = collide_convex(ha), b = collide_convex(hb);
            tact_pose pa[120], pb[120];
            tact_vec3 wa = tact_vec((tact_real)(5 * normal()), (tact_real)(5 * normal()), (tact_real)(5 * normal()));
            tact_vec3 wb = tact_vec((tact_real)(5 * normal()), (tact_real)(5 * normal()), (tact_real)(5 * normal()));
            tact_quat qa = rotation(), qb = rotation();
            double offset = uniform(-0.1, 0.1);
            for (step = 0; step < 120; ++step) {
                double s = (step - 60) / 120.0;
                pa[step] = tact_pose_make(tact_vec(0, 0, 0), qa);
                pb[step] = tact_pose_make(
                    tact_vec((tact_real)(0.6 * s), (tact_real)(0.2 + offset), (tact_real)(0.3 * s * s)), qb);
                qa = tact_quat_normalize(tact_quat_mul(qa, tact_quat_exp(tact_scale(TACT_R(1.0 / 120), wa))));
                qb = tact_quat_normalize(tact_quat_mul(qb, tact_quat_exp(tact_scale(TACT_R(1.0 / 120), wb))));
            }
            for (w = 0; w < 4; ++w) {
                collide_config config = collide_default_config();
                double best = 1e9;
                int repeat;
                config.method = (collide_method)m;
                config.warm_start = (collide_warm_start)w;
                config.penetration = 0;
                for (repeat = 0; repeat < 5; ++repeat) {
                    collide_cache cache;
                    double start, sum = 0;
                    memset(&cache, 0, sizeof cache);
                    start = bench_cpu();
                    for (step = 0; step < 120; ++step) {
                        collide_result r;
                        collide_distance(&a, pa[step], &b, pb[step], &config, &cache, &r);
                        sum += r.iterations;
                    }
                    start = bench_cpu() - start;
                    if (start < best) best = start;
                    if (repeat == 0) iterations[w] += sum;
                }
                seconds[w] += best;
            }
            count += 120;
            collide_hull_destroy(ha), collide_hull_destroy(hb);
        }
        for (w = 0; w < 4; ++w) {
            char shape[48];
            snprintf(shape, sizeof shape, "warm-%s", method_name[m]);
            bench_row2("gjk", shape, starts[w], "iterations", iterations[w] / (double)count);
            bench_row2("gjk", shape, starts[w], "ns", 1e9 * seconds[w] / (double)count);
        }
    }
}

/* ---- the same problem as a quadratic program --------------------------------------------------------------------------- */
/* min |P z|^2/2 over z = (l, m), l and m in the unit simplex, P = [vertices of A, -vertices of B], by ADMM (Boyd et al. 2011, ch. 5):
   z <- (P^T P + rho I)^-1 rho (v - u), a rank-3 correction by Woodbury; v <- projection of z + u on the simplices by sorting. */
static int descending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}
static void project_simplex(double *v, int n, double *sorted) {
    double sum = 0, shift = 0;
    int i;
    memcpy(sorted, v, sizeof(double) * (size_t)n);
    qsort(sorted, (size_t)n, sizeof(double), descending);
    for (i = 0; i < n; ++i) {
        sum += sorted[i];
        if (sorted[i] - (sum - 1) / (i + 1) > 0) shift = (sum - 1) / (i + 1);
    }
    for (i = 0; i < n; ++i) v[i] = v[i] > shift ? v[i] - shift : 0;
}
typedef struct qp {
    const query *q;
    int n_queries, n;
    double *p, *z, *v, *u, *sorted;
    double worst, steps;
} qp;
static void run_qp(void *data) {
    qp *s = (qp *)data;
    int k, i, c, d, it, na = s->n, n = 2 * s->n;
    s->worst = 0, s->steps = 0;
    for (k = 0; k < s->n_queries; ++k) {
        const query *q = s->q + k;
        double rho = 0.01, distance = 0;
        tact_mat3 g, inverse;
        for (i = 0; i < na; ++i) {
            tact_vec3 a = tact_pose_apply(q->pose_a, collide_hull_vertex(q->a.data.hull, i));
            tact_vec3 b = tact_pose_apply(q->pose_b, collide_hull_vertex(q->b.data.hull, i));
            s->p[i] = (double)a.x;
            s->p[n + i] = (double)a.y;
            s->p[2 * n + i] = (double)a.z;
            s->p[na + i] = -(double)b.x;
            s->p[n + na + i] = -(double)b.y;
            s->p[2 * n + na + i] = -(double)b.z;
        }
        for (c = 0; c < 3; ++c)
            for (d = 0; d < 3; ++d) {
                double sum = c == d ? rho : 0;
                for (i = 0; i < n; ++i) sum += s->p[c * n + i] * s->p[d * n + i];
                g.m[c][d] = (tact_real)sum;
            }
        tact_mat_inverse(&g, &inverse);
        for (i = 0; i < n; ++i) s->v[i] = 1.0 / na, s->u[i] = 0;
        for (it = 0; it < 20000; ++it) {
            double y[3] = {0, 0, 0}, x[3] = {0, 0, 0}, now;
            tact_vec3 r;
            for (i = 0; i < n; ++i) s->z[i] = s->v[i] - s->u[i];
            for (c = 0; c < 3; ++c)
                for (i = 0; i < n; ++i) y[c] += s->p[c * n + i] * s->z[i];
            r = tact_mat_mul_vec(&inverse, tact_vec((tact_real)y[0], (tact_real)y[1], (tact_real)y[2]));
            for (i = 0; i < n; ++i) {
                s->z[i] -= s->p[i] * (double)r.x + s->p[n + i] * (double)r.y + s->p[2 * n + i] * (double)r.z;
                s->v[i] = s->z[i] + s->u[i];
            }
            project_simplex(s->v, na, s->sorted), project_simplex(s->v + na, na, s->sorted);
            for (i = 0; i < n; ++i) s->u[i] += s->z[i] - s->v[i];
            for (c = 0; c < 3; ++c)
                for (i = 0; i < n; ++i) x[c] += s->p[c * n + i] * s->v[i];
            now = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
            distance = now, s->steps += 1;
            if (fabs(now - q->reference) <= 1e-6) break; /* in its favour: it is told when it is right */
        }
        s->worst = fmax(s->worst, fabs(distance - q->reference));
    }
}
static void qp_rows(int repeats) {
    static const int sizes[] = {8, 250, 940};
    int k, i;
    for (k = 0; k < 3; ++k) {
        int n = sizes[k], n_queries = k == 0 ? 20 : 3;
        collide_hull *ha = random_hull(n), *hb = random_hull(n);
        query q[20];
        qp s;
        series g;
        bench_timer t[2];
        char name[16];
        for (i = 0; i < n_queries; ++i) q[i] = random_pair(collide_convex(ha), collide_convex(hb), uniform(0.01, 0.1));
        memset(t, 0, sizeof t);
        memset(&s, 0, sizeof s);
        memset(&g, 0, sizeof g);
        s.q = q;
        s.n_queries = n_queries;
        s.n = n;
        s.p = (double *)malloc(sizeof(double) * 6 * (size_t)n), s.z = (double *)malloc(sizeof(double) * 2 * (size_t)n);
        s.v = (double *)malloc(sizeof(double) * 2 * (size_t)n), s.u = (double *)malloc(sizeof(double) * 2 * (size_t)n);
        s.sorted = (double *)malloc(sizeof(double) * 2 * (size_t)n);
        g.q = q;
        g.n = n_queries;
        g.config = collide_default_config();
        t[0].name = "qp";
        t[0].run = run_qp;
        t[0].data = &s;
        t[1].name = "gjk";
        t[1].run = run_series;
        t[1].data = &g;
        bench_time(t, 2, repeats < 3 ? repeats : 3);
        snprintf(name, sizeof name, "%d", n);
        bench_row2("gjk", "qp", name, "ns_qp", 1e9 * t[0].seconds / n_queries);
        bench_row2("gjk", "qp", name, "ns_gjk", 1e9 * t[1].seconds / n_queries);
        bench_row2("gjk", "qp", name, "ratio_qp", t[0].seconds / t[1].seconds);
        bench_row2("gjk", "qp", name, "qp_maxerr", s.worst);
        bench_row2("gjk", "qp", name, "qp_iterations", s.steps / n_queries);
        free(s.p);
        free(s.z);
        free(s.v);
        free(s.u);
        free(s.sorted);
        collide_hull_destroy(ha), collide_hull_destroy(hb);
    }
}

#ifndef GJK_NO_MAIN /* bench/figures_gjk.c draws with the functions above */
int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "build/bench/queries.cqf";
    int only = argc > 2, repeats = bench_default_repeats(), i;
    FILE *there = fopen(path, "r");
    if (there) {
        cq_file f;
        collide_hull **hulls;
        query *all;
        fclose(there);
        if (cq_read(path, &f)) return 1;
        hulls = load_hulls(&f);
        all = (query *)malloc(sizeof(query) * (size_t)f.nq);
        for (i = 0; i < f.nq; ++i) {
            all[i].a = shape_of(&f.q[i].a, hulls), all[i].b = shape_of(&f.q[i].b, hulls);
            all[i].pose_a = pose_of(&f.q[i].pa);
            all[i].pose_b = pose_of(&f.q[i].pb);
            all[i].reference = f.q[i].ref;
        }
        query_file(&f, all, repeats);
        for (i = 0; i < f.nq && !only; ++i)
            if ((!strcmp(f.q[i].type, "hull512") || !strcmp(f.q[i].type, "hull2048")) && !strcmp(f.q[i].sep, "close") &&
                (i == 0 || strcmp(f.q[i - 1].sep, "close") || strcmp(f.q[i - 1].type, f.q[i].type))) {
                int n = 0;
                while (i + n < f.nq && !strcmp(f.q[i + n].sep, "close") && !strcmp(f.q[i + n].type, f.q[i].type)) ++n;
                methods_on(f.q[i].type, "close", all + i, n, repeats, 1);
            }
        free(all);
    } else {
        fprintf(stderr, "gjk: no query file %s (make bench-gjk builds it): its rows are left out\n", path);
    }
    if (only) return 0;
    iteration_table(bench_quick() ? 100 : 1000);
    curves(bench_quick() ? 40 : 200, repeats);
    warm_starts(bench_quick() ? 3 : 20);
    qp_rows(repeats);
    return 0;
}
#endif
