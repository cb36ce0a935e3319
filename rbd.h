/* rbd.h - v0.1 - articulated rigid-body dynamics - MIT or Unlicense, at your choice (end of file)

   In exactly one .c or .cpp file:             Everywhere else:
       #define RBD_IMPLEMENTATION                #include "rbd.h"
       #include "rbd.h"

   The torques that hold a two-link arm still, and how it falls without them:
       rbd_error    err;
       rbd_builder *b = rbd_builder_create(NULL);                     // NULL: malloc and free
       rbd_body     link = rbd_default_body("upper", RBD_WORLD);      // name, parent
       link.joint   = rbd_default_joint(RBD_JOINT_REVOLUTE);          // axis z until said otherwise
       link.joint.axis = tact_vec(0, 1, 0);
       link.inertia = rbd_inertia_box(2, tact_vec(0, 0, -0.25), tact_vec(0.05, 0.05, 0.5)); // kg, m: centre, size
       int upper    = rbd_builder_add(b, &link, &err);                // < 0: err.text says what is wrong
       link.name    = "lower", link.parent = upper;
       link.placement = tact_pose_at(0, 0, -0.5);                     // joint frame in the parent's frame
       rbd_builder_add(b, &link, &err);
       rbd_model   *m = rbd_model_create(b, NULL, &err);              // constant from here on, shared by threads
       rbd_data    *d = rbd_data_create(m, NULL);                     // one per thread
       tact_real    q[2] = {0.3, -0.5}, v[2] = {0, 0}, a[2] = {0, 0}, tau[2];
       rbd_rnea(m, d, q, v, a, NULL, tau);                            // inverse dynamics: holding torques
       tau[0] = tau[1] = 0;
       rbd_aba(m, d, q, v, tau, NULL, a);                             // forward dynamics: accelerations

   DOES      kinematics, Jacobians and their rates, inverse and forward dynamics, mass matrix and its inverse,
             Coriolis matrix, centroidal quantities, energies, regressors, analytical derivatives on the tangent
             space, operations on the configuration manifold, batches of states over SIMD lanes; armature, damping,
             Coulomb friction, springs and coupled joints in all of them alike.
   DOES NOT  find contacts (collide.h), solve them (contact.h), enforce joint limits (they are data), model flexible
             bodies, allocate memory inside an algorithm, print, keep globals.
   RANGE     double: tested with bodies 1e4 m from the origin (1e-9 relative) and trees of 1 to 1000 bodies. float:
             the same algorithms at single precision; 1e2 m.

   CONVENTIONS (those of Pinocchio, so that results compare one to one)
       SI units, right-handed, gravity (0,0,-9.81) until set. Quaternions are x,y,z,w.
       Placement (R,p) of a child in its parent: x_parent = R x_child + p.
       Spatial vectors are [linear(3), angular(3)]; a motion's linear part is the velocity of the body point at the
       origin of the frame of expression, a force's angular part is the moment about that origin.
       LOCAL: axes and origin of the frame. WORLD: axes and origin of the world. LOCAL_WORLD_ALIGNED: axes of the
       world, origin of the frame (what is usually meant by "velocity of the hand").
       Spatial acceleration = component-wise rate of the spatial velocity; classical acceleration of the origin =
       linear part + w x v. Jacobian rates give the spatial one.
       Joint coordinates, q and v:
           revolute, prismatic, helical   angle or length                        its rate
           continuous                     cos, sin of the angle                  its rate
           universal                      angle 1, angle 2 (R = R1 R2)           their rates
           cylindrical                    length, angle (same axis)              their rates
           translation                    x y z                                  their rates
           planar                         x y cos sin                            vx vy wz in the body's axes
           spherical                      quaternion                             angular velocity in the body's axes
           spherical ZYX                  angles z y x (R = Rz Ry Rx)            their rates
           free                           x y z quaternion                       linear, angular velocity, body's axes
       Equation of motion: M a + h = tau + sum J^T f_ext, where h holds Coriolis and gravity terms minus the passive
       joint forces (damping, friction, springs); f_ext are [force, moment] on each body in its own frame.
       Derivatives are by the tangent: q (+) dq as rbd_integrate does it.
       Matrices are row-major with a leading dimension (entries between two rows); symmetric ones are full.

   BODIES  The world is body 0; parents precede children and every subtree is one range of body and of velocity
       indices (depth-first; siblings in the order they were added). Bodies on fixed joints are merged into their
       parent and live on as frames. Universal, cylindrical, spherical ZYX and composite joints are chains of simpler
       joints with massless bodies between them, which is exact and makes every joint's motion subspace constant in
       its body: their derivatives need no special terms. rbd_model_body() maps a body as added to its index in the
       model.

   MEMORY  rbd_model_bytes/rbd_data_bytes say how much, *_init take the caller's block, *_create use an allocator. An
       algorithm works in the data's block and allocates nothing.
   THREADS A model is constant and may be shared; a data belongs to one thread at a time. Same input, same bits.
   ERRORS  Status 0 is success, < 0 no result. Builders and readers explain in an rbd_error which body is wrong and
       why. Algorithms report NaN or infinity in the input, unnormalisable quaternions and a singular mass matrix.

   Contents: search for ">>name"
       >>shared-types >>status >>model >>builder >>data >>manifold >>kinematics >>dynamics >>derivatives >>batch
       >>impl-linear-algebra >>impl-status >>licence

   References: Featherstone, Rigid Body Dynamics Algorithms, 2008. Carpentier & Mansard, Analytical derivatives of
   rigid body dynamics algorithms, RSS 2018. Carpentier, Analytical inverse of the joint space inertia matrix, 2018.
   Echeandia & Wensing, Numerical methods to compute the Coriolis matrix and Christoffel symbols, 2021. Barfoot, State
   Estimation for Robotics, 2017 (SE(3) Jacobians).
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
#define RBD_STATUS_LIST(X)                                                                                           \
    X(OK, 0, "success")                                                                                              \
    X(BAD_ARGUMENT, -1, "a required pointer is NULL or a size or index is out of range")                             \
    X(NOT_FINITE, -2, "the input contains NaN or infinity")                                                          \
    X(NO_SPACE, -3, "a buffer is smaller than its size query asked for")                                             \
    X(NO_MEMORY, -4, "the allocator returned NULL")                                                                  \
    X(BAD_NAME, -5, "a name is missing, too long or already taken")                                                  \
    X(BAD_PARENT, -6, "the parent does not exist")                                                                   \
    X(BAD_INERTIA, -7, "a mass is negative or an inertia is not that of any distribution of mass")                   \
    X(BAD_JOINT, -8, "a joint's axis, parameters or coupling make no sense")                                         \
    X(BAD_QUATERNION, -9, "a quaternion or a (cos, sin) pair in q is too short to be normalised")                    \
    X(SINGULAR, -10, "the joint-space inertia is not positive definite (a massless moving body without armature)")   \
    X(NOT_FOUND, -11, "no object of this name")
typedef enum rbd_status {
#define RBD__X(name, value, text) RBD_##name = value,
    RBD_STATUS_LIST(RBD__X)
#undef RBD__X
        RBD_STATUS_FORCE_INT = 0x7fffffff
} rbd_status;

/* Text of a status; never NULL. */
RBD_API const char *rbd_status_text(rbd_status status);

