/* contact.h - v0.1 - frictional contact: the solvers, and a world to step - MIT or Unlicense, at your choice

   In exactly one .c or .cpp file:             Everywhere else:
       #define CONTACT_IMPLEMENTATION            #include "contact.h"
       #include "contact.h"

   A 1 kg cube of side 0.2 m on the ground, pushed sideways, one step of 1 ms:
       contact_problem p;
       contact_result result;
       tact_mat3 inertia = tact_mat_diagonal(1 / 150.0, 1 / 150.0, 1 / 150.0);
       tact_vec3 up = {0, 0, 1}, v_free = {0.5, 0, -9.81e-3}, none = {0, 0, 0};
       contact_problem_create(&p, NULL);
       p.dt = 1e-3;
       int cube = contact_add_body(&p, 1.0, &inertia, v_free, none);
       for (int k = 0; k < 4; ++k) { // one corner each; -1 is the world, the normal points from it to the cube
           tact_vec3 arm = {k & 1 ? 0.1 : -0.1, k & 2 ? 0.1 : -0.1, -0.1};
           contact_add_contact(&p, -1, cube, up, NULL, none, arm, 0.4);
       }
       if (contact_solve_alloc(&p, NULL, NULL, &result) >= 0)
           printf("%g m/s after %d iterations of %s\n", p.velocity[0], result.iterations,
                  contact_method_name(result.method));
       contact_problem_free(&p);

   DOES      LCP, CCP, NCP and compliant models of Coulomb friction by more than twenty methods behind one call;
             joints, limits and dry joint friction in the same solve; residuals of any impulse; problems as text files
   DOES NOT  allocate memory unless asked, print, keep globals, start threads, return NaN
   SIGNS     SI units, right-handed. Normals point from A to B; c = R^T (v_B - v_A): c_n > 0 separates.
             Rows of a contact are (t1, t2, n). lambda is the impulse [N s] on B; A receives -lambda. gap > 0: apart.
             Residuals are reported on forces lambda/dt. Quaternions are x,y,z,w; spatial vectors [linear; angular].
             Matrices are row-major. Statuses: 0 ok, > 0 usable with a caveat, < 0 no result.

   Contents: search for ">>name"
       >>shared-types >>status >>problem >>bias >>compliant >>config >>solve >>metrics >>file >>compliant-tools
       >>derivatives >>api-world >>api-world-derivatives
       >>impl-linear-algebra >>impl-names >>impl-problem >>impl-bias >>impl-cones >>impl-sparse-cholesky
       >>impl-context >>impl-metrics >>impl-splitting >>impl-dense >>impl-lcp >>impl-staggered
       >>impl-primal >>impl-admm >>impl-multiplier >>impl-newton >>impl-compliant
       >>impl-file >>impl-solve >>impl-compliant-helpers
       >>impl-derivatives >>impl-world >>impl-world-derivatives >>licence
*/
#ifndef CONTACT_SINGLE_FILE_H
#define CONTACT_SINGLE_FILE_H

#define CONTACT_VERSION 100 /* major*10000 + minor*100 + patch */
#define CONTACT_VERSION_STRING "0.1.0"

// >>shared-types
/* ---- tact shared block v1: identical bytes in collide.h, rbd.h and contact.h ------------------------------------
   Small types and inline maths that the three headers have in common. The first header included defines them, the
   others find them. `make check` compares the three copies byte by byte. */
#ifdef TACT_BLOCK_VERSION
#if TACT_BLOCK_VERSION != 1
#error "collide.h, rbd.h and contact.h come from different releases: take all of them from one release"
#endif
#else
#define TACT_BLOCK_VERSION 1

#include <stddef.h>
#include <stdint.h>
#ifdef TACT_NO_LIBC /* freestanding: gcc/clang builtins, which lower to the symbols sqrt, sin, ... memcpy you link */
#define TACT_LIBM(name) __builtin_##name
#define TACT_MEMCPY __builtin_memcpy
#define TACT_MEMMOVE __builtin_memmove
#define TACT_MEMSET __builtin_memset
#define TACT_MEMCMP __builtin_memcmp
#else
#include <math.h>
#include <string.h>
#define TACT_LIBM(name) name
#define TACT_MEMCPY memcpy
#define TACT_MEMMOVE memmove
#define TACT_MEMSET memset
#define TACT_MEMCMP memcmp
#endif

/* Hooks. Define them before the include, in the implementation file; allocation hooks go together or not at all. */
#if defined(TACT_MALLOC) != defined(TACT_FREE)
#error "define both TACT_MALLOC(bytes) and TACT_FREE(pointer), or neither"
#endif
#ifndef TACT_MALLOC
#ifdef TACT_NO_LIBC /* no heap: the convenience constructors return "no memory", the caller's-block ones work */
#define TACT_MALLOC(bytes) ((void)(bytes), (void *)0)
#define TACT_FREE(pointer) ((void)(pointer))
#else
#include <stdlib.h>
#define TACT_MALLOC(bytes) malloc(bytes)
#define TACT_FREE(pointer) free(pointer)
#endif
#endif
#ifndef TACT_ASSERT /* guards against misuse by the programmer only: bad data always gives a status instead */
#if defined(NDEBUG) || defined(TACT_NO_LIBC)
#define TACT_ASSERT(condition) ((void)0)
#else
#include <assert.h>
#define TACT_ASSERT(condition) assert(condition)
#endif
#endif

#if defined(__GNUC__) || defined(__clang__)
#define TACT_INLINE static inline __attribute__((unused))
#define TACT_PRIVATE static __attribute__((unused)) /* a build that leaves a feature out leaves some unused */
#define TACT_RESTRICT __restrict__
#define TACT_ALWAYS_INLINE static inline __attribute__((unused, always_inline))
#define TACT_NOINLINE static __attribute__((unused, noinline))
#define TACT_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define TACT_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#elif defined(_MSC_VER)
#define TACT_INLINE static __inline
#define TACT_PRIVATE static
#define TACT_RESTRICT __restrict
#define TACT_ALWAYS_INLINE static __forceinline
#define TACT_NOINLINE static __declspec(noinline)
#define TACT_LIKELY(condition) (condition)
#define TACT_UNLIKELY(condition) (condition)
#else
#define TACT_INLINE static inline
#define TACT_PRIVATE static
#define TACT_RESTRICT
#define TACT_ALWAYS_INLINE static inline
#define TACT_NOINLINE static
#define TACT_LIKELY(condition) (condition)
#define TACT_UNLIKELY(condition) (condition)
#endif

#ifdef __cplusplus
#define TACT_ZERO {} /* `T x = TACT_ZERO;` in C and C++ without a warning */
#else
#define TACT_ZERO {0}
#endif

/* Precision: define TACT_FLOAT in every file that includes a header, or in none. */
#ifdef TACT_FLOAT
typedef float tact_real;
#define TACT_EPSILON ((tact_real)1.1920929e-7f)
#define TACT_REAL_MAX ((tact_real)3.40282347e+38f)
#define TACT_LIBM_REAL(name) TACT_LIBM(name##f)
#else
typedef double tact_real;
#define TACT_EPSILON ((tact_real)2.220446049250313e-16)
#define TACT_REAL_MAX ((tact_real)1.7976931348623157e+308)
#define TACT_LIBM_REAL(name) TACT_LIBM(name)
#endif
#define TACT_R(literal) ((tact_real)(literal)) /* TACT_R(0.5): a constant of the right precision */
#define TACT_PI TACT_R(3.14159265358979323846)

/* Types. Define TACT_TYPES_V1 and supply structs of the same names and layout to use your own vector types. */
#ifndef TACT_TYPES_V1
typedef struct tact_vec3 { tact_real x, y, z; } tact_vec3;
typedef struct tact_quat { tact_real x, y, z, w; } tact_quat; /* unit, Hamilton product, w last */
typedef struct tact_mat3 { tact_real m[3][3]; } tact_mat3;    /* m[row][column] */
typedef struct tact_pose { tact_quat q; tact_vec3 p; } tact_pose; /* x_parent = q x_local + p */
#endif
typedef char tact__check_vec3[sizeof(tact_vec3) == 3 * sizeof(tact_real) ? 1 : -1];
typedef char tact__check_quat[sizeof(tact_quat) == 4 * sizeof(tact_real) ? 1 : -1];
typedef char tact__check_mat3[sizeof(tact_mat3) == 9 * sizeof(tact_real) ? 1 : -1];
typedef char tact__check_pose[sizeof(tact_pose) == 7 * sizeof(tact_real) ? 1 : -1];

/* Allocator of one object. NULL stands for TACT_MALLOC/TACT_FREE. `alloc` returns NULL when it cannot. */
typedef struct tact_allocator {
    void *context;
    void *(*alloc)(void *context, size_t bytes, size_t align);
    void (*free)(void *context, void *pointer, size_t bytes);
} tact_allocator;

TACT_INLINE void *tact_alloc(const tact_allocator *a, size_t bytes) {
    return a ? a->alloc(a->context, bytes, 64) : TACT_MALLOC(bytes);
}
TACT_INLINE void tact_free(const tact_allocator *a, void *pointer, size_t bytes) {
    if (!pointer) return;
    if (a) a->free(a->context, pointer, bytes);
    else TACT_FREE(pointer);
}

/* Scalars. */
TACT_INLINE tact_real tact_sqrt(tact_real x) { return TACT_LIBM_REAL(sqrt)(x); }
TACT_INLINE tact_real tact_sin(tact_real x) { return TACT_LIBM_REAL(sin)(x); }
TACT_INLINE tact_real tact_cos(tact_real x) { return TACT_LIBM_REAL(cos)(x); }
TACT_INLINE tact_real tact_acos(tact_real x) { return TACT_LIBM_REAL(acos)(x); }
TACT_INLINE tact_real tact_asin(tact_real x) { return TACT_LIBM_REAL(asin)(x); }
TACT_INLINE tact_real tact_atan2(tact_real y, tact_real x) { return TACT_LIBM_REAL(atan2)(y, x); }
TACT_INLINE tact_real tact_exp(tact_real x) { return TACT_LIBM_REAL(exp)(x); }
TACT_INLINE tact_real tact_log(tact_real x) { return TACT_LIBM_REAL(log)(x); }
TACT_INLINE tact_real tact_pow(tact_real x, tact_real y) { return TACT_LIBM_REAL(pow)(x, y); }
TACT_INLINE tact_real tact_cbrt(tact_real x) { return TACT_LIBM_REAL(cbrt)(x); }
TACT_INLINE tact_real tact_floor(tact_real x) { return TACT_LIBM_REAL(floor)(x); }
TACT_INLINE tact_real tact_abs(tact_real x) { return TACT_LIBM_REAL(fabs)(x); }
TACT_INLINE tact_real tact_min(tact_real a, tact_real b) { return a < b ? a : b; }
TACT_INLINE tact_real tact_max(tact_real a, tact_real b) { return a > b ? a : b; }
TACT_INLINE tact_real tact_clamp(tact_real x, tact_real low, tact_real high) {
    return x < low ? low : (x > high ? high : x);
}
/* False for NaN and infinities; written so that no compiler flag short of -ffast-math removes it. */
TACT_INLINE int tact_finite(tact_real x) { return x - x <= 0 && x - x >= 0; }

/* Vectors. */
TACT_INLINE tact_vec3 tact_vec(tact_real x, tact_real y, tact_real z) {
    tact_vec3 r;
    r.x = x, r.y = y, r.z = z;
    return r;
}
TACT_INLINE tact_vec3 tact_add(tact_vec3 a, tact_vec3 b) { return tact_vec(a.x + b.x, a.y + b.y, a.z + b.z); }
TACT_INLINE tact_vec3 tact_sub(tact_vec3 a, tact_vec3 b) { return tact_vec(a.x - b.x, a.y - b.y, a.z - b.z); }
TACT_INLINE tact_vec3 tact_scale(tact_real s, tact_vec3 a) { return tact_vec(s * a.x, s * a.y, s * a.z); }
TACT_INLINE tact_vec3 tact_neg(tact_vec3 a) { return tact_vec(-a.x, -a.y, -a.z); }
TACT_INLINE tact_vec3 tact_mul_add(tact_vec3 a, tact_real s, tact_vec3 b) { /* a + s b */
    return tact_vec(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}
TACT_INLINE tact_real tact_dot(tact_vec3 a, tact_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
TACT_INLINE tact_vec3 tact_cross(tact_vec3 a, tact_vec3 b) {
    return tact_vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
TACT_INLINE tact_real tact_norm2(tact_vec3 a) { return tact_dot(a, a); }
TACT_INLINE tact_real tact_norm(tact_vec3 a) { return tact_sqrt(tact_dot(a, a)); }
TACT_INLINE tact_vec3 tact_lerp(tact_vec3 a, tact_vec3 b, tact_real t) { return tact_mul_add(a, t, tact_sub(b, a)); }
TACT_INLINE int tact_vec_finite(tact_vec3 a) { return tact_finite(a.x) && tact_finite(a.y) && tact_finite(a.z); }
/* a/|a|, or `fallback` where |a| is zero or not a number. */
TACT_INLINE tact_vec3 tact_normalize_or(tact_vec3 a, tact_vec3 fallback) {
    tact_real n = tact_norm(a);
    return n > 0 ? tact_scale(1 / n, a) : fallback;
}
/* Two unit vectors with t1 x t2 = n for a unit n; continuous but at n.z = 0 (Duff et al. 2017). */
TACT_INLINE void tact_tangents(tact_vec3 n, tact_vec3 *t1, tact_vec3 *t2) {
    tact_real sign = n.z < 0 ? TACT_R(-1) : TACT_R(1), a = -1 / (sign + n.z), b = n.x * n.y * a;
    *t1 = tact_vec(1 + sign * n.x * n.x * a, sign * b, -sign * n.x);
    *t2 = tact_vec(b, sign + n.y * n.y * a, -n.y);
}

/* 3x3 matrices. */
TACT_INLINE tact_mat3 tact_mat_diagonal(tact_real x, tact_real y, tact_real z) {
    tact_mat3 r;
    r.m[0][0] = x, r.m[0][1] = 0, r.m[0][2] = 0;
    r.m[1][0] = 0, r.m[1][1] = y, r.m[1][2] = 0;
    r.m[2][0] = 0, r.m[2][1] = 0, r.m[2][2] = z;
    return r;
}
TACT_INLINE tact_mat3 tact_mat_columns(tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    tact_mat3 r;
    r.m[0][0] = a.x, r.m[0][1] = b.x, r.m[0][2] = c.x;
    r.m[1][0] = a.y, r.m[1][1] = b.y, r.m[1][2] = c.y;
    r.m[2][0] = a.z, r.m[2][1] = b.z, r.m[2][2] = c.z;
    return r;
}
TACT_INLINE tact_vec3 tact_mat_column(const tact_mat3 *a, int j) { return tact_vec(a->m[0][j], a->m[1][j], a->m[2][j]); }
TACT_INLINE tact_mat3 tact_skew(tact_vec3 a) { /* skew(a) b = a x b */
    tact_mat3 r;
    r.m[0][0] = 0, r.m[0][1] = -a.z, r.m[0][2] = a.y;
    r.m[1][0] = a.z, r.m[1][1] = 0, r.m[1][2] = -a.x;
    r.m[2][0] = -a.y, r.m[2][1] = a.x, r.m[2][2] = 0;
    return r;
}
TACT_INLINE tact_vec3 tact_mat_mul_vec(const tact_mat3 *a, tact_vec3 v) {
    return tact_vec(a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
                    a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
                    a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z);
}
TACT_INLINE tact_vec3 tact_mat_tmul_vec(const tact_mat3 *a, tact_vec3 v) { /* transpose(a) v */
    return tact_vec(a->m[0][0] * v.x + a->m[1][0] * v.y + a->m[2][0] * v.z,
                    a->m[0][1] * v.x + a->m[1][1] * v.y + a->m[2][1] * v.z,
                    a->m[0][2] * v.x + a->m[1][2] * v.y + a->m[2][2] * v.z);
}
TACT_INLINE tact_mat3 tact_mat_mul(const tact_mat3 *a, const tact_mat3 *b) {
    tact_mat3 r;
    int i, j;
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j)
            r.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
    return r;
}
TACT_INLINE tact_mat3 tact_mat_transpose(const tact_mat3 *a) {
    tact_mat3 r;
    int i, j;
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j) r.m[i][j] = a->m[j][i];
    return r;
}
/* Inverse by cofactors; returns the determinant, and leaves *r alone when it is zero or not a number. */
TACT_INLINE tact_real tact_mat_inverse(const tact_mat3 *a, tact_mat3 *r) {
    tact_vec3 c0 = tact_mat_column(a, 0), c1 = tact_mat_column(a, 1), c2 = tact_mat_column(a, 2);
    tact_vec3 r0 = tact_cross(c1, c2), r1 = tact_cross(c2, c0), r2 = tact_cross(c0, c1);
    tact_real det = tact_dot(c0, r0), s;
    if (!(det > 0 || det < 0)) return det;
    s = 1 / det;
    r->m[0][0] = s * r0.x, r->m[0][1] = s * r0.y, r->m[0][2] = s * r0.z;
    r->m[1][0] = s * r1.x, r->m[1][1] = s * r1.y, r->m[1][2] = s * r1.z;
    r->m[2][0] = s * r2.x, r->m[2][1] = s * r2.y, r->m[2][2] = s * r2.z;
    return det;
}

/* Quaternions (x,y,z,w) and poses. */
TACT_INLINE tact_quat tact_quat_make(tact_real x, tact_real y, tact_real z, tact_real w) {
    tact_quat r;
    r.x = x, r.y = y, r.z = z, r.w = w;
    return r;
}
TACT_INLINE tact_quat tact_quat_identity(void) { return tact_quat_make(0, 0, 0, 1); }
TACT_INLINE tact_quat tact_quat_conj(tact_quat q) { return tact_quat_make(-q.x, -q.y, -q.z, q.w); }
TACT_INLINE tact_quat tact_quat_mul(tact_quat a, tact_quat b) {
    return tact_quat_make(a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
}
TACT_INLINE tact_real tact_quat_norm(tact_quat q) { return tact_sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w); }
/* q/|q|; the identity where |q| is zero or not a number (callers that must know check the norm first). */
TACT_INLINE tact_quat tact_quat_normalize(tact_quat q) {
    tact_real n = tact_quat_norm(q), s = n > 0 ? 1 / n : 0;
    return n > 0 ? tact_quat_make(s * q.x, s * q.y, s * q.z, s * q.w) : tact_quat_identity();
}
TACT_INLINE tact_quat tact_quat_axis_angle(tact_vec3 unit_axis, tact_real angle) {
    tact_real s = tact_sin(angle / 2);
    return tact_quat_make(s * unit_axis.x, s * unit_axis.y, s * unit_axis.z, tact_cos(angle / 2));
}
/* Exponential of a rotation vector: exp(w) rotates by |w| about w. The series below |w| = 1e-2 is exact to rounding. */
TACT_INLINE tact_quat tact_quat_exp(tact_vec3 w) {
    tact_real t2 = tact_norm2(w), t, s, c;
    if (t2 < TACT_R(1e-4)) {
        s = TACT_R(0.5) - t2 * (TACT_R(1.0 / 48) - t2 * TACT_R(1.0 / 3840));
        c = 1 - t2 * (TACT_R(1.0 / 8) - t2 * (TACT_R(1.0 / 384) - t2 * TACT_R(1.0 / 46080)));
    } else {
        t = tact_sqrt(t2), s = tact_sin(t / 2) / t, c = tact_cos(t / 2);
    }
    return tact_quat_make(s * w.x, s * w.y, s * w.z, c);
}
/* Rotation vector of a unit quaternion, |w| <= pi; accurate at both ends because it uses atan2. */
TACT_INLINE tact_vec3 tact_quat_log(tact_quat q) {
    tact_vec3 v = tact_vec(q.x, q.y, q.z);
    tact_real n = tact_norm(v), s;
    if (n < TACT_R(1e-12)) s = q.w < 0 ? TACT_R(-2) : TACT_R(2);
    else s = (q.w < 0 ? 2 * tact_atan2(-n, -q.w) : 2 * tact_atan2(n, q.w)) / n;
    return tact_scale(s, v);
}
/* q v q*, for a unit q: v + 2w (u x v) + 2 u x (u x v) with u the vector part. */
TACT_INLINE tact_vec3 tact_rotate(tact_quat q, tact_vec3 v) {
    tact_vec3 u = tact_vec(q.x, q.y, q.z), t = tact_scale(2, tact_cross(u, v));
    return tact_add(tact_mul_add(v, q.w, t), tact_cross(u, t));
}
TACT_INLINE tact_vec3 tact_unrotate(tact_quat q, tact_vec3 v) { return tact_rotate(tact_quat_conj(q), v); }
TACT_INLINE tact_mat3 tact_quat_to_mat(tact_quat q) {
    tact_real xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    tact_real wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return tact_mat_columns(tact_vec(1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (xz - wy)),
                            tact_vec(2 * (xy - wz), 1 - 2 * (xx + zz), 2 * (yz + wx)),
                            tact_vec(2 * (xz + wy), 2 * (yz - wx), 1 - 2 * (xx + yy)));
}
/* Unit quaternion of a rotation matrix, by its largest component (Shepperd 1978): no cancellation anywhere. */
TACT_INLINE tact_quat tact_quat_from_mat(const tact_mat3 *r) {
    tact_real a = r->m[0][0], b = r->m[1][1], c = r->m[2][2], t;
    tact_quat q;
    if (a + b + c > 0) {
        t = 1 + a + b + c;
        q = tact_quat_make(r->m[2][1] - r->m[1][2], r->m[0][2] - r->m[2][0], r->m[1][0] - r->m[0][1], t);
    } else if (a > b && a > c) {
        t = 1 + a - b - c;
        q = tact_quat_make(t, r->m[0][1] + r->m[1][0], r->m[0][2] + r->m[2][0], r->m[2][1] - r->m[1][2]);
    } else if (b > c) {
        t = 1 - a + b - c;
        q = tact_quat_make(r->m[0][1] + r->m[1][0], t, r->m[1][2] + r->m[2][1], r->m[0][2] - r->m[2][0]);
    } else {
        t = 1 - a - b + c;
        q = tact_quat_make(r->m[0][2] + r->m[2][0], r->m[1][2] + r->m[2][1], t, r->m[1][0] - r->m[0][1]);
    }
    return tact_quat_normalize(q);
}
TACT_INLINE tact_pose tact_pose_make(tact_vec3 p, tact_quat q) {
    tact_pose r;
    r.p = p, r.q = q;
    return r;
}
TACT_INLINE tact_pose tact_pose_identity(void) { return tact_pose_make(tact_vec(0, 0, 0), tact_quat_identity()); }
TACT_INLINE tact_pose tact_pose_at(tact_real x, tact_real y, tact_real z) {
    return tact_pose_make(tact_vec(x, y, z), tact_quat_identity());
}
TACT_INLINE tact_vec3 tact_pose_apply(tact_pose a, tact_vec3 v) { return tact_add(tact_rotate(a.q, v), a.p); }
TACT_INLINE tact_vec3 tact_pose_unapply(tact_pose a, tact_vec3 v) { return tact_unrotate(a.q, tact_sub(v, a.p)); }
TACT_INLINE tact_pose tact_pose_mul(tact_pose a, tact_pose b) { /* apply b, then a */
    return tact_pose_make(tact_pose_apply(a, b.p), tact_quat_mul(a.q, b.q));
}
TACT_INLINE tact_pose tact_pose_inverse(tact_pose a) {
    return tact_pose_make(tact_neg(tact_unrotate(a.q, a.p)), tact_quat_conj(a.q));
}
/* Finite, with a quaternion that can be normalised. */
TACT_INLINE int tact_pose_valid(tact_pose a) {
    tact_real n = tact_quat_norm(a.q);
    return tact_vec_finite(a.p) && tact_finite(n) && n > TACT_R(1e-6);
}

/* Counter-based random numbers: a pure function of (seed, counter), so any sample can be drawn again, in any order and
   on any thread. Mixing function: splitmix64 (Steele, Lea & Flood 2014). */
TACT_INLINE uint64_t tact_random_bits(uint64_t seed, uint64_t counter) {
    uint64_t z = seed * 0xD1342543DE82EF95u + (counter + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}
TACT_INLINE tact_real tact_random_uniform(uint64_t seed, uint64_t counter) { /* in [0,1) */
#ifdef TACT_FLOAT
    return (tact_real)(tact_random_bits(seed, counter) >> 40) * TACT_R(5.9604644775390625e-8);
#else
    return (tact_real)(tact_random_bits(seed, counter) >> 11) * TACT_R(1.1102230246251565e-16);
#endif
}
TACT_INLINE tact_real tact_random_normal(uint64_t seed, uint64_t counter) { /* Box-Muller on two draws */
    tact_real u = tact_random_uniform(seed, 2 * counter), w = tact_random_uniform(seed, 2 * counter + 1);
    return tact_sqrt(-2 * tact_log(1 - u)) * tact_cos(2 * TACT_PI * w);
}
#endif
/* ---- end of tact shared block v1 -------------------------------------------------------------------------------- */

#ifdef __cplusplus
extern "C" {
#endif

#ifndef CONTACT_API /* CONTACT_STATIC: private to the file that includes it, no exported symbol */
#ifdef CONTACT_STATIC
#define CONTACT_API TACT_PRIVATE
#else
#define CONTACT_API extern
#endif
#endif

// >>status
#define CONTACT_STATUS_LIST(X)                                                                                         \
    X(OK, 0, "success")                                                                                                \
    X(NOT_CONVERGED, 1, "the iteration limit came first; the best iterate is returned with its residuals")             \
    X(STALLED, 2, "the iterate stopped moving before the tolerance was met; the best iterate is returned")             \
    X(PRECISION, 3, "round-off stopped the progress; the best iterate is returned with its residuals")                 \
    X(BODY_STOPPED, 5, "a body or robot became non-finite; it stands still until it is given a new state")             \
    X(FALLBACK, 4, "the method failed on this problem and another one answered; see contact_result.method")            \
    X(NONSMOOTH, 6, "a constraint is about to change its mode: derivatives are one-sided there")                       \
    X(BAD_ARGUMENT, -1, "a required pointer is NULL or a size or index is out of range")                               \
    X(NOT_FINITE, -2, "the input contains NaN or infinity")                                                            \
    X(NO_SPACE, -3, "a buffer is smaller than its size query asked for")                                               \
    X(NO_MEMORY, -4, "the allocator returned NULL")                                                                    \
    X(NOT_POSITIVE, -5, "a mass, inertia or mass matrix is not positive definite")                                     \
    X(BAD_FRICTION, -6, "a friction coefficient or a friction bound is negative")                                      \
    X(BAD_COMPLIANCE, -7, "a compliance is negative")                                                                  \
    X(BAD_FRAME, -8, "a contact normal is not a unit vector or its tangent is not a unit vector orthogonal to it")     \
    X(EMPTY_ROW, -9, "a constraint row has no effect: its Jacobian is zero")                                           \
    X(BAD_SIZE, -10, "the sizes of the problem do not agree with each other")                                          \
    X(UNSUPPORTED, -11, "this method cannot treat this kind of problem")                                               \
    X(FAILED, -12, "the method broke down and no usable iterate exists")                                               \
    X(STALE_HANDLE, -14, "the handle is null or its object was removed")                                               \
    X(BAD_SHAPE, -15, "the collision shape is not usable")                                                             \
    X(BAD_FORMAT, -13, "the text is not a problem in the format that contact_problem_write writes")
typedef enum contact_status {
#define CONTACT__X(name, value, text) CONTACT_##name = value,
    CONTACT_STATUS_LIST(CONTACT__X)
#undef CONTACT__X
    CONTACT_STATUS_FORCE_INT = 0x7fffffff
} contact_status;

/* Text of a status; never NULL. */
CONTACT_API const char *contact_status_text(contact_status status);

// >>problem
/* The problem of one time step. Unknowns are the generalised velocity v after the step and the impulses lambda:

       M (v - v_free) = J^T lambda,      c = J v + bias + R lambda,      lambda in K,  c and lambda complementary

   - M is block diagonal over *trees*. A tree is an articulated system with a dense mass block, or a free rigid body,
     stored compactly as mass and world-frame inertia, with velocity [linear(3) of the centre of mass; angular(3)],
     both in the world frame.
   - A constraint touches one or two trees; index -1 stands for the world, whose motion goes into the bias.
   - v_free is the velocity that the step would give without constraints: v_before + dt M^-1 (all other forces).
   Row quantities (bias, compliance R, bound, impulse) live in arrays over all rows; a constraint has `rows` of them
   from `first_row`. Contact rows are ordered (t1, t2, n). */
typedef enum contact_kind {
    CONTACT_KIND_CONTACT = 0,  /* 3 rows (t1, t2, n): lambda_n >= 0, |lambda_t| <= mu lambda_n */
    CONTACT_KIND_LIMIT = 1,    /* 1 row: lambda >= 0, c >= 0 */
    CONTACT_KIND_JOINT = 2,    /* 1 to 6 rows: c = 0, lambda free */
    CONTACT_KIND_FRICTION = 3, /* 1 to 6 rows: |lambda_k| <= bound_k, dry joint friction; with bias and compliance also
                                  a PD actuator with an effort limit: c = J v + bias + R lambda = 0 inside the bounds */
    CONTACT_KIND_FORCE_INT = 0x7fffffff
} contact_kind;

typedef struct contact_tree {
    int dof;             /* degrees of freedom; 6 for a body */
    int first_dof;       /* position in the velocity arrays */
    int mass_offset;     /* dense row-major dof x dof mass block in contact_problem.mass, or -1: a free body */
    int island;          /* out: island index from the last contact_solve, -1 without constraints */
    int hint;            /* in, out: what AUTO learnt about the island of this tree; hand it on to the next step (0) */
    int work[6];         /* used by contact_solve and contact_workspace_size */
    tact_real body_mass; /* [kg], free body only */
    tact_real inertia[6]; /* world frame about the centre of mass, xx yy zz xy xz yz [kg m^2], free body only */
} contact_tree;

/* A constraint has one of two forms.
   Point form (contacts between free bodies and the world; jacobian_a = jacobian_b = -1): unit normal from A to B, unit
   tangent orthogonal to it (second tangent = normal x tangent), arms from the centres of mass to the contact point;
   c = (t1,t2,n)^T (v_B + w_B x arm_b - v_A - w_A x arm_a).
   Block form: dense row-major blocks rows x dof in contact_problem.jacobian; c = J_a v_a + J_b v_b. The caller puts the
   minus sign of side A into J_a. */
typedef struct contact_constraint {
    int kind;                   /* contact_kind */
    int rows, first_row;
    int tree_a, tree_b;         /* -1: the world. At least one side is a tree, and the two differ */
    int jacobian_a, jacobian_b; /* offsets of the blocks in contact_problem.jacobian, -1: none (world side, point form) */
    int law;                    /* normal law of the compliant models, see contact_law; 0: the default of the config */
    uint64_t id;                /* the caller's, never read: feature id of a persistent contact */
    tact_real mu;               /* Coulomb coefficient, contacts only */
    tact_real gap;              /* signed distance [m] (contacts, limits), position error for compliant joints */
    tact_real surface_normal;   /* normal part of the known motion of the two surfaces [m/s], also part of the bias */
    tact_real stiffness;        /* [N/m], compliant models only; 0: the default of the config */
    tact_real dissipation;      /* Hunt-Crossley d [s/m], compliant models only */
    tact_real relaxation;       /* linear dissipation time tau_d [s], compliant models only */
    tact_vec3 normal, tangent, arm_a, arm_b; /* point form only */
} contact_constraint;

/* A Delassus matrix handed in instead of trees and Jacobians: c = G lambda + bias + R lambda. Either `dense`, row-major
   rows x rows with a leading dimension, or block-sparse by constraint: blocks row_start[i] .. row_start[i+1]-1 belong to
   constraint i, `column[k]` is the other constraint and `values + offset[k]` the row-major rows_i x rows_j block. Every
   diagonal block must be present. The matrix is used as it is, also when it is slightly unsymmetric. */
typedef struct contact_delassus {
    const tact_real *dense;
    int leading;
    const int *row_start; /* constraint_count + 1 */
    const int *column;
    const int *offset;
    const tact_real *values;
} contact_delassus;

typedef struct contact_capacity {
    int trees, dofs, mass, constraints, rows, jacobian;
} contact_capacity;

/* All arrays are plain memory that the caller may read and fill directly; the functions below do it safely. */
typedef struct contact_problem {
    tact_real dt; /* [s] > 0: turns impulses into the forces on which residuals are reported */
    int tree_count, dof_count, mass_count, constraint_count, row_count, jacobian_count;
    contact_tree *trees;
    tact_real *free_velocity; /* dof_count */
    tact_real *velocity;      /* dof_count. In: before the step; start of the primal methods. Out: the solution */
    tact_real *mass;          /* pool of dense mass blocks */
    contact_constraint *constraints;
    tact_real *bias;       /* row_count [m/s]: c = J v + bias + R lambda */
    tact_real *compliance; /* row_count: R >= 0 [s/kg], velocity per impulse */
    tact_real *bound;      /* row_count: bounds of FRICTION rows [N s], others ignore it */
    tact_real *impulse;    /* row_count [N s]. In: warm start (zeros: cold). Out: the solution. Kept on a failure */
    tact_real *jacobian;   /* pool of Jacobian blocks */
    const contact_delassus *delassus; /* NULL, or the matrix form: then there are no trees */
    contact_capacity capacity;
    const tact_allocator *allocator; /* of a growing problem */
    int owns_memory;                 /* 1: arrays come from the allocator and grow; 0: the caller's block, fixed */
} contact_problem;

/* Bytes for a problem of that capacity in one block of the caller. */
CONTACT_API size_t contact_problem_bytes(const contact_capacity *capacity);
/* An empty problem in the caller's block (aligned to 16, kept alive by the caller). */
CONTACT_API contact_status contact_problem_init(contact_problem *problem, const contact_capacity *capacity, void *block,
                                                size_t bytes);
/* An empty problem that grows by itself. `allocator` may be NULL (TACT_MALLOC). Release with contact_problem_free. */
CONTACT_API contact_status contact_problem_create(contact_problem *problem, const tact_allocator *allocator);
CONTACT_API void contact_problem_free(contact_problem *problem);
/* Empties the problem and keeps its memory. */
CONTACT_API void contact_problem_clear(contact_problem *problem);

/* The adders return the new index >= 0, or a negative contact_status. They copy what they are given; rows start with
   bias, compliance, bound and impulse zero. Values are checked by contact_problem_check, not here. */
/* A free body: mass [kg], inertia about the centre of mass in the world frame, its free velocity. */
CONTACT_API int contact_add_body(contact_problem *problem, tact_real mass, const tact_mat3 *inertia, tact_vec3 linear,
                                 tact_vec3 angular);
/* A tree with a dense symmetric mass block, row-major with leading dimension `leading`, and its free velocity. */
CONTACT_API int contact_add_tree(contact_problem *problem, int dof, const tact_real *mass, int leading,
                                 const tact_real *free_velocity);
/* A contact between two bodies, or a body and the world (-1), in point form. `tangent` NULL: any. */
CONTACT_API int contact_add_contact(contact_problem *problem, int body_a, int body_b, tact_vec3 normal,
                                    const tact_vec3 *tangent, tact_vec3 arm_a, tact_vec3 arm_b, tact_real mu);
/* Any constraint with dense Jacobian blocks, row-major rows x dof of the tree (NULL on a world side). */
CONTACT_API int contact_add_blocks(contact_problem *problem, contact_kind kind, int rows, int tree_a,
                                   const tact_real *jacobian_a, int tree_b, const tact_real *jacobian_b);
/* A constraint of a problem in matrix form (contact_problem.delassus): no trees, no Jacobian. */
CONTACT_API int contact_add_rows(contact_problem *problem, contact_kind kind, int rows);

/* Which part of a problem is at fault. */
typedef struct contact_fault {
    contact_status status;
    int constraint; /* index, or -1 */
    int tree;       /* index, or -1 */
    int row;        /* row within the constraint or dof within the tree, or -1 */
} contact_fault;
/* Checks everything that a solver relies on: sizes and indices, finite numbers, positive definite masses, friction and
   compliance not negative, unit frames, no empty row. `fault` may be NULL. Linear cost, plus one Cholesky per dense
   block; contact_solve calls it unless config.validate is 0. */
CONTACT_API contact_status contact_problem_check(const contact_problem *problem, contact_fault *fault);
/* Writes "constraint 3 (contact), row 1: <status text>" into `text`, always terminated; returns `text`. */
CONTACT_API char *contact_fault_text(const contact_problem *problem, const contact_fault *fault, char *text, size_t size);

// >>bias
/* Biases: c = J v + bias, so the target velocity of an active row is -bias. */
typedef struct contact_bias_config {
    tact_real erp;                    /* part of a penetration or joint error removed in one step, 0..1 (0.2) */
    tact_real slop;                   /* penetration left alone [m] (0) */
    tact_real depenetration_velocity; /* cap of the correction speed [m/s] (3) */
    tact_real restitution_threshold;  /* approach below which there is no bounce [m/s]; use >= 2 |g| dt (0.5) */
} contact_bias_config;
CONTACT_API contact_bias_config contact_default_bias_config(void);

/* Normal bias of a contact or limit: max(0, r/dt) + erp min(0, r/dt), r = gap + slop, at least -depenetration_velocity,
   and with Newton restitution min(that, restitution * approach) where approach (the normal velocity before the step and
   before this step's gravity, < 0 when closing) is beyond the threshold and the gap closes within the step. */
CONTACT_API tact_real contact_bias_normal(const contact_bias_config *config, tact_real dt, tact_real gap,
                                          tact_real restitution, tact_real approach);
/* Bias of a bilateral row with position error `error` [m or rad]: erp error / dt, capped to +-depenetration_velocity. */
CONTACT_API tact_real contact_bias_joint(const contact_bias_config *config, tact_real dt, tact_real error);
/* Implicit spring-damper on a row: stiffness k [N/m], damping d [N s/m] at least one > 0, displacement x [m]:
   compliance = 1/(dt (dt k + d)), bias = x k/(dt k + d). */
CONTACT_API void contact_bias_spring(tact_real dt, tact_real stiffness, tact_real damping, tact_real displacement,
                                     tact_real *bias, tact_real *compliance);

/* MuJoCo-style softening of a row. solref = (time constant T [s], damping ratio), or both negative: (-stiffness,
   -damping); solimp = (d0, dwidth, width, midpoint, power). */
typedef struct contact_softening {
    tact_real solref[2]; /* (0.02, 1) */
    tact_real solimp[5]; /* (0.9, 0.95, 0.001, 0.5, 2) */
    tact_real impratio;  /* 1: R_t = R_n / impratio on the friction rows of a contact */
} contact_softening;
CONTACT_API contact_softening contact_default_softening(void);
/* Bias and compliance of one row with residual `residual` (gap or position error minus margin), velocity before the
   step `velocity`, diagonal of the Delassus matrix `diagonal`: R = (1-d)/d diagonal, and bias such that
   J v_free + bias = dt (a_free - a_ref). `friction` 1: a friction row (k = 0). Fails when dt or solref is unusable. */
CONTACT_API contact_status contact_soften(const contact_softening *softening, tact_real dt, tact_real residual,
                                          tact_real velocity, tact_real diagonal, int friction, tact_real *bias,
                                          tact_real *compliance);

// >>compliant
/* Convex compliant contact (methods sap, lagged, similar, mujoco; Castro, Han & Masterjohn 2023, "A theory of irrotational
   contact fields"). The velocity after the step minimises a convex function, 1/2 |v - v_free|^2_M + sum l_i(J_i v +
   b_i), whose potentials l_i give the impulses, lambda_i = -grad l_i; parameters are physical (SI). What the models
   do:

     model    friction                    glides over the ground by   stiffness in slip     sticks below (speed)
     sap      R-weighted cone projection  mu (dt + tau_d) |v_t|       k/(1 + mu^2 R_t/R_n)  sigma w mu lambda_n
     lagged   last step's normal impulse  0                           k                     v_s
     similar  n(v_n - mu |v_t|_s)         mu dt |v_t|                 k (1 + mu d |v_t|)    v_s

   No model sticks for ever: under a tangential load below mu N the contact creeps at a part of the last column.
   contact_compliant_effect gives these figures for a setting.

   How a problem is read: the normal row of a contact uses gap and surface_normal, not its bias (that is the
   stabilisation of hard methods); tangential rows use their bias (surface motion). contact_problem.velocity on entry
   is the velocity before the step: start of Newton's method, and the state that `lagged` takes the normal impulse
   from. A constraint with stiffness > 0 brings its own stiffness, dissipation and relaxation; with 0 the config's
   three apply. Limits with stiffness > 0 follow the law as a contact without friction; other limits, joints and
   friction rows are springs of their own compliance about -bias, at least near-rigid (sap_beta_joint), clamped to
   their bounds: contact_bias_spring makes a PD actuator with effort limit of a friction row. */

/* Normal laws: force f(x, x') >= 0 of penetration x [m] and its rate x' [m/s]. X(name, formula) */
#define CONTACT_LAW_LIST(X)                                                                                          \
    X(DEFAULT, "that of the config")                                                                                 \
    X(SPRING, "k (x + tau x')+")                                                                                     \
    X(HUNT_CROSSLEY, "k x+ (1 + d x')+")                                                                             \
    X(HERTZ, "k x+^(3/2) (1 + d x')+, k in N/m^1.5")                                                                 \
    X(LOG_BARRIER, "-k/x for x < 0, k in J")                                                                         \
    X(IPC_BARRIER, "k (x+h)(-(x+h)/x - 2 ln(-x/h)) for -h < x < 0, h = barrier_distance, k in N/m")                  \
    X(CUSTOM, "law number CONTACT_LAW_CUSTOM + i is config.custom_laws[i]")
typedef enum contact_law {
#define CONTACT__X(name, text) CONTACT_LAW_##name,
    CONTACT_LAW_LIST(CONTACT__X)
#undef CONTACT__X
        CONTACT_LAW_FORCE_INT = 0x7fffffff
} contact_law;

/* Parameters of a law at one contact. */
typedef struct contact_law_parameters {
    tact_real stiffness, dissipation, relaxation; /* k, d [s/m], tau_d [s] */
} contact_law_parameters;

/* A law of the user. `force` returns f >= 0 and its two partial derivatives, both >= 0 (that makes it convex; see
   contact_law_check). `potential` returns l(v) = integral of dt f(x0 - dt s, -s) over s from v to infinity (or to any
   fixed speed); NULL: it is computed by quadrature, which needs f to vanish for large -x. */
typedef struct contact_custom_law {
    tact_real (*force)(void *context, const contact_law_parameters *parameters, tact_real x, tact_real rate,
                       tact_real *df_dx, tact_real *df_drate);
    tact_real (*potential)(void *context, const contact_law_parameters *parameters, tact_real dt, tact_real x0,
                           tact_real v);
    void *context;
} contact_custom_law;

/* Memory in which the compliant methods keep the symbolic factor (order, pattern) of every large island from one solve to
   the next: while an island's graph of trees is the same it is not analysed again. Fill `memory` (aligned to 16) and
   `bytes`, zero the rest, and give it to contact_config.plan; a factor needs some KB per ten bodies. When the memory is full
   it is emptied; when one island alone does not fit, the workspace serves. The answers have the same bits with and without
   it. One contact_plan serves one thread at a time. */
typedef struct contact_plan {
    void *memory;
    size_t bytes;
    size_t used;          /* private */
    long reused, analysed; /* out: islands whose factor was found, and was made */
} contact_plan;

/* What a Newton solve of the compliant family did; islands are merged by the maximum (counts are summed). */
typedef struct contact_newton_report {
    int want_condition; /* in: 1 computes `condition` by power iterations, which costs more than the solve */
    int factorisations, line_search_evaluations, pivots_raised; /* out, sums */
    tact_real momentum;          /* |D (M (v - v_free) - J^T lambda)| over max(|D M v|, |D J^T lambda|) at the end */
    tact_real objective;         /* [J] at the end, sum over the islands */
    tact_real condition;         /* condition number of the Hessian at the end */
    tact_real stiction_velocity; /* mean over active contacts of the speed below which they stick [m/s] */
    int active;                  /* contacts with a normal impulse */
    int stopped_on_cost;         /* islands that ended because the cost no longer changed (round-off) */
} contact_newton_report;

// >>config
/* The methods. X(name, row name, model) */
#define CONTACT_METHOD_LIST(X)                                                                                         \
    X(LCP_PGS, "lcp_pgs", LCP)             /* projected Gauss-Seidel, friction box or m-facet pyramid */               \
    X(LCP_LEMKE, "lcp_lemke", LCP)         /* Lemke's pivoting on the m-facet pyramid, small problems */               \
    X(LCP_DANTZIG, "lcp_dantzig", LCP)     /* Dantzig/Baraff principal pivoting, friction box */                       \
    X(LCP_STAGGERED, "lcp_staggered", LCP) /* normal and friction problems in turn, friction box */                    \
    X(CCP_PGS, "ccp_pgs", CCP)             /* block projected gradient Gauss-Seidel */                                 \
    X(CCP_ADMM, "ccp_admm", CCP)                                                                                       \
    X(CCP_APGD, "ccp_apgd", CCP)           /* accelerated projected gradient with restart */                           \
    X(CCP_NEWTON, "ccp_newton", CCP)       /* primal Newton with MuJoCo-like regularisation */                         \
    X(RAISIM, "raisim", RAISIM)            /* per-contact bisection */                                                 \
    X(RAISIM_DS, "raisim_ds", NCP)         /* per-contact bisection with the De Saxce correction */                    \
    X(NCP_PGS, "ncp_pgs", NCP)             /* projected Gauss-Seidel with the friction disk */                         \
    X(NCP_PROX, "ncp_prox", NCP)           /* proximal point, adaptive step */                                         \
    X(NCP_NBGS, "ncp_nbgs", NCP)           /* block Gauss-Seidel with the exact one-contact solution */                \
    X(NCP_NBGS_QUARTIC, "ncp_nbgs_quartic", NCP) /* Preclik's one-contact quartic with the De Saxce correction */       \
    X(NCP_STAGGERED, "ncp_staggered", NCP) /* normal and friction problems in turn, friction disk */                   \
    X(NCP_ADMM_FIXED, "ncp_admm_fixed", NCP)                                                                           \
    X(NCP_ADMM_LINEAR, "ncp_admm_linear", NCP)                                                                         \
    X(NCP_ADMM_SPECTRAL, "ncp_admm_spectral", NCP)                                                                     \
    X(NCP_NEWTON, "ncp_newton", NCP)       /* globalised Newton on the NCP: high accuracy, and the polish of others */ \
    X(SAP, "sap", COMPLIANT)                                                                                           \
    X(LAGGED, "lagged", COMPLIANT)                                                                                     \
    X(SIMILAR, "similar", COMPLIANT)                                                                                   \
    X(MUJOCO, "mujoco", COMPLIANT)         /* cone projection with compliance R, at least mujoco-like regularised */   \
    X(AUTO, "auto", NCP)                   /* chosen per island by size and conditioning; the result says which */
typedef enum contact_method {
#define CONTACT__X(name, text, model) CONTACT_METHOD_##name,
    CONTACT_METHOD_LIST(CONTACT__X)
#undef CONTACT__X
    CONTACT_METHOD_COUNT,
    CONTACT_METHOD_FORCE_INT = 0x7fffffff
} contact_method;

/* What a method solves. Open / stick / slip per contact, c with its bias:
   LCP        the cone replaced by a polyhedron (box or pyramid): Signorini holds, friction is anisotropic
   CCP        K > lambda _|_ c in K*: convex; a sliding contact lifts off by c_n = mu |c_t|
   RAISIM     c_n = 0 kept; slip minimises the local energy on the cone: slides slightly askew of -lambda_t
   NCP        Signorini, Coulomb and maximum dissipation all hold: K > lambda _|_ c + mu |c_t| n in K*
   COMPLIANT  convex compliant models: impulses are functions of the velocity */
typedef enum contact_model {
    CONTACT_MODEL_LCP,
    CONTACT_MODEL_CCP,
    CONTACT_MODEL_RAISIM,
    CONTACT_MODEL_NCP,
    CONTACT_MODEL_COMPLIANT,
    CONTACT_MODEL_FORCE_INT = 0x7fffffff
} contact_model;

CONTACT_API const char *contact_method_name(contact_method method);   /* "ncp_pgs"; "unknown" out of range */
CONTACT_API contact_method contact_method_from_name(const char *name); /* CONTACT_METHOD_COUNT when there is none */
CONTACT_API contact_model contact_method_model(contact_method method);

/* Residuals of an impulse, on forces f = lambda/dt, worst constraint (infinity norm) where nothing else is said. Always finite:
   what overflows reads TACT_REAL_MAX. */
typedef struct contact_residuals {
    tact_real primal;           /* |f - P_K(f)| [N] */
    tact_real dual;             /* |u - P_K*(u)| [m/s], u = c + mu|c_t| n for NCP, c for CCP */
    tact_real complementarity;  /* |f . u| [W] */
    tact_real natural_map;      /* |f - P_K(f - r u)| [N], r = 1/(dt mean diag G_ii); of the method's own model */
    tact_real natural_relative; /* 2-norm of the natural map over max(|f|, |r g|): dimensionless */
    tact_real natural_unit;     /* |lambda - P_K(lambda - u)|_2 / max(|g|, |lambda|, |c|): step 1, as Siconos reports */
    tact_real momentum;         /* contact_evaluate: |D (M (v - v_free) - J^T lambda)|_2 of problem.velocity, D = diag(M)^-1/2 */
    tact_real objective;        /* lambda^T (G + R) lambda / 2 + g^T lambda [J] */
    tact_real duality_gap;      /* CCP: objective + its primal value >= 0 [J] (lambda feasible); 0 for other models */
    tact_real penetration;      /* largest of -gap over contacts and limits [m] */
    tact_real signorini;        /* |f_n c_n| [W] */
    tact_real dissipation;      /* defect of maximum dissipation |f_t . c_t + mu f_n |c_t|| [W] */
    tact_real friction_power;   /* largest f_t . c_t [W]: > 0 means friction that drives */
    int worst;                  /* constraint (index in the problem) with the largest natural map, -1: none */
} contact_residuals;

typedef struct contact_history { /* one entry per checked iteration; islands are merged by the maximum */
    int iteration;
    tact_real primal, dual, complementarity, natural_map, natural_relative, objective;
    double seconds; /* since the start of contact_solve, when config.clock is given */
} contact_history;

/* Calls work(data, i, worker) once for every i in 0 .. count-1, in any order and on any threads, and returns when all are done.
   worker in 0 .. config.workers-1: no two calls at the same time have the same. With OpenMP:
       #pragma omp parallel for schedule(dynamic)
       for (int i = 0; i < count; ++i) work(data, i, omp_get_thread_num()); */
typedef void (*contact_parallel_for)(void *context, int count, void (*work)(void *data, int index, int worker), void *data);

/* Options. contact_default_config() returns the defaults in brackets; patch fields of the copy. */
typedef struct contact_config {
    contact_method method;        /* (CONTACT_METHOD_AUTO) */
    int max_iterations;           /* 0: the default of the method: 10000 sweeps, pivots or first-order iterations,
                                     3000 ncp_newton, 1000 ccp_newton, 200 staggered, dantzig and compliant */
    tact_real tolerance;          /* converged when primal, dual and complementarity are below it (1e-6) */
    tact_real relative_tolerance; /* or when natural_relative is below it (1e-10; float 2e-6) */
    tact_real stall_tolerance;    /* stop when a sweep changes lambda by less, relative (1e-14; float 1e-7), or when
                                     1000 sweeps gain less than a tenth; 0: never */
    tact_real coarse_tolerance;   /* AUTO: relative accuracy at which sweeps over a large or sliding island may stop; the
                                     rest is done, warm started, by the next steps. 0: only the tolerances above (0) */
    int check_interval;           /* iterations between residual checks (5) */
    int fixed_iterations;         /* 1: run exactly max_iterations without residual checks: real-time use (0) */
    int warm_start;               /* 1: start from problem.impulse (1) */
    int islands;                  /* 1: solve connected components separately (1) */
    int validate;                 /* 1: contact_problem_check first (1) */
    /* splitting methods */
    tact_real relaxation;         /* omega in (0,2), weight of the new value (1) */
    tact_real relaxation_min;     /* omega decays to this ... (1) */
    tact_real relaxation_decay;   /* ... by omega <- max(min, decay omega) once per sweep (0.99) */
    int symmetric;                /* 1: alternate forward and backward sweeps; less order bias, slower (0) */
    int freeze;                   /* sweeps a contact must stay open before it is skipped, 0: never (0) */
    int facets;                   /* LCP: 0 the box, else corners of the pyramid, >= 3 (0) */
    tact_real raisim_beta[3];     /* first step, shrink, growth of the bracket search (0.01, 0.5, 1.3) */
    tact_real raisim_alpha_min;   /* raisim_ds: weight of the new value from 1 down to this (0.1) ... */
    tact_real raisim_alpha_decay; /* ... by this factor per sweep (0.99) */
    int stop_on_objective;        /* raisim_ds early stop: end when the objective no longer falls (0) */
    tact_real objective_tolerance; /* relative decrease that counts as "no longer" (1e-9) */
    tact_real prox_shrink;        /* ncp_prox: step factor after a rise of the residual (0.9) */
    int scaling;                  /* 1: the global methods work on the problem scaled to unit diagonal blocks; 0: on the
                                     problem as it is, as the papers print them (1) */
    /* ADMM */
    tact_real admm_rho;           /* penalty of the fixed and the linear rule on the scaled problem (1) */
    tact_real admm_eta;           /* proximal term on the scaled problem (1e-6) */
    tact_real admm_relaxation;    /* over-relaxation in [1, 1.8] (1) */
    tact_real admm_tau;           /* ratio of residuals that changes rho (10) */
    tact_real admm_linear_factor; /* step of the linear rule (1.5) */
    tact_real admm_spectral_init, admm_spectral_step; /* exponents of the condition number (0.2, 0.05) */
    int admm_update_interval;     /* least iterations between changes of rho (5); 1: the published rule, one power at a time */
    int admm_power_iterations;    /* for the largest eigenvalue (20) */
    int polish;                   /* 1: finish an NCP method that has not converged by ncp_newton (0) */
    /* compliant models */
    tact_real stiffness;          /* default stiffness of a contact [N/m] (1e7) */
    tact_real dissipation;        /* default Hunt-Crossley dissipation [s/m] (10) */
    tact_real dissipation_time;   /* default linear dissipation time tau_d [s] (1e-4) */
    tact_real stiction_velocity;  /* v_s [m/s] (1e-4) */
    tact_real sap_sigma;          /* R_t = sigma w (1e-3) */
    tact_real sap_beta;           /* near-rigid floor of contacts (1) */
    tact_real sap_beta_joint;     /* near-rigid floor of other constraints (0.1) */
    int lagged_regularised;       /* 1: eps = max(v_s, sigma w mu gamma_n0) (1) */
    int line_search;              /* 0: exact, 1: Armijo (0) */
    tact_real newton_regularisation; /* mujoco, ccp_newton: R = this * diag(G) where compliance is smaller (1e-4) */
    tact_real momentum_tolerance; /* converged when the momentum balance holds to this part of the
                                     momentum (1e-6) */
    int law;                      /* normal law of lagged and similar (CONTACT_LAW_HUNT_CROSSLEY); sap is SPRING */
    tact_real barrier_distance;   /* where barrier laws begin [m] (1e-3) */
    const contact_custom_law *custom_laws; /* laws of the user (NULL) */
    int custom_law_count;
    contact_plan *plan;           /* NULL, or memory for symbolic factors between solves (NULL) */
    contact_newton_report *newton_report; /* NULL, or a zeroed struct that a solve adds to (NULL) */
    /* reports */
    contact_history *history;     /* NULL, or room for history_capacity entries (NULL) */
    int history_capacity;
    double (*clock)(void *context); /* NULL, or seconds, for history[].seconds (NULL) */
    void *clock_context;
    /* threads: the caller's. Results are the same bits for any number of workers and any order */
    contact_parallel_for parallel_for; /* NULL: islands (and a world's narrow phase) one after the other (NULL) */
    void *parallel_context;
    int workers;                  /* how many may run at once, >= 1 (1); the workspace grows with it */
} contact_config;
#ifdef TACT_FLOAT /* a file built for the other precision fails to link instead of corrupting memory */
#define contact_default_config contact_default_config_f32
#endif
CONTACT_API contact_config contact_default_config(void);

// >>solve
typedef struct contact_result {
    contact_status status;       /* worst island: 0 converged, > 0 usable with a caveat, < 0 no result */
    contact_method method;       /* the one that answered; of the largest island under AUTO */
    int iterations;              /* largest over the islands */
    int island_count;
    int history_count;
    contact_residuals residuals; /* worst over the islands, of the model of the method */
    contact_fault fault;         /* what is wrong when status < 0; the island's worst constraint when status > 0 */
    size_t workspace_bytes;      /* what this solve needed (also set on CONTACT_NO_SPACE) */
} contact_result;

/* Bytes of workspace that contact_solve needs for this problem with this config; 0 when the problem is unusable. Writes
   only contact_tree.work and .island. A sparse method may find out only while solving that its fill needs more: it then
   returns CONTACT_NO_SPACE with result.workspace_bytes telling how much. Near-linear in the size of the problem. */
CONTACT_API size_t contact_workspace_size(contact_problem *problem, const contact_config *config);
/* The same with the fill counted by a symbolic factorisation: contact_solve of a problem with this graph (trees, their degrees
   of freedom, pairs of trees of the constraints) never returns CONTACT_NO_SPACE with as much. Near-linear in trees and
   constraints for graphs that factor well; takes memory from the allocator (NULL: TACT_MALLOC) for the duration of the call.
   0 when the problem is unusable or there is no memory. */
CONTACT_API size_t contact_workspace_size_exact(contact_problem *problem, const contact_config *config,
                                                const tact_allocator *allocator);
/* Solves the problem. Reads problem.impulse as warm start; writes problem.impulse and problem.velocity, unless the
   status is negative: then both are as before. `config` NULL: the defaults. `workspace` any alignment. Nothing is
   allocated, nothing non-finite comes out. Trees without constraints get v = v_free. */
CONTACT_API contact_status contact_solve(contact_problem *problem, const contact_config *config, void *workspace,
                                         size_t workspace_bytes, contact_result *result);
/* The same with a workspace from the allocator (NULL: TACT_MALLOC) for the duration of the call. */
CONTACT_API contact_status contact_solve_alloc(contact_problem *problem, const contact_config *config,
                                               const tact_allocator *allocator, contact_result *result);

// >>metrics
/* Residuals of any impulse (row_count, from anywhere) under a model. config NULL: defaults; its `facets` chooses the
   polyhedron of CONTACT_MODEL_LCP. The workspace is the one of contact_workspace_size for the same config. */
CONTACT_API contact_status contact_evaluate(contact_problem *problem, const tact_real *impulse, contact_model model,
                                            const contact_config *config, void *workspace, size_t workspace_bytes,
                                            contact_residuals *residuals);
CONTACT_API contact_status contact_evaluate_alloc(contact_problem *problem, const tact_real *impulse,
                                                  contact_model model, const contact_config *config,
                                                  const tact_allocator *allocator, contact_residuals *residuals);
/* Norm of the internal forces [N]: the part of impulse/dt that moves nothing, |lambda - lambda_min|_2/dt with lambda_min the
   smallest impulse of the same effect J^T lambda. Conjugate gradients on the projection, at most a few times the rank in
   iterations. allocator NULL: TACT_MALLOC. */
CONTACT_API contact_status contact_internal_force(contact_problem *problem, const tact_real *impulse,
                                                  const tact_allocator *allocator, tact_real *norm);

// >>file
/* A problem with its solution as text: to keep, to send, to replay. One token after the other, separated by white space;
   '#' starts a comment that ends with the line. Numbers are decimal where that is exact and hexadecimal floats elsewhere,
   so that the same bits come back. Layout:
       contact-problem 1 dt <s>
       body <mass> <xx yy zz xy xz yz> <free velocity 6> <velocity 6>
       tree <dof> <mass dof*dof> <free velocity dof> <velocity dof>
       contact|limit|joint|friction <rows> <tree a> <tree b> point|blocks|matrix <mu gap surface stiffness dissipation
           relaxation law> then point: <normal tangent arm_a arm_b>, blocks: <J_a> <J_b>; then <bias> <compliance> <bound>
           <impulse>, `rows` numbers each
       matrix <rows> <rows*rows numbers>      (problems in matrix form)
       end */
/* Writes at most `size` characters, always terminated when size > 0. Returns the length without the terminator that the
   whole text has: call with (NULL, 0) first. 0 when the problem is unusable. */
CONTACT_API size_t contact_problem_write(const contact_problem *problem, char *text, size_t size);
/* Reads into an initialised problem (emptied first). `matrix` receives the matrix form, whose numbers are stored in
   problem.mass; it may be NULL when the text has none. On failure the status, and in *line (NULL: not wanted) the line. */
CONTACT_API contact_status contact_problem_read(contact_problem *problem, contact_delassus *matrix, const char *text,
                                                size_t length, int *line);

// >>compliant-tools
/* Material of a surface, and the pair of two: springs in series; k infinite or the same as 0 on the other side is
   allowed. k = k1 k2/(k1+k2), d = (k2 d1 + k1 d2)/(k1+k2), tau = tau1 + tau2, mu = 2 mu1 mu2/(mu1+mu2). */
typedef struct contact_material {
    tact_real stiffness, dissipation, relaxation, mu;
} contact_material;
CONTACT_API contact_material contact_combine(contact_material a, contact_material b);
/* Hertz contact of a sphere of radius R [m] with a flat of effective Young's modulus E [Pa] (1/E = sum (1-nu^2)/E_i):
   the coefficient of CONTACT_LAW_HERTZ, 4/3 E sqrt(R), and the linear stiffness that gives the same penetration
   x = (3F/(4 E sqrt R))^(2/3) under the load F [N]. */
CONTACT_API tact_real contact_hertz_coefficient(tact_real young, tact_real radius);
CONTACT_API tact_real contact_hertz_stiffness(tact_real young, tact_real radius, tact_real load);

/* What a setting of a compliant model means for a contact that slides at `slip` [m/s] under the normal force `load`
   [N] with the inverse effective mass `weight` [1/kg] (of a body of mass m: about 1/m) and, for the creep, the
   tangential load. */
typedef struct contact_effect {
    tact_real penetration;       /* static, under the load [m] */
    tact_real stiffness;         /* effective, in slip [N/m] */
    tact_real dissipation;       /* effective d in slip [s/m] (sap: tau_d [s]) */
    tact_real glide;             /* distance kept from the ground while sliding [m] */
    tact_real stiction_velocity; /* transition between stick and slip [m/s] */
    tact_real creep_velocity;    /* at the tangential load [m/s]; the slip speed is free above mu load */
    int near_rigid; /* sap: the floor on the compliance is active, `stiffness` is below the one asked for */
} contact_effect;
CONTACT_API contact_status contact_compliant_effect(const contact_config *config, tact_real dt,
                                                    const contact_law_parameters *parameters, tact_real mu,
                                                    tact_real load, tact_real tangential_load, tact_real slip,
                                                    tact_real weight, contact_effect *effect);

/* Value of a law as the models use it: impulse n(v) = dt f(x0 - dt v, -v), its slope n'(v) <= 0 and potential l(v)
   with l' = -n. Any output may be NULL. */
CONTACT_API contact_status contact_law_evaluate(const contact_config *config, int law,
                                                const contact_law_parameters *parameters, tact_real dt, tact_real x0,
                                                tact_real v, tact_real *impulse, tact_real *slope,
                                                tact_real *potential);
/* Samples a law on x in [x_low, x_high], rate in [-rate_high, rate_high] and says how far it is from what the models
   need. All but `derivative_error` must not be positive (beyond rounding). */
typedef struct contact_law_report {
    tact_real negative_force;      /* largest -f */
    tact_real negative_slope_x;    /* largest -df/dx */
    tact_real negative_slope_rate; /* largest -df/drate */
    tact_real
        negative_curvature;     /* largest -(dt^2 df/dx + dt df/drate): > 0 means that the potential is not convex */
    tact_real derivative_error; /* largest difference of the slopes to central differences, relative */
    tact_real potential_error;  /* the same for l' = -n */
} contact_law_report;
CONTACT_API contact_status contact_law_check(const contact_config *config, int law,
                                             const contact_law_parameters *parameters, tact_real dt, tact_real x_low,
                                             tact_real x_high, tact_real rate_high, contact_law_report *report);
/* Checks any impulse field lambda(c) of one contact: a potential exists where its Jacobian is symmetric (no curl),
   and it is convex where -Jacobian is positive semidefinite. Samples |c_k| <= range on a deterministic random set;
   slopes by central differences. */
typedef struct contact_field_report {
    tact_real curl;             /* largest |J - J^T| entry over |J| */
    tact_real least_eigenvalue; /* smallest eigenvalue of -sym J over |J|; >= -rounding where convex */
} contact_field_report;
CONTACT_API contact_status contact_field_check(void (*field)(void *context, const tact_real c[3],
                                                             tact_real lambda[3]),
                                               void *context, tact_real range, int samples,
                                               contact_field_report *report);

/* Derivatives of the solution of sap, lagged, similar or mujoco by one back-solve with the Hessian at the
   solution: H dv = M dv_free - dM (v - v_free) + dJ^T lambda + J^T (dlambda/dtheta dtheta) - J^T G (dJ v + db). Call
   after contact_solve, with the solution in problem.velocity and .impulse; `velocity_before` is what problem.velocity
   was on entry (lagged; may be NULL for the other methods). The weights w (near-rigid floors, sap_sigma) count as
   constants. A change of the problem, all arrays may be NULL (no change): */
typedef struct contact_change {
    tact_real *free_velocity;     /* dof_count */
    tact_real *velocity_before;   /* dof_count: lagged only */
    tact_real *mass_momentum;     /* dof_count: dM (v - v_free) */
    tact_real *jacobian_momentum; /* dof_count: dJ^T lambda */
    tact_real *jacobian_velocity; /* row_count: dJ v */
    tact_real *bias;              /* row_count (normal rows of compliant contacts: of surface_normal) */
    tact_real *gap, *mu, *stiffness, *dissipation, *relaxation; /* constraint_count */
} contact_change;
/* Forward: changes[k], k < count, give velocity + k dof_count and impulse + k row_count (either may be NULL). */
CONTACT_API contact_status contact_compliant_forward(contact_problem *problem, const contact_config *config,
                                                     const tact_real *velocity_before, const contact_change *changes,
                                                     int count, tact_real *velocity, tact_real *impulse,
                                                     void *workspace, size_t workspace_bytes);
/* Reverse: from the gradient of a loss with respect to the solution (either may be NULL) to its gradient with respect
   to everything in contact_change whose array is not NULL; jacobian_momentum is the gradient with respect to a force
   on the dofs. One back-solve for all of them. */
CONTACT_API contact_status contact_compliant_reverse(contact_problem *problem, const contact_config *config,
                                                     const tact_real *velocity_before, const tact_real *loss_velocity,
                                                     const tact_real *loss_impulse, contact_change *gradient,
                                                     void *workspace, size_t workspace_bytes);
/* Bytes of workspace for the two; the same as for contact_solve, and they too may answer CONTACT_NO_SPACE to a guess.
   */

// >>derivatives
/* Derivatives of the solution (lambda, v) with respect to the data, by the implicit function theorem on the modes (open,
   stick, slip; active or not) of a solution that was found to high accuracy. Prepare once, at the impulse stored in the
   problem, then take as many directions (forward) or gradients (adjoint) as wanted: O(rows^3) once, O(rows^2) each.
   Where G is singular (hyperstatic contacts, redundant joints) lambda and its derivative are not unique; dv is, and is
   right, for changes that keep the constraints consistent.

   A change of the data, or a gradient with respect to it, is a set of arrays; NULL stands for zero, or not wanted:
     bias, compliance, bound   row_count, as in the problem
     mu                        constraint_count
     free_velocity             dof_count
     jacobian                  contact_jacobian_count reals: for each constraint its block of side A (rows x dof, absent
                               for the world), then of side B; point-form contacts have 6 columns a side
     mass                      contact_mass_count reals: for each tree its dof x dof block (6 x 6 for a free body)
     delassus                  row_count x row_count, matrix form only (then jacobian, mass, free_velocity are unused) */
typedef struct contact_tangent {
    const tact_real *bias, *compliance, *bound, *mu, *free_velocity, *jacobian, *mass, *delassus;
} contact_tangent;
typedef struct contact_gradient {
    tact_real *bias, *compliance, *bound, *mu, *free_velocity, *jacobian, *mass, *delassus;
} contact_gradient;

typedef enum contact_mode {
    CONTACT_MODE_OPEN = 0,  /* no impulse; also an inactive limit */
    CONTACT_MODE_STICK = 1, /* c = 0; also a joint, an active limit, a friction row inside its bounds */
    CONTACT_MODE_SLIP = 2,  /* on the edge of the cone; also a friction row at its bound */
    CONTACT_MODE_FORCE_INT = 0x7fffffff
} contact_mode;

typedef struct contact_derivative {
    contact_problem *problem;
    contact_model model;   /* NCP or CCP */
    int nonsmooth;         /* constraints within the tolerance of a change of mode: only one-sided derivatives there */
    int first_nonsmooth;   /* the first of them, -1: none */
    tact_real margin;      /* smallest distance to a change of mode, relative to the largest impulse and velocity */
    const int *modes;      /* contact_mode of each row, in the workspace */
    struct contact__derivative *state;
} contact_derivative;

CONTACT_API size_t contact_jacobian_count(const contact_problem *problem);
CONTACT_API size_t contact_mass_count(const contact_problem *problem);
/* Bytes of workspace for contact_derivative_prepare; 0 when the problem is unusable. */
CONTACT_API size_t contact_derivative_size(contact_problem *problem);
/* Factors the derivative system at problem.impulse, which must solve the problem under `model` (NCP or CCP) better than
   `tolerance` (relative; 1e-7 in double, 1e-3 in float are good values), which also decides what is a kink. The problem and
   the workspace must stay as they are while `derivative` is used. CONTACT_NONSMOOTH: usable, see above. */
CONTACT_API contact_status contact_derivative_prepare(contact_derivative *derivative, contact_problem *problem,
                                                      contact_model model, tact_real tolerance, void *workspace,
                                                      size_t workspace_bytes);
/* d_impulse (row_count) and d_velocity (dof_count; NULL in matrix form) for one change of the data; either may be NULL. */
CONTACT_API contact_status contact_derivative_forward(const contact_derivative *derivative, const contact_tangent *change,
                                                      tact_real *d_impulse, tact_real *d_velocity);
/* Gradient of a scalar L from dL/d impulse (row_count) and dL/d velocity (dof_count), either NULL for zero. The arrays of
   `gradient` that are not NULL are overwritten. The gradients of mass and delassus are symmetric. */
CONTACT_API contact_status contact_derivative_adjoint(const contact_derivative *derivative, const tact_real *impulse,
                                                      const tact_real *velocity, const contact_gradient *gradient);

// >>api-world
/* ---------------------------------------------------------------------------------------------------------------------
   The world: bodies, robots and joints that you step. It appears when collide.h and rbd.h were included before contact.h.

       contact_world_config config = contact_default_world_config();
       contact_world *world = contact_world_create(&config, NULL, NULL);
       collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0), box = collide_box(0.1, 0.1, 0.1);
       contact_world_add_static(world, &ground, tact_pose_identity());
       contact_body cube = contact_world_add_dynamic(world, &box, tact_pose_at(0, 0, 1), 1000);  // kg/m^3
       for (int i = 0; i < 1000; ++i) contact_world_step(world, 1e-3);
       tact_pose p = contact_body_pose(world, cube);
       contact_world_destroy(world);

   A body is a rigid thing with a pose: static (never moves), kinematic (moves as told), dynamic (free, six degrees of
   freedom) or a link of a robot (an rbd_model, in reduced coordinates or with config.maximal in maximal ones). Geoms are
   collision shapes fixed to a body. Joints may be added between any two bodies: loops, doors, ragdolls.
   Handles are typed; the all-zero handle is null; a stale one (its object removed) is recognised and refused.
   A function that refuses returns a null handle or a negative status, leaves the world as it was, and says why in
   contact_world_error(). Frames: world frame throughout, unless said otherwise; a body's velocity is that of its centre
   of mass. */
#if defined(COLLIDE_VERSION) && defined(RBD_VERSION) && !defined(CONTACT_NO_WORLD)
#define CONTACT_HAS_WORLD 1
#elif defined(CONTACT_WORLD)
#error "contact.h: CONTACT_WORLD needs collide.h and rbd.h included before contact.h"
#endif

#ifdef CONTACT_HAS_WORLD
typedef struct contact_world contact_world;
typedef struct contact_body { uint32_t index, generation; } contact_body;
typedef struct contact_geom { uint32_t index, generation; } contact_geom;
typedef struct contact_joint { uint32_t index, generation; } contact_joint;
typedef struct contact_robot { uint32_t index, generation; } contact_robot;

typedef enum contact_body_type {
    CONTACT_BODY_STATIC,
    CONTACT_BODY_KINEMATIC, /* moves with the velocity it was given, pushes others, is pushed by none */
    CONTACT_BODY_DYNAMIC,
    CONTACT_BODY_LINK       /* of a robot; made by contact_world_add_robot only */
} contact_body_type;

typedef enum contact_integrator {
    CONTACT_INTEGRATOR_EULER,   /* semi-implicit Euler: velocity first, then position with the new velocity */
    CONTACT_INTEGRATOR_MOREAU,  /* Moreau's midpoint rule: half a step with the old velocity, forces and contacts there, half a
                                   step with the new one; second order where nothing hits. What moves more than half its
                                   size in a step goes as Euler, so that nothing passes through a wall */
    CONTACT_INTEGRATOR_FAITHFUL /* Runge-Kutta-Munthe-Kaas of order 5 for what touches nothing and has no active limit, dry
                                   friction or motor, joints between bodies included: energy of a pendulum to 1e-6 over
                                   10 s at 1 ms. Everything else in the same world steps as Euler */
} contact_integrator;

/* What a surface is made of. A pair takes sqrt(friction_a friction_b) and the larger restitution, unless the pair was
   given a material of its own by contact_world_set_pair_material(). */
typedef struct contact_surface {
    tact_real friction;         /* [-] Coulomb's coefficient, >= 0; default 0.5 */
    tact_real restitution;      /* [-] 0 .. 1; default 0 */
    tact_vec3 surface_velocity; /* [m/s] of the surface over its body, in the body's frame; default 0 (conveyor belt) */
    tact_real stiffness;        /* [N/m] > 0, read by the compliant methods; default 1e6; a pair acts in series */
    tact_real dissipation;      /* [s/m] >= 0, Hunt and Crossley's, read by the compliant methods; default 10 */
    tact_real relaxation_time;  /* [s] >= 0, of the linear damper of CONTACT_METHOD_SAP; default 0.01 */
} contact_surface;
CONTACT_API contact_surface contact_default_surface(void);

/* What went wrong, in words that name the body, geom or joint. */
typedef struct contact_error {
    contact_status status;
    contact_body body; /* null when no body is to blame */
    char text[192];
} contact_error;

/* ---- the world ---- */
typedef struct contact_world_config {
    tact_vec3 gravity;               /* [m/s^2]; default (0,0,-9.81) */
    contact_config solver;           /* method, tolerances, iterations: see contact_default_config() */
    contact_integrator integrator;   /* default CONTACT_INTEGRATOR_EULER */
    int substeps;                    /* >= 1: a step is that many steps of dt/substeps; default 1 */
    int maximal;                     /* 1: robots added from now on are in maximal coordinates: every link a free body, every
                                        joint a constraint; the same functions serve them. Massless links do not
                                        collide; links that coupled joints tie together solve as one; default 0 */
    int ccd;                         /* 1: sweep fast bodies against what they would pass through; default 1 */
    int sleeping;                    /* 1: islands at rest are put to sleep; default 0 */
    tact_real sleep_speed;           /* [m/s] (and rad/s times extent) below which a body counts as resting; 5e-3 */
    tact_real sleep_time;            /* [s] an island rests before it sleeps; default 0.5 */
    tact_real speculative_distance;  /* [m] contacts up to this far apart are handed to the solver, as a fraction of the
                                        smaller shape's extent; default 0.02 */
    tact_real contact_erp;           /* 0..1 of the penetration beyond slop removed in a step; default 0.2 */
    tact_real contact_slop;          /* fraction of the smaller shape's extent left uncorrected; default 0 */
    tact_real max_depenetration;     /* [m/s] speed at which overlap is undone at most; default 1 */
    tact_real joint_erp;             /* 0..1, of joints, loops and limits; default 0.2 */
    tact_real restitution_threshold; /* [m/s] slower impacts do not bounce; default 0.2, never below 2 |g| dt */
    int fixed_capacity;              /* 1: never grow, return CONTACT_NO_SPACE with the counts needed; default 0 */
    int capacity_bodies, capacity_geoms, capacity_joints, capacity_robots, capacity_pairs, capacity_contacts;
    int capacity_reals;              /* q, v, tau of all robots together */
    unsigned cookie;                 /* set by contact_default_world_config(); do not touch */
} contact_world_config;
CONTACT_API contact_world_config contact_default_world_config(void);

/* Makes a world; NULL when the configuration is invalid or memory is short (`error` says which; may be NULL). */
CONTACT_API contact_world *contact_world_create(const contact_world_config *config, const tact_allocator *allocator,
                                                contact_error *error);
CONTACT_API void contact_world_destroy(contact_world *world); /* NULL is fine */
/* What the last refusing call, or the last step with a non-zero status, had to say. */
CONTACT_API const contact_error *contact_world_error(const contact_world *world);
/* Configuration in force; patch it between steps (method, tolerances, gravity, ...). Capacities are read only. */
CONTACT_API contact_world_config *contact_world_settings(contact_world *world);

/* ---- bodies and their geoms ---- */
typedef struct contact_body_def {
    contact_body_type type;         /* default CONTACT_BODY_DYNAMIC */
    tact_pose pose;                 /* of the body frame; default identity */
    tact_vec3 velocity;             /* [m/s] of the centre of mass; default 0 */
    tact_vec3 angular_velocity;     /* [rad/s]; default 0 */
    int mass_from_geoms;            /* 1: mass, com and inertia follow from the geoms' densities; default 1 */
    tact_real mass;                 /* [kg] > 0, read when mass_from_geoms is 0 */
    tact_vec3 com;                  /* [m] in the body frame */
    tact_mat3 inertia;              /* [kg m^2] about the com, body axes; symmetric positive definite */
    tact_real linear_damping, angular_damping; /* [1/s] >= 0; default 0 */
    tact_real gravity_scale;        /* default 1 */
    int ccd;                        /* 0 turns sweeping off for this body; default 1 */
    const char *name;               /* for messages; copied, at most 31 characters; NULL allowed */
    uint64_t user;                  /* yours */
} contact_body_def;

typedef struct contact_geom_def {
    const collide_shape *shape;     /* copied; hulls, meshes and other data it points at must outlive the geom */
    tact_pose pose;                 /* in the body frame; default identity */
    tact_real density;              /* [kg/m^3] >= 0; default 1000 */
    contact_surface material;
    uint32_t category, mask;        /* a and b meet when (a.category & b.mask) && (b.category & a.mask); default 1, ~0 */
    uint64_t user;
} contact_geom_def;

CONTACT_API contact_body_def contact_default_body_def(void);
CONTACT_API contact_geom_def contact_default_geom_def(void);
CONTACT_API contact_body contact_world_add_body(contact_world *world, const contact_body_def *def);
CONTACT_API contact_geom contact_world_add_geom(contact_world *world, contact_body body, const contact_geom_def *def);
/* One call for the common case: a body with one geom of default material. */
CONTACT_API contact_body contact_world_add_dynamic(contact_world *world, const collide_shape *shape, tact_pose pose,
                                                   tact_real density);
CONTACT_API contact_body contact_world_add_static(contact_world *world, const collide_shape *shape, tact_pose pose);
/* Removes a body with its geoms and joints (a link goes only with its robot). */
CONTACT_API contact_status contact_world_remove_body(contact_world *world, contact_body body);
CONTACT_API contact_status contact_world_remove_geom(contact_world *world, contact_geom geom);

CONTACT_API int contact_body_valid(const contact_world *world, contact_body body);
CONTACT_API tact_pose contact_body_pose(const contact_world *world, contact_body body);
CONTACT_API tact_vec3 contact_body_velocity(const contact_world *world, contact_body body);         /* of the com */
CONTACT_API tact_vec3 contact_body_angular_velocity(const contact_world *world, contact_body body);
CONTACT_API tact_vec3 contact_body_com(const contact_world *world, contact_body body);              /* world frame */
CONTACT_API tact_real contact_body_mass(const contact_world *world, contact_body body);
CONTACT_API contact_status contact_body_set_pose(contact_world *world, contact_body body, tact_pose pose);
CONTACT_API contact_status contact_body_set_velocity(contact_world *world, contact_body body, tact_vec3 linear,
                                                     tact_vec3 angular);
/* Forces act during the next step only. The point is in the world; contact_body_add_force acts at the com. */
CONTACT_API contact_status contact_body_add_force(contact_world *world, contact_body body, tact_vec3 force);
CONTACT_API contact_status contact_body_add_torque(contact_world *world, contact_body body, tact_vec3 torque);
CONTACT_API contact_status contact_body_add_force_at(contact_world *world, contact_body body, tact_vec3 force,
                                                     tact_vec3 point);
CONTACT_API contact_surface *contact_geom_surface(contact_world *world, contact_geom geom); /* NULL when stale */
/* Material of every pair of these two geoms, in place of the combination of theirs. */
CONTACT_API contact_status contact_world_set_pair_material(contact_world *world, contact_geom a, contact_geom b,
                                                           const contact_surface *material);

/* ---- robots ---- */
/* Adds a robot at configuration q (nq values; NULL: neutral) and velocity v (nv; NULL: zero). `model` is shared, not
   copied: it must outlive the robot. Its gravity is replaced by the world's. */
CONTACT_API contact_robot contact_world_add_robot(contact_world *world, const rbd_model *model, const tact_real *q,
                                                  const tact_real *v);
CONTACT_API contact_status contact_world_remove_robot(contact_world *world, contact_robot robot);
CONTACT_API contact_body contact_robot_link(const contact_world *world, contact_robot robot, int model_body);
/* State of a robot, to read and to write between steps: q (nq), v (nv), tau (nv, applied in every step until changed).
   NULL for a stale handle. */
CONTACT_API tact_real *contact_robot_q(contact_world *world, contact_robot robot);
CONTACT_API tact_real *contact_robot_v(contact_world *world, contact_robot robot);
CONTACT_API tact_real *contact_robot_tau(contact_world *world, contact_robot robot);
/* The same with checks: refuses what is not finite, wakes the robot, and revives one that was stopped. q or v NULL: kept. */
CONTACT_API contact_status contact_robot_set_state(contact_world *world, contact_robot robot, const tact_real *q, const tact_real *v);

/* Motor of one degree of freedom of a robot, beside tau: effort = stiffness (position - q) + damping (velocity - v), with q and v at
   the end of the step (implicit, so any gains are stable) and no more than max_effort. Both gains 0: off, the state it is born in.
   Stiffness 0 is a velocity motor. A motor below its limit goes into the mass matrix and costs nothing; one at its limit, and all in
   maximal coordinates or beside the faithful integrator (under which the robot steps as Euler), is a row of the solve. */
typedef struct contact_motor {
    tact_real stiffness, damping; /* [N m/rad], [N m s/rad] or [N/m], [N s/m] >= 0 */
    tact_real position, velocity; /* targets */
    tact_real max_effort;         /* [N m] or [N] > 0; at first the model's (rbd_dof.max_effort) */
} contact_motor;
/* `dof` counts as rbd_model.joint_iv: without coupled joints it is the index in v. Of ball, planar and free joints stiffness must
   be 0; the angle of an unbounded hinge goes the shorter way. All zero for a stale handle or a dof that is not there. */
CONTACT_API contact_motor contact_robot_motor(const contact_world *world, contact_robot robot, int dof);
CONTACT_API contact_status contact_robot_set_motor(contact_world *world, contact_robot robot, int dof, const contact_motor *motor);
CONTACT_API tact_real contact_robot_motor_effort(const contact_world *world, contact_robot robot, int dof); /* of the last step */

/* A robot from the text of a file, with its collision geometry, in one call. */
typedef struct contact_file_config {
    rbd_reader_config reader;   /* floating base, placement, ...; its geometry and constraint callbacks are the world's */
    contact_surface material;   /* of all its geoms */
    uint32_t category, mask;
    const tact_real *q, *v;     /* start; NULL: neutral and zero */
    /* Gives the shape of a mesh (geometry->mesh is its name, ->size its scale); returns 0 to leave it out. The shape's data must
       outlive the robot. NULL: meshes are left out. */
    int (*mesh)(void *context, const rbd_geometry *geometry, collide_shape *shape);
    void *context;
} contact_file_config;
CONTACT_API contact_file_config contact_default_file_config(void);
/* URDF or MJCF text (no final zero needed; MJCF is told by its <mujoco>). *model is the caller's, to be destroyed after the robot
   (and after clones of the world). Loops of MJCF (connect, weld) become joints. Returns null and *model NULL on failure, the
   world as before; contact_world_error() says what is wrong, with the line. config NULL: defaults. */
CONTACT_API contact_robot contact_world_add_file(contact_world *world, const char *text, size_t bytes, const contact_file_config *config,
                                                 rbd_model **model);

/* ---- joints between any two bodies ---- */
typedef enum contact_joint_kind {
    CONTACT_JOINT_WELD,      /* 6 rows */
    CONTACT_JOINT_HINGE,     /* 5 rows, free about z of frame_a */
    CONTACT_JOINT_SLIDER,    /* 5 rows, free along z of frame_a */
    CONTACT_JOINT_CYLINDER,  /* 4 rows, free along and about z of frame_a */
    CONTACT_JOINT_UNIVERSAL, /* 4 rows, free about x of frame_a and y of frame_b */
    CONTACT_JOINT_BALL       /* 3 rows */
} contact_joint_kind;
typedef struct contact_joint_def {
    contact_joint_kind kind;
    contact_body a, b;            /* null a: the world */
    tact_pose frame_a, frame_b;   /* in the frame of each body; they coincide where the joint is assembled */
    int limited;                  /* hinge [rad] or slider [m]: keep the position within lower..upper; default 0 */
    tact_real lower, upper;
    int motor;                    /* 1: drive towards position and velocity with the gains below; default 0 */
    tact_real stiffness, damping; /* [N m/rad], [N m s/rad] or [N/m], [N s/m] >= 0 of the motor, implicit */
    tact_real position, velocity; /* the motor's targets */
    tact_real max_effort;         /* [N m] or [N] > 0 the motor has; default: no limit */
    tact_real friction;           /* [N m] or [N] >= 0 dry friction of hinge and slider; default 0 */
    int collide;                  /* 1: the two bodies may still touch; default 0 */
} contact_joint_def;
CONTACT_API contact_joint_def contact_default_joint_def(contact_joint_kind kind);
CONTACT_API contact_joint contact_world_add_joint(contact_world *world, const contact_joint_def *def);
CONTACT_API contact_status contact_world_remove_joint(contact_world *world, contact_joint joint);
CONTACT_API contact_joint_def *contact_joint_settings(contact_world *world, contact_joint joint); /* motor, limits */
CONTACT_API tact_real contact_joint_position(const contact_world *world, contact_joint joint);    /* hinge, slider */
CONTACT_API tact_real contact_joint_velocity(const contact_world *world, contact_joint joint);
CONTACT_API tact_real contact_joint_error(const contact_world *world, contact_joint joint);       /* [m], [rad] */

/* ---- stepping ---- */
/* One step of dt seconds. Returns CONTACT_OK; a positive status when the result is usable with a caveat (the solver
   stopped early, a body became non-finite and was taken out of the world's motion); a negative one when nothing was
   done (bad dt, no space with fixed capacities, no memory). contact_world_error() names the body or constraint.
   A body whose state or forces turn non-finite is put back to its last finite pose with zero velocity and frozen (it
   acts as static) until contact_body_set_pose revives it; all others step as if it were static. */
CONTACT_API contact_status contact_world_step(contact_world *world, tact_real dt);

/* One contact of the last step. Sign: `force` acts on body b, its opposite on body a; normal points from a to b. */
typedef struct contact_point {
    contact_body a, b;
    contact_geom geom_a, geom_b;
    tact_vec3 position, normal; /* world frame; midway between the two surfaces */
    tact_real gap;              /* [m] > 0 apart; before the step */
    tact_vec3 force;            /* [N] on b, mean over the step */
    tact_real friction, restitution; /* as solved */
    uint32_t feature;           /* stable id of the touching features within the pair */
} contact_point;
CONTACT_API int contact_world_contact_count(const contact_world *world);
CONTACT_API contact_point contact_world_contact(const contact_world *world, int i);
/* Sum of all contact forces on a body and their moment about its com, in the last step. */
CONTACT_API contact_status contact_body_contact_wrench(const contact_world *world, contact_body body, tact_vec3 *force,
                                                       tact_vec3 *moment);

/* Called once a step between narrow phase and solver, with the contacts about to be solved: change friction,
   restitution, gap or normal in place, or set `gap` to a large value to drop one. */
typedef void (*contact_edit_callback)(void *context, contact_world *world, contact_point *contacts, int n_contacts);
CONTACT_API void contact_world_set_edit_callback(contact_world *world, contact_edit_callback callback, void *context);
/* Called for a new pair of geoms whose filters agree: return 0 to keep them apart from the narrow phase. */
typedef int (*contact_filter_callback)(void *context, const contact_world *world, contact_geom a, contact_geom b);
CONTACT_API void contact_world_set_filter_callback(contact_world *world, contact_filter_callback callback, void *context);

typedef struct contact_world_stats { /* of the last step */
    int n_bodies, n_awake, n_pairs, n_contacts, n_constraints, n_islands;
    contact_method method;          /* what AUTO chose for the largest island */
    int iterations;                 /* of the solver, largest over islands */
    tact_real residual;             /* [N], natural map on forces, largest over islands */
    tact_real time;                 /* [s] simulated since creation */
    double seconds_kinematics, seconds_broad, seconds_narrow, seconds_assemble, seconds_solve, seconds_integrate;
} contact_world_stats;
CONTACT_API contact_world_stats contact_world_get_stats(const contact_world *world);
/* Kinetic and potential energy of all dynamic bodies and robots [J]. */
CONTACT_API void contact_world_energy(contact_world *world, tact_real *kinetic, tact_real *potential);

/* ---- snapshots ---- */
/* The whole state in one block: the same steps from a restored snapshot give the same bits. A snapshot fits a world with
   the same objects (capacities may differ). `bytes` of save and restore is the size of the caller's block. */
CONTACT_API size_t contact_world_snapshot_bytes(const contact_world *world);
CONTACT_API contact_status contact_world_save(const contact_world *world, void *block, size_t bytes);
CONTACT_API contact_status contact_world_restore(contact_world *world, const void *block, size_t bytes);
CONTACT_API contact_world *contact_world_clone(const contact_world *world, const tact_allocator *allocator);
CONTACT_API uint64_t contact_world_hash(const contact_world *world); /* of poses and velocities */

/* ---- looking ---- */
typedef struct contact_ray_hit { contact_geom geom; contact_body body; tact_vec3 point, normal; tact_real fraction; } contact_ray_hit;
/* Nearest hit of the segment from + t (to - from), t in 0..1; 1 when there is one. */
CONTACT_API int contact_world_cast_ray(const contact_world *world, tact_vec3 from, tact_vec3 to, uint32_t mask,
                                       contact_ray_hit *hit);
/* The same for a convex shape that moves by `translation` without turning: nearest touch. */
CONTACT_API int contact_world_cast_shape(const contact_world *world, const collide_shape *shape, tact_pose pose, tact_vec3 translation,
                                         uint32_t mask, contact_ray_hit *hit);
/* Geoms that a convex shape overlaps; at most `capacity` are written (geoms may be NULL when it is 0). Returns how many there are. */
CONTACT_API int contact_world_overlap(const contact_world *world, const collide_shape *shape, tact_pose pose, uint32_t mask,
                                      contact_geom *geoms, int capacity);
typedef struct contact_draw {
    void *context;
    void (*line)(void *context, tact_vec3 a, tact_vec3 b, uint32_t rgb);                  /* contact forces, 1 cm a newton; joints */
    void (*triangle)(void *context, tact_vec3 a, tact_vec3 b, tact_vec3 c, uint32_t rgb); /* surfaces, counter-clockwise from outside */
    void (*text)(void *context, tact_vec3 at, const char *text, uint32_t rgb);            /* names of bodies */
    /* in place of triangles, where you draw the shapes yourself */
    void (*shape)(void *context, const collide_shape *shape, tact_pose pose, uint32_t rgb);
} contact_draw; /* any may be NULL; fill what you need of a zeroed one */
CONTACT_API void contact_world_draw(const contact_world *world, const contact_draw *draw);

// >>api-world-derivatives
/* ---- derivatives of a step ----
   A step maps the state (positions and velocities) to the next one. A contact_differential holds the derivative of the step
   that made it, with respect to the state before, to the forces, and to parameters that you name:

       contact_differential *d = contact_differential_create(NULL);
       contact_world_step_differential(world, dt, d);            // a step, as contact_world_step, and its derivative
       contact_differential_matrices(d, by_state, by_input, NULL);   // or _forward, _adjoint for products only

   Tangent vectors. The world has n = contact_world_dofs() degrees of freedom: six for each dynamic body in the order of
   creation, then those of each robot; contact_body_dof() and contact_robot_dof() say where they begin. A change of the
   state is 2n numbers: change of position, then of velocity. Of a body: translation of its centre of mass and rotation
   (d theta x r), velocity of the centre of mass and angular velocity, all in the world frame; of a robot: the tangent
   vectors of rbd.h. Inputs are n numbers: force at the centre of mass and torque on a body, tau of a robot.
   contact_world_move_state() applies a change of the state to the world. Robots in maximal coordinates count by their own coordinates, as if
   written by the caller, and their links have none: exact for one step; along a trajectory the part of the links' motion that the
   joints do not allow, of the order of dt, is not carried on, and substeps are refused.

   What is differentiated: v+ solves M (v+ - v_free) = J^T lambda with the contact law; everything that depends on the
   state goes in: M, v_free (rbd_rnea_derivatives with the contact forces as external forces), J, gaps, biases, the
   contact points and normals. Then the implicit function theorem on the law (contact_derivative_*, contact_compliant_*).
   Holds for all methods of the NCP, CCP and compliant models and all integrators (the faithful one: the tangent of its stages, for what
   moves alone); CONTACT_UNSUPPORTED for other models, with sleeping, and for what moves smoothly on joints (loops, robots in maximal
   coordinates) in a faithful step. At a change of mode (contact about to open, stick about to
   slip) only one-sided derivatives exist; the step then returns CONTACT_NONSMOOTH and one of them. The accuracy is that of the solution:
   set solver.tolerance to 1e-9 or better, solver.coarse_tolerance to 0, and solver.momentum_tolerance, which the compliant methods
   stop by, to 1e-12 (at its default of 1e-6 they were seen off by 3e-4). */
typedef enum contact_parameter_kind {
    CONTACT_PARAMETER_FRICTION,       /* of `geom` */
    CONTACT_PARAMETER_RESTITUTION,    /* of `geom` */
    CONTACT_PARAMETER_STIFFNESS,      /* of `geom`, compliant methods */
    CONTACT_PARAMETER_DISSIPATION,    /* of `geom`, compliant methods */
    CONTACT_PARAMETER_RELAXATION,     /* of `geom`, compliant methods */
    CONTACT_PARAMETER_MASS,           /* of `body`, with its inertia in proportion */
    CONTACT_PARAMETER_GRAVITY,        /* component `index` of the world's */
    CONTACT_PARAMETER_MOTOR_POSITION, /* target of the motor of `joint`; where that is null, of dof `index` of `robot` */
    CONTACT_PARAMETER_MOTOR_VELOCITY  /* the same */
} contact_parameter_kind;
typedef struct contact_parameter {
    contact_parameter_kind kind;
    contact_body body;
    contact_geom geom;
    contact_joint joint;
    contact_robot robot;
    int index;
} contact_parameter;

/* How the change of contact points and normals with the poses is found. */
typedef enum contact_geometry_rule {
    CONTACT_GEOMETRY_EXACT, /* of the manifold as the step computes it, by central differences of the narrow phase */
    CONTACT_GEOMETRY_FIXED  /* points and normals move with body a: no curvature; cheaper, for flat ground */
} contact_geometry_rule;

typedef struct contact_differential contact_differential;
CONTACT_API contact_differential *contact_differential_create(const tact_allocator *allocator); /* NULL: no memory */
CONTACT_API void contact_differential_destroy(contact_differential *differential);              /* NULL is fine */
/* Parameters and rule of the steps to come; the list is copied. At first: none, CONTACT_GEOMETRY_EXACT. */
CONTACT_API contact_status contact_differential_set(contact_differential *differential, contact_geometry_rule rule,
                                                    const contact_parameter *parameters, int count);
/* A step of the world, and its derivative into `differential`. Statuses as contact_world_step; the derivative is usable when
   the status is CONTACT_OK, CONTACT_NONSMOOTH, or says only that the solver stopped early. Memory of the differential grows
   when the problem does and is used again otherwise. Cost beyond the step: O(rows^3) for the contact law. */
CONTACT_API contact_status contact_world_step_differential(contact_world *world, tact_real dt,
                                                           contact_differential *differential);
CONTACT_API int contact_differential_dofs(const contact_differential *differential);
/* next (2n) = derivative times (state (2n), input (n), parameters); any of the three may be NULL: zero. */
CONTACT_API contact_status contact_differential_forward(contact_differential *differential, const tact_real *state,
                                                        const tact_real *input, const tact_real *parameters,
                                                        tact_real *next);
/* The transpose: from the gradient of a loss by the next state (2n) to its gradients by state (2n), input (n) and
   parameters; any of the three may be NULL: not wanted. */
CONTACT_API contact_status contact_differential_adjoint(contact_differential *differential, const tact_real *next,
                                                        tact_real *state, tact_real *input, tact_real *parameters);
/* Dense row-major matrices: by_state 2n x 2n, by_input 2n x n, by_parameters 2n x count; any may be NULL. */
CONTACT_API contact_status contact_differential_matrices(contact_differential *differential, tact_real *by_state,
                                                         tact_real *by_input, tact_real *by_parameters);

CONTACT_API int contact_world_dofs(const contact_world *world);
CONTACT_API int contact_body_dof(const contact_world *world, contact_body body);    /* -1: it has none of its own */
CONTACT_API int contact_robot_dof(const contact_world *world, contact_robot robot); /* -1: stale or stopped */
CONTACT_API contact_status contact_world_move_state(contact_world *world, const tact_real *change); /* 2n numbers */

/* A trajectory of `steps` steps and the gradient of a loss over it, by reverse accumulation. Steps forward, keeping a
   snapshot every `checkpoint` steps; then backward, repeating each stretch from its snapshot with derivatives: memory is
   steps/checkpoint snapshots and the derivatives of one stretch, time about two runs and the derivatives. */
typedef struct contact_rollout {
    int steps, checkpoint; /* checkpoint 0: about the square root of steps */
    tact_real dt;
    void *context;
    /* before step k (0 ..): sets forces, tau, motor targets; the same in the repeated run. May be NULL */
    void (*control)(void *context, contact_world *world, int k);
    /* after step k: returns its part of the loss and adds the gradient by the state to `gradient` (2n). k = -1: before the
       first step. `gradient` is NULL where only the value is wanted */
    tact_real (*loss)(void *context, contact_world *world, int k, tact_real *gradient);
} contact_rollout;
/* The world ends in its last state. by_state (2n), by_input (steps x n) and by_parameters may be NULL. Returns the worst
   status of the steps. */
CONTACT_API contact_status contact_world_rollout(contact_world *world, const contact_rollout *rollout,
                                                 contact_differential *differential, tact_real *loss,
                                                 tact_real *by_state, tact_real *by_input, tact_real *by_parameters);
#endif /* CONTACT_HAS_WORLD */

#ifdef __cplusplus
}
#endif
#endif /* CONTACT_SINGLE_FILE_H */

#if defined(CONTACT_IMPLEMENTATION) && !defined(CONTACT_IMPLEMENTATION_DONE)
#define CONTACT_IMPLEMENTATION_DONE
#ifdef __cplusplus
extern "C" {
#endif

// >>impl-linear-algebra
/* ---- tact linear algebra block v1: identical bytes in rbd.h and contact.h ----
   Dense kernels for matrices in row-major order with a leading dimension (ld >= columns: the distance between two
   rows in reals). Symmetric matrices are read and written in their lower triangle only; the upper one is left alone.
   Everything is built from one register tile (tact__tile): 4 rows times 2 vectors, written over a small set of vector
   operations that exist for AVX2+FMA, SSE2, NEON and plain C. Blocking: tiles inside panels that live in the first
   cache, panels inside blocks that live in the second (Goto & van de Geijn 2008, without packing the left operand:
   row-major operands are read by broadcast and need no copy at the sizes of interest).

   tact_cholesky            A = L L^T                       tact_cholesky_solve      x <- A^-1 x
   tact_ldlt                A = L D L^T, L unit             tact_ldlt_solve          x <- A^-1 x
   tact_solve_triangular    x <- L^-1 x or L^-T x           ..._many                 the same for a matrix of columns
   tact_solve_rows          B <- B L^-T                     tact_syrk                C <- beta C + alpha A A^T (lower)
   tact_gemm                C <- beta C + alpha A B         tact_gemv                y <- beta y + alpha A x
   tact_mirror_lower        copy the lower triangle up

   TACT_LAPACK      (implementation file) send large operations to CBLAS/LAPACKE; link -llapacke -lopenblas. "Large"
                    is measured by `make bench-linalg`; define the TACT_LAPACK_MIN_* sizes to move the switch.
   TACT_LAPACK_THREADS  threads that OpenBLAS may use; default 1, because problems here are small and the caller owns
                    the threads. The setting is global to the process, so it is made only when a large operation is
                    about to run and finds another number; 0 leaves the library's own setting alone. Libraries
                    without openblas_set_num_threads (found by a weak reference) are left alone as well.
   TACT_NO_SIMD     plain C only. */
#ifndef TACT_LINALG_VERSION
#define TACT_LINALG_VERSION 1

#ifdef __cplusplus
} /* the includes below bring their own linkage */
#endif
#if !defined(TACT_NO_SIMD) && (defined(__GNUC__) || defined(__clang__) || defined(_MSC_VER)) && !defined(__TINYC__)
#if defined(__AVX2__) && (defined(__FMA__) || defined(_MSC_VER)) && (!defined(__MINGW32__) || defined(__clang__))
#define TACT__AVX2 1 /* gcc for Windows spills 32-byte vectors to a 16-byte stack: not there */
#include <immintrin.h>
#elif defined(__SSE2__) || defined(_M_X64)
#define TACT__SSE2 1
#include <emmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define TACT__NEON 1
#include <arm_neon.h>
#endif
#endif
#ifdef TACT_LAPACK
#include <cblas.h>
#include <lapacke.h>
#undef I /* <complex.h> comes along and takes the name */
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* The vector operations: tact__v holds TACT__W reals, tact__vm says which of them a partial access touches.
   madd(a,b,c) = a b + c. */
#if defined(TACT__AVX2) && !defined(TACT_FLOAT)
#define TACT__W 4
typedef __m256d tact__v;
typedef __m256i tact__vm;
#define tact__vzero() _mm256_setzero_pd()
#define tact__vset(x) _mm256_set1_pd(x)
#define tact__vload(p) _mm256_loadu_pd(p)
#define tact__vstore(p, a) _mm256_storeu_pd(p, a)
#define tact__vload_part(p, mask) _mm256_maskload_pd(p, mask)
#define tact__vstore_part(p, mask, a) _mm256_maskstore_pd(p, mask, a)
#define tact__vmul(a, b) _mm256_mul_pd(a, b)
#define tact__vadd(a, b) _mm256_add_pd(a, b)
#define tact__vmadd(a, b, c) _mm256_fmadd_pd(a, b, c)
#define tact__vgather(p, s) _mm256_set_pd((p)[3 * (s)], (p)[2 * (s)], (p)[s], *(p)) /* lanes s reals apart */
TACT_ALWAYS_INLINE tact__vm tact__vmask(int count) { /* the first `count` lanes */
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
}
TACT_ALWAYS_INLINE tact_real tact__vsum(tact__v a) {
    __m128d s = _mm_add_pd(_mm256_castpd256_pd128(a), _mm256_extractf128_pd(a, 1));
    return _mm_cvtsd_f64(_mm_add_sd(s, _mm_unpackhi_pd(s, s)));
}
#elif defined(TACT__AVX2)
#define TACT__W 8
typedef __m256 tact__v;
typedef __m256i tact__vm;
#define tact__vzero() _mm256_setzero_ps()
#define tact__vset(x) _mm256_set1_ps(x)
#define tact__vload(p) _mm256_loadu_ps(p)
#define tact__vstore(p, a) _mm256_storeu_ps(p, a)
#define tact__vload_part(p, mask) _mm256_maskload_ps(p, mask)
#define tact__vstore_part(p, mask, a) _mm256_maskstore_ps(p, mask, a)
#define tact__vgather(p, s)                                                                                          \
    _mm256_set_ps((p)[7 * (s)], (p)[6 * (s)], (p)[5 * (s)], (p)[4 * (s)], (p)[3 * (s)], (p)[2 * (s)], (p)[s], *(p))
#define tact__vmul(a, b) _mm256_mul_ps(a, b)
#define tact__vadd(a, b) _mm256_add_ps(a, b)
#define tact__vmadd(a, b, c) _mm256_fmadd_ps(a, b, c)
TACT_ALWAYS_INLINE tact__vm tact__vmask(int count) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
TACT_ALWAYS_INLINE tact_real tact__vsum(tact__v a) {
    __m128 s = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_shuffle_ps(s, s, 1)));
}
#elif defined(TACT__SSE2) && !defined(TACT_FLOAT)
#define TACT__W 2
typedef __m128d tact__v;
typedef int tact__vm; /* a partial vector is always one lane */
#define tact__vzero() _mm_setzero_pd()
#define tact__vset(x) _mm_set1_pd(x)
#define tact__vload(p) _mm_loadu_pd(p)
#define tact__vstore(p, a) _mm_storeu_pd(p, a)
#define tact__vload_part(p, mask) _mm_load_sd(p)
#define tact__vstore_part(p, mask, a) _mm_store_sd(p, a)
#define tact__vgather(p, s) _mm_set_pd((p)[s], *(p))
#define tact__vmul(a, b) _mm_mul_pd(a, b)
#define tact__vadd(a, b) _mm_add_pd(a, b)
#define tact__vmadd(a, b, c) _mm_add_pd(_mm_mul_pd(a, b), c)
#define tact__vmask(count) (count)
#define tact__vsum(a) _mm_cvtsd_f64(_mm_add_sd(a, _mm_unpackhi_pd(a, a)))
#elif defined(TACT__NEON) && !defined(TACT_FLOAT)
#define TACT__W 2
typedef float64x2_t tact__v;
typedef int tact__vm;
#define tact__vzero() vdupq_n_f64(0)
#define tact__vset(x) vdupq_n_f64(x)
#define tact__vload(p) vld1q_f64(p)
#define tact__vstore(p, a) vst1q_f64(p, a)
#define tact__vload_part(p, mask) vsetq_lane_f64(*(p), vdupq_n_f64(0), 0)
#define tact__vstore_part(p, mask, a) vst1q_lane_f64(p, a, 0)
#define tact__vgather(p, s) vsetq_lane_f64((p)[s], vdupq_n_f64(*(p)), 1)
#define tact__vmul(a, b) vmulq_f64(a, b)
#define tact__vadd(a, b) vaddq_f64(a, b)
#define tact__vmadd(a, b, c) vfmaq_f64(c, a, b)
#define tact__vmask(count) (count)
#define tact__vsum(a) vaddvq_f64(a)
#elif defined(TACT__SSE2) || defined(TACT__NEON) /* four floats */
#define TACT__W 4
typedef int tact__vm;
#ifdef TACT__SSE2
typedef __m128 tact__v;
#define tact__vzero() _mm_setzero_ps()
#define tact__vset(x) _mm_set1_ps(x)
#define tact__vload(p) _mm_loadu_ps(p)
#define tact__vstore(p, a) _mm_storeu_ps(p, a)
#define tact__vmul(a, b) _mm_mul_ps(a, b)
#define tact__vadd(a, b) _mm_add_ps(a, b)
#define tact__vmadd(a, b, c) _mm_add_ps(_mm_mul_ps(a, b), c)
#else
typedef float32x4_t tact__v;
#define tact__vzero() vdupq_n_f32(0)
#define tact__vset(x) vdupq_n_f32(x)
#define tact__vload(p) vld1q_f32(p)
#define tact__vstore(p, a) vst1q_f32(p, a)
#define tact__vmul(a, b) vmulq_f32(a, b)
#define tact__vadd(a, b) vaddq_f32(a, b)
#define tact__vmadd(a, b, c) vfmaq_f32(c, a, b)
#endif
#define tact__vmask(count) (count)
TACT_ALWAYS_INLINE tact__v tact__vgather(const tact_real *p, ptrdiff_t s) {
    tact_real lane[4];
    for (int i = 0; i < 4; ++i) lane[i] = p[i * s];
    return tact__vload(lane);
}
TACT_ALWAYS_INLINE tact__v tact__vload_part(const tact_real *p, int count) {
    tact_real lane[4] = {0, 0, 0, 0};
    for (int i = 0; i < count; ++i) lane[i] = p[i];
    return tact__vload(lane);
}
TACT_ALWAYS_INLINE void tact__vstore_part(tact_real *p, int count, tact__v a) {
    tact_real lane[4];
    tact__vstore(lane, a);
    for (int i = 0; i < count; ++i) p[i] = lane[i];
}
TACT_ALWAYS_INLINE tact_real tact__vsum(tact__v a) {
    tact_real lane[4];
    tact__vstore(lane, a);
    return (lane[0] + lane[2]) + (lane[1] + lane[3]);
}
#else /* plain C: one real is a vector */
#define TACT__W 1
typedef tact_real tact__v;
typedef int tact__vm;
#define tact__vzero() TACT_R(0)
#define tact__vset(x) (x)
#define tact__vload(p) (*(p))
#define tact__vstore(p, a) (*(p) = (a))
#define tact__vload_part(p, mask) (*(p))
#define tact__vstore_part(p, mask, a) (*(p) = (a))
#define tact__vgather(p, s) (*(p))
#define tact__vmul(a, b) ((a) * (b))
#define tact__vadd(a, b) ((a) + (b))
#define tact__vmadd(a, b, c) ((a) * (b) + (c))
#define tact__vmask(count) (count)
#define tact__vsum(a) (a)
#endif

enum {
    TACT_TRANSPOSE_A = 1,   /* tact_gemm, tact_gemv, tact_syrk: use the transpose of A */
    TACT_TRANSPOSE_B = 2,   /* tact_gemm: use the transpose of B */
    TACT_TRANSPOSE_L = 1,   /* tact_solve_triangular...: solve with L^T */
    TACT_UNIT = 4,          /* the diagonal of L counts as ones and is not read */
    TACT__MR = 4,           /* rows of the register tile */
    TACT__NR = 2 * TACT__W, /* its columns */
    TACT__NB = 8,           /* columns factored at once without blocking */
    TACT__NP = 64,          /* columns of an outer panel of a factorisation */
    TACT__KC = 128,         /* a KC x NR panel of B lives in the first cache */
    TACT__MC = 128          /* an MC x KC block of A lives in the second */
};

/* C <- beta C + alpha A B on a tile of `mr` <= 4 rows and `nr` <= NR columns, in registers over all of k.
   A(i,p) = a[i rs + p cs]; B(p,j) = b[p ldb + j]; beta = 0 does not read C. Rows beyond mr repeat row 0 and are not
   stored, so that one code serves all tails. n_vectors and partial are constants at every call. */
TACT_ALWAYS_INLINE void tact__tile_n(int n_vectors, int partial, int mr, int nr, int k, tact_real alpha,
                                     const tact_real *a, ptrdiff_t rs, ptrdiff_t cs, const tact_real *b,
                                     ptrdiff_t ldb, tact_real beta, tact_real *c, ptrdiff_t ldc) {
    const tact_real *a0 = a, *a1 = mr > 1 ? a + rs : a, *a2 = mr > 2 ? a + 2 * rs : a, *a3 = mr > 3 ? a + 3 * rs : a;
    tact__v c00 = tact__vzero(), c10 = c00, c20 = c00, c30 = c00, c01 = c00, c11 = c00, c21 = c00, c31 = c00;
    tact__vm mask = tact__vmask(nr - (n_vectors - 1) * TACT__W);
    (void)mask;
    for (int p = 0; p < k; ++p) {
        tact__v b0 = partial && n_vectors == 1 ? tact__vload_part(b, mask) : tact__vload(b), b1 = b0, s;
        if (n_vectors == 2) b1 = partial ? tact__vload_part(b + TACT__W, mask) : tact__vload(b + TACT__W);
        s = tact__vset(*a0), c00 = tact__vmadd(s, b0, c00);
        if (n_vectors == 2) c01 = tact__vmadd(s, b1, c01);
        s = tact__vset(*a1), c10 = tact__vmadd(s, b0, c10);
        if (n_vectors == 2) c11 = tact__vmadd(s, b1, c11);
        s = tact__vset(*a2), c20 = tact__vmadd(s, b0, c20);
        if (n_vectors == 2) c21 = tact__vmadd(s, b1, c21);
        s = tact__vset(*a3), c30 = tact__vmadd(s, b0, c30);
        if (n_vectors == 2) c31 = tact__vmadd(s, b1, c31);
        a0 += cs, a1 += cs, a2 += cs, a3 += cs, b += ldb;
    }
#define TACT__STORE(p, x, last)                                                                                      \
    do {                                                                                                             \
        tact__v value = tact__vmul(tact__vset(alpha), x);                                                            \
        if (last && partial) {                                                                                       \
            if (beta < 0 || beta > 0) value = tact__vmadd(tact__vset(beta), tact__vload_part(p, mask), value);       \
            tact__vstore_part(p, mask, value);                                                                       \
        } else {                                                                                                     \
            if (beta < 0 || beta > 0) value = tact__vmadd(tact__vset(beta), tact__vload(p), value);                  \
            tact__vstore(p, value);                                                                                  \
        }                                                                                                            \
    } while (0)
    TACT__STORE(c, c00, n_vectors == 1);
    if (n_vectors == 2) TACT__STORE(c + TACT__W, c01, 1);
    if (mr < 2) return;
    c += ldc;
    TACT__STORE(c, c10, n_vectors == 1);
    if (n_vectors == 2) TACT__STORE(c + TACT__W, c11, 1);
    if (mr < 3) return;
    c += ldc;
    TACT__STORE(c, c20, n_vectors == 1);
    if (n_vectors == 2) TACT__STORE(c + TACT__W, c21, 1);
    if (mr < 4) return;
    c += ldc;
    TACT__STORE(c, c30, n_vectors == 1);
    if (n_vectors == 2) TACT__STORE(c + TACT__W, c31, 1);
#undef TACT__STORE
}
TACT_NOINLINE void tact__tile(int mr, int nr, int k, tact_real alpha, const tact_real *a, ptrdiff_t rs, ptrdiff_t cs,
                              const tact_real *b, ptrdiff_t ldb, tact_real beta, tact_real *c, ptrdiff_t ldc) {
    if (nr == 2 * TACT__W) tact__tile_n(2, 0, mr, nr, k, alpha, a, rs, cs, b, ldb, beta, c, ldc);
    else if (nr == TACT__W) tact__tile_n(1, 0, mr, nr, k, alpha, a, rs, cs, b, ldb, beta, c, ldc);
    else if (nr > TACT__W) tact__tile_n(2, 1, mr, nr, k, alpha, a, rs, cs, b, ldb, beta, c, ldc);
    else tact__tile_n(1, 1, mr, nr, k, alpha, a, rs, cs, b, ldb, beta, c, ldc);
}

/* C <- beta C + alpha A diag(d) B with strides for A and B; d (stride ds) may be NULL. `lower`: only the entries on
   and below the diagonal of C are written (m >= n then allowed: C is a tall panel whose top is triangular). B is
   copied panel by panel where its columns are not contiguous, where it is to be scaled, and where it is reused often
   enough for the copy to pay. */
TACT_PRIVATE void tact__gemm_builtin(int lower, int m, int n, int k, tact_real alpha, const tact_real *a,
                                     ptrdiff_t rsa, ptrdiff_t csa, const tact_real *d, ptrdiff_t ds,
                                     const tact_real *b, ptrdiff_t rsb, ptrdiff_t csb, tact_real beta, tact_real *c,
                                     ptrdiff_t ldc) {
    tact_real pack[TACT__KC * TACT__NR], tile[TACT__MR * TACT__NR];
    if (k <= 0) {
        for (int i = 0; i < m; ++i)
            for (int j = 0; j < n && !(lower && j > i); ++j)
                c[i * ldc + j] = beta < 0 || beta > 0 ? beta * c[i * ldc + j] : 0;
        return;
    }
    for (int p0 = 0; p0 < k; p0 += TACT__KC) {
        int kb = k - p0 < TACT__KC ? k - p0 : TACT__KC;
        for (int i0 = 0; i0 < m; i0 += TACT__MC) {
            int mb = m - i0 < TACT__MC ? m - i0 : TACT__MC;
            for (int j0 = 0; j0 < n; j0 += TACT__NR) {
                int nr = n - j0 < TACT__NR ? n - j0 : TACT__NR, i_first = i0;
                const tact_real *panel = b + p0 * rsb + j0 * csb;
                ptrdiff_t ld_panel = rsb;
                if (lower && j0 >= i0 + mb) break; /* this and all to the right lies above the diagonal */
                if (lower && j0 > i0) i_first = i0 + (j0 - i0) / TACT__MR * TACT__MR;
                if (csb != 1 || d || mb > 48) {
                    for (int p = 0; p < kb; ++p) {
                        tact_real scale = d ? d[(p0 + p) * ds] : 1;
                        for (int j = 0; j < nr; ++j) pack[p * TACT__NR + j] = scale * panel[p * rsb + j * csb];
                    }
                    panel = pack, ld_panel = TACT__NR;
                }
                for (int i = i_first; i < i0 + mb; i += TACT__MR) {
                    int mr = i0 + mb - i < TACT__MR ? i0 + mb - i : TACT__MR;
                    const tact_real *a_tile = a + i * rsa + p0 * csa;
                    tact_real *c_tile = c + i * ldc + j0;
                    if (!lower || j0 + nr - 1 <= i) {
                        tact__tile(mr, nr, kb, alpha, a_tile, rsa, csa, panel, ld_panel, beta, c_tile, ldc);
                    } else { /* the diagonal crosses the tile */
                        tact__tile(mr, nr, kb, alpha, a_tile, rsa, csa, panel, ld_panel, 0, tile, TACT__NR);
                        for (int r = 0; r < mr; ++r)
                            for (int j = 0; j < nr && j0 + j <= i + r; ++j) {
                                tact_real old = beta < 0 || beta > 0 ? beta * c_tile[r * ldc + j] : 0;
                                c_tile[r * ldc + j] = old + tile[r * TACT__NR + j];
                            }
                    }
                }
            }
        }
        beta = 1;
    }
}

/* Four dot products of rows a, a+ld, ... with x at once. */
TACT_ALWAYS_INLINE void tact__dot4(int n, const tact_real *a, ptrdiff_t ld, const tact_real *x, tact_real out[4]) {
    const tact_real *a1 = a + ld, *a2 = a + 2 * ld, *a3 = a + 3 * ld;
    tact__v s0 = tact__vzero(), s1 = s0, s2 = s0, s3 = s0;
    int i = 0;
    for (; i + TACT__W <= n; i += TACT__W) {
        tact__v v = tact__vload(x + i);
        s0 = tact__vmadd(tact__vload(a + i), v, s0), s1 = tact__vmadd(tact__vload(a1 + i), v, s1);
        s2 = tact__vmadd(tact__vload(a2 + i), v, s2), s3 = tact__vmadd(tact__vload(a3 + i), v, s3);
    }
    out[0] = tact__vsum(s0), out[1] = tact__vsum(s1), out[2] = tact__vsum(s2), out[3] = tact__vsum(s3);
    for (; i < n; ++i) out[0] += a[i] * x[i], out[1] += a1[i] * x[i], out[2] += a2[i] * x[i], out[3] += a3[i] * x[i];
}
TACT_PRIVATE tact_real tact_dot_n(int n, const tact_real *x, const tact_real *y) { /* x . y */
    tact__v s = tact__vzero(), t = s;
    tact_real sum;
    int i = 0;
    for (; i + 2 * TACT__W <= n; i += 2 * TACT__W) {
        s = tact__vmadd(tact__vload(x + i), tact__vload(y + i), s);
        t = tact__vmadd(tact__vload(x + i + TACT__W), tact__vload(y + i + TACT__W), t);
    }
    sum = tact__vsum(tact__vadd(s, t));
    for (; i < n; ++i) sum += x[i] * y[i];
    return sum;
}
/* y += x[0] a + x[1] (a+ld) + x[2] (a+2ld) + x[3] (a+3ld), rows of length n. */
TACT_ALWAYS_INLINE void tact__axpy4(int n, const tact_real *x, const tact_real *a, ptrdiff_t ld, tact_real *y) {
    const tact_real *a1 = a + ld, *a2 = a + 2 * ld, *a3 = a + 3 * ld;
    tact__v x0 = tact__vset(x[0]), x1 = tact__vset(x[1]), x2 = tact__vset(x[2]), x3 = tact__vset(x[3]);
    int i = 0;
    for (; i + TACT__W <= n; i += TACT__W) {
        tact__v v = tact__vmadd(x0, tact__vload(a + i), tact__vload(y + i)), w = tact__vmul(x1, tact__vload(a1 + i));
        v = tact__vmadd(x2, tact__vload(a2 + i), v), w = tact__vmadd(x3, tact__vload(a3 + i), w);
        tact__vstore(y + i, tact__vadd(v, w));
    }
    for (; i < n; ++i) y[i] += (x[0] * a[i] + x[1] * a1[i]) + (x[2] * a2[i] + x[3] * a3[i]);
}

#ifdef TACT_LAPACK
#ifndef TACT_LAPACK_MIN_CHOLESKY
#define TACT_LAPACK_MIN_CHOLESKY 64 /* n from which the library's potrf wins over the built-in one */
#endif
#ifndef TACT_LAPACK_MIN_GEMM
#define TACT_LAPACK_MIN_GEMM 64 /* cube root of m n k, for gemm, syrk and the triangular solves of matrices */
#endif
#ifndef TACT_LAPACK_MIN_GEMV
#define TACT_LAPACK_MIN_GEMV 4096 /* square root of m n for gemv and the triangular solves of one vector */
#endif
#ifndef TACT_LAPACK_THREADS
#define TACT_LAPACK_THREADS 1
#endif
#ifdef TACT_FLOAT
#define TACT__CBLAS(name) cblas_s##name
#define TACT__POTRF LAPACKE_spotrf_work
#else
#define TACT__CBLAS(name) cblas_d##name
#define TACT__POTRF LAPACKE_dpotrf_work
#endif
#if TACT_LAPACK_THREADS > 0 && defined(__ELF__)
extern void openblas_set_num_threads(int num_threads) __attribute__((weak));
extern int openblas_get_num_threads(void) __attribute__((weak));
#endif
TACT_INLINE void tact__lapack_threads(void) {
#if TACT_LAPACK_THREADS > 0 && defined(__ELF__)
    if (openblas_set_num_threads && openblas_get_num_threads && openblas_get_num_threads() != TACT_LAPACK_THREADS)
        openblas_set_num_threads(TACT_LAPACK_THREADS);
#endif
}
TACT_INLINE int tact__lapack_wins(int m, int n, int k) {
    double least = TACT_LAPACK_MIN_GEMM;
    return (double)m * n * k >= least * least * least;
}
TACT_INLINE int tact__lapack_wins_2(int m, int n) {
    double least = TACT_LAPACK_MIN_GEMV;
    return (double)m * n >= least * least;
}
#endif

/* C (m x n) <- beta C + alpha op(A) op(B); op(A) is m x k, op(B) k x n; flags TACT_TRANSPOSE_A, TACT_TRANSPOSE_B.
   C must not overlap A or B; beta = 0 does not read C. Cost 2 m n k flops. */
TACT_PRIVATE void tact_gemm(int flags, int m, int n, int k, tact_real alpha, const tact_real *a, int lda,
                            const tact_real *b, int ldb, tact_real beta, tact_real *c, int ldc) {
    int ta = flags & TACT_TRANSPOSE_A, tb = flags & TACT_TRANSPOSE_B;
#ifdef TACT_LAPACK
    if (tact__lapack_wins(m, n, k)) {
        tact__lapack_threads();
        TACT__CBLAS(gemm)(CblasRowMajor, ta ? CblasTrans : CblasNoTrans, tb ? CblasTrans : CblasNoTrans, m, n, k,
                          alpha, a, lda, b, ldb, beta, c, ldc);
        return;
    }
#endif
    tact__gemm_builtin(0, m, n, k, alpha, a, ta ? 1 : lda, ta ? lda : 1, NULL, 0, b, tb ? 1 : ldb, tb ? ldb : 1, beta,
                       c, ldc);
}

/* Lower triangle of C (n x n) <- beta C + alpha op(A) op(A)^T, op(A) n x k (TACT_TRANSPOSE_A: A is k x n). */
TACT_PRIVATE void tact_syrk(int flags, int n, int k, tact_real alpha, const tact_real *a, int lda, tact_real beta,
                            tact_real *c, int ldc) {
    int ta = flags & TACT_TRANSPOSE_A;
#ifdef TACT_LAPACK
    if (tact__lapack_wins(n, n, k)) {
        tact__lapack_threads();
        TACT__CBLAS(syrk)(CblasRowMajor, CblasLower, ta ? CblasTrans : CblasNoTrans, n, k, alpha, a, lda,
                          beta, c, ldc);
        return;
    }
#endif
    tact__gemm_builtin(1, n, n, k, alpha, a, ta ? 1 : lda, ta ? lda : 1, NULL, 0, a, ta ? lda : 1, ta ? 1 : lda, beta,
                       c, ldc);
}

/* y <- beta y + alpha op(A) x, A m x n (with TACT_TRANSPOSE_A x has m entries and y n). x and y must not overlap. */
TACT_PRIVATE void tact_gemv(int flags, int m, int n, tact_real alpha, const tact_real *a, int lda, const tact_real *x,
                            tact_real beta, tact_real *y) {
    int ta = flags & TACT_TRANSPOSE_A, keep = beta < 0 || beta > 0;
#ifdef TACT_LAPACK
    if (tact__lapack_wins_2(m, n)) {
        tact__lapack_threads();
        TACT__CBLAS(gemv)(CblasRowMajor, ta ? CblasTrans : CblasNoTrans, m, n, alpha, a, lda, x, 1, beta, y, 1);
        return;
    }
#endif
    int i = 0;
    if (ta) {
        for (int j = 0; j < n; ++j) y[j] = keep ? beta * y[j] : 0;
        for (; i + 4 <= m; i += 4) {
            tact_real s[4];
            for (int r = 0; r < 4; ++r) s[r] = alpha * x[i + r];
            tact__axpy4(n, s, a + (ptrdiff_t)i * lda, lda, y);
        }
        for (; i < m; ++i) {
            const tact_real *row = a + (ptrdiff_t)i * lda;
            tact_real s = alpha * x[i];
            for (int j = 0; j < n; ++j) y[j] += s * row[j];
        }
    } else {
        for (; i + 4 <= m; i += 4) {
            tact_real s[4];
            tact__dot4(n, a + (ptrdiff_t)i * lda, lda, x, s);
            for (int r = 0; r < 4; ++r) y[i + r] = keep ? beta * y[i + r] + alpha * s[r] : alpha * s[r];
        }
        for (; i < m; ++i) {
            tact_real s = alpha * tact_dot_n(n, a + (ptrdiff_t)i * lda, x);
            y[i] = keep ? beta * y[i] + s : s;
        }
    }
}

TACT_ALWAYS_INLINE void tact__vscatter(tact_real *p, ptrdiff_t s, tact__v a) { /* the reverse of tact__vgather */
    tact_real lane[TACT__W];
    tact__vstore(lane, a);
    for (int i = 0; i < TACT__W; ++i) p[i * s] = lane[i];
}

/* Substitution in the rows of B by the nb x nb (nb <= NB) lower triangle at l: b <- L^-1 b for each row. `inverse`
   holds the reciprocals of the diagonal (ones for a unit one). Independent rows fill the processor's pipeline. */
TACT_ALWAYS_INLINE void tact__substitute_rows_n(int nb, int m, const tact_real *l, ptrdiff_t ldl,
                                                const tact_real *inverse, tact_real *b, ptrdiff_t ldb) {
    int i = 0;
    for (; TACT__W > 1 && i + TACT__W <= m; i += TACT__W, b += TACT__W * ldb) { /* one row in each lane */
        tact__v x[TACT__NB];
        for (int j = 0; j < nb; ++j) {
            const tact_real *row = l + j * ldl;
            tact__v s = tact__vgather(b + j, ldb);
            for (int p = 0; p < j; ++p) s = tact__vmadd(tact__vset(-row[p]), x[p], s);
            x[j] = tact__vmul(s, tact__vset(inverse[j]));
            tact__vscatter(b + j, ldb, x[j]);
        }
    }
    for (; i < m; ++i, b += ldb) {
        tact_real x[TACT__NB];
        for (int j = 0; j < nb; ++j) {
            const tact_real *row = l + j * ldl;
            tact_real s = b[j];
            for (int p = 0; p < j; ++p) s -= x[p] * row[p];
            b[j] = x[j] = s * inverse[j];
        }
    }
}
TACT_PRIVATE void tact__substitute_rows(int nb, int m, const tact_real *l, ptrdiff_t ldl, const tact_real *inverse,
                                        tact_real *b, ptrdiff_t ldb) {
    if (nb == TACT__NB) tact__substitute_rows_n(TACT__NB, m, l, ldl, inverse, b, ldb);
    else if (nb == 6) tact__substitute_rows_n(6, m, l, ldl, inverse, b, ldb);
    else tact__substitute_rows_n(nb, m, l, ldl, inverse, b, ldb);
}

/* Unblocked factor of the nb x nb block at a, nb <= NB; fills `inverse` with 1/L_jj (LL^T) or 1/D_j (LDL^T).
   Returns the failing pivot + 1. In LDL^T the row holds w = L D until it is divided, so that
   w_j = a_ij - sum_p w_p L_jp, L_ij = w_j / D_j, D_i = a_ii - sum_p w_p L_ip. */
TACT_ALWAYS_INLINE int tact__factor_block(int ldlt, int nb, tact_real *a, ptrdiff_t lda, tact_real *inverse) {
    for (int i = 0; i < nb; ++i) {
        tact_real w[TACT__NB], *row = a + i * lda, d = row[i];
        for (int j = 0; j < i; ++j) {
            const tact_real *other = a + j * lda;
            tact_real s = row[j];
            for (int p = 0; p < j; ++p) s -= w[p] * other[p];
            w[j] = ldlt ? s : s * inverse[j];
            row[j] = s * inverse[j];
        }
        for (int p = 0; p < i; ++p) d -= w[p] * row[p];
        if (ldlt) {
            if (!((d > 0 || d < 0) && tact_abs(d) <= TACT_REAL_MAX)) return i + 1;
            row[i] = d, inverse[i] = 1 / d;
        } else {
            if (!(d > 0 && d <= TACT_REAL_MAX)) return i + 1;
            row[i] = tact_sqrt(d), inverse[i] = 1 / row[i];
        }
    }
    return 0;
}
TACT_ALWAYS_INLINE int tact__factor_columns(int ldlt, int nb, int m, tact_real *a, ptrdiff_t lda) {
    /* factor the nb columns at a: the block on top, then the m rows below it */
    tact_real inverse[TACT__NB], ones[TACT__NB], *below = a + nb * lda;
    int fail = tact__factor_block(ldlt, nb, a, lda, inverse);
    if (fail || m <= 0) return fail;
    if (!ldlt) {
        tact__substitute_rows(nb, m, a, lda, inverse, below, lda);
        return 0;
    }
    for (int j = 0; j < nb; ++j) ones[j] = 1;
    tact__substitute_rows(nb, m, a, lda, ones, below, lda);
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < nb; ++j) below[i * lda + j] *= inverse[j];
    return 0;
}

/* A = L L^T or L D L^T in place (lower triangle), left-looking on two levels: an outer panel of NP columns takes all
   updates from its left in one product, then NB columns at a time take theirs from inside the panel. */
TACT_PRIVATE int tact__factor_builtin(int ldlt, int n, tact_real *a, ptrdiff_t lda) {
    if (n <= TACT__NB) return ldlt ? tact__factor_columns(1, n, 0, a, lda) : tact__factor_columns(0, n, 0, a, lda);
    for (int q = 0; q < n; q += TACT__NP) {
        int np = n - q < TACT__NP ? n - q : TACT__NP;
        if (q > 0)
            tact__gemm_builtin(1, n - q, np, q, -1, a + q * lda, lda, 1, ldlt ? a : NULL, lda + 1, a + q * lda, 1,
                               lda, 1, a + q * lda + q, lda);
        for (int j = 0; j < np; j += TACT__NB) {
            int nb = np - j < TACT__NB ? np - j : TACT__NB, c = q + j, fail;
            if (j > 0)
                tact__gemm_builtin(1, n - c, nb, j, -1, a + c * lda + q, lda, 1, ldlt ? a + q * (lda + 1) : NULL,
                                   lda + 1, a + c * lda + q, 1, lda, 1, a + c * lda + c, lda);
            fail = ldlt ? tact__factor_columns(1, nb, n - c - nb, a + c * lda + c, lda)
                        : tact__factor_columns(0, nb, n - c - nb, a + c * lda + c, lda);
            if (fail) return c + fail;
        }
    }
    return 0;
}

/* Cholesky factor A = L L^T in the lower triangle of A (n x n). Returns 0, or 1 + the index of the first pivot that
   is not positive (NaN and infinity included); the leading part before it is factored, the rest is in an intermediate
   state. Cost n^3/3 flops. */
TACT_PRIVATE int tact_cholesky(int n, tact_real *a, int lda) {
#ifdef TACT_LAPACK
    if (n >= TACT_LAPACK_MIN_CHOLESKY) {
        /* lower triangle by rows = upper triangle by columns: no transposition */
        int fail;
        tact__lapack_threads();
        fail = (int)TACT__POTRF(LAPACK_COL_MAJOR, 'U', n, a, lda);
        for (int i = 0; i < (fail > 0 ? fail - 1 : n); ++i) { /* some libraries let NaN pass */
            tact_real d = a[(ptrdiff_t)i * lda + i];
            if (!(d > 0 && d <= TACT_REAL_MAX)) return i + 1;
        }
        return fail;
    }
#endif
    return tact__factor_builtin(0, n, a, lda);
}

/* A = L D L^T without pivoting, for symmetric matrices whose leading minors do not vanish (quasi-definite ones among
   them): L strictly below the diagonal, D on it. Returns 0, or 1 + the index of a pivot that is zero or not finite. */
TACT_PRIVATE int tact_ldlt(int n, tact_real *a, int lda) { return tact__factor_builtin(1, n, a, lda); }

/* x <- op(L)^-1 x for the lower triangle L (n x n); flags TACT_TRANSPOSE_L, TACT_UNIT. n^2 flops. */
TACT_PRIVATE void tact_solve_triangular(int flags, int n, const tact_real *l, int ldl, tact_real *x) {
    ptrdiff_t ld = ldl;
    int unit = flags & TACT_UNIT;
#ifdef TACT_LAPACK
    if (tact__lapack_wins_2(n, n)) {
        tact__lapack_threads();
        TACT__CBLAS(trsv)(CblasRowMajor, CblasLower, flags & TACT_TRANSPOSE_L ? CblasTrans : CblasNoTrans,
                          unit ? CblasUnit : CblasNonUnit, n, l, ldl, x, 1);
        return;
    }
#endif
    if (!(flags & TACT_TRANSPOSE_L)) {
        int i = 0;
        for (; i + 4 <= n; i += 4) {
            tact_real s[4], inverse[4] = {1, 1, 1, 1};
            const tact_real *r = l + i * ld, *r1 = r + ld, *r2 = r1 + ld, *r3 = r2 + ld;
            if (!unit)
                inverse[0] = 1 / r[i], inverse[1] = 1 / r1[i + 1], inverse[2] = 1 / r2[i + 2],
                inverse[3] = 1 / r3[i + 3];
            tact__dot4(i, r, ld, x, s);
            x[i] = (x[i] - s[0]) * inverse[0];
            x[i + 1] = (x[i + 1] - s[1] - r1[i] * x[i]) * inverse[1];
            x[i + 2] = (x[i + 2] - s[2] - r2[i] * x[i] - r2[i + 1] * x[i + 1]) * inverse[2];
            x[i + 3] = (x[i + 3] - s[3] - r3[i] * x[i] - r3[i + 1] * x[i + 1] - r3[i + 2] * x[i + 2]) * inverse[3];
        }
        for (; i < n; ++i) {
            tact_real s = x[i] - tact_dot_n(i, l + i * ld, x);
            x[i] = unit ? s : s / l[i * ld + i];
        }
    } else { /* rows from the last up: each solved entry is subtracted along its own row of L */
        int i = n;
        for (; i % 4; --i) {
            const tact_real *row = l + (i - 1) * ld;
            tact_real s = unit ? x[i - 1] : x[i - 1] / row[i - 1];
            x[i - 1] = s;
            for (int j = 0; j < i - 1; ++j) x[j] -= s * row[j];
        }
        for (; i > 0; i -= 4) {
            int k = i - 4;
            const tact_real *r = l + k * ld, *r1 = r + ld, *r2 = r1 + ld, *r3 = r2 + ld;
            tact_real s[4], inverse[4] = {1, 1, 1, 1};
            if (!unit)
                inverse[0] = 1 / r[k], inverse[1] = 1 / r1[k + 1], inverse[2] = 1 / r2[k + 2],
                inverse[3] = 1 / r3[k + 3];
            x[k + 3] = x[k + 3] * inverse[3];
            x[k + 2] = (x[k + 2] - r3[k + 2] * x[k + 3]) * inverse[2];
            x[k + 1] = (x[k + 1] - r3[k + 1] * x[k + 3] - r2[k + 1] * x[k + 2]) * inverse[1];
            x[k] = (x[k] - r3[k] * x[k + 3] - r2[k] * x[k + 2] - r1[k] * x[k + 1]) * inverse[0];
            for (int j = 0; j < 4; ++j) s[j] = -x[k + j];
            tact__axpy4(k, s, r, ld, x);
        }
    }
}

/* B (n x m) <- op(L)^-1 B: the columns of B are right-hand sides. n^2 m flops. */
TACT_PRIVATE void tact_solve_triangular_many(int flags, int n, int m, const tact_real *l, int ldl, tact_real *b,
                                             int ldb) {
    ptrdiff_t ld = ldl, lb = ldb;
    int unit = flags & TACT_UNIT, transpose = flags & TACT_TRANSPOSE_L;
    if (m == 1 && ldb == 1) {
        tact_solve_triangular(flags, n, l, ldl, b);
        return;
    }
#ifdef TACT_LAPACK
    if (tact__lapack_wins(n, n, m)) {
        tact__lapack_threads();
        TACT__CBLAS(trsm)(CblasRowMajor, CblasLeft, CblasLower, transpose ? CblasTrans : CblasNoTrans,
                          unit ? CblasUnit : CblasNonUnit, n, m, 1, l, ldl, b, ldb);
        return;
    }
#endif
    for (int step = 0; step < n; step += TACT__NB) {
        int nb = n - step < TACT__NB ? n - step : TACT__NB, q = transpose ? n - step - nb : step;
        if (step > 0 && transpose)
            tact__gemm_builtin(0, nb, m, step, -1, l + (q + nb) * ld + q, 1, ld, NULL, 0, b + (q + nb) * lb, lb, 1, 1,
                               b + q * lb, lb);
        else if (step > 0)
            tact__gemm_builtin(0, nb, m, q, -1, l + q * ld, ld, 1, NULL, 0, b, lb, 1, 1, b + q * lb, lb);
        for (int r = 0; r < nb; ++r) { /* substitution in the block, one row of B at a time */
            int i = transpose ? q + nb - 1 - r : q + r;
            tact_real *row = b + i * lb, scale = unit ? 1 : 1 / l[i * ld + i];
            for (int s = 0; s < r; ++s) {
                int p = transpose ? q + nb - 1 - s : q + s;
                tact_real f = transpose ? l[p * ld + i] : l[i * ld + p];
                const tact_real *solved = b + p * lb;
                for (int j = 0; j < m; ++j) row[j] -= f * solved[j];
            }
            if (!unit)
                for (int j = 0; j < m; ++j) row[j] *= scale;
        }
    }
}

/* B (m x n) <- B L^-T: each row of B is a right-hand side of L (TACT_UNIT allowed). m n^2 flops. */
TACT_PRIVATE void tact_solve_rows(int flags, int m, int n, const tact_real *l, int ldl, tact_real *b, int ldb) {
    ptrdiff_t ld = ldl;
    int unit = flags & TACT_UNIT;
#ifdef TACT_LAPACK
    if (tact__lapack_wins(n, n, m)) {
        tact__lapack_threads();
        TACT__CBLAS(trsm)(CblasRowMajor, CblasRight, CblasLower, CblasTrans, unit ? CblasUnit : CblasNonUnit, m, n, 1,
                          l, ldl, b, ldb);
        return;
    }
#endif
    for (int q = 0; q < n; q += TACT__NB) {
        int nb = n - q < TACT__NB ? n - q : TACT__NB;
        tact_real inverse[TACT__NB];
        for (int j = 0; j < nb; ++j) inverse[j] = unit ? 1 : 1 / l[(q + j) * ld + q + j];
        if (q > 0) tact__gemm_builtin(0, m, nb, q, -1, b, ldb, 1, NULL, 0, l + q * ld, 1, ld, 1, b + q, ldb);
        tact__substitute_rows(nb, m, l + q * ld + q, ld, inverse, b + q, ldb);
    }
}

/* x <- A^-1 x with the factor of tact_cholesky or tact_ldlt; the same for the m columns of B. */
TACT_PRIVATE void tact_cholesky_solve(int n, const tact_real *l, int ldl, tact_real *x) {
    tact_solve_triangular(0, n, l, ldl, x);
    tact_solve_triangular(TACT_TRANSPOSE_L, n, l, ldl, x);
}
TACT_PRIVATE void tact_cholesky_solve_many(int n, int m, const tact_real *l, int ldl, tact_real *b, int ldb) {
    tact_solve_triangular_many(0, n, m, l, ldl, b, ldb);
    tact_solve_triangular_many(TACT_TRANSPOSE_L, n, m, l, ldl, b, ldb);
}
TACT_PRIVATE void tact_ldlt_solve(int n, const tact_real *l, int ldl, tact_real *x) {
    tact_solve_triangular(TACT_UNIT, n, l, ldl, x);
    for (int i = 0; i < n; ++i) x[i] /= l[(ptrdiff_t)i * ldl + i];
    tact_solve_triangular(TACT_UNIT | TACT_TRANSPOSE_L, n, l, ldl, x);
}
TACT_PRIVATE void tact_ldlt_solve_many(int n, int m, const tact_real *l, int ldl, tact_real *b, int ldb) {
    tact_solve_triangular_many(TACT_UNIT, n, m, l, ldl, b, ldb);
    for (int i = 0; i < n; ++i) {
        tact_real scale = 1 / l[(ptrdiff_t)i * ldl + i];
        for (int j = 0; j < m; ++j) b[(ptrdiff_t)i * ldb + j] *= scale;
    }
    tact_solve_triangular_many(TACT_UNIT | TACT_TRANSPOSE_L, n, m, l, ldl, b, ldb);
}

/* Copy the strictly lower triangle to the upper one. */
TACT_PRIVATE void tact_mirror_lower(int n, tact_real *a, int lda) {
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < i; ++j) a[(ptrdiff_t)j * lda + i] = a[(ptrdiff_t)i * lda + j];
}
#endif /* TACT_LINALG_VERSION */
/* ---- end of tact linear algebra block v1 ---- */

// >>impl-names
CONTACT_API const char *contact_status_text(contact_status status) {
    switch (status) {
#define CONTACT__X(name, value, text) \
    case CONTACT_##name: return text;
        CONTACT_STATUS_LIST(CONTACT__X)
#undef CONTACT__X
    case CONTACT_STATUS_FORCE_INT: break;
    }
    return "unknown status";
}

CONTACT_API const char *contact_method_name(contact_method method) {
    switch (method) {
#define CONTACT__X(name, text, model) \
    case CONTACT_METHOD_##name: return text;
        CONTACT_METHOD_LIST(CONTACT__X)
#undef CONTACT__X
    case CONTACT_METHOD_COUNT:
    case CONTACT_METHOD_FORCE_INT: break;
    }
    return "unknown";
}

CONTACT_API contact_method contact_method_from_name(const char *name) {
    int m, k;
    if (!name) return CONTACT_METHOD_COUNT;
    for (m = 0; m < CONTACT_METHOD_COUNT; ++m) {
        const char *text = contact_method_name((contact_method)m);
        for (k = 0; text[k] && text[k] == name[k]; ++k) {}
        if (text[k] == name[k]) break;
    }
    return (contact_method)m;
}

CONTACT_API contact_model contact_method_model(contact_method method) {
    switch (method) {
#define CONTACT__X(name, text, model) \
    case CONTACT_METHOD_##name: return CONTACT_MODEL_##model;
        CONTACT_METHOD_LIST(CONTACT__X)
#undef CONTACT__X
    case CONTACT_METHOD_COUNT:
    case CONTACT_METHOD_FORCE_INT: break;
    }
    return CONTACT_MODEL_NCP;
}

CONTACT_API contact_config contact_default_config(void) {
    contact_config c;
    TACT_MEMSET(&c, 0, sizeof c);
    c.method = CONTACT_METHOD_AUTO;
    c.tolerance = TACT_R(1e-6);
#ifdef TACT_FLOAT
    c.relative_tolerance = TACT_R(2e-6);
    c.stall_tolerance = TACT_R(1e-7);
#else
    c.relative_tolerance = TACT_R(1e-10);
    c.stall_tolerance = TACT_R(1e-14);
#endif
    c.check_interval = 5;
    c.workers = 1;
    c.warm_start = 1;
    c.islands = 1;
    c.validate = 1;
    c.relaxation = 1;
    c.relaxation_min = 1;
    c.relaxation_decay = TACT_R(0.99);
    c.raisim_beta[0] = TACT_R(0.01);
    c.raisim_beta[1] = TACT_R(0.5);
    c.raisim_beta[2] = TACT_R(1.3);
    c.raisim_alpha_min = TACT_R(0.1);
    c.raisim_alpha_decay = TACT_R(0.99);
    c.objective_tolerance = TACT_R(1e-9);
    c.prox_shrink = TACT_R(0.9);
    c.scaling = 1;
    c.admm_rho = 1;
    c.admm_eta = TACT_R(1e-6);
    c.admm_relaxation = 1;
    c.admm_tau = 10;
    c.admm_linear_factor = TACT_R(1.5);
    c.admm_spectral_init = TACT_R(0.2);
    c.admm_spectral_step = TACT_R(0.05);
    c.admm_update_interval = 5;
    c.admm_power_iterations = 20;
    c.stiffness = TACT_R(1e7);
    c.dissipation = 10;
    c.dissipation_time = TACT_R(1e-4);
    c.stiction_velocity = TACT_R(1e-4);
    c.sap_sigma = TACT_R(1e-3);
    c.sap_beta = 1;
    c.sap_beta_joint = TACT_R(0.1);
    c.lagged_regularised = 1;
    c.newton_regularisation = TACT_R(1e-4);
    c.momentum_tolerance = sizeof(tact_real) == 8 ? TACT_R(1e-6) : TACT_R(1e-4);
    c.law = CONTACT_LAW_HUNT_CROSSLEY;
    c.barrier_distance = TACT_R(1e-3);
    return c;
}

// >>impl-problem
/* A bump allocator over a block: counts on when the block is missing or too small, so that one pass with base NULL is
   the size query and the same code lays out the memory. */
typedef struct contact__arena {
    char *base;
    size_t used, size, peak;
} contact__arena;

TACT_PRIVATE contact__arena contact__arena_make(void *block, size_t bytes) {
    contact__arena a;
    size_t skip = block ? (64 - (size_t)((uintptr_t)block & 63)) & 63 : 0;
    if (skip > bytes) skip = bytes;
    a.base = block ? (char *)block + skip : (char *)0;
    a.size = bytes - skip;
    a.used = a.peak = 0;
    return a;
}
/* NULL when the block is exhausted or in a size query; `used` advances in any case. */
TACT_PRIVATE void *contact__take(contact__arena *a, size_t count, size_t element) {
    size_t at = a->used, bytes = (count * element + 63) & ~(size_t)63;
    a->used += bytes;
    if (a->used > a->peak) a->peak = a->used;
    return a->base && a->used <= a->size ? (void *)(a->base + at) : (void *)0;
}
#define CONTACT__TAKE(arena, count, type) ((type *)contact__take((arena), (size_t)(count), sizeof(type)))
TACT_PRIVATE int contact__exhausted(const contact__arena *a) { return !a->base || a->peak > a->size; }

/* The arrays of a problem, in one place for the block, growth and release: X(field, type, count field, capacity) */
#define CONTACT__PROBLEM_ARRAYS(X)                            \
    X(trees, contact_tree, tree_count, trees)                 \
    X(free_velocity, tact_real, dof_count, dofs)              \
    X(velocity, tact_real, dof_count, dofs)                   \
    X(mass, tact_real, mass_count, mass)                      \
    X(constraints, contact_constraint, constraint_count, constraints) \
    X(bias, tact_real, row_count, rows)                       \
    X(compliance, tact_real, row_count, rows)                 \
    X(bound, tact_real, row_count, rows)                      \
    X(impulse, tact_real, row_count, rows)                    \
    X(jacobian, tact_real, jacobian_count, jacobian)

TACT_PRIVATE int contact__capacity_valid(const contact_capacity *c) {
    return c && c->trees >= 0 && c->dofs >= 0 && c->mass >= 0 && c->constraints >= 0 && c->rows >= 0 && c->jacobian >= 0;
}

CONTACT_API size_t contact_problem_bytes(const contact_capacity *capacity) {
    contact__arena a = contact__arena_make((void *)0, 0);
    if (!contact__capacity_valid(capacity)) return 0;
#define CONTACT__X(field, type, count, cap) (void)CONTACT__TAKE(&a, capacity->cap, type);
    CONTACT__PROBLEM_ARRAYS(CONTACT__X)
#undef CONTACT__X
    return a.used + 64;
}

CONTACT_API contact_status contact_problem_init(contact_problem *problem, const contact_capacity *capacity, void *block,
                                                size_t bytes) {
    contact__arena a;
    if (!problem || !block || !contact__capacity_valid(capacity)) return CONTACT_BAD_ARGUMENT;
    if (bytes < contact_problem_bytes(capacity)) return CONTACT_NO_SPACE;
    TACT_MEMSET(problem, 0, sizeof *problem);
    problem->dt = TACT_R(1e-3);
    problem->capacity = *capacity;
    a = contact__arena_make(block, bytes);
#define CONTACT__X(field, type, count, cap) problem->field = CONTACT__TAKE(&a, capacity->cap, type);
    CONTACT__PROBLEM_ARRAYS(CONTACT__X)
#undef CONTACT__X
    return CONTACT_OK;
}

CONTACT_API contact_status contact_problem_create(contact_problem *problem, const tact_allocator *allocator) {
    if (!problem) return CONTACT_BAD_ARGUMENT;
    TACT_MEMSET(problem, 0, sizeof *problem);
    problem->dt = TACT_R(1e-3);
    problem->allocator = allocator;
    problem->owns_memory = 1;
    return CONTACT_OK;
}

CONTACT_API void contact_problem_free(contact_problem *problem) {
    if (!problem) return;
    if (problem->owns_memory) {
#define CONTACT__X(field, type, count, cap) \
    tact_free(problem->allocator, problem->field, (size_t)problem->capacity.cap * sizeof(type));
        CONTACT__PROBLEM_ARRAYS(CONTACT__X)
#undef CONTACT__X
    }
    TACT_MEMSET(problem, 0, sizeof *problem);
}

CONTACT_API void contact_problem_clear(contact_problem *problem) {
    if (!problem) return;
    problem->tree_count = problem->dof_count = problem->mass_count = 0;
    problem->constraint_count = problem->row_count = problem->jacobian_count = 0;
    problem->delassus = (const contact_delassus *)0;
}

/* Makes room for more; all or nothing. */
TACT_PRIVATE contact_status contact__reserve(contact_problem *p, int trees, int dofs, int mass, int constraints, int rows,
                                             int jacobian) {
    contact_capacity need, old = p->capacity;
    void *fresh[16];
    int n = 0, failed = 0;
    need.trees = p->tree_count + trees;
    need.dofs = p->dof_count + dofs;
    need.mass = p->mass_count + mass;
    need.constraints = p->constraint_count + constraints;
    need.rows = p->row_count + rows;
    need.jacobian = p->jacobian_count + jacobian;
    if (need.trees <= old.trees && need.dofs <= old.dofs && need.mass <= old.mass &&
        need.constraints <= old.constraints && need.rows <= old.rows && need.jacobian <= old.jacobian)
        return CONTACT_OK;
    if (!p->owns_memory) return CONTACT_NO_SPACE;
#define CONTACT__GROWN(cap) (need.cap > old.cap ? (need.cap > 2 * old.cap ? need.cap + 8 : 2 * old.cap) : old.cap)
#define CONTACT__X(field, type, count, cap)                                                                  \
    fresh[n] = need.cap > old.cap ? tact_alloc(p->allocator, (size_t)CONTACT__GROWN(cap) * sizeof(type)) : (void *)0; \
    if (need.cap > old.cap && !fresh[n]) failed = 1;                                                          \
    ++n;
    CONTACT__PROBLEM_ARRAYS(CONTACT__X)
#undef CONTACT__X
    n = 0;
#define CONTACT__X(field, type, count, cap)                                                                  \
    if (failed) {                                                                                            \
        tact_free(p->allocator, fresh[n], (size_t)CONTACT__GROWN(cap) * sizeof(type));                       \
    } else if (fresh[n]) {                                                                                   \
        if (p->count > 0) TACT_MEMCPY(fresh[n], p->field, (size_t)p->count * sizeof(type));                  \
        tact_free(p->allocator, p->field, (size_t)old.cap * sizeof(type));                                   \
        p->field = (type *)fresh[n];                                                                         \
    }                                                                                                        \
    ++n;
    CONTACT__PROBLEM_ARRAYS(CONTACT__X)
#undef CONTACT__X
    if (failed) return CONTACT_NO_MEMORY;
    p->capacity.trees = CONTACT__GROWN(trees);
    p->capacity.dofs = CONTACT__GROWN(dofs);
    p->capacity.mass = CONTACT__GROWN(mass);
    p->capacity.constraints = CONTACT__GROWN(constraints);
    p->capacity.rows = CONTACT__GROWN(rows);
    p->capacity.jacobian = CONTACT__GROWN(jacobian);
#undef CONTACT__GROWN
    return CONTACT_OK;
}

TACT_PRIVATE int contact__push_tree(contact_problem *p, int dof, int mass_reals) {
    contact_tree *t;
    contact_status status = contact__reserve(p, 1, dof, mass_reals, 0, 0, 0);
    if (status < 0) return (int)status;
    t = &p->trees[p->tree_count];
    TACT_MEMSET(t, 0, sizeof *t);
    t->dof = dof;
    t->first_dof = p->dof_count;
    t->mass_offset = mass_reals ? p->mass_count : -1;
    t->island = -1;
    p->dof_count += dof;
    p->mass_count += mass_reals;
    return p->tree_count++;
}

CONTACT_API int contact_add_body(contact_problem *problem, tact_real mass, const tact_mat3 *inertia, tact_vec3 linear,
                                 tact_vec3 angular) {
    int index;
    contact_tree *t;
    tact_real *v;
    if (!problem || !inertia) return (int)CONTACT_BAD_ARGUMENT;
    index = contact__push_tree(problem, 6, 0);
    if (index < 0) return index;
    t = &problem->trees[index];
    t->body_mass = mass;
    t->inertia[0] = inertia->m[0][0], t->inertia[1] = inertia->m[1][1], t->inertia[2] = inertia->m[2][2];
    t->inertia[3] = inertia->m[0][1], t->inertia[4] = inertia->m[0][2], t->inertia[5] = inertia->m[1][2];
    v = problem->free_velocity + t->first_dof;
    v[0] = linear.x, v[1] = linear.y, v[2] = linear.z;
    v[3] = angular.x, v[4] = angular.y, v[5] = angular.z;
    TACT_MEMCPY(problem->velocity + t->first_dof, v, 6 * sizeof(tact_real));
    return index;
}

CONTACT_API int contact_add_tree(contact_problem *problem, int dof, const tact_real *mass, int leading,
                                 const tact_real *free_velocity) {
    int index, i;
    contact_tree *t;
    if (!problem || !mass || !free_velocity || dof < 1 || leading < dof) return (int)CONTACT_BAD_ARGUMENT;
    index = contact__push_tree(problem, dof, dof * dof);
    if (index < 0) return index;
    t = &problem->trees[index];
    for (i = 0; i < dof; ++i)
        TACT_MEMCPY(problem->mass + t->mass_offset + i * dof, mass + (size_t)i * (size_t)leading,
                    (size_t)dof * sizeof(tact_real));
    TACT_MEMCPY(problem->free_velocity + t->first_dof, free_velocity, (size_t)dof * sizeof(tact_real));
    TACT_MEMCPY(problem->velocity + t->first_dof, free_velocity, (size_t)dof * sizeof(tact_real));
    return index;
}

TACT_PRIVATE int contact__push_constraint(contact_problem *p, contact_kind kind, int rows, int jacobian_reals) {
    contact_constraint *c;
    contact_status status;
    int k;
    if (rows < 1 || rows > 6 || (kind == CONTACT_KIND_CONTACT && rows != 3) || (kind == CONTACT_KIND_LIMIT && rows != 1))
        return (int)CONTACT_BAD_ARGUMENT;
    if (p->constraint_count >= p->capacity.constraints || p->row_count + rows > p->capacity.rows || jacobian_reals) {
        status = contact__reserve(p, 0, 0, 0, 1, rows, jacobian_reals);
        if (status < 0) return (int)status;
    }
    c = &p->constraints[p->constraint_count];
    c->kind = (int)kind; /* every field: a call to clear them all costs more than the rest of this */
    c->rows = rows;
    c->first_row = k = p->row_count;
    c->tree_a = c->tree_b = c->jacobian_a = c->jacobian_b = -1;
    c->law = 0, c->id = 0;
    c->mu = c->gap = c->surface_normal = c->stiffness = c->dissipation = c->relaxation = 0;
    c->normal = c->tangent = c->arm_a = c->arm_b = tact_vec(0, 0, 0);
    if (rows == 3) {
        p->bias[k] = p->bias[k + 1] = p->bias[k + 2] = p->compliance[k] = p->compliance[k + 1] = p->compliance[k + 2] = 0;
        p->bound[k] = p->bound[k + 1] = p->bound[k + 2] = p->impulse[k] = p->impulse[k + 1] = p->impulse[k + 2] = 0;
    } else
        for (; k < p->row_count + rows; ++k) p->bias[k] = p->compliance[k] = p->bound[k] = p->impulse[k] = 0;
    p->row_count += rows;
    p->jacobian_count += jacobian_reals;
    return p->constraint_count++;
}

CONTACT_API int contact_add_contact(contact_problem *problem, int body_a, int body_b, tact_vec3 normal,
                                    const tact_vec3 *tangent, tact_vec3 arm_a, tact_vec3 arm_b, tact_real mu) {
    int index;
    contact_constraint *c;
    tact_vec3 other;
    if (!problem) return (int)CONTACT_BAD_ARGUMENT;
    index = contact__push_constraint(problem, CONTACT_KIND_CONTACT, 3, 0);
    if (index < 0) return index;
    c = &problem->constraints[index];
    c->tree_a = body_a;
    c->tree_b = body_b;
    c->normal = normal;
    if (tangent) c->tangent = *tangent;
    else tact_tangents(normal, &c->tangent, &other);
    c->arm_a = arm_a;
    c->arm_b = arm_b;
    c->mu = mu;
    return index;
}

CONTACT_API int contact_add_blocks(contact_problem *problem, contact_kind kind, int rows, int tree_a,
                                   const tact_real *jacobian_a, int tree_b, const tact_real *jacobian_b) {
    int index, na = 0, nb = 0, offset;
    contact_constraint *c;
    if (!problem || tree_a >= problem->tree_count || tree_b >= problem->tree_count ||
        (tree_a >= 0) != (jacobian_a != (const tact_real *)0) || (tree_b >= 0) != (jacobian_b != (const tact_real *)0))
        return (int)CONTACT_BAD_ARGUMENT;
    if (tree_a >= 0) na = rows * problem->trees[tree_a].dof;
    if (tree_b >= 0) nb = rows * problem->trees[tree_b].dof;
    offset = problem->jacobian_count;
    index = contact__push_constraint(problem, kind, rows, na + nb);
    if (index < 0) return index;
    c = &problem->constraints[index];
    c->tree_a = tree_a < 0 ? -1 : tree_a;
    c->tree_b = tree_b < 0 ? -1 : tree_b;
    if (na) {
        c->jacobian_a = offset;
        TACT_MEMCPY(problem->jacobian + offset, jacobian_a, (size_t)na * sizeof(tact_real));
    }
    if (nb) {
        c->jacobian_b = offset + na;
        TACT_MEMCPY(problem->jacobian + offset + na, jacobian_b, (size_t)nb * sizeof(tact_real));
    }
    return index;
}

CONTACT_API int contact_add_rows(contact_problem *problem, contact_kind kind, int rows) {
    return problem ? contact__push_constraint(problem, kind, rows, 0) : (int)CONTACT_BAD_ARGUMENT;
}

/* Cholesky A = L L^T of a symmetric row-major n x n block, L into the lower and L^T into the upper triangle of `l`; returns the
   index of the first pivot that is not positive relative to its diagonal, or n. n^3/6 multiplications. Each pivot row is taken
   from the rows below it, and the solves take columns in the same way: every inner loop runs along a row and no sum waits
   for the one before it, which for the few dozen rows of a robot is what the time goes to. */
TACT_PRIVATE int contact__factor(int n, const tact_real *a, tact_real *l) {
    int i, j, k;
    for (i = 0; i < n; ++i)
        for (k = i; k < n; ++k) l[i * n + k] = a[i * n + k];
    for (j = 0; j < n; ++j) {
        tact_real *row = l + j * n, root, inverse;
        if (!(row[j] > TACT_EPSILON * a[j * n + j])) return j;
        root = tact_sqrt(row[j]);
        inverse = 1 / root;
        row[j] = root;
        for (k = j + 1; k < n; ++k) row[k] *= inverse, l[k * n + j] = row[k];
        for (i = j + 1; i < n; ++i) {
            tact_real *below = l + i * n, e = row[i];
            for (k = i; k < n; ++k) below[k] -= e * row[k];
        }
    }
    return n;
}
/* x <- (L L^T)^-1 x, with both triangles of contact__factor */
TACT_PRIVATE void contact__factor_solve(int n, const tact_real *l, tact_real *x) {
    int i, k;
    for (i = 0; i < n; ++i) {
        const tact_real *row = l + i * n;
        tact_real e = x[i] = x[i] / row[i];
        for (k = i + 1; k < n; ++k) x[k] -= row[k] * e;
    }
    for (i = n - 1; i >= 0; --i) {
        const tact_real *row = l + i * n;
        tact_real e = x[i] = x[i] / row[i];
        for (k = 0; k < i; ++k) x[k] -= row[k] * e;
    }
}
/* The same for three right-hand sides, the rows of x. */
TACT_PRIVATE void contact__factor_solve3(int n, const tact_real *l, tact_real *x) {
    tact_real *y = x + n, *z = y + n;
    for (int i = 0; i < n; ++i) {
        const tact_real *row = l + i * n;
        tact_real inverse = 1 / row[i], a = x[i] *= inverse, b = y[i] *= inverse, c = z[i] *= inverse;
        for (int k = i + 1; k < n; ++k) x[k] -= row[k] * a, y[k] -= row[k] * b, z[k] -= row[k] * c;
    }
    for (int i = n - 1; i >= 0; --i) {
        const tact_real *row = l + i * n;
        tact_real inverse = 1 / row[i], a = x[i] *= inverse, b = y[i] *= inverse, c = z[i] *= inverse;
        for (int k = 0; k < i; ++k) x[k] -= row[k] * a, y[k] -= row[k] * b, z[k] -= row[k] * c;
    }
}
/* y = J M^-1 of a few rows of J (rows x n) with M^-1 at hand: 2 rows n flops for each dof that moves them. */
TACT_PRIVATE void contact__respond(int rows, int n, const tact_real *j, const tact_real *inverse, tact_real *y) {
    TACT_MEMSET(y, 0, (size_t)(rows * n) * sizeof(tact_real));
    for (int d = 0; d < n; ++d, inverse += n) {
        if (rows == 3) { /* a contact: all of it at once */
            tact_real a = j[d], b = j[n + d], c = j[2 * n + d], *TACT_RESTRICT y0 = y, *TACT_RESTRICT y1 = y + n, *TACT_RESTRICT y2 = y1 + n;
            if (a < 0 || a > 0 || b < 0 || b > 0 || c < 0 || c > 0)
                for (int i = 0; i < n; ++i) y0[i] += a * inverse[i], y1[i] += b * inverse[i], y2[i] += c * inverse[i];
            continue;
        }
        for (int k = 0; k < rows; ++k) {
            tact_real *TACT_RESTRICT out = y + k * n, f = j[k * n + d];
            if (f < 0 || f > 0)
                for (int i = 0; i < n; ++i) out[i] += f * inverse[i];
        }
    }
}
/* Inverse of a symmetric 3x3 (xx yy zz xy xz yz); 0 when it is not positive definite. */
TACT_PRIVATE int contact__inverse_symmetric3(const tact_real a[6], tact_real r[6]) {
    tact_real c00 = a[1] * a[2] - a[5] * a[5], c01 = a[4] * a[5] - a[3] * a[2], c02 = a[3] * a[5] - a[4] * a[1];
    tact_real det = a[0] * c00 + a[3] * c01 + a[4] * c02, minor = a[0] * a[1] - a[3] * a[3], s;
    if (!(a[0] > 0) || !(minor > 0) || !(det > 0)) return 0;
    s = 1 / det;
    r[0] = s * c00, r[3] = s * c01, r[4] = s * c02;
    r[1] = s * (a[0] * a[2] - a[4] * a[4]), r[5] = s * (a[3] * a[4] - a[0] * a[5]), r[2] = s * minor;
    return tact_finite(s) && tact_finite(r[0]) && tact_finite(r[1]) && tact_finite(r[2]);
}

TACT_PRIVATE contact_status contact__fault_set(contact_fault *fault, contact_status status, int constraint, int tree,
                                               int row) {
    if (fault) fault->status = status, fault->constraint = constraint, fault->tree = tree, fault->row = row;
    return status;
}

TACT_PRIVATE contact_status contact__check_tree(const contact_problem *p, int index, contact_fault *fault) {
    const contact_tree *t = &p->trees[index];
    tact_real inverse[6], local[144], s;
    const tact_real *a;
    int i, j, k, n = t->dof;
    if (n < 1 || t->first_dof < 0 || t->first_dof > p->dof_count - n)
        return contact__fault_set(fault, CONTACT_BAD_SIZE, -1, index, -1);
    for (i = 0; i < n; ++i)
        if (!tact_finite(p->free_velocity[t->first_dof + i]))
            return contact__fault_set(fault, CONTACT_NOT_FINITE, -1, index, i);
    if (t->mass_offset < 0) {
        if (n != 6) return contact__fault_set(fault, CONTACT_BAD_SIZE, -1, index, -1);
        if (!tact_finite(t->body_mass)) return contact__fault_set(fault, CONTACT_NOT_FINITE, -1, index, -1);
        for (i = 0; i < 6; ++i)
            if (!tact_finite(t->inertia[i])) return contact__fault_set(fault, CONTACT_NOT_FINITE, -1, index, i);
        if (!(t->body_mass > 0) || !tact_finite(1 / t->body_mass) || !contact__inverse_symmetric3(t->inertia, inverse))
            return contact__fault_set(fault, CONTACT_NOT_POSITIVE, -1, index, -1);
        return CONTACT_OK;
    }
    if (t->mass_offset > p->mass_count - n * n) return contact__fault_set(fault, CONTACT_BAD_SIZE, -1, index, -1);
    a = p->mass + t->mass_offset;
    for (i = 0; i < n * n; ++i)
        if (!tact_finite(a[i])) return contact__fault_set(fault, CONTACT_NOT_FINITE, -1, index, i / n);
    for (i = 0; i < n; ++i) {
        if (!(a[i * n + i] > 0)) return contact__fault_set(fault, CONTACT_NOT_POSITIVE, -1, index, i);
        for (j = 0; j < i; ++j) { /* symmetric to rounding */
            s = a[i * n + j] - a[j * n + i];
            if (s * s > TACT_R(1e-10) * a[i * n + i] * a[j * n + j])
                return contact__fault_set(fault, CONTACT_NOT_POSITIVE, -1, index, i);
        }
    }
    if (n <= 12) { /* larger blocks are found out when the solver factors them, with the same status */
        k = contact__factor(n, a, local);
        if (k < n) return contact__fault_set(fault, CONTACT_NOT_POSITIVE, -1, index, k);
    }
    return CONTACT_OK;
}

TACT_PRIVATE contact_status contact__check_constraint(const contact_problem *p, int index, contact_fault *fault) {
    const contact_constraint *c = &p->constraints[index];
    int side, k, j, point = c->jacobian_a < 0 && c->jacobian_b < 0;
    if (c->kind < 0 || c->kind > CONTACT_KIND_FRICTION || c->rows < 1 || c->rows > 6 ||
        (c->kind == CONTACT_KIND_CONTACT && c->rows != 3) || (c->kind == CONTACT_KIND_LIMIT && c->rows != 1) ||
        c->first_row < 0 || c->first_row > p->row_count - c->rows)
        return contact__fault_set(fault, CONTACT_BAD_SIZE, index, -1, -1);
    for (k = 0; k < c->rows; ++k) {
        int r = c->first_row + k;
        if (!tact_finite(p->bias[r]) || !tact_finite(p->compliance[r]) || !tact_finite(p->impulse[r]) ||
            (c->kind == CONTACT_KIND_FRICTION && !tact_finite(p->bound[r])))
            return contact__fault_set(fault, CONTACT_NOT_FINITE, index, -1, k);
        if (p->compliance[r] < 0) return contact__fault_set(fault, CONTACT_BAD_COMPLIANCE, index, -1, k);
        if (c->kind == CONTACT_KIND_FRICTION && p->bound[r] < 0)
            return contact__fault_set(fault, CONTACT_BAD_FRICTION, index, -1, k);
    }
    if (!tact_finite(c->gap)) return contact__fault_set(fault, CONTACT_NOT_FINITE, index, -1, -1);
    if (c->kind == CONTACT_KIND_CONTACT) {
        if (!tact_finite(c->mu)) return contact__fault_set(fault, CONTACT_NOT_FINITE, index, -1, -1);
        if (c->mu < 0) return contact__fault_set(fault, CONTACT_BAD_FRICTION, index, -1, -1);
    }
    if (p->delassus) return CONTACT_OK;
    if (c->tree_a < -1 || c->tree_b < -1 || c->tree_a >= p->tree_count || c->tree_b >= p->tree_count ||
        c->tree_a == c->tree_b)
        return contact__fault_set(fault, CONTACT_BAD_ARGUMENT, index, -1, -1);
    if (point) {
        const tact_real unit = TACT_R(100) * tact_sqrt(TACT_EPSILON);
        if (c->kind != CONTACT_KIND_CONTACT || (c->tree_a >= 0 && p->trees[c->tree_a].mass_offset >= 0) ||
            (c->tree_b >= 0 && p->trees[c->tree_b].mass_offset >= 0))
            return contact__fault_set(fault, CONTACT_BAD_SIZE, index, -1, -1);
        if (!tact_vec_finite(c->normal) || !tact_vec_finite(c->tangent) || !tact_vec_finite(c->arm_a) ||
            !tact_vec_finite(c->arm_b))
            return contact__fault_set(fault, CONTACT_NOT_FINITE, index, -1, -1);
        if (tact_abs(tact_norm2(c->normal) - 1) > unit || tact_abs(tact_norm2(c->tangent) - 1) > unit ||
            tact_abs(tact_dot(c->normal, c->tangent)) > unit)
            return contact__fault_set(fault, CONTACT_BAD_FRAME, index, -1, -1);
        return CONTACT_OK;
    }
    for (side = 0; side < 2; ++side) {
        int tree = side ? c->tree_b : c->tree_a, offset = side ? c->jacobian_b : c->jacobian_a, n;
        if ((tree >= 0) != (offset >= 0)) return contact__fault_set(fault, CONTACT_BAD_SIZE, index, -1, -1);
        if (tree < 0) continue;
        n = p->trees[tree].dof * c->rows;
        if (offset > p->jacobian_count - n) return contact__fault_set(fault, CONTACT_BAD_SIZE, index, -1, -1);
        for (j = 0; j < n; ++j)
            if (!tact_finite(p->jacobian[offset + j]))
                return contact__fault_set(fault, CONTACT_NOT_FINITE, index, -1, j / p->trees[tree].dof);
    }
    for (k = 0; k < c->rows; ++k) {
        tact_real sum = p->compliance[c->first_row + k];
        for (side = 0; side < 2; ++side) {
            int tree = side ? c->tree_b : c->tree_a, offset = side ? c->jacobian_b : c->jacobian_a;
            for (j = 0; tree >= 0 && j < p->trees[tree].dof; ++j)
                sum += tact_abs(p->jacobian[offset + k * p->trees[tree].dof + j]);
        }
        if (!(sum > 0)) return contact__fault_set(fault, CONTACT_EMPTY_ROW, index, -1, k);
    }
    return CONTACT_OK;
}

/* The handed-in matrix: indices, finite values, diagonal blocks present with a positive diagonal. */
TACT_PRIVATE contact_status contact__check_delassus(const contact_problem *p, contact_fault *fault) {
    const contact_delassus *d = p->delassus;
    int i, k, a, b, row = 0;
    for (i = 0; i < p->constraint_count; ++i) { /* rows must follow each other: matrix rows are the problem's rows */
        if (p->constraints[i].first_row != row) return contact__fault_set(fault, CONTACT_BAD_SIZE, i, -1, -1);
        row += p->constraints[i].rows;
    }
    if (row != p->row_count) return contact__fault_set(fault, CONTACT_BAD_SIZE, -1, -1, -1);
    if (d->dense) {
        if (d->leading < p->row_count) return contact__fault_set(fault, CONTACT_BAD_SIZE, -1, -1, -1);
        for (i = 0; i < p->constraint_count; ++i)
            for (a = p->constraints[i].first_row, k = 0; k < p->constraints[i].rows; ++k, ++a) {
                const tact_real *line = d->dense + (size_t)a * (size_t)d->leading;
                int finite = 0;
                for (b = 0; b < p->row_count; ++b) finite += tact_finite(line[b]); /* no way out of the loop: several at a time */
                if (finite < p->row_count) return contact__fault_set(fault, CONTACT_NOT_FINITE, i, -1, k);
                if (!(line[a] + p->compliance[a] > 0)) return contact__fault_set(fault, CONTACT_EMPTY_ROW, i, -1, k);
            }
        return CONTACT_OK;
    }
    if (!d->row_start || !d->column || !d->offset || !d->values)
        return contact__fault_set(fault, CONTACT_BAD_ARGUMENT, -1, -1, -1);
    for (i = 0; i < p->constraint_count; ++i) {
        int found = 0, rows = p->constraints[i].rows;
        for (k = d->row_start[i]; k < d->row_start[i + 1]; ++k) {
            int j = d->column[k], columns;
            const tact_real *block = d->values + d->offset[k];
            if (j < 0 || j >= p->constraint_count) return contact__fault_set(fault, CONTACT_BAD_SIZE, i, -1, -1);
            columns = p->constraints[j].rows;
            for (a = 0; a < rows * columns; ++a)
                if (!tact_finite(block[a])) return contact__fault_set(fault, CONTACT_NOT_FINITE, i, -1, a / columns);
            if (i != j) continue;
            found = 1;
            for (a = 0; a < rows; ++a)
                if (!(block[a * rows + a] + p->compliance[p->constraints[i].first_row + a] > 0))
                    return contact__fault_set(fault, CONTACT_EMPTY_ROW, i, -1, a);
        }
        if (!found) return contact__fault_set(fault, CONTACT_EMPTY_ROW, i, -1, -1);
    }
    return CONTACT_OK;
}

CONTACT_API contact_status contact_problem_check(const contact_problem *problem, contact_fault *fault) {
    const contact_problem *p = problem;
    contact_status status = CONTACT_OK;
    int i;
    contact__fault_set(fault, CONTACT_OK, -1, -1, -1);
    if (!p || p->tree_count < 0 || p->dof_count < 0 || p->mass_count < 0 || p->constraint_count < 0 || p->row_count < 0 ||
        p->jacobian_count < 0 || (p->tree_count && !p->trees) || (p->dof_count && (!p->free_velocity || !p->velocity)) ||
        (p->mass_count && !p->mass) || (p->constraint_count && !p->constraints) ||
        (p->row_count && (!p->bias || !p->compliance || !p->bound || !p->impulse)) || (p->jacobian_count && !p->jacobian))
        return contact__fault_set(fault, CONTACT_BAD_ARGUMENT, -1, -1, -1);
    if (!tact_finite(p->dt)) return contact__fault_set(fault, CONTACT_NOT_FINITE, -1, -1, -1);
    if (!(p->dt > 0)) return contact__fault_set(fault, CONTACT_BAD_ARGUMENT, -1, -1, -1);
    if (p->delassus && p->tree_count) return contact__fault_set(fault, CONTACT_BAD_SIZE, -1, -1, -1);
    for (i = 0; i < p->tree_count && status == CONTACT_OK; ++i) status = contact__check_tree(p, i, fault);
    for (i = 0; i < p->constraint_count && status == CONTACT_OK; ++i) status = contact__check_constraint(p, i, fault);
    if (p->delassus && status == CONTACT_OK) status = contact__check_delassus(p, fault);
    return status;
}

TACT_PRIVATE size_t contact__append(char *text, size_t size, size_t at, const char *s) {
    for (; *s && at + 1 < size; ++s) text[at++] = *s;
    if (size) text[at] = 0;
    return at;
}
TACT_PRIVATE size_t contact__append_int(char *text, size_t size, size_t at, int value) {
    char digits[16];
    int k = 15;
    unsigned u = value < 0 ? 0u - (unsigned)value : (unsigned)value;
    digits[k] = 0;
    do digits[--k] = (char)('0' + (int)(u % 10)), u /= 10; while (u);
    if (value < 0) digits[--k] = '-';
    return contact__append(text, size, at, digits + k);
}

CONTACT_API char *contact_fault_text(const contact_problem *problem, const contact_fault *fault, char *text, size_t size) {
    size_t at = 0;
    int kind;
    if (!text || !size) return text;
    text[0] = 0;
    if (!fault) return text;
    if (fault->constraint >= 0) {
        at = contact__append(text, size, at, "constraint ");
        at = contact__append_int(text, size, at, fault->constraint);
        if (problem && problem->constraints && fault->constraint < problem->constraint_count) {
            kind = problem->constraints[fault->constraint].kind;
            at = contact__append(text, size, at,
                                 kind == CONTACT_KIND_CONTACT    ? " (contact)"
                                 : kind == CONTACT_KIND_LIMIT    ? " (limit)"
                                 : kind == CONTACT_KIND_JOINT    ? " (joint)"
                                 : kind == CONTACT_KIND_FRICTION ? " (friction)"
                                                                 : " (unknown kind)");
        }
        if (fault->row >= 0) {
            at = contact__append(text, size, at, ", row ");
            at = contact__append_int(text, size, at, fault->row);
        }
        at = contact__append(text, size, at, ": ");
    } else if (fault->tree >= 0) {
        at = contact__append(text, size, at, "tree ");
        at = contact__append_int(text, size, at, fault->tree);
        if (fault->row >= 0) {
            at = contact__append(text, size, at, ", degree of freedom ");
            at = contact__append_int(text, size, at, fault->row);
        }
        at = contact__append(text, size, at, ": ");
    }
    contact__append(text, size, at, contact_status_text(fault->status));
    return text;
}

// >>impl-bias
CONTACT_API contact_bias_config contact_default_bias_config(void) {
    contact_bias_config c;
    c.erp = TACT_R(0.2);
    c.slop = 0;
    c.depenetration_velocity = 3;
    c.restitution_threshold = TACT_R(0.5);
    return c;
}

CONTACT_API tact_real contact_bias_normal(const contact_bias_config *config, tact_real dt, tact_real gap,
                                          tact_real restitution, tact_real approach) {
    tact_real rate = (gap + config->slop) / dt;
    tact_real bias = rate > 0 ? rate : tact_max(config->erp * rate, -config->depenetration_velocity);
    /* the smaller of the two, never the sum: adding the correction to the bounce would feed energy */
    if (restitution > 0 && approach < -config->restitution_threshold && gap + dt * approach < 0)
        bias = tact_min(bias, restitution * approach);
    return bias;
}

/* Its slopes in gap and approach. */
TACT_PRIVATE void contact__bias_normal_slopes(const contact_bias_config *config, tact_real dt, tact_real gap,
                                              tact_real restitution, tact_real approach, tact_real *by_gap,
                                              tact_real *by_approach) {
    tact_real rate = (gap + config->slop) / dt;
    tact_real bias = rate > 0 ? rate : tact_max(config->erp * rate, -config->depenetration_velocity);
    *by_approach = 0;
    *by_gap = rate > 0 ? 1 / dt : config->erp * rate > -config->depenetration_velocity ? config->erp / dt : 0;
    if (restitution > 0 && approach < -config->restitution_threshold && gap + dt * approach < 0 &&
        restitution * approach < bias)
        *by_gap = 0, *by_approach = restitution;
}

CONTACT_API tact_real contact_bias_joint(const contact_bias_config *config, tact_real dt, tact_real error) {
    return tact_clamp(config->erp * error / dt, -config->depenetration_velocity, config->depenetration_velocity);
}

CONTACT_API void contact_bias_spring(tact_real dt, tact_real stiffness, tact_real damping, tact_real displacement,
                                     tact_real *bias, tact_real *compliance) {
    tact_real s = dt * stiffness + damping;
    *compliance = 1 / (dt * s);
    *bias = displacement * stiffness / s;
}

CONTACT_API contact_softening contact_default_softening(void) {
    contact_softening s;
    s.solref[0] = TACT_R(0.02), s.solref[1] = 1;
    s.solimp[0] = TACT_R(0.9), s.solimp[1] = TACT_R(0.95), s.solimp[2] = TACT_R(0.001);
    s.solimp[3] = TACT_R(0.5), s.solimp[4] = 2;
    s.impratio = 1;
    return s;
}

/* Todorov's soft constraint (MuJoCo documentation, "Computation": solver parameters), written on velocities:
   c+ = (1-d) c_free + d (c- - dt (b c- + k r)). The term -c- in the bias is what turns the acceleration form into it. */
CONTACT_API contact_status contact_soften(const contact_softening *softening, tact_real dt, tact_real residual,
                                          tact_real velocity, tact_real diagonal, int friction, tact_real *bias,
                                          tact_real *compliance) {
    tact_real d0, dw, width, mid, power, x, y, d, k, b, timescale;
    if (!softening || !bias || !compliance || !(dt > 0) || !(diagonal >= 0)) return CONTACT_BAD_ARGUMENT;
    if (!tact_finite(residual) || !tact_finite(velocity)) return CONTACT_NOT_FINITE;
    d0 = tact_clamp(softening->solimp[0], TACT_R(1e-4), TACT_R(0.9999));
    dw = tact_clamp(softening->solimp[1], TACT_R(1e-4), TACT_R(0.9999));
    width = softening->solimp[2];
    mid = tact_clamp(softening->solimp[3], TACT_R(1e-4), TACT_R(0.9999));
    power = tact_max(softening->solimp[4], 1);
    if (!(width > 0) || (d0 <= dw && d0 >= dw)) {
        d = (d0 + dw) / 2;
    } else {
        x = tact_abs(residual) / width;
        if (x >= 1) y = 1;
        else if (power <= 1) y = x;
        else if (x <= mid) y = tact_pow(x, power) / tact_pow(mid, power - 1);
        else y = 1 - tact_pow(1 - x, power) / tact_pow(1 - mid, power - 1);
        d = d0 + y * (dw - d0);
    }
    if (softening->solref[0] > 0 && softening->solref[1] > 0) {
        timescale = tact_max(softening->solref[0], 2 * dt);
        b = 2 / (dw * timescale);
        k = d / (dw * dw * timescale * timescale * softening->solref[1] * softening->solref[1]);
    } else if (softening->solref[0] < 0 && softening->solref[1] <= 0) {
        k = -d * softening->solref[0] / (dw * dw);
        b = -softening->solref[1] / dw;
    } else {
        return CONTACT_BAD_ARGUMENT;
    }
    if (friction) k = 0;
    *compliance = (1 - d) / d * diagonal / (friction && softening->impratio > 0 ? softening->impratio : 1);
    *bias = -velocity + dt * (b * velocity + k * residual);
    return CONTACT_OK;
}

// >>impl-cones
/* Euclidean projection of x = (x_t1, x_t2, x_n) on K_mu: |x_t| <= mu x_n. */
TACT_PRIVATE void contact__project_cone(tact_real mu, const tact_real x[3], tact_real p[3]) {
    tact_real r = tact_sqrt(x[0] * x[0] + x[1] * x[1]), n = x[2], s;
    if (mu * r <= -n || (mu <= 0 && n <= 0)) {
        p[0] = p[1] = p[2] = 0;
    } else if (r <= mu * n) {
        p[0] = x[0], p[1] = x[1], p[2] = n;
    } else {
        s = (n + mu * r) / (1 + mu * mu);
        p[0] = mu * s / r * x[0], p[1] = mu * s / r * x[1], p[2] = s;
    }
}
/* Euclidean projection on the dual cone K_mu*: x_n >= mu |x_t|. */
TACT_PRIVATE void contact__project_dual(tact_real mu, const tact_real x[3], tact_real p[3]) {
    tact_real r = tact_sqrt(x[0] * x[0] + x[1] * x[1]), n = x[2], s;
    if (mu * r <= n) {
        p[0] = x[0], p[1] = x[1], p[2] = n;
    } else if (r <= -mu * n) {
        p[0] = p[1] = p[2] = 0;
    } else {
        s = (r + mu * n) / (1 + mu * mu);
        p[0] = s / r * x[0], p[1] = s / r * x[1], p[2] = mu * s;
    }
}
/* Projection of a plane vector on the disk of a radius >= 0. */
TACT_PRIVATE void contact__project_disk(tact_real radius, tact_real x[2]) {
    tact_real r2 = x[0] * x[0] + x[1] * x[1], s;
    if (r2 <= radius * radius) return;
    s = radius / tact_sqrt(r2);
    x[0] *= s, x[1] *= s;
}
/* Projection on the regular polygon with `facets` corners at angles 2 pi k / facets and that circumradius; facets 0: the
   square |x_k| <= radius. A point outside has its nearest point in its own sector, by the symmetry of the polygon. */
TACT_PRIVATE void contact__project_polygon(int facets, tact_real radius, tact_real x[2]) {
    tact_real sector, angle, c, s, along, across, half;
    if (facets < 3) {
        x[0] = tact_clamp(x[0], -radius, radius);
        x[1] = tact_clamp(x[1], -radius, radius);
        return;
    }
    sector = 2 * TACT_PI / (tact_real)facets;
    angle = (tact_floor(tact_atan2(x[1], x[0]) / sector) + TACT_R(0.5)) * sector;
    c = tact_cos(angle), s = tact_sin(angle);
    along = c * x[0] + s * x[1], across = c * x[1] - s * x[0];
    if (along <= radius * tact_cos(sector / 2)) return;
    half = radius * tact_sin(sector / 2);
    along = radius * tact_cos(sector / 2);
    across = tact_clamp(across, -half, half);
    x[0] = c * along - s * across, x[1] = s * along + c * across;
}
/* Largest x . d over the same polygon: the support function, for the LCP's maximum dissipation. */
TACT_PRIVATE tact_real contact__polygon_support(int facets, tact_real radius, const tact_real d[2]) {
    tact_real sector, angle;
    if (facets < 3) return radius * (tact_abs(d[0]) + tact_abs(d[1]));
    sector = 2 * TACT_PI / (tact_real)facets;
    angle = tact_floor(tact_atan2(d[1], d[0]) / sector + TACT_R(0.5)) * sector;
    return radius * (tact_cos(angle) * d[0] + tact_sin(angle) * d[1]);
}

// >>impl-sparse-cholesky
/* Block-sparse Cholesky of a symmetric positive definite matrix whose rows are grouped in nodes (trees of the
   problem, each with its number of degrees of freedom) and whose off-diagonal blocks are the edges of a graph (pairs
   of trees that share a constraint).

   plan    minimum-degree order of the nodes by weighted external degree on the quotient graph (George & Liu 1989,
           Amestoy, Davis & Duff 1996, here with exact degrees), ties by index; elimination tree and column counts
           (Liu 1990); columns with nested patterns are merged to supernodes, also where that stores a few zeros
           (Ashcraft & Grimes 1989), so that the bottom of a pile becomes one dense block. Memory linear in nodes
           and edges.
   bind    the pattern of the factor, in memory whose size the plan knows exactly.
   factor  left-looking by supernodes: a panel takes the product of every descendant's rows (one dense product each),
           then is factored by the dense kernels. Cost: sum over nodes of size * (rows below it)^2. In a pile of n
           bodies that is bounded below by the last separator, which is dense in any factor (Lipton, Rose & Tarjan
           1979): n in a pile of bounded width, n^1.5 in one of bounded height, n^2 in a cube (bench/linalg.c).
   solve   forward and backward substitution.
   plan and bind together are contact__sparse_setup; both stay valid while the graph and the node sizes are the same
   (contact__sparse_matches). The same input gives the same order of operations and the same bits. */
typedef struct contact__sparse {
    int n_nodes, n_edges, n; /* nodes, edges (duplicates and loops allowed), scalar unknowns */
    int n_supers, n_rows;    /* supernodes; their block rows below the diagonal, all together */
    size_t n_values, n_work; /* reals in the panels and in the scratch of factor and solve */
    int *size, *offset;      /* by node: unknowns, first unknown */
    int *edges;              /* 2 n_edges, copy of the input */
    int *order, *position;   /* order[p] = node eliminated p-th; position[order[p]] = p */
    int *start;              /* by position, n_nodes + 1: first scalar in the permuted vector */
    int *super_of, *first;   /* by position: its supernode; by supernode, n_supers + 1: its first position */
    int *row_begin;          /* by supernode, n_supers + 1: its range in rows */
    size_t *panel;           /* by supernode: its panel in values; (width + rows) x width, row-major */
    int *rows, *row_at;      /* by block row: position of the node, row of the panel where it begins */
    size_t *edge_at;         /* by edge: where its block begins in values */
    tact_real *values, *work;
    int *head, *next, *progress, *where; /* scratch of the numeric factorisation */
    /* outcome of the last factorisation */
    int n_shifted;           /* pivot blocks that needed help */
    tact_real largest_shift; /* what was added to their diagonal, relative to its mean */
} contact__sparse;

/* What only planning needs. */
typedef struct contact__sparse_scratch {
    int *list, *begin, *length, *n_elements, *degree, *heap, *heap_at, *mark, *parent, *count, *stack, *post;
    size_t list_size;
} contact__sparse_scratch;

/* Bytes of an arena that contact__sparse_setup takes before it knows the fill. */
TACT_PRIVATE size_t contact__sparse_plan_bytes(int n_nodes, int n_edges) {
    return (21 * ((size_t)n_nodes + 17) + 4 * ((size_t)n_edges + 17)) * sizeof(int) +
           2 * ((size_t)n_nodes + 17) * sizeof(size_t) + 4096;
}

/* Binary heap of nodes by (degree, index): the smallest on top, heap_at[node] = its place or -1. */
TACT_INLINE int contact__heap_before(const int *degree, int a, int b) {
    return degree[a] < degree[b] || (degree[a] == degree[b] && a < b);
}
TACT_PRIVATE void contact__heap_up(int *heap, int *at, const int *degree, int i) {
    int node = heap[i];
    for (int up; i > 0 && contact__heap_before(degree, node, heap[up = (i - 1) / 2]); i = up)
        heap[i] = heap[up], at[heap[i]] = i;
    heap[i] = node, at[node] = i;
}
TACT_PRIVATE void contact__heap_down(int *heap, int *at, const int *degree, int count, int i) {
    int node = heap[i];
    for (int child; (child = 2 * i + 1) < count; i = child) {
        if (child + 1 < count && contact__heap_before(degree, heap[child + 1], heap[child])) ++child;
        if (!contact__heap_before(degree, heap[child], node)) break;
        heap[i] = heap[child], at[heap[i]] = i;
    }
    heap[i] = node, at[node] = i;
}
TACT_PRIVATE void contact__heap_fix(int *heap, int *at, const int *degree, int count, int node) {
    contact__heap_up(heap, at, degree, at[node]);
    contact__heap_down(heap, at, degree, count, at[node]);
}

/* Fills w->begin/length/list with the graph's neighbours, without duplicates and loops; returns the length in use. */
TACT_PRIVATE size_t contact__sparse_neighbours(const contact__sparse *s, contact__sparse_scratch *w) {
    int n = s->n_nodes;
    size_t used = 0;
    for (int i = 0; i < n; ++i) w->length[i] = 0, w->mark[i] = -1;
    for (int e = 0; e < s->n_edges; ++e)
        if (s->edges[2 * e] != s->edges[2 * e + 1]) ++w->length[s->edges[2 * e]], ++w->length[s->edges[2 * e + 1]];
    for (int i = 0; i < n; ++i) w->begin[i] = (int)used, used += (size_t)w->length[i], w->length[i] = 0;
    for (int e = 0; e < s->n_edges; ++e) {
        int a = s->edges[2 * e], b = s->edges[2 * e + 1];
        if (a != b) w->list[w->begin[a] + w->length[a]++] = b, w->list[w->begin[b] + w->length[b]++] = a;
    }
    used = 0;
    for (int i = 0; i < n; ++i) { /* squeeze out duplicates; the lists only move down */
        int from = w->begin[i], count = w->length[i];
        w->begin[i] = (int)used, w->length[i] = 0;
        for (int k = 0; k < count; ++k) {
            int j = w->list[from + k];
            if (w->mark[j] == i) continue;
            w->mark[j] = i, w->list[used++] = j, ++w->length[i];
        }
    }
    return used;
}

/* Moves the live lists of the quotient graph to the front of w->list; returns the length in use. The first entry of a
   list changes places with its owner's name during the sweep, so that the sweep knows where lists begin. */
TACT_PRIVATE size_t contact__sparse_compress(contact__sparse_scratch *w, int n, size_t used) {
    size_t to = 0;
    for (int i = 0; i < n; ++i)
        if (w->length[i] > 0) {
            int first = w->list[w->begin[i]];
            w->list[w->begin[i]] = -1 - i;
            w->begin[i] = first;
        }
    for (size_t from = 0; from < used;) {
        int owner = -1 - w->list[from];
        if (owner < 0) {
            ++from;
            continue;
        }
        w->list[to] = w->begin[owner];
        w->begin[owner] = (int)to++;
        ++from;
        for (int k = 1; k < w->length[owner]; ++k) w->list[to++] = w->list[from++];
    }
    return to;
}

/* Minimum-degree order into s->order. A node is a variable until eliminated, then an element: the clique of the
   variables it made adjacent. A variable's list holds n_elements elements, then variables covered by none of them. */
TACT_PRIVATE void contact__sparse_minimum_degree(contact__sparse *s, contact__sparse_scratch *w) {
    int n = s->n_nodes, left = n, *list = w->list, *mark = w->mark, tag = 0;
    size_t used = contact__sparse_neighbours(s, w);
    for (int i = 0; i < n; ++i) {
        w->n_elements[i] = 0, w->degree[i] = 0, w->heap[i] = i, w->heap_at[i] = i;
        for (int k = 0; k < w->length[i]; ++k) w->degree[i] += s->size[list[w->begin[i] + k]];
    }
    for (int i = n / 2; i-- > 0;) contact__heap_down(w->heap, w->heap_at, w->degree, n, i);
    for (int i = 0; i < n; ++i) mark[i] = -1;
    for (int p = 0; p < n; ++p) {
        int pivot = w->heap[0], count = 0, place;
        s->order[p] = pivot;
        w->heap[0] = w->heap[--left], w->heap_at[pivot] = -1;
        if (left > 0) contact__heap_down(w->heap, w->heap_at, w->degree, left, 0);
        if (used + (size_t)n > w->list_size) used = contact__sparse_compress(w, n, used);
        /* the new element: all variables adjacent to the pivot, directly or through its elements, which it absorbs */
        place = (int)used;
        mark[pivot] = ++tag;
        for (int k = 0; k < w->length[pivot]; ++k) {
            int member = list[w->begin[pivot] + k], is_element = k < w->n_elements[pivot];
            int from = is_element ? w->begin[member] : w->begin[pivot] + k, many = is_element ? w->length[member] : 1;
            for (int q = 0; q < many; ++q) {
                int i = list[from + q];
                if (mark[i] == tag || w->heap_at[i] < 0) continue;
                mark[i] = tag, list[place + count++] = i;
            }
            if (is_element) w->length[member] = 0;
        }
        used += (size_t)count;
        w->begin[pivot] = place, w->length[pivot] = count, w->n_elements[pivot] = 0;
        /* its variables: drop absorbed elements and covered variables, add the element */
        for (int k = 0; k < count; ++k) {
            int i = list[place + k], *mine = list + w->begin[i], old = w->length[i], elements = 0, kept = 0;
            for (int q = 0; q < w->n_elements[i]; ++q)
                if (w->length[mine[q]] > 0 && mine[q] != pivot) mine[elements++] = mine[q];
            kept = elements;
            for (int q = w->n_elements[i]; q < old; ++q)
                if (mark[mine[q]] != tag) mine[kept++] = mine[q];
            if (kept > elements) mine[kept] = mine[elements]; /* room was made: at least one entry went */
            mine[elements] = pivot;
            w->n_elements[i] = elements + 1, w->length[i] = kept + 1;
        }
        for (int k = 0; k < count; ++k) { /* exact weighted degrees of the variables touched */
            int i = list[place + k], degree = 0;
            mark[i] = ++tag;
            for (int q = 0; q < w->length[i]; ++q) {
                int member = list[w->begin[i] + q], is_element = q < w->n_elements[i];
                const int *others = is_element ? list + w->begin[member] : list + w->begin[i] + q;
                int many = is_element ? w->length[member] : 1;
                for (int r = 0; r < many; ++r) {
                    int j = others[r];
                    if (mark[j] == tag || w->heap_at[j] < 0) continue;
                    mark[j] = tag, degree += s->size[j];
                }
            }
            w->degree[i] = degree;
            contact__heap_fix(w->heap, w->heap_at, w->degree, left, i);
        }
    }
}

/* Elimination tree by position (Liu 1990, with path compression in `count`). */
TACT_PRIVATE void contact__sparse_tree(const contact__sparse *s, contact__sparse_scratch *w) {
    for (int p = 0; p < s->n_nodes; ++p) {
        int i = s->order[p];
        w->parent[p] = -1, w->count[p] = -1; /* count: ancestor */
        for (int k = 0; k < w->length[i]; ++k)
            for (int q = s->position[w->list[w->begin[i] + k]], up; q >= 0 && q < p; q = up) {
                up = w->count[q];
                w->count[q] = p;
                if (up < 0) w->parent[q] = p;
            }
    }
}

/* The analysis: fills everything but the pattern. */
TACT_PRIVATE contact_status contact__sparse_plan(contact__sparse *s, int n_nodes, const int *sizes, int n_edges,
                                                 const int *edges, contact__arena *arena) {
    contact__sparse_scratch w;
    size_t nodes = (size_t)n_nodes, mark;
    int **kept[8], **scratch[11], top = 0, n_post = 0;
    TACT_MEMSET(s, 0, sizeof *s);
    TACT_MEMSET(&w, 0, sizeof w);
    if (n_nodes < 0 || n_edges < 0) return CONTACT_BAD_ARGUMENT;
    s->n_nodes = n_nodes, s->n_edges = n_edges;
    kept[0] = &s->size, kept[1] = &s->offset, kept[2] = &s->order, kept[3] = &s->position, kept[4] = &s->start;
    kept[5] = &s->super_of, kept[6] = &s->first, kept[7] = &s->row_begin;
    scratch[0] = &w.begin, scratch[1] = &w.length, scratch[2] = &w.n_elements, scratch[3] = &w.degree;
    scratch[4] = &w.heap, scratch[5] = &w.heap_at, scratch[6] = &w.mark, scratch[7] = &w.parent,
    scratch[8] = &w.count;
    scratch[9] = &w.stack, scratch[10] = &w.post;
    for (int i = 0; i < 8; ++i) *kept[i] = CONTACT__TAKE(arena, nodes + 1, int);
    s->edges = CONTACT__TAKE(arena, 2 * n_edges + 1, int);
    s->panel = CONTACT__TAKE(arena, nodes + 1, size_t);
    mark = arena->used; /* what follows is given back */
    for (int i = 0; i < 11; ++i) *scratch[i] = CONTACT__TAKE(arena, nodes + 1, int);
    w.list_size = 2 * (size_t)n_edges + 2 * nodes + 8;
    w.list = CONTACT__TAKE(arena, w.list_size, int);
    arena->used = mark;
    if (contact__exhausted(arena)) return CONTACT_NO_SPACE;
    for (int i = 0; i < n_nodes; ++i) {
        if (sizes[i] <= 0) return CONTACT_BAD_ARGUMENT;
        s->size[i] = sizes[i], s->offset[i] = s->n, s->n += sizes[i];
    }
    s->offset[n_nodes] = s->n;
    for (int e = 0; e < 2 * n_edges; ++e) {
        if (edges[e] < 0 || edges[e] >= n_nodes) return CONTACT_BAD_ARGUMENT;
        s->edges[e] = edges[e];
    }
    contact__sparse_minimum_degree(s, &w);
    for (int p = 0; p < n_nodes; ++p) s->position[s->order[p]] = p;
    contact__sparse_neighbours(s, &w);
    contact__sparse_tree(s, &w);
    /* postorder: the same elimination, but a subtree's columns side by side. Children in ascending order. */
    for (int p = 0; p < n_nodes; ++p) w.heap[p] = -1; /* first child; heap_at: next sibling */
    for (int p = n_nodes; p-- > 0;)
        if (w.parent[p] >= 0) w.heap_at[p] = w.heap[w.parent[p]], w.heap[w.parent[p]] = p;
    for (int root = 0; root < n_nodes; ++root) {
        if (w.parent[root] >= 0) continue;
        w.stack[top++] = root;
        while (top > 0) {
            int p = w.stack[top - 1], child = w.heap[p];
            if (child >= 0) w.heap[p] = w.heap_at[child], w.stack[top++] = child;
            else w.post[n_post++] = s->order[p], --top;
        }
    }
    TACT_MEMCPY(s->order, w.post, (size_t)n_nodes * sizeof(int));
    for (int p = 0; p < n_nodes; ++p) s->position[s->order[p]] = p;
    contact__sparse_tree(s, &w);
    s->start[0] = 0;
    for (int p = 0; p < n_nodes; ++p) s->start[p + 1] = s->start[p] + s->size[s->order[p]];
    /* column counts: row i of the factor is the subtree spanned by its neighbours before it. degree: scalars below
       the diagonal block, count: blocks */
    for (int p = 0; p < n_nodes; ++p) w.degree[p] = 0, w.count[p] = 0, w.mark[p] = -1;
    for (int p = 0; p < n_nodes; ++p) {
        int i = s->order[p];
        w.mark[p] = p;
        for (int k = 0; k < w.length[i]; ++k)
            for (int q = s->position[w.list[w.begin[i] + k]]; q < p && w.mark[q] != p; q = w.parent[q])
                w.mark[q] = p, w.degree[q] += s->size[i], ++w.count[q];
    }
    /* supernodes: join a column to the next one when that is its parent and the stored zeros are few */
    for (int p = 0; p < n_nodes; ++p) {
        s->first[s->n_supers] = p;
        w.stack[s->n_supers] = 0;
        s->super_of[p] = s->n_supers++;
        while (s->n_supers > 1) {
            int t = s->n_supers - 1, left = s->first[t - 1], right = s->first[t];
            double wl = s->start[right] - s->start[left], wr = s->start[p + 1] - s->start[right];
            double fresh = wl * (wr + w.degree[p] - w.degree[right - 1]), all = (wl + wr) * (wl + wr + w.degree[p]);
            double zeros = fresh + w.stack[t - 1] + w.stack[t]; /* stack: zeros stored so far in a supernode */
            if (w.parent[right - 1] < right || w.parent[right - 1] > p) break;
            if (fresh > 0 && !(zeros <= 0.15 * all || wl + wr <= 16)) break;
            for (int q = right; q <= p; ++q) s->super_of[q] = t - 1;
            w.stack[t - 1] = (int)tact_min((tact_real)zeros, TACT_R(1e9));
            --s->n_supers;
        }
    }
    s->first[s->n_supers] = n_nodes;
    s->row_begin[0] = 0;
    for (int t = 0; t < s->n_supers; ++t) {
        int last = s->first[t + 1] - 1;
        size_t width = (size_t)(s->start[last + 1] - s->start[s->first[t]]), below = (size_t)w.degree[last];
        s->row_begin[t + 1] = s->row_begin[t] + w.count[last];
        s->panel[t] = s->n_values;
        s->n_values += (width + below) * width;
        if (below * below > s->n_work) s->n_work = below * below;
        if (width * width > s->n_work) s->n_work = width * width;
    }
    s->n_rows = s->row_begin[s->n_supers];
    s->n_work += 2 * (size_t)s->n;
    return CONTACT_OK;
}

TACT_INLINE int contact__sparse_width(const contact__sparse *s, int super) { /* columns of a supernode's panel */
    return s->start[s->first[super + 1]] - s->start[s->first[super]];
}
TACT_INLINE int contact__sparse_below(const contact__sparse *s,
                                      int super) { /* rows of its panel below the triangle */
    int k = s->row_begin[super + 1];
    if (k == s->row_begin[super]) return 0;
    return s->row_at[k - 1] + s->size[s->order[s->rows[k - 1]]] - contact__sparse_width(s, super);
}

/* The pattern of the factor. */
TACT_PRIVATE contact_status contact__sparse_bind(contact__sparse *s, contact__arena *arena) {
    int *fill, *mark, *parent, *begin, *sorted;
    s->rows = CONTACT__TAKE(arena, s->n_rows + 1, int);
    s->row_at = CONTACT__TAKE(arena, s->n_rows + 1, int);
    s->edge_at = CONTACT__TAKE(arena, s->n_edges + 1, size_t);
    s->head = CONTACT__TAKE(arena, s->n_nodes + 1, int);
    s->next = CONTACT__TAKE(arena, s->n_nodes + 1, int);
    s->progress = CONTACT__TAKE(arena, s->n_nodes + 1, int);
    s->where = CONTACT__TAKE(arena, s->n_nodes + 1, int);
    s->work = CONTACT__TAKE(arena, s->n_work + 1, tact_real);
    s->values = CONTACT__TAKE(arena, s->n_values + 1, tact_real);
    if (contact__exhausted(arena)) {
        s->values = (tact_real *)0;
        return CONTACT_NO_SPACE;
    }
    fill = s->head, mark = s->next, parent = s->progress, begin = s->where, sorted = (int *)(void *)s->edge_at;
    /* A node is a row of every supernode on the way from its earlier neighbours up the tree; the parent of a
       supernode is that of its first row, known as soon as it is needed because rows come in ascending order. */
    for (int t = 0; t < s->n_supers; ++t) fill[t] = s->row_begin[t], mark[t] = -1, parent[t] = -1;
    /* edges sorted by their later end: `sorted` holds the earlier end; it borrows the memory of edge_at */
    for (int p = 0; p <= s->n_nodes; ++p) begin[p] = 0;
    for (int e = 0; e < s->n_edges; ++e) {
        int a = s->position[s->edges[2 * e]], b = s->position[s->edges[2 * e + 1]];
        ++begin[a > b ? a : b];
    }
    for (int p = 0, sum = 0; p <= s->n_nodes; ++p) {
        int count = begin[p];
        begin[p] = sum, sum += count;
    }
    for (int e = 0; e < s->n_edges; ++e) {
        int a = s->position[s->edges[2 * e]], b = s->position[s->edges[2 * e + 1]];
        sorted[begin[a > b ? a : b]++] = a > b ? b : a;
    }
    for (int p = 0; p < s->n_nodes; ++p) {
        int own = s->super_of[p];
        mark[own] = p;
        for (int k = p > 0 ? begin[p - 1] : 0; k < begin[p]; ++k)
            for (int t = s->super_of[sorted[k]]; t >= 0 && mark[t] != p; t = parent[t]) {
                mark[t] = p;
                if (parent[t] < 0) parent[t] = own;
                s->rows[fill[t]++] = p;
            }
    }
    for (int t = 0; t < s->n_supers; ++t) {
        int at = contact__sparse_width(s, t);
        for (int k = s->row_begin[t]; k < s->row_begin[t + 1]; ++k)
            s->row_at[k] = at, at += s->size[s->order[s->rows[k]]];
    }
    for (int e = 0; e < s->n_edges; ++e) {
        int a = s->position[s->edges[2 * e]], b = s->position[s->edges[2 * e + 1]], row = a > b ? a : b;
        int column = a > b ? b : a, t = s->super_of[column], width = contact__sparse_width(s, t), at;
        if (s->super_of[row] == t) at = s->start[row] - s->start[s->first[t]];
        else {
            int low = s->row_begin[t], high = s->row_begin[t + 1] - 1;
            while (low < high) {
                int middle = (low + high) / 2;
                if (s->rows[middle] < row) low = middle + 1;
                else high = middle;
            }
            at = s->row_at[low];
        }
        s->edge_at[e] = s->panel[t] + (size_t)at * (size_t)width + (size_t)(s->start[column] - s->start[s->first[t]]);
    }
    return CONTACT_OK;
}

/* Analyses the graph of n_nodes nodes with sizes[i] > 0 unknowns and n_edges pairs of nodes (2 ints each, duplicates
   and loops allowed), and lays out the factor, in memory of the arena that belongs to *s from here on.
   CONTACT_NO_SPACE: the arena is too small; arena->peak tells what the fill needs, or, when already the analysis had
   no room, what that needs (contact__sparse_plan_bytes, known beforehand). */
TACT_PRIVATE contact_status contact__sparse_setup(contact__sparse *s, int n_nodes, const int *sizes, int n_edges,
                                                  const int *edges, contact__arena *arena) {
    contact_status status = contact__sparse_plan(s, n_nodes, sizes, n_edges, edges, arena);
    return status < 0 ? status : contact__sparse_bind(s, arena);
}

/* Is the plan one of this graph? */
TACT_PRIVATE int contact__sparse_matches(const contact__sparse *s, int n_nodes, const int *sizes, int n_edges,
                                         const int *edges) {
    return s->n_nodes == n_nodes && s->n_edges == n_edges && s->values &&
           !TACT_MEMCMP(s->size, sizes, (size_t)n_nodes * sizeof(int)) &&
           !TACT_MEMCMP(s->edges, edges, 2 * (size_t)n_edges * sizeof(int));
}

/* Assembly: zero, then add to the blocks. Of a diagonal block the lower triangle counts. The block of an edge (a, b)
   holds H(a,b), rows of a, or where *flipped its transpose H(b,a). *ld: leading dimension. */
TACT_PRIVATE void contact__sparse_zero(contact__sparse *s) {
    TACT_MEMSET(s->values, 0, s->n_values * sizeof(tact_real));
}
TACT_INLINE tact_real *contact__sparse_diagonal(const contact__sparse *s, int node, int *ld) {
    int p = s->position[node], t = s->super_of[p], at = s->start[p] - s->start[s->first[t]];
    *ld = contact__sparse_width(s, t);
    return s->values + s->panel[t] + (size_t)at * (size_t)*ld + (size_t)at;
}
TACT_INLINE tact_real *contact__sparse_edge(const contact__sparse *s, int edge, int *ld, int *flipped) {
    int a = s->position[s->edges[2 * edge]], b = s->position[s->edges[2 * edge + 1]];
    *flipped = a < b;
    *ld = contact__sparse_width(s, s->super_of[a < b ? a : b]);
    return s->values + s->edge_at[edge];
}

/* Factor of the w x w triangle of one panel; when a pivot fails, its diagonal is raised by shift * mean |diagonal|,
   growing tenfold from 1e-12 until it passes, and the fact is recorded. Returns 0 when nothing helps (not finite). */
TACT_PRIVATE int contact__sparse_pivot(contact__sparse *s, tact_real *panel, int width, tact_real *copy) {
    tact_real mean = 0, shift = sizeof(tact_real) == 8 ? TACT_R(1e-12) : TACT_R(1e-5);
    size_t bytes = (size_t)width * (size_t)width * sizeof(tact_real);
    TACT_MEMCPY(copy, panel, bytes);
    if (!tact_cholesky(width, panel, width)) return 1;
    for (int i = 0; i < width; ++i) mean += tact_abs(copy[i * width + i]) / (tact_real)width;
    if (!tact_finite(mean)) return 0;
    if (!(mean > 0)) mean = 1;
    for (int attempt = 0; attempt < 20; ++attempt, shift *= 10) {
        TACT_MEMCPY(panel, copy, bytes);
        for (int i = 0; i < width; ++i) panel[i * width + i] += shift * mean;
        if (tact_cholesky(width, panel, width)) continue;
        ++s->n_shifted;
        s->largest_shift = tact_max(s->largest_shift, shift);
        return 1;
    }
    return 0;
}

/* Numeric factorisation of the assembled blocks, in place. Returns 1, or 0 when a pivot block is beyond help. */
TACT_PRIVATE int contact__sparse_factor(contact__sparse *s) {
    s->n_shifted = 0, s->largest_shift = 0;
    for (int t = 0; t < s->n_supers; ++t) s->head[t] = -1;
    for (int t = 0; t < s->n_supers; ++t) {
        int width = contact__sparse_width(s, t), below = contact__sparse_below(s, t), first = s->first[t];
        tact_real *panel = s->values + s->panel[t];
        for (int p = first; p < s->first[t + 1]; ++p) s->where[p] = s->start[p] - s->start[first];
        for (int k = s->row_begin[t]; k < s->row_begin[t + 1]; ++k) s->where[s->rows[k]] = s->row_at[k];
        for (int d = s->head[t], following; d >= 0; d = following) { /* descendants with rows among our columns */
            int dw = contact__sparse_width(s, d), k0 = s->progress[d], end = s->row_begin[d + 1], k1 = k0;
            int from = s->row_at[k0], rows = dw + contact__sparse_below(s, d) - from, columns = 0, straight = 1;
            const tact_real *source = s->values + s->panel[d] + (size_t)from * (size_t)dw;
            following = s->next[d];
            for (; k1 < end && s->rows[k1] < s->first[t + 1]; ++k1) columns += s->size[s->order[s->rows[k1]]];
            for (int k = k0; k < end && straight; ++k) /* do all rows keep their distances? then no scattering */
                straight = s->where[s->rows[k]] - s->where[s->rows[k0]] == s->row_at[k] - from;
            if (straight) {
                tact_real *target = panel + (size_t)s->where[s->rows[k0]] * (size_t)(width + 1);
                tact_gemm(TACT_TRANSPOSE_B, rows, columns, dw, -1, source, dw, source, dw, 1, target, width);
            } else {
                tact_gemm(TACT_TRANSPOSE_B, rows, columns, dw, 1, source, dw, source, dw, 0, s->work, columns);
                for (int j = k0; j < k1; ++j) {
                    int nj = s->size[s->order[s->rows[j]]], at_column = s->where[s->rows[j]];
                    const tact_real *from_column = s->work + (s->row_at[j] - from);
                    for (int i = j; i < end; ++i) {
                        int ni = s->size[s->order[s->rows[i]]];
                        tact_real *to = panel + (size_t)s->where[s->rows[i]] * (size_t)width + (size_t)at_column;
                        const tact_real *add = from_column + (size_t)(s->row_at[i] - from) * (size_t)columns;
                        for (int r = 0; r < ni; ++r, to += width, add += columns)
                            for (int c = 0; c < nj; ++c) to[c] -= add[c];
                    }
                }
            }
            if (k1 < end) { /* hand the descendant on to the next supernode that it reaches */
                int target = s->super_of[s->rows[k1]];
                s->progress[d] = k1, s->next[d] = s->head[target], s->head[target] = d;
            }
        }
        if (!contact__sparse_pivot(s, panel, width, s->work)) return 0;
        if (below > 0) {
            int target = s->super_of[s->rows[s->row_begin[t]]];
            tact_solve_rows(0, below, width, panel, width, panel + (size_t)width * (size_t)width, width);
            s->progress[t] = s->row_begin[t], s->next[t] = s->head[target], s->head[target] = t;
        }
    }
    return 1;
}

/* x <- H^-1 x, x in the order of the nodes. */
TACT_PRIVATE void contact__sparse_solve(contact__sparse *s, tact_real *x) {
    tact_real *y = s->work, *gathered = s->work + s->n;
    for (int p = 0; p < s->n_nodes; ++p) {
        int i = s->order[p];
        TACT_MEMCPY(y + s->start[p], x + s->offset[i], (size_t)s->size[i] * sizeof(tact_real));
    }
    for (int t = 0; t < s->n_supers; ++t) {
        int width = contact__sparse_width(s, t), below = contact__sparse_below(s, t);
        const tact_real *panel = s->values + s->panel[t], *part = gathered;
        tact_real *mine = y + s->start[s->first[t]];
        tact_solve_triangular(0, width, panel, width, mine);
        if (!below) continue;
        tact_gemv(0, below, width, 1, panel + (size_t)width * (size_t)width, width, mine, 0, gathered);
        for (int k = s->row_begin[t]; k < s->row_begin[t + 1]; ++k) {
            int p = s->rows[k], n = s->start[p + 1] - s->start[p];
            for (int r = 0; r < n; ++r) y[s->start[p] + r] -= *part++;
        }
    }
    for (int t = s->n_supers; t-- > 0;) {
        int width = contact__sparse_width(s, t), below = contact__sparse_below(s, t);
        const tact_real *panel = s->values + s->panel[t];
        tact_real *mine = y + s->start[s->first[t]], *part = gathered;
        if (below) {
            for (int k = s->row_begin[t]; k < s->row_begin[t + 1]; ++k) {
                int p = s->rows[k], n = s->start[p + 1] - s->start[p];
                for (int r = 0; r < n; ++r) *part++ = y[s->start[p] + r];
            }
            tact_gemv(TACT_TRANSPOSE_A, below, width, -1, panel + (size_t)width * (size_t)width, width, gathered, 1,
                      mine);
        }
        tact_solve_triangular(TACT_TRANSPOSE_L, width, panel, width, mine);
    }
    for (int p = 0; p < s->n_nodes; ++p) {
        int i = s->order[p];
        TACT_MEMCPY(x + s->offset[i], y + s->start[p], (size_t)s->size[i] * sizeof(tact_real));
    }
}
// >>impl-context
/* What a solver works on: one island of the problem, its trees and constraints renumbered from 0 and gathered, so that
   islands are slices of the same arrays. Solvers read the warm start in `impulse`, keep `velocity` consistent with it if
   they use it, and leave the answer in `impulse`; the driver recomputes velocity and residuals from it. */
typedef struct contact__tree {
    int first_dof, dof;
    int source;             /* index in the problem */
    int body;               /* 1: free body, the compact form below; 0: dense */
    int hint;               /* contact_tree.hint */
    tact_real inverse_mass, inverse_inertia[6]; /* body: xx yy zz xy xz yz */
    tact_real body_mass, inertia[6];
    const tact_real *mass;  /* dense: row-major dof x dof */
    tact_real *factor;      /* dense: its Cholesky factor, see contact__factor; NULL where the inverse was at hand */
    const tact_real *inverse; /* dense: M^-1, or NULL */
} contact__tree;

typedef struct contact__constraint {
    int kind, rows, first_row;
    int tree_a, tree_b;        /* island-local, -1: world */
    int source;                /* index in the problem */
    int block;                 /* offset of G_ii (rows x rows, row-major, compliance not included) in context.blocks */
    int point;                 /* 1: point form, frame and arms below; 0: Jacobian blocks */
    tact_real mu;
    const tact_real *j[2];     /* block form: J_a, J_b, row-major rows x dof; NULL: world */
    tact_real *y[2];           /* block form: rows of (M^-1 J^T)^T, same shape */
    tact_vec3 t1, t2, n, arm_a, arm_b;
    tact_real step[3];         /* splitting methods: projection steps of a contact, or reciprocals of its block */
    int other;                 /* splitting methods: number among the constraints that are no contacts */
} contact__constraint;

typedef struct contact__shape { /* size of one island, for the scratch queries of the solvers */
    int trees, dofs, constraints, rows, contacts;
    int analysed;        /* 1: factor_bytes is known */
    size_t factor_bytes; /* of the sparse factor of M + J^T D J behind its analysis */
} contact__shape;

typedef struct contact__context {
    contact_problem *problem;
    const contact_config *config;
    contact_method method;
    contact_model model;
    int max_iterations;
    tact_real dt;
    const contact_delassus *delassus; /* matrix form: no trees; rows and constraints are numbered as in the problem */
    int tree_count, dof_count, constraint_count, row_count, contact_count;
    contact__tree *trees;
    contact__constraint *constraints;
    tact_real *velocity, *free_velocity;     /* dof_count */
    tact_real *impulse, *bias, *compliance, *bound; /* row_count */
    tact_real *free_constraint;              /* row_count: g = J v_free + bias */
    tact_real *blocks;                       /* diagonal blocks G_ii */
    tact_real *work_velocity;                /* dof_count, free to use between calls of contact__ functions */
    tact_real *work_rows, *best;             /* row_count */
    tact_real mean_diagonal;                 /* of G + R: divide by it to work on the scaled problem */
    tact_real best_merit, best_relative;     /* of the iterate kept in `best`: merit, negative: none; relative natural map */
    tact_real best_map;                      /* least natural map seen */
    tact_real coarse;                        /* splitting methods: stop at this estimated error [N s]; 0: by residual */
    int coarse_patient, coarse_met;          /* ... even if that takes long; that is where they stopped */
    int velocity_current;                    /* velocity = v_free + M^-1 J^T impulse holds to rounding */
    int residuals_current;                   /* residuals are those of impulse */
    contact__arena scratch;                  /* the solver's own memory; contact__exhausted() -> CONTACT_NO_SPACE */
    /* outcome */
    int iterations;
    contact_residuals residuals;
    contact_result *result;
    double start_seconds;
} contact__context;

typedef struct contact__solver {
    contact_status (*solve)(contact__context *context);
    size_t (*scratch)(const contact__shape *shape, const contact_config *config); /* NULL: none needed */
    int max_iterations;                                                           /* when the config says 0 */
} contact__solver;

TACT_INLINE void contact__symmetric3_mul(const tact_real a[6], tact_real x, tact_real y, tact_real z, tact_real r[3]) {
    r[0] = a[0] * x + a[3] * y + a[4] * z;
    r[1] = a[3] * x + a[1] * y + a[5] * z;
    r[2] = a[4] * x + a[5] * y + a[2] * z;
}

/* out = J_i v, without bias; v over the dofs of the island. */
TACT_PRIVATE void contact__row_velocity(const contact__context *x, int i, const tact_real *v, tact_real *out) {
    const contact__constraint *c = &x->constraints[i];
    int side, k, d;
    if (c->point) {
        tact_vec3 u = tact_vec(0, 0, 0);
        if (c->tree_b >= 0) {
            const tact_real *b = v + x->trees[c->tree_b].first_dof;
            u = tact_add(tact_vec(b[0], b[1], b[2]), tact_cross(tact_vec(b[3], b[4], b[5]), c->arm_b));
        }
        if (c->tree_a >= 0) {
            const tact_real *a = v + x->trees[c->tree_a].first_dof;
            u = tact_sub(u, tact_add(tact_vec(a[0], a[1], a[2]), tact_cross(tact_vec(a[3], a[4], a[5]), c->arm_a)));
        }
        out[0] = tact_dot(c->t1, u), out[1] = tact_dot(c->t2, u), out[2] = tact_dot(c->n, u);
        return;
    }
    for (k = 0; k < c->rows; ++k) out[k] = 0;
    for (side = 0; side < 2; ++side) {
        int tree = side ? c->tree_b : c->tree_a;
        const tact_real *j = c->j[side], *u;
        if (tree < 0) continue;
        u = v + x->trees[tree].first_dof;
        if (c->rows == 3) { /* a contact: three sums side by side */
            int dof = x->trees[tree].dof;
            tact_real s0 = 0, s1 = 0, s2 = 0;
            for (d = 0; d < dof; ++d) s0 += j[d] * u[d], s1 += j[dof + d] * u[d], s2 += j[2 * dof + d] * u[d];
            out[0] += s0, out[1] += s1, out[2] += s2;
            continue;
        }
        for (k = 0; k < c->rows; ++k, j += x->trees[tree].dof)
            for (d = 0; d < x->trees[tree].dof; ++d) out[k] += j[d] * u[d];
    }
}

/* p += J_i^T l, momentum over the dofs of the island. */
TACT_PRIVATE void contact__add_momentum(const contact__context *x, int i, const tact_real *l, tact_real *p) {
    const contact__constraint *c = &x->constraints[i];
    int side, k, d;
    for (side = 0; side < 2; ++side) {
        int tree = side ? c->tree_b : c->tree_a;
        tact_real *q;
        if (tree < 0) continue;
        q = p + x->trees[tree].first_dof;
        if (c->point) {
            tact_vec3 f = tact_add(tact_add(tact_scale(l[0], c->t1), tact_scale(l[1], c->t2)), tact_scale(l[2], c->n)), m;
            if (!side) f = tact_neg(f);
            m = tact_cross(side ? c->arm_b : c->arm_a, f);
            q[0] += f.x, q[1] += f.y, q[2] += f.z, q[3] += m.x, q[4] += m.y, q[5] += m.z;
        } else {
            const tact_real *j = c->j[side];
            for (k = 0; k < c->rows; ++k, j += x->trees[tree].dof)
                for (d = 0; d < x->trees[tree].dof; ++d) q[d] += j[d] * l[k];
        }
    }
}

/* v += M^-1 J_i^T l. */
TACT_PRIVATE void contact__add_impulse(const contact__context *x, int i, const tact_real *l, tact_real *v) {
    const contact__constraint *c = &x->constraints[i];
    int side, k, d;
    for (side = 0; side < 2; ++side) {
        int tree = side ? c->tree_b : c->tree_a;
        const contact__tree *t;
        tact_real *u;
        if (tree < 0) continue;
        t = &x->trees[tree];
        u = v + t->first_dof;
        if (c->point) {
            tact_vec3 f = tact_add(tact_add(tact_scale(l[0], c->t1), tact_scale(l[1], c->t2)), tact_scale(l[2], c->n)), m;
            tact_real w[3];
            if (!side) f = tact_neg(f);
            m = tact_cross(side ? c->arm_b : c->arm_a, f);
            contact__symmetric3_mul(t->inverse_inertia, m.x, m.y, m.z, w);
            u[0] += t->inverse_mass * f.x, u[1] += t->inverse_mass * f.y, u[2] += t->inverse_mass * f.z;
            u[3] += w[0], u[4] += w[1], u[5] += w[2];
        } else {
            const tact_real *y = c->y[side];
            for (k = 0; k < c->rows; ++k, y += t->dof)
                for (d = 0; d < t->dof; ++d) u[d] += y[d] * l[k];
        }
    }
}

/* The dense Jacobian block of one side (0: A, 1: B), row-major rows x dof (room for rows*dof). Returns the island-local
   tree, or -1 for the world side, which writes nothing. */
TACT_PRIVATE int contact__jacobian_block(const contact__context *x, int i, int side, tact_real *out) {
    const contact__constraint *c = &x->constraints[i];
    int tree = side ? c->tree_b : c->tree_a, k;
    if (tree < 0) return -1;
    if (!c->point) {
        TACT_MEMCPY(out, c->j[side], (size_t)(c->rows * x->trees[tree].dof) * sizeof(tact_real));
        return tree;
    }
    for (k = 0; k < 3; ++k) { /* axis . (v + w x arm) = axis . v + (arm x axis) . w */
        tact_vec3 axis = k == 0 ? c->t1 : k == 1 ? c->t2 : c->n, m;
        if (!side) axis = tact_neg(axis);
        m = tact_cross(side ? c->arm_b : c->arm_a, axis);
        out[6 * k + 0] = axis.x, out[6 * k + 1] = axis.y, out[6 * k + 2] = axis.z;
        out[6 * k + 3] = m.x, out[6 * k + 4] = m.y, out[6 * k + 5] = m.z;
    }
    return tree;
}

/* The same of (M^-1 J^T)^T. */
TACT_PRIVATE int contact__response_block(const contact__context *x, int i, int side, tact_real *out) {
    const contact__constraint *c = &x->constraints[i];
    int tree = side ? c->tree_b : c->tree_a, k;
    if (tree < 0) return -1;
    if (!c->point) {
        TACT_MEMCPY(out, c->y[side], (size_t)(c->rows * x->trees[tree].dof) * sizeof(tact_real));
        return tree;
    }
    (void)contact__jacobian_block(x, i, side, out);
    for (k = 0; k < 3; ++k, out += 6) {
        const contact__tree *t = &x->trees[tree];
        tact_real w[3];
        contact__symmetric3_mul(t->inverse_inertia, out[3], out[4], out[5], w);
        out[0] *= t->inverse_mass, out[1] *= t->inverse_mass, out[2] *= t->inverse_mass;
        out[3] = w[0], out[4] = w[1], out[5] = w[2];
    }
    return tree;
}

/* out = J_i M^-1 f, f over the dofs of the island. */
TACT_PRIVATE void contact__row_response(const contact__context *x, int i, const tact_real *f, tact_real *out) {
    const contact__constraint *c = &x->constraints[i];
    int side, k, d;
    for (k = 0; k < c->rows; ++k) out[k] = 0;
    for (side = 0; side < 2; ++side) {
        int tree = side ? c->tree_b : c->tree_a;
        tact_real block[18];
        const tact_real *y = c->y[side], *u;
        if (tree < 0) continue;
        if (c->point) (void)contact__response_block(x, i, side, block), y = block;
        u = f + x->trees[tree].first_dof;
        for (k = 0; k < c->rows; ++k, y += x->trees[tree].dof)
            for (d = 0; d < x->trees[tree].dof; ++d) out[k] += y[d] * u[d];
    }
}

/* p <- M^-1 p and out = M v over the island. */
TACT_PRIVATE void contact__solve_tree(const contact__tree *t, tact_real *p) {
    if (t->body) {
        tact_real w[3];
        contact__symmetric3_mul(t->inverse_inertia, p[3], p[4], p[5], w);
        p[0] *= t->inverse_mass, p[1] *= t->inverse_mass, p[2] *= t->inverse_mass;
        p[3] = w[0], p[4] = w[1], p[5] = w[2];
    } else {
        contact__factor_solve(t->dof, t->factor, p);
    }
}
TACT_PRIVATE void contact__solve_mass(const contact__context *x, tact_real *p) {
    int t;
    for (t = 0; t < x->tree_count; ++t) contact__solve_tree(&x->trees[t], p + x->trees[t].first_dof);
}
TACT_PRIVATE void contact__multiply_mass(const contact__context *x, const tact_real *v, tact_real *out) {
    int t;
    for (t = 0; t < x->tree_count; ++t) {
        const contact__tree *tree = &x->trees[t];
        const tact_real *u = v + tree->first_dof;
        tact_real *p = out + tree->first_dof;
        if (tree->body) {
            p[0] = tree->body_mass * u[0], p[1] = tree->body_mass * u[1], p[2] = tree->body_mass * u[2];
            contact__symmetric3_mul(tree->inertia, u[3], u[4], u[5], p + 3);
        } else {
            tact_gemv(0, tree->dof, tree->dof, 1, tree->mass, tree->dof, u, 0, p);
        }
    }
}

/* c = J v (no bias) and p = J^T l over the island. */
TACT_PRIVATE void contact__multiply_j(const contact__context *x, const tact_real *v, tact_real *c) {
    int i;
    for (i = 0; i < x->constraint_count; ++i) contact__row_velocity(x, i, v, c + x->constraints[i].first_row);
}
TACT_PRIVATE void contact__multiply_jt(const contact__context *x, const tact_real *l, tact_real *p) {
    int i;
    for (i = 0; i < x->dof_count; ++i) p[i] = 0;
    for (i = 0; i < x->constraint_count; ++i) contact__add_momentum(x, i, l + x->constraints[i].first_row, p);
}
/* v = v_free + M^-1 J^T l. */
TACT_PRIVATE void contact__velocity_of(const contact__context *x, const tact_real *l, tact_real *v) {
    int i;
    contact__multiply_jt(x, l, v);
    contact__solve_mass(x, v);
    for (i = 0; i < x->dof_count; ++i) v[i] += x->free_velocity[i];
}
/* out_i = sum_j G_ij l_j of one constraint, matrix form only. */
TACT_PRIVATE void contact__delassus_row(const contact__context *x, int i, const tact_real *l, tact_real *out) {
    const contact__constraint *c = &x->constraints[i];
    int a, b, k;
    if (x->delassus->dense) {
        const tact_real *line = x->delassus->dense + (size_t)c->first_row * (size_t)x->delassus->leading;
        for (a = 0; a < c->rows; ++a, line += x->delassus->leading) out[a] = tact_dot_n(x->row_count, line, l);
        return;
    }
    if (x->contact_count == x->constraint_count) { /* contacts alone: rows 3 j to 3 j + 2 are those of constraint j */
#if defined(TACT__AVX2) && !defined(TACT_FLOAT)
        /* a row of a block and the entry behind it at once, which meets the zero behind the three of l */
        const tact__vm three = tact__vmask(3);
        tact__v s0 = tact__vzero(), s1 = tact__vzero(), s2 = tact__vzero();
        for (k = x->delassus->row_start[i]; k < x->delassus->row_start[i + 1]; ++k) {
            const tact_real *g = x->delassus->values + x->delassus->offset[k];
            tact__v u = tact__vload_part(l + 3 * x->delassus->column[k], three);
            s0 = tact__vmadd(tact__vload(g), u, s0);
            s1 = tact__vmadd(tact__vload(g + 3), u, s1);
            s2 = tact__vmadd(tact__vload_part(g + 6, three), u, s2);
        }
        out[0] = tact__vsum(s0), out[1] = tact__vsum(s1), out[2] = tact__vsum(s2);
#else
        tact_real s0 = 0, s1 = 0, s2 = 0;
        for (k = x->delassus->row_start[i]; k < x->delassus->row_start[i + 1]; ++k) {
            const tact_real *g = x->delassus->values + x->delassus->offset[k], *u = l + 3 * x->delassus->column[k];
            s0 += g[0] * u[0] + g[1] * u[1] + g[2] * u[2];
            s1 += g[3] * u[0] + g[4] * u[1] + g[5] * u[2];
            s2 += g[6] * u[0] + g[7] * u[1] + g[8] * u[2];
        }
        out[0] = s0, out[1] = s1, out[2] = s2;
#endif
        return;
    }
    for (a = 0; a < c->rows; ++a) out[a] = 0;
    for (k = x->delassus->row_start[i]; k < x->delassus->row_start[i + 1]; ++k) {
        const contact__constraint *other = &x->constraints[x->delassus->column[k]];
        const tact_real *block = x->delassus->values + x->delassus->offset[k], *u = l + other->first_row;
        for (a = 0; a < c->rows; ++a, block += other->rows)
            for (b = 0; b < other->rows; ++b) out[a] += block[b] * u[b];
    }
}
/* out = G l (no compliance), any form; `work` has room for dof_count reals. */
TACT_PRIVATE void contact__multiply_delassus(const contact__context *x, const tact_real *l, tact_real *out,
                                             tact_real *work) {
    int i;
    if (x->delassus) {
        for (i = 0; i < x->constraint_count; ++i)
            contact__delassus_row(x, i, l, out + x->constraints[i].first_row);
        return;
    }
    contact__multiply_jt(x, l, work);
    contact__solve_mass(x, work);
    contact__multiply_j(x, work, out);
}
/* c = (G + R) l + g. Uses work_velocity. */
TACT_PRIVATE void contact__constraint_velocity(const contact__context *x, const tact_real *l, tact_real *c) {
    int i;
    contact__multiply_delassus(x, l, c, x->work_velocity);
    for (i = 0; i < x->row_count; ++i) c[i] += x->free_constraint[i] + x->compliance[i] * l[i];
}

/* Dense G (compliance added to the diagonal when asked), row-major row_count x row_count. For each constraint i:
   columns Y = M^-1 J_i^T, then J_j Y for every j that shares a tree. O(rows^2 dof) for a dense graph. */
TACT_PRIVATE void contact__delassus_dense(const contact__context *x, int with_compliance, tact_real *g) {
    int i, j, k, a, b, side, n = x->row_count;
    if (x->delassus && x->delassus->dense) {
        for (a = 0; a < n; ++a)
            TACT_MEMCPY(g + (size_t)a * (size_t)n, x->delassus->dense + (size_t)a * (size_t)x->delassus->leading,
                        (size_t)n * sizeof(tact_real));
    } else if (x->delassus) {
        for (a = 0; a < n * n; ++a) g[a] = 0;
        for (i = 0; i < x->constraint_count; ++i)
            for (k = x->delassus->row_start[i]; k < x->delassus->row_start[i + 1]; ++k) {
                const contact__constraint *ci = &x->constraints[i], *cj = &x->constraints[x->delassus->column[k]];
                const tact_real *block = x->delassus->values + x->delassus->offset[k];
                for (a = 0; a < ci->rows; ++a)
                    for (b = 0; b < cj->rows; ++b)
                        g[(size_t)(ci->first_row + a) * (size_t)n + (size_t)(cj->first_row + b)] +=
                            block[a * cj->rows + b];
            }
    } else {
        for (a = 0; a < x->dof_count; ++a) x->work_velocity[a] = 0;
        for (i = 0; i < x->constraint_count; ++i) {
            const contact__constraint *ci = &x->constraints[i];
            for (a = 0; a < ci->rows; ++a) { /* column first_row + a: response of all rows to a unit impulse */
                tact_real unit[6] = {0, 0, 0, 0, 0, 0}, c[6];
                unit[a] = 1;
                contact__add_impulse(x, i, unit, x->work_velocity);
                for (j = 0; j < x->constraint_count; ++j) {
                    const contact__constraint *cj = &x->constraints[j];
                    int shares = (cj->tree_a >= 0 && (cj->tree_a == ci->tree_a || cj->tree_a == ci->tree_b)) ||
                                 (cj->tree_b >= 0 && (cj->tree_b == ci->tree_a || cj->tree_b == ci->tree_b));
                    for (b = 0; b < cj->rows; ++b) c[b] = 0;
                    if (shares) contact__row_velocity(x, j, x->work_velocity, c);
                    for (b = 0; b < cj->rows; ++b)
                        g[(size_t)(cj->first_row + b) * (size_t)n + (size_t)(ci->first_row + a)] = c[b];
                }
                for (side = 0; side < 2; ++side) { /* zero again what the impulse moved */
                    int t = side ? ci->tree_b : ci->tree_a;
                    if (t >= 0)
                        TACT_MEMSET(x->work_velocity + x->trees[t].first_dof, 0,
                                    (size_t)x->trees[t].dof * sizeof(tact_real));
                }
            }
        }
        for (a = 0; a < n; ++a) /* symmetric to the last bit */
            for (b = 0; b < a; ++b)
                g[(size_t)b * (size_t)n + (size_t)a] = g[(size_t)a * (size_t)n + (size_t)b] =
                    (g[(size_t)b * (size_t)n + (size_t)a] + g[(size_t)a * (size_t)n + (size_t)b]) / 2;
    }
    if (with_compliance)
        for (a = 0; a < n; ++a) g[(size_t)a * (size_t)n + (size_t)a] += x->compliance[a];
}

/* G_ii of a contact in point form: I/m + m_a . I^-1 m_b with the moments m_a = arm x axis_a; the sign of the side cancels. */
TACT_PRIVATE void contact__point_block(const contact__context *x, const contact__constraint *c, tact_real w[9]) {
    int a, b, side;
    for (a = 0; a < 9; ++a) w[a] = 0;
    for (side = 0; side < 2; ++side) {
        int tree = side ? c->tree_b : c->tree_a;
        tact_vec3 arm = side ? c->arm_b : c->arm_a, m[3];
        if (tree < 0) continue;
        m[0] = tact_cross(arm, c->t1), m[1] = tact_cross(arm, c->t2), m[2] = tact_cross(arm, c->n);
        for (b = 0; b < 3; ++b) {
            tact_real v[3];
            contact__symmetric3_mul(x->trees[tree].inverse_inertia, m[b].x, m[b].y, m[b].z, v);
            w[4 * b] += x->trees[tree].inverse_mass;
            for (a = 0; a < 3; ++a) w[3 * a + b] += m[a].x * v[0] + m[a].y * v[1] + m[a].z * v[2];
        }
    }
    w[1] = w[3] = (w[3] + w[1]) / 2, w[2] = w[6] = (w[6] + w[2]) / 2, w[5] = w[7] = (w[7] + w[5]) / 2; /* symmetric to the last bit */
}

/* G_ii of one constraint, row-major rows x rows, without compliance; the symmetric part of a handed-in block, which is
   all that a local solver needs: its fixed points see the true velocity. */
TACT_PRIVATE void contact__diagonal_block(const contact__context *x, int i, tact_real *w) {
    const contact__constraint *c = &x->constraints[i];
    int a, b, d, k, side;
    if (c->point) {
        contact__point_block(x, c, w);
        return;
    }
    for (a = 0; a < c->rows * c->rows; ++a) w[a] = 0;
    if (x->delassus && x->delassus->dense) {
        const tact_real *line = x->delassus->dense + (size_t)c->first_row * (size_t)x->delassus->leading + c->first_row;
        for (a = 0; a < c->rows; ++a, line += x->delassus->leading)
            for (b = 0; b < c->rows; ++b) w[a * c->rows + b] = line[b];
    } else if (x->delassus) {
        for (k = x->delassus->row_start[i]; k < x->delassus->row_start[i + 1]; ++k)
            if (x->delassus->column[k] == i)
                for (a = 0; a < c->rows * c->rows; ++a) w[a] += x->delassus->values[x->delassus->offset[k] + a];
    }
    for (side = 0; side < 2 && !x->delassus; ++side) {
        int tree = side ? c->tree_b : c->tree_a;
        const contact__tree *t;
        if (tree < 0) continue;
        t = &x->trees[tree];
        for (a = 0; a < c->rows; ++a)
            for (b = 0; b < c->rows; ++b)
                for (d = 0; d < t->dof; ++d)
                    w[a * c->rows + b] += c->j[side][a * t->dof + d] * c->y[side][b * t->dof + d];
    }
    for (a = 0; a < c->rows; ++a) /* symmetric to the last bit */
        for (b = 0; b < a; ++b)
            w[a * c->rows + b] = w[b * c->rows + a] = (w[a * c->rows + b] + w[b * c->rows + a]) / 2;
}

/* Projection of a constraint's rows on its cone: K_mu, the half line, free, the box. */
TACT_PRIVATE void contact__project(const contact__context *x, int i, const tact_real *in, tact_real *out) {
    const contact__constraint *c = &x->constraints[i];
    const tact_real *bound = x->bound + c->first_row;
    int k;
    switch (c->kind) {
    case CONTACT_KIND_CONTACT: contact__project_cone(c->mu, in, out); break;
    case CONTACT_KIND_LIMIT: out[0] = tact_max(in[0], 0); break;
    case CONTACT_KIND_JOINT:
        for (k = 0; k < c->rows; ++k) out[k] = in[k];
        break;
    default:
        for (k = 0; k < c->rows; ++k) out[k] = tact_clamp(in[k], -bound[k], bound[k]);
    }
}

// >>impl-metrics
/* The block of a one-contact solver: W + R, plus a proximal term. A tree of one or two degrees of freedom gives a singular
   3x3 block; as b = c - W l is formed with the same block, the term changes the step and not the fixed points. */
TACT_PRIVATE void contact__local_block(const tact_real *w, const tact_real *r, tact_real full[9]) {
    tact_real tiny;
    int k;
    for (k = 0; k < 9; ++k) full[k] = w[k];
    full[0] += r[0], full[4] += r[1], full[8] += r[2];
    tiny = tact_sqrt(TACT_EPSILON) * (full[0] + full[4] + full[8]);
    full[0] += tiny, full[4] += tiny, full[8] += tiny;
}
/* One-contact RaiSim solution, see the splitting solvers: its fixed points define the RaiSim model. */
TACT_PRIVATE int contact__local_raisim(const tact_real w[9], const tact_real b[3], tact_real mu, tact_real l[3]);

/* r in the natural map: 1/mean diag(G_ii + R_i). */
TACT_PRIVATE tact_real contact__natural_step(const contact__context *x, int i) {
    const contact__constraint *c = &x->constraints[i];
    tact_real s = 0;
    int k;
    for (k = 0; k < c->rows; ++k)
        s += x->blocks[c->block + k * (c->rows + 1)] + x->compliance[c->first_row + k];
    return s > 0 ? (tact_real)c->rows / s : 1;
}

/* Projected step z = P(l - r u) of the method's model, with the velocity c of the rows; out = l - z. */
TACT_PRIVATE void contact__natural_map(const contact__context *x, int i, contact_model model, const tact_real *l,
                                       const tact_real *c, tact_real r, tact_real *out) {
    const contact__constraint *q = &x->constraints[i];
    tact_real y[6], z[6];
    int k;
    for (k = 0; k < q->rows; ++k) y[k] = l[k] - r * c[k];
    if (q->kind == CONTACT_KIND_CONTACT && model == CONTACT_MODEL_LCP) {
        z[0] = y[0], z[1] = y[1], z[2] = tact_max(y[2], 0);
        contact__project_polygon(x->config->facets, q->mu * tact_max(l[2], 0), z);
    } else if (q->kind == CONTACT_KIND_CONTACT && model == CONTACT_MODEL_RAISIM) {
        tact_real w[9], b[3];
        contact__local_block(x->blocks + q->block, x->compliance + q->first_row, w);
        for (k = 0; k < 3; ++k) b[k] = c[k] - w[3 * k] * l[0] - w[3 * k + 1] * l[1] - w[3 * k + 2] * l[2];
        contact__local_raisim(w, b, q->mu, z);
    } else {
        if (q->kind == CONTACT_KIND_CONTACT && model != CONTACT_MODEL_CCP)
            y[2] -= r * q->mu * tact_sqrt(c[0] * c[0] + c[1] * c[1]);
        contact__project(x, i, y, z);
    }
    for (k = 0; k < q->rows; ++k) out[k] = l[k] - z[k];
}

TACT_PRIVATE tact_real contact__norm_of(int n, const tact_real *x) {
    tact_real s = 0;
    int k;
    for (k = 0; k < n; ++k) s += x[k] * x[k];
    return tact_sqrt(s);
}

/* |l - P_K(l - r u)|^2 of one contact, u = (u0, u1, un). */
TACT_INLINE tact_real contact__cone_map2(tact_real mu, const tact_real l[3], tact_real u0, tact_real u1, tact_real un,
                                         tact_real r) {
    tact_real y0 = l[0] - r * u0, y1 = l[1] - r * u1, yn = l[2] - r * un, radius = tact_sqrt(y0 * y0 + y1 * y1), s, t;
    if (mu * radius <= -yn || (mu <= 0 && yn <= 0)) return l[0] * l[0] + l[1] * l[1] + l[2] * l[2];
    if (radius <= mu * yn) return r * r * (u0 * u0 + u1 * u1 + un * un);
    s = (yn + mu * radius) / (1 + mu * mu), t = mu * s / radius;
    y0 = l[0] - t * y0, y1 = l[1] - t * y1, yn = l[2] - s;
    return y0 * y0 + y1 * y1 + yn * yn;
}

/* All residuals of `l` under a model, given c = (G + R) l + g. */
TACT_PRIVATE void contact__residuals_of(const contact__context *x, const tact_real *l, const tact_real *c,
                                        contact_model model, contact_residuals *out) {
    tact_real natural2 = 0, unit2 = 0, force2 = 0, scaled2 = 0, l2 = 0, c2 = 0, g2 = 0, sum;
    const tact_real f = 1 / x->dt;
    int i, k;
    TACT_MEMSET(out, 0, sizeof *out);
    out->worst = -1;
    out->penetration = 0;
    out->friction_power = 0;
    for (i = 0; i < x->constraint_count; ++i) {
        const contact__constraint *q = &x->constraints[i];
        const tact_real *li = l + q->first_row, *ci = c + q->first_row, *gi = x->free_constraint + q->first_row;
        tact_real r = contact__natural_step(x, i), map[6], p[6], u[6], primal, dual = 0, complementarity = 0, n;
        if (q->kind == CONTACT_KIND_CONTACT && (model == CONTACT_MODEL_NCP || model == CONTACT_MODEL_CCP)) {
            /* the case that counts, without calls: distances to the cones by their radii and heights */
            tact_real slide, power = li[0] * ci[0] + li[1] * ci[1], mu = q->mu, un, cosine, radius, distance2;
            tact_real along2 = li[0] * li[0] + li[1] * li[1], speed2 = ci[0] * ci[0] + ci[1] * ci[1];
            if (speed2 <= 0 && ci[2] <= 0 && ci[2] >= 0 && li[2] >= 0 && along2 <= mu * mu * li[2] * li[2]) { /* held, exactly */
                for (k = 0; k < 3; ++k) {
                    force2 += f * f * li[k] * li[k], scaled2 += f * f * r * r * gi[k] * gi[k];
                    l2 += li[k] * li[k], g2 += gi[k] * gi[k];
                    out->objective += li[k] * gi[k] / 2;
                }
                out->penetration = tact_max(out->penetration, -x->problem->constraints[q->source].gap);
                if (out->worst < 0) out->worst = q->source;
                continue;
            }
            slide = tact_sqrt(speed2), un = ci[2] + (model == CONTACT_MODEL_CCP ? 0 : mu * slide);
            cosine = 1 / tact_sqrt(1 + mu * mu), radius = tact_sqrt(along2);
            distance2 = contact__cone_map2(mu, li, ci[0], ci[1], un, r);
            n = f * tact_sqrt(distance2);
            natural2 += f * f * distance2;
            if (n > out->natural_map || out->worst < 0 || !(n <= TACT_REAL_MAX)) out->natural_map = n, out->worst = q->source;
            unit2 += contact__cone_map2(mu, li, ci[0], ci[1], un, 1);
            for (k = 0; k < 3; ++k) {
                force2 += f * f * li[k] * li[k], scaled2 += f * f * r * r * gi[k] * gi[k];
                l2 += li[k] * li[k], c2 += ci[k] * ci[k], g2 += gi[k] * gi[k];
                out->objective += li[k] * (ci[k] + gi[k]) / 2;
                out->duality_gap += li[k] * ci[k];
            }
            primal = radius <= mu * li[2] ? 0 : mu * radius <= -li[2] ? tact_sqrt(radius * radius + li[2] * li[2])
                                                                       : cosine * (radius - mu * li[2]);
            dual = mu * slide <= un ? 0 : slide <= -mu * un ? tact_sqrt(slide * slide + un * un) : cosine * (mu * slide - un);
            primal *= f;
            complementarity = f * tact_abs(power + li[2] * un);
            out->signorini = tact_max(out->signorini, f * tact_abs(li[2] * ci[2]));
            out->dissipation = tact_max(out->dissipation, f * tact_abs(power + mu * li[2] * slide));
            out->friction_power = tact_max(out->friction_power, f * power);
            out->penetration = tact_max(out->penetration, -x->problem->constraints[q->source].gap);
            if (!(primal <= out->primal)) out->primal = primal;
            if (!(dual <= out->dual)) out->dual = dual;
            if (!(complementarity <= out->complementarity)) out->complementarity = complementarity;
            continue;
        }
        contact__natural_map(x, i, model, li, ci, r, map);
        n = f * contact__norm_of(q->rows, map);
        natural2 += n * n;
        if (n > out->natural_map || out->worst < 0 || !(n <= TACT_REAL_MAX)) out->natural_map = n, out->worst = q->source;
        contact__natural_map(x, i, model, li, ci, 1, map);
        n = contact__norm_of(q->rows, map);
        unit2 += n * n;
        for (k = 0; k < q->rows; ++k) {
            force2 += f * f * li[k] * li[k], scaled2 += f * f * r * r * gi[k] * gi[k];
            l2 += li[k] * li[k], c2 += ci[k] * ci[k], g2 += gi[k] * gi[k];
            out->objective += li[k] * (ci[k] + gi[k]) / 2;
            out->duality_gap += li[k] * ci[k];
        }
        contact__project(x, i, li, p);
        for (k = 0; k < q->rows; ++k) p[k] = f * (li[k] - p[k]);
        primal = contact__norm_of(q->rows, p);
        if (q->kind == CONTACT_KIND_CONTACT) {
            tact_real slide = tact_sqrt(ci[0] * ci[0] + ci[1] * ci[1]), power = f * (li[0] * ci[0] + li[1] * ci[1]);
            const contact_constraint *source = &x->problem->constraints[q->source];
            out->signorini = tact_max(out->signorini, f * tact_abs(li[2] * ci[2]));
            out->dissipation = tact_max(out->dissipation, tact_abs(power + q->mu * f * li[2] * slide));
            out->friction_power = tact_max(out->friction_power, power);
            out->penetration = tact_max(out->penetration, -source->gap);
            u[0] = ci[0], u[1] = ci[1], u[2] = ci[2];
            if (model == CONTACT_MODEL_LCP) {
                tact_real t[2], d[2];
                t[0] = li[0], t[1] = li[1], d[0] = -ci[0], d[1] = -ci[1];
                contact__project_polygon(x->config->facets, q->mu * tact_max(li[2], 0), t);
                p[0] = f * (li[0] - t[0]), p[1] = f * (li[1] - t[1]), p[2] = f * tact_min(li[2], 0);
                primal = contact__norm_of(3, p);
                dual = tact_max(-ci[2], 0);
                complementarity = tact_max(
                    f * tact_abs(li[2] * ci[2]),
                    tact_abs(power + f * contact__polygon_support(x->config->facets, q->mu * tact_max(li[2], 0), d)));
            } else if (model == CONTACT_MODEL_RAISIM) {
                dual = tact_max(-ci[2], 0);
                contact__natural_map(x, i, model, li, ci, r, map);
                complementarity = f * tact_max(tact_abs(li[2] * ci[2]), contact__norm_of(3, map) * slide);
            } else { /* compliant: judged as NCP */
                u[2] += q->mu * slide;
                contact__project_dual(q->mu, u, p);
                for (k = 0; k < 3; ++k) p[k] = u[k] - p[k];
                dual = contact__norm_of(3, p);
                complementarity = f * tact_abs(li[0] * u[0] + li[1] * u[1] + li[2] * u[2]);
            }
        } else if (q->kind == CONTACT_KIND_LIMIT) {
            dual = tact_max(-ci[0], 0);
            complementarity = f * tact_abs(li[0] * ci[0]);
            out->penetration = tact_max(out->penetration, -x->problem->constraints[q->source].gap);
        } else if (q->kind == CONTACT_KIND_JOINT) {
            dual = contact__norm_of(q->rows, ci);
        } else { /* a row that moves pushes at its bound against the motion */
            for (k = 0; k < q->rows; ++k) {
                tact_real a = x->bound[q->first_row + k];
                n = f * (ci[k] > 0 ? ci[k] * (li[k] + a) : -ci[k] * (a - li[k]));
                out->duality_gap += a * tact_abs(ci[k]); /* the support function of the box */
                complementarity = tact_max(complementarity, tact_abs(n));
            }
        }
        /* written so that NaN gets through to the result instead of being hidden by a comparison */
        if (!(primal <= out->primal)) out->primal = primal;
        if (!(dual <= out->dual)) out->dual = dual;
        if (!(complementarity <= out->complementarity)) out->complementarity = complementarity;
    }
    sum = tact_max(tact_sqrt(force2), tact_sqrt(scaled2));
    out->natural_relative = sum > 0 ? tact_sqrt(natural2) / sum : tact_sqrt(natural2);
    sum = tact_max(tact_max(tact_sqrt(g2), tact_sqrt(l2)), tact_sqrt(c2));
    out->natural_unit = sum > 0 ? tact_sqrt(unit2) / sum : tact_sqrt(unit2);
    if (model != CONTACT_MODEL_CCP) out->duality_gap = 0;
}

/* The same for an impulse alone. Uses work_velocity and work_rows. */
TACT_PRIVATE void contact__residuals(const contact__context *x, const tact_real *l, contact_model model,
                                     contact_residuals *out) {
    if (x->velocity_current && l == x->impulse) { /* c = J v + b + R l */
        tact_real fastest = 0;
        for (int i = 0; i < x->dof_count; ++i) fastest = tact_max(fastest, tact_abs(x->velocity[i]));
        if (fastest <= 0) TACT_MEMSET(x->work_rows, 0, (size_t)x->row_count * sizeof(tact_real)); /* an island at rest */
        else contact__multiply_j(x, x->velocity, x->work_rows);
        for (int i = 0; i < x->row_count; ++i) x->work_rows[i] += x->bias[i] + x->compliance[i] * l[i];
    } else {
        contact__constraint_velocity(x, l, x->work_rows);
    }
    contact__residuals_of(x, l, x->work_rows, model, out);
}

/* |D (M (v - v_free) - J^T l)|_2 of the context's velocity, with D = diag(M)^-1/2. Uses work_velocity and `velocity`. */
TACT_PRIVATE tact_real contact__momentum_residual(const contact__context *x, const tact_real *l) {
    tact_real s = 0;
    int t, d;
    for (d = 0; d < x->dof_count; ++d) x->velocity[d] -= x->free_velocity[d];
    contact__multiply_mass(x, x->velocity, x->work_velocity);
    contact__multiply_jt(x, l, x->velocity);
    for (t = 0; t < x->tree_count; ++t)
        for (d = 0; d < x->trees[t].dof; ++d) {
            const contact__tree *tree = &x->trees[t];
            tact_real m = tree->body ? (d < 3 ? tree->body_mass : tree->inertia[d - 3]) : tree->mass[d * tree->dof + d];
            tact_real e = x->work_velocity[tree->first_dof + d] - x->velocity[tree->first_dof + d];
            s += e * e / m;
        }
    return tact_sqrt(s);
}

/* Residuals of numbers that overflow read as the largest number: what is reported is finite, and never hides in a maximum. */
TACT_INLINE tact_real contact__bounded(tact_real x) { return tact_finite(x) ? x : TACT_REAL_MAX; }
TACT_PRIVATE int contact__residuals_finite(const contact_residuals *r) {
    return tact_finite(r->primal) && tact_finite(r->dual) && tact_finite(r->complementarity) &&
           tact_finite(r->natural_map) && tact_finite(r->natural_relative);
}

/* The stopping test shared by all hard methods. The relative criterion measures against the impulses, which contradicting
   constraints drive to infinity; so it also asks that the violation be small against the velocities of the problem. */
TACT_PRIVATE int contact__converged(const contact__context *x, const contact_residuals *r) {
    tact_real speed = 0;
    int i;
    if (!contact__residuals_finite(r)) return 0;
    if (r->primal <= x->config->tolerance && r->dual <= x->config->tolerance &&
        r->complementarity <= x->config->tolerance)
        return 1;
    if (!(r->natural_relative <= x->config->relative_tolerance)) return 0;
    for (i = 0; i < x->row_count; ++i) speed = tact_max(speed, tact_abs(x->free_constraint[i]));
    return r->dual <= tact_max(tact_clamp(100 * x->config->relative_tolerance, TACT_R(1e-3), TACT_R(0.3)) * speed,
                               x->config->tolerance);
}

/* Is the impulse that `velocity` belongs to the answer, within that part of the tolerances, NCP or CCP? The relative one is a
   part of the row's free velocity and of what its own impulse makes of it, G_kk l_k: two boxes of a tower fall together, and
   what is left between them is the difference of two large impulses. Bounds of the three residuals from above without
   projections: a point is no farther from a cone than along one axis. Ends at the first constraint that is not within: next
   to nothing far from the solution, one pass where the warm start of an island at rest is the answer. Returns 0, 1, or 2:
   also there is friction at every pressed contact, and nothing moves faster than the tolerance. `loose` counts in single
   precision: the rounding of the island's largest impulse is forgiven in every row; use the answer then only where it is 2. */
TACT_PRIVATE int contact__rests(const contact__context *x, tact_real part, int loose) {
    const tact_real f = 1 / x->dt, tolerance = part * x->config->tolerance, relative = part * x->config->relative_tolerance;
    tact_real speed = 0, fastest = 0, most = 0;
    int held = 1;
    if (loose && sizeof(tact_real) < sizeof(double)) /* single: what the largest impulses round to reaches every row of the island */
        for (int i = 0; i < x->constraint_count; ++i) {
            const contact__constraint *q = &x->constraints[i];
            int k = q->rows - 1;
            most = tact_max(most, x->blocks[q->block + k * (q->rows + 1)] * tact_abs(x->impulse[q->first_row + k]));
        }
    for (int i = 0; i < x->constraint_count; ++i) {
        const contact__constraint *q = &x->constraints[i];
        const tact_real *l = x->impulse + q->first_row, *b = x->bias + q->first_row, *r = x->compliance + q->first_row;
        const tact_real *block = x->blocks + q->block;
        tact_real c[6], g[6];
        contact__row_velocity(x, i, x->velocity, c);
        for (int k = 0; k < q->rows; ++k) c[k] += b[k] + r[k] * l[k];
        for (int k = 0; k < q->rows; ++k) g[k] = tact_max(most, tact_abs(x->free_constraint[q->first_row + k]) + block[k * (q->rows + 1)] * tact_abs(l[k]));
        if (q->kind == CONTACT_KIND_CONTACT) {
            tact_real slide = tact_sqrt(c[0] * c[0] + c[1] * c[1]), shift = x->model == CONTACT_MODEL_CCP ? 0 : q->mu * slide;
            tact_real friction = tact_sqrt(l[0] * l[0] + l[1] * l[1]), small = tolerance + relative * g[2];
            if (!(c[2] + shift - q->mu * slide >= -small && l[2] >= 0)) return 0;
            if (!(f * (friction - q->mu * l[2]) <= tolerance + relative * f * l[2])) return 0;
            small = tolerance + relative * f * l[2] * g[2];
            if (!(f * tact_abs(l[0] * c[0] + l[1] * c[1] + l[2] * (c[2] + shift)) <= small)) return 0;
            held &= !(l[2] > 0) || q->mu > 0;
            speed = tact_max(speed, g[2]);
        } else {
            for (int k = 0; k < q->rows; ++k) {
                tact_real a = x->bound[q->first_row + k], power = f * l[k] * c[k], small = tolerance + relative * g[k];
                if (q->kind == CONTACT_KIND_JOINT) power = 0, a = tact_abs(c[k]) * (tact_real)q->rows;
                else if (q->kind == CONTACT_KIND_LIMIT) a = -tact_min(tact_min(c[k], f * l[k]), 0);
                else power += f * a * tact_abs(c[k]), a = 0;
                if (!(a <= small && tact_abs(power) <= tolerance + relative * f * tact_abs(l[k]) * g[k])) return 0;
            }
        }
    }
    for (int i = 0; held && i < x->dof_count; ++i) fastest = tact_max(fastest, tact_abs(x->velocity[i]));
    return held && fastest <= x->config->tolerance + 10 * x->config->relative_tolerance * speed ? 2 : 1;
}

/* Notes the residuals of iteration `iteration` (from 1): history, and the best iterate so far in context.best. */
TACT_PRIVATE void contact__record(contact__context *x, int iteration, const tact_real *l, const contact_residuals *r) {
    const contact_config *config = x->config;
    /* Best by the relative map, by which the status is judged: where impulses start near zero and have to grow by orders,
       as under a heavy stack, the absolute map hardly changes, and its least value is that of the first sweep. Not so in a
       simulation (coarse_tolerance): in a jam impulses that contradict one another grow for ever, and look better. */
    tact_real merit = config->coarse_tolerance > 0 ? r->natural_map : r->natural_relative;
    if (contact__residuals_finite(r) && (x->best_merit < 0 || r->natural_map < x->best_map))
        x->best_map = r->natural_map;
    if (contact__residuals_finite(r) && (x->best_merit < 0 || merit < x->best_merit)) {
        x->best_merit = merit, x->best_relative = r->natural_relative;
        TACT_MEMCPY(x->best, l, (size_t)x->row_count * sizeof(tact_real));
    }
    if (config->history && x->result) {
        int count = x->result->history_count, at = count;
        contact_history *h;
        while (at > 0 && config->history[at - 1].iteration >= iteration) --at;
        if (at == count || config->history[at].iteration != iteration) {
            int k;
            if (count >= config->history_capacity) return;
            for (k = count; k > at; --k) config->history[k] = config->history[k - 1];
            x->result->history_count = count + 1;
            h = &config->history[at];
            TACT_MEMSET(h, 0, sizeof *h);
            h->iteration = iteration;
        }
        h = &config->history[at];
        h->primal = tact_max(h->primal, contact__bounded(r->primal));
        h->dual = tact_max(h->dual, contact__bounded(r->dual));
        h->complementarity = tact_max(h->complementarity, contact__bounded(r->complementarity));
        h->natural_map = tact_max(h->natural_map, contact__bounded(r->natural_map));
        h->natural_relative = tact_max(h->natural_relative, contact__bounded(r->natural_relative));
        h->objective = contact__bounded(h->objective + r->objective);
        if (config->clock) h->seconds = config->clock(config->clock_context) - x->start_seconds;
    }
}
/* Takes the best recorded iterate back into `impulse`; 0 when none was recorded. */
TACT_PRIVATE int contact__restore_best(contact__context *x) {
    if (x->best_merit < 0) return 0;
    TACT_MEMCPY(x->impulse, x->best, (size_t)x->row_count * sizeof(tact_real));
    return 1;
}

// >>impl-splitting
/* One-contact problems: W = G_ii + R_i symmetric positive definite (row-major 3x3, order t1 t2 n), b = c_i - W l_i the
   velocity that the contact would have without its own impulse. All return 0 open, 1 stick, 2 slip and write l.
   On the plane c_n = 0:  l_n = -(b_n + w.l_t)/W_nn,  c_t = S l_t + h  with  S = W_tt - w w^T/W_nn,  h = b_t - w b_n/W_nn. */
typedef struct contact__plane {
    tact_real s00, s01, s11, h0, h1, w0, w1, wn, bn, det, inverse; /* inverse: 1/W_nn */
} contact__plane;

/* 1/W_nn and 1/det S of a block, 0 where det S <= 0: what its visits would divide by. */
TACT_PRIVATE void contact__local_inverses(const tact_real w[9], tact_real inverses[2]) {
    tact_real inverse = 1 / w[8], s01 = w[1] - w[2] * w[5] * inverse;
    tact_real det = (w[0] - w[2] * w[2] * inverse) * (w[4] - w[5] * w[5] * inverse) - s01 * s01;
    inverses[0] = inverse, inverses[1] = det > 0 ? 1 / det : 0;
}

/* Open, frictionless and stick cases, common to the one-contact solvers: returns 0 or 1 when done, 2 when the contact
   slips (then `plane` and the stick solution `l`, which is outside the cone, are filled), 3: frictionless. `inverses`: of
   contact__local_inverses. */
TACT_ALWAYS_INLINE int contact__local_open_or_stick(const tact_real w[9], const tact_real inverses[2], const tact_real b[3],
                                                    tact_real mu, contact__plane *plane, tact_real l[3]) {
    tact_real inverse = inverses[0], x, y, z;
    l[0] = l[1] = l[2] = 0;
    if (!(b[2] < 0)) return 0;
    if (!(mu > 0)) {
        l[2] = -b[2] * inverse;
        return 3;
    }
    plane->w0 = w[2], plane->w1 = w[5], plane->wn = w[8], plane->bn = b[2], plane->inverse = inverse;
    plane->s00 = w[0] - w[2] * w[2] * inverse, plane->s01 = w[1] - w[2] * w[5] * inverse;
    plane->s11 = w[4] - w[5] * w[5] * inverse;
    plane->h0 = b[0] - w[2] * b[2] * inverse, plane->h1 = b[1] - w[5] * b[2] * inverse;
    plane->det = plane->s00 * plane->s11 - plane->s01 * plane->s01;
    if (inverses[1] > 0) {
        x = -(plane->s11 * plane->h0 - plane->s01 * plane->h1) * inverses[1];
        y = -(plane->s00 * plane->h1 - plane->s01 * plane->h0) * inverses[1];
        z = -(b[2] + w[2] * x + w[5] * y) * inverse;
        l[0] = x, l[1] = y, l[2] = z;
        if (z >= 0 && x * x + y * y <= mu * mu * z * z) return 1;
    }
    return 2;
}
TACT_PRIVATE int contact__local_begin(const tact_real w[9], const tact_real b[3], tact_real mu, contact__plane *plane,
                                      tact_real l[3]) {
    tact_real inverses[2];
    contact__local_inverses(w, inverses);
    return contact__local_open_or_stick(w, inverses, b, mu, plane, l);
}

/* Derivative along the cone's edge on the plane c_n = 0, in the polar angle: l_n = -b_n/den, l_t = mu l_n (cos, sin),
   f' = l_t'.(c_t) + shift l_n'. Returns 0 where the plane does not meet the cone (den <= 0). */
TACT_PRIVATE int contact__edge(const contact__plane *p, tact_real mu, tact_real shift, tact_real angle, tact_real l[3],
                               tact_real *slope) {
    tact_real c = tact_cos(angle), s = tact_sin(angle), den = p->wn + mu * (p->w0 * c + p->w1 * s), n, dn, d0, d1;
    if (!(den > TACT_EPSILON * p->wn)) return 0;
    n = -p->bn / den;
    dn = -n * mu * (p->w1 * c - p->w0 * s) / den;
    d0 = mu * (dn * c - n * s), d1 = mu * (dn * s + n * c);
    l[0] = mu * n * c, l[1] = mu * n * s, l[2] = n;
    *slope = d0 * (p->s00 * l[0] + p->s01 * l[1] + p->h0) + d1 * (p->s01 * l[0] + p->s11 * l[1] + p->h1) + shift * dn;
    return tact_finite(*slope);
}

/* Newton on the slope along the cone's edge from the direction `guess`, of the last visit; turns are rational (t = half
   the angle), so that no sine is taken. With u = (cos, sin), q = den'/den:
       l_t = mu n u,  n' = -n q,  n'' = n (2 q^2 - den''/den),  slope' = l_t''.(S l_t + h) + l_t'.S l_t' + shift n''.
   The set is convex, so a stationary point of the edge from which o lies outward is the minimum: then 1 is returned,
   else 0. */
TACT_PRIVATE int contact__slip_raisim_newton(const contact__plane *p, tact_real mu, tact_real shift,
                                             const tact_real guess[2], tact_real o0, tact_real o1, tact_real l[3]) {
    tact_real c = guess[0], s = guess[1], size = tact_sqrt(c * c + s * s), turn = 1;
    if (!(size > 0)) {
        c = o0, s = o1, size = tact_sqrt(c * c + s * s);
        if (!(size > 0)) return 0;
    }
    c /= size, s /= size;
    for (int k = 0; k < 12; ++k) {
        tact_real along = mu * (p->w0 * c + p->w1 * s), den = p->wn + along, q, n, dn, ddn;
        tact_real x0, x1, d0, d1, e0, e1, r0, r1, f, df, t, w;
        if (!(den > TACT_R(1e-6) * p->wn)) return 0;
        q = mu * (p->w1 * c - p->w0 * s) / den;
        n = -p->bn / den, dn = -n * q, ddn = n * (2 * q * q + along / den);
        x0 = mu * n * c, x1 = mu * n * s;
        if (turn * turn < TACT_EPSILON) { /* Newton: the next turn would be below rounding */
            l[0] = x0, l[1] = x1, l[2] = n;
            return (c + mu * p->w0 / p->wn) * (o0 - x0) + (s + mu * p->w1 / p->wn) * (o1 - x1) >= 0;
        }
        d0 = mu * (dn * c - n * s), d1 = mu * (dn * s + n * c);
        e0 = mu * (ddn * c - 2 * dn * s) - x0, e1 = mu * (ddn * s + 2 * dn * c) - x1;
        r0 = p->s00 * x0 + p->s01 * x1 + p->h0, r1 = p->s01 * x0 + p->s11 * x1 + p->h1;
        f = d0 * r0 + d1 * r1 + shift * dn;
        df = e0 * r0 + e1 * r1 + d0 * (p->s00 * d0 + p->s01 * d1) + d1 * (p->s01 * d0 + p->s11 * d1) + shift * ddn;
        if (!(df > 0)) return 0;
        turn = -f / df;
        if (!(tact_abs(turn) < 1)) turn = turn > 0 ? TACT_R(1) : TACT_R(-1);
        t = turn / 2, w = 1 / (1 + t * t);
        x0 = c;
        c = (c * (1 - t * t) - 2 * t * s) * w, s = (s * (1 - t * t) + 2 * t * x0) * w;
    }
    return 0;
}

/* Slip of the RaiSim model (Hwangbo, Lee & Hutter 2018; with the De Saxce shift: Le Lidec & Carpentier 2024): minimise
   the local energy on the cone's edge within c_n = 0. The edge is a conic around an admissible set that is convex, so
   the minimum is the point nearest (in the metric S) to the unconstrained optimum o. The search starts at the angle of
   o, which is on the arc visible from o, steps downhill by beta[0] growing by beta[2], shrinks by beta[1] when it
   leaves the visible arc or the branch den > 0, and closes in by bisection with secant steps (Illinois). Before that,
   where o is outside the set: Newton from the direction `guess` (contact__slip_raisim_newton). */
TACT_PRIVATE void contact__slip_raisim(const contact__plane *p, tact_real mu, tact_real shift, const tact_real beta[3],
                                       const tact_real guess[2], tact_real l[3]) {
    tact_real h0 = p->h0 - shift * p->w0 / p->wn, h1 = p->h1 - shift * p->w1 / p->wn; /* shift l_n is linear in l_t */
    tact_real o0 = 0, o1 = 0, on, lo, hi, flo, fhi, f, step, angle, try_l[3], direction, grad;
    int k, outside, side = 0;
    if (p->det > 0) {
        o0 = -(p->s11 * h0 - p->s01 * h1) / p->det, o1 = -(p->s00 * h1 - p->s01 * h0) / p->det;
    } else {
        o0 = -h0, o1 = -h1;
    }
    on = -(p->bn + p->w0 * o0 + p->w1 * o1) / p->wn;
    outside = !(on >= 0 && o0 * o0 + o1 * o1 <= mu * mu * on * on);
    if (outside && contact__slip_raisim_newton(p, mu, shift, guess, o0, o1, l)) return;
    lo = tact_atan2(o1, o0);
    if (!contact__edge(p, mu, shift, lo, l, &flo)) {
        lo = tact_atan2(p->w1, p->w0); /* den is largest there, > 0 */
        outside = 0;
        if (!contact__edge(p, mu, shift, lo, l, &flo)) {
            l[0] = l[1] = 0, l[2] = -p->bn / p->wn;
            return;
        }
    }
    if (!(flo < 0 || flo > 0)) return;
    direction = flo > 0 ? TACT_R(-1) : TACT_R(1);
    step = beta[0];
    fhi = 0, hi = lo;
    for (k = 0; k < 200; ++k) {
        int inside_arc = 0;
        angle = lo + direction * step;
        if (contact__edge(p, mu, shift, angle, try_l, &f)) {
            inside_arc = 1;
            if (outside) { /* gradient of |l_t| - mu l_n(l_t), pointing out, against the direction to o */
                grad = (tact_cos(angle) + mu * p->w0 / p->wn) * (o0 - try_l[0]) +
                       (tact_sin(angle) + mu * p->w1 / p->wn) * (o1 - try_l[1]);
                if (grad < 0 && f * direction < 0) inside_arc = 0;
            }
        }
        if (!inside_arc) {
            step *= beta[1];
            if (step < 4 * TACT_EPSILON) return;
            continue;
        }
        if (f * direction >= 0) {
            hi = angle, fhi = f;
            break;
        }
        lo = angle, flo = f;
        l[0] = try_l[0], l[1] = try_l[1], l[2] = try_l[2];
        step *= beta[2];
    }
    if (k == 200) return;
    for (k = 0; k < 100; ++k) {
        angle = fhi - flo > 0 || fhi - flo < 0 ? (lo * fhi - hi * flo) / (fhi - flo) : (lo + hi) / 2;
        if (!(tact_abs(angle - lo) < tact_abs(hi - lo)) || !(tact_abs(angle - hi) < tact_abs(hi - lo)) || k % 4 == 3)
            angle = (lo + hi) / 2;
        if (!contact__edge(p, mu, shift, angle, try_l, &f)) break;
        l[0] = try_l[0], l[1] = try_l[1], l[2] = try_l[2];
        if (f * direction < 0) {
            lo = angle, flo = f;
            if (side == 1) fhi /= 2;
            side = 1;
        } else {
            hi = angle, fhi = f;
            if (side == 2) flo /= 2;
            side = 2;
        }
        if (!(f < 0 || f > 0) || tact_abs(hi - lo) <= 4 * TACT_EPSILON) break;
    }
}

TACT_PRIVATE int contact__local_raisim(const tact_real w[9], const tact_real b[3], tact_real mu, tact_real l[3]) {
    static const tact_real beta[3] = {TACT_R(0.01), TACT_R(0.5), TACT_R(1.3)};
    contact__plane plane;
    tact_real stick[2];
    int mode = contact__local_begin(w, b, mu, &plane, l);
    stick[0] = l[0], stick[1] = l[1];
    if (mode == 2) contact__slip_raisim(&plane, mu, 0, beta, stick, l);
    return mode == 3 ? 2 : mode;
}

/* Slip of the NCP, exactly (Bonnefon & Daviet 2011, Daviet et al. 2011, in a bracketed form): c_t = -alpha l_t gives
   l_t(alpha) = -(S + alpha I)^-1 h, and alpha >= 0 is a root of |l_t| - mu l_n, which is positive at 0 (stick failed)
   and negative at infinity. Newton from the guess `alpha`, safeguarded by bisection: two divisions and a root a step, with
   (S + alpha I)^-1 from its adjugate and l_t' = -(S + alpha I)^-1 l_t. */
TACT_PRIVATE void contact__slip_exact(const contact__plane *p, tact_real mu, tact_real alpha, tact_real l[3]) {
    tact_real trace = p->s00 + p->s11, det = tact_max(p->det, 0), inverse = p->inverse;
    tact_real lo = 0, hi = TACT_REAL_MAX, x = 0, y = 0, z = 0, n = 0, s;
    tact_real least = trace > 0 ? det / trace : 0; /* about the smaller eigenvalue of S: what alpha is added to */
    int k;
    if (!(alpha > 0) || !tact_finite(alpha)) alpha = 0;
    if (!(det + alpha * (trace + alpha) > 0)) alpha = trace > 0 ? TACT_EPSILON * trace : TACT_EPSILON;
    for (k = 0; k < 200; ++k) {
        tact_real a = p->s00 + alpha, c = p->s11 + alpha, i = 1 / (det + alpha * (trace + alpha)), dx, dy, f, df, next;
        x = -(c * p->h0 - p->s01 * p->h1) * i, y = -(a * p->h1 - p->s01 * p->h0) * i;
        z = -(p->bn + p->w0 * x + p->w1 * y) * inverse;
        n = tact_sqrt(x * x + y * y);
        f = n - mu * z;
        if (tact_abs(f) <= 4 * TACT_EPSILON * (n + mu * inverse * (tact_abs(p->bn) + tact_abs(p->w0 * x) + tact_abs(p->w1 * y)))) break;
        if (f > 0) lo = alpha;
        else hi = alpha;
        if (hi - lo <= 4 * TACT_EPSILON * (hi + least)) break;
        dx = -(c * x - p->s01 * y) * i, dy = -(a * y - p->s01 * x) * i;
        df = x * dx + y * dy + mu * n * (p->w0 * dx + p->w1 * dy) * inverse; /* n times the slope */
        next = alpha - f * n / df;
        if (!(next > lo && next < hi)) {
            if (hi < TACT_REAL_MAX) next = (lo + hi) / 2;
            else next = tact_max(2 * alpha, tact_max(trace, tact_sqrt(p->h0 * p->h0 + p->h1 * p->h1) * p->wn / (mu * -p->bn)));
        }
        if (tact_abs(next - alpha) <= TACT_EPSILON * (alpha + least)) break; /* no further than rounding */
        alpha = next;
    }
    z = tact_max(z, 0);
    s = n > 0 ? mu * z / n : 0; /* land on the cone */
    l[0] = s * x, l[1] = s * y, l[2] = z;
}

/* Slip of the RaiSim model, analytically (Preclik 2014): minimise over |x| <= m - a.x on the plane c_n = 0, with
   m = -mu b_n/W_nn and a = mu w/W_nn. The KKT point x(nu) = -(S + nu Q)^-1 (h + nu m a), Q = I - a a^T, satisfies a
   quartic in nu >= 0, phi(nu) = x.x - (m - a.x)^2, which falls monotonically while |a| < 1 (the edge is an ellipse):
   Newton in a bracket finds the root without the cancellations of the closed form. Returns 0 where the edge is no
   ellipse or the optimum lies inside: the angle search treats those. */
TACT_PRIVATE int contact__slip_quartic(const contact__plane *p, tact_real mu, tact_real shift, tact_real l[3]) {
    tact_real inverse = 1 / p->wn, a0 = mu * p->w0 * inverse, a1 = mu * p->w1 * inverse, m = -mu * p->bn * inverse;
    tact_real h0 = p->h0 - shift * p->w0 * inverse, h1 = p->h1 - shift * p->w1 * inverse;
    tact_real q00 = 1 - a0 * a0, q01 = -a0 * a1, q11 = 1 - a1 * a1, nu = 0, lo = 0, hi = TACT_REAL_MAX;
    tact_real x0 = 0, x1 = 0, rest = 0, n, s;
    int k;
    if (a0 * a0 + a1 * a1 > TACT_R(0.98)) return 0;
    if (!(p->det > TACT_EPSILON * p->s00 * p->s11)) nu = TACT_EPSILON * (p->s00 + p->s11);
    for (k = 0; k < 200; ++k) {
        tact_real k00 = p->s00 + nu * q00, k01 = p->s01 + nu * q01, k11 = p->s11 + nu * q11;
        tact_real det = k00 * k11 - k01 * k01, r0 = h0 + nu * m * a0, r1 = h1 + nu * m * a1, g0, g1, phi, slope, next;
        if (!(det > 0)) return 0;
        x0 = -(k11 * r0 - k01 * r1) / det, x1 = -(k00 * r1 - k01 * r0) / det;
        rest = m - a0 * x0 - a1 * x1;
        phi = x0 * x0 + x1 * x1 - rest * rest;
        if (rest < 0) phi = x0 * x0 + x1 * x1 + rest * rest; /* the mirror branch of the square is outside as well */
        if (k == 0 && !(phi > 0)) return 0;
        if (tact_abs(phi) <= 4 * TACT_EPSILON * (x0 * x0 + x1 * x1 + rest * rest)) break;
        if (phi > 0) lo = nu;
        else hi = nu;
        if (hi - lo <= 4 * TACT_EPSILON * hi) break;
        g0 = q00 * x0 + q01 * x1 + m * a0, g1 = q01 * x0 + q11 * x1 + m * a1;
        slope = -2 * (g0 * (k11 * g0 - k01 * g1) + g1 * (k00 * g1 - k01 * g0)) / det;
        next = nu - phi / slope;
        if (!(next > lo && next < hi)) next = hi < TACT_REAL_MAX ? (lo + hi) / 2 : 2 * nu + p->s00 + p->s11;
        nu = next;
    }
    n = tact_sqrt(x0 * x0 + x1 * x1);
    l[2] = tact_max(-(p->bn + p->w0 * x0 + p->w1 * x1) * inverse, 0);
    s = n > 0 ? mu * l[2] / n : 0;
    l[0] = s * x0, l[1] = s * x1;
    return 1;
}

/* Largest eigenvalue of a symmetric 3x3 (row-major), by the trigonometric form of the characteristic cubic. */
TACT_PRIVATE tact_real contact__largest_eigenvalue3(const tact_real a[9]) {
    tact_real p1 = a[1] * a[1] + a[2] * a[2] + a[5] * a[5], q = (a[0] + a[4] + a[8]) / 3, p2, p, r, b[9];
    int k;
    p2 = (a[0] - q) * (a[0] - q) + (a[4] - q) * (a[4] - q) + (a[8] - q) * (a[8] - q) + 2 * p1;
    p = tact_sqrt(p2 / 6);
    if (!(p > 0)) return q;
    for (k = 0; k < 9; ++k) b[k] = (a[k] - (k % 4 == 0 ? q : 0)) / p;
    r = (b[0] * (b[4] * b[8] - b[5] * b[5]) - b[1] * (b[1] * b[8] - b[5] * b[2]) + b[2] * (b[1] * b[5] - b[4] * b[2])) / 2;
    return q + 2 * p * tact_cos(tact_acos(tact_clamp(r, -1, 1)) / 3);
}
TACT_PRIVATE tact_real contact__largest_eigenvalue2(tact_real a, tact_real b, tact_real off) {
    return (a + b + tact_sqrt((a - b) * (a - b) + 4 * off * off)) / 2;
}

/* The splitting methods are one Gauss-Seidel sweep in velocity space with a rule per contact. A visit computes the
   velocity c_i of the rows from the current body velocities, lets the rule change l_i (with c_i updated through the
   diagonal block W), and applies the difference to the bodies: the matrix G is never formed, cost and memory are linear.
   Invariant: velocity = v_free + M^-1 J^T impulse; it is refreshed now and then against round-off. */
typedef struct contact__sweep_state {
    contact_method method;
    tact_real omega;  /* relaxation: weight of the new value */
    tact_real alpha;  /* weight of the new value of the bisection with De Saxce shift */
    tact_real factor; /* step factor of the proximal method */
    tact_real change2, size2; /* squared norms of the last sweep's change and of the impulse */
    const tact_real *beta;
    int facets;
} contact__sweep_state;

/* Steps of the projection rules, once per solve: reciprocals of what bounds each sub-block from above, so that each
   local step descends. (Common printed choices, 1/min of the diagonal and 3/trace, can overshoot and cycle.) For the exact
   one-contact rules: contact__local_inverses. */
TACT_PRIVATE void contact__local_steps(contact__context *x) {
    int i, k, exact = x->method == CONTACT_METHOD_NCP_NBGS || x->method == CONTACT_METHOD_NCP_NBGS_QUARTIC ||
                      x->method == CONTACT_METHOD_RAISIM || x->method == CONTACT_METHOD_RAISIM_DS;
    for (i = 0; i < x->constraint_count; ++i) {
        contact__constraint *c = &x->constraints[i];
        tact_real w[9];
        const tact_real *r = x->compliance + c->first_row;
        if (c->kind != CONTACT_KIND_CONTACT) continue;
        if (exact) {
            contact__local_block(x->blocks + c->block, r, w);
            contact__local_inverses(w, c->step);
            continue;
        }
        for (k = 0; k < 9; ++k) w[k] = x->blocks[c->block + k];
        for (k = 0; k < 3; ++k) w[4 * k] += r[k];
        c->step[2] = 1 / w[8];
        if (x->method == CONTACT_METHOD_CCP_PGS) {
            c->step[0] = c->step[1] = c->step[2] = 1 / contact__largest_eigenvalue3(w);
        } else if (x->method == CONTACT_METHOD_LCP_PGS && x->config->facets < 3) {
            c->step[0] = 1 / w[0], c->step[1] = 1 / w[4];
        } else {
            c->step[0] = c->step[1] = 1 / contact__largest_eigenvalue2(w[0], w[4], w[1]);
        }
    }
}

/* The rule of one contact: from impulse l and velocity c (of the current state) to the new impulse, in place.
   w: G_ii without compliance, r: compliance. */
TACT_ALWAYS_INLINE void contact__contact_rule(const contact__sweep_state *s, const contact__constraint *q,
                                              const tact_real *w, const tact_real *r, tact_real c[3], tact_real l[3]) {
    tact_real d, old0, old1, omega = s->omega;
    switch (s->method) {
    case CONTACT_METHOD_NCP_PGS:
    case CONTACT_METHOD_NCP_PROX: /* normal first, then the disk with the new radius (Studer 2009; Erleben 2017) */
        if (s->method == CONTACT_METHOD_NCP_PROX) omega *= s->factor;
        d = tact_max(l[2] - omega * c[2] * q->step[2], 0) - l[2];
        l[2] += d;
        l[0] -= omega * (c[0] + w[2] * d) * q->step[0];
        l[1] -= omega * (c[1] + w[5] * d) * q->step[1];
        contact__project_disk(q->mu * l[2], l);
        return;
    case CONTACT_METHOD_LCP_PGS:
        d = tact_max(l[2] - omega * c[2] * q->step[2], 0) - l[2];
        l[2] += d;
        c[0] += w[2] * d, c[1] += w[5] * d;
        if (s->facets < 3) { /* the box: each direction by itself, seeing the other's change */
            old0 = l[0];
            l[0] = tact_clamp(l[0] - omega * c[0] * q->step[0], -q->mu * l[2], q->mu * l[2]);
            c[1] += w[3] * (l[0] - old0);
            l[1] = tact_clamp(l[1] - omega * c[1] * q->step[1], -q->mu * l[2], q->mu * l[2]);
        } else {
            l[0] -= omega * c[0] * q->step[0];
            l[1] -= omega * c[1] * q->step[1];
            contact__project_polygon(s->facets, q->mu * l[2], l);
        }
        return;
    case CONTACT_METHOD_CCP_PGS: {
        tact_real y[3];
        int repeat, k;
        for (repeat = 0;; ++repeat) {
            for (k = 0; k < 3; ++k) y[k] = l[k] - omega * q->step[0] * c[k];
            contact__project_cone(q->mu, y, y);
            for (k = 0; k < 3; ++k) d = y[k] - l[k], l[k] = y[k], y[k] = d;
            if (repeat == 1) return;
            c[0] += (w[0] + r[0]) * y[0] + w[1] * y[1] + w[2] * y[2];
            c[1] += w[3] * y[0] + (w[4] + r[1]) * y[1] + w[5] * y[2];
            c[2] += w[6] * y[0] + w[7] * y[1] + (w[8] + r[2]) * y[2];
        }
    }
    default: break;
    }
    { /* exact one-contact solutions */
        tact_real full[9], b[3], next[3], size;
        contact__plane plane;
        int mode, k;
        contact__local_block(w, r, full);
        for (k = 0; k < 3; ++k) b[k] = c[k] - full[3 * k] * l[0] - full[3 * k + 1] * l[1] - full[3 * k + 2] * l[2];
        mode = contact__local_open_or_stick(full, q->step, b, q->mu, &plane, next);
        if (mode == 2) {
            if (s->method == CONTACT_METHOD_NCP_NBGS) {
                size = l[0] * l[0] + l[1] * l[1]; /* c_t = -alpha l_t of the last visit is the guess */
                contact__slip_exact(&plane, q->mu, size > 0 ? -(c[0] * l[0] + c[1] * l[1]) / size : 0, next);
            } else {
                tact_real shift = s->method == CONTACT_METHOD_RAISIM ? 0 : q->mu * tact_sqrt(c[0] * c[0] + c[1] * c[1]);
                if (s->method != CONTACT_METHOD_NCP_NBGS_QUARTIC || !contact__slip_quartic(&plane, q->mu, shift, next))
                    contact__slip_raisim(&plane, q->mu, shift, s->beta, l, next);
            }
        }
        if (s->method == CONTACT_METHOD_RAISIM_DS) omega *= s->alpha;
        old0 = l[0], old1 = l[1], d = l[2];
        l[0] = next[0], l[1] = next[1], l[2] = next[2];
        if (omega < 1 || omega > 1) {
            l[0] = old0 + omega * (l[0] - old0), l[1] = old1 + omega * (l[1] - old1);
            l[2] = tact_max(d + omega * (l[2] - d), 0);
            contact__project_disk(q->mu * l[2], l);
        }
    }
}

/* Limits, joints (block solve) and boxes, in place. `factor`: Cholesky factor of a joint's block. */
TACT_PRIVATE void contact__other_rule(const contact__context *x, const contact__sweep_state *s,
                                      const contact__constraint *q, const tact_real *factor, tact_real *c, tact_real *l) {
    const tact_real *w = x->blocks + q->block, *r = x->compliance + q->first_row, *a = x->bound + q->first_row;
    tact_real omega = s->omega, d;
    int k, j, n = q->rows;
    if (s->method == CONTACT_METHOD_NCP_PROX) omega *= s->factor;
    if (q->kind == CONTACT_KIND_LIMIT) {
        l[0] = tact_max(l[0] - omega * c[0] / (w[0] + r[0]), 0);
    } else if (q->kind == CONTACT_KIND_JOINT) {
        contact__factor_solve(n, factor, c);
        for (k = 0; k < n; ++k) l[k] -= omega * c[k];
    } else {
        for (k = 0; k < n; ++k) {
            tact_real diagonal = w[k * n + k] + r[k];
            d = tact_clamp(l[k] - omega * c[k] / diagonal, -a[k], a[k]) - l[k];
            l[k] += d;
            c[k] += r[k] * d;
            for (j = 0; j < n; ++j) c[j] += w[j * n + k] * d;
        }
    }
}

/* A contact in point form: the inner loop of every pile. */
TACT_ALWAYS_INLINE void contact__visit_point(contact__context *x, contact__sweep_state *s, const contact__constraint *q) {
    const contact__tree *ta = q->tree_a >= 0 ? &x->trees[q->tree_a] : (const contact__tree *)0;
    const contact__tree *tb = q->tree_b >= 0 ? &x->trees[q->tree_b] : (const contact__tree *)0;
    tact_real *va = ta ? x->velocity + ta->first_dof : (tact_real *)0;
    tact_real *vb = tb ? x->velocity + tb->first_dof : (tact_real *)0;
    tact_real *l = x->impulse + q->first_row;
    const tact_real *r = x->compliance + q->first_row, *bias = x->bias + q->first_row;
    tact_real c[3], old[3], d[3], w[3];
    tact_vec3 u = tact_vec(0, 0, 0), f, m;
    if (tb) u = tact_add(tact_vec(vb[0], vb[1], vb[2]), tact_cross(tact_vec(vb[3], vb[4], vb[5]), q->arm_b));
    if (ta)
        u = tact_sub(u, tact_add(tact_vec(va[0], va[1], va[2]), tact_cross(tact_vec(va[3], va[4], va[5]), q->arm_a)));
    old[0] = l[0], old[1] = l[1], old[2] = l[2];
    c[0] = tact_dot(q->t1, u) + bias[0] + r[0] * l[0];
    c[1] = tact_dot(q->t2, u) + bias[1] + r[1] * l[1];
    c[2] = tact_dot(q->n, u) + bias[2] + r[2] * l[2];
    contact__contact_rule(s, q, x->blocks + q->block, r, c, l);
    d[0] = l[0] - old[0], d[1] = l[1] - old[1], d[2] = l[2] - old[2];
    s->change2 += d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    s->size2 += l[0] * l[0] + l[1] * l[1] + l[2] * l[2];
    f = tact_vec(d[0] * q->t1.x + d[1] * q->t2.x + d[2] * q->n.x, d[0] * q->t1.y + d[1] * q->t2.y + d[2] * q->n.y,
                 d[0] * q->t1.z + d[1] * q->t2.z + d[2] * q->n.z);
    if (tb) {
        m = tact_cross(q->arm_b, f);
        contact__symmetric3_mul(tb->inverse_inertia, m.x, m.y, m.z, w);
        vb[0] += tb->inverse_mass * f.x, vb[1] += tb->inverse_mass * f.y, vb[2] += tb->inverse_mass * f.z;
        vb[3] += w[0], vb[4] += w[1], vb[5] += w[2];
    }
    if (ta) {
        m = tact_cross(q->arm_a, f);
        contact__symmetric3_mul(ta->inverse_inertia, m.x, m.y, m.z, w);
        va[0] -= ta->inverse_mass * f.x, va[1] -= ta->inverse_mass * f.y, va[2] -= ta->inverse_mass * f.z;
        va[3] -= w[0], va[4] -= w[1], va[5] -= w[2];
    }
}

/* A contact of a problem in matrix form that has contacts alone. */
TACT_ALWAYS_INLINE void contact__visit_matrix(contact__context *x, contact__sweep_state *s, int i) {
    const contact__constraint *q = &x->constraints[i];
    const tact_real *r = x->compliance + 3 * i, *g = x->free_constraint + 3 * i;
    tact_real *l = x->impulse + 3 * i, c[3], old[3], d[3];
    contact__delassus_row(x, i, x->impulse, c);
    for (int k = 0; k < 3; ++k) c[k] += g[k] + r[k] * l[k], old[k] = l[k];
    contact__contact_rule(s, q, x->blocks + q->block, r, c, l);
    for (int k = 0; k < 3; ++k) d[k] = l[k] - old[k];
    s->change2 += d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    s->size2 += l[0] * l[0] + l[1] * l[1] + l[2] * l[2];
}

/* Any other constraint, and every constraint of other problems in matrix form. */
TACT_PRIVATE void contact__visit(contact__context *x, contact__sweep_state *s, int i, const tact_real *factor) {
    const contact__constraint *q = &x->constraints[i];
    tact_real *l = x->impulse + q->first_row, c[6], old[6], d[6];
    const tact_real *r = x->compliance + q->first_row;
    int k;
    if (x->delassus) {
        contact__delassus_row(x, i, x->impulse, c);
        for (k = 0; k < q->rows; ++k) c[k] += x->free_constraint[q->first_row + k] + r[k] * l[k];
    } else {
        contact__row_velocity(x, i, x->velocity, c);
        for (k = 0; k < q->rows; ++k) c[k] += x->bias[q->first_row + k] + r[k] * l[k];
    }
    for (k = 0; k < q->rows; ++k) old[k] = l[k];
    if (q->kind == CONTACT_KIND_CONTACT) contact__contact_rule(s, q, x->blocks + q->block, r, c, l);
    else contact__other_rule(x, s, q, factor, c, l);
    for (k = 0; k < q->rows; ++k) {
        d[k] = l[k] - old[k];
        s->change2 += d[k] * d[k], s->size2 += l[k] * l[k];
    }
    if (!x->delassus) contact__add_impulse(x, i, d, x->velocity);
}

/* ---- sweeps of many contacts side by side ----
   A visit waits for the one before it when they share a body, and reads fields from five arrays: in a pile both cost more than its
   arithmetic. So contacts are coloured (no two of a colour share a moving body; first fit, one bit a body and colour), and those of
   a colour are bundled, each field CONTACT__LANES wide, the bodies' velocities gathered before and scattered after. Within a colour
   the order does not matter, so a bundle does what contact__visit_point would do to its contacts one after the other.
   A lane type of gcc and clang, or one lane after the other: the same sums, the same bits.
   After Catto, "SIMD matters" (2024), and the graph colouring of Tonge, Benevolenski & Voroshilov (2012). */
enum { CONTACT__LANES = 32 / sizeof(tact_real), CONTACT__COLOURS = 64, CONTACT__BUNDLE_LEAST = 24 };
#if !defined(TACT_NO_SIMD) && (defined(__GNUC__) || defined(__clang__)) && !defined(__TINYC__)
typedef tact_real contact__lanes __attribute__((vector_size(32)));
#ifdef TACT_FLOAT
typedef int32_t contact__lane_mask __attribute__((vector_size(32)));
#define CONTACT__EACH(f) {f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)}
#else
typedef int64_t contact__lane_mask __attribute__((vector_size(32)));
#define CONTACT__EACH(f) {f(0), f(1), f(2), f(3)}
#endif
enum { CONTACT__PACKS = 1 }; /* values of the lane type in a bundle */
#define CONTACT__FILL(out, f)                            \
    {                                                    \
        const contact__lanes each = CONTACT__EACH(f);    \
        (out)[0] = each;                                 \
    }
#define CONTACT__LANE(value, l) ((value)[0][l])
#define CONTACT__POSITIVE(y) ((contact__lanes)(((y) > 0) & (contact__lane_mask)(y)))
#else
typedef tact_real contact__lanes;
enum { CONTACT__PACKS = CONTACT__LANES };
#define CONTACT__FILL(out, f) \
    for (int lane = 0; lane < CONTACT__LANES; ++lane) (out)[lane] = f(lane);
#define CONTACT__LANE(value, l) ((value)[l])
#define CONTACT__POSITIVE(y) ((y) > 0 ? (y) : 0)
#endif

typedef contact__lanes contact__wide[CONTACT__PACKS];
typedef struct contact__bundle {
    contact__wide n[3], t[3], arm_a[3], arm_b[3], bias[3], impulse[3];
    contact__wide mass_a, mass_b, step_n, step_t, slant[2], mu; /* mass: inverse; slant: G_t1,n and G_t2,n */
    int a[CONTACT__LANES], b[CONTACT__LANES], source[CONTACT__LANES]; /* moving bodies, 0: the world; constraint, -1: none */
} contact__bundle;
typedef struct contact__hot { /* what a sweep changes of a body; the first one is the world and stays zero */
    tact_real v[4], w[4];
} contact__hot;
typedef struct contact__bundles {
    contact__bundle *bundle;
    contact__wide *turn; /* inverse inertias of a, then b: six each, or one where all are the same about every axis */
    contact__hot *mover;
    int count, round;
} contact__bundles;

TACT_ALWAYS_INLINE void contact__wide_cross(contact__wide *a, contact__wide *b, int p, contact__lanes r[3]) {
    r[0] = a[1][p] * b[2][p] - a[2][p] * b[1][p];
    r[1] = a[2][p] * b[0][p] - a[0][p] * b[2][p];
    r[2] = a[0][p] * b[1][p] - a[1][p] * b[0][p];
}
TACT_ALWAYS_INLINE void contact__visit_bundle(contact__bundle *q, contact__wide *turn, contact__hot *mover, int round,
                                              contact__wide *change2, contact__wide *size2) {
    contact__wide va[3], wa[3], vb[3], wb[3], y[2], dn, radius, reach, length2, scale;
    contact__lanes r[3], s[3], t2[3], u[3], d[3], f[3], m[3], w[3];
    int p, k, l, outside = 0;
#define CONTACT__OF_A(lane) mover[q->a[lane]].v[k]
#define CONTACT__OF_B(lane) mover[q->b[lane]].v[k]
#define CONTACT__TURN_A(lane) mover[q->a[lane]].w[k]
#define CONTACT__TURN_B(lane) mover[q->b[lane]].w[k]
    for (k = 0; k < 3; ++k) {
        CONTACT__FILL(va[k], CONTACT__OF_A)
        CONTACT__FILL(wa[k], CONTACT__TURN_A)
        CONTACT__FILL(vb[k], CONTACT__OF_B)
        CONTACT__FILL(wb[k], CONTACT__TURN_B)
    }
#undef CONTACT__OF_A
#undef CONTACT__OF_B
#undef CONTACT__TURN_A
#undef CONTACT__TURN_B
    for (p = 0; p < CONTACT__PACKS; ++p) { /* c, and the rule up to the friction disk */
        contact__wide_cross(wa, q->arm_a, p, r);
        contact__wide_cross(wb, q->arm_b, p, s);
        contact__wide_cross(q->n, q->t, p, t2);
        for (k = 0; k < 3; ++k) u[k] = (vb[k][p] + s[k]) - (va[k][p] + r[k]);
        d[0] = q->t[0][p] * u[0] + q->t[1][p] * u[1] + q->t[2][p] * u[2] + q->bias[0][p];
        d[1] = t2[0] * u[0] + t2[1] * u[1] + t2[2] * u[2] + q->bias[1][p];
        d[2] = q->n[0][p] * u[0] + q->n[1][p] * u[1] + q->n[2][p] * u[2] + q->bias[2][p];
        m[0] = q->impulse[2][p] - d[2] * q->step_n[p];
        dn[p] = CONTACT__POSITIVE(m[0]) - q->impulse[2][p];
        radius[p] = q->mu[p] * (q->impulse[2][p] + dn[p]);
        y[0][p] = q->impulse[0][p] - (d[0] + q->slant[0][p] * dn[p]) * q->step_t[p];
        y[1][p] = q->impulse[1][p] - (d[1] + q->slant[1][p] * dn[p]) * q->step_t[p];
        length2[p] = y[0][p] * y[0][p] + y[1][p] * y[1][p];
        reach[p] = radius[p] * radius[p];
    }
    for (l = 0; l < CONTACT__LANES; ++l) outside |= !(CONTACT__LANE(length2, l) <= CONTACT__LANE(reach, l));
    if (outside) { /* contact__project_disk */
#define CONTACT__SHRINK(lane) \
    (CONTACT__LANE(length2, lane) <= CONTACT__LANE(reach, lane) ? 1 : CONTACT__LANE(radius, lane) / tact_sqrt(CONTACT__LANE(length2, lane)))
        CONTACT__FILL(scale, CONTACT__SHRINK)
#undef CONTACT__SHRINK
        for (p = 0; p < CONTACT__PACKS; ++p) y[0][p] *= scale[p], y[1][p] *= scale[p];
    }
    for (p = 0; p < CONTACT__PACKS; ++p) {
        d[0] = y[0][p] - q->impulse[0][p], d[1] = y[1][p] - q->impulse[1][p], d[2] = dn[p];
        q->impulse[0][p] = y[0][p], q->impulse[1][p] = y[1][p], q->impulse[2][p] += dn[p];
        (*change2)[p] += d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
        (*size2)[p] += y[0][p] * y[0][p] + y[1][p] * y[1][p] + q->impulse[2][p] * q->impulse[2][p];
        contact__wide_cross(q->n, q->t, p, t2);
        for (k = 0; k < 3; ++k) f[k] = d[0] * q->t[k][p] + d[1] * t2[k] + d[2] * q->n[k][p];
        for (int side = 0; side < 2; ++side) {
            contact__wide *arm = side ? q->arm_b : q->arm_a, *v = side ? vb : va, *spin = side ? wb : wa;
            contact__wide *i = side ? turn + (round ? 1 : 6) : turn;
            contact__lanes mass = side ? q->mass_b[p] : q->mass_a[p];
            m[0] = arm[1][p] * f[2] - arm[2][p] * f[1];
            m[1] = arm[2][p] * f[0] - arm[0][p] * f[2];
            m[2] = arm[0][p] * f[1] - arm[1][p] * f[0];
            if (round) {
                w[0] = i[0][p] * m[0], w[1] = i[0][p] * m[1], w[2] = i[0][p] * m[2];
            } else {
                w[0] = i[0][p] * m[0] + i[3][p] * m[1] + i[4][p] * m[2];
                w[1] = i[3][p] * m[0] + i[1][p] * m[1] + i[5][p] * m[2];
                w[2] = i[4][p] * m[0] + i[5][p] * m[1] + i[2][p] * m[2];
            }
            for (k = 0; k < 3; ++k) {
                if (side) v[k][p] += mass * f[k], spin[k][p] += w[k];
                else v[k][p] -= mass * f[k], spin[k][p] -= w[k];
            }
        }
    }
    for (l = 0; l < CONTACT__LANES; ++l) {
        contact__hot *a = &mover[q->a[l]], *b = &mover[q->b[l]];
        for (k = 0; k < 3; ++k) {
            a->v[k] = CONTACT__LANE(va[k], l), a->w[k] = CONTACT__LANE(wa[k], l);
            b->v[k] = CONTACT__LANE(vb[k], l), b->w[k] = CONTACT__LANE(wb[k], l);
        }
    }
}
TACT_PRIVATE void contact__sweep_bundles(contact__bundles *all, contact__sweep_state *s) {
    contact__wide change2, size2;
    int i, l;
    TACT_MEMSET(change2, 0, sizeof change2);
    TACT_MEMSET(size2, 0, sizeof size2);
    for (i = 0; all->round && i < all->count; ++i)
        contact__visit_bundle(&all->bundle[i], all->turn + 2 * i, all->mover, 1, &change2, &size2);
    for (i = 0; !all->round && i < all->count; ++i)
        contact__visit_bundle(&all->bundle[i], all->turn + 12 * i, all->mover, 0, &change2, &size2);
    for (l = 0; l < CONTACT__LANES; ++l) s->change2 += CONTACT__LANE(change2, l), s->size2 += CONTACT__LANE(size2, l);
}
/* Bundles of the contacts of an island where all is as they need it: enough contacts between free bodies, without compliance, no
   other constraints, and colours for all but a few. Returns 1; 0: sweep them one by one; or CONTACT_NO_SPACE. O(contacts). */
TACT_PRIVATE int contact__bundle_contacts(contact__context *x, contact__bundles *all) {
    int count[CONTACT__COLOURS + 2], i, k, t, l, turns, extra = 0, *colour;
    uint64_t *used;
    TACT_MEMSET(all, 0, sizeof *all);
    if (x->constraint_count < CONTACT__BUNDLE_LEAST || x->contact_count != x->constraint_count || x->delassus) return 0;
    all->round = 1;
    for (t = 0; t < x->tree_count; ++t) {
        const tact_real *inertia = x->trees[t].inverse_inertia;
        if (!x->trees[t].body) return 0;
        if (inertia[0] < inertia[1] || inertia[0] > inertia[1] || inertia[1] < inertia[2] || inertia[1] > inertia[2]) all->round = 0;
        for (k = 3; k < 6; ++k)
            if (inertia[k] < 0 || inertia[k] > 0) all->round = 0;
    }
    for (i = 0; i < x->row_count; ++i)
        if (x->compliance[i] > 0) return 0;
    colour = CONTACT__TAKE(&x->scratch, x->constraint_count, int);
    all->mover = CONTACT__TAKE(&x->scratch, x->tree_count + 1, contact__hot);
    if (contact__exhausted(&x->scratch)) return CONTACT_NO_SPACE;
    used = (uint64_t *)(void *)all->mover; /* until the velocities come in */
    TACT_MEMSET(all->mover, 0, (size_t)(x->tree_count + 1) * sizeof *all->mover);
    TACT_MEMSET(count, 0, sizeof count);
    for (i = 0; i < x->constraint_count; ++i) {
        const contact__constraint *q = &x->constraints[i];
        uint64_t taken = 0, bit = 1;
        if (!q->point) return 0;
        if (q->tree_a >= 0) taken |= used[q->tree_a];
        if (q->tree_b >= 0) taken |= used[q->tree_b];
        if (q->tree_a >= 0 && q->tree_b >= 0) {
            for (k = 0; k < CONTACT__COLOURS && (taken & bit); ++k) bit <<= 1;
        } else { /* what does not move comes last and has the last word */
            bit <<= CONTACT__COLOURS - 1;
            for (k = CONTACT__COLOURS - 1; k >= 0 && (taken & bit); --k) bit >>= 1;
            if (k < 0) k = CONTACT__COLOURS;
        }
        if (q->tree_a >= 0) used[q->tree_a] |= bit;
        if (q->tree_b >= 0) used[q->tree_b] |= bit;
        colour[i] = k;
        ++count[k + 1];
    }
    extra = count[CONTACT__COLOURS + 1]; /* without a colour: a bundle each, after all others */
    if (extra > x->constraint_count / 16) return 0;
    for (k = 0; k < CONTACT__COLOURS; ++k) { /* lanes before the first of a colour */
        all->count += (count[k + 1] + CONTACT__LANES - 1) / CONTACT__LANES;
        count[k + 1] = all->count * CONTACT__LANES;
    }
    all->count += extra;
    all->bundle = CONTACT__TAKE(&x->scratch, all->count, contact__bundle);
    turns = all->round ? 2 : 12;
    all->turn = CONTACT__TAKE(&x->scratch, all->count * turns, contact__wide);
    if (contact__exhausted(&x->scratch)) return CONTACT_NO_SPACE;
    for (i = 0, k = 0; i < all->count; ++i) { /* the last of a colour, and those without, may have empty lanes */
        while (k < CONTACT__COLOURS && count[k + 1] <= i * CONTACT__LANES) ++k;
        if (k < CONTACT__COLOURS && count[k + 1] != (i + 1) * CONTACT__LANES) continue;
        TACT_MEMSET(&all->bundle[i], 0, sizeof *all->bundle);
        TACT_MEMSET(all->turn + i * turns, 0, (size_t)turns * sizeof *all->turn);
        for (l = 0; l < CONTACT__LANES; ++l) all->bundle[i].source[l] = -1;
    }
    TACT_MEMSET(all->mover, 0, (size_t)(x->tree_count + 1) * sizeof *all->mover);
    for (t = 0; t < x->tree_count; ++t) {
        const tact_real *v = x->velocity + x->trees[t].first_dof;
        for (k = 0; k < 3; ++k) all->mover[t + 1].v[k] = v[k], all->mover[t + 1].w[k] = v[3 + k];
    }
    for (i = 0; i < x->constraint_count; ++i) {
        const contact__constraint *q = &x->constraints[i];
        int at = count[colour[i]], block = q->block;
        contact__bundle *to = &all->bundle[at / CONTACT__LANES];
        contact__wide *turn = all->turn + at / CONTACT__LANES * turns;
        count[colour[i]] += colour[i] < CONTACT__COLOURS ? 1 : CONTACT__LANES;
        l = at % CONTACT__LANES;
        to->a[l] = q->tree_a + 1, to->b[l] = q->tree_b + 1, to->source[l] = i;
        CONTACT__LANE(to->n[0], l) = q->n.x, CONTACT__LANE(to->n[1], l) = q->n.y, CONTACT__LANE(to->n[2], l) = q->n.z;
        CONTACT__LANE(to->t[0], l) = q->t1.x, CONTACT__LANE(to->t[1], l) = q->t1.y, CONTACT__LANE(to->t[2], l) = q->t1.z;
        CONTACT__LANE(to->arm_a[0], l) = q->arm_a.x, CONTACT__LANE(to->arm_a[1], l) = q->arm_a.y, CONTACT__LANE(to->arm_a[2], l) = q->arm_a.z;
        CONTACT__LANE(to->arm_b[0], l) = q->arm_b.x, CONTACT__LANE(to->arm_b[1], l) = q->arm_b.y, CONTACT__LANE(to->arm_b[2], l) = q->arm_b.z;
        for (k = 0; k < 3; ++k) {
            CONTACT__LANE(to->bias[k], l) = x->bias[q->first_row + k];
            CONTACT__LANE(to->impulse[k], l) = x->impulse[q->first_row + k];
        }
        CONTACT__LANE(to->step_n, l) = q->step[2], CONTACT__LANE(to->step_t, l) = q->step[0];
        CONTACT__LANE(to->slant[0], l) = x->blocks[block + 2], CONTACT__LANE(to->slant[1], l) = x->blocks[block + 5];
        CONTACT__LANE(to->mu, l) = q->mu;
        CONTACT__LANE(to->mass_a, l) = q->tree_a >= 0 ? x->trees[q->tree_a].inverse_mass : 0;
        CONTACT__LANE(to->mass_b, l) = q->tree_b >= 0 ? x->trees[q->tree_b].inverse_mass : 0;
        for (k = 0; k < turns / 2; ++k) {
            CONTACT__LANE(turn[k], l) = q->tree_a >= 0 ? x->trees[q->tree_a].inverse_inertia[k] : 0;
            CONTACT__LANE(turn[turns / 2 + k], l) = q->tree_b >= 0 ? x->trees[q->tree_b].inverse_inertia[k] : 0;
        }
    }
    return 1;
}
/* Impulses and velocities back from the bundles. */
TACT_PRIVATE void contact__unbundle(contact__context *x, const contact__bundles *all) {
    int i, k, l, t;
    for (i = 0; i < all->count; ++i)
        for (l = 0; l < CONTACT__LANES; ++l)
            for (k = 0; k < 3 && all->bundle[i].source[l] >= 0; ++k)
                x->impulse[x->constraints[all->bundle[i].source[l]].first_row + k] = CONTACT__LANE(all->bundle[i].impulse[k], l);
    for (t = 0; t < x->tree_count; ++t) {
        tact_real *v = x->velocity + x->trees[t].first_dof;
        for (k = 0; k < 3; ++k) v[k] = all->mover[t + 1].v[k], v[3 + k] = all->mover[t + 1].w[k];
    }
}

/* Sweeps without residuals: the change d_k of the impulses shrinks by a rate q per sweep, which leaves an error of about
   d_k q/(1 - q). Ends when that is below `coarse`, at least after four sweeps; or, when the limit would
   come first, as soon as the rate is known, so that another method can take over. */
TACT_PRIVATE contact_status contact__sweep_coarsely(contact__context *x, contact__sweep_state *s, const tact_real *factors,
                                                    contact__bundles *bundles) {
    tact_real first = 0, rate = 1, error = 0;
    s->omega = 1;
    x->velocity_current = 1; /* every visit keeps the two together */
    for (int sweep = 1; sweep <= x->max_iterations; ++sweep) {
        s->change2 = s->size2 = 0;
        if (bundles) contact__sweep_bundles(bundles, s);
        for (int i = 0; !bundles && i < x->constraint_count; ++i) {
            const contact__constraint *q = &x->constraints[i];
            if (q->point) contact__visit_point(x, s, q);
            else contact__visit(x, s, i, q->kind == CONTACT_KIND_JOINT ? factors + 36 * q->other : (tact_real *)0);
        }
        x->iterations = sweep;
        if (!tact_finite(s->size2)) break;
        if (sweep % 4 == 2) first = s->change2;
        if (sweep % 4 != 0) continue;
        /* two sweeps between the changes compared: rate^2 = |d_k| / |d_k-2| */
        rate = first > 0 ? tact_sqrt(tact_sqrt(s->change2 / first)) : 0;
        rate = tact_min(rate, TACT_R(0.9999));
        error = tact_sqrt(s->change2) * rate / (1 - rate);
        if (error <= x->coarse) {
            x->coarse_met = 1;
            return CONTACT_OK;
        }
        /* sweeps still needed: log(error / wanted) / -log(rate) */
        if (!x->coarse_patient && sweep >= 8 &&
            error * tact_exp(tact_log(rate) * (tact_real)(x->max_iterations - sweep)) > x->coarse)
            break;
    }
    return tact_finite(s->size2) ? CONTACT_NOT_CONVERGED : CONTACT_FAILED;
}

TACT_PRIVATE size_t contact__splitting_scratch(const contact__shape *shape, const contact_config *config) {
    size_t bytes = (size_t)(shape->constraints - shape->contacts) * (36 * sizeof(tact_real) + sizeof(int)) + 192;
    if (config->method == CONTACT_METHOD_NCP_PROX)
        bytes += (size_t)(shape->rows + shape->dofs) * sizeof(tact_real) + 128;
    if (config->freeze > 0) bytes += (size_t)shape->constraints + 64;
    if (config->coarse_tolerance > 0 && shape->contacts == shape->constraints && shape->constraints >= CONTACT__BUNDLE_LEAST) {
        size_t bundles = (size_t)(shape->constraints / CONTACT__LANES + shape->constraints / 16 + CONTACT__COLOURS);
        bytes += bundles * (sizeof(contact__bundle) + 12 * sizeof(contact__wide)) + (size_t)shape->constraints * sizeof(int) +
                 (size_t)(shape->trees + 1) * sizeof(contact__hot) + 256;
    }
    return bytes;
}

TACT_PRIVATE contact_status contact__solve_splitting(contact__context *x) {
    const contact_config *config = x->config;
    contact__sweep_state s;
    contact_residuals residuals;
    tact_real *factors = (tact_real *)0, *saved_impulse = (tact_real *)0, *saved_velocity = (tact_real *)0;
    tact_real last_change = -1, objective = TACT_REAL_MAX, window_merit = TACT_REAL_MAX, omega, damping = 1;
    unsigned char *open = (unsigned char *)0;
    int i, k, a, sweep, window_end = 1000, others = x->constraint_count - x->contact_count;
    int prox = x->method == CONTACT_METHOD_NCP_PROX, matrix = x->delassus && x->contact_count == x->constraint_count;
    int interval = config->check_interval > 0 ? config->check_interval : 1;
    factors = CONTACT__TAKE(&x->scratch, 36 * others, tact_real);
    if (prox) {
        saved_impulse = CONTACT__TAKE(&x->scratch, x->row_count, tact_real);
        saved_velocity = CONTACT__TAKE(&x->scratch, x->dof_count, tact_real);
    }
    if (config->freeze > 0) open = CONTACT__TAKE(&x->scratch, x->constraint_count, unsigned char);
    if (contact__exhausted(&x->scratch)) return CONTACT_NO_SPACE;
    if (open) TACT_MEMSET(open, 0, (size_t)x->constraint_count);
    contact__local_steps(x);
    for (i = 0, k = 0; i < x->constraint_count; ++i) { /* joints: factor W + R + tiny, singular blocks are legal */
        contact__constraint *q = &x->constraints[i];
        tact_real block[36], tiny = 0;
        if (q->kind == CONTACT_KIND_CONTACT) continue;
        q->other = k;
        if (q->kind == CONTACT_KIND_JOINT) {
            for (a = 0; a < q->rows * q->rows; ++a) block[a] = x->blocks[q->block + a];
            for (a = 0; a < q->rows; ++a) {
                block[a * (q->rows + 1)] += x->compliance[q->first_row + a];
                tiny += block[a * (q->rows + 1)];
            }
            for (a = 0; a < q->rows; ++a) block[a * (q->rows + 1)] += TACT_R(0.01) * tact_sqrt(TACT_EPSILON) * tiny;
            if (contact__factor(q->rows, block, factors + 36 * k) < q->rows) return CONTACT_FAILED;
        }
        ++k;
    }
    TACT_MEMSET(&s, 0, sizeof s);
    s.method = x->method;
    omega = config->relaxation;
    s.alpha = 1;
    s.factor = 1;
    s.beta = config->raisim_beta;
    s.facets = config->facets;
    if (!config->fixed_iterations && config->warm_start && !(x->coarse > 0)) { /* a warm start may be the answer already */
        for (i = 0; i < x->row_count; ++i) s.size2 += x->impulse[i] * x->impulse[i];
        if (s.size2 > 0) {
            contact__residuals(x, x->impulse, x->model, &residuals);
            contact__record(x, 0, x->impulse, &residuals);
            if (contact__converged(x, &residuals)) return CONTACT_OK;
        }
    }
    if (x->coarse > 0) {
        contact__bundles bundles;
        contact_status status;
        int bundled = x->method == CONTACT_METHOD_NCP_PGS ? contact__bundle_contacts(x, &bundles) : 0;
        if (bundled < 0) return (contact_status)bundled;
        status = contact__sweep_coarsely(x, &s, factors, bundled ? &bundles : (contact__bundles *)0);
        if (bundled) contact__unbundle(x, &bundles);
        return status;
    }
    for (sweep = 1; sweep <= x->max_iterations; ++sweep) {
        int backward = config->symmetric && (sweep & 1) == 0, check, stalled;
        if (prox) {
            TACT_MEMCPY(saved_impulse, x->impulse, (size_t)x->row_count * sizeof(tact_real));
            TACT_MEMCPY(saved_velocity, x->velocity, (size_t)x->dof_count * sizeof(tact_real));
        }
        s.change2 = s.size2 = 0;
        s.omega = damping * omega;
        for (k = 0; k < x->constraint_count; ++k) {
            const contact__constraint *q;
            i = backward ? x->constraint_count - 1 - k : k;
            q = &x->constraints[i];
            if (open && open[i] >= config->freeze && sweep % 10) continue; /* asleep: looked at every tenth sweep */
            if (q->point) contact__visit_point(x, &s, q);
            else if (matrix) contact__visit_matrix(x, &s, i);
            else contact__visit(x, &s, i, q->kind == CONTACT_KIND_JOINT ? factors + 36 * q->other : (tact_real *)0);
            if (open && q->kind == CONTACT_KIND_CONTACT)
                open[i] = (unsigned char)(x->impulse[q->first_row + 2] > 0 ? 0 : open[i] < 255 ? open[i] + 1 : 255);
        }
        x->iterations = sweep;
        omega = tact_max(tact_min(config->relaxation_min, config->relaxation), config->relaxation_decay * omega);
        s.alpha = config->raisim_alpha_decay * s.alpha + (1 - config->raisim_alpha_decay) * config->raisim_alpha_min;
        if (prox) { /* a sweep that moves more than the one before is taken back and repeated with a shorter step */
            tact_real change = tact_sqrt(s.change2) / s.factor;
            if (!(change <= TACT_R(1.1) * last_change) && last_change >= 0 && s.factor > TACT_R(0.1)) {
                TACT_MEMCPY(x->impulse, saved_impulse, (size_t)x->row_count * sizeof(tact_real));
                TACT_MEMCPY(x->velocity, saved_velocity, (size_t)x->dof_count * sizeof(tact_real));
                s.factor *= config->prox_shrink;
                continue;
            }
            last_change = change;
            s.factor = tact_min(TACT_R(1.01) * s.factor, 1);
        }
        if (!x->delassus && sweep % 64 == 0) contact__velocity_of(x, x->impulse, x->velocity);
        if (config->fixed_iterations) continue;
        stalled = config->stall_tolerance > 0 &&
                  s.change2 <= config->stall_tolerance * config->stall_tolerance * s.size2;
        check = sweep == 1 || sweep % interval == 0 || sweep == x->max_iterations || stalled || !tact_finite(s.size2);
        if (!check && !config->stop_on_objective) continue;
        contact__residuals(x, x->impulse, x->model, &residuals);
        contact__record(x, sweep, x->impulse, &residuals);
        if (contact__converged(x, &residuals)) return CONTACT_OK;
        if (damping > TACT_R(0.1) && sweep > 10 && !(residuals.natural_map <= 4 * x->best_map)) {
            /* Gauss-Seidel on the NCP can diverge where friction couples strongly: back to the best, shorter steps */
            damping *= TACT_R(0.7);
            contact__restore_best(x);
            if (!x->delassus) contact__velocity_of(x, x->impulse, x->velocity);
            continue;
        }
        if (check && sweep >= window_end) { /* sublinear tails can go on for ever: 1000 sweeps must gain a tenth */
            stalled = stalled || (config->stall_tolerance > 0 && x->best_merit > TACT_R(0.9) * window_merit);
            window_merit = x->best_merit;
            window_end = sweep + 1000;
        }
        if (stalled) return contact__restore_best(x) ? CONTACT_STALLED : CONTACT_FAILED;
        if (config->stop_on_objective) {
            if (residuals.objective > objective - config->objective_tolerance * tact_abs(objective)) {
                if (sweep > 1 && sweep % interval == 0) return contact__restore_best(x) ? CONTACT_STALLED : CONTACT_FAILED;
            } else {
                objective = residuals.objective;
            }
        }
    }
    if (config->fixed_iterations) return CONTACT_OK; /* the driver looks at the residual at the end in any case */
    return contact__restore_best(x) ? CONTACT_NOT_CONVERGED : CONTACT_FAILED;
}

// >>impl-dense
#ifdef TACT_FLOAT /* a threshold for each precision: rounding levels do not scale all alike */
#define CONTACT__SMALL(in_double, in_float) TACT_R(in_float)
#else
#define CONTACT__SMALL(in_double, in_float) TACT_R(in_double)
#endif
/* The dense form of an island for the global solvers: c = G l + g, l in a product of simple cones of at most three rows.
   It is *scaled*: l = scale * l', c' = scale * c, G' = scale G scale with scale = 1/sqrt(mean diagonal of the block), one
   factor for the three rows of a contact because a cone survives only isotropic scaling. Then every diagonal block has
   mean diagonal one, the natural map has natural step one, and thresholds below are dimensionless. */
typedef enum contact__cone_kind {
    CONTACT__CONE_FREE, /* c = 0 */
    CONTACT__CONE_HALF, /* 0 <= l _|_ c >= 0 */
    CONTACT__CONE_BOX,  /* |l| <= size, c pushes against it */
    CONTACT__CONE_DISK, /* two rows, |l| <= size, c = -alpha l, alpha >= 0 */
    CONTACT__CONE_NCP,  /* three rows, size = mu: l in K, c + mu |c_t| n in K*, complementary */
    CONTACT__CONE_CCP,  /* three rows, size = mu: l in K, c in K*, complementary */
    CONTACT__CONE_LCP   /* three rows, size = mu: Signorini and the friction box |l_tk| <= mu l_n */
} contact__cone_kind;

typedef struct contact__cone {
    int kind, row, rows;
    tact_real size; /* friction coefficient, or half width / radius */
} contact__cone;

typedef struct contact__dense {
    int n, cone_count, symmetric;
    contact__cone *cones;
    tact_real *matrix; /* n x n, row-major, leading dimension n; compliance included */
    tact_real *offset; /* g */
    tact_real *scale;  /* n */
} contact__dense;

/* Rows that the global solvers will hold as a dense matrix. Beyond it they use the sparse primal form or refuse. */
enum { CONTACT__DENSE_ROWS = 3000 };

TACT_PRIVATE void contact__dense_take(contact__arena *a, int rows, contact__dense *p) {
    p->n = rows;
    p->cones = CONTACT__TAKE(a, rows, contact__cone);
    p->matrix = CONTACT__TAKE(a, (size_t)rows * (size_t)rows, tact_real);
    p->offset = CONTACT__TAKE(a, rows, tact_real);
    p->scale = CONTACT__TAKE(a, rows, tact_real);
}

/* Row scales and cones of an island: needs no matrix. */
TACT_PRIVATE void contact__dense_cones(const contact__context *x, contact__cone_kind contact_cone, contact__dense *p) {
    int scaling = !x->config || x->config->scaling; /* derivatives come without a config */
    p->n = x->row_count;
    p->cone_count = 0;
    for (int i = 0; i < x->constraint_count; ++i) {
        const contact__constraint *q = &x->constraints[i];
        for (int k = 0; k < q->rows; ++k) {
            tact_real d = x->blocks[q->block + k * (q->rows + 1)] + x->compliance[q->first_row + k];
            p->scale[q->first_row + k] = d > 0 && scaling ? 1 / tact_sqrt(d) : 1;
        }
        if (q->kind == CONTACT_KIND_CONTACT) {
            contact__cone *cone = &p->cones[p->cone_count++];
            cone->kind = (int)contact_cone, cone->row = q->first_row, cone->rows = 3, cone->size = q->mu;
            if (scaling)
                for (int k = 0; k < 3; ++k) p->scale[q->first_row + k] = tact_sqrt(contact__natural_step(x, i));
        } else {
            for (int k = 0; k < q->rows; ++k) {
                contact__cone *cone = &p->cones[p->cone_count++];
                cone->kind = q->kind == CONTACT_KIND_LIMIT   ? CONTACT__CONE_HALF
                             : q->kind == CONTACT_KIND_JOINT ? CONTACT__CONE_FREE
                                                             : CONTACT__CONE_BOX;
                cone->row = q->first_row + k, cone->rows = 1;
                cone->size = q->kind == CONTACT_KIND_FRICTION ? x->bound[cone->row] / p->scale[cone->row] : 0;
            }
        }
    }
    for (int i = 0; i < p->n; ++i) p->offset[i] = p->scale[i] * x->free_constraint[i];
}

/* The whole scaled dense form. O(rows^2 dof). */
TACT_PRIVATE void contact__dense_make(const contact__context *x, contact__cone_kind contact_cone, contact__dense *p) {
    int n = x->row_count;
    contact__dense_cones(x, contact_cone, p);
    contact__delassus_dense(x, 1, p->matrix);
    p->symmetric = 1;
    for (int i = 0; i < n; ++i) {
        tact_real *row = p->matrix + (size_t)i * (size_t)n, s = p->scale[i];
        for (int j = 0; j < n; ++j) row[j] *= s * p->scale[j];
    }
    if (x->delassus)
        for (int i = 0; i < n && p->symmetric; ++i)
            for (int j = 0; j < i; ++j)
                if (tact_abs(p->matrix[(size_t)i * (size_t)n + (size_t)j] -
                             p->matrix[(size_t)j * (size_t)n + (size_t)i]) > 100 * TACT_EPSILON)
                    p->symmetric = 0;
}

/* c = G l + g of the scaled form. */
TACT_PRIVATE void contact__dense_velocity(const contact__dense *p, const tact_real *l, tact_real *c) {
    TACT_MEMCPY(c, p->offset, (size_t)p->n * sizeof(tact_real));
    tact_gemv(0, p->n, p->n, 1, p->matrix, p->n, l, 1, c);
}

TACT_PRIVATE void contact__dense_load(const contact__dense *p, const tact_real *impulse, tact_real *l) {
    for (int i = 0; i < p->n; ++i) l[i] = impulse[i] / p->scale[i];
}
TACT_PRIVATE void contact__dense_store(const contact__dense *p, const tact_real *l, tact_real *impulse) {
    for (int i = 0; i < p->n; ++i) impulse[i] = l[i] * p->scale[i];
}

/* Projection on one cone of the scaled form. The LCP cone is not convex as a set of pairs; its projection is the box at
   the projected normal. */
TACT_PRIVATE void contact__cone_project(const contact__cone *cone, const tact_real *in, tact_real *out) {
    switch (cone->kind) {
    case CONTACT__CONE_FREE: out[0] = in[0]; break;
    case CONTACT__CONE_HALF: out[0] = tact_max(in[0], 0); break;
    case CONTACT__CONE_BOX: out[0] = tact_clamp(in[0], -cone->size, cone->size); break;
    case CONTACT__CONE_DISK:
        out[0] = in[0], out[1] = in[1];
        contact__project_disk(cone->size, out);
        break;
    case CONTACT__CONE_LCP:
        out[2] = tact_max(in[2], 0);
        out[0] = tact_clamp(in[0], -cone->size * out[2], cone->size * out[2]);
        out[1] = tact_clamp(in[1], -cone->size * out[2], cone->size * out[2]);
        break;
    default: contact__project_cone(cone->size, in, out);
    }
}
TACT_PRIVATE void contact__dense_project(const contact__dense *p, tact_real *l) {
    for (int i = 0; i < p->cone_count; ++i) {
        tact_real y[3];
        const contact__cone *cone = &p->cones[i];
        for (int k = 0; k < cone->rows; ++k) y[k] = l[cone->row + k];
        contact__cone_project(cone, y, l + cone->row);
    }
}

/* Columns first .. first + count - 1 of the LU factorisation of the n x n matrix `a`, all rows from `first` on; the columns
   to the left are done. Splits the columns in halves: left, solve and product for the right, right (Toledo 1997), so that
   nearly all work is in large products whatever the caches are. Whole rows are exchanged. */
TACT_PRIVATE int contact__lu_columns(int n, tact_real *a, int ld, int first, int count, int *pivot) {
    ptrdiff_t lda = ld;
    if (count <= 8) {
        for (int j = first; j < first + count; ++j) {
            int best = j;
            tact_real largest = tact_abs(a[j * lda + j]), inverse;
            for (int i = j + 1; i < n; ++i)
                if (tact_abs(a[i * lda + j]) > largest) largest = tact_abs(a[i * lda + j]), best = i;
            pivot[j] = best;
            if (!(largest > 0 && largest <= TACT_REAL_MAX)) return j + 1;
            if (best != j)
                for (int k = 0; k < n; ++k) {
                    tact_real t = a[j * lda + k];
                    a[j * lda + k] = a[best * lda + k], a[best * lda + k] = t;
                }
            inverse = 1 / a[j * lda + j];
            for (int i = j + 1; i < n; ++i) {
                tact_real *row = a + i * lda, f = row[j] * inverse;
                const tact_real *top = a + j * lda;
                row[j] = f;
                for (int k = j + 1; k < first + count; ++k) row[k] -= f * top[k];
            }
        }
        return 0;
    }
    int left = (count / 2 + 7) / 8 * 8, right = count - left, middle = first + left;
    int fail = contact__lu_columns(n, a, ld, first, left, pivot);
    if (fail) return fail;
    tact_solve_triangular_many(TACT_UNIT, left, right, a + first * lda + first, ld, a + first * lda + middle, ld);
    tact_gemm(0, n - middle, right, left, -1, a + middle * lda + first, ld, a + first * lda + middle, ld, 1,
              a + middle * lda + middle, ld);
    return contact__lu_columns(n, a, ld, middle, right, pivot);
}
/* Factors A = P L U with partial pivoting, in place, row-major; pivot[k] is the row exchanged with row k. Returns 0, or
   1 + the index of a column without a usable pivot. 2/3 n^3 flops. The Jacobians of friction are not symmetric (the law
   is not associated), so Cholesky will not do. */
TACT_PRIVATE int contact__lu(int n, tact_real *a, int ld, int *pivot) {
    return contact__lu_columns(n, a, ld, 0, n, pivot);
}
/* x <- A^-1 x with the factors of contact__lu. */
TACT_PRIVATE void contact__lu_solve(int n, const tact_real *a, int ld, const int *pivot, tact_real *x) {
    ptrdiff_t lda = ld;
    for (int k = 0; k < n; ++k) {
        tact_real t = x[k];
        x[k] = x[pivot[k]], x[pivot[k]] = t;
    }
    tact_solve_triangular(TACT_UNIT, n, a, ld, x);
    for (int i = n - 1; i >= 0; --i)
        x[i] = (x[i] - tact_dot_n(n - 1 - i, a + i * lda + i + 1, x + i + 1)) / a[i * lda + i];
}
/* x <- A^-T x. */
TACT_PRIVATE void contact__lu_solve_transposed(int n, const tact_real *a, int ld, const int *pivot, tact_real *x) {
    ptrdiff_t lda = ld;
    for (int i = 0; i < n; ++i) {
        tact_real s = x[i] /= a[i * lda + i];
        for (int j = i + 1; j < n; ++j) x[j] -= s * a[i * lda + j];
    }
    tact_solve_triangular(TACT_UNIT | TACT_TRANSPOSE_L, n, a, ld, x);
    for (int k = n - 1; k >= 0; --k) {
        tact_real t = x[k];
        x[k] = x[pivot[k]], x[pivot[k]] = t;
    }
}

/* Anderson acceleration of a fixed-point iteration x = T(x) (Anderson 1965; Walker & Ni 2011): the next x is the
   combination of the last few images whose residuals T(x) - x cancel best in the least-squares sense. */
enum { CONTACT__ANDERSON = 6 };
typedef struct contact__anderson {
    int n, count;
    tact_real *x, *f, *dx, *df; /* last x and residual; differences, CONTACT__ANDERSON x n */
    tact_real size;             /* of the last residual */
} contact__anderson;
TACT_PRIVATE void contact__anderson_take(contact__arena *a, int n, contact__anderson *m) {
    m->n = n, m->count = -1, m->size = 0;
    m->x = CONTACT__TAKE(a, n, tact_real);
    m->f = CONTACT__TAKE(a, n, tact_real);
    m->dx = CONTACT__TAKE(a, CONTACT__ANDERSON * (size_t)n, tact_real);
    m->df = CONTACT__TAKE(a, CONTACT__ANDERSON * (size_t)n, tact_real);
}
/* x <- the next point, from x and its image T(x). A residual that has doubled restarts the memory with a short step. */
TACT_PRIVATE void contact__anderson_next(contact__anderson *m, tact_real *x, const tact_real *image) {
    tact_real gram[CONTACT__ANDERSON * CONTACT__ANDERSON], gamma[CONTACT__ANDERSON], size = 0, trace = 0;
    int n = m->n, k, used, restart;
    for (int i = 0; i < n; ++i) size += (image[i] - x[i]) * (image[i] - x[i]);
    restart = m->count > 0 && size > 4 * m->size;
    if (m->count >= 0 && !restart) {
        k = m->count % CONTACT__ANDERSON;
        for (int i = 0; i < n; ++i) {
            m->dx[(size_t)k * (size_t)n + (size_t)i] = x[i] - m->x[i];
            m->df[(size_t)k * (size_t)n + (size_t)i] = image[i] - x[i] - m->f[i];
        }
    }
    m->count = restart ? 0 : m->count + 1;
    m->size = size;
    used = m->count < CONTACT__ANDERSON ? m->count : CONTACT__ANDERSON;
    for (int i = 0; i < n; ++i) m->x[i] = x[i], m->f[i] = image[i] - x[i];
    for (int a = 0; a < used; ++a) {
        const tact_real *row = m->df + (size_t)a * (size_t)n;
        for (int b = 0; b <= a; ++b) gram[a * used + b] = tact_dot_n(n, row, m->df + (size_t)b * (size_t)n);
        gamma[a] = tact_dot_n(n, row, m->f);
        trace += gram[a * used + a];
    }
    for (int a = 0; a < used; ++a) gram[a * used + a] += CONTACT__SMALL(2e-12, 1e-6) * trace;
    if (used && tact_cholesky(used, gram, used)) used = m->count = 0;
    if (used) tact_cholesky_solve(used, gram, used, gamma);
    for (int i = 0; i < n; ++i) {
        tact_real next = restart ? x[i] + (image[i] - x[i]) / 4 : image[i];
        for (int a = 0; a < used; ++a)
            next -= gamma[a] * (m->dx[(size_t)a * (size_t)n + (size_t)i] + m->df[(size_t)a * (size_t)n + (size_t)i]);
        x[i] = next;
    }
}

/* ---- semismooth Newton ----
   F(l, c) = 0 states the law of each cone with c = G l + g. With the step y = l - r c:
     free       c                                    half, box   l - clamp(y)
     disk       l - P_disk(y)
     NCP, LCP   Alart & Curnier 1991: r c_n and l_t - P(y_t) onto the disk (box) of radius mu y_n when y_n > 0, else l
     CCP        l - P_K(y)
   Rows where the law is c = 0 are divided by r, so that F has the unit of an impulse throughout. A and B with
   dF = A dl + B dc are elements of the generalised derivative, row-major rows x rows. `r` (one of the scaled problem is
   the inverse of the diagonal) decides how far a contact is looked ahead: large values find the final modes sooner. */
TACT_PRIVATE void contact__cone_map(const contact__cone *cone, tact_real r, const tact_real *l, const tact_real *c,
                                    tact_real *f, tact_real *a, tact_real *b) {
    tact_real y[3], z[3], mu = cone->size;
    int n = cone->rows;
    if (a)
        for (int k = 0; k < n * n; ++k) a[k] = b[k] = 0;
    switch (cone->kind) {
    case CONTACT__CONE_FREE:
        f[0] = r * c[0];
        if (a) b[0] = r;
        return;
    case CONTACT__CONE_HALF:
    case CONTACT__CONE_BOX:
        y[0] = l[0] - r * c[0];
        contact__cone_project(cone, y, z);
        f[0] = l[0] - z[0];
        if (a) {
            int inside = cone->kind == CONTACT__CONE_HALF ? y[0] > 0 : (y[0] > -mu && y[0] < mu);
            if (inside) b[0] = r;
            else a[0] = 1;
        }
        return;
    case CONTACT__CONE_CCP: {
        tact_real t[3], length, s, k, w = 1 / (1 + mu * mu), d[9];
        for (int j = 0; j < 3; ++j) y[j] = l[j] - r * c[j];
        contact__project_cone(mu, y, z);
        for (int j = 0; j < 3; ++j) f[j] = l[j] - z[j];
        if (!a) return;
        length = tact_sqrt(y[0] * y[0] + y[1] * y[1]);
        for (int j = 0; j < 9; ++j) d[j] = 0;
        if (mu * length <= -y[2] || (mu <= 0 && y[2] <= 0)) {
        } else if (length <= mu * y[2]) {
            d[0] = d[4] = d[8] = 1;
        } else { /* N N^T + (mu s / |y_t|) (I - t t^T), N = (mu t, 1)/sqrt(1 + mu^2) */
            s = (y[2] + mu * length) * w;
            k = mu * s / length;
            t[0] = y[0] / length, t[1] = y[1] / length, t[2] = 1;
            d[0] = w * mu * mu * t[0] * t[0] + k * t[1] * t[1], d[4] = w * mu * mu * t[1] * t[1] + k * t[0] * t[0];
            d[1] = d[3] = (w * mu * mu - k) * t[0] * t[1];
            d[2] = d[6] = w * mu * t[0], d[5] = d[7] = w * mu * t[1], d[8] = w;
        }
        for (int j = 0; j < 9; ++j) a[j] = (j % 4 == 0 ? 1 : 0) - d[j], b[j] = r * d[j];
        return;
    }
    case CONTACT__CONE_LCP: {
        tact_real yn = l[2] - r * c[2];
        for (int k = 0; k < 3; ++k) f[k] = l[k];
        if (a) a[0] = a[4] = a[8] = 1;
        if (!(yn > 0)) return;
        f[2] = r * c[2];
        if (a) a[8] = 0, b[8] = r;
        for (int k = 0; k < 2; ++k) {
            tact_real yt = l[k] - r * c[k], edge = mu * yn;
            if (tact_abs(yt) < edge) {
                f[k] = r * c[k];
                if (a) a[4 * k] = 0, b[4 * k] = r;
            } else {
                tact_real sign = yt > 0 ? TACT_R(1) : TACT_R(-1);
                f[k] = l[k] - sign * edge;
                if (a) a[3 * k + 2] = -sign * mu, b[3 * k + 2] = sign * mu * r;
            }
        }
        return;
    }
    default: break;
    }
    { /* disk of a fixed radius, or of radius mu y_n */
        tact_real yn = n == 3 ? l[2] - r * c[2] : 0, radius = n == 3 ? mu * yn : mu, length, t0, t1, k;
        if (n == 3 && !(yn > 0)) {
            for (int j = 0; j < 3; ++j) f[j] = l[j];
            if (a) a[0] = a[4] = a[8] = 1;
            return;
        }
        if (n == 3) {
            f[2] = r * c[2];
            if (a) b[8] = r;
        }
        y[0] = l[0] - r * c[0], y[1] = l[1] - r * c[1];
        length = tact_sqrt(y[0] * y[0] + y[1] * y[1]);
        if (length < radius) {
            f[0] = r * c[0], f[1] = r * c[1];
            if (a) b[0] = b[n + 1] = r;
            return;
        }
        t0 = length > 0 ? y[0] / length : 0, t1 = length > 0 ? y[1] / length : 0, k = length > 0 ? radius / length : 0;
        f[0] = l[0] - radius * t0, f[1] = l[1] - radius * t1;
        if (a) { /* P' = (radius/|y|)(I - t t^T) */
            tact_real d00 = k * t1 * t1, d01 = -k * t0 * t1, d11 = k * t0 * t0;
            a[0] = 1 - d00, a[1] = a[n] = -d01, a[n + 1] = 1 - d11;
            b[0] = r * d00, b[1] = b[n] = r * d01, b[n + 1] = r * d11;
            if (n == 3) a[2] = -mu * t0, a[5] = -mu * t1, b[2] = r * mu * t0, b[5] = r * mu * t1;
        }
    }
}

typedef struct contact__newton {
    tact_real *jacobian;                    /* n x n */
    tact_real *f, *blocks, *step, *change, *trial, *trial_c, *c, *x, *rhs, *best; /* n each, blocks 6 n */
    tact_real *ahead;                       /* look-ahead r of each cone */
    int *pivot, *active;                    /* n */
    int factorisations;                     /* done so far */
} contact__newton;

TACT_PRIVATE void contact__newton_take(contact__arena *a, int n, contact__newton *w) {
    w->jacobian = CONTACT__TAKE(a, (size_t)n * (size_t)n, tact_real);
    w->f = CONTACT__TAKE(a, n, tact_real);
    w->blocks = CONTACT__TAKE(a, 6 * n, tact_real);
    w->step = CONTACT__TAKE(a, n, tact_real);
    w->change = CONTACT__TAKE(a, n, tact_real);
    w->trial = CONTACT__TAKE(a, n, tact_real);
    w->trial_c = CONTACT__TAKE(a, n, tact_real);
    w->c = CONTACT__TAKE(a, n, tact_real);
    w->x = CONTACT__TAKE(a, n, tact_real);
    w->rhs = CONTACT__TAKE(a, n, tact_real);
    w->best = CONTACT__TAKE(a, n, tact_real);
    w->ahead = CONTACT__TAKE(a, n, tact_real);
    w->pivot = CONTACT__TAKE(a, n, int);
    w->active = CONTACT__TAKE(a, n, int);
    w->factorisations = 0;
}

/* |F(l, c)|_2 with the look-ahead w->ahead; fills w->f, and w->blocks (A then B per cone, at 6 times its row) when
   `derivative`. */
TACT_PRIVATE tact_real contact__newton_map(const contact__dense *p, const tact_real *l, const tact_real *c,
                                           contact__newton *w, int derivative) {
    for (int i = 0; i < p->cone_count; ++i) {
        const contact__cone *cone = &p->cones[i];
        tact_real *a = w->blocks + 6 * cone->row;
        contact__cone_map(cone, w->ahead[i], l + cone->row, c + cone->row, w->f + cone->row, derivative ? a : (tact_real *)0,
                          derivative ? a + cone->rows * cone->rows : (tact_real *)0);
    }
    return tact_sqrt(tact_dot_n(p->n, w->f, w->f));
}

/* w->step from (A + B (G + epsilon I)) step = -F, cones with B = 0 taken out. Returns 0 when the matrix is singular. */
TACT_PRIVATE int contact__newton_step(const contact__dense *p, tact_real epsilon, contact__newton *w) {
    int n = p->n, m = 0;
    for (int i = 0; i < p->cone_count; ++i) { /* w->active: rows that stay */
        const contact__cone *cone = &p->cones[i];
        const tact_real *b = w->blocks + 6 * cone->row + cone->rows * cone->rows;
        tact_real sum = 0;
        for (int k = 0; k < cone->rows * cone->rows; ++k) sum += tact_abs(b[k]);
        for (int k = 0; k < cone->rows; ++k) {
            w->step[cone->row + k] = sum > 0 ? 0 : -w->f[cone->row + k];
            if (sum > 0) w->active[m++] = cone->row + k;
        }
    }
    if (m < n) tact_gemv(0, n, n, 1, p->matrix, n, w->step, 0, w->change);
    else
        for (int i = 0; i < n; ++i) w->change[i] = 0;
    m = 0;
    for (int i = 0; i < p->cone_count; ++i) {
        const contact__cone *cone = &p->cones[i];
        const tact_real *a = w->blocks + 6 * cone->row, *b = a + cone->rows * cone->rows;
        tact_real sum = 0;
        for (int k = 0; k < cone->rows * cone->rows; ++k) sum += tact_abs(b[k]);
        if (!(sum > 0)) continue;
        m += cone->rows;
    }
    for (int i = 0, at = 0; i < p->cone_count; ++i) {
        const contact__cone *cone = &p->cones[i];
        int rows = cone->rows;
        const tact_real *a = w->blocks + 6 * cone->row, *b = a + rows * rows;
        if (at >= m || w->active[at] != cone->row) continue;
        for (int k = 0; k < rows; ++k) {
            tact_real *out = w->jacobian + (size_t)(at + k) * (size_t)m, s = -w->f[cone->row + k];
            for (int j = 0; j < m; ++j) out[j] = 0;
            for (int q = 0; q < rows; ++q) {
                const tact_real *g = p->matrix + (size_t)(cone->row + q) * (size_t)n, f = b[k * rows + q];
                if (!(f < 0 || f > 0)) continue;
                if (m == n)
                    for (int j = 0; j < m; ++j) out[j] += f * g[j];
                else
                    for (int j = 0; j < m; ++j) out[j] += f * g[w->active[j]];
                s -= f * w->change[cone->row + q];
            }
            for (int q = 0; q < rows; ++q) out[at + q] += a[k * rows + q] + epsilon * b[k * rows + q];
            w->rhs[at + k] = s;
        }
        at += rows;
    }
    if (m && contact__lu(m, w->jacobian, m, w->pivot)) return 0;
    w->factorisations += 1;
    if (m) contact__lu_solve(m, w->jacobian, m, w->pivot, w->rhs);
    for (int j = 0; j < m; ++j) w->step[w->active[j]] = w->rhs[j];
    for (int i = 0; i < n; ++i)
        if (!tact_finite(w->step[i])) return 0;
    return 1;
}

/* Along w->step, halved until |F|, `f` at w->x, falls: then w->x and w->c are there, w->f and w->blocks belong to them, and
   the new |F| is returned; -1 when eight halvings do not help. */
TACT_PRIVATE tact_real contact__newton_search(const contact__dense *p, tact_real epsilon, tact_real f, contact__newton *w) {
    tact_real length = 1;
    int n = p->n;
    TACT_MEMCPY(w->change, w->step, (size_t)n * sizeof(tact_real));
    tact_gemv(0, n, n, 1, p->matrix, n, w->step, epsilon, w->change);
    for (int search = 0; search < 8; ++search, length /= 2) {
        for (int i = 0; i < n; ++i) {
            w->trial[i] = w->x[i] + length * w->step[i];
            w->trial_c[i] = w->c[i] + length * w->change[i];
        }
        if (contact__newton_map(p, w->trial, w->trial_c, w, 0) < f * (1 - TACT_R(1e-4) * length)) {
            TACT_MEMCPY(w->x, w->trial, (size_t)n * sizeof(tact_real));
            TACT_MEMCPY(w->c, w->trial_c, (size_t)n * sizeof(tact_real));
            return contact__newton_map(p, w->x, w->c, w, 1);
        }
    }
    return -1;
}

/* Proximal semismooth Newton: solves F = 0 from `l` to |F| <= tolerance; returns |F| of the best l, which is left in l.
   Outer: a proximal point iteration G -> G + epsilon I, g -> g - epsilon l_k, whose solutions exist and are isolated for
   rank-deficient G too, with epsilon shrinking while the inner Newton method succeeds and growing when it fails. Inner:
   Newton with a line search on |F|. epsilon starts at rounding level: an easy problem never sees it.
   Rockafellar 1976 (proximal point); Qi & Sun 1993 (semismooth Newton). */
TACT_PRIVATE tact_real contact__newton_solve(const contact__dense *p, tact_real r, tact_real tolerance, int limit,
                                             tact_real *l, contact__newton *w) {
    const tact_real smallest = CONTACT__SMALL(2e-10, 1e-5);
    tact_real epsilon = smallest, residual;
    int n = p->n, failures = 0;
    for (int i = 0; i < p->cone_count; ++i) w->ahead[i] = r;
    contact__dense_velocity(p, l, w->c);
    residual = contact__newton_map(p, l, w->c, w, 0);
    limit += w->factorisations;
    while (residual > tolerance && w->factorisations < limit) {
        tact_real f, first, result;
        int done = 0, iteration;
        TACT_MEMCPY(w->x, l, (size_t)n * sizeof(tact_real));
        contact__dense_velocity(p, l, w->c);
        f = first = contact__newton_map(p, w->x, w->c, w, 1);
        for (iteration = 0; iteration < 15 && !done && w->factorisations < limit; ++iteration) {
            if (!contact__newton_step(p, epsilon, w)) break;
            f = contact__newton_search(p, epsilon, f, w);
            if (f < 0) break;
            done = f <= TACT_R(1e-2) * first || f <= tolerance / 10;
        }
        contact__dense_velocity(p, w->x, w->c);
        result = contact__newton_map(p, w->x, w->c, w, 0);
        if (done || result < TACT_R(0.5) * residual) {
            if (done && result > TACT_R(0.9) * residual && epsilon <= smallest) break; /* rounding: no further */
            TACT_MEMCPY(l, w->x, (size_t)n * sizeof(tact_real));
            residual = result;
        }
        if (done) {
            epsilon *= iteration <= 4 ? TACT_R(0.3) : iteration <= 8 ? TACT_R(0.8) : TACT_R(1);
            if (epsilon < smallest) epsilon = smallest;
        } else {
            epsilon = failures++ ? 6 * epsilon : tact_max(TACT_R(1e-4), epsilon);
            if (epsilon > 100) break;
        }
    }
    return residual;
}

/* |F|_2 with look-ahead 1. */
TACT_PRIVATE tact_real contact__newton_norm(const contact__dense *p, const tact_real *l, const tact_real *c) {
    tact_real sum = 0, f[3];
    for (int i = 0; i < p->cone_count; ++i) {
        const contact__cone *cone = &p->cones[i];
        contact__cone_map(cone, 1, l + cone->row, c + cone->row, f, (tact_real *)0, (tact_real *)0);
        for (int k = 0; k < cone->rows; ++k) sum += f[k] * f[k];
    }
    return tact_sqrt(sum);
}

/* w->ahead: |l|/|c| of each cone within [1, cap], so that impulse and velocity weigh alike in l - r c, also where a contact
   slips at next to no speed. Returns |F| and its derivative there, at w->x. */
TACT_PRIVATE tact_real contact__newton_balance(const contact__dense *p, tact_real cap, contact__newton *w) {
    for (int i = 0; i < p->cone_count; ++i) {
        const contact__cone *cone = &p->cones[i];
        tact_real impulse = 0, speed = 0;
        for (int k = 0; k < cone->rows && cone->kind != CONTACT__CONE_FREE; ++k) {
            impulse += w->x[cone->row + k] * w->x[cone->row + k];
            speed += w->c[cone->row + k] * w->c[cone->row + k];
        }
        w->ahead[i] = !(impulse > speed) ? 1 : impulse < cap * cap * speed ? tact_sqrt(impulse / speed) : cap;
    }
    return contact__newton_map(p, w->x, w->c, w, 1);
}

/* Proximal point method with inner problems solved to the end, for what contact__newton_solve leaves: piles with many
   redundant contacts and much friction. There some contacts slip at next to no speed while they should stick, and the
   impulses have to travel far along directions that move nothing, at a constant small residual, until the last contact
   changes its mode: the way is 1/epsilon times the residual per step, and only steps whose inner problem is solved follow it.
   Inner: Newton with a line search on |F|; where that refuses, the look-ahead, and with it the merit, changes among three
   (contact__newton_balance) and goes on from where it is. Returns |F| with look-ahead 1 of the best l, which is left in l.
   Rockafellar 1976 (proximal point, exactness); Qi & Sun 1993. */
TACT_PRIVATE tact_real contact__newton_proximal(const contact__dense *p, tact_real tolerance, int limit, tact_real *l,
                                                contact__newton *w) {
    const tact_real caps[3] = {1, 100, 10000}, smallest = CONTACT__SMALL(1e-12, 1e-6), largest = 100;
    tact_real epsilon = TACT_R(1e-2), residual, best;
    int n = p->n, cap = 0, failures = 0;
    contact__dense_velocity(p, l, w->c);
    best = residual = contact__newton_norm(p, l, w->c);
    TACT_MEMCPY(w->best, l, (size_t)n * sizeof(tact_real));
    limit += w->factorisations;
    while (residual > tolerance && w->factorisations < limit && failures < 4) {
        tact_real f;
        int iteration = 0, refused = 0, done = 0;
        TACT_MEMCPY(w->x, l, (size_t)n * sizeof(tact_real));
        contact__dense_velocity(p, l, w->c);
        f = contact__newton_balance(p, caps[cap], w);
        while (w->factorisations < limit) {
            tact_real way = 0, next = -1;
            for (int i = 0; i < n; ++i) way += (w->x[i] - l[i]) * (w->x[i] - l[i]);
            done = contact__newton_norm(p, w->x, w->c) <= tact_max(TACT_R(1e-3) * epsilon * tact_sqrt(way), tolerance / 10);
            if (done || iteration == 12 || refused == 3) break;
            ++iteration;
            if (contact__newton_step(p, epsilon, w)) next = contact__newton_search(p, epsilon, f, w);
            if (next >= 0) {
                f = next, refused = 0;
                continue;
            }
            cap = (cap + 1) % 3, ++refused;
            f = contact__newton_balance(p, caps[cap], w);
        }
        if (done) {
            TACT_MEMCPY(l, w->x, (size_t)n * sizeof(tact_real));
            contact__dense_velocity(p, l, w->c);
            residual = contact__newton_norm(p, l, w->c);
            if (residual < best) {
                best = residual;
                TACT_MEMCPY(w->best, l, (size_t)n * sizeof(tact_real));
            }
            epsilon = tact_max(epsilon * (iteration <= 4 ? TACT_R(0.3) : iteration <= 8 ? TACT_R(0.8) : TACT_R(1)), smallest);
            failures = 0;
        } else {
            failures += epsilon >= largest;
            epsilon = tact_min(4 * epsilon, largest);
        }
        if (iteration > 8) cap = (cap + 1) % 3;
    }
    TACT_MEMCPY(l, w->best, (size_t)n * sizeof(tact_real));
    return best;
}

/* Numbers the connected parts of the problem, part[i] for cone i: cones are joined where the matrix couples them.
   `stack`: one int per cone. Returns their number. O(n^2). */
TACT_PRIVATE int contact__dense_parts(const contact__dense *p, int *part, int *stack) {
    int count = 0;
    for (int i = 0; i < p->cone_count; ++i) part[i] = -1;
    for (int first = 0; first < p->cone_count; ++first) {
        int top = 0;
        if (part[first] >= 0) continue;
        stack[top++] = first, part[first] = count;
        while (top) {
            const contact__cone *a = &p->cones[stack[--top]];
            for (int i = 0; i < p->cone_count; ++i) {
                const contact__cone *b = &p->cones[i];
                tact_real sum = 0;
                if (part[i] >= 0) continue;
                for (int k = 0; k < a->rows; ++k)
                    for (int q = 0; q < b->rows; ++q)
                        sum += tact_abs(p->matrix[(size_t)(a->row + k) * (size_t)p->n + (size_t)(b->row + q)]) +
                               tact_abs(p->matrix[(size_t)(b->row + q) * (size_t)p->n + (size_t)(a->row + k)]);
                if (sum > 0) part[i] = count, stack[top++] = i;
            }
        }
        ++count;
    }
    return count;
}

/* The cones of one part as a problem of its own, in out->cones, matrix and offset; rows[i]: row in p of its row i. */
TACT_PRIVATE void contact__dense_part(const contact__dense *p, const int *part, int which, int *rows, contact__dense *out) {
    out->n = out->cone_count = 0;
    out->symmetric = p->symmetric;
    for (int i = 0; i < p->cone_count; ++i) {
        contact__cone *cone = &out->cones[out->cone_count];
        if (part[i] != which) continue;
        *cone = p->cones[i];
        cone->row = out->n;
        out->cone_count += 1;
        for (int k = 0; k < cone->rows; ++k) rows[out->n++] = p->cones[i].row + k;
    }
    for (int i = 0; i < out->n; ++i) {
        const tact_real *from = p->matrix + (size_t)rows[i] * (size_t)p->n;
        for (int j = 0; j < out->n; ++j) out->matrix[(size_t)i * (size_t)out->n + (size_t)j] = from[rows[j]];
        out->offset[i] = p->offset[rows[i]];
    }
}

// >>impl-lcp
/* ---- Lemke on the Stewart-Trinkle LCP ----
   A contact with friction directions d_k (corners of the polygon, or +-t1, +-t2 in two groups for the box):
       0 <= l_n   _|_ c_n                        >= 0
       0 <= b_k   _|_ d_k . c_t + s_group(k)     >= 0          l_t = sum b_k d_k
       0 <= s_j   _|_ mu l_n - sum_{k in j} b_k  >= 0
   Bounded rows |l| <= a: l = b - a with 0 <= b _|_ c + s, 0 <= s _|_ 2a - b. Free rows (joints) are eliminated first by
   their Schur complement. w = A z + q is copositive, so Lemke's path ends at a solution or a ray; ties in the ratio test
   are broken lexicographically (Eaves 1971), so it cannot cycle. Stewart & Trinkle 1996, Anitescu & Potra 1997.
   O(pivots n^2), pivots ~ n. */
typedef struct contact__lemke {
    contact__dense p;
    int facets, size;
    tact_real *tableau;        /* size x (size + 2): columns of the nonbasic variables, covering vector, right side */
    tact_real *response;       /* rows x size: l = response z + shift */
    tact_real *product, *free; /* G response; factor of the free block */
    tact_real *shift, *value, *l, *c;
    int *basic, *column, *free_row; /* variable of a row and of a column: 0..size-1 w, size..2size-1 z, 2size cover */
} contact__lemke;

TACT_PRIVATE int contact__lemke_size(int rows, int contacts, int facets) { /* upper bound */
    int per_contact = facets >= 3 ? facets + 2 : 7;
    return contacts * per_contact + 2 * (rows - 3 * contacts);
}
TACT_PRIVATE void contact__lemke_take(contact__arena *a, int rows, int size, contact__lemke *m) {
    contact__dense_take(a, rows, &m->p);
    m->size = size;
    m->tableau = CONTACT__TAKE(a, (size_t)size * (size_t)(size + 2), tact_real);
    m->response = CONTACT__TAKE(a, (size_t)rows * (size_t)size, tact_real);
    m->product = CONTACT__TAKE(a, (size_t)rows * (size_t)size, tact_real);
    m->free = CONTACT__TAKE(a, (size_t)rows * (size_t)rows, tact_real);
    m->shift = CONTACT__TAKE(a, rows, tact_real);
    m->value = CONTACT__TAKE(a, 2 * size + 1, tact_real);
    m->l = CONTACT__TAKE(a, rows, tact_real);
    m->c = CONTACT__TAKE(a, rows, tact_real);
    m->basic = CONTACT__TAKE(a, size, int);
    m->column = CONTACT__TAKE(a, size + 1, int);
    m->free_row = CONTACT__TAKE(a, rows, int);
}
/* Is row i of the tableau lexicographically smaller than row j, both divided by their entry in column `enter`? Compares
   [right side | B^-1]; the columns of B^-1 belong to the w variables. */
TACT_PRIVATE int contact__lemke_less(const contact__lemke *m, int i, int j, int enter) {
    int n = m->size, width = n + 2;
    const tact_real *a = m->tableau + (size_t)i * (size_t)width, *b = m->tableau + (size_t)j * (size_t)width;
    for (int w = 0; w < n; ++w) {
        tact_real u = 0, v = 0, tie;
        if (m->basic[i] == w) u = 1;
        else if (m->basic[j] == w) v = 1;
        else
            for (int k = 0; k <= n; ++k)
                if (m->column[k] == w) {
                    u = a[k], v = b[k];
                    break;
                }
        u /= a[enter], v /= b[enter];
        tie = 64 * TACT_EPSILON * (tact_abs(u) + tact_abs(v));
        if (u < v - tie) return 1;
        if (u > v + tie) return 0;
    }
    return i < j;
}

/* Complementary pivoting on w = A z + q held as tableau rows [-A | -1 | q]. Returns the number of pivots, or -1 (ray) or
   -2 (limit). The tableau holds, for each row, basic = right - sum columns * nonbasic. */
TACT_PRIVATE int contact__lemke_pivots(contact__lemke *m, int limit) {
    int n = m->size, width = n + 2, enter = n, leave = -1, pivots = 0;
    tact_real least = 0;
    for (int i = 0; i < n; ++i) { /* the covering variable enters at the most negative right side */
        const tact_real *row = m->tableau + (size_t)i * (size_t)width;
        tact_real q = -row[n + 1] / row[n];
        if (q < least) least = q, leave = i;
    }
    if (leave < 0) return 0;
    for (; pivots < limit; ++pivots) {
        int left = m->basic[leave];
        tact_real *row = m->tableau + (size_t)leave * (size_t)width, inverse = 1 / row[enter];
        for (int k = 0; k < width; ++k) row[k] *= inverse;
        row[enter] = inverse; /* the leaving variable takes over the column */
        for (int i = 0; i < n; ++i) {
            tact_real *other = m->tableau + (size_t)i * (size_t)width, f = other[enter];
            if (i == leave || !(f < 0 || f > 0)) continue;
            other[enter] = 0;
            for (int k = 0; k < width; ++k) other[k] -= f * row[k];
        }
        m->basic[leave] = m->column[enter];
        m->column[enter] = left;
        if (left == 2 * n) return pivots + 1; /* the covering variable has left: a solution */
        int want = left < n ? left + n : left - n;
        for (enter = 0; enter <= n && m->column[enter] != want; ++enter) {}
        leave = -1;
        tact_real best = 0;
        for (int i = 0; i < n; ++i) {
            tact_real a = m->tableau[(size_t)i * (size_t)width + (size_t)enter], q, ratio, tie;
            if (!(a > CONTACT__SMALL(2e-12, 1e-6))) continue;
            q = tact_max(m->tableau[(size_t)i * (size_t)width + (size_t)n + 1], 0);
            ratio = q / a;
            tie = CONTACT__SMALL(2e-13, 1e-6) * (1 + best);
            if (leave < 0 || ratio < best - tie) best = ratio, leave = i;
            else if (ratio <= best + tie) {
                /* in a tie the covering variable leaves when it can */
                if (m->basic[i] == 2 * n || (m->basic[leave] != 2 * n && contact__lemke_less(m, i, leave, enter)))
                    leave = i, best = tact_min(best, ratio);
            }
        }
        if (leave < 0) return -1;
    }
    return -2;
}

/* When pivoting breaks down: Gauss-Seidel on the same model, and the result says so. */
TACT_PRIVATE contact__solver contact__solver_of(contact_method method);
TACT_PRIVATE contact_status contact__lcp_fallback(contact__context *x) {
    contact__solver pgs = contact__solver_of(CONTACT_METHOD_LCP_PGS);
    int iterations = x->iterations;
    contact_status status = CONTACT_NOT_CONVERGED;
    if (!contact__restore_best(x))
        for (int i = 0; i < x->row_count; ++i) x->impulse[i] = 0;
    if (!pgs.solve) return status;
    if (x->tree_count) contact__velocity_of(x, x->impulse, x->velocity);
    x->method = CONTACT_METHOD_LCP_PGS;
    x->max_iterations = pgs.max_iterations;
    status = pgs.solve(x);
    x->iterations += iterations;
    return status == CONTACT_OK ? CONTACT_FALLBACK : status;
}
TACT_PRIVATE size_t contact__lcp_fallback_scratch(const contact__shape *shape, const contact_config *config) {
    contact__solver pgs = contact__solver_of(CONTACT_METHOD_LCP_PGS);
    return pgs.scratch ? pgs.scratch(shape, config) : 0;
}

TACT_PRIVATE size_t contact__lemke_scratch(const contact__shape *shape, const contact_config *config) {
    contact__arena a = contact__arena_make((void *)0, 0);
    contact__lemke m;
    contact__lemke_take(&a, shape->rows, contact__lemke_size(shape->rows, shape->contacts, config->facets), &m);
    return a.used + contact__lcp_fallback_scratch(shape, config) + 256;
}

/* One run on G + regular I, g - regular l_k with l_k = x->impulse; the answer goes to x->impulse. Returns 1 when Lemke ended
   at a solution. */
TACT_PRIVATE int contact__lemke_run(contact__context *x, contact__lemke *w, tact_real regular, int attempt) {
    contact__lemke m = *w;
    int facets = x->config->facets >= 3 ? x->config->facets : 0, n = x->row_count, size = 0, n_free = 0, pivots, width;
    int total = m.size;
    contact__dense_make(x, CONTACT__CONE_LCP, &m.p);
    for (int i = 0; i < n; ++i) {
        m.p.matrix[(size_t)i * (size_t)(n + 1)] += regular;
        m.p.offset[i] -= regular * x->impulse[i] / m.p.scale[i];
    }
    /* l = response z + shift */
    TACT_MEMSET(m.response, 0, (size_t)n * (size_t)total * sizeof(tact_real));
    for (int i = 0; i < n; ++i) m.shift[i] = 0;
    for (int i = 0; i < m.p.cone_count; ++i) {
        const contact__cone *cone = &m.p.cones[i];
        tact_real *r = m.response + (size_t)cone->row * (size_t)total;
        if (cone->kind == CONTACT__CONE_FREE) m.free_row[n_free++] = cone->row;
        else if (cone->kind == CONTACT__CONE_HALF) r[size++] = 1;
        else if (cone->kind == CONTACT__CONE_BOX) {
            r[size] = 1, m.shift[cone->row] = -cone->size;
            size += 2;
        } else {
            int directions = facets ? facets : 4;
            r[2 * total + size++] = 1;
            for (int k = 0; k < directions; ++k, ++size) {
                tact_real angle = facets ? 2 * TACT_PI * (tact_real)k / (tact_real)facets : 0;
                r[size] = facets ? tact_cos(angle) : k == 0 ? TACT_R(1) : k == 1 ? TACT_R(-1) : 0;
                r[total + size] = facets ? tact_sin(angle) : k == 2 ? TACT_R(1) : k == 3 ? TACT_R(-1) : 0;
            }
            size += facets ? 1 : 2;
        }
    }
    /* free rows: l_f = -G_ff^-1 (G_f. l + g_f), substituted by condensing G and g in place */
    for (int a = 0; a < n_free; ++a)
        for (int b = 0; b < n_free; ++b)
            m.free[(size_t)a * (size_t)n_free + (size_t)b] =
                m.p.matrix[(size_t)m.free_row[a] * (size_t)n + (size_t)m.free_row[b]];
    if (n_free && tact_cholesky(n_free, m.free, n_free)) return 0;
    m.size = size, width = size + 2;
    for (int j = 0; j < size + 1; ++j) { /* column j of response, and last the shift */
        for (int i = 0; i < n; ++i) m.l[i] = j < size ? m.response[(size_t)i * (size_t)total + (size_t)j] : m.shift[i];
        tact_gemv(0, n, n, 1, m.p.matrix, n, m.l, 0, m.c);
        if (j == size)
            for (int i = 0; i < n; ++i) m.c[i] += m.p.offset[i];
        for (int a = 0; a < n_free; ++a) m.value[a] = -m.c[m.free_row[a]];
        if (n_free) tact_cholesky_solve(n_free, m.free, n_free, m.value);
        for (int a = 0; a < n_free; ++a) m.l[m.free_row[a]] = m.value[a];
        for (int i = 0; i < n; ++i)
            for (int a = 0; a < n_free; ++a) m.c[i] += m.p.matrix[(size_t)i * (size_t)n + (size_t)m.free_row[a]] * m.value[a];
        for (int i = 0; i < n; ++i) {
            if (j < size) {
                m.response[(size_t)i * (size_t)total + (size_t)j] = m.l[i];
                m.product[(size_t)i * (size_t)total + (size_t)j] = m.c[i];
            } else {
                m.shift[i] = m.l[i];
            }
        }
    }
    /* m.c now holds c at z = 0: assemble the rows of w */
    TACT_MEMSET(m.tableau, 0, (size_t)size * (size_t)width * sizeof(tact_real));
    for (int i = 0, at = 0; i < m.p.cone_count; ++i) {
        const contact__cone *cone = &m.p.cones[i];
        const tact_real *product = m.product + (size_t)cone->row * (size_t)total;
        if (cone->kind == CONTACT__CONE_FREE) continue;
        int contact = cone->rows == 3, directions = contact ? (facets ? facets : 4) : 1;
        int first = at; /* of the contact: normal, directions, slacks */
        for (int k = contact ? -1 : 0; k < directions; ++k, ++at) {
            tact_real *row = m.tableau + (size_t)at * (size_t)width, d0 = 1, d1 = 0, d2 = 0;
            if (contact && k < 0) d0 = 0, d2 = 1;
            else if (contact) {
                tact_real angle = facets ? 2 * TACT_PI * (tact_real)k / (tact_real)facets : 0;
                d0 = facets ? tact_cos(angle) : k == 0 ? TACT_R(1) : k == 1 ? TACT_R(-1) : 0;
                d1 = facets ? tact_sin(angle) : k == 2 ? TACT_R(1) : k == 3 ? TACT_R(-1) : 0;
            }
            for (int j = 0; j < size; ++j)
                row[j] = -(d0 * product[j] + (contact ? d1 * product[total + j] + d2 * product[2 * total + j] : 0));
            row[size + 1] = d0 * m.c[cone->row] + (contact ? d1 * m.c[cone->row + 1] + d2 * m.c[cone->row + 2] : 0);
            if (contact && k >= 0) row[first + 1 + directions + (facets ? 0 : k / 2)] -= 1;
            if (cone->kind == CONTACT__CONE_BOX) row[at + 1] -= 1;
        }
        if (cone->kind == CONTACT__CONE_BOX) {
            m.tableau[(size_t)at * (size_t)width + (size_t)at - 1] = 1;
            m.tableau[(size_t)at * (size_t)width + (size_t)size + 1] = 2 * cone->size;
            ++at;
        } else if (contact) {
            for (int group = 0; group < (facets ? 1 : 2); ++group, ++at) {
                tact_real *row = m.tableau + (size_t)at * (size_t)width;
                row[first] = -cone->size;
                for (int k = 0; k < directions; ++k)
                    if (facets || k / 2 == group) row[first + 1 + k] = 1;
            }
        }
    }
    for (int i = 0; i < size; ++i) {
        m.tableau[(size_t)i * (size_t)width + (size_t)size] = -1 - tact_random_uniform((uint64_t)attempt, (uint64_t)i);
        m.basic[i] = i, m.column[i] = size + i;
    }
    m.column[size] = 2 * size;
    pivots = contact__lemke_pivots(&m, x->max_iterations);
    x->iterations += pivots > 0 ? pivots : 0;
    if (pivots < 0) return 0;
    for (int k = 0; k < 2 * size + 1; ++k) m.value[k] = 0;
    for (int i = 0; i < size; ++i)
        m.value[m.basic[i]] = tact_max(m.tableau[(size_t)i * (size_t)width + (size_t)size + 1], 0);
    for (int i = 0; i < n; ++i)
        m.l[i] = m.shift[i] + tact_dot_n(size, m.response + (size_t)i * (size_t)total, m.value + size);
    contact__dense_store(&m.p, m.l, x->impulse);
    contact__residuals(x, x->impulse, x->model, &x->residuals);
    contact__record(x, x->iterations ? x->iterations : 1, x->impulse, &x->residuals);
    return 1;
}

/* Redundant contacts make G singular: a diagonal term at rounding level first, and when that leads nowhere a larger one,
   taken back by proximal steps (each a full run). Every run has its own covering vector, uniform in [1,2): a regular one
   meets many ties, because the slacks of all cones start at zero. */
TACT_PRIVATE contact_status contact__solve_lemke(contact__context *x) {
    contact__lemke m;
    int facets = x->config->facets >= 3 ? x->config->facets : 0, n = x->row_count;
    tact_real regular = CONTACT__SMALL(2e-11, 1e-6);
    contact__lemke_take(&x->scratch, n, contact__lemke_size(n, x->contact_count, facets), &m);
    if (contact__exhausted(&x->scratch)) return CONTACT_NO_SPACE;
    for (int i = 0; i < n; ++i) x->impulse[i] = 0; /* a pivoting method has no warm start */
    for (int attempt = 0; attempt < 8; ++attempt) {
        int solved = contact__lemke_run(x, &m, regular, attempt);
        if (solved && contact__converged(x, &x->residuals)) return CONTACT_OK;
        if (!solved && attempt > 3) break;
        if (attempt == 0 || !solved) regular = tact_max(CONTACT__SMALL(1e-7, 1e-5), TACT_R(30) * regular);
    }
    return contact__lcp_fallback(x); /* a ray: finish with an iterative method on the same model, and say so */
}

/* ---- Dantzig / Baraff: box LCP by principal pivoting ----
   w = A l + g with low <= l <= high: w >= 0 where l = low, w <= 0 where l = high, w = 0 between. Indices are brought in one
   by one; those treated so far always satisfy their conditions. The clamped set C (between the bounds) moves along
   A_CC dl_C = -A_Cd dl_d while index d is driven; whatever first reaches a bound or a zero changes its set (Baraff 1994,
   the method of ODE). The factor of A_CC grows and shrinks by one row at O(|C|^2). Joints come first, then limits and
   normals, then friction with bounds frozen at mu times the normal impulse of the pass before ("findex" in ODE); passes
   repeat until the bounds agree with the normals. A small diagonal term keeps A_CC positive for redundant contacts. */
typedef struct contact__dantzig {
    contact__dense p;
    tact_real *l, *w, *low, *high, *factor, *column, *move, *previous, *limit;
    contact__anderson anderson;
    int *clamped, *order, *state; /* C as a list; the order of treatment; 0 waiting, 1 in C, 2 low, 3 high */
    int count;
} contact__dantzig;
TACT_PRIVATE void contact__dantzig_take(contact__arena *a, int n, contact__dantzig *m) {
    contact__dense_take(a, n, &m->p);
    m->factor = CONTACT__TAKE(a, (size_t)n * (size_t)n, tact_real);
    m->l = CONTACT__TAKE(a, n, tact_real);
    m->w = CONTACT__TAKE(a, n, tact_real);
    m->low = CONTACT__TAKE(a, n, tact_real);
    m->high = CONTACT__TAKE(a, n, tact_real);
    m->column = CONTACT__TAKE(a, n, tact_real);
    m->move = CONTACT__TAKE(a, n, tact_real);
    m->previous = CONTACT__TAKE(a, n, tact_real);
    m->limit = CONTACT__TAKE(a, n, tact_real);
    contact__anderson_take(a, n, &m->anderson);
    m->clamped = CONTACT__TAKE(a, n, int);
    m->order = CONTACT__TAKE(a, n, int);
    m->state = CONTACT__TAKE(a, n, int);
}
TACT_PRIVATE size_t contact__dantzig_scratch(const contact__shape *shape, const contact_config *config) {
    contact__arena a = contact__arena_make((void *)0, 0);
    contact__dantzig m;
    contact__dantzig_take(&a, shape->rows, &m);
    return a.used + contact__lcp_fallback_scratch(shape, config) + 256;
}

/* C gains index d: one more row of the factor. Returns 0 when A_CC would not be positive. */
TACT_PRIVATE int contact__dantzig_append(contact__dantzig *m, int d) {
    int n = m->p.n, k = m->count;
    tact_real *row = m->factor + (size_t)k * (size_t)n, s;
    for (int i = 0; i < k; ++i) row[i] = m->p.matrix[(size_t)d * (size_t)n + (size_t)m->clamped[i]];
    tact_solve_triangular(0, k, m->factor, n, row);
    s = m->p.matrix[(size_t)d * (size_t)(n + 1)] - tact_dot_n(k, row, row);
    if (!(s > 0)) return 0;
    row[k] = tact_sqrt(s);
    m->clamped[m->count++] = d;
    m->state[d] = 1;
    return 1;
}
/* C loses its entry at position `at`: the rows below take a rank-one update with the column that goes (Givens). */
TACT_PRIVATE void contact__dantzig_remove(contact__dantzig *m, int at) {
    int n = m->p.n, k = m->count;
    for (int i = at + 1; i < k; ++i) {
        tact_real *row = m->factor + (size_t)i * (size_t)n;
        m->column[i] = row[at];
        for (int j = at; j < i; ++j) row[j] = row[j + 1];
    }
    for (int i = at; i + 1 < k; ++i) {
        TACT_MEMCPY(m->factor + (size_t)i * (size_t)n, m->factor + (size_t)(i + 1) * (size_t)n,
                    (size_t)(i + 1) * sizeof(tact_real));
        m->clamped[i] = m->clamped[i + 1];
        m->column[i] = m->column[i + 1];
    }
    m->count = --k;
    for (int i = at; i < k; ++i) { /* L L^T + v v^T, v = column[at..] */
        tact_real *row = m->factor + (size_t)i * (size_t)n, a = row[i], v = m->column[i], r = tact_sqrt(a * a + v * v);
        tact_real c = r / a, s = v / a;
        row[i] = r;
        for (int j = i + 1; j < k; ++j) {
            tact_real *e = m->factor + (size_t)j * (size_t)n + i;
            *e = (*e + s * m->column[j]) / c;
            m->column[j] = c * m->column[j] - s * *e;
        }
    }
}

/* One box LCP from l = clamp(0). Returns the number of steps, or -1 when it breaks down. */
TACT_PRIVATE int contact__dantzig_pass(contact__dantzig *m) {
    int n = m->p.n, steps = 0;
    m->count = 0;
    for (int i = 0; i < n; ++i) m->state[i] = 0, m->l[i] = tact_clamp(0, m->low[i], m->high[i]);
    contact__dense_velocity(&m->p, m->l, m->w);
    for (int q = 0; q < n; ++q) {
        int d = m->order[q], done = 0;
        for (int guard = 0; !done; ++guard) {
            tact_real direction, dw, step, best;
            int limiting = d, target = 1;
            if (guard > 20 * n + 20) return -1;
            /* conditions of d already met? */
            if (m->low[d] >= m->high[d]) {
                m->state[d] = 2;
                break;
            }
            if ((m->l[d] <= m->low[d] && m->w[d] >= 0) || (m->l[d] >= m->high[d] && m->w[d] <= 0)) {
                m->state[d] = m->l[d] <= m->low[d] ? 2 : 3;
                break;
            }
            ++steps;
            direction = m->w[d] > 0 ? TACT_R(-1) : TACT_R(1);
            for (int i = 0; i < n; ++i) m->move[i] = 0;
            for (int i = 0; i < m->count; ++i)
                m->column[i] = -direction * m->p.matrix[(size_t)m->clamped[i] * (size_t)n + (size_t)d];
            tact_cholesky_solve(m->count, m->factor, n, m->column);
            m->move[d] = direction;
            for (int i = 0; i < m->count; ++i) m->move[m->clamped[i]] = m->column[i];
            dw = tact_dot_n(n, m->p.matrix + (size_t)d * (size_t)n, m->move);
            if (!(dw * direction > 0)) return -1; /* A_CC singular beyond the diagonal term */
            best = -m->w[d] / dw;
            step = ((direction > 0 ? m->high[d] : m->low[d]) - m->l[d]) / direction;
            if (step < best) best = step, target = direction > 0 ? 3 : 2;
            for (int i = 0; i < m->count; ++i) {
                int k = m->clamped[i];
                if (m->move[k] > 0) step = (m->high[k] - m->l[k]) / m->move[k];
                else if (m->move[k] < 0) step = (m->low[k] - m->l[k]) / m->move[k];
                else continue;
                if (step < best) best = step, limiting = k, target = m->move[k] > 0 ? 3 : 2;
            }
            for (int i = 0; i < q; ++i) { /* those at a bound whose w would change sign join C */
                int k = m->order[i];
                tact_real change;
                if (m->state[k] < 2 || m->low[k] >= m->high[k]) continue;
                change = tact_dot_n(n, m->p.matrix + (size_t)k * (size_t)n, m->move);
                if ((m->state[k] == 2 && change < 0) || (m->state[k] == 3 && change > 0)) {
                    step = tact_max(-m->w[k] / change, 0);
                    if (step < best) best = step, limiting = k, target = 1;
                }
            }
            if (!(best >= 0)) best = 0;
            if (!tact_finite(best)) return -1;
            for (int i = 0; i < n; ++i) m->l[i] += best * m->move[i];
            contact__dense_velocity(&m->p, m->l, m->w);
            for (int i = 0; i < m->count; ++i) m->w[m->clamped[i]] = 0;
            if (target == 1) {
                m->w[limiting] = 0;
                if (!contact__dantzig_append(m, limiting)) return -1;
            } else {
                m->l[limiting] = target == 3 ? m->high[limiting] : m->low[limiting];
                for (int i = 0; i < m->count; ++i)
                    if (m->clamped[i] == limiting) {
                        contact__dantzig_remove(m, i);
                        break;
                    }
                m->state[limiting] = target;
            }
            done = limiting == d;
        }
    }
    return steps;
}

TACT_PRIVATE contact_status contact__solve_dantzig(contact__context *x) {
    contact__dantzig m;
    int n = x->row_count, at = 0, failed = 0;
    if (x->config->facets >= 3) return CONTACT_UNSUPPORTED; /* a box method */
    contact__dantzig_take(&x->scratch, n, &m);
    if (contact__exhausted(&x->scratch)) return CONTACT_NO_SPACE;
    contact__dense_make(x, CONTACT__CONE_LCP, &m.p);
    for (int i = 0; i < n; ++i) m.p.matrix[(size_t)i * (size_t)(n + 1)] += CONTACT__SMALL(2e-11, 1e-6);
    for (int group = 0; group < 3; ++group) /* joints; limits, boxes, normals; friction */
        for (int i = 0; i < m.p.cone_count; ++i) {
            const contact__cone *cone = &m.p.cones[i];
            if (cone->kind == CONTACT__CONE_FREE && group == 0) m.order[at++] = cone->row;
            else if (cone->kind != CONTACT__CONE_FREE && cone->rows == 1 && group == 1) m.order[at++] = cone->row;
            else if (cone->rows == 3 && group == 1) m.order[at++] = cone->row + 2;
            else if (cone->rows == 3 && group == 2) m.order[at++] = cone->row, m.order[at++] = cone->row + 1;
        }
    contact__dense_load(&m.p, x->impulse, m.previous);
    for (int i = 0; i < n; ++i) m.limit[i] = m.previous[i];
    for (int pass = 1; pass <= x->max_iterations && !failed; ++pass) {
        tact_real change = 0, size = 0;
        for (int i = 0; i < m.p.cone_count; ++i) {
            const contact__cone *cone = &m.p.cones[i];
            tact_real bound = cone->kind == CONTACT__CONE_BOX ? cone->size : TACT_REAL_MAX;
            for (int k = 0; k < cone->rows; ++k) m.low[cone->row + k] = -bound, m.high[cone->row + k] = bound;
            if (cone->kind == CONTACT__CONE_HALF) m.low[cone->row] = 0;
            if (cone->rows < 3) continue;
            m.low[cone->row + 2] = 0;
            bound = cone->size * tact_max(m.limit[cone->row + 2], 0);
            for (int k = 0; k < 2; ++k) m.low[cone->row + k] = -bound, m.high[cone->row + k] = bound;
        }
        failed = contact__dantzig_pass(&m) < 0;
        if (failed) break;
        x->iterations = pass;
        contact__dense_store(&m.p, m.l, x->impulse);
        contact__residuals(x, x->impulse, x->model, &x->residuals);
        contact__record(x, pass, x->impulse, &x->residuals);
        if (contact__converged(x, &x->residuals)) return CONTACT_OK;
        for (int i = 0; i < n; ++i)
            change = tact_max(change, tact_abs(m.l[i] - m.previous[i])), size = tact_max(size, tact_abs(m.l[i]));
        TACT_MEMCPY(m.previous, m.l, (size_t)n * sizeof(tact_real));
        for (int i = 0; i < m.p.cone_count; ++i) /* only the normals of contacts set bounds */
            for (int k = m.p.cones[i].row; k < m.p.cones[i].row + m.p.cones[i].rows; ++k)
                if (m.p.cones[i].rows < 3 || k < m.p.cones[i].row + 2) m.limit[k] = m.l[k];
        contact__anderson_next(&m.anderson, m.limit, m.l);
        if (change <= x->config->stall_tolerance * size) break;
    }
    return contact__lcp_fallback(x);
}

// >>impl-staggered
/* ---- staggered projections (Kaufman et al. 2008) ----
   Two convex problems in turn until they agree: normals, limits, joints and boxes with the friction impulse fixed, then
   friction on disks (NCP) or boxes (LCP) of radius mu l_n with everything else fixed. Each is solved by the proximal
   semismooth Newton above, started at its last solution; Anderson acceleration joins the passes, which alone cycle or creep
   when the coupling is strong. No guarantee of convergence; usually a handful of passes. */
typedef struct contact__stagger {
    contact__dense p, part[2];
    contact__newton newton;
    contact__anderson anderson;
    tact_real *l, *c, *sub, *previous;
    int *rows[2];
} contact__stagger;
TACT_PRIVATE void contact__stagger_take(contact__arena *a, int n, contact__stagger *m) {
    contact__dense_take(a, n, &m->p);
    contact__dense_take(a, n, &m->part[0]);
    contact__dense_take(a, n, &m->part[1]);
    contact__newton_take(a, n, &m->newton);
    m->l = CONTACT__TAKE(a, n, tact_real);
    m->c = CONTACT__TAKE(a, n, tact_real);
    m->sub = CONTACT__TAKE(a, n, tact_real);
    m->previous = CONTACT__TAKE(a, n, tact_real);
    contact__anderson_take(a, n, &m->anderson);
    m->rows[0] = CONTACT__TAKE(a, n, int);
    m->rows[1] = CONTACT__TAKE(a, n, int);
}
TACT_PRIVATE size_t contact__stagger_scratch(const contact__shape *shape, const contact_config *config) {
    contact__arena a = contact__arena_make((void *)0, 0);
    contact__stagger m;
    (void)config;
    contact__stagger_take(&a, shape->rows, &m);
    return a.used + 256;
}

/* Solves one half with the other half of m->l fixed. */
TACT_PRIVATE void contact__stagger_half(contact__stagger *m, int half, tact_real tolerance) {
    contact__dense *part = &m->part[half];
    int n = part->n;
    contact__dense_velocity(&m->p, m->l, m->c);
    for (int i = 0; i < n; ++i) m->sub[i] = m->l[m->rows[half][i]];
    tact_gemv(0, n, n, -1, part->matrix, n, m->sub, 0, part->offset);
    for (int i = 0; i < n; ++i) part->offset[i] += m->c[m->rows[half][i]];
    contact__newton_solve(part, 1, tolerance, 100, m->sub, &m->newton);
    contact__dense_project(part, m->sub);
    for (int i = 0; i < n; ++i) m->l[m->rows[half][i]] = m->sub[i];
}

TACT_PRIVATE contact_status contact__solve_staggered(contact__context *x) {
    contact__stagger m;
    int n = x->row_count, box = x->model == CONTACT_MODEL_LCP;
    tact_real norm;
    if (box && x->config->facets >= 3) return CONTACT_UNSUPPORTED; /* the friction problem here is a box */
    contact__stagger_take(&x->scratch, n, &m);
    if (contact__exhausted(&x->scratch)) return CONTACT_NO_SPACE;
    contact__dense_make(x, box ? CONTACT__CONE_LCP : CONTACT__CONE_NCP, &m.p);
    m.part[0].n = m.part[1].n = m.part[0].cone_count = m.part[1].cone_count = 0;
    for (int i = 0; i < m.p.cone_count; ++i) {
        const contact__cone *cone = &m.p.cones[i];
        int friction = cone->rows == 3;
        contact__cone *normal = &m.part[0].cones[m.part[0].cone_count++];
        *normal = *cone;
        normal->row = m.part[0].n, normal->rows = 1;
        if (friction) normal->kind = CONTACT__CONE_HALF;
        m.rows[0][m.part[0].n++] = cone->row + (friction ? 2 : 0);
        for (int k = 0; friction && k < (box ? 2 : 1); ++k) {
            contact__cone *tangent = &m.part[1].cones[m.part[1].cone_count++];
            tangent->kind = box ? CONTACT__CONE_BOX : CONTACT__CONE_DISK;
            tangent->row = m.part[1].n + k, tangent->rows = box ? 1 : 2, tangent->size = 0;
        }
        for (int k = 0; friction && k < 2; ++k) m.rows[1][m.part[1].n++] = cone->row + k;
    }
    for (int half = 0; half < 2; ++half)
        for (int i = 0; i < m.part[half].n; ++i)
            for (int j = 0; j < m.part[half].n; ++j)
                m.part[half].matrix[(size_t)i * (size_t)m.part[half].n + (size_t)j] =
                    m.p.matrix[(size_t)m.rows[half][i] * (size_t)n + (size_t)m.rows[half][j]];
    contact__dense_load(&m.p, x->impulse, m.l);
    norm = tact_sqrt(tact_dot_n(n, m.p.offset, m.p.offset));
    for (int pass = 1; pass <= x->max_iterations; ++pass) {
        tact_real change = 0, size = 0, tolerance;
        int tangent = 0;
        tolerance = 4 * TACT_EPSILON * tact_max(norm, tact_sqrt(tact_dot_n(n, m.l, m.l)));
        TACT_MEMCPY(m.previous, m.l, (size_t)n * sizeof(tact_real));
        contact__stagger_half(&m, 0, tolerance);
        for (int i = 0; i < m.p.cone_count; ++i) {
            const contact__cone *cone = &m.p.cones[i];
            for (int k = 0; cone->rows == 3 && k < (box ? 2 : 1); ++k)
                m.part[1].cones[tangent++].size = cone->size * tact_max(m.l[cone->row + 2], 0);
        }
        if (m.part[1].n) contact__stagger_half(&m, 1, tolerance);
        x->iterations = pass;
        contact__dense_store(&m.p, m.l, x->impulse);
        contact__residuals(x, x->impulse, x->model, &x->residuals);
        contact__record(x, pass, x->impulse, &x->residuals);
        if (contact__converged(x, &x->residuals) && !x->config->fixed_iterations) return CONTACT_OK;
        for (int i = 0; i < n; ++i)
            change = tact_max(change, tact_abs(m.l[i] - m.previous[i])), size = tact_max(size, tact_abs(m.l[i]));
        contact__anderson_next(&m.anderson, m.previous, m.l);
        TACT_MEMCPY(m.l, m.previous, (size_t)n * sizeof(tact_real));
        if (change <= x->config->stall_tolerance * size) {
            contact__restore_best(x);
            return CONTACT_STALLED;
        }
    }
    contact__restore_best(x);
    return x->config->fixed_iterations ? CONTACT_OK : CONTACT_NOT_CONVERGED;
}

// >>impl-primal
/* H = M + J^T D J over the velocities of an island, D block diagonal over the constraints, as a dense matrix when there
   are few degrees of freedom and as a block-sparse one otherwise. The link to the dual side (Woodbury), Sigma > 0 diagonal:
   (G + Sigma)^-1 b = Sigma^-1 b - Sigma^-1 J (M + J^T Sigma^-1 J)^-1 J^T Sigma^-1 b. */
enum { CONTACT__PRIMAL_DENSE = 60 }; /* degrees of freedom up to which the dense form is faster */
typedef struct contact__primal {
    int n;
    tact_real *matrix; /* dense form, else NULL */
    contact__sparse sparse;
    int *edge_of;      /* by constraint: its edge in the sparse form, -1 for one tree */
    tact_real *block;  /* one product D J, room for 6 x largest dof, and the two J */
    int largest;
} contact__primal;

/* Bytes that contact__primal_setup takes. The fill is known only after the analysis: exact (dense) for small islands, a guess
   for large ones, unless contact_workspace_size_exact has looked. */
TACT_PRIVATE size_t contact__primal_bytes(const contact__shape *shape) {
    size_t n = (size_t)shape->dofs, c = (size_t)shape->constraints, bytes = 18 * n * sizeof(tact_real) + 1024;
    size_t fill = 2 * n * n, guess = 12 * 36 * ((size_t)shape->trees + c) + 40 * n;
    if (shape->dofs <= CONTACT__PRIMAL_DENSE) return bytes + n * n * sizeof(tact_real);
    if (shape->dofs > 120 && guess < fill) fill = guess;
    return bytes + 3 * c * sizeof(int) + (size_t)shape->trees * sizeof(int) +
           contact__sparse_plan_bytes(shape->trees, shape->constraints) + 512 +
           (shape->analysed ? shape->factor_bytes : fill * sizeof(tact_real));
}
/* The edge between two trees in a list of `count` (pairs), appended unless it is the last one again. -1: one tree only. */
TACT_PRIVATE int contact__primal_edge(int a, int b, int *edges, int *count) {
    if (a < 0 || b < 0) return -1;
    if (!*count || edges[2 * *count - 2] != a || edges[2 * *count - 1] != b) {
        edges[2 * *count] = a, edges[2 * *count + 1] = b;
        ++*count;
    }
    return *count - 1;
}

/* Symbolic factors kept in a contact_plan: entries one after the other, each a header with the factor behind it, whose
   arrays lie there too. A linear search, because few graphs are in use at a time. */
typedef struct contact__plan_entry {
    contact__sparse sparse;
    size_t end; /* offset of the next entry */
} contact__plan_entry;
TACT_PRIVATE contact__sparse *contact__plan_find(contact_plan *plan, int n_nodes, const int *sizes, int n_edges,
                                                 const int *edges) {
    const size_t head = (sizeof(contact__plan_entry) + 15) / 16 * 16;
    char *memory = (char *)plan->memory;
    size_t at;
    int attempt;
    if (!memory) return (contact__sparse *)0;
    for (at = 0; at < plan->used;) {
        contact__plan_entry *e = (contact__plan_entry *)(void *)(memory + at);
        if (contact__sparse_matches(&e->sparse, n_nodes, sizes, n_edges, edges)) {
            ++plan->reused;
            return &e->sparse;
        }
        at = e->end;
    }
    for (attempt = 0; attempt < 2; ++attempt, plan->used = 0) { /* the second time in the emptied memory */
        contact__plan_entry *e = (contact__plan_entry *)(void *)(memory + plan->used);
        contact__arena arena;
        if (plan->bytes < plan->used + head + 64) continue;
        arena = contact__arena_make(memory + plan->used + head, plan->bytes - plan->used - head);
        if (contact__sparse_setup(&e->sparse, n_nodes, sizes, n_edges, edges, &arena) < 0) continue;
        e->end = ((size_t)(arena.base - memory) + arena.used + 63) / 64 * 64;
        if (e->end > plan->bytes) e->end = plan->bytes;
        plan->used = e->end;
        ++plan->analysed;
        return &e->sparse;
    }
    return (contact__sparse *)0;
}

TACT_PRIVATE contact_status contact__primal_setup(contact__context *x, contact__primal *h) {
    contact__sparse *kept;
    TACT_MEMSET(h, 0, sizeof *h);
    h->n = x->dof_count;
    for (int t = 0; t < x->tree_count; ++t)
        if (x->trees[t].dof > h->largest) h->largest = x->trees[t].dof;
    h->block = CONTACT__TAKE(&x->scratch, 18 * h->largest, tact_real);
    if (h->n <= CONTACT__PRIMAL_DENSE) {
        h->matrix = CONTACT__TAKE(&x->scratch, (size_t)h->n * (size_t)h->n, tact_real);
        return contact__exhausted(&x->scratch) ? CONTACT_NO_SPACE : CONTACT_OK;
    }
    int *edges = CONTACT__TAKE(&x->scratch, 2 * x->constraint_count, int), count = 0;
    int *sizes = CONTACT__TAKE(&x->scratch, x->tree_count, int);
    h->edge_of = CONTACT__TAKE(&x->scratch, x->constraint_count, int);
    if (contact__exhausted(&x->scratch)) return CONTACT_NO_SPACE;
    for (int t = 0; t < x->tree_count; ++t) sizes[t] = x->trees[t].dof;
    for (int i = 0; i < x->constraint_count; ++i) {
        const contact__constraint *q = &x->constraints[i];
        h->edge_of[i] = contact__primal_edge(q->tree_a, q->tree_b, edges, &count);
    }
    /* only of the compliant methods, which have no more than one factor at a time */
    kept = x->config && x->config->plan && contact_method_model(x->method) == CONTACT_MODEL_COMPLIANT
               ? contact__plan_find(x->config->plan, x->tree_count, sizes, count, edges)
               : (contact__sparse *)0;
    if (kept) {
        h->sparse = *kept;
        return CONTACT_OK;
    }
    return contact__sparse_setup(&h->sparse, x->tree_count, sizes, count, edges, &x->scratch);
}

/* Where the block of trees (s, t) begins; s == t: of constraint-free use. NULL block of the sparse form never occurs. */
TACT_PRIVATE tact_real *contact__primal_block(const contact__context *x, contact__primal *h, int constraint, int s, int t,
                                              int *ld, int *flipped) {
    *flipped = 0;
    if (h->matrix) {
        *ld = h->n;
        return h->matrix + (size_t)x->trees[s].first_dof * (size_t)h->n + (size_t)x->trees[t].first_dof;
    }
    if (s == t) return contact__sparse_diagonal(&h->sparse, s, ld);
    return contact__sparse_edge(&h->sparse, h->edge_of[constraint], ld, flipped);
}

/* Adds J^T D J of a contact in point form. With K = (t1,t2,n) D (t1,t2,n)^T, X = [arm]x and P = X K the velocity of the
   point, v - X w, gives on one body [K . ; P -P X] and between the two [-K -P_b^T; -P_a P_a X_b]: a fifth of the
   operations of the dense product. */
TACT_PRIVATE void contact__primal_point(contact__context *x, contact__primal *h, int i, const tact_real *d) {
    const contact__constraint *q = &x->constraints[i];
    const tact_vec3 axis[3] = {q->t1, q->t2, q->n};
    tact_real k[3][3], p[2][3][3], *b;
    int ld, flipped, u, v;
    for (u = 0; u < 3; ++u) k[u][0] = k[u][1] = k[u][2] = 0;
    for (u = 0; u < 3; ++u) {
        tact_vec3 e = tact_add(tact_add(tact_scale(d[3 * u], q->t1), tact_scale(d[3 * u + 1], q->t2)), tact_scale(d[3 * u + 2], q->n));
        k[0][0] += axis[u].x * e.x, k[1][0] += axis[u].y * e.x, k[1][1] += axis[u].y * e.y;
        k[2][0] += axis[u].z * e.x, k[2][1] += axis[u].z * e.y, k[2][2] += axis[u].z * e.z;
    }
    k[0][1] = k[1][0], k[0][2] = k[2][0], k[1][2] = k[2][1];
    for (int side = 0; side < 2; ++side) {
        int t = side ? q->tree_b : q->tree_a;
        tact_vec3 arm = side ? q->arm_b : q->arm_a;
        if (t < 0) continue;
        for (v = 0; v < 3; ++v) {
            tact_vec3 column = tact_cross(arm, tact_vec(k[0][v], k[1][v], k[2][v]));
            p[side][0][v] = column.x, p[side][1][v] = column.y, p[side][2][v] = column.z;
        }
        b = contact__primal_block(x, h, i, t, t, &ld, &flipped);
        b[0] += k[0][0], b[ld] += k[1][0], b[ld + 1] += k[1][1];
        b[2 * ld] += k[2][0], b[2 * ld + 1] += k[2][1], b[2 * ld + 2] += k[2][2];
        for (u = 0; u < 3; ++u) {
            tact_real *row = b + (3 + u) * ld;
            tact_vec3 turn = tact_cross(arm, tact_vec(p[side][u][0], p[side][u][1], p[side][u][2]));
            row[0] += p[side][u][0], row[1] += p[side][u][1], row[2] += p[side][u][2];
            row[3] += turn.x;
            if (u > 0) row[4] += turn.y;
            if (u > 1) row[5] += turn.z;
        }
    }
    if (q->tree_a < 0 || q->tree_b < 0) return;
    if (h->matrix) {
        flipped = q->tree_a < q->tree_b; /* only the lower triangle is kept */
        b = contact__primal_block(x, h, i, flipped ? q->tree_b : q->tree_a, flipped ? q->tree_a : q->tree_b, &ld, &u);
    } else {
        b = contact__primal_block(x, h, i, q->tree_a, q->tree_b, &ld, &flipped);
    }
    {
        tact_real c[6][6];
        for (u = 0; u < 3; ++u) {
            tact_vec3 turn = tact_cross(tact_vec(p[0][u][0], p[0][u][1], p[0][u][2]), q->arm_b);
            for (v = 0; v < 3; ++v) c[u][v] = -k[u][v], c[u][3 + v] = -p[1][v][u], c[3 + u][v] = -p[0][u][v];
            c[3 + u][3] = turn.x, c[3 + u][4] = turn.y, c[3 + u][5] = turn.z;
        }
        for (u = 0; u < 6; ++u, b += ld) {
            if (flipped)
                for (v = 0; v < 6; ++v) b[v] += c[v][u];
            else
                for (v = 0; v < 6; ++v) b[v] += c[u][v];
        }
    }
}

/* Assembles M + J^T D J and factors it. D: `diagonal`, one real per row, or `blocks`, symmetric rows x rows per constraint
   from block_at[i]; the other is NULL. Returns 0 when the factorisation fails. */
TACT_PRIVATE int contact__primal_factor(contact__context *x, contact__primal *h, const tact_real *diagonal,
                                        const tact_real *blocks, const int *block_at) {
    int ld, flipped;
    if (h->matrix) TACT_MEMSET(h->matrix, 0, (size_t)h->n * (size_t)h->n * sizeof(tact_real));
    else contact__sparse_zero(&h->sparse);
    for (int t = 0; t < x->tree_count; ++t) {
        const contact__tree *tree = &x->trees[t];
        tact_real *b = contact__primal_block(x, h, -1, t, t, &ld, &flipped);
        if (tree->body) {
            const tact_real *e = tree->inertia;
            for (int k = 0; k < 3; ++k) b[k * ld + k] += tree->body_mass;
            b += 3 * ld + 3;
            b[0] += e[0], b[ld] += e[3], b[ld + 1] += e[1], b[2 * ld] += e[4], b[2 * ld + 1] += e[5], b[2 * ld + 2] += e[2];
        } else {
            for (int i = 0; i < tree->dof; ++i)
                for (int j = 0; j <= i; ++j) b[i * ld + j] += tree->mass[i * tree->dof + j];
        }
    }
    for (int i = 0; i < x->constraint_count; ++i) {
        const contact__constraint *q = &x->constraints[i];
        int rows = q->rows, tree[2];
        const tact_real *j[2];
        tact_real *dj = h->block + 12 * h->largest, any = 0;
        if (diagonal)
            for (int k = 0; k < rows; ++k) any += tact_abs(diagonal[q->first_row + k]);
        else
            for (int k = 0; k < rows * rows; ++k) any += tact_abs(blocks[block_at[i] + k]);
        if (!(any > 0)) continue;
        if (q->point && blocks) {
            contact__primal_point(x, h, i, blocks + block_at[i]);
            continue;
        }
        for (int side = 0; side < 2; ++side) {
            j[side] = h->block + side * 6 * h->largest;
            if (q->point || (side ? q->tree_b : q->tree_a) < 0)
                tree[side] = contact__jacobian_block(x, i, side, h->block + side * 6 * h->largest);
            else
                tree[side] = side ? q->tree_b : q->tree_a, j[side] = q->j[side];
        }
        for (int side = 0; side < 2; ++side) {
            int s = tree[side], ns;
            if (s < 0) continue;
            ns = x->trees[s].dof;
            for (int k = 0; k < rows; ++k)
                for (int d = 0; d < ns; ++d) {
                    tact_real sum = 0;
                    if (diagonal) sum = diagonal[q->first_row + k] * j[side][k * ns + d];
                    else
                        for (int m = 0; m < rows; ++m) sum += blocks[block_at[i] + k * rows + m] * j[side][m * ns + d];
                    dj[k * ns + d] = sum;
                }
            for (int other = 0; other <= side; ++other) { /* block (s, t) += J_s^T D J_t, by its transpose (D J_s)^T J_t */
                int t = tree[other], nt;
                tact_real *b;
                if (t < 0) continue;
                nt = x->trees[t].dof;
                if (h->matrix && s < t) { /* only the lower triangle is kept */
                    b = contact__primal_block(x, h, i, t, s, &ld, &flipped);
                    flipped = 1;
                } else {
                    b = contact__primal_block(x, h, i, s, t, &ld, &flipped);
                    if (!h->matrix && s != t) flipped = !flipped; /* the edge is (a, b) and s is b */
                }
                for (int u = 0; !flipped && u < ns; ++u) { /* along the rows of the block */
                    int end = s == t ? u + 1 : nt;
                    for (int k = 0; k < rows; ++k) {
                        tact_real factor = dj[k * ns + u];
                        const tact_real *line = j[other] + k * nt;
                        for (int v = 0; v < end; ++v) b[u * ld + v] += factor * line[v];
                    }
                }
                for (int u = 0; flipped && u < ns; ++u)
                    for (int v = 0; v < nt && !(s == t && v > u); ++v) {
                        tact_real sum = 0;
                        for (int k = 0; k < rows; ++k) sum += dj[k * ns + u] * j[other][k * nt + v];
                        b[v * ld + u] += sum;
                    }
            }
        }
    }
    return h->matrix ? tact_cholesky(h->n, h->matrix, h->n) == 0 : contact__sparse_factor(&h->sparse);
}
TACT_PRIVATE void contact__primal_solve(contact__primal *h, tact_real *v) {
    if (h->matrix) tact_cholesky_solve(h->n, h->matrix, h->n, v);
    else contact__sparse_solve(&h->sparse, v);
}

// >>impl-admm
/* Proximal ADMM on the scaled problem (Boyd et al. 2011; the NCP form of Carpentier, Le Lidec & Montaut 2024): x carries
   the linear part, y the cones, z -> c + Gamma(c) is the multiplier:
       x+ = -(G + (rho + eta) I)^-1 (g + Gamma(z) - eta x - rho y - z)
       y+ = P_K(w x+ + (1-w) y - z/rho),    z+ = z - rho (w x+ + (1-w) y - y+)
   z is in K* and orthogonal to y by construction. The proximal eta makes a singular G harmless and does not move the
   solution; started at zero the impulse stays near the one of least norm. Rows without a cone (joints) need no splitting:
   their rho is 0 and their z is 0. G is held as a dense Cholesky factor, or never formed: Woodbury on M + J^T Sigma^-1 J.
   rho: fixed; linear, times or over a factor; spectral, powers of the condition number L/eta (exponents in the config).
   Cost: one factorisation per change of rho, O(n^2) dense or O(fill) sparse per iteration. */
typedef enum contact__rho_rule { CONTACT__RHO_FIXED, CONTACT__RHO_LINEAR, CONTACT__RHO_SPECTRAL } contact__rho_rule;

typedef struct contact__admm {
    contact__dense p;           /* p.matrix NULL: matrix-free */
    contact__primal primal;
    tact_real *factor;          /* dense factor of the symmetric part */
    tact_real *sigma;           /* matrix-free: scaled diagonal rho + eta + R */
    tact_real *x, *y, *z, *rhs, *work, *velocity;
    tact_real rho, eta;
} contact__admm;

/* The dense form is cheaper while the rows are few compared to the degrees of freedom, and the only one without trees. */
TACT_PRIVATE int contact__admm_dense(int rows, int dofs, int trees) {
    return !trees || rows <= 60 || (rows <= 400 && rows <= 2 * dofs);
}
TACT_PRIVATE void contact__admm_take(contact__arena *a, int n, int dofs, int dense, contact__admm *m) {
    TACT_MEMSET(m, 0, sizeof *m);
    if (dense) {
        contact__dense_take(a, n, &m->p);
        m->factor = CONTACT__TAKE(a, (size_t)n * (size_t)n, tact_real);
    } else {
        m->p.n = n;
        m->p.cones = CONTACT__TAKE(a, n, contact__cone);
        m->p.offset = CONTACT__TAKE(a, n, tact_real);
        m->p.scale = CONTACT__TAKE(a, n, tact_real);
        m->sigma = CONTACT__TAKE(a, n, tact_real);
        m->velocity = CONTACT__TAKE(a, dofs, tact_real);
    }
    m->x = CONTACT__TAKE(a, n, tact_real);
    m->y = CONTACT__TAKE(a, n, tact_real);
    m->z = CONTACT__TAKE(a, n, tact_real);
    m->rhs = CONTACT__TAKE(a, n, tact_real);
    m->work = CONTACT__TAKE(a, n, tact_real);
}
TACT_PRIVATE size_t contact__admm_scratch(const contact__shape *shape, const contact_config *config) {
    contact__arena a = contact__arena_make((void *)0, 0);
    contact__admm m;
    int dense = contact__admm_dense(shape->rows, shape->dofs, shape->trees);
    (void)config;
    contact__admm_take(&a, shape->rows, shape->dofs, dense, &m);
    return a.used + (dense ? 0 : contact__primal_bytes(shape)) + 256;
}

/* out = G l of the scaled problem, compliance included. */
TACT_PRIVATE void contact__admm_apply(const contact__context *x, const contact__admm *m, const tact_real *l,
                                      tact_real *out) {
    int n = m->p.n;
    if (m->p.matrix) {
        tact_gemv(0, n, n, 1, m->p.matrix, n, l, 0, out);
        return;
    }
    for (int i = 0; i < n; ++i) x->work_rows[i] = m->p.scale[i] * l[i];
    contact__multiply_delassus(x, x->work_rows, out, x->work_velocity);
    for (int i = 0; i < n; ++i) out[i] = m->p.scale[i] * (out[i] + x->compliance[i] * x->work_rows[i]);
}

/* Largest eigenvalue of the scaled G by power iterations; uses rhs and work. A lower bound that is close. */
TACT_PRIVATE tact_real contact__admm_largest(const contact__context *x, const contact__admm *m, int iterations) {
    int n = m->p.n;
    tact_real norm = 1;
    for (int i = 0; i < n; ++i) m->rhs[i] = TACT_R(0.5) + tact_random_uniform(1, (uint64_t)i);
    for (int k = 0; k < iterations; ++k) {
        norm = tact_sqrt(tact_dot_n(n, m->rhs, m->rhs));
        if (!(norm > 0)) return 1;
        for (int i = 0; i < n; ++i) m->rhs[i] /= norm;
        contact__admm_apply(x, m, m->rhs, m->work);
        TACT_MEMCPY(m->rhs, m->work, (size_t)n * sizeof(tact_real));
    }
    norm = tact_sqrt(tact_dot_n(n, m->rhs, m->rhs));
    return norm > 0 && tact_finite(norm) ? norm : 1;
}

TACT_PRIVATE tact_real contact__admm_row_rho(const contact__admm *m, const contact__cone *cone) {
    return cone->kind == CONTACT__CONE_FREE ? 0 : m->rho;
}

/* Factors for the current rho; 0 when that fails. */
TACT_PRIVATE int contact__admm_factor(contact__context *x, contact__admm *m) {
    int n = m->p.n;
    if (m->p.matrix) {
        for (int i = 0; i < n; ++i) {
            tact_real *row = m->factor + (size_t)i * (size_t)n;
            const tact_real *g = m->p.matrix + (size_t)i * (size_t)n;
            if (m->p.symmetric) TACT_MEMCPY(row, g, (size_t)(i + 1) * sizeof(tact_real));
            else
                for (int j = 0; j <= i; ++j) row[j] = (g[j] + m->p.matrix[(size_t)j * (size_t)n + (size_t)i]) / 2;
        }
        for (int i = 0; i < m->p.cone_count; ++i) {
            const contact__cone *cone = &m->p.cones[i];
            for (int k = cone->row; k < cone->row + cone->rows; ++k)
                m->factor[(size_t)k * (size_t)n + (size_t)k] += contact__admm_row_rho(m, cone) + m->eta;
        }
        return tact_cholesky(n, m->factor, n) == 0;
    }
    for (int i = 0; i < m->p.cone_count; ++i) {
        const contact__cone *cone = &m->p.cones[i];
        for (int k = cone->row; k < cone->row + cone->rows; ++k) {
            m->sigma[k] = contact__admm_row_rho(m, cone) + m->eta + m->p.scale[k] * m->p.scale[k] * x->compliance[k];
            m->work[k] = m->p.scale[k] * m->p.scale[k] / m->sigma[k]; /* D of the unscaled J */
        }
    }
    return contact__primal_factor(x, &m->primal, m->work, (const tact_real *)0, (const int *)0);
}

/* b <- (G + Sigma)^-1 b. */
TACT_PRIVATE void contact__admm_solve(const contact__context *x, contact__admm *m, tact_real *b) {
    int n = m->p.n;
    if (m->p.matrix) {
        tact_cholesky_solve(n, m->factor, n, b);
        return;
    }
    for (int i = 0; i < n; ++i) {
        b[i] /= m->sigma[i];
        x->work_rows[i] = m->p.scale[i] * b[i];
    }
    contact__multiply_jt(x, x->work_rows, m->velocity);
    contact__primal_solve(&m->primal, m->velocity);
    contact__multiply_j(x, m->velocity, x->work_rows);
    for (int i = 0; i < n; ++i) b[i] -= m->p.scale[i] * x->work_rows[i] / m->sigma[i];
}

/* Writes y to the impulse and takes its residuals. */
TACT_PRIVATE int contact__admm_check(contact__context *x, contact__admm *m, int iteration) {
    contact__dense_store(&m->p, m->y, x->impulse);
    contact__residuals(x, x->impulse, x->model, &x->residuals);
    contact__record(x, iteration, x->impulse, &x->residuals);
    return contact__converged(x, &x->residuals);
}

/* The loop, from the impulse in m->y. Returns OK, NOT_CONVERGED or STALLED; the answer is in x->impulse. */
TACT_PRIVATE contact_status contact__admm_run(contact__context *x, contact__admm *m, contact__rho_rule rule,
                                              int desaxce, int limit) {
    const contact_config *config = x->config;
    int n = m->p.n, iteration, changed = 0, factored = 0, checked = 0, skewed = m->p.matrix && !m->p.symmetric;
    tact_real largest = contact__admm_largest(x, m, config->admm_power_iterations), omega = config->admm_relaxation;
    tact_real condition, least, factor = config->admm_linear_factor, close = TACT_REAL_MAX;
    int interval = config->admm_update_interval, check = config->check_interval > 0 ? config->check_interval : 1;
    if (interval > 1 && interval < n / 20) interval = n / 20;
    if (interval > 60) interval = 60;
    m->eta = config->admm_eta;
    condition = largest / m->eta;
    m->rho = config->admm_rho;
    if (rule == CONTACT__RHO_SPECTRAL) {
        m->rho = tact_sqrt(largest * m->eta) * tact_pow(condition, config->admm_spectral_init);
        factor = tact_pow(condition, config->admm_spectral_step);
    }
    least = TACT_R(1e-9) * largest;
    /* z: the velocity that belongs to y, made admissible */
    contact__dense_project(&m->p, m->y);
    contact__admm_apply(x, m, m->y, m->z);
    for (int i = 0; i < n; ++i) m->z[i] += m->p.offset[i], m->x[i] = m->y[i];
    for (int i = 0; i < m->p.cone_count; ++i) {
        const contact__cone *cone = &m->p.cones[i];
        tact_real *z = m->z + cone->row, u[3], q[3];
        for (int k = 0; k < cone->rows; ++k) u[k] = -z[k];
        if (desaxce && cone->rows == 3) u[2] -= cone->size * tact_sqrt(z[0] * z[0] + z[1] * z[1]);
        if (cone->kind == CONTACT__CONE_BOX) continue; /* any sign is admissible at a bound */
        contact__cone_project(cone, u, q); /* u = P_K(u) + P_Ko(u), Ko the polar cone, and z = -P_Ko(u) */
        for (int k = 0; k < cone->rows; ++k) z[k] = q[k] - u[k];
    }
    for (iteration = 1; iteration <= limit; ++iteration) {
        tact_real primal = 0, dual = 0, size = 0, speed = 0;
        if (!factored) {
            if (!contact__admm_factor(x, m)) return CONTACT_PRECISION;
            factored = 1;
        }
        if (skewed) { /* the factor holds the symmetric part; the rest, (G - G^T)/2, acts on the last x */
            tact_gemv(0, n, n, -TACT_R(0.5), m->p.matrix, n, m->x, 0, m->rhs);
            tact_gemv(TACT_TRANSPOSE_A, n, n, TACT_R(0.5), m->p.matrix, n, m->x, 1, m->rhs);
        } else {
            TACT_MEMSET(m->rhs, 0, (size_t)n * sizeof(tact_real));
        }
        for (int i = 0; i < m->p.cone_count; ++i) {
            const contact__cone *cone = &m->p.cones[i];
            tact_real rho = contact__admm_row_rho(m, cone);
            const tact_real *z = m->z + cone->row;
            for (int k = 0; k < cone->rows; ++k) {
                int r = cone->row + k;
                m->rhs[r] += m->eta * m->x[r] + rho * m->y[r] + z[k] - m->p.offset[r];
            }
            if (desaxce && cone->rows == 3) m->rhs[cone->row + 2] -= cone->size * tact_sqrt(z[0] * z[0] + z[1] * z[1]);
        }
        contact__admm_solve(x, m, m->rhs);
        for (int i = 0; i < m->p.cone_count; ++i) {
            const contact__cone *cone = &m->p.cones[i];
            tact_real rho = contact__admm_row_rho(m, cone), inverse = rho > 0 ? 1 / rho : 0, relaxed[3], in[3], out[3];
            for (int k = 0; k < cone->rows; ++k) {
                int r = cone->row + k;
                relaxed[k] = rho > 0 ? omega * m->rhs[r] + (1 - omega) * m->y[r] : m->rhs[r];
                in[k] = relaxed[k] - m->z[r] * inverse;
            }
            contact__cone_project(cone, in, out);
            for (int k = 0; k < cone->rows; ++k) {
                int r = cone->row + k;
                tact_real next = m->rhs[r];
                primal = tact_max(primal, tact_abs(next - out[k]));
                dual = tact_max(dual, tact_abs(m->eta * (next - m->x[r]) + rho * (out[k] - m->y[r]) +
                                               rho * (1 - omega) * (next - m->y[r])));
                m->z[r] -= rho * (relaxed[k] - out[k]);
                size = tact_max(size, tact_abs(out[k])), speed = tact_max(speed, tact_abs(m->z[r]));
                m->x[r] = next, m->y[r] = out[k];
            }
        }
        x->iterations = iteration;
        if (!tact_finite(primal) || !tact_finite(dual)) return CONTACT_PRECISION;
        /* the true residual costs as much as an iteration: look when due, and often once it is nearly there */
        if (!config->fixed_iterations &&
            (iteration % check == 0 || iteration == limit ||
             (primal <= close * TACT_R(0.3) * size && dual <= close * TACT_R(0.3) * (size + speed)))) {
            checked = iteration;
            if (contact__admm_check(x, m, iteration)) return CONTACT_OK;
            close = tact_max(primal, dual) / tact_max(size, TACT_EPSILON);
            if (primal <= config->stall_tolerance * size && dual <= config->stall_tolerance * (size + speed)) {
                contact__restore_best(x);
                return CONTACT_STALLED;
            }
        }
        if (rule != CONTACT__RHO_FIXED && iteration - changed >= interval) {
            /* spectral: as many powers as bring the ratio of the residuals about to one */
            tact_real rho = m->rho, ratio = tact_max(primal, dual) / tact_max(tact_min(primal, dual), TACT_EPSILON * size);
            tact_real powers = rule == CONTACT__RHO_SPECTRAL && config->admm_update_interval > 1
                                   ? tact_floor(tact_log(ratio) / (2 * tact_log(factor)))
                                   : 1;
            tact_real step = tact_pow(factor, tact_clamp(powers, 1, 24));
            if (primal > config->admm_tau * dual) rho = tact_min(rho * step, largest / least * largest);
            else if (dual > config->admm_tau * primal) rho = tact_max(rho / step, least);
            if (rho < m->rho || rho > m->rho) m->rho = rho, factored = 0, changed = iteration;
            m->eta = tact_min(config->admm_eta, tact_max(m->rho / 100, 4 * TACT_EPSILON)); /* never the slower of the two */
        }
    }
    if (checked != x->iterations) contact__dense_store(&m->p, m->y, x->impulse);
    if (config->fixed_iterations) return CONTACT_OK;
    contact__restore_best(x);
    return CONTACT_NOT_CONVERGED;
}

TACT_PRIVATE contact_status contact__solve_admm(contact__context *x) {
    contact__admm m;
    contact_status status;
    int n = x->row_count, dense = contact__admm_dense(n, x->dof_count, x->tree_count);
    int convex = x->model == CONTACT_MODEL_CCP;
    contact__rho_rule rule = x->method == CONTACT_METHOD_NCP_ADMM_FIXED    ? CONTACT__RHO_FIXED
                             : x->method == CONTACT_METHOD_NCP_ADMM_LINEAR ? CONTACT__RHO_LINEAR
                                                                           : CONTACT__RHO_SPECTRAL;
    contact__admm_take(&x->scratch, n, x->dof_count, dense, &m);
    if (contact__exhausted(&x->scratch)) return CONTACT_NO_SPACE;
    if (dense) contact__dense_make(x, convex ? CONTACT__CONE_CCP : CONTACT__CONE_NCP, &m.p);
    else {
        contact__dense_cones(x, convex ? CONTACT__CONE_CCP : CONTACT__CONE_NCP, &m.p);
        status = contact__primal_setup(x, &m.primal);
        if (status < 0) return status;
    }
    contact__dense_load(&m.p, x->impulse, m.y);
    status = contact__admm_run(x, &m, rule, !convex, x->max_iterations);
    if (status == CONTACT_PRECISION && !contact__restore_best(x))
        for (int i = 0; i < n; ++i) x->impulse[i] = 0;
    return status;
}

/* ---- accelerated projected gradient ----
   FISTA (Beck & Teboulle 2009) for min l^T G l / 2 + g^T l over the cones, with the step grown and cut by the quadratic
   bound (l+ - y)^T G (l+ - y) <= L |l+ - y|^2, which is available at no extra product because G y is a combination of
   two known vectors, and with the gradient restart of O'Donoghue & Candes 2015. One product with G per iteration. */
typedef struct contact__apgd {
    contact__admm base; /* the scaled form and its product */
    tact_real *l, *gl, *previous, *g_previous, *y, *gy;
} contact__apgd;
TACT_PRIVATE void contact__apgd_take(contact__arena *a, int n, int dofs, int dense, contact__apgd *m) {
    contact__admm_take(a, n, dofs, dense, &m->base);
    m->l = CONTACT__TAKE(a, n, tact_real);
    m->gl = CONTACT__TAKE(a, n, tact_real);
    m->previous = CONTACT__TAKE(a, n, tact_real);
    m->g_previous = CONTACT__TAKE(a, n, tact_real);
    m->y = CONTACT__TAKE(a, n, tact_real);
    m->gy = CONTACT__TAKE(a, n, tact_real);
}
TACT_PRIVATE size_t contact__apgd_scratch(const contact__shape *shape, const contact_config *config) {
    contact__arena a = contact__arena_make((void *)0, 0);
    contact__apgd m;
    (void)config;
    contact__apgd_take(&a, shape->rows, shape->dofs, !shape->trees || shape->rows <= 60, &m);
    return a.used + 256;
}
TACT_PRIVATE contact_status contact__solve_apgd(contact__context *x) {
    contact__apgd m;
    int n = x->row_count, dense = !x->tree_count || n <= 60;
    int interval = x->config->check_interval > 0 ? x->config->check_interval : 1;
    tact_real bound, theta = 1;
    size_t bytes = (size_t)n * sizeof(tact_real);
    contact__apgd_take(&x->scratch, n, x->dof_count, dense, &m);
    if (contact__exhausted(&x->scratch)) return CONTACT_NO_SPACE;
    if (dense) contact__dense_make(x, CONTACT__CONE_CCP, &m.base.p);
    else contact__dense_cones(x, CONTACT__CONE_CCP, &m.base.p);
    bound = contact__admm_largest(x, &m.base, x->config->admm_power_iterations);
    contact__dense_load(&m.base.p, x->impulse, m.l);
    contact__dense_project(&m.base.p, m.l);
    contact__admm_apply(x, &m.base, m.l, m.gl);
    TACT_MEMCPY(m.y, m.l, bytes), TACT_MEMCPY(m.gy, m.gl, bytes);
    for (int iteration = 1; iteration <= x->max_iterations; ++iteration) {
        tact_real square = 0, curve = 0, turn = 0, move = 0, size = 0, next, beta;
        TACT_MEMCPY(m.previous, m.l, bytes), TACT_MEMCPY(m.g_previous, m.gl, bytes);
        for (int attempt = 0; attempt < 40; ++attempt) {
            for (int i = 0; i < n; ++i) m.l[i] = m.y[i] - (m.gy[i] + m.base.p.offset[i]) / bound;
            contact__dense_project(&m.base.p, m.l);
            contact__admm_apply(x, &m.base, m.l, m.gl);
            square = curve = 0;
            for (int i = 0; i < n; ++i) {
                tact_real d = m.l[i] - m.y[i];
                square += d * d, curve += d * (m.gl[i] - m.gy[i]);
            }
            if (curve <= bound * square * (1 + TACT_R(1e-9))) break;
            bound = tact_max(TACT_R(1.1) * bound, curve / square);
        }
        for (int i = 0; i < n; ++i) {
            tact_real d = m.l[i] - m.previous[i];
            turn += (m.y[i] - m.l[i]) * d, move += d * d, size += m.l[i] * m.l[i];
        }
        if (turn > 0) { /* the momentum points uphill: start it again */
            theta = 1;
            TACT_MEMCPY(m.y, m.l, bytes), TACT_MEMCPY(m.gy, m.gl, bytes);
        } else {
            next = (1 + tact_sqrt(1 + 4 * theta * theta)) / 2;
            beta = (theta - 1) / next, theta = next;
            for (int i = 0; i < n; ++i) {
                m.y[i] = m.l[i] + beta * (m.l[i] - m.previous[i]);
                m.gy[i] = m.gl[i] + beta * (m.gl[i] - m.g_previous[i]);
            }
        }
        x->iterations = iteration;
        if (!tact_finite(square) || !tact_finite(size)) break;
        if (x->config->fixed_iterations) continue;
        if (iteration % interval == 0 || iteration == x->max_iterations) {
            contact__dense_store(&m.base.p, m.l, x->impulse);
            contact__residuals(x, x->impulse, x->model, &x->residuals);
            contact__record(x, iteration, x->impulse, &x->residuals);
            if (contact__converged(x, &x->residuals)) return CONTACT_OK;
            if (tact_sqrt(move) <= x->config->stall_tolerance * tact_sqrt(size)) {
                contact__restore_best(x);
                return CONTACT_STALLED;
            }
        }
        if (iteration % 100 == 0) bound *= TACT_R(0.9); /* the bound found early may be too careful now */
    }
    if (x->config->fixed_iterations) {
        contact__dense_store(&m.base.p, m.l, x->impulse);
        return CONTACT_OK;
    }
    if (!contact__restore_best(x)) contact__dense_store(&m.base.p, m.l, x->impulse);
    return CONTACT_NOT_CONVERGED;
}

// >>impl-multiplier
/* ---- NCP by the method of multipliers in velocity space ----
   For a guess l of the impulses and of the De Saxce shift s = mu |c_t|, the velocity minimises the convex function
       phi(v) = |v - v_free|^2_M / 2 + sum_i |P_K(y_i)|^2 / (2 rho_i),   y_i = l_i - rho_i (J_i v + b_i + s_i n),
   whose gradient is M (v - v_free) - J^T P_K(y). Then l <- P_K(y), s <- mu |c_t|, until nothing moves: a fixed point
   solves the NCP exactly, for any rho > 0 (Rockafellar 1976 for the multipliers; De Saxce & Feng 1998, Acary & Cadoux
   2013 for the shift). The minimum is found by semismooth Newton with H = M + J^T D J, D_i = rho_i dP_K(y_i), dense or
   block-sparse: the cost follows the graph of bodies, not the number of contacts, and redundant contacts do no harm
   because H is definite whatever G is. rho is large against 1/G_ii, so that few outer rounds are needed: with a warm
   start mostly one factorisation. Compliance R of a row enters exactly: y / (1 + rho R), rho / (1 + rho R). */
typedef struct contact__multiplier {
    contact__primal primal;
    tact_real *v, *step, *gradient, *pull, *trial; /* dofs; pull: M (v - v_free) */
    tact_real *y, *l, *guess, *c, *dc; /* rows: y, P_K(y), the multipliers, J v + b without shift, J step */
    tact_real *rho, *shift;                 /* by constraint: penalty of the round, De Saxce shift */
    tact_real *blocks;                      /* D_i, rows x rows each */
    int *block_at;
} contact__multiplier;

TACT_PRIVATE void contact__multiplier_take(contact__arena *a, const contact__shape *s, size_t block_reals,
                                           contact__multiplier *m) {
    m->v = CONTACT__TAKE(a, s->dofs, tact_real);
    m->step = CONTACT__TAKE(a, s->dofs, tact_real);
    m->gradient = CONTACT__TAKE(a, s->dofs, tact_real);
    m->pull = CONTACT__TAKE(a, s->dofs, tact_real);
    m->trial = CONTACT__TAKE(a, s->dofs, tact_real);
    m->y = CONTACT__TAKE(a, s->rows, tact_real);
    m->l = CONTACT__TAKE(a, s->rows, tact_real);
    m->guess = CONTACT__TAKE(a, s->rows, tact_real);
    m->c = CONTACT__TAKE(a, s->rows, tact_real);
    m->dc = CONTACT__TAKE(a, s->rows, tact_real);
    m->rho = CONTACT__TAKE(a, s->constraints, tact_real);
    m->shift = CONTACT__TAKE(a, s->constraints, tact_real);
    m->block_at = CONTACT__TAKE(a, s->constraints, int);
    m->blocks = CONTACT__TAKE(a, block_reals, tact_real);
}
TACT_PRIVATE size_t contact__multiplier_scratch(const contact__shape *shape) {
    contact__arena a = contact__arena_make((void *)0, 0);
    contact__multiplier m;
    contact__multiplier_take(&a, shape, 6 * (size_t)shape->rows, &m);
    return a.used + contact__primal_bytes(shape) + 64 * 64;
}

TACT_PRIVATE void contact__multiplier_block(const contact__context *x, const contact__multiplier *m, int i, tact_real *d);
/* y and l = P_K(y) at the row velocities c + length dc. With `slope`: sums of dc . l and dc^T D dc. */
TACT_PRIVATE void contact__multiplier_impulse(const contact__context *x, contact__multiplier *m, tact_real length,
                                              tact_real *slope) {
    if (slope) slope[0] = slope[1] = 0;
    for (int i = 0; i < x->constraint_count; ++i) {
        const contact__constraint *q = &x->constraints[i];
        tact_real *c = m->c + q->first_row, *dc = m->dc + q->first_row, *y = m->y + q->first_row, *l = m->l + q->first_row;
        for (int k = 0; k < q->rows; ++k) {
            int row = q->first_row + k;
            tact_real soft = 1 / (1 + m->rho[i] * x->compliance[row]), u = slope ? c[k] + length * dc[k] : c[k];
            y[k] = soft * (m->guess[row] - m->rho[i] * (u + (q->kind == CONTACT_KIND_CONTACT && k == 2 ? m->shift[i] : 0)));
        }
        contact__project(x, i, y, l);
        if (slope) {
            tact_real d[36];
            contact__multiplier_block(x, m, i, d);
            for (int k = 0; k < q->rows; ++k) {
                slope[0] += dc[k] * l[k];
                for (int j = 0; j < q->rows; ++j) slope[1] += dc[k] * d[k * q->rows + j] * dc[j];
            }
        }
    }
}

/* D_i = d l / d(-J v): symmetric, positive semidefinite. Regions of the cone as in contact__project_cone. */
TACT_PRIVATE void contact__multiplier_block(const contact__context *x, const contact__multiplier *m, int i, tact_real *d) {
    const contact__constraint *q = &x->constraints[i];
    const tact_real *y = m->y + q->first_row;
    int rows = q->rows;
    for (int k = 0; k < rows * rows; ++k) d[k] = 0;
    if (q->kind == CONTACT_KIND_CONTACT) {
        tact_real rho = m->rho[i] / (1 + m->rho[i] * x->compliance[q->first_row + 2]), r = tact_sqrt(y[0] * y[0] + y[1] * y[1]);
        if (q->mu * r <= -y[2]) return;
        if (r <= q->mu * y[2]) {
            d[0] = d[4] = d[8] = rho;
        } else {
            tact_real t0 = y[0] / r, t1 = y[1] / r, f = rho / (1 + q->mu * q->mu), side = q->mu * (y[2] + q->mu * r) / r * f;
            d[0] = f * q->mu * q->mu * t0 * t0 + side * t1 * t1;
            d[4] = f * q->mu * q->mu * t1 * t1 + side * t0 * t0;
            d[1] = d[3] = (f * q->mu * q->mu - side) * t0 * t1;
            d[2] = d[6] = f * q->mu * t0, d[5] = d[7] = f * q->mu * t1, d[8] = f;
        }
        return;
    }
    for (int k = 0; k < rows; ++k) {
        int row = q->first_row + k, active = q->kind == CONTACT_KIND_JOINT || (q->kind == CONTACT_KIND_LIMIT ? y[k] > 0 : tact_abs(y[k]) < x->bound[row]);
        if (active) d[k * rows + k] = m->rho[i] / (1 + m->rho[i] * x->compliance[row]);
    }
}

/* Is the impulse on the surface of the cone, pushed there from outside? */
TACT_PRIVATE int contact__multiplier_slips(const contact__multiplier *m, const contact__constraint *q) {
    const tact_real *y = m->y + q->first_row;
    return y[0] * y[0] + y[1] * y[1] > q->mu * q->mu * y[2] * y[2] || y[2] < 0;
}

/* Was the contact held by friction in the warm start? Then what it slides now is the error of the guess. */
TACT_PRIVATE int contact__multiplier_held(const contact__multiplier *m, const contact__constraint *q) {
    const tact_real *l = m->guess + q->first_row;
    return l[2] > 0 && l[0] * l[0] + l[1] * l[1] < TACT_R(0.98) * q->mu * q->mu * l[2] * l[2];
}

/* `fill` bounds the reals of the sparse factor, 0: no bound. CONTACT_UNSUPPORTED: beyond it, nothing done. */
TACT_PRIVATE contact_status contact__solve_multiplier(contact__context *x, size_t fill) {
    contact__multiplier m;
    contact__shape shape;
    contact_status status;
    tact_real r = sizeof(tact_real) == 8 ? TACT_R(1e4) : TACT_R(30), most = sizeof(tact_real) == 8 ? TACT_R(1e9) : TACT_R(1e3);
    tact_real before = -1;
    size_t reals = 0;
    int limit = x->max_iterations < 60 ? x->max_iterations : 60, factors = 0, rounds, slow = 0, n = x->dof_count;
    int stale = 1, polish = 0, warm = 0;
    TACT_MEMSET(&shape, 0, sizeof shape);
    shape.trees = x->tree_count, shape.dofs = n, shape.constraints = x->constraint_count, shape.rows = x->row_count, shape.contacts = x->contact_count;
    for (int i = 0; i < x->constraint_count; ++i) {
        const contact__constraint *q = &x->constraints[i];
        const tact_real *e = x->compliance + q->first_row;
        reals += (size_t)(q->rows * q->rows);
        if (q->kind == CONTACT_KIND_CONTACT && (tact_abs(e[0] - e[2]) > 0 || tact_abs(e[1] - e[2]) > 0)) return CONTACT_UNSUPPORTED;
    }
    contact__multiplier_take(&x->scratch, &shape, reals, &m);
    if (contact__exhausted(&x->scratch)) return CONTACT_NO_SPACE;
    status = contact__primal_setup(x, &m.primal);
    if (status < 0) return status;
    if (fill && !m.primal.matrix && m.primal.sparse.n_values > fill) return CONTACT_UNSUPPORTED;
    TACT_MEMSET(m.blocks, 0, reals * sizeof(tact_real));
    reals = 0;
    for (int i = 0; i < x->constraint_count; ++i) m.block_at[i] = (int)reals, reals += (size_t)(x->constraints[i].rows * x->constraints[i].rows);
    for (int i = 0; i < x->row_count && !warm; ++i) warm = tact_abs(x->impulse[i]) > 0;
    TACT_MEMCPY(m.guess, x->impulse, (size_t)x->row_count * sizeof(tact_real));
    TACT_MEMCPY(m.v, x->velocity, (size_t)n * sizeof(tact_real));
    for (rounds = 0; rounds < 40 && factors < limit; ++rounds) {
        int inner, calm = 0;
        for (int i = 0; i < x->constraint_count; ++i) {
            const contact__constraint *q = &x->constraints[i];
            tact_real trace = 0, c[6];
            for (int k = 0; k < q->rows; ++k) trace += x->blocks[q->block + k * (q->rows + 1)];
            m.rho[i] = r * (tact_real)q->rows / (trace > 0 ? trace : 1);
            if (q->kind != CONTACT_KIND_CONTACT) continue;
            m.shift[i] = 0;
            if (x->model == CONTACT_MODEL_CCP || (rounds ? !contact__multiplier_slips(&m, q) : contact__multiplier_held(&m, q)))
                continue; /* sticks: no slip */
            contact__row_velocity(x, i, m.v, c);
            c[0] += x->bias[q->first_row], c[1] += x->bias[q->first_row + 1];
            m.shift[i] = q->mu * tact_sqrt(c[0] * c[0] + c[1] * c[1]);
        }
        contact__multiply_j(x, m.v, m.c);
        for (int i = 0; i < x->row_count; ++i) m.c[i] += x->bias[i];
        for (int t = 0; t < n; ++t) m.trial[t] = m.v[t] - x->free_velocity[t];
        contact__multiply_mass(x, m.trial, m.pull);
        contact__multiplier_impulse(x, &m, 0, (tact_real *)0);
        if (!rounds && warm) {
            /* predictor: contacts that friction held in the warm start are taken to stay held. Their rho c, which the new
               forces make large against l, would put them anywhere else first */
            for (int i = 0; i < x->constraint_count; ++i) {
                const contact__constraint *q = &x->constraints[i];
                tact_real *block = m.blocks + m.block_at[i];
                contact__multiplier_block(x, &m, i, block);
                if (q->kind != CONTACT_KIND_CONTACT || !contact__multiplier_held(&m, q)) continue;
                for (int k = 0; k < 9; ++k) block[k] = 0;
                block[0] = block[4] = block[8] = m.rho[i] / (1 + m.rho[i] * x->compliance[q->first_row + 2]);
                for (int k = q->first_row; k < q->first_row + 3; ++k) m.l[k] = m.y[k];
            }
            contact__multiply_jt(x, m.l, m.step);
            for (int t = 0; t < n; ++t) m.step[t] -= m.pull[t];
            if (!contact__primal_factor(x, &m.primal, NULL, m.blocks, m.block_at)) return CONTACT_PRECISION;
            factors = 1, stale = 0;
            contact__primal_solve(&m.primal, m.step);
            contact__multiply_j(x, m.step, m.dc);
            contact__multiply_mass(x, m.step, m.trial);
            for (int t = 0; t < n; ++t) m.v[t] += m.step[t], m.pull[t] += m.trial[t];
            for (int i = 0; i < x->row_count; ++i) m.c[i] += m.dc[i];
            contact__multiplier_impulse(x, &m, 0, (tact_real *)0);
        }
        for (inner = 0; inner < 20 && factors < limit && !calm; ++inner) {
            tact_real length = 1, low = 0, high = 0, first, slope[2], linear, square, size = 0, error = 0, kinetic = 0;
            contact__multiply_jt(x, m.l, m.gradient);
            for (int t = 0; t < n; ++t) {
                size = tact_max(size, tact_max(tact_abs(m.pull[t]), tact_abs(m.gradient[t])));
                m.gradient[t] = m.pull[t] - m.gradient[t];
                error = tact_max(error, tact_abs(m.gradient[t]));
            }
            if (!(error > 4 * TACT_EPSILON * size)) break; /* at the minimum to rounding, or not finite */
            for (int t = 0; t < n; ++t) kinetic += (m.v[t] - x->free_velocity[t]) * m.pull[t];
            for (int i = 0; i < x->constraint_count; ++i) {
                tact_real d[36], *block = m.blocks + m.block_at[i];
                const contact__constraint *q = &x->constraints[i];
                contact__multiplier_block(x, &m, i, d);
                for (int k = 0; k < q->rows * q->rows; ++k)
                    if (d[k] < block[k] || d[k] > block[k]) block[k] = d[k], stale = 1;
            }
            if (stale && polish) return contact__restore_best(x) ? CONTACT_OK : CONTACT_FAILED;
            if (stale) { /* contacts that stick or are open keep their D, and H its factor, from step to step of Newton */
                if (!contact__primal_factor(x, &m.primal, NULL, m.blocks, m.block_at)) return CONTACT_PRECISION;
                ++factors;
                stale = 0;
            }
            for (int t = 0; t < n; ++t) m.step[t] = -m.gradient[t];
            contact__primal_solve(&m.primal, m.step);
            first = tact_dot_n(n, m.step, m.gradient);
            if (!(first < 0)) break;
            /* exact line search: zero of the derivative first + ... = linear + length square - dc . l(length), which only
               grows. Where contacts close on the way the full step can be thousands of times too long */
            contact__multiply_j(x, m.step, m.dc);
            contact__multiply_mass(x, m.step, m.trial);
            linear = tact_dot_n(n, m.step, m.pull), square = tact_dot_n(n, m.step, m.trial);
            /* rounding of c is amplified by rho: below this nothing can be searched, and the full step is right */
            if (-first <= CONTACT__SMALL(1e-12, 1e-5) * kinetic) calm = 1;
            for (int search = 0; search < (calm ? 0 : 30); ++search) {
                tact_real value;
                contact__multiplier_impulse(x, &m, length, slope);
                value = linear + length * square - slope[0];
                if (!search) calm = tact_abs(value) <= TACT_R(1e-6) * -first; /* the regions did not change: exact */
                if (tact_abs(value) <= TACT_R(0.1) * -first || !tact_finite(value)) break;
                if (value < 0) low = length;
                else high = length;
                length -= value / (square + slope[1]);
                if (!(length > low) || (high > 0 && !(length < high))) length = high > 0 ? (low + high) / 2 : 2 * low;
                if (high > 0 && high - low <= 8 * TACT_EPSILON * high) break;
            }
            for (int t = 0; t < n; ++t) m.v[t] += length * m.step[t], m.pull[t] += length * m.trial[t];
            for (int i = 0; i < x->row_count; ++i) m.c[i] += length * m.dc[i];
            if (calm) contact__multiplier_impulse(x, &m, 0, (tact_real *)0);
        }
        TACT_MEMCPY(m.guess, m.l, (size_t)x->row_count * sizeof(tact_real));
        TACT_MEMCPY(x->impulse, m.l, (size_t)x->row_count * sizeof(tact_real));
        contact__residuals(x, x->impulse, x->model, &x->residuals);
        x->iterations = factors;
        contact__record(x, factors, x->impulse, &x->residuals);
        if (contact__converged(x, &x->residuals)) {
            /* one more round, as long as it needs no factorisation, takes the error to rounding: an island at rest then
               stays within the tolerance, and its next steps have nothing to solve */
            if (polish) return contact__restore_best(x) ? CONTACT_OK : CONTACT_FAILED;
            tact_real fastest = 0;
            for (int t = 0; t < n; ++t) fastest = tact_max(fastest, tact_abs(m.v[t]));
            if (!(x->config->coarse_tolerance > 0) || x->residuals.natural_relative < 256 * TACT_EPSILON || fastest > TACT_R(1e-3))
                return CONTACT_OK;
            polish = 1;
            continue;
        }
        if (polish) return contact__restore_best(x) ? CONTACT_OK : CONTACT_FAILED;
        if (before >= 0 && !(x->residuals.natural_map < TACT_R(0.1) * before)) r = tact_min(10 * r, most);
        slow = before >= 0 && x->residuals.natural_map > TACT_R(0.5) * before ? slow + 1 : 0;
        if (slow > 3) break;
        before = x->residuals.natural_map;
    }
    contact__restore_best(x);
    return CONTACT_NOT_CONVERGED;
}

// >>impl-newton
/* ---- NCP by Newton ----
   Start: the warm start, or some ADMM iterations, which find most of the modes (open, stick, slip) cheaply. Then proximal
   semismooth Newton (contact__newton_solve) with a short look-ahead r. Where that fails, a long look-ahead, which tells the
   modes apart at small impulses and velocities, and then the proximal point method with exact steps
   (contact__newton_proximal), which gets to the end of the hardest piles known. Last the first two take turns, a hundred ADMM
   iterations and thirty Newton steps, each going on from where the other stopped unless Newton made it worse, and not from
   the best so far: in a pile with redundant contacts and much friction the impulses must wander far along directions that
   move nothing, at a nearly constant residual, before the last contacts find their mode.
   Dense: O(active rows^3) per Newton step. */
typedef struct contact__ncp {
    contact__admm admm;
    contact__newton newton;
    contact__dense part; /* a connected part of the problem, its matrix in admm.factor */
    int *parts, *rows;   /* part of each cone; rows of `part` */
    tact_real *l, *best, *sub;
} contact__ncp;
TACT_PRIVATE void contact__ncp_take(contact__arena *a, int n, contact__ncp *m) {
    contact__admm_take(a, n, 0, 1, &m->admm);
    contact__newton_take(a, n, &m->newton);
    TACT_MEMSET(&m->part, 0, sizeof m->part);
    m->part.cones = CONTACT__TAKE(a, n, contact__cone);
    m->part.offset = CONTACT__TAKE(a, n, tact_real);
    m->parts = CONTACT__TAKE(a, n, int);
    m->rows = CONTACT__TAKE(a, n, int);
    m->l = CONTACT__TAKE(a, n, tact_real);
    m->best = CONTACT__TAKE(a, n, tact_real);
    m->sub = CONTACT__TAKE(a, n, tact_real);
}
TACT_PRIVATE int contact__ncp_dense(int rows, int trees) { return rows <= (trees ? 900 : CONTACT__DENSE_ROWS); }
TACT_PRIVATE size_t contact__ncp_scratch(const contact__shape *shape, const contact_config *config) {
    contact__arena a = contact__arena_make((void *)0, 0);
    contact__ncp m;
    (void)config;
    size_t bytes = shape->trees ? contact__multiplier_scratch(shape) : 0;
    if (contact__ncp_dense(shape->rows, shape->trees)) {
        contact__ncp_take(&a, shape->rows, &m);
        return a.used + 256 > bytes ? a.used + 256 : bytes;
    }
    return bytes > contact__admm_scratch(shape, config) ? bytes : contact__admm_scratch(shape, config);
}

/* m->l, left by Newton steps, becomes the impulse; counts the factorisations since `before`. Returns 1 when converged. */
TACT_PRIVATE int contact__ncp_answer(contact__context *x, contact__ncp *m, int before, int *iterations) {
    TACT_MEMCPY(m->admm.y, m->l, (size_t)m->admm.p.n * sizeof(tact_real));
    contact__dense_project(&m->admm.p, m->admm.y);
    contact__dense_store(&m->admm.p, m->admm.y, x->impulse);
    contact__residuals(x, x->impulse, x->model, &x->residuals);
    *iterations += m->newton.factorisations - before;
    contact__record(x, *iterations > 0 ? *iterations : 1, x->impulse, &x->residuals);
    x->iterations = *iterations;
    return contact__converged(x, &x->residuals);
}
TACT_PRIVATE tact_real contact__ncp_size(const contact__ncp *m) { /* what |F| is compared with */
    const contact__dense *p = &m->admm.p;
    return tact_sqrt(tact_max(tact_dot_n(p->n, p->offset, p->offset), tact_dot_n(p->n, m->l, m->l)));
}

/* Newton from m->l. Returns 1 when converged. */
TACT_PRIVATE int contact__ncp_newton(contact__context *x, contact__ncp *m, tact_real r, int limit, int *iterations) {
    int before = m->newton.factorisations, converged = 0;
    tact_real norm = contact__ncp_size(m);
    tact_real tolerance = norm * tact_max(TACT_R(0.1) * x->config->relative_tolerance, 8 * TACT_EPSILON);
    for (int attempt = 0; attempt < 4 && !converged; ++attempt, tolerance *= TACT_R(1e-2)) {
        tact_real f = contact__newton_solve(&m->admm.p, r, tolerance, limit, m->l, &m->newton);
        converged = contact__ncp_answer(x, m, before, iterations);
        limit -= m->newton.factorisations - before;
        before = m->newton.factorisations;
        if (f > tolerance || limit <= 0 || tolerance < norm * TACT_EPSILON) break;
    }
    return converged;
}

/* contact__newton_proximal from m->l on each connected part by itself, which matters for problems given as a matrix. */
TACT_PRIVATE int contact__ncp_proximal(contact__context *x, contact__ncp *m, int limit, int *iterations) {
    const contact__dense *p = &m->admm.p;
    contact__dense *sub = &m->part;
    int parts = contact__dense_parts(p, m->parts, m->rows), converged = 0, missed = 0;
    tact_real tolerance = contact__ncp_size(m) * tact_max(TACT_R(0.1) * x->config->relative_tolerance, 8 * TACT_EPSILON);
    sub->matrix = m->admm.factor; /* ADMM makes its factor anew whenever it starts */
    for (int attempt = 0; attempt < 3 && !converged && limit > 0; ++attempt) {
        int before = m->newton.factorisations, most = 0; /* steps count as for islands: those of the part that needs most */
        int again = missed;
        missed = 0;
        for (int part = 0; part < parts; ++part) {
            contact__dense_part(p, m->parts, part, m->rows, sub);
            for (int i = 0; i < sub->n; ++i) m->sub[i] = m->l[m->rows[i]];
            if (again) { /* another way for what was missed: from nothing */
                contact__dense_velocity(sub, m->sub, m->newton.c);
                if (contact__newton_norm(sub, m->sub, m->newton.c) > tolerance)
                    TACT_MEMSET(m->sub, 0, (size_t)sub->n * sizeof(tact_real));
            }
            m->newton.factorisations = before;
            missed |= contact__newton_proximal(sub, tolerance, limit, m->sub, &m->newton) > tolerance;
            if (m->newton.factorisations - before > most) most = m->newton.factorisations - before;
            for (int i = 0; i < sub->n; ++i) m->l[m->rows[i]] = m->sub[i];
        }
        m->newton.factorisations = before + most;
        converged = contact__ncp_answer(x, m, before, iterations);
        limit -= most;
        if (!missed) tolerance *= TACT_R(1e-2);
    }
    return converged;
}

TACT_PRIVATE contact_status contact__solve_ncp_newton(contact__context *x) {
    contact__ncp m;
    int n = x->row_count, iterations = 0, warm = 0, limit = x->max_iterations, admm = 20 + n / 6;
    int convex = x->model == CONTACT_MODEL_CCP;
    contact_status status;
    if (x->tree_count) { /* the primal form first: cheap where bodies are few against contacts, or form chains and towers */
        contact_status primal = contact__solve_multiplier(x, 0);
        if (primal == CONTACT_OK || primal == CONTACT_NO_SPACE) return primal;
        x->scratch.used = 0;
        contact__velocity_of(x, x->impulse, x->velocity);
    }
    if (!contact__ncp_dense(n, x->tree_count)) return contact__solve_admm(x);
    contact__ncp_take(&x->scratch, n, &m);
    if (contact__exhausted(&x->scratch)) return CONTACT_NO_SPACE;
    contact__dense_make(x, convex ? CONTACT__CONE_CCP : CONTACT__CONE_NCP, &m.admm.p);
    contact__residuals(x, x->impulse, x->model, &x->residuals);
    if (contact__converged(x, &x->residuals)) return CONTACT_OK;
    contact__record(x, 0, x->impulse, &x->residuals);
    for (int i = 0; i < n; ++i) warm |= x->impulse[i] < 0 || x->impulse[i] > 0;
    if (warm) {
        contact__dense_load(&m.admm.p, x->impulse, m.l);
        if (contact__ncp_newton(x, &m, 1, limit < 8 ? limit : 8, &iterations)) return CONTACT_OK;
        contact__restore_best(x);
    }
    contact__dense_load(&m.admm.p, x->impulse, m.admm.y);
    for (int round = 0; iterations < limit; ++round) {
        int steps = round ? 30 : 20, before = iterations;
        tact_real reached;
        status = contact__admm_run(x, &m.admm, CONTACT__RHO_SPECTRAL, !convex, admm);
        x->iterations = iterations;
        if (status == CONTACT_OK) {
            x->iterations = iterations + 1;
            return CONTACT_OK;
        }
        contact__dense_store(&m.admm.p, m.admm.y, x->impulse);
        contact__residuals(x, x->impulse, x->model, &x->residuals);
        reached = x->residuals.natural_relative;
        TACT_MEMCPY(m.l, m.admm.y, (size_t)n * sizeof(tact_real));
        TACT_MEMCPY(m.best, m.admm.y, (size_t)n * sizeof(tact_real));
        if (contact__ncp_newton(x, &m, round ? TACT_R(100) : TACT_R(1), steps < limit - iterations ? steps : limit - iterations,
                                &iterations))
            return CONTACT_OK;
        if (iterations == before) ++iterations; /* a singular first step counts, so that the rounds end */
        if (round == 0) { /* led astray: again from nothing, and further with ADMM */
            TACT_MEMSET(m.admm.y, 0, (size_t)n * sizeof(tact_real));
            admm = 500;
        } else { /* contact__ncp_newton has left its answer in y */
            if (!(x->residuals.natural_relative <= reached)) TACT_MEMCPY(m.admm.y, m.best, (size_t)n * sizeof(tact_real));
            admm = 100;
        }
        if (round == 1) {
            TACT_MEMCPY(m.l, m.admm.y, (size_t)n * sizeof(tact_real));
            TACT_MEMCPY(m.best, m.admm.y, (size_t)n * sizeof(tact_real));
            if (contact__ncp_proximal(x, &m, (limit - iterations) * 2 / 3, &iterations)) return CONTACT_OK;
            TACT_MEMCPY(m.admm.y, m.best, (size_t)n * sizeof(tact_real));
        }
    }
    contact__restore_best(x);
    x->iterations = iterations;
    return CONTACT_NOT_CONVERGED;
}

/* ---- convex problem by primal Newton ----
   With compliance R > 0 the impulse is a function of the velocity, l = P_R(y), y = -R^-1 (J v + b), P_R the projection in
   the R norm, and the CCP is the smooth convex problem
       min_v  (v - v_free)^T M (v - v_free)/2 + sum l^T R l / 2,    gradient M (v - v_free) - J^T l,
       Hessian M + J^T (dP_R/dy R^-1) J                             (Todorov 2014; Castro, Permenter & Han 2022)
   solved by Newton with an exact line search: each trial length costs one pass over the rows. Where the given compliance
   is smaller than newton_regularisation * diag(G) the latter is used, and becomes part of the model that is solved, as in
   MuJoCo. A regularisation of zero asks for the hard limit: the same Newton inside the proximal point iteration
   b -> b - e l_k, R -> R + e (an augmented Lagrangian), whose fixed point is free of e. For the NCP the De Saxce shift
   mu |c_t| is held fixed inside and renewed outside. */
typedef struct contact__soft {
    contact__primal h;
    tact_real *r, *b, *l, *c, *dc, *trial; /* rows: R' > 0, J v -> J v + b shifted, impulse, J v, J dv, trial impulse */
    tact_real *center, *weight, *shift;    /* rows: l_k, e, De Saxce shift */
    tact_real *v, *dv, *mv, *mdv;          /* dofs: velocity, step, M (v - v_free), M dv */
    tact_real *d;                          /* D blocks of the constraints */
    int *d_at;
} contact__soft;
TACT_PRIVATE void contact__soft_take(contact__arena *a, int rows, int dofs, int constraints, contact__soft *m) {
    m->r = CONTACT__TAKE(a, rows, tact_real);
    m->b = CONTACT__TAKE(a, rows, tact_real);
    m->l = CONTACT__TAKE(a, rows, tact_real);
    m->c = CONTACT__TAKE(a, rows, tact_real);
    m->dc = CONTACT__TAKE(a, rows, tact_real);
    m->trial = CONTACT__TAKE(a, rows, tact_real);
    m->center = CONTACT__TAKE(a, rows, tact_real);
    m->weight = CONTACT__TAKE(a, rows, tact_real);
    m->shift = CONTACT__TAKE(a, rows, tact_real);
    m->v = CONTACT__TAKE(a, dofs, tact_real);
    m->dv = CONTACT__TAKE(a, dofs, tact_real);
    m->mv = CONTACT__TAKE(a, dofs, tact_real);
    m->mdv = CONTACT__TAKE(a, dofs, tact_real);
    m->d = CONTACT__TAKE(a, 6 * rows, tact_real);
    m->d_at = CONTACT__TAKE(a, constraints, int);
}

/* l = P_R(y) of one constraint and, when wanted, D = dP_R/dy R^-1 (symmetric, rows x rows). Contact: the cone in the norm
   diag(R_t, R_t, R_n), with h = mu R_t/R_n and f = 1/(1 + mu h):  stick |y_t| <= mu y_n;  open y_n <= -h |y_t|;
   slip l_n = f (y_n + h |y_t|), l_t = mu l_n t. */
TACT_PRIVATE void contact__soft_project(const contact__context *x, int i, const tact_real *r, const tact_real *y,
                                        tact_real *l, tact_real *d) {
    const contact__constraint *q = &x->constraints[i];
    int n = q->rows;
    if (d)
        for (int k = 0; k < n * n; ++k) d[k] = 0;
    if (q->kind == CONTACT_KIND_CONTACT) {
        tact_real mu = q->mu, length = tact_sqrt(y[0] * y[0] + y[1] * y[1]), h = mu * r[0] / r[2], f = 1 / (1 + mu * h);
        if (length <= mu * y[2]) {
            for (int k = 0; k < 3; ++k) l[k] = y[k];
            if (d) d[0] = d[4] = 1 / r[0], d[8] = 1 / r[2];
        } else if (y[2] <= -h * length) {
            l[0] = l[1] = l[2] = 0;
        } else {
            tact_real t0 = y[0] / length, t1 = y[1] / length, a, b;
            l[2] = f * (y[2] + h * length);
            l[0] = mu * l[2] * t0, l[1] = mu * l[2] * t1;
            if (!d) return;
            a = mu * l[2] / length / r[0], b = mu * h * f / r[0]; /* across and along the slip direction */
            d[0] = a * t1 * t1 + b * t0 * t0, d[4] = a * t0 * t0 + b * t1 * t1, d[1] = d[3] = (b - a) * t0 * t1;
            d[2] = d[6] = mu * f * t0 / r[2], d[5] = d[7] = mu * f * t1 / r[2], d[8] = f / r[2];
        }
        return;
    }
    for (int k = 0; k < n; ++k) {
        tact_real a = x->bound[q->first_row + k];
        int inside = q->kind == CONTACT_KIND_JOINT || (q->kind == CONTACT_KIND_LIMIT ? y[k] > 0 : y[k] > -a && y[k] < a);
        l[k] = inside ? y[k] : q->kind == CONTACT_KIND_LIMIT ? 0 : tact_clamp(y[k], -a, a);
        if (d && inside) d[k * (n + 1)] = 1 / r[k];
    }
}

/* Impulses at J v = c + length dc; `out` gets them. With `slope`: -dc^T l and dc^T D dc summed into it. */
TACT_PRIVATE void contact__soft_impulse(const contact__context *x, const contact__soft *m, tact_real length,
                                        tact_real *out, tact_real *slope) {
    for (int i = 0; i < x->constraint_count; ++i) {
        const contact__constraint *q = &x->constraints[i];
        int at = q->first_row;
        tact_real y[6], d[36];
        for (int k = 0; k < q->rows; ++k)
            y[k] = -(m->c[at + k] + (slope ? length * m->dc[at + k] : 0) + m->b[at + k]) / m->r[at + k];
        contact__soft_project(x, i, m->r + at, y, out + at, slope ? d : (tact_real *)0);
        if (!slope) continue;
        for (int k = 0; k < q->rows; ++k) {
            slope[0] -= m->dc[at + k] * out[at + k];
            for (int j = 0; j < q->rows; ++j) slope[1] += m->dc[at + k] * d[k * q->rows + j] * m->dc[at + j];
        }
    }
}

/* Newton for the fixed data of m from m->v; m->l and m->v are consistent at the end. Stops at a gradient of `relative`
   times the largest of M (v - v_free) and J^T l. Returns the iterations, or -1 when the factorisation fails. */
TACT_PRIVATE int contact__soft_newton(contact__context *x, contact__soft *m, tact_real relative, int limit) {
    int n = x->dof_count, iteration;
    tact_real last = TACT_REAL_MAX;
    for (iteration = 0; iteration < limit; ++iteration) {
        tact_real size = 0, error = 0, low = 0, high = TACT_R(1.5), length, slope[2], first, a, b;
        contact__multiply_j(x, m->v, m->c);
        contact__soft_impulse(x, m, 0, m->l, (tact_real *)0);
        for (int i = 0; i < n; ++i) m->dv[i] = m->v[i] - x->free_velocity[i];
        contact__multiply_mass(x, m->dv, m->mv);
        contact__multiply_jt(x, m->l, m->dv);
        for (int i = 0; i < n; ++i) {
            size = tact_max(size, tact_max(tact_abs(m->mv[i]), tact_abs(m->dv[i])));
            m->dv[i] -= m->mv[i];
            error = tact_max(error, tact_abs(m->dv[i]));
        }
        if (error <= relative * size || !tact_finite(error)) break;
        if (error > last / 2 && error <= CONTACT__SMALL(2e-10, 1e-2) * size) break; /* rounding of l = R^-1 (...) */
        last = error;
        for (int i = 0; i < x->constraint_count; ++i) {
            const contact__constraint *q = &x->constraints[i];
            tact_real y[6], l[6];
            for (int k = 0; k < q->rows; ++k)
                y[k] = -(m->c[q->first_row + k] + m->b[q->first_row + k]) / m->r[q->first_row + k];
            m->d_at[i] = 6 * q->first_row;
            contact__soft_project(x, i, m->r + q->first_row, y, l, m->d + m->d_at[i]);
        }
        if (!contact__primal_factor(x, &m->h, (const tact_real *)0, m->d, m->d_at)) return -1;
        contact__primal_solve(&m->h, m->dv);
        contact__multiply_j(x, m->dv, m->dc);
        contact__multiply_mass(x, m->dv, m->mdv);
        a = tact_dot_n(n, m->dv, m->mv), b = tact_dot_n(n, m->dv, m->mdv);
        /* exact line search: zero of the derivative a + b length - dc . l(length), which only grows */
        length = 1, first = 0;
        for (int search = 0; search < 40; ++search) {
            tact_real value;
            slope[0] = slope[1] = 0;
            contact__soft_impulse(x, m, search ? length : 0, m->trial, slope);
            value = a + (search ? length : 0) * b + slope[0];
            if (!search) {
                first = value;
                if (!(first < 0)) break; /* rounding: no descent left */
                continue;
            }
            if (tact_abs(value) <= TACT_R(1e-3) * -first && search == 1) break; /* the full step is as good */
            if (tact_abs(value) <= 64 * TACT_EPSILON * -first) break;
            if (value < 0) low = length;
            else high = length;
            length -= value / (b + slope[1]);
            if (!(length > low && length < high)) length = (low + high) / 2;
            if (high - low <= 4 * TACT_EPSILON) break;
        }
        if (!(first < 0)) break;
        for (int i = 0; i < n; ++i) m->v[i] += length * m->dv[i];
    }
    return iteration;
}

/* Where the dual Newton method serves better: without trees, for the hard limit of small islands, and in single precision,
   where l = R^-1 (...) would lose too many digits. */
TACT_PRIVATE int contact__soft_dual(const contact_config *config, int rows, int trees) {
    return !trees || ((config->newton_regularisation <= 0 || sizeof(tact_real) < 8) && contact__ncp_dense(rows, trees));
}
TACT_PRIVATE size_t contact__soft_scratch(const contact__shape *shape, const contact_config *config) {
    contact__arena a = contact__arena_make((void *)0, 0);
    contact__soft m;
    if (contact__soft_dual(config, shape->rows, shape->trees)) return contact__ncp_scratch(shape, config);
    contact__soft_take(&a, shape->rows, shape->dofs, shape->constraints, &m);
    return a.used + contact__primal_bytes(shape) + 256;
}

/* The proximal iteration around contact__soft_newton. With weight e = 0 on every row one pass is exact. */
TACT_PRIVATE contact_status contact__soft_solve(contact__context *x, contact__soft *m, int desaxce, tact_real prox) {
    int n = x->row_count, outer, spent = 0;
    tact_real tight = 16 * TACT_EPSILON, last = TACT_REAL_MAX;
    contact_status status = contact__primal_setup(x, &m->h);
    if (status < 0) return status;
    contact__velocity_of(x, x->impulse, m->v);
    TACT_MEMCPY(m->l, x->impulse, (size_t)n * sizeof(tact_real));
    for (int i = 0; i < n; ++i) m->shift[i] = 0;
    for (outer = 0; spent < x->max_iterations; ++outer) {
        int used;
        for (int i = 0; i < x->constraint_count; ++i) {
            const contact__constraint *q = &x->constraints[i];
            for (int k = q->first_row; k < q->first_row + q->rows; ++k) {
                m->center[k] = m->l[k];
                m->weight[k] = prox / contact__natural_step(x, i);
                m->r[k] = x->compliance[k] + m->weight[k];
                m->b[k] = x->bias[k] + m->shift[k] - m->weight[k] * m->center[k];
            }
        }
        used = x->max_iterations - spent;
        used = contact__soft_newton(x, m, tight, prox > 0 && used > 50 ? 50 : used);
        if (used < 0) break;
        spent += used > 0 ? used : 1;
        x->iterations = spent;
        TACT_MEMCPY(x->impulse, m->l, (size_t)n * sizeof(tact_real));
        contact__constraint_velocity(x, x->impulse, m->c);
        contact__residuals_of(x, x->impulse, m->c, x->model, &x->residuals);
        contact__record(x, spent, x->impulse, &x->residuals);
        if (contact__converged(x, &x->residuals)) return CONTACT_OK;
        if (!(prox > 0) && !desaxce) break; /* nothing is left to iterate on */
        if (desaxce)
            for (int i = 0; i < x->constraint_count; ++i) {
                const contact__constraint *q = &x->constraints[i];
                const tact_real *c = m->c + q->first_row;
                if (q->kind == CONTACT_KIND_CONTACT)
                    m->shift[q->first_row + 2] = q->mu * tact_sqrt(c[0] * c[0] + c[1] * c[1]);
            }
        if (x->residuals.natural_relative < TACT_R(0.5) * last || used <= 3) prox = tact_max(TACT_R(0.3) * prox, TACT_R(1e-7));
        last = x->residuals.natural_relative;
    }
    contact__restore_best(x);
    return CONTACT_NOT_CONVERGED;
}

TACT_PRIVATE contact_status contact__solve_ccp_newton(contact__context *x) {
    contact__soft m;
    tact_real regular = x->config->newton_regularisation;
    if (regular > 0) /* part of the model from here on: residuals see it too */
        for (int i = 0; i < x->constraint_count; ++i) {
            const contact__constraint *q = &x->constraints[i];
            tact_real least = regular / contact__natural_step(x, i), *r = x->compliance + q->first_row;
            if (q->kind == CONTACT_KIND_CONTACT) r[0] = r[1] = (r[0] + r[1]) / 2;
            for (int k = 0; k < q->rows; ++k) r[k] = tact_max(r[k], least);
        }
    if (contact__soft_dual(x->config, x->row_count, x->tree_count)) return contact__solve_ncp_newton(x);
    contact__soft_take(&x->scratch, x->row_count, x->dof_count, x->constraint_count, &m);
    if (contact__exhausted(&x->scratch)) return CONTACT_NO_SPACE;
    return contact__soft_solve(x, &m, 0, regular > 0 ? 0 : TACT_R(1e-3));
}

// >>impl-compliant
/* Convex primal methods: one Newton's method on l(v) = 1/2 |v - v_free|^2_M + sum_i l_i(J_i v + b_i), the potentials
   l_i being the policy. Each potential answers with cost, impulse lambda = -l' and Hessian G = l'' >= 0 at a
   constraint velocity c. Forms: ROWS (clamped springs: joints, limits, dry friction, actuators), LAW (a normal law
   alone), and for contacts CONE (sap, mujoco-like), LAGGED and SIMILAR. */
enum { CONTACT__FORM_ROWS, CONTACT__FORM_LAW, CONTACT__FORM_CONE, CONTACT__FORM_LAGGED, CONTACT__FORM_SIMILAR };
typedef struct contact__potential {
    int form, rows, law;
    int floored;          /* CONE: the near-rigid floor has replaced the compliance asked for */
    int softened;         /* LAGGED: epsilon grows with the normal impulse */
    tact_real dt, mu, x0; /* x0: penetration at the start of the step */
    tact_real prox;       /* rho >= 0: the normal law is that of z + rho (n - centre), softer, on the way to a stiff one */
    tact_real centre;     /* normal impulse at which the two are the same */
    contact_law_parameters p;
    tact_real barrier;  /* distance at which barriers begin */
    tact_real shift[6]; /* added to J v */
    tact_real r[6];     /* ROWS: compliance of each row; CONE: R_t, R_t, R_n */
    tact_real low[6], high[6];
    tact_real target;                  /* CONE: normal velocity at which the spring is relaxed */
    tact_real gamma0, epsilon, weight; /* LAGGED: normal impulse of the state before; soft norm; sigma w */
    tact_real sharp;                   /* epsilon of the model, which is larger on the way to the solution */
    tact_real before;                  /* LAGGED: normal velocity before the step */
    const contact_custom_law *custom;
} contact__potential;

/* f(x, rate) of a law with its slopes. Barriers continue with constant slope from 1/1000 of their distance on, so
   that iterates may pass: the potential stays convex and twice differentiable, and no feasible start is needed. */
TACT_PRIVATE tact_real contact__law_force(const contact__potential *p, tact_real x, tact_real rate, tact_real *fx,
                                          tact_real *fr) {
    tact_real k = p->p.stiffness, d = p->p.dissipation, h = p->barrier, at, f, s;
    *fx = 0, *fr = 0;
    switch (p->law) {
    case CONTACT_LAW_SPRING:
        f = k * (x + p->p.relaxation * rate);
        if (!(f > 0)) return 0;
        *fx = k, *fr = k * p->p.relaxation;
        return f;
    case CONTACT_LAW_HUNT_CROSSLEY:
    case CONTACT_LAW_HERTZ:
        s = 1 + d * rate;
        if (!(x > 0) || !(s > 0)) return 0;
        if (p->law == CONTACT_LAW_HUNT_CROSSLEY) f = k * x, *fx = k * s;
        else f = k * x * tact_sqrt(x), *fx = TACT_R(1.5) * k * tact_sqrt(x) * s;
        *fr = f * d;
        return f * s;
    case CONTACT_LAW_LOG_BARRIER:
        at = tact_min(x, -h * TACT_R(1e-3));
        *fx = k / (at * at);
        return -k / at + *fx * (x - at);
    case CONTACT_LAW_IPC_BARRIER:
        if (x <= -h) return 0;
        at = tact_min(x, -h * TACT_R(1e-3));
        s = tact_log(-at / h);
        *fx = k * (-2 * s - 4 * (at + h) / at + (at + h) * (at + h) / (at * at));
        return k * (at + h) * (-(at + h) / at - 2 * s) + *fx * (x - at);
    default: return p->custom->force(p->custom->context, &p->p, x, rate, fx, fr);
    }
}

/* Quadrature of the potential of a custom law: integral of n from v to the speed where it vanishes, which doubling
   finds; composite Gauss-Legendre with 3 points on 64 parts. */
TACT_PRIVATE tact_real contact__law_quadrature(const contact__potential *p, tact_real v) {
    const tact_real node = TACT_R(0.7745966692414834);
    tact_real fx, fr, span = tact_abs(v) + tact_abs(p->x0) / p->dt + TACT_R(1e-3), sum = 0, width;
    int tries, i, k;
    for (tries = 0; tries < 60; ++tries, span *= 2)
        if (!(contact__law_force(p, p->x0 - p->dt * (v + span), -(v + span), &fx, &fr) > 0)) break;
    for (tries = 0; tries < 60; ++tries) { /* and halving brings it back */
        if (contact__law_force(p, p->x0 - p->dt * (v + span / 2), -(v + span / 2), &fx, &fr) > 0) break;
        span /= 2;
    }
    width = span / 64;
    for (i = 0; i < 64; ++i)
        for (k = -1; k <= 1; ++k) {
            tact_real s = v + width * ((tact_real)i + TACT_R(0.5) * (1 + (tact_real)k * node));
            tact_real f = contact__law_force(p, p->x0 - p->dt * s, -s, &fx, &fr);
            sum += f * (k ? TACT_R(5.0 / 18) : TACT_R(8.0 / 18));
        }
    return p->dt * sum * width;
}

/* l(v) = integral of n from v on; sums of positive terms only, so that nothing cancels at high stiffness. */
TACT_PRIVATE tact_real contact__law_potential(const contact__potential *p, tact_real v) {
    tact_real dt = p->dt, k = p->p.stiffness, d = p->p.dissipation, x = p->x0 - dt * v, h = p->barrier, at, f, fx, fr,
              r;
    switch (p->law) {
    case CONTACT_LAW_SPRING:
        f = x - p->p.relaxation * v;
        return f > 0 ? k * dt * f * f / (2 * (dt + p->p.relaxation)) : 0;
    case CONTACT_LAW_HUNT_CROSSLEY:
    case CONTACT_LAW_HERTZ:
        if (d * p->x0 <= dt) { /* the force ends where the surfaces part: x = dt r, 1 - d v = a + d r */
            tact_real end = p->x0 / dt, a = 1 - d * end;
            r = end - v;
            if (!(r > 0)) return 0;
            if (p->law == CONTACT_LAW_HUNT_CROSSLEY) return k * dt * dt * r * r * (a / 2 + d * r / 3);
            return k * dt * x * tact_sqrt(x) * r * (a / TACT_R(2.5) + d * r / TACT_R(3.5));
        } else { /* it ends where the damper lets go, v = 1/d, at the penetration x1 = x0 - dt/d > 0 */
            tact_real x1 = p->x0 - dt / d;
            r = 1 / d - v;
            if (!(r > 0)) return 0;
            if (p->law == CONTACT_LAW_HUNT_CROSSLEY) return dt * d * k * r * r * (x1 / 2 + dt * r / 3);
            /* integral of X^1.5 (X - x1) from x1 to x, divided by dt^2 */
            return k * d / dt *
                   (x * x * tact_sqrt(x) * (x / TACT_R(3.5) - x1 / TACT_R(2.5)) +
                    x1 * x1 * x1 * tact_sqrt(x1) * (TACT_R(1.0 / 2.5) - TACT_R(1.0 / 3.5)));
        }
    case CONTACT_LAW_LOG_BARRIER:
    case CONTACT_LAW_IPC_BARRIER:
        if (p->law == CONTACT_LAW_IPC_BARRIER && x <= -h) return 0;
        at = tact_min(x, -h * TACT_R(1e-3));
        r = -k * tact_log(-at / h);
        if (p->law == CONTACT_LAW_IPC_BARRIER) r *= (at + h) * (at + h);
        f = contact__law_force(p, at, 0, &fx, &fr);
        return r + (x - at) * (f + fx * (x - at) / 2);
    default:
        if (p->custom->potential) return p->custom->potential(p->custom->context, &p->p, dt, p->x0, v);
        return contact__law_quadrature(p, v);
    }
}

/* n(v) = dt f(x0 - dt v, -v) and its slope, which is not positive. */
TACT_INLINE tact_real contact__law_hard(const contact__potential *p, tact_real v, tact_real *slope) {
    tact_real fx, fr, f = contact__law_force(p, p->x0 - p->dt * v, -v, &fx, &fr);
    *slope = -p->dt * (p->dt * fx + fr);
    return p->dt * f;
}
/* With rho > 0 the law of the proximal point iteration: n = hard(u), u = v + rho (n - centre), whose potential is the Moreau
   envelope min_u l(u) + (u - v + rho centre)^2/(2 rho). The root of u - v - rho (hard(u) - centre), which grows with u, lies
   in [v - rho centre, that + rho hard(there)]; Newton from the left end only meets it from the left where the law is convex. */
TACT_PRIVATE tact_real contact__law_soft(const contact__potential *p, tact_real v, tact_real *slope, tact_real *at) {
    tact_real low = v - p->prox * p->centre, u = low, n = contact__law_hard(p, u, slope), high = low + p->prox * n;
    int i;
    for (i = 0; i < 60 && n > 0; ++i) {
        tact_real f = u - v - p->prox * (n - p->centre), next;
        if (f < 0) low = u;
        else high = u;
        next = u - f / (1 - p->prox * *slope);
        if (!(next >= low && next <= high)) next = (low + high) / 2;
        if (tact_abs(next - u) <= 2 * TACT_EPSILON * (tact_abs(u) + tact_abs(v)) || !(high > low)) break;
        u = next, n = contact__law_hard(p, u, slope);
    }
    *slope /= 1 - p->prox * *slope;
    *at = u;
    return n;
}
TACT_INLINE tact_real contact__law_impulse(const contact__potential *p, tact_real v, tact_real *slope) {
    tact_real at;
    return p->prox > 0 ? contact__law_soft(p, v, slope, &at) : contact__law_hard(p, v, slope);
}
TACT_INLINE tact_real contact__law_cost(const contact__potential *p, tact_real v) {
    tact_real at, slope, n;
    if (!(p->prox > 0)) return contact__law_potential(p, v);
    n = contact__law_soft(p, v, &slope, &at);
    return contact__law_potential(p, at) + p->prox * n * n / 2;
}

/* Cost, impulse and Hessian (row-major rows x rows) of a potential at c. The Hessians of contacts have one shape, G =
   g a a^T + h diag(I - e e^T, 0) with a = (-mu t, 1): CONE in slip and SIMILAR directly, LAGGED without the coupling.
   */
TACT_PRIVATE tact_real contact__potential_evaluate(const contact__potential *p, const tact_real *c, tact_real *lambda,
                                                   tact_real *hessian) {
    tact_real cost = 0, slope, n, s, soft, tx, ty, g, h, ex, ey, mu = p->mu;
    int i;
    if (p->form == CONTACT__FORM_ROWS) {
        for (i = 0; i < p->rows * p->rows; ++i) hessian[i] = 0;
        for (i = 0; i < p->rows; ++i) {
            tact_real y = -c[i] / p->r[i], l = tact_clamp(y, p->low[i], p->high[i]);
            lambda[i] = l;
            /* clamped: the line continues tangentially, l = R lambda^2/2 + (y - lambda) R lambda */
            cost += p->r[i] * l * (y - l / 2);
            hessian[i * (p->rows + 1)] = y > p->low[i] && y < p->high[i] ? 1 / p->r[i] : 0;
        }
        return cost;
    }
    if (p->form == CONTACT__FORM_LAW) {
        lambda[0] = contact__law_impulse(p, c[0], &slope);
        hessian[0] = -slope;
        return contact__law_cost(p, c[0]);
    }
    for (i = 0; i < 9; ++i) hessian[i] = 0;
    if (p->form == CONTACT__FORM_CONE) {
        /* P_R(R^-1 (target - c)) with R = diag(R_t, R_t, R_n); in velocities: a = target - c_n, r = |c_t| */
        tact_real a = p->target + p->prox * p->centre - c[2], r = tact_sqrt(c[0] * c[0] + c[1] * c[1]), rt = p->r[0],
                  rn = p->r[2] + p->prox;
        if (mu * r <= -a) { /* open */
            lambda[0] = lambda[1] = lambda[2] = 0;
            return 0;
        }
        if (mu > 0 && r * rn <= mu * a * rt) { /* stick */
            lambda[0] = -c[0] / rt, lambda[1] = -c[1] / rt, lambda[2] = a / rn;
            hessian[0] = hessian[4] = 1 / rt, hessian[8] = 1 / rn;
            return (r * r / rt + a * a / rn) / 2;
        }
        g = 1 / (rn + mu * mu * rt), n = (a + mu * r) * g; /* slip; r > 0 here unless mu = 0 */
        tx = r > 0 ? c[0] / r : 0, ty = r > 0 ? c[1] / r : 0, ex = tx, ey = ty;
        h = r > 0 ? mu * n / r : 0;
        cost = n * (a + mu * r) / 2;
    } else { /* soft norm: s = sqrt(|c_t|^2 + eps^2), t = c_t/s, |c_t|_s = s - eps */
        s = tact_sqrt(c[0] * c[0] + c[1] * c[1] + p->epsilon * p->epsilon);
        tx = c[0] / s, ty = c[1] / s, ex = tx, ey = ty;
        soft = (c[0] * c[0] + c[1] * c[1]) / (s + p->epsilon);
        if (p->form == CONTACT__FORM_LAGGED) {
            n = contact__law_impulse(p, c[2], &slope);
            h = mu * p->gamma0 / s;
            lambda[0] = -mu * p->gamma0 * tx, lambda[1] = -mu * p->gamma0 * ty, lambda[2] = n;
            hessian[0] = h * (1 - tx * tx), hessian[1] = hessian[3] = -h * tx * ty, hessian[4] = h * (1 - ty * ty);
            hessian[8] = -slope;
            return contact__law_cost(p, c[2]) + mu * p->gamma0 * soft;
        }
        n = contact__law_impulse(p, c[2] - mu * soft, &slope);
        g = -slope, h = mu * n / s;
        cost = contact__law_cost(p, c[2] - mu * soft);
    }
    lambda[0] = -mu * n * tx, lambda[1] = -mu * n * ty, lambda[2] = n;
    hessian[0] = g * mu * mu * tx * tx + h * (1 - ex * ex), hessian[4] = g * mu * mu * ty * ty + h * (1 - ey * ey);
    hessian[1] = hessian[3] = g * mu * mu * tx * ty - h * ex * ey;
    hessian[2] = hessian[6] = -g * mu * tx, hessian[5] = hessian[7] = -g * mu * ty, hessian[8] = g;
    return cost;
}

/* Derivatives of a potential's impulse with respect to its parameters at fixed c. */
enum {
    CONTACT__BY_GAP,
    CONTACT__BY_MU,
    CONTACT__BY_STIFFNESS,
    CONTACT__BY_DISSIPATION,
    CONTACT__BY_RELAXATION,
    CONTACT__BY_BEFORE,
    CONTACT__PARTIALS
};
/* of f at (x, rate), in the order above (gap = -x0; BY_MU is left zero, BY_BEFORE is that of -rate) */
TACT_PRIVATE void contact__law_partials(const contact__potential *p, tact_real x, tact_real rate,
                                        tact_real out[CONTACT__PARTIALS]) {
    tact_real fx, fr, f = contact__law_force(p, x, rate, &fx, &fr), k = p->p.stiffness, s;
    int i;
    for (i = 0; i < CONTACT__PARTIALS; ++i) out[i] = 0;
    out[CONTACT__BY_GAP] = -fx, out[CONTACT__BY_BEFORE] = -fr;
    if (p->law >= CONTACT_LAW_CUSTOM) return; /* its parameters are the caller's */
    out[CONTACT__BY_STIFFNESS] = f / k;
    if (!(f > 0)) return;
    s = 1 + p->p.dissipation * rate;
    if (p->law == CONTACT_LAW_SPRING) out[CONTACT__BY_RELAXATION] = k * rate;
    if (p->law == CONTACT_LAW_HUNT_CROSSLEY || p->law == CONTACT_LAW_HERTZ)
        out[CONTACT__BY_DISSIPATION] = f / s * rate;
}
TACT_PRIVATE void contact__potential_partials(const contact__potential *p, const tact_real *c,
                                              tact_real out[CONTACT__PARTIALS][3]) {
    tact_real lambda[6], hessian[36], by[CONTACT__PARTIALS], slope, mu = p->mu, s, soft, tx, ty, n;
    int i, k;
    for (i = 0; i < CONTACT__PARTIALS; ++i) out[i][0] = out[i][1] = out[i][2] = 0;
    if (p->form == CONTACT__FORM_ROWS) return;
    if (p->form == CONTACT__FORM_LAW) {
        contact__law_partials(p, p->x0 - p->dt * c[0], -c[0], by);
        for (i = 0; i < CONTACT__BY_BEFORE; ++i) out[i][0] = p->dt * by[i];
        return;
    }
    contact__potential_evaluate(p, c, lambda, hessian);
    if (p->form == CONTACT__FORM_CONE) {
        tact_real r = tact_sqrt(c[0] * c[0] + c[1] * c[1]), by_rn[3] = {0, 0, 0}, span = p->dt + p->p.relaxation;
        int slip = lambda[2] > 0 && !(mu > 0 && r * p->r[2] <= mu * (p->target - c[2]) * p->r[0]);
        if (!(lambda[2] > 0)) return;
        tx = r > 0 ? c[0] / r : 0, ty = r > 0 ? c[1] / r : 0;
        if (slip) {
            tact_real g = 1 / (p->r[2] + mu * mu * p->r[0]), dn = (r - 2 * mu * p->r[0] * lambda[2]) * g;
            out[CONTACT__BY_MU][0] = -(lambda[2] + mu * dn) * tx,
            out[CONTACT__BY_MU][1] = -(lambda[2] + mu * dn) * ty;
            out[CONTACT__BY_MU][2] = dn;
            by_rn[2] = -lambda[2] * g, by_rn[0] = -mu * by_rn[2] * tx, by_rn[1] = -mu * by_rn[2] * ty;
        } else {
            by_rn[2] = -lambda[2] / p->r[2];
        }
        if (!(span > 0) || !(p->p.stiffness > 0)) return; /* mujoco-like: no spring */
        for (k = 0; k < 3; ++k) {
            tact_real by_target = hessian[3 * k + 2];
            out[CONTACT__BY_GAP][k] = -by_target / span;
            out[CONTACT__BY_RELAXATION][k] = -by_target * p->target / span;
            if (p->floored) continue;
            out[CONTACT__BY_STIFFNESS][k] = -by_rn[k] * p->r[2] / p->p.stiffness;
            out[CONTACT__BY_RELAXATION][k] -= by_rn[k] * p->r[2] / span;
        }
        return;
    }
    s = tact_sqrt(c[0] * c[0] + c[1] * c[1] + p->epsilon * p->epsilon);
    tx = c[0] / s, ty = c[1] / s, soft = (c[0] * c[0] + c[1] * c[1]) / (s + p->epsilon);
    if (p->form == CONTACT__FORM_SIMILAR) {
        tact_real z = c[2] - mu * soft;
        n = contact__law_impulse(p, z, &slope);
        contact__law_partials(p, p->x0 - p->dt * z, -z, by);
        by[CONTACT__BY_MU] = -slope * soft / p->dt;
        for (i = 0; i < CONTACT__BY_BEFORE; ++i)
            out[i][2] = p->dt * by[i], out[i][0] = -mu * out[i][2] * tx, out[i][1] = -mu * out[i][2] * ty;
        out[CONTACT__BY_MU][0] -= n * tx, out[CONTACT__BY_MU][1] -= n * ty;
        return;
    }
    contact__law_partials(p, p->x0 - p->dt * c[2], -c[2], by);
    for (i = 0; i < CONTACT__BY_BEFORE; ++i) out[i][2] = p->dt * by[i];
    contact__law_partials(p, p->x0, -p->before, by);
    for (i = 0; i < CONTACT__PARTIALS; ++i) { /* change of mu gamma0, and through it of epsilon */
        tact_real change = i == CONTACT__BY_MU ? p->gamma0 : mu * p->dt * by[i];
        tact_real factor =
            -change / s + (p->softened ? mu * p->gamma0 * p->epsilon * p->weight * change / (s * s * s) : 0);
        out[i][0] = factor * c[0], out[i][1] = factor * c[1];
    }
}

/* Everything that Newton's method keeps for one island. */
typedef struct contact__convex {
    contact__context *x;
    contact__potential *potentials;
    int *hessian_at;                        /* by constraint: its block in `hessians` */
    tact_real *before;                      /* dof: velocity before the step */
    tact_real *v, *step, *momentum, *work;  /* dof */
    tact_real *scale;                       /* dof: diag(M)^-1/2 */
    tact_real *c, *step_c, *trial, *lambda; /* row */
    tact_real *hessians;
    contact__primal primal;
    int evaluations, factorisations, raised;
} contact__convex;

TACT_PRIVATE tact_real contact__tree_diagonal(const contact__tree *t, int d) {
    return t->body ? (d < 3 ? t->body_mass : t->inertia[d - 3]) : t->mass[d * (t->dof + 1)];
}

TACT_PRIVATE int contact__law_of(const contact_config *config, int law) {
    if (law == CONTACT_LAW_DEFAULT) law = config->law;
    return law == CONTACT_LAW_DEFAULT ? (int)CONTACT_LAW_HUNT_CROSSLEY : law;
}
/* Fills law, parameters and custom law; CONTACT_BAD_COMPLIANCE or CONTACT_BAD_ARGUMENT when they make no sense. */
TACT_PRIVATE contact_status contact__potential_law(contact__potential *p, const contact_config *config, int law,
                                                   const contact_law_parameters *parameters, tact_real dt,
                                                   tact_real x0) {
    p->law = contact__law_of(config, law);
    p->p = *parameters;
    p->dt = dt, p->x0 = x0, p->barrier = config->barrier_distance;
    if (p->law < 0 || (p->law >= CONTACT_LAW_CUSTOM && p->law - CONTACT_LAW_CUSTOM >= config->custom_law_count))
        return CONTACT_BAD_ARGUMENT;
    if (p->law >= CONTACT_LAW_CUSTOM) p->custom = &config->custom_laws[p->law - CONTACT_LAW_CUSTOM];
    if (!(p->p.stiffness > 0) || !(p->p.dissipation >= 0) || !(p->p.relaxation >= 0) || !(p->barrier > 0))
        return CONTACT_BAD_COMPLIANCE;
    if (!tact_finite(p->p.stiffness + p->p.dissipation + p->p.relaxation)) return CONTACT_BAD_COMPLIANCE;
    return CONTACT_OK;
}

TACT_PRIVATE contact_status contact__potential_make(const contact__context *x, int i, const tact_real *before,
                                                    contact__potential *p) {
    const contact_config *config = x->config;
    const contact__constraint *c = &x->constraints[i];
    const contact_constraint *s = &x->problem->constraints[c->source];
    const tact_real *block = x->blocks + c->block;
    int k, hard = x->method == CONTACT_METHOD_MUJOCO, law = (int)CONTACT_LAW_SPRING;
    tact_real weight = 0, floor_of, fx, fr, row[6];
    contact_law_parameters parameters;
    contact_status status;
    TACT_MEMSET(p, 0, sizeof *p);
    p->rows = c->rows;
    p->dt = x->dt;
    p->mu = c->mu;
    p->x0 = -s->gap;
    for (k = 0; k < c->rows * c->rows; ++k) weight += block[k] * block[k];
    weight = tact_sqrt(weight) / (tact_real)c->rows;
    for (k = 0; k < c->rows; ++k) p->shift[k] = x->bias[c->first_row + k];
    if ((c->kind == CONTACT_KIND_CONTACT || (c->kind == CONTACT_KIND_LIMIT && s->stiffness > 0)) && !hard) {
        p->shift[c->rows - 1] = s->surface_normal;
        parameters.stiffness = s->stiffness, parameters.dissipation = s->dissipation;
        parameters.relaxation = s->relaxation;
        if (!(s->stiffness > 0)) {
            parameters.stiffness = config->stiffness, parameters.dissipation = config->dissipation;
            parameters.relaxation = config->dissipation_time;
        }
        if (x->method != CONTACT_METHOD_SAP) law = s->law;
        status = contact__potential_law(p, config, law, &parameters, x->dt, -s->gap);
        if (status < 0) return status;
        p->epsilon = config->stiction_velocity;
        if (c->kind == CONTACT_KIND_LIMIT) {
            p->form = CONTACT__FORM_LAW;
        } else if (x->method == CONTACT_METHOD_SAP) {
            p->form = CONTACT__FORM_CONE;
            p->r[0] = p->r[1] = config->sap_sigma * weight;
            p->r[2] = 1 / (x->dt * p->p.stiffness * (x->dt + p->p.relaxation));
            floor_of = config->sap_beta * config->sap_beta * weight / (4 * TACT_PI * TACT_PI);
            p->floored = p->r[2] < floor_of;
            if (p->floored) p->r[2] = floor_of;
            p->target = p->x0 / (x->dt + p->p.relaxation);
        } else if (x->method == CONTACT_METHOD_SIMILAR) {
            p->form = CONTACT__FORM_SIMILAR;
        } else {
            p->form = CONTACT__FORM_LAGGED;
            contact__row_velocity(x, i, before, row);
            p->before = row[2] + p->shift[2];
            p->gamma0 = x->dt * contact__law_force(p, p->x0, -p->before, &fx, &fr);
            p->weight = config->sap_sigma * weight;
            p->softened = config->lagged_regularised && p->weight * p->mu * p->gamma0 > p->epsilon;
            if (p->softened) p->epsilon = p->weight * p->mu * p->gamma0;
        }
        p->sharp = p->epsilon;
        if (p->form >= CONTACT__FORM_LAGGED && !(p->epsilon > 0)) return CONTACT_BAD_COMPLIANCE;
        return CONTACT_OK;
    }
    for (k = 0; k < c->rows; ++k) {
        tact_real own = x->compliance[c->first_row + k], diagonal = block[k * (c->rows + 1)];
        tact_real part = hard ? config->newton_regularisation
                              : config->sap_beta_joint * config->sap_beta_joint / (4 * TACT_PI * TACT_PI);
        if (!hard && c->kind == CONTACT_KIND_FRICTION) part = own > 0 ? 0 : config->sap_sigma;
        p->r[k] = tact_max(own, part * diagonal);
        if (!(p->r[k] > 0)) return CONTACT_BAD_COMPLIANCE; /* a regularisation of zero */
        p->low[k] = c->kind == CONTACT_KIND_LIMIT ? 0 : -TACT_REAL_MAX, p->high[k] = TACT_REAL_MAX;
        if (c->kind == CONTACT_KIND_FRICTION) p->high[k] = x->bound[c->first_row + k], p->low[k] = -p->high[k];
    }
    p->form = CONTACT__FORM_ROWS;
    if (c->kind == CONTACT_KIND_CONTACT) {
        p->form = CONTACT__FORM_CONE;
        p->r[0] = p->r[1] = tact_max(p->r[0], p->r[1]); /* the cone is round */
    }
    return CONTACT_OK;
}

/* Lays out the state in the island's scratch memory, makes the potentials and plans the factorisation. `velocity`: of
   the whole problem, before the step (NULL: the free velocity). */
TACT_PRIVATE contact_status contact__convex_setup(contact__context *x, const tact_real *velocity,
                                                  contact__convex *m) {
    contact__arena *a = &x->scratch;
    int i, t, d, reals = 0;
    TACT_MEMSET(m, 0, sizeof *m);
    m->x = x;
    for (i = 0; i < x->constraint_count; ++i) reals += x->constraints[i].rows * x->constraints[i].rows;
    m->potentials = CONTACT__TAKE(a, x->constraint_count, contact__potential);
    m->hessian_at = CONTACT__TAKE(a, x->constraint_count, int);
    m->hessians = CONTACT__TAKE(a, reals, tact_real);
    m->before = CONTACT__TAKE(a, x->dof_count, tact_real);
    m->v = CONTACT__TAKE(a, x->dof_count, tact_real);
    m->step = CONTACT__TAKE(a, x->dof_count, tact_real);
    m->momentum = CONTACT__TAKE(a, x->dof_count, tact_real);
    m->work = CONTACT__TAKE(a, x->dof_count, tact_real);
    m->scale = CONTACT__TAKE(a, x->dof_count, tact_real);
    m->c = CONTACT__TAKE(a, x->row_count, tact_real);
    m->step_c = CONTACT__TAKE(a, x->row_count, tact_real);
    m->trial = CONTACT__TAKE(a, x->row_count, tact_real);
    m->lambda = CONTACT__TAKE(a, x->row_count, tact_real);
    if (contact__exhausted(a)) return CONTACT_NO_SPACE;
    for (t = 0; t < x->tree_count; ++t) {
        const contact__tree *tree = &x->trees[t];
        const tact_real *from =
            velocity ? velocity + x->problem->trees[tree->source].first_dof : (const tact_real *)0;
        for (d = 0; d < tree->dof; ++d) {
            m->before[tree->first_dof + d] = from ? from[d] : x->free_velocity[tree->first_dof + d];
            m->scale[tree->first_dof + d] = 1 / tact_sqrt(contact__tree_diagonal(tree, d));
        }
    }
    for (i = 0, reals = 0; i < x->constraint_count; ++i) {
        contact_status status = contact__potential_make(x, i, m->before, &m->potentials[i]);
        if (status < 0) return status;
        m->hessian_at[i] = reals, reals += x->constraints[i].rows * x->constraints[i].rows;
    }
    return contact__primal_setup(x, &m->primal);
}

/* c = J v + shift, or J v alone. */
TACT_PRIVATE void contact__convex_velocity(const contact__convex *m, const tact_real *v, int shifted,
                                           tact_real *out) {
    const contact__context *x = m->x;
    int i, k;
    contact__multiply_j(x, v, out);
    if (!shifted) return;
    for (i = 0; i < x->constraint_count; ++i)
        for (k = 0; k < x->constraints[i].rows; ++k)
            out[x->constraints[i].first_row + k] += m->potentials[i].shift[k];
}

/* Sum of the potentials at c; fills lambda and, where `hessians` is not NULL, the blocks G. */
TACT_PRIVATE tact_real contact__convex_potentials(contact__convex *m, const tact_real *c, tact_real *lambda,
                                                  tact_real *hessians) {
    tact_real cost = 0, local[36] = {0};
    int i;
    for (i = 0; i < m->x->constraint_count; ++i) {
        int row = m->x->constraints[i].first_row;
        cost += contact__potential_evaluate(&m->potentials[i], c + row, lambda + row,
                                            hessians ? hessians + m->hessian_at[i] : local);
    }
    ++m->evaluations;
    return cost;
}
/* 1/2 |v - v_free|^2_M; leaves M (v - v_free) in out. */
TACT_PRIVATE tact_real contact__convex_kinetic(contact__convex *m, const tact_real *v, tact_real *out) {
    int d;
    for (d = 0; d < m->x->dof_count; ++d) m->work[d] = v[d] - m->x->free_velocity[d];
    contact__multiply_mass(m->x, m->work, out);
    return tact_dot_n(m->x->dof_count, m->work, out) / 2;
}

/* H = M + J^T G J at the current Hessians, factored. */
TACT_PRIVATE int contact__convex_factor(contact__convex *m) {
    int ok = contact__primal_factor(m->x, &m->primal, (const tact_real *)0, m->hessians, m->hessian_at);
    ++m->factorisations;
    m->raised += m->primal.matrix ? 0 : m->primal.sparse.n_shifted;
    return ok;
}

/* One point of the line v + alpha step: cost, slope and curvature; kinetic part by its three coefficients. */
typedef struct contact__line {
    tact_real cost, slope, curvature;
} contact__line;
TACT_PRIVATE contact__line contact__convex_line(contact__convex *m, tact_real alpha, const tact_real kinetic[3]) {
    contact__line out;
    tact_real lambda[6], g[36];
    int i, k, l;
    out.cost = kinetic[0] + alpha * (kinetic[1] + alpha * kinetic[2] / 2);
    out.slope = kinetic[1] + alpha * kinetic[2];
    out.curvature = kinetic[2];
    for (i = 0; i < m->x->constraint_count; ++i) {
        int row = m->x->constraints[i].first_row, rows = m->x->constraints[i].rows;
        tact_real *trial = m->trial + row;
        const tact_real *d = m->step_c + row;
        for (k = 0; k < rows; ++k) trial[k] = m->c[row + k] + alpha * d[k];
        out.cost += contact__potential_evaluate(&m->potentials[i], trial, lambda, g);
        for (k = 0; k < rows; ++k) {
            out.slope -= d[k] * lambda[k];
            for (l = 0; l < rows; ++l) out.curvature += d[k] * g[k * rows + l] * d[l];
        }
    }
    ++m->evaluations;
    return out;
}

/* Step length along a descent direction. Exact: root of the slope in (0, 1.5], Newton safeguarded by bisection.
   Armijo: backtracking from 1.25 by 0.8. `tolerance` of the exact search is relative to the first slope. */
TACT_PRIVATE tact_real contact__convex_search(contact__convex *m, int armijo, tact_real start_cost,
                                              tact_real start_slope, const tact_real kinetic[3]) {
    const tact_real longest = TACT_R(1.5), tolerance = TACT_R(1e-3);
    tact_real low = 0, high = longest, alpha = 1;
    contact__line at;
    int i;
    if (armijo) { /* shrink until the decrease suffices, and on while the cost still falls */
        tact_real best = 0, best_cost = start_cost;
        alpha = TACT_R(1.25);
        for (i = 0; i < 200; ++i, alpha *= TACT_R(0.8)) {
            at = contact__convex_line(m, alpha, kinetic);
            if (best > 0 && !(at.cost < best_cost)) return best;
            if (at.cost <= start_cost + TACT_R(1e-4) * alpha * start_slope) {
                best = alpha, best_cost = at.cost;
                if (at.slope <= 0) return best; /* a shorter step costs more */
            }
        }
        alpha = 1; /* nothing measurable: leave it to the slopes */
    }
    for (i = 0; i < 100; ++i) {
        at = contact__convex_line(m, alpha, kinetic);
        if (tact_abs(at.slope) <= -tolerance * start_slope) return alpha;
        if (at.slope < 0) {
            low = alpha;
            if (i == 0) { /* long steps only when they pay */
                at = contact__convex_line(m, longest, kinetic);
                if (at.slope <= 0) return longest;
                alpha = longest, high = longest;
            }
        } else {
            high = alpha;
        }
        if (high - low <= TACT_R(1e-10)) return alpha;
        alpha -= at.slope / at.curvature;
        if (!(alpha > low && alpha < high)) alpha = (low + high) / 2;
    }
    return alpha;
}

/* Condition number of H by power iterations with H (matrix-free) and with its factor. */
TACT_PRIVATE tact_real contact__convex_condition(contact__convex *m) {
    contact__context *x = m->x;
    tact_real norm, large = 0, smallest = 0;
    int i, k, d, l, pass, n = x->dof_count;
    for (pass = 0; pass < 2; ++pass) {
        for (d = 0; d < n; ++d) m->step[d] = 1 + TACT_R(0.1) * (tact_real)(d % 7);
        for (i = 0; i < 60; ++i) {
            norm = tact_sqrt(tact_dot_n(n, m->step, m->step));
            if (!(norm > 0)) return 0;
            for (d = 0; d < n; ++d) m->step[d] /= norm;
            if (pass) {
                contact__primal_solve(&m->primal, m->step);
                smallest = tact_sqrt(tact_dot_n(n, m->step, m->step));
                continue;
            }
            contact__multiply_j(x, m->step, m->step_c);
            for (k = 0; k < x->constraint_count; ++k) {
                int rows = x->constraints[k].rows, row = x->constraints[k].first_row;
                const tact_real *g = m->hessians + m->hessian_at[k];
                for (d = 0; d < rows; ++d) {
                    tact_real s = 0;
                    for (l = 0; l < rows; ++l) s += g[d * rows + l] * m->step_c[row + l];
                    m->trial[row + d] = s;
                }
            }
            contact__multiply_mass(x, m->step, m->work);
            contact__multiply_jt(x, m->trial, m->step);
            for (d = 0; d < n; ++d) m->step[d] += m->work[d];
            large = tact_sqrt(tact_dot_n(n, m->step, m->step));
        }
    }
    return large * smallest;
}

/* At extreme stiffness and far from the solution Newton's method crawls: along the curved valley of a sliding contact, and
   from kink to kink where contacts open and close. Then it solves softer problems first. The normal impulses go by the
   proximal point iteration, law(z + rho (n - centre)) with the centre at the last solution and rho = part * inverse mass;
   friction sets in over a speed epsilon that the same part of the inverse mass and the friction impulse give. `part` falls
   from stage to stage. Makes the problem of a stage; returns 0 when it is the hard one. */
enum {
    CONTACT__SOFT_AFTER = 6,       /* iterations of the hard problem before that; ordinary solves take fewer */
    CONTACT__SOFT_AFTER_CONE = 24, /* the same for cone projections, which cope better */
    CONTACT__SOFT_MOST = 20        /* iterations of one stage */
};
TACT_PRIVATE int contact__convex_soften(contact__convex *m, tact_real part, int first) {
    const contact__context *x = m->x;
    int i, soft = 0;
    if (first) contact__convex_velocity(m, x->free_velocity, 1, m->trial);
    for (i = 0; i < x->constraint_count; ++i) {
        contact__potential *p = &m->potentials[i];
        const contact__constraint *c = &x->constraints[i];
        tact_real slope, fx, fr, weight = x->blocks[c->block + c->rows * c->rows - 1];
        if (p->form == CONTACT__FORM_ROWS) continue;
        p->prox = part * weight;
        p->centre = first ? 0 : m->lambda[c->first_row + c->rows - 1];
        if (p->form == CONTACT__FORM_CONE) {
            slope = 1 / p->r[2];
        } else {
            (void)contact__law_force(p, tact_max(p->x0, TACT_R(1e-4)), 0, &fx, &fr);
            slope = p->dt * (p->dt * fx + fr);
        }
        if (p->prox * slope < (first ? 10 : 2)) p->prox = 0; /* hardly softer */
        soft |= p->prox > 0;
    }
    for (i = 0; i < x->constraint_count; ++i) {
        contact__potential *p = &m->potentials[i];
        const contact__constraint *c = &x->constraints[i];
        tact_real weight = x->blocks[c->block + c->rows * c->rows - 1], normal;
        if (p->form != CONTACT__FORM_LAGGED && (p->form != CONTACT__FORM_SIMILAR || (first && !soft))) continue;
        /* the normal impulse of friction: known (lagged), at first guessed as what stops the contact (similar) */
        if (p->form == CONTACT__FORM_LAGGED) normal = p->gamma0;
        else normal = first ? tact_max(0, p->x0 / p->dt - m->trial[c->first_row + c->rows - 1]) / weight : p->centre;
        p->epsilon = tact_max(p->sharp, part * weight * p->mu * normal);
        if (p->epsilon < (first ? (p->form == CONTACT__FORM_LAGGED ? 300 : 30) : 2) * p->sharp) p->epsilon = p->sharp;
        soft |= p->epsilon > p->sharp;
    }
    return soft;
}

TACT_PRIVATE contact_status contact__solve_compliant(contact__context *x) {
    const contact_config *config = x->config;
    contact_newton_report *report = config->newton_report;
    contact__convex state, *m = &state;
    contact_status status;
    tact_real cost, kinetic[3], residual = 0, size = 0, alpha = 0, slope, part = 0;
    int it, d, i, n = x->dof_count, on_cost = 0, fresh = 1, softened = 0, soft = 0, flat = 0, flat_step = 0, stage = 0;
    int cones = x->method == CONTACT_METHOD_SAP || x->method == CONTACT_METHOD_MUJOCO;
    int patience = cones ? CONTACT__SOFT_AFTER_CONE : CONTACT__SOFT_AFTER;
    if (x->delassus) return CONTACT_UNSUPPORTED;
    status = contact__convex_setup(x, x->problem->velocity, m);
    if (status < 0) return status;
    /* start: the velocity before the step or the free velocity, whichever costs less */
    TACT_MEMCPY(m->v, m->before, (size_t)n * sizeof(tact_real));
    contact__convex_velocity(m, m->v, 1, m->c);
    cost = contact__convex_potentials(m, m->c, m->lambda, (tact_real *)0) +
           contact__convex_kinetic(m, m->v, m->momentum);
    contact__convex_velocity(m, x->free_velocity, 1, m->trial);
    if (!(contact__convex_potentials(m, m->trial, m->lambda, (tact_real *)0) > cost) || !tact_finite(cost))
        TACT_MEMCPY(m->v, x->free_velocity, (size_t)n * sizeof(tact_real));
    status = CONTACT_NOT_CONVERGED;
    for (it = 0;; ++it) {
        tact_real of_contact = 0, of_motion = 0, of_change = 0, last_residual = residual;
        if (it == patience && !softened) {
            softened = 1, part = TACT_R(1e-2);
            fresh |= soft = contact__convex_soften(m, part, 1);
        }
        /* c = J v + shift; small steps are added up instead, because at high stiffness impulses feel the rounding of J v */
        if (flat_step && !fresh)
            for (i = 0; i < x->row_count; ++i) m->c[i] += alpha * m->step_c[i];
        else contact__convex_velocity(m, m->v, 1, m->c);
        cost = contact__convex_potentials(m, m->c, m->lambda, m->hessians);
        cost += kinetic[0] = contact__convex_kinetic(m, m->v, m->momentum);
        contact__multiply_jt(x, m->lambda, m->step);
        contact__multiply_mass(x, m->v, m->work);
        for (d = 0, residual = 0; d < n; ++d) {
            tact_real s = m->scale[d], e;
            of_contact += s * s * m->step[d] * m->step[d], of_motion += s * s * m->work[d] * m->work[d];
            of_change += s * s * m->momentum[d] * m->momentum[d];
            m->momentum[d] -= m->step[d];
            e = s * m->momentum[d];
            residual += e * e;
        }
        residual = tact_sqrt(residual), size = tact_sqrt(tact_max(of_contact, of_motion));
        if (!tact_finite(residual) || !tact_finite(cost)) {
            status = CONTACT_FAILED;
            break;
        }
        x->residuals.momentum = residual, x->residuals.objective = cost;
        x->residuals.natural_relative = size > 0 ? residual / size : 0;
        if (it > 0) contact__record(x, it, m->lambda, &x->residuals);
        if (soft && (++stage > CONTACT__SOFT_MOST || residual <= config->momentum_tolerance * size / 2 ||
                     residual <= TACT_R(1e-14) + TACT_R(1e-2) * tact_sqrt(tact_max(of_contact, of_change)))) {
            stage = 0, part *= TACT_R(0.1); /* one stage nearer to the true law */
            soft = contact__convex_soften(m, part, 0);
            fresh = 1, --it;
            continue;
        }
        if (!soft && residual <= TACT_R(1e-14) + config->momentum_tolerance * size) {
            status = CONTACT_OK;
            break;
        }
        /* beyond what rounding lets the cost see, and the residual does not fall either */
        flat = !fresh && flat_step && residual > TACT_R(0.5) * last_residual ? flat + 1 : 0;
        if (flat >= 3 && !soft) {
            status = CONTACT_PRECISION, on_cost = 1;
            break;
        }
        fresh = 0;
        if (it == x->max_iterations) break;
        if (!contact__convex_factor(m)) {
            status = it > 0 ? CONTACT_PRECISION : CONTACT_FAILED;
            break;
        }
        for (d = 0; d < n; ++d) m->step[d] = -m->momentum[d];
        contact__primal_solve(&m->primal, m->step);
        slope = tact_dot_n(n, m->step, m->momentum);
        if (!(slope < 0)) { /* round-off: no direction of descent is left */
            status = CONTACT_PRECISION;
            break;
        }
        contact__convex_velocity(m, m->step, 0, m->step_c);
        contact__multiply_mass(x, m->step, m->work);
        kinetic[2] = tact_dot_n(n, m->step, m->work);
        kinetic[1] = 0;
        for (d = 0; d < n; ++d) kinetic[1] += m->work[d] * (m->v[d] - x->free_velocity[d]);
        flat_step = -slope <= 4 * TACT_EPSILON * tact_abs(cost);
        alpha = flat_step ? 1 : contact__convex_search(m, config->line_search, cost, slope, kinetic);
        for (d = 0; d < n; ++d) m->v[d] += alpha * m->step[d];
    }
    x->iterations = it;
    if (status < 0) return status;
    TACT_MEMCPY(x->velocity, m->v, (size_t)n * sizeof(tact_real));
    TACT_MEMCPY(x->impulse, m->lambda, (size_t)x->row_count * sizeof(tact_real));
    x->residuals.worst = -1;
    for (i = 0; i < x->constraint_count; ++i) {
        const contact__constraint *c = &x->constraints[i];
        if (c->kind == CONTACT_KIND_CONTACT || c->kind == CONTACT_KIND_LIMIT)
            x->residuals.penetration = tact_max(x->residuals.penetration, -x->problem->constraints[c->source].gap);
    }
    if (report) {
        tact_real sum = 0;
        int active = 0;
        for (i = 0; i < x->constraint_count; ++i) {
            const contact__potential *p = &m->potentials[i];
            tact_real normal = m->lambda[x->constraints[i].first_row + 2];
            if (x->constraints[i].kind != CONTACT_KIND_CONTACT || !(normal > 0)) continue;
            sum += p->form == CONTACT__FORM_CONE ? p->r[0] * p->mu * normal : p->epsilon;
            ++active;
        }
        if (active)
            report->stiction_velocity =
                (report->stiction_velocity * (tact_real)report->active + sum) / (tact_real)(report->active + active);
        report->active += active;
        report->factorisations += m->factorisations;
        report->line_search_evaluations += m->evaluations;
        report->pivots_raised += m->raised;
        report->stopped_on_cost += on_cost;
        report->objective += cost;
        report->momentum = tact_max(report->momentum, size > 0 ? residual / size : 0);
        if (report->want_condition && contact__convex_factor(m))
            report->condition = tact_max(report->condition, contact__convex_condition(m));
    }
    return status;
}

TACT_PRIVATE size_t contact__compliant_scratch(const contact__shape *shape, const contact_config *config) {
    size_t dofs = (size_t)shape->dofs, rows = (size_t)shape->rows, constraints = (size_t)shape->constraints;
    (void)config;
    return contact__primal_bytes(shape) + constraints * (sizeof(contact__potential) + sizeof(int)) +
           (10 * rows + 8 * dofs) * sizeof(tact_real) + 64 * 64;
}

// >>impl-file
typedef struct contact__writer {
    char *text;
    size_t size, length;
} contact__writer;
TACT_PRIVATE void contact__put(contact__writer *w, const char *s) {
    for (; *s; ++s, ++w->length)
        if (w->text && w->length + 1 < w->size) w->text[w->length] = *s;
}
/* m 10^e in one correctly rounded operation where m < 2^53 and |e| <= 22 (Clinger 1990): then the text is exact. */
TACT_PRIVATE double contact__decimal(double m, int e) {
    double power = 1;
    int k;
    for (k = 0; k < (e < 0 ? -e : e); ++k) power *= 10; /* exact up to 10^22 */
    return e < 0 ? m / power : m * power;
}
TACT_PRIVATE void contact__put_integer(contact__writer *w, int value) {
    char text[16];
    contact__append_int(text, sizeof text, 0, value);
    contact__put(w, text);
}
TACT_PRIVATE void contact__put_real(contact__writer *w, tact_real value) {
    char text[40];
    double x = (double)value, a = x < 0 ? -x : x, zero = 0;
    int n = 0, e, k, exponent = 0, digit;
    contact__put(w, " ");
    if (x < 0) contact__put(w, "-");
    if (!(a > 0)) {
        contact__put(w, TACT_MEMCMP(&x, &zero, sizeof x) ? "-0" : "0");
        return;
    }
    for (e = 0; e >= -12 && a < 1e14; --e) { /* a short decimal: m 10^e with the smallest m */
        double m = contact__decimal(a, -e), rounded;
        if (m > 1e14) break;
        rounded = (double)(int64_t)(m + 0.5);
        if (rounded > 0 && contact__decimal(rounded, e) <= a && contact__decimal(rounded, e) >= a) {
            int64_t i = (int64_t)rounded;
            char digits[24];
            int count = 0;
            while (i) digits[count++] = (char)('0' + (int)(i % 10)), i /= 10;
            while (count <= -e) digits[count++] = '0';
            while (count > 0) {
                if (count == -e) text[n++] = '.';
                text[n++] = digits[--count];
            }
            text[n] = 0;
            contact__put(w, text);
            return;
        }
    }
    while (a >= 2) a /= 2, ++exponent; /* hexadecimal, exact: 0x1.<13 digits>p<exponent> */
    while (a < 1) a *= 2, --exponent;
    text[n++] = '0', text[n++] = 'x', text[n++] = '1', text[n++] = '.';
    a -= 1;
    for (k = 0; k < 13 && a > 0; ++k) {
        a *= 16;
        digit = (int)a;
        a -= digit;
        text[n++] = "0123456789abcdef"[digit];
    }
    text[n++] = 'p';
    text[n] = 0;
    contact__put(w, text);
    contact__put_integer(w, exponent);
}
TACT_PRIVATE void contact__put_reals(contact__writer *w, const tact_real *x, int n) {
    int k;
    for (k = 0; k < n; ++k) contact__put_real(w, x[k]);
}
TACT_PRIVATE void contact__put_vec(contact__writer *w, tact_vec3 v) {
    contact__put_real(w, v.x);
    contact__put_real(w, v.y);
    contact__put_real(w, v.z);
}

/* Names of the kinds, in the order of contact_kind. */
TACT_PRIVATE const char *contact__kind_name(int kind) {
    return kind == CONTACT_KIND_CONTACT ? "contact" : kind == CONTACT_KIND_LIMIT ? "limit"
           : kind == CONTACT_KIND_JOINT ? "joint" : "friction";
}

CONTACT_API size_t contact_problem_write(const contact_problem *problem, char *text, size_t size) {
    const contact_problem *p = problem;
    contact__writer w;
    contact_status status = contact_problem_check(p, (contact_fault *)0);
    int i, j, k;
    if (text && size) text[0] = 0;
    /* a problem with bad numbers in it is worth sending, one whose sizes are wrong cannot be walked */
    if (status == CONTACT_BAD_ARGUMENT || status == CONTACT_BAD_SIZE || status == CONTACT_NOT_FINITE) return 0;
    w.text = text, w.size = size, w.length = 0;
    contact__put(&w, "contact-problem 1 dt");
    contact__put_real(&w, p->dt);
    contact__put(&w, "\n");
    for (i = 0; i < p->tree_count; ++i) {
        const contact_tree *t = &p->trees[i];
        if (t->mass_offset < 0) {
            contact__put(&w, "body");
            contact__put_real(&w, t->body_mass);
            contact__put_reals(&w, t->inertia, 6);
        } else {
            contact__put(&w, "tree ");
            contact__put_integer(&w, t->dof);
            contact__put_reals(&w, p->mass + t->mass_offset, t->dof * t->dof);
        }
        contact__put_reals(&w, p->free_velocity + t->first_dof, t->dof);
        contact__put_reals(&w, p->velocity + t->first_dof, t->dof);
        contact__put(&w, "\n");
    }
    for (i = 0; i < p->constraint_count; ++i) {
        const contact_constraint *c = &p->constraints[i];
        int point = c->jacobian_a < 0 && c->jacobian_b < 0;
        contact__put(&w, contact__kind_name(c->kind));
        contact__put(&w, " ");
        contact__put_integer(&w, c->rows);
        contact__put(&w, " ");
        contact__put_integer(&w, c->tree_a);
        contact__put(&w, " ");
        contact__put_integer(&w, c->tree_b);
        contact__put(&w, p->delassus ? " matrix" : point ? " point" : " blocks");
        contact__put_real(&w, c->mu);
        contact__put_real(&w, c->gap);
        contact__put_real(&w, c->surface_normal);
        contact__put_real(&w, c->stiffness);
        contact__put_real(&w, c->dissipation);
        contact__put_real(&w, c->relaxation);
        contact__put(&w, " ");
        contact__put_integer(&w, c->law);
        if (!p->delassus && point) {
            contact__put_vec(&w, c->normal);
            contact__put_vec(&w, c->tangent);
            contact__put_vec(&w, c->arm_a);
            contact__put_vec(&w, c->arm_b);
        } else if (!p->delassus) {
            if (c->tree_a >= 0) contact__put_reals(&w, p->jacobian + c->jacobian_a, c->rows * p->trees[c->tree_a].dof);
            if (c->tree_b >= 0) contact__put_reals(&w, p->jacobian + c->jacobian_b, c->rows * p->trees[c->tree_b].dof);
        }
        contact__put_reals(&w, p->bias + c->first_row, c->rows);
        contact__put_reals(&w, p->compliance + c->first_row, c->rows);
        contact__put_reals(&w, p->bound + c->first_row, c->rows);
        contact__put_reals(&w, p->impulse + c->first_row, c->rows);
        contact__put(&w, "\n");
    }
    if (p->delassus) {
        const contact_delassus *d = p->delassus;
        contact__put(&w, "matrix ");
        contact__put_integer(&w, p->row_count);
        contact__put(&w, "\n");
        for (i = 0; i < p->constraint_count; ++i)
            for (k = 0; k < p->constraints[i].rows; ++k) {
                for (j = 0; j < p->constraint_count; ++j) {
                    int rows = p->constraints[j].rows, b, at, row = p->constraints[i].first_row + k;
                    for (b = 0; b < rows; ++b) {
                        tact_real value = 0;
                        if (d->dense) value = d->dense[(size_t)row * (size_t)d->leading + (size_t)(p->constraints[j].first_row + b)];
                        else
                            for (at = d->row_start[i]; at < d->row_start[i + 1]; ++at)
                                if (d->column[at] == j) value += d->values[d->offset[at] + k * rows + b];
                        contact__put_real(&w, value);
                    }
                }
                contact__put(&w, "\n");
            }
    }
    contact__put(&w, "end\n");
    if (text && size) text[w.length < size ? w.length : size - 1] = 0;
    return w.length;
}

typedef struct contact__reader {
    const char *text;
    size_t length, at;
    int line, failed;
    char token[48];
} contact__reader;

TACT_PRIVATE const char *contact__next(contact__reader *r) {
    int n = 0;
    for (; r->at < r->length; ++r->at) {
        char c = r->text[r->at];
        if (c == '#')
            while (r->at < r->length && r->text[r->at] != '\n') ++r->at;
        if (r->at < r->length && r->text[r->at] == '\n') ++r->line;
        else if (r->at < r->length && r->text[r->at] != ' ' && r->text[r->at] != '\t' && r->text[r->at] != '\r') break;
    }
    for (; r->at < r->length; ++r->at) {
        char c = r->text[r->at];
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '#' || c == 0) break;
        if (n < 47) r->token[n++] = c;
        else r->failed = 1;
    }
    r->token[n] = 0;
    if (!n) r->failed = 1;
    return r->token;
}
TACT_PRIVATE int contact__same(const char *a, const char *b) {
    while (*a && *a == *b) ++a, ++b;
    return *a == *b;
}
TACT_PRIVATE int contact__get_integer(contact__reader *r) {
    const char *s = contact__next(r);
    int negative = *s == '-', value = 0;
    if (negative) ++s;
    if (!*s) r->failed = 1;
    for (; *s; ++s) {
        if (*s < '0' || *s > '9' || value > 100000000) {
            r->failed = 1;
            return 0;
        }
        value = 10 * value + (*s - '0');
    }
    return negative ? -value : value;
}
/* Decimal (exact up to 15 digits, else within rounding) or hexadecimal floating point. */
TACT_PRIVATE tact_real contact__get_real(contact__reader *r) {
    const char *s = contact__next(r);
    double m = 0, x;
    int negative = *s == '-', hex, exponent = 0, digits = 0, point = 0, sign = 1, e = 0, k;
    if (*s == '-' || *s == '+') ++s;
    hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
    if (hex) s += 2;
    for (; *s; ++s) {
        int d = *s >= '0' && *s <= '9' ? *s - '0' : hex && *s >= 'a' && *s <= 'f' ? *s - 'a' + 10
                : hex && *s >= 'A' && *s <= 'F' ? *s - 'A' + 10 : -1;
        if (*s == '.' && !point) {
            point = 1;
            continue;
        }
        if (d < 0) break;
        ++digits;
        m = (hex ? 16 : 10) * m + d;
        if (point) exponent -= hex ? 4 : 1;
    }
    if (!digits) r->failed = 1;
    if (*s && (hex ? *s == 'p' || *s == 'P' : *s == 'e' || *s == 'E')) {
        ++s;
        if (*s == '-' || *s == '+') sign = *s++ == '-' ? -1 : 1;
        if (!*s) r->failed = 1;
        for (; *s >= '0' && *s <= '9'; ++s) e = e < 10000 ? 10 * e + (*s - '0') : e;
        exponent += sign * e;
    }
    if (*s) r->failed = 1;
    x = m;
    if (hex) {
        for (k = 0; k < exponent && k < 2200; ++k) x *= 2;
        for (k = 0; k < -exponent && k < 2200; ++k) x /= 2;
    } else if (exponent >= -22 && exponent <= 22) {
        x = contact__decimal(m, exponent);
    } else {
        for (k = 0; k < exponent && k < 700; ++k) x *= 10;
        for (k = 0; k < -exponent && k < 700; ++k) x /= 10;
    }
    if (!(x <= (double)TACT_REAL_MAX)) r->failed = 1;
    return r->failed ? 0 : (tact_real)(negative ? -x : x);
}
TACT_PRIVATE void contact__get_reals(contact__reader *r, tact_real *x, int n) {
    int k;
    for (k = 0; k < n && !r->failed; ++k) x[k] = contact__get_real(r);
}
TACT_PRIVATE tact_vec3 contact__get_vec(contact__reader *r) {
    tact_real v[3] = {0, 0, 0};
    contact__get_reals(r, v, 3);
    return tact_vec(v[0], v[1], v[2]);
}

TACT_PRIVATE contact_status contact__read_tree(contact_problem *p, contact__reader *r, int body) {
    int dof = body ? 6 : contact__get_integer(r), index;
    if (r->failed || dof < 1 || dof > 10000) return CONTACT_BAD_FORMAT;
    index = contact__push_tree(p, dof, body ? 0 : dof * dof);
    if (index < 0) return (contact_status)index;
    if (body) {
        p->trees[index].body_mass = contact__get_real(r);
        contact__get_reals(r, p->trees[index].inertia, 6);
    } else {
        contact__get_reals(r, p->mass + p->trees[index].mass_offset, dof * dof);
    }
    contact__get_reals(r, p->free_velocity + p->trees[index].first_dof, dof);
    contact__get_reals(r, p->velocity + p->trees[index].first_dof, dof);
    return CONTACT_OK;
}

TACT_PRIVATE contact_status contact__read_constraint(contact_problem *p, contact__reader *r, int kind) {
    int rows = contact__get_integer(r), a = contact__get_integer(r), b = contact__get_integer(r), na = 0, nb = 0, index;
    int blocks, point, offset = p->jacobian_count;
    const char *form = contact__next(r);
    contact_constraint *c;
    blocks = contact__same(form, "blocks"), point = contact__same(form, "point");
    if (r->failed || (!blocks && !point && !contact__same(form, "matrix"))) return CONTACT_BAD_FORMAT;
    if (rows < 1 || rows > 6 || a < -1 || b < -1 || a >= p->tree_count || b >= p->tree_count) return CONTACT_BAD_FORMAT;
    if (blocks && a >= 0) na = rows * p->trees[a].dof;
    if (blocks && b >= 0) nb = rows * p->trees[b].dof;
    index = contact__push_constraint(p, (contact_kind)kind, rows, na + nb);
    if (index < 0) return index == (int)CONTACT_BAD_ARGUMENT ? CONTACT_BAD_FORMAT : (contact_status)index;
    c = &p->constraints[index];
    c->tree_a = a, c->tree_b = b;
    c->mu = contact__get_real(r);
    c->gap = contact__get_real(r);
    c->surface_normal = contact__get_real(r);
    c->stiffness = contact__get_real(r);
    c->dissipation = contact__get_real(r);
    c->relaxation = contact__get_real(r);
    c->law = contact__get_integer(r);
    if (point) {
        c->normal = contact__get_vec(r), c->tangent = contact__get_vec(r);
        c->arm_a = contact__get_vec(r), c->arm_b = contact__get_vec(r);
    } else if (blocks) {
        if (na) c->jacobian_a = offset;
        if (nb) c->jacobian_b = offset + na;
        contact__get_reals(r, p->jacobian + offset, na + nb);
    }
    contact__get_reals(r, p->bias + c->first_row, rows);
    contact__get_reals(r, p->compliance + c->first_row, rows);
    contact__get_reals(r, p->bound + c->first_row, rows);
    contact__get_reals(r, p->impulse + c->first_row, rows);
    return CONTACT_OK;
}

CONTACT_API contact_status contact_problem_read(contact_problem *problem, contact_delassus *matrix, const char *text,
                                                size_t length, int *line) {
    contact__reader r;
    contact_status status = CONTACT_OK;
    int kind, rows, done = 0;
    if (line) *line = 0;
    if (!problem || !text) return CONTACT_BAD_ARGUMENT;
    contact_problem_clear(problem);
    TACT_MEMSET(&r, 0, sizeof r);
    r.text = text, r.length = length, r.line = 1;
    if (!contact__same(contact__next(&r), "contact-problem") || contact__get_integer(&r) != 1 ||
        !contact__same(contact__next(&r), "dt"))
        r.failed = 1;
    if (!r.failed) problem->dt = contact__get_real(&r);
    while (!r.failed && status == CONTACT_OK && !done) {
        const char *word = contact__next(&r);
        if (contact__same(word, "end")) {
            done = 1;
        } else if (contact__same(word, "body") || contact__same(word, "tree")) {
            status = contact__read_tree(problem, &r, contact__same(word, "body"));
        } else if (contact__same(word, "matrix")) {
            rows = contact__get_integer(&r);
            if (r.failed || rows != problem->row_count || problem->tree_count || problem->delassus) {
                status = CONTACT_BAD_FORMAT;
            } else if (!matrix) {
                status = CONTACT_BAD_ARGUMENT;
            } else {
                status = rows > 40000 ? CONTACT_BAD_FORMAT : contact__reserve(problem, 0, 0, rows * rows, 0, 0, 0);
                if (status == CONTACT_OK) {
                    problem->mass_count = rows * rows;
                    contact__get_reals(&r, problem->mass, rows * rows);
                    TACT_MEMSET(matrix, 0, sizeof *matrix);
                    matrix->dense = problem->mass, matrix->leading = rows;
                    problem->delassus = matrix;
                }
            }
        } else {
            for (kind = 0; kind < 4 && !contact__same(word, contact__kind_name(kind)); ++kind) {}
            status = kind < 4 ? contact__read_constraint(problem, &r, kind) : CONTACT_BAD_FORMAT;
        }
    }
    if (r.failed && status == CONTACT_OK) status = CONTACT_BAD_FORMAT;
    if (status < 0) {
        if (line) *line = r.line;
        contact_problem_clear(problem);
    }
    return status;
}

// >>impl-solve
/* AUTO, per island: exact-local Gauss-Seidel is linear in cost and often all that is needed, and Newton on the dense
   problem solves what is ill conditioned. So some sweeps first, about as many as one Newton step costs, and then, where
   the dense problem is affordable, Newton from the best iterate; large islands are left to the sweeps. The method in the
   result is the one that answered. Conditioning is judged by that trial, not by an estimate beforehand. */
enum { CONTACT__AUTO_TREES = 300 }; /* trees of an island up to which a factorisation is tried */
TACT_PRIVATE size_t contact__auto_scratch(const contact__shape *shape, const contact_config *config) {
    size_t sweeps = contact__splitting_scratch(shape, config), newton = 0;
    if (contact__ncp_dense(shape->rows, shape->trees) && !config->fixed_iterations)
        newton = contact__ncp_scratch(shape, config);
    if (shape->trees && shape->trees <= CONTACT__AUTO_TREES && !config->fixed_iterations) {
        size_t primal = contact__multiplier_scratch(shape);
        sweeps = sweeps > primal ? sweeps : primal;
    }
    return sweeps > newton ? sweeps : newton;
}
/* What AUTO remembers of an island from step to step, in contact_tree.hint:
     0            nothing
     AT_REST      the warm start was the answer
     NEWTON       the multiplier Newton method answered (stacks, chains, robots)
     n > 0        it did not: leave it alone for the next n % 65536 solves; n / 65536 failures in a row so far */
enum { CONTACT__HINT_NEWTON = -1, CONTACT__HINT_AT_REST = -2, CONTACT__HINT_FAILURE = 65536 };
TACT_PRIVATE int contact__hint_read(const contact__context *x) {
    int newton = 0, rest = 1, worst = 0;
    for (int t = 0; t < x->tree_count; ++t) {
        int hint = x->trees[t].hint;
        newton |= hint < 0;
        rest &= hint == CONTACT__HINT_AT_REST;
        if (hint > worst) worst = hint;
    }
    return worst > 0 ? worst : rest ? CONTACT__HINT_AT_REST : newton ? CONTACT__HINT_NEWTON : 0;
}
TACT_PRIVATE void contact__hint_write(contact__context *x, int hint) {
    for (int t = 0; t < x->tree_count; ++t) x->trees[t].hint = hint; /* the caller's when the whole solve is done */
}
TACT_PRIVATE void contact__admit(const contact__context *x, int i, const tact_real *in, tact_real *out);
/* Back to the warm start that came with the problem. */
TACT_PRIVATE void contact__auto_restart(contact__context *x, int warm_start) {
    for (int i = 0; i < x->constraint_count; ++i) {
        const contact__constraint *q = &x->constraints[i];
        const tact_real *warm = x->problem->impulse + x->problem->constraints[q->source].first_row;
        if (warm_start) contact__admit(x, i, warm, x->impulse + q->first_row);
        else TACT_MEMSET(x->impulse + q->first_row, 0, (size_t)q->rows * sizeof(tact_real));
    }
    contact__velocity_of(x, x->impulse, x->velocity);
    x->scratch.used = 0;
    x->velocity_current = x->residuals_current = 0;
}
TACT_PRIVATE contact_status contact__auto_multiplier(contact__context *x, int limit, int tries) {
    contact_status status;
    x->method = CONTACT_METHOD_NCP_NEWTON;
    x->max_iterations = limit < tries ? limit : tries;
    /* where a step at rest costs nothing, a step in motion may cost more */
    status = contact__solve_multiplier(x, x->config->coarse_tolerance > 0 ? 250000 : 300 * (size_t)x->tree_count);
    x->max_iterations = limit;
    return status;
}
TACT_PRIVATE tact_real contact__auto_scale(const contact__context *x, tact_real *own);
TACT_PRIVATE contact_status contact__auto_sweeps(contact__context *x, int limit, int patient) {
    contact_status status;
    tact_real own;
    x->method = CONTACT_METHOD_NCP_PGS;
    x->max_iterations = patient && x->row_count > 2000 ? 10 : 16; /* of thousands of contacts each one matters less */
    if (x->max_iterations > limit) x->max_iterations = limit;
    x->coarse = x->config->coarse_tolerance * tact_max(contact__auto_scale(x, &own), TACT_R(1e-30));
    x->coarse_patient = patient;
    x->scratch.used = 0;
    status = contact__solve_splitting(x);
    x->coarse = 0;
    x->max_iterations = limit;
    return status;
}
/* What the impulses of an island are measured by: their own size, but no more than a tower of all its trees would make of
   |r g|, the impulses that would stop every contact by itself. Bodies wedged between two walls can carry a stress of any
   size, against which every error looks small. */
TACT_PRIVATE tact_real contact__auto_scale(const contact__context *x, tact_real *own) {
    tact_real stop2 = 0, size2 = 0, stop;
    for (int i = 0; i < x->constraint_count; ++i) {
        const contact__constraint *q = &x->constraints[i];
        tact_real r = contact__natural_step(x, i);
        for (int k = q->first_row; k < q->first_row + q->rows; ++k) {
            stop2 += r * r * x->free_constraint[k] * x->free_constraint[k];
            size2 += x->impulse[k] * x->impulse[k];
        }
    }
    stop = tact_sqrt(stop2), *own = tact_sqrt(size2);
    return tact_max(stop, tact_min(*own, (tact_real)(1 + x->tree_count) * stop));
}
/* Is there a stress in the warm start that nothing asks for? Contacts can press no harder than momenta, motors and a lever make
   them; beyond that it is left over from a wedge, and would come out as motion. What lasts is what forces do in a step, with a
   lever of twenty at most; what a motion does is done once. A free body has the momentum m |v|; what a robot
   can give to a contact of effective mass 1/g is at most sqrt(v^T M v / g), by Cauchy and Schwarz; a motor or a spring is a row
   with compliance R, of impulse up to |c_free| / (R + G_ii), dry friction one with a bound. O(rows + dofs of robots squared). */
TACT_PRIVATE int contact__auto_wedged(const contact__context *x) {
    tact_real momentum = 0, largest = 0; /* momentum: twenty times that of forces, and that of motion */
    for (int i = 0; i < x->constraint_count; ++i)
        if (x->constraints[i].kind == CONTACT_KIND_CONTACT) largest = tact_max(largest, x->impulse[x->constraints[i].first_row + 2]);
    for (int t = 0; t < x->tree_count; ++t) {
        const tact_real *v = x->free_velocity + x->trees[t].first_dof;
        const tact_real *before = x->problem->velocity + x->problem->trees[x->trees[t].source].first_dof;
        tact_vec3 push = tact_vec(v[0] - before[0], v[1] - before[1], v[2] - before[2]);
        if (!x->trees[t].body) continue;
        momentum += x->trees[t].body_mass * (20 * tact_norm(push) + tact_norm(tact_vec(before[0], before[1], before[2])));
    }
    if (largest <= momentum) return 0;
    for (int i = 0; i < x->constraint_count; ++i) {
        const contact__constraint *q = &x->constraints[i];
        for (int k = 0; q->kind != CONTACT_KIND_CONTACT && k < q->rows; ++k) {
            int row = q->first_row + k;
            if (q->kind == CONTACT_KIND_FRICTION) momentum += 20 * x->bound[row];
            else if (x->compliance[row] > 0)
                momentum += 20 * tact_abs(x->free_constraint[row]) / (x->compliance[row] + x->blocks[q->block + k * (q->rows + 1)]);
        }
    }
    for (int t = 0; t < x->tree_count && largest > momentum; ++t) {
        const contact__tree *tree = &x->trees[t];
        const tact_real *v = x->free_velocity + tree->first_dof;
        tact_real energy = 0, least = 0;
        if (tree->body) continue;
        for (int i = 0; i < tree->dof; ++i)
            for (int j = 0; j < tree->dof; ++j) energy += v[i] * tree->mass[i * tree->dof + j] * v[j];
        for (int i = 0; i < x->constraint_count; ++i) {
            const contact__constraint *q = &x->constraints[i];
            for (int side = 0; side < 2 && q->kind == CONTACT_KIND_CONTACT; ++side) {
                tact_real g = 0;
                if ((side ? q->tree_b : q->tree_a) != t || !q->j[side]) continue;
                for (int k = 2 * tree->dof; k < 3 * tree->dof; ++k) g += q->j[side][k] * q->y[side][k];
                if (g > 0 && (least <= 0 || g < least)) least = g;
            }
        }
        if (least > 0) momentum += 20 * tact_sqrt(energy / least);
    }
    return largest > momentum;
}

/* Sweeps from a warm start that ended early: are they better than nothing? The impulses l minimise the dual function
   D(l) = l^T (G + R) l / 2 + g^T l, of convex models exactly and of the others nearly, and D(0) = 0. Where D > 0, stale impulses
   (a jam has come free, an impact is over) are left in the motion as energy that was never there; then the island is swept
   again from nothing, which no sweep makes worse. O(rows) where all is well. */
TACT_PRIVATE contact_status contact__auto_swept(contact__context *x, int limit, int patient, int warm) {
    contact_status status = contact__auto_sweeps(x, limit, patient);
    if (status <= 0 || !warm) return status;
    contact__residuals(x, x->impulse, x->model, &x->residuals);
    if (x->residuals.objective <= 0) { /* that is D */
        x->residuals_current = 1;
        return status;
    }
    x->best_merit = -1;
    contact__auto_restart(x, 0);
    return contact__auto_sweeps(x, limit, patient);
}

/* A robot on a few feet: its inertia stands between the contacts, so they hardly feel each other and exact one-contact sweeps from
   a warm start gain digits with every pass, where Newton would factorise. Proved like rest, so the answer is as good. Given up as
   soon as a sweep does not halve the change: the price of the trial is three passes over a few rows. Not for joint rows. */
TACT_PRIVATE contact_status contact__auto_feet(contact__context *x) {
    contact__sweep_state s;
    tact_real before = 0;
    int robots = 0;
    for (int t = 0; t < x->tree_count; ++t) robots += !x->trees[t].body;
    for (int i = 0; i < x->constraint_count; ++i) robots = x->constraints[i].kind == CONTACT_KIND_JOINT ? 0 : robots;
    if (!robots) return CONTACT_UNSUPPORTED;
    TACT_MEMSET(&s, 0, sizeof s);
    s.method = x->method = CONTACT_METHOD_NCP_NBGS;
    contact__local_steps(x);
    s.omega = s.alpha = s.factor = 1;
    s.beta = x->config->raisim_beta, s.facets = x->config->facets;
    for (int sweep = 1; sweep <= 10 && sweep <= x->max_iterations; ++sweep) {
        s.change2 = s.size2 = 0;
        for (int i = 0; i < x->constraint_count; ++i) {
            if (x->constraints[i].point) contact__visit_point(x, &s, &x->constraints[i]);
            else contact__visit(x, &s, i, (tact_real *)0);
        }
        x->iterations = sweep;
        if (!tact_finite(s.size2) || (sweep > 2 && s.change2 > before / 4)) break;
        before = s.change2;
        if (sweep > 1 && contact__rests(x, CONTACT__SMALL(1, 10), 0)) {
            x->velocity_current = 1;
            if (sizeof(tact_real) < sizeof(double)) x->coarse_met = 1;
            return CONTACT_OK;
        }
    }
    return CONTACT_NOT_CONVERGED;
}

/* Single precision, a small island of masses that are far apart: sweeps hardly move, the penalties that the multiplier method can
   afford in 24 bits are too soft from ratios of a hundred on, and dense Newton is what is left. */
TACT_PRIVATE int contact__auto_uneven(const contact__context *x) {
    tact_real least = TACT_REAL_MAX, most = 0;
    if (sizeof(tact_real) == sizeof(double) || x->row_count > 60) return 0;
    for (int t = 0; t < x->tree_count; ++t)
        if (x->trees[t].body) least = tact_min(least, x->trees[t].body_mass), most = tact_max(most, x->trees[t].body_mass);
    return most > 30 * least;
}

/* The coarse part, see contact_config.coarse_tolerance: an island that rests has nothing to solve; small ones and those
   that Newton is known to suit go to Newton; the others are swept, and only if the sweeps converge too slowly for the
   tolerance does Newton get its chance. An island where it fails (much sliding and rolling) is left to the sweeps for
   longer and longer. Returns 1 when `status` is the answer; 0: a few rows, which the methods that never give up solve. */
TACT_PRIVATE int contact__auto_coarse(contact__context *x, int limit, int warm, contact_status *status) {
    int hint, rests, wait, may, first, few, sweeps;
    tact_real close_to;
    x->method = CONTACT_METHOD_NCP_NBGS;
    hint = contact__hint_read(x);
    if (warm && contact__auto_wedged(x)) {
        warm = 0;
        TACT_MEMSET(x->impulse, 0, (size_t)x->row_count * sizeof(tact_real));
        TACT_MEMCPY(x->velocity, x->free_velocity, (size_t)x->dof_count * sizeof(tact_real));
    }
    /* in single precision what was stopped has lost a velocity of many times the rounding of one row: kept more loosely */
    rests = warm ? contact__rests(x, CONTACT__SMALL(1, hint == CONTACT__HINT_AT_REST ? 100 : 10), 1) : 0;
    /* an impulse that has just stopped a motion is not the one that holds a body: unless everything stands, rest is proved
       more tightly than it is kept, or the two would follow each other for ever */
    if (rests == 1 && (hint != CONTACT__HINT_AT_REST || sizeof(tact_real) < sizeof(double))) rests = contact__rests(x, CONTACT__SMALL(0.01, 0.3), 0);
    if (rests) {
        x->velocity_current = 1;
        if (sizeof(tact_real) < sizeof(double)) x->coarse_met = 1; /* judged above, by what rounding leaves */
        if (rests == 2) { /* nor may what is left of the error add up */
            TACT_MEMSET(x->velocity, 0, (size_t)x->dof_count * sizeof(tact_real));
            if (hint < 0) contact__hint_write(x, CONTACT__HINT_AT_REST);
        }
        *status = CONTACT_OK;
        return 1;
    }
    wait = hint > 0 ? hint % CONTACT__HINT_FAILURE : 0;
    may = x->tree_count <= CONTACT__AUTO_TREES && wait == 0;
    first = may && (hint < 0 || x->dof_count <= CONTACT__PRIMAL_DENSE);
    few = x->row_count <= 15 || contact__auto_uneven(x);
    if (few && warm) {
        *status = contact__auto_feet(x);
        if (*status == CONTACT_OK) {
            contact__hint_write(x, wait ? hint - 1 : CONTACT__HINT_NEWTON);
            return 1;
        }
        if (*status != CONTACT_UNSUPPORTED) contact__auto_restart(x, warm);
        x->iterations = 0;
    }
    *status = CONTACT_NOT_CONVERGED;
    if (!first) {
        if (few) {
            contact__hint_write(x, wait ? hint - 1 : hint);
            return 0;
        }
        *status = contact__auto_swept(x, limit, !may, warm);
        if (*status == CONTACT_OK || *status == CONTACT_NO_SPACE || !may) {
            contact__hint_write(x, wait ? hint - 1 : hint);
            return 1;
        }
        contact__auto_restart(x, warm);
    }
    sweeps = x->iterations;
    *status = contact__auto_multiplier(x, limit, warm ? 8 : sizeof(tact_real) < sizeof(double) ? 60 : 30); /* single: softer penalties */
    x->iterations += sweeps;
    if (*status == CONTACT_NO_SPACE) return 1;
    close_to = *status == CONTACT_OK ? 0 : TACT_REAL_MAX;
    if (*status > 0 && contact__restore_best(x)) {
        tact_real own, scale = contact__auto_scale(x, &own);
        close_to = scale > 0 ? x->best_relative * tact_max(own, scale) / scale : x->best_relative;
        if (close_to <= x->config->coarse_tolerance) x->coarse_met = 1, *status = CONTACT_OK;
    }
    if (close_to <= TACT_R(0.03) * x->config->coarse_tolerance) {
        contact__hint_write(x, CONTACT__HINT_NEWTON);
        return 1;
    }
    sweeps = hint > 0 ? hint / CONTACT__HINT_FAILURE : 0;
    contact__hint_write(x, CONTACT__HINT_FAILURE * (sweeps < 4 ? sweeps + 1 : 4) + (2 << (sweeps < 4 ? 2 * sweeps : 8)));
    if (*status == CONTACT_OK && !few) return 1;
    x->best_merit = -1;
    x->coarse_met = 0;
    x->iterations = 0;
    contact__auto_restart(x, warm);
    if (few) return 0;
    *status = contact__auto_swept(x, limit, 1, warm);
    return 1;
}

TACT_PRIVATE contact_status contact__solve_auto(contact__context *x) {
    int limit = x->max_iterations, newton = contact__ncp_dense(x->row_count, x->tree_count), sweeps, warm = 0;
    contact_status status;
    newton = newton && !x->config->fixed_iterations;
    for (int i = 0; i < x->row_count && !warm; ++i) warm = tact_abs(x->impulse[i]) > 0;
    if (x->tree_count && !x->config->fixed_iterations && x->config->coarse_tolerance > 0) {
        if (contact__auto_coarse(x, limit, warm, &status)) return status;
    } else if (x->tree_count && x->tree_count <= CONTACT__AUTO_TREES && !x->config->fixed_iterations) {
        /* chains, towers, robots: a factorisation costs a few sweeps; a warm start needs few of them or another method */
        status = contact__auto_multiplier(x, limit, warm ? 8 : 30);
        if (status == CONTACT_OK || status == CONTACT_NO_SPACE) return status;
        x->scratch.used = 0;
        contact__velocity_of(x, x->impulse, x->velocity); /* the sweeps start from what belongs together */
    }
    x->method = CONTACT_METHOD_NCP_NBGS;
    if (newton) {
        sweeps = x->row_count <= 150 ? 8 + x->row_count / 4 : 4 * x->row_count;
        x->max_iterations = sweeps < limit ? sweeps : limit;
    }
    status = contact__solve_splitting(x);
    if (status == CONTACT_OK || status == CONTACT_NO_SPACE || !newton || limit <= x->max_iterations) return status;
    sweeps = x->iterations;
    x->method = CONTACT_METHOD_NCP_NEWTON;
    /* a step costs rows^3; a simulation has the next one soon, and a matrix that is handed in is none */
    x->max_iterations = x->row_count <= 60 || !x->tree_count ? 3000 : x->row_count <= 300 ? 1000 : warm ? 60 : 400;
    if (limit - sweeps < x->max_iterations) x->max_iterations = limit - sweeps;
    x->scratch.used = 0; /* the sweeps have finished with it */
    if (status < 0) TACT_MEMSET(x->impulse, 0, (size_t)x->row_count * sizeof(tact_real));
    status = contact__solve_ncp_newton(x);
    x->iterations += sweeps;
    return status;
}

/* The dispatch table, in the order of CONTACT_METHOD_LIST. An entry without a function answers CONTACT_UNSUPPORTED. */
TACT_PRIVATE contact__solver contact__solver_of(contact_method method) {
    contact__solver s;
    s.solve = (contact_status(*)(contact__context *))0;
    s.scratch = (size_t(*)(const contact__shape *, const contact_config *))0;
    s.max_iterations = 10000;
    switch (method) {
    case CONTACT_METHOD_LCP_PGS:
    case CONTACT_METHOD_CCP_PGS:
    case CONTACT_METHOD_RAISIM:
    case CONTACT_METHOD_RAISIM_DS:
    case CONTACT_METHOD_NCP_PGS:
    case CONTACT_METHOD_NCP_PROX:
    case CONTACT_METHOD_NCP_NBGS:
    case CONTACT_METHOD_NCP_NBGS_QUARTIC:
        s.solve = contact__solve_splitting;
        s.scratch = contact__splitting_scratch;
        break;
    case CONTACT_METHOD_LCP_LEMKE:
        s.solve = contact__solve_lemke;
        s.scratch = contact__lemke_scratch;
        break;
    case CONTACT_METHOD_LCP_DANTZIG:
        s.solve = contact__solve_dantzig;
        s.scratch = contact__dantzig_scratch;
        s.max_iterations = 200;
        break;
    case CONTACT_METHOD_LCP_STAGGERED:
    case CONTACT_METHOD_NCP_STAGGERED:
        s.solve = contact__solve_staggered;
        s.scratch = contact__stagger_scratch;
        s.max_iterations = 200;
        break;
    case CONTACT_METHOD_CCP_ADMM:
    case CONTACT_METHOD_NCP_ADMM_FIXED:
    case CONTACT_METHOD_NCP_ADMM_LINEAR:
    case CONTACT_METHOD_NCP_ADMM_SPECTRAL:
        s.solve = contact__solve_admm;
        s.scratch = contact__admm_scratch;
        break;
    case CONTACT_METHOD_CCP_APGD:
        s.solve = contact__solve_apgd;
        s.scratch = contact__apgd_scratch;
        break;
    case CONTACT_METHOD_CCP_NEWTON:
        s.solve = contact__solve_ccp_newton;
        s.scratch = contact__soft_scratch;
        s.max_iterations = 1000;
        break;
    case CONTACT_METHOD_NCP_NEWTON:
        s.solve = contact__solve_ncp_newton;
        s.scratch = contact__ncp_scratch;
        s.max_iterations = 3000;
        break;
    case CONTACT_METHOD_MUJOCO:
    case CONTACT_METHOD_SAP:
    case CONTACT_METHOD_LAGGED:
    case CONTACT_METHOD_SIMILAR:
        s.solve = contact__solve_compliant;
        s.scratch = contact__compliant_scratch;
        s.max_iterations = 200;
        break;
    case CONTACT_METHOD_AUTO:
        s.solve = contact__solve_auto;
        s.scratch = contact__auto_scratch;
        break;
    case CONTACT_METHOD_COUNT:
    case CONTACT_METHOD_FORCE_INT: break;
    }
    return s;
}

TACT_PRIVATE int contact__find_root(contact_problem *p, int t) { /* union-find over contact_tree.work[0] */
    int root = t, next;
    while (p->trees[root].work[0] != root) root = p->trees[root].work[0];
    for (; t != root; t = next) next = p->trees[t].work[0], p->trees[t].work[0] = root;
    return root;
}

/* Connected components of the graph trees - constraints. Afterwards contact_tree.island is the island number (in the
   order of the first constraint), -1 without constraints, and work[1..5] of each island's *root* (work[0] == itself)
   hold its shape: trees, dofs, constraints, rows, contacts. Returns the number of islands. Near-linear. */
TACT_PRIVATE int contact__find_islands(contact_problem *p, int separate) {
    int i, t, count = 0, first = -1;
    for (t = 0; t < p->tree_count; ++t) {
        p->trees[t].work[0] = t;
        p->trees[t].island = -1;
        for (i = 1; i < 6; ++i) p->trees[t].work[i] = 0;
    }
    for (i = 0; i < p->constraint_count; ++i) {
        int a = p->constraints[i].tree_a, b = p->constraints[i].tree_b;
        int ra = a >= 0 ? contact__find_root(p, a) : -1, rb = b >= 0 ? contact__find_root(p, b) : -1;
        if (ra >= 0 && rb >= 0 && ra != rb) {
            if (ra < rb) p->trees[rb].work[0] = ra, rb = ra;
            else p->trees[ra].work[0] = rb, ra = rb;
        }
        if (!separate) { /* everything that is touched is one island */
            int r = ra >= 0 ? ra : rb;
            if (first < 0) first = r;
            first = contact__find_root(p, first), r = contact__find_root(p, r);
            if (first != r) {
                if (r < first) p->trees[first].work[0] = r, first = r;
                else p->trees[r].work[0] = first;
            }
        }
    }
    for (i = 0; i < p->constraint_count; ++i) {
        const contact_constraint *c = &p->constraints[i];
        contact_tree *root = &p->trees[contact__find_root(p, c->tree_a >= 0 ? c->tree_a : c->tree_b)];
        if (root->island < 0) root->island = count++;
        root->work[3] += 1;
        root->work[4] += c->rows;
        root->work[5] += c->kind == CONTACT_KIND_CONTACT;
    }
    for (t = 0; t < p->tree_count; ++t) {
        contact_tree *root = &p->trees[contact__find_root(p, t)];
        p->trees[t].island = root->island;
        root->work[1] += 1;
        root->work[2] += p->trees[t].dof;
    }
    return count;
}

TACT_PRIVATE contact__shape contact__shape_of(const contact_tree *root) {
    contact__shape s;
    s.analysed = 0, s.factor_bytes = 0;
    s.trees = root->work[1], s.dofs = root->work[2], s.constraints = root->work[3], s.rows = root->work[4];
    s.contacts = root->work[5];
    return s;
}
TACT_PRIVATE contact__shape contact__shape_whole(const contact_problem *p) {
    contact__shape s;
    int i;
    s.analysed = 0, s.factor_bytes = 0;
    s.trees = p->tree_count, s.dofs = p->dof_count, s.constraints = p->constraint_count, s.rows = p->row_count;
    s.contacts = 0;
    for (i = 0; i < p->constraint_count; ++i) s.contacts += p->constraints[i].kind == CONTACT_KIND_CONTACT;
    return s;
}

/* The common memory of a solve: prepared trees, constraints and row arrays of all islands, in island order. */
typedef struct contact__prepared {
    contact__tree *trees;
    contact__constraint *constraints;
    int *island_tree, *island_constraint, *island_row, *island_dof; /* starts, island_count + 1 */
    int *tree_order, *constraint_order;                             /* problem indices in island order */
    int *tree_place;                                                /* island-local index of a tree of the problem */
    tact_real *velocity, *free_velocity, *work_velocity, *impulse, *bias, *compliance, *bound, *free_constraint;
    tact_real *work_rows, *best, *blocks, *factors, *responses;
    const tact_real *const *inverses; /* NULL, or M^-1 of each tree of the problem (NULL: not at hand): they are not factored then */
    size_t block_reals, factor_reals, response_reals;
} contact__prepared;

TACT_PRIVATE void contact__layout(contact__arena *a, const contact_problem *p, int islands, contact__prepared *m) {
    int i, trees = p->tree_count, rows = p->row_count, dofs = p->dof_count;
    TACT_MEMSET(m, 0, sizeof *m);
    for (i = 0; i < trees; ++i)
        if (p->trees[i].mass_offset >= 0) m->factor_reals += (size_t)p->trees[i].dof * (size_t)p->trees[i].dof;
    for (i = 0; i < p->constraint_count; ++i) {
        const contact_constraint *c = &p->constraints[i];
        m->block_reals += (size_t)(c->rows * c->rows);
        if (c->jacobian_a >= 0) m->response_reals += (size_t)(c->rows * p->trees[c->tree_a].dof);
        if (c->jacobian_b >= 0) m->response_reals += (size_t)(c->rows * p->trees[c->tree_b].dof);
    }
    m->trees = CONTACT__TAKE(a, trees, contact__tree);
    m->constraints = CONTACT__TAKE(a, p->constraint_count, contact__constraint);
    m->island_tree = CONTACT__TAKE(a, islands + 1, int);
    m->island_constraint = CONTACT__TAKE(a, islands + 1, int);
    m->island_row = CONTACT__TAKE(a, islands + 1, int);
    m->island_dof = CONTACT__TAKE(a, islands + 1, int);
    m->tree_order = CONTACT__TAKE(a, trees, int);
    m->tree_place = CONTACT__TAKE(a, trees, int);
    m->constraint_order = CONTACT__TAKE(a, p->constraint_count, int);
    m->velocity = CONTACT__TAKE(a, dofs, tact_real);
    m->free_velocity = CONTACT__TAKE(a, dofs, tact_real);
    m->work_velocity = CONTACT__TAKE(a, dofs, tact_real);
    m->impulse = CONTACT__TAKE(a, rows, tact_real);
    m->bias = CONTACT__TAKE(a, rows, tact_real);
    m->compliance = CONTACT__TAKE(a, rows, tact_real);
    m->bound = CONTACT__TAKE(a, rows, tact_real);
    m->free_constraint = CONTACT__TAKE(a, rows, tact_real);
    m->work_rows = CONTACT__TAKE(a, rows, tact_real);
    m->best = CONTACT__TAKE(a, rows, tact_real);
    m->blocks = CONTACT__TAKE(a, m->block_reals, tact_real);
    m->factors = CONTACT__TAKE(a, m->factor_reals, tact_real);
    m->responses = CONTACT__TAKE(a, m->response_reals, tact_real);
}

/* Gathers trees and constraints in island order. Problems in matrix form are one island in the given order. */
TACT_PRIVATE void contact__gather(const contact_problem *p, int islands, contact__prepared *m) {
    int i, k, t;
    for (i = 0; i <= islands; ++i)
        m->island_tree[i] = m->island_constraint[i] = m->island_row[i] = m->island_dof[i] = 0;
    if (p->delassus) {
        for (i = 0; i < p->constraint_count; ++i) m->constraint_order[i] = i;
        if (islands) m->island_constraint[1] = p->constraint_count, m->island_row[1] = p->row_count;
        return;
    }
    for (t = 0; t < p->tree_count; ++t)
        if (p->trees[t].island >= 0 && p->trees[t].work[0] == t) { /* a root, which has the counts */
            const int *work = p->trees[t].work;
            k = p->trees[t].island + 1;
            m->island_tree[k] = work[1], m->island_dof[k] = work[2], m->island_constraint[k] = work[3], m->island_row[k] = work[4];
        }
#define CONTACT__ISLAND_OF(c) p->trees[(c)->tree_a >= 0 ? (c)->tree_a : (c)->tree_b].island
    for (i = 0; i < islands; ++i) {
        m->island_tree[i + 1] += m->island_tree[i];
        m->island_dof[i + 1] += m->island_dof[i];
        m->island_constraint[i + 1] += m->island_constraint[i];
        m->island_row[i + 1] += m->island_row[i];
    }
    /* stable counting sort: the starts serve as cursors and are shifted back afterwards */
    for (t = 0; t < p->tree_count; ++t)
        if (p->trees[t].island >= 0) m->tree_order[m->island_tree[p->trees[t].island]++] = t;
    for (i = 0; i < p->constraint_count; ++i)
        m->constraint_order[m->island_constraint[CONTACT__ISLAND_OF(&p->constraints[i])]++] = i;
#undef CONTACT__ISLAND_OF
    for (i = islands; i > 0; --i) {
        m->island_tree[i] = m->island_tree[i - 1];
        m->island_constraint[i] = m->island_constraint[i - 1];
    }
    m->island_tree[0] = m->island_constraint[0] = 0;
    for (k = 0; k < islands; ++k)
        for (t = m->island_tree[k]; t < m->island_tree[k + 1]; ++t)
            m->tree_place[m->tree_order[t]] = t - m->island_tree[k];
}

/* A warm start, made admissible for the model of the method: contacts keep their normal impulse and lose what friction
   does not allow (a cone projection would trade one for the other). */
TACT_PRIVATE void contact__admit(const contact__context *x, int i, const tact_real *in, tact_real *out) {
    const contact__constraint *c = &x->constraints[i];
    if (c->kind != CONTACT_KIND_CONTACT) {
        contact__project(x, i, in, out);
        return;
    }
    out[0] = in[0], out[1] = in[1], out[2] = tact_max(in[2], 0);
    if (contact_method_model(x->config->method) == CONTACT_MODEL_LCP)
        contact__project_polygon(x->config->facets, c->mu * out[2], out);
    else
        contact__project_disk(c->mu * out[2], out);
}

/* Fills the context of one island: factors, responses, diagonal blocks, g, and the warm start projected on the cones
   with the velocity that belongs to it. */
TACT_PRIVATE contact_status contact__prepare(contact_problem *p, const contact_config *config, contact__prepared *m,
                                             int island, int warm, contact__context *x, contact_fault *fault) {
    int i, k, t, side, row = 0, dof = 0, tree0 = m->island_tree[island], constraint0 = m->island_constraint[island];
    tact_real diagonal = 0;
    TACT_MEMSET(x, 0, sizeof *x);
    x->problem = p;
    x->config = config;
    x->dt = p->dt;
    x->delassus = p->delassus;
    x->best_merit = -1;
    x->tree_count = m->island_tree[island + 1] - tree0;
    x->constraint_count = m->island_constraint[island + 1] - constraint0;
    x->row_count = m->island_row[island + 1] - m->island_row[island];
    x->dof_count = m->island_dof[island + 1] - m->island_dof[island];
    x->trees = m->trees + tree0;
    x->constraints = m->constraints + constraint0;
    x->velocity = m->velocity + m->island_dof[island];
    x->free_velocity = m->free_velocity + m->island_dof[island];
    x->work_velocity = m->work_velocity + m->island_dof[island];
    x->impulse = m->impulse + m->island_row[island];
    x->bias = m->bias + m->island_row[island];
    x->compliance = m->compliance + m->island_row[island];
    x->bound = m->bound + m->island_row[island];
    x->free_constraint = m->free_constraint + m->island_row[island];
    x->work_rows = m->work_rows + m->island_row[island];
    x->best = m->best + m->island_row[island];
    x->blocks = m->blocks;
    for (t = 0; t < x->tree_count; ++t) {
        contact__tree *tree = &x->trees[t];
        int source = m->tree_order[tree0 + t];
        const contact_tree *s = &p->trees[source];
        TACT_MEMSET(tree, 0, sizeof *tree);
        tree->source = source;
        tree->hint = s->hint;
        tree->dof = s->dof;
        tree->first_dof = dof;
        tree->body = s->mass_offset < 0;
        if (tree->body) {
            tree->body_mass = s->body_mass;
            tree->inverse_mass = 1 / s->body_mass;
            TACT_MEMCPY(tree->inertia, s->inertia, sizeof tree->inertia);
            if (!contact__inverse_symmetric3(s->inertia, tree->inverse_inertia) || !(s->body_mass > 0))
                return contact__fault_set(fault, CONTACT_NOT_POSITIVE, -1, source, -1);
        } else {
            tree->mass = p->mass + s->mass_offset;
            tree->factor = m->factors;
            m->factors += s->dof * s->dof;
            tree->inverse = m->inverses ? m->inverses[source] : (const tact_real *)0;
            if (tree->inverse) tree->factor = (tact_real *)0;
            k = tree->inverse ? s->dof : contact__factor(s->dof, tree->mass, tree->factor);
            if (k < s->dof) return contact__fault_set(fault, CONTACT_NOT_POSITIVE, -1, source, k);
        }
        TACT_MEMCPY(x->free_velocity + dof, p->free_velocity + s->first_dof, (size_t)s->dof * sizeof(tact_real));
        dof += s->dof;
    }
    for (i = 0; i < x->dof_count; ++i) x->velocity[i] = 0; /* momentum of the warm start until all is in */
    for (i = 0; i < x->constraint_count; ++i) {
        contact__constraint *c = &x->constraints[i];
        int source = m->constraint_order[constraint0 + i];
        const contact_constraint *s = &p->constraints[source];
        c->kind = s->kind;
        c->rows = s->rows;
        c->first_row = row;
        c->source = source;
        c->mu = s->mu;
        c->j[0] = c->j[1] = (const tact_real *)0, c->y[0] = c->y[1] = (tact_real *)0;
        c->step[0] = c->step[1] = c->step[2] = 0, c->other = 0;
        c->tree_a = s->tree_a >= 0 && !p->delassus ? m->tree_place[s->tree_a] : -1;
        c->tree_b = s->tree_b >= 0 && !p->delassus ? m->tree_place[s->tree_b] : -1;
        c->block = (int)(m->block_reals); /* cursor, see contact__open */
        m->block_reals += (size_t)(s->rows * s->rows);
        c->point = !p->delassus && s->jacobian_a < 0 && s->jacobian_b < 0;
        if (c->point) {
            c->n = s->normal, c->t1 = s->tangent, c->t2 = tact_cross(s->normal, s->tangent);
            c->arm_a = s->arm_a, c->arm_b = s->arm_b;
        } else c->n = c->t1 = c->t2 = c->arm_a = c->arm_b = tact_vec(0, 0, 0);
        if (!c->point && !p->delassus) {
            for (side = 0; side < 2; ++side) {
                int offset = side ? s->jacobian_b : s->jacobian_a, local = side ? c->tree_b : c->tree_a;
                if (offset < 0) continue;
                c->j[side] = p->jacobian + offset;
                c->y[side] = m->responses;
                if (x->trees[local].inverse) {
                    contact__respond(c->rows, x->trees[local].dof, c->j[side], x->trees[local].inverse, m->responses);
                    m->responses += c->rows * x->trees[local].dof;
                    continue;
                }
                TACT_MEMCPY(m->responses, c->j[side], (size_t)(c->rows * x->trees[local].dof) * sizeof(tact_real));
                if (c->rows == 3 && !x->trees[local].body) {
                    contact__factor_solve3(x->trees[local].dof, x->trees[local].factor, m->responses);
                    m->responses += 3 * x->trees[local].dof;
                    continue;
                }
                for (k = 0; k < c->rows; ++k, m->responses += x->trees[local].dof)
                    contact__solve_tree(&x->trees[local], m->responses);
            }
        }
        TACT_MEMCPY(x->bias + row, p->bias + s->first_row, (size_t)s->rows * sizeof(tact_real));
        TACT_MEMCPY(x->compliance + row, p->compliance + s->first_row, (size_t)s->rows * sizeof(tact_real));
        TACT_MEMCPY(x->bound + row, p->bound + s->first_row, (size_t)s->rows * sizeof(tact_real));
        row += s->rows;
        contact__diagonal_block(x, i, x->blocks + c->block);
        for (k = 0; k < c->rows; ++k)
            diagonal += x->blocks[c->block + k * (c->rows + 1)] + x->compliance[c->first_row + k];
        if (x->delassus) {
            for (k = 0; k < c->rows; ++k) x->free_constraint[c->first_row + k] = 0;
        } else {
            contact__row_velocity(x, i, x->free_velocity, x->free_constraint + c->first_row);
        }
        for (k = 0; k < c->rows; ++k) x->free_constraint[c->first_row + k] += x->bias[c->first_row + k];
        for (k = 0; k < c->rows; ++k) x->impulse[c->first_row + k] = 0;
        if (warm) contact__admit(x, i, p->impulse + s->first_row, x->impulse + c->first_row);
        if (warm && !x->delassus) contact__add_momentum(x, i, x->impulse + c->first_row, x->velocity);
        x->contact_count += c->kind == CONTACT_KIND_CONTACT;
    }
    x->mean_diagonal = x->row_count && diagonal > 0 ? diagonal / (tact_real)x->row_count : 1;
    if (!x->delassus && warm) { /* contact__velocity_of, begun above */
        contact__solve_mass(x, x->velocity);
        for (i = 0; i < x->dof_count; ++i) x->velocity[i] += x->free_velocity[i];
    } else if (!x->delassus) TACT_MEMCPY(x->velocity, x->free_velocity, (size_t)x->dof_count * sizeof(tact_real)); /* no impulse yet */
    return CONTACT_OK;
}

/* Islands and memory. On success `m` is laid out, gathered, and ready for contact__prepare of islands 0, 1, ... in this
   order (its cursors into blocks, factors and responses advance). */
TACT_PRIVATE contact_status contact__open(contact_problem *p, const contact_config *config, contact__arena *arena,
                                          contact__prepared *m, int *islands) {
    *islands = p->delassus ? (p->constraint_count > 0) : contact__find_islands(p, config->islands);
    contact__layout(arena, p, *islands, m);
    if (contact__exhausted(arena)) return CONTACT_NO_SPACE;
    contact__gather(p, *islands, m);
    m->block_reals = 0;
    return CONTACT_OK;
}

TACT_PRIVATE size_t contact__scratch_bytes(const contact__shape *shape, const contact_config *config) {
    contact_method method = config->method;
    contact__solver solver = contact__solver_of(method);
    size_t bytes = solver.scratch ? solver.scratch(shape, config) : 0, polish = 0;
    if (config->polish && contact_method_model(method) == CONTACT_MODEL_NCP) polish = contact__ncp_scratch(shape, config);
    return polish > bytes ? polish : bytes;
}

typedef struct contact__island_record contact__island_record;
TACT_PRIVATE size_t contact__island_record_bytes(void);
/* Workspace for islands that need at most `scratch`, after `common` for all of them: one scratch a worker. */
TACT_PRIVATE size_t contact__workspace_total(const contact_config *config, size_t common, size_t scratch, int islands) {
    if (!config->parallel_for || config->workers < 2 || islands < 2) return common + scratch + 256;
    return common + (size_t)islands * contact__island_record_bytes() + (size_t)config->workers * (scratch + 192) + 256;
}

CONTACT_API size_t contact_workspace_size(contact_problem *problem, const contact_config *config) {
    contact_config defaults = contact_default_config();
    contact__arena a = contact__arena_make((void *)0, 0);
    contact__prepared m;
    size_t scratch = 0, need;
    int islands, t;
    if (!config) config = &defaults;
    if (!problem || (config->validate && contact_problem_check(problem, (contact_fault *)0) < 0)) return 0;
    (void)contact__open(problem, config, &a, &m, &islands);
    if (problem->delassus) {
        contact__shape s = contact__shape_whole(problem);
        scratch = contact__scratch_bytes(&s, config);
    }
    for (t = 0; t < problem->tree_count; ++t)
        if (problem->trees[t].work[0] == t && problem->trees[t].island >= 0) {
            contact__shape s = contact__shape_of(&problem->trees[t]);
            need = contact__scratch_bytes(&s, config);
            if (need > scratch) scratch = need;
        }
    return contact__workspace_total(config, a.used, scratch, islands);
}

CONTACT_API size_t contact_workspace_size_exact(contact_problem *problem, const contact_config *config,
                                                const tact_allocator *allocator) {
    contact_config defaults = contact_default_config();
    contact__arena count = contact__arena_make((void *)0, 0), a;
    contact__prepared m;
    size_t scratch = 0, need, bytes;
    void *block;
    int islands, k, i, largest_trees = 0, largest_constraints = 0;
    if (!config) config = &defaults;
    if (!problem || problem->delassus) return contact_workspace_size(problem, config);
    if (config->validate && contact_problem_check(problem, (contact_fault *)0) < 0) return 0;
    (void)contact__open(problem, config, &count, &m, &islands);
    for (i = 0; i < problem->tree_count; ++i)
        if (problem->trees[i].work[0] == i && problem->trees[i].island >= 0) {
            contact__shape s = contact__shape_of(&problem->trees[i]);
            if (s.trees > largest_trees) largest_trees = s.trees;
            if (s.constraints > largest_constraints) largest_constraints = s.constraints;
        }
    bytes = count.used + contact__sparse_plan_bytes(largest_trees, largest_constraints) +
            ((size_t)largest_trees + 2 * (size_t)largest_constraints + 64) * sizeof(int) + 256;
    block = tact_alloc(allocator, bytes);
    if (!block) return 0;
    a = contact__arena_make(block, bytes);
    (void)contact__open(problem, config, &a, &m, &islands);
    for (k = 0; k < islands; ++k) {
        contact__shape shape;
        contact__sparse sparse;
        contact__arena work = a, factor = contact__arena_make((void *)0, 0);
        int first = m.island_tree[k], trees = m.island_tree[k + 1] - first, edge_count = 0, root = m.tree_order[first];
        for (i = 0; i < trees; ++i)
            if (problem->trees[m.tree_order[first + i]].work[0] == m.tree_order[first + i]) root = m.tree_order[first + i];
        shape = contact__shape_of(&problem->trees[root]);
        if (shape.dofs > CONTACT__PRIMAL_DENSE) {
            int *sizes = CONTACT__TAKE(&work, trees, int), *edges = CONTACT__TAKE(&work, 2 * shape.constraints, int);
            if (contact__exhausted(&work)) break; /* not with the bytes above */
            for (i = 0; i < trees; ++i) sizes[i] = problem->trees[m.tree_order[first + i]].dof;
            for (i = m.island_constraint[k]; i < m.island_constraint[k + 1]; ++i) {
                const contact_constraint *c = &problem->constraints[m.constraint_order[i]];
                (void)contact__primal_edge(c->tree_a >= 0 ? m.tree_place[c->tree_a] : -1, c->tree_b >= 0 ? m.tree_place[c->tree_b] : -1,
                                           edges, &edge_count);
            }
            if (contact__sparse_plan(&sparse, trees, sizes, edge_count, edges, &work) < 0) break;
            (void)contact__sparse_bind(&sparse, &factor); /* counts only */
            shape.analysed = 1, shape.factor_bytes = factor.used;
        }
        need = contact__scratch_bytes(&shape, config);
        if (need > scratch) scratch = need;
    }
    tact_free(allocator, block, bytes);
    return k < islands ? 0 : contact__workspace_total(config, count.used, scratch, islands);
}

TACT_PRIVATE contact_status contact__worse(contact_status a, contact_status b) { /* of two statuses >= 0 */
    return b > a ? b : a;
}

TACT_PRIVATE void contact__merge_residuals(contact_residuals *all, const contact_residuals *r) {
    tact_real map = contact__bounded(r->natural_map);
    if (map >= all->natural_map) all->worst = r->worst, all->natural_map = map;
    all->primal = tact_max(all->primal, contact__bounded(r->primal));
    all->dual = tact_max(all->dual, contact__bounded(r->dual));
    all->complementarity = tact_max(all->complementarity, contact__bounded(r->complementarity));
    all->natural_relative = tact_max(all->natural_relative, contact__bounded(r->natural_relative));
    all->natural_unit = tact_max(all->natural_unit, contact__bounded(r->natural_unit));
    all->momentum = tact_max(all->momentum, contact__bounded(r->momentum));
    all->objective = contact__bounded(all->objective + r->objective);
    all->duality_gap = contact__bounded(all->duality_gap + r->duality_gap);
    all->penetration = tact_max(all->penetration, contact__bounded(r->penetration));
    all->signorini = tact_max(all->signorini, contact__bounded(r->signorini));
    all->dissipation = tact_max(all->dissipation, contact__bounded(r->dissipation));
    all->friction_power = tact_max(all->friction_power, contact__bounded(r->friction_power));
}

/* Runs the chosen solver on one prepared island. */
TACT_PRIVATE contact_status contact__solve_island(contact__context *x) {
    contact__solver solver;
    contact_status status;
    int i;
    x->method = x->config->method;
    x->model = contact_method_model(x->method);
    solver = contact__solver_of(x->method);
    if (!solver.solve) return CONTACT_UNSUPPORTED;
    x->max_iterations = x->config->max_iterations > 0 ? x->config->max_iterations : solver.max_iterations;
    status = solver.solve(x);
    if (status > 0 && x->config->polish && x->model == CONTACT_MODEL_NCP && x->method != CONTACT_METHOD_NCP_NEWTON) {
        int iterations = x->iterations;
        x->scratch.used = 0; /* the method has finished with it */
        x->max_iterations = contact__solver_of(CONTACT_METHOD_NCP_NEWTON).max_iterations;
        status = contact__solve_ncp_newton(x);
        x->iterations += iterations;
    }
    if (status < 0) return status;
    for (i = 0; i < x->row_count; ++i)
        if (!tact_finite(x->impulse[i])) return CONTACT_FAILED;
    return status;
}

/* What one island came to; islands know nothing of each other, so any order and any thread gives the same. */
struct contact__island_record {
    contact_status status;
    contact_method method;
    int rows, iterations;
    size_t peak; /* of scratch */
    contact_residuals residuals;
    contact_fault fault;
    contact__context context;
};
TACT_PRIVATE size_t contact__island_record_bytes(void) { return sizeof(contact__island_record); }
typedef struct contact__island_job {
    contact_problem *problem;
    const contact_config *config;
    contact__prepared *prepared;
    double start;
    char *base; /* scratch, one slice of `size` a worker */
    size_t size, used;
    contact__island_record *records;
} contact__island_job;
/* First half: the island's own arrays. They are dealt out in order, so this runs on one thread. */
TACT_PRIVATE void contact__prepare_record(const contact__island_job *job, int k, contact__island_record *r) {
    TACT_MEMSET(r, 0, sizeof *r);
    contact__fault_set(&r->fault, CONTACT_OK, -1, -1, -1);
    r->status = contact__prepare(job->problem, job->config, job->prepared, k, job->config->warm_start, &r->context, &r->fault);
}
/* Second half: solves it with the scratch given; `sink` takes history. */
TACT_PRIVATE void contact__solve_record(const contact__island_job *job, char *scratch, size_t size, contact_result *sink, contact__island_record *r) {
    contact__context x = r->context;
    contact_status status;
    int i;
    if (r->status < 0) return;
    x.result = sink;
    x.start_seconds = job->start;
    TACT_MEMSET(&x.scratch, 0, sizeof x.scratch);
    x.scratch.base = scratch;
    x.scratch.size = size;
    status = contact__solve_island(&x);
    r->peak = x.scratch.peak;
    if (status < 0) {
        i = x.constraint_count ? x.constraints[0].source : -1;
        r->status = contact__fault_set(&r->fault, status, i, -1, -1);
        return;
    }
    if (x.model != CONTACT_MODEL_COMPLIANT) {
        if (!x.residuals_current) contact__residuals(&x, x.impulse, x.model, &x.residuals);
        if (!x.velocity_current) /* + M^-1 J^T l */
            for (i = 0; i < x.dof_count; ++i) x.velocity[i] = x.free_velocity[i] + x.work_velocity[i];
    }
    if ((status == CONTACT_OK || status == CONTACT_FALLBACK) && !x.coarse_met && x.model != CONTACT_MODEL_COMPLIANT && x.method != CONTACT_METHOD_CCP_NEWTON) {
        contact_config loose = *job->config; /* the last word is the residual's, with room for another order of sums */
        loose.tolerance *= 4, loose.relative_tolerance *= 4;
        x.config = &loose;
        if (!contact__converged(&x, &x.residuals)) status = CONTACT_NOT_CONVERGED;
    }
    r->status = status, r->method = x.method, r->rows = x.row_count, r->iterations = x.iterations;
    r->residuals = x.residuals;
}
TACT_PRIVATE void contact__island_work(void *data, int k, int worker) {
    const contact__island_job *job = (const contact__island_job *)data;
    contact_result sink;
    TACT_MEMSET(&sink, 0, sizeof sink);
    contact__solve_record(job, job->base + (size_t)worker * job->size, job->size, &sink, &job->records[k]);
}

CONTACT_API contact_status contact_solve(contact_problem *problem, const contact_config *config, void *workspace,
                                         size_t workspace_bytes, contact_result *result) {
    contact_config defaults = contact_default_config();
    contact_result local;
    contact__arena arena = contact__arena_make(workspace, workspace_bytes);
    contact__prepared m;
    contact__island_job job;
    contact_status status;
    double start = 0;
    int islands, k, i, t, largest = -1, parallel = 0;
    if (!config) config = &defaults;
    if (!result) result = &local;
    TACT_MEMSET(result, 0, sizeof *result);
    contact__fault_set(&result->fault, CONTACT_OK, -1, -1, -1);
    result->method = config->method;
    result->residuals.worst = -1;
    if (!problem || (int)config->method < 0 || config->method >= CONTACT_METHOD_COUNT)
        return result->status = contact__fault_set(&result->fault, CONTACT_BAD_ARGUMENT, -1, -1, -1);
    if (config->validate) {
        status = contact_problem_check(problem, &result->fault);
        if (status < 0) return result->status = status;
    }
    if (config->clock) start = config->clock(config->clock_context);
    status = contact__open(problem, config, &arena, &m, &islands);
    result->island_count = islands;
    if (status < 0) {
        result->workspace_bytes = contact_workspace_size(problem, config);
        return result->status = contact__fault_set(&result->fault, status, -1, -1, -1);
    }
    job.problem = problem, job.config = config, job.prepared = &m, job.start = start;
    job.base = arena.base + arena.used, job.size = arena.size - arena.used;
    job.used = 0;
    if (config->parallel_for && config->workers > 1 && islands > 1 && !config->history && !config->newton_report && !config->plan) {
        job.records = CONTACT__TAKE(&arena, islands, contact__island_record);
        job.used = arena.used;
        job.base = job.records ? arena.base + arena.used : NULL;
        job.size = job.records ? (arena.size - arena.used) / (size_t)config->workers & ~(size_t)63 : 0;
        for (k = 0; job.records && k < islands; ++k) contact__prepare_record(&job, k, &job.records[k]);
        if (job.records) config->parallel_for(config->parallel_context, islands, contact__island_work, &job);
        else status = CONTACT_NO_SPACE;
        parallel = 1;
    }
    if (status < 0) {
        result->workspace_bytes = 2 * contact_workspace_size(problem, config);
        return result->status = contact__fault_set(&result->fault, status, -1, -1, -1);
    }
    for (k = 0; k < islands; ++k) {
        contact__island_record one, *r = parallel ? &job.records[k] : &one;
        size_t need;
        if (!parallel) {
            contact__prepare_record(&job, k, &one);
            contact__solve_record(&job, job.base, job.size, result, &one);
        }
        need = arena.used + (parallel ? (size_t)config->workers : 1) * (r->peak + 128);
        if (need > result->workspace_bytes) result->workspace_bytes = need;
        if (r->status < 0) {
            result->fault = r->fault;
            return result->status = r->status;
        }
        if (r->rows > largest) largest = r->rows, result->method = r->method;
        if (r->status > status) result->fault.constraint = r->residuals.worst, result->fault.status = r->status;
        status = contact__worse(status, r->status);
        if (r->iterations > result->iterations) result->iterations = r->iterations;
        contact__merge_residuals(&result->residuals, &r->residuals);
    }
    /* every island has an answer: only now is anything of the caller's written */
    for (t = 0; t < problem->tree_count; ++t)
        if (problem->trees[t].island < 0)
            TACT_MEMCPY(problem->velocity + problem->trees[t].first_dof,
                        problem->free_velocity + problem->trees[t].first_dof,
                        (size_t)problem->trees[t].dof * sizeof(tact_real));
    for (k = 0; k < islands; ++k) {
        for (t = m.island_tree[k]; t < m.island_tree[k + 1]; ++t) {
            const contact__tree *tree = &m.trees[t];
            problem->trees[tree->source].hint = tree->hint;
            TACT_MEMCPY(problem->velocity + problem->trees[tree->source].first_dof,
                        m.velocity + m.island_dof[k] + tree->first_dof, (size_t)tree->dof * sizeof(tact_real));
        }
        for (i = m.island_constraint[k]; i < m.island_constraint[k + 1]; ++i) {
            const contact__constraint *c = &m.constraints[i];
            TACT_MEMCPY(problem->impulse + problem->constraints[c->source].first_row,
                        m.impulse + m.island_row[k] + c->first_row, (size_t)c->rows * sizeof(tact_real));
        }
    }
    return result->status = status;
}

CONTACT_API contact_status contact_solve_alloc(contact_problem *problem, const contact_config *config,
                                               const tact_allocator *allocator, contact_result *result) {
    contact_result local;
    contact_status status;
    size_t bytes;
    int attempt;
    if (!result) result = &local;
    bytes = contact_workspace_size(problem, config);
    if (!bytes) return contact_solve(problem, config, (void *)0, 0, result); /* reports what is wrong */
    for (attempt = 0;; ++attempt) {
        void *block = tact_alloc(allocator, bytes);
        if (!block) return result->status = CONTACT_NO_MEMORY;
        status = contact_solve(problem, config, block, bytes, result);
        tact_free(allocator, block, bytes);
        if (status != CONTACT_NO_SPACE || attempt == 8) return status;
        bytes = result->workspace_bytes > bytes ? result->workspace_bytes : 2 * bytes;
    }
}

CONTACT_API contact_status contact_evaluate(contact_problem *problem, const tact_real *impulse, contact_model model,
                                            const contact_config *config, void *workspace, size_t workspace_bytes,
                                            contact_residuals *residuals) {
    contact_config defaults = contact_default_config();
    contact__arena arena = contact__arena_make(workspace, workspace_bytes);
    contact__prepared m;
    contact__context x;
    contact_residuals island;
    contact_status status;
    int islands, k, i;
    if (!config) config = &defaults;
    if (!problem || !residuals || (!impulse && problem->row_count)) return CONTACT_BAD_ARGUMENT;
    if (config->validate) {
        status = contact_problem_check(problem, (contact_fault *)0);
        if (status < 0) return status;
    }
    TACT_MEMSET(residuals, 0, sizeof *residuals);
    residuals->worst = -1;
    status = contact__open(problem, config, &arena, &m, &islands);
    if (status < 0) return status;
    for (k = 0; k < islands; ++k) {
        status = contact__prepare(problem, config, &m, k, 0, &x, (contact_fault *)0);
        if (status < 0) return status;
        for (i = 0; i < x.constraint_count; ++i)
            TACT_MEMCPY(x.impulse + x.constraints[i].first_row,
                        impulse + problem->constraints[x.constraints[i].source].first_row,
                        (size_t)x.constraints[i].rows * sizeof(tact_real));
        contact__residuals(&x, x.impulse, model, &island);
        for (i = 0; i < x.tree_count; ++i)
            TACT_MEMCPY(x.velocity + x.trees[i].first_dof, problem->velocity + problem->trees[x.trees[i].source].first_dof,
                        (size_t)x.trees[i].dof * sizeof(tact_real));
        island.momentum = contact__momentum_residual(&x, x.impulse);
        contact__merge_residuals(residuals, &island);
    }
    return CONTACT_OK;
}

CONTACT_API contact_status contact_evaluate_alloc(contact_problem *problem, const tact_real *impulse,
                                                  contact_model model, const contact_config *config,
                                                  const tact_allocator *allocator, contact_residuals *residuals) {
    size_t bytes = contact_workspace_size(problem, config);
    void *block;
    contact_status status;
    if (!bytes) return contact_evaluate(problem, impulse, model, config, (void *)0, 0, residuals);
    block = tact_alloc(allocator, bytes);
    if (!block) return CONTACT_NO_MEMORY;
    status = contact_evaluate(problem, impulse, model, config, block, bytes, residuals);
    tact_free(allocator, block, bytes);
    return status;
}

/* In one island: minimise |l - A y|_2 by CGLS with A = J M^-1/2 in the metric of M (matrix form: A = G); what remains of l
   is its component in the null space of J^T. `l` is overwritten by it. work: 2 (dof_count or row_count) + row_count. */
TACT_PRIVATE void contact__remove_effect(const contact__context *x, tact_real *l, tact_real *work) {
    int n = x->delassus ? x->row_count : x->dof_count, i, k;
    tact_real *direction = work, *gradient = work + n, *image = work + 2 * n, size, next, first = -1;
    for (i = 0; i < n; ++i) direction[i] = 0;
    size = 0;
    for (k = 0; k < 4 * n + 20; ++k) { /* gradient s = A^T l, preconditioned z = M^-1 s */
        tact_real step = 0;
        next = 0;
        if (x->delassus) {
            contact__multiply_delassus(x, l, gradient, x->work_velocity);
            for (i = 0; i < n; ++i) next += gradient[i] * gradient[i];
        } else {
            contact__multiply_jt(x, l, gradient);
            TACT_MEMCPY(x->work_velocity, gradient, (size_t)n * sizeof(tact_real));
            contact__solve_mass(x, x->work_velocity);
            for (i = 0; i < n; ++i) next += gradient[i] * x->work_velocity[i], gradient[i] = x->work_velocity[i];
        }
        if (first < 0) first = next;
        if (!(next > TACT_EPSILON * TACT_EPSILON * first)) break;
        for (i = 0; i < n; ++i) direction[i] = gradient[i] + (size > 0 ? next / size : 0) * direction[i];
        size = next;
        if (x->delassus) contact__multiply_delassus(x, direction, image, x->work_velocity);
        else contact__multiply_j(x, direction, image);
        for (i = 0; i < x->row_count; ++i) step += image[i] * image[i];
        if (!(step > 0)) break;
        step = next / step;
        for (i = 0; i < x->row_count; ++i) l[i] -= step * image[i];
    }
}

CONTACT_API contact_status contact_internal_force(contact_problem *problem, const tact_real *impulse,
                                                  const tact_allocator *allocator, tact_real *norm) {
    contact_config config = contact_default_config();
    contact__arena arena;
    contact__prepared m;
    contact__context x;
    contact_status status;
    size_t bytes, own;
    char *block;
    tact_real sum = 0;
    int islands, i;
    if (!problem || !norm || (!impulse && problem->row_count)) return CONTACT_BAD_ARGUMENT;
    status = contact_problem_check(problem, (contact_fault *)0);
    if (status < 0) return status;
    config.islands = 0;
    config.method = CONTACT_METHOD_NCP_PGS;
    own = (size_t)(3 * problem->row_count + 2 * problem->dof_count) * sizeof(tact_real) + 64;
    bytes = contact_workspace_size(problem, &config) + own;
    block = (char *)tact_alloc(allocator, bytes);
    if (!block) return CONTACT_NO_MEMORY;
    arena = contact__arena_make(block + own, bytes - own);
    status = contact__open(problem, &config, &arena, &m, &islands);
    if (status >= 0 && islands > 0) {
        status = contact__prepare(problem, &config, &m, 0, 0, &x, (contact_fault *)0);
        if (status >= 0) {
            for (i = 0; i < x.constraint_count; ++i)
                TACT_MEMCPY(x.impulse + x.constraints[i].first_row,
                            impulse + problem->constraints[x.constraints[i].source].first_row,
                            (size_t)x.constraints[i].rows * sizeof(tact_real));
            contact__remove_effect(&x, x.impulse, (tact_real *)(void *)block);
            for (i = 0; i < x.row_count; ++i) sum += x.impulse[i] * x.impulse[i];
        }
    }
    *norm = tact_sqrt(sum) / problem->dt;
    tact_free(allocator, block, bytes);
    return status;
}

// >>impl-compliant-helpers
CONTACT_API contact_material contact_combine(contact_material a, contact_material b) {
    contact_material r;
    tact_real sum = a.stiffness + b.stiffness;
    int hard_a = !(a.stiffness <= TACT_REAL_MAX), hard_b = !(b.stiffness <= TACT_REAL_MAX); /* infinite */
    if (hard_a || hard_b) {
        r.stiffness = hard_a ? b.stiffness : a.stiffness;
        r.dissipation = hard_a ? (hard_b ? (a.dissipation + b.dissipation) / 2 : b.dissipation) : a.dissipation;
    } else {
        r.stiffness = sum > 0 ? a.stiffness * b.stiffness / sum : 0;
        r.dissipation = sum > 0 ? (b.stiffness * a.dissipation + a.stiffness * b.dissipation) / sum : 0;
    }
    r.relaxation = a.relaxation + b.relaxation;
    r.mu = a.mu + b.mu > 0 ? 2 * a.mu * b.mu / (a.mu + b.mu) : 0;
    return r;
}

CONTACT_API tact_real contact_hertz_coefficient(tact_real young, tact_real radius) {
    return TACT_R(4.0 / 3) * young * tact_sqrt(radius);
}
CONTACT_API tact_real contact_hertz_stiffness(tact_real young, tact_real radius, tact_real load) {
    tact_real x = tact_cbrt(load / contact_hertz_coefficient(young, radius));
    return load / (x * x);
}

CONTACT_API contact_status contact_compliant_effect(const contact_config *config, tact_real dt,
                                                    const contact_law_parameters *parameters, tact_real mu,
                                                    tact_real load, tact_real tangential_load, tact_real slip,
                                                    tact_real weight, contact_effect *effect) {
    tact_real k, d, ratio, floor_of, rn, rt;
    if (!config || !parameters || !effect || !(dt > 0) || !(load > 0) || !(mu >= 0)) return CONTACT_BAD_ARGUMENT;
    k = parameters->stiffness, d = parameters->dissipation;
    if (!(k > 0)) return CONTACT_BAD_COMPLIANCE;
    TACT_MEMSET(effect, 0, sizeof *effect);
    effect->stiffness = k, effect->dissipation = d;
    effect->stiction_velocity = config->stiction_velocity;
    ratio = mu > 0 ? tangential_load / (mu * load) : 2;
    if (config->method == CONTACT_METHOD_SAP) {
        floor_of = config->sap_beta * config->sap_beta * weight / (4 * TACT_PI * TACT_PI);
        rn = 1 / (dt * k * (dt + parameters->relaxation)), rt = config->sap_sigma * weight;
        effect->near_rigid = rn < floor_of;
        if (effect->near_rigid) rn = floor_of, k = 1 / (dt * rn * (dt + parameters->relaxation));
        effect->stiffness = k / (1 + mu * mu * rt / rn);
        effect->dissipation = parameters->relaxation;
        effect->glide = mu * (dt + parameters->relaxation) * slip;
        effect->stiction_velocity = rt * mu * load * dt;
        effect->creep_velocity = rt * tangential_load * dt; /* linear up to the cone */
    } else {
        if (config->method == CONTACT_METHOD_SIMILAR) {
            effect->glide = mu * dt * slip;
            effect->stiffness = k * (1 + mu * d * slip);
            effect->dissipation = d / (1 + mu * d * slip);
        } else if (config->lagged_regularised) {
            effect->stiction_velocity =
                tact_max(config->stiction_velocity, config->sap_sigma * weight * mu * load * dt);
        }
        /* t/sqrt(1 - t^2): the slip at which v/sqrt(v^2 + eps^2) carries the load */
        effect->creep_velocity = ratio < 1 ? effect->stiction_velocity * ratio / tact_sqrt(1 - ratio * ratio) : slip;
    }
    if (ratio >= 1) effect->creep_velocity = slip;
    effect->penetration = load / k;
    return CONTACT_OK;
}

CONTACT_API contact_status contact_law_evaluate(const contact_config *config, int law,
                                                const contact_law_parameters *parameters, tact_real dt, tact_real x0,
                                                tact_real v, tact_real *impulse, tact_real *slope,
                                                tact_real *potential) {
    contact__potential p;
    contact_status status;
    tact_real n, s;
    TACT_MEMSET(&p, 0, sizeof p);
    if (!config || !parameters || !(dt > 0)) return CONTACT_BAD_ARGUMENT;
    status = contact__potential_law(&p, config, law, parameters, dt, x0);
    if (status < 0) return status;
    n = contact__law_impulse(&p, v, &s);
    if (impulse) *impulse = n;
    if (slope) *slope = s;
    if (potential) *potential = contact__law_potential(&p, v);
    return CONTACT_OK;
}

CONTACT_API contact_status contact_law_check(const contact_config *config, int law,
                                             const contact_law_parameters *parameters, tact_real dt, tact_real x_low,
                                             tact_real x_high, tact_real rate_high, contact_law_report *report) {
    const tact_real h = sizeof(tact_real) == 8 ? TACT_R(1e-6) : TACT_R(1e-2);
    contact__potential p;
    contact_status status;
    tact_real worst_slope = 0, largest = 0, worst_potential = 0, largest_n = 0;
    int i, k;
    TACT_MEMSET(&p, 0, sizeof p);
    if (!config || !parameters || !report || !(dt > 0) || !(x_high > x_low) || !(rate_high > 0))
        return CONTACT_BAD_ARGUMENT;
    status = contact__potential_law(&p, config, law, parameters, dt, 0);
    if (status < 0) return status;
    report->negative_force = report->negative_slope_x = report->negative_slope_rate = -TACT_REAL_MAX;
    report->negative_curvature = -TACT_REAL_MAX;
    for (i = 0; i <= 40; ++i)
        for (k = 0; k <= 40; ++k) {
            /* off the grid of round numbers, where laws have their kinks */
            tact_real x = x_low + (x_high - x_low) * ((tact_real)i + TACT_R(0.317)) / 41;
            tact_real rate = rate_high * (2 * ((tact_real)k + TACT_R(0.291)) / 41 - 1), hx = h * (x_high - x_low);
            tact_real hr = h * rate_high, fx, fr, a, b, f = contact__law_force(&p, x, rate, &fx, &fr), n, s, v, hv;
            report->negative_force = tact_max(report->negative_force, -f);
            report->negative_slope_x = tact_max(report->negative_slope_x, -fx);
            report->negative_slope_rate = tact_max(report->negative_slope_rate, -fr);
            report->negative_curvature = tact_max(report->negative_curvature, -(dt * dt * fx + dt * fr));
            a = contact__law_force(&p, x + hx, rate, &n, &s), b = contact__law_force(&p, x - hx, rate, &n, &s);
            worst_slope = tact_max(worst_slope, tact_abs((a - b) / (2 * hx) - fx) * (x_high - x_low));
            a = contact__law_force(&p, x, rate + hr, &n, &s), b = contact__law_force(&p, x, rate - hr, &n, &s);
            worst_slope = tact_max(worst_slope, tact_abs((a - b) / (2 * hr) - fr) * rate_high);
            largest = tact_max(largest, tact_max(tact_abs(f), tact_max(fx * (x_high - x_low), fr * rate_high)));
            /* the potential at v = -rate, with x0 such that the penetration after the step is x */
            v = -rate, p.x0 = x + dt * v, hv = 10 * h * rate_high;
            n = contact__law_impulse(&p, v, &s);
            a = contact__law_potential(&p, v + hv), b = contact__law_potential(&p, v - hv);
            worst_potential = tact_max(worst_potential, tact_abs((b - a) / (2 * hv) - n));
            largest_n = tact_max(largest_n, tact_abs(n));
        }
    report->derivative_error = largest > 0 ? worst_slope / largest : 0;
    report->potential_error = largest_n > 0 ? worst_potential / largest_n : 0;
    return CONTACT_OK;
}

/* Smallest eigenvalue of a symmetric 3x3 matrix (trigonometric solution of the cubic). */
TACT_PRIVATE tact_real contact__least_eigenvalue3(const tact_real a[9]) {
    tact_real q = (a[0] + a[4] + a[8]) / 3, p1 = a[1] * a[1] + a[2] * a[2] + a[5] * a[5], p2, p, r, d0, d1, d2;
    d0 = a[0] - q, d1 = a[4] - q, d2 = a[8] - q;
    p2 = d0 * d0 + d1 * d1 + d2 * d2 + 2 * p1;
    p = tact_sqrt(p2 / 6);
    if (!(p > 0)) return q;
    r = (d0 * (d1 * d2 - a[5] * a[5]) - a[1] * (a[1] * d2 - a[5] * a[2]) + a[2] * (a[1] * a[5] - d1 * a[2])) /
        (2 * p * p * p);
    return q + 2 * p * tact_cos(tact_acos(tact_clamp(r, -1, 1)) / 3 + 2 * TACT_PI / 3);
}

CONTACT_API contact_status contact_field_check(void (*field)(void *context, const tact_real c[3],
                                                             tact_real lambda[3]),
                                               void *context, tact_real range, int samples,
                                               contact_field_report *report) {
    const tact_real h = range * (sizeof(tact_real) == 8 ? TACT_R(1e-6) : TACT_R(3e-3));
    int s, i, k;
    if (!field || !report || !(range > 0) || samples < 1) return CONTACT_BAD_ARGUMENT;
    report->curl = 0, report->least_eigenvalue = TACT_REAL_MAX;
    for (s = 0; s < samples; ++s) {
        tact_real c[3], plus[3], minus[3], j[9], sym[9], size = 0;
        for (k = 0; k < 3; ++k) c[k] = range * (2 * tact_random_uniform(17, (uint64_t)(3 * s + k)) - 1);
        for (k = 0; k < 3; ++k) {
            tact_real keep = c[k];
            c[k] = keep + h, field(context, c, plus);
            c[k] = keep - h, field(context, c, minus);
            c[k] = keep;
            for (i = 0; i < 3; ++i)
                j[3 * i + k] = (plus[i] - minus[i]) / (2 * h), size = tact_max(size, tact_abs(j[3 * i + k]));
        }
        if (!(size > 0)) continue;
        if (!tact_finite(size)) return CONTACT_NOT_FINITE;
        for (i = 0; i < 3; ++i)
            for (k = 0; k < 3; ++k) {
                report->curl = tact_max(report->curl, tact_abs(j[3 * i + k] - j[3 * k + i]) / size);
                sym[3 * i + k] = -(j[3 * i + k] + j[3 * k + i]) / (2 * size);
            }
        report->least_eigenvalue = tact_min(report->least_eigenvalue, contact__least_eigenvalue3(sym));
    }
    return CONTACT_OK;
}

/* out = G r for every constraint. */
TACT_PRIVATE void contact__convex_multiply(const contact__convex *m, const tact_real *r, tact_real *out) {
    int i, k, l;
    for (i = 0; i < m->x->constraint_count; ++i) {
        int rows = m->x->constraints[i].rows, row = m->x->constraints[i].first_row;
        const tact_real *g = m->hessians + m->hessian_at[i];
        for (k = 0; k < rows; ++k) {
            tact_real s = 0;
            for (l = 0; l < rows; ++l) s += g[k * rows + l] * r[row + l];
            out[row + k] = s;
        }
    }
}

/* Forward and reverse share everything but the order: the islands, the potentials at the solution, the factored
   Hessian. */
TACT_PRIVATE contact_status contact__compliant_derivative(contact_problem *p, const contact_config *config,
                                                          const tact_real *before, const contact_change *changes,
                                                          int count, tact_real *velocity, tact_real *impulse,
                                                          const tact_real *loss_velocity,
                                                          const tact_real *loss_impulse, contact_change *gradient,
                                                          void *workspace, size_t bytes) {
    contact__arena arena = contact__arena_make(workspace, bytes);
    contact__prepared prepared;
    contact__context x;
    contact__convex newton, *m = &newton;
    contact_status status;
    int islands, k, i, j, t, d, n;
    tact_real partials[CONTACT__PARTIALS][3];
    if (!p || !config || count < 0 || (count && !changes)) return CONTACT_BAD_ARGUMENT;
    if (p->delassus || contact_method_model(config->method) != CONTACT_MODEL_COMPLIANT) return CONTACT_UNSUPPORTED;
    if (config->method == CONTACT_METHOD_LAGGED && !before) return CONTACT_BAD_ARGUMENT;
    status = contact__open(p, config, &arena, &prepared, &islands);
    if (status < 0) return status;
    /* trees without constraints move freely */
    for (t = 0; t < p->tree_count; ++t)
        for (d = p->trees[t].first_dof; p->trees[t].island < 0 && d < p->trees[t].first_dof + p->trees[t].dof; ++d) {
            for (j = 0; j < count && velocity; ++j)
                velocity[j * p->dof_count + d] = changes[j].free_velocity ? changes[j].free_velocity[d] : 0;
            if (!gradient) continue;
            if (gradient->free_velocity) gradient->free_velocity[d] = loss_velocity ? loss_velocity[d] : 0;
            if (gradient->velocity_before) gradient->velocity_before[d] = 0;
            if (gradient->mass_momentum) gradient->mass_momentum[d] = 0;
            if (gradient->jacobian_momentum) gradient->jacobian_momentum[d] = 0;
        }
    for (k = 0; k < islands; ++k) {
        status = contact__prepare(p, config, &prepared, k, 0, &x, (contact_fault *)0);
        if (status < 0) return status;
        x.method = config->method;
        x.scratch = arena;
        x.scratch.base = arena.base + arena.used;
        x.scratch.size = arena.size - arena.used;
        x.scratch.used = x.scratch.peak = 0;
        status = contact__convex_setup(&x, before, m);
        if (status < 0) return status;
        n = x.dof_count;
        for (t = 0; t < x.tree_count; ++t)
            TACT_MEMCPY(m->v + x.trees[t].first_dof, p->velocity + p->trees[x.trees[t].source].first_dof,
                        (size_t)x.trees[t].dof * sizeof(tact_real));
        contact__convex_velocity(m, m->v, 1, m->c);
        contact__convex_potentials(m, m->c, m->lambda, m->hessians);
        if (!contact__convex_factor(m)) return CONTACT_FAILED;
        for (j = 0; j < count; ++j) {
            const contact_change *in = &changes[j];
            const tact_real *values[CONTACT__PARTIALS];
            values[CONTACT__BY_GAP] = in->gap, values[CONTACT__BY_MU] = in->mu;
            values[CONTACT__BY_STIFFNESS] = in->stiffness, values[CONTACT__BY_DISSIPATION] = in->dissipation;
            values[CONTACT__BY_RELAXATION] = in->relaxation, values[CONTACT__BY_BEFORE] = (const tact_real *)0;
            /* q = dlambda/dtheta dtheta - G (dJ v + db) */
            for (i = 0; i < x.constraint_count; ++i) {
                int first = p->constraints[x.constraints[i].source].first_row, row = x.constraints[i].first_row;
                for (d = 0; d < x.constraints[i].rows; ++d)
                    m->trial[row + d] = (in->bias ? in->bias[first + d] : 0) +
                                        (in->jacobian_velocity ? in->jacobian_velocity[first + d] : 0);
            }
            contact__convex_multiply(m, m->trial, m->step_c);
            if (in->velocity_before)
                for (t = 0; t < x.tree_count; ++t)
                    TACT_MEMCPY(m->work + x.trees[t].first_dof,
                                in->velocity_before + p->trees[x.trees[t].source].first_dof,
                                (size_t)x.trees[t].dof * sizeof(tact_real));
            for (i = 0; i < x.constraint_count; ++i) {
                int source = x.constraints[i].source, row = x.constraints[i].first_row, q, parts;
                tact_real moved[6];
                for (d = 0; d < x.constraints[i].rows; ++d) m->step_c[row + d] = -m->step_c[row + d];
                if (m->potentials[i].form == CONTACT__FORM_ROWS) continue;
                contact__potential_partials(&m->potentials[i], m->c + row, partials);
                parts = x.constraints[i].rows;
                for (q = 0; q < CONTACT__PARTIALS; ++q) {
                    tact_real change = values[q] ? values[q][source] : 0;
                    if (q == CONTACT__BY_BEFORE && parts == 3) { /* the surface moves in the state before, too */
                        if (in->velocity_before) contact__row_velocity(&x, i, m->work, moved), change = moved[2];
                        if (in->bias) change += in->bias[p->constraints[source].first_row + 2];
                    }
                    for (d = 0; d < parts; ++d) m->step_c[row + d] += partials[q][d] * change;
                }
            }
            contact__multiply_jt(&x, m->step_c, m->step);
            for (t = 0; t < x.tree_count; ++t)
                for (d = 0; d < x.trees[t].dof; ++d) {
                    int from = p->trees[x.trees[t].source].first_dof + d, to = x.trees[t].first_dof + d;
                    m->work[to] = in->free_velocity ? in->free_velocity[from] : 0;
                    if (in->mass_momentum) m->step[to] -= in->mass_momentum[from];
                    if (in->jacobian_momentum) m->step[to] += in->jacobian_momentum[from];
                }
            contact__multiply_mass(&x, m->work, m->momentum);
            for (d = 0; d < n; ++d) m->step[d] += m->momentum[d];
            contact__primal_solve(&m->primal, m->step);
            if (velocity)
                for (t = 0; t < x.tree_count; ++t)
                    TACT_MEMCPY(velocity + j * p->dof_count + p->trees[x.trees[t].source].first_dof,
                                m->step + x.trees[t].first_dof, (size_t)x.trees[t].dof * sizeof(tact_real));
            if (impulse) { /* dlambda = -G J dv + q */
                contact__multiply_j(&x, m->step, m->trial);
                contact__convex_multiply(m, m->trial, m->lambda);
                for (i = 0; i < x.constraint_count; ++i)
                    for (d = 0; d < x.constraints[i].rows; ++d)
                        impulse[j * p->row_count + p->constraints[x.constraints[i].source].first_row + d] =
                            m->step_c[x.constraints[i].first_row + d] - m->lambda[x.constraints[i].first_row + d];
            }
        }
        if (gradient) {
            /* H z = l_v - J^T G l_lambda, u = J z + l_lambda */
            for (i = 0; i < x.constraint_count; ++i)
                for (d = 0; d < x.constraints[i].rows; ++d)
                    m->trial[x.constraints[i].first_row + d] =
                        loss_impulse ? loss_impulse[p->constraints[x.constraints[i].source].first_row + d] : 0;
            contact__convex_multiply(m, m->trial, m->step_c);
            contact__multiply_jt(&x, m->step_c, m->step);
            for (t = 0; t < x.tree_count; ++t)
                for (d = 0; d < x.trees[t].dof; ++d) {
                    int from = p->trees[x.trees[t].source].first_dof + d, to = x.trees[t].first_dof + d;
                    m->step[to] = (loss_velocity ? loss_velocity[from] : 0) - m->step[to];
                }
            contact__primal_solve(&m->primal, m->step);
            contact__multiply_j(&x, m->step, m->step_c);
            for (i = 0; i < x.row_count; ++i) m->trial[i] += m->step_c[i];
            contact__convex_multiply(m, m->trial, m->step_c); /* G u */
            contact__multiply_mass(&x, m->step, m->momentum);
            for (d = 0; d < n; ++d) m->work[d] = 0;
            for (i = 0; i < x.constraint_count; ++i) {
                int source = x.constraints[i].source, row = x.constraints[i].first_row, q,
                    parts = x.constraints[i].rows;
                int first = p->constraints[source].first_row;
                tact_real *outputs[CONTACT__PARTIALS], normal[6] = {0, 0, 0, 0, 0, 0};
                outputs[CONTACT__BY_GAP] = gradient->gap, outputs[CONTACT__BY_MU] = gradient->mu;
                outputs[CONTACT__BY_STIFFNESS] = gradient->stiffness;
                outputs[CONTACT__BY_DISSIPATION] = gradient->dissipation;
                outputs[CONTACT__BY_RELAXATION] = gradient->relaxation, outputs[CONTACT__BY_BEFORE] = &normal[2];
                for (d = 0; d < parts; ++d) {
                    if (gradient->bias) gradient->bias[first + d] = -m->step_c[row + d];
                    if (gradient->jacobian_velocity) gradient->jacobian_velocity[first + d] = -m->step_c[row + d];
                }
                if (m->potentials[i].form == CONTACT__FORM_ROWS) parts = 0;
                contact__potential_partials(&m->potentials[i], m->c + row, partials);
                for (q = 0; q < CONTACT__PARTIALS; ++q) {
                    tact_real s = 0;
                    for (d = 0; d < parts; ++d) s += partials[q][d] * m->trial[row + d];
                    if (outputs[q]) outputs[q][q == CONTACT__BY_BEFORE ? 0 : source] = s;
                }
                if (m->potentials[i].form != CONTACT__FORM_LAGGED) continue;
                contact__add_momentum(&x, i, normal, m->work);
                if (gradient->bias) gradient->bias[first + 2] += normal[2];
            }
            for (t = 0; t < x.tree_count; ++t)
                for (d = 0; d < x.trees[t].dof; ++d) {
                    int to = p->trees[x.trees[t].source].first_dof + d, from = x.trees[t].first_dof + d;
                    if (gradient->free_velocity) gradient->free_velocity[to] = m->momentum[from];
                    if (gradient->mass_momentum) gradient->mass_momentum[to] = -m->step[from];
                    if (gradient->jacobian_momentum) gradient->jacobian_momentum[to] = m->step[from];
                    if (gradient->velocity_before) gradient->velocity_before[to] = m->work[from];
                }
        }
    }
    return CONTACT_OK;
}

CONTACT_API contact_status contact_compliant_forward(contact_problem *problem, const contact_config *config,
                                                     const tact_real *velocity_before, const contact_change *changes,
                                                     int count, tact_real *velocity, tact_real *impulse,
                                                     void *workspace, size_t workspace_bytes) {
    return contact__compliant_derivative(problem, config, velocity_before, changes, count, velocity, impulse,
                                         (const tact_real *)0, (const tact_real *)0, (contact_change *)0, workspace,
                                         workspace_bytes);
}
CONTACT_API contact_status contact_compliant_reverse(contact_problem *problem, const contact_config *config,
                                                     const tact_real *velocity_before, const tact_real *loss_velocity,
                                                     const tact_real *loss_impulse, contact_change *gradient,
                                                     void *workspace, size_t workspace_bytes) {
    if (!gradient) return CONTACT_BAD_ARGUMENT;
    return contact__compliant_derivative(problem, config, velocity_before, (const contact_change *)0, 0,
                                         (tact_real *)0, (tact_real *)0, loss_velocity, loss_impulse, gradient,
                                         workspace, workspace_bytes);
}

// >>impl-derivatives
/* With the mode of each row fixed the law is dF = A dl + B dc + (dF/dmu) dmu = 0 (blocks of at most three rows):
     open    dl = 0                                        A = I
     stick   dc = 0                                        B = I
     slip    dl_t + mu t dl_n + k (I - t t^T) dc_t + l_n t dmu = 0,   k = mu l_n/|c_t|,  t = c_t/|c_t|,  and
             NCP  dc_n = 0        CCP  dc_n - mu t . dc_t - |c_t| dmu = 0
   and c = (G + R) l + g gives dc = (G + R) dl + e with
     w = dv_free + M^-1 (dJ^T l - dM (v - v_free)),   e = dJ v + J w + dbias + dR l   (matrix form: e = dG l + ...)
   so (A + B (G + R)) dl = -B e - (dF/dmu) dmu, and dv = w + M^-1 J^T dl. Where G is singular the factor is that of
   G + epsilon I, and a few steps of refinement take epsilon back on the range of G. */
typedef struct contact__derivative {
    contact__context x;
    contact__dense p;
    tact_real *factor, *blocks; /* A + B (G + epsilon), its LU; A then B of each cone at 6 times its row */
    tact_real *d_mu, *d_bound;  /* dF/dmu, dF/dbound by row */
    tact_real *l, *c, *e, *rhs, *step, *v, *w, *momentum;
    int *pivot, *modes, *row_of; /* row_of: row of the problem that a row of the island is */
    int *columns;                /* dofs: work, columns of J that are not zero */
} contact__derivative;

CONTACT_API size_t contact_jacobian_count(const contact_problem *problem) {
    size_t n = 0;
    if (!problem || problem->delassus) return 0;
    for (int i = 0; i < problem->constraint_count; ++i) {
        const contact_constraint *c = &problem->constraints[i];
        if (c->tree_a >= 0) n += (size_t)(c->rows * problem->trees[c->tree_a].dof);
        if (c->tree_b >= 0) n += (size_t)(c->rows * problem->trees[c->tree_b].dof);
    }
    return n;
}
CONTACT_API size_t contact_mass_count(const contact_problem *problem) {
    size_t n = 0;
    if (!problem || problem->delassus) return 0;
    for (int t = 0; t < problem->tree_count; ++t) n += (size_t)(problem->trees[t].dof * problem->trees[t].dof);
    return n;
}

TACT_PRIVATE contact__derivative *contact__derivative_take(contact__arena *a, int rows, int dofs) {
    contact__derivative local, *d = CONTACT__TAKE(a, 1, contact__derivative), *out = d;
    if (!d) d = &local; /* size query */
    TACT_MEMSET(d, 0, sizeof *d);
    contact__dense_take(a, rows, &d->p);
    d->factor = CONTACT__TAKE(a, (size_t)rows * (size_t)rows, tact_real);
    d->blocks = CONTACT__TAKE(a, 6 * (size_t)rows, tact_real);
    d->d_mu = CONTACT__TAKE(a, rows, tact_real);
    d->d_bound = CONTACT__TAKE(a, rows, tact_real);
    d->l = CONTACT__TAKE(a, rows, tact_real);
    d->c = CONTACT__TAKE(a, rows, tact_real);
    d->e = CONTACT__TAKE(a, rows, tact_real);
    d->rhs = CONTACT__TAKE(a, rows, tact_real);
    d->step = CONTACT__TAKE(a, rows, tact_real);
    d->v = CONTACT__TAKE(a, dofs, tact_real);
    d->w = CONTACT__TAKE(a, dofs, tact_real);
    d->momentum = CONTACT__TAKE(a, dofs, tact_real);
    d->pivot = CONTACT__TAKE(a, rows, int);
    d->modes = CONTACT__TAKE(a, rows, int);
    d->row_of = CONTACT__TAKE(a, rows, int);
    d->columns = CONTACT__TAKE(a, dofs, int);
    return out;
}

TACT_PRIVATE contact_config contact__derivative_config(void) {
    contact_config config = contact_default_config();
    config.islands = 0; /* one system for all */
    return config;
}
TACT_PRIVATE size_t contact__derivative_bytes(contact_problem *problem) { /* of a problem that has been checked */
    contact_config config = contact__derivative_config();
    contact__arena a = contact__arena_make((void *)0, 0);
    contact__prepared m;
    int islands;
    (void)contact__open(problem, &config, &a, &m, &islands);
    contact__derivative_take(&a, problem->row_count, problem->dof_count);
    return a.used + 256;
}
CONTACT_API size_t contact_derivative_size(contact_problem *problem) {
    if (!problem || contact_problem_check(problem, (contact_fault *)0) < 0) return 0;
    return contact__derivative_bytes(problem);
}

/* G = J (M^-1 J^T), scaled, where all rows are of one dense tree and stand one after the other: one product. 0: they do not. */
TACT_PRIVATE int contact__delassus_of_tree(const contact__context *x, contact__dense *p) {
    const tact_real *j = (const tact_real *)0, *y = (const tact_real *)0;
    int n = x->row_count, dof = x->tree_count == 1 ? x->trees[0].dof : 0;
    if (!dof || x->trees[0].body || x->delassus) return 0;
    for (int i = 0; i < x->constraint_count; ++i) {
        const contact__constraint *c = &x->constraints[i];
        int side = c->tree_b >= 0;
        if (c->point || (c->tree_a >= 0) == side) return 0;
        if (!i) j = c->j[side], y = c->y[side];
        if (c->j[side] != j + c->first_row * dof || c->y[side] != y + c->first_row * dof) return 0;
    }
    tact_gemm(TACT_TRANSPOSE_B, n, n, dof, 1, j, dof, y, dof, 0, p->matrix, n);
    for (int a = 0; a < n; ++a) {
        p->matrix[(size_t)a * (size_t)n + (size_t)a] += x->compliance[a];
        for (int b = 0; b <= a; ++b) { /* symmetric to the last bit */
            tact_real *lower = p->matrix + (size_t)a * (size_t)n + (size_t)b, *upper = p->matrix + (size_t)b * (size_t)n + (size_t)a;
            *lower = *upper = (*lower + *upper) / 2 * p->scale[a] * p->scale[b];
        }
    }
    return 1;
}

/* Mode of one cone at (l, c), A and B, and its distance to the next mode. */
TACT_PRIVATE int contact__derivative_mode(const contact__cone *cone, int convex, tact_real kink, const tact_real *l,
                                          const tact_real *c, tact_real *a, tact_real *b, tact_real *d_mu,
                                          tact_real *d_bound, tact_real *margin) {
    int n = cone->rows, mode;
    tact_real mu = cone->size;
    for (int k = 0; k < n * n; ++k) a[k] = b[k] = 0;
    for (int k = 0; k < n; ++k) d_mu[k] = d_bound[k] = 0;
    *margin = TACT_REAL_MAX;
    if (n == 1) {
        if (cone->kind == CONTACT__CONE_FREE) mode = CONTACT_MODE_STICK;
        else if (cone->kind == CONTACT__CONE_HALF) {
            mode = l[0] > c[0] ? CONTACT_MODE_STICK : CONTACT_MODE_OPEN;
            *margin = tact_abs(l[0] - c[0]);
        } else {
            tact_real y = l[0] - c[0];
            mode = tact_abs(y) < mu ? CONTACT_MODE_STICK : CONTACT_MODE_SLIP;
            *margin = tact_abs(mu - tact_abs(y));
            if (mode == CONTACT_MODE_SLIP) d_bound[0] = y > 0 ? TACT_R(-1) : TACT_R(1); /* F = l -+ bound */
        }
        if (mode == CONTACT_MODE_STICK) b[0] = 1;
        else a[0] = 1;
        return mode;
    }
    {
        tact_real slide = tact_sqrt(c[0] * c[0] + c[1] * c[1]), push = tact_sqrt(l[0] * l[0] + l[1] * l[1]);
        tact_real lift = convex ? c[2] - mu * slide : c[2], t0, t1, k;
        if (l[2] <= lift || !(l[2] > 0)) { /* open */
            *margin = tact_abs(l[2] - lift);
            a[0] = a[4] = a[8] = 1;
            return CONTACT_MODE_OPEN;
        }
        *margin = l[2] - lift;
        if (mu > 0 && (slide <= mu * l[2] - push || slide <= kink)) {
            *margin = tact_min(*margin, tact_abs(mu * l[2] - push - slide));
            b[0] = b[4] = b[8] = 1;
            return CONTACT_MODE_STICK;
        }
        if (mu > 0) *margin = tact_min(*margin, tact_abs(slide - (mu * l[2] - push)));
        t0 = slide > 0 ? c[0] / slide : 0, t1 = slide > 0 ? c[1] / slide : 0, k = slide > 0 ? mu * l[2] / slide : 0;
        a[0] = a[4] = 1, a[2] = mu * t0, a[5] = mu * t1;
        b[0] = k * t1 * t1, b[1] = b[3] = -k * t0 * t1, b[4] = k * t0 * t0, b[8] = 1;
        d_mu[0] = l[2] * t0, d_mu[1] = l[2] * t1;
        if (convex) b[6] = -mu * t0, b[7] = -mu * t1, d_mu[2] = -slide;
        return CONTACT_MODE_SLIP;
    }
}

/* inverses: NULL, or M^-1 of the dense trees of the problem, which are not factored then: no changes of J or M afterwards. */
TACT_PRIVATE contact_status contact__derivative_prepare(contact_derivative *derivative, contact_problem *problem, contact_model model,
                                                        tact_real tolerance, const tact_real *const *inverses, void *workspace,
                                                        size_t workspace_bytes) {
    contact_config config = contact__derivative_config();
    contact__arena arena = contact__arena_make(workspace, workspace_bytes);
    contact__prepared m;
    contact__derivative *d;
    contact_status status;
    tact_real size = 0, epsilon = CONTACT__SMALL(2e-9, 1e-4);
    int islands, n;
    TACT_MEMSET(derivative, 0, sizeof *derivative);
    derivative->first_nonsmooth = -1;
    status = contact__open(problem, &config, &arena, &m, &islands);
    if (status < 0) return status;
    m.inverses = inverses;
    d = contact__derivative_take(&arena, problem->row_count, problem->dof_count);
    if (contact__exhausted(&arena)) return CONTACT_NO_SPACE;
    derivative->problem = problem, derivative->model = model, derivative->state = d, derivative->modes = d->modes;
    derivative->margin = TACT_REAL_MAX;
    if (!islands) return CONTACT_OK;
    status = contact__prepare(problem, &config, &m, 0, 0, &d->x, (contact_fault *)0);
    if (status < 0) return status;
    d->x.config = (const contact_config *)0; /* it was local */
    contact__dense_cones(&d->x, model == CONTACT_MODEL_CCP ? CONTACT__CONE_CCP : CONTACT__CONE_NCP, &d->p);
    d->p.symmetric = 1;
    if (!contact__delassus_of_tree(&d->x, &d->p))
        contact__dense_make(&d->x, model == CONTACT_MODEL_CCP ? CONTACT__CONE_CCP : CONTACT__CONE_NCP, &d->p);
    n = d->p.n;
    for (int i = 0; i < d->x.constraint_count; ++i) {
        const contact__constraint *q = &d->x.constraints[i];
        for (int k = 0; k < q->rows; ++k) {
            d->row_of[q->first_row + k] = problem->constraints[q->source].first_row + k;
            d->x.impulse[q->first_row + k] = problem->impulse[d->row_of[q->first_row + k]];
        }
    }
    contact__dense_load(&d->p, d->x.impulse, d->l);
    contact__dense_velocity(&d->p, d->l, d->c);
    for (int i = 0; i < n; ++i) size = tact_max(size, tact_max(tact_abs(d->l[i]), tact_abs(d->c[i])));
    if (!(size > 0)) size = 1;
    for (int i = 0; i < d->p.cone_count; ++i) {
        const contact__cone *cone = &d->p.cones[i];
        int row = cone->row, rows = cone->rows, mode;
        tact_real *a = d->blocks + 6 * row, *b = a + rows * rows, margin;
        mode = contact__derivative_mode(cone, model == CONTACT_MODEL_CCP, tolerance * size, d->l + row, d->c + row, a, b,
                                        d->d_mu + row, d->d_bound + row, &margin);
        for (int k = 0; k < rows; ++k) {
            tact_real *line = d->factor + (size_t)(row + k) * (size_t)n;
            d->modes[d->row_of[row + k]] = mode;
            for (int j = 0; j < n; ++j) line[j] = 0;
            for (int q = 0; q < rows; ++q) {
                const tact_real *g = d->p.matrix + (size_t)(row + q) * (size_t)n, f = b[k * rows + q];
                if (!(f < 0 || f > 0)) continue;
                for (int j = 0; j < n; ++j) line[j] += f * g[j];
                line[row + q] += epsilon * f;
            }
            for (int q = 0; q < rows; ++q) line[row + q] += a[k * rows + q];
        }
        if (margin / size < derivative->margin) derivative->margin = margin / size;
        if (margin <= tolerance * size) {
            int source = 0;
            for (int j = 0; j < d->x.constraint_count; ++j)
                if (d->x.constraints[j].first_row <= row) source = d->x.constraints[j].source;
            if (derivative->first_nonsmooth < 0) derivative->first_nonsmooth = source;
            derivative->nonsmooth += 1;
        }
    }
    if (n && contact__lu(n, d->factor, n, d->pivot)) return CONTACT_FAILED;
    return derivative->nonsmooth ? CONTACT_NONSMOOTH : CONTACT_OK;
}
CONTACT_API contact_status contact_derivative_prepare(contact_derivative *derivative, contact_problem *problem,
                                                      contact_model model, tact_real tolerance, void *workspace,
                                                      size_t workspace_bytes) {
    contact_status status;
    if (!derivative) return CONTACT_BAD_ARGUMENT;
    TACT_MEMSET(derivative, 0, sizeof *derivative);
    derivative->first_nonsmooth = -1;
    if (!problem || (model != CONTACT_MODEL_NCP && model != CONTACT_MODEL_CCP)) return CONTACT_BAD_ARGUMENT;
    status = contact_problem_check(problem, (contact_fault *)0);
    if (status < 0) return status;
    return contact__derivative_prepare(derivative, problem, model, tolerance, (const tact_real *const *)0, workspace, workspace_bytes);
}

/* x <- (A + B G)^-1 x, or with its transpose; x is d->rhs, uses d->step and d->e. */
TACT_PRIVATE void contact__derivative_solve(contact__derivative *d, int transposed, tact_real *x) {
    int n = d->p.n;
    tact_real last = TACT_REAL_MAX;
    TACT_MEMCPY(d->rhs, x, (size_t)n * sizeof(tact_real));
    TACT_MEMSET(x, 0, (size_t)n * sizeof(tact_real));
    for (int refine = 0; refine < 6; ++refine) {
        tact_real error = 0;
        TACT_MEMCPY(d->step, d->rhs, (size_t)n * sizeof(tact_real));
        if (refine) { /* residual with the true matrix */
            if (!transposed) tact_gemv(0, n, n, 1, d->p.matrix, n, x, 0, d->e);
            for (int i = 0; i < d->p.cone_count; ++i) {
                const contact__cone *cone = &d->p.cones[i];
                int rows = cone->rows, row = cone->row;
                const tact_real *a = d->blocks + 6 * row, *b = a + rows * rows;
                for (int k = 0; k < rows; ++k) {
                    tact_real s = 0;
                    for (int q = 0; q < rows; ++q) {
                        if (!transposed) s += a[k * rows + q] * x[row + q] + b[k * rows + q] * d->e[row + q];
                        else s += b[q * rows + k] * x[row + q];
                    }
                    if (!transposed) d->step[row + k] -= s;
                    else d->e[row + k] = s;
                }
                if (transposed)
                    for (int k = 0; k < rows; ++k)
                        for (int q = 0; q < rows; ++q) d->step[row + k] -= a[q * rows + k] * x[row + q];
            }
            if (transposed) tact_gemv(TACT_TRANSPOSE_A, n, n, -1, d->p.matrix, n, d->e, 1, d->step);
        }
        for (int i = 0; i < n; ++i) error = tact_max(error, tact_abs(d->step[i]));
        if (!(error < last / 2)) break; /* as good as it gets; also what is outside the range of G */
        last = error;
        if (transposed) contact__lu_solve_transposed(n, d->factor, n, d->pivot, d->step);
        else contact__lu_solve(n, d->factor, n, d->pivot, d->step);
        for (int i = 0; i < n; ++i) x[i] += d->step[i];
    }
}

/* X <- U^-T X for the upper triangle U of the n x n matrix lu; X is n x m. n^2 m flops. */
TACT_PRIVATE void contact__upper_transposed_many(int n, int m, const tact_real *lu, tact_real *x) {
    for (int q = 0; q < n; q += 8) {
        int end = q + 8 < n ? q + 8 : n;
        if (q > 0) tact_gemm(TACT_TRANSPOSE_A, end - q, m, q, -1, lu + q, n, x, m, 1, x + q * m, m);
        for (int i = q; i < end; ++i) {
            tact_real *row = x + i * m, f = 1 / lu[i * (n + 1)];
            for (int p = q; p < i; ++p) {
                const tact_real *solved = x + p * m, e = lu[p * n + i];
                for (int j = 0; j < m; ++j) row[j] -= e * solved[j];
            }
            for (int j = 0; j < m; ++j) row[j] *= f;
        }
    }
}
/* Gradients of every component of the velocity at once (contact_derivative_adjoint, for all units): column j of s (rows x dofs) by
   the bias, of mu (constraints x dofs, may be NULL) by the friction, for component j of the velocity; y (rows x dofs) becomes
   J M^-1. Rows and dofs are those of the problem, `inverse` is M^-1 (dofs x dofs). The law is solved for the columns of J that are not zero:
   the dofs that move what touches; M^-1 does the rest. work: 3 rows dofs + dofs^2 + 3 dofs. The refinement is that of
   contact__derivative_solve, column by column. O(rows^2 columns + rows columns dofs). */
TACT_PRIVATE void contact__derivative_rows(const contact_derivative *derivative, const tact_real *inverse, tact_real *y, tact_real *s, tact_real *mu,
                                           tact_real *work) {
    const contact_problem *p = derivative->problem;
    contact__derivative *d = derivative->state;
    contact__context *x = &d->x;
    int n = x->row_count, dofs = p->dof_count, i, j, k, q, t, refine, cols = 0, active = 1;
    tact_real *zeta = work, *rhs = zeta + n * dofs, *step = rhs + n * dofs, *some = step + n * dofs;
    tact_real *last = some + dofs * dofs, *size = last + dofs, *error = size + dofs;
    if (!n) return;
    if (p->tree_count > 1 || n < p->row_count) { /* else every row is of the one tree, all of it */
        TACT_MEMSET(y, 0, (size_t)(p->row_count * dofs) * sizeof(tact_real));
        TACT_MEMSET(s, 0, (size_t)(p->row_count * dofs) * sizeof(tact_real));
        TACT_MEMSET(zeta, 0, (size_t)(n * dofs) * sizeof(tact_real));
    }
    if (mu) TACT_MEMSET(mu, 0, (size_t)(p->constraint_count * dofs) * sizeof(tact_real));
    for (i = 0; i < x->constraint_count; ++i) { /* J, in zeta for now, and J M^-1 */
        const contact__constraint *c = &x->constraints[i];
        for (q = 0; q < 4; ++q) {
            int local = q / 2 ? contact__response_block(x, i, q % 2, rhs) : contact__jacobian_block(x, i, q % 2, rhs), dof;
            if (local < 0) continue;
            dof = x->trees[local].dof;
            for (k = 0; k < c->rows; ++k)
                TACT_MEMCPY((q / 2 ? y + d->row_of[c->first_row + k] * dofs : zeta + (c->first_row + k) * dofs) + p->trees[x->trees[local].source].first_dof,
                            rhs + k * dof, (size_t)dof * sizeof(tact_real));
        }
    }
    for (j = 0; j < dofs; ++j) error[j] = 0;
    for (i = 0; i < n; ++i)
        for (j = 0; j < dofs; ++j) error[j] = tact_max(error[j], tact_abs(zeta[i * dofs + j]));
    for (j = 0; j < dofs; ++j) /* the columns of J that are not zero, and those rows of M^-1 */
        if (error[j] > 0) {
            TACT_MEMCPY(some + cols * dofs, inverse + j * dofs, (size_t)dofs * sizeof(tact_real));
            d->columns[cols++] = j;
        }
    for (i = 0; i < n; ++i)
        for (j = 0; j < cols; ++j) rhs[i * cols + j] = d->p.scale[i] * zeta[i * dofs + d->columns[j]];
    for (j = 0; j < cols; ++j) last[j] = TACT_REAL_MAX, size[j] = 0;
    TACT_MEMSET(zeta, 0, (size_t)(n * cols) * sizeof(tact_real));
    for (refine = 0; refine < 6 && active; ++refine) {
        TACT_MEMCPY(step, rhs, (size_t)(n * cols) * sizeof(tact_real));
        if (refine) { /* residual with the true matrix: minus A^T zeta + G B^T zeta; B^T zeta in s for now */
            for (i = 0; i < d->p.cone_count; ++i) {
                const contact__cone *cone = &d->p.cones[i];
                int rows = cone->rows, row = cone->row;
                const tact_real *a = d->blocks + 6 * row, *b = a + rows * rows;
                for (k = 0; k < rows; ++k) {
                    tact_real *to = step + (row + k) * cols, *product = s + (row + k) * cols;
                    for (j = 0; j < cols; ++j) product[j] = 0;
                    for (q = 0; q < rows; ++q) {
                        tact_real f = a[q * rows + k], g = b[q * rows + k];
                        const tact_real *from = zeta + (row + q) * cols;
                        if (f < 0 || f > 0)
                            for (j = 0; j < cols; ++j) to[j] -= f * from[j];
                        if (g < 0 || g > 0)
                            for (j = 0; j < cols; ++j) product[j] += g * from[j];
                    }
                }
            }
            tact_gemm(TACT_TRANSPOSE_A, n, cols, n, -1, d->p.matrix, n, s, cols, 1, step, cols);
        }
        for (j = 0; j < cols; ++j) error[j] = 0;
        for (i = 0; i < n; ++i)
            for (j = 0; j < cols; ++j) error[j] = tact_max(error[j], tact_abs(step[i * cols + j]));
        for (j = 0, active = 0; j < cols; ++j) {
            if (!refine) size[j] = error[j];
            if (error[j] < last[j] / 2 && error[j] > 16 * TACT_EPSILON * size[j]) last[j] = error[j], ++active;
            else /* as good as it gets; also what is outside the range of G */
                for (i = 0, last[j] = 0; i < n; ++i) step[i * cols + j] = 0;
        }
        if (!active) break;
        contact__upper_transposed_many(n, cols, d->factor, step); /* U^T, then L^T, then the exchanges of rows */
        tact_solve_triangular_many(TACT_UNIT | TACT_TRANSPOSE_L, n, cols, d->factor, n, step, cols);
        for (k = n - 1; k >= 0; --k)
            for (j = 0; d->pivot[k] != k && j < cols; ++j) {
                tact_real keep = step[k * cols + j];
                step[k * cols + j] = step[d->pivot[k] * cols + j], step[d->pivot[k] * cols + j] = keep;
            }
        for (i = 0; i < n * cols; ++i) zeta[i] += step[i];
    }
    TACT_MEMSET(step, 0, (size_t)(n * cols) * sizeof(tact_real));
    for (i = 0; i < d->p.cone_count; ++i) { /* gradients of e, in the units of the problem */
        const contact__cone *cone = &d->p.cones[i];
        int rows = cone->rows, row = cone->row;
        const tact_real *b = d->blocks + 6 * row + rows * rows;
        for (k = 0; k < rows * rows; ++k) {
            const tact_real *from = zeta + (row + k / rows) * cols, f = -b[k] * d->p.scale[row + k % rows];
            tact_real *to = step + (row + k % rows) * cols;
            if (f < 0 || f > 0)
                for (j = 0; j < cols; ++j) to[j] += f * from[j];
        }
    }
    tact_gemm(0, n, dofs, cols, 1, step, cols, some, dofs, 0, rhs, dofs);
    for (i = 0; i < n; ++i) TACT_MEMCPY(s + d->row_of[i] * dofs, rhs + i * dofs, (size_t)dofs * sizeof(tact_real)); /* to the rows of the problem */
    if (mu) { /* by constraint, over the columns of J; then as above */
        for (i = 0, t = 0; i < d->p.cone_count; ++i) {
            int row = d->p.cones[i].row;
            while (row >= x->constraints[t].first_row + x->constraints[t].rows) ++t;
            for (k = 0; k < d->p.cones[i].rows; ++k)
                for (q = 0; q < cols; ++q)
                    for (j = 0; j < dofs; ++j)
                        mu[x->constraints[t].source * dofs + j] -= d->d_mu[row + k] * zeta[(row + k) * cols + q] * some[q * dofs + j];
        }
    }
}

/* Where the J block of a constraint's side and the M block of a tree begin in contact_tangent, by running sums. */
TACT_PRIVATE int contact__change_columns(const contact_problem *p, const contact_constraint *c, int side) {
    int tree = side ? c->tree_b : c->tree_a;
    return tree < 0 ? 0 : p->trees[tree].dof;
}

CONTACT_API contact_status contact_derivative_forward(const contact_derivative *derivative, const contact_tangent *change,
                                                      tact_real *d_impulse, tact_real *d_velocity) {
    const contact_problem *p;
    contact__derivative *d;
    contact__context *x;
    int n;
    if (!derivative || !derivative->state || !change) return CONTACT_BAD_ARGUMENT;
    p = derivative->problem, d = derivative->state, x = &d->x, n = x->row_count;
    if (d_velocity && !p->delassus)
        for (int i = 0; i < p->dof_count; ++i) d_velocity[i] = change->free_velocity ? change->free_velocity[i] : 0;
    if (!n) return CONTACT_OK;
    for (int i = 0; i < n; ++i) d->c[i] = 0; /* e in the units of the problem */
    if (p->delassus) {
        if (change->delassus) tact_gemv(0, n, n, 1, change->delassus, p->row_count, x->impulse, 0, d->c);
    } else {
        for (int i = 0; i < x->dof_count; ++i) d->w[i] = 0; /* dJ^T l - dM (v - v_free) */
        if (change->jacobian || change->mass) contact__velocity_of(x, x->impulse, d->v);
        if (change->jacobian) {
            const tact_real *block = change->jacobian;
            for (int i = 0; i < x->constraint_count; ++i) { /* one island: constraints in the order of the problem */
                const contact__constraint *q = &x->constraints[i];
                for (int side = 0; side < 2; ++side) {
                    int tree = side ? q->tree_b : q->tree_a, dof = contact__change_columns(p, &p->constraints[q->source], side);
                    for (int k = 0; k < (tree < 0 ? 0 : q->rows); ++k, block += dof)
                        for (int j = 0; j < dof; ++j) {
                            int at = x->trees[tree].first_dof + j;
                            d->w[at] += block[j] * x->impulse[q->first_row + k];
                            d->c[q->first_row + k] += block[j] * d->v[at];
                        }
                }
            }
        }
        if (change->mass) {
            const tact_real *block = change->mass;
            for (int t = 0, local = 0; t < p->tree_count; block += p->trees[t].dof * p->trees[t].dof, ++t) {
                const contact__tree *tree = &x->trees[local];
                if (p->trees[t].island < 0) continue;
                for (int i = 0; i < tree->dof; ++i)
                    for (int j = 0; j < tree->dof; ++j)
                        d->w[tree->first_dof + i] -= block[i * tree->dof + j] * (d->v[tree->first_dof + j] -
                                                                                x->free_velocity[tree->first_dof + j]);
                ++local;
            }
        }
        if (change->jacobian || change->mass) contact__solve_mass(x, d->w);
        if (change->free_velocity)
            for (int t = 0; t < x->tree_count; ++t)
                for (int i = 0; i < x->trees[t].dof; ++i)
                    d->w[x->trees[t].first_dof + i] += change->free_velocity[p->trees[x->trees[t].source].first_dof + i];
        contact__multiply_j(x, d->w, d->rhs);
        for (int i = 0; i < n; ++i) d->c[i] += d->rhs[i];
    }
    for (int i = 0; i < n; ++i) {
        int row = d->row_of[i];
        if (change->bias) d->c[i] += change->bias[row];
        if (change->compliance) d->c[i] += change->compliance[row] * x->impulse[i];
        d->c[i] *= d->p.scale[i];
    }
    for (int i = 0, constraint = 0; i < d->p.cone_count; ++i) {
        const contact__cone *cone = &d->p.cones[i];
        int rows = cone->rows, row = cone->row;
        const tact_real *b = d->blocks + 6 * row + rows * rows;
        while (row >= x->constraints[constraint].first_row + x->constraints[constraint].rows) ++constraint;
        for (int k = 0; k < rows; ++k) {
            tact_real s = 0;
            for (int q = 0; q < rows; ++q) s -= b[k * rows + q] * d->c[row + q];
            if (change->mu) s -= d->d_mu[row + k] * change->mu[x->constraints[constraint].source];
            if (change->bound) s -= d->d_bound[row + k] * change->bound[d->row_of[row + k]] / d->p.scale[row + k];
            d->l[row + k] = s;
        }
    }
    contact__derivative_solve(d, 0, d->l);
    for (int i = 0; i < n; ++i) d->l[i] *= d->p.scale[i];
    if (d_impulse)
        for (int i = 0; i < n; ++i) d_impulse[d->row_of[i]] = d->l[i];
    if (d_velocity && !p->delassus) {
        for (int i = 0; i < x->dof_count; ++i) d->momentum[i] = 0;
        for (int i = 0; i < x->constraint_count; ++i) contact__add_impulse(x, i, d->l + x->constraints[i].first_row, d->momentum);
        for (int t = 0; t < x->tree_count; ++t)
            for (int i = 0; i < x->trees[t].dof; ++i)
                d_velocity[p->trees[x->trees[t].source].first_dof + i] =
                    d->w[x->trees[t].first_dof + i] + d->momentum[x->trees[t].first_dof + i];
    }
    return CONTACT_OK;
}

CONTACT_API contact_status contact_derivative_adjoint(const contact_derivative *derivative, const tact_real *impulse,
                                                      const tact_real *velocity, const contact_gradient *gradient) {
    const contact_problem *p;
    contact__derivative *d;
    contact__context *x;
    int n;
    if (!derivative || !derivative->state || !gradient) return CONTACT_BAD_ARGUMENT;
    p = derivative->problem, d = derivative->state, x = &d->x, n = x->row_count;
    if (gradient->free_velocity && !p->delassus)
        for (int i = 0; i < p->dof_count; ++i) gradient->free_velocity[i] = velocity ? velocity[i] : 0;
    if (gradient->jacobian) TACT_MEMSET(gradient->jacobian, 0, contact_jacobian_count(p) * sizeof(tact_real));
    if (gradient->mass) TACT_MEMSET(gradient->mass, 0, contact_mass_count(p) * sizeof(tact_real));
    if (!n) return CONTACT_OK;
    if (!p->delassus) {
        for (int t = 0; t < x->tree_count; ++t)
            for (int i = 0; i < x->trees[t].dof; ++i)
                d->w[x->trees[t].first_dof + i] = velocity ? velocity[p->trees[x->trees[t].source].first_dof + i] : 0;
        for (int i = 0; i < x->constraint_count; ++i) /* dL/dl through dv = M^-1 J^T dl */
            contact__row_response(x, i, d->w, d->c + x->constraints[i].first_row);
    } else {
        for (int i = 0; i < n; ++i) d->c[i] = 0;
    }
    for (int i = 0; i < n; ++i) d->l[i] = d->p.scale[i] * (d->c[i] + (impulse ? impulse[d->row_of[i]] : 0));
    contact__derivative_solve(d, 1, d->l); /* zeta */
    for (int i = 0, constraint = 0, last = -1; i < d->p.cone_count; ++i) {
        const contact__cone *cone = &d->p.cones[i];
        int rows = cone->rows, row = cone->row, source;
        const tact_real *b = d->blocks + 6 * row + rows * rows;
        while (row >= x->constraints[constraint].first_row + x->constraints[constraint].rows) ++constraint;
        source = x->constraints[constraint].source;
        if (gradient->mu && last != source) gradient->mu[source] = 0;
        last = source;
        for (int k = 0; k < rows; ++k) {
            tact_real s = 0;
            for (int q = 0; q < rows; ++q) s -= b[q * rows + k] * d->l[row + q];
            d->c[row + k] = s * d->p.scale[row + k]; /* gradient of e, in the units of the problem */
            if (gradient->mu) gradient->mu[source] -= d->d_mu[row + k] * d->l[row + k];
            if (gradient->bound)
                gradient->bound[d->row_of[row + k]] = -d->d_bound[row + k] * d->l[row + k] / d->p.scale[row + k];
        }
    }
    for (int i = 0; i < n; ++i) {
        if (gradient->bias) gradient->bias[d->row_of[i]] = d->c[i];
        if (gradient->compliance) gradient->compliance[d->row_of[i]] = d->c[i] * x->impulse[i];
    }
    if (p->delassus) {
        if (gradient->delassus)
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j)
                    gradient->delassus[(size_t)i * (size_t)n + (size_t)j] =
                        (d->c[i] * x->impulse[j] + d->c[j] * x->impulse[i]) / 2;
        return CONTACT_OK;
    }
    if (gradient->jacobian || gradient->mass) contact__velocity_of(x, x->impulse, d->v);
    contact__multiply_jt(x, d->c, d->momentum);
    for (int i = 0; i < x->dof_count; ++i) d->w[i] += d->momentum[i]; /* gradient of w */
    if (gradient->free_velocity)
        for (int t = 0; t < x->tree_count; ++t)
            for (int i = 0; i < x->trees[t].dof; ++i)
                gradient->free_velocity[p->trees[x->trees[t].source].first_dof + i] = d->w[x->trees[t].first_dof + i];
    if (gradient->jacobian || gradient->mass) contact__solve_mass(x, d->w);
    if (gradient->jacobian) { /* e = dJ v, w = M^-1 dJ^T l */
        tact_real *block = gradient->jacobian;
        for (int i = 0; i < x->constraint_count; ++i) {
            const contact__constraint *q = &x->constraints[i];
            for (int side = 0; side < 2; ++side) {
                int tree = side ? q->tree_b : q->tree_a, dof = contact__change_columns(p, &p->constraints[q->source], side);
                for (int k = 0; k < (tree < 0 ? 0 : q->rows); ++k, block += dof)
                    for (int j = 0; j < dof; ++j) {
                        int at = x->trees[tree].first_dof + j;
                        block[j] = d->c[q->first_row + k] * d->v[at] + x->impulse[q->first_row + k] * d->w[at];
                    }
            }
        }
    }
    if (gradient->mass) { /* w = -M^-1 dM (v - v_free) */
        tact_real *block = gradient->mass;
        for (int t = 0, local = 0; t < p->tree_count; block += p->trees[t].dof * p->trees[t].dof, ++t) {
            const contact__tree *tree = &x->trees[local];
            const tact_real *w = d->w + tree->first_dof, *v = d->v + tree->first_dof,
                            *f = x->free_velocity + tree->first_dof;
            if (p->trees[t].island < 0) continue;
            for (int i = 0; i < tree->dof; ++i)
                for (int j = 0; j < tree->dof; ++j)
                    block[i * tree->dof + j] = -(w[i] * (v[j] - f[j]) + w[j] * (v[i] - f[i])) / 2;
            ++local;
        }
    }
    return CONTACT_OK;
}

// >>impl-world
#ifdef CONTACT_HAS_WORLD
#define CONTACT__WORLD_COOKIE 0x7ac7u
#define CONTACT__NONE (-1)
/* contact_constraint.id of rows that are not contacts: passive forces of a joint, rows whose impulses are kept at an offset */
#define CONTACT__PASSIVE_ROW ((uint64_t)0xffffffffu << 32)
#define CONTACT__KEPT_ROW ((uint64_t)0xfffffffeu << 32)  /* + offset in reals */
#define CONTACT__JOINT_ROW ((uint64_t)0xfffffffdu << 32) /* + 16 joint + place in its impulses */
#define CONTACT__PAIR_MANIFOLDS 16 /* of one pair, in one step */
#define CONTACT__SWEPT 0x80000000u  /* feature of a contact that was found by a sweep */

enum { CONTACT__ALIVE = 1, CONTACT__FROZEN = 2, CONTACT__ASLEEP = 4 };

typedef struct contact__rigid {
    uint32_t generation;
    int flags, type, next_free;
    int robot, link;       /* of a link: robot index and body of its model */
    int first_geom;        /* list through contact__geom.next */
    int tree;              /* in the problem of this step, CONTACT__NONE: does not move */
    int coupled, tree_at;  /* 1: shares a tree with other links of its robot, from this dof of the tree on */
    int island;            /* of the last solve; of sleeping bodies: the island they fell asleep in */
    int mass_from_geoms, ccd;
    tact_pose pose;        /* body frame */
    tact_vec3 com_local, com, v, w, force, torque; /* com, v, w, force, torque: world */
    tact_vec3 v_free, w_free;
    tact_mat3 rotation, inertia_local;
    tact_real mass, linear_damping, angular_damping, gravity_scale, rest_time, extent;
    int hint;              /* contact_tree.hint of the last step */
    tact_real ahead;       /* [s] that it has moved already when the step is solved: Moreau's half */
    tact_pose good_pose;   /* last finite one */
    uint64_t user;
    char name[32];
} contact__rigid;

typedef struct contact__geom {
    uint32_t generation;
    int alive, next_free, body, next, proxy;
    collide_shape shape;
    tact_pose pose;
    tact_real density, extent; /* extent: half of the smallest side of its box, a length of its size */
    tact_real reach;           /* no point of it is farther from the body's origin; 0 for unbounded shapes */
    tact_pose placed;          /* in the world, in this step */
    contact_surface material;
    uint32_t category, mask;
    uint64_t user;
} contact__geom;

/* What every pair of the broad phase asks of its geoms, a cache line each: most pairs are not near enough to need more. */
typedef struct contact__spot {
    tact_vec3 middle;          /* a ball about this point, world frame, of this radius holds the shape; negative: none does */
    tact_real ball;
    tact_real extent, speed;   /* contact__geom.extent; no point of it moves faster than this in this step */
    int body;
    short moves, kind;         /* contact__moves of its body; collide_kind of its shape */
} contact__spot;

typedef struct contact__link_joint {
    uint32_t generation;
    int alive, next_free;
    contact_joint_def def;
    tact_real impulse[10]; /* of the last step: 6 rows of the constraint, 2 limits, friction, motor */
    int rows, first;      /* rows of the constraint itself, and where they begin in this step's problem */
} contact__link_joint;

typedef struct contact__articulation {
    uint32_t generation;
    int alive, next_free;
    const rbd_model *model;
    rbd_data *data;
    rbd_maximal *maximal;         /* NULL: reduced coordinates */
    int q, v, tau, limit_impulse, friction_impulse; /* offsets in reals; limits: two a dof */
    int shadow;                   /* q and v at the start of Moreau's step, or as they came from the bodies (maximal) */
    int push, joint_impulse;      /* maximal: wrenches, 6 a body; impulses, 6 a link, then of armatures and coupled joints */
    int motor, motor_impulse;     /* contact_motor of every dof, as reals; impulses */
    int motor_row;                /* 1 a dof: its motor is a row in this step; 0: in the mass matrix, or off */
    int first_body;               /* body of model body 1; the links are consecutive */
    int tree;
    int first_constraint, end_constraint; /* maximal: of its joints, in the problem of the step */
    int coasts;                   /* 1: data holds the accelerations at constant v of this step */
} contact__articulation;

typedef struct contact__pair { /* by broadphase slot: what survives from step to step */
    int first, n; /* its contacts of the last step, among contact__kept */
    int cache;    /* 1 + index of its contact__cache, 0: none */
} contact__pair;

typedef struct contact__kept { /* a contact of the last step, for the warm start of the next */
    uint32_t feature;
    tact_vec3 impulse; /* on b, world frame */
} contact__kept;

typedef struct contact__cache { /* of a pair that is near enough for a query which can use what the last one left */
    collide_manifold_cache manifold;
    uint32_t step; /* in which its pair was last there; older: free */
} contact__cache;

typedef struct contact__override {
    uint32_t a, b; /* geom indices, a < b */
    uint32_t generation_a, generation_b;
    contact_surface material;
} contact__override;

typedef struct contact__found { /* a contact on its way through the step, beside its contact_point */
    int slot, constraint;
    tact_real approach;
    tact_real plastic; /* bias of the normal row without restitution */
} contact__found;

typedef struct contact__counts {
    int bodies, geoms, joints, robots, reals, pairs, caches, contacts, overrides;
} contact__counts;

/* Everything that a snapshot holds is in one block: this head, then the arrays. */
typedef struct contact__world_head {
    contact__counts capacity, used; /* used: highest index + 1, with holes */
    int free_body, free_geom, free_joint, free_robot;
    contact_world_config config;
    tact_real time, last_dt;
    int sleep_base;
    int ahead;  /* 1: bodies' `ahead` may be other than zero */
    int pushed; /* 1: bodies have forces */
    int free_cache;      /* caches before this one are taken */
    uint32_t cache_step; /* number of this step, for the caches */
    contact_world_stats stats;
} contact__world_head;

#define CONTACT__WORLD_ARRAYS(X)                 \
    X(bodies, contact__rigid, bodies)            \
    X(geoms, contact__geom, geoms)               \
    X(spots, contact__spot, geoms)               \
    X(joints, contact__link_joint, joints)       \
    X(robots, contact__articulation, robots)     \
    X(reals, tact_real, reals)                   \
    X(pairs, contact__pair, pairs)               \
    X(caches, contact__cache, caches)            \
    X(contacts, contact_point, contacts)         \
    X(found, contact__found, contacts)           \
    X(kept, contact__kept, contacts)             \
    X(overrides, contact__override, overrides)

struct contact_world {
    contact__world_head *head;
#define CONTACT__X(field, type, count) type *field;
    CONTACT__WORLD_ARRAYS(CONTACT__X)
#undef CONTACT__X
    void *block;
    size_t block_bytes;
    collide_broadphase broad;
    contact_problem problem;
    void *workspace; /* of contact_solve and of the robots */
    size_t workspace_bytes;
    tact_real *scratch;
    int scratch_count;
    void *stage; /* of smooth steps */
    size_t stage_bytes;
    contact_problem stage_problem;
    char *flags; /* one an island */
    int flag_count, force_count;
    int bounces; /* contacts of this step whose target velocity is one of restitution */
    contact_error error;
    contact_edit_callback edit;
    void *edit_context;
    contact_filter_callback filter;
    void *filter_context;
    contact_differential *recorder; /* of the derivatives, during contact_world_step_differential */
    tact_allocator allocator_storage;
    const tact_allocator *allocator;
};

/* ---- memory ---- */
TACT_PRIVATE size_t contact__world_layout(contact_world *w, const contact__counts *c, void *block, size_t bytes) {
    contact__arena a = contact__arena_make(block, bytes);
    contact__world_head *head = CONTACT__TAKE(&a, 1, contact__world_head);
    if (w && block) w->head = head;
#define CONTACT__X(field, type, count)                     \
    {                                                      \
        type *at = CONTACT__TAKE(&a, c->count, type);      \
        if (w && block) w->field = at;                     \
    }
    CONTACT__WORLD_ARRAYS(CONTACT__X)
#undef CONTACT__X
    return a.used + 64;
}

/* The block as bytes, whatever its alignment: the arrays one after the other as contact__world_layout places them. */
TACT_PRIVATE void contact__world_pack(const contact_world *w, unsigned char *out) {
    size_t at = (sizeof *w->head + 63) & ~(size_t)63;
    TACT_MEMCPY(out, w->head, sizeof *w->head);
#define CONTACT__X(field, type, count)                                                      \
    TACT_MEMCPY(out + at, w->field, sizeof(type) * (size_t)w->head->capacity.count);        \
    at += (sizeof(type) * (size_t)w->head->capacity.count + 63) & ~(size_t)63;
    CONTACT__WORLD_ARRAYS(CONTACT__X)
#undef CONTACT__X
}
TACT_PRIVATE void contact__world_unpack(contact_world *w, const contact__counts *capacity, const unsigned char *in) {
    size_t at = (sizeof *w->head + 63) & ~(size_t)63;
    TACT_MEMCPY(w->head, in, sizeof *w->head);
#define CONTACT__X(field, type, count)                                                      \
    TACT_MEMCPY(w->field, in + at, sizeof(type) * (size_t)capacity->count);                 \
    at += (sizeof(type) * (size_t)capacity->count + 63) & ~(size_t)63;
    CONTACT__WORLD_ARRAYS(CONTACT__X)
#undef CONTACT__X
}

TACT_PRIVATE contact_status contact__say(contact_world *w, contact_status status, const char *what, const char *name, int index) {
    size_t at = 0, size = sizeof w->error.text;
    char *text = w->error.text;
    w->error.status = status;
    text[0] = 0;
    at = contact__append(text, size, at, what);
    if (name && name[0]) {
        at = contact__append(text, size, at, " '");
        at = contact__append(text, size, at, name);
        at = contact__append(text, size, at, "'");
    }
    if (index >= 0) {
        at = contact__append(text, size, at, " (number ");
        at = contact__append_int(text, size, at, index);
        at = contact__append(text, size, at, ")");
    }
    at = contact__append(text, size, at, ": ");
    contact__append(text, size, at, contact_status_text(status));
    return status;
}
TACT_PRIVATE contact_status contact__say_body(contact_world *w, contact_status status, int body, const char *what) {
    w->error.body.index = (uint32_t)body, w->error.body.generation = w->bodies[body].generation;
    return contact__say(w, status, what, w->bodies[body].name, body);
}

/* Makes room for `need`; doubles what is too small. The block moves, handles and indices stay. */
TACT_PRIVATE contact_status contact__world_reserve(contact_world *w, const contact__counts *need) {
    contact__counts have = w->head->capacity, want = have;
    contact_world grown = *w;
    int grow = 0;
    size_t bytes;
    void *block;
#define CONTACT__WANT(field)                                                          \
    if (need->field > have.field) {                                                   \
        grow = 1;                                                                     \
        want.field = need->field > 2 * have.field ? need->field : 2 * have.field;     \
    }
    CONTACT__WANT(bodies)
    CONTACT__WANT(geoms)
    CONTACT__WANT(joints)
    CONTACT__WANT(robots)
    CONTACT__WANT(reals)
    CONTACT__WANT(pairs)
    CONTACT__WANT(caches)
    CONTACT__WANT(contacts)
    CONTACT__WANT(overrides)
#undef CONTACT__WANT
    if (!grow) return CONTACT_OK;
    if (w->head->config.fixed_capacity) return contact__say(w, CONTACT_NO_SPACE, "world", NULL, -1);
    bytes = contact__world_layout(NULL, &want, NULL, 0);
    block = tact_alloc(w->allocator, bytes);
    if (!block) return contact__say(w, CONTACT_NO_MEMORY, "world", NULL, -1);
    TACT_MEMSET(block, 0, bytes);
    contact__world_layout(&grown, &want, block, bytes);
    *grown.head = *w->head;
#define CONTACT__X(field, type, count) TACT_MEMCPY(grown.field, w->field, sizeof(type) * (size_t)have.count);
    CONTACT__WORLD_ARRAYS(CONTACT__X)
#undef CONTACT__X
    tact_free(w->allocator, w->block, w->block_bytes);
    grown.head->capacity = want;
    *w = grown;
    w->block = block;
    w->block_bytes = bytes;
    return CONTACT_OK;
}

TACT_PRIVATE tact_real *contact__world_scratch(contact_world *w, int reals) {
    if (reals > w->scratch_count) {
        int count = 2 * reals;
        tact_real *grown = (tact_real *)tact_alloc(w->allocator, (size_t)count * sizeof(tact_real));
        if (!grown) return NULL;
        tact_free(w->allocator, w->scratch, (size_t)w->scratch_count * sizeof(tact_real));
        w->scratch = grown;
        w->scratch_count = count;
    }
    return w->scratch;
}

TACT_PRIVATE void *contact__world_stage(contact_world *w, size_t bytes) {
    if (bytes > w->stage_bytes) {
        void *grown = tact_alloc(w->allocator, 2 * bytes);
        if (!grown) return NULL;
        tact_free(w->allocator, w->stage, w->stage_bytes);
        w->stage = grown;
        w->stage_bytes = 2 * bytes;
    }
    return w->stage;
}

/* ---- defaults ---- */
CONTACT_API contact_surface contact_default_surface(void) {
    contact_surface m = TACT_ZERO;
    m.friction = TACT_R(0.5);
    m.stiffness = TACT_R(1e6), m.dissipation = 10, m.relaxation_time = TACT_R(0.01);
    return m;
}
CONTACT_API contact_world_config contact_default_world_config(void) {
    contact_world_config c = TACT_ZERO;
    c.gravity = tact_vec(0, 0, TACT_R(-9.81));
    c.solver = contact_default_config();
    c.solver.validate = 0;             /* the world checks its own input once, not every step */
    c.solver.tolerance = TACT_R(1e-9); /* a resting body must not creep */
    c.solver.max_iterations = 50;      /* what is not solved by then goes on, warm started, in the next step */
    c.solver.coarse_tolerance = TACT_R(1e-3);
    c.integrator = CONTACT_INTEGRATOR_EULER;
    c.substeps = 1;
    c.ccd = 1;
    c.sleep_speed = TACT_R(5e-3), c.sleep_time = TACT_R(0.5);
    c.speculative_distance = TACT_R(0.02);
    c.contact_erp = TACT_R(0.2), c.contact_slop = 0, c.max_depenetration = 1;
    c.joint_erp = TACT_R(0.2);
    c.restitution_threshold = TACT_R(0.2);
    c.capacity_bodies = c.capacity_geoms = 64, c.capacity_joints = 16, c.capacity_robots = 4;
    c.capacity_pairs = 256, c.capacity_contacts = 512, c.capacity_reals = 256;
    c.cookie = CONTACT__WORLD_COOKIE;
    return c;
}
CONTACT_API contact_body_def contact_default_body_def(void) {
    contact_body_def d = TACT_ZERO;
    d.type = CONTACT_BODY_DYNAMIC;
    d.pose = tact_pose_identity();
    d.mass_from_geoms = 1;
    d.mass = 1;
    d.inertia = tact_mat_diagonal(1, 1, 1);
    d.gravity_scale = 1;
    d.ccd = 1;
    return d;
}
CONTACT_API contact_geom_def contact_default_geom_def(void) {
    contact_geom_def d = TACT_ZERO;
    d.pose = tact_pose_identity();
    d.density = 1000;
    d.material = contact_default_surface();
    d.category = 1, d.mask = ~(uint32_t)0;
    return d;
}
CONTACT_API contact_joint_def contact_default_joint_def(contact_joint_kind kind) {
    contact_joint_def d = TACT_ZERO;
    d.kind = kind;
    d.frame_a = d.frame_b = tact_pose_identity();
    d.max_effort = TACT_REAL_MAX;
    return d;
}

/* NULL, or the first field that is out of its range. */
TACT_PRIVATE const char *contact__world_config_fault(const contact_world_config *c) {
    if (c->cookie != CONTACT__WORLD_COOKIE) return "config: start from contact_default_world_config()";
    if (!tact_vec_finite(c->gravity)) return "config.gravity";
    if (c->substeps < 1 || c->substeps > 1000) return "config.substeps";
    if (!(c->sleep_speed >= 0) || !(c->sleep_time >= 0)) return "config.sleep_speed or sleep_time";
    if (!(c->speculative_distance >= 0)) return "config.speculative_distance";
    if (!(c->contact_erp >= 0 && c->contact_erp <= 1) || !(c->joint_erp >= 0 && c->joint_erp <= 1)) return "config.contact_erp or joint_erp";
    if (!(c->contact_slop >= 0)) return "config.contact_slop";
    if (!(c->max_depenetration >= 0)) return "config.max_depenetration";
    if (!(c->restitution_threshold >= 0)) return "config.restitution_threshold";
    if ((unsigned)c->integrator > (unsigned)CONTACT_INTEGRATOR_FAITHFUL) return "config.integrator";
    if ((unsigned)c->solver.method >= (unsigned)CONTACT_METHOD_COUNT) return "config.solver.method";
    if (c->solver.parallel_for && c->solver.workers < 1) return "config.solver.workers";
    if (c->capacity_bodies < 1 || c->capacity_geoms < 1 || c->capacity_joints < 1 || c->capacity_robots < 1 ||
        c->capacity_pairs < 1 || c->capacity_contacts < 1 || c->capacity_reals < 1)
        return "config.capacity_*";
    return NULL;
}

TACT_PRIVATE int contact__world_pair_filter(void *context, int a, int b);
TACT_PRIVATE tact_real contact__geom_extent(const collide_shape *shape);
TACT_PRIVATE tact_real contact__geom_reach(const collide_shape *shape, tact_pose pose);

CONTACT_API contact_world *contact_world_create(const contact_world_config *config, const tact_allocator *allocator,
                                                contact_error *error) {
    contact_world_config defaults = contact_default_world_config();
    collide_broadphase_config broad = collide_broadphase_default_config();
    contact__counts capacity;
    contact_world failed, *w;
    const char *fault;
    contact_status status = CONTACT_NO_MEMORY;
    TACT_MEMSET(&failed, 0, sizeof failed);
    if (!config) config = &defaults;
    fault = contact__world_config_fault(config);
    if (fault) {
        contact__say(&failed, CONTACT_BAD_ARGUMENT, fault, NULL, -1);
        if (error) *error = failed.error;
        return NULL;
    }
    w = (contact_world *)tact_alloc(allocator, sizeof *w);
    if (w) {
        TACT_MEMSET(w, 0, sizeof *w);
        if (allocator) w->allocator_storage = *allocator, w->allocator = &w->allocator_storage;
        capacity.bodies = config->capacity_bodies, capacity.geoms = config->capacity_geoms;
        capacity.joints = config->capacity_joints, capacity.robots = config->capacity_robots;
        capacity.reals = config->capacity_reals, capacity.pairs = config->capacity_pairs;
        capacity.contacts = config->capacity_contacts, capacity.overrides = 16;
        capacity.caches = config->capacity_pairs;
        w->block_bytes = contact__world_layout(NULL, &capacity, NULL, 0);
        w->block = tact_alloc(w->allocator, w->block_bytes);
        broad.max_proxies = config->capacity_geoms;
        broad.max_pairs = config->capacity_pairs;
        broad.filter = contact__world_pair_filter;
        broad.filter_context = w;
        if (w->block && contact_problem_create(&w->problem, w->allocator) >= 0 && contact_problem_create(&w->stage_problem, w->allocator) >= 0 &&
            collide_broadphase_create(&w->broad, &broad, w->allocator) >= 0) {
            TACT_MEMSET(w->block, 0, w->block_bytes);
            contact__world_layout(w, &capacity, w->block, w->block_bytes);
            w->head->capacity = capacity;
            w->head->config = *config;
            w->head->free_body = w->head->free_geom = w->head->free_joint = w->head->free_robot = CONTACT__NONE;
            return w;
        }
        contact_world_destroy(w);
    }
    contact__say(&failed, status, "world", NULL, -1);
    if (error) *error = failed.error;
    return NULL;
}

CONTACT_API void contact_world_destroy(contact_world *w) {
    tact_allocator storage;
    const tact_allocator *allocator;
    int i;
    if (!w) return;
    if (w->head)
        for (i = 0; i < w->head->used.robots; ++i)
            if (w->robots[i].alive) rbd_data_destroy(w->robots[i].data), rbd_maximal_destroy(w->robots[i].maximal);
    collide_broadphase_destroy(&w->broad);
    contact_problem_free(&w->problem);
    contact_problem_free(&w->stage_problem);
    tact_free(w->allocator, w->stage, w->stage_bytes);
    tact_free(w->allocator, w->flags, (size_t)w->flag_count);
    tact_free(w->allocator, w->workspace, w->workspace_bytes);
    tact_free(w->allocator, w->scratch, (size_t)w->scratch_count * sizeof(tact_real));
    tact_free(w->allocator, w->block, w->block_bytes);
    storage = w->allocator_storage;
    allocator = w->allocator ? &storage : NULL;
    tact_free(allocator, w, sizeof *w);
}
CONTACT_API const contact_error *contact_world_error(const contact_world *w) { return &w->error; }
CONTACT_API contact_world_config *contact_world_settings(contact_world *w) { return &w->head->config; }
CONTACT_API contact_world_stats contact_world_get_stats(const contact_world *w) { return w->head->stats; }

/* ---- bodies ---- */
TACT_PRIVATE contact__rigid *contact__body_at(const contact_world *w, contact_body b) {
    if (!w || b.index >= (uint32_t)w->head->used.bodies) return NULL;
    return (w->bodies[b.index].flags & CONTACT__ALIVE) && w->bodies[b.index].generation == b.generation
               ? &w->bodies[b.index] : NULL;
}
TACT_PRIVATE contact_body contact__body_handle(const contact_world *w, int i) {
    contact_body b;
    b.index = (uint32_t)i;
    b.generation = w->bodies[i].generation;
    return b;
}
TACT_PRIVATE contact_geom contact__geom_handle(const contact_world *w, int i) {
    contact_geom g;
    g.index = (uint32_t)i;
    g.generation = w->geoms[i].generation;
    return g;
}
TACT_PRIVATE contact__geom *contact__geom_at(const contact_world *w, contact_geom g) {
    if (!w || g.index >= (uint32_t)w->head->used.geoms) return NULL;
    return w->geoms[g.index].alive && w->geoms[g.index].generation == g.generation ? &w->geoms[g.index] : NULL;
}
TACT_PRIVATE int contact__moves(const contact__rigid *b) { /* has degrees of freedom this step */
    return b->type >= CONTACT_BODY_DYNAMIC && !(b->flags & (CONTACT__FROZEN | CONTACT__ASLEEP));
}

/* What follows from the pose: rotation matrix and centre of mass. */
TACT_PRIVATE void contact__body_place(contact__rigid *b) {
    b->rotation = tact_quat_to_mat(b->pose.q);
    b->com = tact_add(b->pose.p, tact_mat_mul_vec(&b->rotation, b->com_local));
}

/* Symmetric positive definite, by the leading minors. */
TACT_PRIVATE int contact__positive3(const tact_mat3 *m) {
    tact_real a = m->m[0][0], b = m->m[0][0] * m->m[1][1] - m->m[0][1] * m->m[1][0];
    tact_real c = m->m[0][0] * (m->m[1][1] * m->m[2][2] - m->m[1][2] * m->m[2][1]) -
                  m->m[0][1] * (m->m[1][0] * m->m[2][2] - m->m[1][2] * m->m[2][0]) +
                  m->m[0][2] * (m->m[1][0] * m->m[2][1] - m->m[1][1] * m->m[2][0]);
    tact_real skew = tact_abs(m->m[0][1] - m->m[1][0]) + tact_abs(m->m[0][2] - m->m[2][0]) + tact_abs(m->m[1][2] - m->m[2][1]);
    return a > 0 && b > 0 && c > 0 && tact_finite(c) && skew <= TACT_R(1e-6) * (a + m->m[1][1] + m->m[2][2]);
}

/* A place in one of the arrays with holes: the first free one, else a new one at the end. */
#define CONTACT__NEW(w, list, counter, out, failure)                                                  \
    {                                                                                                 \
        if ((w)->head->free_##list != CONTACT__NONE) {                                                \
            out = (w)->head->free_##list;                                                             \
            (w)->head->free_##list = (w)->counter[out].next_free;                                     \
        } else {                                                                                      \
            contact__counts wanted = TACT_ZERO;                                                       \
            wanted.counter = (w)->head->used.counter + 1;                                             \
            if (contact__world_reserve((w), &wanted) < 0) return failure;                             \
            out = (w)->head->used.counter++;                                                          \
        }                                                                                             \
        {                                                                                             \
            uint32_t generation = (w)->counter[out].generation + 1;                                   \
            TACT_MEMSET(&(w)->counter[out], 0, sizeof (w)->counter[out]);                             \
            (w)->counter[out].generation = generation ? generation : 1;                               \
        }                                                                                             \
    }

CONTACT_API contact_body contact_world_add_body(contact_world *w, const contact_body_def *def) {
    contact_body none = TACT_ZERO;
    contact__rigid *b;
    int i, k;
    if (!w || !def) return none;
    w->error.body = none;
    if (!tact_pose_valid(def->pose) || !tact_vec_finite(def->velocity) || !tact_vec_finite(def->angular_velocity) ||
        !tact_vec_finite(def->com) || !tact_finite(def->gravity_scale)) {
        contact__say(w, CONTACT_NOT_FINITE, "new body", def->name, -1);
        return none;
    }
    if ((unsigned)def->type > (unsigned)CONTACT_BODY_DYNAMIC || !(def->linear_damping >= 0) || !(def->angular_damping >= 0)) {
        contact__say(w, CONTACT_BAD_ARGUMENT, "new body: type or damping", def->name, -1);
        return none;
    }
    if (def->type == CONTACT_BODY_DYNAMIC && !def->mass_from_geoms &&
        (!(def->mass > 0) || !tact_finite(def->mass) || !contact__positive3(&def->inertia))) {
        contact__say(w, CONTACT_NOT_POSITIVE, "new body", def->name, -1);
        return none;
    }
    CONTACT__NEW(w, body, bodies, i, none)
    b = &w->bodies[i];
    b->flags = CONTACT__ALIVE;
    b->type = (int)def->type;
    b->robot = b->link = b->first_geom = b->tree = b->island = CONTACT__NONE;
    b->mass_from_geoms = def->mass_from_geoms;
    b->pose = def->pose;
    b->pose.q = tact_quat_normalize(b->pose.q);
    b->good_pose = b->pose;
    b->v = def->velocity, b->w = def->angular_velocity;
    b->mass = def->mass_from_geoms ? 0 : def->mass;
    b->inertia_local = def->mass_from_geoms ? tact_mat_diagonal(0, 0, 0) : def->inertia;
    b->com_local = def->mass_from_geoms ? tact_vec(0, 0, 0) : def->com;
    b->linear_damping = def->linear_damping, b->angular_damping = def->angular_damping;
    b->gravity_scale = def->gravity_scale;
    b->ccd = def->ccd;
    b->user = def->user;
    for (k = 0; def->name && k < 31 && def->name[k]; ++k) b->name[k] = def->name[k];
    contact__body_place(b);
    return contact__body_handle(w, i);
}

/* Mass, centre and inertia of a body from its geoms, about their common centre (Huygens-Steiner). The centre moves in
   the body frame; the velocity of the centre is changed with it, so that the motion of the body stays the same. */
TACT_PRIVATE contact_status contact__body_sum_mass(contact_world *w, contact__rigid *b) {
    tact_real mass = 0;
    tact_vec3 first = tact_vec(0, 0, 0), com, shift;
    tact_mat3 sum = tact_mat_diagonal(0, 0, 0);
    int g, i, j, pass;
    for (pass = 0; pass < 2; ++pass) {
        com = mass > 0 ? tact_scale(1 / mass, first) : tact_vec(0, 0, 0);
        for (g = b->first_geom; g != CONTACT__NONE; g = w->geoms[g].next) {
            collide_mass m;
            tact_mat3 r = tact_quat_to_mat(w->geoms[g].pose.q), t, rt = tact_mat_transpose(&r);
            tact_vec3 c, d;
            if (!(w->geoms[g].density > 0)) continue;
            if (collide_mass_properties(&w->geoms[g].shape, w->geoms[g].density, &m) < 0) return CONTACT_NOT_POSITIVE;
            c = tact_pose_apply(w->geoms[g].pose, m.com);
            if (!pass) {
                mass += m.mass;
                first = tact_mul_add(first, m.mass, c);
                continue;
            }
            d = tact_sub(c, com);
            t = tact_mat_mul(&r, &m.inertia);
            t = tact_mat_mul(&t, &rt);
            for (i = 0; i < 3; ++i)
                for (j = 0; j < 3; ++j) {
                    const tact_real dv[3] = {d.x, d.y, d.z};
                    sum.m[i][j] += t.m[i][j] + m.mass * ((i == j ? tact_norm2(d) : 0) - dv[i] * dv[j]);
                }
        }
    }
    shift = tact_mat_mul_vec(&b->rotation, tact_sub(com, b->com_local));
    b->v = tact_add(b->v, tact_cross(b->w, shift));
    b->mass = mass;
    b->com_local = com;
    b->inertia_local = sum;
    contact__body_place(b);
    return CONTACT_OK;
}

TACT_PRIVATE void contact__wake_all(contact_world *w) {
    int i;
    for (i = 0; i < w->head->used.bodies; ++i) w->bodies[i].flags &= ~CONTACT__ASLEEP, w->bodies[i].rest_time = 0;
}
TACT_PRIVATE void contact__wake(contact_world *w, contact__rigid *b) {
    int i, island = b->island;
    b->rest_time = 0;
    if (!(b->flags & CONTACT__ASLEEP)) return;
    for (i = 0; i < w->head->used.bodies; ++i)
        if ((w->bodies[i].flags & CONTACT__ASLEEP) && w->bodies[i].island == island) {
            w->bodies[i].flags &= ~CONTACT__ASLEEP;
            w->bodies[i].rest_time = 0;
        }
}

TACT_PRIVATE tact_pose contact__geom_pose(const contact_world *w, const contact__geom *g) {
    return tact_pose_mul(w->bodies[g->body].pose, g->pose);
}
/* Where a geom is in this step, once for all its pairs. */
TACT_PRIVATE void contact__geom_place(contact_world *w, contact__geom *g) {
    const tact_vec3 *c = &g->shape.centre;
    const contact__rigid *b = &w->bodies[g->body];
    contact__spot *s = &w->spots[g - w->geoms];
    g->placed = contact__geom_pose(w, g);
    s->middle = c->x != 0 || c->y != 0 || c->z != 0 ? tact_pose_apply(g->placed, *c) : g->placed.p;
    s->ball = g->reach > 0 ? g->shape.extent + g->shape.radius : -1;
    s->extent = g->extent;
    s->speed = b->type == CONTACT_BODY_STATIC ? 0 : tact_norm(b->v) + tact_norm(b->w) * (g->reach + tact_norm(b->com_local));
    s->body = g->body;
    s->moves = (short)contact__moves(b), s->kind = (short)g->shape.kind;
}

CONTACT_API contact_geom contact_world_add_geom(contact_world *w, contact_body body, const contact_geom_def *def) {
    contact_geom none = TACT_ZERO;
    contact__rigid *b = contact__body_at(w, body);
    contact__geom *g;
    collide_aabb box;
    collide_filter filter;
    collide_mass probe;
    int i;
    if (!w) return none;
    w->error.body = body;
    if (!b || !def || !def->shape) {
        contact__say(w, b ? CONTACT_BAD_ARGUMENT : CONTACT_STALE_HANDLE, "new geom: body or shape", NULL, -1);
        return none;
    }
    if (collide_shape_check(def->shape) < 0) {
        contact__say(w, CONTACT_BAD_SHAPE, collide_status_text(collide_shape_check(def->shape)), b->name, (int)body.index);
        return none;
    }
    if (!tact_pose_valid(def->pose) || !(def->density >= 0) || !tact_finite(def->density)) {
        contact__say(w, CONTACT_NOT_FINITE, "new geom: pose or density of a geom of body", b->name, (int)body.index);
        return none;
    }
    if (!(def->material.friction >= 0) || !(def->material.restitution >= 0 && def->material.restitution <= 1) ||
        !tact_vec_finite(def->material.surface_velocity)) {
        contact__say(w, CONTACT_BAD_FRICTION, "new geom: material of a geom of body", b->name, (int)body.index);
        return none;
    }
    if (b->type == CONTACT_BODY_DYNAMIC && b->mass_from_geoms && def->density > 0 &&
        (collide_mass_properties(def->shape, def->density, &probe) < 0 || !(probe.mass > 0) || !tact_finite(probe.mass))) {
        contact__say(w, CONTACT_NOT_POSITIVE, "new geom: no finite mass for body", b->name, (int)body.index);
        return none;
    }
    CONTACT__NEW(w, geom, geoms, i, none)
    b = &w->bodies[body.index]; /* the block may have moved */
    g = &w->geoms[i];
    g->alive = 1;
    g->body = (int)body.index;
    g->shape = *def->shape;
    g->pose = def->pose;
    g->pose.q = tact_quat_normalize(g->pose.q);
    g->density = def->density;
    g->material = def->material;
    g->category = def->category, g->mask = def->mask;
    g->user = def->user;
    g->proxy = CONTACT__NONE;
    filter.category = g->category, filter.mask = g->mask, filter.group = 0;
    if (collide_shape_aabb(&g->shape, contact__geom_pose(w, g), &box) < 0 ||
        collide_broadphase_insert(&w->broad, box, filter, b->type == CONTACT_BODY_STATIC, (uint64_t)i, &g->proxy) < 0) {
        g->alive = 0;
        g->next_free = w->head->free_geom;
        w->head->free_geom = i;
        contact__say(w, CONTACT_NO_MEMORY, "new geom: no room in the broad phase for body", b->name, (int)body.index);
        return none;
    }
    g->extent = contact__geom_extent(&g->shape);
    g->reach = contact__geom_reach(&g->shape, g->pose);
    contact__geom_place(w, g);
    g->next = b->first_geom;
    b->first_geom = i;
    if (b->type == CONTACT_BODY_DYNAMIC && b->mass_from_geoms) contact__body_sum_mass(w, b);
    contact__wake(w, b);
    return contact__geom_handle(w, i);
}

TACT_PRIVATE contact_body contact__add_simple(contact_world *w, contact_body_type type, const collide_shape *shape,
                                              tact_pose pose, tact_real density) {
    contact_body_def body = contact_default_body_def();
    contact_geom_def geom = contact_default_geom_def();
    contact_body b, none = TACT_ZERO;
    contact_error error;
    body.type = type;
    body.pose = pose;
    geom.shape = shape;
    geom.density = density;
    b = contact_world_add_body(w, &body);
    if (!contact_body_valid(w, b)) return none;
    if (!contact__geom_at(w, contact_world_add_geom(w, b, &geom)) || (type == CONTACT_BODY_DYNAMIC && !(w->bodies[b.index].mass > 0))) {
        error = w->error;
        if (error.status >= 0) error.status = contact__say(w, CONTACT_NOT_POSITIVE, "new body", NULL, -1), error = w->error;
        contact_world_remove_body(w, b);
        w->error = error;
        return none;
    }
    return b;
}
CONTACT_API contact_body contact_world_add_dynamic(contact_world *w, const collide_shape *shape, tact_pose pose,
                                                   tact_real density) {
    return contact__add_simple(w, CONTACT_BODY_DYNAMIC, shape, pose, density);
}
CONTACT_API contact_body contact_world_add_static(contact_world *w, const collide_shape *shape, tact_pose pose) {
    return contact__add_simple(w, CONTACT_BODY_STATIC, shape, pose, 0);
}

TACT_PRIVATE void contact__drop_geom(contact_world *w, int i) {
    contact__geom *g = &w->geoms[i];
    contact__rigid *b = &w->bodies[g->body];
    int *at = &b->first_geom;
    while (*at != CONTACT__NONE && *at != i) at = &w->geoms[*at].next;
    if (*at == i) *at = g->next;
    collide_broadphase_remove(&w->broad, g->proxy);
    g->alive = 0;
    g->next_free = w->head->free_geom;
    w->head->free_geom = i;
}
CONTACT_API contact_status contact_world_remove_geom(contact_world *w, contact_geom geom) {
    contact__geom *g = contact__geom_at(w, geom);
    contact__rigid *b;
    if (!g) return w ? contact__say(w, CONTACT_STALE_HANDLE, "geom", NULL, -1) : CONTACT_BAD_ARGUMENT;
    b = &w->bodies[g->body];
    contact__wake_all(w);
    contact__drop_geom(w, (int)geom.index);
    if (b->type == CONTACT_BODY_DYNAMIC && b->mass_from_geoms) contact__body_sum_mass(w, b);
    return CONTACT_OK;
}
TACT_PRIVATE void contact__drop_joint(contact_world *w, int i) {
    w->joints[i].alive = 0;
    w->joints[i].next_free = w->head->free_joint;
    w->head->free_joint = i;
}
TACT_PRIVATE void contact__drop_body(contact_world *w, int i) {
    contact__rigid *b = &w->bodies[i];
    int k;
    while (b->first_geom != CONTACT__NONE) contact__drop_geom(w, b->first_geom);
    for (k = 0; k < w->head->used.joints; ++k)
        if (w->joints[k].alive && ((w->joints[k].def.a.index == (uint32_t)i && w->joints[k].def.a.generation == b->generation) ||
                                   (w->joints[k].def.b.index == (uint32_t)i && w->joints[k].def.b.generation == b->generation)))
            contact__drop_joint(w, k);
    b->flags = 0;
    b->next_free = w->head->free_body;
    w->head->free_body = i;
}
CONTACT_API contact_status contact_world_remove_body(contact_world *w, contact_body body) {
    contact__rigid *b = contact__body_at(w, body);
    if (!b) return w ? contact__say(w, CONTACT_STALE_HANDLE, "body", NULL, -1) : CONTACT_BAD_ARGUMENT;
    if (b->robot != CONTACT__NONE) return contact__say_body(w, CONTACT_BAD_ARGUMENT, (int)body.index, "link of a robot");
    contact__wake_all(w);
    contact__drop_body(w, (int)body.index);
    return CONTACT_OK;
}

CONTACT_API int contact_body_valid(const contact_world *w, contact_body body) { return contact__body_at(w, body) != NULL; }
CONTACT_API tact_pose contact_body_pose(const contact_world *w, contact_body body) {
    const contact__rigid *b = contact__body_at(w, body);
    return b ? b->pose : tact_pose_identity();
}
CONTACT_API tact_vec3 contact_body_velocity(const contact_world *w, contact_body body) {
    const contact__rigid *b = contact__body_at(w, body);
    return b ? b->v : tact_vec(0, 0, 0);
}
CONTACT_API tact_vec3 contact_body_angular_velocity(const contact_world *w, contact_body body) {
    const contact__rigid *b = contact__body_at(w, body);
    return b ? b->w : tact_vec(0, 0, 0);
}
CONTACT_API tact_vec3 contact_body_com(const contact_world *w, contact_body body) {
    const contact__rigid *b = contact__body_at(w, body);
    return b ? b->com : tact_vec(0, 0, 0);
}
CONTACT_API tact_real contact_body_mass(const contact_world *w, contact_body body) {
    const contact__rigid *b = contact__body_at(w, body);
    return b ? b->mass : 0;
}
/* A living body that is not a link, or NULL after saying why not. */
TACT_PRIVATE contact__rigid *contact__writable(contact_world *w, contact_body body, int link_allowed) {
    contact__rigid *b = contact__body_at(w, body);
    if (!w) return NULL;
    if (!b) contact__say(w, CONTACT_STALE_HANDLE, "body", NULL, -1);
    else if (b->robot != CONTACT__NONE && !link_allowed) {
        contact__say_body(w, CONTACT_BAD_ARGUMENT, (int)body.index, "link: write the state of its robot instead");
        b = NULL;
    }
    return b;
}
CONTACT_API contact_status contact_body_set_pose(contact_world *w, contact_body body, tact_pose pose) {
    contact__rigid *b = contact__writable(w, body, 0);
    int g;
    if (!b) return w ? w->error.status : CONTACT_BAD_ARGUMENT;
    if (!tact_pose_valid(pose)) return contact__say_body(w, CONTACT_NOT_FINITE, (int)body.index, "pose of body");
    contact__wake_all(w);
    b->pose = pose;
    b->pose.q = tact_quat_normalize(pose.q);
    b->good_pose = b->pose;
    b->flags &= ~CONTACT__FROZEN;
    contact__body_place(b);
    for (g = b->first_geom; g != CONTACT__NONE; g = w->geoms[g].next) {
        collide_aabb box;
        contact__geom_place(w, &w->geoms[g]);
        if (collide_shape_aabb(&w->geoms[g].shape, w->geoms[g].placed, &box) >= 0)
            collide_broadphase_move(&w->broad, w->geoms[g].proxy, box, tact_vec(0, 0, 0), NULL);
    }
    return CONTACT_OK;
}
CONTACT_API contact_status contact_body_set_velocity(contact_world *w, contact_body body, tact_vec3 linear, tact_vec3 angular) {
    contact__rigid *b = contact__writable(w, body, 0);
    if (!b) return w ? w->error.status : CONTACT_BAD_ARGUMENT;
    if (!tact_vec_finite(linear) || !tact_vec_finite(angular))
        return contact__say_body(w, CONTACT_NOT_FINITE, (int)body.index, "velocity of body");
    contact__wake(w, b);
    b->v = linear, b->w = angular;
    return CONTACT_OK;
}
TACT_PRIVATE contact_status contact__push(contact_world *w, contact_body body, tact_vec3 force, tact_vec3 torque) {
    contact__rigid *b = contact__writable(w, body, 1);
    if (!b) return w ? w->error.status : CONTACT_BAD_ARGUMENT;
    if (!tact_vec_finite(force) || !tact_vec_finite(torque))
        return contact__say_body(w, CONTACT_NOT_FINITE, (int)body.index, "force on body");
    contact__wake(w, b);
    w->head->pushed = 1;
    b->force = tact_add(b->force, force);
    b->torque = tact_add(b->torque, torque);
    return CONTACT_OK;
}
CONTACT_API contact_status contact_body_add_force(contact_world *w, contact_body body, tact_vec3 force) {
    return contact__push(w, body, force, tact_vec(0, 0, 0));
}
CONTACT_API contact_status contact_body_add_torque(contact_world *w, contact_body body, tact_vec3 torque) {
    return contact__push(w, body, tact_vec(0, 0, 0), torque);
}
CONTACT_API contact_status contact_body_add_force_at(contact_world *w, contact_body body, tact_vec3 force, tact_vec3 point) {
    return contact__push(w, body, force, tact_cross(tact_sub(point, contact_body_com(w, body)), force));
}
CONTACT_API contact_surface *contact_geom_surface(contact_world *w, contact_geom geom) {
    contact__geom *g = contact__geom_at(w, geom);
    return g ? &g->material : NULL;
}
CONTACT_API contact_status contact_world_set_pair_material(contact_world *w, contact_geom a, contact_geom b,
                                                           const contact_surface *material) {
    contact__counts need = TACT_ZERO;
    contact__override *o;
    int i;
    if (!contact__geom_at(w, a) || !contact__geom_at(w, b) || !material)
        return w ? contact__say(w, CONTACT_STALE_HANDLE, "pair material: geom", NULL, -1) : CONTACT_BAD_ARGUMENT;
    if (!(material->friction >= 0) || !(material->restitution >= 0 && material->restitution <= 1))
        return contact__say(w, CONTACT_BAD_FRICTION, "pair material", NULL, -1);
    if (a.index > b.index) {
        contact_geom t = a;
        a = b, b = t;
    }
    for (i = 0; i < w->head->used.overrides; ++i)
        if (w->overrides[i].a == a.index && w->overrides[i].b == b.index) break;
    need.overrides = i + 1;
    if (contact__world_reserve(w, &need) < 0) return w->error.status;
    if (i == w->head->used.overrides) w->head->used.overrides++;
    o = &w->overrides[i];
    o->a = a.index, o->b = b.index, o->generation_a = a.generation, o->generation_b = b.generation;
    o->material = *material;
    return CONTACT_OK;
}

/* ---- robots ---- */
TACT_PRIVATE contact__articulation *contact__robot_at(const contact_world *w, contact_robot r) {
    if (!w || r.index >= (uint32_t)w->head->used.robots) return NULL;
    return w->robots[r.index].alive && w->robots[r.index].generation == r.generation ? &w->robots[r.index] : NULL;
}

/* Poses and velocities of the links from q and v. */
TACT_PRIVATE rbd_status contact__robot_kinematics(contact_world *w, contact__articulation *r) {
    rbd_status status = rbd_fk_velocity(r->model, r->data, w->reals + r->q, w->reals + r->v);
    int i;
    if (status < 0) return status;
    for (i = 1; i < r->model->n_bodies; ++i) {
        contact__rigid *b = &w->bodies[r->first_body + i - 1];
        const tact_real *u = r->data->velocity[i];
        tact_vec3 arm;
        b->pose = rbd_body_pose(r->data, i);
        b->rotation = r->data->rotation[i];
        arm = tact_mat_mul_vec(&b->rotation, b->com_local);
        b->com = tact_add(b->pose.p, arm);
        b->w = tact_vec(u[3], u[4], u[5]);
        b->v = tact_add(tact_vec(u[0], u[1], u[2]), tact_cross(b->w, arm));
    }
    return status;
}

/* The poses of the links are where they go back to should the robot stop. */
TACT_PRIVATE void contact__robot_was_good(contact_world *w, const contact__articulation *r) {
    int i;
    for (i = 1; i < r->model->n_bodies; ++i) w->bodies[r->first_body + i - 1].good_pose = w->bodies[r->first_body + i - 1].pose;
}

TACT_PRIVATE rbd_status contact__links_write(contact_world *w, contact__articulation *r);

/* Coordinates that are plain numbers, one a dof: not those of ball, planar and free joints, nor cosine and sine of an angle. */
TACT_PRIVATE int contact__plain_dof(const rbd_model *m, int body) { return m->body_nv[body] == m->body_nq[body] && !m->cos_sin[body]; }
/* The same, or the angle of an unbounded hinge. */
TACT_PRIVATE int contact__has_angle(const rbd_model *m, int body) { return m->cos_sin[body] || contact__plain_dof(m, body); }
#define CONTACT__MOTOR_REALS ((int)(sizeof(contact_motor) / sizeof(tact_real)))
TACT_PRIVATE int contact__motor_on(const contact_motor *m) { return m->stiffness > 0 || m->damping > 0; }
TACT_PRIVATE contact_motor contact__motor_of(const contact_world *w, const contact__articulation *r, int dof) {
    contact_motor m;
    TACT_MEMCPY(&m, w->reals + r->motor + CONTACT__MOTOR_REALS * dof, sizeof m);
    return m;
}
/* How many impulses are kept of the joints of a robot in maximal coordinates. */
TACT_PRIVATE int contact__link_impulses(const rbd_maximal *x) { return 6 * (x->n + 1) + x->tree->joint_nv + x->tree->n_coupled; }

CONTACT_API contact_robot contact_world_add_robot(contact_world *w, const rbd_model *model, const tact_real *q, const tact_real *v) {
    contact_robot none = TACT_ZERO, handle;
    contact_body_def def = contact_default_body_def();
    contact__counts need = TACT_ZERO;
    contact__articulation *r;
    rbd_data *data;
    rbd_maximal *maximal = NULL;
    int i, k, index, bodies, reals;
    if (!w || !model) return none;
    bodies = model->n_bodies - 1;
    reals = 2 * model->nq + 3 * model->nv + (3 + CONTACT__MOTOR_REALS + 2) * model->joint_nv;
    if (w->head->config.maximal) {
        rbd_error why;
        maximal = rbd_maximal_create(model, w->allocator, &why);
        if (!maximal) {
            contact__say(w, why.status == RBD_NO_MEMORY ? CONTACT_NO_MEMORY : CONTACT_UNSUPPORTED, why.text, NULL, -1);
            return none;
        }
        reals += 6 * maximal->model->n_bodies + contact__link_impulses(maximal);
    }
    for (i = 0; q && i < model->nq; ++i)
        if (!tact_finite(q[i])) {
            contact__say(w, CONTACT_NOT_FINITE, "new robot: entry of q", NULL, i);
            return none;
        }
    for (i = 0; v && i < model->nv; ++i)
        if (!tact_finite(v[i])) {
            contact__say(w, CONTACT_NOT_FINITE, "new robot: entry of v", NULL, i);
            return none;
        }
    need.bodies = w->head->used.bodies + bodies;
    need.reals = w->head->used.reals + reals;
    if (contact__world_reserve(w, &need) < 0) {
        rbd_maximal_destroy(maximal);
        return none;
    }
    data = rbd_data_create(model, w->allocator);
    if (!data) {
        rbd_maximal_destroy(maximal);
        contact__say(w, CONTACT_NO_MEMORY, "new robot", NULL, -1);
        return none;
    }
    {
        int free_robot = w->head->free_robot;
        if (free_robot == CONTACT__NONE) {
            need.robots = w->head->used.robots + 1;
            if (contact__world_reserve(w, &need) < 0) {
                rbd_data_destroy(data);
                rbd_maximal_destroy(maximal);
                return none;
            }
        }
    }
    CONTACT__NEW(w, robot, robots, index, none)
    r = &w->robots[index];
    r->alive = 1;
    r->model = model;
    r->data = data;
    r->q = w->head->used.reals;
    r->maximal = maximal;
    r->v = r->q + model->nq, r->tau = r->v + model->nv, r->limit_impulse = r->tau + model->nv;
    r->friction_impulse = r->limit_impulse + 2 * model->joint_nv;
    r->motor = r->friction_impulse + model->joint_nv, r->motor_impulse = r->motor + CONTACT__MOTOR_REALS * model->joint_nv;
    r->motor_row = r->motor_impulse + model->joint_nv;
    r->shadow = r->motor_row + model->joint_nv;
    r->push = r->shadow + model->nq + model->nv;
    r->joint_impulse = maximal ? r->push + 6 * maximal->model->n_bodies : r->push;
    w->head->used.reals += reals;
    r->first_body = w->head->used.bodies;
    for (i = 1; i <= bodies; ++i) { /* consecutive places at the end, so that a link is found by adding */
        contact__rigid *b = &w->bodies[w->head->used.bodies++];
        uint32_t generation = b->generation + 1;
        TACT_MEMSET(b, 0, sizeof *b);
        b->generation = generation ? generation : 1;
        b->flags = CONTACT__ALIVE;
        b->type = maximal && model->inertia[i].mass > 0 ? CONTACT_BODY_DYNAMIC : CONTACT_BODY_LINK;
        b->robot = index, b->link = i;
        b->first_geom = b->tree = b->island = CONTACT__NONE;
        b->pose = def.pose;
        b->gravity_scale = 1;
        b->ccd = 1;
        b->mass = model->inertia[i].mass;
        b->com_local = model->inertia[i].com;
        b->inertia_local = tact_mat_diagonal(model->inertia[i].xx, model->inertia[i].yy, model->inertia[i].zz);
        b->inertia_local.m[0][1] = b->inertia_local.m[1][0] = model->inertia[i].xy;
        b->inertia_local.m[0][2] = b->inertia_local.m[2][0] = model->inertia[i].xz;
        b->inertia_local.m[1][2] = b->inertia_local.m[2][1] = model->inertia[i].yz;
        for (k = 0; model->name[i] && k < 31 && model->name[i][k]; ++k) b->name[k] = model->name[i][k];
    }
    for (i = 0; maximal && i < model->n_coupled; ++i) /* a coupled joint ties up to four links: these share a tree */
        for (k = 0; k < 4; ++k) {
            int body = maximal->follower[i], link;
            link = maximal->holder[k & 1 ? model->coupling_body[body] : body];
            if (k & 2) link = maximal->parent[link];
            if (link) w->bodies[r->first_body + maximal->tree_body[link] - 1].coupled = 1;
        }
    TACT_MEMSET(w->reals + r->q, 0, (size_t)reals * sizeof(tact_real));
    if (q) TACT_MEMCPY(w->reals + r->q, q, (size_t)model->nq * sizeof(tact_real));
    else rbd_neutral(model, w->reals + r->q);
    if (v) TACT_MEMCPY(w->reals + r->v, v, (size_t)model->nv * sizeof(tact_real));
    for (i = 0; i < model->joint_nv; ++i)
        w->reals[r->motor + CONTACT__MOTOR_REALS * i + CONTACT__MOTOR_REALS - 1] = model->dof[i].max_effort > 0 ? model->dof[i].max_effort : TACT_REAL_MAX;
    handle.index = (uint32_t)index;
    handle.generation = r->generation;
    if (rbd_normalize(model, w->reals + r->q) < 0 || (maximal ? contact__links_write(w, r) : contact__robot_kinematics(w, r)) < 0) {
        contact_world_remove_robot(w, handle);
        contact__say(w, CONTACT_NOT_FINITE, "new robot: its configuration cannot be normalised", NULL, -1);
        return none;
    }
    return handle;
}

CONTACT_API contact_status contact_world_remove_robot(contact_world *w, contact_robot robot) {
    contact__articulation *r = contact__robot_at(w, robot);
    int i;
    if (!r) return w ? contact__say(w, CONTACT_STALE_HANDLE, "robot", NULL, -1) : CONTACT_BAD_ARGUMENT;
    contact__wake_all(w);
    for (i = r->model->n_bodies - 2; i >= 0; --i) contact__drop_body(w, r->first_body + i);
    rbd_data_destroy(r->data);
    rbd_maximal_destroy(r->maximal);
    r->alive = 0;
    r->next_free = w->head->free_robot;
    w->head->free_robot = (int)robot.index;
    return CONTACT_OK;
}
CONTACT_API contact_body contact_robot_link(const contact_world *w, contact_robot robot, int model_body) {
    contact_body none = TACT_ZERO;
    const contact__articulation *r = contact__robot_at(w, robot);
    if (!r || model_body < 1 || model_body >= r->model->n_bodies) return none;
    return contact__body_handle(w, r->first_body + model_body - 1);
}
CONTACT_API tact_real *contact_robot_q(contact_world *w, contact_robot robot) {
    contact__articulation *r = contact__robot_at(w, robot);
    return r ? w->reals + r->q : NULL;
}
CONTACT_API tact_real *contact_robot_v(contact_world *w, contact_robot robot) {
    contact__articulation *r = contact__robot_at(w, robot);
    return r ? w->reals + r->v : NULL;
}
CONTACT_API tact_real *contact_robot_tau(contact_world *w, contact_robot robot) {
    contact__articulation *r = contact__robot_at(w, robot);
    return r ? w->reals + r->tau : NULL;
}

CONTACT_API contact_status contact_robot_set_state(contact_world *w, contact_robot robot, const tact_real *q, const tact_real *v) {
    contact__articulation *r = contact__robot_at(w, robot);
    int i;
    if (!r) return w ? contact__say(w, CONTACT_STALE_HANDLE, "robot", NULL, -1) : CONTACT_BAD_ARGUMENT;
    for (i = 0; q && i < r->model->nq; ++i)
        if (!tact_finite(q[i])) return contact__say(w, CONTACT_NOT_FINITE, "state of robot: entry of q", NULL, i);
    for (i = 0; v && i < r->model->nv; ++i)
        if (!tact_finite(v[i])) return contact__say(w, CONTACT_NOT_FINITE, "state of robot: entry of v", NULL, i);
    if (q) TACT_MEMCPY(w->reals + r->q, q, (size_t)r->model->nq * sizeof(tact_real));
    if (v) TACT_MEMCPY(w->reals + r->v, v, (size_t)r->model->nv * sizeof(tact_real));
    rbd_normalize(r->model, w->reals + r->q);
    contact__wake_all(w);
    for (i = 1; i < r->model->n_bodies; ++i) w->bodies[r->first_body + i - 1].flags &= ~CONTACT__FROZEN;
    if (r->maximal) contact__links_write(w, r);
    else contact__robot_kinematics(w, r);
    contact__robot_was_good(w, r);
    return CONTACT_OK;
}

TACT_PRIVATE int contact__has_dof(const contact__articulation *r, int dof) { return r && dof >= 0 && dof < r->model->joint_nv; }
CONTACT_API contact_motor contact_robot_motor(const contact_world *w, contact_robot robot, int dof) {
    const contact__articulation *r = contact__robot_at(w, robot);
    contact_motor none = TACT_ZERO;
    return contact__has_dof(r, dof) ? contact__motor_of(w, r, dof) : none;
}
CONTACT_API contact_status contact_robot_set_motor(contact_world *w, contact_robot robot, int dof, const contact_motor *motor) {
    contact__articulation *r = contact__robot_at(w, robot);
    int i;
    if (!r) return w ? contact__say(w, CONTACT_STALE_HANDLE, "robot", NULL, -1) : CONTACT_BAD_ARGUMENT;
    if (!motor || !contact__has_dof(r, dof)) return contact__say(w, CONTACT_BAD_ARGUMENT, "motor of robot: degree of freedom", NULL, dof);
    if (!tact_finite(motor->stiffness) || !tact_finite(motor->damping) || !tact_finite(motor->position) || !tact_finite(motor->velocity))
        return contact__say(w, CONTACT_NOT_FINITE, "motor of robot: degree of freedom", NULL, dof);
    if (!(motor->stiffness >= 0) || !(motor->damping >= 0) || !(motor->max_effort > 0) ||
        (motor->stiffness > 0 && !contact__has_angle(r->model, r->model->dof_body[dof])))
        return contact__say(w, CONTACT_BAD_ARGUMENT, "motor of robot: gains or effort of degree of freedom", NULL, dof);
    if (!TACT_MEMCMP(w->reals + r->motor + CONTACT__MOTOR_REALS * dof, motor, sizeof *motor)) return CONTACT_OK; /* may go on sleeping */
    TACT_MEMCPY(w->reals + r->motor + CONTACT__MOTOR_REALS * dof, motor, sizeof *motor);
    for (i = 0; i < r->model->n_bodies - 1; ++i)
        if (w->bodies[r->first_body + i].flags & CONTACT__ASLEEP) contact__wake(w, &w->bodies[r->first_body + i]);
    return CONTACT_OK;
}
CONTACT_API tact_real contact_robot_motor_effort(const contact_world *w, contact_robot robot, int dof) {
    const contact__articulation *r = contact__robot_at(w, robot);
    contact_motor motor;
    if (!contact__has_dof(r, dof) || !(w->head->last_dt > 0)) return 0;
    motor = contact__motor_of(w, r, dof);
    return contact__motor_on(&motor) ? w->reals[r->motor_impulse + dof] / w->head->last_dt : 0;
}

/* What a file holds besides the model, collected while it is read. */
typedef struct contact__file_part {
    int kind; /* 0: geom, 1: loop */
    int body1, body2;
    tact_pose pose1, pose2;
    collide_shape shape;
    contact_joint_kind joint;
} contact__file_part;
typedef struct contact__file_parts {
    const contact_file_config *config;
    const tact_allocator *allocator;
    contact__file_part *part;
    int n, capacity, failed;
} contact__file_parts;
TACT_PRIVATE contact__file_part *contact__file_new(contact__file_parts *f) {
    if (f->n == f->capacity) {
        int more = f->capacity ? 2 * f->capacity : 16;
        contact__file_part *grown = (contact__file_part *)tact_alloc(f->allocator, (size_t)more * sizeof *grown);
        if (!grown) {
            f->failed = 1;
            return NULL;
        }
        if (f->n) TACT_MEMCPY(grown, f->part, (size_t)f->n * sizeof *grown);
        tact_free(f->allocator, f->part, (size_t)f->capacity * sizeof *grown);
        f->part = grown, f->capacity = more;
    }
    TACT_MEMSET(&f->part[f->n], 0, sizeof f->part[f->n]);
    return &f->part[f->n++];
}
TACT_PRIVATE void contact__file_geometry(void *user, const rbd_geometry *g) {
    contact__file_parts *f = (contact__file_parts *)user;
    contact__file_part *p;
    collide_shape shape;
    if (g->visual) return;
    switch (g->type) {
    case RBD_GEOMETRY_BOX: shape = collide_box(g->size.x / 2, g->size.y / 2, g->size.z / 2); break;
    case RBD_GEOMETRY_SPHERE: shape = collide_sphere(g->radius); break;
    case RBD_GEOMETRY_CYLINDER: shape = collide_cylinder(g->radius, g->length / 2); break;
    case RBD_GEOMETRY_CAPSULE: shape = collide_capsule(g->radius, g->length / 2); break;
    case RBD_GEOMETRY_ELLIPSOID: shape = collide_ellipsoid(g->size.x, g->size.y, g->size.z); break;
    case RBD_GEOMETRY_PLANE: shape = collide_halfspace(tact_vec(0, 0, 1), 0); break;
    default:
        if (!f->config->mesh || !f->config->mesh(f->config->context, g, &shape)) return;
    }
    p = contact__file_new(f);
    if (p) p->body1 = g->body, p->pose1 = g->pose, p->shape = shape;
}
TACT_PRIVATE void contact__file_loop(void *user, const rbd_constraint *c, const char *name, int line) {
    contact__file_parts *f = (contact__file_parts *)user;
    contact__file_part *p;
    (void)name, (void)line;
    if (c->rows != 63u && c->rows != 7u) return;
    p = contact__file_new(f);
    if (p) {
        p->kind = 1, p->joint = c->rows == 7u ? CONTACT_JOINT_BALL : CONTACT_JOINT_WELD;
        p->body1 = c->body1, p->pose1 = c->placement1, p->body2 = c->body2, p->pose2 = c->placement2;
    }
}
CONTACT_API contact_file_config contact_default_file_config(void) {
    contact_file_config c = TACT_ZERO;
    c.reader = rbd_default_reader_config();
    c.material = contact_default_surface();
    c.category = 1, c.mask = ~(uint32_t)0;
    return c;
}
CONTACT_API contact_robot contact_world_add_file(contact_world *w, const char *text, size_t bytes, const contact_file_config *config, rbd_model **model) {
    contact_file_config defaults = contact_default_file_config();
    contact__file_parts parts = TACT_ZERO;
    contact_robot none = TACT_ZERO, robot = none;
    contact_body ground = TACT_ZERO;
    rbd_reader_config reader;
    rbd_error error = TACT_ZERO;
    int i, mjcf = 0, ok = 1;
    size_t k;
    if (model) *model = NULL;
    if (!w || !text || !model) {
        if (w) contact__say(w, CONTACT_BAD_ARGUMENT, "robot file: text or model is NULL", NULL, -1);
        return none;
    }
    if (!config) config = &defaults;
    for (k = 0; !mjcf && k + 7 <= bytes; ++k) mjcf = text[k] == '<' && !TACT_MEMCMP(text + k, "<mujoco", 7);
    reader = config->reader;
    parts.config = config, parts.allocator = w->allocator;
    reader.user = &parts, reader.geometry = contact__file_geometry, reader.constraint = contact__file_loop;
    *model = mjcf ? rbd_model_create_mjcf(text, bytes, &reader, w->allocator, &error) : rbd_model_create_urdf(text, bytes, &reader, w->allocator, &error);
    if (!*model) {
        contact__say(w, error.status == RBD_NO_MEMORY ? CONTACT_NO_MEMORY : CONTACT_BAD_FORMAT, error.text, NULL, -1);
        tact_free(w->allocator, parts.part, (size_t)parts.capacity * sizeof *parts.part);
        return none;
    }
    robot = contact_world_add_robot(w, *model, config->q, config->v);
    ok = robot.generation != 0 && !parts.failed;
    if (parts.failed) contact__say(w, CONTACT_NO_MEMORY, "robot file", NULL, -1);
    for (i = 0; ok && i < parts.n; ++i) {
        const contact__file_part *p = &parts.part[i];
        contact_body body = contact_robot_link(w, robot, p->body1);
        if (p->kind == 0) {
            contact_geom_def g = contact_default_geom_def();
            if (!p->body1 && !ground.generation) { /* what the file fixes to the world */
                contact_body_def fixed = contact_default_body_def();
                fixed.type = CONTACT_BODY_STATIC, fixed.name = "fixed";
                ground = contact_world_add_body(w, &fixed);
            }
            g.shape = &p->shape, g.pose = p->pose1, g.material = config->material;
            g.category = config->category, g.mask = config->mask;
            g.density = 0;
            ok = contact_world_add_geom(w, p->body1 ? body : ground, &g).generation != 0;
        } else {
            contact_joint_def d = contact_default_joint_def(p->joint);
            int swap = p->body1 == 0; /* side b of a joint is a body */
            d.b = contact_robot_link(w, robot, swap ? p->body2 : p->body1), d.frame_b = swap ? p->pose2 : p->pose1;
            if (!swap && p->body2) d.a = contact_robot_link(w, robot, p->body2);
            d.frame_a = swap ? p->pose1 : p->pose2;
            ok = contact_world_add_joint(w, &d).generation != 0;
        }
    }
    tact_free(w->allocator, parts.part, (size_t)parts.capacity * sizeof *parts.part);
    if (ok) return robot;
    {
        contact_error why = w->error;
        if (ground.generation) contact_world_remove_body(w, ground);
        if (robot.generation) contact_world_remove_robot(w, robot);
        rbd_model_destroy(*model);
        *model = NULL;
        w->error = why;
    }
    return none;
}

/* ---- joints ---- */
TACT_PRIVATE contact__link_joint *contact__joint_at(const contact_world *w, contact_joint j) {
    if (!w || j.index >= (uint32_t)w->head->used.joints) return NULL;
    return w->joints[j.index].alive && w->joints[j.index].generation == j.generation ? &w->joints[j.index] : NULL;
}
CONTACT_API contact_joint contact_world_add_joint(contact_world *w, const contact_joint_def *def) {
    contact_joint none = TACT_ZERO, handle;
    contact_body null_body = TACT_ZERO;
    contact__rigid *a, *b;
    int i, world_a;
    if (!w || !def) return none;
    w->error.body = null_body;
    world_a = def->a.generation == 0;
    a = contact__body_at(w, def->a), b = contact__body_at(w, def->b);
    if ((!a && !world_a) || !b || a == b) {
        contact__say(w, CONTACT_STALE_HANDLE, "new joint: body a or b", NULL, -1);
        return none;
    }
    if ((unsigned)def->kind > (unsigned)CONTACT_JOINT_BALL || !tact_pose_valid(def->frame_a) || !tact_pose_valid(def->frame_b) ||
        !(def->stiffness >= 0) || !(def->damping >= 0) || !(def->max_effort > 0) || !(def->friction >= 0) ||
        (def->limited && !(def->lower <= def->upper)) || !tact_finite(def->position) || !tact_finite(def->velocity)) {
        contact__say(w, CONTACT_BAD_ARGUMENT, "new joint: kind, frames, limits or motor of the joint on body", b->name, (int)def->b.index);
        return none;
    }
    CONTACT__NEW(w, joint, joints, i, none)
    contact__wake_all(w);
    w->joints[i].alive = 1;
    w->joints[i].def = *def;
    w->joints[i].def.frame_a.q = tact_quat_normalize(def->frame_a.q);
    w->joints[i].def.frame_b.q = tact_quat_normalize(def->frame_b.q);
    handle.index = (uint32_t)i;
    handle.generation = w->joints[i].generation;
    return handle;
}
CONTACT_API contact_status contact_world_remove_joint(contact_world *w, contact_joint joint) {
    if (!contact__joint_at(w, joint)) return w ? contact__say(w, CONTACT_STALE_HANDLE, "joint", NULL, -1) : CONTACT_BAD_ARGUMENT;
    contact__wake_all(w);
    contact__drop_joint(w, (int)joint.index);
    return CONTACT_OK;
}
CONTACT_API contact_joint_def *contact_joint_settings(contact_world *w, contact_joint joint) {
    contact__link_joint *j = contact__joint_at(w, joint);
    if (j) contact__wake_all(w);
    return j ? &j->def : NULL;
}

/* Geometry of a joint: frames in the world, position error in frame a, rotation error as the vector that turns b onto
   a, the free coordinate and its rate. */
typedef struct contact__joint_state {
    int a, b; /* body indices, CONTACT__NONE: the world */
    tact_pose frame_a, frame_b;
    tact_vec3 axis[3];        /* of frame a */
    tact_vec3 offset;         /* origin of b seen from a, in frame a */
    tact_vec3 angle;          /* error of orientation about the axes of a */
    tact_vec3 y_b;            /* universal joint: y of frame b, world */
    tact_real position, rate; /* of hinge and slider */
} contact__joint_state;

TACT_INLINE tact_vec3 contact__point_velocity(const contact_world *w, int body, tact_vec3 point) {
    const contact__rigid *b;
    if (body == CONTACT__NONE) return tact_vec(0, 0, 0);
    b = &w->bodies[body];
    if (b->type == CONTACT_BODY_STATIC) return tact_vec(0, 0, 0);
    return tact_add(b->v, tact_cross(b->w, tact_sub(point, b->com)));
}
TACT_PRIVATE void contact__joint_geometry(const contact_world *w, const contact__link_joint *j, contact__joint_state *s) {
    tact_quat relative;
    tact_mat3 ra, rb;
    tact_vec3 z_b, u, wa, wb;
    s->a = j->def.a.generation ? (int)j->def.a.index : CONTACT__NONE;
    s->b = (int)j->def.b.index;
    s->frame_a = s->a == CONTACT__NONE ? j->def.frame_a : tact_pose_mul(w->bodies[s->a].pose, j->def.frame_a);
    s->frame_b = tact_pose_mul(w->bodies[s->b].pose, j->def.frame_b);
    ra = tact_quat_to_mat(s->frame_a.q), rb = tact_quat_to_mat(s->frame_b.q);
    s->axis[0] = tact_mat_column(&ra, 0), s->axis[1] = tact_mat_column(&ra, 1), s->axis[2] = tact_mat_column(&ra, 2);
    s->y_b = tact_mat_column(&rb, 1);
    s->offset = tact_mat_tmul_vec(&ra, tact_sub(s->frame_b.p, s->frame_a.p));
    relative = tact_quat_mul(tact_quat_conj(s->frame_a.q), s->frame_b.q);
    wa = s->a == CONTACT__NONE ? tact_vec(0, 0, 0) : w->bodies[s->a].w;
    wb = w->bodies[s->b].w;
    s->position = s->rate = 0;
    switch (j->def.kind) {
    case CONTACT_JOINT_HINGE:
    case CONTACT_JOINT_CYLINDER: /* z of b seen from a is theta x z for a small error theta */
        z_b = tact_mat_column(&rb, 2);
        u = tact_mat_tmul_vec(&ra, z_b);
        s->angle = tact_vec(-u.y, u.x, 0);
        s->position = 2 * tact_atan2(relative.z, relative.w);
        if (s->position > TACT_PI) s->position -= 2 * TACT_PI;
        if (s->position < -TACT_PI) s->position += 2 * TACT_PI;
        s->rate = tact_dot(s->axis[2], tact_sub(wb, wa));
        break;
    case CONTACT_JOINT_UNIVERSAL: s->angle = tact_vec(tact_dot(s->axis[0], s->y_b), 0, 0); break;
    default: s->angle = tact_quat_log(relative); break;
    }
    if (j->def.kind == CONTACT_JOINT_SLIDER) {
        s->position = s->offset.z;
        s->rate = tact_dot(s->axis[2], tact_sub(contact__point_velocity(w, s->b, s->frame_b.p),
                                                contact__point_velocity(w, s->a, s->frame_b.p)));
    }
}
CONTACT_API tact_real contact_joint_position(const contact_world *w, contact_joint joint) {
    contact__link_joint *j = contact__joint_at(w, joint);
    contact__joint_state s;
    if (!j) return 0;
    contact__joint_geometry(w, j, &s);
    return s.position;
}
CONTACT_API tact_real contact_joint_velocity(const contact_world *w, contact_joint joint) {
    contact__link_joint *j = contact__joint_at(w, joint);
    contact__joint_state s;
    if (!j) return 0;
    contact__joint_geometry(w, j, &s);
    return s.rate;
}
/* The rows of a joint: directions of velocity and of angular velocity of b relative to a, and the error of each. */
TACT_PRIVATE int contact__joint_rows(const contact__link_joint *j, const contact__joint_state *s, tact_vec3 linear[6],
                                     tact_vec3 angular[6], tact_real error[6]) {
    const tact_real offset[3] = {s->offset.x, s->offset.y, s->offset.z}, angle[3] = {s->angle.x, s->angle.y, s->angle.z};
    const tact_vec3 zero = tact_vec(0, 0, 0);
    int k, n = 0, n_linear = 3, n_angular = 3;
    switch (j->def.kind) {
    case CONTACT_JOINT_WELD: break;
    case CONTACT_JOINT_HINGE: n_angular = 2; break;
    case CONTACT_JOINT_SLIDER: n_linear = 2; break;
    case CONTACT_JOINT_CYLINDER: n_linear = n_angular = 2; break;
    case CONTACT_JOINT_UNIVERSAL: n_angular = 1; break;
    case CONTACT_JOINT_BALL: n_angular = 0; break;
    }
    for (k = 0; k < n_linear; ++k, ++n) linear[n] = s->axis[k], angular[n] = zero, error[n] = offset[k];
    for (k = 0; k < n_angular; ++k, ++n) {
        linear[n] = zero, error[n] = angle[k];
        /* d/dt (x_a . y_b) = (y_b x x_a) . (w_b - w_a) */
        angular[n] = j->def.kind == CONTACT_JOINT_UNIVERSAL ? tact_cross(s->y_b, s->axis[0]) : s->axis[k];
    }
    return n;
}
/* Motion of a body at constant generalised velocity: what remains of its acceleration is the drift of a link whose tree
   turns. */
typedef struct contact__motion { tact_vec3 com, v, w, a, alpha; } contact__motion;
TACT_PRIVATE contact__motion contact__coasting(contact_world *w, int body) {
    contact__motion m = TACT_ZERO;
    const contact__rigid *b;
    if (body == CONTACT__NONE) return m;
    b = &w->bodies[body];
    m.com = b->com;
    if (b->type == CONTACT_BODY_STATIC || (b->flags & (CONTACT__FROZEN | CONTACT__ASLEEP))) return m;
    m.v = b->v, m.w = b->w;
    if (b->type == CONTACT_BODY_LINK) {
        contact__articulation *r = &w->robots[b->robot];
        const tact_real *a;
        tact_vec3 arm = tact_sub(b->com, b->pose.p);
        if (!r->coasts) r->coasts = rbd_fk_acceleration(r->model, r->data, w->reals + r->q, w->reals + r->v, NULL) >= 0;
        if (!r->coasts) return m;
        a = r->data->acceleration[b->link];
        m.alpha = tact_vec(a[3], a[4], a[5]);
        m.a = tact_add(tact_add(tact_vec(a[0], a[1], a[2]), tact_cross(m.alpha, arm)), tact_cross(b->w, tact_cross(b->w, arm)));
    }
    return m;
}
/* Rates of the rows of a joint at constant generalised velocity, (dJ/dt) v. With c = J v, the error of a row after a step of
   dt is error + dt c + dt^2/2 of this + O(dt^3): asking c = -dt/2 of it leaves a rotating joint closed to third order, where
   c = 0 would open it by the sagitta of the arc each step. On one body that is the chord of its circle: SHAKE (Ryckaert,
   Ciccotti & Berendsen 1977) with the curvature taken from the step before. */
typedef enum contact__axes { CONTACT__AXES_OF_A, CONTACT__AXES_UNIVERSAL, CONTACT__AXES_OF_B } contact__axes; /* turn with */
TACT_PRIVATE void contact__joint_drift(contact_world *w, contact__axes axes, const contact__joint_state *s, int n,
                                       const tact_vec3 *linear, const tact_vec3 *angular, tact_real *rates, tact_real *drift) {
    contact__motion a = contact__coasting(w, s->a), b = contact__coasting(w, s->b);
    tact_vec3 p = s->frame_b.p, rb = tact_sub(p, b.com), ra = tact_sub(p, a.com);
    tact_vec3 vp = tact_add(b.v, tact_cross(b.w, rb)), rel = tact_sub(vp, tact_add(a.v, tact_cross(a.w, ra)));
    tact_vec3 spin = tact_sub(b.w, a.w), alpha = tact_sub(b.alpha, a.alpha), turn = axes == CONTACT__AXES_OF_B ? b.w : a.w, rate;
    int k;
    rate = tact_add(b.a, tact_add(tact_cross(b.alpha, rb), tact_cross(b.w, tact_cross(b.w, rb))));
    rate = tact_sub(rate, tact_add(a.a, tact_add(tact_cross(a.alpha, ra), tact_cross(a.w, tact_sub(vp, a.v)))));
    for (k = 0; k < n; ++k) {
        rates[k] = tact_dot(linear[k], rel) + tact_dot(angular[k], spin);
        drift[k] = tact_dot(tact_cross(turn, linear[k]), rel) + tact_dot(linear[k], rate) + tact_dot(angular[k], alpha);
        if (axes == CONTACT__AXES_UNIVERSAL && k == 3)
            drift[k] += tact_dot(tact_add(tact_cross(tact_cross(b.w, s->y_b), s->axis[0]), tact_cross(s->y_b, tact_cross(a.w, s->axis[0]))), spin);
        else drift[k] += tact_dot(tact_cross(turn, angular[k]), spin);
    }
}
CONTACT_API tact_real contact_joint_error(const contact_world *w, contact_joint joint) {
    contact__link_joint *j = contact__joint_at(w, joint);
    contact__joint_state s;
    tact_vec3 linear[6], angular[6];
    tact_real error[6], worst = 0;
    int k, n;
    if (!j) return 0;
    contact__joint_geometry(w, j, &s);
    n = contact__joint_rows(j, &s, linear, angular, error);
    for (k = 0; k < n; ++k) worst = tact_max(worst, tact_abs(error[k]));
    return worst;
}

/* ---- the step ---- */
/* Half of the smallest side of the shape's box: its size for margins, slop and "fast". Unbounded shapes: no size. */
TACT_PRIVATE tact_real contact__geom_extent(const collide_shape *shape) {
    collide_aabb box;
    tact_vec3 d;
    tact_real e;
    if (collide_shape_aabb(shape, tact_pose_identity(), &box) < 0) return TACT_REAL_MAX;
    d = tact_sub(box.max, box.min);
    e = tact_min(d.x, tact_min(d.y, d.z)) / 2;
    return tact_finite(e) && e < TACT_R(1e15) ? e : TACT_REAL_MAX;
}

TACT_PRIVATE tact_real contact__geom_reach(const collide_shape *shape, tact_pose pose) {
    collide_aabb box;
    tact_vec3 corner;
    tact_real e;
    if (collide_shape_aabb(shape, pose, &box) < 0) return 0;
    corner = tact_vec(tact_max(-box.min.x, box.max.x), tact_max(-box.min.y, box.max.y), tact_max(-box.min.z, box.max.z));
    e = tact_norm(corner);
    return tact_finite(e) && e < TACT_R(1e15) ? e : 0;
}

/* Pairs that never meet: of one body, of bodies that a joint holds together, of neighbouring links, of two bodies neither
   of which can move. */
TACT_PRIVATE int contact__world_pair_filter(void *context, int proxy_a, int proxy_b) {
    contact_world *w = (contact_world *)context;
    int ga = (int)collide_broadphase_user(&w->broad, proxy_a), gb = (int)collide_broadphase_user(&w->broad, proxy_b), k;
    int ia = w->geoms[ga].body, ib = w->geoms[gb].body;
    const contact__rigid *a = &w->bodies[ia], *b = &w->bodies[ib];
    if (ia == ib || (a->type <= CONTACT_BODY_KINEMATIC && b->type <= CONTACT_BODY_KINEMATIC)) return 0;
    if (a->robot != CONTACT__NONE && a->robot == b->robot) {
        const rbd_model *m = w->robots[a->robot].model;
        int p = a->link, q = b->link; /* neighbours, also across the massless bodies inside a joint */
        for (p = m->parent[a->link]; p > 0 && !(m->inertia[p].mass > 0); p = m->parent[p]) {}
        for (q = m->parent[b->link]; q > 0 && !(m->inertia[q].mass > 0); q = m->parent[q]) {}
        if (p == b->link || q == a->link) return 0;
    }
    for (k = 0; k < w->head->used.joints; ++k) {
        const contact_joint_def *d = &w->joints[k].def;
        if (!w->joints[k].alive || d->collide) continue;
        if (d->b.index == (uint32_t)ib && d->a.generation && d->a.index == (uint32_t)ia) return 0;
        if (d->b.index == (uint32_t)ia && d->a.generation && d->a.index == (uint32_t)ib) return 0;
    }
    if (w->filter && !w->filter(w->filter_context, w, contact__geom_handle(w, ga), contact__geom_handle(w, gb))) return 0;
    return 1;
}
CONTACT_API void contact_world_set_edit_callback(contact_world *w, contact_edit_callback callback, void *context) {
    w->edit = callback, w->edit_context = context;
}
CONTACT_API void contact_world_set_filter_callback(contact_world *w, contact_filter_callback callback, void *context) {
    w->filter = callback, w->filter_context = context;
}

TACT_PRIVATE double contact__world_clock(const contact_world *w) {
    const contact_config *c = &w->head->config.solver;
    return c->clock ? c->clock(c->clock_context) : 0;
}

/* A body that is not finite any more stops where it last was, and acts as static. */
TACT_PRIVATE void contact__freeze(contact_world *w, int i, const char *why) {
    contact__rigid *b = &w->bodies[i];
    const tact_vec3 zero = tact_vec(0, 0, 0);
    b->pose = b->good_pose;
    b->v = b->w = b->force = b->torque = zero;
    if (b->type == CONTACT_BODY_DYNAMIC) contact__body_place(b);
    b->flags |= CONTACT__FROZEN;
    contact__say_body(w, CONTACT_BODY_STOPPED, i, why);
}
/* The same for a whole robot: its links move together or not at all. */
TACT_PRIVATE void contact__freeze_robot(contact_world *w, int r, const char *why) {
    contact__articulation *robot = &w->robots[r];
    int i;
    TACT_MEMSET(w->reals + robot->v, 0, (size_t)robot->model->nv * sizeof(tact_real));
    for (i = 1; i < robot->model->n_bodies; ++i) contact__freeze(w, robot->first_body + i - 1, why);
}

TACT_PRIVATE void contact__inertia_world(const contact__rigid *b, tact_mat3 *out) {
    tact_mat3 t = tact_mat_mul(&b->rotation, &b->inertia_local), rt = tact_mat_transpose(&b->rotation);
    *out = tact_mat_mul(&t, &rt);
}

/* Angular velocity after dt under a constant torque, body axes, by the implicit midpoint rule on Euler's equation
       I (w1 - w0) + dt wm x I wm = dt torque,   wm = (w0 + w1)/2,
   solved by Newton. Without torque it keeps the energy w.I w/2 to rounding: the gyroscopic term does no work at wm. */
TACT_PRIVATE tact_vec3 contact__gyroscopic(const tact_mat3 *inertia, tact_vec3 w0, tact_vec3 torque, tact_real dt) {
    tact_vec3 w1 = w0;
    int k, i, j;
    for (k = 0; k < 8; ++k) {
        tact_vec3 wm = tact_scale(TACT_R(0.5), tact_add(w0, w1)), lm = tact_mat_mul_vec(inertia, wm);
        tact_vec3 f = tact_add(tact_mat_mul_vec(inertia, tact_sub(w1, w0)),
                               tact_scale(dt, tact_sub(tact_cross(wm, lm), torque))), step;
        tact_mat3 sw = tact_skew(wm), sl = tact_skew(lm), jac = tact_mat_mul(&sw, inertia), inverse = jac;
        for (i = 0; i < 3; ++i)
            for (j = 0; j < 3; ++j) jac.m[i][j] = inertia->m[i][j] + dt / 2 * (jac.m[i][j] - sl.m[i][j]);
        if (!(tact_abs(tact_mat_inverse(&jac, &inverse)) > 0)) break;
        step = tact_mat_mul_vec(&inverse, f);
        w1 = tact_sub(w1, step);
        if (!(tact_norm2(step) > TACT_EPSILON * TACT_EPSILON * tact_norm2(w1))) break;
    }
    return w1;
}

TACT_PRIVATE int contact__isotropic(const tact_mat3 *m) {
    return m->m[0][1] == 0 && m->m[0][2] == 0 && m->m[1][2] == 0 && m->m[0][0] == m->m[1][1] && m->m[1][1] == m->m[2][2];
}

/* ---- robots in maximal coordinates: every link with mass is a dynamic body, every joint a constraint ---- */
TACT_PRIVATE int contact__link_rigid(const contact__articulation *r, int free_body) { /* index of its body; 0: the world */
    return free_body ? r->first_body + r->maximal->tree_body[free_body] - 1 : CONTACT__NONE;
}
/* Wrench of the robot's joint torques on one of its links, added to force and torque about the com, world frame. */
TACT_PRIVATE void contact__link_push(const contact_world *w, const contact__rigid *b, tact_vec3 *force, tact_vec3 *torque) {
    const contact__articulation *r;
    const tact_real *f;
    tact_vec3 push;
    if (b->robot == CONTACT__NONE) return;
    r = &w->robots[b->robot];
    f = w->reals + r->push + 6 * r->maximal->holder[b->link];
    push = tact_mat_mul_vec(&b->rotation, tact_vec(f[0], f[1], f[2]));
    *force = tact_add(*force, push);
    *torque = tact_add(*torque, tact_sub(tact_mat_mul_vec(&b->rotation, tact_vec(f[3], f[4], f[5])), tact_cross(tact_sub(b->com, b->pose.p), push)));
}
/* Joint coordinates from the bodies, and the rows of the joints' constraints (in r->maximal). */
TACT_PRIVATE rbd_status contact__links_read(contact_world *w, contact__articulation *r) {
    const rbd_maximal *x = r->maximal;
    tact_real *q = contact__world_scratch(w, 13 * x->n), *v;
    rbd_status status;
    int b;
    if (!q) return RBD_NO_MEMORY;
    v = q + 7 * x->n;
    for (b = 1; b <= x->n; ++b) {
        const contact__rigid *c = &w->bodies[contact__link_rigid(r, b)];
        tact_real *o = q + 7 * (b - 1), *u = v + 6 * (b - 1);
        tact_vec3 linear = tact_mat_tmul_vec(&c->rotation, tact_sub(c->v, tact_cross(c->w, tact_sub(c->com, c->pose.p))));
        tact_vec3 angular = tact_mat_tmul_vec(&c->rotation, c->w);
        o[0] = c->pose.p.x, o[1] = c->pose.p.y, o[2] = c->pose.p.z;
        o[3] = c->pose.q.x, o[4] = c->pose.q.y, o[5] = c->pose.q.z, o[6] = c->pose.q.w;
        u[0] = linear.x, u[1] = linear.y, u[2] = linear.z, u[3] = angular.x, u[4] = angular.y, u[5] = angular.z;
    }
    status = rbd_maximal_to_tree(r->maximal, r->data, q, v, w->reals + r->q, w->reals + r->v);
    if (status < 0) return status;
    TACT_MEMCPY(w->reals + r->shadow, w->reals + r->q, (size_t)(r->model->nq + r->model->nv) * sizeof(tact_real)); /* v follows q */
    for (b = 1; b < r->model->n_bodies; ++b)
        if (!(r->model->inertia[b].mass > 0)) { /* inside a joint: goes with the tree */
            contact__rigid *c = &w->bodies[r->first_body + b - 1];
            c->pose = rbd_body_pose(r->data, b);
            contact__body_place(c);
        }
    return status;
}
/* The bodies from joint coordinates: when the caller has written them. */
TACT_PRIVATE rbd_status contact__links_write(contact_world *w, contact__articulation *r) {
    int b;
    rbd_status status = rbd_fk_velocity(r->model, r->data, w->reals + r->q, w->reals + r->v);
    if (status < 0) return status;
    for (b = 1; b < r->model->n_bodies; ++b) {
        contact__rigid *c = &w->bodies[r->first_body + b - 1];
        const tact_real *u = r->data->velocity[b];
        c->pose = rbd_body_pose(r->data, b);
        contact__body_place(c);
        c->w = tact_vec(u[3], u[4], u[5]);
        c->v = tact_add(tact_vec(u[0], u[1], u[2]), tact_cross(c->w, tact_sub(c->com, c->pose.p)));
    }
    return status;
}
/* What rbd_passive_torque puts against the motion for dry friction; as a constraint it replaces that. */
TACT_PRIVATE tact_real contact__smooth_friction(const rbd_model *m, const rbd_dof *d, tact_real v) {
    tact_real s = tact_sqrt(v * v + m->friction_speed * m->friction_speed);
    return d->friction > 0 && s > 0 ? d->friction * v / s : 0;
}
/* Coordinate k of the joint of a body, plain ones only, from the robot's q. A coupled joint follows another. */
TACT_PRIVATE tact_real contact__joint_value(const rbd_model *m, const tact_real *q, int body, int k) {
    const tact_real *at = q + m->iq[body];
    if (!m->coupled[body]) return at[k];
    return m->coupling_scale[body] * (m->cos_sin[m->coupling_body[body]] ? tact_atan2(at[1], at[0]) : at[0]) + m->coupling_offset[body];
}
/* How far coordinate k of a joint is from a target; unbounded hinges the shorter way. 0 for joints without such a coordinate. */
TACT_PRIVATE tact_real contact__joint_miss(const rbd_model *m, const tact_real *q, int body, int k, tact_real target) {
    tact_real c, s;
    if (contact__plain_dof(m, body)) return contact__joint_value(m, q, body, k) - target;
    if (!m->cos_sin[body]) return 0;
    c = tact_cos(target), s = tact_sin(target), q += m->iq[body];
    return tact_atan2(q[1] * c - q[0] * s, q[0] * c + q[1] * s);
}
/* Wrenches of joint torques on the links. `rows`: damping, dry friction and springs of plain coordinates come as rows of the
   solve, implicitly; else they are forces like the others. */
TACT_PRIVATE rbd_status contact__links_push(contact_world *w, contact__articulation *r, int rows) {
    const rbd_model *m = r->model;
    tact_real *tau = contact__world_scratch(w, m->nv);
    int b, k;
    if (!tau) return RBD_NO_MEMORY;
    TACT_MEMCPY(tau, w->reals + r->tau, (size_t)m->nv * sizeof(tact_real));
    for (b = 1; rows && b < m->n_bodies; ++b)
        for (k = 0; k < m->body_nv[b]; ++k) {
            int dof = m->joint_iv[b] + k, to = m->dof_master[dof];
            const rbd_dof *d = &m->dof[dof];
            tact_real scale = m->dof_scale[dof], v = scale * w->reals[r->v + to];
            tau[to] += scale * (d->damping * v + contact__smooth_friction(m, d, v));
            if (contact__plain_dof(m, b)) tau[to] += scale * d->stiffness * (contact__joint_value(m, w->reals + r->q, b, k) - d->rest);
        }
    return rbd_maximal_forces(r->maximal, r->data, w->reals + r->q, w->reals + r->v, tau, NULL, w->reals + r->push);
}
/* Rows and torques of all robots in maximal coordinates where their bodies are now; for the stages of a smooth step. */
TACT_PRIVATE contact_status contact__links_refresh(contact_world *w) {
    int i;
    for (i = 0; i < w->head->used.robots; ++i) {
        contact__articulation *r = &w->robots[i];
        if (!r->alive || !r->maximal || !contact__moves(&w->bodies[r->first_body])) continue;
        if (contact__links_read(w, r) < 0 || contact__links_push(w, r, 0) < 0) return CONTACT_NOT_FINITE;
    }
    return CONTACT_OK;
}

/* A world vector in body axes, by R^-1 to second order instead of R^T: R is orthogonal to rounding only, the deviation has a
   sign (a quaternion a hair too short stays so), and a body that turns for hours would lose energy to it. */
TACT_PRIVATE tact_vec3 contact__to_body(const contact__rigid *b, tact_vec3 v) {
    tact_vec3 back = tact_mat_mul_vec(&b->rotation, tact_mat_tmul_vec(&b->rotation, v));
    return tact_mat_tmul_vec(&b->rotation, tact_sub(tact_scale(2, v), back));
}

/* v_free and w_free of a dynamic body. */
TACT_PRIVATE void contact__body_free(const contact_world *w, contact__rigid *b, tact_real dt) {
    const contact_world_config *c = &w->head->config;
    tact_vec3 w0, torque = b->torque, force = b->force;
    contact__link_push(w, b, &force, &torque);
    b->v_free = tact_mul_add(tact_mul_add(b->v, dt * b->gravity_scale, c->gravity), dt / b->mass, force);
    b->v_free = tact_scale(1 / (1 + dt * b->linear_damping), b->v_free);
    if (contact__isotropic(&b->inertia_local)) w0 = tact_mul_add(b->w, dt / b->inertia_local.m[0][0], torque);
    else w0 = tact_mat_mul_vec(&b->rotation, contact__gyroscopic(&b->inertia_local, contact__to_body(b, b->w), tact_mat_tmul_vec(&b->rotation, torque), dt));
    b->w_free = tact_scale(1 / (1 + dt * b->angular_damping), w0);
}

/* External forces on the links in the form that rbd takes: what was added to the links, and the difference of the world's
   gravity to the model's. NULL where there are none. */
TACT_PRIVATE const tact_real *contact__robot_forces(const contact_world *w, const contact__articulation *r, tact_real *f) {
    const rbd_model *m = r->model;
    tact_vec3 dg = tact_sub(w->head->config.gravity, m->gravity);
    int i, any = 0;
    if (!w->head->pushed && !(tact_norm2(dg) > 0)) { /* the common case */
        TACT_MEMSET(f, 0, (size_t)(6 * m->n_bodies) * sizeof(tact_real));
        return NULL;
    }
    for (i = 0; i < 6; ++i) f[i] = 0;
    for (i = 1; i < m->n_bodies; ++i) {
        const contact__rigid *b = &w->bodies[r->first_body + i - 1];
        tact_vec3 force = tact_mul_add(b->force, b->mass, dg);
        tact_vec3 local = tact_mat_tmul_vec(&b->rotation, force);
        tact_vec3 moment = tact_add(tact_mat_tmul_vec(&b->rotation, b->torque), tact_cross(b->com_local, local));
        f[6 * i] = local.x, f[6 * i + 1] = local.y, f[6 * i + 2] = local.z;
        f[6 * i + 3] = moment.x, f[6 * i + 4] = moment.y, f[6 * i + 5] = moment.z;
        any |= tact_norm2(local) > 0 || tact_norm2(moment) > 0;
    }
    return any ? f : NULL;
}

/* A motor of a robot in reduced coordinates is part of its mass matrix while its effort is below the limit, and a row of the solve
   from nine tenths of it on (by the last step). One in the matrix that then asks for more is made a row, and the step is solved
   again: contact__motors_exceed. Both give the same motion. */
TACT_PRIVATE void contact__motor_place(contact_world *w, const contact__articulation *r, int dof, tact_real dt) {
    const contact_motor motor = contact__motor_of(w, r, dof);
    tact_real before = w->head->last_dt > 0 ? w->head->last_dt : dt;
    w->reals[r->motor_row + dof] = contact__motor_on(&motor) && (w->head->config.integrator == CONTACT_INTEGRATOR_FAITHFUL ||
                                                                 tact_abs(w->reals[r->motor_impulse + dof]) / before >= TACT_R(0.9) * motor.max_effort);
}
TACT_PRIVATE int contact__motor_folded(const contact_world *w, const contact__articulation *r, int dof) {
    const contact_motor motor = contact__motor_of(w, r, dof);
    return contact__motor_on(&motor) && !(w->reals[r->motor_row + dof] > 0);
}
/* What a motor without limit gives in a step that ends with joint speed c. */
TACT_PRIVATE tact_real contact__motor_impulse(const contact_world *w, const contact__articulation *r, int dof, const contact_motor *motor,
                                              tact_real c, tact_real dt) {
    int body = r->model->dof_body[dof];
    tact_real miss = contact__joint_miss(r->model, w->reals + r->q, body, dof - r->model->joint_iv[body], motor->position);
    return -dt * (motor->stiffness * (miss + dt * c) + motor->damping * (c - motor->velocity));
}
/* Adds the tree of a robot: mass matrix with armature (and dt times damping: implicit), free velocity. */
TACT_PRIVATE contact_status contact__robot_tree(contact_world *w, int index, tact_real dt) {
    contact__articulation *r = &w->robots[index];
    const rbd_model *m = r->model;
    int nv = m->nv, i, tree;
    tact_real *scratch = contact__world_scratch(w, 2 * nv * nv + 3 * nv + 6 * m->n_bodies + 16), *mass, *factor, *vf, *rhs, *f;
    const tact_real *forces;
    if (!scratch) return contact__say(w, CONTACT_NO_MEMORY, "robot", NULL, index);
    mass = scratch, factor = mass + nv * nv, vf = factor + nv * nv, rhs = vf + nv, f = rhs + 2 * nv;
    forces = contact__robot_forces(w, r, f);
    if (rbd_crba(m, r->data, w->reals + r->q, mass, nv) < 0) return CONTACT_NOT_FINITE;
    for (i = 0; i < nv; ++i) vf[i] = 0;
    if (rbd_rnea(m, r->data, w->reals + r->q, w->reals + r->v, vf, forces, rhs) < 0) return CONTACT_NOT_FINITE;
    for (i = 0; i < nv; ++i) rhs[i] = dt * (w->reals[r->tau + i] - rhs[i]);
    for (i = 0; i < m->joint_nv; ++i) { /* a coupled joint has speed scale v and acts on v by scale times its force */
        const rbd_dof *d = &m->dof[i];
        int to = m->dof_master[i];
        tact_real scale = m->dof_scale[i], speed = scale * w->reals[r->v + to];
        mass[to * nv + to] += scale * scale * (dt * d->damping + dt * dt * d->stiffness);
        /* dry friction comes as a constraint: take the smooth one out again */
        rhs[to] += scale * (dt * contact__smooth_friction(m, d, speed) - dt * dt * d->stiffness * speed);
        contact__motor_place(w, r, i, dt);
        if (contact__motor_folded(w, r, i)) {
            const contact_motor motor = contact__motor_of(w, r, i);
            mass[to * nv + to] += scale * scale * (dt * motor.damping + dt * dt * motor.stiffness);
            rhs[to] += scale * contact__motor_impulse(w, r, i, &motor, speed, dt);
        }
    }
    for (i = 0; i < nv; ++i)
        if (!tact_finite(rhs[i])) return CONTACT_NOT_FINITE;
    TACT_MEMCPY(factor, mass, (size_t)(nv * nv) * sizeof(tact_real));
    if (tact_cholesky(nv, factor, nv)) return CONTACT_NOT_POSITIVE;
    tact_cholesky_solve(nv, factor, nv, rhs);
    for (i = 0; i < nv; ++i) vf[i] = w->reals[r->v + i] + rhs[i];
    tree = contact_add_tree(&w->problem, nv, mass, nv, vf);
    if (tree < 0) return (contact_status)tree;
    r->tree = tree;
    w->problem.trees[tree].hint = w->bodies[r->first_body].hint;
    TACT_MEMCPY(w->problem.velocity + w->problem.trees[tree].first_dof, w->reals + r->v, (size_t)nv * sizeof(tact_real));
    for (i = 1; i < m->n_bodies; ++i) w->bodies[r->first_body + i - 1].tree = tree;
    return CONTACT_OK;
}

/* Whether a robot needs no tree in the problem: nothing can touch or bound it, and it moves by the faithful integrator. */
TACT_PRIVATE int contact__robot_alone(const contact_world *w, int index) {
    const contact__articulation *r = &w->robots[index];
    const rbd_model *m = r->model;
    int i, b, k;
    if (w->head->config.integrator != CONTACT_INTEGRATOR_FAITHFUL) return 0;
    for (i = 1; i < m->n_bodies; ++i)
        if (w->bodies[r->first_body + i - 1].first_geom != CONTACT__NONE) return 0;
    for (i = 0; i < w->head->used.joints; ++i) {
        const contact_joint_def *d = &w->joints[i].def;
        if (!w->joints[i].alive) continue;
        if (w->bodies[d->b.index].robot == index || (d->a.generation && w->bodies[d->a.index].robot == index)) return 0;
    }
    for (b = 1; b < m->n_bodies; ++b)
        for (k = 0; k < m->body_nv[b]; ++k) {
            const rbd_dof *d = &m->dof[m->joint_iv[b] + k];
            const contact_motor motor = contact__motor_of(w, r, m->joint_iv[b] + k);
            if (d->friction > 0 || d->lower > -TACT_REAL_MAX || d->upper < TACT_REAL_MAX || contact__motor_on(&motor)) return 0;
        }
    return 1;
}

/* Finite, and so that its square is: what turns faster than this is on its way out of the numbers, as the square of its speed a
   step (Coriolis forces of a robot), and would take the solver of everything it touches along. */
TACT_PRIVATE int contact__vec_bounded(tact_vec3 v) {
    return tact_abs(v.x) < TACT_R(1e12) && tact_abs(v.y) < TACT_R(1e12) && tact_abs(v.z) < TACT_R(1e12);
}

/* A row of a constraint touches two trees at most, a coupled joint moves up to four links of a robot in maximal coordinates: the
   links that coupled joints tie together are one tree, of block-diagonal mass. Their v_free and w_free are set. */
TACT_PRIVATE contact_status contact__coupled_tree(contact_world *w, const contact__articulation *r) {
    contact_problem *p = &w->problem;
    tact_real *mass, *free_velocity;
    int b, i, j, n = 0, tree;
    for (b = 1; b <= r->maximal->n; ++b) {
        contact__rigid *c = &w->bodies[contact__link_rigid(r, b)];
        if (c->coupled) c->tree_at = n, n += 6;
    }
    mass = contact__world_scratch(w, n * n + n);
    if (!mass) return CONTACT_NO_MEMORY;
    free_velocity = mass + n * n;
    TACT_MEMSET(mass, 0, (size_t)(n * n) * sizeof(tact_real));
    for (b = 1; b <= r->maximal->n; ++b) {
        const contact__rigid *c = &w->bodies[contact__link_rigid(r, b)];
        tact_real *block = mass + c->tree_at * (n + 1), *out = free_velocity + c->tree_at;
        tact_mat3 inertia;
        if (!c->coupled) continue;
        contact__inertia_world(c, &inertia);
        for (i = 0; i < 3; ++i)
            for (j = 0, block[i * (n + 1)] = c->mass; j < 3; ++j) block[(3 + i) * n + 3 + j] = inertia.m[i][j];
        out[0] = c->v_free.x, out[1] = c->v_free.y, out[2] = c->v_free.z;
        out[3] = c->w_free.x, out[4] = c->w_free.y, out[5] = c->w_free.z;
    }
    tree = contact_add_tree(p, n, mass, n, free_velocity);
    if (tree < 0) return (contact_status)tree;
    p->trees[tree].hint = w->bodies[r->first_body].hint;
    for (b = 1; b <= r->maximal->n; ++b) {
        contact__rigid *c = &w->bodies[contact__link_rigid(r, b)];
        tact_real *before = p->velocity + p->trees[tree].first_dof + c->tree_at;
        if (!c->coupled) continue;
        c->tree = tree;
        before[0] = c->v.x, before[1] = c->v.y, before[2] = c->v.z, before[3] = c->w.x, before[4] = c->w.y, before[5] = c->w.z;
    }
    return CONTACT_OK;
}
/* Where the velocity of a dynamic body stands in the problem. */
TACT_PRIVATE tact_real *contact__solved_velocity(const contact_world *w, const contact__rigid *b) {
    return w->problem.velocity + w->problem.trees[b->tree].first_dof + b->tree_at;
}

/* Checks states and forces, freezes what is not finite, and puts everything that moves into the problem. */
TACT_PRIVATE contact_status contact__world_trees(contact_world *w, tact_real dt) {
    contact_problem *p = &w->problem;
    contact_status status = CONTACT_OK, s;
    int i;
    contact_problem_clear(p);
    p->dt = dt;
    for (i = 0; i < w->head->used.robots; ++i) {
        contact__articulation *r = &w->robots[i];
        int written;
        if (!r->alive || !r->maximal || !contact__moves(&w->bodies[r->first_body])) continue;
        written = !(w->bodies[r->first_body].ahead > 0) &&
                  TACT_MEMCMP(w->reals + r->shadow, w->reals + r->q, (size_t)(r->model->nq + r->model->nv) * sizeof(tact_real)) != 0;
        if ((written && contact__links_write(w, r) < 0) || contact__links_read(w, r) < 0 || contact__links_push(w, r, 1) < 0) {
            contact__freeze_robot(w, i, "state of link");
            status = CONTACT_BODY_STOPPED;
        }
    }
    for (i = 0; i < w->head->used.bodies; ++i) {
        contact__rigid *b = &w->bodies[i];
        b->tree = CONTACT__NONE;
        if (!(b->flags & CONTACT__ALIVE)) continue;
        if (!tact_pose_valid(b->pose) || !contact__vec_bounded(b->v) || !contact__vec_bounded(b->w) || !tact_vec_finite(b->force) ||
            !tact_vec_finite(b->torque)) {
            if (b->robot != CONTACT__NONE) contact__freeze_robot(w, b->robot, "state or force of link");
            else contact__freeze(w, i, "state or force of body");
            status = CONTACT_BODY_STOPPED;
            continue;
        }
        if (!(b->ahead > 0)) b->good_pose = b->pose;
        if (b->type != CONTACT_BODY_DYNAMIC || !contact__moves(b)) continue;
        if (!(b->mass > 0)) { /* no geom gave it a mass yet */
            contact__freeze(w, i, "mass of body");
            status = CONTACT_BODY_STOPPED;
            continue;
        }
        {
            tact_mat3 inertia;
            contact__body_free(w, b, dt);
            contact__inertia_world(b, &inertia);
            if (!tact_vec_finite(b->v_free) || !tact_vec_finite(b->w_free)) {
                if (b->robot != CONTACT__NONE) contact__freeze_robot(w, b->robot, "acceleration of link");
                else contact__freeze(w, i, "acceleration of body");
                status = CONTACT_BODY_STOPPED;
                continue;
            }
            if (b->coupled) continue; /* in a tree with others, below */
            b->tree = contact_add_body(p, b->mass, &inertia, b->v_free, b->w_free);
            if (b->tree < 0) return contact__say_body(w, (contact_status)b->tree, i, "body");
            p->trees[b->tree].hint = b->hint;
            { /* before the step: where the primal methods start, and what the lagged one lags to */
                tact_real *before = p->velocity + p->trees[b->tree].first_dof;
                before[0] = b->v.x, before[1] = b->v.y, before[2] = b->v.z;
                before[3] = b->w.x, before[4] = b->w.y, before[5] = b->w.z;
            }
        }
    }
    for (i = 0; i < w->head->used.robots; ++i) {
        contact__articulation *r = &w->robots[i];
        if (!r->alive) continue;
        r->tree = CONTACT__NONE;
        r->coasts = 0;
        if (r->maximal) {
            s = r->model->n_coupled && contact__moves(&w->bodies[r->first_body]) ? contact__coupled_tree(w, r) : CONTACT_OK;
            if (s < 0) return contact__say(w, s, "coupled joints of robot", NULL, i);
            continue;
        }
        if (w->bodies[r->first_body].flags & (CONTACT__FROZEN | CONTACT__ASLEEP)) continue;
        s = contact__robot_kinematics(w, r) < 0 ? CONTACT_NOT_FINITE : CONTACT_OK;
        if (s >= 0 && !(w->bodies[r->first_body].ahead > 0)) contact__robot_was_good(w, r); /* q may have been written */
        if (s >= 0 && !contact__robot_alone(w, i)) s = contact__robot_tree(w, i, dt);
        if (s == CONTACT_NOT_FINITE || s == CONTACT_NOT_POSITIVE) {
            contact__freeze_robot(w, i, "state of link");
            status = CONTACT_BODY_STOPPED;
        } else if (s < 0) return s;
    }
    return status;
}

/* Points that the motion of this step can close count as contacts too; a solver sees their gap, so this is free of side
   effects as long as the normal still means something: at most the size of the smaller shape. */
TACT_PRIVATE tact_real contact__pair_margin(const contact_world *w, int ga, int gb, tact_real dt) {
    const contact__spot *a = &w->spots[ga], *b = &w->spots[gb];
    tact_real small = tact_min(a->extent, b->extent), margin = small < TACT_REAL_MAX ? w->head->config.speculative_distance * small : 0;
    return tact_max(margin, tact_min(dt * (a->speed + b->speed), small / 2));
}
/* Are the balls about two geoms within reach? 1 also where one of them has none. */
TACT_PRIVATE int contact__pair_close(const contact__spot *a, const contact__spot *b, tact_real margin) {
    tact_real reach = a->ball + b->ball + margin;
    return !(a->ball >= 0 && b->ball >= 0) || !(tact_norm2(tact_sub(b->middle, a->middle)) > reach * reach);
}
/* Has a query of these kinds use for a cache? Spheres against what has a closed form have not. */
TACT_PRIVATE int contact__kinds_cache(int a, int b) {
    int other = a == COLLIDE_KIND_POINT ? b : a;
    if (a != COLLIDE_KIND_POINT && b != COLLIDE_KIND_POINT) return 1;
    return !(other == COLLIDE_KIND_POINT || other == COLLIDE_KIND_BOX || other == COLLIDE_KIND_HALFSPACE || other == COLLIDE_KIND_PLANE);
}
/* Caches for the pairs of this step: new pairs start without, those that come near get one, pairs that are gone leave theirs to
   others. What is taken is known by its step, so nobody has to be told when a pair ends; when all places are taken, those of
   earlier steps are found again by one pass over them, and there are more places if that left few. */
TACT_PRIVATE contact_status contact__world_caches(contact_world *w, tact_real dt) {
    uint32_t step = ++w->head->cache_step;
    int i, swept = 0;
    for (i = 0; i < w->broad.n_pairs; ++i) {
        contact__pair *pair = &w->pairs[w->broad.pairs[i].slot];
        if (w->broad.pairs[i].is_new) pair->n = pair->cache = 0;
        else if (pair->cache) w->caches[pair->cache - 1].step = step;
    }
    for (i = 0; i < w->broad.n_pairs; ++i) {
        const collide_proxy_pair *proxies = &w->broad.pairs[i];
        int ga, gb, at;
        if (w->pairs[proxies->slot].cache) continue;
        ga = (int)collide_broadphase_user(&w->broad, proxies->a), gb = (int)collide_broadphase_user(&w->broad, proxies->b);
        if (!contact__kinds_cache(w->spots[ga].kind, w->spots[gb].kind)) continue;
        if (!contact__pair_close(&w->spots[ga], &w->spots[gb], contact__pair_margin(w, ga, gb, dt))) continue;
        for (at = w->head->free_cache;; ++at) {
            if (at < w->head->used.caches && w->caches[at].step == step) continue;
            if (at < w->head->used.caches) break;
            if (at < w->head->capacity.caches) {
                w->head->used.caches = at + 1;
                break;
            }
            if (!swept) { /* from the start again, once a step */
                int taken = 0, k;
                swept = 1;
                for (k = 0; k < w->head->used.caches; ++k) taken += w->caches[k].step == step;
                if (w->head->config.fixed_capacity ? taken < w->head->capacity.caches : 4 * taken <= 3 * w->head->capacity.caches) {
                    at = -1;
                    continue;
                }
            }
            {
                contact__counts need = TACT_ZERO;
                need.caches = at + 1;
                if (contact__world_reserve(w, &need) < 0) return w->error.status;
                w->head->used.caches = at + 1;
            }
            break;
        }
        TACT_MEMSET(&w->caches[at], 0, sizeof *w->caches);
        w->caches[at].step = step;
        w->head->free_cache = at + 1;
        w->pairs[proxies->slot].cache = at + 1;
    }
    return CONTACT_OK;
}
TACT_PRIVATE collide_manifold_cache *contact__pair_cache(contact_world *w, int slot) {
    return w->pairs[slot].cache ? &w->caches[w->pairs[slot].cache - 1].manifold : NULL;
}

TACT_PRIVATE contact_status contact__world_boxes(contact_world *w, tact_real dt) {
    contact__counts need = TACT_ZERO;
    int i;
    for (i = 0; i < w->head->used.geoms; ++i) {
        contact__geom *g = &w->geoms[i];
        contact__rigid *b;
        collide_aabb box;
        tact_vec3 sweep;
        tact_real margin;
        if (!g->alive) continue;
        b = &w->bodies[g->body];
        if (b->type == CONTACT_BODY_STATIC) continue;
        contact__geom_place(w, g);
        if (b->flags & (CONTACT__ASLEEP | CONTACT__FROZEN)) continue;
        if (collide_shape_aabb(&g->shape, g->placed, &box) < 0) continue;
        margin = g->extent < TACT_REAL_MAX ? w->head->config.speculative_distance * g->extent : 0;
        margin = tact_max(margin, tact_min(dt * tact_norm(b->w) * (g->reach + tact_norm(b->com_local)), g->extent / 2));
        sweep = tact_scale(dt, b->v);
        /* where it will be at the end of the step belongs to the box: contacts are made before they are needed */
        if ((w->head->config.ccd && b->ccd) || tact_norm2(sweep) < g->extent * g->extent) {
            box.min = tact_vec(box.min.x + tact_min(sweep.x, 0), box.min.y + tact_min(sweep.y, 0), box.min.z + tact_min(sweep.z, 0));
            box.max = tact_vec(box.max.x + tact_max(sweep.x, 0), box.max.y + tact_max(sweep.y, 0), box.max.z + tact_max(sweep.z, 0));
        }
        box.min = tact_sub(box.min, tact_vec(margin, margin, margin));
        box.max = tact_add(box.max, tact_vec(margin, margin, margin));
        collide_broadphase_move(&w->broad, g->proxy, box, sweep, NULL);
    }
    if (collide_broadphase_update(&w->broad) < 0) return contact__say(w, CONTACT_NO_MEMORY, "broad phase", NULL, -1);
    need.pairs = w->broad.slot_limit;
    if (contact__world_reserve(w, &need) < 0) return w->error.status;
    return contact__world_caches(w, dt);
}

TACT_PRIVATE const contact__override *contact__override_of(const contact_world *w, int ga, int gb) {
    int i;
    for (i = 0; i < w->head->used.overrides; ++i) {
        const contact__override *o = &w->overrides[i];
        if (o->a == (uint32_t)(ga < gb ? ga : gb) && o->b == (uint32_t)(ga < gb ? gb : ga) &&
            o->generation_a == w->geoms[o->a].generation && o->generation_b == w->geoms[o->b].generation)
            return o;
    }
    return NULL;
}
TACT_PRIVATE contact_surface contact__combine(const contact_world *w, int ga, int gb) {
    const contact_surface *a = &w->geoms[ga].material, *b = &w->geoms[gb].material;
    const contact__override *own = contact__override_of(w, ga, gb);
    contact_surface m = *a;
    tact_real sum = a->stiffness + b->stiffness;
    if (own) return own->material;
    m.friction = tact_sqrt(a->friction * b->friction);
    m.restitution = tact_max(a->restitution, b->restitution);
    m.stiffness = sum > 0 ? a->stiffness * b->stiffness / sum : 0;
    m.dissipation = sum > 0 ? (b->stiffness * a->dissipation + a->stiffness * b->dissipation) / sum : 0;
    m.relaxation_time = a->relaxation_time + b->relaxation_time;
    return m;
}

TACT_PRIVATE contact_status contact__push_contact(contact_world *w, int slot, int ga, int gb, tact_vec3 position,
                                                  tact_vec3 normal, tact_real gap, uint32_t feature) {
    int k = w->head->used.contacts;
    contact_point *c;
    contact__found *f;
    if (k >= w->head->capacity.contacts) {
        contact__counts need = TACT_ZERO;
        need.contacts = k + 1;
        if (contact__world_reserve(w, &need) < 0) return w->error.status;
    }
    c = &w->contacts[k];
    f = &w->found[k];
    c->a = contact__body_handle(w, w->geoms[ga].body), c->b = contact__body_handle(w, w->geoms[gb].body);
    c->geom_a = contact__geom_handle(w, ga), c->geom_b = contact__geom_handle(w, gb);
    c->position = position, c->normal = normal, c->gap = gap;
    c->force = tact_vec(0, 0, 0);
    if (k > 0 && w->found[k - 1].slot == slot && c[-1].geom_a.index == (uint32_t)ga && c[-1].geom_b.index == (uint32_t)gb) {
        c->friction = c[-1].friction, c->restitution = c[-1].restitution;
    } else {
        contact_surface m = contact__combine(w, ga, gb);
        c->friction = m.friction, c->restitution = m.restitution;
    }
    c->feature = feature;
    f->slot = slot;
    f->constraint = CONTACT__NONE;
    w->head->used.contacts = k + 1;
    return CONTACT_OK;
}

TACT_PRIVATE int contact__is_set(const collide_shape *s) { return (int)s->kind >= (int)COLLIDE_KIND_MESH; }

/* Will the pair meet within the step? Then one contact, with the normal of the first touch and a gap that lets the bodies
   come just that far. */
TACT_PRIVATE contact_status contact__sweep_pair(contact_world *w, int slot, int ga, int gb, tact_real dt) {
    const contact__geom *a = &w->geoms[ga], *b = &w->geoms[gb];
    const contact__rigid *ba = &w->bodies[a->body], *bb = &w->bodies[b->body];
    tact_vec3 va = contact__moves(ba) && ba->type == CONTACT_BODY_DYNAMIC ? ba->v_free : ba->v, wa = ba->w;
    tact_vec3 vb = contact__moves(bb) && bb->type == CONTACT_BODY_DYNAMIC ? bb->v_free : bb->v, wb = bb->w;
    tact_pose pa = a->placed, pb = b->placed;
    tact_real small = tact_min(a->extent, b->extent), target = TACT_R(1e-3) * small, closing;
    collide_cast_hit hit;
    collide_status status;
    tact_vec3 normal, ra, rb, at_a, at_b;
    if (ba->type == CONTACT_BODY_STATIC) va = wa = tact_vec(0, 0, 0);
    if (bb->type == CONTACT_BODY_STATIC) vb = wb = tact_vec(0, 0, 0);
    TACT_MEMSET(&hit, 0, sizeof hit);
    if (contact__is_set(&a->shape) || contact__is_set(&b->shape)) {
        if (contact__is_set(&a->shape)) {
            status = collide_shape_cast(&b->shape, pb, tact_scale(dt, tact_sub(vb, va)), &a->shape, pa, target, &hit);
            normal = hit.normal;
        } else {
            status = collide_shape_cast(&a->shape, pa, tact_scale(dt, tact_sub(va, vb)), &b->shape, pb, target, &hit);
            normal = tact_neg(hit.normal);
        }
    } else {
        collide_motion ma, mb;
        ma.start = pa, mb.start = pb;
        ma.linear = tact_scale(dt, tact_add(va, tact_cross(wa, tact_sub(pa.p, ba->com)))), ma.angular = tact_scale(dt, wa);
        mb.linear = tact_scale(dt, tact_add(vb, tact_cross(wb, tact_sub(pb.p, bb->com)))), mb.angular = tact_scale(dt, wb);
        status = collide_time_of_impact(&a->shape, &ma, &b->shape, &mb, target, target / 4, &hit);
        normal = tact_neg(hit.normal);
    }
    if (status < 0 || !hit.hit) return CONTACT_OK;
    /* the touching point, carried back to where it is on each body now */
    at_a = tact_mul_add(hit.point, -hit.t * dt, va), at_b = tact_mul_add(hit.point, -hit.t * dt, vb);
    ra = tact_sub(at_a, ba->com), rb = tact_sub(at_b, bb->com);
    closing = -tact_dot(normal, tact_sub(tact_add(vb, tact_cross(wb, rb)), tact_add(va, tact_cross(wa, ra))));
    if (!(closing > 0)) return CONTACT_OK;
    return contact__push_contact(w, slot, ga, gb, contact__moves(bb) ? at_b : at_a, normal, closing * hit.t * dt, CONTACT__SWEPT);
}

TACT_PRIVATE uint32_t contact__feature(const collide_manifold *m, int k) { /* of a point, among all manifolds of its pair */
    uint32_t piece = (uint32_t)(m->piece_a * 31 + m->piece_b);
    return m->points[k].id ^ (piece * 2654435761u);
}

/* Where the body takes a geom within the step if nothing stops it. */
TACT_PRIVATE tact_pose contact__geom_ahead(const contact_world *w, const contact__geom *g, tact_real dt) {
    const contact__rigid *b = &w->bodies[g->body];
    tact_quat turn;
    if (b->type == CONTACT_BODY_STATIC || (b->flags & (CONTACT__ASLEEP | CONTACT__FROZEN))) return g->placed;
    turn = tact_quat_exp(tact_scale(dt, b->w));
    return tact_pose_make(tact_add(tact_mul_add(b->com, dt, b->v), tact_rotate(turn, tact_sub(g->placed.p, b->com))),
                          tact_quat_normalize(tact_quat_mul(turn, g->placed.q)));
}

/* A body that turns fast meets the other with features that are not the nearest ones now. So the pair is looked at as it
   would be at the end of the step, and what penetrates there becomes a contact: with the velocity c of that point the gap
   there is gap + dt c of a contact whose gap now is gap_end - dt c. Contacts of this pair are there from `first` on. */
TACT_PRIVATE contact_status contact__look_ahead(contact_world *w, int slot, int ga, int gb, tact_real dt, int first) {
    const contact__geom *a = &w->geoms[ga], *b = &w->geoms[gb];
    const contact__rigid *ba = &w->bodies[a->body], *bb = &w->bodies[b->body];
    tact_pose pa = contact__geom_ahead(w, a, dt), pb = contact__geom_ahead(w, b, dt);
    collide_manifold_config config = collide_default_manifold_config();
    collide_manifold manifold;
    tact_real close_to = TACT_R(0.2) * tact_min(a->extent, b->extent);
    config.margin = 0;
    if (collide_contact(&a->shape, pa, &b->shape, pb, &config, NULL, &manifold) < 0) return CONTACT_OK;
    for (int k = 0; k < manifold.count; ++k) {
        const collide_contact_point *point = &manifold.points[k];
        tact_vec3 ra = tact_sub(point->point, tact_mul_add(ba->com, dt, ba->v)), rb = tact_sub(point->point, tact_mul_add(bb->com, dt, bb->v));
        tact_vec3 va = tact_vec(0, 0, 0), vb = va, at = point->point;
        contact_status status;
        tact_real gap;
        int known = 0;
        if (!(point->gap < 0)) continue;
        if (ba->type != CONTACT_BODY_STATIC) va = tact_add(ba->v, tact_cross(ba->w, ra)), at = tact_mul_add(at, -dt / 2, va);
        if (bb->type != CONTACT_BODY_STATIC) vb = tact_add(bb->v, tact_cross(bb->w, rb)), at = tact_mul_add(at, -dt / 2, vb);
        for (int i = first; i < w->head->used.contacts && !known; ++i)
            known = tact_norm2(tact_sub(w->contacts[i].position, at)) < close_to * close_to;
        if (known) continue;
        gap = tact_max(point->gap - dt * tact_dot(manifold.normal, tact_sub(vb, va)), 0); /* they do not touch there now */
        status = contact__push_contact(w, slot, ga, gb, at, manifold.normal, gap, point->id ^ 0x40000000u);
        if (status < 0) return status;
    }
    return CONTACT_OK;
}

/* Manifolds of a pair, at most `capacity`; returns how many. Writes nothing of the world but the cache of the pair. */
TACT_PRIVATE int contact__pair_manifolds(contact_world *w, const collide_proxy_pair *pair, tact_real dt, collide_manifold *manifolds, int capacity) {
    int ga = (int)collide_broadphase_user(&w->broad, pair->a), gb = (int)collide_broadphase_user(&w->broad, pair->b), n = 0;
    const contact__spot *sa = &w->spots[ga], *sb = &w->spots[gb];
    const contact__geom *a, *b;
    tact_real margin;
    collide_manifold_config config;
    margin = contact__pair_margin(w, ga, gb, dt);
    if (!contact__pair_close(sa, sb, margin)) return 0;
    if (sa->kind == COLLIDE_KIND_POINT && sb->kind == COLLIDE_KIND_POINT && sa->ball >= 0 && sb->ball >= 0) { /* two spheres: that is all */
        tact_vec3 apart = tact_sub(sb->middle, sa->middle);
        tact_real d = tact_norm(apart), gap = d - sa->ball - sb->ball;
        manifolds->normal = d > 0 ? tact_scale(1 / d, apart) : tact_vec(0, 0, 1);
        manifolds->count = 1;
        manifolds->piece_a = manifolds->piece_b = 0;
        TACT_MEMSET(&manifolds->points[0], 0, sizeof manifolds->points[0]);
        manifolds->points[0].point = tact_mul_add(sa->middle, sa->ball + gap / 2, manifolds->normal);
        manifolds->points[0].gap = gap;
        return 1;
    }
    a = &w->geoms[ga], b = &w->geoms[gb];
    config = collide_default_manifold_config();
    config.margin = margin;
    if (contact__is_set(&a->shape) || contact__is_set(&b->shape)) {
        if (collide_contacts(&a->shape, a->placed, &b->shape, b->placed, &config, contact__pair_cache(w, pair->slot), manifolds, capacity, &n) < 0)
            n = n < 0 ? 0 : n;
        return n > capacity ? capacity : n; /* the deepest were kept */
    }
    return collide_contact(&a->shape, a->placed, &b->shape, b->placed, &config, contact__pair_cache(w, pair->slot), &manifolds[0]) >= 0 &&
           manifolds[0].count > 0;
}

/* Contacts of a pair from its manifolds, or from sweeping it. */
TACT_PRIVATE contact_status contact__pair_push(contact_world *w, const collide_proxy_pair *pair, tact_real dt, const collide_manifold *manifolds, int n) {
    int ga = (int)collide_broadphase_user(&w->broad, pair->a), gb = (int)collide_broadphase_user(&w->broad, pair->b), i, k;
    int first = w->head->used.contacts;
    const contact__geom *a = &w->geoms[ga], *b = &w->geoms[gb];
    const contact__rigid *ba = &w->bodies[a->body], *bb = &w->bodies[b->body];
    tact_real small = tact_min(a->extent, b->extent);
    contact_status status;
    for (i = 0; i < n; ++i)
        for (k = 0; k < manifolds[i].count; ++k) {
            status = contact__push_contact(w, pair->slot, ga, gb, manifolds[i].points[k].point, manifolds[i].normal,
                                           manifolds[i].points[k].gap, contact__feature(&manifolds[i], k));
            if (status < 0) return status;
            a = &w->geoms[ga], b = &w->geoms[gb]; /* the block may have moved */
            ba = &w->bodies[a->body], bb = &w->bodies[b->body];
        }
    if (n && a->shape.kind != COLLIDE_KIND_POINT && b->shape.kind != COLLIDE_KIND_POINT && !contact__is_set(&a->shape) && !contact__is_set(&b->shape)) {
        tact_real turn = (ba->type == CONTACT_BODY_STATIC ? 0 : tact_norm2(ba->w) * a->reach * a->reach) +
                         (bb->type == CONTACT_BODY_STATIC ? 0 : tact_norm2(bb->w) * b->reach * b->reach);
        if (dt * dt * turn > TACT_R(1e-4) * small * small) /* turns by more than a small part of its size */
            return contact__look_ahead(w, pair->slot, ga, gb, dt, first);
    }
    if (!n && w->head->config.ccd && (ba->ccd || bb->ccd) && (contact__moves(ba) || contact__moves(bb))) {
        tact_vec3 relative = tact_sub(bb->type == CONTACT_BODY_STATIC ? tact_vec(0, 0, 0) : bb->v,
                                      ba->type == CONTACT_BODY_STATIC ? tact_vec(0, 0, 0) : ba->v);
        if (dt * dt * tact_norm2(relative) > small * small / 4) return contact__sweep_pair(w, pair->slot, ga, gb, dt);
    }
    return CONTACT_OK;
}

/* The narrow phase on the caller's threads: convex pairs are found there, one manifold each; meshes and sweeps, which may have
   more to say, and the list of contacts come in order afterwards. */
typedef struct contact__narrow_job {
    contact_world *world;
    tact_real dt;
    collide_manifold *found; /* one a pair */
} contact__narrow_job;
enum { CONTACT__NARROW_BATCH = 16 };
TACT_PRIVATE int contact__pair_is_set(const contact_world *w, const collide_proxy_pair *pair) {
    return contact__is_set(&w->geoms[collide_broadphase_user(&w->broad, pair->a)].shape) ||
           contact__is_set(&w->geoms[collide_broadphase_user(&w->broad, pair->b)].shape);
}
TACT_PRIVATE int contact__pair_moves(const contact_world *w, const collide_proxy_pair *pair) {
    return w->spots[collide_broadphase_user(&w->broad, pair->a)].moves || w->spots[collide_broadphase_user(&w->broad, pair->b)].moves;
}
TACT_PRIVATE void contact__narrow_work(void *data, int batch, int worker) {
    const contact__narrow_job *job = (const contact__narrow_job *)data;
    contact_world *w = job->world;
    int i, end = (batch + 1) * CONTACT__NARROW_BATCH;
    (void)worker;
    for (i = batch * CONTACT__NARROW_BATCH; i < end && i < w->broad.n_pairs; ++i)
        if (contact__pair_is_set(w, &w->broad.pairs[i]) || !contact__pair_moves(w, &w->broad.pairs[i]) ||
            !contact__pair_manifolds(w, &w->broad.pairs[i], job->dt, &job->found[i], 1))
            job->found[i].count = 0;
}
TACT_PRIVATE contact_status contact__world_narrow(contact_world *w, tact_real dt) {
    const contact_config *solver = &w->head->config.solver;
    collide_manifold several[CONTACT__PAIR_MANIFOLDS];
    contact__narrow_job job;
    contact_status status;
    int i;
    job.world = w, job.dt = dt, job.found = NULL;
    w->head->used.contacts = 0;
    if (solver->parallel_for && solver->workers > 1 && w->broad.n_pairs > CONTACT__NARROW_BATCH) {
        job.found = (collide_manifold *)contact__world_stage(w, (size_t)w->broad.n_pairs * sizeof *job.found);
        if (!job.found) return contact__say(w, CONTACT_NO_MEMORY, "narrow phase", NULL, -1);
        solver->parallel_for(solver->parallel_context, (w->broad.n_pairs + CONTACT__NARROW_BATCH - 1) / CONTACT__NARROW_BATCH, contact__narrow_work, &job);
    }
    for (i = 0; i < w->broad.n_pairs; ++i) {
        const collide_proxy_pair *pair = &w->broad.pairs[i];
        int done = job.found && !contact__pair_is_set(w, pair), n;
        if (!contact__pair_moves(w, pair)) continue;
        n = done ? job.found[i].count > 0 : contact__pair_manifolds(w, pair, dt, several, CONTACT__PAIR_MANIFOLDS);
        status = contact__pair_push(w, pair, dt, done ? &job.found[i] : several, n);
        if (status < 0) return status;
    }
    return CONTACT_OK;
}

/* Wakes the islands that something awake touches. Returns whether any woke. */
TACT_PRIVATE int contact__world_wake_touched(contact_world *w, tact_real dt) {
    collide_manifold touch;
    int i, woke = 0;
    for (i = 0; i < w->broad.n_pairs; ++i) {
        const collide_proxy_pair *pair = &w->broad.pairs[i];
        contact__rigid *a = &w->bodies[w->geoms[(int)collide_broadphase_user(&w->broad, pair->a)].body];
        contact__rigid *b = &w->bodies[w->geoms[(int)collide_broadphase_user(&w->broad, pair->b)].body];
        int sleeps_a = (a->flags & CONTACT__ASLEEP) != 0, sleeps_b = (b->flags & CONTACT__ASLEEP) != 0;
        int stirs = (sleeps_a && (contact__moves(b) || b->type == CONTACT_BODY_KINEMATIC)) ||
                    (sleeps_b && (contact__moves(a) || a->type == CONTACT_BODY_KINEMATIC));
        if (!stirs || sleeps_a == sleeps_b) continue;
        if (contact__pair_manifolds(w, pair, dt, &touch, 1) > 0) {
            contact__wake(w, sleeps_a ? a : b);
            woke = 1;
        }
    }
    return woke;
}

/* Jacobian of a body at a point: rows of direction . v(point) + direction . w, times `sign`, added to out (rows x dof).
   The body must move (tree >= 0). */
TACT_PRIVATE void contact__body_rows(contact_world *w, int body, tact_vec3 point, int rows, const tact_vec3 *linear,
                                     const tact_vec3 *angular, tact_real sign, tact_real *frame_jacobian, tact_real *out) {
    const contact__rigid *b = &w->bodies[body];
    int k, j;
    if (b->type == CONTACT_BODY_DYNAMIC) {
        tact_vec3 arm = tact_sub(point, b->com);
        for (k = 0; k < rows; ++k) {
            tact_vec3 turn = tact_add(tact_cross(arm, linear[k]), angular[k]);
            tact_real *row = out + w->problem.trees[b->tree].dof * k + b->tree_at;
            row[0] += sign * linear[k].x, row[1] += sign * linear[k].y, row[2] += sign * linear[k].z;
            row[3] += sign * turn.x, row[4] += sign * turn.y, row[5] += sign * turn.z;
        }
    } else {
        const contact__articulation *r = &w->robots[b->robot];
        int nv = r->model->nv;
        rbd_frame frame = rbd_frame_on_body(b->link, tact_pose_make(tact_pose_unapply(b->pose, point), tact_quat_identity()));
        rbd_frame_jacobian(r->data, &frame, RBD_REFERENCE_LOCAL_WORLD_ALIGNED, frame_jacobian, nv);
        for (k = 0; k < rows; ++k) {
            const tact_real d[6] = {linear[k].x, linear[k].y, linear[k].z, angular[k].x, angular[k].y, angular[k].z};
            int i;
            for (i = 0; i < 6; ++i)
                if (d[i] != 0)
                    for (j = 0; j < nv; ++j) out[nv * k + j] += sign * d[i] * frame_jacobian[nv * i + j];
        }
    }
}

/* A constraint on the motion of body b relative to body a at a point (either may stand still). Returns its index, or a
   negative status; CONTACT_UNSUPPORTED when neither moves. */
TACT_PRIVATE int contact__add_between(contact_world *w, contact_kind kind, int rows, int a, int b, tact_vec3 point,
                                      const tact_vec3 *linear, const tact_vec3 *angular) {
    contact_problem *p = &w->problem;
    int tree_a = a == CONTACT__NONE ? -1 : w->bodies[a].tree, tree_b = b == CONTACT__NONE ? -1 : w->bodies[b].tree;
    int dof_a = tree_a < 0 ? 0 : p->trees[tree_a].dof, dof_b = tree_b < 0 ? 0 : p->trees[tree_b].dof;
    int most = dof_a > dof_b ? dof_a : dof_b;
    tact_real *scratch, *ja, *jb;
    if (tree_a < 0 && tree_b < 0) return CONTACT_UNSUPPORTED;
    scratch = contact__world_scratch(w, 6 * most + rows * (dof_a + dof_b));
    if (!scratch) return CONTACT_NO_MEMORY;
    ja = scratch + 6 * most, jb = ja + rows * dof_a;
    TACT_MEMSET(ja, 0, (size_t)(rows * (dof_a + dof_b)) * sizeof(tact_real));
    if (tree_a == tree_b) { /* two links of one robot */
        contact__body_rows(w, a, point, rows, linear, angular, -1, scratch, jb);
        contact__body_rows(w, b, point, rows, linear, angular, 1, scratch, jb);
        return contact_add_blocks(p, kind, rows, -1, NULL, tree_b, jb);
    }
    if (tree_a >= 0) contact__body_rows(w, a, point, rows, linear, angular, -1, scratch, ja);
    if (tree_b >= 0) contact__body_rows(w, b, point, rows, linear, angular, 1, scratch, jb);
    return contact_add_blocks(p, kind, rows, tree_a, tree_a >= 0 ? ja : NULL, tree_b, tree_b >= 0 ? jb : NULL);
}

/* Velocity of a point of a body that is not part of the solve: kinematic ones. */
TACT_PRIVATE tact_vec3 contact__known_velocity(const contact_world *w, int body, tact_vec3 point) {
    if (body == CONTACT__NONE || w->bodies[body].type != CONTACT_BODY_KINEMATIC) return tact_vec(0, 0, 0);
    return contact__point_velocity(w, body, point);
}

TACT_PRIVATE tact_vec3 contact__known_turn(const contact_world *w, int body) {
    return body == CONTACT__NONE || w->bodies[body].type != CONTACT_BODY_KINEMATIC ? tact_vec(0, 0, 0) : w->bodies[body].w;
}

/* The same with what the surface does by itself. */
TACT_PRIVATE tact_vec3 contact__surface_velocity(const contact_world *w, int body, const contact__geom *g, tact_vec3 point) {
    const tact_vec3 *s = &g->material.surface_velocity;
    tact_vec3 known = contact__known_velocity(w, body, point);
    return s->x != 0 || s->y != 0 || s->z != 0 ? tact_add(known, tact_rotate(w->bodies[body].pose.q, *s)) : known;
}

TACT_PRIVATE int contact__surface_moves(const contact__rigid *b, const contact__geom *g) { /* may that be other than zero? */
    const tact_vec3 *s = &g->material.surface_velocity;
    return b->type == CONTACT_BODY_KINEMATIC || s->x != 0 || s->y != 0 || s->z != 0;
}

TACT_PRIVATE contact_bias_config contact__contact_bias(const contact_world *w, tact_real dt) {
    const contact_world_config *config = &w->head->config;
    contact_bias_config bias = contact_default_bias_config();
    bias.erp = config->contact_erp;
    bias.depenetration_velocity = config->max_depenetration;
    bias.restitution_threshold = tact_max(config->restitution_threshold, 2 * dt * tact_norm(config->gravity));
    return bias;
}

/* What is left of the step to move in, of the later of two bodies; those that do not move do not count. */
TACT_PRIVATE tact_real contact__rest_of_step(const contact__rigid *a, const contact__rigid *b, tact_real dt) {
    return dt - tact_min(contact__moves(a) ? a->ahead : dt, contact__moves(b) ? b->ahead : dt);
}
/* AUTO: a gap or an overlap up to this length counts as touching, a small part of the shapes and what the coordinates round to.
   Without it a heap that stands is moved by the correction of what the last solve left, far below anything that can be seen,
   and solved again, for hundreds of steps. The other methods get the gap as it is: what they leave is not always so small. */
TACT_PRIVATE tact_real contact__touching(const contact_world *w, const contact_point *c) {
    tact_real small = tact_min(w->geoms[c->geom_a.index].extent, w->geoms[c->geom_b.index].extent);
    tact_real round_off = 4 * TACT_EPSILON * (tact_abs(c->position.x) + tact_abs(c->position.y) + tact_abs(c->position.z));
    if (w->head->config.solver.method != CONTACT_METHOD_AUTO || !(w->head->config.solver.coarse_tolerance > 0)) return 0;
    return small < TACT_REAL_MAX ? CONTACT__SMALL(1e-7, 2e-6) * small + round_off : round_off;
}
TACT_PRIVATE contact_status contact__assemble_contacts(contact_world *w, tact_real dt) {
    const contact_world_config *config = &w->head->config;
    contact_problem *p = &w->problem;
    contact_bias_config bias = contact__contact_bias(w, dt);
    tact_real ratio = w->head->last_dt > 0 ? dt / w->head->last_dt : 1, rest; /* rest: of the step, to move in */
    int i, k, n = 0, compliant = contact_method_model(config->solver.method) == CONTACT_MODEL_COMPLIANT;
    w->bounces = 0;
    for (i = 0; i < w->head->used.contacts; ++i) {
        contact_point *c = &w->contacts[i];
        contact__found *f = &w->found[i];
        int a = (int)c->a.index, b = (int)c->b.index, row;
        const contact__rigid *ba = &w->bodies[a], *bb = &w->bodies[b];
        const contact__geom *ga = &w->geoms[c->geom_a.index], *gb = &w->geoms[c->geom_b.index];
        const contact__pair *pair = &w->pairs[f->slot];
        tact_vec3 t1, t2, at_a, at_b, known, rel, axes[3], none[3];
        contact_constraint *constraint;
        tact_real gap;
        f->constraint = CONTACT__NONE;
        if (c->gap > TACT_R(1e30) || !tact_finite(c->gap)) continue; /* dropped by the caller */
        tact_tangents(c->normal, &t1, &t2);
        at_a = at_b = c->position;
        if (ba->tree >= 0 && bb->tree >= 0 && ba->tree == bb->tree && ba->type == CONTACT_BODY_DYNAMIC && !ba->coupled) continue;
        if ((ba->tree < 0 || (ba->type == CONTACT_BODY_DYNAMIC && !ba->coupled)) && (bb->tree < 0 || (bb->type == CONTACT_BODY_DYNAMIC && !bb->coupled))) {
            if (ba->tree < 0 && bb->tree < 0) continue;
            f->constraint = contact_add_contact(p, ba->tree, bb->tree, c->normal, &t1, tact_sub(at_a, ba->com),
                                                tact_sub(at_b, bb->com), c->friction);
        } else {
            axes[0] = t1, axes[1] = t2, axes[2] = c->normal;
            none[0] = none[1] = none[2] = tact_vec(0, 0, 0);
            f->constraint = contact__add_between(w, CONTACT_KIND_CONTACT, 3, a, b, c->position, axes, none);
            if (f->constraint == CONTACT_UNSUPPORTED) {
                f->constraint = CONTACT__NONE;
                continue;
            }
        }
        if (f->constraint < 0) return contact__say(w, (contact_status)f->constraint, "contact", NULL, i);
        constraint = &p->constraints[f->constraint];
        row = constraint->first_row;
        constraint->mu = c->friction;
        constraint->gap = c->gap;
        if (compliant) {
            contact_surface material = contact__combine(w, (int)c->geom_a.index, (int)c->geom_b.index);
            constraint->stiffness = material.stiffness;
            constraint->dissipation = material.dissipation;
            constraint->relaxation = material.relaxation_time;
        }
        constraint->id = ((uint64_t)(uint32_t)f->slot << 32) | c->feature;
        /* what the surfaces do by themselves: kinematic bodies, conveyor belts */
        known = tact_vec(0, 0, 0);
        if (contact__surface_moves(ba, ga) || contact__surface_moves(bb, gb))
            known = tact_sub(contact__surface_velocity(w, b, gb, c->position), contact__surface_velocity(w, a, ga, c->position));
        rel = tact_sub(contact__point_velocity(w, b, c->position), contact__point_velocity(w, a, c->position));
        f->approach = tact_dot(rel, c->normal);
        bias.slop = config->contact_slop * tact_min(ga->extent, gb->extent);
        p->bias[row] = tact_dot(known, t1);
        p->bias[row + 1] = tact_dot(known, t2);
        constraint->surface_normal = tact_dot(known, c->normal);
        rest = contact__rest_of_step(ba, bb, dt);
        gap = tact_abs(c->gap) <= contact__touching(w, c) ? 0 : c->gap;
        f->plastic = constraint->surface_normal + contact_bias_normal(&bias, rest, gap, 0, f->approach);
        p->bias[row + 2] = f->plastic;
        if (c->restitution > 0) {
            p->bias[row + 2] = constraint->surface_normal + contact_bias_normal(&bias, rest, gap, c->restitution, f->approach);
            w->bounces += p->bias[row + 2] < f->plastic;
        }
        for (k = pair->first; k < pair->first + pair->n; ++k)
            if (w->kept[k].feature == c->feature) {
                p->impulse[row] = ratio * tact_dot(w->kept[k].impulse, t1);
                p->impulse[row + 1] = ratio * tact_dot(w->kept[k].impulse, t2);
                p->impulse[row + 2] = ratio * tact_dot(w->kept[k].impulse, c->normal);
                break;
            }
        ++n;
    }
    w->head->stats.n_contacts = n;
    return CONTACT_OK;
}

/* One row on the free coordinate of a hinge or slider; sign +1 or -1. */
TACT_PRIVATE int contact__add_coordinate(contact_world *w, contact_kind kind, const contact__link_joint *j,
                                         const contact__joint_state *s, tact_real sign) {
    tact_vec3 linear = tact_vec(0, 0, 0), angular = linear, axis = tact_scale(sign, s->axis[2]);
    if (j->def.kind == CONTACT_JOINT_SLIDER) linear = axis;
    else angular = axis;
    return contact__add_between(w, kind, 1, s->a, s->b, s->frame_b.p, &linear, &angular);
}

/* Starts the rows of a constraint from what they were in the last step: impulses `place` and on of a joint. */
TACT_PRIVATE void contact__joint_remember(contact_world *w, int constraint, int joint, int place) {
    contact_problem *p = &w->problem;
    contact_constraint *c = &p->constraints[constraint];
    tact_real ratio = w->head->last_dt > 0 ? p->dt / w->head->last_dt : 1;
    int k;
    c->id = CONTACT__JOINT_ROW | (uint64_t)(16 * joint + place);
    for (k = 0; k < c->rows; ++k) p->impulse[c->first_row + k] = ratio * w->joints[joint].impulse[place + k];
}

TACT_PRIVATE contact_motor contact__joint_motor(const contact_joint_def *def) {
    contact_motor m = TACT_ZERO;
    if (def->motor) m.stiffness = def->stiffness, m.damping = def->damping;
    m.position = def->position, m.velocity = def->velocity, m.max_effort = def->max_effort;
    return m;
}
/* A motor is a row of dry friction with compliance: -stiffness (miss + dt c) - damping (c - velocity), c the speed at the end of the
   step, bounded by the effort. `miss`: position minus its target. */
TACT_PRIVATE void contact__motor_row(contact_problem *p, int row, tact_real dt, const contact_motor *m, tact_real miss) {
    contact_bias_spring(dt, m->stiffness, m->damping, miss, &p->bias[row], &p->compliance[row]);
    p->bias[row] -= m->damping / (dt * m->stiffness + m->damping) * m->velocity;
    p->bound[row] = m->max_effort < TACT_REAL_MAX / 2 / tact_max(dt, 1) ? dt * m->max_effort : TACT_R(1e30);
}

TACT_PRIVATE contact_status contact__assemble_joints(contact_world *w, tact_real dt) {
    contact_problem *p = &w->problem;
    contact_bias_config bias = contact_default_bias_config();
    int i, k, n, c, row;
    bias.erp = w->head->config.joint_erp;
    bias.depenetration_velocity = 1000; /* a joint has no reason to be slow */
    for (i = 0; i < w->head->used.joints; ++i) {
        contact__link_joint *j = &w->joints[i];
        contact__joint_state s;
        tact_vec3 linear[6], angular[6];
        tact_real error[6], rate[6], drift[6];
        contact_motor motor;
        int coordinate = j->def.kind == CONTACT_JOINT_HINGE || j->def.kind == CONTACT_JOINT_SLIDER;
        j->rows = 0;
        j->first = CONTACT__NONE;
        if (!j->alive) continue;
        contact__joint_geometry(w, j, &s);
        if ((s.a == CONTACT__NONE || w->bodies[s.a].tree < 0) && w->bodies[s.b].tree < 0) continue;
        n = contact__joint_rows(j, &s, linear, angular, error);
        c = contact__add_between(w, CONTACT_KIND_JOINT, n, s.a, s.b, s.frame_b.p, linear, angular);
        if (c < 0) return contact__say(w, (contact_status)c, "joint", NULL, i);
        row = p->constraints[c].first_row;
        j->first = row;
        contact__joint_drift(w, j->def.kind == CONTACT_JOINT_UNIVERSAL ? CONTACT__AXES_UNIVERSAL : CONTACT__AXES_OF_A, &s, n, linear, angular, rate, drift);
        for (k = 0; k < n; ++k) {
            tact_vec3 known = tact_sub(contact__known_velocity(w, s.b, s.frame_b.p), contact__known_velocity(w, s.a, s.frame_b.p));
            tact_vec3 turn = tact_sub(contact__known_turn(w, s.b), contact__known_turn(w, s.a));
            p->bias[row + k] = contact_bias_joint(&bias, dt, error[k]) + dt / 2 * drift[k] + tact_dot(known, linear[k]) + tact_dot(turn, angular[k]);
        }
        contact__joint_remember(w, c, i, 0);
        j->rows = n;
        if (!coordinate) continue;
        if (j->def.limited) {
            tact_real below = s.position - j->def.lower, above = j->def.upper - s.position, ahead = 2 * dt * tact_abs(s.rate) + TACT_R(0.01);
            int side;
            for (side = 0; side < 2; ++side) {
                tact_real gap = side ? above : below;
                if (gap > ahead) continue;
                c = contact__add_coordinate(w, CONTACT_KIND_LIMIT, j, &s, side ? TACT_R(-1) : TACT_R(1));
                if (c < 0) return contact__say(w, (contact_status)c, "joint limit", NULL, i);
                p->constraints[c].gap = gap;
                p->bias[p->constraints[c].first_row] = contact_bias_normal(&bias, dt, gap, 0, 0);
                contact__joint_remember(w, c, i, 6 + side);
            }
        }
        if (j->def.friction > 0) {
            c = contact__add_coordinate(w, CONTACT_KIND_FRICTION, j, &s, 1);
            if (c < 0) return contact__say(w, (contact_status)c, "joint friction", NULL, i);
            p->bound[p->constraints[c].first_row] = dt * j->def.friction;
            contact__joint_remember(w, c, i, 8);
        }
        motor = contact__joint_motor(&j->def);
        if (contact__motor_on(&motor)) {
            c = contact__add_coordinate(w, CONTACT_KIND_FRICTION, j, &s, 1);
            if (c < 0) return contact__say(w, (contact_status)c, "joint motor", NULL, i);
            contact__motor_row(p, p->constraints[c].first_row, dt, &motor, s.position - motor.position);
            contact__joint_remember(w, c, i, 9);
        }
    }
    return CONTACT_OK;
}

/* Rows whose impulses are kept from step to step, at an offset in the reals of the world: starts them from there. */
TACT_PRIVATE void contact__remember(contact_world *w, int constraint, const tact_real *kept) {
    contact_problem *p = &w->problem;
    contact_constraint *c = &p->constraints[constraint];
    tact_real ratio = w->head->last_dt > 0 ? p->dt / w->head->last_dt : 1;
    int k;
    c->id = CONTACT__KEPT_ROW | (uint64_t)(kept - w->reals);
    for (k = 0; k < c->rows; ++k) p->impulse[c->first_row + k] = ratio * kept[k];
}
/* Adds a row for the speed of one dof of the joint that carries free body b, from the columns S of the joint in b's axes at
   b's origin: (S^T S)^-1 S^T of the relative velocity. */
TACT_PRIVATE int contact__add_dof(contact_world *w, const contact__articulation *r, contact_kind kind, int b, const tact_real *weights, tact_real sign) {
    const contact__rigid *c = &w->bodies[contact__link_rigid(r, b)];
    tact_vec3 linear = tact_scale(sign, tact_mat_mul_vec(&c->rotation, tact_vec(weights[0], weights[1], weights[2])));
    tact_vec3 angular = tact_scale(sign, tact_mat_mul_vec(&c->rotation, tact_vec(weights[3], weights[4], weights[5])));
    return contact__add_between(w, kind, 1, contact__link_rigid(r, r->maximal->parent[b]), contact__link_rigid(r, b), c->pose.p, &linear, &angular);
}
/* Limits, dampers, springs, dry friction and motors of the joint that carries free body b. */
TACT_PRIVATE contact_status contact__assemble_dofs(contact_world *w, contact__articulation *r, int b, const contact_bias_config *bias, tact_real dt) {
    contact_problem *p = &w->problem;
    const rbd_model *m = r->model;
    int dof[6], n, i, c, side, any = 0;
    tact_real rows[6][6];
    for (i = r->maximal->tree_body[b]; i != r->maximal->tree_body[r->maximal->parent[b]]; i = m->parent[i])
        for (n = 0; n < m->body_nv[i]; ++n) {
            const rbd_dof *d = &m->dof[m->joint_iv[i] + n];
            const contact_motor motor = contact__motor_of(w, r, m->joint_iv[i] + n);
            any |= d->damping > 0 || d->stiffness > 0 || d->friction > 0 || d->lower > -TACT_REAL_MAX || d->upper < TACT_REAL_MAX;
            any |= contact__motor_on(&motor);
        }
    if (!any) return CONTACT_OK;
    n = rbd_maximal_joint_rows(r->maximal, r->data, b, NULL, dof, rows, NULL);
    for (i = 0; i < n; ++i) {
        const rbd_dof *d = &m->dof[dof[i]];
        int body = m->dof_body[dof[i]], plain = contact__plain_dof(m, body);
        tact_real q = plain ? contact__joint_value(m, w->reals + r->q, body, dof[i] - m->joint_iv[body]) : 0;
        tact_real v = m->dof_scale[dof[i]] * w->reals[r->v + m->dof_master[dof[i]]];
        tact_real *friction = w->reals + r->friction_impulse + dof[i], spring = plain ? d->stiffness : 0;
        const contact_motor motor = contact__motor_of(w, r, dof[i]);
        if (d->damping > 0 || spring > 0) {
            c = contact__add_dof(w, r, CONTACT_KIND_FRICTION, b, rows[i], 1);
            if (c < 0) return (contact_status)c;
            contact_bias_spring(dt, spring, d->damping, q - d->rest, &p->bias[p->constraints[c].first_row], &p->compliance[p->constraints[c].first_row]);
            p->bound[p->constraints[c].first_row] = TACT_R(1e30);
            p->constraints[c].id = CONTACT__PASSIVE_ROW;
        }
        if (d->friction > 0) {
            c = contact__add_dof(w, r, CONTACT_KIND_FRICTION, b, rows[i], 1);
            if (c < 0) return (contact_status)c;
            p->bound[p->constraints[c].first_row] = dt * d->friction;
            contact__remember(w, c, friction);
        }
        if (contact__motor_on(&motor)) {
            c = contact__add_dof(w, r, CONTACT_KIND_FRICTION, b, rows[i], 1);
            if (c < 0) return (contact_status)c;
            contact__motor_row(p, p->constraints[c].first_row, dt, &motor,
                               contact__joint_miss(m, w->reals + r->q, body, dof[i] - m->joint_iv[body], motor.position));
            contact__remember(w, c, w->reals + r->motor_impulse + dof[i]);
        }
        for (side = 0; plain && side < 2; ++side) {
            tact_real gap = side ? d->upper - q : q - d->lower;
            if (!(gap < 2 * dt * tact_abs(v) + TACT_R(0.01))) continue;
            c = contact__add_dof(w, r, CONTACT_KIND_LIMIT, b, rows[i], side ? TACT_R(-1) : TACT_R(1));
            if (c < 0) return (contact_status)c;
            p->constraints[c].gap = gap;
            p->bias[p->constraints[c].first_row] = contact_bias_normal(bias, dt, gap, 0, 0);
            contact__remember(w, c, w->reals + r->limit_impulse + 2 * dof[i] + side);
        }
    }
    return CONTACT_OK;
}
/* Armatures of the joint that carries free body b: a rotor of inertia A that turns as the joint does, with speed c, takes the
   impulse A (c+ - c) from it, a row of compliance 1/A. x as in contact__assemble_links. */
TACT_PRIVATE contact_status contact__assemble_armatures(contact_world *w, contact__articulation *r, int b, tact_real dt, tact_real x) {
    contact_problem *p = &w->problem;
    const rbd_model *m = r->model;
    int dof[6], n, i, c, row, any = 0;
    tact_real rows[6][6], turn[6], rate[6], drift[6];
    contact__joint_state s;
    for (i = r->maximal->tree_body[b]; i != r->maximal->tree_body[r->maximal->parent[b]]; i = m->parent[i])
        for (n = 0; n < m->body_nv[i]; ++n) any |= m->armature[m->joint_iv[i] + n] > 0;
    if (!any) return CONTACT_OK;
    s.a = contact__link_rigid(r, r->maximal->parent[b]), s.b = contact__link_rigid(r, b);
    s.frame_b = w->bodies[s.b].pose;
    n = rbd_maximal_joint_rows(r->maximal, r->data, b, w->reals + r->v, dof, rows, turn);
    for (i = 0; i < n; ++i) {
        tact_vec3 linear, angular;
        if (!(m->armature[dof[i]] > 0)) continue;
        linear = tact_mat_mul_vec(&w->bodies[s.b].rotation, tact_vec(rows[i][0], rows[i][1], rows[i][2]));
        angular = tact_mat_mul_vec(&w->bodies[s.b].rotation, tact_vec(rows[i][3], rows[i][4], rows[i][5]));
        c = contact__add_between(w, CONTACT_KIND_JOINT, 1, s.a, s.b, s.frame_b.p, &linear, &angular);
        if (c < 0) return (contact_status)c;
        contact__joint_drift(w, CONTACT__AXES_OF_B, &s, 1, &linear, &angular, rate, drift);
        contact__remember(w, c, w->reals + r->joint_impulse + 6 * (r->maximal->n + 1) + dof[i]);
        row = p->constraints[c].first_row;
        p->compliance[row] = 1 / m->armature[dof[i]];
        p->bias[row] = dt * (drift[0] + turn[i]) - (x > 0 ? 0 : rate[0]);
    }
    return CONTACT_OK;
}
/* The rows of coupled joints: weights of rbd.h on velocities in the links' own axes at their origins, taken to the world's axes at
   their centres of mass. With R the axes of a link, d its centre from its origin, f and n the weights in world axes:
       f . (v - w x d) + n . w,   and d/dt R^T(v - w x d) = R^T(dv/dt - dw/dt x d - w x v). */
TACT_PRIVATE contact_status contact__assemble_couplings(contact_world *w, contact__articulation *r, const contact_bias_config *bias,
                                                        tact_real dt, tact_real x) {
    contact_problem *p = &w->problem;
    const rbd_constraints *all = r->maximal->constraints;
    int k, j, c, n = r->model->n_coupled;
    for (k = 0; k < n; ++k) {
        const rbd_constraint *f = &all->constraint[all->n - n + k];
        int tree = w->bodies[contact__link_rigid(r, f->coordinate[0] / 6 + 1)].tree, dof = p->trees[tree].dof;
        tact_real *row = contact__world_scratch(w, dof), rate = 0, drift = f->custom_drift[0];
        if (!row) return CONTACT_NO_MEMORY;
        TACT_MEMSET(row, 0, (size_t)dof * sizeof(tact_real));
        for (j = 0; j < f->n_coordinates; j += 6) {
            const contact__rigid *b = &w->bodies[contact__link_rigid(r, f->coordinate[j] / 6 + 1)];
            const tact_real *weight = f->weight + j;
            tact_vec3 force = tact_mat_mul_vec(&b->rotation, tact_vec(weight[0], weight[1], weight[2]));
            tact_vec3 moment = tact_mat_mul_vec(&b->rotation, tact_vec(weight[3], weight[4], weight[5]));
            tact_real *out = row + b->tree_at;
            moment = tact_sub(moment, tact_cross(tact_sub(b->com, b->pose.p), force));
            out[0] += force.x, out[1] += force.y, out[2] += force.z, out[3] += moment.x, out[4] += moment.y, out[5] += moment.z;
            rate += tact_dot(force, b->v) + tact_dot(moment, b->w);
            drift -= tact_dot(force, tact_cross(b->w, b->v));
        }
        c = contact_add_blocks(p, CONTACT_KIND_JOINT, 1, -1, NULL, tree, row);
        if (c < 0) return (contact_status)c;
        contact__remember(w, c, w->reals + r->joint_impulse + 6 * (r->maximal->n + 1) + r->model->joint_nv + k);
        p->bias[p->constraints[c].first_row] = x > 0 ? dt * (drift + 2 * x * rate + x * x * f->custom_error[0])
                                                     : contact_bias_joint(bias, dt, f->custom_error[0]) + dt / 2 * drift;
    }
    return CONTACT_OK;
}
/* The joints of a robot in maximal coordinates. x = 0: rows of a step; else of accelerations, see contact__stage_joints. */
TACT_PRIVATE contact_status contact__assemble_robot_links(contact_world *w, int i, tact_real dt, tact_real x) {
    contact_problem *p = &w->problem;
    contact_bias_config bias = contact_default_bias_config();
    contact__articulation *r = &w->robots[i];
    int b, c, k, row;
    bias.erp = w->head->config.joint_erp;
    bias.depenetration_velocity = 1000;
    for (b = 1; b <= r->maximal->n; ++b) {
        const contact__rigid *own = &w->bodies[contact__link_rigid(r, b)];
        contact_status status;
        if (r->maximal->constraint[b] >= 0) {
            const rbd_constraint *f = &r->maximal->constraints->constraint[r->maximal->constraint[b]];
            tact_vec3 linear[6], angular[6];
            contact__joint_state s;
            tact_real rate[6], drift[6];
            s.a = contact__link_rigid(r, r->maximal->parent[b]), s.b = contact__link_rigid(r, b);
            s.frame_b = own->pose;
            for (k = 0; k < f->n_custom; ++k) {
                linear[k] = tact_mat_mul_vec(&own->rotation, tact_vec(f->custom[k][0], f->custom[k][1], f->custom[k][2]));
                angular[k] = tact_mat_mul_vec(&own->rotation, tact_vec(f->custom[k][3], f->custom[k][4], f->custom[k][5]));
            }
            c = contact__add_between(w, CONTACT_KIND_JOINT, f->n_custom, s.a, s.b, own->pose.p, linear, angular);
            if (c < 0) return contact__say(w, (contact_status)c, "joint of robot", own->name, i);
            contact__joint_drift(w, CONTACT__AXES_OF_B, &s, f->n_custom, linear, angular, rate, drift); /* rows turn with b */
            row = p->constraints[c].first_row;
            contact__remember(w, c, w->reals + r->joint_impulse + 6 * b);
            for (k = 0; k < f->n_custom; ++k) {
                drift[k] += f->custom_drift[k];
                p->bias[row + k] = x > 0 ? dt * (drift[k] + 2 * x * rate[k] + x * x * f->custom_error[k])
                                         : contact_bias_joint(&bias, dt, f->custom_error[k]) + dt / 2 * drift[k];
            }
        }
        status = contact__assemble_armatures(w, r, b, dt, x);
        if (status >= 0 && !(x > 0)) status = contact__assemble_dofs(w, r, b, &bias, dt);
        if (status < 0) return contact__say(w, status, "joint of robot", own->name, i);
    }
    if (r->model->n_coupled) {
        contact_status status = contact__assemble_couplings(w, r, &bias, dt, x);
        if (status < 0) return contact__say(w, status, "coupled joint of robot", NULL, i);
    }
    return CONTACT_OK;
}
TACT_PRIVATE contact_status contact__assemble_links(contact_world *w, tact_real dt, tact_real x) {
    contact_status status = CONTACT_OK;
    int i;
    for (i = 0; i < w->head->used.robots && status >= 0; ++i) {
        contact__articulation *r = &w->robots[i];
        r->first_constraint = r->end_constraint = w->problem.constraint_count;
        if (!r->alive || !r->maximal || w->bodies[contact__link_rigid(r, 1)].tree < 0) continue;
        status = contact__assemble_robot_links(w, i, dt, x);
        if (!(x > 0)) r->end_constraint = w->problem.constraint_count;
    }
    return status;
}

/* Limits, dry friction and motors of the robots' own joints. */
TACT_PRIVATE contact_status contact__assemble_robots(contact_world *w, tact_real dt) {
    contact_problem *p = &w->problem;
    contact_bias_config bias = contact_default_bias_config();
    int i, b, c, side, k;
    bias.erp = w->head->config.joint_erp;
    bias.depenetration_velocity = 1000;
    for (i = 0; i < w->head->used.robots; ++i) {
        contact__articulation *r = &w->robots[i];
        const rbd_model *m = r->model;
        if (!r->alive || r->tree < 0) continue;
        for (b = 1; b < m->n_bodies; ++b) {
            for (k = 0; k < m->body_nv[b]; ++k) {
                int dof = m->joint_iv[b] + k, to = m->dof_master[dof];
                const rbd_dof *d = &m->dof[dof];
                const contact_motor motor = contact__motor_of(w, r, dof);
                tact_real *jacobian = contact__world_scratch(w, m->nv);
                if (!jacobian) return contact__say(w, CONTACT_NO_MEMORY, "robot", NULL, i);
                TACT_MEMSET(jacobian, 0, (size_t)m->nv * sizeof(tact_real));
                if (d->friction > 0) {
                    jacobian[to] = m->dof_scale[dof];
                    c = contact_add_blocks(p, CONTACT_KIND_FRICTION, 1, -1, NULL, r->tree, jacobian);
                    if (c < 0) return contact__say(w, (contact_status)c, "friction of robot", NULL, i);
                    p->bound[p->constraints[c].first_row] = dt * d->friction;
                    contact__remember(w, c, w->reals + r->friction_impulse + dof);
                }
                if (w->reals[r->motor_row + dof] > 0) {
                    jacobian[to] = m->dof_scale[dof];
                    c = contact_add_blocks(p, CONTACT_KIND_FRICTION, 1, -1, NULL, r->tree, jacobian);
                    if (c < 0) return contact__say(w, (contact_status)c, "motor of robot", NULL, i);
                    contact__motor_row(p, p->constraints[c].first_row, dt, &motor,
                                       contact__joint_miss(m, w->reals + r->q, b, k, motor.position));
                    contact__remember(w, c, w->reals + r->motor_impulse + dof);
                }
                if (!contact__plain_dof(m, b)) continue; /* limits count on plain coordinates */
                for (side = 0; side < 2; ++side) {
                    tact_real q = contact__joint_value(m, w->reals + r->q, b, k), gap = side ? d->upper - q : q - d->lower;
                    if (!(gap < 2 * dt * tact_abs(m->dof_scale[dof] * w->reals[r->v + to]) + TACT_R(0.01))) continue;
                    jacobian[to] = side ? -m->dof_scale[dof] : m->dof_scale[dof];
                    c = contact_add_blocks(p, CONTACT_KIND_LIMIT, 1, -1, NULL, r->tree, jacobian);
                    if (c < 0) return contact__say(w, (contact_status)c, "limit of robot", NULL, i);
                    p->constraints[c].gap = gap;
                    p->bias[p->constraints[c].first_row] = contact_bias_normal(&bias, dt, gap, 0, 0);
                    contact__remember(w, c, w->reals + r->limit_impulse + 2 * dof + side);
                }
            }
        }
    }
    return contact__assemble_links(w, dt, 0);
}

/* The workspace only grows, and is asked for only when the last one does not do. What a method takes beyond the arrays of the
   problem is not known before it has looked at it, and the bound on that is far above it (a factor without fill against a full
   one): so the first attempts give what the last one was found to lack, and only then what always does. */
TACT_PRIVATE contact_status contact__world_solve(contact_world *w, const contact_config *config, contact_result *result) {
    contact_status status = CONTACT_NO_SPACE;
    int attempt;
    for (attempt = 0; attempt < 10; ++attempt) {
        contact__arena count = contact__arena_make(NULL, 0);
        contact__prepared prepared;
        size_t need, bytes;
        int islands;
        if (w->workspace) {
            status = contact_solve(&w->problem, config, w->workspace, w->workspace_bytes, result);
            if (status != CONTACT_NO_SPACE) break;
        }
        (void)contact__open(&w->problem, config, &count, &prepared, &islands);
        need = contact__workspace_total(config, count.used, 4096, islands);
        if (need <= w->workspace_bytes && w->workspace) need = result->workspace_bytes;
        if (attempt > 5) need = contact_workspace_size(&w->problem, config);
        if (need <= w->workspace_bytes) need = 2 * w->workspace_bytes;
        bytes = need + need / 4;
        tact_free(w->allocator, w->workspace, w->workspace_bytes); /* first: nothing in it has to be kept */
        w->workspace = tact_alloc(w->allocator, bytes);
        w->workspace_bytes = w->workspace ? bytes : 0;
        if (!w->workspace) return contact__say(w, CONTACT_NO_MEMORY, "solver workspace", NULL, -1);
    }
    if (status < 0 || (status > 0 && w->error.status != CONTACT_BODY_STOPPED)) { /* a body that was stopped is the greater news */
        w->error.status = status;
        contact_fault_text(&w->problem, &result->fault, w->error.text, sizeof w->error.text);
    }
    return status;
}

/* Kinetic energy that the impulses of each island have added, of velocity `v` against the free one, without the work of
   surfaces that move by themselves: T(v) - T(v_free) + sum of impulse . known velocity. Motors' islands get minus infinity. */
TACT_PRIVATE void contact__island_gain(const contact_world *w, int n, const tact_real *v, const tact_real *impulse, tact_real *gain,
                                       tact_real *scale) {
    const contact_problem *p = &w->problem;
    int i, j, k;
    for (i = 0; i < n; ++i) gain[i] = scale[i] = 0;
    for (i = 0; i < p->tree_count; ++i) {
        const contact_tree *t = &p->trees[i];
        const tact_real *a = v + t->first_dof, *b = p->free_velocity + t->first_dof;
        tact_real now = 0, before = 0;
        if (t->island < 0 || t->island >= n) continue;
        if (t->mass_offset < 0) {
            const tact_real *m = t->inertia;
            for (k = 0; k < 3; ++k) now += t->body_mass * a[k] * a[k], before += t->body_mass * b[k] * b[k];
            now += m[0] * a[3] * a[3] + m[1] * a[4] * a[4] + m[2] * a[5] * a[5] + 2 * (m[3] * a[3] * a[4] + m[4] * a[3] * a[5] + m[5] * a[4] * a[5]);
            before += m[0] * b[3] * b[3] + m[1] * b[4] * b[4] + m[2] * b[5] * b[5] + 2 * (m[3] * b[3] * b[4] + m[4] * b[3] * b[5] + m[5] * b[4] * b[5]);
        } else {
            const tact_real *m = p->mass + t->mass_offset;
            for (j = 0; j < t->dof; ++j)
                for (k = 0; k < t->dof; ++k) now += a[j] * m[j * t->dof + k] * a[k], before += b[j] * m[j * t->dof + k] * b[k];
        }
        gain[t->island] += (now - before) / 2;
        scale[t->island] += before / 2;
    }
    for (i = 0; i < p->constraint_count; ++i) {
        const contact_constraint *c = &p->constraints[i];
        int island = p->trees[c->tree_b >= 0 ? c->tree_b : c->tree_a].island, row = c->first_row;
        if (island < 0 || island >= n) continue;
        if (c->kind == CONTACT_KIND_CONTACT)
            gain[island] += impulse[row] * p->bias[row] + impulse[row + 1] * p->bias[row + 1] + impulse[row + 2] * c->surface_normal;
        for (k = 0; c->kind == CONTACT_KIND_FRICTION && k < c->rows; ++k)
            if (p->compliance[row + k] > 0) gain[island] = -TACT_REAL_MAX; /* a motor works for its living */
    }
}

/* Newton's restitution gives the normal velocity a rule of its own; where friction has turned the slip around in the impact,
   following it can create energy (Kane & Levinson, Dynamics, 1985, sec. 5.8). Where an island has gained, the plastic
   impact (restitution zero, which never gains) is solved too, and the step takes the point between the two solutions
   that keeps the energy: both satisfy the friction cone and do not approach, and those are convex. */
TACT_PRIVATE contact_status contact__world_calm(contact_world *w, contact_result *result) {
    contact_problem *p = &w->problem;
    int n = result->island_count, i, k, rows = p->row_count, dofs = p->dof_count, grew = 0;
    tact_real *at = contact__world_scratch(w, 6 * n + rows + dofs), *gain[3], *scale, *factor, *v1, *l1;
    contact_result again;
    contact_status status;
    if (!at) return contact__say(w, CONTACT_NO_MEMORY, "impact", NULL, -1);
    for (i = 0; i < 3; ++i) gain[i] = at + i * n;
    scale = at + 3 * n, factor = scale + n, v1 = factor + 2 * n, l1 = v1 + dofs;
    contact__island_gain(w, n, p->velocity, p->impulse, gain[2], scale);
    for (i = 0; i < n; ++i) {
        factor[i] = gain[2][i] > 16 * TACT_EPSILON * scale[i] ? TACT_R(-1) : TACT_R(1);
        grew |= factor[i] < 0;
    }
    if (!grew) return CONTACT_OK;
    TACT_MEMCPY(v1, p->velocity, (size_t)dofs * sizeof(tact_real));
    TACT_MEMCPY(l1, p->impulse, (size_t)rows * sizeof(tact_real));
    for (i = 0; i < w->head->used.contacts; ++i) {
        const contact__found *f = &w->found[i];
        const contact_constraint *c;
        if (f->constraint < 0) continue;
        c = &p->constraints[f->constraint];
        k = p->trees[c->tree_b >= 0 ? c->tree_b : c->tree_a].island;
        if (k >= 0 && factor[k] < 0) p->bias[c->first_row + 2] = f->plastic;
    }
    status = contact__world_solve(w, &w->head->config.solver, &again);
    if (status < 0) return status;
    /* gain(s) of v0 + s (v1 - v0) is a convex parabola through gain[0], gain[1] at 1/2, gain[2] at 1 */
    contact__island_gain(w, n, p->velocity, p->impulse, gain[0], scale);
    for (i = 0; i < dofs; ++i) v1[i] = (v1[i] + p->velocity[i]) / 2;
    for (i = 0; i < rows; ++i) l1[i] = (l1[i] + p->impulse[i]) / 2;
    contact__island_gain(w, n, v1, l1, gain[1], scale);
    for (i = 0; i < n; ++i)
        if (factor[i] < 0) {
            tact_real c = gain[0][i], a = 2 * (gain[0][i] + gain[2][i] - 2 * gain[1][i]), b = gain[2][i] - c - a;
            tact_real root = tact_sqrt(tact_max(b * b - 4 * a * c, 0)) + b;
            factor[i] = c < 0 && root > 0 ? tact_min(-2 * c / root, 1) : 0;
        }
    for (i = 0; i < p->tree_count; ++i) { /* v1 and l1 now hold the middle: v0 + 2 s (middle - v0) */
        const contact_tree *t = &p->trees[i];
        for (k = t->first_dof; t->island >= 0 && t->island < n && k < t->first_dof + t->dof; ++k)
            p->velocity[k] += 2 * factor[t->island] * (v1[k] - p->velocity[k]);
    }
    for (i = 0; i < p->constraint_count; ++i) {
        const contact_constraint *c = &p->constraints[i];
        int island = p->trees[c->tree_b >= 0 ? c->tree_b : c->tree_a].island;
        for (k = c->first_row; island >= 0 && island < n && k < c->first_row + c->rows; ++k)
            p->impulse[k] += 2 * factor[island] * (l1[k] - p->impulse[k]);
    }
    return CONTACT_NONSMOOTH; /* a mean of two solutions: the derivatives are those of neither */
}

/* Impulses back to the pairs and the contact list, where the contacts of a pair stand together. All that is kept is renewed. */
/* The motors that are in the mass matrix, by the solution: 1 when one has more than its limit. Those (or, the second time, all that
   have a limit) are rows from then on. `store`: keep what they gave instead. */
TACT_PRIVATE int contact__motors_exceed(contact_world *w, tact_real dt, int all, int store) {
    tact_real before = w->head->last_dt > 0 ? w->head->last_dt : dt;
    int i, k, exceed = 0;
    for (i = 0; i < w->head->used.robots; ++i) {
        const contact__articulation *r = &w->robots[i];
        const tact_real *v;
        if (!r->alive || r->maximal || r->tree < 0) continue;
        v = w->problem.velocity + w->problem.trees[r->tree].first_dof;
        for (k = 0; k < r->model->joint_nv; ++k) {
            const contact_motor motor = contact__motor_of(w, r, k);
            tact_real l;
            if (!contact__motor_folded(w, r, k)) continue;
            l = contact__motor_impulse(w, r, k, &motor, r->model->dof_scale[k] * v[r->model->dof_master[k]], dt);
            if (store) w->reals[r->motor_impulse + k] = tact_finite(l) ? l : 0;
            else if (tact_abs(l) / dt > motor.max_effort || (all && motor.max_effort < TACT_REAL_MAX))
                w->reals[r->motor_impulse + k] = (l < 0 ? -before : before) * motor.max_effort, exceed = 1;
        }
    }
    return exceed;
}

TACT_PRIVATE void contact__store_impulses(contact_world *w, tact_real dt) {
    const contact_problem *p = &w->problem;
    int i, k, n = 0;
    for (i = 0; i < w->broad.n_pairs; ++i) w->pairs[w->broad.pairs[i].slot].n = 0;
    for (i = 0; i < w->head->used.contacts; ++i) {
        contact_point *c = &w->contacts[i];
        const contact__found *f = &w->found[i];
        contact__pair *pair = &w->pairs[f->slot];
        const tact_real *l;
        tact_vec3 impulse, t1, t2;
        if (f->constraint < 0) continue;
        l = p->impulse + p->constraints[f->constraint].first_row;
        if (p->constraints[f->constraint].jacobian_a < 0 && p->constraints[f->constraint].jacobian_b < 0) t1 = p->constraints[f->constraint].tangent;
        else tact_tangents(c->normal, &t1, &t2);
        t2 = tact_cross(c->normal, t1); /* as the rows have it */
        impulse = tact_add(tact_scale(l[2], c->normal), tact_add(tact_scale(l[0], t1), tact_scale(l[1], t2)));
        c->force = tact_scale(1 / dt, impulse);
        if (!pair->n) pair->first = n;
        ++pair->n;
        w->kept[n].feature = c->feature;
        w->kept[n++].impulse = impulse;
    }
    for (i = 0; i < w->head->used.joints; ++i) TACT_MEMSET(w->joints[i].impulse, 0, sizeof w->joints[i].impulse);
    for (i = 0; i < w->head->used.robots; ++i) {
        const contact__articulation *r = &w->robots[i];
        if (!r->alive) continue;
        TACT_MEMSET(w->reals + r->limit_impulse, 0, (size_t)(3 * r->model->joint_nv) * sizeof(tact_real)); /* friction follows */
        if (r->maximal) TACT_MEMSET(w->reals + r->joint_impulse, 0, (size_t)contact__link_impulses(r->maximal) * sizeof(tact_real));
    }
    for (i = 0; i < p->constraint_count; ++i) {
        const contact_constraint *c = &p->constraints[i];
        uint64_t kind = c->id & ((uint64_t)0xffffffffu << 32);
        int at = (int)(c->id & 0x7fffffffu);
        if (c->kind == CONTACT_KIND_CONTACT) continue;
        for (k = 0; k < c->rows; ++k) {
            if (kind == CONTACT__KEPT_ROW) w->reals[at + k] = p->impulse[c->first_row + k];
            else if (kind == CONTACT__JOINT_ROW) w->joints[at / 16].impulse[at % 16 + k] = p->impulse[c->first_row + k];
        }
    }
    contact__motors_exceed(w, dt, 0, 1);
    w->head->last_dt = dt;
}

/* ---- integration ---- */
TACT_PRIVATE void contact__body_move(contact__rigid *b, tact_real dt) {
    b->com = tact_mul_add(b->com, dt, b->v);
    b->pose.q = tact_quat_normalize(tact_quat_mul(tact_quat_exp(tact_scale(dt, b->w)), b->pose.q));
    b->rotation = tact_quat_to_mat(b->pose.q);
    b->pose.p = tact_sub(b->com, tact_mat_mul_vec(&b->rotation, b->com_local));
}

/* Moreau's first half: everything that is slow against its size goes to the middle of the step. What it has moved ahead stands
   in `ahead` [s]; the start is kept in good_pose and, for robots, in the shadow of q. */
TACT_PRIVATE void contact__world_ahead(contact_world *w, tact_real dt) {
    int i, k, g, moreau = w->head->config.integrator == CONTACT_INTEGRATOR_MOREAU;
    if (!moreau && !w->head->ahead) return;
    w->head->ahead = moreau;
    for (i = 0; moreau && i < w->head->used.robots; ++i) { /* coordinates that the caller has written count before the half step */
        contact__articulation *r = &w->robots[i];
        if (!r->alive || !r->maximal || !contact__moves(&w->bodies[r->first_body])) continue;
        if (TACT_MEMCMP(w->reals + r->shadow, w->reals + r->q, (size_t)(r->model->nq + r->model->nv) * sizeof(tact_real)) == 0) continue;
        (void)contact__links_write(w, r); /* what is not finite is found by the step itself */
        TACT_MEMCPY(w->reals + r->shadow, w->reals + r->q, (size_t)(r->model->nq + r->model->nv) * sizeof(tact_real));
    }
    for (i = 0; i < w->head->used.bodies; ++i) {
        contact__rigid *b = &w->bodies[i];
        b->ahead = 0;
        if (!moreau || !(b->flags & CONTACT__ALIVE) || b->type == CONTACT_BODY_STATIC || (b->flags & (CONTACT__FROZEN | CONTACT__ASLEEP))) continue;
        if (!tact_pose_valid(b->pose) || !tact_vec_finite(b->v) || !tact_vec_finite(b->w)) continue;
        b->ahead = dt / 2;
        for (g = b->first_geom; g != CONTACT__NONE; g = w->geoms[g].next)
            if (dt * tact_norm(b->v) > w->geoms[g].extent / 2) b->ahead = 0;
        if (b->type == CONTACT_BODY_LINK) continue;
        b->good_pose = b->pose;
        if (b->ahead > 0) contact__body_move(b, b->ahead);
    }
    for (i = 0; moreau && i < w->head->used.robots; ++i) {
        contact__articulation *r = &w->robots[i];
        tact_real ahead = dt / 2;
        if (!r->alive || r->maximal || !contact__moves(&w->bodies[r->first_body])) continue;
        for (k = 1; k < r->model->n_bodies; ++k) ahead = tact_min(ahead, w->bodies[r->first_body + k - 1].ahead);
        for (k = 1; k < r->model->n_bodies; ++k) w->bodies[r->first_body + k - 1].ahead = ahead;
        TACT_MEMCPY(w->reals + r->shadow, w->reals + r->q, (size_t)r->model->nq * sizeof(tact_real));
        if (ahead > 0) rbd_integrate(r->model, w->reals + r->q, w->reals + r->v, ahead, w->reals + r->q);
    }
}
/* Back to the start of a step that could not be done. */
TACT_PRIVATE void contact__world_back(contact_world *w) {
    int i;
    for (i = 0; i < w->head->used.bodies; ++i) {
        contact__rigid *b = &w->bodies[i];
        if (!(b->flags & CONTACT__ALIVE) || !(b->ahead > 0) || b->type == CONTACT_BODY_LINK) continue;
        b->pose = b->good_pose;
        contact__body_place(b);
        b->ahead = 0;
    }
    for (i = 0; i < w->head->used.robots; ++i) {
        contact__articulation *r = &w->robots[i];
        if (!r->alive || r->maximal || !(w->bodies[r->first_body].ahead > 0)) continue;
        TACT_MEMCPY(w->reals + r->q, w->reals + r->shadow, (size_t)r->model->nq * sizeof(tact_real));
        contact__robot_kinematics(w, r);
    }
}

/* ---- faithful integration of what moves smoothly ----
   Runge-Kutta-Munthe-Kaas with the tableau of Dormand & Prince (1980, order five, six evaluations): the configuration is
   q0 (+) u, velocities are taken to the rate of u by the inverse of the right Jacobian of the exponential,
       du/dt = v + [u,v]/2 + [u,[u,v]]/12 - [u,[u,[u,[u,v]]]]/720,
   which is exact to the order of the method (Munthe-Kaas 1999). A free body moves its centre in the world and turns in its own
   axes; a robot uses the charts of its joints. */
typedef struct contact__mover { /* something that moves smoothly in this step */
    int body, robot; /* one of the two; the other is CONTACT__NONE */
    int dof, at;     /* place in arrays over all dofs */
    int nq, q;       /* robots: place of q at the start */
    int tree;        /* in the problem of the step */
    tact_vec3 com;   /* bodies: at the start */
    tact_quat turn;
    tact_mat3 inverse; /* of the inertia, body axes */
} contact__mover;

/* rate = dexp^-1_u v for rotation (so(3), n = 3), planar (se(2), n = 3, planar 1) and rigid motion (se(3), n = 6). */
TACT_PRIVATE void contact__bracket(int n, int planar, const tact_real *a, const tact_real *b, tact_real *out) {
    if (planar) {
        out[0] = -a[2] * b[1] + b[2] * a[1], out[1] = a[2] * b[0] - b[2] * a[0], out[2] = 0;
    } else if (n == 3) {
        out[0] = a[1] * b[2] - a[2] * b[1], out[1] = a[2] * b[0] - a[0] * b[2], out[2] = a[0] * b[1] - a[1] * b[0];
    } else {
        tact_real x[3], y[3];
        int i;
        contact__bracket(3, 0, a + 3, b, x), contact__bracket(3, 0, a, b + 3, y);
        contact__bracket(3, 0, a + 3, b + 3, out + 3);
        for (i = 0; i < 3; ++i) out[i] = x[i] + y[i];
    }
}
TACT_PRIVATE void contact__chart_rate(int n, int planar, const tact_real *u, tact_real *v) {
    tact_real x[6], y[6], sum[6];
    int i;
    contact__bracket(n, planar, u, v, x);
    for (i = 0; i < n; ++i) sum[i] = v[i] + x[i] / 2;
    contact__bracket(n, planar, u, x, y);
    for (i = 0; i < n; ++i) sum[i] += y[i] / 12;
    contact__bracket(n, planar, u, y, x);
    contact__bracket(n, planar, u, x, y);
    for (i = 0; i < n; ++i) v[i] = sum[i] - y[i] / 720;
}
TACT_PRIVATE void contact__mover_rate(const contact_world *w, const contact__mover *m, const tact_real *u, tact_real *v) {
    if (m->robot == CONTACT__NONE) contact__chart_rate(3, 0, u + 3, v + 3);
    else {
        const rbd_model *model = w->robots[m->robot].model;
        int b;
        for (b = 1; b < model->n_bodies; ++b)
            if (!model->coupled[b]) {
                int at = model->iv[b];
                if (model->kind[b] == RBD_KIND_SPHERICAL) contact__chart_rate(3, 0, u + at, v + at);
                else if (model->kind[b] == RBD_KIND_FREE) contact__chart_rate(6, 0, u + at, v + at);
                else if (model->kind[b] == RBD_KIND_PLANAR) contact__chart_rate(3, 1, u + at, v + at);
            }
    }
}

/* Puts a mover to q0 (+) u with velocity v (bodies: com in the world, angular in body axes). */
TACT_PRIVATE void contact__mover_put(contact_world *w, const contact__mover *m, const tact_real *reals, const tact_real *u, const tact_real *v) {
    if (m->robot == CONTACT__NONE) {
        contact__rigid *b = &w->bodies[m->body];
        b->com = tact_add(m->com, tact_vec(u[0], u[1], u[2]));
        b->pose.q = tact_quat_normalize(tact_quat_mul(m->turn, tact_quat_exp(tact_vec(u[3], u[4], u[5]))));
        b->rotation = tact_quat_to_mat(b->pose.q);
        b->pose.p = tact_sub(b->com, tact_mat_mul_vec(&b->rotation, b->com_local));
        b->v = tact_vec(v[0], v[1], v[2]);
        b->w = tact_mat_mul_vec(&b->rotation, tact_vec(v[3], v[4], v[5]));
    } else {
        contact__articulation *r = &w->robots[m->robot];
        rbd_integrate(r->model, reals + m->q, u, 1, w->reals + r->q);
        TACT_MEMCPY(w->reals + r->v, v, (size_t)m->dof * sizeof(tact_real));
    }
}
/* Where a mover is, and its velocity as contact__mover_put takes it. */
TACT_PRIVATE void contact__mover_start(const contact_world *w, contact__mover *m, tact_real *reals, tact_real *v) {
    if (m->robot == CONTACT__NONE) {
        const contact__rigid *b = &w->bodies[m->body];
        tact_vec3 local = contact__to_body(b, b->w);
        m->com = b->com, m->turn = b->pose.q;
        m->inverse = tact_mat_diagonal(0, 0, 0);
        tact_mat_inverse(&b->inertia_local, &m->inverse);
        v[0] = b->v.x, v[1] = b->v.y, v[2] = b->v.z, v[3] = local.x, v[4] = local.y, v[5] = local.z;
    } else {
        const contact__articulation *r = &w->robots[m->robot];
        TACT_MEMCPY(reals + m->q, w->reals + r->q, (size_t)m->nq * sizeof(tact_real));
        TACT_MEMCPY(v, w->reals + r->v, (size_t)m->dof * sizeof(tact_real));
    }
}
/* Acceleration of a mover where it is, without the forces of joints to others. */
TACT_PRIVATE rbd_status contact__mover_acceleration(contact_world *w, const contact__mover *m, const tact_real *v, tact_real *forces, tact_real *a) {
    if (m->robot == CONTACT__NONE) {
        const contact__rigid *b = &w->bodies[m->body];
        tact_vec3 force = b->force, torque = b->torque, local = tact_vec(v[3], v[4], v[5]), turn, push;
        contact__link_push(w, b, &force, &torque);
        push = tact_mul_add(tact_scale(b->gravity_scale, w->head->config.gravity), 1 / b->mass, force);
        turn = tact_sub(tact_mat_tmul_vec(&b->rotation, torque), tact_cross(local, tact_mat_mul_vec(&b->inertia_local, local)));
        turn = tact_mul_add(tact_mat_mul_vec(&m->inverse, turn), -b->angular_damping, local);
        push = tact_mul_add(push, -b->linear_damping, b->v);
        a[0] = push.x, a[1] = push.y, a[2] = push.z, a[3] = turn.x, a[4] = turn.y, a[5] = turn.z;
        return RBD_OK;
    } else {
        contact__articulation *r = &w->robots[m->robot];
        const tact_real *push = contact__robot_forces(w, r, forces);
        if (push) { /* they stay in the world's axes while the links turn */
            r->coasts = 0;
            if (contact__robot_kinematics(w, r) < 0) return RBD_NOT_FINITE;
            push = contact__robot_forces(w, r, forces);
        }
        return rbd_aba(r->model, r->data, w->reals + r->q, w->reals + r->v, w->reals + r->tau, push, a);
    }
}

/* Accelerations under the joints between the movers: M (a - a_free) = J^T force, J a + drift + 2 x rate + x^2 error = 0, with
   Baumgarte's x a third of a step, which the solution itself never feels. On the stage's problem, as velocities after dt. */
TACT_PRIVATE contact_status contact__stage_joints(contact_world *w, contact__mover *movers, int n, tact_real *v, tact_real *a, tact_real dt) {
    contact_problem *p = &w->problem;
    contact_config config = w->head->config.solver;
    contact_result result;
    contact_status status;
    tact_real x = TACT_R(0.3) / dt;
    int i, k, j, c, row;
    contact_problem_clear(p);
    p->dt = dt;
    for (i = 0; i < n; ++i) {
        contact__mover *m = &movers[i];
        int tree;
        if (m->robot == CONTACT__NONE) {
            contact__rigid *b = &w->bodies[m->body];
            tact_mat3 inertia;
            tact_vec3 turn = tact_mat_mul_vec(&b->rotation, tact_vec(a[m->at + 3], a[m->at + 4], a[m->at + 5]));
            b->v_free = tact_mul_add(b->v, dt, tact_vec(a[m->at], a[m->at + 1], a[m->at + 2])), b->w_free = tact_mul_add(b->w, dt, turn);
            if (b->coupled) continue; /* in a tree with others, below */
            contact__inertia_world(b, &inertia);
            tree = contact_add_body(p, b->mass, &inertia, b->v_free, b->w_free);
            if (tree < 0) return (contact_status)tree;
            b->tree = tree;
            row = p->trees[tree].first_dof;
            p->velocity[row] = b->v.x, p->velocity[row + 1] = b->v.y, p->velocity[row + 2] = b->v.z;
            p->velocity[row + 3] = b->w.x, p->velocity[row + 4] = b->w.y, p->velocity[row + 5] = b->w.z;
        } else {
            contact__articulation *r = &w->robots[m->robot];
            tact_real *mass = contact__world_scratch(w, m->dof * m->dof + m->dof), *vf;
            if (!mass) return contact__say(w, CONTACT_NO_MEMORY, "robot", NULL, m->robot);
            vf = mass + m->dof * m->dof;
            if (contact__robot_kinematics(w, r) < 0 || rbd_crba(r->model, r->data, w->reals + r->q, mass, m->dof) < 0) return CONTACT_NOT_FINITE;
            for (k = 0; k < m->dof; ++k) vf[k] = v[m->at + k] + dt * a[m->at + k];
            tree = contact_add_tree(p, m->dof, mass, m->dof, vf);
            if (tree < 0) return (contact_status)tree;
            r->tree = tree, r->coasts = 0;
            for (k = 1; k < r->model->n_bodies; ++k) w->bodies[r->first_body + k - 1].tree = tree;
            TACT_MEMCPY(p->velocity + p->trees[tree].first_dof, v + m->at, (size_t)m->dof * sizeof(tact_real));
        }
    }
    for (i = 0; i < w->head->used.robots; ++i) { /* one of the links of its joints is a mover: all are */
        const contact__articulation *r = &w->robots[i];
        if (!r->alive || !r->maximal || !r->model->n_coupled || w->bodies[contact__link_rigid(r, 1)].tree < 0) continue;
        status = contact__coupled_tree(w, r);
        if (status < 0) return status;
    }
    for (i = 0; i < w->head->used.joints; ++i) {
        contact__link_joint *joint = &w->joints[i];
        contact__joint_state s;
        tact_vec3 linear[6], angular[6];
        tact_real error[6], drift[6], rate[6];
        int rows;
        if (!joint->alive || joint->first == CONTACT__NONE) continue;
        contact__joint_geometry(w, joint, &s);
        if ((s.a == CONTACT__NONE || w->bodies[s.a].tree < 0) && w->bodies[s.b].tree < 0) continue;
        rows = contact__joint_rows(joint, &s, linear, angular, error);
        c = contact__add_between(w, CONTACT_KIND_JOINT, rows, s.a, s.b, s.frame_b.p, linear, angular);
        if (c < 0) return (contact_status)c;
        contact__joint_drift(w, joint->def.kind == CONTACT_JOINT_UNIVERSAL ? CONTACT__AXES_UNIVERSAL : CONTACT__AXES_OF_A, &s, rows, linear,
                             angular, rate, drift);
        row = p->constraints[c].first_row;
        for (k = 0; k < rows; ++k) {
            p->bias[row + k] = dt * (drift[k] + 2 * x * rate[k] + x * x * error[k]);
            p->impulse[row + k] = joint->impulse[k];
        }
    }
    status = contact__assemble_links(w, dt, x);
    if (status < 0) return status;
    for (c = 0; c < p->constraint_count; ++c) { /* minus J v: the velocity after dt is v + dt a */
        const contact_constraint *f = &p->constraints[c];
        for (k = 0; k < f->rows; ++k) {
            tact_real sum = 0;
            for (j = 0; f->tree_a >= 0 && j < p->trees[f->tree_a].dof; ++j)
                sum += p->jacobian[f->jacobian_a + k * p->trees[f->tree_a].dof + j] * p->velocity[p->trees[f->tree_a].first_dof + j];
            for (j = 0; f->tree_b >= 0 && j < p->trees[f->tree_b].dof; ++j)
                sum += p->jacobian[f->jacobian_b + k * p->trees[f->tree_b].dof + j] * p->velocity[p->trees[f->tree_b].first_dof + j];
            p->bias[f->first_row + k] -= sum;
        }
    }
    config.method = CONTACT_METHOD_AUTO;
    config.max_iterations = 0;
    config.tolerance = 0;
    config.relative_tolerance = 64 * TACT_EPSILON;
    status = contact__world_solve(w, &config, &result);
    if (status < 0) return status;
    for (i = 0; i < n; ++i) {
        contact__mover *m = &movers[i];
        if (m->robot == CONTACT__NONE) {
            const contact__rigid *b = &w->bodies[m->body];
            const tact_real *z = contact__solved_velocity(w, b);
            tact_vec3 push = tact_scale(1 / dt, tact_sub(tact_vec(z[0], z[1], z[2]), b->v));
            tact_vec3 turn = tact_mat_tmul_vec(&b->rotation, tact_scale(1 / dt, tact_sub(tact_vec(z[3], z[4], z[5]), b->w)));
            tact_real *out = a + m->at;
            out[0] = push.x, out[1] = push.y, out[2] = push.z, out[3] = turn.x, out[4] = turn.y, out[5] = turn.z;
        } else {
            const tact_real *z = p->velocity + p->trees[w->robots[m->robot].tree].first_dof;
            for (k = 0; k < m->dof; ++k) a[m->at + k] = (z[k] - v[m->at + k]) / dt;
        }
    }
    return CONTACT_OK;
}

/* Memory of a smooth step of n movers with that many dofs and entries of q: the movers, then reals, then one int a body. */
TACT_PRIVATE contact__mover *contact__smooth_memory(contact_world *w, int n, int dofs, int nq, int joined, tact_real **reals) {
    size_t heads = (size_t)n * sizeof(contact__mover), at = (heads + 15) & ~(size_t)15, count;
    contact__mover *movers;
    int i, forces = 0;
    for (i = 0; i < w->head->used.robots; ++i)
        if (w->robots[i].alive && 6 * w->robots[i].model->n_bodies > forces) forces = 6 * w->robots[i].model->n_bodies;
    w->force_count = forces;
    count = (size_t)(15 * dofs + nq + forces);
    movers = (contact__mover *)contact__world_stage(w, at + count * sizeof(tact_real) + (joined ? (size_t)w->head->used.bodies * sizeof(int) : 0));
    if (movers) *reals = (tact_real *)(void *)((char *)(void *)movers + at);
    else contact__say(w, CONTACT_NO_MEMORY, "smooth step", NULL, -1);
    return movers;
}

/* Weights of the stages before in each stage; the last row is the result. */
static const tact_real contact__stages[7][6] = {
    {0, 0, 0, 0, 0, 0},
    {TACT_R(1.0 / 5), 0, 0, 0, 0, 0},
    {TACT_R(3.0 / 40), TACT_R(9.0 / 40), 0, 0, 0, 0},
    {TACT_R(44.0 / 45), TACT_R(-56.0 / 15), TACT_R(32.0 / 9), 0, 0, 0},
    {TACT_R(19372.0 / 6561), TACT_R(-25360.0 / 2187), TACT_R(64448.0 / 6561), TACT_R(-212.0 / 729), 0, 0},
    {TACT_R(9017.0 / 3168), TACT_R(-355.0 / 33), TACT_R(46732.0 / 5247), TACT_R(49.0 / 176), TACT_R(-5103.0 / 18656), 0},
    {TACT_R(35.0 / 384), 0, TACT_R(500.0 / 1113), TACT_R(125.0 / 192), TACT_R(-2187.0 / 6784), TACT_R(11.0 / 84)}};
/* One step of movers from where they are; `joined`: with the joints between them. reals: 15 a dof, force_count, then q. */
TACT_PRIVATE contact_status contact__smooth_step(contact_world *w, contact__mover *movers, int n, int joined, tact_real *reals, tact_real dt) {
    const tact_real(*table)[6] = contact__stages;
    int dofs = n ? movers[n - 1].at + movers[n - 1].dof : 0, s, i, j, k;
    tact_real *rate[6], *a[6], *v0 = reals, *v = v0 + dofs, *u = v + dofs, *forces = u + dofs;
    contact_problem keep = w->problem;
    contact_status status = CONTACT_OK;
    int *trees = (int *)(void *)(reals + (n ? movers[n - 1].q + movers[n - 1].nq : 0)); /* room for these only when joined */
    for (s = 0; s < 6; ++s) rate[s] = forces + w->force_count + s * dofs, a[s] = rate[s] + 6 * dofs;
    for (i = 0; i < n; ++i) contact__mover_start(w, &movers[i], reals, v0 + movers[i].at);
    if (joined) { /* nothing else is a tree of the stages' problem */
        w->problem = w->stage_problem;
        for (i = 0; i < w->head->used.bodies; ++i) trees[i] = w->bodies[i].tree, w->bodies[i].tree = CONTACT__NONE;
        for (i = 0; i < n; ++i)
            if (movers[i].robot == CONTACT__NONE) w->bodies[movers[i].body].tree = 0;
    }
    for (s = 0; s < 7 && status >= 0; ++s) {
        for (k = 0; k < dofs; ++k) {
            tact_real du = 0, dv = 0;
            for (j = 0; j < s; ++j) du += table[s][j] * rate[j][k], dv += table[s][j] * a[j][k];
            u[k] = dt * du, v[k] = v0[k] + dt * dv;
        }
        for (i = 0; i < n; ++i) contact__mover_put(w, &movers[i], reals, u + movers[i].at, v + movers[i].at);
        if (s == 6) break; /* the last row of the table is the result */
        if (joined) status = contact__links_refresh(w);
        for (i = 0; i < n && status >= 0; ++i) {
            const contact__mover *m = &movers[i];
            TACT_MEMCPY(rate[s] + m->at, v + m->at, (size_t)m->dof * sizeof(tact_real));
            if (s > 0) contact__mover_rate(w, m, u + m->at, rate[s] + m->at);
            if (contact__mover_acceleration(w, m, v + m->at, forces, a[s] + m->at) < 0) status = CONTACT_NOT_FINITE;
        }
        if (joined && status >= 0) status = contact__stage_joints(w, movers, n, v, a[s], dt);
    }
    if (status < 0) { /* a stage that has no result: back to where they were */
        for (k = 0; k < dofs; ++k) u[k] = 0;
        for (i = 0; i < n; ++i) contact__mover_put(w, &movers[i], reals, u + movers[i].at, v0 + movers[i].at);
    }
    if (joined) {
        w->stage_problem = w->problem, w->problem = keep;
        for (i = 0; i < w->head->used.bodies; ++i) w->bodies[i].tree = trees[i];
    }
    for (i = 0; i < n; ++i)
        if (movers[i].robot != CONTACT__NONE) {
            w->robots[movers[i].robot].tree = movers[i].tree;
            rbd_normalize(w->robots[movers[i].robot].model, w->reals + w->robots[movers[i].robot].q);
        }
    return status;
}
/* A body or a robot on its own. */
TACT_PRIVATE contact_status contact__smooth_alone(contact_world *w, int body, int robot, tact_real dt) {
    int dof = robot == CONTACT__NONE ? 6 : w->robots[robot].model->nv, nq = robot == CONTACT__NONE ? 0 : w->robots[robot].model->nq;
    tact_real *reals = NULL;
    contact__mover *m = contact__smooth_memory(w, 1, dof, nq, 0, &reals);
    if (!m) return CONTACT_NO_MEMORY;
    m->body = body, m->robot = robot;
    m->dof = dof, m->at = 0, m->nq = nq, m->q = 15 * dof + w->force_count;
    m->tree = robot == CONTACT__NONE ? CONTACT__NONE : w->robots[robot].tree;
    return contact__smooth_step(w, m, 1, 0, reals, dt);
}
/* Which islands have joints only, one char each; NULL: no memory. */
TACT_PRIVATE const char *contact__smooth_flags(contact_world *w) {
    const contact_problem *p = &w->problem;
    int i, islands = w->head->stats.n_islands;
    if (islands > w->flag_count) {
        char *grown = (char *)tact_alloc(w->allocator, (size_t)(2 * islands));
        if (!grown) return NULL;
        tact_free(w->allocator, w->flags, (size_t)w->flag_count);
        w->flags = grown, w->flag_count = 2 * islands;
    }
    for (i = 0; i < islands; ++i) w->flags[i] = 1;
    for (i = 0; i < p->constraint_count; ++i) {
        const contact_constraint *c = &p->constraints[i];
        int island = p->trees[c->tree_b >= 0 ? c->tree_b : c->tree_a].island;
        if (island >= 0 && island < islands && c->kind != CONTACT_KIND_JOINT && c->id != CONTACT__PASSIVE_ROW) w->flags[island] = 0;
    }
    return w->flags;
}
/* Steps the islands that have joints only, all at once. *smooth (one char an island) tells which; lives until the next call
   that uses the scratch of the world. */
TACT_PRIVATE contact_status contact__smooth_islands(contact_world *w, tact_real dt, const char **smooth) {
    const contact_problem *p = &w->problem;
    int i, k, n = 0, dofs = 0, nq = 0;
    const char *flags;
    contact__mover *movers;
    tact_real *reals = NULL;
    if (!w->head->stats.n_islands) return CONTACT_OK;
    *smooth = flags = contact__smooth_flags(w);
    if (!flags) return contact__say(w, CONTACT_NO_MEMORY, "smooth step", NULL, -1);
    for (k = 0; k < 2; ++k) { /* count, then fill */
        movers = k ? contact__smooth_memory(w, n, dofs, nq, 1, &reals) : NULL;
        if (k && !movers) return CONTACT_NO_MEMORY;
        nq = k ? 15 * dofs + w->force_count : 0;
        n = dofs = 0;
        for (i = 0; i < w->head->used.bodies + w->head->used.robots; ++i) {
            int robot = i < w->head->used.bodies ? CONTACT__NONE : i - w->head->used.bodies, tree;
            if (robot == CONTACT__NONE) {
                const contact__rigid *b = &w->bodies[i];
                tree = (b->flags & CONTACT__ALIVE) && b->type == CONTACT_BODY_DYNAMIC ? b->tree : CONTACT__NONE;
            } else tree = w->robots[robot].alive ? w->robots[robot].tree : CONTACT__NONE;
            if (tree < 0 || p->trees[tree].island < 0 || !flags[p->trees[tree].island]) continue;
            if (k) {
                contact__mover *m = &movers[n];
                m->body = robot == CONTACT__NONE ? i : CONTACT__NONE, m->robot = robot;
                m->dof = robot == CONTACT__NONE ? 6 : p->trees[tree].dof, m->at = dofs, m->tree = tree;
                m->nq = robot == CONTACT__NONE ? 0 : w->robots[robot].model->nq, m->q = nq;
            }
            dofs += robot == CONTACT__NONE ? 6 : p->trees[tree].dof;
            nq += robot == CONTACT__NONE ? 0 : w->robots[robot].model->nq;
            ++n;
        }
        if (!n) return CONTACT_OK;
    }
    return contact__smooth_step(w, movers, n, 1, reals, dt);
}

TACT_PRIVATE contact_status contact__world_integrate(contact_world *w, tact_real dt) {
    const contact_problem *p = &w->problem;
    contact_status status = CONTACT_OK;
    int i, k, faithful = w->head->config.integrator == CONTACT_INTEGRATOR_FAITHFUL;
    const char *smooth = NULL;
    if (faithful) {
        int dof = 6, nq = 0; /* memory of what moves alone, before anything moves: the largest of them */
        tact_real *reals = NULL;
        for (i = 0; i < w->head->used.robots; ++i)
            if (w->robots[i].alive && !w->robots[i].maximal) {
                dof = w->robots[i].model->nv > dof ? w->robots[i].model->nv : dof;
                nq = w->robots[i].model->nq > nq ? w->robots[i].model->nq : nq;
            }
        if (!contact__smooth_memory(w, 1, dof, nq, 0, &reals)) return CONTACT_NO_MEMORY;
        status = contact__smooth_islands(w, dt, &smooth);
        if (status == CONTACT_NO_MEMORY) return status;
        if (status < 0) { /* they go as Euler, where what is not finite is found and named */
            TACT_MEMSET(w->flags, 0, (size_t)w->head->stats.n_islands);
            status = CONTACT_OK;
        }
    }
    for (i = 0; i < w->head->used.bodies; ++i) {
        contact__rigid *b = &w->bodies[i];
        if (!(b->flags & CONTACT__ALIVE)) continue;
        if (b->type == CONTACT_BODY_KINEMATIC) contact__body_move(b, dt - b->ahead);
        else if (b->type == CONTACT_BODY_DYNAMIC && b->tree >= 0) {
            const tact_real *v = contact__solved_velocity(w, b);
            contact_status alone = CONTACT_OK;
            b->island = p->trees[b->tree].island;
            b->hint = p->trees[b->tree].hint;
            if (faithful && b->island < 0) alone = contact__smooth_alone(w, i, CONTACT__NONE, dt);
            if (alone == CONTACT_NO_MEMORY) return alone;
            if (!faithful || alone < 0 || (b->island >= 0 && !smooth[b->island])) {
                b->v = tact_vec(v[0], v[1], v[2]), b->w = tact_vec(v[3], v[4], v[5]);
                contact__body_move(b, dt - b->ahead);
            }
            if (!tact_pose_valid(b->pose) || !tact_vec_finite(b->v) || !tact_vec_finite(b->w)) {
                contact__freeze(w, i, "motion of body");
                status = CONTACT_BODY_STOPPED;
            }
        }
    }
    for (i = 0; i < w->head->used.robots; ++i) {
        contact__articulation *r = &w->robots[i];
        int finite = 1, nv;
        if (r->alive && r->maximal && contact__moves(&w->bodies[r->first_body]) && contact__links_read(w, r) < 0) {
            contact__freeze_robot(w, i, "motion of link");
            status = CONTACT_BODY_STOPPED;
        }
        if (!r->alive || r->maximal || (r->tree < 0 && !(faithful && contact__moves(&w->bodies[r->first_body]) && contact__robot_alone(w, i)))) continue;
        nv = r->model->nv;
        if (r->tree >= 0) w->bodies[r->first_body].hint = p->trees[r->tree].hint;
        if (r->tree < 0) finite = contact__smooth_alone(w, CONTACT__NONE, i, dt) >= 0;
        else if (faithful && (p->trees[r->tree].island < 0 || smooth[p->trees[r->tree].island])) {
            if (p->trees[r->tree].island < 0) finite = contact__smooth_alone(w, CONTACT__NONE, i, dt) >= 0;
        } else {
            TACT_MEMCPY(w->reals + r->v, p->velocity + p->trees[r->tree].first_dof, (size_t)nv * sizeof(tact_real));
            rbd_integrate(r->model, w->reals + r->q, w->reals + r->v, dt - w->bodies[r->first_body].ahead, w->reals + r->q);
            rbd_normalize(r->model, w->reals + r->q);
        }
        for (k = 0; k < nv; ++k) finite = finite && tact_finite(w->reals[r->v + k]);
        for (k = 0; k < r->model->nq; ++k) finite = finite && tact_finite(w->reals[r->q + k]);
        for (k = 1; k < r->model->n_bodies; ++k) w->bodies[r->first_body + k - 1].island = r->tree < 0 ? CONTACT__NONE : p->trees[r->tree].island;
        if (!finite || contact__robot_kinematics(w, r) < 0) {
            contact__freeze_robot(w, i, "motion of link");
            status = CONTACT_BODY_STOPPED;
        }
    }
    return status;
}

/* Puts islands to sleep whose bodies have all been slow for long enough. */
/* The island a body may fall asleep with; a robot that nothing but its motors holds to the world is one of its own, after the `n` that
   were solved. CONTACT__NONE: what nothing holds does not sleep. */
TACT_PRIVATE int contact__sleep_island(const contact_world *w, const contact__rigid *b, int n) {
    const contact__articulation *r = b->robot != CONTACT__NONE ? &w->robots[b->robot] : NULL;
    int i;
    if (b->island >= 0 || !r || r->maximal || r->model->kind[1] == RBD_KIND_FREE) return b->island;
    for (i = 0; i < r->model->joint_nv; ++i)
        if (contact__motor_folded(w, r, i)) return n + b->robot;
    return CONTACT__NONE;
}
TACT_PRIVATE void contact__world_sleep(contact_world *w, tact_real dt) {
    const contact_world_config *c = &w->head->config;
    int i, solved = w->head->stats.n_islands, n = solved + w->head->used.robots;
    tact_real *least = contact__world_scratch(w, n + 1);
    if (!least) return;
    for (i = 0; i < n; ++i) least[i] = TACT_REAL_MAX;
    for (i = 0; i < w->head->used.bodies; ++i) {
        contact__rigid *b = &w->bodies[i];
        tact_real speed;
        if (!(b->flags & CONTACT__ALIVE) || b->tree < 0) continue;
        b->island = contact__sleep_island(w, b, solved);
        speed = tact_max(tact_norm(b->v), tact_norm(b->w) * (b->first_geom != CONTACT__NONE ? tact_min(w->geoms[b->first_geom].extent, 1) : 1));
        b->rest_time = speed < c->sleep_speed && b->island >= 0 ? b->rest_time + dt : 0;
        if (b->island >= 0) least[b->island] = tact_min(least[b->island], b->rest_time);
    }
    for (i = 0; i < w->head->used.bodies; ++i) {
        contact__rigid *b = &w->bodies[i];
        if (!(b->flags & CONTACT__ALIVE) || b->tree < 0 || b->island < 0 || b->island >= n || least[b->island] < c->sleep_time) continue;
        b->flags |= CONTACT__ASLEEP;
        b->v = b->w = tact_vec(0, 0, 0);
        if (b->robot != CONTACT__NONE)
            TACT_MEMSET(w->reals + w->robots[b->robot].v, 0, (size_t)w->robots[b->robot].model->nv * sizeof(tact_real));
    }
    /* the numbers of islands change with the next solve: those asleep get a number of their own */
    for (i = 0; i < w->head->used.bodies; ++i) {
        contact__rigid *b = &w->bodies[i];
        if ((b->flags & CONTACT__ASLEEP) && b->tree >= 0) b->island += w->head->sleep_base;
    }
    w->head->sleep_base += n;
    if (w->head->sleep_base > (1 << 30)) w->head->sleep_base = 1 << 20;
}

/* A wedge that friction locks (a bar on a box, closer to upright than the angle of friction) cannot be pushed apart by any impulse:
   asked to undo its overlap, the law has no solution, and the solver answers with stress without end. Where a solve did not
   converge and an island carries more than forces and momenta can ask for (the measure of contact__auto_wedged, here by island),
   its contacts are asked for no more than to stay where they are, and it is solved again from nothing. O(problem), and only then. */
TACT_PRIVATE contact_status contact__world_unjam(contact_world *w, contact_result *result) {
    contact_problem *p = &w->problem;
    int n = result->island_count, i, j, k, jams = 0;
    tact_real *limit = contact__world_scratch(w, 2 * n + 1), *largest = limit ? limit + n : NULL;
    if (!limit) return CONTACT_NO_MEMORY;
    for (i = 0; i < 2 * n; ++i) limit[i] = 0;
    for (i = 0; i < w->head->used.bodies; ++i) {
        const contact__rigid *b = &w->bodies[i];
        int island = (b->flags & CONTACT__ALIVE) && b->type == CONTACT_BODY_DYNAMIC && b->tree >= 0 ? p->trees[b->tree].island : -1;
        if (island >= 0 && island < n) limit[island] += b->mass * (20 * tact_norm(tact_sub(b->v_free, b->v)) + tact_norm(b->v));
    }
    for (i = 0; i < w->head->used.robots; ++i) {
        const contact__articulation *r = &w->robots[i];
        const contact_tree *t = r->alive && !r->maximal && r->tree >= 0 ? &p->trees[r->tree] : NULL;
        tact_real twice = 0, mass = 0; /* momentum^2 <= v^T M v times the mass */
        if (!t || t->island < 0 || t->island >= n) continue;
        for (j = 0; j < t->dof; ++j)
            for (k = 0; k < t->dof; ++k)
                twice += p->free_velocity[t->first_dof + j] * p->mass[t->mass_offset + j * t->dof + k] * p->free_velocity[t->first_dof + k];
        for (k = 1; k < r->model->n_bodies; ++k) mass += w->bodies[r->first_body + k - 1].mass;
        limit[t->island] += 20 * tact_sqrt(tact_max(twice * mass, 0));
    }
    for (i = 0; i < p->constraint_count; ++i) {
        const contact_constraint *c = &p->constraints[i];
        int island = p->trees[c->tree_a >= 0 ? c->tree_a : c->tree_b].island;
        if (island < 0 || island >= n) continue;
        if (c->kind == CONTACT_KIND_CONTACT) largest[island] = tact_max(largest[island], p->impulse[c->first_row + 2]);
        else
            for (k = c->first_row; k < c->first_row + c->rows; ++k) {
                if (c->kind == CONTACT_KIND_FRICTION) limit[island] += 20 * p->bound[k];
                else if (p->compliance[k] > 0) limit[island] += 20 * tact_abs(p->bias[k]) / p->compliance[k];
            }
    }
    for (i = 0; i < w->head->used.contacts; ++i) {
        contact__found *f = &w->found[i];
        contact_constraint *c = f->constraint >= 0 ? &p->constraints[f->constraint] : NULL;
        int island = c ? p->trees[c->tree_a >= 0 ? c->tree_a : c->tree_b].island : -1;
        if (island < 0 || island >= n || !(largest[island] > limit[island])) continue;
        for (k = 0; k < 3; ++k) p->impulse[c->first_row + k] = 0;
        if (p->bias[c->first_row + 2] < c->surface_normal) p->bias[c->first_row + 2] = f->plastic = c->surface_normal;
        jams = 1;
    }
    return jams ? contact__world_solve(w, &w->head->config.solver, result) : CONTACT_NOT_CONVERGED;
}

TACT_PRIVATE contact_status contact__record_step(contact_world *w, contact_differential *d, tact_real dt, contact_method method);

TACT_PRIVATE contact_status contact__world_substep(contact_world *w, tact_real dt) {
    contact_world_stats *stats = &w->head->stats;
    contact_status status, worst;
    contact_result result;
    double t0 = contact__world_clock(w), t1;
    int i, again;
    worst = contact__world_trees(w, dt);
    if (worst < 0) return worst;
    t1 = contact__world_clock(w), stats->seconds_kinematics += t1 - t0, t0 = t1;
    status = contact__world_boxes(w, dt);
    stats = &w->head->stats; /* the block may have moved */
    if (status < 0) return status;
    t1 = contact__world_clock(w), stats->seconds_broad += t1 - t0, t0 = t1;
    if (w->head->config.sleeping && contact__world_wake_touched(w, dt)) {
        worst = contact__world_trees(w, dt);
        if (worst < 0) return worst;
        for (i = 0; i < w->head->used.geoms; ++i) w->spots[i].moves = (short)contact__moves(&w->bodies[w->spots[i].body]);
    }
    status = contact__world_narrow(w, dt);
    stats = &w->head->stats;
    if (status < 0) return status;
    if (w->edit) w->edit(w->edit_context, w, w->contacts, w->head->used.contacts);
    t1 = contact__world_clock(w), stats->seconds_narrow += t1 - t0, t0 = t1;
    for (again = 0;; ++again) {
        status = contact__assemble_contacts(w, dt);
        if (status >= 0) status = contact__assemble_joints(w, dt);
        if (status >= 0) status = contact__assemble_robots(w, dt);
        if (status < 0) return status;
        t1 = contact__world_clock(w), stats->seconds_assemble += t1 - t0, t0 = t1;
        status = contact__world_solve(w, &w->head->config.solver, &result);
        if (status == CONTACT_NOT_CONVERGED && contact_method_model(w->head->config.solver.method) != CONTACT_MODEL_COMPLIANT)
            status = contact__world_unjam(w, &result);
        if (status < 0) return status;
        if (again > 1 || !contact__motors_exceed(w, dt, again, 0)) break;
        status = contact__world_trees(w, dt);
        if (status < 0) return status;
        if (status > 0) worst = status;
    }
    if (status > 0 && worst == CONTACT_OK) worst = status;
    if (w->bounces && contact_method_model(w->head->config.solver.method) != CONTACT_MODEL_COMPLIANT) {
        status = contact__world_calm(w, &result);
        if (status < 0) return status;
        if (status > 0 && w->recorder) worst = status;
    }
    stats->method = result.method;
    stats->iterations = result.iterations;
    stats->residual = result.residuals.natural_map;
    stats->n_islands = result.island_count;
    stats->n_constraints = w->problem.constraint_count;
    stats->n_pairs = w->broad.n_pairs;
    stats->n_awake = w->problem.tree_count;
    stats->n_bodies = 0;
    for (i = 0; i < w->head->used.bodies; ++i) stats->n_bodies += (w->bodies[i].flags & CONTACT__ALIVE) != 0;
    t1 = contact__world_clock(w), stats->seconds_solve += t1 - t0, t0 = t1;
    contact__store_impulses(w, dt);
    if (w->recorder) {
        status = contact__record_step(w, w->recorder, dt, result.method);
        if (status < 0) return status;
        if (status > 0 && worst == CONTACT_OK) worst = status;
    }
    status = contact__world_integrate(w, dt);
    if (status < 0) return status;
    if (status > 0) worst = status;
    if (w->head->config.sleeping) contact__world_sleep(w, dt);
    w->head->time += dt;
    stats->time = w->head->time;
    t1 = contact__world_clock(w), stats->seconds_integrate += t1 - t0;
    return worst;
}

CONTACT_API contact_status contact_world_step(contact_world *w, tact_real dt) {
    contact_status status = CONTACT_OK, worst = CONTACT_OK;
    const char *fault;
    int k;
    if (!w) return CONTACT_BAD_ARGUMENT;
    w->error.status = CONTACT_OK;
    w->error.text[0] = 0;
    TACT_MEMSET(&w->error.body, 0, sizeof w->error.body);
    if (!(dt > 0) || !tact_finite(dt)) return contact__say(w, CONTACT_BAD_ARGUMENT, "time step", NULL, -1);
    fault = contact__world_config_fault(&w->head->config);
    if (fault) return contact__say(w, CONTACT_BAD_ARGUMENT, fault, NULL, -1);
    {
        contact_world_stats *s = &w->head->stats;
        s->seconds_kinematics = s->seconds_broad = s->seconds_narrow = s->seconds_assemble = s->seconds_solve = s->seconds_integrate = 0;
    }
    for (k = 0; k < w->head->config.substeps; ++k) {
        tact_real h = dt / (tact_real)w->head->config.substeps;
        contact__world_ahead(w, h);
        status = contact__world_substep(w, h);
        if (status < 0) {
            contact__world_back(w);
            return status;
        }
        if (status == CONTACT_BODY_STOPPED || (status > 0 && worst == CONTACT_OK)) worst = status;
    }
    for (k = 0; w->head->pushed && k < w->head->used.bodies; ++k) w->bodies[k].force = w->bodies[k].torque = tact_vec(0, 0, 0);
    w->head->pushed = 0;
    return worst;
}

/* ---- queries ---- */
CONTACT_API int contact_world_contact_count(const contact_world *w) { return w->head->used.contacts; }
CONTACT_API contact_point contact_world_contact(const contact_world *w, int i) {
    contact_point none = TACT_ZERO;
    return i >= 0 && i < w->head->used.contacts ? w->contacts[i] : none;
}
CONTACT_API contact_status contact_body_contact_wrench(const contact_world *w, contact_body body, tact_vec3 *force, tact_vec3 *moment) {
    const contact__rigid *b = contact__body_at(w, body);
    tact_vec3 f = tact_vec(0, 0, 0), m = f;
    int i;
    if (!b) return CONTACT_STALE_HANDLE;
    for (i = 0; i < w->head->used.contacts; ++i) {
        const contact_point *c = &w->contacts[i];
        tact_real sign = c->b.index == body.index ? TACT_R(1) : (c->a.index == body.index ? TACT_R(-1) : 0);
        if (sign == 0) continue;
        f = tact_mul_add(f, sign, c->force);
        m = tact_add(m, tact_cross(tact_sub(c->position, b->com), tact_scale(sign, c->force)));
    }
    if (force) *force = f;
    if (moment) *moment = m;
    return CONTACT_OK;
}
CONTACT_API void contact_world_energy(contact_world *w, tact_real *kinetic, tact_real *potential) {
    tact_real k = 0, p = 0;
    int i;
    for (i = 0; i < w->head->used.bodies; ++i) {
        const contact__rigid *b = &w->bodies[i];
        tact_vec3 local;
        if (!(b->flags & CONTACT__ALIVE) || b->type != CONTACT_BODY_DYNAMIC) continue;
        local = tact_mat_tmul_vec(&b->rotation, b->w);
        k += b->mass * tact_norm2(b->v) / 2 + tact_dot(local, tact_mat_mul_vec(&b->inertia_local, local)) / 2;
        p -= b->mass * b->gravity_scale * tact_dot(w->head->config.gravity, b->com);
    }
    for (i = 0; i < w->head->used.robots; ++i) {
        contact__articulation *r = &w->robots[i];
        tact_real rk = 0, rp = 0;
        tact_vec3 dg;
        int j;
        if (r->alive && r->maximal) {
            for (j = 1; j < r->model->n_bodies; ++j)
                if (contact__plain_dof(r->model, j)) {
                    int e;
                    for (e = 0; e < r->model->body_nv[j]; ++e) {
                        const rbd_dof *d = &r->model->dof[r->model->joint_iv[j] + e];
                        tact_real stretch = contact__joint_value(r->model, w->reals + r->q, j, e) - d->rest;
                        p += d->stiffness * stretch * stretch / 2;
                    }
                }
            for (j = 0; j < r->model->joint_nv; ++j) {
                tact_real speed = r->model->dof_scale[j] * w->reals[r->v + r->model->dof_master[j]];
                k += r->model->armature[j] * speed * speed / 2;
            }
            continue;
        }
        if (!r->alive || rbd_energy(r->model, r->data, w->reals + r->q, w->reals + r->v, &rk, &rp) < 0) continue;
        dg = tact_sub(w->head->config.gravity, r->model->gravity);
        for (j = 1; j < r->model->n_bodies; ++j)
            rp -= w->bodies[r->first_body + j - 1].mass * tact_dot(dg, w->bodies[r->first_body + j - 1].com);
        k += rk, p += rp;
    }
    if (kinetic) *kinetic = k;
    if (potential) *potential = p;
}

typedef struct contact__ray_query {
    const contact_world *world;
    tact_vec3 from, direction;
    contact_ray_hit *hit;
    int found;
} contact__ray_query;
TACT_PRIVATE tact_real contact__ray_visit(void *context, int proxy, tact_real max_t) {
    contact__ray_query *q = (contact__ray_query *)context;
    int g = (int)collide_broadphase_user(&q->world->broad, proxy);
    collide_cast_hit hit;
    if (collide_ray_cast(&q->world->geoms[g].shape, contact__geom_pose(q->world, &q->world->geoms[g]), q->from, q->direction, max_t, &hit) < 0 || !hit.hit)
        return max_t;
    q->found = 1;
    q->hit->geom = contact__geom_handle(q->world, g);
    q->hit->body = contact__body_handle(q->world, q->world->geoms[g].body);
    q->hit->point = hit.point, q->hit->normal = hit.normal, q->hit->fraction = hit.t;
    return hit.t;
}
CONTACT_API int contact_world_cast_ray(const contact_world *w, tact_vec3 from, tact_vec3 to, uint32_t mask, contact_ray_hit *hit) {
    contact__ray_query q;
    contact_ray_hit ignored;
    if (!w || !tact_vec_finite(from) || !tact_vec_finite(to)) return 0;
    q.world = w, q.from = from, q.direction = tact_sub(to, from), q.hit = hit ? hit : &ignored, q.found = 0;
    collide_broadphase_ray(&w->broad, from, q.direction, 1, tact_vec(0, 0, 0), mask, contact__ray_visit, &q);
    return q.found;
}

typedef struct contact__shape_query {
    const contact_world *world;
    const collide_shape *shape;
    tact_pose pose;
    tact_vec3 translation;
    contact_ray_hit *hit;
    contact_geom *geoms;
    int capacity, found;
} contact__shape_query;
TACT_PRIVATE tact_real contact__cast_visit(void *context, int proxy, tact_real max_t) {
    contact__shape_query *q = (contact__shape_query *)context;
    int g = (int)collide_broadphase_user(&q->world->broad, proxy);
    collide_cast_hit hit;
    TACT_MEMSET(&hit, 0, sizeof hit);
    if (collide_shape_cast(q->shape, q->pose, q->translation, &q->world->geoms[g].shape, contact__geom_pose(q->world, &q->world->geoms[g]), 0, &hit) < 0 ||
        !hit.hit || hit.t > max_t)
        return max_t;
    q->found = 1;
    q->hit->geom = contact__geom_handle(q->world, g);
    q->hit->body = contact__body_handle(q->world, q->world->geoms[g].body);
    q->hit->point = hit.point, q->hit->normal = hit.normal, q->hit->fraction = hit.t;
    return hit.t;
}
TACT_PRIVATE int contact__overlap_visit(void *context, int proxy) {
    contact__shape_query *q = (contact__shape_query *)context;
    int g = (int)collide_broadphase_user(&q->world->broad, proxy), overlap = 0;
    const contact__geom *geom = &q->world->geoms[g];
    if (contact__is_set(&geom->shape)) {
        collide_cast_hit hit;
        TACT_MEMSET(&hit, 0, sizeof hit);
        overlap = collide_shape_cast(q->shape, q->pose, tact_vec(0, 0, 0), &geom->shape, contact__geom_pose(q->world, geom), 0, &hit) >= 0 && hit.hit;
    } else if (collide_intersect(q->shape, q->pose, &geom->shape, contact__geom_pose(q->world, geom), NULL, NULL, &overlap) < 0) return 1;
    if (overlap && q->found++ < q->capacity) q->geoms[q->found - 1] = contact__geom_handle(q->world, g);
    return 1;
}
CONTACT_API int contact_world_cast_shape(const contact_world *w, const collide_shape *shape, tact_pose pose, tact_vec3 translation, uint32_t mask,
                                         contact_ray_hit *hit) {
    contact__shape_query q = TACT_ZERO;
    contact_ray_hit ignored;
    collide_aabb box;
    tact_vec3 centre;
    if (!w || !shape || !tact_pose_valid(pose) || !tact_vec_finite(translation) || collide_shape_aabb(shape, pose, &box) < 0) return 0;
    q.world = w, q.shape = shape, q.pose = pose, q.translation = translation, q.hit = hit ? hit : &ignored;
    centre = tact_scale(TACT_R(0.5), tact_add(box.min, box.max));
    collide_broadphase_ray(&w->broad, centre, translation, 1, tact_sub(box.max, centre), mask, contact__cast_visit, &q);
    return q.found;
}
CONTACT_API int contact_world_overlap(const contact_world *w, const collide_shape *shape, tact_pose pose, uint32_t mask, contact_geom *geoms, int capacity) {
    contact__shape_query q = TACT_ZERO;
    collide_aabb box;
    if (!w || !shape || !tact_pose_valid(pose) || collide_shape_aabb(shape, pose, &box) < 0) return 0;
    q.world = w, q.shape = shape, q.pose = pose, q.geoms = geoms, q.capacity = geoms ? capacity : 0;
    collide_broadphase_query(&w->broad, box, mask, contact__overlap_visit, &q);
    return q.found;
}

TACT_PRIVATE uint64_t contact__hash_bytes(uint64_t h, const void *data, size_t bytes) { /* FNV-1a */
    const unsigned char *p = (const unsigned char *)data;
    size_t i;
    for (i = 0; i < bytes; ++i) h = (h ^ p[i]) * 1099511628211u;
    return h;
}
CONTACT_API uint64_t contact_world_hash(const contact_world *w) {
    uint64_t h = 14695981039346656037u;
    int i;
    for (i = 0; i < w->head->used.bodies; ++i) {
        const contact__rigid *b = &w->bodies[i];
        if (!(b->flags & CONTACT__ALIVE)) continue;
        h = contact__hash_bytes(h, &b->pose, sizeof b->pose);
        h = contact__hash_bytes(h, &b->v, sizeof b->v);
        h = contact__hash_bytes(h, &b->w, sizeof b->w);
    }
    return h;
}

/* ---- snapshots: size, the block, the broad phase ---- */
CONTACT_API size_t contact_world_snapshot_bytes(const contact_world *w) {
    return w ? 64 + w->block_bytes + collide_broadphase_snapshot_bytes(&w->broad) : 0;
}
CONTACT_API contact_status contact_world_save(const contact_world *w, void *block, size_t bytes) {
    unsigned char *at = (unsigned char *)block;
    uint64_t size;
    if (!w || !block) return CONTACT_BAD_ARGUMENT;
    if (bytes < contact_world_snapshot_bytes(w)) return CONTACT_NO_SPACE;
    size = w->block_bytes;
    TACT_MEMSET(at, 0, 64);
    TACT_MEMCPY(at, &size, sizeof size);
    TACT_MEMCPY(at + 8, &w->head->capacity, sizeof w->head->capacity);
    contact__world_pack(w, at + 64);
    if (collide_broadphase_save(&w->broad, at + 64 + w->block_bytes, bytes - 64 - w->block_bytes) < 0) return CONTACT_NO_SPACE;
    return CONTACT_OK;
}
CONTACT_API contact_status contact_world_restore(contact_world *w, const void *block, size_t bytes) {
    const unsigned char *at = (const unsigned char *)block;
    contact__counts capacity;
    contact_world next;
    uint64_t size;
    void *memory;
    int i;
    if (!w || !block || bytes < 64) return CONTACT_BAD_ARGUMENT;
    TACT_MEMCPY(&size, at, sizeof size);
    TACT_MEMCPY(&capacity, at + 8, sizeof capacity);
    if (size > bytes - 64 || size != contact__world_layout(NULL, &capacity, NULL, 0))
        return contact__say(w, CONTACT_BAD_FORMAT, "snapshot", NULL, -1);
    memory = tact_alloc(w->allocator, (size_t)size);
    if (!memory) return contact__say(w, CONTACT_NO_MEMORY, "snapshot", NULL, -1);
    next = *w;
    contact__world_layout(&next, &capacity, memory, (size_t)size);
    contact__world_unpack(&next, &capacity, at + 64);
    for (i = 0; i < next.head->used.robots; ++i) { /* the workspace of a robot stays with the world */
        int known = i < w->head->used.robots && w->robots[i].alive && w->robots[i].model == next.robots[i].model &&
                    !w->robots[i].maximal == !next.robots[i].maximal;
        if (!next.robots[i].alive) continue;
        next.robots[i].data = known ? w->robots[i].data : NULL;
        next.robots[i].maximal = known ? w->robots[i].maximal : NULL;
        if (!known) {
            tact_free(w->allocator, memory, (size_t)size);
            return contact__say(w, CONTACT_BAD_ARGUMENT, "snapshot of a world with other robots", NULL, i);
        }
    }
    if (collide_broadphase_restore(&next.broad, at + 64 + size, bytes - 64 - (size_t)size) < 0) {
        tact_free(w->allocator, memory, (size_t)size);
        return contact__say(w, CONTACT_NO_MEMORY, "snapshot", NULL, -1);
    }
    for (i = 0; i < w->head->used.robots; ++i) /* robots that the snapshot does not have */
        if (w->robots[i].alive && !(i < next.head->used.robots && next.robots[i].alive))
            rbd_data_destroy(w->robots[i].data), rbd_maximal_destroy(w->robots[i].maximal);
    tact_free(w->allocator, w->block, w->block_bytes);
    *w = next;
    w->block = memory;
    w->block_bytes = (size_t)size;
    for (i = 0; i < w->head->used.robots; ++i)
        if (w->robots[i].alive && !w->robots[i].maximal && !(w->bodies[w->robots[i].first_body].flags & CONTACT__FROZEN))
            contact__robot_kinematics(w, &w->robots[i]); /* a robot that was stopped stands where it stopped, whatever its q */
    return CONTACT_OK;
}
CONTACT_API contact_world *contact_world_clone(const contact_world *w, const tact_allocator *allocator) {
    size_t bytes = contact_world_snapshot_bytes(w);
    contact_world *copy;
    void *block;
    int i, ok = 1;
    contact__counts need;
    if (!w) return NULL;
    copy = contact_world_create(&w->head->config, allocator, NULL);
    if (!copy) return NULL;
    need = w->head->capacity;
    block = contact__world_reserve(copy, &need) < 0 ? NULL : tact_alloc(copy->allocator, bytes);
    if (!block) {
        contact_world_destroy(copy);
        return NULL;
    }
    for (i = 0; ok && i < w->head->used.robots; ++i) { /* so that restore finds the same robots */
        copy->robots[i] = w->robots[i];
        copy->head->used.robots = i + 1;
        if (!w->robots[i].alive) continue;
        copy->robots[i].data = rbd_data_create(w->robots[i].model, copy->allocator);
        copy->robots[i].maximal = w->robots[i].maximal ? rbd_maximal_create(w->robots[i].model, copy->allocator, NULL) : NULL;
        if (w->robots[i].maximal && !copy->robots[i].maximal) rbd_data_destroy(copy->robots[i].data), copy->robots[i].data = NULL;
        copy->robots[i].alive = copy->robots[i].data != NULL;
        ok = copy->robots[i].alive;
    }
    ok = ok && contact_world_save(w, block, bytes) >= 0 && contact_world_restore(copy, block, bytes) >= 0;
    tact_free(copy->allocator, block, bytes);
    if (!ok) {
        contact_world_destroy(copy);
        return NULL;
    }
    copy->edit = w->edit, copy->edit_context = w->edit_context;
    copy->filter = w->filter, copy->filter_context = w->filter_context;
    return copy;
}

typedef struct contact__paint { const contact_draw *draw; uint32_t rgb; } contact__paint;
TACT_PRIVATE void contact__paint_triangle(void *context, tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    const contact__paint *paint = (const contact__paint *)context;
    paint->draw->triangle(paint->draw->context, a, b, c, paint->rgb);
}
CONTACT_API void contact_world_draw(const contact_world *w, const contact_draw *draw) {
    static const uint32_t colours[4] = {0x9a9a9au, 0x3f7fd9u, 0xd98c3fu, 0x4f9f5fu};
    int i;
    if (!w || !draw) return;
    for (i = 0; (draw->shape || draw->triangle) && i < w->head->used.geoms; ++i) {
        const contact__geom *g = &w->geoms[i];
        contact__paint paint;
        if (!g->alive) continue;
        paint.draw = draw;
        paint.rgb = w->bodies[g->body].flags & CONTACT__FROZEN   ? 0xd03030u
                    : w->bodies[g->body].flags & CONTACT__ASLEEP ? 0x707070u
                                                                 : colours[w->bodies[g->body].type];
        if (draw->shape) draw->shape(draw->context, &g->shape, contact__geom_pose(w, g), paint.rgb);
        else collide_surface(&g->shape, contact__geom_pose(w, g), 4, 10, contact__paint_triangle, &paint);
    }
    for (i = 0; draw->line && i < w->head->used.joints; ++i) { /* from the middle of a to the joint to the middle of b */
        const contact__link_joint *j = &w->joints[i];
        contact__joint_state s;
        if (!j->alive) continue;
        contact__joint_geometry(w, j, &s);
        if (s.a != CONTACT__NONE) draw->line(draw->context, w->bodies[s.a].com, s.frame_b.p, 0x806020u);
        draw->line(draw->context, s.frame_b.p, w->bodies[s.b].com, 0x806020u);
    }
    for (i = 0; draw->line && i < w->head->used.contacts; ++i) {
        const contact_point *c = &w->contacts[i];
        draw->line(draw->context, c->position, tact_mul_add(c->position, TACT_R(0.01), c->force), 0xc02030u);
    }
    for (i = 0; draw->text && i < w->head->used.bodies; ++i)
        if ((w->bodies[i].flags & CONTACT__ALIVE) && w->bodies[i].name[0])
            draw->text(draw->context, w->bodies[i].com, w->bodies[i].name, 0x202020u);
}
#undef CONTACT__NEW

// >>impl-world-derivatives
/* The momentum balance of a tree, at its solution,
       F(q, v, u, v+, lambda) = M (v+ - v_free) - J^T lambda = 0,
   changes with the data by -dF = m, an impulse; the row velocities c = J v+ + bias change by s, at fixed v+ and lambda.
   Then dv+ is the derivative of the solution for a change M^-1 m of v_free and s of the bias, and
       dq+ = (d(q (+) dt v+)/dq) dq + (d(q (+) dt v+)/dv) dv+.
   With Moreau's rule all of this happens at q (+) h v, h half a step, and q+ is the other half from there: the maps of that
   first motion come before, and its derivatives by dv add to those by dv.
   A record keeps the matrices of these linear maps, by tree and by constraint; products cost as much as they have entries.
   Contacts and joints are alike here: rows of directions (l_k, a_k) for the relative velocity of body b to body a at a
   point p, and a value (gap, error). All of it moves along when both bodies move as one; so it suffices to know how it
   changes with the motion rho of b relative to a: six directions.
   Forces on a link count as external forces of rbd_rnea_derivatives, which holds them fixed in the link's frame; what remains
   is how they move relative to that frame. */
typedef struct contact__touch {
    int constraint, rows, first_row;
    int tree[2];                  /* of body a and b; -1: does not move */
    int *support[2], supports[2]; /* the dofs of the tree that move the body, and how many: the columns of what follows */
    tact_real *jacobian[2]; /* 6 x supports: motion of the body at p by dq; NULL: the row is constant, or an earlier touch has it all */
    tact_real *rate[2];     /* rows x supports: s by dq; for the implicit models with the bias */
    tact_real *rate_v[2];   /* rows x supports: s by dv; NULL: none */
    tact_real *gap[2];      /* rows x supports: of the value */
    tact_real *drift[2];    /* rows x supports: of the bias by dq through the drift of a joint; NULL: none */
    tact_real *approach_q[2], *approach_v[2]; /* supports: of the normal velocity before the step; NULL: not needed */
    tact_real *wrench;                        /* 2 x 2 blocks 6 x 6: impulse on side i by the motion of side j, of all touches of the
                                                 pair of bodies that follow without a jacobian of their own */
    tact_real approach;                       /* slope of the bias in the approach velocity */
} contact__touch;

typedef struct contact__tree_map { /* dof x dof each */
    int dof, first_dof, outside; /* outside: first dof in the derivative; -1: of links */
    tact_real *inverse;                 /* of the mass */
    tact_real *by_q, *by_v, *by_u;      /* of m */
    tact_real uniform;                  /* by_u is this times the unit matrix; 0: it is not */
    tact_real *position_q, *position_v; /* of q+ */
    int *span;                          /* 2 dof: first and end of the columns of a row of position and ahead that may not be zero */
    tact_real *ahead_q, *ahead_v;       /* of the position that the step is solved at; NULL: it is q */
} contact__tree_map;

/* Of a robot in maximal coordinates: between its own coordinates (nv), which are those of the derivative, and those of its links
   (size: six each), which are those of the problem. The kinematics of links and joints are differentiated by central differences,
   with the velocity and the impulses of the solution fixed; what the contacts do with the links is as for other bodies. */
typedef struct contact__link_map {
    int nv, size, first;        /* first: of its dofs among those of the derivative */
    int first_row, rows;        /* of its joints */
    int *dof;                   /* size: in the dofs of the problem */
    tact_real *pose, *velocity; /* size x 2 nv: where the step is solved, and the velocity before it, by (dq, dv) */
    tact_real *momentum, *bias; /* size x 3 nv: of m by (dq, dv, du); rows x 2 nv: of s by (dq, dv) */
    tact_real *read;            /* 2 nv x 2 size: of (q+, v+) by those of the links */
} contact__link_map;

/* Of a body or robot that moves alone by the faithful integrator: (q+, v+) by (q, v, input, parameters), in the derivative's dofs. */
typedef struct contact__smooth_map {
    int dof, first, columns; /* columns = 3 dof + parameters */
    tact_real *by;           /* 2 dof x columns */
} contact__smooth_map;

typedef struct contact__step_record {
    contact_problem problem; /* a copy: the world's moves on */
    contact__smooth_map *smooth;
    int smooth_count;
    contact__link_map *links;
    int link_count, dofs; /* robots in maximal coordinates; dofs of the derivative */
    contact_config config;
    int compliant; /* which of the two implicit derivatives */
    int laws;      /* contacts push by a law of the gap, not by a bias */
    int ahead;     /* Moreau's rule: positions are moved before */
    contact_derivative derivative;
    contact__tree_map *trees;
    contact__touch *touches;
    int touch_count, parameter_count;
    tact_real *velocity_before;
    tact_real *p_momentum, *p_bias, *p_mu, *p_stiffness, *p_dissipation,
        *p_relaxation; /* by parameter, one row each */
    void *block;
    size_t block_bytes;
} contact__step_record;

struct contact_differential {
    contact_geometry_rule rule;
    contact_parameter *parameters;
    int parameter_count, parameter_capacity;
    contact__step_record *records;
    int record_count, record_capacity, dofs;
    tact_real *scratch;
    size_t scratch_count;
    void *workspace; /* of the compliant derivatives */
    size_t workspace_bytes;
    tact_allocator allocator_storage;
    const tact_allocator *allocator;
};

CONTACT_API contact_differential *contact_differential_create(const tact_allocator *allocator) {
    contact_differential *d = (contact_differential *)tact_alloc(allocator, sizeof *d);
    if (!d) return NULL;
    TACT_MEMSET(d, 0, sizeof *d);
    if (allocator) d->allocator_storage = *allocator, d->allocator = &d->allocator_storage;
    return d;
}
CONTACT_API void contact_differential_destroy(contact_differential *d) {
    tact_allocator copy;
    const tact_allocator *allocator;
    int i;
    if (!d) return;
    for (i = 0; i < d->record_capacity; ++i) tact_free(d->allocator, d->records[i].block, d->records[i].block_bytes);
    tact_free(d->allocator, d->records, (size_t)d->record_capacity * sizeof *d->records);
    tact_free(d->allocator, d->parameters, (size_t)d->parameter_capacity * sizeof *d->parameters);
    tact_free(d->allocator, d->scratch, d->scratch_count * sizeof(tact_real));
    tact_free(d->allocator, d->workspace, d->workspace_bytes);
    copy = d->allocator_storage;
    allocator = d->allocator ? &copy : NULL;
    tact_free(allocator, d, sizeof *d);
}
CONTACT_API contact_status contact_differential_set(contact_differential *d, contact_geometry_rule rule,
                                                    const contact_parameter *parameters, int count) {
    if (!d || count < 0 || (count && !parameters)) return CONTACT_BAD_ARGUMENT;
    if (count > d->parameter_capacity) {
        contact_parameter *grown = (contact_parameter *)tact_alloc(d->allocator, (size_t)count * sizeof *grown);
        if (!grown) return CONTACT_NO_MEMORY;
        tact_free(d->allocator, d->parameters, (size_t)d->parameter_capacity * sizeof *d->parameters);
        d->parameters = grown;
        d->parameter_capacity = count;
    }
    if (count) TACT_MEMCPY(d->parameters, parameters, (size_t)count * sizeof *parameters);
    d->parameter_count = count;
    d->rule = rule;
    return CONTACT_OK;
}
CONTACT_API int contact_differential_dofs(const contact_differential *d) { return d ? d->dofs : 0; }

TACT_PRIVATE tact_real *contact__differential_scratch(contact_differential *d, size_t reals) {
    if (reals > d->scratch_count) {
        tact_real *grown = (tact_real *)tact_alloc(d->allocator, 2 * reals * sizeof(tact_real));
        if (!grown) return NULL;
        tact_free(d->allocator, d->scratch, d->scratch_count * sizeof(tact_real));
        d->scratch = grown;
        d->scratch_count = 2 * reals;
    }
    return d->scratch;
}

/* Dofs in the order of the problem's trees: dynamic bodies, then robots. Returns the first dof of a body or robot, or with
   both -1 how many there are. */
TACT_PRIVATE int contact__world_dof(const contact_world *w, int body, int robot) {
    int i, n = 0;
    for (i = 0; i < w->head->used.bodies; ++i) {
        const contact__rigid *b = &w->bodies[i];
        if (!(b->flags & CONTACT__ALIVE) || b->type != CONTACT_BODY_DYNAMIC || (b->flags & CONTACT__FROZEN) || b->robot != CONTACT__NONE) {
            if (i == body) return -1; /* links of robots in maximal coordinates: the robot has their dofs */
            continue;
        }
        if (i == body) return n;
        n += 6;
    }
    for (i = 0; i < w->head->used.robots; ++i) {
        const contact__articulation *r = &w->robots[i];
        if (!r->alive || (w->bodies[r->first_body].flags & CONTACT__FROZEN)) {
            if (i == robot) return -1;
            continue;
        }
        if (i == robot) return n;
        n += r->model->nv;
    }
    return n;
}
CONTACT_API int contact_world_dofs(const contact_world *w) { return w ? contact__world_dof(w, -1, -1) : 0; }
CONTACT_API int contact_body_dof(const contact_world *w, contact_body body) {
    const contact__rigid *b = contact__body_at(w, body);
    return b && b->type == CONTACT_BODY_DYNAMIC ? contact__world_dof(w, (int)body.index, -1) : -1;
}
CONTACT_API int contact_robot_dof(const contact_world *w, contact_robot robot) {
    return contact__robot_at(w, robot) ? contact__world_dof(w, -1, (int)robot.index) : -1;
}
CONTACT_API contact_status contact_world_move_state(contact_world *w, const tact_real *change) {
    int i, k, n, at = 0;
    if (!w || !change) return CONTACT_BAD_ARGUMENT;
    n = contact_world_dofs(w);
    for (i = 0; i < 2 * n; ++i)
        if (!tact_finite(change[i])) return contact__say(w, CONTACT_NOT_FINITE, "change of the state", NULL, i);
    for (i = 0; i < w->head->used.bodies; ++i) {
        contact__rigid *b = &w->bodies[i];
        const tact_real *x = change + at, *y = change + n + at;
        if (!(b->flags & CONTACT__ALIVE) || b->type != CONTACT_BODY_DYNAMIC || (b->flags & CONTACT__FROZEN) || b->robot != CONTACT__NONE) continue;
        b->com = tact_add(b->com, tact_vec(x[0], x[1], x[2]));
        b->pose.q = tact_quat_normalize(tact_quat_mul(tact_quat_exp(tact_vec(x[3], x[4], x[5])), b->pose.q));
        b->rotation = tact_quat_to_mat(b->pose.q);
        b->pose.p = tact_sub(b->com, tact_mat_mul_vec(&b->rotation, b->com_local));
        b->v = tact_add(b->v, tact_vec(y[0], y[1], y[2]));
        b->w = tact_add(b->w, tact_vec(y[3], y[4], y[5]));
        at += 6;
    }
    for (i = 0; i < w->head->used.robots; ++i) {
        contact__articulation *r = &w->robots[i];
        if (!r->alive || (w->bodies[r->first_body].flags & CONTACT__FROZEN)) continue;
        rbd_integrate(r->model, w->reals + r->q, change + at, 1, w->reals + r->q);
        rbd_normalize(r->model, w->reals + r->q);
        for (k = 0; k < r->model->nv; ++k) w->reals[r->v + k] += change[n + at + k];
        if (r->maximal) contact__links_write(w, r);
        else contact__robot_kinematics(w, r);
        at += r->model->nv;
    }
    contact__wake_all(w);
    return CONTACT_OK;
}

/* Where a constraint of the world comes from, from its id. */
enum { CONTACT__OF_CONTACT, CONTACT__OF_JOINT, CONTACT__OF_ROBOT };
enum { CONTACT__SUB_ROWS, CONTACT__SUB_LOWER, CONTACT__SUB_UPPER, CONTACT__SUB_FRICTION, CONTACT__SUB_MOTOR };
typedef struct contact__origin {
    int what, index, sub, dof;
} contact__origin;
TACT_PRIVATE contact__origin contact__origin_of(const contact_world *w, uint64_t id) {
    const uint64_t kind = id >> 32 << 32;
    int at = (int)(id & 0x7fffffffu), i;
    contact__origin o;
    o.what = CONTACT__OF_CONTACT, o.index = o.sub = o.dof = 0;
    if (kind == CONTACT__JOINT_ROW) {
        const int place = at % 16;
        o.what = CONTACT__OF_JOINT, o.index = at / 16;
        o.sub = place < 6    ? CONTACT__SUB_ROWS
                : place == 6 ? CONTACT__SUB_LOWER
                : place == 7 ? CONTACT__SUB_UPPER
                : place == 8 ? CONTACT__SUB_FRICTION
                             : CONTACT__SUB_MOTOR;
    } else if (kind == CONTACT__KEPT_ROW) {
        o.what = CONTACT__OF_ROBOT;
        for (i = 0; i < w->head->used.robots; ++i) {
            const contact__articulation *r = &w->robots[i];
            if (!r->alive) continue;
            if (at >= r->friction_impulse && at < r->friction_impulse + r->model->joint_nv)
                o.index = i, o.sub = CONTACT__SUB_FRICTION, o.dof = at - r->friction_impulse;
            if (at >= r->motor_impulse && at < r->motor_impulse + r->model->joint_nv)
                o.index = i, o.sub = CONTACT__SUB_MOTOR, o.dof = at - r->motor_impulse;
            if (at >= r->limit_impulse && at < r->limit_impulse + 2 * r->model->joint_nv) {
                o.index = i, o.dof = (at - r->limit_impulse) / 2;
                o.sub = (at - r->limit_impulse) % 2 ? CONTACT__SUB_UPPER : CONTACT__SUB_LOWER;
            }
        }
    }
    return o;
}

/* ---- geometry of one constraint, and how it changes with the motion of b relative to a about p ---- */
typedef struct contact__rows_at {
    int rows;
    tact_vec3 point, linear[6], angular[6];
    tact_real value[6];
} contact__rows_at;
typedef struct contact__rows_change { /* [direction of rho]: three translations, three rotations */
    tact_vec3 point[6], linear[6][6], angular[6][6];
    tact_real value[6][6];
} contact__rows_change;

TACT_PRIVATE tact_vec3 contact__unit(int k) {
    return tact_vec(k == 0 ? TACT_R(1) : 0, k == 1 ? TACT_R(1) : 0, k == 2 ? TACT_R(1) : 0);
}
/* A pose moved along direction k of rho about a point. */
TACT_PRIVATE tact_pose contact__nudge(tact_pose pose, tact_vec3 about, int k, tact_real h) {
    tact_quat turn;
    if (k < 3) return tact_pose_make(tact_mul_add(pose.p, h, contact__unit(k)), pose.q);
    turn = tact_quat_exp(tact_scale(h, contact__unit(k - 3)));
    return tact_pose_make(tact_add(about, tact_rotate(turn, tact_sub(pose.p, about))), tact_quat_mul(turn, pose.q));
}

/* The points that the narrow phase finds with geom b displaced. Returns how many. */
typedef struct contact__pair_point {
    tact_vec3 point, normal;
    tact_real gap;
    uint32_t feature;
} contact__pair_point;
#define CONTACT__PAIR_LIMIT (CONTACT__PAIR_MANIFOLDS * COLLIDE_MANIFOLD_POINTS)
TACT_PRIVATE int contact__pair_points(const contact_world *w, int ga, int gb, tact_pose pose_b, tact_real margin,
                                      const collide_manifold_cache *cache, contact__pair_point *out) {
    const contact__geom *a = &w->geoms[ga], *b = &w->geoms[gb];
    collide_manifold manifolds[CONTACT__PAIR_MANIFOLDS];
    collide_manifold_config config = collide_default_manifold_config();
    collide_manifold_cache copy;
    tact_pose pose_a = contact__geom_pose(w, a);
    int n = 0, i, k, count = 0;
    config.margin = margin;
    if (cache) copy = *cache; /* a manifold that was recycled in the step is recycled here */
    else config.recycle = 0;
    if (contact__is_set(&a->shape) || contact__is_set(&b->shape)) {
        if (collide_contacts(&a->shape, pose_a, &b->shape, pose_b, &config, cache ? &copy : NULL, manifolds,
                             CONTACT__PAIR_MANIFOLDS, &n) < 0)
            n = n < 0 ? 0 : n;
        if (n > CONTACT__PAIR_MANIFOLDS) n = CONTACT__PAIR_MANIFOLDS;
    } else
        n = collide_contact(&a->shape, pose_a, &b->shape, pose_b, &config, cache ? &copy : NULL, &manifolds[0]) >= 0;
    for (i = 0; i < n; ++i)
        for (k = 0; k < manifolds[i].count; ++k, ++count) {
            out[count].point = manifolds[i].points[k].point, out[count].normal = manifolds[i].normal;
            out[count].gap = manifolds[i].points[k].gap;
            out[count].feature = contact__feature(&manifolds[i], k);
        }
    return count;
}

/* Change of one contact where it is known: a halfspace or plane against a ball, or against flat shapes, whose points are corners x fixed to
   them; and two balls. With the motion (t, theta) of b about the point p half-way, the normal n, and r_s from p to the corner or centre,
     the gap changes by n . t in all of them (n x (x - p) = 0),
     plane of a:  n stays,            p = x - (g/2 + radius) n moves by t + r_s theta x n - (n . t) n/2,
     plane of b:  n turns, theta x n, p moves by (n . t) n/2 + r_s theta x n,
     balls:       n turns by (t + r_b theta x n)_perpendicular / (r_a + r_b), p moves by (n . t) n/2 + r_a dn.
   0: not one of these. */
TACT_PRIVATE int contact__closed_change(const contact_world *w, const contact_point *c, contact__rows_change *out) {
    const collide_shape *a = &w->geoms[c->geom_a.index].shape, *b = &w->geoms[c->geom_b.index].shape, *other;
    int plane_a = a->kind == COLLIDE_KIND_HALFSPACE || a->kind == COLLIDE_KIND_PLANE, balls = a->kind == COLLIDE_KIND_POINT && b->kind == COLLIDE_KIND_POINT;
    int plane_b = b->kind == COLLIDE_KIND_HALFSPACE || b->kind == COLLIDE_KIND_PLANE, j;
    tact_vec3 n = c->normal, t1, t2;
    tact_real reach;
    if (!balls && plane_a == plane_b) return 0;
    other = plane_a ? b : a;
    if (other->kind != COLLIDE_KIND_POINT &&
        ((other->kind != COLLIDE_KIND_BOX && other->kind != COLLIDE_KIND_HULL && other->kind != COLLIDE_KIND_TRIANGLE) || other->radius > 0))
        return 0;
    reach = c->gap / 2 + other->radius; /* of balls: a */
    if (balls && !(a->radius + b->radius + c->gap > CONTACT__SMALL(1e-6, 1e-3) * (a->radius + b->radius))) return 0;
    tact_tangents(n, &t1, &t2);
    TACT_MEMSET(out, 0, sizeof *out);
    for (j = 0; j < 6; ++j) {
        tact_vec3 move = j < 3 ? contact__unit(j) : tact_vec(0, 0, 0), twist = j < 3 ? tact_vec(0, 0, 0) : tact_cross(contact__unit(j - 3), n);
        tact_vec3 dn = tact_vec(0, 0, 0), turn;
        tact_real dg = tact_dot(n, move);
        out->value[j][2] = dg;
        if (balls) {
            dn = tact_add(tact_mul_add(move, -dg, n), tact_scale(c->gap / 2 + b->radius, twist));
            dn = tact_scale(1 / (a->radius + b->radius + c->gap), dn);
            out->point[j] = tact_mul_add(tact_scale(dg / 2, n), reach, dn);
        } else if (plane_a) out->point[j] = tact_mul_add(tact_mul_add(move, reach, twist), -dg / 2, n);
        else dn = twist, out->point[j] = tact_mul_add(tact_scale(dg / 2, n), reach, twist);
        turn = tact_cross(n, dn);
        out->linear[j][0] = tact_cross(turn, t1), out->linear[j][1] = tact_cross(turn, t2), out->linear[j][2] = dn;
    }
    return 1;
}

/* Step of the differences below, in sizes: a ten-thousandth, so that errors of the manifold of 1e-12 and its curvature both stay below 1e-8. The
   points on the rim of a disc that lies nearly flat run around with its tilt, which may be no more than that: a tenth there; and against a
   plane the manifold is good to rounding, so a hundredth. */
TACT_PRIVATE tact_real contact__pair_step(const collide_shape *a, const collide_shape *b) {
    if (a->kind == COLLIDE_KIND_HALFSPACE || a->kind == COLLIDE_KIND_PLANE || b->kind == COLLIDE_KIND_HALFSPACE || b->kind == COLLIDE_KIND_PLANE)
        return CONTACT__SMALL(1e-6, 1e-2);
    if (a->kind == COLLIDE_KIND_CYLINDER || a->kind == COLLIDE_KIND_CONE || b->kind == COLLIDE_KIND_CYLINDER || b->kind == COLLIDE_KIND_CONE)
        return CONTACT__SMALL(1e-5, 1e-2);
    return CONTACT__SMALL(1e-4, 1e-2);
}
/* Changes of the contacts first .. first+count-1, which belong to one pair, in closed form or by central differences of the narrow phase.
   A point that a displaced manifold lacks counts one side only; without either it moves with body a. */
TACT_PRIVATE void contact__contact_changes(const contact_world *w, tact_real dt, int first, int count,
                                           contact__rows_change *out) {
    const contact_point *c = w->contacts + first;
    int ga = (int)c->geom_a.index, gb = (int)c->geom_b.index, j, side, i, k;
    int own = w->pairs[w->found[first].slot].cache;
    const collide_manifold_cache *cache = own && w->caches[own - 1].manifold.hits > 0 ? &w->caches[own - 1].manifold : NULL;
    tact_pose pose_b = contact__geom_pose(w, &w->geoms[gb]);
    tact_real size = tact_min(tact_min(w->geoms[ga].extent, w->geoms[gb].extent), 1), h = contact__pair_step(&w->geoms[ga].shape, &w->geoms[gb].shape);
    tact_real margin = contact__pair_margin(w, ga, gb, dt);
    tact_vec3 about = c->position;
    contact__pair_point points[CONTACT__PAIR_LIMIT];
    for (i = 0; i < count && contact__closed_change(w, c + i, out + i); ++i) {
    }
    if (i == count) return;
    TACT_MEMSET(out, 0, (size_t)count * sizeof *out);
    for (j = 0; j < 6; ++j) {
        tact_real step = j < 3 ? h * size : h;
        for (side = 1; side >= -1; side -= 2) {
            tact_real sign = side > 0 ? TACT_R(1) : TACT_R(-1);
            int n =
                contact__pair_points(w, ga, gb, contact__nudge(pose_b, about, j, sign * step), margin, cache, points);
            for (i = 0; i < count; ++i) {
                const contact__pair_point *best = NULL;
                tact_real weight;
                tact_vec3 dn;
                for (k = 0; k < n; ++k)
                    if (points[k].feature == c[i].feature) best = &points[k];
                if (!best) continue;
                /* the angular field counts the sides that were found, until the division below */
                out[i].angular[j][0].x += 1;
                weight = sign / step;
                dn = tact_scale(weight, tact_sub(best->normal, c[i].normal));
                out[i].linear[j][2] = tact_add(out[i].linear[j][2], dn);
                out[i].point[j] = tact_mul_add(out[i].point[j], weight, tact_sub(best->point, c[i].position));
                out[i].value[j][2] += weight * (best->gap - c[i].gap);
            }
        }
        for (i = 0; i < count; ++i) {
            tact_real found = out[i].angular[j][0].x;
            tact_vec3 t1, t2, turn;
            out[i].angular[j][0].x = 0;
            if (found > 1) {
                out[i].linear[j][2] = tact_scale(TACT_R(0.5), out[i].linear[j][2]);
                out[i].point[j] = tact_scale(TACT_R(0.5), out[i].point[j]);
                out[i].value[j][2] *= TACT_R(0.5);
            }
            /* the frame turns with its normal; the cone is round, so turning about the normal would change nothing */
            tact_tangents(c[i].normal, &t1, &t2);
            turn = tact_cross(c[i].normal, out[i].linear[j][2]);
            out[i].linear[j][0] = tact_cross(turn, t1);
            out[i].linear[j][1] = tact_cross(turn, t2);
            out[i].linear[j][2] = tact_cross(turn, c[i].normal);
        }
    }
    /* rotations were about the first point: x = y + r x dtheta, the motion at the point of each */
    for (i = 1; i < count; ++i) {
        tact_vec3 r = tact_sub(c[i].position, about);
        contact__rows_change *o = &out[i];
        for (j = 0; j < 3; ++j) {
            tact_vec3 move = tact_cross(r, contact__unit(j));
            const tact_real m[3] = {move.x, move.y, move.z};
            for (k = 0; k < 3; ++k) {
                int q;
                o->point[3 + j] = tact_mul_add(o->point[3 + j], m[k], o->point[k]);
                o->value[3 + j][2] += m[k] * o->value[k][2];
                for (q = 0; q < 3; ++q)
                    o->linear[3 + j][q] = tact_mul_add(o->linear[3 + j][q], m[k], o->linear[k][q]);
            }
        }
    }
}

/* Rows of a joint or of its free coordinate, with body b displaced. sub: 0 the joint, else a coordinate with that sign. */
TACT_PRIVATE void contact__joint_rows_at(contact_world *w, const contact__link_joint *j, tact_real sign,
                                         tact_pose pose_b, contact__rows_at *out) {
    contact__joint_state s;
    tact_pose saved = w->bodies[j->def.b.index].pose;
    w->bodies[j->def.b.index].pose = pose_b;
    contact__joint_geometry(w, j, &s);
    w->bodies[j->def.b.index].pose = saved;
    out->point = s.frame_b.p;
    if (sign == 0) {
        out->rows = contact__joint_rows(j, &s, out->linear, out->angular, out->value);
        return;
    }
    out->rows = 1;
    out->linear[0] = out->angular[0] = tact_vec(0, 0, 0);
    if (j->def.kind == CONTACT_JOINT_SLIDER) out->linear[0] = tact_scale(sign, s.axis[2]);
    else out->angular[0] = tact_scale(sign, s.axis[2]);
    out->value[0] = sign * s.position;
}
TACT_PRIVATE void contact__joint_changes(contact_world *w, const contact__link_joint *j, tact_real sign,
                                         contact__rows_at *at, contact__rows_change *out) {
    tact_pose pose_b = w->bodies[j->def.b.index].pose;
    tact_real h = CONTACT__SMALL(1e-5, 1e-2), half = 1 / (2 * h);
    int k, d;
    TACT_MEMSET(out, 0, sizeof *out);
    contact__joint_rows_at(w, j, sign, pose_b, at);
    for (d = 0; d < 6; ++d) {
        contact__rows_at plus, minus;
        contact__joint_rows_at(w, j, sign, contact__nudge(pose_b, at->point, d, h), &plus);
        contact__joint_rows_at(w, j, sign, contact__nudge(pose_b, at->point, d, -h), &minus);
        out->point[d] = tact_scale(half, tact_sub(plus.point, minus.point));
        for (k = 0; k < at->rows; ++k) {
            tact_real difference = plus.value[k] - minus.value[k];
            if (sign != 0 && j->def.kind == CONTACT_JOINT_HINGE) { /* angles may jump by a full turn */
                if (difference > TACT_PI) difference -= 2 * TACT_PI;
                if (difference < -TACT_PI) difference += 2 * TACT_PI;
            }
            out->linear[d][k] = tact_scale(half, tact_sub(plus.linear[k], minus.linear[k]));
            out->angular[d][k] = tact_scale(half, tact_sub(plus.angular[k], minus.angular[k]));
            out->value[d][k] = half * difference;
        }
    }
}

/* Velocity of a body at a point, after the step (robots: data must hold it) or before. */
TACT_PRIVATE void contact__motion_at(const contact_world *w, int body, tact_vec3 point, int after, tact_vec3 *linear,
                                     tact_vec3 *angular) {
    const contact__rigid *b;
    *linear = *angular = tact_vec(0, 0, 0);
    if (body == CONTACT__NONE) return;
    b = &w->bodies[body];
    if (b->type == CONTACT_BODY_STATIC || ((b->flags & CONTACT__FROZEN) && b->type != CONTACT_BODY_KINEMATIC)) return;
    if (after && b->tree >= 0 && b->type == CONTACT_BODY_DYNAMIC) {
        const tact_real *v = contact__solved_velocity(w, b);
        *angular = tact_vec(v[3], v[4], v[5]);
        *linear = tact_add(tact_vec(v[0], v[1], v[2]), tact_cross(*angular, tact_sub(point, b->com)));
    } else if (after && b->tree >= 0) {
        const tact_real *v = w->robots[b->robot].data->velocity[b->link];
        *angular = tact_vec(v[3], v[4], v[5]);
        *linear = tact_add(tact_vec(v[0], v[1], v[2]), tact_cross(*angular, tact_sub(point, b->pose.p)));
    } else {
        *angular = b->w;
        *linear = tact_add(b->v, tact_cross(b->w, tact_sub(point, b->com)));
    }
}

/* 6 x dof: motion of a moving body at a point by dq (jacobian), and change of its velocity there, of the point fixed to it,
   by dq (rate; NULL: not wanted), at the velocity that contact__motion_at takes. */
TACT_PRIVATE void contact__motion_maps(const contact_world *w, int body, tact_vec3 point, int after,
                                       tact_real *jacobian, tact_real *rate) {
    const contact__rigid *b = &w->bodies[body];
    tact_vec3 u, omega;
    int i, j;
    if (b->type == CONTACT_BODY_DYNAMIC) {
        tact_vec3 arm = tact_sub(point, b->com);
        tact_mat3 s = tact_skew(arm);
        int dof = w->problem.trees[b->tree].dof, at = b->tree_at;
        contact__motion_at(w, body, point, after, &u, &omega);
        if (jacobian) {
            TACT_MEMSET(jacobian, 0, (size_t)(6 * dof) * sizeof(tact_real));
            for (i = 0; i < 6; ++i) jacobian[dof * i + at + i] = 1;
            for (i = 0; i < 3; ++i)
                for (j = 0; j < 3; ++j) jacobian[dof * i + at + 3 + j] = -s.m[i][j];
        }
        if (rate) {
            TACT_MEMSET(rate, 0, (size_t)(6 * dof) * sizeof(tact_real));
            for (j = 0; j < 3; ++j) { /* omega x (dtheta x arm) */
                tact_vec3 d = tact_cross(omega, tact_cross(contact__unit(j), arm));
                rate[at + 3 + j] = d.x, rate[dof + at + 3 + j] = d.y, rate[2 * dof + at + 3 + j] = d.z;
            }
        }
    } else {
        const contact__articulation *r = &w->robots[b->robot];
        int nv = r->model->nv;
        rbd_frame frame =
            rbd_frame_on_body(b->link, tact_pose_make(tact_pose_unapply(b->pose, point), tact_quat_identity()));
        if (!rate) rbd_frame_jacobian(r->data, &frame, RBD_REFERENCE_LOCAL_WORLD_ALIGNED, jacobian, nv);
        else rbd_frame_velocity_derivatives(r->data, &frame, RBD_REFERENCE_LOCAL_WORLD_ALIGNED, rate, jacobian, nv);
    }
}

TACT_INLINE void contact__add_scaled(int n, tact_real f, const tact_real *TACT_RESTRICT x, tact_real *TACT_RESTRICT y) { /* y += f x */
    int i;
    if (f < 0 || f > 0)
        for (i = 0; i < n; ++i) y[i] += f * x[i];
}
/* Change of the row velocities from row `first` on, rows x supports of each side that moves, at fixed generalised velocity:
     dc_k = dl_k . u + da_k . w + l_k . (du_b - du_a) + a_k . (dw_b - dw_a),   u, w: velocity of b relative to a at p
   with du of a body = (its rate) dq + w x (dp - motion of the body at p) + dtheta x (velocity of its surface). */
TACT_PRIVATE void contact__row_rates(const contact_world *w, const int body[2], const contact__rows_at *at,
                                     const contact__rows_change *change, int first, int rows, int after,
                                     const tact_vec3 surface[2], const contact__touch *t, tact_real *const jacobian[2],
                                     tact_real *const rate[2], tact_real *const out[2]) {
    tact_vec3 u[2], omega[2], relative, turn;
    int side, j, k, s;
    for (side = 0; side < 2; ++side) contact__motion_at(w, body[side], at->point, after, &u[side], &omega[side]);
    relative = tact_sub(tact_add(u[1], surface[1]), tact_add(u[0], surface[0]));
    turn = tact_sub(omega[1], omega[0]);
    for (side = 0; side < 2; ++side) {
        tact_real local[6][6]; /* by the motion of this side at p */
        tact_real sign = side ? TACT_R(1) : TACT_R(-1);
        int columns = t->supports[side];
        if (!out[side]) continue;
        for (j = 0; j < 6; ++j) {
            tact_vec3 theta = j < 3 ? tact_vec(0, 0, 0) : contact__unit(j - 3),
                      move = j < 3 ? contact__unit(j) : tact_vec(0, 0, 0);
            tact_vec3 dp = tact_add(side ? tact_vec(0, 0, 0) : move, tact_scale(sign, change->point[j])),
                      du = tact_vec(0, 0, 0);
            for (s = 0; s < 2; ++s) {
                tact_vec3 moved = s == side ? tact_sub(dp, move) : dp, d = tact_cross(omega[s], moved);
                if (s == side) d = tact_add(d, tact_cross(theta, surface[s]));
                du = s ? tact_add(du, d) : tact_sub(du, d);
            }
            for (k = 0; k < rows; ++k) {
                tact_vec3 l = at->linear[first + k], a = at->angular[first + k];
                tact_vec3 dl = tact_scale(sign, change->linear[j][first + k]),
                          da = tact_scale(sign, change->angular[j][first + k]);
                if (!side) dl = tact_add(dl, tact_cross(theta, l)), da = tact_add(da, tact_cross(theta, a));
                local[k][j] = tact_dot(dl, relative) + tact_dot(da, turn) + tact_dot(l, du);
            }
        }
        for (k = 0; k < rows; ++k) {
            const tact_vec3 l = at->linear[first + k], a = at->angular[first + k];
            const tact_real direction[6] = {sign * l.x, sign * l.y, sign * l.z, sign * a.x, sign * a.y, sign * a.z};
            TACT_MEMSET(out[side] + columns * k, 0, (size_t)columns * sizeof(tact_real));
            for (j = 0; j < 6; ++j) {
                contact__add_scaled(columns, local[k][j], jacobian[side] + columns * j, out[side] + columns * k);
                if (rate[side]) contact__add_scaled(columns, direction[j], rate[side] + columns * j, out[side] + columns * k);
            }
        }
    }
}

/* Impulses on the two sides by the motions of the two sides, beyond what turns with the side itself. */
TACT_PRIVATE void contact__wrench_changes(const contact__rows_at *at, const contact__rows_change *change,
                                          const tact_real *lambda, tact_real *wrench) {
    tact_vec3 force = tact_vec(0, 0, 0), torque = force;
    int by, j, k, on;
    for (k = 0; k < at->rows; ++k) {
        force = tact_mul_add(force, lambda[k], at->linear[k]);
        torque = tact_mul_add(torque, lambda[k], at->angular[k]);
    }
    for (by = 0; by < 2; ++by)
        for (j = 0; j < 6; ++j) {
            tact_real sign = by ? TACT_R(1) : TACT_R(-1);
            tact_vec3 zero = tact_vec(0, 0, 0), theta = j < 3 ? zero : contact__unit(j - 3),
                      move = j < 3 ? contact__unit(j) : zero;
            tact_vec3 dp = tact_add(by ? zero : move, tact_scale(sign, change->point[j])), df = zero, dt = zero;
            for (k = 0; k < at->rows; ++k) {
                df = tact_mul_add(df, sign * lambda[k], change->linear[j][k]);
                dt = tact_mul_add(dt, sign * lambda[k], change->angular[j][k]);
            }
            if (!by) df = tact_add(df, tact_cross(theta, force)), dt = tact_add(dt, tact_cross(theta, torque));
            for (on = 0; on < 2; ++on) {
                tact_real *block = wrench + 36 * (2 * on + by), side = on ? TACT_R(1) : TACT_R(-1);
                tact_vec3 f = df, t = tact_add(dt, tact_cross(on == by ? tact_sub(dp, move) : dp, force));
                if (on == by) f = tact_sub(f, tact_cross(theta, force)), t = tact_sub(t, tact_cross(theta, torque));
                block[j] = side * f.x, block[6 + j] = side * f.y, block[12 + j] = side * f.z;
                block[18 + j] = side * t.x, block[24 + j] = side * t.y, block[30 + j] = side * t.z;
            }
        }
}

/* ---- recording ---- */
typedef struct contact__recorder { /* of one step in progress */
    contact_world *w;
    contact__step_record *record;
    tact_real dt;
    tact_real (*wrench)[6]; /* impulse on each body of the world: force, moment about the com, world axes */
    tact_real *rate[2];     /* 6 x dof work */
    int known[2];           /* the body of each side whose maps after the step are at hand (contacts come by pairs of bodies), */
    tact_vec3 known_at[2];  /* of the point */
    tact_real *jacobian[2], *known_jacobian[2], *known_rate[2]; /* 6 x supports; jacobian and rate: of the touch in work */
    int *known_support[2], known_supports[2];
    contact__touch *leader; /* the touch that holds jacobian and wrench of the pair of bodies, */
    int leads[2];           /* these, */
    tact_vec3 leader_at;    /* and its point */
    tact_real *by_gap;      /* slope of the bias in the gap, by contact touch */
    tact_real *saved;       /* q and a direction of the largest robot */
    contact__arena arena;
} contact__recorder;

/* The dofs that move a body, from its jacobian over all dofs of its tree: columns that are not zero. `whole`: all of them. */
TACT_PRIVATE void contact__touch_support(contact__recorder *c, contact__touch *t, int side, int dof, int whole, const tact_real *jacobian) {
    int i, j;
    t->support[side] = CONTACT__TAKE(&c->arena, dof, int);
    for (i = 0, t->supports[side] = 0; i < dof; ++i) {
        int moves = whole;
        for (j = 0; j < 6 && !moves; ++j) moves = jacobian[dof * j + i] < 0 || jacobian[dof * j + i] > 0;
        if (moves) t->support[side][t->supports[side]++] = i;
    }
}
/* Maps of one side of a touch at a point, after the step: its support, c->jacobian and c->rate. Those of another point of
   the same body follow from the last ones: with r from there to here, fixed to the body, and theta its rotation,
     motion + theta x r,   du + dw x r + w x (theta x r). */
TACT_PRIVATE void contact__touch_maps(contact__recorder *c, contact__touch *t, int side, int body, tact_vec3 point) {
    const contact_world *w = c->w;
    int dof = w->problem.trees[t->tree[side]].dof, j, k, n;
    tact_real *jacobian = c->jacobian[side], *rate = c->rate[side], *old = c->known_jacobian[side], *before = c->known_rate[side];
    if (c->known[side] != body || t->drift[side]) {
        contact__motion_maps(w, body, point, 1, old, before);
        if (!t->support[side]) contact__touch_support(c, t, side, dof, t->drift[side] != NULL, old);
        for (j = 0, n = t->supports[side]; j < 6; ++j)
            for (k = 0; k < n; ++k) {
                jacobian[n * j + k] = old[dof * j + t->support[side][k]];
                rate[n * j + k] = before[dof * j + t->support[side][k]];
            }
        TACT_MEMCPY(old, jacobian, (size_t)(6 * n) * sizeof(tact_real));
        TACT_MEMCPY(before, rate, (size_t)(6 * n) * sizeof(tact_real));
        c->known[side] = t->drift[side] ? CONTACT__NONE : body, c->known_at[side] = point;
        c->known_support[side] = t->support[side], c->known_supports[side] = n;
    } else {
        tact_vec3 r = tact_sub(point, c->known_at[side]), u, omega;
        const tact_real *TACT_RESTRICT x, *TACT_RESTRICT y;
        tact_real *TACT_RESTRICT move = jacobian, *TACT_RESTRICT du = rate;
        n = c->known_supports[side];
        contact__motion_at(w, body, point, 1, &u, &omega);
        if (!t->support[side]) t->support[side] = c->known_support[side], t->supports[side] = n;
        TACT_MEMCPY(jacobian + 3 * n, old + 3 * n, (size_t)(3 * n) * sizeof(tact_real));
        TACT_MEMCPY(rate + 3 * n, before + 3 * n, (size_t)(3 * n) * sizeof(tact_real));
        for (k = 0, x = old, y = before; k < n; ++k) {
            tact_real m0 = x[4 * n + k] * r.z - x[5 * n + k] * r.y, m1 = x[5 * n + k] * r.x - x[3 * n + k] * r.z;
            tact_real m2 = x[3 * n + k] * r.y - x[4 * n + k] * r.x;
            move[k] = x[k] + m0, move[n + k] = x[n + k] + m1, move[2 * n + k] = x[2 * n + k] + m2;
            du[k] = y[k] + y[4 * n + k] * r.z - y[5 * n + k] * r.y + omega.y * m2 - omega.z * m1;
            du[n + k] = y[n + k] + y[5 * n + k] * r.x - y[3 * n + k] * r.z + omega.z * m0 - omega.x * m2;
            du[2 * n + k] = y[2 * n + k] + y[3 * n + k] * r.y - y[4 * n + k] * r.x + omega.x * m1 - omega.y * m0;
        }
    }
}
/* The impulses of a touch at r from another one of the same two bodies, seen from there: the motion here is X = (1, -[r]; 0, 1) times that
   there, so W becomes X^T W X. Added to `to`. */
TACT_PRIVATE void contact__add_wrench(tact_vec3 r, const tact_real *wrench, tact_real *to) {
    int block, j, k;
    for (block = 0; block < 4; ++block, wrench += 36, to += 36) {
        tact_real m[36];
        for (k = 0; k < 6; ++k) {
            const tact_real *row = wrench + 6 * k;
            for (j = 0; j < 3; ++j) m[6 * k + j] = row[j];
            m[6 * k + 3] = row[3] + row[2] * r.y - row[1] * r.z;
            m[6 * k + 4] = row[4] + row[0] * r.z - row[2] * r.x;
            m[6 * k + 5] = row[5] + row[1] * r.x - row[0] * r.y;
        }
        for (j = 0; j < 6; ++j) {
            for (k = 0; k < 6; ++k) to[6 * k + j] += m[6 * k + j];
            to[18 + j] += r.y * m[12 + j] - r.z * m[6 + j];
            to[24 + j] += r.z * m[j] - r.x * m[12 + j];
            to[30 + j] += r.x * m[6 + j] - r.y * m[j];
        }
    }
}

/* Everything about one constraint between two bodies. by_value: slope of the bias of each row in its value. */
TACT_PRIVATE void contact__record_touch(contact__recorder *c, contact__touch *t, int a, int b,
                                        const contact__rows_at *at, const contact__rows_change *change,
                                        const tact_real *by_value, const tact_vec3 surface[2]) {
    contact_world *w = c->w;
    const contact_problem *p = &w->problem;
    const tact_real *lambda = p->impulse + t->first_row;
    const int body[2] = {a, b};
    tact_vec3 force = tact_vec(0, 0, 0), torque = force;
    int side, j, k;
    for (side = 0; side < 2; ++side) {
        int dof;
        t->tree[side] = body[side] == CONTACT__NONE ? -1 : w->bodies[body[side]].tree;
        if (t->tree[side] < 0) continue;
        contact__touch_maps(c, t, side, body[side], at->point);
        dof = t->supports[side];
        t->rate[side] = CONTACT__TAKE(&c->arena, t->rows * dof, tact_real);
        t->gap[side] = CONTACT__TAKE(&c->arena, t->rows * dof, tact_real);
    }
    contact__row_rates(w, body, at, change, 0, t->rows, 1, surface, t, c->jacobian, c->rate, t->rate);
    if (c->leader && c->leads[0] == a && c->leads[1] == b && !t->drift[0] && !t->drift[1]) {
        tact_real wrench[144];
        contact__wrench_changes(at, change, lambda, wrench);
        contact__add_wrench(tact_sub(at->point, c->leader_at), wrench, c->leader->wrench);
    } else {
        t->wrench = CONTACT__TAKE(&c->arena, 144, tact_real);
        contact__wrench_changes(at, change, lambda, t->wrench);
        for (side = 0; side < 2; ++side) {
            if (t->tree[side] < 0) continue;
            t->jacobian[side] = CONTACT__TAKE(&c->arena, 6 * t->supports[side], tact_real);
            TACT_MEMCPY(t->jacobian[side], c->jacobian[side], (size_t)(6 * t->supports[side]) * sizeof(tact_real));
        }
        c->leader = t, c->leads[0] = a, c->leads[1] = b, c->leader_at = at->point;
    }
    for (side = 0; side < 2; ++side) {
        int n = t->supports[side];
        if (t->tree[side] < 0) continue;
        TACT_MEMSET(t->gap[side], 0, (size_t)(t->rows * n) * sizeof(tact_real));
        for (k = 0; k < t->rows; ++k) {
            for (j = 0; j < 6; ++j)
                contact__add_scaled(n, side ? change->value[j][k] : -change->value[j][k], c->jacobian[side] + n * j, t->gap[side] + n * k);
            contact__add_scaled(n, by_value[k], t->gap[side] + n * k, t->rate[side] + n * k);
        }
    }
    for (k = 0; k < t->rows; ++k) {
        force = tact_mul_add(force, lambda[k], at->linear[k]);
        torque = tact_mul_add(torque, lambda[k], at->angular[k]);
    }
    for (side = 0; side < 2; ++side)
        if (t->tree[side] >= 0) {
            tact_real *sum = c->wrench[body[side]], sign = side ? TACT_R(1) : TACT_R(-1);
            tact_vec3 moment = tact_add(torque, tact_cross(tact_sub(at->point, w->bodies[body[side]].com), force));
            sum[0] += sign * force.x, sum[1] += sign * force.y, sum[2] += sign * force.z;
            sum[3] += sign * moment.x, sum[4] += sign * moment.y, sum[5] += sign * moment.z;
        }
}

TACT_PRIVATE void contact__contact_rows_at(const contact_world *w, int i, contact__rows_at *at) {
    const contact_point *c = &w->contacts[i];
    int k;
    at->rows = 3;
    at->point = c->position;
    at->linear[2] = c->normal;
    tact_tangents(c->normal, &at->linear[0], &at->linear[1]);
    for (k = 0; k < 3; ++k) at->angular[k] = tact_vec(0, 0, 0), at->value[k] = 0;
    at->value[2] = c->gap;
}

/* What the drift of a joint (contact__joint_drift) adds to the bias, by the state of both sides, by central differences of
   the drift: directions are the dofs of the trees. The world is the same afterwards, apart from the robots' data. */
TACT_PRIVATE void contact__joint_drift_now(contact_world *w, const contact__link_joint *j, tact_real *drift) {
    contact__joint_state s;
    tact_vec3 linear[6], angular[6];
    tact_real error[6], rates[6];
    int n;
    contact__joint_geometry(w, j, &s);
    n = contact__joint_rows(j, &s, linear, angular, error);
    contact__joint_drift(w, j->def.kind == CONTACT_JOINT_UNIVERSAL ? CONTACT__AXES_UNIVERSAL : CONTACT__AXES_OF_A, &s, n, linear, angular,
                         rates, drift);
}
/* Moves one dof of a tree by h: position, or velocity where `velocity` is 1. */
TACT_PRIVATE void contact__nudge_body(contact__rigid *b, int dof, int velocity, tact_real h) {
    tact_vec3 e = tact_scale(h, contact__unit(dof % 3));
    if (velocity && dof < 3) b->v = tact_add(b->v, e);
    else if (velocity) b->w = tact_add(b->w, e);
    else if (dof < 3) b->com = tact_add(b->com, e), b->pose.p = tact_add(b->pose.p, e);
    else {
        b->pose.q = tact_quat_mul(tact_quat_exp(e), b->pose.q);
        b->rotation = tact_quat_to_mat(b->pose.q);
        b->pose.p = tact_sub(b->com, tact_mat_mul_vec(&b->rotation, b->com_local));
    }
}
TACT_PRIVATE contact_status contact__drift_changes(contact__recorder *c, const contact__link_joint *j, int body,
                                                   int rows, tact_real *by_q, tact_real *by_v) {
    contact_world *w = c->w;
    contact__rigid *b = &w->bodies[body];
    int dof = w->problem.trees[b->tree].dof, i, k, velocity, half;
    tact_real h = CONTACT__SMALL(1e-5, 1e-2), drift[2][6];
    for (velocity = 0; velocity < 2; ++velocity)
        for (i = 0; i < dof; ++i) {
            for (half = 0; half < 2; ++half) {
                tact_real step = half ? -h : h;
                if (b->type == CONTACT_BODY_DYNAMIC) {
                    contact__rigid saved = *b;
                    if (i >= b->tree_at && i < b->tree_at + 6) contact__nudge_body(b, i - b->tree_at, velocity, step);
                    contact__joint_drift_now(w, j, drift[half]);
                    *b = saved;
                } else {
                    contact__articulation *r = &w->robots[b->robot];
                    int nq = r->model->nq;
                    tact_real *state = w->reals + r->q, *saved = c->saved, *direction = saved + nq;
                    TACT_MEMCPY(saved, state, (size_t)nq * sizeof(tact_real));
                    for (k = 0; k < dof; ++k) direction[k] = k == i ? TACT_R(1) : 0;
                    if (velocity) w->reals[r->v + i] += step;
                    else rbd_integrate(r->model, saved, direction, step, state);
                    r->coasts = 0;
                    if (contact__robot_kinematics(w, r) < 0) return CONTACT_NOT_FINITE;
                    contact__joint_drift_now(w, j, drift[half]);
                    if (velocity) w->reals[r->v + i] -= step;
                    TACT_MEMCPY(state, saved, (size_t)nq * sizeof(tact_real));
                    r->coasts = 0;
                    if (contact__robot_kinematics(w, r) < 0) return CONTACT_NOT_FINITE;
                }
            }
            for (k = 0; k < rows; ++k)
                (velocity ? by_v : by_q)[dof * k + i] = c->dt / 2 * (drift[0][k] - drift[1][k]) / (2 * h);
        }
    return CONTACT_OK;
}

/* Whether a constraint is of the joints of a robot in maximal coordinates. */
TACT_PRIVATE int contact__of_links(const contact_world *w, int constraint) {
    int i;
    for (i = 0; i < w->head->used.robots; ++i)
        if (w->robots[i].alive && w->robots[i].maximal && constraint >= w->robots[i].first_constraint && constraint < w->robots[i].end_constraint)
            return 1;
    return 0;
}
/* Begins the touches of the joints: their drift needs the state before. */
TACT_PRIVATE contact_status contact__record_drifts(contact__recorder *c) {
    contact_world *w = c->w;
    const contact_problem *p = &w->problem;
    contact_status status = CONTACT_OK;
    int i, side;
    for (i = 0; i < p->constraint_count && status >= 0; ++i) {
        const contact_constraint *q = &p->constraints[i];
        contact__origin origin = contact__origin_of(w, q->id);
        contact__touch *t = &c->record->touches[c->record->touch_count];
        if (origin.what == CONTACT__OF_CONTACT || contact__of_links(w, i)) continue;
        c->record->touch_count += 1;
        TACT_MEMSET(t, 0, sizeof *t);
        t->constraint = i, t->rows = q->rows, t->first_row = q->first_row;
        t->tree[0] = t->tree[1] = -1;
        if (origin.what != CONTACT__OF_JOINT || origin.sub != CONTACT__SUB_ROWS) continue;
        for (side = 0; side < 2 && status >= 0; ++side) {
            const contact__link_joint *j = &w->joints[origin.index];
            int body = side ? (int)j->def.b.index : j->def.a.generation ? (int)j->def.a.index : CONTACT__NONE, dof;
            if (body == CONTACT__NONE || w->bodies[body].tree < 0) continue;
            dof = p->trees[w->bodies[body].tree].dof;
            t->drift[side] = CONTACT__TAKE(&c->arena, t->rows * dof, tact_real);
            t->rate_v[side] = CONTACT__TAKE(&c->arena, t->rows * dof, tact_real);
            /* two links of one robot: moving one dof moves both, so one side has it all */
            if (side && t->drift[0] && w->bodies[body].tree == w->bodies[j->def.a.index].tree && w->bodies[body].type == CONTACT_BODY_LINK) {
                TACT_MEMSET(t->drift[1], 0, (size_t)(t->rows * dof) * sizeof(tact_real));
                TACT_MEMSET(t->rate_v[1], 0, (size_t)(t->rows * dof) * sizeof(tact_real));
            } else status = contact__drift_changes(c, j, body, t->rows, t->drift[side], t->rate_v[side]);
        }
    }
    return status;
}

/* Begins the touches of the contacts. Where the normal velocity before the step matters (a bounce, the lagged model), its
   derivative by the velocity, and the part of that by the position which needs the robots' data at that velocity. */
TACT_PRIVATE void contact__record_approaches(contact__recorder *c) {
    contact_world *w = c->w;
    const contact_problem *p = &w->problem;
    contact_bias_config bias = contact__contact_bias(w, c->dt);
    int i, k, j, side;
    for (i = 0; i < w->head->used.contacts; ++i) {
        const contact_point *point = &w->contacts[i];
        const int body[2] = {(int)point->a.index, (int)point->b.index};
        const tact_real n[3] = {point->normal.x, point->normal.y, point->normal.z};
        contact__touch *t = &c->record->touches[c->record->touch_count];
        if (w->found[i].constraint < 0) continue;
        c->record->touch_count += 1;
        TACT_MEMSET(t, 0, sizeof *t);
        t->constraint = w->found[i].constraint, t->rows = 3;
        t->first_row = p->constraints[t->constraint].first_row;
        bias.slop = w->head->config.contact_slop *
                    tact_min(w->geoms[point->geom_a.index].extent, w->geoms[point->geom_b.index].extent);
        if (!c->record->laws)
            contact__bias_normal_slopes(&bias, contact__rest_of_step(&w->bodies[body[0]], &w->bodies[body[1]], c->dt), point->gap,
                                        point->restitution, w->found[i].approach,
                                        &c->by_gap[c->record->touch_count - 1], &t->approach);
        if (point->gap + bias.slop < 0 && !(t->approach > 0) && !(p->bias[t->first_row + 2] < p->constraints[t->constraint].surface_normal))
            c->by_gap[c->record->touch_count - 1] = 0; /* a jam (contact__world_unjam): asked to stay where it is */
        if (!(t->approach > 0 || c->record->config.method == CONTACT_METHOD_LAGGED)) continue;
        for (side = 0; side < 2; ++side) {
            int tree = w->bodies[body[side]].tree, dof;
            tact_real sign = side ? TACT_R(1) : TACT_R(-1);
            if (tree < 0) continue;
            dof = p->trees[tree].dof;
            contact__motion_maps(w, body[side], point->position, 0, c->rate[0], c->rate[1]);
            contact__touch_support(c, t, side, dof, 0, c->rate[0]);
            t->approach_q[side] = CONTACT__TAKE(&c->arena, t->supports[side], tact_real);
            t->approach_v[side] = CONTACT__TAKE(&c->arena, t->supports[side], tact_real);
            for (k = 0; k < t->supports[side]; ++k) {
                t->approach_q[side][k] = t->approach_v[side][k] = 0;
                for (j = 0; j < 3; ++j) {
                    t->approach_v[side][k] += sign * n[j] * c->rate[0][dof * j + t->support[side][k]];
                    t->approach_q[side][k] += sign * n[j] * c->rate[1][dof * j + t->support[side][k]];
                }
            }
        }
    }
}

TACT_PRIVATE void contact__record_contacts(contact__recorder *c, contact_geometry_rule rule,
                                           contact__rows_change *changes) {
    contact_world *w = c->w;
    int i, k, first, count, at_touch = 0, side;
    for (first = 0; first < w->head->used.contacts; first += count) {
        const contact_point *point = &w->contacts[first];
        const contact__geom *ga = &w->geoms[point->geom_a.index], *gb = &w->geoms[point->geom_b.index];
        const int body[2] = {(int)point->a.index, (int)point->b.index};
        tact_vec3 surface[2], none[2];
        for (count = 1;
             first + count < w->head->used.contacts && w->found[first + count].slot == w->found[first].slot;
             ++count) {
        }
        if (rule == CONTACT_GEOMETRY_EXACT && !(count == 1 && point->feature == CONTACT__SWEPT))
            contact__contact_changes(w, c->dt, first, count, changes);
        else {
            TACT_MEMSET(changes, 0, (size_t)count * sizeof *changes);
            for (i = 0; i < count; ++i) { /* gap: along the normal; the rest stays with body a */
                tact_vec3 n = w->contacts[first + i].normal;
                changes[i].value[0][2] = n.x, changes[i].value[1][2] = n.y, changes[i].value[2][2] = n.z;
            }
        }
        surface[0] = tact_rotate(w->bodies[ga->body].pose.q, ga->material.surface_velocity);
        surface[1] = tact_rotate(w->bodies[gb->body].pose.q, gb->material.surface_velocity);
        none[0] = none[1] = tact_vec(0, 0, 0);
        for (i = 0; i < count; ++i) {
            contact__touch *t = &c->record->touches[at_touch];
            contact__rows_at at;
            tact_real by_value[6] = {0, 0, 0, 0, 0, 0};
            if (w->found[first + i].constraint < 0) continue;
            contact__contact_rows_at(w, first + i, &at);
            by_value[2] = c->by_gap[at_touch++];
            contact__record_touch(c, t, body[0], body[1], &at, &changes[i], by_value, surface);
            if (!t->approach_q[0] && !t->approach_q[1]) continue;
            {
                tact_real *out[2], *nothing[2] = {NULL, NULL};
                for (side = 0; side < 2; ++side) out[side] = t->tree[side] >= 0 ? c->rate[side] : NULL;
                contact__row_rates(w, body, &at, &changes[i], 2, 1, 0, none, t, c->jacobian, nothing, out);
            }
            for (side = 0; side < 2; ++side)
                for (k = 0; t->tree[side] >= 0 && k < t->supports[side]; ++k) {
                    t->approach_q[side][k] += c->rate[side][k];
                    t->rate[side][2 * t->supports[side] + k] += t->approach * t->approach_q[side][k];
                }
        }
    }
}

/* Slope of the bias of a motor's row by what `gain` multiplies: contact__motor_row. */
TACT_PRIVATE tact_real contact__motor_slope(const contact_motor *m, tact_real dt, tact_real gain) { return gain / (dt * m->stiffness + m->damping); }

TACT_PRIVATE void contact__record_joints(contact__recorder *c,
                                         int first) { /* first: the first touch that is not a contact */
    contact_world *w = c->w;
    const contact_problem *p = &w->problem;
    contact_bias_config bias = contact_default_bias_config();
    tact_vec3 none[2];
    int i, k, side;
    none[0] = none[1] = tact_vec(0, 0, 0);
    bias.erp = w->head->config.joint_erp;
    bias.depenetration_velocity = 1000;
    for (i = first; i < c->record->touch_count; ++i) {
        contact__touch *t = &c->record->touches[i];
        const contact_constraint *q = &p->constraints[t->constraint];
        contact__origin origin = contact__origin_of(w, q->id);
        tact_real by_value[6] = {0, 0, 0, 0, 0, 0}, unused;
        if (origin.what == CONTACT__OF_ROBOT) { /* constant row, gap = +-(q - limit) */
            const contact__articulation *r = &w->robots[origin.index];
            t->tree[1] = r->tree;
            t->support[1] = CONTACT__TAKE(&c->arena, 1, int), t->supports[1] = 1;
            t->rate[1] = CONTACT__TAKE(&c->arena, 1, tact_real);
            t->gap[1] = CONTACT__TAKE(&c->arena, 1, tact_real);
            t->support[1][0] = r->model->dof_master[origin.dof];
            t->rate[1][0] = t->gap[1][0] = 0;
            if (origin.sub == CONTACT__SUB_MOTOR) {
                const contact_motor motor = contact__motor_of(w, r, origin.dof);
                t->rate[1][0] = r->model->dof_scale[origin.dof] * contact__motor_slope(&motor, c->dt, motor.stiffness);
            }
            if (q->kind != CONTACT_KIND_LIMIT) continue;
            contact__bias_normal_slopes(&bias, c->dt, q->gap, 0, 0, &by_value[0], &unused);
            t->gap[1][0] = origin.sub == CONTACT__SUB_UPPER ? -r->model->dof_scale[origin.dof] : r->model->dof_scale[origin.dof];
            t->rate[1][0] = by_value[0] * t->gap[1][0];
        } else {
            contact__link_joint *j = &w->joints[origin.index];
            tact_real sign = origin.sub == CONTACT__SUB_ROWS    ? 0
                             : origin.sub == CONTACT__SUB_UPPER ? TACT_R(-1)
                                                                : TACT_R(1);
            contact__rows_at at;
            contact__rows_change change;
            contact__joint_changes(w, j, sign, &at, &change);
            if (origin.sub == CONTACT__SUB_ROWS)
                for (k = 0; k < q->rows; ++k) by_value[k] = bias.erp / c->dt;
            else if (q->kind == CONTACT_KIND_LIMIT)
                contact__bias_normal_slopes(&bias, c->dt, q->gap, 0, 0, &by_value[0], &unused);
            else if (origin.sub == CONTACT__SUB_MOTOR) {
                const contact_motor motor = contact__joint_motor(&j->def);
                by_value[0] = contact__motor_slope(&motor, c->dt, motor.stiffness);
            }
            contact__record_touch(c, t, j->def.a.generation ? (int)j->def.a.index : CONTACT__NONE,
                                  (int)j->def.b.index, &at, &change, by_value, none);
            for (side = 0; side < 2; ++side)
                if (t->drift[side])
                    for (k = 0; k < t->rows * t->supports[side]; ++k) t->rate[side][k] += t->drift[side][k];
        }
    }
}

/* Rotation of a body by `turn` = h w: dtheta+ = exp(turn) dtheta + h J_l(turn) dw, the left Jacobian of SO(3); into 6 x 6 maps. */
TACT_PRIVATE void contact__turn_maps(tact_vec3 turn, tact_real h, tact_real *by_q, tact_real *by_v) {
    tact_mat3 exp_turn = tact_quat_to_mat(tact_quat_exp(turn)), sk = tact_skew(turn), sk2 = tact_mat_mul(&sk, &sk);
    tact_real angle2 = tact_norm2(turn), s, q;
    int i, j;
    if (angle2 > CONTACT__SMALL(1e-6, 1e-3)) {
        tact_real angle = tact_sqrt(angle2);
        s = (1 - tact_cos(angle)) / angle2, q = (angle - tact_sin(angle)) / (angle2 * angle);
    } else s = TACT_R(0.5) - angle2 / 24, q = TACT_R(1.0 / 6) - angle2 / 120;
    for (i = 0; i < 36; ++i) by_q[i] = i % 7 == 0 ? TACT_R(1) : 0, by_v[i] = 0;
    for (i = 0; i < 3; ++i) {
        by_v[7 * i] = h;
        for (j = 0; j < 3; ++j) {
            by_q[6 * (3 + i) + 3 + j] = exp_turn.m[i][j];
            by_v[6 * (3 + i) + 3 + j] = h * ((i == j ? TACT_R(1) : 0) + s * sk.m[i][j] + q * sk2.m[i][j]);
        }
    }
}

/* Maps of a free body, world axes: with k = 1/(1 + dt damping), angular velocity w1 = G(w0, torque) in body axes
   (contact__gyroscopic), w_free = k R w1 and, for a rotation dtheta,
     m = I dw_free - dI (w+ - w_free) + dtheta x (impulse, moment),   dI = dtheta x I - I dtheta x. */
TACT_PRIVATE void contact__record_body(const contact__recorder *c, int index, contact__tree_map *t) {
    const contact_world *w = c->w;
    const contact__rigid *b = &w->bodies[index];
    const tact_real *after = contact__solved_velocity(w, b), *push = c->wrench[index];
    tact_vec3 force = b->force, torque = b->torque;
    tact_real dt = c->dt, kl = 1 / (1 + dt * b->linear_damping), ka = 1 / (1 + dt * b->angular_damping);
    tact_vec3 impulse = tact_vec(push[0], push[1], push[2]), moment = tact_vec(push[3], push[4], push[5]);
    tact_vec3 delta = tact_sub(tact_vec(after[3], after[4], after[5]), b->w_free);
    tact_mat3 inertia, inverse_inertia, by_w = tact_mat_diagonal(1, 1, 1), by_t, rt = tact_mat_transpose(&b->rotation);
    int i, j;
    contact__link_push(w, b, &force, &torque);
    contact__inertia_world(b, &inertia);
    tact_mat_inverse(&inertia, &inverse_inertia);
    if (contact__isotropic(&b->inertia_local)) {
        tact_real g = dt / b->inertia_local.m[0][0];
        by_t = tact_mat_diagonal(g, g, g);
    } else {
        tact_vec3 w0 = tact_mat_tmul_vec(&b->rotation, b->w);
        tact_vec3 w1 = contact__gyroscopic(&b->inertia_local, w0, tact_mat_tmul_vec(&b->rotation, torque), dt);
        tact_vec3 wm = tact_scale(TACT_R(0.5), tact_add(w0, w1));
        tact_mat3 sw = tact_skew(wm), sl = tact_skew(tact_mat_mul_vec(&b->inertia_local, wm)), a, minus, inverse;
        a = tact_mat_mul(&sw, &b->inertia_local);
        minus = a;
        for (i = 0; i < 3; ++i)
            for (j = 0; j < 3; ++j) {
                tact_real half = dt / 2 * (a.m[i][j] - sl.m[i][j]);
                a.m[i][j] = b->inertia_local.m[i][j] + half;
                minus.m[i][j] = b->inertia_local.m[i][j] - half;
            }
        tact_mat_inverse(&a, &inverse);
        by_w = tact_mat_mul(&inverse, &minus);
        by_t = inverse;
        for (i = 0; i < 3; ++i)
            for (j = 0; j < 3; ++j) by_t.m[i][j] *= dt;
    }
    by_w = tact_mat_mul(&b->rotation, &by_w), by_w = tact_mat_mul(&by_w, &rt); /* world axes */
    by_t = tact_mat_mul(&b->rotation, &by_t), by_t = tact_mat_mul(&by_t, &rt);
    t->uniform = 0;
    for (i = 0; i < 36; ++i) t->by_q[i] = t->by_v[i] = t->by_u[i] = t->inverse[i] = 0;
    for (i = 0; i < 3; ++i) {
        t->inverse[7 * i] = 1 / b->mass;
        t->by_v[7 * i] = b->mass * kl;
        t->by_u[7 * i] = dt * kl;
        for (j = 0; j < 3; ++j) t->inverse[6 * (3 + i) + 3 + j] = inverse_inertia.m[i][j];
    }
    for (j = 0; j < 3; ++j) {
        tact_vec3 e = contact__unit(j), free_change, m, lin, column;
        free_change =
            tact_add(tact_mat_mul_vec(&by_w, tact_cross(e, b->w)), tact_mat_mul_vec(&by_t, tact_cross(e, b->torque)));
        free_change = tact_mul_add(tact_cross(e, b->w_free), -ka, free_change);
        m = tact_mat_mul_vec(&inertia, tact_add(free_change, tact_cross(e, delta)));
        m = tact_sub(m, tact_cross(e, tact_mat_mul_vec(&inertia, delta)));
        if (b->robot != CONTACT__NONE) m = tact_vec(0, 0, 0); /* the rest is in the link map */
        m = tact_add(m, tact_cross(e, moment));
        lin = tact_cross(e, impulse);
        t->by_q[3 + j] = lin.x, t->by_q[9 + j] = lin.y, t->by_q[15 + j] = lin.z;
        t->by_q[21 + j] = m.x, t->by_q[27 + j] = m.y, t->by_q[33 + j] = m.z;
        column = tact_scale(ka, tact_mat_mul_vec(&inertia, tact_mat_column(&by_w, j)));
        t->by_v[21 + j] = column.x, t->by_v[27 + j] = column.y, t->by_v[33 + j] = column.z;
        column = tact_scale(ka, tact_mat_mul_vec(&inertia, tact_mat_column(&by_t, j)));
        t->by_u[21 + j] = column.x, t->by_u[27 + j] = column.y, t->by_u[33 + j] = column.z;
    }
    for (i = 0; i < 6; ++i) t->span[2 * i] = i < 3 ? i : 3, t->span[2 * i + 1] = i < 3 ? i + 1 : 6;
    contact__turn_maps(tact_scale(dt - b->ahead, tact_vec(after[3], after[4], after[5])), dt - b->ahead, t->position_q, t->position_v);
    if (t->ahead_q) contact__turn_maps(tact_scale(b->ahead, b->w), b->ahead, t->ahead_q, t->ahead_v);
    if (b->robot == CONTACT__NONE) return;
    for (i = 0; i < 36; ++i) t->by_v[i] = 0;
    for (i = 0; t->ahead_q && i < 36; ++i) t->ahead_q[i] = i % 7 == 0 ? TACT_R(1) : 0, t->ahead_v[i] = 0;
}
/* The same for a link that shares its tree: six of the rows and columns of the tree's maps. */
TACT_PRIVATE void contact__record_coupled(const contact__recorder *c, int index, contact__tree_map *t) {
    const contact__rigid *b = &c->w->bodies[index];
    contact__tree_map own = *t;
    tact_real block[8][36], *to[8];
    int span[12], i, j, k;
    own.span = span;
    own.dof = 6, own.inverse = block[0], own.by_q = block[1], own.by_v = block[2], own.by_u = block[3];
    own.position_q = block[4], own.position_v = block[5], own.ahead_q = t->ahead_q ? block[6] : NULL, own.ahead_v = block[7];
    contact__record_body(c, index, &own);
    t->uniform = 0;
    for (i = 0; i < 12; ++i) t->span[2 * b->tree_at + i] = b->tree_at + span[i];
    to[0] = t->inverse, to[1] = t->by_q, to[2] = t->by_v, to[3] = t->by_u, to[4] = t->position_q, to[5] = t->position_v;
    to[6] = t->ahead_q, to[7] = t->ahead_v;
    for (k = 0; k < 8; ++k)
        for (i = 0; to[k] && i < 6; ++i)
            for (j = 0; j < t->dof; ++j)
                to[k][(b->tree_at + i) * t->dof + j] = j >= b->tree_at && j < b->tree_at + 6 ? block[k][6 * i + j - b->tree_at] : 0;
}

/* M^-1 (n x n) of a positive definite M with the sparsity of a tree: M_ij is zero unless one of i and j is on the way from the other to
   the root; parent[i] < i, -1 at the root. M = L^T L fills nothing in (Featherstone, Efficient factorization of the joint-space inertia
   matrix for branched kinematic trees, IJRR 2005), N = L^-1 has the pattern of L, and M^-1 = N N^T, symmetric to the last bit. Rows are
   taken whole up to the diagonal: of the order of (pairs on one way) n flops. work: 2 n n. 0: not positive definite. */
TACT_PRIVATE int contact__tree_inverse(int n, const int *parent, const tact_real *mass, tact_real *inverse, tact_real *work) {
    tact_real *l = work, *columns = work + n * n; /* columns: N^T, from its diagonal on */
    int i, j, k;
    for (i = 0; i < n; ++i) TACT_MEMCPY(l + i * n, mass + i * n, (size_t)(i + 1) * sizeof(tact_real));
    for (k = n - 1; k >= 0; --k) {
        tact_real *row = l + k * n, f;
        if (!(row[k] > TACT_EPSILON * mass[k * (n + 1)])) return 0;
        f = 1 / tact_sqrt(row[k]);
        for (j = 0; j <= k; ++j) row[j] *= f;
        for (i = parent[k]; i >= 0; i = parent[i]) {
            tact_real *TACT_RESTRICT above = l + i * n, e = row[i];
            for (j = 0; j <= i; ++j) above[j] -= e * row[j];
        }
    }
    for (k = 0; k < n; ++k) { /* N over L: row k is (e_k - sum over i above k of L_ki N_i) / L_kk */
        tact_real *row = inverse + k * n, f = 1 / l[k * (n + 1)];
        for (j = 0; j < k; ++j) row[j] = 0;
        for (i = parent[k]; i >= 0; i = parent[i]) {
            const tact_real *TACT_RESTRICT above = inverse + i * n, e = l[k * n + i] * f;
            for (j = 0; j <= i; ++j) row[j] -= e * above[j];
        }
        row[k] = f;
        for (j = k; j < n; ++j) columns[k * n + j] = 0;
        for (i = k; i >= 0; i = parent[i]) columns[i * n + k] = row[i];
    }
    for (i = 0; i < n; ++i) {
        tact_real *TACT_RESTRICT row = inverse + i * n;
        for (j = 0; j < i; ++j) row[j] = 0;
        for (k = i, row[i] = 0; k >= 0; k = parent[k]) {
            const tact_real *TACT_RESTRICT from = columns + k * n, f = from[i];
            for (j = k; j <= i; ++j) row[j] += f * from[j];
        }
        for (j = 0; j < i; ++j) inverse[j * n + i] = row[j];
    }
    return 1;
}

/* Maps of a robot: dt times rbd_rnea at a = (v+ - v)/dt with the contact forces as external ones is the momentum balance,
   apart from what contact__robot_tree treats implicitly. */
TACT_PRIVATE contact_status contact__record_robot(contact__recorder *c, int index, contact__tree_map *t) {
    contact_world *w = c->w;
    contact__articulation *r = &w->robots[index];
    const rbd_model *m = r->model;
    const tact_real *q = w->reals + r->q, *v = w->reals + r->v, *after = w->problem.velocity + t->first_dof;
    const tact_real *mass = w->problem.mass + w->problem.trees[r->tree].mass_offset;
    tact_real dt = c->dt, ahead = w->bodies[r->first_body].ahead, *scratch, *f, *a, *jacobian;
    int nv = m->nv, i, j, k;
    scratch = contact__world_scratch(w, 6 * m->n_bodies + nv + 6 * nv + 2 * nv * nv);
    if (!scratch) return contact__say(w, CONTACT_NO_MEMORY, "robot", NULL, index);
    f = scratch, a = f + 6 * m->n_bodies, jacobian = a + nv;
    (void)contact__robot_forces(w, r, f);
    for (i = 1; i < m->n_bodies; ++i) {
        const contact__rigid *b = &w->bodies[r->first_body + i - 1];
        const tact_real *push = c->wrench[r->first_body + i - 1];
        tact_vec3 force = tact_mat_tmul_vec(&b->rotation, tact_vec(push[0], push[1], push[2]));
        tact_vec3 moment = tact_add(tact_mat_tmul_vec(&b->rotation, tact_vec(push[3], push[4], push[5])),
                                    tact_cross(b->com_local, force));
        f[6 * i] += force.x / dt, f[6 * i + 1] += force.y / dt, f[6 * i + 2] += force.z / dt;
        f[6 * i + 3] += moment.x / dt, f[6 * i + 4] += moment.y / dt, f[6 * i + 5] += moment.z / dt;
    }
    t->uniform = dt;
    for (i = 0; i < nv; ++i) a[i] = (after[i] - v[i]) / dt;
    if (rbd_rnea_derivatives(m, r->data, q, v, a, f, t->by_q, t->by_v, NULL, nv) < 0) return CONTACT_NOT_FINITE;
    for (i = 0; i < nv; ++i)
        for (j = 0; j < nv; ++j) {
            t->by_q[nv * i + j] *= -dt;
            t->by_v[nv * i + j] = mass[nv * i + j] - dt * t->by_v[nv * i + j];
        }
    for (i = 0; i < m->joint_nv; ++i) {
        const rbd_dof *d = &m->dof[i];
        int to = (nv + 1) * m->dof_master[i];
        tact_real scale2 = m->dof_scale[i] * m->dof_scale[i], speed = v[m->dof_master[i]];
        tact_real s2 = scale2 * speed * speed + m->friction_speed * m->friction_speed;
        t->by_v[to] -= scale2 * dt * dt * d->stiffness;
        if (contact__motor_folded(w, r, i)) {
            const contact_motor motor = contact__motor_of(w, r, i);
            t->by_v[to] -= scale2 * (dt * dt * motor.stiffness + dt * motor.damping);
            t->by_q[to] -= scale2 * dt * motor.stiffness;
        }
        if (d->friction > 0)
            t->by_v[to] += scale2 * dt * d->friction * m->friction_speed * m->friction_speed / (s2 * tact_sqrt(s2));
    }
    /* forces that stay in the world's axes turn back in the link's: -dtheta x f = f x dtheta */
    for (i = 1; i < m->n_bodies; ++i) {
        const contact__rigid *b = &w->bodies[r->first_body + i - 1];
        tact_vec3 force = tact_mul_add(b->force, b->mass, tact_sub(w->head->config.gravity, m->gravity));
        if (!(tact_norm2(force) > 0 || tact_norm2(b->torque) > 0)) continue;
        contact__motion_maps(w, r->first_body + i - 1, b->com, 1, jacobian, NULL);
        for (j = 0; j < nv; ++j) {
            tact_vec3 theta = tact_vec(jacobian[3 * nv + j], jacobian[4 * nv + j], jacobian[5 * nv + j]);
            tact_vec3 df = tact_scale(dt, tact_cross(force, theta)),
                      dm = tact_scale(dt, tact_cross(b->torque, theta));
            for (k = 0; k < nv; ++k)
                t->by_q[nv * k + j] += jacobian[k] * df.x + jacobian[nv + k] * df.y + jacobian[2 * nv + k] * df.z +
                                       jacobian[3 * nv + k] * dm.x + jacobian[4 * nv + k] * dm.y +
                                       jacobian[5 * nv + k] * dm.z;
        }
    }
    if (!contact__tree_inverse(nv, m->dof_parent, mass, t->inverse, jacobian + 6 * nv)) return CONTACT_NOT_POSITIVE;
    for (i = 0; i < nv; ++i) a[i] = (dt - ahead) * after[i];
    rbd_integrate_derivatives(m, q, a, t->position_q, t->position_v, nv);
    for (i = 0; i < nv; ++i) t->span[2 * i] = 0, t->span[2 * i + 1] = nv;
    for (i = 1; i < m->n_bodies && !m->n_coupled; ++i) /* a joint's coordinates are its own */
        for (k = m->joint_iv[i]; k < m->joint_iv[i] + m->body_nv[i]; ++k)
            t->span[2 * k] = m->joint_iv[i], t->span[2 * k + 1] = m->joint_iv[i] + m->body_nv[i];
    for (i = 0; i < nv; ++i)
        for (j = t->span[2 * i]; j < t->span[2 * i + 1]; ++j) t->position_v[nv * i + j] *= dt - ahead;
    if (!t->ahead_q) return CONTACT_OK;
    for (i = 0; i < nv; ++i) a[i] = ahead * v[i];
    rbd_integrate_derivatives(m, w->reals + r->shadow, a, t->ahead_q, t->ahead_v, nv);
    for (i = 0; i < nv * nv; ++i) t->ahead_v[i] *= ahead;
    return CONTACT_OK;
}

/* ---- robots in maximal coordinates ---- */
typedef struct contact__link_probe { /* what a change of the coordinates changes, of a robot */
    tact_vec3 *com, *v, *w; /* of its links: where the step is solved, and velocity before */
    tact_quat *turn;
    tact_real *momentum;    /* M (v+ - v_free) - J^T lambda of its joints, over the dofs of the problem */
    tact_real *rows;        /* J v+ + bias of its joints */
} contact__link_probe;
/* The robot at its q, v and tau as the caller may have written them: links, then what the step makes of them. `base` (6 x 6 a link): the
   rows of the joints at the state of the step, in the axes of the links. A joint's rows are any basis of what it forbids; those of a
   state nearby are turned to it by base . rows^T. `keep`: these are the base. CONTACT_NONSMOOTH: other rows than in the step. */
TACT_PRIVATE contact_status contact__probe_links(contact__recorder *c, int index, tact_real *base, int keep, contact__link_probe *out) {
    contact_world *w = c->w;
    contact_problem *p = &w->problem;
    contact__articulation *r = &w->robots[index];
    const contact_problem *solved = &c->record->problem;
    const rbd_maximal *x = r->maximal;
    int constraints = p->constraint_count, rows = p->row_count, jacobians = p->jacobian_count, first_row, b, i, j, k, side;
    contact_status status;
    if (contact__links_write(w, r) < 0) return CONTACT_NOT_FINITE;
    for (b = 1; b <= x->n; ++b) {
        contact__rigid *l = &w->bodies[contact__link_rigid(r, b)];
        if (l->ahead > 0) contact__body_move(l, l->ahead);
    }
    if (contact__links_read(w, r) < 0 || contact__links_push(w, r, 1) < 0) return CONTACT_NOT_FINITE;
    status = contact__assemble_robot_links(w, index, c->dt, 0);
    if (status >= 0 && p->constraint_count - constraints != r->end_constraint - r->first_constraint) status = CONTACT_NONSMOOTH;
    if (status != CONTACT_OK) {
        p->constraint_count = constraints, p->row_count = rows, p->jacobian_count = jacobians;
        return status;
    }
    for (i = 0; i < p->dof_count; ++i) out->momentum[i] = 0;
    for (b = 1; b <= x->n; ++b) {
        contact__rigid *l = &w->bodies[contact__link_rigid(r, b)];
        tact_real *m = out->momentum + p->trees[l->tree].first_dof + l->tree_at;
        const tact_real *after = contact__solved_velocity(w, l);
        tact_mat3 inertia;
        tact_vec3 push, turn;
        contact__body_free(w, l, c->dt);
        contact__inertia_world(l, &inertia);
        push = tact_scale(l->mass, tact_sub(tact_vec(after[0], after[1], after[2]), l->v_free));
        turn = tact_mat_mul_vec(&inertia, tact_sub(tact_vec(after[3], after[4], after[5]), l->w_free));
        m[0] = push.x, m[1] = push.y, m[2] = push.z, m[3] = turn.x, m[4] = turn.y, m[5] = turn.z;
        out->com[b - 1] = l->com, out->turn[b - 1] = l->pose.q, out->v[b - 1] = l->v, out->w[b - 1] = l->w;
        if (keep && x->constraint[b] >= 0)
            TACT_MEMCPY(base + 36 * (b - 1), x->constraints->constraint[x->constraint[b]].custom, 36 * sizeof(tact_real));
    }
    first_row = solved->constraints[r->first_constraint < solved->constraint_count ? r->first_constraint : 0].first_row;
    for (k = constraints; k < p->constraint_count; ++k) {
        const contact_constraint *q = &p->constraints[k];
        int from = solved->constraints[r->first_constraint + k - constraints].first_row, e;
        int place = (int)(q->id & 0x7fffffffu) - r->joint_impulse;
        tact_real align[36], lambda[6], value[6];
        for (i = 0; i < q->rows; ++i)
            for (j = 0; j < q->rows; ++j) align[6 * i + j] = i == j ? TACT_R(1) : 0;
        if ((q->id >> 32 << 32) == CONTACT__KEPT_ROW && place >= 6 && place < 6 * (x->n + 1)) { /* a joint: turn its rows */
            const rbd_constraint *f = &x->constraints->constraint[x->constraint[place / 6]];
            for (i = 0; i < q->rows; ++i)
                for (j = 0; j < q->rows; ++j)
                    for (e = 0, align[6 * i + j] = 0; e < 6; ++e) align[6 * i + j] += base[36 * (place / 6 - 1) + 6 * i + e] * f->custom[j][e];
        }
        for (i = 0; i < q->rows; ++i) {
            for (j = 0, lambda[i] = 0; j < q->rows; ++j) lambda[i] += align[6 * j + i] * solved->impulse[from + j];
            value[i] = p->bias[q->first_row + i];
            for (side = 0; side < 2; ++side) {
                int tree = side ? q->tree_b : q->tree_a, dof = tree < 0 ? 0 : p->trees[tree].dof;
                const tact_real *block = p->jacobian + (side ? q->jacobian_b : q->jacobian_a) + i * dof;
                for (j = 0; j < dof; ++j) {
                    value[i] += block[j] * p->velocity[p->trees[tree].first_dof + j];
                    out->momentum[p->trees[tree].first_dof + j] -= block[j] * lambda[i];
                }
            }
        }
        for (i = 0; i < q->rows; ++i)
            for (j = 0, out->rows[from - first_row + i] = 0; j < q->rows; ++j) out->rows[from - first_row + i] += align[6 * i + j] * value[j];
    }
    p->constraint_count = constraints, p->row_count = rows, p->jacobian_count = jacobians;
    return CONTACT_OK;
}
/* The map of one robot. Its state, links and rows are as before afterwards. */
TACT_PRIVATE contact_status contact__record_links(contact__recorder *c, int index, contact__link_map *map) {
    contact_world *w = c->w;
    contact__articulation *r = &w->robots[index];
    const rbd_model *m = r->model;
    const rbd_maximal *x = r->maximal;
    int nv = m->nv, nq = m->nq, size = map->size, all = w->problem.dof_count, i, j, k, half, reals = r->joint_impulse - r->q, b;
    tact_real h = CONTACT__SMALL(1e-6, 1e-2), *kept = CONTACT__TAKE(&c->arena, reals + 36 * x->n + nq + nv, tact_real);
    tact_real *base = kept + reals, *start = base + 36 * x->n;
    contact__rigid *bodies = CONTACT__TAKE(&c->arena, m->n_bodies, contact__rigid);
    contact__link_probe probe[2];
    contact_status status = CONTACT_OK;
    for (half = 0; half < 2; ++half) {
        probe[half].com = CONTACT__TAKE(&c->arena, 3 * x->n, tact_vec3);
        probe[half].v = probe[half].com + x->n, probe[half].w = probe[half].v + x->n;
        probe[half].turn = CONTACT__TAKE(&c->arena, x->n, tact_quat);
        probe[half].momentum = CONTACT__TAKE(&c->arena, all + map->rows, tact_real);
        probe[half].rows = probe[half].momentum + all;
    }
    TACT_MEMCPY(kept, w->reals + r->q, (size_t)reals * sizeof(tact_real));
    TACT_MEMCPY(bodies, w->bodies + r->first_body, (size_t)(m->n_bodies - 1) * sizeof *bodies);
    if (w->bodies[r->first_body].ahead > 0) { /* q is that of the middle: back to the start */
        for (b = 1; b <= x->n; ++b) {
            contact__rigid *l = &w->bodies[contact__link_rigid(r, b)];
            l->pose = l->good_pose;
            contact__body_place(l);
        }
        if (contact__links_read(w, r) < 0) status = CONTACT_NOT_FINITE;
    }
    TACT_MEMCPY(start, w->reals + r->q, (size_t)(nq + nv) * sizeof(tact_real)); /* v follows q */
    if (status >= 0) status = contact__probe_links(c, index, base, 1, &probe[0]);
    for (k = 0; k < 3 * nv && status == CONTACT_OK; ++k) {
        for (half = 0; half < 2 && status == CONTACT_OK; ++half) {
            tact_real step = half ? -h : h, *direction = w->reals + r->v; /* not needed yet */
            if (k < nv) {
                for (i = 0; i < nv; ++i) direction[i] = i == k ? TACT_R(1) : 0;
                rbd_integrate(m, start, direction, step, w->reals + r->q);
            } else TACT_MEMCPY(w->reals + r->q, start, (size_t)nq * sizeof(tact_real));
            TACT_MEMCPY(w->reals + r->v, start + nq, (size_t)nv * sizeof(tact_real));
            if (k >= nv && k < 2 * nv) w->reals[r->v + k - nv] += step;
            if (k >= 2 * nv) w->reals[r->tau + k - 2 * nv] += step;
            status = contact__probe_links(c, index, base, 0, &probe[half]);
            if (k >= 2 * nv) w->reals[r->tau + k - 2 * nv] = kept[r->tau - r->q + k - 2 * nv];
        }
        for (i = 0; i < size; ++i) map->momentum[i * 3 * nv + k] = -(probe[0].momentum[map->dof[i]] - probe[1].momentum[map->dof[i]]) / (2 * h);
        for (i = 0; i < map->rows && k < 2 * nv; ++i) map->bias[i * 2 * nv + k] = (probe[0].rows[i] - probe[1].rows[i]) / (2 * h);
        for (b = 0; b < x->n && k < 2 * nv; ++b) {
            tact_vec3 d[4];
            d[0] = tact_sub(probe[0].com[b], probe[1].com[b]);
            d[1] = tact_quat_log(tact_quat_mul(probe[0].turn[b], tact_quat_conj(probe[1].turn[b])));
            d[2] = tact_sub(probe[0].v[b], probe[1].v[b]), d[3] = tact_sub(probe[0].w[b], probe[1].w[b]);
            for (i = 0; i < 4; ++i) {
                tact_real *to = (i < 2 ? map->pose : map->velocity) + (6 * b + 3 * (i % 2)) * 2 * nv + k;
                to[0] = d[i].x / (2 * h), to[2 * nv] = d[i].y / (2 * h), to[4 * nv] = d[i].z / (2 * h);
            }
        }
    }
    /* what is read from the links at the end of the step */
    TACT_MEMCPY(w->bodies + r->first_body, bodies, (size_t)(m->n_bodies - 1) * sizeof *bodies);
    for (b = 1; b <= x->n; ++b) {
        contact__rigid *l = &w->bodies[contact__link_rigid(r, b)];
        const tact_real *v = contact__solved_velocity(w, l);
        l->v = tact_vec(v[0], v[1], v[2]), l->w = tact_vec(v[3], v[4], v[5]);
        contact__body_move(l, c->dt - l->ahead);
    }
    for (k = 0; k < 2 * size && status == CONTACT_OK; ++k) {
        contact__rigid *l = &w->bodies[contact__link_rigid(r, k % size / 6 + 1)], saved = *l;
        tact_real *q = start, *end = kept + reals; /* the base is done with: nq + 2 nv of the first side */
        for (half = 0; half < 2 && status == CONTACT_OK; ++half) {
            contact__nudge_body(l, k % 6, k >= size, half ? -h : h);
            if (contact__links_read(w, r) < 0) status = CONTACT_NOT_FINITE;
            *l = saved;
            if (!half) TACT_MEMCPY(q, w->reals + r->q, (size_t)(nq + nv) * sizeof(tact_real));
        }
        rbd_difference(m, w->reals + r->q, q, end);
        for (j = 0; j < nv; ++j) {
            map->read[j * 2 * size + k] = end[j] / (2 * h);
            map->read[(nv + j) * 2 * size + k] = (q[nq + j] - w->reals[r->v + j]) / (2 * h);
        }
    }
    TACT_MEMCPY(w->bodies + r->first_body, bodies, (size_t)(m->n_bodies - 1) * sizeof *bodies);
    TACT_MEMCPY(w->reals + r->q, kept, (size_t)reals * sizeof(tact_real));
    if (contact__links_read(w, r) < 0) return CONTACT_NOT_FINITE;
    TACT_MEMCPY(w->reals + r->q, kept, (size_t)reals * sizeof(tact_real));
    return status;
}

/* ---- the faithful integrator ----
   The tangent of its stages: with Q, V the changes at the start, in the mover's own axes,
     dq_s = (d(q (+) u)/dq) Q + (d(q (+) u)/du) du_s,   du_s = dt sum_j a_sj dr_j,   dv_s = V + dt sum_j a_sj dA_j,
     dr_s = (dr/du) du_s + (dr/dv) dv_s,   dA_s = (dA/dq) dq_s + (dA/dv) dv_s + (dA/dinput) + (dA/dparameter),
   for all columns at once. Six times rbd_aba_derivatives and a few products of dof x dof and dof x columns. */

/* Slopes of the acceleration of a mover where it is: by q, v, input (dof x dof), and by the parameters (dof x count). */
TACT_PRIVATE contact_status contact__acceleration_maps(contact__recorder *c, const contact_differential *d, const contact__mover *m, const tact_real *v,
                                                       tact_real *forces, tact_real *jacobian, tact_real *by_q, tact_real *by_v, tact_real *by_u,
                                                       tact_real *by_p) {
    contact_world *w = c->w;
    int n = m->dof, np = d->parameter_count, i, j, k, b;
    TACT_MEMSET(by_p, 0, (size_t)(n * np) * sizeof(tact_real));
    if (m->robot == CONTACT__NONE) {
        const contact__rigid *body = &w->bodies[m->body];
        tact_vec3 omega = tact_vec(v[3], v[4], v[5]), local = tact_mat_tmul_vec(&body->rotation, body->torque);
        tact_mat3 sw = tact_skew(omega), sl = tact_skew(tact_mat_mul_vec(&body->inertia_local, omega)), st = tact_skew(local);
        tact_mat3 gyro = tact_mat_mul(&sw, &body->inertia_local), rt = tact_mat_transpose(&body->rotation), turn, push;
        tact_vec3 turned = tact_mat_mul_vec(&m->inverse, local);
        for (i = 0; i < 3; ++i)
            for (j = 0; j < 3; ++j) gyro.m[i][j] = sl.m[i][j] - gyro.m[i][j];
        gyro = tact_mat_mul(&m->inverse, &gyro), turn = tact_mat_mul(&m->inverse, &st), push = tact_mat_mul(&m->inverse, &rt);
        for (i = 0; i < 36; ++i) by_q[i] = by_v[i] = by_u[i] = 0;
        for (i = 0; i < 3; ++i) {
            by_v[7 * i] = -body->linear_damping, by_u[7 * i] = 1 / body->mass;
            for (j = 0; j < 3; ++j) {
                by_q[6 * (3 + i) + 3 + j] = turn.m[i][j], by_u[6 * (3 + i) + 3 + j] = push.m[i][j];
                by_v[6 * (3 + i) + 3 + j] = gyro.m[i][j] - (i == j ? body->angular_damping : 0);
            }
        }
        for (k = 0; k < np; ++k) {
            const contact_parameter *parameter = &d->parameters[k];
            if (parameter->kind == CONTACT_PARAMETER_GRAVITY) by_p[parameter->index * np + k] = body->gravity_scale;
            if (parameter->kind == CONTACT_PARAMETER_MASS && (int)parameter->body.index == m->body) {
                const tact_real f[6] = {body->force.x / body->mass, body->force.y / body->mass, body->force.z / body->mass, turned.x, turned.y, turned.z};
                for (i = 0; i < 6; ++i) by_p[i * np + k] = -f[i] / body->mass;
            }
        }
    } else {
        contact__articulation *r = &w->robots[m->robot];
        const rbd_model *model = r->model;
        int gravity = 0;
        tact_vec3 dg = tact_sub(w->head->config.gravity, model->gravity);
        r->coasts = 0;
        if (contact__robot_kinematics(w, r) < 0) return CONTACT_NOT_FINITE;
        if (rbd_aba_derivatives(model, r->data, w->reals + r->q, w->reals + r->v, w->reals + r->tau, contact__robot_forces(w, r, forces), NULL, by_q,
                                by_v, by_u, n) < 0)
            return CONTACT_NOT_FINITE;
        for (k = 0; k < np; ++k) {
            const contact_parameter *parameter = &d->parameters[k];
            gravity |= parameter->kind == CONTACT_PARAMETER_GRAVITY;
            if (parameter->kind == CONTACT_PARAMETER_MASS && w->bodies[parameter->body.index].robot == m->robot)
                return contact__say(w, CONTACT_UNSUPPORTED, "derivative of a faithful step by the mass of a link", NULL, k);
        }
        if (!gravity && !w->head->pushed && !(tact_norm2(dg) > 0)) return CONTACT_OK;
        if (rbd_fk(model, r->data, w->reals + r->q) < 0) return CONTACT_NOT_FINITE;
        for (b = 1; b < model->n_bodies; ++b) { /* forces in the world's axes turn back in the link's, see contact__record_robot */
            const contact__rigid *link = &w->bodies[r->first_body + b - 1];
            tact_vec3 force = tact_mul_add(link->force, link->mass, dg);
            tact_real *change = jacobian + 6 * n, *sum = change + n;
            contact__motion_maps(w, r->first_body + b - 1, link->com, 1, jacobian, NULL);
            for (k = 0; k < n + np; ++k) { /* of the generalised force, by q and by gravity */
                tact_vec3 df, dm = tact_vec(0, 0, 0);
                if (k < n) {
                    tact_vec3 theta = tact_vec(jacobian[3 * n + k], jacobian[4 * n + k], jacobian[5 * n + k]);
                    df = tact_cross(force, theta), dm = tact_cross(link->torque, theta);
                } else {
                    const contact_parameter *parameter = &d->parameters[k - n];
                    if (parameter->kind != CONTACT_PARAMETER_GRAVITY) continue;
                    df = tact_scale(link->mass, contact__unit(parameter->index));
                }
                for (i = 0; i < n; ++i)
                    change[i] = jacobian[i] * df.x + jacobian[n + i] * df.y + jacobian[2 * n + i] * df.z + jacobian[3 * n + i] * dm.x +
                                jacobian[4 * n + i] * dm.y + jacobian[5 * n + i] * dm.z;
                tact_gemv(0, n, n, 1, by_u, n, change, 0, sum);
                for (i = 0; i < n; ++i) *(k < n ? &by_q[i * n + k] : &by_p[i * np + k - n]) += sum[i];
            }
        }
    }
    return CONTACT_OK;
}
TACT_PRIVATE size_t contact__smooth_reals(const contact_world *w, int robot, int np) {
    size_t n = robot == CONTACT__NONE ? 6 : (size_t)w->robots[robot].model->nv, columns = 3 * n + (size_t)np;
    size_t nq = robot == CONTACT__NONE ? 7 : (size_t)w->robots[robot].model->nq, bodies = robot == CONTACT__NONE ? 1 : (size_t)w->robots[robot].model->n_bodies;
    return n * (20 * columns + 7 * n + (size_t)np) + 32 * n + 2 * nq + 6 * bodies + 64;
}
TACT_PRIVATE contact_status contact__record_smooth(contact__recorder *c, const contact_differential *d, int body, int robot, contact__smooth_map *map) {
    contact_world *w = c->w;
    contact__mover mover, *m = &mover;
    contact__rigid saved;
    int n = robot == CONTACT__NONE ? 6 : w->robots[robot].model->nv, np = d->parameter_count, columns = 3 * n + np, size = n * columns, s, i, j, k;
    tact_real *work = CONTACT__TAKE(&c->arena, (int)contact__smooth_reals(w, robot, np), tact_real), *dr = work, *da = dr + 6 * size;
    tact_real *q_start = da + 6 * size, *v_start = q_start + size, *dq = v_start + size, *dv = dq + size, *du = dv + size;
    tact_real *by_q = du + size, *by_v = by_q + n * n, *by_u = by_v + n * n, *by_p = by_u + n * n, *move_q = by_p + n * np, *move_u = move_q + n * n;
    tact_real *rate_u = move_u + n * n, *rate_v = rate_u + n * n, *v0 = rate_v + n * n, *v = v0 + n, *u = v + n, *rate = u + n, *a = rate + 6 * n;
    tact_real *one = a + 6 * n, *jacobian = one + 2 * n, *forces = jacobian + 8 * n, *q0;
    contact_status status = CONTACT_OK;
    TACT_MEMSET(m, 0, sizeof *m);
    m->body = body, m->robot = robot, m->dof = n, m->nq = robot == CONTACT__NONE ? 0 : w->robots[robot].model->nq, m->q = 0;
    q0 = forces + 6 * (robot == CONTACT__NONE ? 1 : w->robots[robot].model->n_bodies);
    map->dof = n, map->columns = columns, map->first = contact__world_dof(w, body, robot);
    map->by = CONTACT__TAKE(&c->arena, 2 * size, tact_real);
    contact__mover_start(w, m, q0, v0);
    TACT_MEMSET(q_start, 0, (size_t)(2 * size) * sizeof(tact_real));
    for (i = 0; i < n; ++i) q_start[i * columns + i] = v_start[i * columns + n + i] = 1;
    if (robot == CONTACT__NONE) { /* from the world's axes: theta_l = R^T theta, w_l = R^T w, dw_l = R^T dw - theta_l x w_l */
        saved = w->bodies[body];
        for (k = 0; k < 3; ++k) {
            tact_vec3 axis = tact_mat_tmul_vec(&saved.rotation, contact__unit(k)), turn = tact_cross(tact_vec(v0[3], v0[4], v0[5]), axis);
            const tact_real e[3] = {axis.x, axis.y, axis.z}, t[3] = {turn.x, turn.y, turn.z};
            for (i = 0; i < 3; ++i) {
                q_start[(3 + i) * columns + 3 + k] = v_start[(3 + i) * columns + n + 3 + k] = e[i];
                v_start[(3 + i) * columns + 3 + k] = t[i];
            }
        }
    }
    for (s = 0; s < 7 && status >= 0; ++s) {
        for (k = 0; k < n; ++k) {
            u[k] = 0, v[k] = v0[k];
            for (j = 0; j < s; ++j) u[k] += c->dt * contact__stages[s][j] * rate[j * n + k], v[k] += c->dt * contact__stages[s][j] * a[j * n + k];
        }
        TACT_MEMSET(du, 0, (size_t)size * sizeof(tact_real));
        TACT_MEMCPY(dv, v_start, (size_t)size * sizeof(tact_real));
        for (j = 0; j < s; ++j)
            for (k = 0; k < size; ++k) {
                du[k] += c->dt * contact__stages[s][j] * dr[j * size + k];
                dv[k] += c->dt * contact__stages[s][j] * da[j * size + k];
            }
        contact__mover_put(w, m, q0, u, v);
        if (robot == CONTACT__NONE) contact__turn_maps(tact_vec(-u[3], -u[4], -u[5]), 1, move_q, move_u);
        else rbd_integrate_derivatives(w->robots[robot].model, q0, u, move_q, move_u, n);
        tact_gemm(0, n, columns, n, 1, move_q, n, q_start, columns, 0, dq, columns);
        tact_gemm(0, n, columns, n, 1, move_u, n, du, columns, 1, dq, columns);
        if (s == 6) break;
        TACT_MEMCPY(rate + s * n, v, (size_t)n * sizeof(tact_real));
        contact__mover_rate(w, m, u, rate + s * n);
        if (contact__mover_acceleration(w, m, v, forces, a + s * n) < 0) status = CONTACT_NOT_FINITE;
        if (status >= 0) status = contact__acceleration_maps(c, d, m, v, forces, jacobian, by_q, by_v, by_u, by_p);
        for (k = 0; k < n; ++k) { /* the rate is linear in v and a polynomial of degree four in u */
            tact_real h = CONTACT__SMALL(1e-4, 1e-2), *other = one + n, keep = u[k];
            for (i = 0; i < n; ++i) one[i] = i == k ? TACT_R(1) : 0;
            contact__mover_rate(w, m, u, one);
            for (i = 0; i < n; ++i) rate_v[i * n + k] = one[i];
            TACT_MEMCPY(one, v, (size_t)n * sizeof(tact_real)), TACT_MEMCPY(other, v, (size_t)n * sizeof(tact_real));
            u[k] = keep + h, contact__mover_rate(w, m, u, one);
            u[k] = keep - h, contact__mover_rate(w, m, u, other);
            u[k] = keep;
            for (i = 0; i < n; ++i) rate_u[i * n + k] = (one[i] - other[i]) / (2 * h);
        }
        tact_gemm(0, n, columns, n, 1, rate_u, n, du, columns, 0, dr + s * size, columns);
        tact_gemm(0, n, columns, n, 1, rate_v, n, dv, columns, 1, dr + s * size, columns);
        tact_gemm(0, n, columns, n, 1, by_q, n, dq, columns, 0, da + s * size, columns);
        tact_gemm(0, n, columns, n, 1, by_v, n, dv, columns, 1, da + s * size, columns);
        for (i = 0; i < n; ++i) {
            for (k = 0; k < n; ++k) da[s * size + i * columns + 2 * n + k] += by_u[i * n + k];
            for (k = 0; k < np; ++k) da[s * size + i * columns + 3 * n + k] += by_p[i * np + k];
        }
    }
    if (robot == CONTACT__NONE) { /* to the world's axes */
        const contact__rigid *b = &w->bodies[body];
        for (k = 0; k < columns; ++k) {
            tact_vec3 theta = tact_mat_mul_vec(&b->rotation, tact_vec(dq[3 * columns + k], dq[4 * columns + k], dq[5 * columns + k]));
            tact_vec3 turn = tact_mat_mul_vec(&b->rotation, tact_vec(dv[3 * columns + k], dv[4 * columns + k], dv[5 * columns + k]));
            turn = tact_add(turn, tact_cross(theta, b->w));
            dq[3 * columns + k] = theta.x, dq[4 * columns + k] = theta.y, dq[5 * columns + k] = theta.z;
            dv[3 * columns + k] = turn.x, dv[4 * columns + k] = turn.y, dv[5 * columns + k] = turn.z;
        }
        w->bodies[body] = saved;
    } else { /* back to the start */
        contact__articulation *r = &w->robots[robot];
        TACT_MEMCPY(w->reals + r->q, q0, (size_t)m->nq * sizeof(tact_real));
        TACT_MEMCPY(w->reals + r->v, v0, (size_t)n * sizeof(tact_real));
        r->coasts = 0;
        if (contact__robot_kinematics(w, r) < 0) status = CONTACT_NOT_FINITE;
    }
    TACT_MEMCPY(map->by, dq, (size_t)size * sizeof(tact_real));
    TACT_MEMCPY(map->by + size, dv, (size_t)size * sizeof(tact_real));
    return status;
}
/* Whether a body or a robot moves alone in a step of the faithful integrator. */
TACT_PRIVATE int contact__moves_alone(const contact_world *w, int body, int robot) {
    if (w->head->config.integrator != CONTACT_INTEGRATOR_FAITHFUL) return 0;
    if (robot == CONTACT__NONE) {
        const contact__rigid *b = &w->bodies[body];
        return (b->flags & CONTACT__ALIVE) && b->type == CONTACT_BODY_DYNAMIC && b->tree >= 0 && w->problem.trees[b->tree].island < 0;
    } else {
        const contact__articulation *r = &w->robots[robot];
        if (!r->alive || r->maximal || !contact__moves(&w->bodies[r->first_body])) return 0;
        return r->tree >= 0 ? w->problem.trees[r->tree].island < 0 : contact__robot_alone(w, robot);
    }
}

/* What a unit of a geom's parameter does to the material of its contacts. */
TACT_PRIVATE contact_surface contact__combine_slope(const contact_world *w, int ga, int gb, int which,
                                                    contact_parameter_kind kind) {
    const contact_surface *a = &w->geoms[which].material, *b = &w->geoms[which == ga ? gb : ga].material;
    contact_surface s;
    tact_real sum = a->stiffness + b->stiffness;
    TACT_MEMSET(&s, 0, sizeof s);
    if ((which != ga && which != gb) || contact__override_of(w, ga, gb)) return s;
    switch (kind) {
    case CONTACT_PARAMETER_FRICTION:
        s.friction = a->friction > 0 ? tact_sqrt(b->friction / a->friction) / 2 : 0;
        break;
    case CONTACT_PARAMETER_RESTITUTION: s.restitution = a->restitution > b->restitution ? TACT_R(1) : 0; break;
    case CONTACT_PARAMETER_STIFFNESS:
        if (sum > 0) s.stiffness = b->stiffness * b->stiffness / (sum * sum);
        if (sum > 0) s.dissipation = b->stiffness * (b->dissipation - a->dissipation) / (sum * sum);
        break;
    case CONTACT_PARAMETER_DISSIPATION: s.dissipation = sum > 0 ? b->stiffness / sum : 0; break;
    case CONTACT_PARAMETER_RELAXATION: s.relaxation_time = 1; break;
    default: break;
    }
    return s;
}

TACT_PRIVATE contact_status contact__record_parameter(contact__recorder *c, const contact_parameter *parameter,
                                                      int index) {
    contact_world *w = c->w;
    const contact_problem *p = &w->problem;
    contact__step_record *record = c->record;
    tact_real *momentum = record->p_momentum + (size_t)index * (size_t)p->dof_count, dt = c->dt;
    tact_real *bias = record->p_bias + (size_t)index * (size_t)p->row_count;
    size_t at = (size_t)index * (size_t)p->constraint_count;
    int i, k, j;
    switch (parameter->kind) {
    case CONTACT_PARAMETER_FRICTION:
    case CONTACT_PARAMETER_RESTITUTION:
    case CONTACT_PARAMETER_STIFFNESS:
    case CONTACT_PARAMETER_DISSIPATION:
    case CONTACT_PARAMETER_RELAXATION:
        if (!contact__geom_at(w, parameter->geom)) return CONTACT_STALE_HANDLE;
        for (i = 0; i < record->touch_count; ++i) {
            const contact__touch *t = &record->touches[i];
            contact_surface s;
            int from = -1;
            if (contact__origin_of(w, p->constraints[t->constraint].id).what != CONTACT__OF_CONTACT) break; /* contacts come first */
            for (j = i; j < w->head->used.contacts; ++j)
                if (w->found[j].constraint == t->constraint) {
                    from = j;
                    break;
                }
            if (from < 0) continue;
            s = contact__combine_slope(w, (int)w->contacts[from].geom_a.index, (int)w->contacts[from].geom_b.index,
                                       (int)parameter->geom.index, parameter->kind);
            k = t->constraint;
            record->p_mu[at + (size_t)k] = s.friction;
            record->p_stiffness[at + (size_t)k] = s.stiffness;
            record->p_dissipation[at + (size_t)k] = s.dissipation;
            record->p_relaxation[at + (size_t)k] = s.relaxation_time;
            if (t->approach > 0) bias[t->first_row + 2] = s.restitution * w->found[from].approach;
        }
        break;
    case CONTACT_PARAMETER_MASS: {
        const contact__rigid *b = contact__body_at(w, parameter->body);
        if (!b) return CONTACT_STALE_HANDLE;
        if (b->tree < 0) break;
        if (b->type == CONTACT_BODY_DYNAMIC) {
            /* M dv_free - dM (v+ - v_free): a force does less, the body resists more */
            const contact__tree_map *t = &record->trees[b->tree];
            const tact_real *after = contact__solved_velocity(w, b);
            tact_real u[6];
            tact_vec3 force = b->force, torque = b->torque;
            const tact_real d[6] = {after[0] - b->v_free.x, after[1] - b->v_free.y, after[2] - b->v_free.z,
                                    after[3] - b->w_free.x, after[4] - b->w_free.y, after[5] - b->w_free.z};
            tact_mat3 inertia;
            contact__inertia_world(b, &inertia);
            contact__link_push(w, b, &force, &torque);
            u[0] = force.x, u[1] = force.y, u[2] = force.z, u[3] = torque.x, u[4] = torque.y, u[5] = torque.z;
            for (i = 0; i < 6; ++i) {
                tact_real sum = 0;
                for (k = 0; k < 6; ++k) sum += t->by_u[t->dof * (b->tree_at + i) + b->tree_at + k] * u[k];
                for (k = 3; k < 6; ++k) sum += i < 3 ? 0 : inertia.m[i - 3][k - 3] * d[k];
                if (i < 3) sum += b->mass * d[i];
                momentum[t->first_dof + b->tree_at + i] = -sum / b->mass;
            }
        } else {
            contact__articulation *r = &w->robots[b->robot];
            const rbd_model *m = r->model;
            const tact_real *v = w->reals + r->v, *after = p->velocity + p->trees[r->tree].first_dof;
            int nv = m->nv, columns = 10 * (m->n_bodies - 1);
            tact_real *a = contact__world_scratch(w, nv + nv * columns + 6 * nv), *y, *jacobian, pi[10];
            tact_vec3 dg = tact_sub(w->head->config.gravity, m->gravity);
            if (!a) return CONTACT_NO_MEMORY;
            y = a + nv, jacobian = y + nv * columns;
            for (i = 0; i < nv; ++i) a[i] = (after[i] - v[i]) / dt;
            if (rbd_torque_regressor(m, r->data, w->reals + r->q, v, a, y, columns) < 0) return CONTACT_NOT_FINITE;
            rbd_inertia_parameters(&m->inertia[b->link], pi);
            if (rbd_fk_acceleration(m, r->data, w->reals + r->q, after, NULL) < 0) return CONTACT_NOT_FINITE;
            contact__motion_maps(w, (int)parameter->body.index, b->com, 1, jacobian, NULL);
            for (i = 0; i < nv; ++i) {
                tact_real sum = 0;
                for (k = 0; k < 10; ++k) sum += y[i * columns + 10 * (b->link - 1) + k] * pi[k] / b->mass;
                sum -= jacobian[i] * dg.x + jacobian[nv + i] * dg.y + jacobian[2 * nv + i] * dg.z;
                momentum[p->trees[r->tree].first_dof + i] = -dt * sum;
            }
        }
        break;
    }
    case CONTACT_PARAMETER_GRAVITY:
        if (parameter->index < 0 || parameter->index > 2) return CONTACT_BAD_ARGUMENT;
        for (i = 0; i < w->head->used.bodies; ++i) {
            const contact__rigid *b = &w->bodies[i];
            if (b->tree >= 0 && (b->flags & CONTACT__ALIVE) && b->type == CONTACT_BODY_DYNAMIC)
                momentum[p->trees[b->tree].first_dof + b->tree_at + parameter->index] =
                    dt * b->mass * b->gravity_scale / (1 + dt * b->linear_damping);
        }
        for (i = 0; i < w->head->used.robots; ++i) {
            contact__articulation *r = &w->robots[i];
            int nv;
            tact_real *jacobian;
            if (!r->alive || r->tree < 0) continue;
            nv = r->model->nv;
            jacobian = contact__world_scratch(w, 6 * nv);
            if (!jacobian) return CONTACT_NO_MEMORY;
            for (k = 1; k < r->model->n_bodies; ++k) {
                const contact__rigid *b = &w->bodies[r->first_body + k - 1];
                contact__motion_maps(w, r->first_body + k - 1, b->com, 1, jacobian, NULL);
                for (j = 0; j < nv; ++j)
                    momentum[p->trees[r->tree].first_dof + j] += dt * b->mass * jacobian[nv * parameter->index + j];
            }
        }
        break;
    case CONTACT_PARAMETER_MOTOR_POSITION:
    case CONTACT_PARAMETER_MOTOR_VELOCITY: {
        const contact__link_joint *joint = contact__joint_at(w, parameter->joint);
        const contact__articulation *r = contact__robot_at(w, parameter->robot);
        const int of_robot = parameter->joint.generation == 0;
        contact_motor motor;
        if (of_robot ? !r : !joint) return CONTACT_STALE_HANDLE;
        if (of_robot && !contact__has_dof(r, parameter->index)) return CONTACT_BAD_ARGUMENT;
        motor = of_robot ? contact__motor_of(w, r, parameter->index) : contact__joint_motor(&joint->def);
        if (of_robot && !r->maximal && r->tree >= 0 && contact__motor_folded(w, r, parameter->index))
            momentum[p->trees[r->tree].first_dof + r->model->dof_master[parameter->index]] +=
                dt * r->model->dof_scale[parameter->index] *
                (parameter->kind == CONTACT_PARAMETER_MOTOR_POSITION ? motor.stiffness : motor.damping);
        for (i = 0; i < p->constraint_count; ++i) {
            contact__origin origin = contact__origin_of(w, p->constraints[i].id);
            if (origin.what != (of_robot ? CONTACT__OF_ROBOT : CONTACT__OF_JOINT) || origin.sub != CONTACT__SUB_MOTOR) continue;
            if (of_robot ? origin.index != (int)parameter->robot.index || origin.dof != parameter->index
                         : origin.index != (int)parameter->joint.index)
                continue;
            bias[p->constraints[i].first_row] =
                -contact__motor_slope(&motor, dt, parameter->kind == CONTACT_PARAMETER_MOTOR_POSITION ? motor.stiffness : motor.damping);
        }
        break;
    }
    default: return CONTACT_BAD_ARGUMENT;
    }
    return CONTACT_OK;
}

TACT_PRIVATE int contact__links_move(const contact_world *w, const contact__articulation *r) {
    return r->alive && r->maximal && w->bodies[contact__link_rigid(r, 1)].tree >= 0;
}
/* Called between solve and integration. */
TACT_PRIVATE contact_status contact__record_step(contact_world *w, contact_differential *d, tact_real dt,
                                                 contact_method method) {
    const contact_problem *p = &w->problem;
    contact__step_record *record;
    contact__recorder c;
    contact_capacity capacity;
    contact__rows_change *changes;
    contact_model model = contact_method_model(
        w->head->config.solver.method == CONTACT_METHOD_AUTO ? method : w->head->config.solver.method);
    contact_status status, worst = CONTACT_OK;
    size_t bytes, derivative_bytes = 0;
    /* the velocities before the step count for bounces, the lagged model and the drift of joints */
    int before = w->head->config.solver.method == CONTACT_METHOD_LAGGED || w->head->used.joints > 0;
    int i, side, most = 1, run, longest = 1, np = d->parameter_count, contacts;
    if (model != CONTACT_MODEL_NCP && model != CONTACT_MODEL_CCP && model != CONTACT_MODEL_COMPLIANT)
        return CONTACT_UNSUPPORTED;
    if (d->record_count == d->record_capacity) return CONTACT_NO_SPACE;
    record = &d->records[d->record_count];
    record->compliant = model == CONTACT_MODEL_COMPLIANT;
    record->config = w->head->config.solver;
    record->laws = record->compliant && record->config.method != CONTACT_METHOD_MUJOCO;
    record->touch_count = 0;
    record->parameter_count = np;
    record->ahead = w->head->ahead;
    /* memory: a bound of what is taken below */
    capacity.trees = p->tree_count, capacity.dofs = p->dof_count, capacity.mass = p->mass_count;
    capacity.constraints = p->constraint_count, capacity.rows = p->row_count, capacity.jacobian = p->jacobian_count;
    if (!record->compliant && p->constraint_count) derivative_bytes = contact__derivative_bytes(&w->problem); /* the solve has checked it */
    bytes = contact_problem_bytes(&capacity) + derivative_bytes + 4096;
    for (i = 0; i < p->tree_count; ++i) {
        bytes += (w->head->ahead ? 8 : 6) * ((size_t)(p->trees[i].dof * p->trees[i].dof) * sizeof(tact_real) + 64) +
                 (size_t)(2 * p->trees[i].dof) * sizeof(int) + 64;
        most = p->trees[i].dof > most ? p->trees[i].dof : most;
    }
    for (i = 0; i < p->constraint_count; ++i)
        bytes += 2 * ((size_t)(8 + 4 * p->constraints[i].rows) * (size_t)most * sizeof(tact_real) + (size_t)most * sizeof(int) + 8 * 64) +
                 144 * sizeof(tact_real) + 64;
    for (i = 0; i < w->head->used.contacts; ++i) before |= w->contacts[i].restitution > 0;
    for (i = 1, run = 1; i < w->head->used.contacts; ++i) {
        run = w->found[i].slot == w->found[i - 1].slot ? run + 1 : 1;
        longest = run > longest ? run : longest;
    }
    bytes += (size_t)p->tree_count * (sizeof(contact__tree_map) + sizeof(tact_real *)) + 64 +
             (size_t)p->constraint_count * (sizeof(contact__touch) + sizeof(tact_real));
    bytes += (size_t)p->dof_count * sizeof(tact_real) + (size_t)w->head->used.bodies * 6 * sizeof(tact_real) +
             72 * (size_t)most * sizeof(tact_real);
    bytes += (size_t)longest * sizeof(contact__rows_change) + 1024;
    record->smooth_count = 0;
    if (w->head->config.integrator == CONTACT_INTEGRATOR_FAITHFUL) {
        const char *flags = w->head->stats.n_islands ? contact__smooth_flags(w) : NULL;
        if (w->head->stats.n_islands && !flags) return CONTACT_NO_MEMORY;
        for (i = 0; i < w->head->stats.n_islands; ++i)
            if (flags[i]) return contact__say(w, CONTACT_UNSUPPORTED, "derivative of a faithful step of what moves on joints", NULL, -1);
        for (i = 0; i < w->head->used.bodies + w->head->used.robots; ++i) {
            int robot = i < w->head->used.bodies ? CONTACT__NONE : i - w->head->used.bodies;
            size_t n = robot == CONTACT__NONE ? 6 : (size_t)w->robots[robot].model->nv;
            if (!contact__moves_alone(w, robot == CONTACT__NONE ? i : CONTACT__NONE, robot)) continue;
            record->smooth_count += 1;
            bytes += sizeof *record->smooth + (contact__smooth_reals(w, robot, np) + 2 * n * (3 * n + (size_t)np)) * sizeof(tact_real) + 4 * 64;
        }
    }
    record->link_count = 0;
    for (i = 0; i < w->head->used.robots; ++i) {
        const contact__articulation *r = &w->robots[i];
        size_t nv, size, rows = 0;
        if (!contact__links_move(w, r)) continue;
        nv = (size_t)r->model->nv, size = 6 * (size_t)r->maximal->n;
        for (side = r->first_constraint; side < r->end_constraint; ++side) rows += (size_t)p->constraints[side].rows;
        record->link_count += 1;
        bytes += sizeof *record->links + (7 * size * nv + 2 * rows * nv + 4 * nv * size + (size_t)(r->joint_impulse - r->q) + 7 * size + 3 * nv +
                                          2 * (rows + (size_t)p->dof_count + 4 * size)) * sizeof(tact_real);
        bytes += size * sizeof(int) + (size_t)r->model->n_bodies * sizeof(contact__rigid) + 24 * 64 + (size_t)r->model->nq * sizeof(tact_real);
    }
    bytes += (size_t)np * (size_t)(p->dof_count + p->row_count + 4 * p->constraint_count) * sizeof(tact_real);
    if (bytes > record->block_bytes) {
        tact_free(d->allocator, record->block, record->block_bytes);
        record->block_bytes = 0;
        record->block = tact_alloc(d->allocator, bytes + bytes / 4);
        if (!record->block) return CONTACT_NO_MEMORY;
        record->block_bytes = bytes + bytes / 4;
    }
    c.w = w, c.record = record, c.dt = dt;
    c.arena = contact__arena_make(record->block, record->block_bytes);
    {
        void *block = contact__take(&c.arena, contact_problem_bytes(&capacity), 1);
        status = contact_problem_init(&record->problem, &capacity, block, contact_problem_bytes(&capacity));
        if (status < 0) return status;
    }
#define CONTACT__X(field, type, count, cap)                                                                          \
    if (p->count) TACT_MEMCPY(record->problem.field, p->field, (size_t)p->count * sizeof(type));                     \
    record->problem.count = p->count;
    CONTACT__PROBLEM_ARRAYS(CONTACT__X)
#undef CONTACT__X
    record->problem.dt = p->dt;
    record->trees = CONTACT__TAKE(&c.arena, p->tree_count, contact__tree_map);
    record->touches = CONTACT__TAKE(&c.arena, p->constraint_count, contact__touch);
    record->velocity_before = CONTACT__TAKE(&c.arena, p->dof_count, tact_real);
    record->p_momentum =
        CONTACT__TAKE(&c.arena, np * (p->dof_count + p->row_count + 4 * p->constraint_count), tact_real);
    record->p_bias = record->p_momentum + np * p->dof_count;
    record->p_mu = record->p_bias + np * p->row_count;
    record->p_stiffness = record->p_mu + np * p->constraint_count;
    record->p_dissipation = record->p_stiffness + np * p->constraint_count;
    record->p_relaxation = record->p_dissipation + np * p->constraint_count;
    TACT_MEMSET(record->p_momentum, 0,
                (size_t)(np * (p->dof_count + p->row_count + 4 * p->constraint_count)) * sizeof(tact_real));
    c.by_gap = CONTACT__TAKE(&c.arena, p->constraint_count, tact_real);
    for (i = 0; i < p->constraint_count; ++i) c.by_gap[i] = 0;
    for (side = 0; side < 2; ++side) {
        c.rate[side] = CONTACT__TAKE(&c.arena, 6 * most, tact_real);
        c.jacobian[side] = CONTACT__TAKE(&c.arena, 6 * most, tact_real);
        c.known_jacobian[side] = CONTACT__TAKE(&c.arena, 6 * most, tact_real);
        c.known_rate[side] = CONTACT__TAKE(&c.arena, 6 * most, tact_real);
        c.known[side] = CONTACT__NONE;
    }
    c.leader = NULL;
    c.saved = CONTACT__TAKE(&c.arena, 4 * most, tact_real); /* nq < 3 nv */
    c.wrench = (tact_real(*)[6])contact__take(&c.arena, 6 * (size_t)w->head->used.bodies, sizeof(tact_real));
    TACT_MEMSET(c.wrench, 0, 6 * (size_t)w->head->used.bodies * sizeof(tact_real));
    changes = CONTACT__TAKE(&c.arena, longest, contact__rows_change);
    for (i = 0; i < p->tree_count; ++i) {
        contact__tree_map *t = &record->trees[i];
        tact_real **parts[8];
        int k;
        parts[0] = &t->inverse, parts[1] = &t->by_q, parts[2] = &t->by_v, parts[3] = &t->by_u;
        parts[4] = &t->position_q, parts[5] = &t->position_v, parts[6] = &t->ahead_q, parts[7] = &t->ahead_v;
        t->dof = p->trees[i].dof, t->first_dof = p->trees[i].first_dof, t->outside = -1;
        t->ahead_q = t->ahead_v = NULL;
        t->span = CONTACT__TAKE(&c.arena, 2 * t->dof, int);
        for (k = 0; k < (w->head->ahead ? 8 : 6); ++k) *parts[k] = CONTACT__TAKE(&c.arena, t->dof * t->dof, tact_real);
    }
    for (i = 0; i < w->head->used.bodies; ++i)
        if (w->bodies[i].tree >= 0 && (w->bodies[i].flags & CONTACT__ALIVE) &&
            w->bodies[i].type == CONTACT_BODY_DYNAMIC) {
            const contact__rigid *b = &w->bodies[i];
            tact_real *v = record->velocity_before + p->trees[b->tree].first_dof + b->tree_at;
            if (b->robot == CONTACT__NONE && !contact__moves_alone(w, i, CONTACT__NONE)) record->trees[b->tree].outside = contact__world_dof(w, i, -1);
            v[0] = b->v.x, v[1] = b->v.y, v[2] = b->v.z, v[3] = b->w.x, v[4] = b->w.y, v[5] = b->w.z;
        }
    for (i = 0; i < w->head->used.robots; ++i) {
        const contact__articulation *r = &w->robots[i];
        if (!r->alive || r->tree < 0) continue;
        if (!contact__moves_alone(w, CONTACT__NONE, i)) record->trees[r->tree].outside = contact__world_dof(w, -1, i);
        TACT_MEMCPY(record->velocity_before + p->trees[r->tree].first_dof, w->reals + r->v,
                    (size_t)r->model->nv * sizeof(tact_real));
        if (before && rbd_fk_acceleration(r->model, r->data, w->reals + r->q, w->reals + r->v, NULL) < 0)
            return CONTACT_NOT_FINITE;
    }
    contact__record_approaches(&c);
    contacts = record->touch_count;
    status = contact__record_drifts(&c);
    if (status < 0) return status;
    for (i = 0; i < w->head->used.robots; ++i) {
        const contact__articulation *r = &w->robots[i];
        if (!r->alive || r->tree < 0) continue;
        if (!p->constraint_count && !w->head->pushed && !(tact_norm2(tact_sub(w->head->config.gravity, r->model->gravity)) > 0)) continue;
        if (rbd_fk_acceleration(r->model, r->data, w->reals + r->q, p->velocity + p->trees[r->tree].first_dof, NULL) <
            0)
            return CONTACT_NOT_FINITE;
    }
    contact__record_contacts(&c, d->rule, changes);
    contact__record_joints(&c, contacts);
    for (i = 0; i < w->head->used.bodies; ++i)
        if (w->bodies[i].tree >= 0 && (w->bodies[i].flags & CONTACT__ALIVE) &&
            w->bodies[i].type == CONTACT_BODY_DYNAMIC) {
            if (w->bodies[i].coupled) contact__record_coupled(&c, i, &record->trees[w->bodies[i].tree]);
            else contact__record_body(&c, i, &record->trees[w->bodies[i].tree]);
        }
    record->links = CONTACT__TAKE(&c.arena, record->link_count, contact__link_map);
    record->link_count = 0;
    for (i = 0; i < w->head->used.robots; ++i) {
        contact__articulation *r = &w->robots[i];
        contact__link_map *map = record->links + record->link_count;
        int b, k;
        if (!contact__links_move(w, r)) continue;
        record->link_count += 1;
        map->nv = r->model->nv, map->size = 6 * r->maximal->n, map->first = contact__world_dof(w, -1, i), map->rows = 0;
        map->first_row = r->first_constraint < r->end_constraint ? p->constraints[r->first_constraint].first_row : 0;
        for (k = r->first_constraint; k < r->end_constraint; ++k) map->rows += p->constraints[k].rows;
        map->dof = CONTACT__TAKE(&c.arena, map->size, int);
        for (b = 1; b <= r->maximal->n; ++b) {
            const contact__rigid *l = &w->bodies[contact__link_rigid(r, b)];
            for (k = 0; k < 6; ++k) map->dof[6 * (b - 1) + k] = p->trees[l->tree].first_dof + l->tree_at + k;
        }
        map->pose = CONTACT__TAKE(&c.arena, map->size * 2 * map->nv, tact_real);
        map->velocity = CONTACT__TAKE(&c.arena, map->size * 2 * map->nv, tact_real);
        map->momentum = CONTACT__TAKE(&c.arena, map->size * 3 * map->nv, tact_real);
        map->bias = CONTACT__TAKE(&c.arena, map->rows * 2 * map->nv, tact_real);
        map->read = CONTACT__TAKE(&c.arena, 4 * map->nv * map->size, tact_real);
        status = contact__record_links(&c, i, map);
        if (status < 0) return status;
        if (status > 0) worst = status;
    }
    for (i = 0; i < w->head->used.robots; ++i)
        if (w->robots[i].alive && w->robots[i].tree >= 0) {
            const contact__articulation *r = &w->robots[i];
            status = contact__record_robot(&c, i, &record->trees[r->tree]);
            if (status < 0) return status;
            if (np && rbd_fk_acceleration(r->model, r->data, w->reals + r->q,
                                          p->velocity + p->trees[r->tree].first_dof, NULL) < 0)
                return CONTACT_NOT_FINITE;
        }
    for (i = 0; i < np; ++i) {
        status = contact__record_parameter(&c, &d->parameters[i], i);
        if (status < 0) return contact__say(w, status, "parameter", NULL, i);
    }
    record->smooth = CONTACT__TAKE(&c.arena, record->smooth_count, contact__smooth_map);
    record->smooth_count = 0;
    for (i = 0; i < w->head->used.bodies + w->head->used.robots; ++i) {
        int robot = i < w->head->used.bodies ? CONTACT__NONE : i - w->head->used.bodies, body = robot == CONTACT__NONE ? i : CONTACT__NONE;
        if (!contact__moves_alone(w, body, robot)) continue;
        status = contact__record_smooth(&c, d, body, robot, &record->smooth[record->smooth_count++]);
        if (status < 0) return status;
    }
    d->dofs = record->dofs = record->link_count || record->smooth_count ? contact__world_dof(w, -1, -1) : p->dof_count;
    d->record_count += 1;
    if (record->compliant || !p->constraint_count) return worst;
    {
        const tact_real **inverses = CONTACT__TAKE(&c.arena, p->tree_count, const tact_real *);
        void *block = contact__take(&c.arena, derivative_bytes, 1);
        if (!block) return CONTACT_NO_SPACE;
        for (i = 0; i < p->tree_count; ++i) inverses[i] = record->trees[i].inverse;
        status = contact__derivative_prepare(&record->derivative, &record->problem, model, CONTACT__SMALL(1e-7, 1e-3), inverses, block,
                                             derivative_bytes);
        return status == CONTACT_OK ? worst : status;
    }
}

CONTACT_API contact_status contact_world_step_differential(contact_world *w, tact_real dt, contact_differential *d) {
    contact_status status;
    int i;
    if (!w || !d) return CONTACT_BAD_ARGUMENT;
    for (i = 0; w->head->config.substeps > 1 && i < w->head->used.robots; ++i)
        if (w->robots[i].alive && w->robots[i].maximal)
            return contact__say(w, CONTACT_UNSUPPORTED, "derivative of several substeps with a robot in maximal coordinates", NULL, i);
    if (w->head->config.sleeping) return contact__say(w, CONTACT_UNSUPPORTED, "derivative of a step with sleeping", NULL, -1);
    if (w->head->config.substeps > d->record_capacity) { /* all at once: records hold pointers into themselves */
        size_t count = (size_t)w->head->config.substeps;
        contact__step_record *grown = (contact__step_record *)tact_alloc(d->allocator, count * sizeof *grown);
        if (!grown) return contact__say(w, CONTACT_NO_MEMORY, "derivative", NULL, -1);
        TACT_MEMSET(grown, 0, count * sizeof *grown);
        if (d->record_capacity) TACT_MEMCPY(grown, d->records, (size_t)d->record_capacity * sizeof *grown);
        tact_free(d->allocator, d->records, (size_t)d->record_capacity * sizeof *grown);
        d->records = grown;
        d->record_capacity = (int)count;
    }
    d->record_count = 0;
    w->recorder = d;
    status = contact_world_step(w, dt);
    w->recorder = NULL;
    if (status < 0) d->record_count = 0;
    return status;
}

/* ---- products ---- */
/* y += A x, or y += A^T x; A rows x columns, row-major */
TACT_PRIVATE void contact__apply(int transposed, int rows, int columns, const tact_real *a, const tact_real *x,
                                 tact_real *y) {
    int i, j;
    for (i = 0; i < rows; ++i) {
        const tact_real *row = a + (size_t)i * (size_t)columns;
        if (transposed)
            for (j = 0; j < columns; ++j) y[j] += row[j] * x[i];
        else y[i] += tact_dot_n(columns, row, x);
    }
}

/* The same with a map of a tree that is zero outside its spans. */
TACT_PRIVATE void contact__apply_spans(int transposed, const contact__tree_map *t, const tact_real *a, const tact_real *x, tact_real *y) {
    int i, j;
    for (i = 0; i < t->dof; ++i, a += t->dof)
        for (j = t->span[2 * i]; j < t->span[2 * i + 1]; ++j) {
            if (transposed) y[j] += a[j] * x[i];
            else y[i] += a[j] * x[j];
        }
}
/* Impulse of the input of a tree, or transposed. */
TACT_PRIVATE void contact__input_impulse(int transposed, const contact__tree_map *t, const tact_real *x, tact_real *y) {
    if (t->uniform > 0) contact__add_scaled(t->dof, t->uniform, x, y);
    else contact__apply(transposed, t->dof, t->dof, t->by_u, x, y);
}
TACT_PRIVATE void contact__solve_trees(const contact__step_record *r, tact_real *x, tact_real *work) { /* x <- M^-1 x; work: dofs */
    int i;
    TACT_MEMCPY(work, x, (size_t)r->problem.dof_count * sizeof(tact_real));
    for (i = 0; i < r->problem.tree_count; ++i) {
        const contact__tree_map *t = &r->trees[i];
        tact_gemv(TACT_TRANSPOSE_A, t->dof, t->dof, 1, t->inverse, t->dof, work + t->first_dof, 0, x + t->first_dof);
    }
}

TACT_PRIVATE contact_status contact__compliant_space(contact_differential *d, contact__step_record *r,
                                                     contact_status status) {
    /* grows the workspace of the compliant derivatives; CONTACT_OK: try again */
    size_t bytes =
        d->workspace_bytes ? 2 * d->workspace_bytes : 2 * contact_workspace_size(&r->problem, &r->config) + 4096;
    void *grown;
    if (status != CONTACT_NO_SPACE) return status;
    grown = tact_alloc(d->allocator, bytes);
    if (!grown) return CONTACT_NO_MEMORY;
    tact_free(d->allocator, d->workspace, d->workspace_bytes);
    d->workspace = grown, d->workspace_bytes = bytes;
    return CONTACT_OK;
}

/* One record, in the dofs of the problem: dq+, dv+ from dq, dv, du, dp; `extra` (dofs, then rows, or NULL) is added to m and s. */
TACT_PRIVATE contact_status contact__solved_forward(contact_differential *d, contact__step_record *r,
                                                    const tact_real *state, const tact_real *input, const tact_real *extra,
                                                    const tact_real *parameters, tact_real *next, tact_real *work) {
    const contact_problem *p = &r->problem;
    int n = p->dof_count, rows = p->row_count, nc = p->constraint_count, i, k, side, on;
    const tact_real *dq = state, *dv = state + n;
    tact_real *m = work, *s = m + n, *before = s + rows, *gap = before + rows, *mu = gap + nc, *k_s = mu + nc,
              *k_d = k_s + nc, *k_t = k_d + nc, *dv_copy = k_t + nc, *moved = dv_copy + n, *part_q = moved + n, *part_v = part_q + n;
    contact_status status;
    if (r->ahead) {
        TACT_MEMSET(moved, 0, (size_t)n * sizeof(tact_real));
        for (i = 0; i < p->tree_count; ++i) {
            const contact__tree_map *t = &r->trees[i];
            contact__apply_spans(0, t, t->ahead_q, dq + t->first_dof, moved + t->first_dof);
            contact__apply_spans(0, t, t->ahead_v, dv + t->first_dof, moved + t->first_dof);
        }
        dq = moved;
    }
    TACT_MEMSET(m, 0, (size_t)(n + 2 * rows + 5 * nc) * sizeof(tact_real));
    if (extra) TACT_MEMCPY(m, extra, (size_t)(n + rows) * sizeof(tact_real));
    TACT_MEMCPY(dv_copy, dv, (size_t)n * sizeof(tact_real));
    for (i = 0; i < p->tree_count; ++i) {
        const contact__tree_map *t = &r->trees[i];
        contact__apply(0, t->dof, t->dof, t->by_q, dq + t->first_dof, m + t->first_dof);
        contact__apply(0, t->dof, t->dof, t->by_v, dv + t->first_dof, m + t->first_dof);
        if (input) contact__input_impulse(0, t, input + t->first_dof, m + t->first_dof);
    }
    for (i = 0; i < r->touch_count; ++i) {
        const contact__touch *t = &r->touches[i];
        tact_real motion[2][6], push[6], value[6] = {0, 0, 0, 0, 0, 0};
        for (side = 0; side < 2; ++side) {
            int first, dof = t->supports[side];
            for (k = 0; k < 6; ++k) motion[side][k] = 0;
            if (t->tree[side] < 0) continue;
            first = p->trees[t->tree[side]].first_dof;
            for (k = 0; k < dof; ++k) part_q[k] = dq[first + t->support[side][k]], part_v[k] = dv[first + t->support[side][k]];
            contact__apply(0, t->rows, dof, t->rate[side], part_q, s + t->first_row);
            if (t->rate_v[side]) contact__apply(0, t->rows, dof, t->rate_v[side], part_v, s + t->first_row);
            if (r->compliant) contact__apply(0, t->rows, dof, t->gap[side], part_q, value);
            if (t->approach_q[side]) before[t->first_row + t->rows - 1] += tact_dot_n(dof, t->approach_q[side], part_q);
            if (t->approach_v[side]) s[t->first_row + t->rows - 1] += t->approach * tact_dot_n(dof, t->approach_v[side], part_v);
            if (t->jacobian[side]) contact__apply(0, 6, dof, t->jacobian[side], part_q, motion[side]);
        }
        gap[t->constraint] = value[t->rows - 1];
        for (on = 0; on < 2; ++on) {
            if (t->tree[on] < 0 || !t->jacobian[on]) continue;
            for (k = 0; k < 6; ++k) push[k] = 0;
            for (side = 0; side < 2; ++side)
                contact__apply(0, 6, 6, t->wrench + 36 * (2 * on + side), motion[side], push);
            for (k = 0; k < t->supports[on]; ++k) part_q[k] = 0;
            contact__apply(1, 6, t->supports[on], t->jacobian[on], push, part_q);
            for (k = 0; k < t->supports[on]; ++k) m[p->trees[t->tree[on]].first_dof + t->support[on][k]] += part_q[k];
        }
    }
    for (i = 0; parameters && i < r->parameter_count; ++i) {
        for (k = 0; k < n; ++k) m[k] += parameters[i] * r->p_momentum[i * n + k];
        for (k = 0; k < rows; ++k) s[k] += parameters[i] * r->p_bias[i * rows + k];
        for (k = 0; k < nc; ++k) {
            mu[k] += parameters[i] * r->p_mu[i * nc + k], k_s[k] += parameters[i] * r->p_stiffness[i * nc + k];
            k_d[k] += parameters[i] * r->p_dissipation[i * nc + k],
                k_t[k] += parameters[i] * r->p_relaxation[i * nc + k];
        }
    }
    contact__solve_trees(r, m, next);
    if (!nc) { /* nothing acts: the velocity is the free one */
        TACT_MEMCPY(next + n, m, (size_t)n * sizeof(tact_real));
        status = CONTACT_OK;
    } else if (r->compliant) {
        contact_change change;
        TACT_MEMSET(&change, 0, sizeof change);
        change.free_velocity = m, change.velocity_before = dv_copy;
        change.jacobian_velocity = s, change.gap = gap, change.mu = mu;
        change.stiffness = k_s, change.dissipation = k_d, change.relaxation = k_t;
        if (r->config.method ==
            CONTACT_METHOD_LAGGED) { /* the normal velocity before, not after: enters through the bias */
            for (k = 0; k < rows; ++k) s[k] -= before[k];
            change.bias = before;
        }
        do
            status = contact_compliant_forward(&r->problem, &r->config, r->velocity_before, &change, 1, next + n,
                                               NULL, d->workspace, d->workspace_bytes);
        while (status < 0 && (status = contact__compliant_space(d, r, status)) == CONTACT_OK);
    } else {
        contact_tangent change;
        TACT_MEMSET(&change, 0, sizeof change);
        change.free_velocity = m, change.bias = s, change.mu = mu;
        status = contact_derivative_forward(&r->derivative, &change, NULL, next + n);
    }
    if (status < 0) return status;
    for (k = 0; k < n; ++k) next[k] = 0;
    for (i = 0; i < p->tree_count; ++i) {
        const contact__tree_map *t = &r->trees[i];
        contact__apply_spans(0, t, t->position_q, dq + t->first_dof, next + t->first_dof);
        contact__apply_spans(0, t, t->position_v, next + n + t->first_dof, next + t->first_dof);
    }
    return CONTACT_OK;
}

/* One record, transposed, in the dofs of the problem: adds to input and parameters, sets state; `work` begins with the gradients by m
   and by s. state may not be next. */
TACT_PRIVATE contact_status contact__solved_adjoint(contact_differential *d, contact__step_record *r,
                                                    const tact_real *next, tact_real *state, tact_real *input,
                                                    tact_real *parameters, tact_real *work) {
    const contact_problem *p = &r->problem;
    int n = p->dof_count, rows = p->row_count, nc = p->constraint_count, i, k, side, on;
    tact_real *gq = state, *gv = state + n;
    tact_real *m = work, *s = m + n, *before = s + rows, *gap = before + rows, *mu = gap + nc, *k_s = mu + nc,
              *k_d = k_s + nc, *k_t = k_d + nc;
    tact_real *loss = k_t + nc, *moved = loss + n, *part = moved + n;
    contact_status status;
    TACT_MEMSET(m, 0, (size_t)(n + 2 * rows + 5 * nc) * sizeof(tact_real));
    for (k = 0; k < n; ++k) loss[k] = next[n + k], gq[k] = gv[k] = 0;
    for (i = 0; i < p->tree_count; ++i) {
        const contact__tree_map *t = &r->trees[i];
        contact__apply_spans(1, t, t->position_v, next + t->first_dof, loss + t->first_dof);
        contact__apply_spans(1, t, t->position_q, next + t->first_dof, gq + t->first_dof);
    }
    if (!nc) {
        TACT_MEMCPY(m, loss, (size_t)n * sizeof(tact_real));
        status = CONTACT_OK;
    } else if (r->compliant) {
        contact_change change;
        TACT_MEMSET(&change, 0, sizeof change);
        change.free_velocity = m, change.velocity_before = gv, change.jacobian_velocity = s;
        change.gap = gap, change.mu = mu, change.stiffness = k_s, change.dissipation = k_d, change.relaxation = k_t;
        change.bias = before;
        do
            status = contact_compliant_reverse(&r->problem, &r->config, r->velocity_before, loss, NULL, &change,
                                               d->workspace, d->workspace_bytes);
        while (status < 0 && (status = contact__compliant_space(d, r, status)) == CONTACT_OK);
        for (k = 0; k < rows; ++k) before[k] = r->config.method == CONTACT_METHOD_LAGGED ? before[k] - s[k] : 0;
    } else {
        contact_gradient change;
        TACT_MEMSET(&change, 0, sizeof change);
        change.free_velocity = m, change.bias = s, change.mu = mu;
        status = contact_derivative_adjoint(&r->derivative, NULL, loss, &change);
    }
    if (status < 0) return status;
    contact__solve_trees(r, m, loss);
    for (i = 0; i < p->tree_count; ++i) {
        const contact__tree_map *t = &r->trees[i];
        contact__apply(1, t->dof, t->dof, t->by_q, m + t->first_dof, gq + t->first_dof);
        contact__apply(1, t->dof, t->dof, t->by_v, m + t->first_dof, gv + t->first_dof);
        if (input) contact__input_impulse(1, t, m + t->first_dof, input + t->first_dof);
    }
    for (i = 0; i < r->touch_count; ++i) {
        const contact__touch *t = &r->touches[i];
        tact_real motion[2][6], push[6], value[6] = {0, 0, 0, 0, 0, 0};
        value[t->rows - 1] = gap[t->constraint];
        for (k = 0; k < 6; ++k) motion[0][k] = motion[1][k] = 0;
        for (on = 0; on < 2; ++on) {
            if (t->tree[on] < 0 || !t->jacobian[on]) continue;
            for (k = 0; k < 6; ++k) push[k] = 0;
            for (k = 0; k < t->supports[on]; ++k) part[k] = m[p->trees[t->tree[on]].first_dof + t->support[on][k]];
            contact__apply(0, 6, t->supports[on], t->jacobian[on], part, push);
            for (side = 0; side < 2; ++side)
                contact__apply(1, 6, 6, t->wrench + 36 * (2 * on + side), push, motion[side]);
        }
        for (side = 0; side < 2; ++side) {
            int first, dof = t->supports[side];
            tact_real row = s[t->first_row + t->rows - 1];
            if (t->tree[side] < 0) continue;
            first = p->trees[t->tree[side]].first_dof;
            for (k = 0; k < dof; ++k) part[k] = 0;
            contact__apply(1, t->rows, dof, t->rate[side], s + t->first_row, part);
            if (r->compliant) contact__apply(1, t->rows, dof, t->gap[side], value, part);
            if (t->approach_q[side] && r->compliant)
                contact__apply(1, 1, dof, t->approach_q[side], before + t->first_row + t->rows - 1, part);
            if (t->jacobian[side]) contact__apply(1, 6, dof, t->jacobian[side], motion[side], part);
            for (k = 0; k < dof; ++k) gq[first + t->support[side][k]] += part[k], part[k] = 0;
            if (!t->rate_v[side] && !t->approach_v[side]) continue;
            if (t->rate_v[side]) contact__apply(1, t->rows, dof, t->rate_v[side], s + t->first_row, part);
            for (k = 0; k < dof; ++k)
                gv[first + t->support[side][k]] += part[k] + (t->approach_v[side] ? t->approach * row * t->approach_v[side][k] : 0);
        }
    }
    if (r->ahead) {
        TACT_MEMCPY(moved, gq, (size_t)n * sizeof(tact_real));
        TACT_MEMSET(gq, 0, (size_t)n * sizeof(tact_real));
        for (i = 0; i < p->tree_count; ++i) {
            const contact__tree_map *t = &r->trees[i];
            contact__apply_spans(1, t, t->ahead_q, moved + t->first_dof, gq + t->first_dof);
            contact__apply_spans(1, t, t->ahead_v, moved + t->first_dof, gv + t->first_dof);
        }
    }
    for (i = 0; parameters && i < r->parameter_count; ++i) {
        parameters[i] += tact_dot_n(n, r->p_momentum + i * n, m) + tact_dot_n(rows, r->p_bias + i * rows, s) +
                         tact_dot_n(nc, r->p_mu + i * nc, mu);
        if (r->compliant)
            parameters[i] += tact_dot_n(nc, r->p_stiffness + i * nc, k_s) +
                             tact_dot_n(nc, r->p_dissipation + i * nc, k_d) +
                             tact_dot_n(nc, r->p_relaxation + i * nc, k_t);
    }
    return CONTACT_OK;
}

/* Changes over the dofs of the derivative to those of the problem, but for links, which become zero; or back, added. n each. */
TACT_PRIVATE void contact__inside(const contact__step_record *r, const tact_real *from, tact_real *to) {
    int i;
    TACT_MEMSET(to, 0, (size_t)r->problem.dof_count * sizeof(tact_real));
    for (i = 0; i < r->problem.tree_count; ++i)
        if (r->trees[i].outside >= 0) TACT_MEMCPY(to + r->trees[i].first_dof, from + r->trees[i].outside, (size_t)r->trees[i].dof * sizeof(tact_real));
}
TACT_PRIVATE void contact__outside(const contact__step_record *r, const tact_real *from, tact_real *to) {
    int i, k;
    for (i = 0; i < r->problem.tree_count; ++i)
        for (k = 0; r->trees[i].outside >= 0 && k < r->trees[i].dof; ++k) to[r->trees[i].outside + k] += from[r->trees[i].first_dof + k];
}
/* One record in the dofs of the derivative, forward and transposed. work: as of the above, and 7 dofs and the rows of the problem. */
TACT_PRIVATE contact_status contact__record_forward(contact_differential *d, contact__step_record *r, const tact_real *state, const tact_real *input,
                                                    const tact_real *parameters, tact_real *next, tact_real *work) {
    int n = r->problem.dof_count, out = r->dofs, i, j, k;
    tact_real *inner = work, *after = inner + 2 * n, *push = after + 2 * n, *extra = push + n;
    contact_status status;
    if (!r->link_count && !r->smooth_count) return contact__solved_forward(d, r, state, input, NULL, parameters, next, work);
    contact__inside(r, state, inner), contact__inside(r, state + out, inner + n);
    if (input) contact__inside(r, input, push);
    TACT_MEMSET(extra, 0, (size_t)(n + r->problem.row_count) * sizeof(tact_real));
    for (i = 0; i < r->link_count; ++i) {
        const contact__link_map *m = &r->links[i];
        int nv = m->nv;
        const tact_real *part[3];
        part[0] = state + m->first, part[1] = state + out + m->first, part[2] = input ? input + m->first : NULL;
        for (j = 0; j < m->size; ++j)
            for (k = 0; k < 3; ++k) {
                if (k < 2) inner[m->dof[j]] += tact_dot_n(nv, m->pose + (2 * j + k) * nv, part[k]);
                if (k < 2) inner[n + m->dof[j]] += tact_dot_n(nv, m->velocity + (2 * j + k) * nv, part[k]);
                if (part[k]) extra[m->dof[j]] += tact_dot_n(nv, m->momentum + (3 * j + k) * nv, part[k]);
            }
        for (j = 0; j < m->rows; ++j)
            for (k = 0; k < 2; ++k) extra[n + m->first_row + j] += tact_dot_n(nv, m->bias + (2 * j + k) * nv, part[k]);
    }
    status = contact__solved_forward(d, r, inner, input ? push : NULL, extra, parameters, after, extra + n + r->problem.row_count);
    if (status < 0) return status;
    TACT_MEMSET(next, 0, (size_t)(2 * out) * sizeof(tact_real));
    contact__outside(r, after, next), contact__outside(r, after + n, next + out);
    for (i = 0; i < r->smooth_count; ++i) {
        const contact__smooth_map *m = &r->smooth[i];
        for (j = 0; j < 2 * m->dof; ++j) {
            const tact_real *row = m->by + j * m->columns;
            tact_real sum = tact_dot_n(m->dof, row, state + m->first) + tact_dot_n(m->dof, row + m->dof, state + out + m->first);
            if (input) sum += tact_dot_n(m->dof, row + 2 * m->dof, input + m->first);
            if (parameters) sum += tact_dot_n(m->columns - 3 * m->dof, row + 3 * m->dof, parameters);
            next[m->first + (j < m->dof ? j : out + j - m->dof)] = sum;
        }
    }
    for (i = 0; i < r->link_count; ++i) {
        const contact__link_map *m = &r->links[i];
        for (j = 0; j < 2 * m->nv; ++j)
            for (k = 0; k < 2 * m->size; ++k)
                next[(j < m->nv ? m->first + j : out + m->first + j - m->nv)] +=
                    m->read[j * 2 * m->size + k] * after[k < m->size ? m->dof[k] : n + m->dof[k - m->size]];
    }
    return status;
}
TACT_PRIVATE contact_status contact__record_adjoint(contact_differential *d, contact__step_record *r, const tact_real *next, tact_real *state,
                                                    tact_real *input, tact_real *parameters, tact_real *work) {
    int n = r->problem.dof_count, out = r->dofs, i, j, k;
    tact_real *after = work, *inner = after + 2 * n, *push = inner + 2 * n, *rest = push + n;
    contact_status status;
    if (!r->link_count && !r->smooth_count) return contact__solved_adjoint(d, r, next, state, input, parameters, work);
    contact__inside(r, next, after), contact__inside(r, next + out, after + n);
    TACT_MEMSET(push, 0, (size_t)n * sizeof(tact_real));
    for (i = 0; i < r->link_count; ++i) {
        const contact__link_map *m = &r->links[i];
        for (j = 0; j < 2 * m->nv; ++j)
            for (k = 0; k < 2 * m->size; ++k)
                after[k < m->size ? m->dof[k] : n + m->dof[k - m->size]] +=
                    m->read[j * 2 * m->size + k] * next[(j < m->nv ? m->first + j : out + m->first + j - m->nv)];
    }
    status = contact__solved_adjoint(d, r, after, inner, input ? push : NULL, parameters, rest);
    if (status < 0) return status;
    TACT_MEMSET(state, 0, (size_t)(2 * out) * sizeof(tact_real));
    contact__outside(r, inner, state), contact__outside(r, inner + n, state + out);
    if (input) contact__outside(r, push, input);
    for (i = 0; i < r->smooth_count; ++i) {
        const contact__smooth_map *m = &r->smooth[i];
        for (j = 0; j < 2 * m->dof; ++j) {
            const tact_real *row = m->by + j * m->columns, *from = next + m->first + (j < m->dof ? j : out + j - m->dof);
            contact__apply(1, 1, m->dof, row, from, state + m->first);
            contact__apply(1, 1, m->dof, row + m->dof, from, state + out + m->first);
            if (input) contact__apply(1, 1, m->dof, row + 2 * m->dof, from, input + m->first);
            if (parameters) contact__apply(1, 1, m->columns - 3 * m->dof, row + 3 * m->dof, from, parameters);
        }
    }
    for (i = 0; i < r->link_count; ++i) {
        const contact__link_map *m = &r->links[i];
        int nv = m->nv;
        tact_real *part[3];
        part[0] = state + m->first, part[1] = state + out + m->first, part[2] = input ? input + m->first : NULL;
        for (j = 0; j < m->size; ++j)
            for (k = 0; k < 3; ++k) {
                if (k < 2) contact__apply(1, 1, nv, m->pose + (2 * j + k) * nv, inner + m->dof[j], part[k]);
                if (k < 2) contact__apply(1, 1, nv, m->velocity + (2 * j + k) * nv, inner + n + m->dof[j], part[k]);
                if (part[k]) contact__apply(1, 1, nv, m->momentum + (3 * j + k) * nv, rest + m->dof[j], part[k]);
            }
        for (j = 0; j < m->rows; ++j)
            for (k = 0; k < 2; ++k) contact__apply(1, 1, nv, m->bias + (2 * j + k) * nv, rest + n + m->first_row + j, part[k]);
    }
    return status;
}

TACT_PRIVATE size_t contact__product_reals(const contact_differential *d) {
    size_t most = 0;
    int i;
    for (i = 0; i < d->record_count; ++i) {
        const contact_problem *p = &d->records[i].problem;
        size_t need = (size_t)(6 * p->dof_count + 2 * p->row_count + 5 * p->constraint_count) + 16;
        if (d->records[i].link_count || d->records[i].smooth_count) need += (size_t)(7 * p->dof_count + p->row_count);
        most = need > most ? need : most;
    }
    return most;
}

CONTACT_API contact_status contact_differential_forward(contact_differential *d, const tact_real *state,
                                                        const tact_real *input, const tact_real *parameters,
                                                        tact_real *next) {
    tact_real *work, *current, *result;
    contact_status status = CONTACT_OK;
    int i, k, n;
    if (!d || !next || !d->record_count) return CONTACT_BAD_ARGUMENT;
    n = d->dofs;
    work = contact__differential_scratch(d, contact__product_reals(d) + 4 * (size_t)n);
    if (!work) return CONTACT_NO_MEMORY;
    current = work, result = current + 2 * n, work = result + 2 * n;
    for (k = 0; k < 2 * n; ++k) current[k] = state ? state[k] : 0;
    for (i = 0; i < d->record_count && status >= 0; ++i) {
        status = contact__record_forward(d, &d->records[i], current, input, parameters, result, work);
        TACT_MEMCPY(current, result, 2 * (size_t)n * sizeof(tact_real));
    }
    if (status >= 0) TACT_MEMCPY(next, current, 2 * (size_t)n * sizeof(tact_real));
    return status;
}

CONTACT_API contact_status contact_differential_adjoint(contact_differential *d, const tact_real *next,
                                                        tact_real *state, tact_real *input, tact_real *parameters) {
    tact_real *work, *current, *result;
    contact_status status = CONTACT_OK;
    int i, n;
    if (!d || !next || !d->record_count) return CONTACT_BAD_ARGUMENT;
    n = d->dofs;
    work = contact__differential_scratch(d, contact__product_reals(d) + 4 * (size_t)n);
    if (!work) return CONTACT_NO_MEMORY;
    current = work, result = current + 2 * n, work = result + 2 * n;
    TACT_MEMCPY(current, next, 2 * (size_t)n * sizeof(tact_real));
    if (input) TACT_MEMSET(input, 0, (size_t)n * sizeof(tact_real));
    if (parameters) TACT_MEMSET(parameters, 0, (size_t)d->records[0].parameter_count * sizeof(tact_real));
    for (i = d->record_count - 1; i >= 0 && status >= 0; --i) {
        status = contact__record_adjoint(d, &d->records[i], current, result, input, parameters, work);
        TACT_MEMCPY(current, result, 2 * (size_t)n * sizeof(tact_real));
    }
    if (status >= 0 && state) TACT_MEMCPY(state, current, 2 * (size_t)n * sizeof(tact_real));
    return status;
}

/* The velocity rows of one record, all at once. Of the hard models: with column i of S (rows x n) the gradient of v+_i by s, Y = J M^-1
   and Z = M^-1 + S^T Y that by m,
       dv+/d(q, v) = Z B + S^T R,   dv+/du = Z B_u,
   where B (n x 2n) and R (rows x 2n) are the maps of trees and touches as matrices over all dofs; the impulses that move with the bodies,
   J^T W J, are summed into B, over the dofs that move them. One solution of the law with n right-hand sides and products of n x 2n
   matrices: for few trees. 2 n^2 (n + rows) multiply-adds for the products, n rows (n + rows) and more for S and Z. */
TACT_PRIVATE int contact__record_units(const contact_problem *p) { /* the largest of the three */
    int most = p->dof_count > p->row_count ? p->dof_count : p->row_count;
    return most > p->constraint_count ? most : p->constraint_count;
}
TACT_PRIVATE size_t contact__record_reals(const contact_problem *p) {
    size_t n = (size_t)p->dof_count, rows = (size_t)p->row_count, nc = (size_t)p->constraint_count, units = (size_t)contact__record_units(p);
    return n * (5 * n + 7 * rows + 7 * nc) + 10 * n + units * units +
           ((n + rows + 5 * nc) * sizeof(contact_change) + sizeof(contact_change)) / sizeof(tact_real) + 16;
}
/* Of the compliant models the same with one factorisation: derivatives of the velocity (a row of n each) by every component of the free
   velocity, of s, by every gap and, with_parameters, by friction, stiffness, dissipation and relaxation of every constraint. */
TACT_PRIVATE contact_status contact__compliant_rows(contact_differential *d, contact__step_record *r, int with_parameters, tact_real *out,
                                                    tact_real *units, contact_change *changes) {
    const contact_problem *p = &r->problem;
    int n = p->dof_count, rows = p->row_count, nc = p->constraint_count, size = contact__record_units(p), i, at, k;
    int count = n + rows + nc + (with_parameters ? 4 * nc : 0);
    contact_status status;
    TACT_MEMSET(units, 0, (size_t)size * (size_t)size * sizeof(tact_real));
    for (i = 0; i < size; ++i) units[(size_t)i * (size_t)(size + 1)] = 1;
    TACT_MEMSET(changes, 0, (size_t)count * sizeof *changes);
    for (i = 0; i < n; ++i) changes[i].free_velocity = units + (size_t)i * (size_t)size;
    for (i = 0; i < rows; ++i) changes[n + i].jacobian_velocity = units + (size_t)i * (size_t)size;
    for (at = n + rows, k = 0; k < (with_parameters ? 5 : 1); ++k)
        for (i = 0; i < nc; ++i, ++at) {
            tact_real *unit = units + (size_t)i * (size_t)size;
            if (k == 0) changes[at].gap = unit;
            else if (k == 1) changes[at].mu = unit;
            else if (k == 2) changes[at].stiffness = unit;
            else if (k == 3) changes[at].dissipation = unit;
            else changes[at].relaxation = unit;
        }
    do
        status = contact_compliant_forward(&r->problem, &r->config, r->velocity_before, changes, count, out, NULL, d->workspace, d->workspace_bytes);
    while (status < 0 && (status = contact__compliant_space(d, r, status)) == CONTACT_OK);
    return status;
}
TACT_PRIVATE contact_status contact__record_rows(contact_differential *d, contact__step_record *r, tact_real *work, tact_real *by_state,
                                                 tact_real *by_input, tact_real *by_parameters) {
    const contact_problem *p = &r->problem;
    int n = p->dof_count, rows = p->row_count, nc = p->constraint_count, np = r->parameter_count, i, j, k, side, on;
    int compliant = r->compliant && nc > 0;
    tact_real *z = work, *b = z + n * n, *free_rows = b + 2 * n * n, *s = free_rows + n * n, *gap = s + rows * n, *mu = gap + nc * n;
    tact_real *y = mu + 4 * nc * n, *maps = y + rows * n, *gaps = maps + 5 * rows * n, *moved = gaps + 2 * nc * n, *units = moved + 8 * n;
    int rates = 0, wide; /* whether rows change with the velocity before; columns of `maps` */
    TACT_MEMSET(z, 0, (size_t)(n * n) * sizeof(tact_real));
    for (i = 0; i < p->tree_count; ++i) { /* M^-1 */
        const contact__tree_map *t = &r->trees[i];
        tact_real *corner = z + t->first_dof * (n + 1);
        for (k = 0; k < t->dof; ++k) TACT_MEMCPY(corner + k * n, t->inverse + k * t->dof, (size_t)t->dof * sizeof(tact_real));
    }
    if (compliant) {
        contact_change *changes; /* at the end, aligned */
        size_t at = (size_t)((char *)(void *)(units + (size_t)contact__record_units(p) * (size_t)contact__record_units(p)) - (char *)(void *)work);
        contact_status status;
        at = (at + sizeof(void *) - 1) / sizeof(void *) * sizeof(void *);
        changes = (contact_change *)(void *)((char *)(void *)work + at);
        status = contact__compliant_rows(d, r, by_parameters != NULL && np > 0, free_rows, units, changes);
        if (status < 0) return status;
        TACT_MEMSET(gaps, 0, (size_t)(2 * nc * n) * sizeof(tact_real));
    } else if (rows) contact__derivative_rows(&r->derivative, z, y, s, by_parameters ? mu : NULL, maps); /* `maps` and on: its work first */
    if (p->tree_count > 1) TACT_MEMSET(b, 0, (size_t)(2 * n * n) * sizeof(tact_real));
    for (i = 0; i < r->touch_count; ++i)
        for (side = 0; side < 2; ++side) rates |= r->touches[i].rate_v[side] || r->touches[i].approach_v[side];
    wide = rates ? 2 * n : n;
    TACT_MEMSET(maps, 0, (size_t)(rows * wide) * sizeof(tact_real));
    if (compliant) { /* by m: (dv+/dv_free) M^-1 */
        TACT_MEMCPY(b, z, (size_t)(n * n) * sizeof(tact_real));
        tact_gemm(TACT_TRANSPOSE_A, n, n, n, 1, free_rows, n, b, n, 0, z, n);
        if (p->tree_count > 1) TACT_MEMSET(b, 0, (size_t)(n * n) * sizeof(tact_real));
    } else if (rows) tact_gemm(TACT_TRANSPOSE_A, n, n, rows, 1, s, n, y, n, 1, z, n);
    for (i = 0; i < p->tree_count; ++i) {
        const contact__tree_map *t = &r->trees[i];
        tact_real *to = b + t->first_dof * (2 * n + 1);
        for (k = 0; k < t->dof; ++k) {
            TACT_MEMCPY(to + k * 2 * n, t->by_q + k * t->dof, (size_t)t->dof * sizeof(tact_real));
            TACT_MEMCPY(to + k * 2 * n + n, t->by_v + k * t->dof, (size_t)t->dof * sizeof(tact_real));
        }
    }
    for (i = 0; by_state && i < r->touch_count; ++i) {
        const contact__touch *t = &r->touches[i];
        for (side = 0; side < 2; ++side) {
            int first, dof = t->supports[side];
            const int *at = t->support[side];
            if (t->tree[side] < 0) continue;
            first = p->trees[t->tree[side]].first_dof;
            for (k = 0; k < t->rows; ++k) {
                tact_real *to_q = maps + (t->first_row + k) * wide + first, *to_v = to_q + n;
                for (j = 0; j < dof; ++j) to_q[at[j]] += t->rate[side][k * dof + j];
                for (j = 0; t->rate_v[side] && j < dof; ++j) to_v[at[j]] += t->rate_v[side][k * dof + j];
                for (j = 0; t->approach_v[side] && k == t->rows - 1 && j < dof; ++j) to_v[at[j]] += t->approach * t->approach_v[side][j];
            }
            for (j = 0; compliant && j < dof; ++j) gaps[t->constraint * 2 * n + first + at[j]] += t->gap[side][(t->rows - 1) * dof + j];
            if (!t->jacobian[side]) continue;
            for (on = 0; on < 2; ++on) {
                const tact_real *wrench = t->wrench + 36 * (2 * on + side), *jacobian = t->jacobian[on];
                int e;
                if (t->tree[on] < 0 || !jacobian) continue;
                tact_gemm(0, 6, dof, 6, 1, wrench, 6, t->jacobian[side], dof, 0, moved, dof); /* W J of this side */
                for (e = 0; e < t->supports[on]; ++e) {
                    tact_real *to = b + (p->trees[t->tree[on]].first_dof + t->support[on][e]) * 2 * n + first, *sum = moved + 6 * dof;
                    for (j = 0; j < dof; ++j) sum[j] = 0;
                    for (k = 0; k < 6; ++k) contact__add_scaled(dof, jacobian[k * t->supports[on] + e], moved + k * dof, sum);
                    for (j = 0; j < dof; ++j) to[at[j]] += sum[j];
                }
            }
        }
    }
    if (by_state) {
        tact_gemm(0, n, 2 * n, n, 1, z, n, b, 2 * n, 0, by_state, 2 * n);
        if (rows) tact_gemm(TACT_TRANSPOSE_A, n, wide, rows, 1, s, n, maps, wide, 1, by_state, 2 * n);
        if (compliant) tact_gemm(TACT_TRANSPOSE_A, n, n, nc, 1, gap, n, gaps, 2 * n, 1, by_state, 2 * n);
    }
    for (i = 0; by_input && i < p->tree_count; ++i) {
        const contact__tree_map *t = &r->trees[i];
        if (t->uniform > 0)
            for (k = 0; k < n; ++k)
                for (j = t->first_dof; j < t->first_dof + t->dof; ++j) by_input[k * n + j] = t->uniform * z[k * n + j];
        else tact_gemm(0, n, t->dof, t->dof, 1, z + t->first_dof, n, t->by_u, t->dof, 0, by_input + t->first_dof, n);
    }
    for (i = 0; by_parameters && i < n; ++i)
        for (k = 0; k < np; ++k) {
            tact_real sum = tact_dot_n(n, r->p_momentum + k * n, z + i * n);
            for (j = 0; j < rows; ++j) sum += r->p_bias[k * rows + j] * s[j * n + i];
            for (j = 0; j < nc; ++j) sum += r->p_mu[k * nc + j] * mu[j * n + i];
            for (j = 0; compliant && j < nc; ++j)
                sum += r->p_stiffness[k * nc + j] * mu[(nc + j) * n + i] + r->p_dissipation[k * nc + j] * mu[(2 * nc + j) * n + i] +
                       r->p_relaxation[k * nc + j] * mu[(3 * nc + j) * n + i];
            by_parameters[i * np + k] = sum;
        }
    return CONTACT_OK;
}

/* out = sum of f[k] times row k, rows of length n */
TACT_PRIVATE void contact__combine_rows(int count, const tact_real *f, int n, const tact_real *rows, tact_real *out) {
    int k, j;
    for (j = 0; j < n; ++j) out[j] = count > 0 ? f[0] * rows[j] : 0;
    for (k = 1; k < count; ++k) contact__add_scaled(n, f[k], rows + k * n, out);
}
/* Row by row: the velocity rows by the adjoint; the position rows follow from them when there is one record, not moved ahead. */
CONTACT_API contact_status contact_differential_matrices(contact_differential *d, tact_real *by_state,
                                                         tact_real *by_input, tact_real *by_parameters) {
    tact_real *row, *unit, *state, *input, *parameters;
    contact_status status = CONTACT_OK;
    int i, k, n, np, first;
    if (!d || !d->record_count) return CONTACT_BAD_ARGUMENT;
    n = d->dofs, np = d->records[0].parameter_count;
    row = contact__differential_scratch(d, contact__product_reals(d) + (size_t)(9 * n + np));
    if (!row) return CONTACT_NO_MEMORY;
    unit = row + contact__product_reals(d) + 4 * (size_t)n, state = unit + 2 * n, input = state + 2 * n,
    parameters = input + n;
    first = d->record_count == 1 && !d->records[0].ahead && !d->records[0].link_count && !d->records[0].smooth_count ? n : 0;
    if (first && !(d->records[0].compliant && d->records[0].config.method == CONTACT_METHOD_LAGGED) && n <= 100 &&
        d->records[0].problem.tree_count <= 8) { /* the lagged model depends on the velocity before as well */
        contact__step_record *r = &d->records[0];
        tact_real *work = contact__differential_scratch(d, contact__record_reals(&r->problem));
        if (!work) return CONTACT_NO_MEMORY;
        status = contact__record_rows(d, r, work, by_state ? by_state + 2 * n * n : NULL, by_input ? by_input + n * n : NULL,
                                      by_parameters ? by_parameters + n * np : NULL);
    } else for (i = first; i < 2 * n && status >= 0; ++i) {
        for (k = 0; k < 2 * n; ++k) unit[k] = i == k ? TACT_R(1) : 0;
        status =
            contact_differential_adjoint(d, unit, state, by_input ? input : NULL, by_parameters ? parameters : NULL);
        if (by_state) TACT_MEMCPY(by_state + (size_t)i * (size_t)(2 * n), state, 2 * (size_t)n * sizeof(tact_real));
        if (by_input) TACT_MEMCPY(by_input + (size_t)i * (size_t)n, input, (size_t)n * sizeof(tact_real));
        if (by_parameters)
            TACT_MEMCPY(by_parameters + (size_t)i * (size_t)np, parameters, (size_t)np * sizeof(tact_real));
    }
    if (status < 0 || !first) return status;
    for (i = 0; i < d->records[0].problem.tree_count; ++i) {
        const contact__tree_map *t = &d->records[0].trees[i];
        int j;
        for (j = 0; j < t->dof; ++j) {
            int to = t->first_dof + j, from = t->span[2 * j], end = t->span[2 * j + 1];
            const tact_real *f = t->position_v + t->dof * j;
            if (by_state) contact__combine_rows(end - from, f + from, 2 * n, by_state + (n + t->first_dof + from) * 2 * n, by_state + to * 2 * n);
            if (by_input) contact__combine_rows(end - from, f + from, n, by_input + (n + t->first_dof + from) * n, by_input + to * n);
            if (by_parameters)
                contact__combine_rows(end - from, f + from, np, by_parameters + (n + t->first_dof + from) * np, by_parameters + to * np);
            for (k = from; by_state && k < end; ++k) by_state[to * 2 * n + t->first_dof + k] += t->position_q[t->dof * j + k];
        }
    }
    return CONTACT_OK;
}

typedef struct contact__recorded {
    contact_differential *step;
} contact__recorded;
CONTACT_API contact_status contact_world_rollout(contact_world *w, const contact_rollout *r, contact_differential *d,
                                                 tact_real *loss, tact_real *by_state, tact_real *by_input,
                                                 tact_real *by_parameters) {
    contact_status status = CONTACT_OK, worst = CONTACT_OK;
    contact__recorded *stretch = NULL;
    char *snapshots = NULL;
    size_t bytes = 0;
    tact_real *gradient = NULL, total = 0;
    int k, n, every, count, c, np, made = 0;
    if (!w || !r || !d || r->steps < 1 || !r->loss || r->checkpoint < 0) return CONTACT_BAD_ARGUMENT;
    n = contact_world_dofs(w), np = d->parameter_count;
    for (every = 1; !r->checkpoint && every * every < r->steps; ++every) {
    }
    if (r->checkpoint) every = r->checkpoint < r->steps ? r->checkpoint : r->steps;
    count = (r->steps + every - 1) / every;
    stretch = (contact__recorded *)tact_alloc(d->allocator, (size_t)every * sizeof *stretch);
    gradient = (tact_real *)tact_alloc(d->allocator, (size_t)(5 * n + np + 1) * sizeof(tact_real));
    if (!stretch || !gradient) status = CONTACT_NO_MEMORY;
    for (k = 0; status >= 0 && k < every; ++k, ++made) {
        stretch[k].step = contact_differential_create(d->allocator);
        if (!stretch[k].step || contact_differential_set(stretch[k].step, d->rule, d->parameters, np) < 0)
            status = CONTACT_NO_MEMORY;
    }
    if (status >= 0) total += r->loss(r->context, w, -1, NULL);
    for (k = 0; status >= 0 && k < r->steps; ++k) {
        if (k % every == 0) {
            size_t need = contact_world_snapshot_bytes(w);
            if (need > bytes) { /* the world grew: so must the places of its snapshots */
                char *grown = (char *)tact_alloc(d->allocator, (size_t)count * need);
                if (!grown) {
                    status = CONTACT_NO_MEMORY;
                    break;
                }
                for (c = 0; c < k / every; ++c)
                    TACT_MEMCPY(grown + (size_t)c * need, snapshots + (size_t)c * bytes, bytes);
                tact_free(d->allocator, snapshots, (size_t)count * bytes);
                snapshots = grown, bytes = need;
            }
            status = contact_world_save(w, snapshots + (size_t)(k / every) * bytes, bytes);
            if (status < 0) break;
        }
        if (r->control) r->control(r->context, w, k);
        /* the last stretch is differentiated at once */
        status = k / every == count - 1 ? contact_world_step_differential(w, r->dt, stretch[k % every].step)
                                        : contact_world_step(w, r->dt);
        if (status > worst) worst = status;
        if (status >= 0) total += r->loss(r->context, w, k, NULL);
    }
    if (status >= 0) {
        tact_real *g = gradient, *state = g + 2 * n, *input = state + 2 * n, *parameters = input + n;
        size_t end_bytes = contact_world_snapshot_bytes(w);
        void *end = tact_alloc(d->allocator, end_bytes);
        if (!end) status = CONTACT_NO_MEMORY;
        else status = contact_world_save(w, end, end_bytes);
        for (k = 0; k < 2 * n; ++k) g[k] = 0;
        for (k = 0; by_parameters && k < np; ++k) by_parameters[k] = 0;
        for (c = count - 1; status >= 0 && c >= 0; --c) {
            int first = c * every, last = first + every < r->steps ? first + every : r->steps;
            /* loss gradients need the states: run the stretch again, differentiating all but the last one, which has been */
            tact_real *parts =
                (tact_real *)tact_alloc(d->allocator, (size_t)(last - first) * 2 * (size_t)n * sizeof(tact_real));
            if (!parts) {
                status = CONTACT_NO_MEMORY;
                break;
            }
            status = contact_world_restore(w, snapshots + (size_t)c * bytes, bytes);
            for (k = first; status >= 0 && k < last; ++k) {
                int i;
                if (r->control) r->control(r->context, w, k);
                status = c == count - 1 ? contact_world_step(w, r->dt)
                                        : contact_world_step_differential(w, r->dt, stretch[k - first].step);
                for (i = 0; i < 2 * n; ++i) parts[(size_t)(k - first) * 2 * (size_t)n + (size_t)i] = 0;
                if (status >= 0) r->loss(r->context, w, k, parts + (size_t)(k - first) * 2 * (size_t)n);
            }
            for (k = last - 1; status >= 0 && k >= first; --k) {
                int i;
                for (i = 0; i < 2 * n; ++i) g[i] += parts[(size_t)(k - first) * 2 * (size_t)n + (size_t)i];
                status = contact_differential_adjoint(stretch[k - first].step, g, state, input, parameters);
                for (i = 0; i < 2 * n; ++i) g[i] = state[i];
                for (i = 0; by_input && i < n; ++i) by_input[(size_t)k * (size_t)n + (size_t)i] = input[i];
                for (i = 0; by_parameters && i < np; ++i) by_parameters[i] += parameters[i];
            }
            tact_free(d->allocator, parts, (size_t)(last - first) * 2 * (size_t)n * sizeof(tact_real));
        }
        if (status >= 0) status = contact_world_restore(w, snapshots, bytes);
        if (status >= 0) {
            r->loss(r->context, w, -1, g);
            for (k = 0; by_state && k < 2 * n; ++k) by_state[k] = g[k];
            if (loss) *loss = total;
        }
        if (end && contact_world_restore(w, end, end_bytes) < 0 && status >= 0) status = CONTACT_FAILED;
        tact_free(d->allocator, end, end_bytes);
    }
    for (k = 0; k < made; ++k) contact_differential_destroy(stretch[k].step);
    tact_free(d->allocator, stretch, (size_t)every * sizeof *stretch);
    tact_free(d->allocator, gradient, (size_t)(5 * n + np + 1) * sizeof(tact_real));
    tact_free(d->allocator, snapshots, (size_t)count * bytes);
    return status < 0 ? status : worst;
}
#endif /* CONTACT_HAS_WORLD */

#ifdef __cplusplus
}
#endif
#endif /* CONTACT_IMPLEMENTATION */

/* >>licence
   This file is available under two licences; choose whichever you prefer.

   ALTERNATIVE A - MIT License. Copyright (c) 2026 the Tact authors
   Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
   documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
   rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
   persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright notice
   and this permission notice shall be included in all copies or substantial portions of the Software.
   THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
   WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
   COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
   OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

   ALTERNATIVE B - Unlicense (public domain, www.unlicense.org)
   This is free and unencumbered software released into the public domain. Anyone is free to copy, modify, publish, use,
   compile, sell, or distribute this software, either in source code form or as a compiled binary, for any purpose,
   commercial or non-commercial, and by any means. */
