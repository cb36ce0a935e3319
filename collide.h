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
       >>broadphase >>manifold >>sets >>casts
       >>impl-status >>impl-shapes >>impl-support >>impl-hull >>impl-mass-and-bounds >>impl-pair >>impl-simplex >>impl-gjk
       >>impl-polish >>impl-epa >>impl-exact >>impl-queries
       >>impl-broadphase
       >>licence
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

// >>broadphase
/* Which pairs of boxes may touch. One dynamic tree of axis-aligned boxes per layer (moving, fixed); each box is stored
   fattened by a margin, so that a body which moves a little changes nothing. An update looks again only at the boxes
   that left their fat box, and keeps the list of overlapping pairs sorted by (a, b): the same boxes give the same list,
   whatever the history. Boxes are stored in single precision, rounded outwards: never too small. */

typedef struct collide_filter {
    uint32_t category; /* bits this box belongs to                                        */
    uint32_t mask;     /* bits it wants to meet: both sides must agree                    */
    int32_t group;     /* boxes of one group other than 0 never pair (parts of one body)  */
} collide_filter;
COLLIDE_API collide_filter collide_default_filter(void); /* category 1, mask all bits, group 0 */
COLLIDE_API int collide_filter_allows(collide_filter a, collide_filter b);

/* User's last word on a candidate pair of proxies a < b: nonzero keeps it. Called inside collide_broadphase_update for
   pairs that the category, mask and group tests let through. Must not change the broadphase. */
typedef int (*collide_pair_filter)(void *context, int a, int b);
/* Visitors of the queries. Box: return 0 to stop. Ray: return the largest ray parameter that is still interesting
   (the hit's own parameter to look for nearer ones, max_t unchanged to see all, a negative number to stop). */
typedef int (*collide_box_visitor)(void *context, int proxy);
typedef tact_real (*collide_ray_visitor)(void *context, int proxy, tact_real max_t);

typedef struct collide_broadphase_config {
    int max_proxies;           /* first capacity; fixed when the memory is the caller's. Default 64          */
    int max_pairs;             /* the same for pairs. Default 256                                            */
    tact_real margin;          /* [m] >= 0 added on every side; default 0                                    */
    tact_real margin_relative; /* >= 0, times half the largest side of the box, added as well; default 0.1  */
    collide_pair_filter filter; /* may be NULL                                                               */
    void *filter_context;
} collide_broadphase_config;
COLLIDE_API collide_broadphase_config collide_broadphase_default_config(void);

typedef struct collide_proxy_pair {
    int a, b;   /* proxies, a < b                                                                            */
    int slot;   /* index that stays the same as long as the pair lives: keep the pair's cache in an array there */
    int is_new; /* 1 in the update that found it                                                             */
} collide_proxy_pair;

struct collide__node;
struct collide__proxy;
/* Plain struct around one block of memory. Fields up to the marker may be read; all else belongs to the functions. A copy
   of the struct and of its block is a snapshot (valid at the same address). */
typedef struct collide_broadphase {
    collide_proxy_pair *pairs; /* n_pairs, sorted by (a, b)                                   */
    collide_proxy_pair *ended; /* n_ended pairs that the last update (or removals since) ended */
    int n_pairs, n_ended;
    int n_proxies;    /* living ones                                                       */
    int slot_limit;   /* every slot is in [0, slot_limit): size of the caller's cache array */
    int pairs_needed; /* after COLLIDE_NO_SPACE: pairs there would have been               */
    /* ---- private ---- */
    struct collide__node *nodes;
    struct collide__proxy *proxies;
    int *parents, *moved, *unbounded, *scratch, *free_slots;
    int16_t *heights;
    uint8_t *flags;
    collide_proxy_pair *pairs_next;
    uint32_t *found, *found_sorted;
    int roots[2], free_node, free_proxy, proxy_high, pending[2];
    int proxy_capacity, pair_capacity, n_moved, n_unbounded, n_found, n_free_slots, n_leaves[2];
    collide_broadphase_config config;
    void *memory;
    size_t bytes;
    tact_allocator allocator;
    int owns_memory, has_allocator;
} collide_broadphase;

/* Exact size of the block that holds config->max_proxies and config->max_pairs; 0 when the config is not valid. */
COLLIDE_API size_t collide_broadphase_bytes(const collide_broadphase_config *config);
/* In the caller's memory (8-byte aligned, at least that size, outlives the object): capacities are fixed, a full object
   answers COLLIDE_NO_SPACE and stays as it was. */
COLLIDE_API collide_status collide_broadphase_init(collide_broadphase *broad, const collide_broadphase_config *config,
                                                   void *memory, size_t bytes);
/* With an allocator (NULL: TACT_MALLOC): grows by itself, only in insert and update. Destroy with the next one. */
COLLIDE_API collide_status collide_broadphase_create(collide_broadphase *broad, const collide_broadphase_config *config,
                                                     const tact_allocator *allocator);
COLLIDE_API void collide_broadphase_destroy(collide_broadphase *broad); /* no effect on caller's memory or zeros */

/* Add a box. `is_fixed` boxes never pair with each other. A side that is infinite or longer than 1e15 m makes the proxy
   unbounded: it is kept out of the trees and tested one by one (planes). `user` is handed back by collide_broadphase_user.
   The proxy is a small index, reused after removal. O(log n). Fails: NOT_FINITE (NaN), BAD_ARGUMENT (lower > upper). */
COLLIDE_API collide_status collide_broadphase_insert(collide_broadphase *broad, collide_aabb box, collide_filter filter,
                                                     int is_fixed, uint64_t user, int *proxy);
/* Pairs of the proxy end at once (they appear in `ended`). O(log n + pairs). */
COLLIDE_API collide_status collide_broadphase_remove(collide_broadphase *broad, int proxy);
/* New box of a proxy. Nothing happens while it stays inside the fat box (and the fat box is not far too large); otherwise
   the new fat box is also stretched by `displacement`, the motion [m] the caller expects soon (zero vector: none).
   Returns through *left (may be NULL) whether the proxy left its fat box. */
COLLIDE_API collide_status collide_broadphase_move(collide_broadphase *broad, int proxy, collide_aabb box,
                                                   tact_vec3 displacement, int *left);
COLLIDE_API collide_status collide_broadphase_set_filter(collide_broadphase *broad, int proxy, collide_filter filter);
COLLIDE_API collide_filter collide_broadphase_get_filter(const collide_broadphase *broad, int proxy);
COLLIDE_API uint64_t collide_broadphase_user(const collide_broadphase *broad, int proxy);
COLLIDE_API int collide_broadphase_valid(const collide_broadphase *broad, int proxy);
COLLIDE_API collide_aabb collide_broadphase_fat_box(const collide_broadphase *broad, int proxy);
/* Bring pairs and ended up to date. Cost: O(moved log n + pairs), nothing when no box left its fat box. Boxes that left
   are inserted again one by one, or, when they are many, their layer is built anew by the surface-area heuristic. */
COLLIDE_API collide_status collide_broadphase_update(collide_broadphase *broad);
/* Recompute the inner boxes of both trees bottom-up (refit); rebuild both trees by the surface-area heuristic: worth a
   call after loading a level. Pairs do not change. */
COLLIDE_API void collide_broadphase_refit(collide_broadphase *broad);
COLLIDE_API void collide_broadphase_rebuild(collide_broadphase *broad);
/* Queries against the fat boxes; re-entrant, any number of threads between updates. `mask` selects categories. The ray is
   origin + t direction, 0 <= t <= max_t; `half_extents` > 0 sweep a box around the origin instead of a point. */
COLLIDE_API void collide_broadphase_query(const collide_broadphase *broad, collide_aabb box, uint32_t mask,
                                          collide_box_visitor visit, void *context);
COLLIDE_API void collide_broadphase_ray(const collide_broadphase *broad, tact_vec3 origin, tact_vec3 direction,
                                        tact_real max_t, tact_vec3 half_extents, uint32_t mask,
                                        collide_ray_visitor visit, void *context);
/* Checks every invariant of the trees and lists (for tests and debugging); COLLIDE_OK or COLLIDE_BAD_ARGUMENT. */
COLLIDE_API collide_status collide_broadphase_check(const collide_broadphase *broad);
/* Sum of the surface areas of inner nodes over the root's, a measure of the cost of a query; height of the taller tree. */
COLLIDE_API tact_real collide_broadphase_cost(const collide_broadphase *broad, int *height);

/* Static tree over an array of boxes, built once by the surface-area heuristic (16 bins on 3 axes, at most 4 boxes per
   leaf). Ray and box queries as above with the box's index as proxy. */
typedef struct collide_bvh {
    const struct collide__node *nodes; /* n_nodes, root first */
    const int *items;                  /* n_items box indices in leaf order */
    int n_nodes, n_items;
} collide_bvh;
COLLIDE_API size_t collide_bvh_bytes(int n_boxes); /* 0 when n_boxes is negative or absurd */
COLLIDE_API collide_status collide_bvh_build(collide_bvh *bvh, const collide_aabb *boxes, int n_boxes, void *memory,
                                             size_t bytes);
COLLIDE_API void collide_bvh_query(const collide_bvh *bvh, collide_aabb box, collide_box_visitor visit, void *context);
COLLIDE_API void collide_bvh_ray(const collide_bvh *bvh, tact_vec3 origin, tact_vec3 direction, tact_real max_t,
                                 tact_vec3 half_extents, collide_ray_visitor visit, void *context);

// >>manifold
/* Where and how two shapes touch, for a contact solver: one normal and a few points with signed gaps. Flat features are
   clipped against each other (faces of boxes, hulls and triangles, caps and generators of cylinders and cones, segments of
   capsules), so that a box on a table has four points and a lying capsule two; elsewhere there is one point. Every gap is
   measured along the normal, and the smallest is the signed distance of the pair. */