/* What went wrong, for builders and readers. Owned by the caller; every function that takes one accepts NULL. */
typedef struct rbd_error {
    rbd_status status;
    int index;      /* body or line concerned, -1 if none (the function says which) */
    char text[240]; /* e.g. "body 7 'forearm': inertia: Ixx + Iyy < Izz by 3.1e-04" */
} rbd_error;

#define RBD_WORLD 0      /* the world is body 0 of every model and builder */
#define RBD_NAME_MAX 128 /* longest name with its final zero */

// >>model
typedef enum rbd_joint_type {                          /* as added; nq/nv */
                              RBD_JOINT_FIXED,         /* 0/0, merged into the parent */
                              RBD_JOINT_REVOLUTE,      /* 1/1 about `axis` */
                              RBD_JOINT_CONTINUOUS,    /* 2/1 about `axis`, q = (cos, sin): turns without end */
                              RBD_JOINT_PRISMATIC,     /* 1/1 along `axis` */
                              RBD_JOINT_HELICAL,       /* 1/1 about and along `axis`: `pitch` metres per radian */
                              RBD_JOINT_UNIVERSAL,     /* 2/2 about `axis`, then about `axis2` */
                              RBD_JOINT_CYLINDRICAL,   /* 2/2 along, then about `axis` */
                              RBD_JOINT_TRANSLATION,   /* 3/3 along x, y, z */
                              RBD_JOINT_PLANAR,        /* 4/3 in the xy plane of the joint frame */
                              RBD_JOINT_SPHERICAL,     /* 4/3 */
                              RBD_JOINT_SPHERICAL_ZYX, /* 3/3, singular at y = +-pi/2 */
                              RBD_JOINT_FREE,          /* 7/6 */
                              RBD_JOINT_COMPOSITE /* several of the above in a row, see rbd_builder_add_composite */
} rbd_joint_type;

