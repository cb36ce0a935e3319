/* float: yes */
/* Facts: the dense kernels (Cholesky, triangular solves, products) agree with textbook loops for every size from 1
   to 200, any leading dimension and every flag; they touch nothing but what they own (upper triangles, the space between
   two rows); the factorisation names the first bad pivot; and the library backend, where it is compiled in, agrees with the
   built-in one to 1e-10 relative. */
/* slow: for valgrind */
#define TACT_LAPACK_MIN_CHOLESKY 1 /* here the library is used at every size, so that every size is compared */
#define TACT_LAPACK_MIN_GEMM 1
#define TACT_LAPACK_MIN_GEMV 1
#define RBD_IMPLEMENTATION
#define RBD_STATIC
#include "utest.h"
#include "rbd.h"

enum { SIZE = 200, LD = 211 };
static tact_real A[LD * LD], B[LD * LD], C[LD * LD], D[LD * LD], S[LD * LD];
static double R[LD * LD];
static uint64_t counter;

/* Rounding of n-term sums of O(1) numbers; 1e-10 is the promised agreement in double, and eps n leaves float the same
   margin of several hundred. */
#define TOLERANCE (sizeof(tact_real) == 8 ? 1e-10 : 2e-3)

static tact_real draw(void) { return 2 * tact_random_uniform(11, counter++) - 1; }
static void fill(tact_real *a, int count) {
    for (int i = 0; i < count; ++i) a[i] = draw();
}
/* S = G G^T + n I: condition number of a few units, so that forward errors are as small as backward ones. */
static void make_spd(int n, int ld, tact_real *s) {
    fill(s, ld * n);
    fill(D, ld * n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) {
            double sum = i == j ? n : 0;
            for (int k = 0; k < n; ++k) sum += (double)D[i * ld + k] * (double)D[j * ld + k];
            s[i * ld + j] = (tact_real)sum;
        }
}
static int pick(int low, int high) { return low + (int)(tact_random_bits(7, counter++) % (uint64_t)(high - low + 1)); }
static int size_of(int trial) { return trial <= 48 ? trial : pick(49, SIZE); } /* all small sizes, then a sample */
static double worst(double a, double b) { return a > b ? a : b; }

/* Largest |A - L L^T| over the lower triangle, relative to the largest entry of A. */
static double factor_error(int n, int ld, const tact_real *s, const tact_real *l) {
    double error = 0, scale = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) {
            double sum = 0;
            for (int k = 0; k <= j; ++k) sum += (double)l[i * ld + k] * (double)l[j * ld + k];
            error = worst(error, fabs(sum - (double)s[i * ld + j]));
            scale = worst(scale, fabs((double)s[i * ld + j]));
        }
    return error / scale;
}
static int unchanged_outside_lower(int n, int ld, const tact_real *before, const tact_real *after) {
    for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < ld && i * ld + j < n * ld; ++j)
            if (before[i * ld + j] < after[i * ld + j] || before[i * ld + j] > after[i * ld + j]) return 0;
    return 1;
}

UTEST(linalg, the_factor_reproduces_the_matrix_at_every_size) {
    for (int trial = 1; trial <= 60; ++trial) {
        int n = size_of(trial), ld = n + pick(0, 7);
        make_spd(n, ld, S);
        memcpy(A, S, sizeof S);
        ASSERT_EQ(tact_cholesky(n, A, ld), 0);
        ASSERT_LT(factor_error(n, ld, S, A), TOLERANCE);
        ASSERT_TRUE(unchanged_outside_lower(n, ld, S, A));
    }
}

