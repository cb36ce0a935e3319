/* collide.h - v0.1 - distance, penetration, contacts and their gradients for convex shapes - MIT or Unlicense (end of file)

   In exactly one .c or .cpp file:             Everywhere else:
       #define COLLIDE_IMPLEMENTATION            #include "collide.h"
       #include "collide.h"

   Closest points of a box and a capsule:
       collide_shape  box     = collide_box(0.5, 0.5, 0.5);       // half extents, metres
       collide_shape  capsule = collide_capsule(0.1, 0.4);        // radius, half length of its core along z
       collide_config config  = collide_default_config();
       collide_result r;
       collide_status status  = collide_distance(&box, pose_a, &capsule, pose_b, &config, NULL, &r);
       if (status >= 0) printf("%g m apart\n", r.distance);       // negative: they overlap by that much

   DOES      Signed distance, witness points and normal of any two convex shapes, rounded or not: exact closed forms where
             there are any, else GJK (Frank-Wolfe, plain, Polyak or Nesterov accelerated), EPA and a Newton polish on
             curved shapes. Yes/no queries, hulls of point clouds, warm starts, batches, mass properties, bounding boxes.
   DOES NOT  split non-convex meshes into convex pieces, allocate in a query, print, exit, or keep any global state.
   RANGE     Tested for sizes and distances 1e-3 .. 1e3 m, size ratios to 1e4. Errors scale with the largest length in the
             pair (`scale`): 1e-9 scale for polytopes and 1e-8 scale for curved shapes in double, 1e-5 scale in float.

   CONVENTIONS
     SI units, right-handed, quaternions x,y,z,w. A pose maps the shape's frame to the world: x_world = q x_local + p.
     The normal is a unit vector from A to B. distance > 0: apart; < 0: overlapping by -distance, and moving B by
     -distance along the normal just frees it. point_b - point_a = distance * normal, all in world coordinates.
     Round shapes are a core plus a radius: a sphere is a point, a capsule a segment; any shape can be rounded.
     Axes: capsule, cylinder and cone lie along z; the cone's apex is at +half_length, its base at -half_length.

   QUICK REFERENCE
     shapes      collide_sphere capsule box ellipsoid cylinder cone convex halfspace plane point segment triangle custom
                 (constructors, each collide_<name>), collide_rounded, collide_shape_check
     hulls       collide_hull_create collide_hull_destroy collide_hull_build collide_hull_bytes collide_hull_vertex
     about one   collide_support collide_shape_aabb collide_mass_properties
     about two   collide_intersect collide_distance collide_penetration, collide_distance_batch collide_intersect_batch

   ERRORS  Functions that can fail return a collide_status: 0 done, > 0 done with a caveat, < 0 no result. Nothing asserts
     on bad data. On a negative status a collide_result holds distance 0, a +z normal, zero points and zero counts.
     A constructor given a bad size returns a shape that carries the reason; every query on it returns that reason.
   MEMORY  Queries use the stack only (below 40 kB, in the penetration search). Hulls take a caller's block or an allocator.
   THREADS Every function is re-entrant; shapes, hulls and configs are read-only in queries and may be shared. A cache
     belongs to one pair and one thread at a time. Same input, same build: same bits.
   OPTIONS Define before every include: TACT_FLOAT (single precision), COLLIDE_STATIC (no exported symbols). In the
     implementation file only: TACT_MALLOC/TACT_FREE, TACT_ASSERT, TACT_NO_LIBC, COLLIDE_NO_SIMD (plain C only).
   REFERENCES
     [GJK++]  Montaut, Le Lidec, Petrik, Sivic, Carpentier: GJK++: Leveraging Acceleration Methods for Faster Collision
              Detection, IEEE T-RO 2024.
     [GJK]    Gilbert, Johnson, Keerthi: A fast procedure for computing the distance between complex objects, 1988.
     [VDB]    van den Bergen: Collision Detection in Interactive 3D Environments, 2003 (termination, EPA).
     [ERI]    Ericson: Real-Time Collision Detection, 2005 (closest points on simplices, segments).
     [QH]     Barber, Dobkin, Huhdanpaa: The quickhull algorithm for convex hulls, 1996.
     [MIR]    Mirtich: Fast and accurate computation of polyhedral mass properties, 1996.

   Contents: search for ">>name"
       >>shared-types >>status >>shapes >>hull >>mass-and-bounds >>queries >>batch
       >>impl-status >>impl-shapes >>impl-support >>impl-hull >>impl-mass-and-bounds >>impl-pair >>impl-simplex >>impl-gjk
       >>impl-polish >>impl-epa >>impl-exact >>impl-queries >>licence
*/
#ifndef COLLIDE_SINGLE_FILE_H
#define COLLIDE_SINGLE_FILE_H

