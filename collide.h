/* collide.h - v0.1 - distance, penetration, contacts and their gradients for convex shapes - MIT or Unlicense (end of
   file)

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

   DOES      Signed distance, witness points and normal of any two convex shapes, rounded or not: exact closed forms
             where there are any, else GJK (Frank-Wolfe, plain, Polyak or Nesterov accelerated), EPA and a Newton polish
             on curved shapes. Yes/no queries, hulls of point clouds, warm starts, batches, mass properties, bounding
             boxes.
   DOES NOT  allocate in a query, print, exit, or keep any global state.
   RANGE     Tested for sizes and distances 1e-3 .. 1e3 m, size ratios to 1e4. Errors scale with the largest length in
             the pair (`scale`): 1e-9 scale for polytopes and 1e-8 scale for curved shapes in double, 1e-5 scale in
             float.

   CONVENTIONS
     SI units, right-handed, quaternions x,y,z,w. A pose maps the shape's frame to the world: x_world = q x_local + p.
     The normal is a unit vector from A to B. distance > 0: apart; < 0: overlapping by -distance, and moving B by
     -distance along the normal just frees it. point_b - point_a = distance * normal, all in world coordinates.
     Round shapes are a core plus a radius: a sphere is a point, a capsule a segment; any shape can be rounded.
     Axes: capsule, cylinder and cone lie along z; the cone's apex is at +half_length, its base at -half_length.

   QUICK REFERENCE
     shapes      collide_sphere capsule box ellipsoid cylinder cone convex halfspace plane point segment triangle custom
                 (constructors, each collide_<name>), collide_rounded, collide_shape_check
     kinds       collide_kind_is_ball is_unbounded is_set is_surface has_corners has_rim (each collide_kind_<name>),
                 collide_kinds_use_cache
     hulls       collide_hull_create collide_hull_destroy collide_hull_build collide_hull_bytes collide_hull_vertex
     about one   collide_support collide_shape_aabb collide_mass_properties
     about two   collide_intersect collide_distance collide_penetration, collide_distance_batch collide_intersect_batch
     gradients   collide_distance_gradient (value and derivatives), collide_gradient_of_result, collide_support_hessian
     contacts    collide_contact (manifold of two convex shapes), collide_patch (all its points), collide_contacts (any
                 kinds)
     sets        collide_mesh_create collide_mesh_move collide_mesh_shape collide_height_field_shape
                 collide_compound_create collide_compound_shape, collide_set_distance collide_set_piece collide_contacts
     casts       collide_ray_cast ray_cast_batch collide_shape_cast shape_cast_in collide_time_of_impact
                 collide_closest_point; collide_sweep (any two shapes that move and turn: time of impact and manifold)
     solids      collide_decompose (a mesh to convex hulls), collide_mesh_distance (signed) collide_mesh_winding
     to draw     collide_surface (triangles of a shape of any kind)
     broadphase  collide_broadphase_create insert move remove update query ray (each collide_broadphase_<name>); static
                 trees: collide_bvh_build collide_bvh_query collide_bvh_ray

   ERRORS  Functions that can fail return a collide_status: 0 done, > 0 done with a caveat, < 0 no result. Nothing
     asserts on bad data. On a negative status a collide_result holds distance 0, a +z normal, zero points and zero
     counts. A constructor given a bad size returns a shape that carries the reason; every query on it returns that
     reason.
   MEMORY  Queries use the stack only: below 112 kB, most of it for the search of a depth and the contacts of sets. With
           config.scratch, COLLIDE_SCRATCH_BYTES of the caller's, below 32 kB. Hulls take a caller's block or an
           allocator.
   THREADS Every function is re-entrant; shapes, hulls and configs are read-only in queries and may be shared. A cache
     belongs to one pair and one thread at a time. Same input, same build: same bits; with TACT_DETERMINISTIC any build.
   OPTIONS Define before every include: TACT_FLOAT (single precision), TACT_DETERMINISTIC (the same bits from every
     compiler, option and machine), COLLIDE_STATIC (no exported symbols),
     COLLIDE_NO_GRADIENTS (without derivatives of queries), COLLIDE_NO_SETS (without meshes, height fields and
     compounds: the functions about sets then take convex shapes only), COLLIDE_NO_DECOMPOSITION (without convex
     decomposition and signed distances of meshes). In the implementation file only:
     TACT_MALLOC/TACT_FREE, TACT_ASSERT, TACT_NO_LIBC, COLLIDE_NO_SIMD (plain C only).
     -ffast-math is an error there.
   REFERENCES
     [GJK++]  Montaut, Le Lidec, Petrik, Sivic, Carpentier: GJK++: Leveraging Acceleration Methods for Faster Collision
              Detection, IEEE T-RO 2024.
     [GJK]    Gilbert, Johnson, Keerthi: A fast procedure for computing the distance between complex objects, 1988.
     [VDB]    van den Bergen: Collision Detection in Interactive 3D Environments, 2003 (termination, EPA).
     [ERI]    Ericson: Real-Time Collision Detection, 2005 (closest points on simplices, segments).
     [QH]     Barber, Dobkin, Huhdanpaa: The quickhull algorithm for convex hulls, 1996.
     [MIR]    Mirtich: Fast and accurate computation of polyhedral mass properties, 1996.
     [DCD]    Montaut, Le Lidec, Bambade, Petrik, Sivic, Carpentier: Differentiable Collision Detection: a Randomized
              Smoothing Approach, ICRA 2023.

   Contents: search for ">>name"
       >>shared-types >>status >>shapes >>hull >>mass-and-bounds >>queries >>batch >>gradient >>broadphase
       >>manifold >>sets >>casts >>decomposition >>surface
       >>impl-status >>impl-shapes >>impl-support >>impl-hull-memory >>impl-quickhull >>impl-bounds >>impl-mass
       >>impl-pair >>impl-simplex >>impl-polish >>impl-gjk >>impl-epa >>impl-overlay >>impl-depth
       >>impl-closed-forms >>impl-boxes >>impl-box-cylinder >>impl-zonoids >>impl-projections >>impl-results
       >>impl-search >>impl-ellipsoids >>impl-plans >>impl-queries >>impl-gradient >>impl-boxes-and-rays
       >>impl-broadphase-memory >>impl-dynamic-tree >>impl-broadphase >>impl-broadphase-pairs >>impl-broadphase-queries
       >>impl-bvh >>impl-round-contacts >>impl-box-contacts >>impl-features >>impl-clip >>impl-manifold
       >>impl-set-memory >>impl-pieces >>impl-set-distance >>impl-set-contacts >>impl-rays >>impl-casts >>impl-sweep
       >>impl-mesh-distance >>impl-decomposition >>impl-surface
       >>licence
*/
#ifdef TACT_DETERMINISTIC /* no product is fused with a sum; gcc 12 does that wherever it forms lanes by itself */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC optimize("fp-contract=off", "no-tree-slp-vectorize")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif
#endif
#ifndef COLLIDE_SINGLE_FILE_H
#define COLLIDE_SINGLE_FILE_H

#define COLLIDE_VERSION 100 /* major*10000 + minor*100 + patch */
#define COLLIDE_VERSION_STRING "0.1.0"

// >>shared-types
/* ---- tact shared block v2: identical bytes in collide.h, rbd.h and contact.h ------------------------------------
   Small types and inline maths that the three headers have in common. The first header included defines them, the
   others find them. `make check` compares the three copies byte by byte. */
#ifdef TACT_BLOCK_VERSION
#if TACT_BLOCK_VERSION != 2
#error "collide.h, rbd.h and contact.h come from different releases: take all of them from one release"
#endif
#else
#define TACT_BLOCK_VERSION 2

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

/* TACT_DETERMINISTIC, defined in every file that includes a header or in none: the same bits from every compiler,
   option and machine with IEEE 754 arithmetic. No lanes whose sums are in another order, no product fused with a sum,
   and sine, exponential and the like by the functions below instead of the C library's. */
#ifdef TACT_DETERMINISTIC
#ifdef TACT_LAPACK
#error "TACT_DETERMINISTIC: LAPACK libraries add in an order of their own; leave TACT_LAPACK out"
#endif
#if defined(__FAST_MATH__) || defined(_M_FP_FAST)
#error "TACT_DETERMINISTIC: not with -ffast-math or /fp:fast"
#endif
#if defined(__FLT_EVAL_METHOD__) && (__FLT_EVAL_METHOD__ < 0 || __FLT_EVAL_METHOD__ == 2) /* 16: as 0 */
#error "TACT_DETERMINISTIC: this target computes in more digits than it stores; on x86 add -msse2 -mfpmath=sse"
#endif
#ifndef TACT_NO_SIMD
#define TACT_NO_SIMD
#endif
#ifndef COLLIDE_NO_SIMD
#define COLLIDE_NO_SIMD
#endif
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
#ifdef __OPTIMIZE_SIZE__ /* -Os: who asks for small code gets no copies that are there for speed */
#define TACT_ALWAYS_INLINE TACT_INLINE
#else
#define TACT_ALWAYS_INLINE static inline __attribute__((unused, always_inline))
#endif
#define TACT_NOINLINE static __attribute__((unused, noinline))
#define TACT_COLD                                                                                                      \
    __attribute__((cold)) /* runs seldom (creation, files, errors): compiled for size, kept out of the way */
#define TACT_FLATTEN __attribute__((flatten)) /* a hot function: the calls in it are inlined, which elsewhere are not */
#define TACT_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define TACT_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#elif defined(_MSC_VER)
#define TACT_INLINE static __inline
#define TACT_PRIVATE static
#define TACT_RESTRICT __restrict
#define TACT_ALWAYS_INLINE static __forceinline
#define TACT_NOINLINE static __declspec(noinline)
#define TACT_COLD
#define TACT_FLATTEN
#define TACT_LIKELY(condition) (condition)
#define TACT_UNLIKELY(condition) (condition)
#else
#define TACT_INLINE static inline
#define TACT_PRIVATE static
#define TACT_RESTRICT
#define TACT_ALWAYS_INLINE static inline
#define TACT_NOINLINE static
#define TACT_COLD
#define TACT_FLATTEN
#define TACT_LIKELY(condition) (condition)
#define TACT_UNLIKELY(condition) (condition)
#endif

/* clang-format off */
#ifdef __cplusplus
#define TACT_ZERO {} /* `T x = TACT_ZERO;` in C and C++ without a warning */
#else
#define TACT_ZERO {0}
#endif
/* clang-format on */

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
typedef struct tact_vec3 {
    tact_real x, y, z;
} tact_vec3;
typedef struct tact_quat {
    tact_real x, y, z, w;
} tact_quat; /* unit, Hamilton product, w last */
typedef struct tact_mat3 {
    tact_real m[3][3];
} tact_mat3; /* m[row][column] */
typedef struct tact_pose {
    tact_quat q;
    tact_vec3 p;
} tact_pose; /* x_parent = q x_local + p */
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

TACT_PRIVATE void *tact_alloc(const tact_allocator *a, size_t bytes) {
    return a ? a->alloc(a->context, bytes, 64) : TACT_MALLOC(bytes);
}
TACT_PRIVATE void tact_free(const tact_allocator *a, void *pointer, size_t bytes) {
    if (!pointer) return;
    if (a)
        a->free(a->context, pointer, bytes);
    else
        TACT_FREE(pointer);
}

#ifdef TACT_DETERMINISTIC
/* Elementary functions of +, -, *, / and sqrt, which IEEE 754 fixes to the bit: within 3 units in the last place, pow
   within |y log x| of them. Angles beyond 2^50 count as zero. */
TACT_INLINE double tact__scaled(double x, int n) { /* x 2^n */
    uint64_t bits;
    double power;
    if (n > 1023) {
        x *= 8.98846567431158e307; /* 2^1023 */
        n = n - 1023 > 1023 ? 1023 : n - 1023;
    } else if (n < -1022) {
        x *= 2.0041683600089728e-292 /* 2^-969 */;
        n = n + 969 < -1022 ? -1022 : n + 969;
    }
    bits = (uint64_t)(n + 1023) << 52;
    TACT_MEMCPY(&power, &bits, sizeof power);
    return x * power;
}
/* x = r + n pi/2 with |r| <= pi/4 or a little more; returns n modulo 4. The product n pi/2 is exact in two parts
   (Dekker 1971), and the digits of pi/2 beyond the first 53 bits are a third. */
TACT_PRIVATE int tact__quarter(double x, double *r) {
    const double half_pi = 1.5707963267948966, tail = 6.1232339957367658861e-17, split = 134217729.0;
    double n, high, low, n1, n2, p1, p2, t;
    if (!(x < 1125899906842624.0 && x > -1125899906842624.0)) {
        *r = x - x; /* 0, or NaN */
        return 0;
    }
    n = TACT_LIBM(floor)(x * 0.63661977236758134 + 0.5);
    t = split * n, n1 = t - (t - n), n2 = n - n1;
    t = split * half_pi, p1 = t - (t - half_pi), p2 = half_pi - p1;
    high = n * half_pi;
    low = ((n1 * p1 - high) + n1 * p2 + n2 * p1) + n2 * p2;
    *r = ((x - high) - low) - n * tail;
    return (int)((int64_t)n & 3);
}
TACT_PRIVATE double tact__sine(double r, int cosine) { /* Taylor, |r| <= 0.79 */
    const double z = r * r;
    if (cosine)
        return 1 -
               z * (0.5 - z * (1.0 / 24 -
                               z * (1.0 / 720 - z * (1.0 / 40320 -
                                                     z * (1.0 / 3628800 - z * (1.0 / 479001600 -
                                                                               z * (1.0 / 87178291200.0 -
                                                                                    z * (1.0 / 20922789888000.0))))))));
    return r - r * z *
                   (1.0 / 6 -
                    z * (1.0 / 120 -
                         z * (1.0 / 5040 -
                              z * (1.0 / 362880 - z * (1.0 / 39916800 - z * (1.0 / 6227020800.0 -
                                                                             z * (1.0 / 1307674368000.0 -
                                                                                  z * (1.0 / 355687428096000.0))))))));
}
TACT_INLINE double tact__sin(double x) {
    double r, s;
    int n = tact__quarter(x, &r);
    s = tact__sine(r, n & 1);
    return n & 2 ? -s : s;
}
TACT_INLINE double tact__cos(double x) {
    double r, s;
    int n = tact__quarter(x, &r) + 1;
    s = tact__sine(r, n & 1);
    return n & 2 ? -s : s;
}
/* Arc tangent of 0 <= t <= 1: that of the nearest eighth, and the series for what remains, |z| <= 1/16. */
TACT_PRIVATE double tact__arc(double t) {
    static const double eighth[9] = {0,
                                     0.1243549945467614350313548,
                                     0.2449786631268641541720825,
                                     0.3587706702705722203959201,
                                     0.4636476090008061162142562,
                                     0.5585993153435624359715082,
                                     0.6435011087932843868028092,
                                     0.7188299996216245054170142,
                                     0.7853981633974483096156608};
    int k = t >= 0 && t <= 1 ? (int)(8 * t + 0.5) : 0;
    double c = k / 8.0, z = (t - c) / (1 + t * c), s = z * z;
    return eighth[k] +
           (z -
            z * s *
                (1.0 / 3 - s * (1.0 / 5 - s * (1.0 / 7 - s * (1.0 / 9 - s * (1.0 / 11 - s * (1.0 / 13 - s / 15)))))));
}
TACT_PRIVATE double tact__atan2(double y, double x) {
    const double pi = 3.14159265358979323846;
    double a = y < 0 ? -y : y, b = x < 0 ? -x : x, angle;
    int negative = 0;
    uint64_t bits;
    if (!(a >= 0) || !(b >= 0)) return x + y; /* NaN */
    TACT_MEMCPY(&bits, &x, sizeof bits);
    negative = (bits >> 63) != 0; /* also -0 */
    if (a > b)
        angle = b / a > 0 ? pi / 2 - tact__arc(b / a) : pi / 2;
    else if (b > 0)
        angle = a - a == 0 || b > a ? (b - b == 0 ? tact__arc(a / b) : 0) : pi / 4; /* both infinite: pi/4 */
    else
        angle = 0;
    if (b - b != 0 && a - a != 0) angle = pi / 4;
    if (negative) angle = pi - angle;
    TACT_MEMCPY(&bits, &y, sizeof bits);
    return bits >> 63 ? -angle : angle;
}
TACT_INLINE double tact__asin(double x) { return tact__atan2(x, TACT_LIBM(sqrt)((1 - x) * (1 + x))); }
TACT_INLINE double tact__acos(double x) { return tact__atan2(TACT_LIBM(sqrt)((1 - x) * (1 + x)), x); }
TACT_PRIVATE double tact__exp(double x) {
    double n, r, sum = 1;
    int k;
    if (!(x < 710)) return x * 1e308; /* infinite, or NaN */
    if (x < -746) return 0;
    n = TACT_LIBM(floor)(x * 1.4426950408889634 + 0.5);
    r = (x - n * 0.69314718036912381649) - n * 1.9082149292705878e-10;
    for (k = 14; k > 0; --k) sum = 1 + sum * r / k;
    return tact__scaled(sum, (int)n);
}
/* x = m 2^e with m between the roots of 1/2 and 2; log m = 2 artanh((m-1)/(m+1)). */
TACT_PRIVATE double tact__log(double x) {
    uint64_t bits;
    double m, s, z, sum = 0;
    int e = 0, k;
    if (!(x > 0)) return x < 0 || x > 0 || !(x >= 0) ? (x - x) / (x - x) : -1 / (x * x);
    if (x - x != 0) return x;
    if (x < 2.2250738585072014e-308) x *= 18014398509481984.0, e = -54; /* 2^54 */
    TACT_MEMCPY(&bits, &x, sizeof bits);
    e += (int)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffffu) | 0x3ff0000000000000u;
    TACT_MEMCPY(&m, &bits, sizeof m);
    if (m > 1.4142135623730951) m /= 2, ++e;
    s = (m - 1) / (m + 1), z = s * s;
    for (k = 23; k > 1; k -= 2) sum = (sum + 1.0 / k) * z;
    return e * 0.69314718036912381649 + (2 * (s + s * sum) + e * 1.9082149292705878e-10);
}
TACT_PRIVATE double tact__pow(double x, double y) {
    double whole = TACT_LIBM(floor)(y), product = 1;
    int k;
    if (y == 0 || x == 1) return 1;
    if (whole == y && y > -64 && y < 64) { /* exact for squares and the like */
        for (k = (int)(y < 0 ? -y : y); k > 0; --k) product *= x;
        return y < 0 ? 1 / product : product;
    }
    if (x == 0) return y > 0 ? 0 : 1 / (x * x);
    if (x > 0) return tact__exp(y * tact__log(x));
    if (!(whole == y)) return (x - x) / (x - x);
    whole = tact__exp(y * tact__log(-x));
    return TACT_LIBM(floor)(y / 2) * 2 == y ? whole : -whole;
}
TACT_PRIVATE double tact__cbrt(double x) {
    uint64_t bits;
    double a = x < 0 ? -x : x, y;
    int k;
    if (!(a > 0) || a - a != 0) return x;
    if (a < 1e-300) { /* too small for the guess below */
        y = tact__cbrt(a * 1.0e60) * 1.0e-20;
        return x < 0 ? -y : y;
    }
    TACT_MEMCPY(&bits, &a, sizeof bits);
    bits = bits / 3 + 0x2a9f7893782da1ceu; /* exponent by three: a guess within some percent */
    TACT_MEMCPY(&y, &bits, sizeof y);
    for (k = 0; k < 5; ++k) y -= (y - a / (y * y)) / 3; /* Newton: the error is squared each time */
    return x < 0 ? -y : y;
}
#define TACT_MATHS_1(name, x) ((tact_real)tact__##name((double)(x)))
#define TACT_MATHS_2(name, x, y) ((tact_real)tact__##name((double)(x), (double)(y)))
#else
#define TACT_MATHS_1(name, x) TACT_LIBM_REAL(name)(x)
#define TACT_MATHS_2(name, x, y) TACT_LIBM_REAL(name)(x, y)
#endif

/* Scalars. */
/* The instruction itself, which rounds correctly. A compiler that minds errno puts a test and a call of the C library
   beside it, with all registers saved: a twentieth of the text. mingw's own root goes through the x87 and rounds
   twice. */
#if defined(__GNUC__) && defined(__x86_64__) && defined(__SSE2_MATH__) && !defined(__NO_MATH_ERRNO__) &&               \
    !defined(__TINYC__)
TACT_INLINE tact_real tact_sqrt(tact_real x) {
    if (__builtin_constant_p((double)x)) return TACT_LIBM_REAL(sqrt)(x);
#if defined(TACT_FLOAT) && defined(__AVX__)
    __asm__("vsqrtss {%1, %1, %0|%0, %1, %1}" : "=x"(x) : "x"(x));
#elif defined(TACT_FLOAT)
    __asm__("sqrtss {%1, %0|%0, %1}" : "=x"(x) : "x"(x));
#elif defined(__AVX__)
    __asm__("vsqrtsd {%1, %1, %0|%0, %1, %1}" : "=x"(x) : "x"(x));
#else
    __asm__("sqrtsd {%1, %0|%0, %1}" : "=x"(x) : "x"(x));
#endif
    return x;
}
#else
TACT_INLINE tact_real tact_sqrt(tact_real x) { return TACT_LIBM_REAL(sqrt)(x); }
#endif
TACT_INLINE tact_real tact_sin(tact_real x) { return TACT_MATHS_1(sin, x); }
TACT_INLINE tact_real tact_cos(tact_real x) { return TACT_MATHS_1(cos, x); }
TACT_INLINE tact_real tact_acos(tact_real x) { return TACT_MATHS_1(acos, x); }
TACT_INLINE tact_real tact_asin(tact_real x) { return TACT_MATHS_1(asin, x); }
TACT_INLINE tact_real tact_atan2(tact_real y, tact_real x) { return TACT_MATHS_2(atan2, y, x); }
TACT_INLINE tact_real tact_exp(tact_real x) { return TACT_MATHS_1(exp, x); }
TACT_INLINE tact_real tact_log(tact_real x) { return TACT_MATHS_1(log, x); }
TACT_INLINE tact_real tact_pow(tact_real x, tact_real y) { return TACT_MATHS_2(pow, x, y); }
TACT_INLINE tact_real tact_cbrt(tact_real x) { return TACT_MATHS_1(cbrt, x); }
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
    r.x = x;
    r.y = y;
    r.z = z;
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
TACT_PRIVATE int tact_vec_finite(tact_vec3 a) { return tact_finite(a.x) && tact_finite(a.y) && tact_finite(a.z); }
/* a/|a|, or `fallback` where |a| is zero or not a number. */
TACT_PRIVATE tact_vec3 tact_normalize_or(tact_vec3 a, tact_vec3 fallback) {
    tact_real n = tact_norm(a);
    return n > 0 ? tact_scale(1 / n, a) : fallback;
}
/* Two unit vectors with t1 x t2 = n for a unit n; continuous but at n.z = 0 (Duff et al. 2017). */
TACT_PRIVATE void tact_tangents(tact_vec3 n, tact_vec3 *t1, tact_vec3 *t2) {
    tact_real sign = n.z < 0 ? TACT_R(-1) : TACT_R(1), a = -1 / (sign + n.z), b = n.x * n.y * a;
    *t1 = tact_vec(1 + sign * n.x * n.x * a, sign * b, -sign * n.x);
    *t2 = tact_vec(b, sign + n.y * n.y * a, -n.y);
}

/* 3x3 matrices. */
TACT_INLINE tact_mat3 tact_mat_diagonal(tact_real x, tact_real y, tact_real z) {
    tact_mat3 r;
    r.m[0][0] = x;
    r.m[0][1] = 0;
    r.m[0][2] = 0;
    r.m[1][0] = 0;
    r.m[1][1] = y;
    r.m[1][2] = 0;
    r.m[2][0] = 0;
    r.m[2][1] = 0;
    r.m[2][2] = z;
    return r;
}
TACT_INLINE tact_mat3 tact_mat_columns(tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    tact_mat3 r;
    r.m[0][0] = a.x;
    r.m[0][1] = b.x;
    r.m[0][2] = c.x;
    r.m[1][0] = a.y;
    r.m[1][1] = b.y;
    r.m[1][2] = c.y;
    r.m[2][0] = a.z;
    r.m[2][1] = b.z;
    r.m[2][2] = c.z;
    return r;
}
TACT_INLINE tact_vec3 tact_mat_column(const tact_mat3 *a, int j) {
    return tact_vec(a->m[0][j], a->m[1][j], a->m[2][j]);
}
TACT_INLINE tact_mat3 tact_skew(tact_vec3 a) { /* skew(a) b = a x b */
    tact_mat3 r;
    r.m[0][0] = 0;
    r.m[0][1] = -a.z;
    r.m[0][2] = a.y;
    r.m[1][0] = a.z;
    r.m[1][1] = 0;
    r.m[1][2] = -a.x;
    r.m[2][0] = -a.y;
    r.m[2][1] = a.x;
    r.m[2][2] = 0;
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
TACT_PRIVATE tact_mat3 tact_mat_mul(const tact_mat3 *a, const tact_mat3 *b) {
    tact_mat3 r;
    int i, j;
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j) r.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
    return r;
}
TACT_PRIVATE tact_mat3 tact_mat_transpose(const tact_mat3 *a) {
    tact_mat3 r;
    int i, j;
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j) r.m[i][j] = a->m[j][i];
    return r;
}
/* Inverse by cofactors; returns the determinant, and leaves *r alone when it is zero or not a number. */
TACT_PRIVATE tact_real tact_mat_inverse(const tact_mat3 *a, tact_mat3 *r) {
    tact_vec3 c0 = tact_mat_column(a, 0), c1 = tact_mat_column(a, 1), c2 = tact_mat_column(a, 2);
    tact_vec3 r0 = tact_cross(c1, c2), r1 = tact_cross(c2, c0), r2 = tact_cross(c0, c1);
    tact_real det = tact_dot(c0, r0), s;
    if (!(det > 0 || det < 0)) return det;
    s = 1 / det;
    r->m[0][0] = s * r0.x;
    r->m[0][1] = s * r0.y;
    r->m[0][2] = s * r0.z;
    r->m[1][0] = s * r1.x;
    r->m[1][1] = s * r1.y;
    r->m[1][2] = s * r1.z;
    r->m[2][0] = s * r2.x;
    r->m[2][1] = s * r2.y;
    r->m[2][2] = s * r2.z;
    return det;
}

/* Quaternions (x,y,z,w) and poses. */
TACT_INLINE tact_quat tact_quat_make(tact_real x, tact_real y, tact_real z, tact_real w) {
    tact_quat r;
    r.x = x;
    r.y = y;
    r.z = z;
    r.w = w;
    return r;
}
TACT_INLINE tact_quat tact_quat_identity(void) { return tact_quat_make(0, 0, 0, 1); }
TACT_INLINE tact_quat tact_quat_conj(tact_quat q) { return tact_quat_make(-q.x, -q.y, -q.z, q.w); }
TACT_PRIVATE tact_quat tact_quat_mul(tact_quat a, tact_quat b) {
    return tact_quat_make(a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
}
TACT_INLINE tact_real tact_quat_norm(tact_quat q) { return tact_sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w); }
/* q/|q|; the identity where |q| is zero or not a number (callers that must know check the norm first). */
TACT_PRIVATE tact_quat tact_quat_normalize(tact_quat q) {
    tact_real n = tact_quat_norm(q), s = n > 0 ? 1 / n : 0;
    return n > 0 ? tact_quat_make(s * q.x, s * q.y, s * q.z, s * q.w) : tact_quat_identity();
}
TACT_PRIVATE tact_quat tact_quat_axis_angle(tact_vec3 unit_axis, tact_real angle) {
    tact_real s = tact_sin(angle / 2);
    return tact_quat_make(s * unit_axis.x, s * unit_axis.y, s * unit_axis.z, tact_cos(angle / 2));
}
/* Exponential of a rotation vector: exp(w) rotates by |w| about w. The series below |w| = 1e-2 is exact to rounding. */
TACT_PRIVATE tact_quat tact_quat_exp(tact_vec3 w) {
    tact_real t2 = tact_norm2(w), t, s, c;
    if (t2 < TACT_R(1e-4)) {
        s = TACT_R(0.5) - t2 * (TACT_R(1.0 / 48) - t2 * TACT_R(1.0 / 3840));
        c = 1 - t2 * (TACT_R(1.0 / 8) - t2 * (TACT_R(1.0 / 384) - t2 * TACT_R(1.0 / 46080)));
    } else {
        t = tact_sqrt(t2);
        s = tact_sin(t / 2) / t;
        c = tact_cos(t / 2);
    }
    return tact_quat_make(s * w.x, s * w.y, s * w.z, c);
}
/* Rotation vector of a unit quaternion, |w| <= pi; accurate at both ends because it uses atan2. */
TACT_PRIVATE tact_vec3 tact_quat_log(tact_quat q) {
    tact_vec3 v = tact_vec(q.x, q.y, q.z);
    tact_real n = tact_norm(v), s;
    if (n < TACT_R(1e-12))
        s = q.w < 0 ? TACT_R(-2) : TACT_R(2);
    else
        s = (q.w < 0 ? 2 * tact_atan2(-n, -q.w) : 2 * tact_atan2(n, q.w)) / n;
    return tact_scale(s, v);
}
/* q v q*, for a unit q: v + 2w (u x v) + 2 u x (u x v) with u the vector part. */
TACT_PRIVATE tact_vec3 tact_rotate(tact_quat q, tact_vec3 v) {
    tact_vec3 u = tact_vec(q.x, q.y, q.z), t = tact_scale(2, tact_cross(u, v));
    return tact_add(tact_mul_add(v, q.w, t), tact_cross(u, t));
}
TACT_PRIVATE tact_vec3 tact_unrotate(tact_quat q, tact_vec3 v) { return tact_rotate(tact_quat_conj(q), v); }
TACT_PRIVATE tact_mat3 tact_quat_to_mat(tact_quat q) {
    tact_real xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    tact_real wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return tact_mat_columns(tact_vec(1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (xz - wy)),
                            tact_vec(2 * (xy - wz), 1 - 2 * (xx + zz), 2 * (yz + wx)),
                            tact_vec(2 * (xz + wy), 2 * (yz - wx), 1 - 2 * (xx + yy)));
}
/* Unit quaternion of a rotation matrix, by its largest component (Shepperd 1978): no cancellation anywhere. */
TACT_PRIVATE tact_quat tact_quat_from_mat(const tact_mat3 *r) {
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
TACT_PRIVATE tact_vec3 tact_pose_apply(tact_pose a, tact_vec3 v) { return tact_add(tact_rotate(a.q, v), a.p); }
TACT_PRIVATE tact_vec3 tact_pose_unapply(tact_pose a, tact_vec3 v) { return tact_unrotate(a.q, tact_sub(v, a.p)); }
TACT_PRIVATE tact_pose tact_pose_mul(tact_pose a, tact_pose b) { /* apply b, then a */
    return tact_pose_make(tact_pose_apply(a, b.p), tact_quat_mul(a.q, b.q));
}
TACT_PRIVATE tact_pose tact_pose_inverse(tact_pose a) {
    return tact_pose_make(tact_neg(tact_unrotate(a.q, a.p)), tact_quat_conj(a.q));
}
/* Finite, with a quaternion that can be normalised. */
TACT_PRIVATE int tact_pose_valid(tact_pose a) {
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
TACT_PRIVATE tact_real tact_random_normal(uint64_t seed, uint64_t counter) { /* Box-Muller on two draws */
    tact_real u = tact_random_uniform(seed, 2 * counter), w = tact_random_uniform(seed, 2 * counter + 1);
    return tact_sqrt(-2 * tact_log(1 - u)) * tact_cos(2 * TACT_PI * w);
}
#endif
/* ---- end of tact shared block v2 -------------------------------------------------------------------------------- */

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
#define COLLIDE_STATUS_LIST(X)                                                                                         \
    X(OK, 0, "success")                                                                                                \
    X(ABOVE_BOUND, 1, "the distance exceeds the upper bound asked for; it is a lower bound, points are not computed")  \
    X(NOT_CONVERGED, 2, "the iteration limit was reached; the result is the best estimate, its error in `gap`")        \
    X(SINGULAR, 3, "the derivative is singular here and has been regularized; the value itself is fine")               \
    X(BAD_ARGUMENT, -1, "a required pointer is NULL or a size or index is out of range")                               \
    X(NOT_FINITE, -2, "the input contains NaN or infinity")                                                            \
    X(NO_SPACE, -3, "a buffer is smaller than its size query asked for")                                               \
    X(NO_MEMORY, -4, "the allocator returned NULL")                                                                    \
    X(BAD_SHAPE, -5, "the shape has a zero, negative or non-finite size, or was never made by a constructor")          \
    X(BAD_POSE, -6, "a pose is not finite or its quaternion is not of unit length (to 1e-3)")                          \
    X(BAD_CONFIG, -7, "a config was not made by its default function or has a field out of range")                     \
    X(UNSUPPORTED, -8, "not defined for this kind of shape or this pair of kinds")                                     \
    X(FLAT, -9, "the points span no volume and the config does not accept flat hulls")                                 \
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
/* The kind of a shape is the kind of its core; `radius` rounds it. Sphere: POINT with radius. Capsule: SEGMENT with
   radius. Kinds from COLLIDE_KIND_MESH on are static sets of convex pieces. */
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

/* A convex shape of your own: `support` writes the point of the shape that is farthest along `direction` (never zero,
   not of unit length, in the shape's frame). It must be a pure function; it is called some 5 to 50 times per query. */
typedef struct collide_custom_shape {
    void (*support)(const void *user, tact_vec3 direction, tact_vec3 *point);
    const void *user;
    tact_vec3 centre; /* any interior point, near the middle */
    tact_real extent; /* radius of a ball about `centre` that holds the shape; > 0 */
    int curved; /* 0: a polytope with few vertices; 1: anything else. Smooth parts are found to rounding; where hidden
                             edges take part in a deep overlap about a shared axis, NOT_CONVERGED, and `gap` bounds the
                             error */
} collide_custom_shape;

/* A shape is a small value: copy it freely. It points to, but does not own, hulls, sets and custom shapes. Make it with
   a constructor; the fields are there to be read. Core coordinates are relative to `centre`, so that the rounding error
   of a query scales with the size of the shapes and not with their place in their own frames. */
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
COLLIDE_API collide_shape collide_segment(tact_vec3 start, tact_vec3 end);         /* start == end is accepted */
COLLIDE_API collide_shape collide_triangle(tact_vec3 a, tact_vec3 b, tact_vec3 c); /* any degeneracy is accepted */
COLLIDE_API collide_shape collide_sphere(tact_real radius);
COLLIDE_API collide_shape collide_capsule(tact_real radius, tact_real half_length); /* half_length >= 0, of the core */
COLLIDE_API collide_shape collide_ellipsoid(tact_real radius_x, tact_real radius_y, tact_real radius_z);
COLLIDE_API collide_shape collide_box(tact_real half_x, tact_real half_y, tact_real half_z);
COLLIDE_API collide_shape collide_cylinder(tact_real radius, tact_real half_length);
COLLIDE_API collide_shape collide_cone(tact_real radius, tact_real half_length); /* apex at +z, base at -z */
COLLIDE_API collide_shape collide_convex(const collide_hull *hull);              /* hull must outlive the shape */
COLLIDE_API collide_shape collide_custom(const collide_custom_shape *custom);    /* custom must outlive it */
COLLIDE_API collide_shape collide_halfspace(tact_vec3 outward_normal, tact_real offset); /* normal of any length > 0 */
COLLIDE_API collide_shape collide_plane(tact_vec3 normal, tact_real offset);
/* The Minkowski sum of `shape` and a ball: adds `radius` >= 0 to what rounding the shape already has. */
COLLIDE_API collide_shape collide_rounded(collide_shape shape, tact_real radius);
/* COLLIDE_OK, or why queries would refuse the shape. NULL gives COLLIDE_BAD_ARGUMENT. */
COLLIDE_API collide_status collide_shape_check(const collide_shape *shape);

/* Questions about the kind of a shape, for callers that treat some kinds differently: 0 or 1. Rounding is not part of a
   kind: where it matters, look at shape.radius as well. */
TACT_INLINE int collide_kind_is_ball(collide_kind kind) { return kind == COLLIDE_KIND_POINT; } /* a point or a sphere */
TACT_INLINE int collide_kind_is_unbounded(collide_kind kind) { /* a halfspace or a plane: has no bounding box */
    return kind == COLLIDE_KIND_HALFSPACE || kind == COLLIDE_KIND_PLANE;
}
/* Vertices, edges and flat faces: its contact with a plane is at vertices, which are fixed to it. */
TACT_INLINE int collide_kind_has_corners(collide_kind kind) {
    return kind == COLLIDE_KIND_BOX || kind == COLLIDE_KIND_HULL || kind == COLLIDE_KIND_TRIANGLE;
}
/* A circle of contact points that are not fixed to the shape. */
TACT_INLINE int collide_kind_has_rim(collide_kind kind) {
    return kind == COLLIDE_KIND_CYLINDER || kind == COLLIDE_KIND_CONE;
}
TACT_INLINE int collide_kind_is_set(collide_kind kind) { return kind >= COLLIDE_KIND_MESH; } /* of convex pieces */
/* A mesh or a height field: triangles without thickness, whose bounding box says nothing about the size of a piece. */
TACT_INLINE int collide_kind_is_surface(collide_kind kind) {
    return kind == COLLIDE_KIND_MESH || kind == COLLIDE_KIND_HEIGHT_FIELD;
}
/* Does collide_contact between these kinds read its cache? Closed forms, for a ball and for anything on a plane, do
   not, and their pairs need none. */
TACT_INLINE int collide_kinds_use_cache(collide_kind a, collide_kind b) {
    collide_kind other = collide_kind_is_ball(a) ? b : a;
    if (collide_kind_is_unbounded(a) || collide_kind_is_unbounded(b)) return 0;
    if (!collide_kind_is_ball(a) && !collide_kind_is_ball(b)) return 1;
    return !(collide_kind_is_ball(other) || other == COLLIDE_KIND_BOX);
}

// >>hull
/* Convex hull of a point cloud: vertices, polygonal faces (coplanar triangles merged), edges and vertex adjacency.
   Read-only after it was built. Coordinates are stored relative to `centre` as three arrays (x, y, z), padded to a
   multiple of COLLIDE_HULL_LANES with copies of the last vertex so that vector loops need no remainder. */
#define COLLIDE_HULL_LANES 8
#define COLLIDE_HULL_COARSE 64 /* a multiple of the lanes */
struct collide_hull {
    int n_vertices;
    int n_faces; /* 0 for a point or segment, 2 for a flat polygon, else >= 4 */
    int n_edges;
    int dimension;                /* 3, or 2, 1, 0 for accepted flat input */
    tact_vec3 centre;             /* middle of the bounding box, in the frame of the input points */
    tact_vec3 half_size;          /* of the bounding box */
    tact_real extent;             /* largest distance of a vertex from `centre` */
    tact_real inner;              /* radius of a ball about `centre` inside the hull; 0: none */
    const tact_real *x, *y, *z;   /* vertex coordinates relative to `centre`, padded */
    const int *source;            /* index in the input of each vertex (n_vertices) */
    const int *neighbour_first;   /* n_vertices + 1: neighbours of i are neighbours[first[i] .. first[i+1]-1] */
    const int *neighbours;        /* along edges, counter-clockwise seen from outside; 2 n_edges entries */
    const int *neighbour_faces;   /* 2 n_edges: the face to the left of the way to that neighbour (-1: none) */
    const int *face_first;        /* n_faces + 1: corners of f are face_vertices[first[f] .. first[f+1]-1] */
    const int *face_vertices;     /* counter-clockwise seen from outside */
    const int *face_order;        /* n_faces: the faces again, neighbours most often one after the other */
    const tact_vec3 *face_normal; /* n_faces outward unit normals */
    const tact_real *face_offset; /* n_faces: normal.(x - centre) <= offset */
    const tact_real *face_foot;   /* n_faces: how far the foot of `centre` is inside the face's border; < 0: outside */
    const int *edge_vertices;     /* 2 n_edges: the two ends, first < second */
    const int *edge_faces;        /* 2 n_edges: the face on each side (-1: none, in a segment) */
    int n_coarse; /* 0 for small hulls, else COLLIDE_HULL_COARSE support vertices along evenly spread ... */
    const tact_real *coarse_x, *coarse_y, *coarse_z; /* ... directions: where a climb to the support vertex starts */
    const int *coarse;                               /* their vertex numbers */
    void *memory;                                    /* block to give back, NULL for a caller's block */
    size_t memory_bytes;
    tact_allocator allocator; /* copy of the allocator, used when has_allocator */
    int has_allocator;
};

typedef struct collide_hull_config {
    int max_vertices; /* stop adding vertices at this count, farthest first; >= 4; default INT_MAX: no limit */
    int allow_flat;   /* 1: points in a plane, on a line or at one place give a flat hull; 0 (default): COLLIDE_FLAT */
    tact_real
        tolerance;   /* relative thickness under which points count as coplanar; >= 0; default 32 machine epsilons */
    unsigned cookie; /* set by the default function; leave it */
} collide_hull_config;
COLLIDE_API collide_hull_config collide_default_hull_config(void);

/* Bytes of a block for collide_hull_build from n_points points (vertices, scratch and all); 0 if n_points is out of
   range. */
COLLIDE_API size_t collide_hull_bytes(int n_points);
/* Quickhull [QH] into the caller's block of at least collide_hull_bytes(n_points) bytes, aligned for tact_real; the
   hull lives at the start of the block until the caller reuses it. Every input point is inside or within tolerance *
   size of the hull. Cost O(n log n) on random clouds. fails: BAD_ARGUMENT, NOT_FINITE, NO_SPACE, BAD_CONFIG, FLAT,
   TOO_FEW_POINTS; then *hull is NULL. */
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
typedef struct collide_aabb {
    tact_vec3 min, max;
} collide_aabb;
typedef struct collide_mass {
    tact_real mass;    /* [kg] */
    tact_vec3 com;     /* centre of mass in the shape's frame [m] */
    tact_mat3 inertia; /* about the centre of mass, axes of the shape's frame [kg m^2] */
} collide_mass;

/* Farthest point of the rounded shape along `direction` (any length > 0), in the shape's frame. hint: NULL, or an int
   kept by the caller that starts at 0 and makes repeated queries on a hull cheaper. Unbounded and NONE kinds give
   `centre`. */
COLLIDE_API tact_vec3 collide_support(const collide_shape *shape, tact_vec3 direction, int *hint);
/* Smallest axis-aligned box around the placed shape, exact for every kind; unbounded directions give
   +-TACT_REAL_MAX. */
COLLIDE_API collide_status collide_shape_aabb(const collide_shape *shape, tact_pose pose, collide_aabb *aabb);
/* Mass properties of the solid, rounding included. density [kg/m^3] > 0. Closed forms or exact decompositions for every
   bounded kind but the rounded ellipsoid (integrated to 1e-9 relative) and custom shapes: these are integrated over
   3200 rays about their centre, which must lie inside, to 1e-9 relative where they are smooth (float: 1e-4) and 3e-3
   where they have sharp edges; some 20 ms. Flat and lower-dimensional shapes without rounding have zero mass:
   COLLIDE_UNSUPPORTED, as for unbounded kinds. */
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

/* When the search for the distance ends. */
typedef enum collide_criterion {
    COLLIDE_CRITERION_DISTANCE = 0, /* |x| - best lower bound <= tolerance_absolute + tolerance_relative * size */
    COLLIDE_CRITERION_DUALITY_GAP   /* 2 x.(x - w) <= tolerance_absolute [m^2]: the rule of [GJK++], eq. 18 */
} collide_criterion;

typedef struct collide_config {
    collide_method method;         /* default AUTO */
    collide_warm_start warm_start; /* default CENTRES */
    collide_criterion criterion;   /* default DISTANCE */
    tact_real tolerance_absolute;  /* [m] >= 0, on the distance; default 0 */
    tact_real tolerance_relative;  /* >= 0, times the size of the pair; default 1e-10 (float: 1e-6) */
    tact_real
        upper_bound;    /* [m] stop with ABOVE_BOUND once the distance is known to exceed it; default TACT_REAL_MAX */
    int max_iterations; /* of the Frank-Wolfe loop, >= 1; default 128 */
    int max_epa_iterations; /* of the expanding polytope, 1 .. COLLIDE_EPA_MAX_ITERATIONS; default that maximum */
    int penetration;        /* 1 (default): depth of overlapping pairs; 0: they return distance 0 */
    int polish;             /* 1 (default): Newton steps on curved pairs; 0: first-order steps only */
    int exact;              /* 1 (default): closed forms when method is AUTO; 0: always iterate */
    unsigned cookie;        /* set by collide_default_config; leave it */
    void *scratch;          /* COLLIDE_SCRATCH_BYTES for this call alone, aligned as malloc does; NULL: on the stack */
} collide_config;
#define COLLIDE_EPA_MAX_ITERATIONS 256
#define COLLIDE_SCRATCH_BYTES 90112 /* of a polytope of that many expansions, and the contacts of a set */
COLLIDE_API collide_config collide_default_config(void);

/* Memory of a pair between queries. Zeroed memory is an empty cache; reset it by zeroing. */
typedef struct collide_cache {
    tact_vec3 separation_a, separation_b; /* last x_a - x_b of the cores, axes of A and of B */
    int hint_a, hint_b;                   /* last support vertices of hulls */
    int valid;
} collide_cache;

typedef struct collide_result {
    tact_real distance;         /* signed [m] */
    tact_vec3 normal;           /* unit, from A to B, world */
    tact_vec3 point_a, point_b; /* witness points on the surfaces, world; point_b - point_a = distance * normal */
    tact_real gap;              /* bound on |distance - exact| from the best separating plane or polytope face [m] */
    int iterations;             /* of the Frank-Wolfe loop; 0 for closed forms */
    int epa_iterations;         /* 0 unless the cores overlap */
    int newton_steps;           /* of the polish */
    int simplex_size;           /* 0 for closed forms; else the cores' witness points are ... */
    tact_real weights[4];       /* ... sum_i weights[i] simplex_a[i] and sum_i weights[i] simplex_b[i] */
    tact_vec3 simplex_a[4], simplex_b[4]; /* support points of the cores, in the frames of A and of B */
} collide_result;

/* Do the shapes overlap (touching within rounding counts)? *overlap is 0 or 1, 0 on a negative status. config NULL: the
   defaults; cache NULL: none. The first separating plane ends it: usually one to three support points. */
COLLIDE_API collide_status collide_intersect(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                             tact_pose pose_b, const collide_config *config, collide_cache *cache,
                                             int *overlap);
/* Signed distance with witness points and normal. config NULL: the defaults; cache NULL: none.
   formula   min |x| over x in A - B (cores), minus the radii; when the cores overlap, minus the depth min_u h(u) over
             unit u, h the support function of A - B
   cost      closed forms 30-150 ns; GJK 4-10 support points. Cores that overlap cost two to five times as much: 1-3 us
             with flat faces, 3-8 us with curved ones, some tens where they share a centre. Rounded shapes overlap that
             way only once their cores do
   returns   NOT_CONVERGED promises this much: the sign is right wherever |distance| > gap, the exact signed distance is
             within `gap` of `distance`, the normal is of unit length, and along it the shapes are no deeper than
             reported. The witness points differ by distance * normal, but may be off the surfaces by some `gap`s.
             It comes from deep overlaps about a shared centre or axis, where very many directions are equally deep
   fails     BAD_ARGUMENT, BAD_SHAPE, BAD_POSE, BAD_CONFIG, UNSUPPORTED (two unbounded shapes that always meet) */
COLLIDE_API collide_status collide_distance(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                            tact_pose pose_b, const collide_config *config, collide_cache *cache,
                                            collide_result *result);
/* The same for those who only need overlapping pairs in full: separated ones return COLLIDE_ABOVE_BOUND with a lower
   bound of the distance, as cheaply as collide_intersect. (config->upper_bound is taken as 0.) */
COLLIDE_API collide_status collide_penetration(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                               tact_pose pose_b, const collide_config *config, collide_cache *cache,
                                               collide_result *result);

// >>batch
typedef struct collide_pair {
    const collide_shape *a, *b;
    tact_pose pose_a, pose_b;
} collide_pair;
/* n queries in a row. caches: NULL or n of them. statuses: NULL or n of them. Returns the smallest status, so OK or
   above means that every pair has a result; bad pairs do not stop the others. No allocation. */
COLLIDE_API collide_status collide_distance_batch(const collide_pair *pairs, int n, const collide_config *config,
                                                  collide_cache *caches, collide_result *results,
                                                  collide_status *statuses);
COLLIDE_API collide_status collide_intersect_batch(const collide_pair *pairs, int n, const collide_config *config,
                                                   collide_cache *caches, int *overlaps, collide_status *statuses);

// >>gradient
#ifndef COLLIDE_NO_GRADIENTS
/* Derivatives of the query: how witness points, separation vector, normal and signed distance change when the bodies
   move, overlapping or not. A body's tangent is that of its pose in its own frame, xi = (linear, angular):
       p <- p + R linear,   R <- R exp(angular)       (the velocity of a free joint; the columns of every Jacobian
       below)

   The implicit function theorem on the optimality condition x_b(n) - x_a(n) = d n, valid for both signs of d [DCD]:
   with H_a, H_b the Hessians of the support functions of A along n and of B along -n (their surfaces' curvature radii),
   K = H_a + H_b, and u the velocity of B's witness point relative to A's as fixed points of their bodies,
       dd = n.u,    (K + d I) dn = P (u + H_a (w_a x n) + H_b (w_b x n)),    dx_a = v_a(x_a) + H_a (dn - w_a x n)
   in the plane P of the tangents. The gradient of the distance needs no H: it is the same under every first-order
   method. Smooth shapes have H in closed form (spheres, ellipsoids, the round parts of capsules, cylinders and cones; a
   rounding by r adds r P). At a vertex H is 0, at an edge or face it is unbounded: a polytope's derivatives forget the
   shape that it stands for. The methods differ in what they put there; smooth shapes keep their own H in all
   first-order methods, so that any two kinds combine. */
typedef enum collide_gradient_method {
    COLLIDE_GRADIENT_GUMBEL =
        0,                  /* polytopes smoothed in closed form, H = sum a_i (v_i - v)(v_i - v)^T / e with the soft-max
                                    weights a_i = exp(v_i.n / e) of the vertices near the witness, v their mean [DCD]
                                    eq. 27, 28; discs become ellipsoids of half thickness e. The method for
                                    optimisers */
    COLLIDE_GRADIENT_EXACT, /* the derivative of the query itself: the normal follows the edges and faces it is bound
                               to, at
                                    vertices H = 0; one-sided where the active features change. The method for
                                    simulators */
    COLLIDE_GRADIENT_GAUSS_FIRST,  /* H = E (s(n + e z) - s) z^T / e over `samples` support points s, [DCD] eq. 26 */
    COLLIDE_GRADIENT_GAUSS_ZEROTH, /* E (y(xi = e z) - y(0)) z^T / e over `samples` queries, y all outputs: [DCD] eq. 6
                                      with y(0) as control variate; of the query smoothed over poses */
    COLLIDE_GRADIENT_CENTRAL, /* finite differences, 12 queries. Witness points on a curved custom shape are only good
                                 to 1e-8 of the
                                    size: give these a noise of 1e-4 */
    COLLIDE_GRADIENT_FORWARD  /* finite differences, 7 queries */
} collide_gradient_method;

/* What config->noise means, by method:          GUMBEL                       GAUSS_FIRST       the three that query
   again
     RELATIVE (default)               e = noise * drop                    e = noise [rad]     noise * size [m], noise
                                      [rad]
     ABSOLUTE                         e = noise [m]                       e = noise [rad]     noise [m], noise [rad]
     SEPARATION, the form of [DCD]    e = noise / |d| [m]                 e = noise / |d|     as ABSOLUTE
   drop: of a hull, how far its neighbourhood lies on average below the vertex or face that is met; else the extent of
   the core. So the smoothing follows the mesh, and the curvature is about that of the surface which the hull samples:
   with a ring of six neighbours and noise 0.5, 0.9 of it. size: sum of both cores' extents and radii. d: distance of
   the cores. */
typedef enum collide_noise_unit {
    COLLIDE_NOISE_RELATIVE = 0,
    COLLIDE_NOISE_ABSOLUTE,
    COLLIDE_NOISE_SEPARATION
} collide_noise_unit;

typedef struct collide_gradient_config {
    collide_gradient_method method;
    collide_noise_unit noise_unit; /* default RELATIVE */
    tact_real noise;  /* > 0; defaults: GUMBEL 0.5, GAUSS_FIRST 0.1, GAUSS_ZEROTH 0.01, differences 1e-5 (float 0.01) */
    int samples;      /* of the two GAUSS methods, >= 2; default 20 and 50 */
    int depth;        /* of the neighbourhood in a hull under GUMBEL: edges from the witness's face; >= 1; default 1 */
    int exact_smooth; /* 1 (default): ellipsoids keep their closed form under GAUSS_FIRST; 0: sampled like the others */
    uint64_t seed;    /* of the samples; the same seed gives the same bits. Default 0 */
    tact_real
        regularization; /* > 0, times the size of the pair: eigenvalues of K + d I below it are lifted; default 1e-6 */
    unsigned cookie;    /* set by the default function; leave it */
} collide_gradient_config;
/* The defaults of a method. */
COLLIDE_API collide_gradient_config collide_default_gradient_config(collide_gradient_method method);

/* Columns 0-2: linear, 3-5: angular part of one body's tangent. */
typedef struct collide_jacobian {
    tact_real point_a[3][6],
        point_b[3][6];          /* of the witness points: where they are next, not a fixed point of the body */
    tact_real separation[3][6]; /* of point_b - point_a = distance * normal */
    tact_real normal[3][6];
    tact_real distance[6];
} collide_jacobian;
typedef struct collide_gradient {
    collide_jacobian a, b;     /* A or B moves, the other stays; outputs in world axes */
    collide_jacobian relative; /* the relative pose inv(pose_a) pose_b moves by its own tangent; outputs in A's frame */
    int regularized; /* 1: K + d I was singular or indefinite (touching corners, concentric spheres) and has been
                        lifted */
    int not_unique;  /* 1: parallel faces or edges meet: the query picked one of many witness points, and the derivative
                       is that of
                        the pick (EXACT: the bodies share the turn of the normal) */
    int queries;     /* collision queries made on top of the first */
} collide_gradient;

/* collide_distance, and the derivatives from the same solve. config, cache as there; gradient_config NULL: GUMBEL's
   defaults.
   cost      first-order methods 0.3-1 us on top of the query, GAUSS_FIRST 0.25 us a sample, the others their queries
   returns   the query's status; COLLIDE_SINGULAR when that is OK and `regularized` is set. Without a result (negative
             status, COLLIDE_ABOVE_BOUND) the gradient is all zero
   fails     as collide_distance; BAD_CONFIG */
COLLIDE_API collide_status collide_distance_gradient(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                                     tact_pose pose_b, const collide_config *config,
                                                     const collide_gradient_config *gradient_config,
                                                     collide_cache *cache, collide_result *result,
                                                     collide_gradient *gradient);
/* The same for a result that is already there, of collide_distance on this very pair: its distance, normal and points
   are read. */
COLLIDE_API collide_status collide_gradient_of_result(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                                      tact_pose pose_b, const collide_gradient_config *gradient_config,
                                                      const collide_result *result, collide_gradient *gradient);
/* Hessian of the support function of a bounded shape, rounding included, at a direction of any length > 0 (taken as
   unit), in the shape's frame, on the tangent plane: hessian * direction = 0. GUMBEL, GAUSS_FIRST or EXACT, where edges
   and faces count 0. NULL config: GUMBEL's defaults; noise_unit SEPARATION counts as ABSOLUTE. */
COLLIDE_API collide_status collide_support_hessian(const collide_shape *shape, tact_vec3 direction,
                                                   const collide_gradient_config *config, tact_mat3 *hessian);
#endif /* COLLIDE_NO_GRADIENTS */

// >>broadphase
/* Which pairs of boxes may touch. One dynamic tree of axis-aligned boxes per layer (moving, fixed); each box is
   stored fattened by a margin, so that a body which moves a little changes nothing. An update looks again only at the
   boxes that left their fat box, and keeps the list of overlapping pairs sorted by (a, b): the same boxes give the
   same list, whatever the history. Boxes are stored in single precision, rounded outwards: never too small. */

typedef struct collide_filter {
    uint32_t category; /* bits this box belongs to                                        */
    uint32_t mask;     /* bits it wants to meet: both sides must agree                    */
    int32_t group;     /* boxes of one group other than 0 never pair (parts of one body)  */
} collide_filter;
COLLIDE_API collide_filter collide_default_filter(void); /* category 1, mask all bits, group 0 */
COLLIDE_API int collide_filter_allows(collide_filter a, collide_filter b);

/* User's last word on a candidate pair of proxies a < b: nonzero keeps it. Called inside collide_broadphase_update
   for pairs that the category, mask and group tests let through. Must not change the broadphase. */
typedef int (*collide_pair_filter)(void *context, int a, int b);
/* Visitors of the queries. Box: return 0 to stop. Ray: return the largest ray parameter that is still interesting
   (the hit's own parameter to look for nearer ones, max_t unchanged to see all, a negative number to stop). */
typedef int (*collide_box_visitor)(void *context, int proxy);
typedef tact_real (*collide_ray_visitor)(void *context, int proxy, tact_real max_t);

typedef struct collide_broadphase_config {
    int max_proxies;            /* first capacity; fixed when the memory is the caller's; 1 .. 2^28 - 1. Default 64 */
    int max_pairs;              /* the same for pairs. Default 256                                            */
    tact_real margin;           /* [m] >= 0 added on every side; default 0                                    */
    tact_real margin_relative;  /* >= 0, times half the largest side of the box, added as well; default 0.1  */
    collide_pair_filter filter; /* may be NULL                                                               */
    void *filter_context;
    unsigned cookie; /* set by the default function; leave it */
} collide_broadphase_config;
COLLIDE_API collide_broadphase_config collide_default_broadphase_config(void);
COLLIDE_API collide_broadphase_config collide_broadphase_default_config(void); /* its name in 0.1 */

typedef struct collide_proxy_pair {
    int a, b;   /* proxies, a < b                                                                            */
    int slot;   /* index that stays the same as long as the pair lives: keep the pair's cache in an array there */
    int is_new; /* 1 in the update that found it                                                             */
} collide_proxy_pair;

struct collide__node;
struct collide__proxy;
/* Plain struct around one block of memory. Fields up to the marker may be read; all else belongs to the functions. A
   copy of the struct and of its block is a snapshot (valid at the same address). */
typedef struct collide_broadphase {
    collide_proxy_pair *pairs; /* n_pairs, sorted by (a, b)                                   */
    collide_proxy_pair *ended; /* n_ended pairs that the last update ended             */
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
    int roots[2], free_node, free_proxy, proxy_high, pending[2], drift[2];
    int proxy_capacity, pair_capacity, n_moved, n_unbounded, n_found, n_free_slots, n_leaves[2];
    collide_broadphase_config config;
    void *memory;
    size_t bytes;
    tact_allocator allocator;
    int owns_memory, has_allocator;
} collide_broadphase;

/* Exact size of the block that holds config->max_proxies and config->max_pairs; 0 when the config is not valid. In all
   of these, config NULL: the defaults. */
COLLIDE_API size_t collide_broadphase_bytes(const collide_broadphase_config *config);
/* In the caller's memory (8-byte aligned, at least that size, outlives the object): capacities are fixed, a full
   object answers COLLIDE_NO_SPACE and stays as it was. fails: BAD_CONFIG, BAD_ARGUMENT (NULL), NO_SPACE */
COLLIDE_API collide_status collide_broadphase_init(collide_broadphase *broad, const collide_broadphase_config *config,
                                                   void *memory, size_t bytes);
/* With an allocator (NULL: TACT_MALLOC): grows by itself, only in insert and update. Destroy with the next one. fails:
   BAD_CONFIG, BAD_ARGUMENT (NULL), NO_MEMORY */
COLLIDE_API collide_status collide_broadphase_create(collide_broadphase *broad, const collide_broadphase_config *config,
                                                     const tact_allocator *allocator);
COLLIDE_API void collide_broadphase_destroy(collide_broadphase *broad); /* no effect on caller's memory or zeros */

/* The whole object as bytes, for snapshots: restoring gives the same pairs, slots and trees as at the time of saving.
   The restored object keeps its own filter and allocator, and makes room if it owns its memory (else COLLIDE_NO_SPACE
   when its capacities differ). The block is aligned for a double, holds no address, and fits builds with the same
   precision and byte order. Restoring trusts none of its bytes: what collide_broadphase_check would find wrong is
   refused with COLLIDE_BAD_ARGUMENT. A failure leaves the object as it was. */
COLLIDE_API size_t collide_broadphase_snapshot_bytes(const collide_broadphase *broad);
COLLIDE_API collide_status collide_broadphase_save(const collide_broadphase *broad, void *block, size_t bytes);
COLLIDE_API collide_status collide_broadphase_restore(collide_broadphase *broad, const void *block, size_t bytes);

/* Add a box. `is_fixed` boxes never pair with each other. A side that is infinite or longer than 1e15 m makes the
   proxy unbounded: it is kept out of the trees and tested one by one (planes). `user` is handed back by
   collide_broadphase_user. The proxy is a small index, reused after removal. O(log n). Fails: NOT_FINITE (NaN),
   BAD_ARGUMENT (lower > upper). */
COLLIDE_API collide_status collide_broadphase_insert(collide_broadphase *broad, collide_aabb box, collide_filter filter,
                                                     int is_fixed, uint64_t user, int *proxy);
/* The proxy's pairs end in the next update (they appear in `ended` then), and its index is reused after it. O(log
   n). */
COLLIDE_API collide_status collide_broadphase_remove(collide_broadphase *broad, int proxy);
/* New box of a proxy. Nothing happens while it stays inside the fat box (and the fat box is not far too large);
   otherwise the new fat box is also stretched by `displacement`, the motion [m] the caller expects soon (zero vector:
   none). Returns through *left (may be NULL) whether the proxy left its fat box. */
COLLIDE_API collide_status collide_broadphase_move(collide_broadphase *broad, int proxy, collide_aabb box,
                                                   tact_vec3 displacement, int *left);
COLLIDE_API collide_status collide_broadphase_set_filter(collide_broadphase *broad, int proxy, collide_filter filter);
COLLIDE_API collide_filter collide_broadphase_get_filter(const collide_broadphase *broad, int proxy);
COLLIDE_API uint64_t collide_broadphase_user(const collide_broadphase *broad, int proxy);
COLLIDE_API int collide_broadphase_valid(const collide_broadphase *broad, int proxy);
COLLIDE_API collide_aabb collide_broadphase_fat_box(const collide_broadphase *broad, int proxy);
/* Bring pairs and ended up to date. Cost: O(moved log n + pairs), nothing when no box left its fat box. Boxes that
   left are inserted again one by one; when they are many, the boxes above them are fitted, and after as many
   departures as there are boxes their layer is built anew by the surface-area heuristic. */
COLLIDE_API collide_status collide_broadphase_update(collide_broadphase *broad);
/* Recompute the inner boxes of both trees bottom-up (refit); rebuild both trees by the surface-area heuristic: worth
   a call after loading a level. Pairs do not change. */
COLLIDE_API void collide_broadphase_refit(collide_broadphase *broad);
COLLIDE_API void collide_broadphase_rebuild(collide_broadphase *broad);
/* Queries against the fat boxes; re-entrant, any number of threads between updates. `mask` selects categories. The
   ray is origin + t direction, 0 <= t <= max_t; `half_extents` > 0 sweep a box around the origin instead of a point. */
COLLIDE_API void collide_broadphase_query(const collide_broadphase *broad, collide_aabb box, uint32_t mask,
                                          collide_box_visitor visit, void *context);
COLLIDE_API void collide_broadphase_ray(const collide_broadphase *broad, tact_vec3 origin, tact_vec3 direction,
                                        tact_real max_t, tact_vec3 half_extents, uint32_t mask,
                                        collide_ray_visitor visit, void *context);
/* Checks every invariant of the trees and lists; COLLIDE_OK or COLLIDE_BAD_ARGUMENT. Reads no byte outside of the
   object, whatever its numbers are. O(n). */
COLLIDE_API collide_status collide_broadphase_check(const collide_broadphase *broad);
/* Sum of the surface areas of inner nodes over the root's, a measure of the cost of a query; height of the taller
   tree. */
COLLIDE_API tact_real collide_broadphase_cost(const collide_broadphase *broad, int *height);

/* Static tree over an array of boxes, built once by the surface-area heuristic (16 bins on 3 axes, at most 4 boxes
   per leaf). Ray and box queries as above with the box's index as proxy. */
typedef struct collide_bvh {
    const struct collide__node *nodes; /* n_nodes, root first */
    const int *items;                  /* n_items box indices in leaf order */
    int n_nodes, n_items;
    const struct collide__wide *wide; /* the same tree with four children a node, for rays; NULL: it found no room */
} collide_bvh;
COLLIDE_API size_t collide_bvh_bytes(int n_boxes); /* 0 when n_boxes is negative or absurd */
COLLIDE_API collide_status collide_bvh_build(collide_bvh *bvh, const collide_aabb *boxes, int n_boxes, void *memory,
                                             size_t bytes);
COLLIDE_API void collide_bvh_query(const collide_bvh *bvh, collide_aabb box, collide_box_visitor visit, void *context);
COLLIDE_API void collide_bvh_ray(const collide_bvh *bvh, tact_vec3 origin, tact_vec3 direction, tact_real max_t,
                                 tact_vec3 half_extents, collide_ray_visitor visit, void *context);

// >>manifold
/* Where and how two shapes touch, for a contact solver: one normal and a few points with signed gaps. Flat features
   are clipped against each other (faces of boxes, hulls and triangles, caps and generators of cylinders and cones,
   segments of capsules), so that a box on a table has four points and a lying capsule two; elsewhere there is one
   point. Every gap is measured along the normal, and the smallest is the signed distance of the pair (of two boxes to
   1e-3 of the smaller face: a corner that little beyond an edge counts as above the face). No point is there twice. */
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
    tact_real margin;  /* [m] >= 0: also points this far apart (speculative contacts); default 0  */
    tact_real recycle; /* >= 0: a manifold between flat faces is kept, with gaps brought up to date, while the
                          relative motion since it was made stays below this share of the smaller shape's size; needs
                          a cache. 0: always anew. Default 0.005 */
    unsigned cookie;   /* set by the default function; leave it   */
    void *scratch;     /* as in collide_config; default NULL      */
} collide_manifold_config;
COLLIDE_API collide_manifold_config collide_default_manifold_config(void);

/* Memory of a pair between calls. Keep it with the pair, in this order of A and B. Zeroed memory is an empty cache. */
typedef struct collide_manifold_cache {
    collide_cache distance; /* warm start of the distance query                                       */
    tact_pose relative;     /* of B in A when the points below were made                              */
    tact_vec3 normal;       /* out of the reference face, in the frame of its shape                   */
    tact_real offset;       /* of that face: normal.x = offset                                        */
    tact_vec3 points[COLLIDE_MANIFOLD_POINTS]; /* in the frame of the other shape                      */
    uint32_t ids[COLLIDE_MANIFOLD_POINTS];
    int16_t axis;          /* boxes: 1 + axis of least overlap, or minus (1 + axis that separated). Others: the normal
                              was that of a face of A (1), of B (2), or of two edges (3), which `points` then holds */
    int8_t count;          /* points that can be recycled, 0: none                                   */
    int8_t reference_is_b; /* bit 0; bit 1: other corners may become the deepest                */
    int hits;              /* how often the manifold was recycled since it was made                  */
} collide_manifold_cache;

/* The manifold of two convex shapes (halfspaces and planes included). config NULL: the defaults; cache NULL: none.
   method    exact closed forms for spheres, capsules and boxes (15-axis separating-axis test, least overlap;
   Gottschalk 1996), halfspaces against everything; else the signed distance query gives the normal. Then features in
   the direction of the normal are projected along it, clipped (Sutherland & Hodgman 1974), and reduced to the four
   points of large area that hold the deepest one; a later candidate must win by 5 % so that near ties do not flicker.
   exact     gaps and normal are those of the signed distance; discs enter as 12 points of their rim and the deepest one
   cost      spheres 10-20 ns, box on halfspace 50 ns, two boxes 200-400 ns, recycled 60 ns, others the distance query +
             300 ns; with a cache 200-400 ns while the same face or edges give the normal
   fails     as collide_distance; the manifold is then empty with a +z normal. Sets: COLLIDE_UNSUPPORTED, see
             collide_contacts */
COLLIDE_API collide_status collide_contact(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                           tact_pose pose_b, const collide_manifold_config *config,
                                           collide_manifold_cache *cache, collide_manifold *manifold);
/* The whole patch: all points where the features meet, in order around the normal, not reduced. *count is how many
   there are; at most `capacity` are written and COLLIDE_NO_SPACE says when that was not all. COLLIDE_PATCH_POINTS
   always suffices. */
#define COLLIDE_PATCH_POINTS 136
COLLIDE_API collide_status collide_patch(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                         tact_pose pose_b, const collide_manifold_config *config,
                                         collide_contact_point *points, int capacity, int *count, tact_vec3 *normal);
/* Area of a patch in order, projected along its normal [m^2]; 0 for fewer than three points. */
COLLIDE_API tact_real collide_patch_area(const collide_contact_point *points, int count, tact_vec3 normal);

// >>sets
/* Static sets of convex pieces: triangle meshes, height fields, compounds. A set is a shape like the others for
   bounding boxes, rays, casts, collide_set_distance and collide_contacts; the convex queries above answer
   COLLIDE_UNSUPPORTED. Triangles are one-sided for contacts: the front shows the corners counter-clockwise, and
   contacts push to the front. */

/* Triangle mesh with a tree of boxes, adjacency and the edges that can be felt. A copy of the input lives in the
   block. */
struct collide_mesh {
    int n_vertices, n_triangles;
    const tact_vec3 *vertices; /* n_vertices                                                                       */
    const int *triangles;      /* 3 n_triangles corners                                                            */
    const int *neighbours;     /* 3 n_triangles: triangle across the side from corner k to k + 1, -1 at a border    */
    const tact_vec3 *normals;  /* n_triangles unit normals; zero for a triangle without area                       */
    const uint8_t
        *active; /* bit k: side k is a border or a convex edge, so a contact normal may leave the face there */
    collide_aabb bounds;
    collide_bvh bvh;
    void *memory; /* block to give back, NULL for a caller's block */
    size_t memory_bytes;
    tact_allocator allocator;
    int has_allocator;
};
#ifndef COLLIDE_NO_SETS
COLLIDE_API size_t collide_mesh_bytes(int n_vertices, int n_triangles); /* 0: out of range */
/* Build in the caller's block (8-byte aligned); the mesh lives at its start. Triangles without area are kept, they
   never make a contact. fails: BAD_ARGUMENT (counts, an index out of range), NOT_FINITE, NO_SPACE; then *mesh is
   NULL. O(n log n). */
COLLIDE_API collide_status collide_mesh_build(const tact_vec3 *vertices, int n_vertices, const int *triangles,
                                              int n_triangles, void *memory, size_t bytes, collide_mesh **mesh);
COLLIDE_API collide_status collide_mesh_create(const tact_vec3 *vertices, int n_vertices, const int *triangles,
                                               int n_triangles, const tact_allocator *allocator, collide_mesh **mesh);
/* The same triangles with other places of the vertices, n_vertices of them: a mesh that moves or bends. Normals, edges
   and boxes are made anew, the tree keeps its order: O(n), a tenth of a build; rays grow slower as the mesh leaves the
   shape it was built with. Make its shape anew afterwards, whose bounds are a copy. fails: BAD_ARGUMENT, NOT_FINITE;
   the mesh is then as before. No allocation. */
COLLIDE_API collide_status collide_mesh_move(collide_mesh *mesh, const tact_vec3 *vertices);
COLLIDE_API void collide_mesh_destroy(collide_mesh *mesh);              /* NULL is fine */
COLLIDE_API collide_shape collide_mesh_shape(const collide_mesh *mesh); /* mesh must outlive the shape */
#endif

/* Grid of heights: vertex (i, j) at (i spacing_x, j spacing_y, heights[j n_x + i]) in the shape's frame, +z is up.
   Each cell has two triangles, split from (i, j) to (i+1, j+1). A NaN height is a hole. Fill the struct and keep it;
   the shape points to it and to the heights. min and max height are read from the data by the shape's constructor. */
struct collide_height_field {
    int n_x, n_y;                   /* >= 2 */
    tact_real spacing_x, spacing_y; /* > 0 [m] */
    const tact_real *heights;
};
#ifndef COLLIDE_NO_SETS
COLLIDE_API collide_shape collide_height_field_shape(const collide_height_field *field);
#endif

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
#ifndef COLLIDE_NO_SETS
COLLIDE_API size_t collide_compound_bytes(int n_children);
/* Children must be bounded convex shapes. fails: BAD_ARGUMENT, BAD_SHAPE, BAD_POSE, UNSUPPORTED, NO_SPACE; *compound
   is NULL. */
COLLIDE_API collide_status collide_compound_build(const collide_shape *shapes, const tact_pose *poses, int n_children,
                                                  void *memory, size_t bytes, collide_compound **compound);
COLLIDE_API collide_status collide_compound_create(const collide_shape *shapes, const tact_pose *poses, int n_children,
                                                   const tact_allocator *allocator, collide_compound **compound);
COLLIDE_API void collide_compound_destroy(collide_compound *compound);
COLLIDE_API collide_shape collide_compound_shape(const collide_compound *compound);
#endif

/* Signed distance where one or both sides may be sets: the smallest over the pairs of pieces, found by the tree from
   the nearest boxes outwards; triangles count as two-sided sheets. Of two sets the pieces of the smaller (or of the
   compound) are taken one by one: O(m log n). piece_a, piece_b may be NULL. config->upper_bound works as in
   collide_distance. fails: UNSUPPORTED (a mesh or height field against a halfspace or plane) */
COLLIDE_API collide_status collide_set_distance(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                                tact_pose pose_b, const collide_config *config, collide_result *result,
                                                int *piece_a, int *piece_b);
/* A piece of a set as a convex shape with its own pose (of a triangle, that of the set); a convex shape is its own
   piece 0. fails: BAD_ARGUMENT (NULL, no such piece, a hole of a height field), BAD_SHAPE */
COLLIDE_API collide_status collide_set_piece(const collide_shape *set, tact_pose pose, int piece, collide_shape *shape,
                                             tact_pose *shape_pose);
/* All manifolds of two shapes of any kind: one for a convex pair, one per touching piece of a set. *count is how many
   there are; at most `capacity` are written and COLLIDE_NO_SPACE says when that was not all (the deepest ones are
   kept). Against a mesh or height field a normal that would catch on an inner edge is turned to the face's, so that a
   sliding or rolling body does not feel the seams. cache: used for convex pairs, NULL: none. */
COLLIDE_API collide_status collide_contacts(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                            tact_pose pose_b, const collide_manifold_config *config,
                                            collide_manifold_cache *cache, collide_manifold *manifolds, int capacity,
                                            int *count);

// >>casts
typedef struct collide_cast_hit {
    int hit;          /* 1: something was hit; the rest is meaningful                                             */
    int inside;       /* 1: it touched at the start already, t = 0                                                */
    tact_real t;      /* parameter of the first touch                                                             */
    tact_vec3 point;  /* of the touch, world                                                                      */
    tact_vec3 normal; /* unit, world, out of the target, against the motion; a start inside: minus the direction  */
    int piece;        /* triangle, cell or child of a set, else 0                                                 */
    int iterations;   /* 0 for closed forms                                                                       */
} collide_cast_hit;

/* First point of origin + t direction, 0 <= t <= max_t, in the shape. direction need not have unit length (t is then
   in its units). Closed forms for points, spheres, capsules, boxes, ellipsoids, cylinders, cones, triangles, hulls,
   halfspaces, planes and rounded boxes, segments and triangles; GJK ray cast (van den Bergen 2004) to 1e-10 of the
   size for the others. Triangles and planes are hit from both sides. fails: BAD_ARGUMENT, BAD_SHAPE, BAD_POSE,
   NOT_FINITE, NOT_CONVERGED (> 0). */
COLLIDE_API collide_status collide_ray_cast(const collide_shape *shape, tact_pose pose, tact_vec3 origin,
                                            tact_vec3 direction, tact_real max_t, collide_cast_hit *hit);
/* n rays at one shape. statuses: NULL or n of them. Returns the smallest status; a bad ray does not stop the others,
   its hit is empty. */
typedef struct collide_ray {
    tact_vec3 origin, direction;
    tact_real max_t;
} collide_ray;
COLLIDE_API collide_status collide_ray_cast_batch(const collide_shape *shape, tact_pose pose, const collide_ray *rays,
                                                  int n, collide_cast_hit *hits, collide_status *statuses);
/* Move shape a (from pose_a, by t translation, 0 <= t <= 1, not rotating) until it comes within `target` >= 0 metres
   of b, which may be a set. Conservative advancement along the separating direction. `target` is a gap that is kept: 0
   stops at the touch, 0.01 a centimetre before it, and a start nearer than that is `inside`. `point` is on b, and
   `normal` is the direction from b to a there, also where the gap is kept. */
COLLIDE_API collide_status collide_shape_cast(const collide_shape *a, tact_pose pose_a, tact_vec3 translation,
                                              const collide_shape *b, tact_pose pose_b, tact_real target,
                                              collide_cast_hit *hit);
/* The same, with COLLIDE_SCRATCH_BYTES of the caller's in place of the stack; NULL: on the stack. */
COLLIDE_API collide_status collide_shape_cast_in(void *scratch, const collide_shape *a, tact_pose pose_a,
                                                 tact_vec3 translation, const collide_shape *b, tact_pose pose_b,
                                                 tact_real target, collide_cast_hit *hit);

/* A motion over one unit of time: the origin of the frame moves on a straight line by `linear` [m], while the frame
   turns about it with constant velocity by the rotation vector `angular` [rad, world axes]. */
typedef struct collide_motion {
    tact_pose start;
    tact_vec3 linear, angular;
} collide_motion;
COLLIDE_API tact_pose collide_motion_at(const collide_motion *motion, tact_real t);
/* First time t in [0, 1] at which two moving convex shapes come within `target` metres of each other (> 0: what the
   caller regards as touching; 0 is allowed and means within the tolerance). Conservative advancement (Mirtich 1996):
   the distance divided by a bound of the approach speed is a safe step. tolerance > 0 [m] on the distance at t. Never
   reports a touch where the distance is above target + tolerance, and never passes one by. At most 128 steps, each
   one distance query; a grazing motion may use them up: NOT_CONVERGED, with t the last time known to be free. */
COLLIDE_API collide_status collide_time_of_impact(const collide_shape *a, const collide_motion *motion_a,
                                                  const collide_shape *b, const collide_motion *motion_b,
                                                  tact_real target, tact_real tolerance, collide_cast_hit *hit);
/* ---- continuous collision of any pair: collide_sweep ---- */
/* A motion over one unit of time. The point `centre` of the shape's frame (a body's centre of mass) moves by t linear +
   t^2/2 acceleration, and the frame turns about it with constant velocity by the rotation vector t angular. */
typedef struct collide_sweep_motion {
    tact_pose start;
    tact_vec3 centre;       /* [m] in the shape's frame */
    tact_vec3 linear;       /* [m], world axes          */
    tact_vec3 acceleration; /* [m], world axes          */
    tact_vec3 angular;      /* [rad], world axes        */
} collide_sweep_motion;
COLLIDE_API tact_pose collide_sweep_at(const collide_sweep_motion *motion, tact_real t);

typedef struct collide_sweep_config {
    tact_real target; /* [m], any sign: signed distance at which two shapes count as touching; default 0 */
    tact_real
        tolerance;    /* > 0, of the smaller shape's size: the distance at t is at most this above the target; 1e-4 */
    tact_real slack;  /* > 0, of the smaller shape's size: two pieces that touch at the start (are within the target)
                            count as touching once they have come closer than at the start by this; default 0.01 */
    tact_real margin; /* [m] >= 0 of the manifold at t, as in collide_manifold_config; default 0 */
    tact_real until;  /* 0 .. 1: the last time of interest; default 1 */
    unsigned cookie;  /* set by the default function; leave it */
    void *scratch;    /* as in collide_config; default NULL */
} collide_sweep_config;
COLLIDE_API collide_sweep_config collide_default_sweep_config(void);

typedef struct collide_sweep_hit {
    int hit;                    /* 1: they touch at t; 0: not until the last time of interest */
    int touched;                /* 1: the pieces below touched at the start already */
    tact_real t, distance;      /* time of the first touch, signed distance then */
    tact_vec3 normal;           /* unit, world, from A to B at t */
    tact_vec3 point_a, point_b; /* the points that meet, world, at t */
    int piece_a, piece_b;       /* triangle, cell or child of a set, else 0 */
    int iterations;             /* distance queries made */
    collide_manifold manifold;  /* of the two pieces at t, with every point within max(margin, distance) */
} collide_sweep_hit;
/* First time at which two moving shapes of any kind touch, and their manifold there.
   method    The separation s of two convex pieces along a fixed direction n (two support points) bounds their distance
             from below. Between two times it is nowhere more than K h^2/8 below the line through its values there, with
             K = |n x w_a| |w_a| rho_a + |n x w_b| |w_b| rho_b + n.(a_b - a_a), rho the reach of a core about its centre
             of turning: the reach of a turning core along n is a maximum of functions with curvature >= -K. So a few
             support points prove a stretch of time free, and a distance query gives the next n. Where n is the normal
             of a face, one that turns with its body is free for longer, with a K of its own; the longest is taken.
   promises  No touch before t is passed by. At t the distance is at most target + tolerance. The work is bounded: at
             most 64 distance queries a pair of pieces. When they do not suffice (a long graze), the answer is a hit at
             the last time that is known to be free, with COLLIDE_NOT_CONVERGED.
   sets      Meshes, height fields and compounds on either side, by the tree of the larger one; pieces that touch at the
             start are followed with `slack`, the others as usual. The back of a triangle of a mesh or height field is
             not hit by what starts behind it.
   cost      3 to 10 distance queries where shapes meet, one or two where they do not; turning by a radian doubles it.
   fails     BAD_ARGUMENT, BAD_SHAPE, BAD_POSE, BAD_CONFIG, NOT_FINITE; UNSUPPORTED (a halfspace or plane that turns, or
             two of them). On failure *hit says no hit. config NULL: the defaults. */
COLLIDE_API collide_status collide_sweep(const collide_shape *a, const collide_sweep_motion *motion_a,
                                         const collide_shape *b, const collide_sweep_motion *motion_b,
                                         const collide_sweep_config *config, collide_sweep_hit *hit);
/* Closest point of a shape of any kind to a world point: *closest on the surface, *distance signed (negative
   inside). */
COLLIDE_API collide_status collide_closest_point(const collide_shape *shape, tact_pose pose, tact_vec3 point,
                                                 tact_vec3 *closest, tact_real *distance, tact_vec3 *normal);

// >>decomposition
/* Solids that are not convex. A closed mesh (every side shared by two triangles, corners counter-clockwise seen from
   outside) has an inside; a mesh with holes has one by its winding number. */
#if !defined(COLLIDE_NO_SETS) && !defined(COLLIDE_NO_DECOMPOSITION)
/* How often the mesh winds around a point of its frame: 1 inside, 0 outside a closed mesh, in between where it has
   holes (Jacobson 2013: the sum of the triangles' solid angles over 4 pi). O(triangles). */
COLLIDE_API tact_real collide_mesh_winding(const collide_mesh *mesh, tact_vec3 point);
typedef struct collide_mesh_nearest {
    tact_real distance; /* signed [m]: negative inside */
    tact_vec3 point;    /* nearest point of the surface, mesh frame */
    tact_vec3 normal;   /* unit, out of the solid: of the face, or the mean over an edge's or corner's faces */
    int triangle;       /* one that holds the point */
    int feature;        /* 0: inside the triangle, 1 + k: on its side k, 4 + k: at its corner k */
} collide_mesh_nearest;
/* Nearest feature of a mesh to a point of its frame. The sign comes from the mean normal of that feature, weighted by
   angles (Baerentzen, Aanaes 2005), where the mesh is closed around it, else from the winding number (> 1/2: inside).
   O(log n); O(n) with the winding number. fails: BAD_ARGUMENT, NOT_FINITE */
COLLIDE_API collide_status collide_mesh_distance(const collide_mesh *mesh, tact_vec3 point,
                                                 collide_mesh_nearest *nearest);

/* Approximate convex decomposition: hulls that hold a solid between them and stand out of it by little. Bodies that
   move and are not convex are compounds of such hulls. */
typedef struct collide_decomposition_config {
    int max_hulls;       /* 1 .. 256; default 16 */
    int max_vertices;    /* of one hull, 4 .. 256; default 64 */
    tact_real concavity; /* > 0, of the mesh's diagonal: how far a hull may stand out of the solid; default 0.02 */
    int (*progress)(void *context, tact_real done); /* called now and then, done from 0 to 1; nonzero stops; or NULL */
    void *progress_context;
    unsigned cookie; /* set by the default function; leave it */
} collide_decomposition_config;
COLLIDE_API collide_decomposition_config collide_default_decomposition_config(void);

/* The hulls, in the frame of the mesh, as children for collide_compound_create(d->shapes, d->poses, d->n_hulls, ...).
   All of it lives in one block with the decomposition, which must outlive shapes made from it. */
typedef struct collide_decomposition {
    int n_hulls;
    const collide_shape *shapes; /* n_hulls convex shapes */
    const tact_pose *poses;      /* n_hulls identities */
    tact_real concavity;         /* [m] how far the hulls stand out of the solid, to a tenth of what was asked for */
    tact_real volume;            /* of the hulls together, where they overlap counted twice [m^3] */
    tact_real mesh_volume;       /* of the solid [m^3]; of a mesh with holes what the divergence theorem gives */
    void *memory;
    size_t memory_bytes;
    tact_allocator allocator;
    int has_allocator;
} collide_decomposition;
/* Cuts the solid by planes, worst part first, where the hulls of the two sides are smallest together: planes square to
   the axes, along the faces of concave edges and between them. A part is what the mesh encloses in an intersection of
   halfspaces, so that its hull is exact. Then hulls are merged while one hull of both keeps within the concavity, or
   there are too many. The same input gives the same hulls. allocator NULL: TACT_MALLOC; config NULL: the defaults.
   cost      about a millisecond for each hull and thousand triangles
   returns   COLLIDE_OK: every hull is within the concavity. COLLIDE_NOT_CONVERGED: max_hulls, max_vertices or
             `progress` ended it before; the hulls are the best so far and `concavity` says how good
   fails     BAD_ARGUMENT, BAD_CONFIG, NO_MEMORY, FLAT (the mesh has no thickness at all) */
COLLIDE_API collide_status collide_decompose(const collide_mesh *mesh, const collide_decomposition_config *config,
                                             const tact_allocator *allocator, collide_decomposition **decomposition);
COLLIDE_API void collide_decomposition_destroy(collide_decomposition *decomposition); /* NULL is fine */
#endif

// >>surface
/* The surface of a placed shape as triangles, counter-clockwise seen from outside: to draw, or to export. Every corner
   lies on the surface and the triangles of a solid close. detail: sides of a quarter of a circle, 1 to 16. Flat faces
   of boxes, hulls, cylinders and cones are exact; of rounded triangles, rounded hulls and custom shapes the surface is
   sampled along directions. Sheets (a triangle, a flat hull, a plane) have both sides. Halfspaces and planes are cut to
   a square of half side `reach` about the point nearest to the shape's origin. Points and segments without radius have
   none, triangles without area are left out. visit may be NULL, to count. Returns how many triangles there are, or a
   negative collide_status. */
typedef void (*collide_triangle_visitor)(void *context, tact_vec3 a, tact_vec3 b, tact_vec3 c);
COLLIDE_API int collide_surface(const collide_shape *shape, tact_pose pose, int detail, tact_real reach,
                                collide_triangle_visitor visit, void *context);

#ifdef __cplusplus
}
#endif
#endif /* COLLIDE_SINGLE_FILE_H */

#if defined(COLLIDE_IMPLEMENTATION) && !defined(COLLIDE_IMPLEMENTATION_DONE)
#define COLLIDE_IMPLEMENTATION_DONE
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error "collide.h: -ffast-math removes the checks for NaN that every status relies on: build this file without"
#endif
#if !defined(COLLIDE_NO_SIMD) && !defined(TACT_NO_LIBC) && (defined(__SSE2__) || defined(_M_X64))
#define COLLIDE__SSE2 1
#include <emmintrin.h>
#endif
#ifdef __cplusplus
extern "C" {
#endif

// >>impl-status
/* Owns    the text of a status.
   Reads   nothing.
   Leaves  collide_status_text. */
COLLIDE_API TACT_COLD const char *collide_status_text(collide_status status) {
    switch (status) {
#define COLLIDE__X(name, value, text)                                                                                  \
    case COLLIDE_##name: return text;
        COLLIDE_STATUS_LIST(COLLIDE__X)
#undef COLLIDE__X
    case COLLIDE_STATUS_FORCE_INT: break;
    }
    return "unknown status";
}

// >>impl-shapes
/* Owns    the constructors, their range checks and the cookies of the configs.
   Reads   nothing.
   Leaves  valid shapes, or shapes that carry the reason why not. */
/* Lengths [m] outside this range would overflow or underflow products of four lengths; constructors refuse them.
   Absolute, because it is the range of the number format that they guard. */
#ifdef TACT_FLOAT
#define COLLIDE__LENGTH_MIN TACT_R(1e-7)
#define COLLIDE__LENGTH_MAX TACT_R(1e7)
#else
#define COLLIDE__LENGTH_MIN TACT_R(1e-30)
#define COLLIDE__LENGTH_MAX TACT_R(1e30)
#endif
#define COLLIDE__IS_DOUBLE (TACT_EPSILON < TACT_R(1e-10)) /* constant: which of two precisions */
#define COLLIDE__POSE_SLACK                                                                                            \
    TACT_R(1e-3) /* |q| may differ from 1 by this: far above drift of integrators, far below a mistake */
/* Step of central differences of support points [rad]: the cube root of machine epsilon balances truncation and
   rounding. */
#define COLLIDE__DIFFERENCE_ANGLE (COLLIDE__IS_DOUBLE ? TACT_R(6e-6) : TACT_R(5e-3))
#define COLLIDE__CONFIG_COOKIE 0xC0111DE1u
#define COLLIDE__HULL_COOKIE 0xC0111DE2u
#define COLLIDE__HULL_TOLERANCE_MAX TACT_R(0.1) /* of the size: more would not leave the shape of the cloud */
#define COLLIDE__HULL_POINTS_MAX 0x3ffffff      /* half edges, 6 a point, are counted in an int */
#define COLLIDE__BROADPHASE_COOKIE 0xC0111DE3u
#define COLLIDE__MOST_BOXES (1 << 28) /* node numbers, two a box, stay in an int with room for a flag */

/* COLLIDE_NO_SETS makes this a constant, and the compiler then drops all that only sets need. */
#ifdef COLLIDE_NO_SETS
#define COLLIDE__HAS_SETS 0
#else
#define COLLIDE__HAS_SETS 1
#endif
TACT_INLINE int collide__is_set(const collide_shape *shape) {
    return COLLIDE__HAS_SETS && collide_kind_is_set(shape->kind);
}

/* Tolerances of features, relative or angles: they decide which features meet, never how far apart they are. */
#define COLLIDE__CONVEX_EDGE                                                                                           \
    TACT_R(1e-3) /* sine by which a neighbour must fall away for a shared edge to count as convex */
#define COLLIDE__NEAR_SIDE TACT_R(1e-3) /* of a triangle: a point this near to a side may belong to the side */
#define COLLIDE__FACES_CLOSER                                                                                          \
    TACT_R(1e-3) /* cosine by which the other face must be nearer to the normal to become the reference */
#define COLLIDE__SAME_PLANE TACT_R(0.99995) /* cosine of half a degree: normals of pieces that share one manifold */
#define COLLIDE__SAME_POINT2 TACT_R(1e-10)  /* squared share of the size: points of two pieces that are one */
#define COLLIDE__LATER_WINS                                                                                            \
    TACT_R(1.05) /* a later candidate of a manifold wins by 5 %, so that near ties do not flicker */

TACT_PRIVATE collide_shape collide__make_shape(collide_kind kind, tact_real extent) {
    collide_shape s;
    TACT_MEMSET(&s, 0, sizeof s);
    s.kind = kind;
    s.status = COLLIDE_OK;
    s.extent = extent;
    return s;
}
TACT_PRIVATE collide_shape collide__refuse(collide_status status) {
    collide_shape s;
    TACT_MEMSET(&s, 0, sizeof s);
    s.kind = COLLIDE_KIND_NONE, s.status = status;
    return s;
}
/* COLLIDE_OK for a length that can be the size of something. */
TACT_PRIVATE collide_status collide__check_length(tact_real x) {
    if (!tact_finite(x)) return COLLIDE_NOT_FINITE;
    return x >= COLLIDE__LENGTH_MIN && x <= COLLIDE__LENGTH_MAX ? COLLIDE_OK : COLLIDE_BAD_SHAPE;
}
TACT_PRIVATE collide_status collide__check_sizes(tact_real x, tact_real y, tact_real z) {
    collide_status s = collide__check_length(x);
    if (s == COLLIDE_OK) s = collide__check_length(y);
    if (s == COLLIDE_OK) s = collide__check_length(z);
    return s;
}
/* COLLIDE_OK for coordinates: any sign, zero included. */
TACT_PRIVATE collide_status collide__check_point(tact_vec3 p) {
    if (!tact_vec_finite(p)) return COLLIDE_NOT_FINITE;
    return tact_abs(p.x) <= COLLIDE__LENGTH_MAX && tact_abs(p.y) <= COLLIDE__LENGTH_MAX &&
                   tact_abs(p.z) <= COLLIDE__LENGTH_MAX
               ? COLLIDE_OK
               : COLLIDE_BAD_SHAPE;
}

COLLIDE_API collide_shape collide_point(tact_vec3 point) {
    collide_status status = collide__check_point(point);
    if (status != COLLIDE_OK) return collide__refuse(status);
    collide_shape s = collide__make_shape(COLLIDE_KIND_POINT, 0);
    s.centre = point;
    return s;
}
COLLIDE_API collide_shape collide_segment(tact_vec3 start, tact_vec3 end) {
    collide_status status = collide__check_point(start);
    if (status == COLLIDE_OK) status = collide__check_point(end);
    if (status != COLLIDE_OK) return collide__refuse(status);
    tact_vec3 half = tact_scale(TACT_R(0.5), tact_sub(end, start));
    collide_shape s = collide__make_shape(COLLIDE_KIND_SEGMENT, tact_norm(half));
    s.centre = tact_add(start, half), s.p[0] = half;
    return s;
}
COLLIDE_API collide_shape collide_triangle(tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    collide_status status = collide__check_point(a);
    if (status == COLLIDE_OK) status = collide__check_point(b);
    if (status == COLLIDE_OK) status = collide__check_point(c);
    if (status != COLLIDE_OK) return collide__refuse(status);
    collide_shape s = collide__make_shape(COLLIDE_KIND_TRIANGLE, 0);
    s.centre = tact_scale(TACT_R(1.0 / 3), tact_add(a, tact_add(b, c)));
    s.p[0] = tact_sub(a, s.centre);
    s.p[1] = tact_sub(b, s.centre);
    s.p[2] = tact_sub(c, s.centre);
    s.extent = tact_sqrt(tact_max(tact_norm2(s.p[0]), tact_max(tact_norm2(s.p[1]), tact_norm2(s.p[2]))));
    return s;
}
COLLIDE_API collide_shape collide_sphere(tact_real radius) {
    collide_status status = collide__check_length(radius);
    if (status != COLLIDE_OK) return collide__refuse(status);
    collide_shape s = collide__make_shape(COLLIDE_KIND_POINT, 0);
    s.radius = radius;
    return s;
}
COLLIDE_API collide_shape collide_capsule(tact_real radius, tact_real half_length) {
    collide_status status = collide__check_length(radius);
    if (status == COLLIDE_OK && !tact_finite(half_length)) status = COLLIDE_NOT_FINITE;
    if (status == COLLIDE_OK && !(half_length >= 0 && half_length <= COLLIDE__LENGTH_MAX)) status = COLLIDE_BAD_SHAPE;
    if (status != COLLIDE_OK) return collide__refuse(status);
    collide_shape s = collide__make_shape(COLLIDE_KIND_SEGMENT, half_length);
    s.p[0] = tact_vec(0, 0, half_length), s.radius = radius;
    return s;
}
TACT_PRIVATE collide_shape collide__three_sizes(collide_kind kind, tact_real x, tact_real y, tact_real z) {
    collide_status status = collide__check_sizes(x, y, z);
    if (status != COLLIDE_OK) return collide__refuse(status);
    collide_shape s = collide__make_shape(kind, 0);
    s.p[0] = tact_vec(x, y, z), s.p[1] = tact_vec(x * x, y * y, z * z);
    if (kind == COLLIDE_KIND_BOX)
        s.extent = tact_norm(s.p[0]);
    else if (kind == COLLIDE_KIND_ELLIPSOID)
        s.extent = tact_max(x, tact_max(y, z));
    else
        s.extent = tact_sqrt(x * x + z * z);
    return s;
}
COLLIDE_API collide_shape collide_ellipsoid(tact_real radius_x, tact_real radius_y, tact_real radius_z) {
    return collide__three_sizes(COLLIDE_KIND_ELLIPSOID, radius_x, radius_y, radius_z);
}
COLLIDE_API collide_shape collide_box(tact_real half_x, tact_real half_y, tact_real half_z) {
    return collide__three_sizes(COLLIDE_KIND_BOX, half_x, half_y, half_z);
}
COLLIDE_API collide_shape collide_cylinder(tact_real radius, tact_real half_length) {
    return collide__three_sizes(COLLIDE_KIND_CYLINDER, radius, radius, half_length);
}
COLLIDE_API collide_shape collide_cone(tact_real radius, tact_real half_length) {
    return collide__three_sizes(COLLIDE_KIND_CONE, radius, radius, half_length);
}
COLLIDE_API collide_shape collide_convex(const collide_hull *hull) {
    if (!hull || hull->n_vertices < 1) return collide__refuse(COLLIDE_BAD_SHAPE);
    collide_shape s = collide__make_shape(COLLIDE_KIND_HULL, hull->extent);
    s.centre = hull->centre, s.data.hull = hull;
    return s;
}
COLLIDE_API collide_shape collide_custom(const collide_custom_shape *custom) {
    if (!custom || !custom->support) return collide__refuse(COLLIDE_BAD_ARGUMENT);
    collide_status status = collide__check_point(custom->centre);
    if (status == COLLIDE_OK) status = collide__check_length(custom->extent);
    if (status != COLLIDE_OK) return collide__refuse(status);
    collide_shape s = collide__make_shape(COLLIDE_KIND_CUSTOM, custom->extent);
    s.centre = custom->centre, s.data.custom = custom;
    return s;
}
TACT_PRIVATE collide_shape collide__flat_space(collide_kind kind, tact_vec3 normal, tact_real offset) {
    tact_real length = tact_norm(normal);
    if (!tact_finite(length) || !tact_finite(offset)) return collide__refuse(COLLIDE_NOT_FINITE);
    if (!(length > 0) || tact_abs(offset) > COLLIDE__LENGTH_MAX) return collide__refuse(COLLIDE_BAD_SHAPE);
    collide_shape s = collide__make_shape(kind, 0);
    s.p[0] = tact_scale(1 / length, normal), s.p[1] = tact_vec(offset, 0, 0);
    if (!tact_vec_finite(s.p[0])) return collide__refuse(COLLIDE_BAD_SHAPE);
    return s;
}
COLLIDE_API collide_shape collide_halfspace(tact_vec3 outward_normal, tact_real offset) {
    return collide__flat_space(COLLIDE_KIND_HALFSPACE, outward_normal, offset);
}
COLLIDE_API collide_shape collide_plane(tact_vec3 normal, tact_real offset) {
    return collide__flat_space(COLLIDE_KIND_PLANE, normal, offset);
}
COLLIDE_API collide_shape collide_rounded(collide_shape shape, tact_real radius) {
    if (shape.status != COLLIDE_OK) return shape;
    if (!tact_finite(radius)) return collide__refuse(COLLIDE_NOT_FINITE);
    if (!(radius >= 0 && radius <= COLLIDE__LENGTH_MAX)) return collide__refuse(COLLIDE_BAD_SHAPE);
    shape.radius += radius;
    return shape;
}
COLLIDE_API collide_status collide_shape_check(const collide_shape *shape) {
    if (!shape) return COLLIDE_BAD_ARGUMENT;
    if (shape->kind <= COLLIDE_KIND_NONE ||
        shape->kind > (COLLIDE__HAS_SETS ? COLLIDE_KIND_COMPOUND : COLLIDE_KIND_PLANE))
        return shape->status < 0 ? shape->status : COLLIDE_BAD_SHAPE;
    return shape->status;
}
TACT_INLINE tact_real collide__component(tact_vec3 v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }
TACT_INLINE void collide__set_component(tact_vec3 *v, int i, tact_real value) {
    if (i == 0)
        v->x = value;
    else if (i == 1)
        v->y = value;
    else
        v->z = value;
}

// >>impl-support
/* Owns    support points of the kinds; the two ways to find that of a hull, a scan and a climb.
   Reads   shapes and hulls.
   Leaves  collide__kind_support to be compiled into a loop, collide__core_support as a call. */
#if !defined(COLLIDE_NO_SIMD) && defined(__AVX2__) && defined(__FMA__)
#define COLLIDE__AVX2 1
#include <immintrin.h>
#endif
#define COLLIDE__SCAN_LIMIT 128 /* hulls up to this many vertices are scanned, larger ones climbed; measured */
#define COLLIDE__SCAN_CHEAP 32  /* up to this many a scan is faster than the climb from a good guess */

/* Index of the point farthest along d among n points in padded arrays: all of them, in vector lanes. A repeated query
   gives the same point, whatever the ties. */
TACT_ALWAYS_INLINE int collide__farthest(const tact_real *x, const tact_real *y, const tact_real *z, int n,
                                         tact_vec3 d) {
    int best = 0;
#if defined(COLLIDE__AVX2) && !defined(TACT_FLOAT)
    __m256d dx = _mm256_set1_pd(d.x), dy = _mm256_set1_pd(d.y), dz = _mm256_set1_pd(d.z);
    __m256d top0 = _mm256_set1_pd(-TACT_REAL_MAX), top1 = top0;
    __m256i at0 = _mm256_setzero_si256(), at1 = at0, index = _mm256_set_epi64x(3, 2, 1, 0);
    const __m256i four = _mm256_set1_epi64x(4), eight = _mm256_set1_epi64x(8);
    for (int i = 0; i < n; i += 8) {
        __m256d u =
            _mm256_fmadd_pd(dx, _mm256_loadu_pd(x + i),
                            _mm256_fmadd_pd(dy, _mm256_loadu_pd(y + i), _mm256_mul_pd(dz, _mm256_loadu_pd(z + i))));
        __m256d v = _mm256_fmadd_pd(
            dx, _mm256_loadu_pd(x + i + 4),
            _mm256_fmadd_pd(dy, _mm256_loadu_pd(y + i + 4), _mm256_mul_pd(dz, _mm256_loadu_pd(z + i + 4))));
        __m256i mu = _mm256_castpd_si256(_mm256_cmp_pd(u, top0, _CMP_GT_OQ));
        __m256i mv = _mm256_castpd_si256(_mm256_cmp_pd(v, top1, _CMP_GT_OQ));
        top0 = _mm256_max_pd(u, top0), top1 = _mm256_max_pd(v, top1);
        at0 = _mm256_blendv_epi8(at0, index, mu);
        at1 = _mm256_blendv_epi8(at1, index, mv);
        index = _mm256_add_epi64(index, eight);
    }
    __m256d keep = _mm256_cmp_pd(top1, top0, _CMP_GT_OQ);
    at0 = _mm256_blendv_epi8(at0, _mm256_add_epi64(at1, four), _mm256_castpd_si256(keep));
    top0 = _mm256_max_pd(top0, top1);
    __m128d top = _mm256_castpd256_pd128(top0), half = _mm256_extractf128_pd(top0, 1); /* the best of four lanes */
    __m128i at = _mm256_castsi256_si128(at0), at_half = _mm256_extracti128_si256(at0, 1);
    at = _mm_blendv_epi8(at, at_half, _mm_castpd_si128(_mm_cmpgt_pd(half, top)));
    top = _mm_max_pd(top, half), half = _mm_unpackhi_pd(top, top);
    at = _mm_blendv_epi8(at, _mm_unpackhi_epi64(at, at), _mm_castpd_si128(_mm_cmpgt_pd(half, top)));
    best = _mm_cvtsi128_si32(at);
#elif defined(COLLIDE__AVX2)
    __m256 dx = _mm256_set1_ps(d.x), dy = _mm256_set1_ps(d.y), dz = _mm256_set1_ps(d.z);
    __m256 top = _mm256_set1_ps(-TACT_REAL_MAX);
    __m256i at = _mm256_setzero_si256(), index = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    for (int i = 0; i < n; i += 8) {
        __m256 u =
            _mm256_fmadd_ps(dx, _mm256_loadu_ps(x + i),
                            _mm256_fmadd_ps(dy, _mm256_loadu_ps(y + i), _mm256_mul_ps(dz, _mm256_loadu_ps(z + i))));
        at = _mm256_blendv_epi8(at, index, _mm256_castps_si256(_mm256_cmp_ps(u, top, _CMP_GT_OQ)));
        top = _mm256_max_ps(u, top);
        index = _mm256_add_epi32(index, _mm256_set1_epi32(8));
    }
    float value[8];
    int lane[8];
    _mm256_storeu_ps(value, top);
    _mm256_storeu_si256((__m256i *)(void *)lane, at);
    int p = 0;
    for (int i = 1; i < 8; ++i)
        if (value[i] > value[p]) p = i;
    best = lane[p];
#else
    tact_real top = -TACT_REAL_MAX;
    for (int i = 0; i < n; ++i) {
        tact_real u = d.x * x[i] + d.y * y[i] + d.z * z[i];
        if (u > top) top = u, best = i;
    }
#endif
    return best < n ? best : n - 1; /* a padding copy stands for the last vertex */
}

TACT_INLINE tact_vec3 collide__hull_at(const collide_hull *h, int i) { return tact_vec(h->x[i], h->y[i], h->z[i]); }

/* The same by walking uphill along edges. A convex polytope lies in the cone of the edges at any of its vertices, so
   a vertex without a strictly better neighbour is the best: no visited marks are needed, and ties end the walk. */
TACT_ALWAYS_INLINE int collide__hull_climb(const collide_hull *h, tact_vec3 d, int at) {
    const tact_real *x = h->x, *y = h->y, *z = h->z;
    const int *first = h->neighbour_first, *neighbours = h->neighbours;
    tact_real top = d.x * x[at] + d.y * y[at] + d.z * z[at];
    for (int step = 0; step <= h->n_vertices; ++step) {
        int best = at;
        for (int k = first[at]; k < first[at + 1]; ++k) {
            int j = neighbours[k];
            tact_real u = d.x * x[j] + d.y * y[j] + d.z * z[j];
            if (u > top) top = u, best = j;
        }
        if (best == at) break;
        at = best;
    }
    return at;
}

/* Small hulls are scanned. For large ones the climb starts at the better of the hint (the last support vertex) and
   the best of a few dozen vertices spread over the hull, so it is short wherever d points. (A call, with d in
   registers: inlined twice into the loop of GJK it would push everything else there out of them.) */
TACT_NOINLINE int collide__hull_search(const collide_hull *h, tact_real dx, tact_real dy, tact_real dz, int hint) {
    const tact_vec3 d = tact_vec(dx, dy, dz);
    if (hint < 0 && h->n_vertices > COLLIDE__SCAN_CHEAP)
        return collide__hull_climb(h, d, -1 - hint); /* from the pair's last query */
    if (h->n_coarse == 0) return collide__farthest(h->x, h->y, h->z, h->n_vertices, d);
    int k = collide__farthest(h->coarse_x, h->coarse_y, h->coarse_z, h->n_coarse, d), at = h->coarse[k];
    if (hint > 0 && d.x * h->x[hint] + d.y * h->y[hint] + d.z * h->z[hint] >
                        d.x * h->coarse_x[k] + d.y * h->coarse_y[k] + d.z * h->coarse_z[k])
        at = hint;
    return collide__hull_climb(h, d, at);
}
TACT_INLINE int collide__hull_support(const collide_hull *h, tact_vec3 d, int hint) {
    return collide__hull_search(h, d.x, d.y, d.z, hint);
}

/* Support point of the core relative to the centre, for a bounded convex kind and a d that is not zero. `kind` is
   that of the shape: a constant where a caller is compiled for one kind. */
TACT_ALWAYS_INLINE tact_vec3 collide__kind_support(collide_kind kind, const collide_shape *s, tact_vec3 d, int *hint) {
    tact_vec3 h = s->p[0];
    switch (kind) {
    case COLLIDE_KIND_BOX: return tact_vec(d.x < 0 ? -h.x : h.x, d.y < 0 ? -h.y : h.y, d.z < 0 ? -h.z : h.z);
    case COLLIDE_KIND_HULL: {
        int i = *hint = collide__hull_support(s->data.hull, d, *hint);
        return tact_vec(s->data.hull->x[i], s->data.hull->y[i], s->data.hull->z[i]);
    }
    case COLLIDE_KIND_SEGMENT: return tact_dot(d, h) < 0 ? tact_neg(h) : h;
    case COLLIDE_KIND_ELLIPSOID: { /* A d / sqrt(d.A d), A = diag(radii^2) */
        tact_vec3 e = tact_vec(s->p[1].x * d.x, s->p[1].y * d.y, s->p[1].z * d.z);
        tact_real q = tact_dot(e, d);
        return q > 0 ? tact_scale(1 / tact_sqrt(q), e) : tact_vec(h.x, 0, 0);
    }
    case COLLIDE_KIND_CYLINDER: {
        tact_real q = d.x * d.x + d.y * d.y, k = q > 0 ? h.x / tact_sqrt(q) : 0;
        return tact_vec(k * d.x, k * d.y, d.z < 0 ? -h.z : h.z);
    }
    case COLLIDE_KIND_CONE: { /* apex (0,0,h) against the rim point: h d_z >= r rho - h d_z */
        tact_real q = d.x * d.x + d.y * d.y, rho = tact_sqrt(q), k;
        if (2 * h.z * d.z >= h.x * rho) return tact_vec(0, 0, h.z);
        k = rho > 0 ? h.x / rho : 0;
        return tact_vec(k * d.x, k * d.y, -h.z);
    }
    case COLLIDE_KIND_TRIANGLE: {
        tact_real u = tact_dot(d, h), v = tact_dot(d, s->p[1]), w = tact_dot(d, s->p[2]);
        return u >= v ? (u >= w ? h : s->p[2]) : (v >= w ? s->p[1] : s->p[2]);
    }
    case COLLIDE_KIND_CUSTOM: {
        tact_vec3 p = s->centre;
        s->data.custom->support(s->data.custom->user, d, &p);
        return tact_sub(p, s->centre);
    }
    default: break; /* POINT */
    }
    return tact_vec(0, 0, 0);
}

/* The same as a call, with d in registers: a copy of the switch is some 700 bytes, worth it only in the loops of GJK
   and EPA and where a query is little more than one support point. */
TACT_NOINLINE tact_vec3 collide__core_support_call(const collide_shape *s, tact_real dx, tact_real dy, tact_real dz,
                                                   int *hint) {
    return collide__kind_support(s->kind, s, tact_vec(dx, dy, dz), hint);
}
TACT_INLINE tact_vec3 collide__core_support(const collide_shape *s, tact_vec3 d, int *hint) {
    return collide__core_support_call(s, d.x, d.y, d.z, hint);
}

COLLIDE_API tact_vec3 collide_support(const collide_shape *shape, tact_vec3 direction, int *hint) {
    int none = 0;
    tact_real length = tact_norm(direction);
    if (collide_shape_check(shape) != COLLIDE_OK) return tact_vec(0, 0, 0);
    if (collide_kind_is_unbounded(shape->kind) || collide__is_set(shape) || !(length > 0) || !tact_finite(length))
        return shape->centre;
    tact_vec3 p = tact_add(shape->centre, collide__core_support(shape, direction, hint ? hint : &none));
    return tact_mul_add(p, shape->radius / length, direction);
}

// >>impl-hull-memory
/* Owns    the arrays of a hull and of its construction: one block, measured and carved by the same calls.
   Reads   counts of points, faces and edges.
   Leaves  collide__hull_arrays and collide__hull_work in place. */
/* Quickhull [QH] on points moved to the middle of their bounding box and scaled to unit size, so that one epsilon
   serves every scale. The surface is a set of linked triangles as in >>impl-epa; each triangle owns the list of
   points above it. At the end triangles in a common plane are merged to polygons, and vertices left with two polygons
   (points inside an edge) or one (inside a face) are dropped. */
typedef struct collide__hull_face {
    double n[3], offset; /* in single precision too: what rounding makes of a sliver's normal would fold it over */
    int v[3], next[3], back[3];
    int above; /* first point of the outside list, -1: none */
    int alive;
    int group; /* polygon after merging */
} collide__hull_face;
typedef struct collide__hull_work {
    tact_vec3 *q;   /* n scaled points */
    int *link;      /* n: next point of the same outside list */
    double *height; /* n: height above the owning face */
    collide__hull_face *face;
    int *spare, *stack;  /* capacity, 2 capacity */
    int *dead, *queue;   /* 6 n + 64: removed faces; faces that own points (later: half-edges) */
    int *degree, *index; /* n + 1 each */
    int capacity, n_faces, n_spare, n_dead, n_queue;
    double epsilon;     /* a point so little above a face is left out */
    tact_real coplanar; /* triangles so near to one plane are one face */
} collide__hull_work;

/* Bump allocation inside one block; with base NULL it only counts. */
typedef struct collide__arena {
    char *base;
    size_t used;
} collide__arena;
TACT_PRIVATE void *collide__take(collide__arena *a, size_t count, size_t size) {
    size_t at = (a->used + 15) & ~(size_t)15;
    a->used = at + count * size;
    return a->base ? (void *)(a->base + at) : NULL;
}
TACT_PRIVATE TACT_COLD size_t collide__hull_padded(int n) {
    return ((size_t)n + COLLIDE_HULL_LANES - 1) / COLLIDE_HULL_LANES * COLLIDE_HULL_LANES;
}
/* Arrays of a finished hull. */
typedef struct collide__hull_arrays {
    tact_real *x, *y, *z, *coarse_x, *coarse_y, *coarse_z, *face_offset, *face_foot;
    tact_vec3 *face_normal;
    int *source, *neighbour_first, *neighbours, *neighbour_faces, *face_first, *face_vertices, *face_order,
        *edge_vertices, *edge_faces, *coarse;
} collide__hull_arrays;
TACT_PRIVATE TACT_COLD void collide__hull_take_arrays(collide__arena *m, int n_vertices, int n_faces, int n_edges,
                                                      collide__hull_arrays *a) {
    size_t v = (size_t)n_vertices, f = (size_t)n_faces, e = (size_t)n_edges, padded = collide__hull_padded(n_vertices);
    size_t coarse = n_vertices > COLLIDE__SCAN_LIMIT ? COLLIDE_HULL_COARSE : 0;
    a->x = (tact_real *)collide__take(m, padded, sizeof(tact_real));
    a->y = (tact_real *)collide__take(m, padded, sizeof(tact_real));
    a->z = (tact_real *)collide__take(m, padded, sizeof(tact_real));
    a->coarse_x = (tact_real *)collide__take(m, coarse, sizeof(tact_real));
    a->coarse_y = (tact_real *)collide__take(m, coarse, sizeof(tact_real));
    a->coarse_z = (tact_real *)collide__take(m, coarse, sizeof(tact_real));
    a->coarse = (int *)collide__take(m, coarse, sizeof(int));
    a->face_offset = (tact_real *)collide__take(m, f, sizeof(tact_real));
    a->face_foot = (tact_real *)collide__take(m, f, sizeof(tact_real));
    a->face_normal = (tact_vec3 *)collide__take(m, f, sizeof(tact_vec3));
    a->source = (int *)collide__take(m, v, sizeof(int));
    a->neighbour_first = (int *)collide__take(m, v + 1, sizeof(int));
    a->neighbours = (int *)collide__take(m, 2 * e, sizeof(int));
    a->neighbour_faces = (int *)collide__take(m, 2 * e, sizeof(int));
    a->face_first = (int *)collide__take(m, f + 1, sizeof(int));
    a->face_vertices = (int *)collide__take(m, 2 * e, sizeof(int));
    a->face_order = (int *)collide__take(m, f, sizeof(int));
    a->edge_vertices = (int *)collide__take(m, 2 * e, sizeof(int));
    a->edge_faces = (int *)collide__take(m, 2 * e, sizeof(int));
}
TACT_PRIVATE TACT_COLD void collide__hull_set_arrays(collide_hull *h, const collide__hull_arrays *a) {
    h->x = a->x;
    h->y = a->y;
    h->z = a->z;
    h->face_offset = a->face_offset;
    h->face_foot = a->face_foot;
    h->face_normal = a->face_normal;
    h->source = a->source;
    h->neighbour_first = a->neighbour_first;
    h->neighbours = a->neighbours, h->neighbour_faces = a->neighbour_faces;
    h->face_first = a->face_first, h->face_vertices = a->face_vertices, h->face_order = a->face_order;
    h->edge_vertices = a->edge_vertices, h->edge_faces = a->edge_faces;
    h->coarse_x = a->coarse_x;
    h->coarse_y = a->coarse_y;
    h->coarse_z = a->coarse_z;
    h->coarse = a->coarse;
}
TACT_PRIVATE TACT_COLD void collide__hull_take_work(collide__arena *m, int n_points, collide__hull_work *w) {
    size_t n = (size_t)n_points, f = 4 * n + 64;
    w->capacity = 4 * n_points + 64;
    w->q = (tact_vec3 *)collide__take(m, n, sizeof(tact_vec3));
    w->link = (int *)collide__take(m, n, sizeof(int));
    w->height = (double *)collide__take(m, n, sizeof(double));
    w->face = (collide__hull_face *)collide__take(m, f, sizeof(collide__hull_face));
    w->spare = (int *)collide__take(m, f, sizeof(int));
    w->dead = (int *)collide__take(m, 6 * n + 64, sizeof(int));
    w->stack = (int *)collide__take(m, 2 * f, sizeof(int));
    w->queue = (int *)collide__take(m, 6 * n + 64, sizeof(int));
    w->degree = (int *)collide__take(m, n + 1, sizeof(int));
    w->index = (int *)collide__take(m, n + 1, sizeof(int));
}
COLLIDE_API TACT_COLD size_t collide_hull_bytes(int n_points) {
    collide__arena m = {NULL, 0};
    collide__hull_work w;
    collide__hull_arrays a;
    if (n_points < 1 || n_points > 0x3ffffff) return 0;
    (void)collide__take(&m, 1, sizeof(collide_hull));
    collide__hull_take_work(&m, n_points, &w);
    collide__hull_take_arrays(&m, n_points < 4 ? 4 : n_points, 2 * n_points + 8, 3 * n_points + 8, &a);
    return m.used + 64;
}
#define COLLIDE__HULL_TOLERANCE                                                                                        \
    (32 * TACT_EPSILON) /* of the size: a plane through three points rounds by a few of them */
#define COLLIDE__HULL_THIN (32 * 2.220446049250313e-16) /* the same of planes in double */
COLLIDE_API TACT_COLD collide_hull_config collide_default_hull_config(void) {
    collide_hull_config c;
    c.max_vertices = 0x7fffffff;
    c.allow_flat = 0;
    c.tolerance = COLLIDE__HULL_TOLERANCE;
    c.cookie = COLLIDE__HULL_COOKIE;
    return c;
}

// >>impl-quickhull
/* Owns    the convex hull of a point cloud, flat clouds included; merging of triangles to polygons; adjacency.
   Reads   points and a hull config.
   Leaves  a finished collide_hull. */
TACT_INLINE double collide__hull_dot(const double *n, tact_vec3 q) {
    return n[0] * (double)q.x + n[1] * (double)q.y + n[2] * (double)q.z;
}
TACT_INLINE double collide__hull_above(const collide__hull_work *w, const collide__hull_face *f, int i) {
    return collide__hull_dot(f->n, w->q[i]) - f->offset;
}
/* (q_j - q_i) x (q_k - q_i), whose length is returned; *longest: the longest edge, squared. */
TACT_PRIVATE TACT_COLD double collide__hull_normal(const tact_vec3 *q, int i, int j, int k, double n[3],
                                                   double *longest) {
    const double u[3] = {(double)q[j].x - (double)q[i].x, (double)q[j].y - (double)q[i].y,
                         (double)q[j].z - (double)q[i].z};
    const double v[3] = {(double)q[k].x - (double)q[i].x, (double)q[k].y - (double)q[i].y,
                         (double)q[k].z - (double)q[i].z};
    const double e[3] = {v[0] - u[0], v[1] - u[1], v[2] - u[2]};
    const double uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2], vv = v[0] * v[0] + v[1] * v[1] + v[2] * v[2],
                 ee = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
    n[0] = u[1] * v[2] - u[2] * v[1];
    n[1] = u[2] * v[0] - u[0] * v[2];
    n[2] = u[0] * v[1] - u[1] * v[0];
    *longest = uu > vv ? (uu > ee ? uu : ee) : (vv > ee ? vv : ee);
    return TACT_LIBM(sqrt)(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}
TACT_PRIVATE TACT_COLD int collide__hull_add_face(collide__hull_work *w, int i, int j, int k) {
    double n[3], longest;
    const double length = collide__hull_normal(w->q, i, j, k, n, &longest);
    if (!(length > (double)TACT_EPSILON * w->epsilon)) return -2;
    /* thinner than epsilon across its longest edge: its normal would be noise */
    if (!(length * length > longest * w->epsilon * w->epsilon)) return -2;
    int id = w->n_spare > 0 ? w->spare[--w->n_spare] : (w->n_faces < w->capacity ? w->n_faces++ : -1);
    if (id < 0) return -1;
    collide__hull_face *f = &w->face[id];
    for (int axis = 0; axis < 3; ++axis) f->n[axis] = 1 / length * n[axis];
    f->v[0] = i;
    f->v[1] = j;
    f->v[2] = k;
    f->offset =
        (collide__hull_dot(f->n, w->q[i]) + collide__hull_dot(f->n, w->q[j]) + collide__hull_dot(f->n, w->q[k])) / 3;
    f->above = -1;
    f->alive = 1;
    f->group = -1;
    return id;
}
TACT_PRIVATE TACT_COLD void collide__hull_link(collide__hull_work *w, int f, int i, int g, int j) {
    w->face[f].next[i] = g, w->face[f].back[i] = j;
    w->face[g].next[j] = f, w->face[g].back[j] = i;
}
/* Gives point i to the face of a list it is highest above, if above any by more than epsilon. */
TACT_PRIVATE TACT_COLD void collide__hull_assign(collide__hull_work *w, int i, const int *faces, int n) {
    double best = w->epsilon;
    int owner = -1;
    for (int k = 0; k < n; ++k) {
        const double h = collide__hull_above(w, &w->face[faces[k]], i);
        if (h > best) best = h, owner = faces[k];
    }
    if (owner < 0) return;
    collide__hull_face *f = &w->face[owner];
    w->height[i] = best;
    if (f->above < 0) w->queue[w->n_queue++] = owner;
    if (f->above < 0 || best > w->height[f->above]) { /* the highest point stays first */
        w->link[i] = f->above, f->above = i;
    } else {
        w->link[i] = w->link[f->above], w->link[f->above] = i;
    }
}
/* Replaces what point p sees by a fan to p; see collide__epa_expand. 0: no simple horizon, the surface is unchanged
   but for faces made and thrown away; the point is then skipped by the caller. */
TACT_PRIVATE TACT_COLD int collide__hull_expand(collide__hull_work *w, int start, int p) {
    int top = 0, n_new = 0, failed = 0;
    int *fresh = w->stack + w->capacity; /* second half of the stack: new faces in order around the horizon */
    w->n_dead = 0;
    w->face[start].alive = 0, w->dead[w->n_dead++] = start;
    for (int i = 2; i >= 0; --i) w->stack[top++] = 3 * w->face[start].next[i] + w->face[start].back[i];
    while (top > 0 && !failed) {
        int code = w->stack[--top], g = code / 3, j = code % 3, made = -2;
        collide__hull_face *q = &w->face[g];
        if (!q->alive) continue;
        int from = q->v[(j + 1) % 3], to = q->v[j];
        if (!(collide__hull_above(w, q, p) > w->epsilon)) {
            made = collide__hull_add_face(w, from, to, p);
            if (made == -1) {
                failed = 1;
                break;
            }
        }
        if (made < 0) {
            if (top + 2 > w->capacity) {
                failed = 1;
                break;
            }
            q->alive = 0, w->dead[w->n_dead++] = g;
            w->stack[top++] = 3 * q->next[(j + 2) % 3] + q->back[(j + 2) % 3];
            w->stack[top++] = 3 * q->next[(j + 1) % 3] + q->back[(j + 1) % 3];
            continue;
        }
        if (n_new > 0 && w->face[fresh[n_new - 1]].v[1] != from) failed = 1;
        w->face[made].next[0] = g, w->face[made].back[0] = j; /* the outer face is linked back when all went well */
        fresh[n_new++] = made;
    }
    if (n_new < 3 || failed || w->face[fresh[n_new - 1]].v[1] != w->face[fresh[0]].v[0]) failed = 1;
    for (int i = 0; i < n_new && !failed; ++i)
        if (!w->face[w->face[fresh[i]].next[0]].alive) failed = 1; /* a horizon face was given up later */
    if (failed) {
        for (int i = 0; i < w->n_dead; ++i) w->face[w->dead[i]].alive = 1;
        for (int i = 0; i < n_new; ++i) w->face[fresh[i]].alive = 0, w->spare[w->n_spare++] = fresh[i];
        return 0;
    }
    for (int i = 0; i < n_new; ++i) {
        collide__hull_link(w, fresh[i], 0, w->face[fresh[i]].next[0], w->face[fresh[i]].back[0]);
        collide__hull_link(w, fresh[i], 1, fresh[i + 1 == n_new ? 0 : i + 1], 2);
    }
    for (int i = 0; i < w->n_dead; ++i) { /* hand the points of the removed faces to the new ones */
        int k = w->face[w->dead[i]].above;
        while (k >= 0) {
            int following = w->link[k];
            if (k != p) collide__hull_assign(w, k, fresh, n_new);
            k = following;
        }
        w->face[w->dead[i]].above = -1;
    }
    for (int i = 0; i < w->n_dead; ++i) w->spare[w->n_spare++] = w->dead[i];
    return 1;
}

/* Distance of the foot of c on the plane of face f from the face's border; negative outside. */
TACT_PRIVATE tact_real collide__hull_foot(const collide_hull *h, int f, tact_vec3 c) {
    const int first = h->face_first[f], count = h->face_first[f + 1] - first;
    tact_real least = TACT_REAL_MAX;
    for (int i = 0; i < count; ++i) {
        const tact_vec3 v = collide__hull_at(h, h->face_vertices[first + i]),
                        to = collide__hull_at(h, h->face_vertices[first + (i + 1 < count ? i + 1 : 0)]);
        const tact_vec3 out = tact_cross(tact_sub(to, v), h->face_normal[f]);
        const tact_real length = tact_norm(out);
        least = tact_min(least, length > 0 ? tact_dot(out, tact_sub(v, c)) / length : 0);
    }
    return least;
}
/* The face of h beyond the edge between two of its vertices, on the other side of the face that has it from -> to. */
TACT_INLINE int collide__hull_beyond(const collide_hull *h, int from, int to) {
    int k = h->neighbour_first[to];
    while (k < h->neighbour_first[to + 1] - 1 && h->neighbours[k] != from) ++k;
    return h->neighbour_faces[k];
}
/* The faces in the order of a walk over their neighbours, depth first. */
TACT_PRIVATE TACT_COLD void collide__hull_walk(const collide_hull *h, collide__hull_arrays *a, collide__hull_work *w) {
    int *stack = w->stack, *seen = w->dead, top = 1, count = 0;
    for (int f = 0; f < h->n_faces; ++f) seen[f] = 0;
    stack[0] = 0, seen[0] = 1;
    while (top > 0) {
        const int f = a->face_order[count++] = stack[--top], first = a->face_first[f], end = a->face_first[f + 1];
        for (int k = first; k < end; ++k) {
            const int g = collide__hull_beyond(h, a->face_vertices[k], a->face_vertices[k + 1 < end ? k + 1 : first]);
            if (!seen[g]) seen[g] = 1, stack[top++] = g;
        }
    }
}
#define COLLIDE__GOLDEN_ANGLE TACT_R(2.39996323) /* pi (3 - sqrt 5): turns by it never line up */
/* Fills the common parts of a hull from its vertices: padding, extent, starts of the climb. */
TACT_PRIVATE TACT_COLD void collide__hull_finish(collide_hull *h, collide__hull_arrays *a) {
    size_t padded = collide__hull_padded(h->n_vertices);
    tact_real most = 0;
    for (size_t i = (size_t)h->n_vertices; i < padded; ++i) {
        a->x[i] = a->x[h->n_vertices - 1];
        a->y[i] = a->y[h->n_vertices - 1];
        a->z[i] = a->z[h->n_vertices - 1];
    }
    for (int i = 0; i < h->n_vertices; ++i) most = tact_max(most, tact_norm2(tact_vec(a->x[i], a->y[i], a->z[i])));
    h->extent = tact_sqrt(most);
    collide__hull_set_arrays(h, a);
    for (int f = 0; f < h->n_faces; ++f) a->face_foot[f] = collide__hull_foot(h, f, tact_vec(0, 0, 0));
    h->n_coarse = h->n_vertices > COLLIDE__SCAN_LIMIT && h->dimension == 3 ? COLLIDE_HULL_COARSE : 0;
    for (int k = 0; k < h->n_coarse; ++k) { /* directions on a spiral: equal steps in z, golden angle about it */
        tact_real z = 1 - (2 * (tact_real)k + 1) / COLLIDE_HULL_COARSE, rho = tact_sqrt(1 - z * z),
                  angle = COLLIDE__GOLDEN_ANGLE * (tact_real)k;
        int i = collide__farthest(a->x, a->y, a->z, h->n_vertices,
                                  tact_vec(rho * tact_cos(angle), rho * tact_sin(angle), z));
        a->coarse[k] = i;
        a->coarse_x[k] = a->x[i];
        a->coarse_y[k] = a->y[i];
        a->coarse_z[k] = a->z[i];
    }
}
TACT_PRIVATE TACT_COLD void collide__hull_put_vertex(const collide_hull *h, collide__hull_arrays *a,
                                                     const tact_vec3 *points, int to, int from) {
    tact_vec3 p = tact_sub(points[from], h->centre);
    a->x[to] = p.x;
    a->y[to] = p.y;
    a->z[to] = p.z;
    a->source[to] = from;
}
/* Edges and ccw vertex adjacency from the polygons in face_first/face_vertices. Returns 0 if some edge
   has no partner. */
TACT_PRIVATE TACT_COLD int collide__hull_connect(collide_hull *h, collide__hull_arrays *a, collide__hull_work *w) {
    int n = h->n_vertices, half = a->face_first[h->n_faces], edges = 0;
    int *owner = w->queue, *first = w->degree, *at = w->index, *out = w->dead; /* reuse: half-edges by origin */
    for (int i = 0; i <= n; ++i) first[i] = 0;
    for (int f = 0; f < h->n_faces; ++f)
        for (int k = a->face_first[f]; k < a->face_first[f + 1]; ++k) ++first[a->face_vertices[k] + 1], owner[k] = f;
    for (int i = 0; i < n; ++i) first[i + 1] += first[i];
    for (int i = 0; i < n; ++i) at[i] = first[i];
    for (int k = 0; k < half; ++k) out[at[a->face_vertices[k]]++] = k;
    for (int v = 0; v < n; ++v) {
        int count = first[v + 1] - first[v], k = count > 0 ? out[first[v]] : -1;
        a->neighbour_first[v] = first[v];
        for (int i = 0; i < count; ++i) { /* ccw around v: from edge v->u of face f to the edge v->s before it in f */
            int f = owner[k], last = a->face_first[f + 1] - 1,
                u = a->face_vertices[k == last ? a->face_first[f] : k + 1];
            int s = a->face_vertices[k == a->face_first[f] ? last : k - 1], found = -1;
            a->neighbours[first[v] + i] = u, a->neighbour_faces[first[v] + i] = f;
            for (int j = first[v]; j < first[v + 1]; ++j) {
                int g = owner[out[j]], end = a->face_first[g + 1] - 1;
                if (a->face_vertices[out[j] == end ? a->face_first[g] : out[j] + 1] == s) found = out[j];
            }
            if (found < 0) return 0;
            if (v < u) {
                int twin = -1;
                for (int j = first[u]; j < first[u + 1]; ++j) {
                    int g = owner[out[j]], end = a->face_first[g + 1] - 1;
                    if (a->face_vertices[out[j] == end ? a->face_first[g] : out[j] + 1] == v) twin = g;
                }
                if (twin < 0) return 0;
                a->edge_vertices[2 * edges] = v, a->edge_vertices[2 * edges + 1] = u;
                a->edge_faces[2 * edges] = f, a->edge_faces[2 * edges + 1] = twin;
                ++edges;
            }
            k = found;
        }
    }
    a->neighbour_first[n] = half;
    h->n_edges = edges;
    return 2 * edges == half;
}

/* Flat input: rank 0 a point, 1 a segment, 2 a convex polygon with both sides as faces (monotone chain in
   the plane). */
TACT_PRIVATE TACT_COLD collide_status collide__hull_flat(const tact_vec3 *points, int n, int rank, const int simplex[3],
                                                         collide_hull *h, collide__hull_arrays *a,
                                                         collide__hull_work *w) {
    h->dimension = rank;
    if (rank == 0) {
        h->n_vertices = 1, h->n_faces = h->n_edges = 0;
        collide__hull_put_vertex(h, a, points, 0, 0);
        a->neighbour_first[0] = a->neighbour_first[1] = 0, a->face_first[0] = 0;
    } else if (rank == 1) {
        h->n_vertices = 2;
        h->n_faces = 0;
        h->n_edges = 1;
        for (int i = 0; i < 2; ++i) {
            collide__hull_put_vertex(h, a, points, i, simplex[i]);
            a->neighbour_first[i] = i, a->neighbours[i] = 1 - i, a->neighbour_faces[i] = -1;
            a->edge_vertices[i] = i, a->edge_faces[i] = -1;
        }
        a->neighbour_first[2] = 2, a->face_first[0] = 0;
    } else {
        tact_vec3 e = tact_sub(w->q[simplex[1]], w->q[simplex[0]]);
        tact_vec3 normal = tact_cross(e, tact_sub(w->q[simplex[2]], w->q[simplex[0]])), t1, t2;
        normal = tact_normalize_or(normal, tact_vec(0, 0, 1));
        tact_tangents(normal, &t1, &t2);
        int *order = w->index, *chain = w->degree, count = 0;
        for (int i = 0; i < n; ++i) order[i] = i;
        for (int step = n / 2; step > 0; step /= 2) /* shell sort by (t1, t2) */
            for (int i = step; i < n; ++i) {
                int k = order[i], j = i;
                tact_real u = tact_dot(t1, w->q[k]), v = tact_dot(t2, w->q[k]);
                for (; j >= step; j -= step) {
                    tact_real uj = tact_dot(t1, w->q[order[j - step]]), vj = tact_dot(t2, w->q[order[j - step]]);
                    if (uj < u || (!(uj > u) && vj <= v)) break;
                    order[j] = order[j - step];
                }
                order[j] = k;
            }
        for (int pass = 0; pass < 2; ++pass) { /* lower, then upper chain */
            int base = count;
            for (int m = 0; m < n; ++m) {
                int k = order[pass == 0 ? m : n - 1 - m];
                while (count >= base + 2) {
                    tact_vec3 p = w->q[chain[count - 2]], q = w->q[chain[count - 1]];
                    tact_vec3 c = tact_cross(tact_sub(q, p), tact_sub(w->q[k], p));
                    if (tact_dot(c, normal) > w->coplanar * tact_norm(tact_sub(w->q[k], p))) break;
                    --count;
                }
                chain[count++] = k;
            }
            --count; /* the last point starts the other chain */
        }
        if (count < 3) return COLLIDE_FLAT;
        h->n_vertices = count, h->n_faces = 2;
        for (int i = 0; i < count; ++i) {
            collide__hull_put_vertex(h, a, points, i, chain[i]);
            a->face_vertices[i] = i, a->face_vertices[count + i] = count - 1 - i;
        }
        a->face_first[0] = 0;
        a->face_first[1] = count;
        a->face_first[2] = 2 * count;
        a->face_normal[0] = normal, a->face_normal[1] = tact_neg(normal);
        a->face_order[0] = 0, a->face_order[1] = 1;
        a->face_offset[0] = tact_dot(normal, tact_vec(a->x[0], a->y[0], a->z[0])),
        a->face_offset[1] = -a->face_offset[0];
        h->n_edges = count;
        for (int i = 0; i < count; ++i) {
            int next = i + 1 == count ? 0 : i + 1, previous = i == 0 ? count - 1 : i - 1;
            a->neighbour_first[i] = 2 * i;
            a->neighbours[2 * i] = next, a->neighbours[2 * i + 1] = previous;
            a->neighbour_faces[2 * i] = 0, a->neighbour_faces[2 * i + 1] = 1;
            a->edge_vertices[2 * i] = i < next ? i : next, a->edge_vertices[2 * i + 1] = i < next ? next : i;
            a->edge_faces[2 * i] = i < next ? 0 : 1, a->edge_faces[2 * i + 1] = i < next ? 1 : 0;
        }
        a->neighbour_first[count] = 2 * count;
    }
    collide__hull_finish(h, a);
    return COLLIDE_OK;
}
/* Twice the area of a face, squared. */
TACT_PRIVATE TACT_COLD double collide__hull_face_area(const collide__hull_work *w, int f) {
    const int *v = w->face[f].v;
    double n[3], longest;
    const double length = collide__hull_normal(w->q, v[0], v[1], v[2], n, &longest);
    return length * length;
}
/* Sorts n faces by falling area, so that slivers join the face they lie in and not the other way round. */
TACT_PRIVATE TACT_COLD void collide__hull_sort_faces(const collide__hull_work *w, int *order, int n) {
    for (int step = n / 2; step > 0; step /= 2)
        for (int i = step; i < n; ++i) {
            const int k = order[i];
            const double area = collide__hull_face_area(w, k);
            int j = i;
            for (; j >= step && collide__hull_face_area(w, order[j - step]) < area; j -= step)
                order[j] = order[j - step];
            order[j] = k;
        }
}

/* Polygons from the triangles: regions of linked triangles whose corners lie in the plane of the region's largest
   triangle. Writes faces in terms of input points; returns the number of faces, -1 if `merge` made a region that is
   not a simple polygon (the caller then repeats without merging). */
TACT_PRIVATE TACT_COLD int collide__hull_polygons(collide__hull_work *w, collide__hull_arrays *a, int n_points,
                                                  int merge) {
    int n_groups = 0, n_corners = 0, *order = w->queue, n = 0;
    for (int f = 0; f < w->n_faces; ++f) {
        w->face[f].group = -1;
        if (w->face[f].alive) order[n++] = f;
    }
    collide__hull_sort_faces(w, order, n); /* seeds */
    for (int s = 0; s < n; ++s) {
        int seed = order[s], top = 0;
        if (w->face[seed].group >= 0) continue;
        w->face[seed].group = n_groups;
        w->stack[top++] = seed;
        while (top > 0) {
            int f = w->stack[--top];
            for (int i = 0; merge && i < 3; ++i) {
                collide__hull_face *g = &w->face[w->face[f].next[i]];
                const double *m = w->face[seed].n;
                if (g->group >= 0 || g->n[0] * m[0] + g->n[1] * m[1] + g->n[2] * m[2] < 0) continue;
                tact_real off = 0;
                for (int k = 0; k < 3; ++k)
                    off = tact_max(off, tact_abs((tact_real)collide__hull_above(w, &w->face[seed], g->v[k])));
                if (off > w->coplanar)
                    continue; /* a climb along the edges of a face that is bent more would end short of its top */
                g->group = n_groups;
                w->stack[top++] = w->face[f].next[i];
            }
        }
        w->dead[n_groups++] = seed;
    }
    /* a vertex stays when at least three polygons meet there */
    int *count = w->degree, *seen = w->index;
    for (int i = 0; i < n_points; ++i) count[i] = 0, seen[i] = -1;
    for (int g = 0; g < n_groups; ++g) { /* one walk per polygon, from a border edge of its seed's region */
        int f = w->dead[g], e = -1, top = 0, guard = 0;
        w->stack[top++] = f;
        /* find a border edge of the region by flooding it again, with group marked negative while visited */
        int head = 0, *list = w->stack;
        w->face[f].group = -2 - g;
        int border_face = -1;
        while (head < top) {
            int h = list[head++];
            for (int i = 0; i < 3; ++i) {
                collide__hull_face *o = &w->face[w->face[h].next[i]];
                if (o->group == g)
                    o->group = -2 - g, list[top++] = w->face[h].next[i];
                else if (o->group != -2 - g && border_face < 0)
                    border_face = h, e = i;
            }
        }
        int border_edges = 0;
        for (int i = 0; i < top; ++i)
            for (int k = 0; k < 3; ++k) border_edges += w->face[w->face[list[i]].next[k]].group != -2 - g;
        for (int i = 0; i < top; ++i) w->face[list[i]].group = g;
        if (border_face < 0) return -1;
        int h = border_face, start_face = h, start_edge = e, walked = 0;
        a->face_first[g] = n_corners;
        do { /* along the border: emit the start of the edge, then turn at its end around inner edges */
            int v = w->face[h].v[e];
            if (seen[v] == g) return -1; /* the border touches itself */
            seen[v] = g, ++count[v];
            a->face_vertices[n_corners++] = v;
            ++walked;
            e = (e + 1) % 3;
            while (w->face[w->face[h].next[e]].group == g) {
                int to = w->face[h].next[e];
                e = (w->face[h].back[e] + 1) % 3, h = to;
                if (++guard > 3 * w->n_faces) return -1;
            }
        } while ((h != start_face || e != start_edge) && walked <= border_edges);
        if (walked != border_edges) return -1; /* a second border: the region has a hole */
    }
    a->face_first[n_groups] = n_corners;
    for (int g = 0; g < n_groups; ++g) {
        const double *m = w->face[w->dead[g]].n;
        a->face_normal[g] = tact_vec((tact_real)m[0], (tact_real)m[1], (tact_real)m[2]);
    }
    /* drop the vertices inside edges */
    int out = 0;
    for (int g = 0; g < n_groups; ++g) {
        int begin = a->face_first[g], end = a->face_first[g + 1];
        a->face_first[g] = out;
        for (int k = begin; k < end; ++k)
            if (count[a->face_vertices[k]] >= 3) a->face_vertices[out++] = a->face_vertices[k];
        if (out - a->face_first[g] < 3) return -1;
    }
    a->face_first[n_groups] = out;
    return n_groups;
}

/* Bounding box of the points, and the points in units of its largest half side. Returns that half side. */
TACT_PRIVATE TACT_COLD tact_real collide__hull_scale(const tact_vec3 *points, int n_points, tact_real tolerance,
                                                     collide_hull *h, collide__hull_work *w) {
    tact_vec3 low = points[0], high = points[0];
    for (int i = 1; i < n_points; ++i) {
        low = tact_vec(tact_min(low.x, points[i].x), tact_min(low.y, points[i].y), tact_min(low.z, points[i].z));
        high = tact_vec(tact_max(high.x, points[i].x), tact_max(high.y, points[i].y), tact_max(high.z, points[i].z));
    }
    h->centre = tact_scale(TACT_R(0.5), tact_add(low, high));
    h->half_size = tact_scale(TACT_R(0.5), tact_sub(high, low));
    tact_real size = tact_max(h->half_size.x, tact_max(h->half_size.y, h->half_size.z));
    tact_real place = tact_max(tact_abs(h->centre.x), tact_max(tact_abs(h->centre.y), tact_abs(h->centre.z)));
    if (!(size > COLLIDE__LENGTH_MIN)) return 0;
    for (int i = 0; i < n_points; ++i) w->q[i] = tact_scale(1 / size, tact_sub(points[i], h->centre));
    /* coordinates far from the origin carry their own rounding: never resolve finer than that */
    w->coplanar = tact_max(tolerance, 2 * TACT_EPSILON * (1 + place / size));
    /* heights are exact to rounding in double: in single precision only who asks for thick planes leaves points out
       that are above one,
       since a thin triangle between such points would cut deep into the rest */
    w->epsilon = COLLIDE__IS_DOUBLE || tolerance > COLLIDE__HULL_TOLERANCE ? (double)w->coplanar : COLLIDE__HULL_THIN;
    return size;
}
/* The first tetrahedron: the widest pair along an axis, the point farthest from their line, the point farthest from the
   plane. Returns
   3 when it has a volume, else the rank of the cloud: 2, or 1 for a line. */
TACT_PRIVATE TACT_COLD int collide__hull_simplex(const collide__hull_work *w, int n_points, int simplex[4]) {
    tact_real best = -1;
    for (int axis = 0; axis < 3; ++axis) {
        int lo = 0, hi = 0;
        for (int i = 1; i < n_points; ++i) {
            tact_real c = collide__component(w->q[i], axis);
            if (c < collide__component(w->q[lo], axis)) lo = i;
            if (c > collide__component(w->q[hi], axis)) hi = i;
        }
        tact_real span = tact_norm2(tact_sub(w->q[hi], w->q[lo]));
        if (span > best) {
            best = span;
            simplex[0] = lo;
            simplex[1] = hi;
        }
    }
    tact_vec3 e = tact_normalize_or(tact_sub(w->q[simplex[1]], w->q[simplex[0]]), tact_vec(1, 0, 0));
    best = -1;
    for (int i = 0; i < n_points; ++i) {
        tact_real d = tact_norm2(tact_cross(e, tact_sub(w->q[i], w->q[simplex[0]])));
        if (d > best) best = d, simplex[2] = i;
    }
    if (!(best > w->coplanar * w->coplanar)) return 1;
    tact_vec3 n = tact_normalize_or(tact_cross(e, tact_sub(w->q[simplex[2]], w->q[simplex[0]])), tact_vec(0, 0, 1));
    best = -1;
    for (int i = 0; i < n_points; ++i) {
        tact_real d = tact_abs(tact_dot(n, tact_sub(w->q[i], w->q[simplex[0]])));
        if (d > best) best = d, simplex[3] = i;
    }
    if (!(best > 2 * w->coplanar)) return 2;
    if (tact_dot(n, tact_sub(w->q[simplex[3]], w->q[simplex[0]])) > 0) {
        int swap = simplex[0];
        simplex[0] = simplex[1], simplex[1] = swap;
    }
    return 3;
}
/* Its four faces, linked, and every other point in the list of a face that it is above. 0: a face has no area. */
TACT_PRIVATE TACT_COLD int collide__hull_tetrahedron(collide__hull_work *w, int n_points, const int simplex[4]) {
    int f[4];
    f[0] = collide__hull_add_face(w, simplex[0], simplex[1], simplex[2]);
    f[1] = collide__hull_add_face(w, simplex[1], simplex[0], simplex[3]);
    f[2] = collide__hull_add_face(w, simplex[2], simplex[1], simplex[3]);
    f[3] = collide__hull_add_face(w, simplex[0], simplex[2], simplex[3]);
    if (f[0] < 0 || f[1] < 0 || f[2] < 0 || f[3] < 0) return 0;
    collide__hull_link(w, f[0], 0, f[1], 0);
    collide__hull_link(w, f[0], 1, f[2], 0);
    collide__hull_link(w, f[0], 2, f[3], 0);
    collide__hull_link(w, f[1], 1, f[3], 2);
    collide__hull_link(w, f[1], 2, f[2], 1);
    collide__hull_link(w, f[2], 2, f[3], 1);
    for (int i = 0; i < n_points; ++i) {
        if (i == simplex[0] || i == simplex[1] || i == simplex[2] || i == simplex[3]) continue;
        collide__hull_assign(w, i, f, 4);
    }
    return 1;
}
/* Drop removed faces and repeats from the queue. */
TACT_PRIVATE TACT_COLD void collide__hull_compact(collide__hull_work *w) {
    int kept = 0;
    for (int i = 0; i < w->n_queue; ++i) {
        collide__hull_face *g = &w->face[w->queue[i]];
        if (g->alive && g->above >= 0 && g->group != -2) g->group = -2, w->queue[kept++] = w->queue[i];
    }
    for (int i = 0; i < kept; ++i) w->face[w->queue[i]].group = -1;
    w->n_queue = kept;
}
/* Add points until none is above a face, or there are max_vertices. Each turn adds or discards one point, so the loop
   ends. With a limit the globally highest point goes first; without one any order gives the same hull. */
TACT_PRIVATE TACT_COLD void collide__hull_grow(collide__hull_work *w, int n_points, int max_vertices) {
    int n_used = 4, limited = max_vertices < n_points;
    while (w->n_queue > 0 && n_used < max_vertices) {
        int slot = w->n_queue - 1;
        if (limited) {
            for (int i = 0; i < w->n_queue; ++i) {
                int f = w->queue[i], g = w->queue[slot];
                const double hf = w->face[f].above >= 0 && w->face[f].alive ? w->height[w->face[f].above] : 0;
                const double hg = w->face[g].above >= 0 && w->face[g].alive ? w->height[w->face[g].above] : 0;
                if (hf > hg) slot = i;
            }
        }
        int f = w->queue[slot];
        if (!w->face[f].alive || w->face[f].above < 0) { /* removed, or emptied, since it was queued */
            w->queue[slot] = w->queue[--w->n_queue];
            continue;
        }
        int p = w->face[f].above;
        if (w->n_queue > 3 * n_points) collide__hull_compact(w);
        if (collide__hull_expand(w, f, p))
            ++n_used;
        else
            w->face[f].above = w->link[p]; /* within rounding of the surface in a tangled spot: leave it out */
    }
}
/* Vertices in the order of the input, and planes that no vertex of the face exceeds. */
TACT_PRIVATE TACT_COLD void collide__hull_number(collide_hull *h, collide__hull_arrays *a, collide__hull_work *w,
                                                 const tact_vec3 *points, int n_points) {
    int *number = w->index;
    for (int i = 0; i < n_points; ++i) number[i] = -1;
    for (int k = 0; k < a->face_first[h->n_faces]; ++k) number[a->face_vertices[k]] = 0;
    h->dimension = 3;
    for (int i = 0; i < n_points; ++i)
        if (number[i] == 0) {
            number[i] = h->n_vertices;
            collide__hull_put_vertex(h, a, points, h->n_vertices++, i);
        }
    for (int k = 0; k < a->face_first[h->n_faces]; ++k) a->face_vertices[k] = number[a->face_vertices[k]];
    for (int f = 0; f < h->n_faces; ++f) {
        tact_real offset = -TACT_REAL_MAX;
        for (int k = a->face_first[f]; k < a->face_first[f + 1]; ++k) {
            int i = a->face_vertices[k];
            offset = tact_max(offset, tact_dot(a->face_normal[f], tact_vec(a->x[i], a->y[i], a->z[i])));
        }
        a->face_offset[f] = offset;
        h->inner = f == 0 ? offset : tact_min(h->inner, offset);
    }
    h->inner = tact_max(h->inner, 0);
}

#define COLLIDE__HULL_FOLD TACT_R(1e-3) /* of the extent: a corner this far above a neighbour's plane is no rounding */
#define COLLIDE__HULL_TRIES 4           /* builds with ever thicker planes, each 16 times the last */
#define COLLIDE__FOLDED_BACK                                                                                           \
    TACT_R(-0.9) /* cosine: neighbours that face each other to 26 degrees bound a blade, or a fold */
/* Does a face look the wrong way? Where many points lie in one plane rounding can fold a triangle over.
   Then a corner lies above its plane: of a face next to it, or of any where the two faces are back to back. */
TACT_PRIVATE TACT_COLD int collide__hull_folded(const collide_hull *h) {
    const tact_real limit = COLLIDE__HULL_FOLD * h->extent;
    if (h->dimension < 3) return 0;
    for (int e = 0; e < 2 * h->n_edges; ++e) {
        const int f = h->edge_faces[e], other = h->edge_faces[e ^ 1];
        const int back = tact_dot(h->face_normal[f], h->face_normal[other]) < COLLIDE__FOLDED_BACK;
        const tact_vec3 n = h->face_normal[f];
        for (int k = back ? 0 : h->face_first[other]; k < (back ? h->n_vertices : h->face_first[other + 1]); ++k) {
            const int i = back ? k : h->face_vertices[k];
            if (n.x * h->x[i] + n.y * h->y[i] + n.z * h->z[i] > h->face_offset[f] + limit) return 1;
        }
    }
    return 0;
}
/* One build into a block that is large enough, from checked points. */
TACT_PRIVATE TACT_COLD collide_status collide__hull_build_once(const tact_vec3 *points, int n_points,
                                                               const collide_hull_config *config, tact_real tolerance,
                                                               void *memory, collide_hull **hull) {
    collide__arena m = {NULL, 0};
    collide__hull_work w;
    collide__hull_arrays a;
    m.base = (char *)memory;
    m.used = (size_t)(-(intptr_t)m.base & 15); /* align the block itself */
    collide_hull *h = (collide_hull *)collide__take(&m, 1, sizeof(collide_hull));
    TACT_MEMSET(h, 0, sizeof *h);
    collide__hull_take_work(&m, n_points, &w);
    collide__hull_take_arrays(&m, n_points < 4 ? 4 : n_points, 2 * n_points + 8, 3 * n_points + 8, &a);
    w.n_faces = w.n_spare = w.n_queue = 0;

    int simplex[4] = {0, 0, 0, 0}, rank = 0;
    if (collide__hull_scale(points, n_points, tolerance, h, &w) > 0)
        rank = collide__hull_simplex(&w, n_points, simplex);
    if (rank == 3 && !collide__hull_tetrahedron(&w, n_points, simplex)) rank = 2;
    if (rank < 3) {
        if (!config->allow_flat) return COLLIDE_FLAT;
        collide_status s = collide__hull_flat(points, n_points, rank, simplex, h, &a, &w);
        if (s == COLLIDE_OK) *hull = h;
        return s;
    }
    collide__hull_grow(&w, n_points, config->max_vertices);
    h->n_faces = collide__hull_polygons(&w, &a, n_points, 1);
    if (h->n_faces < 4) h->n_faces = collide__hull_polygons(&w, &a, n_points, 0);
    if (h->n_faces < 4) return COLLIDE_FLAT;
    collide__hull_number(h, &a, &w, points, n_points);
    if (!collide__hull_connect(h, &a, &w)) return COLLIDE_FLAT;
    collide__hull_finish(h, &a);
    collide__hull_walk(h, &a, &w);
    *hull = h;
    return COLLIDE_OK;
}

COLLIDE_API TACT_COLD collide_status collide_hull_build(const tact_vec3 *points, int n_points,
                                                        const collide_hull_config *config, void *memory, size_t bytes,
                                                        collide_hull **hull) {
    collide_hull_config defaults = collide_default_hull_config();
    if (!hull) return COLLIDE_BAD_ARGUMENT;
    *hull = NULL;
    if (!config) config = &defaults;
    if (config->cookie != COLLIDE__HULL_COOKIE || config->max_vertices < 4 || !(config->tolerance >= 0) ||
        !(config->tolerance < COLLIDE__HULL_TOLERANCE_MAX))
        return COLLIDE_BAD_CONFIG;
    if (n_points < 1 || (n_points < 4 && !config->allow_flat)) return COLLIDE_TOO_FEW_POINTS;
    if (!points || !memory || n_points > COLLIDE__HULL_POINTS_MAX) return COLLIDE_BAD_ARGUMENT;
    if (bytes < collide_hull_bytes(n_points)) return COLLIDE_NO_SPACE;
    for (int i = 0; i < n_points; ++i) {
        collide_status s = collide__check_point(points[i]);
        if (s != COLLIDE_OK) return s;
    }
    collide_status status = collide__hull_build_once(points, n_points, config, config->tolerance, memory, hull);
    if (status != COLLIDE_OK || !collide__hull_folded(*hull)) return status;
    tact_real tolerance = tact_max(config->tolerance, TACT_EPSILON);
    for (int i = 1; i < COLLIDE__HULL_TRIES; ++i) {
        tolerance = tact_min(16 * tolerance, TACT_R(0.5) * COLLIDE__HULL_TOLERANCE_MAX);
        *hull = NULL;
        status = collide__hull_build_once(points, n_points, config, tolerance, memory, hull);
        if (status == COLLIDE_OK && !collide__hull_folded(*hull)) return status;
    }
    *hull = NULL;
    return collide__hull_build_once(points, n_points, config, config->tolerance, memory, hull);
}

COLLIDE_API TACT_COLD collide_status collide_hull_create(const tact_vec3 *points, int n_points,
                                                         const collide_hull_config *config,
                                                         const tact_allocator *allocator, collide_hull **hull) {
    if (!hull) return COLLIDE_BAD_ARGUMENT;
    *hull = NULL;
    if (n_points < 1) return COLLIDE_TOO_FEW_POINTS;
    size_t bytes = collide_hull_bytes(n_points);
    if (bytes == 0 || !points) return COLLIDE_BAD_ARGUMENT;
    void *block = tact_alloc(allocator, bytes);
    if (!block) return COLLIDE_NO_MEMORY;
    collide_hull *big;
    collide_status status = collide_hull_build(points, n_points, config, block, bytes, &big);
    if (status == COLLIDE_OK) { /* copy what is kept into a block of its own */
        collide__arena m = {NULL, 0};
        collide__hull_arrays a;
        (void)collide__take(&m, 1, sizeof(collide_hull));
        collide__hull_take_arrays(&m, big->n_vertices, big->n_faces, big->n_edges, &a);
        size_t keep = m.used + 16;
        char *memory = (char *)tact_alloc(allocator, keep);
        if (!memory) {
            status = COLLIDE_NO_MEMORY;
        } else {
            m.base = memory, m.used = (size_t)(-(intptr_t)memory & 15);
            collide_hull *h = (collide_hull *)collide__take(&m, 1, sizeof(collide_hull));
            collide__hull_take_arrays(&m, big->n_vertices, big->n_faces, big->n_edges, &a);
            *h = *big;
            size_t nv = (size_t)h->n_vertices, nf = (size_t)h->n_faces, ne = (size_t)h->n_edges;
            size_t padded = collide__hull_padded(h->n_vertices);
            TACT_MEMCPY(a.x, big->x, padded * sizeof(tact_real));
            TACT_MEMCPY(a.y, big->y, padded * sizeof(tact_real));
            TACT_MEMCPY(a.z, big->z, padded * sizeof(tact_real));
            TACT_MEMCPY(a.coarse_x, big->coarse_x, (size_t)big->n_coarse * sizeof(tact_real));
            TACT_MEMCPY(a.coarse_y, big->coarse_y, (size_t)big->n_coarse * sizeof(tact_real));
            TACT_MEMCPY(a.coarse_z, big->coarse_z, (size_t)big->n_coarse * sizeof(tact_real));
            TACT_MEMCPY(a.coarse, big->coarse, (size_t)big->n_coarse * sizeof(int));
            TACT_MEMCPY(a.face_offset, big->face_offset, nf * sizeof(tact_real));
            TACT_MEMCPY(a.face_foot, big->face_foot, nf * sizeof(tact_real));
            TACT_MEMCPY(a.face_normal, big->face_normal, nf * sizeof(tact_vec3));
            TACT_MEMCPY(a.source, big->source, nv * sizeof(int));
            TACT_MEMCPY(a.neighbour_first, big->neighbour_first, (nv + 1) * sizeof(int));
            TACT_MEMCPY(a.neighbours, big->neighbours, 2 * ne * sizeof(int));
            TACT_MEMCPY(a.neighbour_faces, big->neighbour_faces, 2 * ne * sizeof(int));
            TACT_MEMCPY(a.face_first, big->face_first, (nf + 1) * sizeof(int));
            TACT_MEMCPY(a.face_vertices, big->face_vertices, (size_t)big->face_first[nf] * sizeof(int));
            TACT_MEMCPY(a.face_order, big->face_order, nf * sizeof(int));
            TACT_MEMCPY(a.edge_vertices, big->edge_vertices, 2 * ne * sizeof(int));
            TACT_MEMCPY(a.edge_faces, big->edge_faces, 2 * ne * sizeof(int));
            collide__hull_set_arrays(h, &a);
            h->memory = memory, h->memory_bytes = keep;
            if (allocator) h->allocator = *allocator, h->has_allocator = 1;
            *hull = h;
        }
    }
    tact_free(allocator, block, bytes);
    return status;
}
COLLIDE_API TACT_COLD void collide_hull_destroy(collide_hull *hull) {
    if (!hull || !hull->memory) return;
    tact_allocator allocator = hull->allocator;
    size_t bytes = hull->memory_bytes;
    void *memory = hull->memory;
    if (hull->has_allocator)
        tact_free(&allocator, memory, bytes);
    else
        tact_free(NULL, memory, bytes);
}

// >>impl-bounds
/* Owns    the bounding box of a placed shape.
   Reads   shapes, their support points.
   Leaves  collide_shape_aabb. */
/* Ahead of its room: a set is made of shapes, and its box is made of theirs. */
TACT_PRIVATE collide_status collide__set_aabb(const collide_shape *set, tact_pose pose, collide_aabb *aabb);
COLLIDE_API collide_status collide_shape_aabb(const collide_shape *shape, tact_pose pose, collide_aabb *aabb) {
    collide_status status = collide_shape_check(shape);
    if (!aabb) return COLLIDE_BAD_ARGUMENT;
    aabb->min = aabb->max = tact_vec(0, 0, 0);
    if (status != COLLIDE_OK) return status;
    tact_real norm = tact_quat_norm(pose.q);
    if (!tact_vec_finite(pose.p) || !(tact_abs(norm - 1) < COLLIDE__POSE_SLACK)) return COLLIDE_BAD_POSE;
    if (collide__is_set(shape)) return collide__set_aabb(shape, pose, aabb);
    tact_mat3 r = tact_quat_to_mat(tact_quat_normalize(pose.q));
    tact_vec3 centre = tact_add(pose.p, tact_mat_mul_vec(&r, shape->centre)), h = shape->p[0];
    tact_real low[3], high[3];
    int hint = 0;
    for (int i = 0; i < 3; ++i) {
        tact_vec3 row = tact_vec(r.m[i][0], r.m[i][1], r.m[i][2]); /* world axis i in the shape's frame */
        tact_real reach = 0;
        switch (shape->kind) {
        case COLLIDE_KIND_POINT: high[i] = low[i] = 0; break;
        case COLLIDE_KIND_SEGMENT:
            reach = tact_abs(tact_dot(row, h));
            high[i] = reach;
            low[i] = -reach;
            break;
        case COLLIDE_KIND_BOX:
            reach = tact_abs(row.x) * h.x + tact_abs(row.y) * h.y + tact_abs(row.z) * h.z;
            high[i] = reach, low[i] = -reach;
            break;
        case COLLIDE_KIND_ELLIPSOID:
            reach = tact_sqrt(row.x * row.x * shape->p[1].x + row.y * row.y * shape->p[1].y +
                              row.z * row.z * shape->p[1].z);
            high[i] = reach, low[i] = -reach;
            break;
        case COLLIDE_KIND_HALFSPACE:
        case COLLIDE_KIND_PLANE: { /* bounded only along an axis that is the normal, and on one side only in a
                                      halfspace */
            tact_vec3 n = tact_mat_mul_vec(&r, h);
            tact_real along = i == 0 ? n.x : i == 1 ? n.y : n.z, level = tact_dot(n, pose.p) + shape->p[1].x;
            tact_real c = i == 0 ? centre.x : i == 1 ? centre.y : centre.z;
            high[i] = TACT_REAL_MAX, low[i] = -TACT_REAL_MAX;
            if (tact_abs(along) >= 1) {
                if (along > 0 || shape->kind == COLLIDE_KIND_PLANE) high[i] = along * level - c;
                if (along < 0 || shape->kind == COLLIDE_KIND_PLANE) low[i] = along * level - c;
            }
            break;
        }
        default:
            high[i] = tact_dot(row, collide__kind_support(shape->kind, shape, row, &hint));
            low[i] = tact_dot(row, collide__kind_support(shape->kind, shape, tact_neg(row), &hint));
        }
        if (high[i] < TACT_REAL_MAX) high[i] += shape->radius;
        if (low[i] > -TACT_REAL_MAX) low[i] -= shape->radius;
    }
    aabb->min = tact_vec(low[0] > -TACT_REAL_MAX ? centre.x + low[0] : low[0],
                         low[1] > -TACT_REAL_MAX ? centre.y + low[1] : low[1],
                         low[2] > -TACT_REAL_MAX ? centre.z + low[2] : low[2]);
    aabb->max = tact_vec(high[0] < TACT_REAL_MAX ? centre.x + high[0] : high[0],
                         high[1] < TACT_REAL_MAX ? centre.y + high[1] : high[1],
                         high[2] < TACT_REAL_MAX ? centre.z + high[2] : high[2]);
    return COLLIDE_OK;
}

// >>impl-mass
/* Owns    volume integrals of every kind, rounding included.
   Reads   shapes and hulls.
   Leaves  collide_mass_properties. */
/* Ahead of its room: a compound is made of shapes, and its mass is made of theirs. */
TACT_PRIVATE collide_status collide__compound_mass(const collide_compound *c, tact_real density, collide_mass *mass);

/* Volume, first and second moments of a solid about the shape's centre: integrals of 1, x, x x^T. */
typedef struct collide__moments {
    tact_real v;
    tact_vec3 f;
    tact_mat3 s;
} collide__moments;

TACT_PRIVATE TACT_COLD void collide__add_outer(tact_mat3 *s, tact_real k, tact_vec3 a,
                                               tact_vec3 b) { /* k (a b^T + b a^T)/2 */
    const tact_real u[3] = {a.x, a.y, a.z}, v[3] = {b.x, b.y, b.z};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) s->m[i][j] += k * TACT_R(0.5) * (u[i] * v[j] + v[i] * u[j]);
}
/* Tetrahedron of the origin and the triangle a,b,c: V = det/6, F = V (a+b+c)/4, S = V/20 (sum v v^T + (sum v)(sum
   v)^T) [MIR]. */
TACT_PRIVATE TACT_COLD void collide__moments_tetrahedron(collide__moments *m, tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    tact_real v = tact_dot(a, tact_cross(b, c)) / 6;
    tact_vec3 sum = tact_add(a, tact_add(b, c));
    m->v += v, m->f = tact_mul_add(m->f, v / 4, sum);
    collide__add_outer(&m->s, v / 20, a, a), collide__add_outer(&m->s, v / 20, b, b);
    collide__add_outer(&m->s, v / 20, c, c), collide__add_outer(&m->s, v / 20, sum, sum);
}
/* Prism of height r over the triangle a,b,c along its unit normal n: with the triangle's own moments A, F, S the
   integral over t in [0,r] of (x + t n)(x + t n)^T is r S + r^2/2 (F n^T + n F^T) + r^3/3 A n n^T. */
TACT_PRIVATE TACT_COLD void collide__moments_prism(collide__moments *m, tact_vec3 a, tact_vec3 b, tact_vec3 c,
                                                   tact_vec3 n, tact_real r) {
    tact_real area = tact_dot(n, tact_cross(tact_sub(b, a), tact_sub(c, a))) / 2;
    tact_vec3 sum = tact_add(a, tact_add(b, c)), f = tact_scale(area / 3, sum);
    m->v += area * r;
    m->f = tact_add(m->f, tact_add(tact_scale(r, f), tact_scale(area * r * r / 2, n)));
    collide__add_outer(&m->s, r * area / 12, a, a), collide__add_outer(&m->s, r * area / 12, b, b);
    collide__add_outer(&m->s, r * area / 12, c, c), collide__add_outer(&m->s, r * area / 12, sum, sum);
    collide__add_outer(&m->s, r * r, f, n), collide__add_outer(&m->s, r * r * r / 3 * area, n, n);
}
/* Rounding along an edge from p to q: the sector of radius r from the unit vector u through the angle `angle` towards
   w (u, w and the edge are orthogonal), swept along the edge; and the edge's part of the balls' sectors at its two
   ends. The sectors at the vertices tile a ball, so their second moments about their own apex add up to a whole
   ball's (added once by the caller); the first moments are the sum over the edges at a vertex of -angle/2 e, e the
   unit vector along the edge away from the vertex. */
TACT_PRIVATE TACT_COLD void collide__moments_edge(collide__moments *m, tact_vec3 p, tact_vec3 q, tact_vec3 u,
                                                  tact_vec3 w, tact_real angle, tact_real r) {
    tact_vec3 e = tact_sub(q, p), sum = tact_add(p, q);
    tact_real length = tact_norm(e), s = tact_sin(angle), c = tact_cos(angle), area = angle * r * r / 2;
    /* first moment of the sector: r^3/3 (sin u + (1 - cos) w); second: r^4/4 of the integrals of cos^2, sin cos,
       sin^2 */
    tact_vec3 f = tact_scale(r * r * r / 3, tact_add(tact_scale(s, u), tact_scale(1 - c, w)));
    tact_real k = r * r * r * r / 8;
    m->v += area * length;
    m->f = tact_add(m->f, tact_add(tact_scale(area * length / 2, sum), tact_scale(length, f)));
    collide__add_outer(&m->s, area * length / 6, p, p), collide__add_outer(&m->s, area * length / 6, q, q);
    collide__add_outer(&m->s, area * length / 6, sum, sum);
    collide__add_outer(&m->s, length, f, sum);
    collide__add_outer(&m->s, length * k * (angle + s * c), u, u),
        collide__add_outer(&m->s, length * k * (angle - s * c), w, w);
    collide__add_outer(&m->s, 2 * length * k * s * s, u, w);
    if (length >
        0) { /* integral of x over a ball sector at v: r^3/3 solid v + r^4/4 c; x x^T gains r^4/4 (v c^T + c v^T) */
        tact_vec3 cp = tact_scale(-angle / (2 * length), e), cq = tact_neg(cp);
        tact_real g = r * r * r * r / 4;
        m->f = tact_add(m->f, tact_scale(g, tact_add(cp, cq)));
        collide__add_outer(&m->s, 2 * g, p, cp), collide__add_outer(&m->s, 2 * g, q, cq);
    }
}
/* The rest of the ball sector at the vertex p that fills the solid angle `solid`. */
TACT_PRIVATE TACT_COLD void collide__moments_corner(collide__moments *m, tact_vec3 p, tact_real solid, tact_real r) {
    tact_real v = solid * r * r * r / 3;
    m->v += v, m->f = tact_mul_add(m->f, v, p);
    collide__add_outer(&m->s, v, p, p);
}
/* One face of a rounded polytope: core, prism, the roundings of its edges (each edge is met from both of its faces;
   the first one, from < to, adds it), and the face's part of the solid angles: 2 pi at a vertex less the sum of the
   face angles there. */
TACT_PRIVATE TACT_COLD void collide__moments_polygon(collide__moments *m, const tact_vec3 *p, int n, tact_vec3 normal,
                                                     tact_real r, int solid) {
    for (int i = 0; i < n; ++i) {
        tact_vec3 a = p[i], next = p[i + 1 == n ? 0 : i + 1], last = p[i == 0 ? n - 1 : i - 1];
        if (i >= 2 && solid) collide__moments_tetrahedron(m, p[0], last, a);
        if (i >= 2 && r > 0) collide__moments_prism(m, p[0], last, a, normal, r);
        if (r > 0) {
            tact_vec3 x = tact_sub(next, a), y = tact_sub(last, a);
            collide__moments_corner(m, a, -tact_atan2(tact_norm(tact_cross(x, y)), tact_dot(x, y)), r);
        }
    }
}
/* Abscissae and weights of the eight-point Gauss-Legendre rule on [0,1]. */
TACT_PRIVATE TACT_COLD tact_real collide__gauss(int i, tact_real *weight) {
    static const double x[4] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
    static const double w[4] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};
    int k = i < 4 ? 3 - i : i - 4;
    *weight = (tact_real)(w[k] / 2);
    return (tact_real)(i < 4 ? (1 - x[k]) / 2 : (1 + x[k]) / 2);
}
/* Body of revolution about z, in terms of volume, integral of z, of z^2 and of rho^2. */
typedef struct collide__revolved {
    tact_real v, z, zz, rr;
} collide__revolved;
/* Ring swept by the sector of radius r about (rho, z), between the angles a and b from the rho axis: polynomial in
   the radius s (exact), smooth in the angle (eight Gauss points on at most a right angle are exact to rounding). */
TACT_PRIVATE TACT_COLD void collide__revolve_sector(collide__revolved *m, tact_real rho, tact_real z, tact_real r,
                                                    tact_real a, tact_real b) {
    tact_real r2 = r * r / 2, r3 = r * r * r / 3, r4 = r * r * r * r / 4, r5 = r * r * r * r * r / 5;
    for (int half = 0; half < 2; ++half)
        for (int i = 0; i < 8; ++i) {
            tact_real w, t = collide__gauss(i, &w), angle = a + (b - a) * (TACT_R(0.5) * ((tact_real)half + t));
            tact_real c = tact_cos(angle), s = tact_sin(angle), k = 2 * TACT_PI * w * (b - a) / 2;
            m->v += k * (rho * r2 + c * r3);
            m->z += k * (rho * z * r2 + (c * z + rho * s) * r3 + s * c * r4);
            m->zz += k * (rho * z * z * r2 + (c * z * z + 2 * rho * s * z) * r3 + (2 * s * c * z + rho * s * s) * r4 +
                          c * s * s * r5);
            m->rr += k * (rho * rho * rho * r2 + 3 * rho * rho * c * r3 + 3 * rho * c * c * r4 + c * c * c * r5);
        }
}
/* Ring swept by the parallelogram p + x e + t n, x in [0,1], t in [0,r], n the unit normal of e: degree
   four, exact. */
TACT_PRIVATE TACT_COLD void collide__revolve_band(collide__revolved *m, tact_real p_rho, tact_real p_z, tact_real e_rho,
                                                  tact_real e_z, tact_real n_rho, tact_real n_z, tact_real r) {
    tact_real length = tact_sqrt(e_rho * e_rho + e_z * e_z);
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j) {
            tact_real wx, wt, x = collide__gauss(i, &wx), t = r * collide__gauss(j, &wt);
            tact_real rho = p_rho + x * e_rho + t * n_rho, z = p_z + x * e_z + t * n_z;
            tact_real k = 2 * TACT_PI * rho * wx * wt * length * r;
            m->v += k;
            m->z += k * z;
            m->zz += k * z * z;
            m->rr += k * rho * rho;
        }
}

#define COLLIDE__OUTSIDE TACT_R(1.02) /* of the radius: a ray starts outside of the shape */
/* Moments of a custom shape about its centre, rounding included, from its radial function rho(w), found by rays from
   outside: V = int rho^3/3, F = int rho^4/4 w, S = int rho^5/5 w w^T over unit w. Gauss-Legendre in w_z times the
   trapezoidal rule in the angle; the poles of the one direction are nowhere special for the shape. Cost: 3200 ray
   casts, about 20 ms. */
TACT_PRIVATE TACT_COLD collide_status collide__custom_moments(const collide_shape *shape, collide__moments *m) {
    enum { LEVELS = 40, ANGLES = 80 };
    const tact_real pi = TACT_R(3.14159265358979323846), start = COLLIDE__OUTSIDE * (shape->extent + shape->radius);
    for (int k = 0; k < LEVELS; ++k) {
        tact_real z = tact_cos(pi * ((tact_real)k + TACT_R(0.75)) / ((tact_real)LEVELS + TACT_R(0.5))),
                  slope = 1; /* root k of the Legendre polynomial */
        for (int step = 0; step < 8; ++step) {
            tact_real p0 = 1, p1 = z;
            for (int i = 2; i <= LEVELS; ++i) {
                tact_real p2 = ((tact_real)(2 * i - 1) * z * p1 - (tact_real)(i - 1) * p0) / (tact_real)i;
                p0 = p1, p1 = p2;
            }
            slope = (tact_real)LEVELS * (p0 - z * p1) / (1 - z * z);
            z -= p1 / slope;
        }
        tact_real rho = tact_sqrt(1 - z * z), weight = 2 / ((1 - z * z) * slope * slope) * 2 * pi / (tact_real)ANGLES;
        for (int i = 0; i < ANGLES; ++i) {
            tact_real angle = 2 * pi * ((tact_real)i + TACT_R(0.5)) / (tact_real)ANGLES, length;
            tact_vec3 w = tact_vec(rho * tact_cos(angle), rho * tact_sin(angle), z);
            collide_cast_hit hit;
            collide_status status = collide_ray_cast(shape, tact_pose_identity(), tact_mul_add(shape->centre, start, w),
                                                     tact_neg(w), start, &hit);
            if (status < 0) return status;
            if (!hit.hit) continue; /* a centre that is not inside */
            length = start - hit.t;
            m->v += weight * length * length * length / 3;
            m->f = tact_mul_add(m->f, weight * length * length * length * length / 4, w);
            collide__add_outer(&m->s, weight * length * length * length * length * length / 5, w, w);
        }
    }
    return COLLIDE_OK;
}
/* A rounded triangle: two prisms, three half cylinders, and the corners. */
TACT_PRIVATE TACT_COLD collide_status collide__moments_triangle(const collide_shape *shape, collide__moments *m) {
    const tact_vec3 h = shape->p[0];
    const tact_real r = shape->radius, pi = TACT_PI;

    tact_vec3 p[3], n = tact_cross(tact_sub(shape->p[1], h), tact_sub(shape->p[2], h));
    tact_real area = tact_norm(n);
    if (!(r > 0)) return COLLIDE_UNSUPPORTED;
    if (!(area > TACT_EPSILON * shape->extent * shape->extent)) return COLLIDE_UNSUPPORTED; /* make it a segment */
    n = tact_scale(1 / area, n);
    for (int side = 0; side < 2; ++side) {
        p[0] = h;
        p[1] = shape->p[1 + side];
        p[2] = shape->p[2 - side];
        collide__moments_polygon(m, p, 3, side ? tact_neg(n) : n, r, 0);
    }
    for (int i = 0; i < 3; ++i) {
        tact_vec3 a = shape->p[i], b = shape->p[(i + 1) % 3], e = tact_sub(b, a);
        collide__moments_corner(m, a, 2 * pi, r);
        collide__moments_edge(m, a, b, n, tact_scale(1 / tact_norm(e), tact_cross(e, n)), pi, r);
    }
    return COLLIDE_OK;
}
/* A rounded box: core, slabs on the faces, quarter cylinders on the edges, octants on the corners: all diagonal. */
TACT_PRIVATE TACT_COLD collide_status collide__moments_box(const collide_shape *shape, collide__moments *m) {
    const tact_vec3 h = shape->p[0];
    const tact_real r = shape->radius, pi = TACT_PI;

    const tact_real d[3] = {h.x, h.y, h.z};
    const tact_real quarter = pi * r * r / 4, r3 = r * r * r / 3, r4 = pi * r * r * r * r / 16;
    m->v = 8 * d[0] * d[1] * d[2];
    for (int i = 0; i < 3; ++i) m->s.m[i][i] = m->v * d[i] * d[i] / 3;
    for (int i = 0; i < 3 && r > 0; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        tact_real area = 4 * d[j] * d[k], out = d[i] + r, slab = 2 * area * r, rod = 8 * d[i] * quarter;
        m->v += slab + rod;
        m->s.m[i][i] += 2 * area * (out * out * out - d[i] * d[i] * d[i]) / 3 + rod * d[i] * d[i] / 3;
        m->s.m[j][j] += slab * d[j] * d[j] / 3 + 8 * d[i] * (d[j] * d[j] * quarter + 2 * d[j] * r3 + r4);
        m->s.m[k][k] += slab * d[k] * d[k] / 3 + 8 * d[i] * (d[k] * d[k] * quarter + 2 * d[k] * r3 + r4);
        m->s.m[i][i] += 8 * (d[i] * d[i] * pi * r * r * r / 6 + d[i] * pi * r * r * r * r / 8);
    }
    m->v += 4 * pi * r * r * r / 3;
    return COLLIDE_OK;
}
/* A rounded ellipsoid: the core, and its shell by quadrature. */
TACT_PRIVATE TACT_COLD collide_status collide__moments_ellipsoid(const collide_shape *shape, collide__moments *m) {
    const tact_vec3 h = shape->p[0];
    const tact_real r = shape->radius, pi = TACT_PI;

    const tact_real d[3] = {shape->p[1].x, shape->p[1].y, shape->p[1].z};
    m->v = 4 * pi / 3 * h.x * h.y * h.z;
    for (int i = 0; i < 3; ++i) m->s.m[i][i] = m->v * d[i] / 5;
    /* The shell s(u) + t u, 0 <= t <= r, over the directions u of one octant: its volume element is (k0 + k1 t + t^2)
       dt du,
           k1, k0 the trace and the tangential determinant of the support function's Hessian (A - s s^T)/(u.s). */
    for (int i = 0; i < 64 && r > 0; ++i)
        for (int j = 0; j < 64; ++j) {
            int cell_i = i / 8, cell_j = j / 8;
            tact_real wi, wj, z = ((tact_real)cell_i + collide__gauss(i % 8, &wi)) / 8;
            tact_real angle = ((tact_real)cell_j + collide__gauss(j % 8, &wj)) / 8 * pi / 2, rho = tact_sqrt(1 - z * z);
            tact_real u[3], s[3], weight = 8 * wi / 8 * wj / 8 * pi / 2, q = 0, ss = 0, r2 = r * r;
            u[0] = rho * tact_cos(angle);
            u[1] = rho * tact_sin(angle);
            u[2] = z;
            for (int k = 0; k < 3; ++k) q += d[k] * u[k] * u[k];
            q = tact_sqrt(q);
            for (int k = 0; k < 3; ++k) s[k] = d[k] * u[k] / q, ss += s[k] * s[k];
            /* the Hessian has u in its null space, so its tangential determinant is the sum of its 2x2 minors:
                   for (A - s s^T)/q that is (a1 a2 a3) / q^4 */
            tact_real k0 = d[0] * d[1] * d[2] / (q * q * q * q), k1 = (d[0] + d[1] + d[2] - ss) / q;
            m->v += weight * (k0 * r + k1 * r2 / 2 + r2 * r / 3);
            for (int k = 0; k < 3; ++k) { /* integral of (s + t u)^2 (k0 + k1 t + t^2) */
                tact_real a = s[k] * s[k], b = 2 * s[k] * u[k], c = u[k] * u[k];
                m->s.m[k][k] += weight * (a * k0 * r + (a * k1 + b * k0) * r2 / 2 + (a + b * k1 + c * k0) * r2 * r / 3 +
                                          (b + c * k1) * r2 * r2 / 4 + c * r2 * r2 * r / 5);
            }
        }
    return COLLIDE_OK;
}
/* A rounded cylinder or cone: bands and sectors turned about the axis. */
TACT_PRIVATE TACT_COLD collide_status collide__moments_revolved(const collide_shape *shape, collide__moments *m) {
    const tact_vec3 h = shape->p[0];
    const tact_real r = shape->radius, pi = TACT_PI;

    collide__revolved q;
    int cone = shape->kind == COLLIDE_KIND_CONE;
    tact_real slant = tact_sqrt(4 * h.z * h.z + h.x * h.x),
              tilt = tact_atan2(h.x, 2 * h.z); /* of the cone's side normal */
    if (cone) {
        q.v = pi * h.x * h.x * 2 * h.z / 3, q.z = -q.v * h.z / 2;
        q.rr = q.v * 3 * h.x * h.x / 10, q.zz = q.v * (h.z * h.z * TACT_R(0.4)); /* z = -h + 2 h x, mean of z^2 */
    } else {
        q.v = 2 * pi * h.x * h.x * h.z;
        q.z = 0;
        q.rr = q.v * h.x * h.x / 2;
        q.zz = q.v * h.z * h.z / 3;
    }
    if (r > 0) {
        collide__revolve_band(&q, 0, -h.z, h.x, 0, 0, -1, r); /* under the base */
        collide__revolve_sector(&q, h.x, -h.z, r, -pi / 2, cone ? tilt : 0);
        if (cone) {
            collide__revolve_band(&q, h.x, -h.z, -h.x, 2 * h.z, 2 * h.z / slant, h.x / slant, r);
            collide__revolve_sector(&q, 0, h.z, r, tilt, pi / 2);
        } else {
            collide__revolve_band(&q, h.x, -h.z, 0, 2 * h.z, 1, 0, r);
            collide__revolve_sector(&q, h.x, h.z, r, 0, pi / 2);
            collide__revolve_band(&q, 0, h.z, h.x, 0, 0, 1, r);
        }
    }
    m->v = q.v;
    m->f.z = q.z;
    m->s.m[0][0] = m->s.m[1][1] = q.rr / 2;
    m->s.m[2][2] = q.zz;
    return COLLIDE_OK;
}
/* A rounded hull: tetrahedra, prisms on the faces, sectors at the edges and at the corners. */
TACT_PRIVATE TACT_COLD collide_status collide__moments_hull(const collide_shape *shape, collide__moments *m) {
    const tact_real r = shape->radius, pi = TACT_PI;

    const collide_hull *hull = shape->data.hull;
    if (hull->dimension < 3 && !(r > 0)) return COLLIDE_UNSUPPORTED;
    for (int f = 0; f < hull->n_faces; ++f) { /* triangle by triangle, so that no polygon buffer is needed */
        int first = hull->face_first[f], n = hull->face_first[f + 1] - first;
        const int *v = hull->face_vertices + first;
        for (int i = 0; i < n; ++i) {
            int j = v[i], k = v[i + 1 == n ? 0 : i + 1], l = v[i == 0 ? n - 1 : i - 1];
            tact_vec3 a = tact_vec(hull->x[j], hull->y[j], hull->z[j]),
                      b = tact_vec(hull->x[k], hull->y[k], hull->z[k]);
            tact_vec3 c = tact_vec(hull->x[l], hull->y[l], hull->z[l]);
            tact_vec3 o = tact_vec(hull->x[v[0]], hull->y[v[0]], hull->z[v[0]]);
            tact_vec3 x = tact_sub(b, a), y = tact_sub(c, a);
            if (i >= 2 && hull->dimension == 3) collide__moments_tetrahedron(m, o, c, a);
            if (i >= 2 && r > 0) collide__moments_prism(m, o, c, a, hull->face_normal[f], r);
            if (r > 0) collide__moments_corner(m, a, -tact_atan2(tact_norm(tact_cross(x, y)), tact_dot(x, y)), r);
        }
    }
    for (int e = 0; e < hull->n_edges && r > 0; ++e) {
        int i = hull->edge_vertices[2 * e], j = hull->edge_vertices[2 * e + 1], f = hull->edge_faces[2 * e];
        tact_vec3 a = tact_vec(hull->x[i], hull->y[i], hull->z[i]), b = tact_vec(hull->x[j], hull->y[j], hull->z[j]), u,
                  w;
        tact_vec3 along = tact_normalize_or(tact_sub(b, a), tact_vec(1, 0, 0));
        tact_real angle = 2 * pi;
        if (f < 0) {
            tact_tangents(along, &u, &w);
        } else { /* from the normal of the face on the left through the outward side to that of the face on the right */
            tact_vec3 other = hull->face_normal[hull->edge_faces[2 * e + 1]];
            u = hull->face_normal[f], w = tact_cross(along, u);
            angle = tact_atan2(tact_dot(other, w), tact_dot(other, u));
            if (angle < 0) angle = hull->dimension == 2 ? pi : 0;
        }
        collide__moments_edge(m, a, b, u, w, angle, r);
    }
    for (int i = 0; i < hull->n_vertices && r > 0; ++i)
        collide__moments_corner(m, tact_vec(hull->x[i], hull->y[i], hull->z[i]),
                                hull->n_vertices == 1 ? 4 * pi : 2 * pi, r);
    return COLLIDE_OK;
}
/* The solid inside a closed mesh that shows its front; rounding is not defined. */
TACT_PRIVATE TACT_COLD collide_status collide__moments_mesh(const collide_shape *shape, collide__moments *m) {
    const collide_mesh *mesh = shape->data.mesh;
    if (shape->radius > 0) return COLLIDE_UNSUPPORTED;
    for (int i = 0; i < mesh->n_triangles; ++i)
        collide__moments_tetrahedron(m, tact_sub(mesh->vertices[mesh->triangles[3 * i]], shape->centre),
                                     tact_sub(mesh->vertices[mesh->triangles[3 * i + 1]], shape->centre),
                                     tact_sub(mesh->vertices[mesh->triangles[3 * i + 2]], shape->centre));
    return COLLIDE_OK;
}

COLLIDE_API TACT_COLD collide_status collide_mass_properties(const collide_shape *shape, tact_real density,
                                                             collide_mass *mass) {
    collide_status status = collide_shape_check(shape);
    collide__moments m;
    if (!mass) return COLLIDE_BAD_ARGUMENT;
    TACT_MEMSET(mass, 0, sizeof *mass);
    TACT_MEMSET(&m, 0, sizeof m);
    if (status != COLLIDE_OK) return status;
    if (!tact_finite(density)) return COLLIDE_NOT_FINITE;
    if (!(density > 0)) return COLLIDE_BAD_ARGUMENT;
    const tact_vec3 h = shape->p[0];
    const tact_real r = shape->radius, pi = TACT_PI;
    switch (shape->kind) {
    case COLLIDE_KIND_POINT: collide__moments_corner(&m, tact_vec(0, 0, 0), 4 * pi, r); break;
    case COLLIDE_KIND_SEGMENT: {
        tact_vec3 u, w;
        tact_tangents(tact_normalize_or(h, tact_vec(0, 0, 1)), &u, &w);
        collide__moments_edge(&m, tact_neg(h), h, u, w, 2 * pi, r);
        collide__moments_corner(&m, h, 2 * pi, r), collide__moments_corner(&m, tact_neg(h), 2 * pi, r);
        break;
    }
    case COLLIDE_KIND_TRIANGLE: status = collide__moments_triangle(shape, &m); break;
    case COLLIDE_KIND_BOX: status = collide__moments_box(shape, &m); break;
    case COLLIDE_KIND_ELLIPSOID: status = collide__moments_ellipsoid(shape, &m); break;
    case COLLIDE_KIND_CYLINDER:
    case COLLIDE_KIND_CONE: status = collide__moments_revolved(shape, &m); break;
    case COLLIDE_KIND_HULL: status = collide__moments_hull(shape, &m); break;
    case COLLIDE_KIND_MESH:
        if (!COLLIDE__HAS_SETS) return COLLIDE_UNSUPPORTED;
        status = collide__moments_mesh(shape, &m);
        break;
    case COLLIDE_KIND_COMPOUND:
        if (!COLLIDE__HAS_SETS || r > 0) return COLLIDE_UNSUPPORTED;
        return collide__compound_mass(shape->data.compound, density, mass);
    case COLLIDE_KIND_CUSTOM: status = collide__custom_moments(shape, &m); break;
    default: return COLLIDE_UNSUPPORTED;
    }
    if (status != COLLIDE_OK) return status;
    if (shape->kind == COLLIDE_KIND_POINT || shape->kind == COLLIDE_KIND_SEGMENT ||
        shape->kind == COLLIDE_KIND_TRIANGLE || shape->kind == COLLIDE_KIND_BOX ||
        shape->kind == COLLIDE_KIND_HULL) /* the vertices' sectors together: one ball */
        for (int i = 0; i < 3; ++i) m.s.m[i][i] += 4 * pi / 15 * r * r * r * r * r;
    if (!(m.v > 0) || !tact_finite(1 / m.v) || !tact_finite(m.v * density)) return COLLIDE_UNSUPPORTED; /* NaN too */
    mass->mass = density * m.v;
    tact_vec3 c = tact_scale(1 / m.v, m.f);
    mass->com = tact_add(shape->centre, c);
    collide__add_outer(&m.s, -m.v, c, c);
    tact_real trace = m.s.m[0][0] + m.s.m[1][1] + m.s.m[2][2];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) mass->inertia.m[i][j] = density * ((i == j ? trace : 0) - m.s.m[i][j]);
    return COLLIDE_OK;
}

// >>impl-pair
/* Owns    two bounded shapes in the frame of A, and support points of their difference D = A - B.
   Reads   shapes, poses, support points.
   Leaves  collide__pair_state, which all searches work on. */
/* Two placed shapes seen from A: the problem of every iterative query is the set D = A - B of the cores,
   in A's axes. */
typedef struct collide__pair_state {
    const collide_shape *a, *b;
    tact_mat3 r;     /* axes of B in A */
    tact_vec3 t;     /* centre of B minus centre of A, in A's axes */
    tact_real scale; /* no point of D is longer: |t|_1 + extents */
    tact_real radii; /* of both roundings */
    int hint_a, hint_b;
    int first_a, first_b; /* hints after the first support point of the query */
    tact_quat qa;         /* unit quaternion of A */
    tact_vec3 origin;     /* A's position in the world */
} collide__pair_state;

/* A point of D with the point of A it comes from, both in A's axes and relative to A's centre; the point
   of B is a - w. */
typedef struct collide__vertex {
    tact_vec3 w, a;
} collide__vertex;

#define COLLIDE__NEARLY_UNIT TACT_R(1e-5)        /* the series leaves 5/16 of its cube, less than a rounding */
#define COLLIDE__UNIT_ALREADY (8 * TACT_EPSILON) /* four squares and their sum round by as much */
/* Unit quaternion from one that is unit to 1e-3; COLLIDE_BAD_POSE otherwise. Near 1 a Newton step of x^-1/2
   replaces the root. */
TACT_INLINE collide_status collide__unit_quat(tact_quat *q) {
    tact_real n = q->x * q->x + q->y * q->y + q->z * q->z + q->w * q->w, e = n - 1, s;
    if (!(e < 2 * COLLIDE__POSE_SLACK && e > -2 * COLLIDE__POSE_SLACK)) return COLLIDE_BAD_POSE;
    if (tact_abs(e) <= COLLIDE__UNIT_ALREADY) return COLLIDE_OK; /* the usual case: unit to rounding */
    s = tact_abs(e) < COLLIDE__NEARLY_UNIT ? 1 - e * (TACT_R(0.5) - TACT_R(0.375) * e) : 1 / tact_sqrt(n);
    q->x *= s;
    q->y *= s;
    q->z *= s;
    q->w *= s;
    return COLLIDE_OK;
}

/* Checks shapes and poses and fills the state. Unbounded kinds and sets are refused by the callers before this. */
TACT_INLINE collide_status collide__pair_init(collide__pair_state *s, const collide_shape *a, tact_pose pose_a,
                                              const collide_shape *b, tact_pose pose_b) {
    tact_quat qb = pose_b.q;
    s->a = a, s->b = b;
    s->qa = pose_a.q;
    if (collide__unit_quat(&s->qa) != COLLIDE_OK || collide__unit_quat(&qb) != COLLIDE_OK) return COLLIDE_BAD_POSE;
    s->r = tact_quat_to_mat(tact_quat_mul(tact_quat_conj(s->qa), qb));
    s->t = tact_unrotate(s->qa, tact_sub(pose_b.p, pose_a.p));
    if (b->centre.x != 0 || b->centre.y != 0 || b->centre.z != 0)
        s->t = tact_add(s->t, tact_mat_mul_vec(&s->r, b->centre));
    s->t = tact_sub(s->t, a->centre);
    s->origin = pose_a.p;
    tact_real length = tact_abs(s->t.x) + tact_abs(s->t.y) + tact_abs(s->t.z),
              place = pose_a.p.x + pose_a.p.y + pose_a.p.z;
    if (!(length <= 4 * COLLIDE__LENGTH_MAX) || !tact_finite(place)) return COLLIDE_BAD_POSE; /* NaN too */
    s->scale = length + a->extent + b->extent;
    s->radii = a->radius + b->radius;
    s->hint_a = s->hint_b = s->first_a = s->first_b = 0;
    return COLLIDE_OK;
}

#define COLLIDE__REACH_ROUNDING (8 * TACT_EPSILON) /* a sum of eleven lengths is not below the true one then */
/* Are the balls around two bounded shapes farther apart than `bound` >= 0? Then *lower is how far at least. Without
   any rotation: an offset centre counts with its length. Says no to poses that pair_init refuses. */
TACT_INLINE int collide__balls_apart(const collide_shape *a, const tact_pose *pose_a, const collide_shape *b,
                                     const tact_pose *pose_b, tact_real bound, tact_real *lower) {
    const tact_vec3 t = tact_sub(pose_b->p, pose_a->p), ca = a->centre, cb = b->centre;
    tact_real reach = a->extent + b->extent + a->radius + b->radius + bound, tt = tact_norm2(t);
    reach += tact_abs(ca.x) + tact_abs(ca.y) + tact_abs(ca.z) + tact_abs(cb.x) + tact_abs(cb.y) + tact_abs(cb.z);
    reach *= 1 + COLLIDE__REACH_ROUNDING;
    if (!(tt > reach * reach && tt < COLLIDE__LENGTH_MAX * COLLIDE__LENGTH_MAX)) return 0;
    tact_quat qa = pose_a->q, qb = pose_b->q;
    if (collide__unit_quat(&qa) != COLLIDE_OK || collide__unit_quat(&qb) != COLLIDE_OK) return 0;
    *lower = tact_sqrt(tt) - (reach - bound);
    return 1;
}

/* The next direction is near the last one: hulls that are not scanned are climbed from the last vertex, without a look
   around. */
TACT_INLINE void collide__trust_hints(collide__pair_state *s) {
    if (s->hint_a > 0) s->hint_a = -1 - s->hint_a;
    if (s->hint_b > 0) s->hint_b = -1 - s->hint_b;
}
/* Support point of D along d: s_A(d) - s_B(-d). The kinds are those of A and B, see collide__kind_support. */
TACT_ALWAYS_INLINE collide__vertex collide__kinds_support(collide_kind kind_a, collide_kind kind_b,
                                                          collide__pair_state *s, tact_vec3 d) {
    collide__vertex v;
    tact_vec3 db = tact_neg(tact_mat_tmul_vec(&s->r, d)), b;
    v.a = collide__kind_support(kind_a, s->a, d, &s->hint_a);
    b = tact_mat_mul_vec(&s->r, collide__kind_support(kind_b, s->b, db, &s->hint_b));
    v.w = tact_sub(tact_sub(v.a, b), s->t);
    return v;
}
/* The same as a call, see collide__core_support. */
TACT_NOINLINE collide__vertex collide__pair_support_call(collide__pair_state *s, tact_real dx, tact_real dy,
                                                         tact_real dz) {
    return collide__kinds_support(s->a->kind, s->b->kind, s, tact_vec(dx, dy, dz));
}
TACT_INLINE collide__vertex collide__pair_support(collide__pair_state *s, tact_vec3 d) {
    return collide__pair_support_call(s, d.x, d.y, d.z);
}

/* Lengths that are rounding, relative to the scale of a pair: of one support point, of a sum of several, of a witness
   that many operations made. */
#define COLLIDE__ROUNDING(p) (8 * TACT_EPSILON * (p)->scale)
#define COLLIDE__ROUNDING_SUM(p) (16 * TACT_EPSILON * (p)->scale)
#define COLLIDE__ROUNDING_WITNESS(p) (64 * TACT_EPSILON * (p)->scale)

// >>impl-simplex
/* Owns    the projection of the origin on a simplex of points of D.
   Reads   vertices of D.
   Leaves  collide__simplex: the nearest point and its weights. */
/* A simplex of up to four points of D, the newest last, and its point nearest to the origin as a convex
   combination. */
typedef struct collide__simplex {
    collide__vertex v[4];
    tact_real weight[4];
    int n;
    tact_vec3 x;  /* nearest point */
    tact_real xx; /* |x|^2 */
} collide__simplex;

typedef struct collide__nearest {
    tact_vec3 x;
    tact_real xx, weight[3];
    int count, index[3];
} collide__nearest;

TACT_INLINE void collide__nearest_vertex(const collide__vertex *v, int i, collide__nearest *r) {
    r->x = v[i].w;
    r->xx = tact_norm2(v[i].w);
    r->count = 1;
    r->index[0] = i;
    r->weight[0] = 1;
}
#define COLLIDE__SHORT_OF_EDGE                                                                                         \
    TACT_R(1e-6) /* squared: an x of a thousandth of the edge has lost three digits along it */
/* x perpendicular to the edge e that it lies on, to rounding of x and not of the edge: near the origin x = p + t e has
   lost digits that decide which point is its support point. */
TACT_INLINE tact_vec3 collide__square_up(tact_vec3 x, tact_vec3 e, tact_real ee) {
    return tact_norm2(x) < COLLIDE__SHORT_OF_EDGE * ee ? tact_mul_add(x, -tact_dot(x, e) / ee, e) : x;
}
/* Nearest point of the segment i-j: t = -w_i.e / e.e, clamped to the ends. */
TACT_INLINE void collide__nearest_segment(const collide__vertex *v, int i, int j, collide__nearest *r) {
    tact_vec3 p = v[i].w, e = tact_sub(v[j].w, p);
    tact_real ee = tact_norm2(e), pe = -tact_dot(p, e);
    if (!(pe > 0)) {
        collide__nearest_vertex(v, i, r);
    } else if (pe >= ee) {
        collide__nearest_vertex(v, j, r);
    } else {
        tact_real t = pe / ee;
        r->x = collide__square_up(tact_mul_add(p, t, e), e, ee);
        r->xx = tact_norm2(r->x);
        r->count = 2;
        r->index[0] = i;
        r->index[1] = j;
        r->weight[0] = 1 - t;
        r->weight[1] = t;
    }
}
TACT_NOINLINE void collide__nearest_of_edges(const collide__vertex *v, int i, int j, int k, collide__nearest *r) {
    collide__nearest c;
    collide__nearest_segment(v, i, j, r);
    collide__nearest_segment(v, j, k, &c);
    if (c.xx < r->xx) *r = c;
    collide__nearest_segment(v, k, i, &c);
    if (c.xx < r->xx) *r = c;
}
#define COLLIDE__NO_AREA (64 * TACT_EPSILON) /* sine under which the normal of a triangle is rounding */
/* Nearest point of the triangle i-j-k by the signs of the areas its corners make with the projected origin ([ERI]
   5.1.5). With n = e1 x e2 the area opposite corner k is n.(w_i x e1), and so on; on the face x = n (n.w_i)/(n.n),
   which keeps the direction of x exact to rounding however small x is. A triangle without area is its edges. */
TACT_PRIVATE void collide__nearest_triangle(const collide__vertex *v, int i, int j, int k, collide__nearest *r) {
    tact_vec3 a = v[i].w, b = v[j].w, c = v[k].w, ab = tact_sub(b, a), ac = tact_sub(c, a), bc = tact_sub(c, b);
    tact_vec3 n = tact_cross(ab, ac);
    tact_real nn = tact_norm2(n);
    tact_real area_c = tact_dot(n, tact_cross(a, ab)), area_b = tact_dot(n, tact_cross(ac, a));
    tact_real area_a = tact_dot(n, tact_cross(b, bc)), tiny = COLLIDE__NO_AREA;
    if (!(nn > tiny * tiny * tact_norm2(ab) * tact_norm2(ac))) {
        collide__nearest_of_edges(v, i, j, k, r);
    } else if (area_a > 0 && area_b > 0 && area_c > 0) {
        tact_real s = 1 / (area_a + area_b + area_c), h = tact_dot(n, a) / nn;
        r->x = tact_scale(h, n);
        r->xx = h * h * nn;
        r->count = 3;
        r->index[0] = i;
        r->index[1] = j;
        r->index[2] = k;
        r->weight[0] = area_a * s;
        r->weight[1] = area_b * s;
        r->weight[2] = area_c * s;
    } else { /* outside at least one edge: the nearest point is on one of the edges that see the origin */
        int sides = (area_a <= 0) + (area_b <= 0) + (area_c <= 0);
        if (sides == 1) {
            if (area_c <= 0)
                collide__nearest_segment(v, i, j, r);
            else if (area_b <= 0)
                collide__nearest_segment(v, i, k, r);
            else
                collide__nearest_segment(v, j, k, r);
            if (r->count == 2) return; /* an obtuse corner may hand over to another edge */
        }
        collide__nearest_of_edges(v, i, j, k, r);
    }
}
#define COLLIDE__NO_VOLUME                                                                                             \
    (256 * TACT_EPSILON * TACT_EPSILON) /* squared sine of a corner under which the sign of a volume is rounding */
/* Projects the origin on the simplex by comparing all of its faces that can hold the answer: the careful way,
   see below. */
TACT_NOINLINE int collide__simplex_project_any(collide__simplex *s, tact_real xx_before) {
    collide__nearest best, other;
    collide__vertex *v = s->v;
    if (s->n == 2) {
        collide__nearest_segment(v, 1, 0, &best);
    } else if (s->n == 3) {
        collide__nearest_triangle(v, 2, 1, 0, &best);
    } else {
        tact_vec3 d = v[3].w, e0 = tact_sub(v[0].w, d), e1 = tact_sub(v[1].w, d), e2 = tact_sub(v[2].w, d);
        tact_vec3 n2 = tact_cross(e0, e1), n0 = tact_cross(e1, e2), n1 = tact_cross(e2, e0);
        tact_real volume = tact_dot(n2, e2), sign = volume < 0 ? TACT_R(-1) : TACT_R(1);
        /* height of the origin over each face through d, positive inside; |n|-weighted */
        tact_real h0 = -sign * tact_dot(n0, d), h1 = -sign * tact_dot(n1, d), h2 = -sign * tact_dot(n2, d);
        tact_real longest = tact_max(tact_norm2(e0), tact_max(tact_norm2(e1), tact_norm2(e2)));
        int flat = !(volume * volume >
                     tact_max(tact_norm2(n0), tact_max(tact_norm2(n1), tact_norm2(n2))) * longest * COLLIDE__NO_VOLUME);
        best.xx = TACT_REAL_MAX, best.count = 0;
        if (!flat && h0 >= 0 && h1 >= 0 && h2 >= 0 && h0 + h1 + h2 <= sign * volume) {
            tact_real q = 1 / (sign * volume);
            s->weight[0] = h0 * q;
            s->weight[1] = h1 * q;
            s->weight[2] = h2 * q;
            s->weight[3] = 1 - s->weight[0] - s->weight[1] - s->weight[2];
            s->x = tact_vec(0, 0, 0), s->xx = 0;
            return 1;
        }
        if (flat || h0 < 0) collide__nearest_triangle(v, 3, 1, 2, &best);
        if (flat || h1 < 0) {
            collide__nearest_triangle(v, 3, 2, 0, &other);
            if (other.xx < best.xx) best = other;
        }
        if (flat || h2 < 0) {
            collide__nearest_triangle(v, 3, 0, 1, &other);
            if (other.xx < best.xx) best = other;
        }
        if (flat || best.count == 0 || h0 + h1 + h2 > sign * volume) {
            collide__nearest_triangle(v, 0, 1, 2, &other);
            if (other.xx < best.xx) best = other;
        }
    }
    if (!(best.xx < xx_before)) {
        --s->n;
        return -1;
    }
    /* Compact in ascending order, so that a kept newest point stays last. */
    int n = 0;
    for (int i = 0; i < s->n; ++i)
        for (int k = 0; k < best.count; ++k)
            if (best.index[k] == i) {
                if (n != i) v[n] = v[i];
                s->weight[n++] = best.weight[k];
                break;
            }
    s->n = n;
    s->x = best.x;
    s->xx = best.xx;
    return 0;
}
/* The simplex shrunk to n points (moved into place by the caller) with the nearest point x; 0 if that is progress. */
TACT_INLINE int collide__simplex_set(collide__simplex *s, int n, tact_vec3 x, tact_real xx) {
    s->n = n;
    s->x = x;
    s->xx = xx;
    return 0;
}
/* The nearest point is the newest one, number n-1. */
TACT_INLINE int collide__simplex_keep_vertex(collide__simplex *s, tact_real xx_before) {
    tact_vec3 d = s->v[s->n - 1].w;
    tact_real xx = tact_norm2(d);
    if (!(xx < xx_before)) return collide__simplex_project_any(s, xx_before);
    s->v[0] = s->v[s->n - 1], s->weight[0] = 1;
    return collide__simplex_set(s, 1, d, xx);
}
/* The nearest point is on the edge from the newest point d to point i: d + t e, t = -d.e/e.e. */
TACT_INLINE int collide__simplex_keep_edge(collide__simplex *s, int i, tact_vec3 e, tact_real de, tact_real ee,
                                           tact_real xx_before) {
    tact_real t = de / ee, xx;
    tact_vec3 x = collide__square_up(tact_mul_add(s->v[s->n - 1].w, t, e), e, ee);
    xx = tact_norm2(x);
    if (!(t < 1 && xx < xx_before)) return collide__simplex_project_any(s, xx_before);
    collide__vertex newest = s->v[s->n - 1];
    if (i != 0) s->v[0] = s->v[i];
    s->v[1] = newest;
    s->weight[0] = t, s->weight[1] = 1 - t;
    return collide__simplex_set(s, 2, x, xx);
}
/* The nearest point is on the face of the newest point d, which replaces point `out`, and points i and j, with
   weights li/nn and lj/nn: x = n (n.d)/nn, which keeps the direction of x exact to rounding however small x is. */
TACT_INLINE int collide__simplex_keep_face(collide__simplex *s, int out, int i, int j, tact_vec3 n, tact_real nd,
                                           tact_real nn, tact_real li, tact_real lj, tact_real xx_before) {
    tact_real q = 1 / nn, xx = nd * nd * q;
    if (!(xx < xx_before)) return collide__simplex_project_any(s, xx_before);
    if (out != s->n - 1) s->v[out] = s->v[s->n - 1];
    s->weight[i] = li * q;
    s->weight[j] = lj * q;
    s->weight[out] = 1 - s->weight[i] - s->weight[j];
    return collide__simplex_set(s, 3, tact_scale(nd * q, n), xx);
}
/* Projects the origin on the simplex and drops the points it does not need. Returns 1 when four points enclose the
   origin, 0 when the projection came nearer than `xx_before`, -1 (all as before but for the newest point, dropped)
   when rounding or a useless point prevents that. The newest point d is v[n-1], and the answer lies on a face that
   holds it: its Voronoi region is found from the signs of the barycentric coordinates ([ERI] 5.1.5, 5.1.6). With e_i
   = v_i - d the projection on the face of d, i and j has the coordinates l_i = n.(e_j x d)/n.n and l_j = -n.(e_i x
   d)/n.n, n = e_i x e_j. Thin simplices, a region that fits nowhere and lack of progress go the careful way, where
   every face is measured. */
TACT_NOINLINE int collide__simplex_project(collide__simplex *s, tact_real xx_before) {
    const collide__vertex *v = s->v;
    const tact_real thin = TACT_R(1e4) * TACT_EPSILON; /* of squared sines: 1e-6 rad in double, 2 degrees in float */
    if (s->n == 2) {
        tact_vec3 e = tact_sub(v[0].w, v[1].w);
        tact_real de = -tact_dot(v[1].w, e);
        if (!(de > 0)) return collide__simplex_keep_vertex(s, xx_before);
        return collide__simplex_keep_edge(s, 0, e, de, tact_norm2(e), xx_before);
    }
    if (s->n == 3) {
        tact_vec3 d = v[2].w, e0 = tact_sub(v[0].w, d), e1 = tact_sub(v[1].w, d), n = tact_cross(e0, e1);
        tact_real b0 = -tact_dot(d, e0), b1 = -tact_dot(d, e1), g0 = tact_norm2(e0), g1 = tact_norm2(e1),
                  nn = tact_norm2(n);
        tact_real l0 = tact_dot(n, tact_cross(e1, d)), l1 = tact_dot(n, tact_cross(d, e0));
        if (!(nn > thin * g0 * g1)) return collide__simplex_project_any(s, xx_before);
        if (l0 > 0 && l1 > 0 && l0 + l1 < nn)
            return collide__simplex_keep_face(s, 2, 0, 1, n, tact_dot(n, d), nn, l0, l1, xx_before);
        if (b0 > 0 && !(l1 > 0)) return collide__simplex_keep_edge(s, 0, e0, b0, g0, xx_before);
        if (b1 > 0 && !(l0 > 0)) return collide__simplex_keep_edge(s, 1, e1, b1, g1, xx_before);
        if (!(b0 > 0 || b1 > 0)) return collide__simplex_keep_vertex(s, xx_before);
        return collide__simplex_project_any(s, xx_before);
    }
    tact_vec3 d = v[3].w, e0 = tact_sub(v[0].w, d), e1 = tact_sub(v[1].w, d), e2 = tact_sub(v[2].w, d);
    tact_vec3 n0 = tact_cross(e1, e2), n1 = tact_cross(e2, e0), n2 = tact_cross(e0, e1);
    tact_real d0 = tact_dot(n0, d), d1 = tact_dot(n1, d), d2 = tact_dot(n2, d), volume = tact_dot(n2, e2);
    tact_real nn0 = tact_norm2(n0), nn1 = tact_norm2(n1), nn2 = tact_norm2(n2);
    tact_real g0 = tact_norm2(e0), g1 = tact_norm2(e1), g2 = tact_norm2(e2);
    if (!(volume * volume > thin * tact_max(nn0, tact_max(nn1, nn2)) * tact_max(g0, tact_max(g1, g2))))
        return collide__simplex_project_any(s, xx_before);
    if (volume < 0) {
        volume = -volume;
        d0 = -d0;
        d1 = -d1;
        d2 = -d2;
    } /* positive where the origin is beyond the face */
    if (!(d0 > 0 || d1 > 0 || d2 > 0)) {
        if (!(d0 + d1 + d2 >= -volume)) return collide__simplex_project_any(s, xx_before);
        tact_real q = -1 / volume;
        s->weight[0] = d0 * q;
        s->weight[1] = d1 * q;
        s->weight[2] = d2 * q;
        s->weight[3] = 1 - s->weight[0] - s->weight[1] - s->weight[2];
        s->x = tact_vec(0, 0, 0), s->xx = 0;
        return 1;
    }
    tact_vec3 c0 = tact_cross(e0, d), c1 = tact_cross(e1, d), c2 = tact_cross(e2, d);
    tact_real l01 = tact_dot(c2, n0),
              l02 = -tact_dot(c1, n0); /* l_ij: weight of point j on face i, the one without point i */
    tact_real l12 = tact_dot(c0, n1), l10 = -tact_dot(c2, n1), l20 = tact_dot(c1, n2), l21 = -tact_dot(c0, n2);
    if (d0 > 0 && l01 > 0 && l02 > 0 && l01 + l02 < nn0)
        return collide__simplex_keep_face(s, 0, 1, 2, n0, tact_dot(n0, d), nn0, l01, l02, xx_before);
    if (d1 > 0 && l12 > 0 && l10 > 0 && l12 + l10 < nn1)
        return collide__simplex_keep_face(s, 1, 2, 0, n1, tact_dot(n1, d), nn1, l12, l10, xx_before);
    if (d2 > 0 && l20 > 0 && l21 > 0 && l20 + l21 < nn2)
        return collide__simplex_keep_face(s, 2, 0, 1, n2, tact_dot(n2, d), nn2, l20, l21, xx_before);
    tact_real b0 = -tact_dot(d, e0), b1 = -tact_dot(d, e1), b2 = -tact_dot(d, e2);
    if (b0 > 0 && !(l12 > 0) && !(l21 > 0)) return collide__simplex_keep_edge(s, 0, e0, b0, g0, xx_before);
    if (b1 > 0 && !(l02 > 0) && !(l20 > 0)) return collide__simplex_keep_edge(s, 1, e1, b1, g1, xx_before);
    if (b2 > 0 && !(l01 > 0) && !(l10 > 0)) return collide__simplex_keep_edge(s, 2, e2, b2, g2, xx_before);
    if (!(b0 > 0 || b1 > 0 || b2 > 0)) return collide__simplex_keep_vertex(s, xx_before);
    return collide__simplex_project_any(s, xx_before);
}
TACT_INLINE tact_vec3 collide__simplex_point_a(const collide__simplex *s) {
    tact_vec3 p = tact_scale(s->weight[0], s->v[0].a);
    for (int i = 1; i < s->n; ++i) p = tact_mul_add(p, s->weight[i], s->v[i].a);
    return p;
}

// >>impl-polish
/* Owns    Newton on the optimality condition of the signed distance, and what edges and faces demand of the normal.
   Reads   a rough normal with a few support points.
   Leaves  collide__local: a stationary point, good to rounding. */
#ifdef TACT_FLOAT
#define COLLIDE__ROOT_EPSILON TACT_R(3.45e-4)
#else
#define COLLIDE__ROOT_EPSILON TACT_R(1.49e-8)
#endif
TACT_NOINLINE void collide__custom_curvature(const collide_shape *shape, tact_vec3 u, tact_vec3 t1, tact_vec3 t2,
                                             tact_real q[3]) {
    const tact_real e = COLLIDE__DIFFERENCE_ANGLE;
    tact_vec3 d[2];
    int none = 0;
    for (int i = 0; i < 2; ++i) {
        tact_vec3 t = i ? t2 : t1;
        d[i] = tact_sub(collide__core_support(shape, tact_mul_add(u, e, t), &none),
                        collide__core_support(shape, tact_mul_add(u, -e, t), &none));
    }
    q[0] = tact_dot(d[0], t1) / (2 * e), q[2] = tact_dot(d[1], t2) / (2 * e);
    q[1] = (tact_dot(d[0], t2) + tact_dot(d[1], t1)) / (4 * e);
}
/* Curvature of a core at the unit direction u: the quadratic form of the Hessian of its support function on two
   tangents, q = (t1.H t1, t1.H t2, t2.H t2). s is the support point at u. Smooth patches only: flat faces, edges and
   corners give 0.
   ellipsoid      (A - s s^T) / (u.s), A = diag(radii^2)
   cylinder, cone (r / rho) tau tau^T on the rim, rho = |u_xy|, tau = (-u_y, u_x, 0)/rho; 0 at the apex
   custom         differences of support points, H t = (s(u + e t) - s(u - e t)) / 2e with e^3 = machine epsilon */
TACT_ALWAYS_INLINE void collide__core_curvature(collide_kind kind, const collide_shape *shape, tact_vec3 u, tact_vec3 s,
                                                tact_vec3 t1, tact_vec3 t2, tact_real q[3]) {
    q[0] = q[1] = q[2] = 0;
    if (kind == COLLIDE_KIND_ELLIPSOID) {
        tact_vec3 d = shape->p[1], d1 = tact_vec(d.x * t1.x, d.y * t1.y, d.z * t1.z);
        tact_vec3 d2 = tact_vec(d.x * t2.x, d.y * t2.y, d.z * t2.z);
        tact_real k = 1 / tact_dot(u, s), s1 = tact_dot(s, t1), s2 = tact_dot(s, t2);
        q[0] = k * (tact_dot(d1, t1) - s1 * s1);
        q[1] = k * (tact_dot(d1, t2) - s1 * s2);
        q[2] = k * (tact_dot(d2, t2) - s2 * s2);
    } else if (kind == COLLIDE_KIND_CYLINDER || kind == COLLIDE_KIND_CONE) {
        tact_real rho2 = u.x * u.x + u.y * u.y;
        if (rho2 > 0 && (kind == COLLIDE_KIND_CYLINDER || s.z < 0)) {
            tact_real k = shape->p[0].x / (rho2 * tact_sqrt(rho2));
            tact_real a = u.x * t1.y - u.y * t1.x, b = u.x * t2.y - u.y * t2.x;
            q[0] = k * a * a;
            q[1] = k * a * b;
            q[2] = k * b * b;
        }
    } else if (kind == COLLIDE_KIND_CUSTOM && shape->data.custom->curved) {
        collide__custom_curvature(shape, u, t1, t2, q);
    }
}
/* The same as a call. */
TACT_NOINLINE void collide__shape_curvature(const collide_shape *shape, tact_vec3 u, tact_vec3 s, tact_vec3 t1,
                                            tact_vec3 t2, tact_real q[3]) {
    collide__core_curvature(shape->kind, shape, u, s, t1, t2, q);
}
TACT_INLINE int collide__is_curved(collide_kind kind) {
    return kind == COLLIDE_KIND_ELLIPSOID || kind == COLLIDE_KIND_CYLINDER || kind == COLLIDE_KIND_CONE;
}
TACT_INLINE int collide__has_curvature(const collide_shape *s) {
    return collide__is_curved(s->kind) || (s->kind == COLLIDE_KIND_CUSTOM && s->data.custom->curved);
}

/* A stationary point of the support function h of D: a unit direction n (from A to B, A's axes) for which the support
   points along n hold h n in their hull. With h < 0 it is the distance -h of separated cores, with h > 0 a local
   minimum of the depth. */
typedef struct collide__local {
    tact_vec3 n;
    tact_real h;              /* support value along n; along n the cores are -h apart */
    collide__vertex v;        /* support point of D at n */
    tact_vec3 r;              /* h n - v.w, the tangential miss; zero on smooth patches at the solution */
    collide__simplex simplex; /* support points along n whose combination is h n + simplex.x, a tiny miss */
    int facet;                /* n is fixed by edges and faces alone: D is flat there */
} collide__local;

TACT_ALWAYS_INLINE void collide__local_eval_kinds(collide_kind kind_a, collide_kind kind_b, collide__pair_state *s,
                                                  tact_vec3 n, collide__local *l) {
    l->n = n;
    collide__trust_hints(s);
    l->v = collide__kinds_support(kind_a, kind_b, s, n);
    l->h = tact_dot(n, l->v.w);
    l->r = tact_sub(tact_scale(l->h, n), l->v.w);
}
TACT_NOINLINE void collide__local_eval(collide__pair_state *s, tact_vec3 n, collide__local *l) {
    l->n = n;
    collide__trust_hints(s);
    l->v = collide__pair_support(s, n);
    l->h = tact_dot(n, l->v.w);
    l->r = tact_sub(tact_scale(l->h, n), l->v.w);
}

/* The simplex of a stationary point that is a single support point. */
TACT_INLINE void collide__local_smooth(collide__local *l) {
    l->simplex.n = 1;
    l->simplex.weight[0] = 1;
    l->simplex.v[0] = l->v;
    l->simplex.x = tact_neg(l->r), l->simplex.xx = tact_norm2(l->r);
}

/* What an edge or face that takes part demands of the normal: n.axis = level, with a unit axis. start and end: the
   corners of a polytope whose edge it is, in A's axes relative to the core's own centre. */
typedef struct collide__demand {
    tact_vec3 axis, start, end;
    tact_real level;
} collide__demand;

#define COLLIDE__CAP_SINE (64 * COLLIDE__ROOT_EPSILON) /* a normal this near to a cap's is the cap's */
#define COLLIDE__SAME_CORNER (1024 * TACT_EPSILON)     /* of the scale: nearer points of a polytope are one corner */
#define COLLIDE__EDGES_ALIKE TACT_R(1e-12)             /* squared sine under which two edges make the same demand */
#define COLLIDE__EDGES_NEARLY TACT_R(1e-8) /* squared sine under which their product has lost half of its digits */
/* The demands of a core on the normal (A's side; B's is the opposite), judged by the n support points in v and the
   guess `normal`: perpendicular to the edges between distinct corners of a polytope; to the axis of a cylinder met at
   both ends, or to its cap when the rim points lie far apart or the guess is all but the cap's normal; at the angle
   of its side to the axis of a cone met at rim and apex. Returns how many (0, 1, 2); custom shapes demand
   nothing. *doubtful is set where a cap is met; when it comes in as -1 caps pass for rims, which demand nothing. */
TACT_PRIVATE int collide__feature_demands(const collide__pair_state *p, int of_b, const collide__vertex *v, int n,
                                          tact_vec3 normal, int *doubtful, collide__demand demands[2]) {
    const collide_shape *s = of_b ? p->b : p->a;
    const tact_real tiny = COLLIDE__SAME_CORNER * p->scale;
    tact_vec3 q[4], axis;
    int count = 0;
    if (s->kind == COLLIDE_KIND_ELLIPSOID || s->kind == COLLIDE_KIND_POINT || s->kind == COLLIDE_KIND_CUSTOM) return 0;
    for (int i = 0; i < n; ++i) q[i] = of_b ? tact_sub(tact_sub(v[i].a, v[i].w), p->t) : v[i].a;
    if (s->kind == COLLIDE_KIND_CYLINDER || s->kind == COLLIDE_KIND_CONE) {
        tact_real first, spread = 0;
        axis = of_b ? tact_mat_column(&p->r, 2) : tact_vec(0, 0, 1);
        first = tact_dot(axis, q[0]);
        for (int i = 1; i < n; ++i) {
            if ((tact_dot(axis, q[i]) > 0) != (first > 0)) { /* both ends: a generator */
                demands[0].axis = axis, demands[0].level = 0;
                if (s->kind == COLLIDE_KIND_CONE) {
                    tact_real level = s->p[0].x / tact_sqrt(s->p[1].x + 4 * s->p[1].z);
                    demands[0].level = of_b ? -level : level;
                }
                return 1;
            }
            spread = tact_max(spread, tact_norm2(tact_sub(q[i], q[0])));
        }
        if (*doubtful < 0 || (s->kind == COLLIDE_KIND_CONE && first > 0)) return 0;
        if (!(spread > TACT_R(0.25) * s->p[1].x) &&
            !(tact_norm2(tact_cross(axis, normal)) < COLLIDE__CAP_SINE * COLLIDE__CAP_SINE))
            return 0;
        tact_tangents(axis, &demands[0].axis, &demands[1].axis);
        demands[0].level = demands[1].level = 0;
        *doubtful = 1;
        return 2;
    }
    for (int i = 1; i < n && count < 2; ++i) {
        tact_vec3 e = tact_sub(q[i], q[0]);
        tact_real ee = tact_norm2(e);
        if (!(ee > tiny * tiny)) continue;
        e = tact_scale(1 / tact_sqrt(ee), e);
        if (count == 1 && !(tact_norm2(tact_cross(e, demands[0].axis)) > COLLIDE__EDGES_ALIKE)) continue;
        demands[count].axis = e;
        demands[count].start = q[0];
        demands[count].end = q[i];
        demands[count++].level = 0;
    }
    return count;
}

#define COLLIDE__MISS_SHARE                                                                                            \
    TACT_R(2e-4) /* of the mean of tolerance and scale: its square over the scale is 4e-8 of the tolerance */
#define COLLIDE__MISS_LEAST (16 * TACT_EPSILON) /* of the scale: support points round by as much */
/* The tangential miss that is small enough: the witness points share it, and it adds its square over the distance to
   the error of the distance. 2e-9 of the scale at the default tolerance. */
TACT_INLINE tact_real collide__polish_tolerance(tact_real tolerance, tact_real scale) {
    return tact_max(COLLIDE__MISS_SHARE * tact_sqrt(tolerance * scale), COLLIDE__MISS_LEAST * scale);
}

#define COLLIDE__LIFT_LEAST                                                                                            \
    TACT_R(1e-10) /* of the larger curvature: a level direction gets a step, and the other keeps its digits */
/* A symmetric 2x2 matrix with its eigenvalues replaced by their sizes, or 1e-10 of the largest: a Newton step with it
   goes down. Returns 0 for a matrix that is zero or not a number. */
TACT_NOINLINE int collide__newton_lift(tact_real *k11, tact_real *k12, tact_real *k22) {
    tact_real mean = (*k11 + *k22) / 2, half = (*k11 - *k22) / 2, radius = tact_sqrt(half * half + *k12 * *k12);
    tact_real high = tact_abs(mean + radius), low = tact_abs(mean - radius),
              least = COLLIDE__LIFT_LEAST * tact_max(high, low);
    if (!(least > 0)) return 0;
    high = tact_max(high, least), low = tact_max(low, least);
    tact_real c = radius > 0 ? (high - low) / (2 * radius) : 0;
    mean = (high + low) / 2;
    *k11 = mean + c * half;
    *k22 = mean - c * half;
    *k12 *= c;
    return 1;
}

/* The part of n square to a unit axis. It is taken twice. The first time leaves rounding of n along the axis, which is
   large beside a short result, and would change the length of level axis + c m. */
TACT_INLINE tact_vec3 collide__across(tact_vec3 n, tact_vec3 axis) {
    tact_vec3 m = tact_mul_add(n, -tact_dot(n, axis), axis);
    return tact_mul_add(m, -tact_dot(m, axis), axis);
}
#define COLLIDE__MISS_ROUNDING (2 * TACT_EPSILON) /* of the scale: a miss that no step makes less */
#define COLLIDE__WELL_POSED                                                                                            \
    TACT_R(1e-6) /* determinant over the product of the diagonal: below, a step has lost six digits */
#define COLLIDE__DAMP_LITTLE TACT_R(0.03) /* of the larger curvature: the stiff direction keeps 97 % of its step */
#define COLLIDE__DAMP_MUCH TACT_R(3)      /* the same where that did not help: it keeps a quarter, downhill */
/* Newton's method on F(n) = x_b(n) - x_a(n) + h n = 0, the optimality condition of the signed distance -h for either
   sign. Moving n by dn in its tangent plane changes F by -(K - h I) dn, K = H_A + H_B, so dn = (K - h I)^-1 r with r
   the tangential part of F: a symmetric 2x2 system, positive definite at a strict minimum. With a demand n stays on
   the circle n = level axis + c m, m a unit vector turning about the axis: one equation in the angle, F.t = -w.t with
   t = axis x m and slope w.m - c t.K t. Steps are cut until the miss drops; convergence is quadratic. Ends one full
   step after a quarter of the tolerance, so that what comes out is good to rounding and varies smoothly with the poses,
   or where no step helps any more; returns 1 when the miss is then within tolerance. */
/* kind_a NONE: of any kinds, by calls; else compiled for those kinds. */
TACT_ALWAYS_INLINE int collide__newton_kinds(collide_kind kind_a, collide_kind kind_b, collide__pair_state *s,
                                             collide__local *l, const collide__demand *demand, tact_real tolerance,
                                             int max_steps, int *steps) {
    tact_real c = demand ? tact_sqrt(tact_max(1 - demand->level * demand->level, 0)) : 1;
    const tact_real enough = TACT_R(0.25) * tolerance, rounding = COLLIDE__MISS_ROUNDING * s->scale;
    const int most = 2 * max_steps;
    int last = 0;
    for (int step = 0; step <= max_steps; ++step) {
        tact_vec3 t1, t2, n = l->n, m = n, nb, b;
        tact_real qa[3], qb[3], k11, k12, k22, r1, r2, u, v, det, miss, cut;
        if (demand) {
            m = collide__across(n, demand->axis), m = tact_scale(1 / tact_norm(m), m);
            t1 = tact_cross(demand->axis, m), t2 = demand->axis;
        } else {
            tact_tangents(n, &t1, &t2);
        }
        r1 = tact_dot(l->r, t1);
        r2 = demand ? 0 : tact_dot(l->r, t2);
        miss = r1 * r1 + r2 * r2;
        if (miss <= enough * enough) {
            if (last || miss <= rounding * rounding) return 1;
            last = 1;
        }
        if (step == max_steps) return miss <= tolerance * tolerance;
        nb = tact_neg(tact_mat_tmul_vec(&s->r, n));
        b = tact_mat_tmul_vec(&s->r, tact_sub(tact_sub(l->v.a, l->v.w), s->t));
        if (kind_a == COLLIDE_KIND_NONE) {
            collide__shape_curvature(s->a, n, l->v.a, t1, t2, qa);
            collide__shape_curvature(s->b, nb, b, tact_mat_tmul_vec(&s->r, t1), tact_mat_tmul_vec(&s->r, t2), qb);
        } else {
            collide__core_curvature(kind_a, s->a, n, l->v.a, t1, t2, qa);
            collide__core_curvature(kind_b, s->b, nb, b, tact_mat_tmul_vec(&s->r, t1), tact_mat_tmul_vec(&s->r, t2),
                                    qb);
        }
        k11 = qa[0] + qb[0] - l->h;
        k12 = qa[1] + qb[1];
        k22 = qa[2] + qb[2] - l->h;
        if (demand) {
            k11 = c * (qa[0] + qb[0]) - tact_dot(l->v.w, m);
            k12 = 0;
            k22 = k11;
        }
        det = k11 * k22 - k12 * k12;
        int convex = k11 > 0 && det > COLLIDE__WELL_POSED * k11 * k22;
        if (!convex) { /* about an axis that both shapes share h is level, or falls to either side: a longer way down */
            if (miss <= tolerance * tolerance) return 1;
            if (!collide__newton_lift(&k11, &k12, &k22)) return 0;
            if (max_steps < most) ++max_steps;
        }
        collide__local next;
        int tries;
        ++*steps;
        /* the full step, then shorter ones, damped first where h is flat (Levenberg, Marquardt) */
        for (tries = 0; tries < (last ? 1 : 3); ++tries) {
            tact_real damp =
                tries == 0 ? 0 : (tries == 1 ? COLLIDE__DAMP_LITTLE : COLLIDE__DAMP_MUCH) * tact_max(k11, k22);
            tact_real d11 = k11 + damp, d22 = k22 + damp, after;
            det = d11 * d22 - k12 * k12;
            u = (d22 * r1 - k12 * r2) / det, v = demand ? 0 : (d11 * r2 - k12 * r1) / det;
            if (u * u + v * v > 1)
                cut = 1 / tact_sqrt(u * u + v * v); /* at most 45 degrees at a time */
            else
                cut = 1;
            tact_vec3 turned = tact_mul_add(tact_mul_add(m, cut * u, t1), cut * v, t2);
            turned = tact_scale(c / tact_norm(turned), turned);
            if (demand) turned = tact_mul_add(turned, demand->level, demand->axis);
            if (kind_a == COLLIDE_KIND_NONE)
                collide__local_eval(s, turned, &next);
            else
                collide__local_eval_kinds(kind_a, kind_b, s, turned, &next);
            after = demand ? tact_dot(next.r, tact_cross(demand->axis, turned)) / c : 0;
            if ((demand ? after * after : tact_norm2(next.r)) < miss || (!convex && next.h < l->h)) break;
        }
        if (tries == (last ? 1 : 3)) return miss <= tolerance * tolerance;
        l->n = next.n;
        l->h = next.h;
        l->v = next.v;
        l->r = next.r;
    }
    return 0;
}
TACT_PRIVATE int collide__newton(collide__pair_state *s, collide__local *l, const collide__demand *demand,
                                 tact_real tolerance, int max_steps, int *steps) {
    return collide__newton_kinds(COLLIDE_KIND_NONE, COLLIDE_KIND_NONE, s, l, demand, tolerance, max_steps, steps);
}
#define COLLIDE__NEWTON_STEPS 6 /* from a guess good to a few degrees four do; more go to a start that was wrong */
/* The same from n for two ellipsoids, which have no features: as of collide__polish. */
TACT_NOINLINE int collide__newton_ellipsoids(collide__pair_state *s, collide__local *l, tact_vec3 n,
                                             tact_real tolerance, int *steps) {
    const collide_kind kind = COLLIDE_KIND_ELLIPSOID;
    collide__local_eval_kinds(kind, kind, s, n, l);
    l->facet = 0;
    ++*steps;
    if (!collide__newton_kinds(kind, kind, s, l, NULL, tolerance, COLLIDE__NEWTON_STEPS, steps)) return 0;
    return collide__local_smooth(l), 1;
}

/* The point that the weights really give. In a triangle that is a sliver the normal, and with it the projection, has
   lost its digits; its best edge then gives the better point. */
TACT_PRIVATE void collide__simplex_settle(collide__simplex *q, tact_real close) {
    tact_vec3 x = tact_scale(q->weight[0], q->v[0].w);
    for (int i = 1; i < q->n; ++i) x = tact_mul_add(x, q->weight[i], q->v[i].w);
    tact_real xx = tact_norm2(x);
    if (q->n == 3 && xx > 4 * q->xx + close * close) {
        collide__nearest edge;
        collide__nearest_of_edges(q->v, 0, 1, 2, &edge);
        if (edge.xx < xx) {
            collide__vertex v[3];
            for (int i = 0; i < edge.count; ++i) v[i] = q->v[edge.index[i]];
            for (int i = 0; i < edge.count; ++i) q->v[i] = v[i], q->weight[i] = edge.weight[i];
            q->n = edge.count;
            x = edge.x;
            xx = edge.xx;
        }
    }
    q->x = x, q->xx = xx;
}

#define COLLIDE__COMBINE_FETCHES 12 /* support points looked for beyond those given */
#define COLLIDE__TILT_MOST                                                                                             \
    (64 * COLLIDE__ROOT_EPSILON) /* a tilt of a core of curvature 1 moves h by its square, a few thousand roundings */
#define COLLIDE__TILT_FIRST (1024 * TACT_EPSILON) /* decides ties, and moves the point of a curved core by no more */
#define COLLIDE__TILT_LESS TACT_R(0.1)            /* after a tilt that left the face */
#define COLLIDE__TILT_IDLE TACT_R(0.99) /* of the squared miss: a point that takes off less is one of those before */
#define COLLIDE__TILT_MORE 30           /* after a tilt that found nothing new: four of them span first to most */
/* A combination of support points of D along n that equals h n, started from a few of them. When their hull misses h
   n, because the face of D is larger, more are fetched by tilting n slightly towards where h n lies, and projected as
   in GJK: by as little as decides ties, because a tilt moves the support point of a curved core along; by more where
   that found nothing new, by less where it left the face. Returns the squared miss that remains. */
TACT_PRIVATE tact_real collide__combine(collide__pair_state *p, tact_vec3 n, tact_real h, const collide__vertex *start,
                                        int count, tact_real slack, collide__simplex *q) {
    const tact_vec3 target = tact_scale(h, n);
    const tact_real close = COLLIDE__ROUNDING_WITNESS(p), widest = COLLIDE__TILT_MOST;
    tact_real tilt = COLLIDE__TILT_FIRST;
    q->n = 0;
    for (int i = 0; i < count + COLLIDE__COMBINE_FETCHES; ++i) {
        collide__vertex v;
        if (i < count) {
            v = start[i];
        } else {
            tact_real size = tact_sqrt(q->xx);
            if (size <= close || tilt > widest) break;
            v = collide__pair_support(p, tact_mul_add(n, -tilt / size, q->x));
            if (tact_dot(n, v.w) < h - slack) { /* tilted off the face */
                tilt *= COLLIDE__TILT_LESS;
                continue;
            }
        }
        v.w = tact_sub(v.w, target);
        q->v[q->n++] = v;
        if (q->n == 1) {
            q->weight[0] = 1;
            q->x = v.w;
            q->xx = tact_norm2(v.w);
            continue;
        }
        tact_real before = q->xx;
        int inside = collide__simplex_project(q, i < count ? TACT_REAL_MAX : q->xx);
        if (inside > 0) break;
        if (inside == 0) collide__simplex_settle(q, close);
        if (i >= count && !(q->xx < COLLIDE__TILT_IDLE * before)) tilt *= COLLIDE__TILT_MORE;
    }
    for (int i = 0; i < q->n; ++i) q->v[i].w = tact_add(q->v[i].w, target);
    return q->xx;
}

/* The same where a single edge of one core, or a generator of its side, meets a smooth patch or a corner of the
   other: the support points along n are those of the edge's ends against the one point of the other core, and h n is
   projected on the line between. No tilting, so the points are good to rounding. Returns the squared miss,
   TACT_REAL_MAX when the ends do not both support D. */
TACT_PRIVATE tact_real collide__combine_edge(collide__pair_state *p, tact_vec3 n, tact_real h,
                                             const collide__demand *edge, int of_b, tact_real slack,
                                             collide__simplex *q) {
    const collide_shape *s = of_b ? p->b : p->a, *other = of_b ? p->a : p->b;
    tact_vec3 ends[2], fixed, u = of_b ? tact_neg(tact_mat_tmul_vec(&p->r, n)) : n, e;
    int none = 0;
    ends[0] = edge->start, ends[1] = edge->end;
    if (s->kind == COLLIDE_KIND_CYLINDER || s->kind == COLLIDE_KIND_CONE) {
        tact_real rho = tact_sqrt(u.x * u.x + u.y * u.y), k = rho > 0 ? s->p[0].x / rho : 0;
        ends[0] = tact_vec(k * u.x, k * u.y, -s->p[0].z);
        ends[1] = s->kind == COLLIDE_KIND_CONE ? tact_vec(0, 0, s->p[0].z) : tact_vec(ends[0].x, ends[0].y, s->p[0].z);
        if (of_b) ends[0] = tact_mat_mul_vec(&p->r, ends[0]), ends[1] = tact_mat_mul_vec(&p->r, ends[1]);
    }
    fixed = of_b ? collide__core_support(other, n, &none)
                 : tact_mat_mul_vec(&p->r, collide__core_support(other, tact_neg(tact_mat_tmul_vec(&p->r, n)), &none));
    for (int i = 0; i < 2; ++i) {
        q->v[i].a = of_b ? fixed : ends[i];
        q->v[i].w = of_b ? tact_sub(tact_sub(fixed, ends[i]), p->t) : tact_sub(tact_sub(ends[i], fixed), p->t);
        if (!(tact_abs(tact_dot(n, q->v[i].w) - h) <= slack)) return TACT_REAL_MAX;
    }
    e = tact_sub(q->v[1].w, q->v[0].w);
    q->x = tact_sub(q->v[0].w, tact_scale(h, n));
    q->weight[1] = tact_clamp(-tact_dot(q->x, e) / tact_norm2(e), 0, 1), q->weight[0] = 1 - q->weight[1];
    q->x = tact_mul_add(q->x, q->weight[1], e);
    q->xx = tact_norm2(q->x);
    q->n = 2;
    return q->xx;
}

/* And where the cap of a cylinder or the base of a cone meets a single point of the other core: that point's foot on
   the disc is a mean of the two rim points on its diameter. n is the disc's normal. Returns the squared miss. */
TACT_PRIVATE tact_real collide__combine_disc(collide__pair_state *p, tact_vec3 n, tact_real h, int of_b,
                                             collide__simplex *q) {
    const collide_shape *s = of_b ? p->b : p->a;
    collide__vertex v = collide__pair_support(p, n);
    tact_vec3 fixed =
        of_b ? v.a : tact_sub(v.a, v.w); /* the other core's point; B's in A's axes, relative to A's centre */
    tact_vec3 foot = tact_mul_add(fixed, of_b ? -h : h, n);
    tact_vec3 local = of_b ? tact_mat_tmul_vec(&p->r, tact_sub(foot, p->t)) : foot;
    tact_real rho = tact_sqrt(local.x * local.x + local.y * local.y), r = s->p[0].x, out = tact_min(rho / r, 1);
    tact_real up = of_b ? -tact_dot(tact_mat_column(&p->r, 2), n) : n.z, z = up < 0 ? -s->p[0].z : s->p[0].z;
    if (s->kind == COLLIDE_KIND_CONE && !(up < 0)) return TACT_REAL_MAX; /* there is the apex, and no disc */
    for (int i = 0; i < 2; ++i) {
        tact_real k = i ? r : -r;
        tact_vec3 rim = rho > 0 ? tact_vec(k * local.x / rho, k * local.y / rho, z) : tact_vec(k, 0, z);
        if (of_b) rim = tact_add(tact_mat_mul_vec(&p->r, rim), p->t);
        q->v[i].a = of_b ? fixed : rim, q->v[i].w = of_b ? tact_sub(fixed, rim) : tact_sub(rim, fixed);
    }
    q->n = 2;
    q->weight[1] = (1 + out) / 2;
    q->weight[0] = (1 - out) / 2;
    q->x = tact_add(tact_scale(q->weight[0], q->v[0].w), tact_scale(q->weight[1], q->v[1].w));
    q->x = tact_mul_add(q->x, -h, n), q->xx = tact_norm2(q->x);
    return q->xx;
}

/* A corner against a rim, apart: one of the support points in v pairs a corner of a polytope or the apex of a cone
   with a point on the rim of the other core, a cylinder or cone. The point of a circle nearest to a point has a
   closed form, good to rounding however small the distance, where Newton on the normal must first get to within
   distance/size of it. Taken when the support plane along the normal so found confirms it; returns 1 then, with *l as
   of collide__polish. */
TACT_PRIVATE int collide__corner_rim(collide__pair_state *p, const collide__vertex *v, int n_v, tact_real limit,
                                     collide__local *l) {
    const tact_real rounding = COLLIDE__ROUNDING(p);
    for (int side = 0; side < 2; ++side) {
        const collide_shape *round = side ? p->b : p->a, *other = side ? p->a : p->b;
        if (round->kind != COLLIDE_KIND_CYLINDER && round->kind != COLLIDE_KIND_CONE) continue;
        if (other->kind == COLLIDE_KIND_CYLINDER || other->kind == COLLIDE_KIND_ELLIPSOID ||
            other->kind == COLLIDE_KIND_CUSTOM)
            continue;
        for (int i = 0; i < n_v; ++i) {
            tact_vec3 a = v[i].a,
                      b = tact_mat_tmul_vec(&p->r, tact_sub(tact_sub(a, v[i].w), p->t)); /* B's point in B's axes */
            tact_vec3 rim = side ? b : a, corner = side ? a : b, x, n;
            tact_real rho2, d;
            if (other->kind == COLLIDE_KIND_CONE && !(corner.z > 0)) continue;
            if (round->kind == COLLIDE_KIND_CONE && rim.z > 0) continue;
            x = side ? tact_mat_tmul_vec(&p->r, tact_sub(corner, p->t))
                     : tact_add(tact_mat_mul_vec(&p->r, corner), p->t);
            rho2 = x.x * x.x + x.y * x.y;
            if (!(rho2 > rounding * rounding)) continue; /* on the axis: the whole rim is as near */
            d = round->p[0].x / tact_sqrt(rho2);
            rim = tact_vec(d * x.x, d * x.y, rim.z);
            if (side) rim = tact_add(tact_mat_mul_vec(&p->r, rim), p->t), x = corner; /* into A's axes */
            l->v.a = side ? corner : rim, l->v.w = side ? tact_sub(x, rim) : tact_sub(rim, x);
            d = tact_norm(l->v.w);
            if (!(d > rounding) || -d > limit) continue;
            n = tact_scale(-1 / d, l->v.w);
            if (tact_dot(n, collide__pair_support(p, n).w) + d > 2 * rounding)
                continue; /* other features reach farther */
            l->n = n;
            l->h = -d;
            l->r = tact_vec(0, 0, 0);
            l->facet = 0;
            l->simplex.n = 1;
            l->simplex.weight[0] = 1;
            l->simplex.v[0] = l->v;
            l->simplex.x = l->r;
            l->simplex.xx = 0;
            return 1;
        }
    }
    return 0;
}

#define COLLIDE__NEAR_CIRCLE                                                                                           \
    TACT_R(0.01) /* squared: a guess nearer to the axis than a tenth of the circle has no side on it */
#define COLLIDE__CIRCLE_LEAST                                                                                          \
    TACT_R(1e-6) /* squared sine: on a smaller circle of normals an angle has lost three digits */
#define COLLIDE__LEAN (8 * COLLIDE__ROOT_EPSILON) /* decides between the ends of an edge, and no more */
/* The stationary point near a rough direction n, for pairs with a curved core. The support points v tell which edges
   and faces take part. Two demands fix n, one fixes it to a circle; Newton finds what is left. Returns 1 when the
   support points along the final n hold h n to `tolerance`. The caller has no use for a stationary point with h above
   `limit`: that test comes before the search for the points, because wrong features most often fail it. *doubtful comes
   out as 1 where caps or nearly parallel edges took part, and as 2 where parallel edges were left out. It goes in as -1
   to ignore both, as -2 to use the features of A alone, as -3 those of B. */
TACT_PRIVATE int collide__polish_features(collide__pair_state *p, const collide__vertex *v, int n_v, tact_vec3 n,
                                          tact_real tolerance, tact_real limit, int *doubtful, int *steps,
                                          collide__local *l) {
    collide__demand demands[4], first;
    const tact_real parallel = 4096 * TACT_EPSILON; /* sine of an angle that is rounding */
    int na = collide__feature_demands(p, 0, v, n_v, n, doubtful, demands), nb, count = 0;
    if (*doubtful == -3) na = 0;
    nb = *doubtful == -2 ? 0 : collide__feature_demands(p, 1, v, n_v, n, doubtful, demands + na);
    first = demands[0];
    for (int i = 0; i < na + nb && count < 2; ++i) {
        if (count == 0) {
            count = 1;
        } else { /* n = a u + b v +- c u x v with n.u = p, n.v = q and |n| = 1 */
            tact_vec3 u = first.axis, w = demands[i].axis, cross = tact_cross(u, w);
            tact_real cc = tact_norm2(cross), g = tact_dot(u, w), a, b, rest;
            if (!(cc > COLLIDE__EDGES_NEARLY)) {
                if (*doubtful >= 0) *doubtful = 2;
                if (*doubtful < 0 || !(cc > parallel * parallel)) continue;
            }
            a = (first.level - g * demands[i].level) / cc, b = (demands[i].level - g * first.level) / cc;
            rest = 1 - (a * first.level + b * demands[i].level);
            if (!(rest >= 0)) return 0;
            count = 2;
            rest = tact_sqrt(rest / cc);
            n = tact_add(tact_add(tact_scale(a, u), tact_scale(b, w)),
                         tact_scale(tact_dot(cross, n) < 0 ? -rest : rest, cross));
            n = tact_scale(1 / tact_norm(n), n); /* nearly parallel axes cost digits: give back those that count */
            if (!(cc > COLLIDE__EDGES_NEARLY))
                n = tact_mul_add(n, first.level - tact_dot(n, u), u), n = tact_scale(1 / tact_norm(n), n);
        }
    }
    if (count == 1) {
        tact_vec3 m = collide__across(n, first.axis);
        tact_real mm = tact_norm2(m), c2 = 1 - first.level * first.level;
        if (!(mm > COLLIDE__NEAR_CIRCLE * c2) || !(c2 > COLLIDE__CIRCLE_LEAST)) return 0;
        n = tact_mul_add(tact_scale(tact_sqrt(c2 / mm), m), first.level, first.axis);
    }
    collide__local_eval(p, n, l);
    l->facet = count == 2;
    ++*steps;
    if (count < 2 && !collide__newton(p, l, count ? &first : NULL, tolerance, COLLIDE__NEWTON_STEPS, steps)) return 0;
    if (l->h > limit) return 0;
    if (count == 0) return collide__local_smooth(l), 1;
    if (na + nb == 1) {
        tact_real miss = collide__combine_edge(p, l->n, l->h, &first, nb, COLLIDE__ROUNDING(p), &l->simplex);
        if (miss <= tolerance * tolerance) return 1;
        if (miss < TACT_REAL_MAX && !(l->simplex.weight[0] > 0 && l->simplex.weight[1] > 0)) {
            /* beyond the edge: its end is nearest, and demands nothing. Apart, n points at it; else n leans towards it
               a little */
            int end = l->simplex.weight[1] > 0;
            tact_vec3 nearest = l->simplex.v[end].w, e = tact_sub(nearest, l->simplex.v[1 - end].w);
            collide__local smooth;
            e = l->h < 0 && miss < l->h * l->h ? tact_neg(nearest)
                                               : tact_mul_add(l->n, COLLIDE__LEAN / tact_norm(e), e);
            smooth.facet = 0;
            collide__local_eval(p, tact_scale(1 / tact_norm(e), e), &smooth);
            ++*steps;
            if (collide__newton(p, &smooth, NULL, tolerance, COLLIDE__NEWTON_STEPS, steps) && smooth.h <= limit) {
                collide__local_smooth(&smooth);
                *l = smooth;
                return 1;
            }
        }
    }
    if ((na == 2 && nb == 0) || (na == 0 && nb == 2)) {
        collide_kind kind = nb ? p->b->kind : p->a->kind;
        if ((kind == COLLIDE_KIND_CYLINDER || kind == COLLIDE_KIND_CONE) &&
            collide__combine_disc(p, l->n, l->h, nb != 0, &l->simplex) <= tolerance * tolerance)
            return 1;
    }
    return collide__combine(p, l->n, l->h, &l->v, 1, tolerance, &l->simplex) <= tolerance * tolerance;
}
/* Newton from n with the features of the support points in v, in every way in which they may be read. */
TACT_NOINLINE int collide__polish(collide__pair_state *p, const collide__vertex *v, int n_v, tact_vec3 n,
                                  tact_real tolerance, tact_real limit, int *steps, collide__local *l) {
    /* apart: about to touch, the tolerance is longer than the distance, and Newton would take any normal */
    if (n_v > 0 && tact_dot(n, v[0].w) < COLLIDE__ROUNDING_WITNESS(p) && collide__corner_rim(p, v, n_v, limit, l))
        return 1;
    int doubtful = 0, other;
    if (collide__polish_features(p, v, n_v, n, tolerance, limit, &doubtful, steps, l)) return 1;
    /* about a degree off a cap's normal the points of a rim lie as far apart as those of a cap, and of two generators
       that are all but parallel only one may touch */
    for (int mode = 1; mode <= (doubtful > 1 ? 3 : doubtful); ++mode) {
        other = -mode;
        if (collide__polish_features(p, v, n_v, n, tolerance, limit, &other, steps, l)) return 1;
    }
    return 0;
}

// >>impl-gjk
/* Owns    the Frank-Wolfe loop with all of its methods.
   Reads   a pair state, tolerances, a first direction.
   Leaves  collide__search: how it ended, the simplex and a lower bound. */
typedef enum collide__outcome {
    COLLIDE__SEPARATED, /* simplex.x is the separation of the cores */
    COLLIDE__POLISHED,  /* the same, by Newton: `local` holds it */
    COLLIDE__OVERLAP,   /* the cores overlap or touch; the simplex holds the origin to rounding */
    COLLIDE__STALLED, /* no progress within 1e-6 of touching, the gap still open: only the polytope can tell the sign */
    COLLIDE__ABOVE,   /* farther than the bound: `lower` */
    COLLIDE__CAPPED   /* iteration limit; simplex.x is an upper bound */
} collide__outcome;

typedef struct collide__search {
    collide__simplex simplex;
    collide__local local;
    tact_vec3 last;      /* x before the simplex held the origin: nearly square to where they touch */
    tact_real lower;     /* best lower bound of the distance of the cores */
    tact_real tolerance; /* on the distance [m] */
    tact_real bound;     /* stop once `lower` exceeds this */
    tact_real accept;    /* stop with OVERLAP once |x| is no longer than this (the radii, in a yes/no query) */
    int iterations, newton_steps;
    int curved; /* one core has curvature */
    int polish;
    tact_real first_polish; /* gap over size at which Newton is tried first */
    int gap_rule;           /* stop on the duality gap 2 x.(x - w) <= gap_tolerance, as the paper's tables do */
    tact_real gap_tolerance;
} collide__search;

/* Newton from the simplex's nearest point, with the features of the first n points of the simplex. CAPPED: it
   proved nothing. */
TACT_NOINLINE collide__outcome collide__search_polish(collide__pair_state *p, collide__search *s, int n) {
    const tact_real rounding = COLLIDE__ROUNDING(p), size = tact_sqrt(s->simplex.xx);
    if (collide__polish(p, s->simplex.v, n, tact_scale(-1 / size, s->simplex.x),
                        collide__polish_tolerance(s->tolerance, p->scale), rounding - s->lower, &s->newton_steps,
                        &s->local) &&
        s->local.h < -rounding) {
        tact_real apart = -s->local.h, upper = tact_sqrt(apart * apart + s->local.simplex.xx);
        if (apart > s->lower) s->lower = apart;
        if (s->lower > s->bound) return COLLIDE__ABOVE;
        if (upper - s->lower <= s->tolerance + rounding) return COLLIDE__POLISHED;
    }
    return COLLIDE__CAPPED;
}

#define COLLIDE__NEAR_TURN TACT_R(0.8) /* squared cosine of 27 degrees: the support vertex is then near the last one */
#define COLLIDE__POLISH_AGAIN TACT_R(0.1) /* a try of Newton that failed waits until the gap is a tenth */
#define COLLIDE__LEVEL_LIMIT 8            /* steps that may turn x without shortening it */
#define COLLIDE__MOMENTUM_LIMIT 40 /* the normalised variant can circle for ever on overlapping strictly convex pairs */

/* The direction of step k with momentum, from the last one, x and the support point before. */
TACT_ALWAYS_INLINE tact_vec3 collide__momentum(collide_method method, int k, tact_vec3 d, tact_vec3 x,
                                               tact_vec3 previous) {
    const tact_real c =
        method == COLLIDE_METHOD_POLYAK ? 1 / (tact_real)(k + 2) : (tact_real)(k + 2) / (tact_real)(k + 4);
    if (method == COLLIDE_METHOD_POLYAK) return tact_add(tact_scale(c, d), tact_scale(1 - c, x));
    const tact_vec3 y = tact_add(tact_scale(c, x), tact_scale(1 - c, previous));
    if (method != COLLIDE_METHOD_NESTEROV_NORMALIZED) return tact_add(tact_scale(c, d), tact_scale(1 - c, y));
    const tact_real dd = tact_norm2(d), yy = tact_norm2(y);
    /* scaling d by |y| instead of dividing both: same direction, one root */
    return tact_add(tact_scale(c * tact_sqrt(yy / (dd > 0 ? dd : 1)), d), tact_scale(1 - c, y));
}
#define COLLIDE__STALL_NEAR                                                                                            \
    (64 * COLLIDE__ROOT_EPSILON)                    /* of the scale: a shorter x does not know its direction to 1e-8 */
#define COLLIDE__LEVEL_ROUNDING (16 * TACT_EPSILON) /* a squared length that is no shorter to rounding */
/* Plain GJK with the newest support point, the last of the simplex's array, did not shorten x. CAPPED: go on with the
   simplex as it is now; else the search ends so. */
TACT_PRIVATE collide__outcome collide__search_stuck(collide__pair_state *p, collide__search *s, tact_real gap,
                                                    int *level) {
    collide__simplex *q = &s->simplex;
    const tact_real rounding = COLLIDE__ROUNDING(p), limit = 2 * (s->tolerance + rounding),
                    nearby = COLLIDE__STALL_NEAR * p->scale;
    int open = gap * gap > limit * limit * q->xx;
    if (open && *level < COLLIDE__LEVEL_LIMIT) {
        /* faces tilted by less than the root of epsilon turn x without shortening it: the new simplex may lead on */
        ++*level, ++q->n;
        int inside = collide__simplex_project_any(q, q->xx * (1 + COLLIDE__LEVEL_ROUNDING));
        if (inside > 0) return COLLIDE__OVERLAP;
        if (inside == 0) return COLLIDE__CAPPED;
    }
    open = gap * gap > limit * limit * q->xx;
    if (s->polish && open) { /* the features of the point that did not help, too */
        collide__outcome end = collide__search_polish(p, s, q->n + 1);
        if (end != COLLIDE__CAPPED) return end;
    }
    return open && q->xx < nearby * nearby ? COLLIDE__STALLED : COLLIDE__SEPARATED;
}

/* The Frank-Wolfe family on min |x|^2 over D ([GJK++] Alg. 1, 3, 4, 6, 7), one loop:
     direction    x (plain), or the momentum mix d <- delta d + (1 - delta) y with
                    Polyak      y = x,                             delta = 1/(k+1) (printed: as Nesterov)
                    Nesterov    y = delta x + (1 - delta) w_prev,  delta = (k+1)/(k+3); normalised: d and y made unit
                                first
                  where k counts support points from 0; the first one is taken along `start`
     support      w = s_D(-d); d.w/|d| is a lower bound of the distance, and the separating plane of the yes/no query
     stop         |x| - x.w/|x| <= tolerance, plain direction only. With momentum the same test, or no decrease of |x|,
                  ends the momentum for good (Alg. 6 line 6) and the loop goes on as plain GJK
     active set   GJK and momentum: the smallest simplex that holds the projection of the origin; Frank-Wolfe: x itself
   The factor 2 of the gradient is left out, as only directions matter. Curved pairs leave the loop early: once the
   direction is good to a few degrees, Newton's method (>>impl-polish) finishes, certified by its own two bounds.
   `start` is the first direction, x_A - x_B. */
TACT_ALWAYS_INLINE collide__outcome collide__frank_wolfe(collide__pair_state *p, collide__search *s, tact_vec3 start,
                                                         collide_method method, int max_iterations, collide_kind kind_a,
                                                         collide_kind kind_b) {
    collide__simplex *q = &s->simplex;
    const tact_real rounding = COLLIDE__ROUNDING(p), accept = tact_max(rounding, s->accept), touch = accept * accept;
    int momentum = method >= COLLIDE_METHOD_POLYAK, level = 0;
    tact_vec3 d = start, previous, last;
    tact_real last_dd;
    tact_real next_polish = s->first_polish * p->scale;
    if (!(tact_norm2(d) > rounding * rounding)) d = tact_vec(1, 0, 0);
    q->v[0] = collide__pair_support(p, tact_neg(d));
    p->first_a = p->hint_a, p->first_b = p->hint_b;
    q->n = 1;
    q->weight[0] = 1;
    q->x = q->v[0].w;
    q->xx = tact_norm2(q->x);
    s->last = q->x;
    s->lower = 0;
    s->iterations = 1;
    s->newton_steps = 0;
    {
        tact_real dw = tact_dot(d, q->x);
        if (dw > 0 && dw * dw > s->bound * s->bound * tact_norm2(d)) {
            s->lower = dw / tact_norm(d);
            return COLLIDE__ABOVE;
        }
    }
    previous = q->x;
    last = d;
    last_dd = tact_norm2(d);
    for (int k = 0; k < max_iterations; ++k) {
        if (q->xx <= touch) return COLLIDE__OVERLAP;
        if (k == COLLIDE__MOMENTUM_LIMIT) momentum = 0;
        d = momentum ? collide__momentum(method, k, d, q->x, previous) : q->x;
        tact_real dd = momentum ? tact_norm2(d) : q->xx;
        if (kind_a == COLLIDE_KIND_HULL || kind_b == COLLIDE_KIND_HULL) { /* turned by less than 27 degrees */
            tact_real turn = tact_dot(d, last);
            if (turn > 0 && turn * turn > COLLIDE__NEAR_TURN * dd * last_dd) collide__trust_hints(p);
            last = d, last_dd = dd;
        }
        collide__vertex w = collide__kinds_support(kind_a, kind_b, p, tact_neg(d));
        tact_real dw = tact_dot(d, w.w);
        ++s->iterations;
        if (dw > 0) {
            if (dw * dw > s->bound * s->bound * dd) {
                s->lower = tact_max(s->lower, dw / tact_sqrt(dd));
                return COLLIDE__ABOVE;
            }
            if (dw * dw > s->lower * s->lower * dd) s->lower = dw / tact_sqrt(dd);
        }
        tact_real gap = q->xx - tact_dot(q->x, w.w);
        int done;
        if (s->gap_rule) {
            done = !(2 * gap > s->gap_tolerance);
        } else {
            tact_real limit = s->tolerance + rounding;
            done = !(gap > 0) || gap * gap <= limit * limit * q->xx;
        }
        if (done && momentum) {
            momentum = 0, --s->iterations;
            continue;
        }
        /* before a plane separates the cores Newton most often finds an overlap, which the depth search finds again;
           once done, for the normal: x is short or knows it badly */
        if (s->polish && (done || (s->lower > 0 && gap < next_polish * tact_sqrt(q->xx)))) {
            collide__outcome end = collide__search_polish(p, s, q->n);
            if (end != COLLIDE__CAPPED) return end;
            next_polish = gap / tact_sqrt(q->xx) * COLLIDE__POLISH_AGAIN;
        }
        if (done) return COLLIDE__SEPARATED;
        previous = w.w;
        s->last = q->x;
        q->v[q->n++] = w;
        int inside = collide__simplex_project(q, q->xx);
        if (inside > 0) return COLLIDE__OVERLAP;
        if (inside < 0) { /* no progress: rounding, or a momentum direction that points nowhere */
            if (!momentum) {
                collide__outcome end = collide__search_stuck(p, s, gap, &level);
                if (end == COLLIDE__CAPPED) continue;
                return end;
            }
            momentum = 0;
        }
        if (method == COLLIDE_METHOD_FRANK_WOLFE) { /* keep the iterate alone; its A point is the same combination */
            q->v[0].a = collide__simplex_point_a(q);
            q->v[0].w = q->x;
            q->n = 1;
            q->weight[0] = 1;
        }
    }
    return q->xx <= touch ? COLLIDE__OVERLAP : COLLIDE__CAPPED; /* the last step may have reached the origin */
}

// >>impl-epa
/* Owns    a polytope inside D that grows a vertex at a time.
   Reads   support points of D.
   Leaves  collide__epa and the calls that begin and expand it. */
#define COLLIDE__EPA_VERTICES (COLLIDE_EPA_MAX_ITERATIONS + 8)
#define COLLIDE__EPA_FACES (3 * COLLIDE_EPA_MAX_ITERATIONS) /* 2 vertices - 4 live ones, and those of one expansion */
#define COLLIDE__EPA_BLOCK                                                                                             \
    16 /* faces that share an entry of `least`: about the root of a full table, so that both scans are short */

/* A triangulated convex polytope inside D. Faces are linked across their edges: edge i of a face runs from v[i]
   to v[i+1], next[i] is the face beyond it and back[i] the number of that edge there. A face keeps its slot until
   the expansion that removed it is over, so the flood fill never meets a reused slot. Nothing is initialised
   before it is used. */
typedef struct collide__epa_face {
    tact_vec3 n; /* outward unit normal */
    short v[3], next[3];
    signed char back[3], alive;
} collide__epa_face;
typedef struct collide__epa {
    tact_real key[COLLIDE__EPA_FACES]; /* what the search for the nearest face sorts by: the height, or huge */
    short least[COLLIDE__EPA_FACES / COLLIDE__EPA_BLOCK +
                1];                       /* face of the least key of each block, the first of equals */
    tact_real height[COLLIDE__EPA_FACES]; /* n.v: signed distance of the face's plane from the origin */
    collide__epa_face face[COLLIDE__EPA_FACES];
    collide__vertex v[COLLIDE__EPA_VERTICES];
    short spare[COLLIDE__EPA_FACES], dead[COLLIDE__EPA_FACES];
    int n_vertices, n_faces, n_spare, n_dead;
    tact_real ball, ball_a; /* radius of the ball that is taken off D, and A's part of it */
} collide__epa;

typedef struct collide__depth {
    tact_vec3 n;            /* direction of least depth: from A to B, A's axes */
    tact_real upper, lower; /* bounds of the depth of the cores */
    tact_vec3 a;            /* witness point of A; that of B is a - upper n */
    collide__simplex simplex;
    int iterations, newton_steps;
} collide__depth;

/* (b - a) x (c - a). In single precision the products are formed in double, where the differences are exact: a sliver's
   normal is then as good as its corners, and a polytope of slivers still holds what its planes say it holds. */
TACT_INLINE tact_vec3 collide__epa_normal(tact_vec3 a, tact_vec3 b, tact_vec3 c) {
#ifdef TACT_FLOAT
    const double p[3] = {(double)b.x - (double)a.x, (double)b.y - (double)a.y, (double)b.z - (double)a.z};
    const double q[3] = {(double)c.x - (double)a.x, (double)c.y - (double)a.y, (double)c.z - (double)a.z};
    return tact_vec((tact_real)(p[1] * q[2] - p[2] * q[1]), (tact_real)(p[2] * q[0] - p[0] * q[2]),
                    (tact_real)(p[0] * q[1] - p[1] * q[0]));
#else
    return tact_cross(tact_sub(b, a), tact_sub(c, a));
#endif
}
/* Gives face f its key: less than before, or the greatest there is. */
TACT_INLINE void collide__epa_set_key(collide__epa *e, int f, tact_real key) {
    short *least = &e->least[f / COLLIDE__EPA_BLOCK];
    e->key[f] = key;
    if (key < e->key[*least] || (!(key > e->key[*least]) && f < *least)) *least = (short)f;
    if (*least != f || key < TACT_REAL_MAX) return;
    const int first = f - f % COLLIDE__EPA_BLOCK, end = first + COLLIDE__EPA_BLOCK;
    int best = first;
    for (int i = first + 1; i < end && i < e->n_faces; ++i)
        if (e->key[i] < e->key[best]) best = i;
    *least = (short)best;
}
/* The face of the least key. */
TACT_INLINE int collide__epa_nearest(const collide__epa *e) {
    int f = e->least[0];
    for (int i = 1; i * COLLIDE__EPA_BLOCK < e->n_faces; ++i)
        if (e->key[e->least[i]] < e->key[f]) f = e->least[i];
    return f;
}
#define COLLIDE__EPA_SLIVER (16 * TACT_EPSILON) /* sine of a corner under which a face has no normal */
/* New face (i,j,k); -1 when the table is full, -2 when the face has no area to speak of. */
TACT_INLINE int collide__epa_add(collide__epa *e, int i, int j, int k) {
    tact_vec3 ij = tact_sub(e->v[j].w, e->v[i].w), ik = tact_sub(e->v[k].w, e->v[i].w);
    tact_vec3 n = collide__epa_normal(e->v[i].w, e->v[j].w, e->v[k].w);
    tact_real nn = tact_norm2(n), length, tiny = COLLIDE__EPA_SLIVER;
    if (!(nn > tiny * tiny * tact_norm2(ij) * tact_norm2(ik))) return -2;
    int id = e->n_spare > 0 ? e->spare[--e->n_spare] : (e->n_faces < COLLIDE__EPA_FACES ? e->n_faces++ : -1);
    if (id < 0) return -1;
    if (id % COLLIDE__EPA_BLOCK == 0 && id + 1 == e->n_faces) e->least[id / COLLIDE__EPA_BLOCK] = (short)id;
    collide__epa_face *f = &e->face[id];
    length = tact_sqrt(nn);
    f->n = tact_scale(1 / length, n);
    f->v[0] = (short)i;
    f->v[1] = (short)j;
    f->v[2] = (short)k;
    f->alive = 1;
    e->height[id] = tact_dot(f->n, e->v[i].w);
    collide__epa_set_key(e, id, e->height[id]);
    return id;
}
TACT_INLINE void collide__epa_link(collide__epa *e, int f, int i, int g, int j) {
    e->face[f].next[i] = (short)g, e->face[f].back[i] = (signed char)j;
    e->face[g].next[j] = (short)f, e->face[g].back[j] = (signed char)i;
}

/* A ball that is a summand of a core (D = D' + ball) is taken off: the support point of D' from that of D along the
   unit vector n. D' is less round than D, and a polytope in it has fewer faces that are nearly as deep. */
TACT_INLINE collide__vertex collide__epa_less(const collide__epa *e, collide__vertex v, tact_vec3 n) {
    v.w = tact_mul_add(v.w, -e->ball, n), v.a = tact_mul_add(v.a, -e->ball_a, n);
    return v;
}
TACT_PRIVATE collide__vertex collide__epa_support(collide__pair_state *p, const collide__epa *e, tact_vec3 n) {
    return collide__epa_less(e, collide__pair_support(p, n), n);
}
/* Four affinely independent points of D' from the n >= 1 of the simplex in e->v, by supports along directions off their
   span. Returns the number of independent points found: less than 4 means that D' is flat to rounding. */
TACT_PRIVATE int collide__epa_span(collide__pair_state *p, collide__epa *polytope, int n) {
    collide__vertex *v = polytope->v;
    const tact_real flat = COLLIDE__ROUNDING_WITNESS(p);
    tact_vec3 t1, t2;
    if (n >= 2 && !(tact_norm2(tact_sub(v[1].w, v[0].w)) > flat * flat)) v[1] = v[n - 1], n = n > 2 ? 2 : 1;
    if (n == 1) {
        tact_real best = flat * flat;
        for (int k = 0; k < 6; ++k) {
            tact_real s = k & 1 ? TACT_R(-1) : TACT_R(1);
            collide__vertex w =
                collide__epa_support(p, polytope, tact_vec(k / 2 == 0 ? s : 0, k / 2 == 1 ? s : 0, k / 2 == 2 ? s : 0));
            tact_real size = tact_norm2(tact_sub(w.w, v[0].w));
            if (size > best) {
                best = size;
                v[1] = w;
                n = 2;
            }
        }
        if (n == 1) return 1;
    }
    tact_vec3 e = tact_normalize_or(tact_sub(v[1].w, v[0].w), tact_vec(1, 0, 0));
    if (n >= 3) {
        tact_vec3 c = tact_cross(e, tact_sub(v[2].w, v[0].w));
        if (!(tact_norm2(c) > flat * flat)) n = 2;
    }
    if (n == 2) {
        tact_real best = flat * flat;
        tact_tangents(e, &t1, &t2);
        for (int k = 0; k < 4; ++k) {
            collide__vertex w = collide__epa_support(p, polytope,
                                                     k == 0   ? t1
                                                     : k == 1 ? tact_neg(t1)
                                                     : k == 2 ? t2
                                                              : tact_neg(t2));
            tact_real size = tact_norm2(tact_cross(e, tact_sub(w.w, v[0].w)));
            if (size > best) {
                best = size;
                v[2] = w;
                n = 3;
            }
        }
        if (n == 2) return 2;
    }
    tact_vec3 c = tact_normalize_or(tact_cross(e, tact_sub(v[2].w, v[0].w)), tact_vec(0, 0, 1));
    if (n == 4 && tact_abs(tact_dot(c, tact_sub(v[3].w, v[0].w))) > flat) return 4;
    collide__vertex up = collide__epa_support(p, polytope, c), down = collide__epa_support(p, polytope, tact_neg(c));
    tact_real high = tact_dot(c, tact_sub(up.w, v[0].w)), low = tact_dot(c, tact_sub(v[0].w, down.w));
    if (!(tact_max(high, low) > flat)) return 3;
    v[3] = high >= low ? up : down;
    return 4;
}

#define COLLIDE__FOLD_COSINE TACT_R(-0.99) /* a face within 8 degrees of lying back on its neighbour */
#define COLLIDE__FOLD_SLACK 16             /* roundings by which the plane of a sliver is uncertain at its far corner */
/* Replaces the part of the polytope that w sees, found by flood fill from the face f, by a fan of faces to w. A
   face whose plane w reaches only to rounding counts as not seen, unless the fan would get a sliver or a fold
   there. Returns 1, or 0 when the hole is not a simple loop or a table is full; the polytope is then only good
   for reading. */
TACT_PRIVATE int collide__epa_expand(collide__epa *e, int f, const collide__vertex *w, tact_real rounding) {
    short stack_face[COLLIDE__EPA_FACES];
    signed char stack_edge[COLLIDE__EPA_FACES];
    int top = 0, id = e->n_vertices, first = -1, last = -1;
    if (id >= COLLIDE__EPA_VERTICES) return 0;
    e->v[id] = *w, ++e->n_vertices;
    e->n_dead = 0;
    e->face[f].alive = 0, e->dead[e->n_dead++] = (short)f;
    for (int i = 2; i >= 0; --i) stack_face[top] = e->face[f].next[i], stack_edge[top++] = e->face[f].back[i];
    while (top > 0) {
        int g = stack_face[--top], j = stack_edge[top];
        collide__epa_face *q = &e->face[g];
        if (!q->alive) continue;
        if (q->v[2] == id)
            return 0; /* a face of the fan: the one it was joined to went as well, and its other sides are open yet */
        tact_real above = tact_dot(q->n, w->w) - e->height[g];
        int seen = above > rounding, made = -2;
        /* the horizon runs along edge j of g, backwards: from v[j+1] to v[j] */
        int from = q->v[j == 2 ? 0 : j + 1], to = q->v[j];
        if (!seen) {
            made = collide__epa_add(e, from, to, id);
            if (made == -1) return 0;
            /* folded back on g, and neither is below the other by more than a sliver's normal is uncertain: g goes as
               well */
            if (made >= 0 && tact_dot(e->face[made].n, q->n) < COLLIDE__FOLD_COSINE &&
                above > -COLLIDE__FOLD_SLACK * rounding &&
                tact_dot(e->face[made].n, e->v[q->v[j == 0 ? 2 : j - 1]].w) - e->height[made] >
                    -COLLIDE__FOLD_SLACK * rounding) {
                collide__epa_set_key(e, made, TACT_REAL_MAX);
                e->face[made].alive = 0;
                e->spare[e->n_spare++] = (short)made;
                made = -2;
            }
        }
        if (made < 0) {
            if (e->n_dead >= COLLIDE__EPA_FACES || top + 2 > COLLIDE__EPA_FACES) return 0;
            q->alive = 0, e->dead[e->n_dead++] = (short)g;
            int i = j == 0 ? 2 : j - 1, k = j == 2 ? 0 : j + 1;
            stack_face[top] = q->next[i], stack_edge[top++] = q->back[i];
            stack_face[top] = q->next[k], stack_edge[top++] = q->back[k];
            continue;
        }
        collide__epa_link(e, made, 0, g, j);
        if (last >= 0) {
            if (e->face[last].v[1] != from) return 0;
            collide__epa_link(e, made, 2, last, 1);
        } else {
            first = made;
        }
        last = made;
    }
    if (first < 0 || first == last || e->face[last].v[1] != e->face[first].v[0]) return 0;
    collide__epa_link(e, first, 2, last, 1);
    for (int i = 0; i < e->n_dead; ++i) {
        collide__epa_set_key(e, e->dead[i], TACT_REAL_MAX);
        e->spare[e->n_spare++] = e->dead[i];
    }
    return 1;
}

// >>impl-overlay
/* Owns    the least depth of two hulls that are round about the same place, and of a hull and a segment, by Gauss maps.
   Reads   hulls and a pair state.
   Leaves  collide__overlay_depth, collide__belt_depth. */
/* Two hulls as their Gauss maps see them, each with the other placed in its axes, both relative to their centres. */
#define COLLIDE__OVERLAY_FACES                                                                                         \
    8192 /* of both: beyond, the polytope is most often done before half of them were looked at */
#define COLLIDE__OVERLAY_LATE 192 /* expansions after which it is not: what is left of them would not be enough */
typedef struct collide__overlay {
    const collide_hull *h[2];
    tact_mat3 r[2]; /* axes of the other in those of this one */
    tact_vec3 t[2]; /* centre of the other, in the axes of this one */
    tact_real best, tolerance;
    tact_vec3 n;     /* direction of `best`, in the axes of the first, from the first to the second */
    tact_real apart; /* of the centres: so much nearer may the foot of the other's be to the border of a face */
    int hint[2], work;
    int wide; /* a cap held too many vertices of the second: all of its faces are to be looked at */
    int held; /* vertex of the second that the next two are of: its place in the first's axes, squared length; -1 */
    tact_vec3 held_at;
    tact_real held_square;
} collide__overlay;
#define COLLIDE__OVERLAY_PATIENCE 32        /* expansions of the polytope before the Gauss maps are searched instead */
#define COLLIDE__OVERLAY_MANY 256           /* faces of both: from there on the polytope is seldom done in ... */
#define COLLIDE__OVERLAY_SOON 8             /* ... so many that are fewer, which bound the depth well enough to begin */
#define COLLIDE__OVERLAY_ROUND TACT_R(0.02) /* share of the depth that balls inside leave open: D is round then */
#define COLLIDE__OVERLAY_NEAR TACT_R(0.98)  /* of the extent: so high a vertex is a better start than a coarse one */
#define COLLIDE__OVERLAY_FIRST 32           /* faces near the balls that are looked at first, to lower the bound */
#define COLLIDE__OVERLAY_WORK 8192          /* support points and crossings of that search: then the polytope goes on */
#define COLLIDE__OVERLAY_CAP 32 /* vertices of the second whose cells may reach into a cap: most often one to three */
/* Height of hull `side` along d, in its axes, or any lower bound of it that is above `enough`. */
TACT_PRIVATE tact_real collide__overlay_height(collide__overlay *o, int side, tact_vec3 d, tact_real enough) {
    const collide_hull *h = o->h[side];
    tact_real top = tact_dot(d, collide__hull_at(h, o->hint[side]));
    ++o->work;
    if (top > enough) return top;
    if (h->n_coarse > 0 && !(top > COLLIDE__OVERLAY_NEAR * h->extent)) {
        const int at = collide__farthest(h->coarse_x, h->coarse_y, h->coarse_z, h->n_coarse, d);
        o->hint[side] = h->coarse[at];
        top = tact_dot(d, collide__hull_at(h, o->hint[side]));
    }
    for (int step = 0; step <= h->n_vertices && !(top > enough); ++step) {
        const int from = o->hint[side];
        for (int k = h->neighbour_first[from]; k < h->neighbour_first[from + 1]; ++k) {
            const tact_real u = tact_dot(d, collide__hull_at(h, h->neighbours[k]));
            if (u > top) top = u, o->hint[side] = h->neighbours[k];
        }
        if (o->hint[side] == from) break;
    }
    return top;
}
/* The depth `value` along n, in the axes of `side` and away from it. */
TACT_INLINE void collide__overlay_keep(collide__overlay *o, int side, tact_vec3 n, tact_real value) {
    if (!(value < o->best)) return;
    o->best = value;
    o->n = side ? tact_neg(tact_mat_mul_vec(&o->r[0], n)) : n;
}
/* Where vertex `at` of h stops to be the highest along d + s e, s growing: the neighbour that takes over, or -1. */
TACT_PRIVATE int collide__overlay_next(const collide_hull *h, int at, tact_vec3 d, tact_vec3 e, tact_real *s) {
    const tact_vec3 v = collide__hull_at(h, at);
    int next = -1;
    tact_real least = TACT_REAL_MAX;
    for (int k = h->neighbour_first[at]; k < h->neighbour_first[at + 1]; ++k) {
        const int j = h->neighbours[k];
        const tact_vec3 edge = tact_sub(collide__hull_at(h, j), v);
        const tact_real rate = tact_dot(e, edge), level = -tact_dot(d, edge);
        if (rate > 0 && level < least * rate) least = level / rate, next = j;
    }
    if (next >= 0) *s = tact_max(*s, least);
    return next;
}
/* From face f of the first, `start` the vertex of the second behind it, across its edges: each crossing of such an arc
   of normals with one of the second is a face of D made by two edges. */
TACT_PRIVATE void collide__overlay_arcs(collide__overlay *o, int f, int start) {
    const collide_hull *a = o->h[0], *b = o->h[1];
    const tact_vec3 n = a->face_normal[f], d = tact_neg(tact_mat_tmul_vec(&o->r[0], n));
    const tact_vec3 behind = tact_add(o->t[0], tact_mat_mul_vec(&o->r[0], collide__hull_at(b, start)));
    const int first = a->face_first[f], count = a->face_first[f + 1] - first;
    for (int i = 0; i < count; ++i) {
        const int from = a->face_vertices[first + i], to = a->face_vertices[first + (i + 1 < count ? i + 1 : 0)];
        const tact_vec3 other = a->face_normal[collide__hull_beyond(a, from, to)];
        const tact_vec3 v = collide__hull_at(a, from), w = tact_sub(v, behind);
        /* in one cell of B the depth is least at an end, and the cells beyond only add to it */
        const tact_real goal = o->best - o->tolerance;
        if (tact_dot(w, n) >= goal && tact_dot(w, other) >= goal) continue;
        const tact_vec3 away = tact_sub(v, o->t[0]);
        const tact_vec3 m = tact_normalize_or(tact_cross(tact_sub(collide__hull_at(a, to), v), n), n);
        const tact_vec3 e = tact_neg(tact_mat_tmul_vec(&o->r[0], m));
        const tact_real level = tact_dot(away, n), rate = tact_dot(away, m), c = tact_dot(n, other);
        const tact_real end = c > 0 ? tact_dot(m, other) / c : TACT_REAL_MAX;
        tact_real s = 0;
        int at = start;
        while (++o->work < COLLIDE__OVERLAY_WORK) {
            const int next = collide__overlay_next(b, at, d, e, &s);
            const tact_real unit = 1 / tact_sqrt(1 + s * s), reach = (level + s * rate) * unit;
            if (next < 0 || !(s < end) || !(reach + b->inner < o->best - o->tolerance)) break;
            const tact_vec3 u = tact_scale(unit, tact_mul_add(n, s, m));
            const tact_real height =
                unit * (tact_dot(d, collide__hull_at(b, at)) + s * tact_dot(e, collide__hull_at(b, at)));
            if (reach + height < o->best - o->tolerance) { /* ends and crossings are rounded: the supports decide */
                const tact_vec3 back = tact_neg(tact_mat_tmul_vec(&o->r[0], u));
                const tact_real h = collide__overlay_height(o, 0, u, TACT_REAL_MAX) - tact_dot(u, o->t[0]);
                collide__overlay_keep(o, 0, u, h + collide__overlay_height(o, 1, back, TACT_REAL_MAX));
            }
            at = next;
        }
    }
}
/* May face f of hull `side` be less deep than the best so far, by the ball inside the other? *level is its height over
   the other's centre then. */
TACT_INLINE int collide__overlay_open(const collide__overlay *o, int side, int f, tact_real *level) {
    *level = o->h[side]->face_offset[f] - tact_dot(o->h[side]->face_normal[f], o->t[side]);
    return *level + o->h[1 - side]->inner < o->best - o->tolerance;
}
/* The faces of hull `side` with an offset below `high` that may be less deep than the best so far, at most `most` of
   them, each with the vertex of the other behind it. */
TACT_PRIVATE void collide__overlay_faces(collide__overlay *o, int side, tact_real high, int most) {
    const collide_hull *h = o->h[side];
    const tact_real nearer = o->h[1 - side]->inner - tact_norm(o->t[side]);
    for (int f = 0; f < h->n_faces && most > 0 && o->work < COLLIDE__OVERLAY_WORK; ++f) {
        const tact_real offset = h->face_offset[f];
        tact_real level;
        if (!(offset < high && offset + nearer < o->best - o->tolerance)) continue;
        if (!collide__overlay_open(o, side, f, &level)) continue;
        const tact_vec3 n = h->face_normal[f], d = tact_neg(tact_mat_tmul_vec(&o->r[side], n));
        collide__overlay_keep(o, side, n, level + collide__overlay_height(o, 1 - side, d, o->best - level));
        --most;
    }
}
/* Where the first hull, seen from the other's centre, may be lower than `low` in the part of the Gauss map under
   face f: at most at the angle q from the face's normal. Along a direction u at the angle q, through a point x of the
   face, the hull is as high as any of its points: at least
     level/cos q               through x itself
     level cos q + foot sin q  where the foot of the centre is `foot` inside the face's border: u leans to some
                               corner by that much. Where this reaches `low` before x passes the border, it does from
   there on. Returns tan(q/2); level > 0. */
TACT_INLINE tact_real collide__overlay_half_angle(tact_real level, tact_real foot, tact_real low) {
    const tact_real root = foot * foot - (low * low - level * level);
    return foot > 0 && root >= 0 ? (low - level) / (foot + tact_sqrt(root)) : tact_sqrt((low - level) / (low + level));
}
/* Is all of that part as deep as the best? One point of the second, `along` high behind n and `aside` from its line, is
   a bound: the sum of the two falls below its values at 0 and q nowhere between. */
TACT_INLINE int collide__overlay_out(const collide__overlay *o, tact_real level, tact_real foot, tact_real along,
                                     tact_real aside) {
    const tact_real goal = o->best - o->tolerance, value = level + along;
    if (!(value >= goal && level > 0)) return 0;
    const tact_real k = collide__overlay_half_angle(level, foot, goal - o->h[1]->inner);
    return value * (1 - k * k) + 2 * k * (tact_max(foot, 0) - aside) >= goal * (1 + k * k);
}
TACT_INLINE tact_real collide__overlay_aside(tact_real square, tact_real along) {
    return tact_sqrt(tact_max(square - along * along, 0));
}
/* The same by a face of the second, the one at its highest vertex that looks most nearly along d. Seen from its centre
   it is level' cos p + foot' sin p high or higher at the angle p from the face's normal, and p is between |q - r| and
   q + r, r the angle between the two normals. Both heights fall below their values at two ends nowhere between: what
   remains is the first's normal, the second's if it is in reach, and the end of the part, where the first is low. */
TACT_PRIVATE int collide__overlay_out_facing(const collide__overlay *o, tact_real level, tact_real foot, tact_vec3 d) {
    const collide_hull *b = o->h[1];
    const int top = o->hint[1];
    const tact_real goal = o->best - o->tolerance, low = goal - b->inner;
    tact_real cosine = -1;
    int g = -1;
    for (int k = b->neighbour_first[top]; k < b->neighbour_first[top + 1]; ++k) {
        const tact_real along = tact_dot(b->face_normal[b->neighbour_faces[k]], d);
        if (along > cosine) cosine = along, g = b->neighbour_faces[k];
    }
    if (!(cosine > 0 && level > 0 && foot > 0 && b->face_foot[g] > 0)) return 0;
    const tact_real other = b->face_offset[g], border = b->face_foot[g],
                    sine = tact_norm(tact_cross(b->face_normal[g], d));
    const tact_real k = collide__overlay_half_angle(level, foot, low), c = (1 - k * k) / (1 + k * k),
                    s = 2 * k / (1 + k * k);
    const tact_real end = tact_min(low, tact_sqrt(level * level + foot * foot));
    return level + other * cosine + border * sine >= goal && end + other >= goal &&
           end + other * (c * cosine - s * sine) + border * (s * cosine + c * sine) >= goal &&
           (sine > s || level * cosine + foot * sine + other >= goal);
}
/* The faces of the second within a cap about d, in its axes, of the sine and cosine given; `start` is its vertex along
   d. A neighbour's cell reaches into the cap only if it is not lower than `start` by more than the cap can turn. */
TACT_PRIVATE void collide__overlay_cap(collide__overlay *o, int start, tact_vec3 d, tact_real sine, tact_real cosine) {
    const collide_hull *b = o->h[1];
    const tact_vec3 top = collide__hull_at(b, start);
    int list[COLLIDE__OVERLAY_CAP], count = 1;
    list[0] = start;
    for (int i = 0; i < count; ++i)
        for (int k = b->neighbour_first[list[i]]; k < b->neighbour_first[list[i] + 1]; ++k) {
            const int g = b->neighbour_faces[k], j = b->neighbours[k];
            tact_real level;
            int known = 0;
            if (tact_dot(b->face_normal[g], d) >= cosine && collide__overlay_open(o, 1, g, &level)) {
                const tact_vec3 n = b->face_normal[g], back = tact_neg(tact_mat_tmul_vec(&o->r[1], n));
                collide__overlay_keep(o, 1, n, level + collide__overlay_height(o, 0, back, o->best - level));
            }
            const tact_vec3 edge = tact_sub(collide__hull_at(b, j), top);
            const tact_real rise = tact_dot(edge, d);
            if (rise < 0 && rise * rise > sine * sine * tact_norm2(edge)) continue;
            for (int l = 0; l < count; ++l) known |= list[l] == j;
            if (known) continue;
            if (count == COLLIDE__OVERLAY_CAP) {
                o->wide = 1;
                return;
            }
            list[count++] = j;
        }
}
/* Everything that may be less deep under face f of the first: the face, its arcs, and faces of the second in the cap.
   The second reaches as far as `along` behind it, with the vertex of its hint. */
TACT_NOINLINE void collide__overlay_under(collide__overlay *o, int f, tact_real level, tact_real along) {
    const tact_vec3 n = o->h[0]->face_normal[f], d = tact_neg(tact_mat_tmul_vec(&o->r[0], n));
    const int start = o->hint[1];
    const tact_real foot = o->h[0]->face_foot[f] - o->apart;
    collide__overlay_keep(o, 0, n, level + along);
    if (collide__overlay_out_facing(o, level, foot, d)) return;
    o->hint[0] = o->h[0]->face_vertices[o->h[0]->face_first[f]];
    collide__overlay_arcs(o, f, start);
    const tact_real low = o->best - o->tolerance - o->h[1]->inner, k = collide__overlay_half_angle(level, foot, low);
    if (!(level > 0))
        o->wide = 1;
    else if (level < low)
        collide__overlay_cap(o, start, d, 2 * k / (1 + k * k), (1 - k * k) / (1 + k * k));
}
/* Face f of the first: out by the vertex `start` of the second or one uphill of it, or looked at closely. Returns the
   last of these. */
TACT_PRIVATE int collide__overlay_face(collide__overlay *o, int f, tact_real level, int start) {
    const collide_hull *b = o->h[1];
    const tact_vec3 n = o->h[0]->face_normal[f];
    if (o->held != start) {
        const tact_vec3 v = collide__hull_at(b, start);
        o->held = start, o->held_at = tact_mat_mul_vec(&o->r[0], v), o->held_square = tact_norm2(v);
    }
    const tact_real foot = o->h[0]->face_foot[f] - o->apart;
    tact_real along = -tact_dot(n, o->held_at);
    if (collide__overlay_out(o, level, foot, along, collide__overlay_aside(o->held_square, along))) return start;
    const tact_vec3 d = tact_neg(tact_mat_tmul_vec(&o->r[0], n));
    for (int moved = 1; moved;) {
        const int from = start;
        moved = 0;
        ++o->work;
        for (int k = b->neighbour_first[from]; k < b->neighbour_first[from + 1]; ++k) {
            const int j = b->neighbours[k];
            const tact_vec3 v = collide__hull_at(b, j);
            const tact_real u = tact_dot(d, v);
            if (!(u > along)) continue;
            along = u, start = j, moved = 1;
            if (collide__overlay_out(o, level, foot, along, collide__overlay_aside(tact_norm2(v), along))) return start;
        }
    }
    o->hint[1] = start;
    collide__overlay_under(o, f, level, along);
    return start;
}
/* The second hull becomes the first. */
TACT_PRIVATE void collide__overlay_swap(collide__overlay *o) {
    const collide_hull *h = o->h[0];
    const tact_mat3 r = o->r[0];
    const tact_vec3 t = o->t[0];
    const int hint = o->hint[0];
    o->h[0] = o->h[1], o->h[1] = h;
    o->r[0] = o->r[1], o->r[1] = r;
    o->t[0] = o->t[1], o->t[1] = t;
    o->hint[0] = o->hint[1], o->hint[1] = hint;
    o->n = tact_neg(tact_mat_mul_vec(&o->r[0], o->n));
}
#define COLLIDE__OVERLAY_SAMPLE 64 /* faces that tell on which of two hulls more are open */
/* The share of the faces of hull `side`, times all, that may be less deep than the best so far, by their offsets. */
TACT_PRIVATE int collide__overlay_count(const collide__overlay *o, int side) {
    const tact_real limit = o->best - o->tolerance - o->h[1 - side]->inner + tact_norm(o->t[side]);
    const int step = 1 + o->h[side]->n_faces / COLLIDE__OVERLAY_SAMPLE;
    int count = 0;
    for (int f = 0; f < o->h[side]->n_faces; f += step) count += o->h[side]->face_offset[f] < limit;
    return count * step;
}
/* The least depth of two hulls that are round about the same place. A face of D = A - B comes from a face of the one
   and a vertex of the other, or from two edges: where arcs of their Gauss maps cross. Very many are nearly as deep, and
   a polytope inside D would have to find them all. Here the hull that may be low in fewer places is looked at face by
   face. Under one, the other reaches at least as far as a ball inside it, so that the first must be low, which it is
   only near the face's normal; and at least as far as any of its vertices, which nearly always is too far. (Along an
   arc between two faces the reach of an edge is least at an end: an arc between faces that are out is out.) `best` and
   n are an upper bound to begin with, and the least depth to `tolerance` when it returns 1; 0: it is not that case, or
   too much work. */
TACT_NOINLINE int collide__overlay_depth(collide__pair_state *p, tact_real *best, tact_vec3 *n, tact_real tolerance) {
    collide__overlay o;
    o.h[0] = p->a->data.hull, o.h[1] = p->b->data.hull;
    const tact_real inner[2] = {o.h[0]->inner, o.h[1]->inner}, open = *best - inner[0] - inner[1],
                    apart = tact_norm(p->t);
    if (!(apart < inner[0] && apart < inner[1] && open + apart < COLLIDE__OVERLAY_ROUND * *best)) return 0;
    o.r[0] = p->r, o.r[1] = tact_mat_transpose(&p->r);
    o.t[0] = p->t, o.t[1] = tact_neg(tact_mat_tmul_vec(&p->r, p->t));
    o.best = *best, o.n = *n;
    o.tolerance = tolerance;
    o.hint[0] = o.hint[1] = o.work = o.wide = 0, o.held = -1;
    for (int i = 0; i < 2; ++i) /* an eighth of what is open: few, and among the least deep */
        collide__overlay_faces(&o, i, inner[i] + open / 8, COLLIDE__OVERLAY_FIRST);
    const int swap = collide__overlay_count(&o, 1) < collide__overlay_count(&o, 0);
    if (swap) collide__overlay_swap(&o);
    o.apart = apart;
    int behind = -1;
    for (int i = 0; i < o.h[0]->n_faces && o.work < COLLIDE__OVERLAY_WORK; ++i) {
        const int f = o.h[0]->face_order[i];
        tact_real level;
        if (!collide__overlay_open(&o, 0, f, &level)) continue;
        if (behind < 0)
            behind = collide__hull_support(o.h[1], tact_neg(tact_mat_tmul_vec(&o.r[0], o.h[0]->face_normal[f])), 0);
        behind = collide__overlay_face(&o, f, level, behind);
    }
    if (o.wide) collide__overlay_faces(&o, 1, TACT_REAL_MAX, o.h[1]->n_faces);
    if (swap) collide__overlay_swap(&o);
    *best = o.best, *n = tact_normalize_or(o.n, *n);
    return o.work < COLLIDE__OVERLAY_WORK;
}
/* Expansions of the polytope before that search; -1: two that are no hulls, never. */
TACT_PRIVATE int collide__overlay_patience(const collide__pair_state *p) {
    if (p->a->kind != COLLIDE_KIND_HULL || p->b->kind != COLLIDE_KIND_HULL) return -1;
    const int faces = p->a->data.hull->n_faces + p->b->data.hull->n_faces;
    if (faces > COLLIDE__OVERLAY_FACES) return COLLIDE__OVERLAY_LATE;
    return faces < COLLIDE__OVERLAY_MANY ? COLLIDE__OVERLAY_PATIENCE : COLLIDE__OVERLAY_SOON;
}

/* ---- a hull and a segment ---- */
#define COLLIDE__BELT_FIRST 512   /* faces up to which all are looked at sooner than a polytope is done */
#define COLLIDE__BELT_FACES 32768 /* and up to which they are after its first expansions */
/* A segment c -+ s in the axes of a hull, and the least depth so far of its sum with the hull: of face f, or of the
   edge from `from`
   to `to` and the segment (f < 0), along u. */
typedef struct collide__belt {
    const collide_hull *h;
    tact_vec3 c, s, u;
    tact_real depth;
} collide__belt;
/* The circle of directions square to the segment: wherever one vertex takes over from another as the highest along it,
   their edge and
   the segment span a face of the sum. */
TACT_PRIVATE void collide__belt_edges(collide__belt *b) {
    tact_vec3 d[4];
    tact_tangents(tact_normalize_or(b->s, tact_vec(0, 0, 1)), &d[0], &d[1]);
    d[2] = tact_neg(d[0]), d[3] = tact_neg(d[1]);
    int at = collide__hull_support(b->h, d[0], 0);
    for (int quarter = 0; quarter < 4; ++quarter) {
        const tact_vec3 from = d[quarter], to = d[(quarter + 1) % 4];
        tact_real turn = 0;
        for (int step = 0; step < b->h->n_vertices; ++step) {
            const int next = collide__overlay_next(b->h, at, from, to, &turn);
            if (next < 0) break; /* highest along `to` as well */
            const tact_vec3 u = tact_scale(1 / tact_sqrt(1 + turn * turn), tact_mul_add(from, turn, to));
            const tact_real depth = tact_dot(u, tact_sub(collide__hull_at(b->h, at), b->c));
            if (depth < b->depth) b->depth = depth, b->u = u;
            at = next;
        }
    }
}
/* Depth of a segment in a hull: the faces of their sum are those of the hull, moved out by an end of the segment, and
   parallelograms
   of the segment and an edge. All are looked at, O(faces). 0: another pair, too many faces for the expansions made, or
   touching. */
TACT_NOINLINE int collide__belt_depth(const collide__pair_state *p, int expansions, tact_real *depth, tact_vec3 *n) {
    const int in_b = p->a->kind == COLLIDE_KIND_SEGMENT;
    const collide_shape *hull = in_b ? p->b : p->a, *segment = in_b ? p->a : p->b;
    if (segment->kind != COLLIDE_KIND_SEGMENT || hull->kind != COLLIDE_KIND_HULL) return 0;
    collide__belt b;
    b.h = hull->data.hull;
    if (b.h->dimension != 3 || b.h->n_faces > (expansions ? COLLIDE__BELT_FACES : COLLIDE__BELT_FIRST)) return 0;
    b.c = in_b ? tact_neg(tact_mat_tmul_vec(&p->r, p->t)) : p->t;
    b.s = in_b ? tact_mat_tmul_vec(&p->r, segment->p[0]) : tact_mat_mul_vec(&p->r, segment->p[0]);
    b.depth = TACT_REAL_MAX;
    for (int f = 0; f < b.h->n_faces; ++f) {
        const tact_vec3 m = b.h->face_normal[f];
        const tact_real over = b.h->face_offset[f] - tact_dot(m, b.c) + tact_abs(tact_dot(m, b.s));
        if (over < b.depth) b.depth = over, b.u = m;
    }
    if (tact_norm2(b.s) > 0) collide__belt_edges(&b);
    if (!(b.depth > COLLIDE__ROUNDING(p))) return 0;
    *depth = b.depth, *n = in_b ? tact_neg(tact_mat_mul_vec(&p->r, b.u)) : b.u;
    return 1;
}

// >>impl-depth
/* Owns    the search for the least depth of overlapping cores, in stages that hand on collide__depth_run.
   Reads   the simplex where GJK ended.
   Leaves  collide__depth: normal, bounds and witness points. */
/* Answer of one try: the end, a bound that was passed, or not decided. */
typedef enum collide__verdict { COLLIDE__NEXT, COLLIDE__DONE, COLLIDE__BEYOND } collide__verdict;

/* Cosine of the cone around a polished minimum whose faces only describe its curvature: 14 degrees where D is smooth,
   0.8 degrees where it has creases. */
#define COLLIDE__EXPLAINED_SMOOTH TACT_R(0.97)
#define COLLIDE__EXPLAINED_CREASED TACT_R(0.9999)
#define COLLIDE__MINIMA_LIMIT 4 /* shapes about one centre have minima in pairs, and a solid has three axes */
#define COLLIDE__PROBE_LIMIT 4  /* faces inside that cone that Newton looks at again, for features that reach deeper */
#define COLLIDE__OVERTOP_LIMIT                                                                                         \
    8 /* faces that the minimum's own support points may replace: they can overtop each other in turn */
#define COLLIDE__NEWTON_NEAR TACT_R(0.005) /* of the scale: from a face farther inside of D Newton seldom ends well */
#define COLLIDE__LEAD_LIMIT 4              /* faces followed when the iterations ran out */
#define COLLIDE__WALK_LIMIT 8              /* level neighbours visited to find the foot of the origin */
#define COLLIDE__BLASCHKE_SHARE TACT_R(0.999) /* of the least radius of curvature: rounding must not decide the proof */

/* The search for the depth between its stages. */
typedef struct collide__depth_run {
    collide__pair_state *p;
    collide__depth *r;
    tact_real tolerance, rounding;
    tact_real miss;      /* tangential miss that Newton may leave */
    tact_real explained; /* cosine, see above */
    int polish, creased;
    int converged;
    int from_local;             /* the best depth so far is that of `local` */
    int n_minima, probes;       /* smooth minima found so far; faces probed around them */
    int tried, overtopped;      /* Newton was tried at tried_n, when the face was tried_gap below its support plane */
    int n_start, final, lowest; /* points in `witness`; the face that ended the search; the face of the best depth */
    tact_vec3 tried_n;
    tact_real tried_gap;
    collide__vertex witness[3];
    collide__local local; /* the best of them */
    collide__local minima[COLLIDE__MINIMA_LIMIT];
    collide__epa e;
} collide__depth_run;

/* Is the ball of radius h about the origin inside D? Along n, where D reaches h, it has a stationary point h n, and
   about it h(u) >= h u.n + G (u.e)^2 for unit u, e the direction square to n that u leans to: D holds a disc of that
   radius in its face there, or is curved. For G >= h that is at least h for all u above the horizon. A support function
   has h + h'' >= 0 along a great circle, so that (h(u) - h u.n)/(u.e) grows, and h(u) >= h as long as
   tan(q/2) >= h/G = k, q the angle between u and -n. The others reach h on `inner`, a point of D at the depth p and
   `side` of the axis, where p (1 - k^2) - 2 k side >= h (1 + k^2). */
TACT_PRIVATE int collide__depth_proved(tact_real h, tact_real g, tact_vec3 inner, tact_vec3 n) {
    const tact_real p = -tact_dot(n, inner), side = tact_norm(tact_mul_add(inner, p, n)), k = h / g;
    return g >= h && p * (1 - k * k) - 2 * k * side >= h * (1 + k * k);
}
/* Is the centre of a core a point of it? */
TACT_INLINE int collide__centre_inside(const collide_shape *s) {
    if (s->kind == COLLIDE_KIND_HULL) return s->data.hull->inner > 0;
    return s->kind != COLLIDE_KIND_TRIANGLE && s->kind != COLLIDE_KIND_CUSTOM;
}
TACT_INLINE void collide__add_square(tact_real m[3], tact_real c, tact_vec3 e, tact_vec3 t1, tact_vec3 t2) {
    const tact_real x = tact_dot(e, t1), y = tact_dot(e, t2);
    m[0] += c * x * x, m[1] += c * x * y, m[2] += c * y * y;
}
#define COLLIDE__CAP_LEVEL (1024 * TACT_EPSILON) /* sine under which a normal is the axis of a disc to rounding */
/* What a core adds to that of a stationary point, as a quadratic form m on the tangents t1 and t2. Its witness point x
   is the mean of the simplex's corners, all on its support plane, and h(u) - u.x is at least
     min(l+, l-) (u.e)^2    for a chord along e, l+ and l- long to either side of x
     r (u.e)^2, any e       for a triangle or disc with x at the distance r from its boundary
     R/2 (u.t)^2            for a rim of radius R along t: R (|P u| - u.spoke) with |P u| <= 1, P onto its plane */
TACT_PRIVATE void collide__local_adds(const collide__pair_state *p, const collide__local *l, int of_b, tact_vec3 t1,
                                      tact_vec3 t2, tact_real m[3]) {
    const collide_shape *s = of_b ? p->b : p->a;
    const collide__simplex *q = &l->simplex;
    const tact_real same = COLLIDE__SAME_CORNER * p->scale;
    const tact_vec3 axis = of_b ? tact_mat_column(&p->r, 2) : tact_vec(0, 0, 1);
    const int round = s->kind == COLLIDE_KIND_CYLINDER || s->kind == COLLIDE_KIND_CONE;
    tact_vec3 x[3], e;
    tact_real weight[3], chord = 1, r = TACT_REAL_MAX, length;
    int count = 0;
    for (int i = 0; i < q->n; ++i) { /* the corners that differ, each with its weights */
        const tact_vec3 v = of_b ? tact_sub(tact_sub(q->v[i].a, q->v[i].w), p->t) : q->v[i].a;
        int k = 0;
        while (k < count && tact_norm2(tact_sub(v, x[k])) > same * same) ++k;
        if (k == 3) return;
        if (k == count) x[count] = v, weight[count++] = 0;
        weight[k] += q->weight[i];
    }
    if (count == 3) { /* a weight is a height over the side opposite to the corner */
        const tact_real area = tact_norm(tact_cross(tact_sub(x[1], x[0]), tact_sub(x[2], x[0])));
        for (int k = 0; k < 3; ++k)
            r = tact_min(r, weight[k] * area / tact_norm(tact_sub(x[(k + 1) % 3], x[(k + 2) % 3])));
        m[0] += r, m[2] += r;
        return;
    }
    if (round) {
        const int up = tact_dot(axis, x[0]) > 0, level = count == 1 || (tact_dot(axis, x[1]) > 0) == up;
        r = s->p[0].x / 2;
        if (s->kind == COLLIDE_KIND_CONE &&
            (!level || up)) { /* the apex has no rim: a mean of rim and chord, or none */
            r *= level ? 0 : weight[up] / 2;
            chord = level ? chord : TACT_R(0.5);
        }
        e = tact_cross(axis, l->n), length = tact_norm(e);
        if (!(length > COLLIDE__CAP_LEVEL)) { /* a diameter of a cap, and x on it */
            r = count == 2 ? tact_min(weight[0], weight[1]) * tact_norm(tact_sub(x[1], x[0])) : 0;
            m[0] += r, m[2] += r;
            return;
        }
        if (count == 1 || !level) collide__add_square(m, r, tact_scale(1 / length, e), t1, t2);
    }
    if (count == 2) {
        e = tact_sub(x[1], x[0]), length = tact_norm(e);
        collide__add_square(m, chord * tact_min(weight[0], weight[1]) / length, e, t1, t2);
    }
}
/* Radius of a ball that is a summand of a core: for an ellipsoid its least radius of curvature (Blaschke's rolling
   theorem). */
TACT_INLINE tact_real collide__ball_of(const collide_shape *s) {
    if (s->kind != COLLIDE_KIND_ELLIPSOID) return 0;
    return COLLIDE__BLASCHKE_SHARE * tact_min(s->p[1].x, tact_min(s->p[1].y, s->p[1].z)) / s->extent;
}
/* Is the depth of a local minimum the least of all? A ball that is a summand has its radius as its share of every
   depth. */
TACT_PRIVATE int collide__local_proved(const collide__pair_state *p, const collide__local *l) {
    tact_real m[3] = {0, 0, 0}, half, h = l->h;
    tact_vec3 t1, t2;
    if (!collide__centre_inside(p->a) || !collide__centre_inside(p->b)) return 0;
    tact_tangents(l->n, &t1, &t2);
    for (int side = 0; side < 2; ++side) {
        const collide_shape *s = side ? p->b : p->a;
        if (s->kind == COLLIDE_KIND_ELLIPSOID)
            h -= collide__ball_of(s);
        else
            collide__local_adds(p, l, side, t1, t2, m);
    }
    if (!(h > 0)) return 1;
    half = (m[0] - m[2]) / 2;
    return collide__depth_proved(h, (m[0] + m[2]) / 2 - tact_sqrt(half * half + m[1] * m[1]), tact_neg(p->t), l->n);
}

/* The polytope's first tetrahedron from its four vertices. 0: a needle, a face has no area; *up is then the normal of
   the first. */
TACT_PRIVATE int collide__epa_begin(collide__epa *e, tact_vec3 *up) {
    e->n_vertices = 4;
    e->n_faces = 0;
    e->n_spare = 0;
    *up = collide__epa_normal(e->v[0].w, e->v[1].w, e->v[2].w);
    if (tact_dot(*up, tact_sub(e->v[3].w, e->v[0].w)) > 0) { /* make (0,1,2) face away from 3 */
        collide__vertex swap = e->v[0];
        e->v[0] = e->v[1], e->v[1] = swap;
    }
    int f0 = collide__epa_add(e, 0, 1, 2), f1 = collide__epa_add(e, 1, 0, 3);
    int f2 = collide__epa_add(e, 2, 1, 3), f3 = collide__epa_add(e, 0, 2, 3);
    if (f0 < 0 || f1 < 0 || f2 < 0 || f3 < 0) return 0;
    collide__epa_link(e, f0, 0, f1, 0);
    collide__epa_link(e, f0, 1, f2, 0);
    collide__epa_link(e, f0, 2, f3, 0);
    collide__epa_link(e, f1, 1, f3, 2);
    collide__epa_link(e, f1, 2, f2, 1);
    collide__epa_link(e, f2, 2, f3, 1);
    return 1;
}
/* Depth of a flat D of rank 1 to 3: along its normal it is as far from the origin as any of its points, and never
   beyond it. */
TACT_NOINLINE TACT_COLD void collide__depth_flat(const collide__vertex *v, int rank, const collide__simplex *start,
                                                 collide__depth *r) {
    tact_vec3 n = tact_vec(0, 0, 1), other;
    if (rank == 3)
        n = tact_cross(tact_sub(v[1].w, v[0].w), tact_sub(v[2].w, v[0].w));
    else if (rank == 2)
        tact_tangents(tact_normalize_or(tact_sub(v[1].w, v[0].w), n), &n, &other);
    n = tact_normalize_or(n, tact_vec(0, 0, 1));
    if (tact_dot(n, v[0].w) > 0) n = tact_neg(n);
    r->n = n, r->upper = r->lower = tact_dot(n, v[0].w);
    r->simplex = *start;
    r->a = collide__simplex_point_a(start);
}

/* Face f has the least depth so far: h, along its normal. */
TACT_PRIVATE void collide__depth_keep_face(collide__depth_run *d, int f, tact_real h) {
    d->r->upper = h;
    d->r->n = d->e.face[f].n;
    d->from_local = 0;
    d->n_start = 3;
    for (int i = 0; i < 3; ++i) d->witness[i] = d->e.v[d->e.face[f].v[i]];
}
/* A minimum found by Newton has the least depth so far. */
TACT_PRIVATE void collide__depth_keep_local(collide__depth_run *d, const collide__local *l) {
    d->local = *l;
    d->from_local = 1;
    d->r->upper = tact_min(d->r->upper, l->h);
    d->converged = collide__local_proved(d->p, l);
    if (d->converged) d->r->lower = d->r->upper;
}
/* Newton from face f and the support point w along its normal. */
TACT_PRIVATE int collide__depth_newton(collide__depth_run *d, int f, const collide__vertex *w, tact_real limit,
                                       collide__local *l) {
    collide__vertex around[4];
    for (int i = 0; i < 3; ++i) around[i] = d->e.v[d->e.face[f].v[i]];
    around[3] = *w;
    return collide__polish(d->p, around, 4, d->e.face[f].n, d->miss, limit, &d->r->newton_steps, l);
}

/* A minimum found by Newton explains the faces about it from now on; where there is no room, instead of the last. */
TACT_PRIVATE void collide__depth_remember(collide__depth_run *d, const collide__local *l) {
    for (int i = 0; i < d->n_minima; ++i)
        if (tact_dot(d->minima[i].n, l->n) > COLLIDE__EXPLAINED_CREASED) {
            if (l->h < d->minima[i].h) d->minima[i] = *l;
            return;
        }
    if (d->n_minima < COLLIDE__MINIMA_LIMIT) ++d->n_minima;
    d->minima[d->n_minima - 1] = *l;
}
/* A face inside the cone of a polished minimum. One that the minimum's own support points overtop is out of date. Any
   other is set aside, unless other features take part there and reach deeper. */
TACT_PRIVATE collide__verdict collide__depth_explain(collide__depth_run *d, int f, const collide__vertex *w,
                                                     collide__local *minimum) {
    const tact_vec3 n = d->e.face[f].n;
    const collide__simplex *own = &minimum->simplex;
    const collide__depth *r = d->r;
    collide__vertex highest;
    collide__local l;
    int top = 0;
    for (int i = 1; i < own->n; ++i)
        if (tact_dot(n, own->v[i].w) > tact_dot(n, own->v[top].w)) top = i;
    highest = collide__epa_less(&d->e, own->v[top], minimum->n);
    if (tact_dot(n, highest.w) - d->e.height[f] > d->tolerance + d->rounding &&
        ++d->overtopped <= COLLIDE__OVERTOP_LIMIT)
        return collide__epa_expand(&d->e, f, &highest, d->rounding) ? COLLIDE__NEXT : COLLIDE__DONE;
    collide__epa_set_key(&d->e, f, TACT_REAL_MAX);
    if (d->creased && d->probes < COLLIDE__PROBE_LIMIT) {
        ++d->probes;
        if (collide__depth_newton(d, f, w, minimum->h - d->rounding, &l)) {
            if (l.h < r->upper + d->rounding) collide__depth_keep_local(d, &l);
            *minimum = l;
        }
    }
    return d->converged ? COLLIDE__DONE : COLLIDE__NEXT;
}
#define COLLIDE__TRIED_NEAR TACT_R(0.9999) /* cosine of 0.8 degrees: from there Newton ends where it ended before */
#define COLLIDE__TRIED_GAP TACT_R(0.2)     /* of the gap at the last try: then other features may take part */
#define COLLIDE__VERTEX_RISE                                                                                           \
    TACT_R(0.01) /* of the gap: a point that rises less would leave the face almost where it is */
/* One expansion towards face f, the nearest. DONE: the search ends, with `converged` set where it has its answer. */
TACT_PRIVATE collide__verdict collide__depth_step(collide__depth_run *d, int f) {
    collide__depth *r = d->r;
    collide__epa *e = &d->e;
    const tact_vec3 n = e->face[f].n;
    collide__vertex w = collide__epa_support(d->p, e, n);
    const tact_real gap = tact_dot(n, w.w) - e->height[f], h = tact_dot(n, w.w) + e->ball;
    ++r->iterations;
    if (h < r->upper) collide__depth_keep_face(d, f, h), d->lowest = -1;
    if (gap <= d->tolerance + d->rounding) {                /* the face is on the surface of D */
        if (!d->from_local && h <= r->upper + d->tolerance) /* else rounding hid the face of a depth that is less */
            collide__depth_keep_face(d, f, h), d->final = f;
        d->converged = 1;
        return COLLIDE__DONE;
    }
    for (int i = 0; i < d->n_minima; ++i)
        if (!d->minima[i].facet && h >= d->minima[i].h && tact_dot(n, d->minima[i].n) > d->explained)
            return collide__depth_explain(d, f, &w, &d->minima[i]);
    /* Newton, unless it was tried within 0.8 degrees and the gap is still a fifth of that one */
    const tact_real limit = d->creased ? r->upper : tact_max(r->upper, h);
    if (d->polish && !(h > limit) && gap < COLLIDE__NEWTON_NEAR * d->p->scale &&
        !(d->tried && tact_dot(n, d->tried_n) > COLLIDE__TRIED_NEAR && gap > COLLIDE__TRIED_GAP * d->tried_gap)) {
        collide__local l;
        d->tried = 1;
        d->tried_n = n;
        d->tried_gap = gap;
        if (collide__depth_newton(d, f, &w, limit + d->rounding, &l)) {
            if (l.h < r->upper + d->rounding) collide__depth_keep_local(d, &l);
            if (d->converged) return COLLIDE__DONE;
            collide__depth_remember(d, &l);
            /* its own support point serves the polytope as well, unless it repeats one of the face's */
            l.v = collide__epa_less(e, l.v, l.n);
            if (tact_dot(n, l.v.w) - e->height[f] > tact_max(d->rounding, COLLIDE__VERTEX_RISE * gap)) w = l.v;
        }
    }
    return collide__epa_expand(e, f, &w, d->rounding) ? COLLIDE__NEXT : COLLIDE__DONE;
}

/* Newton from the normal of face f, then from features at 0.6, 0.06 and 0.0006 degrees about the best direction of the
   last try. */
TACT_NOINLINE TACT_COLD void collide__depth_lead(collide__depth_run *d, int f, collide__vertex around[4]) {
    collide__depth *r = d->r;
    tact_vec3 m = d->e.face[f].n, t1, t2;
    collide__local l;
    for (int probe = 0; probe < 4; ++probe) {
        const tact_real reach = probe == 0 ? TACT_R(1e-2) : probe == 1 ? TACT_R(1e-3) : TACT_R(1e-5);
        l.h = TACT_REAL_MAX;
        if (collide__polish(d->p, around, 4, m, d->miss, r->upper + d->rounding, &r->newton_steps, &l)) {
            collide__depth_keep_local(d, &l);
            return;
        }
        if (l.h < r->upper) {
            r->upper = l.h;
            r->n = m = l.n;
            d->witness[0] = l.v;
            d->n_start = 1;
            d->from_local = 0;
            d->lowest = f;
        }
        tact_tangents(m, &t1, &t2);
        for (int i = 0; i < 4; ++i)
            around[i] = collide__pair_support(d->p, tact_mul_add(m, i & 1 ? -reach : reach, i & 2 ? t2 : t1));
    }
}
/* The iterations ran out among faces that are all but as deep, as about an axis that both shapes share: the least deep
   lead on. */
TACT_NOINLINE TACT_COLD void collide__depth_leads(collide__depth_run *d) {
    collide__epa *e = &d->e;
    for (int tries = 0; tries < COLLIDE__LEAD_LIMIT; ++tries) {
        int f = -1;
        for (int i = 0; i < e->n_faces; ++i) {
            if (!e->face[i].alive || !(e->key[i] < TACT_REAL_MAX)) continue;
            if (tries == 0) e->key[i] = tact_dot(e->face[i].n, collide__pair_support(d->p, e->face[i].n).w);
            if (f < 0 || e->key[i] < e->key[f]) f = i;
        }
        if (f < 0) break;
        collide__vertex around[4];
        for (int i = 0; i < 3; ++i) around[i] = e->v[e->face[f].v[i]];
        around[3] = collide__pair_support(d->p, e->face[f].n);
        if (e->key[f] < d->r->upper) collide__depth_keep_face(d, f, e->key[f]), d->lowest = f;
        e->key[f] = TACT_REAL_MAX;
        if (d->polish) collide__depth_lead(d, f, around);
    }
}

/* The foot of the origin lies beyond an edge of the final face, on a neighbour that is level but for the last digits:
   walk there. `miss`: squared distance of the foot from the combination of the final face's points. */
TACT_NOINLINE TACT_COLD tact_real collide__depth_walk(collide__depth_run *d, tact_real slack, tact_real miss) {
    collide__depth *r = d->r;
    const collide__epa *e = &d->e;
    for (int step = 0; step < COLLIDE__WALK_LIMIT && d->final >= 0 && miss > d->tolerance * d->tolerance; ++step) {
        const int from = d->final;
        for (int i = 0; i < 3; ++i) {
            const int nearby = e->face[from].next[i];
            collide__simplex other;
            for (int j = 0; j < 3; ++j) d->witness[j] = e->v[e->face[nearby].v[j]];
            tact_real better = collide__combine(d->p, r->n, r->upper, d->witness, 3, slack, &other);
            if (better < miss) {
                miss = better;
                r->simplex = other;
                d->final = nearby;
            }
            /* or tilted by less than the tolerance tells, and then its own normal has the foot inside */
            const tact_vec3 n = e->face[nearby].n;
            const tact_real h = tact_dot(n, collide__pair_support(d->p, n).w);
            if (!(h <= r->upper + d->rounding)) continue;
            better = collide__combine(d->p, n, h, d->witness, 3, slack, &other);
            if (better < miss) {
                miss = better;
                r->simplex = other;
                d->final = nearby;
                r->n = n;
                r->upper = h;
            }
        }
        if (d->final == from) break;
    }
    return miss;
}
/* Witness points of the depth that a face has. */
TACT_PRIVATE void collide__depth_witness(collide__depth_run *d) {
    collide__depth *r = d->r;
    const tact_real slack = 4 * d->tolerance + d->rounding;
    if (d->e.ball > 0) { /* the polytope's vertices are not points of D */
        d->witness[0] = collide__pair_support(d->p, r->n), d->n_start = 1;
        d->final = d->lowest = -1;
    }
    tact_real miss = collide__combine(d->p, r->n, r->upper, d->witness, d->n_start, slack, &r->simplex);
    miss = collide__depth_walk(d, slack, miss);
    if (d->lowest >= 0 &&
        miss > (r->upper - r->lower) * (r->upper - r->lower)) { /* the face it came from knows the place better */
        tact_vec3 foot = tact_scale(r->upper, r->n);
        for (int i = 0; i < 3; ++i) r->simplex.v[i] = d->e.v[d->e.face[d->lowest].v[i]];
        for (int i = 0; i < 3; ++i) r->simplex.v[i].w = tact_sub(r->simplex.v[i].w, foot);
        r->simplex.n = 3;
        collide__simplex_project_any(&r->simplex, TACT_REAL_MAX);
        for (int i = 0; i < r->simplex.n; ++i) r->simplex.v[i].w = tact_add(r->simplex.v[i].w, foot);
    }
    r->a = collide__simplex_point_a(&r->simplex);
}

#define COLLIDE__ROOT_STEPS 64 /* of Newton towards a root from its flat side: it stops growing after ten or so */
/* Depth and outward normal of a point x in an ellipsoid. Its nearest point on the surface is y_i = r_i^2 x_i/(r_i^2
   + t) with the greatest t for which sum (y_i/r_i)^2 = 1 (Eberly). In s = t + r_m^2, r_m the shortest radius, the
   sum falls and is convex, so that Newton from the greatest s for which one term is 1 never passes the root. Where
   x_m = 0 it can be less than 1 for all s > 0: then s = 0, and y_m makes it 1. */
TACT_NOINLINE tact_real collide__point_in_ellipsoid(const collide_shape *e, tact_vec3 x, tact_vec3 *n) {
    const tact_real q[3] = {x.x, x.y, x.z}, rr[3] = {e->p[1].x, e->p[1].y, e->p[1].z};
    const int m = rr[0] <= rr[1] ? (rr[0] <= rr[2] ? 0 : 2) : (rr[1] <= rr[2] ? 1 : 2);
    const tact_real shortest = tact_sqrt(rr[m]);
    tact_real s = shortest * tact_abs(q[m]), y[3], u[3], left = 1;
    for (int i = 0; i < 3; ++i) s = tact_max(s, collide__component(e->p[0], i) * tact_abs(q[i]) - (rr[i] - rr[m]));
    for (int step = 0; step < COLLIDE__ROOT_STEPS; ++step) {
        tact_real sum = -1, slope = 0;
        for (int i = 0; i < 3; ++i) {
            const tact_real k = rr[i] - rr[m] + s, z = k > 0 ? q[i] / k : 0;
            sum += rr[i] * z * z;
            slope -= k > 0 ? 2 * rr[i] * z * z / k : 0;
        }
        const tact_real next = sum > 0 ? s - sum / slope : s;
        if (!(next > s)) break;
        s = next;
    }
    for (int i = 0; i < 3; ++i) {
        const tact_real k = rr[i] - rr[m] + s;
        u[i] = k > 0 ? q[i] / k : 0; /* y_i/r_i^2: along the normal */
        if (i != m) left -= rr[i] * u[i] * u[i];
    }
    if (!(q[m] * q[m] > 0) && !(s > TACT_EPSILON * rr[m])) u[m] = tact_sqrt(tact_max(left, 0)) / shortest;
    for (int i = 0; i < 3; ++i) y[i] = rr[i] * u[i];
    *n = tact_normalize_or(tact_vec(u[0], u[1], u[2]), tact_vec(m == 0, m == 1, m == 2));
    return tact_dot(*n, tact_sub(tact_vec(y[0], y[1], y[2]), x));
}
/* A point in a hull is as deep as under the nearest face, one in an ellipsoid as its nearest point on the surface says.
   Returns 0 for other pairs. */
TACT_NOINLINE int collide__point_depth(const collide__pair_state *p, collide__depth *r) {
    const int in_b = p->a->kind == COLLIDE_KIND_POINT;
    const collide_shape *s = in_b ? p->b : p->a;
    if ((in_b ? p->a : p->b)->kind != COLLIDE_KIND_POINT) return 0;
    const tact_vec3 x = in_b ? tact_neg(tact_mat_tmul_vec(&p->r, p->t)) : p->t;
    tact_vec3 n = tact_vec(0, 0, 1);
    if (s->kind == COLLIDE_KIND_ELLIPSOID) {
        r->upper = collide__point_in_ellipsoid(s, x, &n);
    } else if (s->kind == COLLIDE_KIND_HULL && s->data.hull->dimension == 3) {
        const collide_hull *h = s->data.hull;
        for (int f = 0; f < h->n_faces; ++f) {
            const tact_real depth = h->face_offset[f] - tact_dot(h->face_normal[f], x);
            if (depth < r->upper) r->upper = depth, n = h->face_normal[f];
        }
    } else {
        return 0;
    }
    r->lower = r->upper;
    r->n = in_b ? tact_neg(tact_mat_mul_vec(&p->r, n)) : n;
    r->a = in_b ? tact_vec(0, 0, 0) : tact_mul_add(x, r->upper, r->n);
    r->simplex.n = 0;
    return 1;
}

/* ---- solids of revolution about one line ----
   In a half plane through the axis each is the polygon of its profile: the corners (radius, height), from the top
   down. D is one as well,
   a solid of revolution, so its least depth is that of an edge of the polygon D, and these look where the edges of the
   two do. */
#define COLLIDE__PROFILE_CORNERS 4
typedef struct collide__profile {
    tact_real rho[COLLIDE__PROFILE_CORNERS], z[COLLIDE__PROFILE_CORNERS];
    int n;
} collide__profile;
/* The profile of a core, its axis along z of the profile; 0: it has none. *axis: of the core, in its own frame. */
TACT_PRIVATE int collide__profile_of(const collide_shape *s, collide__profile *q, tact_vec3 *axis) {
    const tact_vec3 h = s->p[0];
    *axis = tact_vec(0, 0, 1);
    q->n = 2, q->rho[0] = q->rho[1] = q->rho[2] = q->rho[3] = 0;
    switch (s->kind) {
    case COLLIDE_KIND_SEGMENT: {
        const tact_real length = tact_norm(h);
        *axis = tact_normalize_or(h, *axis);
        q->z[0] = length, q->z[1] = -length;
        return 1;
    }
    case COLLIDE_KIND_CYLINDER:
        q->n = 4;
        q->z[0] = q->z[1] = h.z, q->z[2] = q->z[3] = -h.z;
        q->rho[1] = q->rho[2] = h.x;
        return 1;
    case COLLIDE_KIND_CONE:
        q->n = 3;
        q->z[0] = h.z, q->z[1] = q->z[2] = -h.z;
        q->rho[1] = h.x;
        return 1;
    default: return 0;
    }
}
/* Height of the profile along (sine, cosine), 0 <= angle <= pi, and by how much its face there reaches along (cosine,
   -sine). A face
   that looks along the axis reaches as far beyond it. */
TACT_PRIVATE tact_real collide__profile_height(const collide__profile *q, tact_real sine, tact_real cosine,
                                               tact_real level, tact_real *low, tact_real *high) {
    tact_real top = -TACT_REAL_MAX;
    for (int i = 0; i < q->n; ++i) top = tact_max(top, sine * q->rho[i] + cosine * q->z[i]);
    *low = TACT_REAL_MAX, *high = -TACT_REAL_MAX;
    for (int i = 0; i < q->n; ++i) {
        const tact_real along = cosine * q->rho[i] - sine * q->z[i], mirrored = -cosine * q->rho[i] - sine * q->z[i];
        if (sine * q->rho[i] + cosine * q->z[i] < top - level) continue;
        *low = tact_min(*low, along), *high = tact_max(*high, along);
        if (-sine * q->rho[i] + cosine * q->z[i] < top - level) continue;
        *low = tact_min(*low, mirrored), *high = tact_max(*high, mirrored);
    }
    return top;
}
/* Depth of two cores of revolution about one line, to rounding. All directions about it are equally deep, so the
   search would look at
   every one of them. Returns 0 for others. */
TACT_NOINLINE int collide__coaxial_depth(const collide__pair_state *p, collide__depth *r) {
    collide__profile q[2];
    tact_vec3 axis, other, across, unused;
    const tact_real rounding = COLLIDE__ROUNDING(p);
    if (!collide__profile_of(p->a, &q[0], &axis) || !collide__profile_of(p->b, &q[1], &other)) return 0;
    other = tact_mat_mul_vec(&p->r, other);
    const tact_real shift = tact_dot(axis, p->t);
    if (tact_norm(tact_mul_add(p->t, -shift, axis)) > rounding ||
        tact_norm(tact_cross(axis, other)) * tact_min(p->a->extent, p->b->extent) > rounding)
        return 0;
    for (int i = 0; i < q[1].n; ++i) /* -B: a point of it is t + other z + spoke, and less is more */
        q[1].z[i] = -(tact_dot(axis, other) < 0 ? -q[1].z[i] : q[1].z[i]) - shift;
    tact_real best = TACT_REAL_MAX, low[2], high[2], sine = 1, cosine = 0, top;
    for (int side = 0; side < 2; ++side)
        for (int i = 0; i + 1 < q[side].n; ++i) {
            const tact_real fall = q[side].z[i] - q[side].z[i + 1], out = q[side].rho[i + 1] - q[side].rho[i],
                            length = tact_sqrt(fall * fall + out * out), turn = fall < 0 ? TACT_R(-1) : TACT_R(1);
            if (!(length > 0)) continue;
            for (int k = 0; k < (fall == 0 ? 2 : 1); ++k) { /* an edge along the radius may look either way */
                const tact_real x = turn * fall / length, y = (k ? -turn : turn) * out / length;
                const tact_real depth = collide__profile_height(&q[0], x, y, rounding, &low[0], &high[0]) +
                                        collide__profile_height(&q[1], x, y, rounding, &low[1], &high[1]);
                if (depth < best) best = depth, sine = x, cosine = y;
            }
        }
    if (!(best > rounding && best < TACT_REAL_MAX)) return 0;
    top = collide__profile_height(&q[0], sine, cosine, rounding, &low[0], &high[0]);
    collide__profile_height(&q[1], sine, cosine, rounding, &low[1], &high[1]);
    /* the foot of the origin on that edge of D: a point of A's edge, and of -B's as far back */
    const tact_real from = tact_max(low[0], -high[1]), to = tact_min(high[0], -low[1]), at = (from + to) / 2;
    if (from > to + COLLIDE__ROUNDING_WITNESS(p)) return 0;
    tact_tangents(axis, &across, &unused);
    r->n = tact_add(tact_scale(sine, across), tact_scale(cosine, axis));
    r->a = tact_add(tact_scale(top, r->n), tact_sub(tact_scale(at * cosine, across), tact_scale(at * sine, axis)));
    r->upper = r->lower = best;
    r->simplex.n = 0;
    return 1;
}

/* The answer is the local minimum found by Newton. */
TACT_PRIVATE void collide__depth_local(collide__depth_run *d) {
    collide__depth *r = d->r;
    r->n = d->local.n;
    r->upper = d->local.h;
    r->simplex = d->local.simplex;
    r->a = tact_mul_add(collide__simplex_point_a(&r->simplex), TACT_R(-0.5), d->local.simplex.x); /* share the miss */
}
#define COLLIDE__FIRST_NEAR TACT_R(0.02) /* of the scale: from farther off, Newton most often ends elsewhere */
/* Newton from where the search for the distance came: where the overlap is small, its minimum is most often the least,
   and that can be proved. Returns 1 then. */
TACT_PRIVATE int collide__depth_first(collide__depth_run *d, const collide__simplex *start, tact_vec3 towards) {
    const tact_real size = tact_norm(towards);
    collide__local l;
    if (!(size > d->rounding && size < COLLIDE__FIRST_NEAR * d->p->scale)) return 0;
    if (!collide__polish(d->p, start->v, start->n, tact_scale(-1 / size, towards), d->miss, TACT_REAL_MAX,
                         &d->r->newton_steps, &l) ||
        !(l.h > d->rounding))
        return 0;
    collide__depth_keep_local(d, &l);
    collide__depth_remember(d, &l);
    return d->converged;
}

#define COLLIDE__SHAVED_STEPS 64 /* of GJK without the ball; they end by a gap or rounding long before */
/* Without a ball that is a summand of D, do the cores still overlap? GJK tells. Apart, they have one stationary normal,
   as any two convex sets: returns 1 with what Newton makes of it. Where they overlap d->e.v comes out as a simplex
   about the origin, and *n_start is the number of its points. Where Newton finds nothing the ball is put back. */
TACT_NOINLINE int collide__depth_shaved(collide__depth_run *d, tact_vec3 towards, int *n_start) {
    collide__depth *r = d->r;
    collide__epa *e = &d->e;
    collide__simplex q;
    tact_vec3 n = tact_normalize_or(tact_norm2(towards) > d->rounding * d->rounding ? tact_neg(towards) : d->p->t,
                                    tact_vec(0, 0, 1));
    tact_real gap = TACT_REAL_MAX, size = 0, next = COLLIDE__NEWTON_NEAR * d->p->scale;
    int inside = 0;
    q.v[0] = collide__epa_support(d->p, e, n);
    q.weight[0] = 1, q.n = 1;
    q.x = q.v[0].w, q.xx = tact_norm2(q.x);
    for (int k = 0; k < COLLIDE__SHAVED_STEPS && inside == 0; ++k) {
        collide__local l;
        size = tact_sqrt(q.xx);
        if (!(size > d->rounding)) inside = 1;
        if (inside) break;
        n = tact_scale(-1 / size, q.x);
        const collide__vertex w = collide__epa_support(d->p, e, n);
        gap = size + tact_dot(n, w.w);
        if (gap < next && gap < size) { /* a plane separates them: where Newton ends is the answer */
            next = gap * COLLIDE__POLISH_AGAIN;
            if (collide__polish(d->p, q.v, q.n, n, d->miss, TACT_REAL_MAX, &r->newton_steps, &l) && l.h > d->rounding &&
                l.h < e->ball) {
                collide__depth_keep_local(d, &l);
                if (d->converged) return collide__depth_local(d), 1;
            }
        }
        if (gap <= d->tolerance + d->rounding) break;
        q.v[q.n++] = w;
        inside = collide__simplex_project(&q, q.xx);
    }
    if (inside > 0 || !(gap < size)) {
        *n_start = q.n;
        for (int i = 0; i < q.n; ++i) e->v[i] = q.v[i];
    } else {
        e->ball = e->ball_a = 0;
    }
    return 0;
}

/* r->upper is the least depth to `open`, along r->n, by other means than the polytope's. */
TACT_PRIVATE void collide__depth_known(collide__depth_run *d, tact_real open) {
    d->witness[0] = collide__pair_support(d->p, d->r->n);
    d->n_start = d->converged = 1;
    d->lowest = d->final = -1;
    d->from_local = 0;
    d->r->lower = d->r->upper - open;
}
/* The polytope in d->e has its first tetrahedron: grows it until the least depth is known, or for max_iterations.
   Returns 1 where *d->r
   has the witness points as well. */
TACT_NOINLINE void collide__depth_grow(collide__depth_run *d, int max_iterations) {
    collide__depth *r = d->r;
    const int patience = collide__overlay_patience(d->p);
    for (int it = 0; it < max_iterations; ++it) {
        const int f = collide__epa_nearest(&d->e);
        if (!(d->e.key[f] < TACT_REAL_MAX)) { /* every face is explained by the polished minimum */
            d->converged = d->from_local;
            return;
        }
        r->lower = d->e.key[f] + d->e.ball;
        if (d->from_local && r->upper - r->lower <= d->tolerance) { /* this face and the best support plane agree */
            d->converged = 1;
            return;
        }
        if ((it == patience && collide__overlay_depth(d->p, &r->upper, &r->n, d->tolerance)) ||
            (it == COLLIDE__OVERLAY_SOON && collide__belt_depth(d->p, it, &r->upper, &r->n))) {
            collide__depth_known(d, d->tolerance);
            return;
        }
        if (collide__depth_step(d, f) == COLLIDE__DONE) return;
    }
}
/* The run before its first step. */
TACT_PRIVATE void collide__depth_begin(collide__depth_run *d, collide__pair_state *p, tact_real tolerance, int polish,
                                       collide__depth *r) {
    d->p = p;
    d->r = r;
    d->tolerance = tolerance;
    d->rounding = COLLIDE__ROUNDING(p);
    d->miss = collide__polish_tolerance(tolerance, p->scale);
    d->polish = polish;
    /* a point added to an ellipsoid moves it, and no more */
    d->creased = (p->a->kind != COLLIDE_KIND_ELLIPSOID && p->a->kind != COLLIDE_KIND_POINT) ||
                 (p->b->kind != COLLIDE_KIND_ELLIPSOID && p->b->kind != COLLIDE_KIND_POINT);
    d->explained = d->creased ? COLLIDE__EXPLAINED_CREASED : COLLIDE__EXPLAINED_SMOOTH;
    d->converged = d->from_local = d->n_minima = d->probes = d->tried = d->overtopped = d->n_start = 0;
    d->final = d->lowest = -1;
    d->tried_n = tact_vec(0, 0, 0), d->tried_gap = 0;
    /* the place on a hidden edge is a mean of the polytope's vertices, which are then points of D */
    const int shave = polish && p->a->kind != COLLIDE_KIND_CUSTOM && p->b->kind != COLLIDE_KIND_CUSTOM;
    d->e.ball_a = shave ? collide__ball_of(p->a) : 0;
    d->e.ball = shave ? d->e.ball_a + collide__ball_of(p->b) : 0;
    r->iterations = 0;
    r->newton_steps = 0;
    r->upper = TACT_REAL_MAX;
    r->lower = 0;
}

/* Penetration depth of the cores: min over unit n of h(n), h the support function of D, by growing a polytope inside
   D towards the face of least height ([VDB] 5.3). Every support gives an upper bound h(n), the nearest face a lower
   bound. Curved pairs: from the best direction so far Newton's method finds the local minimum to rounding; its
   support point becomes a vertex of the polytope, and faces that only describe the curvature around it (normals
   within a few degrees, and not deeper when probed) are set aside instead of refined. What remains to be proved is
   that no other direction is better. `towards`: the search that found the overlap came from there, zero: no such
   direction. Returns 1, or 0 when it ran out of iterations or room: the bounds in *r then say
   how far apart they are. */
TACT_NOINLINE int collide__depth_search(collide__pair_state *p, const collide__simplex *start, tact_vec3 towards,
                                        tact_real tolerance, int max_iterations, int polish, collide__depth_run *d,
                                        collide__depth *r) {
    tact_vec3 up;
    int rank, n_start = start->n;
    collide__depth_begin(d, p, tolerance, polish, r);
    if (collide__point_depth(p, r) || collide__coaxial_depth(p, r)) return 1;
    if (collide__belt_depth(p, 0, &r->upper, &r->n)) {
        collide__depth_known(d, 0);
        d->e.ball = 0;
        return collide__depth_witness(d), 1;
    }
    if (polish && collide__depth_first(d, start, towards)) return collide__depth_local(d), 1;
    if (d->e.ball > 0 && collide__depth_shaved(d, towards, &n_start)) return 1;
    if (!(d->e.ball > 0)) {
        for (int i = 0; i < start->n; ++i) d->e.v[i] = start->v[i];
    }
    rank = collide__epa_span(p, &d->e, n_start);
    if (rank < 4) return collide__depth_flat(d->e.v, rank, start, r), 1; /* never less a ball: some of it remains */
    if (!collide__epa_begin(&d->e, &up)) {                               /* a needle: report the touching point */
        r->n = tact_normalize_or(up, tact_vec(0, 0, 1)), r->upper = 0;
        r->simplex = *start;
        r->a = collide__simplex_point_a(start);
        return 0;
    }
    collide__depth_grow(d, max_iterations);
    if (!d->converged) collide__depth_leads(d);
    if (polish &&
        !d->from_local) { /* a face that touches D deserves the accuracy of Newton; another may lead to a minimum */
        collide__local l;
        if (collide__polish(p, d->witness, d->n_start, r->n, d->miss, TACT_REAL_MAX, &r->newton_steps, &l) &&
            l.h - r->upper <=
                4 * (tolerance + d->rounding)) /* h bounds the depth from above along any n: lower is better */
            d->local = l, d->from_local = 1;
    }
    if (!d->from_local) return collide__depth_witness(d), d->converged;
    collide__depth_local(d);
    return d->converged;
}
/* The same without a caller's memory. */
TACT_NOINLINE int collide__depth_search_on_stack(collide__pair_state *p, const collide__simplex *start,
                                                 tact_vec3 towards, tact_real tolerance, int max_iterations, int polish,
                                                 collide__depth *r) {
    collide__depth_run d;
    return collide__depth_search(p, start, towards, tolerance, max_iterations, polish, &d, r);
}
TACT_PRIVATE int collide__penetration_search(collide__pair_state *p, const collide__simplex *start, tact_vec3 towards,
                                             tact_real tolerance, const collide_config *c, int polish,
                                             collide__depth *r) {
    return c->scratch ? collide__depth_search(p, start, towards, tolerance, c->max_epa_iterations, polish,
                                              (collide__depth_run *)c->scratch, r)
                      : collide__depth_search_on_stack(p, start, towards, tolerance, c->max_epa_iterations, polish, r);
}

// >>impl-closed-forms
/* Owns    points, segments and prisms, whose distance has a formula.
   Reads   a pair state, or shapes and poses.
   Leaves  collide__answer. */
/* Answer of a closed form, for the cores, in A's axes relative to A's centre: x_b = a + d n. */
typedef struct collide__answer {
    tact_vec3 a, n;
    tact_real d;
} collide__answer;

/* Unit vector from p to q, or any perpendicular to `axis` where they coincide. */
TACT_ALWAYS_INLINE void collide__answer_points(tact_vec3 p, tact_vec3 q, tact_vec3 axis, tact_real rounding,
                                               collide__answer *r) {
    tact_vec3 e = tact_sub(q, p), other;
    tact_real d = tact_norm(e);
    r->a = p;
    if (d > rounding) {
        r->d = d, r->n = tact_scale(1 / d, e);
    } else {
        r->d = 0;
        tact_tangents(tact_normalize_or(axis, tact_vec(0, 0, 1)), &r->n, &other);
    }
}

#define COLLIDE__PARALLEL_LINES                                                                                        \
    tact_max(TACT_R(1e-10),                                                                                            \
             8 * TACT_EPSILON) /* sine: over a length of the scale the lines part by less than a tolerance */
/* Where the line t + y v is nearest to the line x u, for lines at a small angle: x = (t x v).(u x v) / |u x v|^2, which
   keeps its digits where u.u v.v - (u.v)^2 has none. 0 when they are parallel for all that the nearest distance
   feels. */
TACT_NOINLINE int collide__nearly_parallel(tact_vec3 u, tact_vec3 v, tact_vec3 t, tact_real uuvv, tact_real *x) {
    const tact_real least = COLLIDE__PARALLEL_LINES;
    tact_vec3 c = tact_cross(u, v);
    tact_real cc = tact_norm2(c);
    if (!(cc > least * least * uuvv)) return 0;
    *x = tact_dot(tact_cross(t, v), c) / cc;
    return 1;
}
#define COLLIDE__CROSS_ROUNDING (64 * TACT_EPSILON) /* squared sine: the difference of two squares is rounding */
/* Closest points of the segments +-u about the origin and t +-v ([ERI] 5.1.9, with the parameters in
   [-1,1]): minimise |t + y v - x u|^2. The free minimum in x for the free y, clamped, then y for that x,
   clamped, then x again. */
TACT_PRIVATE void collide__segment_segment(tact_vec3 u, tact_vec3 v, tact_vec3 t, tact_real rounding,
                                           collide__answer *r) {
    tact_real uu = tact_norm2(u), vv = tact_norm2(v), uv = tact_dot(u, v), tu = tact_dot(t, u), tv = tact_dot(t, v);
    tact_real det = uu * vv - uv * uv, x = 0, y = 0, tiny = rounding * rounding;
    if (uu > tiny && vv > tiny) {
        if (det > COLLIDE__WELL_POSED * uu * vv) {
            x = tact_clamp((tu * vv - tv * uv) / det, -1, 1); /* the other quotients do not wait for this one */
        } else if (collide__nearly_parallel(u, v, t, uu * vv, &x)) {
            x = tact_clamp(x, -1, 1);
        } else { /* parallel: the middle of the common stretch along u */
            tact_real reach = tact_abs(uv) / uu, centre = tu / uu;
            tact_real low = tact_max(-1, centre - reach), high = tact_min(1, centre + reach);
            x = tact_clamp((low + high) / 2, -1, 1);
        }
        tact_real per_u = 1 / uu, per_v = 1 / vv;
        y = (x * uv - tv) * per_v;
        if (y < -1 || y > 1) {
            y = tact_clamp(y, -1, 1);
            x = tact_clamp((tu + y * uv) * per_u, -1, 1);
        }
    } else if (uu > tiny) {
        x = tact_clamp(tu / uu, -1, 1);
    } else if (vv > tiny) {
        y = tact_clamp(-tv / vv, -1, 1);
    }
    collide__answer_points(tact_scale(x, u), tact_mul_add(t, y, v), uu > vv ? u : v, rounding, r);
    if (!(r->d > 0) && det > COLLIDE__CROSS_ROUNDING * uu * vv) r->n = tact_normalize_or(tact_cross(u, v), r->n);
}

/* The point t against the box of half extents h about the origin; inside, the way out is the nearest face. */
TACT_PRIVATE void collide__box_point(tact_vec3 h, tact_vec3 t, collide__answer *r) {
    tact_vec3 c = tact_vec(tact_clamp(t.x, -h.x, h.x), tact_clamp(t.y, -h.y, h.y), tact_clamp(t.z, -h.z, h.z));
    tact_vec3 e = tact_sub(t, c);
    tact_real dd = tact_norm2(e);
    if (dd > 0) {
        r->d = tact_sqrt(dd);
        r->n = tact_scale(1 / r->d, e);
        r->a = c;
        return;
    }
    tact_real x = h.x - tact_abs(t.x), y = h.y - tact_abs(t.y), z = h.z - tact_abs(t.z);
    r->n = tact_vec(0, 0, 0), r->a = t;
    if (x <= y && x <= z) {
        r->n.x = t.x < 0 ? TACT_R(-1) : TACT_R(1);
        r->d = -x;
        r->a.x = r->n.x * h.x;
    } else if (y <= z) {
        r->n.y = t.y < 0 ? TACT_R(-1) : TACT_R(1);
        r->d = -y;
        r->a.y = r->n.y * h.y;
    } else {
        r->n.z = t.z < 0 ? TACT_R(-1) : TACT_R(1);
        r->d = -z;
        r->a.z = r->n.z * h.z;
    }
}

/* The point t against the cylinder of radius h.x and half length h.z: the box of the half plane (rho, z). */
TACT_PRIVATE void collide__cylinder_point(tact_vec3 h, tact_vec3 t, collide__answer *r) {
    tact_real rho = tact_sqrt(t.x * t.x + t.y * t.y), side = h.x - rho, cap = h.z - tact_abs(t.z);
    tact_vec3 out = rho > 0 ? tact_vec(t.x / rho, t.y / rho, 0) : tact_vec(1, 0, 0);
    tact_real up = t.z < 0 ? TACT_R(-1) : TACT_R(1);
    if (side >= 0 && cap >= 0) {
        if (side <= cap) {
            r->n = out;
            r->d = -side;
            r->a = tact_vec(h.x * out.x, h.x * out.y, t.z);
        } else {
            r->n = tact_vec(0, 0, up);
            r->d = -cap;
            r->a = tact_vec(t.x, t.y, up * h.z);
        }
        return;
    }
    tact_real k = side < 0 ? h.x / rho : 1;
    r->a = tact_vec(k * t.x, k * t.y, tact_clamp(t.z, -h.z, h.z));
    tact_vec3 e = tact_sub(t, r->a);
    r->d = tact_norm(e);
    r->n = r->d > 0 ? tact_scale(1 / r->d, e) : (side < 0 ? out : tact_vec(0, 0, up));
}

/* q h q*, and with less to wait for where h lies along z, as a capsule's. */
TACT_ALWAYS_INLINE tact_vec3 collide__rotate_segment(tact_quat q, tact_vec3 h) {
    if (h.x != 0 || h.y != 0) return tact_rotate(q, h);
    return tact_vec(2 * h.z * (q.x * q.z + q.w * q.y), 2 * h.z * (q.y * q.z - q.w * q.x),
                    h.z - 2 * h.z * (q.x * q.x + q.y * q.y));
}
#define COLLIDE__ROUNDING_CLOSED (4 * TACT_EPSILON) /* of the scale: a closed form takes few operations */
/* Two points, segments, spheres or capsules, directly in the world's axes: r->a is relative to the position of A's
   frame. Returns 1, or 0 for a pose that is not one. */
TACT_PRIVATE int collide__segment_pair(const collide_shape *a, const tact_pose *pose_a, const collide_shape *b,
                                       const tact_pose *pose_b, collide__answer *r) {
    tact_quat qa = pose_a->q, qb = pose_b->q;
    tact_vec3 t = tact_sub(pose_b->p, pose_a->p), u, v, c = tact_vec(0, 0, 0);
    if (collide__unit_quat(&qa) != COLLIDE_OK || collide__unit_quat(&qb) != COLLIDE_OK) return 0;
    tact_real size = tact_abs(t.x) + tact_abs(t.y) + tact_abs(t.z), place = pose_a->p.x + pose_a->p.y + pose_a->p.z;
    if (!(size <= COLLIDE__LENGTH_MAX) || !tact_finite(place)) return 0;
    if (a->centre.x != 0 || a->centre.y != 0 || a->centre.z != 0) c = tact_rotate(qa, a->centre), t = tact_sub(t, c);
    if (b->centre.x != 0 || b->centre.y != 0 || b->centre.z != 0) t = tact_add(t, tact_rotate(qb, b->centre));
    u = collide__rotate_segment(qa, a->p[0]), v = collide__rotate_segment(qb, b->p[0]);
    collide__segment_segment(u, v, t, COLLIDE__ROUNDING_CLOSED * (size + a->extent + b->extent), r);
    r->a = tact_add(r->a, c);
    return 1;
}
#define COLLIDE__PARALLEL_PRISMS (4 * TACT_EPSILON) /* an entry of a rotation that is 0 or 1 to rounding */
#define COLLIDE__MAIN_AXIS TACT_R(0.9)              /* cosine: no direction is that near to two axes of a frame */
/* Box and cylinder, or two cylinders, whose axes are parallel to rounding: A - B is a prism Q x [-H, H] over a flat Q
   (the box's other two sides rounded by the cylinder's radius, or a disc). Distance and depth of a prism are those of
   Q and of the interval: apart d^2 = d_Q^2 + d_H^2 over the positive ones, inside d = max(d_Q, d_H), both signed.
   Returns 1 with *r filled, or 0. */
TACT_PRIVATE int collide__prism_pair(const collide__pair_state *p, collide__answer *r) {
    const collide_shape *a = p->a, *b = p->b;
    const tact_real parallel = COLLIDE__PARALLEL_PRISMS;
    const int swap = a->kind == COLLIDE_KIND_CYLINDER; /* the first of the two, its axes the frame: the box, or A */
    tact_vec3 h = a->p[0], t = p->t, axis, away, nearest, n;
    tact_real length, radius;
    int k;
    if (a->kind == COLLIDE_KIND_CYLINDER && b->kind == COLLIDE_KIND_BOX) {
        h = b->p[0], t = tact_neg(tact_mat_tmul_vec(&p->r, p->t));
        axis = tact_vec(p->r.m[2][0], p->r.m[2][1], p->r.m[2][2]);
        length = a->p[0].z, radius = a->p[0].x;
    } else {
        axis = tact_mat_column(&p->r, 2);
        length = b->p[0].z;
        radius = b->p[0].x;
    }
    k = tact_abs(axis.x) > COLLIDE__MAIN_AXIS ? 0 : tact_abs(axis.y) > COLLIDE__MAIN_AXIS ? 1 : 2;
    if (b->kind == COLLIDE_KIND_CYLINDER && a->kind == COLLIDE_KIND_CYLINDER && k != 2) return 0;
    for (int i = 0; i < 3; ++i)
        if (i != k && !(tact_abs(collide__component(axis, i)) <= parallel)) return 0;
    /* Q: the point of the first's section nearest to the second's axis, and how far outside that is */
    nearest = t, n = tact_vec(0, 0, 0);
    collide__set_component(&nearest, k, 0);
    tact_real flat, up = collide__component(t, k) < 0 ? TACT_R(-1) : TACT_R(1);
    tact_real high = tact_abs(collide__component(t, k)) - length - collide__component(h, k);
    if (a->kind == b->kind) {
        tact_real q = tact_norm(nearest), grow = h.x + radius;
        flat = q - grow;
        n = q > 0 ? tact_scale(1 / q, nearest) : tact_vec(1, 0, 0);
        if (q > h.x) nearest = tact_scale(h.x, n);
        away = tact_scale(h.x, n); /* on the side of the first, where the second comes nearest or deepest */
    } else {
        tact_vec3 clamped = tact_vec(tact_clamp(nearest.x, -h.x, h.x), tact_clamp(nearest.y, -h.y, h.y),
                                     tact_clamp(nearest.z, -h.z, h.z));
        tact_vec3 out = tact_sub(nearest, clamped);
        tact_real q = tact_norm(out);
        away = clamped;
        if (q > 0) {
            flat = q - radius, n = tact_scale(1 / q, out);
        } else { /* the axis passes through the box: out through the nearest side */
            int i = k == 0 ? 1 : 0, j = k == 2 ? 1 : 2;
            tact_real di = collide__component(h, i) - tact_abs(collide__component(nearest, i));
            tact_real dj = collide__component(h, j) - tact_abs(collide__component(nearest, j));
            if (dj < di) i = j, di = dj;
            tact_real side = collide__component(nearest, i) < 0 ? TACT_R(-1) : TACT_R(1);
            flat = -di - radius;
            collide__set_component(&n, i, side);
            collide__set_component(&away, i, side * collide__component(h, i));
        }
        nearest = clamped;
    }
    tact_vec3 point;
    tact_real top = up * collide__component(h, k), along = collide__component(t, k);
    if (flat > 0 && high > 0) { /* rim against edge */
        tact_real d = tact_sqrt(flat * flat + high * high);
        point = away;
        collide__set_component(&point, k, top);
        n = tact_scale(flat / d, n);
        collide__set_component(&n, k, up * high / d);
        r->d = d;
    } else if (high >= flat) { /* cap against face */
        point = nearest;
        collide__set_component(&point, k, top);
        n = tact_vec(0, 0, 0);
        collide__set_component(&n, k, up);
        r->d = high;
    } else { /* side against side: the middle of the common height */
        tact_real low_end = tact_max(-collide__component(h, k), along - length),
                  high_end = tact_min(collide__component(h, k), along + length);
        point = away;
        collide__set_component(&point, k, (low_end + high_end) / 2);
        r->d = flat;
    }
    if (swap && b->kind == COLLIDE_KIND_BOX) { /* found from B: x_b is the box's point */
        tact_vec3 xb = tact_add(tact_mat_mul_vec(&p->r, point), p->t);
        r->n = tact_neg(tact_mat_mul_vec(&p->r, n));
        r->a = tact_mul_add(xb, -r->d, r->n);
    } else {
        r->n = n, r->a = point;
    }
    return 1;
}
/* Cone of radius h.x and half length h.z against a point x, in the half plane (rho, z) through the axis and the point:
   the side runs from the rim (r, -h) to the apex (0, h); `out` is the height over its line, `along` the place on it. */
TACT_PRIVATE void collide__cone_point(tact_vec3 h, tact_vec3 x, collide__answer *r) {
    const tact_real length = tact_sqrt(h.x * h.x + 4 * h.z * h.z), c = 2 * h.z / length, s = h.x / length;
    const tact_real rho = tact_sqrt(x.x * x.x + x.y * x.y), up = x.z + h.z, beyond = rho - h.x;
    const tact_real out = c * beyond + s * up, along = c * up - s * beyond;
    const tact_vec3 e = rho > 0 ? tact_vec(x.x / rho, x.y / rho, 0) : tact_vec(1, 0, 0);
    tact_real n_rho = 0, n_z = -1;
    r->d = -up;
    if (out > 0 ? along >= 0 && along <= length : out >= -up) { /* the side */
        r->d = out;
        n_rho = c;
        n_z = s;
    } else if (out > 0 && along > length) { /* the apex */
        n_rho = rho, n_z = x.z - h.z;
        r->d = tact_sqrt(n_rho * n_rho + n_z * n_z);
        const int there = !(r->d > 0); /* on it, and out by rounding alone */
        n_rho = there ? c : n_rho / r->d, n_z = there ? s : n_z / r->d;
    } else if (beyond > 0) { /* the rim */
        n_rho = beyond, n_z = up;
        r->d = tact_sqrt(n_rho * n_rho + n_z * n_z);
        n_rho /= r->d, n_z /= r->d;
    } /* else the base */
    r->n = tact_add(tact_scale(n_rho, e), tact_vec(0, 0, n_z));
    r->a = tact_mul_add(x, -r->d, r->n);
}
/* Closed forms of bounded pairs. Returns 1 with *r filled, 0 when there is none. Pairs are tried in either order;
   swapped forms are solved in B's frame and carried over. */
#define COLLIDE__SEGMENT_STEPS 64 /* Newton ends after a few; halving a bracket ends after as many as there are bits */
/* Half the slope of the squared distance of x = c + s d from a box with half extents h, *rate that of the slope; e is
   from the box to x. */
TACT_PRIVATE tact_real collide__box_slope(tact_vec3 h, tact_vec3 c, tact_vec3 d, tact_real s, tact_vec3 *e,
                                          tact_real *rate) {
    const tact_vec3 x = tact_mul_add(c, s, d);
    *e = tact_vec(x.x - tact_clamp(x.x, -h.x, h.x), x.y - tact_clamp(x.y, -h.y, h.y), x.z - tact_clamp(x.z, -h.z, h.z));
    *rate = (e->x != 0 ? d.x * d.x : 0) + (e->y != 0 ? d.y * d.y : 0) + (e->z != 0 ? d.z * d.z : 0);
    return tact_dot(*e, d);
}
#define COLLIDE__PLACE_ROUNDING (2 * TACT_EPSILON) /* of a place on a segment, in [-1, 1] */
/* Box of half extents h and the segment c + s d, |s| <= 1: the squared distance is convex in s, and quadratic between
   the places where the segment passes a plane of the box, so that Newton within a bracket finds the least in a few
   steps. Returns 0 when they touch; else *at is s, and r as seen from the box. */
TACT_PRIVATE int collide__box_segment(tact_vec3 h, tact_vec3 c, tact_vec3 d, tact_real rounding, tact_real *at,
                                      collide__answer *r) {
    tact_real low = -1, high = 1, s = -1, rate;
    tact_vec3 e;
    if (collide__box_slope(h, c, d, s, &e, &rate) < 0) {
        s = 1;
        if (collide__box_slope(h, c, d, s, &e, &rate) > 0) {
            s = 0;
            for (int step = 0; step < COLLIDE__SEGMENT_STEPS; ++step) {
                const tact_real slope = collide__box_slope(h, c, d, s, &e, &rate);
                tact_real next = slope < 0 || slope > 0 ? s - slope / rate : s;
                if (slope > 0)
                    high = s;
                else
                    low = s;
                if (!(tact_abs(next - s) > COLLIDE__PLACE_ROUNDING)) break;
                s = next > low && next < high ? next : TACT_R(0.5) * (low + high);
            }
        }
    }
    r->d = tact_norm(e);
    if (!(r->d > rounding)) return 0;
    r->n = tact_scale(1 / r->d, e);
    r->a = tact_sub(tact_mul_add(c, s, d), e);
    *at = s;
    return 1;
}

TACT_PRIVATE int collide__exact_pair(const collide__pair_state *p, collide__answer *r) {
    collide_kind ka = p->a->kind, kb = p->b->kind;
    const tact_real rounding = COLLIDE__ROUNDING_CLOSED * p->scale;
    if (ka > COLLIDE_KIND_SEGMENT && kb > COLLIDE_KIND_SEGMENT && ka != COLLIDE_KIND_CYLINDER &&
        kb != COLLIDE_KIND_CYLINDER)
        return 0;
    if (ka <= COLLIDE_KIND_SEGMENT && kb <= COLLIDE_KIND_SEGMENT) {
        collide__segment_segment(p->a->p[0], tact_mat_mul_vec(&p->r, p->b->p[0]), p->t, rounding, r);
        return 1;
    }
    if ((ka == COLLIDE_KIND_CYLINDER && (kb == COLLIDE_KIND_CYLINDER || kb == COLLIDE_KIND_BOX)) ||
        (ka == COLLIDE_KIND_BOX && kb == COLLIDE_KIND_CYLINDER))
        return collide__prism_pair(p, r);
    if (ka == COLLIDE_KIND_BOX && kb == COLLIDE_KIND_SEGMENT) {
        tact_real at;
        return collide__box_segment(p->a->p[0], p->t, tact_mat_mul_vec(&p->r, p->b->p[0]), COLLIDE__ROUNDING_WITNESS(p),
                                    &at, r);
    }
    if (ka == COLLIDE_KIND_SEGMENT && kb == COLLIDE_KIND_BOX) {
        tact_real at;
        if (!collide__box_segment(p->b->p[0], tact_neg(tact_mat_tmul_vec(&p->r, p->t)),
                                  tact_mat_tmul_vec(&p->r, p->a->p[0]), COLLIDE__ROUNDING_WITNESS(p), &at, r))
            return 0;
        r->n = tact_neg(tact_mat_mul_vec(&p->r, r->n)), r->a = tact_scale(at, p->a->p[0]);
        return 1;
    }
    if (kb == COLLIDE_KIND_POINT) {
        if (ka == COLLIDE_KIND_BOX) return collide__box_point(p->a->p[0], p->t, r), 1;
        if (ka == COLLIDE_KIND_CYLINDER) return collide__cylinder_point(p->a->p[0], p->t, r), 1;
        if (ka == COLLIDE_KIND_CONE) return collide__cone_point(p->a->p[0], p->t, r), 1;
        return 0;
    }
    if (ka == COLLIDE_KIND_POINT &&
        (kb == COLLIDE_KIND_BOX || kb == COLLIDE_KIND_CYLINDER || kb == COLLIDE_KIND_CONE)) {
        tact_vec3 t = tact_neg(tact_mat_tmul_vec(&p->r, p->t));
        if (kb == COLLIDE_KIND_BOX)
            collide__box_point(p->b->p[0], t, r);
        else if (kb == COLLIDE_KIND_CYLINDER)
            collide__cylinder_point(p->b->p[0], t, r);
        else
            collide__cone_point(p->b->p[0], t, r);
        r->n = tact_neg(tact_mat_mul_vec(&p->r, r->n)), r->a = tact_vec(0, 0, 0);
        return 1;
    }
    return 0;
}

// >>impl-boxes
/* Owns    two boxes: separating axes, and witness points of the axis of least overlap.
   Reads   a pair state.
   Leaves  collide__box_axes and collide__box_box_depth. */
/* A cylinder's axis nearer than this to an axis of the box, or to square with it, is not for
   collide__box_cylinder_depth. */
#ifdef TACT_FLOAT
#define COLLIDE__AXIS_SINE TACT_R(0.02)
#else
#define COLLIDE__AXIS_SINE TACT_R(1e-3)
#endif
/* Two edges at a smaller angle than this leave too few digits in their product. */
#ifdef TACT_FLOAT
#define COLLIDE__EDGE_SINE TACT_R(0.02)
#else
#define COLLIDE__EDGE_SINE TACT_R(1e-4)
#endif
/* Separating axes of two boxes: 3 + 3 face normals and 9 edge products. s = |t.l| - reach_A - reach_B over |l| is the
   gap along the axis l; boxes overlap exactly when no gap is positive, and then the depth is the least overlap.
   Returns 1 (a gap: *axis, pointing from A to B), 0 (overlap, depth -*gap along *axis, feature number in *which) or
   -1 when the closed form cannot decide to rounding: edges so nearly parallel that their product has lost its digits,
   and would matter. */
TACT_PRIVATE int collide__box_axes(const collide__pair_state *p, tact_real *gap, tact_vec3 *axis, int *which) {
    const tact_vec3 ha = p->a->p[0], hb = p->b->p[0], t = p->t;
    const tact_real a[3] = {ha.x, ha.y, ha.z}, b[3] = {hb.x, hb.y, hb.z}, tt[3] = {t.x, t.y, t.z};
    tact_real best = -TACT_REAL_MAX, abs_r[3][3], tb[3], doubt = -TACT_REAL_MAX;
    int i, j, at = 0;
    for (i = 0; i < 3; ++i) {
        for (j = 0; j < 3; ++j) abs_r[i][j] = tact_abs(p->r.m[i][j]);
        tact_real s = tact_abs(tt[i]) - a[i] - (b[0] * abs_r[i][0] + b[1] * abs_r[i][1] + b[2] * abs_r[i][2]);
        if (s > best) best = s, at = i;
    }
    if (!(best > 0)) {
        for (j = 0; j < 3; ++j) {
            tb[j] = t.x * p->r.m[0][j] + t.y * p->r.m[1][j] + t.z * p->r.m[2][j];
            tact_real s = tact_abs(tb[j]) - b[j] - (a[0] * abs_r[0][j] + a[1] * abs_r[1][j] + a[2] * abs_r[2][j]);
            if (s > best) best = s, at = 3 + j;
        }
    }
    if (!(best > 0)) {
        const tact_real rounding = COLLIDE__ROUNDING_SUM(p);
        for (i = 0; i < 3 && !(best > 0); ++i) {
            int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1;
            for (j = 0; j < 3; ++j) { /* axis e_i x b_j, of squared length 1 - R_ij^2 */
                int j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
                tact_real m1 = p->r.m[i1][j], m2 = p->r.m[i2][j], ll = m1 * m1 + m2 * m2;
                if (!(ll > TACT_EPSILON * TACT_EPSILON)) continue; /* the same direction: no axis of its own */
                tact_real reach =
                    a[i1] * abs_r[i2][j] + a[i2] * abs_r[i1][j] + b[j1] * abs_r[i][j2] + b[j2] * abs_r[i][j1];
                tact_real over = tact_abs(tt[i2] * m1 - tt[i1] * m2) - reach, least = best + rounding;
                /* s = over/|l| is below a best that is not positive: most often, and told without the root */
                if (over < 0 && least < 0 && over * over >= least * least * ll &&
                    ll >= COLLIDE__EDGE_SINE * COLLIDE__EDGE_SINE)
                    continue;
                tact_real l = tact_sqrt(ll), s = over / l;
                if (l < COLLIDE__EDGE_SINE && s + rounding / l > best) { /* too few digits left to tell */
                    if (s + rounding / l > doubt) doubt = s + rounding / l;
                    continue;
                }
                /* prefer face axes unless the edges are better by more than rounding: faces make steadier contacts */
                if (s > least) best = s, at = 6 + 3 * i + j;
            }
        }
        if (!(best > 0) && doubt > best) return -1;
    }
    *gap = best, *which = at;
    tact_vec3 l;
    if (at < 3) {
        l = tact_vec(at == 0, at == 1, at == 2);
    } else if (at < 6) {
        l = tact_mat_column(&p->r, at - 3);
    } else {
        l = tact_cross(tact_vec((at - 6) / 3 == 0, (at - 6) / 3 == 1, (at - 6) / 3 == 2),
                       tact_mat_column(&p->r, (at - 6) % 3));
        l = tact_scale(1 / tact_norm(l), l);
    }
    *axis = tact_dot(l, t) < 0 ? tact_neg(l) : l;
    return best > 0;
}

/* Of the face of box `inc` that looks most against the direction n, the deepest point below the face of box `ref`
   that n leaves: the face polygon clipped to the reference face, in the reference box's axes. r, t place inc in ref;
   n = sign e_axis. Ties are averaged, so that parallel faces give the middle of their common part. */
TACT_PRIVATE tact_vec3 collide__box_face_point(tact_vec3 ref, tact_vec3 inc, const tact_mat3 *r, tact_vec3 t, int axis,
                                               tact_real sign, tact_real rounding) {
    tact_vec3 n = tact_vec(0, 0, 0), polygon[2][12];
    collide__set_component(&n, axis, sign);
    tact_vec3 m = tact_mat_tmul_vec(r, n); /* n seen from inc: its incident face has the opposite sign */
    tact_real size[3] = {tact_abs(m.x), tact_abs(m.y), tact_abs(m.z)};
    int f = size[0] >= size[1] && size[0] >= size[2] ? 0 : (size[1] >= size[2] ? 1 : 2), count = 4, current = 0;
    int f1 = (f + 1) % 3, f2 = (f + 2) % 3;
    tact_real face = collide__component(m, f) > 0 ? -collide__component(inc, f) : collide__component(inc, f);
    { /* the two usual cases need no clipping: one corner that is the deepest and below the face, and boxes that are
         aligned */
        const int k1 = (axis + 1) % 3, k2 = (axis + 2) % 3;
        const tact_real c1 = collide__component(inc, f1), c2 = collide__component(inc, f2),
                        ref1 = collide__component(ref, k1), ref2 = collide__component(ref, k2), rise1 = c1 * size[f1],
                        rise2 = c2 * size[f2];
        tact_vec3 c = tact_vec(0, 0, 0);
        collide__set_component(&c, f, face);
        if (rise1 > rounding && rise2 > rounding) {
            collide__set_component(&c, f1, collide__component(m, f1) > 0 ? -c1 : c1);
            collide__set_component(&c, f2, collide__component(m, f2) > 0 ? -c2 : c2);
            c = tact_add(tact_mat_mul_vec(r, c), t);
            if (tact_abs(collide__component(c, k1)) <= ref1 && tact_abs(collide__component(c, k2)) <= ref2) return c;
        } else if (2 * (rise1 + rise2) <= rounding) {
            tact_real along11 = c1 * tact_abs(r->m[k1][f1]), along12 = c2 * tact_abs(r->m[k1][f2]),
                      along21 = c1 * tact_abs(r->m[k2][f1]), along22 = c2 * tact_abs(r->m[k2][f2]);
            if (tact_min(along11, along12) <= rounding && tact_min(along21, along22) <= rounding) {
                c = tact_add(tact_mat_mul_vec(r, c),
                             t); /* middle of the incident face: the common part is a rectangle */
                tact_real x = collide__component(c, k1), y = collide__component(c, k2), x_half = along11 + along12,
                          y_half = along21 + along22;
                tact_real x0 = tact_max(x - x_half, -ref1), x1 = tact_min(x + x_half, ref1),
                          y0 = tact_max(y - y_half, -ref2), y1 = tact_min(y + y_half, ref2);
                if (x0 <= x1 && y0 <= y1) {
                    collide__set_component(&c, k1, (x0 + x1) / 2), collide__set_component(&c, k2, (y0 + y1) / 2);
                    return c;
                }
            }
        }
    }
    for (int k = 0; k < 4; ++k) {
        tact_vec3 c = tact_vec(0, 0, 0);
        tact_real s1 = k == 0 || k == 3 ? TACT_R(-1) : TACT_R(1), s2 = k < 2 ? TACT_R(-1) : TACT_R(1);
        collide__set_component(&c, f, face);
        collide__set_component(&c, f1, s1 * collide__component(inc, f1));
        collide__set_component(&c, f2, s2 * collide__component(inc, f2));
        polygon[0][k] = tact_add(tact_mat_mul_vec(r, c), t);
    }
    for (int side = 0; side < 4 && count > 0;
         ++side) { /* Sutherland-Hodgman against the four sides of the reference face */
        int k = (axis + 1 + (side >> 1)) % 3, n_out = 0;
        tact_real s = side & 1 ? TACT_R(-1) : TACT_R(1), limit = collide__component(ref, k) + rounding;
        const tact_vec3 *in = polygon[current];
        tact_vec3 *out = polygon[current ^ 1];
        for (int i = 0; i < count; ++i) {
            tact_vec3 u = in[i], v = in[i + 1 == count ? 0 : i + 1];
            tact_real du = s * collide__component(u, k) - limit, dv = s * collide__component(v, k) - limit;
            if (du <= 0) out[n_out++] = u;
            if ((du < 0 && dv > 0) || (du > 0 && dv < 0)) out[n_out++] = tact_lerp(u, v, du / (du - dv));
        }
        current ^= 1, count = n_out;
    }
    tact_real lowest = TACT_REAL_MAX;
    tact_vec3 sum = tact_vec(0, 0, 0);
    int ties = 0;
    for (int i = 0; i < count; ++i) lowest = tact_min(lowest, tact_dot(n, polygon[current][i]));
    for (int i = 0; i < count; ++i)
        if (tact_dot(n, polygon[current][i]) <= lowest + rounding) sum = tact_add(sum, polygon[current][i]), ++ties;
    if (ties == 0) { /* nothing left by rounding: the deepest corner of the incident face */
        tact_vec3 c = tact_vec(m.x > 0 ? -inc.x : inc.x, m.y > 0 ? -inc.y : inc.y, m.z > 0 ? -inc.z : inc.z);
        return tact_add(tact_mat_mul_vec(r, c), t);
    }
    return tact_scale(1 / (tact_real)ties, sum);
}

/* Depth, normal and witness points of two overlapping boxes from the axis found above. Returns 0 when the edges
   found there do not reach the common perpendicular: then rounding has chosen between axes of equal depth, and
   chosen wrongly. */
TACT_PRIVATE int collide__box_box_depth(const collide__pair_state *p, tact_real gap, tact_vec3 axis, int which,
                                        collide__answer *r) {
    const tact_vec3 ha = p->a->p[0], hb = p->b->p[0];
    const tact_real rounding = COLLIDE__ROUNDING_SUM(p);
    r->n = axis, r->d = gap;
    if (which < 3) {
        tact_vec3 b = collide__box_face_point(ha, hb, &p->r, p->t, which, collide__component(axis, which), rounding);
        r->a = tact_mul_add(b, -gap, axis);
    } else if (which < 6) { /* A's incident face under B's reference face; n leaves B along -axis */
        tact_mat3 rt = tact_mat_transpose(&p->r);
        tact_vec3 t = tact_neg(tact_mat_tmul_vec(&p->r, p->t));
        tact_real sign = tact_dot(tact_mat_column(&p->r, which - 3), axis) > 0 ? TACT_R(-1) : TACT_R(1);
        tact_vec3 a = collide__box_face_point(hb, ha, &rt, t, which - 3, sign, rounding);
        r->a = tact_add(tact_mat_mul_vec(&p->r, a), p->t);
    } else { /* the two edges: points on their lines where the common perpendicular meets them */
        int i = (which - 6) / 3, j = (which - 6) % 3;
        tact_vec3 m = tact_neg(tact_mat_tmul_vec(&p->r, axis)), ca, cb;
        ca = tact_vec(axis.x < 0 ? -ha.x : ha.x, axis.y < 0 ? -ha.y : ha.y, axis.z < 0 ? -ha.z : ha.z);
        cb = tact_vec(m.x < 0 ? -hb.x : hb.x, m.y < 0 ? -hb.y : hb.y, m.z < 0 ? -hb.z : hb.z);
        collide__set_component(&ca, i, 0), collide__set_component(&cb, j, 0);
        tact_vec3 u = tact_vec(i == 0, i == 1, i == 2), v = tact_mat_column(&p->r, j), across = tact_cross(u, v);
        tact_vec3 e = tact_sub(tact_add(tact_mat_mul_vec(&p->r, cb), p->t), ca);
        /* by cross products: 1 - (u.v)^2 would lose the digits of a small angle twice */
        tact_real ll = tact_norm2(across), x = tact_dot(tact_cross(e, v), across) / ll,
                  y = tact_dot(tact_cross(e, u), across) / ll;
        tact_real half = collide__component(ha, i);
        if (!(tact_abs(x) <= half + rounding && tact_abs(y) <= collide__component(hb, j) + rounding)) return 0;
        r->a = tact_mul_add(ca, tact_clamp(x, -half, half), u);
    }
    return 1;
}

// >>impl-box-cylinder
/* Owns    the depth of a box in a cylinder, by the normals of their sum.
   Reads   a pair state.
   Leaves  collide__box_cylinder_depth. */
/* Box (half extents b, its axes the frame) and cylinder (radius r, half length l, unit axis a, centre c) that
   overlap. With n from box to cylinder the support function of box - cylinder is
       h(n) = sum_i b_i |n_i| + r sqrt(1 - (n.a)^2) + l |n.a| - n.c,
   and its least value over unit n, the depth, is taken where that body has a smooth boundary: at the normals of
   its flat faces
     e_i (face of the box against rim), a (cap against corner), e_i x a (edge against side),
   on the circle n.a = 0 (side against corner: r minus the distance of c from the corner, both along a) or on one of
   the three circles n.e_i = 0 (edge against rim). Ridges, where corner meets rim, cannot be nearest from inside. If
   every h there is positive the two overlap, because these normals bound the whole body. */
typedef struct collide__box_cylinder {
    tact_vec3 b, a, c;
    tact_real r, l, rounding;
    tact_real h; /* least so far */
    tact_vec3 n; /* its direction */
    int kind;    /* 0 face, 1 cap, 2 edge and side, 3 corner and side, 4 edge and rim, 5 known before */
    int i;       /* axis of the face or edge */
} collide__box_cylinder;
TACT_INLINE void collide__box_cylinder_try(collide__box_cylinder *q, tact_real h, tact_vec3 n, int kind, int i) {
    if (h < q->h) {
        q->h = h;
        q->n = n;
        q->kind = kind;
        q->i = i;
    }
}

/* An arc of that circle: normal (x, y) and support point (u, v) at both ends, counter-clockwise. */
typedef struct collide__arc {
    tact_real x1, y1, u1, v1, x2, y2, u2, v2;
} collide__arc;

#define COLLIDE__ARC_STEPS 40 /* Newton within a bracket: bisection alone would need 50 */
#define COLLIDE__ARC_SPLITS 10
#define COLLIDE__ARC_STACK 12 /* one more a split, and the two of the last */
/* The place along n of box corner and rim point, for n on a quarter of a circle: its axis has the component a_i,
   those in its plane are aj and ak, and `flat` is a_i^2. */
typedef struct collide__arc_frame {
    tact_real aj, ak, flat, r, vj, vk;
} collide__arc_frame;
TACT_INLINE void collide__arc_point(const collide__arc_frame *a, tact_real x, tact_real y, tact_real *u, tact_real *v) {
    const tact_real k = a->ak * x - a->aj * y; /* n - (n.a) a without its cancellation: 1 - (n.a)^2 = a_i^2 + k^2 */
    const tact_real s = a->r / tact_sqrt(a->flat + k * k);
    *u = a->vj + s * (a->flat * x + a->ak * k), *v = a->vk + s * (a->flat * y - a->aj * k);
}
#define COLLIDE__ARC_MISS 64 /* roundings: a root that is farther off was not found */
/* The direction (x, y) on the arc w, which holds just one, where the place lies along it: Newton, kept inside by
   halving. Returns the miss; *h is the height there. */
TACT_INLINE tact_real collide__arc_root(const collide__arc_frame *a, collide__arc *w, tact_real rounding, tact_real *x,
                                        tact_real *y, tact_real *h) {
    tact_real miss = 0;
    *h = 0;
    for (int step = 0; step < COLLIDE__ARC_STEPS; ++step) {
        tact_real u, v;
        collide__arc_point(a, *x, *y, &u, &v);
        tact_real m = a->ak * *x - a->aj * *y, s = a->flat + m * m, curve, turn;
        *h = *x * u + *y * v, miss = v * *x - u * *y;
        if (tact_abs(miss) <= rounding) break;
        if (miss < 0)
            w->x1 = *x, w->y1 = *y;
        else
            w->x2 = *x, w->y2 = *y;
        curve = a->r * a->flat / (s * tact_sqrt(s)) - *h;
        turn = curve > 0 ? -miss / curve : 0;
        u = *x - turn * *y, v = *y + turn * *x;
        if (!(curve > 0) || !(w->x1 * v - w->y1 * u > 0 && w->y2 * u - w->x2 * v > 0))
            u = w->x1 + w->x2, v = w->y1 + w->y2;
        s = 1 / tact_sqrt(u * u + v * v);
        *x = u * s;
        *y = v * s;
    }
    return miss;
}
/* The circle n.e_i = 0: seen along e_i the body is a flat one, a polygon rounded by the ellipse that is the disc's
   shadow. Its support point at n is p(n) with h = n.p, h' = p.t (t = n turned by a right angle) and h + h'' = r a_i^2
   / (1 - (n.a)^2)^(3/2), the radius of curvature. Between the normals of two neighbouring edges of the polygon h is
   smooth, and bounded from below by the chord between the support points at the ends; where the chord reaches below
   the least h so far, the arc has a single minimum between a falling and a rising end (an ellipse has one on either
   side of its long axis, which is among the edges' normals), found by Newton within that bracket, or is split at the
   chord's normal. Returns 0 when the splits run out. */
TACT_PRIVATE int collide__box_cylinder_circle(collide__box_cylinder *q, int i) {
    const int j = i == 2 ? 0 : i + 1, k = i == 0 ? 2 : i - 1;
    const tact_real ai = collide__component(q->a, i), aj = collide__component(q->a, j),
                    ak = collide__component(q->a, k);
    const tact_real cj = collide__component(q->c, j), ck = collide__component(q->c, k), flat = ai * ai, r = q->r;
    const tact_real long_axis = tact_sqrt(aj * aj + ak * ak), gj = -ak / long_axis, gk = aj / long_axis;
    for (int quadrant = 0; quadrant < 4; ++quadrant) {
        const tact_real sj = quadrant == 0 || quadrant == 3 ? TACT_R(1) : TACT_R(-1),
                        sk = quadrant < 2 ? TACT_R(1) : TACT_R(-1);
        if (sj * cj <= 0 && sk * ck <= 0 && (quadrant > 1 || cj != 0 || ck != 0))
            continue; /* the opposite direction is better everywhere, or as good about the same centre */
        tact_real ends[3][2], dj = gj, dk = gk;
        int parts = 1;
        ends[0][0] = quadrant == 0   ? TACT_R(1)
                     : quadrant == 2 ? TACT_R(-1)
                                     : 0,
        ends[0][1] = quadrant == 1   ? TACT_R(1)
                     : quadrant == 3 ? TACT_R(-1)
                                     : 0;
        ends[1][0] = -ends[0][1], ends[1][1] = ends[0][0];
        if (sj * dj < 0) dj = -dj, dk = -dk;
        if (sj * dj > 0 && sk * dk > 0) { /* the long axis is a normal inside this quadrant: two parts */
            ends[2][0] = ends[1][0];
            ends[2][1] = ends[1][1];
            ends[1][0] = dj;
            ends[1][1] = dk;
            parts = 2;
        }
        for (int part = 0; part < parts; ++part) {
            collide__arc stack[COLLIDE__ARC_STACK], w;
            int top = 0, splits = 0;
            collide__arc_frame at = {aj, ak, flat, r, 0, 0};
            tact_real side =
                aj * (ends[part][0] + ends[part + 1][0]) + ak * (ends[part][1] + ends[part + 1][1]) < 0 ? -q->l : q->l;
            at.vj = sj * collide__component(q->b, j) + side * aj - cj;
            at.vk = sk * collide__component(q->b, k) + side * ak - ck;
            w.x1 = ends[part][0];
            w.y1 = ends[part][1];
            w.x2 = ends[part + 1][0];
            w.y2 = ends[part + 1][1];
            collide__arc_point(&at, w.x1, w.y1, &w.u1, &w.v1);
            collide__arc_point(&at, w.x2, w.y2, &w.u2, &w.v2);
            stack[top++] = w;
            while (top > 0) {
                w = stack[--top];
                tact_real e = w.u2 - w.u1, f = w.v2 - w.v1, ee = e * e + f * f, x, y;
                if (!(ee > q->rounding * q->rounding)) continue;
                ee = 1 / tact_sqrt(ee);
                x = f * ee;
                y = -e * ee; /* the chord's normal; along it lie -y, x */
                if (!(w.v1 * x - w.u1 * y < 0 && w.v2 * x - w.u2 * y > 0)) continue; /* one of the ends is the lowest */
                if (!(x * w.u1 + y * w.v1 < q->h - q->rounding)) continue;
                if (w.v1 * w.x1 - w.u1 * w.y1 < 0 && w.v2 * w.x2 - w.u2 * w.y2 > 0) {
                    tact_real h, miss = collide__arc_root(&at, &w, q->rounding, &x, &y, &h);
                    if (tact_abs(miss) > COLLIDE__ARC_MISS * q->rounding) return 0;
                    tact_vec3 n = tact_vec(0, 0, 0);
                    collide__set_component(&n, j, x), collide__set_component(&n, k, y);
                    collide__box_cylinder_try(q, h, n, 4, i);
                } else {
                    collide__arc other = w;
                    if (++splits > COLLIDE__ARC_SPLITS || top + 2 > COLLIDE__ARC_STACK) return 0;
                    collide__arc_point(&at, x, y, &other.u1, &other.v1);
                    other.x1 = w.x2 = x, other.y1 = w.y2 = y;
                    w.u2 = other.u1, w.v2 = other.v1;
                    stack[top++] = w, stack[top++] = other;
                }
            }
        }
    }
    return 1;
}

/* Depth, normal and witness points of box and cylinder. Returns 1 (overlap, *r filled), 0 (apart: *axis separates
   them, by *gap) or -1 when their axes are so nearly parallel or square to each other that faces and edges run
   together: the general search is better then. `known`: *r is a local minimum of the depth, to be beaten. */
TACT_PRIVATE int collide__box_cylinder_depth(const collide__pair_state *p, tact_real *gap, tact_vec3 *axis, int known,
                                             collide__answer *r) {
    const int box_first = p->a->kind == COLLIDE_KIND_BOX;
    collide__box_cylinder q;
    q.b = box_first ? p->a->p[0] : p->b->p[0];
    q.r = box_first ? p->b->p[0].x : p->a->p[0].x, q.l = box_first ? p->b->p[0].z : p->a->p[0].z;
    q.a = box_first ? tact_mat_column(&p->r, 2) : tact_vec(p->r.m[2][0], p->r.m[2][1], p->r.m[2][2]);
    q.c = box_first ? p->t : tact_neg(tact_mat_tmul_vec(&p->r, p->t));
    q.rounding = COLLIDE__ROUNDING_SUM(p);
    q.h = TACT_REAL_MAX;
    q.n = tact_vec(0, 0, 1);
    q.kind = 0;
    q.i = 0;
    if (known) { /* what is not better by more than rounding is the same */
        q.h = tact_max(-r->d - q.rounding, 0), q.kind = 5;
        q.n = box_first ? r->n : tact_neg(tact_mat_tmul_vec(&p->r, r->n));
    }
    const tact_real b[3] = {q.b.x, q.b.y, q.b.z}, a[3] = {q.a.x, q.a.y, q.a.z}, c[3] = {q.c.x, q.c.y, q.c.z};
    tact_real ca = tact_dot(q.c, q.a), sign = ca < 0 ? TACT_R(-1) : TACT_R(1), outside = 0, across[3];
    for (int i = 0; i < 3; ++i) {
        const int j = i == 2 ? 0 : i + 1, k = i == 0 ? 2 : i - 1;
        across[i] = tact_sqrt(a[j] * a[j] + a[k] * a[k]);
        tact_vec3 n = tact_vec(0, 0, 0);
        collide__set_component(&n, i, c[i] < 0 ? TACT_R(-1) : TACT_R(1));
        collide__box_cylinder_try(&q, b[i] + q.r * across[i] + q.l * tact_abs(a[i]) - tact_abs(c[i]), n, 0, i);
    }
    collide__box_cylinder_try(
        &q, b[0] * tact_abs(a[0]) + b[1] * tact_abs(a[1]) + b[2] * tact_abs(a[2]) + q.l - tact_abs(ca),
        tact_scale(sign, q.a), 1, 0);
    if (!(q.h < 0)) {
        for (int i = 0; i < 3; ++i) {
            if (!(tact_abs(a[i]) > COLLIDE__AXIS_SINE && across[i] > COLLIDE__AXIS_SINE)) return -1;
            tact_vec3 n = tact_vec(0, 0, 0);
            tact_real width, shift;
            collide__set_component(&n, i, 1);
            n = tact_scale(1 / across[i], tact_cross(n, q.a));
            width = b[0] * tact_abs(n.x) + b[1] * tact_abs(n.y) + b[2] * tact_abs(n.z), shift = tact_dot(n, q.c);
            n = shift < 0 ? tact_neg(n) : n, shift = tact_abs(shift);
            outside = tact_max(outside, shift - width);
            collide__box_cylinder_try(&q, width + q.r - shift, n, 2, i);
        }
        if (outside > 0) /* the cylinder's axis passes the box: a corner may be nearest to it */
            for (int k = 0; k < 8; ++k) {
                tact_vec3 s = tact_vec(k & 1 ? TACT_R(1) : TACT_R(-1), k & 2 ? TACT_R(1) : TACT_R(-1),
                                       k & 4 ? TACT_R(1) : TACT_R(-1));
                tact_vec3 e = tact_sub(q.c, tact_vec(s.x * b[0], s.y * b[1], s.z * b[2]));
                e = tact_mul_add(e, -tact_dot(e, q.a), q.a);
                tact_real ee = tact_norm2(e);
                if (!(e.x * s.x > 0 && e.y * s.y > 0 && e.z * s.z > 0)) continue;
                ee = tact_sqrt(ee);
                collide__box_cylinder_try(&q, q.r - ee, tact_scale(1 / ee, e), 3, 0);
            }
        for (int i = 0; i < 3 && !(q.h < 0); ++i)
            if (!collide__box_cylinder_circle(&q, i)) return -1;
    }
    tact_vec3 n = q.n, x, y;
    *gap = -q.h, *axis = box_first ? n : tact_neg(tact_mat_mul_vec(&p->r, n));
    if (q.h < 0) return 0;
    if (q.kind == 5) return 1;
    /* one of the two has a single point there, x of the box or y of the cylinder; the other's lies h along n from it */
    if (q.kind == 0 || q.kind == 4) { /* rim point of the cylinder against a face or an edge of the box */
        tact_real na = tact_dot(n, q.a);
        tact_vec3 out = tact_mul_add(n, -na, q.a);
        y = tact_mul_add(q.c, na < 0 ? q.l : -q.l, q.a);
        y = tact_mul_add(y, -q.r / tact_norm(out), out);
        x = tact_mul_add(y, q.h, n);
    } else if (q.kind ==
               2) { /* where the edge and the side's line are nearest: x = f + s e_i, y = g + u a, x - y = h n */
        tact_vec3 f = tact_vec(n.x < 0 ? -b[0] : b[0], n.y < 0 ? -b[1] : b[1], n.z < 0 ? -b[2] : b[2]);
        collide__set_component(&f, q.i, 0);
        tact_vec3 e = tact_sub(tact_mul_add(q.c, -q.r, n), f);
        tact_real ei = collide__component(e, q.i);
        collide__set_component(&f, q.i, (ei - a[q.i] * tact_dot(e, q.a)) / (across[q.i] * across[q.i]));
        x = f, y = tact_mul_add(x, -q.h, n);
    } else { /* corner of the box against cap or side */
        x = tact_vec(n.x < 0 ? -b[0] : b[0], n.y < 0 ? -b[1] : b[1], n.z < 0 ? -b[2] : b[2]);
        y = tact_mul_add(x, -q.h, n);
    }
    /* both must be points of their shapes: else the direction is no minimum, only the least of those that were tried */
    tact_vec3 d = tact_sub(y, q.c);
    tact_real along = tact_dot(d, q.a), slack = (COLLIDE__IS_DOUBLE ? 256 : 4) * q.rounding, reach = q.r + slack;
    if (!(tact_abs(x.x) <= b[0] + slack && tact_abs(x.y) <= b[1] + slack && tact_abs(x.z) <= b[2] + slack &&
          tact_abs(along) <= q.l + slack && tact_norm2(d) - along * along <= reach * reach))
        return -1;
    r->d = -q.h, r->n = *axis;
    r->a = box_first ? x : tact_add(tact_mat_mul_vec(&p->r, y), p->t);
    return 1;
}

// >>impl-zonoids
/* Owns    sums of segments and discs: Newton with an active set, and the proof that its minimum is the least.
   Reads   a pair state and a first direction.
   Leaves  collide__zonoid_pair. */
/* Sums of segments and discs: boxes, cylinders and segments are such sums, and with them the body D = A - B of two,
       h(n) = sum_i l_i |a_i.n| + sum_j r_j |P_j n| - t.n,    P_j n = n - (d_j.n) d_j,
   whose least value over unit n is minus the signed distance, apart or not. At a local minimum n0 every piece has a
   point in D's support: +-l_i a_i (some xi_i a_i between, on a segment square to n0), r_j u_j with u_j = P_j n0 made
   unit (some point of the disc where n0 = +-d_j), and their sum minus t is h0 n0. */
typedef struct collide__zonoid {
    tact_vec3 a[4], d[2];         /* unit axes: of the segments, A's first, and of the discs */
    tact_real l[4], r[2];         /* half lengths, radii */
    int n_a, n_d, a_of_a, d_of_a; /* how many there are, and how many of them are A's */
    tact_vec3 t;
    /* the local minimum */
    tact_vec3 n, u[2];            /* its normal, the discs' points over their radii */
    tact_real h, along[4];        /* its value, the segments' points */
    int square[2], n_square, cap; /* the segments square to n, the disc whose axis n is, or -1 */
    int steps;
} collide__zonoid;
TACT_PRIVATE void collide__zonoid_add(collide__zonoid *z, const collide_shape *s, const tact_mat3 *r) {
    const tact_vec3 h = s->p[0];
    if (s->kind == COLLIDE_KIND_SEGMENT) {
        tact_real l = tact_norm(h);
        tact_vec3 axis = l > 0 ? tact_scale(1 / l, h) : tact_vec(0, 0, 1);
        z->a[z->n_a] = r ? tact_mat_mul_vec(r, axis) : axis, z->l[z->n_a++] = l;
        return;
    }
    if (s->kind == COLLIDE_KIND_BOX) {
        z->a[z->n_a] = r ? tact_mat_column(r, 0) : tact_vec(1, 0, 0), z->l[z->n_a++] = h.x;
        z->a[z->n_a] = r ? tact_mat_column(r, 1) : tact_vec(0, 1, 0), z->l[z->n_a++] = h.y;
    }
    z->a[z->n_a] = r ? tact_mat_column(r, 2) : tact_vec(0, 0, 1), z->l[z->n_a++] = h.z;
    if (s->kind == COLLIDE_KIND_CYLINDER) z->d[z->n_d] = z->a[z->n_a - 1], z->r[z->n_d++] = h.x;
}

#define COLLIDE__AXIS_LOST (1024 * TACT_EPSILON) /* |P_j n| so short that its direction is rounding */
/* Is the axis of disc j, on the side of n, a local minimum: does the disc reach over the support point of
   all else? */
TACT_PRIVATE int collide__zonoid_cap(collide__zonoid *z, int j, tact_vec3 n) {
    tact_vec3 p = tact_neg(z->t), q;
    tact_real qq;
    n = tact_dot(z->d[j], n) < 0 ? tact_neg(z->d[j]) : z->d[j];
    for (int i = 0; i < z->n_a; ++i) {
        tact_real m = tact_dot(z->a[i], n);
        if (!(tact_abs(m) > COLLIDE__AXIS_LOST)) return 0;
        z->along[i] = m < 0 ? -z->l[i] : z->l[i];
        p = tact_mul_add(p, z->along[i], z->a[i]);
    }
    for (int k = 0; k < z->n_d; ++k) {
        if (k == j) continue;
        q = tact_mul_add(n, -tact_dot(z->d[k], n), z->d[k]);
        q = tact_mul_add(q, -tact_dot(z->d[k], q), z->d[k]), qq = tact_norm(q);
        if (!(qq > COLLIDE__AXIS_LOST)) return 0;
        z->u[k] = tact_scale(1 / qq, q);
        p = tact_mul_add(p, z->r[k], z->u[k]);
    }
    z->h = tact_dot(n, p);
    q = tact_mul_add(p, -z->h, n);
    qq = tact_norm2(q);
    if (!(qq <= z->r[j] * z->r[j])) return 0;
    z->n = n;
    z->u[j] = tact_scale(-1 / z->r[j], q);
    z->cap = j;
    z->n_square = 0;
    return 1;
}

/* A descent between its steps. */
typedef struct collide__descent {
    tact_vec3 n, n_before;
    tact_real before;            /* h at n_before */
    tact_real enough;            /* miss that ends the descent */
    tact_real sign[4], m[4];     /* ends of the segments in use, and a_i.n */
    tact_vec3 p, spoke[2], v[2]; /* support point of what is not held square; of disc j the rim point and its tangent */
    tact_real k[2];              /* r_j / |P_j n| */
    int halved, tried, close;
} collide__descent;
#define COLLIDE__DESCENT_STEPS 16
#define COLLIDE__DESCENT_HALVINGS 3

#define COLLIDE__SQUARE_AGAIN                                                                                          \
    TACT_R(0.1) /* squared: a unit vector that lost so much by a projection is not square to rounding */
/* Support point along n. 0: n is the axis of a disc. */
TACT_ALWAYS_INLINE int collide__zonoid_eval(collide__zonoid *z, collide__descent *s, const int n_a, const int n_d) {
    const tact_vec3 n = s->n;
    tact_vec3 p = tact_neg(z->t);
    for (int i = 0; i < n_a; ++i) {
        s->m[i] = tact_dot(z->a[i], n);
        z->along[i] = s->sign[i] * z->l[i];
        if (z->n_square > 0 && z->square[0] == i) continue;
        if (z->n_square > 1 && z->square[1] == i) continue;
        p = tact_mul_add(p, z->along[i], z->a[i]);
    }
    for (int j = 0; j < n_d; ++j) {
        tact_vec3 u = tact_mul_add(n, -tact_dot(z->d[j], n), z->d[j]);
        tact_real rho = tact_norm2(u);
        if (rho < COLLIDE__SQUARE_AGAIN) /* square to rounding */
            u = tact_mul_add(u, -tact_dot(z->d[j], u), z->d[j]), rho = tact_norm2(u);
        rho = tact_sqrt(rho);
        if (!(rho > COLLIDE__AXIS_LOST)) return 0;
        s->spoke[j] = z->u[j] = tact_scale(1 / rho, u);
        s->v[j] = tact_cross(z->d[j], s->spoke[j]);
        s->k[j] = z->r[j] / rho;
        p = tact_mul_add(p, z->r[j], s->spoke[j]);
    }
    s->p = p;
    z->h = tact_dot(n, p);
    z->n = n;
    return 1;
}
/* Two segments square to n fix it. DONE where both are held within their lengths; else the one held too far is let
   go. */
TACT_ALWAYS_INLINE collide__verdict collide__zonoid_corner(collide__zonoid *z, collide__descent *s) {
    tact_vec3 a = z->a[z->square[0]], b = z->a[z->square[1]];
    tact_real g = tact_dot(a, b), k = 1 / (1 - g * g), x = -tact_dot(s->p, a), y = -tact_dot(s->p, b);
    tact_real xx = k * (x - g * y), yy = k * (y - g * x);
    tact_real over_x = tact_abs(xx) - z->l[z->square[0]], over_y = tact_abs(yy) - z->l[z->square[1]];
    if (over_x <= 0 && over_y <= 0) {
        z->along[z->square[0]] = xx, z->along[z->square[1]] = yy;
        return COLLIDE__DONE;
    }
    if (over_x >= over_y) {
        s->sign[z->square[0]] = xx < 0 ? TACT_R(-1) : TACT_R(1), z->square[0] = z->square[1];
    } else {
        s->sign[z->square[1]] = yy < 0 ? TACT_R(-1) : TACT_R(1);
    }
    z->n_square = 1;
    s->before = TACT_REAL_MAX;
    s->close = 0;
    return COLLIDE__NEXT;
}
#define COLLIDE__LIFT_SHARE TACT_R(0.01) /* of the trace: what a level direction is lifted to */
/* The Newton step of a free n. Returns 1 with *next, 0 where there is none, 2 at a stationary point that is a minimum,
   3 at another. */
TACT_ALWAYS_INLINE int collide__zonoid_newton(const collide__zonoid *z, collide__descent *s, tact_vec3 *next,
                                              const int n_d) {
    const tact_real enough = s->enough;
    tact_vec3 t1 = s->v[0], t2 = tact_cross(s->n, t1);
    tact_real r1 = -tact_dot(s->p, t1), r2 = -tact_dot(s->p, t2), k11 = s->k[0] - z->h, k12 = 0, k22 = -z->h;
    tact_real det, x, y, size;
    if (n_d > 1) {
        tact_real c1 = tact_dot(s->v[1], t1), c2 = tact_dot(s->v[1], t2);
        k11 += s->k[1] * c1 * c1;
        k12 += s->k[1] * c1 * c2;
        k22 += s->k[1] * c2 * c2;
    }
    det = k11 * k22 - k12 * k12;
    size = r1 * r1 + r2 * r2, s->close += size <= 16 * enough * enough;
    if (size <= enough * enough || s->close > 1) return k11 > 0 && det > 0 ? 2 : 3;
    if (!(k11 > 0 && det > COLLIDE__WELL_POSED * k11 * k11)) { /* lift the small eigenvalue */
        tact_real little = det / tact_max(tact_abs(k11), tact_abs(k22));
        tact_real lift = COLLIDE__LIFT_SHARE * tact_abs(k11 + k22) - tact_min(k11, tact_min(k22, little));
        k11 += lift;
        k22 += lift;
        det = k11 * k22 - k12 * k12;
        if (!(k11 > 0 && det > 0)) return 0;
    }
    x = (k22 * r1 - k12 * r2) / det;
    y = (k11 * r2 - k12 * r1) / det;
    size = x * x + y * y;
    if (size > 1) {
        size = 1 / tact_sqrt(size);
        x *= size;
        y *= size;
    }
    *next = tact_mul_add(tact_mul_add(s->n, x, t1), y, t2);
    return 1;
}
#define COLLIDE__AXES_SPAN                                                                                             \
    TACT_R(1e-6) /* squared sine: two axes nearer than a thousandth fix the normal to six digits less */
/* The step ends where the first segment changes its end: that one is then held square. 0: it is parallel to the one
   held already. */
TACT_ALWAYS_INLINE int collide__zonoid_hold(collide__zonoid *z, collide__descent *s, tact_vec3 *next, const int n_a) {
    tact_real first = 1;
    int at = -1;
    for (int i = 0; i < n_a; ++i) {
        tact_real after = tact_dot(z->a[i], *next);
        if (after * s->sign[i] >= 0 || (z->n_square > 0 && z->square[0] == i)) continue;
        tact_real share = tact_abs(s->m[i]) / (tact_abs(s->m[i]) + tact_abs(after));
        if (share < first) first = share, at = i;
    }
    if (at < 0) return 1;
    if (z->n_square == 1) {
        tact_vec3 cross = tact_cross(z->a[z->square[0]], z->a[at]);
        tact_real cc = tact_norm2(cross);
        if (!(cc > COLLIDE__AXES_SPAN)) return 0;
        cc = 1 / tact_sqrt(cc);
        *next = tact_scale(tact_dot(cross, s->n) < 0 ? -cc : cc, cross);
    } else {
        *next = tact_lerp(s->n, *next, first);
        *next = tact_mul_add(*next, -tact_dot(*next, z->a[at]), z->a[at]);
    }
    z->square[z->n_square++] = at;
    s->before = TACT_REAL_MAX, s->close = 0;
    return 1;
}

#define COLLIDE__CURVE_LEAST TACT_R(1e-3) /* of the miss: a lower one would turn the normal by a thousand radians */
#define COLLIDE__AXIS_STOP TACT_R(0.75)   /* of the way to the axis of a disc, where its spoke turns round */
/* Newton's method from the direction n, on the sphere or on the circles square to segments whose ends change on the
   way (an active set). The miss p - h n of the support point p is driven below `enough`, or twice below four times
   that, which is as near as rounding lets it. Ends early with 2 when h falls below `stop`. Returns 1 at a local
   minimum, 0 when it does not get to one. */
TACT_NOINLINE int collide__zonoid_descend(collide__zonoid *z, tact_vec3 n, tact_real enough, tact_real stop) {
    const int n_a = z->n_a, n_d = z->n_d;
    collide__descent s;
    s.n = s.n_before = n;
    s.before = TACT_REAL_MAX;
    s.enough = enough;
    s.halved = s.tried = s.close = 0;
    z->n_square = 0, z->cap = -1;
    for (int i = 0; i < n_a; ++i) s.sign[i] = tact_dot(z->a[i], n) < 0 ? TACT_R(-1) : TACT_R(1);
    for (z->steps = 1; z->steps <= COLLIDE__DESCENT_STEPS; ++z->steps) {
        tact_vec3 next;
        if (!collide__zonoid_eval(z, &s, n_a, n_d)) return 0;
        if (z->h < stop) {
            tact_real h = z->h;
            for (int i = 0; i < n_a; ++i) /* ends let go that n does not leave yet */
                h += tact_abs(z->l[i] * s.m[i]) - z->along[i] * s.m[i];
            if (h < stop) return 2;
        }
        if (z->h > s.before + enough && s.halved < COLLIDE__DESCENT_HALVINGS) { /* too far */
            s.n = tact_add(s.n, s.n_before);
            s.n = tact_scale(1 / tact_norm(s.n), s.n);
            ++s.halved;
            continue;
        }
        if (z->n_square == 2) {
            if (collide__zonoid_corner(z, &s) == COLLIDE__DONE) return 1;
            continue;
        }
        if (z->n_square == 1) { /* one equation: the angle about the segment */
            tact_vec3 a = z->a[z->square[0]], t = tact_cross(a, s.n);
            tact_real miss = -tact_dot(s.p, t), curve = -z->h;
            for (int j = 0; j < n_d; ++j) curve += s.k[j] * tact_dot(s.v[j], t) * tact_dot(s.v[j], t);
            s.close += tact_abs(miss) <= 4 * enough;
            if (tact_abs(miss) <= enough || s.close > 1) {
                tact_real x = -tact_dot(s.p, a);
                if (tact_abs(x) <= z->l[z->square[0]]) {
                    z->along[z->square[0]] = x;
                    return curve > 0;
                }
                s.sign[z->square[0]] = x < 0 ? TACT_R(-1) : TACT_R(1);
                z->n_square = 0;
                s.before = TACT_REAL_MAX;
                s.close = 0;
                continue;
            }
            if (!(curve > COLLIDE__CURVE_LEAST * tact_abs(miss))) curve = tact_abs(miss);
            next = tact_mul_add(s.n, tact_clamp(miss / curve, -1, 1), t);
        } else {
            int end = collide__zonoid_newton(z, &s, &next, n_d);
            if (end != 1) return end == 2;
        }
        s.before = z->h;
        s.n_before = s.n;
        s.halved = 0;
        for (int j = 0; j < n_d; ++j) { /* not beyond the axis of a disc */
            tact_real from = tact_dot(s.spoke[j], s.n), to = tact_dot(s.spoke[j], next);
            if (to > 0) continue;
            if (!(s.tried & (1 << j)) && collide__zonoid_cap(z, j, s.n)) return 1;
            s.tried |= 1 << j;
            next = tact_lerp(s.n, next, COLLIDE__AXIS_STOP * from / (from - to));
        }
        if (!collide__zonoid_hold(z, &s, &next, n_a)) return 0;
        s.n = tact_scale(1 / tact_norm(next), next);
    }
    return 0;
}

/* Is the local minimum with h0 > 0 the least value of all? With n = cos(w) n0 + sin(w) e, e a unit tangent, and v_j =
   d_j x u_j, square to n0,
       g(w) = h(n) - h0 n.n0 = sum_j r_j (|P_j n| - u_j.n) + sum_i (l_i |a_i.n| - xi_i a_i.n)
           >= sin(w)^2/2 e.M e,   M = sum_j r_j v_j v_j^T + sum_(square i) 2 (l_i - |xi_i|) a_i a_i^T,
   because |P n| - u.n = (v.n)^2/(|P n| + u.n) >= (v.n)^2/2; a disc whose axis is n0 adds 2 (r - |point|) to both
   eigenvalues. With G half the smaller one collide__depth_proved decides; D + t is symmetric, so that -h0 n0 - 2 t is a
   point of D. That h(n) >= 0 everywhere, the yes of the yes/no query, needs less: g(w) >= -h0 cos(w), up to
   an angle q from -n0 with tan(q) = h0/G. Returns 2 for the least value, 1 for a yes, else 0. */
TACT_PRIVATE int collide__zonoid_proved(const collide__zonoid *z) {
    tact_vec3 t1, t2;
    tact_real m11 = 0, m12 = 0, m22 = 0, least, half, back, across, along = tact_dot(z->t, z->n);
    tact_tangents(z->n, &t1, &t2);
    for (int j = 0; j < z->n_d; ++j) {
        tact_vec3 v = tact_cross(z->d[j], z->u[j]);
        tact_real x = tact_dot(v, t1), y = tact_dot(v, t2);
        if (j == z->cap) {
            x = 2 * z->r[j] * (1 - tact_norm(z->u[j]));
            m11 += x;
            m22 += x;
            continue;
        }
        m11 += z->r[j] * x * x;
        m12 += z->r[j] * x * y;
        m22 += z->r[j] * y * y;
    }
    for (int i = 0; i < z->n_square; ++i) {
        int k = z->square[i];
        tact_real x = tact_dot(z->a[k], t1), y = tact_dot(z->a[k], t2), w = 2 * (z->l[k] - tact_abs(z->along[k]));
        m11 += w * x * x;
        m12 += w * x * y;
        m22 += w * y * y;
    }
    half = (m11 - m22) / 2;
    least = ((m11 + m22) / 2 - tact_sqrt(half * half + m12 * m12)) / 2;
    back = z->h + 2 * along, across = 2 * tact_norm(tact_mul_add(z->t, -along, z->n));
    if (!(least > 0 && back * least >= across * z->h)) return 0;
    return 1 + collide__depth_proved(z->h, least, tact_neg(tact_mul_add(tact_scale(2, z->t), z->h, z->n)), z->n);
}

/* Boxes, cylinders and segments are such sums; worth it where one is a cylinder, the others have closed forms. */
TACT_INLINE int collide__is_zonoid_pair(collide_kind ka, collide_kind kb) {
    return (ka == COLLIDE_KIND_CYLINDER &&
            (kb == COLLIDE_KIND_CYLINDER || kb == COLLIDE_KIND_BOX || kb == COLLIDE_KIND_SEGMENT)) ||
           (kb == COLLIDE_KIND_CYLINDER && (ka == COLLIDE_KIND_BOX || ka == COLLIDE_KIND_SEGMENT));
}
/* What the search from the direction `start` finds about such a pair. */
typedef enum collide__zonoid_end {
    COLLIDE__ZONOID_NONE,    /* nothing */
    COLLIDE__ZONOID_LEAST,   /* the signed distance: the answer */
    COLLIDE__ZONOID_BEYOND,  /* farther apart than `bound` along n by d: nothing else in the answer */
    COLLIDE__ZONOID_OVERLAP, /* they overlap; the answer is a local minimum of the depth */
    COLLIDE__ZONOID_LOCAL    /* a stationary depth, which proves nothing by itself */
} collide__zonoid_end;
TACT_PRIVATE collide__zonoid_end collide__zonoid_pair(const collide__pair_state *p, tact_vec3 start, tact_real enough,
                                                      tact_real bound, collide__answer *r, int *steps) {
    collide__zonoid z;
    const tact_real size = tact_norm(start);
    int end, proved = 2;
    if (!(size > 0)) return COLLIDE__ZONOID_NONE;
    z.n_a = z.n_d = 0, z.t = p->t;
    collide__zonoid_add(&z, p->a, NULL);
    z.a_of_a = z.n_a;
    z.d_of_a = z.n_d;
    collide__zonoid_add(&z, p->b, &p->r);
    start = tact_scale(1 / size, start);
    end = collide__zonoid_descend(&z, start, enough, -bound);
    *steps += z.steps;
    if (end == 0) return COLLIDE__ZONOID_NONE;
    r->n = z.n;
    r->d = -z.h;
    r->a = tact_vec(0, 0, 0);
    if (end == 2) return COLLIDE__ZONOID_BEYOND;
    for (int i = 0; i < z.a_of_a; ++i) r->a = tact_mul_add(r->a, z.along[i], z.a[i]);
    for (int j = 0; j < z.d_of_a; ++j) r->a = tact_mul_add(r->a, z.r[j], z.u[j]);
    if (z.h >= 0) proved = collide__zonoid_proved(&z);
    return proved == 2 ? COLLIDE__ZONOID_LEAST : proved == 1 ? COLLIDE__ZONOID_OVERLAP : COLLIDE__ZONOID_LOCAL;
}

// >>impl-projections
/* Owns    alternating projections of shapes that know their nearest points.
   Reads   a pair state.
   Leaves  a yes or no, a distance, or a better first direction. */
/* The point of the core nearest to x, for segments, boxes and cylinders. */
TACT_ALWAYS_INLINE tact_vec3 collide__core_nearest(const collide_shape *s, tact_vec3 x) {
    const tact_vec3 h = s->p[0];
    if (s->kind == COLLIDE_KIND_BOX)
        return tact_vec(tact_clamp(x.x, -h.x, h.x), tact_clamp(x.y, -h.y, h.y), tact_clamp(x.z, -h.z, h.z));
    if (s->kind == COLLIDE_KIND_CYLINDER) {
        tact_real q = x.x * x.x + x.y * x.y, k = q > s->p[1].x ? h.x / tact_sqrt(q) : 1;
        return tact_vec(k * x.x, k * x.y, tact_clamp(x.z, -h.z, h.z));
    }
    if (s->kind == COLLIDE_KIND_SEGMENT) {
        tact_real hh = tact_norm2(h);
        return tact_scale(hh > 0 ? tact_clamp(tact_dot(x, h) / hh, -1, 1) : 0, h);
    }
    return tact_vec(0, 0, 0); /* POINT */
}
/* Alternating projections: b of B, a = its nearest point of A, the nearest of B to that, and so on. A lies behind the
   plane through a with normal b - a, so that one support point of B tells whether the plane separates; a point of B
   that is its own projection is common. Two rounds decide most pairs that are not about to touch. */
TACT_PRIVATE int collide__projections_overlap(collide__pair_state *p, tact_vec3 *direction) {
    const tact_real rounding = COLLIDE__ROUNDING(p), reach = tact_max(p->radii - rounding, rounding),
                    limit = p->radii + rounding;
    const tact_real least = 2 * rounding * p->scale; /* a shorter u has lost its direction: its plane proves nothing */
    tact_vec3 a, b = p->t, u, w;
    int none = 0;
    for (int round = 0; round < 3; ++round) {
        a = collide__core_nearest(p->a, b);
        u = tact_sub(b, a);
        tact_real uu = tact_norm2(u), gap;
        if (uu <= reach * reach) return 1;
        w = tact_mat_mul_vec(&p->r, collide__core_support(p->b, tact_neg(tact_mat_tmul_vec(&p->r, u)), &none));
        gap = tact_dot(u, tact_sub(tact_add(w, p->t), a));
        if (gap > least && gap * gap > limit * limit * uu) return 0;
        a = tact_sub(a, u);
        b = tact_add(tact_mat_mul_vec(&p->r, collide__core_nearest(p->b, tact_mat_tmul_vec(&p->r, tact_sub(a, p->t)))),
                     p->t);
        u = tact_sub(a, b), uu = tact_norm2(u);
        w = collide__core_support(p->a, tact_neg(u), &none);
        gap = tact_dot(u, tact_sub(w, b));
        if (gap > least && gap * gap > limit * limit * uu) return 0;
    }
    *direction = u;
    return -1;
}
/* The only direction in which `at`, the point of a box or segment nearest to x, can move along an edge: 0 when it is
   in a face, at a corner or of another kind. *low, *high: how far it can. */
TACT_PRIVATE int collide__edge_at(const collide_shape *s, tact_vec3 x, tact_vec3 at, tact_vec3 *direction,
                                  tact_real *low, tact_real *high) {
    const tact_vec3 h = s->p[0];
    if (s->kind == COLLIDE_KIND_BOX) {
        int k = at.x == x.x ? 0 : at.y == x.y ? 1 : 2;
        if ((at.x == x.x) + (at.y == x.y) + (at.z == x.z) != 1) return 0;
        *direction = tact_vec(k == 0, k == 1, k == 2);
        *low = -collide__component(h, k) - collide__component(at, k),
        *high = collide__component(h, k) - collide__component(at, k);
        return 1;
    }
    if (s->kind == COLLIDE_KIND_SEGMENT) {
        tact_real length = tact_norm(h), along;
        if (!(length > 0)) return 0;
        *direction = tact_scale(1 / length, h), along = tact_dot(at, *direction);
        *low = -length - along, *high = length - along;
        return *low < 0 && *high > 0;
    }
    return 0;
}
/* Are a of A and b of B, apart by u = b - a, nearest to each other? When the support plane along u says so,
   to `slack`. */
TACT_PRIVATE int collide__nearest_confirmed(collide__pair_state *p, tact_vec3 a, tact_vec3 u, tact_real slack,
                                            collide__answer *r, tact_real *gap) {
    r->d = tact_norm(u);
    r->n = tact_scale(1 / r->d, u);
    r->a = a;
    *gap = r->d + tact_dot(r->n, collide__pair_support(p, r->n).w);
    if (!(*gap <= slack)) return 0;
    *gap = tact_max(*gap, 0);
    return 1;
}
/* The same for the distance: a is the point of A nearest to b, and b the point of B nearest to a, exactly when they
   are the nearest points of A and B. Corners and faces, and a corner with a rim, are found in one or two rounds,
   crossing edges then by their common perpendicular; rims against edges and rims are approached without end and left
   to the search, with *start = a - b. The first b is `from`, a point of B. Returns 1 when the support plane along b -
   a confirms the answer: *r is filled then, and *gap is the distance between the two bounds. */
TACT_PRIVATE int collide__projections_distance(collide__pair_state *p, tact_vec3 from, tact_real tolerance,
                                               collide__answer *r, tact_real *gap, tact_vec3 *start) {
    const tact_real rounding = COLLIDE__ROUNDING(p), still = TACT_R(0.5) * rounding, least = 64 * rounding * rounding;
    const tact_real slack =
        tact_max(rounding, TACT_R(0.01) * tolerance); /* a short u is off by rounding/|u|, and so is its plane */
    tact_vec3 a = collide__core_nearest(p->a, from), a_b, b_b, b = from, u = b;
    for (int round = 0; round < 3; ++round) {
        a_b = tact_mat_tmul_vec(&p->r, tact_sub(a, p->t));
        b_b = collide__core_nearest(p->b, a_b);
        b = tact_add(tact_mat_mul_vec(&p->r, b_b), p->t);
        tact_vec3 next = collide__core_nearest(p->a, b), step = tact_sub(next, a);
        a = next, u = tact_sub(b, a);
        if (!(tact_norm2(u) > least)) return 0; /* overlapping, or too near to tell */
        if (tact_abs(step.x) + tact_abs(step.y) + tact_abs(step.z) <= still) {
            /* in whose axes is the difference exact: with the more components that were not clamped at all */
            tact_vec3 v = tact_sub(b_b, a_b);
            if ((v.x == 0) + (v.y == 0) + (v.z == 0) > (u.x == 0) + (u.y == 0) + (u.z == 0))
                u = tact_mat_mul_vec(&p->r, v);
            if (collide__nearest_confirmed(p, a, u, slack, r, gap)) return 1;
            break;
        }
        tact_vec3 along_a, along_b;
        tact_real low_a, high_a, low_b, high_b;
        if (collide__edge_at(p->a, b, a, &along_a, &low_a, &high_a) &&
            collide__edge_at(p->b, a_b, b_b, &along_b, &low_b, &high_b)) {
            along_b = tact_mat_mul_vec(&p->r, along_b);
            tact_vec3 across = tact_cross(along_a, along_b);
            tact_real ll = tact_norm2(across), x, y;
            if (!(ll > COLLIDE__EDGE_SINE * COLLIDE__EDGE_SINE)) break;
            x = tact_dot(tact_cross(u, along_b), across) / ll, y = tact_dot(tact_cross(u, along_a), across) / ll;
            if (!(x >= low_a && x <= high_a && y >= low_b && y <= high_b)) continue;
            tact_vec3 foot = tact_mul_add(a, x, along_a);
            ll = tact_dot(across, u) / ll; /* along the common perpendicular, so that its direction is exact */
            if (ll * ll * tact_norm2(across) > least &&
                collide__nearest_confirmed(p, foot, tact_scale(ll, across), slack, r, gap))
                return 1;
        }
    }
    *start = tact_neg(u);
    return 0;
}

// >>impl-results
/* Owns    the default config and its check; how an answer for the cores becomes a collide_result; halfspaces and
           planes.
   Reads   answers and simplices.
   Leaves  results in the world, roundings included. */
#ifdef TACT_FLOAT
#define COLLIDE__TOLERANCE TACT_R(1e-6)
#else
#define COLLIDE__TOLERANCE TACT_R(1e-10)
#endif
static const collide_config collide__defaults = {
    COLLIDE_METHOD_AUTO,
    COLLIDE_WARM_START_CENTRES,
    COLLIDE_CRITERION_DISTANCE,
    0,
    COLLIDE__TOLERANCE,
    TACT_REAL_MAX, /* tolerance_absolute, tolerance_relative, upper_bound */
    128,
    COLLIDE_EPA_MAX_ITERATIONS,
    1,
    1,
    1,
    COLLIDE__CONFIG_COOKIE, /* iterations, penetration, polish, exact */
    NULL                    /* scratch */
};
COLLIDE_API collide_config collide_default_config(void) { return collide__defaults; }
TACT_INLINE int collide__config_ok(const collide_config *c) {
    return c->cookie == COLLIDE__CONFIG_COOKIE && c->method >= COLLIDE_METHOD_AUTO &&
           c->method <= COLLIDE_METHOD_NESTEROV_NORMALIZED && c->warm_start >= COLLIDE_WARM_START_NONE &&
           c->warm_start <= COLLIDE_WARM_START_TRANSPORTED && c->tolerance_absolute >= 0 &&
           c->tolerance_relative >= 0 && c->tolerance_absolute <= COLLIDE__LENGTH_MAX && c->tolerance_relative <= 1 &&
           c->upper_bound >= -TACT_REAL_MAX && c->max_iterations >= 1 && c->max_epa_iterations >= 1 &&
           c->max_epa_iterations <= COLLIDE_EPA_MAX_ITERATIONS;
}

TACT_INLINE void collide__result_clear(collide_result *r) {
    TACT_MEMSET(r, 0, sizeof *r);
    r->normal = tact_vec(0, 0, 1);
}

/* Is a lower bound of the distance beyond what the caller asks for? Then it is the answer, and nothing
   else is known. */
TACT_INLINE int collide__beyond(tact_real least, tact_real upper_bound, collide_result *r) {
    if (!(least > upper_bound)) return 0;
    collide__result_clear(r);
    r->distance = least;
    return 1;
}

/* The answer for the cores, put in the world with the radii: x_a moves out by A's radius, x_b = x_a + distance n. */
TACT_NOINLINE void collide__result_set(const collide__pair_state *p, tact_vec3 a, tact_vec3 n, tact_real d,
                                       collide_result *r) {
    r->distance = d - p->radii;
    r->normal = tact_rotate(p->qa, n);
    r->point_a = tact_add(p->origin, tact_rotate(p->qa, tact_mul_add(tact_add(a, p->a->centre), p->a->radius, n)));
    r->point_b = tact_mul_add(r->point_a, r->distance, r->normal);
}
TACT_NOINLINE void collide__result_simplex(const collide__pair_state *p, const collide__simplex *s, collide_result *r) {
    r->simplex_size = s->n;
    for (int i = 0; i < s->n; ++i) {
        r->weights[i] = s->weight[i];
        r->simplex_a[i] = tact_add(s->v[i].a, p->a->centre);
        r->simplex_b[i] =
            tact_add(tact_mat_tmul_vec(&p->r, tact_sub(tact_sub(s->v[i].a, s->v[i].w), p->t)), p->b->centre);
    }
}

/* Halfspace or plane against a bounded shape: the support along the normal decides. `first`: the flat shape is A.
   d = offset of the nearest point of the bounded shape over the boundary; a plane is the nearer of its two sides. */
TACT_PRIVATE collide_status collide__flat_query(const collide_shape *flat, tact_pose pose_flat,
                                                const collide_shape *shape, tact_pose pose, int first,
                                                collide_result *r) {
    tact_quat qf = pose_flat.q, qs = pose.q;
    if (collide__unit_quat(&qf) != COLLIDE_OK || collide__unit_quat(&qs) != COLLIDE_OK) return COLLIDE_BAD_POSE;
    tact_vec3 n = tact_rotate(qf, flat->p[0]), centre = tact_add(pose.p, tact_rotate(qs, shape->centre));
    tact_real level = tact_dot(n, tact_sub(centre, pose_flat.p)) - flat->p[1].x; /* height of the shape's centre */
    if (!tact_finite(level) || !tact_vec_finite(centre)) return COLLIDE_BAD_POSE;
    int hint = 0;
    tact_vec3 low = tact_rotate(qs, collide__core_support(shape, tact_unrotate(qs, tact_neg(n)), &hint));
    tact_real d = level + tact_dot(n, low);
    if (flat->kind == COLLIDE_KIND_PLANE) {
        hint = 0;
        tact_vec3 high = tact_rotate(qs, collide__core_support(shape, tact_unrotate(qs, n), &hint));
        tact_real other = -level - tact_dot(n, high);
        if (other > d) {
            d = other;
            low = high;
            n = tact_neg(n);
        }
    }
    r->distance = d - flat->radius - shape->radius;
    tact_vec3 on_shape = tact_mul_add(tact_add(centre, low), -shape->radius, n);
    tact_vec3 on_flat = tact_mul_add(on_shape, -r->distance, n);
    r->normal = first ? n : tact_neg(n);
    r->point_a = first ? on_flat : on_shape;
    r->point_b = first ? on_shape : on_flat;
    return COLLIDE_OK;
}
#define COLLIDE__PARALLEL_PLANES                                                                                       \
    (COLLIDE__IS_DOUBLE ? TACT_R(1e-20) : TACT_R(1e-12)) /* squared sine: planes at a larger angle than rounding meet */
/* Two flat shapes: parallel ones have a distance, all others meet for ever. */
TACT_NOINLINE TACT_COLD collide_status collide__flat_flat(const collide_shape *a, tact_pose pose_a,
                                                          const collide_shape *b, tact_pose pose_b, collide_result *r) {
    tact_quat qa = pose_a.q, qb = pose_b.q;
    if (collide__unit_quat(&qa) != COLLIDE_OK || collide__unit_quat(&qb) != COLLIDE_OK) return COLLIDE_BAD_POSE;
    tact_vec3 na = tact_rotate(qa, a->p[0]), nb = tact_rotate(qb, b->p[0]);
    tact_vec3 on_a = tact_mul_add(pose_a.p, a->p[1].x, na), on_b = tact_mul_add(pose_b.p, b->p[1].x, nb);
    tact_real c = tact_dot(na, nb), d;
    if (!tact_vec_finite(on_a) || !tact_vec_finite(on_b)) return COLLIDE_BAD_POSE;
    if (tact_norm2(tact_cross(na, nb)) > COLLIDE__PARALLEL_PLANES) return COLLIDE_UNSUPPORTED;
    if (c > 0 && (a->kind == COLLIDE_KIND_HALFSPACE && b->kind == COLLIDE_KIND_HALFSPACE)) return COLLIDE_UNSUPPORTED;
    if (a->kind == COLLIDE_KIND_PLANE) { /* take the side that faces away from B's solid, or towards B's sheet */
        if (b->kind == COLLIDE_KIND_HALFSPACE)
            na = tact_neg(nb);
        else if (tact_dot(na, tact_sub(on_b, on_a)) < 0)
            na = tact_neg(na);
    }
    d = tact_dot(na, tact_sub(on_b, on_a));
    r->distance = d - a->radius - b->radius;
    r->normal = na;
    r->point_a = tact_mul_add(on_a, a->radius, na);
    r->point_b = tact_mul_add(r->point_a, r->distance, na);
    return COLLIDE_OK;
}

// >>impl-search
/* Owns    first directions, caches, choice of the method; the compiled copies of the Frank-Wolfe loop.
   Reads   config, cache, pair state.
   Leaves  collide__search_run. */
TACT_PRIVATE tact_vec3 collide__first_direction(const collide__pair_state *p, const collide_config *c,
                                                const collide_cache *cache) {
    if (cache && cache->valid && c->warm_start == COLLIDE_WARM_START_PREVIOUS) return cache->separation_a;
    if (cache && cache->valid && c->warm_start == COLLIDE_WARM_START_TRANSPORTED)
        return tact_mat_mul_vec(&p->r, cache->separation_b);
    if (c->warm_start == COLLIDE_WARM_START_NONE) return tact_vec(1, 0, 0);
    return tact_neg(p->t);
}
/* Stores the separation and the two vertices where the next query climbs from. A query that starts along this
   separation climbs from the last vertices; any other climbs from those of this query's own start. */
TACT_NOINLINE void collide__cache_store(collide_cache *cache, const collide__pair_state *p, const collide_config *c,
                                        tact_vec3 separation) {
    int last = c->warm_start >= COLLIDE_WARM_START_PREVIOUS, a = last ? p->hint_a : p->first_a,
        b = last ? p->hint_b : p->first_b;
    cache->separation_a = separation;
    cache->separation_b = tact_mat_tmul_vec(&p->r, separation);
    cache->hint_a = a > 0 ? a : 0;
    cache->hint_b = b > 0 ? b : 0;
    cache->valid = 1;
}
/* A hint from an earlier query, coded as -1 - vertex: the first climb trusts it. */
TACT_INLINE int collide__cache_hint(int hint, const collide_shape *s) {
    return s->kind == COLLIDE_KIND_HULL && hint > 0 && hint < s->data.hull->n_vertices ? -1 - hint : 0;
}
#define COLLIDE__LARGE_HULLS 1500 /* vertices of both: from there on Nesterov beats Polyak, measured by bench/gjk.c */
#define COLLIDE__FIRST_POLISH TACT_R(0.003) /* gap over size at which the features are nearly always the right ones */
#define COLLIDE__FIRST_POLISH_YES_NO                                                                                   \
    TACT_R(1e-5) /* planes and simplices decide a yes/no query long before, but for the last digits */
TACT_PRIVATE collide_method collide__choose_method(const collide__pair_state *p, collide_method method) {
    const tact_real balls = p->a->extent + p->b->extent;
    if (method != COLLIDE_METHOD_AUTO) return method;
    if (tact_norm2(p->t) > balls * balls) return COLLIDE_METHOD_GJK; /* far apart momentum only leads astray */
    int hull_a = p->a->kind == COLLIDE_KIND_HULL,
        hull_b = p->b->kind == COLLIDE_KIND_HULL; /* as measured by bench/gjk.c */
    if (hull_a && hull_b) {
        int large = p->a->data.hull->n_vertices + p->b->data.hull->n_vertices > COLLIDE__LARGE_HULLS;
        return large ? COLLIDE_METHOD_NESTEROV : COLLIDE_METHOD_POLYAK;
    }
    if (hull_a || hull_b || (p->a->kind == COLLIDE_KIND_ELLIPSOID && p->b->kind == COLLIDE_KIND_ELLIPSOID))
        return COLLIDE_METHOD_POLYAK;
    return COLLIDE_METHOD_GJK;
}
TACT_INLINE void collide__search_init(const collide__pair_state *p, const collide_config *c, collide__search *s) {
    s->tolerance = c->tolerance_absolute + c->tolerance_relative * p->scale;
    s->simplex.n = 0;
    s->bound = TACT_REAL_MAX;
    s->accept = 0;
    s->curved = collide__has_curvature(p->a) || collide__has_curvature(p->b);
    s->polish = c->polish && s->curved, s->first_polish = COLLIDE__FIRST_POLISH;
    s->gap_rule = c->criterion == COLLIDE_CRITERION_DUALITY_GAP, s->gap_tolerance = c->tolerance_absolute;
}
/* The compiled copies of the loop, whose branches on the method or on the kinds fold away. */
TACT_NOINLINE collide__outcome collide__search_any(collide__pair_state *p, collide__search *s, tact_vec3 start,
                                                   collide_method method, int max) {
    return collide__frank_wolfe(p, s, start, method, max, p->a->kind, p->b->kind);
}
TACT_NOINLINE collide__outcome collide__search_hulls(collide__pair_state *p, collide__search *s, tact_vec3 start,
                                                     collide_method method, int max) {
    return collide__frank_wolfe(p, s, start, method, max, COLLIDE_KIND_HULL, COLLIDE_KIND_HULL);
}
TACT_INLINE collide__outcome collide__search_run(collide__pair_state *p, collide__search *s, tact_vec3 start,
                                                 collide_method method, int max) {
    if (p->a->kind == COLLIDE_KIND_HULL && p->b->kind == COLLIDE_KIND_HULL)
        return collide__search_hulls(p, s, start, method, max);
    return collide__search_any(p, s, start, method, max);
}

// >>impl-ellipsoids
/* Owns    pairs with an ellipsoid: a yes/no test, the space where it is a ball, and Newton from there.
   Reads   a pair state.
   Leaves  collide__ellipsoid_pair and collide__quick_overlap. */
#define COLLIDE__OVERLAP_DOUBT                                                                                         \
    (64 * TACT_EPSILON)                  /* of 1: rounding of a level of a ball, before the condition of the matrices */
#define COLLIDE__DOUBT_MOST TACT_R(1e-3) /* with more, most answers would be too close to call */
#define COLLIDE__SHARE_ROUNDING (4 * TACT_EPSILON) /* of l in (0, 1) */
#define COLLIDE__OVERLAP_STEPS 12 /* Newton on a concave function takes three to six; halving alone would not end */
/* Yes/no without a simplex. The functions below return 1 (overlap), 0 (apart) or -1 (too close to call, or no such
   form): GJK then decides.

   Two ellipsoids x.A^-1 x <= 1 and (x-t).B^-1 (x-t) <= 1 (Perram, Wertheim 1985): for 0 < l < 1 the function
       F(l) = min_x l x.A^-1 x + (1-l) (x-t).B^-1 (x-t) = l (1-l) t.y,   ((1-l) A + l B) y = t,
   is concave; the minimiser x = (1-l) A y has x.A^-1 x = (1-l)^2 y.A y = f_A and likewise f_B = l^2 y.B y, and F' =
   f_A - f_B. Any F > 1 proves them apart, any l with f_A <= 1 and f_B <= 1 shows a common point; Newton on F' finds
   one or the other. */
TACT_PRIVATE int collide__ellipsoids_overlap(const collide__pair_state *p) {
    const tact_vec3 a = p->a->p[1], d = p->b->p[1], t = p->t;
    const tact_mat3 *r = &p->r;
    tact_real longest = tact_max(tact_max(a.x, tact_max(a.y, a.z)), tact_max(d.x, tact_max(d.y, d.z)));
    tact_real shortest = tact_min(tact_min(a.x, tact_min(a.y, a.z)), tact_min(d.x, tact_min(d.y, d.z)));
    tact_real doubt = COLLIDE__OVERLAP_DOUBT * longest / shortest, b[6], low = 0, high = 1, l;
    if (!(doubt < COLLIDE__DOUBT_MOST)) return -1;
    for (int k = 0, i = 0; i < 3; ++i) /* B = R diag R^T: xx xy xz yy yz zz */
        for (int j = i; j < 3; ++j, ++k)
            b[k] = r->m[i][0] * r->m[j][0] * d.x + r->m[i][1] * r->m[j][1] * d.y + r->m[i][2] * r->m[j][2] * d.z;
    { /* start where the two widths along t balance: exact for balls */
        tact_vec3 bt = tact_vec(b[0] * t.x + b[1] * t.y + b[2] * t.z, b[1] * t.x + b[3] * t.y + b[4] * t.z,
                                b[2] * t.x + b[4] * t.y + b[5] * t.z);
        tact_real tat = a.x * t.x * t.x + a.y * t.y * t.y + a.z * t.z * t.z, tbt = tact_dot(t, bt);
        if (!(tat > 0 && tbt > 0)) return -1; /* concentric */
        l = 1 / (1 + tact_sqrt(tbt / tat));
    }
    for (int step = 0; step < COLLIDE__OVERLAP_STEPS; ++step) {
        tact_real k = 1 - l, xx = k * a.x + l * b[0], xy = l * b[1], xz = l * b[2], yy = k * a.y + l * b[3],
                  yz = l * b[4];
        tact_real zz = k * a.z + l * b[5], cxx = yy * zz - yz * yz, cxy = xz * yz - xy * zz, cxz = xy * yz - xz * yy;
        tact_real cyy = xx * zz - xz * xz, cyz = xy * xz - xx * yz, czz = xx * yy - xy * xy;
        tact_real q = 1 / (xx * cxx + xy * cxy + xz * cxz);
        tact_vec3 y = tact_vec(q * (cxx * t.x + cxy * t.y + cxz * t.z), q * (cxy * t.x + cyy * t.y + cyz * t.z),
                               q * (cxz * t.x + cyz * t.y + czz * t.z));
        tact_vec3 ay = tact_vec(a.x * y.x, a.y * y.y, a.z * y.z), by = tact_scale(1 / l, tact_mul_add(t, -k, ay)), g, z;
        tact_real yay = tact_dot(y, ay), yby = tact_dot(y, by), fa = k * k * yay, fb = l * l * yby, slope, next;
        if (l * fa + k * fb > 1 + doubt) return 0;
        if (fa < 1 - doubt && fb < 1 - doubt) return 1;
        if (fa > fb)
            low = l;
        else
            high = l;
        g = tact_sub(ay, by); /* y' = M^-1 (A - B) y */
        z = tact_vec(q * (cxx * g.x + cxy * g.y + cxz * g.z), q * (cxy * g.x + cyy * g.y + cyz * g.z),
                     q * (cxz * g.x + cyz * g.y + czz * g.z));
        slope = 2 * (k * k * tact_dot(ay, z) - k * yay - l * yby - l * l * tact_dot(by, z));
        next = l - (fa - fb) / slope;
        if (!(next > low && next < high)) next = (low + high) / 2;
        if (!(tact_abs(next - l) > COLLIDE__SHARE_ROUNDING)) return -1;
        l = next;
    }
    return -1;
}

#define COLLIDE__BALL_RATIO 64 /* longest over shortest radius: more would lose two digits in the scaled space */
#define COLLIDE__BALL_NEAR                                                                                             \
    TACT_R(1.25) /* radii: farther off, the nearest features there are others than in space itself */
#define COLLIDE__BALL_SEGMENT TACT_R(4)   /* the same of a segment, which has no more than two ends and an inside */
#define COLLIDE__BALL_CENTRE TACT_R(1e-3) /* radii: nearer, the direction from the centre says nothing */
/* What the search would find of a point and a segment. */
TACT_PRIVATE collide__outcome collide__segment_search(const collide__pair_state *q, collide__search *s) {
    const tact_vec3 u = tact_mat_mul_vec(&q->r, q->b->p[0]);
    const tact_real uu = tact_norm2(u), at = uu > 0 ? tact_clamp(-tact_dot(u, q->t) / uu, -1, 1) : 0;
    collide__simplex *x = &s->simplex;
    const int inside = at > -1 && at < 1;
    x->x = tact_neg(tact_mul_add(q->t, at, u)), x->xx = tact_norm2(x->x);
    x->n = inside ? 2 : 1;
    x->weight[0] = inside ? (1 + at) / 2 : 1, x->weight[1] = (1 - at) / 2;
    x->v[0].a = x->v[1].a = tact_vec(0, 0, 0);
    x->v[0].w = inside ? tact_neg(tact_add(q->t, u)) : x->x, x->v[1].w = tact_sub(u, q->t);
    s->iterations = 1, s->newton_steps = 0;
    s->lower = tact_sqrt(x->xx);
    if (s->lower <= s->accept) return COLLIDE__OVERLAP;
    return s->lower > s->bound ? COLLIDE__ABOVE : COLLIDE__SEPARATED;
}
/* Ellipsoid against something else: scaling space by the radii turns the ellipsoid into the unit ball and keeps the
   other convex, so that plain GJK from the ball's centre finds the other's nearest point there, with nothing curved
   left on the ellipsoid's side. q and s are filled; q->b is the other shape, in the scaled axes of the ellipsoid. 0
   when the radii differ too much. */
TACT_PRIVATE int collide__ball_space(const collide__pair_state *p, const collide_config *c, tact_real bound,
                                     tact_real accept, collide__pair_state *q, collide__search *s,
                                     collide__outcome *outcome) {
    static const collide_shape centre = {
        COLLIDE_KIND_POINT, COLLIDE_OK, 0, 0, {0, 0, 0}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, {NULL}};
    const int swap = p->a->kind != COLLIDE_KIND_ELLIPSOID;
    const tact_vec3 radii = swap ? p->b->p[0] : p->a->p[0];
    const tact_real shortest = tact_min(radii.x, tact_min(radii.y, radii.z)),
                    k[3] = {1 / radii.x, 1 / radii.y, 1 / radii.z};
    if (!(tact_max(radii.x, tact_max(radii.y, radii.z)) < COLLIDE__BALL_RATIO * shortest)) return 0;
    q->a = &centre, q->b = swap ? p->a : p->b;
    q->r = swap ? tact_mat_transpose(&p->r) : p->r;
    q->t = swap ? tact_neg(tact_mat_tmul_vec(&p->r, p->t)) : p->t;
    q->t = tact_vec(k[0] * q->t.x, k[1] * q->t.y, k[2] * q->t.z);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) q->r.m[i][j] *= k[i];
    q->scale = tact_abs(q->t.x) + tact_abs(q->t.y) + tact_abs(q->t.z) + q->b->extent / shortest + 1;
    q->radii = 1;
    q->hint_a = q->first_a = q->first_b = 0, q->hint_b = swap ? p->hint_a : p->hint_b;
    collide__search_init(q, c, s);
    s->bound = bound;
    s->accept = accept;
    s->polish = 0;
    *outcome = q->b->kind == COLLIDE_KIND_SEGMENT
                   ? collide__segment_search(q, s)
                   : collide__search_run(q, s, tact_neg(q->t), COLLIDE_METHOD_GJK, c->max_iterations);
    return 1;
}
TACT_PRIVATE int collide__ball_space_overlap(const collide__pair_state *p, const collide_config *c) {
    collide__pair_state q;
    collide__search s;
    collide__outcome outcome;
    if (!collide__ball_space(p, c, 1, 1, &q, &s, &outcome)) return -1;
    if (outcome == COLLIDE__OVERLAP) return 1;
    if (outcome == COLLIDE__ABOVE) return 0;
    tact_real over = tact_sqrt(s.simplex.xx) - 1, doubt = COLLIDE__OVERLAP_DOUBT * q.scale + s.tolerance;
    return outcome == COLLIDE__SEPARATED && tact_abs(over) > doubt ? over < 0 : -1;
}
/* Signed distance of a pair with an ellipsoid, by Newton from a good guess: the centres' line for two ellipsoids, the
   nearest point in ball space for the others. The stationary point found is the answer when it is apart (h < 0: there
   is one such), and when the depth h is below the least radius of curvature rho of A - B: a ball of radius rho rolls
   inside A - B (Blaschke), and the ball of radius h about the origin touches the boundary at the same point from
   inside. An ellipsoid has rho = r_min^2/r_max, and whatever is added to it only adds to rho. Returns 1 with s->local
   and s->lower set, 0 when another way must be found. */
TACT_PRIVATE int collide__ellipsoid_pair(collide__pair_state *p, const collide_config *c, collide__search *s) {
    const tact_real rounding = COLLIDE__ROUNDING(p), nearby = collide__polish_tolerance(s->tolerance, p->scale);
    const int in_a = p->a->kind == COLLIDE_KIND_ELLIPSOID, in_b = p->b->kind == COLLIDE_KIND_ELLIPSOID;
    collide__vertex v[4];
    tact_vec3 n = p->t;
    tact_real rho = 0;
    int count = 0;
    for (int side = 0; side < 2; ++side) {
        const collide_shape *e = side ? p->b : p->a;
        if (!(side ? in_b : in_a)) continue;
        rho += tact_min(e->p[1].x, tact_min(e->p[1].y, e->p[1].z)) / e->extent;
    }
    if (!(in_a && in_b)) {
        collide__pair_state q;
        collide__search ball;
        collide__outcome outcome;
        const tact_vec3 radii = in_a ? p->a->p[0] : p->b->p[0];
        /* far off, the nearest features in ball space are others than in space itself */
        const int segment = (in_a ? p->b : p->a)->kind == COLLIDE_KIND_SEGMENT;
        if (!collide__ball_space(p, c, segment ? COLLIDE__BALL_SEGMENT : COLLIDE__BALL_NEAR, COLLIDE__BALL_CENTRE, &q,
                                 &ball, &outcome) ||
            outcome == COLLIDE__OVERLAP || outcome == COLLIDE__ABOVE)
            return 0;
        s->iterations = ball.iterations;
        if (in_a)
            p->hint_b = q.hint_b;
        else
            p->hint_a = q.hint_b;
        count = ball.simplex.n;
        for (int i = 0; i < count; ++i) { /* points of the other shape, in A's axes */
            tact_vec3 w = ball.simplex.v[i].w, x = tact_vec(radii.x * w.x, radii.y * w.y, radii.z * w.z);
            v[i].a = in_a ? tact_vec(0, 0, 0) : tact_sub(p->t, tact_mat_mul_vec(&p->r, x));
            v[i].w = in_a ? x : tact_vec(0, 0, 0);
        }
        n = tact_vec(-ball.simplex.x.x / radii.x, -ball.simplex.x.y / radii.y, -ball.simplex.x.z / radii.z);
        if (!in_a) n = tact_neg(tact_mat_mul_vec(&p->r, n));
    }
    tact_real nn = tact_norm2(n);
    if (!(nn > 0)) return 0;
    n = tact_scale(1 / tact_sqrt(nn), n);
    if (in_a && in_b) {
        if (!collide__newton_ellipsoids(p, &s->local, n, nearby, &s->newton_steps)) return 0;
    } else if (!collide__polish(p, v, count, n, nearby, TACT_REAL_MAX, &s->newton_steps, &s->local)) {
        return 0;
    }
    s->lower = -s->local.h;
    if (s->lower > rounding)
        return tact_sqrt(s->lower * s->lower + s->local.simplex.xx) - s->lower <= s->tolerance + rounding;
    return s->lower < -rounding && -s->lower < COLLIDE__BLASCHKE_SHARE * rho;
}
TACT_INLINE int collide__is_box_cylinder(collide_kind ka, collide_kind kb) {
    return (ka == COLLIDE_KIND_BOX && kb == COLLIDE_KIND_CYLINDER) ||
           (ka == COLLIDE_KIND_CYLINDER && kb == COLLIDE_KIND_BOX);
}
TACT_INLINE int collide__has_nearest(collide_kind kind) {
    return kind <= COLLIDE_KIND_SEGMENT || kind == COLLIDE_KIND_BOX || kind == COLLIDE_KIND_CYLINDER;
}
TACT_PRIVATE int collide__quick_overlap(collide__pair_state *p, const collide_config *c, tact_vec3 *direction) {
    collide_kind ka = p->a->kind, kb = p->b->kind;
    if (ka == COLLIDE_KIND_ELLIPSOID && kb == COLLIDE_KIND_ELLIPSOID && !(p->radii > 0))
        return collide__ellipsoids_overlap(p);
    if (collide__has_nearest(ka) && collide__has_nearest(kb)) return collide__projections_overlap(p, direction);
    if ((ka == COLLIDE_KIND_ELLIPSOID) != (kb == COLLIDE_KIND_ELLIPSOID) && !(p->radii > 0))
        return collide__ball_space_overlap(p, c);
    return -1;
}

// >>impl-plans
/* Owns    which tries a pair of kinds makes, in order, before the search that decides every pair.
   Reads   all rooms from >>impl-pair on.
   Leaves  collide__distance_checked. */
/* One distance query on its way through the tries. */
typedef struct collide__query {
    collide__pair_state p;
    const collide_config *c;
    tact_real upper_bound;
    collide_cache *cache;
    collide_result *r;
    tact_vec3 start; /* where the search begins, x_A - x_B: a try may improve it */
    tact_vec3 from;  /* the point of B where the projections begin */
    int apart;       /* boxes that an axis separates */
    collide__zonoid_end
        end; /* what the descent on a sum of segments and discs showed; `answer` is then its local minimum */
    collide__answer answer;
    int ready; /* s is filled */
    collide__search s;
} collide__query;
/* DONE: *r is the answer. BEYOND: *r holds a lower bound above upper_bound. NEXT: not decided. */
typedef collide__verdict (*collide__try)(collide__query *q);

TACT_INLINE collide__verdict collide__query_answer(collide__query *q) {
    collide__result_set(&q->p, q->answer.a, q->answer.n, q->answer.d, q->r);
    return COLLIDE__DONE;
}

/* Closed forms: points, segments, and what is a prism. */
TACT_PRIVATE collide__verdict collide__try_closed(collide__query *q) {
    return collide__exact_pair(&q->p, &q->answer) ? collide__query_answer(q) : COLLIDE__NEXT;
}
/* Newton on the support function of a sum of segments and discs. */
TACT_PRIVATE collide__verdict collide__try_zonoid(collide__query *q) {
    const collide__pair_state *p = &q->p;
    tact_real bound = q->upper_bound < TACT_REAL_MAX ? tact_max(q->upper_bound + p->radii, 0) : TACT_REAL_MAX;
    if (!q->c->polish) return COLLIDE__NEXT;
    q->end = collide__zonoid_pair(p, tact_neg(q->start), COLLIDE__ROUNDING(p), bound, &q->answer, &q->r->newton_steps);
    if (q->end == COLLIDE__ZONOID_BEYOND && collide__beyond(q->answer.d - p->radii, q->upper_bound, q->r))
        return COLLIDE__BEYOND;
    if (q->end == COLLIDE__ZONOID_LEAST && (q->answer.d > 0 || q->c->penetration)) return collide__query_answer(q);
    return COLLIDE__NEXT;
}
/* The fifteen axes of two boxes: the depth of those that overlap, a first point for those that do not. */
TACT_PRIVATE collide__verdict collide__try_box_axes(collide__query *q) {
    collide__pair_state *p = &q->p;
    tact_real gap;
    tact_vec3 axis;
    int which, side = collide__box_axes(p, &gap, &axis, &which);
    if (side == 0 && q->c->penetration && collide__box_box_depth(p, gap, axis, which, &q->answer))
        return collide__query_answer(q);
    if (side != 1) return COLLIDE__NEXT;
    if (collide__beyond(gap - p->radii, q->upper_bound, q->r)) return COLLIDE__BEYOND;
    q->start = tact_scale(-gap, axis);
    q->apart = 1;
    if (which >= 3 && which < 6) { /* a face of B and a corner of A */
        q->from = tact_mat_tmul_vec(&p->r, tact_sub(collide__core_support(p->a, axis, &which), p->t));
        q->from = collide__core_nearest(p->b, q->from);
    } else {
        q->from = collide__core_support(p->b, tact_neg(tact_mat_tmul_vec(&p->r, axis)), &which);
    }
    q->from = tact_add(tact_mat_mul_vec(&p->r, q->from), p->t);
    return COLLIDE__NEXT;
}
/* Alternating projections of boxes that are apart, and of a box and a cylinder that may be. */
TACT_PRIVATE collide__verdict collide__try_projections(collide__query *q) {
    tact_vec3 towards = q->start;
    const tact_real tolerance = q->c->tolerance_absolute + q->c->tolerance_relative * q->p.scale;
    const int boxes = q->p.a->kind == q->p.b->kind;
    if (boxes ? !q->apart : q->end >= COLLIDE__ZONOID_OVERLAP) return COLLIDE__NEXT;
    if (collide__projections_distance(&q->p, q->from, tolerance, &q->answer, &q->r->gap, &towards))
        return collide__query_answer(q);
    if (q->c->warm_start == COLLIDE_WARM_START_CENTRES) q->start = towards;
    return COLLIDE__NEXT;
}
/* The depth of a box in a cylinder, by the normals of their sum's faces. */
TACT_PRIVATE collide__verdict collide__try_box_cylinder(collide__query *q) {
    tact_real gap;
    tact_vec3 axis;
    if (!q->c->penetration) return COLLIDE__NEXT;
    int side = collide__box_cylinder_depth(&q->p, &gap, &axis, q->end >= COLLIDE__ZONOID_OVERLAP, &q->answer);
    if (side == 1) return collide__query_answer(q);
    if (side == 0) {
        if (collide__beyond(gap - q->p.radii, q->upper_bound, q->r)) return COLLIDE__BEYOND;
        if (q->c->warm_start == COLLIDE_WARM_START_CENTRES) q->start = tact_scale(-gap, axis);
    }
    return COLLIDE__NEXT;
}

/* Hints, tolerances and bounds of the search; the first that needs them calls this. */
TACT_PRIVATE void collide__query_ready(collide__query *q) {
    if (q->ready) return;
    q->ready = 1;
    if (q->cache && q->cache->valid) {
        q->p.hint_a = collide__cache_hint(q->cache->hint_a, q->p.a);
        q->p.hint_b = collide__cache_hint(q->cache->hint_b, q->p.b);
    }
    collide__search_init(&q->p, q->c, &q->s);
    if (q->upper_bound < TACT_REAL_MAX) q->s.bound = tact_max(q->upper_bound + q->p.radii, 0);
    q->s.iterations = q->s.newton_steps = 0;
}
/* The cores are farther apart than the bound: s.lower is all that is known. */
TACT_NOINLINE collide__verdict collide__query_above(collide__query *q) {
    collide__result_clear(q->r);
    q->r->iterations = q->s.iterations, q->r->newton_steps = q->s.newton_steps;
    q->r->distance = q->s.lower - q->p.radii;
    if (q->cache && q->s.simplex.n > 0) collide__cache_store(q->cache, &q->p, q->c, q->s.simplex.x);
    return COLLIDE__BEYOND;
}
/* The answer is the stationary point s.local. */
TACT_NOINLINE collide__verdict collide__query_polished(collide__query *q) {
    const collide__local *l = &q->s.local;
    tact_real d = -l->h, upper = d < 0 ? d : tact_sqrt(d * d + l->simplex.xx);
    tact_vec3 point = collide__simplex_point_a(&l->simplex);
    q->r->iterations = q->s.iterations, q->r->newton_steps = q->s.newton_steps;
    point = tact_mul_add(point, TACT_R(-0.5), l->simplex.x); /* each side takes half of the tangential miss */
    collide__result_set(&q->p, point, l->n, d, q->r);
    q->r->gap = tact_max(upper - q->s.lower, 0);
    collide__result_simplex(&q->p, &l->simplex, q->r);
    if (q->cache) collide__cache_store(q->cache, &q->p, q->c, l->v.w);
    return COLLIDE__DONE;
}
#define COLLIDE__ELLIPSOID_ITERATIONS 16 /* who allows fewer studies the loop, and gets it */
/* Newton from a good guess, where one is an ellipsoid. */
TACT_PRIVATE collide__verdict collide__try_ellipsoid(collide__query *q) {
    const collide_config *c = q->c;
    if (!c->polish || !c->penetration || c->max_iterations < COLLIDE__ELLIPSOID_ITERATIONS) return COLLIDE__NEXT;
    collide__query_ready(q);
    if (!collide__ellipsoid_pair(&q->p, c, &q->s)) return COLLIDE__NEXT;
    return q->s.lower > q->s.bound ? collide__query_above(q) : collide__query_polished(q);
}

/* What is tried before the search, in order: the plans, and by row A and column B the plan of a pair of bounded kinds.
   A new kind is a row and a column. */
static const collide__try collide__plans[7][5] = {
    {NULL, NULL, NULL, NULL, NULL},                                                                        /* 0 */
    {collide__try_closed, NULL, NULL, NULL, NULL},                                                         /* 1 */
    {collide__try_box_axes, collide__try_projections, NULL, NULL, NULL},                                   /* 2 */
    {collide__try_closed, collide__try_zonoid, collide__try_projections, collide__try_box_cylinder, NULL}, /* 3 */
    {collide__try_closed, collide__try_zonoid, NULL, NULL, NULL},                                          /* 4 */
    {collide__try_zonoid, NULL, NULL, NULL, NULL},                                                         /* 5 */
    {collide__try_ellipsoid, NULL, NULL, NULL, NULL}                                                       /* 6 */
};
/* clang-format off */
static const unsigned char collide__plan_of[COLLIDE_KIND_CUSTOM + 1][COLLIDE_KIND_CUSTOM + 1] = {
    /*              none point segment triangle box ellipsoid cylinder cone hull custom */
    /* none */      {0,  0,    0,      0,       0,  0,        0,       0,   0,   0},
    /* point */     {0,  1,    1,      0,       1,  6,        1,       1,   0,   0},
    /* segment */   {0,  1,    1,      0,       1,  6,        5,       0,   0,   0},
    /* triangle */  {0,  0,    0,      0,       0,  6,        0,       0,   0,   0},
    /* box */       {0,  1,    1,      0,       2,  6,        3,       0,   0,   0},
    /* ellipsoid */ {0,  6,    6,      6,       6,  6,        6,       6,   6,   6},
    /* cylinder */  {0,  1,    5,      0,       3,  6,        4,       0,   0,   0},
    /* cone */      {0,  1,    0,      0,       0,  6,        0,       0,   0,   0},
    /* hull */      {0,  0,    0,      0,       0,  6,        0,       0,   0,   0},
    /* custom */    {0,  0,    0,      0,       0,  6,        0,       0,   0,   0}};
/* clang-format on */

/* The search made no progress within 1e-6 of touching, and both cores are polytopes. The depth search tells the sign.
   Where they are apart it does not tell the distance: corners are nearer than its planes say. Two candidates may be
   nearer than the first search came: a face of its polytope, and a second search along its normal. */
TACT_NOINLINE collide__outcome collide__query_stalled(collide__query *q) {
    collide__pair_state *p = &q->p;
    collide__search *s = &q->s, again;
    const tact_real rounding = COLLIDE__ROUNDING(p);
    collide__outcome outcome = COLLIDE__SEPARATED;
    collide__depth depth;
    collide__penetration_search(p, &s->simplex, tact_vec(0, 0, 0), s->tolerance, q->c, 0, &depth);
    if (!(depth.upper < 0)) return COLLIDE__OVERLAP;
    collide__simplex face = depth.simplex;
    collide__search_init(p, q->c, &again);
    again.bound = s->bound;
    if (collide__search_run(p, &again, tact_neg(depth.n), COLLIDE_METHOD_GJK, q->c->max_iterations) != COLLIDE__ABOVE &&
        again.simplex.xx < s->simplex.xx)
        s->simplex = again.simplex;
    s->lower = tact_max(s->lower, again.lower);
    q->r->iterations += again.iterations;
    if (face.n > 1 && collide__simplex_project_any(&face, s->simplex.xx) == 0) {
        s->simplex = face;
        /* the foot of the origin is in the face: its plane knows distance and normal, x is too short to */
        if (q->c->penetration && tact_sqrt(face.xx) <= s->tolerance + rounding - depth.upper)
            outcome = COLLIDE__OVERLAP;
    }
    if (!(s->simplex.xx > rounding * rounding)) outcome = COLLIDE__OVERLAP; /* touching: x has no direction */
    return outcome;
}
/* The cores overlap, or touch to rounding: the depth. */
TACT_NOINLINE collide_status collide__query_depth(collide__query *q) {
    collide__pair_state *p = &q->p;
    const collide__search *s = &q->s;
    collide_result *r = q->r;
    collide__depth depth;
    collide_status status = COLLIDE_OK;
    if (!q->c->penetration) {
        tact_vec3 n = tact_normalize_or(p->t, tact_vec(0, 0, 1));
        collide__result_set(p, collide__simplex_point_a(&s->simplex), n, 0, r);
        collide__result_simplex(p, &s->simplex, r);
        return COLLIDE_OK;
    }
    if (!collide__penetration_search(p, &s->simplex, s->last, s->tolerance, q->c, s->polish, &depth))
        status = COLLIDE_NOT_CONVERGED;
    if (q->end >= COLLIDE__ZONOID_OVERLAP && -q->answer.d <= depth.upper + COLLIDE__ROUNDING(p)) {
        depth.a = q->answer.a;
        depth.n = q->answer.n;
        depth.upper = -q->answer.d; /* the same, to rounding */
        depth.simplex.n = 0;
    }
    collide__result_set(p, depth.a, depth.n, -depth.upper, r);
    r->gap = tact_max(depth.upper - depth.lower, 0);
    r->epa_iterations = depth.iterations, r->newton_steps += depth.newton_steps;
    collide__result_simplex(p, &depth.simplex, r);
    if (q->cache) collide__cache_store(q->cache, p, q->c, tact_scale(depth.upper, depth.n));
    return status;
}
/* The Frank-Wolfe search, and the depth search where the cores overlap: decides every pair. */
TACT_PRIVATE collide_status collide__query_search(collide__query *q) {
    collide__search *s = &q->s;
    collide_result *r = q->r;
    collide__query_ready(q);
    collide__outcome outcome =
        collide__search_run(&q->p, s, q->start, collide__choose_method(&q->p, q->c->method), q->c->max_iterations);
    if (outcome == COLLIDE__ABOVE) return collide__query_above(q), COLLIDE_ABOVE_BOUND;
    if (outcome == COLLIDE__POLISHED) return collide__query_polished(q), COLLIDE_OK;
    r->iterations = s->iterations, r->newton_steps = s->newton_steps;
    if (outcome == COLLIDE__STALLED && !s->curved) outcome = collide__query_stalled(q);
    if (outcome == COLLIDE__OVERLAP || outcome == COLLIDE__STALLED) return collide__query_depth(q);
    tact_real size = tact_sqrt(s->simplex.xx);
    collide__result_set(&q->p, collide__simplex_point_a(&s->simplex), tact_scale(-1 / size, s->simplex.x), size, r);
    if (outcome == COLLIDE__CAPPED && !(s->lower > 0)) /* no plane separates them yet: the last one bounds the depth */
        s->lower = tact_dot(s->simplex.x, collide__pair_support(&q->p, tact_neg(s->simplex.x)).w) / size;
    r->gap = tact_max(size - s->lower, 0);
    collide__result_simplex(&q->p, &s->simplex, r);
    if (q->cache) collide__cache_store(q->cache, &q->p, q->c, s->simplex.x);
    return outcome == COLLIDE__CAPPED ? COLLIDE_NOT_CONVERGED : COLLIDE_OK;
}

/* Pairs with a halfspace or plane. */
TACT_PRIVATE collide_status collide__distance_flat(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                                   tact_pose pose_b, tact_real upper_bound, collide_result *r) {
    collide_status status;
    if (collide__is_set(a) || collide__is_set(b)) return COLLIDE_UNSUPPORTED;
    if (!collide_kind_is_unbounded(b->kind))
        status = collide__flat_query(a, pose_a, b, pose_b, 1, r);
    else if (!collide_kind_is_unbounded(a->kind))
        status = collide__flat_query(b, pose_b, a, pose_a, 0, r);
    else
        status = collide__flat_flat(a, pose_a, b, pose_b, r);
    return status == COLLIDE_OK && r->distance > upper_bound ? COLLIDE_ABOVE_BOUND : status;
}

/* An ellipsoid of three equal radii is a ball: a point, rounded. Returns `s`, or *ball. */
TACT_INLINE const collide_shape *collide__as_ball(const collide_shape *s, collide_shape *ball) {
    if (TACT_LIKELY(s->kind != COLLIDE_KIND_ELLIPSOID || s->p[0].x != s->p[0].y || s->p[0].y != s->p[0].z)) return s;
    *ball = *s;
    ball->kind = COLLIDE_KIND_POINT;
    ball->radius += s->p[0].x;
    ball->extent = 0, ball->p[0] = ball->p[1] = tact_vec(0, 0, 0);
    return ball;
}
/* The distance of checked shapes: what needs no frame of the pair, then the tries of the pair's plan, then the
   search. */
TACT_PRIVATE collide_status collide__distance_checked(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                                      tact_pose pose_b, const collide_config *c, tact_real upper_bound,
                                                      collide_cache *cache, collide_result *r) {
    const int exact = c->exact && c->method == COLLIDE_METHOD_AUTO;
    collide__query q;
    collide_status status;
    tact_real lower;
    collide_shape ball_a, ball_b;
    if (exact) a = collide__as_ball(a, &ball_a), b = collide__as_ball(b, &ball_b);
    r->gap = 0, r->iterations = r->epa_iterations = r->newton_steps = r->simplex_size = 0;
    if (collide_kind_is_unbounded(a->kind) || collide_kind_is_unbounded(b->kind))
        return collide__distance_flat(a, pose_a, b, pose_b, upper_bound, r);
    if (collide__is_set(a) || collide__is_set(b)) return COLLIDE_UNSUPPORTED;
    if (upper_bound < TACT_REAL_MAX && collide__balls_apart(a, &pose_a, b, &pose_b, tact_max(upper_bound, 0), &lower)) {
        collide__result_clear(r);
        r->distance = lower;
        return COLLIDE_ABOVE_BOUND;
    }
    if (exact && a->kind <= COLLIDE_KIND_SEGMENT && b->kind <= COLLIDE_KIND_SEGMENT &&
        collide__segment_pair(a, &pose_a, b, &pose_b, &q.answer)) {
        r->distance = q.answer.d - (a->radius + b->radius), r->normal = q.answer.n;
        r->point_a = tact_add(pose_a.p, tact_mul_add(q.answer.a, a->radius, q.answer.n));
        r->point_b = tact_mul_add(r->point_a, r->distance, q.answer.n);
        return r->distance > upper_bound ? COLLIDE_ABOVE_BOUND : COLLIDE_OK;
    }
    status = collide__pair_init(&q.p, a, pose_a, b, pose_b);
    if (status != COLLIDE_OK) return status;
    q.c = c;
    q.upper_bound = upper_bound;
    q.cache = cache;
    q.r = r;
    q.start = collide__first_direction(&q.p, c, cache);
    q.from = q.p.t;
    q.apart = q.ready = 0;
    q.end = COLLIDE__ZONOID_NONE;
    if (exact) {
        const collide__try *tries = collide__plans[collide__plan_of[a->kind][b->kind]];
        for (; *tries; ++tries) {
            collide__verdict verdict = (*tries)(&q);
            if (verdict == COLLIDE__BEYOND) return COLLIDE_ABOVE_BOUND;
            if (verdict == COLLIDE__DONE) return r->distance > upper_bound ? COLLIDE_ABOVE_BOUND : COLLIDE_OK;
        }
    }
    status = collide__query_search(&q);
    return r->distance > upper_bound ? COLLIDE_ABOVE_BOUND : status;
}

// >>impl-queries
/* Owns    the public queries about two convex shapes, and batches of them.
   Reads   shapes, poses, config, cache of the caller.
   Leaves  results and statuses. */
/* Shared checks of the public queries; *c points to the config to use. */
TACT_INLINE collide_status collide__query_check(const collide_shape *a, const collide_shape *b,
                                                const collide_config **c) {
    collide_status status = collide_shape_check(a);
    if (status == COLLIDE_OK) status = collide_shape_check(b);
    if (!*c)
        *c = &collide__defaults;
    else if (status == COLLIDE_OK && !collide__config_ok(*c))
        status = COLLIDE_BAD_CONFIG;
    return status;
}

COLLIDE_API collide_status collide_distance(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                            tact_pose pose_b, const collide_config *config, collide_cache *cache,
                                            collide_result *result) {
    if (!result) return COLLIDE_BAD_ARGUMENT;
    collide_status status = collide__query_check(a, b, &config);
    if (status == COLLIDE_OK)
        status = collide__distance_checked(a, pose_a, b, pose_b, config, config->upper_bound, cache, result);
    if (status < 0) collide__result_clear(result);
    return status;
}
COLLIDE_API collide_status collide_penetration(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                               tact_pose pose_b, const collide_config *config, collide_cache *cache,
                                               collide_result *result) {
    if (!result) return COLLIDE_BAD_ARGUMENT;
    collide_status status = collide__query_check(a, b, &config);
    if (status == COLLIDE_OK) status = collide__distance_checked(a, pose_a, b, pose_b, config, 0, cache, result);
    if (status < 0) collide__result_clear(result);
    return status;
}

COLLIDE_API collide_status collide_intersect(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                             tact_pose pose_b, const collide_config *config, collide_cache *cache,
                                             int *overlap) {
    collide__pair_state p;
    collide__search s;
    collide__answer answer;
    tact_real lower;
    if (!overlap) return COLLIDE_BAD_ARGUMENT;
    *overlap = 0;
    collide_status status = collide__query_check(a, b, &config);
    if (status != COLLIDE_OK) return status;
    if (collide_kind_is_unbounded(a->kind) || collide_kind_is_unbounded(b->kind) || collide__is_set(a) ||
        collide__is_set(b)) {
        collide_result r;
        status = collide__distance_checked(a, pose_a, b, pose_b, config, TACT_REAL_MAX, cache, &r);
        if (status == COLLIDE_UNSUPPORTED && collide_kind_is_unbounded(a->kind) && collide_kind_is_unbounded(b->kind))
            return *overlap = 1, COLLIDE_OK; /* two that always meet */
        if (status >= 0) *overlap = r.distance <= 0;
        return status;
    }
    if (collide__balls_apart(a, &pose_a, b, &pose_b, 0, &lower)) return COLLIDE_OK;
    const int exact = config->exact && config->method == COLLIDE_METHOD_AUTO;
    collide_shape ball_a, ball_b;
    if (exact) a = collide__as_ball(a, &ball_a), b = collide__as_ball(b, &ball_b);
    if (exact && a->kind <= COLLIDE_KIND_SEGMENT && b->kind <= COLLIDE_KIND_SEGMENT &&
        collide__segment_pair(a, &pose_a, b, &pose_b, &answer)) {
        *overlap = answer.d <= a->radius + b->radius;
        return COLLIDE_OK;
    }
    status = collide__pair_init(&p, a, pose_a, b, pose_b);
    if (status != COLLIDE_OK) return status;
    tact_vec3 start = collide__first_direction(&p, config, cache);
    if (cache && cache->valid) {
        p.hint_a = collide__cache_hint(cache->hint_a, a), p.hint_b = collide__cache_hint(cache->hint_b, b);
    }
    if (exact) {
        if (collide__exact_pair(&p, &answer)) {
            *overlap = answer.d <= p.radii;
            return COLLIDE_OK;
        }
        if (a->kind == COLLIDE_KIND_BOX && b->kind == COLLIDE_KIND_BOX && !(p.radii > 0)) {
            tact_real gap;
            tact_vec3 axis;
            int which, side = collide__box_axes(&p, &gap, &axis, &which);
            if (side >= 0) {
                *overlap = side == 0;
                return COLLIDE_OK;
            }
        }
        int quick = collide__quick_overlap(&p, config, &start);
        if (quick < 0 && config->polish && collide__is_zonoid_pair(a->kind, b->kind)) { /* about to touch */
            const tact_real bound = p.radii + COLLIDE__ROUNDING(&p);
            /* enough to tell the sign; to rounding only where that leaves it open */
            const tact_real enough = COLLIDE__ROOT_EPSILON * p.scale;
            int steps = 0;
            collide__zonoid_end end = collide__zonoid_pair(&p, tact_neg(start), enough, bound, &answer, &steps);
            if (end != COLLIDE__ZONOID_NONE && tact_abs(answer.d - p.radii) < 64 * enough)
                end = collide__zonoid_pair(&p, answer.n, COLLIDE__ROUNDING(&p), bound, &answer, &steps);
            if (end == COLLIDE__ZONOID_BEYOND)
                quick = 0;
            else if (end == COLLIDE__ZONOID_LEAST || end == COLLIDE__ZONOID_OVERLAP)
                quick = answer.d <= p.radii;
        }
        if (quick < 0 && collide__is_box_cylinder(a->kind, b->kind)) {
            tact_real gap;
            int side = collide__box_cylinder_depth(&p, &gap, &start, 0, &answer);
            if (side == 1 || (side == 0 && gap > p.radii)) quick = side;
            start = tact_neg(start);
        }
        if (quick >= 0) {
            *overlap = quick;
            return COLLIDE_OK;
        }
    }
    collide__search_init(&p, config, &s);
    s.bound = s.accept = p.radii;
    s.first_polish = COLLIDE__FIRST_POLISH_YES_NO;
    collide__outcome outcome =
        collide__search_run(&p, &s, start, collide__choose_method(&p, config->method), config->max_iterations);
    if (outcome == COLLIDE__OVERLAP) {
        *overlap = 1;
    } else if (outcome == COLLIDE__STALLED) {
        collide__depth depth;
        collide__penetration_search(&p, &s.simplex, s.last, s.tolerance, config, s.polish, &depth);
        *overlap = depth.upper + p.radii >= 0;
    } else if (outcome == COLLIDE__POLISHED) {
        *overlap = -s.local.h <= p.radii;
    } else if (outcome != COLLIDE__ABOVE) {
        *overlap = s.simplex.xx <= p.radii * p.radii;
    }
    if (cache) collide__cache_store(cache, &p, config, outcome == COLLIDE__POLISHED ? s.local.v.w : s.simplex.x);
    return outcome == COLLIDE__CAPPED ? COLLIDE_NOT_CONVERGED : COLLIDE_OK;
}

COLLIDE_API collide_status collide_distance_batch(const collide_pair *pairs, int n, const collide_config *config,
                                                  collide_cache *caches, collide_result *results,
                                                  collide_status *statuses) {
    collide_status worst = COLLIDE_NOT_CONVERGED;
    if (n < 0 || (n > 0 && (!pairs || !results))) return COLLIDE_BAD_ARGUMENT;
    for (int i = 0; i < n; ++i) {
        collide_status status = collide_distance(pairs[i].a, pairs[i].pose_a, pairs[i].b, pairs[i].pose_b, config,
                                                 caches ? caches + i : NULL, results + i);
        if (statuses) statuses[i] = status;
        if (status < worst) worst = status;
    }
    return n > 0 ? worst : COLLIDE_OK;
}
COLLIDE_API collide_status collide_intersect_batch(const collide_pair *pairs, int n, const collide_config *config,
                                                   collide_cache *caches, int *overlaps, collide_status *statuses) {
    collide_status worst = COLLIDE_NOT_CONVERGED;
    if (n < 0 || (n > 0 && (!pairs || !overlaps))) return COLLIDE_BAD_ARGUMENT;
    for (int i = 0; i < n; ++i) {
        collide_status status = collide_intersect(pairs[i].a, pairs[i].pose_a, pairs[i].b, pairs[i].pose_b, config,
                                                  caches ? caches + i : NULL, overlaps + i);
        if (statuses) statuses[i] = status;
        if (status < worst) worst = status;
    }
    return n > 0 ? worst : COLLIDE_OK;
}

// >>impl-gradient
/* Owns    curvature of support functions by every method, and the derivatives of a query by the motions of the bodies.
   Reads   a result of a query.
   Leaves  collide_gradient. */
#ifndef COLLIDE_NO_GRADIENTS
#define COLLIDE__GRADIENT_COOKIE 0xC0111DE6u
#define COLLIDE__AROUND_MAX 128 /* vertices of a neighbourhood, a power of two; the nearest in edges are kept */

COLLIDE_API TACT_COLD collide_gradient_config collide_default_gradient_config(collide_gradient_method method) {
    collide_gradient_config c;
    TACT_MEMSET(&c, 0, sizeof c);
    c.method = method, c.noise_unit = COLLIDE_NOISE_RELATIVE;
    c.noise = method == COLLIDE_GRADIENT_GUMBEL ? TACT_R(0.5) : TACT_R(0.1);
    if (method == COLLIDE_GRADIENT_GAUSS_ZEROTH) c.noise = TACT_R(0.01);
    if (method >= COLLIDE_GRADIENT_CENTRAL) c.noise = COLLIDE__IS_DOUBLE ? TACT_R(1e-5) : TACT_R(1e-2);
    c.samples = method == COLLIDE_GRADIENT_GAUSS_ZEROTH ? 50 : 20;
    c.depth = 1;
    c.exact_smooth = 1;
    c.regularization = TACT_R(1e-6);
    c.cookie = COLLIDE__GRADIENT_COOKIE;
    return c;
}
TACT_PRIVATE int collide__gradient_config_ok(const collide_gradient_config *c) {
    return c->cookie == COLLIDE__GRADIENT_COOKIE && c->method >= COLLIDE_GRADIENT_GUMBEL &&
           c->method <= COLLIDE_GRADIENT_FORWARD && c->noise_unit >= COLLIDE_NOISE_RELATIVE &&
           c->noise_unit <= COLLIDE_NOISE_SEPARATION && c->noise > 0 && c->noise <= COLLIDE__LENGTH_MAX &&
           c->samples >= 2 && c->depth >= 1 && c->regularization > 0 && c->regularization <= 1;
}

/* Symmetric 2x2 matrices on a pair of tangents are stored (11, 12, 22). */
TACT_PRIVATE tact_real collide__sym2_eigen(const tact_real m[3], tact_real *low,
                                           tact_real v[2]) { /* largest; v its unit vector */
    tact_real mean = TACT_R(0.5) * (m[0] + m[2]), diff = TACT_R(0.5) * (m[0] - m[2]),
              r = tact_sqrt(diff * diff + m[1] * m[1]);
    v[0] = diff < 0 ? m[1] : diff + r, v[1] = diff < 0 ? r - diff : m[1];
    tact_real length = tact_sqrt(v[0] * v[0] + v[1] * v[1]);
    if (length > 0)
        v[0] /= length, v[1] /= length;
    else
        v[0] = 1, v[1] = 0;
    *low = mean - r;
    return mean + r;
}
TACT_INLINE void collide__sym2_add(tact_real m[3], tact_real weight, tact_vec3 e, tact_vec3 t1,
                                   tact_vec3 t2) { /* += w e e^T */
    tact_real x = tact_dot(e, t1), y = tact_dot(e, t2);
    m[0] += weight * x * x;
    m[1] += weight * x * y;
    m[2] += weight * y * y;
}

/* How a core bends at a direction: its support function's Hessian on two tangents, and the tangents along which the
   normal is bound to the body because an edge or face is met there (a projector: 0, e e^T or the identity). */
typedef struct collide__bend {
    tact_real h[3], bound[3];
} collide__bend;

TACT_INLINE void collide__bind(collide__bend *b, tact_vec3 e, tact_vec3 t1, tact_vec3 t2) {
    tact_real x = tact_dot(e, t1), y = tact_dot(e, t2), size = x * x + y * y;
    if (size > 0) collide__sym2_add(b->bound, 1 / size, e, t1, t2);
}

/* The vertices near the top of a hull along u: first those as high as the best to `tie` (the corners of the face
   that is met, or the one vertex), then their neighbours out to `depth` edges. Returns how many; *n_top of them
   are the top. */
TACT_PRIVATE int collide__hull_around(const collide_hull *h, tact_vec3 u, tact_real tie, int depth, int *list,
                                      int *n_top) {
    const unsigned mask = 2 * COLLIDE__AROUND_MAX - 1;
    int table[2 * COLLIDE__AROUND_MAX], n = 1, begin = 0,
                                        at = list[0] = collide__hull_support(h, u, 0); /* -1 or a listed vertex */
    const tact_real low = u.x * h->x[at] + u.y * h->y[at] + u.z * h->z[at] - tie;
    *n_top = 1;
    TACT_MEMSET(table, 0xff, sizeof table);
    table[(unsigned)at & mask] = at;
    for (int level = 0; level <= depth; ++level) {
        int end = n;
        for (int k = begin; k < (level == 0 ? n : end); ++k)
            for (int i = h->neighbour_first[list[k]]; i < h->neighbour_first[list[k] + 1]; ++i) {
                int j = h->neighbours[i];
                unsigned slot = (unsigned)j & mask;
                if (level == 0 && !(u.x * h->x[j] + u.y * h->y[j] + u.z * h->z[j] >= low)) continue;
                while (table[slot] >= 0 && table[slot] != j) slot = (slot + 1) & mask;
                if (table[slot] < 0 && n < COLLIDE__AROUND_MAX) table[slot] = list[n++] = j;
            }
        if (level == 0)
            *n_top = n;
        else
            begin = end;
    }
    return n;
}

#define COLLIDE__SOFT_CUT TACT_R(-30) /* logarithm of 1e-13 of the first weight */
/* Weighted covariance of n points on the tangents over e, weights exp((height - top)/e): H of the soft-max. The
   points come relative to the first, which is the highest to rounding, as height and tangential coordinates. */
TACT_PRIVATE void collide__soft_max(const tact_vec3 *v, int n, tact_real e, tact_real h[3]) {
    tact_real w = 1, x = 0, y = 0, xx = 0, xy = 0, yy = 0, inverse = 1 / e;
    for (int i = 1; i < n; ++i) {
        tact_real a = v[i].x * inverse;
        if (!(a > COLLIDE__SOFT_CUT)) continue;
        tact_real weight = tact_exp(a), p = v[i].y, q = v[i].z;
        w += weight;
        x += weight * p;
        y += weight * q;
        xx += weight * p * p;
        xy += weight * p * q;
        yy += weight * q * q;
    }
    x /= w;
    y /= w;
    inverse /= w;
    h[0] += inverse * (xx - w * x * x);
    h[1] += inverse * (xy - w * x * y);
    h[2] += inverse * (yy - w * y * y);
}

/* Two ends +-half smoothed: (1 - tanh^2(half.u/e)) half half^T / e. */
TACT_INLINE tact_real collide__soft_sign(tact_real height, tact_real e) {
    tact_real a = tact_exp(-2 * tact_abs(height) / e);
    return 4 * a / ((1 + a) * (1 + a) * e);
}

/* EXACT. Heights along u that differ by less than `tie` count as equal. x: witness point of the core. */
TACT_PRIVATE TACT_COLD void collide__bend_exact(const collide_shape *s, tact_vec3 u, tact_vec3 x, tact_vec3 t1,
                                                tact_vec3 t2, tact_real tie, collide__bend *b) {
    const tact_vec3 h = s->p[0];
    if (s->kind == COLLIDE_KIND_SEGMENT) {
        if (2 * tact_abs(tact_dot(u, h)) <= tie) collide__bind(b, h, t1, t2);
    } else if (s->kind == COLLIDE_KIND_BOX) {
        if (2 * tact_abs(u.x) * h.x <= tie) collide__bind(b, tact_vec(1, 0, 0), t1, t2);
        if (2 * tact_abs(u.y) * h.y <= tie) collide__bind(b, tact_vec(0, 1, 0), t1, t2);
        if (2 * tact_abs(u.z) * h.z <= tie) collide__bind(b, tact_vec(0, 0, 1), t1, t2);
    } else if (s->kind == COLLIDE_KIND_TRIANGLE) {
        int hint = 0;
        tact_vec3 top = collide__core_support(s, u, &hint);
        for (int i = 0; i < 3; ++i) {
            tact_vec3 e = tact_sub(s->p[i], top);
            if (tact_dot(u, e) >= -tie) collide__bind(b, e, t1, t2);
        }
    } else if (s->kind == COLLIDE_KIND_HULL) {
        const collide_hull *hull = s->data.hull;
        int at = collide__hull_support(hull, u, 0);
        for (int i = hull->neighbour_first[at]; i < hull->neighbour_first[at + 1]; ++i) {
            int j = hull->neighbours[i];
            tact_vec3 e = tact_vec(hull->x[j] - hull->x[at], hull->y[j] - hull->y[at], hull->z[j] - hull->z[at]);
            if (tact_dot(u, e) >= -tie) collide__bind(b, e, t1, t2);
        }
    } else if (s->kind == COLLIDE_KIND_ELLIPSOID) {
        int hint = 0;
        collide__shape_curvature(s, u, collide__core_support(s, u, &hint), t1, t2, b->h);
    } else if (s->kind == COLLIDE_KIND_CYLINDER || s->kind == COLLIDE_KIND_CONE) {
        tact_real rho = tact_sqrt(u.x * u.x + u.y * u.y), k = rho > 0 ? h.x / rho : 0;
        tact_vec3 rim = tact_vec(k * u.x, k * u.y, -h.z);
        if (2 * h.x * rho <= tie) { /* a cap, or the apex */
            if (s->kind == COLLIDE_KIND_CYLINDER || u.z < 0) b->bound[0] = b->bound[2] = 1;
            return;
        }
        if (s->kind == COLLIDE_KIND_CONE) {
            tact_real drop = h.x * rho - 2 * h.z * u.z; /* of the apex below the rim */
            if (drop < -tie) return;
            collide__shape_curvature(s, u, rim, t1, t2, b->h);
            if (drop <= tie) { /* a generator; the curvature grows from the apex to the rim */
                tact_real share = tact_clamp((h.z - x.z) / (2 * h.z), 0, 1);
                b->h[0] *= share;
                b->h[1] *= share;
                b->h[2] *= share;
                collide__bind(b, tact_vec(rim.x, rim.y, -2 * h.z), t1, t2);
            }
        } else {
            collide__shape_curvature(s, u, rim, t1, t2, b->h);
            if (2 * h.z * tact_abs(u.z) <= tie) collide__bind(b, tact_vec(0, 0, 1), t1, t2);
        }
    }
}

/* Differences of a custom core's support map over an angle: H where it is smooth, a smoothed H elsewhere. */
TACT_PRIVATE void collide__bend_differences(const collide_shape *s, tact_vec3 u, tact_vec3 t1, tact_vec3 t2,
                                            tact_real angle, tact_real h[3]) {
    int hint = 0;
    tact_vec3 d1 = tact_sub(collide__core_support(s, tact_mul_add(u, angle, t1), &hint),
                            collide__core_support(s, tact_mul_add(u, -angle, t1), &hint));
    tact_vec3 d2 = tact_sub(collide__core_support(s, tact_mul_add(u, angle, t2), &hint),
                            collide__core_support(s, tact_mul_add(u, -angle, t2), &hint));
    tact_real k = TACT_R(0.5) / angle;
    h[0] = k * tact_dot(d1, t1);
    h[1] = TACT_R(0.5) * k * (tact_dot(d1, t2) + tact_dot(d2, t1));
    h[2] = k * tact_dot(d2, t2);
}

/* GUMBEL with height e. A box is the sum of three pairs of ends, a cylinder that of a pair and a disc, a cone the
   soft maximum of its apex and its disc; the disc is smoothed into the ellipsoid of half thickness e. */
TACT_PRIVATE TACT_COLD void collide__bend_gumbel(const collide_shape *s, tact_vec3 u, tact_vec3 t1, tact_vec3 t2,
                                                 tact_real e, int relative, tact_real tie, int depth, tact_real h[3]) {
    const tact_vec3 p = s->p[0];
    if (s->kind == COLLIDE_KIND_SEGMENT) {
        collide__sym2_add(h, collide__soft_sign(tact_dot(u, p), e), p, t1, t2);
    } else if (s->kind == COLLIDE_KIND_BOX) {
        collide__sym2_add(h, s->p[1].x * collide__soft_sign(p.x * u.x, e), tact_vec(1, 0, 0), t1, t2);
        collide__sym2_add(h, s->p[1].y * collide__soft_sign(p.y * u.y, e), tact_vec(0, 1, 0), t1, t2);
        collide__sym2_add(h, s->p[1].z * collide__soft_sign(p.z * u.z, e), tact_vec(0, 0, 1), t1, t2);
    } else if (s->kind == COLLIDE_KIND_TRIANGLE) {
        tact_vec3 v[3];
        int hint = 0, n = 1;
        tact_vec3 top = collide__core_support(s, u, &hint);
        v[0] = tact_vec(0, 0, 0);
        for (int i = 0; i < 3; ++i) {
            tact_vec3 d = tact_sub(s->p[i], top);
            if (tact_norm2(d) > 0) v[n++] = tact_vec(tact_dot(u, d), tact_dot(t1, d), tact_dot(t2, d));
        }
        collide__soft_max(v, n, e, h);
    } else if (s->kind == COLLIDE_KIND_HULL) {
        const collide_hull *hull = s->data.hull;
        int list[COLLIDE__AROUND_MAX], n_top = 1, n = collide__hull_around(hull, u, tie, depth, list, &n_top);
        tact_vec3 v[COLLIDE__AROUND_MAX], top = tact_vec(hull->x[list[0]], hull->y[list[0]], hull->z[list[0]]);
        tact_real drop = 0;
        for (int i = 0; i < n; ++i) {
            tact_vec3 d = tact_sub(tact_vec(hull->x[list[i]], hull->y[list[i]], hull->z[list[i]]), top);
            v[i] = tact_vec(tact_dot(u, d), tact_dot(t1, d), tact_dot(t2, d));
            if (i >= n_top) drop -= v[i].x;
        }
        if (relative && n > n_top)
            e *= tact_max(drop / (tact_real)(n - n_top), COLLIDE__ROOT_EPSILON * s->extent) / s->extent;
        collide__soft_max(v, n, e, h);
    } else if (s->kind == COLLIDE_KIND_CYLINDER || s->kind == COLLIDE_KIND_CONE) {
        collide_shape disc = *s;
        disc.kind = COLLIDE_KIND_ELLIPSOID, disc.p[1].z = e * e;
        tact_vec3 top = tact_vec(disc.p[1].x * u.x, disc.p[1].y * u.y, disc.p[1].z * u.z);
        tact_real height = tact_sqrt(tact_dot(top, u)), half = p.z;
        top = tact_scale(1 / height, top);
        collide__core_curvature(COLLIDE_KIND_ELLIPSOID, &disc, u, top, t1, t2, h);
        if (s->kind == COLLIDE_KIND_CYLINDER) {
            collide__sym2_add(h, half * half * collide__soft_sign(half * u.z, e), tact_vec(0, 0, 1), t1, t2);
        } else {
            tact_real gap = height - 2 * half * u.z, a = tact_exp(-tact_abs(gap) / e),
                      rim = gap > 0 ? 1 / (1 + a) : a / (1 + a);
            h[0] *= rim;
            h[1] *= rim;
            h[2] *= rim;
            collide__sym2_add(h, a / ((1 + a) * (1 + a) * e), tact_sub(top, tact_vec(0, 0, 2 * half)), t1, t2);
        }
    }
}

/* GAUSS_FIRST with the angle e: the covariance of the support point s(u + e z) and z over e, on the tangents, made
   symmetric. The mean of the samples stands for s(u) as control variate, which is as good where s(u) is not unique;
   hence 1/(M - 1). */
TACT_PRIVATE void collide__bend_sampled(const collide_shape *s, tact_vec3 u, tact_vec3 t1, tact_vec3 t2, tact_real e,
                                        int samples, uint64_t seed, tact_real h[3]) {
    int hint = 0;
    tact_vec3 first = collide__core_support(s, u, &hint);
    tact_real s1 = 0, s2 = 0, z1 = 0, z2 = 0, a = 0, b = 0, c = 0, d = 0, m = (tact_real)samples;
    for (int j = 0; j < samples; ++j) {
        uint64_t at = 3 * (uint64_t)j;
        tact_real x = tact_random_normal(seed, at), y = tact_random_normal(seed, at + 1),
                  w = tact_random_normal(seed, at + 2);
        tact_vec3 direction = tact_scale(1 + e * w, u);
        direction = tact_mul_add(tact_mul_add(direction, e * x, t1), e * y, t2);
        if (s->kind == COLLIDE_KIND_HULL) hint = -1 - hint; /* climb from the last vertex */
        tact_vec3 p = tact_sub(collide__core_support(s, direction, &hint), first);
        tact_real p1 = tact_dot(p, t1), p2 = tact_dot(p, t2);
        s1 += p1;
        s2 += p2;
        z1 += x;
        z2 += y;
        a += p1 * x;
        b += p1 * y;
        c += p2 * x;
        d += p2 * y;
    }
    tact_real k = 1 / (e * (m - 1));
    h[0] = k * (a - s1 * z1 / m), h[2] = k * (d - s2 * z2 / m);
    h[1] = TACT_R(0.5) * k * (b - s1 * z2 / m + c - s2 * z1 / m);
    tact_real low, v[2], high = collide__sym2_eigen(h, &low, v);
    if (low < 0) { /* the sampling error of few samples: a support function is convex */
        high = tact_max(high, 0);
        h[0] = high * v[0] * v[0];
        h[1] = high * v[0] * v[1];
        h[2] = high * v[1] * v[1];
    }
}

#define COLLIDE__FACE_RANK TACT_R(1e-8) /* a form of two ties; one tie leaves rounding */
/* Bend of a placed shape, rounding included. x: witness point of the core relative to its centre; gap: |distance of
   the cores|. */
TACT_PRIVATE TACT_COLD void collide__bend_of(const collide_shape *s, tact_vec3 u, tact_vec3 x, tact_vec3 t1,
                                             tact_vec3 t2, const collide_gradient_config *c, tact_real gap,
                                             tact_real tie, collide__bend *b) {
    tact_real e = c->noise_unit == COLLIDE_NOISE_SEPARATION ? c->noise / gap : c->noise;
    TACT_MEMSET(b, 0, sizeof *b);
    tie *= s->extent;
    if (collide_kind_is_unbounded(s->kind)) {
        b->bound[0] = b->bound[2] = 1;
        return;
    }
    if (s->kind != COLLIDE_KIND_POINT) {
        int exact = c->method == COLLIDE_GRADIENT_EXACT;
        if (c->method == COLLIDE_GRADIENT_GAUSS_FIRST && !(c->exact_smooth && s->kind == COLLIDE_KIND_ELLIPSOID)) {
            collide__bend_sampled(s, u, t1, t2, e, c->samples, c->seed, b->h);
        } else if (s->kind == COLLIDE_KIND_CUSTOM) {
            tact_real angle = COLLIDE__DIFFERENCE_ANGLE;
            if (!exact) angle = c->noise_unit == COLLIDE_NOISE_RELATIVE ? e : e / s->extent;
            collide__bend_differences(s, u, t1, t2, angle, b->h);
        } else if (exact || s->kind == COLLIDE_KIND_ELLIPSOID) {
            collide__bend_exact(s, u, x, t1, t2, tie, b);
        } else {
            int relative = c->noise_unit == COLLIDE_NOISE_RELATIVE;
            collide__bend_gumbel(s, u, t1, t2, relative ? e * s->extent : e, relative, tie, c->depth, b->h);
        }
    }
    b->h[0] += s->radius, b->h[2] += s->radius;
    if (b->bound[0] + b->bound[2] > 0) {
        tact_real low, v[2], high = collide__sym2_eigen(b->bound, &low, v);
        int face = low > COLLIDE__FACE_RANK * high;
        b->bound[0] = face ? 1 : v[0] * v[0];
        b->bound[1] = face ? 0 : v[0] * v[1];
        b->bound[2] = face ? 1 : v[1] * v[1];
    }
}

COLLIDE_API collide_status collide_support_hessian(const collide_shape *shape, tact_vec3 direction,
                                                   const collide_gradient_config *config, tact_mat3 *hessian) {
    collide_gradient_config c = config ? *config : collide_default_gradient_config(COLLIDE_GRADIENT_GUMBEL);
    collide_status status = collide_shape_check(shape);
    tact_vec3 u, t1, t2;
    tact_real length = tact_norm(direction);
    collide__bend b;
    if (!hessian) return COLLIDE_BAD_ARGUMENT;
    TACT_MEMSET(hessian, 0, sizeof *hessian);
    if (status != COLLIDE_OK) return status;
    if (!(length > 0) || !tact_finite(length)) return COLLIDE_BAD_ARGUMENT;
    if (!collide__gradient_config_ok(&c)) return COLLIDE_BAD_CONFIG;
    if (collide_kind_is_unbounded(shape->kind) || collide__is_set(shape) || c.method > COLLIDE_GRADIENT_GAUSS_FIRST)
        return COLLIDE_UNSUPPORTED;
    if (c.noise_unit == COLLIDE_NOISE_SEPARATION) c.noise_unit = COLLIDE_NOISE_ABSOLUTE;
    u = tact_scale(1 / length, direction);
    tact_tangents(u, &t1, &t2);
    tact_vec3 x = tact_sub(tact_mul_add(collide_support(shape, u, NULL), -shape->radius, u), shape->centre);
    collide__bend_of(shape, u, x, t1, t2, &c, 1, COLLIDE__ROOT_EPSILON, &b);
    const tact_real t[2][3] = {{t1.x, t1.y, t1.z}, {t2.x, t2.y, t2.z}};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            hessian->m[i][j] = b.h[0] * t[0][i] * t[0][j] + b.h[1] * (t[0][i] * t[1][j] + t[1][i] * t[0][j]) +
                               b.h[2] * t[1][i] * t[1][j];
    return COLLIDE_OK;
}

/* What B's motion does to the outputs, column by column: B's origin moves along world axis 0, 1, 2, then B turns
   about it. A's motion follows, because a common motion carries all along. */
typedef struct collide__response {
    tact_vec3 point_a[6], point_b[6], normal[6];
    tact_real distance[6];
} collide__response;

/* [ c0 c1 c2 ] times the columns of a matrix; the columns of the product. */
TACT_PRIVATE tact_vec3 collide__columns_mul(const tact_vec3 *c, tact_vec3 v) {
    return tact_mul_add(tact_mul_add(tact_scale(v.x, c[0]), v.y, c[1]), v.z, c[2]);
}
TACT_INLINE void collide__put_column(tact_real m[3][6], int k, tact_vec3 v) {
    m[0][k] = v.x;
    m[1][k] = v.y;
    m[2][k] = v.z;
}
TACT_PRIVATE void collide__jacobian_column(collide_jacobian *j, int k, tact_vec3 point_a, tact_vec3 point_b,
                                           tact_vec3 normal, tact_real distance) {
    collide__put_column(j->point_a, k, point_a);
    collide__put_column(j->point_b, k, point_b);
    collide__put_column(j->separation, k, tact_sub(point_b, point_a));
    collide__put_column(j->normal, k, normal);
    j->distance[k] = distance;
}
/* From columns about world axes to the Jacobians in body axes. With B's response (L, W) to (linear, angular), and
   both bodies carried by A's motion (v, w), B moves by (v + w x p, w), p = p_b - p_a: A alone gives rigid motion - L
   (v + w x p) - W w. */
TACT_PRIVATE void collide__response_to_gradient(const collide__response *s, const tact_mat3 *ra, tact_vec3 pa,
                                                const tact_mat3 *rb, tact_vec3 pb, const collide_result *r,
                                                collide_gradient *g) {
    const tact_vec3 p = tact_sub(pb, pa), arm_a = tact_sub(r->point_a, pa), arm_b = tact_sub(r->point_b, pa);
    const tact_vec3 dl = tact_vec(s->distance[0], s->distance[1], s->distance[2]);
    const tact_vec3 dw = tact_vec(s->distance[3], s->distance[4], s->distance[5]);
    for (int k = 0; k < 6; ++k) { /* part: 0 linear, 3 angular */
        const int part = k < 3 ? 0 : 3;
        tact_vec3 e = tact_mat_column(rb, k - part), f = tact_mat_column(ra, k - part), o = tact_cross(f, p);
        tact_vec3 x = collide__columns_mul(s->point_a + part, e), y = collide__columns_mul(s->point_b + part, e);
        tact_vec3 n = collide__columns_mul(s->normal + part, e);
        tact_real d = part ? tact_dot(dw, e) : tact_dot(dl, e);
        collide__jacobian_column(&g->b, k, x, y, n, d);
        collide__jacobian_column(&g->relative, k, tact_mat_tmul_vec(ra, x), tact_mat_tmul_vec(ra, y),
                                 tact_mat_tmul_vec(ra, n), d);
        if (part) {
            x = tact_add(collide__columns_mul(s->point_a, o), collide__columns_mul(s->point_a + 3, f));
            y = tact_add(collide__columns_mul(s->point_b, o), collide__columns_mul(s->point_b + 3, f));
            n = tact_add(collide__columns_mul(s->normal, o), collide__columns_mul(s->normal + 3, f));
            collide__jacobian_column(&g->a, k, tact_sub(tact_cross(f, arm_a), x), tact_sub(tact_cross(f, arm_b), y),
                                     tact_sub(tact_cross(f, r->normal), n), -tact_dot(dl, o) - tact_dot(dw, f));
        } else {
            x = collide__columns_mul(s->point_a, f), y = collide__columns_mul(s->point_b, f);
            collide__jacobian_column(&g->a, k, tact_sub(f, x), tact_sub(f, y),
                                     tact_neg(collide__columns_mul(s->normal, f)), -tact_dot(dl, f));
        }
    }
}

#define COLLIDE__TIE_ROUNDING (64 * TACT_EPSILON) /* of the size: rounding of a witness point */
#define COLLIDE__TIE_MOST                                                                                              \
    TACT_R(0.01) /* radians: an edge that is tilted by more takes no part, however short the gap */
#define COLLIDE__RANK_ROUNDING (1024 * TACT_EPSILON) /* eigenvalue of a sum of projections: 0 or of the order of 1 */
/* The first-order methods: one linear system in the tangent plane, all 2x2. Where edges or faces bind the normal
   (EXACT, halfspaces), it is the limit of H + c * bound for c -> infinity: with S the sum of both projectors, the
   bound part of dn turns with the bodies, S dn = S_a (w_a x n) + S_b (w_b x n), the system holds in the free part
   alone, and the witness points slide along their edges and faces by what is left of it. */
TACT_PRIVATE void collide__response_first(const collide_shape *a, const tact_mat3 *ra, tact_vec3 pa,
                                          const collide_shape *b, const tact_mat3 *rb, tact_vec3 pb,
                                          const collide_gradient_config *c, const collide_result *r,
                                          collide__response *s, collide_gradient *out) {
    const tact_vec3 n = r->normal, arm = tact_sub(r->point_b, pb);
    const tact_vec3 ua = tact_mat_tmul_vec(ra, n), ub = tact_neg(tact_mat_tmul_vec(rb, n));
    const tact_vec3 xa =
        tact_sub(tact_mul_add(tact_mat_tmul_vec(ra, tact_sub(r->point_a, pa)), -a->radius, ua), a->centre);
    const tact_vec3 xb = tact_sub(tact_mul_add(tact_mat_tmul_vec(rb, arm), -b->radius, ub), b->centre);
    const tact_real d = r->distance, extents = a->extent + b->extent + a->radius + b->radius;
    const tact_real size = extents > 0 ? extents : (d > 0 ? d : TACT_R(1)),
                    least = c->regularization * size; /* two points have none */
    tact_real gap = tact_max(tact_abs(d + a->radius + b->radius), COLLIDE__TIE_ROUNDING * size);
    tact_real tie = tact_clamp(COLLIDE__TIE_ROUNDING * (size + gap) / gap, COLLIDE__ROOT_EPSILON, COLLIDE__TIE_MOST);
    tact_real k[3], bound[3], low, v[2], high, g[3] = {0, 0, 0}, pinv[3] = {0, 0, 0}, ma[4], cb[4];
    tact_vec3 t1, t2;
    collide__bend ba, bb;
    tact_tangents(n, &t1, &t2);
    collide__bend_of(a, ua, xa, tact_mat_tmul_vec(ra, t1), tact_mat_tmul_vec(ra, t2), c, gap, tie, &ba);
    collide__bend_of(b, ub, xb, tact_mat_tmul_vec(rb, t1), tact_mat_tmul_vec(rb, t2), c, gap, tie, &bb);
    for (int i = 0; i < 3; ++i) k[i] = ba.h[i] + bb.h[i] + (i == 1 ? 0 : d), bound[i] = ba.bound[i] + bb.bound[i];
    tact_real demands = bound[0] + bound[2];
    if (collide_kind_is_unbounded(a->kind) !=
        collide_kind_is_unbounded(b->kind)) { /* a plane's normal turns with the plane alone */
        collide__bend *other = collide_kind_is_unbounded(a->kind) ? &bb : &ba;
        for (int i = 0; i < 3; ++i) bound[i] -= other->bound[i], other->bound[i] = 0;
    }
    int rank = 0;
    high = low = 0;
    if (demands > 0) {
        high = collide__sym2_eigen(bound, &low, v);
        rank = (high > COLLIDE__RANK_ROUNDING) + (low > COLLIDE__RANK_ROUNDING);
    }
    out->not_unique = demands > (tact_real)rank + TACT_R(0.5);
    if (rank == 0) { /* g = inverse of k, its eigenvalues at least `least` in size */
        high = collide__sym2_eigen(k, &low, v);
        out->regularized = low < least;
        high = 1 / tact_max(tact_abs(high), least), low = 1 / tact_max(tact_abs(low), least);
        g[0] = high * v[0] * v[0] + low * v[1] * v[1], g[1] = (high - low) * v[0] * v[1];
        g[2] = high * v[1] * v[1] + low * v[0] * v[0];
    } else {
        tact_real along = 1 / high, across = rank == 2 ? 1 / low : 0;
        pinv[0] = along * v[0] * v[0] + across * v[1] * v[1], pinv[1] = (along - across) * v[0] * v[1];
        pinv[2] = along * v[1] * v[1] + across * v[0] * v[0];
        if (rank == 1) { /* free across v */
            tact_real free_k = k[0] * v[1] * v[1] - 2 * k[1] * v[0] * v[1] + k[2] * v[0] * v[0];
            out->regularized = free_k < least;
            free_k = 1 / tact_max(tact_abs(free_k), least);
            g[0] = free_k * v[1] * v[1];
            g[1] = -free_k * v[0] * v[1];
            g[2] = free_k * v[0] * v[0];
        }
    }
    { /* ma = S_a S^+ shares the slide, cb = (I - g k) S^+ S_b gives B's part in the turn of the normal; full 2x2, row
         by row */
        const tact_real *sa = ba.bound, *sb = bb.bound;
        tact_real q[4], w[4];
        ma[0] = sa[0] * pinv[0] + sa[1] * pinv[1], ma[1] = sa[0] * pinv[1] + sa[1] * pinv[2];
        ma[2] = sa[1] * pinv[0] + sa[2] * pinv[1], ma[3] = sa[1] * pinv[1] + sa[2] * pinv[2];
        q[0] = pinv[0] * sb[0] + pinv[1] * sb[1], q[1] = pinv[0] * sb[1] + pinv[1] * sb[2];
        q[2] = pinv[1] * sb[0] + pinv[2] * sb[1], q[3] = pinv[1] * sb[1] + pinv[2] * sb[2];
        w[0] = k[0] * q[0] + k[1] * q[2], w[1] = k[0] * q[1] + k[1] * q[3];
        w[2] = k[1] * q[0] + k[2] * q[2], w[3] = k[1] * q[1] + k[2] * q[3];
        cb[0] = q[0] - g[0] * w[0] - g[1] * w[2], cb[1] = q[1] - g[0] * w[1] - g[1] * w[3];
        cb[2] = q[2] - g[1] * w[0] - g[2] * w[2], cb[3] = q[3] - g[1] * w[1] - g[2] * w[3];
    }
    /* Column j: the relative velocity u of the witness point on the tangents and the normal, and the spin w x n on the
       tangents. With the axis e, u = e or e x arm, so u.t = e.t or e.(arm x t); (e x n).t1 = e.t2 and (e x n).t2 =
       -e.t1. */
    const tact_vec3 c1 = tact_cross(arm, t1), c2 = tact_cross(arm, t2), c3 = tact_cross(arm, n);
    const tact_real along1[6] = {t1.x, t1.y, t1.z, c1.x, c1.y, c1.z}, along2[6] = {t2.x, t2.y, t2.z, c2.x, c2.y, c2.z};
    const tact_real away[6] = {n.x, n.y, n.z, c3.x, c3.y, c3.z};
    const tact_real spin1[6] = {0, 0, 0, t2.x, t2.y, t2.z}, spin2[6] = {0, 0, 0, -t1.x, -t1.y, -t1.z};
    for (int j = 0; j < 6; ++j) {
        tact_real s1 = spin1[j], s2 = spin2[j], u1, u2, n1, n2, x1, x2, e1, e2;
        u1 = along1[j] + bb.h[0] * s1 + bb.h[1] * s2, u2 = along2[j] + bb.h[1] * s1 + bb.h[2] * s2;
        n1 = g[0] * u1 + g[1] * u2 + cb[0] * s1 + cb[1] * s2, n2 = g[1] * u1 + g[2] * u2 + cb[2] * s1 + cb[3] * s2;
        e1 = u1 - k[0] * n1 - k[1] * n2, e2 = u2 - k[1] * n1 - k[2] * n2;
        x1 = ba.h[0] * n1 + ba.h[1] * n2 + ma[0] * e1 + ma[1] * e2,
        x2 = ba.h[1] * n1 + ba.h[2] * n2 + ma[2] * e1 + ma[3] * e2;
        s->distance[j] = away[j];
        s->normal[j] = tact_add(tact_scale(n1, t1), tact_scale(n2, t2));
        s->point_a[j] = tact_add(tact_scale(x1, t1), tact_scale(x2, t2));
        s->point_b[j] = tact_add(s->point_a[j], tact_add(tact_scale(s->distance[j], n), tact_scale(d, s->normal[j])));
    }
}

#define COLLIDE__SAMPLE_TOLERANCE (4 * TACT_EPSILON) /* a difference of samples divides what they leave */
/* The methods that query again with B moved by xi = (linear, angular) about world axes. */
TACT_PRIVATE collide_status collide__response_queries(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                                      tact_pose pose_b, const collide_config *config,
                                                      const collide_gradient_config *c, const collide_cache *cache,
                                                      const collide_result *r, collide__response *s,
                                                      collide_gradient *out) {
    tact_real turn = c->noise, step = turn;
    int random = c->method == COLLIDE_GRADIENT_GAUSS_ZEROTH, central = c->method == COLLIDE_GRADIENT_CENTRAL;
    int n = random ? c->samples : (central ? 12 : 6);
    collide_result base;
    /* The other queries go to rounding, because their errors are divided by the step. Those of polytopes start from the
       first one's separation; curved pairs must not: there it is so good that the search ends before the polish, with
       the old witness points. */
    collide_config near_by = *config;
    collide_cache start = TACT_ZERO;
    tact_vec3 separation = tact_scale(-(r->distance + a->radius + b->radius), r->normal);
    near_by.upper_bound = TACT_REAL_MAX, near_by.warm_start = COLLIDE_WARM_START_CENTRES;
    if (!collide__is_curved(a->kind) && !collide__is_curved(b->kind) && a->kind != COLLIDE_KIND_CUSTOM &&
        b->kind != COLLIDE_KIND_CUSTOM)
        near_by.warm_start = COLLIDE_WARM_START_PREVIOUS;
    near_by.tolerance_relative = tact_min(near_by.tolerance_relative, COLLIDE__SAMPLE_TOLERANCE);
    if (cache) start = *cache;
    start.separation_a = tact_unrotate(pose_a.q, separation), start.separation_b = tact_unrotate(pose_b.q, separation);
    start.valid = 1;
    if (c->noise_unit == COLLIDE_NOISE_RELATIVE) step *= a->extent + b->extent + a->radius + b->radius;
    base = *r;
    TACT_MEMSET(s, 0, sizeof *s);
    for (int j = central ? 0 : -1; j < n;
         ++j) { /* -1: the value at the pose itself, as accurate as the others; central needs none */
        tact_real xi[6] = {0, 0, 0, 0, 0, 0};
        collide_cache copy = start;
        collide_result moved;
        if (j < 0) {
        } else if (random) {
            for (int k = 0; k < 6; ++k) xi[k] = tact_random_normal(c->seed, 6 * (uint64_t)j + (uint64_t)k);
        } else {
            xi[j % 6] = j < 6 ? TACT_R(1) : TACT_R(-1);
        }
        tact_pose pose = pose_b;
        pose.p = tact_add(pose.p, tact_scale(step, tact_vec(xi[0], xi[1], xi[2])));
        pose.q = tact_quat_mul(tact_quat_exp(tact_scale(turn, tact_vec(xi[3], xi[4], xi[5]))), pose.q);
        collide_status status = collide__distance_checked(a, pose_a, b, pose, &near_by, TACT_REAL_MAX, &copy, &moved);
        if (status < 0) return status;
        start.hint_a = copy.hint_a, start.hint_b = copy.hint_b;
        ++out->queries;
        if (j < 0) base = moved;
        if (j < 0) continue;
        tact_real weight = random ? 1 / (tact_real)n : (central ? TACT_R(0.5) : TACT_R(1));
        for (int k = 0; k < 6; ++k) {
            tact_real w = weight * xi[k] / (k < 3 ? step : turn);
            if (!(w > 0 || w < 0)) continue;
            s->point_a[k] = tact_mul_add(s->point_a[k], w, tact_sub(moved.point_a, base.point_a));
            s->point_b[k] = tact_mul_add(s->point_b[k], w, tact_sub(moved.point_b, base.point_b));
            s->normal[k] = tact_mul_add(s->normal[k], w, tact_sub(moved.normal, base.normal));
            s->distance[k] += w * (moved.distance - base.distance);
        }
    }
    return COLLIDE_OK;
}

TACT_PRIVATE TACT_COLD collide_status collide__gradient_checked(const collide_shape *a, tact_pose pose_a,
                                                                const collide_shape *b, tact_pose pose_b,
                                                                const collide_config *config,
                                                                const collide_gradient_config *c, collide_cache *cache,
                                                                const collide_result *r, collide_gradient *out) {
    collide__response s;
    tact_quat qa = pose_a.q, qb = pose_b.q;
    if (collide__unit_quat(&qa) != COLLIDE_OK || collide__unit_quat(&qb) != COLLIDE_OK) return COLLIDE_BAD_POSE;
    const tact_mat3 ra = tact_quat_to_mat(qa), rb = tact_quat_to_mat(qb);
    if (c->method <= COLLIDE_GRADIENT_GAUSS_FIRST) {
        collide__response_first(a, &ra, pose_a.p, b, &rb, pose_b.p, c, r, &s, out);
    } else {
        collide_status status = collide__response_queries(a, pose_a, b, pose_b, config, c, cache, r, &s, out);
        if (status < 0) return status;
    }
    collide__response_to_gradient(&s, &ra, pose_a.p, &rb, pose_b.p, r, out);
    return out->regularized ? COLLIDE_SINGULAR : COLLIDE_OK;
}

COLLIDE_API collide_status collide_distance_gradient(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                                     tact_pose pose_b, const collide_config *config,
                                                     const collide_gradient_config *gradient_config,
                                                     collide_cache *cache, collide_result *result,
                                                     collide_gradient *gradient) {
    collide_gradient_config gradient_defaults;
    if (!result || !gradient) return COLLIDE_BAD_ARGUMENT;
    TACT_MEMSET(gradient, 0, sizeof *gradient);
    collide_status status = collide__query_check(a, b, &config), extra;
    if (!gradient_config)
        gradient_defaults = collide_default_gradient_config(COLLIDE_GRADIENT_GUMBEL),
        gradient_config = &gradient_defaults;
    else if (status == COLLIDE_OK && !collide__gradient_config_ok(gradient_config))
        status = COLLIDE_BAD_CONFIG;
    if (status == COLLIDE_OK)
        status = collide__distance_checked(a, pose_a, b, pose_b, config, config->upper_bound, cache, result);
    if (status < 0) collide__result_clear(result);
    if (status < 0 || status == COLLIDE_ABOVE_BOUND) return status;
    extra = collide__gradient_checked(a, pose_a, b, pose_b, config, gradient_config, cache, result, gradient);
    return extra < 0 || status == COLLIDE_OK ? extra : status;
}
COLLIDE_API collide_status collide_gradient_of_result(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                                      tact_pose pose_b, const collide_gradient_config *gradient_config,
                                                      const collide_result *result, collide_gradient *gradient) {
    const collide_config *config = NULL;
    collide_gradient_config gradient_defaults;
    if (!result || !gradient) return COLLIDE_BAD_ARGUMENT;
    TACT_MEMSET(gradient, 0, sizeof *gradient);
    collide_status status = collide__query_check(a, b, &config);
    if (status != COLLIDE_OK) return status;
    if (!gradient_config)
        gradient_defaults = collide_default_gradient_config(COLLIDE_GRADIENT_GUMBEL),
        gradient_config = &gradient_defaults;
    else if (!collide__gradient_config_ok(gradient_config))
        return COLLIDE_BAD_CONFIG;
    if (collide__is_set(a) || collide__is_set(b)) return COLLIDE_UNSUPPORTED;
    if (!tact_finite(result->distance) || !tact_vec_finite(result->point_a) || !tact_vec_finite(result->point_b))
        return COLLIDE_NOT_FINITE;
    if (!(tact_abs(tact_norm2(result->normal) - 1) < COLLIDE__POSE_SLACK)) return COLLIDE_BAD_ARGUMENT;
    if (!tact_vec_finite(pose_a.p) || !tact_vec_finite(pose_b.p)) return COLLIDE_BAD_POSE;
    return collide__gradient_checked(a, pose_a, b, pose_b, config, gradient_config, NULL, result, gradient);
}
#endif /* COLLIDE_NO_GRADIENTS */

// >>impl-boxes-and-rays
/* Owns    the node of all trees of boxes, in single precision rounded outwards; walks by box and by ray; the split of a
           build.
   Reads   boxes.
   Leaves  collide__walk, collide__ray and collide__split. */
/* Node of every tree of boxes here. Inner node: children left and right (both >= 0). Leaf: left = ~first item, right
   = number of items. Two nodes fill one cache line. */
typedef struct collide__node {
    float lo[3];
    int32_t left;
    float hi[3];
    int32_t right;
} collide__node;

#define COLLIDE__MAX_HEIGHT 96                    /* a taller dynamic tree is rebuilt              */
#define COLLIDE__STACK (COLLIDE__MAX_HEIGHT + 32) /* depth-first traversal keeps <= height + 1     */
#define COLLIDE__UNBOUNDED_SIDE TACT_R(1e15) /* [m], absolute: squares of longer sides lose their meaning in a float */

#define COLLIDE__FLOAT_MOST TACT_R(3e38) /* below the greatest float, with room to round outward */
/* Outward rounding to single precision: one to two units in the last place beyond the nearest float. */
TACT_INLINE float collide__round_down(tact_real x) {
    float f = (float)tact_clamp(x, -COLLIDE__FLOAT_MOST, COLLIDE__FLOAT_MOST);
    return f - ((f < 0 ? -f : f) * 1.2e-7f + 1e-30f);
}
TACT_INLINE float collide__round_up(tact_real x) { return -collide__round_down(-x); }
TACT_PRIVATE void collide__node_set(collide__node *node, tact_vec3 lower, tact_vec3 upper) {
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

/* The same with r among them, for sums of many boxes; children of r are lost. */
#ifdef COLLIDE__SSE2
TACT_ALWAYS_INLINE void collide__node_grow(collide__node *r, const collide__node *a) {
    _mm_storeu_ps(r->lo, _mm_min_ps(_mm_loadu_ps(r->lo), _mm_loadu_ps(a->lo)));
    _mm_storeu_ps(r->hi, _mm_max_ps(_mm_loadu_ps(r->hi), _mm_loadu_ps(a->hi)));
}
#else
TACT_ALWAYS_INLINE void collide__node_grow(collide__node *r, const collide__node *a) { collide__node_unite(r, r, a); }
#endif

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
#define COLLIDE__SLAB_ROUNDING (8 * TACT_EPSILON) /* of the origin: a difference, a product and their comparison */
TACT_PRIVATE collide__ray collide__ray_make(tact_vec3 origin, tact_vec3 direction, tact_vec3 half) {
    collide__ray r;
    /* rounding of the slab test itself: a ray through a corner must not slip past every box that shares it */
    tact_real pad = COLLIDE__SLAB_ROUNDING * (tact_abs(origin.x) + tact_abs(origin.y) + tact_abs(origin.z));
    r.origin = origin, r.half = tact_add(half, tact_vec(pad, pad, pad));
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

/* The static tree again for rays, four children a node with their boxes in lanes. Lane k: child[k] >= 0 is another such
   node; else a leaf, ~child[k] = first item * 8 + number of items. A lane that is not in use has an empty box and no
   items. */
typedef struct collide__wide {
    float lo[3][4], hi[3][4];
    int32_t child[4];
} collide__wide;
#define COLLIDE__WIDE_STACK 256        /* three a level, and the static tree has at most 48 + 31 */
#define COLLIDE__WIDE_FAR TACT_R(1e15) /* lengths beyond have no place in a float's slab test: the binary tree */
#define COLLIDE__WIDE_ROUNDING 2.4e-7f /* two units in the last place of a float */
typedef struct collide__wide_walk {
    const collide__wide *nodes;
    float enter[3], leave[3], inverse[3]; /* planes where the ray enters and leaves are seen from these coordinates */
    int down[3];                          /* 1: the ray runs down this axis */
    int top;
    struct {
        int32_t child;
        float t;
    } stack[COLLIDE__WIDE_STACK];
} collide__wide_walk;

#define COLLIDE__WIDE_SHORTEST                                                                                         \
    TACT_R(1e-12) /* squared: with a shorter direction a place along it may leave the range of float */
#define COLLIDE__WIDE_LONGEST TACT_R(1e12) /* squared: with a longer one a place along it has no digits in float */
/* Walk along origin + t direction, boxes grown by half extents. The slab test is done in single precision: what
   rounding may take from the coordinates is added to the half extents, and to t when it is compared. 0: out of
   range. */
TACT_PRIVATE int collide__wide_begin(collide__wide_walk *walk, const collide_bvh *bvh, tact_vec3 origin,
                                     tact_vec3 direction, tact_vec3 half) {
    const collide__node *root = bvh->nodes;
    const tact_real o[3] = {origin.x, origin.y, origin.z}, d[3] = {direction.x, direction.y, direction.z},
                    h[3] = {half.x, half.y, half.z}, dd = tact_norm2(direction);
    if (!bvh->wide || !(dd > COLLIDE__WIDE_SHORTEST && dd < COLLIDE__WIDE_LONGEST)) return 0;
    for (int k = 0; k < 3; ++k) {
        const tact_real most =
            tact_max(tact_max(-(tact_real)root->lo[k], (tact_real)root->hi[k]), tact_abs(o[k])) + h[k];
        if (!(most < COLLIDE__WIDE_FAR)) return 0;
        const tact_real reach = h[k] + 4 * (tact_real)COLLIDE__WIDE_ROUNDING * most;
        walk->down[k] = d[k] < 0;
        walk->enter[k] = (float)(walk->down[k] ? o[k] - reach : o[k] + reach);
        walk->leave[k] = (float)(walk->down[k] ? o[k] + reach : o[k] - reach);
        walk->inverse[k] = (float)tact_clamp(collide__safe_inverse(d[k]), -COLLIDE__FLOAT_MOST, COLLIDE__FLOAT_MOST);
    }
    walk->nodes = bvh->wide;
    walk->top = 1;
    walk->stack[0].child = 0, walk->stack[0].t = 0;
    return 1;
}
/* Entry parameters of the four boxes; bit k of the result: box k is met before `limit`. */
#ifdef COLLIDE__SSE2
TACT_ALWAYS_INLINE int collide__wide_slabs(const collide__wide_walk *walk, const collide__wide *node, float limit,
                                           float t[4]) {
    __m128 t0 = _mm_setzero_ps(), t1 = _mm_set1_ps(limit);
    for (int k = 0; k < 3; ++k) {
        const __m128 inverse = _mm_set1_ps(walk->inverse[k]);
        const float *in = walk->down[k] ? node->hi[k] : node->lo[k], *out = walk->down[k] ? node->lo[k] : node->hi[k];
        t0 = _mm_max_ps(_mm_mul_ps(_mm_sub_ps(_mm_loadu_ps(in), _mm_set1_ps(walk->enter[k])), inverse), t0);
        t1 = _mm_min_ps(_mm_mul_ps(_mm_sub_ps(_mm_loadu_ps(out), _mm_set1_ps(walk->leave[k])), inverse), t1);
    }
    _mm_storeu_ps(t, t0);
    return _mm_movemask_ps(_mm_cmple_ps(t0, _mm_mul_ps(t1, _mm_set1_ps(1 + 4 * COLLIDE__WIDE_ROUNDING))));
}
#else
TACT_ALWAYS_INLINE int collide__wide_slabs(const collide__wide_walk *walk, const collide__wide *node, float limit,
                                           float t[4]) {
    int met = 0;
    for (int i = 0; i < 4; ++i) {
        float t0 = 0, t1 = limit;
        for (int k = 0; k < 3; ++k) {
            const float in = walk->down[k] ? node->hi[k][i] : node->lo[k][i];
            const float out = walk->down[k] ? node->lo[k][i] : node->hi[k][i];
            t0 = collide__maxf((in - walk->enter[k]) * walk->inverse[k], t0);
            t1 = collide__minf((out - walk->leave[k]) * walk->inverse[k], t1);
        }
        t[i] = t0;
        if (t0 <= t1 * (1 + 4 * COLLIDE__WIDE_ROUNDING)) met |= 1 << i;
    }
    return met;
}
#endif
/* The next leaf along the ray, nearest first: its number of items and the first of them; 0 at the end. max_t may
   shrink between calls. */
TACT_INLINE int collide__wide_next(collide__wide_walk *walk, tact_real max_t, int *first) {
    const float limit = (float)tact_min(max_t, COLLIDE__FLOAT_MOST) * (1 + COLLIDE__WIDE_ROUNDING);
    while (walk->top > 0) {
        const int base = --walk->top;
        int child = walk->stack[base].child, top = base;
        float t[4];
        if (walk->stack[base].t > limit) continue;
        if (child < 0) {
            *first = ~child >> 3;
            child = ~child & 7;
            if (child) return child;
            continue;
        }
        const collide__wide *node = walk->nodes + child;
        int met = collide__wide_slabs(walk, node, limit, t);
        for (int k = 0; met; ++k, met >>= 1) {
            int at = top;
            if (!(met & 1)) continue;
            for (; at > base && walk->stack[at - 1].t < t[k]; --at) walk->stack[at] = walk->stack[at - 1];
            walk->stack[at].child = node->child[k], walk->stack[at].t = t[k];
            ++top;
        }
        walk->top = top;
    }
    return 0;
}

/* Bin of a centre. Centres that are too close or too far apart for a float give an infinite or no scale: then the first
   or the last. */
enum { COLLIDE__BINS = 16 };
TACT_INLINE int collide__bin(float centre, float low, float scale) {
    float at = (centre - low) * scale;
    return at >= (float)COLLIDE__BINS ? COLLIDE__BINS - 1 : at > 0 ? (int)at : 0;
}
/* Reorder items[0..n) into two groups and return the size of the first, 0 < size < n. The box of item i is boxes[i <<
   shift]. Split by the surface-area heuristic over 16 equal bins of box centres (Wald 2007) on the longest axis, or
   on all three (`all_axes`); by the median of the order when all centres coincide or when `depth` is unusual, which
   bounds the height of the tree by COLLIDE__MAX_HEIGHT / 2 + log2(n). */
TACT_PRIVATE int collide__split(const collide__node *boxes, int shift, int *items, int n, int depth, int all_axes) {
    enum { BINS = COLLIDE__BINS };
    collide__node bin[3][BINS];
    int count[3][BINS], used[3], best_axis = -1, best_bin = 0, axis, i, k, longest = 0, low, high;
    float lo[3], hi[3], scale[3], best_cost = 3.4e38f;
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
        used[axis] = (all_axes || axis == longest) && hi[axis] - lo[axis] > 1e-6f * (hi[longest] - lo[longest]);
        scale[axis] = (float)BINS * 0.9999f / (hi[axis] - lo[axis]);
        for (i = 0; i < BINS; ++i) {
            count[axis][i] = 0;
            for (k = 0; k < 3; ++k) bin[axis][i].lo[k] = 3.4e38f, bin[axis][i].hi[k] = -3.4e38f;
            bin[axis][i].left = bin[axis][i].right = 0;
        }
    }
    for (i = 0; i < n; ++i) {
        const collide__node *b = boxes + ((size_t)items[i] << shift);
        for (axis = 0; axis < 3; ++axis) {
            if (!used[axis]) continue;
            k = collide__bin(b->lo[axis] + b->hi[axis], lo[axis], scale[axis]);
            ++count[axis][k];
            collide__node_grow(&bin[axis][k], b);
        }
    }
    for (axis = 0; axis < 3; ++axis) { /* area[i] = count * area of bins i.. ; then sweep from the left */
        collide__node sum = bin[axis][BINS - 1];
        int total = count[axis][BINS - 1];
        float area[BINS];
        if (!used[axis]) continue;
        for (i = BINS - 1; i > 0; --i) {
            area[i] = total ? (float)total * collide__node_area(&sum) : 0;
            collide__node_grow(&sum, &bin[axis][i - 1]);
            total += count[axis][i - 1];
        }
        sum = bin[axis][0], total = count[axis][0];
        for (i = 1; i < BINS; ++i) {
            if (total > 0 && total < n) {
                float cost = (float)total * collide__node_area(&sum) + area[i];
                if (cost < best_cost) {
                    best_cost = cost;
                    best_axis = axis;
                    best_bin = i;
                }
            }
            collide__node_grow(&sum, &bin[axis][i]);
            total += count[axis][i];
        }
    }
    if (best_axis < 0) return n / 2;
    low = 0, high = n - 1;
    while (low <= high) {
        const collide__node *b = boxes + ((size_t)items[low] << shift);
        if (collide__bin(b->lo[best_axis] + b->hi[best_axis], lo[best_axis], scale[best_axis]) < best_bin) {
            ++low;
        } else {
            int swap = items[low];
            items[low] = items[high], items[high] = swap;
            --high;
        }
    }
    return low > 0 && low < n ? low : n / 2;
}

// >>impl-broadphase-memory
/* Owns    filter, config and the one block of a broadphase: sizes, growth.
   Reads   capacities.
   Leaves  arrays in place. */
/* Dynamic trees. Item i owns node 2i as its leaf; odd nodes are inner nodes, linked through `left` while free. Both
   layers share the pool: n leaves need at most n - 1 inner nodes. */
typedef struct collide__proxy {
    uint64_t user;
    collide_filter filter;
    int32_t next_free; /* also marks: see below */
    uint8_t state, layer, is_unbounded, is_moved;
} collide__proxy;
enum { COLLIDE__PROXY_FREE = 0, COLLIDE__PROXY_ALIVE = 1, COLLIDE__PROXY_DYING = 2 };

COLLIDE_API collide_filter collide_default_filter(void) {
    collide_filter f;
    f.category = 1u;
    f.mask = 0xffffffffu;
    f.group = 0;
    return f;
}
COLLIDE_API int collide_filter_allows(collide_filter a, collide_filter b) {
    if (a.group != 0 && a.group == b.group) return 0;
    return (a.category & b.mask) != 0 && (b.category & a.mask) != 0;
}
COLLIDE_API collide_broadphase_config collide_default_broadphase_config(void) {
    collide_broadphase_config c;
    TACT_MEMSET(&c, 0, sizeof c);
    c.max_proxies = 64, c.max_pairs = 256;
    c.margin_relative = TACT_R(0.1);
    c.cookie = COLLIDE__BROADPHASE_COOKIE;
    return c;
}
COLLIDE_API collide_broadphase_config collide_broadphase_default_config(void) {
    return collide_default_broadphase_config();
}

/* Assign the arrays inside `memory` (NULL: only measure) and return the bytes they take. */
TACT_PRIVATE TACT_COLD size_t collide__broadphase_layout(collide_broadphase *b, int proxies, int pairs, void *memory) {
    size_t at = 0, n = (size_t)proxies, m = (size_t)pairs;
    unsigned char *base = (unsigned char *)memory;
#define COLLIDE__ARRAY(field, type, count)                                                                             \
    if (base) b->field = (type *)(void *)(base + at);                                                                  \
    at += ((count) * sizeof(type) + 63) & ~(size_t)63
    COLLIDE__ARRAY(nodes, collide__node, 2 * n);
    COLLIDE__ARRAY(proxies, collide__proxy, n);
    COLLIDE__ARRAY(pairs, collide_proxy_pair, m);
    COLLIDE__ARRAY(pairs_next, collide_proxy_pair, m);
    COLLIDE__ARRAY(parents, int, 2 * n);
    COLLIDE__ARRAY(moved, int, n);
    COLLIDE__ARRAY(unbounded, int, n);
    COLLIDE__ARRAY(scratch, int, n);
    COLLIDE__ARRAY(free_slots, int, m);
    COLLIDE__ARRAY(heights, int16_t, 2 * n);
    COLLIDE__ARRAY(flags, uint8_t, 2 * n);
#undef COLLIDE__ARRAY
    if (base)
        b->ended = b->pairs_next; /* the list before the last update, where nothing else of it is needed any more */
    return at;
}
TACT_PRIVATE int collide__broadphase_config_ok(const collide_broadphase_config *c) {
    return c->cookie == COLLIDE__BROADPHASE_COOKIE && c->max_proxies >= 1 && c->max_proxies < COLLIDE__MOST_BOXES &&
           c->max_pairs >= 1 && c->max_pairs < COLLIDE__MOST_BOXES && tact_finite(c->margin) && c->margin >= 0 &&
           tact_finite(c->margin_relative) && c->margin_relative >= 0;
}
COLLIDE_API TACT_COLD size_t collide_broadphase_bytes(const collide_broadphase_config *config) {
    collide_broadphase_config defaults = collide_default_broadphase_config();
    if (!config) config = &defaults;
    return collide__broadphase_config_ok(config)
               ? collide__broadphase_layout(NULL, config->max_proxies, config->max_pairs, NULL)
               : 0;
}
COLLIDE_API TACT_COLD collide_status collide_broadphase_init(collide_broadphase *broad,
                                                             const collide_broadphase_config *config, void *memory,
                                                             size_t bytes) {
    collide_broadphase_config defaults = collide_default_broadphase_config();
    collide_broadphase zero = TACT_ZERO;
    size_t need;
    if (!config) config = &defaults;
    need = collide_broadphase_bytes(config);
    if (need == 0) return COLLIDE_BAD_CONFIG;
    if (!broad || !memory) return COLLIDE_BAD_ARGUMENT;
    if (bytes < need) return COLLIDE_NO_SPACE;
    *broad = zero;
    TACT_MEMSET(memory, 0, need); /* snapshots copy all of it: nothing that was there before is to be seen in them */
    broad->config = *config;
    broad->memory = memory, broad->bytes = need;
    broad->proxy_capacity = config->max_proxies, broad->pair_capacity = config->max_pairs;
    broad->roots[0] = broad->roots[1] = broad->free_node = broad->free_proxy = -1;
    collide__broadphase_layout(broad, config->max_proxies, config->max_pairs, memory);
    return COLLIDE_OK;
}
COLLIDE_API TACT_COLD collide_status collide_broadphase_create(collide_broadphase *broad,
                                                               const collide_broadphase_config *config,
                                                               const tact_allocator *allocator) {
    size_t need = collide_broadphase_bytes(config);
    collide_status status;
    void *memory;
    if (need == 0) return COLLIDE_BAD_CONFIG;
    if (!broad) return COLLIDE_BAD_ARGUMENT;
    memory = tact_alloc(allocator, need);
    if (!memory) return COLLIDE_NO_MEMORY;
    status = collide_broadphase_init(broad, config, memory, need);
    broad->owns_memory = 1;
    if (allocator) broad->allocator = *allocator, broad->has_allocator = 1;
    return status;
}
COLLIDE_API TACT_COLD void collide_broadphase_destroy(collide_broadphase *broad) {
    collide_broadphase zero = TACT_ZERO;
    if (!broad) return;
    if (broad->owns_memory) tact_free(broad->has_allocator ? &broad->allocator : NULL, broad->memory, broad->bytes);
    *broad = zero;
}
/* Move everything that must survive into a larger block. */
TACT_PRIVATE TACT_COLD collide_status collide__broadphase_grow(collide_broadphase *b, int proxies, int pairs) {
    collide_broadphase old = *b;
    const tact_allocator *allocator = b->has_allocator ? &b->allocator : NULL;
    size_t need, n = (size_t)old.proxy_capacity;
    void *memory;
    if (!b->owns_memory) return COLLIDE_NO_SPACE;
    if (proxies >= COLLIDE__MOST_BOXES || pairs >= COLLIDE__MOST_BOXES) return COLLIDE_NO_SPACE;
    need = collide__broadphase_layout(b, proxies, pairs, NULL);
    memory = tact_alloc(allocator, need);
    if (!memory) return COLLIDE_NO_MEMORY;
    TACT_MEMSET(memory, 0, need); /* snapshots copy all of it */
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

// >>impl-dynamic-tree
/* Owns    insertion, removal, rotation, refit and rebuild of one dynamic tree.
   Reads   nodes of the broadphase.
   Leaves  a valid tree per layer. */
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
    if (parent < 0)
        b->roots[layer] = child;
    else if (b->nodes[parent].left == old)
        b->nodes[parent].left = child;
    else
        b->nodes[parent].right = child;
}
/* Tree rotation (Kensler 2008): exchange a child of `node` with a grandchild on the other side if that shrinks the
   box of the child in between; the best of up to four. */
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
        if (gain > best) {
            best = gain;
            best_side = side;
            best_keep = 0;
        }
        gain = area - collide__union_area(nodes + up, nodes + nodes[down].right);
        if (gain > best) {
            best = gain;
            best_side = side;
            best_keep = 1;
        }
    }
    if (best_side >= 0) {
        int up = best_side ? nodes[node].right : nodes[node].left;
        int down = best_side ? nodes[node].left : nodes[node].right;
        int lifted = best_keep ? nodes[down].left : nodes[down].right;
        if (best_keep)
            nodes[down].left = up;
        else
            nodes[down].right = up;
        if (best_side)
            nodes[node].right = lifted;
        else
            nodes[node].left = lifted;
        b->parents[up] = down, b->parents[lifted] = node;
        collide__tree_pull(b, down);
    }
}
/* Insert the leaf of an item whose box is set: greedy descent to the sibling of least added area, then boxes, heights
   and rotations on the way up. */
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
    b->free_node = -1; /* in ascending order, so that the new tree lies in memory as it is walked */
    for (i = b->proxy_high - 1; i >= 0; --i)
        if (b->nodes[2 * i + 1].right < 0) collide__tree_free_node(b, 2 * i + 1);
    b->roots[layer] = n ? collide__tree_build(b, b->scratch, n, 0) : -1;
    b->drift[layer] = 0;
    if (n) b->parents[b->roots[layer]] = -1;
}

TACT_PRIVATE void collide__tree_refit(collide_broadphase *b, int node) {
    if (b->nodes[node].left < 0) return;
    collide__tree_refit(b, b->nodes[node].left);
    collide__tree_refit(b, b->nodes[node].right);
    collide__tree_pull(b, node);
}

// >>impl-broadphase
/* Owns    proxies: insertion, motion, removal, filters.
   Reads   boxes of the caller.
   Leaves  the list of moved proxies. */
TACT_PRIVATE collide_status collide__aabb_status(collide_aabb box) { /* infinities are fine, NaN and inverted are not */
    tact_vec3 l = box.min, u = box.max;
    if (!(l.x <= u.x || l.x > u.x) || !(l.y <= u.y || l.y > u.y) || !(l.z <= u.z || l.z > u.z))
        return COLLIDE_NOT_FINITE;
    return l.x <= u.x && l.y <= u.y && l.z <= u.z ? COLLIDE_OK : COLLIDE_BAD_ARGUMENT;
}
TACT_INLINE int collide__aabb_unbounded(collide_aabb box) {
    tact_real limit = COLLIDE__UNBOUNDED_SIDE;
    return !(box.min.x > -limit && box.min.y > -limit && box.min.z > -limit && box.max.x < limit && box.max.y < limit &&
             box.max.z < limit);
}
TACT_PRIVATE void collide__fatten(const collide_broadphase *b, collide_aabb box, tact_vec3 d, collide__node *node) {
    tact_vec3 side = tact_sub(box.max, box.min);
    tact_real m =
        b->config.margin + TACT_R(0.5) * b->config.margin_relative * tact_max(side.x, tact_max(side.y, side.z));
    tact_vec3 lower =
        tact_vec(box.min.x - m + tact_min(d.x, 0), box.min.y - m + tact_min(d.y, 0), box.min.z - m + tact_min(d.z, 0));
    tact_vec3 upper =
        tact_vec(box.max.x + m + tact_max(d.x, 0), box.max.y + m + tact_max(d.y, 0), box.max.z + m + tact_max(d.z, 0));
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
        const int n = broad->proxy_capacity; /* twice while they are few, then less: see below, of pairs */
        status = collide__broadphase_grow(broad, n + (n < 1024 ? n : n / 8), broad->pair_capacity);
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
    int unbounded, at;
    if (left) *left = 0;
    if (!collide_broadphase_valid(broad, proxy)) return COLLIDE_BAD_ARGUMENT;
    status = collide__aabb_status(box);
    if (status < 0) return status;
    if (!tact_vec_finite(displacement)) return COLLIDE_NOT_FINITE;
    p = broad->proxies + proxy;
    node = broad->nodes + 2 * proxy;
    unbounded = collide__aabb_unbounded(box);
    if (unbounded || p->is_unbounded) {
        collide__node_set(&tight, box.min, box.max);
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
    {
        tact_vec3 side = tact_sub(box.max, box.min);
        tact_real margin = broad->config.margin +
                           TACT_R(0.5) * broad->config.margin_relative * tact_max(side.x, tact_max(side.y, side.z));
        tact_real fat_sides = side.x + side.y + side.z + 6 * margin + tact_abs(displacement.x) +
                              tact_abs(displacement.y) + tact_abs(displacement.z);
        tact_real old_sides =
            (tact_real)(node->hi[0] - node->lo[0] + node->hi[1] - node->lo[1] + node->hi[2] - node->lo[2]);
        if ((tact_real)node->lo[0] <= box.min.x && (tact_real)node->hi[0] >= box.max.x &&
            (tact_real)node->lo[1] <= box.min.y && (tact_real)node->hi[1] >= box.max.y &&
            (tact_real)node->lo[2] <= box.min.z && (tact_real)node->hi[2] >= box.max.z && old_sides <= 2 * fat_sides)
            return COLLIDE_OK;
    }
    collide__fatten(broad, box, displacement, &fat);
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

// >>impl-broadphase-pairs
/* Owns    the sorted list of overlapping pairs and its update.
   Reads   moved proxies, trees and filters.
   Leaves  pairs, ended pairs and slots. */
/* Candidates of an update, (a, b) each: they stand where the next list of pairs will be, of which they take half. */
TACT_INLINE uint32_t *collide__found_list(const collide_broadphase *b) { return (uint32_t *)(void *)b->pairs_next; }
/* One candidate: filters, then into the found list; counted even when it does not fit any more. */
TACT_PRIVATE void collide__found(collide_broadphase *b, int i, int j) {
    const collide__proxy *p = b->proxies + i, *q = b->proxies + j;
    int low = i < j ? i : j, high = i < j ? j : i;
    if (!collide_filter_allows(p->filter, q->filter)) return;
    if (b->config.filter && !b->config.filter(b->config.filter_context, low, high)) return;
    if (b->n_found < b->pair_capacity) {
        uint32_t *found = collide__found_list(b);
        found[2 * b->n_found] = (uint32_t)low;
        found[2 * b->n_found + 1] = (uint32_t)high;
    }
    ++b->n_found;
}
/* All overlapping leaf pairs of which at least one moved: simultaneous descent of a tree against itself (root_b < 0)
   or another. flags[node] says whether a moved leaf is below. Every pair comes once. Entries of the stack are (x, y),
   known to overlap, with x == y for "x against itself"; a pop pushes at most three, and the path is at most two
   heights long. Children are tested when their parent is popped, both at once: in a large tree the time is that of
   fetching them, and two fetches take no longer than one. */
TACT_PRIVATE void collide__tree_pairs(collide_broadphase *b, int root_a, int root_b) {
    const collide__node *nodes = b->nodes;
    const uint8_t *flags = b->flags;
    int stack[8 * COLLIDE__STACK][2], top = 0;
    if (root_a < 0) return;
    if (root_b < 0) root_b = root_a;
    if (!(flags[root_a] | flags[root_b]) || !collide__node_overlap(nodes + root_a, nodes + root_b)) return;
    stack[top][0] = root_a, stack[top++][1] = root_b;
    while (top > 0) {
        int x = stack[--top][0], y = stack[top][1], left, right, in_left, in_right;
        if (x == y) {
            left = nodes[x].left, right = nodes[x].right;
            if (left < 0) continue;
            in_left = flags[left], in_right = flags[right];
            if (in_right) stack[top][0] = stack[top][1] = right, ++top;
            if (in_left) stack[top][0] = stack[top][1] = left, ++top;
            if ((in_left | in_right) && collide__node_overlap(nodes + left, nodes + right)) {
                stack[top][0] = left;
                stack[top][1] = right;
                ++top;
            }
            continue;
        }
        if (nodes[x].left < 0 && nodes[y].left < 0) {
            collide__found(b, ~nodes[x].left, ~nodes[y].left);
            continue;
        }
        if (nodes[x].left < 0 ||
            (nodes[y].left >= 0 && collide__node_area(nodes + y) > collide__node_area(nodes + x))) {
            int swap = x;
            x = y, y = swap;
        }
        left = nodes[x].left, right = nodes[x].right;
        in_left = collide__node_overlap(nodes + left, nodes + y),
        in_right = collide__node_overlap(nodes + right, nodes + y);
        if (in_right && (flags[right] | flags[y])) {
            stack[top][0] = right;
            stack[top][1] = y;
            ++top;
        }
        if (in_left && (flags[left] | flags[y])) {
            stack[top][0] = left;
            stack[top][1] = y;
            ++top;
        }
    }
}
/* Sort the found pairs by (a, b): insertion for a few, else radix by bytes (b first, then a; stable), to the other half
   of their place and back; the number of passes is even, so they end where they began. */
TACT_PRIVATE void collide__sort_found(collide_broadphase *b) {
    uint32_t *from = collide__found_list(b), *to = from + 2 * b->pair_capacity;
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
            swap = from;
            from = to;
            to = swap;
        }
}
/* The new list: old pairs of which nobody moved, and everything found. Both are sorted; a found pair that was there
   keeps its slot. Counts first, so that a list without room changes nothing. What was found is moved to the end of the
   place of the new list and read from there: with `kept` and n_found in it that is never behind what is written. */
TACT_PRIVATE collide_status collide__merge_pairs(collide_broadphase *b) {
    int n = 0, kept = 0, free_slots = b->n_free_slots, i, j;
    uint32_t *found;
    collide_proxy_pair *swap;
    for (i = 0; i < b->n_pairs; ++i) kept += !(b->proxies[b->pairs[i].a].is_moved | b->proxies[b->pairs[i].b].is_moved);
    b->pairs_needed = kept + b->n_found;
    b->n_ended = 0;
    if (b->pairs_needed > b->pair_capacity) return COLLIDE_NO_SPACE;
    collide__sort_found(b);
    found = (uint32_t *)(void *)(b->pairs_next + b->pair_capacity) - 2 * b->n_found;
    TACT_MEMMOVE(found, collide__found_list(b), 2 * (size_t)b->n_found * sizeof *found);
    for (i = 0, j = 0; i < b->n_pairs; ++i) { /* first the ends, whose slots become free, lowest pair last */
        const collide_proxy_pair *p = b->pairs + i;
        if (!(b->proxies[p->a].is_moved | b->proxies[p->b].is_moved)) continue;
        while (j < b->n_found &&
               ((int)found[2 * j] < p->a || ((int)found[2 * j] == p->a && (int)found[2 * j + 1] < p->b)))
            ++j;
        if (j < b->n_found && (int)found[2 * j] == p->a && (int)found[2 * j + 1] == p->b) continue;
        b->free_slots[b->n_free_slots++] = p->slot;
    }
    for (i = free_slots, j = b->n_free_slots - 1; i < j; ++i, --j) {
        int slot = b->free_slots[i];
        b->free_slots[i] = b->free_slots[j], b->free_slots[j] = slot;
    }
    for (i = 0, j = 0; i < b->n_pairs || j < b->n_found;) {
        collide_proxy_pair p;
        int order = 0; /* < 0: take the old one, > 0: the found one, 0: they are the same */
        if (i == b->n_pairs)
            order = 1;
        else if (j == b->n_found)
            order = -1;
        else if (b->pairs[i].a != (int)found[2 * j])
            order = b->pairs[i].a < (int)found[2 * j] ? -1 : 1;
        else if (b->pairs[i].b != (int)found[2 * j + 1])
            order = b->pairs[i].b < (int)found[2 * j + 1] ? -1 : 1;
        if (order > 0) {
            p.a = (int)found[2 * j], p.b = (int)found[2 * j + 1];
            p.slot = b->n_free_slots > 0 ? b->free_slots[--b->n_free_slots] : b->slot_limit++;
            p.is_new = 1;
            ++j;
        } else {
            p = b->pairs[i++];
            p.is_new = 0;
            if (order < 0 &&
                (b->proxies[p.a].is_moved | b->proxies[p.b].is_moved)) { /* ended: to the front of the old list */
                b->pairs[b->n_ended++] = p;
                continue;
            }
            j += order == 0;
        }
        b->pairs_next[n++] = p;
    }
    swap = b->pairs;
    b->pairs = b->pairs_next;
    b->pairs_next = b->ended = swap;
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
        b->drift[layer] += b->pending[layer];
        if (b->drift[layer] > b->n_leaves[layer]) { /* each left its place once, on average */
            collide__tree_rebuild(b, layer);
        } else if (12 * b->pending[layer] >
                   b->n_leaves[layer]) { /* measured: fitting all costs less than inserting a twelfth */
            collide__tree_refit(b, b->roots[layer]);
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
            status = collide__broadphase_grow(b, b->proxy_capacity, /* twice while they are few, then an eighth */
                                              b->pairs_needed < 1024 ? 2 * b->pairs_needed
                                                                     : b->pairs_needed + b->pairs_needed / 8);
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
COLLIDE_API TACT_COLD void collide_broadphase_rebuild(collide_broadphase *broad) {
    if (!broad || !broad->memory) return;
    collide__tree_rebuild(broad, 0);
    collide__tree_rebuild(broad, 1);
    broad->pending[0] = broad->pending[1] = 0;
}
COLLIDE_API void collide_broadphase_refit(collide_broadphase *broad) {
    int layer;
    if (!broad || !broad->memory) return;
    for (layer = 0; layer < 2; ++layer)
        if (broad->roots[layer] >= 0) collide__tree_refit(broad, broad->roots[layer]);
}

// >>impl-broadphase-queries
/* Owns    box and ray queries, the check of all invariants, snapshots, the cost of the trees.
   Reads   trees and unbounded proxies.
   Leaves  calls of visitors. */
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
            collide__node_overlap(broad->nodes + 2 * broad->unbounded[i], &query) &&
            !visit(context, broad->unbounded[i]))
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
/* May `node` be one of the tree of this layer, seen from its parent `from` (-1: the root)? */
TACT_PRIVATE TACT_COLD int collide__node_sound(const collide_broadphase *b, int node, int from, int layer) {
    const collide__node *n;
    if (node < 0 || node >= 2 * b->proxy_high || b->parents[node] != from) return 0;
    n = b->nodes + node;
    if (n->left < 0) { /* a leaf; its box is finite */
        const collide__proxy *p;
        if (node & 1 || 2 * ~n->left != node || n->right != 1 || b->heights[node] != 0) return 0;
        p = b->proxies + node / 2;
        return p->state == COLLIDE__PROXY_ALIVE && p->layer == layer && !p->is_unbounded && n->lo[0] <= n->hi[0] &&
               n->lo[1] <= n->hi[1] && n->lo[2] <= n->hi[2] && n->lo[0] - n->lo[0] == 0 && n->lo[1] - n->lo[1] == 0 &&
               n->lo[2] - n->lo[2] == 0 && n->hi[0] - n->hi[0] == 0 && n->hi[1] - n->hi[1] == 0 &&
               n->hi[2] - n->hi[2] == 0;
    }
    /* heights of inner nodes fall towards the leaves, which bounds the depth of a walk */
    return (node & 1) && n->left != n->right && b->heights[node] >= 1 && b->heights[node] <= COLLIDE__MAX_HEIGHT;
}
/* Counts the inner nodes and leaves of a layer's tree; 0: something is wrong with it. A node has one parent: none is
   met twice. `boxed`: inner nodes have their boxes, which in a snapshot they do not. */
TACT_PRIVATE TACT_COLD int collide__tree_sound(const collide_broadphase *b, int layer, int boxed, int *inner,
                                               int *leaves) {
    int stack[COLLIDE__STACK * 2], top = 0, side;
    if (b->roots[layer] == -1) return 1;
    if (!collide__node_sound(b, b->roots[layer], -1, layer)) return 0;
    stack[top++] = b->roots[layer];
    while (top > 0) {
        int at = stack[--top], tallest = 0;
        const collide__node *n = b->nodes + at;
        if (n->left < 0) {
            ++*leaves;
            continue;
        }
        ++*inner;
        for (side = 0; side < 2; ++side) {
            int child = side ? n->right : n->left;
            if (!collide__node_sound(b, child, at, layer) || b->heights[child] >= b->heights[at] ||
                (boxed && !collide__node_contains(n, b->nodes + child)))
                return 0;
            if (b->heights[child] > tallest) tallest = b->heights[child];
            stack[top++] = child;
        }
        if (b->heights[at] != 1 + tallest) return 0;
    }
    return 1;
}
TACT_PRIVATE TACT_COLD int collide__proxies_sound(const collide_broadphase *b, int leaves) {
    int i, alive = 0, moved = 0, unbounded = 0, n_free = 0, listed = 0;
    for (i = 0; i < b->proxy_high; ++i) {
        const collide__proxy *p = b->proxies + i;
        if (p->state > COLLIDE__PROXY_DYING || p->layer > 1 || p->is_unbounded > 1 || p->is_moved > 1) return 0;
        if (p->state == COLLIDE__PROXY_DYING && !p->is_moved) return 0;
        alive += p->state == COLLIDE__PROXY_ALIVE, n_free += p->state == COLLIDE__PROXY_FREE;
        moved += p->is_moved;
        unbounded += p->state == COLLIDE__PROXY_ALIVE && p->is_unbounded;
        if (b->flags[2 * i] | b->flags[2 * i + 1]) return 0;
    }
    if (alive != b->n_proxies || moved != b->n_moved || unbounded != b->n_unbounded || leaves + unbounded != alive)
        return 0;
    for (i = b->free_proxy; i >= 0; i = b->proxies[i].next_free)
        if (i >= b->proxy_high || b->proxies[i].state != COLLIDE__PROXY_FREE || ++listed > n_free) return 0;
    if (i != -1 || listed != n_free) return 0;
    for (i = 0; i < b->n_moved; ++i)
        if (b->moved[i] < 0 || b->moved[i] >= b->proxy_high || !b->proxies[b->moved[i]].is_moved) return 0;
    for (i = 0; i < b->n_unbounded; ++i) {
        const int proxy = b->unbounded[i];
        const collide__node *n;
        if (proxy < 0 || proxy >= b->proxy_high || b->proxies[proxy].state != COLLIDE__PROXY_ALIVE ||
            !b->proxies[proxy].is_unbounded)
            return 0;
        n = b->nodes + 2 * proxy;
        if (!(n->lo[0] <= n->hi[0] && n->lo[1] <= n->hi[1] && n->lo[2] <= n->hi[2])) return 0;
    }
    return 1;
}
TACT_PRIVATE TACT_COLD int collide__pairs_sound(const collide_broadphase *b) {
    int i;
    if (b->n_pairs < 0 || b->n_pairs > b->pair_capacity || b->n_free_slots < 0 || b->slot_limit < 0 ||
        b->slot_limit > b->pair_capacity || b->n_pairs + b->n_free_slots != b->slot_limit || b->n_ended < 0 ||
        b->n_ended > b->pair_capacity)
        return 0;
    for (i = 0; i < b->n_free_slots; ++i)
        if (b->free_slots[i] < 0 || b->free_slots[i] >= b->slot_limit) return 0;
    for (i = 0; i < b->n_pairs; ++i) {
        const collide_proxy_pair *p = b->pairs + i;
        if (p->a < 0 || p->a >= p->b || p->b >= b->proxy_high || p->slot < 0 || p->slot >= b->slot_limit ||
            (unsigned)p->is_new > 1u || b->proxies[p->a].state == COLLIDE__PROXY_FREE ||
            b->proxies[p->b].state == COLLIDE__PROXY_FREE)
            return 0;
        if (i > 0 && (p[-1].a > p->a || (p[-1].a == p->a && p[-1].b >= p->b))) return 0; /* sorted, none twice */
    }
    for (i = 0; i < b->n_ended; ++i)
        if (b->ended[i].a < 0 || b->ended[i].a >= b->ended[i].b || b->ended[i].b >= b->proxy_high) return 0;
    return 1;
}
TACT_PRIVATE TACT_COLD collide_status collide__broadphase_check(const collide_broadphase *b, int boxed) {
    int i, layer, leaves[2], inner = 0, n_free = 0;
    if (!b || !b->memory || b->proxy_high < 0 || b->proxy_high > b->proxy_capacity) return COLLIDE_BAD_ARGUMENT;
    leaves[0] = leaves[1] = 0;
    for (layer = 0; layer < 2; ++layer)
        if (!collide__tree_sound(b, layer, boxed, &inner, &leaves[layer]) || leaves[layer] != b->n_leaves[layer] ||
            b->pending[layer] < 0 || b->drift[layer] < 0 || b->pending[layer] > COLLIDE__MOST_BOXES ||
            b->drift[layer] > COLLIDE__MOST_BOXES)
            return COLLIDE_BAD_ARGUMENT;
    for (i = b->free_node; i >= 0; i = b->nodes[i].left)
        if (i >= 2 * b->proxy_high || !(i & 1) || b->nodes[i].right != -1 || ++n_free > b->proxy_high)
            return COLLIDE_BAD_ARGUMENT;
    if (i != -1 || inner + n_free != b->proxy_high || !collide__proxies_sound(b, leaves[0] + leaves[1]) ||
        !collide__pairs_sound(b))
        return COLLIDE_BAD_ARGUMENT;
    return COLLIDE_OK;
}
COLLIDE_API TACT_COLD collide_status collide_broadphase_check(const collide_broadphase *broad) {
    return collide__broadphase_check(broad, 1);
}
TACT_PRIVATE TACT_COLD void collide__flip_box(collide__node *node, const collide__node *by) {
    uint32_t mine[6], bits[6];
    int k;
    TACT_MEMCPY(mine, node->lo, sizeof node->lo), TACT_MEMCPY(mine + 3, node->hi, sizeof node->hi);
    TACT_MEMCPY(bits, by->lo, sizeof by->lo), TACT_MEMCPY(bits + 3, by->hi, sizeof by->hi);
    for (k = 0; k < 6; ++k) mine[k] ^= bits[k];
    TACT_MEMCPY(node->lo, mine, sizeof node->lo), TACT_MEMCPY(node->hi, mine + 3, sizeof node->hi);
}
/* The box of an inner node stands in a snapshot as the bits in which it differs from the union of its children's
   boxes, mostly none, so that snapshots pack well. `out`: where the copy of the nodes is. */
TACT_PRIVATE TACT_COLD void collide__boxes_out(const collide__node *nodes, int n, unsigned char *out) {
    int i;
    for (i = 1; i < n; i += 2) { /* inner nodes are the odd ones; free ones have -1 on their right */
        collide__node whole, node = nodes[i];
        if (node.right < 0) continue;
        collide__node_unite(&whole, nodes + node.left, nodes + node.right);
        collide__flip_box(&node, &whole);
        TACT_MEMCPY(out + (size_t)i * sizeof node, &node, sizeof node);
    }
}
/* Puts them back, children first. A box that does not contain its children's, which no snapshot of ours has, is
   grown. */
TACT_PRIVATE TACT_COLD void collide__boxes_in(collide__node *nodes, int node) {
    collide__node *n = nodes + node, whole;
    if (n->left < 0) return;
    collide__boxes_in(nodes, n->left), collide__boxes_in(nodes, n->right);
    collide__node_unite(&whole, nodes + n->left, nodes + n->right);
    collide__flip_box(n, &whole);
    if (!collide__node_contains(n, &whole)) collide__node_unite(n, &whole, &whole);
}
/* First part of a snapshot; the block of the object follows. */
typedef struct collide__broadphase_head {
    uint32_t magic, layout; /* layout: of the arrays in this build, see collide__broadphase_mark */
    uint64_t bytes;         /* of the block that follows */
    double margin, margin_relative;
    int32_t n_pairs, n_ended, n_proxies, slot_limit, pairs_needed, is_swapped; /* is_swapped: pairs stand second */
    int32_t roots[2], free_node, free_proxy, proxy_high, pending[2], drift[2];
    int32_t proxy_capacity, pair_capacity, n_moved, n_unbounded, n_found, n_free_slots, n_leaves[2];
    int32_t max_proxies, max_pairs;
} collide__broadphase_head;
#define COLLIDE__SNAPSHOT_MAGIC 0x50427432u /* "2tBP": also tells the byte order */
TACT_PRIVATE uint32_t collide__broadphase_mark(void) {
    return (uint32_t)(sizeof(collide__node) | sizeof(collide__proxy) << 8 | sizeof(collide_proxy_pair) << 16 |
                      sizeof(tact_real) << 24);
}
COLLIDE_API TACT_COLD size_t collide_broadphase_snapshot_bytes(const collide_broadphase *broad) {
    return broad ? sizeof(collide__broadphase_head) + broad->bytes : 0;
}
/* Copies the numbers of an object to the head of its snapshot, or back. */
#define COLLIDE__HEAD_NUMBERS(X)                                                                                       \
    X(n_pairs)                                                                                                         \
    X(n_ended)                                                                                                         \
    X(n_proxies)                                                                                                       \
    X(slot_limit)                                                                                                      \
    X(pairs_needed)                                                                                                    \
    X(roots[0])                                                                                                        \
    X(roots[1])                                                                                                        \
    X(free_node)                                                                                                       \
    X(free_proxy)                                                                                                      \
    X(proxy_high)                                                                                                      \
    X(pending[0])                                                                                                      \
    X(pending[1])                                                                                                      \
    X(drift[0])                                                                                                        \
    X(drift[1])                                                                                                        \
    X(proxy_capacity)                                                                                                  \
    X(pair_capacity)                                                                                                   \
    X(n_moved)                                                                                                         \
    X(n_unbounded)                                                                                                     \
    X(n_found)                                                                                                         \
    X(n_free_slots)                                                                                                    \
    X(n_leaves[0])                                                                                                     \
    X(n_leaves[1])
COLLIDE_API TACT_COLD collide_status collide_broadphase_save(const collide_broadphase *broad, void *block,
                                                             size_t bytes) {
    collide__broadphase_head head = TACT_ZERO;
    if (!broad || !block) return COLLIDE_BAD_ARGUMENT;
    if (bytes < collide_broadphase_snapshot_bytes(broad)) return COLLIDE_NO_SPACE;
    head.magic = COLLIDE__SNAPSHOT_MAGIC, head.layout = collide__broadphase_mark();
    head.bytes = broad->bytes;
    head.margin = (double)broad->config.margin, head.margin_relative = (double)broad->config.margin_relative;
    head.max_proxies = broad->config.max_proxies, head.max_pairs = broad->config.max_pairs;
    head.is_swapped = broad->pairs > broad->pairs_next;
#define COLLIDE__X(number) head.number = broad->number;
    COLLIDE__HEAD_NUMBERS(COLLIDE__X)
#undef COLLIDE__X
    TACT_MEMCPY(block, &head, sizeof head);
    TACT_MEMCPY((unsigned char *)block + sizeof head, broad->memory, broad->bytes);
    collide__boxes_out(broad->nodes, 2 * broad->proxy_high,
                       (unsigned char *)block + sizeof head +
                           ((const unsigned char *)broad->nodes - (const unsigned char *)broad->memory));
    return COLLIDE_OK;
}
/* `b` with the numbers of a head and with its arrays in `memory`. */
TACT_PRIVATE TACT_COLD void collide__broadphase_adopt(collide_broadphase *b, const collide__broadphase_head *head,
                                                      void *memory) {
#define COLLIDE__X(number) b->number = head->number;
    COLLIDE__HEAD_NUMBERS(COLLIDE__X)
#undef COLLIDE__X
    b->config.margin = (tact_real)head->margin, b->config.margin_relative = (tact_real)head->margin_relative;
    b->config.max_proxies = head->max_proxies, b->config.max_pairs = head->max_pairs;
    b->memory = memory, b->bytes = (size_t)head->bytes;
    collide__broadphase_layout(b, head->proxy_capacity, head->pair_capacity, memory);
    if (head->is_swapped) { /* the two lists change places in every update that finds something */
        collide_proxy_pair *swap = b->pairs;
        b->pairs = b->pairs_next, b->pairs_next = b->ended = swap;
    }
}
COLLIDE_API TACT_COLD collide_status collide_broadphase_restore(collide_broadphase *broad, const void *block,
                                                                size_t bytes) {
    const tact_allocator *allocator;
    collide__broadphase_head head;
    collide_broadphase next;
    unsigned char *bytes_of;
    void *memory;
    int layer;
    if (!broad || !broad->memory || !block || bytes < sizeof head || (uintptr_t)block % sizeof(double))
        return COLLIDE_BAD_ARGUMENT;
    TACT_MEMCPY(&head, block, sizeof head);
    next = *broad;
    next.config.max_proxies = head.max_proxies, next.config.max_pairs = head.max_pairs;
    next.config.margin = (tact_real)head.margin, next.config.margin_relative = (tact_real)head.margin_relative;
    if (head.magic != COLLIDE__SNAPSHOT_MAGIC || head.layout != collide__broadphase_mark() ||
        (unsigned)head.is_swapped > 1u || head.bytes > bytes - sizeof head || head.proxy_capacity < 1 ||
        head.proxy_capacity >= COLLIDE__MOST_BOXES || head.pair_capacity < 1 ||
        head.pair_capacity >= COLLIDE__MOST_BOXES || !collide__broadphase_config_ok(&next.config) ||
        head.bytes != collide__broadphase_layout(NULL, head.proxy_capacity, head.pair_capacity, NULL))
        return COLLIDE_BAD_ARGUMENT;
    /* the block itself is looked at as if it were an object; nothing is written to it */
    TACT_MEMCPY(&bytes_of, &block, sizeof bytes_of);
    collide__broadphase_adopt(&next, &head, bytes_of + sizeof head);
    if (collide__broadphase_check(&next, 0) < 0) return COLLIDE_BAD_ARGUMENT;
    memory = broad->memory;
    if (head.bytes != broad->bytes) {
        allocator = broad->has_allocator ? &broad->allocator : NULL;
        if (!broad->owns_memory) return COLLIDE_NO_SPACE;
        memory = tact_alloc(allocator, (size_t)head.bytes);
        if (!memory) return COLLIDE_NO_MEMORY;
        tact_free(allocator, broad->memory, broad->bytes);
    } else if (!broad->owns_memory &&
               (head.proxy_capacity != broad->proxy_capacity || head.pair_capacity != broad->pair_capacity))
        return COLLIDE_NO_SPACE;
    collide__broadphase_adopt(broad, &head, memory);
    TACT_MEMCPY(memory, (const unsigned char *)block + sizeof head, (size_t)head.bytes);
    for (layer = 0; layer < 2; ++layer)
        if (broad->roots[layer] >= 0) collide__boxes_in(broad->nodes, broad->roots[layer]);
    return COLLIDE_OK;
}
COLLIDE_API TACT_COLD tact_real collide_broadphase_cost(const collide_broadphase *broad, int *height) {
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

// >>impl-bvh
/* Owns    static trees over arrays of boxes.
   Reads   boxes.
   Leaves  collide_bvh and its queries. */
/* Static tree: nodes, then items, then the boxes of the build (scratch). */
COLLIDE_API TACT_COLD size_t collide_bvh_bytes(int n_boxes) {
    if (n_boxes < 0 || n_boxes >= COLLIDE__MOST_BOXES) return 0;
    return 64 + (size_t)n_boxes * (2 * sizeof(collide__node) + sizeof(collide__node) + sizeof(int));
}
TACT_PRIVATE void collide__bvh_node(const collide__node *boxes, collide__node *nodes, int *n_nodes, int *items,
                                    int first, int n, int depth) {
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
/* The binary tree below `at` with four children a node: the largest child is opened until there are four. Returns 0
   when there is no room. */
TACT_PRIVATE int collide__wide_build(const collide__node *nodes, int at, collide__wide *wide, int *n, int room) {
    int child[4] = {0, 0, 0, 0}, count = 1;
    if (*n >= room) return 0;
    collide__wide *node = wide + (*n)++;
    child[0] = at;
    while (count < 4) {
        int open = -1;
        for (int i = 0; i < count; ++i)
            if (nodes[child[i]].left >= 0 &&
                (open < 0 || collide__node_area(nodes + child[i]) > collide__node_area(nodes + child[open])))
                open = i;
        if (open < 0) break;
        child[count++] = nodes[child[open]].right;
        child[open] = nodes[child[open]].left;
    }
    for (int i = 0; i < 4; ++i) {
        const collide__node *from = nodes + child[i < count ? i : 0];
        for (int k = 0; k < 3; ++k) {
            node->lo[k][i] = i < count ? from->lo[k] : 3e38f;
            node->hi[k][i] = i < count ? from->hi[k] : -3e38f;
        }
        node->child[i] = i >= count ? -1 : from->left >= 0 ? *n : ~(~from->left * 8 + from->right);
        if (i < count && from->left >= 0 && !collide__wide_build(nodes, child[i], wide, n, room)) return 0;
    }
    return 1;
}
/* Four children a node, in what the nodes leave free of a block for n boxes. */
TACT_PRIVATE void collide__bvh_widen(collide_bvh *bvh, collide__node *nodes) {
    collide__wide *wide = (collide__wide *)(void *)(nodes + bvh->n_nodes);
    const size_t room = (3 * (size_t)bvh->n_items - (size_t)bvh->n_nodes) * sizeof(collide__node) / sizeof *wide;
    int n_wide = 0;
    bvh->wide = collide__wide_build(nodes, 0, wide, &n_wide, (int)room) ? wide : NULL;
}
COLLIDE_API TACT_COLD collide_status collide_bvh_build(collide_bvh *bvh, const collide_aabb *boxes, int n_boxes,
                                                       void *memory, size_t bytes) {
    collide__node *nodes, *leaves;
    int *items, i, n_nodes = 0;
    size_t n = (size_t)n_boxes;
    if (!bvh || n_boxes < 0 || n_boxes >= COLLIDE__MOST_BOXES || (n_boxes > 0 && (!boxes || !memory)))
        return COLLIDE_BAD_ARGUMENT;
    bvh->nodes = NULL;
    bvh->items = NULL;
    bvh->wide = NULL;
    bvh->n_nodes = bvh->n_items = 0;
    if (n_boxes == 0) return COLLIDE_OK;
    if (bytes < collide_bvh_bytes(n_boxes)) return COLLIDE_NO_SPACE;
    for (i = 0; i < n_boxes; ++i) {
        collide_status status = collide__aabb_status(boxes[i]);
        if (status < 0) return status;
        if (collide__aabb_unbounded(boxes[i])) return COLLIDE_NOT_FINITE;
    }
    nodes = (collide__node *)memory;
    leaves = nodes + 2 * n;
    items = (int *)(void *)(leaves + n);
    for (i = 0; i < n_boxes; ++i) {
        collide__node_set(leaves + i, boxes[i].min, boxes[i].max);
        leaves[i].left = leaves[i].right = 0;
        items[i] = i;
    }
    collide__bvh_node(leaves, nodes, &n_nodes, items, 0, n_boxes, 0);
    bvh->nodes = nodes;
    bvh->items = items;
    bvh->n_nodes = n_nodes;
    bvh->n_items = n_boxes;
    collide__bvh_widen(bvh, nodes); /* where the boxes of the build were */
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
    collide__wide_walk wide;
    collide__ray ray = collide__ray_make(origin, direction, half_extents);
    const collide__node *leaf;
    int i, n, first;
    if (!bvh || !visit || bvh->n_nodes == 0 || !tact_vec_finite(origin) || !tact_vec_finite(direction)) return;
    if (collide__wide_begin(&wide, bvh, origin, direction, half_extents)) {
        while (max_t >= 0 && (n = collide__wide_next(&wide, max_t, &first)) > 0)
            for (i = 0; i < n && max_t >= 0; ++i) max_t = visit(context, bvh->items[first + i], max_t);
        return;
    }
    collide__walk_begin(&walk, bvh->nodes, 0);
    while (max_t >= 0 && (leaf = collide__walk_next_ray(&walk, &ray, max_t)) != NULL)
        for (i = 0; i < leaf->right && max_t >= 0; ++i) max_t = visit(context, bvh->items[~leaf->left + i], max_t);
}

// >>impl-round-contacts
/* Owns    the manifold config, patches of points, contacts of spheres, closest points of segments.
   Reads   placed shapes.
   Leaves  collide__patch. */
#define COLLIDE__MANIFOLD_COOKIE 0x4d414e49u
#define COLLIDE__DISC_POINTS 12
#define COLLIDE__FEATURE_POINTS 64 /* corners of a feature; larger hull faces are thinned to this many */

COLLIDE_API collide_manifold_config collide_default_manifold_config(void) {
    collide_manifold_config c;
    c.margin = 0;
    c.recycle = TACT_R(0.005);
    c.cookie = COLLIDE__MANIFOLD_COOKIE;
    c.scratch = NULL;
    return c;
}

/* Points of a contact before reduction. With COLLIDE__PATCH_FLAT the reference face lets the manifold be recycled:
   the points of the other shape against the plane normal.x = offset of the reference shape. */
typedef struct collide__patch {
    tact_vec3 normal;
    int count;
    int recyclable;    /* 0: no, 1: reference face on A, 2: on B */
    int kept;          /* by features of an earlier search, while the pair hardly moved since */
    tact_real recycle; /* how far that may be, see the config; like scratch set before the patch is asked for */
    void *scratch;     /* of the caller, for the search of a depth */
    collide_contact_point points[COLLIDE_PATCH_POINTS];
} collide__patch;

TACT_INLINE void collide__patch_add(collide__patch *patch, tact_vec3 point, tact_real gap, uint32_t id) {
    collide_contact_point *p;
    if (patch->count >= COLLIDE_PATCH_POINTS) return;
    p = patch->points + patch->count++;
    p->point = point;
    p->gap = gap;
    p->id = id;
}
TACT_INLINE void collide__patch_single(collide__patch *patch, tact_vec3 normal, tact_vec3 point, tact_real gap) {
    patch->normal = normal, patch->count = 1;
    patch->points[0].point = point;
    patch->points[0].gap = gap;
    patch->points[0].id = 0;
}

/* Placed shape: rotation as a matrix, and the world position of the shape's centre. */
typedef struct collide__placed {
    const collide_shape *shape;
    tact_mat3 r;
    tact_vec3 centre;
} collide__placed;
TACT_INLINE tact_vec3 collide__world_centre(const collide_shape *s, tact_pose pose) {
    return tact_add(pose.p, tact_rotate(pose.q, s->centre));
}
TACT_PRIVATE collide__placed collide__place(const collide_shape *shape, tact_pose pose) {
    collide__placed p;
    p.shape = shape, p.r = tact_quat_to_mat(pose.q);
    p.centre = tact_add(pose.p, tact_mat_mul_vec(&p.r, shape->centre));
    return p;
}

/* Two balls. Concentric ones separate along +z. */
TACT_ALWAYS_INLINE void collide__contact_spheres(tact_vec3 a, tact_real radius_a, tact_vec3 b, tact_real radius_b,
                                                 tact_real margin, collide__patch *patch) {
    tact_vec3 d = tact_sub(b, a);
    tact_real reach = radius_a + radius_b + margin, d2 = tact_norm2(d), distance;
    patch->count = 0;
    if (d2 > reach * reach) return;
    distance = tact_sqrt(d2);
    if (distance > 0) {
        tact_vec3 n = tact_scale(1 / distance, d);
        tact_real gap = distance - radius_a - radius_b;
        collide__patch_single(patch, n, tact_mul_add(a, radius_a + TACT_R(0.5) * gap, n), gap);
    } else {
        collide__patch_single(patch, tact_vec(0, 0, 1),
                              tact_mul_add(a, TACT_R(0.5) * (radius_a - radius_b), tact_vec(0, 0, 1)),
                              -radius_a - radius_b);
    }
}
/* Ball (A) and box (B): clamp the centre to the box; from inside, leave through the nearest face. */
TACT_PRIVATE void collide__contact_sphere_box(tact_vec3 centre, tact_real radius, const collide__placed *box,
                                              tact_real box_radius, tact_real margin, collide__patch *patch) {
    tact_vec3 h = box->shape->p[0], c = tact_mat_tmul_vec(&box->r, tact_sub(centre, box->centre));
    tact_vec3 q = tact_vec(tact_clamp(c.x, -h.x, h.x), tact_clamp(c.y, -h.y, h.y), tact_clamp(c.z, -h.z, h.z));
    tact_vec3 d = tact_sub(q, c), n;
    tact_real d2 = tact_norm2(d), sum = radius + box_radius, reach = sum + margin, gap, distance;
    patch->count = 0;
    if (d2 > reach * reach) return;
    distance = tact_sqrt(d2);
    if (distance > TACT_EPSILON * box->shape->extent) {
        n = tact_scale(1 / distance, d);
    } else { /* the normal points from the ball to the box: inwards through the nearest face */
        tact_real x = h.x - tact_abs(c.x), y = h.y - tact_abs(c.y), z = h.z - tact_abs(c.z);
        if (x <= y && x <= z)
            n = tact_vec(c.x < 0 ? TACT_R(1) : TACT_R(-1), 0, 0), distance = -x;
        else if (y <= z)
            n = tact_vec(0, c.y < 0 ? TACT_R(1) : TACT_R(-1), 0), distance = -y;
        else
            n = tact_vec(0, 0, c.z < 0 ? TACT_R(1) : TACT_R(-1)), distance = -z;
    }
    gap = distance - sum;
    n = tact_mat_mul_vec(&box->r, n);
    collide__patch_single(patch, n, tact_mul_add(centre, radius + TACT_R(0.5) * gap, n), gap);
}
/* Closest points of segments a +- u and b +- v: parameters s, t in [-1, 1]. Normal equations of |a + s u - b - t
   v|^2, one variable eliminated, each clamped in turn ([ERI] 5.1.9). */
TACT_PRIVATE void collide__closest_segments(tact_vec3 a, tact_vec3 u, tact_vec3 b, tact_vec3 v, tact_real *s,
                                            tact_real *t) {
    tact_vec3 r = tact_sub(a, b);
    tact_real uu = tact_norm2(u), vv = tact_norm2(v), uv = tact_dot(u, v), ur = tact_dot(u, r), vr = tact_dot(v, r);
    tact_real det = uu * vv - uv * uv;
    *s = det > TACT_EPSILON * uu * vv ? tact_clamp((uv * vr - vv * ur) / det, -1, 1) : 0;
    *t = vv > 0 ? tact_clamp((uv * *s + vr) / vv, -1, 1) : 0;
    *s = uu > 0 ? tact_clamp((uv * *t - ur) / uu, -1, 1) : 0;
}

/* ---- two boxes ----
   Separating-axis test in the frame of A: C = Ra^T Rb, t = centre of B. Separation along the unit axis l is
     |t.l| - sum_k ha_k |l_k| - sum_k hb_k |(C^T l)_k|,
   its maximum over 3 + 3 face normals and 9 cross products is minus the depth when they overlap, and at most the
   distance when they do not. Face axes are preferred within COLLIDE__AXIS_SLOP of the smaller box, and then the axis
   of last time. */
#define COLLIDE__AXIS_SLOP TACT_R(1e-4)
#define COLLIDE__EDGE_SLOP                                                                                             \
    TACT_R(1e-3) /* corners this share of the smaller face beyond an edge are not clipped there */

// >>impl-box-contacts
/* Owns    contacts of two boxes: least overlap of 15 axes, faces clipped, edges crossed.
   Reads   two placed boxes, the axis of the last step.
   Leaves  collide__patch with ids of features. */
#ifdef TACT_FLOAT
#define COLLIDE__PARALLEL TACT_R(1e-6) /* edges at a smaller angle than its root have no axis of their own */
#define COLLIDE__ON_LINE TACT_R(-0.02) /* corners on a clipping line: no further inside than this share of the slop */
#else
#define COLLIDE__PARALLEL TACT_R(1e-10)
#define COLLIDE__ON_LINE TACT_R(-1e-3)
#endif
typedef struct collide__box_pair {
    tact_real c[3][3], abs_c[3][3], t[3], tb[3], ha[3], hb[3];
} collide__box_pair;

TACT_ALWAYS_INLINE tact_real collide__box_face_a(const collide__box_pair *p, int i) {
    return tact_abs(p->t[i]) - p->ha[i] -
           (p->abs_c[i][0] * p->hb[0] + p->abs_c[i][1] * p->hb[1] + p->abs_c[i][2] * p->hb[2]);
}
TACT_ALWAYS_INLINE tact_real collide__box_face_b(const collide__box_pair *p, int j) {
    return tact_abs(p->tb[j]) - p->hb[j] -
           (p->abs_c[0][j] * p->ha[0] + p->abs_c[1][j] * p->ha[1] + p->abs_c[2][j] * p->ha[2]);
}
/* Along a_i x b_j, not divided by its length sqrt(1 - C_ij^2). */
TACT_ALWAYS_INLINE tact_real collide__box_edge(const collide__box_pair *p, int i, int j) {
    int i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1, j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
    return tact_abs(p->t[i2] * p->c[i1][j] - p->t[i1] * p->c[i2][j]) -
           (p->ha[i1] * p->abs_c[i2][j] + p->ha[i2] * p->abs_c[i1][j] + p->hb[j1] * p->abs_c[i][j2] +
            p->hb[j2] * p->abs_c[i][j1]);
}

typedef struct collide__flat_vertex {
    tact_real x, y, z; /* in the plane of projection, and along the normal */
    uint32_t edge;     /* the edge that leaves this corner: numbered in the polygon, or the one that cut it */
} collide__flat_vertex;
/* Does the side between two corners at a and b beyond a clipping line leave a corner of its own where it crosses the
   line? Corners up to slop beyond it stay: next to one of them the crossing lies further on, however far, and next to
   one on the line it is that corner again. */
TACT_INLINE int collide__clip_crosses(tact_real a, tact_real b, tact_real slop) {
    return (a > slop) != (b > slop) && !(tact_min(a, b) > COLLIDE__ON_LINE * slop);
}
/* Corners of a polygon without those that lie on the one before: a strip of no width has its ends once. Returns how
   many. */
TACT_PRIVATE int collide__clip_distinct(collide__flat_vertex *v, int n, tact_real slop) {
    tact_real least = -COLLIDE__ON_LINE * slop;
    int i, m = 0;
    for (i = 0; i < n; ++i)
        if (!m || tact_abs(v[i].x - v[m - 1].x) + tact_abs(v[i].y - v[m - 1].y) > least) v[m++] = v[i];
    while (m > 1 && !(tact_abs(v[0].x - v[m - 1].x) + tact_abs(v[0].y - v[m - 1].y) > least)) --m;
    return m;
}
#define COLLIDE__OVER_FACE tact_max(TACT_R(1e-7), 16 * TACT_EPSILON) /* of the size: a place is over a face to this */
#define COLLIDE__SETTLE_WAY 16 /* times its way beyond the line: how far a corner may go along a side to come back */
/* The corners that stay although they lie up to slop beyond the line x nx + y ny = limit, brought back to it: along the
   side to the neighbour that is farther inside, so that they stay on both faces; square to the line where none is. */
TACT_NOINLINE void collide__clip_settle(collide__flat_vertex *v, int n, tact_real nx, tact_real ny, tact_real limit) {
    tact_real first = n > 0 ? v[0].x * nx + v[0].y * ny - limit : 0,
              before = n > 0 ? v[n - 1].x * nx + v[n - 1].y * ny - limit : 0;
    tact_real at = first, after;
    collide__flat_vertex last = v[n > 0 ? n - 1 : 0], start = v[0], here;
    for (int i = 0; i < n; ++i, before = at, at = after, last = here) {
        const collide__flat_vertex *next = i + 1 < n ? v + i + 1 : &start;
        here = v[i];
        after = i + 1 < n ? next->x * nx + next->y * ny - limit : first;
        if (!(at > 0)) continue;
        const collide__flat_vertex *to = before < after ? &last : next;
        const tact_real inside = tact_min(before, after), s = at / (at - inside);
        /* along a side that all but follows the line it would go far, and a stretch of contact would shrink */
        const tact_real way = s * (tact_abs(to->x - here.x) + tact_abs(to->y - here.y));
        if (inside < 0 && way < COLLIDE__SETTLE_WAY * at) {
            v[i].x += s * (to->x - here.x);
            v[i].y += s * (to->y - here.y);
            v[i].z += s * (to->z - here.z);
        } else {
            v[i].x -= at * nx;
            v[i].y -= at * ny;
        }
    }
}
/* Cut the polygon by sign * coordinate <= limit (coordinate x: axis 0, y: axis 1); the cut is edge `edge`. */
TACT_PRIVATE int collide__clip_axis(const collide__flat_vertex *in, int n, int axis, tact_real sign, tact_real limit,
                                    tact_real slop, uint32_t edge, collide__flat_vertex *out) {
    int i, m = 0;
    const collide__flat_vertex *a = in + n - 1;
    tact_real da = sign * (axis ? a->y : a->x) - limit;
    for (i = 0; i < n; ++i) {
        const collide__flat_vertex *b = in + i;
        tact_real db = sign * (axis ? b->y : b->x) - limit;
        if (collide__clip_crosses(da, db, slop)) {
            tact_real s = da / (da - db);
            out[m].x = a->x + s * (b->x - a->x);
            out[m].y = a->y + s * (b->y - a->y);
            out[m].z = a->z + s * (b->z - a->z);
            out[m++].edge = db > slop ? edge : a->edge;
        }
        if (!(db > slop)) out[m++] = *b;
        a = b, da = db;
    }
    return m;
}
#define COLLIDE__CLIP_ROUNDING (16 * TACT_EPSILON) /* a corner that is on the side to rounding stays where it is */
/* Faces: the face of the incident box that looks most against the reference face, cut to the reference rectangle. */
TACT_PRIVATE void collide__box_face_contact(const collide__box_pair *p, const collide__placed *a,
                                            const collide__placed *b, int axis, tact_real margin,
                                            collide__patch *patch) {
    collide__flat_vertex buffer[2][12], *v = buffer[0], *w = buffer[1], *swap;
    int on_b = axis >= 3, i = on_b ? axis - 3 : axis, i1 = i == 2 ? 0 : i + 1, i2 = i == 0 ? 2 : i - 1, j = 0, j1, j2,
        k, n = 4;
    const tact_real *h = on_b ? p->hb : p->ha, *g = on_b ? p->ha : p->hb; /* reference, incident */
    const collide__placed *ref = on_b ? b : a;
    tact_real m[3][3], t[3], sign, side, lift, slop;
    tact_vec3 axis_x, axis_y, axis_z, origin;
    uint32_t tag;
    for (k = 0; k < 3; ++k) { /* incident frame in the reference frame */
        for (j = 0; j < 3; ++j) m[k][j] = on_b ? p->c[j][k] : p->c[k][j];
        t[k] = on_b ? -p->tb[k] : p->t[k];
    }
    sign = t[i] < 0 ? TACT_R(-1) : TACT_R(1);
    j = tact_abs(m[i][1]) > tact_abs(m[i][0]) ? 1 : 0;
    if (tact_abs(m[i][2]) > tact_abs(m[i][j])) j = 2;
    j1 = j == 2 ? 0 : j + 1, j2 = j == 0 ? 2 : j - 1;
    slop = COLLIDE__EDGE_SLOP * tact_min(tact_min(h[i1], h[i2]), tact_min(g[j1], g[j2]));
    side = sign * m[i][j] < 0 ? g[j] : -g[j];
    { /* corners of the incident face: x, y in the reference face, z the gap above it */
        tact_real cx = t[i1] + side * m[i1][j], cy = t[i2] + side * m[i2][j],
                  cz = sign * (t[i] + side * m[i][j]) - h[i];
        tact_real ux = g[j1] * m[i1][j1], uy = g[j1] * m[i2][j1], uz = sign * g[j1] * m[i][j1];
        tact_real vx = g[j2] * m[i1][j2], vy = g[j2] * m[i2][j2], vz = sign * g[j2] * m[i][j2];
        v[0].x = cx + ux + vx;
        v[0].y = cy + uy + vy;
        v[0].z = cz + uz + vz;
        v[0].edge = 0;
        v[1].x = cx - ux + vx;
        v[1].y = cy - uy + vy;
        v[1].z = cz - uz + vz;
        v[1].edge = 1;
        v[2].x = cx - ux - vx;
        v[2].y = cy - uy - vy;
        v[2].z = cz - uz - vz;
        v[2].edge = 2;
        v[3].x = cx + ux - vx;
        v[3].y = cy + uy - vy;
        v[3].z = cz + uz - vz;
        v[3].edge = 3;
        if (tact_abs(cx) + tact_abs(ux) + tact_abs(vx) > h[i1] + slop) {
            n = collide__clip_axis(v, n, 0, 1, h[i1], slop, 32, w);
            swap = v;
            v = w;
            w = swap;
            if (n) {
                n = collide__clip_axis(v, n, 0, -1, h[i1], slop, 33, w);
                swap = v;
                v = w;
                w = swap;
            }
        }
        if (n && tact_abs(cy) + tact_abs(uy) + tact_abs(vy) > h[i2] + slop) {
            n = collide__clip_axis(v, n, 1, 1, h[i2], slop, 34, w);
            swap = v;
            v = w;
            w = swap;
            if (n) {
                n = collide__clip_axis(v, n, 1, -1, h[i2], slop, 35, w);
                swap = v;
                v = w;
                w = swap;
            }
        }
        for (k = 0; n && k < 4; ++k) {
            tact_real reach =
                k < 2 ? tact_abs(cx) + tact_abs(ux) + tact_abs(vx) : tact_abs(cy) + tact_abs(uy) + tact_abs(vy);
            tact_real limit = k < 2 ? h[i1] : h[i2], out = k & 1 ? TACT_R(-1) : TACT_R(1);
            if (reach > limit * (1 + COLLIDE__CLIP_ROUNDING))
                collide__clip_settle(v, n, k < 2 ? out : 0, k < 2 ? 0 : out, limit);
        }
        n = collide__clip_distinct(v, n, slop);
    }
    axis_x = tact_mat_column(&ref->r, i1), axis_y = tact_mat_column(&ref->r, i2);
    axis_z = tact_scale(sign, tact_mat_column(&ref->r, i));
    origin = tact_mul_add(ref->centre, h[i], axis_z);
    tag = (uint32_t)(axis * 2 + (sign < 0)) << 24 | (uint32_t)(j * 2 + (side < 0)) << 16;
    patch->normal = on_b ? tact_neg(axis_z) : axis_z;
    patch->recyclable = on_b ? 2 : 1;
    for (k = 0; k < n; ++k) {
        if (v[k].z > margin) continue;
        lift = TACT_R(0.5) * v[k].z;
        collide__patch_add(patch,
                           tact_vec(origin.x + v[k].x * axis_x.x + v[k].y * axis_y.x + lift * axis_z.x,
                                    origin.y + v[k].x * axis_x.y + v[k].y * axis_y.y + lift * axis_z.y,
                                    origin.z + v[k].x * axis_x.z + v[k].y * axis_y.z + lift * axis_z.z),
                           v[k].z, tag | v[k ? k - 1 : n - 1].edge << 8 | v[k].edge);
    }
}
/* Edges i of A and j of B: the closest points of the two lines. Returns 0 when they lie beyond the ends
   of an edge. */
TACT_PRIVATE int collide__box_edge_contact(const collide__box_pair *p, const collide__placed *a, int i, int j,
                                           tact_real gap, collide__patch *patch) {
    tact_vec3 t = tact_vec(p->t[0], p->t[1], p->t[2]), n, ea, eb, pa, pb, u, v;
    tact_real corner_a[3], corner_b[3], nn[3], uv, det, s, r, hi = p->ha[i], hj = p->hb[j];
    tact_vec3 d;
    uint32_t tag = 0;
    int k;
    u = tact_vec(i == 0, i == 1, i == 2), v = tact_vec(p->c[0][j], p->c[1][j], p->c[2][j]);
    n = tact_normalize_or(tact_cross(u, v), tact_vec(0, 0, 1));
    if (tact_dot(n, t) < 0) n = tact_neg(n);
    nn[0] = n.x;
    nn[1] = n.y;
    nn[2] = n.z;
    for (k = 0; k < 3; ++k) {
        tact_real along_b = p->c[0][k] * n.x + p->c[1][k] * n.y + p->c[2][k] * n.z;
        corner_a[k] = k == i ? 0 : (nn[k] > 0 ? p->ha[k] : -p->ha[k]);
        corner_b[k] = k == j ? 0 : (along_b > 0 ? -p->hb[k] : p->hb[k]);
        tag = tag << 2 | (uint32_t)((corner_a[k] > 0) * 2 + (corner_b[k] > 0));
    }
    ea = tact_vec(corner_a[0], corner_a[1], corner_a[2]);
    eb = tact_vec(p->c[0][0] * corner_b[0] + p->c[0][1] * corner_b[1] + p->c[0][2] * corner_b[2],
                  p->c[1][0] * corner_b[0] + p->c[1][1] * corner_b[1] + p->c[1][2] * corner_b[2],
                  p->c[2][0] * corner_b[0] + p->c[2][1] * corner_b[1] + p->c[2][2] * corner_b[2]);
    eb = tact_add(eb, t);
    d = tact_sub(eb, ea); /* minimise |d + r v - s u| */
    uv = tact_dot(u, v), det = 1 - uv * uv;
    s = (tact_dot(u, d) - uv * tact_dot(v, d)) / det;
    r = (uv * tact_dot(u, d) - tact_dot(v, d)) / det;
    if (gap > 0 && (tact_abs(s) > hi * (1 + COLLIDE__EDGE_SLOP) || tact_abs(r) > hj * (1 + COLLIDE__EDGE_SLOP)))
        return 0;
    pa = tact_mul_add(ea, tact_clamp(s, -hi, hi), u), pb = tact_mul_add(eb, tact_clamp(r, -hj, hj), v);
    patch->count = 1;
    patch->normal = tact_mat_mul_vec(&a->r, n);
    patch->points[0].point = tact_add(a->centre, tact_mat_mul_vec(&a->r, tact_scale(TACT_R(0.5), tact_add(pa, pb))));
    patch->points[0].gap = gap;
    patch->points[0].id = 0x80000000u | (uint32_t)(i * 3 + j) << 8 | tag;
    return 1;
}
/* Returns 0 when the boxes are within the margin but their closest features are not those of the best axis (corners
   and edges that pass each other): then it falls short of the distance, and the general path must look. */
TACT_PRIVATE int collide__contact_boxes(const collide__placed *a, const collide__placed *b, tact_real margin,
                                        int16_t *cached, collide__patch *patch) {
    collide__box_pair p;
    tact_vec3 d = tact_sub(b->centre, a->centre), t = tact_mat_tmul_vec(&a->r, d), tb = tact_mat_tmul_vec(&b->r, d);
    tact_real face[6], best, edge_best, slop, len2;
    int i, j, axis, edge_axis = -1, last = cached ? *cached : 0;
    patch->count = 0;
    p.ha[0] = a->shape->p[0].x;
    p.ha[1] = a->shape->p[0].y;
    p.ha[2] = a->shape->p[0].z;
    p.hb[0] = b->shape->p[0].x;
    p.hb[1] = b->shape->p[0].y;
    p.hb[2] = b->shape->p[0].z;
    p.t[0] = t.x;
    p.t[1] = t.y;
    p.t[2] = t.z;
    p.tb[0] = tb.x;
    p.tb[1] = tb.y;
    p.tb[2] = tb.z;
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j) {
            p.c[i][j] = a->r.m[0][i] * b->r.m[0][j] + a->r.m[1][i] * b->r.m[1][j] + a->r.m[2][i] * b->r.m[2][j];
            p.abs_c[i][j] = tact_abs(p.c[i][j]);
        }
    if (last < 0) { /* the axis that separated last time */
        axis = -last - 1;
        if (axis < 6)
            best = axis < 3 ? collide__box_face_a(&p, axis) : collide__box_face_b(&p, axis - 3);
        else
            best = collide__box_edge(&p, (axis - 6) / 3,
                                     (axis - 6) % 3); /* unscaled: too small when positive, hence safe */
        if (best > margin) return 1;
    }
    for (i = 0; i < 3; ++i) face[i] = collide__box_face_a(&p, i), face[3 + i] = collide__box_face_b(&p, i);
    slop = COLLIDE__AXIS_SLOP *
           tact_min(tact_min(p.ha[0], tact_min(p.ha[1], p.ha[2])), tact_min(p.hb[0], tact_min(p.hb[1], p.hb[2])));
    axis = 0;
    for (i = 1; i < 6; ++i)
        if (face[i] > face[axis]) axis = i;
    best = face[axis];
    if (best > margin) {
        if (cached) *cached = (int16_t)(-axis - 1);
        return 1;
    }
    if (axis >= 3) { /* the face of A along it, where it is as good */
        j = axis - 3, i = p.abs_c[1][j] > p.abs_c[0][j] ? 1 : 0;
        if (p.abs_c[2][j] > p.abs_c[i][j]) i = 2;
        if (face[i] > best - slop) axis = i;
    }
    if (last > 0 && last <= 6 && face[last - 1] > best - slop &&
        (last > 3) != (axis >= 3)) { /* that of last time, if it is along it, too */
        i = last > 3 ? axis : last - 1, j = last > 3 ? last - 4 : axis - 3;
        if (p.abs_c[i][j] > COLLIDE__MAIN_AXIS) axis = last - 1;
    }
    edge_best = best + slop;
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j) {
            /* Overlapping, dividing by the length <= 1 only lowers it: most axes need no square root. */
            tact_real s = collide__box_edge(&p, i, j);
            if (s <= edge_best && s <= 0) continue;
            len2 = 1 - p.c[i][j] * p.c[i][j];
            if (len2 < COLLIDE__PARALLEL) continue; /* a face axis is as good */
            s /= tact_sqrt(len2);
            if (s > edge_best) edge_best = s, edge_axis = 6 + 3 * i + j;
        }
    if (edge_axis >= 0 && edge_best > margin) {
        if (cached) *cached = (int16_t)(-edge_axis - 1);
        return 1;
    }
    if (edge_axis >= 0) {
        if (cached) *cached = (int16_t)(edge_axis + 1);
        return collide__box_edge_contact(&p, a, (edge_axis - 6) / 3, (edge_axis - 6) % 3, edge_best, patch);
    }
    if (cached) *cached = (int16_t)(axis + 1);
    collide__box_face_contact(&p, a, b, axis, margin, patch);
    if (!(best > 0)) return patch->count > 0;
    for (i = 0; i < patch->count; ++i) /* apart: is the nearest corner above the face? */
        if (patch->points[i].gap <= face[axis] + slop) return 1;
    return 0;
}

#define COLLIDE__AS_DEEP                                                                                               \
    tact_max(TACT_R(1e-6),                                                                                             \
             256 * TACT_EPSILON)        /* of the size: depths that differ by less must not decide, for they flicker */
#define COLLIDE__AREA_ADDS TACT_R(1e-6) /* of the squared size: a fourth point that adds less is on a side */
// >>impl-features
/* Owns    the reduction of a patch to four points, and the face, edge or vertex of a shape along a direction.
   Reads   placed shapes and hulls.
   Leaves  collide__feature. */
/* ---- reduction ----
   Four points: the deepest, the farthest from it, the one that spans the largest triangle with these, and the one
   that adds most on another side. A later candidate must win by 5 % (by 1e-6 of the size for the depth, 3e-5 in
   single precision), so that ties fall the same way in every step. */
TACT_PRIVATE void collide__reduce(const collide_contact_point *p, int n, tact_vec3 normal, collide_manifold *m) {
    const tact_real win = COLLIDE__LATER_WINS;
    int i, chosen[4], k = 1;
    tact_real best, size2 = 0, area;
    tact_vec3 e;
    m->normal = normal;
    if (n <= COLLIDE_MANIFOLD_POINTS) {
        for (i = 0; i < n; ++i) m->points[i] = p[i];
        m->count = n;
        return;
    }
    for (i = 1; i < n; ++i) size2 = tact_max(size2, tact_norm2(tact_sub(p[i].point, p[0].point)));
    {
        tact_real slack = COLLIDE__AS_DEEP * tact_sqrt(size2);
        chosen[0] = 0;
        for (i = 1; i < n; ++i)
            if (p[i].gap < p[chosen[0]].gap - slack) chosen[0] = i;
    }
    best = 0, chosen[1] = -1;
    for (i = 0; i < n; ++i) {
        tact_real d2 = tact_norm2(tact_sub(p[i].point, p[chosen[0]].point));
        if (d2 > best * win) best = d2, chosen[1] = i;
    }
    if (chosen[1] >= 0) {
        k = 2;
        best = 0;
        chosen[2] = -1;
        e = tact_cross(tact_sub(p[chosen[1]].point, p[chosen[0]].point), normal);
        for (i = 0; i < n; ++i) { /* signed distance from the line, times its length */
            area = tact_abs(tact_dot(e, tact_sub(p[i].point, p[chosen[0]].point)));
            if (area > best * win && i != chosen[0] && i != chosen[1]) best = area, chosen[2] = i;
        }
        if (chosen[2] >= 0) {
            tact_real side = tact_dot(e, tact_sub(p[chosen[2]].point, p[chosen[0]].point));
            tact_vec3 e0, e1, e2; /* outward edge normals of the triangle; gain = how far outside one of its edges */
            tact_vec3 p0 = p[chosen[0]].point, p1 = p[chosen[1]].point, p2 = p[chosen[2]].point;
            tact_real sign = side > 0 ? TACT_R(-1) : TACT_R(1);
            k = 3;
            best = COLLIDE__AREA_ADDS * size2;
            chosen[3] = -1;
            e0 = tact_scale(sign, e);
            e1 = tact_scale(sign, tact_cross(tact_sub(p2, p1), normal));
            e2 = tact_scale(sign, tact_cross(tact_sub(p0, p2), normal));
            for (i = 0; i < n; ++i) {
                tact_vec3 q = p[i].point;
                if (i == chosen[0] || i == chosen[1] || i == chosen[2]) continue;
                area = tact_max(tact_dot(e0, tact_sub(q, p0)),
                                tact_max(tact_dot(e1, tact_sub(q, p1)), tact_dot(e2, tact_sub(q, p2))));
                if (area > best * win) best = area, chosen[3] = i;
            }
            if (chosen[3] >= 0) k = 4;
        }
    }
    for (i = 0; i < k; ++i) m->points[i] = p[chosen[i]];
    m->count = k;
}

/* ---- features ----
   The part of a placed core that faces the unit direction d (world): a corner, a segment or a flat polygon, as points
   relative to `origin`. A polygon of a polytope is the face that looks most along d among those that hold the support
   point: projected along d it contains every edge and corner where the shape can touch, so one clip serves faces,
   edges and corners alike. */
typedef struct collide__feature {
    int n;
    tact_vec3 normal; /* of a polygon, towards d */
    tact_vec3 v[COLLIDE__FEATURE_POINTS];
    tact_real radius; /* rounding that is not in v: the surface is that of the balls about the feature's points */
    uint32_t tag;     /* which face: enters the ids */
    int disc;         /* v are points of a rim */
} collide__feature;

#define COLLIDE__DISC_TILTED                                                                                           \
    TACT_R(1e-4) /* sine: a disc that is tilted less is as deep at its fixed points to 1e-4 of a step between */
TACT_PRIVATE void collide__feature_disc(collide__feature *f, const collide__placed *s, tact_vec3 base, tact_real radius,
                                        tact_real z, tact_vec3 local, tact_vec3 axis) {
    /* cos and sin of multiples of 30 degrees: points fixed in the body, so they stay the same when it rocks */
    static const double table[COLLIDE__DISC_POINTS] = {
        1,  0.86602540378443864676,  0.5,  0, -0.5, -0.86602540378443864676,
        -1, -0.86602540378443864676, -0.5, 0, 0.5,  0.86602540378443864676};
    tact_real rho = tact_sqrt(local.x * local.x + local.y * local.y);
    tact_vec3 x = tact_mat_column(&s->r, 0), y = tact_mat_column(&s->r, 1);
    int k, m = 0, extra = -1;
    if (rho > COLLIDE__DISC_TILTED) { /* tilted: the deepest point of the rim as well, in its place among the others */
        tact_real angle = tact_atan2(local.y, local.x) * TACT_R(COLLIDE__DISC_POINTS / 6.283185307179586);
        extra = (int)tact_floor(angle < 0 ? angle + COLLIDE__DISC_POINTS : angle);
    }
    for (k = 0; k < COLLIDE__DISC_POINTS; ++k) {
        f->v[m++] = tact_add(base, tact_add(tact_scale(radius * (tact_real)table[k], x),
                                            tact_scale(radius * (tact_real)table[(k + 9) % 12], y)));
        if (k == extra)
            f->v[m++] =
                tact_add(base, tact_add(tact_scale(radius * local.x / rho, x), tact_scale(radius * local.y / rho, y)));
    }
    f->n = m;
    f->normal = z < 0 ? tact_neg(axis) : axis;
    f->tag = z < 0 ? 2 : 1, f->disc = 1;
}
/* The face that looks most along d among those around vertex v, if more than *alignment; of equal ones the first. */
TACT_PRIVATE int collide__feature_face(const collide_hull *h, int v, tact_vec3 d, tact_real *alignment, int best) {
    for (int k = h->neighbour_first[v]; k < h->neighbour_first[v + 1]; ++k) {
        const int face = h->neighbour_faces[k];
        const tact_real along = tact_dot(h->face_normal[face], d);
        if (along > *alignment || (!(along < *alignment) && face < best)) *alignment = along, best = face;
    }
    return best;
}
#define COLLIDE__TWIN_ROUNDING TACT_R(16) * TACT_EPSILON /* of the extent: vertices that are level to rounding */
/* *hint: a vertex near the support point, 0: none; it becomes the support vertex. */
TACT_PRIVATE void collide__feature_hull(collide__feature *f, const collide__placed *s, tact_vec3 base, tact_vec3 d,
                                        int *hint) {
    const collide_hull *h = s->shape->data.hull;
    int i, k, best = -1, first, count, support;
    tact_real slack, alignment = -2;
    if (h->n_faces == 0) { /* a point or a segment */
        f->n = h->n_vertices < 2 ? 1 : 2;
        for (i = 0; i < f->n; ++i)
            f->v[i] = tact_add(base, tact_mat_mul_vec(&s->r, tact_vec(h->x[i], h->y[i], h->z[i])));
        return;
    }
    support = *hint = collide__hull_support(h, d, *hint > 0 && *hint < h->n_vertices ? -1 - *hint : 0);
    slack = h->x[support] * d.x + h->y[support] * d.y + h->z[support] * d.z - COLLIDE__TWIN_ROUNDING * h->extent;
    best = collide__feature_face(h, support, d, &alignment, best);
    for (i = h->neighbour_first[support]; i < h->neighbour_first[support + 1]; ++i) { /* twins, level to rounding */
        const int v = h->neighbours[i];
        if (h->x[v] * d.x + h->y[v] * d.y + h->z[v] * d.z >= slack)
            best = collide__feature_face(h, v, d, &alignment, best);
    }
    first = h->face_first[best], count = h->face_first[best + 1] - first;
    f->n = count < COLLIDE__FEATURE_POINTS ? count : COLLIDE__FEATURE_POINTS;
    for (i = 0; i < f->n; ++i) {
        k = h->face_vertices[first + (count == f->n ? i : (int)((int64_t)i * count / f->n))];
        f->v[i] = tact_add(base, tact_mat_mul_vec(&s->r, tact_vec(h->x[k], h->y[k], h->z[k])));
    }
    f->normal = tact_mat_mul_vec(&s->r, h->face_normal[best]);
    f->tag = (uint32_t)best + 1;
}
#define COLLIDE__TRIANGLE_AREA                                                                                         \
    TACT_R(1e-7)                        /* of the squared longest side: with less a triangle has no normal in float */
#define COLLIDE__NEAR_APEX TACT_R(0.05) /* sine of 3 degrees, far inside of the normals of the apex of any cone */
/* f->n = 0 for shapes without flat features in that direction: the witness point is all there is. hint: as for
   collide__feature_hull, NULL: none. */
TACT_PRIVATE void collide__feature_find(collide__feature *f, const collide__placed *s, tact_vec3 direction,
                                        tact_vec3 origin, int *hint) {
    tact_vec3 d = tact_mat_tmul_vec(&s->r, direction), base = tact_sub(s->centre, origin), h = s->shape->p[0];
    int i, none = 0;
    f->n = 0;
    f->tag = 0;
    f->normal = direction;
    f->radius = 0;
    f->disc = 0;
    switch (s->shape->kind) {
    case COLLIDE_KIND_POINT: f->n = 1, f->v[0] = base; break;
    case COLLIDE_KIND_SEGMENT: {
        tact_vec3 u = tact_mat_mul_vec(&s->r, h);
        f->n = 2;
        f->v[0] = tact_sub(base, u);
        f->v[1] = tact_add(base, u);
        break;
    }
    case COLLIDE_KIND_TRIANGLE: {
        tact_vec3 normal;
        tact_real longest = 0;
        for (i = 0; i < 3; ++i) f->v[i] = tact_add(base, tact_mat_mul_vec(&s->r, s->shape->p[i]));
        normal = tact_cross(tact_sub(f->v[1], f->v[0]), tact_sub(f->v[2], f->v[0]));
        for (i = 0; i < 3; ++i) longest = tact_max(longest, tact_norm2(tact_sub(f->v[i], f->v[(i + 1) % 3])));
        if (tact_norm(normal) > COLLIDE__TRIANGLE_AREA * longest) {
            f->n = 3;
            f->normal = tact_normalize_or(normal, direction);
            if (tact_dot(f->normal, direction) < 0) f->normal = tact_neg(f->normal);
        } else if (longest > 0) { /* a sliver is its longest side */
            for (i = 0; i < 3; ++i)
                if (!(tact_norm2(tact_sub(f->v[i], f->v[(i + 1) % 3])) < longest)) break;
            if (i < 3) {
                tact_vec3 start = f->v[i], end = f->v[(i + 1) % 3];
                f->n = 2;
                f->v[0] = start;
                f->v[1] = end;
            }
        }
        break;
    }
    case COLLIDE_KIND_BOX: {
        tact_real ax = tact_abs(d.x), ay = tact_abs(d.y), az = tact_abs(d.z), sign;
        int k = ax >= ay && ax >= az ? 0 : (ay >= az ? 1 : 2), k1 = k == 2 ? 0 : k + 1, k2 = k == 0 ? 2 : k - 1;
        tact_real half[3], side[3];
        tact_vec3 u, v, c;
        half[0] = h.x;
        half[1] = h.y;
        half[2] = h.z;
        side[0] = d.x;
        side[1] = d.y;
        side[2] = d.z;
        sign = side[k] < 0 ? TACT_R(-1) : TACT_R(1);
        f->normal = tact_scale(sign, tact_mat_column(&s->r, k));
        c = tact_mul_add(base, half[k], f->normal);
        u = tact_scale(half[k1], tact_mat_column(&s->r, k1)),
        v = tact_scale(sign * half[k2], tact_mat_column(&s->r, k2));
        f->n = 4;
        f->v[0] = tact_add(c, tact_add(u, v)), f->v[1] = tact_add(c, tact_sub(v, u));
        f->v[2] = tact_sub(c, tact_add(u, v)), f->v[3] = tact_add(c, tact_sub(u, v));
        f->tag = (uint32_t)(2 * k + (sign < 0)) + 1;
        break;
    }
    case COLLIDE_KIND_CYLINDER:
    case COLLIDE_KIND_CONE: {
        tact_real rho = tact_sqrt(d.x * d.x + d.y * d.y);
        tact_vec3 axis = tact_mat_column(&s->r, 2), top = tact_mul_add(base, h.z, axis),
                  bottom = tact_mul_add(base, -h.z, axis);
        int cone = s->shape->kind == COLLIDE_KIND_CONE;
        if (d.z < -rho || (!cone && d.z > rho)) {
            collide__feature_disc(f, s, d.z < 0 ? bottom : top, h.x, d.z, d, axis);
        } else if (
            rho >
            COLLIDE__NEAR_APEX) { /* generator line on the side of d; near the apex's own direction only the apex */
            tact_vec3 rim = tact_mat_mul_vec(&s->r, tact_vec(h.x * d.x / rho, h.x * d.y / rho, 0));
            f->n = 2, f->tag = 3;
            f->v[0] = tact_add(bottom, rim), f->v[1] = cone ? top : tact_add(top, rim);
        }
        break;
    }
    case COLLIDE_KIND_HULL: collide__feature_hull(f, s, base, d, hint ? hint : &none); break;
    default: break;
    }
}

// >>impl-clip
/* Owns    two features projected along the normal and clipped against each other; heights of rounded ones.
   Reads   two features and a normal.
   Leaves  collide__patch. */
/* Project on (t1, t2, n). */
TACT_PRIVATE void collide__flatten(const collide__feature *f, tact_vec3 t1, tact_vec3 t2, tact_vec3 n,
                                   collide__flat_vertex *v) {
    int i;
    for (i = 0; i < f->n; ++i) {
        v[i].x = tact_dot(f->v[i], t1);
        v[i].y = tact_dot(f->v[i], t2);
        v[i].z = tact_dot(f->v[i], n);
        v[i].edge = (uint32_t)i;
    }
}
/* Is the place (x, y) outside of the convex polygon `c` (any orientation) by more than `slack`? */
TACT_PRIVATE int collide__clip_outside(const collide__flat_vertex *c, int m, tact_real x, tact_real y,
                                       tact_real slack) {
    int left = 0, right = 0;
    for (int k = 0; k < m; ++k) {
        const collide__flat_vertex *p = c + k, *q = c + (k + 1 == m ? 0 : k + 1);
        const tact_real ex = q->x - p->x, ey = q->y - p->y, side = ex * (y - p->y) - ey * (x - p->x);
        const tact_real limit = slack * tact_sqrt(ex * ex + ey * ey);
        left |= side > limit, right |= side < -limit;
    }
    return left && right;
}
/* Clip the polygon or segment `v` by the sides of the convex polygon `c` (any orientation). Returns the number of
   corners left in `v`; `w` is scratch. *settled is set where corners were brought back, see collide__clip_settle. */
TACT_PRIVATE int collide__clip_polygon(collide__flat_vertex *v, int n, collide__flat_vertex *w,
                                       const collide__flat_vertex *c, int m, tact_real slop, int *settled) {
    int i, k, is_segment = n == 2;
    tact_real area = 0;
    for (k = 0; k < m; ++k) {
        const collide__flat_vertex *p = c + k, *q = c + (k + 1 == m ? 0 : k + 1);
        area += (p->x - c[0].x) * (q->y - c[0].y) - (p->y - c[0].y) * (q->x - c[0].x);
    }
    for (k = 0; k < m && n > 0; ++k) {
        const collide__flat_vertex *p = c + k, *q = c + (k + 1 == m ? 0 : k + 1), *a;
        tact_real ex = q->x - p->x, ey = q->y - p->y, length = tact_sqrt(ex * ex + ey * ey), da;
        int out = 0, beyond = 0;
        if (!(length > 0)) continue;
        if (area < 0) ex = -ex, ey = -ey;
        ex /= length, ey /= length; /* outside: to the right of the side */
        if (is_segment && n == 2) {
            tact_real d0 = (v[0].x - p->x) * ey - (v[0].y - p->y) * ex,
                      d1 = (v[1].x - p->x) * ey - (v[1].y - p->y) * ex;
            int end;
            if (d0 > slop && d1 > slop) return 0;
            if (!(d0 > slop) && !(d1 > slop)) {
                if (d0 > 0 || d1 > 0) collide__clip_settle(v, 2, ey, -ex, p->x * ey - p->y * ex), *settled = 1;
                continue;
            }
            end = d0 > slop ? 0 : 1;
            if (!collide__clip_crosses(d0, d1, slop)) {
                v[0] = v[!end], n = 1;
            } else {
                tact_real s = d0 / (d0 - d1);
                collide__flat_vertex cut;
                cut.x = v[0].x + s * (v[1].x - v[0].x), cut.y = v[0].y + s * (v[1].y - v[0].y);
                cut.z = v[0].z + s * (v[1].z - v[0].z), cut.edge = 128u + (uint32_t)k;
                v[end] = cut;
            }
            continue;
        }
        a = v + n - 1;
        da = (a->x - p->x) * ey - (a->y - p->y) * ex;
        for (i = 0; i < n; ++i) {
            const collide__flat_vertex *b = v + i;
            tact_real db = (b->x - p->x) * ey - (b->y - p->y) * ex;
            if (collide__clip_crosses(da, db, slop)) {
                tact_real s = da / (da - db);
                w[out].x = a->x + s * (b->x - a->x);
                w[out].y = a->y + s * (b->y - a->y);
                w[out].z = a->z + s * (b->z - a->z);
                w[out++].edge = db > slop ? 128u + (uint32_t)k : a->edge;
            }
            if (!(db > slop)) w[out++] = *b;
            beyond |= db > 0 && !(db > slop);
            a = b, da = db;
        }
        n = out;
        for (i = 0; i < n; ++i) v[i] = w[i];
        if (beyond) collide__clip_settle(v, n, ey, -ex, p->x * ey - p->y * ex), *settled = 1;
    }
    return n;
}
#define COLLIDE__ALONG_ROUNDING (8 * TACT_EPSILON) /* of a cosine: the direction is the face's normal */
/* Give a feature of the core its rounding. A face that looks along the direction moves to the surface; a tilted face
   and a segment stay, because over a lowest edge or end the surface is a cylinder or a ball about it and not the face's
   own plane (collide__rounded_height). The chords of a disc are no such edges: its points move along its own normal,
   which keeps them on the surface, and its lowest point is left to the witness point. */
TACT_PRIVATE void collide__feature_round(collide__feature *f, tact_vec3 direction, tact_real radius) {
    tact_vec3 offset = direction;
    int k;
    if (!(radius > 0)) return;
    if (f->n > 1 && f->disc)
        offset = f->normal;
    else if (f->n == 2 || (f->n > 2 && !(tact_dot(f->normal, direction) > 1 - COLLIDE__ALONG_ROUNDING))) {
        f->radius = radius;
        return;
    }
    for (k = 0; k < f->n; ++k) f->v[k] = tact_mul_add(f->v[k], radius, offset);
}
#define COLLIDE__LEVEL_FACE                                                                                            \
    TACT_R(1e-3) /* cosine: from a face that stands up more, a height is no function of the place */
/* Height of the rounded surface over the place (x, y), for the feature with the projected corners v and its z axis
   towards sign * n: that of the highest ball,
       h = max over c of the feature of sign c_z + sqrt(r^2 - (x - c_x)^2 - (y - c_y)^2).
   With m the unit normal of a face, m_z > 0, the maximum is at c = (x, y) - r (m_x, m_y) if that is in the face; else
   it is on a side: along a side of slope rise/length at the distance w, with R^2 = r^2 - w^2, it is R rise/length
   uphill of (x, y), or at an end. Where no ball reaches (x, y), `otherwise`. */
TACT_PRIVATE tact_real collide__rounded_height(const collide__flat_vertex *v, int n, tact_vec3 m, tact_real radius,
                                               tact_real sign, tact_real x, tact_real y, tact_real otherwise) {
    tact_real best = -TACT_REAL_MAX;
    int k, left = 0, right = 0, sides = n == 2 ? 1 : n;
    if (n > 2 && m.z > COLLIDE__LEVEL_FACE) {
        tact_real fx = x - radius * m.x, fy = y - radius * m.y;
        for (k = 0; k < n; ++k) {
            const collide__flat_vertex *p = v + k, *q = v + (k + 1 == n ? 0 : k + 1);
            tact_real side = (q->x - p->x) * (fy - p->y) - (q->y - p->y) * (fx - p->x);
            left += side > 0, right += side < 0;
        }
        if (!(left && right)) return sign * v[0].z - (m.x * (fx - v[0].x) + m.y * (fy - v[0].y)) / m.z + radius * m.z;
    }
    for (k = 0; k < sides; ++k) {
        const collide__flat_vertex *p = v + k, *q = v + (k + 1 == n ? 0 : k + 1);
        tact_real ex = q->x - p->x, ey = q->y - p->y, rise = sign * (q->z - p->z),
                  length = tact_sqrt(ex * ex + ey * ey);
        tact_real dx = x - p->x, dy = y - p->y, top = sign * p->z, along, at, w, under;
        if (length > 0) {
            along = (dx * ex + dy * ey) / length;
            w = (dx * ey - dy * ex) / length;
            under = radius * radius - w * w;
            if (under < 0) continue;
            at = along + tact_sqrt(under) * rise / tact_sqrt(length * length + rise * rise);
            at = tact_clamp(at, 0, length);
            top += rise * (at / length);
            under -= (at - along) * (at - along);
        } else { /* seen from its end */
            under = radius * radius - dx * dx - dy * dy, top += tact_max(rise, 0);
        }
        if (!(under < 0)) best = tact_max(best, top + tact_sqrt(under));
    }
    return best > -TACT_REAL_MAX ? best : otherwise;
}
#define COLLIDE__EDGE_ON TACT_R(0.05) /* cosine: a face within 3 degrees of being seen from its edge tells no heights */
#define COLLIDE__FACE_NORMAL TACT_R(1e-9) /* of a cosine, 4e-5 rad: the normal is that of the face */
/* Points of a patch from two features and the normal n (A to B): both are projected along n; the gap at a point of
   the intersection is the height of B's feature over A's. */
TACT_PRIVATE void collide__clip_features(const collide__feature *fa, const collide__feature *fb, tact_vec3 n,
                                         tact_vec3 origin, tact_real margin, tact_real size, collide__patch *patch) {
    collide__flat_vertex a[COLLIDE__FEATURE_POINTS], b[2 * COLLIDE__FEATURE_POINTS + 8],
        scratch[2 * COLLIDE__FEATURE_POINTS + 8], whole[COLLIDE__FEATURE_POINTS];
    const collide__feature *clip = fa, *body = fb; /* the clipping polygon, and what is clipped */
    tact_vec3 t1, t2, clip_normal, body_normal;
    tact_real slop = TACT_R(1e-3) * TACT_R(0.5) * size, over = COLLIDE__OVER_FACE * size, na, slope1, slope2, sign;
    int swapped = 0, settled = 0, k, m;
    uint32_t tag = (fa->tag & 127u) << 24 | (fb->tag & 255u) << 16;
    tact_tangents(n, &t1, &t2);
    if (fa->n < 3 && fb->n < 3) { /* two segments: a stretch of contact only when nearly parallel */
        tact_vec3 u = tact_sub(fa->v[1], fa->v[0]), v = tact_sub(fb->v[1], fb->v[0]);
        tact_real ux = tact_dot(u, t1), uy = tact_dot(u, t2), vx = tact_dot(v, t1), vy = tact_dot(v, t2);
        tact_real uu = ux * ux + uy * uy, vv = vx * vx + vy * vy, cross = ux * vy - uy * vx, s[2], low = 0, high = 1;
        uint32_t id[2];
        if (!(uu > 0) || !(vv > 0) || cross * cross > TACT_R(0.0025) * uu * vv) return; /* more than 0.05 rad */
        for (k = 0; k < 2; ++k) {                                                       /* ends of B along A */
            tact_vec3 d = tact_sub(fb->v[k], fa->v[0]);
            s[k] = (ux * tact_dot(d, t1) + uy * tact_dot(d, t2)) / uu;
        }
        id[0] = 0, id[1] = 1;
        k = s[0] > s[1]; /* B's end that comes first along A */
        if (s[k] > low) low = s[k], id[0] = 4u + (uint32_t)k;
        if (s[!k] < high) high = s[!k], id[1] = 4u + (uint32_t)!k;
        if (!(high > low) || tact_sqrt(uu) * (high - low) < -COLLIDE__ON_LINE * slop) return; /* end to end */
        collide__flatten(fa, t1, t2, n, a), collide__flatten(fb, t1, t2, n, b);
        for (k = 0; k < 2; ++k) { /* at the place between the lines where the rounded surfaces are nearest along n */
            tact_real at = k ? high : low, along = (at - s[0]) / (s[1] - s[0]), radii = fa->radius + fb->radius;
            tact_real share = radii > 0 ? fa->radius / radii : TACT_R(0.5), x, y, za, zb, gap;
            x = (1 - share) * (a[0].x + at * (a[1].x - a[0].x)) + share * (b[0].x + along * (b[1].x - b[0].x));
            y = (1 - share) * (a[0].y + at * (a[1].y - a[0].y)) + share * (b[0].y + along * (b[1].y - b[0].y));
            za = a[0].z + at * (a[1].z - a[0].z), zb = b[0].z + along * (b[1].z - b[0].z);
            if (fa->radius > 0) za = collide__rounded_height(a, 2, n, fa->radius, 1, x, y, za);
            if (fb->radius > 0) zb = -collide__rounded_height(b, 2, n, fb->radius, -1, x, y, -zb);
            gap = zb - za;
            if (gap > margin) continue;
            za = TACT_R(0.5) * (za + zb);
            collide__patch_add(patch,
                               tact_add(origin, tact_vec(x * t1.x + y * t2.x + za * n.x, x * t1.y + y * t2.y + za * n.y,
                                                         x * t1.z + y * t2.z + za * n.z)),
                               gap, 0x40000000u | tag | id[k]);
        }
        return;
    }
    /* The polygon better aligned with the normal clips; a segment never does. */
    if (fa->n < 3 || (fb->n >= 3 && -tact_dot(fb->normal, n) > tact_dot(fa->normal, n) + COLLIDE__FACES_CLOSER)) {
        swapped = 1;
        clip = fb;
        body = fa;
    }
    na = tact_dot(clip->normal, n);
    if (tact_abs(na) < COLLIDE__EDGE_ON) return;
    slope1 = -tact_dot(clip->normal, t1) / na, slope2 = -tact_dot(clip->normal, t2) / na;
    collide__flatten(clip, t1, t2, n, a);
    collide__flatten(body, t1, t2, n, b);
    for (k = 0; k < body->n; ++k) whole[k] = b[k];
    sign = swapped ? TACT_R(-1) : TACT_R(1); /* the side of the clipping polygon that looks at the other */
    clip_normal = tact_vec(tact_dot(clip->normal, t1), tact_dot(clip->normal, t2), sign * na);
    body_normal = tact_vec(tact_dot(body->normal, t1), tact_dot(body->normal, t2), -sign * tact_dot(body->normal, n));
    m = collide__clip_distinct(b, collide__clip_polygon(b, body->n, scratch, a, clip->n, slop, &settled), slop);
    for (k = 0; k < m; ++k) {
        /* a corner beyond two sides, or of a sliver, may be over one of the faces no more; a rounded one reaches on */
        if (settled && !(clip->radius > 0) && collide__clip_outside(a, clip->n, b[k].x, b[k].y, over)) continue;
        if (settled && !(body->radius > 0) && body->n > 2 &&
            collide__clip_outside(whole, body->n, b[k].x, b[k].y, over))
            continue;
        if (settled && body->n > 2 && tact_abs(body_normal.z) > COLLIDE__EDGE_ON) /* what was moved stays in its face */
            b[k].z = whole[0].z + sign *
                                      (body_normal.x * (b[k].x - whole[0].x) + body_normal.y * (b[k].y - whole[0].y)) /
                                      body_normal.z;
        tact_real z =
            a[0].z + slope1 * (b[k].x - a[0].x) + slope2 * (b[k].y - a[0].y); /* height of the clipping plane */
        tact_real top = b[k].z, za, zb, gap, middle;
        if (clip->radius > 0) {
            za = z,
            z = sign * collide__rounded_height(a, clip->n, clip_normal, clip->radius, sign, b[k].x, b[k].y, sign * z);
            if (tact_abs(z - za) > 2 * clip->radius) continue; /* over 60 degrees: the surface of something else */
        }
        if (body->radius > 0) {
            za = top, top = -sign * collide__rounded_height(whole, body->n, body_normal, body->radius, -sign, b[k].x,
                                                            b[k].y, -sign * top);
            if (tact_abs(top - za) > 2 * body->radius) continue;
        }
        za = swapped ? top : z;
        zb = swapped ? z : top;
        gap = zb - za;
        middle = TACT_R(0.5) * (za + zb);
        uint32_t id = body->n == 2 ? b[k].edge : (b[k ? k - 1 : m - 1].edge & 255u) << 8 | (b[k].edge & 255u);
        if (gap > margin) continue;
        collide__patch_add(patch,
                           tact_add(origin, tact_vec(b[k].x * t1.x + b[k].y * t2.x + middle * n.x,
                                                     b[k].x * t1.y + b[k].y * t2.y + middle * n.y,
                                                     b[k].x * t1.z + b[k].y * t2.z + middle * n.z)),
                           gap, 0x20000000u | (uint32_t)swapped << 31 | tag | id);
    }
    if (m > 2 && tact_abs(na) > 1 - COLLIDE__FACE_NORMAL && !(clip->radius > 0) && !(body->radius > 0))
        patch->recyclable = swapped ? 2 : 1; /* the plane is the face */
}

#define COLLIDE__DEEPEST_FOUND TACT_R(1e-5) /* of the size: the patch holds the deepest point but for the clipping */
/* See that the patch holds the witness point with the signed distance: where no point is as deep, the nearest one
   moves there if the rounding explains the difference, else the point is added. No point can be deeper
   than the pair. */
TACT_PRIVATE void collide__patch_witness(collide__patch *patch, tact_vec3 point, tact_real distance, tact_real radius,
                                         tact_real size) {
    tact_real deepest = TACT_REAL_MAX, nearest = 4 * radius * radius;
    int k, at = -1;
    for (k = 0; k < patch->count; ++k) {
        tact_real d2 = tact_norm2(tact_sub(patch->points[k].point, point));
        patch->points[k].gap = tact_max(patch->points[k].gap, distance);
        deepest = tact_min(deepest, patch->points[k].gap);
        if (d2 < nearest) nearest = d2, at = k;
    }
    if (deepest <= distance + COLLIDE__DEEPEST_FOUND * size) return;
    patch->recyclable = 0;
    if (at >= 0) {
        patch->points[at].point = point, patch->points[at].gap = distance;
        return;
    }
    if (patch->count == COLLIDE_PATCH_POINTS) --patch->count;
    collide__patch_add(patch, point, distance, 0x10000000u);
}

// >>impl-manifold
/* Owns    which way a pair of kinds gets its patch; manifolds kept while the pair hardly moves.
   Reads   all contact rooms, the distance query, a cache.
   Leaves  collide_contact and collide_patch. */
/* Halfspace (or the near side of a plane) against anything: the feature that faces it, and always its
   support point. */
TACT_PRIVATE void collide__contact_halfspace(const collide__placed *plane, const collide__placed *s, int plane_is_a,
                                             tact_real margin, tact_pose pose, collide__patch *patch) {
    collide__feature f;
    collide__flat_vertex v[COLLIDE__FEATURE_POINTS];
    tact_vec3 up = tact_mat_mul_vec(&plane->r, plane->shape->p[0]), lowest, from, t1, t2, normal = up;
    tact_real least, gap, radius = s->shape->radius;
    int k;
    from = tact_mul_add(plane->centre, plane->shape->p[1].x, up); /* a point of the plane */
    if (plane->shape->kind == COLLIDE_KIND_PLANE && tact_dot(up, tact_sub(s->centre, from)) < 0) up = tact_neg(up);
    from = tact_mul_add(from, plane->shape->radius, up);
    patch->count = 0;
    patch->normal = plane_is_a ? up : tact_neg(up);
    if (s->shape->kind == COLLIDE_KIND_POINT || (s->shape->kind == COLLIDE_KIND_BOX && !(radius > 0))) {
        least = -TACT_REAL_MAX, lowest = s->centre; /* the feature holds the support point */
    } else {
        tact_vec3 local = tact_mat_tmul_vec(&s->r, tact_neg(up));
        lowest = tact_pose_apply(pose, collide_support(s->shape, local, NULL));
        least = tact_dot(up, tact_sub(lowest, from));
        if (least > margin) return;
    }
    collide__feature_find(&f, s, tact_neg(up), from, NULL);
    collide__feature_round(&f, tact_neg(up), radius);
    if (f.radius > 0) {
        tact_tangents(up, &t1, &t2);
        collide__flatten(&f, t1, t2, up, v);
        normal = tact_vec(tact_dot(f.normal, t1), tact_dot(f.normal, t2), -tact_dot(f.normal, up));
    }
    for (k = 0; k < f.n; ++k) {
        tact_real height = tact_dot(up, f.v[k]);
        gap = height;
        if (f.radius > 0) gap = -collide__rounded_height(v, f.n, normal, f.radius, -1, v[k].x, v[k].y, -height);
        if (gap > margin || height - gap > 2 * radius) continue;
        collide__patch_add(patch, tact_add(from, tact_mul_add(f.v[k], TACT_R(0.5) * gap - height, up)), gap,
                           (f.tag << 16) | (uint32_t)k);
    }
    if (least > -TACT_REAL_MAX)
        collide__patch_witness(patch, tact_mul_add(lowest, -TACT_R(0.5) * least, up), least, radius,
                               s->shape->extent + radius);
    patch->recyclable = 0;
}

/* Two boxes that touch with crossing edges, the one point of `patch`: the points of the faces beside the edges within
   the margin join it. Boxes that lie nearly flat on each other mostly touch so, and what comes down on the crossing
   turns on to the faces within one step: with that point alone, corners of the faces would end it deep inside. */
TACT_PRIVATE void collide__contact_edges(const collide__placed *a, const collide__placed *b, tact_real margin,
                                         collide__patch *patch) {
    collide_contact_point crossing = patch->points[0];
    collide__feature fa, fb;
    tact_real size = tact_min(a->shape->extent, b->shape->extent);
    collide__feature_find(&fa, a, patch->normal, crossing.point, NULL);
    collide__feature_find(&fb, b, tact_neg(patch->normal), crossing.point, NULL);
    patch->count = 0;
    collide__clip_features(&fa, &fb, patch->normal, crossing.point, margin, size, patch);
    collide__patch_witness(patch, crossing.point, crossing.gap, 0, size);
    patch->recyclable = 0;
}

/* ---- the normal of last time ----
   Where the features that gave the normal last time still do, that is shown in constant time and no search is needed.
   A plane separates cores: the gap along n is a lower bound of their distance, and the distance where the two nearest
   points face each other along n. Cores that overlap have a depth of at most h along n; that no other direction is less
   deep takes a ball of radius h inside D = A - B, see collide__depth_proved. */
enum { COLLIDE__AXIS_FACE_A = 1, COLLIDE__AXIS_FACE_B, COLLIDE__AXIS_EDGES }; /* collide_manifold_cache.axis */
#define COLLIDE__FACE_ALONG TACT_R(4.5e-5) /* angle up to which a normal is that of a face */
/* Faces are kept in double alone. In single precision they give the same manifolds, but other ways of worlds, of which
   one in a thousand
   gains energy either way: to be 1 when impacts of squeezed bodies are mended there. */
#define COLLIDE__FACES_KEPT COLLIDE__IS_DOUBLE
#define COLLIDE__FACE_TURNED                                                                                           \
    (1 - TACT_R(1e-6)) /* cosine under which the cached normal is no longer that of the face found */
#define COLLIDE__CROSSING_SINE TACT_R(1e-4) /* squared sine under which the normal of two edges is left to the search */
/* What the proof shows: the features of both cores along the normal, and the two nearest points of the cores. */
typedef struct collide__facing {
    collide__feature fa, fb;
    tact_vec3 normal; /* from A to B */
    tact_vec3 middle; /* between the nearest points, relative to the origin of the features */
    tact_real gap;    /* of the cores along the normal */
} collide__facing;

/* How far inside of the polygon of f the point x lies, seen along its normal; negative: outside. */
TACT_PRIVATE tact_real collide__feature_clearance(const collide__feature *f, tact_vec3 x) {
    tact_real least = TACT_REAL_MAX, most = -TACT_REAL_MAX; /* either way around */
    for (int k = 0; k < f->n; ++k) {
        const tact_vec3 p = f->v[k], e = tact_sub(f->v[k + 1 == f->n ? 0 : k + 1], p);
        const tact_real side = tact_dot(f->normal, tact_cross(e, tact_sub(x, p))), length = tact_norm(e);
        if (!(length > 0)) continue;
        least = tact_min(least, side / length), most = tact_max(most, side / length);
    }
    return tact_max(least, -most);
}
/* The support point of a core along the normal of its feature f. 0: f does not hold it. */
TACT_PRIVATE int collide__feature_top(const collide__placed *s, const collide__feature *f, tact_vec3 d,
                                      tact_vec3 origin, tact_vec3 *top) {
    const collide_kind kind = s->shape->kind;
    int none = 0, best = 0;
    if (kind == COLLIDE_KIND_ELLIPSOID || kind >= COLLIDE_KIND_CYLINDER) {
        if (kind != COLLIDE_KIND_HULL) {
            const tact_vec3 x = collide__core_support(s->shape, tact_mat_tmul_vec(&s->r, d), &none);
            *top = tact_add(tact_sub(s->centre, origin), tact_mat_mul_vec(&s->r, x));
            return 1;
        }
        if (f->n == COLLIDE__FEATURE_POINTS) return 0; /* thinned */
    }
    if (f->n < (kind == COLLIDE_KIND_TRIANGLE ? 3 : 1)) return 0; /* a sliver has lost a corner */
    for (int k = 1; k < f->n; ++k)
        if (tact_dot(d, f->v[k]) > tact_dot(d, f->v[best])) best = k;
    *top = f->v[best];
    return 1;
}
/* The face of the reference core that has the cached normal, and the lowest point of the other core over it. Returns
   how far that is inside of the face; negative: outside, or the face turned away. */
TACT_PRIVATE tact_real collide__facing_face(const collide__placed *ref, const collide__placed *other, tact_vec3 cached,
                                            tact_vec3 origin, int *hint_ref, int *hint_other, collide__feature *face,
                                            collide__feature *facing, collide__facing *t) {
    tact_vec3 n, low;
    collide__feature_find(face, ref, cached, origin, hint_ref);
    n = face->normal;
    if (face->n < 3 || !(tact_dot(n, cached) > COLLIDE__FACE_TURNED)) return -1;
    collide__feature_find(facing, other, tact_neg(n), origin, hint_other);
    if (!collide__feature_top(other, facing, tact_neg(n), origin, &low)) return -1;
    t->normal = n;
    t->gap = tact_dot(n, tact_sub(low, face->v[0]));
    t->middle = tact_mul_add(low, -TACT_R(0.5) * t->gap, n);
    return collide__feature_clearance(face, low);
}
#define COLLIDE__CROSSING_ROUNDING (64 * TACT_EPSILON) /* of a place along an edge */
/* The same for the edges p and q, between the points where they cross: how far these are from their ends. */
TACT_PRIVATE tact_real collide__facing_edges(const collide__placed *a, const collide__placed *b, const tact_vec3 p[2],
                                             const tact_vec3 q[2], tact_vec3 origin, int *hint_a, int *hint_b,
                                             collide__facing *t) {
    const tact_vec3 u = tact_sub(p[1], p[0]), v = tact_sub(q[1], q[0]), c = tact_cross(u, v), d = tact_sub(q[0], p[0]);
    const tact_real uu = tact_norm2(u), vv = tact_norm2(v), cc = tact_norm2(c), uv = tact_dot(u, v);
    const tact_real du = tact_dot(d, u), dv = tact_dot(d, v), rounding = COLLIDE__CROSSING_ROUNDING;
    tact_vec3 n, top, low;
    tact_real x, y;
    if (!(cc > COLLIDE__CROSSING_SINE * uu * vv)) return -1;
    x = (vv * du - uv * dv) / cc, y = (uv * du - uu * dv) / cc; /* the shortest |d + y v - x u| */
    if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) return -1;
    n = tact_scale(1 / tact_sqrt(cc), c);
    collide__feature_find(&t->fa, a, n, origin, hint_a);
    collide__feature_find(&t->fb, b, tact_neg(n), origin, hint_b);
    if (!collide__feature_top(a, &t->fa, n, origin, &top) ||
        !collide__feature_top(b, &t->fb, tact_neg(n), origin, &low))
        return -1;
    if (!(tact_dot(n, tact_sub(top, p[0])) <= rounding * a->shape->extent) ||
        !(tact_dot(n, tact_sub(q[0], low)) <= rounding * b->shape->extent))
        return -1; /* not the highest edges along their own normal */
    t->normal = n;
    t->gap = tact_dot(n, d);
    t->middle = tact_scale(TACT_R(0.5), tact_add(tact_mul_add(p[0], x, u), tact_mul_add(q[0], y, v)));
    return tact_min(tact_min(x, 1 - x) * tact_sqrt(cc / vv), tact_min(y, 1 - y) * tact_sqrt(cc / uu));
}
/* Motion counts from here. */
TACT_PRIVATE void collide__mark_poses(tact_pose pose_a, tact_pose pose_b, collide_manifold_cache *cache) {
    cache->relative.p = tact_unrotate(pose_a.q, tact_sub(pose_b.p, pose_a.p));
    cache->relative.q = tact_quat_mul(tact_quat_conj(pose_a.q), pose_b.q);
}
/* How far the pair has moved against each other since then: |dp| plus the angle times the smaller
   shape's size, in units
   of that size. */
TACT_PRIVATE tact_real collide__moved(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                      tact_pose pose_b, const collide_manifold_cache *cache, tact_real *turned) {
    const tact_real size = tact_min(a->extent, b->extent);
    const tact_vec3 dp = tact_sub(tact_unrotate(pose_a.q, tact_sub(pose_b.p, pose_a.p)), cache->relative.p);
    const tact_quat q =
        tact_quat_mul(tact_quat_conj(cache->relative.q), tact_quat_mul(tact_quat_conj(pose_a.q), pose_b.q));
    *turned = 2 * tact_sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    return size > 0 ? tact_norm(dp) / size + *turned : TACT_REAL_MAX;
}
/* Do the features of last time still give the normal? Then *t is what the search would have found. *doubt: they do
   face each other, but
   that no others are less deep is not shown. */
TACT_PRIVATE int collide__facing_again(const collide__placed *a, const collide__placed *b, tact_vec3 origin,
                                       collide_manifold_cache *cache, collide__facing *t, int *doubt) {
    int *ha = &cache->distance.hint_a, *hb = &cache->distance.hint_b;
    tact_real r = -1;
    if (cache->axis == COLLIDE__AXIS_FACE_A) {
        r = collide__facing_face(a, b, tact_mat_mul_vec(&a->r, cache->normal), origin, ha, hb, &t->fa, &t->fb, t);
    } else if (cache->axis == COLLIDE__AXIS_FACE_B) {
        r = collide__facing_face(b, a, tact_mat_mul_vec(&b->r, cache->normal), origin, hb, ha, &t->fb, &t->fa, t);
        t->normal = tact_neg(t->normal);
    } else if (cache->axis == COLLIDE__AXIS_EDGES && cache->count == 0) {
        tact_vec3 p[2], q[2];
        for (int k = 0; k < 2; ++k) {
            p[k] = tact_add(tact_sub(a->centre, origin), tact_mat_mul_vec(&a->r, cache->points[k]));
            q[k] = tact_add(tact_sub(b->centre, origin), tact_mat_mul_vec(&b->r, cache->points[2 + k]));
        }
        r = collide__facing_edges(a, b, p, q, origin, ha, hb, t);
    }
    if (!(r >= 0)) return 0;
    *doubt = t->gap < 0 && !(collide__centre_inside(a->shape) && collide__centre_inside(b->shape) &&
                             collide__depth_proved(-t->gap, r, tact_sub(a->centre, b->centre), t->normal));
    return 1;
}
/* The two ends of the edge among the corners of a simplex, relative to the core's centre. 0: not an edge. */
TACT_PRIVATE int collide__simplex_edge(const tact_vec3 *corners, int n, const collide_shape *s, tact_vec3 edge[2]) {
    const tact_real same = COLLIDE__SAME_CORNER * s->extent;
    int k, found = 1;
    edge[0] = edge[1] = tact_sub(corners[0], s->centre);
    for (k = 1; k < n; ++k) {
        const tact_vec3 x = tact_sub(corners[k], s->centre);
        if (!(tact_norm2(tact_sub(x, edge[0])) > same * same)) continue;
        if (found == 2 && tact_norm2(tact_sub(x, edge[1])) > same * same) return 0;
        edge[1] = x, found = 2;
    }
    return found == 2 && !collide__has_curvature(s);
}
/* Is the normal n of a search that of the face f, and the other core's lowest point over it? */
TACT_PRIVATE int collide__facing_is_face(const collide__feature *f, const collide__placed *other,
                                         const collide__feature *facing, tact_vec3 n, tact_vec3 origin) {
    tact_vec3 low;
    /* from a difference: the cosine of so small an angle is 1 in single precision */
    if (!COLLIDE__FACES_KEPT || f->n < 3) return 0;
    if (tact_norm2(tact_sub(f->normal, n)) > COLLIDE__FACE_ALONG * COLLIDE__FACE_ALONG) return 0;
    return collide__feature_top(other, facing, tact_neg(n), origin, &low) && collide__feature_clearance(f, low) >= 0;
}
/* Which features gave the normal that the search found. */
TACT_PRIVATE void collide__facing_remember(const collide__placed *a, const collide__placed *b, const collide_result *r,
                                           const collide__feature *fa, const collide__feature *fb, tact_vec3 origin,
                                           collide_manifold_cache *cache) {
    tact_vec3 edge[4];
    cache->axis = 0;
    if (collide__facing_is_face(fa, b, fb, r->normal, origin)) {
        cache->axis = COLLIDE__AXIS_FACE_A, cache->normal = tact_mat_tmul_vec(&a->r, fa->normal);
    } else if (collide__facing_is_face(fb, a, fa, tact_neg(r->normal), origin)) {
        cache->axis = COLLIDE__AXIS_FACE_B, cache->normal = tact_mat_tmul_vec(&b->r, fb->normal);
    } else if (r->simplex_size > 1 && collide__simplex_edge(r->simplex_a, r->simplex_size, a->shape, edge) &&
               collide__simplex_edge(r->simplex_b, r->simplex_size, b->shape, edge + 2)) {
        const tact_vec3 c = tact_cross(tact_mat_mul_vec(&a->r, tact_sub(edge[1], edge[0])),
                                       tact_mat_mul_vec(&b->r, tact_sub(edge[3], edge[2])));
        const int back = tact_dot(c, r->normal) < 0; /* u x v from A to B */
        cache->axis = COLLIDE__AXIS_EDGES;
        cache->points[0] = edge[back], cache->points[1] = edge[!back];
        cache->points[2] = edge[2], cache->points[3] = edge[3];
    }
}

/* Everything without a path of its own: the features of last time, else the signed distance, give the normal and the
   features along it the points. */
TACT_PRIVATE collide_status collide__contact_general(const collide__placed *a, tact_pose pose_a,
                                                     const collide__placed *b, tact_pose pose_b, tact_real margin,
                                                     collide_manifold_cache *cache, collide__patch *patch) {
    const tact_real size = tact_min(a->shape->extent + a->shape->radius, b->shape->extent + b->shape->radius),
                    radii = a->shape->radius + b->shape->radius;
    const int boxes = a->shape->kind == COLLIDE_KIND_BOX && b->shape->kind == COLLIDE_KIND_BOX && !(radii > 0);
    collide_status status = COLLIDE_OK;
    collide__facing t;
    tact_vec3 origin = a->centre;
    tact_real turned;
    int doubt = 0;
    patch->count = 0, patch->recyclable = 0;
    if (cache && !boxes && cache->axis > 0 && collide__facing_again(a, b, origin, cache, &t, &doubt) &&
        (!doubt || collide__moved(a->shape, pose_a, b->shape, pose_b, cache, &turned) < patch->recycle)) {
        patch->kept = doubt;
        t.gap -= radii;
        if (t.gap > margin) return COLLIDE_OK;
        t.middle = tact_mul_add(t.middle, TACT_R(0.5) * (a->shape->radius - b->shape->radius), t.normal);
        t.middle = tact_add(t.middle, origin);
    } else {
        collide_config config = collide_default_config();
        collide_result result;
        config.upper_bound = margin;
        config.scratch = patch->scratch;
        if (cache) config.warm_start = COLLIDE_WARM_START_PREVIOUS;
        if (cache && !boxes) cache->axis = 0;
        status =
            collide_distance(a->shape, pose_a, b->shape, pose_b, &config, cache ? &cache->distance : NULL, &result);
        if (status < 0 || status == COLLIDE_ABOVE_BOUND || result.distance > margin)
            return status < 0 ? status : COLLIDE_OK;
        t.normal = result.normal, t.gap = result.distance;
        t.middle = origin = tact_lerp(result.point_a, result.point_b, TACT_R(0.5));
        collide__feature_find(&t.fa, a, t.normal, origin, cache ? &cache->distance.hint_a : NULL);
        collide__feature_find(&t.fb, b, tact_neg(t.normal), origin, cache ? &cache->distance.hint_b : NULL);
        if (cache && !boxes) {
            collide__facing_remember(a, b, &result, &t.fa, &t.fb, origin, cache);
            if (cache->axis) collide__mark_poses(pose_a, pose_b, cache);
        }
    }
    patch->normal = t.normal;
    if (t.fa.n >= 2 && t.fb.n >= 2) {
        collide__feature_round(&t.fa, t.normal, a->shape->radius);
        collide__feature_round(&t.fb, tact_neg(t.normal), b->shape->radius);
        collide__clip_features(&t.fa, &t.fb, t.normal, origin, margin, size, patch);
    }
    collide__patch_witness(patch, t.middle, t.gap, radii, size);
    return status;
}

#define COLLIDE__AXES_CROSS                                                                                            \
    TACT_R(1e-12) /* squared, of the radii: nearer, the line between two axes has no direction */
/* Dispatch. The kinds are ordered so that a has the smaller one; the result is turned around when they were
   exchanged. */
TACT_PRIVATE collide_status collide__contact_patch(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                                   tact_pose pose_b, tact_real margin, collide_manifold_cache *cache,
                                                   collide__patch *patch) {
    collide_status status = COLLIDE_OK;
    collide__placed pa, pb;
    patch->count = 0;
    patch->recyclable = 0;
    patch->normal = tact_vec(0, 0, 1);
    if (a->kind == COLLIDE_KIND_POINT && b->kind == COLLIDE_KIND_POINT) {
        collide__contact_spheres(collide__world_centre(a, pose_a), a->radius, collide__world_centre(b, pose_b),
                                 b->radius, margin, patch);
        return COLLIDE_OK;
    }
    pa = collide__place(a, pose_a), pb = collide__place(b, pose_b);
    if (a->kind >= COLLIDE_KIND_HALFSPACE || b->kind >= COLLIDE_KIND_HALFSPACE) {
        if (a->kind >= COLLIDE_KIND_HALFSPACE && b->kind >= COLLIDE_KIND_HALFSPACE) return COLLIDE_UNSUPPORTED;
        if (a->kind >= COLLIDE_KIND_HALFSPACE)
            collide__contact_halfspace(&pa, &pb, 1, margin, pose_b, patch);
        else
            collide__contact_halfspace(&pb, &pa, 0, margin, pose_a, patch);
        return COLLIDE_OK;
    }
    if (a->kind == COLLIDE_KIND_BOX && b->kind == COLLIDE_KIND_BOX && !(a->radius > 0) && !(b->radius > 0)) {
        if (collide__contact_boxes(&pa, &pb, margin, cache ? &cache->axis : NULL, patch)) {
            if (patch->count == 1 && patch->points[0].id & 0x80000000u) collide__contact_edges(&pa, &pb, margin, patch);
            return COLLIDE_OK;
        }
    } else if (a->kind == COLLIDE_KIND_POINT && b->kind == COLLIDE_KIND_BOX) {
        collide__contact_sphere_box(pa.centre, a->radius, &pb, b->radius, margin, patch);
        return COLLIDE_OK;
    } else if (a->kind == COLLIDE_KIND_BOX && b->kind == COLLIDE_KIND_POINT) {
        collide__contact_sphere_box(pb.centre, b->radius, &pa, a->radius, margin, patch);
        patch->normal = tact_neg(patch->normal);
        return COLLIDE_OK;
    } else if (a->kind <= COLLIDE_KIND_SEGMENT && b->kind <= COLLIDE_KIND_SEGMENT) {
        tact_vec3 u = tact_vec(0, 0, 0), v = u;
        tact_real s, t, distance2, reach = a->radius + b->radius + margin;
        if (a->kind == COLLIDE_KIND_SEGMENT) u = tact_mat_mul_vec(&pa.r, a->p[0]);
        if (b->kind == COLLIDE_KIND_SEGMENT) v = tact_mat_mul_vec(&pb.r, b->p[0]);
        collide__closest_segments(pa.centre, u, pb.centre, v, &s, &t);
        u = tact_mul_add(pa.centre, s, u), v = tact_mul_add(pb.centre, t, v);
        distance2 = tact_norm2(tact_sub(v, u));
        if (distance2 > reach * reach) return COLLIDE_OK;
        if (distance2 >
            COLLIDE__AXES_CROSS * reach * reach) { /* else the axes cross: the general path chooses the normal */
            collide__contact_spheres(u, a->radius, v, b->radius, margin, patch);
            if (a->kind == COLLIDE_KIND_SEGMENT && b->kind == COLLIDE_KIND_SEGMENT) {
                collide__feature fa, fb;
                collide_contact_point witness = patch->points[0];
                collide__feature_find(&fa, &pa, patch->normal, witness.point, NULL);
                collide__feature_find(&fb, &pb, patch->normal, witness.point, NULL);
                collide__feature_round(&fa, patch->normal, a->radius);
                collide__feature_round(&fb, tact_neg(patch->normal), b->radius);
                patch->count = 0;
                collide__clip_features(&fa, &fb, patch->normal, witness.point, margin, 1, patch);
                collide__patch_witness(patch, witness.point, witness.gap, a->radius + b->radius, a->radius + b->radius);
            }
            return COLLIDE_OK;
        }
    }
    status = collide__contact_general(&pa, pose_a, &pb, pose_b, margin, cache, patch);
    return status;
}

#define COLLIDE__UNIT_ENOUGH (64 * TACT_EPSILON) /* a contact's place is off by as much of its arm */
/* Finite, with a quaternion of unit length to 1e-3; what is missing to rounding is made good. */
TACT_PRIVATE int collide__pose_ready(tact_pose *pose) {
    tact_quat q = pose->q;
    tact_real q2 = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, sum = pose->p.x + pose->p.y + pose->p.z;
    if (TACT_UNLIKELY(!(tact_abs(q2 - 1) <= COLLIDE__UNIT_ENOUGH))) {
        if (!(tact_abs(q2 - 1) < 2 * COLLIDE__POSE_SLACK)) return 0;
        pose->q = tact_quat_normalize(q);
    }
    return tact_finite(sum);
}
TACT_INLINE collide_status collide__contact_check(const collide_shape *a, tact_pose *pose_a, const collide_shape *b,
                                                  tact_pose *pose_b, const collide_manifold_config *config) {
    if (!a || !b) return COLLIDE_BAD_ARGUMENT;
    if (a->kind == COLLIDE_KIND_NONE || a->status < 0) return a->status < 0 ? a->status : COLLIDE_BAD_SHAPE;
    if (b->kind == COLLIDE_KIND_NONE || b->status < 0) return b->status < 0 ? b->status : COLLIDE_BAD_SHAPE;
    if (!collide__pose_ready(pose_a) || !collide__pose_ready(pose_b)) return COLLIDE_BAD_POSE;
    if (config && (config->cookie != COLLIDE__MANIFOLD_COOKIE || !(config->margin >= 0) ||
                   !tact_finite(config->margin) || !(config->recycle >= 0)))
        return COLLIDE_BAD_CONFIG;
    return COLLIDE_OK;
}

#define COLLIDE__RECYCLE_REDUCED TACT_R(0.02) /* share of the angle where a corner without a point may become deepest */
/* Recycling: the points stay where they were on the incident shape, the plane where it was on the reference shape;
   the gap is the exact height of the one over the other. Returns 0 when the relative motion since then is too large. */
TACT_PRIVATE int collide__recycle(const collide_shape *a, tact_pose pose_a, const collide_shape *b, tact_pose pose_b,
                                  const collide_manifold_config *config, collide_manifold_cache *cache,
                                  collide_manifold *m) {
    tact_vec3 normal, offset;
    tact_real turned, plane;
    tact_pose reference, incident;
    tact_mat3 r;
    int k, on_b = cache->reference_is_b & 1;
    if (cache->count <= 0) return 0;
    if (!(collide__moved(a, pose_a, b, pose_b, cache, &turned) < config->recycle)) return 0;
    if (cache->reference_is_b & 2 && !(turned < COLLIDE__RECYCLE_REDUCED * config->recycle)) return 0;
    reference = on_b ? pose_b : pose_a, incident = on_b ? pose_a : pose_b;
    normal = tact_rotate(reference.q, cache->normal);
    offset = tact_sub(incident.p, reference.p);
    plane = cache->offset;
    r = tact_quat_to_mat(incident.q);
    m->normal = on_b ? tact_neg(normal) : normal, m->count = 0;
    for (k = 0; k < cache->count; ++k) {
        tact_vec3 p = tact_mat_mul_vec(&r, cache->points[k]); /* relative to the incident shape's origin */
        tact_real gap = tact_dot(normal, tact_add(p, offset)) - plane;
        if (gap > config->margin) continue;
        m->points[m->count].point = tact_add(incident.p, tact_mul_add(p, -TACT_R(0.5) * gap, normal));
        m->points[m->count].gap = gap;
        m->points[m->count++].id = cache->ids[k];
    }
    ++cache->hits;
    return 1;
}
TACT_PRIVATE void collide__remember(tact_pose pose_a, tact_pose pose_b, const collide_manifold *m, int reference,
                                    int others, int kept, collide_manifold_cache *cache) {
    tact_pose ref = reference == 2 ? pose_b : pose_a, inc = reference == 2 ? pose_a : pose_b;
    tact_vec3 normal = reference == 2 ? tact_neg(m->normal) : m->normal;
    int k;
    cache->count = 0, cache->hits = 0;
    if (!reference || m->count < 2) return;
    if (!kept)
        collide__mark_poses(pose_a, pose_b, cache); /* else motion counts from the search, so that it does not add up */
    cache->reference_is_b = (int8_t)((reference == 2) + (others ? 2 : 0));
    cache->normal = tact_unrotate(ref.q, normal);
    /* height of the plane: point - gap/2 along the reference's own normal */
    cache->offset = tact_dot(normal, tact_sub(m->points[0].point, ref.p)) - TACT_R(0.5) * m->points[0].gap;
    for (k = 0; k < m->count; ++k) {
        cache->points[k] =
            tact_pose_unapply(inc, tact_mul_add(m->points[k].point, TACT_R(0.5) * m->points[k].gap, normal));
        cache->ids[k] = m->points[k].id;
    }
    cache->count = (int8_t)m->count;
}

COLLIDE_API collide_status collide_contact(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                           tact_pose pose_b, const collide_manifold_config *config,
                                           collide_manifold_cache *cache, collide_manifold *manifold) {
    collide_manifold_config defaults;
    collide__patch patch;
    collide_status status;
    if (!manifold) return COLLIDE_BAD_ARGUMENT;
    manifold->count = 0;
    manifold->piece_a = manifold->piece_b = 0;
    manifold->normal = tact_vec(0, 0, 1);
    status = collide__contact_check(a, &pose_a, b, &pose_b, config);
    if (status < 0) return status;
    if (collide__is_set(a) || collide__is_set(b)) return COLLIDE_UNSUPPORTED;
    if (!config) defaults = collide_default_manifold_config(), config = &defaults;
    if (cache && config->recycle > 0 && collide__recycle(a, pose_a, b, pose_b, config, cache, manifold))
        return COLLIDE_OK;
    patch.scratch = config->scratch, patch.recycle = config->recycle, patch.kept = 0;
    status = collide__contact_patch(a, pose_a, b, pose_b, config->margin, cache, &patch);
    if (status < 0) {
        if (cache) cache->count = 0;
        return status;
    }
    collide__reduce(patch.points, patch.count, patch.normal, manifold);
    if (cache) { /* a corner that was left out, or one beside the face of a hull, may become the deepest */
        const collide_shape *incident = patch.recyclable == 2 ? a : b;
        const int others = patch.count > manifold->count || incident->kind == COLLIDE_KIND_HULL;
        collide__remember(pose_a, pose_b, manifold, patch.recyclable, others, patch.kept, cache);
    }
    return status;
}
COLLIDE_API collide_status collide_patch(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                         tact_pose pose_b, const collide_manifold_config *config,
                                         collide_contact_point *points, int capacity, int *count, tact_vec3 *normal) {
    collide__patch patch;
    collide_status status;
    int k;
    if (!count || !normal || capacity < 0 || (capacity > 0 && !points)) return COLLIDE_BAD_ARGUMENT;
    *count = 0, *normal = tact_vec(0, 0, 1);
    status = collide__contact_check(a, &pose_a, b, &pose_b, config);
    if (status < 0) return status;
    if (collide__is_set(a) || collide__is_set(b)) return COLLIDE_UNSUPPORTED;
    patch.scratch = config ? config->scratch : NULL, patch.recycle = 0, patch.kept = 0;
    status = collide__contact_patch(a, pose_a, b, pose_b, config ? config->margin : 0, NULL, &patch);
    if (status < 0) return status;
    for (k = 0; k < patch.count && k < capacity; ++k) points[k] = patch.points[k];
    *count = patch.count, *normal = patch.normal;
    return patch.count > capacity ? COLLIDE_NO_SPACE : status;
}
COLLIDE_API tact_real collide_patch_area(const collide_contact_point *points, int count, tact_vec3 normal) {
    tact_real area = 0;
    int k;
    if (!points || count < 3) return 0;
    for (k = 1; k + 1 < count; ++k)
        area += tact_dot(normal, tact_cross(tact_sub(points[k].point, points[0].point),
                                            tact_sub(points[k + 1].point, points[0].point)));
    return TACT_R(0.5) * tact_abs(area);
}

// >>impl-set-memory
/* Owns    building of meshes, height fields and compounds, in a block or with an allocator.
   Reads   vertices, triangles, heights, shapes of the caller.
   Leaves  sets and their shapes. */
#ifndef COLLIDE_NO_SETS
COLLIDE_API TACT_COLD size_t collide_mesh_bytes(int n_vertices, int n_triangles) {
    if (n_vertices < 3 || n_triangles < 1 || n_vertices >= (1 << 26) || n_triangles >= (1 << 26)) return 0;
    /* the mesh, normals and vertices, tree, corners, neighbours, flags; then boxes and a table of sides for the build
     */
    return 64 + ((sizeof(collide_mesh) + 63) & ~(size_t)63) + (size_t)n_vertices * sizeof(tact_vec3) +
           (size_t)n_triangles * (sizeof(tact_vec3) + 6 * sizeof(int) + 1) + collide_bvh_bytes(n_triangles) +
           (size_t)n_triangles * (sizeof(collide_aabb) + 24 * sizeof(int)) + 256;
}
TACT_INLINE unsigned char *collide__carve(unsigned char **at, size_t bytes) {
    unsigned char *p = *at;
    *at += (bytes + 15) & ~(size_t)15;
    return p;
}
/* Sides by hashing of their two vertices: the first triangle that brings a side waits in the table for the second. A
   third one with the same side, or two that run it in the same sense, count as borders. */
TACT_PRIVATE void collide__mesh_adjacency(const int *triangles, int n, int *table, int slots, int *neighbours) {
    int i, k;
    for (i = 0; i < slots; ++i) table[i] = -1;
    for (i = 0; i < 3 * n; ++i) neighbours[i] = -1;
    for (i = 0; i < n; ++i)
        for (k = 0; k < 3; ++k) {
            int a = triangles[3 * i + k], b = triangles[3 * i + (k + 1) % 3];
            uint32_t hash = (uint32_t)(a < b ? a : b) * 0x9E3779B1u ^ (uint32_t)(a < b ? b : a) * 0x85EBCA77u;
            int at = (int)((hash ^ hash >> 15) % (uint32_t)slots);
            for (;; at = at + 1 == slots ? 0 : at + 1) {
                int other = table[at], j = other / 3, l = other % 3;
                if (other < 0) {
                    table[at] = 3 * i + k;
                    break;
                }
                if (triangles[3 * j + l] == b && triangles[3 * j + (l + 1) % 3] == a && neighbours[other] < 0) {
                    neighbours[other] = i, neighbours[3 * i + k] = j;
                    break;
                }
            }
        }
}
TACT_PRIVATE collide_status collide__check_points(const tact_vec3 *points, int n) {
    for (int i = 0; i < n; ++i) {
        const collide_status status = collide__check_point(points[i]);
        if (status < 0) return status;
    }
    return COLLIDE_OK;
}
TACT_PRIVATE collide_aabb collide__mesh_box(const collide_mesh *m, int i) {
    const tact_vec3 a = m->vertices[m->triangles[3 * i]], b = m->vertices[m->triangles[3 * i + 1]],
                    c = m->vertices[m->triangles[3 * i + 2]];
    collide_aabb box;
    box.min = tact_vec(tact_min(a.x, tact_min(b.x, c.x)), tact_min(a.y, tact_min(b.y, c.y)),
                       tact_min(a.z, tact_min(b.z, c.z)));
    box.max = tact_vec(tact_max(a.x, tact_max(b.x, c.x)), tact_max(a.y, tact_max(b.y, c.y)),
                       tact_max(a.z, tact_max(b.z, c.z)));
    return box;
}
/* Normals, bounds, and the sides that can be felt, from the vertices. */
TACT_PRIVATE TACT_COLD void collide__mesh_surface(collide_mesh *m, tact_vec3 *normals, uint8_t *active) {
    const tact_vec3 *v = m->vertices;
    const int *t = m->triangles;
    m->bounds = collide__mesh_box(m, 0);
    for (int i = 0; i < m->n_triangles; ++i) {
        const tact_vec3 a = v[t[3 * i]];
        const collide_aabb box = collide__mesh_box(m, i);
        normals[i] = tact_normalize_or(tact_cross(tact_sub(v[t[3 * i + 1]], a), tact_sub(v[t[3 * i + 2]], a)),
                                       tact_vec(0, 0, 0));
        m->bounds.min = tact_vec(tact_min(m->bounds.min.x, box.min.x), tact_min(m->bounds.min.y, box.min.y),
                                 tact_min(m->bounds.min.z, box.min.z));
        m->bounds.max = tact_vec(tact_max(m->bounds.max.x, box.max.x), tact_max(m->bounds.max.y, box.max.y),
                                 tact_max(m->bounds.max.z, box.max.z));
    }
    for (int i = 0; i < m->n_triangles; ++i) {
        active[i] = 0;
        for (int k = 0; k < 3; ++k) {
            const int other = m->neighbours[3 * i + k];
            const tact_vec3 out = tact_cross(tact_sub(v[t[3 * i + (k + 1) % 3]], v[t[3 * i + k]]), normals[i]);
            if (other < 0 || tact_dot(normals[other], out) > COLLIDE__CONVEX_EDGE * tact_norm(out))
                active[i] = (uint8_t)(active[i] | 1u << k);
        }
    }
}
COLLIDE_API TACT_COLD collide_status collide_mesh_build(const tact_vec3 *vertices, int n_vertices, const int *triangles,
                                                        int n_triangles, void *memory, size_t bytes,
                                                        collide_mesh **mesh) {
    size_t need = collide_mesh_bytes(n_vertices, n_triangles), n = (size_t)n_triangles;
    unsigned char *at = (unsigned char *)memory;
    collide_mesh *m;
    collide_aabb *boxes;
    tact_vec3 *v, *normals;
    int *t, *neighbours, *table, i;
    uint8_t *active;
    void *tree;
    collide_status status;
    if (!mesh) return COLLIDE_BAD_ARGUMENT;
    *mesh = NULL;
    if (!vertices || !triangles || !memory || need == 0) return COLLIDE_BAD_ARGUMENT;
    if (bytes < need) return COLLIDE_NO_SPACE;
    status = collide__check_points(vertices, n_vertices);
    if (status < 0) return status;
    for (i = 0; i < 3 * n_triangles; ++i)
        if (triangles[i] < 0 || triangles[i] >= n_vertices) return COLLIDE_BAD_ARGUMENT;
    m = (collide_mesh *)(void *)collide__carve(&at, (sizeof *m + 63) & ~(size_t)63);
    v = (tact_vec3 *)(void *)collide__carve(&at, (size_t)n_vertices * sizeof *v);
    normals = (tact_vec3 *)(void *)collide__carve(&at, n * sizeof *normals);
    tree = collide__carve(&at, collide_bvh_bytes(n_triangles));
    t = (int *)(void *)collide__carve(&at, 3 * n * sizeof *t);
    neighbours = (int *)(void *)collide__carve(&at, 3 * n * sizeof *t);
    active = collide__carve(&at, n);
    boxes = (collide_aabb *)(void *)collide__carve(&at, n * sizeof *boxes);
    table = (int *)(void *)collide__carve(&at, 6 * n * sizeof *table);
    TACT_MEMSET(m, 0, sizeof *m);
    TACT_MEMCPY(v, vertices, (size_t)n_vertices * sizeof *v);
    TACT_MEMCPY(t, triangles, 3 * n * sizeof *t);
    m->n_vertices = n_vertices, m->n_triangles = n_triangles;
    m->vertices = v;
    m->triangles = t;
    m->neighbours = neighbours;
    m->normals = normals;
    m->active = active;
    for (i = 0; i < n_triangles; ++i) boxes[i] = collide__mesh_box(m, i);
    status = collide_bvh_build(&m->bvh, boxes, n_triangles, tree, collide_bvh_bytes(n_triangles));
    if (status < 0) return status;
    collide__mesh_adjacency(t, n_triangles, table, 6 * n_triangles, neighbours);
    collide__mesh_surface(m, normals, active);
    *mesh = m;
    return COLLIDE_OK;
}
COLLIDE_API TACT_COLD collide_status collide_mesh_create(const tact_vec3 *vertices, int n_vertices,
                                                         const int *triangles, int n_triangles,
                                                         const tact_allocator *allocator, collide_mesh **mesh) {
    size_t need = collide_mesh_bytes(n_vertices, n_triangles);
    collide_status status;
    void *memory;
    if (!mesh) return COLLIDE_BAD_ARGUMENT;
    *mesh = NULL;
    if (need == 0) return COLLIDE_BAD_ARGUMENT;
    memory = tact_alloc(allocator, need);
    if (!memory) return COLLIDE_NO_MEMORY;
    status = collide_mesh_build(vertices, n_vertices, triangles, n_triangles, memory, need, mesh);
    if (status < 0) {
        tact_free(allocator, memory, need);
        return status;
    }
    (*mesh)->memory = memory, (*mesh)->memory_bytes = need;
    if (allocator) (*mesh)->allocator = *allocator, (*mesh)->has_allocator = 1;
    return COLLIDE_OK;
}
/* The arrays of a mesh lie in its own block, which is the caller's to change; readers see them const. */
COLLIDE_API collide_status collide_mesh_move(collide_mesh *mesh, const tact_vec3 *vertices) {
    unsigned char *block = (unsigned char *)(void *)mesh;
    collide_status status;
    if (!mesh || !vertices || mesh->n_triangles < 1) return COLLIDE_BAD_ARGUMENT;
    status = collide__check_points(vertices, mesh->n_vertices);
    if (status < 0) return status;
#define COLLIDE__OWN(type, field) ((type *)(void *)(block + ((const unsigned char *)(const void *)(field)-block)))
    collide__node *nodes = COLLIDE__OWN(collide__node, mesh->bvh.nodes);
    TACT_MEMCPY(COLLIDE__OWN(tact_vec3, mesh->vertices), vertices, (size_t)mesh->n_vertices * sizeof *vertices);
    collide__mesh_surface(mesh, COLLIDE__OWN(tact_vec3, mesh->normals), COLLIDE__OWN(uint8_t, mesh->active));
#undef COLLIDE__OWN
    for (int i = mesh->bvh.n_nodes - 1; i >= 0; --i) { /* children come after their parent */
        collide__node *node = nodes + i, leaf;
        if (node->left >= 0) {
            collide__node_unite(node, nodes + node->left, nodes + node->right);
            continue;
        }
        for (int k = 0; k < node->right; ++k) {
            const collide_aabb box = collide__mesh_box(mesh, mesh->bvh.items[~node->left + k]);
            collide__node_set(&leaf, box.min, box.max);
            if (k == 0)
                leaf.left = node->left, leaf.right = node->right, *node = leaf;
            else
                collide__node_unite(node, node, &leaf);
        }
    }
    collide__bvh_widen(&mesh->bvh, nodes);
    return COLLIDE_OK;
}
COLLIDE_API TACT_COLD void collide_mesh_destroy(collide_mesh *mesh) {
    if (mesh && mesh->memory) {
        tact_allocator allocator = mesh->allocator;
        tact_free(mesh->has_allocator ? &allocator : NULL, mesh->memory, mesh->memory_bytes);
    }
}
TACT_PRIVATE collide_shape collide__set_shape(collide_kind kind, collide_aabb bounds) {
    collide_shape s = collide__make_shape(kind, TACT_R(0.5) * tact_norm(tact_sub(bounds.max, bounds.min)));
    s.centre = tact_lerp(bounds.min, bounds.max, TACT_R(0.5));
    s.p[0] = bounds.min, s.p[1] = bounds.max;
    return s;
}
COLLIDE_API TACT_COLD collide_shape collide_mesh_shape(const collide_mesh *mesh) {
    collide_shape s;
    if (!mesh || mesh->n_triangles < 1) return collide__refuse(COLLIDE_BAD_ARGUMENT);
    s = collide__set_shape(COLLIDE_KIND_MESH, mesh->bounds);
    s.data.mesh = mesh;
    return s;
}
COLLIDE_API TACT_COLD collide_shape collide_height_field_shape(const collide_height_field *field) {
    collide_shape s;
    collide_aabb bounds;
    tact_real low = TACT_REAL_MAX, high = -TACT_REAL_MAX;
    int i;
    if (!field || !field->heights || field->n_x < 2 || field->n_y < 2 || field->n_x > 32768 || field->n_y > 32768)
        return collide__refuse(COLLIDE_BAD_ARGUMENT);
    if (collide__check_length(field->spacing_x) < 0 || collide__check_length(field->spacing_y) < 0)
        return collide__refuse(COLLIDE_BAD_SHAPE);
    for (i = 0; i < field->n_x * field->n_y; ++i) {
        tact_real h = field->heights[i];
        if (h < low) low = h;
        if (h > high) high = h;
        if (tact_abs(h) > COLLIDE__LENGTH_MAX) return collide__refuse(COLLIDE_NOT_FINITE);
    }
    if (low > high) return collide__refuse(COLLIDE_BAD_SHAPE); /* holes only */
    bounds.min = tact_vec(0, 0, low);
    bounds.max =
        tact_vec((tact_real)(field->n_x - 1) * field->spacing_x, (tact_real)(field->n_y - 1) * field->spacing_y, high);
    s = collide__set_shape(COLLIDE_KIND_HEIGHT_FIELD, bounds);
    s.data.height_field = field;
    return s;
}
COLLIDE_API TACT_COLD size_t collide_compound_bytes(int n_children) {
    size_t n = (size_t)n_children;
    if (n_children < 1 || n_children >= (1 << 24)) return 0;
    return 256 + ((sizeof(collide_compound) + 63) & ~(size_t)63) + collide_bvh_bytes(n_children) +
           n * (sizeof(collide_shape) + sizeof(tact_pose) + sizeof(collide_aabb));
}
COLLIDE_API TACT_COLD collide_status collide_compound_build(const collide_shape *shapes, const tact_pose *poses,
                                                            int n_children, void *memory, size_t bytes,
                                                            collide_compound **compound) {
    size_t need = collide_compound_bytes(n_children), n = (size_t)n_children;
    unsigned char *at = (unsigned char *)memory;
    collide_compound *c;
    collide_aabb *boxes;
    collide_shape *copy;
    tact_pose *places;
    collide_status status;
    void *tree;
    int i;
    if (!compound) return COLLIDE_BAD_ARGUMENT;
    *compound = NULL;
    if (!shapes || !poses || !memory || need == 0) return COLLIDE_BAD_ARGUMENT;
    if (bytes < need) return COLLIDE_NO_SPACE;
    c = (collide_compound *)(void *)collide__carve(&at, (sizeof *c + 63) & ~(size_t)63);
    copy = (collide_shape *)(void *)collide__carve(&at, n * sizeof *copy);
    places = (tact_pose *)(void *)collide__carve(&at, n * sizeof *places);
    tree = collide__carve(&at, collide_bvh_bytes(n_children));
    boxes = (collide_aabb *)(void *)collide__carve(&at, n * sizeof *boxes);
    TACT_MEMSET(c, 0, sizeof *c);
    for (i = 0; i < n_children; ++i) {
        if (shapes[i].kind >= COLLIDE_KIND_HALFSPACE) return COLLIDE_UNSUPPORTED;
        status = collide_shape_aabb(shapes + i, poses[i], boxes + i);
        if (status < 0) return status;
        copy[i] = shapes[i], places[i] = poses[i];
        places[i].q = tact_quat_normalize(poses[i].q);
        if (i == 0) c->bounds = boxes[0];
        c->bounds.min = tact_vec(tact_min(c->bounds.min.x, boxes[i].min.x), tact_min(c->bounds.min.y, boxes[i].min.y),
                                 tact_min(c->bounds.min.z, boxes[i].min.z));
        c->bounds.max = tact_vec(tact_max(c->bounds.max.x, boxes[i].max.x), tact_max(c->bounds.max.y, boxes[i].max.y),
                                 tact_max(c->bounds.max.z, boxes[i].max.z));
    }
    status = collide_bvh_build(&c->bvh, boxes, n_children, tree, collide_bvh_bytes(n_children));
    if (status < 0) return status;
    c->n_children = n_children;
    c->shapes = copy;
    c->poses = places;
    *compound = c;
    return COLLIDE_OK;
}
COLLIDE_API TACT_COLD collide_status collide_compound_create(const collide_shape *shapes, const tact_pose *poses,
                                                             int n_children, const tact_allocator *allocator,
                                                             collide_compound **compound) {
    size_t need = collide_compound_bytes(n_children);
    collide_status status;
    void *memory;
    if (!compound) return COLLIDE_BAD_ARGUMENT;
    *compound = NULL;
    if (need == 0) return COLLIDE_BAD_ARGUMENT;
    memory = tact_alloc(allocator, need);
    if (!memory) return COLLIDE_NO_MEMORY;
    status = collide_compound_build(shapes, poses, n_children, memory, need, compound);
    if (status < 0) {
        tact_free(allocator, memory, need);
        return status;
    }
    (*compound)->memory = memory, (*compound)->memory_bytes = need;
    if (allocator) (*compound)->allocator = *allocator, (*compound)->has_allocator = 1;
    return COLLIDE_OK;
}
COLLIDE_API TACT_COLD void collide_compound_destroy(collide_compound *compound) {
    if (compound && compound->memory) {
        tact_allocator allocator = compound->allocator;
        tact_free(compound->has_allocator ? &allocator : NULL, compound->memory, compound->memory_bytes);
    }
}
COLLIDE_API TACT_COLD collide_shape collide_compound_shape(const collide_compound *compound) {
    collide_shape s;
    if (!compound || compound->n_children < 1) return collide__refuse(COLLIDE_BAD_ARGUMENT);
    s = collide__set_shape(COLLIDE_KIND_COMPOUND, compound->bounds);
    s.data.compound = compound;
    return s;
}
#endif /* COLLIDE_NO_SETS */

// >>impl-pieces
/* Owns    the pieces of a set that a box meets; their neighbours, boxes and mass.
   Reads   a set and a box.
   Leaves  collide__pieces, one convex shape after the other. */
/* ---- pieces ----
   Triangle i of a mesh or height field (piece 2 (j (n_x - 1) + i) + k: first or second triangle of cell (i, j)).
   Returns 0 for a hole. */
TACT_PRIVATE int collide__set_triangle(const collide_shape *set, int piece, tact_vec3 v[3]) {
    int k;
    if (set->kind == COLLIDE_KIND_MESH) {
        const collide_mesh *m = set->data.mesh;
        for (k = 0; k < 3; ++k) v[k] = m->vertices[m->triangles[3 * piece + k]];
        return 1;
    } else {
        const collide_height_field *f = set->data.height_field;
        int cell = piece / 2, i = cell % (f->n_x - 1), j = cell / (f->n_x - 1), upper = piece & 1;
        for (k = 0; k < 3; ++k) {
            int x = i + (upper ? k == 1 : k > 0), y = j + (upper ? k > 0 : k == 2);
            v[k] = tact_vec((tact_real)x * f->spacing_x, (tact_real)y * f->spacing_y, f->heights[y * f->n_x + x]);
            if (!tact_finite(v[k].z)) return 0;
        }
        return 1;
    }
}
/* Unit normal of the triangle across side k, in the set's frame; 0 at a border or hole. In a height field the far
   corner of the neighbour follows from the grid. */
TACT_PRIVATE int collide__side_neighbour(const collide_shape *set, int piece, int side, const tact_vec3 v[3],
                                         tact_vec3 *normal) {
    if (set->kind == COLLIDE_KIND_MESH) {
        int other = set->data.mesh->neighbours[3 * piece + side];
        if (other < 0) return 0;
        *normal = set->data.mesh->normals[other];
    } else {
        const collide_height_field *f = set->data.height_field;
        int cell = piece / 2, i = cell % (f->n_x - 1), j = cell / (f->n_x - 1), upper = piece & 1, x, y;
        tact_vec3 far_corner;
        if (!upper)
            x = side == 1 ? i + 2 : i, y = side == 0 ? j - 1 : j + 1;
        else
            x = side == 2 ? i - 1 : i + 1, y = side == 1 ? j + 2 : j;
        if (x < 0 || y < 0 || x >= f->n_x || y >= f->n_y) return 0;
        far_corner = tact_vec((tact_real)x * f->spacing_x, (tact_real)y * f->spacing_y, f->heights[y * f->n_x + x]);
        if (!tact_finite(far_corner.z)) return 0;
        *normal =
            tact_normalize_or(tact_cross(tact_sub(v[side], v[(side + 1) % 3]), tact_sub(far_corner, v[(side + 1) % 3])),
                              tact_vec(0, 0, 1));
    }
    return 1;
}
/* Whether a contact normal may leave the face over side k: a border, or a convex edge (sine of its angle
   above 1e-3). */
TACT_PRIVATE int collide__side_active(const collide_shape *set, int piece, int side, const tact_vec3 v[3],
                                      tact_vec3 normal, tact_vec3 *beyond, int *has_neighbour) {
    tact_vec3 out = tact_cross(tact_sub(v[(side + 1) % 3], v[side]), normal); /* in the face, away from it */
    *has_neighbour = collide__side_neighbour(set, piece, side, v, beyond);
    return !*has_neighbour || tact_dot(*beyond, out) > COLLIDE__CONVEX_EDGE * tact_norm(out);
}
/* The pieces of a set whose box meets a box given in the set's frame, in the order of the tree or of the grid. */
typedef struct collide__pieces {
    const collide_shape *set;
    collide__node box;
    collide__walk walk;
    const collide__node *leaf;
    int next, i0, i1, j0, j1, i, j, half;
} collide__pieces;
TACT_INLINE const collide_bvh *collide__set_bvh(const collide_shape *set) {
    return set->kind == COLLIDE_KIND_MESH ? &set->data.mesh->bvh : &set->data.compound->bvh;
}
TACT_PRIVATE int collide__cell(tact_real x, tact_real spacing, int n) {
    tact_real c = tact_floor(x / spacing);
    return c >= 0 ? (c > (tact_real)(n - 2) ? n - 2 : (int)c) : 0; /* also for NaN */
}
TACT_PRIVATE void collide__pieces_begin(collide__pieces *p, const collide_shape *set, collide_aabb box) {
    p->set = set;
    p->leaf = NULL;
    p->next = 0;
    p->half = 0;
    collide__node_set(&p->box, box.min, box.max);
    if (set->kind == COLLIDE_KIND_HEIGHT_FIELD) {
        const collide_height_field *f = set->data.height_field;
        p->i0 = collide__cell(box.min.x, f->spacing_x, f->n_x), p->i1 = collide__cell(box.max.x, f->spacing_x, f->n_x);
        p->j0 = collide__cell(box.min.y, f->spacing_y, f->n_y), p->j1 = collide__cell(box.max.y, f->spacing_y, f->n_y);
        if (box.max.x < set->p[0].x || box.min.x > set->p[1].x || box.max.y < set->p[0].y || box.min.y > set->p[1].y ||
            box.max.z < set->p[0].z || box.min.z > set->p[1].z)
            p->j1 = p->j0 - 1;
        p->i = p->i0, p->j = p->j0;
    } else {
        collide__walk_begin(&p->walk, collide__set_bvh(set)->nodes, 0);
    }
}
TACT_PRIVATE int collide__pieces_next(collide__pieces *p) { /* -1: no more */
    if (p->set->kind == COLLIDE_KIND_HEIGHT_FIELD) {
        const collide_height_field *f = p->set->data.height_field;
        while (p->j <= p->j1) {
            int i = p->i, j = p->j, half = p->half;
            const tact_real *h = f->heights + j * f->n_x + i;
            tact_real low = tact_min(tact_min(h[0], h[1]), tact_min(h[f->n_x], h[f->n_x + 1]));
            tact_real high = tact_max(tact_max(h[0], h[1]), tact_max(h[f->n_x], h[f->n_x + 1]));
            p->half = !half;
            if (half && ++p->i > p->i1) p->i = p->i0, ++p->j;
            if (low > (tact_real)p->box.hi[2] || high < (tact_real)p->box.lo[2]) continue;
            return 2 * (j * (f->n_x - 1) + i) + half;
        }
        return -1;
    }
    for (;;) {
        if (p->leaf && p->next < p->leaf->right) return collide__set_bvh(p->set)->items[~p->leaf->left + p->next++];
        p->leaf = collide__walk_next(&p->walk, &p->box), p->next = 0;
        if (!p->leaf) return -1;
    }
}
/* Convex piece of a set as a shape with its world pose; 0 for a hole. */
TACT_PRIVATE int collide__set_piece(const collide_shape *set, tact_pose pose, int piece, collide_shape *shape,
                                    tact_pose *at) {
    if (set->kind == COLLIDE_KIND_COMPOUND) {
        *shape = set->data.compound->shapes[piece];
        shape->radius += set->radius;
        *at = tact_pose_mul(pose, set->data.compound->poses[piece]);
    } else {
        tact_vec3 v[3];
        if (!collide__set_triangle(set, piece, v)) return 0;
        *shape = collide_triangle(v[0], v[1], v[2]);
        shape->radius = set->radius;
        *at = pose;
    }
    return 1;
}

/* How many pieces collide__set_piece counts, holes included. */
TACT_PRIVATE int collide__set_size(const collide_shape *set) {
    if (set->kind == COLLIDE_KIND_COMPOUND) return set->data.compound->n_children;
    if (set->kind == COLLIDE_KIND_MESH) return set->data.mesh->n_triangles;
    return 2 * (set->data.height_field->n_x - 1) * (set->data.height_field->n_y - 1);
}
COLLIDE_API collide_status collide_set_piece(const collide_shape *set, tact_pose pose, int piece, collide_shape *shape,
                                             tact_pose *shape_pose) {
    collide_status status = collide_shape_check(set);
    if (!shape || !shape_pose) return COLLIDE_BAD_ARGUMENT;
    if (status < 0) return status;
    if (piece < 0 || piece >= (collide__is_set(set) ? collide__set_size(set) : 1)) return COLLIDE_BAD_ARGUMENT;
    if (collide__is_set(set))
        return collide__set_piece(set, pose, piece, shape, shape_pose) ? COLLIDE_OK : COLLIDE_BAD_ARGUMENT;
    *shape = *set, *shape_pose = pose;
    return COLLIDE_OK;
}
/* Of two sets the one whose pieces are taken one by one against the tree of the other: a compound, else
   the smaller. */
TACT_PRIVATE int collide__outer_is_b(const collide_shape *a, const collide_shape *b) {
    int compound_a = a->kind == COLLIDE_KIND_COMPOUND, compound_b = b->kind == COLLIDE_KIND_COMPOUND;
    if (compound_a != compound_b) return compound_b;
    return collide__set_size(b) <= collide__set_size(a);
}

TACT_PRIVATE collide_status collide__set_aabb(const collide_shape *set, tact_pose pose, collide_aabb *aabb) {
    int i, n = set->kind == COLLIDE_KIND_COMPOUND ? set->data.compound->n_children : 0, some = 0;
    tact_mat3 r = tact_quat_to_mat(tact_quat_normalize(pose.q));
    tact_real grow = set->radius;
    if (set->kind == COLLIDE_KIND_MESH) n = set->data.mesh->n_vertices;
    if (set->kind == COLLIDE_KIND_HEIGHT_FIELD) n = set->data.height_field->n_x * set->data.height_field->n_y;
    for (i = 0; i < n; ++i) {
        collide_aabb one;
        if (set->kind == COLLIDE_KIND_COMPOUND) {
            collide_status status = collide_shape_aabb(set->data.compound->shapes + i,
                                                       tact_pose_mul(pose, set->data.compound->poses[i]), &one);
            if (status < 0) return status;
        } else {
            tact_vec3 v;
            if (set->kind == COLLIDE_KIND_MESH) {
                v = set->data.mesh->vertices[i];
            } else {
                const collide_height_field *f = set->data.height_field;
                int row = i / f->n_x;
                v = tact_vec((tact_real)(i - row * f->n_x) * f->spacing_x, (tact_real)row * f->spacing_y,
                             f->heights[i]);
                if (!tact_finite(v.z)) continue;
            }
            one.min = one.max = tact_add(pose.p, tact_mat_mul_vec(&r, v));
        }
        if (!some++) *aabb = one;
        aabb->min = tact_vec(tact_min(aabb->min.x, one.min.x), tact_min(aabb->min.y, one.min.y),
                             tact_min(aabb->min.z, one.min.z));
        aabb->max = tact_vec(tact_max(aabb->max.x, one.max.x), tact_max(aabb->max.y, one.max.y),
                             tact_max(aabb->max.z, one.max.z));
    }
    aabb->min = tact_sub(aabb->min, tact_vec(grow, grow, grow)),
    aabb->max = tact_add(aabb->max, tact_vec(grow, grow, grow));
    return COLLIDE_OK;
}
/* Compound: the children's masses added up (overlaps count twice), parallel-axis theorem. */
TACT_PRIVATE TACT_COLD collide_status collide__compound_mass(const collide_compound *c, tact_real density,
                                                             collide_mass *mass) {
    int pass, i, j, k;
    tact_vec3 weighted = tact_vec(0, 0, 0);
    for (pass = 0; pass < 2; ++pass)
        for (i = 0; i < c->n_children; ++i) {
            collide_mass one;
            tact_mat3 r = tact_quat_to_mat(c->poses[i].q), rt = tact_mat_transpose(&r), t;
            tact_vec3 com, d;
            tact_real dd[3];
            collide_status status = collide_mass_properties(c->shapes + i, density, &one);
            if (status < 0) {
                TACT_MEMSET(mass, 0, sizeof *mass);
                return status;
            }
            com = tact_pose_apply(c->poses[i], one.com);
            if (pass == 0) {
                mass->mass += one.mass;
                weighted = tact_mul_add(weighted, one.mass, com);
                mass->com = tact_scale(1 / mass->mass, weighted);
                continue;
            }
            d = tact_sub(com, mass->com);
            dd[0] = d.x;
            dd[1] = d.y;
            dd[2] = d.z;
            t = tact_mat_mul(&r, &one.inertia), t = tact_mat_mul(&t, &rt);
            for (j = 0; j < 3; ++j)
                for (k = 0; k < 3; ++k)
                    mass->inertia.m[j][k] += t.m[j][k] + one.mass * ((j == k ? tact_norm2(d) : 0) - dd[j] * dd[k]);
        }
    return COLLIDE_OK;
}

// >>impl-set-distance
/* Owns    the least distance over pairs of pieces, from the nearest boxes outwards.
   Reads   pieces and the convex query.
   Leaves  collide_set_distance. */
/* ---- distance ---- */
/* Distance of two boxes: a lower bound for what is in them. */
TACT_PRIVATE tact_real collide__box_gap(const collide__node *a, const collide__node *b) {
    tact_real sum = 0;
    int k;
    for (k = 0; k < 3; ++k) {
        tact_real d = tact_max((tact_real)a->lo[k] - (tact_real)b->hi[k], (tact_real)b->lo[k] - (tact_real)a->hi[k]);
        if (d > 0) sum += d * d;
    }
    return tact_sqrt(sum);
}
typedef struct collide__set_search {
    const collide_shape *set, *other;
    tact_pose set_pose, other_pose;
    const collide_config *config;
    collide_result *result;
    tact_real bound;        /* only smaller distances matter */
    int piece, found, is_b; /* is_b: the set is B */
    collide_status worst;
} collide__set_search;
TACT_PRIVATE void collide__search_piece(collide__set_search *n, int piece) {
    collide_shape shape;
    collide_config config = *n->config;
    collide_result r;
    collide_status status;
    tact_pose at;
    if (!collide__set_piece(n->set, n->set_pose, piece, &shape, &at)) return;
    config.upper_bound = n->bound;
    status = n->is_b ? collide_distance(n->other, n->other_pose, &shape, at, &config, NULL, &r)
                     : collide_distance(&shape, at, n->other, n->other_pose, &config, NULL, &r);
    if (status < 0) {
        n->worst = status;
        return;
    }
    if (status == COLLIDE_ABOVE_BOUND || !(r.distance < n->bound)) return;
    n->bound = r.distance;
    n->piece = piece;
    n->found = 1;
    *n->result = r;
    if (status > n->worst && n->worst >= 0) n->worst = status;
}
/* Set against one convex shape: depth first through the tree, the nearer child first, boxes beyond the best so far
   left out. */
TACT_PRIVATE void collide__search_set(collide__set_search *n) {
    collide_aabb box;
    collide__node query;
    tact_pose local = tact_pose_mul(tact_pose_inverse(n->set_pose), n->other_pose);
    if (collide_shape_aabb(n->other, local, &box) < 0) return;
    collide__node_set(&query, box.min, box.max);
    if (n->set->kind ==
        COLLIDE_KIND_HEIGHT_FIELD) { /* rings of cells around the box until the bound is closer than the ring */
        const collide_height_field *f = n->set->data.height_field;
        int i0 = collide__cell(box.min.x, f->spacing_x, f->n_x), i1 = collide__cell(box.max.x, f->spacing_x, f->n_x);
        int j0 = collide__cell(box.min.y, f->spacing_y, f->n_y), j1 = collide__cell(box.max.y, f->spacing_y, f->n_y);
        int ring, i, j, limit = f->n_x > f->n_y ? f->n_x : f->n_y;
        for (ring = 0; ring < limit; ++ring) {
            tact_real reach = (tact_real)(ring - 1) * tact_min(f->spacing_x, f->spacing_y);
            if (n->found && reach > tact_max(n->bound, 0)) break;
            if (!n->found && reach > n->bound + n->set->extent) break;
            for (j = j0 - ring; j <= j1 + ring; ++j)
                for (i = i0 - ring; i <= i1 + ring; ++i) {
                    const tact_real *h = f->heights + j * f->n_x + i;
                    tact_real low, high, gap;
                    if (i < 0 || j < 0 || i > f->n_x - 2 || j > f->n_y - 2) continue;
                    if (ring && i > i0 - ring && i < i1 + ring && j > j0 - ring && j < j1 + ring) continue;
                    low = tact_min(tact_min(h[0], h[1]), tact_min(h[f->n_x], h[f->n_x + 1]));
                    high = tact_max(tact_max(h[0], h[1]), tact_max(h[f->n_x], h[f->n_x + 1]));
                    gap = tact_max(low - box.max.z, box.min.z - high) - n->set->radius;
                    if (gap > tact_max(n->bound, 0)) continue;
                    collide__search_piece(n, 2 * (j * (f->n_x - 1) + i));
                    collide__search_piece(n, 2 * (j * (f->n_x - 1) + i) + 1);
                }
        }
    } else {
        const collide_bvh *bvh = collide__set_bvh(n->set);
        int stack[COLLIDE__STACK], top = 0, k;
        stack[top++] = 0;
        while (top > 0) {
            const collide__node *node = bvh->nodes + stack[--top];
            if (collide__box_gap(node, &query) - n->set->radius > tact_max(n->bound, 0)) continue;
            if (node->left < 0) {
                for (k = 0; k < node->right; ++k) collide__search_piece(n, bvh->items[~node->left + k]);
            } else {
                int nearer = collide__box_gap(bvh->nodes + node->left, &query) <=
                             collide__box_gap(bvh->nodes + node->right, &query);
                stack[top++] = nearer ? node->right : node->left;
                stack[top++] = nearer ? node->left : node->right;
            }
        }
    }
}
COLLIDE_API collide_status collide_set_distance(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                                tact_pose pose_b, const collide_config *config, collide_result *result,
                                                int *piece_a, int *piece_b) {
    collide_config defaults = collide_default_config();
    collide__set_search n;
    collide_status status;
    int set_a, set_b, k, outer_is_b = 0;
    if (piece_a) *piece_a = 0;
    if (piece_b) *piece_b = 0;
    if (!result) return COLLIDE_BAD_ARGUMENT;
    TACT_MEMSET(result, 0, sizeof *result);
    result->normal = tact_vec(0, 0, 1);
    status = collide__contact_check(a, &pose_a, b, &pose_b, NULL);
    if (status < 0) return status;
    set_a = collide__is_set(a), set_b = collide__is_set(b);
    if (!config) config = &defaults;
    if (!set_a && !set_b) return collide_distance(a, pose_a, b, pose_b, config, NULL, result);
    if (set_a && set_b) outer_is_b = collide__outer_is_b(a, b);
    n.config = config;
    n.result = result;
    n.bound = config->upper_bound;
    n.found = 0;
    n.piece = 0;
    n.worst = COLLIDE_OK;
    if (set_a && set_b) {
        const collide_shape *outer = outer_is_b ? b : a;
        for (k = 0; k < collide__set_size(outer); ++k) {
            collide_shape child;
            tact_real before = n.bound;
            if (!collide__set_piece(outer, outer_is_b ? pose_b : pose_a, k, &child, &n.other_pose)) continue;
            n.set = outer_is_b ? a : b, n.set_pose = outer_is_b ? pose_a : pose_b;
            n.other = &child, n.is_b = !outer_is_b;
            collide__search_set(&n);
            if (n.bound < before && outer_is_b && piece_b) *piece_b = k;
            if (n.bound < before && !outer_is_b && piece_a) *piece_a = k;
        }
        if (outer_is_b && piece_a) *piece_a = n.piece;
        if (!outer_is_b && piece_b) *piece_b = n.piece;
    } else {
        n.set = set_a ? a : b, n.set_pose = set_a ? pose_a : pose_b;
        n.other = set_a ? b : a;
        n.other_pose = set_a ? pose_b : pose_a;
        n.is_b = set_b;
        if (n.other->kind >= COLLIDE_KIND_HALFSPACE && n.set->kind != COLLIDE_KIND_COMPOUND) return COLLIDE_UNSUPPORTED;
        collide__search_set(&n);
        if (set_a && piece_a) *piece_a = n.piece;
        if (set_b && piece_b) *piece_b = n.piece;
    }
    if (n.worst < 0) return n.worst;
    if (!n.found) {
        result->distance = config->upper_bound;
        return COLLIDE_ABOVE_BOUND;
    }
    return n.worst;
}

#define COLLIDE__BEYOND_SIDE TACT_R(1e-6) /* of the extent: a point this far out is the neighbour's */
// >>impl-set-contacts
/* Owns    manifolds with the pieces of a set, joined by normal, without those of inner edges.
   Reads   pieces and patches.
   Leaves  collide_contacts. */
/* ---- contacts ---- */
/* Patch of a triangle (A) and a convex shape (B) along the triangle's own normal: used where the true normal belongs
   to a seam. A shape without a flat feature counts only when its support point is over the triangle: the neighbour
   has it otherwise. */
TACT_PRIVATE void collide__contact_along(const collide__placed *tri, const collide__placed *s, tact_pose pose,
                                         tact_vec3 n, tact_real margin, collide__patch *patch) {
    collide__feature fa, fb;
    tact_vec3 origin = tri->centre,
              lowest = tact_pose_apply(pose, collide_support(s->shape, tact_mat_tmul_vec(&s->r, tact_neg(n)), NULL));
    tact_real size = tact_min(tri->shape->extent, s->shape->extent + s->shape->radius), gap;
    patch->count = 0;
    patch->recyclable = 0;
    patch->normal = n;
    collide__feature_find(&fa, tri, n, origin, NULL);
    if (fa.n != 3) return;
    collide__feature_round(&fa, n, tri->shape->radius);
    gap = tact_dot(n, tact_sub(tact_sub(lowest, origin), fa.v[0]));
    if (gap > margin) return;
    collide__feature_find(&fb, s, tact_neg(n), origin, NULL);
    if (fb.n >= 2) {
        collide__feature_round(&fb, tact_neg(n), s->shape->radius);
        collide__clip_features(&fa, &fb, n, origin, margin, size, patch);
    } else {
        tact_vec3 p = tact_sub(lowest, origin);
        int k;
        for (k = 0; k < 3; ++k) {
            tact_vec3 side = tact_sub(fa.v[(k + 1) % 3], fa.v[k]), out = tact_cross(side, n);
            tact_vec3 winding = tact_sub(fa.v[(k + 2) % 3], fa.v[k]);
            if (tact_dot(out, winding) > 0) out = tact_neg(out);
            if (tact_dot(out, tact_sub(p, fa.v[k])) > COLLIDE__BEYOND_SIDE * tact_norm(out) * tri->shape->extent)
                return;
        }
        collide__patch_add(patch, tact_mul_add(lowest, -TACT_R(0.5) * gap, n), gap, 0x08000000u);
    }
}
#define COLLIDE__FACE_NORMAL2                                                                                          \
    (TACT_R(1024) * TACT_EPSILON * TACT_EPSILON) /* squared: a normal that is the face's to rounding */
#define COLLIDE__FACE_ITSELF                                                                                           \
    TACT_R(0.99999) /* cosine: a normal this near to the face's, away from sides, is meant to be it */
/* Patch of triangle `piece` (A) and a convex shape (B), one-sided, seams smoothed. *on_side: it lies on an edge that
   can be felt. */
TACT_PRIVATE collide_status collide__contact_triangle(const collide_shape *set, tact_pose set_pose, int piece,
                                                      const collide__placed *s, tact_pose pose, tact_real margin,
                                                      collide__patch *patch, int *on_side) {
    tact_vec3 v[3], normal, n;
    collide_shape triangle;
    collide__placed tri;
    collide_status status;
    tact_real along;
    int k, sides = 0;
    patch->count = 0, *on_side = 0;
    if (!collide__set_triangle(set, piece, v)) return COLLIDE_OK;
    normal = set->kind == COLLIDE_KIND_MESH
                 ? set->data.mesh->normals[piece]
                 : tact_normalize_or(tact_cross(tact_sub(v[1], v[0]), tact_sub(v[2], v[0])), tact_vec(0, 0, 0));
    if (!(tact_norm2(normal) > 0)) return COLLIDE_OK; /* no area */
    n = tact_rotate(set_pose.q, normal);
    triangle = collide_triangle(v[0], v[1], v[2]);
    triangle.radius = set->radius;
    tri = collide__place(&triangle, set_pose);
    if (tact_dot(n, tact_sub(s->centre, tri.centre)) < 0) return COLLIDE_OK; /* behind it: one-sided */
    status = collide__contact_patch(&triangle, set_pose, s->shape, pose, margin, NULL, patch);
    if (status < 0 || patch->count == 0) return status;
    along = tact_dot(patch->normal, n);
    if (tact_norm2(tact_sub(patch->normal, n)) <= COLLIDE__FACE_NORMAL2) return status; /* the face itself */
    { /* which sides does the deepest point lie on? */
        int deepest = 0;
        tact_vec3 p;
        for (k = 1; k < patch->count; ++k)
            if (patch->points[k].gap < patch->points[deepest].gap) deepest = k;
        p = tact_mul_add(patch->points[deepest].point, -TACT_R(0.5) * patch->points[deepest].gap - set->radius,
                         patch->normal);
        p = tact_pose_unapply(set_pose, p);
        for (k = 0; k < 3; ++k) {
            tact_vec3 side = tact_sub(v[(k + 1) % 3], v[k]);
            tact_vec3 out = tact_normalize_or(tact_cross(side, normal), side);
            if (tact_dot(out, tact_sub(p, v[k])) > -COLLIDE__NEAR_SIDE * triangle.extent) sides |= 1 << k;
        }
    }
    if (along > 0) {
        if (sides == 0 && !(along > COLLIDE__FACE_ITSELF)) return status; /* a corner or edge inside the face */
        for (k = 0; k < 3;
             ++k) { /* the side's range of normals ends at the neighbour's: beyond it the neighbour decides */
            tact_vec3 beyond;
            int has_neighbour;
            if (!(sides >> k & 1) || !collide__side_active(set, piece, k, v, normal, &beyond, &has_neighbour)) continue;
            beyond = tact_rotate(set_pose.q, beyond);
            if (has_neighbour && !(tact_dot(beyond, patch->normal) >= tact_dot(beyond, n) - COLLIDE__CONVEX_EDGE &&
                                   along >= tact_dot(beyond, n) - COLLIDE__CONVEX_EDGE))
                continue;
            *on_side = 1;
            return status;
        }
    }
    collide__contact_along(&tri, s, pose, n, margin, patch);
    return status;
}

/* Manifolds of a set collect points of equal normal, so that a box on many small triangles has one manifold of four
   points. */
#define COLLIDE__GROUPS 8
#define COLLIDE__GROUP_POINTS 32
typedef struct collide__group {
    tact_vec3 normal;
    tact_real deepest;
    int piece, count; /* the piece of the deepest point */
    collide_contact_point points[COLLIDE__GROUP_POINTS];
} collide__group;
#define COLLIDE__BETWEEN TACT_R(-1e-6)     /* of a weight: a point on a side is inside */
#define COLLIDE__CORNERS_LINE TACT_R(1e-6) /* of a squared side: three corners with less area are on a line */
/* Do the points of a manifold keep a point of the same normal from sinking in, however the two solids move? To first
   order its gap changes as a linear function of the place, so they do where it lies between them and its gap is no less
   than that of the lower convex hull of theirs: the largest of the planes through three of them that the fourth is not
   below. A point beside them is implied where all are of one plane: of a flat patch four points are enough. */
TACT_PRIVATE int collide__implied(const collide_manifold *m, const collide_contact_point *p, tact_real slack) {
    static const int corner[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    tact_real hull = -TACT_REAL_MAX, u, v, between = COLLIDE__BETWEEN;
    int t, inside = 0, flat = 1;
    if (m->count == 2) { /* all of them on a line */
        tact_vec3 e = tact_sub(m->points[1].point, m->points[0].point);
        u = tact_dot(e, tact_sub(p->point, m->points[0].point)) / tact_norm2(e);
        hull = m->points[0].gap + u * (m->points[1].gap - m->points[0].gap);
        inside = u >= between && 1 - u >= between;
    }
    for (t = 0; t < (m->count == 4 ? 4 : m->count == 3); ++t) {
        const collide_contact_point *a = m->points + corner[t][0], *b = m->points + corner[t][1],
                                    *c = m->points + corner[t][2], *other = m->points + corner[t][3];
        tact_vec3 e = tact_sub(b->point, a->point), f = tact_sub(c->point, a->point), across = tact_cross(f, m->normal),
                  along = tact_cross(m->normal, e), d = tact_sub(p->point, a->point);
        tact_real area = tact_dot(e, across), gap_b = b->gap - a->gap, gap_c = c->gap - a->gap;
        if (!(tact_abs(area) > COLLIDE__CORNERS_LINE * tact_max(tact_norm2(e), tact_norm2(f)))) continue;
        u = tact_dot(d, across) / area, v = tact_dot(d, along) / area;
        inside |= u >= between && v >= between && 1 - u - v >= between;
        if (m->count == 4) {
            tact_vec3 to = tact_sub(other->point, a->point);
            tact_real gap = a->gap + (gap_b * tact_dot(to, across) + gap_c * tact_dot(to, along)) / area;
            flat &= tact_abs(other->gap - gap) <= slack;
            if (other->gap < gap - slack) continue; /* below the plane: that is not of the lower hull */
        }
        hull = tact_max(hull, a->gap + u * gap_b + v * gap_c);
    }
    return p->gap >= hull - slack && (inside || (flat && p->gap <= hull + slack));
}
/* The next manifold of a group: four of its points. What these do not imply stays in the group: ground that is not
   flat touches a flat side at more than four points, and area does not tell which of them. */
TACT_PRIVATE void collide__group_take(collide__group *g, tact_real size, collide_manifold *m) {
    const tact_real slack = COLLIDE__AS_DEEP * size;
    int k, left = 0;
    collide__reduce(g->points, g->count, g->normal, m);
    for (k = 0; k < g->count && g->count > COLLIDE_MANIFOLD_POINTS; ++k)
        if (!collide__implied(m, g->points + k, slack)) g->points[left++] = g->points[k];
    g->count = left < g->count ? left : 0;
}
/* One more point; a corner that two triangles share comes once. A full group shrinks to its four best and what these do
   not imply; where that is all of them, the point that is farthest apart goes. */
TACT_PRIVATE void collide__group_add(collide__group *g, const collide_contact_point *p, int piece, tact_real size) {
    int k, farthest = 0;
    if (p->gap < g->deepest) g->deepest = p->gap, g->piece = piece;
    for (k = 0; k < g->count; ++k)
        if (tact_norm2(tact_sub(g->points[k].point, p->point)) < COLLIDE__SAME_POINT2 * size * size) return;
    if (g->count == COLLIDE__GROUP_POINTS) {
        collide_manifold m;
        collide__group_take(g, size, &m);
        for (k = 0; k < m.count && g->count < COLLIDE__GROUP_POINTS; ++k) g->points[g->count++] = m.points[k];
    }
    if (g->count < COLLIDE__GROUP_POINTS) {
        g->points[g->count++] = *p;
        return;
    }
    for (k = 1; k < g->count; ++k)
        if (g->points[k].gap > g->points[farthest].gap) farthest = k;
    if (p->gap < g->points[farthest].gap) g->points[farthest] = *p;
}
typedef struct collide__collector {
    collide_manifold *manifolds;
    int capacity, count; /* count: all there were */
    void *scratch;       /* of the caller, or NULL */
} collide__collector;
TACT_PRIVATE tact_real collide__deepest(const collide_manifold *m) {
    tact_real least = TACT_REAL_MAX;
    int k;
    for (k = 0; k < m->count; ++k) least = tact_min(least, m->points[k].gap);
    return least;
}
TACT_PRIVATE void collide__collect(collide__collector *c, const collide_manifold *m) {
    int k, shallow = 0;
    if (m->count == 0) return;
    if (c->count++ < c->capacity) {
        c->manifolds[c->count - 1] = *m;
        return;
    }
    if (c->capacity == 0) return;
    for (k = 1; k < c->capacity; ++k)
        if (collide__deepest(c->manifolds + k) > collide__deepest(c->manifolds + shallow)) shallow = k;
    if (collide__deepest(m) < collide__deepest(c->manifolds + shallow)) c->manifolds[shallow] = *m;
}
TACT_PRIVATE void collide__collect_piece(collide__collector *c, collide_manifold *m, int piece, int other_piece,
                                         int is_b) {
    m->piece_a = is_b ? other_piece : piece, m->piece_b = is_b ? piece : other_piece;
    if (is_b) m->normal = tact_neg(m->normal);
    collide__collect(c, m);
}
/* Into the group of the same normal (0.6 degrees), a new one, or, when all are taken, the one nearest in
   direction. */
TACT_PRIVATE void collide__group_patch(collide__group *groups, int *n_groups, const collide_contact_point *points,
                                       int count, tact_vec3 normal, int piece, tact_real size) {
    int g, best = 0, k;
    for (g = 1; g < *n_groups; ++g)
        if (tact_dot(groups[g].normal, normal) > tact_dot(groups[best].normal, normal)) best = g;
    if (*n_groups < COLLIDE__GROUPS &&
        (*n_groups == 0 || !(tact_dot(groups[best].normal, normal) > COLLIDE__SAME_PLANE))) {
        best = (*n_groups)++;
        groups[best].count = 0;
        groups[best].normal = normal;
        groups[best].deepest = TACT_REAL_MAX;
        groups[best].piece = piece;
    }
    for (k = 0; k < count; ++k) collide__group_add(groups + best, points + k, piece, size);
}
#define COLLIDE__TOUCHES 64 /* triangles in touch that are remembered to judge contacts on edges */
#define COLLIDE__SIDES 16   /* contacts on edges that wait for judgement; more are taken as they are */
typedef struct collide__touch {
    int piece;
    tact_real gap;
} collide__touch;
/* What the contacts of a set need beside a polytope: behind that in the caller's memory, or on the stack. */
typedef struct collide__set_room {
    collide__group groups[COLLIDE__GROUPS];
    collide__touch touches[COLLIDE__TOUCHES];
    collide_manifold sides[COLLIDE__SIDES];
    collide__patch patch;
} collide__set_room;
typedef char collide__scratch_holds_both
    [sizeof(collide__depth_run) + 64 + sizeof(collide__set_room) <= COLLIDE_SCRATCH_BYTES ? 1 : -1];
#define COLLIDE__EVERYWHERE TACT_R(1e30)     /* beyond all pieces, in the range of float */
#define COLLIDE__CLEARLY_DEEPER TACT_R(1e-6) /* of the size: rounding of two queries of one place */
#define COLLIDE__ON_PIECE TACT_R(1e-5)       /* of the size: a point this near to a piece is on it */
/* All contacts of a set (A) and a convex shape (B); other_piece tells which child B is, and is_b that the caller had
   them the other way round. */
TACT_NOINLINE collide_status collide__set_contacts_in(const collide_shape *set, tact_pose set_pose,
                                                      const collide_shape *shape, tact_pose pose, tact_real margin,
                                                      int other_piece, int is_b, collide__set_room *room,
                                                      collide__collector *out) {
    collide__pieces pieces;
    collide__placed s = collide__place(shape, pose);
    collide_aabb box;
    collide__group *groups = room->groups;
    collide__touch *touches = room->touches;
    collide_manifold m, *sides = room->sides;
    collide__patch *patch = &room->patch;
    collide_config nearest = collide_default_config();
    tact_real grow = margin + set->radius;
    int piece, n_groups = 0, n_touches = 0, n_sides = 0, g, k, l, on_side;
    collide_status status, worst = COLLIDE_OK;
    patch->scratch = nearest.scratch = out->scratch;
    if (shape->kind >= COLLIDE_KIND_HALFSPACE) {
        if (set->kind != COLLIDE_KIND_COMPOUND) return COLLIDE_UNSUPPORTED;
        box.min = tact_vec(-COLLIDE__EVERYWHERE, -COLLIDE__EVERYWHERE, -COLLIDE__EVERYWHERE),
        box.max = tact_neg(box.min);
    } else {
        status = collide_shape_aabb(shape, tact_pose_mul(tact_pose_inverse(set_pose), pose), &box);
        if (status < 0) return status;
        box.min = tact_sub(box.min, tact_vec(grow, grow, grow)),
        box.max = tact_add(box.max, tact_vec(grow, grow, grow));
    }
    collide__pieces_begin(&pieces, set, box);
    while ((piece = collide__pieces_next(&pieces)) >= 0) {
        on_side = 0;
        if (set->kind == COLLIDE_KIND_COMPOUND) {
            collide_shape child;
            tact_pose at;
            collide__set_piece(set, set_pose, piece, &child, &at);
            status = collide__contact_patch(&child, at, shape, pose, margin, NULL, patch);
        } else {
            status = collide__contact_triangle(set, set_pose, piece, &s, pose, margin, patch, &on_side);
        }
        if (status < 0) return status;
        if (status > worst) worst = status;
        if (patch->count == 0) continue;
        for (k = 0; k < patch->count; ++k)
            patch->points[k].id = patch->points[k].id * 31u ^ (uint32_t)piece * 0x9E3779B1u;
        if (set->kind == COLLIDE_KIND_COMPOUND) {
            collide__reduce(patch->points, patch->count, patch->normal, &m);
            collide__collect_piece(out, &m, piece, other_piece, is_b);
            continue;
        }
        if (n_touches < COLLIDE__TOUCHES) {
            touches[n_touches].piece = piece, touches[n_touches].gap = TACT_REAL_MAX;
            for (k = 0; k < patch->count; ++k)
                touches[n_touches].gap = tact_min(touches[n_touches].gap, patch->points[k].gap);
            ++n_touches;
        }
        if (on_side && n_sides < COLLIDE__SIDES) { /* judged when all are known */
            collide__reduce(patch->points, patch->count, patch->normal, sides + n_sides);
            sides[n_sides++].piece_a = piece;
            continue;
        }
        collide__group_patch(groups, &n_groups, patch->points, patch->count, patch->normal, piece,
                             shape->extent + shape->radius);
    }
    for (k = 0; k < n_sides;
         ++k) { /* a point on an edge counts unless a triangle that also holds the point is closer */
        int deepest = 0, beaten = 0;
        tact_vec3 p;
        tact_real size = shape->extent + shape->radius;
        for (l = 1; l < sides[k].count; ++l)
            if (sides[k].points[l].gap < sides[k].points[deepest].gap) deepest = l;
        p = tact_mul_add(sides[k].points[deepest].point, -TACT_R(0.5) * sides[k].points[deepest].gap - set->radius,
                         sides[k].normal);
        for (l = 0; l < n_touches && !beaten; ++l) {
            collide_shape triangle, probe = collide_point(p);
            collide_result r;
            tact_pose at;
            if (touches[l].piece == sides[k].piece_a ||
                !(touches[l].gap < sides[k].points[deepest].gap - COLLIDE__CLEARLY_DEEPER * size))
                continue;
            collide__set_piece(set, set_pose, touches[l].piece, &triangle, &at);
            beaten = collide_distance(&triangle, at, &probe, tact_pose_identity(), &nearest, NULL, &r) >= 0 &&
                     r.distance - set->radius < COLLIDE__ON_PIECE * size;
        }
        if (!beaten)
            collide__group_patch(groups, &n_groups, sides[k].points, sides[k].count, sides[k].normal, sides[k].piece_a,
                                 shape->extent + shape->radius);
    }
    for (g = 0; g < n_groups; ++g)
        while (groups[g].count) {
            collide__group_take(groups + g, shape->extent + shape->radius, &m);
            collide__collect_piece(out, &m, groups[g].piece, other_piece, is_b);
        }
    return worst;
}
TACT_NOINLINE collide_status collide__set_contacts_on_stack(const collide_shape *set, tact_pose set_pose,
                                                            const collide_shape *shape, tact_pose pose,
                                                            tact_real margin, int other_piece, int is_b,
                                                            collide__collector *out) {
    collide__set_room room;
    return collide__set_contacts_in(set, set_pose, shape, pose, margin, other_piece, is_b, &room, out);
}
TACT_PRIVATE collide_status collide__set_contacts(const collide_shape *set, tact_pose set_pose,
                                                  const collide_shape *shape, tact_pose pose, tact_real margin,
                                                  int other_piece, int is_b, collide__collector *out) {
    const size_t at = (sizeof(collide__depth_run) + 63) & ~(size_t)63;
    collide__set_room *room = out->scratch ? (collide__set_room *)(void *)((unsigned char *)out->scratch + at) : NULL;
    return room ? collide__set_contacts_in(set, set_pose, shape, pose, margin, other_piece, is_b, room, out)
                : collide__set_contacts_on_stack(set, set_pose, shape, pose, margin, other_piece, is_b, out);
}
COLLIDE_API collide_status collide_contacts(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                            tact_pose pose_b, const collide_manifold_config *config,
                                            collide_manifold_cache *cache, collide_manifold *manifolds, int capacity,
                                            int *count) {
    collide__collector out;
    collide_status status, worst = COLLIDE_OK;
    tact_real margin = config ? config->margin : 0;
    int set_a, set_b, k;
    if (!count || capacity < 0 || (capacity > 0 && !manifolds)) return COLLIDE_BAD_ARGUMENT;
    *count = 0;
    status = collide__contact_check(a, &pose_a, b, &pose_b, config);
    if (status < 0) return status;
    set_a = collide__is_set(a), set_b = collide__is_set(b);
    if (!set_a && !set_b) {
        collide_manifold m;
        status = collide_contact(a, pose_a, b, pose_b, config, cache, &m);
        if (status < 0 || m.count == 0) return status;
        *count = 1;
        if (capacity < 1) return COLLIDE_NO_SPACE;
        manifolds[0] = m;
        return status;
    }
    out.manifolds = manifolds;
    out.capacity = capacity;
    out.count = 0;
    out.scratch = config ? config->scratch : NULL;
    if (set_a && set_b) {
        int outer_is_b = collide__outer_is_b(a, b);
        const collide_shape *outer = outer_is_b ? b : a;
        for (k = 0; k < collide__set_size(outer) && worst >= 0; ++k) {
            collide_shape child;
            tact_pose at;
            if (!collide__set_piece(outer, outer_is_b ? pose_b : pose_a, k, &child, &at)) continue;
            status = collide__set_contacts(outer_is_b ? a : b, outer_is_b ? pose_a : pose_b, &child, at, margin, k,
                                           !outer_is_b, &out);
            if (status < 0 || status > worst) worst = status;
        }
    } else {
        worst = collide__set_contacts(set_a ? a : b, set_a ? pose_a : pose_b, set_a ? b : a, set_a ? pose_b : pose_a,
                                      margin, 0, set_b, &out);
    }
    if (worst < 0) return worst;
    *count = out.count;
    return out.count > capacity ? COLLIDE_NO_SPACE : worst;
}

// >>impl-rays
/* Owns    rays against every kind: closed forms, and a GJK ray cast for the others.
   Reads   shapes, sets and trees.
   Leaves  collide_ray_cast. */
/* Ray casts in the frame of the shape, about its centre: o origin, u unit direction, answers in metres along u. Each
   returns the entry parameter >= 0 and the outward normal there, 0 with *inside set when the origin is in the shape,
   or -1 for a miss. */
TACT_PRIVATE tact_real collide__ray_sphere(tact_vec3 o, tact_vec3 u, tact_vec3 centre, tact_real r, tact_vec3 *normal,
                                           int *inside) {
    tact_vec3 d = tact_sub(o, centre), across;
    tact_real b = tact_dot(d, u), left, s;
    if (tact_norm2(d) <= r * r) {
        *inside = 1;
        return 0;
    }
    across = tact_mul_add(d, -b, u); /* foot of the perpendicular: no cancellation for far origins */
    left = r * r - tact_norm2(across);
    if (b > 0 || left < 0) return -1;
    s = -b - tact_sqrt(left);
    *normal = tact_normalize_or(tact_mul_add(d, s, u), tact_neg(u));
    return s;
}
/* Capsule from a to b, as the first of the tube between the end planes and the two balls. */
TACT_PRIVATE tact_real collide__ray_capsule(tact_vec3 o, tact_vec3 u, tact_vec3 a, tact_vec3 b, tact_real r,
                                            tact_vec3 *normal, int *inside) {
    tact_vec3 w = tact_sub(b, a), d = tact_sub(o, a), best_normal = tact_neg(u), n = best_normal;
    tact_real length = tact_norm(w), along, best, s;
    if (!(length > 0)) return collide__ray_sphere(o, u, a, r, normal, inside);
    w = tact_scale(1 / length, w);
    along = tact_clamp(tact_dot(d, w), 0, length);
    if (tact_norm2(tact_mul_add(d, -along, w)) <= r * r) {
        *inside = 1;
        return 0;
    }
    best = collide__ray_sphere(o, u, a, r, &best_normal, inside);
    s = collide__ray_sphere(o, u, b, r, &n, inside);
    if (s >= 0 && (best < 0 || s < best)) best = s, best_normal = n;
    { /* across the axis it is a circle */
        tact_vec3 du = tact_mul_add(u, -tact_dot(u, w), w), dd = tact_mul_add(d, -tact_dot(d, w), w);
        tact_real uu = tact_norm2(du), bb = tact_dot(dd, du), height, left;
        if (uu > 0) {
            tact_vec3 foot = tact_mul_add(dd, -bb / uu, du);
            left = r * r - tact_norm2(foot);
            if (left >= 0) {
                s = -bb / uu - tact_sqrt(left / uu);
                height = tact_dot(d, w) + s * tact_dot(u, w);
                if (s >= 0 && height >= 0 && height <= length && (best < 0 || s < best))
                    best = s, best_normal = tact_normalize_or(tact_mul_add(dd, s, du), tact_neg(u));
            }
        }
    }
    *normal = best_normal;
    return best;
}
TACT_PRIVATE tact_real collide__ray_box(tact_vec3 o, tact_vec3 u, tact_vec3 h, tact_vec3 *normal, int *inside) {
    tact_real oo[3], uu[3], hh[3], t0 = -TACT_REAL_MAX, t1 = TACT_REAL_MAX;
    int k, axis = -1;
    oo[0] = o.x;
    oo[1] = o.y;
    oo[2] = o.z;
    uu[0] = u.x;
    uu[1] = u.y;
    uu[2] = u.z;
    hh[0] = h.x;
    hh[1] = h.y;
    hh[2] = h.z;
    if (tact_abs(o.x) <= h.x && tact_abs(o.y) <= h.y && tact_abs(o.z) <= h.z) {
        *inside = 1;
        return 0;
    }
    for (k = 0; k < 3; ++k) {
        tact_real inverse = collide__safe_inverse(uu[k]), side = inverse < 0 ? -hh[k] : hh[k];
        tact_real in = (-side - oo[k]) * inverse, out = (side - oo[k]) * inverse;
        if (in > t0) t0 = in, axis = k;
        t1 = tact_min(t1, out);
    }
    if (!(t0 <= t1) || t0 < 0 || axis < 0) return -1;
    *normal =
        tact_vec(axis == 0 ? (u.x < 0 ? TACT_R(1) : TACT_R(-1)) : 0, axis == 1 ? (u.y < 0 ? TACT_R(1) : TACT_R(-1)) : 0,
                 axis == 2 ? (u.z < 0 ? TACT_R(1) : TACT_R(-1)) : 0);
    return t0;
}
#define COLLIDE__VOLUME_ROUNDING                                                                                       \
    (8 * TACT_EPSILON) /* of two edges along a unit vector: a ray through a side hits both triangles */
/* Two-sided; Moller & Trumbore 1997 in the form of signed volumes. */
TACT_PRIVATE tact_real collide__ray_triangle(tact_vec3 o, tact_vec3 u, const tact_vec3 v[3], tact_vec3 *normal) {
    tact_vec3 a = tact_sub(v[0], o), b = tact_sub(v[1], o), c = tact_sub(v[2], o);
    tact_vec3 n = tact_cross(tact_sub(v[1], v[0]), tact_sub(v[2], v[0]));
    tact_real w0 = tact_dot(u, tact_cross(b, c)), w1 = tact_dot(u, tact_cross(c, a)),
              w2 = tact_dot(u, tact_cross(a, b)), un, s;
    tact_real slack = COLLIDE__VOLUME_ROUNDING * tact_max(tact_norm2(a), tact_max(tact_norm2(b), tact_norm2(c)));
    if (!((w0 >= -slack && w1 >= -slack && w2 >= -slack) || (w0 <= slack && w1 <= slack && w2 <= slack))) return -1;
    un = tact_dot(u, n);
    if (!(un * un > TACT_EPSILON * TACT_EPSILON * tact_norm2(n))) return -1; /* in the plane, or no area */
    s = tact_dot(a, n) / un;
    if (!(s >= 0)) return -1;
    *normal = un > 0 ? tact_neg(n) : n;
    return s;
}
TACT_PRIVATE tact_real collide__ray_ellipsoid(tact_vec3 o, tact_vec3 u, tact_vec3 r, tact_vec3 *normal, int *inside) {
    tact_vec3 d = tact_vec(o.x / r.x, o.y / r.y, o.z / r.z), e = tact_vec(u.x / r.x, u.y / r.y, u.z / r.z), foot, p;
    tact_real ee = tact_norm2(e), b = tact_dot(d, e), left, s;
    if (tact_norm2(d) <= 1) {
        *inside = 1;
        return 0;
    }
    foot = tact_mul_add(d, -b / ee, e);
    left = 1 - tact_norm2(foot);
    if (b > 0 || left < 0) return -1;
    s = -b / ee - tact_sqrt(left / ee);
    p = tact_mul_add(d, s, e);
    *normal = tact_normalize_or(tact_vec(p.x / r.x, p.y / r.y, p.z / r.z), tact_neg(u));
    return s;
}
/* Cylinder and cone about z: radius r at the base z = -h, and r (cylinder) or 0 (cone) at the top. The side is
   x^2 + y^2 = (r - k (z + h))^2 with slope k = 0 or r / 2h. */
TACT_PRIVATE tact_real collide__ray_revolved(tact_vec3 o, tact_vec3 u, tact_real r, tact_real h, int cone,
                                             tact_vec3 *normal, int *inside) {
    tact_real k = cone ? r / (2 * h) : 0, best = -1, at = r - k * (o.z + h), a, b, c, left, s;
    int cap;
    if (tact_abs(o.z) <= h && o.x * o.x + o.y * o.y <= at * at) {
        *inside = 1;
        return 0;
    }
    for (cap = 0; cap < (cone ? 1 : 2); ++cap) {
        tact_real z = cap ? h : -h, x, y;
        if (!(cap ? u.z < 0 && o.z > h : u.z > 0 && o.z < -h)) continue;
        s = (z - o.z) / u.z;
        x = o.x + s * u.x;
        y = o.y + s * u.y;
        if (x * x + y * y <= r * r) *normal = tact_vec(0, 0, cap ? TACT_R(1) : TACT_R(-1)), best = s;
    }
    if (best >= 0) return best; /* convex: the first face entered through the outside is the entry */
    /* a s^2 + 2 b s + c = 0 */
    a = u.x * u.x + u.y * u.y - k * k * u.z * u.z;
    b = o.x * u.x + o.y * u.y + k * at * u.z;
    c = o.x * o.x + o.y * o.y - at * at;
    left = b * b - a * c;
    if (!cone) { /* by the foot of the perpendicular, which keeps its accuracy far away */
        tact_real fx, fy;
        if (!(a > 0)) return -1;
        fx = o.x - b / a * u.x, fy = o.y - b / a * u.y;
        left = a * (r * r - fx * fx - fy * fy);
    }
    if (left < 0) return -1;
    left = tact_sqrt(left);
    {
        tact_real q = b > 0 ? -(b + left) : -b + left, roots[2];
        int i;
        roots[0] = tact_abs(a) > 0 ? q / a : -1, roots[1] = tact_abs(q) > 0 ? c / q : -1;
        for (i = 0; i < 2; ++i) {
            tact_real z = o.z + roots[i] * u.z, x, y, rho;
            tact_vec3 n;
            if (!(roots[i] >= 0) || !(tact_abs(z) <= h) || (best >= 0 && roots[i] >= best)) continue;
            x = o.x + roots[i] * u.x;
            y = o.y + roots[i] * u.y;
            rho = tact_sqrt(x * x + y * y);
            if (cone && r - k * (z + h) < 0) continue; /* the other nappe */
            n = rho > 0 ? tact_normalize_or(tact_vec(x / rho, y / rho, k), tact_neg(u)) : tact_vec(0, 0, 1);
            if (tact_dot(n, u) > 0) continue;
            best = roots[i], *normal = n;
        }
    }
    return best;
}
/* Clip the ray by the face planes (Cyrus & Beck 1978). */
TACT_PRIVATE tact_real collide__ray_hull(tact_vec3 o, tact_vec3 u, const collide_hull *h, tact_vec3 *normal,
                                         int *inside) {
    tact_real t0 = -TACT_REAL_MAX, t1 = TACT_REAL_MAX;
    int f, face = -1, out = 0;
    for (f = 0; f < h->n_faces; ++f) {
        tact_real distance = tact_dot(h->face_normal[f], o) - h->face_offset[f], speed = tact_dot(h->face_normal[f], u);
        out |= distance > 0;
        if (speed < 0) {
            if (-distance / speed > t0) t0 = -distance / speed, face = f;
        } else if (speed > 0) {
            t1 = tact_min(t1, -distance / speed);
        } else if (distance > 0) {
            return -1;
        }
    }
    if (!out) {
        *inside = 1;
        return 0;
    }
    if (face < 0 || t0 < 0 || !(t0 <= t1)) return -1;
    *normal = h->face_normal[face];
    return t0;
}
#define COLLIDE__RAY_TOLERANCE                                                                                         \
    (COLLIDE__IS_DOUBLE ? TACT_R(1e-10) : TACT_R(2e-6)) /* of the scale: what a distance query is good for */
#define COLLIDE__RAY_BALL TACT_R(1.01)                  /* of the radius: the start is outside of the shape */
#define COLLIDE__RAY_STEPS 100 /* of conservative advancement; a ray that grazes takes the most, some 40 */
/* Any convex shape by its signed distance: the plane through the closest point separates, so the ray may go on to
   that plane (van den Bergen 2004). Monotone from below; on smooth surfaces the error squares in each step. */
TACT_PRIVATE tact_real collide__ray_convex(const collide_shape *shape, tact_vec3 o, tact_vec3 u, tact_real limit,
                                           tact_vec3 *normal, int *inside, int *iterations, collide_status *status) {
    collide_shape point = collide_point(tact_vec(0, 0, 0)), core = *shape;
    collide_config config = collide_default_config();
    collide_cache cache = TACT_ZERO;
    tact_real s = 0, scale = shape->extent + shape->radius, tolerance = COLLIDE__RAY_TOLERANCE * scale;
    int k;
    core.centre = tact_vec(0, 0, 0);
    if (shape->kind == COLLIDE_KIND_CUSTOM) o = tact_add(o, shape->centre), core = *shape;
    config.warm_start = COLLIDE_WARM_START_PREVIOUS;
    { /* skip the empty stretch before the bounding ball */
        tact_vec3 n;
        int in = 0;
        tact_real near_ball = collide__ray_sphere(o, u, core.centre, COLLIDE__RAY_BALL * scale, &n, &in);
        if (near_ball < 0) return -1;
        s = near_ball;
    }
    for (k = 0; k < COLLIDE__RAY_STEPS; ++k) {
        collide_result r;
        tact_real speed;
        collide_status st;
        tact_pose at = tact_pose_make(tact_mul_add(o, s, u), tact_quat_identity());
        *iterations = k + 1;
        r.distance = 0, r.normal = tact_neg(u);
        st = collide_distance(&core, tact_pose_identity(), &point, at, &config, &cache, &r);
        if (st < 0) {
            *status = st;
            return -1;
        }
        if (r.distance <= tolerance) {
            if (k == 0 && s <= 0) {
                *inside = 1;
                return 0;
            }
            *normal = r.normal;
            return s;
        }
        speed = -tact_dot(r.normal, u);
        if (!(speed > 0)) return -1;
        s += r.distance / speed;
        if (!(s <= limit)) return -1;
    }
    *status = COLLIDE_NOT_CONVERGED;
    return s;
}
TACT_PRIVATE tact_real collide__ray_shape(const collide_shape *s, tact_vec3 o, tact_vec3 u, tact_real limit,
                                          tact_vec3 *normal, int *inside, int *iterations, collide_status *status) {
    tact_vec3 h = s->p[0], n = tact_neg(u);
    tact_real r = s->radius, best = -1, t;
    int i, j;
    switch (s->kind) {
    case COLLIDE_KIND_POINT: return collide__ray_sphere(o, u, tact_vec(0, 0, 0), r, normal, inside);
    case COLLIDE_KIND_SEGMENT: return collide__ray_capsule(o, u, tact_neg(h), h, r, normal, inside);
    case COLLIDE_KIND_TRIANGLE: { /* rounded: the two offset triangles and the capsules of the sides */
        tact_vec3 plane = tact_normalize_or(tact_cross(tact_sub(s->p[1], h), tact_sub(s->p[2], h)), tact_vec(0, 0, 0)),
                  v[3];
        for (i = 0; i < (r > 0 ? 2 : 1); ++i) {
            for (j = 0; j < 3; ++j) v[j] = tact_mul_add(s->p[j], i ? -r : r, plane);
            t = collide__ray_triangle(o, u, v, &n);
            n = tact_normalize_or(n, tact_neg(u));
            if (t >= 0 && (best < 0 || t < best)) best = t, *normal = n;
        }
        if (!(r > 0)) return best;
        { /* inside the slab over the triangle? */
            int over = tact_abs(tact_dot(plane, tact_sub(o, h))) <= r && tact_norm2(plane) > 0;
            for (j = 0; j < 3 && over; ++j)
                over = tact_dot(tact_cross(tact_sub(s->p[(j + 1) % 3], s->p[j]), plane), tact_sub(o, s->p[j])) <= 0;
            if (over) {
                *inside = 1;
                return 0;
            }
        }
        for (j = 0; j < 3; ++j) {
            t = collide__ray_capsule(o, u, s->p[j], s->p[(j + 1) % 3], r, &n, inside);
            if (*inside) return 0;
            if (t >= 0 && (best < 0 || t < best)) best = t, *normal = n;
        }
        return best;
    }
    case COLLIDE_KIND_BOX:
        if (!(r > 0)) return collide__ray_box(o, u, h, normal, inside);
        for (i = 0; i < 3; ++i) { /* rounded: three grown boxes and the capsules of the twelve edges, united */
            tact_vec3 grown = tact_vec(h.x + (i == 0 ? r : 0), h.y + (i == 1 ? r : 0), h.z + (i == 2 ? r : 0));
            t = collide__ray_box(o, u, grown, &n, inside);
            if (*inside) return 0;
            if (t >= 0 && (best < 0 || t < best)) best = t, *normal = n;
        }
        for (i = 0; i < 12; ++i) {
            int axis = i / 4;
            tact_real p = i & 1 ? TACT_R(1) : TACT_R(-1), q = i & 2 ? TACT_R(1) : TACT_R(-1);
            tact_vec3 a, b;
            if (axis == 0)
                a = tact_vec(-h.x, p * h.y, q * h.z), b = tact_vec(h.x, p * h.y, q * h.z);
            else if (axis == 1)
                a = tact_vec(p * h.x, -h.y, q * h.z), b = tact_vec(p * h.x, h.y, q * h.z);
            else
                a = tact_vec(p * h.x, q * h.y, -h.z), b = tact_vec(p * h.x, q * h.y, h.z);
            t = collide__ray_capsule(o, u, a, b, r, &n, inside);
            if (*inside) return 0;
            if (t >= 0 && (best < 0 || t < best)) best = t, *normal = n;
        }
        return best;
    case COLLIDE_KIND_ELLIPSOID:
        if (!(r > 0)) return collide__ray_ellipsoid(o, u, h, normal, inside);
        break;
    case COLLIDE_KIND_CYLINDER:
    case COLLIDE_KIND_CONE:
        if (!(r > 0)) return collide__ray_revolved(o, u, h.x, h.z, s->kind == COLLIDE_KIND_CONE, normal, inside);
        break;
    case COLLIDE_KIND_HULL:
        if (!(r > 0) && s->data.hull->dimension == 3) return collide__ray_hull(o, u, s->data.hull, normal, inside);
        break;
    case COLLIDE_KIND_HALFSPACE:
    case COLLIDE_KIND_PLANE: {
        tact_real height = tact_dot(h, o) - s->p[1].x, speed = tact_dot(h, u);
        if (s->kind == COLLIDE_KIND_PLANE && height < 0) {
            height = -height;
            speed = -speed;
            h = tact_neg(h);
        }
        height -= r;
        if (height <= 0) {
            *inside = 1;
            return 0;
        }
        *normal = h;
        return speed < 0 ? height / -speed : -1;
    }
    default: break;
    }
    return collide__ray_convex(s, o, u, limit, normal, inside, iterations, status);
}
/* One piece of a set or a convex shape; keeps the first hit. `limit` in metres. */
TACT_PRIVATE void collide__ray_piece(const collide_shape *shape, tact_pose pose, int piece, tact_vec3 origin,
                                     tact_vec3 u, tact_real *limit, collide_cast_hit *hit, collide_status *status) {
    tact_vec3 o = tact_sub(tact_pose_unapply(pose, origin), shape->centre), d = tact_unrotate(pose.q, u),
              normal = tact_neg(d);
    int inside = 0, iterations = 0;
    tact_real s;
    if (shape->kind >= COLLIDE_KIND_HALFSPACE) o = tact_pose_unapply(pose, origin);
    s = collide__ray_shape(shape, o, d, *limit, &normal, &inside, &iterations, status);
    hit->iterations += iterations;
    if (inside) s = 0, normal = tact_neg(d);
    if (!(s >= 0) || !(s <= *limit) || (hit->hit && s >= hit->t)) return;
    hit->hit = 1;
    hit->inside = inside;
    hit->t = s;
    hit->piece = piece;
    hit->normal = tact_rotate(pose.q, normal);
    *limit = s;
}
/* A ray as a set sees it. */
typedef struct collide__set_ray {
    const collide_shape *set;
    tact_pose pose;
    tact_vec3 origin, u; /* in the world */
    tact_vec3 o, d;      /* in the set's frame */
} collide__set_ray;
/* A piece of a set. Triangles without rounding are met in the set's frame with the vertices as they are, so that two
   triangles judge their common side by the same numbers and no ray slips between them. */
TACT_PRIVATE void collide__ray_set_piece(const collide__set_ray *ray, int piece, tact_real *limit,
                                         collide_cast_hit *hit, collide_status *status) {
    const collide_shape *set = ray->set;
    if (set->kind == COLLIDE_KIND_COMPOUND || set->radius > 0) {
        collide_shape part;
        tact_pose at;
        if (collide__set_piece(set, ray->pose, piece, &part, &at))
            collide__ray_piece(&part, at, piece, ray->origin, ray->u, limit, hit, status);
    } else {
        tact_vec3 v[3], normal;
        tact_real s;
        if (set->kind == COLLIDE_KIND_MESH) {
            const collide_mesh *m = set->data.mesh;
            const int *corner = m->triangles + 3 * (ptrdiff_t)piece;
            for (int k = 0; k < 3; ++k) v[k] = m->vertices[corner[k]];
        } else if (!collide__set_triangle(set, piece, v)) {
            return;
        }
        s = collide__ray_triangle(ray->o, ray->d, v, &normal);
        if (!(s >= 0) || !(s <= *limit) || (hit->hit && s >= hit->t)) return;
        hit->hit = 1;
        hit->inside = 0;
        hit->t = s;
        hit->piece = piece;
        hit->normal = tact_rotate(ray->pose.q, tact_normalize_or(normal, tact_neg(ray->d)));
        *limit = s;
    }
}
/* The pieces of a mesh or compound along the ray, nearest boxes first. */
TACT_PRIVATE void collide__ray_tree(const collide__set_ray *ray, tact_real *limit, collide_cast_hit *hit,
                                    collide_status *status) {
    const collide_bvh *bvh = collide__set_bvh(ray->set);
    const tact_real radius = ray->set->radius;
    const tact_vec3 half = tact_vec(radius, radius, radius);
    const collide__node *leaf;
    collide__wide_walk wide;
    collide__walk walk;
    int first = 0, n;
    if (collide__wide_begin(&wide, bvh, ray->o, ray->d, half)) {
        while ((n = collide__wide_next(&wide, *limit, &first)) > 0)
            for (int k = 0; k < n; ++k) collide__ray_set_piece(ray, bvh->items[first + k], limit, hit, status);
        return;
    }
    const collide__ray slabs = collide__ray_make(ray->o, ray->d, half);
    collide__walk_begin(&walk, bvh->nodes, 0);
    while ((leaf = collide__walk_next_ray(&walk, &slabs, *limit)) != NULL)
        for (int k = 0; k < leaf->right; ++k)
            collide__ray_set_piece(ray, bvh->items[~leaf->left + k], limit, hit, status);
}
/* Cells of a height field in the order of the ray (Amanatides & Woo 1987). */
TACT_PRIVATE void collide__ray_height_field(const collide__set_ray *r, tact_real *limit, collide_cast_hit *hit,
                                            collide_status *status) {
    const collide_shape *set = r->set;
    const collide_height_field *f = set->data.height_field;
    tact_vec3 o = r->o, d = r->d, p;
    collide__ray ray = collide__ray_make(o, d, tact_vec(set->radius, set->radius, set->radius));
    collide__node bounds;
    tact_real s, grow = set->radius;
    int steps = 0, i, j, reach_i = (int)(grow / f->spacing_x) + 1, reach_j = (int)(grow / f->spacing_y) + 1;
    collide__node_set(&bounds, set->p[0], set->p[1]);
    s = collide__ray_node(&ray, &bounds, *limit);
    if (s < 0) return;
    if (!(grow > 0)) reach_i = reach_j = 0;
    p = tact_mul_add(o, s, d);
    i = collide__cell(p.x, f->spacing_x, f->n_x), j = collide__cell(p.y, f->spacing_y, f->n_y);
    while (steps++ < 2 * (f->n_x + f->n_y)) {
        tact_real next_x, next_y;
        int di, dj, half;
        for (dj = -reach_j; dj <= reach_j; ++dj) /* a rounded field may be met from a cell beside it */
            for (di = -reach_i; di <= reach_i; ++di)
                for (half = 0; half < 2; ++half) {
                    int x = i + di, y = j + dj, piece = 2 * (y * (f->n_x - 1) + x) + half;
                    if (x < 0 || y < 0 || x > f->n_x - 2 || y > f->n_y - 2) continue;
                    collide__ray_set_piece(r, piece, limit, hit, status);
                }
        if (hit->hit && hit->t <= s) return;
        next_x = d.x > 0 ? ((tact_real)(i + 1) * f->spacing_x - o.x) * ray.inverse.x
                         : (d.x < 0 ? ((tact_real)i * f->spacing_x - o.x) * ray.inverse.x : TACT_REAL_MAX);
        next_y = d.y > 0 ? ((tact_real)(j + 1) * f->spacing_y - o.y) * ray.inverse.y
                         : (d.y < 0 ? ((tact_real)j * f->spacing_y - o.y) * ray.inverse.y : TACT_REAL_MAX);
        s = tact_min(next_x, next_y);
        if (!(s <= *limit)) return;
        if (next_x <= next_y)
            i += d.x > 0 ? 1 : -1;
        else
            j += d.y > 0 ? 1 : -1;
        if (i < -reach_i || j < -reach_j || i > f->n_x - 2 + reach_i || j > f->n_y - 2 + reach_j) return;
    }
}
COLLIDE_API collide_status collide_ray_cast(const collide_shape *shape, tact_pose pose, tact_vec3 origin,
                                            tact_vec3 direction, tact_real max_t, collide_cast_hit *hit) {
    collide_status status;
    tact_real length, limit;
    tact_vec3 u;
    if (!hit) return COLLIDE_BAD_ARGUMENT;
    TACT_MEMSET(hit, 0, sizeof *hit);
    hit->normal = tact_vec(0, 0, 1);
    status = collide_shape_check(shape);
    if (status != COLLIDE_OK) return status;
    if (!collide__pose_ready(&pose)) return COLLIDE_BAD_POSE;
    length = tact_norm(direction);
    if (!tact_vec_finite(origin) || !tact_finite(length) || !(max_t >= 0))
        return tact_vec_finite(origin) && tact_finite(length) && max_t < 0 ? COLLIDE_BAD_ARGUMENT : COLLIDE_NOT_FINITE;
    if (!(length > 0)) return COLLIDE_BAD_ARGUMENT;
    u = tact_scale(1 / length, direction);
    limit = max_t < TACT_REAL_MAX / length ? max_t * length : TACT_REAL_MAX;
    if (collide__is_set(shape)) {
        const collide__set_ray ray = {
            shape, pose, origin, u, tact_pose_unapply(pose, origin), tact_unrotate(pose.q, u)};
        if (shape->kind == COLLIDE_KIND_HEIGHT_FIELD)
            collide__ray_height_field(&ray, &limit, hit, &status);
        else
            collide__ray_tree(&ray, &limit, hit, &status);
    } else {
        collide__ray_piece(shape, pose, 0, origin, u, &limit, hit, &status);
    }
    if (status < 0) {
        TACT_MEMSET(hit, 0, sizeof *hit);
        hit->normal = tact_vec(0, 0, 1);
        return status;
    }
    if (hit->hit) {
        hit->point = tact_mul_add(origin, hit->t, u);
        hit->t /= length;
        if (hit->t > max_t) hit->t = max_t;
    }
    return status;
}
COLLIDE_API collide_status collide_ray_cast_batch(const collide_shape *shape, tact_pose pose, const collide_ray *rays,
                                                  int n, collide_cast_hit *hits, collide_status *statuses) {
    collide_status worst = COLLIDE_OK;
    if (n < 0 || (n > 0 && (!rays || !hits))) return COLLIDE_BAD_ARGUMENT;
    for (int i = 0; i < n; ++i) {
        collide_status status =
            collide_ray_cast(shape, pose, rays[i].origin, rays[i].direction, rays[i].max_t, &hits[i]);
        if (statuses) statuses[i] = status;
        if (i == 0 || status < worst) worst = status;
    }
    return worst;
}

// >>impl-casts
/* Owns    shapes and points that move or are near: conservative advancement.
   Reads   the distance queries.
   Leaves  collide_time_of_impact, collide_shape_cast, collide_closest_point. */
COLLIDE_API tact_pose collide_motion_at(const collide_motion *motion, tact_real t) {
    return tact_pose_make(tact_mul_add(motion->start.p, t, motion->linear),
                          tact_quat_mul(tact_quat_exp(tact_scale(t, motion->angular)), motion->start.q));
}
/* Gap between the planes with normal n that touch A and B. */
TACT_PRIVATE tact_real collide__separation(const collide_shape *a, tact_pose pose_a, const collide_shape *b,
                                           tact_pose pose_b, tact_vec3 n) {
    tact_vec3 x = tact_pose_apply(pose_a, collide_support(a, tact_unrotate(pose_a.q, n), NULL));
    tact_vec3 y = tact_pose_apply(pose_b, collide_support(b, tact_unrotate(pose_b.q, tact_neg(n)), NULL));
    return tact_dot(n, tact_sub(y, x));
}
#define COLLIDE__STEP_GAIN TACT_R(0.7) /* of the miss: Newton's steps take off far more until rounding ends them */
/* Conservative advancement of two convex shapes. With n the normal of the closest points from A to B, no point of A
   gains on B along n faster than n.(v_a - v_b) + |n x w_a| rho_a + |n x w_b| rho_b,   rho the largest distance of the
   core from the frame's origin, because n.(w x r) = r.(n x w) <= |r| |n x w|: so (distance - target) / that bound is
   a safe step. The rounding is a ball about each point of the core and turns into itself. Returns the status; fills
   hit when the distance gets within target + tolerance. Then Newton's method on distance(t) = target, whose slope is
   the velocity of the witness points along n: t, point and normal are smooth functions of the motions where the
   features stay, good to rounding, not to the tolerance. Two to four more queries. */
TACT_PRIVATE collide_status collide__advance(const collide_shape *a, const collide_motion *ma, const collide_shape *b,
                                             const collide_motion *mb, tact_real limit, tact_real target,
                                             tact_real tolerance, void *scratch, collide_cast_hit *hit) {
    enum { STEPS = 128, SUPPORT_STEPS = 64, POLISH_STEPS = 8 };
    collide_config config = collide_default_config(), polish = config;
    collide_cache cache = TACT_ZERO;
    tact_real t = 0, rho_a = tact_norm(a->centre) + a->extent, rho_b = tact_norm(b->centre) + b->extent;
    tact_vec3 relative = tact_sub(ma->linear, mb->linear);
    int k, i,
        turning = (tact_norm2(ma->angular) > 0 || tact_norm2(mb->angular) > 0) && a->kind < COLLIDE_KIND_HALFSPACE &&
                  b->kind < COLLIDE_KIND_HALFSPACE;
    config.warm_start = COLLIDE_WARM_START_PREVIOUS;
    config.scratch = polish.scratch = scratch;
    for (k = 0; k < STEPS; ++k) {
        collide_result r;
        tact_real speed;
        collide_status status =
            collide_distance(a, collide_motion_at(ma, t), b, collide_motion_at(mb, t), &config, &cache, &r);
        hit->iterations = k + 1, hit->t = t;
        if (status < 0) return status;
        if (r.distance <= target + tolerance) {
            collide_result better;
            tact_real next = t;
            hit->hit = 1, hit->inside = k == 0;
            /* without the cache, which would leave a trace of the way here in the last digits */
            for (i = 0; i < POLISH_STEPS; ++i) {
                tact_real rate;
                if (collide_distance(a, collide_motion_at(ma, next), b, collide_motion_at(mb, next), &polish, NULL,
                                     &better) != COLLIDE_OK)
                    break;
                if (i && !(tact_abs(better.distance - target) < COLLIDE__STEP_GAIN * tact_abs(r.distance - target)))
                    break;
                r = better, t = next;
                if (hit->inside && r.distance <= target) break;
                rate = tact_dot(
                    r.normal,
                    tact_sub(
                        tact_add(mb->linear, tact_cross(mb->angular, tact_sub(r.point_b, collide_motion_at(mb, t).p))),
                        tact_add(ma->linear,
                                 tact_cross(ma->angular, tact_sub(r.point_a, collide_motion_at(ma, t).p)))));
                next = t - (r.distance - target) / rate;
                if (!(rate < 0 && next >= 0 && next <= limit)) break;
            }
            hit->t = t;
            hit->normal = tact_neg(r.normal), hit->point = r.point_b;
            return status;
        }
        speed = tact_dot(r.normal, relative) + tact_norm(tact_cross(r.normal, ma->angular)) * rho_a +
                tact_norm(tact_cross(r.normal, mb->angular)) * rho_b;
        if (!(speed > 0)) return status;
        t += (r.distance - target) / speed;
        if (!(t <= limit)) return COLLIDE_OK;
        /* Turning shapes: the bound is pessimistic, a distance query dear. The separation along this n is a lower
           bound of the distance with the same bound on its rate, and costs two support points: go on with it as far
           as it goes. */
        for (i = 0; i < SUPPORT_STEPS && turning; ++i) {
            tact_real apart = collide__separation(a, collide_motion_at(ma, t), b, collide_motion_at(mb, t), r.normal);
            if (!(apart - target > TACT_R(0.5) * tolerance)) break;
            t += (apart - target) / speed;
            if (!(t <= limit)) return COLLIDE_OK;
        }
    }
    return COLLIDE_NOT_CONVERGED;
}
TACT_PRIVATE collide_status collide__cast_check(const collide_shape *a, tact_pose *pose_a, const collide_shape *b,
                                                tact_pose *pose_b, tact_real target, collide_cast_hit *hit) {
    if (!hit) return COLLIDE_BAD_ARGUMENT;
    TACT_MEMSET(hit, 0, sizeof *hit);
    hit->normal = tact_vec(0, 0, 1);
    if (!(target >= 0) || !tact_finite(target)) return COLLIDE_BAD_ARGUMENT;
    return collide__contact_check(a, pose_a, b, pose_b, NULL);
}
COLLIDE_API collide_status collide_time_of_impact(const collide_shape *a, const collide_motion *motion_a,
                                                  const collide_shape *b, const collide_motion *motion_b,
                                                  tact_real target, tact_real tolerance, collide_cast_hit *hit) {
    collide_motion ma, mb;
    collide_status status;
    if (!motion_a || !motion_b || !(tolerance > 0)) return COLLIDE_BAD_ARGUMENT;
    ma = *motion_a, mb = *motion_b;
    status = collide__cast_check(a, &ma.start, b, &mb.start, target, hit);
    if (status < 0) return status;
    if (!tact_vec_finite(ma.linear) || !tact_vec_finite(ma.angular) || !tact_vec_finite(mb.linear) ||
        !tact_vec_finite(mb.angular))
        return COLLIDE_NOT_FINITE;
    if (collide__is_set(a) || collide__is_set(b)) return COLLIDE_UNSUPPORTED;
    /* A halfspace that turns sweeps everything: only one that keeps its orientation has a bound. */
    if ((a->kind >= COLLIDE_KIND_HALFSPACE && tact_norm2(ma.angular) > 0) ||
        (b->kind >= COLLIDE_KIND_HALFSPACE && tact_norm2(mb.angular) > 0))
        return COLLIDE_UNSUPPORTED;
    return collide__advance(a, &ma, b, &mb, 1, target, tolerance, NULL, hit);
}
#define COLLIDE__CAST_TOLERANCE                                                                                        \
    (COLLIDE__IS_DOUBLE ? TACT_R(1e-9) : TACT_R(1e-5)) /* of the size, on the distance at t */
/* Convex a along a straight line against the pieces of a set, or against one shape. */
TACT_PRIVATE collide_status collide__cast_convex(const collide_shape *a, tact_pose pose_a, tact_vec3 translation,
                                                 const collide_shape *b, tact_pose pose_b, tact_real target,
                                                 void *scratch, collide_cast_hit *hit) {
    collide_motion ma, mb;
    tact_real size = a->extent + a->radius;
    collide_status worst = COLLIDE_OK;
    ma.start = pose_a;
    ma.linear = translation;
    ma.angular = tact_vec(0, 0, 0);
    mb.start = pose_b, mb.linear = mb.angular = tact_vec(0, 0, 0);
    if (!collide__is_set(b)) {
        if (b->extent > 0) size = tact_max(size, b->extent + b->radius);
        return collide__advance(a, &ma, b, &mb, 1, target, COLLIDE__CAST_TOLERANCE * size, scratch, hit);
    } else {
        collide__pieces pieces;
        collide_aabb start, end;
        tact_pose local = tact_pose_mul(tact_pose_inverse(pose_b), pose_a);
        tact_real grow = target + b->radius;
        int piece;
        worst = collide_shape_aabb(a, local, &start);
        if (worst < 0) return worst;
        local.p = tact_add(local.p, tact_unrotate(pose_b.q, translation));
        collide_shape_aabb(a, local, &end);
        start.min = tact_vec(tact_min(start.min.x, end.min.x) - grow, tact_min(start.min.y, end.min.y) - grow,
                             tact_min(start.min.z, end.min.z) - grow);
        start.max = tact_vec(tact_max(start.max.x, end.max.x) + grow, tact_max(start.max.y, end.max.y) + grow,
                             tact_max(start.max.z, end.max.z) + grow);
        collide__pieces_begin(&pieces, b, start);
        while ((piece = collide__pieces_next(&pieces)) >= 0) {
            collide_shape part;
            collide_cast_hit one;
            collide_status status;
            TACT_MEMSET(&one, 0, sizeof one);
            if (!collide__set_piece(b, pose_b, piece, &part, &mb.start)) continue;
            status =
                collide__advance(a, &ma, &part, &mb, hit->hit ? hit->t : 1, target,
                                 COLLIDE__CAST_TOLERANCE * tact_max(size, part.extent + part.radius), scratch, &one);
            if (status < 0) return status;
            if (status > worst) worst = status;
            one.iterations += hit->iterations, one.piece = piece;
            if (one.hit && (!hit->hit || one.t < hit->t))
                *hit = one;
            else
                hit->iterations = one.iterations;
        }
        return worst;
    }
}
COLLIDE_API collide_status collide_shape_cast(const collide_shape *a, tact_pose pose_a, tact_vec3 translation,
                                              const collide_shape *b, tact_pose pose_b, tact_real target,
                                              collide_cast_hit *hit) {
    return collide_shape_cast_in(NULL, a, pose_a, translation, b, pose_b, target, hit);
}
COLLIDE_API collide_status collide_shape_cast_in(void *scratch, const collide_shape *a, tact_pose pose_a,
                                                 tact_vec3 translation, const collide_shape *b, tact_pose pose_b,
                                                 tact_real target, collide_cast_hit *hit) {
    collide_status status = collide__cast_check(a, &pose_a, b, &pose_b, target, hit), worst = COLLIDE_OK;
    int k;
    if (status < 0) return status;
    if (!tact_vec_finite(translation)) return COLLIDE_NOT_FINITE;
    if (a->kind >= COLLIDE_KIND_HALFSPACE && a->kind != COLLIDE_KIND_COMPOUND) return COLLIDE_UNSUPPORTED;
    if (!collide__is_set(a)) return collide__cast_convex(a, pose_a, translation, b, pose_b, target, scratch, hit);
    for (k = 0; k < a->data.compound->n_children; ++k) {
        collide_shape child;
        collide_cast_hit one;
        tact_pose at;
        TACT_MEMSET(&one, 0, sizeof one);
        collide__set_piece(a, pose_a, k, &child, &at);
        status = collide__cast_convex(&child, at, translation, b, pose_b, target, scratch, &one);
        if (status < 0) return status;
        if (status > worst) worst = status;
        one.iterations += hit->iterations;
        if (one.hit && (!hit->hit || one.t < hit->t))
            *hit = one;
        else
            hit->iterations = one.iterations;
    }
    return worst;
}
COLLIDE_API collide_status collide_closest_point(const collide_shape *shape, tact_pose pose, tact_vec3 point,
                                                 tact_vec3 *closest, tact_real *distance, tact_vec3 *normal) {
    collide_shape probe = collide_point(tact_vec(0, 0, 0));
    collide_result r;
    collide_status status;
    if (closest) *closest = tact_vec(0, 0, 0);
    if (distance) *distance = 0;
    if (normal) *normal = tact_vec(0, 0, 1);
    if (!tact_vec_finite(point)) return COLLIDE_NOT_FINITE;
    status =
        collide_set_distance(shape, pose, &probe, tact_pose_make(point, tact_quat_identity()), NULL, &r, NULL, NULL);
    if (status < 0) return status;
    if (closest) *closest = r.point_a;
    if (distance) *distance = r.distance;
    if (normal) *normal = r.normal;
    return status;
}

// >>impl-sweep
/* Owns    continuous collision of two moving shapes of any kind.
   Reads   support points, distances, pieces of sets, manifolds.
   Leaves  collide_sweep. */
#define COLLIDE__SWEEP_COOKIE 0xC0111DE9u
COLLIDE_API collide_sweep_config collide_default_sweep_config(void) {
    collide_sweep_config c;
    c.target = 0;
    c.tolerance = TACT_R(1e-4);
    c.slack = TACT_R(0.01);
    c.margin = 0;
    c.until = 1;
    c.cookie = COLLIDE__SWEEP_COOKIE;
    c.scratch = NULL;
    return c;
}
COLLIDE_API TACT_FLATTEN tact_pose collide_sweep_at(const collide_sweep_motion *m, tact_real t) {
    tact_vec3 pivot = tact_mul_add(tact_mul_add(tact_pose_apply(m->start, m->centre), t, m->linear),
                                   TACT_R(0.5) * t * t, m->acceleration);
    tact_quat q = tact_norm2(m->angular) > 0
                      ? tact_quat_normalize(tact_quat_mul(tact_quat_exp(tact_scale(t, m->angular)), m->start.q))
                      : m->start.q;
    return tact_pose_make(tact_sub(pivot, tact_rotate(q, m->centre)), q);
}
/* Velocity at time t of the point of the shape that is at x then. */
TACT_PRIVATE tact_vec3 collide__sweep_velocity(const collide_sweep_motion *m, tact_real t, tact_vec3 x) {
    tact_vec3 pivot = tact_mul_add(tact_mul_add(tact_pose_apply(m->start, m->centre), t, m->linear),
                                   TACT_R(0.5) * t * t, m->acceleration);
    return tact_add(tact_mul_add(m->linear, t, m->acceleration), tact_cross(m->angular, tact_sub(x, pivot)));
}

/* Two convex pieces under way. */
typedef struct collide__sweep_pair {
    const collide_shape *a, *b;
    collide_sweep_motion ma, mb;
    tact_real target, tolerance, slack; /* [m] */
    tact_real rho_a, rho_b;             /* reach of the cores about their centres of turning; 0 of unbounded ones */
    void *scratch;                      /* of the caller, or NULL */
} collide__sweep_pair;
/* The end of a shape along n. Of a halfspace or plane, whose normal is n or -n, that is its surface. */
TACT_PRIVATE TACT_FLATTEN tact_real collide__sweep_end(const collide_shape *s, tact_pose pose, tact_vec3 n) {
    if (collide_kind_is_unbounded(s->kind)) {
        tact_real along = tact_dot(n, tact_rotate(pose.q, s->p[0]));
        return tact_dot(n, pose.p) + (along > 0 ? s->p[1].x : -s->p[1].x) + s->radius;
    }
    return tact_dot(n, tact_pose_apply(pose, collide_support(s, tact_unrotate(pose.q, n), NULL)));
}
TACT_PRIVATE tact_real collide__sweep_apart(const collide__sweep_pair *p, tact_vec3 n, tact_real t) {
    return -collide__sweep_end(p->b, collide_sweep_at(&p->mb, t), tact_neg(n)) -
           collide__sweep_end(p->a, collide_sweep_at(&p->ma, t), n);
}
/* Smallest x in (0, h] with s0 + (s1 - s0) x/h - k x (h - x)/2 = 0, s0 > 0, k >= 0; above h when there is none. */
TACT_PRIVATE tact_real collide__sweep_root(tact_real s0, tact_real s1, tact_real k, tact_real h) {
    tact_real b = (s1 - s0) / h - k * h / 2, square = b * b - 2 * k * s0;
    if (s1 > 0 && (b >= 0 || square < 0)) return 2 * h;
    if (square < 0) square = 0;
    return b < 0 ? 2 * s0 / (-b + tact_sqrt(square)) : h;
}
/* A query is followed by at most SUPPORTS supports along its normal; a trial is halved at most HALVINGS times, beyond
   which the sure part of it is taken. */
enum {
    COLLIDE__SWEEP_QUERIES = 64,
    COLLIDE__SWEEP_SUPPORTS = 24,
    COLLIDE__SWEEP_HALVINGS = 6,
    COLLIDE__SWEEP_POLISH = 8
};
/* An axis along which two pieces are apart. The normal of a distance query is one of the world or, where it is that of
   a face, of a body, and turns with it: beside the face a fixed axis loses the half width of the face times the turn,
   which is more than all that two bodies are apart that slide along each other or tip together. */
typedef struct collide__sweep_axis {
    tact_vec3 n, turn;    /* the axis at time `from`; rotation vector of its frame: of the world, of a or of b */
    tact_real from, bend; /* bend: upper bound of the second derivative of apart along it, from `from` on */
} collide__sweep_axis;
TACT_PRIVATE tact_real collide__sweep_along(const collide__sweep_pair *p, const collide__sweep_axis *axis,
                                            tact_real t) {
    if (!(t > axis->from) || !(tact_norm2(axis->turn) > 0)) return collide__sweep_apart(p, axis->n, t);
    return collide__sweep_apart(p, tact_rotate(tact_quat_exp(tact_scale(t - axis->from, axis->turn)), axis->n), t);
}
/* The bend of an axis that stands. A point at r from its pivot has the acceleration w x (w x r) of its turn. */
TACT_PRIVATE tact_real collide__sweep_bend(const collide__sweep_pair *p, tact_vec3 n) {
    tact_real k = tact_norm(tact_cross(n, p->ma.angular)) * tact_norm(p->ma.angular) * p->rho_a +
                  tact_norm(tact_cross(n, p->mb.angular)) * tact_norm(p->mb.angular) * p->rho_b +
                  tact_dot(n, tact_sub(p->mb.acceleration, p->ma.acceleration));
    return tact_max(k, 0);
}
/* The bend of an axis that turns with m, by w. Along it m ends where it ends, and a point of the other, o, at r from
   its pivot, with d between the pivots and e its velocity, and with u the other turn, has seen from m the acceleration
       e' + (u x (u x r) - w x (w x r)) - w x (w x d) - 2 w x (e - w x d + (u - w) x r).
   Bounds of its parts along n, up to `limit`: n . (w x x) is at most |w x n| |x|. */
TACT_PRIVATE tact_real collide__sweep_bend_with(const collide_sweep_motion *m, const collide_sweep_motion *o,
                                                tact_real rho, tact_vec3 n, tact_real t, tact_real limit) {
    tact_vec3 e = tact_sub(tact_mul_add(o->linear, t, o->acceleration), tact_mul_add(m->linear, t, m->acceleration)),
              d = tact_sub(tact_pose_apply(collide_sweep_at(o, t), o->centre),
                           tact_pose_apply(collide_sweep_at(m, t), m->centre)),
              arc = tact_cross(m->angular, d);
    tact_real rest = limit - t, pull = tact_norm(tact_sub(o->acceleration, m->acceleration)), w = tact_norm(m->angular),
              across = tact_norm(tact_cross(m->angular, n)), differ = tact_norm(tact_sub(o->angular, m->angular)),
              fast = tact_norm(e) + rest * pull,
              slide = tact_norm(tact_sub(e, arc)) + rest * (pull + w * fast) + differ * rho;
    return pull + differ * (w + tact_norm(o->angular)) * rho + across * (tact_norm(arc) + w * rest * fast + 2 * slide);
}
/* The axis that is free for longest from t on, where it is free by s0; its s0 at `limit`. That of the world, where it
   is good for half of the way. */
TACT_PRIVATE tact_real collide__sweep_choose(const collide__sweep_pair *p, tact_vec3 n, tact_real t, tact_real s0,
                                             tact_real limit, collide__sweep_axis *axis) {
    tact_real h = limit - t, end, best;
    int side;
    axis->n = n, axis->turn = tact_vec(0, 0, 0);
    axis->from = t, axis->bend = collide__sweep_bend(p, n);
    end = collide__sweep_along(p, axis, limit) - p->target, best = collide__sweep_root(s0, end, axis->bend, h);
    if (!(best < h / 2) || collide_kind_is_unbounded(p->a->kind) || collide_kind_is_unbounded(p->b->kind)) return end;
    for (side = 0; side < 2; ++side) {
        collide__sweep_axis one = *axis;
        tact_real s1, x;
        one.turn = side ? p->mb.angular : p->ma.angular;
        if (!(tact_norm2(one.turn) > 0)) continue;
        one.bend = side ? collide__sweep_bend_with(&p->mb, &p->ma, p->rho_a, n, t, limit)
                        : collide__sweep_bend_with(&p->ma, &p->mb, p->rho_b, n, t, limit);
        s1 = collide__sweep_along(p, &one, limit) - p->target, x = collide__sweep_root(s0, s1, one.bend, h);
        if (x > best) best = x, end = s1, *axis = one;
    }
    return end;
}
/* From t, free along n by s0 = apart - target > 0, to a later time, everything up to which is free. Above `limit`: all
   of it is. */
TACT_PRIVATE tact_real collide__sweep_advance(const collide__sweep_pair *p, tact_vec3 n, tact_real t, tact_real s0,
                                              tact_real limit) {
    collide__sweep_axis axis;
    tact_real trial = limit - t, enough = s0 / 2, end;
    int i, halvings = 0;
    if (!(trial > 0)) return t;
    end = collide__sweep_choose(p, n, t, s0, limit, &axis);
    for (i = 0; i < COLLIDE__SWEEP_SUPPORTS && t < limit; ++i) {
        tact_real h = tact_min(trial, limit - t), s1 = i ? collide__sweep_along(p, &axis, t + h) - p->target : end, x;
        if (!(h > 0)) break;
        x = collide__sweep_root(s0, s1, axis.bend, h);
        if (x > h) {
            if (t + h >= limit) return 2 * limit + 1;
            t += h, s0 = s1, trial = 2 * h;
        } else if (x < h / 2 && halvings < COLLIDE__SWEEP_HALVINGS && axis.bend > 0) {
            trial = tact_max(h / 2, x), ++halvings;
            continue;
        } else {
            t += x, trial = limit - t;
            s0 = collide__sweep_along(p, &axis, t) - p->target;
        }
        if (!(s0 > enough)) break; /* nearer than half of what the query gave: a new normal is worth more */
        halvings = 0;
    }
    return t;
}
/* Newton's method on distance(t) = target from a time just before it, so that t is smooth in the motions and good to
   rounding where the features stay. */
TACT_PRIVATE void collide__sweep_polish(const collide__sweep_pair *p, tact_real limit, tact_real *t,
                                        collide_result *r) {
    int i;
    tact_real next = *t;
    collide_config config = collide_default_config();
    config.scratch = p->scratch;
    for (i = 0; i < COLLIDE__SWEEP_POLISH; ++i) {
        collide_result better;
        tact_real rate;
        /* without a cache, which would leave a trace of the way here in the last digits */
        if (collide_distance(p->a, collide_sweep_at(&p->ma, next), p->b, collide_sweep_at(&p->mb, next), &config, NULL,
                             &better) != COLLIDE_OK)
            return;
        if (i && !(tact_abs(better.distance - p->target) < COLLIDE__STEP_GAIN * tact_abs(r->distance - p->target)))
            return;
        *r = better, *t = next;
        rate = tact_dot(r->normal, tact_sub(collide__sweep_velocity(&p->mb, next, r->point_b),
                                            collide__sweep_velocity(&p->ma, next, r->point_a)));
        next = *t - (r->distance - p->target) / rate;
        if (!(rate < 0 && next >= 0 && next <= limit)) return;
    }
}
/* Two convex pieces, up to `limit`. */
TACT_PRIVATE collide_status collide__sweep_convex(collide__sweep_pair *p, tact_real limit, collide_sweep_hit *hit) {
    collide_config config = collide_default_config();
    collide_cache cache = TACT_ZERO;
    collide_status status;
    collide_result r;
    tact_real t = 0;
    int k;
    TACT_MEMSET(hit, 0, sizeof *hit);
    config.scratch = p->scratch;
    config.warm_start = COLLIDE_WARM_START_PREVIOUS;
    for (k = 0; k < COLLIDE__SWEEP_QUERIES; ++k) {
        tact_real apart;
        status =
            collide_distance(p->a, collide_sweep_at(&p->ma, t), p->b, collide_sweep_at(&p->mb, t), &config, &cache, &r);
        hit->iterations = k + 1;
        if (status < 0) return status;
        if (!k && r.distance <= p->target + p->tolerance) hit->touched = 1, p->target = r.distance - p->slack;
        if (r.distance <= p->target + p->tolerance) {
            collide__sweep_polish(p, limit, &t, &r);
            hit->hit = 1;
            break;
        }
        apart = collide__sweep_apart(p, r.normal, t) - p->target; /* may be below the distance by the query's gap */
        if (!(apart > 0)) break;
        t = collide__sweep_advance(p, r.normal, t, apart, limit);
        if (!(t <= limit)) return COLLIDE_OK;
    }
    status = hit->hit ? COLLIDE_OK : COLLIDE_NOT_CONVERGED;
    hit->hit = 1, hit->t = t, hit->distance = r.distance;
    hit->normal = r.normal, hit->point_a = r.point_a, hit->point_b = r.point_b;
    return status;
}

/* The sweep as a whole. */
typedef struct collide__sweep {
    const collide_shape *a, *b;
    collide_sweep_motion ma, mb;
    const collide_sweep_config *config;
    tact_real size; /* of the smaller shape; sheets of triangles have none */
    collide_sweep_hit *best;
    collide_status worst;
    int queries;
} collide__sweep;
/* A piece of a shape as a convex shape with its motion; 0: a hole. */
TACT_PRIVATE int collide__sweep_piece(const collide_shape *shape, const collide_sweep_motion *motion, int piece,
                                      collide_shape *out, collide_sweep_motion *out_motion) {
    *out = *shape, *out_motion = *motion;
    if (!collide__is_set(shape)) return 1;
    if (!collide__set_piece(shape, motion->start, piece, out, &out_motion->start)) return 0;
    out_motion->centre = tact_pose_unapply(out_motion->start, tact_pose_apply(motion->start, motion->centre));
    return 1;
}
TACT_PRIVATE tact_real collide__sweep_reach(const collide_shape *s, const collide_sweep_motion *m) {
    if (collide_kind_is_unbounded(s->kind)) return 0;
    return tact_norm(tact_sub(s->centre, m->centre)) + s->extent;
}
/* Is a triangle hit on its back by a shape that starts behind it? `normal` leads from the triangle to the shape. */
TACT_PRIVATE int collide__sweep_behind(const collide_shape *set, const collide_sweep_motion *motion, int piece,
                                       const collide_shape *other, const collide_sweep_motion *other_motion,
                                       tact_real t, tact_vec3 normal) {
    tact_vec3 v[3], face;
    if (!collide_kind_is_surface(set->kind) || !collide__set_triangle(set, piece, v)) return 0;
    face = tact_cross(tact_sub(v[1], v[0]), tact_sub(v[2], v[0]));
    return tact_dot(normal, tact_rotate(collide_sweep_at(motion, t).q, face)) < 0 &&
           tact_dot(tact_rotate(motion->start.q, face), tact_sub(tact_pose_apply(other_motion->start, other->centre),
                                                                 tact_pose_apply(motion->start, v[0]))) < 0;
}
/* One pair of pieces; keeps it when it is earlier than the best. */
TACT_PRIVATE collide_status collide__sweep_two(collide__sweep *w, int piece_a, int piece_b) {
    collide_shape a, b;
    collide__sweep_pair p;
    collide_sweep_hit one;
    collide_status status;
    tact_real size = w->size;
    if (!collide__sweep_piece(w->a, &w->ma, piece_a, &a, &p.ma) ||
        !collide__sweep_piece(w->b, &w->mb, piece_b, &b, &p.mb))
        return COLLIDE_OK;
    if (!(size > 0)) size = tact_max(a.extent + a.radius, b.extent + b.radius);
    p.a = &a, p.b = &b;
    p.scratch = w->config->scratch;
    p.target = w->config->target, p.tolerance = w->config->tolerance * size, p.slack = w->config->slack * size;
    p.rho_a = collide__sweep_reach(&a, &p.ma), p.rho_b = collide__sweep_reach(&b, &p.mb);
    status = collide__sweep_convex(&p, w->best->hit ? w->best->t : w->config->until, &one);
    w->queries += one.iterations;
    if (status < 0) return status;
    if (!one.hit || (w->best->hit && !(one.t < w->best->t))) return COLLIDE_OK;
    if (collide__sweep_behind(w->b, &w->mb, piece_b, &a, &p.ma, one.t, tact_neg(one.normal)) ||
        collide__sweep_behind(w->a, &w->ma, piece_a, &b, &p.mb, one.t, one.normal))
        return COLLIDE_OK;
    *w->best = one;
    w->best->piece_a = piece_a, w->best->piece_b = piece_b;
    w->worst = status;
    return COLLIDE_OK;
}
/* A box, in the frame of a set as it starts, that holds all places of a moving convex piece seen from the set. What
   turns is held by a ball about its centre of turning. A point at a distance D from the centre of a set that turns by w
   moves by at most min(w, 2) D in its frame. */
TACT_PRIVATE collide_aabb collide__sweep_box(const collide_shape *s, const collide_sweep_motion *m,
                                             const collide_shape *set, const collide_sweep_motion *ms, tact_real until,
                                             tact_real grow) {
    tact_vec3 pivot = tact_pose_apply(m->start, m->centre), linear = tact_scale(until, tact_sub(m->linear, ms->linear)),
              bend = tact_scale(TACT_R(0.5) * until * until, tact_sub(m->acceleration, ms->acceleration)), half, middle;
    tact_real reach = collide__sweep_reach(s, m) + s->radius, turn = tact_min(until * tact_norm(ms->angular), 2);
    tact_mat3 r;
    collide_aabb box;
    int i;
    tact_real lo[3], hi[3];
    if (collide_kind_is_unbounded(s->kind)) reach = TACT_REAL_MAX / 4;
    grow += set->radius + reach;
    middle = tact_mul_add(pivot, TACT_R(0.5), linear);
    half = tact_vec(tact_abs(linear.x) / 2 + tact_abs(bend.x), tact_abs(linear.y) / 2 + tact_abs(bend.y),
                    tact_abs(linear.z) / 2 + tact_abs(bend.z));
    grow += turn * (tact_norm(tact_sub(middle, tact_pose_apply(ms->start, ms->centre))) + tact_norm(half) + reach);
    r = tact_quat_to_mat(ms->start.q);
    middle = tact_pose_unapply(ms->start, middle);
    for (i = 0; i < 3; ++i) {
        tact_real at = i == 0 ? middle.x : i == 1 ? middle.y : middle.z;
        tact_real wide =
            tact_abs(r.m[0][i]) * half.x + tact_abs(r.m[1][i]) * half.y + tact_abs(r.m[2][i]) * half.z + grow;
        lo[i] = at - wide, hi[i] = at + wide;
    }
    box.min = tact_vec(lo[0], lo[1], lo[2]), box.max = tact_vec(hi[0], hi[1], hi[2]);
    return box;
}
/* One convex piece of a side against the other side. */
TACT_PRIVATE collide_status collide__sweep_against(collide__sweep *w, int outer_is_b, int piece) {
    const collide_shape *set = outer_is_b ? w->a : w->b;
    collide_shape part;
    collide_sweep_motion motion;
    collide_status status = COLLIDE_OK;
    collide__pieces pieces;
    tact_real grow = tact_max(w->config->target, 0) + w->config->tolerance * w->size;
    int other;
    if (!collide__is_set(set)) return outer_is_b ? collide__sweep_two(w, 0, piece) : collide__sweep_two(w, piece, 0);
    if (!collide__sweep_piece(outer_is_b ? w->b : w->a, outer_is_b ? &w->mb : &w->ma, piece, &part, &motion))
        return COLLIDE_OK;
    if (!(w->size > 0)) grow += w->config->tolerance * (part.extent + part.radius);
    collide__pieces_begin(&pieces, set,
                          collide__sweep_box(&part, &motion, set, outer_is_b ? &w->ma : &w->mb,
                                             w->best->hit ? w->best->t : w->config->until, grow));
    while (status >= 0 && (other = collide__pieces_next(&pieces)) >= 0)
        status = outer_is_b ? collide__sweep_two(w, other, piece) : collide__sweep_two(w, piece, other);
    return status;
}
TACT_PRIVATE int collide__sweep_motion_finite(const collide_sweep_motion *m) {
    return tact_vec_finite(m->centre) && tact_vec_finite(m->linear) && tact_vec_finite(m->acceleration) &&
           tact_vec_finite(m->angular);
}
TACT_PRIVATE tact_real collide__sweep_size(const collide_shape *s) { /* 0: does not count */
    if (collide_kind_is_unbounded(s->kind) || collide_kind_is_surface(s->kind)) return 0;
    return s->extent + s->radius;
}
#define COLLIDE__REACH_HIT                                                                                             \
    TACT_R(1.001) /* of the distance there: the manifold holds the point that stopped the sweep */
/* The manifold of the pieces that meet. */
TACT_PRIVATE void collide__sweep_manifold(const collide__sweep *w) {
    collide_manifold_config config = collide_default_manifold_config();
    collide_sweep_hit *hit = w->best;
    collide_shape a, b;
    collide_sweep_motion ma, mb;
    config.scratch = w->config->scratch;
    config.margin = tact_max(w->config->margin, tact_max(hit->distance, 0) * COLLIDE__REACH_HIT);
    hit->manifold.normal = hit->normal;
    if (!collide__sweep_piece(w->a, &w->ma, hit->piece_a, &a, &ma) ||
        !collide__sweep_piece(w->b, &w->mb, hit->piece_b, &b, &mb))
        return;
    if (collide_contact(&a, collide_sweep_at(&ma, hit->t), &b, collide_sweep_at(&mb, hit->t), &config, NULL,
                        &hit->manifold) < 0 ||
        !hit->manifold.count) { /* the distance query found it: that one point */
        TACT_MEMSET(&hit->manifold, 0, sizeof hit->manifold);
        hit->manifold.normal = hit->normal, hit->manifold.count = 1;
        hit->manifold.points[0].point = tact_scale(TACT_R(0.5), tact_add(hit->point_a, hit->point_b));
        hit->manifold.points[0].gap = hit->distance;
    }
    hit->manifold.piece_a = hit->piece_a, hit->manifold.piece_b = hit->piece_b;
}
COLLIDE_API collide_status collide_sweep(const collide_shape *a, const collide_sweep_motion *motion_a,
                                         const collide_shape *b, const collide_sweep_motion *motion_b,
                                         const collide_sweep_config *config, collide_sweep_hit *hit) {
    collide_sweep_config standard;
    collide__sweep w;
    collide_status status;
    tact_real size_a, size_b;
    int outer_is_b, k, n;
    if (!hit) return COLLIDE_BAD_ARGUMENT;
    TACT_MEMSET(hit, 0, sizeof *hit);
    hit->normal = tact_vec(0, 0, 1);
    if (!motion_a || !motion_b) return COLLIDE_BAD_ARGUMENT;
    standard = config ? *config : collide_default_sweep_config();
    if (standard.cookie != COLLIDE__SWEEP_COOKIE || !tact_finite(standard.target) || !(standard.tolerance > 0) ||
        !(standard.slack > 0) || !(standard.margin >= 0) || !(standard.until >= 0 && standard.until <= 1))
        return COLLIDE_BAD_CONFIG;
    TACT_MEMSET(&w, 0, sizeof w);
    w.a = a, w.b = b, w.ma = *motion_a, w.mb = *motion_b, w.config = &standard, w.best = hit;
    status = collide__contact_check(a, &w.ma.start, b, &w.mb.start, NULL);
    if (status < 0) return status;
    if (!collide__sweep_motion_finite(motion_a) || !collide__sweep_motion_finite(motion_b)) return COLLIDE_NOT_FINITE;
    if ((collide_kind_is_unbounded(a->kind) && (collide_kind_is_unbounded(b->kind) || tact_norm2(w.ma.angular) > 0)) ||
        (collide_kind_is_unbounded(b->kind) && tact_norm2(w.mb.angular) > 0))
        return COLLIDE_UNSUPPORTED;
    size_a = collide__sweep_size(a), size_b = collide__sweep_size(b);
    w.size = size_a > 0 && size_b > 0 ? tact_min(size_a, size_b) : tact_max(size_a, size_b);
    outer_is_b = collide__is_set(a) && (!collide__is_set(b) || collide__outer_is_b(a, b));
    n = collide__is_set(outer_is_b ? b : a) ? collide__set_size(outer_is_b ? b : a) : 1;
    for (k = 0; k < n && status >= 0; ++k) status = collide__sweep_against(&w, outer_is_b, k);
    if (status < 0) {
        TACT_MEMSET(hit, 0, sizeof *hit);
        hit->normal = tact_vec(0, 0, 1);
        return status;
    }
    hit->iterations = w.queries;
    if (hit->hit) collide__sweep_manifold(&w);
    return hit->hit ? w.worst : COLLIDE_OK;
}

// >>impl-mesh-distance
/* Owns    inside and outside of meshes: winding number, nearest feature, signed distance.
   Reads   a mesh and its tree.
   Leaves  collide_mesh_winding and collide_mesh_distance. */
#if !defined(COLLIDE_NO_SETS) && !defined(COLLIDE_NO_DECOMPOSITION)
/* Solid angle of a triangle seen from the origin: tan(w/2) = a.(b x c) / (abc + (a.b)c + (b.c)a + (c.a)b) (van
   Oosterom, Strackee 1983). A point in the triangle's plane sees none. */
TACT_INLINE tact_real collide__solid_angle(tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    tact_real la = tact_norm(a), lb = tact_norm(b), lc = tact_norm(c), det = tact_dot(a, tact_cross(b, c));
    tact_real den = la * lb * lc + tact_dot(a, b) * lc + tact_dot(b, c) * la + tact_dot(c, a) * lb;
    return det > 0 || det < 0 ? 2 * tact_atan2(det, den) : 0;
}
COLLIDE_API tact_real collide_mesh_winding(const collide_mesh *mesh, tact_vec3 point) {
    tact_real sum = 0;
    if (!mesh || !tact_vec_finite(point)) return 0;
    for (int i = 0; i < mesh->n_triangles; ++i) {
        const int *t = mesh->triangles + 3 * i;
        sum += collide__solid_angle(tact_sub(mesh->vertices[t[0]], point), tact_sub(mesh->vertices[t[1]], point),
                                    tact_sub(mesh->vertices[t[2]], point));
    }
    return sum / (4 * TACT_PI);
}
/* Nearest point of a triangle to p ([ERI] 5.1.5), with the feature as in collide_mesh_nearest. */
TACT_PRIVATE tact_vec3 collide__triangle_nearest(tact_vec3 a, tact_vec3 b, tact_vec3 c, tact_vec3 p, int *feature) {
    tact_vec3 ab = tact_sub(b, a), ac = tact_sub(c, a), ap = tact_sub(p, a), bp = tact_sub(p, b), cp = tact_sub(p, c);
    tact_real d1 = tact_dot(ab, ap), d2 = tact_dot(ac, ap), d3 = tact_dot(ab, bp), d4 = tact_dot(ac, bp);
    tact_real d5 = tact_dot(ab, cp), d6 = tact_dot(ac, cp), va, vb, vc, sum;
    if (d1 <= 0 && d2 <= 0) return *feature = 4, a;
    if (d3 >= 0 && d4 <= d3) return *feature = 5, b;
    if (d6 >= 0 && d5 <= d6) return *feature = 6, c;
    vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return *feature = 1, tact_mul_add(a, d1 / (d1 - d3), ab);
    vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return *feature = 3, tact_mul_add(a, d2 / (d2 - d6), ac);
    va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
        return *feature = 2, tact_mul_add(b, (d4 - d3) / ((d4 - d3) + (d5 - d6)), tact_sub(c, b));
    sum = va + vb + vc;
    if (!(sum > 0)) return *feature = 4, a; /* no area: its corners and sides were looked at */
    *feature = 0;
    return tact_mul_add(tact_mul_add(a, vb / sum, ab), vc / sum, ac);
}
TACT_PRIVATE tact_real collide__point_box(const collide__node *n, tact_vec3 p) { /* squared distance to a box */
    tact_real x = tact_max(tact_max((tact_real)n->lo[0] - p.x, p.x - (tact_real)n->hi[0]), 0);
    tact_real y = tact_max(tact_max((tact_real)n->lo[1] - p.y, p.y - (tact_real)n->hi[1]), 0);
    tact_real z = tact_max(tact_max((tact_real)n->lo[2] - p.z, p.z - (tact_real)n->hi[2]), 0);
    return x * x + y * y + z * z;
}
/* The sum over the triangles around corner k of triangle t of their normals, weighted by their angles there. 0 where
   the fan is open: the mesh has a border there. */
TACT_PRIVATE int collide__corner_normal(const collide_mesh *m, int t, int k, tact_vec3 *normal) {
    const int vertex = m->triangles[3 * t + k];
    int at = t, corner = k;
    *normal = tact_vec(0, 0, 0);
    for (int step = 0; step < m->n_triangles; ++step) {
        const int *c = m->triangles + 3 * at;
        tact_vec3 o = m->vertices[c[corner]], e = tact_sub(m->vertices[c[(corner + 1) % 3]], o),
                  f = tact_sub(m->vertices[c[(corner + 2) % 3]], o);
        tact_real angle = tact_atan2(tact_norm(tact_cross(e, f)), tact_dot(e, f));
        *normal = tact_mul_add(*normal, angle, m->normals[at]);
        at = m->neighbours[3 * at + (corner + 2) % 3]; /* across the side that ends at the corner */
        if (at < 0) return 0;
        if (at == t) return 1;
        for (corner = 0; corner < 3 && m->triangles[3 * at + corner] != vertex; ++corner) {
        }
        if (corner == 3) return 0;
    }
    return 0;
}
COLLIDE_API collide_status collide_mesh_distance(const collide_mesh *mesh, tact_vec3 point,
                                                 collide_mesh_nearest *nearest) {
    int stack[COLLIDE__STACK], top = 0, known = 1;
    tact_real best = TACT_REAL_MAX;
    if (!nearest) return COLLIDE_BAD_ARGUMENT;
    TACT_MEMSET(nearest, 0, sizeof *nearest);
    nearest->normal = tact_vec(0, 0, 1);
    if (!mesh || mesh->n_triangles < 1) return COLLIDE_BAD_ARGUMENT;
    if (!tact_vec_finite(point)) return COLLIDE_NOT_FINITE;
    stack[top++] = 0;
    while (top > 0) {
        const collide__node *nodes = mesh->bvh.nodes, *node = nodes + stack[--top];
        if (!(collide__point_box(node, point) <= best)) continue;
        if (node->left >= 0) {
            int nearer =
                collide__point_box(nodes + node->left, point) <= collide__point_box(nodes + node->right, point);
            stack[top++] = nearer ? node->right : node->left;
            stack[top++] = nearer ? node->left : node->right;
            continue;
        }
        for (int i = 0; i < node->right; ++i) {
            const int t = mesh->bvh.items[~node->left + i], *c = mesh->triangles + 3 * t;
            int feature;
            tact_vec3 at = collide__triangle_nearest(mesh->vertices[c[0]], mesh->vertices[c[1]], mesh->vertices[c[2]],
                                                     point, &feature);
            tact_real d = tact_norm2(tact_sub(point, at));
            if (!(d < best)) continue;
            best = d;
            nearest->point = at;
            nearest->triangle = t;
            nearest->feature = feature;
        }
    }
    const int t = nearest->triangle, side = nearest->feature - 1;
    tact_vec3 n = mesh->normals[t], out = tact_sub(point, nearest->point);
    if (nearest->feature >= 4) {
        known = collide__corner_normal(mesh, t, nearest->feature - 4, &n);
    } else if (nearest->feature > 0) {
        known = mesh->neighbours[3 * t + side] >= 0;
        if (known) n = tact_add(n, mesh->normals[mesh->neighbours[3 * t + side]]);
    }
    for (int k = 0; k < 3; ++k) known = known && mesh->neighbours[3 * t + k] >= 0;
    int inside = known && tact_norm2(n) > 0 ? tact_dot(n, out) < 0 : collide_mesh_winding(mesh, point) > TACT_R(0.5);
    nearest->distance = inside ? -tact_sqrt(best) : tact_sqrt(best);
    nearest->normal = tact_normalize_or(n, tact_normalize_or(inside ? tact_neg(out) : out, tact_vec(0, 0, 1)));
    return COLLIDE_OK;
}
#endif

// >>impl-decomposition
/* Owns    approximate convex decomposition: parts of a solid between cutting planes, their hulls, merging.
   Reads   a mesh; hulls of point clouds; signed distances to the mesh.
   Leaves  collide_decompose. */
#if !defined(COLLIDE_NO_SETS) && !defined(COLLIDE_NO_DECOMPOSITION)
#define COLLIDE__DECOMPOSITION_COOKIE 0xC0111DE7u
#define COLLIDE__PART_CUTS 24                /* planes around one part */
#define COLLIDE__PART_VERTICES 256           /* of its hull while parts are cut and merged */
#define COLLIDE__HULL_CHUNK 2048             /* points that a hull is made of at a time: bounds the scratch memory */
#define COLLIDE__SCORE_VERTICES 64           /* a cut is chosen by hulls of this many vertices ... */
#define COLLIDE__SCORE_TRIANGLES 1024        /* ... of at most about this many triangles of the part, evenly picked */
#define COLLIDE__AXIS_CUTS 9                 /* planes tried along each axis */
#define COLLIDE__EDGE_CUTS 16                /* concave edges tried, evenly picked */
#define COLLIDE__CUT_EVENLY TACT_R(0.1)      /* weight of even and short sides beside the volumes */
#define COLLIDE__REFINE_CUTS 4               /* halvings of the step to the best plane's neighbours */
#define COLLIDE__STAND_OUT_SAMPLES 2048      /* triangles that one hull's surface is halved into at most */
#define COLLIDE__STAND_OUT_SHARE TACT_R(0.1) /* of the limit: how well the distance that a hull stands out is known */

typedef struct collide__plane_cut {
    tact_vec3 n; /* the part is where n.x <= offset */
    tact_real offset;
} collide__plane_cut;
/* A part: what the solid has inside the cuts. Extreme points of it are corners of the clipped surface, or corners of
   the cuts that lie inside the solid: sections of the solid end at one or the other. */
typedef struct collide__part {
    tact_vec3 *corners; /* 3 n, of the clipped triangles */
    int *source;        /* n: triangle of the mesh that each comes from */
    int n, capacity, n_cuts, settled;
    collide__plane_cut cuts[COLLIDE__PART_CUTS];
    int n_vertices;
    tact_vec3 vertices[COLLIDE__PART_VERTICES]; /* of its hull */
    tact_real volume, stand_out, half_diagonal; /* of the hull: volume, how far out, of its box */
} collide__part;
typedef struct collide__decomposer {
    const collide_mesh *mesh;
    const tact_allocator *allocator;
    collide_decomposition_config config;
    tact_real limit, size; /* concavity allowed and diagonal [m] */
    collide__part *parts;
    int n_parts, max_parts, no_memory, stopped;
    tact_vec3 *points; /* scratch: chunk and running vertices */
    struct collide__bulge *bulges;
    void *hull_memory;
    size_t hull_bytes;
} collide__decomposer;

TACT_PRIVATE TACT_COLD void collide__part_free(collide__decomposer *d, collide__part *p) {
    tact_free(d->allocator, p->corners, (size_t)p->capacity * 3 * sizeof *p->corners);
    tact_free(d->allocator, p->source, (size_t)p->capacity * sizeof *p->source);
    p->corners = NULL, p->source = NULL;
    p->n = p->capacity = 0;
}
TACT_PRIVATE TACT_COLD int collide__part_reserve(collide__decomposer *d, collide__part *p, int capacity) {
    TACT_MEMSET(p, 0, sizeof *p);
    p->corners = (tact_vec3 *)tact_alloc(d->allocator, (size_t)capacity * 3 * sizeof *p->corners);
    p->source = (int *)tact_alloc(d->allocator, (size_t)capacity * sizeof *p->source);
    p->capacity = capacity;
    if (p->corners && p->source) return 1;
    d->no_memory = 1;
    collide__part_free(d, p);
    return 0;
}

/* ---- hulls ---- */
TACT_PRIVATE TACT_COLD tact_real collide__hull_volume(const collide_hull *h) {
    tact_real sum = 0;
    for (int f = 0; f < h->n_faces; ++f) {
        const int *v = h->face_vertices + h->face_first[f];
        const int n = h->face_first[f + 1] - h->face_first[f];
        tact_vec3 o = collide_hull_vertex(h, v[0]), area = tact_vec(0, 0, 0);
        for (int k = 1; k + 1 < n; ++k)
            area = tact_add(area, tact_cross(tact_sub(collide_hull_vertex(h, v[k]), o),
                                             tact_sub(collide_hull_vertex(h, v[k + 1]), o)));
        sum += h->face_offset[f] * tact_dot(area, h->face_normal[f]);
    }
    return h->dimension == 3 ? tact_max(sum / 6, 0) : 0;
}
/* A cloud that grows by a point at a time and keeps only the vertices of its hull once the scratch is full. */
typedef struct collide__cloud {
    collide__decomposer *d;
    int n, most; /* points held; vertices kept */
} collide__cloud;
TACT_PRIVATE TACT_COLD collide_hull *collide__cloud_hull(collide__cloud *c, int max_vertices) {
    collide_hull_config config = collide_default_hull_config();
    collide_hull *hull = NULL;
    config.allow_flat = 1;
    config.max_vertices = max_vertices;
    for (int i = 0; i < 4 && c->n > 0; ++i) { /* slivers of a cut may need a thicker plane */
        if (collide_hull_build(c->d->points, c->n, &config, c->d->hull_memory, c->d->hull_bytes, &hull) >= 0) break;
        config.tolerance *= 16;
    }
    return hull;
}
TACT_PRIVATE TACT_COLD void collide__cloud_add(collide__cloud *c, tact_vec3 point) {
    if (c->n == COLLIDE__HULL_CHUNK + COLLIDE__PART_VERTICES) {
        collide_hull *hull = collide__cloud_hull(c, c->most);
        int n = 0;
        for (int i = 0; hull && i < hull->n_vertices && n < c->most; ++i)
            c->d->points[n++] = collide_hull_vertex(hull, i);
        c->n = n;
    }
    c->d->points[c->n++] = point;
}
#define COLLIDE__SOLID_ROUNDING (64 * TACT_EPSILON) /* of the size: rounding of a corner of three planes */
#define COLLIDE__PLANES_MEET TACT_R(1e-4) /* volume of three unit normals: below, their corner has lost four digits */
/* The corners where three cuts meet inside all others and inside the solid. */
TACT_PRIVATE TACT_COLD void collide__cloud_add_corners(collide__cloud *c, const collide__part *p) {
    const collide__plane_cut *all = p->cuts;
    const tact_real slack = COLLIDE__SOLID_ROUNDING * c->d->size;
    const int n = p->n_cuts;
    for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j)
            for (int k = j + 1; k < n; ++k) {
                tact_mat3 m = tact_mat_columns(all[i].n, all[j].n, all[k].n), inverse = m;
                tact_real det;
                int inside = 1;
                m = tact_mat_transpose(&m), det = tact_mat_inverse(&m, &inverse);
                if (!(tact_abs(det) > COLLIDE__PLANES_MEET))
                    continue; /* nearly parallel: the surface's corners are as far */
                tact_vec3 x = tact_mat_mul_vec(&inverse, tact_vec(all[i].offset, all[j].offset, all[k].offset));
                for (int l = 0; l < n && inside; ++l)
                    inside = l == i || l == j || l == k || tact_dot(all[l].n, x) <= all[l].offset + slack;
                if (inside && collide_mesh_winding(c->d->mesh, x) > TACT_R(0.5)) collide__cloud_add(c, x);
            }
}
/* Fills in the hull of a part: its vertices and volume. */
TACT_PRIVATE TACT_COLD void collide__part_hull(collide__decomposer *d, collide__part *p) {
    collide__cloud cloud;
    cloud.d = d, cloud.n = 0, cloud.most = COLLIDE__PART_VERTICES;
    for (int i = 0; i < 3 * p->n; ++i) collide__cloud_add(&cloud, p->corners[i]);
    collide__cloud_add_corners(&cloud, p);
    collide_hull *hull = collide__cloud_hull(&cloud, COLLIDE__PART_VERTICES);
    p->n_vertices = 0;
    p->volume = 0;
    if (!hull) return;
    p->volume = collide__hull_volume(hull);
    p->half_diagonal = tact_norm(hull->half_size);
    for (int i = 0; i < hull->n_vertices && i < COLLIDE__PART_VERTICES; ++i)
        p->vertices[p->n_vertices++] = collide_hull_vertex(hull, i);
}

/* The area of hull face f that triangles of the mesh cover: those within `slack` of its plane that look the same way,
   clipped by its sides and seen along its normal. */
TACT_PRIVATE TACT_COLD tact_real collide__face_covered(const collide_mesh *m, const collide_hull *hull, int f,
                                                       tact_real slack) {
    enum { MOST = 40 };
    const int *v = hull->face_vertices + hull->face_first[f], sides = hull->face_first[f + 1] - hull->face_first[f];
    const tact_vec3 n = hull->face_normal[f], reach = tact_vec(slack, slack, slack);
    tact_vec3 o = collide_hull_vertex(hull, v[0]), low = o, high = o;
    tact_real covered = 0;
    collide__node box;
    collide__walk walk;
    const collide__node *leaf;
    for (int k = 1; k < sides; ++k) {
        tact_vec3 p = collide_hull_vertex(hull, v[k]);
        low = tact_vec(tact_min(low.x, p.x), tact_min(low.y, p.y), tact_min(low.z, p.z));
        high = tact_vec(tact_max(high.x, p.x), tact_max(high.y, p.y), tact_max(high.z, p.z));
    }
    collide__node_set(&box, tact_sub(low, reach), tact_add(high, reach));
    collide__walk_begin(&walk, m->bvh.nodes, 0);
    while ((leaf = collide__walk_next(&walk, &box)) != NULL)
        for (int i = 0; i < leaf->right; ++i) {
            const int t = m->bvh.items[~leaf->left + i];
            tact_vec3 p[MOST], q[MOST], area = tact_vec(0, 0, 0);
            int count = 3, near_plane = tact_dot(m->normals[t], n) > 0;
            for (int k = 0; k < 3; ++k) {
                p[k] = m->vertices[m->triangles[3 * t + k]];
                near_plane = near_plane && tact_abs(tact_dot(n, tact_sub(p[k], o))) <= slack;
            }
            if (!near_plane) continue;
            for (int k = 0; k < sides && count > 0; ++k) { /* keep what is inside of side k */
                tact_vec3 a = collide_hull_vertex(hull, v[k]),
                          b = collide_hull_vertex(hull, v[k + 1 < sides ? k + 1 : 0]);
                tact_vec3 out = tact_cross(tact_sub(b, a), n);
                int kept = 0;
                for (int j = 0; j < count && kept + 2 < MOST; ++j) {
                    tact_vec3 from = p[j], to = p[j + 1 < count ? j + 1 : 0];
                    tact_real g = tact_dot(out, tact_sub(from, a)), h = tact_dot(out, tact_sub(to, a));
                    if (g <= 0) q[kept++] = from;
                    if ((g < 0 && h > 0) || (g > 0 && h < 0)) q[kept++] = tact_lerp(from, to, g / (g - h));
                }
                count = kept;
                for (int j = 0; j < kept; ++j) p[j] = q[j];
            }
            for (int k = 1; k + 1 < count; ++k)
                area = tact_add(area, tact_cross(tact_sub(p[k], p[0]), tact_sub(p[k + 1], p[0])));
            covered += tact_dot(area, n) / 2;
        }
    return covered;
}
/* A triangle of a hull's surface with a bound of how far it stands out of the solid; a heap has the largest first. */
typedef struct collide__bulge {
    tact_vec3 a, b, c;
    tact_real bound;
} collide__bulge;
/* The distance to the mesh changes by no more than one steps aside: with d at its middle and radius r, a triangle has
   none above d + r. Raises *best to d. */
TACT_PRIVATE TACT_COLD void collide__bulge_push(collide__decomposer *d, int *n, tact_vec3 a, tact_vec3 b, tact_vec3 c,
                                                tact_real slack, tact_real *best) {
    const tact_vec3 middle = tact_scale(TACT_R(1.0 / 3), tact_add(a, tact_add(b, c)));
    const tact_real ra = tact_norm(tact_sub(a, middle)), rb = tact_norm(tact_sub(b, middle)),
                    rc = tact_norm(tact_sub(c, middle));
    collide__bulge *heap = d->bulges, item;
    collide_mesh_nearest at;
    int i = (*n)++;
    collide_mesh_distance(d->mesh, middle, &at);
    /* where shells of a mesh overlap, the nearest one may face away although another one holds the point */
    if (at.distance > tact_max(*best, slack) && collide_mesh_winding(d->mesh, middle) > TACT_R(0.5)) at.distance = 0;
    *best = tact_max(*best, at.distance);
    item.a = a, item.b = b, item.c = c;
    item.bound = at.distance + tact_max(ra, tact_max(rb, rc));
    for (; i > 0 && heap[(i - 1) / 2].bound < item.bound; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = item;
}
TACT_PRIVATE TACT_COLD collide__bulge collide__bulge_pop(collide__decomposer *d, int *n) {
    collide__bulge *heap = d->bulges, top = heap[0], last = heap[--*n];
    int i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child + 1 < *n && heap[child + 1].bound > heap[child].bound) ++child;
        if (child >= *n || !(heap[child].bound > last.bound)) break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = last;
    return top;
}
/* How far the hull of n points stands out of the solid: a bound that is less than the limit, or above the truth by no
   more than a tenth of it, where the samples suffice. The triangle with the largest bound is halved until that is so.
   A face that the mesh covers, but for an area in which no circle of that radius has room, needs no samples. Ends early
   once a sample is above `enough`. */
TACT_PRIVATE TACT_COLD tact_real collide__stand_out(collide__decomposer *d, const tact_vec3 *vertices, int n,
                                                    tact_real enough) {
    const tact_real slack = COLLIDE__STAND_OUT_SHARE * d->limit;
    tact_real best = 0;
    int held = 0;
    collide__cloud cloud;
    cloud.d = d, cloud.n = 0, cloud.most = COLLIDE__PART_VERTICES;
    for (int i = 0; i < n; ++i) collide__cloud_add(&cloud, vertices[i]);
    const collide_hull *hull = collide__cloud_hull(&cloud, COLLIDE__PART_VERTICES);
    if (!hull || hull->dimension < 2) return 0;
    for (int f = 0; f < hull->n_faces; ++f) {
        const int *v = hull->face_vertices + hull->face_first[f], sides = hull->face_first[f + 1] - hull->face_first[f];
        tact_vec3 area = tact_vec(0, 0, 0), o = collide_hull_vertex(hull, v[0]);
        for (int k = 1; k + 1 < sides; ++k)
            area = tact_add(area, tact_cross(tact_sub(collide_hull_vertex(hull, v[k]), o),
                                             tact_sub(collide_hull_vertex(hull, v[k + 1]), o)));
        if (tact_norm(area) / 2 - collide__face_covered(d->mesh, hull, f, slack) <= slack * slack) continue;
        for (int k = 1; k + 1 < sides; ++k) /* a hull of n vertices has at most 2 n triangles: there is room */
            collide__bulge_push(d, &held, o, collide_hull_vertex(hull, v[k]), collide_hull_vertex(hull, v[k + 1]),
                                slack, &best);
    }
    while (held > 0 && held + 2 < COLLIDE__STAND_OUT_SAMPLES && !(best > enough) &&
           d->bulges[0].bound > tact_max(best + slack, d->limit)) {
        collide__bulge t = collide__bulge_pop(d, &held);
        tact_vec3 a = t.a, b = t.b, c = t.c, middle;
        tact_real ab = tact_norm2(tact_sub(a, b)), bc = tact_norm2(tact_sub(b, c)), ca = tact_norm2(tact_sub(c, a));
        if (bc >= ab && bc >= ca)
            a = t.b, b = t.c, c = t.a;
        else if (ca >= ab)
            a = t.c, b = t.a, c = t.b;
        middle = tact_lerp(a, b, TACT_R(0.5)); /* of the longest side */
        collide__bulge_push(d, &held, a, middle, c, slack, &best);
        collide__bulge_push(d, &held, middle, b, c, slack, &best);
    }
    return best > enough || held == 0 ? best : tact_max(best, tact_min(d->bulges[0].bound, best + d->limit));
}

/* ---- cuts ---- */
/* The part of triangle abc with n.x <= offset as a polygon of 0 to 4 corners; a corner on the plane counts as there.
   Crossings are computed from the corner below, so that both sides of a cut and both triangles of an edge agree. */
TACT_PRIVATE int collide__clip_triangle(const tact_vec3 *t, collide__plane_cut cut, tact_real keep, tact_vec3 out[4]) {
    int n = 0;
    for (int k = 0; k < 3; ++k) {
        tact_vec3 p = t[k], q = t[k == 2 ? 0 : k + 1];
        tact_real hp = keep * (tact_dot(cut.n, p) - cut.offset), hq = keep * (tact_dot(cut.n, q) - cut.offset);
        if (hp <= 0) out[n++] = p;
        if ((hp < 0 && hq > 0) || (hp > 0 && hq < 0)) {
            tact_vec3 from = hp * keep < 0 ? p : q, to = hp * keep < 0 ? q : p;
            tact_real a = hp * keep < 0 ? hp : hq, b = hp * keep < 0 ? hq : hp;
            out[n++] = tact_lerp(from, to, a / (a - b));
        }
    }
    return n;
}
/* What the two sides of a cut would be: the volumes of their hulls together, by few triangles and vertices. A first cut
   of a ring gains nothing, so a part in ten goes to even and short sides, which later cuts divide better. TACT_REAL_MAX
   when all is on one side. */
TACT_PRIVATE TACT_COLD tact_real collide__score_cut(collide__decomposer *d, const collide__part *p,
                                                    collide__plane_cut cut) {
    const int stride = 1 + (p->n - 1) / COLLIDE__SCORE_TRIANGLES;
    tact_real volume[2], length = 0, thickness = COLLIDE__SOLID_ROUNDING * d->size;
    for (int side = 0; side < 2; ++side) {
        collide__cloud cloud;
        tact_real depth = 0;
        cloud.d = d, cloud.n = 0, cloud.most = COLLIDE__SCORE_VERTICES;
        for (int i = 0; i < p->n; i += stride) {
            tact_vec3 out[4];
            int n = collide__clip_triangle(p->corners + 3 * i, cut, side ? TACT_R(-1) : TACT_R(1), out);
            for (int k = 0; k < n; ++k) {
                depth = tact_max(depth, tact_abs(tact_dot(cut.n, out[k]) - cut.offset));
                collide__cloud_add(&cloud, out[k]);
            }
        }
        if (!(depth > thickness)) return TACT_REAL_MAX;
        const collide_hull *hull = collide__cloud_hull(&cloud, COLLIDE__SCORE_VERTICES);
        if (!hull) return TACT_REAL_MAX;
        volume[side] = collide__hull_volume(hull);
        length += TACT_R(0.5) * tact_norm(hull->half_size) / p->half_diagonal;
    }
    return volume[0] + volume[1] +
           COLLIDE__CUT_EVENLY * (tact_abs(volume[0] - volume[1]) + length * (volume[0] + volume[1]));
}
TACT_INLINE void collide__try_cut(collide__decomposer *d, const collide__part *p, collide__plane_cut cut,
                                  tact_real *best, collide__plane_cut *chosen) {
    tact_real score = collide__score_cut(d, p, cut);
    if (score < *best) *best = score, *chosen = cut;
}
#define COLLIDE__CONCAVE_SINE TACT_R(-0.05) /* an edge that is concave by 3 degrees is worth a cut */
/* The best of the planes square to the axes, and of those through concave edges. 0 where none divides the part. */
TACT_PRIVATE TACT_COLD int collide__choose_cut(collide__decomposer *d, const collide__part *p,
                                               collide__plane_cut *chosen) {
    const collide_mesh *m = d->mesh;
    tact_real best = TACT_REAL_MAX, low[3], high[3], step = 0;
    int n_edges = 0, edge = 0;
    collide__plane_cut cut;
    for (int axis = 0; axis < 3; ++axis) {
        low[axis] = TACT_REAL_MAX, high[axis] = -TACT_REAL_MAX;
        for (int i = 0; i < p->n_vertices; ++i) {
            tact_real x = axis == 0 ? p->vertices[i].x : axis == 1 ? p->vertices[i].y : p->vertices[i].z;
            low[axis] = tact_min(low[axis], x), high[axis] = tact_max(high[axis], x);
        }
        cut.n = tact_vec(axis == 0, axis == 1, axis == 2);
        for (int i = 1; i <= COLLIDE__AXIS_CUTS; ++i) {
            tact_real before = best, width = (high[axis] - low[axis]) / (COLLIDE__AXIS_CUTS + 1);
            cut.offset = low[axis] + (tact_real)i * width;
            collide__try_cut(d, p, cut, &best, chosen);
            if (best < before) step = width;
        }
    }
    for (int pass = 0; pass < 2; ++pass) { /* count concave edges, then try some */
        const int stride = 1 + (n_edges - 1) / COLLIDE__EDGE_CUTS;
        for (int i = 0; i < p->n; ++i)
            for (int k = 0; k < 3; ++k) {
                const int t = p->source[i], other = m->neighbours[3 * t + k];
                tact_vec3 a = m->vertices[m->triangles[3 * t + k]], b = m->vertices[m->triangles[3 * t + (k + 1) % 3]];
                if (other < t || (i > 0 && p->source[i - 1] == t)) continue;
                tact_vec3 e = tact_sub(b, a), out = tact_cross(e, m->normals[t]);
                if (!(tact_dot(m->normals[other], out) < COLLIDE__CONCAVE_SINE * tact_norm(out))) continue;
                if (pass == 0) {
                    ++n_edges;
                    continue;
                }
                if (edge++ % stride) continue;
                for (int which = 0; which < 3; ++which) {
                    tact_real before = best;
                    cut.n = which == 0   ? m->normals[t]
                            : which == 1 ? m->normals[other]
                                         : tact_cross(e, tact_add(m->normals[t], m->normals[other]));
                    cut.n = tact_normalize_or(cut.n, tact_vec(0, 0, 1));
                    cut.offset = tact_dot(cut.n, a);
                    collide__try_cut(d, p, cut, &best, chosen);
                    if (best < before) step = 0; /* an edge of the solid is where it is */
                }
            }
    }
    for (int i = 0; i < COLLIDE__REFINE_CUTS && step > 0; ++i) {
        step /= 2;
        cut = *chosen, cut.offset = chosen->offset - step;
        collide__plane_cut other = *chosen;
        other.offset += step;
        collide__try_cut(d, p, cut, &best, chosen);
        collide__try_cut(d, p, other, &best, chosen);
    }
    return best < TACT_REAL_MAX;
}
/* One side of part p, which keeps its own triangles. */
TACT_PRIVATE TACT_COLD int collide__part_side(collide__decomposer *d, const collide__part *p, collide__plane_cut cut,
                                              int side, collide__part *r) {
    if (!collide__part_reserve(d, r, 2 * p->n + 4)) return 0;
    TACT_MEMCPY(r->cuts, p->cuts, sizeof p->cuts);
    r->n_cuts = p->n_cuts;
    r->cuts[r->n_cuts].n = side ? tact_neg(cut.n) : cut.n;
    r->cuts[r->n_cuts++].offset = side ? -cut.offset : cut.offset;
    for (int i = 0; i < p->n; ++i) {
        tact_vec3 out[4];
        int n = collide__clip_triangle(p->corners + 3 * i, cut, side ? TACT_R(-1) : TACT_R(1), out);
        for (int k = 1; k + 1 < n; ++k) {
            r->corners[3 * r->n] = out[0], r->corners[3 * r->n + 1] = out[k], r->corners[3 * r->n + 2] = out[k + 1];
            r->source[r->n++] = p->source[i];
        }
    }
    collide__part_hull(d, r);
    return 1;
}
TACT_PRIVATE TACT_COLD int collide__progress(collide__decomposer *d, tact_real done) {
    if (d->config.progress && d->config.progress(d->config.progress_context, done)) d->stopped = 1;
    return !d->stopped;
}
#define COLLIDE__PROGRESS_CUTS TACT_R(0.9) /* share of the work that is cutting; hulls take the rest */
/* Cuts the part that stands out most, until none does or there are enough. */
TACT_PRIVATE TACT_COLD void collide__cut_parts(collide__decomposer *d) {
    while (d->n_parts < d->max_parts && !d->no_memory) {
        collide__part sides[2], *worst = NULL;
        collide__plane_cut cut;
        for (int i = 0; i < d->n_parts; ++i) {
            collide__part *p = d->parts + i;
            if (!p->settled && p->stand_out > d->limit && (!worst || p->stand_out > worst->stand_out)) worst = p;
        }
        if (!worst || !collide__progress(d, COLLIDE__PROGRESS_CUTS * (tact_real)d->n_parts / (tact_real)d->max_parts))
            return;
        if (worst->n_cuts >= COLLIDE__PART_CUTS || !collide__choose_cut(d, worst, &cut)) {
            worst->settled = 1;
            continue;
        }
        if (!collide__part_side(d, worst, cut, 0, &sides[0])) return;
        if (!collide__part_side(d, worst, cut, 1, &sides[1])) {
            collide__part_free(d, &sides[0]);
            return;
        }
        if (sides[0].n_vertices == 0 || sides[1].n_vertices == 0) { /* no hull, and nothing may be lost */
            collide__part_free(d, &sides[0]), collide__part_free(d, &sides[1]);
            worst->settled = 1;
            continue;
        }
        collide__part_free(d, worst);
        for (int i = 0; i < 2; ++i)
            sides[i].stand_out = collide__stand_out(d, sides[i].vertices, sides[i].n_vertices, TACT_REAL_MAX);
        *worst = sides[0];
        d->parts[d->n_parts++] = sides[1];
    }
}

/* ---- merging ---- */
/* The hull of two parts in *r: vertices and volume. */
TACT_PRIVATE TACT_COLD void collide__join_hulls(collide__decomposer *d, const collide__part *p, const collide__part *q,
                                                collide__part *r) {
    collide__cloud cloud;
    cloud.d = d, cloud.n = 0, cloud.most = COLLIDE__PART_VERTICES;
    for (int i = 0; i < p->n_vertices; ++i) collide__cloud_add(&cloud, p->vertices[i]);
    for (int i = 0; i < q->n_vertices; ++i) collide__cloud_add(&cloud, q->vertices[i]);
    const collide_hull *hull = collide__cloud_hull(&cloud, COLLIDE__PART_VERTICES);
    TACT_MEMSET(r, 0, sizeof *r);
    if (!hull) return;
    r->volume = collide__hull_volume(hull);
    for (int i = 0; i < hull->n_vertices && i < COLLIDE__PART_VERTICES; ++i)
        r->vertices[r->n_vertices++] = collide_hull_vertex(hull, i);
}
/* Joins the two parts whose common hull adds least, while that keeps within the limit or there are too many. growth:
   n x n scratch, what each pair adds; TACT_REAL_MAX: may not be joined. */
TACT_PRIVATE TACT_COLD void collide__merge_parts(collide__decomposer *d, tact_real *growth) {
    const int n = d->n_parts;
    collide__part joined;
    for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j) {
            collide__join_hulls(d, d->parts + i, d->parts + j, &joined);
            growth[i * n + j] = joined.volume - d->parts[i].volume - d->parts[j].volume;
        }
    for (int left = n; left > 1;) {
        int a = -1, b = -1;
        for (int i = 0; i < n; ++i)
            for (int j = i + 1; j < n; ++j)
                if (d->parts[i].n_vertices && d->parts[j].n_vertices && growth[i * n + j] < TACT_REAL_MAX &&
                    (a < 0 || growth[i * n + j] < growth[a * n + b]))
                    a = i, b = j;
        if (a < 0) break;
        const int forced = left > d->config.max_hulls;
        tact_real allowed = tact_max(d->limit, tact_max(d->parts[a].stand_out, d->parts[b].stand_out));
        collide__join_hulls(d, d->parts + a, d->parts + b, &joined);
        joined.stand_out = collide__stand_out(d, joined.vertices, joined.n_vertices, forced ? TACT_REAL_MAX : allowed);
        if (joined.stand_out > allowed && !forced) {
            growth[a * n + b] = TACT_REAL_MAX;
            continue;
        }
        collide__part_free(d, d->parts + a), collide__part_free(d, d->parts + b);
        d->parts[b].n_vertices = 0, d->parts[b].volume = 0, d->parts[b].stand_out = 0;
        d->parts[a] = joined;
        --left;
        for (int i = 0; i < n; ++i) {
            if (i == a || !d->parts[i].n_vertices) continue;
            collide__join_hulls(d, d->parts + a, d->parts + i, &joined);
            growth[i < a ? i * n + a : a * n + i] = joined.volume - d->parts[a].volume - d->parts[i].volume;
        }
    }
}

/* ---- the whole ---- */
COLLIDE_API TACT_COLD collide_decomposition_config collide_default_decomposition_config(void) {
    collide_decomposition_config c;
    c.max_hulls = 16;
    c.max_vertices = 64;
    c.concavity = TACT_R(0.02);
    c.progress = NULL;
    c.progress_context = NULL;
    c.cookie = COLLIDE__DECOMPOSITION_COOKIE;
    return c;
}
/* Puts the parts that are left into one block: the decomposition, shapes, poses and hulls. */
TACT_PRIVATE TACT_COLD collide_status collide__decomposition_finish(collide__decomposer *d,
                                                                    collide_decomposition **out) {
    const size_t head = (sizeof(collide_decomposition) + 63) & ~(size_t)63;
    const size_t each = (collide_hull_bytes(d->config.max_vertices) + 63) & ~(size_t)63;
    collide_hull_config config = collide_default_hull_config();
    collide_status status = COLLIDE_OK;
    size_t n = 0, bytes;
    config.allow_flat = 1;
    for (int i = 0; i < d->n_parts; ++i) n += d->parts[i].n_vertices > 0;
    if (n == 0) return COLLIDE_FLAT;
    bytes = head + 64 + n * (sizeof(collide_shape) + sizeof(tact_pose) + 32 + each);
    unsigned char *at = (unsigned char *)tact_alloc(d->allocator, bytes);
    if (!at) return COLLIDE_NO_MEMORY;
    collide_decomposition *r = (collide_decomposition *)(void *)at;
    TACT_MEMSET(r, 0, sizeof *r);
    r->memory = at, r->memory_bytes = bytes;
    if (d->allocator) r->allocator = *d->allocator, r->has_allocator = 1;
    at += head;
    collide_shape *shapes = (collide_shape *)(void *)collide__carve(&at, n * sizeof *shapes);
    tact_pose *poses = (tact_pose *)(void *)collide__carve(&at, n * sizeof *poses);
    at += (64 - ((size_t)(at - (unsigned char *)r->memory) & 63)) & 63;
    for (int i = 0; i < d->n_parts; ++i) {
        const collide__part *p = d->parts + i;
        collide_hull *hull = NULL;
        collide__cloud cloud;
        if (p->n_vertices == 0) continue;
        cloud.d = d, cloud.n = 0, cloud.most = COLLIDE__PART_VERTICES;
        for (int k = 0; k < p->n_vertices; ++k) collide__cloud_add(&cloud, p->vertices[k]);
        const collide_hull *full = collide__cloud_hull(&cloud, d->config.max_vertices);
        if (!full) continue;
        if (full->n_vertices < p->n_vertices && full->n_vertices == d->config.max_vertices) {
            tact_real before = p->volume, now = collide__hull_volume(full);
            if (!(now > (1 - d->config.concavity) * before)) status = COLLIDE_NOT_CONVERGED; /* lost too much */
        }
        cloud.n = full->n_vertices < d->config.max_vertices ? full->n_vertices : d->config.max_vertices;
        for (int k = 0; k < cloud.n; ++k) d->points[k] = collide_hull_vertex(full, k);
        config.tolerance = collide_default_hull_config().tolerance;
        for (int k = 0; k < 4 && !hull; ++k, config.tolerance *= 16)
            collide_hull_build(d->points, cloud.n, &config, at, each, &hull);
        if (!hull) {
            status = COLLIDE_NOT_CONVERGED;
            continue;
        }
        at += each;
        shapes[r->n_hulls] = collide_convex(hull);
        poses[r->n_hulls++] = tact_pose_identity();
        r->volume += collide__hull_volume(hull);
        r->concavity = tact_max(r->concavity, p->stand_out);
    }
    for (int i = 0; i < d->mesh->n_triangles; ++i) { /* against the middle of the box, so that digits are not lost */
        const int *t = d->mesh->triangles + 3 * i;
        tact_vec3 o = tact_lerp(d->mesh->bounds.min, d->mesh->bounds.max, TACT_R(0.5));
        r->mesh_volume +=
            tact_dot(tact_sub(d->mesh->vertices[t[0]], o),
                     tact_cross(tact_sub(d->mesh->vertices[t[1]], o), tact_sub(d->mesh->vertices[t[2]], o))) /
            6;
    }
    r->shapes = shapes;
    r->poses = poses;
    *out = r;
    return d->stopped || r->concavity > d->limit ? COLLIDE_NOT_CONVERGED : status;
}
TACT_PRIVATE TACT_COLD collide_status collide__decompose_run(collide__decomposer *d, collide_decomposition **out) {
    const collide_mesh *m = d->mesh;
    collide__part *whole = d->parts;
    if (!collide__part_reserve(d, whole, m->n_triangles)) return COLLIDE_NO_MEMORY;
    d->n_parts = 1;
    for (int i = 0; i < 3 * m->n_triangles; ++i) whole->corners[i] = m->vertices[m->triangles[i]];
    for (int i = 0; i < m->n_triangles; ++i) whole->source[i] = i;
    whole->n = m->n_triangles;
    collide__part_hull(d, whole);
    if (!(whole->volume > 0)) return COLLIDE_FLAT;
    whole->stand_out = collide__stand_out(d, whole->vertices, whole->n_vertices, TACT_REAL_MAX);
    collide__cut_parts(d);
    if (d->no_memory) return COLLIDE_NO_MEMORY;
    if (d->n_parts > 1) {
        size_t bytes = (size_t)d->n_parts * (size_t)d->n_parts * sizeof(tact_real);
        tact_real *growth = (tact_real *)tact_alloc(d->allocator, bytes);
        if (!growth) return COLLIDE_NO_MEMORY;
        collide__merge_parts(d, growth);
        tact_free(d->allocator, growth, bytes);
    }
    collide_status status = collide__decomposition_finish(d, out);
    if (status >= 0 && !d->stopped) (void)collide__progress(d, 1);
    return status;
}
COLLIDE_API TACT_COLD collide_status collide_decompose(const collide_mesh *mesh,
                                                       const collide_decomposition_config *config,
                                                       const tact_allocator *allocator,
                                                       collide_decomposition **decomposition) {
    collide__decomposer d;
    collide_status status = COLLIDE_NO_MEMORY;
    const int scratch = COLLIDE__HULL_CHUNK + COLLIDE__PART_VERTICES;
    size_t parts_bytes;
    if (!decomposition) return COLLIDE_BAD_ARGUMENT;
    *decomposition = NULL;
    if (!mesh || mesh->n_triangles < 1) return COLLIDE_BAD_ARGUMENT;
    TACT_MEMSET(&d, 0, sizeof d);
    d.config = config ? *config : collide_default_decomposition_config();
    if (d.config.cookie != COLLIDE__DECOMPOSITION_COOKIE || d.config.max_hulls < 1 || d.config.max_hulls > 256 ||
        d.config.max_vertices < 4 || d.config.max_vertices > COLLIDE__PART_VERTICES || !(d.config.concavity > 0) ||
        !tact_finite(d.config.concavity))
        return COLLIDE_BAD_CONFIG;
    d.mesh = mesh;
    d.allocator = allocator;
    d.size = tact_norm(tact_sub(mesh->bounds.max, mesh->bounds.min));
    d.limit = d.config.concavity * d.size;
    d.max_parts = d.config.max_hulls == 1 ? 1 : 2 * d.config.max_hulls;
    parts_bytes = (size_t)d.max_parts * sizeof *d.parts;
    d.hull_bytes = collide_hull_bytes(scratch);
    d.parts = (collide__part *)tact_alloc(allocator, parts_bytes);
    d.points = (tact_vec3 *)tact_alloc(allocator, (size_t)scratch * sizeof *d.points);
    d.bulges = (collide__bulge *)tact_alloc(allocator, COLLIDE__STAND_OUT_SAMPLES * sizeof *d.bulges);
    d.hull_memory = tact_alloc(allocator, d.hull_bytes);
    if (d.parts && d.points && d.bulges && d.hull_memory) status = collide__decompose_run(&d, decomposition);
    for (int i = 0; d.parts && i < d.n_parts; ++i) collide__part_free(&d, d.parts + i);
    tact_free(allocator, d.parts, parts_bytes);
    tact_free(allocator, d.points, (size_t)scratch * sizeof *d.points);
    tact_free(allocator, d.bulges, COLLIDE__STAND_OUT_SAMPLES * sizeof *d.bulges);
    tact_free(allocator, d.hull_memory, d.hull_bytes);
    return status;
}
COLLIDE_API TACT_COLD void collide_decomposition_destroy(collide_decomposition *decomposition) {
    if (decomposition && decomposition->memory) {
        tact_allocator allocator = decomposition->allocator;
        tact_free(decomposition->has_allocator ? &allocator : NULL, decomposition->memory, decomposition->memory_bytes);
    }
}
#endif

// >>impl-surface
/* Owns    triangles of the surface of a shape, to draw.
   Reads   shapes, hulls and pieces.
   Leaves  calls of a visitor. */
#define COLLIDE__MOST_DETAIL 16
typedef struct collide__surface {
    const collide_shape *shape;
    tact_pose pose;
    int detail, count, hint;
    collide_triangle_visitor visit;
    void *context;
} collide__surface;

/* One triangle, in the shape's frame. */
TACT_PRIVATE TACT_COLD void collide__emit(collide__surface *s, tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    tact_vec3 area = tact_cross(tact_sub(b, a), tact_sub(c, a));
    if (!(tact_norm2(area) > 0)) return;
    ++s->count;
    if (s->visit)
        s->visit(s->context, tact_pose_apply(s->pose, a), tact_pose_apply(s->pose, b), tact_pose_apply(s->pose, c));
}
/* The same of a convex shape, turned so that its middle is behind. */
TACT_PRIVATE TACT_COLD void collide__emit_outward(collide__surface *s, tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    tact_vec3 area = tact_cross(tact_sub(b, a), tact_sub(c, a));
    if (tact_dot(area, tact_sub(a, s->shape->centre)) >= 0)
        collide__emit(s, a, b, c);
    else
        collide__emit(s, a, c, b);
}
TACT_PRIVATE TACT_COLD void collide__emit_quad(collide__surface *s, tact_vec3 a, tact_vec3 b, tact_vec3 c,
                                               tact_vec3 d) {
    collide__emit_outward(s, a, b, c);
    collide__emit_outward(s, a, c, d);
}

#define COLLIDE__TIE_TILT TACT_R(1e-6)  /* radians off an axis: chooses among support points that are level */
#define COLLIDE__POLE_NEAR TACT_R(1e-5) /* of the size: the ring is the pole, and not a rim */
/* Shapes of revolution and ellipsoids: rings of points along meridians. Consecutive points of the profile are joined by
   straight lines, which is exact where the support point jumps: caps, walls and cone sides. */
TACT_PRIVATE TACT_COLD void collide__surface_rings(collide__surface *s, tact_quat axes) {
    const collide_shape *shape = s->shape;
    tact_vec3 rings[2][4 * COLLIDE__MOST_DETAIL], top = tact_rotate(axes, tact_vec(0, 0, 1));
    int around = 4 * s->detail, rows = 2 * s->detail, i, j;
    for (i = -1; i <= rows + 1; ++i) { /* the first and last ring are the two poles */
        tact_vec3 *ring = rings[i & 1], *before = rings[~i & 1];
        tact_real down = TACT_PI * (tact_real)(i < 0 ? 0 : i > rows ? rows : i) / (tact_real)rows;
        for (j = 0; j < around; ++j) {
            tact_real turn = 2 * TACT_PI * (tact_real)j / (tact_real)around,
                      out = i <= 0 || i >= rows ? 0 : tact_sin(down);
            tact_vec3 u = tact_vec(out * tact_cos(turn), out * tact_sin(turn), 2 * i == rows ? 0 : tact_cos(down));
            if (shape->kind == COLLIDE_KIND_ELLIPSOID)
                u = tact_vec(u.x / shape->p[0].x, u.y / shape->p[0].y, u.z / shape->p[0].z);
            else if (i == 0 || i == rows)
                u = tact_vec(COLLIDE__TIE_TILT * tact_cos(turn), COLLIDE__TIE_TILT * tact_sin(turn), u.z); /* the rim */
            ring[j] = collide_support(shape, tact_rotate(axes, u), &s->hint);
            if (i <= 0 || i >= rows) {
                tact_vec3 pole = tact_mul_add(shape->centre, tact_dot(tact_sub(ring[j], shape->centre), top), top);
                if (i < 0 || i > rows ||
                    tact_norm(tact_sub(ring[j], pole)) < COLLIDE__POLE_NEAR * (shape->extent + shape->radius))
                    ring[j] = pole;
            }
        }
        for (j = 0; i >= 0 && j < around; ++j)
            collide__emit_quad(s, before[j], before[(j + 1) % around], ring[(j + 1) % around], ring[j]);
    }
}

/* Support point of an octant of directions, at corner (i, j, k) of its grid: a component that is zero leans to the
   octant's side, so that what jumps there (a face, an edge along an axis) is left between the octants and joined by
   collide__surface_octants. */
TACT_PRIVATE TACT_COLD tact_vec3 collide__octant_point(collide__surface *s, int octant, const int grid[3]) {
    tact_real d[3];
    int k;
    for (k = 0; k < 3; ++k) {
        d[k] = grid[k] ? tact_sin(TACT_PI / 2 * (tact_real)grid[k] / (tact_real)s->detail)
                       : COLLIDE__TIE_TILT; /* equal angles along seams */
        if (octant >> k & 1) d[k] = -d[k];
    }
    return collide_support(s->shape, tact_vec(d[0], d[1], d[2]), &s->hint);
}
/* Any bounded convex shape: support points of a grid of directions, octant by octant, then the seams between octants,
   then the six places where four octants meet: for a box the octants are its corners, the seams its edges and the
   places its faces. */
TACT_PRIVATE TACT_COLD void collide__surface_octants(collide__surface *s) {
    int n = s->detail, octant, axis, t, i, j, k;
    for (octant = 0; octant < 8; ++octant)
        for (i = 0; i < n; ++i)
            for (j = 0; j < n - i; ++j) {
                const int g[4][3] = {{i, j, n - i - j},
                                     {i + 1, j, n - i - j - 1},
                                     {i, j + 1, n - i - j - 1},
                                     {i + 1, j + 1, n - i - j - 2}};
                tact_vec3 p[4];
                for (k = 0; k < 4 && g[k][2] >= 0; ++k) p[k] = collide__octant_point(s, octant, g[k]);
                collide__emit_outward(s, p[0], p[1], p[2]);
                if (k == 4) collide__emit_outward(s, p[1], p[3], p[2]);
            }
    for (axis = 0; axis < 3; ++axis) {
        int b = (axis + 1) % 3, c = (axis + 2) % 3, bits;
        for (bits = 0; bits < 4; ++bits) { /* the seam across `axis`, in one quarter of the other two */
            int low = (bits & 1) << b | (bits >> 1) << c;
            for (t = 0; t < n; ++t) {
                int from[3], to[3];
                from[axis] = to[axis] = 0;
                from[b] = n - t;
                from[c] = t;
                to[b] = n - t - 1;
                to[c] = t + 1;
                collide__emit_quad(s, collide__octant_point(s, low, from), collide__octant_point(s, low, to),
                                   collide__octant_point(s, low | 1 << axis, to),
                                   collide__octant_point(s, low | 1 << axis, from));
            }
        }
        for (bits = 0; bits < 2; ++bits) { /* the end of `axis` */
            int pole[3], low = bits << axis;
            pole[axis] = n, pole[b] = pole[c] = 0;
            collide__emit_quad(s, collide__octant_point(s, low, pole), collide__octant_point(s, low | 1 << b, pole),
                               collide__octant_point(s, low | 1 << b | 1 << c, pole),
                               collide__octant_point(s, low | 1 << c, pole));
        }
    }
}

TACT_PRIVATE TACT_COLD void collide__surface_of(collide__surface *s, const collide_shape *shape, tact_pose pose,
                                                tact_real reach) {
    int i, k;
    s->shape = shape;
    s->pose = pose;
    s->hint = 0;
    switch (shape->kind) {
    case COLLIDE_KIND_POINT:
    case COLLIDE_KIND_SEGMENT:
    case COLLIDE_KIND_CYLINDER:
    case COLLIDE_KIND_CONE:
    case COLLIDE_KIND_ELLIPSOID: {
        tact_vec3 along =
            shape->kind == COLLIDE_KIND_SEGMENT ? tact_normalize_or(shape->p[0], tact_vec(0, 0, 1)) : tact_vec(0, 0, 1);
        tact_vec3 t1, t2;
        tact_mat3 axes;
        tact_tangents(along, &t1, &t2);
        axes = tact_mat_columns(t1, t2, along);
        if (shape->radius > 0 || shape->kind > COLLIDE_KIND_SEGMENT)
            collide__surface_rings(s, tact_quat_from_mat(&axes));
        break;
    }
    case COLLIDE_KIND_HULL: {
        const collide_hull *h = shape->data.hull;
        if (shape->radius > 0) {
            collide__surface_octants(s);
            break;
        }
        for (i = 0; i < h->n_faces; ++i)
            for (k = h->face_first[i] + 1; k + 1 < h->face_first[i + 1]; ++k)
                collide__emit(s, collide_hull_vertex(h, h->face_vertices[h->face_first[i]]),
                              collide_hull_vertex(h, h->face_vertices[k]),
                              collide_hull_vertex(h, h->face_vertices[k + 1]));
        break;
    }
    case COLLIDE_KIND_TRIANGLE:
        if (!(shape->radius > 0)) {
            tact_vec3 v[3];
            for (i = 0; i < 3; ++i) v[i] = tact_add(shape->centre, shape->p[i]);
            collide__emit(s, v[0], v[1], v[2]), collide__emit(s, v[0], v[2], v[1]);
            break;
        }
        collide__surface_octants(s);
        break;
    case COLLIDE_KIND_BOX:
    case COLLIDE_KIND_CUSTOM: collide__surface_octants(s); break;
    case COLLIDE_KIND_HALFSPACE:
    case COLLIDE_KIND_PLANE: {
        tact_real level = shape->p[1].x + shape->radius;
        for (i = 0; i < (shape->kind == COLLIDE_KIND_PLANE ? 2 : 1); ++i) {
            tact_vec3 n = tact_scale(i ? TACT_R(-1) : TACT_R(1), shape->p[0]), t1, t2, corner[4];
            if (i) level = -shape->p[1].x + shape->radius;
            tact_tangents(n, &t1, &t2);
            for (k = 0; k < 4; ++k)
                corner[k] = tact_mul_add(tact_mul_add(tact_scale(level, n), k == 1 || k == 2 ? reach : -reach, t1),
                                         k > 1 ? reach : -reach, t2);
            collide__emit(s, corner[0], corner[1], corner[2]), collide__emit(s, corner[0], corner[2], corner[3]);
        }
        break;
    }
    case COLLIDE_KIND_MESH:
    case COLLIDE_KIND_HEIGHT_FIELD: {
        const collide_height_field *f = shape->data.height_field;
        if (!COLLIDE__HAS_SETS) break;
        int pieces = shape->kind == COLLIDE_KIND_MESH ? shape->data.mesh->n_triangles : 2 * (f->n_x - 1) * (f->n_y - 1);
        tact_vec3 v[3];
        for (i = 0; i < pieces; ++i)
            if (collide__set_triangle(shape, i, v)) collide__emit(s, v[0], v[1], v[2]);
        break;
    }
    case COLLIDE_KIND_COMPOUND:
        for (i = 0; COLLIDE__HAS_SETS && i < shape->data.compound->n_children; ++i)
            collide__surface_of(s, &shape->data.compound->shapes[i],
                                tact_pose_mul(pose, shape->data.compound->poses[i]), reach);
        break;
    case COLLIDE_KIND_NONE: break;
    }
}

COLLIDE_API TACT_COLD int collide_surface(const collide_shape *shape, tact_pose pose, int detail, tact_real reach,
                                          collide_triangle_visitor visit, void *context) {
    collide__surface s;
    collide_status status = collide_shape_check(shape);
    if (status != COLLIDE_OK) return (int)status;
    if (detail < 1 || detail > COLLIDE__MOST_DETAIL || !(reach > 0) || !tact_finite(reach))
        return (int)COLLIDE_BAD_ARGUMENT;
    if (!tact_pose_valid(pose)) return (int)COLLIDE_BAD_POSE;
    pose.q = tact_quat_normalize(pose.q);
    s.detail = detail;
    s.count = 0;
    s.visit = visit;
    s.context = context;
    collide__surface_of(&s, shape, pose, reach);
    return s.count;
}

#ifdef __cplusplus
}
#endif
#endif /* COLLIDE_IMPLEMENTATION */
#if defined(TACT_DETERMINISTIC) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif

// >>licence
/*
   This file is available under two licences; choose whichever you prefer.

   ALTERNATIVE A - MIT License. Copyright (c) 2026 the Tact authors
   Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
   documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
   rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
   permit persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright
   notice and this permission notice shall be included in all copies or substantial portions of the Software.
   THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
   WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
   COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
   OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

   ALTERNATIVE B - Unlicense (public domain, www.unlicense.org)
   This is free and unencumbered software released into the public domain. Anyone is free to copy, modify, publish, use,
   compile, sell, or distribute this software, either in source code form or as a compiled binary, for any purpose,
   commercial or non-commercial, and by any means. */