UTEST(linalg, solves_invert_the_matrix) {
    for (int trial = 1; trial <= 56; ++trial) {
        int n = size_of(trial), ld = n + pick(0, 5), m = pick(1, 9), ldb = m + pick(0, 3);
        double error = 0, error_many = 0;
        static tact_real x[LD], z[LD * 16], right[LD];
        make_spd(n, ld, S);
        memcpy(A, S, sizeof S);
        ASSERT_EQ(tact_cholesky(n, A, ld), 0);
        fill(right, n), fill(z, n * ldb);
        memcpy(x, right, sizeof x);
        memcpy(C, z, sizeof z);
        tact_cholesky_solve(n, A, ld, x);
        tact_cholesky_solve_many(n, m, A, ld, z, ldb);
        for (int i = 0; i < n; ++i) {
            double sum = -(double)right[i];
            for (int k = 0; k < n; ++k) sum += (double)(k <= i ? S[i * ld + k] : S[k * ld + i]) * (double)x[k];
            error = worst(error, fabs(sum));
            for (int j = 0; j < m; ++j) {
                sum = -(double)C[i * ldb + j];
                for (int k = 0; k < n; ++k)
                    sum += (double)(k <= i ? S[i * ld + k] : S[k * ld + i]) * (double)z[k * ldb + j];
                error_many = worst(error_many, fabs(sum));
            }
            for (int j = m; j < ldb; ++j) ASSERT_TRUE(memcmp(z + i * ldb + j, C + i * ldb + j, sizeof *z) == 0);
        }
        ASSERT_LT(error, TOLERANCE);
        ASSERT_LT(error_many, TOLERANCE);
    }
}

UTEST(linalg, triangular_solves_with_every_flag) {
    for (int trial = 1; trial <= 56; ++trial) {
        int n = size_of(trial), ld = n + pick(0, 5), m = pick(1, 20), ldb = (m > n ? m : n) + pick(0, 3);
        for (int flags = 0; flags < 8; flags += (flags & 1) ? 3 : 1) { /* 0, 1, 4, 5 */
            int transpose = flags & TACT_TRANSPOSE_L, unit = flags & TACT_UNIT;
            double error = 0;
            static tact_real x[LD], right[LD];
            fill(A, n * ld);
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < i; ++j) A[i * ld + j] /= (tact_real)n; /* keeps a unit triangle well conditioned */
            for (int i = 0; i < n; ++i) A[i * ld + i] = unit ? TACT_R(0) : 1 + tact_abs(A[i * ld + i]);
            fill(right, n), memcpy(x, right, sizeof x);
            tact_solve_triangular(flags, n, A, ld, x);
            for (int i = 0; i < n; ++i) {
                double s = (unit ? (double)x[i] : (double)A[i * ld + i] * (double)x[i]) - (double)right[i];
                for (int k = 0; k < n; ++k)
                    if (transpose ? k > i : k < i)
                        s += (double)(transpose ? A[k * ld + i] : A[i * ld + k]) * (double)x[k];
                error = worst(error, fabs(s));
            }
            ASSERT_LT(error, TOLERANCE);
            fill(B, n * ldb), memcpy(C, B, sizeof B); /* columns as right-hand sides */
            tact_solve_triangular_many(flags, n, m, A, ld, B, ldb);
            for (int j = 0; j < m; ++j)
                for (int i = 0; i < n; ++i) {
                    double s = (double)B[i * ldb + j] * (unit ? 1 : (double)A[i * ld + i]) - (double)C[i * ldb + j];
                    for (int k = 0; k < n; ++k)
                        if (transpose ? k > i : k < i)
                            s += (double)(transpose ? A[k * ld + i] : A[i * ld + k]) * (double)B[k * ldb + j];
                    error = worst(error, fabs(s));
                }
            ASSERT_LT(error, TOLERANCE);
            if (transpose) continue;
            fill(B, m * ldb), memcpy(C, B, sizeof B); /* rows as right-hand sides */
            tact_solve_rows(flags, m, n, A, ld, B, ldb);
            for (int r = 0; r < m; ++r) {
                for (int i = 0; i < n; ++i) {
                    double s = (double)B[r * ldb + i] * (unit ? 1 : (double)A[i * ld + i]) - (double)C[r * ldb + i];
                    for (int k = 0; k < i; ++k) s += (double)A[i * ld + k] * (double)B[r * ldb + k];
                    error = worst(error, fabs(s));
                }
                for (int i = n; i < ldb; ++i) ASSERT_TRUE(memcmp(B + r * ldb + i, C + r * ldb + i, sizeof *B) == 0);
            }
            ASSERT_LT(error, TOLERANCE);
        }
    }
}