#define COLLIDE_VERSION 100 /* major*10000 + minor*100 + patch */
#define COLLIDE_VERSION_STRING "0.1.0"

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

#ifndef COLLIDE_API /* COLLIDE_STATIC: private to the file that includes it, no exported symbol */
#ifdef COLLIDE_STATIC
#define COLLIDE_API TACT_PRIVATE
#else
#define COLLIDE_API extern
#endif
#endif

#ifdef TACT_FLOAT /* mixing precisions in one program fails at link time, on this name */
#define collide_default_config collide_default_config_f32
#endif

// >>status
#define COLLIDE_STATUS_LIST(X)                                                                                          \
    X(OK, 0, "success")                                                                                                 \
    X(ABOVE_BOUND, 1, "the distance exceeds the upper bound asked for; it is a lower bound, points are not computed")   \
    X(NOT_CONVERGED, 2, "the iteration limit was reached; the result is the best estimate, its error in `gap`")         \
    X(BAD_ARGUMENT, -1, "a required pointer is NULL or a size or index is out of range")                                \
    X(NOT_FINITE, -2, "the input contains NaN or infinity")                                                             \
    X(NO_SPACE, -3, "a buffer is smaller than its size query asked for")                                                \
    X(NO_MEMORY, -4, "the allocator returned NULL")                                                                     \
    X(BAD_SHAPE, -5, "the shape has a zero, negative or non-finite size, or was never made by a constructor")           \
    X(BAD_POSE, -6, "a pose is not finite or its quaternion is not of unit length (to 1e-3)")                           \
    X(BAD_CONFIG, -7, "a config was not made by its default function or has a field out of range")                      \
    X(UNSUPPORTED, -8, "not defined for this kind of shape or this pair of kinds")                                      \
    X(FLAT, -9, "the points span no volume and the config does not accept flat hulls")                                  \
    X(TOO_FEW_POINTS, -10, "a hull needs at least four points, or one with flat hulls accepted")
typedef enum collide_status {
#define COLLIDE__X(name, value, text) COLLIDE_##name = value,
    COLLIDE_STATUS_LIST(COLLIDE__X)
#undef COLLIDE__X
    COLLIDE_STATUS_FORCE_INT = 0x7fffffff
} collide_status;

/* Text of a status; never NULL. */
COLLIDE_API const char *collide_status_text(collide_status status);

// >>shapes
/* The kind of a shape is the kind of its core; `radius` rounds it. Sphere: POINT with radius. Capsule: SEGMENT with radius.
   Kinds from COLLIDE_KIND_MESH on are static sets of convex pieces. */
typedef enum collide_kind {
    COLLIDE_KIND_NONE = 0, /* a shape whose constructor refused its arguments, or zeroed memory */
    COLLIDE_KIND_POINT,
    COLLIDE_KIND_SEGMENT,   /* p[0] = half of (end - start) */
    COLLIDE_KIND_TRIANGLE,  /* p[0..2] = corners relative to `centre` */
    COLLIDE_KIND_BOX,       /* p[0] = half extents */
    COLLIDE_KIND_ELLIPSOID, /* p[0] = radii, p[1] = their squares */
    COLLIDE_KIND_CYLINDER,  /* p[0] = (radius, radius, half length) */
    COLLIDE_KIND_CONE,      /* p[0] = (radius, radius, half length) */
    COLLIDE_KIND_HULL,      /* data.hull */
    COLLIDE_KIND_CUSTOM,    /* data.custom */
    COLLIDE_KIND_HALFSPACE, /* p[0] = outward unit normal, p[1].x = offset: { x : normal.x <= offset } */
    COLLIDE_KIND_PLANE,     /* the same plane as a two-sided sheet: { x : normal.x == offset } */
    COLLIDE_KIND_MESH,
    COLLIDE_KIND_HEIGHT_FIELD,
    COLLIDE_KIND_COMPOUND
} collide_kind;