#define COLLIDE_MANIFOLD_POINTS 4
typedef struct collide_contact_point {
    tact_vec3 point; /* world, half way between the surfaces: A's is point - gap/2 normal, B's point + gap/2 normal */
    tact_real gap;   /* signed, along the normal [m]: > 0 apart (at most the margin), < 0 overlapping               */
    uint32_t id;     /* of the pair of features that meet here; unique in the manifold, the same under small motion:
                        carry a point's impulse to the point of the same id in the next step                        */
} collide_contact_point;
typedef struct collide_manifold {
    tact_vec3 normal;     /* unit, from A to B, world                                          */
    int count;            /* 0: farther apart than the margin                                  */
    int piece_a, piece_b; /* triangle, cell or child of a set; 0 for a convex shape            */
    collide_contact_point points[COLLIDE_MANIFOLD_POINTS];
} collide_manifold;

typedef struct collide_manifold_config {
    tact_real margin;  /* [m] >= 0: also points this far apart (speculative contacts); default 0                      */
    tact_real recycle; /* >= 0: a manifold between flat faces is kept, with gaps brought up to date, while the relative
                          motion since it was made stays below this share of the smaller shape's size; needs a cache.
                          0: always anew. Default 0.005                                                                */
    unsigned cookie;   /* set by the default function; leave it                                                        */
} collide_manifold_config;
COLLIDE_API collide_manifold_config collide_default_manifold_config(void);

/* What one call leaves for the next of the same pair: keep it with the pair, in this order of A and B. Zeroed memory is an
   empty cache. */
typedef struct collide_manifold_cache {
    collide_cache distance;  /* warm start of the distance query                                       */
    tact_pose relative;      /* of B in A when the points below were made                              */
    tact_vec3 normal;        /* out of the reference face, in the frame of its shape                   */
    tact_real offset;        /* of that face: normal.x = offset                                        */
    tact_vec3 points[COLLIDE_MANIFOLD_POINTS]; /* in the frame of the other shape                      */
    uint32_t ids[COLLIDE_MANIFOLD_POINTS];
    int16_t axis;            /* box pairs: 1 + axis of least overlap, or minus (1 + axis that separated) */
    int8_t count;            /* points that can be recycled, 0: none                                   */
    int8_t reference_is_b;
    int hits;                /* how often the manifold was recycled since it was made                  */
} collide_manifold_cache;

/* The manifold of two convex shapes (halfspaces and planes included). config NULL: the defaults; cache NULL: none.
   method    exact closed forms for spheres, capsules and boxes (15-axis separating-axis test, least overlap; Gottschalk 1996),
             halfspaces against everything; else the signed distance query gives the normal. Then features in the direction
             of the normal are projected along it, clipped (Sutherland & Hodgman 1974), and reduced to the four points of
             large area that hold the deepest one; a later candidate must win by 5 % so that near ties do not flicker.
   exact     gaps and normal are those of the signed distance; discs enter as 12 points of their rim and the deepest one
   cost      spheres 10-20 ns, box on halfspace 50 ns, two boxes 200-400 ns, recycled 60 ns, others the distance query + 300 ns
   fails     as collide_distance; the manifold is then empty with a +z normal. Sets: COLLIDE_UNSUPPORTED, see collide_contacts */
COLLIDE_API collide_status collide_contact(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                           tact_pose pose_b, const collide_manifold_config *config,
                                           collide_manifold_cache *cache, collide_manifold *manifold);
/* The whole patch: all points where the features meet, in order around the normal, not reduced. *count is how many there
   are; at most `capacity` are written and COLLIDE_NO_SPACE says when that was not all. COLLIDE_PATCH_POINTS always suffices. */
#define COLLIDE_PATCH_POINTS 136
COLLIDE_API collide_status collide_patch(const collide_shape *a, tact_pose pose_a, const collide_shape *b, tact_pose pose_b,
                                         const collide_manifold_config *config, collide_contact_point *points, int capacity,
                                         int *count, tact_vec3 *normal);
/* Area of a patch in order, projected along its normal [m^2]; 0 for fewer than three points. */
COLLIDE_API tact_real collide_patch_area(const collide_contact_point *points, int count, tact_vec3 normal);

// >>sets
/* Static sets of convex pieces: triangle meshes, height fields, compounds. A set is a shape like the others for bounding boxes,
   rays, casts, collide_set_distance and collide_contacts; the convex queries above answer COLLIDE_UNSUPPORTED. Triangles
   are one-sided for contacts: the front shows the corners counter-clockwise, and contacts push to the front. */

/* Triangle mesh with a tree of boxes, adjacency and the edges that can be felt. A copy of the input lives in the block. */
struct collide_mesh {
    int n_vertices, n_triangles;
    const tact_vec3 *vertices;  /* n_vertices                                                                       */
    const int *triangles;       /* 3 n_triangles corners                                                            */
    const int *neighbours;      /* 3 n_triangles: triangle across the side from corner k to k + 1, -1 at a border    */
    const tact_vec3 *normals;   /* n_triangles unit normals; zero for a triangle without area                       */
    const uint8_t *active;      /* bit k: side k is a border or a convex edge, so a contact normal may leave the face there */
    collide_aabb bounds;
    collide_bvh bvh;
    void *memory; /* block to give back, NULL for a caller's block */
    size_t memory_bytes;
    tact_allocator allocator;
    int has_allocator;
};
COLLIDE_API size_t collide_mesh_bytes(int n_vertices, int n_triangles); /* 0: out of range */
/* Build in the caller's block (8-byte aligned); the mesh lives at its start. Triangles without area are kept, they never make a
   contact. fails: BAD_ARGUMENT (counts, an index out of range), NOT_FINITE, NO_SPACE; then *mesh is NULL. O(n log n). */
COLLIDE_API collide_status collide_mesh_build(const tact_vec3 *vertices, int n_vertices, const int *triangles,
                                              int n_triangles, void *memory, size_t bytes, collide_mesh **mesh);
COLLIDE_API collide_status collide_mesh_create(const tact_vec3 *vertices, int n_vertices, const int *triangles,
                                               int n_triangles, const tact_allocator *allocator, collide_mesh **mesh);
COLLIDE_API void collide_mesh_destroy(collide_mesh *mesh); /* NULL is fine */
COLLIDE_API collide_shape collide_mesh_shape(const collide_mesh *mesh); /* mesh must outlive the shape */

/* Grid of heights: vertex (i, j) at (i spacing_x, j spacing_y, heights[j n_x + i]) in the shape's frame, +z is up. Each cell
   has two triangles, split from (i, j) to (i+1, j+1). A NaN height is a hole. Fill the struct and keep it; the shape points
   to it and to the heights. min and max height are read from the data by the shape's constructor. */
struct collide_height_field {
    int n_x, n_y; /* >= 2 */
    tact_real spacing_x, spacing_y; /* > 0 [m] */
    const tact_real *heights;
};
COLLIDE_API collide_shape collide_height_field_shape(const collide_height_field *field);

/* Convex shapes at poses, as one rigid set, with a tree of boxes when there are many. */
struct collide_compound {
    int n_children;
    const collide_shape *shapes;
    const tact_pose *poses;
    collide_aabb bounds;
    collide_bvh bvh;
    void *memory;
    size_t memory_bytes;
    tact_allocator allocator;
    int has_allocator;
};
COLLIDE_API size_t collide_compound_bytes(int n_children);
/* Children must be bounded convex shapes. fails: BAD_ARGUMENT, BAD_SHAPE, BAD_POSE, UNSUPPORTED, NO_SPACE; *compound is NULL. */
COLLIDE_API collide_status collide_compound_build(const collide_shape *shapes, const tact_pose *poses, int n_children,
                                                  void *memory, size_t bytes, collide_compound **compound);
COLLIDE_API collide_status collide_compound_create(const collide_shape *shapes, const tact_pose *poses, int n_children,
                                                   const tact_allocator *allocator, collide_compound **compound);
COLLIDE_API void collide_compound_destroy(collide_compound *compound);
COLLIDE_API collide_shape collide_compound_shape(const collide_compound *compound);

/* Signed distance where one or both sides may be sets (two meshes or height fields: COLLIDE_UNSUPPORTED): the smallest over the
   pieces, found by the tree from the nearest boxes outwards; triangles count as two-sided sheets. piece_a, piece_b may be NULL.
   config->upper_bound works as in collide_distance. */
COLLIDE_API collide_status collide_set_distance(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                                tact_pose pose_b, const collide_config *config, collide_result *result,
                                                int *piece_a, int *piece_b);
/* All manifolds of two shapes of any kind: one for a convex pair, one per touching piece of a set. *count is how many there are;
   at most `capacity` are written and COLLIDE_NO_SPACE says when that was not all (the deepest ones are kept).
   Against a mesh or height field a normal that would catch on an inner edge is turned to the face's, so that a sliding or
   rolling body does not feel the seams. cache: used for convex pairs, NULL: none. */
COLLIDE_API collide_status collide_contacts(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                            tact_pose pose_b, const collide_manifold_config *config,
                                            collide_manifold_cache *cache, collide_manifold *manifolds, int capacity,
                                            int *count);

// >>casts
typedef struct collide_cast_hit {
    int hit;            /* 1: something was hit; the rest is meaningful                                             */
    int inside;         /* 1: it touched at the start already, t = 0                                                */
    tact_real t;        /* parameter of the first touch                                                             */
    tact_vec3 point;    /* of the touch, world                                                                      */
    tact_vec3 normal;   /* unit, world, out of the target, against the motion; a start inside: minus the direction  */
    int piece;          /* triangle, cell or child of a set, else 0                                                 */
    int iterations;     /* 0 for closed forms                                                                       */
} collide_cast_hit;

/* First point of origin + t direction, 0 <= t <= max_t, in the shape. direction need not have unit length (t is then in its
   units). Closed forms for points, spheres, capsules, boxes, ellipsoids, cylinders, cones, triangles, hulls, halfspaces, planes
   and rounded boxes, segments and triangles; GJK ray cast (van den Bergen 2004) to 1e-10 of the size for the others.
   Triangles and planes are hit from both sides. fails: BAD_ARGUMENT, BAD_SHAPE, BAD_POSE, NOT_FINITE, NOT_CONVERGED (> 0). */