/* One degree of freedom. Position limits and springs count from q = 0 of that coordinate; the rotations of spherical,
   free and planar joints have no limits, and their springs (equal in the three directions) pull to the identity. */
typedef struct rbd_dof {
    tact_real lower, upper;    /* [rad, m] limits, data only; defaults -inf, inf as -/+TACT_REAL_MAX */
    tact_real max_velocity;    /* [rad/s, m/s] data only; default TACT_REAL_MAX */
    tact_real max_effort;      /* [N m, N] data only; default TACT_REAL_MAX */
    tact_real armature;        /* [kg m^2, kg] >= 0, reflected rotor inertia, added to M's diagonal; default 0 */
    tact_real damping;         /* [N m s/rad, N s/m] >= 0; default 0 */
    tact_real friction;        /* [N m, N] >= 0, Coulomb: friction * v / sqrt(v^2 + friction_speed^2); default 0 */
    tact_real stiffness, rest; /* [N m/rad, N/m] >= 0 and [rad, m]: spring stiffness * (q - rest); default 0, 0 */
} rbd_dof;

typedef struct rbd_joint {
    const char *name; /* NULL: no name, no frame; otherwise unique among joints */
    rbd_joint_type type;
    tact_vec3 axis;  /* any length but zero; default z */
    tact_vec3 axis2; /* universal only; default y */
    tact_real pitch; /* [m/rad] helical only */
    rbd_dof dof[6];  /* the first nv entries count */
    int mimic;       /* builder's number of the body whose joint this one follows, or -1 (default) */
    tact_real mimic_scale, mimic_offset; /* q = mimic_scale * q_followed + mimic_offset; 1-dof joints only */
} rbd_joint;

/* Mass properties in the body's frame. */
typedef struct rbd_inertia {
    tact_real mass;                   /* [kg] >= 0 */
    tact_vec3 com;                    /* [m] centre of mass */
    tact_real xx, xy, xz, yy, yz, zz; /* [kg m^2] about the centre of mass, axes of the body's frame */
} rbd_inertia;

/* A body and the joint that carries it. Its frame is the joint's moving frame. */
typedef struct rbd_body {
    const char *name;    /* unique among bodies; copied */
    int parent;          /* RBD_WORLD or what rbd_builder_add returned */
    tact_pose placement; /* of the joint's fixed frame in the parent's frame */
    rbd_joint joint;
    rbd_inertia inertia;
} rbd_body;

typedef enum rbd_frame_type { RBD_FRAME_BODY, RBD_FRAME_JOINT, RBD_FRAME_OPERATIONAL } rbd_frame_type;

/* A frame fixed to a body. Those of the model have names; any other may be made by filling `body`, `rotation`,
   `position` (rbd_frame_on_body). */
typedef struct rbd_frame {
    const char *name;
    rbd_frame_type type;
    int body;           /* of the model */
    tact_mat3 rotation; /* in the body's frame */
    tact_vec3 position;
} rbd_frame;

typedef enum rbd_reference {
    RBD_REFERENCE_LOCAL,              /* axes and origin of the frame */
    RBD_REFERENCE_WORLD,              /* axes and origin of the world */
    RBD_REFERENCE_LOCAL_WORLD_ALIGNED /* axes of the world, origin of the frame */
} rbd_reference;

/* How a body moves in its parent: the joints that the algorithms know. Axis-aligned ones have code of their own. */
typedef enum rbd_joint_kind {
    RBD_KIND_REVOLUTE_X,
    RBD_KIND_REVOLUTE_Y,
    RBD_KIND_REVOLUTE_Z,
    RBD_KIND_REVOLUTE,
    RBD_KIND_PRISMATIC_X,
    RBD_KIND_PRISMATIC_Y,
    RBD_KIND_PRISMATIC_Z,
    RBD_KIND_PRISMATIC,
    RBD_KIND_HELICAL,
    RBD_KIND_TRANSLATION,
    RBD_KIND_PLANAR,
    RBD_KIND_SPHERICAL,
    RBD_KIND_FREE,
    RBD_KIND_WORLD
} rbd_joint_kind;

/* The model. Read its fields freely; only rbd_model_set_gravity and rbd_model_set_dof change it.
   Coupled (mimic) joints: q and v have entries for independent joints only. Algorithms work on "joint coordinates",
   which have entries for the coupled ones as well; without coupling the two are the same and joint_* equal the short
   names. */
