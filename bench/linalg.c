/* The dense kernels against CBLAS/LAPACKE (OpenBLAS on one thread), by size: where does the library begin to win?
   Rows: linalg <op>/<n> ns_builtin|ns_lapack; linalg crossover/<op> n = first size from which the library stays ahead (0: it
   never does up to the largest size). The constants TACT_LAPACK_MIN_* of the headers come from here. Then the block-sparse
   Cholesky on piles: linalg pile|layers|silo/<bodies> us_plan|us_factor|us_solve|fill, linalg pile|layers|silo
   factor_exponent|work_exponent = growth with the bodies from the smallest to the largest. `make bench-linalg
   BENCH_ARGS=piles` gives these alone. */
#include "bench.h"
#define TACT_LAPACK_MIN_CHOLESKY (1 << 20) /* the switch off: the calls below are the built-in kernels */
#define TACT_LAPACK_MIN_GEMM (1 << 20)
#define TACT_LAPACK_MIN_GEMV (1 << 20)
#define CONTACT_IMPLEMENTATION
#include "contact.h"

enum { LARGEST = 512 };
static tact_real S[LARGEST * LARGEST], A[LARGEST * LARGEST], B[LARGEST * LARGEST], C[LARGEST * LARGEST], X[LARGEST];
static int n;

static void restore(void *unused) {
    (void)unused;
    memcpy(A, S, (size_t)(n * n) * sizeof *A);
}
/* the copy is inside both timings of the factorisations: the same for both, small against n^3/3 */
static void cholesky_builtin(void *u) { restore(u), tact_cholesky(n, A, n); }
static void gemm_builtin(void *u) { (void)u, tact_gemm(0, n, n, n, 1, S, n, B, n, 0, C, n); }
static void gemm_nt_builtin(void *u) { (void)u, tact_gemm(TACT_TRANSPOSE_B, n, n, n, 1, S, n, B, n, 0, C, n); }
static void syrk_builtin(void *u) { (void)u, tact_syrk(0, n, n, 1, B, n, 0, C, n); }
static void gemv_builtin(void *u) { (void)u, tact_gemv(0, n, n, 1, S, n, B, 0, X); }
static void trsv_builtin(void *u) {
    (void)u;
    memcpy(X, B, (size_t)n * sizeof *X);
    tact_cholesky_solve(n, A, n, X);
}
static void trsm_builtin(void *u) {
    (void)u;
    memcpy(C, B, (size_t)(n * n) * sizeof *C);
    tact_solve_triangular_many(0, n, n, A, n, C, n);
}
static void rows_builtin(void *u) {
    (void)u;
    memcpy(C, B, (size_t)(n * n) * sizeof *C);
    tact_solve_rows(0, n, n, A, n, C, n);
}
#ifdef TACT_LAPACK
static void cholesky_lapack(void *u) { restore(u), TACT__POTRF(LAPACK_COL_MAJOR, 'U', n, A, n); }
static void gemm_lapack(void *u) {
    (void)u, TACT__CBLAS(gemm)(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, S, n, B, n, 0, C, n);
}
static void gemm_nt_lapack(void *u) {
    (void)u, TACT__CBLAS(gemm)(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, n, 1, S, n, B, n, 0, C, n);
}
static void syrk_lapack(void *u) {
    (void)u, TACT__CBLAS(syrk)(CblasRowMajor, CblasLower, CblasNoTrans, n, n, 1, B, n, 0, C, n);
}
static void gemv_lapack(void *u) {
    (void)u, TACT__CBLAS(gemv)(CblasRowMajor, CblasNoTrans, n, n, 1, S, n, B, 1, 0, X, 1);
}
static void trsv_lapack(void *u) {
    (void)u, memcpy(X, B, (size_t)n * sizeof *X);
    TACT__CBLAS(trsv)(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, A, n, X, 1);
    TACT__CBLAS(trsv)(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, n, A, n, X, 1);
}
static void trsm_lapack(void *u) {
    (void)u, memcpy(C, B, (size_t)(n * n) * sizeof *C);
    TACT__CBLAS(trsm)(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, n, n, 1, A, n, C, n);
}
static void rows_lapack(void *u) {
    (void)u, memcpy(C, B, (size_t)(n * n) * sizeof *C);
    TACT__CBLAS(trsm)(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, n, n, 1, A, n, C, n);
}
#define BOTH(name) name##_builtin, name##_lapack
#else
#define BOTH(name) name##_builtin, NULL
#endif