typedef struct collide_hull collide_hull;
typedef struct collide_mesh collide_mesh;
typedef struct collide_height_field collide_height_field;
typedef struct collide_compound collide_compound;

/* A convex shape of your own: `support` writes the point of the shape that is farthest along `direction` (never zero, not
   of unit length, in the shape's frame). It must be a pure function; it is called some 5 to 50 times per query. */
typedef struct collide_custom_shape {
    void (*support)(const void *user, tact_vec3 direction, tact_vec3 *point);
    const void *user;
    tact_vec3 centre;     /* any interior point, near the middle */
    tact_real extent;     /* radius of a ball about `centre` that holds the shape; > 0 */
    int curved;           /* 0: a polytope with few vertices; 1: anything else */
} collide_custom_shape;

/* A shape is a small value: copy it freely. It points to, but does not own, hulls, sets and custom shapes. Make it with a
   constructor; the fields are there to be read. Core coordinates are relative to `centre`, so that the rounding error of a
   query scales with the size of the shapes and not with their place in their own frames. */
typedef struct collide_shape {
    collide_kind kind;
    collide_status status; /* COLLIDE_OK, or why the constructor refused */
    tact_real radius;      /* rounding added to the core, >= 0 [m] */
    tact_real extent;      /* radius of a ball about `centre` that holds the core [m]; 0 for unbounded kinds */
    tact_vec3 centre;      /* middle of the core in the shape's frame */
    tact_vec3 p[3];        /* parameters by kind, see collide_kind */
    union {
        const void *none;
        const collide_hull *hull;
        const collide_custom_shape *custom;
        const collide_mesh *mesh;
        const collide_height_field *height_field;
        const collide_compound *compound;
    } data;
} collide_shape;

/* Constructors. Sizes are in metres, must be finite and > 0 unless said otherwise; a refused argument gives a shape of
   kind COLLIDE_KIND_NONE whose `status` says why. */
COLLIDE_API collide_shape collide_point(tact_vec3 point);
COLLIDE_API collide_shape collide_segment(tact_vec3 start, tact_vec3 end);              /* start == end is accepted */
COLLIDE_API collide_shape collide_triangle(tact_vec3 a, tact_vec3 b, tact_vec3 c);      /* any degeneracy is accepted */
COLLIDE_API collide_shape collide_sphere(tact_real radius);
COLLIDE_API collide_shape collide_capsule(tact_real radius, tact_real half_length);     /* half_length >= 0, of the core */
COLLIDE_API collide_shape collide_ellipsoid(tact_real radius_x, tact_real radius_y, tact_real radius_z);
COLLIDE_API collide_shape collide_box(tact_real half_x, tact_real half_y, tact_real half_z);
COLLIDE_API collide_shape collide_cylinder(tact_real radius, tact_real half_length);
COLLIDE_API collide_shape collide_cone(tact_real radius, tact_real half_length);        /* apex at +z, base at -z */
COLLIDE_API collide_shape collide_convex(const collide_hull *hull);                     /* hull must outlive the shape */
COLLIDE_API collide_shape collide_custom(const collide_custom_shape *custom);           /* custom must outlive it */
COLLIDE_API collide_shape collide_halfspace(tact_vec3 outward_normal, tact_real offset); /* normal of any length > 0 */
COLLIDE_API collide_shape collide_plane(tact_vec3 normal, tact_real offset);
/* The Minkowski sum of `shape` and a ball: adds `radius` >= 0 to what rounding the shape already has. */
COLLIDE_API collide_shape collide_rounded(collide_shape shape, tact_real radius);
/* COLLIDE_OK, or why queries would refuse the shape. NULL gives COLLIDE_BAD_ARGUMENT. */
COLLIDE_API collide_status collide_shape_check(const collide_shape *shape);