COLLIDE_API collide_status collide_ray_cast(const collide_shape *shape, tact_pose pose, tact_vec3 origin,
                                            tact_vec3 direction, tact_real max_t, collide_cast_hit *hit);
/* Move shape a (from pose_a, by t translation, 0 <= t <= 1, not rotating) until it comes within `target` >= 0 metres of b, which
   may be a set. normal points out of b. Conservative advancement along the separating direction. */
COLLIDE_API collide_status collide_shape_cast(const collide_shape *a, tact_pose pose_a, tact_vec3 translation,
                                              const collide_shape *b, tact_pose pose_b, tact_real target,
                                              collide_cast_hit *hit);

/* A motion over one unit of time: the origin of the frame moves on a straight line by `linear` [m], while the frame turns about
   it with constant velocity by the rotation vector `angular` [rad, world axes]. */
typedef struct collide_motion {
    tact_pose start;
    tact_vec3 linear, angular;
} collide_motion;
COLLIDE_API tact_pose collide_motion_at(const collide_motion *motion, tact_real t);
/* First time t in [0, 1] at which two moving convex shapes come within `target` metres of each other (> 0: what the caller
   regards as touching; 0 is allowed and means within the tolerance). Conservative advancement (Mirtich 1996): the distance
   divided by a bound of the approach speed is a safe step. tolerance > 0 [m] on the distance at t. Never reports a touch where
   the distance is above target + tolerance, and never passes one by. At most 128 steps, each one distance query; a grazing
   motion may use them up: NOT_CONVERGED, with t the last time known to be free. */
COLLIDE_API collide_status collide_time_of_impact(const collide_shape *a, const collide_motion *motion_a,
                                                  const collide_shape *b, const collide_motion *motion_b,
                                                  tact_real target, tact_real tolerance, collide_cast_hit *hit);
/* Closest point of a shape of any kind to a world point: *closest on the surface, *distance signed (negative inside). */
COLLIDE_API collide_status collide_closest_point(const collide_shape *shape, tact_pose pose, tact_vec3 point,
                                                 tact_vec3 *closest, tact_real *distance, tact_vec3 *normal);

#ifdef __cplusplus
}
#endif
#endif /* COLLIDE_SINGLE_FILE_H */

#if defined(COLLIDE_IMPLEMENTATION) && !defined(COLLIDE_IMPLEMENTATION_DONE)
#define COLLIDE_IMPLEMENTATION_DONE
#if !defined(COLLIDE_NO_SIMD) && !defined(TACT_NO_LIBC) && (defined(__SSE2__) || defined(_M_X64))
#define COLLIDE__SSE2 1
#include <emmintrin.h>
#endif
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

// >>impl-broadphase
/* Node of every tree of boxes here. Inner node: children left and right (both >= 0). Leaf: left = ~first item, right =
   number of items. Two nodes fill one cache line. */
typedef struct collide__node {
    float lo[3];
    int32_t left;
    float hi[3];
    int32_t right;
} collide__node;

#define COLLIDE__MAX_HEIGHT 96                      /* a taller dynamic tree is rebuilt              */
#define COLLIDE__STACK (COLLIDE__MAX_HEIGHT + 32)   /* depth-first traversal keeps <= height + 1     */
#define COLLIDE__UNBOUNDED_SIDE TACT_R(1e15)

/* Outward rounding to single precision: one to two units in the last place beyond the nearest float. */
TACT_INLINE float collide__round_down(tact_real x) {
    float f = (float)tact_clamp(x, TACT_R(-3.0e38), TACT_R(3.0e38));
    return f - ((f < 0 ? -f : f) * 1.2e-7f + 1e-30f);
}
TACT_INLINE float collide__round_up(tact_real x) { return -collide__round_down(-x); }
TACT_INLINE void collide__node_set(collide__node *node, tact_vec3 lower, tact_vec3 upper) {
    node->lo[0] = collide__round_down(lower.x), node->hi[0] = collide__round_up(upper.x);
    node->lo[1] = collide__round_down(lower.y), node->hi[1] = collide__round_up(upper.y);
    node->lo[2] = collide__round_down(lower.z), node->hi[2] = collide__round_up(upper.z);
}
#ifdef COLLIDE__SSE2
TACT_ALWAYS_INLINE int collide__node_overlap(const collide__node *a, const collide__node *b) {
    __m128 low = _mm_cmple_ps(_mm_loadu_ps(a->lo), _mm_loadu_ps(b->hi));
    __m128 high = _mm_cmple_ps(_mm_loadu_ps(b->lo), _mm_loadu_ps(a->hi));
    return (_mm_movemask_ps(_mm_and_ps(low, high)) & 7) == 7; /* fourth lane: child indices, ignored */
}
#else
TACT_ALWAYS_INLINE int collide__node_overlap(const collide__node *a, const collide__node *b) {
    return (a->lo[0] <= b->hi[0]) & (b->lo[0] <= a->hi[0]) & (a->lo[1] <= b->hi[1]) & (b->lo[1] <= a->hi[1]) &
           (a->lo[2] <= b->hi[2]) & (b->lo[2] <= a->hi[2]);
}
#endif
TACT_INLINE int collide__node_contains(const collide__node *outer, const collide__node *inner) {
    return (outer->lo[0] <= inner->lo[0]) & (outer->hi[0] >= inner->hi[0]) & (outer->lo[1] <= inner->lo[1]) &
           (outer->hi[1] >= inner->hi[1]) & (outer->lo[2] <= inner->lo[2]) & (outer->hi[2] >= inner->hi[2]);
}
TACT_ALWAYS_INLINE float collide__minf(float a, float b) { return a < b ? a : b; }
TACT_ALWAYS_INLINE float collide__maxf(float a, float b) { return a > b ? a : b; }
/* Half the surface area of a box, and of the union of two. */
TACT_ALWAYS_INLINE float collide__half_area(float x, float y, float z) { return x * y + y * z + z * x; }
TACT_INLINE float collide__node_area(const collide__node *a) {
    return collide__half_area(a->hi[0] - a->lo[0], a->hi[1] - a->lo[1], a->hi[2] - a->lo[2]);
}
TACT_INLINE float collide__union_area(const collide__node *a, const collide__node *b) {
    return collide__half_area(collide__maxf(a->hi[0], b->hi[0]) - collide__minf(a->lo[0], b->lo[0]),
                              collide__maxf(a->hi[1], b->hi[1]) - collide__minf(a->lo[1], b->lo[1]),
                              collide__maxf(a->hi[2], b->hi[2]) - collide__minf(a->lo[2], b->lo[2]));
}
/* Box of r := box of a united with box of b; children of r stay. */
TACT_INLINE void collide__node_unite(collide__node *r, const collide__node *a, const collide__node *b) {
    int k;
    for (k = 0; k < 3; ++k) {
        r->lo[k] = collide__minf(a->lo[k], b->lo[k]);
        r->hi[k] = collide__maxf(a->hi[k], b->hi[k]);
    }
}

/* Depth-first walk over the leaves whose box overlaps `box`: call next until it returns NULL. */
typedef struct collide__walk {
    const collide__node *nodes;
    int top;
    int stack[COLLIDE__STACK];
} collide__walk;
TACT_INLINE void collide__walk_begin(collide__walk *walk, const collide__node *nodes, int root) {
    walk->nodes = nodes, walk->top = 0;
    if (root >= 0) walk->stack[walk->top++] = root;
}
TACT_INLINE const collide__node *collide__walk_next(collide__walk *walk, const collide__node *box) {
    while (walk->top > 0) {
        const collide__node *node = walk->nodes + walk->stack[--walk->top];
        if (!collide__node_overlap(node, box)) continue;
        if (node->left < 0) return node;
        walk->stack[walk->top++] = node->right;
        walk->stack[walk->top++] = node->left;
    }
    return NULL;
}

/* Slab test of origin + t direction against a box grown by half extents. `inverse` is 1/direction, with the largest
   number in place of 1/0, so that a parallel slab gives (-inf, inf) inside, (inf, inf) outside and no 0 * inf.
   Returns the entry parameter (>= 0), or a negative number when [0, max_t] misses. */
typedef struct collide__ray {
    tact_vec3 origin, inverse, half;
} collide__ray;
TACT_INLINE tact_real collide__safe_inverse(tact_real x) {
    return tact_abs(x) > 1 / TACT_REAL_MAX * 8 ? 1 / x : (x < 0 ? -TACT_REAL_MAX : TACT_REAL_MAX);
}
TACT_INLINE collide__ray collide__ray_make(tact_vec3 origin, tact_vec3 direction, tact_vec3 half) {
    collide__ray r;
    r.origin = origin, r.half = half;
    r.inverse = tact_vec(collide__safe_inverse(direction.x), collide__safe_inverse(direction.y),
                         collide__safe_inverse(direction.z));
    return r;
}
TACT_INLINE void collide__slab(tact_real lo, tact_real hi, tact_real origin, tact_real inverse, tact_real *t0,
                               tact_real *t1) {
    tact_real a = (lo - origin) * inverse, b = (hi - origin) * inverse;
    *t0 = tact_max(*t0, tact_min(a, b));
    *t1 = tact_min(*t1, tact_max(a, b));
}
TACT_INLINE tact_real collide__ray_node(const collide__ray *ray, const collide__node *node, tact_real max_t) {
    tact_real t0 = 0, t1 = max_t;
    collide__slab((tact_real)node->lo[0] - ray->half.x, (tact_real)node->hi[0] + ray->half.x, ray->origin.x,
                  ray->inverse.x, &t0, &t1);
    collide__slab((tact_real)node->lo[1] - ray->half.y, (tact_real)node->hi[1] + ray->half.y, ray->origin.y,
                  ray->inverse.y, &t0, &t1);
    collide__slab((tact_real)node->lo[2] - ray->half.z, (tact_real)node->hi[2] + ray->half.z, ray->origin.z,
                  ray->inverse.z, &t0, &t1);
    return t0 <= t1 ? t0 : -1;
}
/* Next leaf along the ray, nearer children first; *max_t may shrink between calls. */
TACT_INLINE const collide__node *collide__walk_next_ray(collide__walk *walk, const collide__ray *ray, tact_real max_t) {
    while (walk->top > 0) {
        const collide__node *node = walk->nodes + walk->stack[--walk->top];
        tact_real left, right;
        if (node->left < 0) {
            if (collide__ray_node(ray, node, max_t) >= 0) return node;
            continue;
        }
        left = collide__ray_node(ray, walk->nodes + node->left, max_t);
        right = collide__ray_node(ray, walk->nodes + node->right, max_t);
        if (left >= 0 && right >= 0) {
            walk->stack[walk->top++] = left <= right ? node->right : node->left;
            walk->stack[walk->top++] = left <= right ? node->left : node->right;
        } else if (left >= 0) {
            walk->stack[walk->top++] = node->left;
        } else if (right >= 0) {
            walk->stack[walk->top++] = node->right;
        }
    }
    return NULL;
}