UTEST(linalg, products_with_every_flag_and_factor) {
    static const tact_real factors[3] = {0, 1, TACT_R(-0.5)};
    for (int trial = 1; trial <= 120; ++trial) {
        int small = trial <= 60, m = pick(1, small ? 24 : 150), n = pick(1, small ? 24 : 150),
            k = pick(0, small ? 24 : 200);
        int flags = trial & 3, ta = flags & TACT_TRANSPOSE_A, tb = flags & TACT_TRANSPOSE_B;
        int lda = (ta ? m : k) + pick(0, 5), ldb = (tb ? k : n) + pick(0, 5), ldc = n + pick(0, 5);
        tact_real alpha = 1 + draw(), beta = factors[trial % 3];
        double error = 0;
        lda += lda == 0, ldb += ldb == 0;
        fill(A, LD * LD);
        fill(B, LD * LD);
        fill(C, m * ldc);
        if (!(beta < 0 || beta > 0)) /* beta = 0 must not read C */
            for (int i = 0; i < m; ++i)
                for (int j = 0; j < n; ++j) C[i * ldc + j] = (tact_real)NAN;
        memcpy(D, C, sizeof C);
        for (int i = 0; i < m; ++i)
            for (int j = 0; j < n; ++j) {
                double s = 0;
                for (int p = 0; p < k; ++p)
                    s +=
                        (double)(ta ? A[p * lda + i] : A[i * lda + p]) * (double)(tb ? B[j * ldb + p] : B[p * ldb + j]);
                R[i * ldc + j] = (double)alpha * s + (beta < 0 || beta > 0 ? (double)beta * (double)C[i * ldc + j] : 0);
            }
        tact_gemm(flags, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
        for (int i = 0; i < m; ++i) {
            for (int j = 0; j < n; ++j) {
                ASSERT_TRUE(tact_finite(C[i * ldc + j]));
                error = worst(error, fabs((double)C[i * ldc + j] - R[i * ldc + j]));
            }
            for (int j = n; j < ldc; ++j) ASSERT_TRUE(memcmp(C + i * ldc + j, D + i * ldc + j, sizeof *C) == 0);
        }
        ASSERT_LT(error / (1 + k), TOLERANCE);
    }
}

UTEST(linalg, rank_k_update_writes_the_lower_triangle_only) {
    for (int trial = 1; trial <= 60; ++trial) {
        int n = trial <= 40 ? trial : pick(41, 150), k = pick(1, 150), ta = trial & 1;
        int lda = (ta ? n : k) + pick(0, 5), ldc = n + pick(0, 5);
        double error = 0;
        fill(A, LD * LD);
        fill(C, n * ldc);
        memcpy(D, C, sizeof C);
        tact_syrk(ta ? TACT_TRANSPOSE_A : 0, n, k, TACT_R(-1.5), A, lda, TACT_R(0.5), C, ldc);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j <= i; ++j) {
                double s = 0;
                for (int p = 0; p < k; ++p)
                    s +=
                        (double)(ta ? A[p * lda + i] : A[i * lda + p]) * (double)(ta ? A[p * lda + j] : A[j * lda + p]);
                error = worst(error, fabs((double)C[i * ldc + j] - (0.5 * (double)D[i * ldc + j] - 1.5 * s)));
            }
        ASSERT_LT(error / k, TOLERANCE);
        ASSERT_TRUE(unchanged_outside_lower(n, ldc, D, C));
    }
}

UTEST(linalg, matrix_times_vector) {
    static tact_real x[LD], y[LD], z[LD];
    for (int trial = 0; trial < 80; ++trial) {
        int m = pick(1, trial < 50 ? 16 : 200), n = pick(1, trial < 50 ? 16 : 200), lda = n + pick(0, 5),
            ta = trial & 1;
        tact_real beta = trial % 3 ? TACT_R(0.75) : TACT_R(0);
        double error = 0;
        fill(A, LD * LD);
        fill(x, LD);
        fill(y, LD);
        memcpy(z, y, sizeof y);
        tact_gemv(ta ? TACT_TRANSPOSE_A : 0, m, n, TACT_R(1.25), A, lda, x, beta, y);
        for (int i = 0; i < (ta ? n : m); ++i) {
            double s = 0;
            for (int p = 0; p < (ta ? m : n); ++p) s += (double)(ta ? A[p * lda + i] : A[i * lda + p]) * (double)x[p];
            error = worst(error, fabs((double)y[i] - (1.25 * s + (double)beta * (double)z[i])));
        }
        ASSERT_LT(error, TOLERANCE * 10);
        for (int i = ta ? n : m; i < LD; ++i) ASSERT_TRUE(memcmp(y + i, z + i, sizeof *y) == 0);
    }
}