// >>hull
/* Convex hull of a point cloud: vertices, polygonal faces (coplanar triangles merged), edges and vertex adjacency.
   Read-only after it was built. Coordinates are stored relative to `centre` as three arrays (x, y, z), padded to a multiple
   of COLLIDE_HULL_LANES with copies of the last vertex so that vector loops need no remainder. */
#define COLLIDE_HULL_LANES 8
struct collide_hull {
    int n_vertices;
    int n_faces;                 /* 0 for a point or segment, 2 for a flat polygon, else >= 4 */
    int n_edges;
    int dimension;               /* 3, or 2, 1, 0 for accepted flat input */
    tact_vec3 centre;            /* middle of the bounding box, in the frame of the input points */
    tact_vec3 half_size;         /* of the bounding box */
    tact_real extent;            /* largest distance of a vertex from `centre` */
    const tact_real *x, *y, *z;  /* vertex coordinates relative to `centre`, padded */
    const int *source;           /* index in the input of each vertex (n_vertices) */
    const int *neighbour_first;  /* n_vertices + 1: neighbours of i are neighbours[first[i] .. first[i+1]-1] */
    const int *neighbours;       /* along edges, counter-clockwise seen from outside; 2 n_edges entries */
    const int *face_first;       /* n_faces + 1: corners of f are face_vertices[first[f] .. first[f+1]-1] */
    const int *face_vertices;    /* counter-clockwise seen from outside */
    const tact_vec3 *face_normal; /* n_faces outward unit normals */
    const tact_real *face_offset; /* n_faces: normal.(x - centre) <= offset */
    const int *edge_vertices;    /* 2 n_edges: the two ends, first < second */
    const int *edge_faces;       /* 2 n_edges: the face on each side (-1: none, in a segment) */
    int start[14];               /* support vertices along the axes and cube diagonals: starts of the hill climb */
    void *memory;                /* block to give back, NULL for a caller's block */
    size_t memory_bytes;
    tact_allocator allocator;    /* copy of the allocator, used when has_allocator */
    int has_allocator;
};

typedef struct collide_hull_config {
    int max_vertices;     /* stop adding vertices at this count, farthest first; >= 4; default INT_MAX: no limit */
    int allow_flat;       /* 1: points in a plane, on a line or at one place give a flat hull; 0 (default): COLLIDE_FLAT */
    tact_real tolerance;  /* relative thickness under which points count as coplanar; >= 0; default 32 machine epsilons */
    unsigned cookie;      /* set by the default function; leave it */
} collide_hull_config;
COLLIDE_API collide_hull_config collide_default_hull_config(void);

/* Bytes of a block for collide_hull_build from n_points points (vertices, scratch and all); 0 if n_points is out of range. */
COLLIDE_API size_t collide_hull_bytes(int n_points);
/* Quickhull [QH] into the caller's block of at least collide_hull_bytes(n_points) bytes, aligned for tact_real; the hull lives
   at the start of the block until the caller reuses it. Every input point is inside or within tolerance * size of the hull.
   Cost O(n log n) on random clouds. fails: BAD_ARGUMENT, NOT_FINITE, NO_SPACE, BAD_CONFIG, FLAT, TOO_FEW_POINTS; then *hull
   is NULL. */
COLLIDE_API collide_status collide_hull_build(const tact_vec3 *points, int n_points, const collide_hull_config *config,
                                              void *memory, size_t bytes, collide_hull **hull);
/* The same into memory of its own, of exactly the size needed. allocator NULL: TACT_MALLOC. config NULL: defaults. */
COLLIDE_API collide_status collide_hull_create(const tact_vec3 *points, int n_points, const collide_hull_config *config,
                                               const tact_allocator *allocator, collide_hull **hull);
COLLIDE_API void collide_hull_destroy(collide_hull *hull); /* NULL is fine */
/* Vertex i in the frame of the input points. */
TACT_INLINE tact_vec3 collide_hull_vertex(const collide_hull *hull, int i) {
    return tact_add(hull->centre, tact_vec(hull->x[i], hull->y[i], hull->z[i]));
}