typedef struct rbd_model {
    int n_bodies;           /* with the world */
    int nq, nv;             /* of the caller's q and v */
    int joint_nq, joint_nv; /* with coupled joints */
    int n_coupled;          /* coupled joints */
    int n_frames;
    int n_trees;              /* bodies on the world */
    int n_added;              /* bodies as added, with the world */
    tact_vec3 gravity;        /* [m/s^2] */
    tact_real friction_speed; /* [m/s, rad/s] Coulomb friction grows linearly below about this speed; 0: sign(v) */
    /* per body */
    const int *parent;
    const int *subtree_end;              /* one past the last descendant; the subtree of i is [i, subtree_end[i]) */
    const int *tree;                     /* 0..n_trees-1 */
    const unsigned char *kind;           /* rbd_joint_kind */
    const unsigned char *unit_placement; /* 1: the placement does not rotate */
    const unsigned char *cos_sin;        /* 1: revolute with q = (cos, sin) */
    const int *iq, *iv;                  /* first entry in q and v (of the joint followed, if coupled) */
    const int *joint_iq, *joint_iv;      /* first entry in the joint coordinates */
    const int *body_nq, *body_nv;
    const int *coupled; /* 1: follows another joint */
    const tact_real *coupling_scale, *coupling_offset;
    const tact_mat3 *placement_rotation;
    const tact_vec3 *placement_position;
    const tact_vec3 *axis; /* unit; of 1-dof joints */
    const tact_real *pitch;
    const rbd_inertia *inertia;
    const char *const *name; /* "" for the massless bodies inside a joint */
    const int
        *tree_reference; /* per tree: a body near its centre of mass; world-axes sums are taken about its origin */
    /* per degree of freedom, in joint coordinates */
    const int *dof_body;
    const int *dof_parent;      /* next one towards the root, -1 at it. All dofs in a row when joints are coupled */
    const int *dof_subtree;     /* how many dofs in the subtree of this one, with itself */
    const int *dof_master;      /* entry of v that drives it */
    const tact_real *dof_scale; /* 1, or the coupling's scale */
    rbd_dof *dof;
    tact_real *armature; /* the same as dof[].armature */
    int has_passive;     /* any damping, friction or stiffness */
    /* per entry of q */
    const tact_real *q_lower, *q_upper;
    /* frames: 0 is the world */
    const rbd_frame *frames;
    /* per body as added */
    const int *added_body;  /* model body that carries it */
    const int *added_frame; /* its frame: differs from the body's own when it was merged */
    const tact_allocator *allocator;
    tact_allocator allocator_storage;
    size_t bytes;
} rbd_model;

/* Index of the body of that name, or RBD_NOT_FOUND. A body that was merged gives the one it was merged into. */
RBD_API int rbd_model_find_body(const rbd_model *model, const char *name);
/* Index of the first frame of that name (bodies before joints before operational ones), or RBD_NOT_FOUND. */
RBD_API int rbd_model_find_frame(const rbd_model *model, const char *name);
/* Index in the model of a body by the number rbd_builder_add gave it; RBD_BAD_ARGUMENT when there is none. */
RBD_API int rbd_model_body(const rbd_model *model, int added);
RBD_API void rbd_model_set_gravity(rbd_model *model, tact_vec3 gravity);
/* Replaces the parameters of a dof in joint coordinates (limits, armature, damping, friction, spring). */
RBD_API rbd_status rbd_model_set_dof(rbd_model *model, int dof, const rbd_dof *parameters);
/* [kg] of all moving bodies. */
RBD_API tact_real rbd_model_mass(const rbd_model *model);
/* Frame at a placement on a body, without a name. */
RBD_API rbd_frame rbd_frame_on_body(int body, tact_pose placement);

// >>builder
/* Collects bodies, then makes models. Functions that return int give a number >= 0 or a (negative) status. On failure
   the builder is as before and `error` (NULL allowed) names the body. */
typedef struct rbd_builder rbd_builder;

RBD_API rbd_builder *rbd_builder_create(const tact_allocator *allocator); /* NULL when there is no memory */
RBD_API void rbd_builder_destroy(rbd_builder *builder);

RBD_API rbd_dof rbd_default_dof(void);
RBD_API rbd_joint rbd_default_joint(rbd_joint_type type);
RBD_API rbd_body rbd_default_body(const char *name, int parent); /* fixed at the parent's origin, massless */

