/* The dense kernels against CBLAS/LAPACKE (OpenBLAS on one thread), by size: where does the library begin to win?
   Rows: linalg <op>/<n> ns_builtin|ns_lapack; linalg crossover/<op> n = first size from which the library stays ahead (0: it
   never does up to the largest size). The constants TACT_LAPACK_MIN_* of the headers come from here. Then the block-sparse
   Cholesky on piles: linalg pile/<bodies> us_plan|us_factor|us_solve|fill, and its exponent of growth. */
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
static void ldlt_builtin(void *u) { restore(u), tact_ldlt(n, A, n); }
static void gemm_builtin(void *u) { (void)u, tact_gemm(0, n, n, n, 1, S, n, B, n, 0, C, n); }
static void gemm_nt_builtin(void *u) { (void)u, tact_gemm(TACT_TRANSPOSE_B, n, n, n, 1, S, n, B, n, 0, C, n); }
static void syrk_builtin(void *u) { (void)u, tact_syrk(0, n, n, 1, B, n, 0, C, n); }
static void gemv_builtin(void *u) { (void)u, tact_gemv(0, n, n, 1, S, n, B, 0, X); }
static void trsv_builtin(void *u) { (void)u, memcpy(X, B, (size_t)n * sizeof *X), tact_cholesky_solve(n, A, n, X); }
static void trsm_builtin(void *u) {
    (void)u, memcpy(C, B, (size_t)(n * n) * sizeof *C), tact_solve_triangular_many(0, n, n, A, n, C, n);
}
static void rows_builtin(void *u) { (void)u, memcpy(C, B, (size_t)(n * n) * sizeof *C), tact_solve_rows(0, n, n, A, n, C, n); }
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
static void gemv_lapack(void *u) { (void)u, TACT__CBLAS(gemv)(CblasRowMajor, CblasNoTrans, n, n, 1, S, n, B, 1, 0, X, 1); }
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
} operations[] = {{"chol", BOTH(cholesky)}, {"ldlt", ldlt_builtin, NULL}, {"gemm", BOTH(gemm)}, {"gemm_nt", BOTH(gemm_nt)},
                  {"syrk", BOTH(syrk)},     {"gemv", BOTH(gemv)},         {"chol_solve", BOTH(trsv)},
                  {"trsm", BOTH(trsm)},     {"trsm_rows", BOTH(rows)}};

/* A pile: bodies at random places of a cube, an edge for each pair closer than 1.2 mean distances (about 5 neighbours
   each, as in a heap of spheres). */
static double pile(int bodies, double *exponent_from) {
    int side = (int)ceil(cbrt((double)bodies)), count = 0, edges_count = 0, *node_size, *edges;
    double *place = (double *)malloc(sizeof(double) * 3 * (size_t)bodies), t0, plan, factor, solve;
    size_t bytes = (size_t)1 << 20;
    contact_status status = CONTACT_NO_SPACE;
    contact__sparse s;
    char name[32];
    tact_real *x;
    node_size = (int *)malloc(sizeof(int) * (size_t)bodies), edges = (int *)malloc(sizeof(int) * 64 * (size_t)bodies);
    for (int k = 0; k < side && count < bodies; ++k)
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
            for (int k = 0; k < 3; ++k) d += (place[3 * a + k] - place[3 * b + k]) * (place[3 * a + k] - place[3 * b + k]);
            if (d < 1.05 && edges_count < 32 * bodies) edges[2 * edges_count] = a, edges[2 * edges_count++ + 1] = b;
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
        t0 = bench_cpu(), contact__sparse_factor(&s), factor = bench_cpu() - t0;
        t0 = bench_cpu(), contact__sparse_solve(&s, x), solve = bench_cpu() - t0;
        best_factor = factor < best_factor ? factor : best_factor, best_solve = solve < best_solve ? solve : best_solve;
    }
    sprintf(name, "pile/%d", bodies);
    bench_row("linalg", name, "edges", edges_count);
    bench_row("linalg", name, "us_plan", 1e6 * plan);
    bench_row("linalg", name, "us_factor", 1e6 * best_factor);
    bench_row("linalg", name, "us_solve", 1e6 * best_solve);
    bench_row("linalg", name, "fill", (double)s.n_values / (36.0 * (bodies + edges_count)));
    if (*exponent_from > 0) bench_row("linalg", name, "factor_exponent", log(best_factor / *exponent_from) / log(2.0));
    *exponent_from = best_factor;
    free(place), free(node_size), free(edges), free(memory), free(x);
    return best_factor;
}

int main(void) {
    char name[64];
    double last = 0;
#if defined(TACT_LAPACK)
    if (openblas_set_num_threads) openblas_set_num_threads(1);
#endif
    for (int o = 0; o < (int)(sizeof operations / sizeof *operations); ++o) {
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
            if (timers[1].seconds >= timers[0].seconds) crossover = 0;
            else if (!crossover) crossover = n;
        }
        sprintf(name, "crossover/%s", operations[o].name);
        if (operations[o].lapack) bench_row("linalg", name, "n", crossover);
    }
    for (int bodies = 50; bodies <= (bench_quick() ? 400 : 1600); bodies *= 2) pile(bodies, &last);
    return 0;
}