// >>mass-and-bounds
typedef struct collide_aabb { tact_vec3 min, max; } collide_aabb;
typedef struct collide_mass {
    tact_real mass;     /* [kg] */
    tact_vec3 com;      /* centre of mass in the shape's frame [m] */
    tact_mat3 inertia;  /* about the centre of mass, axes of the shape's frame [kg m^2] */
} collide_mass;

/* Farthest point of the rounded shape along `direction` (any length > 0), in the shape's frame. hint: NULL, or an int kept
   by the caller that starts at 0 and makes repeated queries on a hull cheaper. Unbounded and NONE kinds give `centre`. */
COLLIDE_API tact_vec3 collide_support(const collide_shape *shape, tact_vec3 direction, int *hint);
/* Smallest axis-aligned box around the placed shape, exact for every kind; unbounded directions give +-TACT_REAL_MAX. */
COLLIDE_API collide_status collide_shape_aabb(const collide_shape *shape, tact_pose pose, collide_aabb *aabb);
/* Mass properties of the solid, rounding included. density [kg/m^3] > 0. Closed forms or exact decompositions for every
   bounded kind but the rounded ellipsoid (integrated to 1e-9 relative). Flat and lower-dimensional shapes without rounding have
   zero mass: COLLIDE_UNSUPPORTED, as for unbounded and custom kinds. */
COLLIDE_API collide_status collide_mass_properties(const collide_shape *shape, tact_real density, collide_mass *mass);

// >>queries
/* Directions of the Frank-Wolfe loop ([GJK++] Alg. 1, 4, 6 and 7). All reach the same answer. */
typedef enum collide_method {
    COLLIDE_METHOD_AUTO = 0, /* chosen by kind of pair and query, as measured; exact closed forms where there are any */
    COLLIDE_METHOD_FRANK_WOLFE, /* line search between the iterate and the support point; for study, slow */
    COLLIDE_METHOD_GJK,         /* fully corrective Frank-Wolfe */
    COLLIDE_METHOD_POLYAK,
    COLLIDE_METHOD_NESTEROV,
    COLLIDE_METHOD_NESTEROV_NORMALIZED
} collide_method;

/* First direction of the search. The last two use the cache; without one, or with an empty one, they act as CENTRES. */
typedef enum collide_warm_start {
    COLLIDE_WARM_START_NONE = 0,   /* x axis of A */
    COLLIDE_WARM_START_CENTRES,    /* difference of the centres of the shapes' bounding boxes (default) */
    COLLIDE_WARM_START_PREVIOUS,   /* separation vector of the previous query, fixed in A */
    COLLIDE_WARM_START_TRANSPORTED /* the same, fixed in B: carried along by the relative motion */
} collide_warm_start;

typedef struct collide_config {
    collide_method method;         /* default AUTO */
    collide_warm_start warm_start; /* default CENTRES without a cache, PREVIOUS with one: see collide_default_config */
    tact_real tolerance_absolute;  /* [m] >= 0, on the distance; default 0 */
    tact_real tolerance_relative;  /* >= 0, times the size of the pair; default 1e-10 (float: 1e-6) */
    tact_real upper_bound;         /* [m] stop with ABOVE_BOUND once the distance is known to exceed it; default TACT_REAL_MAX */
    int max_iterations;            /* of the Frank-Wolfe loop, >= 1; default 128 */
    int max_epa_iterations;        /* of the expanding polytope, 1 .. COLLIDE_EPA_MAX_ITERATIONS; default that maximum */
    int penetration;               /* 1 (default): depth of overlapping pairs; 0: they return distance 0 */
    int polish;                    /* 1 (default): Newton steps on curved pairs; 0: first-order steps only */
    int exact;                     /* 1 (default): closed forms when method is AUTO; 0: always iterate */
    unsigned cookie;               /* set by collide_default_config; leave it */
} collide_config;
#define COLLIDE_EPA_MAX_ITERATIONS 120
COLLIDE_API collide_config collide_default_config(void);