/* Reorder items[0..n) into two groups and return the size of the first, 0 < size < n. The box of item i is boxes[i <<
   shift]. Split by the surface-area heuristic over 16 equal bins of box centres (Wald 2007) on the longest axis, or on
   all three (`all_axes`); by the median of the order when all centres coincide or when `depth` is unusual, which bounds
   the height of the tree by COLLIDE__MAX_HEIGHT / 2 + log2(n). */
TACT_PRIVATE int collide__split(const collide__node *boxes, int shift, int *items, int n, int depth, int all_axes) {
    enum { BINS = 16 };
    float lo[3], hi[3], best_cost = 3.4e38f;
    int best_axis = -1, best_bin = 0, axis, i, k, longest = 0, low, high;
    if (n <= 2) return 1;
    for (k = 0; k < 3; ++k) lo[k] = 3.4e38f, hi[k] = -3.4e38f;
    for (i = 0; i < n; ++i) {
        const collide__node *b = boxes + ((size_t)items[i] << shift);
        for (k = 0; k < 3; ++k) {
            float c = b->lo[k] + b->hi[k];
            lo[k] = collide__minf(lo[k], c), hi[k] = collide__maxf(hi[k], c);
        }
    }
    for (k = 1; k < 3; ++k)
        if (hi[k] - lo[k] > hi[longest] - lo[longest]) longest = k;
    if (!(hi[longest] - lo[longest] > 0) || depth > COLLIDE__MAX_HEIGHT / 2) return n / 2;
    for (axis = 0; axis < 3; ++axis) {
        collide__node bin[BINS];
        int count[BINS];
        float scale = (float)BINS * 0.9999f / (hi[axis] - lo[axis]), area[BINS];
        if (!all_axes && axis != longest) continue;
        if (!(hi[axis] - lo[axis] > 1e-6f * (hi[longest] - lo[longest]))) continue;
        for (i = 0; i < BINS; ++i) {
            count[i] = 0;
            for (k = 0; k < 3; ++k) bin[i].lo[k] = 3.4e38f, bin[i].hi[k] = -3.4e38f;
        }
        for (i = 0; i < n; ++i) {
            const collide__node *b = boxes + ((size_t)items[i] << shift);
            int j = (int)((b->lo[axis] + b->hi[axis] - lo[axis]) * scale);
            ++count[j];
            collide__node_unite(&bin[j], &bin[j], b);
        }
        { /* area[i] = count * area of bins i.. ; then sweep from the left */
            collide__node sum = bin[BINS - 1];
            int total = count[BINS - 1];
            for (i = BINS - 1; i > 0; --i) {
                area[i] = total ? (float)total * collide__node_area(&sum) : 0;
                collide__node_unite(&sum, &sum, &bin[i - 1]);
                total += count[i - 1];
            }
            sum = bin[0], total = count[0];
            for (i = 1; i < BINS; ++i) {
                if (total > 0 && total < n) {
                    float cost = (float)total * collide__node_area(&sum) + area[i];
                    if (cost < best_cost) best_cost = cost, best_axis = axis, best_bin = i;
                }
                collide__node_unite(&sum, &sum, &bin[i]);
                total += count[i];
            }
        }
    }
    if (best_axis < 0) return n / 2;
    low = 0, high = n - 1;
    {
        float scale = (float)BINS * 0.9999f / (hi[best_axis] - lo[best_axis]);
        while (low <= high) {
            const collide__node *b = boxes + ((size_t)items[low] << shift);
            if ((int)((b->lo[best_axis] + b->hi[best_axis] - lo[best_axis]) * scale) < best_bin) {
                ++low;
            } else {
                int swap = items[low];
                items[low] = items[high], items[high] = swap;
                --high;
            }
        }
    }
    return low > 0 && low < n ? low : n / 2;
}

/* Dynamic trees. Item i owns node 2i as its leaf; odd nodes are inner nodes, linked through `left` while free. Both layers
   share the pool: n leaves need at most n - 1 inner nodes. */
typedef struct collide__proxy {
    uint64_t user;
    collide_filter filter;
    int32_t next_free; /* also marks: see below */
    uint8_t state, layer, is_unbounded, is_moved;
} collide__proxy;
enum { COLLIDE__PROXY_FREE = 0, COLLIDE__PROXY_ALIVE = 1, COLLIDE__PROXY_DYING = 2 };

COLLIDE_API collide_filter collide_default_filter(void) {
    collide_filter f;
    f.category = 1u, f.mask = 0xffffffffu, f.group = 0;
    return f;
}
COLLIDE_API int collide_filter_allows(collide_filter a, collide_filter b) {
    if (a.group != 0 && a.group == b.group) return 0;
    return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}
COLLIDE_API collide_broadphase_config collide_broadphase_default_config(void) {
    collide_broadphase_config c;
    c.max_proxies = 64, c.max_pairs = 256;
    c.margin = 0, c.margin_relative = TACT_R(0.1);
    c.filter = NULL, c.filter_context = NULL;
    return c;
}

/* Assign the arrays inside `memory` (NULL: only measure) and return the bytes they take. */
TACT_PRIVATE size_t collide__broadphase_layout(collide_broadphase *b, int proxies, int pairs, void *memory) {
    size_t at = 0, n = (size_t)proxies, m = (size_t)pairs;
    unsigned char *base = (unsigned char *)memory;
#define COLLIDE__ARRAY(field, type, count)                                         \
    if (base) b->field = (type *)(void *)(base + at);                              \
    at += ((count) * sizeof(type) + 63) & ~(size_t)63
    COLLIDE__ARRAY(nodes, collide__node, 2 * n);
    COLLIDE__ARRAY(proxies, collide__proxy, n);
    COLLIDE__ARRAY(pairs, collide_proxy_pair, m);
    COLLIDE__ARRAY(pairs_next, collide_proxy_pair, m);
    COLLIDE__ARRAY(ended, collide_proxy_pair, m);
    COLLIDE__ARRAY(parents, int, 2 * n);
    COLLIDE__ARRAY(moved, int, n);
    COLLIDE__ARRAY(unbounded, int, n);
    COLLIDE__ARRAY(scratch, int, n);
    COLLIDE__ARRAY(free_slots, int, m);
    COLLIDE__ARRAY(found, uint32_t, 2 * m);
    COLLIDE__ARRAY(found_sorted, uint32_t, 2 * m);
    COLLIDE__ARRAY(heights, int16_t, 2 * n);
    COLLIDE__ARRAY(flags, uint8_t, 2 * n);
#undef COLLIDE__ARRAY
    return at;
}
TACT_PRIVATE int collide__broadphase_config_ok(const collide_broadphase_config *c) {
    return c && c->max_proxies >= 1 && c->max_proxies < (1 << 28) && c->max_pairs >= 1 && c->max_pairs < (1 << 28) &&
           tact_finite(c->margin) && c->margin >= 0 && tact_finite(c->margin_relative) && c->margin_relative >= 0;
}
COLLIDE_API size_t collide_broadphase_bytes(const collide_broadphase_config *config) {
    return collide__broadphase_config_ok(config)
               ? collide__broadphase_layout(NULL, config->max_proxies, config->max_pairs, NULL)
               : 0;
}
COLLIDE_API collide_status collide_broadphase_init(collide_broadphase *broad, const collide_broadphase_config *config,
                                                   void *memory, size_t bytes) {
    collide_broadphase zero = TACT_ZERO;
    size_t need = collide_broadphase_bytes(config);
    if (!broad || !memory || need == 0) return COLLIDE_BAD_ARGUMENT;
    if (bytes < need) return COLLIDE_NO_SPACE;
    *broad = zero;
    broad->config = *config;
    broad->memory = memory, broad->bytes = need;
    broad->proxy_capacity = config->max_proxies, broad->pair_capacity = config->max_pairs;
    broad->roots[0] = broad->roots[1] = broad->free_node = broad->free_proxy = -1;
    collide__broadphase_layout(broad, config->max_proxies, config->max_pairs, memory);
    return COLLIDE_OK;
}
COLLIDE_API collide_status collide_broadphase_create(collide_broadphase *broad, const collide_broadphase_config *config,
                                                     const tact_allocator *allocator) {
    size_t need = collide_broadphase_bytes(config);
    collide_status status;
    void *memory;
    if (!broad || need == 0) return COLLIDE_BAD_ARGUMENT;
    memory = tact_alloc(allocator, need);
    if (!memory) return COLLIDE_NO_MEMORY;
    status = collide_broadphase_init(broad, config, memory, need);
    broad->owns_memory = 1;
    if (allocator) broad->allocator = *allocator, broad->has_allocator = 1;
    return status;
}
COLLIDE_API void collide_broadphase_destroy(collide_broadphase *broad) {
    collide_broadphase zero = TACT_ZERO;
    if (!broad) return;
    if (broad->owns_memory) tact_free(broad->has_allocator ? &broad->allocator : NULL, broad->memory, broad->bytes);
    *broad = zero;
}
/* Move everything that must survive into a larger block. */
TACT_PRIVATE collide_status collide__broadphase_grow(collide_broadphase *b, int proxies, int pairs) {
    collide_broadphase old = *b;
    const tact_allocator *allocator = b->has_allocator ? &b->allocator : NULL;
    size_t need, n = (size_t)old.proxy_capacity;
    void *memory;
    if (!b->owns_memory) return COLLIDE_NO_SPACE;
    if (proxies >= (1 << 28) || pairs >= (1 << 28)) return COLLIDE_NO_SPACE;
    need = collide__broadphase_layout(b, proxies, pairs, NULL);
    memory = tact_alloc(allocator, need);
    if (!memory) return COLLIDE_NO_MEMORY;
    collide__broadphase_layout(b, proxies, pairs, memory);
    TACT_MEMCPY(b->nodes, old.nodes, 2 * n * sizeof *b->nodes);
    TACT_MEMCPY(b->proxies, old.proxies, n * sizeof *b->proxies);
    TACT_MEMCPY(b->parents, old.parents, 2 * n * sizeof *b->parents);
    TACT_MEMCPY(b->heights, old.heights, 2 * n * sizeof *b->heights);
    TACT_MEMCPY(b->flags, old.flags, 2 * n * sizeof *b->flags);
    TACT_MEMCPY(b->moved, old.moved, (size_t)old.n_moved * sizeof *b->moved);
    TACT_MEMCPY(b->unbounded, old.unbounded, (size_t)old.n_unbounded * sizeof *b->unbounded);
    TACT_MEMCPY(b->pairs, old.pairs, (size_t)old.n_pairs * sizeof *b->pairs);
    TACT_MEMCPY(b->ended, old.ended, (size_t)old.n_ended * sizeof *b->ended);
    TACT_MEMCPY(b->free_slots, old.free_slots, (size_t)old.n_free_slots * sizeof *b->free_slots);
    b->memory = memory, b->bytes = need;
    b->proxy_capacity = proxies, b->pair_capacity = pairs;
    tact_free(allocator, old.memory, old.bytes);
    return COLLIDE_OK;
}