static const int sizes[] = {3, 6, 9, 12, 16, 18, 24, 32, 40, 48, 64, 96, 128, 192, 256, 384, 512};
enum { SIZES = sizeof sizes / sizeof *sizes };
static const struct {
    const char *name;
    void (*builtin)(void *), (*lapack)(void *);
} operations[] = {{"chol", BOTH(cholesky)}, {"gemm", BOTH(gemm)},     {"gemm_nt", BOTH(gemm_nt)},
                  {"syrk", BOTH(syrk)},     {"gemv", BOTH(gemv)},     {"chol_solve", BOTH(trsv)},
                  {"trsm", BOTH(trsm)},     {"trsm_rows", BOTH(rows)}};

/* Work of a block Cholesky in a given order, sum over the nodes of (later neighbours + 1)^2, by elimination on bit rows. */
static double elimination_work(int n, const int *edges, int edges_count, const int *order) {
    int words = (n + 63) / 64;
    uint64_t *rows = (uint64_t *)calloc((size_t)n * (size_t)words, sizeof(uint64_t));
    int *place = (int *)malloc(sizeof(int) * (size_t)n);
    double work = 0;
    for (int p = 0; p < n; ++p) place[order[p]] = p;
    for (int e = 0; e < edges_count; ++e) {
        int a = place[edges[2 * e]], b = place[edges[2 * e + 1]];
        rows[(size_t)a * words + b / 64] |= (uint64_t)1 << (b % 64),
            rows[(size_t)b * words + a / 64] |= (uint64_t)1 << (a % 64);
    }
    for (int p = 0; p < n; ++p) {
        const uint64_t *mine = rows + (size_t)p * words;
        double later = 1;
        for (int q = p + 1; q < n; ++q) {
            if (!(mine[q / 64] >> (q % 64) & 1)) continue;
            ++later;
            for (int w = p / 64; w < words; ++w) rows[(size_t)q * words + w] |= mine[w];
        }
        work += later * later;
    }
    free(rows), free(place);
    return work;
}
/* Geometric nested dissection: halves across the widest side, the nodes of the lower half that touch the upper one last. */
static int *dissect(int n, const double *place, const int *edges, int edges_count, int *nodes, int count, char *mark,
                    int *out) {
    double low[3] = {1e9, 1e9, 1e9}, high[3] = {-1e9, -1e9, -1e9}, cut;
    int axis = 0, lower = 0, upper = 0, *parts;
    double *sorted;
    if (count <= 4) {
        for (int i = 0; i < count; ++i) *out++ = nodes[i];
        return out;
    }
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < 3; ++k) {
            double v = place[3 * nodes[i] + k];
            low[k] = v < low[k] ? v : low[k], high[k] = v > high[k] ? v : high[k];
        }
    for (int k = 1; k < 3; ++k)
        if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
    sorted = (double *)malloc(sizeof(double) * (size_t)count), parts = (int *)malloc(sizeof(int) * 3 * (size_t)count);
    for (int i = 0; i < count; ++i) sorted[i] = place[3 * nodes[i] + axis];
    cut = bench_median(sorted, count);
    for (int i = 0; i < count; ++i) mark[nodes[i]] = place[3 * nodes[i] + axis] < cut ? 1 : 2;
    for (int e = 0; e < edges_count; ++e) {
        int a = edges[2 * e], b = edges[2 * e + 1];
        if (mark[a] == 2 && mark[b] == 1)
            mark[b] = 3;
        else if (mark[b] == 2 && mark[a] == 1)
            mark[a] = 3;
    }
    int separator = 0;
    for (int i = 0; i < count; ++i) {
        int m = mark[nodes[i]];
        if (m == 1)
            parts[lower++] = nodes[i];
        else if (m == 2)
            parts[count + upper++] = nodes[i];
        else
            parts[2 * count + separator++] = nodes[i];
    }
    for (int i = 0; i < count; ++i) mark[nodes[i]] = 0;
    if (lower == count || upper == count) { /* nothing left to cut */
        for (int i = 0; i < count; ++i) *out++ = nodes[i];
    } else {
        out = dissect(n, place, edges, edges_count, parts, lower, mark, out);
        out = dissect(n, place, edges, edges_count, parts + count, upper, mark, out);
        for (int i = 0; i < separator; ++i) *out++ = parts[2 * count + i];
    }
    free(sorted), free(parts);
    return out;
}