/* What one query leaves for the next of the same pair. Zeroed memory is an empty cache; reset it by zeroing. */
typedef struct collide_cache {
    tact_vec3 separation_a, separation_b; /* last x_a - x_b of the cores, axes of A and of B */
    int hint_a, hint_b;                   /* last support vertices of hulls */
    int valid;
} collide_cache;

typedef struct collide_result {
    tact_real distance;          /* signed [m] */
    tact_vec3 normal;            /* unit, from A to B, world */
    tact_vec3 point_a, point_b;  /* witness points on the surfaces, world; point_b - point_a = distance * normal */
    tact_real gap;               /* bound on |distance - exact| from the best separating plane or polytope face [m] */
    int iterations;              /* of the Frank-Wolfe loop; 0 for closed forms */
    int epa_iterations;          /* 0 unless the cores overlap */
    int newton_steps;            /* of the polish */
    int simplex_size;            /* 0 for closed forms; else the cores' witness points are ... */
    tact_real weights[4];        /* ... sum_i weights[i] simplex_a[i] and sum_i weights[i] simplex_b[i] */
    tact_vec3 simplex_a[4], simplex_b[4]; /* support points of the cores, in the frames of A and of B */
} collide_result;

/* Do the shapes overlap (touching within rounding counts)? *overlap is 0 or 1, 0 on a negative status. config NULL: the
   defaults; cache NULL: none. The first separating plane ends it: usually one to three support points. */
COLLIDE_API collide_status collide_intersect(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                             tact_pose pose_b, const collide_config *config, collide_cache *cache,
                                             int *overlap);
/* Signed distance with witness points and normal. config NULL: the defaults; cache NULL: none.
   formula   min |x| over x in A - B (cores), minus the radii; when the cores overlap, minus the depth min_u h(u) over unit u,
             h the support function of A - B
   cost      closed forms 30-150 ns; GJK 4-10 support points; overlapping curved cores a few microseconds
   fails     BAD_ARGUMENT, BAD_SHAPE, BAD_POSE, BAD_CONFIG, UNSUPPORTED (two unbounded shapes that always meet) */
COLLIDE_API collide_status collide_distance(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                            tact_pose pose_b, const collide_config *config, collide_cache *cache,
                                            collide_result *result);
/* The same for those who only need overlapping pairs in full: separated ones return COLLIDE_ABOVE_BOUND with a lower bound of
   the distance, as cheaply as collide_intersect. (config->upper_bound is taken as 0.) */
COLLIDE_API collide_status collide_penetration(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                               tact_pose pose_b, const collide_config *config, collide_cache *cache,
                                               collide_result *result);

// >>batch
typedef struct collide_pair {
    const collide_shape *a, *b;
    tact_pose pose_a, pose_b;
} collide_pair;
/* n queries in a row. caches: NULL or n of them. statuses: NULL or n of them. Returns the smallest status, so OK or above
   means that every pair has a result; bad pairs do not stop the others. No allocation. */
COLLIDE_API collide_status collide_distance_batch(const collide_pair *pairs, int n, const collide_config *config,
                                                  collide_cache *caches, collide_result *results, collide_status *statuses);
COLLIDE_API collide_status collide_intersect_batch(const collide_pair *pairs, int n, const collide_config *config,
                                                   collide_cache *caches, int *overlaps, collide_status *statuses);

#ifdef __cplusplus
}
#endif
#endif /* COLLIDE_SINGLE_FILE_H */

#if defined(COLLIDE_IMPLEMENTATION) && !defined(COLLIDE_IMPLEMENTATION_DONE)
#define COLLIDE_IMPLEMENTATION_DONE
#ifdef __cplusplus
extern "C" {
#endif

// >>impl-status
COLLIDE_API const char *collide_status_text(collide_status status) {
    switch (status) {
#define COLLIDE__X(name, value, text) \
    case COLLIDE_##name: return text;
        COLLIDE_STATUS_LIST(COLLIDE__X)
#undef COLLIDE__X
    case COLLIDE_STATUS_FORCE_INT: break;
    }
    return "unknown status";
}

#ifdef __cplusplus
}
#endif
#endif /* COLLIDE_IMPLEMENTATION */

// >>licence
/*
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