UTEST(linalg, the_first_bad_pivot_is_named) {
    static const int sizes[] = {1, 2, 5, 6, 8, 9, 17, 40, 64, 65, 100, 129, 200};
    for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); ++s)
        for (int kind = 0; kind < 3; ++kind) {
            int n = sizes[s], bad = pick(0, n - 1);
            make_spd(n, n, S);
            /* negative, zero and NaN; a block-diagonal position keeps the earlier pivots as they are */
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < i; ++j)
                    if (i == bad || j == bad) S[i * n + j] = 0;
            S[bad * n + bad] = kind == 0 ? TACT_R(-1) : (kind == 1 ? TACT_R(0) : (tact_real)NAN);
            memcpy(A, S, sizeof S);
            ASSERT_EQ(tact_cholesky(n, A, n), bad + 1);
        }
    S[0] = TACT_REAL_MAX, S[0] *= 2; /* infinity */
    ASSERT_EQ(tact_cholesky(1, S, 1), 1);
}

/* Both operands of a product may be the same matrix. */
UTEST(linalg, operands_may_alias_each_other) {
    int n = 37;
    double error = 0;
    fill(A, n * n);
    tact_gemm(TACT_TRANSPOSE_B, n, n, n, 1, A, n, A, n, 0, C, n);
    tact_syrk(0, n, n, 1, A, n, 0, D, n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) error = worst(error, fabs((double)(C[i * n + j] - D[i * n + j])));
    ASSERT_LT(error, TOLERANCE * n);
    tact_gemm(0, n, n, n, 1, A, n, A, n, 0, C, n);
    tact_gemv(0, n, n, 1, A, n, A, 0, D);
    error = 0;
    for (int i = 0; i < n; ++i) {
        double s = 0;
        for (int k = 0; k < n; ++k) s += (double)A[i * n + k] * (double)A[k];
        error = worst(error, fabs((double)D[i] - s));
    }
    ASSERT_LT(error, TOLERANCE * n);
}

#ifdef TACT_LAPACK
UTEST(linalg, library_and_built_in_agree) {
    for (int trial = 1; trial <= 60; ++trial) {
        int n = size_of(trial), ld = n + pick(0, 5);
        double error = 0, scale = 0;
        make_spd(n, ld, S);
        memcpy(A, S, sizeof S), memcpy(B, S, sizeof S);
        ASSERT_EQ(tact_cholesky(n, A, ld), 0);
        ASSERT_EQ(tact__factor_builtin(n, B, ld), 0);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j <= i; ++j) {
                error = worst(error, fabs((double)(A[i * ld + j] - B[i * ld + j])));
                scale = worst(scale, fabs((double)A[i * ld + j]));
            }
        ASSERT_LT(error, TOLERANCE * scale);
        tact_gemm(TACT_TRANSPOSE_B, n, n, n, 1, S, ld, S, ld, 0, A, ld);
        tact__gemm_builtin(0, n, n, n, 1, S, ld, 1, S, 1, ld, 0, B, ld);
        error = scale = 0;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                error = worst(error, fabs((double)(A[i * ld + j] - B[i * ld + j])));
                scale = worst(scale, fabs((double)A[i * ld + j]));
            }
        ASSERT_LT(error, TOLERANCE * scale);
    }
}
UTEST(linalg, the_library_runs_on_one_thread) {
    make_spd(20, 20, S);
    if (!openblas_get_num_threads || !openblas_set_num_threads) UTEST_SKIP("this BLAS is not OpenBLAS");
    openblas_set_num_threads(2);
    ASSERT_EQ(tact_cholesky(20, S, 20), 0);
    ASSERT_EQ(openblas_get_num_threads(), 1);
}
#endif

UTEST_MAIN()