/* Mass properties of homogeneous solids; `com` is the centre in the body's frame, axes parallel to it. */
RBD_API rbd_inertia rbd_inertia_box(tact_real mass, tact_vec3 com, tact_vec3 size);
RBD_API rbd_inertia rbd_inertia_sphere(tact_real mass, tact_vec3 com, tact_real radius);
RBD_API rbd_inertia rbd_inertia_cylinder(tact_real mass, tact_vec3 com, tact_real radius,
                                         tact_real length);                       /* along z */
RBD_API rbd_inertia rbd_inertia_sum(rbd_inertia a, rbd_inertia b);                /* two bodies rigidly joined */
RBD_API rbd_inertia rbd_inertia_placed(rbd_inertia inertia, tact_pose placement); /* seen from the parent frame */
/* RBD_OK, or why no distribution of mass has these properties. */
RBD_API rbd_status rbd_inertia_check(const rbd_inertia *inertia, rbd_error *error);

/* Adds a body; returns its number (the world is 0). Copies the names. */
RBD_API int rbd_builder_add(rbd_builder *builder, const rbd_body *body, rbd_error *error);
/* The same with several joints in a row: part k's fixed frame is placed in part k-1's moving frame (in the parent's
   for k = 0; body->placement comes before it). body->joint gives the name only. */
RBD_API int rbd_builder_add_composite(rbd_builder *builder, const rbd_body *body, const rbd_joint *parts,
                                      const tact_pose *placements, int n_parts, rbd_error *error);
/* Adds an operational frame on a body as added; returns its number. */
RBD_API int rbd_builder_add_frame(rbd_builder *builder, const char *name, int body, tact_pose placement,
                                  rbd_error *error);
RBD_API void rbd_builder_set_gravity(rbd_builder *builder, tact_vec3 gravity);
RBD_API void rbd_builder_set_friction_speed(rbd_builder *builder, tact_real speed); /* default 1e-3 */

RBD_API int rbd_builder_count(const rbd_builder *builder);                       /* bodies as added, with the world */
RBD_API int rbd_builder_find(const rbd_builder *builder, const char *body_name); /* or RBD_NOT_FOUND */
RBD_API int rbd_builder_find_joint(const rbd_builder *builder,
                                   const char *joint_name); /* its body, or RBD_NOT_FOUND */
/* The body as added; NULL when out of range. Change inertia, placement and joint parameters in place; the model's
   creation validates again. Valid until the next rbd_builder_add. */
RBD_API rbd_body *rbd_builder_body(rbd_builder *builder, int body);
/* Makes the joint fixed at q (nq entries of that joint, NULL: neutral). Joints that follow it are locked at their
   value. */
RBD_API rbd_status rbd_builder_lock(rbd_builder *builder, int body, const tact_real *q, rbd_error *error);
/* Removes a body with all its descendants and their frames. Numbers of later bodies change: look them up by name. */
RBD_API rbd_status rbd_builder_remove(rbd_builder *builder, int body, rbd_error *error);
/* Attaches a copy of all bodies of `other` to `parent` at a placement; names get the prefix (NULL: none). Returns the
   number of the first body added. */
RBD_API int rbd_builder_append(rbd_builder *builder, const rbd_builder *other, int parent, tact_pose placement,
                               const char *prefix, rbd_error *error);

/* Makes a model: validates, merges fixed joints, numbers depth-first, resolves couplings. The builder may go
   afterwards. */
RBD_API size_t rbd_model_bytes(const rbd_builder *builder);
RBD_API rbd_model *rbd_model_init(const rbd_builder *builder, void *memory, size_t bytes, rbd_error *error);
RBD_API rbd_model *rbd_model_create(const rbd_builder *builder, const tact_allocator *allocator, rbd_error *error);
RBD_API void rbd_model_destroy(rbd_model *model); /* of rbd_model_create; NULL allowed */

// >>data
/* Results and workspace of one thread. Each array says which function fills it. */
typedef struct rbd_data {
    const rbd_model *model;
    /* per body; rbd_fk and everything that takes q but rbd_rnea, rbd_bias, rbd_gravity_torque */
    tact_mat3 *rotation; /* world from body */
    tact_vec3 *position; /* [m] of the body's origin in the world */
    /* per body, axes of the world, at the body's origin, [linear, angular]; rbd_fk_velocity, rbd_fk_acceleration */
    tact_real (*velocity)[6];
    tact_real (*acceleration)[6]; /* classical: linear part is the acceleration of the origin; without gravity */
    /* rbd_jacobians: 6 x joint_nv, rows `jacobian_stride` apart, axes of the world, motion of the point of the body
       at the origin of its tree (tree_origin[model->tree[body]]); WORLD Jacobians follow by a shift
       (rbd_frame_jacobian) */
    tact_real *jacobian;
    int jacobian_stride;
    tact_vec3 *tree_origin;
    /* rbd_center_of_mass, rbd_centroidal */
    tact_vec3 com, com_velocity, com_acceleration;
    tact_real momentum[6];      /* about the centre of mass, world axes */
    tact_real momentum_rate[6]; /* rbd_centroidal_rate */
    tact_real centroidal_inertia[36];
    struct rbd__work *work;
    const tact_allocator *allocator;
    tact_allocator allocator_storage;
    size_t bytes;
} rbd_data;

