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

/* Substitution in the rows of B by the nb x nb (nb <= NB) lower triangle at l: b <- L^-1 b for each row. `inverse`
   holds the reciprocals of the diagonal (ones for a unit one). Independent rows fill the processor's pipeline. */
TACT_ALWAYS_INLINE void tact__substitute_rows_n(int nb, int m, const tact_real *l, ptrdiff_t ldl,
                                                const tact_real *inverse, tact_real *b, ptrdiff_t ldb) {
    for (int i = 0; i < m; ++i, b += ldb) {
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