TACT_INLINE int collide__tree_new_node(collide_broadphase *b) {
    int node = b->free_node;
    b->free_node = b->nodes[node].left;
    return node;
}
TACT_INLINE void collide__tree_free_node(collide_broadphase *b, int node) {
    b->nodes[node].left = b->free_node, b->nodes[node].right = -1;
    b->free_node = node;
}
TACT_INLINE void collide__tree_pull(collide_broadphase *b, int node) { /* box and height from the children */
    collide__node *n = b->nodes + node;
    int16_t left = b->heights[n->left], right = b->heights[n->right];
    collide__node_unite(n, b->nodes + n->left, b->nodes + n->right);
    b->heights[node] = (int16_t)(1 + (left > right ? left : right));
}
TACT_INLINE void collide__tree_replace_child(collide_broadphase *b, int layer, int parent, int old, int child) {
    b->parents[child] = parent;
    if (parent < 0) b->roots[layer] = child;
    else if (b->nodes[parent].left == old) b->nodes[parent].left = child;
    else b->nodes[parent].right = child;
}
/* Tree rotation (Kensler 2008): exchange a child of `node` with a grandchild on the other side if that shrinks the box
   of the child in between; the best of up to four. */
TACT_PRIVATE void collide__tree_rotate(collide_broadphase *b, int node) {
    collide__node *nodes = b->nodes;
    int side, best_side = -1, best_keep = 0;
    float best = 0;
    for (side = 0; side < 2; ++side) { /* the child `up` stays high now and would go below `down` */
        int up = side ? nodes[node].right : nodes[node].left, down = side ? nodes[node].left : nodes[node].right;
        float area, gain;
        if (nodes[down].left < 0) continue;
        area = collide__node_area(nodes + down);
        gain = area - collide__union_area(nodes + up, nodes + nodes[down].left);
        if (gain > best) best = gain, best_side = side, best_keep = 0;
        gain = area - collide__union_area(nodes + up, nodes + nodes[down].right);
        if (gain > best) best = gain, best_side = side, best_keep = 1;
    }
    if (best_side >= 0) {
        int up = best_side ? nodes[node].right : nodes[node].left;
        int down = best_side ? nodes[node].left : nodes[node].right;
        int lifted = best_keep ? nodes[down].left : nodes[down].right;
        if (best_keep) nodes[down].left = up;
        else nodes[down].right = up;
        if (best_side) nodes[node].right = lifted;
        else nodes[node].left = lifted;
        b->parents[up] = down, b->parents[lifted] = node;
        collide__tree_pull(b, down);
    }
}
/* Insert the leaf of an item whose box is set: greedy descent to the sibling of least added area, then boxes, heights and
   rotations on the way up. */
TACT_PRIVATE void collide__tree_insert(collide_broadphase *b, int layer, int item) {
    collide__node *nodes = b->nodes;
    int leaf = 2 * item, sibling = b->roots[layer], inner, at;
    nodes[leaf].left = ~item, nodes[leaf].right = 1;
    b->heights[leaf] = 0;
    if (sibling < 0) {
        b->roots[layer] = leaf, b->parents[leaf] = -1;
        return;
    }
    while (nodes[sibling].left >= 0) {
        const collide__node *node = nodes + sibling, *left = nodes + node->left, *right = nodes + node->right;
        float united = collide__union_area(node, nodes + leaf);
        float inherited = united - collide__node_area(node);
        float cost_left = inherited + collide__union_area(left, nodes + leaf);
        float cost_right = inherited + collide__union_area(right, nodes + leaf);
        if (left->left >= 0) cost_left -= collide__node_area(left);
        if (right->left >= 0) cost_right -= collide__node_area(right);
        if (united < cost_left && united < cost_right) break;
        sibling = cost_left < cost_right ? node->left : node->right;
    }
    inner = collide__tree_new_node(b);
    nodes[inner].left = sibling, nodes[inner].right = leaf;
    collide__tree_replace_child(b, layer, b->parents[sibling], sibling, inner);
    b->parents[sibling] = inner, b->parents[leaf] = inner;
    for (at = inner; at >= 0; at = b->parents[at]) {
        collide__tree_rotate(b, at);
        collide__tree_pull(b, at);
    }
}
TACT_PRIVATE void collide__tree_remove(collide_broadphase *b, int layer, int item) {
    int leaf = 2 * item, inner = b->parents[leaf], at, sibling;
    if (inner < 0) {
        b->roots[layer] = -1;
        return;
    }
    sibling = b->nodes[inner].left == leaf ? b->nodes[inner].right : b->nodes[inner].left;
    at = b->parents[inner];
    collide__tree_replace_child(b, layer, at, inner, sibling);
    collide__tree_free_node(b, inner);
    for (; at >= 0; at = b->parents[at]) collide__tree_pull(b, at);
}
TACT_PRIVATE int collide__tree_build(collide_broadphase *b, int *items, int n, int depth) {
    int inner, left, right, split;
    if (n == 1) {
        int leaf = 2 * items[0];
        b->nodes[leaf].left = ~items[0], b->nodes[leaf].right = 1;
        b->heights[leaf] = 0;
        return leaf;
    }
    split = collide__split(b->nodes, 1, items, n, depth, 0);
    inner = collide__tree_new_node(b);
    left = collide__tree_build(b, items, split, depth + 1);
    right = collide__tree_build(b, items + split, n - split, depth + 1);
    b->nodes[inner].left = left, b->nodes[inner].right = right;
    b->parents[left] = inner, b->parents[right] = inner;
    collide__tree_pull(b, inner);
    return inner;
}
TACT_PRIVATE void collide__tree_rebuild(collide_broadphase *b, int layer) {
    int n = 0, i, j;
    for (i = 0; i < b->proxy_high; ++i) {
        const collide__proxy *p = b->proxies + i;
        if (p->state == COLLIDE__PROXY_ALIVE && p->layer == layer && !p->is_unbounded) b->scratch[n++] = i;
    }
    for (i = 0; i < n; ++i) /* free the inner nodes: climb from each leaf until one that is free already */
        for (j = b->parents[2 * b->scratch[i]]; j >= 0 && b->nodes[j].right >= 0;) {
            int up = b->parents[j];
            collide__tree_free_node(b, j);
            j = up;
        }
    b->roots[layer] = n ? collide__tree_build(b, b->scratch, n, 0) : -1;
    if (n) b->parents[b->roots[layer]] = -1;
}