/* A pile: bodies at random places of a cube, of four layers, or of a silo four bodies wide; an edge for each pair closer than 1.2 mean
   distances (about 5 neighbours each, as in a heap of spheres). What the best order of elimination can do grows with the separators
   (Lipton, Rose & Tarjan 1979): the last separator of a cube has n^(2/3) bodies and is dense in the factor, so work n^2; in layers it
   has n^(1/2), so work n^1.5; in a silo it is the same for any height, so work n. work_over_dissection compares our order with nested
   dissection, which has these powers. */
enum { CUBE, LAYERS, SILO };
static const char *const shape_names[] = {"pile", "layers", "silo"};
static void pile(int bodies, int shape, double work_time[2]) {
    int side = shape == SILO ? 4 : (int)ceil(shape == LAYERS ? sqrt(bodies / 4.0) : cbrt((double)bodies));
    int high = shape == SILO ? bodies : (shape == LAYERS ? 4 : side), count = 0, edges_count = 0, *node_size, *edges;
    double *place = (double *)malloc(sizeof(double) * 3 * (size_t)bodies), t0, plan, factor, solve;
    size_t bytes = (size_t)1 << 20;
    contact_status status = CONTACT_NO_SPACE;
    contact__sparse s;
    char name[32];
    tact_real *x;
    node_size = (int *)malloc(sizeof(int) * (size_t)bodies), edges = (int *)malloc(sizeof(int) * 64 * (size_t)bodies);
    for (int k = 0; k < high && count < bodies; ++k)
        for (int i = 0; i < side && count < bodies; ++i)
            for (int j = 0; j < side && count < bodies; ++j, ++count) {
                place[3 * count] = i + 0.4 * (double)tact_random_uniform(1, 3 * (uint64_t)count);
                place[3 * count + 1] = j + 0.4 * (double)tact_random_uniform(1, 3 * (uint64_t)count + 1);
                place[3 * count + 2] = k + 0.4 * (double)tact_random_uniform(1, 3 * (uint64_t)count + 2);
                node_size[count] = 6;
            }
    for (int a = 0; a < bodies; ++a)
        for (int b = 0; b < a; ++b) {
            double d = 0;
            for (int k = 0; k < 3; ++k)
                d += (place[3 * a + k] - place[3 * b + k]) * (place[3 * a + k] - place[3 * b + k]);
            if (d < 1.44 && edges_count < 32 * bodies) edges[2 * edges_count] = a, edges[2 * edges_count++ + 1] = b;
        }
    void *memory = NULL;
    do {
        contact__arena arena;
        free(memory), memory = malloc(bytes);
        arena = contact__arena_make(memory, bytes);
        t0 = bench_cpu();
        status = contact__sparse_setup(&s, bodies, node_size, edges_count, edges, &arena);
        plan = bench_cpu() - t0;
        bytes = arena.peak + 64;
    } while (status == CONTACT_NO_SPACE);
    x = (tact_real *)malloc(sizeof(tact_real) * (size_t)s.n);
    double best_factor = 1e9, best_solve = 1e9;
    for (int repeat = 0; repeat < (bench_quick() ? 2 : 7); ++repeat) {
        contact__sparse_zero(&s);
        for (int i = 0; i < bodies; ++i) {
            int ld;
            tact_real *d = contact__sparse_diagonal(&s, i, &ld);
            for (int r = 0; r < 6; ++r) d[r * ld + r] = 100;
        }
        for (int e = 0; e < edges_count; ++e) {
            int ld, flipped;
            tact_real *d = contact__sparse_edge(&s, e, &ld, &flipped);
            for (int r = 0; r < 6; ++r)
                for (int c = 0; c < 6; ++c) d[r * ld + c] = tact_random_uniform(2, (uint64_t)(36 * e + 6 * r + c));
        }
        for (int i = 0; i < s.n; ++i) x[i] = 1;
        t0 = bench_cpu();
        contact__sparse_factor(&s);
        factor = bench_cpu() - t0;
        t0 = bench_cpu();
        contact__sparse_solve(&s, x);
        solve = bench_cpu() - t0;
        best_factor = factor < best_factor ? factor : best_factor, best_solve = solve < best_solve ? solve : best_solve;
    }
    sprintf(name, "%s/%d", shape_names[shape], bodies);
    { /* quality of the order */
        int *nodes = (int *)malloc(sizeof(int) * (size_t)bodies), *order = (int *)malloc(sizeof(int) * (size_t)bodies);
        char *mark = (char *)calloc((size_t)bodies, 1);
        for (int i = 0; i < bodies; ++i) nodes[i] = i;
        dissect(bodies, place, edges, edges_count, nodes, bodies, mark, order);
        work_time[0] = elimination_work(bodies, edges, edges_count, s.order), work_time[1] = best_factor;
        bench_row("linalg", name, "work_over_dissection",
                  work_time[0] / elimination_work(bodies, edges, edges_count, order));
        free(nodes);
        free(order);
        free(mark);
    }
    bench_row("linalg", name, "edges", edges_count);
    bench_row("linalg", name, "us_plan", 1e6 * plan);
    bench_row("linalg", name, "us_factor", 1e6 * best_factor);
    bench_row("linalg", name, "us_solve", 1e6 * best_solve);
    bench_row("linalg", name, "fill", (double)s.n_values / (36.0 * (bodies + edges_count)));
    free(place);
    free(node_size);
    free(edges);
    free(memory);
    free(x);
}

