/* rbd.h - v0.1 - articulated rigid-body dynamics - MIT or Unlicense, at your choice (end of file)

   In exactly one .c or .cpp file:             Everywhere else:
       #define RBD_IMPLEMENTATION                #include "rbd.h"
       #include "rbd.h"

   SI units, right-handed. Quaternions are x,y,z,w. See the README for the conventions of the three headers.

   Contents: search for ">>name"
       >>shared-types >>status
       >>impl-status >>impl-linear-algebra >>licence
*/
#ifndef RBD_SINGLE_FILE_H
#define RBD_SINGLE_FILE_H

#define RBD_VERSION 100 /* major*10000 + minor*100 + patch */
#define RBD_VERSION_STRING "0.1.0"

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

#ifndef RBD_API /* RBD_STATIC: private to the file that includes it, no exported symbol */
#ifdef RBD_STATIC
#define RBD_API TACT_PRIVATE
#else
#define RBD_API extern
#endif
#endif

// >>status
#define RBD_STATUS_LIST(X)                                                                                                \
    X(OK, 0, "success")                                                                                                 \
    X(BAD_ARGUMENT, -1, "a required pointer is NULL or a size or index is out of range")                                \
    X(NOT_FINITE, -2, "the input contains NaN or infinity")                                                             \
    X(NO_SPACE, -3, "a buffer is smaller than its size query asked for")                                                \
    X(NO_MEMORY, -4, "the allocator returned NULL")
typedef enum rbd_status {
#define RBD__X(name, value, text) RBD_##name = value,
    RBD_STATUS_LIST(RBD__X)
#undef RBD__X
    RBD_STATUS_FORCE_INT = 0x7fffffff
} rbd_status;

/* Text of a status; never NULL. */
RBD_API const char *rbd_status_text(rbd_status status);

#ifdef __cplusplus
}
#endif
#endif /* RBD_SINGLE_FILE_H */

#if defined(RBD_IMPLEMENTATION) && !defined(RBD_IMPLEMENTATION_DONE)
#define RBD_IMPLEMENTATION_DONE
#ifdef __cplusplus
extern "C" {
#endif

// >>impl-linear-algebra
/* ---- tact linear algebra block v1: identical bytes in rbd.h and contact.h ---- */
/* ---- end of tact linear algebra block v1 ---- */

// >>impl-status
RBD_API const char *rbd_status_text(rbd_status status) {
    switch (status) {
#define RBD__X(name, value, text) \
    case RBD_##name: return text;
        RBD_STATUS_LIST(RBD__X)
#undef RBD__X
    case RBD_STATUS_FORCE_INT: break;
    }
    return "unknown status";
}

#ifdef __cplusplus
}
#endif
#endif /* RBD_IMPLEMENTATION */

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