TACT_PRIVATE collide_status collide__aabb_status(collide_aabb box) { /* infinities are fine, NaN and inverted are not */
    tact_vec3 l = box.min, u = box.max;
    if (!(l.x <= u.x || l.x > u.x) || !(l.y <= u.y || l.y > u.y) || !(l.z <= u.z || l.z > u.z)) return COLLIDE_NOT_FINITE;
    return l.x <= u.x && l.y <= u.y && l.z <= u.z ? COLLIDE_OK : COLLIDE_BAD_ARGUMENT;
}
TACT_INLINE int collide__aabb_unbounded(collide_aabb box) {
    tact_real limit = COLLIDE__UNBOUNDED_SIDE;
    return !(box.min.x > -limit && box.min.y > -limit && box.min.z > -limit && box.max.x < limit &&
             box.max.y < limit && box.max.z < limit);
}
TACT_PRIVATE void collide__fatten(const collide_broadphase *b, collide_aabb box, tact_vec3 d, collide__node *node) {
    tact_vec3 side = tact_sub(box.max, box.min);
    tact_real m = b->config.margin + TACT_R(0.5) * b->config.margin_relative * tact_max(side.x, tact_max(side.y, side.z));
    tact_vec3 lower = tact_vec(box.min.x - m + tact_min(d.x, 0), box.min.y - m + tact_min(d.y, 0),
                               box.min.z - m + tact_min(d.z, 0));
    tact_vec3 upper = tact_vec(box.max.x + m + tact_max(d.x, 0), box.max.y + m + tact_max(d.y, 0),
                               box.max.z + m + tact_max(d.z, 0));
    collide__node_set(node, lower, upper);
}
TACT_INLINE void collide__mark_moved(collide_broadphase *b, int proxy) {
    if (b->proxies[proxy].is_moved) return;
    b->proxies[proxy].is_moved = 1;
    b->moved[b->n_moved++] = proxy;
}
COLLIDE_API int collide_broadphase_valid(const collide_broadphase *broad, int proxy) {
    return broad && proxy >= 0 && proxy < broad->proxy_high && broad->proxies[proxy].state == COLLIDE__PROXY_ALIVE;
}
COLLIDE_API collide_status collide_broadphase_insert(collide_broadphase *broad, collide_aabb box, collide_filter filter,
                                                     int is_fixed, uint64_t user, int *proxy) {
    collide__proxy *p;
    collide_status status;
    int id;
    if (!broad || !proxy || !broad->memory) return COLLIDE_BAD_ARGUMENT;
    *proxy = -1;
    status = collide__aabb_status(box);
    if (status < 0) return status;
    if (broad->free_proxy < 0 && broad->proxy_high == broad->proxy_capacity) {
        status = collide__broadphase_grow(broad, 2 * broad->proxy_capacity, broad->pair_capacity);
        if (status < 0) return status;
    }
    if (broad->free_proxy >= 0) {
        id = broad->free_proxy;
        broad->free_proxy = broad->proxies[id].next_free;
    } else {
        id = broad->proxy_high++;
        broad->proxies[id].is_moved = 0;
        broad->flags[2 * id] = broad->flags[2 * id + 1] = 0;
        collide__tree_free_node(broad, 2 * id + 1);
    }
    p = broad->proxies + id;
    p->user = user, p->filter = filter;
    p->next_free = -1;
    p->state = COLLIDE__PROXY_ALIVE, p->layer = is_fixed ? 1 : 0;
    p->is_unbounded = (uint8_t)collide__aabb_unbounded(box);
    ++broad->n_proxies;
    if (p->is_unbounded) {
        collide__node_set(broad->nodes + 2 * id, box.min, box.max);
        broad->unbounded[broad->n_unbounded++] = id;
    } else {
        collide__fatten(broad, box, tact_vec(0, 0, 0), broad->nodes + 2 * id);
        collide__tree_insert(broad, p->layer, id);
        ++broad->n_leaves[p->layer];
        if (broad->heights[broad->roots[p->layer]] > COLLIDE__MAX_HEIGHT) collide__tree_rebuild(broad, p->layer);
    }
    collide__mark_moved(broad, id);
    *proxy = id;
    return COLLIDE_OK;
}
TACT_PRIVATE void collide__unlist(collide_broadphase *b, int proxy) { /* out of the unbounded list, keeping its order */
    int i, n = 0;
    for (i = 0; i < b->n_unbounded; ++i)
        if (b->unbounded[i] != proxy) b->unbounded[n++] = b->unbounded[i];
    b->n_unbounded = n;
}
COLLIDE_API collide_status collide_broadphase_remove(collide_broadphase *broad, int proxy) {
    collide__proxy *p;
    if (!collide_broadphase_valid(broad, proxy)) return COLLIDE_BAD_ARGUMENT;
    p = broad->proxies + proxy;
    if (p->is_unbounded) {
        collide__unlist(broad, proxy);
    } else {
        collide__tree_remove(broad, p->layer, proxy);
        --broad->n_leaves[p->layer];
    }
    p->state = COLLIDE__PROXY_DYING;
    --broad->n_proxies;
    collide__mark_moved(broad, proxy);
    return COLLIDE_OK;
}
COLLIDE_API collide_status collide_broadphase_move(collide_broadphase *broad, int proxy, collide_aabb box,
                                                   tact_vec3 displacement, int *left) {
    collide__proxy *p;
    collide__node *node, tight, fat;
    collide_status status;
    int unbounded, at, k;
    float old_sides = 0, new_sides = 0;
    if (left) *left = 0;
    if (!collide_broadphase_valid(broad, proxy)) return COLLIDE_BAD_ARGUMENT;
    status = collide__aabb_status(box);
    if (status < 0) return status;
    if (!tact_vec_finite(displacement)) return COLLIDE_NOT_FINITE;
    p = broad->proxies + proxy;
    node = broad->nodes + 2 * proxy;
    collide__node_set(&tight, box.min, box.max);
    unbounded = collide__aabb_unbounded(box);
    if (unbounded || p->is_unbounded) {
        if (unbounded == p->is_unbounded && TACT_MEMCMP(tight.lo, node->lo, sizeof tight.lo) == 0 &&
            TACT_MEMCMP(tight.hi, node->hi, sizeof tight.hi) == 0)
            return COLLIDE_OK;
        if (p->is_unbounded) {
            collide__unlist(broad, proxy);
        } else {
            collide__tree_remove(broad, p->layer, proxy);
            --broad->n_leaves[p->layer];
        }
        p->is_unbounded = (uint8_t)unbounded;
        if (unbounded) {
            collide__node_set(node, box.min, box.max);
            broad->unbounded[broad->n_unbounded++] = proxy;
        } else {
            collide__fatten(broad, box, displacement, node);
            collide__tree_insert(broad, p->layer, proxy);
            ++broad->n_leaves[p->layer];
        }
        collide__mark_moved(broad, proxy);
        if (left) *left = 1;
        return COLLIDE_OK;
    }
    collide__fatten(broad, box, displacement, &fat);
    for (k = 0; k < 3; ++k) old_sides += node->hi[k] - node->lo[k], new_sides += fat.hi[k] - fat.lo[k];
    if (collide__node_contains(node, &tight) && old_sides <= 2 * new_sides) return COLLIDE_OK;
    TACT_MEMCPY(node->lo, fat.lo, sizeof fat.lo);
    TACT_MEMCPY(node->hi, fat.hi, sizeof fat.hi);
    /* Keep the tree valid at once by growing the ancestors; the leaf finds its better place in the update. */
    for (at = broad->parents[2 * proxy]; at >= 0 && !collide__node_contains(broad->nodes + at, node);
         at = broad->parents[at])
        collide__node_unite(broad->nodes + at, broad->nodes + at, node);
    if (!p->is_moved) ++broad->pending[p->layer];
    collide__mark_moved(broad, proxy);
    if (left) *left = 1;
    return COLLIDE_OK;
}
COLLIDE_API collide_status collide_broadphase_set_filter(collide_broadphase *broad, int proxy, collide_filter filter) {
    if (!collide_broadphase_valid(broad, proxy)) return COLLIDE_BAD_ARGUMENT;
    broad->proxies[proxy].filter = filter;
    collide__mark_moved(broad, proxy);
    return COLLIDE_OK;
}
COLLIDE_API collide_filter collide_broadphase_get_filter(const collide_broadphase *broad, int proxy) {
    return collide_broadphase_valid(broad, proxy) ? broad->proxies[proxy].filter : collide_default_filter();
}
COLLIDE_API uint64_t collide_broadphase_user(const collide_broadphase *broad, int proxy) {
    return collide_broadphase_valid(broad, proxy) ? broad->proxies[proxy].user : 0;
}
COLLIDE_API collide_aabb collide_broadphase_fat_box(const collide_broadphase *broad, int proxy) {
    collide_aabb box = TACT_ZERO;
    if (collide_broadphase_valid(broad, proxy)) {
        const collide__node *n = broad->nodes + 2 * proxy;
        box.min = tact_vec((tact_real)n->lo[0], (tact_real)n->lo[1], (tact_real)n->lo[2]);
        box.max = tact_vec((tact_real)n->hi[0], (tact_real)n->hi[1], (tact_real)n->hi[2]);
    }
    return box;
}

/* One candidate: filters, then into the found list; counted even when it does not fit any more. */
TACT_INLINE void collide__found(collide_broadphase *b, int i, int j) {
    const collide__proxy *p = b->proxies + i, *q = b->proxies + j;
    int low = i < j ? i : j, high = i < j ? j : i;
    if (!collide_filter_allows(p->filter, q->filter)) return;
    if (b->config.filter && !b->config.filter(b->config.filter_context, low, high)) return;
    if (b->n_found < b->pair_capacity) {
        b->found[2 * b->n_found] = (uint32_t)low;
        b->found[2 * b->n_found + 1] = (uint32_t)high;
    }
    ++b->n_found;
}
/* All overlapping leaf pairs of which at least one moved: simultaneous descent of a tree against itself (root_b < 0) or
   another. flags[node] says whether a moved leaf is below. Every pair comes once. Entries of the stack are (x, y), with
   x == y for "x against itself"; a pop pushes at most three, and the path is at most two heights long. */