int main(int argc, char **argv) {
    int piles_only = argc > 1 && !strcmp(argv[1], "piles");
    char name[64];
#if defined(TACT_LAPACK)
    if (openblas_set_num_threads) openblas_set_num_threads(1);
#endif
    for (int o = 0; o < (piles_only ? 0 : (int)(sizeof operations / sizeof *operations)); ++o) {
        int crossover = 0;
        for (int k = 0; k < SIZES; ++k) {
            bench_timer timers[2];
            int count = operations[o].lapack ? 2 : 1;
            n = sizes[k];
            if (bench_quick() && n > 128) break;
            for (int i = 0; i < n * n; ++i) B[i] = tact_random_uniform(9, (uint64_t)i) - TACT_R(0.5);
            tact_gemm(TACT_TRANSPOSE_B, n, n, n, 1, B, n, B, n, 0, S, n);
            for (int i = 0; i < n; ++i) S[i * n + i] += (tact_real)n;
            restore(NULL), tact_cholesky(n, A, n);
            memset(timers, 0, sizeof timers);
            timers[0].name = "builtin", timers[0].run = operations[o].builtin;
            timers[1].name = "lapack", timers[1].run = operations[o].lapack;
            bench_time(timers, count, bench_quick() ? 3 : 7);
            sprintf(name, "%s/%d", operations[o].name, n);
            bench_row("linalg", name, "ns_builtin", 1e9 * timers[0].seconds);
            if (count < 2) continue;
            bench_row("linalg", name, "ns_lapack", 1e9 * timers[1].seconds);
            if (timers[1].seconds >= timers[0].seconds)
                crossover = 0;
            else if (!crossover)
                crossover = n;
        }
        sprintf(name, "crossover/%s", operations[o].name);
        if (operations[o].lapack) bench_row("linalg", name, "n", crossover);
    }
    for (int shape = CUBE; shape <= SILO; ++shape) {
        double first[2] = {0, 0}, last[2];
        int from = 50, bodies = from, to = bench_quick() ? 400 : (shape == CUBE ? 1600 : 3200);
        for (; bodies <= to; bodies *= 2) {
            pile(bodies, shape, last);
            if (bodies == from) first[0] = last[0], first[1] = last[1];
        }
        bench_row("linalg", shape_names[shape], "work_exponent", log(last[0] / first[0]) / log((double)to / from));
        bench_row("linalg", shape_names[shape], "factor_exponent", log(last[1] / first[1]) / log((double)to / from));
    }
    return 0;
}