RBD_API size_t rbd_data_bytes(const rbd_model *model);
RBD_API rbd_data *rbd_data_init(const rbd_model *model, void *memory, size_t bytes);        /* NULL: too small */
RBD_API rbd_data *rbd_data_create(const rbd_model *model, const tact_allocator *allocator); /* NULL: no memory */
RBD_API void rbd_data_destroy(rbd_data *data); /* of rbd_data_create; NULL allowed */

// >>manifold
/* Configurations form a manifold; velocities live in its tangent spaces (dimension nv), expressed in the body's axes.
   Cost O(nq); derivative matrices are nv x nv, block-diagonal and written in full. No data is needed. */
RBD_API void rbd_neutral(const rbd_model *model, tact_real *q);
/* Uniform within the limits (unlimited: angles in [-pi, pi], lengths in [-1, 1]; rotations uniform). The same for the
   same seed. */
RBD_API void rbd_random(const rbd_model *model, uint64_t seed, tact_real *q);
/* Makes quaternions and (cos, sin) pairs unit; RBD_BAD_QUATERNION when one is too short (it becomes the identity). */
RBD_API rbd_status rbd_normalize(const rbd_model *model, tact_real *q);
/* out = q (+) h v. out may be q. */
RBD_API void rbd_integrate(const rbd_model *model, const tact_real *q, const tact_real *v, tact_real h,
                           tact_real *out);
/* out (nv) = q1 (-) q0: the shortest v with q0 (+) v = q1. */
RBD_API void rbd_difference(const rbd_model *model, const tact_real *q0, const tact_real *q1, tact_real *out);
/* out = q0 (+) u (q1 (-) q0). out may be q0 or q1. */
RBD_API void rbd_interpolate(const rbd_model *model, const tact_real *q0, const tact_real *q1, tact_real u,
                             tact_real *out);
RBD_API tact_real rbd_distance(const rbd_model *model, const tact_real *q0, const tact_real *q1); /* |q1 (-) q0| */
/* Derivatives of q (+) v by q and by v; either may be NULL. */
RBD_API void rbd_integrate_derivatives(const rbd_model *model, const tact_real *q, const tact_real *v,
                                       tact_real *by_q, tact_real *by_v, int stride);
/* Derivatives of q1 (-) q0 by q0 and by q1; either may be NULL. */
RBD_API void rbd_difference_derivatives(const rbd_model *model, const tact_real *q0, const tact_real *q1,
                                        tact_real *by_q0, tact_real *by_q1, int stride);
/* qdot (nq) = rate of the entries of q at velocity v. */
RBD_API void rbd_configuration_rate(const rbd_model *model, const tact_real *q, const tact_real *v, tact_real *qdot);

// >>kinematics
/* Forward kinematics of order 0, 1, 2: poses; and velocities; and accelerations (a NULL: zero). O(bodies). */
RBD_API rbd_status rbd_fk(const rbd_model *model, rbd_data *data, const tact_real *q);
RBD_API rbd_status rbd_fk_velocity(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v);
RBD_API rbd_status rbd_fk_acceleration(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                       const tact_real *a);
/* The following read what forward kinematics left in `data`. */
RBD_API tact_pose rbd_body_pose(const rbd_data *data, int body);
RBD_API tact_pose rbd_frame_pose(const rbd_data *data, const rbd_frame *frame);
/* Spatial velocity (6) of a frame; needs order 1. Spatial and classical acceleration; need order 2. */
RBD_API void rbd_frame_velocity(const rbd_data *data, const rbd_frame *frame, rbd_reference reference,
                                tact_real *out);
RBD_API void rbd_frame_acceleration(const rbd_data *data, const rbd_frame *frame, rbd_reference reference,
                                    tact_real *out);
RBD_API void rbd_frame_classical_acceleration(const rbd_data *data, const rbd_frame *frame, rbd_reference reference,
                                              tact_real *out);