TACT_PRIVATE void collide__tree_pairs(collide_broadphase *b, int root_a, int root_b) {
    const collide__node *nodes = b->nodes;
    const uint8_t *flags = b->flags;
    int stack[8 * COLLIDE__STACK][2], top = 0;
    if (root_a < 0) return;
    stack[top][0] = root_a, stack[top++][1] = root_b < 0 ? root_a : root_b;
    while (top > 0) {
        int x = stack[--top][0], y = stack[top][1];
        if (!(flags[x] | flags[y])) continue;
        if (x == y) {
            if (nodes[x].left < 0) continue;
            stack[top][0] = stack[top][1] = nodes[x].right, ++top;
            stack[top][0] = stack[top][1] = nodes[x].left, ++top;
            stack[top][0] = nodes[x].left, stack[top][1] = nodes[x].right, ++top;
            continue;
        }
        if (!collide__node_overlap(nodes + x, nodes + y)) continue;
        if (nodes[x].left < 0 && nodes[y].left < 0) {
            collide__found(b, ~nodes[x].left, ~nodes[y].left);
            continue;
        }
        if (nodes[x].left < 0 || (nodes[y].left >= 0 && b->heights[y] > b->heights[x])) {
            int swap = x;
            x = y, y = swap;
        }
        stack[top][0] = nodes[x].right, stack[top][1] = y, ++top;
        stack[top][0] = nodes[x].left, stack[top][1] = y, ++top;
    }
}
/* Sort the found pairs by (a, b): insertion for a few, else radix by bytes (b first, then a; stable). */
TACT_PRIVATE void collide__sort_found(collide_broadphase *b) {
    uint32_t *from = b->found, *to = b->found_sorted;
    int n = b->n_found, i, j, field, shift;
    if (n <= 32) {
        for (i = 1; i < n; ++i) {
            uint32_t a = from[2 * i], c = from[2 * i + 1];
            for (j = i; j > 0 && (from[2 * j - 2] > a || (from[2 * j - 2] == a && from[2 * j - 1] > c)); --j)
                from[2 * j] = from[2 * j - 2], from[2 * j + 1] = from[2 * j - 1];
            from[2 * j] = a, from[2 * j + 1] = c;
        }
        return;
    }
    for (field = 1; field >= 0; --field)
        for (shift = 0; shift < 32 && (b->proxy_high >> shift) > 0; shift += 8) {
            int start[256], sum = 0;
            uint32_t *swap;
            TACT_MEMSET(start, 0, sizeof start);
            for (i = 0; i < n; ++i) ++start[(from[2 * i + field] >> shift) & 255];
            for (i = 0; i < 256; ++i) {
                int count = start[i];
                start[i] = sum, sum += count;
            }
            for (i = 0; i < n; ++i) {
                j = start[(from[2 * i + field] >> shift) & 255]++;
                to[2 * j] = from[2 * i], to[2 * j + 1] = from[2 * i + 1];
            }
            swap = from, from = to, to = swap;
        }
    b->found = from, b->found_sorted = to;
}
/* The new list: old pairs of which nobody moved, and everything found. Both are sorted; a found pair that was there keeps
   its slot. Counts first, so that a list without room changes nothing. */
TACT_PRIVATE collide_status collide__merge_pairs(collide_broadphase *b) {
    int n = 0, kept = 0, i, j;
    collide_proxy_pair *swap;
    for (i = 0; i < b->n_pairs; ++i)
        kept += !(b->proxies[b->pairs[i].a].is_moved | b->proxies[b->pairs[i].b].is_moved);
    b->pairs_needed = kept + b->n_found;
    if (b->pairs_needed > b->pair_capacity) return COLLIDE_NO_SPACE;
    collide__sort_found(b);
    b->n_ended = 0;
    for (i = 0, j = 0; i < b->n_pairs; ++i) { /* first the ends, whose slots become free, lowest pair last */
        const collide_proxy_pair *p = b->pairs + i;
        if (!(b->proxies[p->a].is_moved | b->proxies[p->b].is_moved)) continue;
        while (j < b->n_found && ((int)b->found[2 * j] < p->a ||
                                  ((int)b->found[2 * j] == p->a && (int)b->found[2 * j + 1] < p->b)))
            ++j;
        if (j < b->n_found && (int)b->found[2 * j] == p->a && (int)b->found[2 * j + 1] == p->b) continue;
        b->ended[b->n_ended++] = *p;
    }
    for (i = b->n_ended - 1; i >= 0; --i) b->free_slots[b->n_free_slots++] = b->ended[i].slot;
    for (i = 0, j = 0; i < b->n_pairs || j < b->n_found;) {
        collide_proxy_pair p;
        int order = 0; /* < 0: take the old one, > 0: the found one, 0: they are the same */
        if (i == b->n_pairs) order = 1;
        else if (j == b->n_found) order = -1;
        else if (b->pairs[i].a != (int)b->found[2 * j]) order = b->pairs[i].a < (int)b->found[2 * j] ? -1 : 1;
        else if (b->pairs[i].b != (int)b->found[2 * j + 1]) order = b->pairs[i].b < (int)b->found[2 * j + 1] ? -1 : 1;
        if (order > 0) {
            p.a = (int)b->found[2 * j], p.b = (int)b->found[2 * j + 1];
            p.slot = b->n_free_slots > 0 ? b->free_slots[--b->n_free_slots] : b->slot_limit++;
            p.is_new = 1;
            ++j;
        } else {
            p = b->pairs[i++];
            p.is_new = 0;
            if (order < 0 && (b->proxies[p.a].is_moved | b->proxies[p.b].is_moved)) continue; /* ended */
            j += order == 0;
        }
        b->pairs_next[n++] = p;
    }
    swap = b->pairs, b->pairs = b->pairs_next, b->pairs_next = swap;
    b->n_pairs = n;
    return COLLIDE_OK;
}
COLLIDE_API collide_status collide_broadphase_update(collide_broadphase *broad) {
    collide_broadphase *b = broad;
    int i, j, layer, at;
    if (!b || !b->memory) return COLLIDE_BAD_ARGUMENT;
    if (b->n_moved == 0) {
        for (i = 0; i < b->n_pairs && b->n_ended >= 0; ++i) b->pairs[i].is_new = 0;
        b->n_ended = 0;
        return COLLIDE_OK;
    }
    for (layer = 0; layer < 2; ++layer) { /* leaves that left their box find a better place */
        if (4 * b->pending[layer] > b->n_leaves[layer]) {
            collide__tree_rebuild(b, layer);
        } else if (b->pending[layer] > 0) {
            for (i = 0; i < b->n_moved; ++i) {
                const collide__proxy *p = b->proxies + b->moved[i];
                if (p->state != COLLIDE__PROXY_ALIVE || p->layer != layer || p->is_unbounded) continue;
                collide__tree_remove(b, layer, b->moved[i]);
                collide__tree_insert(b, layer, b->moved[i]);
            }
            if (b->roots[layer] >= 0 && b->heights[b->roots[layer]] > COLLIDE__MAX_HEIGHT)
                collide__tree_rebuild(b, layer);
        }
        b->pending[layer] = 0;
    }
    for (i = 0; i < b->n_moved; ++i) {
        const collide__proxy *p = b->proxies + b->moved[i];
        if (p->state != COLLIDE__PROXY_ALIVE || p->is_unbounded) continue;
        for (at = 2 * b->moved[i]; at >= 0 && !b->flags[at]; at = b->parents[at]) b->flags[at] = 1;
    }
    for (;;) {
        collide_status status;
        b->n_found = 0;
        collide__tree_pairs(b, b->roots[0], -1);
        if (b->roots[0] >= 0 && b->roots[1] >= 0) collide__tree_pairs(b, b->roots[0], b->roots[1]);
        for (i = 0; i < b->n_unbounded; ++i) {
            int u = b->unbounded[i], whole = b->proxies[u].is_moved, n = whole ? b->proxy_high : b->n_moved;
            for (j = 0; j < n; ++j) { /* against all, or only against what moved */
                int k = whole ? j : b->moved[j];
                const collide__proxy *q = b->proxies + k;
                if (k == u || q->state != COLLIDE__PROXY_ALIVE || (q->layer & b->proxies[u].layer)) continue;
                if (q->is_unbounded && whole && q->is_moved && k < u) continue; /* found from the other side */
                if (collide__node_overlap(b->nodes + 2 * u, b->nodes + 2 * k)) collide__found(b, u, k);
            }
        }
        status = collide__merge_pairs(b);
        if (status == COLLIDE_NO_SPACE && b->owns_memory) {
            status = collide__broadphase_grow(b, b->proxy_capacity,
                                              b->pairs_needed > 2 * b->pair_capacity ? b->pairs_needed + b->pairs_needed / 4
                                                                                     : 2 * b->pair_capacity);
            if (status == COLLIDE_OK) continue;
        }
        if (status < 0) { /* moved proxies stay marked: the next update tries again */
            for (i = 0; i < b->n_moved; ++i)
                for (at = 2 * b->moved[i]; at >= 0 && b->flags[at]; at = b->parents[at]) b->flags[at] = 0;
            return status;
        }
        break;
    }
    for (i = 0; i < b->n_moved; ++i) {
        collide__proxy *p = b->proxies + b->moved[i];
        p->is_moved = 0;
        if (p->state == COLLIDE__PROXY_DYING) {
            p->state = COLLIDE__PROXY_FREE;
            p->next_free = b->free_proxy, b->free_proxy = b->moved[i];
        } else if (!p->is_unbounded) {
            for (at = 2 * b->moved[i]; at >= 0 && b->flags[at]; at = b->parents[at]) b->flags[at] = 0;
        }
    }
    b->n_moved = 0;
    return COLLIDE_OK;
}
COLLIDE_API void collide_broadphase_rebuild(collide_broadphase *broad) {
    if (!broad || !broad->memory) return;
    collide__tree_rebuild(broad, 0);
    collide__tree_rebuild(broad, 1);
    broad->pending[0] = broad->pending[1] = 0;
}
TACT_PRIVATE void collide__tree_refit(collide_broadphase *b, int node) {
    if (b->nodes[node].left < 0) return;
    collide__tree_refit(b, b->nodes[node].left);
    collide__tree_refit(b, b->nodes[node].right);
    collide__tree_pull(b, node);
}
COLLIDE_API void collide_broadphase_refit(collide_broadphase *broad) {
    int layer;
    if (!broad || !broad->memory) return;
    for (layer = 0; layer < 2; ++layer)
        if (broad->roots[layer] >= 0) collide__tree_refit(broad, broad->roots[layer]);
}
COLLIDE_API void collide_broadphase_query(const collide_broadphase *broad, collide_aabb box, uint32_t mask,
                                          collide_box_visitor visit, void *context) {
    collide__node query;
    collide__walk walk;
    const collide__node *leaf;
    int i, layer;
    if (!broad || !broad->memory || !visit || collide__aabb_status(box) < 0) return;
    collide__node_set(&query, box.min, box.max);
    for (layer = 0; layer < 2; ++layer) {
        collide__walk_begin(&walk, broad->nodes, broad->roots[layer]);
        while ((leaf = collide__walk_next(&walk, &query)) != NULL)
            if ((broad->proxies[~leaf->left].filter.category & mask) && !visit(context, ~leaf->left)) return;
    }
    for (i = 0; i < broad->n_unbounded; ++i)
        if ((broad->proxies[broad->unbounded[i]].filter.category & mask) &&
            collide__node_overlap(broad->nodes + 2 * broad->unbounded[i], &query) && !visit(context, broad->unbounded[i]))
            return;
}
COLLIDE_API void collide_broadphase_ray(const collide_broadphase *broad, tact_vec3 origin, tact_vec3 direction,
                                        tact_real max_t, tact_vec3 half_extents, uint32_t mask,
                                        collide_ray_visitor visit, void *context) {
    collide__walk walk;
    collide__ray ray = collide__ray_make(origin, direction, half_extents);
    const collide__node *leaf;
    int i, layer;
    if (!broad || !broad->memory || !visit || !tact_vec_finite(origin) || !tact_vec_finite(direction)) return;
    for (layer = 0; layer < 2; ++layer) {
        collide__walk_begin(&walk, broad->nodes, broad->roots[layer]);
        while (max_t >= 0 && (leaf = collide__walk_next_ray(&walk, &ray, max_t)) != NULL)
            if (broad->proxies[~leaf->left].filter.category & mask) max_t = visit(context, ~leaf->left, max_t);
    }
    for (i = 0; i < broad->n_unbounded && max_t >= 0; ++i)
        if ((broad->proxies[broad->unbounded[i]].filter.category & mask) &&
            collide__ray_node(&ray, broad->nodes + 2 * broad->unbounded[i], max_t) >= 0)
            max_t = visit(context, broad->unbounded[i], max_t);
}
COLLIDE_API collide_status collide_broadphase_check(const collide_broadphase *broad) {
    const collide_broadphase *b = broad;
    int i, layer, leaves[2], inner = 0, n_free = 0, alive = 0;
    if (!b || !b->memory) return COLLIDE_BAD_ARGUMENT;
    leaves[0] = leaves[1] = 0;
    for (layer = 0; layer < 2; ++layer) { /* climb: every leaf reaches the root; then walk down and compare */
        int stack[COLLIDE__STACK * 2], top = 0;
        if (b->roots[layer] < 0) continue;
        if (b->parents[b->roots[layer]] != -1) return COLLIDE_BAD_ARGUMENT;
        stack[top++] = b->roots[layer];
        while (top > 0) {
            int at = stack[--top], left = b->nodes[at].left, right = b->nodes[at].right;
            if (left < 0) {
                if (2 * ~left != at || right != 1 || b->heights[at] != 0) return COLLIDE_BAD_ARGUMENT;
                if (b->proxies[~left].layer != layer || b->proxies[~left].state != COLLIDE__PROXY_ALIVE)
                    return COLLIDE_BAD_ARGUMENT;
                ++leaves[layer];
                continue;
            }
            ++inner;
            if (b->parents[left] != at || b->parents[right] != at || !(at & 1)) return COLLIDE_BAD_ARGUMENT;
            if (!collide__node_contains(b->nodes + at, b->nodes + left) ||
                !collide__node_contains(b->nodes + at, b->nodes + right))
                return COLLIDE_BAD_ARGUMENT;
            if (b->heights[at] != 1 + (b->heights[left] > b->heights[right] ? b->heights[left] : b->heights[right]))
                return COLLIDE_BAD_ARGUMENT;
            if (b->heights[at] > COLLIDE__MAX_HEIGHT) return COLLIDE_BAD_ARGUMENT;
            stack[top++] = left, stack[top++] = right;
        }
        if (leaves[layer] != b->n_leaves[layer]) return COLLIDE_BAD_ARGUMENT;
    }
    for (i = b->free_node; i >= 0; i = b->nodes[i].left) ++n_free;
    for (i = 0; i < b->proxy_high; ++i) alive += b->proxies[i].state == COLLIDE__PROXY_ALIVE;
    if (inner + n_free != b->proxy_high || alive != b->n_proxies) return COLLIDE_BAD_ARGUMENT;
    if (leaves[0] + leaves[1] + b->n_unbounded != alive) return COLLIDE_BAD_ARGUMENT;
    for (i = 1; i < b->n_pairs; ++i)
        if (b->pairs[i - 1].a > b->pairs[i].a ||
            (b->pairs[i - 1].a == b->pairs[i].a && b->pairs[i - 1].b >= b->pairs[i].b))
            return COLLIDE_BAD_ARGUMENT;
    if (b->n_pairs + b->n_free_slots != b->slot_limit) return COLLIDE_BAD_ARGUMENT;
    return COLLIDE_OK;
}
COLLIDE_API tact_real collide_broadphase_cost(const collide_broadphase *broad, int *height) {
    tact_real cost = 0;
    int layer, tallest = 0;
    if (height) *height = 0;
    if (!broad || !broad->memory) return 0;
    for (layer = 0; layer < 2; ++layer) {
        int stack[COLLIDE__STACK], top = 0, root = broad->roots[layer];
        tact_real sum = 0, whole;
        if (root < 0) continue;
        whole = (tact_real)collide__node_area(broad->nodes + root);
        if (broad->heights[root] > tallest) tallest = broad->heights[root];
        stack[top++] = root;
        while (top > 0) {
            const collide__node *node = broad->nodes + stack[--top];
            if (node->left < 0) continue;
            sum += (tact_real)collide__node_area(node);
            stack[top++] = node->left, stack[top++] = node->right;
        }
        if (whole > 0) cost += sum / whole;
    }
    if (height) *height = tallest;
    return cost;
}

/* Static tree: nodes, then items, then the boxes of the build (scratch). */
COLLIDE_API size_t collide_bvh_bytes(int n_boxes) {
    if (n_boxes < 0 || n_boxes >= (1 << 28)) return 0;
    return 64 + (size_t)n_boxes * (2 * sizeof(collide__node) + sizeof(collide__node) + sizeof(int));
}
TACT_PRIVATE void collide__bvh_node(const collide__node *boxes, collide__node *nodes, int *n_nodes, int *items, int first,
                                    int n, int depth) {
    enum { LEAF = 4 };
    int at = (*n_nodes)++, i;
    collide__node *node = nodes + at;
    if (n <= LEAF) {
        *node = boxes[items[first]];
        for (i = 1; i < n; ++i) collide__node_unite(node, node, boxes + items[first + i]);
        node->left = ~first, node->right = n;
        return;
    }
    i = collide__split(boxes, 0, items + first, n, depth, 1);
    node->left = *n_nodes;
    collide__bvh_node(boxes, nodes, n_nodes, items, first, i, depth + 1);
    node->right = *n_nodes;
    collide__bvh_node(boxes, nodes, n_nodes, items, first + i, n - i, depth + 1);
    collide__node_unite(node, nodes + node->left, nodes + node->right);
}
COLLIDE_API collide_status collide_bvh_build(collide_bvh *bvh, const collide_aabb *boxes, int n_boxes, void *memory,
                                             size_t bytes) {
    collide__node *nodes, *leaves;
    int *items, i, n_nodes = 0;
    size_t n = (size_t)n_boxes;
    if (!bvh || n_boxes < 0 || n_boxes >= (1 << 28) || (n_boxes > 0 && (!boxes || !memory))) return COLLIDE_BAD_ARGUMENT;
    bvh->nodes = NULL, bvh->items = NULL, bvh->n_nodes = bvh->n_items = 0;
    if (n_boxes == 0) return COLLIDE_OK;
    if (bytes < collide_bvh_bytes(n_boxes)) return COLLIDE_NO_SPACE;
    for (i = 0; i < n_boxes; ++i) {
        collide_status status = collide__aabb_status(boxes[i]);
        if (status < 0) return status;
        if (collide__aabb_unbounded(boxes[i])) return COLLIDE_NOT_FINITE;
    }
    nodes = (collide__node *)memory, leaves = nodes + 2 * n, items = (int *)(void *)(leaves + n);
    for (i = 0; i < n_boxes; ++i) {
        collide__node_set(leaves + i, boxes[i].min, boxes[i].max);
        leaves[i].left = leaves[i].right = 0;
        items[i] = i;
    }
    collide__bvh_node(leaves, nodes, &n_nodes, items, 0, n_boxes, 0);
    bvh->nodes = nodes, bvh->items = items, bvh->n_nodes = n_nodes, bvh->n_items = n_boxes;
    return COLLIDE_OK;
}
COLLIDE_API void collide_bvh_query(const collide_bvh *bvh, collide_aabb box, collide_box_visitor visit, void *context) {
    collide__node query;
    collide__walk walk;
    const collide__node *leaf;
    int i;
    if (!bvh || !visit || bvh->n_nodes == 0 || collide__aabb_status(box) < 0) return;
    collide__node_set(&query, box.min, box.max);
    collide__walk_begin(&walk, bvh->nodes, 0);
    while ((leaf = collide__walk_next(&walk, &query)) != NULL)
        for (i = 0; i < leaf->right; ++i)
            if (!visit(context, bvh->items[~leaf->left + i])) return;
}
COLLIDE_API void collide_bvh_ray(const collide_bvh *bvh, tact_vec3 origin, tact_vec3 direction, tact_real max_t,
                                 tact_vec3 half_extents, collide_ray_visitor visit, void *context) {
    collide__walk walk;
    collide__ray ray = collide__ray_make(origin, direction, half_extents);
    const collide__node *leaf;
    int i;
    if (!bvh || !visit || bvh->n_nodes == 0 || !tact_vec_finite(origin) || !tact_vec_finite(direction)) return;
    collide__walk_begin(&walk, bvh->nodes, 0);
    while (max_t >= 0 && (leaf = collide__walk_next_ray(&walk, &ray, max_t)) != NULL)
        for (i = 0; i < leaf->right && max_t >= 0; ++i) max_t = visit(context, bvh->items[~leaf->left + i], max_t);
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