/* 6 x nv Jacobian of a frame; needs order 0. Columns off the path to the root are zero. Cost O(depth) plus zeros. */
RBD_API void rbd_frame_jacobian(const rbd_data *data, const rbd_frame *frame, rbd_reference reference,
                                tact_real *jacobian, int stride);
/* Its time derivative (of the spatial velocity); needs order 1. */
RBD_API void rbd_frame_jacobian_rate(const rbd_data *data, const rbd_frame *frame, rbd_reference reference,
                                     tact_real *jacobian_rate, int stride);
/* All columns at once into data->jacobian, with forward kinematics. */
RBD_API rbd_status rbd_jacobians(const rbd_model *model, rbd_data *data, const tact_real *q);
/* Derivatives (6 x nv each, any may be NULL) of a frame's spatial velocity and spatial acceleration in `reference`;
   need order 2. dv/dv = da/da = Jacobian. */
RBD_API void rbd_frame_velocity_derivatives(const rbd_data *data, const rbd_frame *frame, rbd_reference reference,
                                            tact_real *dv_dq, tact_real *dv_dv, int stride);
RBD_API void rbd_frame_acceleration_derivatives(const rbd_data *data, const rbd_frame *frame, rbd_reference reference,
                                                tact_real *da_dq, tact_real *da_dv, tact_real *da_da, int stride);
/* Centre of mass with velocity and acceleration (v, a may be NULL) into data->com*. */
RBD_API rbd_status rbd_center_of_mass(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                      const tact_real *a);
/* 3 x nv, axes of the world; data->com as well. */
RBD_API rbd_status rbd_com_jacobian(const rbd_model *model, rbd_data *data, const tact_real *q, tact_real *jacobian,
                                    int stride);

// >>dynamics
/* External forces `f_ext` are n_bodies x 6, [force, moment] on each body in its own frame (row 0, the world, is
   ignored), or NULL. */

/* Inverse dynamics: tau = M a + h - sum J^T f_ext. O(bodies). tau may be a. Ref. Featherstone 2008, sec. 5.3, in
   Luh, Walker & Paul's classical-acceleration form. */
RBD_API rbd_status rbd_rnea(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                            const tact_real *a, const tact_real *f_ext, tact_real *tau);
/* h = Coriolis, centrifugal and gravity terms minus passive joint forces: rbd_rnea at a = 0. */
RBD_API rbd_status rbd_bias(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                            tact_real *h);
/* g(q): torques that balance gravity alone. */
RBD_API rbd_status rbd_gravity_torque(const rbd_model *model, rbd_data *data, const tact_real *q, tact_real *g);
/* Damping, friction and spring forces as they act on the joints (they appear with a minus sign in h). */
RBD_API void rbd_passive_torque(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                tact_real *tau);
/* M (nv x nv), full, with armature. O(bodies * depth). Composite-rigid-body algorithm in world axes. */
RBD_API rbd_status rbd_crba(const rbd_model *model, rbd_data *data, const tact_real *q, tact_real *M, int stride);
/* Forward dynamics by the articulated-body algorithm, O(bodies); with coupled joints by M and a Cholesky
   factorisation. a may be tau. */
RBD_API rbd_status rbd_aba(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                           const tact_real *tau, const tact_real *f_ext, tact_real *a);
/* M^-1 (nv x nv), full, without forming M. O(bodies * nv). */
RBD_API rbd_status rbd_minverse(const rbd_model *model, rbd_data *data, const tact_real *q, tact_real *Minv,
                                int stride);
/* out = M^-1 x for one vector, O(bodies). out may be x. */
RBD_API rbd_status rbd_minverse_apply(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *x,
                                      tact_real *out);
/* C (nv x nv) with C v = Coriolis terms and dM/dt - 2 C skew. */
RBD_API rbd_status rbd_coriolis(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                tact_real *C, int stride);
/* Centroidal momentum matrix Ag (6 x nv, world axes at the centre of mass), momentum = Ag v, centroidal inertia, com
   and its velocity into data. Ag may be NULL. */
RBD_API rbd_status rbd_centroidal(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                  tact_real *Ag, int stride);
/* As rbd_centroidal, and dAg/dt (may be NULL), and data->momentum_rate = Ag a + dAg/dt v (a NULL: zero). */
RBD_API rbd_status rbd_centroidal_rate(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                       const tact_real *a, tact_real *Ag, tact_real *dAg, int stride);
/* [J] Kinetic with armature, 0.5 v^T M v; potential of gravity (zero at the world's origin) and springs. */
RBD_API rbd_status rbd_energy(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                              tact_real *kinetic, tact_real *potential);
/* Y (nv x 10 (n_bodies - 1)): tau of bodies = Y pi, pi per body m, m c (3), Ixx Ixy Iyy Ixz Iyz Izz about the body's
   origin. Armature and passive forces are not part of it. */
RBD_API rbd_status rbd_torque_regressor(const rbd_model *model, rbd_data *data, const tact_real *q,
                                        const tact_real *v, const tact_real *a, tact_real *Y, int stride);
/* kinetic and potential (10 (n_bodies - 1) each, either may be NULL): energies = row . pi. */
RBD_API rbd_status rbd_energy_regressors(const rbd_model *model, rbd_data *data, const tact_real *q,
                                         const tact_real *v, tact_real *kinetic, tact_real *potential);
/* The ten parameters pi of a body. */
RBD_API void rbd_inertia_parameters(const rbd_inertia *inertia, tact_real *pi);

// >>derivatives
/* Of rbd_rnea, nv x nv each, any may be NULL: by q (tangent), by v, by a (= M). f_ext are constant in the bodies'
   frames. */
RBD_API rbd_status rbd_rnea_derivatives(const rbd_model *model, rbd_data *data, const tact_real *q,
                                        const tact_real *v, const tact_real *a, const tact_real *f_ext,
                                        tact_real *dtau_dq, tact_real *dtau_dv, tact_real *dtau_da, int stride);
/* Of rbd_aba: acceleration a (nv, may be NULL) and its derivatives by q, v, tau (= M^-1); any may be NULL. */
RBD_API rbd_status rbd_aba_derivatives(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                       const tact_real *tau, const tact_real *f_ext, tact_real *a, tact_real *da_dq,
                                       tact_real *da_dv, tact_real *da_dtau, int stride);
/* Of rbd_gravity_torque. */
RBD_API rbd_status rbd_gravity_derivatives(const rbd_model *model, rbd_data *data, const tact_real *q,
                                           tact_real *dg_dq, int stride);
/* Of the centroidal momentum h and its rate (without gravity), 6 x nv each, any may be NULL. dh/dv = dhdot/da = Ag.
 */
RBD_API rbd_status rbd_centroidal_derivatives(const rbd_model *model, rbd_data *data, const tact_real *q,
                                              const tact_real *v, const tact_real *a, tact_real *dh_dq,
                                              tact_real *dhdot_dq, tact_real *dhdot_dv, tact_real *dhdot_da,
                                              int stride);

// >>batch
/* Many states of one model at once, RBD_LANES of them in a SIMD register. Arrays are structures of arrays: entry k of
   state s is x[k * stride + s], stride >= n. States are independent: a bad one (NaN, short quaternion) spoils its own
   outputs only. f_ext: entry (6 * body + row) likewise. */
#if defined(TACT_FLOAT)
#define RBD__REAL_BYTES 4
#else
#define RBD__REAL_BYTES 8
#endif
#if (defined(__GNUC__) || defined(__clang__)) && defined(__AVX__)
#define RBD_LANES (32 / RBD__REAL_BYTES)
#elif defined(__GNUC__) || defined(__clang__)
#define RBD_LANES (16 / RBD__REAL_BYTES)
#else
#define RBD_LANES 1
#endif
typedef struct rbd_batch rbd_batch;
RBD_API size_t rbd_batch_bytes(const rbd_model *model);
RBD_API rbd_batch *rbd_batch_init(const rbd_model *model, void *memory, size_t bytes); /* NULL: too small */
/* Poses of all bodies: rotation entry (9 * body + 3 * row + column), position entry (3 * body + axis). */
RBD_API rbd_status rbd_batch_fk(rbd_batch *batch, int n, int stride, const tact_real *q, tact_real *rotation,
                                tact_real *position);
RBD_API rbd_status rbd_batch_rnea(rbd_batch *batch, int n, int stride, const tact_real *q, const tact_real *v,
                                  const tact_real *a, const tact_real *f_ext, tact_real *tau);
RBD_API rbd_status rbd_batch_aba(rbd_batch *batch, int n, int stride, const tact_real *q, const tact_real *v,
                                 const tact_real *tau, const tact_real *f_ext, tact_real *a);

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
   rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
   permit persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright
   notice and this permission notice shall be included in all copies or substantial portions of the Software.
   THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO
   THE
   WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS
   OR
   COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
   OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

   ALTERNATIVE B - Unlicense (public domain, www.unlicense.org)
   This is free and unencumbered software released into the public domain. Anyone is free to copy, modify, publish,
   use, compile, sell, or distribute this software, either in source code form or as a compiled binary, for any
   purpose, commercial or non-commercial, and by any means. */
