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
             space, operations on the configuration manifold, batches of states over SIMD lanes; closed loops and
             constraints of 1-6 rows, the Delassus matrix, impacts, maximal coordinates; robots from URDF and MJCF
             text; armature, damping, Coulomb friction, springs and coupled joints in all the dynamics alike.
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

   QUICK REFERENCE
     a model      rbd_builder_create add add_composite add_frame append lock remove find destroy,
                  rbd_default_body default_joint, rbd_inertia_box sphere cylinder sum placed check,
                  rbd_model_create destroy find_body find_frame set_gravity
     from a file  rbd_model_create_urdf create_mjcf, rbd_builder_add_urdf add_mjcf, rbd_default_reader_config
                  pinocchio_reader_config, rbd_mesh_create destroy inertia; as text: rbd_model_write create_text
     its rig      rbd_model_find_actuator find_tendon find_key find_sensor, rbd_tendon_lengths tendon_inertia,
                  rbd_actuation passive_forces rig_bias rig_row_count rig_rows rig_torque activate
                  sense
     positions    rbd_neutral random normalize integrate difference interpolate distance configuration_rate, and
                  derivatives
     kinematics   rbd_pose_log pose_exp pose_log_jacobian, rbd_reach reach_reals (inverse), rbd_subtree_centers,
                  rbd_fk fk_velocity fk_acceleration, rbd_frame_pose velocity acceleration jacobian jacobian_rate,
                  rbd_jacobians, rbd_center_of_mass com_jacobian
     dynamics     rbd_rnea joint_wrenches bias gravity_torque crba aba minverse coriolis centroidal energy, regressors
     derivatives  rbd_rnea_derivatives rnea_second_derivatives aba_derivatives gravity_derivatives
                  centroidal_derivatives, of frames' velocities and accelerations, rbd_frame_hessian,
                  rbd_kinematic_regressor body_regressor
     many states  rbd_batch_init batch_fk batch_rnea batch_aba
     factors      rbd_factor_create compute solve apply (the mass matrix by its tree)
     loops        rbd_constraint_point weld coordinates rows, rbd_constraints_create evaluate jacobian factor,
                  rbd_delassus_compute matrix apply solve, rbd_constrained_dynamics impulse_dynamics,
                  rbd_project_configuration project_velocity
     maximal      rbd_maximal_create from_tree to_tree forces joint_rows

   QUERIES THAT NEED A PASS FIRST  They read the results of a pass in the data. A pass of higher order serves too. Those
       of frames and rbd_constraints_evaluate return RBD_NOT_READY, and write nothing, where it was not made.
       rbd_fk              rbd_body_pose, rbd_frame_pose, rbd_frame_jacobian, errors and rows of
                           rbd_constraints_evaluate; data->rotation, position
       rbd_fk_velocity     rbd_frame_velocity, rbd_frame_jacobian_rate; data->velocity
       rbd_fk_acceleration rbd_frame_acceleration, rbd_frame_classical_acceleration, rbd_frame_velocity_derivatives,
                           rbd_frame_acceleration_derivatives, all of rbd_constraints_evaluate; data->acceleration
       rbd_jacobians       data->jacobian, tree_origin
       rbd_center_of_mass, rbd_centroidal_rate  data->com, com_velocity, com_acceleration
       rbd_centroidal, rbd_centroidal_rate      data->com, com_velocity, momentum, centroidal_inertia
       rbd_centroidal_rate                      data->momentum_rate
       rbd_constraints_evaluate                 rbd_constraints_jacobian, jacobian_apply, jacobian_tapply, factor
       rbd_constraints_factor, rbd_delassus_compute     rbd_delassus_damping, matrix, apply, solve
       rbd_factor_compute                       rbd_factor_solve, solve_many, apply, get
       rbd_maximal_from_tree, rbd_maximal_to_tree       rbd_maximal_joint_rows; the rows of maximal->constraints
     Everything else that takes q does its own pass. A pass overwrites the results of the one before.

   MEMORY  rbd_model_bytes/rbd_data_bytes say how much, *_init take the caller's block, *_create use an allocator. An
       algorithm works in the data's block and allocates nothing.
   THREADS A model is constant and may be shared; a data belongs to one thread at a time. Same input and
           build: same bits; with TACT_DETERMINISTIC any build.
   ERRORS  Status 0 is success, < 0 no result. Builders and readers explain in an rbd_error which body is wrong and
       why. Algorithms report NaN or infinity in the input, unnormalisable quaternions and a singular mass matrix.

   OPTIONS Define before every include:
           TACT_FLOAT          single precision
           TACT_DETERMINISTIC  the same bits from every compiler, option and machine; slower: no lanes
           RBD_STATIC          no exported symbols
           RBD_NO_FILES        no URDF, MJCF, XML and text of numbers (rbd_builder_add_urdf, rbd_model_create_mjcf, ...)
           RBD_NO_DERIVATIVES  no derivatives by q, v, tau, and no regressors (rbd_rnea_derivatives, ...). contact.h
                               then has no derivatives either
       In the implementation file only (which does not build with -ffast-math):
           TACT_LAPACK         CBLAS and LAPACKE for large matrices
           TACT_MALLOC, TACT_FREE, TACT_ASSERT, TACT_NO_LIBC

   Contents: search for ">>name"
       >>shared-types >>status >>model >>builder >>data >>manifold >>kinematics >>dynamics >>derivatives >>batch
       >>factor >>constraints >>maximal >>readers >>rig
       >>impl-linear-algebra >>impl-status >>impl-text >>impl-spatial >>impl-lie >>impl-builder >>impl-model
       >>impl-manifold >>impl-data >>impl-coupling >>impl-kinematics >>impl-rnea >>impl-crba >>impl-aba >>impl-minverse
       >>impl-centroidal >>impl-tools >>impl-regressors >>impl-derivatives >>impl-wide >>impl-batch >>impl-factor
       >>impl-constraints >>impl-delassus >>impl-constrained >>impl-constrained-derivatives >>impl-maximal
       >>impl-numbers >>impl-xml >>impl-mesh >>impl-model-text >>impl-readers >>impl-urdf >>impl-fluid >>impl-rig
       >>impl-rig-forces >>impl-sensors >>impl-mjcf-document >>impl-mjcf-values >>impl-mjcf
       >>impl-mjcf-tree >>impl-mjcf-rig >>impl-mjcf-sensors >>impl-mjcf-read >>licence

   References: Featherstone, Rigid Body Dynamics Algorithms, 2008. Carpentier & Mansard, Analytical derivatives of
   rigid body dynamics algorithms, RSS 2018. Carpentier, Analytical inverse of the joint space inertia matrix, 2018.
   Echeandia & Wensing, Numerical methods to compute the Coriolis matrix and Christoffel symbols, 2021. Barfoot, State
   Estimation for Robotics, 2017 (SE(3) Jacobians).
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
#ifndef RBD_SINGLE_FILE_H
#define RBD_SINGLE_FILE_H

#define RBD_VERSION 100 /* major*10000 + minor*100 + patch */
#define RBD_VERSION_STRING "0.1.0"

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

#ifndef RBD_API /* RBD_STATIC: private to the file that includes it, no exported symbol */
#ifdef RBD_STATIC
#define RBD_API TACT_PRIVATE
#else
#define RBD_API extern
#endif
#endif

// >>status
#define RBD_STATUS_LIST(X)                                                                                             \
    X(OK, 0, "success")                                                                                                \
    X(BAD_ARGUMENT, -1, "a required pointer is NULL or a size or index is out of range")                               \
    X(NOT_FINITE, -2, "the input contains NaN or infinity")                                                            \
    X(NO_SPACE, -3, "a buffer is smaller than its size query asked for")                                               \
    X(NO_MEMORY, -4, "the allocator returned NULL")                                                                    \
    X(BAD_NAME, -5, "a name is missing, too long or already taken")                                                    \
    X(BAD_PARENT, -6, "the parent does not exist")                                                                     \
    X(BAD_INERTIA, -7, "a mass is negative or an inertia is not that of any distribution of mass")                     \
    X(BAD_JOINT, -8, "a joint's axis, parameters or coupling make no sense")                                           \
    X(BAD_QUATERNION, -9, "a quaternion or a (cos, sin) pair in q is too short to be normalised")                      \
    X(SINGULAR, -10, "the joint-space inertia is not positive definite (a massless moving body without armature)")     \
    X(NOT_FOUND, -11, "no object of this name")                                                                        \
    X(BAD_TEXT, -12, "a robot description is malformed")                                                               \
    X(NOT_READY, -13, "the pass that this reads the results of was not made (rbd_fk, rbd_fk_velocity, ...)")           \
    X(NOT_CONVERGED, 1, "the iteration stopped before its tolerance: contradicting constraints, or too few steps")     \
    X(RANK_DEFICIENT, 2, "the constraint rows are linearly dependent and there is no damping")
typedef enum rbd_status {
#define RBD__X(name, value, text) RBD_##name = value,
    RBD_STATUS_LIST(RBD__X)
#undef RBD__X
        RBD_STATUS_FORCE_INT = 0x7fffffff
} rbd_status;

/* Text of a status; never NULL. */
RBD_API const char *rbd_status_text(rbd_status status);

/* The reason of a failure, for builders and readers. The caller owns it. Every function that takes one accepts NULL. */
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
    int trust_inertia; /* 1: taken as it is (finite, mass >= 0), though no body has it; default 0: refused */
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
    const int *dof_master;      /* entry of v that drives it */
    const tact_real *dof_scale; /* 1, or the coupling's scale */
    rbd_dof *dof;
    tact_real *armature; /* the same as dof[].armature */
    int has_passive;     /* any damping, friction or stiffness */
    /* per entry of v: the pattern of M. With coupled joints every dof follows the one before */
    const int *dof_parent;  /* next one towards the root, -1 at it */
    const int *dof_subtree; /* how many dofs in the subtree of this one, with itself */
    /* per entry of q */
    const tact_real *q_lower, *q_upper;
    /* frames: 0 is the world */
    const rbd_frame *frames;
    /* per body as added */
    const int *added_body;  /* model body that carries it */
    const int *added_frame; /* its frame: differs from the body's own when it was merged */
    /* for the algorithms */
    const struct rbd__moments *moments; /* per body: inertia about its origin */
    const int *coupling_body;           /* body followed, or the number as added */
    const int *angle_slot, *angle_q;    /* joints with an angle, and where it stands in q */
    const int *dof_up;                  /* dof_parent in joint coordinates */
    const int *level;                   /* buffer that a body uses in passes that carry a matrix along a chain */
    const struct rbd_rig *rig;          /* tendons, actuators, keyframes of a file; NULL: none. The model owns it */
    struct rbd_kept *kept;              /* memory that goes with the model: shapes of a file; NULL: none */
    int n_angles, n_pairs, n_levels;
    const tact_allocator *allocator;
    tact_allocator allocator_storage;
    void *memory;
    size_t bytes;
} rbd_model;

/* Memory that rbd_model_destroy frees as well, by the model's allocator: this head, then anything. */
typedef struct rbd_kept {
    struct rbd_kept *next;
    size_t bytes;
} rbd_kept;

/* Index of the body of that name, or RBD_NOT_FOUND. A body that was merged gives the one it was merged into. */
RBD_API int rbd_model_find_body(const rbd_model *model, const char *name);
/* Index of the first frame of that name (bodies before joints before operational ones), or RBD_NOT_FOUND. */
RBD_API int rbd_model_find_frame(const rbd_model *model, const char *name);
/* Index in the model of a body by the number rbd_builder_add gave it; RBD_BAD_ARGUMENT when there is none. */
RBD_API int rbd_model_body(const rbd_model *model, int added);
/* Pose on a body as added, seen from the model body that carries it (they differ when fixed joints were merged). */
RBD_API tact_pose rbd_model_added_pose(const rbd_model *model, int added, tact_pose pose);
RBD_API void rbd_model_set_gravity(rbd_model *model, tact_vec3 gravity);
/* Replaces the parameters of a dof in joint coordinates (limits, armature, damping, friction, spring). */
RBD_API rbd_status rbd_model_set_dof(rbd_model *model, int dof, const rbd_dof *parameters);
/* [kg] of all moving bodies. */
RBD_API tact_real rbd_model_mass(const rbd_model *model);
/* Frame at a placement on a body, without a name. */
RBD_API rbd_frame rbd_frame_on_body(int body, tact_pose placement);

// >>builder
/* A builder collects bodies, then makes models. Functions that return int give a number >= 0 or a (negative) status.
   On failure the builder is as before, and `error` (NULL allowed) names the body. */
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
RBD_API int rbd_builder_find_joint(const rbd_builder *builder, const char *joint_name); /* its body, or RBD_NOT_FOUND */
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
    int order; /* of the last kinematics in here: 0 poses, 1 and velocities, 2 and accelerations; -1: none yet */
    /* per body; rbd_fk and everything that takes q but rbd_rnea, rbd_bias, rbd_gravity_torque, rbd_crba */
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
    void *memory;
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
RBD_API void rbd_integrate(const rbd_model *model, const tact_real *q, const tact_real *v, tact_real h, tact_real *out);
/* out (nv) = q1 (-) q0: the shortest v with q0 (+) v = q1. */
RBD_API void rbd_difference(const rbd_model *model, const tact_real *q0, const tact_real *q1, tact_real *out);
/* out = q0 (+) u (q1 (-) q0). out may be q0 or q1. */
RBD_API void rbd_interpolate(const rbd_model *model, const tact_real *q0, const tact_real *q1, tact_real u,
                             tact_real *out);
RBD_API tact_real rbd_distance(const rbd_model *model, const tact_real *q0, const tact_real *q1); /* |q1 (-) q0| */
#ifndef RBD_NO_DERIVATIVES
/* Derivatives of q (+) v by q and by v; either may be NULL. */
RBD_API void rbd_integrate_derivatives(const rbd_model *model, const tact_real *q, const tact_real *v, tact_real *by_q,
                                       tact_real *by_v, int stride);
/* Derivatives of q1 (-) q0 by q0 and by q1; either may be NULL. */
RBD_API void rbd_difference_derivatives(const rbd_model *model, const tact_real *q0, const tact_real *q1,
                                        tact_real *by_q0, tact_real *by_q1, int stride);
#endif /* RBD_NO_DERIVATIVES */
/* qdot (nq) = rate of the entries of q at velocity v. */
RBD_API void rbd_configuration_rate(const rbd_model *model, const tact_real *q, const tact_real *v, tact_real *qdot);

// >>kinematics
/* Forward kinematics of order 0, 1, 2: poses; and velocities; and accelerations (a NULL: zero). O(bodies). */
RBD_API rbd_status rbd_fk(const rbd_model *model, rbd_data *data, const tact_real *q);
RBD_API rbd_status rbd_fk_velocity(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v);
RBD_API rbd_status rbd_fk_acceleration(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                       const tact_real *a);
/* The following read what forward kinematics left in `data`: poses need rbd_fk (order 0), velocities rbd_fk_velocity
   (order 1), accelerations rbd_fk_acceleration (order 2); without it RBD_NOT_READY, and nothing is written. A pose that
   is not there is that of the neutral configuration. */
RBD_API tact_pose rbd_body_pose(const rbd_data *data, int body);
RBD_API tact_pose rbd_frame_pose(const rbd_data *data, const rbd_frame *frame);
/* Spatial velocity (6) of a frame; needs order 1. Spatial and classical acceleration; need order 2. */
RBD_API rbd_status rbd_frame_velocity(const rbd_data *data, const rbd_frame *frame, rbd_reference reference,
                                      tact_real *out);
RBD_API rbd_status rbd_frame_acceleration(const rbd_data *data, const rbd_frame *frame, rbd_reference reference,
                                          tact_real *out);
RBD_API rbd_status rbd_frame_classical_acceleration(const rbd_data *data, const rbd_frame *frame,
                                                    rbd_reference reference, tact_real *out);
/* 6 x nv Jacobian of a frame; needs order 0. Columns off the path to the root are zero. Cost O(depth) plus zeros. */
RBD_API rbd_status rbd_frame_jacobian(const rbd_data *data, const rbd_frame *frame, rbd_reference reference,
                                      tact_real *jacobian, int stride);
/* Its time derivative (of the spatial velocity); needs order 1. */
RBD_API rbd_status rbd_frame_jacobian_rate(const rbd_data *data, const rbd_frame *frame, rbd_reference reference,
                                           tact_real *jacobian_rate, int stride);
/* All columns at once into data->jacobian, with forward kinematics. */
RBD_API rbd_status rbd_jacobians(const rbd_model *model, rbd_data *data, const tact_real *q);
#ifndef RBD_NO_DERIVATIVES
/* Derivatives (6 x nv each, any may be NULL) of a frame's spatial velocity and spatial acceleration in `reference`;
   need order 2. dv/dv = da/da = Jacobian. */
RBD_API rbd_status rbd_frame_velocity_derivatives(const rbd_data *data, const rbd_frame *frame, rbd_reference reference,
                                                  tact_real *dv_dq, tact_real *dv_dv, int stride);
RBD_API rbd_status rbd_frame_acceleration_derivatives(const rbd_data *data, const rbd_frame *frame,
                                                      rbd_reference reference, tact_real *da_dq, tact_real *da_dv,
                                                      tact_real *da_da, int stride);
/* Derivative of a frame's Jacobian by q: nv matrices of 6 x nv one after the other, the k-th by entry k of the tangent;
   needs order 0. O(depth^2), plus the zeros. */
RBD_API rbd_status rbd_frame_hessian(const rbd_data *data, const rbd_frame *frame, rbd_reference reference,
                                     tact_real *hessian);
/* How a frame moves when the placements of joints are off, for calibration: 6 x 6 (n_bodies - 1), rows `stride` apart;
   columns 6 (i - 1) ... of body i are by a twist of its joint's fixed frame in that frame's own axes. Rows as those of
   the Jacobian; needs order 0. */
RBD_API rbd_status rbd_kinematic_regressor(const rbd_data *data, const rbd_frame *frame, rbd_reference reference,
                                           tact_real *regressor, int stride);
#endif /* RBD_NO_DERIVATIVES */
/* Centre of mass with velocity and acceleration (v, a may be NULL) into data->com*. */
RBD_API rbd_status rbd_center_of_mass(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                      const tact_real *a);
/* 3 x nv, axes of the world; data->com as well. */
RBD_API rbd_status rbd_com_jacobian(const rbd_model *model, rbd_data *data, const tact_real *q, tact_real *jacobian,
                                    int stride);
/* Mass [kg] and centre of mass [m, world axes] of every body with all that hangs on it; either may be NULL, n_bodies
   each. Entry 0 is the whole; the centre of no mass is the body's origin. Does the kinematics of q. O(bodies). */
RBD_API rbd_status rbd_subtree_centers(const rbd_model *model, rbd_data *data, const tact_real *q, tact_real *mass,
                                       tact_vec3 *center);
/* Twist [linear, angular], in the axes of `pose`, that leads from the identity to it in unit time (log6), |angular| <=
   pi; the pose that a twist leads to (exp6); and the derivative (6 x 6, row-major) of the logarithm when the pose moves
   by a twist in its own axes (Jlog6). */
RBD_API void rbd_pose_log(tact_pose pose, tact_real *twist);
RBD_API tact_pose rbd_pose_exp(const tact_real *twist);
RBD_API void rbd_pose_log_jacobian(tact_pose pose, tact_real *jacobian);
/* Inverse kinematics: moves q until `frame` has the pose `target`, by damped least squares (Levenberg-Marquardt) on
   rbd_pose_log, within the limits of the joints. `error` (may be NULL) is the norm of what is left, in metres and
   radians together. RBD_OK when it is at most `tolerance`; RBD_NOT_CONVERGED: q is the best that max_steps found, a
   pose that is out of reach, or a local minimum. `work` takes rbd_reach_reals(model). O(nv + depth) a step. */
RBD_API int rbd_reach_reals(const rbd_model *model);
RBD_API rbd_status rbd_reach(const rbd_model *model, rbd_data *data, const rbd_frame *frame, tact_pose target,
                             tact_real tolerance, int max_steps, tact_real *q, tact_real *work, tact_real *error);

// >>dynamics
/* External forces `f_ext` are n_bodies x 6, [force, moment] on each body in its own frame (row 0, the world, is
   ignored), or NULL. */

/* Inverse dynamics: tau = M a + h - sum J^T f_ext. O(bodies). tau may be a. Ref. Featherstone 2008, sec. 5.3, in
   Luh, Walker & Paul's classical-acceleration form. */
RBD_API rbd_status rbd_rnea(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                            const tact_real *a, const tact_real *f_ext, tact_real *tau);
/* The wrench [force, moment] (n_bodies x 6) that the joint of each body passes to it, in the body's frame: of the
   motion (q, v, a) under gravity and f_ext; its part along the joint's axes is tau without armature and passive forces.
   Row 0 is what the world carries, in world axes about its origin. O(bodies). */
RBD_API rbd_status rbd_joint_wrenches(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                      const tact_real *a, const tact_real *f_ext, tact_real *wrench);
/* h = Coriolis, centrifugal and gravity terms minus passive joint forces: rbd_rnea at a = 0. */
RBD_API rbd_status rbd_bias(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                            tact_real *h);
/* g(q): torques that balance gravity alone. */
RBD_API rbd_status rbd_gravity_torque(const rbd_model *model, rbd_data *data, const tact_real *q, tact_real *g);
/* Damping, friction and spring forces as they act on the joints (they appear with a minus sign in h). */
RBD_API void rbd_passive_torque(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                tact_real *tau);
/* M (nv x nv), full, with armature. O(bodies * depth). Composite-rigid-body algorithm in body axes. */
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
#ifndef RBD_NO_DERIVATIVES
/* Y (nv x 10 (n_bodies - 1)): tau of bodies = Y pi, pi per body m, m c (3), Ixx Ixy Iyy Ixz Iyz Izz about the body's
   origin. Armature and passive forces are not part of it. */
RBD_API rbd_status rbd_torque_regressor(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                        const tact_real *a, tact_real *Y, int stride);
/* Y (6 x 10) of one body that moves with a spatial velocity and acceleration [linear, angular] in its own axes (gravity
   taken off the acceleration): the wrench that this needs is Y pi. */
RBD_API void rbd_body_regressor(const tact_real *velocity, const tact_real *acceleration, tact_real *Y, int stride);
/* kinetic and potential (10 (n_bodies - 1) each, either may be NULL): energies = row . pi. */
RBD_API rbd_status rbd_energy_regressors(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                         tact_real *kinetic, tact_real *potential);
/* The ten parameters pi of a body. */
RBD_API void rbd_inertia_parameters(const rbd_inertia *inertia, tact_real *pi);
#endif /* RBD_NO_DERIVATIVES */

// >>derivatives
#ifndef RBD_NO_DERIVATIVES
/* Of rbd_rnea, nv x nv each, any may be NULL: by q (tangent), by v, by a (= M). f_ext are constant in the bodies'
   frames. */
RBD_API rbd_status rbd_rnea_derivatives(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                        const tact_real *a, const tact_real *f_ext, tact_real *dtau_dq,
                                        tact_real *dtau_dv, tact_real *dtau_da, int stride);
/* Second derivatives of rbd_rnea without passive forces, nv x nv x nv each, any may be NULL: entry (i nv + k) nv + l is
   the change of dtau_i/dq_k by q_l, of dtau_i/dv_k by v_l and by q_l, and of M_ik by q_l; by q along the tangent, as
   rbd_integrate moves it. f_ext are constant in the bodies' frames. O(nv^3) where the tree is a chain, without loops
   over bodies. Ref. Singh, Russell & Wensing, Efficient analytical derivatives of rigid-body dynamics, 2022, in the
   sums of rbd_rnea_derivatives. */
RBD_API rbd_status rbd_rnea_second_derivatives(const rbd_model *model, rbd_data *data, const tact_real *q,
                                               const tact_real *v, const tact_real *a, const tact_real *f_ext,
                                               tact_real *dqdq, tact_real *dvdv, tact_real *dvdq, tact_real *dadq);
/* Of rbd_aba: acceleration a (nv, may be NULL) and its derivatives by q, v, tau (= M^-1); any may be NULL. */
RBD_API rbd_status rbd_aba_derivatives(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                       const tact_real *tau, const tact_real *f_ext, tact_real *a, tact_real *da_dq,
                                       tact_real *da_dv, tact_real *da_dtau, int stride);
/* Of rbd_gravity_torque. */
RBD_API rbd_status rbd_gravity_derivatives(const rbd_model *model, rbd_data *data, const tact_real *q, tact_real *dg_dq,
                                           int stride);
/* Of the centroidal momentum h and its rate (without gravity), 6 x nv each, any may be NULL. dh/dv = dhdot/da = Ag.
 */
RBD_API rbd_status rbd_centroidal_derivatives(const rbd_model *model, rbd_data *data, const tact_real *q,
                                              const tact_real *v, const tact_real *a, tact_real *dh_dq,
                                              tact_real *dhdot_dq, tact_real *dhdot_dv, tact_real *dhdot_da,
                                              int stride);
#endif /* RBD_NO_DERIVATIVES */

// >>batch
/* Many states of one model at once, RBD_LANES of them in a SIMD register. Arrays are structures of arrays: entry k of
   state s is x[k * stride + s], stride >= n (strides of 2 KB or more that are powers of two make rows share cache
   sets; rows that begin on a cache line, 64 bytes, are fastest). States are independent: a bad one (NaN, short
   quaternion) spoils its own outputs only. f_ext: entry (6 * body + row) likewise. */
#if defined(TACT_FLOAT)
#define RBD__REAL_BYTES 4
#else
#define RBD__REAL_BYTES 8
#endif
#ifdef TACT_DETERMINISTIC
#define RBD_LANES 1
#elif (defined(__GNUC__) || defined(__clang__)) && defined(__AVX__)
#define RBD_LANES (32 / RBD__REAL_BYTES)
#elif (defined(__GNUC__) || defined(__clang__)) && !defined(__TINYC__)
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

// >>factor
/* Factorisation of the mass matrix along the tree: M = L^T D L, L unit lower triangular with entries between a dof
   and its ancestors only, so that it fills nothing in (Featherstone 2008, sec. 6.5). Cost sum of depth^2 / 2; a solve
   costs the number of entries of L twice. With coupled joints the pattern is full. */
typedef struct rbd_factor {
    const rbd_model *model;
    int nv;
    const int *row_start; /* nv: row k of L is entries[row_start[k]] ...: its ancestors from the root, then k */
    const int *depth;     /* nv: how many ancestors; rows are padded to multiples of four entries */
    const int *ancestor;  /* their dofs */
    tact_real *entries;   /* off-diagonal entries of L; D at the place of the diagonal */
    tact_real *inverse;   /* 1 / D */
    void *block;          /* of rbd_factor_create */
    size_t bytes;
    const tact_allocator *allocator;
    tact_allocator allocator_storage;
} rbd_factor;

RBD_API size_t rbd_factor_bytes(const rbd_model *model);
RBD_API rbd_factor *rbd_factor_init(const rbd_model *model, void *memory, size_t bytes);        /* NULL: too small */
RBD_API rbd_factor *rbd_factor_create(const rbd_model *model, const tact_allocator *allocator); /* NULL: no memory */
RBD_API void rbd_factor_destroy(rbd_factor *factor); /* of rbd_factor_create; NULL allowed */
/* Factors M (nv x nv as rbd_crba writes it; the lower triangle is read). RBD_SINGULAR when a pivot is not positive.
 */
RBD_API rbd_status rbd_factor_compute(rbd_factor *factor, const tact_real *M, int stride);
RBD_API void rbd_factor_solve(const rbd_factor *factor, tact_real *x); /* x (nv) <- M^-1 x */
/* The same for the columns of X (nv x n). */
RBD_API void rbd_factor_solve_many(const rbd_factor *factor, int n, tact_real *X, int stride);
RBD_API void rbd_factor_apply(const rbd_factor *factor, const tact_real *x,
                              tact_real *out); /* out = M x; not in place */
/* D (nv) and U = L^T (nv x nv, unit upper triangular), M = U D U^T; either may be NULL. */
RBD_API void rbd_factor_get(const rbd_factor *factor, tact_real *D, tact_real *U, int stride);

// >>constraints
/* Constraints between two frames, or a frame and the world: any 1 to 6 rows of their relative motion. Frame 1 is
   fixed to body1, frame 2 to body2 (RBD_WORLD allowed for either). Everything is expressed in the axes of frame 1
   with the sign "1 minus 2"; forces lambda act on body 1, their reaction on body 2: M a + h = tau + J^T lambda.

   Angular rows x, y, z (bits 3, 4, 5 of `rows`):
       all three   w1 - w2; error: minus the rotation vector of frame 2 in frame 1
       two         the same rows; the axes of the third, free direction coincide (revolute, cylindrical, planar loops)
       one, say i  with (i, j, k) cyclic: axis j of frame 1 stays perpendicular to axis k of frame 2 (universal loop)
   Linear rows x, y, z (bits 0, 1, 2), v1 and v2 velocities of the two bodies, by `linear`:
       RBD_LINEAR_AT_1     both at the origin of frame 1: the linear part of the difference of spatial velocities
       RBD_LINEAR_ORIGINS  each at the origin of its own frame
       RBD_LINEAR_AT_2     both at the origin of frame 2: how the origin of 2 moves as seen from frame 1
   They agree where the constraint holds and all three rows are present. rbd_constraint_rows chooses the one that
   is right for any rows (AT_1 with three angular rows, ORIGINS for three linear ones, else AT_2); the weld and the
   point so get Pinocchio's 6D and 3D constraints. Accelerations are the exact rates of these velocities, but for
   ORIGINS, where they are the difference of classical accelerations. */
enum { RBD_ROW_X = 1, RBD_ROW_Y = 2, RBD_ROW_Z = 4, RBD_ROW_RX = 8, RBD_ROW_RY = 16, RBD_ROW_RZ = 32 };
enum { RBD_COORDINATES_MAX = 25 }; /* four free bodies and one more */
typedef enum rbd_linear_rows { RBD_LINEAR_AT_1, RBD_LINEAR_ORIGINS, RBD_LINEAR_AT_2 } rbd_linear_rows;

typedef struct rbd_constraint {
    int body1, body2;                 /* of the model */
    tact_pose placement1, placement2; /* of the frames on them */
    unsigned rows;                    /* RBD_ROW_* */
    rbd_linear_rows linear;
    tact_real stiffness, damping; /* [1/s^2], [1/s] Baumgarte: J a + drift = -stiffness error - damping rate; 0, 0 */
    /* n_custom > 0: that many rows custom[r] . (V1 - V2) instead, V the spatial velocities at the origin of frame 1
       in its axes; custom_drift is the rate of custom[r] times (V1 - V2), custom_error the position error. The caller
       refreshes them (rbd_constraints_get) before each evaluation when they change with q. */
    int n_custom;
    tact_real custom[6][6], custom_drift[6], custom_error[6];
    /* n_coordinates > 0: one row on the model's velocities instead, the sum of weight[k] v[coordinate[k]] = 0 (gears,
       differentials, cables), no bodies; custom_drift[0], custom_error[0] as above (weights that are constant have no
       drift, and their error is the same sum over q, less an offset). */
    int n_coordinates;
    int coordinate[RBD_COORDINATES_MAX];
    tact_real weight[RBD_COORDINATES_MAX];
} rbd_constraint;

RBD_API rbd_constraint rbd_constraint_rows(int body1, tact_pose placement1, int body2, tact_pose placement2,
                                           unsigned rows);
RBD_API rbd_constraint rbd_constraint_point(int body1, tact_pose placement1, int body2, tact_pose placement2);
RBD_API rbd_constraint rbd_constraint_weld(int body1, tact_pose placement1, int body2, tact_pose placement2);
/* One row on n entries of v (n_coordinates above); error is its position error now. */
RBD_API rbd_constraint rbd_constraint_coordinates(int n, const int *coordinate, const tact_real *weight,
                                                  tact_real error);

/* A set of constraints with everything that solving under them needs. Results per row stand in the order of the
   constraints and, in each, of the rows. */
typedef struct rbd_constraints {
    const rbd_model *model;
    int n, n_rows;
    rbd_constraint *constraint;
    const int *first_row; /* n + 1 */
    /* rbd_constraints_evaluate */
    tact_real *error; /* n_rows: position error, [m, rad] */
    tact_real *rate;  /* J v */
    tact_real *drift; /* velocity-dependent part of the constraint's acceleration: J a + drift = 0 */
    /* rbd_constraints_factor */
    rbd_factor *factor;
    tact_real *delassus;        /* G = J M^-1 J^T, n_rows x n_rows, full */
    tact_real *delassus_factor; /* Cholesky factor of G + diag(damping), lower triangle */
    tact_real *damping;         /* n_rows: added to the diagonal of G */
    struct rbd__sparse *sparse;
    void *block; /* of rbd_constraints_create */
    size_t bytes;
    const tact_allocator *allocator;
    tact_allocator allocator_storage;
} rbd_constraints;

RBD_API size_t rbd_constraints_bytes(const rbd_model *model, const rbd_constraint *list, int n);
/* Copies the list. NULL: too small, or a constraint is malformed (body out of range, no rows, bad pose, same body).
 */
RBD_API rbd_constraints *rbd_constraints_init(const rbd_model *model, const rbd_constraint *list, int n, void *memory,
                                              size_t bytes);
RBD_API rbd_constraints *rbd_constraints_create(const rbd_model *model, const rbd_constraint *list, int n,
                                                const tact_allocator *allocator, rbd_error *error);
RBD_API void rbd_constraints_destroy(rbd_constraints *constraints);
/* The stored constraint, to change placements, gains and custom rows (not bodies, nor the number of rows). */
RBD_API rbd_constraint *rbd_constraints_get(rbd_constraints *constraints, int index);

/* Errors, rates, drifts and Jacobians from what rbd_fk_acceleration(model, data, q, v, NULL) left in `data` (after
   rbd_fk errors and Jacobians; rates and drifts stay as they were). RBD_NOT_READY: no pass was made. Cost
   O(rows * depth). */
RBD_API rbd_status rbd_constraints_evaluate(rbd_constraints *constraints, const rbd_data *data);
/* J (n_rows x nv) of the last evaluation. */
RBD_API void rbd_constraints_jacobian(const rbd_constraints *constraints, tact_real *J, int stride);
RBD_API void rbd_constraints_jacobian_apply(const rbd_constraints *c, const tact_real *v, tact_real *out); /* J v */
RBD_API void rbd_constraints_jacobian_tapply(const rbd_constraints *c, const tact_real *lambda,
                                             tact_real *out); /* J^T lambda */

/* Factors the system [M J^T; J -mu] of the last evaluation: tree factor of M (nv x nv from rbd_crba), the rows of J
   along their support, G, and the Cholesky factor of G + mu. mu >= 0 [1/kg] is the same for all rows. RBD_SINGULAR: M
   is; RBD_RANK_DEFICIENT (> 0): G + mu is not positive definite, everything but solves is usable. */
RBD_API rbd_status rbd_constraints_factor(rbd_constraints *constraints, const tact_real *M, int stride, tact_real mu);
/* The same from q in one call: rbd_fk, rbd_crba, rbd_constraints_evaluate and rbd_constraints_factor, with the
   kinematics done once. Errors and Jacobians are of q. Rates and drifts are not touched. */
RBD_API rbd_status rbd_delassus_compute(const rbd_model *model, rbd_data *data, rbd_constraints *constraints,
                                        const tact_real *q, tact_real mu);
/* Another damping (n_rows, or NULL for the scalar mu on each row): refactors G + diag only. */
RBD_API rbd_status rbd_delassus_damping(rbd_constraints *constraints, const tact_real *damping, tact_real mu);
RBD_API void rbd_delassus_matrix(const rbd_constraints *constraints, tact_real *G, int stride); /* without damping */
/* out = G x without forming G: two products with J L^-1, O(rows * depth). */
RBD_API void rbd_delassus_apply(const rbd_constraints *constraints, const tact_real *x, tact_real *out);
RBD_API void rbd_delassus_solve(const rbd_constraints *constraints, tact_real *x); /* x <- (G + diag(damping))^-1 x */

typedef struct rbd_constrained_config {
    tact_real mu;        /* [-] proximal weight relative to the mean of G's diagonal; default 1e-9 (float: 1e-4) */
    tact_real tolerance; /* [-] stop when |J a + drift| falls below this, relative to the free one; default 1e-13 */
    int max_iterations;  /* default 30 */
} rbd_constrained_config;
typedef struct rbd_constrained_result {
    int iterations;
    tact_real residual; /* largest |J a + drift + Baumgarte terms| */
} rbd_constrained_result;
RBD_API rbd_constrained_config rbd_default_constrained_config(void);

/* Forward dynamics under constraints: a (nv) and lambda (n_rows) of
       M a + h = tau + J^T f_ext + J^T lambda,   J a + drift + damping rate + stiffness error = 0,
   by the proximal iteration (G + mu) lambda' = mu lambda - (J a_free + ...), which is exact for consistent redundant
   constraints too (rank-deficient J); the iteration starts from zero. config, result, lambda may be NULL.
   RBD_NOT_CONVERGED (> 0): the constraints contradict each other or mu is too large. Ref. Carpentier, Budhiraja &
   Mansard, Proximal and sparse resolution of constrained dynamic equations, RSS 2021. */
RBD_API rbd_status rbd_constrained_dynamics(const rbd_model *model, rbd_data *data, rbd_constraints *constraints,
                                            const tact_real *q, const tact_real *v, const tact_real *tau,
                                            const tact_real *f_ext, const rbd_constrained_config *config, tact_real *a,
                                            tact_real *lambda, rbd_constrained_result *result);
#ifndef RBD_NO_DERIVATIVES
/* Its derivatives by q (tangent), v, tau: of a (nv x nv) and of lambda (n_rows x nv); any may be NULL; `stride` for
   all. a and lambda (may be NULL) as above. Baumgarte terms are included; custom rows count as constant in frame 1.
   Where constraints are redundant the forces are not unique, and neither are their derivatives. */
RBD_API rbd_status rbd_constrained_dynamics_derivatives(const rbd_model *model, rbd_data *data,
                                                        rbd_constraints *constraints, const tact_real *q,
                                                        const tact_real *v, const tact_real *tau,
                                                        const tact_real *f_ext, const rbd_constrained_config *config,
                                                        tact_real *a, tact_real *lambda, tact_real *da_dq,
                                                        tact_real *da_dv, tact_real *da_dtau, tact_real *dlambda_dq,
                                                        tact_real *dlambda_dv, tact_real *dlambda_dtau, int stride);
#endif /* RBD_NO_DERIVATIVES */
/* Impact: v_plus = v + M^-1 J^T impulse with J v_plus = -restitution J v. v_plus may be v. impulse, config, result
   may be NULL. */
RBD_API rbd_status rbd_impulse_dynamics(const rbd_model *model, rbd_data *data, rbd_constraints *constraints,
                                        const tact_real *q, const tact_real *v, tact_real restitution,
                                        const rbd_constrained_config *config, tact_real *v_plus, tact_real *impulse,
                                        rbd_constrained_result *result);
#ifndef RBD_NO_DERIVATIVES
/* Its derivatives by q (tangent) and v: of v_plus (nv x nv) and of the impulse (n_rows x nv); any may be NULL; `stride`
   for all. */
RBD_API rbd_status rbd_impulse_dynamics_derivatives(const rbd_model *model, rbd_data *data,
                                                    rbd_constraints *constraints, const tact_real *q,
                                                    const tact_real *v, tact_real restitution,
                                                    const rbd_constrained_config *config, tact_real *v_plus,
                                                    tact_real *impulse, tact_real *dv_dq, tact_real *dv_dv,
                                                    tact_real *dimpulse_dq, tact_real *dimpulse_dv, int stride);
#endif /* RBD_NO_DERIVATIVES */
/* Loop assembly: moves q (in place) onto the constraints by damped Gauss-Newton steps until the largest error is
   below `tolerance`; RBD_NOT_CONVERGED leaves the best q. result->residual is the error reached. */
RBD_API rbd_status rbd_project_configuration(const rbd_model *model, rbd_data *data, rbd_constraints *constraints,
                                             tact_real *q, tact_real tolerance, int max_iterations,
                                             rbd_constrained_result *result);
/* The velocity nearest to v in the metric of M that satisfies J v = 0, in place. */
RBD_API rbd_status rbd_project_velocity(const rbd_model *model, rbd_data *data, rbd_constraints *constraints,
                                        const tact_real *q, tact_real *v);

// >>maximal
/* Maximal coordinates: every body of a tree becomes a free body on the world, every joint a constraint of 6 - nv rows
   (rbd_constraint with custom rows), for solvers that want free bodies. The two descriptions give the same
   accelerations. Massless bodies (inside universal, composite, ... joints, or added so) become part of the joint that
   they belong to; one with several or no children has no counterpart and is refused. Damping, friction and springs
   act through rbd_maximal_forces. Every dof with an armature becomes a rotor: a massless body of its own on a
   revolute joint with that armature, and one row that makes it turn as fast as the joint. Every coupled joint is one
   row more, between its speed and that of the joint it follows. */
typedef struct rbd_maximal {
    const rbd_model *tree;
    rbd_model *model; /* the free bodies, in the order of the tree, then the rotors */
    /* on `model`: one per joint that is not free (frame 1 the body's own, 2 its parent's), then the n_rotors rows of
       the rotors, then the rows of the coupled joints */
    rbd_constraints *constraints;
    int n;                 /* free bodies of `model` */
    int n_rotors;          /* q_max has 7 n + n_rotors entries, v_max 6 n + n_rotors */
    const int *rotor_dof;  /* n_rotors: dof of the tree (joint coordinates) behind each */
    const int *follower;   /* tree->n_coupled: the coupled bodies of the tree */
    const int *holder;     /* per body of the tree: the free body to whose joint its own belongs */
    const int *tree_body;  /* n + 1: body of the tree behind each free body */
    const int *parent;     /* n + 1: body of `model` that carries it */
    const int *constraint; /* n + 1: index of its joint's constraint, -1: none */
    tact_real *work;
    void *block;
    size_t bytes;
    const tact_allocator *allocator;
    tact_allocator allocator_storage;
} rbd_maximal;

RBD_API rbd_maximal *rbd_maximal_create(const rbd_model *tree, const tact_allocator *allocator, rbd_error *error);
RBD_API void rbd_maximal_destroy(rbd_maximal *maximal); /* NULL allowed */
/* State of the tree (data is the tree's) to one of the free bodies, and the rows of the constraints at this state. a
   and a_max, or v, v_max, a and a_max, may be NULL. The angles of rotors mean nothing and are zero. O(bodies). */
RBD_API rbd_status rbd_maximal_from_tree(rbd_maximal *maximal, rbd_data *data, const tact_real *q, const tact_real *v,
                                         const tact_real *a, tact_real *q_max, tact_real *v_max, tact_real *a_max);
/* The other way: the joint coordinates nearest to the bodies' relative poses. q is a guess on input (rbd_neutral will
   do; the last configuration keeps count of full turns). Refreshes the constraints and their errors as well. v and
   v_max may be NULL. RBD_NOT_CONVERGED: the poses are far from any that the joints allow. */
RBD_API rbd_status rbd_maximal_to_tree(rbd_maximal *maximal, rbd_data *data, const tact_real *q_max,
                                       const tact_real *v_max, tact_real *q, tact_real *v);
/* Forces on the free bodies (n_bodies x 6 of maximal->model) that do what joint torques tau, passive joint forces and
   external forces f_ext (n_bodies x 6 of the tree, or NULL) do in the tree. */
RBD_API rbd_status rbd_maximal_forces(rbd_maximal *maximal, rbd_data *data, const tact_real *q, const tact_real *v,
                                      const tact_real *tau, const tact_real *f_ext, tact_real *f_max);
/* The speeds of the joint that carries free body b as rows on the velocity of b relative to its carrier, in b's axes at
   b's origin: rows[i] . (V_b - X V_p) is the speed of dof[i] (joint coordinates), rows = (S^T S)^-1 S^T for the
   columns S of the joint. With v (of the tree) and drift: drift[i] is what (d rows[i]/dt) . (V_b - X V_p) adds to the
   rate of that speed, as seen from b; both may be NULL. Returns how many (0 to 6), 0 as well where the chart is
   singular. `data` as
   rbd_maximal_to_tree or _from_tree leave it. O(6^3). */
RBD_API int rbd_maximal_joint_rows(rbd_maximal *maximal, rbd_data *data, int b, const tact_real *v, int dof[6],
                                   tact_real rows[6][6], tact_real drift[6]);

// >>readers
#ifndef RBD_NO_FILES
/* Robot descriptions from text. A reader adds bodies to a builder, so that the result can be edited (lock, remove,
   append, change inertias) before the model is made; rbd_model_create_* do both steps at once. Numbers are read the
   same in every locale. Meshes are never opened: their names go to the `geometry` callback, so a missing one is no
   failure. On failure error->index is the line and error->text says what is wrong there; the builder is as before. */
typedef enum rbd_geometry_type {
    RBD_GEOMETRY_BOX,       /* `size`: edge lengths */
    RBD_GEOMETRY_SPHERE,    /* `radius` */
    RBD_GEOMETRY_CYLINDER,  /* `radius`, `length` along z */
    RBD_GEOMETRY_CAPSULE,   /* `radius`, `length` along z between the centres of its two end spheres */
    RBD_GEOMETRY_ELLIPSOID, /* `size`: radii */
    RBD_GEOMETRY_PLANE,     /* through the origin, normal z */
    RBD_GEOMETRY_MESH,      /* `mesh`: file name; `size`: scale factors of URDF; `vertices` where it was opened */
    RBD_GEOMETRY_HFIELD     /* a height field: `heights` */
} rbd_geometry_type;

typedef struct rbd_geometry {
    rbd_geometry_type type;
    int visual;               /* 0: collision geometry, 1: visual (only when asked for) */
    int body;                 /* rbd_model_create_*: of the model. rbd_builder_add_*: of the builder */
    tact_pose pose;           /* of the shape in that body's frame, merging of fixed joints included */
    tact_vec3 size;           /* [m] see the types */
    tact_real radius, length; /* [m] see the types */
    const char *name;         /* of the shape, or NULL. Strings live until the callback returns */
    const char *link;         /* name of the link or body it was written in */
    const char *mesh;         /* file name, or NULL. URDF: as written; MJCF: with its directories */
    int line;
    /* a mesh that config->file opened, in the frame `pose`, scaled; NULL and 0 otherwise */
    const tact_vec3 *vertices;
    const int *triangles; /* three vertices each, counter-clockwise from outside */
    int n_vertices, n_triangles;
    /* a height field, or NULL: [m] above the plane z = 0 of `pose`, at (i size.x, j size.y): heights[j n_x + i] */
    const tact_real *heights;
    int n_x, n_y;
    /* MJCF only: its number among all geoms of the file, and its numbers for contacts, which are MuJoCo's */
    int index, group, contype, conaffinity, condim, priority;
    int written_in; /* MJCF only: number of the element of the file that it stands in, as in rbd_exclude */
    tact_real friction[3], solref[2], solimp[5], solmix, margin, gap;
    tact_vec3 surface_velocity; /* [m/s] of a belt over its body, in the body's frame */
} rbd_geometry;

typedef enum rbd_sibling_order {
    RBD_SIBLINGS_ALPHABETICAL, /* by the names of their joints, the numbering of urdfdom and Pinocchio */
    RBD_SIBLINGS_AS_IN_FILE
} rbd_sibling_order;

typedef struct rbd_reader_config {
    int parent;              /* builder's number of the body that carries the robot; default RBD_WORLD */
    tact_pose placement;     /* of the root in it; default identity */
    int floating_base;       /* 1: the root link gets a free joint "root_joint"; default 0: it is fixed. URDF only */
    rbd_sibling_order order; /* default alphabetical (URDF; MJCF is always as in the file) */
    int continuous_as_angle; /* 1: continuous joints have one angle in q instead of (cos, sin); default 0 */
    int ignore_mimic;        /* 1: mimic joints are independent; default 0 */
    int ignore_passive;      /* 1: damping, friction and springs are not read; default 0 */
    int refuse_unphysical;   /* 1: an inertia that no body can have is an error; default 0: a warning. URDF only */
    int visuals;             /* 1: visual geometry too; default 0 */
    void *user;              /* handed to the callbacks; default NULL */
    void (*geometry)(void *user, const rbd_geometry *geometry); /* default NULL: none wanted */
    void (*warning)(void *user, int line, const char *text);    /* doubtful but readable; default NULL */
    /* loops of the file (MJCF's connect and weld), bodies and placements as in rbd_geometry; default NULL */
    void (*constraint)(void *user, const rbd_constraint *constraint, const char *name, int line);
    /* Opens a file that the text refers to (<include>, meshes); returns its bytes, which must stay until the reader
       returns, or NULL when there is none. Names are as in the file, behind the directory of file_name: "package://..."
       comes as it is. Default NULL: included files are refused, meshes are known by their names only. */
    const void *(*file)(void *user, const char *name, size_t *bytes);
    const char *file_name; /* of the text itself, for messages and directories; default NULL */
} rbd_reader_config;

RBD_API rbd_reader_config rbd_default_reader_config(void);
/* The same with ignore_mimic and ignore_passive set: models as Pinocchio makes them, which results compare one to one
   with. */
RBD_API rbd_reader_config rbd_pinocchio_reader_config(void);

/* URDF text (no final zero needed). Returns the builder's number of the root link, or a status. Rules:
   - joint types fixed, revolute, continuous, prismatic, planar, floating and, beyond the standard, spherical. The
   axis of a planar joint is the normal of its plane; without <axis> it is z, as in Pinocchio (the standard says x).
   - a joint without limits (or with neither lower nor upper) has none, with a warning where the standard wants them.
   - links without inertial are massless. A moving link with no mass on it or beyond it is reported by a warning.
   - a root link 'world' is the world, where the base is fixed to it; else it is called 'world:link'.
   - a joint that follows a continuous joint, and that joint, count in angles.
   - xacro input is recognised and refused. What is not URDF's own, and <transmission>, <gazebo> and
   <safety_controller>, are passed over with a warning. */
RBD_API int rbd_builder_add_urdf(rbd_builder *builder, const char *text, size_t bytes, const rbd_reader_config *config,
                                 rbd_error *error);
/* The same straight to a model; config (NULL: defaults) must have parent RBD_WORLD. NULL on failure. */
RBD_API rbd_model *rbd_model_create_urdf(const char *text, size_t bytes, const rbd_reader_config *config,
                                         const tact_allocator *allocator, rbd_error *error);
/* MJCF text. Returns the builder's number of its first body (config->parent where it has none), or a status. Rules:
   - an element, attribute, class or name that MJCF does not have is an error. What is not followed is refused by name:
   plugins, composite, flexcomp, flex, signed distance fields, height fields on bodies that move, actuators with delays
   and those of kinds orientation, pid, dcmotor and user, surfaces that turn. What is left is a warning with its line:
   adhesion at contacts, height fields from images, sensors that are not read.
   - several joints on a body become a chain of bodies, "NAME:joint1" and so on, without mass between them.
   - q holds MuJoCo's qpos, with quaternions turned to x,y,z,w. The pose of a body with a free joint is in q; the pose
   in the
     file is where MuJoCo would start.
   - where a joint's point is not the body's origin, the moving body is "NAME:joint" and NAME is fixed to it.
   - a muscle without a lengthrange has the one that the ranges of its joints allow, with a warning.
   - bodies without <inertial> get their mass from their geoms, as MuJoCo does; from meshes where config->file opens
   them.
   - equality/joint couples joints where its polynomial is linear, else it is in the rig; connect and weld go to
   config->constraint.
   - rbd_model_create_mjcf puts tendons, actuators, keyframes, pairs, sensors and gravity compensation into model->rig.
   rbd_builder_add_mjcf has no place for them and says so by warnings. */
RBD_API int rbd_builder_add_mjcf(rbd_builder *builder, const char *text, size_t bytes, const rbd_reader_config *config,
                                 rbd_error *error);
RBD_API rbd_model *rbd_model_create_mjcf(const char *text, size_t bytes, const rbd_reader_config *config,
                                         const tact_allocator *allocator, rbd_error *error);

/* A model as text (XML, of any build and machine): gravity, bodies with joints, limits, passive forces and inertias,
   couplings, frames; not its rig. write returns the characters that it takes, without a final zero, and writes as many
   as `capacity` holds (out NULL: only asks). What is read computes the same to rounding: numbers are exact, placements
   turn by quaternions. Bodies inside a joint, which have no name, are called ":" and their number; what was merged
   lives on as frames. Reading returns NULL for what is no such text. */
RBD_API size_t rbd_model_write(const rbd_model *model, char *out, size_t capacity);
RBD_API rbd_model *rbd_model_create_text(const char *text, size_t bytes, const tact_allocator *allocator,
                                         rbd_error *error);

/* A triangle mesh from the bytes of a file: STL (binary or text), OBJ or MuJoCo's MSH, told apart by their contents;
   materials, normals and textures are passed over. An OBJ or MSH of vertices alone has no triangles. NULL on failure;
   error->index is the line of text. */
typedef struct rbd_mesh {
    tact_vec3 *vertices; /* [m] */
    int *triangles;      /* three vertices each, counter-clockwise from outside */
    int n_vertices, n_triangles;
    int n_polygons; /* faces of an OBJ with more than four corners: how they are cut is the reader's choice */
    int n_first;    /* triangles of an OBJ's first object or group, which come first; else n_triangles */
    const tact_allocator *allocator;
    tact_allocator allocator_storage;
    size_t bytes;
} rbd_mesh;
typedef enum rbd_mesh_fill {
    RBD_MESH_SOLID, /* the volume inside, which must be closed */
    RBD_MESH_SHELL, /* the surface; density is a mass per area */
    RBD_MESH_LEGACY /* MuJoCo's default: every face counts as a positive pyramid, so that open meshes have a volume */
} rbd_mesh_fill;
RBD_API rbd_mesh *rbd_mesh_create(const void *bytes, size_t size, const tact_allocator *allocator, rbd_error *error);
RBD_API void rbd_mesh_destroy(rbd_mesh *mesh); /* NULL allowed */
/* Mass properties in the mesh's frame. RBD_BAD_INERTIA where it encloses nothing. O(triangles). */
RBD_API rbd_status rbd_mesh_inertia(const rbd_mesh *mesh, rbd_mesh_fill fill, tact_real density, rbd_inertia *inertia,
                                    rbd_error *error);
#endif /* RBD_NO_FILES */

// >>rig
#ifndef RBD_NO_FILES
/* What an MJCF file says besides the tree: tendons, actuators, keyframes, equalities that are not in the tree. It hangs
   on the model (model->rig, NULL: none), which owns it. Read its fields freely. Bodies, dofs and places in q are the
   model's. */
typedef enum rbd_path_type {
    RBD_PATH_JOINT,    /* of a fixed tendon: `value` times the joint's coordinate */
    RBD_PATH_SITE,     /* a point that the tendon passes */
    RBD_PATH_SPHERE,   /* wrapped around, between two points; `value` is the radius */
    RBD_PATH_CYLINDER, /* the same along z of `pose` */
    RBD_PATH_PULLEY    /* what follows counts 1/value */
} rbd_path_type;
typedef struct rbd_path_item {
    rbd_path_type type;
    tact_real value;
    int body; /* that carries it; of a joint the body that the joint moves */
    tact_pose pose;
    int side_body; /* of the point that says on which side, or inside, a tendon passes; -1: none */
    tact_vec3 side;
} rbd_path_item;
typedef struct rbd_tendon {
    const char *name; /* "" for none, as of all names here */
    int first, count; /* its items in rig->path */
    int limited, force_limited;
    tact_real lower, upper, margin;     /* [m], [rad] limits of the length */
    tact_real force_lower, force_upper; /* of all its actuators together */
    tact_real stiffness[3], damping[3]; /* coefficients of x, x^2, x^3; of the damper by |v| */
    tact_real rest[2];                  /* no spring between these lengths */
    tact_real armature;                 /* [kg] along the length; rbd_tendon_inertia, rbd_rig_bias */
    tact_real friction;                 /* [N] dry friction along the length: a row of rbd_rig_rows */
    tact_real solref[2], solimp[5];     /* of its limits */
} rbd_tendon;
typedef enum rbd_transmission {
    RBD_ON_JOINT,
    RBD_ON_JOINT_IN_PARENT,
    RBD_ON_TENDON,
    RBD_ON_SITE,
    RBD_ON_SLIDER_CRANK /* `pose` is the crank's site, `reference` the slider's, which slides along its z axis */
} rbd_transmission;
typedef enum rbd_activation {
    RBD_ACTIVATION_NONE,
    RBD_ACTIVATION_INTEGRATOR,
    RBD_ACTIVATION_FILTER,
    RBD_ACTIVATION_FILTER_EXACT,
    RBD_ACTIVATION_MUSCLE
} rbd_activation;
typedef enum rbd_gain { RBD_GAIN_FIXED, RBD_GAIN_AFFINE, RBD_GAIN_MUSCLE } rbd_gain;
typedef enum rbd_bias_law { RBD_BIAS_NONE, RBD_BIAS_AFFINE, RBD_BIAS_MUSCLE } rbd_bias_law;
/* Force = gain(l, l') (control or activation) + bias(l, l'), l the length of the transmission. Affine: [0] + [1] l +
   [2] l'. The units and names of parameters are MuJoCo's. */
typedef struct rbd_actuator {
    const char *name;
    rbd_transmission transmission;
    int body, dof;             /* joint: of it; site: body of the site */
    int tendon;                /* or -1 */
    int reference_body;        /* of refsite, -1: none */
    tact_pose pose, reference; /* of site and refsite on their bodies */
    tact_quat own[2];          /* turns of site and refsite as the file has them, on the bodies of the file */
    tact_real rod;             /* [m] of a slider-crank */
    tact_real gear[6];         /* [0] of joints and tendons; force and moment in the site's axes, or refsite's */
    rbd_activation dynamics;
    rbd_gain gain;
    rbd_bias_law bias;
    tact_real dynamics_value[3], gain_value[9], bias_value[9];
    int control_limited, force_limited, activation_limited;
    tact_real control_lower, control_upper, force_lower, force_upper, activation_lower, activation_upper;
    int activation; /* place among the activations, -1: none */
    int early;      /* 1: acts by the activation at the end of the step */
    int disabled;   /* its force is zero: 1: its group is switched off; 2: all actuation is */
    tact_real length_range[2], unit_acceleration; /* of muscles */
} rbd_actuator;
typedef struct rbd_key { /* a state of the file */
    const char *name;
    tact_real time;
    const tact_real *q, *v;                /* nq, nv of the model; quaternions x y z w, free velocities in body axes */
    const tact_real *activation, *control; /* n_activations, n_actuators */
} rbd_key;
typedef struct rbd_equality { /* joint1 - y0 = poly(joint2 - x0), or the same of tendons' lengths */
    const char *name;
    int tendons;       /* 1: `first` and `second` are tendons; 0: dofs of joints */
    int first, second; /* second -1: a constant */
    tact_real reference[2], coefficient[5];
    tact_real solref[2], solimp[5];
} rbd_equality;
typedef struct rbd_exclude {
    int body1, body2;             /* of the model */
    int written_in1, written_in2; /* rbd_geometry.written_in: the model merges bodies without joints, excludes do not */
} rbd_exclude;
typedef struct rbd_contact_pair {
    int geom1, geom2, condim; /* rbd_geometry.index */
    tact_real friction[5], solref[2], solimp[5], margin, gap;
} rbd_contact_pair;
/* Kinds of sensors with the names of their elements; in brackets how many values rbd_sense has of each. */
typedef enum rbd_sensor_kind {
    RBD_SENSOR_TOUCH,              /* touch [1] N: sum of normal forces whose outward ray meets the zone of the site */
    RBD_SENSOR_ACCELEROMETER,      /* accelerometer [3] m/s^2, minus gravity, axes of the site; so the next five */
    RBD_SENSOR_VELOCIMETER,        /* velocimeter [3] m/s */
    RBD_SENSOR_GYRO,               /* gyro [3] rad/s */
    RBD_SENSOR_FORCE,              /* force [3] N that what carries the body passes to it and to what hangs on it */
    RBD_SENSOR_TORQUE,             /* torque [3] N m, the same about the site */
    RBD_SENSOR_MAGNETOMETER,       /* magnetometer [3], of the file's <option magnetic> */
    RBD_SENSOR_RANGEFINDER,        /* rangefinder [1] m along z of the site to the next solid, -1: none */
    RBD_SENSOR_JOINT_POSITION,     /* jointpos [1] */
    RBD_SENSOR_JOINT_VELOCITY,     /* jointvel [1] */
    RBD_SENSOR_TENDON_LENGTH,      /* tendonpos [1] */
    RBD_SENSOR_TENDON_VELOCITY,    /* tendonvel [1] */
    RBD_SENSOR_ACTUATOR_LENGTH,    /* actuatorpos [1] */
    RBD_SENSOR_ACTUATOR_VELOCITY,  /* actuatorvel [1] */
    RBD_SENSOR_ACTUATOR_FORCE,     /* actuatorfrc [1] */
    RBD_SENSOR_JOINT_ACTUATION,    /* jointactuatorfrc [1] of all actuators at the joint */
    RBD_SENSOR_TENDON_ACTUATION,   /* tendonactuatorfrc [1] */
    RBD_SENSOR_BALL_TURN,          /* ballquat [4] x y z w */
    RBD_SENSOR_BALL_VELOCITY,      /* ballangvel [3] axes of the body */
    RBD_SENSOR_FRAME_POSITION,     /* framepos [3]; frames: in the world, or seen from another frame */
    RBD_SENSOR_FRAME_TURN,         /* framequat [4] x y z w */
    RBD_SENSOR_FRAME_X,            /* framexaxis [3] */
    RBD_SENSOR_FRAME_Y,            /* frameyaxis [3] */
    RBD_SENSOR_FRAME_Z,            /* framezaxis [3] */
    RBD_SENSOR_FRAME_VELOCITY,     /* framelinvel [3] */
    RBD_SENSOR_FRAME_SPIN,         /* frameangvel [3] */
    RBD_SENSOR_FRAME_ACCELERATION, /* framelinacc [3] world axes, minus gravity */
    RBD_SENSOR_FRAME_SPIN_RATE,    /* frameangacc [3] world axes */
    RBD_SENSOR_SUBTREE_CENTER,     /* subtreecom [3] of a body and what hangs on it, world axes */
    RBD_SENSOR_SUBTREE_VELOCITY,   /* subtreelinvel [3] */
    RBD_SENSOR_SUBTREE_MOMENTUM,   /* subtreeangmom [3] about its centre */
    RBD_SENSOR_CLOCK,              /* clock [1] s */
    RBD_SENSOR_NONE                /* not read, as a warning said: no values */
} rbd_sensor_kind;
typedef struct rbd_sensor {
    const char *name, *type; /* the element's name */
    rbd_sensor_kind kind;
    int first, size; /* its values among those of rbd_sense */
    int line;
    int body; /* of the model that carries the site or frame, or that the joint moves */
    tact_pose pose;
    int reference_body; /* of the frame that it is seen from; -1: the world */
    tact_pose reference;
    int index;              /* of the tendon or actuator */
    int piece;              /* of rig->pieces: the body that the site stands on, or that the subtree begins with */
    tact_real cutoff;       /* > 0: values stay within +-cutoff */
    rbd_geometry_type zone; /* touch: the shape of the site, with its half sizes or radius and half length */
    tact_vec3 zone_size;
} rbd_sensor;
/* A body of the file: the model merges those that no joint moves. What hangs on piece i is [i, end). */
typedef struct rbd_piece {
    int body, end;
    int written_in;      /* as in rbd_geometry */
    rbd_inertia inertia; /* of it alone, in the frame of the model's body */
} rbd_piece;
typedef struct rbd_lift { /* gravity compensation: minus `mass` times gravity at a point of a body */
    int body;
    tact_vec3 point;
    tact_real mass;
} rbd_lift;
/* A body in the fluid of the file (rig->density, viscosity, wind). Its mass as a box of the same inertia, or a geom as
   an ellipsoid: MuJoCo's two models. */
typedef struct rbd_immersed {
    int body, ellipsoid;
    tact_pose pose;                      /* of its centre and axes on the body */
    tact_vec3 size;                      /* [m] box: sides; ellipsoid: semi-axes */
    tact_real coefficient[5];            /* ellipsoid: blunt, slender and angular drag, Kutta and Magnus lift */
    tact_vec3 added_mass, added_inertia; /* [m^3], [m^5] ellipsoid: of the fluid that moves along, over its density */
} rbd_immersed;
/* What springs and dampers of a joint have beside rbd_dof: coefficients of x^2 and x^3, of |v| v and v^3. Joints of
   several dofs have one for each axis: there x is a component of the displacement from `target`, and the coefficients
   go with powers of the length of all of it. */
typedef struct rbd_spring {
    int dof;  /* of the joint; its first one */
    int axis; /* -1: a joint of one dof; 0..2: free, along an axis of the world; 3..5: a turn about one of the body */
    tact_real rest, linear, stiffness[2], damping[2]; /* linear: of a free joint, whose rbd_dof has none */
    tact_pose target;
} rbd_spring;
typedef struct rbd_turn_limit { /* of a ball joint: how far it turns from the identity */
    int dof;                    /* its first one */
    tact_real upper;            /* [rad] */
    tact_real solref[2], solimp[5];
} rbd_turn_limit;

typedef struct rbd_rig {
    int n_tendons, n_path, n_actuators, n_activations, n_keys, n_equalities, n_excludes, n_pairs, n_sensors, n_lifts;
    int n_springs, n_turn_limits, n_immersed, n_pieces;
    int n_sensor_values; /* of all sensors together */
    const rbd_tendon *tendons;
    const rbd_path_item *path;
    const rbd_actuator *actuators;
    const rbd_key *keys;
    const rbd_equality *equalities;
    const rbd_exclude *excludes;
    const rbd_contact_pair *pairs;
    const rbd_sensor *sensors;
    const rbd_lift *lifts;
    const rbd_spring *springs;
    const rbd_turn_limit *turn_limits;
    const rbd_immersed *immersed;
    /* joint_nv each: what all actuators of a dof may do together, beside rbd_dof.max_effort */
    const tact_real *effort_lower, *effort_upper;
    const rbd_piece *pieces;      /* where there are sensors; 0 is the world */
    tact_vec3 magnetic;           /* what magnetometers measure, in the world */
    tact_real density, viscosity; /* [kg/m^3], [Pa s] of the fluid; immersed bodies are there where one is above zero */
    tact_vec3 wind;               /* [m/s] */
    const tact_real *q_start;     /* nq: the file's own pose, MuJoCo's qpos0 */
    const unsigned char *lift_actuated; /* per dof: 1: gravity compensation counts as an actuator's force */
    /* per actuator: 1: the only servo of a joint of one dof, without activation, its limits the same both ways */
    const unsigned char *servo;
    tact_real timestep; /* [s] */
    void *memory;
    size_t bytes;
} rbd_rig;

/* Lengths [n_tendons] of tendons and, where `jacobian` is not NULL, their derivatives by v: n_tendons x nv, rows `ld`
   apart. Either may be NULL. Does the kinematics of q. O(path depth). */
RBD_API rbd_status rbd_tendon_lengths(const rbd_model *model, rbd_data *data, const tact_real *q, tact_real *length,
                                      tact_real *jacobian, int ld);
/* Forces of the actuators [n_actuators] and what they do to the joints, tau [nv]. `activation` [n_activations] and
   `control` [n_actuators] may be NULL for zeros; force, tau and activation_rate [n_activations] may be NULL. Gravity
   compensation of joints with actuatorgravcomp is part of tau, as in MuJoCo. */
RBD_API rbd_status rbd_actuation(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                 const tact_real *activation, const tact_real *control, tact_real *force,
                                 tact_real *tau, tact_real *activation_rate);
/* All passive forces [nv] but dry friction: springs and dampers of joints and tendons, gravity compensation, the fluid.
 */
RBD_API rbd_status rbd_passive_forces(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                      tact_real *tau);
/* The rig as forces along lengths, for an implicit integrator: row r pulls the joints by force[r] times jacobian[r],
   and stiffness[r], damping[r] >= 0 are minus the derivatives of the force by length and speed. Rows, in this order:
   actuators (zeros where skip[i] is not 0; skip may be NULL), springs of joints, tendons with springs, dampers, dry
   friction and limits, equalities, limits of ball joints, six of each immersed body. Limits and equalities are springs
   and dampers by their solref and solimp, for the mass that `inertia` [nv], the diagonal of M, says. lift [nv] is what
   has no row: gravity compensation for `gravity`, what limits of joints take off their actuators, less rbd_rig_bias.
   There are rbd_rig_row_count() rows, `ld` apart. */
RBD_API int rbd_rig_row_count(const rbd_model *model); /* 0 without a rig */
typedef struct rbd_rig_input {
    const tact_real *q, *v, *activation, *control, *inertia;
    const unsigned char *skip;
    tact_vec3 gravity;
    tact_real dt; /* [s] of the step, for actuators that act early and the least time of a spring */
} rbd_rig_input;
RBD_API rbd_status rbd_rig_rows(const rbd_model *model, rbd_data *data, const rbd_rig_input *input, tact_real *jacobian,
                                int ld, tact_real *force, tact_real *stiffness, tact_real *damping, tact_real *lift);
/* Adds what all these rows and the lift do at the joints to tau [nv]. */
RBD_API rbd_status rbd_rig_torque(const rbd_model *model, rbd_data *data, const rbd_rig_input *input, tact_real *tau);
/* Activations [n_activations] after dt, in place. control as given; limits are kept. */
RBD_API rbd_status rbd_activate(const rbd_model *model, const tact_real *control, tact_real dt, tact_real *activation);
/* Adds the armature of tendons, J^T armature J, to a mass matrix, rows `ld` apart. */
RBD_API rbd_status rbd_tendon_inertia(const rbd_model *model, rbd_data *data, const tact_real *q, tact_real *M, int ld);
/* Adds the velocity forces of that armature, J^T armature dJ/dt v, to h [nv] as rbd_bias has it, and those of the
   armature of free joints, which follows the axes of the world. */
RBD_API rbd_status rbd_rig_bias(const rbd_model *model, rbd_data *data, const tact_real *q, const tact_real *v,
                                tact_real *h);
/* Index by name; RBD_NOT_FOUND when there is none. */
RBD_API int rbd_model_find_actuator(const rbd_model *model, const char *name);
RBD_API int rbd_model_find_tendon(const rbd_model *model, const char *name);
RBD_API int rbd_model_find_key(const rbd_model *model, const char *name);
RBD_API int rbd_model_find_sensor(const rbd_model *model, const char *name);

/* What sensors read. Forces from outside are contacts, and whatever else pushes the bodies; world axes. */
typedef struct rbd_outside {
    int body, written_in; /* model's body; number of the file's body as in rbd_geometry, 0: the body's own */
    tact_vec3 point, force, moment;
    tact_vec3 normal; /* of a contact: unit, out of the body; zero: no contact, touch does not see it */
} rbd_outside;
typedef struct rbd_sense_input {
    const tact_real *q, *v;                /* state */
    const tact_real *a;                    /* accelerations; NULL: zero */
    const tact_real *activation, *control; /* NULL: zeros */
    const rbd_outside *outside;            /* NULL: none */
    int n_outside;
    tact_vec3 gravity;
    tact_real time; /* [s] */
    /* Distance from a point along a unit direction to the next solid that is not of this body of the file; -1: none.
       NULL: none anywhere */
    tact_real (*ray)(void *context, tact_vec3 from, tact_vec3 direction, int body, int written_in);
    void *context;
} rbd_sense_input;
/* Values of sensor `sensor` (its size), or of all (-1: n_sensor_values). They are MuJoCo's but for quaternions, which
   are x y z w. Noise, delays and histories are the caller's. O(bodies), and O(actuators nv) where one asks for them. */
RBD_API rbd_status rbd_sense(const rbd_model *model, rbd_data *data, const rbd_sense_input *input, int sensor,
                             tact_real *values);
#endif /* RBD_NO_FILES */

#ifdef __cplusplus
}
#endif
#endif /* RBD_SINGLE_FILE_H */

#if defined(RBD_IMPLEMENTATION) && !defined(RBD_IMPLEMENTATION_DONE)
#define RBD_IMPLEMENTATION_DONE
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error "rbd.h: -ffast-math removes the checks for NaN that every status relies on: build this file without"
#endif
#ifdef __cplusplus
extern "C" {
#endif

// >>impl-linear-algebra
/* ---- tact linear algebra block v2: identical bytes in rbd.h and contact.h ----
   Owns    dense products, the Cholesky factorisation, triangular solves; the vector operations under them.
   Reads   nothing.
   Leaves  tact_gemm, tact_syrk, tact_gemv, tact_cholesky, tact_solve_* for the rooms below.

   Dense kernels for matrices in row-major order with a leading dimension (ld >= columns: the distance between two
   rows in reals). Symmetric matrices are read and written in their lower triangle only; the upper one is left alone.
   Everything is built from one register tile (tact__tile): 4 rows times 2 vectors, written over a small set of vector
   operations that exist for AVX2+FMA, SSE2, NEON and plain C. Blocking: tiles inside panels that live in the first
   cache, panels inside blocks that live in the second (Goto & van de Geijn 2008, without packing the left operand:
   row-major operands are read by broadcast and need no copy at the sizes of interest).

   tact_cholesky            A = L L^T                       tact_cholesky_solve      x <- A^-1 x
   tact_solve_triangular    x <- L^-1 x or L^-T x           ..._many                 the same for a matrix of columns
   tact_solve_rows          B <- B L^-T                     tact_syrk                C <- beta C + alpha A A^T (lower)
   tact_gemm                C <- beta C + alpha A B         tact_gemv                y <- beta y + alpha A x

   TACT_LAPACK      (implementation file) send large operations to CBLAS/LAPACKE; link -llapacke -lopenblas. "Large"
                    is measured by `make bench-linalg`; define the TACT_LAPACK_MIN_* sizes to move the switch.
   TACT_LAPACK_THREADS  threads that OpenBLAS may use; default 1, because problems here are small and the caller owns
                    the threads. The setting is global to the process, so it is made only when a large operation is
                    about to run and finds another number; 0 leaves the library's own setting alone. Libraries
                    without openblas_set_num_threads (found by a weak reference) are left alone as well.
   TACT_NO_SIMD     plain C only. */
#ifndef TACT_LINALG_VERSION
#define TACT_LINALG_VERSION 2

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
TACT_ALWAYS_INLINE tact__vm tact__vmask(int count) {                                /* the first `count` lanes */
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
#define tact__vgather(p, s)                                                                                            \
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
    TACT__MC = 128,         /* an MC x KC block of A lives in the second */
    TACT__REUSE = 48        /* rows that must use a panel of B before copying it pays (measured by bench-linalg) */
};

/* C <- beta C + alpha A B on a tile of `mr` <= 4 rows and `nr` <= NR columns, in registers over all of k.
   A(i,p) = a[i rs + p cs]; B(p,j) = b[p ldb + j]; beta = 0 does not read C. Rows beyond mr repeat row 0 and are not
   stored, so that one code serves all tails. n_vectors and partial are constants at every call. */
TACT_ALWAYS_INLINE void tact__tile_n(int n_vectors, int partial, int mr, int nr, int k, tact_real alpha,
                                     const tact_real *a, ptrdiff_t rs, ptrdiff_t cs, const tact_real *b, ptrdiff_t ldb,
                                     tact_real beta, tact_real *c, ptrdiff_t ldc) {
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
        a0 += cs;
        a1 += cs;
        a2 += cs;
        a3 += cs;
        b += ldb;
    }
#define TACT__STORE(p, x, last)                                                                                        \
    do {                                                                                                               \
        tact__v value = tact__vmul(tact__vset(alpha), x);                                                              \
        if (last && partial) {                                                                                         \
            if (beta < 0 || beta > 0) value = tact__vmadd(tact__vset(beta), tact__vload_part(p, mask), value);         \
            tact__vstore_part(p, mask, value);                                                                         \
        } else {                                                                                                       \
            if (beta < 0 || beta > 0) value = tact__vmadd(tact__vset(beta), tact__vload(p), value);                    \
            tact__vstore(p, value);                                                                                    \
        }                                                                                                              \
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
    if (nr == 2 * TACT__W)
        tact__tile_n(2, 0, mr, nr, k, alpha, a, rs, cs, b, ldb, beta, c, ldc);
    else if (nr == TACT__W)
        tact__tile_n(1, 0, mr, nr, k, alpha, a, rs, cs, b, ldb, beta, c, ldc);
    else if (nr > TACT__W)
        tact__tile_n(2, 1, mr, nr, k, alpha, a, rs, cs, b, ldb, beta, c, ldc);
    else
        tact__tile_n(1, 1, mr, nr, k, alpha, a, rs, cs, b, ldb, beta, c, ldc);
}

/* C <- beta C + alpha A B with strides for A and B. `lower`: only the entries on and below the diagonal of C are
   written (m >= n then allowed: C is a tall panel whose top is triangular). B is copied panel by panel where its
   columns are not contiguous, and where at least TACT__REUSE rows use the copy. */
TACT_PRIVATE void tact__gemm_builtin(int lower, int m, int n, int k, tact_real alpha, const tact_real *a, ptrdiff_t rsa,
                                     ptrdiff_t csa, const tact_real *b, ptrdiff_t rsb, ptrdiff_t csb, tact_real beta,
                                     tact_real *c, ptrdiff_t ldc) {
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
                if (csb != 1 || mb > TACT__REUSE) {
                    for (int p = 0; p < kb; ++p)
                        for (int j = 0; j < nr; ++j) pack[p * TACT__NR + j] = panel[p * rsb + j * csb];
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
    out[0] = tact__vsum(s0);
    out[1] = tact__vsum(s1);
    out[2] = tact__vsum(s2);
    out[3] = tact__vsum(s3);
    for (; i < n; ++i) {
        out[0] += a[i] * x[i];
        out[1] += a1[i] * x[i];
        out[2] += a2[i] * x[i];
        out[3] += a3[i] * x[i];
    }
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
        TACT__CBLAS(gemm)
        (CblasRowMajor, ta ? CblasTrans : CblasNoTrans, tb ? CblasTrans : CblasNoTrans, m, n, k, alpha, a, lda, b, ldb,
         beta, c, ldc);
        return;
    }
#endif
    tact__gemm_builtin(0, m, n, k, alpha, a, ta ? 1 : lda, ta ? lda : 1, b, tb ? 1 : ldb, tb ? ldb : 1, beta, c, ldc);
}

/* Lower triangle of C (n x n) <- beta C + alpha op(A) op(A)^T, op(A) n x k (TACT_TRANSPOSE_A: A is k x n). */
TACT_PRIVATE void tact_syrk(int flags, int n, int k, tact_real alpha, const tact_real *a, int lda, tact_real beta,
                            tact_real *c, int ldc) {
    int ta = flags & TACT_TRANSPOSE_A;
#ifdef TACT_LAPACK
    if (tact__lapack_wins(n, n, k)) {
        tact__lapack_threads();
        TACT__CBLAS(syrk)(CblasRowMajor, CblasLower, ta ? CblasTrans : CblasNoTrans, n, k, alpha, a, lda, beta, c, ldc);
        return;
    }
#endif
    tact__gemm_builtin(1, n, n, k, alpha, a, ta ? 1 : lda, ta ? lda : 1, a, ta ? lda : 1, ta ? 1 : lda, beta, c, ldc);
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
    if (nb == TACT__NB)
        tact__substitute_rows_n(TACT__NB, m, l, ldl, inverse, b, ldb);
    else if (nb == 6)
        tact__substitute_rows_n(6, m, l, ldl, inverse, b, ldb);
    else
        tact__substitute_rows_n(nb, m, l, ldl, inverse, b, ldb);
}

/* Unblocked factor of the nb x nb block at a, nb <= NB; fills `inverse` with 1/L_jj. Returns the failing pivot + 1. */
TACT_ALWAYS_INLINE int tact__factor_block(int nb, tact_real *a, ptrdiff_t lda, tact_real *inverse) {
    for (int i = 0; i < nb; ++i) {
        tact_real *row = a + i * lda, d = row[i];
        for (int j = 0; j < i; ++j) {
            const tact_real *other = a + j * lda;
            tact_real s = row[j];
            for (int p = 0; p < j; ++p) s -= row[p] * other[p];
            row[j] = s * inverse[j];
        }
        for (int p = 0; p < i; ++p) d -= row[p] * row[p];
        if (!(d > 0 && d <= TACT_REAL_MAX)) return i + 1;
        row[i] = tact_sqrt(d), inverse[i] = 1 / row[i];
    }
    return 0;
}
/* Factors the nb columns at a: the block on top, then the m rows below it. */
TACT_PRIVATE int tact__factor_columns(int nb, int m, tact_real *a, ptrdiff_t lda) {
    tact_real inverse[TACT__NB];
    int fail = tact__factor_block(nb, a, lda, inverse);
    if (!fail && m > 0) tact__substitute_rows(nb, m, a, lda, inverse, a + nb * lda, lda);
    return fail;
}

/* A = L L^T in place (lower triangle), left-looking on two levels: an outer panel of NP columns takes all
   updates from its left in one product, then NB columns at a time take theirs from inside the panel. */
TACT_PRIVATE int tact__factor_builtin(int n, tact_real *a, ptrdiff_t lda) {
    if (n <= TACT__NB) return tact__factor_columns(n, 0, a, lda);
    for (int q = 0; q < n; q += TACT__NP) {
        int np = n - q < TACT__NP ? n - q : TACT__NP;
        if (q > 0)
            tact__gemm_builtin(1, n - q, np, q, -1, a + q * lda, lda, 1, a + q * lda, 1, lda, 1, a + q * lda + q, lda);
        for (int j = 0; j < np; j += TACT__NB) {
            int nb = np - j < TACT__NB ? np - j : TACT__NB, c = q + j, fail;
            if (j > 0)
                tact__gemm_builtin(1, n - c, nb, j, -1, a + c * lda + q, lda, 1, a + c * lda + q, 1, lda, 1,
                                   a + c * lda + c, lda);
            fail = tact__factor_columns(nb, n - c - nb, a + c * lda + c, lda);
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
    return tact__factor_builtin(n, a, lda);
}

/* x <- op(L)^-1 x for the lower triangle L (n x n); flags TACT_TRANSPOSE_L, TACT_UNIT. n^2 flops. */
TACT_PRIVATE void tact_solve_triangular(int flags, int n, const tact_real *l, int ldl, tact_real *x) {
    ptrdiff_t ld = ldl;
    int unit = flags & TACT_UNIT;
#ifdef TACT_LAPACK
    if (tact__lapack_wins_2(n, n)) {
        tact__lapack_threads();
        TACT__CBLAS(trsv)
        (CblasRowMajor, CblasLower, flags & TACT_TRANSPOSE_L ? CblasTrans : CblasNoTrans,
         unit ? CblasUnit : CblasNonUnit, n, l, ldl, x, 1);
        return;
    }
#endif
    if (!(flags & TACT_TRANSPOSE_L)) {
        int i = 0;
        for (; i + 4 <= n; i += 4) {
            tact_real s[4], inverse[4] = {1, 1, 1, 1};
            const tact_real *r = l + i * ld, *r1 = r + ld, *r2 = r1 + ld, *r3 = r2 + ld;
            if (!unit) {
                inverse[0] = 1 / r[i];
                inverse[1] = 1 / r1[i + 1];
                inverse[2] = 1 / r2[i + 2];
                inverse[3] = 1 / r3[i + 3];
            }
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
            if (!unit) {
                inverse[0] = 1 / r[k];
                inverse[1] = 1 / r1[k + 1];
                inverse[2] = 1 / r2[k + 2];
                inverse[3] = 1 / r3[k + 3];
            }
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
        TACT__CBLAS(trsm)
        (CblasRowMajor, CblasLeft, CblasLower, transpose ? CblasTrans : CblasNoTrans, unit ? CblasUnit : CblasNonUnit,
         n, m, 1, l, ldl, b, ldb);
        return;
    }
#endif
    for (int step = 0; step < n; step += TACT__NB) {
        int nb = n - step < TACT__NB ? n - step : TACT__NB, q = transpose ? n - step - nb : step;
        if (step > 0 && transpose)
            tact__gemm_builtin(0, nb, m, step, -1, l + (q + nb) * ld + q, 1, ld, b + (q + nb) * lb, lb, 1, 1,
                               b + q * lb, lb);
        else if (step > 0)
            tact__gemm_builtin(0, nb, m, q, -1, l + q * ld, ld, 1, b, lb, 1, 1, b + q * lb, lb);
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
        TACT__CBLAS(trsm)
        (CblasRowMajor, CblasRight, CblasLower, CblasTrans, unit ? CblasUnit : CblasNonUnit, m, n, 1, l, ldl, b, ldb);
        return;
    }
#endif
    for (int q = 0; q < n; q += TACT__NB) {
        int nb = n - q < TACT__NB ? n - q : TACT__NB;
        tact_real inverse[TACT__NB];
        for (int j = 0; j < nb; ++j) inverse[j] = unit ? 1 : 1 / l[(q + j) * ld + q + j];
        if (q > 0) tact__gemm_builtin(0, m, nb, q, -1, b, ldb, 1, l + q * ld, 1, ld, 1, b + q, ldb);
        tact__substitute_rows(nb, m, l + q * ld + q, ld, inverse, b + q, ldb);
    }
}

/* x <- A^-1 x with the factor of tact_cholesky; the same for the m columns of B. */
TACT_PRIVATE void tact_cholesky_solve(int n, const tact_real *l, int ldl, tact_real *x) {
    tact_solve_triangular(0, n, l, ldl, x);
    tact_solve_triangular(TACT_TRANSPOSE_L, n, l, ldl, x);
}
TACT_PRIVATE void tact_cholesky_solve_many(int n, int m, const tact_real *l, int ldl, tact_real *b, int ldb) {
    tact_solve_triangular_many(0, n, m, l, ldl, b, ldb);
    tact_solve_triangular_many(TACT_TRANSPOSE_L, n, m, l, ldl, b, ldb);
}
#endif /* TACT_LINALG_VERSION */
/* ---- end of tact linear algebra block v2 ---- */

// >>impl-status
/* Owns    the text of each status.
   Reads   nothing.
   Leaves  rbd_status_text for messages. */
RBD_API TACT_COLD const char *rbd_status_text(rbd_status status) {
    switch (status) {
#define RBD__X(name, value, text)                                                                                      \
    case RBD_##name: return text;
        RBD_STATUS_LIST(RBD__X)
#undef RBD__X
    case RBD_STATUS_FORCE_INT: break;
    }
    return "unknown status";
}

// >>impl-text
/* Owns    messages in an rbd_error, short strings, arrays carved out of one block.
   Reads   nothing.
   Leaves  rbd__text_*, rbd__error_*, rbd__text_error for builders and readers; RBD__CARVE for everything with a block.
   */
/* Small text writer for error messages: no printf, cuts off at the end of the buffer, always terminated. */
typedef struct rbd__text {
    char *out;
    size_t length, capacity;
} rbd__text;

TACT_PRIVATE TACT_COLD void rbd__text_char(rbd__text *t, char c) {
    if (t->length + 1 < t->capacity) t->out[t->length++] = c, t->out[t->length] = 0;
}
TACT_PRIVATE TACT_COLD void rbd__text_string(rbd__text *t, const char *s) {
    while (s && *s) rbd__text_char(t, *s++);
}
TACT_PRIVATE TACT_COLD void rbd__text_int(rbd__text *t, long value) {
    char digits[24];
    int n = 0;
    unsigned long u = value < 0 ? 0ul - (unsigned long)value : (unsigned long)value;
    do digits[n++] = (char)('0' + (int)(u % 10)), u /= 10;
    while (u);
    if (value < 0) rbd__text_char(t, '-');
    while (n) rbd__text_char(t, digits[--n]);
}
/* Three significant digits in scientific notation: enough for a diagnosis. */
TACT_PRIVATE TACT_COLD void rbd__text_real(rbd__text *t, tact_real value) {
    int exponent = 0, digits, k;
    if (!tact_finite(value)) {
        rbd__text_string(t, value > 0 ? "inf" : value < 0 ? "-inf" : "nan");
        return;
    }
    if (value < 0) rbd__text_char(t, '-'), value = -value;
    if (value > 0) {
        while (value >= 10 && exponent < 400) value /= 10, ++exponent;
        while (value < 1 && exponent > -400) value *= 10, --exponent;
    }
    digits = (int)(value * 100 + TACT_R(0.5));
    if (digits >= 1000) digits /= 10, ++exponent;
    rbd__text_char(t, (char)('0' + digits / 100));
    rbd__text_char(t, '.');
    rbd__text_char(t, (char)('0' + digits / 10 % 10));
    rbd__text_char(t, (char)('0' + digits % 10));
    rbd__text_char(t, 'e');
    rbd__text_char(t, exponent < 0 ? '-' : '+');
    k = exponent < 0 ? -exponent : exponent;
    if (k < 10) rbd__text_char(t, '0');
    rbd__text_int(t, k);
}
TACT_PRIVATE TACT_COLD void rbd__error_clear(rbd_error *error) {
    if (error) {
        error->status = RBD_OK;
        error->index = -1;
        error->text[0] = 0;
    }
}
/* Starts the message of an error; the caller appends to the returned text. With error NULL the text goes nowhere. */
TACT_PRIVATE TACT_COLD rbd__text rbd__error_begin(rbd_error *error, rbd_status status, int index) {
    rbd__text t = {NULL, 0, 0};
    if (error) {
        error->status = status;
        error->index = index;
        error->text[0] = 0;
        t.out = error->text, t.capacity = sizeof error->text;
    }
    return t;
}
/* "body 7 'forearm': " and the message. */
TACT_PRIVATE TACT_COLD rbd_status rbd__error_body(rbd_error *error, rbd_status status, int body, const char *name,
                                                  const char *message) {
    rbd__text t = rbd__error_begin(error, status, body);
    rbd__text_string(&t, "body ");
    if (body >= 0) rbd__text_int(&t, body), rbd__text_char(&t, ' ');
    rbd__text_char(&t, '\'');
    rbd__text_string(&t, name ? name : "");
    rbd__text_string(&t, "': ");
    rbd__text_string(&t, message);
    return status;
}
/* Appends a number to the message that is there. */
TACT_PRIVATE TACT_COLD void rbd__error_append(rbd_error *error, const char *text, tact_real value) {
    rbd__text t = {NULL, 0, 0};
    if (!error) return;
    t.out = error->text, t.capacity = sizeof error->text;
    while (t.length + 1 < t.capacity && t.out[t.length]) ++t.length;
    rbd__text_string(&t, text);
    rbd__text_real(&t, value);
}
TACT_PRIVATE int rbd__string_equal(const char *a, const char *b) {
    while (*a && *a == *b) ++a, ++b;
    return *a == *b;
}
TACT_PRIVATE TACT_COLD size_t rbd__string_length(const char *a) {
    size_t n = 0;
    while (a[n]) ++n;
    return n;
}

/* Carves arrays out of one block; with base NULL it only counts, so a size query and its use cannot disagree. */
typedef struct rbd__carver {
    char *base;
    size_t used;
} rbd__carver;
TACT_PRIVATE void *rbd__carve(rbd__carver *c, size_t count, size_t size) {
    size_t start = (c->used + 63) & ~(size_t)63;
    c->used = start + count * size;
    return c->base ? (void *)(c->base + start) : NULL;
}
#define RBD__CARVE(carver, type, count) ((type *)rbd__carve(carver, (size_t)(count), sizeof(type)))
/* First 64-byte boundary in a block: the size queries ask for the slack. */
TACT_PRIVATE char *rbd__align(void *memory) {
    char *m = (char *)memory;
    return m + ((64 - ((uintptr_t)m & 63)) & 63);
}

/* Appends `piece` (NULL: nothing) at text[at]. Cuts it after `limit` characters, and writes control characters as '?'.
   Returns the place of the final zero. */
TACT_PRIVATE TACT_COLD int rbd__append(char *text, int capacity, int at, const char *piece, int limit) {
    int i;
    for (i = 0; piece && piece[i] && i < limit && at < capacity - 1; ++i)
        text[at++] = (unsigned char)piece[i] < 32 ? '?' : piece[i];
    text[at] = 0;
    return at;
}

TACT_PRIVATE TACT_COLD const char *rbd__int_text(char buffer[16], int value) {
    char *p = buffer + 15;
    unsigned u = value < 0 ? 0u - (unsigned)value : (unsigned)value;
    *p = 0;
    do *--p = (char)('0' + u % 10), u /= 10;
    while (u);
    if (value < 0) *--p = '-';
    return p;
}

#define RBD__PIECE_LENGTH 160 /* characters of one piece of a message: two thirds of rbd_error.text */
/* Fills *error (may be NULL) with "line N: abcde", each piece cut after RBD__PIECE_LENGTH characters, and returns the
   status. line 0: no line. */
TACT_PRIVATE TACT_COLD rbd_status rbd__text_error(rbd_error *error, rbd_status status, int line, const char *a,
                                                  const char *b, const char *c, const char *d, const char *e) {
    char number[16];
    int at = 0, capacity;
    if (!error) return status;
    capacity = (int)sizeof error->text;
    error->status = status;
    error->index = line;
    if (line > 0) {
        at = rbd__append(error->text, capacity, at, "line ", RBD__PIECE_LENGTH);
        at = rbd__append(error->text, capacity, at, rbd__int_text(number, line), RBD__PIECE_LENGTH);
        at = rbd__append(error->text, capacity, at, ": ", RBD__PIECE_LENGTH);
    }
    at = rbd__append(error->text, capacity, at, a, RBD__PIECE_LENGTH);
    at = rbd__append(error->text, capacity, at, b, RBD__PIECE_LENGTH);
    at = rbd__append(error->text, capacity, at, c, RBD__PIECE_LENGTH);
    at = rbd__append(error->text, capacity, at, d, RBD__PIECE_LENGTH);
    rbd__append(error->text, capacity, at, e, RBD__PIECE_LENGTH);
    return status;
}

// >>impl-spatial
/* Owns    spatial vectors, symmetric 3x3 matrices, inertias in ten numbers; wide numbers and their sine and cosine.
   Reads   nothing.
   Leaves  the algebra of all rooms below. */
TACT_INLINE tact_mat3 rbd__mat_identity(void) { return tact_mat_diagonal(1, 1, 1); }
TACT_INLINE tact_vec3 rbd__vec_at(const tact_real *a) { return tact_vec(a[0], a[1], a[2]); }
TACT_INLINE void rbd__put(tact_real *out, tact_vec3 a) {
    out[0] = a.x;
    out[1] = a.y;
    out[2] = a.z;
}
TACT_INLINE void rbd__put6(tact_real *out, tact_vec3 linear, tact_vec3 angular) {
    rbd__put(out, linear), rbd__put(out + 3, angular);
}
TACT_INLINE void rbd__add6(tact_real *out, tact_real s, tact_vec3 linear, tact_vec3 angular) { /* s is 1 or -1 */
    rbd__put6(out, tact_mul_add(rbd__vec_at(out), s, linear), tact_mul_add(rbd__vec_at(out + 3), s, angular));
}
TACT_INLINE tact_vec3 rbd__zero(void) { return tact_vec(0, 0, 0); }
/* Spatial vector: motion (velocity of the point at the origin, angular velocity) or force (force, moment). */
typedef struct rbd__spatial {
    tact_vec3 linear, angular;
} rbd__spatial;
TACT_INLINE rbd__spatial rbd__spatial_make(tact_vec3 linear, tact_vec3 angular) {
    rbd__spatial r;
    r.linear = linear, r.angular = angular;
    return r;
}
TACT_INLINE rbd__spatial rbd__spatial_zero(void) { return rbd__spatial_make(rbd__zero(), rbd__zero()); }
TACT_INLINE rbd__spatial rbd__spatial_add(rbd__spatial a, rbd__spatial b) {
    return rbd__spatial_make(tact_add(a.linear, b.linear), tact_add(a.angular, b.angular));
}
TACT_INLINE rbd__spatial rbd__spatial_mul_add(rbd__spatial a, tact_real s, rbd__spatial b) {
    return rbd__spatial_make(tact_mul_add(a.linear, s, b.linear), tact_mul_add(a.angular, s, b.angular));
}
TACT_INLINE tact_real rbd__spatial_dot(rbd__spatial a, rbd__spatial b) {
    return tact_dot(a.linear, b.linear) + tact_dot(a.angular, b.angular);
}
/* Motion cross product (v1,w1) x (v2,w2) = (w1 x v2 + v1 x w2, w1 x w2). */
TACT_PRIVATE rbd__spatial rbd__cross_motion(rbd__spatial a, rbd__spatial b) {
    return rbd__spatial_make(tact_add(tact_cross(a.angular, b.linear), tact_cross(a.linear, b.angular)),
                             tact_cross(a.angular, b.angular));
}
/* Force cross product (v,w) x* (f,n) = (w x f, w x n + v x f). */
TACT_PRIVATE rbd__spatial rbd__cross_force(rbd__spatial a, rbd__spatial b) {
    return rbd__spatial_make(tact_cross(a.angular, b.linear),
                             tact_add(tact_cross(a.angular, b.angular), tact_cross(a.linear, b.linear)));
}

/* Least squared length of a quaternion or a (cos, sin) pair. A shorter one is refused: single precision no longer
   gives its direction. They should have length 1, so that the number is relative. */
#define RBD__SHORTEST2 TACT_R(1e-12)

/* Symmetric 3x3. */
typedef struct rbd__sym3 {
    tact_real xx, xy, xz, yy, yz, zz;
} rbd__sym3;
TACT_INLINE rbd__sym3 rbd__inertia_sym(const rbd_inertia *inertia) {
    rbd__sym3 s;
    s.xx = inertia->xx;
    s.xy = inertia->xy;
    s.xz = inertia->xz;
    s.yy = inertia->yy;
    s.yz = inertia->yz;
    s.zz = inertia->zz;
    return s;
}
TACT_INLINE tact_vec3 rbd__sym_mul(const rbd__sym3 *a, tact_vec3 v) {
    return tact_vec(a->xx * v.x + a->xy * v.y + a->xz * v.z, a->xy * v.x + a->yy * v.y + a->yz * v.z,
                    a->xz * v.x + a->yz * v.y + a->zz * v.z);
}
TACT_INLINE rbd__sym3 rbd__sym_add(const rbd__sym3 *a, const rbd__sym3 *b) {
    rbd__sym3 r;
    r.xx = a->xx + b->xx;
    r.xy = a->xy + b->xy;
    r.xz = a->xz + b->xz;
    r.yy = a->yy + b->yy;
    r.yz = a->yz + b->yz;
    r.zz = a->zz + b->zz;
    return r;
}
/* R a R^T */
TACT_INLINE rbd__sym3 rbd__sym_rotate(const tact_mat3 *R, const rbd__sym3 *a) {
    tact_vec3 x = rbd__sym_mul(a, tact_vec(R->m[0][0], R->m[0][1], R->m[0][2]));
    tact_vec3 y = rbd__sym_mul(a, tact_vec(R->m[1][0], R->m[1][1], R->m[1][2]));
    tact_vec3 z = rbd__sym_mul(a, tact_vec(R->m[2][0], R->m[2][1], R->m[2][2]));
    rbd__sym3 r;
    r.xx = R->m[0][0] * x.x + R->m[0][1] * x.y + R->m[0][2] * x.z;
    r.xy = R->m[1][0] * x.x + R->m[1][1] * x.y + R->m[1][2] * x.z;
    r.xz = R->m[2][0] * x.x + R->m[2][1] * x.y + R->m[2][2] * x.z;
    r.yy = R->m[1][0] * y.x + R->m[1][1] * y.y + R->m[1][2] * y.z;
    r.yz = R->m[2][0] * y.x + R->m[2][1] * y.y + R->m[2][2] * y.z;
    r.zz = R->m[2][0] * z.x + R->m[2][1] * z.y + R->m[2][2] * z.z;
    return r;
}
/* a + s (|c|^2 1 - c c^T): the inertia of mass s at c (parallel axes). */
TACT_INLINE rbd__sym3 rbd__sym_parallel(rbd__sym3 a, tact_real s, tact_vec3 c) {
    tact_real x = s * c.x, y = s * c.y, z = s * c.z;
    a.xx += y * c.y + z * c.z;
    a.yy += x * c.x + z * c.z;
    a.zz += x * c.x + y * c.y;
    a.xy -= x * c.y;
    a.xz -= x * c.z;
    a.yz -= y * c.z;
    return a;
}

/* Inertia in ten numbers about the frame's origin: mass, first moment m c, second moment. It acts on a motion (v,w)
   as f = m v - h x w, n = I w + h x v; sums are ten additions. */
typedef struct rbd__moments {
    tact_real mass;
    tact_vec3 first;
    rbd__sym3 second;
} rbd__moments;
TACT_PRIVATE rbd__moments rbd__moments_of(const rbd_inertia *inertia) {
    rbd__moments r;
    rbd__sym3 s;
    s = rbd__inertia_sym(inertia);
    r.mass = inertia->mass;
    r.first = tact_scale(inertia->mass, inertia->com);
    r.second = rbd__sym_parallel(s, inertia->mass, inertia->com);
    return r;
}
TACT_PRIVATE rbd__spatial rbd__moments_mul(const rbd__moments *y, rbd__spatial m) {
    return rbd__spatial_make(tact_add(tact_scale(y->mass, m.linear), tact_cross(m.angular, y->first)),
                             tact_add(rbd__sym_mul(&y->second, m.angular), tact_cross(y->first, m.linear)));
}
TACT_PRIVATE void rbd__moments_add(rbd__moments *a, const rbd__moments *b) {
    a->mass += b->mass;
    a->first = tact_add(a->first, b->first);
    a->second = rbd__sym_add(&a->second, &b->second);
}

/* True when all entries are finite: 0 * x is NaN for NaN and infinities, and NaN survives sums. */
TACT_PRIVATE int rbd__all_finite(int n, const tact_real *x) {
    tact_real s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        s0 += 0 * x[i];
        s1 += 0 * x[i + 1];
        s2 += 0 * x[i + 2];
        s3 += 0 * x[i + 3];
    }
    for (; i < n; ++i) s0 += 0 * x[i];
    s0 += s1 + s2 + s3;
    return s0 >= 0 && s0 <= 0;
}

/* Wide numbers: a vector of RBD_LANES numbers where the compiler has vectors, else one number. Expressions on them
   read like scalar ones; -ffast-math is not supported. */
#if RBD_LANES > 1
typedef tact_real rbd__wide __attribute__((vector_size(RBD_LANES * sizeof(tact_real))));
#else
typedef tact_real rbd__wide;
#endif
TACT_ALWAYS_INLINE rbd__wide rbd__wget(const tact_real *x) {
    rbd__wide r;
    TACT_MEMCPY(&r, x, sizeof r);
    return r;
}
TACT_ALWAYS_INLINE void rbd__wset(tact_real *x, rbd__wide v) { TACT_MEMCPY(x, &v, sizeof v); }
TACT_ALWAYS_INLINE rbd__wide rbd__wsplat(tact_real x) {
#if RBD_LANES > 1
    rbd__wide r = {0};
    return r + x;
#else
    return x;
#endif
}
/* The same with at most four lanes, for rows that are padded to fours. */
#if RBD_LANES > 4
typedef tact_real rbd__piece __attribute__((vector_size(4 * sizeof(tact_real))));
#define RBD__PIECE 4
#else
typedef rbd__wide rbd__piece;
#define RBD__PIECE RBD_LANES
#endif
TACT_ALWAYS_INLINE rbd__piece rbd__pget(const tact_real *x) {
    rbd__piece r;
    TACT_MEMCPY(&r, x, sizeof r);
    return r;
}
TACT_ALWAYS_INLINE void rbd__pset(tact_real *x, rbd__piece v) { TACT_MEMCPY(x, &v, sizeof v); }
/* First and last (exclusive) lane-aligned index around [from, to): rows of the workspace are aligned and padded. */
#define RBD__FLOOR(from) ((from) & ~(RBD_LANES - 1))
#define RBD__CEIL(to) (((to) + RBD_LANES - 1) & ~(RBD_LANES - 1))

/* sin and cos of |x| <= RBD__ANGLE_MAX without branches. The argument is reduced by multiples of pi/2 in three parts,
   so short that their products with the multiple are exact (Cody & Waite 1980); adding 1.5 * 2^52 (2^23) rounds to an
   integer and leaves it in the low bits. The Taylor polynomials of degree 17 and 16 are exact to rounding on |r| <=
   pi/4. */
#if RBD_LANES > 1
#ifdef TACT_FLOAT
#define RBD__ANGLE_MAX 4000.0f
#define RBD__ROUND 12582912.0f
#define RBD__SIGN_SHIFT 30
typedef uint32_t rbd__wbits __attribute__((vector_size(RBD_LANES * sizeof(tact_real))));
#else
#define RBD__ANGLE_MAX 1e5
#define RBD__ROUND 6755399441055744.0
#define RBD__SIGN_SHIFT 62
typedef uint64_t rbd__wbits __attribute__((vector_size(RBD_LANES * sizeof(tact_real))));
#endif
TACT_ALWAYS_INLINE void rbd__wsin_cos(rbd__wide x, rbd__wide *sine, rbd__wide *cosine) {
#ifdef TACT_FLOAT
    const tact_real part1 = 1.5703125f, part2 = 4.837512969970703125e-4f, part3 = 7.54978995489188216e-8f;
#else
    const tact_real part1 = 1.57079632673412561417e+00, part2 = 6.07710050630396597660e-11,
                    part3 = 2.02226624879595063154e-21;
#endif
    const rbd__wide shifted = x * TACT_R(6.36619772367581382433e-01 /* 2/pi */) + RBD__ROUND, k = shifted - RBD__ROUND;
    const rbd__wide r = ((x - k * part1) - k * part2) - k * part3, z = r * r;
    const rbd__wbits n = (rbd__wbits)shifted, odd = -(n & 1);
    rbd__wide s = z * TACT_R(1.0 / 355687428096000.0) - TACT_R(1.0 / 1307674368000.0), c;
    s = s * z + TACT_R(1.0 / 6227020800.0);
    s = s * z - TACT_R(1.0 / 39916800);
    s = s * z + TACT_R(1.0 / 362880);
    s = s * z - TACT_R(1.0 / 5040);
    s = s * z + TACT_R(1.0 / 120);
    s = s * z - TACT_R(1.0 / 6);
    s = r + r * z * s;
    c = z * TACT_R(1.0 / 20922789888000.0) - TACT_R(1.0 / 87178291200.0);
    c = c * z + TACT_R(1.0 / 479001600);
    c = c * z - TACT_R(1.0 / 3628800);
    c = c * z + TACT_R(1.0 / 40320);
    c = c * z - TACT_R(1.0 / 720), c = c * z + TACT_R(1.0 / 24);
    c = 1 - (z * TACT_R(0.5) - z * z * c);
    *sine = (rbd__wide)((((rbd__wbits)s & ~odd) | ((rbd__wbits)c & odd)) ^ ((n & 2) << RBD__SIGN_SHIFT));
    *cosine = (rbd__wide)((((rbd__wbits)c & ~odd) | ((rbd__wbits)s & odd)) ^ (((n + 1) & 2) << RBD__SIGN_SHIFT));
}
#else
#define RBD__ANGLE_MAX TACT_R(0)
TACT_INLINE void rbd__wsin_cos(rbd__wide x, rbd__wide *sine, rbd__wide *cosine) {
    (void)x;
    *sine = 0;
    *cosine = 1;
}
#endif
/* Arrays with room up to a multiple of the lanes. */
TACT_PRIVATE void rbd__sin_cos_array(int n, const tact_real *TACT_RESTRICT x, tact_real *TACT_RESTRICT s,
                                     tact_real *TACT_RESTRICT c) {
    int i, large = 0;
    for (i = 0; i < n; i += RBD_LANES) {
        rbd__wide sine, cosine;
        rbd__wsin_cos(rbd__wget(x + i), &sine, &cosine);
        rbd__wset(s + i, sine), rbd__wset(c + i, cosine);
    }
    for (i = 0; i < n; ++i) large |= !(tact_abs(x[i]) < RBD__ANGLE_MAX); /* no branch: several at once */
    if (TACT_LIKELY(!large)) return;
    for (i = 0; i < n; ++i)
        if (TACT_UNLIKELY(!(x[i] < RBD__ANGLE_MAX && x[i] > -RBD__ANGLE_MAX)))
            s[i] = tact_sin(x[i]), c[i] = tact_cos(x[i]);
}

// >>impl-lie
/* Owns    exponential, logarithm and their Jacobians on SO(3) and SE(3).
   Reads   rotation vectors and twists.
   Leaves  rbd__lie_* for the manifold, springs and derivatives. */
/* Coefficients of the SO(3)/SE(3) maps as functions of t2 = |w|^2 (t = |w|):
     a0 = sin t / t,  a1 = (1 - cos t)/t^2,  a2 = (t - sin t)/t^3,
     a3 = (t^2 + 2 cos t - 2)/(2 t^4),  a4 = (2 t + t cos t - 3 sin t)/(2 t^5),  b = (1 - (t/2) cot(t/2))/t^2.
   The closed forms lose eps/t^2 to eps/t^4 to cancellation, so below t2 = 1/4 (a3, a4: 1) the power series are summed
   to rounding. */
typedef struct rbd__lie {
    tact_real a0, a1, a2, a3, a4, b;
} rbd__lie;
/* Squares of the angle below which the series hold all digits with the terms that they have. Above, the closed forms
   lose what their numerators cancel: two bits of a2 and b at 1/2, four of a3 and a4 at 1. */
#define RBD__LIE_SERIES TACT_R(0.25)
#define RBD__LIE_LONG_SERIES 1
/* a0, a1, a2 below RBD__LIE_SERIES. */
TACT_INLINE rbd__lie rbd__lie_series(tact_real t2) {
    rbd__lie r;
    r.a0 = 1 - t2 / 6 * (1 - t2 / 20 * (1 - t2 / 42 * (1 - t2 / 72 * (1 - t2 / 110 * (1 - t2 / 156)))));
    r.a1 =
        TACT_R(0.5) * (1 - t2 / 12 * (1 - t2 / 30 * (1 - t2 / 56 * (1 - t2 / 90 * (1 - t2 / 132 * (1 - t2 / 182))))));
    r.a2 = TACT_R(1.0 / 6) * (1 - t2 / 20 * (1 - t2 / 42 * (1 - t2 / 72 * (1 - t2 / 110 * (1 - t2 / 156)))));
    r.a3 = r.a4 = r.b = 0;
    return r;
}
TACT_PRIVATE rbd__lie rbd__lie_coefficients(tact_real t2) {
    rbd__lie r = rbd__lie_series(t2);
    tact_real t = 0, s = 0, c = 0, sh = 0, ch = 1;
    if (!(t2 < RBD__LIE_SERIES)) {
        t = tact_sqrt(t2), sh = tact_sin(t / 2), ch = tact_cos(t / 2);
        s = 2 * sh * ch, c = 1 - 2 * sh * sh;
    }
    if (t2 < RBD__LIE_SERIES) {
        r.b = TACT_R(1.0 / 12) +
              t2 * (TACT_R(1.0 / 720) +
                    t2 * (TACT_R(1.0 / 30240) +
                          t2 * (TACT_R(1.0 / 1209600) +
                                t2 * (TACT_R(1.0 / 47900160) +
                                      t2 * (TACT_R(691.0 / 1307674368000.0) + t2 * TACT_R(1.0 / 74724249600.0))))));
    } else {
        r.a0 = s / t;
        r.a1 = 2 * sh * sh / t2;
        r.a2 = (t - s) / (t2 * t);
        r.b = (1 - t / 2 * ch / sh) / t2;
    }
    if (t2 < RBD__LIE_LONG_SERIES) {
        r.a3 =
            TACT_R(1.0 / 24) *
            (1 - t2 / 30 *
                     (1 - t2 / 56 * (1 - t2 / 90 * (1 - t2 / 132 * (1 - t2 / 182 * (1 - t2 / 240 * (1 - t2 / 306)))))));
        /* a4 = sum (-1)^k (k+1) t2^k / (2k+5)! * 1, from the series of its numerator */
        r.a4 = TACT_R(1.0 / 120) +
               t2 * (TACT_R(-2.0 / 5040) +
                     t2 * (TACT_R(3.0 / 362880) +
                           t2 * (TACT_R(-4.0 / 39916800) +
                                 t2 * (TACT_R(5.0 / 6227020800.0) +
                                       t2 * (TACT_R(-6.0 / 1307674368000.0) + t2 * TACT_R(7.0 / 355687428096000.0))))));
    } else {
        r.a3 = (t2 + 2 * c - 2) / (2 * t2 * t2);
        r.a4 = (2 * t + t * c - 3 * s) / (2 * t2 * t2 * t);
    }
    return r;
}
/* x 1 + y [w] + z [w]^2 */
TACT_PRIVATE tact_mat3 rbd__lie_matrix(tact_vec3 w, tact_real x, tact_real y, tact_real z) {
    tact_mat3 r;
    tact_real t2 = tact_norm2(w), d = x - z * t2;
    r.m[0][0] = d + z * w.x * w.x;
    r.m[0][1] = z * w.x * w.y - y * w.z;
    r.m[0][2] = z * w.x * w.z + y * w.y;
    r.m[1][0] = z * w.x * w.y + y * w.z;
    r.m[1][1] = d + z * w.y * w.y;
    r.m[1][2] = z * w.y * w.z - y * w.x;
    r.m[2][0] = z * w.x * w.z - y * w.y;
    r.m[2][1] = z * w.y * w.z + y * w.x;
    r.m[2][2] = d + z * w.z * w.z;
    return r;
}
/* Barfoot's Q(v,w) (2017, eq. 7.86): off-diagonal block of the left Jacobian of SE(3). */
TACT_PRIVATE tact_mat3 rbd__lie_q(tact_vec3 v, tact_vec3 w, const rbd__lie *k) {
    tact_mat3 W = tact_skew(w), V = tact_skew(v), WV = tact_mat_mul(&W, &V), VW = tact_mat_mul(&V, &W);
    tact_mat3 WVW = tact_mat_mul(&WV, &W), WWV = tact_mat_mul(&W, &WV), VWW = tact_mat_mul(&VW, &W);
    tact_mat3 WVWW = tact_mat_mul(&WVW, &W), WWVW = tact_mat_mul(&W, &WVW), r;
    int i, j;
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j)
            r.m[i][j] = V.m[i][j] / 2 + k->a2 * (WV.m[i][j] + VW.m[i][j] + WVW.m[i][j]) +
                        k->a3 * (WWV.m[i][j] + VWW.m[i][j] - 3 * WVW.m[i][j]) + k->a4 * (WVWW.m[i][j] + WWVW.m[i][j]);
    return r;
}
/* Right Jacobian of exp on SE(3) or its inverse, as blocks [A, B; 0, A] (linear part first). */
TACT_PRIVATE void rbd__lie_jacobian(tact_vec3 v, tact_vec3 w, int inverse, tact_mat3 *A, tact_mat3 *B) {
    rbd__lie k = rbd__lie_coefficients(tact_norm2(w));
    tact_mat3 q = rbd__lie_q(tact_neg(v), tact_neg(w), &k), t;
    int i, j;
    if (!inverse) {
        *A = rbd__lie_matrix(w, 1, -k.a1, k.a2);
        *B = q;
        return;
    }
    *A = rbd__lie_matrix(w, 1, TACT_R(0.5), k.b);
    t = tact_mat_mul(A, &q);
    *B = tact_mat_mul(&t, A);
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j) B->m[i][j] = -B->m[i][j];
}

// >>impl-builder
/* Owns    bodies and frames as added, their names, checks and edits; mass properties of solids.
   Reads   what the caller adds.
   Leaves  a builder whose every body is valid by itself. */
#define RBD__FRICTION_SPEED                                                                                            \
    TACT_R(1e-3) /* [m/s, rad/s] absolute: a millimetre a second counts as sticking. The caller may set it */
#define RBD__SHORTEST_AXIS TACT_R(1e-9) /* an axis has any length but this: below it the text meant zero */
#define RBD__LEAST_SINE TACT_R(1e-6)    /* of the angle between two axes that are not parallel */
#define RBD__FIRST_CAPACITY 8           /* bodies and frames that a new builder has room for; it doubles */
typedef struct rbd__part {
    rbd_joint joint;
    tact_pose placement;
} rbd__part;
typedef struct rbd__added { /* a body as added */
    rbd_body body;          /* its names point into this struct */
    rbd__part *parts;       /* composite joints only */
    int n_parts;
    int removed, number; /* scratch of rbd_builder_remove */
    char name[RBD_NAME_MAX], joint_name[RBD_NAME_MAX];
} rbd__added;
typedef struct rbd__added_frame {
    char name[RBD_NAME_MAX];
    int body;
    tact_pose placement;
} rbd__added_frame;
struct rbd_builder {
    tact_allocator allocator_storage;
    const tact_allocator *allocator;
    rbd__added **bodies; /* [0] is the world */
    int n_bodies, body_capacity;
    rbd__added_frame **frames;
    int n_frames, frame_capacity;
    tact_vec3 gravity;
    tact_real friction_speed;
};

RBD_API TACT_COLD rbd_dof rbd_default_dof(void) {
    rbd_dof d;
    d.lower = -TACT_REAL_MAX, d.upper = TACT_REAL_MAX;
    d.max_velocity = TACT_REAL_MAX, d.max_effort = TACT_REAL_MAX;
    d.armature = 0;
    d.damping = 0;
    d.friction = 0;
    d.stiffness = 0;
    d.rest = 0;
    return d;
}
RBD_API TACT_COLD rbd_joint rbd_default_joint(rbd_joint_type type) {
    rbd_joint j;
    int k;
    j.name = NULL, j.type = type;
    j.axis = tact_vec(0, 0, 1), j.axis2 = tact_vec(0, 1, 0);
    j.pitch = 0;
    for (k = 0; k < 6; ++k) j.dof[k] = rbd_default_dof();
    j.mimic = -1;
    j.mimic_scale = 1;
    j.mimic_offset = 0;
    return j;
}
RBD_API TACT_COLD rbd_body rbd_default_body(const char *name, int parent) {
    rbd_body b;
    b.name = name, b.parent = parent;
    b.placement = tact_pose_identity();
    b.joint = rbd_default_joint(RBD_JOINT_FIXED);
    b.inertia = rbd_inertia_sphere(0, rbd__zero(), 0);
    b.trust_inertia = 0;
    return b;
}

TACT_PRIVATE TACT_COLD rbd_inertia rbd__inertia_with(rbd_inertia r, const rbd__sym3 *s) {
    r.xx = s->xx;
    r.xy = s->xy;
    r.xz = s->xz;
    r.yy = s->yy;
    r.yz = s->yz;
    r.zz = s->zz;
    return r;
}
TACT_PRIVATE TACT_COLD rbd_inertia rbd__inertia_make(tact_real mass, tact_vec3 com, tact_real xx, tact_real yy,
                                                     tact_real zz) {
    rbd_inertia r;
    r.mass = mass, r.com = com;
    r.xx = xx;
    r.yy = yy;
    r.zz = zz;
    r.xy = 0;
    r.xz = 0;
    r.yz = 0;
    return r;
}
RBD_API TACT_COLD rbd_inertia rbd_inertia_box(tact_real mass, tact_vec3 com, tact_vec3 size) {
    tact_real x = size.x * size.x, y = size.y * size.y, z = size.z * size.z, k = mass / 12;
    return rbd__inertia_make(mass, com, k * (y + z), k * (x + z), k * (x + y));
}
RBD_API TACT_COLD rbd_inertia rbd_inertia_sphere(tact_real mass, tact_vec3 com, tact_real radius) {
    tact_real k = TACT_R(0.4) * mass * radius * radius; /* two fifths */
    return rbd__inertia_make(mass, com, k, k, k);
}
RBD_API TACT_COLD rbd_inertia rbd_inertia_cylinder(tact_real mass, tact_vec3 com, tact_real radius, tact_real length) {
    tact_real k = mass * (3 * radius * radius + length * length) / 12;
    return rbd__inertia_make(mass, com, k, k, mass * radius * radius / 2);
}
/* Two masses m1, m2 at distance d add (m1 m2/m) (|d|^2 1 - d d^T) to the sum of their inertias about their centres.
 */
RBD_API TACT_COLD rbd_inertia rbd_inertia_sum(rbd_inertia a, rbd_inertia b) {
    rbd_inertia r;
    rbd__sym3 s;
    tact_real m = a.mass + b.mass;
    s.xx = a.xx + b.xx;
    s.xy = a.xy + b.xy;
    s.xz = a.xz + b.xz;
    s.yy = a.yy + b.yy;
    s.yz = a.yz + b.yz;
    s.zz = a.zz + b.zz;
    r.mass = m, r.com = rbd__zero();
    if (m > 0) {
        r.com = tact_scale(1 / m, tact_add(tact_scale(a.mass, a.com), tact_scale(b.mass, b.com)));
        s = rbd__sym_parallel(s, a.mass * b.mass / m, tact_sub(a.com, b.com));
    }
    return rbd__inertia_with(r, &s);
}
RBD_API TACT_COLD rbd_inertia rbd_inertia_placed(rbd_inertia inertia, tact_pose placement) {
    tact_mat3 R = tact_quat_to_mat(tact_quat_normalize(placement.q));
    rbd__sym3 s;
    rbd_inertia r;
    s = rbd__inertia_sym(&inertia);
    s = rbd__sym_rotate(&R, &s);
    r.mass = inertia.mass;
    r.com = tact_add(tact_mat_mul_vec(&R, inertia.com), placement.p);
    return rbd__inertia_with(r, &s);
}
/* I is that of a distribution of mass when the "density" matrix E = tr(I)/2 1 - I is positive semidefinite, which is
   the triangle inequality of the principal moments and includes that I itself is (Wensing, Kim & Slotine 2018). The
   check allows RBD__INERTIA_SLACK. The Cholesky pivots decide. */
#define RBD__INERTIA_SLACK TACT_R(1e-6) /* of the trace: rounding, and text files that give six digits */
RBD_API TACT_COLD rbd_status rbd_inertia_check(const rbd_inertia *inertia, rbd_error *error) {
    tact_real trace, tolerance, e[3][3], d0, l10, l20, d1, l21, d2, smallest;
    rbd__text t;
    rbd__error_clear(error);
    if (!inertia) return RBD_BAD_ARGUMENT;
    if (!(tact_finite(inertia->mass) && tact_vec_finite(inertia->com) && tact_finite(inertia->xx) &&
          tact_finite(inertia->xy) && tact_finite(inertia->xz) && tact_finite(inertia->yy) &&
          tact_finite(inertia->yz) && tact_finite(inertia->zz))) {
        t = rbd__error_begin(error, RBD_NOT_FINITE, -1);
        rbd__text_string(&t, "mass, centre of mass or inertia is not finite");
        return RBD_NOT_FINITE;
    }
    if (inertia->mass < 0) {
        t = rbd__error_begin(error, RBD_BAD_INERTIA, -1);
        rbd__text_string(&t, "mass is negative: ");
        rbd__text_real(&t, inertia->mass);
        return RBD_BAD_INERTIA;
    }
    trace = inertia->xx + inertia->yy + inertia->zz;
    if (inertia->xx < 0 || inertia->yy < 0 || inertia->zz < 0) {
        t = rbd__error_begin(error, RBD_BAD_INERTIA, -1);
        rbd__text_string(&t, "inertia has a negative diagonal entry: ");
        rbd__text_real(&t, tact_min(inertia->xx, tact_min(inertia->yy, inertia->zz)));
        return RBD_BAD_INERTIA;
    }
    tolerance = RBD__INERTIA_SLACK * trace;
    e[0][0] = trace / 2 - inertia->xx;
    e[1][1] = trace / 2 - inertia->yy;
    e[2][2] = trace / 2 - inertia->zz;
    smallest = tact_min(e[0][0], tact_min(e[1][1], e[2][2]));
    if (smallest < -tolerance) {
        const char *which = smallest >= e[0][0]   ? "inertia: Iyy + Izz < Ixx by "
                            : smallest >= e[1][1] ? "inertia: Ixx + Izz < Iyy by "
                                                  : "inertia: Ixx + Iyy < Izz by ";
        t = rbd__error_begin(error, RBD_BAD_INERTIA, -1);
        rbd__text_string(&t, which);
        rbd__text_real(&t, -2 * smallest);
        return RBD_BAD_INERTIA;
    }
    d0 = e[0][0] + tolerance;
    l10 = -inertia->xy;
    l20 = -inertia->xz;
    if (trace > 0) {
        d1 = e[1][1] + tolerance - l10 * l10 / d0;
        l21 = -inertia->yz - l20 * l10 / d0;
        d2 = d1 > 0 ? e[2][2] + tolerance - l20 * l20 / d0 - l21 * l21 / d1 : TACT_R(-1);
    } else {
        d1 = d2 = tact_abs(inertia->xy) + tact_abs(inertia->xz) + tact_abs(inertia->yz) > 0 ? TACT_R(-1) : TACT_R(1);
    }
    if (!(d0 >= 0 && d1 >= 0 && d2 >= 0)) {
        t = rbd__error_begin(error, RBD_BAD_INERTIA, -1);
        rbd__text_string(&t, "inertia: its principal moments are negative or break the triangle inequality "
                             "(off-diagonal entries too large)");
        return RBD_BAD_INERTIA;
    }
    return RBD_OK;
}

RBD_API TACT_COLD rbd_builder *rbd_builder_create(const tact_allocator *allocator) {
    rbd_builder *b = (rbd_builder *)tact_alloc(allocator, sizeof(rbd_builder));
    rbd_body world = rbd_default_body("world", -1);
    if (!b) return NULL;
    TACT_MEMSET(b, 0, sizeof *b);
    if (allocator) b->allocator_storage = *allocator, b->allocator = &b->allocator_storage;
    b->gravity = tact_vec(0, 0, TACT_R(-9.81));
    b->friction_speed = RBD__FRICTION_SPEED;
    b->bodies = (rbd__added **)tact_alloc(b->allocator, RBD__FIRST_CAPACITY * sizeof(rbd__added *));
    b->frames = (rbd__added_frame **)tact_alloc(b->allocator, RBD__FIRST_CAPACITY * sizeof(rbd__added_frame *));
    b->body_capacity = b->bodies ? RBD__FIRST_CAPACITY : 0, b->frame_capacity = b->frames ? RBD__FIRST_CAPACITY : 0;
    if (b->bodies && b->frames) b->bodies[0] = (rbd__added *)tact_alloc(b->allocator, sizeof(rbd__added));
    if (!b->bodies || !b->frames || !b->bodies[0]) { /* no body is counted yet: what was got is the two lists */
        rbd_builder_destroy(b);
        return NULL;
    }
    TACT_MEMSET(b->bodies[0], 0, sizeof(rbd__added));
    b->bodies[0]->body = world;
    b->n_bodies = 1;
    return b;
}
TACT_PRIVATE TACT_COLD void rbd__added_free(rbd_builder *b, rbd__added *a) {
    if (!a) return;
    tact_free(b->allocator, a->parts, (size_t)a->n_parts * sizeof(rbd__part));
    tact_free(b->allocator, a, sizeof *a);
}
RBD_API TACT_COLD void rbd_builder_destroy(rbd_builder *b) {
    tact_allocator storage;
    const tact_allocator *allocator;
    int i;
    if (!b) return;
    for (i = 0; i < b->n_bodies; ++i) rbd__added_free(b, b->bodies[i]);
    for (i = 0; i < b->n_frames; ++i) tact_free(b->allocator, b->frames[i], sizeof(rbd__added_frame));
    tact_free(b->allocator, b->bodies, (size_t)b->body_capacity * sizeof(rbd__added *));
    tact_free(b->allocator, b->frames, (size_t)b->frame_capacity * sizeof(rbd__added_frame *));
    storage = b->allocator_storage;
    allocator = b->allocator ? &storage : NULL;
    tact_free(allocator, b, sizeof *b);
}
/* Doubles an array of pointers; 0 when there is no memory. */
TACT_PRIVATE TACT_COLD int rbd__grow(const tact_allocator *allocator, void ***array, int count, int *capacity) {
    void **bigger;
    if (count < *capacity) return 1;
    bigger = (void **)tact_alloc(allocator, (size_t)(2 * *capacity) * sizeof(void *));
    if (!bigger) return 0;
    TACT_MEMCPY(bigger, *array, (size_t)count * sizeof(void *));
    tact_free(allocator, *array, (size_t)*capacity * sizeof(void *));
    *array = bigger, *capacity *= 2;
    return 1;
}

/* How a joint type is made of primitive ones: kind of each and which dofs it takes. */
typedef struct rbd__primitive {
    rbd_joint_kind kind; /* REVOLUTE and PRISMATIC stand for any axis here */
    tact_vec3 axis;
    int cos_sin, nq, nv;
} rbd__primitive;
TACT_PRIVATE TACT_COLD int rbd__primitives(const rbd_joint *joint, rbd__primitive out[3]) {
    static const int nq[] = {0, 1, 2, 1, 1, 0, 0, 3, 4, 4, 0, 7};
    static const int nv[] = {0, 1, 1, 1, 1, 0, 0, 3, 3, 3, 0, 6};
    int n = 1, k;
    for (k = 0; k < 3; ++k) {
        out[k].kind = RBD_KIND_REVOLUTE;
        out[k].axis = joint->axis;
        out[k].cos_sin = 0;
        out[k].nq = 1;
        out[k].nv = 1;
    }
    switch (joint->type) {
    case RBD_JOINT_UNIVERSAL: n = 2, out[1].axis = joint->axis2; break;
    case RBD_JOINT_CYLINDRICAL: n = 2, out[0].kind = RBD_KIND_PRISMATIC; break;
    case RBD_JOINT_SPHERICAL_ZYX:
        n = 3;
        out[0].axis = tact_vec(0, 0, 1);
        out[1].axis = tact_vec(0, 1, 0);
        out[2].axis = tact_vec(1, 0, 0);
        break;
    case RBD_JOINT_FIXED:
    case RBD_JOINT_COMPOSITE: n = 0; break;
    case RBD_JOINT_REVOLUTE:
    case RBD_JOINT_CONTINUOUS:
    case RBD_JOINT_PRISMATIC:
    case RBD_JOINT_HELICAL:
    case RBD_JOINT_TRANSLATION:
    case RBD_JOINT_PLANAR:
    case RBD_JOINT_SPHERICAL:
    case RBD_JOINT_FREE:
        out[0].nq = nq[joint->type], out[0].nv = nv[joint->type];
        out[0].cos_sin = joint->type == RBD_JOINT_CONTINUOUS;
        out[0].kind = joint->type == RBD_JOINT_PRISMATIC     ? RBD_KIND_PRISMATIC
                      : joint->type == RBD_JOINT_HELICAL     ? RBD_KIND_HELICAL
                      : joint->type == RBD_JOINT_TRANSLATION ? RBD_KIND_TRANSLATION
                      : joint->type == RBD_JOINT_PLANAR      ? RBD_KIND_PLANAR
                      : joint->type == RBD_JOINT_SPHERICAL   ? RBD_KIND_SPHERICAL
                      : joint->type == RBD_JOINT_FREE        ? RBD_KIND_FREE
                                                             : RBD_KIND_REVOLUTE;
        break;
    default: n = -1; break;
    }
    return n;
}
/* Parts of a body's joint: itself unless composite. */
TACT_PRIVATE TACT_COLD int rbd__part_count(const rbd__added *a) {
    return a->body.joint.type == RBD_JOINT_COMPOSITE ? a->n_parts : 1;
}
TACT_PRIVATE TACT_COLD const rbd_joint *rbd__part_joint(const rbd__added *a, int k) {
    return a->body.joint.type == RBD_JOINT_COMPOSITE ? &a->parts[k].joint : &a->body.joint;
}
/* nq and nv of a body's joint. */
TACT_PRIVATE TACT_COLD void rbd__added_size(const rbd__added *a, int *n_primitives, int *nq, int *nv) {
    rbd__primitive p[3];
    int k, j, n;
    *n_primitives = *nq = *nv = 0;
    for (k = 0; k < rbd__part_count(a); ++k) {
        n = rbd__primitives(rbd__part_joint(a, k), p);
        for (j = 0; j < n; ++j) *nq += p[j].nq, *nv += p[j].nv;
        *n_primitives += n > 0 ? n : 0;
    }
}
TACT_PRIVATE TACT_COLD rbd_status rbd__check_joint(const rbd_joint *j, int body, const char *name, int inside_composite,
                                                   rbd_error *error) {
    int k, nv = 0, n, has_axis;
    rbd__primitive p[3];
    if ((int)j->type < 0 || j->type > RBD_JOINT_COMPOSITE || (inside_composite && j->type == RBD_JOINT_COMPOSITE))
        return rbd__error_body(error, RBD_BAD_JOINT, body, name, "unknown joint type");
    n = rbd__primitives(j, p);
    for (k = 0; k < n; ++k) nv += p[k].nv;
    has_axis = j->type == RBD_JOINT_REVOLUTE || j->type == RBD_JOINT_CONTINUOUS || j->type == RBD_JOINT_PRISMATIC ||
               j->type == RBD_JOINT_HELICAL || j->type == RBD_JOINT_UNIVERSAL || j->type == RBD_JOINT_CYLINDRICAL;
    if (has_axis && !(tact_vec_finite(j->axis) && tact_norm(j->axis) > RBD__SHORTEST_AXIS))
        return rbd__error_body(error, RBD_BAD_JOINT, body, name, "joint axis is zero or not finite");
    if (j->type == RBD_JOINT_UNIVERSAL) {
        if (!(tact_vec_finite(j->axis2) && tact_norm(j->axis2) > RBD__SHORTEST_AXIS))
            return rbd__error_body(error, RBD_BAD_JOINT, body, name, "second joint axis is zero or not finite");
        if (tact_norm(tact_cross(j->axis, j->axis2)) < RBD__LEAST_SINE * tact_norm(j->axis) * tact_norm(j->axis2))
            return rbd__error_body(error, RBD_BAD_JOINT, body, name, "the axes of the universal joint are parallel");
    }
    if (j->type == RBD_JOINT_HELICAL && !tact_finite(j->pitch))
        return rbd__error_body(error, RBD_BAD_JOINT, body, name, "pitch is not finite");
    for (k = 0; k < nv; ++k) {
        const rbd_dof *d = &j->dof[k];
        if (!(d->armature >= 0 && tact_finite(d->armature)))
            return rbd__error_body(error, RBD_BAD_JOINT, body, name, "armature is negative or not finite");
        if (!(d->damping >= 0 && tact_finite(d->damping)))
            return rbd__error_body(error, RBD_BAD_JOINT, body, name, "damping is negative or not finite");
        if (!(d->friction >= 0 && tact_finite(d->friction)))
            return rbd__error_body(error, RBD_BAD_JOINT, body, name, "friction is negative or not finite");
        if (!(d->stiffness >= 0 && tact_finite(d->stiffness) && tact_finite(d->rest)))
            return rbd__error_body(error, RBD_BAD_JOINT, body, name, "spring is negative or not finite");
        if (!(d->lower <= d->upper)) {
            rbd__error_body(error, RBD_BAD_JOINT, body, name, "lower limit is above the upper one: ");
            rbd__error_append(error, "", d->lower), rbd__error_append(error, " > ", d->upper);
            return RBD_BAD_JOINT;
        }
        if (!(d->max_velocity >= 0 && d->max_effort >= 0))
            return rbd__error_body(error, RBD_BAD_JOINT, body, name, "velocity or effort limit is negative");
    }
    k = j->type == RBD_JOINT_SPHERICAL ? 0 : j->type == RBD_JOINT_FREE ? 3 : -1;
    if (k >= 0 && (tact_abs(j->dof[k].stiffness - j->dof[k + 1].stiffness) > 0 ||
                   tact_abs(j->dof[k].stiffness - j->dof[k + 2].stiffness) > 0))
        return rbd__error_body(error, RBD_BAD_JOINT, body, name, "rotational springs of one joint must be equal");
    if (j->mimic >= 0) {
        if (inside_composite || nv != 1)
            return rbd__error_body(error, RBD_BAD_JOINT, body, name,
                                   "only joints of one degree of freedom can follow another");
        if (!tact_finite(j->mimic_scale) || !tact_finite(j->mimic_offset))
            return rbd__error_body(error, RBD_BAD_JOINT, body, name, "mimic scale or offset is not finite");
    }
    return RBD_OK;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__check_added(const rbd__added *a, int index, rbd_error *error) {
    rbd_error detail;
    rbd_status status;
    int k;
    if (!tact_pose_valid(a->body.placement))
        return rbd__error_body(error, RBD_NOT_FINITE, index, a->name,
                               "placement is not finite or its quaternion is zero");
    status = rbd_inertia_check(&a->body.inertia, &detail);
    if (status == RBD_BAD_INERTIA && a->body.trust_inertia && a->body.inertia.mass >= 0) status = RBD_OK;
    if (status < 0) return rbd__error_body(error, status, index, a->name, detail.text);
    status = rbd__check_joint(&a->body.joint, index, a->name, 0, error);
    for (k = 0; status >= 0 && k < a->n_parts; ++k) {
        if (!tact_pose_valid(a->parts[k].placement))
            return rbd__error_body(error, RBD_NOT_FINITE, index, a->name, "placement of a part is not finite");
        status = rbd__check_joint(&a->parts[k].joint, index, a->name, 1, error);
    }
    return status;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__copy_name(char *out, const char *name, int index, const char *body,
                                                 rbd_error *error) {
    size_t n;
    if (!name || !name[0]) return rbd__error_body(error, RBD_BAD_NAME, index, body, "the name is empty");
    n = rbd__string_length(name);
    if (n >= RBD_NAME_MAX)
        return rbd__error_body(error, RBD_BAD_NAME, index, "", "a name is longer than 127 characters");
    TACT_MEMCPY(out, name, n + 1);
    return RBD_OK;
}
RBD_API TACT_COLD int rbd_builder_count(const rbd_builder *b) { return b ? b->n_bodies : 0; }
RBD_API TACT_COLD int rbd_builder_find(const rbd_builder *b, const char *name) {
    int i;
    if (!b || !name) return RBD_NOT_FOUND;
    if (rbd__string_equal("world", name)) return RBD_WORLD;
    for (i = 1; i < b->n_bodies; ++i)
        if (rbd__string_equal(b->bodies[i]->name, name)) return i;
    return RBD_NOT_FOUND;
}
RBD_API TACT_COLD int rbd_builder_find_joint(const rbd_builder *b, const char *name) {
    int i;
    if (!b || !name || !name[0]) return RBD_NOT_FOUND;
    for (i = 1; i < b->n_bodies; ++i)
        if (rbd__string_equal(b->bodies[i]->joint_name, name)) return i;
    return RBD_NOT_FOUND;
}
RBD_API TACT_COLD rbd_body *rbd_builder_body(rbd_builder *b, int body) {
    return b && body >= 0 && body < b->n_bodies ? &b->bodies[body]->body : NULL;
}
RBD_API TACT_COLD int rbd_builder_add_composite(rbd_builder *b, const rbd_body *body, const rbd_joint *parts,
                                                const tact_pose *placements, int n_parts, rbd_error *error) {
    rbd__added *a;
    rbd_status status = RBD_OK;
    int k, index;
    rbd__error_clear(error);
    if (!b || !body || n_parts < 0 || (n_parts > 0 && !parts)) return RBD_BAD_ARGUMENT;
    index = b->n_bodies;
    if (body->parent < 0 || body->parent >= b->n_bodies)
        return rbd__error_body(error, RBD_BAD_PARENT, index, body->name,
                               "its parent does not exist (parents come first)");
    a = (rbd__added *)tact_alloc(b->allocator, sizeof *a);
    if (!a) return RBD_NO_MEMORY;
    TACT_MEMSET(a, 0, sizeof *a);
    a->body = *body;
    if (n_parts > 0) {
        a->parts = (rbd__part *)tact_alloc(b->allocator, (size_t)n_parts * sizeof(rbd__part));
        if (!a->parts)
            status = RBD_NO_MEMORY;
        else
            a->n_parts = n_parts, a->body.joint.type = RBD_JOINT_COMPOSITE;
        for (k = 0; k < a->n_parts; ++k) {
            a->parts[k].joint = parts[k], a->parts[k].joint.name = NULL;
            a->parts[k].placement = placements ? placements[k] : tact_pose_identity();
        }
    } else if (body->joint.type == RBD_JOINT_COMPOSITE) {
        status = rbd__error_body(error, RBD_BAD_JOINT, index, body->name, "a composite joint needs its parts");
    }
    if (status >= 0) status = rbd__copy_name(a->name, body->name, index, body->name, error);
    if (status >= 0 && body->joint.name)
        status = rbd__copy_name(a->joint_name, body->joint.name, index, a->name, error);
    a->body.name = a->name, a->body.joint.name = a->joint_name[0] ? a->joint_name : NULL;
    if (status >= 0 && rbd_builder_find(b, a->name) >= 0)
        status = rbd__error_body(error, RBD_BAD_NAME, index, a->name, "another body has this name");
    if (status >= 0 && a->joint_name[0] && rbd_builder_find_joint(b, a->joint_name) >= 0)
        status = rbd__error_body(error, RBD_BAD_NAME, index, a->name, "another joint has the name of its joint");
    if (status >= 0) status = rbd__check_added(a, index, error);
    if (status >= 0) {
        void **list = (void **)b->bodies;
        if (!rbd__grow(b->allocator, &list, b->n_bodies, &b->body_capacity)) status = RBD_NO_MEMORY;
        b->bodies = (rbd__added **)list;
    }
    if (status < 0) {
        rbd__added_free(b, a);
        if (error && error->status == RBD_OK)
            rbd__error_body(error, status, index, body->name, rbd_status_text(status));
        return status;
    }
    b->bodies[b->n_bodies] = a;
    return b->n_bodies++;
}
RBD_API TACT_COLD int rbd_builder_add(rbd_builder *b, const rbd_body *body, rbd_error *error) {
    return rbd_builder_add_composite(b, body, NULL, NULL, 0, error);
}
/* A frame whose name is compared with those of the first `others` frames only: the caller knows the rest. */
TACT_PRIVATE TACT_COLD int rbd__builder_add_frame(rbd_builder *b, const char *name, int body, tact_pose placement,
                                                  int others, rbd_error *error) {
    rbd__added_frame *f;
    void **list;
    int i;
    rbd__error_clear(error);
    if (!b) return RBD_BAD_ARGUMENT;
    if (body < 0 || body >= b->n_bodies)
        return rbd__error_body(error, RBD_BAD_PARENT, body, name, "the frame's body does not exist");
    if (!name || !name[0] || rbd__string_length(name) >= RBD_NAME_MAX)
        return rbd__error_body(error, RBD_BAD_NAME, body, b->bodies[body]->name, "a frame's name is empty or too long");
    if (!tact_pose_valid(placement))
        return rbd__error_body(error, RBD_NOT_FINITE, body, b->bodies[body]->name, "a frame's placement is not finite");
    for (i = 0; i < others; ++i)
        if (rbd__string_equal(b->frames[i]->name, name))
            return rbd__error_body(error, RBD_BAD_NAME, body, name, "another frame has this name");
    list = (void **)b->frames;
    f = (rbd__added_frame *)tact_alloc(b->allocator, sizeof *f);
    if (!f || !rbd__grow(b->allocator, &list, b->n_frames, &b->frame_capacity)) {
        tact_free(b->allocator, f, sizeof *f);
        return rbd__error_body(error, RBD_NO_MEMORY, body, name, rbd_status_text(RBD_NO_MEMORY));
    }
    b->frames = (rbd__added_frame **)list;
    TACT_MEMCPY(f->name, name, rbd__string_length(name) + 1);
    f->body = body, f->placement = placement;
    b->frames[b->n_frames] = f;
    return b->n_frames++;
}
RBD_API TACT_COLD int rbd_builder_add_frame(rbd_builder *b, const char *name, int body, tact_pose placement,
                                            rbd_error *error) {
    return rbd__builder_add_frame(b, name, body, placement, b ? b->n_frames : 0, error);
}
RBD_API TACT_COLD void rbd_builder_set_gravity(rbd_builder *b, tact_vec3 gravity) { b->gravity = gravity; }
RBD_API TACT_COLD void rbd_builder_set_friction_speed(rbd_builder *b, tact_real speed) { b->friction_speed = speed; }

/* Placement of a joint's moving frame in its fixed frame at q. */
TACT_PRIVATE TACT_COLD tact_pose rbd__primitive_pose(const rbd__primitive *p, tact_real pitch, const tact_real *q) {
    tact_vec3 axis = tact_normalize_or(p->axis, tact_vec(0, 0, 1));
    tact_pose r = tact_pose_identity();
    tact_real angle;
    switch (p->kind) {
    case RBD_KIND_PRISMATIC: r.p = tact_scale(q[0], axis); break;
    case RBD_KIND_TRANSLATION: r.p = rbd__vec_at(q); break;
    case RBD_KIND_PLANAR:
        r.p = tact_vec(q[0], q[1], 0);
        r.q = tact_quat_axis_angle(tact_vec(0, 0, 1), tact_atan2(q[3], q[2]));
        break;
    case RBD_KIND_SPHERICAL: r.q = tact_quat_normalize(tact_quat_make(q[0], q[1], q[2], q[3])); break;
    case RBD_KIND_FREE:
        r.p = rbd__vec_at(q);
        r.q = tact_quat_normalize(tact_quat_make(q[3], q[4], q[5], q[6]));
        break;
    default: /* revolute, helical */
        angle = p->cos_sin ? tact_atan2(q[1], q[0]) : q[0];
        r.q = tact_quat_axis_angle(axis, angle);
        if (p->kind == RBD_KIND_HELICAL) r.p = tact_scale(pitch * q[0], axis);
        break;
    }
    return r;
}
TACT_PRIVATE TACT_COLD void rbd__primitive_neutral(const rbd__primitive *p, tact_real *q) {
    int k;
    for (k = 0; k < p->nq; ++k) q[k] = 0;
    if (p->cos_sin)
        q[0] = 1;
    else if (p->kind == RBD_KIND_PLANAR)
        q[2] = 1;
    else if (p->kind == RBD_KIND_SPHERICAL)
        q[3] = 1;
    else if (p->kind == RBD_KIND_FREE)
        q[6] = 1;
}
RBD_API TACT_COLD rbd_status rbd_builder_lock(rbd_builder *b, int body, const tact_real *q, rbd_error *error) {
    rbd__added *a;
    tact_pose pose;
    rbd__primitive p[3];
    tact_real value[7], angle = 0;
    int k, j, i, n, iq = 0, n_primitives, nq, nv;
    rbd__error_clear(error);
    if (!b || body < 1 || body >= b->n_bodies) return RBD_BAD_ARGUMENT;
    a = b->bodies[body];
    rbd__added_size(a, &n_primitives, &nq, &nv);
    if (q && !rbd__all_finite(nq, q))
        return rbd__error_body(error, RBD_NOT_FINITE, body, a->name, "the position to lock at is not finite");
    pose = a->body.placement;
    for (k = 0; k < rbd__part_count(a); ++k) {
        const rbd_joint *joint = rbd__part_joint(a, k);
        if (a->n_parts) pose = tact_pose_mul(pose, a->parts[k].placement);
        n = rbd__primitives(joint, p);
        for (j = 0; j < n; ++j) {
            rbd__primitive_neutral(&p[j], value);
            for (i = 0; q && i < p[j].nq; ++i) value[i] = q[iq + i];
            pose = tact_pose_mul(pose, rbd__primitive_pose(&p[j], joint->pitch, value));
            angle = p[j].cos_sin ? tact_atan2(value[1], value[0]) : value[0];
            iq += p[j].nq;
        }
    }
    pose.q = tact_quat_normalize(pose.q);
    tact_free(b->allocator, a->parts, (size_t)a->n_parts * sizeof(rbd__part));
    a->parts = NULL, a->n_parts = 0;
    a->body.placement = pose;
    a->body.joint.type = RBD_JOINT_FIXED, a->body.joint.mimic = -1;
    for (i = 1; i < b->n_bodies; ++i) { /* followers are locked at their value */
        rbd_joint *follower = &b->bodies[i]->body.joint;
        if (follower->type != RBD_JOINT_FIXED && follower->mimic == body) {
            tact_real at[2];
            at[0] = follower->mimic_scale * angle + follower->mimic_offset;
            if (follower->type == RBD_JOINT_CONTINUOUS) at[1] = tact_sin(at[0]), at[0] = tact_cos(at[0]);
            rbd_builder_lock(b, i, at, NULL);
        }
    }
    return RBD_OK;
}
RBD_API TACT_COLD rbd_status rbd_builder_remove(rbd_builder *b, int body, rbd_error *error) {
    int i, n = 0;
    rbd__error_clear(error);
    if (!b || body < 1 || body >= b->n_bodies) return RBD_BAD_ARGUMENT;
    for (i = 0; i < b->n_bodies; ++i) { /* parents come first */
        rbd__added *a = b->bodies[i];
        a->removed = i == body || (i > body && b->bodies[a->body.parent]->removed);
        if (!a->removed) a->number = n++;
    }
    for (i = 1; i < b->n_bodies; ++i) {
        rbd__added *a = b->bodies[i];
        int master = a->body.joint.mimic;
        if (!a->removed && master > 0 && master < b->n_bodies && b->bodies[master]->removed)
            return rbd__error_body(error, RBD_BAD_JOINT, i, a->name, "it follows a joint that would be removed");
    }
    for (i = 1; i < b->n_bodies; ++i) {
        rbd__added *a = b->bodies[i];
        if (a->removed) continue;
        a->body.parent = b->bodies[a->body.parent]->number;
        if (a->body.joint.mimic > 0 && a->body.joint.mimic < b->n_bodies)
            a->body.joint.mimic = b->bodies[a->body.joint.mimic]->number;
    }
    for (i = 0, n = 0; i < b->n_frames; ++i) {
        if (b->bodies[b->frames[i]->body]->removed) {
            tact_free(b->allocator, b->frames[i], sizeof(rbd__added_frame));
        } else {
            b->frames[i]->body = b->bodies[b->frames[i]->body]->number;
            b->frames[n++] = b->frames[i];
        }
    }
    b->n_frames = n;
    for (i = 0, n = 0; i < b->n_bodies; ++i) {
        if (b->bodies[i]->removed)
            rbd__added_free(b, b->bodies[i]);
        else
            b->bodies[n++] = b->bodies[i];
    }
    b->n_bodies = n;
    return RBD_OK;
}
/* prefix + name into out; 0 when too long */
TACT_PRIVATE TACT_COLD int rbd__join_name(char out[RBD_NAME_MAX], const char *prefix, const char *name) {
    size_t n = prefix ? rbd__string_length(prefix) : 0, m = rbd__string_length(name);
    if (n + m >= RBD_NAME_MAX) return 0;
    if (n) TACT_MEMCPY(out, prefix, n);
    TACT_MEMCPY(out + n, name, m + 1);
    return 1;
}
RBD_API TACT_COLD int rbd_builder_append(rbd_builder *b, const rbd_builder *other, int parent, tact_pose placement,
                                         const char *prefix, rbd_error *error) {
    int i, first, n, n_frames, status = RBD_OK;
    char name[RBD_NAME_MAX], joint_name[RBD_NAME_MAX];
    rbd__error_clear(error);
    if (!b || !other || b == other || parent < 0 || parent >= b->n_bodies) return RBD_BAD_ARGUMENT;
    first = b->n_bodies;
    n_frames = b->n_frames;
    n = other->n_bodies;
    for (i = 1; status >= 0 && i < n; ++i) {
        const rbd__added *a = other->bodies[i];
        rbd_body body = a->body;
        rbd_joint joint = a->body.joint;
        int k;
        if (!rbd__join_name(name, prefix, a->name) || !rbd__join_name(joint_name, prefix, a->joint_name)) {
            status = rbd__error_body(error, RBD_BAD_NAME, i, a->name, "the name with its prefix is too long");
            break;
        }
        body.name = name, body.joint.name = a->joint_name[0] ? joint_name : NULL;
        if (body.parent == RBD_WORLD)
            body.parent = parent, body.placement = tact_pose_mul(placement, body.placement);
        else
            body.parent += first - 1;
        if (joint.mimic > 0) body.joint.mimic = joint.mimic + first - 1;
        if (a->n_parts == 0) {
            status = rbd_builder_add(b, &body, error);
        } else { /* the parts come along afterwards: they are stored interleaved with their placements */
            rbd_joint one = a->parts[0].joint;
            status = rbd_builder_add_composite(b, &body, &one, &a->parts[0].placement, 1, error);
            if (status >= 0) {
                rbd__added *copy = b->bodies[status];
                rbd__part *parts = (rbd__part *)tact_alloc(b->allocator, (size_t)a->n_parts * sizeof(rbd__part));
                if (!parts) {
                    status = RBD_NO_MEMORY;
                    break;
                }
                for (k = 0; k < a->n_parts; ++k) parts[k] = a->parts[k];
                tact_free(b->allocator, copy->parts, sizeof(rbd__part));
                copy->parts = parts, copy->n_parts = a->n_parts;
            }
        }
    }
    for (i = 0; status >= 0 && i < other->n_frames; ++i) {
        const rbd__added_frame *f = other->frames[i];
        int on_world = f->body == RBD_WORLD;
        if (!rbd__join_name(name, prefix, f->name))
            status = RBD_BAD_NAME;
        else
            status = rbd_builder_add_frame(b, name, on_world ? parent : f->body + first - 1,
                                           on_world ? tact_pose_mul(placement, f->placement) : f->placement, error);
    }
    if (status < 0) { /* as before */
        while (b->n_bodies > first) rbd__added_free(b, b->bodies[--b->n_bodies]);
        while (b->n_frames > n_frames) tact_free(b->allocator, b->frames[--b->n_frames], sizeof(rbd__added_frame));
        return status;
    }
    return first;
}

// >>impl-model
/* Owns    the block of a model: order of bodies, merged bodies, couplings, pattern of M, frames.
   Reads   a builder.
   Leaves  a model, constant but for gravity and the parameters of dofs. */
/* Everything that a model's block holds, carved in one order for the size query and for the use. */
typedef struct rbd__model_memory {
    rbd_model *model;
    int *parent, *subtree_end, *tree, *iq, *iv, *joint_iq, *joint_iv, *body_nq, *body_nv, *coupled, *tree_reference;
    int *dof_body, *dof_parent, *dof_subtree, *dof_master, *added_body, *added_frame, *slot, *angle_q, *level, *dof_up;
    unsigned char *kind, *unit_placement, *cos_sin;
    tact_real *coupling_scale, *coupling_offset, *pitch, *dof_scale, *armature, *q_lower, *q_upper;
    tact_mat3 *placement_rotation;
    tact_vec3 *placement_position, *axis;
    rbd_inertia *inertia;
    rbd__moments *moments;
    const char **name;
    rbd_dof *dof;
    rbd_frame *frames;
    char *text;
    /* scratch of the creation */
    int *child, *sibling, *order, *master_body;
    tact_pose *offset;
} rbd__model_memory;

typedef struct rbd__model_size {
    int bodies, nq, nv, frames, added;
    size_t text;
} rbd__model_size;

TACT_PRIVATE TACT_COLD rbd__model_size rbd__model_count(const rbd_builder *b) {
    rbd__model_size s;
    int i, n, nq, nv;
    s.bodies = 1;
    s.nq = s.nv = 0;
    s.frames = 1 + b->n_frames;
    s.added = b->n_bodies;
    s.text = 8;
    for (i = 1; i < b->n_bodies; ++i) {
        const rbd__added *a = b->bodies[i];
        rbd__added_size(a, &n, &nq, &nv);
        s.bodies += n;
        s.nq += nq;
        s.nv += nv;
        s.frames += 1 + (a->joint_name[0] != 0);
        s.text += rbd__string_length(a->name) + rbd__string_length(a->joint_name) + 2;
    }
    for (i = 0; i < b->n_frames; ++i) s.text += rbd__string_length(b->frames[i]->name) + 1;
    return s;
}
TACT_PRIVATE TACT_COLD size_t rbd__model_carve(rbd__model_memory *m, rbd__model_size s, char *base) {
    rbd__carver c = {NULL, 0};
    c.base = base;
    m->model = RBD__CARVE(&c, rbd_model, 1);
    m->parent = RBD__CARVE(&c, int, s.bodies);
    m->subtree_end = RBD__CARVE(&c, int, s.bodies);
    m->tree = RBD__CARVE(&c, int, s.bodies);
    m->iq = RBD__CARVE(&c, int, s.bodies);
    m->iv = RBD__CARVE(&c, int, s.bodies);
    m->joint_iq = RBD__CARVE(&c, int, s.bodies + 1);
    m->joint_iv = RBD__CARVE(&c, int, s.bodies + 1);
    m->body_nq = RBD__CARVE(&c, int, s.bodies);
    m->body_nv = RBD__CARVE(&c, int, s.bodies);
    m->coupled = RBD__CARVE(&c, int, s.bodies);
    m->tree_reference = RBD__CARVE(&c, int, s.bodies);
    m->slot = RBD__CARVE(&c, int, s.bodies);
    m->angle_q = RBD__CARVE(&c, int, s.bodies);
    m->level = RBD__CARVE(&c, int, s.bodies);
    m->dof_up = RBD__CARVE(&c, int, s.nv + 1);
    m->kind = RBD__CARVE(&c, unsigned char, s.bodies);
    m->unit_placement = RBD__CARVE(&c, unsigned char, s.bodies);
    m->cos_sin = RBD__CARVE(&c, unsigned char, s.bodies);
    m->coupling_scale = RBD__CARVE(&c, tact_real, s.bodies);
    m->coupling_offset = RBD__CARVE(&c, tact_real, s.bodies);
    m->pitch = RBD__CARVE(&c, tact_real, s.bodies);
    m->placement_rotation = RBD__CARVE(&c, tact_mat3, s.bodies);
    m->placement_position = RBD__CARVE(&c, tact_vec3, s.bodies);
    m->axis = RBD__CARVE(&c, tact_vec3, s.bodies);
    m->inertia = RBD__CARVE(&c, rbd_inertia, s.bodies);
    m->moments = RBD__CARVE(&c, rbd__moments, s.bodies);
    m->name = RBD__CARVE(&c, const char *, s.bodies);
    m->dof_body = RBD__CARVE(&c, int, s.nv + 1);
    m->dof_parent = RBD__CARVE(&c, int, s.nv + 1);
    m->dof_subtree = RBD__CARVE(&c, int, s.nv + 1);
    m->dof_master = RBD__CARVE(&c, int, s.nv + 1);
    m->dof_scale = RBD__CARVE(&c, tact_real, s.nv + 1);
    m->armature = RBD__CARVE(&c, tact_real, s.nv + 1);
    m->dof = RBD__CARVE(&c, rbd_dof, s.nv + 1);
    m->q_lower = RBD__CARVE(&c, tact_real, s.nq + 1);
    m->q_upper = RBD__CARVE(&c, tact_real, s.nq + 1);
    m->frames = RBD__CARVE(&c, rbd_frame, s.frames);
    m->added_body = RBD__CARVE(&c, int, s.added);
    m->added_frame = RBD__CARVE(&c, int, s.added);
    m->text = RBD__CARVE(&c, char, s.text);
    m->child = RBD__CARVE(&c, int, s.added);
    m->sibling = RBD__CARVE(&c, int, s.added);
    m->order = RBD__CARVE(&c, int, s.added);
    m->master_body = RBD__CARVE(&c, int, s.bodies);
    m->offset = RBD__CARVE(&c, tact_pose, s.added);
    return c.used;
}
RBD_API TACT_COLD size_t rbd_model_bytes(const rbd_builder *b) {
    rbd__model_memory m;
    return b ? rbd__model_carve(&m, rbd__model_count(b), NULL) + 64 : 0;
}
TACT_PRIVATE TACT_COLD const char *rbd__model_text(char **cursor, const char *text) {
    size_t n = rbd__string_length(text) + 1;
    char *out = *cursor;
    TACT_MEMCPY(out, text, n);
    *cursor += n;
    return out;
}
TACT_PRIVATE TACT_COLD int rbd__is_axis(tact_vec3 a, int k) {
    tact_real x[3];
    int i;
    rbd__put(x, a);
    for (i = 0; i < 3; ++i)
        if (x[i] < (i == k) || x[i] > (i == k)) return 0;
    return 1;
}
TACT_PRIVATE TACT_COLD int rbd__is_identity(const tact_mat3 *a) {
    int i, j;
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j)
            if (a->m[i][j] < (i == j) || a->m[i][j] > (i == j)) return 0;
    return 1;
}
TACT_PRIVATE TACT_COLD void rbd__model_refresh(rbd_model *m) {
    int k;
    m->has_passive = 0;
    for (k = 0; k < m->joint_nv; ++k) {
        m->armature[k] = m->dof[k].armature;
        if (m->dof[k].damping > 0 || m->dof[k].friction > 0 || m->dof[k].stiffness > 0) m->has_passive = 1;
    }
}
/* Follows a chain of couplings to the joint that has a coordinate: q = scale q_master + offset. */
TACT_PRIVATE TACT_COLD rbd_status rbd__resolve_mimic(const rbd_builder *b, int body, int *master, tact_real *scale,
                                                     tact_real *offset, rbd_error *error) {
    int i = body, steps = 0, n, nq, nv;
    *scale = 1, *offset = 0;
    while (b->bodies[i]->body.joint.mimic >= 0) {
        const rbd_joint *j = &b->bodies[i]->body.joint;
        if (j->mimic < 1 || j->mimic >= b->n_bodies)
            return rbd__error_body(error, RBD_BAD_JOINT, body, b->bodies[body]->name,
                                   "it follows a joint that does not exist");
        *offset += *scale * j->mimic_offset;
        *scale *= j->mimic_scale;
        i = j->mimic;
        rbd__added_size(b->bodies[i], &n, &nq, &nv);
        if (nv != 1 || n != 1)
            return rbd__error_body(error, RBD_BAD_JOINT, body, b->bodies[body]->name,
                                   "it follows a joint that has not one degree of freedom");
        if (++steps > b->n_bodies)
            return rbd__error_body(error, RBD_BAD_JOINT, body, b->bodies[body]->name,
                                   "its coupling leads back to itself");
    }
    *master = i;
    return RBD_OK;
}
TACT_PRIVATE TACT_COLD rbd_model *rbd__model_fail(rbd_error *error, rbd_status status) {
    if (error && error->status == RBD_OK) {
        rbd__text t = rbd__error_begin(error, status, -1);
        rbd__text_string(&t, rbd_status_text(status));
    }
    return NULL;
}
/* The bodies of the model are made in depth-first order of the bodies as added, siblings as added. Returns how many. */
TACT_PRIVATE TACT_COLD int rbd__model_order(const rbd_builder *b, rbd__model_memory *M) {
    int i, n_order = 0;
    for (i = 0; i < b->n_bodies; ++i) M->child[i] = M->sibling[i] = -1;
    for (i = b->n_bodies - 1; i > 0; --i) {
        int parent = b->bodies[i]->body.parent;
        M->sibling[i] = M->child[parent], M->child[parent] = i;
    }
    for (i = M->child[0]; i >= 0;) {
        M->order[n_order++] = i;
        if (M->child[i] >= 0) {
            i = M->child[i];
        } else {
            while (i > 0 && M->sibling[i] < 0) i = b->bodies[i]->body.parent;
            i = i > 0 ? M->sibling[i] : -1;
        }
    }
    return n_order;
}
TACT_PRIVATE TACT_COLD void rbd__model_world(rbd__model_memory *M, char **cursor) {
    M->parent[0] = 0;
    M->kind[0] = RBD_KIND_WORLD;
    M->unit_placement[0] = 1;
    M->cos_sin[0] = 0;
    M->tree[0] = 0;
    M->iq[0] = M->iv[0] = M->joint_iq[0] = M->joint_iv[0] = M->body_nq[0] = M->body_nv[0] = M->coupled[0] = 0;
    M->coupling_scale[0] = 1;
    M->coupling_offset[0] = 0;
    M->pitch[0] = 0;
    M->placement_rotation[0] = rbd__mat_identity();
    M->placement_position[0] = rbd__zero();
    M->axis[0] = rbd__zero();
    M->inertia[0] = rbd_inertia_sphere(0, rbd__zero(), 0);
    M->slot[0] = 0, M->master_body[0] = 0;
    M->name[0] = rbd__model_text(cursor, "world");
    M->frames[0].name = M->name[0];
    M->frames[0].type = RBD_FRAME_BODY;
    M->frames[0].body = 0;
    M->frames[0].rotation = rbd__mat_identity(), M->frames[0].position = rbd__zero();
    M->added_body[0] = 0;
    M->added_frame[0] = 0;
    M->offset[0] = tact_pose_identity();
}
/* A body as added on its way into the model: its number, where its next joint is placed, what it follows. */
typedef struct rbd__model_link {
    int id;                 /* number as added */
    int carrier;            /* body of the model that it stands on */
    int master;             /* number of the body whose joint its own follows; its own number where it follows none */
    tact_pose offset;       /* of the next joint's fixed frame in the carrier's frame */
    tact_real scale, shift; /* q = scale q_master + shift */
} rbd__model_link;
/* One body of the model on one primitive joint; its dofs are joint->dof[i_dof] and on. The counts are in m. */
TACT_PRIVATE TACT_COLD void rbd__model_body_add(rbd_model *m, rbd__model_memory *M, rbd__model_link *link,
                                                const rbd_joint *joint, const rbd__primitive *p, int i_dof) {
    const int nb = m->n_bodies, jq = m->joint_nq, jv = m->joint_nv;
    tact_vec3 axis = tact_normalize_or(p->axis, tact_vec(0, 0, 1));
    int d, aligned = rbd__is_axis(axis, 0) ? 0 : rbd__is_axis(axis, 1) ? 1 : rbd__is_axis(axis, 2) ? 2 : -1;
    rbd_joint_kind kind = p->kind;
    if (aligned >= 0 && kind == RBD_KIND_REVOLUTE) kind = (rbd_joint_kind)(RBD_KIND_REVOLUTE_X + aligned);
    if (aligned >= 0 && kind == RBD_KIND_PRISMATIC) kind = (rbd_joint_kind)(RBD_KIND_PRISMATIC_X + aligned);
    M->parent[nb] = link->carrier;
    M->kind[nb] = (unsigned char)kind, M->cos_sin[nb] = (unsigned char)p->cos_sin;
    M->placement_rotation[nb] = tact_quat_to_mat(tact_quat_normalize(link->offset.q));
    M->placement_position[nb] = link->offset.p;
    M->unit_placement[nb] = (unsigned char)rbd__is_identity(&M->placement_rotation[nb]);
    M->axis[nb] = axis, M->pitch[nb] = kind == RBD_KIND_HELICAL ? joint->pitch : 0;
    M->inertia[nb] = rbd_inertia_sphere(0, rbd__zero(), 0);
    M->body_nq[nb] = p->nq, M->body_nv[nb] = p->nv;
    M->joint_iq[nb] = jq, M->joint_iv[nb] = jv;
    M->coupled[nb] = link->master != link->id;
    M->coupling_scale[nb] = link->scale;
    M->coupling_offset[nb] = link->shift;
    M->master_body[nb] = link->master; /* number as added, resolved below */
    M->iq[nb] = m->nq, M->iv[nb] = m->nv;
    M->slot[nb] = m->n_angles;
    if (kind <= RBD_KIND_REVOLUTE || kind == RBD_KIND_HELICAL || kind == RBD_KIND_PLANAR)
        M->angle_q[m->n_angles++] = jq;
    for (d = 0; d < p->nv; ++d) {
        M->dof[jv + d] = joint->dof[i_dof + d];
        M->dof_body[jv + d] = nb, M->dof_scale[jv + d] = link->scale;
        M->dof_master[jv + d] = m->nv + d;
    }
    if (link->master == link->id) {
        for (d = 0; d < p->nq; ++d) {
            int limited = d < p->nv && !p->cos_sin && kind != RBD_KIND_SPHERICAL &&
                          !(kind == RBD_KIND_PLANAR && d > 1) && !(kind == RBD_KIND_FREE && d > 2);
            M->q_lower[m->nq + d] = limited ? joint->dof[i_dof + d].lower : -TACT_REAL_MAX;
            M->q_upper[m->nq + d] = limited ? joint->dof[i_dof + d].upper : TACT_REAL_MAX;
        }
        m->nq += p->nq, m->nv += p->nv;
    } else {
        ++m->n_coupled;
    }
    M->name[nb] = "";
    m->joint_nq += p->nq, m->joint_nv += p->nv;
    link->carrier = m->n_bodies++;
    link->offset = tact_pose_identity();
}
/* All bodies of the model of one body as added. */
TACT_PRIVATE TACT_COLD rbd_status rbd__model_add(const rbd_builder *b, rbd_model *m, rbd__model_memory *M, int id,
                                                 char **cursor, rbd_error *error) {
    const rbd__added *a = b->bodies[id];
    rbd__model_link link;
    int part, j, n;
    link.id = link.master = id;
    link.carrier = M->added_body[a->body.parent];
    link.offset = tact_pose_mul(M->offset[a->body.parent], a->body.placement);
    link.scale = 1, link.shift = 0;
    if (a->body.joint.mimic >= 0 && a->body.joint.type != RBD_JOINT_FIXED) {
        rbd_status status = rbd__resolve_mimic(b, id, &link.master, &link.scale, &link.shift, error);
        if (status < 0) return status;
    }
    for (part = 0; part < rbd__part_count(a); ++part) {
        const rbd_joint *joint = rbd__part_joint(a, part);
        rbd__primitive p[3];
        int i_dof = 0;
        if (a->n_parts) link.offset = tact_pose_mul(link.offset, a->parts[part].placement);
        n = rbd__primitives(joint, p);
        for (j = 0; j < n; ++j) {
            rbd__model_body_add(m, M, &link, joint, &p[j], i_dof);
            i_dof += p[j].nv;
        }
    }
    M->added_body[id] = link.carrier, M->offset[id] = link.offset;
    M->inertia[link.carrier] =
        rbd_inertia_sum(M->inertia[link.carrier], rbd_inertia_placed(a->body.inertia, link.offset));
    if (link.carrier != M->added_body[a->body.parent]) M->name[link.carrier] = rbd__model_text(cursor, a->name);
    return RBD_OK;
}
/* Where the coordinates of followed joints are; 0 when a followed joint itself follows. */
TACT_PRIVATE TACT_COLD int rbd__model_couple(const rbd_model *m, rbd__model_memory *M) {
    int i;
    for (i = 1; i < m->n_bodies; ++i) {
        int master = M->added_body[M->master_body[i]];
        if (!M->coupled[i]) continue;
        if (M->coupled[master]) return 0;
        M->iq[i] = M->iq[master], M->iv[i] = M->iv[master];
        M->dof_master[M->joint_iv[i]] = M->iv[master];
        M->master_body[i] = master;
    }
    return 1;
}
/* Subtrees, trees, levels, and the pattern of the mass matrix. */
TACT_PRIVATE TACT_COLD void rbd__model_trees(rbd_model *m, rbd__model_memory *M) {
    int i, k, nb = m->n_bodies, n_levels = 1;
    for (i = nb - 1; i >= 0; --i) M->subtree_end[i] = i + 1;
    for (i = nb - 1; i > 0; --i)
        if (M->subtree_end[i] > M->subtree_end[M->parent[i]]) M->subtree_end[M->parent[i]] = M->subtree_end[i];
    m->n_trees = 0;
    for (i = 1; i < nb; ++i) {
        if (M->parent[i] == 0)
            M->tree[i] = m->n_trees++, M->tree_reference[M->tree[i]] = i;
        else
            M->tree[i] = M->tree[M->parent[i]];
        if (M->inertia[i].mass > M->inertia[M->tree_reference[M->tree[i]]].mass) M->tree_reference[M->tree[i]] = i;
    }
    /* levels: a body takes over the buffer of its parent when it is the last child, else the next one */
    for (i = 0; i < nb; ++i) M->level[i] = 0;
    for (i = 1; i < nb; ++i) {
        int last = M->subtree_end[i] == M->subtree_end[M->parent[i]];
        M->level[i] = M->parent[i] == 0 ? 0 : M->level[M->parent[i]] + (last ? 0 : 1);
        if (M->level[i] + 1 > n_levels) n_levels = M->level[i] + 1;
    }
    m->n_levels = n_levels;
    for (k = 0; k < m->joint_nv; ++k) {
        int body = M->dof_body[k], p = M->parent[body];
        M->dof_up[k] = k > M->joint_iv[body] ? k - 1 : p ? M->joint_iv[p] + M->body_nv[p] - 1 : -1;
    }
    for (k = 0; k < m->nv; ++k) {
        M->dof_parent[k] = m->n_coupled ? k - 1 : M->dof_up[k];
        M->dof_subtree[k] = m->n_coupled ? m->nv - k : M->joint_iv[M->subtree_end[M->dof_body[k]]] - k;
    }
}
/* Frames: bodies, then joints, then operational ones; a merged body's frame lies off its carrier's. Returns how many.
   */
TACT_PRIVATE TACT_COLD int rbd__model_frames(const rbd_builder *b, rbd__model_memory *M, int n_order, char **cursor) {
    int k, n_frames = 1;
    for (k = 0; k < n_order; ++k) {
        int id = M->order[k];
        rbd_frame *f = &M->frames[n_frames];
        *f = rbd_frame_on_body(M->added_body[id], M->offset[id]);
        f->type = RBD_FRAME_BODY;
        f->name = rbd__string_equal(M->name[f->body], b->bodies[id]->name)
                      ? M->name[f->body]
                      : rbd__model_text(cursor, b->bodies[id]->name);
        M->added_frame[id] = n_frames++;
    }
    for (k = 0; k < n_order; ++k) {
        int id = M->order[k];
        rbd_frame *f = &M->frames[n_frames];
        if (!b->bodies[id]->joint_name[0]) continue;
        *f = M->frames[M->added_frame[id]];
        f->type = RBD_FRAME_JOINT, f->name = rbd__model_text(cursor, b->bodies[id]->joint_name);
        ++n_frames;
    }
    for (k = 0; k < b->n_frames; ++k) {
        const rbd__added_frame *g = b->frames[k];
        rbd_frame *f = &M->frames[n_frames++];
        *f = rbd_frame_on_body(M->added_body[g->body], tact_pose_mul(M->offset[g->body], g->placement));
        f->name = rbd__model_text(cursor, g->name);
    }
    return n_frames;
}
TACT_PRIVATE TACT_COLD void rbd__model_publish(rbd_model *m, const rbd__model_memory *M) {
    int i;
    m->parent = M->parent;
    m->subtree_end = M->subtree_end;
    m->tree = M->tree;
    m->kind = M->kind;
    m->unit_placement = M->unit_placement;
    m->cos_sin = M->cos_sin;
    m->iq = M->iq;
    m->iv = M->iv;
    m->joint_iq = M->joint_iq;
    m->joint_iv = M->joint_iv;
    m->body_nq = M->body_nq, m->body_nv = M->body_nv;
    m->coupled = M->coupled;
    m->coupling_scale = M->coupling_scale;
    m->coupling_offset = M->coupling_offset;
    m->coupling_body = M->master_body;
    m->placement_rotation = M->placement_rotation, m->placement_position = M->placement_position;
    m->axis = M->axis;
    m->pitch = M->pitch;
    m->inertia = M->inertia;
    m->moments = M->moments;
    m->name = M->name;
    m->tree_reference = M->tree_reference;
    m->angle_slot = M->slot;
    m->angle_q = M->angle_q;
    m->level = M->level;
    m->dof_up = M->dof_up;
    m->dof_body = M->dof_body;
    m->dof_parent = M->dof_parent;
    m->dof_subtree = M->dof_subtree;
    m->dof_master = M->dof_master;
    m->dof_scale = M->dof_scale;
    m->dof = M->dof;
    m->armature = M->armature;
    m->q_lower = M->q_lower, m->q_upper = M->q_upper;
    m->frames = M->frames;
    m->added_body = M->added_body;
    m->added_frame = M->added_frame;
    for (i = 1; i < m->n_bodies; ++i) m->n_pairs += M->cos_sin[i] || M->kind[i] == RBD_KIND_PLANAR;
}
RBD_API TACT_COLD rbd_model *rbd_model_init(const rbd_builder *b, void *memory, size_t bytes, rbd_error *error) {
    rbd__model_memory M;
    rbd_model *m;
    char *cursor;
    int i, n_order;
    rbd__error_clear(error);
    if (!b || !memory) return rbd__model_fail(error, RBD_BAD_ARGUMENT);
    if (bytes < rbd_model_bytes(b)) return rbd__model_fail(error, RBD_NO_SPACE);
    for (i = 1; i < b->n_bodies; ++i) {
        rbd_status status = rbd__check_added(b->bodies[i], i, error);
        if (status < 0) return rbd__model_fail(error, status);
        if (b->bodies[i]->body.parent < 0 || b->bodies[i]->body.parent >= i) {
            rbd__error_body(error, RBD_BAD_PARENT, i, b->bodies[i]->name, "its parent does not come before it");
            return NULL;
        }
    }
    if (!tact_vec_finite(b->gravity) || !(b->friction_speed >= 0)) return rbd__model_fail(error, RBD_NOT_FINITE);
    rbd__model_carve(&M, rbd__model_count(b), rbd__align(memory));
    m = M.model;
    TACT_MEMSET(m, 0, sizeof *m);
    cursor = M.text;
    n_order = rbd__model_order(b, &M);
    rbd__model_world(&M, &cursor);
    m->n_bodies = 1;
    for (i = 0; i < n_order; ++i)
        if (rbd__model_add(b, m, &M, M.order[i], &cursor, error) < 0) return NULL;
    M.joint_iq[m->n_bodies] = m->joint_nq, M.joint_iv[m->n_bodies] = m->joint_nv;
    if (!rbd__model_couple(m, &M)) return rbd__model_fail(error, RBD_BAD_JOINT);
    rbd__model_trees(m, &M);
    m->n_frames = rbd__model_frames(b, &M, n_order, &cursor), m->n_added = b->n_bodies;
    for (i = 0; i < m->n_bodies; ++i) M.moments[i] = rbd__moments_of(&M.inertia[i]);
    m->gravity = b->gravity, m->friction_speed = b->friction_speed;
    rbd__model_publish(m, &M);
    m->bytes = bytes;
    rbd__model_refresh(m);
    return m;
}
RBD_API TACT_COLD rbd_model *rbd_model_create(const rbd_builder *b, const tact_allocator *allocator, rbd_error *error) {
    size_t bytes = rbd_model_bytes(b);
    void *memory;
    rbd_model *m;
    rbd__error_clear(error);
    if (!b) return rbd__model_fail(error, RBD_BAD_ARGUMENT);
    memory = tact_alloc(allocator, bytes);
    if (!memory) return rbd__model_fail(error, RBD_NO_MEMORY);
    m = rbd_model_init(b, memory, bytes, error);
    if (!m) {
        tact_free(allocator, memory, bytes);
        return NULL;
    }
    if (allocator) m->allocator_storage = *allocator, m->allocator = &m->allocator_storage;
    m->memory = memory;
    return m;
}
RBD_API TACT_COLD void rbd_model_destroy(rbd_model *m) {
    tact_allocator storage;
    int own;
    if (!m || !m->memory) return;
    storage = m->allocator_storage, own = m->allocator != NULL;
    while (m->kept) {
        rbd_kept *kept = m->kept;
        m->kept = kept->next;
        tact_free(own ? &storage : NULL, kept, kept->bytes);
    }
#ifndef RBD_NO_FILES
    if (m->rig) tact_free(own ? &storage : NULL, m->rig->memory, m->rig->bytes);
#endif
    tact_free(own ? &storage : NULL, m->memory, m->bytes);
}
RBD_API TACT_COLD int rbd_model_find_frame(const rbd_model *m, const char *name) {
    int i;
    if (!m || !name) return RBD_NOT_FOUND;
    for (i = 0; i < m->n_frames; ++i)
        if (rbd__string_equal(m->frames[i].name, name)) return i;
    return RBD_NOT_FOUND;
}
RBD_API TACT_COLD int rbd_model_find_body(const rbd_model *m, const char *name) {
    int i = rbd_model_find_frame(m, name);
    return i < 0 ? i : m->frames[i].type == RBD_FRAME_BODY ? m->frames[i].body : (int)RBD_NOT_FOUND;
}
RBD_API int rbd_model_body(const rbd_model *m, int added) {
    return m && added >= 0 && added < m->n_added ? m->added_body[added] : (int)RBD_BAD_ARGUMENT;
}
RBD_API void rbd_model_set_gravity(rbd_model *m, tact_vec3 gravity) { m->gravity = gravity; }
RBD_API TACT_COLD rbd_status rbd_model_set_dof(rbd_model *m, int dof, const rbd_dof *parameters) {
    rbd_joint joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
    if (!m || !parameters || dof < 0 || dof >= m->joint_nv) return RBD_BAD_ARGUMENT;
    joint.dof[0] = *parameters;
    if (rbd__check_joint(&joint, 0, NULL, 0, NULL) < 0) return RBD_BAD_JOINT;
    m->dof[dof] = *parameters;
    rbd__model_refresh(m);
    return RBD_OK;
}
RBD_API tact_real rbd_model_mass(const rbd_model *m) {
    tact_real sum = 0;
    int i;
    for (i = 1; i < m->n_bodies; ++i) sum += m->inertia[i].mass;
    return sum;
}
RBD_API rbd_frame rbd_frame_on_body(int body, tact_pose placement) {
    rbd_frame f;
    f.name = "";
    f.type = RBD_FRAME_OPERATIONAL;
    f.body = body;
    f.rotation = tact_quat_to_mat(tact_quat_normalize(placement.q)), f.position = placement.p;
    return f;
}
RBD_API TACT_COLD tact_pose rbd_model_added_pose(const rbd_model *model, int added, tact_pose pose) {
    const rbd_frame *frame = &model->frames[model->added_frame[added]];
    return tact_pose_mul(tact_pose_make(frame->position, tact_quat_from_mat(&frame->rotation)), pose);
}

// >>impl-manifold
/* Owns    operations on q joint by joint.
   Reads   a model.
   Leaves  q, or tangent vectors; no data is touched. */
/* All loops skip coupled bodies: they have no entries of their own in q and v. */
TACT_PRIVATE void rbd__body_neutral(const rbd_model *m, int i, tact_real *q) {
    int k;
    for (k = 0; k < m->body_nq[i]; ++k) q[k] = 0;
    if (m->cos_sin[i])
        q[0] = 1;
    else if (m->kind[i] == RBD_KIND_PLANAR)
        q[2] = 1;
    else if (m->kind[i] == RBD_KIND_SPHERICAL)
        q[3] = 1;
    else if (m->kind[i] == RBD_KIND_FREE)
        q[6] = 1;
}
RBD_API void rbd_neutral(const rbd_model *m, tact_real *q) {
    int i;
    for (i = 1; i < m->n_bodies; ++i)
        if (!m->coupled[i]) rbd__body_neutral(m, i, q + m->iq[i]);
}
/* Uniform quaternion from three uniform numbers (Shoemake 1992). */
TACT_PRIVATE TACT_COLD void rbd__random_quaternion(uint64_t seed, uint64_t counter, tact_real *q) {
    tact_real u = tact_random_uniform(seed, counter), a = 2 * TACT_PI * tact_random_uniform(seed, counter + 1);
    tact_real b = 2 * TACT_PI * tact_random_uniform(seed, counter + 2), s = tact_sqrt(1 - u), t = tact_sqrt(u);
    q[0] = s * tact_sin(a);
    q[1] = s * tact_cos(a);
    q[2] = t * tact_sin(b);
    q[3] = t * tact_cos(b);
}
#define RBD__UNLIMITED TACT_R(1e30) /* [rad, m] absolute: a limit beyond it is none */
RBD_API TACT_COLD void rbd_random(const rbd_model *m, uint64_t seed, tact_real *q) {
    int i, k;
    for (i = 1; i < m->n_bodies; ++i) {
        tact_real *x = q + m->iq[i];
        uint64_t counter = 8 * (uint64_t)i;
        int kind = m->kind[i], turns = kind <= RBD_KIND_REVOLUTE;
        if (m->coupled[i]) continue;
        for (k = 0; k < m->body_nq[i]; ++k) {
            tact_real span = turns ? TACT_PI : TACT_R(1), low = m->q_lower[m->iq[i] + k],
                      high = m->q_upper[m->iq[i] + k];
            if (low <= -RBD__UNLIMITED) low = high >= RBD__UNLIMITED ? -span : high - 2 * span;
            if (high >= RBD__UNLIMITED) high = low + 2 * span;
            x[k] = low + (high - low) * tact_random_uniform(seed, counter + (uint64_t)k);
        }
        if (m->cos_sin[i] || kind == RBD_KIND_PLANAR) {
            tact_real angle = TACT_PI * (2 * tact_random_uniform(seed, counter + 7) - 1);
            tact_real *cs = x + m->body_nq[i] - 2;
            cs[0] = tact_cos(angle), cs[1] = tact_sin(angle);
        } else if (kind == RBD_KIND_SPHERICAL || kind == RBD_KIND_FREE) {
            rbd__random_quaternion(seed, counter + 4, x + m->body_nq[i] - 4);
        }
    }
}
/* Makes x (n entries) a unit vector; the first unit vector's last entry (or first, for a cos/sin pair) when too
 * short. */
TACT_PRIVATE rbd_status rbd__normalize_tail(tact_real *x, int n) {
    tact_real s = 0;
    int k;
    for (k = 0; k < n; ++k) s += x[k] * x[k];
    if (!(s > RBD__SHORTEST2 && tact_finite(s))) {
        for (k = 0; k < n; ++k) x[k] = k == (n == 2 ? 0 : n - 1);
        return RBD_BAD_QUATERNION;
    }
    s = 1 / tact_sqrt(s);
    for (k = 0; k < n; ++k) x[k] *= s;
    return RBD_OK;
}
/* Entries at the end of a body's q that form a unit vector: 2 (cos, sin), 4 (quaternion) or 0. */
TACT_INLINE int rbd__unit_tail(const rbd_model *m, int i) {
    return m->cos_sin[i] || m->kind[i] == RBD_KIND_PLANAR                    ? 2
           : m->kind[i] == RBD_KIND_SPHERICAL || m->kind[i] == RBD_KIND_FREE ? 4
                                                                             : 0;
}
RBD_API rbd_status rbd_normalize(const rbd_model *m, tact_real *q) {
    rbd_status status = RBD_OK;
    int i;
    for (i = 1; i < m->n_bodies; ++i) {
        int n = rbd__unit_tail(m, i);
        if (n && !m->coupled[i] && rbd__normalize_tail(q + m->iq[i] + m->body_nq[i] - n, n) < 0)
            status = RBD_BAD_QUATERNION;
    }
    return status;
}
/* exp of a rotation vector, and of rbd__lie_coefficients those of the left Jacobian 1 + a1 [w] + a2 [w]^2, by one sine
   and cosine of the half angle: sin t = 2 s c, 1 - cos t = 2 s^2. */
typedef struct rbd__turn {
    tact_real a1, a2;
} rbd__turn;
TACT_INLINE rbd__turn rbd__turn_of(tact_vec3 w, tact_quat *turn) {
    const tact_real t2 = tact_norm2(w);
    rbd__turn r;
    tact_real t, s, c;
    if (t2 < RBD__LIE_SERIES) {
        const rbd__lie l = rbd__lie_series(t2);
        r.a1 = l.a1, r.a2 = l.a2;
        *turn = tact_quat_exp(w);
        return r;
    }
    t = tact_sqrt(t2), s = tact_sin(t / 2), c = tact_cos(t / 2);
    r.a1 = 2 * s * s / t2, r.a2 = (t - 2 * s * c) / (t2 * t);
    s /= t;
    *turn = tact_quat_make(s * w.x, s * w.y, s * w.z, c);
    return r;
}
/* y = x (+) h u for one body; y may be x. Unit parts are renormalised, so that errors do not grow over many steps. */
TACT_PRIVATE void rbd__body_integrate(const rbd_model *m, int i, const tact_real *x, const tact_real *u, tact_real h,
                                      tact_real *y) {
    int kind = m->kind[i], k;
    if (m->cos_sin[i]) {
        tact_real c = tact_cos(h * u[0]), s = tact_sin(h * u[0]), a = x[0], b = x[1];
        y[0] = a * c - b * s, y[1] = b * c + a * s;
        rbd__normalize_tail(y, 2);
    } else if (kind == RBD_KIND_PLANAR) {
        /* SE(2): displacement V(t) (vx, vy) h in the body's axes, V = [sin t/t, -(1-cos t)/t; (1-cos t)/t, sin t/t]
         */
        tact_real t = h * u[2], c = tact_cos(t), s = tact_sin(t), a = x[2], b = x[3];
        rbd__lie l = rbd__lie_coefficients(t * t);
        tact_real dx = h * (l.a0 * u[0] - l.a1 * t * u[1]), dy = h * (l.a1 * t * u[0] + l.a0 * u[1]);
        y[0] = x[0] + a * dx - b * dy, y[1] = x[1] + b * dx + a * dy;
        y[2] = a * c - b * s, y[3] = b * c + a * s;
        rbd__normalize_tail(y + 2, 2);
    } else if (kind == RBD_KIND_SPHERICAL || kind == RBD_KIND_FREE) {
        int at = kind == RBD_KIND_FREE ? 3 : 0;
        tact_quat r = tact_quat_normalize(tact_quat_make(x[at], x[at + 1], x[at + 2], x[at + 3])), turn;
        tact_vec3 w = tact_scale(h, rbd__vec_at(u + at));
        rbd__turn l = rbd__turn_of(w, &turn);
        if (at) { /* p + R Jl(w) v */
            tact_vec3 d = tact_scale(h, rbd__vec_at(u)), wd = tact_cross(w, d);
            d = tact_add(tact_mul_add(d, l.a1, wd), tact_scale(l.a2, tact_cross(w, wd)));
            rbd__put(y, tact_add(rbd__vec_at(x), tact_rotate(r, d)));
        }
        r = tact_quat_mul(r, turn);
        y[at] = r.x;
        y[at + 1] = r.y;
        y[at + 2] = r.z;
        y[at + 3] = r.w;
        rbd__normalize_tail(y + at, 4);
    } else {
        for (k = 0; k < m->body_nv[i]; ++k) y[k] = x[k] + h * u[k];
    }
}
RBD_API void rbd_integrate(const rbd_model *m, const tact_real *q, const tact_real *v, tact_real h, tact_real *out) {
    int i;
    for (i = 1; i < m->n_bodies; ++i) {
        if (TACT_UNLIKELY(m->coupled[i])) continue;
        if (TACT_LIKELY(m->kind[i] <= RBD_KIND_HELICAL && !m->cos_sin[i]))
            out[m->iq[i]] = q[m->iq[i]] + h * v[m->iv[i]];
        else
            rbd__body_integrate(m, i, q + m->iq[i], v + m->iv[i], h, out + m->iq[i]);
    }
}
TACT_PRIVATE tact_real rbd__angle_between(const tact_real *cs0, const tact_real *cs1) {
    return tact_atan2(cs0[0] * cs1[1] - cs0[1] * cs1[0], cs0[0] * cs1[0] + cs0[1] * cs1[1]);
}
/* log of SE(3): the tangent (v,w) with exp(v,w) = (r, p). */
TACT_PRIVATE void rbd__log6(tact_quat r, tact_vec3 p, tact_vec3 *v, tact_vec3 *w) {
    rbd__lie l;
    tact_vec3 wp;
    *w = tact_quat_log(r);
    l = rbd__lie_coefficients(tact_norm2(*w));
    wp = tact_cross(*w, p);
    *v = tact_add(tact_mul_add(p, TACT_R(-0.5), wp), tact_scale(l.b, tact_cross(*w, wp)));
}
/* Relative pose q0^-1 q1 of a spherical or free joint. */
TACT_PRIVATE void rbd__relative(const tact_real *x, const tact_real *y, int at, tact_quat *r, tact_vec3 *p) {
    tact_quat a = tact_quat_normalize(tact_quat_make(x[at], x[at + 1], x[at + 2], x[at + 3]));
    tact_quat b = tact_quat_normalize(tact_quat_make(y[at], y[at + 1], y[at + 2], y[at + 3]));
    *r = tact_quat_mul(tact_quat_conj(a), b);
    *p = at ? tact_unrotate(a, tact_sub(rbd__vec_at(y), rbd__vec_at(x))) : rbd__zero();
}
TACT_PRIVATE void rbd__body_difference(const rbd_model *m, int i, const tact_real *x, const tact_real *y,
                                       tact_real *out) {
    int kind = m->kind[i], k;
    if (m->cos_sin[i]) {
        out[0] = rbd__angle_between(x, y);
    } else if (kind == RBD_KIND_PLANAR) {
        /* inverse of V: (t/2) cot(t/2) on the diagonal, t/2 off it; b gives the former without cancellation */
        tact_real t = rbd__angle_between(x + 2, y + 2), d0 = y[0] - x[0], d1 = y[1] - x[1];
        tact_real px = x[2] * d0 + x[3] * d1, py = x[2] * d1 - x[3] * d0;
        tact_real g = 1 - t * t * rbd__lie_coefficients(t * t).b;
        out[0] = g * px + t / 2 * py;
        out[1] = g * py - t / 2 * px;
        out[2] = t;
    } else if (kind == RBD_KIND_SPHERICAL || kind == RBD_KIND_FREE) {
        int at = kind == RBD_KIND_FREE ? 3 : 0;
        tact_quat r;
        tact_vec3 p, v, w;
        rbd__relative(x, y, at, &r, &p);
        rbd__log6(r, p, &v, &w);
        if (at) rbd__put(out, v);
        rbd__put(out + at, w);
    } else {
        for (k = 0; k < m->body_nv[i]; ++k) out[k] = y[k] - x[k];
    }
}
RBD_API void rbd_difference(const rbd_model *m, const tact_real *q0, const tact_real *q1, tact_real *out) {
    int i;
    for (i = 1; i < m->n_bodies; ++i)
        if (!m->coupled[i]) rbd__body_difference(m, i, q0 + m->iq[i], q1 + m->iq[i], out + m->iv[i]);
}
RBD_API void rbd_interpolate(const rbd_model *m, const tact_real *q0, const tact_real *q1, tact_real u,
                             tact_real *out) {
    int i, k;
    for (i = 1; i < m->n_bodies; ++i) { /* joint by joint: no buffer of size nv needed */
        tact_real d[6], from[7], to[7];
        int nq = m->body_nq[i];
        if (m->coupled[i]) continue;
        for (k = 0; k < nq; ++k) from[k] = q0[m->iq[i] + k], to[k] = q1[m->iq[i] + k];
        rbd__body_difference(m, i, from, to, d);
        rbd__body_integrate(m, i, from, d, u, out + m->iq[i]);
    }
}
RBD_API tact_real rbd_distance(const rbd_model *m, const tact_real *q0, const tact_real *q1) {
    tact_real sum = 0, d[6];
    int i, k;
    for (i = 1; i < m->n_bodies; ++i) {
        if (m->coupled[i]) continue;
        rbd__body_difference(m, i, q0 + m->iq[i], q1 + m->iq[i], d);
        for (k = 0; k < m->body_nv[i]; ++k) sum += d[k] * d[k];
    }
    return tact_sqrt(sum);
}
TACT_PRIVATE void rbd__zero_matrix(tact_real *a, int rows, int columns, int stride) {
    int r, c;
    for (r = 0; r < rows; ++r)
        for (c = 0; c < columns; ++c) a[(size_t)r * (size_t)stride + (size_t)c] = 0;
}
RBD_API void rbd_configuration_rate(const rbd_model *m, const tact_real *q, const tact_real *v, tact_real *qdot) {
    int i, k;
    for (i = 1; i < m->n_bodies; ++i) {
        const tact_real *x = q + m->iq[i], *u = v + m->iv[i];
        tact_real *y = qdot + m->iq[i];
        int kind = m->kind[i];
        if (m->coupled[i]) continue;
        if (m->cos_sin[i]) {
            y[0] = -x[1] * u[0], y[1] = x[0] * u[0];
        } else if (kind == RBD_KIND_PLANAR) {
            y[0] = x[2] * u[0] - x[3] * u[1], y[1] = x[3] * u[0] + x[2] * u[1];
            y[2] = -x[3] * u[2], y[3] = x[2] * u[2];
        } else if (kind == RBD_KIND_SPHERICAL || kind == RBD_KIND_FREE) { /* 0.5 q (w, 0) */
            int at = kind == RBD_KIND_FREE ? 3 : 0;
            tact_quat r = tact_quat_make(x[at], x[at + 1], x[at + 2], x[at + 3]), d;
            d = tact_quat_mul(r, tact_quat_make(u[at] / 2, u[at + 1] / 2, u[at + 2] / 2, 0));
            if (at) rbd__put(y, tact_rotate(tact_quat_normalize(r), rbd__vec_at(u)));
            y[at] = d.x;
            y[at + 1] = d.y;
            y[at + 2] = d.z;
            y[at + 3] = d.w;
        } else {
            for (k = 0; k < m->body_nv[i]; ++k) y[k] = u[k];
        }
    }
}

// >>impl-data
/* Owns    the block of a data, and the plan of products with M^-1.
   Reads   a model.
   Leaves  a data with all arrays in place and zero. */
/* Workspace behind rbd_data. Arrays "per dof" are matrices whose rows lie `stride` entries apart (the dofs rounded up
   to whole SIMD registers), so that loops over a subtree's dofs run over contiguous memory. */
#define RBD__TILE (2 * RBD_LANES) /* columns of a block in rbd__product */
struct rbd__work {
    int stride;
    tact_real *q, *v, *a, *tau, *force; /* joint coordinates, used when joints are coupled, and scratch vectors */
    tact_real *angle, *sine, *cosine;   /* per revolute-like body (model->angle_slot) */
    tact_mat3 *local_rotation;          /* per body: parent from body */
    tact_vec3 *local_position;          /* of the body's origin in the parent's frame */
    tact_vec3 *w, *wd, *acc, *f, *n;    /* per body, recursions in body axes or world axes */
    rbd__moments *moments;              /* per body, world axes, about the tree's origin */
    rbd__spatial *vel, *accel, *momentum, *wrench; /* per body, world axes, about the tree's origin */
    rbd__sym3 *gyro;                               /* per body: symmetric part of the velocity-product matrix */
    struct rbd__articulated *articulated;          /* per body */
    rbd__spatial *column;                          /* per dof: U of the articulated-body algorithm */
    rbd__spatial *J, *P, *A, *W;                   /* per dof, see rbd__motion_pass */
    tact_real *E, *Fq, *Fv, *T, *U, *levels;       /* 6 rows per dof */
    tact_real *D;                                  /* per dof: 1/D, or per body the inverse of the block (6 per dof) */
    tact_real *square, *square2, *square3;         /* joint_nv x joint_nv */
    tact_real *qdd;
    int *product_rows, *product_count; /* see rbd__product */
    tact_real *rig;                    /* 2 nv, then one an actuator */
};
/* Symmetric 6x6 in blocks: [f; n] = [A B; B^T C] [acc; wd]. */
typedef struct rbd__articulated {
    rbd__sym3 A, C;
    tact_mat3 B;
} rbd__articulated;

TACT_PRIVATE TACT_COLD size_t rbd__data_carve(const rbd_model *m, char *base, rbd_data **out) {
    rbd__carver c = {NULL, 0};
    rbd_data dummy, *d;
    struct rbd__work dummy_work, *w;
    int nb = m->n_bodies, nv = m->joint_nv, stride = ((nv + 7) & ~7) + 8, nq = m->joint_nq;
    c.base = base;
    d = RBD__CARVE(&c, rbd_data, 1);
    w = RBD__CARVE(&c, struct rbd__work, 1);
    if (!d || !w) d = &dummy, w = &dummy_work;
    TACT_MEMSET(d, 0, sizeof *d);
    TACT_MEMSET(w, 0, sizeof *w);
    d->model = m;
    d->work = w;
    d->jacobian_stride = stride;
    w->stride = stride;
    d->rotation = RBD__CARVE(&c, tact_mat3, nb);
    d->position = RBD__CARVE(&c, tact_vec3, nb);
    d->velocity = (tact_real(*)[6])rbd__carve(&c, (size_t)nb, 6 * sizeof(tact_real));
    d->acceleration = (tact_real(*)[6])rbd__carve(&c, (size_t)nb, 6 * sizeof(tact_real));
    d->jacobian = RBD__CARVE(&c, tact_real, 6 * stride);
    d->tree_origin = RBD__CARVE(&c, tact_vec3, m->n_trees + 1);
    w->q = RBD__CARVE(&c, tact_real, nq + 8);
    w->v = RBD__CARVE(&c, tact_real, stride);
    w->a = RBD__CARVE(&c, tact_real, stride);
    w->tau = RBD__CARVE(&c, tact_real, stride);
    w->force = RBD__CARVE(&c, tact_real, stride);
    w->angle = RBD__CARVE(&c, tact_real, m->n_angles + 8);
    w->sine = RBD__CARVE(&c, tact_real, m->n_angles + 8);
    w->cosine = RBD__CARVE(&c, tact_real, m->n_angles + 8);
    w->local_rotation = RBD__CARVE(&c, tact_mat3, nb);
    w->local_position = RBD__CARVE(&c, tact_vec3, nb);
    w->w = RBD__CARVE(&c, tact_vec3, nb);
    w->wd = RBD__CARVE(&c, tact_vec3, nb);
    w->acc = RBD__CARVE(&c, tact_vec3, nb);
    w->f = RBD__CARVE(&c, tact_vec3, nb);
    w->n = RBD__CARVE(&c, tact_vec3, nb);
    w->moments = RBD__CARVE(&c, rbd__moments, nb);
    w->vel = RBD__CARVE(&c, rbd__spatial, nb);
    w->accel = RBD__CARVE(&c, rbd__spatial, nb);
    w->momentum = RBD__CARVE(&c, rbd__spatial, nb);
    w->wrench = RBD__CARVE(&c, rbd__spatial, nb);
    w->gyro = RBD__CARVE(&c, rbd__sym3, nb);
    w->articulated = RBD__CARVE(&c, rbd__articulated, nb);
    w->column = RBD__CARVE(&c, rbd__spatial, nv + 1);
    w->J = RBD__CARVE(&c, rbd__spatial, nv + 1);
    w->E = RBD__CARVE(&c, tact_real, 6 * stride);
    w->P = RBD__CARVE(&c, rbd__spatial, nv + 1);
    w->A = RBD__CARVE(&c, rbd__spatial, nv + 1);
    w->W = RBD__CARVE(&c, rbd__spatial, nv + 1);
    w->Fq = RBD__CARVE(&c, tact_real, 6 * stride);
    w->Fv = RBD__CARVE(&c, tact_real, 6 * stride);
    w->T = RBD__CARVE(&c, tact_real, 6 * stride);
    w->U = RBD__CARVE(&c, tact_real, 6 * stride);
    w->levels = RBD__CARVE(&c, tact_real, (size_t)m->n_levels * 6 * (size_t)stride);
    w->D = RBD__CARVE(&c, tact_real, 6 * stride);
    w->square = RBD__CARVE(&c, tact_real, (size_t)(nv + 1) * (size_t)stride);
    w->square2 = RBD__CARVE(&c, tact_real, (size_t)(nv + 1) * (size_t)stride);
    w->square3 = RBD__CARVE(&c, tact_real, (size_t)(nv + 1) * (size_t)stride);
    w->qdd = RBD__CARVE(&c, tact_real, stride);
    w->product_rows = RBD__CARVE(&c, int, (size_t)(m->nv / RBD__TILE + 1) * (size_t)(m->nv + 1));
    w->product_count = RBD__CARVE(&c, int, m->nv / RBD__TILE + 1);
#ifndef RBD_NO_FILES
    if (m->rig) w->rig = RBD__CARVE(&c, tact_real, 4 * m->nv + 2 * m->rig->n_actuators + 1);
#endif
    if (out) *out = d;
    return c.used;
}
/* First column of a block; the last one overlaps its neighbour rather than being narrower. */
TACT_INLINE int rbd__tile_start(int n, int tile) {
    int start = tile * RBD__TILE;
    return start + RBD__TILE > n && n >= RBD__TILE ? n - RBD__TILE : start;
}
/* Rows that any of a block's columns has: ancestors and subtree of each, in order. */
TACT_PRIVATE TACT_COLD void rbd__product_plan(const rbd_model *m, struct rbd__work *w) {
    int tile, c, r, n = m->nv;
    for (tile = 0; tile * RBD__TILE < n; ++tile) {
        int *rows = w->product_rows + (size_t)tile * (size_t)n, count = 0, first = rbd__tile_start(n, tile);
        int last = first + RBD__TILE < n ? first + RBD__TILE : n;
        for (r = 0; r < n; ++r) {
            for (c = first; c < last; ++c) { /* related: one is in the subtree of the other (joints count as one) */
                int a = r < c ? r : c, b = r < c ? c : r;
                if (b < a + m->dof_subtree[a] || (!m->n_coupled && m->dof_body[a] == m->dof_body[b])) break;
            }
            if (c < last) rows[count++] = r;
        }
        w->product_count[tile] = count;
    }
}
RBD_API TACT_COLD size_t rbd_data_bytes(const rbd_model *m) { return m ? rbd__data_carve(m, NULL, NULL) + 64 : 0; }
RBD_API TACT_COLD rbd_data *rbd_data_init(const rbd_model *m, void *memory, size_t bytes) {
    rbd_data *d = NULL;
    if (!m || !memory || bytes < rbd_data_bytes(m)) return NULL;
    TACT_MEMSET(memory, 0, bytes);
    rbd__data_carve(m, rbd__align(memory), &d);
    d->order = -1;
    d->rotation[0] = rbd__mat_identity();
    rbd__product_plan(m, d->work);
    d->bytes = bytes;
    return d;
}
RBD_API TACT_COLD rbd_data *rbd_data_create(const rbd_model *m, const tact_allocator *allocator) {
    size_t bytes = rbd_data_bytes(m);
    void *memory = m ? tact_alloc(allocator, bytes) : NULL;
    rbd_data *d = memory ? rbd_data_init(m, memory, bytes) : NULL;
    if (!d) return NULL;
    if (allocator) d->allocator_storage = *allocator, d->allocator = &d->allocator_storage;
    d->memory = memory;
    return d;
}
RBD_API TACT_COLD void rbd_data_destroy(rbd_data *d) {
    tact_allocator storage;
    int own;
    if (!d || !d->memory) return;
    storage = d->allocator_storage, own = d->allocator != NULL;
    tact_free(own ? &storage : NULL, d->memory, d->bytes);
}

// >>impl-coupling
/* Owns    the maps between the caller's coordinates and joint coordinates.
   Reads   a model with coupled joints.
   Leaves  q, v, a in work; torques and matrices contracted. Without couplings nothing is copied. */
/* With coupled joints the algorithms run on joint coordinates: v_joint = G v, where row k of G has dof_scale[k] in
   column dof_master[k]. Outputs come back by G^T. */
TACT_PRIVATE const tact_real *rbd__expand_q(const rbd_model *m, struct rbd__work *w, const tact_real *q) {
    int i, k;
    if (!m->n_coupled) return q;
    for (i = 1; i < m->n_bodies; ++i) {
        const tact_real *x = q + m->iq[i];
        tact_real *y = w->q + m->joint_iq[i];
        if (m->coupled[i]) { /* the angle of a (cos, sin) pair is taken in (-pi, pi] */
            tact_real value = m->cos_sin[m->coupling_body[i]] ? tact_atan2(x[1], x[0]) : x[0];
            value = m->coupling_scale[i] * value + m->coupling_offset[i];
            if (m->cos_sin[i])
                y[0] = tact_cos(value), y[1] = tact_sin(value);
            else
                y[0] = value;
        } else {
            for (k = 0; k < m->body_nq[i]; ++k) y[k] = x[k];
        }
    }
    return w->q;
}
TACT_PRIVATE const tact_real *rbd__expand_v(const rbd_model *m, tact_real *buffer, const tact_real *v) {
    int k;
    if (!m->n_coupled || !v) return v;
    for (k = 0; k < m->joint_nv; ++k) buffer[k] = m->dof_scale[k] * v[m->dof_master[k]];
    return buffer;
}
/* out = G^T x */
TACT_PRIVATE void rbd__contract_v(const rbd_model *m, const tact_real *x, tact_real *out) {
    int k;
    for (k = 0; k < m->nv; ++k) out[k] = 0;
    for (k = 0; k < m->joint_nv; ++k) out[m->dof_master[k]] += m->dof_scale[k] * x[k];
}
/* out = G^T X G */
TACT_PRIVATE void rbd__contract_square(const rbd_model *m, const tact_real *X, int x_stride, tact_real *out,
                                       int stride) {
    int r, c;
    rbd__zero_matrix(out, m->nv, m->nv, stride);
    for (r = 0; r < m->joint_nv; ++r)
        for (c = 0; c < m->joint_nv; ++c)
            out[(size_t)m->dof_master[r] * (size_t)stride + (size_t)m->dof_master[c]] +=
                m->dof_scale[r] * m->dof_scale[c] * X[(size_t)r * (size_t)x_stride + (size_t)c];
}

// >>impl-kinematics
/* Owns    poses, velocities, accelerations, Jacobians of bodies and frames; what each kind of joint does.
   Reads   q, v, a in joint coordinates.
   Leaves  data->rotation, position, velocity, acceleration, jacobian, com*; work->J. */
/* Sines and cosines of all joint angles at once; (cos, sin) pairs are normalised. */
TACT_PRIVATE rbd_status rbd__angles(const rbd_model *m, struct rbd__work *w, const tact_real *q) {
    int k, n = m->n_angles;
    for (k = 0; k < n; ++k) w->angle[k] = q[m->angle_q[k]];
    rbd__sin_cos_array(n, w->angle, w->sine, w->cosine);
    if (m->n_pairs) {
        int i;
        for (i = 1; i < m->n_bodies; ++i) {
            const tact_real *cs = q + m->joint_iq[i] + m->body_nq[i] - 2;
            tact_real s;
            if (!(m->cos_sin[i] || m->kind[i] == RBD_KIND_PLANAR)) continue;
            s = cs[0] * cs[0] + cs[1] * cs[1];
            if (!(s > RBD__SHORTEST2)) return RBD_BAD_QUATERNION;
            s = 1 / tact_sqrt(s);
            w->cosine[m->angle_slot[i]] = s * cs[0], w->sine[m->angle_slot[i]] = s * cs[1];
        }
    }
    return RBD_OK;
}
/* Rotation matrix of a quaternion of any length, by the scale 2/|q|^2. */
TACT_PRIVATE rbd_status rbd__quat_matrix(const tact_real *q, tact_mat3 *R) {
    tact_real x = q[0], y = q[1], z = q[2], w = q[3], n = x * x + y * y + z * z + w * w, s;
    if (TACT_UNLIKELY(!(n > RBD__SHORTEST2))) return RBD_BAD_QUATERNION;
    s = 2 / n;
    R->m[0][0] = 1 - s * (y * y + z * z);
    R->m[0][1] = s * (x * y - w * z);
    R->m[0][2] = s * (x * z + w * y);
    R->m[1][0] = s * (x * y + w * z);
    R->m[1][1] = 1 - s * (x * x + z * z);
    R->m[1][2] = s * (y * z - w * x);
    R->m[2][0] = s * (x * z - w * y);
    R->m[2][1] = s * (y * z + w * x);
    R->m[2][2] = 1 - s * (x * x + y * y);
    return RBD_OK;
}
/* 1 + s [a] + (1 - c) [a]^2 for a unit axis a. */
TACT_PRIVATE tact_mat3 rbd__axis_matrix(tact_vec3 a, tact_real s, tact_real c) {
    tact_mat3 r;
    tact_real k = 1 - c, x = k * a.x, y = k * a.y, z = k * a.z;
    r.m[0][0] = c + x * a.x;
    r.m[0][1] = x * a.y - s * a.z;
    r.m[0][2] = x * a.z + s * a.y;
    r.m[1][0] = x * a.y + s * a.z;
    r.m[1][1] = c + y * a.y;
    r.m[1][2] = y * a.z - s * a.x;
    r.m[2][0] = x * a.z - s * a.y;
    r.m[2][1] = y * a.z + s * a.x;
    r.m[2][2] = c + z * a.z;
    return r;
}
/* R = B times a rotation about a coordinate axis. One function for the three, by the columns that mix, has the same
   operations, but gcc -O3 then orders the stores so that inverse dynamics takes 1.4 times as long. */
TACT_ALWAYS_INLINE void rbd__turn_x(const tact_mat3 *B, tact_real s, tact_real c, tact_mat3 *R) {
    int r;
    for (r = 0; r < 3; ++r) {
        R->m[r][0] = B->m[r][0];
        R->m[r][1] = c * B->m[r][1] + s * B->m[r][2];
        R->m[r][2] = c * B->m[r][2] - s * B->m[r][1];
    }
}
TACT_ALWAYS_INLINE void rbd__turn_y(const tact_mat3 *B, tact_real s, tact_real c, tact_mat3 *R) {
    int r;
    for (r = 0; r < 3; ++r) {
        R->m[r][0] = c * B->m[r][0] - s * B->m[r][2];
        R->m[r][1] = B->m[r][1];
        R->m[r][2] = s * B->m[r][0] + c * B->m[r][2];
    }
}
TACT_ALWAYS_INLINE void rbd__turn_z(const tact_mat3 *B, tact_real s, tact_real c, tact_mat3 *R) {
    int r;
    for (r = 0; r < 3; ++r) {
        R->m[r][0] = c * B->m[r][0] + s * B->m[r][1];
        R->m[r][1] = c * B->m[r][1] - s * B->m[r][0];
        R->m[r][2] = B->m[r][2];
    }
}
/* What a joint does comes in up to three forms. The plain one has the code of all kinds. _rare is that code as a
   function: it stands once, and costs a call. _fast has the code of the joints that most robots are made of, about or
   along a coordinate axis, and calls _rare for the others: most loops over bodies use it. Where `make bench-rbd` shows
   more than 5 % between them, a loop uses the plain form.

   R = B * (rotation of joint i at q); *shift = displacement of the joint in the axes that B maps to (zero for
   rotations). q points to the joint's own entries. */
TACT_ALWAYS_INLINE rbd_status rbd__joint_place(const rbd_model *m, const struct rbd__work *w, int i, const tact_real *q,
                                               const tact_mat3 *B, tact_mat3 *R, tact_vec3 *shift, int *shifted) {
    tact_mat3 J;
    rbd_status status;
    *shifted = 0;
    switch ((rbd_joint_kind)m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: rbd__turn_x(B, w->sine[m->angle_slot[i]], w->cosine[m->angle_slot[i]], R); return RBD_OK;
    case RBD_KIND_REVOLUTE_Y: rbd__turn_y(B, w->sine[m->angle_slot[i]], w->cosine[m->angle_slot[i]], R); return RBD_OK;
    case RBD_KIND_REVOLUTE_Z: rbd__turn_z(B, w->sine[m->angle_slot[i]], w->cosine[m->angle_slot[i]], R); return RBD_OK;
    case RBD_KIND_REVOLUTE:
        J = rbd__axis_matrix(m->axis[i], w->sine[m->angle_slot[i]], w->cosine[m->angle_slot[i]]);
        *R = tact_mat_mul(B, &J);
        return RBD_OK;
    case RBD_KIND_PRISMATIC_X:
        *R = *B;
        *shift = tact_scale(q[0], tact_mat_column(B, 0));
        *shifted = 1;
        return RBD_OK;
    case RBD_KIND_PRISMATIC_Y:
        *R = *B;
        *shift = tact_scale(q[0], tact_mat_column(B, 1));
        *shifted = 1;
        return RBD_OK;
    case RBD_KIND_PRISMATIC_Z:
        *R = *B;
        *shift = tact_scale(q[0], tact_mat_column(B, 2));
        *shifted = 1;
        return RBD_OK;
    case RBD_KIND_PRISMATIC:
        *R = *B;
        *shift = tact_mat_mul_vec(B, tact_scale(q[0], m->axis[i]));
        *shifted = 1;
        return RBD_OK;
    case RBD_KIND_HELICAL:
        J = rbd__axis_matrix(m->axis[i], w->sine[m->angle_slot[i]], w->cosine[m->angle_slot[i]]);
        *R = tact_mat_mul(B, &J);
        *shift = tact_mat_mul_vec(B, tact_scale(m->pitch[i] * q[0], m->axis[i])), *shifted = 1;
        return RBD_OK;
    case RBD_KIND_TRANSLATION:
        *R = *B;
        *shift = tact_mat_mul_vec(B, rbd__vec_at(q));
        *shifted = 1;
        return RBD_OK;
    case RBD_KIND_PLANAR:
        rbd__turn_z(B, w->sine[m->angle_slot[i]], w->cosine[m->angle_slot[i]], R);
        *shift = tact_mat_mul_vec(B, tact_vec(q[0], q[1], 0)), *shifted = 1;
        return RBD_OK;
    case RBD_KIND_SPHERICAL:
        status = rbd__quat_matrix(q, &J);
        if (status == RBD_OK) *R = tact_mat_mul(B, &J);
        return status;
    case RBD_KIND_FREE:
        status = rbd__quat_matrix(q + 3, &J);
        if (status == RBD_OK) *R = tact_mat_mul(B, &J);
        *shift = tact_mat_mul_vec(B, rbd__vec_at(q)), *shifted = 1;
        return status;
    case RBD_KIND_WORLD: break;
    }
    return RBD_OK;
}
TACT_NOINLINE rbd_status rbd__joint_place_rare(const rbd_model *m, const struct rbd__work *w, int i, const tact_real *q,
                                               const tact_mat3 *B, tact_mat3 *R, tact_vec3 *shift, int *shifted) {
    return rbd__joint_place(m, w, i, q, B, R, shift, shifted);
}
TACT_ALWAYS_INLINE rbd_status rbd__joint_place_fast(const rbd_model *m, const struct rbd__work *w, int i,
                                                    const tact_real *q, const tact_mat3 *B, tact_mat3 *R,
                                                    tact_vec3 *shift, int *shifted) {
    *shifted = 0;
    switch (m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: rbd__turn_x(B, w->sine[m->angle_slot[i]], w->cosine[m->angle_slot[i]], R); return RBD_OK;
    case RBD_KIND_REVOLUTE_Y: rbd__turn_y(B, w->sine[m->angle_slot[i]], w->cosine[m->angle_slot[i]], R); return RBD_OK;
    case RBD_KIND_REVOLUTE_Z: rbd__turn_z(B, w->sine[m->angle_slot[i]], w->cosine[m->angle_slot[i]], R); return RBD_OK;
    case RBD_KIND_PRISMATIC_X:
    case RBD_KIND_PRISMATIC_Y:
    case RBD_KIND_PRISMATIC_Z:
        *R = *B;
        *shift = tact_scale(q[0], tact_mat_column(B, m->kind[i] - RBD_KIND_PRISMATIC_X));
        *shifted = 1;
        return RBD_OK;
    default: return rbd__joint_place_rare(m, w, i, q, B, R, shift, shifted);
    }
}
/* Motion S x of joint i in the axes of R, at the body's origin. */
TACT_PRIVATE rbd__spatial rbd__joint_motion(const rbd_model *m, int i, const tact_mat3 *R, const tact_real *x) {
    rbd__spatial r = rbd__spatial_zero();
    switch ((rbd_joint_kind)m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: r.angular = tact_scale(x[0], tact_mat_column(R, 0)); break;
    case RBD_KIND_REVOLUTE_Y: r.angular = tact_scale(x[0], tact_mat_column(R, 1)); break;
    case RBD_KIND_REVOLUTE_Z: r.angular = tact_scale(x[0], tact_mat_column(R, 2)); break;
    case RBD_KIND_REVOLUTE: r.angular = tact_scale(x[0], tact_mat_mul_vec(R, m->axis[i])); break;
    case RBD_KIND_PRISMATIC_X: r.linear = tact_scale(x[0], tact_mat_column(R, 0)); break;
    case RBD_KIND_PRISMATIC_Y: r.linear = tact_scale(x[0], tact_mat_column(R, 1)); break;
    case RBD_KIND_PRISMATIC_Z: r.linear = tact_scale(x[0], tact_mat_column(R, 2)); break;
    case RBD_KIND_PRISMATIC: r.linear = tact_scale(x[0], tact_mat_mul_vec(R, m->axis[i])); break;
    case RBD_KIND_HELICAL:
        r.angular = tact_scale(x[0], tact_mat_mul_vec(R, m->axis[i]));
        r.linear = tact_scale(m->pitch[i], r.angular);
        break;
    case RBD_KIND_TRANSLATION: r.linear = tact_mat_mul_vec(R, rbd__vec_at(x)); break;
    case RBD_KIND_PLANAR:
        r.linear = tact_mat_mul_vec(R, tact_vec(x[0], x[1], 0));
        r.angular = tact_scale(x[2], tact_mat_column(R, 2));
        break;
    case RBD_KIND_SPHERICAL: r.angular = tact_mat_mul_vec(R, rbd__vec_at(x)); break;
    case RBD_KIND_FREE:
        r.linear = tact_mat_mul_vec(R, rbd__vec_at(x)), r.angular = tact_mat_mul_vec(R, rbd__vec_at(x + 3));
        break;
    case RBD_KIND_WORLD: break;
    }
    return r;
}
TACT_NOINLINE rbd__spatial rbd__joint_motion_rare(const rbd_model *m, int i, const tact_mat3 *R, const tact_real *x) {
    return rbd__joint_motion(m, i, R, x);
}
TACT_ALWAYS_INLINE rbd__spatial rbd__joint_motion_fast(const rbd_model *m, int i, const tact_mat3 *R,
                                                       const tact_real *x) {
    rbd__spatial r = rbd__spatial_zero();
    switch (m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: r.angular = tact_scale(x[0], tact_mat_column(R, 0)); break;
    case RBD_KIND_REVOLUTE_Y: r.angular = tact_scale(x[0], tact_mat_column(R, 1)); break;
    case RBD_KIND_REVOLUTE_Z: r.angular = tact_scale(x[0], tact_mat_column(R, 2)); break;
    default: return rbd__joint_motion_rare(m, i, R, x);
    }
    return r;
}
/* Column `dof` of the joint's motion subspace in the axes of R, at the body's origin. */
TACT_ALWAYS_INLINE rbd__spatial rbd__joint_column(const rbd_model *m, int i, const tact_mat3 *R, int dof) {
    rbd__spatial r = rbd__spatial_zero();
    switch ((rbd_joint_kind)m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: r.angular = tact_mat_column(R, 0); break;
    case RBD_KIND_REVOLUTE_Y: r.angular = tact_mat_column(R, 1); break;
    case RBD_KIND_REVOLUTE_Z: r.angular = tact_mat_column(R, 2); break;
    case RBD_KIND_REVOLUTE: r.angular = tact_mat_mul_vec(R, m->axis[i]); break;
    case RBD_KIND_PRISMATIC_X: r.linear = tact_mat_column(R, 0); break;
    case RBD_KIND_PRISMATIC_Y: r.linear = tact_mat_column(R, 1); break;
    case RBD_KIND_PRISMATIC_Z: r.linear = tact_mat_column(R, 2); break;
    case RBD_KIND_PRISMATIC: r.linear = tact_mat_mul_vec(R, m->axis[i]); break;
    case RBD_KIND_HELICAL:
        r.angular = tact_mat_mul_vec(R, m->axis[i]);
        r.linear = tact_scale(m->pitch[i], r.angular);
        break;
    case RBD_KIND_TRANSLATION: r.linear = tact_mat_column(R, dof); break;
    case RBD_KIND_PLANAR:
        if (dof < 2)
            r.linear = tact_mat_column(R, dof);
        else
            r.angular = tact_mat_column(R, 2);
        break;
    case RBD_KIND_SPHERICAL: r.angular = tact_mat_column(R, dof); break;
    case RBD_KIND_FREE:
        if (dof < 3)
            r.linear = tact_mat_column(R, dof);
        else
            r.angular = tact_mat_column(R, dof - 3);
        break;
    case RBD_KIND_WORLD: break;
    }
    return r;
}
TACT_NOINLINE rbd__spatial rbd__joint_column_rare(const rbd_model *m, int i, const tact_mat3 *R, int dof) {
    return rbd__joint_column(m, i, R, dof);
}
TACT_ALWAYS_INLINE rbd__spatial rbd__joint_column_fast(const rbd_model *m, int i, const tact_mat3 *R, int dof) {
    rbd__spatial r = rbd__spatial_zero();
    switch (m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: r.angular = tact_mat_column(R, 0); break;
    case RBD_KIND_REVOLUTE_Y: r.angular = tact_mat_column(R, 1); break;
    case RBD_KIND_REVOLUTE_Z: r.angular = tact_mat_column(R, 2); break;
    case RBD_KIND_PRISMATIC_X:
    case RBD_KIND_PRISMATIC_Y:
    case RBD_KIND_PRISMATIC_Z: r.linear = tact_mat_column(R, m->kind[i] - RBD_KIND_PRISMATIC_X); break;
    case RBD_KIND_FREE:
        if (dof < 3)
            r.linear = tact_mat_column(R, dof);
        else
            r.angular = tact_mat_column(R, dof - 3);
        break;
    default: return rbd__joint_column_rare(m, i, R, dof);
    }
    return r;
}
/* S^T of a force (f, n) given in the axes of R at the body's origin: tau. */
TACT_ALWAYS_INLINE void rbd__joint_project(const rbd_model *m, int i, const tact_mat3 *R, rbd__spatial f,
                                           tact_real *tau) {
    switch ((rbd_joint_kind)m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: tau[0] = tact_dot(tact_mat_column(R, 0), f.angular); break;
    case RBD_KIND_REVOLUTE_Y: tau[0] = tact_dot(tact_mat_column(R, 1), f.angular); break;
    case RBD_KIND_REVOLUTE_Z: tau[0] = tact_dot(tact_mat_column(R, 2), f.angular); break;
    case RBD_KIND_REVOLUTE: tau[0] = tact_dot(tact_mat_mul_vec(R, m->axis[i]), f.angular); break;
    case RBD_KIND_PRISMATIC_X: tau[0] = tact_dot(tact_mat_column(R, 0), f.linear); break;
    case RBD_KIND_PRISMATIC_Y: tau[0] = tact_dot(tact_mat_column(R, 1), f.linear); break;
    case RBD_KIND_PRISMATIC_Z: tau[0] = tact_dot(tact_mat_column(R, 2), f.linear); break;
    case RBD_KIND_PRISMATIC: tau[0] = tact_dot(tact_mat_mul_vec(R, m->axis[i]), f.linear); break;
    case RBD_KIND_HELICAL:
        tau[0] = tact_dot(tact_mat_mul_vec(R, m->axis[i]), tact_mul_add(f.angular, m->pitch[i], f.linear));
        break;
    case RBD_KIND_TRANSLATION: rbd__put(tau, tact_mat_tmul_vec(R, f.linear)); break;
    case RBD_KIND_PLANAR:
        tau[0] = tact_dot(tact_mat_column(R, 0), f.linear);
        tau[1] = tact_dot(tact_mat_column(R, 1), f.linear);
        tau[2] = tact_dot(tact_mat_column(R, 2), f.angular);
        break;
    case RBD_KIND_SPHERICAL: rbd__put(tau, tact_mat_tmul_vec(R, f.angular)); break;
    case RBD_KIND_FREE:
        rbd__put(tau, tact_mat_tmul_vec(R, f.linear)), rbd__put(tau + 3, tact_mat_tmul_vec(R, f.angular));
        break;
    case RBD_KIND_WORLD: break;
    }
}
/* World poses of all bodies from joint coordinates. */
TACT_PRIVATE rbd_status rbd__place_bodies(const rbd_model *m, rbd_data *d, const tact_real *q) {
    tact_mat3 *R = d->rotation, B;
    tact_vec3 *p = d->position;
    rbd_status status = rbd__angles(m, d->work, q);
    int i, n = m->n_bodies;
    for (i = 1; i < n && status == RBD_OK; ++i) {
        int parent = m->parent[i], shifted;
        tact_vec3 at = m->placement_position[i], shift;
        const tact_mat3 *base = &m->placement_rotation[i];
        if (parent) {
            at = tact_add(p[parent], tact_mat_mul_vec(&R[parent], at));
            if (m->unit_placement[i])
                base = &R[parent];
            else
                B = tact_mat_mul(&R[parent], base), base = &B;
        }
        status = rbd__joint_place_fast(m, d->work, i, q + m->joint_iq[i], base, &R[i], &shift, &shifted);
        p[i] = shifted ? tact_add(at, shift) : at;
    }
    d->order = status == RBD_OK ? 0 : -1;
    return status;
}
#define RBD__CHECK(pointer_ok, n, x)                                                                                   \
    if (!(pointer_ok)) return RBD_BAD_ARGUMENT;                                                                        \
    if (TACT_UNLIKELY(!rbd__all_finite(n, x))) return RBD_NOT_FINITE
RBD_API rbd_status rbd_fk(const rbd_model *m, rbd_data *d, const tact_real *q) {
    RBD__CHECK(m && d && q, m->nq, q);
    return rbd__place_bodies(m, d, rbd__expand_q(m, d->work, q));
}
/* Velocities and (order 2) accelerations in world axes at the bodies' origins. With r the vector from the parent's
   origin and (u, s) the joint's own velocity: w = w_p + s, v = v_p + w_p x r + u, wd = wd_p + S a + w_p x s, acc =
   acc_p + wd_p x r + w_p x (w_p x r) + 2 w_p x u + s x u + S a. */
TACT_ALWAYS_INLINE void rbd__move_body(const rbd_model *m, rbd_data *d, int i, const tact_real *v, const tact_real *a,
                                       int order) {
    const int p = m->parent[i], kind = m->kind[i];
    const tact_real *vp = d->velocity[p], *ap = d->acceleration[p];
    const tact_vec3 r = tact_sub(d->position[i], d->position[p]), wp = rbd__vec_at(vp + 3), wr = tact_cross(wp, r);
    const tact_vec3 at = tact_add(rbd__vec_at(vp), wr);
    tact_vec3 lin, ang;
    rbd__spatial own;
    if (order > 1) {
        const tact_vec3 wdp = rbd__vec_at(ap + 3);
        lin = tact_add(tact_add(rbd__vec_at(ap), tact_cross(wdp, r)), tact_cross(wp, wr)), ang = wdp;
    } else {
        lin = ang = rbd__zero();
    }
    if (TACT_LIKELY(kind <= RBD_KIND_REVOLUTE_Z)) { /* the kinds are the numbers of the axes */
        const tact_vec3 axis = tact_mat_column(&d->rotation[i], kind), w = tact_scale(v[m->joint_iv[i]], axis);
        rbd__put6(d->velocity[i], at, tact_add(wp, w));
        ang = tact_add(ang, tact_cross(wp, w));
        if (order > 1 && a) ang = tact_mul_add(ang, a[m->joint_iv[i]], axis);
    } else if (kind >= RBD_KIND_PRISMATIC_X && kind <= RBD_KIND_PRISMATIC_Z) {
        const tact_vec3 axis = tact_mat_column(&d->rotation[i], kind - RBD_KIND_PRISMATIC_X);
        const tact_vec3 u = tact_scale(v[m->joint_iv[i]], axis);
        rbd__put6(d->velocity[i], tact_add(at, u), wp);
        lin = tact_mul_add(lin, 2, tact_cross(wp, u));
        if (order > 1 && a) lin = tact_mul_add(lin, a[m->joint_iv[i]], axis);
    } else {
        own = rbd__joint_motion_rare(m, i, &d->rotation[i], v + m->joint_iv[i]);
        rbd__put6(d->velocity[i], tact_add(at, own.linear), tact_add(wp, own.angular));
        lin = tact_add(lin, tact_cross(tact_add(tact_add(wp, wp), own.angular), own.linear));
        ang = tact_add(ang, tact_cross(wp, own.angular));
        if (order > 1 && a) {
            own = rbd__joint_motion_rare(m, i, &d->rotation[i], a + m->joint_iv[i]);
            lin = tact_add(lin, own.linear), ang = tact_add(ang, own.angular);
        }
    }
    if (order > 1) rbd__put6(d->acceleration[i], lin, ang);
}
TACT_PRIVATE void rbd__move_bodies(const rbd_model *m, rbd_data *d, const tact_real *v, const tact_real *a, int order) {
    int i, n = m->n_bodies;
    d->order = order;
    if (order > 1)
        for (i = 1; i < n; ++i) rbd__move_body(m, d, i, v, a, 2);
    else
        for (i = 1; i < n; ++i) rbd__move_body(m, d, i, v, NULL, 1);
}
RBD_API rbd_status rbd_fk_velocity(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v) {
    rbd_status status;
    RBD__CHECK(m && d && q && v, m->nq, q);
    RBD__CHECK(1, m->nv, v);
    status = rbd__place_bodies(m, d, rbd__expand_q(m, d->work, q));
    if (status == RBD_OK) rbd__move_bodies(m, d, rbd__expand_v(m, d->work->v, v), NULL, 1);
    return status;
}
RBD_API rbd_status rbd_fk_acceleration(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                       const tact_real *a) {
    rbd_status status;
    RBD__CHECK(m && d && q && v, m->nq, q);
    RBD__CHECK(1, m->nv, v);
    RBD__CHECK(1, a ? m->nv : 0, a);
    status = rbd__place_bodies(m, d, rbd__expand_q(m, d->work, q));
    if (status == RBD_OK) rbd__move_bodies(m, d, rbd__expand_v(m, d->work->v, v), rbd__expand_v(m, d->work->a, a), 2);
    return status;
}
RBD_API tact_pose rbd_body_pose(const rbd_data *d, int body) {
    return tact_pose_make(d->position[body], tact_quat_from_mat(&d->rotation[body]));
}
/* World rotation and origin of a frame. */
TACT_PRIVATE void rbd__frame_place(const rbd_data *d, const rbd_frame *f, tact_mat3 *R, tact_vec3 *p) {
    *R = tact_mat_mul(&d->rotation[f->body], &f->rotation);
    *p = tact_add(d->position[f->body], tact_mat_mul_vec(&d->rotation[f->body], f->position));
}
RBD_API tact_pose rbd_frame_pose(const rbd_data *d, const rbd_frame *f) {
    tact_mat3 R;
    tact_vec3 p;
    rbd__frame_place(d, f, &R, &p);
    return tact_pose_make(p, tact_quat_from_mat(&R));
}
/* A motion in world axes at the frame's origin p, in the asked-for reference. */
TACT_PRIVATE rbd__spatial rbd__to_reference(rbd__spatial x, rbd_reference reference, const tact_mat3 *R, tact_vec3 p) {
    if (reference == RBD_REFERENCE_LOCAL)
        return rbd__spatial_make(tact_mat_tmul_vec(R, x.linear), tact_mat_tmul_vec(R, x.angular));
    if (reference == RBD_REFERENCE_WORLD) x.linear = tact_add(x.linear, tact_cross(p, x.angular));
    return x;
}
/* Velocity of a body as a spatial vector in world axes at point x. */
TACT_PRIVATE rbd__spatial rbd__velocity_at(const rbd_data *d, int body, tact_vec3 x) {
    tact_vec3 w = rbd__vec_at(d->velocity[body] + 3);
    return rbd__spatial_make(tact_add(rbd__vec_at(d->velocity[body]), tact_cross(w, tact_sub(x, d->position[body]))),
                             w);
}
/* Spatial acceleration of a body in world axes at point x: classical one at x minus w x v(x). */
TACT_PRIVATE rbd__spatial rbd__acceleration_at(const rbd_data *d, int body, tact_vec3 x) {
    tact_vec3 w = rbd__vec_at(d->velocity[body] + 3), wd = rbd__vec_at(d->acceleration[body] + 3);
    tact_vec3 lin = tact_sub(rbd__vec_at(d->acceleration[body]), tact_cross(w, rbd__vec_at(d->velocity[body])));
    return rbd__spatial_make(tact_add(lin, tact_cross(wd, tact_sub(x, d->position[body]))), wd);
}
RBD_API rbd_status rbd_frame_velocity(const rbd_data *d, const rbd_frame *f, rbd_reference reference, tact_real *out) {
    tact_mat3 R;
    tact_vec3 p;
    rbd__spatial v;
    if (d->order < 1) return RBD_NOT_READY;
    rbd__frame_place(d, f, &R, &p);
    v = rbd__to_reference(rbd__velocity_at(d, f->body, p), reference, &R, p);
    rbd__put6(out, v.linear, v.angular);
    return RBD_OK;
}
RBD_API rbd_status rbd_frame_acceleration(const rbd_data *d, const rbd_frame *f, rbd_reference reference,
                                          tact_real *out) {
    tact_mat3 R;
    tact_vec3 p;
    rbd__spatial a;
    if (d->order < 2) return RBD_NOT_READY;
    rbd__frame_place(d, f, &R, &p);
    a = rbd__to_reference(rbd__acceleration_at(d, f->body, p), reference, &R, p);
    rbd__put6(out, a.linear, a.angular);
    return RBD_OK;
}
RBD_API rbd_status rbd_frame_classical_acceleration(const rbd_data *d, const rbd_frame *f, rbd_reference reference,
                                                    tact_real *out) {
    tact_real v[6];
    if (d->order < 2) return RBD_NOT_READY;
    rbd_frame_velocity(d, f, reference, v);
    rbd_frame_acceleration(d, f, reference, out);
    rbd__put(out, tact_add(rbd__vec_at(out), tact_cross(rbd__vec_at(v + 3), rbd__vec_at(v))));
    return RBD_OK;
}
TACT_PRIVATE void rbd__add_column(const rbd_model *m, tact_real *out, int stride, int dof, rbd__spatial x) {
    tact_real s = m->dof_scale[dof];
    tact_real *o = out + m->dof_master[dof];
    size_t ld = (size_t)stride;
    o[0] += s * x.linear.x;
    o[ld] += s * x.linear.y;
    o[2 * ld] += s * x.linear.z;
    o[3 * ld] += s * x.angular.x;
    o[4 * ld] += s * x.angular.y;
    o[5 * ld] += s * x.angular.z;
}
/* Column of body i's dof k seen at point x. */
TACT_PRIVATE rbd__spatial rbd__column_at(const rbd_data *d, int i, int k, tact_vec3 x) {
    rbd__spatial c = rbd__joint_column_fast(d->model, i, &d->rotation[i], k);
    c.linear = tact_add(c.linear, tact_cross(c.angular, tact_sub(x, d->position[i])));
    return c;
}
TACT_INLINE void rbd__set_column(tact_real *X, size_t ld, int k, rbd__spatial x) {
    tact_real *o = X + k;
    o[0] = x.linear.x;
    o[ld] = x.linear.y;
    o[2 * ld] = x.linear.z;
    o[3 * ld] = x.angular.x;
    o[4 * ld] = x.angular.y;
    o[5 * ld] = x.angular.z;
}
/* A whole matrix of columns is filled by these two: without couplings each column is written once. */
TACT_PRIVATE void rbd__begin_columns(const rbd_model *m, tact_real *X, int stride) {
    if (X && m->n_coupled) rbd__zero_matrix(X, 6, m->nv, stride);
}
TACT_INLINE void rbd__fill_column(const rbd_model *m, tact_real *X, int stride, int dof, rbd__spatial x) {
    if (TACT_UNLIKELY(m->n_coupled))
        rbd__add_column(m, X, stride, dof, x);
    else
        rbd__set_column(X, (size_t)stride, dof, x);
}
/* A motion in world axes as a column of a Jacobian; R NULL: in these axes. */
TACT_ALWAYS_INLINE void rbd__put_motion(tact_real *o, size_t ld, const tact_mat3 *R, tact_vec3 linear,
                                        tact_vec3 angular) {
    if (R) linear = tact_mat_tmul_vec(R, linear), angular = tact_mat_tmul_vec(R, angular);
    o[0] = linear.x, o[ld] = linear.y, o[2 * ld] = linear.z;
    o[3 * ld] = angular.x, o[4 * ld] = angular.y, o[5 * ld] = angular.z;
}
TACT_ALWAYS_INLINE void rbd__frame_columns(const rbd_data *d, int body, const tact_mat3 *R, tact_vec3 p,
                                           tact_real *jacobian, size_t ld) {
    const rbd_model *m = d->model;
    int i, k;
    for (i = body; i > 0; i = m->parent[i]) {
        const tact_mat3 *own = &d->rotation[i];
        const tact_vec3 arm = tact_sub(p, d->position[i]);
        const int kind = m->kind[i];
        tact_real *o = jacobian + m->joint_iv[i];
        if (TACT_LIKELY(kind <= RBD_KIND_REVOLUTE_Z)) { /* the kinds are the numbers of the axes */
            const tact_vec3 w = tact_vec(own->m[0][kind], own->m[1][kind], own->m[2][kind]);
            rbd__put_motion(o, ld, R, tact_cross(w, arm), w);
        } else if (kind >= RBD_KIND_PRISMATIC_X && kind <= RBD_KIND_PRISMATIC_Z) {
            rbd__put_motion(o, ld, R, tact_mat_column(own, kind - RBD_KIND_PRISMATIC_X), rbd__zero());
        } else if (kind == RBD_KIND_FREE) {
            for (k = 0; k < 3; ++k) {
                const tact_vec3 w = tact_vec(own->m[0][k], own->m[1][k], own->m[2][k]);
                rbd__put_motion(o + k, ld, R, w, rbd__zero());
                rbd__put_motion(o + 3 + k, ld, R, tact_cross(w, arm), w);
            }
        } else {
            for (k = 0; k < m->body_nv[i]; ++k) {
                rbd__spatial c = rbd__joint_column_rare(m, i, own, k);
                rbd__put_motion(o + k, ld, R, tact_add(c.linear, tact_cross(c.angular, arm)), c.angular);
            }
        }
    }
}
RBD_API rbd_status rbd_frame_jacobian(const rbd_data *d, const rbd_frame *f, rbd_reference reference,
                                      tact_real *jacobian, int stride) {
    const rbd_model *m = d->model;
    tact_mat3 R;
    tact_vec3 p;
    int i, k;
    if (d->order < 0) return RBD_NOT_READY;
    rbd__zero_matrix(jacobian, 6, m->nv, stride);
    p = tact_add(d->position[f->body], tact_mat_mul_vec(&d->rotation[f->body], f->position));
    if (reference == RBD_REFERENCE_WORLD) p = rbd__zero(); /* the point of each body that is at the world's origin */
    if (TACT_UNLIKELY(m->n_coupled)) {
        R = reference == RBD_REFERENCE_LOCAL ? tact_mat_mul(&d->rotation[f->body], &f->rotation)
                                             : tact_quat_to_mat(tact_quat_identity());
        for (i = f->body; i > 0; i = m->parent[i])
            for (k = 0; k < m->body_nv[i]; ++k) {
                rbd__spatial c = rbd__column_at(d, i, k, p);
                c = rbd__spatial_make(tact_mat_tmul_vec(&R, c.linear), tact_mat_tmul_vec(&R, c.angular));
                rbd__add_column(m, jacobian, stride, m->joint_iv[i] + k, c);
            }
    } else if (reference == RBD_REFERENCE_LOCAL) {
        R = tact_mat_mul(&d->rotation[f->body], &f->rotation);
        rbd__frame_columns(d, f->body, &R, p, jacobian, (size_t)stride);
    } else {
        rbd__frame_columns(d, f->body, NULL, p, jacobian, (size_t)stride);
    }
    return RBD_OK;
}
/* At an inertial point p: dJ = v_i x J. The moving frames subtract their own motion: LOCAL (v_i - v_F) x J, and
   LOCAL_WORLD_ALIGNED only the velocity of the origin. */
RBD_API rbd_status rbd_frame_jacobian_rate(const rbd_data *d, const rbd_frame *f, rbd_reference reference,
                                           tact_real *rate, int stride) {
    const rbd_model *m = d->model;
    tact_mat3 R;
    tact_vec3 p;
    rbd__spatial vf, own;
    int i, k;
    if (d->order < 1) return RBD_NOT_READY;
    rbd__frame_place(d, f, &R, &p);
    vf = rbd__velocity_at(d, f->body, p);
    own = reference == RBD_REFERENCE_LOCAL                 ? vf
          : reference == RBD_REFERENCE_LOCAL_WORLD_ALIGNED ? rbd__spatial_make(vf.linear, rbd__zero())
                                                           : rbd__spatial_zero();
    rbd__zero_matrix(rate, 6, m->nv, stride);
    for (i = f->body; i > 0; i = m->parent[i]) {
        rbd__spatial v = rbd__spatial_mul_add(rbd__velocity_at(d, i, p), -1, own);
        for (k = 0; k < m->body_nv[i]; ++k)
            rbd__add_column(m, rate, stride, m->joint_iv[i] + k,
                            rbd__to_reference(rbd__cross_motion(v, rbd__column_at(d, i, k, p)), reference, &R, p));
    }
    return RBD_OK;
}
TACT_INLINE rbd__spatial rbd__column(const tact_real *X, size_t ld, int k) {
    return rbd__spatial_make(tact_vec(X[k], X[ld + (size_t)k], X[2 * ld + (size_t)k]),
                             tact_vec(X[3 * ld + (size_t)k], X[4 * ld + (size_t)k], X[5 * ld + (size_t)k]));
}
/* Jacobian columns of all dofs about the origins of their trees, and the origins. Needs the bodies placed. */
TACT_PRIVATE void rbd__columns(const rbd_model *m, rbd_data *d) {
    struct rbd__work *w = d->work;
    int i, k, n = m->n_bodies;
    for (i = 0; i < m->n_trees; ++i) d->tree_origin[i] = d->position[m->tree_reference[i]];
    for (i = 1; i < n; ++i) {
        tact_vec3 r = tact_sub(d->position[i], d->tree_origin[m->tree[i]]);
        rbd__spatial *J = w->J + m->joint_iv[i];
        for (k = 0; k < m->body_nv[i]; ++k) {
            J[k] = rbd__joint_column(m, i, &d->rotation[i], k);
            J[k].linear = tact_add(J[k].linear, tact_cross(r, J[k].angular));
        }
    }
}
RBD_API rbd_status rbd_jacobians(const rbd_model *m, rbd_data *d, const tact_real *q) {
    rbd_status status;
    int k;
    RBD__CHECK(m && d && q, m->nq, q);
    status = rbd__place_bodies(m, d, rbd__expand_q(m, d->work, q));
    if (status != RBD_OK) return status;
    rbd__columns(m, d);
    for (k = 0; k < m->joint_nv; ++k) rbd__set_column(d->jacobian, (size_t)d->jacobian_stride, k, d->work->J[k]);
    return RBD_OK;
}
RBD_API rbd_status rbd_center_of_mass(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                      const tact_real *a) {
    tact_vec3 c = rbd__zero(), cv = rbd__zero(), ca = rbd__zero(), base = rbd__zero();
    tact_real mass = 0;
    int i;
    rbd_status status = !v ? rbd_fk(m, d, q) : rbd_fk_acceleration(m, d, q, v, a);
    if (status < 0) return status;
    if (m->n_bodies > 1) base = d->position[1]; /* sums about a body: no loss far from the origin */
    for (i = 1; i < m->n_bodies; ++i) {
        tact_real mi = m->inertia[i].mass;
        tact_vec3 r = tact_mat_mul_vec(&d->rotation[i], m->inertia[i].com);
        mass += mi;
        c = tact_mul_add(c, mi, tact_add(tact_sub(d->position[i], base), r));
        if (v) {
            tact_vec3 w = rbd__vec_at(d->velocity[i] + 3), wd = rbd__vec_at(d->acceleration[i] + 3),
                      wr = tact_cross(w, r);
            cv = tact_mul_add(cv, mi, tact_add(rbd__vec_at(d->velocity[i]), wr));
            ca = tact_mul_add(
                ca, mi, tact_add(rbd__vec_at(d->acceleration[i]), tact_add(tact_cross(wd, r), tact_cross(w, wr))));
        }
    }
    if (!(mass > 0)) return RBD_SINGULAR;
    d->com = tact_add(base, tact_scale(1 / mass, c));
    d->com_velocity = tact_scale(1 / mass, cv), d->com_acceleration = tact_scale(1 / mass, ca);
    return RBD_OK;
}

// >>impl-rnea
/* Owns    inverse dynamics and passive joint forces.
   Reads   q, v, a, external forces.
   Leaves  tau; poses in the parents in work->local_*. */
/* Body-frame versions of rbd__joint_motion and rbd__joint_project (R = 1). */
TACT_ALWAYS_INLINE rbd__spatial rbd__joint_motion_local(const rbd_model *m, int i, const tact_real *x) {
    rbd__spatial r = rbd__spatial_zero();
    switch ((rbd_joint_kind)m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: r.angular.x = x[0]; break;
    case RBD_KIND_REVOLUTE_Y: r.angular.y = x[0]; break;
    case RBD_KIND_REVOLUTE_Z: r.angular.z = x[0]; break;
    case RBD_KIND_REVOLUTE: r.angular = tact_scale(x[0], m->axis[i]); break;
    case RBD_KIND_PRISMATIC_X: r.linear.x = x[0]; break;
    case RBD_KIND_PRISMATIC_Y: r.linear.y = x[0]; break;
    case RBD_KIND_PRISMATIC_Z: r.linear.z = x[0]; break;
    case RBD_KIND_PRISMATIC: r.linear = tact_scale(x[0], m->axis[i]); break;
    case RBD_KIND_HELICAL:
        r.angular = tact_scale(x[0], m->axis[i]), r.linear = tact_scale(m->pitch[i], r.angular);
        break;
    case RBD_KIND_TRANSLATION: r.linear = rbd__vec_at(x); break;
    case RBD_KIND_PLANAR: r.linear = tact_vec(x[0], x[1], 0), r.angular.z = x[2]; break;
    case RBD_KIND_SPHERICAL: r.angular = rbd__vec_at(x); break;
    case RBD_KIND_FREE: r.linear = rbd__vec_at(x), r.angular = rbd__vec_at(x + 3); break;
    case RBD_KIND_WORLD: break;
    }
    return r;
}
TACT_NOINLINE rbd__spatial rbd__joint_motion_local_rare(const rbd_model *m, int i, const tact_real *x) {
    return rbd__joint_motion_local(m, i, x);
}
TACT_ALWAYS_INLINE void rbd__joint_project_local(const rbd_model *m, int i, tact_vec3 f, tact_vec3 n, tact_real *tau) {
    switch ((rbd_joint_kind)m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: tau[0] = n.x; break;
    case RBD_KIND_REVOLUTE_Y: tau[0] = n.y; break;
    case RBD_KIND_REVOLUTE_Z: tau[0] = n.z; break;
    case RBD_KIND_REVOLUTE: tau[0] = tact_dot(m->axis[i], n); break;
    case RBD_KIND_PRISMATIC_X: tau[0] = f.x; break;
    case RBD_KIND_PRISMATIC_Y: tau[0] = f.y; break;
    case RBD_KIND_PRISMATIC_Z: tau[0] = f.z; break;
    case RBD_KIND_PRISMATIC: tau[0] = tact_dot(m->axis[i], f); break;
    case RBD_KIND_HELICAL: tau[0] = tact_dot(m->axis[i], tact_mul_add(n, m->pitch[i], f)); break;
    case RBD_KIND_TRANSLATION: rbd__put(tau, f); break;
    case RBD_KIND_PLANAR:
        tau[0] = f.x;
        tau[1] = f.y;
        tau[2] = n.z;
        break;
    case RBD_KIND_SPHERICAL: rbd__put(tau, n); break;
    case RBD_KIND_FREE: rbd__put(tau, f), rbd__put(tau + 3, n); break;
    case RBD_KIND_WORLD: break;
    }
}
TACT_NOINLINE void rbd__joint_project_local_rare(const rbd_model *m, int i, tact_vec3 f, tact_vec3 n, tact_real *tau) {
    rbd__joint_project_local(m, i, f, n, tau);
}
TACT_ALWAYS_INLINE void rbd__joint_project_local_fast(const rbd_model *m, int i, tact_vec3 f, tact_vec3 n,
                                                      tact_real *tau) {
    switch (m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: tau[0] = n.x; break;
    case RBD_KIND_REVOLUTE_Y: tau[0] = n.y; break;
    case RBD_KIND_REVOLUTE_Z: tau[0] = n.z; break;
    case RBD_KIND_PRISMATIC_X: tau[0] = f.x; break;
    case RBD_KIND_PRISMATIC_Y: tau[0] = f.y; break;
    case RBD_KIND_PRISMATIC_Z: tau[0] = f.z; break;
    default: rbd__joint_project_local_rare(m, i, f, n, tau); break;
    }
}
/* Passive joint forces at (q, v), in joint coordinates: -damping v - friction s(v) - spring; also their potential. */
TACT_PRIVATE tact_real rbd__friction(const rbd_model *m, tact_real v) {
    tact_real s = m->friction_speed;
    if (s > 0) return v / tact_sqrt(v * v + s * s);
    return v > 0 ? TACT_R(1) : v < 0 ? TACT_R(-1) : TACT_R(0);
}
/* Spring of body i: force on its dofs (added to out when not NULL) and energy. Positions are along the axes of the
   joint's fixed frame, so the linear force of free and planar joints is -R^T K (p - rest); rotations of them give -k
   log R. */
TACT_PRIVATE tact_real rbd__spring(const rbd_model *m, int i, const tact_real *q, tact_real *out) {
    const rbd_dof *dof = m->dof + m->joint_iv[i];
    tact_real energy = 0, x, force[6];
    int k, nv = m->body_nv[i], kind = m->kind[i], turn = kind == RBD_KIND_FREE ? 3 : kind == RBD_KIND_PLANAR ? 2 : 0;
    tact_mat3 R = rbd__mat_identity();
    for (k = 0; k < nv; ++k) force[k] = 0;
    if (m->cos_sin[i] || kind == RBD_KIND_PLANAR) {
        const tact_real *cs = q + m->body_nq[i] - 2;
        tact_real rest[2], angle;
        rest[0] = tact_cos(dof[turn].rest), rest[1] = tact_sin(dof[turn].rest);
        angle = rbd__angle_between(rest, cs);
        force[turn] = -dof[turn].stiffness * angle;
        energy += dof[turn].stiffness * angle * angle / 2;
        if (kind == RBD_KIND_PLANAR) {
            R.m[0][0] = R.m[1][1] = cs[0];
            R.m[1][0] = cs[1];
            R.m[0][1] = -cs[1];
        }
    } else if (kind == RBD_KIND_SPHERICAL || kind == RBD_KIND_FREE) {
        tact_quat r = tact_quat_normalize(tact_quat_make(q[turn], q[turn + 1], q[turn + 2], q[turn + 3]));
        tact_vec3 w = tact_quat_log(r);
        rbd__put(force + turn, tact_scale(-dof[turn].stiffness, w));
        energy += dof[turn].stiffness * tact_norm2(w) / 2;
        R = tact_quat_to_mat(r);
    } else {
        turn = nv;
    }
    if (turn > 0) {
        tact_real pull[3] = {0, 0, 0};
        for (k = 0; k < turn && k < 3; ++k) {
            x = q[k] - dof[k].rest;
            pull[k] = -dof[k].stiffness * x;
            energy += dof[k].stiffness * x * x / 2;
        }
        if (turn < nv) { /* into the body's axes */
            tact_vec3 f = tact_mat_tmul_vec(&R, rbd__vec_at(pull));
            rbd__put(pull, f);
        }
        for (k = 0; k < turn && k < 3; ++k) force[k] = pull[k];
    }
    if (out)
        for (k = 0; k < nv; ++k) out[k] += force[k];
    return energy;
}
TACT_PRIVATE int rbd__has_spring(const rbd_model *m, int i) {
    int k;
    for (k = 0; k < m->body_nv[i]; ++k)
        if (m->dof[m->joint_iv[i] + k].stiffness > 0) return 1;
    return 0;
}
TACT_PRIVATE void rbd__passive(const rbd_model *m, const tact_real *q, const tact_real *v, tact_real *out) {
    int i, k;
    for (k = 0; k < m->joint_nv; ++k)
        out[k] = v ? -m->dof[k].damping * v[k] - m->dof[k].friction * rbd__friction(m, v[k]) : 0;
    for (i = 1; i < m->n_bodies; ++i)
        if (rbd__has_spring(m, i)) rbd__spring(m, i, q + m->joint_iq[i], out + m->joint_iv[i]);
}
RBD_API void rbd_passive_torque(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                tact_real *tau) {
    struct rbd__work *w = d->work;
    const tact_real *jq = rbd__expand_q(m, w, q), *jv = rbd__expand_v(m, w->v, v);
    rbd__passive(m, jq, jv, w->force);
    rbd__contract_v(m, w->force, tau);
}
/* Newton-Euler in body axes with classical accelerations: with h = m c and I about the body's origin,
     w = R^T w_p + s,   wd = R^T wd_p + S a + w x s,   acc = R^T (acc_p + wd_p x r + w_p x (w_p x r)) + joint's terms,
     f = m acc + wd x h + w x (w x h),   n = I wd + w x I w + h x acc;
   backward f_p += R f, n_p += R n + r x R f, tau = S^T (f, n). Linear velocities are not needed. The base accelerates
   with -gravity. v, a NULL: zero. tau may be a. */
TACT_PRIVATE rbd_status rbd__rnea_pass(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                       const tact_real *a, const tact_real *f_ext, tact_real *tau) {
    struct rbd__work *w = d->work;
    int i, k, n = m->n_bodies;
    tact_vec3 g = tact_neg(m->gravity);
    rbd_status status = rbd__angles(m, w, q);
    for (i = 1; i < n; ++i) {
        const rbd__moments *y = &m->moments[i];
        const int p = m->parent[i], iv = m->joint_iv[i];
        tact_mat3 *R = &w->local_rotation[i];
        tact_vec3 r = m->placement_position[i], shift, W, Wd, acc, t, h = y->first;
        int shifted;
        if (status != RBD_OK) return status;
        status = rbd__joint_place_fast(m, w, i, q + m->joint_iq[i], &m->placement_rotation[i], R, &shift, &shifted);
        if (shifted) r = tact_add(r, shift);
        w->local_position[i] = r;
        if (p == 0) {
            W = rbd__zero();
            Wd = rbd__zero();
            acc = tact_mat_tmul_vec(R, g);
        } else {
            tact_vec3 wp = w->w[p], wdp = w->wd[p];
            W = tact_mat_tmul_vec(R, wp), Wd = tact_mat_tmul_vec(R, wdp);
            t = tact_add(tact_add(w->acc[p], tact_cross(wdp, r)), tact_cross(wp, tact_cross(wp, r)));
            acc = tact_mat_tmul_vec(R, t);
        }
        switch ((rbd_joint_kind)m->kind[i]) {
        case RBD_KIND_REVOLUTE_X:
            if (v) {
                Wd.y += W.z * v[iv];
                Wd.z -= W.y * v[iv];
                W.x += v[iv];
            }
            if (a) Wd.x += a[iv];
            break;
        case RBD_KIND_REVOLUTE_Y:
            if (v) {
                Wd.x -= W.z * v[iv];
                Wd.z += W.x * v[iv];
                W.y += v[iv];
            }
            if (a) Wd.y += a[iv];
            break;
        case RBD_KIND_REVOLUTE_Z:
            if (v) {
                Wd.x += W.y * v[iv];
                Wd.y -= W.x * v[iv];
                W.z += v[iv];
            }
            if (a) Wd.z += a[iv];
            break;
        default:
            if (v) {
                rbd__spatial own = rbd__joint_motion_local_rare(m, i, v + iv);
                acc = tact_add(acc, tact_cross(tact_add(tact_add(W, W), own.angular), own.linear));
                Wd = tact_add(Wd, tact_cross(W, own.angular));
                W = tact_add(W, own.angular);
            }
            if (a) {
                rbd__spatial push = rbd__joint_motion_local_rare(m, i, a + iv);
                acc = tact_add(acc, push.linear), Wd = tact_add(Wd, push.angular);
            }
            break;
        }
        w->w[i] = W;
        w->wd[i] = Wd;
        w->acc[i] = acc;
        t = tact_add(tact_cross(Wd, h), tact_cross(W, tact_cross(W, h)));
        w->f[i] = tact_add(tact_scale(y->mass, acc), t);
        t = tact_add(rbd__sym_mul(&y->second, Wd), tact_cross(W, rbd__sym_mul(&y->second, W)));
        w->n[i] = tact_add(t, tact_cross(h, acc));
        if (f_ext) {
            w->f[i] = tact_sub(w->f[i], rbd__vec_at(f_ext + 6 * i));
            w->n[i] = tact_sub(w->n[i], rbd__vec_at(f_ext + 6 * i + 3));
        }
    }
    if (status != RBD_OK) return status;
    for (i = n - 1; i > 0; --i) {
        const int p = m->parent[i], iv = m->joint_iv[i];
        tact_vec3 f = w->f[i], nn = w->n[i];
        tact_real t[6];
        rbd__joint_project_local_fast(m, i, f, nn, t);
        for (k = 0; k < m->body_nv[i]; ++k) tau[iv + k] = a ? t[k] + m->armature[iv + k] * a[iv + k] : t[k];
        if (p) {
            const tact_mat3 *R = &w->local_rotation[i];
            f = tact_mat_mul_vec(R, f), nn = tact_mat_mul_vec(R, nn);
            w->f[p] = tact_add(w->f[p], f);
            w->n[p] = tact_add(w->n[p], tact_add(nn, tact_cross(w->local_position[i], f)));
        }
    }
    return RBD_OK;
}
/* The pass with passive forces and couplings around it. */
TACT_PRIVATE rbd_status rbd__rnea(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                  const tact_real *a, const tact_real *f_ext, int passive, tact_real *tau) {
    struct rbd__work *w = d->work;
    const tact_real *jq = rbd__expand_q(m, w, q), *jv = rbd__expand_v(m, w->v, v), *ja = rbd__expand_v(m, w->a, a);
    tact_real *out = m->n_coupled ? w->tau : tau;
    rbd_status status;
    int k;
    status = rbd__rnea_pass(m, d, jq, jv, ja, f_ext, out);
    if (status != RBD_OK) return status;
    if (passive && m->has_passive) {
        rbd__passive(m, jq, jv, w->force);
        for (k = 0; k < m->joint_nv; ++k) out[k] -= w->force[k];
    }
    if (m->n_coupled) rbd__contract_v(m, out, tau);
    return RBD_OK;
}
RBD_API rbd_status rbd_rnea(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v, const tact_real *a,
                            const tact_real *f_ext, tact_real *tau) {
    RBD__CHECK(m && d && q && v && a && tau, m->nq, q);
    RBD__CHECK(1, m->nv, v);
    RBD__CHECK(1, m->nv, a);
    RBD__CHECK(1, f_ext ? 6 * (m->n_bodies - 1) : 0, f_ext ? f_ext + 6 : NULL);
    return rbd__rnea(m, d, q, v, a, f_ext, 1, tau);
}
RBD_API rbd_status rbd_bias(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v, tact_real *h) {
    RBD__CHECK(m && d && q && v && h, m->nq, q);
    RBD__CHECK(1, m->nv, v);
    return rbd__rnea(m, d, q, v, NULL, NULL, 1, h);
}
RBD_API rbd_status rbd_gravity_torque(const rbd_model *m, rbd_data *d, const tact_real *q, tact_real *g) {
    RBD__CHECK(m && d && q && g, m->nq, q);
    return rbd__rnea(m, d, q, NULL, NULL, NULL, 0, g);
}

// >>impl-crba
/* Owns    the mass matrix, and the Jacobian of the centre of mass.
   Reads   q.
   Leaves  M; poses in the parents in work->local_*; composite inertias and columns E in work. */
/* Inertia of body i in world axes about its tree's origin. */
TACT_INLINE rbd__moments rbd__moments_world(const rbd_model *m, const rbd_data *d, int i) {
    const rbd_inertia *b = &m->inertia[i];
    rbd__moments y;
    rbd__sym3 s;
    tact_vec3 c =
        tact_add(tact_mat_mul_vec(&d->rotation[i], b->com), tact_sub(d->position[i], d->tree_origin[m->tree[i]]));
    s = rbd__inertia_sym(b);
    y.mass = b->mass, y.first = tact_scale(b->mass, c);
    y.second = rbd__sym_parallel(rbd__sym_rotate(&d->rotation[i], &s), b->mass, c);
    return y;
}
/* A spatial vector with every entry in all lanes. */
typedef struct rbd__splat6 {
    rbd__wide e[6];
} rbd__splat6;
TACT_ALWAYS_INLINE rbd__splat6 rbd__splat(rbd__spatial x) {
    rbd__splat6 r;
    r.e[0] = rbd__wsplat(x.linear.x);
    r.e[1] = rbd__wsplat(x.linear.y);
    r.e[2] = rbd__wsplat(x.linear.z);
    r.e[3] = rbd__wsplat(x.angular.x);
    r.e[4] = rbd__wsplat(x.angular.y);
    r.e[5] = rbd__wsplat(x.angular.z);
    return r;
}
/* sum_r x_r X[r][c] for the lanes from c on */
TACT_ALWAYS_INLINE rbd__wide rbd__dot6(const rbd__splat6 *x, const tact_real *X, size_t ld) {
    return (x->e[0] * rbd__wget(X) + x->e[1] * rbd__wget(X + ld) + x->e[2] * rbd__wget(X + 2 * ld)) +
           (x->e[3] * rbd__wget(X + 3 * ld) + x->e[4] * rbd__wget(X + 4 * ld) + x->e[5] * rbd__wget(X + 5 * ld));
}
/* Writes the lanes of v that fall in [from, to) to row[at...]: the caller's rows are not padded. */
TACT_ALWAYS_INLINE void rbd__wput(tact_real *row, int at, rbd__wide v, int from, int to) {
    if (TACT_LIKELY(at >= from && at + RBD_LANES <= to)) {
        rbd__wset(row + at, v);
    } else {
        tact_real t[RBD_LANES];
        int l;
        rbd__wset(t, v);
        for (l = 0; l < RBD_LANES; ++l)
            if (at + l >= from && at + l < to) row[at + l] = t[l];
    }
}
/* out[c] = sum_r x_r X[r][c] for c in [from, to) and the rest of the first and last lanes; out is padded. */
TACT_ALWAYS_INLINE void rbd__row_dot(rbd__spatial x, const tact_real *X, size_t ld, int from, int to, tact_real *out) {
    const rbd__splat6 y = rbd__splat(x);
    int c, last = RBD__CEIL(to);
    for (c = RBD__FLOOR(from); c < last; c += RBD_LANES) rbd__wset(out + c, rbd__dot6(&y, X + c, ld));
}
/* Composite inertias Yc and per dof the columns E = Yc J. Needs bodies placed and columns. */
TACT_PRIVATE void rbd__composite(const rbd_model *m, rbd_data *d) {
    struct rbd__work *w = d->work;
    int i, k, n = m->n_bodies;
    TACT_MEMSET(w->moments, 0, (size_t)n * sizeof(rbd__moments));
    for (i = n - 1; i > 0; --i) {
        const int iv = m->joint_iv[i], p = m->parent[i];
        rbd__moments Y = rbd__moments_world(m, d, i);
        if (m->subtree_end[i] > i + 1) rbd__moments_add(&Y, &w->moments[i]);
        for (k = iv; k < iv + m->body_nv[i]; ++k)
            rbd__set_column(w->E, (size_t)w->stride, k, rbd__moments_mul(&Y, w->J[k]));
        w->moments[i] = Y;
        if (p) rbd__moments_add(&w->moments[p], &Y);
    }
}
/* Poses of all bodies in their parents, into work->local_*. */
TACT_PRIVATE rbd_status rbd__place_local(const rbd_model *m, struct rbd__work *w, const tact_real *q) {
    rbd_status status = rbd__angles(m, w, q);
    int i, shifted;
    for (i = 1; i < m->n_bodies && status == RBD_OK; ++i) {
        tact_vec3 shift;
        status = rbd__joint_place_fast(m, w, i, q + m->joint_iq[i], &m->placement_rotation[i], &w->local_rotation[i],
                                       &shift, &shifted);
        w->local_position[i] = shifted ? tact_add(m->placement_position[i], shift) : m->placement_position[i];
    }
    return status;
}
/* World poses from those. */
TACT_PRIVATE void rbd__place_world(const rbd_model *m, rbd_data *d) {
    const struct rbd__work *w = d->work;
    int i;
    d->order = 0;
    for (i = 1; i < m->n_bodies; ++i) {
        const int p = m->parent[i];
        d->rotation[i] = p ? tact_mat_mul(&d->rotation[p], &w->local_rotation[i]) : w->local_rotation[i];
        d->position[i] = p ? tact_add(d->position[p], tact_mat_mul_vec(&d->rotation[p], w->local_position[i]))
                           : w->local_position[i];
    }
}
/* Moments of a body seen from its parent: with g = R h and u = g + m r / 2,
     h' = g + m r,   I' = R I R^T + 2 (r.u) 1 - r u^T - u r^T. */
TACT_ALWAYS_INLINE rbd__moments rbd__moments_moved(const rbd__moments *y, const tact_mat3 *R, tact_vec3 r) {
    rbd__moments z;
    const tact_vec3 g = tact_mat_mul_vec(R, y->first), u = tact_mul_add(g, TACT_R(0.5) * y->mass, r);
    const tact_real x = 2 * r.x * u.x, yy = 2 * r.y * u.y, zz = 2 * r.z * u.z;
    z.mass = y->mass, z.first = tact_mul_add(g, y->mass, r);
    z.second = rbd__sym_rotate(R, &y->second);
    z.second.xx += yy + zz;
    z.second.yy += x + zz;
    z.second.zz += x + yy;
    z.second.xy -= r.x * u.y + r.y * u.x;
    z.second.xz -= r.x * u.z + r.z * u.x;
    z.second.yz -= r.y * u.z + r.z * u.y;
    return z;
}
/* A force from a body's axes and origin to its parent's. */
TACT_ALWAYS_INLINE rbd__spatial rbd__force_moved(const tact_mat3 *R, tact_vec3 r, rbd__spatial x) {
    const tact_vec3 f = tact_mat_mul_vec(R, x.linear);
    return rbd__spatial_make(f, tact_add(tact_mat_mul_vec(R, x.angular), tact_cross(r, f)));
}
/* Columns [from, to) of F (6 x ld) from a body's axes and origin to its parent's: f' = R f, n' = R n + r x f'.
   Columns before `from` in its piece of RBD_LANES may change, those from `to` on do not. */
TACT_ALWAYS_INLINE void rbd__forces_moved(const tact_mat3 *R, tact_vec3 r, tact_real *F, size_t ld, int from, int to) {
    rbd__wide m[9], x[6], f[3], n[3];
    int c, k;
    if (to - from < RBD_LANES) { /* too few for a piece */
        for (c = from; c < to; ++c) rbd__set_column(F, ld, c, rbd__force_moved(R, r, rbd__column(F, ld, c)));
        return;
    }
    for (k = 0; k < 9; ++k) m[k] = rbd__wsplat(R->m[k / 3][k % 3]);
    for (c = RBD__FLOOR(from); c < to; c += RBD_LANES) {
        for (k = 0; k < 6; ++k) x[k] = rbd__wget(F + (size_t)k * ld + c);
        for (k = 0; k < 3; ++k) {
            f[k] = m[3 * k] * x[0] + m[3 * k + 1] * x[1] + m[3 * k + 2] * x[2];
            n[k] = m[3 * k] * x[3] + m[3 * k + 1] * x[4] + m[3 * k + 2] * x[5];
        }
        n[0] += r.y * f[2] - r.z * f[1];
        n[1] += r.z * f[0] - r.x * f[2];
        n[2] += r.x * f[1] - r.y * f[0];
        if (c + RBD_LANES > to) { /* keep the columns of other branches */
            static const tact_real step[16] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0};
            const rbd__wide own = rbd__wget(step + 8 - (to - c));
            for (k = 0; k < 3; ++k) {
                f[k] = own * f[k] + (1 - own) * x[k];
                n[k] = own * n[k] + (1 - own) * x[3 + k];
            }
        }
        for (k = 0; k < 3; ++k) rbd__wset(F + (size_t)k * ld + c, f[k]), rbd__wset(F + (size_t)(3 + k) * ld + c, n[k]);
    }
}
/* Row of F that S^T F is for dof k of joint i: 0..2 linear, 3..5 angular; -1 when its axis is none of the body's. */
TACT_ALWAYS_INLINE int rbd__joint_row(const rbd_model *m, int i, int k) {
    switch ((rbd_joint_kind)m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: return 3;
    case RBD_KIND_REVOLUTE_Y: return 4;
    case RBD_KIND_REVOLUTE_Z: return 5;
    case RBD_KIND_PRISMATIC_X: return 0;
    case RBD_KIND_PRISMATIC_Y: return 1;
    case RBD_KIND_PRISMATIC_Z: return 2;
    case RBD_KIND_TRANSLATION:
    case RBD_KIND_FREE: return k;
    case RBD_KIND_PLANAR: return k < 2 ? k : 5;
    case RBD_KIND_SPHERICAL: return 3 + k;
    case RBD_KIND_REVOLUTE:
    case RBD_KIND_PRISMATIC:
    case RBD_KIND_HELICAL:
    case RBD_KIND_WORLD: break;
    }
    return -1;
}
/* Column of the spatial inertia Y = [m 1, -[h]; [h], I]. */
TACT_ALWAYS_INLINE rbd__spatial rbd__moments_column(const rbd__moments *Y, int which) {
    const rbd__sym3 *s = &Y->second;
    const tact_vec3 h = Y->first;
    switch (which) {
    case 0: return rbd__spatial_make(tact_vec(Y->mass, 0, 0), tact_vec(0, h.z, -h.y));
    case 1: return rbd__spatial_make(tact_vec(0, Y->mass, 0), tact_vec(-h.z, 0, h.x));
    case 2: return rbd__spatial_make(tact_vec(0, 0, Y->mass), tact_vec(h.y, -h.x, 0));
    case 3: return rbd__spatial_make(tact_vec(0, -h.z, h.y), tact_vec(s->xx, s->xy, s->xz));
    case 4: return rbd__spatial_make(tact_vec(h.z, 0, -h.x), tact_vec(s->xy, s->yy, s->yz));
    default: return rbd__spatial_make(tact_vec(-h.y, h.x, 0), tact_vec(s->xz, s->yz, s->zz));
    }
}
/* Rows and columns of M for dof k of joint i: its own block from Y S, which it returns, and the subtree's from F. */
TACT_ALWAYS_INLINE rbd__spatial rbd__crba_dof(const rbd_model *m, struct rbd__work *w, int i, int k, tact_real *M,
                                              size_t st) {
    const int iv = m->joint_iv[i], from = iv + m->body_nv[i], end = m->joint_iv[m->subtree_end[i]];
    const int which = rbd__joint_row(m, i, k);
    const tact_real *source;
    tact_real *row = M + (size_t)(iv + k) * st, *column = M + iv + k;
    rbd__spatial own;
    int c;
    if (TACT_LIKELY(which >= 0)) {
        own = rbd__moments_column(&w->moments[i], which);
        source = w->E + (size_t)which * (size_t)w->stride;
    } else {
        const tact_mat3 one = rbd__mat_identity();
        const rbd__spatial S = rbd__joint_column_rare(m, i, &one, k);
        own = rbd__moments_mul(&w->moments[i], S);
        if (end > from) rbd__row_dot(S, w->E, (size_t)w->stride, from, end, w->U);
        source = w->U;
    }
    rbd__joint_project_local(m, i, own.linear, own.angular, row + iv);
    row[iv + k] += m->armature[iv + k];
    for (c = from; c < end; ++c) row[c] = column[(size_t)c * st] = source[c];
    return own;
}
/* The same for all six dofs of a free joint: Y itself, and beside it F. */
TACT_ALWAYS_INLINE void rbd__crba_free(const rbd_model *m, const struct rbd__work *w, int i, tact_real *M, size_t st) {
    const int iv = m->joint_iv[i], end = m->joint_iv[m->subtree_end[i]];
    const size_t ld = (size_t)w->stride;
    int c, k;
    for (k = 0; k < 6; ++k) {
        const rbd__spatial own = rbd__moments_column(&w->moments[i], k);
        tact_real *row = M + (size_t)(iv + k) * st;
        rbd__put(row + iv, own.linear), rbd__put(row + iv + 3, own.angular);
        row[iv + k] += m->armature[iv + k];
        for (c = iv + 6; c < end; ++c) row[c] = w->E[(size_t)k * ld + (size_t)c];
    }
    for (c = iv + 6; c < end; ++c) {
        const rbd__spatial f = rbd__column(w->E, ld, c);
        tact_real *row = M + (size_t)c * st + iv;
        rbd__put(row, f.linear), rbd__put(row + 3, f.angular);
    }
}
/* M in joint coordinates, in body axes, from the leaves: composite inertias Yc and the forces F = Yc S of all dofs of
   a subtree are carried to the parent together; M[k, subtree] = S_k^T F, which for most joints is a row of F; M is
   zero elsewhere. Armature on the diagonal. Needs rbd__place_local. Featherstone 2008, sec. 6.2, with F as a matrix.
 */
TACT_PRIVATE void rbd__crba_core(const rbd_model *m, rbd_data *d, tact_real *M, int stride) {
    struct rbd__work *w = d->work;
    const size_t st = (size_t)stride, ld = (size_t)w->stride, size = (size_t)m->joint_nv * sizeof(tact_real);
    tact_real *F = w->E;
    int i, k, n = m->n_bodies;
    if (stride == m->joint_nv)
        TACT_MEMSET(M, 0, (size_t)m->joint_nv * size);
    else
        for (k = 0; k < m->joint_nv; ++k) TACT_MEMSET(M + (size_t)k * st, 0, size);
    TACT_MEMCPY(w->moments, m->moments, (size_t)n * sizeof(rbd__moments));
    for (i = n - 1; i > 0; --i) {
        const tact_mat3 *R = &w->local_rotation[i];
        const tact_vec3 r = w->local_position[i];
        const int iv = m->joint_iv[i], nv = m->body_nv[i], end = m->joint_iv[m->subtree_end[i]], p = m->parent[i];
        rbd__spatial own[6];
        if (!p && m->kind[i] == RBD_KIND_FREE) {
            rbd__crba_free(m, w, i, M, st);
            continue;
        }
        if (TACT_LIKELY(nv == 1))
            own[0] = rbd__crba_dof(m, w, i, 0, M, st);
        else
            for (k = 0; k < nv; ++k) own[k] = rbd__crba_dof(m, w, i, k, M, st);
        if (!p) continue;
        {
            const rbd__moments moved = rbd__moments_moved(&w->moments[i], R, r);
            rbd__moments_add(&w->moments[p], &moved);
        }
        if (end > iv + nv) rbd__forces_moved(R, r, F, ld, iv + nv, end);
        for (k = 0; k < nv; ++k) /* last: a wide read waits for narrow writes to the same place */
            rbd__set_column(F, ld, iv + k, rbd__force_moved(R, r, own[k]));
    }
}
/* M where the joints are placed, by rbd__place_local or inverse dynamics. */
TACT_PRIVATE void rbd__crba_placed(const rbd_model *m, rbd_data *d, tact_real *M, int stride) {
    if (!m->n_coupled) {
        rbd__crba_core(m, d, M, stride);
        return;
    }
    rbd__crba_core(m, d, d->work->square, d->work->stride);
    rbd__contract_square(m, d->work->square, d->work->stride, M, stride);
}
RBD_API rbd_status rbd_crba(const rbd_model *m, rbd_data *d, const tact_real *q, tact_real *M, int stride) {
    rbd_status status;
    RBD__CHECK(m && d && q && M && stride >= m->nv, m->nq, q);
    status = rbd__place_local(m, d->work, rbd__expand_q(m, d->work, q));
    if (status < 0) return status;
    rbd__crba_placed(m, d, M, stride);
    return RBD_OK;
}
RBD_API rbd_status rbd_com_jacobian(const rbd_model *m, rbd_data *d, const tact_real *q, tact_real *jacobian,
                                    int stride) {
    struct rbd__work *w;
    const size_t ld = (size_t)stride;
    rbd_status status;
    tact_real total = 0;
    int i, k, n;
    RBD__CHECK(m && d && q && jacobian && stride >= m->nv, m->nq, q);
    status = rbd__place_bodies(m, d, rbd__expand_q(m, d->work, q));
    if (status < 0) return status;
    w = d->work, n = m->n_bodies;
    for (i = 0; i < n; ++i) { /* mass and first moment of what hangs on each body, about the body's own origin */
        w->moments[i].mass = m->inertia[i].mass;
        w->moments[i].first = tact_mat_mul_vec(&d->rotation[i], m->moments[i].first);
    }
    w->moments[0].mass = 0, w->moments[0].first = rbd__zero();
    for (i = n - 1; i > 0; --i) {
        rbd__moments *up = &w->moments[m->parent[i]];
        const tact_vec3 r = m->parent[i] ? tact_sub(d->position[i], d->position[m->parent[i]]) : d->position[i];
        up->mass += w->moments[i].mass;
        up->first = tact_add(up->first, tact_mul_add(w->moments[i].first, w->moments[i].mass, r));
    }
    total = w->moments[0].mass;
    if (!(total > 0)) return RBD_SINGULAR;
    total = 1 / total;
    d->com = tact_scale(total, w->moments[0].first);
    d->com_velocity = d->com_acceleration = rbd__zero();
    if (m->n_coupled) rbd__zero_matrix(jacobian, 3, m->nv, stride);
    for (i = 1; i < n; ++i)
        for (k = 0; k < m->body_nv[i]; ++k) { /* (m v + w x h) / total */
            const int dof = m->joint_iv[i] + k;
            const rbd__spatial c = rbd__joint_column_fast(m, i, &d->rotation[i], k);
            tact_vec3 x =
                tact_add(tact_scale(w->moments[i].mass, c.linear), tact_cross(c.angular, w->moments[i].first));
            tact_real *o = jacobian + m->dof_master[dof];
            x = tact_scale(m->dof_scale[dof] * total, x);
            if (m->n_coupled) x = tact_add(x, tact_vec(o[0], o[ld], o[2 * ld]));
            o[0] = x.x, o[ld] = x.y, o[2 * ld] = x.z;
        }
    return RBD_OK;
}

// >>impl-aba
/* Owns    forward dynamics.
   Reads   placed bodies, v, tau, external forces.
   Leaves  accelerations; U and D^-1 of every joint in work, for M^-1. */
/* Inverse of a symmetric positive definite k x k matrix (rows 6 apart) by Cholesky; 0 when it is not definite. */
TACT_PRIVATE int rbd__invert_spd(int k, const tact_real *D, tact_real *inverse) {
    tact_real L[36], X[36];
    int i, j, l;
    for (j = 0; j < k; ++j) {
        tact_real s = D[6 * j + j];
        for (l = 0; l < j; ++l) s -= L[6 * j + l] * L[6 * j + l];
        if (!(s > 0)) return 0;
        L[6 * j + j] = tact_sqrt(s);
        for (i = j + 1; i < k; ++i) {
            s = D[6 * i + j];
            for (l = 0; l < j; ++l) s -= L[6 * i + l] * L[6 * j + l];
            L[6 * i + j] = s / L[6 * j + j];
        }
    }
    for (j = 0; j < k; ++j) { /* X = L^-1, lower */
        X[6 * j + j] = 1 / L[6 * j + j];
        for (i = j + 1; i < k; ++i) {
            tact_real s = 0;
            for (l = j; l < i; ++l) s -= L[6 * i + l] * X[6 * l + j];
            X[6 * i + j] = s / L[6 * i + i];
        }
    }
    for (i = 0; i < k; ++i)
        for (j = 0; j <= i; ++j) {
            tact_real s = 0;
            for (l = i; l < k; ++l) s += X[6 * l + i] * X[6 * l + j];
            inverse[6 * i + j] = inverse[6 * j + i] = s;
        }
    return 1;
}
TACT_INLINE rbd__spatial rbd__articulated_mul(const rbd__articulated *a, rbd__spatial x) {
    return rbd__spatial_make(tact_add(rbd__sym_mul(&a->A, x.linear), tact_mat_mul_vec(&a->B, x.angular)),
                             tact_add(tact_mat_tmul_vec(&a->B, x.linear), rbd__sym_mul(&a->C, x.angular)));
}
/* a -= s x x^T */
TACT_INLINE void rbd__articulated_downdate(rbd__articulated *a, rbd__spatial x,
                                           rbd__spatial y) { /* a -= x y^T, symmetric */
    tact_vec3 f = x.linear, n = x.angular, u = y.linear, t = y.angular;
    a->A.xx -= f.x * u.x;
    a->A.xy -= f.x * u.y;
    a->A.xz -= f.x * u.z;
    a->A.yy -= f.y * u.y;
    a->A.yz -= f.y * u.z;
    a->A.zz -= f.z * u.z;
    a->C.xx -= n.x * t.x;
    a->C.xy -= n.x * t.y;
    a->C.xz -= n.x * t.z;
    a->C.yy -= n.y * t.y;
    a->C.yz -= n.y * t.z;
    a->C.zz -= n.z * t.z;
    a->B.m[0][0] -= f.x * t.x;
    a->B.m[0][1] -= f.x * t.y;
    a->B.m[0][2] -= f.x * t.z;
    a->B.m[1][0] -= f.y * t.x;
    a->B.m[1][1] -= f.y * t.y;
    a->B.m[1][2] -= f.y * t.z;
    a->B.m[2][0] -= f.z * t.x;
    a->B.m[2][1] -= f.z * t.y;
    a->B.m[2][2] -= f.z * t.z;
}
/* to += a moved by r: the same inertia about an origin at -r from its own. With T = [1, -[r]; 0, 1]:
   T^T a T = [A, B'; B'^T, C + [r] B' + ([r] B)^T], B' = B - A [r]. */
TACT_INLINE void rbd__articulated_shift_add(rbd__articulated *to, const rbd__articulated *a, tact_vec3 r) {
    const tact_mat3 *B = &a->B;
    const rbd__sym3 *A = &a->A;
    tact_mat3 S;
    /* rows of A [r]: x A row -> A_row x r, since e^T A [r] = (A_row x r)^T */
    S.m[0][0] = B->m[0][0] - (A->xy * r.z - A->xz * r.y), S.m[0][1] = B->m[0][1] - (A->xz * r.x - A->xx * r.z);
    S.m[0][2] = B->m[0][2] - (A->xx * r.y - A->xy * r.x);
    S.m[1][0] = B->m[1][0] - (A->yy * r.z - A->yz * r.y), S.m[1][1] = B->m[1][1] - (A->yz * r.x - A->xy * r.z);
    S.m[1][2] = B->m[1][2] - (A->xy * r.y - A->yy * r.x);
    S.m[2][0] = B->m[2][0] - (A->yz * r.z - A->zz * r.y), S.m[2][1] = B->m[2][1] - (A->zz * r.x - A->xz * r.z);
    S.m[2][2] = B->m[2][2] - (A->xz * r.y - A->yz * r.x);
    to->A = rbd__sym_add(&to->A, A);
    /* [r] X: row 0 = r.y X2 - r.z X1, row 1 = r.z X0 - r.x X2, row 2 = r.x X1 - r.y X0 */
    to->C.xx += a->C.xx + (r.y * S.m[2][0] - r.z * S.m[1][0]) + (r.y * B->m[2][0] - r.z * B->m[1][0]);
    to->C.xy += a->C.xy + (r.y * S.m[2][1] - r.z * S.m[1][1]) + (r.z * B->m[0][0] - r.x * B->m[2][0]);
    to->C.xz += a->C.xz + (r.y * S.m[2][2] - r.z * S.m[1][2]) + (r.x * B->m[1][0] - r.y * B->m[0][0]);
    to->C.yy += a->C.yy + (r.z * S.m[0][1] - r.x * S.m[2][1]) + (r.z * B->m[0][1] - r.x * B->m[2][1]);
    to->C.yz += a->C.yz + (r.z * S.m[0][2] - r.x * S.m[2][2]) + (r.x * B->m[1][1] - r.y * B->m[0][1]);
    to->C.zz += a->C.zz + (r.x * S.m[1][2] - r.y * S.m[0][2]) + (r.x * B->m[1][2] - r.y * B->m[0][2]);
    to->B.m[0][0] += S.m[0][0];
    to->B.m[0][1] += S.m[0][1];
    to->B.m[0][2] += S.m[0][2];
    to->B.m[1][0] += S.m[1][0];
    to->B.m[1][1] += S.m[1][1];
    to->B.m[1][2] += S.m[1][2];
    to->B.m[2][0] += S.m[2][0];
    to->B.m[2][1] += S.m[2][1];
    to->B.m[2][2] += S.m[2][2];
}
/* Articulated-body algorithm in world axes, each body about its own origin: moving an inertia to the parent is then a
   shift without rotation, and nothing depends on the distance to the world's origin. On classical accelerations
   [f; n] = Y [acc; wd] + (w x (w x h), w x I w), so linear velocities do not appear. Three passes over the bodies:
     start    c = (w_p x (w_p x r) + (2 w_p + s) x u, w_p x s), the part of the joint's acceleration that velocities
     cause; IA, pA inward   U = IA S, D = S^T U + armature, u = tau - S^T pA,
              IA_p += shift(IA - U D^-1 U^T), pA_p += shift(pA + IA c + U D^-1 (u - U^T c))
     outward  a' = shift(a_p) + c, qdd = D^-1 (u - U^T a'), a = a' + S qdd
   `bias` 0 leaves velocities, gravity and external forces out: qdd = M^-1 tau. Leaves U (w->column) and D^-1 (w->D)
   behind. tau NULL: only those. Needs bodies placed. Featherstone 2008, table 7.1. */
TACT_PRIVATE void rbd__aba_start(const rbd_model *m, rbd_data *d, const tact_real *v, const tact_real *f_ext,
                                 int bias) {
    struct rbd__work *w = d->work;
    rbd__articulated *articulated = w->articulated;
    rbd__spatial *pA = w->wrench, *c = w->accel;
    int i, n = m->n_bodies;
    w->w[0] = rbd__zero();
    for (i = 1; i < n; ++i) {
        const tact_mat3 *R = &d->rotation[i];
        const rbd__moments *y = &m->moments[i];
        rbd__articulated *a = &articulated[i];
        tact_vec3 h = tact_mat_mul_vec(R, y->first);
        rbd__sym3 s = rbd__sym_rotate(R, &y->second);
        a->A.xx = a->A.yy = a->A.zz = y->mass, a->A.xy = a->A.xz = a->A.yz = 0;
        a->C = s;
        a->B = tact_skew(tact_neg(h));
        if (bias) {
            int p = m->parent[i];
            rbd__spatial own = rbd__joint_motion_fast(m, i, R, v + m->joint_iv[i]);
            tact_vec3 W = own.angular, r;
            if (p) {
                tact_vec3 wp = w->w[p];
                r = tact_sub(d->position[i], d->position[p]);
                c[i].linear = tact_cross(wp, tact_cross(wp, r));
                c[i].angular = tact_cross(wp, own.angular);
                c[i].linear = tact_add(c[i].linear, tact_cross(tact_add(tact_add(wp, wp), own.angular), own.linear));
                W = tact_add(W, wp);
            } else {
                c[i] = rbd__spatial_make(tact_cross(own.angular, own.linear), rbd__zero());
            }
            w->w[i] = W;
            pA[i].linear = tact_cross(W, tact_cross(W, h));
            pA[i].angular = tact_cross(W, rbd__sym_mul(&s, W));
            if (f_ext) {
                pA[i].linear = tact_sub(pA[i].linear, tact_mat_mul_vec(R, rbd__vec_at(f_ext + 6 * i)));
                pA[i].angular = tact_sub(pA[i].angular, tact_mat_mul_vec(R, rbd__vec_at(f_ext + 6 * i + 3)));
            }
        } else {
            pA[i] = rbd__spatial_zero(), c[i] = rbd__spatial_zero();
        }
    }
}
TACT_PRIVATE rbd_status rbd__aba_inward(const rbd_model *m, rbd_data *d, const tact_real *tau) {
    struct rbd__work *w = d->work;
    rbd__articulated *articulated = w->articulated;
    rbd__spatial *pA = w->wrench, *c = w->accel, *U = w->column;
    int i, j, k, l, n = m->n_bodies;
    for (i = n - 1; i > 0; --i) {
        const tact_mat3 *R = &d->rotation[i];
        int p = m->parent[i], iv = m->joint_iv[i], nv = m->body_nv[i];
        tact_vec3 r = tact_sub(d->position[i], d->position[p]);
        rbd__spatial force = pA[i];
        if (nv == 1) {
            rbd__spatial S = rbd__joint_column_fast(m, i, R, 0), u;
            tact_real D, e, inverse;
            if (m->kind[i] <= RBD_KIND_REVOLUTE) {
                u = rbd__spatial_make(tact_mat_mul_vec(&articulated[i].B, S.angular),
                                      rbd__sym_mul(&articulated[i].C, S.angular));
                D = tact_dot(S.angular, u.angular), e = tact_dot(S.angular, pA[i].angular);
            } else {
                u = rbd__articulated_mul(&articulated[i], S);
                D = rbd__spatial_dot(S, u), e = rbd__spatial_dot(S, pA[i]);
            }
            D += m->armature[iv];
            if (!(D > 0)) return RBD_SINGULAR;
            inverse = 1 / D;
            U[iv] = u, w->D[6 * iv] = inverse;
            if (tau) w->force[iv] = tau[iv] - e;
            if (!p) continue;
            if (tau) {
                rbd__spatial Ic = rbd__articulated_mul(&articulated[i], c[i]);
                e = inverse * (w->force[iv] - rbd__spatial_dot(u, c[i]));
                force = rbd__spatial_mul_add(rbd__spatial_add(force, Ic), e, u);
            }
            rbd__articulated_downdate(&articulated[i], u,
                                      rbd__spatial_make(tact_scale(inverse, u.linear), tact_scale(inverse, u.angular)));
        } else {
            tact_real D[36], x[6], g[6];
            rbd__spatial Ic;
            for (k = 0; k < nv; ++k) {
                rbd__spatial S = rbd__joint_column(m, i, R, k);
                U[iv + k] = rbd__articulated_mul(&articulated[i], S);
                if (tau) w->force[iv + k] = tau[iv + k] - rbd__spatial_dot(S, pA[i]);
            }
            for (k = 0; k < nv; ++k) {
                rbd__joint_project(m, i, R, U[iv + k], D + 6 * k);
                D[7 * k] += m->armature[iv + k];
            }
            if (!rbd__invert_spd(nv, D, w->D + 6 * iv)) return RBD_SINGULAR;
            if (!p) continue;
            if (tau) {
                Ic = rbd__articulated_mul(&articulated[i], c[i]);
                force = rbd__spatial_add(force, Ic);
                for (k = 0; k < nv; ++k) g[k] = w->force[iv + k] - rbd__spatial_dot(U[iv + k], c[i]);
                for (k = 0; k < nv; ++k) {
                    for (x[k] = 0, l = 0; l < nv; ++l) x[k] += w->D[6 * (iv + k) + l] * g[l];
                    force = rbd__spatial_mul_add(force, x[k], U[iv + k]);
                }
            }
            for (k = 0; k < nv; ++k) {
                rbd__spatial y = rbd__spatial_zero();
                for (j = 0; j < nv; ++j) y = rbd__spatial_mul_add(y, w->D[6 * (iv + k) + j], U[iv + j]);
                rbd__articulated_downdate(&articulated[i], U[iv + k], y);
            }
        }
        rbd__articulated_shift_add(&articulated[p], &articulated[i], r);
        if (tau) {
            pA[p].linear = tact_add(pA[p].linear, force.linear);
            pA[p].angular = tact_add(pA[p].angular, tact_add(force.angular, tact_cross(r, force.linear)));
        }
    }
    return RBD_OK;
}
TACT_PRIVATE void rbd__aba_outward(const rbd_model *m, rbd_data *d, int bias, tact_real *qdd) {
    struct rbd__work *w = d->work;
    rbd__spatial *c = w->accel, *U = w->column;
    int i, k, l, n = m->n_bodies;
    w->acc[0] = bias ? tact_neg(m->gravity) : rbd__zero(), w->wd[0] = rbd__zero();
    for (i = 1; i < n; ++i) {
        int p = m->parent[i], iv = m->joint_iv[i], nv = m->body_nv[i];
        tact_vec3 r = tact_sub(d->position[i], d->position[p]);
        rbd__spatial a, push;
        a.linear = tact_add(c[i].linear, tact_add(w->acc[p], tact_cross(w->wd[p], r)));
        a.angular = tact_add(c[i].angular, w->wd[p]);
        if (nv == 1) {
            qdd[iv] = w->D[6 * iv] * (w->force[iv] - rbd__spatial_dot(U[iv], a));
        } else {
            tact_real g[6];
            for (k = 0; k < nv; ++k) g[k] = w->force[iv + k] - rbd__spatial_dot(U[iv + k], a);
            for (k = 0; k < nv; ++k)
                for (qdd[iv + k] = 0, l = 0; l < nv; ++l) qdd[iv + k] += w->D[6 * (iv + k) + l] * g[l];
        }
        if (m->subtree_end[i] > i + 1) {
            push = rbd__joint_motion_fast(m, i, &d->rotation[i], qdd + iv);
            w->acc[i] = tact_add(a.linear, push.linear), w->wd[i] = tact_add(a.angular, push.angular);
        }
    }
}
TACT_PRIVATE rbd_status rbd__aba_core(const rbd_model *m, rbd_data *d, const tact_real *v, const tact_real *tau,
                                      const tact_real *f_ext, int bias, tact_real *qdd) {
    rbd_status status;
    rbd__aba_start(m, d, v, f_ext, bias);
    status = rbd__aba_inward(m, d, tau);
    if (status == RBD_OK && tau) rbd__aba_outward(m, d, bias, qdd);
    return status;
}
/* Dense Cholesky M = L L^T of the upper-left n x n in place (lower triangle), for coupled joints; 0 when not
 * definite. */
TACT_PRIVATE int rbd__cholesky(tact_real *M, int n, size_t stride) {
    int i, j, k;
    for (j = 0; j < n; ++j) {
        tact_real *Mj = M + (size_t)j * stride, s = Mj[j];
        for (k = 0; k < j; ++k) s -= Mj[k] * Mj[k];
        if (!(s > 0)) return 0;
        Mj[j] = s = tact_sqrt(s);
        for (i = j + 1; i < n; ++i) {
            tact_real *Mi = M + (size_t)i * stride, t = Mi[j];
            for (k = 0; k < j; ++k) t -= Mi[k] * Mj[k];
            Mi[j] = t / s;
        }
    }
    return 1;
}
TACT_PRIVATE void rbd__cholesky_solve(const tact_real *L, int n, size_t stride, tact_real *x) {
    int i, k;
    for (i = 0; i < n; ++i) {
        for (k = 0; k < i; ++k) x[i] -= L[(size_t)i * stride + (size_t)k] * x[k];
        x[i] /= L[(size_t)i * stride + (size_t)i];
    }
    for (i = n - 1; i >= 0; --i) {
        for (k = i + 1; k < n; ++k) x[i] -= L[(size_t)k * stride + (size_t)i] * x[k];
        x[i] /= L[(size_t)i * stride + (size_t)i];
    }
}
/* Coupled joints: factor of M in w->square2. */
TACT_PRIVATE rbd_status rbd__coupled_factor(const rbd_model *m, rbd_data *d, const tact_real *q) {
    rbd_status status = rbd_crba(m, d, q, d->work->square2, d->work->stride);
    if (status < 0) return status;
    rbd__place_world(m, d);
    return rbd__cholesky(d->work->square2, m->nv, (size_t)d->work->stride) ? RBD_OK : RBD_SINGULAR;
}
RBD_API rbd_status rbd_aba(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                           const tact_real *tau, const tact_real *f_ext, tact_real *a) {
    struct rbd__work *w;
    rbd_status status;
    const tact_real *input = tau;
    int k;
    RBD__CHECK(m && d && q && v && tau && a, m->nq, q);
    RBD__CHECK(1, m->nv, v);
    RBD__CHECK(1, m->nv, tau);
    RBD__CHECK(1, f_ext ? 6 * (m->n_bodies - 1) : 0, f_ext ? f_ext + 6 : NULL);
    w = d->work;
    if (m->n_coupled) {
        status = rbd__coupled_factor(m, d, q);
        if (status == RBD_OK) status = rbd__rnea(m, d, q, v, NULL, f_ext, 1, w->force);
        if (status < 0) return status;
        for (k = 0; k < m->nv; ++k) a[k] = tau[k] - w->force[k];
        rbd__cholesky_solve(w->square2, m->nv, (size_t)w->stride, a);
        return RBD_OK;
    }
    if (m->has_passive) {
        rbd__passive(m, q, v, w->tau);
        for (k = 0; k < m->nv; ++k) w->tau[k] += tau[k];
        input = w->tau;
    }
    status = rbd__place_bodies(m, d, q);
    return status == RBD_OK ? rbd__aba_core(m, d, v, input, f_ext, 1, a) : status;
}
RBD_API rbd_status rbd_minverse_apply(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *x,
                                      tact_real *out) {
    rbd_status status;
    int k;
    RBD__CHECK(m && d && q && x && out, m->nq, q);
    RBD__CHECK(1, m->nv, x);
    if (m->n_coupled) {
        status = rbd__coupled_factor(m, d, q);
        if (status < 0) return status;
        for (k = 0; k < m->nv; ++k) out[k] = x[k];
        rbd__cholesky_solve(d->work->square2, m->nv, (size_t)d->work->stride, out);
        return RBD_OK;
    }
    status = rbd__place_bodies(m, d, q);
    return status == RBD_OK ? rbd__aba_core(m, d, NULL, x, NULL, 0, out) : status;
}

// >>impl-minverse
/* Owns    the inverse of the mass matrix.
   Reads   U and D^-1 of forward dynamics.
   Leaves  M^-1. */
/* M^-1 from the articulated inertias, world axes about the trees' origins (Carpentier 2018).
     inward, F (6 x nv) from zero   Minv[i,i] = D^-1,  Minv[i,sub+] = -D^-1 J^T F[:,sub+],  F[:,sub] += U Minv[i,sub]
     outward, P per chain           Minv[i,i..] -= D^-1 U^T P_parent,  P_i = P_parent + J Minv[i,i..]
   The columns run to the end of the tree. Needs rbd__aba_core's U and D^-1, and the columns J. */
TACT_PRIVATE void rbd__minverse_core(const rbd_model *m, rbd_data *d, tact_real *out, int stride) {
    struct rbd__work *w = d->work;
    const size_t ld = (size_t)w->stride;
    tact_real *F = w->E, *Minv = w->square; /* rows aligned and padded */
    int i, k, c, j, n = m->n_bodies, nv = m->joint_nv, tree_end = 0;
    TACT_MEMSET(Minv, 0, (size_t)nv * ld * sizeof(tact_real));
    TACT_MEMSET(F, 0, 6 * ld * sizeof(tact_real));
    for (i = n - 1; i > 0; --i) {
        int iv = m->joint_iv[i], b = m->body_nv[i], end = m->joint_iv[m->subtree_end[i]], last = RBD__CEIL(end);
        tact_vec3 r = tact_sub(d->position[i], d->tree_origin[m->tree[i]]);
        for (k = 0; k < b; ++k) {
            tact_real *row = Minv + (size_t)(iv + k) * ld;
            rbd__spatial x = rbd__spatial_zero(), *U = &w->column[iv + k];
            U->angular = tact_add(U->angular, tact_cross(r, U->linear)); /* about the tree's origin */
            for (j = 0; j < b; ++j) x = rbd__spatial_mul_add(x, -w->D[6 * (iv + k) + j], w->J[iv + j]);
            if (end > iv + b) rbd__row_dot(x, F, ld, iv + b, end, row);
            for (c = RBD__FLOOR(iv + b); c < iv; ++c) row[c] = 0;
            for (c = end; c < last; ++c) row[c] = 0;
            for (j = 0; j < b; ++j) row[iv + j] = w->D[6 * (iv + k) + j];
        }
        if (m->parent[i])
            for (k = iv; k < iv + b; ++k) {
                const tact_real *row = Minv + (size_t)k * ld;
                const rbd__splat6 u = rbd__splat(w->column[k]);
                for (c = RBD__FLOOR(iv); c < last; c += RBD_LANES) {
                    const rbd__wide x = rbd__wget(row + c);
                    for (j = 0; j < 6; ++j) {
                        tact_real *o = F + (size_t)j * ld + c;
                        rbd__wset(o, rbd__wget(o) + u.e[j] * x);
                    }
                }
            }
    }
    for (i = 1; i < n; ++i) {
        int iv = m->joint_iv[i], b = m->body_nv[i], p = m->parent[i], leaf = m->subtree_end[i] == i + 1;
        tact_real *to = w->levels + (size_t)m->level[i] * 6 * ld;
        const tact_real *from = w->levels + (size_t)m->level[p] * 6 * ld;
        tact_real J[6][6];
        if (!p) tree_end = RBD__CEIL(m->joint_iv[m->subtree_end[i]]);
        if (b == 1 && p) { /* one sweep */
            tact_real *row = Minv + (size_t)iv * ld, inverse = w->D[6 * iv];
            const rbd__spatial U = w->column[iv];
            const rbd__splat6 u =
                rbd__splat(rbd__spatial_make(tact_scale(-inverse, U.linear), tact_scale(-inverse, U.angular)));
            const rbd__splat6 S = rbd__splat(w->J[iv]);
            for (c = RBD__FLOOR(iv); c < tree_end; c += RBD_LANES) {
                const rbd__wide x = rbd__wget(row + c) + rbd__dot6(&u, from + c, ld);
                rbd__wset(row + c, x);
                if (leaf) continue;
                for (j = 0; j < 6; ++j)
                    rbd__wset(to + (size_t)j * ld + c, rbd__wget(from + (size_t)j * ld + c) + S.e[j] * x);
            }
            continue;
        }
        if (p)
            for (k = 0; k < b; ++k) {
                tact_real *row = Minv + (size_t)(iv + k) * ld;
                rbd__spatial x = rbd__spatial_zero();
                rbd__splat6 u;
                for (j = 0; j < b; ++j) x = rbd__spatial_mul_add(x, -w->D[6 * (iv + k) + j], w->column[iv + j]);
                u = rbd__splat(x);
                for (c = RBD__FLOOR(iv); c < tree_end; c += RBD_LANES)
                    rbd__wset(row + c, rbd__wget(row + c) + rbd__dot6(&u, from + c, ld));
            }
        if (leaf) continue;
        for (k = 0; k < b; ++k) rbd__put6(J[k], w->J[iv + k].linear, w->J[iv + k].angular);
        for (c = RBD__FLOOR(iv); c < tree_end; c += RBD_LANES)
            for (j = 0; j < 6; ++j) {
                rbd__wide x = p ? rbd__wget(from + (size_t)j * ld + c) : rbd__wsplat(0);
                for (k = 0; k < b; ++k) x += J[k][j] * rbd__wget(Minv + (size_t)(iv + k) * ld + c);
                rbd__wset(to + (size_t)j * ld + c, x);
            }
    }
    for (k = 0; k < nv; ++k)
        for (c = k; c < nv; ++c)
            out[(size_t)k * (size_t)stride + (size_t)c] = out[(size_t)c * (size_t)stride + (size_t)k] =
                Minv[(size_t)k * ld + (size_t)c];
}
/* Inverse of the factored matrix in L, symmetric, into out. */
TACT_PRIVATE void rbd__cholesky_inverse(const tact_real *L, int n, size_t l_stride, tact_real *x, tact_real *out,
                                        size_t stride) {
    int k, r;
    for (k = 0; k < n; ++k) {
        for (r = 0; r < n; ++r) x[r] = r == k;
        rbd__cholesky_solve(L, n, l_stride, x);
        for (r = 0; r < n; ++r) out[(size_t)r * stride + (size_t)k] = x[r];
    }
}
RBD_API rbd_status rbd_minverse(const rbd_model *m, rbd_data *d, const tact_real *q, tact_real *Minv, int stride) {
    rbd_status status;
    RBD__CHECK(m && d && q && Minv && stride >= m->nv, m->nq, q);
    if (m->n_coupled) {
        status = rbd__coupled_factor(m, d, q);
        if (status == RBD_OK)
            rbd__cholesky_inverse(d->work->square2, m->nv, (size_t)d->work->stride, d->work->force, Minv,
                                  (size_t)stride);
        return status;
    }
    status = rbd__place_bodies(m, d, q);
    if (status == RBD_OK) status = rbd__aba_core(m, d, NULL, NULL, NULL, 0, NULL);
    if (status < 0) return status;
    rbd__columns(m, d);
    rbd__minverse_core(m, d, Minv, stride);
    return RBD_OK;
}

// >>impl-centroidal
/* Owns    velocities and momenta about the origins of trees; Coriolis matrix, centroidal quantities, energy.
   Reads   placed bodies, v, a.
   Leaves  C, Ag, dAg; data->com*, momentum*; per body and per dof sums in work for the derivatives. */
/* Velocity-product matrix of a set of bodies. For one body with inertia Y (m, h, I), velocity V = (v, w) and momentum
   Y V = (l, k), the sum V x* Y - Y V x + [Y V] (where [p] u = u x* p) has only twelve distinct entries:
     B (x, y) = (-2 l x y,  G y - k x y),   G = [w] I - I [w] - h v^T - v h^T + 2 (v.h) 1  symmetric,
   and dY/dt = V x* Y - Y V x is (x, y) -> (-l x y, l x x + G y). All add up over a subtree, l and k being its
   momentum. */
TACT_INLINE rbd__sym3 rbd__gyro(const rbd__moments *y, rbd__spatial V) {
    const rbd__sym3 *second = &y->second;
    tact_vec3 w = V.angular, v = V.linear, h = y->first;
    /* rows of X = [w] I; G takes X + X^T */
    tact_vec3 cx = tact_cross(w, tact_vec(second->xx, second->xy, second->xz));
    tact_vec3 cy = tact_cross(w, tact_vec(second->xy, second->yy, second->yz));
    tact_vec3 cz = tact_cross(w, tact_vec(second->xz, second->yz, second->zz)); /* columns of X */
    tact_real t = 2 * tact_dot(v, h);
    rbd__sym3 g;
    g.xx = 2 * (cx.x - h.x * v.x) + t;
    g.yy = 2 * (cy.y - h.y * v.y) + t;
    g.zz = 2 * (cz.z - h.z * v.z) + t;
    g.xy = cy.x + cx.y - h.x * v.y - v.x * h.y;
    g.xz = cz.x + cx.z - h.x * v.z - v.x * h.z;
    g.yz = cz.y + cy.z - h.y * v.z - v.y * h.z;
    return g;
}
TACT_PRIVATE rbd__spatial rbd__gyro_mul(rbd__spatial momentum, const rbd__sym3 *G, tact_vec3 y) {
    return rbd__spatial_make(tact_scale(-2, tact_cross(momentum.linear, y)),
                             tact_sub(rbd__sym_mul(G, y), tact_cross(momentum.angular, y)));
}
/* Forward pass of everything that needs velocities about the trees' origins: per body V, A (with the base
   accelerating by `base`), Y, momentum, gyro matrix and wrench; per dof J (bodies must be placed), P = V_p x J, A =
   A_p x J + V_p x P, W = P + V x J. With order 1 accelerations, wrenches and A are left out. a NULL: zero. */
TACT_PRIVATE void rbd__motion_pass(const rbd_model *m, rbd_data *d, const tact_real *v, const tact_real *a,
                                   const tact_real *f_ext, tact_vec3 base, int order) {
    struct rbd__work *w = d->work;
    int i, k, n = m->n_bodies;
    rbd__columns(m, d);
    w->vel[0] = rbd__spatial_zero(), w->accel[0] = rbd__spatial_make(base, rbd__zero());
    for (i = 1; i < n; ++i) {
        const int p = m->parent[i], iv = m->joint_iv[i], nv = m->body_nv[i];
        const rbd__spatial Vp = w->vel[p], Ap = w->accel[p];
        rbd__spatial V = Vp, A = Ap, own = rbd__spatial_zero();
        rbd__moments y = rbd__moments_world(m, d, i);
        for (k = iv; k < iv + nv; ++k) own = rbd__spatial_mul_add(own, v[k], w->J[k]);
        V = rbd__spatial_add(V, own);
        for (k = iv; k < iv + nv; ++k) {
            rbd__spatial J = w->J[k], P = rbd__cross_motion(Vp, J);
            /* one dof: V x J = V_p x J as J x J = 0 */
            rbd__spatial dJ = nv == 1 ? P : rbd__cross_motion(V, J);
            w->P[k] = P;
            w->W[k] = order > 1 ? rbd__spatial_add(P, dJ) : dJ;
            if (order > 1) {
                w->A[k] = rbd__spatial_add(rbd__cross_motion(Ap, J), rbd__cross_motion(Vp, P));
                if (a) A = rbd__spatial_mul_add(A, a[k], J);
            }
        }
        w->vel[i] = V;
        w->moments[i] = y;
        w->momentum[i] = rbd__moments_mul(&y, V);
        w->gyro[i] = rbd__gyro(&y, V);
        if (order > 1) {
            A = rbd__spatial_add(A, rbd__cross_motion(Vp, own));
            w->accel[i] = A;
            w->wrench[i] = rbd__spatial_add(rbd__moments_mul(&y, A), rbd__cross_force(V, w->momentum[i]));
            if (f_ext) {
                tact_vec3 f = tact_mat_mul_vec(&d->rotation[i], rbd__vec_at(f_ext + 6 * i));
                tact_vec3 t = tact_mat_mul_vec(&d->rotation[i], rbd__vec_at(f_ext + 6 * i + 3));
                t = tact_add(t, tact_cross(tact_sub(d->position[i], d->tree_origin[m->tree[i]]), f));
                w->wrench[i] = rbd__spatial_mul_add(w->wrench[i], -1, rbd__spatial_make(f, t));
            }
        }
    }
}
TACT_PRIVATE void rbd__zero_rows(tact_real *X, int n, size_t stride) {
    int k;
    for (k = 0; X && k < n; ++k) TACT_MEMSET(X + (size_t)k * stride, 0, (size_t)n * sizeof(tact_real));
}
/* Coriolis matrix with half of the velocity-product matrix (Echeandia & Wensing 2021): F = Yc dJ + Bc J / 2,
   C[i,sub] = J_i^T F, C[j,i] = E_j.dJ_i + T_j.J_i / 2 for strict descendants j. */
RBD_API rbd_status rbd_coriolis(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v, tact_real *C,
                                int stride) {
    struct rbd__work *w;
    const tact_real *jq, *jv;
    tact_real *out;
    size_t ld, st;
    int i, k, j, n;
    rbd_status status;
    RBD__CHECK(m && d && q && v && C && stride >= m->nv, m->nq, q);
    RBD__CHECK(1, m->nv, v);
    w = d->work;
    ld = (size_t)w->stride;
    n = m->n_bodies;
    jq = rbd__expand_q(m, w, q), jv = rbd__expand_v(m, w->v, v);
    status = rbd__place_bodies(m, d, jq);
    if (status < 0) return status;
    rbd__motion_pass(m, d, jv, NULL, NULL, rbd__zero(), 1);
    out = m->n_coupled ? w->square : C, st = m->n_coupled ? ld : (size_t)stride;
    rbd__zero_rows(out, m->joint_nv, st);
    for (i = n - 1; i > 0; --i) {
        const int p = m->parent[i], iv = m->joint_iv[i], nv = m->body_nv[i], end = m->joint_iv[m->subtree_end[i]];
        const rbd__spatial h = w->momentum[i];
        for (k = iv; k < iv + nv; ++k) {
            rbd__spatial J = w->J[k];
            tact_vec3 t = tact_add(rbd__sym_mul(&w->gyro[i], J.angular), tact_cross(h.angular, J.angular));
            t = tact_add(t, tact_scale(2, tact_cross(h.linear, J.linear)));
            rbd__set_column(w->E, ld, k, rbd__moments_mul(&w->moments[i], J));
            rbd__set_column(w->Fv, ld, k,
                            rbd__spatial_mul_add(rbd__moments_mul(&w->moments[i], w->W[k]), TACT_R(0.5),
                                                 rbd__gyro_mul(h, &w->gyro[i], J.angular)));
            w->T[k] = t.x / 2;
            w->T[ld + (size_t)k] = t.y / 2;
            w->T[2 * ld + (size_t)k] = t.z / 2;
        }
        for (k = iv; k < iv + nv; ++k) {
            const rbd__spatial J = w->J[k];
            rbd__row_dot(J, w->Fv, ld, iv, end, w->U);
            for (j = iv; j < end; ++j) out[(size_t)k * st + (size_t)j] = w->U[j];
            rbd__row_dot(w->W[k], w->E, ld, iv + nv, end, w->U);
            for (j = iv + nv; j < end; ++j)
                out[(size_t)j * st + (size_t)k] = w->U[j] + w->T[j] * J.angular.x + w->T[ld + (size_t)j] * J.angular.y +
                                                  w->T[2 * ld + (size_t)j] * J.angular.z;
        }
        if (p) {
            rbd__moments_add(&w->moments[p], &w->moments[i]);
            w->gyro[p] = rbd__sym_add(&w->gyro[p], &w->gyro[i]);
            w->momentum[p] = rbd__spatial_add(w->momentum[p], h);
        }
    }
    if (m->n_coupled) rbd__contract_square(m, out, w->stride, C, stride);
    return RBD_OK;
}
/* Sum over the trees of momenta (or wrenches) of their roots, about a point. */
TACT_PRIVATE rbd__spatial rbd__total(const rbd_model *m, const rbd_data *d, const rbd__spatial *x, tact_vec3 about) {
    rbd__spatial s = rbd__spatial_zero();
    int i;
    for (i = 1; i < m->n_bodies; i = m->subtree_end[i]) {
        tact_vec3 r = tact_sub(d->tree_origin[m->tree[i]], about);
        s.linear = tact_add(s.linear, x[i].linear);
        s.angular = tact_add(s.angular, tact_add(x[i].angular, tact_cross(r, x[i].linear)));
    }
    return s;
}
/* Centre of mass and centroidal inertia into data, from the composite inertias of the trees' roots. */
TACT_PRIVATE rbd_status rbd__centroidal_inertia(const rbd_model *m, rbd_data *d) {
    const rbd__moments *moments = d->work->moments;
    const tact_vec3 base = m->n_trees ? d->tree_origin[0] : rbd__zero();
    tact_real mass = 0, *G = d->centroidal_inertia;
    rbd__sym3 total = {0, 0, 0, 0, 0, 0};
    tact_vec3 c = rbd__zero();
    int i, k;
    for (i = 1; i < m->n_bodies; i = m->subtree_end[i]) {
        const rbd__moments *Y = &moments[i];
        c = tact_add(c, tact_mul_add(Y->first, Y->mass, tact_sub(d->tree_origin[m->tree[i]], base)));
        mass += Y->mass;
    }
    if (!(mass > 0)) return RBD_SINGULAR;
    d->com = tact_add(base, tact_scale(1 / mass, c));
    for (i = 1; i < m->n_bodies; i = m->subtree_end[i]) { /* I about the tree's own centre, then to the common one */
        const rbd__moments *Y = &moments[i];
        tact_vec3 own, off;
        if (!(Y->mass > 0)) continue;
        own = tact_scale(1 / Y->mass, Y->first);
        off = tact_sub(tact_add(own, d->tree_origin[m->tree[i]]), d->com);
        total = rbd__sym_add(&total, &Y->second);
        total = rbd__sym_parallel(total, -Y->mass, own);
        total = rbd__sym_parallel(total, Y->mass, off);
    }
    for (k = 0; k < 36; ++k) G[k] = 0;
    G[0] = G[7] = G[14] = mass;
    G[21] = total.xx;
    G[28] = total.yy;
    G[35] = total.zz;
    G[22] = G[27] = total.xy;
    G[23] = G[33] = total.xz;
    G[29] = G[34] = total.yz;
    return RBD_OK;
}
/* These, the momentum and its rate into data, from what subtrees add up to. */
TACT_PRIVATE rbd_status rbd__centroidal_rates(const rbd_model *m, rbd_data *d) {
    const struct rbd__work *w = d->work;
    rbd__spatial h, f;
    tact_real mass;
    rbd_status status = rbd__centroidal_inertia(m, d);
    if (status < 0) return status;
    h = rbd__total(m, d, w->momentum, d->com), f = rbd__total(m, d, w->wrench, d->com);
    mass = d->centroidal_inertia[0];
    d->com_velocity = tact_scale(1 / mass, h.linear), d->com_acceleration = tact_scale(1 / mass, f.linear);
    rbd__put6(d->momentum, h.linear, h.angular), rbd__put6(d->momentum_rate, f.linear, f.angular);
    return RBD_OK;
}
/* Forward and backward sums, the centre of mass, momentum and centroidal inertia into data. Leaves E (and with
   `rates` in Fv the columns of d/dt(Yc J)) about the trees' origins. */
TACT_PRIVATE rbd_status rbd__centroidal_sums(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                             const tact_real *a, int rates) {
    struct rbd__work *w = d->work;
    const size_t ld = (size_t)w->stride;
    const tact_real *jq = rbd__expand_q(m, w, q), *jv = rbd__expand_v(m, w->v, v), *ja = rbd__expand_v(m, w->a, a);
    int i, k, n = m->n_bodies;
    rbd_status status = rbd__place_bodies(m, d, jq);
    if (status < 0) return status;
    rbd__motion_pass(m, d, jv, ja, NULL, rbd__zero(), 2);
    for (i = n - 1; i > 0; --i) {
        const int p = m->parent[i], iv = m->joint_iv[i], nv = m->body_nv[i];
        const rbd__moments *Y = &w->moments[i];
        const rbd__spatial l = w->momentum[i];
        for (k = iv; k < iv + nv; ++k) {
            rbd__spatial J = w->J[k];
            rbd__set_column(w->E, ld, k, rbd__moments_mul(Y, J));
            if (rates) { /* dY/dt J + Y dJ, dJ = W - P */
                rbd__spatial dJ = rbd__spatial_mul_add(w->W[k], -1, w->P[k]);
                rbd__spatial x = rbd__moments_mul(Y, dJ);
                x.linear = tact_sub(x.linear, tact_cross(l.linear, J.angular));
                x.angular =
                    tact_add(x.angular, tact_add(tact_cross(l.linear, J.linear), rbd__sym_mul(&w->gyro[i], J.angular)));
                rbd__set_column(w->Fv, ld, k, x);
            }
        }
        if (p) {
            rbd__moments_add(&w->moments[p], Y);
            w->gyro[p] = rbd__sym_add(&w->gyro[p], &w->gyro[i]);
            w->momentum[p] = rbd__spatial_add(w->momentum[p], l);
            w->wrench[p] = rbd__spatial_add(w->wrench[p], w->wrench[i]);
        }
    }
    return rbd__centroidal_rates(m, d);
}
/* Column k of X moved from its tree's origin to the centre of mass. */
TACT_PRIVATE rbd__spatial rbd__at_com(const rbd_model *m, const rbd_data *d, const tact_real *X, int k) {
    rbd__spatial x = rbd__column(X, (size_t)d->work->stride, k);
    tact_vec3 r = tact_sub(d->tree_origin[m->tree[m->dof_body[k]]], d->com);
    x.angular = tact_add(x.angular, tact_cross(r, x.linear));
    return x;
}
RBD_API rbd_status rbd_centroidal_rate(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                       const tact_real *a, tact_real *Ag, tact_real *dAg, int stride) {
    rbd_status status;
    int k;
    RBD__CHECK(m && d && q && v && (!(Ag || dAg) || stride >= m->nv), m->nq, q);
    RBD__CHECK(1, m->nv, v);
    RBD__CHECK(1, a ? m->nv : 0, a);
    status = rbd__centroidal_sums(m, d, q, v, a, dAg != NULL);
    if (status < 0) return status;
    rbd__begin_columns(m, Ag, stride), rbd__begin_columns(m, dAg, stride);
    for (k = 0; k < m->joint_nv; ++k) {
        rbd__spatial x = rbd__at_com(m, d, d->work->E, k);
        if (Ag) rbd__fill_column(m, Ag, stride, k, x);
        if (dAg) { /* the centre of mass moves on: minus v_com x linear part */
            rbd__spatial y = rbd__at_com(m, d, d->work->Fv, k);
            y.angular = tact_sub(y.angular, tact_cross(d->com_velocity, x.linear));
            rbd__fill_column(m, dAg, stride, k, y);
        }
    }
    return RBD_OK;
}
/* Without rates: composite inertias Yc from the leaves, E = Yc J, and the momentum E v. */
RBD_API rbd_status rbd_centroidal(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                  tact_real *Ag, int stride) {
    struct rbd__work *w;
    const tact_real *jv;
    rbd__spatial h = rbd__spatial_zero();
    rbd_status status;
    int i, k;
    RBD__CHECK(m && d && q && v && (!Ag || stride >= m->nv), m->nq, q);
    RBD__CHECK(1, m->nv, v);
    w = d->work;
    jv = rbd__expand_v(m, w->v, v);
    status = rbd__place_bodies(m, d, rbd__expand_q(m, w, q));
    if (status < 0) return status;
    for (i = 0; i < m->n_trees; ++i) d->tree_origin[i] = d->position[m->tree_reference[i]];
    for (i = 1; i < m->n_bodies; ++i) w->moments[i] = rbd__moments_world(m, d, i);
    for (i = m->n_bodies - 1; i > 0; --i)
        if (m->parent[i]) rbd__moments_add(&w->moments[m->parent[i]], &w->moments[i]);
    status = rbd__centroidal_inertia(m, d);
    if (status < 0) return status;
    rbd__begin_columns(m, Ag, stride);
    for (i = 1; i < m->n_bodies; ++i) {
        const tact_vec3 at = d->tree_origin[m->tree[i]], r = tact_sub(d->position[i], at), o = tact_sub(at, d->com);
        for (k = m->joint_iv[i]; k < m->joint_iv[i] + m->body_nv[i]; ++k) {
            rbd__spatial x = rbd__joint_column_fast(m, i, &d->rotation[i], k - m->joint_iv[i]);
            x.linear = tact_add(x.linear, tact_cross(r, x.angular));
            x = rbd__moments_mul(&w->moments[i], x);
            x.angular = tact_add(x.angular, tact_cross(o, x.linear));
            h = rbd__spatial_mul_add(h, jv[k], x);
            if (Ag) rbd__fill_column(m, Ag, stride, k, x);
        }
    }
    d->com_velocity = tact_scale(1 / d->centroidal_inertia[0], h.linear);
    rbd__put6(d->momentum, h.linear, h.angular);
    return RBD_OK;
}
RBD_API rbd_status rbd_energy(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                              tact_real *kinetic, tact_real *potential) {
    const tact_real *jq, *jv;
    tact_real T = 0, V = 0;
    int i, k;
    rbd_status status = rbd_fk_velocity(m, d, q, v);
    if (status < 0) return status;
    jq = m->n_coupled ? d->work->q : q, jv = m->n_coupled ? d->work->v : v;
    for (i = 1; i < m->n_bodies; ++i) {
        const rbd_inertia *y = &m->inertia[i];
        tact_vec3 w = rbd__vec_at(d->velocity[i] + 3), c = tact_mat_mul_vec(&d->rotation[i], y->com);
        tact_vec3 vc = tact_add(rbd__vec_at(d->velocity[i]), tact_cross(w, c)),
                  wl = tact_mat_tmul_vec(&d->rotation[i], w);
        rbd__sym3 s;
        s = rbd__inertia_sym(y);
        T += (y->mass * tact_norm2(vc) + tact_dot(wl, rbd__sym_mul(&s, wl))) / 2;
        V -= y->mass * tact_dot(m->gravity, tact_add(d->position[i], c));
        if (m->has_passive && rbd__has_spring(m, i)) V += rbd__spring(m, i, jq + m->joint_iq[i], NULL);
    }
    for (k = 0; k < m->joint_nv; ++k) T += m->armature[k] * jv[k] * jv[k] / 2;
    if (kinetic) *kinetic = T;
    if (potential) *potential = V;
    return RBD_OK;
}

// >>impl-tools
/* Owns    subtree centres, wrenches of joints, logarithms of poses, inverse kinematics of a frame.
   Reads   kinematics, SE(3).
   Leaves  public functions. */
RBD_API rbd_status rbd_subtree_centers(const rbd_model *m, rbd_data *d, const tact_real *q, tact_real *mass,
                                       tact_vec3 *center) {
    rbd_status status;
    tact_real(*sum)[6];
    int b;
    if (!m || !d || !q) return RBD_BAD_ARGUMENT;
    status = rbd_fk(m, d, q);
    if (status < 0) return status;
    sum = d->acceleration; /* mass and mass times centre about the body's origin; no pass of q alone leaves these */
    for (b = 0; b < m->n_bodies; ++b) {
        const rbd_inertia *own = &m->inertia[b];
        tact_vec3 c = tact_scale(own->mass, tact_mat_mul_vec(&d->rotation[b], own->com));
        sum[b][0] = b ? own->mass : 0;
        sum[b][1] = b ? c.x : 0, sum[b][2] = b ? c.y : 0, sum[b][3] = b ? c.z : 0;
    }
    for (b = m->n_bodies - 1; b > 0; --b) {
        tact_real *up = sum[m->parent[b]];
        tact_vec3 r = tact_sub(d->position[b], d->position[m->parent[b]]);
        up[0] += sum[b][0];
        up[1] += sum[b][1] + sum[b][0] * r.x, up[2] += sum[b][2] + sum[b][0] * r.y,
            up[3] += sum[b][3] + sum[b][0] * r.z;
    }
    for (b = 0; b < m->n_bodies; ++b) {
        tact_real total = sum[b][0], scale = total > 0 ? 1 / total : 0;
        if (mass) mass[b] = total;
        if (center) center[b] = tact_mul_add(d->position[b], scale, tact_vec(sum[b][1], sum[b][2], sum[b][3]));
    }
    return RBD_OK;
}
RBD_API rbd_status rbd_joint_wrenches(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                      const tact_real *a, const tact_real *f_ext, tact_real *wrench) {
    rbd_status status;
    int b, k;
    if (!m || !d || !q || !v || !wrench) return RBD_BAD_ARGUMENT;
    status = rbd_fk_acceleration(m, d, q, v, a);
    if (status < 0) return status;
    for (k = 0; k < 6; ++k) wrench[k] = 0;
    for (b = 1; b < m->n_bodies; ++b) { /* each body alone, Newton and Euler in its own axes */
        const rbd_inertia *own = &m->inertia[b];
        const tact_mat3 *R = &d->rotation[b];
        const tact_real *acc = d->acceleration[b], *vel = d->velocity[b];
        tact_vec3 w = tact_mat_tmul_vec(R, tact_vec(vel[3], vel[4], vel[5])), c = own->com, f, n, h;
        tact_vec3 turn = tact_mat_tmul_vec(R, tact_vec(acc[3], acc[4], acc[5]));
        tact_vec3 lin = tact_mat_tmul_vec(R, tact_sub(tact_vec(acc[0], acc[1], acc[2]), m->gravity));
        lin = tact_add(lin, tact_add(tact_cross(turn, c), tact_cross(w, tact_cross(w, c)))); /* of the centre */
        f = tact_scale(own->mass, lin);
        h = tact_vec(own->xx * w.x + own->xy * w.y + own->xz * w.z, own->xy * w.x + own->yy * w.y + own->yz * w.z,
                     own->xz * w.x + own->yz * w.y + own->zz * w.z);
        n = tact_vec(own->xx * turn.x + own->xy * turn.y + own->xz * turn.z,
                     own->xy * turn.x + own->yy * turn.y + own->yz * turn.z,
                     own->xz * turn.x + own->yz * turn.y + own->zz * turn.z);
        n = tact_add(tact_add(n, tact_cross(w, h)), tact_cross(c, f));
        wrench[6 * b] = f.x, wrench[6 * b + 1] = f.y, wrench[6 * b + 2] = f.z;
        wrench[6 * b + 3] = n.x, wrench[6 * b + 4] = n.y, wrench[6 * b + 5] = n.z;
        for (k = 0; f_ext && k < 6; ++k) wrench[6 * b + k] -= f_ext[6 * b + k];
    }
    for (b = m->n_bodies - 1; b > 0; --b) { /* and what hangs on it */
        int up = m->parent[b];
        tact_real *to = wrench + 6 * up, *from = wrench + 6 * b;
        tact_vec3 f = tact_mat_mul_vec(&d->rotation[b], tact_vec(from[0], from[1], from[2]));
        tact_vec3 n = tact_mat_mul_vec(&d->rotation[b], tact_vec(from[3], from[4], from[5]));
        n = tact_add(n, tact_cross(tact_sub(d->position[b], d->position[up]), f));
        f = tact_mat_tmul_vec(&d->rotation[up], f), n = tact_mat_tmul_vec(&d->rotation[up], n);
        to[0] += f.x, to[1] += f.y, to[2] += f.z, to[3] += n.x, to[4] += n.y, to[5] += n.z;
    }
    return RBD_OK;
}

RBD_API void rbd_pose_log(tact_pose pose, tact_real *twist) {
    tact_vec3 w = tact_quat_log(pose.q);
    rbd__lie k = rbd__lie_coefficients(tact_norm2(w));
    tact_mat3 V = rbd__lie_matrix(w, 1, TACT_R(-0.5), k.b); /* inverse of the left Jacobian */
    tact_vec3 u = tact_mat_mul_vec(&V, pose.p);
    twist[0] = u.x, twist[1] = u.y, twist[2] = u.z, twist[3] = w.x, twist[4] = w.y, twist[5] = w.z;
}
RBD_API tact_pose rbd_pose_exp(const tact_real *twist) {
    tact_vec3 w = tact_vec(twist[3], twist[4], twist[5]);
    rbd__lie k = rbd__lie_coefficients(tact_norm2(w));
    tact_mat3 V = rbd__lie_matrix(w, 1, k.a1, k.a2), R = rbd__lie_matrix(w, 1, k.a0, k.a1);
    return tact_pose_make(tact_mat_mul_vec(&V, tact_vec(twist[0], twist[1], twist[2])),
                          tact_quat_normalize(tact_quat_from_mat(&R)));
}
RBD_API void rbd_pose_log_jacobian(tact_pose pose, tact_real *jacobian) {
    tact_mat3 A, B;
    tact_real t[6];
    int i, j;
    rbd_pose_log(pose, t);
    rbd__lie_jacobian(tact_vec(t[0], t[1], t[2]), tact_vec(t[3], t[4], t[5]), 1, &A, &B);
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j) {
            jacobian[6 * i + j] = jacobian[6 * (i + 3) + j + 3] = A.m[i][j];
            jacobian[6 * i + j + 3] = B.m[i][j];
            jacobian[6 * (i + 3) + j] = 0;
        }
}

RBD_API int rbd_reach_reals(const rbd_model *m) { return m ? 13 * m->nv + m->nq : 0; }
/* e = log(target^-1 frame); its norm. */
TACT_PRIVATE tact_real rbd__reach_error(const rbd_data *d, const rbd_frame *frame, tact_pose target, tact_real e[6],
                                        tact_pose *off) {
    tact_real sum = 0;
    int k;
    *off = tact_pose_mul(tact_pose_inverse(target), rbd_frame_pose(d, frame));
    rbd_pose_log(*off, e);
    for (k = 0; k < 6; ++k) sum += e[k] * e[k];
    return tact_sqrt(sum);
}
#define RBD__REACH_START                                                                                               \
    TACT_R(1e-3)                    /* damping, relative to the mean of the diagonal of J J^T: three digits of Newton */
#define RBD__REACH_MOST TACT_R(1e6) /* above it a step is too short to find anything */
RBD_API rbd_status rbd_reach(const rbd_model *m, rbd_data *d, const rbd_frame *frame, tact_pose target,
                             tact_real tolerance, int max_steps, tact_real *q, tact_real *work, tact_real *error) {
    tact_real *J, *task, *dq, *try_q, e[6], next[6], G[36], y[6], L[36], norm, damping = RBD__REACH_START, trace,
                                                                               better;
    tact_pose off, other;
    rbd_status status;
    int step, i, j, k, nv;
    if (!m || !d || !frame || !q || !work || !(tolerance >= 0)) return RBD_BAD_ARGUMENT;
    nv = m->nv, J = work, task = J + 6 * nv, dq = task + 6 * nv, try_q = dq + nv;
    status = rbd_fk(m, d, q);
    if (status < 0) return status;
    norm = rbd__reach_error(d, frame, target, e, &off);
    for (step = 0; step < max_steps && norm > tolerance && damping < RBD__REACH_MOST; ++step) {
        rbd_frame_jacobian(d, frame, RBD_REFERENCE_LOCAL, J, nv);
        rbd_pose_log_jacobian(off, L);
        for (i = 0; i < 6; ++i)
            for (j = 0; j < nv; ++j)
                for (k = 0, task[i * nv + j] = 0; k < 6; ++k) task[i * nv + j] += L[6 * i + k] * J[k * nv + j];
        for (i = 0, trace = 0; i < 6; ++i)
            for (j = 0; j < 6; ++j) {
                for (k = 0, G[6 * i + j] = 0; k < nv; ++k) G[6 * i + j] += task[i * nv + k] * task[j * nv + k];
                if (i == j) trace += G[6 * i + j] / 6;
            }
        for (i = 0; i < 6; ++i) G[7 * i] += damping * trace, y[i] = -e[i];
        if (!(trace > 0) || tact_cholesky(6, G, 6)) break; /* nothing moves the frame */
        tact_cholesky_solve(6, G, 6, y);
        for (j = 0; j < nv; ++j)
            for (k = 0, dq[j] = 0; k < 6; ++k) dq[j] += task[k * nv + j] * y[k];
        rbd_integrate(m, q, dq, 1, try_q);
        for (i = 0; i < m->nq; ++i) try_q[i] = tact_clamp(try_q[i], m->q_lower[i], m->q_upper[i]);
        status = rbd_fk(m, d, try_q);
        if (status < 0) return status;
        better = rbd__reach_error(d, frame, target, next, &other);
        if (better < norm) {
            norm = better, off = other, damping /= 10;
            TACT_MEMCPY(q, try_q, (size_t)m->nq * sizeof *q);
            TACT_MEMCPY(e, next, sizeof e);
        } else {
            damping *= 4;
            rbd_fk(m, d, q);
        }
    }
    if (error) *error = norm;
    return norm <= tolerance ? RBD_OK : RBD_NOT_CONVERGED;
}

// >>impl-regressors
/* Owns    torque and energies as linear functions of inertial parameters.
   Reads   forward kinematics of order 2 or 1.
   Leaves  Y, or one row per energy. */
#ifndef RBD_NO_DERIVATIVES
RBD_API void rbd_inertia_parameters(const rbd_inertia *inertia, tact_real *pi) {
    rbd__moments y = rbd__moments_of(inertia);
    pi[0] = y.mass;
    rbd__put(pi + 1, y.first);
    pi[4] = y.second.xx;
    pi[5] = y.second.xy;
    pi[6] = y.second.yy;
    pi[7] = y.second.xz;
    pi[8] = y.second.yz;
    pi[9] = y.second.zz;
}
/* x -> L(x) with I x = L(x) (Ixx Ixy Iyy Ixz Iyz Izz), 3 x 6 */
TACT_PRIVATE void rbd__inertia_rows(tact_vec3 x, tact_real L[3][6]) {
    L[0][0] = x.x;
    L[0][1] = x.y;
    L[0][2] = 0;
    L[0][3] = x.z;
    L[0][4] = 0;
    L[0][5] = 0;
    L[1][0] = 0;
    L[1][1] = x.x;
    L[1][2] = x.y;
    L[1][3] = 0;
    L[1][4] = x.z;
    L[1][5] = 0;
    L[2][0] = 0;
    L[2][1] = 0;
    L[2][2] = 0;
    L[2][3] = x.x;
    L[2][4] = x.y;
    L[2][5] = x.z;
}
/* Each parameter's wrench on its body, f = m acc + wd x h + w x (w x h), n = h x acc + I wd + w x I w (acc: of the
   origin, without gravity), is linear in the ten parameters. */
TACT_PRIVATE TACT_COLD void rbd__body_columns(tact_vec3 acc, tact_vec3 w, tact_vec3 wd, rbd__spatial x[10]) {
    tact_real La[3][6], Lw[3][6];
    int c;
    x[0] = rbd__spatial_make(acc, rbd__zero());
    for (c = 0; c < 3; ++c) {
        tact_vec3 e = tact_vec(c == 0, c == 1, c == 2);
        x[1 + c] = rbd__spatial_make(tact_add(tact_cross(wd, e), tact_cross(w, tact_cross(w, e))), tact_cross(e, acc));
    }
    rbd__inertia_rows(wd, La);
    rbd__inertia_rows(w, Lw);
    for (c = 0; c < 6; ++c)
        x[4 + c] = rbd__spatial_make(rbd__zero(), tact_add(tact_vec(La[0][c], La[1][c], La[2][c]),
                                                           tact_cross(w, tact_vec(Lw[0][c], Lw[1][c], Lw[2][c]))));
}
RBD_API TACT_COLD void rbd_body_regressor(const tact_real *velocity, const tact_real *acceleration, tact_real *Y,
                                          int stride) {
    const size_t ld = (size_t)stride;
    tact_vec3 w = rbd__vec_at(velocity + 3);
    rbd__spatial x[10];
    int c;
    rbd__body_columns(tact_add(rbd__vec_at(acceleration), tact_cross(w, rbd__vec_at(velocity))), w,
                      rbd__vec_at(acceleration + 3), x);
    for (c = 0; c < 10; ++c) {
        Y[c] = x[c].linear.x, Y[ld + (size_t)c] = x[c].linear.y, Y[2 * ld + (size_t)c] = x[c].linear.z;
        Y[3 * ld + (size_t)c] = x[c].angular.x, Y[4 * ld + (size_t)c] = x[c].angular.y;
        Y[5 * ld + (size_t)c] = x[c].angular.z;
    }
}
/* The same wrenches, in world axes about the body's origin, with parameters in the body's axes: the mass has the force
   `acc`; the moments h the forces F h, F = [wd] + [w]^2, and the moments h x acc; the inertias moments alone. */
typedef struct rbd__wrench_columns {
    tact_vec3 acc;
    tact_real force[3][3], moment[3][9]; /* of h; of h, then of the inertia */
} rbd__wrench_columns;
TACT_INLINE void rbd__wrenches(const rbd_model *m, const rbd_data *d, int i, rbd__wrench_columns *x) {
    const tact_mat3 *R = &d->rotation[i];
    const tact_vec3 w = rbd__vec_at(d->velocity[i] + 3), wd = rbd__vec_at(d->acceleration[i] + 3);
    const tact_vec3 own = tact_mat_tmul_vec(R, w), spin = tact_mat_tmul_vec(R, wd);
    tact_vec3 e[3], column;
    tact_real L[3][6];
    int c;
    x->acc = tact_sub(rbd__vec_at(d->acceleration[i]), m->gravity);
    for (c = 0; c < 3; ++c) {
        e[c] = tact_mat_column(R, c);
        column = tact_add(tact_cross(wd, e[c]), tact_cross(w, tact_cross(w, e[c])));
        x->force[0][c] = column.x, x->force[1][c] = column.y, x->force[2][c] = column.z;
        column = tact_cross(e[c], x->acc);
        x->moment[0][c] = column.x, x->moment[1][c] = column.y, x->moment[2][c] = column.z;
    }
    /* I wd + w x I w by Ixx Ixy Iyy Ixz Iyz Izz, in the body's axes: L(wd) + [w] L(w) with L as above */
    L[0][0] = spin.x, L[0][1] = spin.y - own.z * own.x, L[0][2] = -own.z * own.y;
    L[0][3] = spin.z + own.y * own.x, L[0][4] = own.y * own.y - own.z * own.z, L[0][5] = own.y * own.z;
    L[1][0] = own.z * own.x, L[1][1] = spin.x + own.z * own.y, L[1][2] = spin.y;
    L[1][3] = own.z * own.z - own.x * own.x, L[1][4] = spin.z - own.x * own.y, L[1][5] = -own.x * own.z;
    L[2][0] = -own.y * own.x, L[2][1] = own.x * own.x - own.y * own.y, L[2][2] = own.x * own.y;
    L[2][3] = spin.x - own.y * own.z, L[2][4] = spin.y + own.x * own.z, L[2][5] = spin.z;
    for (c = 0; c < 6; ++c) {
        x->moment[0][3 + c] = e[0].x * L[0][c] + e[1].x * L[1][c] + e[2].x * L[2][c];
        x->moment[1][3 + c] = e[0].y * L[0][c] + e[1].y * L[1][c] + e[2].y * L[2][c];
        x->moment[2][3 + c] = e[0].z * L[0][c] + e[1].z * L[1][c] + e[2].z * L[2][c];
    }
}
/* The projections of these wrenches on the joints of the path to the root fill the body's ten columns. */
RBD_API rbd_status rbd_torque_regressor(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                        const tact_real *a, tact_real *Y, int stride) {
    rbd_status status = rbd_fk_acceleration(m, d, q, v, a);
    int i, j, k, c;
    if (status < 0) return status;
    if (!Y || stride < 10 * (m->n_bodies - 1)) return RBD_BAD_ARGUMENT;
    rbd__zero_matrix(Y, m->nv, 10 * (m->n_bodies - 1), stride);
    for (i = 1; i < m->n_bodies; ++i) {
        const tact_vec3 at = d->position[i];
        rbd__wrench_columns x;
        rbd__wrenches(m, d, i, &x);
        for (j = i; j > 0; j = m->parent[j])
            for (k = 0; k < m->body_nv[j]; ++k) {
                const int dof = m->joint_iv[j] + k;
                const tact_real s = m->dof_scale[dof];
                rbd__spatial J = rbd__joint_column_fast(m, j, &d->rotation[j], k);
                tact_real *row = Y + (size_t)m->dof_master[dof] * (size_t)stride + (size_t)(10 * (i - 1));
                tact_vec3 u, w;
                J.linear = tact_add(J.linear, tact_cross(J.angular, tact_sub(at, d->position[j])));
                u = tact_scale(s, J.linear), w = tact_scale(s, J.angular);
                row[0] += tact_dot(u, x.acc);
                for (c = 0; c < 9; ++c)
                    row[1 + c] += w.x * x.moment[0][c] + w.y * x.moment[1][c] + w.z * x.moment[2][c];
                for (c = 0; c < 3; ++c) row[1 + c] += u.x * x.force[0][c] + u.y * x.force[1][c] + u.z * x.force[2][c];
            }
    }
    return RBD_OK;
}
RBD_API TACT_COLD rbd_status rbd_kinematic_regressor(const rbd_data *d, const rbd_frame *f, rbd_reference reference,
                                                     tact_real *regressor, int stride) {
    const rbd_model *m = d->model;
    tact_mat3 R;
    tact_vec3 p;
    int i, c;
    if (d->order < 0) return RBD_NOT_READY;
    rbd__frame_place(d, f, &R, &p);
    rbd__zero_matrix(regressor, 6, 6 * (m->n_bodies - 1), stride);
    for (i = f->body; i > 0; i = m->parent[i]) {
        const int up = m->parent[i];
        const tact_mat3 axes = tact_mat_mul(&d->rotation[up], &m->placement_rotation[i]);
        const tact_vec3 at = tact_add(d->position[up], tact_mat_mul_vec(&d->rotation[up], m->placement_position[i]));
        for (c = 0; c < 6; ++c) {
            tact_vec3 e = tact_mat_column(&axes, c % 3), turn = c < 3 ? rbd__zero() : e;
            rbd__spatial x = rbd__spatial_make(c < 3 ? e : tact_cross(e, tact_sub(p, at)), turn);
            x = rbd__to_reference(x, reference, &R, p);
            rbd__set_column(regressor, (size_t)stride, 6 * (i - 1) + c, x);
        }
    }
    return RBD_OK;
}
/* Kinetic 0.5 m v.v + h.(v x w) + 0.5 w.I w in body axes; potential -g.(m p + R h). */
RBD_API TACT_COLD rbd_status rbd_energy_regressors(const rbd_model *m, rbd_data *d, const tact_real *q,
                                                   const tact_real *v, tact_real *kinetic, tact_real *potential) {
    rbd_status status = rbd_fk_velocity(m, d, q, v);
    int i;
    if (status < 0) return status;
    for (i = 1; i < m->n_bodies; ++i) {
        const tact_mat3 *R = &d->rotation[i];
        if (kinetic) {
            tact_vec3 u = tact_mat_tmul_vec(R, rbd__vec_at(d->velocity[i])),
                      w = tact_mat_tmul_vec(R, rbd__vec_at(d->velocity[i] + 3));
            tact_real *o = kinetic + 10 * (i - 1);
            o[0] = tact_norm2(u) / 2;
            rbd__put(o + 1, tact_cross(u, w));
            o[4] = w.x * w.x / 2;
            o[5] = w.x * w.y;
            o[6] = w.y * w.y / 2;
            o[7] = w.x * w.z;
            o[8] = w.y * w.z;
            o[9] = w.z * w.z / 2;
        }
        if (potential) {
            tact_real *o = potential + 10 * (i - 1);
            int k;
            for (k = 0; k < 10; ++k) o[k] = 0;
            o[0] = -tact_dot(m->gravity, d->position[i]);
            rbd__put(o + 1, tact_neg(tact_mat_tmul_vec(R, m->gravity)));
        }
    }
    return RBD_OK;
}
#endif /* RBD_NO_DERIVATIVES */

// >>impl-derivatives
/* Owns    derivatives of the manifold's operations, of frames, of inverse and forward dynamics, of momentum.
   Reads   the sums of impl-centroidal, M^-1.
   Leaves  matrices by q, v, a or tau. */
#ifndef RBD_NO_DERIVATIVES
TACT_PRIVATE void rbd__put_block(tact_real *a, int stride, int row, int column, const tact_mat3 *b, tact_real scale) {
    int r, c;
    for (r = 0; r < 3; ++r)
        for (c = 0; c < 3; ++c) a[(size_t)(row + r) * (size_t)stride + (size_t)(column + c)] = scale * b->m[r][c];
}
/* Writes the SE(3) block [A, B; 0, A] of a spherical, free or planar (x, y, angle) joint at `at`, scaled. */
TACT_PRIVATE void rbd__put_tangent_block(tact_real *out, int stride, int at, int kind, const tact_mat3 *A,
                                         const tact_mat3 *B, tact_real scale) {
    tact_real *o = out + (size_t)at * (size_t)stride + (size_t)at;
    int r, c;
    if (kind == RBD_KIND_PLANAR) {
        for (r = 0; r < 2; ++r) {
            for (c = 0; c < 2; ++c) o[(size_t)r * (size_t)stride + (size_t)c] = scale * A->m[r][c];
            o[(size_t)r * (size_t)stride + 2] = scale * B->m[r][2];
        }
        o[2 * (size_t)stride + 2] = scale * A->m[2][2];
        return;
    }
    rbd__put_block(o, stride, 0, 0, A, scale);
    if (kind == RBD_KIND_FREE) rbd__put_block(o, stride, 0, 3, B, scale), rbd__put_block(o, stride, 3, 3, A, scale);
}
/* Tangent of a spherical, free or planar joint as a spatial vector. */
TACT_PRIVATE rbd__spatial rbd__body_tangent(int kind, const tact_real *u) {
    if (kind == RBD_KIND_SPHERICAL) return rbd__spatial_make(rbd__zero(), rbd__vec_at(u));
    if (kind == RBD_KIND_FREE) return rbd__spatial_make(rbd__vec_at(u), rbd__vec_at(u + 3));
    return rbd__spatial_make(tact_vec(u[0], u[1], 0), tact_vec(0, 0, u[2]));
}
/* Ad(exp(t)^-1), blocks [R^T, -R^T [p]; 0, R^T] for exp(t) = (R,p). */
TACT_PRIVATE void rbd__exp_adjoint_inverse(rbd__spatial t, tact_mat3 *A, tact_mat3 *B) {
    rbd__lie l = rbd__lie_coefficients(tact_norm2(t.angular));
    tact_mat3 R = rbd__lie_matrix(t.angular, 1, l.a0, l.a1), V = rbd__lie_matrix(t.angular, 1, l.a1, l.a2);
    tact_mat3 skew = tact_skew(tact_neg(tact_mat_mul_vec(&V, t.linear)));
    *A = tact_mat_transpose(&R);
    *B = tact_mat_mul(A, &skew);
}
RBD_API void rbd_integrate_derivatives(const rbd_model *m, const tact_real *q, const tact_real *v, tact_real *by_q,
                                       tact_real *by_v, int stride) {
    int i, k;
    (void)q;
    if (by_q) rbd__zero_matrix(by_q, m->nv, m->nv, stride);
    if (by_v) rbd__zero_matrix(by_v, m->nv, m->nv, stride);
    for (i = 1; i < m->n_bodies; ++i) {
        int kind = m->kind[i], at = m->iv[i];
        const tact_real *u = v + at;
        tact_mat3 A, B;
        if (m->coupled[i]) continue;
        if (kind == RBD_KIND_SPHERICAL || kind == RBD_KIND_FREE || kind == RBD_KIND_PLANAR) {
            rbd__spatial t = rbd__body_tangent(kind, u);
            int pass;
            for (pass = 0; pass < 2; ++pass) {
                tact_real *out = pass ? by_v : by_q;
                if (!out) continue;
                if (pass) {
                    rbd__lie_jacobian(t.linear, t.angular, 0, &A, &B);
                } else {
                    rbd__exp_adjoint_inverse(t, &A, &B);
                }
                rbd__put_tangent_block(out, stride, at, kind, &A, &B, 1);
            }
            continue;
        }
        for (k = 0; k < m->body_nv[i]; ++k) {
            size_t diagonal = (size_t)(at + k) * (size_t)stride + (size_t)(at + k);
            if (by_q) by_q[diagonal] = 1;
            if (by_v) by_v[diagonal] = 1;
        }
    }
}
RBD_API void rbd_difference_derivatives(const rbd_model *m, const tact_real *q0, const tact_real *q1, tact_real *by_q0,
                                        tact_real *by_q1, int stride) {
    int i, k;
    if (by_q0) rbd__zero_matrix(by_q0, m->nv, m->nv, stride);
    if (by_q1) rbd__zero_matrix(by_q1, m->nv, m->nv, stride);
    for (i = 1; i < m->n_bodies; ++i) {
        int kind = m->kind[i], at = m->iv[i];
        const tact_real *x = q0 + m->iq[i], *y = q1 + m->iq[i];
        if (m->coupled[i]) continue;
        if (kind == RBD_KIND_SPHERICAL || kind == RBD_KIND_FREE || kind == RBD_KIND_PLANAR) {
            /* d = log(X), X = q0^-1 q1: dd/dq1 = Jlog(d), dd/dq0 = -Jlog(d) Ad(X^-1) */
            tact_real d[6];
            rbd__spatial t;
            tact_mat3 A, B, Xa, Xb, P, Q;
            int r, c;
            rbd__body_difference(m, i, x, y, d);
            t = rbd__body_tangent(kind, d);
            rbd__lie_jacobian(t.linear, t.angular, 1, &A, &B);
            if (by_q1) rbd__put_tangent_block(by_q1, stride, at, kind, &A, &B, 1);
            if (!by_q0) continue;
            rbd__exp_adjoint_inverse(t, &Xa, &Xb);
            P = tact_mat_mul(&A, &Xb), Q = tact_mat_mul(&B, &Xa); /* [A B; 0 A] [Xa Xb; 0 Xa] */
            for (r = 0; r < 3; ++r)
                for (c = 0; c < 3; ++c) Q.m[r][c] += P.m[r][c];
            P = tact_mat_mul(&A, &Xa);
            rbd__put_tangent_block(by_q0, stride, at, kind, &P, &Q, -1);
            continue;
        }
        for (k = 0; k < m->body_nv[i]; ++k) {
            size_t diagonal = (size_t)(at + k) * (size_t)stride + (size_t)(at + k);
            if (by_q0) by_q0[diagonal] = -1;
            if (by_q1) by_q1[diagonal] = 1;
        }
    }
}
/* With l the parent of joint j's body and all vectors at an inertial point (the frame's origin):
     dV/dq_j = J x (V - V_l),   dA/dq_j = J x (A - A_l) + P x (V - V_l),   P = V_l x J,
     dV/dv_j = J,               dA/dv_j = P + J x (V - V_j).
   A frame that moves with the body subtracts J x V and J x A; one that only travels along (LOCAL_WORLD_ALIGNED) adds
   the shift of its origin, w x J.linear and wd x J.linear. */
TACT_PRIVATE void rbd__frame_derivatives(const rbd_data *d, const rbd_frame *f, rbd_reference reference,
                                         tact_real *dv_dq, tact_real *da_dq, tact_real *da_dv, tact_real *jacobian,
                                         int stride) {
    const rbd_model *m = d->model;
    tact_real *out[4];
    tact_mat3 R;
    tact_vec3 p;
    rbd__spatial V, A;
    int i, k, o;
    out[0] = dv_dq;
    out[1] = da_dq;
    out[2] = da_dv;
    out[3] = jacobian;
    rbd__frame_place(d, f, &R, &p);
    V = rbd__velocity_at(d, f->body, p), A = rbd__acceleration_at(d, f->body, p);
    for (o = 0; o < 4; ++o)
        if (out[o]) rbd__zero_matrix(out[o], 6, m->nv, stride);
    for (i = f->body; i > 0; i = m->parent[i]) {
        int l = m->parent[i];
        rbd__spatial Vl = rbd__velocity_at(d, l, p), Al = rbd__acceleration_at(d, l, p), Vi = rbd__velocity_at(d, i, p);
        rbd__spatial dV = rbd__spatial_mul_add(V, -1, Vl), dA = rbd__spatial_mul_add(A, -1, Al);
        rbd__spatial dVi = rbd__spatial_mul_add(V, -1, Vi);
        for (k = 0; k < m->body_nv[i]; ++k) {
            rbd__spatial J = rbd__column_at(d, i, k, p), P = rbd__cross_motion(Vl, J), x[4];
            x[0] = rbd__cross_motion(J, dV);
            x[1] = rbd__spatial_add(rbd__cross_motion(J, dA), rbd__cross_motion(P, dV));
            x[2] = rbd__spatial_add(P, rbd__cross_motion(J, dVi));
            x[3] = J;
            if (reference == RBD_REFERENCE_LOCAL) {
                x[0] = rbd__spatial_mul_add(x[0], -1, rbd__cross_motion(J, V));
                x[1] = rbd__spatial_mul_add(x[1], -1, rbd__cross_motion(J, A));
            } else if (reference == RBD_REFERENCE_LOCAL_WORLD_ALIGNED) {
                x[0].linear = tact_add(x[0].linear, tact_cross(V.angular, J.linear));
                x[1].linear = tact_add(x[1].linear, tact_cross(A.angular, J.linear));
            }
            for (o = 0; o < 4; ++o)
                if (out[o])
                    rbd__add_column(m, out[o], stride, m->joint_iv[i] + k, rbd__to_reference(x[o], reference, &R, p));
        }
    }
}
RBD_API rbd_status rbd_frame_acceleration_derivatives(const rbd_data *d, const rbd_frame *f, rbd_reference reference,
                                                      tact_real *da_dq, tact_real *da_dv, tact_real *da_da,
                                                      int stride) {
    if (d->order < 2) return RBD_NOT_READY;
    rbd__frame_derivatives(d, f, reference, NULL, da_dq, da_dv, da_da, stride);
    return RBD_OK;
}
RBD_API rbd_status rbd_frame_velocity_derivatives(const rbd_data *d, const rbd_frame *f, rbd_reference reference,
                                                  tact_real *dv_dq, tact_real *dv_dv, int stride) {
    if (d->order < 1) return RBD_NOT_READY;
    rbd__frame_derivatives(d, f, reference, dv_dq, NULL, NULL, dv_dv, stride);
    return RBD_OK;
}
/* At an inertial point: dJ_j/dq_k = J_k x J_j where k carries j or is of the same joint, else 0. A frame that moves
   along subtracts J_k x J_j; one that only travels adds the shift of its origin, w_j x J_k.linear. */
RBD_API rbd_status rbd_frame_hessian(const rbd_data *d, const rbd_frame *f, rbd_reference reference,
                                     tact_real *hessian) {
    const rbd_model *m = d->model;
    const size_t block = 6 * (size_t)m->nv;
    tact_mat3 R;
    tact_vec3 p;
    int i, j, k, l;
    if (d->order < 0) return RBD_NOT_READY;
    rbd__frame_place(d, f, &R, &p);
    rbd__zero_matrix(hessian, 6 * m->nv, m->nv, m->nv);
    for (i = f->body; i > 0; i = m->parent[i])
        for (k = 0; k < m->body_nv[i]; ++k) {
            rbd__spatial by = rbd__column_at(d, i, k, p);
            const int dof = m->joint_iv[i] + k;
            tact_real *out = hessian + (size_t)m->dof_master[dof] * block;
            for (j = f->body; j > 0; j = m->parent[j])
                for (l = 0; l < m->body_nv[j]; ++l) {
                    rbd__spatial J = rbd__column_at(d, j, l, p), x = rbd__cross_motion(by, J);
                    const int moves = i <= j; /* numbers grow along the path: i carries j */
                    if (reference == RBD_REFERENCE_LOCAL)
                        x = moves ? rbd__spatial_zero() : rbd__spatial_mul_add(rbd__spatial_zero(), -1, x);
                    else if (!moves)
                        x = rbd__spatial_zero();
                    if (reference == RBD_REFERENCE_LOCAL_WORLD_ALIGNED)
                        x.linear = tact_add(x.linear, tact_cross(J.angular, by.linear));
                    x = rbd__to_reference(x, reference, &R, p);
                    rbd__add_column(m, out, m->nv, m->joint_iv[j] + l,
                                    rbd__spatial_mul_add(rbd__spatial_zero(), m->dof_scale[dof], x));
                }
        }
    return RBD_OK;
}
/* Rows and columns of the derivative matrices in joint coordinates (Carpentier & Mansard 2018, with the twelve-number
   matrix above). Subtree sums Yc, Bc, fc; for dof i with subtree sub(i), strict descendants j:
     E = Yc J,  Fq = Bc P + Yc A,  Fv = Bc J + Yc W,  T = Bc^T J = (0, 2 l x J.linear + G J.angular + k x J.angular)
     dtau_dq[i,sub] = J^T Fq,  dtau_dv[i,sub] = J^T Fv,  M[i,sub] = J^T E,   then Fq += J x* fc
     dtau_dq[j,i] = E_j.A_i + T_j.P_i,   dtau_dv[j,i] = E_j.W_i + T_j.J_i
   Outputs NULL: only the columns E, Fq (with the J x* fc term), Fv. */
TACT_PRIVATE void rbd__derivative_pass(const rbd_model *m, rbd_data *d, tact_real *dq, tact_real *dv, tact_real *da,
                                       int stride) {
    struct rbd__work *w = d->work;
    const size_t ld = (size_t)w->stride, st = (size_t)stride;
    const tact_real *E = w->E, *T = w->T;
    int i, k, j, n = m->n_bodies;
    tact_real *row = w->U, *column[2];
    for (k = 0; k < 2; ++k) column[k] = w->U + (size_t)(1 + k) * ld;
    for (i = n - 1; i > 0; --i) {
        const int p = m->parent[i], iv = m->joint_iv[i], nv = m->body_nv[i], end = m->joint_iv[m->subtree_end[i]];
        const rbd__moments *Y = &w->moments[i];
        const rbd__sym3 *G = &w->gyro[i];
        const rbd__spatial h = w->momentum[i];
        for (k = iv; k < iv + nv; ++k) {
            rbd__spatial J = w->J[k], P = w->P[k];
            rbd__spatial Fq = rbd__spatial_add(rbd__gyro_mul(h, G, P.angular), rbd__moments_mul(Y, w->A[k]));
            rbd__spatial Fv = rbd__spatial_add(rbd__gyro_mul(h, G, J.angular), rbd__moments_mul(Y, w->W[k]));
            tact_vec3 t = tact_add(rbd__sym_mul(G, J.angular), tact_cross(h.angular, J.angular));
            t = tact_add(t, tact_scale(2, tact_cross(h.linear, J.linear)));
            rbd__set_column(w->E, ld, k, rbd__moments_mul(Y, J));
            rbd__set_column(w->Fq, ld, k, Fq);
            rbd__set_column(w->Fv, ld, k, Fv);
            w->T[k] = t.x;
            w->T[ld + (size_t)k] = t.y;
            w->T[2 * ld + (size_t)k] = t.z;
        }
        for (k = iv; (dq || dv || da) && k < iv + nv; ++k) {
            const rbd__splat6 J = rbd__splat(w->J[k]), A = rbd__splat(w->A[k]), W = rbd__splat(w->W[k]);
            const rbd__splat6 P = rbd__splat(w->P[k]);
            const int last = RBD__CEIL(end);
            for (j = RBD__FLOOR(iv); j < last; j += RBD_LANES) {
                const rbd__wide t0 = rbd__wget(T + j), t1 = rbd__wget(T + ld + j), t2 = rbd__wget(T + 2 * ld + j);
                if (dq) rbd__wput(dq + (size_t)k * st, j, rbd__dot6(&J, w->Fq + j, ld), iv, end);
                if (dv) rbd__wput(dv + (size_t)k * st, j, rbd__dot6(&J, w->Fv + j, ld), iv, end);
                rbd__wset(row + j, rbd__dot6(&J, E + j, ld));
                rbd__wset(column[0] + j, rbd__dot6(&A, E + j, ld) + (t0 * P.e[3] + t1 * P.e[4] + t2 * P.e[5]));
                rbd__wset(column[1] + j, rbd__dot6(&W, E + j, ld) + (t0 * J.e[3] + t1 * J.e[4] + t2 * J.e[5]));
            }
            if (dq)
                for (j = iv + nv; j < end; ++j) dq[(size_t)j * st + (size_t)k] = column[0][j];
            if (dv)
                for (j = iv + nv; j < end; ++j) dv[(size_t)j * st + (size_t)k] = column[1][j];
            if (da)
                for (j = k; j < end; ++j) da[(size_t)k * st + (size_t)j] = da[(size_t)j * st + (size_t)k] = row[j];
        }
        for (k = iv; k < iv + nv; ++k) {
            rbd__spatial turn = rbd__cross_force(w->J[k], w->wrench[i]);
            rbd__set_column(w->Fq, ld, k, rbd__spatial_add(rbd__column(w->Fq, ld, k), turn));
        }
        if (p) {
            rbd__moments_add(&w->moments[p], Y);
            w->gyro[p] = rbd__sym_add(&w->gyro[p], G);
            w->momentum[p] = rbd__spatial_add(w->momentum[p], h);
            w->wrench[p] = rbd__spatial_add(w->wrench[p], w->wrench[i]);
        }
    }
}
/* Adds minus the derivatives of the passive forces (they stand with a minus sign in tau). */
TACT_PRIVATE void rbd__passive_derivatives(const rbd_model *m, const tact_real *q, const tact_real *v, tact_real *dq,
                                           tact_real *dv, int stride) {
    const size_t st = (size_t)stride;
    int i, k, l;
    if (dv)
        for (k = 0; k < m->joint_nv; ++k) {
            tact_real s = m->friction_speed, u = v[k] * v[k] + s * s, slope = 0;
            if (s > 0) slope = s * s / (u * tact_sqrt(u));
            dv[(size_t)k * st + (size_t)k] += m->dof[k].damping + m->dof[k].friction * slope;
        }
    if (!dq) return;
    for (i = 1; i < m->n_bodies; ++i) {
        const rbd_dof *dof = m->dof + m->joint_iv[i];
        const tact_real *x = q + m->joint_iq[i];
        tact_real *block = dq + (size_t)m->joint_iv[i] * (st + 1);
        int kind = m->kind[i];
        if (!rbd__has_spring(m, i)) continue;
        if (kind == RBD_KIND_SPHERICAL || kind == RBD_KIND_FREE || kind == RBD_KIND_PLANAR) {
            int turn = kind == RBD_KIND_FREE ? 3 : kind == RBD_KIND_PLANAR ? 2 : 0;
            tact_mat3 R = rbd__mat_identity(), A, skew;
            tact_vec3 pull = rbd__zero(), stiffness = rbd__zero();
            if (kind == RBD_KIND_PLANAR) {
                R.m[0][0] = R.m[1][1] = x[2];
                R.m[1][0] = x[3];
                R.m[0][1] = -x[3];
                block[2 * st + 2] += dof[2].stiffness;
                stiffness = tact_vec(dof[0].stiffness, dof[1].stiffness, 0);
                pull = tact_vec(dof[0].stiffness * (x[0] - dof[0].rest), dof[1].stiffness * (x[1] - dof[1].rest), 0);
            } else {
                tact_quat r = tact_quat_normalize(tact_quat_make(x[turn], x[turn + 1], x[turn + 2], x[turn + 3]));
                tact_vec3 w = tact_quat_log(r);
                A = rbd__lie_matrix(w, 1, TACT_R(0.5), rbd__lie_coefficients(tact_norm2(w)).b); /* d log R */
                for (k = 0; k < 3; ++k)
                    for (l = 0; l < 3; ++l)
                        block[(size_t)(turn + k) * st + (size_t)(turn + l)] += dof[turn].stiffness * A.m[k][l];
                R = tact_quat_to_mat(r);
                if (turn) {
                    stiffness = tact_vec(dof[0].stiffness, dof[1].stiffness, dof[2].stiffness);
                    pull = tact_vec(stiffness.x * (x[0] - dof[0].rest), stiffness.y * (x[1] - dof[1].rest),
                                    stiffness.z * (x[2] - dof[2].rest));
                }
            }
            if (!turn) continue;
            /* force R^T K (p - rest): by the position R^T K R, by the rotation [R^T K (p - rest)] */
            skew = tact_skew(tact_mat_tmul_vec(&R, pull));
            A = tact_mat_diagonal(stiffness.x, stiffness.y, stiffness.z);
            A = tact_mat_mul(&A, &R);
            R = tact_mat_transpose(&R);
            A = tact_mat_mul(&R, &A);
            for (k = 0; k < turn; ++k) {
                for (l = 0; l < turn; ++l) block[(size_t)k * st + (size_t)l] += A.m[k][l];
                if (turn == 2)
                    block[(size_t)k * st + 2] += skew.m[k][2];
                else
                    for (l = 0; l < 3; ++l) block[(size_t)k * st + (size_t)(3 + l)] += skew.m[k][l];
            }
        } else {
            for (k = 0; k < m->body_nv[i]; ++k) block[(size_t)k * (st + 1)] += dof[k].stiffness;
        }
    }
}
/* RNEA derivatives in joint coordinates; bodies placed. */
TACT_PRIVATE void rbd__rnea_derivatives_core(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                             const tact_real *a, const tact_real *f_ext, int passive, tact_real *dq,
                                             tact_real *dv, tact_real *da, int stride) {
    int k, n = m->joint_nv;
    rbd__motion_pass(m, d, v, a, f_ext, tact_neg(m->gravity), 2);
    rbd__zero_rows(dq, n, (size_t)stride);
    rbd__zero_rows(dv, n, (size_t)stride);
    rbd__zero_rows(da, n, (size_t)stride);
    rbd__derivative_pass(m, d, dq, dv, da, stride);
    if (da)
        for (k = 0; k < n; ++k) da[(size_t)k * ((size_t)stride + 1)] += m->armature[k];
    if (passive && m->has_passive) rbd__passive_derivatives(m, q, v, dq, dv, stride);
}
/* The core, contracted for coupled joints one matrix at a time (the scratch holds one). */
TACT_PRIVATE rbd_status rbd__rnea_derivatives(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                              const tact_real *a, const tact_real *f_ext, int passive, tact_real *dq,
                                              tact_real *dv, tact_real *da, int stride) {
    struct rbd__work *w = d->work;
    const tact_real *jq = rbd__expand_q(m, w, q), *jv = rbd__expand_v(m, w->v, v), *ja = rbd__expand_v(m, w->a, a);
    rbd_status status = rbd__place_bodies(m, d, jq);
    int o;
    if (status < 0) return status;
    if (!m->n_coupled) {
        rbd__rnea_derivatives_core(m, d, jq, jv, ja, f_ext, passive, dq, dv, da, stride);
        return RBD_OK;
    }
    for (o = 0; o < 3; ++o) {
        tact_real *out = o == 0 ? dq : o == 1 ? dv : da, *S = w->square;
        if (!out) continue;
        rbd__rnea_derivatives_core(m, d, jq, jv, ja, f_ext, passive, o == 0 ? S : NULL, o == 1 ? S : NULL,
                                   o == 2 ? S : NULL, w->stride);
        rbd__contract_square(m, S, w->stride, out, stride);
    }
    return RBD_OK;
}
/* The gyroscopic matrix of a subtree for the velocity p of all its bodies, times x: with one inertia Y for all,
   Y (x x p) + x x* Y p + p x* Y x. */
TACT_PRIVATE rbd__spatial rbd__gyro_by(const rbd__moments *Y, rbd__spatial p, rbd__spatial x) {
    rbd__spatial r = rbd__moments_mul(Y, rbd__cross_motion(x, p));
    r = rbd__spatial_add(r, rbd__cross_force(x, rbd__moments_mul(Y, p)));
    return rbd__spatial_add(r, rbd__cross_force(p, rbd__moments_mul(Y, x)));
}
/* Y x + B y of the subtree of body c. */
TACT_PRIVATE rbd__spatial rbd__subtree_force(const struct rbd__work *w, int c, rbd__spatial x, rbd__spatial y) {
    return rbd__spatial_add(rbd__moments_mul(&w->moments[c], x), rbd__gyro_mul(w->momentum[c], &w->gyro[c], y.angular));
}
/* r with J_i . r the second derivative of tau_i, by column k of the first one and then l, all of dofs. First
   derivatives are J_i . (Y_c x_k + B_c y_k), c = i below k and k below i, by q (x = A, y = P, and k x* F_k where k is
   below i), v (x = W, y = J) and a (x = J, y = 0). When q_l moves, what it carries turns with J_l; what is left is
     x_k: A_l x J_k + 2 P_l x P_k (q), 2 P_l x J_k (v);   y_k: P_l x J_k (q);   B_c: rbd__gyro_by(P_l). */
enum { RBD__BY_QQ, RBD__BY_VQ, RBD__BY_AQ, RBD__BY_VV };
TACT_PRIVATE rbd__spatial rbd__second_force(const rbd_model *m, const struct rbd__work *w, int kind, int i, int k,
                                            int l) {
#define RBD__CARRIES(x, y) ((y) >= (x) && (y) < m->subtree_end[x])
    const int bi = m->dof_body[i], bk = m->dof_body[k], bl = m->dof_body[l];
    const int below = !RBD__CARRIES(bk, bi), c = below ? bk : bi;
    const rbd__spatial J = w->J[k], Jl = w->J[l], Pl = w->P[l], zero = rbd__spatial_zero();
    const rbd__spatial x = kind == RBD__BY_QQ ? w->A[k] : kind == RBD__BY_AQ ? J : w->W[k];
    const rbd__spatial y = kind == RBD__BY_QQ ? w->P[k] : kind == RBD__BY_AQ ? zero : J;
    rbd__spatial r = zero, more = zero;
    if (below && !RBD__CARRIES(bi, bk)) return zero;
    if (!RBD__CARRIES(bl, c) && !RBD__CARRIES(c, bl)) return zero;
    if (kind == RBD__BY_VV) {
        r = rbd__gyro_by(&w->moments[RBD__CARRIES(bl, c) ? c : bl], Jl, J);
        if (RBD__CARRIES(bl, bk)) /* both joints of a path turn with each other's velocity */
            r = rbd__spatial_add(r, rbd__moments_mul(&w->moments[c], rbd__spatial_mul_add(zero, bl == bk ? 1 : 2,
                                                                                          rbd__cross_motion(Jl, J))));
        return r;
    }
    if (RBD__CARRIES(bl, c)) {
        if (kind != RBD__BY_AQ) r = rbd__gyro_by(&w->moments[c], Pl, y);
        if (!RBD__CARRIES(bl, bk)) {
            more = rbd__subtree_force(w, c, rbd__cross_motion(Jl, x), rbd__cross_motion(Jl, y));
            r = rbd__spatial_mul_add(r, -1, more);
        } else if (kind == RBD__BY_QQ) {
            more = rbd__spatial_mul_add(rbd__cross_motion(w->A[l], J), 2, rbd__cross_motion(Pl, y));
            r = rbd__spatial_add(r, rbd__subtree_force(w, c, more, rbd__cross_motion(Pl, J)));
        } else if (kind == RBD__BY_VQ) {
            more = rbd__spatial_mul_add(zero, 2, rbd__cross_motion(Pl, J));
            r = rbd__spatial_add(r, rbd__moments_mul(&w->moments[c], more));
        }
        if (below && kind == RBD__BY_QQ)
            r = rbd__spatial_add(r, rbd__cross_force(J, rbd__subtree_force(w, c, w->A[l], Pl)));
        if (below && !RBD__CARRIES(bl, bi)) {
            more = rbd__subtree_force(w, c, x, y);
            if (kind == RBD__BY_QQ) more = rbd__spatial_add(more, rbd__cross_force(J, w->wrench[c]));
            r = rbd__spatial_add(r, rbd__cross_force(Jl, more));
        }
        return r;
    }
    r = rbd__cross_force(Jl, rbd__subtree_force(w, bl, x, y));
    more = rbd__subtree_force(w, bl, rbd__cross_motion(Jl, x), rbd__cross_motion(Jl, y));
    r = rbd__spatial_mul_add(r, -1, more);
    if (kind != RBD__BY_AQ) r = rbd__spatial_add(r, rbd__gyro_by(&w->moments[bl], Pl, y));
    if (below && kind == RBD__BY_QQ) {
        more = rbd__spatial_add(rbd__cross_force(Jl, w->wrench[bl]), rbd__subtree_force(w, bl, w->A[l], Pl));
        r = rbd__spatial_add(r, rbd__cross_force(J, more));
    }
    return r;
#undef RBD__CARRIES
}
RBD_API rbd_status rbd_rnea_second_derivatives(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                               const tact_real *a, const tact_real *f_ext, tact_real *dqdq,
                                               tact_real *dvdv, tact_real *dvdq, tact_real *dadq) {
    struct rbd__work *w;
    tact_real *out[4];
    rbd_status status;
    int kind, i, k, l, n;
    RBD__CHECK(m && d && q && v && a, m->nq, q);
    RBD__CHECK(1, m->nv, v);
    RBD__CHECK(1, m->nv, a);
    RBD__CHECK(1, f_ext ? 6 * (m->n_bodies - 1) : 0, f_ext ? f_ext + 6 : NULL);
    w = d->work, n = m->joint_nv;
    status = rbd__place_bodies(m, d, rbd__expand_q(m, w, q));
    if (status < 0) return status;
    rbd__motion_pass(m, d, rbd__expand_v(m, w->v, v), rbd__expand_v(m, w->a, a), f_ext, tact_neg(m->gravity), 2);
    rbd__derivative_pass(m, d, NULL, NULL, NULL, 0); /* for the sums over subtrees */
    out[RBD__BY_QQ] = dqdq, out[RBD__BY_VV] = dvdv, out[RBD__BY_VQ] = dvdq, out[RBD__BY_AQ] = dadq;
    for (kind = 0; kind < 4; ++kind) {
        const size_t nv = (size_t)m->nv;
        if (!out[kind]) continue;
        rbd__zero_matrix(out[kind], m->nv * m->nv, m->nv, m->nv);
        for (i = 0; i < n; ++i)
            for (k = 0; k < n; ++k)
                for (l = 0; l < n; ++l) {
                    const rbd__spatial r = rbd__second_force(m, w, kind, i, k, l), J = w->J[i];
                    const tact_real scale = m->dof_scale[i] * m->dof_scale[k] * m->dof_scale[l];
                    const size_t at =
                        ((size_t)m->dof_master[i] * nv + (size_t)m->dof_master[k]) * nv + (size_t)m->dof_master[l];
                    out[kind][at] += scale * (tact_dot(J.linear, r.linear) + tact_dot(J.angular, r.angular));
                }
    }
    return RBD_OK;
}
RBD_API rbd_status rbd_rnea_derivatives(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                        const tact_real *a, const tact_real *f_ext, tact_real *dtau_dq,
                                        tact_real *dtau_dv, tact_real *dtau_da, int stride) {
    RBD__CHECK(m && d && q && v && a && stride >= m->nv, m->nq, q);
    RBD__CHECK(1, m->nv, v);
    RBD__CHECK(1, m->nv, a);
    RBD__CHECK(1, f_ext ? 6 * (m->n_bodies - 1) : 0, f_ext ? f_ext + 6 : NULL);
    return rbd__rnea_derivatives(m, d, q, v, a, f_ext, 1, dtau_dq, dtau_dv, dtau_da, stride);
}
RBD_API rbd_status rbd_gravity_derivatives(const rbd_model *m, rbd_data *d, const tact_real *q, tact_real *dg_dq,
                                           int stride) {
    int k;
    RBD__CHECK(m && d && q && dg_dq && stride >= m->nv, m->nq, q);
    for (k = 0; k < m->joint_nv; ++k) d->work->tau[k] = 0;
    return rbd__rnea_derivatives(m, d, q, d->work->tau, NULL, NULL, 0, dg_dq, NULL, NULL, stride);
}
/* out = -S X for a symmetric S, n x n, skipping rows of X that the tree makes zero: column c of X has entries only in
   rows of its ancestors and of its subtree. Blocks of RBD__TILE columns share the list of rows that any of them has.
 */
TACT_PRIVATE void rbd__product(const rbd_model *m, const rbd_data *d, const tact_real *S, size_t s_stride,
                               const tact_real *X, size_t x_stride, tact_real *out, size_t stride) {
    const struct rbd__work *w = d->work;
    int n = m->nv, tile, r, j;
    for (tile = 0; tile * RBD__TILE < n; ++tile) {
        const int *rows = w->product_rows + (size_t)tile * (size_t)n;
        const int count = w->product_count[tile], c0 = rbd__tile_start(n, tile),
                  to = c0 + RBD__TILE < n ? c0 + RBD__TILE : n;
        for (r = 0; r < n;
             r += 4) { /* a block of 4 x 2 wide sums stays in registers; X is padded, S repeats its last row */
            const tact_real *s0 = S + (size_t)r * s_stride, *s1 = r + 1 < n ? s0 + s_stride : s0;
            const tact_real *s2 = r + 2 < n ? s1 + s_stride : s1, *s3 = r + 3 < n ? s2 + s_stride : s2;
            tact_real *o = out + (size_t)r * stride;
            rbd__wide a0 = rbd__wsplat(0), a1 = a0, b0 = a0, b1 = a0, e0 = a0, e1 = a0, f0 = a0, f1 = a0;
            for (j = 0; j < count; ++j) {
                const int at = rows[j];
                const tact_real *row = X + (size_t)at * x_stride + c0;
                const rbd__wide x = rbd__wget(row), y = rbd__wget(row + RBD_LANES);
                a0 -= s0[at] * x;
                a1 -= s0[at] * y;
                b0 -= s1[at] * x;
                b1 -= s1[at] * y;
                e0 -= s2[at] * x;
                e1 -= s2[at] * y;
                f0 -= s3[at] * x;
                f1 -= s3[at] * y;
            }
            rbd__wput(o, c0, a0, c0, to), rbd__wput(o, c0 + RBD_LANES, a1, c0, to);
            if (r + 1 < n) {
                o += stride;
                rbd__wput(o, c0, b0, c0, to);
                rbd__wput(o, c0 + RBD_LANES, b1, c0, to);
            }
            if (r + 2 < n) {
                o += stride;
                rbd__wput(o, c0, e0, c0, to);
                rbd__wput(o, c0 + RBD_LANES, e1, c0, to);
            }
            if (r + 3 < n) {
                o += stride;
                rbd__wput(o, c0, f0, c0, to);
                rbd__wput(o, c0 + RBD_LANES, f1, c0, to);
            }
        }
    }
}
/* qdd from ABA; then with the RNEA derivatives at qdd: da_dtau = M^-1, da_dq = -M^-1 dtau_dq, da_dv = -M^-1 dtau_dv.
 */
RBD_API rbd_status rbd_aba_derivatives(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                       const tact_real *tau, const tact_real *f_ext, tact_real *a, tact_real *da_dq,
                                       tact_real *da_dv, tact_real *da_dtau, int stride) {
    struct rbd__work *w;
    tact_real *Minv, *qdd;
    size_t minv_stride;
    rbd_status status;
    RBD__CHECK(m && d && q && v && tau && stride >= m->nv, m->nq, q);
    w = d->work, qdd = w->qdd;
    status = rbd_aba(m, d, q, v, tau, f_ext, qdd);
    if (status < 0) return status;
    Minv = da_dtau ? da_dtau : w->square2, minv_stride = da_dtau ? (size_t)stride : (size_t)w->stride;
    if (m->n_coupled) {
        if (da_dtau)
            rbd__cholesky_inverse(w->square2, m->nv, (size_t)w->stride, w->force, Minv, minv_stride);
        else {
            rbd__cholesky_inverse(w->square2, m->nv, (size_t)w->stride, w->force, w->square, (size_t)w->stride);
            TACT_MEMCPY(w->square2, w->square, (size_t)m->nv * (size_t)w->stride * sizeof(tact_real));
        }
    } else {
        rbd__columns(m, d);
        rbd__minverse_core(m, d, Minv, (int)minv_stride);
    }
    if (a) TACT_MEMCPY(a, qdd, (size_t)m->nv * sizeof(tact_real));
    if (!da_dq && !da_dv) return RBD_OK;
    if (m->n_coupled) {
        tact_real *X = w->square3;
        if (da_dq) {
            rbd__rnea_derivatives(m, d, q, v, qdd, f_ext, 1, X, NULL, NULL, w->stride);
            rbd__product(m, d, Minv, minv_stride, X, (size_t)w->stride, da_dq, (size_t)stride);
        }
        if (da_dv) {
            rbd__rnea_derivatives(m, d, q, v, qdd, f_ext, 1, NULL, X, NULL, w->stride);
            rbd__product(m, d, Minv, minv_stride, X, (size_t)w->stride, da_dv, (size_t)stride);
        }
        return RBD_OK;
    }
    rbd__rnea_derivatives_core(m, d, q, v, qdd, f_ext, 1, da_dq ? w->square : NULL, da_dv ? w->square3 : NULL, NULL,
                               w->stride);
    if (da_dq) rbd__product(m, d, Minv, minv_stride, w->square, (size_t)w->stride, da_dq, (size_t)stride);
    if (da_dv) rbd__product(m, d, Minv, minv_stride, w->square3, (size_t)w->stride, da_dv, (size_t)stride);
    return RBD_OK;
}
/* About an inertial point: dh/dq = J x* hc + Yc P; dhdot/dq = Fq (with J x* fc), dhdot/dv = Fv of the pass above. The
   centre of mass moves by dcom/dq = E.linear/mass, which turns the angular parts by -dcom x (total linear part). */
RBD_API rbd_status rbd_centroidal_derivatives(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                              const tact_real *a, tact_real *dh_dq, tact_real *dhdot_dq,
                                              tact_real *dhdot_dv, tact_real *dhdot_da, int stride) {
    struct rbd__work *w;
    tact_real *out[4], mass;
    const tact_real *jv, *ja;
    rbd_status status;
    int k, o;
    RBD__CHECK(m && d && q && v && a && stride >= m->nv, m->nq, q);
    RBD__CHECK(1, m->nv, v);
    RBD__CHECK(1, m->nv, a);
    w = d->work;
    out[0] = dh_dq;
    out[1] = dhdot_dq;
    out[2] = dhdot_dv;
    out[3] = dhdot_da;
    jv = rbd__expand_v(m, w->v, v), ja = rbd__expand_v(m, w->a, a);
    status = rbd__place_bodies(m, d, rbd__expand_q(m, w, q));
    if (status < 0) return status;
    rbd__motion_pass(m, d, jv, ja, NULL, rbd__zero(), 2);
    rbd__derivative_pass(m, d, NULL, NULL, NULL, 0); /* sums over subtrees as well */
    status = rbd__centroidal_rates(m, d);
    if (status < 0) return status;
    mass = d->centroidal_inertia[0];
    for (o = 0; o < 4; ++o) rbd__begin_columns(m, out[o], stride);
    for (k = 0; k < m->joint_nv; ++k) {
        int body = m->dof_body[k];
        rbd__spatial x[4], J = w->J[k];
        tact_vec3 r = tact_sub(d->tree_origin[m->tree[body]], d->com), shift;
        x[3] = rbd__at_com(m, d, w->E, k);
        x[2] = rbd__at_com(m, d, w->Fv, k);
        x[1] = rbd__at_com(m, d, w->Fq, k);
        x[0] = rbd__spatial_add(rbd__cross_force(J, w->momentum[body]), rbd__moments_mul(&w->moments[body], w->P[k]));
        x[0].angular = tact_add(x[0].angular, tact_cross(r, x[0].linear));
        shift = tact_scale(1 / mass, x[3].linear);
        x[0].angular = tact_sub(x[0].angular, tact_cross(shift, rbd__vec_at(d->momentum)));
        x[1].angular = tact_sub(x[1].angular, tact_cross(shift, rbd__vec_at(d->momentum_rate)));
        for (o = 0; o < 4; ++o)
            if (out[o]) rbd__fill_column(m, out[o], stride, k, x[o]);
    }
    return RBD_OK;
}
#endif /* RBD_NO_DERIVATIVES */

// >>impl-wide
/* Owns    vectors, matrices and joints over RBD_LANES states at once.
   Reads   nothing.
   Leaves  the algebra of the batch. */
/* The three recursions over RBD_LANES states at once. A wide number is a vector of the compiler (or one number where
   it has none); the expressions below are the scalar ones of rbd__place_bodies, rbd__rnea_pass and rbd__aba_core, and
   the tests hold the two together. */
typedef struct rbd__wvec {
    rbd__wide x, y, z;
} rbd__wvec;
typedef struct rbd__wmat {
    rbd__wide m[3][3];
} rbd__wmat;
typedef struct rbd__wsym {
    rbd__wide xx, xy, xz, yy, yz, zz;
} rbd__wsym;
typedef struct rbd__wspatial {
    rbd__wvec linear, angular;
} rbd__wspatial;
typedef struct rbd__warticulated {
    rbd__wsym A, C;
    rbd__wmat B;
} rbd__warticulated;
/* Loads and stores `lanes` states; missing lanes repeat the first, so that they hold ordinary numbers. */
TACT_ALWAYS_INLINE rbd__wide rbd__wload(const tact_real *x, int lanes) {
#if RBD_LANES > 1
    rbd__wide r;
    tact_real t[RBD_LANES];
    int i;
    if (lanes == RBD_LANES) {
        TACT_MEMCPY(&r, x, sizeof r);
        return r;
    }
    for (i = 0; i < RBD_LANES; ++i) t[i] = x[i < lanes ? i : 0];
    TACT_MEMCPY(&r, t, sizeof r);
    return r;
#else
    (void)lanes;
    return x[0];
#endif
}
TACT_ALWAYS_INLINE void rbd__wstore(tact_real *x, rbd__wide v, int lanes) {
    if (TACT_LIKELY(lanes == RBD_LANES))
        rbd__wset(x, v); /* a size known to the compiler: one instruction */
    else
        TACT_MEMCPY(x, &v, (size_t)lanes * sizeof(tact_real));
}
TACT_ALWAYS_INLINE rbd__wvec rbd__wv(rbd__wide x, rbd__wide y, rbd__wide z) {
    rbd__wvec r;
    r.x = x;
    r.y = y;
    r.z = z;
    return r;
}
TACT_ALWAYS_INLINE rbd__wvec rbd__wsplat3(tact_vec3 a) {
    return rbd__wv(rbd__wsplat(a.x), rbd__wsplat(a.y), rbd__wsplat(a.z));
}
TACT_ALWAYS_INLINE rbd__wvec rbd__wzero(void) { return rbd__wsplat3(tact_vec(0, 0, 0)); }
TACT_ALWAYS_INLINE rbd__wvec rbd__wadd(rbd__wvec a, rbd__wvec b) { return rbd__wv(a.x + b.x, a.y + b.y, a.z + b.z); }
TACT_ALWAYS_INLINE rbd__wvec rbd__wsub(rbd__wvec a, rbd__wvec b) { return rbd__wv(a.x - b.x, a.y - b.y, a.z - b.z); }
TACT_ALWAYS_INLINE rbd__wvec rbd__wscale(rbd__wide s, rbd__wvec a) { return rbd__wv(s * a.x, s * a.y, s * a.z); }
TACT_ALWAYS_INLINE rbd__wide rbd__wdot(rbd__wvec a, rbd__wvec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
TACT_ALWAYS_INLINE rbd__wvec rbd__wcross(rbd__wvec a, rbd__wvec b) {
    return rbd__wv(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
TACT_ALWAYS_INLINE rbd__wvec rbd__wmul(const rbd__wmat *a, rbd__wvec v) {
    return rbd__wv(a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
                   a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
                   a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z);
}
TACT_ALWAYS_INLINE rbd__wvec rbd__wtmul(const rbd__wmat *a, rbd__wvec v) {
    return rbd__wv(a->m[0][0] * v.x + a->m[1][0] * v.y + a->m[2][0] * v.z,
                   a->m[0][1] * v.x + a->m[1][1] * v.y + a->m[2][1] * v.z,
                   a->m[0][2] * v.x + a->m[1][2] * v.y + a->m[2][2] * v.z);
}
TACT_ALWAYS_INLINE rbd__wvec rbd__wcolumn(const rbd__wmat *a, int j) {
    return rbd__wv(a->m[0][j], a->m[1][j], a->m[2][j]);
}
TACT_ALWAYS_INLINE rbd__wmat rbd__wmat_mul(const rbd__wmat *a, const rbd__wmat *b) {
    rbd__wmat r;
    int i, j;
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j) r.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
    return r;
}
TACT_ALWAYS_INLINE rbd__wmat rbd__wmat_mul_const(const rbd__wmat *a, const tact_mat3 *b) {
    rbd__wmat r;
    int i, j;
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j) r.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
    return r;
}
TACT_ALWAYS_INLINE rbd__wmat rbd__wsplat9(const tact_mat3 *a) {
    rbd__wmat r;
    int i, j;
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j) r.m[i][j] = rbd__wsplat(a->m[i][j]);
    return r;
}
TACT_ALWAYS_INLINE rbd__wvec rbd__wsym_mul(const rbd__wsym *a, rbd__wvec v) {
    return rbd__wv(a->xx * v.x + a->xy * v.y + a->xz * v.z, a->xy * v.x + a->yy * v.y + a->yz * v.z,
                   a->xz * v.x + a->yz * v.y + a->zz * v.z);
}
TACT_ALWAYS_INLINE rbd__wvec rbd__wsym_mul_const(const rbd__sym3 *a, rbd__wvec v) {
    return rbd__wv(a->xx * v.x + a->xy * v.y + a->xz * v.z, a->xy * v.x + a->yy * v.y + a->yz * v.z,
                   a->xz * v.x + a->yz * v.y + a->zz * v.z);
}
TACT_ALWAYS_INLINE rbd__wspatial rbd__wspatial_make(rbd__wvec linear, rbd__wvec angular) {
    rbd__wspatial r;
    r.linear = linear, r.angular = angular;
    return r;
}
TACT_ALWAYS_INLINE rbd__wide rbd__wspatial_dot(rbd__wspatial a, rbd__wspatial b) {
    return rbd__wdot(a.linear, b.linear) + rbd__wdot(a.angular, b.angular);
}
TACT_ALWAYS_INLINE rbd__wspatial rbd__wspatial_mul_add(rbd__wspatial a, rbd__wide s, rbd__wspatial b) {
    return rbd__wspatial_make(rbd__wadd(a.linear, rbd__wscale(s, b.linear)),
                              rbd__wadd(a.angular, rbd__wscale(s, b.angular)));
}
/* 1 + s [a] + (1 - c) [a]^2 */
TACT_ALWAYS_INLINE rbd__wmat rbd__waxis_matrix(tact_vec3 a, rbd__wide s, rbd__wide c) {
    rbd__wmat r;
    rbd__wide k = rbd__wsplat(1) - c, x = k * a.x, y = k * a.y, z = k * a.z;
    r.m[0][0] = c + x * a.x;
    r.m[0][1] = x * a.y - s * a.z;
    r.m[0][2] = x * a.z + s * a.y;
    r.m[1][0] = x * a.y + s * a.z;
    r.m[1][1] = c + y * a.y;
    r.m[1][2] = y * a.z - s * a.x;
    r.m[2][0] = x * a.z - s * a.y;
    r.m[2][1] = y * a.z + s * a.x;
    r.m[2][2] = c + z * a.z;
    return r;
}
TACT_ALWAYS_INLINE rbd__wmat rbd__wquat_matrix(const rbd__wide *q) {
    rbd__wide x = q[0], y = q[1], z = q[2], w = q[3], s = 2 / (x * x + y * y + z * z + w * w);
    rbd__wmat R;
    R.m[0][0] = 1 - s * (y * y + z * z);
    R.m[0][1] = s * (x * y - w * z);
    R.m[0][2] = s * (x * z + w * y);
    R.m[1][0] = s * (x * y + w * z);
    R.m[1][1] = 1 - s * (x * x + z * z);
    R.m[1][2] = s * (y * z - w * x);
    R.m[2][0] = s * (x * z - w * y);
    R.m[2][1] = s * (y * z + w * x);
    R.m[2][2] = 1 - s * (x * x + y * y);
    return R;
}
/* Turns columns j and k of B: the two that a rotation about a coordinate axis mixes. */
TACT_ALWAYS_INLINE void rbd__wturn(const rbd__wmat *B, int j, int k, rbd__wide s, rbd__wide c, rbd__wmat *R) {
    int r;
    for (r = 0; r < 3; ++r) {
        rbd__wide x = B->m[r][j], y = B->m[r][k];
        R->m[r][3 - j - k] = B->m[r][3 - j - k];
        R->m[r][j] = c * x + s * y, R->m[r][k] = c * y - s * x;
    }
}
/* Wide motion S x in body axes. */
TACT_ALWAYS_INLINE rbd__wspatial rbd__wmotion(const rbd_model *m, int i, const rbd__wide *x) {
    rbd__wspatial r = rbd__wspatial_make(rbd__wzero(), rbd__wzero());
    switch ((rbd_joint_kind)m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: r.angular.x = x[0]; break;
    case RBD_KIND_REVOLUTE_Y: r.angular.y = x[0]; break;
    case RBD_KIND_REVOLUTE_Z: r.angular.z = x[0]; break;
    case RBD_KIND_REVOLUTE: r.angular = rbd__wscale(x[0], rbd__wsplat3(m->axis[i])); break;
    case RBD_KIND_PRISMATIC_X: r.linear.x = x[0]; break;
    case RBD_KIND_PRISMATIC_Y: r.linear.y = x[0]; break;
    case RBD_KIND_PRISMATIC_Z: r.linear.z = x[0]; break;
    case RBD_KIND_PRISMATIC: r.linear = rbd__wscale(x[0], rbd__wsplat3(m->axis[i])); break;
    case RBD_KIND_HELICAL:
        r.angular = rbd__wscale(x[0], rbd__wsplat3(m->axis[i]));
        r.linear = rbd__wscale(rbd__wsplat(m->pitch[i]), r.angular);
        break;
    case RBD_KIND_TRANSLATION: r.linear = rbd__wv(x[0], x[1], x[2]); break;
    case RBD_KIND_PLANAR:
        r.linear.x = x[0];
        r.linear.y = x[1];
        r.angular.z = x[2];
        break;
    case RBD_KIND_SPHERICAL: r.angular = rbd__wv(x[0], x[1], x[2]); break;
    case RBD_KIND_FREE: r.linear = rbd__wv(x[0], x[1], x[2]), r.angular = rbd__wv(x[3], x[4], x[5]); break;
    case RBD_KIND_WORLD: break;
    }
    return r;
}
TACT_NOINLINE rbd__wspatial rbd__wmotion_rare(const rbd_model *m, int i, const rbd__wide *x) {
    return rbd__wmotion(m, i, x);
}
TACT_ALWAYS_INLINE rbd__wspatial rbd__wmotion_fast(const rbd_model *m, int i, const rbd__wide *x) {
    rbd__wspatial r = rbd__wspatial_make(rbd__wzero(), rbd__wzero());
    switch (m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: r.angular.x = x[0]; break;
    case RBD_KIND_REVOLUTE_Y: r.angular.y = x[0]; break;
    case RBD_KIND_REVOLUTE_Z: r.angular.z = x[0]; break;
    default: return rbd__wmotion_rare(m, i, x);
    }
    return r;
}
/* Wide S^T (f, n), all in body axes. */
TACT_ALWAYS_INLINE void rbd__wproject(const rbd_model *m, int i, rbd__wvec f, rbd__wvec n, rbd__wide *tau) {
    switch ((rbd_joint_kind)m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: tau[0] = n.x; break;
    case RBD_KIND_REVOLUTE_Y: tau[0] = n.y; break;
    case RBD_KIND_REVOLUTE_Z: tau[0] = n.z; break;
    case RBD_KIND_REVOLUTE: tau[0] = rbd__wdot(rbd__wsplat3(m->axis[i]), n); break;
    case RBD_KIND_PRISMATIC_X: tau[0] = f.x; break;
    case RBD_KIND_PRISMATIC_Y: tau[0] = f.y; break;
    case RBD_KIND_PRISMATIC_Z: tau[0] = f.z; break;
    case RBD_KIND_PRISMATIC: tau[0] = rbd__wdot(rbd__wsplat3(m->axis[i]), f); break;
    case RBD_KIND_HELICAL:
        tau[0] = rbd__wdot(rbd__wsplat3(m->axis[i]), rbd__wadd(n, rbd__wscale(rbd__wsplat(m->pitch[i]), f)));
        break;
    case RBD_KIND_TRANSLATION:
        tau[0] = f.x;
        tau[1] = f.y;
        tau[2] = f.z;
        break;
    case RBD_KIND_PLANAR:
        tau[0] = f.x;
        tau[1] = f.y;
        tau[2] = n.z;
        break;
    case RBD_KIND_SPHERICAL:
        tau[0] = n.x;
        tau[1] = n.y;
        tau[2] = n.z;
        break;
    case RBD_KIND_FREE:
        tau[0] = f.x;
        tau[1] = f.y;
        tau[2] = f.z;
        tau[3] = n.x;
        tau[4] = n.y;
        tau[5] = n.z;
        break;
    case RBD_KIND_WORLD: break;
    }
}
TACT_NOINLINE void rbd__wproject_rare(const rbd_model *m, int i, rbd__wvec f, rbd__wvec n, rbd__wide *tau) {
    rbd__wproject(m, i, f, n, tau);
}
TACT_ALWAYS_INLINE void rbd__wproject_fast(const rbd_model *m, int i, rbd__wvec f, rbd__wvec n, rbd__wide *tau) {
    switch (m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: tau[0] = n.x; break;
    case RBD_KIND_REVOLUTE_Y: tau[0] = n.y; break;
    case RBD_KIND_REVOLUTE_Z: tau[0] = n.z; break;
    default: rbd__wproject_rare(m, i, f, n, tau); break;
    }
}

// >>impl-batch
/* Owns    kinematics, inverse and forward dynamics of many states.
   Reads   structures of arrays.
   Leaves  structures of arrays; a bad state spoils itself only. */
struct rbd_batch {
    const rbd_model *model;
    rbd_data *data; /* for coupled joints: state by state */
    rbd__wide *q, *v, *a, *sine, *cosine, *angle;
    rbd__wmat *R;
    rbd__wvec *p, *w, *wd, *acc, *f, *n;
    rbd__wspatial *c, *U;
    rbd__wide *D, *u;
    rbd__warticulated *articulated;
    tact_real *one; /* one state's vectors */
};
TACT_PRIVATE TACT_COLD size_t rbd__batch_carve(const rbd_model *m, char *base, rbd_batch **out) {
    rbd__carver c = {NULL, 0};
    rbd_batch dummy, *b;
    int nb = m->n_bodies, nv = m->joint_nv;
    void *data;
    c.base = base;
    b = RBD__CARVE(&c, rbd_batch, 1);
    if (!b) b = &dummy;
    b->model = m;
    b->q = RBD__CARVE(&c, rbd__wide, m->joint_nq + 1);
    b->v = RBD__CARVE(&c, rbd__wide, nv + 1);
    b->a = RBD__CARVE(&c, rbd__wide, nv + 1);
    b->sine = RBD__CARVE(&c, rbd__wide, m->n_angles + 1);
    b->cosine = RBD__CARVE(&c, rbd__wide, m->n_angles + 1);
    b->angle = RBD__CARVE(&c, rbd__wide, m->n_angles + 1);
    b->R = RBD__CARVE(&c, rbd__wmat, nb);
    b->p = RBD__CARVE(&c, rbd__wvec, nb);
    b->w = RBD__CARVE(&c, rbd__wvec, nb);
    b->wd = RBD__CARVE(&c, rbd__wvec, nb);
    b->acc = RBD__CARVE(&c, rbd__wvec, nb);
    b->f = RBD__CARVE(&c, rbd__wvec, nb);
    b->n = RBD__CARVE(&c, rbd__wvec, nb);
    b->c = RBD__CARVE(&c, rbd__wspatial, nb);
    b->U = RBD__CARVE(&c, rbd__wspatial, nv + 1);
    b->D = RBD__CARVE(&c, rbd__wide, 6 * (nv + 1));
    b->u = RBD__CARVE(&c, rbd__wide, nv + 1);
    b->articulated = RBD__CARVE(&c, rbd__warticulated, nb);
    b->one = RBD__CARVE(&c, tact_real, m->joint_nq + 4 * nv + 6 * nb + 8);
    data = rbd__carve(&c, rbd_data_bytes(m), 1);
    b->data = data ? rbd_data_init(m, data, rbd_data_bytes(m)) : NULL;
    if (out) *out = b;
    return c.used;
}
RBD_API TACT_COLD size_t rbd_batch_bytes(const rbd_model *m) { return m ? rbd__batch_carve(m, NULL, NULL) + 64 : 0; }
RBD_API TACT_COLD rbd_batch *rbd_batch_init(const rbd_model *m, void *memory, size_t bytes) {
    rbd_batch *b = NULL;
    if (!m || !memory || bytes < rbd_batch_bytes(m)) return NULL;
    TACT_MEMSET(memory, 0, bytes);
    rbd__batch_carve(m, rbd__align(memory), &b);
    return b;
}
/* Wide rbd__joint_place; returns 1 when *shift was set. */
TACT_ALWAYS_INLINE int rbd__wjoint_place(const rbd_batch *b, int i, const rbd__wmat *B, rbd__wmat *R,
                                         rbd__wvec *shift) {
    const rbd_model *m = b->model;
    const rbd__wide *q = b->q + m->joint_iq[i], s = b->sine[m->angle_slot[i]], c = b->cosine[m->angle_slot[i]];
    rbd__wmat J;
    switch ((rbd_joint_kind)m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: rbd__wturn(B, 1, 2, s, c, R); return 0;
    case RBD_KIND_REVOLUTE_Y: rbd__wturn(B, 2, 0, s, c, R); return 0;
    case RBD_KIND_REVOLUTE_Z: rbd__wturn(B, 0, 1, s, c, R); return 0;
    case RBD_KIND_REVOLUTE: J = rbd__waxis_matrix(m->axis[i], s, c), *R = rbd__wmat_mul(B, &J); return 0;
    case RBD_KIND_PRISMATIC_X: *R = *B, *shift = rbd__wscale(q[0], rbd__wcolumn(B, 0)); return 1;
    case RBD_KIND_PRISMATIC_Y: *R = *B, *shift = rbd__wscale(q[0], rbd__wcolumn(B, 1)); return 1;
    case RBD_KIND_PRISMATIC_Z: *R = *B, *shift = rbd__wscale(q[0], rbd__wcolumn(B, 2)); return 1;
    case RBD_KIND_PRISMATIC: *R = *B, *shift = rbd__wscale(q[0], rbd__wmul(B, rbd__wsplat3(m->axis[i]))); return 1;
    case RBD_KIND_HELICAL:
        J = rbd__waxis_matrix(m->axis[i], s, c), *R = rbd__wmat_mul(B, &J);
        *shift = rbd__wscale(q[0] * m->pitch[i], rbd__wmul(B, rbd__wsplat3(m->axis[i])));
        return 1;
    case RBD_KIND_TRANSLATION: *R = *B, *shift = rbd__wmul(B, rbd__wv(q[0], q[1], q[2])); return 1;
    case RBD_KIND_PLANAR:
        rbd__wturn(B, 0, 1, s, c, R);
        *shift = rbd__wmul(B, rbd__wv(q[0], q[1], rbd__wsplat(0)));
        return 1;
    case RBD_KIND_SPHERICAL: J = rbd__wquat_matrix(q), *R = rbd__wmat_mul(B, &J); return 0;
    case RBD_KIND_FREE:
        J = rbd__wquat_matrix(q + 3), *R = rbd__wmat_mul(B, &J);
        *shift = rbd__wmul(B, rbd__wv(q[0], q[1], q[2]));
        return 1;
    case RBD_KIND_WORLD: break;
    }
    return 0;
}
TACT_NOINLINE int rbd__wjoint_place_rare(const rbd_batch *b, int i, const rbd__wmat *B, rbd__wmat *R,
                                         rbd__wvec *shift) {
    return rbd__wjoint_place(b, i, B, R, shift);
}
TACT_ALWAYS_INLINE int rbd__wjoint_place_fast(const rbd_batch *b, int i, const rbd__wmat *B, rbd__wmat *R,
                                              rbd__wvec *shift) {
    const rbd_model *m = b->model;
    const rbd__wide s = b->sine[m->angle_slot[i]], c = b->cosine[m->angle_slot[i]];
    switch (m->kind[i]) {
    case RBD_KIND_REVOLUTE_X: rbd__wturn(B, 1, 2, s, c, R); return 0;
    case RBD_KIND_REVOLUTE_Y: rbd__wturn(B, 2, 0, s, c, R); return 0;
    case RBD_KIND_REVOLUTE_Z: rbd__wturn(B, 0, 1, s, c, R); return 0;
    default: return rbd__wjoint_place_rare(b, i, B, R, shift);
    }
    return 0;
}
/* q of one group of states, with the sines and cosines of all angles in one vectorised loop. */
TACT_PRIVATE void rbd__wload_q(rbd_batch *b, const tact_real *q, size_t stride, int lanes) {
    const rbd_model *m = b->model;
    int k, i;
    for (k = 0; k < m->nq; ++k) b->q[k] = rbd__wload(q + (size_t)k * stride, lanes);
    for (k = 0; k < m->n_angles; ++k) b->angle[k] = b->q[m->angle_q[k]];
    rbd__sin_cos_array(RBD_LANES * m->n_angles, (const tact_real *)b->angle, (tact_real *)b->sine,
                       (tact_real *)b->cosine);
    if (m->n_pairs)
        for (i = 1; i < m->n_bodies; ++i) {
            const rbd__wide *cs = b->q + m->joint_iq[i] + m->body_nq[i] - 2;
            tact_real norm[RBD_LANES];
            rbd__wide s;
            if (!(m->cos_sin[i] || m->kind[i] == RBD_KIND_PLANAR)) continue;
            s = cs[0] * cs[0] + cs[1] * cs[1];
            TACT_MEMCPY(norm, &s, sizeof s);
            for (k = 0; k < RBD_LANES; ++k) norm[k] = 1 / tact_sqrt(norm[k]);
            TACT_MEMCPY(&s, norm, sizeof s);
            b->cosine[m->angle_slot[i]] = s * cs[0], b->sine[m->angle_slot[i]] = s * cs[1];
        }
}
/* A body on a revolute joint that mixes columns j and k, from its parent's pose, row by row so that all stays in
   registers. M, t: placement of the joint; unit: M is 1. */
TACT_ALWAYS_INLINE void rbd__wturn_rows(const tact_real *from, const tact_real *origin, const tact_mat3 *M, int unit,
                                        tact_vec3 t, int j, int k, rbd__wide s, rbd__wide c, tact_real *to,
                                        tact_real *at, size_t stride) {
    int r;
    for (r = 0; r < 3; ++r) {
        rbd__wide x[3];
        const rbd__wide p0 = rbd__wget(from + (size_t)(3 * r) * stride),
                        p1 = rbd__wget(from + (size_t)(3 * r + 1) * stride),
                        p2 = rbd__wget(from + (size_t)(3 * r + 2) * stride);
        rbd__wset(at + (size_t)r * stride, rbd__wget(origin + (size_t)r * stride) + (p0 * t.x + p1 * t.y + p2 * t.z));
        x[0] = p0;
        x[1] = p1;
        x[2] = p2;
        if (!unit) {
            x[0] = p0 * M->m[0][0] + p1 * M->m[1][0] + p2 * M->m[2][0];
            x[1] = p0 * M->m[0][1] + p1 * M->m[1][1] + p2 * M->m[2][1];
            x[2] = p0 * M->m[0][2] + p1 * M->m[1][2] + p2 * M->m[2][2];
        }
        rbd__wset(to + (size_t)(3 * r + 3 - j - k) * stride, x[3 - j - k]);
        rbd__wset(to + (size_t)(3 * r + j) * stride, c * x[j] + s * x[k]);
        rbd__wset(to + (size_t)(3 * r + k) * stride, c * x[k] - s * x[j]);
    }
}
/* World poses of the states in b->q, straight to where they are wanted: entry k of body i's rotation is R[(9 i + k) *
   stride], of its position p[(3 i + k) * stride], RBD_LANES numbers each. */
TACT_PRIVATE void rbd__wplace_bodies(const rbd_batch *b, tact_real *R, tact_real *p, size_t stride) {
    const rbd_model *m = b->model;
    int i, k;
    for (k = 0; k < 9; ++k) rbd__wset(R + (size_t)k * stride, rbd__wsplat(k % 4 == 0));
    for (k = 0; k < 3; ++k) rbd__wset(p + (size_t)k * stride, rbd__wsplat(0));
    for (i = 1; i < m->n_bodies; ++i) {
        const int parent = m->parent[i];
        const tact_real *from = R + (size_t)(9 * parent) * stride, *origin = p + (size_t)(3 * parent) * stride;
        tact_real *to = R + (size_t)(9 * i) * stride, *at_to = p + (size_t)(3 * i) * stride;
        const tact_mat3 *placement = &m->placement_rotation[i];
        const tact_vec3 t = m->placement_position[i];
        const rbd__wide sine = b->sine[m->angle_slot[i]], cosine = b->cosine[m->angle_slot[i]];
        const int unit = m->unit_placement[i];
        rbd__wmat B, P;
        rbd__wvec at = rbd__wsplat3(t), shift;
        switch (m->kind[i]) { /* the joints that robots are made of */
        case RBD_KIND_REVOLUTE_X:
            rbd__wturn_rows(from, origin, placement, unit, t, 1, 2, sine, cosine, to, at_to, stride);
            continue;
        case RBD_KIND_REVOLUTE_Y:
            rbd__wturn_rows(from, origin, placement, unit, t, 2, 0, sine, cosine, to, at_to, stride);
            continue;
        case RBD_KIND_REVOLUTE_Z:
            rbd__wturn_rows(from, origin, placement, unit, t, 0, 1, sine, cosine, to, at_to, stride);
            continue;
        default: break;
        }
        if (!parent) {
            P = B = rbd__wsplat9(&m->placement_rotation[i]);
        } else {
            for (k = 0; k < 9; ++k) P.m[k / 3][k % 3] = rbd__wget(from + (size_t)k * stride);
            at = rbd__wmul(&P, at);
            at.x += rbd__wget(origin);
            at.y += rbd__wget(origin + stride);
            at.z += rbd__wget(origin + 2 * stride);
            if (m->unit_placement[i])
                B = P;
            else
                B = rbd__wmat_mul_const(&P, &m->placement_rotation[i]);
        }
        if (rbd__wjoint_place_rare(b, i, &B, &P, &shift)) at = rbd__wadd(at, shift);
        for (k = 0; k < 9; ++k) rbd__wset(to + (size_t)k * stride, P.m[k / 3][k % 3]);
        rbd__wset(at_to, at.x);
        rbd__wset(at_to + stride, at.y);
        rbd__wset(at_to + 2 * stride, at.z);
    }
}
/* Passive forces of one group: damping and friction are wide, springs go state by state. */
TACT_PRIVATE void rbd__wpassive(rbd_batch *b, rbd__wide *out) {
    const rbd_model *m = b->model;
    int k, l, i, j;
    for (k = 0; k < m->nv; ++k) {
        const rbd_dof *dof = &m->dof[k];
        out[k] = -b->v[k] * dof->damping;
        if (dof->friction > 0) {
            tact_real f[RBD_LANES];
            rbd__wide w;
            TACT_MEMCPY(f, &b->v[k], sizeof f);
            for (l = 0; l < RBD_LANES; ++l) f[l] = dof->friction * rbd__friction(m, f[l]);
            TACT_MEMCPY(&w, f, sizeof w);
            out[k] = out[k] - w;
        }
    }
    for (i = 1; i < m->n_bodies; ++i)
        if (rbd__has_spring(m, i))
            for (l = 0; l < RBD_LANES; ++l) {
                tact_real q[7], f[6] = {0, 0, 0, 0, 0, 0};
                for (j = 0; j < m->body_nq[i]; ++j) q[j] = ((const tact_real *)&b->q[m->joint_iq[i] + j])[l];
                rbd__spring(m, i, q, f);
                for (j = 0; j < m->body_nv[i]; ++j) ((tact_real *)&out[m->joint_iv[i] + j])[l] += f[j];
            }
}
TACT_PRIVATE void rbd__wrnea(rbd_batch *b, const tact_real *f_ext, size_t stride, int lanes, tact_real *tau) {
    const rbd_model *m = b->model;
    rbd__wvec g = rbd__wsplat3(tact_neg(m->gravity));
    int i, k, n = m->n_bodies;
    for (i = 1; i < n; ++i) {
        const rbd__moments *y = &m->moments[i];
        const int p = m->parent[i], iv = m->joint_iv[i];
        rbd__wmat B = rbd__wsplat9(&m->placement_rotation[i]), *R = &b->R[i];
        rbd__wvec r = rbd__wsplat3(m->placement_position[i]), shift, W, Wd, acc, t, h = rbd__wsplat3(y->first);
        if (rbd__wjoint_place_fast(b, i, &B, R, &shift)) r = rbd__wadd(r, shift);
        b->p[i] = r; /* in the parent's frame */
        if (p == 0) {
            W = Wd = rbd__wzero(), acc = rbd__wtmul(R, g);
        } else {
            rbd__wvec wp = b->w[p], wdp = b->wd[p];
            W = rbd__wtmul(R, wp), Wd = rbd__wtmul(R, wdp);
            acc = rbd__wtmul(R,
                             rbd__wadd(rbd__wadd(b->acc[p], rbd__wcross(wdp, r)), rbd__wcross(wp, rbd__wcross(wp, r))));
        }
        if (m->kind[i] <= RBD_KIND_REVOLUTE) {
            rbd__wvec own = rbd__wmotion_fast(m, i, b->v + iv).angular;
            Wd = rbd__wadd(rbd__wadd(Wd, rbd__wcross(W, own)), rbd__wmotion_fast(m, i, b->a + iv).angular);
            W = rbd__wadd(W, own);
        } else {
            rbd__wspatial own = rbd__wmotion_rare(m, i, b->v + iv), push = rbd__wmotion_rare(m, i, b->a + iv);
            acc = rbd__wadd(rbd__wadd(acc, push.linear),
                            rbd__wcross(rbd__wadd(rbd__wadd(W, W), own.angular), own.linear));
            Wd = rbd__wadd(rbd__wadd(Wd, push.angular), rbd__wcross(W, own.angular));
            W = rbd__wadd(W, own.angular);
        }
        b->w[i] = W;
        b->wd[i] = Wd;
        b->acc[i] = acc;
        t = rbd__wadd(rbd__wcross(Wd, h), rbd__wcross(W, rbd__wcross(W, h)));
        b->f[i] = rbd__wadd(rbd__wscale(rbd__wsplat(y->mass), acc), t);
        t = rbd__wadd(rbd__wsym_mul_const(&y->second, Wd), rbd__wcross(W, rbd__wsym_mul_const(&y->second, W)));
        b->n[i] = rbd__wadd(t, rbd__wcross(h, acc));
        if (f_ext) {
            rbd__wide e[6];
            for (k = 0; k < 6; ++k) e[k] = rbd__wload(f_ext + (size_t)(6 * i + k) * stride, lanes);
            b->f[i] = rbd__wsub(b->f[i], rbd__wv(e[0], e[1], e[2]));
            b->n[i] = rbd__wsub(b->n[i], rbd__wv(e[3], e[4], e[5]));
        }
    }
    for (k = 0; k < m->nv; ++k) b->u[k] = rbd__wsplat(0);
    if (m->has_passive) rbd__wpassive(b, b->u);
    for (i = n - 1; i > 0; --i) {
        const int p = m->parent[i], iv = m->joint_iv[i];
        rbd__wide t[6];
        rbd__wproject_fast(m, i, b->f[i], b->n[i], t);
        for (k = 0; k < m->body_nv[i]; ++k)
            rbd__wstore(tau + (size_t)(iv + k) * stride, t[k] + b->a[iv + k] * m->armature[iv + k] - b->u[iv + k],
                        lanes);
        if (p) {
            rbd__wvec f = rbd__wmul(&b->R[i], b->f[i]);
            b->f[p] = rbd__wadd(b->f[p], f);
            b->n[p] = rbd__wadd(b->n[p], rbd__wadd(rbd__wmul(&b->R[i], b->n[i]), rbd__wcross(b->p[i], f)));
        }
    }
}
TACT_ALWAYS_INLINE rbd__wspatial rbd__warticulated_mul(const rbd__warticulated *a, rbd__wspatial x) {
    return rbd__wspatial_make(rbd__wadd(rbd__wsym_mul(&a->A, x.linear), rbd__wmul(&a->B, x.angular)),
                              rbd__wadd(rbd__wtmul(&a->B, x.linear), rbd__wsym_mul(&a->C, x.angular)));
}
TACT_ALWAYS_INLINE void rbd__warticulated_downdate(rbd__warticulated *a, rbd__wspatial x, rbd__wspatial y) {
    rbd__wvec f = x.linear, n = x.angular, u = y.linear, t = y.angular;
    a->A.xx -= f.x * u.x;
    a->A.xy -= f.x * u.y;
    a->A.xz -= f.x * u.z;
    a->A.yy -= f.y * u.y;
    a->A.yz -= f.y * u.z;
    a->A.zz -= f.z * u.z;
    a->C.xx -= n.x * t.x;
    a->C.xy -= n.x * t.y;
    a->C.xz -= n.x * t.z;
    a->C.yy -= n.y * t.y;
    a->C.yz -= n.y * t.z;
    a->C.zz -= n.z * t.z;
    a->B.m[0][0] -= f.x * t.x;
    a->B.m[0][1] -= f.x * t.y;
    a->B.m[0][2] -= f.x * t.z;
    a->B.m[1][0] -= f.y * t.x;
    a->B.m[1][1] -= f.y * t.y;
    a->B.m[1][2] -= f.y * t.z;
    a->B.m[2][0] -= f.z * t.x;
    a->B.m[2][1] -= f.z * t.y;
    a->B.m[2][2] -= f.z * t.z;
}
/* See rbd__articulated_shift_add. */
TACT_ALWAYS_INLINE void rbd__warticulated_shift_add(rbd__warticulated *to, const rbd__warticulated *a, rbd__wvec r) {
    const rbd__wmat *B = &a->B;
    const rbd__wsym *A = &a->A;
    rbd__wmat S;
    int i, j;
    S.m[0][0] = B->m[0][0] - (A->xy * r.z - A->xz * r.y), S.m[0][1] = B->m[0][1] - (A->xz * r.x - A->xx * r.z);
    S.m[0][2] = B->m[0][2] - (A->xx * r.y - A->xy * r.x);
    S.m[1][0] = B->m[1][0] - (A->yy * r.z - A->yz * r.y), S.m[1][1] = B->m[1][1] - (A->yz * r.x - A->xy * r.z);
    S.m[1][2] = B->m[1][2] - (A->xy * r.y - A->yy * r.x);
    S.m[2][0] = B->m[2][0] - (A->yz * r.z - A->zz * r.y), S.m[2][1] = B->m[2][1] - (A->zz * r.x - A->xz * r.z);
    S.m[2][2] = B->m[2][2] - (A->xz * r.y - A->yz * r.x);
    to->A.xx += A->xx;
    to->A.xy += A->xy;
    to->A.xz += A->xz;
    to->A.yy += A->yy;
    to->A.yz += A->yz;
    to->A.zz += A->zz;
    to->C.xx += a->C.xx + (r.y * S.m[2][0] - r.z * S.m[1][0]) + (r.y * B->m[2][0] - r.z * B->m[1][0]);
    to->C.xy += a->C.xy + (r.y * S.m[2][1] - r.z * S.m[1][1]) + (r.z * B->m[0][0] - r.x * B->m[2][0]);
    to->C.xz += a->C.xz + (r.y * S.m[2][2] - r.z * S.m[1][2]) + (r.x * B->m[1][0] - r.y * B->m[0][0]);
    to->C.yy += a->C.yy + (r.z * S.m[0][1] - r.x * S.m[2][1]) + (r.z * B->m[0][1] - r.x * B->m[2][1]);
    to->C.yz += a->C.yz + (r.z * S.m[0][2] - r.x * S.m[2][2]) + (r.x * B->m[1][1] - r.y * B->m[0][1]);
    to->C.zz += a->C.zz + (r.x * S.m[1][2] - r.y * S.m[0][2]) + (r.x * B->m[1][2] - r.y * B->m[0][2]);
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j) to->B.m[i][j] += S.m[i][j];
}
/* A body-axes motion or force in world axes. */
TACT_ALWAYS_INLINE rbd__wspatial rbd__wto_world(const rbd__wmat *R, rbd__wspatial x) {
    return rbd__wspatial_make(rbd__wmul(R, x.linear), rbd__wmul(R, x.angular));
}
TACT_ALWAYS_INLINE rbd__wvec rbd__wrevolute_axis(const rbd_model *m, int i, const rbd__wmat *R) {
    int k = m->kind[i];
    return k < RBD_KIND_REVOLUTE ? rbd__wcolumn(R, k - RBD_KIND_REVOLUTE_X) : rbd__wmul(R, rbd__wsplat3(m->axis[i]));
}
/* Unit motion of dof k in world axes. */
TACT_ALWAYS_INLINE rbd__wspatial rbd__wjoint_column(const rbd_model *m, int i, const rbd__wmat *R, int k) {
    rbd__wide e[6];
    int j;
    for (j = 0; j < 6; ++j) e[j] = rbd__wsplat((tact_real)(j == k));
    return rbd__wto_world(R, rbd__wmotion_rare(m, i, e));
}
/* Inverse of a symmetric positive definite n x n (rows 6 apart) by Gauss-Jordan without pivoting. */
TACT_PRIVATE void rbd__winvert(int n, rbd__wide *a) {
    int i, j, k;
    for (k = 0; k < n; ++k) {
        rbd__wide d = 1 / a[7 * k];
        a[7 * k] = rbd__wsplat(1);
        for (j = 0; j < n; ++j) a[6 * k + j] = a[6 * k + j] * d;
        for (i = 0; i < n; ++i) {
            rbd__wide f = a[6 * i + k];
            if (i == k) continue;
            a[6 * i + k] = rbd__wsplat(0);
            for (j = 0; j < n; ++j) a[6 * i + j] = a[6 * i + j] - f * a[6 * k + j];
        }
    }
}
/* The three passes of rbd__aba_core. b->a holds the input torques. */
TACT_PRIVATE void rbd__waba_start(rbd_batch *b, const tact_real *f_ext, size_t stride, int lanes) {
    const rbd_model *m = b->model;
    rbd__warticulated *articulated = b->articulated;
    int i, k, n = m->n_bodies;
    for (i = 1; i < n; ++i) {
        const rbd__wmat *R = &b->R[i];
        const rbd__moments *y = &m->moments[i];
        rbd__wvec h = rbd__wmul(R, rbd__wsplat3(y->first)), W, X, Y, Z;
        rbd__warticulated *a = &articulated[i];
        rbd__wspatial own;
        int p = m->parent[i];
        X = rbd__wsym_mul_const(&y->second, rbd__wv(R->m[0][0], R->m[0][1], R->m[0][2]));
        Y = rbd__wsym_mul_const(&y->second, rbd__wv(R->m[1][0], R->m[1][1], R->m[1][2]));
        Z = rbd__wsym_mul_const(&y->second, rbd__wv(R->m[2][0], R->m[2][1], R->m[2][2]));
        a->C.xx = R->m[0][0] * X.x + R->m[0][1] * X.y + R->m[0][2] * X.z;
        a->C.xy = R->m[1][0] * X.x + R->m[1][1] * X.y + R->m[1][2] * X.z;
        a->C.xz = R->m[2][0] * X.x + R->m[2][1] * X.y + R->m[2][2] * X.z;
        a->C.yy = R->m[1][0] * Y.x + R->m[1][1] * Y.y + R->m[1][2] * Y.z;
        a->C.yz = R->m[2][0] * Y.x + R->m[2][1] * Y.y + R->m[2][2] * Y.z;
        a->C.zz = R->m[2][0] * Z.x + R->m[2][1] * Z.y + R->m[2][2] * Z.z;
        a->A.xx = a->A.yy = a->A.zz = rbd__wsplat(y->mass), a->A.xy = a->A.xz = a->A.yz = rbd__wsplat(0);
        a->B.m[0][0] = a->B.m[1][1] = a->B.m[2][2] = rbd__wsplat(0);
        a->B.m[0][1] = h.z;
        a->B.m[0][2] = -h.y;
        a->B.m[1][2] = h.x;
        a->B.m[1][0] = -h.z;
        a->B.m[2][0] = h.y;
        a->B.m[2][1] = -h.x;
        if (m->kind[i] <= RBD_KIND_REVOLUTE) {
            own.linear = rbd__wzero();
            own.angular = rbd__wscale(b->v[m->joint_iv[i]], rbd__wrevolute_axis(m, i, R));
        } else {
            own = rbd__wto_world(R, rbd__wmotion_rare(m, i, b->v + m->joint_iv[i]));
        }
        W = own.angular;
        if (p) {
            rbd__wvec wp = b->w[p], r = rbd__wsub(b->p[i], b->p[p]);
            b->c[i].linear = rbd__wcross(wp, rbd__wcross(wp, r));
            b->c[i].angular = rbd__wcross(wp, own.angular);
            if (m->kind[i] > RBD_KIND_REVOLUTE)
                b->c[i].linear =
                    rbd__wadd(b->c[i].linear, rbd__wcross(rbd__wadd(rbd__wadd(wp, wp), own.angular), own.linear));
            W = rbd__wadd(W, wp);
        } else {
            b->c[i] = rbd__wspatial_make(rbd__wcross(own.angular, own.linear), rbd__wzero());
        }
        b->w[i] = W;
        b->f[i] = rbd__wcross(W, rbd__wcross(W, h));
        b->n[i] = rbd__wcross(W, rbd__wsym_mul(&a->C, W));
        if (f_ext) {
            rbd__wide e[6];
            for (k = 0; k < 6; ++k) e[k] = rbd__wload(f_ext + (size_t)(6 * i + k) * stride, lanes);
            b->f[i] = rbd__wsub(b->f[i], rbd__wmul(R, rbd__wv(e[0], e[1], e[2])));
            b->n[i] = rbd__wsub(b->n[i], rbd__wmul(R, rbd__wv(e[3], e[4], e[5])));
        }
    }
}
TACT_PRIVATE void rbd__waba_inward(rbd_batch *b) {
    const rbd_model *m = b->model;
    rbd__warticulated *articulated = b->articulated;
    int i, j, k, l, n = m->n_bodies;
    for (i = n - 1; i > 0; --i) {
        const rbd__wmat *R = &b->R[i];
        int p = m->parent[i], iv = m->joint_iv[i], nv = m->body_nv[i];
        rbd__wspatial force = rbd__wspatial_make(b->f[i], b->n[i]);
        rbd__wvec r;
        if (nv == 1) {
            rbd__wspatial u;
            rbd__wide D, e, inverse;
            if (m->kind[i] <= RBD_KIND_REVOLUTE) {
                rbd__wvec s = rbd__wrevolute_axis(m, i, R);
                u = rbd__wspatial_make(rbd__wmul(&articulated[i].B, s), rbd__wsym_mul(&articulated[i].C, s));
                D = rbd__wdot(s, u.angular), e = rbd__wdot(s, force.angular);
            } else {
                rbd__wspatial S = rbd__wjoint_column(m, i, R, 0);
                u = rbd__warticulated_mul(&articulated[i], S);
                D = rbd__wspatial_dot(S, u), e = rbd__wspatial_dot(S, force);
            }
            inverse = 1 / (D + m->armature[iv]);
            b->U[iv] = u;
            b->D[6 * iv] = inverse;
            b->u[iv] = b->a[iv] - e;
            if (!p) continue;
            e = inverse * (b->u[iv] - rbd__wspatial_dot(u, b->c[i]));
            force = rbd__wspatial_mul_add(force, rbd__wsplat(1), rbd__warticulated_mul(&articulated[i], b->c[i]));
            force = rbd__wspatial_mul_add(force, e, u);
            rbd__warticulated_downdate(
                &articulated[i], u,
                rbd__wspatial_make(rbd__wscale(inverse, u.linear), rbd__wscale(inverse, u.angular)));
        } else {
            rbd__wide *D = b->D + 6 * iv, x[6], g[6];
            rbd__wspatial y;
            for (k = 0; k < nv; ++k) {
                rbd__wspatial S = rbd__wjoint_column(m, i, R, k);
                b->U[iv + k] = rbd__warticulated_mul(&articulated[i], S);
                b->u[iv + k] = b->a[iv + k] - rbd__wspatial_dot(S, force);
            }
            for (k = 0; k < nv; ++k) {
                rbd__wproject_rare(m, i, rbd__wtmul(R, b->U[iv + k].linear), rbd__wtmul(R, b->U[iv + k].angular),
                                   D + 6 * k);
                D[7 * k] = D[7 * k] + m->armature[iv + k];
            }
            rbd__winvert(nv, D);
            if (!p) continue;
            force = rbd__wspatial_mul_add(force, rbd__wsplat(1), rbd__warticulated_mul(&articulated[i], b->c[i]));
            for (k = 0; k < nv; ++k) g[k] = b->u[iv + k] - rbd__wspatial_dot(b->U[iv + k], b->c[i]);
            for (k = 0; k < nv; ++k) {
                for (x[k] = rbd__wsplat(0), l = 0; l < nv; ++l) x[k] = x[k] + D[6 * k + l] * g[l];
                force = rbd__wspatial_mul_add(force, x[k], b->U[iv + k]);
            }
            for (k = 0; k < nv; ++k) {
                y = rbd__wspatial_make(rbd__wzero(), rbd__wzero());
                for (j = 0; j < nv; ++j) y = rbd__wspatial_mul_add(y, D[6 * k + j], b->U[iv + j]);
                rbd__warticulated_downdate(&articulated[i], b->U[iv + k], y);
            }
        }
        r = rbd__wsub(b->p[i], b->p[p]);
        rbd__warticulated_shift_add(&articulated[p], &articulated[i], r);
        b->f[p] = rbd__wadd(b->f[p], force.linear);
        b->n[p] = rbd__wadd(b->n[p], rbd__wadd(force.angular, rbd__wcross(r, force.linear)));
    }
}
TACT_PRIVATE void rbd__waba_outward(rbd_batch *b, size_t stride, int lanes, tact_real *qdd) {
    const rbd_model *m = b->model;
    int i, k, l, n = m->n_bodies;
    b->acc[0] = rbd__wsplat3(tact_neg(m->gravity)), b->wd[0] = rbd__wzero();
    for (i = 1; i < n; ++i) {
        int p = m->parent[i], iv = m->joint_iv[i], nv = m->body_nv[i];
        rbd__wspatial a = b->c[i], push;
        rbd__wide *x = b->a + iv;
        a.linear = rbd__wadd(a.linear, b->acc[p]), a.angular = rbd__wadd(a.angular, b->wd[p]);
        if (p) a.linear = rbd__wadd(a.linear, rbd__wcross(b->wd[p], rbd__wsub(b->p[i], b->p[p])));
        if (nv == 1) {
            x[0] = b->D[6 * iv] * (b->u[iv] - rbd__wspatial_dot(b->U[iv], a));
        } else {
            rbd__wide g[6];
            for (k = 0; k < nv; ++k) g[k] = b->u[iv + k] - rbd__wspatial_dot(b->U[iv + k], a);
            for (k = 0; k < nv; ++k)
                for (x[k] = rbd__wsplat(0), l = 0; l < nv; ++l) x[k] = x[k] + b->D[6 * (iv + k) + l] * g[l];
        }
        for (k = 0; k < nv; ++k) rbd__wstore(qdd + (size_t)(iv + k) * stride, x[k], lanes);
        if (m->subtree_end[i] == i + 1) continue;
        if (m->kind[i] <= RBD_KIND_REVOLUTE) {
            b->acc[i] = a.linear;
            b->wd[i] = rbd__wadd(a.angular, rbd__wscale(x[0], rbd__wrevolute_axis(m, i, &b->R[i])));
        } else {
            push = rbd__wto_world(&b->R[i], rbd__wmotion_rare(m, i, x));
            b->acc[i] = rbd__wadd(a.linear, push.linear), b->wd[i] = rbd__wadd(a.angular, push.angular);
        }
    }
}
TACT_PRIVATE void rbd__waba(rbd_batch *b, const tact_real *f_ext, size_t stride, int lanes, tact_real *qdd) {
    const rbd_model *m = b->model;
    int k;
    rbd__wplace_bodies(b, (tact_real *)b->R, (tact_real *)b->p, RBD_LANES);
    if (m->has_passive) {
        rbd__wpassive(b, b->u);
        for (k = 0; k < m->nv; ++k) b->a[k] = b->a[k] + b->u[k];
    }
    rbd__waba_start(b, f_ext, stride, lanes);
    rbd__waba_inward(b);
    rbd__waba_outward(b, stride, lanes, qdd);
}
/* Coupled joints: gathers state s, and scatters results. */
TACT_PRIVATE void rbd__gather(int n, const tact_real *x, size_t stride, int s, tact_real *out) {
    int k;
    for (k = 0; k < n; ++k) out[k] = x[(size_t)k * stride + (size_t)s];
}
TACT_PRIVATE void rbd__scatter(int n, const tact_real *x, size_t stride, int s, tact_real *out) {
    int k;
    for (k = 0; k < n; ++k) out[(size_t)k * stride + (size_t)s] = x[k];
}
/* One state of a coupled model through the single-state algorithm; its failure spoils its own outputs only. */
TACT_PRIVATE void rbd__batch_one(rbd_batch *b, int s, size_t stride, const tact_real *q, const tact_real *v,
                                 const tact_real *x, const tact_real *f_ext, int forward, tact_real *out) {
    const rbd_model *m = b->model;
    tact_real *jq = b->one, *jv = jq + m->joint_nq, *jx = jv + m->nv, *f = jx + m->nv, nan = 0;
    int k;
    rbd__gather(m->nq, q, stride, s, jq);
    rbd__gather(m->nv, v, stride, s, jv);
    rbd__gather(m->nv, x, stride, s, jx);
    if (f_ext) rbd__gather(6 * m->n_bodies, f_ext, stride, s, f);
    if ((forward ? rbd_aba(m, b->data, jq, jv, jx, f_ext ? f : NULL, jx)
                 : rbd_rnea(m, b->data, jq, jv, jx, f_ext ? f : NULL, jx)) < 0)
        for (nan = 0 / nan, k = 0; k < m->nv; ++k) jx[k] = nan;
    rbd__scatter(m->nv, jx, stride, s, out);
}
RBD_API rbd_status rbd_batch_fk(rbd_batch *b, int n, int stride, const tact_real *q, tact_real *rotation,
                                tact_real *position) {
    const rbd_model *m;
    size_t st = (size_t)stride;
    int s, i;
    if (!b || n < 0 || stride < n || !q || !rotation || !position) return RBD_BAD_ARGUMENT;
    m = b->model;
    for (s = 0; s < n; s += RBD_LANES) {
        int lanes = n - s < RBD_LANES ? n - s : RBD_LANES, l;
        if (m->n_coupled) {
            for (l = 0; l < lanes; ++l) {
                rbd__gather(m->nq, q, st, s + l, b->one);
                rbd_fk(m, b->data, b->one);
                for (i = 0; i < m->n_bodies; ++i) {
                    rbd__scatter(9, &b->data->rotation[i].m[0][0], st, s + l, rotation + (size_t)(9 * i) * st);
                    rbd__scatter(3, &b->data->position[i].x, st, s + l, position + (size_t)(3 * i) * st);
                }
            }
            continue;
        }
        rbd__wload_q(b, q + s, st, lanes);
        if (lanes == RBD_LANES) {
            rbd__wplace_bodies(b, rotation + s, position + s, st);
        } else { /* the last few, by way of the workspace */
            rbd__wplace_bodies(b, (tact_real *)b->R, (tact_real *)b->p, RBD_LANES);
            for (i = 0; i < 9 * m->n_bodies; ++i)
                TACT_MEMCPY(rotation + (size_t)i * st + s, (tact_real *)b->R + (size_t)i * RBD_LANES,
                            (size_t)lanes * sizeof(tact_real));
            for (i = 0; i < 3 * m->n_bodies; ++i)
                TACT_MEMCPY(position + (size_t)i * st + s, (tact_real *)b->p + (size_t)i * RBD_LANES,
                            (size_t)lanes * sizeof(tact_real));
        }
    }
    return RBD_OK;
}
TACT_PRIVATE rbd_status rbd__batch_dynamics(rbd_batch *b, int n, int stride, const tact_real *q, const tact_real *v,
                                            const tact_real *x, const tact_real *f_ext, int forward, tact_real *out) {
    const rbd_model *m;
    size_t st = (size_t)stride;
    int s, k;
    if (!b || n < 0 || stride < n || !q || !v || !x || !out) return RBD_BAD_ARGUMENT;
    m = b->model;
    for (s = 0; s < n; s += RBD_LANES) {
        int lanes = n - s < RBD_LANES ? n - s : RBD_LANES, l;
        if (m->n_coupled) {
            for (l = 0; l < lanes; ++l) rbd__batch_one(b, s + l, st, q, v, x, f_ext, forward, out);
            continue;
        }
        rbd__wload_q(b, q + s, st, lanes);
        for (k = 0; k < m->nv; ++k) {
            b->v[k] = rbd__wload(v + (size_t)k * st + s, lanes);
            b->a[k] = rbd__wload(x + (size_t)k * st + s, lanes);
        }
        if (forward)
            rbd__waba(b, f_ext ? f_ext + s : NULL, st, lanes, out + s);
        else
            rbd__wrnea(b, f_ext ? f_ext + s : NULL, st, lanes, out + s);
    }
    return RBD_OK;
}
RBD_API rbd_status rbd_batch_rnea(rbd_batch *b, int n, int stride, const tact_real *q, const tact_real *v,
                                  const tact_real *a, const tact_real *f_ext, tact_real *tau) {
    return rbd__batch_dynamics(b, n, stride, q, v, a, f_ext, 0, tau);
}
RBD_API rbd_status rbd_batch_aba(rbd_batch *b, int n, int stride, const tact_real *q, const tact_real *v,
                                 const tact_real *tau, const tact_real *f_ext, tact_real *a) {
    return rbd__batch_dynamics(b, n, stride, q, v, tau, f_ext, 1, a);
}

// >>impl-factor
/* Owns    the factor M = L^T D L along the tree.
   Reads   M.
   Leaves  L, D and 1/D by rows; products and solves with them. */
/* The dof above dof k, -1 at a root, as the pattern of M sees it: with coupled joints all of v is one chain. */
TACT_PRIVATE int rbd__pattern_parent(const rbd_model *model, int k) {
    return model->n_coupled ? k - 1 : model->dof_parent[k];
}

TACT_PRIVATE TACT_COLD rbd_factor *rbd__factor_layout(rbd__carver *carver, const rbd_model *model) {
    rbd_factor *f = RBD__CARVE(carver, rbd_factor, 1);
    int k, nv = model->nv, *row_start = RBD__CARVE(carver, int, nv), *depth = RBD__CARVE(carver, int, nv), *ancestor;
    tact_real *values, *inverse;
    size_t entries = 0;
    for (k = 0; k < nv; ++k) {
        int p = rbd__pattern_parent(model, k), above = 0;
        if (f) {
            above = p < 0 ? 0 : depth[p] + 1;
            row_start[k] = (int)entries, depth[k] = above;
        } else {
            for (; p >= 0; p = rbd__pattern_parent(model, p)) ++above;
        }
        entries += (size_t)((above + 4) / 4 * 4);
    }
    ancestor = RBD__CARVE(carver, int, entries);
    values = RBD__CARVE(carver, tact_real, entries);
    inverse = RBD__CARVE(carver, tact_real, nv);
    if (!f) return NULL;
    for (k = 0; k < nv; ++k) {
        int p = rbd__pattern_parent(model, k), *own = ancestor + row_start[k], t;
        if (p >= 0) TACT_MEMCPY(own, ancestor + row_start[p], (size_t)depth[k] * sizeof(int));
        for (t = depth[k]; t < (depth[k] + 4) / 4 * 4; ++t) own[t] = k;
    }
    TACT_MEMSET(f, 0, sizeof *f);
    f->model = model;
    f->nv = nv;
    f->row_start = row_start;
    f->depth = depth;
    f->ancestor = ancestor;
    f->entries = values, f->inverse = inverse;
    return f;
}

RBD_API TACT_COLD size_t rbd_factor_bytes(const rbd_model *model) {
    rbd__carver carver = {NULL, 0};
    rbd__factor_layout(&carver, model);
    return carver.used + 64; /* slack for alignment */
}
RBD_API TACT_COLD rbd_factor *rbd_factor_init(const rbd_model *model, void *memory, size_t bytes) {
    rbd__carver carver = {NULL, 0};
    if (!memory || bytes < rbd_factor_bytes(model)) return NULL;
    carver.base = rbd__align(memory);
    return rbd__factor_layout(&carver, model);
}
RBD_API TACT_COLD rbd_factor *rbd_factor_create(const rbd_model *model, const tact_allocator *allocator) {
    size_t bytes = rbd_factor_bytes(model);
    char *memory = (char *)tact_alloc(allocator, bytes);
    rbd_factor *f = rbd_factor_init(model, memory, bytes);
    if (!f) {
        tact_free(allocator, memory, bytes);
        return NULL;
    }
    /* the block's own address is needed again to free it */
    f->bytes = bytes;
    f->block = memory;
    if (allocator) f->allocator_storage = *allocator, f->allocator = &f->allocator_storage;
    return f;
}
RBD_API TACT_COLD void rbd_factor_destroy(rbd_factor *factor) {
    tact_allocator allocator;
    if (!factor) return;
    allocator = factor->allocator_storage;
    tact_free(factor->allocator ? &allocator : NULL, factor->block, factor->bytes);
}

/* target -= a source over n entries, n a multiple of four. */
TACT_INLINE void rbd__sub_fours(tact_real *TACT_RESTRICT target, tact_real a, const tact_real *TACT_RESTRICT source,
                                int n) {
    int s;
    for (s = 0; s < n; s += RBD__PIECE) rbd__pset(target + s, rbd__pget(target + s) - a * rbd__pget(source + s));
}
/* A pivot below this part of the largest entry of M's diagonal is rounding. In double it is 5e-32: masses and inertias
   may differ by as much. */
#define RBD__LEAST_PIVOT (TACT_EPSILON * TACT_EPSILON)
/* Right-looking, from the leaves: for each k, for each ancestor i of k with a = H_ki / D_k: H_i,0..i -= a H_k,0..i.
   Both rows list the same ancestors in the same order, so the inner loop has unit stride; what it does to the padding
   of row i is never read. Featherstone 2008, table 6.3. */
RBD_API rbd_status rbd_factor_compute(rbd_factor *factor, const tact_real *M, int stride) {
    const int *start = factor->row_start;
    tact_real *h = factor->entries, largest = 0;
    int k, t, nv = factor->nv;
    for (k = 0; k < nv; ++k) {
        const tact_real *row = M + (size_t)k * (size_t)stride;
        const int *ancestor = factor->ancestor + start[k];
        tact_real *own = h + start[k];
        for (t = 0; t < (factor->depth[k] + 4) / 4 * 4; ++t) own[t] = row[ancestor[t]];
        largest = tact_max(largest, row[k]);
    }
    for (k = nv - 1; k >= 0; --k) {
        const int *ancestor = factor->ancestor + start[k];
        tact_real *hk = h + start[k], d = hk[factor->depth[k]], inverse;
        if (!(d > RBD__LEAST_PIVOT * largest) || !tact_finite(d)) return RBD_SINGULAR;
        factor->inverse[k] = inverse = 1 / d;
        for (t = factor->depth[k] - 1; t >= 0; --t)
            rbd__sub_fours(h + start[ancestor[t]], hk[t] * inverse, hk, (t + 4) / 4 * 4);
        for (t = 0; t < factor->depth[k]; ++t) hk[t] *= inverse;
    }
    return RBD_OK;
}

/* x <- L^-T x, towards the roots; x <- L^-1 x, away from them. What the next row waits for, its neighbour's entry,
   stays in a register: through memory it would take twice as long. */
#define RBD__BASE_DOFS 6 /* of a free base, on which most deep trees stand: their entries need no list */
TACT_INLINE int rbd__factor_base(const rbd_factor *f) {
    return f->model->n_bodies > 1 && f->model->body_nv[1] == RBD__BASE_DOFS && !f->model->n_coupled;
}
TACT_ALWAYS_INLINE void rbd__factor_up_by(const rbd_factor *f, tact_real *x, const tact_real *scale) {
    const int base = rbd__factor_base(f);
    int k, t;
    tact_real next = f->nv ? x[f->nv - 1] : 0;
    for (k = f->nv - 1; k >= 0; --k) {
        const tact_real *row = f->entries + f->row_start[k];
        const int *ancestor = f->ancestor + f->row_start[k];
        const int last = f->depth[k] - 1;
        const tact_real xk = next;
        next = k ? x[k - 1] : 0;
        t = 0;
        if (base && last >= RBD__BASE_DOFS && !ancestor[0])
            for (; t < RBD__BASE_DOFS; ++t) x[t] -= row[t] * xk;
        for (; t < last; ++t) x[ancestor[t]] -= row[t] * xk;
        if (last >= 0 && ancestor[last] == k - 1)
            next = x[k - 1] - row[last] * xk;
        else if (last >= 0)
            x[ancestor[last]] -= row[last] * xk, next = x[k - 1];
        x[k] = scale ? scale[k] * xk : xk;
    }
}
TACT_PRIVATE void rbd__factor_up(const rbd_factor *f, tact_real *x) { rbd__factor_up_by(f, x, NULL); }
TACT_PRIVATE void rbd__factor_down(const rbd_factor *f, tact_real *x) {
    const int base = rbd__factor_base(f);
    int k, t;
    tact_real before = 0;
    for (k = 0; k < f->nv; ++k) {
        const tact_real *row = f->entries + f->row_start[k];
        const int *ancestor = f->ancestor + f->row_start[k];
        const int last = f->depth[k] - 1;
        tact_real sum = x[k];
        t = 0;
        if (base && last >= RBD__BASE_DOFS && !ancestor[0]) {
            sum -= (row[0] * x[0] + row[1] * x[1]) + (row[2] * x[2] + row[3] * x[3]) + (row[4] * x[4] + row[5] * x[5]);
            t = RBD__BASE_DOFS;
        }
        for (; t < last; ++t) sum -= row[t] * x[ancestor[t]];
        if (last >= 0) sum -= row[last] * (ancestor[last] == k - 1 ? before : x[ancestor[last]]);
        x[k] = before = sum;
    }
}
RBD_API void rbd_factor_solve(const rbd_factor *factor, tact_real *x) {
    rbd__factor_up_by(factor, x, factor->inverse);
    rbd__factor_down(factor, x);
}

/* row_i -= a row_k over n entries: the inner loop of everything with several right-hand sides. */
TACT_INLINE void rbd__row_sub(tact_real *TACT_RESTRICT target, tact_real a, const tact_real *TACT_RESTRICT source,
                              int n) {
    int c;
    for (c = 0; c < n; ++c) target[c] -= a * source[c];
}
TACT_PRIVATE void rbd__factor_up_many(const rbd_factor *f, int n, tact_real *X, int stride) {
    int k, t;
    for (k = f->nv - 1; k >= 0; --k)
        for (t = f->row_start[k]; t < f->row_start[k] + f->depth[k]; ++t)
            rbd__row_sub(X + (size_t)f->ancestor[t] * (size_t)stride, f->entries[t], X + (size_t)k * (size_t)stride, n);
}
TACT_PRIVATE void rbd__factor_down_many(const rbd_factor *f, int n, tact_real *X, int stride) {
    int k, t;
    for (k = 0; k < f->nv; ++k)
        for (t = f->row_start[k]; t < f->row_start[k] + f->depth[k]; ++t)
            rbd__row_sub(X + (size_t)k * (size_t)stride, f->entries[t], X + (size_t)f->ancestor[t] * (size_t)stride, n);
}
TACT_PRIVATE void rbd__factor_scale_many(const rbd_factor *f, int n, tact_real *X, int stride) {
    int k, c;
    for (k = 0; k < f->nv; ++k)
        for (c = 0; c < n; ++c) X[(size_t)k * (size_t)stride + (size_t)c] *= f->inverse[k];
}
RBD_API void rbd_factor_solve_many(const rbd_factor *factor, int n, tact_real *X, int stride) {
    rbd__factor_up_many(factor, n, X, stride);
    rbd__factor_scale_many(factor, n, X, stride);
    rbd__factor_down_many(factor, n, X, stride);
}

/* M x = L^T (D (L x)). */
RBD_API void rbd_factor_apply(const rbd_factor *factor, const tact_real *x, tact_real *out) {
    const int *start = factor->row_start;
    int k, t;
    for (k = 0; k < factor->nv; ++k) {
        tact_real sum = x[k];
        for (t = start[k]; t < start[k] + factor->depth[k]; ++t) sum += factor->entries[t] * x[factor->ancestor[t]];
        out[k] = sum * factor->entries[start[k] + factor->depth[k]];
    }
    for (k = 0; k < factor->nv; ++k) /* ancestors come first, so out[k] still holds D (L x)_k when its row is used */
        for (t = start[k]; t < start[k] + factor->depth[k]; ++t)
            out[factor->ancestor[t]] += factor->entries[t] * out[k];
}

RBD_API TACT_COLD void rbd_factor_get(const rbd_factor *factor, tact_real *D, tact_real *U, int stride) {
    int k, t, nv = factor->nv;
    for (k = 0; k < nv; ++k) {
        int end = factor->row_start[k] + factor->depth[k];
        if (D) D[k] = factor->entries[end];
        for (t = 0; U && t < nv; ++t) U[(size_t)k * (size_t)stride + (size_t)t] = 0;
    }
    for (k = 0; U && k < nv; ++k) {
        for (t = factor->row_start[k]; t < factor->row_start[k] + factor->depth[k]; ++t)
            U[(size_t)factor->ancestor[t] * (size_t)stride + (size_t)k] = factor->entries[t];
        U[(size_t)k * (size_t)stride + (size_t)k] = 1;
    }
}

// >>impl-constraints
/* Owns    constraint sets: layout, errors, rates, drifts, and J along its support.
   Reads   forward kinematics.
   Leaves  error, rate, drift; J by constraint and dof. */
/* Sparse part of a constraint set. A constraint's support is the ascending list of dofs above its two bodies. J and Y
   = J L^-1 have entries there only; they are stored dof by dof with the constraint's rows side by side, padded to 4
   or 8, so that loops over rows have a constant length. */
typedef struct rbd__sparse {
    const int *support_start;  /* n + 1 */
    const int *support;        /* dofs */
    const int *support_up;     /* place, in the same support, of the dof above; -1 at a root */
    const int *branch_start;   /* AT_1 and AT_2: dofs before this place move both bodies alike and have no entry in J */
    const int *width;          /* n: 4 or 8 */
    const size_t *value_start; /* n: first value in J and Y */
    tact_real *J, *Y;          /* support x width per constraint */
    const int *pair_start;     /* n (n + 1) / 2 + 1: common dofs of constraints a >= b as runs */
    const int *runs;           /* 3 per run: place in a's support, place in b's, length */
    tact_real *M;              /* nv x nv */
    tact_real *dof1, *dof2, *dof3; /* nv */
    tact_real *row1, *row2, *row3; /* n_rows */
    tact_real *f_ext;              /* n_bodies x 6 */
    tact_real *matrix[5];          /* derivatives: nv x 3 nv; n_rows x 3 nv, twice; ten of 6 x nv; nv + n_rows */
} rbd__sparse;

TACT_PRIVATE int rbd__constraint_row_count(const rbd_constraint *c) {
    int i, n = c->n_custom;
    if (c->n_coordinates) return 1;
    for (i = 0; i < 6 && !c->n_custom; ++i) n += (int)(c->rows >> i & 1u);
    return n;
}

RBD_API rbd_constraint rbd_constraint_rows(int body1, tact_pose placement1, int body2, tact_pose placement2,
                                           unsigned rows) {
    rbd_constraint c;
    TACT_MEMSET(&c, 0, sizeof c);
    c.body1 = body1, c.body2 = body2;
    c.placement1 = placement1, c.placement2 = placement2;
    c.rows = rows;
    c.linear = (rows & 56u) == 56u ? RBD_LINEAR_AT_1 : ((rows & 7u) == 7u ? RBD_LINEAR_ORIGINS : RBD_LINEAR_AT_2);
    return c;
}
RBD_API rbd_constraint rbd_constraint_point(int body1, tact_pose placement1, int body2, tact_pose placement2) {
    return rbd_constraint_rows(body1, placement1, body2, placement2, 7u);
}
RBD_API rbd_constraint rbd_constraint_weld(int body1, tact_pose placement1, int body2, tact_pose placement2) {
    return rbd_constraint_rows(body1, placement1, body2, placement2, 63u);
}
RBD_API rbd_constraint rbd_constraint_coordinates(int n, const int *coordinate, const tact_real *weight,
                                                  tact_real error) {
    rbd_constraint c = rbd_constraint_rows(RBD_WORLD, tact_pose_identity(), RBD_WORLD, tact_pose_identity(), 0);
    int k;
    c.n_coordinates = n; /* a number out of range is refused when the set is made */
    for (k = 0; k < n && k < RBD_COORDINATES_MAX; ++k) c.coordinate[k] = coordinate[k], c.weight[k] = weight[k];
    c.custom_error[0] = error;
    return c;
}

TACT_PRIVATE TACT_COLD const char *rbd__constraint_problem(const rbd_model *model, const rbd_constraint *c) {
    int k;
    if (!tact_finite(c->stiffness) || !tact_finite(c->damping)) return "a gain is not finite";
    if (c->n_coordinates) {
        if (c->n_coordinates < 0 || c->n_coordinates > RBD_COORDINATES_MAX)
            return "too many coordinates, or fewer than none";
        for (k = 0; k < c->n_coordinates; ++k) {
            if (c->coordinate[k] < 0 || c->coordinate[k] >= model->nv) return "a coordinate is out of range";
            if (!tact_finite(c->weight[k])) return "a weight is not finite";
        }
        return NULL;
    }
    if (c->body1 < 0 || c->body1 >= model->n_bodies || c->body2 < 0 || c->body2 >= model->n_bodies)
        return "a body is out of range";
    if (c->body1 == c->body2) return "it joins a body to itself";
    if (!tact_pose_valid(c->placement1) || !tact_pose_valid(c->placement2)) return "a placement is not a pose";
    if (c->n_custom < 0 || c->n_custom > 6) return "n_custom is not within 0..6";
    if (c->n_custom == 0 && (c->rows == 0 || c->rows > 63u)) return "rows has no bit or one beyond the six";
    return NULL;
}

/* Ascending union of the dofs above a constraint's two bodies, or above its coordinates, from the end: the chains run
   downwards, the largest dof first. Returns the count; out may be NULL. *common is how many are above both bodies. */
TACT_PRIVATE TACT_COLD int rbd__last_dof(const rbd_model *model, int body) {
    while (body > 0 && model->body_nv[body] == 0) body = model->parent[body];
    if (body <= 0) return -1;
    return model->n_coupled ? model->nv - 1 : model->joint_iv[body] + model->body_nv[body] - 1;
}
TACT_PRIVATE TACT_COLD int rbd__support(const rbd_model *model, const rbd_constraint *c, int *out, int *common) {
    int head[RBD_COORDINATES_MAX], heads = 2, n = 0, i;
    *common = 0;
    if (c->n_coordinates) {
        for (heads = c->n_coordinates, i = 0; i < heads; ++i) head[i] = c->coordinate[i];
    } else {
        head[0] = rbd__last_dof(model, c->body1), head[1] = rbd__last_dof(model, c->body2);
    }
    for (;;) {
        int top = -1, above, met = 0;
        for (i = 0; i < heads; ++i) top = head[i] > top ? head[i] : top;
        if (top < 0) break;
        above = rbd__pattern_parent(model, top);
        for (i = 0; i < heads; ++i)
            if (head[i] == top) head[i] = above, ++met;
        *common += met == heads;
        if (out) out[n] = top;
        ++n;
    }
    for (i = 0; out && i < n / 2; ++i) {
        int t = out[i];
        out[i] = out[n - 1 - i], out[n - 1 - i] = t;
    }
    return n;
}

/* Runs of dofs that two ascending supports share. */
TACT_PRIVATE TACT_COLD int rbd__common_runs(const int *a, int na, const int *b, int nb, int *runs) {
    int i = 0, j = 0, n = 0;
    while (i < na && j < nb) {
        if (a[i] < b[j]) {
            ++i;
        } else if (a[i] > b[j]) {
            ++j;
        } else {
            int length = 0;
            while (i + length < na && j + length < nb && a[i + length] == b[j + length]) ++length;
            if (runs) {
                runs[3 * n] = i;
                runs[3 * n + 1] = j;
                runs[3 * n + 2] = length;
            }
            ++n;
            i += length, j += length;
        }
    }
    return n;
}

/* Supports, the dofs above each of their entries, and the runs that two supports share. */
TACT_PRIVATE TACT_COLD void rbd__constraints_pattern(const rbd_model *model, const rbd_constraint *list, int n,
                                                     const int *support_start, int *support, int *up, int *pair_start,
                                                     int *runs) {
    int i, j, k, common, most_runs = 0;
    for (i = 0; i < n; ++i) {
        int *own = support + support_start[i], ns = support_start[i + 1] - support_start[i];
        rbd__support(model, &list[i], own, &common);
        for (j = 0; j < ns; ++j) {
            int above = rbd__pattern_parent(model, own[j]);
            for (k = j - 1; k >= 0 && own[k] != above;) --k;
            up[support_start[i] + j] = above < 0 ? -1 : k;
        }
    }
    for (i = 0, k = 0; i < n; ++i)
        for (j = 0; j <= i; ++j, ++k) {
            pair_start[k] = most_runs;
            most_runs += rbd__common_runs(support + support_start[i], support_start[i + 1] - support_start[i],
                                          support + support_start[j], support_start[j + 1] - support_start[j],
                                          runs + 3 * (size_t)most_runs);
        }
    pair_start[k] = most_runs;
}

TACT_PRIVATE TACT_COLD rbd_constraints *rbd__constraints_layout(rbd__carver *carver, const rbd_model *model,
                                                                const rbd_constraint *list, int n) {
    rbd_constraints *c = RBD__CARVE(carver, rbd_constraints, 1);
    rbd__sparse *s = RBD__CARVE(carver, rbd__sparse, 1);
    int *first_row = RBD__CARVE(carver, int, n + 1), *support_start = RBD__CARVE(carver, int, n + 1);
    int *branch_start = RBD__CARVE(carver, int, n), *width = RBD__CARVE(carver, int, n);
    size_t *value_start = RBD__CARVE(carver, size_t, n);
    int *support, *up, *pair_start, *runs, i, j, rows = 0, dofs = 0, common;
    size_t values = 0, nv = (size_t)model->nv, n_rows, runs_bound = 0;
    for (i = 0; i < n; ++i) {
        int r = rbd__constraint_row_count(&list[i]), ns = rbd__support(model, &list[i], NULL, &common);
        int w = r <= 4 ? 4 : 8;
        if (c) {
            first_row[i] = rows;
            support_start[i] = dofs;
            width[i] = w;
            value_start[i] = values;
            branch_start[i] = list[i].n_custom || list[i].linear != RBD_LINEAR_ORIGINS ? common : 0;
            if (model->n_coupled || list[i].n_coordinates) branch_start[i] = 0;
        }
        rows += r;
        dofs += ns;
        values += (size_t)(ns * w);
        /* Two supports are chains that share a beginning, or two such: with each of the constraints up to this one at
           most three runs in common; a row on coordinates may meet another's support in as many runs as it has dofs.
         */
        for (j = 0; j <= i; ++j) runs_bound += list[i].n_coordinates || list[j].n_coordinates ? (size_t)ns : 3;
    }
    n_rows = (size_t)rows;
    support = RBD__CARVE(carver, int, dofs);
    up = RBD__CARVE(carver, int, dofs);
    pair_start = RBD__CARVE(carver, int, (size_t)n *((size_t)n + 1) / 2 + 1);
    runs = RBD__CARVE(carver, int, 3 * runs_bound);
    if (c) {
        TACT_MEMSET(c, 0, sizeof *c);
        TACT_MEMSET(s, 0, sizeof *s);
        first_row[n] = rows, support_start[n] = dofs;
        rbd__constraints_pattern(model, list, n, support_start, support, up, pair_start, runs);
    }
    {
        rbd_constraint *copy = RBD__CARVE(carver, rbd_constraint, n);
        tact_real *error = RBD__CARVE(carver, tact_real, n_rows), *rate = RBD__CARVE(carver, tact_real, n_rows);
        tact_real *drift = RBD__CARVE(carver, tact_real, n_rows), *damping = RBD__CARVE(carver, tact_real, n_rows);
        tact_real *G = RBD__CARVE(carver, tact_real, n_rows * n_rows),
                  *F = RBD__CARVE(carver, tact_real, n_rows * n_rows);
        tact_real *J = RBD__CARVE(carver, tact_real, values), *Y = RBD__CARVE(carver, tact_real, values);
        tact_real *M = RBD__CARVE(carver, tact_real, nv * nv), *dof = RBD__CARVE(carver, tact_real, 3 * nv);
        tact_real *row = RBD__CARVE(carver, tact_real, 3 * n_rows);
        tact_real *f_ext = RBD__CARVE(carver, tact_real, 6 * model->n_bodies);
        tact_real *m0 = RBD__CARVE(carver, tact_real, nv * 3 * nv),
                  *m1 = RBD__CARVE(carver, tact_real, n_rows * 3 * nv);
        tact_real *m2 = RBD__CARVE(carver, tact_real, n_rows * 3 * nv), *m3 = RBD__CARVE(carver, tact_real, 60 * nv);
        tact_real *m4 = RBD__CARVE(carver, tact_real, nv + n_rows);
        rbd_factor *factor = rbd__factor_layout(carver, model);
        if (!c) return NULL;
        if (n) TACT_MEMCPY(copy, list, (size_t)n * sizeof *copy);
        c->model = model;
        c->n = n;
        c->n_rows = rows;
        c->constraint = copy;
        c->first_row = first_row;
        c->error = error;
        c->rate = rate;
        c->drift = drift;
        c->factor = factor;
        c->delassus = G;
        c->delassus_factor = F;
        c->damping = damping;
        c->sparse = s;
        s->support_start = support_start;
        s->support = support;
        s->support_up = up;
        s->branch_start = branch_start;
        s->width = width;
        s->value_start = value_start;
        s->J = J;
        s->Y = Y;
        s->pair_start = pair_start;
        s->runs = runs;
        s->M = M;
        s->dof1 = dof;
        s->dof2 = dof + nv;
        s->dof3 = dof + 2 * nv;
        s->row1 = row;
        s->row2 = row + n_rows;
        s->row3 = row + 2 * n_rows;
        s->f_ext = f_ext;
        s->matrix[0] = m0;
        s->matrix[1] = m1;
        s->matrix[2] = m2;
        s->matrix[3] = m3;
        s->matrix[4] = m4;
        TACT_MEMSET(J, 0, values * sizeof *J);
    }
    return c;
}

RBD_API TACT_COLD size_t rbd_constraints_bytes(const rbd_model *model, const rbd_constraint *list, int n) {
    rbd__carver carver = {NULL, 0};
    int i;
    for (i = 0; i < n; ++i)
        if (rbd__constraint_problem(model, &list[i])) return 0;
    rbd__constraints_layout(&carver, model, list, n);
    return carver.used + 64;
}
RBD_API TACT_COLD rbd_constraints *rbd_constraints_init(const rbd_model *model, const rbd_constraint *list, int n,
                                                        void *memory, size_t bytes) {
    rbd__carver carver = {NULL, 0};
    size_t need = n < 0 ? 0 : rbd_constraints_bytes(model, list, n);
    if (!need || !memory || bytes < need) return NULL;
    carver.base = rbd__align(memory);
    return rbd__constraints_layout(&carver, model, list, n);
}
RBD_API TACT_COLD rbd_constraints *rbd_constraints_create(const rbd_model *model, const rbd_constraint *list, int n,
                                                          const tact_allocator *allocator, rbd_error *error) {
    rbd_constraints *c;
    size_t bytes;
    void *memory;
    char number[16];
    int i;
    if (!model || n < 0 || (n && !list)) {
        rbd__text_error(error, RBD_BAD_ARGUMENT, 0, "no model, or no list", NULL, NULL, NULL, NULL);
        return NULL;
    }
    for (i = 0; i < n; ++i) {
        const char *problem = rbd__constraint_problem(model, &list[i]);
        if (!problem) continue;
        rbd__text_error(error, RBD_BAD_ARGUMENT, 0, "constraint ", rbd__int_text(number, i), ": ", problem, NULL);
        if (error) error->index = i;
        return NULL;
    }
    bytes = rbd_constraints_bytes(model, list, n);
    memory = tact_alloc(allocator, bytes);
    c = rbd_constraints_init(model, list, n, memory, bytes);
    if (!c) {
        tact_free(allocator, memory, bytes);
        rbd__text_error(error, RBD_NO_MEMORY, 0, "out of memory", NULL, NULL, NULL, NULL);
        return NULL;
    }
    c->block = memory, c->bytes = bytes;
    if (allocator) c->allocator_storage = *allocator, c->allocator = &c->allocator_storage;
    return c;
}
RBD_API TACT_COLD void rbd_constraints_destroy(rbd_constraints *constraints) {
    tact_allocator allocator;
    if (!constraints) return;
    allocator = constraints->allocator_storage;
    tact_free(constraints->allocator ? &allocator : NULL, constraints->block, constraints->bytes);
}
RBD_API rbd_constraint *rbd_constraints_get(rbd_constraints *constraints, int index) {
    return index < 0 || index >= constraints->n ? NULL : &constraints->constraint[index];
}

/* Motion of the two frames as the constraint sees it: everything in the axes of frame 1, velocities and classical
   accelerations at each frame's own origin. */
typedef struct rbd__pair {
    tact_mat3 axes;  /* world from frame 1 */
    tact_vec3 at[2]; /* origins of the frames, world */
    tact_mat3 R;     /* frame 1 from frame 2 */
    tact_vec3 p;     /* origin of frame 2 in frame 1 */
    tact_vec3 v[2], w[2], a[2], alpha[2];
} rbd__pair;

TACT_PRIVATE void rbd__pair_pose(const rbd_constraint *c, const rbd_data *data, rbd__pair *r) {
    tact_mat3 placed[2], local, world;
    const tact_pose *placement[2];
    int i, body[2];
    placement[0] = &c->placement1, placement[1] = &c->placement2;
    body[0] = c->body1, body[1] = c->body2;
    for (i = 0; i < 2; ++i) {
        local = tact_quat_to_mat(tact_quat_normalize(placement[i]->q));
        world = data->rotation[body[i]];
        placed[i] = tact_mat_mul(&world, &local);
        r->at[i] = tact_add(data->position[body[i]], tact_mat_mul_vec(&world, placement[i]->p));
    }
    r->axes = placed[0];
    local = tact_mat_transpose(&placed[0]);
    r->R = tact_mat_mul(&local, &placed[1]);
    r->p = tact_mat_mul_vec(&local, tact_sub(r->at[1], r->at[0]));
}
TACT_PRIVATE void rbd__pair_motion(const rbd_constraint *c, const rbd_data *data, rbd__pair *r) {
    int i;
    for (i = 0; i < 2; ++i) {
        int body = i ? c->body2 : c->body1;
        const tact_real *v = data->velocity[body], *a = data->acceleration[body];
        tact_vec3 arm = tact_sub(r->at[i], data->position[body]);
        tact_vec3 w = tact_vec(v[3], v[4], v[5]), alpha = tact_vec(a[3], a[4], a[5]), swing = tact_cross(w, arm);
        r->v[i] = tact_mat_tmul_vec(&r->axes, tact_add(tact_vec(v[0], v[1], v[2]), swing));
        r->w[i] = tact_mat_tmul_vec(&r->axes, w);
        r->alpha[i] = tact_mat_tmul_vec(&r->axes, alpha);
        swing = tact_add(tact_cross(alpha, arm), tact_cross(w, swing));
        r->a[i] = tact_mat_tmul_vec(&r->axes, tact_add(tact_vec(a[0], a[1], a[2]), swing));
    }
}

/* The one angular row of a universal loop: e_j . (R e_k) = 0, whose rate is (w1 - w2) . normal, normal = e_j x R e_k.
 */
TACT_PRIVATE int rbd__single_angular(const rbd_constraint *c) {
    unsigned angular = c->rows >> 3;
    if (c->n_custom) return -1;
    return angular == 1u ? 0 : (angular == 2u ? 1 : (angular == 4u ? 2 : -1));
}
TACT_PRIVATE tact_vec3 rbd__unit(int i) { return tact_vec(i == 0, i == 1, i == 2); }
TACT_PRIVATE tact_vec3 rbd__single_normal(const rbd__pair *r, int i, tact_vec3 *axis_1, tact_vec3 *axis_2) {
    *axis_1 = rbd__unit((i + 1) % 3);
    *axis_2 = tact_mat_column(&r->R, (i + 2) % 3);
    return tact_cross(*axis_1, *axis_2);
}

/* Packs the chosen rows of a linear and an angular vector; `single` replaces the one angular row. Returns the count.
 */
TACT_PRIVATE int rbd__pick_rows(const rbd_constraint *c, tact_vec3 linear, tact_vec3 angular, tact_real single,
                                tact_real *out) {
    tact_real all[6];
    int i, n = 0, one = rbd__single_angular(c);
    all[0] = linear.x;
    all[1] = linear.y;
    all[2] = linear.z;
    all[3] = angular.x;
    all[4] = angular.y;
    all[5] = angular.z;
    if (c->n_custom) {
        for (; n < c->n_custom; ++n) {
            const tact_real *row = c->custom[n];
            out[n] = row[0] * all[0] + row[1] * all[1] + row[2] * all[2] + row[3] * all[3] + row[4] * all[4] +
                     row[5] * all[5];
        }
        return n;
    }
    if (one >= 0) all[3 + one] = single;
    for (i = 0; i < 6; ++i)
        if (c->rows >> i & 1u) out[n++] = all[i];
    return n;
}
TACT_PRIVATE rbd_linear_rows rbd__linear_of(const rbd_constraint *c) {
    return c->n_custom ? RBD_LINEAR_AT_1 : c->linear;
}

/* Velocity rows of a motion (v1, w1), (v2, w2) at the frames' origins. Linear in them, so it makes columns of J too.
 */
TACT_PRIVATE int rbd__rate_rows(const rbd_constraint *c, const rbd__pair *r, tact_vec3 v1, tact_vec3 w1, tact_vec3 v2,
                                tact_vec3 w2, tact_real *out) {
    tact_vec3 linear = tact_sub(v1, v2), angular = tact_sub(w1, w2), axis_1, axis_2;
    tact_real single = 0;
    int one = rbd__single_angular(c);
    if (rbd__linear_of(c) == RBD_LINEAR_AT_1)
        linear = tact_sub(linear, tact_cross(r->p, w2));
    else if (c->linear == RBD_LINEAR_AT_2)
        linear = tact_add(linear, tact_cross(w1, r->p));
    if (one >= 0) single = tact_dot(angular, rbd__single_normal(r, one, &axis_1, &axis_2));
    return rbd__pick_rows(c, linear, angular, single, out);
}

/* Acceleration rows. With A classical accelerations and u = v1 - v2:
     AT_1     spatial a1 - X a2 + V1 x (X V2), linear part, written in classical accelerations
     ORIGINS  A1 - A2
     AT_2     A1 - A2 - 2 w1 x u + alpha1 x p - w1 x (w1 x p)   = minus the second rate of p in frame 1
     angular  alpha1 - alpha2 + w1 x w2                         = rate of w1 - w2 in frame 1
     single   angular . n + (w1 - w2) . (e_j x rate of R e_k), rate of R e_k = (w2 - w1) x R e_k */
TACT_PRIVATE int rbd__acceleration_rows(const rbd_constraint *c, const rbd__pair *r, tact_real *out) {
    tact_vec3 linear = tact_sub(r->a[0], r->a[1]), angular, w = tact_sub(r->w[0], r->w[1]), axis_1, axis_2, n;
    tact_real single = 0;
    int i, rows, one = rbd__single_angular(c);
    angular = tact_add(tact_sub(r->alpha[0], r->alpha[1]), tact_cross(r->w[0], r->w[1]));
    if (rbd__linear_of(c) == RBD_LINEAR_AT_1) {
        tact_vec3 moved = tact_add(r->v[1], tact_cross(r->p, r->w[1]));
        linear = tact_sub(linear, tact_cross(r->w[0], r->v[0]));
        linear = tact_add(linear, tact_cross(r->w[1], r->v[1]));
        linear = tact_sub(linear, tact_cross(r->p, r->alpha[1]));
        linear = tact_add(linear, tact_cross(r->w[0], moved));
        linear = tact_add(linear, tact_cross(r->v[0], r->w[1]));
    } else if (c->linear == RBD_LINEAR_AT_2) {
        linear = tact_sub(linear, tact_scale(2, tact_cross(r->w[0], tact_sub(r->v[0], r->v[1]))));
        linear = tact_add(linear, tact_cross(r->alpha[0], r->p));
        linear = tact_sub(linear, tact_cross(r->w[0], tact_cross(r->w[0], r->p)));
    }
    if (one >= 0) {
        n = rbd__single_normal(r, one, &axis_1, &axis_2);
        single = tact_dot(angular, n) + tact_dot(w, tact_cross(axis_1, tact_cross(tact_neg(w), axis_2)));
    }
    rows = rbd__pick_rows(c, linear, angular, single, out);
    for (i = 0; i < c->n_custom; ++i) out[i] += c->custom_drift[i];
    return rows;
}

/* The direction that two angular rows leave free, 0..2, or -1. */
TACT_PRIVATE int rbd__free_axis(const rbd_constraint *c) {
    unsigned angular = c->rows >> 3;
    return angular == 6u ? 0 : (angular == 5u ? 1 : (angular == 3u ? 2 : -1));
}

/* Position errors; their rates are the velocity rows where the constraint holds. */
TACT_PRIVATE int rbd__error_rows(const rbd_constraint *c, const rbd__pair *r, tact_real *out) {
    tact_vec3 angular = tact_vec(0, 0, 0), axis_1, axis_2;
    tact_real single = 0;
    int i, one = rbd__single_angular(c), axis = rbd__free_axis(c);
    if (c->n_custom) {
        for (i = 0; i < c->n_custom; ++i) out[i] = c->custom_error[i];
        return c->n_custom;
    }
    if (one >= 0) {
        rbd__single_normal(r, one, &axis_1, &axis_2);
        single = tact_dot(axis_1, axis_2);
    } else if (axis >= 0) { /* rotation vector that turns the axis of frame 1 into that of frame 2 */
        tact_vec3 own = rbd__unit(axis), other = tact_mat_column(&r->R, axis), s = tact_cross(own, other);
        tact_real sine = tact_norm(s), cosine = tact_dot(own, other), angle = tact_atan2(sine, cosine);
        angular = tact_scale(sine > 0 ? -angle / sine : TACT_R(-1), s);
    } else if (c->rows >> 3) {
        angular = tact_neg(tact_quat_log(tact_quat_from_mat(&r->R)));
    }
    return rbd__pick_rows(c, tact_neg(r->p), angular, single, out);
}

/* The rows as functions of the motion of one of the two bodies: entry r of out[c] is row r for unit velocity c (three
   linear ones of the point r->at[side], three angular ones, axes of the world) of that body, the other at rest. */
TACT_PRIVATE void rbd__row_functions(const rbd_constraint *c, const rbd__pair *r, int side, tact_real out[6][8]) {
    const tact_real sign = side ? TACT_R(-1) : TACT_R(1);
    const rbd_linear_rows linear = rbd__linear_of(c);
    const int lever = linear == (side ? RBD_LINEAR_AT_1 : RBD_LINEAR_AT_2), one = rbd__single_angular(c);
    rbd__spatial row[6]; /* covectors in world axes; the transpose of rbd__rate_rows */
    tact_vec3 axis_1, axis_2;
    int i, k, n = 0;
    for (i = 0; i < 3; ++i) {
        const tact_vec3 axis = tact_mat_column(&r->axes, i);
        row[i] = rbd__spatial_make(tact_scale(sign, axis), rbd__zero());
        if (lever) row[i].angular = tact_mat_mul_vec(&r->axes, tact_cross(r->p, rbd__unit(i)));
        row[3 + i] = rbd__spatial_make(rbd__zero(), tact_scale(sign, axis));
    }
    if (one >= 0)
        row[3 + one].angular =
            tact_scale(sign, tact_mat_mul_vec(&r->axes, rbd__single_normal(r, one, &axis_1, &axis_2)));
    for (i = 0; i < 6; ++i)
        for (k = 0; k < 8; ++k) out[i][k] = 0;
    for (i = 0; i < (c->n_custom ? c->n_custom : 6); ++i) {
        rbd__spatial x = row[i];
        if (c->n_custom) {
            for (x = rbd__spatial_zero(), k = 0; k < 6; ++k) x = rbd__spatial_mul_add(x, c->custom[i][k], row[k]);
        } else if (!(c->rows >> i & 1u)) {
            continue;
        }
        out[0][n] = x.linear.x;
        out[1][n] = x.linear.y;
        out[2][n] = x.linear.z;
        out[3][n] = x.angular.x;
        out[4][n] = x.angular.y;
        out[5][n] = x.angular.z;
        ++n;
    }
}
/* A column of J: the rows of a motion, added to out. `width` is a constant at each call. */
TACT_ALWAYS_INLINE void rbd__add_rows(tact_real f[6][8], rbd__spatial m, tact_real *TACT_RESTRICT out,
                                      const int width) {
    int r;
    for (r = 0; r < width; r += RBD__PIECE)
        rbd__pset(out + r, rbd__pget(out + r) +
                               (m.linear.x * rbd__pget(f[0] + r) + m.linear.y * rbd__pget(f[1] + r) +
                                m.linear.z * rbd__pget(f[2] + r)) +
                               (m.angular.x * rbd__pget(f[3] + r) + m.angular.y * rbd__pget(f[4] + r) +
                                m.angular.z * rbd__pget(f[5] + r)));
}

/* Adds to J the columns of the dofs above one body of a constraint. side 0: body 1, 1: body 2. */
TACT_PRIVATE void rbd__jacobian_side(const rbd_constraints *set, int index, const rbd_data *data, const rbd__pair *r,
                                     int side) {
    const rbd_model *model = set->model;
    const rbd__sparse *s = set->sparse;
    const rbd_constraint *c = &set->constraint[index];
    const int *support = s->support + s->support_start[index];
    int width = s->width[index], n = s->support_start[index + 1] - s->support_start[index], slot = n - 1, body, k;
    tact_real *J = s->J + s->value_start[index], functions[6][8];
    body = side ? c->body2 : c->body1;
    if (body == RBD_WORLD) return;
    rbd__row_functions(c, r, side, functions);
    for (; body > 0; body = model->parent[body])
        for (k = model->body_nv[body] - 1; k >= 0; --k) {
            rbd__spatial motion = rbd__column_at(data, body, k, r->at[side]);
            int dof = model->joint_iv[body] + k;
            if (model->n_coupled) {
                motion = rbd__spatial_make(tact_scale(model->dof_scale[dof], motion.linear),
                                           tact_scale(model->dof_scale[dof], motion.angular));
                dof = model->dof_master[dof], slot = n - 1;
            }
            while (slot > 0 && support[slot] != dof) --slot;
            if (slot < s->branch_start[index]) return; /* from here on both bodies move alike */
            if (width == 4)
                rbd__add_rows(functions, motion, J + (size_t)slot * 4, 4);
            else
                rbd__add_rows(functions, motion, J + (size_t)slot * 8, 8);
        }
}

/* Entry k of v behind the bodies' velocities in data: a joint's columns are orthogonal at its body's origin. */
TACT_PRIVATE tact_real rbd__coordinate_speed(const rbd_data *data, int k) {
    const rbd_model *model = data->model;
    int dof = k, body;
    rbd__spatial s, own, base;
    if (model->n_coupled)
        for (dof = 0; model->dof_master[dof] != k || model->coupled[model->dof_body[dof]];) ++dof;
    body = model->dof_body[dof];
    s = rbd__column_at(data, body, dof - model->joint_iv[body], data->position[body]);
    own = rbd__velocity_at(data, body, data->position[body]);
    base = rbd__velocity_at(data, model->parent[body], data->position[body]);
    return (tact_dot(s.linear, tact_sub(own.linear, base.linear)) +
            tact_dot(s.angular, tact_sub(own.angular, base.angular))) /
           (tact_norm2(s.linear) + tact_norm2(s.angular));
}
/* A row on coordinates: its only value in J's columns of width 4, error, rate and drift. */
TACT_PRIVATE void rbd__evaluate_coordinates(rbd_constraints *set, int index, const rbd_data *data, int with_motion) {
    const rbd__sparse *s = set->sparse;
    const rbd_constraint *c = &set->constraint[index];
    const int *support = s->support + s->support_start[index];
    tact_real *J = s->J + s->value_start[index], rate = 0;
    int k, slot, row = set->first_row[index];
    for (k = 0; k < c->n_coordinates; ++k) {
        for (slot = 0; support[slot] != c->coordinate[k];) ++slot;
        J[slot * s->width[index]] += c->weight[k];
        if (with_motion) rate += c->weight[k] * rbd__coordinate_speed(data, c->coordinate[k]);
    }
    set->error[row] = c->custom_error[0];
    if (with_motion) set->rate[row] = rate, set->drift[row] = c->custom_drift[0];
}

TACT_PRIVATE void rbd__constraints_evaluate(rbd_constraints *constraints, const rbd_data *data, int with_motion) {
    const rbd__sparse *s = constraints->sparse;
    int i;
    for (i = 0; i < constraints->n; ++i) {
        const rbd_constraint *c = &constraints->constraint[i];
        int row = constraints->first_row[i], n = s->support_start[i + 1] - s->support_start[i];
        rbd__pair r;
        TACT_MEMSET(s->J + s->value_start[i], 0, (size_t)(n * s->width[i]) * sizeof(tact_real));
        if (c->n_coordinates) {
            rbd__evaluate_coordinates(constraints, i, data, with_motion);
            continue;
        }
        rbd__pair_pose(c, data, &r);
        rbd__error_rows(c, &r, constraints->error + row);
        if (with_motion) {
            rbd__pair_motion(c, data, &r);
            rbd__rate_rows(c, &r, r.v[0], r.w[0], r.v[1], r.w[1], constraints->rate + row);
            rbd__acceleration_rows(c, &r, constraints->drift + row);
        }
        rbd__jacobian_side(constraints, i, data, &r, 0);
        rbd__jacobian_side(constraints, i, data, &r, 1);
    }
}
RBD_API rbd_status rbd_constraints_evaluate(rbd_constraints *constraints, const rbd_data *data) {
    if (data->order < 0) return RBD_NOT_READY;
    rbd__constraints_evaluate(constraints, data, data->order >= 2);
    return RBD_OK;
}

RBD_API void rbd_constraints_jacobian(const rbd_constraints *constraints, tact_real *J, int stride) {
    const rbd__sparse *s = constraints->sparse;
    int i, k, r;
    for (i = 0; i < constraints->n; ++i) {
        int first = constraints->first_row[i], rows = constraints->first_row[i + 1] - first;
        const tact_real *values = s->J + s->value_start[i];
        for (r = 0; r < rows; ++r) {
            tact_real *row = J + (size_t)(first + r) * (size_t)stride;
            for (k = 0; k < constraints->model->nv; ++k) row[k] = 0;
            for (k = s->support_start[i]; k < s->support_start[i + 1]; ++k)
                row[s->support[k]] = values[(k - s->support_start[i]) * s->width[i] + r];
        }
    }
}

/* out (n_rows) = V x, and x += V^T lambda, for V = J or Y. */
TACT_PRIVATE void rbd__sparse_apply(const rbd_constraints *c, const tact_real *V, const tact_real *x, tact_real *out) {
    const rbd__sparse *s = c->sparse;
    int i, k, r;
    for (i = 0; i < c->n; ++i) {
        int first = c->first_row[i], rows = c->first_row[i + 1] - first, w = s->width[i];
        const tact_real *values = V + s->value_start[i];
        tact_real sum[8] = {0, 0, 0, 0, 0, 0, 0, 0};
        if (w == 4) /* a number that the compiler knows: lanes */
            for (k = s->support_start[i]; k < s->support_start[i + 1]; ++k, values += 4)
                for (r = 0; r < 4; ++r) sum[r] += values[r] * x[s->support[k]];
        else
            for (k = s->support_start[i]; k < s->support_start[i + 1]; ++k, values += 8)
                for (r = 0; r < 8; ++r) sum[r] += values[r] * x[s->support[k]];
        for (r = 0; r < rows; ++r) out[first + r] = sum[r];
    }
}
TACT_PRIVATE void rbd__sparse_add_transposed(const rbd_constraints *c, const tact_real *V, const tact_real *lambda,
                                             tact_real *x) {
    const rbd__sparse *s = c->sparse;
    int i, k, r;
    for (i = 0; i < c->n; ++i) {
        int first = c->first_row[i], rows = c->first_row[i + 1] - first, w = s->width[i];
        const tact_real *values = V + s->value_start[i];
        for (k = s->support_start[i]; k < s->support_start[i + 1]; ++k, values += w) {
            tact_real sum = 0;
            for (r = 0; r < rows; ++r) sum += values[r] * lambda[first + r];
            x[s->support[k]] += sum;
        }
    }
}
RBD_API void rbd_constraints_jacobian_apply(const rbd_constraints *c, const tact_real *v, tact_real *out) {
    rbd__sparse_apply(c, c->sparse->J, v, out);
}
RBD_API void rbd_constraints_jacobian_tapply(const rbd_constraints *c, const tact_real *lambda, tact_real *out) {
    int k;
    for (k = 0; k < c->model->nv; ++k) out[k] = 0;
    rbd__sparse_add_transposed(c, c->sparse->J, lambda, out);
}

// >>impl-delassus
/* Owns    the Delassus matrix and its factor.
   Reads   J of the last evaluation, M.
   Leaves  Y = J L^-1, G, the Cholesky factor of G + damping. */
/* Rows y with y L = j along the support, from the leaves: y_k is final when k's turn comes; j_i -= y_k L_ki for the
   ancestors i of k. `width` is a constant at each call. */
TACT_ALWAYS_INLINE void rbd__solve_support(const rbd_factor *f, const int *support, const int *up, int n, tact_real *Y,
                                           const int width) {
    int t, i;
    for (t = n - 1; t >= 0; --t) {
        int k = support[t], depth = f->depth[k];
        const tact_real *row = f->entries + f->row_start[k];
        for (i = up[t]; i >= 0; i = up[i]) rbd__sub_fours(Y + i * width, row[--depth], Y + t * width, width);
    }
}

/* One block of G: sum over the common dofs of Y_a D^-1 Y_b^T. */
TACT_ALWAYS_INLINE void rbd__delassus_block(const tact_real *Ya, const tact_real *Yb, const int *support_a,
                                            const tact_real *inverse, const int *run, int n_runs, int rows_a,
                                            tact_real *block, const int width_a, const int width_b) {
    static const tact_real zeros[RBD__PIECE] = {0};
    const rbd__piece none = rbd__pget(zeros);
    int i, j, k, m;
    for (i = 0; i < rows_a; i += 2) { /* two rows at a time stay in registers; rows are padded to an even number */
        rbd__piece first[8 / RBD__PIECE], second[8 / RBD__PIECE];
        const int *r = run;
        for (j = 0; j < width_b / RBD__PIECE; ++j) first[j] = second[j] = none;
        for (m = 0; m < n_runs; ++m, r += 3) {
            const tact_real *ya = Ya + r[0] * width_a + i, *yb = Yb + r[1] * width_b;
            const int *dof = support_a + r[0];
            for (k = 0; k < r[2]; ++k, ya += width_a, yb += width_b) {
                const tact_real d = inverse[dof[k]], x = d * ya[0], y = d * ya[1];
                for (j = 0; j < width_b / RBD__PIECE; ++j) {
                    const rbd__piece b = rbd__pget(yb + j * RBD__PIECE);
                    first[j] += x * b, second[j] += y * b;
                }
            }
        }
        for (j = 0; j < width_b / RBD__PIECE; ++j) {
            rbd__pset(block + i * 8 + j * RBD__PIECE, first[j]);
            rbd__pset(block + i * 8 + 8 + j * RBD__PIECE, second[j]);
        }
    }
}

RBD_API rbd_status rbd_delassus_damping(rbd_constraints *constraints, const tact_real *damping, tact_real mu) {
    int i, n = constraints->n_rows;
    tact_real *F = constraints->delassus_factor;
    for (i = 0; i < n; ++i) {
        TACT_MEMCPY(F + (size_t)i * (size_t)n, constraints->delassus + (size_t)i * (size_t)n,
                    (size_t)(i + 1) * sizeof(tact_real));
        constraints->damping[i] = damping ? damping[i] : mu;
        F[(size_t)i * (size_t)n + (size_t)i] += constraints->damping[i];
    }
    return tact_cholesky(n, F, n) ? RBD_RANK_DEFICIENT : RBD_OK;
}

/* Tree factor, Y and G of the last evaluation. */
TACT_PRIVATE rbd_status rbd__constraints_delassus(rbd_constraints *set, const tact_real *M, int stride) {
    const rbd__sparse *s = set->sparse;
    int i, j, k, r, pair = 0, n_rows = set->n_rows;
    rbd_status status = rbd_factor_compute(set->factor, M, stride);
    if (status < 0) return status;
    for (i = 0; i < set->n; ++i) {
        int first = s->support_start[i], n = s->support_start[i + 1] - first;
        tact_real *Y = s->Y + s->value_start[i];
        TACT_MEMCPY(Y, s->J + s->value_start[i], (size_t)(n * s->width[i]) * sizeof *Y);
        if (s->width[i] == 4)
            rbd__solve_support(set->factor, s->support + first, s->support_up + first, n, Y, 4);
        else
            rbd__solve_support(set->factor, s->support + first, s->support_up + first, n, Y, 8);
    }
    for (i = 0; i < set->n; ++i)
        for (j = 0; j <= i; ++j, ++pair) {
            const tact_real *Ya = s->Y + s->value_start[i], *Yb = s->Y + s->value_start[j];
            const int *run = s->runs + 3 * (size_t)s->pair_start[pair], *support = s->support + s->support_start[i];
            int n_runs = s->pair_start[pair + 1] - s->pair_start[pair],
                rows_a = set->first_row[i + 1] - set->first_row[i];
            int rows_b = set->first_row[j + 1] - set->first_row[j];
            tact_real block[64];
            if (s->width[i] == 4 && s->width[j] == 4)
                rbd__delassus_block(Ya, Yb, support, set->factor->inverse, run, n_runs, rows_a, block, 4, 4);
            else if (s->width[i] == 4)
                rbd__delassus_block(Ya, Yb, support, set->factor->inverse, run, n_runs, rows_a, block, 4, 8);
            else if (s->width[j] == 4)
                rbd__delassus_block(Ya, Yb, support, set->factor->inverse, run, n_runs, rows_a, block, 8, 4);
            else
                rbd__delassus_block(Ya, Yb, support, set->factor->inverse, run, n_runs, rows_a, block, 8, 8);
            for (k = 0; k < rows_a; ++k)
                for (r = 0; r < rows_b; ++r) {
                    int row = set->first_row[i] + k, column = set->first_row[j] + r;
                    set->delassus[(size_t)row * (size_t)n_rows + (size_t)column] = block[k * 8 + r];
                    set->delassus[(size_t)column * (size_t)n_rows + (size_t)row] = block[k * 8 + r];
                }
        }
    return RBD_OK;
}

RBD_API rbd_status rbd_constraints_factor(rbd_constraints *constraints, const tact_real *M, int stride, tact_real mu) {
    rbd_status status = rbd__constraints_delassus(constraints, M, stride);
    return status < 0 ? status : rbd_delassus_damping(constraints, NULL, mu);
}
RBD_API rbd_status rbd_delassus_compute(const rbd_model *model, rbd_data *data, rbd_constraints *constraints,
                                        const tact_real *q, tact_real mu) {
    tact_real *M = constraints->sparse->M;
    rbd_status status = rbd_crba(model, data, q, M, model->nv);
    if (status < 0) return status;
    rbd__place_world(model, data);
    rbd__constraints_evaluate(constraints, data, 0);
    return rbd_constraints_factor(constraints, M, model->nv, mu);
}
RBD_API void rbd_delassus_matrix(const rbd_constraints *constraints, tact_real *G, int stride) {
    int i, n = constraints->n_rows;
    for (i = 0; i < n; ++i)
        TACT_MEMCPY(G + (size_t)i * (size_t)stride, constraints->delassus + (size_t)i * (size_t)n,
                    (size_t)n * sizeof(tact_real));
}
RBD_API void rbd_delassus_apply(const rbd_constraints *constraints, const tact_real *x, tact_real *out) {
    const rbd__sparse *s = constraints->sparse;
    int k, nv = constraints->model->nv;
    for (k = 0; k < nv; ++k) s->dof3[k] = 0;
    rbd__sparse_add_transposed(constraints, s->Y, x, s->dof3);
    for (k = 0; k < nv; ++k) s->dof3[k] *= constraints->factor->inverse[k];
    rbd__sparse_apply(constraints, s->Y, s->dof3, out);
}
RBD_API void rbd_delassus_solve(const rbd_constraints *constraints, tact_real *x) {
    tact_cholesky_solve(constraints->n_rows, constraints->delassus_factor, constraints->n_rows, x);
}

// >>impl-constrained
/* Owns    forward dynamics and impacts under constraints, assembly of loops.
   Reads   q, v, tau and a constraint set.
   Leaves  accelerations or velocities, forces or impulses; G and its factor for the derivatives. */
RBD_API rbd_constrained_config rbd_default_constrained_config(void) {
    rbd_constrained_config config;
#ifdef TACT_FLOAT /* mu: the digits that a factor of G + mu keeps and those that an iteration wins are half each */
    config.mu = TACT_R(1e-4), config.tolerance = TACT_R(1e-6);
#else
    config.mu = TACT_R(1e-9), config.tolerance = TACT_R(1e-13); /* tolerance: a few hundred roundings */
#endif
    config.max_iterations = 30; /* 2 or 3 do where constraints agree; more only where they nearly contradict */
    return config;
}

/* mu from the config: relative to the mean diagonal of G. */
TACT_PRIVATE tact_real rbd__proximal_weight(const rbd_constraints *c, tact_real relative) {
    tact_real trace = 0;
    int i;
    for (i = 0; i < c->n_rows; ++i) trace += c->delassus[(size_t)i * (size_t)c->n_rows + (size_t)i];
    return c->n_rows ? relative * trace / (tact_real)c->n_rows : 0;
}

/* lambda with G lambda = -r (r: n_rows), from zero, by proximal iterations with the factor of G + mu. One iteration
   leaves G lambda' + r = mu (lambda - lambda'), so the residual costs nothing. */
TACT_PRIVATE rbd_status rbd__proximal_solve(rbd_constraints *c, const rbd_constrained_config *config, tact_real mu,
                                            const tact_real *r, tact_real *lambda, rbd_constrained_result *result) {
    int i, n = c->n_rows, it;
    tact_real residual = 0, scale = 0, *next = c->sparse->row2;
    for (i = 0; i < n; ++i) lambda[i] = 0, scale = tact_max(scale, tact_abs(r[i]));
    for (it = 0; it < config->max_iterations; ++it) {
        residual = 0;
        for (i = 0; i < n; ++i) next[i] = mu * lambda[i] - r[i];
        rbd_delassus_solve(c, next);
        for (i = 0; i < n; ++i) {
            residual = tact_max(residual, mu * tact_abs(next[i] - lambda[i]));
            lambda[i] = next[i];
        }
        if (residual <= config->tolerance * scale) break;
    }
    result->iterations = it < config->max_iterations ? it + 1 : it;
    result->residual = residual;
    for (i = 0; i < n; ++i)
        if (!tact_finite(lambda[i])) return RBD_NOT_FINITE;
    return residual <= config->tolerance * scale || n == 0 ? RBD_OK : RBD_NOT_CONVERGED;
}

/* Everything at a state whose joints are placed: M, its factor, J, G, drift; leaves M in sparse->M. */
TACT_PRIVATE rbd_status rbd__constrained_prepare(const rbd_model *model, rbd_data *data, rbd_constraints *c,
                                                 const tact_real *v, const rbd_constrained_config *config,
                                                 tact_real *mu) {
    rbd__sparse *s = c->sparse;
    rbd_status status;
    rbd__crba_placed(model, data, s->M, model->nv);
    rbd__place_world(model, data);
    rbd__move_bodies(model, data, rbd__expand_v(model, data->work->v, v), NULL, 2);
    rbd__constraints_evaluate(c, data, 1);
    status = rbd__constraints_delassus(c, s->M, model->nv);
    if (status < 0) return status;
    *mu = rbd__proximal_weight(c, config->mu);
    status = rbd_delassus_damping(c, NULL, *mu);
    return status == RBD_OK ? RBD_OK : RBD_SINGULAR; /* with mu > 0 only a NaN or a zero row set ends here */
}

RBD_API rbd_status rbd_constrained_dynamics(const rbd_model *model, rbd_data *data, rbd_constraints *constraints,
                                            const tact_real *q, const tact_real *v, const tact_real *tau,
                                            const tact_real *f_ext, const rbd_constrained_config *config, tact_real *a,
                                            tact_real *lambda, rbd_constrained_result *result) {
    rbd_constraints *c = constraints;
    rbd__sparse *s = c->sparse;
    rbd_constrained_config defaults = rbd_default_constrained_config();
    rbd_constrained_result own;
    rbd_status status;
    tact_real mu, *z = s->dof1, *r = s->row1, *x = s->row3;
    int i, k, nv = model->nv;
    if (!config) config = &defaults;
    if (!result) result = &own;
    result->iterations = 0, result->residual = 0;
    RBD__CHECK(1, model->nq, q);
    RBD__CHECK(1, nv, v);
    RBD__CHECK(1, f_ext ? 6 * (model->n_bodies - 1) : 0, f_ext ? f_ext + 6 : NULL);
    status = rbd__rnea(model, data, q, v, NULL, f_ext, 1, z); /* places the joints */
    if (status >= 0) status = rbd__constrained_prepare(model, data, c, v, config, &mu);
    if (status < 0) return status;
    for (k = 0; k < nv; ++k) z[k] = tau[k] - z[k];
    rbd__factor_up(c->factor, z); /* z = L^-T (tau - h); J a_free = Y D^-1 z */
    for (k = 0; k < nv; ++k) s->dof2[k] = z[k] * c->factor->inverse[k];
    rbd__sparse_apply(c, s->Y, s->dof2, r);
    for (i = 0; i < c->n; ++i) {
        const rbd_constraint *one = &c->constraint[i];
        for (k = c->first_row[i]; k < c->first_row[i + 1]; ++k)
            r[k] += c->drift[k] + one->damping * c->rate[k] + one->stiffness * c->error[k];
    }
    status = rbd__proximal_solve(c, config, mu, r, x, result);
    if (status < 0) return status;
    rbd__sparse_add_transposed(c, s->Y, x, z); /* a = L^-1 D^-1 (z + Y^T lambda) */
    for (k = 0; k < nv; ++k) a[k] = z[k] * c->factor->inverse[k];
    rbd__factor_down(c->factor, a);
    if (lambda) TACT_MEMCPY(lambda, x, (size_t)c->n_rows * sizeof(tact_real));
    return status;
}

RBD_API rbd_status rbd_impulse_dynamics(const rbd_model *model, rbd_data *data, rbd_constraints *constraints,
                                        const tact_real *q, const tact_real *v, tact_real restitution,
                                        const rbd_constrained_config *config, tact_real *v_plus, tact_real *impulse,
                                        rbd_constrained_result *result) {
    rbd_constraints *c = constraints;
    rbd__sparse *s = c->sparse;
    rbd_constrained_config defaults = rbd_default_constrained_config();
    rbd_constrained_result own;
    rbd_status status;
    tact_real mu, *r = s->row1, *x = s->row3;
    int k, nv = model->nv;
    if (!config) config = &defaults;
    if (!result) result = &own;
    result->iterations = 0, result->residual = 0;
    RBD__CHECK(1, model->nq, q);
    RBD__CHECK(1, nv, v);
    status = rbd__place_local(model, data->work, rbd__expand_q(model, data->work, q));
    if (status >= 0) status = rbd__constrained_prepare(model, data, c, v, config, &mu);
    if (status < 0) return status;
    for (k = 0; k < c->n_rows; ++k) r[k] = (1 + restitution) * c->rate[k];
    status = rbd__proximal_solve(c, config, mu, r, x, result);
    if (status < 0) return status;
    for (k = 0; k < nv; ++k) s->dof1[k] = 0; /* v+ = v + L^-1 D^-1 Y^T lambda */
    rbd__sparse_add_transposed(c, s->Y, x, s->dof1);
    for (k = 0; k < nv; ++k) s->dof1[k] *= c->factor->inverse[k];
    rbd__factor_down(c->factor, s->dof1);
    for (k = 0; k < nv; ++k) v_plus[k] = v[k] + s->dof1[k];
    if (impulse) TACT_MEMCPY(impulse, x, (size_t)c->n_rows * sizeof(tact_real));
    return status;
}

RBD_API rbd_status rbd_project_velocity(const rbd_model *model, rbd_data *data, rbd_constraints *constraints,
                                        const tact_real *q, tact_real *v) {
    return rbd_impulse_dynamics(model, data, constraints, q, v, 0, NULL, v, NULL, NULL);
}

/* Gauss-Newton with a Levenberg weight w on the smallest step: (J J^T + w) y = -e, dq = J^T y. The weight is relative
   to the mean of the diagonal of J J^T. It falls tenfold after a step that reduces the error. It rises a hundredfold
   after a step that does not, and that step is taken back. */
#define RBD__WEIGHT_START TACT_R(1e-6)  /* the first step is a Newton step to six digits */
#define RBD__WEIGHT_LEAST TACT_R(1e-12) /* keeps J J^T positive definite where constraints are redundant */
#define RBD__WEIGHT_MOST TACT_R(1e6)    /* steps are then shorter than 1e-6 of a gradient step: no way down */
RBD_API rbd_status rbd_project_configuration(const rbd_model *model, rbd_data *data, rbd_constraints *constraints,
                                             tact_real *q, tact_real tolerance, int max_iterations,
                                             rbd_constrained_result *result) {
    rbd_constraints *c = constraints;
    rbd__sparse *s = c->sparse;
    rbd_constrained_result own;
    int n = c->n_rows, nv = model->nv, it, i;
    tact_real *J = s->matrix[1], *A = c->delassus_factor, *y = s->row1, *step = s->dof1, *trial = s->matrix[0];
    tact_real weight = RBD__WEIGHT_START, best = -1, worst = 0;
    rbd_status status;
    if (!result) result = &own;
    result->iterations = 0, result->residual = 0;
    TACT_MEMCPY(trial, q, (size_t)model->nq * sizeof(tact_real));
    for (it = 0; it < max_iterations; ++it) {
        tact_real sum = 0, trace = 0, largest = 0;
        status = rbd_fk(model, data, trial);
        if (status < 0) return status;
        rbd__constraints_evaluate(c, data, 0);
        for (i = 0; i < n; ++i) sum += c->error[i] * c->error[i], largest = tact_max(largest, tact_abs(c->error[i]));
        if (!tact_finite(sum)) return RBD_NOT_FINITE;
        result->iterations = it + 1;
        if (best < 0 || sum < best) { /* keep it; smaller weight */
            TACT_MEMCPY(q, trial, (size_t)model->nq * sizeof(tact_real));
            best = sum, worst = largest;
            weight = tact_max(weight * TACT_R(0.1), RBD__WEIGHT_LEAST);
            result->residual = worst;
            if (worst <= tolerance) return RBD_OK;
            rbd_constraints_jacobian(c, J, nv);
            TACT_MEMCPY(y, c->error, (size_t)n * sizeof(tact_real));
        } else {
            weight = weight * 100;
            if (weight > RBD__WEIGHT_MOST) break;
        }
        tact_syrk(0, n, nv, 1, J, nv, 0, A, n);
        for (i = 0; i < n; ++i) trace += A[(size_t)i * (size_t)n + (size_t)i];
        for (i = 0; i < n; ++i) A[(size_t)i * (size_t)n + (size_t)i] += weight * trace / (tact_real)n;
        if (tact_cholesky(n, A, n)) {
            weight = weight * 100;
            continue;
        }
        for (i = 0; i < n; ++i) s->row3[i] = -y[i];
        tact_cholesky_solve(n, A, n, s->row3);
        tact_gemv(TACT_TRANSPOSE_A, n, nv, 1, J, nv, s->row3, 0, step);
        rbd_integrate(model, q, step, 1, trial);
    }
    return RBD_NOT_CONVERGED;
}

// >>impl-constrained-derivatives
/* Owns    derivatives of constrained forward dynamics.
   Reads   the solved state: a, lambda, G and its factor.
   Leaves  da and dlambda by q, v, tau. */
#ifndef RBD_NO_DERIVATIVES
/* Tangent of rbd__pair in one direction: how its members change. `column` is the change of R's columns. */
typedef struct rbd__pair_rate {
    tact_vec3 p, column[3];
    tact_vec3 v[2], w[2], a[2], alpha[2];
} rbd__pair_rate;

TACT_PRIVATE tact_vec3 rbd__column_vec(const tact_real *matrix, int row, int stride, int k) {
    const tact_real *x = matrix + (size_t)row * (size_t)stride + (size_t)k;
    return tact_vec(x[0], x[stride], x[2 * (size_t)stride]);
}

/* Product rule on rbd__rate_rows. */
TACT_PRIVATE int rbd__rate_tangent(const rbd_constraint *c, const rbd__pair *r, const rbd__pair_rate *d,
                                   tact_real *out) {
    tact_vec3 linear = tact_sub(d->v[0], d->v[1]), angular = tact_sub(d->w[0], d->w[1]), axis_1, axis_2;
    tact_real single = 0;
    int one = rbd__single_angular(c);
    if (rbd__linear_of(c) == RBD_LINEAR_AT_1)
        linear = tact_sub(linear, tact_add(tact_cross(d->p, r->w[1]), tact_cross(r->p, d->w[1])));
    else if (c->linear == RBD_LINEAR_AT_2)
        linear = tact_add(linear, tact_add(tact_cross(d->w[0], r->p), tact_cross(r->w[0], d->p)));
    if (one >= 0) {
        tact_vec3 n = rbd__single_normal(r, one, &axis_1, &axis_2);
        single =
            tact_dot(angular, n) + tact_dot(tact_sub(r->w[0], r->w[1]), tact_cross(axis_1, d->column[(one + 2) % 3]));
    }
    return rbd__pick_rows(c, linear, angular, single, out);
}

/* Product rule on rbd__acceleration_rows, term by term in the same order. */
TACT_PRIVATE int rbd__acceleration_tangent(const rbd_constraint *c, const rbd__pair *r, const rbd__pair_rate *d,
                                           tact_real *out) {
    tact_vec3 linear = tact_sub(d->a[0], d->a[1]), angular, w = tact_sub(r->w[0], r->w[1]), axis_1, axis_2, value;
    tact_vec3 dw = tact_sub(d->w[0], d->w[1]);
    tact_real single = 0;
    int one = rbd__single_angular(c);
#define RBD__PRODUCT(a, da, b, db) tact_add(tact_cross(da, b), tact_cross(a, db))
    angular = tact_add(tact_sub(d->alpha[0], d->alpha[1]), RBD__PRODUCT(r->w[0], d->w[0], r->w[1], d->w[1]));
    if (rbd__linear_of(c) == RBD_LINEAR_AT_1) {
        tact_vec3 moved = tact_add(r->v[1], tact_cross(r->p, r->w[1]));
        tact_vec3 dmoved = tact_add(d->v[1], RBD__PRODUCT(r->p, d->p, r->w[1], d->w[1]));
        linear = tact_sub(linear, RBD__PRODUCT(r->w[0], d->w[0], r->v[0], d->v[0]));
        linear = tact_add(linear, RBD__PRODUCT(r->w[1], d->w[1], r->v[1], d->v[1]));
        linear = tact_sub(linear, RBD__PRODUCT(r->p, d->p, r->alpha[1], d->alpha[1]));
        linear = tact_add(linear, RBD__PRODUCT(r->w[0], d->w[0], moved, dmoved));
        linear = tact_add(linear, RBD__PRODUCT(r->v[0], d->v[0], r->w[1], d->w[1]));
    } else if (c->linear == RBD_LINEAR_AT_2) {
        tact_vec3 u = tact_sub(r->v[0], r->v[1]), du = tact_sub(d->v[0], d->v[1]), inner = tact_cross(r->w[0], r->p);
        tact_vec3 dinner = RBD__PRODUCT(r->w[0], d->w[0], r->p, d->p);
        linear = tact_sub(linear, tact_scale(2, RBD__PRODUCT(r->w[0], d->w[0], u, du)));
        linear = tact_add(linear, RBD__PRODUCT(r->alpha[0], d->alpha[0], r->p, d->p));
        linear = tact_sub(linear, RBD__PRODUCT(r->w[0], d->w[0], inner, dinner));
    }
    if (one >= 0) {
        tact_vec3 n = rbd__single_normal(r, one, &axis_1, &axis_2), da = d->column[(one + 2) % 3];
        tact_vec3 turn = tact_cross(tact_neg(w), axis_2), dturn = RBD__PRODUCT(tact_neg(w), tact_neg(dw), axis_2, da);
        value = tact_add(tact_sub(r->alpha[0], r->alpha[1]), tact_cross(r->w[0], r->w[1]));
        single = tact_dot(angular, n) + tact_dot(value, tact_cross(axis_1, da)) +
                 tact_dot(dw, tact_cross(axis_1, turn)) + tact_dot(w, tact_cross(axis_1, dturn));
    }
#undef RBD__PRODUCT
    return rbd__pick_rows(c, linear, angular, single, out);
}

#define RBD__LOG_SERIES TACT_R(1e-2)  /* squared angle below which three terms of b are exact to 1e-12 */
#define RBD__SINE_SERIES TACT_R(1e-3) /* below it the series; its first term left out is 3/40 sine^4 < 1e-13 */
/* Derivative of rbd__error_rows. `turn` is the rotation of frame 2 relative to frame 1 in frame 2's axes. */
TACT_PRIVATE int rbd__error_tangent(const rbd_constraint *c, const rbd__pair *r, const rbd__pair_rate *d,
                                    tact_vec3 turn, tact_real *out) {
    tact_vec3 angular = tact_vec(0, 0, 0);
    tact_real single = 0;
    int i, one = rbd__single_angular(c), axis = rbd__free_axis(c);
    if (c->n_custom) {
        for (i = 0; i < c->n_custom; ++i) out[i] = 0;
        return c->n_custom;
    }
    if (one >= 0) {
        single = tact_dot(rbd__unit((one + 1) % 3), d->column[(one + 2) % 3]);
    } else if (axis >= 0) { /* s f(sine) with f = angle / sine */
        tact_vec3 own = rbd__unit(axis), other = tact_mat_column(&r->R, axis), s = tact_cross(own, other);
        tact_vec3 ds = tact_cross(own, d->column[axis]);
        tact_real sine = tact_norm(s), cosine = tact_dot(own, other), f = 1, df;
        if (sine > RBD__SINE_SERIES) {
            tact_real angle = tact_atan2(sine, cosine), dsine = tact_dot(s, ds) / sine;
            tact_real dangle = cosine * dsine - sine * tact_dot(own, d->column[axis]);
            f = angle / sine;
            df = (dangle - f * dsine) / sine;
        } else { /* angle / sine = 1 + sine^2 / 6 + ... near alignment */
            f = 1 + sine * sine / 6;
            df = tact_dot(s, ds) / 3;
        }
        angular = tact_neg(tact_add(tact_scale(f, ds), tact_scale(df, s)));
    } else if (c->rows >> 3) { /* d log = Jr(w)^-1 turn = turn + w x turn / 2 + b w x (w x turn), b as below */
        tact_vec3 w = tact_quat_log(tact_quat_from_mat(&r->R)), cross = tact_cross(w, turn);
        tact_real t2 = tact_norm2(w), b = TACT_R(1.0 / 12) + t2 * (TACT_R(1.0 / 720) + t2 * TACT_R(1.0 / 30240));
        if (t2 > RBD__LOG_SERIES) {
            tact_real half = tact_sqrt(t2) / 2;
            b = (1 - half * tact_cos(half) / tact_sin(half)) / t2;
        }
        angular =
            tact_neg(tact_add(turn, tact_add(tact_scale(TACT_R(0.5), cross), tact_scale(b, tact_cross(w, cross)))));
    }
    return rbd__pick_rows(c, tact_neg(d->p), angular, single, out);
}

/* Force and moment of lambda in frame 1's axes: the transpose of rbd__pick_rows, and of rbd__rate_rows. */
typedef struct rbd__wrench {
    tact_vec3 force[2], moment[2];
} rbd__wrench;
TACT_PRIVATE void rbd__unpick_rows(const rbd_constraint *c, const tact_real *lambda, tact_vec3 *f, tact_vec3 *n,
                                   tact_real *single) {
    tact_real all[6] = {0, 0, 0, 0, 0, 0};
    int i, k, used = 0, one = rbd__single_angular(c);
    *single = 0;
    for (k = 0; k < c->n_custom; ++k)
        for (i = 0; i < 6; ++i) all[i] += lambda[k] * c->custom[k][i];
    for (i = 0; i < 6 && !c->n_custom; ++i)
        if (c->rows >> i & 1u) all[i] = lambda[used++];
    if (one >= 0) *single = all[3 + one], all[3 + one] = 0;
    *f = tact_vec(all[0], all[1], all[2]);
    *n = tact_vec(all[3], all[4], all[5]);
}
TACT_PRIVATE void rbd__wrench_of(const rbd_constraint *c, const rbd__pair *r, const tact_real *lambda, rbd__wrench *w) {
    tact_vec3 f, n, axis_1, axis_2;
    tact_real single;
    int one = rbd__single_angular(c);
    rbd__unpick_rows(c, lambda, &f, &n, &single);
    if (one >= 0) n = tact_mul_add(n, single, rbd__single_normal(r, one, &axis_1, &axis_2));
    w->force[0] = f, w->force[1] = tact_neg(f);
    w->moment[0] = n, w->moment[1] = tact_neg(n);
    if (rbd__linear_of(c) == RBD_LINEAR_AT_1)
        w->moment[1] = tact_add(w->moment[1], tact_cross(r->p, f));
    else if (c->linear == RBD_LINEAR_AT_2)
        w->moment[0] = tact_add(n, tact_cross(r->p, f));
}
/* Its change with the relative pose, lambda constant. */
TACT_PRIVATE void rbd__wrench_tangent(const rbd_constraint *c, const rbd__pair_rate *d, const tact_real *lambda,
                                      rbd__wrench *w) {
    tact_vec3 f, n, zero = tact_vec(0, 0, 0), dn = zero;
    tact_real single;
    int one = rbd__single_angular(c);
    rbd__unpick_rows(c, lambda, &f, &n, &single);
    if (one >= 0) dn = tact_scale(single, tact_cross(rbd__unit((one + 1) % 3), d->column[(one + 2) % 3]));
    w->force[0] = w->force[1] = zero;
    w->moment[0] = dn, w->moment[1] = tact_neg(dn);
    if (rbd__linear_of(c) == RBD_LINEAR_AT_1)
        w->moment[1] = tact_add(w->moment[1], tact_cross(d->p, f));
    else if (c->linear == RBD_LINEAR_AT_2)
        w->moment[0] = tact_add(dn, tact_cross(d->p, f));
}

/* Derivatives of one frame of a constraint, 6 x nv each, in the frame's own axes: Jacobian, dv/dq, da/dq, da/dv. */
TACT_PRIVATE void rbd__side_derivatives(const rbd_data *data, int body, tact_pose placement, tact_real *matrices,
                                        tact_real *v, tact_real *a) {
    int nv = data->model->nv, i;
    size_t size = 6 * (size_t)nv;
    rbd_frame frame = rbd_frame_on_body(body, placement);
    if (body == RBD_WORLD) {
        TACT_MEMSET(matrices, 0, 4 * size * sizeof *matrices);
        for (i = 0; i < 6; ++i) v[i] = a[i] = 0;
        return;
    }
    rbd_frame_velocity(data, &frame, RBD_REFERENCE_LOCAL, v);
    rbd_frame_acceleration(data, &frame, RBD_REFERENCE_LOCAL, a);
    rbd_frame_velocity_derivatives(data, &frame, RBD_REFERENCE_LOCAL, matrices + size, matrices, nv);
    rbd_frame_acceleration_derivatives(data, &frame, RBD_REFERENCE_LOCAL, matrices + 2 * size, matrices + 3 * size,
                                       NULL, nv);
}

/* Tangent of the relative motion for column k. wrt_q: direction in q, else in v. */
TACT_PRIVATE void rbd__pair_tangent(const rbd__pair *r, tact_real *const matrices[2], const tact_real v[2][6],
                                    const tact_real a[2][6], int nv, int k, int wrt_q, rbd__pair_rate *d,
                                    tact_vec3 *turn) {
    size_t size = 6 * (size_t)nv;
    tact_vec3 shift[2], spin[2];
    int i;
    for (i = 0; i < 2; ++i) {
        const tact_real *J = matrices[i], *dv = wrt_q ? J + size : J, *da = wrt_q ? J + 2 * size : J + 3 * size;
        tact_vec3 lin = tact_vec(v[i][0], v[i][1], v[i][2]), ang = tact_vec(v[i][3], v[i][4], v[i][5]);
        tact_vec3 dlin = rbd__column_vec(dv, 0, nv, k), dang = rbd__column_vec(dv, 3, nv, k);
        shift[i] = wrt_q ? rbd__column_vec(J, 0, nv, k) : tact_vec(0, 0, 0);
        spin[i] = wrt_q ? rbd__column_vec(J, 3, nv, k) : tact_vec(0, 0, 0);
        d->v[i] = dlin, d->w[i] = dang;
        d->alpha[i] = rbd__column_vec(da, 3, nv, k);
        d->a[i] = tact_add(rbd__column_vec(da, 0, nv, k), tact_add(tact_cross(dang, lin), tact_cross(ang, dlin)));
        if (i == 1) { /* to the axes of frame 1: d(R y) = R (dy + spin2 x y) - spin1 x (R y) */
            tact_vec3 classical = tact_add(tact_vec(a[1][0], a[1][1], a[1][2]), tact_cross(ang, lin));
            tact_vec3 alpha = tact_vec(a[1][3], a[1][4], a[1][5]);
#define RBD__TURN(change, local, moved)                                                                                \
    tact_sub(tact_mat_mul_vec(&r->R, tact_add(change, tact_cross(spin[1], local))), tact_cross(spin[0], moved))
            d->v[1] = RBD__TURN(d->v[1], lin, r->v[1]);
            d->w[1] = RBD__TURN(d->w[1], ang, r->w[1]);
            d->a[1] = RBD__TURN(d->a[1], classical, r->a[1]);
            d->alpha[1] = RBD__TURN(d->alpha[1], alpha, r->alpha[1]);
#undef RBD__TURN
        }
    }
    d->p = tact_sub(tact_mat_mul_vec(&r->R, shift[1]), tact_add(shift[0], tact_cross(spin[0], r->p)));
    *turn = tact_sub(spin[1], tact_mat_tmul_vec(&r->R, spin[0]));
    for (i = 0; i < 3; ++i) d->column[i] = tact_mat_mul_vec(&r->R, tact_cross(*turn, rbd__unit(i)));
}

/* Can dof k move a body? With couplings any may. */
TACT_INLINE int rbd__carries(const rbd_model *m, int k, int body) {
    const int own = m->n_coupled ? 0 : m->dof_body[k];
    return body > 0 && body >= own && (!own || body < m->subtree_end[own]);
}
/* Writes -d(J a + drift + Baumgarte)/dq and /dv of constraint i into its rows of C (n_rows x 3 nv), and adds J^T dF,
   the change of its forces with the relative pose, to the first nv columns of B (nv x 3 nv). With `impact` -d(J v)/dq
   and J^T dF alone, and B and C have 2 nv columns. */
TACT_PRIVATE void rbd__constraint_derivatives(rbd_constraints *set, int i, const rbd_data *data, int impact,
                                              const tact_real *lambda, tact_real *B, tact_real *C) {
    const rbd_constraint *c = &set->constraint[i];
    int nv = set->model->nv, first = set->first_row[i], rows = set->first_row[i + 1] - first, k, row, wrt_q, side;
    size_t size = 6 * (size_t)nv, wide = (size_t)(impact ? 2 : 3) * (size_t)nv;
    tact_real *matrices[2], v[2][6], a[2][6], *forces[2], value[6], more[6];
    int moving[2];
    rbd__pair r;
    if (c->n_coordinates) { /* constant weights: error and rate are linear in q and v */
        tact_real *out = C + (size_t)first * wide;
        if (impact) return;
        for (k = 0; k < c->n_coordinates; ++k) {
            out[c->coordinate[k]] -= c->stiffness * c->weight[k];
            out[nv + c->coordinate[k]] -= c->damping * c->weight[k];
        }
        return;
    }
    matrices[0] = set->sparse->matrix[3], matrices[1] = matrices[0] + 4 * size;
    forces[0] = matrices[1] + 4 * size, forces[1] = forces[0] + size;
    moving[0] = c->body1 != RBD_WORLD && (rbd__linear_of(c) == RBD_LINEAR_AT_2 || rbd__single_angular(c) >= 0);
    moving[1] = c->body2 != RBD_WORLD;
    rbd__pair_pose(c, data, &r);
    rbd__pair_motion(c, data, &r);
    rbd__side_derivatives(data, c->body1, c->placement1, matrices[0], v[0], a[0]);
    rbd__side_derivatives(data, c->body2, c->placement2, matrices[1], v[1], a[1]);
    for (wrt_q = impact; wrt_q < 2; ++wrt_q)
        for (k = 0; k < nv; ++k) {
            rbd__pair_rate d;
            tact_vec3 turn;
            tact_real *column = C + (size_t)first * wide + (size_t)(wrt_q ? k : nv + k);
            if (!rbd__carries(set->model, k, c->body1) && !rbd__carries(set->model, k, c->body2)) {
                for (row = 0; row < rows; ++row) column[(size_t)row * wide] = 0;
                for (row = 0; row < 6; ++row) forces[0][row * nv + k] = forces[1][row * nv + k] = 0;
                continue;
            }
            rbd__pair_tangent(&r, matrices, (const tact_real(*)[6])v, (const tact_real(*)[6])a, nv, k, wrt_q, &d,
                              &turn);
            if (impact)
                rbd__rate_tangent(c, &r, &d, value);
            else
                rbd__acceleration_tangent(c, &r, &d, value);
            if (!impact && (c->damping > 0 || c->damping < 0)) {
                rbd__rate_tangent(c, &r, &d, more);
                for (row = 0; row < rows; ++row) value[row] += c->damping * more[row];
            }
            if (wrt_q && !impact && (c->stiffness > 0 || c->stiffness < 0)) {
                rbd__error_tangent(c, &r, &d, turn, more);
                for (row = 0; row < rows; ++row) value[row] += c->stiffness * more[row];
            }
            for (row = 0; row < rows; ++row) column[(size_t)row * wide] = -value[row];
            if (wrt_q && (moving[0] || moving[1])) {
                rbd__wrench w, dw;
                tact_vec3 spin_1 = rbd__column_vec(matrices[0], 3, nv, k),
                          spin_2 = rbd__column_vec(matrices[1], 3, nv, k);
                rbd__wrench_of(c, &r, lambda, &w);
                rbd__wrench_tangent(c, &d, lambda, &dw);
                for (side = 0; side < 2; ++side) {
                    tact_vec3 df = dw.force[side], dn = dw.moment[side];
                    tact_real *f = forces[side] + k;
                    if (side) { /* frame 2's axes: d(R^T y) = R^T (dy + spin1 x y) - spin2 x (R^T y) */
                        df = tact_sub(tact_mat_tmul_vec(&r.R, tact_add(df, tact_cross(spin_1, w.force[1]))),
                                      tact_cross(spin_2, tact_mat_tmul_vec(&r.R, w.force[1])));
                        dn = tact_sub(tact_mat_tmul_vec(&r.R, tact_add(dn, tact_cross(spin_1, w.moment[1]))),
                                      tact_cross(spin_2, tact_mat_tmul_vec(&r.R, w.moment[1])));
                    }
                    f[0] = df.x;
                    f[nv] = df.y;
                    f[2 * nv] = df.z;
                    f[3 * nv] = dn.x;
                    f[4 * nv] = dn.y;
                    f[5 * nv] = dn.z;
                }
            }
        }
    for (side = 0; side < 2; ++side)
        if (moving[side])
            tact_gemm(TACT_TRANSPOSE_A, nv, nv, 6, 1, matrices[side], nv, forces[side], nv, 1, B, (int)wide);
}

/* Constraint forces lambda as external forces that turn with the bodies, added to f_ext, into sparse->f_ext. */
TACT_PRIVATE void rbd__constraint_forces(rbd_constraints *c, const rbd_data *data, const tact_real *f_ext,
                                         const tact_real *lambda) {
    rbd__sparse *s = c->sparse;
    int i, side;
    if (f_ext)
        TACT_MEMCPY(s->f_ext, f_ext, 6 * (size_t)c->model->n_bodies * sizeof *f_ext);
    else
        TACT_MEMSET(s->f_ext, 0, 6 * (size_t)c->model->n_bodies * sizeof *s->f_ext);
    for (i = 0; i < c->n; ++i) {
        const rbd_constraint *one = &c->constraint[i];
        rbd__pair r;
        rbd__wrench w;
        rbd__pair_pose(one, data, &r);
        rbd__wrench_of(one, &r, lambda + c->first_row[i], &w);
        for (side = 0; side < 2; ++side) {
            int body = side ? one->body2 : one->body1;
            tact_real *target = s->f_ext + 6 * (size_t)body;
            tact_vec3 f = tact_mat_mul_vec(&r.axes, w.force[side]), m = tact_mat_mul_vec(&r.axes, w.moment[side]);
            m = tact_add(m, tact_cross(tact_sub(r.at[side], data->position[body]), f));
            f = tact_mat_tmul_vec(&data->rotation[body], f), m = tact_mat_tmul_vec(&data->rotation[body], m);
            rbd__add6(target, 1, f, m);
        }
    }
}
/* M dA - J^T dLambda = B, J dA = C for `wide` columns, each one right-hand side of the forward problem: B becomes dA, X
   dLambda, by as many proximal steps as the solution took. */
TACT_PRIVATE void rbd__constrained_solve_many(rbd_constraints *c, int iterations, tact_real mu, int wide, tact_real *B,
                                              tact_real *C, tact_real *X) {
    rbd__sparse *s = c->sparse;
    int n = c->n_rows, i, j, k, it;
    rbd__factor_up_many(c->factor, wide, B, wide);
    for (i = 0; i < c->n; ++i) { /* C <- C - Y D^-1 B */
        const tact_real *values = s->Y + s->value_start[i];
        int rows = c->first_row[i + 1] - c->first_row[i];
        for (k = s->support_start[i]; k < s->support_start[i + 1]; ++k, values += s->width[i])
            for (j = 0; j < rows; ++j)
                rbd__row_sub(C + (size_t)(c->first_row[i] + j) * (size_t)wide,
                             values[j] * c->factor->inverse[s->support[k]], B + (size_t)s->support[k] * (size_t)wide,
                             wide);
    }
    TACT_MEMSET(X, 0, (size_t)n * (size_t)wide * sizeof *X);
    for (it = 0; it < iterations; ++it) {
        for (j = 0; j < n * wide; ++j) X[j] = mu * X[j] + C[j];
        tact_cholesky_solve_many(n, wide, c->delassus_factor, n, X, wide);
    }
    for (i = 0; i < c->n; ++i) { /* B <- B + Y^T X */
        const tact_real *values = s->Y + s->value_start[i];
        int rows = c->first_row[i + 1] - c->first_row[i];
        for (k = s->support_start[i]; k < s->support_start[i + 1]; ++k, values += s->width[i])
            for (j = 0; j < rows; ++j)
                rbd__row_sub(B + (size_t)s->support[k] * (size_t)wide, -values[j],
                             X + (size_t)(c->first_row[i] + j) * (size_t)wide, wide);
    }
    rbd__factor_scale_many(c->factor, wide, B, wide);
    rbd__factor_down_many(c->factor, wide, B, wide);
}
RBD_API rbd_status rbd_constrained_dynamics_derivatives(const rbd_model *model, rbd_data *data,
                                                        rbd_constraints *constraints, const tact_real *q,
                                                        const tact_real *v, const tact_real *tau,
                                                        const tact_real *f_ext, const rbd_constrained_config *config,
                                                        tact_real *a, tact_real *lambda, tact_real *da_dq,
                                                        tact_real *da_dv, tact_real *da_dtau, tact_real *dlambda_dq,
                                                        tact_real *dlambda_dv, tact_real *dlambda_dtau, int stride) {
    rbd_constraints *c = constraints;
    rbd__sparse *s = c->sparse;
    rbd_constrained_config defaults = rbd_default_constrained_config();
    rbd_constrained_result result;
    rbd_status status, outcome;
    int nv = model->nv, n = c->n_rows, wide = 3 * nv, i, k, j;
    tact_real mu, *B = s->matrix[0], *C = s->matrix[1], *X = s->matrix[2], *acceleration = s->matrix[4];
    tact_real *force = acceleration + nv;
    tact_real *a_out[3], *lambda_out[3];
    if (!config) config = &defaults;
    outcome = rbd_constrained_dynamics(model, data, c, q, v, tau, f_ext, config, acceleration, force, &result);
    if (outcome < 0) return outcome;
    mu = n ? c->damping[0] : 0;
    if (a) TACT_MEMCPY(a, acceleration, (size_t)nv * sizeof *a);
    if (lambda) TACT_MEMCPY(lambda, force, (size_t)n * sizeof *lambda);
    rbd__constraint_forces(c, data, f_ext, force);
    status = rbd_rnea_derivatives(model, data, q, v, acceleration, s->f_ext, B, B + nv, NULL, wide);
    if (status < 0) return status;
    status = rbd_fk_acceleration(model, data, q, v, acceleration);
    if (status < 0) return status;
    for (k = 0; k < nv; ++k) {
        tact_real *row = B + (size_t)k * (size_t)wide;
        for (j = 0; j < 2 * nv; ++j) row[j] = -row[j];
        for (j = 2 * nv; j < wide; ++j) row[j] = 0;
        row[2 * nv + k] = 1;
    }
    TACT_MEMSET(C, 0, (size_t)n * (size_t)wide * sizeof *C);
    for (i = 0; i < c->n; ++i) rbd__constraint_derivatives(c, i, data, 0, force + c->first_row[i], B, C);
    rbd__constrained_solve_many(c, result.iterations, mu, wide, B, C, X);
    a_out[0] = da_dq;
    a_out[1] = da_dv;
    a_out[2] = da_dtau;
    lambda_out[0] = dlambda_dq;
    lambda_out[1] = dlambda_dv;
    lambda_out[2] = dlambda_dtau;
    for (j = 0; j < 3; ++j) {
        for (k = 0; a_out[j] && k < nv; ++k)
            TACT_MEMCPY(a_out[j] + (size_t)k * (size_t)stride, B + (size_t)k * (size_t)wide + (size_t)(j * nv),
                        (size_t)nv * sizeof *B);
        for (k = 0; lambda_out[j] && k < n; ++k)
            TACT_MEMCPY(lambda_out[j] + (size_t)k * (size_t)stride, X + (size_t)k * (size_t)wide + (size_t)(j * nv),
                        (size_t)nv * sizeof *X);
    }
    return outcome;
}
/* M (v+ - v) = J^T lambda and J (v+ + e v) = 0, differentiated: by q the change of M (v+ - v) - J^T lambda is that of
   inverse dynamics at rest with the acceleration v+ - v and without gravity, and of J u, u = v+ + e v constant; by v
   the right-hand sides are M and -e J. */
RBD_API rbd_status rbd_impulse_dynamics_derivatives(const rbd_model *model, rbd_data *data,
                                                    rbd_constraints *constraints, const tact_real *q,
                                                    const tact_real *v, tact_real restitution,
                                                    const rbd_constrained_config *config, tact_real *v_plus,
                                                    tact_real *impulse, tact_real *dv_dq, tact_real *dv_dv,
                                                    tact_real *dimpulse_dq, tact_real *dimpulse_dv, int stride) {
    rbd_constraints *c = constraints;
    rbd__sparse *s = c->sparse;
    rbd_constrained_result result;
    rbd_status status, outcome;
    int nv = model->nv, n = c->n_rows, wide = 2 * nv, i, j, k;
    tact_real mu, *B = s->matrix[0], *C = s->matrix[1], *X = s->matrix[2], *after = s->matrix[4], *force = after + nv;
    tact_real *u = s->dof1, *rest = s->dof2, *v_out[2], *force_out[2];
    outcome = rbd_impulse_dynamics(model, data, c, q, v, restitution, config, after, force, &result);
    if (outcome < 0) return outcome;
    mu = n ? c->damping[0] : 0;
    rbd__constraint_forces(c, data, NULL, force);
    for (k = 0; k < nv; ++k) u[k] = after[k] - v[k], rest[k] = 0;
    status = rbd__rnea_derivatives(model, data, q, rest, u, s->f_ext, 0, B, NULL, NULL, wide);
    if (status >= 0) status = rbd_gravity_derivatives(model, data, q, B + nv, wide);
    if (status < 0) return status;
    for (k = 0; k < nv; ++k)
        for (j = 0; j < nv; ++j) {
            tact_real *row = B + (size_t)k * (size_t)wide;
            row[j] = row[nv + j] - row[j];
        }
    status = rbd_crba(model, data, q, B + nv, wide);
    for (k = 0; k < nv; ++k) u[k] = after[k] + restitution * v[k];
    if (status >= 0) status = rbd_fk_acceleration(model, data, q, u, NULL);
    if (status < 0) return status;
    TACT_MEMSET(C, 0, (size_t)n * (size_t)wide * sizeof *C);
    rbd_constraints_jacobian(c, C + nv, wide);
    for (k = 0; k < n; ++k)
        for (j = nv; j < wide; ++j) C[(size_t)k * (size_t)wide + (size_t)j] *= -restitution;
    for (i = 0; i < c->n; ++i) rbd__constraint_derivatives(c, i, data, 1, force + c->first_row[i], B, C);
    rbd__constrained_solve_many(c, result.iterations, mu, wide, B, C, X);
    if (v_plus) TACT_MEMCPY(v_plus, after, (size_t)nv * sizeof *after);
    if (impulse) TACT_MEMCPY(impulse, force, (size_t)n * sizeof *force);
    v_out[0] = dv_dq, v_out[1] = dv_dv, force_out[0] = dimpulse_dq, force_out[1] = dimpulse_dv;
    for (j = 0; j < 2; ++j) {
        for (k = 0; v_out[j] && k < nv; ++k)
            TACT_MEMCPY(v_out[j] + (size_t)k * (size_t)stride, B + (size_t)k * (size_t)wide + (size_t)(j * nv),
                        (size_t)nv * sizeof *B);
        for (k = 0; force_out[j] && k < n; ++k)
            TACT_MEMCPY(force_out[j] + (size_t)k * (size_t)stride, X + (size_t)k * (size_t)wide + (size_t)(j * nv),
                        (size_t)nv * sizeof *X);
    }
    return outcome;
}
#endif /* RBD_NO_DERIVATIVES */

// >>impl-maximal
/* Owns    a tree as free bodies and joints as constraints, both ways.
   Reads   a model and its kinematics.
   Leaves  a model of free bodies, its constraint rows, states and forces. */
/* The dofs between a free body and its carrier: those of the tree bodies from `body` up to, not including, `carrier`.
 */
TACT_PRIVATE TACT_COLD int rbd__link_dofs(const rbd_model *tree, int body, int carrier) {
    int n = 0;
    for (; body != carrier; body = tree->parent[body]) n += tree->body_nv[body];
    return n;
}

/* Fills the lists of free bodies and constraints. Returns a status < 0 with `error` set, or how many constraints. */
TACT_PRIVATE TACT_COLD int rbd__maximal_bodies(rbd_maximal *x, rbd_builder *builder, rbd_constraint *list,
                                               int *tree_body, int *parent, int *index, int *holder, int *rotor_dof,
                                               int *follower, rbd_error *error) {
    const rbd_model *tree = x->tree;
    char text[RBD_NAME_MAX];
    rbd__text name = {NULL, 0, 0};
    int i, k, n = 0, n_followers = 0, n_constraints = 0;
    index[0] = -1;
    for (i = 1; i < tree->n_bodies; ++i) { /* holder, for now: free body that carries tree body i, or that it became */
        int children = 0, above = holder[tree->parent[i]];
        for (k = i + 1; k < tree->subtree_end[i]; ++k) children += tree->parent[k] == i;
        if (tree->inertia[i].mass <= 0 && children != 1) {
            rbd__error_body(error, RBD_BAD_ARGUMENT, i, tree->name[i], "it has no mass and not exactly one child");
            return RBD_BAD_ARGUMENT;
        }
        holder[i] = above;
        if (tree->inertia[i].mass > 0) {
            rbd_body body = rbd_default_body(tree->name[i], RBD_WORLD);
            int nv = rbd__link_dofs(tree, i, tree_body[above]);
            if (!body.name[0]) {
                name.out = text;
                name.length = 0;
                name.capacity = sizeof text;
                rbd__text_string(&name, "body:"), rbd__text_int(&name, i);
                body.name = text;
            }
            body.joint = rbd_default_joint(RBD_JOINT_FREE);
            body.inertia = tree->inertia[i];
            body.trust_inertia = 1;
            ++n;
            tree_body[n] = i;
            parent[n] = above;
            holder[i] = n;
            index[n] = -1;
            if (rbd_builder_add(builder, &body, error) < 0) return RBD_BAD_ARGUMENT;
            if (nv < 6) {
                index[n] = n_constraints;
                list[n_constraints] = rbd_constraint_weld(n, tact_pose_identity(), above, tact_pose_identity());
                list[n_constraints++].n_custom = 6 - nv;
            }
        }
    }
    for (i = tree->n_bodies - 1; i > 0; --i) /* a massless body's only child comes next */
        if (tree->inertia[i].mass <= 0) holder[i] = holder[i + 1];
    x->n = n;
    for (k = 0; k < tree->joint_nv; ++k) {
        rbd_body body = rbd_default_body(text, RBD_WORLD);
        if (!(tree->armature[k] > 0)) continue;
        name.out = text;
        name.length = 0;
        name.capacity = sizeof text;
        rbd__text_string(&name, "rotor:"), rbd__text_int(&name, k);
        body.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
        body.joint.dof[0].armature = tree->armature[k];
        if (rbd_builder_add(builder, &body, error) < 0) return RBD_BAD_ARGUMENT;
        rotor_dof[x->n_rotors++] = k;
    }
    for (i = 1; i < tree->n_bodies; ++i)
        if (tree->coupled[i]) follower[n_followers++] = i;
    for (k = 0; k < x->n_rotors + n_followers; ++k) { /* rbd__coordinate_row puts in the coordinates; these have all */
        int body[4], m = 0, j, bodies = 0, dof;
        rbd_constraint *c = &list[n_constraints++];
        *c = rbd_constraint_coordinates(0, NULL, NULL, 0);
        for (j = 0; j < (k < x->n_rotors ? 1 : 2); ++j) {
            i = k < x->n_rotors ? tree->dof_body[rotor_dof[k]] : follower[k - x->n_rotors];
            if (j) i = tree->coupling_body[i];
            body[bodies++] = holder[i], body[bodies++] = parent[holder[i]];
        }
        for (j = 0; j < bodies; ++j)
            for (m = 0; body[j] > 0 && m < 6; ++m) c->coordinate[c->n_coordinates++] = 6 * (body[j] - 1) + m;
        dof = 6 * n + k;
        if (k < x->n_rotors) c->coordinate[c->n_coordinates++] = dof;
        for (j = 0; j < c->n_coordinates; ++j) c->weight[j] = 0;
    }
    return n_constraints;
}

RBD_API TACT_COLD rbd_maximal *rbd_maximal_create(const rbd_model *tree, const tact_allocator *allocator,
                                                  rbd_error *error) {
    rbd_maximal *x;
    rbd_builder *builder = NULL;
    rbd_constraint *list = NULL;
    int n_constraints, *ints;
    size_t n_bodies = tree ? (size_t)tree->n_bodies : 0, n_dofs = tree ? (size_t)tree->joint_nv : 0, bytes, reals, most;
    char *memory;
    if (!tree) {
        rbd__text_error(error, RBD_BAD_ARGUMENT, 0, "tree is NULL", NULL, NULL, NULL, NULL);
        return NULL;
    }
    reals = 4 * n_dofs + 6 * n_bodies, most = n_bodies + n_dofs + (size_t)tree->n_coupled;
    bytes = sizeof *x + reals * sizeof(tact_real) + (4 * n_bodies + n_dofs + (size_t)tree->n_coupled) * sizeof(int) +
            most * sizeof(rbd_constraint) + 64;
    memory = (char *)tact_alloc(allocator, bytes);
    builder = rbd_builder_create(allocator);
    if (!memory || !builder) {
        tact_free(allocator, memory, bytes);
        rbd_builder_destroy(builder);
        rbd__text_error(error, RBD_NO_MEMORY, 0, "out of memory", NULL, NULL, NULL, NULL);
        return NULL;
    }
    TACT_MEMSET(memory, 0, bytes);
    x = (rbd_maximal *)(void *)memory;
    list = (rbd_constraint *)(void *)(x + 1);
    x->work = (tact_real *)(void *)(list + most);
    ints = (int *)(void *)(x->work + reals);
    x->tree = tree;
    x->tree_body = ints;
    x->parent = ints + n_bodies;
    x->constraint = ints + 2 * n_bodies;
    x->holder = ints + 3 * n_bodies;
    x->rotor_dof = ints + 4 * n_bodies;
    x->follower = x->rotor_dof + n_dofs;
    x->block = memory, x->bytes = bytes;
    if (allocator) x->allocator_storage = *allocator, x->allocator = &x->allocator_storage;
    rbd_builder_set_gravity(builder, tree->gravity);
    n_constraints = rbd__maximal_bodies(x, builder, list, ints, ints + n_bodies, ints + 2 * n_bodies,
                                        ints + 3 * n_bodies, ints + 4 * n_bodies, ints + 4 * n_bodies + n_dofs, error);
    if (n_constraints >= 0) x->model = rbd_model_create(builder, allocator, error);
    rbd_builder_destroy(builder);
    if (x->model) x->constraints = rbd_constraints_create(x->model, list, n_constraints, allocator, error);
    if (!x->model || !x->constraints) {
        rbd_maximal_destroy(x);
        return NULL;
    }
    return x;
}

RBD_API TACT_COLD void rbd_maximal_destroy(rbd_maximal *maximal) {
    tact_allocator allocator;
    if (!maximal) return;
    rbd_constraints_destroy(maximal->constraints);
    rbd_model_destroy(maximal->model);
    allocator = maximal->allocator_storage;
    tact_free(maximal->allocator ? &allocator : NULL, maximal->block, maximal->bytes);
}

/* Columns S (6 x k, stored one after the other) of the joint that carries free body b, in that body's axes at its
   origin; dof[] gets their numbers in joint coordinates, of which v are the speeds. Returns k. With `rate` also the
   sum of (dS/dt) qdot in the same frame: a column is fixed to its own body, so that as seen from b it turns with
   (V_own - V_b) x. */
TACT_PRIVATE TACT_COLD int rbd__link_columns(const rbd_maximal *x, const rbd_data *data, int b, const tact_real *v,
                                             tact_real *S, int *dof, tact_real *rate) {
    const rbd_model *m = x->tree;
    int body = x->tree_body[b], end = x->tree_body[x->parent[b]], i, k, n = 0;
    tact_vec3 at = data->position[body];
    const tact_mat3 *R = &data->rotation[body];
    rbd__spatial own = rbd__spatial_zero(), sum = rbd__spatial_zero();
    if (rate) own = rbd__velocity_at(data, body, at);
    for (i = body; i != end; i = m->parent[i])
        for (k = m->body_nv[i] - 1; k >= 0 && n < 6; --k, ++n) {
            rbd__spatial s = rbd__column_at(data, i, k, at);
            rbd__put6(S + 6 * n, tact_mat_tmul_vec(R, s.linear), tact_mat_tmul_vec(R, s.angular));
            dof[n] = m->joint_iv[i] + k;
            if (rate) { /* spatial cross product (V_own - V_b) x s, all at b's origin */
                rbd__spatial there = rbd__velocity_at(data, i, at);
                tact_vec3 dv = tact_sub(there.linear, own.linear), dw = tact_sub(there.angular, own.angular);
                tact_real speed = v[dof[n]];
                sum.linear =
                    tact_mul_add(sum.linear, speed, tact_add(tact_cross(dw, s.linear), tact_cross(dv, s.angular)));
                sum.angular = tact_mul_add(sum.angular, speed, tact_cross(dw, s.angular));
            }
        }
    if (rate) rbd__put6(rate, tact_mat_tmul_vec(R, sum.linear), tact_mat_tmul_vec(R, sum.angular));
    return n;
}

/* Orthonormal basis of what is perpendicular to k columns: Gram-Schmidt on the columns, then on the unit vector that
   has the largest part left each time. Returns how many rows; dependent columns (a singular chart) leave more than 6
   - k. */
TACT_PRIVATE int rbd__complement(int k, const tact_real *S, tact_real rows[6][6], int wanted) {
    tact_real basis[6][6], left[6];
    int n = 0, i, j, c, pass, found = 0;
    for (c = 0; c < k + 6 && n < 6; ++c) {
        tact_real norm = 0, before = 0;
        if (c < k) {
            for (i = 0; i < 6; ++i) left[i] = S[6 * c + i];
        } else {
            int best = 0;
            tact_real most = -1;
            for (j = 0; j < 6; ++j) { /* squared length of what is left of e_j */
                tact_real rest = 1;
                for (i = 0; i < n; ++i) rest -= basis[i][j] * basis[i][j];
                if (rest > most) most = rest, best = j;
            }
            for (i = 0; i < 6; ++i) left[i] = i == best;
        }
        for (i = 0; i < 6; ++i) before += left[i] * left[i];
        for (pass = 0; pass < 2; ++pass)
            for (i = 0; i < n; ++i) {
                tact_real dot = 0;
                for (j = 0; j < 6; ++j) dot += basis[i][j] * left[j];
                for (j = 0; j < 6; ++j) left[j] -= dot * basis[i][j];
            }
        for (i = 0; i < 6; ++i) norm += left[i] * left[i];
        if (!(norm > TACT_EPSILON * before)) continue;
        norm = 1 / tact_sqrt(norm);
        for (i = 0; i < 6; ++i) basis[n][i] = norm * left[i];
        if (c >= k && found < wanted) {
            for (i = 0; i < 6; ++i) rows[found][i] = basis[n][i];
            ++found;
        }
        ++n;
    }
    return found;
}

#define RBD__CHART_DAMPING (4 * TACT_EPSILON) /* of the trace of S^T S: enough for a factor where a chart is singular */
/* t (k) <- (S^T S + damping trace)^-1 t for the columns S (6 x k); nonzero when it is singular. */
TACT_PRIVATE TACT_COLD int rbd__solve_normal(int k, const tact_real *S, tact_real damping, tact_real *t) {
    tact_real A[36], trace = 0;
    int i, j, r;
    for (i = 0; i < k; ++i) {
        for (j = 0; j <= i; ++j)
            for (r = 0, A[i * k + j] = 0; r < 6; ++r) A[i * k + j] += S[6 * i + r] * S[6 * j + r];
        trace += A[i * k + i];
    }
    for (i = 0; i < k; ++i) A[i * k + i] += damping * trace;
    if (tact_cholesky(k, A, k)) return 1;
    tact_cholesky_solve(k, A, k, t);
    return 0;
}

/* Adds `scale` times the speed of a joint's dof, as a function of the velocities of its two free bodies, to a row on
   coordinates from entry `at` on (6 for the body, 6 for its carrier unless that is the world), and to its drift. With
   S qdot = V_b - X V_p in b's axes at b's origin and P = row of (S^T S)^-1 S^T: speed = P (V_b - X V_p), and
   acceleration = P (a_b - X a_p + V_b x X V_p - (dS/dt) qdot). Returns the entry after. */
TACT_PRIVATE TACT_COLD int rbd__add_speed(const rbd_maximal *x, const rbd_data *data, int dof, tact_real scale,
                                          const tact_real *v, rbd_constraint *c, int at) {
    int b = x->holder[x->tree->dof_body[dof]], p = x->parent[b], own = x->tree_body[b], dofs[6], i, r, k;
    tact_real S[36], rate[6], t[6], P[6];
    const tact_mat3 *R = &data->rotation[own];
    k = rbd__link_columns(x, data, b, v, S, dofs, v ? rate : NULL);
    for (i = 0; i < k; ++i) t[i] = dofs[i] == dof;
    if (rbd__solve_normal(k, S, 0, t) && rbd__solve_normal(k, S, RBD__CHART_DAMPING, t)) /* singular chart: damped */
        for (i = 0; i < k; ++i) t[i] = 0;
    for (r = 0; r < 6; ++r) {
        for (i = 0, P[r] = 0; i < k; ++i) P[r] += scale * t[i] * S[6 * i + r];
        c->weight[at + r] += P[r];
        if (v) c->custom_drift[0] -= P[r] * rate[r];
    }
    at += 6;
    if (p) { /* V_p at b's origin in b's axes, and P carried back to the carrier's own axes and origin */
        int carrier = x->tree_body[p];
        tact_vec3 f = tact_mat_mul_vec(R, tact_vec(P[0], P[1], P[2])),
                  n = tact_mat_mul_vec(R, tact_vec(P[3], P[4], P[5]));
        tact_vec3 moment = tact_add(n, tact_cross(tact_sub(data->position[own], data->position[carrier]), f));
        tact_real W[6];
        rbd__put6(W, tact_mat_tmul_vec(&data->rotation[carrier], f),
                  tact_mat_tmul_vec(&data->rotation[carrier], moment));
        for (r = 0; r < 6; ++r) c->weight[at + r] -= W[r];
        at += 6;
        if (v) {
            rbd__spatial turn = rbd__cross_motion(rbd__velocity_at(data, own, data->position[own]),
                                                  rbd__velocity_at(data, carrier, data->position[own]));
            c->custom_drift[0] += tact_dot(f, turn.linear) + tact_dot(n, turn.angular);
        }
    }
    return at;
}

RBD_API TACT_COLD int rbd_maximal_joint_rows(rbd_maximal *maximal, rbd_data *data, int b, const tact_real *v,
                                             int dof[6], tact_real rows[6][6], tact_real drift[6]) {
    rbd_maximal *x = maximal;
    const tact_real *speeds = v && drift ? rbd__expand_v(x->tree, x->work, v) : NULL;
    tact_real S[36], rate[6], t[6];
    int i, j, r, k = rbd__link_columns(x, data, b, speeds, S, dof, speeds ? rate : NULL);
    for (i = 0; i < k; ++i) {
        for (j = 0; j < k; ++j) t[j] = i == j;
        if (rbd__solve_normal(k, S, 0, t)) return 0;
        if (drift) drift[i] = 0;
        for (r = 0; r < 6; ++r) {
            for (j = 0, rows[i][r] = 0; j < k; ++j) rows[i][r] += t[j] * S[6 * j + r];
            if (speeds) drift[i] -= rows[i][r] * rate[r];
        }
    }
    return k;
}

/* The rows of rotors and coupled joints. deviation: how far each follower is from where it should be, or NULL. */
TACT_PRIVATE TACT_COLD void rbd__speed_rows(rbd_maximal *x, const rbd_data *data, const tact_real *v,
                                            const tact_real *deviation) {
    const rbd_model *m = x->tree;
    int k, at, i, first = x->constraints->n - x->n_rotors - m->n_coupled;
    for (k = 0; k < x->n_rotors + m->n_coupled; ++k) {
        rbd_constraint *c = &x->constraints->constraint[first + k];
        for (i = 0; i < c->n_coordinates; ++i) c->weight[i] = 0;
        c->custom_drift[0] = c->custom_error[0] = 0;
        if (k < x->n_rotors) {
            at = rbd__add_speed(x, data, x->rotor_dof[k], 1, v, c, 0);
            c->weight[at] = -1;
        } else {
            int body = x->follower[k - x->n_rotors], dof = m->joint_iv[body];
            at = rbd__add_speed(x, data, dof, 1, v, c, 0);
            rbd__add_speed(x, data, m->joint_iv[m->coupling_body[body]], -m->coupling_scale[body], v, c, at);
            if (deviation) c->custom_error[0] = deviation[dof];
        }
    }
}

/* Rows, drifts and errors of the joint of free body b. offset (6, in b's axes): how far b is from where the joint
   would put it, or NULL; v NULL: no drift. */
TACT_PRIVATE TACT_COLD void rbd__link_rows(rbd_maximal *x, const rbd_data *data, int b, const tact_real *v,
                                           const tact_real *offset) {
    tact_real S[36], rate[6];
    int dof[6], k, r, i;
    rbd_constraint *c;
    if (x->constraint[b] < 0) return;
    c = &x->constraints->constraint[x->constraint[b]];
    k = rbd__link_columns(x, data, b, v, S, dof, v ? rate : NULL);
    rbd__complement(k, S, c->custom, c->n_custom);
    for (r = 0; r < c->n_custom; ++r) {
        c->custom_drift[r] = c->custom_error[r] = 0;
        for (i = 0; i < 6; ++i) { /* T^T S = 0 at all times, so dT^T (S qdot) = -T^T dS qdot */
            if (v) c->custom_drift[r] -= c->custom[r][i] * rate[i];
            if (offset) c->custom_error[r] += c->custom[r][i] * offset[i];
        }
    }
}

RBD_API TACT_COLD rbd_status rbd_maximal_from_tree(rbd_maximal *maximal, rbd_data *data, const tact_real *q,
                                                   const tact_real *v, const tact_real *a, tact_real *q_max,
                                                   tact_real *v_max, tact_real *a_max) {
    rbd_maximal *x = maximal;
    const rbd_model *m = x->tree;
    const tact_real *speed = rbd__expand_v(m, x->work, v), *rise = rbd__expand_v(m, x->work + m->joint_nv, a);
    int b, k;
    rbd_status status = v ? rbd_fk_acceleration(m, data, q, v, a) : rbd_fk(m, data, q);
    if (status < 0) return status;
    for (k = 0; k < x->n_rotors; ++k) {
        q_max[7 * x->n + k] = 0;
        if (v && v_max) v_max[6 * x->n + k] = speed[x->rotor_dof[k]];
        if (v && a_max) a_max[6 * x->n + k] = a ? rise[x->rotor_dof[k]] : 0;
    }
    for (b = 1; b <= x->n; ++b) {
        int i = x->tree_body[b];
        tact_quat o = tact_quat_from_mat(&data->rotation[i]);
        tact_real *out = q_max + 7 * (b - 1);
        rbd__put(out, data->position[i]);
        out[3] = o.x;
        out[4] = o.y;
        out[5] = o.z;
        out[6] = o.w;
        if (v) {
            tact_vec3 linear = tact_mat_tmul_vec(&data->rotation[i], rbd__vec_at(data->velocity[i]));
            tact_vec3 angular = tact_mat_tmul_vec(&data->rotation[i], rbd__vec_at(data->velocity[i] + 3));
            if (v_max) rbd__put6(v_max + 6 * (b - 1), linear, angular);
            if (a_max) { /* rate of the components of v: classical acceleration minus w x v */
                tact_vec3 lin = tact_mat_tmul_vec(&data->rotation[i], rbd__vec_at(data->acceleration[i]));
                tact_vec3 ang = tact_mat_tmul_vec(&data->rotation[i], rbd__vec_at(data->acceleration[i] + 3));
                rbd__put6(a_max + 6 * (b - 1), tact_sub(lin, tact_cross(angular, linear)), ang);
            }
        }
        rbd__link_rows(x, data, b, speed, NULL);
    }
    rbd__speed_rows(x, data, speed, NULL);
    return RBD_OK;
}

/* x (k) with S x closest to y (6): normal equations with a trace of damping against singular charts. */
TACT_PRIVATE void rbd__least_squares(int k, const tact_real *S, const tact_real *y, tact_real *out) {
    int i, r;
    for (i = 0; i < k; ++i)
        for (r = 0, out[i] = 0; r < 6; ++r) out[i] += S[6 * i + r] * y[r];
    if (rbd__solve_normal(k, S, RBD__CHART_DAMPING, out))
        for (i = 0; i < k; ++i) out[i] = 0;
}

/* Displacement (6, in b's axes) from where the tree at `data` puts free body b, carried by its actual carrier, to
   where it is: log(tree's relative pose^-1 actual relative pose). */
TACT_PRIVATE void rbd__link_offset(const rbd_maximal *x, const rbd_data *data, int b, const tact_real *q_max,
                                   tact_real *out) {
    int p = x->parent[b];
    tact_pose tree_pose, actual[2];
    tact_vec3 linear, angular;
    int i;
    tree_pose =
        tact_pose_mul(tact_pose_inverse(rbd_body_pose(data, x->tree_body[p])), rbd_body_pose(data, x->tree_body[b]));
    for (i = 0; i < 2; ++i) {
        const tact_real *at = q_max + 7 * ((i ? b : p) - 1);
        actual[i] = tact_pose_identity();
        if (i || p)
            actual[i] =
                tact_pose_make(rbd__vec_at(at), tact_quat_normalize(tact_quat_make(at[3], at[4], at[5], at[6])));
    }
    actual[1] = tact_pose_mul(tact_pose_inverse(actual[0]), actual[1]);
    actual[1] = tact_pose_mul(tact_pose_inverse(tree_pose), actual[1]);
    rbd__log6(actual[1].q, actual[1].p, &linear, &angular);
    rbd__put6(out, linear, angular);
}

/* Steps of the joint coordinates [rad, m], absolute: at angles of the order of 1 and bodies of the order of a metre. */
#define RBD__TO_TREE_STEPS 50                             /* a bound: from nearby Newton's steps are few */
#define RBD__TO_TREE_DONE (8 * TACT_EPSILON)              /* a step that changes the last digits only */
#define RBD__TO_TREE_STALLED (TACT_R(1e4) * TACT_EPSILON) /* below it steps that no longer shrink are rounding */
#define RBD__TO_TREE_FAILED (TACT_R(1e6) * TACT_EPSILON)  /* above it the poses are none that the joints allow */
RBD_API TACT_COLD rbd_status rbd_maximal_to_tree(rbd_maximal *maximal, rbd_data *data, const tact_real *q_max,
                                                 const tact_real *v_max, tact_real *q, tact_real *v) {
    rbd_maximal *x = maximal;
    const rbd_model *m = x->tree;
    tact_real S[36], y[6], z[6], *step = x->work, *speed = step + m->joint_nv, *deviation = speed + m->joint_nv;
    tact_real *offsets = deviation + 2 * m->joint_nv, largest = 0, last = -1;
    int b, i, it, k, dof[6];
    rbd_status status;
    if (!rbd__all_finite(7 * x->n, q_max) || (v_max && !rbd__all_finite(6 * x->n, v_max))) return RBD_NOT_FINITE;
    for (it = 0; it < RBD__TO_TREE_STEPS; ++it) { /* Newton on each joint's own coordinates, all joints at once */
        status = rbd_fk(m, data, q);
        if (status < 0) return status;
        for (i = 0; i < m->nv; ++i) step[i] = 0;
        for (b = 1, largest = 0; b <= x->n; ++b) {
            rbd__link_offset(x, data, b, q_max, offsets + 6 * (b - 1));
            k = rbd__link_columns(x, data, b, NULL, S, dof, NULL);
            rbd__least_squares(k, S, offsets + 6 * (b - 1), z);
            for (i = 0; i < k; ++i) { /* the deviation of a follower stays an error of its row */
                deviation[dof[i]] = z[i];
                if (m->coupled[m->dof_body[dof[i]]]) continue;
                step[m->dof_master[dof[i]]] = z[i], largest = tact_max(largest, tact_abs(z[i]));
            }
        }
        if (largest <= RBD__TO_TREE_DONE || (last >= 0 && largest >= last && largest < RBD__TO_TREE_STALLED)) break;
        last = largest;
        rbd_integrate(m, q, step, 1, q);
    }
    if (v_max && v) {
        for (b = 1; b <= x->n; ++b) {
            int p = x->parent[b];
            tact_pose relative = tact_pose_mul(tact_pose_inverse(rbd_body_pose(data, x->tree_body[p])),
                                               rbd_body_pose(data, x->tree_body[b]));
            const tact_real *vb = v_max + 6 * (b - 1), *vp = v_max + 6 * (p - 1);
            tact_vec3 linear = rbd__vec_at(vb), angular = rbd__vec_at(vb + 3);
            if (p) { /* minus the carrier's velocity, taken at b's origin in b's axes */
                tact_vec3 w = rbd__vec_at(vp + 3);
                linear =
                    tact_sub(linear, tact_unrotate(relative.q, tact_add(rbd__vec_at(vp), tact_cross(w, relative.p))));
                angular = tact_sub(angular, tact_unrotate(relative.q, w));
            }
            rbd__put6(y, linear, angular);
            k = rbd__link_columns(x, data, b, NULL, S, dof, NULL);
            rbd__least_squares(k, S, y, z);
            for (i = 0; i < k; ++i)
                if (!m->coupled[m->dof_body[dof[i]]]) v[m->dof_master[dof[i]]] = z[i];
        }
        status = rbd_fk_velocity(m, data, q, v);
        if (status < 0) return status;
    }
    {
        const tact_real *speeds = v_max && v ? rbd__expand_v(m, speed, v) : NULL;
        for (b = 1; b <= x->n; ++b) rbd__link_rows(x, data, b, speeds, offsets + 6 * (b - 1));
        rbd__speed_rows(x, data, speeds, deviation);
    }
    return largest < RBD__TO_TREE_FAILED ? RBD_OK : RBD_NOT_CONVERGED;
}

RBD_API rbd_status rbd_maximal_forces(rbd_maximal *maximal, rbd_data *data, const tact_real *q, const tact_real *v,
                                      const tact_real *tau, const tact_real *f_ext, tact_real *f_max) {
    rbd_maximal *x = maximal;
    const rbd_model *m = x->tree;
    tact_real *total = x->work, *torque = total + m->joint_nv, S[36], t[6], w[6];
    int b, i, j, k, r, dof[6];
    rbd_status status = rbd_fk_velocity(m, data, q, v);
    if (status < 0) return status;
    rbd_passive_torque(m, data, q, v, torque);
    for (i = 0; i < m->joint_nv; ++i) /* the force on a follower acts through the joint that it follows */
        total[i] = m->coupled[m->dof_body[i]] ? 0 : torque[m->dof_master[i]] + tau[m->dof_master[i]];
    for (i = 0; i < 6 * x->model->n_bodies; ++i) f_max[i] = 0;
    /* A force on a massless body goes to the body that it carries. The joints between the two must not feel it. */
    for (i = 1; f_ext && i < m->n_bodies; ++i) {
        const tact_real *f = f_ext + 6 * i;
        int to = i;
        tact_vec3 force, moment;
        while (m->inertia[to].mass <= 0) ++to; /* its only child comes next */
        force = tact_mat_mul_vec(&data->rotation[i], rbd__vec_at(f));
        moment = tact_mat_mul_vec(&data->rotation[i], rbd__vec_at(f + 3));
        moment = tact_add(moment, tact_cross(tact_sub(data->position[i], data->position[to]), force));
        for (j = to; j != i; j = m->parent[j])
            for (k = 0; k < m->body_nv[j]; ++k) {
                rbd__spatial s = rbd__column_at(data, j, k, data->position[to]);
                total[m->joint_iv[j] + k] -= tact_dot(s.linear, force) + tact_dot(s.angular, moment);
            }
        b = x->holder[to];
        force = tact_mat_tmul_vec(&data->rotation[to], force), moment = tact_mat_tmul_vec(&data->rotation[to], moment);
        rbd__add6(f_max + 6 * b, 1, force, moment);
    }
    for (b = 1; b <= x->n; ++b) { /* the smallest wrench W with S^T W = tau: W = S (S^T S)^-1 tau, and its reaction */
        int p = x->parent[b], body = x->tree_body[b], carrier = x->tree_body[p];
        tact_vec3 force, moment;
        k = rbd__link_columns(x, data, b, NULL, S, dof, NULL);
        for (i = 0; i < k; ++i) t[i] = total[dof[i]];
        if (rbd__solve_normal(k, S, 0, t)) return RBD_SINGULAR;
        for (r = 0; r < 6; ++r)
            for (i = 0, w[r] = 0; i < k; ++i) w[r] += S[6 * i + r] * t[i];
        for (r = 0; r < 6; ++r) f_max[6 * b + r] += w[r];
        if (!p) continue;
        force = tact_mat_mul_vec(&data->rotation[body], rbd__vec_at(w));
        moment = tact_mat_mul_vec(&data->rotation[body], rbd__vec_at(w + 3));
        moment = tact_add(moment, tact_cross(tact_sub(data->position[body], data->position[carrier]), force));
        force = tact_mat_tmul_vec(&data->rotation[carrier], force);
        moment = tact_mat_tmul_vec(&data->rotation[carrier], moment);
        rbd__add6(f_max + 6 * p, -1, force, moment);
    }
    return RBD_OK;
}

// >>impl-numbers
/* Owns    decimal text to double, correctly rounded.
   Reads   characters.
   Leaves  a number and the place behind it. */
#ifndef RBD_NO_FILES
/* Decimal text to double, correctly rounded (round half to even), whatever the locale. Significands below 2^53 with
   |exponent| <= 22 take one exact multiplication or division (Clinger, How to read floating point numbers accurately,
   1990); every other number starts from an approximation and is moved to the right neighbour by exact big-integer
   comparisons with the midpoints around it (the same paper's algorithm R, driven by comparisons only). */
#define RBD__BIG_LIMBS 160      /* 5120 bits: 780 digits shifted by 1075 bits, or 10^1110 times a 54-bit significand */
#define RBD__NUMBER_LEAD 19     /* digits that a 64-bit integer holds whatever they are */
#define RBD__NUMBER_FAR 100000  /* an exponent beyond it is none of a number; counting on could overflow */
#define RBD__NUMBER_TINY (-330) /* powers of ten below which a number is zero, and above which it is too large: with */
#define RBD__NUMBER_HUGE 310    /* a margin about 4.9e-324 and 1.8e308 */
#define RBD__NUMBER_DIGITS 780  /* more significant digits than any midpoint between two doubles has (767) */

typedef struct rbd__big {
    int n; /* limbs in use; the highest one is not zero */
    uint32_t limb[RBD__BIG_LIMBS];
} rbd__big;

TACT_PRIVATE TACT_COLD void rbd__big_set(rbd__big *b, uint64_t x) {
    b->n = 0;
    for (; x; x >>= 32) b->limb[b->n++] = (uint32_t)(x & 0xffffffffu);
}

/* b = b * factor + addend. A result wider than the array cannot occur within the limits above; it would be cut. */
TACT_PRIVATE TACT_COLD void rbd__big_mul_add(rbd__big *b, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    int i;
    for (i = 0; i < b->n; ++i) {
        carry += (uint64_t)b->limb[i] * factor;
        b->limb[i] = (uint32_t)(carry & 0xffffffffu);
        carry >>= 32;
    }
    if (carry && b->n < RBD__BIG_LIMBS) b->limb[b->n++] = (uint32_t)carry;
}

TACT_PRIVATE TACT_COLD void rbd__big_mul_power10(rbd__big *b, int power) {
    for (; power >= 9; power -= 9) rbd__big_mul_add(b, 1000000000u, 0);
    for (; power > 0; --power) rbd__big_mul_add(b, 10u, 0);
}

TACT_PRIVATE TACT_COLD void rbd__big_shift_left(rbd__big *b, int bits) {
    int words = bits / 32, i;
    if (bits % 32) rbd__big_mul_add(b, (uint32_t)1 << (bits % 32), 0);
    if (!words || !b->n || b->n + words > RBD__BIG_LIMBS) return;
    for (i = b->n; i-- > 0;) b->limb[i + words] = b->limb[i];
    for (i = 0; i < words; ++i) b->limb[i] = 0;
    b->n += words;
}

/* a * factor, for a 64-bit factor. */
TACT_PRIVATE TACT_COLD void rbd__big_mul_u64(rbd__big *a, uint64_t factor) {
    uint32_t low = (uint32_t)(factor & 0xffffffffu), high = (uint32_t)(factor >> 32);
    rbd__big shifted = *a;
    uint64_t carry = 0;
    int i, n;
    rbd__big_mul_add(a, low, 0);
    if (!high) return;
    rbd__big_mul_add(&shifted, high, 0);
    rbd__big_shift_left(&shifted, 32);
    n = a->n > shifted.n ? a->n : shifted.n;
    for (i = 0; i < n; ++i) {
        carry += (i < a->n ? a->limb[i] : 0u);
        carry += (i < shifted.n ? shifted.limb[i] : 0u);
        a->limb[i] = (uint32_t)(carry & 0xffffffffu);
        carry >>= 32;
    }
    a->n = n;
    if (carry && a->n < RBD__BIG_LIMBS) a->limb[a->n++] = (uint32_t)carry;
}

TACT_PRIVATE TACT_COLD int rbd__big_compare(const rbd__big *a, const rbd__big *b) {
    int i;
    if (a->n != b->n) return a->n < b->n ? -1 : 1;
    for (i = a->n; i-- > 0;)
        if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

/* Sign of digits * 10^exponent minus the midpoint between the double with these bits and the next one up, where
   numerator = digits * 10^max(exponent,0) and power = 10^max(-exponent,0). */
TACT_PRIVATE TACT_COLD int rbd__compare_with_midpoint(const rbd__big *numerator, const rbd__big *power, uint64_t bits) {
    uint64_t significand = bits & 0xfffffffffffffu;
    int exponent = (int)(bits >> 52);
    rbd__big left = *numerator, right = *power;
    if (exponent)
        significand |= (uint64_t)1 << 52;
    else
        exponent = 1;
    exponent -= 1076; /* midpoint = (2 significand + 1) 2^exponent */
    rbd__big_mul_u64(&right, 2 * significand + 1);
    if (exponent >= 0)
        rbd__big_shift_left(&right, exponent);
    else
        rbd__big_shift_left(&left, -exponent);
    return rbd__big_compare(&left, &right);
}

typedef enum rbd__number_result {
    RBD__NUMBER_OK,
    RBD__NUMBER_NONE,     /* no digits where a number should begin */
    RBD__NUMBER_OVERFLOW, /* larger than the largest finite value */
    RBD__NUMBER_INFINITE, /* "inf" or "infinity", any case, with a sign or without; *value is +-1 */
    RBD__NUMBER_NAN
} rbd__number_result;

TACT_PRIVATE TACT_COLD int rbd__same_letters(const char *text, const char *lower_case_word) {
    for (; *lower_case_word; ++text, ++lower_case_word)
        if ((*text >= 'A' && *text <= 'Z' ? *text - 'A' + 'a' : *text) != *lower_case_word) return 0;
    return 1;
}

static const double rbd__powers10[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                         1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
/* The double nearest to the n_digits significant digits at `first` times 10^exponent. lead is the first n_lead of them
   as a number; dropped: digits behind them are not zero. */
TACT_PRIVATE TACT_COLD rbd__number_result rbd__round_double(const char *first, int n_digits, int n_lead, uint64_t lead,
                                                            int dropped, int exponent, double *value) {
    rbd__big numerator, power;
    uint64_t bits;
    double z;
    int e, i;
    numerator.n = 0;
    /* all kept digits exactly; one more digit '1' stands for whatever non-zero tail was dropped */
    for (i = 0; i < n_digits; ++first)
        if (*first >= '0' && *first <= '9' && (i > 0 || *first != '0')) {
            rbd__big_mul_add(&numerator, 10u, (uint32_t)(*first - '0'));
            ++i;
        }
    if (dropped) rbd__big_mul_add(&numerator, 10u, 1u), --exponent;
    rbd__big_set(&power, 1);
    if (exponent >= 0)
        rbd__big_mul_power10(&numerator, exponent);
    else
        rbd__big_mul_power10(&power, -exponent);
    /* the approximation: at most 20 roundings */
    z = (double)lead;
    e = exponent + n_digits + (dropped != 0) - n_lead;
    for (; e >= 22; e -= 22) z *= rbd__powers10[22];
    for (; e <= -22; e += 22) z /= rbd__powers10[22];
    z = e < 0 ? z / rbd__powers10[-e] : z * rbd__powers10[e];
    TACT_MEMCPY(&bits, &z, sizeof bits);
    if (bits > 0x7fefffffffffffffu) bits = 0x7fefffffffffffffu; /* infinity: begin at the largest finite double */
    for (i = 0; i < 64; ++i) {
        int up = rbd__compare_with_midpoint(&numerator, &power, bits), down;
        if (up > 0 || (up == 0 && (bits & 1))) {
            ++bits;
            if (bits > 0x7fefffffffffffffu) return RBD__NUMBER_OVERFLOW;
            if (up == 0) break;
            continue;
        }
        if (bits == 0 || up == 0) break;
        down = rbd__compare_with_midpoint(&numerator, &power, bits - 1);
        if (down > 0 || (down == 0 && !(bits & 1))) break;
        --bits;
        if (down == 0) break;
    }
    TACT_MEMCPY(&z, &bits, sizeof z);
    *value = z;
    return RBD__NUMBER_OK;
}

/* Reads one number at *cursor (NUL-terminated text, no leading blanks) and moves *cursor behind it. */
TACT_PRIVATE TACT_COLD rbd__number_result rbd__read_double(const char **cursor, double *value) {
    const char *s = *cursor, *first;
    int negative = 0, seen_digit = 0, seen_point = 0, n_digits = 0, n_lead = 0, exponent = 0, dropped = 0;
    uint64_t lead = 0; /* the first 19 significant digits */
    double z;
    if (*s == '+' || *s == '-') negative = *s++ == '-';
    *value = negative ? -1.0 : 1.0;
    if (rbd__same_letters(s, "inf")) {
        *cursor = s + (rbd__same_letters(s, "infinity") ? 8 : 3);
        return RBD__NUMBER_INFINITE;
    }
    if (rbd__same_letters(s, "nan")) {
        *cursor = s + 3;
        return RBD__NUMBER_NAN;
    }
    first = s;
    for (;; ++s) {
        if (*s == '.' && !seen_point) {
            seen_point = 1;
            continue;
        }
        if (*s < '0' || *s > '9') break;
        seen_digit = 1;
        if (n_digits == 0 && *s == '0') { /* leading zero */
            exponent -= seen_point && exponent > -RBD__NUMBER_FAR;
            continue;
        }
        if (n_digits < RBD__NUMBER_DIGITS) {
            if (n_lead < RBD__NUMBER_LEAD) lead = 10 * lead + (uint64_t)(*s - '0'), ++n_lead;
            ++n_digits;
            exponent -= seen_point;
        } else { /* too many digits to matter, except that the value is above what was kept */
            dropped |= *s != '0';
            exponent += !seen_point && exponent < RBD__NUMBER_FAR;
        }
    }
    if (!seen_digit) return RBD__NUMBER_NONE;
    if (*s == 'e' || *s == 'E') {
        const char *t = s + 1;
        int sign = 1, x = 0;
        if (*t == '+' || *t == '-') sign = *t++ == '-' ? -1 : 1;
        if (*t >= '0' && *t <= '9') {
            for (; *t >= '0' && *t <= '9'; ++t)
                if (x < 1000000) x = 10 * x + (*t - '0');
            exponent += sign * x;
            s = t;
        }
    }
    *cursor = s;
    if (n_digits == 0 || n_digits + exponent < RBD__NUMBER_TINY) {
        *value = negative ? -0.0 : 0.0;
        return RBD__NUMBER_OK;
    }
    if (n_digits + exponent > RBD__NUMBER_HUGE) return RBD__NUMBER_OVERFLOW;
    if (n_lead == n_digits && lead <= ((uint64_t)1 << 53) && exponent >= -22 && exponent <= 22) {
        z = exponent < 0 ? (double)lead / rbd__powers10[-exponent] : (double)lead * rbd__powers10[exponent];
        *value = negative ? -z : z;
        return RBD__NUMBER_OK;
    }
    if (rbd__round_double(first, n_digits, n_lead, lead, dropped, exponent, &z) != RBD__NUMBER_OK)
        return RBD__NUMBER_OVERFLOW;
    *value = negative ? -z : z;
    return RBD__NUMBER_OK;
}
#endif /* RBD_NO_FILES */

// >>impl-xml
/* Owns    the document: elements and attributes of a text, numbers in attributes, sorted names.
   Reads   the text of a file.
   Leaves  nodes in document order, in one block. */
#ifndef RBD_NO_FILES
/* A reader of the part of XML that robot files use: elements, attributes in either quote, the five named and the
   numeric entities, comments, processing instructions, CDATA and a document type without expansion of its entities.
   It works on its own copy of the text, ends strings in place, and keeps the elements in one array in document order:
   memory is linear in the text and known after one scan ('<' bounds the elements, '=' the attributes). Text between
   elements is not kept. Every failure has a line number; nesting is bounded, and nothing recurses. */
#define RBD__XML_DEPTH 200               /* elements in one another: far beyond any robot */
#define RBD__XML_BYTES ((size_t)1 << 28) /* so that counts of nodes and attributes fit an int */
#define RBD__XML_ATTRIBUTES 64           /* in one tag: names are compared with one another */

typedef struct rbd__xml_attribute {
    const char *name, *value;
    int line;
} rbd__xml_attribute;

typedef struct rbd__xml_node {
    const char *name, *file; /* file: NULL: the text itself, without a name */
    int line;
    int parent, first_child, last_child, next; /* node indices, -1: none */
    int n_attributes;
    rbd__xml_attribute *attributes;
    /* of MJCF, see rbd__mjcf_copy_node: default class around it, name, model, frame, 1: passed over */
    const char *childclass, *label;
    int unit, frame, passed;
} rbd__xml_node;

typedef struct rbd__xml {
    rbd__xml_node *nodes; /* nodes[0] is the root element */
    rbd__xml_attribute *attributes;
    int n_nodes, n_attributes;
    void *block;
    size_t block_bytes;
    rbd_error *error; /* may be NULL */
    char *p;          /* reading position */
    char *mark;       /* `line` is the line of this place; never ahead of p */
    int line;
} rbd__xml;

TACT_PRIVATE TACT_COLD int rbd__string_compare(const char *a, const char *b) {
    while (*a && *a == *b) ++a, ++b;
    return (int)(unsigned char)*a - (int)(unsigned char)*b;
}

TACT_PRIVATE TACT_COLD int rbd__xml_line(rbd__xml *x) {
    for (; x->mark < x->p; ++x->mark) x->line += *x->mark == '\n';
    return x->line;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__xml_error(rbd__xml *x, const char *a, const char *b, const char *c) {
    return rbd__text_error(x->error, RBD_BAD_TEXT, rbd__xml_line(x), a, b, c, NULL, NULL);
}
TACT_PRIVATE TACT_COLD int rbd__is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
TACT_PRIVATE TACT_COLD void rbd__xml_skip_blanks(rbd__xml *x) {
    while (rbd__is_blank(*x->p)) ++x->p;
}
TACT_PRIVATE TACT_COLD int rbd__xml_starts(const char *p, const char *word) {
    while (*word && *p == *word) ++p, ++word;
    return !*word;
}
TACT_PRIVATE TACT_COLD int rbd__xml_name_char(char c, int first) {
    unsigned char u = (unsigned char)c;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || u >= 128) return 1;
    return !first && ((c >= '0' && c <= '9') || c == '-' || c == '.');
}
/* Moves behind the next `mark`; fails, staying at the opening, when there is none. */
TACT_PRIVATE TACT_COLD rbd_status rbd__xml_skip_past(rbd__xml *x, const char *mark, const char *what) {
    char *q;
    for (q = x->p; *q; ++q)
        if (*q == *mark && rbd__xml_starts(q, mark)) {
            for (; *mark; ++mark) ++q;
            x->p = q;
            return RBD_OK;
        }
    return rbd__xml_error(x, "the ", what, " that begins here is not closed");
}

/* <!DOCTYPE ...>: skipped, internal subset included. Its entities are not expanded: using one is an error. */
TACT_PRIVATE TACT_COLD rbd_status rbd__xml_skip_doctype(rbd__xml *x) {
    int bracket = 0;
    char quote = 0, *q;
    for (q = x->p; *q; ++q) {
        if (quote)
            quote = *q == quote ? (char)0 : quote;
        else if (*q == '"' || *q == '\'')
            quote = *q;
        else if (*q == '[')
            ++bracket;
        else if (*q == ']')
            --bracket;
        else if (*q == '>' && bracket <= 0) {
            x->p = q + 1;
            return RBD_OK;
        }
    }
    return rbd__xml_error(x, "the document type that begins here is not closed", NULL, NULL);
}

/* One entity at *from ("&...;") written at *to as UTF-8, which is never longer. */
TACT_PRIVATE TACT_COLD int rbd__xml_entity(char **from, char **to) {
    static const char names[5][6] = {"lt;", "gt;", "amp;", "quot;", "apos;"};
    static const char values[5] = {'<', '>', '&', '"', '\''};
    char *f = *from + 1, *t = *to;
    unsigned code = 0;
    int i, digits = 0, hexadecimal;
    for (i = 0; i < 5; ++i)
        if (rbd__xml_starts(f, names[i])) {
            const char *n = names[i];
            for (; *n; ++n) ++f;
            *t = values[i];
            *from = f, *to = t + 1;
            return 1;
        }
    if (*f != '#') return 0;
    ++f;
    hexadecimal = *f == 'x';
    f += hexadecimal;
    for (; *f != ';'; ++f, ++digits) {
        unsigned digit;
        if (*f >= '0' && *f <= '9')
            digit = (unsigned)(*f - '0');
        else if (hexadecimal && *f >= 'a' && *f <= 'f')
            digit = (unsigned)(*f - 'a' + 10);
        else if (hexadecimal && *f >= 'A' && *f <= 'F')
            digit = (unsigned)(*f - 'A' + 10);
        else
            return 0;
        code = code * (hexadecimal ? 16u : 10u) + digit;
        if (code > 0x10ffffu) return 0;
    }
    if (!digits || !code) return 0;
    if (code < 0x80u) {
        *t++ = (char)code;
    } else {
        int tail = code < 0x800u ? 1 : (code < 0x10000u ? 2 : 3);
        *t++ = (char)((tail == 1 ? 0xc0u : (tail == 2 ? 0xe0u : 0xf0u)) | (code >> (6 * tail)));
        while (tail-- > 0) *t++ = (char)(0x80u | ((code >> (6 * tail)) & 0x3fu));
    }
    *from = f + 1, *to = t;
    return 1;
}

/* name = "value" pairs up to '>' or '/'; p stays on that character. */
TACT_PRIVATE TACT_COLD rbd_status rbd__xml_attributes(rbd__xml *x, rbd__xml_node *node) {
    for (;;) {
        rbd__xml_attribute *a = &x->attributes[x->n_attributes];
        char *name_end, *to, quote;
        int i;
        if (!rbd__is_blank(*x->p) && *x->p != '>' && *x->p != '/' && *x->p)
            return rbd__xml_error(x, "unexpected character in a tag", NULL, NULL);
        rbd__xml_skip_blanks(x);
        if (*x->p == '>' || *x->p == '/') return RBD_OK;
        if (!*x->p) return rbd__xml_error(x, "the text ends inside a tag", NULL, NULL);
        if (!rbd__xml_name_char(*x->p, 1)) return rbd__xml_error(x, "an attribute name should stand here", NULL, NULL);
        a->line = rbd__xml_line(x);
        a->name = x->p;
        while (rbd__xml_name_char(*x->p, 0)) ++x->p;
        name_end = x->p;
        rbd__xml_skip_blanks(x);
        if (*x->p != '=') return rbd__xml_error(x, "an attribute needs ='...' behind its name", NULL, NULL);
        ++x->p;
        rbd__xml_skip_blanks(x);
        rbd__xml_line(x); /* counted now: the next write may replace a line end */
        *name_end = 0;
        quote = *x->p;
        if (quote != '"' && quote != '\'')
            return rbd__xml_error(x, "the value of attribute ", a->name, " is not in quotes");
        a->value = to = ++x->p;
        while (*x->p != quote) {
            rbd__xml_line(x);
            if (!*x->p) return rbd__xml_error(x, "the text ends inside the value of attribute ", a->name, NULL);
            if (*x->p == '<')
                return rbd__xml_error(x, "'<' in the value of attribute ", a->name, " (is a quote missing?)");
            if (*x->p == '&') {
                char *from = x->p;
                if (!rbd__xml_entity(&from, &to))
                    return rbd__xml_error(x, "unknown entity in the value of attribute ", a->name, NULL);
                x->p = x->mark = from;
            } else {
                char c = *x->p++;
                x->line += c == '\n';
                x->mark = x->p;
                *to++ = c;
            }
        }
        ++x->p;
        *to = 0;
        for (i = 0; i < node->n_attributes; ++i)
            if (rbd__string_equal(node->attributes[i].name, a->name))
                return rbd__text_error(x->error, RBD_BAD_TEXT, a->line, "attribute ", a->name, " is given twice", NULL,
                                       NULL);
        if (++node->n_attributes > RBD__XML_ATTRIBUTES)
            return rbd__xml_error(x, "more than 64 attributes in one tag", NULL, NULL);
        ++x->n_attributes;
    }
}

/* Opening tag at '<'; *empty tells whether it was <.../>. The name gets its final NUL last, because the character
   behind it still has to be read. */
TACT_PRIVATE TACT_COLD rbd_status rbd__xml_open_tag(rbd__xml *x, int parent, int *empty) {
    rbd__xml_node *node = &x->nodes[x->n_nodes];
    char *name_end;
    rbd_status status;
    node->line = rbd__xml_line(x);
    node->parent = parent;
    node->first_child = node->last_child = node->next = -1;
    node->attributes = x->attributes + x->n_attributes;
    node->n_attributes = 0;
    node->file = node->childclass = node->label = NULL;
    node->unit = node->frame = node->passed = 0;
    node->name = ++x->p;
    if (!rbd__xml_name_char(*x->p, 1)) return rbd__xml_error(x, "an element name should stand behind '<'", NULL, NULL);
    while (rbd__xml_name_char(*x->p, 0)) ++x->p;
    name_end = x->p;
    status = rbd__xml_attributes(x, node);
    if (status < 0) return status;
    *empty = *x->p == '/';
    x->p += *empty;
    if (*x->p != '>') return rbd__xml_error(x, "a tag should end here with '>'", NULL, NULL);
    ++x->p;
    rbd__xml_line(x);
    *name_end = 0;
    if (parent >= 0) {
        rbd__xml_node *p = &x->nodes[parent];
        if (p->last_child < 0)
            p->first_child = x->n_nodes;
        else
            x->nodes[p->last_child].next = x->n_nodes;
        p->last_child = x->n_nodes;
    }
    ++x->n_nodes;
    return RBD_OK;
}

/* </name> must name the element that is open. */
TACT_PRIVATE TACT_COLD rbd_status rbd__xml_close_tag(rbd__xml *x, const rbd__xml_node *open) {
    char number[16], *name_end, *name = x->p + 2;
    int line = rbd__xml_line(x);
    for (x->p = name; rbd__xml_name_char(*x->p, 0);) ++x->p;
    name_end = x->p;
    rbd__xml_skip_blanks(x);
    if (*x->p != '>') return rbd__xml_error(x, "a closing tag should end here with '>'", NULL, NULL);
    ++x->p;
    rbd__xml_line(x);
    *name_end = 0;
    if (!open) return rbd__text_error(x->error, RBD_BAD_TEXT, line, "</", name, "> closes nothing", NULL, NULL);
    if (rbd__string_equal(open->name, name)) return RBD_OK;
    rbd__text_error(x->error, RBD_BAD_TEXT, line, "</", name, "> stands where </", open->name, "> is due, line ");
    if (x->error) {
        int at = 0;
        while (x->error->text[at]) ++at;
        rbd__append(x->error->text, (int)sizeof x->error->text, at, rbd__int_text(number, open->line), 16);
    }
    return RBD_BAD_TEXT;
}

TACT_PRIVATE TACT_COLD rbd_status rbd__xml_document(rbd__xml *x) {
    int open = -1, depth = 0, empty = 0;
    rbd_status status;
    for (;;) {
        for (; *x->p && *x->p != '<'; ++x->p)
            if (open < 0 && !rbd__is_blank(*x->p))
                return rbd__xml_error(x, x->n_nodes ? "text behind the end of the document" : "this is not XML", NULL,
                                      NULL);
        if (!*x->p) break;
        if (rbd__xml_starts(x->p, "<!--")) {
            x->p += 4;
            status = rbd__xml_skip_past(x, "-->", "comment");
        } else if (rbd__xml_starts(x->p, "<![CDATA[")) {
            status = rbd__xml_skip_past(x, "]]>", "character data");
        } else if (rbd__xml_starts(x->p, "<?")) {
            status = rbd__xml_skip_past(x, "?>", "processing instruction");
        } else if (rbd__xml_starts(x->p, "<!")) {
            status = rbd__xml_skip_doctype(x);
        } else if (rbd__xml_starts(x->p, "</")) {
            status = rbd__xml_close_tag(x, open < 0 ? NULL : &x->nodes[open]);
            if (status >= 0) open = x->nodes[open].parent, --depth;
        } else {
            if (open < 0 && x->n_nodes) return rbd__xml_error(x, "a second root element begins here", NULL, NULL);
            if (depth >= RBD__XML_DEPTH) return rbd__xml_error(x, "elements are nested more than 200 deep", NULL, NULL);
            status = rbd__xml_open_tag(x, open, &empty);
            if (status >= 0 && !empty) open = x->n_nodes - 1, ++depth;
        }
        if (status < 0) return status;
    }
    if (open >= 0) {
        char number[16];
        return rbd__text_error(x->error, RBD_BAD_TEXT, rbd__xml_line(x), "the text ends inside <", x->nodes[open].name,
                               ">, opened in line ", rbd__int_text(number, x->nodes[open].line), NULL);
    }
    return x->n_nodes ? RBD_OK : rbd__xml_error(x, "there is no element in this text", NULL, NULL);
}

TACT_PRIVATE TACT_COLD void rbd__xml_free(rbd__xml *x, const tact_allocator *allocator) {
    tact_free(allocator, x->block, x->block_bytes);
    x->block = NULL;
}

/* Parses text[0..bytes). On success the caller frees *x; on failure nothing is left to free. */
TACT_PRIVATE TACT_COLD rbd_status rbd__xml_parse(rbd__xml *x, const char *text, size_t bytes,
                                                 const tact_allocator *allocator, rbd_error *error) {
    size_t i, n_nodes = 0, n_attributes = 1; /* one spare: an attribute is written before it is counted */
    rbd_status status;
    TACT_MEMSET(x, 0, sizeof *x);
    x->error = error;
    if (bytes > RBD__XML_BYTES)
        return rbd__text_error(error, RBD_BAD_TEXT, 0, "the text is longer than 256 MiB", NULL, NULL, NULL, NULL);
    if (bytes >= 2 && ((unsigned char)text[0] >= 0xfe || text[0] == 0 || text[1] == 0))
        return rbd__text_error(error, RBD_BAD_TEXT, 1, "this is not UTF-8 text (UTF-16 or binary data)", NULL, NULL,
                               NULL, NULL);
    for (i = 0, x->line = 1; i < bytes; ++i) {
        n_nodes += text[i] == '<';
        n_attributes += text[i] == '=';
        x->line += text[i] == '\n';
        if (!text[i])
            return rbd__text_error(error, RBD_BAD_TEXT, x->line, "a zero byte in the text", NULL, NULL, NULL, NULL);
    }
    x->block_bytes = n_nodes * sizeof(rbd__xml_node) + n_attributes * sizeof(rbd__xml_attribute) + bytes + 1;
    x->block = tact_alloc(allocator, x->block_bytes);
    if (!x->block) return rbd__text_error(error, RBD_NO_MEMORY, 0, "out of memory", NULL, NULL, NULL, NULL);
    x->nodes = (rbd__xml_node *)x->block;
    x->attributes = (rbd__xml_attribute *)(void *)(x->nodes + n_nodes);
    x->p = x->mark = (char *)(x->attributes + n_attributes);
    x->line = 1;
    if (bytes) TACT_MEMCPY(x->p, text, bytes);
    x->p[bytes] = 0;
    if (rbd__xml_starts(x->p, "\xef\xbb\xbf")) x->p += 3, x->mark = x->p;
    status = rbd__xml_document(x);
    if (status < 0) rbd__xml_free(x, allocator);
    return status;
}

/* "FILE: line N: <element> 'name': abcd", without what is NULL or 0. */
TACT_PRIVATE TACT_COLD rbd_status rbd__place_error(rbd_error *error, rbd_status status, const rbd__xml_node *node,
                                                   const char *name, const char *a, const char *b, const char *c,
                                                   const char *d) {
    const char *pieces[12];
    char number[16];
    int at = 0, i, n = 0;
    if (!error) return status;
    error->status = status, error->index = node->line;
    if (node->file) pieces[n++] = node->file, pieces[n++] = ": ";
    if (node->line > 0) {
        pieces[n++] = "line ", pieces[n++] = rbd__int_text(number, node->line);
        pieces[n++] = ": ";
    }
    pieces[n++] = "<", pieces[n++] = node->name;
    pieces[n++] = name ? "> '" : "> ";
    if (name) pieces[n++] = name, pieces[n++] = "': ";
    for (i = 0; i < n; ++i) at = rbd__append(error->text, (int)sizeof error->text, at, pieces[i], 80);
    at = rbd__append(error->text, (int)sizeof error->text, at, a, RBD__PIECE_LENGTH);
    at = rbd__append(error->text, (int)sizeof error->text, at, b, RBD__PIECE_LENGTH);
    at = rbd__append(error->text, (int)sizeof error->text, at, c, RBD__PIECE_LENGTH);
    rbd__append(error->text, (int)sizeof error->text, at, d, RBD__PIECE_LENGTH);
    return status;
}

/* Lookups. All accept node -1, "no such element". */
TACT_PRIVATE TACT_COLD int rbd__xml_child(const rbd__xml *x, int node, const char *name) {
    int child = node < 0 ? -1 : x->nodes[node].first_child;
    while (child >= 0 && !rbd__string_equal(x->nodes[child].name, name)) child = x->nodes[child].next;
    return child;
}
TACT_PRIVATE TACT_COLD int rbd__xml_next(const rbd__xml *x, int node) { /* next sibling of the same name */
    const char *name = x->nodes[node].name;
    do node = x->nodes[node].next;
    while (node >= 0 && !rbd__string_equal(x->nodes[node].name, name));
    return node;
}
TACT_PRIVATE TACT_COLD const rbd__xml_attribute *rbd__xml_find(const rbd__xml *x, int node, const char *name) {
    int i, n = node < 0 ? 0 : x->nodes[node].n_attributes;
    for (i = 0; i < n; ++i)
        if (rbd__string_equal(x->nodes[node].attributes[i].name, name)) return &x->nodes[node].attributes[i];
    return NULL;
}
TACT_PRIVATE TACT_COLD const char *rbd__xml_string(const rbd__xml *x, int node, const char *name) {
    const rbd__xml_attribute *a = rbd__xml_find(x, node, name);
    return a ? a->value : NULL;
}
/* Between `least` and `most` numbers of an attribute into values[]; the rest of values[] stays as it was. *count (may
   be NULL) becomes how many there were, 0 when the attribute is absent. Infinity is +-TACT_REAL_MAX. */
TACT_PRIVATE TACT_COLD rbd_status rbd__xml_numbers(const rbd__xml *x, int node, const char *name, int least, int most,
                                                   tact_real *values, int *count) {
    const rbd__xml_attribute *a = rbd__xml_find(x, node, name);
    char number[16];
    const char *p, *problem = NULL;
    int n = 0;
    if (count) *count = 0;
    if (!a) return RBD_OK;
    for (p = a->value; !problem;) {
        double value = 0;
        while (rbd__is_blank(*p)) ++p;
        if (!*p) break;
        if (n == most) {
            problem = "' has more numbers than ";
            break;
        }
        switch (rbd__read_double(&p, &value)) {
        case RBD__NUMBER_OK: break;
        case RBD__NUMBER_NONE: problem = "' is not a number: "; break;
        case RBD__NUMBER_OVERFLOW: problem = "' has a number out of range: "; break;
        case RBD__NUMBER_NAN: problem = "' has a NaN: "; break;
        case RBD__NUMBER_INFINITE: value *= (double)TACT_REAL_MAX; break;
        }
        if (!problem && *p && !rbd__is_blank(*p)) problem = "' is not a number: ";
        if (!problem && (value > (double)TACT_REAL_MAX || value < -(double)TACT_REAL_MAX))
            problem = "' has a number out of range: ";
        if (!problem) values[n++] = (tact_real)value;
    }
    if (!problem && n < least) problem = "' has fewer numbers than ";
    if (problem) {
        const char *why = n == most ? rbd__int_text(number, most)
                                    : (n < least && problem[6] == 'f' ? rbd__int_text(number, least) : a->value);
        if (!x->nodes[node].file)
            return rbd__text_error(x->error, RBD_BAD_TEXT, a->line, "attribute '", name, problem, why, NULL);
        return rbd__place_error(x->error, RBD_BAD_TEXT, &x->nodes[node], NULL, "attribute '", name, problem, why);
    }
    if (count) *count = n;
    return RBD_OK;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__xml_vec3(const rbd__xml *x, int node, const char *name, tact_vec3 *v) {
    tact_real values[3];
    int n;
    rbd_status status = rbd__xml_numbers(x, node, name, 3, 3, values, &n);
    if (status >= 0 && n == 3) *v = tact_vec(values[0], values[1], values[2]);
    return status;
}

/* Indices 0..n-1 in the order of their names (bytes), equal names in the order of the indices: heap sort, no
 * recursion. */
TACT_PRIVATE TACT_COLD int rbd__name_before(const char *const *names, int a, int b) {
    int c = rbd__string_compare(names[a], names[b]);
    return c ? c < 0 : a < b;
}
TACT_PRIVATE TACT_COLD void rbd__sort_names(const char *const *names, int *order, int n) {
    int i, heap;
    for (i = 0; i < n; ++i) order[i] = i;
    for (i = n / 2, heap = n; heap > 1;) {
        int value, hole, child;
        if (i > 0)
            value = order[--i];
        else
            value = order[--heap], order[heap] = order[0];
        for (hole = i; (child = 2 * hole + 1) < heap; hole = child) {
            if (child + 1 < heap && rbd__name_before(names, order[child], order[child + 1])) ++child;
            if (!rbd__name_before(names, value, order[child])) break;
            order[hole] = order[child];
        }
        order[hole] = value;
    }
}
TACT_PRIVATE TACT_COLD int rbd__find_name(const char *const *names, const int *order, int n, const char *name) {
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (rbd__string_compare(names[order[middle]], name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && rbd__string_equal(names[order[low]], name) ? order[low] : -1;
}
#endif /* RBD_NO_FILES */

// >>impl-mesh
/* Owns    triangle meshes: STL (binary and text) and OBJ from memory, mass properties, principal axes.
   Reads   bytes.
   Leaves  rbd_mesh, rbd_mesh_inertia; rbd__principal for fitted shapes and bounds of inertia. */
#ifndef RBD_NO_FILES
/* Memory of one reading: pieces that live until it ends. */
#define RBD__ARENA_CHUNK ((size_t)1 << 16)
#define RBD__ARENA_BYTES ((size_t)1 << 30) /* of one reading: far beyond any robot, far below exhausting a machine */
typedef struct rbd__chunk {
    struct rbd__chunk *next;
    size_t bytes, used;
} rbd__chunk;
typedef struct rbd__arena {
    const tact_allocator *allocator;
    rbd__chunk *first;
    size_t total;
} rbd__arena;
/* NULL: no memory, or more than RBD__ARENA_BYTES in all. Not cleared. */
TACT_PRIVATE TACT_COLD void *rbd__arena_alloc(rbd__arena *a, size_t bytes) {
    size_t head = (sizeof(rbd__chunk) + 63) & ~(size_t)63;
    rbd__chunk *c = a->first;
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > RBD__ARENA_BYTES || a->total + bytes > RBD__ARENA_BYTES) return NULL;
    if (!c || c->bytes - c->used < bytes) {
        size_t size = head + (bytes > RBD__ARENA_CHUNK ? bytes : RBD__ARENA_CHUNK);
        c = (rbd__chunk *)tact_alloc(a->allocator, size);
        if (!c) return NULL;
        c->bytes = size, c->used = head;
        c->next = a->first;
        a->first = c;
        a->total += size;
    }
    c->used += bytes;
    return (char *)c + c->used - bytes;
}
TACT_PRIVATE TACT_COLD void rbd__arena_free(rbd__arena *a) {
    while (a->first) {
        rbd__chunk *c = a->first;
        a->first = c->next;
        tact_free(a->allocator, c, c->bytes);
    }
    a->total = 0;
}

#define RBD__MESH_FACES (1 << 26) /* triangles of one mesh: their count times three fits an int */

TACT_PRIVATE TACT_COLD uint32_t rbd__little32(const unsigned char *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}
TACT_PRIVATE TACT_COLD tact_real rbd__little_float(const unsigned char *p) {
    uint32_t bits = rbd__little32(p);
    float value;
    TACT_MEMCPY(&value, &bits, sizeof value);
    return (tact_real)value;
}

/* Corners that are the same point share a vertex: an open-addressing table of vertices by their bits. */
typedef struct rbd__corners {
    int *slot; /* vertex + 1, 0: free */
    uint32_t mask;
} rbd__corners;
TACT_PRIVATE TACT_COLD int rbd__mesh_corner(rbd_mesh *mesh, const rbd__corners *table, tact_vec3 p) {
    float key[3];
    uint32_t hash = 2166136261u, bits, i;
    key[0] = (float)p.x + 0.0f, key[1] = (float)p.y + 0.0f, key[2] = (float)p.z + 0.0f; /* -0 is 0 */
    for (i = 0; i < 3; ++i) {
        TACT_MEMCPY(&bits, &key[i], sizeof bits);
        hash = (hash ^ bits) * 2654435761u;
        hash ^= hash >> 15;
    }
    for (i = hash & table->mask; table->slot[i]; i = (i + 1) & table->mask) {
        tact_vec3 q = mesh->vertices[table->slot[i] - 1];
        if (!(q.x < p.x || q.x > p.x || q.y < p.y || q.y > p.y || q.z < p.z || q.z > p.z)) return table->slot[i] - 1;
    }
    mesh->vertices[mesh->n_vertices] = p;
    table->slot[i] = ++mesh->n_vertices;
    return mesh->n_vertices - 1;
}

typedef struct rbd__mesh_source { /* where triangles come from; text ends with a zero byte */
    const char *text;
    const unsigned char *bytes;
    size_t size;
    int n; /* triangles of a binary STL */
} rbd__mesh_source;

TACT_PRIVATE TACT_COLD const char *rbd__line_end(const char *p) {
    while (*p && *p != '\n') ++p;
    return p;
}
TACT_PRIVATE TACT_COLD const char *rbd__skip_spaces(const char *p) {
    while (*p == ' ' || *p == '\t' || *p == '\r') ++p;
    return p;
}
/* Three numbers of a line, as single precision holds them: meshes are stored so everywhere. */
TACT_PRIVATE TACT_COLD int rbd__mesh_numbers(const char *p, tact_vec3 *out) {
    tact_real v[3];
    int i;
    for (i = 0; i < 3; ++i) {
        double value;
        p = rbd__skip_spaces(p);
        if (rbd__read_double(&p, &value) != RBD__NUMBER_OK) return 0;
        if (*p && !rbd__is_blank(*p)) return 0;
        if (value > 3e38 || value < -3e38) return 0; /* beyond single precision */
        v[i] = (tact_real)(float)value;
    }
    *out = tact_vec(v[0], v[1], v[2]);
    return 1;
}

/* Text STL: every line "vertex x y z" is a corner, three in a row a triangle. Returns the line of a fault, 0: none. */
TACT_PRIVATE TACT_COLD int rbd__mesh_text_stl(rbd_mesh *mesh, const rbd__corners *table, const char *text) {
    const char *p = text;
    int line = 1, corner = 0;
    for (;; ++line) {
        tact_vec3 v;
        p = rbd__skip_spaces(p);
        if (rbd__xml_starts(p, "vertex") && (p[6] == ' ' || p[6] == '\t')) {
            if (!rbd__mesh_numbers(p + 6, &v)) return line;
            mesh->triangles[3 * mesh->n_triangles + corner] = rbd__mesh_corner(mesh, table, v);
            if (++corner == 3) corner = 0, ++mesh->n_triangles;
        } else if (rbd__xml_starts(p, "endfacet") && corner) {
            return line; /* a facet of other than three corners */
        }
        p = rbd__line_end(p);
        if (!*p) return corner ? line : 0;
        ++p;
    }
}

/* One index of an OBJ face, "v", "v/t", "v//n" or "v/t/n"; negative ones count from the last vertex. */
TACT_PRIVATE TACT_COLD int rbd__obj_index(const char **cursor, int n_vertices, int *index) {
    const char *p = *cursor;
    int negative = *p == '-', value = 0, digits = 0;
    for (p += negative; *p >= '0' && *p <= '9'; ++p, ++digits)
        if (value < RBD__MESH_FACES) value = 10 * value + (*p - '0');
    while (*p == '/' || *p == '-' || (*p >= '0' && *p <= '9')) ++p;
    if (!digits || (*p && !rbd__is_blank(*p))) return 0;
    value = negative ? n_vertices - value : value - 1;
    *index = value, *cursor = p;
    return value >= 0 && value < n_vertices;
}
/* Is the corner b between a and c of a polygon with normal n an ear: convex, no corner in its triangle? */
TACT_PRIVATE TACT_COLD int rbd__obj_ear(const tact_vec3 *v, tact_vec3 n, const int *corner, int count, int at) {
    int ia = corner[(at + count - 1) % count], ib = corner[at], ic = corner[(at + 1) % count], k;
    tact_vec3 a = v[ia], b = v[ib], c = v[ic];
    if (!(tact_dot(n, tact_cross(tact_sub(b, a), tact_sub(c, b))) > 0)) return 0;
    for (k = 0; k < count; ++k) {
        tact_vec3 p = v[corner[k]];
        if (corner[k] == ia || corner[k] == ib || corner[k] == ic) continue;
        if (tact_dot(n, tact_cross(tact_sub(b, a), tact_sub(p, a))) >= 0 &&
            tact_dot(n, tact_cross(tact_sub(c, b), tact_sub(p, b))) >= 0 &&
            tact_dot(n, tact_cross(tact_sub(a, c), tact_sub(p, c))) >= 0)
            return 0;
    }
    return 1;
}
#define RBD__OBJ_EARS 2048 /* corners of a face that is cut by its ears, n^2 to n^3; larger ones are fans */
/* Triangles of a face with n corners, which lie in t[2 n] to t[3 n - 1]; t[0] to t[3 (n - 2) - 1] are written. Four
   corners are cut along the shorter diagonal, as MuJoCo's reader does, more by ears, and by a fan where there are none.
   The corners that are left stay at the end of t, so that triangles never reach them. */
TACT_PRIVATE TACT_COLD void rbd__obj_face(const tact_vec3 *v, int *t, int n) {
    int *corner = t + 2 * n, left = n, first = 0, k;
    tact_vec3 normal = tact_vec(0, 0, 0);
    for (k = 1; k + 1 < n; ++k)
        normal = tact_add(normal,
                          tact_cross(tact_sub(v[corner[k]], v[corner[0]]), tact_sub(v[corner[k + 1]], v[corner[0]])));
    while (left > 2) {
        int at = 1, a, b, c, tries = 0;
        if (n == 4 && left == 4)
            at = tact_norm2(tact_sub(v[corner[2]], v[corner[0]])) < tact_norm2(tact_sub(v[corner[3]], v[corner[1]]));
        for (; n > 4 && n <= RBD__OBJ_EARS && tries < left; ++tries) { /* in the order of MuJoCo's reader */
            at = (first + tries + 1) % left;
            if (rbd__obj_ear(v, normal, corner, left, at)) break;
        }
        if (n > 4) first = (first + tries) % left;
        if (tries == left) at = 1;
        a = corner[(at + left - 1) % left], b = corner[at], c = corner[(at + 1) % left];
        for (k = at; k > 0; --k) corner[k] = corner[k - 1];
        ++corner, --left;
        t[0] = a, t[1] = b, t[2] = c;
        t += 3;
    }
}
/* OBJ: lines "v" and "f". Everything else is left alone. */
TACT_PRIVATE TACT_COLD int rbd__mesh_obj(rbd_mesh *mesh, const char *text) {
    const char *p = text;
    int line = 1;
    for (;; ++line) {
        p = rbd__skip_spaces(p);
        if (p[0] == 'v' && (p[1] == ' ' || p[1] == '\t')) {
            if (!rbd__mesh_numbers(p + 1, &mesh->vertices[mesh->n_vertices])) return line;
            ++mesh->n_vertices;
        } else if (p[0] == 'f' && (p[1] == ' ' || p[1] == '\t')) {
            int *t = mesh->triangles + 3 * (size_t)mesh->n_triangles, n = 0;
            for (p = rbd__skip_spaces(p + 1); *p && *p != '\n'; p = rbd__skip_spaces(p))
                if (!rbd__obj_index(&p, mesh->n_vertices, &t[n++])) return line;
            if (n < 3) return line;
            TACT_MEMMOVE(t + 2 * n, t, (size_t)n * sizeof *t);
            rbd__obj_face(mesh->vertices, t, n);
            mesh->n_polygons += n > 4;
            mesh->n_triangles += n - 2;
        } else if ((p[0] == 'o' || p[0] == 'g') && (p[1] <= ' ') && !mesh->n_first) {
            mesh->n_first = mesh->n_triangles;
        }
        p = rbd__line_end(p);
        if (!*p) return 0;
        ++p;
    }
}

/* How many vertices and triangles a source can have at most, before it is read. */
TACT_PRIVATE TACT_COLD void rbd__mesh_bounds(const rbd__mesh_source *s, int obj, size_t *vertices, size_t *triangles) {
    const char *p;
    size_t v = 0, f = 0;
    *vertices = 3 * (size_t)s->n, *triangles = (size_t)s->n;
    if (!s->text) return;
    for (p = s->text; *p; ++p) {
        p = rbd__skip_spaces(p);
        if (obj ? p[0] == 'v' && (p[1] == ' ' || p[1] == '\t') : rbd__xml_starts(p, "vertex")) ++v;
        if (obj && p[0] == 'f') /* corners are apart by blanks */
            for (; *p && *p != '\n'; ++p) f += rbd__is_blank(*p) && p[1] > ' ';
        p = rbd__line_end(p);
        if (!*p) break;
    }
    *vertices = v, *triangles = obj ? f : v / 3 + 1;
}

TACT_PRIVATE TACT_COLD void rbd__mesh_read(rbd_mesh *mesh, const rbd__mesh_source *s, const rbd__corners *table,
                                           int obj, int *fault) {
    int i, k;
    *fault = 0;
    if (s->text) {
        *fault = obj ? rbd__mesh_obj(mesh, s->text) : rbd__mesh_text_stl(mesh, table, s->text);
        return;
    }
    for (i = 0; i < s->n && !*fault; ++i)
        for (k = 0; k < 3; ++k) { /* behind the normal, which the corners imply */
            const unsigned char *at = s->bytes + 84 + 50 * (size_t)i + 12 + 12 * (size_t)k;
            tact_vec3 p = tact_vec(rbd__little_float(at), rbd__little_float(at + 4), rbd__little_float(at + 8));
            if (!tact_vec_finite(p)) {
                *fault = -1 - i;
                break;
            }
            mesh->triangles[3 * i + k] = rbd__mesh_corner(mesh, table, p);
            mesh->n_triangles = i + 1;
        }
}

TACT_PRIVATE TACT_COLD rbd_mesh *rbd__mesh_fail(rbd_error *error, rbd_status status, const char *why) {
    rbd__text_error(error, status, 0, why, NULL, NULL, NULL, NULL);
    return NULL;
}
/* An empty mesh with room for vertices and for `ints` after them; NULL: no memory. */
TACT_PRIVATE TACT_COLD rbd_mesh *rbd__mesh_new(size_t vertices, size_t ints, const tact_allocator *allocator) {
    const size_t head = (sizeof(rbd_mesh) + 63) & ~(size_t)63;
    const size_t total = head + vertices * sizeof(tact_vec3) + ints * sizeof(int);
    char *base = (char *)tact_alloc(allocator, total);
    rbd_mesh *mesh = (rbd_mesh *)(void *)base;
    if (!base) return NULL;
    TACT_MEMSET(mesh, 0, sizeof *mesh);
    mesh->vertices = (tact_vec3 *)(void *)(base + head);
    mesh->triangles = (int *)(void *)(mesh->vertices + vertices);
    if (allocator) mesh->allocator_storage = *allocator, mesh->allocator = &mesh->allocator_storage;
    mesh->bytes = total;
    return mesh;
}
/* MuJoCo's own binary: four counts (vertices, normals, texture coordinates, triangles), then these, 4 bytes a number.
   Its size must be what the counts say: 1 it is, 0 it is not. */
TACT_PRIVATE TACT_COLD int rbd__mesh_is_msh(const unsigned char *bytes, size_t size, size_t count[4]) {
    int i;
    if (size < 16) return 0;
    for (i = 0; i < 4; ++i) {
        count[i] = (size_t)rbd__little32(bytes + 4 * i);
        if (count[i] > 3 * (size_t)RBD__MESH_FACES) return 0;
    }
    return count[0] >= 4 && (!count[1] || count[1] == count[0]) && (!count[2] || count[2] == count[0]) &&
           count[3] <= (size_t)RBD__MESH_FACES &&
           size == 16 + 4 * (3 * count[0] + 3 * count[1] + 2 * count[2] + 3 * count[3]);
}
TACT_PRIVATE TACT_COLD rbd_mesh *rbd__mesh_msh(const unsigned char *bytes, const size_t count[4],
                                               const tact_allocator *allocator, rbd_error *error) {
    const unsigned char *faces = bytes + 16 + 4 * (3 * count[0] + 3 * count[1] + 2 * count[2]);
    rbd_mesh *mesh = rbd__mesh_new(count[0], 3 * count[3], allocator);
    size_t i, k;
    int fault = 0;
    if (!mesh) return rbd__mesh_fail(error, RBD_NO_MEMORY, "mesh: out of memory");
    for (i = 0; i < count[0]; ++i) {
        float v[3];
        for (k = 0; k < 3; ++k) {
            const uint32_t word = rbd__little32(bytes + 16 + 12 * i + 4 * k);
            TACT_MEMCPY(&v[k], &word, sizeof word);
        }
        mesh->vertices[i] = tact_vec((tact_real)v[0], (tact_real)v[1], (tact_real)v[2]);
        fault |= !tact_vec_finite(mesh->vertices[i]);
    }
    for (i = 0; i < 3 * count[3]; ++i) {
        const uint32_t vertex = rbd__little32(faces + 4 * i);
        fault |= vertex >= (uint32_t)count[0];
        mesh->triangles[i] = (int)vertex;
    }
    mesh->n_vertices = (int)count[0], mesh->n_triangles = mesh->n_first = (int)count[3];
    if (!fault) return mesh;
    rbd_mesh_destroy(mesh);
    return rbd__mesh_fail(error, RBD_BAD_TEXT,
                          "MSH: a vertex that is not finite, or a triangle of one that is not there");
}
RBD_API TACT_COLD rbd_mesh *rbd_mesh_create(const void *bytes, size_t size, const tact_allocator *allocator,
                                            rbd_error *error) {
    rbd__mesh_source s = {NULL, NULL, 0, 0};
    rbd__corners table = {NULL, 1};
    rbd_mesh *mesh;
    char *copy = NULL, number[16];
    size_t vertices, triangles, slots = 1, i, count[4];
    int obj = 0, fault = 0;
    rbd__error_clear(error);
    if (!bytes && size) return rbd__mesh_fail(error, RBD_BAD_ARGUMENT, "mesh: bytes is NULL");
    s.bytes = (const unsigned char *)bytes, s.size = size;
    if (rbd__mesh_is_msh(s.bytes, size, count)) return rbd__mesh_msh(s.bytes, count, allocator, error);
    if (size >= 84 && (size - 84) / 50 == rbd__little32(s.bytes + 80) && (size - 84) % 50 == 0) {
        if (rbd__little32(s.bytes + 80) > (uint32_t)RBD__MESH_FACES) size = 0;
        s.n = size ? (int)rbd__little32(s.bytes + 80) : 0;
    } else {
        copy = size < RBD__XML_BYTES ? (char *)tact_alloc(allocator, size + 1) : NULL;
        if (!copy) return rbd__mesh_fail(error, RBD_NO_MEMORY, "mesh: out of memory");
        for (i = 0; i < size && s.bytes[i]; ++i) copy[i] = (char)s.bytes[i];
        copy[i] = 0;
        s.text = copy;
        obj = !rbd__xml_starts(rbd__skip_spaces(copy), "solid");
        fault = i < size ? -1 : 0; /* a zero byte: neither text nor a binary STL of its own length */
    }
    rbd__mesh_bounds(&s, obj, &vertices, &triangles);
    if (fault || !vertices || (!triangles && (!obj || vertices < 4)) || vertices > 3 * (size_t)RBD__MESH_FACES ||
        triangles > (size_t)RBD__MESH_FACES) {
        tact_free(allocator, copy, size + 1);
        rbd__text_error(error, RBD_BAD_TEXT, 0, "mesh: neither STL, OBJ nor MSH with triangles",
                        fault ? " (a binary STL must have 84 + 50 n bytes for its n triangles)" : NULL, NULL, NULL,
                        NULL);
        return NULL;
    }
    if (!obj)
        while (slots < 2 * vertices) slots *= 2;
    mesh = rbd__mesh_new(vertices, 3 * triangles + slots, allocator);
    if (!mesh) {
        tact_free(allocator, copy, size + 1);
        return rbd__mesh_fail(error, RBD_NO_MEMORY, "mesh: out of memory");
    }
    table.slot = mesh->triangles + 3 * triangles, table.mask = (uint32_t)(slots - 1);
    TACT_MEMSET(table.slot, 0, slots * sizeof(int));
    rbd__mesh_read(mesh, &s, &table, obj, &fault);
    tact_free(allocator, copy, size + 1);
    if (!mesh->n_first) mesh->n_first = mesh->n_triangles;
    if (!fault && (mesh->n_triangles || (obj && !triangles))) return mesh;
    if (fault > 0)
        rbd__text_error(error, RBD_BAD_TEXT, fault, obj ? "OBJ: a bad vertex or face" : "STL: a bad vertex or facet",
                        NULL, NULL, NULL, NULL);
    else if (fault < 0)
        rbd__text_error(error, RBD_BAD_TEXT, 0, "STL: triangle ", rbd__int_text(number, -fault), " is not finite", NULL,
                        NULL);
    else
        rbd__text_error(error, RBD_BAD_TEXT, 0, "mesh: no triangles", NULL, NULL, NULL, NULL);
    rbd_mesh_destroy(mesh);
    return NULL;
}
RBD_API TACT_COLD void rbd_mesh_destroy(rbd_mesh *mesh) {
    tact_allocator storage;
    int own;
    if (!mesh) return;
    storage = mesh->allocator_storage, own = mesh->allocator != NULL;
    tact_free(own ? &storage : NULL, mesh, mesh->bytes);
}

/* Twice the area vector of triangle i and the sum of its corners, about `origin`. */
TACT_PRIVATE TACT_COLD tact_vec3 rbd__mesh_face(const rbd_mesh *mesh, int i, tact_vec3 origin, tact_vec3 corner[3]) {
    int k;
    for (k = 0; k < 3; ++k) corner[k] = tact_sub(mesh->vertices[mesh->triangles[3 * i + k]], origin);
    return tact_cross(tact_sub(corner[1], corner[0]), tact_sub(corner[2], corner[0]));
}
/* Sums over the faces about `origin`: pyramids with their tips there, or the faces themselves. The measure (volume or
   area) is returned; *first is the sum of measure times centroid, second[6] the products of inertia xx yy zz xy xz yz:
   Tonon, Explicit exact formulas for the 3-D tetrahedron inertia tensor, 2004. */
TACT_PRIVATE TACT_COLD tact_real rbd__mesh_sums(const rbd_mesh *mesh, rbd_mesh_fill fill, tact_vec3 origin,
                                                tact_vec3 *first, tact_real second[6]) {
    static const int index[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    tact_real total = 0;
    int i, j, a, b;
    *first = tact_vec(0, 0, 0);
    for (j = 0; j < 6; ++j) second[j] = 0;
    for (i = 0; i < mesh->n_triangles; ++i) {
        tact_vec3 c[3], area = rbd__mesh_face(mesh, i, origin, c), sum = tact_add(c[0], tact_add(c[1], c[2]));
        tact_real part = fill == RBD_MESH_SHELL ? tact_norm(area) / 2 : tact_dot(sum, area) / 18, x[3][3];
        if (fill == RBD_MESH_LEGACY) part = tact_abs(part);
        total += part;
        *first = tact_mul_add(*first, part / (fill == RBD_MESH_SHELL ? 3 : 4), sum);
        for (j = 0; j < 3; ++j) x[j][0] = c[j].x, x[j][1] = c[j].y, x[j][2] = c[j].z;
        for (j = 0; j < 6; ++j) {
            tact_real products = 0, sums[2] = {0, 0};
            for (a = 0; a < 3; ++a) {
                products += x[a][index[j][0]] * x[a][index[j][1]];
                for (b = 0; b < 2; ++b) sums[b] += x[a][index[j][b]];
            }
            second[j] += part / (fill == RBD_MESH_SHELL ? 12 : 20) * (products + sums[0] * sums[1]);
        }
    }
    return total;
}

#define RBD__MESH_LEAST TACT_R(1e-15) /* [m^3, m^2] absolute: MuJoCo's bound of a mesh's volume and area */
RBD_API TACT_COLD rbd_status rbd_mesh_inertia(const rbd_mesh *mesh, rbd_mesh_fill fill, tact_real density,
                                              rbd_inertia *inertia, rbd_error *error) {
    tact_vec3 centre = tact_vec(0, 0, 0), first, com;
    tact_real area = 0, total, p[6];
    int i;
    rbd__error_clear(error);
    if (!mesh || !inertia || !(density >= 0) || (unsigned)fill > (unsigned)RBD_MESH_LEGACY) return RBD_BAD_ARGUMENT;
    TACT_MEMSET(inertia, 0, sizeof *inertia);
    for (i = 0; i < mesh->n_triangles; ++i) { /* the centroid of the surface: tips of pyramids near the mesh */
        tact_vec3 c[3], n = rbd__mesh_face(mesh, i, tact_vec(0, 0, 0), c);
        tact_real part = tact_norm(n) / 2;
        area += part;
        centre = tact_mul_add(centre, part / 3, tact_add(c[0], tact_add(c[1], c[2])));
    }
    if (!(area >= RBD__MESH_LEAST))
        return rbd__text_error(error, RBD_BAD_INERTIA, 0, "mesh: its surface is too small", NULL, NULL, NULL, NULL);
    centre = tact_scale(1 / area, centre);
    total = rbd__mesh_sums(mesh, fill, centre, &first, p);
    if (!(total >= RBD__MESH_LEAST))
        return rbd__text_error(error, RBD_BAD_INERTIA, 0,
                               total < 0 ? "mesh: its volume is negative (faces turned in)"
                                         : "mesh: it has no volume; is it a shell?",
                               NULL, NULL, NULL, NULL);
    com = tact_add(centre, tact_scale(1 / total, first));
    total = rbd__mesh_sums(mesh, fill, com, &first, p); /* of LEGACY the volume is another one about the centre */
    inertia->mass = density * total;
    inertia->com = com;
    inertia->xx = density * (p[1] + p[2]), inertia->yy = density * (p[0] + p[2]);
    inertia->zz = density * (p[0] + p[1]);
    inertia->xy = -density * p[3], inertia->xz = -density * p[4], inertia->yz = -density * p[5];
    return RBD_OK;
}

/* A face of a hull that grows: corners counter-clockwise from outside, plane, the points outside it as a list. */
typedef struct rbd__hull_face {
    int v[3], outside; /* first point of the list, -1: none, -2: the place is free */
    tact_vec3 n;       /* unit */
    tact_real offset;
} rbd__hull_face;
typedef struct rbd__hull {
    const tact_vec3 *points;
    rbd__hull_face *faces;
    int *next;  /* per point: of its list */
    int *edges; /* pairs of corners: the rim of what a point sees */
    int n_points, n_faces, capacity;
    tact_real slack; /* [m] a point this near to a face lies in it */
} rbd__hull;
TACT_PRIVATE TACT_COLD tact_real rbd__hull_above(const rbd__hull *h, int face, int point) {
    return tact_dot(h->faces[face].n, h->points[point]) - h->faces[face].offset;
}
/* Returns the place of a new face, -1: there is no room. */
TACT_PRIVATE TACT_COLD int rbd__hull_add(rbd__hull *h, int a, int b, int c) {
    tact_vec3 n = tact_cross(tact_sub(h->points[b], h->points[a]), tact_sub(h->points[c], h->points[a]));
    tact_real length = tact_norm(n);
    rbd__hull_face *f;
    int i = 0;
    while (i < h->n_faces && h->faces[i].outside != -2) ++i;
    if (i == h->capacity) return -1;
    if (i == h->n_faces) ++h->n_faces;
    f = &h->faces[i];
    f->v[0] = a, f->v[1] = b, f->v[2] = c, f->outside = -1;
    f->n = length > 0 ? tact_scale(1 / length, n) : tact_vec(0, 0, 0);
    f->offset = tact_dot(f->n, h->points[a]);
    return i;
}
/* Puts a point on the list of the first face from `face` on that it is outside of. */
TACT_PRIVATE TACT_COLD void rbd__hull_sort(rbd__hull *h, int point, int face) {
    for (; face < h->n_faces; ++face)
        if (h->faces[face].outside != -2 && rbd__hull_above(h, face, point) > h->slack) {
            h->next[point] = h->faces[face].outside, h->faces[face].outside = point;
            return;
        }
}
/* Four points that span a volume become the first faces. 0: there are none. */
TACT_PRIVATE TACT_COLD int rbd__hull_start(rbd__hull *h) {
    static const int corner[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
    const tact_vec3 *p = h->points;
    int v[4] = {0, 0, 0, 0}, i, k;
    tact_real best[4] = {0, 0, 0, 0}, size = 0;
    tact_vec3 n = tact_vec(0, 0, 0);
    for (i = 0; i < h->n_points; ++i) {
        tact_real x = tact_norm2(tact_sub(p[i], p[0]));
        if (x > best[1]) best[1] = x, v[1] = i;
        size = tact_max(size, tact_max(tact_abs(p[i].x), tact_max(tact_abs(p[i].y), tact_abs(p[i].z))));
    }
    h->slack = 16 * TACT_EPSILON * size;
    for (i = 0; i < h->n_points; ++i) {
        tact_vec3 c = tact_cross(tact_sub(p[v[1]], p[0]), tact_sub(p[i], p[0]));
        if (tact_norm2(c) > best[2]) best[2] = tact_norm2(c), v[2] = i, n = c;
    }
    if (!(best[2] > 0)) return 0;
    n = tact_scale(1 / tact_sqrt(best[2]), n);
    for (i = 0; i < h->n_points; ++i) {
        tact_real x = tact_dot(n, tact_sub(p[i], p[0]));
        if (tact_abs(x) > tact_abs(best[3])) best[3] = x, v[3] = i;
    }
    if (!(tact_abs(best[3]) > h->slack)) return 0;
    if (best[3] > 0) k = v[1], v[1] = v[2], v[2] = k; /* the fourth is below the first face */
    for (k = 0; k < 4; ++k) rbd__hull_add(h, v[corner[k][0]], v[corner[k][1]], v[corner[k][2]]);
    for (i = 0; i < h->n_points; ++i) rbd__hull_sort(h, i, 0);
    return 1;
}
/* Takes the faces that a point sees away and joins the point to their rim. 0: there is no room. */
TACT_PRIVATE TACT_COLD int rbd__hull_grow(rbd__hull *h, int eye) {
    int f, k, e, n = 0, lost = -1, ok = 1;
    for (f = 0; f < h->n_faces; ++f) {
        rbd__hull_face *face = &h->faces[f];
        if (face->outside == -2 || !(rbd__hull_above(h, f, eye) > h->slack)) continue;
        while (face->outside >= 0) k = face->outside, face->outside = h->next[k], h->next[k] = lost, lost = k;
        face->outside = -2;
        for (k = 0; k < 3; ++k) { /* an edge of two of them is not on the rim */
            int a = face->v[k], b = face->v[(k + 1) % 3];
            for (e = 0; e < n && !(h->edges[2 * e] == b && h->edges[2 * e + 1] == a); ++e) {
            }
            if (e < n) {
                --n;
                h->edges[2 * e] = h->edges[2 * n], h->edges[2 * e + 1] = h->edges[2 * n + 1];
            } else if (n < h->capacity) {
                h->edges[2 * n] = a, h->edges[2 * n + 1] = b, ++n;
            }
        }
    }
    for (e = 0; e < n && ok; ++e) ok = rbd__hull_add(h, h->edges[2 * e], h->edges[2 * e + 1], eye) >= 0;
    while (lost >= 0) k = lost, lost = h->next[k], rbd__hull_sort(h, k, 0);
    return ok;
}
/* Convex hull of points by Barber, Dobkin, Huhdanpaa, The quickhull algorithm, 1996, whose faces are searched one by
   one: O(points faces). `block` has rbd__hull_bytes(n). Returns how many triangles are in `triangles`
   [3 (2 n + 4)], 0: the points are flat. */
TACT_PRIVATE TACT_COLD size_t rbd__hull_bytes(int n) {
    size_t faces = 2 * (size_t)n + 4;
    return faces * sizeof(rbd__hull_face) + (2 * faces + (size_t)n) * sizeof(int);
}
TACT_PRIVATE TACT_COLD int rbd__hull_of(const tact_vec3 *points, int n, void *block, int *triangles) {
    rbd__hull h;
    int f, count = 0, steps;
    h.points = points, h.n_points = n, h.n_faces = 0, h.capacity = 2 * n + 4;
    h.faces = (rbd__hull_face *)block;
    h.edges = (int *)(void *)(h.faces + h.capacity), h.next = h.edges + 2 * h.capacity;
    if (!rbd__hull_start(&h)) return 0;
    for (f = 0, steps = 0; f < h.n_faces && steps < n; ++f) {
        int top = -1, k;
        if (h.faces[f].outside < 0) continue;
        for (k = h.faces[f].outside; k >= 0; k = h.next[k])
            if (top < 0 || rbd__hull_above(&h, f, k) > rbd__hull_above(&h, f, top)) top = k;
        if (!rbd__hull_grow(&h, top)) return 0;
        ++steps, f = -1;
    }
    for (f = 0; f < h.n_faces; ++f)
        for (steps = 0; steps < 3 && h.faces[f].outside != -2; ++steps) triangles[count++] = h.faces[f].v[steps];
    return count / 3;
}

#define RBD__JACOBI_TURNS 60 /* of 3 x 3: a dozen is enough for all digits */
/* MuJoCo 3 takes moments as equal that differ by less than this part of their sum, and products below it as none. */
#ifdef TACT_FLOAT
#define RBD__SAME_MOMENT (16 * TACT_EPSILON)
#else
#define RBD__SAME_MOMENT TACT_R(1e-12)
#endif
/* [rad] Of a mesh it makes no turn below this; what is left of the products it leaves out. */
#define RBD__LEAST_TURN TACT_R(2e-7)
/* Principal moments, largest first, and the axes: I = R diag(moment) R^T. Jacobi's method, of turns above `least`. It
   ends where MuJoCo's does: drag on the box of a body, and shapes that are fitted to a mesh, follow these axes also
   where moments are nearly equal and rounding would choose others. */
TACT_PRIVATE TACT_COLD void rbd__principal_to(const rbd_inertia *inertia, tact_real least, tact_real moment[3],
                                              tact_quat *axes) {
    tact_real a[3][3], v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    tact_real same = RBD__SAME_MOMENT * (inertia->xx + inertia->yy + inertia->zz);
    tact_mat3 r;
    int turn, p, q, k;
    a[0][0] = inertia->xx, a[1][1] = inertia->yy, a[2][2] = inertia->zz;
    a[0][1] = a[1][0] = inertia->xy, a[0][2] = a[2][0] = inertia->xz, a[1][2] = a[2][1] = inertia->yz;
    for (turn = 0; turn < RBD__JACOBI_TURNS; ++turn) { /* the largest product goes next */
        tact_real xy = tact_abs(a[0][1]), xz = tact_abs(a[0][2]), yz = tact_abs(a[1][2]), theta, t, c, s;
        p = (xy > xz && xy > yz) || xz > yz ? 0 : 1, q = xy > xz && xy > yz ? 1 : 2;
        if (!(tact_abs(a[p][q]) >= same)) break;
        theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        t = (theta < 0 ? TACT_R(-1) : TACT_R(1)) / (tact_abs(theta) + tact_sqrt(theta * theta + 1));
        if (!(tact_abs(t) > least)) break;
        c = 1 / tact_sqrt(t * t + 1), s = t * c;
        for (k = 0; k < 3; ++k) {
            tact_real x = a[k][p], y = a[k][q];
            a[k][p] = c * x - s * y, a[k][q] = s * x + c * y;
        }
        for (k = 0; k < 3; ++k) {
            tact_real x = a[p][k], y = a[q][k];
            a[p][k] = c * x - s * y, a[q][k] = s * x + c * y;
        }
        for (k = 0; k < 3; ++k) {
            tact_real x = v[k][p], y = v[k][q];
            v[k][p] = c * x - s * y, v[k][q] = s * x + c * y;
        }
    }
    for (p = 0; p < 3; ++p) moment[p] = a[p][p];
    for (turn = 0; turn < 3; ++turn) { /* sorted by quarter turns */
        tact_real larger = moment[turn % 2 + 1];
        p = turn % 2;
        if (!(moment[p] + same < larger)) continue;
        moment[p + 1] = moment[p], moment[p] = larger;
        for (k = 0; k < 3; ++k) {
            tact_real x = v[k][p];
            v[k][p] = v[k][p + 1], v[k][p + 1] = -x;
        }
    }
    r = tact_mat_columns(tact_vec(v[0][0], v[1][0], v[2][0]), tact_vec(v[0][1], v[1][1], v[2][1]),
                         tact_vec(v[0][2], v[1][2], v[2][2]));
    *axes = tact_quat_normalize(tact_quat_from_mat(&r));
}
TACT_PRIVATE TACT_COLD void rbd__principal(const rbd_inertia *inertia, tact_real moment[3], tact_quat *axes) {
    rbd__principal_to(inertia, 0, moment, axes);
}
/* A body of this mass, centre and principal moments. */
TACT_PRIVATE TACT_COLD rbd_inertia rbd__inertia_of(tact_real mass, tact_vec3 com, const tact_real moment[3],
                                                   tact_quat axes) {
    rbd_inertia own;
    TACT_MEMSET(&own, 0, sizeof own);
    own.mass = mass, own.xx = moment[0], own.yy = moment[1], own.zz = moment[2];
    return rbd_inertia_placed(own, tact_pose_make(com, axes));
}
/* What MuJoCo keeps of the inertia of a mesh: its moments where the method ends. */
TACT_PRIVATE TACT_COLD rbd_inertia rbd__inertia_rounded(const rbd_inertia *inertia) {
    tact_real moment[3];
    tact_quat axes;
    rbd__principal_to(inertia, RBD__LEAST_TURN, moment, &axes);
    return rbd__inertia_of(inertia->mass, inertia->com, moment, axes);
}
#endif /* RBD_NO_FILES */

// >>impl-model-text
/* Owns    a model as text and back.
   Reads   a model; the XML and numbers of the rooms above.
   Leaves  rbd_model_write, rbd_model_create_text. */
#ifndef RBD_NO_FILES
typedef struct rbd__out { /* counts on beyond its capacity */
    char *text;
    size_t length, capacity;
} rbd__out;
TACT_PRIVATE TACT_COLD void rbd__out_string(rbd__out *o, const char *s) {
    for (; *s; ++s, ++o->length)
        if (o->length < o->capacity) o->text[o->length] = *s;
}
/* What stands between quotes. */
TACT_PRIVATE TACT_COLD void rbd__out_escaped(rbd__out *o, const char *s) {
    char one[2] = {0, 0};
    for (; *s; ++s) {
        one[0] = *s;
        rbd__out_string(o, *s == '&' ? "&amp;" : *s == '<' ? "&lt;" : *s == '"' ? "&quot;" : one);
    }
}
#define RBD__OUT_NEAR 512 /* scaling by powers of ten is off by so many units of the 17th digit at the very most */
/* A number with as many digits as it takes to read the same: 17 of them, the last ones moved until they do. */
TACT_PRIVATE TACT_COLD void rbd__out_real(rbd__out *o, tact_real value) {
    double x = (double)value, scaled, back;
    char text[40], digits[24];
    const char *p;
    uint64_t whole, n;
    int exponent = 0, k, i, at, count;
    if (!(value < TACT_REAL_MAX) || !(value > -TACT_REAL_MAX)) {
        rbd__out_string(o, value > 0 ? "inf" : "-inf");
        return;
    }
    if (!(x < 0 || x > 0)) {
        rbd__out_string(o, "0");
        return;
    }
    scaled = x < 0 ? -x : x;
    while (scaled >= 1e17) scaled /= 10, ++exponent; /* to 17 digits, which tell any two doubles apart */
    while (scaled < 1e16) scaled *= 10, --exponent;
    whole = (uint64_t)(scaled + 0.5);
    for (k = 0; k < RBD__OUT_NEAR; ++k) {
        n = k & 1 ? whole - (uint64_t)(k / 2 + 1) : whole + (uint64_t)(k / 2);
        for (count = 0; n % 10 == 0 && count < 17; ++count) n /= 10;
        i = exponent + count;
        at = 0;
        if (x < 0) text[at++] = '-';
        for (count = 0; n; n /= 10) digits[count++] = (char)('0' + n % 10);
        while (count) text[at++] = digits[--count];
        if (i) {
            text[at++] = 'e';
            rbd__append(text, (int)sizeof text, at, rbd__int_text(digits, i), 8);
        } else {
            text[at] = 0;
        }
        p = text;
        if (rbd__read_double(&p, &back) == RBD__NUMBER_OK && !(back < x || back > x)) break;
    }
    rbd__out_string(o, text);
}
TACT_PRIVATE TACT_COLD void rbd__out_reals(rbd__out *o, const char *name, const tact_real *x, int n) {
    int i;
    rbd__out_string(o, " ");
    rbd__out_string(o, name);
    for (i = 0; i < n; ++i) rbd__out_string(o, i ? " " : "=\""), rbd__out_real(o, x[i]);
    rbd__out_string(o, "\"");
}
TACT_PRIVATE TACT_COLD void rbd__out_name(rbd__out *o, const char *key, const char *name) {
    rbd__out_string(o, " "), rbd__out_string(o, key), rbd__out_string(o, "=\"");
    rbd__out_escaped(o, name);
    rbd__out_string(o, "\"");
}
TACT_PRIVATE TACT_COLD void rbd__out_pose(rbd__out *o, const tact_mat3 *R, tact_vec3 p) {
    tact_quat q = tact_quat_from_mat(R);
    tact_real x[7];
    rbd__put(x, p);
    x[3] = q.x, x[4] = q.y, x[5] = q.z, x[6] = q.w;
    rbd__out_reals(o, "pose", x, 7);
}
static const char rbd__model_joints[RBD_KIND_WORLD][12] = {
    "revolute",  "revolute", "revolute",    "revolute", "prismatic", "prismatic", "prismatic",
    "prismatic", "helical",  "translation", "planar",   "spherical", "free"};
/* The frame of body i's own joint, or -1. */
TACT_PRIVATE TACT_COLD int rbd__joint_frame(const rbd_model *m, int i) {
    int f;
    for (f = 1; f < m->n_frames; ++f)
        if (m->frames[f].type == RBD_FRAME_JOINT && m->frames[f].body == i &&
            !(tact_norm2(m->frames[f].position) > 0) &&
            m->frames[f].rotation.m[0][0] + m->frames[f].rotation.m[1][1] >= 2)
            return f;
    return -1;
}
TACT_PRIVATE TACT_COLD void rbd__out_body(rbd__out *o, const rbd_model *m, int i) {
    const rbd_inertia *y = &m->inertia[i];
    tact_real x[10], numbers[9];
    char made_up[16], digits[16];
    int k, frame = rbd__joint_frame(m, i);
    rbd__append(made_up, 16, rbd__append(made_up, 16, 0, ":", 1), rbd__int_text(digits, i), 8);
    rbd__out_string(o, "<body"), rbd__out_name(o, "name", m->name[i][0] ? m->name[i] : made_up);
    rbd__out_name(o, "parent", rbd__int_text(digits, m->parent[i]));
    rbd__out_name(o, "joint", m->cos_sin[i] ? "continuous" : rbd__model_joints[m->kind[i]]);
    if (frame >= 0) rbd__out_name(o, "joint_name", m->frames[frame].name);
    if (m->body_nv[i] == 1) rbd__put(x, m->axis[i]), rbd__out_reals(o, "axis", x, 3);
    if (m->kind[i] == (unsigned char)RBD_KIND_HELICAL) rbd__out_reals(o, "pitch", &m->pitch[i], 1);
    rbd__out_pose(o, &m->placement_rotation[i], m->placement_position[i]);
    x[0] = y->mass, rbd__put(x + 1, y->com);
    x[4] = y->xx, x[5] = y->xy, x[6] = y->xz, x[7] = y->yy, x[8] = y->yz, x[9] = y->zz;
    rbd__out_reals(o, "inertia", x, 10);
    if (m->coupled[i]) {
        x[0] = (tact_real)m->coupling_body[i], x[1] = m->coupling_scale[i], x[2] = m->coupling_offset[i];
        rbd__out_reals(o, "follows", x, 3);
    }
    rbd__out_string(o, ">");
    for (k = 0; k < m->body_nv[i]; ++k) {
        const rbd_dof *d = &m->dof[m->joint_iv[i] + k];
        numbers[0] = d->lower, numbers[1] = d->upper, numbers[2] = d->max_velocity, numbers[3] = d->max_effort;
        numbers[4] = d->armature, numbers[5] = d->damping, numbers[6] = d->friction, numbers[7] = d->stiffness;
        numbers[8] = d->rest;
        rbd__out_string(o, "<dof"), rbd__out_reals(o, "values", numbers, 9), rbd__out_string(o, "/>");
    }
    rbd__out_string(o, "</body>\n");
}
RBD_API TACT_COLD size_t rbd_model_write(const rbd_model *m, char *out, size_t capacity) {
    rbd__out o = {NULL, 0, 0};
    tact_real gravity[3];
    char digits[16];
    int i;
    if (!m) return 0;
    o.text = out, o.capacity = out ? capacity : 0;
    rbd__put(gravity, m->gravity);
    rbd__out_string(&o, "<rbd version=\"1\""), rbd__out_reals(&o, "gravity", gravity, 3);
    rbd__out_reals(&o, "friction_speed", &m->friction_speed, 1), rbd__out_string(&o, ">\n");
    for (i = 1; i < m->n_bodies; ++i) rbd__out_body(&o, m, i);
    for (i = 1; i < m->n_frames; ++i) {
        const rbd_frame *f = &m->frames[i];
        int own = f->type == RBD_FRAME_BODY && rbd__string_equal(f->name, m->name[f->body]);
        if (own || !f->name[0] || (f->type == RBD_FRAME_JOINT && f->body && rbd__joint_frame(m, f->body) == i) ||
            rbd_model_find_frame(m, f->name) != i)
            continue; /* of two of a name the first one counts */
        rbd__out_string(&o, "<frame"), rbd__out_name(&o, "name", f->name);
        rbd__out_name(&o, "body", rbd__int_text(digits, f->body)), rbd__out_pose(&o, &f->rotation, f->position);
        rbd__out_string(&o, "/>\n");
    }
    rbd__out_string(&o, "</rbd>\n");
    return o.length;
}
/* A number of a body among those that are there, or a status. */
TACT_PRIVATE TACT_COLD int rbd__text_body(const rbd__xml *x, int node, const char *name, tact_real value, int count) {
    if (!(value >= 0 && value < (tact_real)count))
        return (int)rbd__place_error(x->error, RBD_BAD_TEXT, &x->nodes[node], NULL,
                                     "there is no body of this number: ", name, NULL, NULL);
    return (int)value;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__text_pose(const rbd__xml *x, int node, tact_pose *pose) {
    tact_real v[7] = {0, 0, 0, 0, 0, 0, 1};
    rbd_status status = rbd__xml_numbers(x, node, "pose", 7, 7, v, NULL);
    *pose = tact_pose_make(rbd__vec_at(v), tact_quat_make(v[3], v[4], v[5], v[6]));
    return status;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__text_add_body(const rbd__xml *x, int node, rbd_builder *b, rbd_error *error) {
    static const rbd_joint_type types[RBD_KIND_WORLD] = {
        RBD_JOINT_REVOLUTE,  RBD_JOINT_REVOLUTE,  RBD_JOINT_REVOLUTE,  RBD_JOINT_REVOLUTE, RBD_JOINT_PRISMATIC,
        RBD_JOINT_PRISMATIC, RBD_JOINT_PRISMATIC, RBD_JOINT_PRISMATIC, RBD_JOINT_HELICAL,  RBD_JOINT_TRANSLATION,
        RBD_JOINT_PLANAR,    RBD_JOINT_SPHERICAL, RBD_JOINT_FREE};
    const char *kind = rbd__xml_string(x, node, "joint"), *name = rbd__xml_string(x, node, "name");
    rbd_body body = rbd_default_body(name ? name : "", RBD_WORLD);
    tact_real up = 0, axis[3] = {0, 0, 1}, pitch = 0, y[10] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, v[9];
    int i, child, k = 0;
    rbd_status status = rbd__text_pose(x, node, &body.placement);
    for (i = 0; kind && i < (int)RBD_KIND_WORLD && !rbd__string_equal(kind, rbd__model_joints[i]);) ++i;
    if (kind && rbd__string_equal(kind, "continuous"))
        body.joint = rbd_default_joint(RBD_JOINT_CONTINUOUS);
    else if (kind && i < (int)RBD_KIND_WORLD)
        body.joint = rbd_default_joint(types[i]);
    else
        return rbd__place_error(error, RBD_BAD_TEXT, &x->nodes[node], name, "unknown joint", NULL, NULL, NULL);
    if (status >= 0) status = rbd__xml_numbers(x, node, "parent", 1, 1, &up, NULL);
    if (status >= 0) status = rbd__xml_numbers(x, node, "axis", 3, 3, axis, NULL);
    if (status >= 0) status = rbd__xml_numbers(x, node, "pitch", 1, 1, &pitch, NULL);
    if (status >= 0) status = rbd__xml_numbers(x, node, "inertia", 10, 10, y, NULL);
    if (status < 0) return status;
    body.parent = rbd__text_body(x, node, "parent", up, rbd_builder_count(b));
    if (body.parent < 0) return (rbd_status)body.parent;
    body.joint.name = rbd__xml_string(x, node, "joint_name");
    body.joint.axis = rbd__vec_at(axis), body.joint.pitch = pitch;
    body.inertia.mass = y[0], body.inertia.com = rbd__vec_at(y + 1);
    body.inertia.xx = y[4], body.inertia.xy = y[5], body.inertia.xz = y[6];
    body.inertia.yy = y[7], body.inertia.yz = y[8], body.inertia.zz = y[9];
    body.trust_inertia = 1;
    for (child = x->nodes[node].first_child; child >= 0 && k < 6; child = x->nodes[child].next, ++k) {
        rbd_dof *d = &body.joint.dof[k];
        for (i = 0; i < 9; ++i) v[i] = 0;
        status = rbd__xml_numbers(x, child, "values", 9, 9, v, NULL);
        if (status < 0) return status;
        d->lower = v[0], d->upper = v[1], d->max_velocity = v[2], d->max_effort = v[3], d->armature = v[4];
        d->damping = v[5], d->friction = v[6], d->stiffness = v[7], d->rest = v[8];
    }
    i = rbd_builder_add(b, &body, error);
    return i < 0 ? (rbd_status)i : RBD_OK;
}
RBD_API TACT_COLD rbd_model *rbd_model_create_text(const char *text, size_t bytes, const tact_allocator *allocator,
                                                   rbd_error *error) {
    rbd__xml x;
    rbd_builder *b;
    rbd_model *m = NULL;
    rbd_error own;
    tact_real g[3] = {0, 0, 0}, speed = 0, v[3];
    int node, n, number = 0;
    rbd_status status;
    if (!error) error = &own;
    rbd__error_clear(error);
    TACT_MEMSET(&x, 0, sizeof x);
    if (!text) return NULL;
    status = rbd__xml_parse(&x, text, bytes, allocator, error);
    if (status < 0) return NULL;
    x.error = error;
    b = rbd_builder_create(allocator);
    if (!b) status = rbd__text_error(error, RBD_NO_MEMORY, 0, "out of memory", NULL, NULL, NULL, NULL);
    if (status >= 0 && !rbd__string_equal(x.nodes[0].name, "rbd"))
        status = rbd__place_error(error, RBD_BAD_TEXT, &x.nodes[0], NULL, "this is no model of rbd_model_write", NULL,
                                  NULL, NULL);
    if (status >= 0) status = rbd__xml_numbers(&x, 0, "gravity", 3, 3, g, NULL);
    if (status >= 0) status = rbd__xml_numbers(&x, 0, "friction_speed", 1, 1, &speed, NULL);
    if (status >= 0) rbd_builder_set_gravity(b, rbd__vec_at(g)), rbd_builder_set_friction_speed(b, speed);
    for (node = x.nodes[0].first_child; node >= 0 && status >= 0; node = x.nodes[node].next)
        if (rbd__string_equal(x.nodes[node].name, "body")) status = rbd__text_add_body(&x, node, b, error);
    for (node = x.nodes[0].first_child; node >= 0 && status >= 0; node = x.nodes[node].next) {
        const char *name = rbd__xml_string(&x, node, "name");
        tact_real on = 0;
        tact_pose pose;
        if (rbd__string_equal(x.nodes[node].name, "body")) {
            rbd_body *body = rbd_builder_body(b, ++number);
            status = rbd__xml_numbers(&x, node, "follows", 3, 3, v, &n);
            if (status < 0 || !n) continue;
            body->joint.mimic = rbd__text_body(&x, node, "follows", v[0], rbd_builder_count(b));
            body->joint.mimic_scale = v[1], body->joint.mimic_offset = v[2];
            if (body->joint.mimic < 0) status = (rbd_status)body->joint.mimic;
        } else {
            status = rbd__text_pose(&x, node, &pose);
            if (status >= 0) status = rbd__xml_numbers(&x, node, "body", 1, 1, &on, NULL);
            n = status >= 0 ? rbd__text_body(&x, node, "body", on, rbd_builder_count(b)) : (int)status;
            if (n >= 0) n = rbd_builder_add_frame(b, name ? name : "", n, pose, error);
            if (n < 0) status = (rbd_status)n;
        }
    }
    if (status >= 0) m = rbd_model_create(b, allocator, error);
    rbd_builder_destroy(b);
    rbd__xml_free(&x, allocator);
    return m;
}
#endif /* RBD_NO_FILES */

// >>impl-readers
/* Owns    what URDF and MJCF share: document, messages with lines, bodies into a builder, model at once.
   Reads   a document.
   Leaves  bodies in the builder; on failure the builder as before. */
#ifndef RBD_NO_FILES
RBD_API TACT_COLD rbd_reader_config rbd_default_reader_config(void) {
    rbd_reader_config config;
    TACT_MEMSET(&config, 0, sizeof config);
    config.parent = RBD_WORLD;
    config.placement = tact_pose_identity();
    config.order = RBD_SIBLINGS_ALPHABETICAL;
    return config;
}
RBD_API TACT_COLD rbd_reader_config rbd_pinocchio_reader_config(void) {
    rbd_reader_config config = rbd_default_reader_config();
    config.ignore_mimic = config.ignore_passive = 1;
    return config;
}

/* A file being read: its document, the builder that gets the bodies, the place for messages. */
typedef struct rbd__reader {
    rbd__xml xml;
    const rbd_reader_config *config;
    rbd_builder *builder;
    const tact_allocator *allocator;
    rbd_error *error;
    int first; /* bodies of the builder before the file, and its gravity */
    tact_vec3 gravity;
} rbd__reader;

TACT_PRIVATE TACT_COLD rbd_status rbd__reader_error(const rbd__reader *r, int line, const char *a, const char *b,
                                                    const char *c, const char *d, const char *e) {
    return rbd__text_error(r->error, RBD_BAD_TEXT, line, a, b, c, d, e);
}
TACT_PRIVATE TACT_COLD const char *rbd__node_string(const rbd__xml_node *n, const char *name) {
    int i;
    for (i = 0; i < n->n_attributes; ++i)
        if (rbd__string_equal(n->attributes[i].name, name)) return n->attributes[i].value;
    return NULL;
}
TACT_PRIVATE TACT_COLD int rbd__word_in(const char *words, const char *word) { /* in a list apart by blanks */
    size_t n = rbd__string_length(word);
    const char *p = words;
    while (*p) {
        size_t k = 0;
        while (p[k] && p[k] != ' ') ++k;
        if (k == n && !TACT_MEMCMP(p, word, n)) return 1;
        p += k;
        while (*p == ' ') ++p;
    }
    return 0;
}
TACT_PRIVATE TACT_COLD void rbd__reader_warn(const rbd__reader *r, int line, const char *a, const char *b,
                                             const char *c, const char *d, const char *e) {
    rbd_error text;
    if (!r->config->warning) return;
    rbd__text_error(&text, RBD_OK, 0, a, b, c, d, e);
    r->config->warning(r->config->user, line, text.text);
}
TACT_PRIVATE TACT_COLD int rbd__reader_line(const rbd__reader *r, int node) { return r->xml.nodes[node].line; }

/* One number that must be there and, if so asked, not negative. */
TACT_PRIVATE TACT_COLD rbd_status rbd__reader_number(const rbd__reader *r, int node, const char *name, int not_negative,
                                                     tact_real *value) {
    int n;
    rbd_status status = rbd__xml_numbers(&r->xml, node, name, 1, 1, value, &n);
    if (status < 0) return status;
    if (!n)
        return rbd__reader_error(r, rbd__reader_line(r, node), "<", r->xml.nodes[node].name, "> needs the attribute ",
                                 name, NULL);
    if (not_negative && *value < 0)
        return rbd__reader_error(r, rbd__reader_line(r, node), "attribute ", name, " of <", r->xml.nodes[node].name,
                                 "> is negative");
    return RBD_OK;
}

/* Adds a body. Where the builder refuses it, its message gets the line in front. */
TACT_PRIVATE TACT_COLD int rbd__reader_add(const rbd__reader *r, int line, const rbd_body *body, const rbd_joint *parts,
                                           const tact_pose *placements, int n_parts) {
    rbd_error inner;
    int number = n_parts ? rbd_builder_add_composite(r->builder, body, parts, placements, n_parts, &inner)
                         : rbd_builder_add(r->builder, body, &inner);
    if (number < 0) { /* the text may be longer than one piece */
        rbd__text_error(r->error, (rbd_status)number, line, inner.text, NULL, NULL, NULL, NULL);
        if (r->error) {
            char digits[16];
            int at = rbd__append(r->error->text, (int)sizeof r->error->text, 0, "line ", 5);
            at = rbd__append(r->error->text, (int)sizeof r->error->text, at, rbd__int_text(digits, line), 16);
            at = rbd__append(r->error->text, (int)sizeof r->error->text, at, ": ", 2);
            rbd__append(r->error->text, (int)sizeof r->error->text, at, inner.text, (int)sizeof inner.text);
        }
    }
    return number;
}

/* Fixed-axis roll, pitch, yaw: R = Rz(yaw) Ry(pitch) Rx(roll). */
TACT_PRIVATE TACT_COLD tact_quat rbd__quat_rpy(tact_vec3 rpy) {
    tact_quat x = tact_quat_axis_angle(tact_vec(1, 0, 0), rpy.x);
    tact_quat y = tact_quat_axis_angle(tact_vec(0, 1, 0), rpy.y);
    tact_quat z = tact_quat_axis_angle(tact_vec(0, 0, 1), rpy.z);
    return tact_quat_mul(z, tact_quat_mul(y, x));
}

#define RBD__AXIS_LEAST TACT_R(1e-10) /* beyond these the square of a length leaves the range of single precision */
#define RBD__AXIS_MOST TACT_R(1e10)
/* An axis of a file may have any length between these. */
TACT_PRIVATE TACT_COLD int rbd__has_direction(tact_vec3 axis) {
    return tact_norm(axis) > RBD__AXIS_LEAST && tact_norm(axis) < RBD__AXIS_MOST;
}

/* Rotation that takes z to the unit vector n, about their common normal; within 1.4 milliradians of -z it is about x.
   */
TACT_PRIVATE TACT_COLD tact_quat rbd__quat_z_to(tact_vec3 n) {
    if (n.z < TACT_R(-0.999999)) return tact_quat_make(1, 0, 0, 0);
    return tact_quat_normalize(tact_quat_make(-n.y, n.x, 0, 1 + n.z));
}

TACT_PRIVATE TACT_COLD void rbd__reader_begin(rbd__reader *r, rbd_builder *builder, const rbd_reader_config *config,
                                              const tact_allocator *allocator, rbd_error *error) {
    r->config = config;
    r->builder = builder;
    r->allocator = allocator;
    r->error = error;
    r->first = rbd_builder_count(builder);
    r->gravity = builder->gravity;
}
/* Reads the document. On success the caller closes the reader. */
TACT_PRIVATE TACT_COLD rbd_status rbd__reader_open(rbd__reader *r, rbd_builder *builder, const char *text, size_t bytes,
                                                   const rbd_reader_config *config, const tact_allocator *allocator,
                                                   rbd_error *error) {
    rbd__reader_begin(r, builder, config, allocator, error);
    return rbd__xml_parse(&r->xml, text, bytes, allocator, error);
}
/* The builder as before the file: every body on the world begins a subtree of its own. */
TACT_PRIVATE TACT_COLD void rbd__reader_undo(const rbd__reader *r) {
    while (rbd_builder_count(r->builder) > r->first)
        if (rbd_builder_remove(r->builder, r->first, NULL) < 0) break;
    rbd_builder_set_gravity(r->builder, r->gravity);
}
TACT_PRIVATE TACT_COLD void rbd__reader_warn_massless(const rbd__reader *r, int line, const char *what,
                                                      const char *name) {
    rbd__reader_warn(r, line, what, name,
                     "' moves, but there is no mass on it or beyond it: forward dynamics needs an armature", NULL,
                     NULL);
}
/* name, cut after 100 characters, and a suffix: a body that carries another one of the file. */
TACT_PRIVATE TACT_COLD const char *rbd__reader_carrier_name(char text[RBD_NAME_MAX], const char *name,
                                                            const char *suffix) {
    rbd__append(text, RBD_NAME_MAX, rbd__append(text, RBD_NAME_MAX, 0, name, 100), suffix, 16);
    return text;
}

/* A file format: how its text goes into a builder, and what it then hands to the callbacks, which come last so that a
   failure hands out nothing. `state` is the format's own; open returns the builder's number of the first body, or a
   status with nothing left to close. model NULL: bodies are those of the builder. */
typedef struct rbd__format {
    int (*open)(void *state, rbd_builder *builder, const char *text, size_t bytes, const rbd_reader_config *config,
                const tact_allocator *allocator, rbd_error *error);
    void (*hand_out)(void *state, const rbd_model *model);
    void (*close)(void *state);
    rbd_status (*complete)(void *state, rbd_model *model); /* what hangs on a model besides its tree; NULL: nothing */
} rbd__format;

TACT_PRIVATE TACT_COLD int rbd__format_add(const rbd__format *format, void *state, rbd_builder *builder,
                                           const char *text, size_t bytes, const rbd_reader_config *config,
                                           rbd_error *error) {
    rbd_reader_config defaults = rbd_default_reader_config();
    int first;
    if (!builder || (!text && bytes))
        return rbd__text_error(error, RBD_BAD_ARGUMENT, 0, "builder or text is NULL", NULL, NULL, NULL, NULL);
    first = format->open(state, builder, text, bytes, config ? config : &defaults, builder->allocator, error);
    if (first < 0) return first;
    format->hand_out(state, NULL);
    format->close(state);
    return first;
}
TACT_PRIVATE TACT_COLD rbd_model *rbd__format_create(const rbd__format *format, void *state, const char *text,
                                                     size_t bytes, const rbd_reader_config *config,
                                                     const tact_allocator *allocator, rbd_error *error) {
    rbd_reader_config defaults = rbd_default_reader_config();
    rbd_builder *builder;
    rbd_model *model = NULL;
    if (!config) config = &defaults;
    if ((!text && bytes) || config->parent != RBD_WORLD) {
        rbd__text_error(error, RBD_BAD_ARGUMENT, 0, "text is NULL, or config->parent is not the world", NULL, NULL,
                        NULL, NULL);
        return NULL;
    }
    builder = rbd_builder_create(allocator);
    if (!builder) {
        rbd__text_error(error, RBD_NO_MEMORY, 0, "out of memory", NULL, NULL, NULL, NULL);
        return NULL;
    }
    if (format->open(state, builder, text, bytes, config, allocator, error) >= 0) {
        model = rbd_model_create(builder, allocator, error);
        if (model && format->complete && format->complete(state, model) < 0) {
            rbd_model_destroy(model);
            model = NULL;
        }
        if (model) format->hand_out(state, model);
        format->close(state);
    }
    rbd_builder_destroy(builder);
    return model;
}
#endif /* RBD_NO_FILES */

// >>impl-urdf
/* Owns    URDF: links, joints, mimic, collision and visual shapes.
   Reads   a document whose root is <robot>.
   Leaves  bodies and couplings in the builder; shapes to the callback. */
#ifndef RBD_NO_FILES
typedef struct rbd__urdf_link {
    int node, parent_joint, first_child, last_child; /* child joints in the order of siblings */
    int number;                                      /* in the builder */
    int carries_mass;                                /* it or something fixed to it or beyond it */
} rbd__urdf_link;
typedef struct rbd__urdf_joint {
    int node, parent, child, next, mimic; /* links; next sibling; joint followed or -1 */
    int moves, as_angle;
} rbd__urdf_joint;
typedef struct rbd__urdf {
    rbd__reader reader;
    rbd__urdf_link *links;
    rbd__urdf_joint *joints;
    int n_links, n_joints, root;
    tact_pose root_offset; /* of the root link in the body that stands for it */
    const char **link_names, **joint_names;
    int *link_order, *joint_order, *visit; /* sorted by name; links in depth-first order */
    void *block;
    size_t block_bytes;
} rbd__urdf;

/* xacro is a macro language that produces URDF. A leftover xmlns:xacro is harmless, a macro or a ${...} is not. */
TACT_PRIVATE TACT_COLD rbd_status rbd__urdf_refuse_xacro(const rbd__reader *r) {
    const rbd__xml *x = &r->xml;
    int i;
    const char *p;
    for (i = 0; i < x->n_nodes; ++i)
        if (rbd__xml_starts(x->nodes[i].name, "xacro:"))
            return rbd__reader_error(r, x->nodes[i].line, "<", x->nodes[i].name,
                                     ">: this is xacro, not URDF; expand it first (xacro robot.xacro > robot.urdf)",
                                     NULL, NULL);
    for (i = 0; i < x->n_attributes; ++i)
        for (p = x->attributes[i].value; *p; ++p)
            if (p[0] == '$' && (p[1] == '{' || p[1] == '('))
                return rbd__reader_error(r, x->attributes[i].line, "'", p,
                                         "': this is xacro, not URDF; expand it first (xacro robot.xacro > robot.urdf)",
                                         NULL, NULL);
    return RBD_OK;
}

#define RBD__ANGLE_MOST TACT_R(1e6) /* [rad] absolute: beyond it an angle has lost six digits, and no file means it */
/* <origin xyz rpy> of an element; absent: identity. */
/* Elements of URDF, what they stand in (apart by blanks) and their attributes. "*": passed over with all inside it,
   without a word; "!": with a word, as it can change the motion. */
static const struct {
    const char *name, *parents, *attributes;
} rbd__urdf_schema[] = {{"link", "robot", "name type"},
                        {"joint", "robot", "name type"},
                        {"material", "robot visual collision", "*"},
                        {"mujoco", "robot", "*"},
                        {"gazebo", "robot", "!"},
                        {"transmission", "robot", "!"},
                        {"inertial", "link", ""},
                        {"visual", "link", "name group"},
                        {"collision", "link", "name group"},
                        {"origin", "inertial visual collision joint", "xyz rpy"},
                        {"mass", "inertial", "value"},
                        {"inertia", "inertial", "ixx ixy ixz iyy iyz izz"},
                        {"geometry", "visual collision", ""},
                        {"box", "geometry", "size"},
                        {"sphere", "geometry", "radius"},
                        {"cylinder", "geometry", "radius length"},
                        {"capsule", "geometry", "radius length"},
                        {"mesh", "geometry", "filename scale"},
                        {"parent", "joint", "link"},
                        {"child", "joint", "link"},
                        {"axis", "joint", "xyz"},
                        {"limit", "joint", "lower upper effort velocity"},
                        {"dynamics", "joint", "damping friction"},
                        {"mimic", "joint", "joint multiplier offset"},
                        {"calibration", "joint", "*"},
                        {"safety_controller", "joint", "!"}};
/* Is there an element of this name before a node, in the same element? */
TACT_PRIVATE TACT_COLD int rbd__urdf_second(const rbd__xml *x, int node) {
    int before = x->nodes[x->nodes[node].parent].first_child;
    for (; before != node; before = x->nodes[before].next)
        if (rbd__string_equal(x->nodes[before].name, x->nodes[node].name)) return 1;
    return 0;
}
/* Is there one anywhere before it, in an element of that name and with that attribute (NULL: any)? So each thing is
   said once. O(elements) for each that is not URDF's. */
TACT_PRIVATE TACT_COLD int rbd__urdf_said(const rbd__xml *x, int node, const char *attribute) {
    const rbd__xml_node *n = &x->nodes[node];
    int i;
    for (i = 1; i < node; ++i)
        if (rbd__string_equal(x->nodes[i].name, n->name) && x->nodes[i].parent >= 0 &&
            rbd__string_equal(x->nodes[x->nodes[i].parent].name, x->nodes[n->parent].name) &&
            (!attribute || rbd__node_string(&x->nodes[i], attribute)))
            return 1;
    return 0;
}
/* What no reader of URDF follows is said, once for each name: elements and attributes that are not URDF's; and a second
   element where one counts. */
TACT_PRIVATE TACT_COLD void rbd__urdf_check(const rbd__reader *r) {
    const rbd__xml *x = &r->xml;
    const size_t rows = sizeof rbd__urdf_schema / sizeof rbd__urdf_schema[0];
    int node, k;
    size_t i;
    for (node = 1; node < x->n_nodes && r->config->warning; ++node) {
        rbd__xml_node *n = &x->nodes[node];
        const char *parent = x->nodes[n->parent].name, *attributes = NULL;
        const int line = rbd__reader_line(r, node), top = n->parent == 0;
        n->passed = x->nodes[n->parent].passed;
        if (n->passed) continue;
        for (i = 0; i < rows && !attributes; ++i)
            if (rbd__string_equal(rbd__urdf_schema[i].name, n->name) &&
                rbd__word_in(rbd__urdf_schema[i].parents, parent))
                attributes = rbd__urdf_schema[i].attributes;
        n->passed = !attributes || attributes[0] == '*' || attributes[0] == '!';
        if (n->passed && attributes && attributes[0] == '*') continue;
        if (n->passed && !rbd__string_equal(parent, "geometry") && !rbd__urdf_said(x, node, NULL))
            rbd__reader_warn(r, line, "<", n->name,
                             attributes ? "> is passed over, though it can change the motion"
                                        : "> is no element of URDF here: it is passed over",
                             NULL, NULL);
        if (n->passed) continue;
        if (!top && !rbd__word_in("visual collision", n->name) && rbd__urdf_second(x, node))
            rbd__reader_warn(r, line, "a second <", n->name, "> in <", parent, ">: the first counts");
        if (rbd__string_equal(parent, "geometry") && x->nodes[n->parent].first_child != node)
            rbd__reader_warn(r, line, "a second shape in <geometry>: the first counts", NULL, NULL, NULL, NULL);
        for (k = 0; k < n->n_attributes; ++k)
            if (!rbd__word_in(attributes, n->attributes[k].name) && !rbd__urdf_said(x, node, n->attributes[k].name))
                rbd__reader_warn(r, line, "<", n->name, "> has no attribute '", n->attributes[k].name,
                                 "': it is passed over");
    }
}
TACT_PRIVATE TACT_COLD rbd_status rbd__urdf_origin(const rbd__reader *r, int node, tact_pose *pose) {
    tact_vec3 xyz = tact_vec(0, 0, 0), rpy = tact_vec(0, 0, 0);
    int origin = rbd__xml_child(&r->xml, node, "origin");
    rbd_status status = rbd__xml_vec3(&r->xml, origin, "xyz", &xyz);
    if (status >= 0) status = rbd__xml_vec3(&r->xml, origin, "rpy", &rpy);
    if (status < 0) return status;
    if (!(tact_norm(rpy) < RBD__ANGLE_MOST))
        return rbd__reader_error(r, rbd__reader_line(r, origin), "an angle of rpy is beyond 1e6 radians", NULL, NULL,
                                 NULL, NULL);
    *pose = tact_pose_make(xyz, rbd__quat_rpy(rpy));
    return RBD_OK;
}

/* An inertia that no body has is reported but taken, unless the caller wants it refused: many files in use have one.
 */
TACT_PRIVATE TACT_COLD rbd_status rbd__urdf_inertial(const rbd__reader *r, int link, const char *link_name,
                                                     rbd_inertia *inertia) {
    static const char names[6][4] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    const rbd__xml *x = &r->xml;
    int node = rbd__xml_child(x, link, "inertial"), mass, tensor, i;
    tact_real value[6] = {0, 0, 0, 0, 0, 0};
    tact_pose pose;
    rbd_status status;
    rbd_error inner;
    TACT_MEMSET(inertia, 0, sizeof *inertia);
    if (node < 0) return RBD_OK;
    mass = rbd__xml_child(x, node, "mass");
    tensor = rbd__xml_child(x, node, "inertia");
    status = rbd__urdf_origin(r, node, &pose);
    if (status < 0) return status;
    if (mass < 0) {
        rbd__reader_warn(r, rbd__reader_line(r, node), "link '", link_name, "': <inertial> without <mass>: massless",
                         NULL, NULL);
        return RBD_OK;
    }
    status = rbd__reader_number(r, mass, "value", 1, &inertia->mass);
    for (i = 0; i < 6 && status >= 0 && tensor >= 0; ++i) {
        int n;
        status = rbd__xml_numbers(x, tensor, names[i], 1, 1, &value[i], &n);
        if (status >= 0 && !n && (i == 0 || i == 3 || i == 5))
            status = rbd__reader_error(r, rbd__reader_line(r, tensor), "<inertia> needs the attribute ", names[i], NULL,
                                       NULL, NULL);
    }
    if (status < 0) return status;
    if (tensor < 0)
        rbd__reader_warn(r, rbd__reader_line(r, node), "link '", link_name,
                         "': <inertial> without <inertia>: a point mass", NULL, NULL);
    inertia->xx = value[0];
    inertia->xy = value[1];
    inertia->xz = value[2];
    inertia->yy = value[3];
    inertia->yz = value[4];
    inertia->zz = value[5];
    if (inertia->mass <= 0) {
        if (value[0] != 0 || value[3] != 0 || value[5] != 0)
            rbd__reader_warn(r, rbd__reader_line(r, node), "link '", link_name, "': inertia without mass is ignored",
                             NULL, NULL);
        TACT_MEMSET(inertia, 0, sizeof *inertia);
        return RBD_OK;
    }
    status = rbd_inertia_check(inertia, &inner);
    if (status < 0 && (status != RBD_BAD_INERTIA || r->config->refuse_unphysical))
        return rbd__text_error(r->error, status, rbd__reader_line(r, node), "link '", link_name, "': ", inner.text,
                               NULL);
    if (status < 0) rbd__reader_warn(r, rbd__reader_line(r, node), "link '", link_name, "': ", inner.text, NULL);
    *inertia = rbd_inertia_placed(*inertia, pose);
    return RBD_OK;
}

/* <limit>, <dynamics> and <axis> of a joint. */
TACT_PRIVATE TACT_COLD rbd_status rbd__urdf_joint_details(const rbd__reader *r, int node, const char *name,
                                                          rbd_joint *joint, int *has_axis) {
    const rbd__xml *x = &r->xml;
    int limit = rbd__xml_child(x, node, "limit"), dynamics = rbd__xml_child(x, node, "dynamics");
    int axis = rbd__xml_child(x, node, "axis"), n_lower, n_upper, n;
    int limited = joint->type == RBD_JOINT_REVOLUTE || joint->type == RBD_JOINT_PRISMATIC;
    tact_real lower = 0, upper = 0;
    rbd_dof *dof = &joint->dof[0];
    rbd_status status;
    joint->axis = tact_vec(1, 0, 0);
    *has_axis = rbd__xml_find(x, axis, "xyz") != NULL;
    status = rbd__xml_vec3(x, axis, "xyz", &joint->axis);
    if (status >= 0 && joint->type != RBD_JOINT_FIXED && joint->type != RBD_JOINT_FREE &&
        joint->type != RBD_JOINT_SPHERICAL && !rbd__has_direction(joint->axis))
        status = rbd__reader_error(r, rbd__reader_line(r, axis), "joint '", name, "': the axis has no direction", NULL,
                                   NULL);
    if (status < 0 || joint->type == RBD_JOINT_FREE || joint->type == RBD_JOINT_PLANAR ||
        joint->type == RBD_JOINT_SPHERICAL || joint->type == RBD_JOINT_FIXED)
        return status;
    joint->axis = tact_normalize_or(joint->axis, tact_vec(1, 0, 0));
    status = rbd__xml_numbers(x, limit, "lower", 1, 1, &lower, &n_lower);
    if (status >= 0) status = rbd__xml_numbers(x, limit, "upper", 1, 1, &upper, &n_upper);
    if (status >= 0) status = rbd__xml_numbers(x, limit, "effort", 1, 1, &dof->max_effort, &n);
    if (status >= 0) status = rbd__xml_numbers(x, limit, "velocity", 1, 1, &dof->max_velocity, &n);
    if (status >= 0 && limited && (n_lower || n_upper)) {
        if (lower > upper)
            return rbd__reader_error(r, rbd__reader_line(r, limit), "joint '", name,
                                     "': the lower limit is above the upper one", NULL, NULL);
        dof->lower = lower, dof->upper = upper;
    } else if (status >= 0 && limited) {
        rbd__reader_warn(r, rbd__reader_line(r, node), "joint '", name, "' has no limits: taken as unlimited", NULL,
                         NULL);
    }
    if (status >= 0 && !r->config->ignore_passive && dynamics >= 0) {
        status = rbd__xml_numbers(x, dynamics, "damping", 1, 1, &dof->damping, &n);
        if (status >= 0) status = rbd__xml_numbers(x, dynamics, "friction", 1, 1, &dof->friction, &n);
        if (status >= 0 && (dof->damping < 0 || dof->friction < 0))
            return rbd__reader_error(r, rbd__reader_line(r, dynamics), "joint '", name,
                                     "': damping or friction is negative", NULL, NULL);
    }
    if (status >= 0 && (dof->max_effort < 0 || dof->max_velocity < 0)) {
        rbd__reader_warn(r, rbd__reader_line(r, limit), "joint '", name,
                         "': a negative effort or velocity limit is ignored", NULL, NULL);
        if (dof->max_effort < 0) dof->max_effort = TACT_REAL_MAX;
        if (dof->max_velocity < 0) dof->max_velocity = TACT_REAL_MAX;
    }
    return status;
}

/* Names and connections: link and joint tables, parents, children in sibling order, one root, no cycle. */
TACT_PRIVATE TACT_COLD rbd_status rbd__urdf_names(rbd__urdf *u, const char *what, int n, const char **names, int *order,
                                                  int first_node, int is_link) {
    const rbd__xml *x = &u->reader.xml;
    int i = 0, node;
    for (node = first_node; node >= 0; node = rbd__xml_next(x, node), ++i) {
        names[i] = rbd__xml_string(x, node, "name");
        if (!names[i] || !names[i][0])
            return rbd__reader_error(&u->reader, x->nodes[node].line, "a ", what, " without a name", NULL, NULL);
        if (is_link)
            u->links[i].node = node;
        else
            u->joints[i].node = node;
    }
    rbd__sort_names(names, order, n);
    for (i = 1; i < n; ++i)
        if (rbd__string_equal(names[order[i - 1]], names[order[i]])) {
            node = is_link ? u->links[order[i]].node : u->joints[order[i]].node;
            return rbd__reader_error(&u->reader, x->nodes[node].line, what, " '", names[order[i]], "' exists twice",
                                     NULL);
        }
    return RBD_OK;
}

#define RBD__URDF_MIMICS 64 /* joints that follow one another; a longer chain counts as a cycle */
TACT_PRIVATE TACT_COLD rbd_status rbd__urdf_connect(rbd__urdf *u) {
    const rbd__reader *r = &u->reader;
    const rbd__xml *x = &r->xml;
    static const char ends[2][8] = {"parent", "child"};
    int i, k, n_visited = 0;
    for (i = 0; i < u->n_links; ++i) {
        u->links[i].parent_joint = u->links[i].first_child = u->links[i].last_child = -1;
        u->links[i].number = -1;
        u->links[i].carries_mass = 0;
    }
    for (i = 0; i < u->n_joints; ++i) {
        u->joints[i].next = u->joints[i].mimic = -1;
        u->joints[i].moves = u->joints[i].as_angle = 0;
    }
    for (i = 0; i < u->n_joints; ++i) {
        rbd__urdf_joint *j = &u->joints[i];
        int found[2], mimic = rbd__xml_child(x, j->node, "mimic");
        for (k = 0; k < 2; ++k) {
            const char *name = rbd__xml_string(x, rbd__xml_child(x, j->node, ends[k]), "link");
            if (!name)
                return rbd__reader_error(r, rbd__reader_line(r, j->node), "joint '", u->joint_names[i], "' needs <",
                                         ends[k], " link='...'>");
            found[k] = rbd__find_name(u->link_names, u->link_order, u->n_links, name);
            if (found[k] < 0)
                return rbd__reader_error(r, rbd__reader_line(r, j->node), "joint '", u->joint_names[i],
                                         "': there is no link '", name, "'");
        }
        j->parent = found[0], j->child = found[1];
        if (u->links[j->child].parent_joint >= 0)
            return rbd__reader_error(r, rbd__reader_line(r, j->node), "link '", u->link_names[j->child],
                                     "' has two parent joints: a URDF is a tree, and loops are constraints", NULL,
                                     NULL);
        u->links[j->child].parent_joint = i;
        if (mimic >= 0 && !r->config->ignore_mimic) {
            const char *name = rbd__xml_string(x, mimic, "joint");
            j->mimic = name ? rbd__find_name(u->joint_names, u->joint_order, u->n_joints, name) : -1;
            if (j->mimic < 0)
                return rbd__reader_error(r, rbd__reader_line(r, mimic), "joint '", u->joint_names[i],
                                         "' mimics a joint that does not exist: '", name ? name : "", "'");
            u->joints[j->mimic].as_angle = j->as_angle = 1;
        }
    }
    for (k = 0; k < u->n_joints; ++k) { /* children in the order of siblings */
        int joint = r->config->order == RBD_SIBLINGS_ALPHABETICAL ? u->joint_order[k] : k;
        rbd__urdf_link *parent = &u->links[u->joints[joint].parent];
        if (parent->last_child < 0)
            parent->first_child = joint;
        else
            u->joints[parent->last_child].next = joint;
        parent->last_child = joint;
    }
    u->root = -1;
    for (i = 0; i < u->n_links; ++i) {
        if (u->links[i].parent_joint >= 0) continue;
        if (u->root >= 0)
            return rbd__reader_error(r, rbd__reader_line(r, u->links[i].node), "two root links: '",
                                     u->link_names[u->root], "' and '", u->link_names[i], "'");
        u->root = i;
    }
    if (u->root >= 0) { /* depth first: down to the first child, else on to the next sibling of the nearest ancestor */
        int link = u->root;
        while (link >= 0) {
            u->visit[n_visited++] = link;
            if (u->links[link].first_child >= 0) {
                link = u->joints[u->links[link].first_child].child;
                continue;
            }
            while (link != u->root && u->joints[u->links[link].parent_joint].next < 0)
                link = u->joints[u->links[link].parent_joint].parent;
            link = link == u->root ? -1 : u->joints[u->joints[u->links[link].parent_joint].next].child;
        }
    }
    if (n_visited < u->n_links) { /* every link has one parent, so what the root does not reach ends in a cycle */
        for (i = 0; i < u->n_links; ++i) u->links[i].number = -2;
        for (i = 0; i < n_visited; ++i) u->links[u->visit[i]].number = -1;
        for (i = 0; u->links[i].number == -1;) ++i;
        return rbd__reader_error(r, rbd__reader_line(r, u->links[i].node), "link '", u->link_names[i],
                                 "' is in or below a cycle of joints", NULL, NULL);
    }
    for (i = 0; i < u->n_joints; ++i) { /* a chain of mimics must end */
        int follow = u->joints[i].mimic, steps = 0;
        while (follow >= 0 && steps <= RBD__URDF_MIMICS) follow = u->joints[follow].mimic, ++steps;
        if (follow >= 0)
            return rbd__reader_error(r, rbd__reader_line(r, u->joints[i].node), "joint '", u->joint_names[i],
                                     "' mimics in a cycle (or a chain of more than 64)", NULL, NULL);
    }
    return RBD_OK;
}

TACT_PRIVATE TACT_COLD rbd_status rbd__urdf_joint_type(const rbd__urdf *u, int joint, rbd_joint_type *type) {
    static const struct {
        const char *name;
        rbd_joint_type type;
    } types[7] = {{"fixed", RBD_JOINT_FIXED},           {"revolute", RBD_JOINT_REVOLUTE},
                  {"continuous", RBD_JOINT_CONTINUOUS}, {"prismatic", RBD_JOINT_PRISMATIC},
                  {"planar", RBD_JOINT_PLANAR},         {"floating", RBD_JOINT_FREE},
                  {"spherical", RBD_JOINT_SPHERICAL}};
    const char *name = rbd__xml_string(&u->reader.xml, u->joints[joint].node, "type");
    int i;
    for (i = 0; name && i < 7; ++i)
        if (rbd__string_equal(name, types[i].name)) {
            *type = types[i].type;
            return RBD_OK;
        }
    return rbd__reader_error(&u->reader, rbd__reader_line(&u->reader, u->joints[joint].node), "joint '",
                             u->joint_names[joint], name ? "': unknown type '" : "' has no type", name,
                             name ? "'" : NULL);
}

/* One link with the joint that carries it (none: the root). */
TACT_PRIVATE TACT_COLD rbd_status rbd__urdf_add_link(rbd__urdf *u, int link) {
    const rbd__reader *r = &u->reader;
    const rbd_reader_config *config = r->config;
    rbd__urdf_link *l = &u->links[link];
    int line = rbd__reader_line(r, l->node), has_axis = 0;
    rbd_body body = rbd_default_body(u->link_names[link], config->parent);
    rbd_status status = rbd__urdf_inertial(r, l->node, u->link_names[link], &body.inertia);
    if (status < 0) return status;
    body.trust_inertia = !config->refuse_unphysical;
    l->carries_mass = body.inertia.mass > 0;
    if (l->parent_joint < 0) {
        body.placement = config->placement;
        if (rbd__string_equal(body.name, "world") && !config->floating_base && config->parent == RBD_WORLD) {
            l->number = RBD_WORLD; /* a dummy root of this name is the world itself */
            u->root_offset = config->placement;
            return RBD_OK;
        }
        if (config->floating_base) {
            body.joint = rbd_default_joint(RBD_JOINT_FREE);
            body.joint.name = "root_joint";
        }
    } else {
        rbd__urdf_joint *j = &u->joints[l->parent_joint];
        const char *name = u->joint_names[l->parent_joint];
        rbd_joint_type type = RBD_JOINT_FIXED;
        line = rbd__reader_line(r, j->node);
        status = rbd__urdf_joint_type(u, l->parent_joint, &type);
        if (status >= 0) status = rbd__urdf_origin(r, j->node, &body.placement);
        if (status < 0) return status;
        if (type == RBD_JOINT_CONTINUOUS && (config->continuous_as_angle || j->as_angle)) type = RBD_JOINT_REVOLUTE;
        body.joint = rbd_default_joint(type);
        body.joint.name = name;
        body.parent = u->links[j->parent].number;
        if (j->parent == u->root) body.placement = tact_pose_mul(u->root_offset, body.placement);
        j->moves = type != RBD_JOINT_FIXED;
        status = rbd__urdf_joint_details(r, j->node, name, &body.joint, &has_axis);
        if (status < 0) return status;
        if (j->mimic >= 0 && type != RBD_JOINT_REVOLUTE && type != RBD_JOINT_PRISMATIC) {
            if (type != RBD_JOINT_FIXED)
                return rbd__reader_error(r, line, "joint '", name, "' mimics another, which its type cannot do", NULL,
                                         NULL);
            j->mimic = -1;
        }
        if (type == RBD_JOINT_PLANAR && has_axis) {
            tact_quat turn = rbd__quat_z_to(tact_normalize_or(body.joint.axis, tact_vec(0, 0, 1)));
            if (turn.w < 1) { /* the joint moves in the xy plane of a turned frame, which carries the link */
                rbd_body carrier = rbd_default_body(NULL, body.parent);
                char text[RBD_NAME_MAX];
                carrier.name = rbd__reader_carrier_name(text, name, ":plane");
                carrier.joint = body.joint;
                carrier.placement = tact_pose_mul(body.placement, tact_pose_make(tact_vec(0, 0, 0), turn));
                body.parent = rbd__reader_add(r, line, &carrier, NULL, NULL, 0);
                if (body.parent < 0) return (rbd_status)body.parent;
                body.placement = tact_pose_make(tact_vec(0, 0, 0), tact_quat_conj(turn));
                body.joint = rbd_default_joint(RBD_JOINT_FIXED);
            }
        }
    }
    if (rbd__string_equal(body.name, "world")) {
        body.name = "world:link"; /* the world has that name */
        rbd__reader_warn(r, line, "link 'world' is no part of the world here: it is called 'world:link'", NULL, NULL,
                         NULL, NULL);
    }
    l->number = rbd__reader_add(r, line, &body, NULL, NULL, 0);
    return l->number < 0 ? (rbd_status)l->number : RBD_OK;
}

/* Couplings, once all joints have their numbers. */
TACT_PRIVATE TACT_COLD rbd_status rbd__urdf_couple(rbd__urdf *u) {
    const rbd__reader *r = &u->reader;
    int i, n;
    for (i = 0; i < u->n_joints; ++i) {
        const rbd__urdf_joint *j = &u->joints[i], *master;
        int node;
        rbd_body *body;
        rbd_status status;
        tact_real scale = 1, offset = 0;
        if (j->mimic < 0) continue;
        master = &u->joints[j->mimic];
        node = rbd__xml_child(&r->xml, j->node, "mimic");
        status = rbd__xml_numbers(&r->xml, node, "multiplier", 1, 1, &scale, &n);
        if (status >= 0) status = rbd__xml_numbers(&r->xml, node, "offset", 1, 1, &offset, &n);
        if (status < 0) return status;
        body = rbd_builder_body(r->builder, u->links[j->child].number);
        if (!master->moves) { /* following a fixed joint, which has q = 0: fixed at the offset */
            rbd__reader_warn(r, rbd__reader_line(r, node), "joint '", u->joint_names[i],
                             "' mimics a fixed joint and is locked at its offset", NULL, NULL);
            status = rbd_builder_lock(r->builder, u->links[j->child].number, &offset, r->error);
            if (status < 0) return status;
            continue;
        }
        if (body->joint.type != RBD_JOINT_REVOLUTE && body->joint.type != RBD_JOINT_PRISMATIC) continue;
        body->joint.mimic = u->links[master->child].number;
        body->joint.mimic_scale = scale;
        body->joint.mimic_offset = offset;
        if (rbd_builder_body(r->builder, body->joint.mimic)->joint.type != RBD_JOINT_REVOLUTE &&
            rbd_builder_body(r->builder, body->joint.mimic)->joint.type != RBD_JOINT_PRISMATIC)
            return rbd__reader_error(r, rbd__reader_line(r, node), "joint '", u->joint_names[i],
                                     "' mimics a joint of several degrees of freedom", NULL, NULL);
    }
    return RBD_OK;
}

/* Moving links with no mass on them or beyond them make the mass matrix singular. */
TACT_PRIVATE TACT_COLD void rbd__urdf_report_massless(rbd__urdf *u) {
    int i;
    for (i = u->n_links - 1; i > 0; --i) {
        rbd__urdf_link *l = &u->links[u->visit[i]];
        const rbd__urdf_joint *j = &u->joints[l->parent_joint];
        if (l->carries_mass)
            u->links[j->parent].carries_mass = 1;
        else if (j->moves)
            rbd__reader_warn_massless(&u->reader, rbd__reader_line(&u->reader, l->node), "link '",
                                      u->link_names[u->visit[i]]);
    }
}

/* A shape to the callback, with its mesh where the callback `file` opens it. */
TACT_PRIVATE TACT_COLD void rbd__urdf_hand_shape(const rbd__reader *r, rbd_geometry *g) {
    const rbd_reader_config *config = r->config;
    const void *bytes = NULL;
    size_t size = 0;
    rbd_error inner;
    rbd_mesh *mesh = NULL;
    int i, k;
    if (g->type == RBD_GEOMETRY_MESH && config->file) {
        bytes = config->file(config->user, g->mesh, &size);
        if (bytes) mesh = rbd_mesh_create(bytes, size, r->allocator, &inner);
        if (!mesh)
            rbd__reader_warn(r, g->line, "mesh '", g->mesh, "': ", bytes ? inner.text : "it cannot be opened", NULL);
    }
    for (i = 0; mesh && i < mesh->n_vertices; ++i) {
        tact_vec3 *v = &mesh->vertices[i];
        *v = tact_vec(v->x * g->size.x, v->y * g->size.y, v->z * g->size.z);
    }
    for (i = 0; mesh && g->size.x * g->size.y * g->size.z < 0 && i < mesh->n_triangles; ++i)
        k = mesh->triangles[3 * i], mesh->triangles[3 * i] = mesh->triangles[3 * i + 1], mesh->triangles[3 * i + 1] = k;
    if (mesh) {
        g->vertices = mesh->vertices, g->n_vertices = mesh->n_vertices;
        g->triangles = mesh->triangles, g->n_triangles = mesh->n_triangles;
    }
    config->geometry(config->user, g);
    rbd_mesh_destroy(mesh);
}
/* <collision> or <visual> of a link to the callback. With dry_run it is only checked. */
TACT_PRIVATE TACT_COLD rbd_status rbd__urdf_shape(const rbd__reader *r, int node, const char *link_name,
                                                  rbd_geometry *g, int dry_run) {
    const rbd__xml *x = &r->xml;
    int geometry = rbd__xml_child(x, node, "geometry"), shape = geometry < 0 ? -1 : x->nodes[geometry].first_child;
    tact_pose pose;
    rbd_status status = rbd__urdf_origin(r, node, &pose);
    if (status < 0) return status;
    g->pose = tact_pose_mul(g->pose, pose);
    g->name = rbd__xml_string(x, node, "name");
    g->line = rbd__reader_line(r, node);
    g->size = tact_vec(1, 1, 1);
    g->radius = g->length = 0;
    g->mesh = NULL;
    if (shape < 0) {
        if (dry_run)
            rbd__reader_warn(r, g->line, "link '", link_name, "': a shape without geometry is left out", NULL, NULL);
        return RBD_OK;
    }
    if (rbd__string_equal(x->nodes[shape].name, "box")) {
        g->type = RBD_GEOMETRY_BOX;
        if (!rbd__xml_find(x, shape, "size"))
            return rbd__reader_error(r, rbd__reader_line(r, shape), "<box> needs the attribute size", NULL, NULL, NULL,
                                     NULL);
        status = rbd__xml_vec3(x, shape, "size", &g->size);
    } else if (rbd__string_equal(x->nodes[shape].name, "sphere")) {
        g->type = RBD_GEOMETRY_SPHERE;
        status = rbd__reader_number(r, shape, "radius", 1, &g->radius);
    } else if (rbd__string_equal(x->nodes[shape].name, "cylinder") ||
               rbd__string_equal(x->nodes[shape].name, "capsule")) {
        g->type = x->nodes[shape].name[1] == 'y' ? RBD_GEOMETRY_CYLINDER : RBD_GEOMETRY_CAPSULE;
        status = rbd__reader_number(r, shape, "radius", 1, &g->radius);
        if (status >= 0) status = rbd__reader_number(r, shape, "length", 1, &g->length);
    } else if (rbd__string_equal(x->nodes[shape].name, "mesh")) {
        g->type = RBD_GEOMETRY_MESH;
        g->mesh = rbd__xml_string(x, shape, "filename");
        if (!g->mesh)
            return rbd__reader_error(r, rbd__reader_line(r, shape), "<mesh> needs the attribute filename", NULL, NULL,
                                     NULL, NULL);
        status = rbd__xml_vec3(x, shape, "scale", &g->size);
    } else {
        if (dry_run)
            rbd__reader_warn(r, rbd__reader_line(r, shape), "link '", link_name, "': unknown shape <",
                             x->nodes[shape].name, "> is left out");
        return RBD_OK;
    }
    if (status >= 0 && !dry_run) rbd__urdf_hand_shape(r, g);
    return status;
}

TACT_PRIVATE TACT_COLD rbd_status rbd__urdf_shapes(rbd__urdf *u, const rbd_model *model, int dry_run) {
    static const char kinds[2][10] = {"collision", "visual"};
    const rbd__reader *r = &u->reader;
    int i, kind, node, n_kinds = r->config->visuals ? 2 : 1;
    for (i = 0; i < u->n_links; ++i) {
        const rbd__urdf_link *l = &u->links[u->visit[i]];
        for (kind = 0; kind < n_kinds; ++kind)
            for (node = rbd__xml_child(&r->xml, l->node, kinds[kind]); node >= 0; node = rbd__xml_next(&r->xml, node)) {
                rbd_geometry g;
                rbd_status status;
                TACT_MEMSET(&g, 0, sizeof g);
                g.visual = kind;
                g.link = u->link_names[u->visit[i]];
                g.body = model ? model->added_body[l->number] : l->number;
                g.pose = u->visit[i] == u->root ? u->root_offset : tact_pose_identity();
                if (model) g.pose = rbd_model_added_pose(model, l->number, g.pose);
                status = rbd__urdf_shape(r, node, g.link, &g, dry_run);
                if (status < 0) return status;
            }
    }
    return RBD_OK;
}

TACT_PRIVATE TACT_COLD void rbd__urdf_close(void *state) {
    rbd__urdf *u = (rbd__urdf *)state;
    tact_free(u->reader.allocator, u->block, u->block_bytes);
    rbd__xml_free(&u->reader.xml, u->reader.allocator);
}
TACT_PRIVATE TACT_COLD void rbd__urdf_hand_out(void *state, const rbd_model *model) {
    rbd__urdf *u = (rbd__urdf *)state;
    if (u->reader.config->geometry) rbd__urdf_shapes(u, model, 0);
}

/* The tables of links and joints, in one block. */
TACT_PRIVATE TACT_COLD rbd_status rbd__urdf_tables(rbd__urdf *u, size_t n_links, size_t n_joints) {
    rbd__reader *r = &u->reader;
    u->n_links = (int)n_links, u->n_joints = (int)n_joints;
    u->block_bytes = (n_links + n_joints) * (sizeof(char *) + 2 * sizeof(int)) + n_links * sizeof(rbd__urdf_link) +
                     n_joints * sizeof(rbd__urdf_joint);
    u->block = tact_alloc(r->allocator, u->block_bytes);
    if (!u->block) return rbd__text_error(r->error, RBD_NO_MEMORY, 0, "out of memory", NULL, NULL, NULL, NULL);
    u->link_names = (const char **)u->block;
    u->joint_names = u->link_names + n_links;
    u->link_order = (int *)(void *)(u->joint_names + n_joints);
    u->joint_order = u->link_order + n_links;
    u->visit = u->joint_order + n_joints;
    u->links = (rbd__urdf_link *)(void *)(u->visit + n_links + n_joints);
    u->joints = (rbd__urdf_joint *)(void *)(u->links + n_links);
    return RBD_OK;
}
/* Everything up to the callbacks. Returns the builder's number of the root. */
TACT_PRIVATE TACT_COLD int rbd__urdf_open(void *state, rbd_builder *builder, const char *text, size_t bytes,
                                          const rbd_reader_config *config, const tact_allocator *allocator,
                                          rbd_error *error) {
    rbd__urdf *u = (rbd__urdf *)state;
    rbd__reader *r = &u->reader;
    rbd_status status;
    int i, node;
    size_t n_links = 0, n_joints = 0;
    TACT_MEMSET(u, 0, sizeof *u);
    u->root_offset = tact_pose_identity();
    status = rbd__reader_open(r, builder, text, bytes, config, allocator, error);
    if (status < 0) return status;
    status = rbd__urdf_refuse_xacro(r);
    if (status >= 0 && !rbd__string_equal(r->xml.nodes[0].name, "robot"))
        status = rbd__reader_error(r, rbd__reader_line(r, 0), "a URDF begins with <robot>, this one with <",
                                   r->xml.nodes[0].name, ">",
                                   rbd__string_equal(r->xml.nodes[0].name, "mujoco") ? " (that is MJCF)" : NULL, NULL);
    if (status >= 0) {
        for (node = r->xml.nodes[0].first_child; node >= 0; node = r->xml.nodes[node].next) {
            n_links += (size_t)rbd__string_equal(r->xml.nodes[node].name, "link");
            n_joints += (size_t)rbd__string_equal(r->xml.nodes[node].name, "joint");
        }
        if (!n_links)
            status = rbd__reader_error(r, rbd__reader_line(r, 0), "there is no <link>", NULL, NULL, NULL, NULL);
    }
    if (status >= 0) rbd__urdf_check(r);
    if (status >= 0) status = rbd__urdf_tables(u, n_links, n_joints);
    if (status >= 0)
        status =
            rbd__urdf_names(u, "link", u->n_links, u->link_names, u->link_order, rbd__xml_child(&r->xml, 0, "link"), 1);
    if (status >= 0 && n_joints)
        status = rbd__urdf_names(u, "joint", u->n_joints, u->joint_names, u->joint_order,
                                 rbd__xml_child(&r->xml, 0, "joint"), 0);
    if (status >= 0) status = rbd__urdf_connect(u);
    if (status >= 0) status = rbd__urdf_shapes(u, NULL, 1);
    for (i = 0; status >= 0 && i < u->n_links; ++i) status = rbd__urdf_add_link(u, u->visit[i]);
    if (status >= 0) status = rbd__urdf_couple(u);
    if (status >= 0) {
        rbd__urdf_report_massless(u);
        return u->links[u->root].number;
    }
    rbd__reader_undo(r);
    rbd__urdf_close(u);
    return status;
}

static const rbd__format rbd__format_urdf = {rbd__urdf_open, rbd__urdf_hand_out, rbd__urdf_close, NULL};
RBD_API TACT_COLD int rbd_builder_add_urdf(rbd_builder *builder, const char *text, size_t bytes,
                                           const rbd_reader_config *config, rbd_error *error) {
    rbd__urdf state;
    return rbd__format_add(&rbd__format_urdf, &state, builder, text, bytes, config, error);
}
RBD_API TACT_COLD rbd_model *rbd_model_create_urdf(const char *text, size_t bytes, const rbd_reader_config *config,
                                                   const tact_allocator *allocator, rbd_error *error) {
    rbd__urdf state;
    return rbd__format_create(&rbd__format_urdf, &state, text, bytes, config, allocator, error);
}
#endif /* RBD_NO_FILES */

// >>impl-fluid
/* Owns    what a fluid does to a moving body.
   Reads   rbd_immersed, its velocity in its own axes.
   Leaves  forces for the room of rigs; the fluid that an ellipsoid moves along. */
#ifndef RBD_NO_FILES
#define RBD__MUJOCO_LEAST TACT_R(1e-15) /* MuJoCo's smallest divisor, whatever its unit */

/* Box: drag of each side and of each turn, and that of a sphere of the mean side in a viscous fluid.
   coefficient -> force (f, n) in the body's axes, against the velocity; damping >= 0: minus its derivative by the same
   component. */
TACT_PRIVATE void rbd__box_drag(const rbd_rig *rig, const rbd_immersed *b, const tact_real v[6], tact_real force[6],
                                tact_real damping[6]) {
    const tact_real side[3] = {b->size.x, b->size.y, b->size.z}, mean = (side[0] + side[1] + side[2]) / 3;
    int i;
    for (i = 0; i < 3; ++i) {
        const tact_real s1 = side[(i + 1) % 3], s2 = side[(i + 2) % 3];
        const tact_real linear = 3 * TACT_PI * mean * rig->viscosity,
                        angular = TACT_PI * mean * mean * mean * rig->viscosity;
        const tact_real face = rig->density * s1 * s2 / 2 * tact_abs(v[i]);
        const tact_real turn =
            rig->density * side[i] * (s1 * s1 * s1 * s1 + s2 * s2 * s2 * s2) / 64 * tact_abs(v[3 + i]);
        force[i] = -(linear + face) * v[i];
        force[3 + i] = -(angular + turn) * v[3 + i];
        damping[i] = linear + 2 * face, damping[3 + i] = angular + 2 * turn;
    }
}
/* 8/15 pi a b^4: moment of the drag of a disc of radius b about a diameter, times a. */
TACT_PRIVATE tact_real rbd__drag_moment(tact_real a, tact_real b) {
    return TACT_R(8.0 / 15) * TACT_PI * a * b * b * b * b;
}
/* Ellipsoid: momentum of the fluid that moves along (without its acceleration), Magnus and Kutta lift, drag by the
   projected area. Formulas of MuJoCo's documentation, chapter Computation, "Ellipsoid-based model". */
TACT_PRIVATE void rbd__ellipsoid_drag(const rbd_rig *rig, const rbd_immersed *b, const tact_real v[6],
                                      tact_real force[6], tact_real damping[6]) {
    const tact_real x = b->size.x, y = b->size.y, z = b->size.z, rho = rig->density, *c = b->coefficient;
    const tact_vec3 u = tact_vec(v[0], v[1], v[2]), w = tact_vec(v[3], v[4], v[5]);
    const tact_real longest = tact_max(x, tact_max(y, z)), shortest = tact_min(x, tact_min(y, z));
    const tact_real middle = x + y + z - longest - shortest, diameter = TACT_R(2.0 / 3) * (x + y + z);
    const tact_real speed = tact_norm(u), widest = TACT_PI * longest * middle;
    const tact_real most = rbd__drag_moment(middle, longest);
    tact_vec3 p = tact_vec(rho * b->added_mass.x * u.x, rho * b->added_mass.y * u.y, rho * b->added_mass.z * u.z);
    tact_vec3 h =
        tact_vec(rho * b->added_inertia.x * w.x, rho * b->added_inertia.y * w.y, rho * b->added_inertia.z * w.z);
    /* normal of the outline that the velocity sees, not of unit length, and the area of that outline */
    tact_vec3 n = tact_vec(y * y * z * z * u.x, z * z * x * x * u.y, x * x * y * y * u.z);
    const tact_real nn = tact_norm2(n), nu = tact_dot(n, u);
    const tact_real area = TACT_PI * tact_sqrt(nn / tact_max(RBD__MUJOCO_LEAST, nu));
    const tact_real attack = speed * nn > 0 ? nu / (speed * nn) : 0;
    tact_vec3 m = tact_vec(rbd__drag_moment(x, tact_max(y, z)), rbd__drag_moment(y, tact_max(z, x)),
                           rbd__drag_moment(z, tact_max(x, y)));
    tact_real linear, angular;
    tact_vec3 f, t, kutta = tact_scale(c[3] * rho * attack * area, tact_cross(n, u));
    m = tact_vec(w.x * (c[2] * m.x + c[1] * (most - m.x)), w.y * (c[2] * m.y + c[1] * (most - m.y)),
                 w.z * (c[2] * m.z + c[1] * (most - m.z)));
    linear = rig->viscosity * 3 * TACT_PI * diameter + rho * speed * (area * c[0] + c[1] * (widest - area));
    angular = rig->viscosity * TACT_PI * diameter * diameter * diameter + rho * tact_norm(m);
    f = tact_add(tact_cross(p, w), tact_cross(kutta, u));
    f = tact_mul_add(f, c[4] * rho * TACT_R(4.0 / 3) * TACT_PI * x * y * z, tact_cross(w, u));
    f = tact_mul_add(f, -linear, u);
    t = tact_mul_add(tact_add(tact_cross(p, u), tact_cross(h, w)), -angular, w);
    force[0] = f.x, force[1] = f.y, force[2] = f.z;
    force[3] = t.x, force[4] = t.y, force[5] = t.z;
    damping[0] = damping[1] = damping[2] = tact_max(0, linear);
    damping[3] = damping[4] = damping[5] = tact_max(0, angular);
}
/* What the fluid does to a body that moves by v (linear and angular velocity of its centre in its own axes). */
TACT_PRIVATE void rbd__drag(const rbd_rig *rig, const rbd_immersed *b, const tact_mat3 *axes, const tact_real v[6],
                            tact_real force[6], tact_real damping[6]) {
    tact_vec3 wind = tact_mat_tmul_vec(axes, rig->wind);
    tact_real u[6];
    u[0] = v[0] - wind.x, u[1] = v[1] - wind.y, u[2] = v[2] - wind.z;
    u[3] = v[3], u[4] = v[4], u[5] = v[5];
    if (b->ellipsoid)
        rbd__ellipsoid_drag(rig, b, u, force, damping);
    else
        rbd__box_drag(rig, b, u, force, damping);
}

/* kappa = x y z integral from 0 to infinity of dl / sqrt((x^2 + l)^3 (y^2 + l) (z^2 + l)): Gauss-Kronrod's rule of 15
   points on t in (0, 1), l = t^3/(1 - t)^2, with the eight digits of points and weights that MuJoCo has. */
TACT_PRIVATE TACT_COLD tact_real rbd__added_share(tact_real x, tact_real y, tact_real z) {
    static const tact_real node[8] = {TACT_R(0.00427231), TACT_R(0.02544604), TACT_R(0.06756779), TACT_R(0.12923441),
                                      TACT_R(0.20695638), TACT_R(0.29707742), TACT_R(0.39610752), TACT_R(0.5)};
    static const tact_real weight[8] = {TACT_R(0.01146766), TACT_R(0.03154605), TACT_R(0.05239501), TACT_R(0.07032663),
                                        TACT_R(0.08450236), TACT_R(0.09517529), TACT_R(0.10221647), TACT_R(0.10474107)};
    const tact_real scale = tact_pow(x * x * x * y * z, TACT_R(0.4));
    tact_real sum = 0;
    int i;
    for (i = 0; i < 15; ++i) {
        const tact_real t = i < 7 ? node[i] : 1 - node[14 - i], r = 1 - t;
        const tact_real l = scale * t * t * t / (r * r), slope = scale * t * t * (3 - t) / (r * r * r);
        const tact_real a = 1 + l / (x * x), b = 1 + l / (y * y), c = 1 + l / (z * z);
        sum += slope * weight[i < 7 ? i : 14 - i] / (a * tact_sqrt(a * b * c));
    }
    return sum / (x * x);
}
#define RBD__ADDED_LEAST TACT_R(1e-14) /* MuJoCo's: of a share; a denominator below it is rounding */
/* Of the turn about the axis whose two other semi-axes are b and c, with their shares. */
TACT_PRIVATE TACT_COLD tact_real rbd__added_turn(tact_real b, tact_real c, tact_real kb, tact_real kc) {
    const tact_real d = b * b - c * c, s = b * b + c * c;
    return d * d * tact_abs(kc - kb) / tact_max(RBD__ADDED_LEAST, tact_abs(2 * d + s * (kb - kc)));
}
TACT_PRIVATE TACT_COLD void rbd__added_fluid(rbd_immersed *b) {
    const tact_real x = b->size.x, y = b->size.y, z = b->size.z, volume = TACT_R(4.0 / 3) * TACT_PI * x * y * z;
    const tact_real kx = rbd__added_share(x, y, z), ky = rbd__added_share(y, z, x), kz = rbd__added_share(z, x, y);
    b->added_mass =
        tact_vec(volume * kx / tact_max(RBD__ADDED_LEAST, 2 - kx), volume * ky / tact_max(RBD__ADDED_LEAST, 2 - ky),
                 volume * kz / tact_max(RBD__ADDED_LEAST, 2 - kz));
    b->added_inertia = tact_scale(volume / 5, tact_vec(rbd__added_turn(y, z, ky, kz), rbd__added_turn(z, x, kz, kx),
                                                       rbd__added_turn(x, y, kx, ky)));
}
#endif /* RBD_NO_FILES */

// >>impl-rig
/* Owns    tendons and actuators of a model: lengths, their derivatives, forces.
   Reads   model->rig, kinematics.
   Leaves  lengths, rows and laws for the room of forces. */
#ifndef RBD_NO_FILES
/* row[nv] += scale times what a force u at the point p and a moment w, world axes, on `body` do to each dof: one column
   of J^T each. */
TACT_PRIVATE void rbd__push_row(const rbd_model *m, const rbd_data *d, int body, tact_vec3 p, tact_vec3 u, tact_vec3 w,
                                tact_real scale, tact_real *row) {
    for (; body > 0; body = m->parent[body]) {
        const tact_mat3 *R = &d->rotation[body];
        tact_vec3 turn = tact_add(w, tact_cross(tact_sub(p, d->position[body]), u)); /* about the body's origin */
        tact_vec3 lin = tact_mat_tmul_vec(R, u), ang = tact_mat_tmul_vec(R, turn), a = m->axis[body];
        int dof = m->joint_iv[body], k;
        tact_real c[6] = {0, 0, 0, 0, 0, 0};
        switch ((rbd_joint_kind)m->kind[body]) {
        case RBD_KIND_PRISMATIC_X:
        case RBD_KIND_PRISMATIC_Y:
        case RBD_KIND_PRISMATIC_Z:
        case RBD_KIND_PRISMATIC: c[0] = tact_dot(a, lin); break;
        case RBD_KIND_HELICAL: c[0] = tact_dot(a, ang) + m->pitch[body] * tact_dot(a, lin); break;
        case RBD_KIND_TRANSLATION: c[0] = lin.x, c[1] = lin.y, c[2] = lin.z; break;
        case RBD_KIND_PLANAR: c[0] = lin.x, c[1] = lin.y, c[2] = ang.z; break;
        case RBD_KIND_SPHERICAL: c[0] = ang.x, c[1] = ang.y, c[2] = ang.z; break;
        case RBD_KIND_FREE:
            c[0] = lin.x, c[1] = lin.y, c[2] = lin.z;
            c[3] = ang.x, c[4] = ang.y, c[5] = ang.z;
            break;
        case RBD_KIND_WORLD: break;
        default: c[0] = tact_dot(a, ang); break;
        }
        for (k = 0; k < m->body_nv[body]; ++k) row[m->dof_master[dof + k]] += scale * m->dof_scale[dof + k] * c[k];
    }
}
TACT_PRIVATE tact_vec3 rbd__body_point(const rbd_data *d, int body, tact_vec3 local) {
    return tact_add(d->position[body], tact_mat_mul_vec(&d->rotation[body], local));
}
/* The coordinate of a joint of one dof. */
TACT_PRIVATE tact_real rbd__dof_position(const rbd_model *m, const tact_real *q, int body) {
    tact_real value = q[m->iq[body]];
    return m->coupled[body] ? m->coupling_scale[body] * value + m->coupling_offset[body] : value;
}

/* MuJoCo's, as tendons have its lengths: a number below the first counts as 0, and the search begins and ends so far
   from the root. */
#define RBD__WRAP_NONE TACT_R(1e-15)
#define RBD__WRAP_BEGIN TACT_R(1e-7)
#define RBD__WRAP_END TACT_R(1e-6)
/* Wrapping in the plane: from e0 to e1 around a circle about the origin. The two points where the tendon touches, and
   the length of the arc between them; negative: it passes freely. */
TACT_PRIVATE int rbd__segments_cross(const tact_real *a, const tact_real *b, const tact_real *c, const tact_real *d) {
    tact_real det = (d[1] - c[1]) * (b[0] - a[0]) - (d[0] - c[0]) * (b[1] - a[1]), s, t;
    if (!(tact_abs(det) >= RBD__WRAP_NONE)) return 0;
    s = ((d[0] - c[0]) * (a[1] - c[1]) - (d[1] - c[1]) * (a[0] - c[0])) / det;
    t = ((b[0] - a[0]) * (a[1] - c[1]) - (b[1] - a[1]) * (a[0] - c[0])) / det;
    return s >= 0 && s <= 1 && t >= 0 && t <= 1;
}
#define RBD__WRAP_TOUCH (4 * tact_sqrt(TACT_EPSILON)) /* [rad] the cosine of less is 1 but for rounding */
TACT_PRIVATE tact_real rbd__wrap_outside(tact_real touch[4], const tact_real e[4], const tact_real *side,
                                         tact_real radius) {
    tact_real l0 = e[0] * e[0] + e[1] * e[1], l1 = e[2] * e[2] + e[3] * e[3], r2 = radius * radius, t;
    tact_real dx = e[2] - e[0], dy = e[3] - e[1], dd = dx * dx + dy * dy, near_x, near_y, way[2][4], good[2], angle,
              cross;
    int i;
    if (l0 < r2 || l1 < r2 || dd < RBD__WRAP_NONE) return -1;
    t = tact_clamp(-(dx * e[0] + dy * e[1]) / dd, 0, 1);
    near_x = t * dx + e[0], near_y = t * dy + e[1];
    if (near_x * near_x + near_y * near_y > r2 && (!side || side[0] * near_x + side[1] * near_y >= 0)) return -1;
    for (i = 0; i < 2; ++i) { /* the two ways around: tangent points of both ends */
        tact_real sign = i ? TACT_R(-1) : TACT_R(1), s0 = tact_sqrt(l0 - r2), s1 = tact_sqrt(l1 - r2), x, y, n;
        way[i][0] = (e[0] * r2 + sign * radius * e[1] * s0) / l0;
        way[i][1] = (e[1] * r2 - sign * radius * e[0] * s0) / l0;
        way[i][2] = (e[2] * r2 - sign * radius * e[3] * s1) / l1;
        way[i][3] = (e[3] * r2 + sign * radius * e[2] * s1) / l1;
        if (side) {
            x = way[i][0] + way[i][2], y = way[i][1] + way[i][3];
            n = tact_sqrt(x * x + y * y);
            good[i] = n > 0 ? (x * side[0] + y * side[1]) / n : 0;
        } else {
            x = way[i][0] - way[i][2], y = way[i][1] - way[i][3];
            good[i] = -(x * x + y * y);
        }
        if (rbd__segments_cross(e, way[i], e + 2, way[i] + 2)) good[i] = -10000;
    }
    i = good[0] > good[1] ? 0 : 1;
    TACT_MEMCPY(touch, way[i], 4 * sizeof *touch);
    if (rbd__segments_cross(e, touch, e + 2, touch + 2)) return -1;
    cross = touch[1] * touch[2] - touch[0] * touch[3];
    angle = tact_acos(tact_clamp((touch[0] * touch[2] + touch[1] * touch[3]) / r2, -1, 1));
    /* points that coincide, of a straight tendon that touches: their order is rounding, and a full turn is none */
    if (((cross > 0 && i) || (cross < 0 && !i)) && angle > RBD__WRAP_TOUCH) angle = 2 * TACT_PI - angle;
    return radius * angle;
}
#define RBD__WRAP_STEPS 20 /* Newton's; each one that is needed doubles the digits */
/* The same through a ring that the tendon must pass inside of: one point, no arc. asin(A z) + asin(B z) - 2 asin(z) + G
   = 0 has its root by Newton's method from z near 1. */
TACT_PRIVATE tact_real rbd__wrap_inside(tact_real touch[4], const tact_real e[4], tact_real radius) {
    tact_real l0 = tact_sqrt(e[0] * e[0] + e[1] * e[1]), l1 = tact_sqrt(e[2] * e[2] + e[3] * e[3]), t, n;
    tact_real dx = e[2] - e[0], dy = e[3] - e[1], dd = dx * dx + dy * dy, A, B, G, z = 1 - RBD__WRAP_BEGIN, f, angle;
    int step;
    if (l0 <= radius || l1 <= radius) return -1;
    if (dd > RBD__WRAP_NONE) {
        t = -(dx * e[0] + dy * e[1]) / dd;
        if (t > 0 && t < 1 &&
            tact_sqrt((e[0] + t * dx) * (e[0] + t * dx) + (e[1] + t * dy) * (e[1] + t * dy)) <= radius)
            return -1;
    }
    touch[0] = (e[0] + e[2]) / 2, touch[1] = (e[1] + e[3]) / 2; /* where the iteration fails: the middle */
    n = tact_sqrt(touch[0] * touch[0] + touch[1] * touch[1]);
    touch[0] *= n > 0 ? radius / n : 0, touch[1] *= n > 0 ? radius / n : 0;
    touch[2] = touch[0], touch[3] = touch[1];
    A = radius / l0, B = radius / l1;
    G = (l0 * l0 + l1 * l1 - dd) / (2 * l0 * l1);
    if (G < -1 + RBD__WRAP_NONE) return -1;
    if (G > 1 - RBD__WRAP_NONE) return 0;
    G = tact_acos(G);
    f = tact_asin(A * z) + tact_asin(B * z) - 2 * tact_asin(z) + G;
    if (f > 0) return 0;
    for (step = 0; step < RBD__WRAP_STEPS && tact_abs(f) > RBD__WRAP_END; ++step) {
        tact_real df = A / tact_max(RBD__WRAP_NONE, tact_sqrt(1 - z * z * A * A)) +
                       B / tact_max(RBD__WRAP_NONE, tact_sqrt(1 - z * z * B * B)) -
                       2 / tact_max(RBD__WRAP_NONE, tact_sqrt(1 - z * z));
        if (df > -RBD__WRAP_NONE || z - f / df > z) return 0;
        z -= f / df;
        f = tact_asin(A * z) + tact_asin(B * z) - 2 * tact_asin(z) + G;
        if (f > RBD__WRAP_END) return 0;
    }
    if (step == RBD__WRAP_STEPS) return 0;
    if (e[0] * e[3] - e[1] * e[2] > 0) {
        angle = tact_asin(z) - tact_asin(A * z);
        dx = e[0] / l0, dy = e[1] / l0;
    } else {
        angle = tact_asin(z) - tact_asin(B * z);
        dx = e[2] / l1, dy = e[3] / l1;
    }
    touch[0] = touch[2] = radius * (tact_cos(angle) * dx - tact_sin(angle) * dy);
    touch[1] = touch[3] = radius * (tact_sin(angle) * dx + tact_cos(angle) * dy);
    return 0;
}
/* The same in space, around a sphere or a cylinder along z of (R, o). `side` NULL: none. */
TACT_PRIVATE tact_real rbd__wrap(tact_vec3 touch[2], tact_vec3 x0, tact_vec3 x1, const tact_mat3 *R, tact_vec3 o,
                                 tact_real radius, int cylinder, const tact_vec3 *side) {
    tact_vec3 p0 = tact_mat_tmul_vec(R, tact_sub(x0, o)), p1 = tact_mat_tmul_vec(R, tact_sub(x1, o));
    tact_vec3 u = tact_vec(1, 0, 0), v = tact_vec(0, 1, 0), s, local[2];
    tact_real e[4], t[4] = {0, 0, 0, 0}, sd[2], length, n;
    int k;
    if (!(tact_norm(p0) > RBD__WRAP_NONE) || !(tact_norm(p1) > RBD__WRAP_NONE) || !(radius > RBD__WRAP_NONE)) return -1;
    if (!cylinder) { /* the plane through the centre and both ends */
        tact_vec3 normal = tact_cross(p0, p1);
        u = tact_scale(1 / tact_norm(p0), p0);
        if (!(tact_norm(normal) > RBD__WRAP_NONE)) {
            tact_real ax = tact_abs(u.x), ay = tact_abs(u.y), az = tact_abs(u.z);
            normal = tact_cross(u, ay > ax && ay > az ? tact_vec(1, 0, 1)
                                                      : (az > ax && az > ay ? tact_vec(1, 1, 0) : tact_vec(0, 1, 1)));
        }
        normal = tact_normalize_or(normal, tact_vec(0, 0, 1));
        v = tact_normalize_or(tact_cross(normal, u), tact_vec(0, 1, 0));
    }
    e[0] = tact_dot(p0, u), e[1] = tact_dot(p0, v), e[2] = tact_dot(p1, u), e[3] = tact_dot(p1, v);
    if (side) {
        s = tact_mat_tmul_vec(R, tact_sub(*side, o));
        sd[0] = tact_dot(s, u), sd[1] = tact_dot(s, v);
        n = tact_sqrt(sd[0] * sd[0] + sd[1] * sd[1]);
        sd[0] = n > 0 ? sd[0] * radius / n : radius, sd[1] = n > 0 ? sd[1] * radius / n : 0;
    }
    length = side && tact_norm(s) < radius ? rbd__wrap_inside(t, e, radius)
                                           : rbd__wrap_outside(t, e, side ? sd : NULL, radius);
    if (length < 0) return -1;
    for (k = 0; k < 2; ++k) local[k] = tact_add(tact_scale(t[2 * k], u), tact_scale(t[2 * k + 1], v));
    if (cylinder) { /* along the axis it rises evenly */
        tact_real l0 = tact_sqrt((p0.x - local[0].x) * (p0.x - local[0].x) + (p0.y - local[0].y) * (p0.y - local[0].y));
        tact_real l1 = tact_sqrt((p1.x - local[1].x) * (p1.x - local[1].x) + (p1.y - local[1].y) * (p1.y - local[1].y));
        local[0].z = p0.z + (p1.z - p0.z) * l0 / (l0 + length + l1);
        local[1].z = p0.z + (p1.z - p0.z) * (l0 + length) / (l0 + length + l1);
        n = local[1].z - local[0].z;
        length = tact_sqrt(length * length + n * n);
    }
    for (k = 0; k < 2; ++k) touch[k] = tact_add(o, tact_mat_mul_vec(R, local[k]));
    return length;
}

/* What is wanted of a tendon's straight pieces: the derivative of its length, or who is pulled where. */
typedef struct rbd__tendon_use {
    tact_real *row;                                                         /* or NULL */
    void (*end)(void *context, int body, tact_vec3 p, tact_vec3 by_length); /* or NULL: an end and how it lengthens */
    void *context;
} rbd__tendon_use;
/* A straight piece from a to b: its length, and its use where the ends are on two bodies. */
TACT_PRIVATE tact_real rbd__tendon_piece(const rbd_model *m, const rbd_data *d, int body_a, tact_vec3 a, int body_b,
                                         tact_vec3 b, tact_real scale, const rbd__tendon_use *use) {
    tact_vec3 way = tact_sub(b, a), zero = tact_vec(0, 0, 0);
    tact_real length = tact_norm(way);
    if (body_a == body_b) return length;
    way = length > RBD__MUJOCO_LEAST ? tact_scale(1 / length, way) : tact_vec(1, 0, 0); /* MuJoCo's: along x */
    if (use->row) {
        rbd__push_row(m, d, body_b, b, way, zero, scale, use->row);
        rbd__push_row(m, d, body_a, a, way, zero, -scale, use->row);
    }
    if (use->end) {
        use->end(use->context, body_b, b, tact_scale(scale, way));
        use->end(use->context, body_a, a, tact_scale(-scale, way));
    }
    return length;
}
/* Length of a tendon, by its pieces. The kinematics are ready; use->row is cleared. */
TACT_PRIVATE tact_real rbd__tendon_run(const rbd_model *m, const rbd_data *d, const tact_real *q,
                                       const rbd_tendon *tendon, const rbd__tendon_use *use) {
    const rbd_path_item *item = m->rig->path + tendon->first;
    tact_real length = 0, divisor = 1;
    int i = 0, n = tendon->count;
    if (use->row) TACT_MEMSET(use->row, 0, (size_t)m->nv * sizeof *use->row);
    if (n && item[0].type == RBD_PATH_JOINT) {
        for (; i < n; ++i) {
            int dof = m->joint_iv[item[i].body];
            length += item[i].value * rbd__dof_position(m, q, item[i].body);
            if (use->row) use->row[m->dof_master[dof]] += item[i].value * m->dof_scale[dof];
        }
        return length;
    }
    while (i < n - 1) {
        const rbd_path_item *from = &item[i], *to = &item[i + 1];
        tact_vec3 a, b, touch[2], side;
        tact_real arc = -1;
        int wrapped = to->type == RBD_PATH_SPHERE || to->type == RBD_PATH_CYLINDER;
        if (from->type == RBD_PATH_PULLEY) divisor = from->value;
        if (from->type == RBD_PATH_PULLEY || to->type == RBD_PATH_PULLEY || (wrapped && i + 2 >= n)) {
            ++i;
            continue;
        }
        a = rbd__body_point(d, from->body, from->pose.p);
        if (wrapped) {
            tact_mat3 turn = tact_quat_to_mat(to->pose.q), R = tact_mat_mul(&d->rotation[to->body], &turn);
            tact_vec3 o = rbd__body_point(d, to->body, to->pose.p);
            const rbd_path_item *next = &item[i + 2];
            b = rbd__body_point(d, next->body, next->pose.p);
            if (to->side_body >= 0) side = rbd__body_point(d, to->side_body, to->side);
            arc = rbd__wrap(touch, a, b, &R, o, to->value, to->type == RBD_PATH_CYLINDER,
                            to->side_body >= 0 ? &side : NULL);
            if (arc >= 0) {
                length += rbd__tendon_piece(m, d, from->body, a, to->body, touch[0], 1 / divisor, use) / divisor;
                length += arc / divisor;
                length += rbd__tendon_piece(m, d, to->body, touch[1], next->body, b, 1 / divisor, use) / divisor;
            } else {
                length += rbd__tendon_piece(m, d, from->body, a, next->body, b, 1 / divisor, use) / divisor;
            }
            i += 2;
            continue;
        }
        b = rbd__body_point(d, to->body, to->pose.p);
        length += rbd__tendon_piece(m, d, from->body, a, to->body, b, 1 / divisor, use) / divisor;
        ++i;
    }
    return length;
}

/* The same; row (NULL: not wanted) its derivative by v. */
TACT_PRIVATE tact_real rbd__tendon_length(const rbd_model *m, const rbd_data *d, const tact_real *q,
                                          const rbd_tendon *tendon, tact_real *row) {
    rbd__tendon_use use = TACT_ZERO;
    use.row = row;
    return rbd__tendon_run(m, d, q, tendon, &use);
}
/* The second derivative of a tendon's length, of a path without wrapping: of each piece by the relative velocity across
   it and the accelerations of its ends, which rbd_fk_acceleration left. Without accelerations it is dJ/dt v. */
TACT_PRIVATE TACT_COLD tact_real rbd__tendon_second(const rbd_model *m, const rbd_data *d, const rbd_tendon *tendon) {
    const rbd_path_item *item = m->rig->path + tendon->first;
    tact_real drift = 0, divisor = 1;
    int i, k;
    for (i = 0; i + 1 < tendon->count; ++i) {
        tact_vec3 p[2], v[2], a[2], u, dv;
        tact_real length, along;
        if (item[i].type == RBD_PATH_PULLEY) divisor = item[i].value;
        if (item[i].type != RBD_PATH_SITE || item[i + 1].type != RBD_PATH_SITE || item[i].body == item[i + 1].body)
            continue;
        for (k = 0; k < 2; ++k) {
            const int body = item[i + k].body;
            const tact_real *w = d->velocity[body], *dw = d->acceleration[body];
            tact_vec3 arm = tact_mat_mul_vec(&d->rotation[body], item[i + k].pose.p), spin = tact_vec(w[3], w[4], w[5]);
            p[k] = tact_add(d->position[body], arm);
            v[k] = tact_add(tact_vec(w[0], w[1], w[2]), tact_cross(spin, arm));
            a[k] = tact_add(tact_vec(dw[0], dw[1], dw[2]), tact_add(tact_cross(tact_vec(dw[3], dw[4], dw[5]), arm),
                                                                    tact_cross(spin, tact_cross(spin, arm))));
        }
        u = tact_sub(p[1], p[0]), dv = tact_sub(v[1], v[0]);
        length = tact_norm(u);
        if (!(length > RBD__MUJOCO_LEAST)) continue;
        u = tact_scale(1 / length, u), along = tact_dot(u, dv);
        drift += (tact_dot(u, tact_sub(a[1], a[0])) + (tact_norm2(dv) - along * along) / length) / divisor;
    }
    return drift;
}
/* The row of a joint's dof. */
TACT_PRIVATE void rbd__dof_row(const rbd_model *m, int dof, tact_real scale, tact_real *row) {
    row[m->dof_master[dof]] += scale * m->dof_scale[dof];
}
/* A spring of a joint as a row (cleared first): force, and minus its derivatives by place and speed, >= 0. The
   kinematics are ready. */
TACT_PRIVATE void rbd__spring_row(const rbd_model *m, const rbd_data *d, const rbd_spring *s, const tact_real *q,
                                  const tact_real *v, tact_real *row, tact_real out[3]) {
    const int body = m->dof_body[s->dof], is_free = m->body_nv[body] == 6;
    const tact_real *x0 = q + m->iq[body];
    tact_real x, size, speed = 0, a, k;
    int i;
    TACT_MEMSET(row, 0, (size_t)m->nv * sizeof *row);
    if (s->axis < 0) {
        x = rbd__dof_position(m, q, body) - s->rest, size = x;
        rbd__dof_row(m, s->dof, 1, row);
        speed = m->dof_scale[s->dof] * v[m->dof_master[s->dof]];
    } else if (s->axis < 3) {
        tact_vec3 away = tact_sub(tact_vec(x0[0], x0[1], x0[2]), s->target.p);
        x = s->axis == 0 ? away.x : (s->axis == 1 ? away.y : away.z), size = tact_norm(away);
        for (i = 0; i < 3; ++i) rbd__dof_row(m, s->dof + i, d->rotation[body].m[s->axis][i], row);
        for (i = 0; i < 3; ++i) speed += d->rotation[body].m[s->axis][i] * v[m->iv[body] + i];
    } else {
        const tact_real *w = x0 + (is_free ? 3 : 0);
        const int dof = s->dof + s->axis - (is_free ? 0 : 3);
        tact_quat own = tact_quat_normalize(tact_quat_make(w[0], w[1], w[2], w[3]));
        tact_vec3 away = tact_quat_log(tact_quat_mul(tact_quat_conj(s->target.q), own));
        x = s->axis == 3 ? away.x : (s->axis == 4 ? away.y : away.z), size = tact_norm(away);
        rbd__dof_row(m, dof, 1, row);
        speed = m->dof_scale[dof] * v[m->dof_master[dof]];
    }
    a = tact_abs(speed), k = s->linear + s->stiffness[0] * size + s->stiffness[1] * size * size;
    out[0] = -x * k - speed * a * (s->damping[0] + s->damping[1] * a);
    if (size > 0 || size < 0) k += (s->stiffness[0] + 2 * s->stiffness[1] * size) * x * x / size;
    out[1] = tact_max(0, k), out[2] = tact_max(0, a * (2 * s->damping[0] + 3 * s->damping[1] * a));
}

/* Where the slider stands along its axis z when a rod of given length joins it to the crank at `arm` from its origin:
   z.arm - sqrt((z.arm)^2 + rod^2 - arm^2); row += its derivative. Where the rod is too short, the foot of the arm. */
TACT_PRIVATE tact_real rbd__slider_crank(const rbd_model *m, const rbd_data *d, const rbd_actuator *a, tact_real *row) {
    tact_vec3 crank = rbd__body_point(d, a->body, a->pose.p), zero = tact_vec(0, 0, 0);
    tact_vec3 slider = rbd__body_point(d, a->reference_body, a->reference.p), arm = tact_sub(crank, slider);
    tact_vec3 z = tact_mat_mul_vec(&d->rotation[a->reference_body], tact_rotate(a->reference.q, tact_vec(0, 0, 1)));
    tact_real along = tact_dot(z, arm), det = along * along + a->rod * a->rod - tact_norm2(arm), root = 0;
    tact_vec3 by_arm = z, by_axis = arm;
    if (det > 0) {
        root = tact_sqrt(det);
        by_arm = tact_add(tact_scale(1 - along / root, z), tact_scale(1 / root, arm));
        by_axis = tact_scale(1 - along / root, arm);
    }
    rbd__push_row(m, d, a->body, crank, by_arm, zero, a->gear[0], row);
    rbd__push_row(m, d, a->reference_body, slider, by_arm, tact_cross(by_axis, z), -a->gear[0], row);
    return a->gear[0] * (along - root);
}
/* Length of an actuator's transmission and its derivative by v (row, cleared). The kinematics are ready. */
TACT_PRIVATE tact_real rbd__transmission(const rbd_model *m, const rbd_data *d, const tact_real *q,
                                         const rbd_actuator *a, tact_real *row) {
    tact_vec3 zero = tact_vec(0, 0, 0), force = tact_vec(a->gear[0], a->gear[1], a->gear[2]), moment, p, local;
    tact_real length = 0;
    int k, dof;
    if (a->transmission == RBD_ON_TENDON) {
        length = a->gear[0] * rbd__tendon_length(m, d, q, &m->rig->tendons[a->tendon], row);
        for (k = 0; k < m->nv; ++k) row[k] *= a->gear[0];
        return length;
    }
    TACT_MEMSET(row, 0, (size_t)m->nv * sizeof *row);
    if (a->transmission == RBD_ON_SLIDER_CRANK) return rbd__slider_crank(m, d, a, row);
    moment = tact_vec(a->gear[3], a->gear[4], a->gear[5]);
    if (a->transmission != RBD_ON_SITE) {
        rbd_joint_kind kind = (rbd_joint_kind)m->kind[a->body];
        dof = m->joint_iv[a->body];
        if (kind == RBD_KIND_SPHERICAL) {
            const tact_real *w = q + m->iq[a->body];
            tact_quat turn = tact_quat_make(w[0], w[1], w[2], w[3]);
            tact_vec3 axis = force;
            length = tact_dot(tact_quat_log(turn), force);
            if (a->transmission == RBD_ON_JOINT_IN_PARENT) axis = tact_unrotate(turn, force);
            row[m->dof_master[dof]] = axis.x, row[m->dof_master[dof + 1]] = axis.y;
            row[m->dof_master[dof + 2]] = axis.z;
        } else if (kind == RBD_KIND_FREE) { /* force in world axes, moment in the body's, or both in the world's */
            tact_vec3 f = tact_mat_tmul_vec(&d->rotation[a->body], force);
            if (a->transmission == RBD_ON_JOINT_IN_PARENT) moment = tact_mat_tmul_vec(&d->rotation[a->body], moment);
            row[dof] = f.x, row[dof + 1] = f.y, row[dof + 2] = f.z;
            row[dof + 3] = moment.x, row[dof + 4] = moment.y, row[dof + 5] = moment.z;
        } else {
            length = a->gear[0] * rbd__dof_position(m, q, a->body);
            row[m->dof_master[dof]] = a->gear[0] * m->dof_scale[dof];
        }
        return length;
    }
    p = rbd__body_point(d, a->body, a->pose.p);
    if (a->reference_body < 0) { /* a wrench in the site's axes */
        force = tact_mat_mul_vec(&d->rotation[a->body], tact_rotate(a->pose.q, force));
        moment = tact_mat_mul_vec(&d->rotation[a->body], tact_rotate(a->pose.q, moment));
        rbd__push_row(m, d, a->body, p, force, moment, 1, row);
        return 0;
    }
    { /* position and turn of the site seen from refsite; what moves both moves neither */
        tact_vec3 o = rbd__body_point(d, a->reference_body, a->reference.p), world_force, world_moment;
        const tact_quat R[2] = {tact_quat_from_mat(&d->rotation[a->body]),
                                tact_quat_from_mat(&d->rotation[a->reference_body])};
        tact_quat base = tact_quat_mul(R[1], a->reference.q), own[2];
        int up = a->body, other = a->reference_body;
        for (k = 0; k < 2; ++k) { /* MuJoCo's order: the turn of the site, then that of the body of the file */
            own[k] = tact_quat_mul(R[k], tact_quat_mul(k ? a->reference.q : a->pose.q, tact_quat_conj(a->own[k])));
            own[k] = tact_quat_mul(a->own[k], own[k]);
        }
        local = tact_unrotate(base, tact_sub(p, o));
        length =
            tact_dot(local, force) + tact_dot(tact_quat_log(tact_quat_mul(tact_quat_conj(own[1]), own[0])), moment);
        world_force = tact_rotate(base, force), world_moment = tact_rotate(base, moment);
        while (up != other) { /* to the body that carries both */
            if (up > other)
                up = m->parent[up];
            else
                other = m->parent[other];
        }
        rbd__push_row(m, d, a->body, p, world_force, world_moment, 1, row);
        rbd__push_row(m, d, a->reference_body, o, world_force, world_moment, -1, row);
        for (; up > 0; up = m->parent[up])
            for (k = 0; k < m->body_nv[up]; ++k) row[m->dof_master[m->joint_iv[up] + k]] = 0;
        (void)zero;
        return length;
    }
}

/* Curves of a muscle: MuJoCo's piecewise parabolas. value = {range 2, force, scale, lmin, lmax, vmax, fpmax, fvmax}. */
TACT_PRIVATE tact_real rbd__muscle_scale(const rbd_actuator *a, const tact_real *value, tact_real *rest) {
    *rest = (a->length_range[1] - a->length_range[0]) / tact_max(RBD__MUJOCO_LEAST, value[1] - value[0]);
    return value[2] < 0 ? value[3] / tact_max(RBD__MUJOCO_LEAST, a->unit_acceleration) : value[2];
}
TACT_PRIVATE tact_real rbd__muscle_active(const rbd_actuator *a, tact_real length, tact_real speed) {
    const tact_real *p = a->gain_value;
    tact_real rest, force = rbd__muscle_scale(a, p, &rest), low, high, x, by_length = 0, by_speed, y = p[8] - 1;
    length = p[0] + (length - a->length_range[0]) / tact_max(RBD__MUJOCO_LEAST, rest);
    speed /= tact_max(RBD__MUJOCO_LEAST, rest * p[6]);
    low = (p[4] + 1) / 2, high = (1 + p[5]) / 2;
    if (length >= p[4] && length <= p[5]) {
        x = length <= low    ? (length - p[4]) / tact_max(RBD__MUJOCO_LEAST, low - p[4])
            : length <= 1    ? (1 - length) / tact_max(RBD__MUJOCO_LEAST, 1 - low)
            : length <= high ? (length - 1) / tact_max(RBD__MUJOCO_LEAST, high - 1)
                             : (p[5] - length) / tact_max(RBD__MUJOCO_LEAST, p[5] - high);
        by_length = length <= low || length > high ? x * x / 2 : 1 - x * x / 2;
    }
    by_speed = speed <= -1  ? 0
               : speed <= 0 ? (speed + 1) * (speed + 1)
               : speed <= y ? p[8] - (y - speed) * (y - speed) / tact_max(RBD__MUJOCO_LEAST, y)
                            : p[8];
    return -force * by_length * by_speed;
}
TACT_PRIVATE tact_real rbd__muscle_passive(const rbd_actuator *a, tact_real length) {
    const tact_real *p = a->bias_value;
    tact_real rest, force = rbd__muscle_scale(a, p, &rest), high = (1 + p[5]) / 2, x;
    length = p[0] + (length - a->length_range[0]) / tact_max(RBD__MUJOCO_LEAST, rest);
    if (length <= 1) return 0;
    x = (length <= high ? length - 1 : length - high) / tact_max(RBD__MUJOCO_LEAST, high - 1);
    return -force * p[7] * (length <= high ? x * x / 2 : x + TACT_R(0.5));
}
/* Rate of an activation: Millard et al., Flexing computational muscle, 2013, for muscles. */
TACT_PRIVATE tact_real rbd__activation_rate(const rbd_actuator *a, tact_real control, tact_real activation) {
    const tact_real *p = a->dynamics_value;
    tact_real excess, on, off, tau, x;
    switch (a->dynamics) {
    case RBD_ACTIVATION_INTEGRATOR: return control;
    case RBD_ACTIVATION_FILTER:
    case RBD_ACTIVATION_FILTER_EXACT: return (control - activation) / tact_max(RBD__MUJOCO_LEAST, p[0]);
    case RBD_ACTIVATION_MUSCLE:
        excess = tact_clamp(control, 0, 1) - activation;
        x = TACT_R(0.5) + TACT_R(1.5) * tact_clamp(activation, 0, 1);
        on = p[0] * x, off = p[1] / x;
        if (p[2] < RBD__MUJOCO_LEAST) {
            tau = excess > 0 ? on : off;
        } else {
            x = tact_clamp(excess / p[2] + TACT_R(0.5), 0, 1);
            tau = off + (on - off) * x * x * x * (3 * x * (2 * x - 5) + 10);
        }
        return excess / tact_max(RBD__MUJOCO_LEAST, tau);
    case RBD_ACTIVATION_NONE: break;
    }
    return 0;
}
/* Activation after dt: exact for a filter, clamped. */
TACT_PRIVATE tact_real rbd__next_activation(const rbd_actuator *a, tact_real activation, tact_real rate, tact_real dt) {
    tact_real tau = tact_max(RBD__MUJOCO_LEAST, a->dynamics_value[0]);
    activation += a->dynamics == RBD_ACTIVATION_FILTER_EXACT ? rate * tau * (1 - tact_exp(-dt / tau)) : rate * dt;
    return a->activation_limited ? tact_clamp(activation, a->activation_lower, a->activation_upper) : activation;
}
#define RBD__MUSCLE_STEP TACT_R(1e-6) /* of the range: a one-sided difference of its piecewise curves */
/* Force of one actuator before its limits; *stiffness and *damping (>= 0, may be NULL): minus its derivatives by length
   and speed, where these slow it down. */
TACT_PRIVATE tact_real rbd__actuator_force(const rbd_actuator *a, tact_real length, tact_real speed, tact_real input,
                                           tact_real *stiffness, tact_real *damping) {
    const tact_real *g = a->gain_value, *b = a->bias_value;
    tact_real gain = g[0], force = 0, k = 0, c = 0;
    if (a->gain == RBD_GAIN_AFFINE) {
        gain += g[1] * length + g[2] * speed;
        k -= g[1] * input, c -= g[2] * input;
    } else if (a->gain == RBD_GAIN_MUSCLE) {
        tact_real h = RBD__MUSCLE_STEP * (a->length_range[1] - a->length_range[0]);
        gain = rbd__muscle_active(a, length, speed);
        if (damping && h > 0) c -= input * (rbd__muscle_active(a, length, speed + h) - gain) / h;
    }
    force = gain * input;
    if (a->bias == RBD_BIAS_AFFINE) {
        force += b[0] + b[1] * length + b[2] * speed;
        k -= b[1], c -= b[2];
    } else if (a->bias == RBD_BIAS_MUSCLE) {
        tact_real h = RBD__MUSCLE_STEP * (a->length_range[1] - a->length_range[0]),
                  rest = rbd__muscle_passive(a, length);
        force += rest;
        if (stiffness && h > 0) k -= (rbd__muscle_passive(a, length + h) - rest) / h;
    }
    if (stiffness) *stiffness = tact_max(0, k);
    if (damping) *damping = tact_max(0, c);
    return force;
}

/* Moments of the lifts: minus gravity at points of bodies. Adds those of dofs where lift_actuated is `which`. */
TACT_PRIVATE void rbd__lift_forces(const rbd_model *m, const rbd_data *d, tact_vec3 gravity, int which, tact_real *row,
                                   tact_real *tau) {
    const rbd_rig *rig = m->rig;
    int i;
    if (!rig->n_lifts) return;
    TACT_MEMSET(row, 0, (size_t)m->nv * sizeof *row);
    for (i = 0; i < rig->n_lifts; ++i)
        rbd__push_row(m, d, rig->lifts[i].body, rbd__body_point(d, rig->lifts[i].body, rig->lifts[i].point),
                      tact_scale(-rig->lifts[i].mass, gravity), tact_vec(0, 0, 0), 1, row);
    for (i = 0; i < m->nv; ++i)
        if (rig->lift_actuated[i] == which) tau[i] += row[i];
}
/* tau += what the fluid does at the joints. The velocities of the bodies are ready. */
TACT_PRIVATE void rbd__fluid_forces(const rbd_model *m, const rbd_data *d, tact_real *tau) {
    const rbd_rig *rig = m->rig;
    tact_real v[6], force[6], damping[6];
    int i;
    for (i = 0; i < rig->n_immersed; ++i) {
        const rbd_immersed *b = &rig->immersed[i];
        const tact_real *motion = d->velocity[b->body];
        tact_mat3 turn = tact_quat_to_mat(b->pose.q), R = tact_mat_mul(&d->rotation[b->body], &turn);
        tact_vec3 w = tact_vec(motion[3], motion[4], motion[5]), p = rbd__body_point(d, b->body, b->pose.p);
        tact_vec3 u =
            tact_add(tact_vec(motion[0], motion[1], motion[2]), tact_cross(w, tact_sub(p, d->position[b->body])));
        u = tact_mat_tmul_vec(&R, u), w = tact_mat_tmul_vec(&R, w);
        v[0] = u.x, v[1] = u.y, v[2] = u.z, v[3] = w.x, v[4] = w.y, v[5] = w.z;
        rbd__drag(rig, b, &R, v, force, damping);
        rbd__push_row(m, d, b->body, p, tact_mat_mul_vec(&R, tact_vec(force[0], force[1], force[2])),
                      tact_mat_mul_vec(&R, tact_vec(force[3], force[4], force[5])), 1, tau);
    }
}
/* The same as six rows, by the axes of the immersed body. */
TACT_PRIVATE void rbd__fluid_rows(const rbd_model *m, const rbd_data *d, const rbd_immersed *b, const tact_real *v,
                                  tact_real *rows, int ld, tact_real force[6], tact_real damping[6]) {
    tact_mat3 turn = tact_quat_to_mat(b->pose.q), R = tact_mat_mul(&d->rotation[b->body], &turn);
    tact_vec3 p = rbd__body_point(d, b->body, b->pose.p), zero = tact_vec(0, 0, 0);
    tact_real motion[6];
    int r, k;
    for (r = 0; r < 6; ++r) {
        tact_real *row = rows + (size_t)r * (size_t)ld;
        tact_vec3 axis = tact_vec(R.m[0][r % 3], R.m[1][r % 3], R.m[2][r % 3]);
        TACT_MEMSET(row, 0, (size_t)m->nv * sizeof *row);
        rbd__push_row(m, d, b->body, p, r < 3 ? axis : zero, r < 3 ? zero : axis, 1, row);
        for (k = 0, motion[r] = 0; k < m->nv; ++k) motion[r] += row[k] * v[k];
    }
    rbd__drag(m->rig, b, &R, motion, force, damping);
}
/* Force of a tendon's spring and damper; *stiffness, *damping (may be NULL): minus its derivatives, >= 0. */
TACT_PRIVATE tact_real rbd__tendon_force(const rbd_tendon *t, tact_real length, tact_real speed, tact_real *stiffness,
                                         tact_real *damping) {
    const tact_real *k = t->stiffness, *c = t->damping;
    tact_real x = length > t->rest[1] ? length - t->rest[1] : (length < t->rest[0] ? length - t->rest[0] : 0);
    tact_real s = tact_abs(speed);
    int away = x > 0 || x < 0;
    if (stiffness) *stiffness = away ? tact_max(0, k[0] + 2 * k[1] * x + 3 * k[2] * x * x) : 0;
    if (damping) *damping = tact_max(0, c[0] + 2 * c[1] * s + 3 * c[2] * s * s);
    return -x * (k[0] + k[1] * x + k[2] * x * x) - speed * (c[0] + c[1] * s + c[2] * s * s);
}

#endif /* RBD_NO_FILES */

// >>impl-rig-forces
/* Owns    forces of the rig: actuators, springs, tendons, equalities, the fluid; rows for an implicit integrator.
   Reads   model->rig; lengths and laws of the rooms above.
   Leaves  the public functions of the rig. */
#ifndef RBD_NO_FILES
RBD_API rbd_status rbd_tendon_lengths(const rbd_model *m, rbd_data *d, const tact_real *q, tact_real *length,
                                      tact_real *jacobian, int ld) {
    rbd_status status;
    int i;
    if (!m || !d || !q || !m->rig || (jacobian && ld < m->nv)) return RBD_BAD_ARGUMENT;
    status = rbd_fk(m, d, q);
    for (i = 0; status >= 0 && i < m->rig->n_tendons; ++i) {
        tact_real l =
            rbd__tendon_length(m, d, q, &m->rig->tendons[i], jacobian ? jacobian + (size_t)i * (size_t)ld : NULL);
        if (length) length[i] = l;
    }
    return status;
}
/* Total force of the actuators of each limited tendon scales them down. */
TACT_PRIVATE void rbd__limit_tendons(const rbd_rig *rig, tact_real *force) {
    int i, k;
    for (i = 0; i < rig->n_tendons; ++i) {
        const rbd_tendon *t = &rig->tendons[i];
        tact_real total = 0, scale = 1;
        if (!t->force_limited) continue;
        for (k = 0; k < rig->n_actuators; ++k)
            if (rig->actuators[k].transmission == RBD_ON_TENDON && rig->actuators[k].tendon == i) total += force[k];
        if (total < t->force_lower) scale = t->force_lower / total;
        if (total > t->force_upper) scale = t->force_upper / total;
        for (k = 0; k < rig->n_actuators; ++k)
            if (rig->actuators[k].transmission == RBD_ON_TENDON && rig->actuators[k].tendon == i) force[k] *= scale;
    }
}
/* Does a dof limit its actuators? */
TACT_PRIVATE int rbd__has_effort_limit(const rbd_model *m, int dof) {
    return !m->coupled[m->dof_body[dof]] &&
           (m->dof[dof].max_effort < TACT_REAL_MAX || m->rig->effort_lower[dof] > -TACT_REAL_MAX ||
            m->rig->effort_upper[dof] < TACT_REAL_MAX);
}
/* What all actuators do together at a dof, within its limits. A joint that others follow has the limits of its own. */
TACT_PRIVATE tact_real rbd__within_effort(const rbd_model *m, int dof, tact_real tau) {
    const tact_real most = m->dof[dof].max_effort;
    return tact_clamp(tau, tact_max(m->rig->effort_lower[dof], -most), tact_min(m->rig->effort_upper[dof], most));
}
RBD_API rbd_status rbd_actuation(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                 const tact_real *activation, const tact_real *control, tact_real *force,
                                 tact_real *tau, tact_real *activation_rate) {
    const rbd_rig *rig;
    tact_real *row, *own;
    rbd_status status;
    int i, k, pass;
    if (!m || !d || !q || !v || !m->rig) return RBD_BAD_ARGUMENT;
    rig = m->rig;
    status = rbd_fk(m, d, q);
    if (status < 0) return status;
    row = d->work->rig, own = row + 2 * m->nv;
    for (i = 0; tau && i < m->nv; ++i) tau[i] = 0;
    for (pass = 0; pass < 2; ++pass) { /* forces first: the limits of tendons need all of them */
        for (i = 0; i < rig->n_actuators; ++i) {
            const rbd_actuator *a = &rig->actuators[i];
            tact_real length = rbd__transmission(m, d, q, a, row), speed = 0;
            tact_real input = control ? control[i] : 0, rate, before;
            if (pass) {
                for (k = 0; tau && k < m->nv; ++k) tau[k] += row[k] * own[i];
                continue;
            }
            for (k = 0; k < m->nv; ++k) speed += row[k] * v[k];
            if (a->control_limited) input = tact_clamp(input, a->control_lower, a->control_upper);
            if (a->activation >= 0) {
                before = activation ? activation[a->activation] : 0;
                rate = a->disabled > 1 ? 0 : rbd__activation_rate(a, input, before);
                if (activation_rate) activation_rate[a->activation] = rate;
                input = a->early ? rbd__next_activation(a, before, rate, rig->timestep) : before;
            }
            own[i] = a->disabled ? 0 : rbd__actuator_force(a, length, speed, input, NULL, NULL);
        }
        if (pass) break;
        rbd__limit_tendons(rig, own);
        for (i = 0; i < rig->n_actuators; ++i) {
            const rbd_actuator *a = &rig->actuators[i];
            if (a->force_limited && !a->disabled) own[i] = tact_clamp(own[i], a->force_lower, a->force_upper);
            if (force) force[i] = own[i];
        }
    }
    if (!tau) return RBD_OK;
    rbd__lift_forces(m, d, m->gravity, 1, row, tau);
    for (i = 0; i < m->joint_nv; ++i)
        if (rbd__has_effort_limit(m, i)) tau[m->dof_master[i]] = rbd__within_effort(m, i, tau[m->dof_master[i]]);
    return RBD_OK;
}
RBD_API rbd_status rbd_passive_forces(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                      tact_real *tau) {
    const rbd_rig *rig;
    tact_real *row;
    rbd_status status;
    int i, k, b;
    if (!m || !d || !q || !v || !tau) return RBD_BAD_ARGUMENT;
    status = m->rig && m->rig->n_immersed ? rbd_fk_velocity(m, d, q, v) : rbd_fk(m, d, q);
    if (status < 0) return status;
    for (i = 0; i < m->nv; ++i) tau[i] = 0;
    for (b = 1; b < m->n_bodies; ++b) {
        int dof = m->joint_iv[b];
        tact_vec3 turn = tact_vec(0, 0, 0);
        if (m->kind[b] == (unsigned char)RBD_KIND_SPHERICAL)
            turn = tact_quat_log(tact_quat_make(q[m->iq[b]], q[m->iq[b] + 1], q[m->iq[b] + 2], q[m->iq[b] + 3]));
        for (k = 0; k < m->body_nv[b]; ++k) {
            const rbd_dof *p = &m->dof[dof + k];
            tact_real speed = m->dof_scale[dof + k] * v[m->dof_master[dof + k]], x = 0;
            if (m->body_nv[b] == 1 && !m->cos_sin[b]) x = rbd__dof_position(m, q, b) - p->rest;
            if (m->body_nv[b] == 3) x = k == 0 ? turn.x : (k == 1 ? turn.y : turn.z);
            tau[m->dof_master[dof + k]] -= m->dof_scale[dof + k] * (p->damping * speed + p->stiffness * x);
        }
    }
    rig = m->rig;
    if (!rig) return RBD_OK;
    row = d->work->rig;
    for (i = 0; i < rig->n_springs; ++i) {
        tact_real out[3];
        rbd__spring_row(m, d, &rig->springs[i], q, v, row, out);
        for (k = 0; k < m->nv; ++k) tau[k] += row[k] * out[0];
    }
    for (i = 0; i < rig->n_tendons; ++i) {
        const rbd_tendon *t = &rig->tendons[i];
        tact_real length, speed = 0, force;
        if (!(t->stiffness[0] > 0 || t->stiffness[1] != 0 || t->stiffness[2] != 0 || t->damping[0] > 0 ||
              t->damping[1] != 0 || t->damping[2] != 0))
            continue;
        length = rbd__tendon_length(m, d, q, t, row);
        for (k = 0; k < m->nv; ++k) speed += row[k] * v[k];
        force = rbd__tendon_force(t, length, speed, NULL, NULL);
        for (k = 0; k < m->nv; ++k) tau[k] += row[k] * force;
    }
    rbd__lift_forces(m, d, m->gravity, 0, row, tau);
    rbd__fluid_forces(m, d, tau);
    return RBD_OK;
}
RBD_API rbd_status rbd_tendon_inertia(const rbd_model *m, rbd_data *d, const tact_real *q, tact_real *M, int ld) {
    rbd_status status;
    int i, k, l;
    if (!m || !d || !q || !M || ld < m->nv || !m->rig) return RBD_BAD_ARGUMENT;
    status = rbd_fk(m, d, q);
    for (i = 0; status >= 0 && i < m->rig->n_tendons; ++i) {
        tact_real *row = d->work->rig, armature = m->rig->tendons[i].armature;
        if (!(armature > 0)) continue;
        rbd__tendon_length(m, d, q, &m->rig->tendons[i], row);
        for (k = 0; k < m->nv; ++k)
            for (l = 0; l < m->nv; ++l) M[k * ld + l] += armature * row[k] * row[l];
    }
    return status;
}
/* h += scale times what armature adds to it. Free joints: a R^T d/dt(R v) = a (dv/dt + w x v). */
TACT_PRIVATE rbd_status rbd__rig_bias(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v,
                                      tact_real scale, tact_real *h) {
    const rbd_rig *rig = m->rig;
    rbd_status status = RBD_OK;
    int i, k, ready = 0;
    for (i = 0; i < rig->n_tendons; ++i) {
        const rbd_tendon *t = &rig->tendons[i];
        tact_real *row = d->work->rig, force;
        if (!(t->armature > 0) || (t->count && rig->path[t->first].type == RBD_PATH_JOINT)) continue;
        if (!ready++) status = rbd_fk_acceleration(m, d, q, v, NULL);
        if (status < 0) return status;
        force = scale * t->armature * rbd__tendon_second(m, d, t);
        rbd__tendon_length(m, d, q, t, row);
        for (k = 0; k < m->nv; ++k) h[k] += row[k] * force;
    }
    for (i = 1; i < m->n_bodies; ++i) {
        const tact_real *u = v + m->iv[i];
        tact_vec3 turn;
        if (m->body_nv[i] != 6) continue;
        turn = tact_cross(tact_vec(u[3], u[4], u[5]), tact_vec(u[0], u[1], u[2]));
        h[m->iv[i]] += scale * m->armature[m->joint_iv[i]] * turn.x;
        h[m->iv[i] + 1] += scale * m->armature[m->joint_iv[i] + 1] * turn.y;
        h[m->iv[i] + 2] += scale * m->armature[m->joint_iv[i] + 2] * turn.z;
    }
    return status;
}
RBD_API rbd_status rbd_rig_bias(const rbd_model *m, rbd_data *d, const tact_real *q, const tact_real *v, tact_real *h) {
    if (!m || !d || !q || !v || !h || !m->rig) return RBD_BAD_ARGUMENT;
    return rbd__rig_bias(m, d, q, v, 1, h);
}
RBD_API int rbd_rig_row_count(const rbd_model *m) {
    const rbd_rig *rig = m ? m->rig : NULL;
    return rig ? rig->n_actuators + rig->n_springs + rig->n_tendons + rig->n_equalities + rig->n_turn_limits +
                     6 * rig->n_immersed
               : 0;
}
/* The mass that a row moves, from the diagonal of M: 1/(J M^-1 J^T) where M is diagonal. */
TACT_PRIVATE tact_real rbd__row_mass(const tact_real *row, const tact_real *inertia, int n) {
    tact_real sum = 0;
    int k;
    for (k = 0; k < n; ++k)
        if (inertia[k] > 0) sum += row[k] * row[k] / inertia[k];
    return sum > 0 ? 1 / sum : 0;
}
#define RBD__IMPEDANCE_LEAST TACT_R(0.0001) /* MuJoCo's bounds of solimp and of the damping ratio */
#define RBD__IMPEDANCE_MOST TACT_R(0.9999)
#define RBD__RATIO_LEAST TACT_R(1e-3)
#define RBD__SOFT_LEAST 2 /* steps that a soft row takes at least, as MuJoCo's refsafe */
/* Stiffness and damping of a soft row by MuJoCo's solref = (time constant, damping ratio) or (-k, -b) per mass. The
   impedance d of solimp makes it d/(1 - d) times as firm. */
TACT_PRIVATE void rbd__soft_row(const tact_real solref[2], const tact_real solimp[5], tact_real mass, tact_real dt,
                                tact_real *stiffness, tact_real *damping) {
    tact_real d = tact_clamp(solimp[1], RBD__IMPEDANCE_LEAST, RBD__IMPEDANCE_MOST), firm = mass * d / (1 - d);
    tact_real time = tact_max(solref[0], RBD__SOFT_LEAST * dt), ratio = tact_max(solref[1], RBD__RATIO_LEAST);
    if (solref[0] <= 0) {
        *stiffness = -solref[0] * firm, *damping = tact_max(0, -solref[1]) * firm;
        return;
    }
    *stiffness = firm / (d * d * time * time * ratio * ratio);
    *damping = 2 * firm / (d * time);
}
TACT_PRIVATE void rbd__equality_row(const rbd_model *m, rbd_data *d, const rbd_rig_input *in, const rbd_equality *e,
                                    tact_real *row, tact_real out[3]) {
    tact_real x[2] = {0, 0}, value, slope, power = 1, k, c, speed = 0, *other = d->work->rig;
    int i, nv = m->nv;
    TACT_MEMSET(row, 0, (size_t)nv * sizeof *row);
    TACT_MEMSET(other, 0, (size_t)nv * sizeof *other);
    if (e->tendons) {
        x[0] = rbd__tendon_length(m, d, in->q, &m->rig->tendons[e->first], row);
        if (e->second >= 0) x[1] = rbd__tendon_length(m, d, in->q, &m->rig->tendons[e->second], other);
    } else {
        x[0] = rbd__dof_position(m, in->q, m->dof_body[e->first]) - e->reference[0];
        rbd__dof_row(m, e->first, 1, row);
        if (e->second >= 0) {
            x[1] = rbd__dof_position(m, in->q, m->dof_body[e->second]) - e->reference[1];
            rbd__dof_row(m, e->second, 1, other);
        }
    }
    value = e->coefficient[0], slope = 0;
    for (i = 1; i < 5 && e->second >= 0; ++i) {
        slope += (tact_real)i * e->coefficient[i] * power;
        power *= x[1];
        value += e->coefficient[i] * power;
    }
    for (i = 0; i < nv; ++i) row[i] -= slope * other[i], speed += row[i] * in->v[i];
    rbd__soft_row(e->solref, e->solimp, rbd__row_mass(row, in->inertia, nv), in->dt, &k, &c);
    out[0] = -k * (x[0] - value) - c * speed, out[1] = k, out[2] = c;
}
/* The limit of a ball joint: its turn is a length along its axis. */
TACT_PRIVATE void rbd__turn_row(const rbd_model *m, const rbd_rig_input *in, const rbd_turn_limit *t, tact_real *row,
                                tact_real out[3]) {
    const tact_real *w = in->q + m->iq[m->dof_body[t->dof]];
    tact_vec3 turn = tact_quat_log(tact_quat_normalize(tact_quat_make(w[0], w[1], w[2], w[3])));
    tact_real angle = tact_norm(turn), speed = 0, k, c;
    int i;
    TACT_MEMSET(row, 0, (size_t)m->nv * sizeof *row);
    out[0] = out[1] = out[2] = 0;
    if (!(angle > t->upper) || !(angle > 0)) return;
    rbd__dof_row(m, t->dof, turn.x / angle, row);
    rbd__dof_row(m, t->dof + 1, turn.y / angle, row);
    rbd__dof_row(m, t->dof + 2, turn.z / angle, row);
    for (i = 0; i < m->nv; ++i) speed += row[i] * in->v[i];
    rbd__soft_row(t->solref, t->solimp, rbd__row_mass(row, in->inertia, m->nv), in->dt, &k, &c);
    if (k * (angle - t->upper) + c * speed <= 0) return; /* it leaves the limit by itself */
    out[0] = -k * (angle - t->upper) - c * speed, out[1] = k, out[2] = c;
}
/* Dry friction of a row: that of rbd_dof. Where it can stop the row within RBD__FRICTION_STEPS steps it is a damper by
   its secant, which can only slow down; where it cannot it is the force that it is now. */
#define RBD__FRICTION_STEPS 2 /* one to stop and one for what else slows the row down */
TACT_PRIVATE void rbd__friction_row(const rbd_model *m, tact_real friction, tact_real mass, tact_real dt,
                                    tact_real speed, tact_real out[3]) {
    tact_real secant =
        friction / tact_max(tact_sqrt(speed * speed + m->friction_speed * m->friction_speed), RBD__MUJOCO_LEAST);
    out[0] -= secant * speed;
    if (tact_abs(speed) * mass < RBD__FRICTION_STEPS * dt * friction) out[2] += secant;
}
/* Spring, damper, dry friction and limit of a tendon. */
TACT_PRIVATE void rbd__tendon_row(const rbd_model *m, rbd_data *d, const rbd_rig_input *in, const rbd_tendon *t,
                                  tact_real *row, tact_real out[3]) {
    tact_real length = rbd__tendon_length(m, d, in->q, t, row), speed = 0, k, c, miss = 0, force;
    int i;
    for (i = 0; i < m->nv; ++i) speed += row[i] * in->v[i];
    out[0] = rbd__tendon_force(t, length, speed, &out[1], &out[2]);
    if (t->friction > 0) rbd__friction_row(m, t->friction, rbd__row_mass(row, in->inertia, m->nv), in->dt, speed, out);
    if (t->limited) miss = length < t->lower ? length - t->lower : (length > t->upper ? length - t->upper : 0);
    if (!(miss < 0 || miss > 0)) return;
    rbd__soft_row(t->solref, t->solimp, rbd__row_mass(row, in->inertia, m->nv), in->dt, &k, &c);
    force = -k * miss - c * speed;
    if (force * miss >= 0) return; /* it leaves the limit by itself */
    out[0] += force, out[1] += k, out[2] += c;
}
/* Force, stiffness and damping of actuator i along its row. */
TACT_PRIVATE void rbd__actuator_row(const rbd_model *m, rbd_data *d, const rbd_rig_input *in, int i, tact_real *row,
                                    tact_real out[3]) {
    const rbd_actuator *a = &m->rig->actuators[i];
    tact_real length, speed = 0, input = in->control ? in->control[i] : 0;
    int k;
    out[0] = out[1] = out[2] = 0;
    if (in->skip && in->skip[i]) {
        TACT_MEMSET(row, 0, (size_t)m->nv * sizeof *row);
        return;
    }
    length = rbd__transmission(m, d, in->q, a, row);
    if (a->disabled) return;
    for (k = 0; k < m->nv; ++k) speed += row[k] * in->v[k];
    if (a->control_limited) input = tact_clamp(input, a->control_lower, a->control_upper);
    if (a->activation >= 0) {
        tact_real before = in->activation ? in->activation[a->activation] : 0;
        input = a->early ? rbd__next_activation(a, before, rbd__activation_rate(a, input, before), in->dt) : before;
    }
    out[0] = rbd__actuator_force(a, length, speed, input, &out[1], &out[2]);
    if (a->force_limited && (out[0] < a->force_lower || out[0] > a->force_upper)) {
        out[0] = tact_clamp(out[0], a->force_lower, a->force_upper);
        out[1] = out[2] = 0; /* at its limit it is a constant force */
    }
}
/* Takes off, into `lift`, what actuators do together beyond the limits of a dof; there the servos of its joint are
   constant forces. lift holds the gravity compensation that counts as an actuator's. */
TACT_PRIVATE void rbd__limit_efforts(const rbd_model *m, const tact_real *jacobian, int ld, const tact_real *force,
                                     tact_real *stiffness, tact_real *damping, tact_real *lift) {
    const rbd_rig *rig = m->rig;
    int i, k, dof;
    for (i = 0; i < m->joint_nv; ++i) {
        tact_real total, within;
        if (!rbd__has_effort_limit(m, i)) continue;
        dof = m->dof_master[i], total = lift[dof];
        for (k = 0; k < rig->n_actuators; ++k) total += jacobian[(size_t)k * (size_t)ld + (size_t)dof] * force[k];
        within = rbd__within_effort(m, i, total);
        if (!(within < total || within > total)) continue;
        lift[dof] += within - total;
        for (k = 0; k < rig->n_actuators; ++k)
            if (rig->actuators[k].transmission <= RBD_ON_JOINT_IN_PARENT && rig->actuators[k].body == m->dof_body[i])
                stiffness[k] = damping[k] = 0;
    }
}
RBD_API rbd_status rbd_rig_rows(const rbd_model *m, rbd_data *d, const rbd_rig_input *in, tact_real *jacobian, int ld,
                                tact_real *force, tact_real *stiffness, tact_real *damping, tact_real *lift) {
    const rbd_rig *rig;
    tact_real out[3], *row = jacobian;
    rbd_status status;
    int i, r = 0;
    if (!m || !d || !in || !m->rig || !in->q || !in->v || !in->inertia || !jacobian || !force || !stiffness ||
        !damping || ld < m->nv)
        return RBD_BAD_ARGUMENT;
    rig = m->rig;
    status = rbd_fk(m, d, in->q);
    if (status < 0) return status;
    for (i = 0; i < rig->n_actuators; ++i, ++r, row += ld) {
        rbd__actuator_row(m, d, in, i, row, out);
        force[r] = out[0], stiffness[r] = out[1], damping[r] = out[2];
    }
    rbd__limit_tendons(rig, force);
    for (i = 0; i < rig->n_springs; ++i, ++r, row += ld) {
        rbd__spring_row(m, d, &rig->springs[i], in->q, in->v, row, out);
        force[r] = out[0], stiffness[r] = out[1], damping[r] = out[2];
    }
    for (i = 0; i < rig->n_tendons; ++i, ++r, row += ld) {
        rbd__tendon_row(m, d, in, &rig->tendons[i], row, out);
        force[r] = out[0], stiffness[r] = out[1], damping[r] = out[2];
    }
    for (i = 0; i < rig->n_equalities; ++i, ++r, row += ld) {
        rbd__equality_row(m, d, in, &rig->equalities[i], row, out);
        force[r] = out[0], stiffness[r] = out[1], damping[r] = out[2];
    }
    for (i = 0; i < rig->n_turn_limits; ++i, ++r, row += ld) {
        rbd__turn_row(m, in, &rig->turn_limits[i], row, out);
        force[r] = out[0], stiffness[r] = out[1], damping[r] = out[2];
    }
    for (i = 0; i < rig->n_immersed; ++i, r += 6, row += (size_t)6 * (size_t)ld) {
        rbd__fluid_rows(m, d, &rig->immersed[i], in->v, row, ld, force + r, damping + r);
        TACT_MEMSET(stiffness + r, 0, 6 * sizeof *stiffness);
    }
    if (!lift) return RBD_OK;
    for (i = 0; i < m->nv; ++i) lift[i] = 0;
    rbd__lift_forces(m, d, in->gravity, 1, d->work->rig, lift);
    rbd__limit_efforts(m, jacobian, ld, force, stiffness, damping, lift);
    rbd__lift_forces(m, d, in->gravity, 0, d->work->rig, lift);
    return rbd__rig_bias(m, d, in->q, in->v, -1, lift);
}
RBD_API rbd_status rbd_rig_torque(const rbd_model *m, rbd_data *d, const rbd_rig_input *in, tact_real *tau) {
    const rbd_rig *rig;
    tact_real *row, *own, *drive, out[3];
    rbd_status status;
    int i, k, pass;
    if (!m || !d || !in || !m->rig || !in->q || !in->v || !in->inertia || !tau) return RBD_BAD_ARGUMENT;
    rig = m->rig;
    status = rig->n_immersed ? rbd_fk_velocity(m, d, in->q, in->v) : rbd_fk(m, d, in->q);
    if (status < 0) return status;
    row = d->work->rig + m->nv, own = row + m->nv, drive = own + rig->n_actuators;
    for (k = 0; k < m->nv; ++k) drive[k] = 0;
    for (pass = 0; pass < 2; ++pass) { /* forces first: the limits of tendons need all of them */
        for (i = 0; i < rig->n_actuators; ++i) {
            rbd__actuator_row(m, d, in, i, row, out);
            if (!pass) own[i] = out[0];
            for (k = 0; pass && k < m->nv; ++k) drive[k] += row[k] * own[i];
        }
        if (!pass) rbd__limit_tendons(rig, own);
    }
    rbd__lift_forces(m, d, in->gravity, 1, row, drive);
    for (i = 0; i < m->joint_nv; ++i)
        if (rbd__has_effort_limit(m, i)) drive[m->dof_master[i]] = rbd__within_effort(m, i, drive[m->dof_master[i]]);
    for (k = 0; k < m->nv; ++k) tau[k] += drive[k];
    for (i = 0; i < rig->n_springs; ++i) {
        rbd__spring_row(m, d, &rig->springs[i], in->q, in->v, row, out);
        for (k = 0; k < m->nv; ++k) tau[k] += row[k] * out[0];
    }
    for (i = 0; i < rig->n_tendons; ++i) {
        rbd__tendon_row(m, d, in, &rig->tendons[i], row, out);
        for (k = 0; k < m->nv; ++k) tau[k] += row[k] * out[0];
    }
    for (i = 0; i < rig->n_equalities; ++i) {
        rbd__equality_row(m, d, in, &rig->equalities[i], row, out);
        for (k = 0; k < m->nv; ++k) tau[k] += row[k] * out[0];
    }
    for (i = 0; i < rig->n_turn_limits; ++i) {
        rbd__turn_row(m, in, &rig->turn_limits[i], row, out);
        for (k = 0; k < m->nv; ++k) tau[k] += row[k] * out[0];
    }
    rbd__lift_forces(m, d, in->gravity, 0, row, tau);
    rbd__fluid_forces(m, d, tau);
    return rbd__rig_bias(m, d, in->q, in->v, -1, tau);
}
RBD_API rbd_status rbd_activate(const rbd_model *m, const tact_real *control, tact_real dt, tact_real *activation) {
    int i;
    if (!m || !m->rig || !activation || !(dt >= 0)) return RBD_BAD_ARGUMENT;
    for (i = 0; i < m->rig->n_actuators; ++i) {
        const rbd_actuator *a = &m->rig->actuators[i];
        tact_real input = control ? control[i] : 0, *value = activation + (a->activation >= 0 ? a->activation : 0);
        if (a->activation < 0) continue;
        if (a->disabled) {
            *value = rbd__next_activation(a, *value, 0, dt);
            continue;
        }
        if (a->control_limited) input = tact_clamp(input, a->control_lower, a->control_upper);
        *value = rbd__next_activation(a, *value, rbd__activation_rate(a, input, *value), dt);
    }
    return RBD_OK;
}
#define RBD__FIND(array, count)                                                                                        \
    int i;                                                                                                             \
    if (!m || !m->rig || !name) return RBD_NOT_FOUND;                                                                  \
    for (i = 0; i < m->rig->count; ++i)                                                                                \
        if (rbd__string_equal(m->rig->array[i].name, name)) return i;                                                  \
    return RBD_NOT_FOUND;
RBD_API TACT_COLD int rbd_model_find_actuator(const rbd_model *m,
                                              const char *name){RBD__FIND(actuators, n_actuators)} RBD_API TACT_COLD
    int rbd_model_find_tendon(const rbd_model *m, const char *name){RBD__FIND(tendons, n_tendons)} RBD_API TACT_COLD
    int rbd_model_find_key(const rbd_model *m, const char *name){RBD__FIND(keys, n_keys)} RBD_API TACT_COLD
    int rbd_model_find_sensor(const rbd_model *m, const char *name) {
    RBD__FIND(sensors, n_sensors)
}
#undef RBD__FIND
#endif /* RBD_NO_FILES */

// >>impl-sensors
/* Owns    sensors of files: their values.
   Reads   model->rig, kinematics of second order, forces from outside.
   Leaves  rbd_sense. */
#ifndef RBD_NO_FILES
/* Shrinks [t0, t1] to where a line p + t d is between two planes or within a ball; 0: nowhere. */
TACT_PRIVATE int rbd__clip_slab(tact_real p, tact_real d, tact_real half, tact_real *t0, tact_real *t1) {
    tact_real a, b;
    if (!(d < 0 || d > 0)) return tact_abs(p) <= half && *t0 <= *t1;
    a = (-half - p) / d, b = (half - p) / d;
    *t0 = tact_max(*t0, tact_min(a, b)), *t1 = tact_min(*t1, tact_max(a, b));
    return *t0 <= *t1;
}
TACT_PRIVATE int rbd__clip_ball(tact_vec3 p, tact_vec3 d, tact_real radius, tact_real *t0, tact_real *t1) {
    tact_real a = tact_dot(d, d), b = tact_dot(p, d), c = tact_dot(p, p) - radius * radius, root = b * b - a * c;
    if (!(a > 0)) return c <= 0 && *t0 <= *t1;
    if (!(root >= 0)) return 0;
    root = tact_sqrt(root);
    *t0 = tact_max(*t0, (-b - root) / a), *t1 = tact_min(*t1, (-b + root) / a);
    return *t0 <= *t1;
}
/* Does the half-line from p along d meet a solid about the origin? */
TACT_PRIVATE int rbd__ray_meets(rbd_geometry_type type, tact_vec3 size, tact_vec3 p, tact_vec3 d) {
    tact_real t0 = 0, t1 = TACT_REAL_MAX;
    int k;
    switch (type) {
    case RBD_GEOMETRY_BOX:
        return rbd__clip_slab(p.x, d.x, size.x, &t0, &t1) && rbd__clip_slab(p.y, d.y, size.y, &t0, &t1) &&
               rbd__clip_slab(p.z, d.z, size.z, &t0, &t1);
    case RBD_GEOMETRY_ELLIPSOID:
        if (!(size.x > 0 && size.y > 0 && size.z > 0)) return 0;
        return rbd__clip_ball(tact_vec(p.x / size.x, p.y / size.y, p.z / size.z),
                              tact_vec(d.x / size.x, d.y / size.y, d.z / size.z), 1, &t0, &t1);
    case RBD_GEOMETRY_CAPSULE:
        for (k = -1; k <= 1; k += 2) {
            tact_real u0 = 0, u1 = TACT_REAL_MAX;
            if (rbd__clip_ball(tact_vec(p.x, p.y, p.z + (tact_real)k * size.y), d, size.x, &u0, &u1)) return 1;
        } /* fallthrough */
    case RBD_GEOMETRY_CYLINDER:
        return rbd__clip_slab(p.z, d.z, size.y, &t0, &t1) &&
               rbd__clip_ball(tact_vec(p.x, p.y, 0), tact_vec(d.x, d.y, 0), size.x, &t0, &t1);
    default: return rbd__clip_ball(p, d, size.x, &t0, &t1);
    }
}
typedef struct rbd__sensed {  /* a frame in the world */
    tact_vec3 p, v, a, w, dw; /* position, velocity, acceleration, spin, rate of spin */
    tact_quat turn;
} rbd__sensed;
TACT_PRIVATE TACT_COLD rbd__sensed rbd__sense_frame(const rbd_data *d, int body, tact_pose pose) {
    rbd__sensed f;
    const tact_real *v = d->velocity[body], *a = d->acceleration[body];
    tact_vec3 r = tact_mat_mul_vec(&d->rotation[body], pose.p);
    f.p = tact_add(d->position[body], r);
    f.turn = tact_quat_mul(tact_quat_from_mat(&d->rotation[body]), pose.q);
    f.w = tact_vec(v[3], v[4], v[5]), f.dw = tact_vec(a[3], a[4], a[5]);
    f.v = tact_add(tact_vec(v[0], v[1], v[2]), tact_cross(f.w, r));
    f.a = tact_add(tact_vec(a[0], a[1], a[2]), tact_add(tact_cross(f.dw, r), tact_cross(f.w, tact_cross(f.w, r))));
    return f;
}
/* Inertia of a piece about its centre times w, world axes. */
TACT_PRIVATE tact_vec3 rbd__piece_spin(const rbd_data *d, const rbd_piece *piece, tact_vec3 w) {
    const rbd_inertia *i = &piece->inertia;
    tact_vec3 u = tact_mat_tmul_vec(&d->rotation[piece->body], w);
    u = tact_vec(i->xx * u.x + i->xy * u.y + i->xz * u.z, i->xy * u.x + i->yy * u.y + i->yz * u.z,
                 i->xz * u.x + i->yz * u.y + i->zz * u.z);
    return tact_mat_mul_vec(&d->rotation[piece->body], u);
}
/* Is this force on one of the pieces [first, end)? */
TACT_PRIVATE int rbd__pushes(const rbd_rig *rig, const rbd_outside *o, int first, int end) {
    int i, fallback = -1;
    for (i = 0; i < rig->n_pieces; ++i) { /* the first piece on a body is the one that its joint moves */
        if (rig->pieces[i].body != o->body) continue;
        if (fallback < 0) fallback = i;
        if (o->written_in && rig->pieces[i].written_in == o->written_in) fallback = i;
    }
    return fallback >= first && fallback < end;
}
/* What tendons that run from body to body do to the pieces [first, end), about `at`. */
typedef struct rbd__pull {
    const rbd_rig *rig;
    int first, end;
    tact_real push; /* along the length */
    tact_vec3 at, force, moment;
} rbd__pull;
TACT_PRIVATE void rbd__pull_end(void *context, int body, tact_vec3 p, tact_vec3 by_length) {
    rbd__pull *pull = (rbd__pull *)context;
    rbd_outside o = TACT_ZERO;
    tact_vec3 f = tact_scale(pull->push, by_length);
    o.body = body;
    if (!body && !pull->first) return; /* nothing carries the world */
    if (!rbd__pushes(pull->rig, &o, pull->first, pull->end)) return;
    pull->force = tact_add(pull->force, f);
    pull->moment = tact_add(pull->moment, tact_cross(tact_sub(p, pull->at), f));
}
TACT_PRIVATE void rbd__tendon_pulls(const rbd_model *m, rbd_data *d, const rbd_sense_input *in,
                                    const tact_real *actuator_force, rbd__pull *pull) {
    const rbd_rig *rig = m->rig;
    rbd__tendon_use use = TACT_ZERO;
    tact_real *row = d->work->rig, length, speed;
    int i, k;
    use.end = rbd__pull_end, use.context = pull;
    for (i = 0; i < rig->n_tendons; ++i) {
        const rbd_tendon *t = &rig->tendons[i];
        length = rbd__tendon_length(m, d, in->q, t, row);
        for (k = 0, speed = 0; k < m->nv; ++k) speed += row[k] * in->v[k];
        pull->push = rbd__tendon_force(t, length, speed, NULL, NULL);
        if (t->armature > 0) pull->push -= t->armature * rbd__tendon_second(m, d, t);
        for (k = 0; k < rig->n_actuators; ++k)
            if (rig->actuators[k].transmission == RBD_ON_TENDON && rig->actuators[k].tendon == i)
                pull->push += rig->actuators[k].gear[0] * actuator_force[k];
        (void)rbd__tendon_run(m, d, in->q, t, &use);
    }
}
/* Force and moment about `at` that what carries a piece passes to it: what moves all that hangs on it, less what comes
   from outside and by tendons. */
TACT_PRIVATE void rbd__piece_wrench(const rbd_model *m, rbd_data *d, const rbd_sense_input *in, int first,
                                    const tact_real *actuator_force, tact_vec3 at, tact_vec3 *force,
                                    tact_vec3 *moment) {
    const rbd_rig *rig = m->rig;
    rbd__pull pull = TACT_ZERO;
    int i, end = rig->pieces[first].end;
    *force = *moment = rbd__zero();
    for (i = first; i < end; ++i) {
        const rbd_piece *piece = &rig->pieces[i];
        rbd__sensed c = rbd__sense_frame(d, piece->body, tact_pose_make(piece->inertia.com, tact_quat_identity()));
        tact_vec3 f = tact_scale(piece->inertia.mass, tact_sub(c.a, in->gravity));
        *force = tact_add(*force, f);
        *moment = tact_add(*moment, tact_cross(tact_sub(c.p, at), f));
        *moment = tact_add(*moment,
                           tact_add(rbd__piece_spin(d, piece, c.dw), tact_cross(c.w, rbd__piece_spin(d, piece, c.w))));
    }
    for (i = 0; i < in->n_outside && in->outside; ++i) {
        const rbd_outside *o = &in->outside[i];
        if (!rbd__pushes(rig, o, first, end)) continue;
        *force = tact_sub(*force, o->force);
        *moment = tact_sub(*moment, tact_add(o->moment, tact_cross(tact_sub(o->point, at), o->force)));
    }
    pull.rig = rig, pull.first = first, pull.end = end, pull.at = at;
    rbd__tendon_pulls(m, d, in, actuator_force, &pull);
    *force = tact_sub(*force, pull.force), *moment = tact_sub(*moment, pull.moment);
}
/* Centre, mean velocity and angular momentum about the centre of all that hangs on a piece. */
TACT_PRIVATE tact_vec3 rbd__sense_subtree(const rbd_data *d, const rbd_rig *rig, const rbd_sensor *s) {
    int i, end = rig->pieces[s->piece].end;
    tact_real mass = 0;
    tact_vec3 center = rbd__zero(), velocity = rbd__zero(), momentum = rbd__zero();
    for (i = s->piece; i < end; ++i) {
        const rbd_piece *piece = &rig->pieces[i];
        rbd__sensed c = rbd__sense_frame(d, piece->body, tact_pose_make(piece->inertia.com, tact_quat_identity()));
        tact_vec3 p = tact_scale(piece->inertia.mass, c.v);
        mass += piece->inertia.mass;
        center = tact_mul_add(center, piece->inertia.mass, c.p);
        velocity = tact_add(velocity, p);
        momentum = tact_add(momentum, tact_add(tact_cross(c.p, p), rbd__piece_spin(d, piece, c.w)));
    }
    if (!(mass > 0)) return s->kind == RBD_SENSOR_SUBTREE_CENTER ? d->position[rig->pieces[s->piece].body] : velocity;
    center = tact_scale(1 / mass, center);
    if (s->kind == RBD_SENSOR_SUBTREE_CENTER) return center;
    if (s->kind == RBD_SENSOR_SUBTREE_VELOCITY) return tact_scale(1 / mass, velocity);
    return tact_sub(momentum, tact_cross(center, velocity));
}
TACT_PRIVATE void rbd__put_vec(tact_real *out, tact_vec3 v) { out[0] = v.x, out[1] = v.y, out[2] = v.z; }
TACT_PRIVATE void rbd__put_quat(tact_real *out, tact_quat q) { out[0] = q.x, out[1] = q.y, out[2] = q.z, out[3] = q.w; }
/* Sites: touch, IMU, wrenches, magnetometer, rangefinder. */
TACT_PRIVATE TACT_COLD void rbd__sense_site(const rbd_model *m, rbd_data *d, const rbd_sense_input *in,
                                            const rbd_sensor *s, const tact_real *actuator_force, tact_real *out) {
    rbd__sensed f = rbd__sense_frame(d, s->body, s->pose);
    const rbd_piece *piece = &m->rig->pieces[s->piece];
    tact_vec3 force, moment;
    int i;
    switch (s->kind) {
    case RBD_SENSOR_ACCELEROMETER: rbd__put_vec(out, tact_unrotate(f.turn, tact_sub(f.a, in->gravity))); break;
    case RBD_SENSOR_VELOCIMETER: rbd__put_vec(out, tact_unrotate(f.turn, f.v)); break;
    case RBD_SENSOR_GYRO: rbd__put_vec(out, tact_unrotate(f.turn, f.w)); break;
    case RBD_SENSOR_MAGNETOMETER: rbd__put_vec(out, tact_unrotate(f.turn, m->rig->magnetic)); break;
    case RBD_SENSOR_FORCE:
    case RBD_SENSOR_TORQUE:
        rbd__piece_wrench(m, d, in, s->piece, actuator_force, f.p, &force, &moment);
        rbd__put_vec(out, tact_unrotate(f.turn, s->kind == RBD_SENSOR_FORCE ? force : moment));
        break;
    case RBD_SENSOR_RANGEFINDER:
        out[0] = in->ray ? in->ray(in->context, f.p, tact_rotate(f.turn, tact_vec(0, 0, 1)), s->body, piece->written_in)
                         : TACT_R(-1);
        break;
    default: /* touch */
        out[0] = 0;
        for (i = 0; i < in->n_outside && in->outside; ++i) {
            const rbd_outside *o = &in->outside[i];
            tact_real push = -tact_dot(o->force, o->normal);
            if (!(push > 0) || !rbd__pushes(m->rig, o, s->piece, s->piece + 1)) continue;
            if (rbd__ray_meets(s->zone, s->zone_size, tact_unrotate(f.turn, tact_sub(o->point, f.p)),
                               tact_unrotate(f.turn, o->normal)))
                out[0] += push;
        }
        break;
    }
}
/* Frames, in the world or seen from another one. */
TACT_PRIVATE TACT_COLD void rbd__sense_object(const rbd_data *d, const rbd_sense_input *in, const rbd_sensor *s,
                                              tact_real *out) {
    rbd__sensed f = rbd__sense_frame(d, s->body, s->pose), base;
    tact_vec3 axis =
        tact_vec(s->kind == RBD_SENSOR_FRAME_X, s->kind == RBD_SENSOR_FRAME_Y, s->kind == RBD_SENSOR_FRAME_Z);
    TACT_MEMSET(&base, 0, sizeof base);
    base.turn = tact_quat_identity();
    if (s->reference_body >= 0) base = rbd__sense_frame(d, s->reference_body, s->reference);
    switch (s->kind) {
    case RBD_SENSOR_FRAME_POSITION: rbd__put_vec(out, tact_unrotate(base.turn, tact_sub(f.p, base.p))); break;
    case RBD_SENSOR_FRAME_TURN: rbd__put_quat(out, tact_quat_mul(tact_quat_conj(base.turn), f.turn)); break;
    case RBD_SENSOR_FRAME_VELOCITY:
        f.v = tact_sub(tact_sub(f.v, base.v), tact_cross(base.w, tact_sub(f.p, base.p)));
        rbd__put_vec(out, tact_unrotate(base.turn, f.v));
        break;
    case RBD_SENSOR_FRAME_SPIN: rbd__put_vec(out, tact_unrotate(base.turn, tact_sub(f.w, base.w))); break;
    case RBD_SENSOR_FRAME_ACCELERATION: rbd__put_vec(out, tact_sub(f.a, in->gravity)); break;
    case RBD_SENSOR_FRAME_SPIN_RATE: rbd__put_vec(out, f.dw); break;
    default: rbd__put_vec(out, tact_unrotate(base.turn, tact_rotate(f.turn, axis))); break;
    }
}
/* Joints, tendons and actuators. force and tau: what actuators do. */
TACT_PRIVATE void rbd__sense_drive(const rbd_model *m, rbd_data *d, const rbd_sense_input *in, const rbd_sensor *s,
                                   const tact_real *force, const tact_real *tau, tact_real *out) {
    const rbd_rig *rig = m->rig;
    const tact_real *w = in->q + m->iq[s->body];
    int dof = m->joint_iv[s->body], k;
    tact_real *row = d->work->rig, length, speed = 0;
    switch (s->kind) {
    case RBD_SENSOR_JOINT_POSITION: out[0] = rbd__dof_position(m, in->q, s->body); return;
    case RBD_SENSOR_JOINT_VELOCITY: out[0] = m->dof_scale[dof] * in->v[m->dof_master[dof]]; return;
    case RBD_SENSOR_JOINT_ACTUATION: out[0] = tau[m->dof_master[dof]]; return;
    case RBD_SENSOR_BALL_TURN: rbd__put_quat(out, tact_quat_normalize(tact_quat_make(w[0], w[1], w[2], w[3]))); return;
    case RBD_SENSOR_BALL_VELOCITY:
        for (k = 0; k < 3; ++k) out[k] = in->v[m->dof_master[dof + k]];
        return;
    case RBD_SENSOR_ACTUATOR_FORCE: out[0] = force[s->index]; return;
    case RBD_SENSOR_TENDON_ACTUATION:
        for (k = 0, out[0] = 0; k < rig->n_actuators; ++k)
            if (rig->actuators[k].transmission == RBD_ON_TENDON && rig->actuators[k].tendon == s->index)
                out[0] += force[k];
        return;
    default: break;
    }
    length = s->kind == RBD_SENSOR_TENDON_LENGTH || s->kind == RBD_SENSOR_TENDON_VELOCITY
                 ? rbd__tendon_length(m, d, in->q, &rig->tendons[s->index], row)
                 : rbd__transmission(m, d, in->q, &rig->actuators[s->index], row);
    for (k = 0; k < m->nv; ++k) speed += row[k] * in->v[k];
    out[0] = s->kind == RBD_SENSOR_TENDON_LENGTH || s->kind == RBD_SENSOR_ACTUATOR_LENGTH ? length : speed;
}
TACT_PRIVATE int rbd__asks_actuators(rbd_sensor_kind kind) {
    return kind == RBD_SENSOR_FORCE || kind == RBD_SENSOR_TORQUE || kind == RBD_SENSOR_ACTUATOR_FORCE ||
           kind == RBD_SENSOR_JOINT_ACTUATION || kind == RBD_SENSOR_TENDON_ACTUATION;
}
RBD_API TACT_COLD rbd_status rbd_sense(const rbd_model *m, rbd_data *d, const rbd_sense_input *in, int sensor,
                                       tact_real *values) {
    const rbd_rig *rig = m ? m->rig : NULL;
    tact_real *force, *tau;
    rbd_status status;
    int i, k, acts = 0, last;
    if (!rig || !d || !in || !in->q || !in->v || !values || sensor < -1 || sensor >= rig->n_sensors)
        return RBD_BAD_ARGUMENT;
    last = sensor < 0 ? rig->n_sensors : sensor + 1;
    status = rbd_fk_acceleration(m, d, in->q, in->v, in->a);
    force = d->work->rig + 2 * m->nv + rig->n_actuators, tau = force + rig->n_actuators;
    for (i = sensor < 0 ? 0 : sensor; i < last; ++i) acts |= rbd__asks_actuators(rig->sensors[i].kind);
    if (status >= 0 && acts) status = rbd_actuation(m, d, in->q, in->v, in->activation, in->control, force, tau, NULL);
    for (i = sensor < 0 ? 0 : sensor; i < last && status >= 0; ++i) {
        const rbd_sensor *s = &rig->sensors[i];
        tact_real *out = values + (sensor < 0 ? s->first : 0);
        if (s->kind <= RBD_SENSOR_RANGEFINDER)
            rbd__sense_site(m, d, in, s, force, out);
        else if (s->kind <= RBD_SENSOR_BALL_VELOCITY)
            rbd__sense_drive(m, d, in, s, force, tau, out);
        else if (s->kind <= RBD_SENSOR_FRAME_SPIN_RATE)
            rbd__sense_object(d, in, s, out);
        else if (s->kind <= RBD_SENSOR_SUBTREE_MOMENTUM)
            rbd__put_vec(out, rbd__sense_subtree(d, rig, s));
        else if (s->kind == RBD_SENSOR_CLOCK)
            out[0] = in->time;
        if (!(s->cutoff > 0) || s->size == 4 || (s->kind >= RBD_SENSOR_FRAME_X && s->kind <= RBD_SENSOR_FRAME_Z))
            continue; /* directions have no limit */
        for (k = 0; k < s->size; ++k) out[k] = tact_clamp(out[k], -s->cutoff, s->cutoff);
    }
    return status;
}
#endif /* RBD_NO_FILES */

// >>impl-mjcf-document
/* Owns    one document out of several files: <include>, <frame>, <replicate>, <attach>; which elements and attributes
           there are; default classes; names.
   Reads   texts, by way of the callback `file`.
   Leaves  rbd__mjcf with plain elements: frames are poses of elements, copies have names of their own. */
#ifndef RBD_NO_FILES
#define RBD__VERTEX_MOST TACT_R(1e30) /* metres: single precision still holds it */
#define RBD__MJCF_NODES (1 << 21)     /* elements after all copies: bounds what a short text can ask for */
#define RBD__MJCF_FILES 256           /* files of one robot */
#define RBD__MJCF_NESTING 8           /* files in one another */
#define RBD__MJCF_UNITS 64            /* attached models */
#define RBD__MJCF_REPLICATES 10000    /* copies of one element */
#define RBD__MJCF_GROUP_MOST 1000     /* number of a group of geoms: MuJoCo's are 0 to 5, and no file goes near it */
#define RBD__MJCF_GROUPS 31           /* groups of actuators: MuJoCo switches them off by bits of an int */

typedef struct rbd__mjcf_unit { /* a model: the file itself, or one that is attached to it */
    const char *prefix;         /* of its names */
    const char *directory;      /* of its file, with a final '/' or empty */
    int source;                 /* its file */
    const char *mesh_directory;
    tact_real angle_unit; /* radians per unit of the file */
    char euler[4];
    int limits_by_range, inertia_from_geoms; /* 0 never, 1 always, 2 where there is no <inertial> */
    int balance_inertia, fit_box, strip_path, lowest_group, highest_group, align_free;
    tact_real bound_mass, bound_inertia, total_mass;
} rbd__mjcf_unit;
typedef struct rbd__mjcf_frame { /* of <frame> and of the copies of <replicate> */
    int node, outer, repeat;     /* its element, the frame around it or 0, how often the step of a copy is applied */
    tact_pose pose;              /* in the body */
} rbd__mjcf_frame;
typedef struct rbd__mjcf_series { /* the copies of a <replicate>, for the elements that refer to them */
    int first, end;               /* elements of the first copy */
    int count;
    const char *separator, *suffix; /* suffix: of the names of the first copy, those of replicates around it included */
} rbd__mjcf_series;
typedef struct rbd__mjcf_source {
    const char *name;
    rbd__xml xml;
} rbd__mjcf_source;
typedef struct rbd__mjcf_place { /* of a <body> or <worldbody> */
    int carrier;                 /* builder's number of the body it stands on, -1: not such an element */
    tact_pose pose, world;       /* of its frame in the carrier's frame, and in the world at the reference */
    int carries_mass, moves;
    rbd_inertia inertia; /* of a <body>, in its own frame */
    tact_quat axes;      /* of a <body>: the principal ones that MuJoCo takes */
    /* of a <joint>: builder's number of its body, place in MuJoCo's qpos and qvel, reference. Of a <geom> iq is its
       type, iv its number, reference its radius */
    int joint, iq, iv;
    tact_real reference;
} rbd__mjcf_place;
typedef struct rbd__mjcf_asset { /* mesh by its element */
    int node, state;             /* 0: not asked for, 1: read, 2: not there */
    rbd_mesh mesh;               /* transformed; its memory is the arena's */
    rbd_inertia inertia;         /* at density 1 */
    rbd_mesh_fill fill;
    int convex; /* 1: the inertia is that of the hull */
    const char *file;
} rbd__mjcf_asset;

typedef struct rbd__mjcf {
    rbd__reader reader; /* its document is the one that was put together */
    rbd__arena arena;
    rbd__mjcf_source *sources;
    int n_sources;
    rbd__mjcf_unit *units;
    int n_units;
    rbd__mjcf_frame *frames;
    int n_frames, frame_capacity, node_capacity;
    rbd__mjcf_series *series; /* those inside of others first */
    int n_series, series_capacity;
    rbd__mjcf_place *places; /* per node */
    int *defaults, n_defaults;
    int *names; /* table of nodes + 1 by kind and name */
    uint32_t name_mask;
    rbd__mjcf_asset *meshes;
    int n_meshes, first_frame, nq, nv;
    int wants_rig; /* 0: a builder is filled, which has none */
    tact_real *qpos0, *q_spring;
    uint32_t groups_off; /* of actuators, a bit each */
    int no_gravity, no_springs, no_dampers, no_limits, no_friction, no_actuation, no_equality, no_contact, no_clamp;
    tact_vec3 gravity, wind, magnetic;
    tact_real timestep, density, viscosity;
} rbd__mjcf;

TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_error(const rbd__mjcf *m, int node, const char *a, const char *b,
                                                  const char *c, const char *d) {
    const rbd__xml_node *n = &m->reader.xml.nodes[node];
    const char *name = NULL;
    int i;
    for (i = 0; i < n->n_attributes; ++i)
        if (rbd__string_equal(n->attributes[i].name, "name")) name = n->attributes[i].value;
    return rbd__place_error(m->reader.error, RBD_BAD_TEXT, n, name, a, b, c, d);
}
/* The refusal of a call below, with its status and the place. Returns the status. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_refused(const rbd__mjcf *m, int node, const rbd_error *inner,
                                                    const char *path) {
    rbd__mjcf_error(m, node, path ? "'" : inner->text, path, path ? "': " : NULL, path ? inner->text : NULL);
    if (m->reader.error) m->reader.error->status = inner->status;
    return inner->status;
}
TACT_PRIVATE TACT_COLD void rbd__mjcf_warn(const rbd__mjcf *m, int node, const char *a, const char *b, const char *c,
                                           const char *d) {
    rbd_error text;
    const rbd__xml_node *n = &m->reader.xml.nodes[node];
    rbd__xml_node plain = *n;
    const char *name = NULL;
    int i;
    if (!m->reader.config->warning) return;
    for (i = 0; i < n->n_attributes; ++i)
        if (rbd__string_equal(n->attributes[i].name, "name")) name = n->attributes[i].value;
    plain.line = 0; /* the callback gets it as a number */
    rbd__place_error(&text, RBD_OK, &plain, name, a, b, c, d);
    m->reader.config->warning(m->reader.config->user, n->line, text.text);
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_memory(const rbd__mjcf *m) {
    return rbd__text_error(m->reader.error, RBD_NO_MEMORY, 0, "out of memory, or a model of more than 1 GiB", NULL,
                           NULL, NULL, NULL);
}

/* Text made of three pieces, in the arena; NULL: no memory. */
TACT_PRIVATE TACT_COLD const char *rbd__mjcf_join(rbd__mjcf *m, const char *a, const char *b, const char *c) {
    size_t na = rbd__string_length(a), nb = rbd__string_length(b), nc = rbd__string_length(c);
    char *text = (char *)rbd__arena_alloc(&m->arena, na + nb + nc + 1);
    if (!text) return NULL;
    TACT_MEMCPY(text, a, na);
    TACT_MEMCPY(text + na, b, nb);
    TACT_MEMCPY(text + na + nb, c, nc + 1);
    return text;
}
/* Everything up to the last '/'; "" when there is none. */
TACT_PRIVATE TACT_COLD const char *rbd__mjcf_directory(rbd__mjcf *m, const char *path) {
    size_t n = 0, i;
    char *text;
    for (i = 0; path[i]; ++i)
        if (path[i] == '/' || path[i] == '\\') n = i + 1;
    text = (char *)rbd__arena_alloc(&m->arena, n + 1);
    if (!text) return NULL;
    TACT_MEMCPY(text, path, n);
    text[n] = 0;
    return text;
}

/* Makes room for one more node. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_node(rbd__mjcf *m) {
    rbd__xml *x = &m->reader.xml;
    if (x->n_nodes == m->node_capacity) {
        int more = m->node_capacity ? 2 * m->node_capacity : 256;
        rbd__xml_node *grown;
        if (x->n_nodes >= RBD__MJCF_NODES)
            return rbd__text_error(m->reader.error, RBD_BAD_TEXT, 0, "more than two million elements", NULL, NULL, NULL,
                                   NULL);
        grown = (rbd__xml_node *)rbd__arena_alloc(&m->arena, (size_t)more * sizeof *grown);
        if (!grown) return rbd__mjcf_memory(m);
        if (x->n_nodes) TACT_MEMCPY(grown, x->nodes, (size_t)x->n_nodes * sizeof *grown);
        x->nodes = grown;
        m->node_capacity = more;
    }
    return x->n_nodes++;
}
TACT_PRIVATE TACT_COLD int rbd__mjcf_new_frame(rbd__mjcf *m, int node, int outer, int repeat) {
    if (m->n_frames == m->frame_capacity) {
        int more = m->frame_capacity ? 2 * m->frame_capacity : 32;
        rbd__mjcf_frame *grown = (rbd__mjcf_frame *)rbd__arena_alloc(&m->arena, (size_t)more * sizeof *grown);
        if (!grown) return rbd__mjcf_memory(m);
        if (m->n_frames) TACT_MEMCPY(grown, m->frames, (size_t)m->n_frames * sizeof *grown);
        m->frames = grown, m->frame_capacity = more;
    }
    m->frames[m->n_frames].node = node, m->frames[m->n_frames].outer = outer;
    m->frames[m->n_frames].repeat = repeat;
    m->frames[m->n_frames].pose = tact_pose_identity();
    return m->n_frames++;
}

/* Opens and parses a file. Returns its number among the sources. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_open_file(rbd__mjcf *m, const rbd__xml *from, int node, const char *path,
                                               const char *near_path) {
    const rbd_reader_config *config = m->reader.config;
    const rbd__xml_node *at = &from->nodes[node];
    rbd__mjcf_source *s;
    const char *text = NULL;
    size_t bytes = 0;
    rbd_error inner = {RBD_OK, 0, ""};
    rbd_status status;
    int i;
    if (!config->file)
        return rbd__place_error(m->reader.error, RBD_BAD_TEXT, at, NULL, "'", path,
                                "' cannot be opened: the reader has no callback for files (config.file)", NULL);
    for (i = 1; i < m->n_sources; ++i)
        if (rbd__string_equal(m->sources[i].name, path)) return i;
    if (m->n_sources == RBD__MJCF_FILES)
        return rbd__place_error(m->reader.error, RBD_BAD_TEXT, at, NULL, "more than 256 files", NULL, NULL, NULL);
    text = (const char *)config->file(config->user, path, &bytes);
    if (!text && near_path) text = (const char *)config->file(config->user, near_path, &bytes), path = near_path;
    if (!text) return rbd__place_error(m->reader.error, RBD_BAD_TEXT, at, NULL, "there is no file '", path, "'", NULL);
    s = &m->sources[m->n_sources];
    s->name = rbd__mjcf_join(m, path, "", "");
    if (!s->name) return rbd__mjcf_memory(m);
    status = rbd__xml_parse(&s->xml, text, bytes, m->reader.allocator, &inner);
    if (status < 0) return rbd__text_error(m->reader.error, status, 0, "file '", path, "', ", inner.text, NULL);
    ++m->n_sources;
    for (node = 0; node < s->xml.n_nodes; ++node) s->xml.nodes[node].file = s->name;
    if (!rbd__string_equal(s->xml.nodes[0].name, "mujoco") && !rbd__string_equal(s->xml.nodes[0].name, "mujocoinclude"))
        return rbd__place_error(m->reader.error, RBD_BAD_TEXT, &s->xml.nodes[0], NULL, "an MJCF file begins with ",
                                "<mujoco> or <mujocoinclude>", NULL, NULL);
    return m->n_sources - 1;
}

typedef struct rbd__mjcf_copy { /* how an element is copied into the document */
    int unit, frame, depth;
    const char *suffix, *childclass;
    int refers; /* 1: names that it refers to get the suffix too */
    int again;  /* 1: inside a copy of a <replicate> that is not the first */
} rbd__mjcf_copy;

/* Attributes that hold names of elements: an attached model's get its prefix. */
static const char rbd__mjcf_references[] =
    "name body body1 body2 joint joint1 joint2 jointinparent tendon tendon1 tendon2 site site1 site2 refsite "
    "slidersite "
    "cranksite sidesite geom geom1 geom2 actuator objname refname target subtree1 subtree2 camera";
/* A plain copy of one element under `parent`, names with prefix and suffix. Returns its number. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_copy_node(rbd__mjcf *m, const rbd__xml_node *from, int parent,
                                               const rbd__mjcf_copy *c) {
    rbd__xml *x = &m->reader.xml;
    const char *prefix = m->units[c->unit].prefix;
    int index = rbd__mjcf_node(m), i;
    rbd__xml_node *n;
    if (index < 0) return index;
    n = &x->nodes[index];
    *n = *from;
    n->parent = parent, n->first_child = n->last_child = n->next = -1;
    n->unit = c->unit, n->frame = c->frame;
    n->childclass = c->childclass;
    if (parent >= 0) {
        rbd__xml_node *p = &x->nodes[parent];
        if (p->last_child < 0)
            p->first_child = index;
        else
            x->nodes[p->last_child].next = index;
        p->last_child = index;
    }
    /* names of meshes stay: their models look them up by themselves */
    if ((!prefix[0] && !c->suffix[0]) || !n->n_attributes || rbd__word_in("mesh hfield", n->name)) return index;
    n->attributes = (rbd__xml_attribute *)rbd__arena_alloc(&m->arena, (size_t)n->n_attributes * sizeof *n->attributes);
    if (!n->attributes) return rbd__mjcf_memory(m);
    for (i = 0; i < n->n_attributes; ++i) {
        int is_name = rbd__string_equal(from->attributes[i].name, "name");
        n->attributes[i] = from->attributes[i];
        if ((!prefix[0] && !is_name && !c->refers) || !rbd__word_in(rbd__mjcf_references, from->attributes[i].name))
            continue;
        n->attributes[i].value =
            rbd__mjcf_join(m, prefix, from->attributes[i].value, is_name || c->refers ? c->suffix : "");
        if (!n->attributes[i].value) return rbd__mjcf_memory(m);
    }
    return index;
}

/* Copies and attached models call each other; both are below. Depth is bounded by RBD__MJCF_NESTING and
   RBD__XML_DEPTH. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_emit(rbd__mjcf *m, const rbd__xml *from, int node, int parent,
                                                 const rbd__mjcf_copy *c);
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_emit_children(rbd__mjcf *m, const rbd__xml *from, int node, int parent,
                                                          const rbd__mjcf_copy *c) {
    int child;
    rbd_status status = RBD_OK;
    for (child = from->nodes[node].first_child; child >= 0 && status >= 0; child = from->nodes[child].next)
        status = rbd__mjcf_emit(m, from, child, parent, c);
    return status;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_include(rbd__mjcf *m, const rbd__xml *from, int node, int parent,
                                                    const rbd__mjcf_copy *c) {
    const rbd__xml_node *n = &from->nodes[node];
    const char *name = rbd__node_string(n, "file"), *near_path = NULL, *path;
    rbd__mjcf_copy inner = *c;
    int source;
    if (!name)
        return rbd__place_error(m->reader.error, RBD_BAD_TEXT, n, NULL, "<include> needs a file", NULL, NULL, NULL);
    path = rbd__mjcf_join(m, m->units[c->unit].directory, name, "");
    if (n->file) {
        const char *directory = rbd__mjcf_directory(m, n->file);
        near_path = directory ? rbd__mjcf_join(m, directory, name, "") : NULL;
    }
    if (!path) return rbd__mjcf_memory(m);
    if (++inner.depth > RBD__MJCF_NESTING)
        return rbd__place_error(m->reader.error, RBD_BAD_TEXT, n, NULL, "files include each other without end", NULL,
                                NULL, NULL);
    source = rbd__mjcf_open_file(m, from, node, path, near_path);
    if (source < 0) return (rbd_status)source;
    return rbd__mjcf_emit_children(m, &m->sources[source].xml, 0, parent, &inner);
}
/* "-07": the separator and the number of a copy, with as many digits as the last one has; then the suffix of the copy
   around it. */
TACT_PRIVATE TACT_COLD const char *rbd__mjcf_suffix(rbd__mjcf *m, const char *outer, const char *separator, int i,
                                                    int count) {
    char digits[16], padded[16];
    const char *text = rbd__int_text(digits, i);
    int width = 1, have = 0, at = 0;
    for (; count > 10; count = (count + 9) / 10) ++width;
    while (text[have]) ++have;
    for (; have + at < width; ++at) padded[at] = '0';
    rbd__append(padded, 16, at, text, 12);
    text = rbd__mjcf_join(m, separator, padded, "");
    return text ? rbd__mjcf_join(m, text, outer, "") : NULL;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_new_series(rbd__mjcf *m, const rbd__mjcf_series *series) {
    if (m->n_series == m->series_capacity) {
        int more = m->series_capacity ? 2 * m->series_capacity : 16;
        rbd__mjcf_series *grown = (rbd__mjcf_series *)rbd__arena_alloc(&m->arena, (size_t)more * sizeof *grown);
        if (!grown) return rbd__mjcf_memory(m);
        if (m->n_series) TACT_MEMCPY(grown, m->series, (size_t)m->n_series * sizeof *grown);
        m->series = grown, m->series_capacity = more;
    }
    m->series[m->n_series++] = *series;
    return RBD_OK;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_replicate(rbd__mjcf *m, const rbd__xml *from, int node, int parent,
                                                      const rbd__mjcf_copy *c) {
    const rbd__xml_node *n = &from->nodes[node];
    const char *separator = rbd__node_string(n, "sep"), *childclass = rbd__node_string(n, "childclass");
    const char *count_text = rbd__node_string(n, "count");
    rbd__mjcf_copy inner = *c;
    rbd__mjcf_series series = TACT_ZERO;
    int i, count = 0, detached;
    rbd_status status = RBD_OK;
    for (i = 0; count_text && count_text[i] >= '0' && count_text[i] <= '9'; ++i)
        if (count <= RBD__MJCF_REPLICATES) count = 10 * count + (count_text[i] - '0');
    if (!count_text || !i || count_text[i] || count < 1 || count > RBD__MJCF_REPLICATES)
        return rbd__place_error(m->reader.error, RBD_BAD_TEXT, n, NULL, "<replicate> needs a count of 1 to 10000", NULL,
                                NULL, NULL);
    inner.frame = 0, inner.suffix = "";
    detached = rbd__mjcf_copy_node(m, n, -2, &inner);
    if (detached < 0) return (rbd_status)detached;
    if (childclass) inner.childclass = childclass;
    series.first = m->reader.xml.n_nodes, series.count = count, series.separator = separator ? separator : "";
    for (i = 0; i < count && status >= 0; ++i) {
        inner.again = c->again || i > 0;
        inner.frame = rbd__mjcf_new_frame(m, detached, c->frame, i);
        inner.suffix = rbd__mjcf_suffix(m, c->suffix, series.separator, i, count);
        if (inner.frame < 0) return (rbd_status)inner.frame;
        if (!inner.suffix) return rbd__mjcf_memory(m);
        status = rbd__mjcf_emit_children(m, from, node, parent, &inner);
        if (i == 0) series.end = m->reader.xml.n_nodes, series.suffix = inner.suffix;
    }
    return status < 0 || c->again ? status : rbd__mjcf_new_series(m, &series);
}
TACT_PRIVATE TACT_COLD void rbd__mjcf_default_unit(rbd__mjcf_unit *u) {
    TACT_MEMSET(u, 0, sizeof *u);
    u->prefix = u->directory = u->mesh_directory = "";
    u->angle_unit = TACT_PI / 180;
    u->euler[0] = 'x', u->euler[1] = 'y', u->euler[2] = 'z';
    u->limits_by_range = 1, u->inertia_from_geoms = 2;
    u->highest_group = 5;
    u->total_mass = -1;
}
/* The file of <model> `model` of an <asset>, as its source; of one without a name the file says it. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_attached(rbd__mjcf *m, const rbd__xml *from, int node, const char *model,
                                              const rbd__mjcf_copy *c) {
    int i, k, source, n = m->n_sources;
    for (i = 0; i < n; ++i)
        for (k = 1; k < m->sources[i].xml.n_nodes; ++k) {
            const rbd__xml *x = &m->sources[i].xml;
            const char *name = rbd__node_string(&x->nodes[k], "name"), *file, *path;
            if (!rbd__string_equal(x->nodes[k].name, "model") ||
                !rbd__string_equal(x->nodes[x->nodes[k].parent].name, "asset") ||
                (name && !rbd__string_equal(name, model)))
                continue;
            file = rbd__node_string(&x->nodes[k], "file");
            path = file ? rbd__mjcf_join(m, m->units[c->unit].directory, file, "") : NULL;
            source = path ? rbd__mjcf_open_file(m, from, node, path, NULL) : (int)rbd__mjcf_memory(m);
            if (source < 0 || name) return source;
            name = rbd__node_string(&m->sources[source].xml.nodes[0], "model");
            if (name && rbd__string_equal(name, model)) return source;
        }
    return rbd__place_error(m->reader.error, RBD_BAD_TEXT, &from->nodes[node], model,
                            "no <model> of <asset> has this name", NULL, NULL, NULL);
}
/* The unit of a model that is attached with a prefix; *fresh: it is there for the first time. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_unit_of(rbd__mjcf *m, int source, int outer, const char *prefix, int *fresh) {
    rbd__mjcf_unit *u;
    int i;
    prefix = rbd__mjcf_join(m, m->units[outer].prefix, prefix, "");
    if (!prefix) return (int)rbd__mjcf_memory(m);
    *fresh = 0;
    for (i = 1; i < m->n_units; ++i)
        if (m->units[i].source == source && rbd__string_equal(m->units[i].prefix, prefix)) return i;
    if (m->n_units == RBD__MJCF_UNITS) return (int)RBD_BAD_TEXT;
    u = &m->units[m->n_units];
    rbd__mjcf_default_unit(u);
    u->prefix = prefix, u->source = source;
    u->directory = rbd__mjcf_directory(m, m->sources[source].name);
    *fresh = 1;
    return u->directory ? m->n_units++ : (int)rbd__mjcf_memory(m);
}
/* <attach>: a body or frame of another model, or all of it, with the other sections of that model. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_attach(rbd__mjcf *m, const rbd__xml *from, int node, int parent,
                                                   const rbd__mjcf_copy *c) {
    const rbd__xml_node *n = &from->nodes[node];
    const char *model = rbd__node_string(n, "model"), *body = rbd__node_string(n, "body");
    const char *prefix = rbd__node_string(n, "prefix"), *frame = rbd__node_string(n, "frame");
    const char *kind = frame ? "frame" : "body";
    const rbd__xml *x;
    rbd__mjcf_copy inner = *c;
    int k, source, fresh = 0;
    rbd_status status = RBD_OK;
    if (!prefix || !model || (frame && body))
        return rbd__place_error(m->reader.error, RBD_BAD_TEXT, n, model,
                                !prefix  ? "it needs a prefix"
                                : !model ? "it needs a model: copies of parts of the same file are not supported"
                                         : "it has both a body and a frame",
                                NULL, NULL, NULL);
    if (frame) body = frame;
    source = rbd__mjcf_attached(m, from, node, model, c);
    if (source < 0) return (rbd_status)source;
    inner.unit = rbd__mjcf_unit_of(m, source, c->unit, prefix, &fresh);
    if (inner.unit == (int)RBD_BAD_TEXT || ++inner.depth > RBD__MJCF_NESTING)
        return rbd__place_error(m->reader.error, RBD_BAD_TEXT, n, model, "too many models are attached", NULL, NULL,
                                NULL);
    if (inner.unit < 0) return (rbd_status)inner.unit;
    inner.childclass = NULL;
    x = &m->sources[source].xml;
    for (k = 1; body && k < x->n_nodes; ++k) {
        const char *name = rbd__node_string(&x->nodes[k], "name");
        if (rbd__string_equal(x->nodes[k].name, kind) && name && rbd__string_equal(name, body)) break;
    }
    if (body && k == x->n_nodes)
        return rbd__place_error(m->reader.error, RBD_BAD_TEXT, n, model, "the attached model has no ", kind,
                                " of name ", body);
    if (body) status = rbd__mjcf_emit(m, x, k, parent, &inner);
    for (k = x->nodes[0].first_child; k >= 0 && status >= 0; k = x->nodes[k].next)
        if (!body && rbd__string_equal(x->nodes[k].name, "worldbody"))
            status = rbd__mjcf_emit_children(m, x, k, parent, &inner);
    inner.frame = 0, inner.refers = 1;
    for (k = x->nodes[0].first_child; k >= 0 && status >= 0; k = x->nodes[k].next)
        if (rbd__word_in("contact tendon equality actuator sensor include", x->nodes[k].name) ||
            (fresh && rbd__word_in("compiler default asset", x->nodes[k].name)))
            status = rbd__mjcf_emit(m, x, k, 0, &inner);
    return status;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_emit(rbd__mjcf *m, const rbd__xml *from, int node, int parent,
                                                 const rbd__mjcf_copy *c) {
    const rbd__xml_node *n = &from->nodes[node];
    const char *childclass = rbd__node_string(n, "childclass");
    rbd__mjcf_copy inner = *c;
    int index;
    if (rbd__string_equal(n->name, "include")) return rbd__mjcf_include(m, from, node, parent, c);
    if (rbd__string_equal(n->name, "replicate")) return rbd__mjcf_replicate(m, from, node, parent, c);
    if (rbd__string_equal(n->name, "attach")) return rbd__mjcf_attach(m, from, node, parent, c);
    if (rbd__string_equal(n->name, "frame")) {
        inner.frame = 0;
        index = rbd__mjcf_copy_node(m, n, -2, &inner);
        if (index < 0) return (rbd_status)index;
        inner.frame = rbd__mjcf_new_frame(m, index, c->frame, -1);
        if (inner.frame < 0) return (rbd_status)inner.frame;
        if (childclass) inner.childclass = childclass;
        return rbd__mjcf_emit_children(m, from, node, parent, &inner);
    }
    index = rbd__mjcf_copy_node(m, n, parent, c);
    if (index < 0) return (rbd_status)index;
    inner.frame = 0; /* a body's children count from the body */
    if (childclass) inner.childclass = childclass;
    return rbd__mjcf_emit_children(m, from, node, index, &inner);
}
#endif /* RBD_NO_FILES */

// >>impl-mjcf-values
/* Owns    the elements and attributes of MJCF, default classes, names, attributes with their defaults, settings.
   Reads   the document that was put together.
   Leaves  rbd__mjcf_numbers, rbd__mjcf_string, rbd__mjcf_find and the poses of frames for the rooms below. */
#ifndef RBD_NO_FILES
#define RBD__ORIENTATION "pos quat axisangle xyaxes zaxis euler"
#define RBD__ACTUATOR                                                                                                  \
    "name class group nsample interp delay ctrlrange user ctrllimited forcelimited forcerange lengthrange gear "       \
    "damping armature cranklength joint jointinparent tendon slidersite cranksite site refsite"
#define RBD__TENDON                                                                                                    \
    "name class group limited actuatorfrclimited range actuatorfrcrange solreflimit solimplimit solreffriction "       \
    "solimpfriction frictionloss springlength width material margin stiffness damping armature rgba user"
#define RBD__EQUALITY "name class active solref solimp"
#define RBD__SENSOR                                                                                                    \
    "name nsample interp delay interval cutoff noise user site joint tendon actuator body objtype objname reftype "    \
    "refname geom geom1 geom2 body1 body2 subtree1 subtree2 camera data num reduce mesh datatype needstage dim"
/* Element, the elements it stands in (apart by blanks), its attributes. "*": it and all inside it is for looking at or
   for other programs and is passed over. "!": refused by name. */
static const struct {
    const char *name, *parents, *attributes;
} rbd__mjcf_schema[] = {
    {"compiler", "mujoco",
     "autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate angle fitaabb eulerseq "
     "meshdir "
     "texturedir discardvisual usethread fusestatic inertiafromgeom inertiagrouprange saveinertial assetdir alignfree "
     "conflict"},
    {"lengthrange", "compiler", "*"},
    {"option", "mujoco",
     "timestep impratio tolerance ls_tolerance noslip_tolerance ccd_tolerance sleep_tolerance gravity wind magnetic "
     "density viscosity o_margin o_solref o_solimp o_friction integrator cone jacobian solver iterations ls_iterations "
     "noslip_iterations ccd_iterations sdf_iterations sdf_initpoints actuatorgroupdisable apirate collision "
     "mpr_iterations mpr_tolerance"},
    {"flag", "option",
     "constraint equality frictionloss limit contact spring damper gravity clampctrl warmstart filterparent actuation "
     "refsafe sensor midphase eulerdamp autoreset nativeccd island multiccd override energy fwdinv invdiscrete sleep "
     "diagexact passive"},
    {"size", "mujoco", "*"},
    {"statistic", "mujoco", "*"},
    {"visual", "mujoco", "*"},
    {"custom", "mujoco", "*"},
    {"extension", "mujoco", "!"},
    {"plugin", "body worldbody geom mesh actuator sensor composite flexcomp", "!"},
    {"composite", "body worldbody", "!"},
    {"flexcomp", "body worldbody", "!"},
    {"deformable", "mujoco", "!"},
    {"default", "mujoco default", "class"},
    {"asset", "mujoco", ""},
    {"mesh", "asset default",
     "name class content_type file vertex normal texcoord face refpos refquat scale smoothnormal maxhullvert inertia "
     "builtin params material"},
    {"hfield", "asset", "name content_type file nrow ncol size elevation"},
    {"skin", "asset", "*"},
    {"texture", "asset", "*"},
    {"material", "asset default", "*"},
    {"model", "asset", "*"},
    {"worldbody", "mujoco", "name"},
    {"body", "body worldbody", RBD__ORIENTATION " name childclass mocap gravcomp sleep simple user"},
    {"inertial", "body", RBD__ORIENTATION " mass diaginertia fullinertia"},
    {"joint", "body default",
     "name class type group pos axis springdamper limited actuatorfrclimited solreflimit solimplimit solreffriction "
     "solimpfriction stiffness range actuatorfrcrange actuatorgravcomp margin ref springref armature damping "
     "frictionloss user"},
    {"freejoint", "body", "name group align"},
    {"geom", "body worldbody default",
     RBD__ORIENTATION
     " name class type contype conaffinity condim group priority size material friction mass density shellinertia "
     "solmix solref solimp margin gap surfacevel adhesion fromto hfield mesh fitscale rgba fluidshape fluidcoef user"},
    {"site", "body worldbody default", RBD__ORIENTATION " name class type group material size fromto rgba user"},
    {"camera", "body worldbody default", "*"},
    {"light", "body worldbody default", "*"},
    {"contact", "mujoco", ""},
    {"pair", "contact default",
     "name class geom1 geom2 condim friction solref solreffriction solimp gap margin adhesion"},
    {"exclude", "contact", "name body1 body2"},
    {"tendon", "mujoco", ""},
    {"tendon", "default", RBD__TENDON},
    {"spatial", "tendon", RBD__TENDON},
    {"fixed", "tendon", RBD__TENDON},
    {"site", "spatial", "site"},
    {"geom", "spatial", "geom sidesite"},
    {"pulley", "spatial", "divisor"},
    {"joint", "fixed", "joint coef"},
    {"equality", "mujoco", ""},
    {"equality", "default", RBD__EQUALITY},
    {"connect", "equality", RBD__EQUALITY " body1 body2 anchor site1 site2"},
    {"weld", "equality", RBD__EQUALITY " body1 body2 relpose anchor site1 site2 torquescale"},
    {"joint", "equality", RBD__EQUALITY " joint1 joint2 polycoef"},
    {"tendon", "equality", RBD__EQUALITY " tendon1 tendon2 polycoef"},
    {"flex", "equality", "!"},
    {"flexvert", "equality", "!"},
    {"flexstrain", "equality", "!"},
    {"actuator", "mujoco", ""},
    {"general", "actuator default",
     RBD__ACTUATOR " actlimited actrange body actdim dyntype gaintype biastype dynprm gainprm biasprm actearly input "
                   "velrange ffrange"},
    {"motor", "actuator default", RBD__ACTUATOR},
    {"position", "actuator default", RBD__ACTUATOR " inheritrange kp kv dampratio timeconst"},
    {"velocity", "actuator default", RBD__ACTUATOR " kv"},
    {"intvelocity", "actuator default", RBD__ACTUATOR " actlimited actrange inheritrange kp kv dampratio"},
    {"damper", "actuator default", RBD__ACTUATOR " kv"},
    {"cylinder", "actuator default", RBD__ACTUATOR " timeconst area diameter bias"},
    {"muscle", "actuator default", RBD__ACTUATOR " timeconst tausmooth range force scale lmin lmax vmax fpmax fvmax"},
    {"adhesion", "actuator default", RBD__ACTUATOR " body gain"},
    {"orientation", "actuator default", RBD__ACTUATOR " kp kv dampratio input"},
    {"pid", "actuator default",
     RBD__ACTUATOR " posrange velrange ffrange kp kv dampratio ki imax slewmax inheritrange input"},
    {"dcmotor", "actuator default",
     RBD__ACTUATOR " motorconst resistance nominal saturation inductance cogging controller thermal lugre input"},
    {"sensor", "mujoco", ""},
    {"keyframe", "mujoco", ""},
    {"key", "keyframe", "name time qpos qvel act mpos mquat ctrl"}};
static const char rbd__mjcf_actuators[] =
    "general motor position velocity intvelocity damper cylinder muscle adhesion orientation pid dcmotor";
static const char rbd__mjcf_sensors[] =
    "touch accelerometer velocimeter gyro force torque magnetometer camprojection rangefinder jointpos jointvel "
    "tendonpos tendonvel actuatorpos actuatorvel actuatorfrc jointactuatorfrc tendonactuatorfrc ballquat ballangvel "
    "jointlimitpos jointlimitvel jointlimitfrc tendonlimitpos tendonlimitvel tendonlimitfrc framepos framequat "
    "framexaxis frameyaxis framezaxis framelinvel frameangvel framelinacc frameangacc subtreecom subtreelinvel "
    "subtreeangmom insidesite distance normal fromto contact e_potential e_kinetic clock tactile user bodypos bodyquat "
    "bodyxaxis bodyyaxis bodyzaxis bodylinvel bodyangvel";

/* An element that is not MJCF's, or not here, and an attribute that it does not have, are errors. Elements inside
   what is passed over get the parent -1 and are seen by nobody. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_check(rbd__mjcf *m) {
    rbd__xml *x = &m->reader.xml; /* marks are made in place */
    const size_t rows = sizeof rbd__mjcf_schema / sizeof rbd__mjcf_schema[0];
    int node, k;
    size_t i;
    for (node = 1; node < x->n_nodes; ++node) {
        rbd__xml_node *n = &x->nodes[node];
        const char *attributes = NULL, *parent = n->parent >= 0 ? x->nodes[n->parent].name : "";
        int inner = n->parent >= 0 && x->nodes[n->parent].passed;
        if (n->parent == -2) { /* <frame> and <replicate> */
            attributes = n->name[0] == 'f' ? RBD__ORIENTATION " name childclass" : "count offset euler sep childclass";
        } else if (inner) {
            n->passed = 1;
            continue;
        } else if (rbd__string_equal(parent, "sensor")) {
            if (rbd__string_equal(n->name, "plugin"))
                return rbd__mjcf_error(m, node, "plugins are not supported", NULL, NULL, NULL);
            if (rbd__word_in(rbd__mjcf_sensors, n->name)) attributes = RBD__SENSOR;
        }
        for (i = 0; i < rows && !attributes; ++i)
            if (rbd__string_equal(rbd__mjcf_schema[i].name, n->name) &&
                rbd__word_in(rbd__mjcf_schema[i].parents, parent))
                attributes = rbd__mjcf_schema[i].attributes;
        if (!attributes) return rbd__mjcf_error(m, node, "no such element in <", parent, ">", NULL);
        if (attributes[0] == '!')
            return rbd__mjcf_error(m, node, "this element is not supported (plugins, composite, flexcomp and flex)",
                                   NULL, NULL, NULL);
        n->passed = attributes[0] == '*';
        for (k = 0; k < n->n_attributes && !n->passed; ++k)
            if (!rbd__word_in(attributes, n->attributes[k].name))
                return rbd__mjcf_error(m, node, "it has no attribute '", n->attributes[k].name, "'", NULL);
    }
    return RBD_OK;
}

/* Elements that share their defaults: all actuators; connect, weld, ... ; fixed and spatial tendons. */
TACT_PRIVATE TACT_COLD const char *rbd__mjcf_family(const rbd__xml *x, int node) {
    const char *parent = x->nodes[node].parent >= 0 ? x->nodes[x->nodes[node].parent].name : "";
    if (rbd__string_equal(parent, "equality")) return "equality";
    if (rbd__string_equal(parent, "tendon")) return "tendon";
    return x->nodes[node].name;
}
/* The default element of a class of a unit, the last one of several <default> of the outermost class; "main" is that
   of elements without a class. -1: none. `before`: only elements before this place in m->defaults. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_class(const rbd__mjcf *m, int unit, const char *name, int before) {
    const rbd__xml *x = &m->reader.xml;
    int i;
    for (i = before; i-- > 0;) {
        const char *own = rbd__node_string(&x->nodes[m->defaults[i]], "class");
        if (x->nodes[m->defaults[i]].unit != unit) continue;
        if (!own && x->nodes[m->defaults[i]].parent == 0) own = "main";
        if (own && rbd__string_equal(own, name ? name : "main")) return i;
    }
    return -1;
}
/* Next element of defaults to ask, outwards: others of the same class, then its outer class. `at` is a place in
   m->defaults, or n_defaults at first. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_outer(const rbd__mjcf *m, int at) {
    const rbd__xml *x = &m->reader.xml;
    int node = m->defaults[at], parent = x->nodes[node].parent, i;
    if (parent == 0) return rbd__mjcf_class(m, x->nodes[node].unit, "main", at);
    for (i = 0; i < m->n_defaults; ++i)
        if (m->defaults[i] == parent) {
            const char *name = rbd__node_string(&x->nodes[parent], "class");
            int last = x->nodes[parent].parent == 0 ? rbd__mjcf_class(m, x->nodes[node].unit, name, m->n_defaults) : i;
            return last >= 0 ? last : i;
        }
    return -1;
}
TACT_PRIVATE TACT_COLD const char *rbd__mjcf_class_of(const rbd__mjcf *m, int node) {
    const char *own = rbd__node_string(&m->reader.xml.nodes[node], "class");
    return own ? own : m->reader.xml.nodes[node].childclass;
}
/* Element that holds an attribute for `node`: the node itself, else the one of its family in its class, outwards; -1:
   none. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_holder(const rbd__mjcf *m, int node, const char *name) {
    const rbd__xml *x = &m->reader.xml;
    const char *family;
    int at, child;
    if (rbd__node_string(&x->nodes[node], name)) return node;
    if (!m->n_defaults) return -1;
    family = rbd__mjcf_family(x, node);
    if (rbd__string_equal(family, "freejoint") || rbd__string_equal(family, "body")) return -1;
    for (at = rbd__mjcf_class(m, x->nodes[node].unit, rbd__mjcf_class_of(m, node), m->n_defaults); at >= 0;
         at = rbd__mjcf_outer(m, at)) {
        child = rbd__xml_child(x, m->defaults[at], family);
        if (child >= 0 && rbd__node_string(&x->nodes[child], name)) return child;
    }
    return -1;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_numbers(const rbd__mjcf *m, int node, const char *name, int least, int most,
                                                    tact_real *values, int *count) {
    int holder = rbd__mjcf_holder(m, node, name), n;
    return rbd__xml_numbers(&m->reader.xml, holder, name, least, most, values, count ? count : &n);
}
TACT_PRIVATE TACT_COLD const char *rbd__mjcf_string(const rbd__mjcf *m, int node, const char *name) {
    int holder = rbd__mjcf_holder(m, node, name);
    return holder < 0 ? NULL : rbd__node_string(&m->reader.xml.nodes[holder], name);
}
TACT_PRIVATE TACT_COLD int rbd__mjcf_is(const char *value, const char *word) {
    return value && rbd__string_equal(value, word);
}
/* The place of an attribute's word in a list apart by blanks, `fallback` when there is none; an error when it is not
   in the list. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_word(const rbd__mjcf *m, int node, const char *name, const char *words,
                                                 int fallback, int *place) {
    const char *value = rbd__mjcf_string(m, node, name), *p = words;
    size_t n;
    int k;
    *place = fallback;
    if (!value) return RBD_OK;
    n = rbd__string_length(value);
    for (k = 0; *p; ++k) {
        size_t length = 0;
        while (p[length] && p[length] != ' ') ++length;
        if (length == n && !TACT_MEMCMP(p, value, n)) {
            *place = k;
            return RBD_OK;
        }
        p += length;
        while (*p == ' ') ++p;
    }
    return rbd__mjcf_error(m, node, name, " cannot be '", value, "'");
}

/* A turn by the one orientation that an element gives. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_turn(const rbd__mjcf *m, int node, int holder, const char *kind,
                                                 tact_quat *q) {
    const rbd__xml *x = &m->reader.xml;
    const rbd__mjcf_unit *u = &m->units[x->nodes[node].unit];
    tact_real o[6] = {0, 0, 0, 0, 0, 0};
    tact_vec3 a, b;
    tact_mat3 r;
    int i, n = kind[0] == 'q' || kind[0] == 'a' ? 4 : (kind[0] == 'x' ? 6 : 3);
    rbd_status status = rbd__xml_numbers(x, holder, kind, n, n, o, NULL);
    *q = tact_quat_identity();
    if (status < 0) return status;
    a = tact_vec(o[0], o[1], o[2]);
    switch (kind[0]) {
    case 'q': *q = tact_quat_make(o[1], o[2], o[3], o[0]); break;
    case 'a':
        a = tact_normalize_or(a, tact_vec(0, 0, 0));
        *q = tact_quat_axis_angle(a, tact_norm(a) > 0 ? o[3] * u->angle_unit : 0);
        if (!(tact_norm(a) > 0))
            return rbd__mjcf_error(m, node, "the axis of axisangle has no direction", NULL, NULL, NULL);
        break;
    case 'e':
        for (i = 0; i < 3; ++i) { /* lower case: axes that move along; upper case: fixed ones */
            char c = u->euler[i];
            int fixed = c >= 'X' && c <= 'Z', axis = fixed ? c - 'X' : c - 'x';
            tact_quat turn;
            if (!(tact_abs(o[i] * u->angle_unit) < RBD__ANGLE_MOST))
                return rbd__mjcf_error(m, node, "an angle of euler is beyond 1e6 radians", NULL, NULL, NULL);
            turn = tact_quat_axis_angle(rbd__unit(axis), o[i] * u->angle_unit);
            *q = fixed ? tact_quat_mul(turn, *q) : tact_quat_mul(*q, turn);
        }
        break;
    case 'x':
        b = tact_vec(o[3], o[4], o[5]);
        a = tact_normalize_or(a, tact_vec(0, 0, 0));
        b = tact_normalize_or(tact_mul_add(b, -tact_dot(a, b), a), tact_vec(0, 0, 0));
        r = tact_mat_columns(a, b, tact_cross(a, b));
        if (!(tact_norm(b) > 0 && tact_norm(a) > 0)) /* of unit length, or zero */
            return rbd__mjcf_error(m, node, "the axes of xyaxes span no plane", NULL, NULL, NULL);
        *q = tact_quat_from_mat(&r);
        break;
    default:
        if (!rbd__has_direction(a)) return rbd__mjcf_error(m, node, "zaxis has no direction", NULL, NULL, NULL);
        *q = rbd__quat_z_to(tact_normalize_or(a, tact_vec(0, 0, 1)));
        break;
    }
    return RBD_OK;
}
static const char rbd__mjcf_turns[5][10] = {"quat", "axisangle", "xyaxes", "zaxis", "euler"};
/* Does an element itself say how it is turned? */
TACT_PRIVATE TACT_COLD int rbd__mjcf_oriented(const rbd__xml *x, int node) {
    int i, n = 0;
    for (i = 0; i < 5; ++i) n += rbd__node_string(&x->nodes[node], rbd__mjcf_turns[i]) != NULL;
    return n;
}
/* pos and orientation of an element in the frame that it is written in. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_own_pose(const rbd__mjcf *m, int node, tact_pose *pose) {
    const rbd__xml *x = &m->reader.xml;
    tact_real p[3] = {0, 0, 0};
    int i, found = -1, holder = -1;
    rbd_status status = rbd__mjcf_numbers(m, node, "pos", 3, 3, p, NULL);
    *pose = tact_pose_identity();
    if (status < 0) return status;
    pose->p = tact_vec(p[0], p[1], p[2]);
    if (rbd__mjcf_oriented(x, node) > 1) return rbd__mjcf_error(m, node, "it has two orientations", NULL, NULL, NULL);
    for (i = 0; i < 5; ++i)
        if (rbd__node_string(&x->nodes[node], rbd__mjcf_turns[i])) found = i, holder = node;
    for (i = 0; i < 5 && found < 0; ++i) {
        holder = rbd__mjcf_holder(m, node, rbd__mjcf_turns[i]);
        if (holder >= 0) found = i;
    }
    if (found >= 0) status = rbd__mjcf_turn(m, node, holder, rbd__mjcf_turns[found], &pose->q);
    if (status >= 0 && (!tact_pose_valid(*pose) || !(tact_norm(pose->p) < RBD__VERTEX_MOST)))
        return rbd__mjcf_error(m, node, "its pos is infinite, or its orientation cannot be normalised", NULL, NULL,
                               NULL);
    pose->q = tact_quat_normalize(pose->q);
    return status;
}
/* The same in the body's frame: through the frames around it. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_pose(const rbd__mjcf *m, int node, tact_pose *pose) {
    int frame = m->reader.xml.nodes[node].frame;
    rbd_status status = rbd__mjcf_own_pose(m, node, pose);
    if (frame && status >= 0) *pose = tact_pose_mul(m->frames[frame].pose, *pose);
    return status;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_frames(rbd__mjcf *m) {
    int i, k;
    for (i = 1; i < m->n_frames; ++i) { /* outer ones come first */
        rbd__mjcf_frame *f = &m->frames[i];
        tact_pose own = tact_pose_identity(), step = own;
        rbd_status status = RBD_OK;
        if (f->repeat < 0) {
            status = rbd__mjcf_own_pose(m, f->node, &own);
        } else {
            status = rbd__xml_vec3(&m->reader.xml, f->node, "offset", &step.p);
            if (status >= 0 && rbd__node_string(&m->reader.xml.nodes[f->node], "euler"))
                status = rbd__mjcf_turn(m, f->node, f->node, "euler", &step.q);
            for (k = 0; k < f->repeat; ++k) own = tact_pose_mul(own, step);
            own.q = tact_quat_normalize(own.q);
        }
        if (status < 0) return status;
        f->pose = f->outer ? tact_pose_mul(m->frames[f->outer].pose, own) : own;
    }
    return RBD_OK;
}

/* Names of meshes and height fields belong to their model. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_is_asset(int kind) { return kind == 'm' || kind == 'h'; }
/* What kind of name an element has, 0: none that is looked up. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_kind(const rbd__xml *x, int node) {
    const char *name = x->nodes[node].name, *parent;
    if (x->nodes[node].parent < 0 || x->nodes[node].passed) return 0;
    parent = x->nodes[x->nodes[node].parent].name;
    if (rbd__string_equal(parent, "body") || rbd__string_equal(parent, "worldbody")) {
        if (rbd__string_equal(name, "freejoint")) return 'j';
        return rbd__word_in("body joint geom site", name) ? name[0] : 0;
    }
    if (rbd__string_equal(parent, "tendon")) return 't';
    if (rbd__string_equal(parent, "actuator")) return 'a';
    return rbd__string_equal(parent, "asset") && rbd__word_in("mesh hfield", name) ? name[0] : 0;
}
TACT_PRIVATE TACT_COLD uint32_t rbd__mjcf_hash(int kind, int unit, const char *name) {
    uint32_t h = 2166136261u ^ (uint32_t)kind ^ (rbd__mjcf_is_asset(kind) ? (uint32_t)unit << 8 : 0u);
    for (; *name; ++name) h = (h ^ (uint32_t)(unsigned char)*name) * 16777619u;
    return h ^ h >> 13;
}
/* A mesh or height field without a name has that of its file, without directory and ending. */
TACT_PRIVATE TACT_COLD const char *rbd__mjcf_name(rbd__mjcf *m, int node, int kind) {
    const rbd__xml_node *n = &m->reader.xml.nodes[node];
    const char *name = rbd__node_string(n, "name"), *file;
    size_t first = 0, last = 0, i;
    char *text;
    if (name || !rbd__mjcf_is_asset(kind)) return name;
    file = rbd__node_string(n, "file");
    if (!file) return NULL;
    for (i = 0; file[i]; ++i) {
        if (file[i] == '/' || file[i] == '\\') first = i + 1;
        if (file[i] == '.') last = i;
    }
    if (last < first) last = i;
    text = (char *)rbd__arena_alloc(&m->arena, last - first + 1);
    if (!text) return NULL;
    TACT_MEMCPY(text, file + first, last - first);
    text[last - first] = 0;
    return text;
}
/* The element of that kind and name, -1: none. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_find(const rbd__mjcf *m, int kind, int unit, const char *name) {
    const rbd__xml *x = &m->reader.xml;
    uint32_t i;
    if (!name) return -1;
    for (i = rbd__mjcf_hash(kind, unit, name) & m->name_mask; m->names[i]; i = (i + 1) & m->name_mask) {
        int node = m->names[i] - 1;
        const char *own = x->nodes[node].label;
        if (own && rbd__mjcf_kind(x, node) == kind && (!rbd__mjcf_is_asset(kind) || x->nodes[node].unit == unit) &&
            rbd__string_equal(own, name))
            return node;
    }
    return -1;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_index_names(rbd__mjcf *m) {
    rbd__xml *x = &m->reader.xml;
    size_t slots = 64;
    int node;
    while (slots < 2 * (size_t)x->n_nodes) slots *= 2;
    m->names = (int *)rbd__arena_alloc(&m->arena, slots * sizeof(int));
    if (!m->names) return rbd__mjcf_memory(m);
    TACT_MEMSET(m->names, 0, slots * sizeof(int));
    m->name_mask = (uint32_t)(slots - 1);
    for (node = 1; node < x->n_nodes; ++node) {
        int kind = rbd__mjcf_kind(x, node), unit = x->nodes[node].unit;
        const char *name = kind ? rbd__mjcf_name(m, node, kind) : NULL;
        uint32_t i;
        x->nodes[node].label = name;
        if (!name || !name[0]) continue;
        if (rbd__mjcf_find(m, kind, unit, name) >= 0)
            return rbd__mjcf_error(m, node, "another one has this name", NULL, NULL, NULL);
        for (i = rbd__mjcf_hash(kind, unit, name) & m->name_mask; m->names[i];) i = (i + 1) & m->name_mask;
        m->names[i] = node + 1;
    }
    return RBD_OK;
}
/* The kind of element that the attribute names; 0: it names none that is looked for. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_reference_kind(const rbd__xml_node *n, int attribute) {
    const char *name = n->attributes[attribute].name, *type;
    if (rbd__word_in("refsite slidersite cranksite sidesite", name)) return 's';
    if (rbd__word_in("subtree1 subtree2", name)) return 'b';
    if (rbd__word_in("objname refname", name)) {
        type = rbd__node_string(n, name[0] == 'o' ? "objtype" : "reftype");
        return !type ? 0 : type[0] == 'x' ? 'b' : type[0];
    }
    return !rbd__string_equal(name, "name") && rbd__word_in(rbd__mjcf_references, name) ? name[0] : 0;
}
/* Whether elements of a series had this name before they were copied. Elements from `since` on refer to the series and
   are copied with it; their names have only its own suffix. Returns -1 without memory. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_in_series(rbd__mjcf *m, const rbd__mjcf_series *s, const char *own, int since,
                                               int kind, const char *name) {
    int in_tree = kind == 'b' || kind == 'j' || kind == 'g' || kind == 's', found;
    const char *full;
    if (!in_tree && kind != 't' && kind != 'a') return 0;
    full = rbd__mjcf_join(m, name, in_tree ? s->suffix : own, "");
    if (!full) return -1;
    found = rbd__mjcf_find(m, kind, 0, full);
    return in_tree ? found >= s->first && found < s->end : found >= since;
}
/* A copy of an element of a section, with all inside it: its name and the names of the series get the suffix. Returns
   its number. Depth is bounded by RBD__XML_DEPTH. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_copy_reference(rbd__mjcf *m, const rbd__mjcf_series *s, const char *first_suffix,
                                                    int since, int node, int parent, const char *suffix) {
    rbd__xml_node from = m->reader.xml.nodes[node];
    rbd__mjcf_copy plain = {0, 0, 0, "", NULL, 0, 0};
    rbd__xml_attribute *own = NULL;
    int i, child, index, unit = from.unit;
    plain.frame = from.frame, plain.childclass = from.childclass;
    if (from.n_attributes) {
        own = (rbd__xml_attribute *)rbd__arena_alloc(&m->arena, (size_t)from.n_attributes * sizeof *own);
        if (!own) return rbd__mjcf_memory(m);
    }
    for (i = 0; i < from.n_attributes; ++i) {
        int is_name = rbd__string_equal(from.attributes[i].name, "name"), kind = rbd__mjcf_reference_kind(&from, i);
        int in = is_name ? 1 : rbd__mjcf_in_series(m, s, first_suffix, since, kind, from.attributes[i].value);
        own[i] = from.attributes[i];
        if (in > 0) own[i].value = rbd__mjcf_join(m, own[i].value, suffix, "");
        if (in < 0 || !own[i].value) return rbd__mjcf_memory(m);
    }
    from.attributes = own;
    index = rbd__mjcf_copy_node(m, &from, parent, &plain);
    if (index < 0) return index;
    m->reader.xml.nodes[index].unit = unit; /* copied in the file's own, whose prefix is empty */
    for (child = m->reader.xml.nodes[node].first_child; child >= 0; child = m->reader.xml.nodes[child].next) {
        i = rbd__mjcf_copy_reference(m, s, first_suffix, since, child, index, suffix);
        if (i < 0) return i;
    }
    return index;
}
/* Whether an element, or one inside it, refers to a series; -1: no memory. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_refers(rbd__mjcf *m, const rbd__mjcf_series *s, const char *own, int since,
                                            int node) {
    const rbd__xml_node *n = &m->reader.xml.nodes[node];
    int i, child, in = 0;
    for (i = 0; i < n->n_attributes && !in; ++i)
        in = rbd__mjcf_in_series(m, s, own, since, rbd__mjcf_reference_kind(n, i), n->attributes[i].value);
    for (child = n->first_child; child >= 0 && !in; child = m->reader.xml.nodes[child].next)
        in = rbd__mjcf_refers(m, s, own, since, child);
    return in;
}
/* Elements of one kind of section that refer to a series: a copy for each of its copies in their place, as MuJoCo has
   it: copy after copy, behind those that stay. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_copy_section(rbd__mjcf *m, const rbd__mjcf_series *s, const char *section,
                                                         const char *own, int since, int *copied) {
    rbd__xml *x = &m->reader.xml;
    int node, k, i, n = 0, end = x->n_nodes, *chosen = NULL;
    for (k = 0; k < 2 && (!k || n); ++k) { /* counts, then notes */
        if (k) chosen = (int *)rbd__arena_alloc(&m->arena, (size_t)n * sizeof *chosen);
        if (k && !chosen) return rbd__mjcf_memory(m);
        for (node = 1, n = 0; node < end; ++node) {
            int parent = x->nodes[node].parent, refers;
            if (parent <= 0 || x->nodes[parent].parent != 0 || !rbd__string_equal(x->nodes[parent].name, section))
                continue;
            refers = x->nodes[node].passed ? 0 : rbd__mjcf_refers(m, s, own, since, node);
            if (refers < 0) return rbd__mjcf_memory(m);
            if (refers && k) chosen[n] = node;
            n += refers;
        }
    }
    for (i = 0; i < s->count && n; ++i) {
        const char *suffix = rbd__mjcf_suffix(m, "", s->separator, i, s->count);
        if (!suffix) return rbd__mjcf_memory(m);
        for (k = 0; k < n; ++k) {
            node = rbd__mjcf_copy_reference(m, s, own, since, chosen[k], x->nodes[chosen[k]].parent, suffix);
            if (node < 0) return (rbd_status)node;
        }
    }
    for (k = 0; k < n; ++k) { /* out of the list of its section */
        rbd__xml_node *parent = &x->nodes[x->nodes[chosen[k]].parent];
        int *link = &parent->first_child;
        while (*link != chosen[k]) link = &x->nodes[*link].next;
        *link = x->nodes[chosen[k]].next;
        x->nodes[chosen[k]].parent = -1;
    }
    *copied |= n > 0;
    return RBD_OK;
}
/* Sections refer to elements of a <replicate> by their names before it copied them. Needs the table of names, and
   leaves it up to date. O(series * elements). */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_copy_references(rbd__mjcf *m) {
    static const char *const sections[] = {"contact", "tendon", "equality", "actuator", "sensor"};
    rbd_status status = RBD_OK;
    int i;
    size_t k;
    for (i = 0; i < m->n_series && status >= 0; ++i) {
        const rbd__mjcf_series *s = &m->series[i];
        const char *own = rbd__mjcf_suffix(m, "", s->separator, 0, s->count);
        int since = m->reader.xml.n_nodes, copied = 0;
        if (!own) return rbd__mjcf_memory(m);
        for (k = 0; k < sizeof sections / sizeof sections[0] && status >= 0; ++k, copied = 0) {
            status = rbd__mjcf_copy_section(m, s, sections[k], own, since, &copied);
            if (copied && status >= 0) status = rbd__mjcf_index_names(m);
        }
    }
    return status;
}
/* A class that nobody defines is a misspelling. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_check_classes(rbd__mjcf *m) {
    rbd__xml *x = &m->reader.xml;
    int node, i;
    m->defaults = (int *)rbd__arena_alloc(&m->arena, (size_t)x->n_nodes * sizeof(int));
    if (!m->defaults) return rbd__mjcf_memory(m);
    for (node = 1; node < x->n_nodes; ++node)
        if (rbd__string_equal(x->nodes[node].name, "default") && x->nodes[node].parent >= 0) {
            const char *own = rbd__node_string(&x->nodes[node], "class");
            if (!own && x->nodes[node].parent > 0)
                return rbd__mjcf_error(m, node, "a default class inside another needs a name", NULL, NULL, NULL);
            for (i = 0; i < m->n_defaults && own; ++i)
                if (x->nodes[m->defaults[i]].unit == x->nodes[node].unit && x->nodes[node].parent > 0 &&
                    rbd__mjcf_is(rbd__node_string(&x->nodes[m->defaults[i]], "class"), own))
                    return rbd__mjcf_error(m, node, "class '", own, "' is defined twice", NULL);
            m->defaults[m->n_defaults++] = node;
        }
    for (node = 1; node < x->n_nodes; ++node) {
        const char *names[2];
        names[0] = rbd__node_string(&x->nodes[node], "class");
        names[1] = rbd__node_string(&x->nodes[node], "childclass");
        if (x->nodes[node].passed || rbd__string_equal(x->nodes[node].name, "default")) continue;
        for (i = 0; i < 2; ++i)
            if (names[i] && !rbd__string_equal(names[i], "main") &&
                rbd__mjcf_class(m, x->nodes[node].unit, names[i], m->n_defaults) < 0)
                return rbd__mjcf_error(m, node, "there is no default class '", names[i], "'", NULL);
    }
    return RBD_OK;
}
#endif /* RBD_NO_FILES */

// >>impl-mjcf
/* Owns    MJCF: settings, meshes, geoms, joints, mass properties, bodies.
   Reads   the document that was put together.
   Leaves  bodies and frames in the builder; places of bodies and joints. */
#ifndef RBD_NO_FILES
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_flag(const rbd__mjcf *m, int node, const char *name, int *off) {
    const char *value = rbd__node_string(&m->reader.xml.nodes[node], name);
    if (rbd__mjcf_is(value, "disable"))
        *off = 1;
    else if (value && !rbd__string_equal(value, "enable"))
        return rbd__mjcf_error(m, node, name, " must be enable or disable", NULL, NULL);
    return RBD_OK;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_option(rbd__mjcf *m, int node) {
    static const char names[10][14] = {"constraint",   "gravity",   "spring",   "damper",  "limit",
                                       "frictionloss", "actuation", "equality", "contact", "clampctrl"};
    const rbd__xml *x = &m->reader.xml;
    int *off[10], all = 0, i, n = 0, flag = rbd__xml_child(x, node, "flag");
    tact_real groups[RBD__MJCF_GROUPS];
    rbd_status status = rbd__xml_vec3(x, node, "gravity", &m->gravity);
    off[0] = &all, off[1] = &m->no_gravity, off[2] = &m->no_springs, off[3] = &m->no_dampers, off[4] = &m->no_limits;
    off[5] = &m->no_friction, off[6] = &m->no_actuation, off[7] = &m->no_equality, off[8] = &m->no_contact;
    off[9] = &m->no_clamp;
    if (status >= 0) status = rbd__xml_vec3(x, node, "wind", &m->wind);
    if (status >= 0) status = rbd__xml_vec3(x, node, "magnetic", &m->magnetic);
    if (status >= 0) status = rbd__xml_numbers(x, node, "timestep", 1, 1, &m->timestep, NULL);
    if (status >= 0) status = rbd__xml_numbers(x, node, "density", 1, 1, &m->density, NULL);
    if (status >= 0) status = rbd__xml_numbers(x, node, "viscosity", 1, 1, &m->viscosity, NULL);
    for (i = 0; i < 10 && flag >= 0 && status >= 0; ++i) status = rbd__mjcf_flag(m, flag, names[i], off[i]);
    if (status >= 0) status = rbd__mjcf_word(m, node, "integrator", "Euler RK4 implicit implicitfast", 0, &n);
    if (status >= 0 && flag >= 0 && rbd__mjcf_is(rbd__node_string(&x->nodes[flag], "sensor"), "disable"))
        rbd__mjcf_warn(m, flag, "sensors are read all the same", NULL, NULL, NULL);
    if (status >= 0 && flag >= 0 && rbd__mjcf_is(rbd__node_string(&x->nodes[flag], "override"), "enable"))
        rbd__mjcf_warn(m, flag, "override of contact parameters is not read", NULL, NULL, NULL);
    if (status >= 0 && !(m->timestep > 0 && m->timestep < TACT_REAL_MAX))
        return rbd__mjcf_error(m, node, "timestep is not above zero", NULL, NULL, NULL);
    if (status >= 0) status = rbd__xml_numbers(x, node, "actuatorgroupdisable", 1, RBD__MJCF_GROUPS, groups, &n);
    for (i = 0; i < n && status >= 0; ++i) {
        if (!(groups[i] >= 0 && groups[i] < RBD__MJCF_GROUPS))
            return rbd__mjcf_error(m, node, "actuatorgroupdisable has groups 0 to 30", NULL, NULL, NULL);
        m->groups_off |= (uint32_t)1 << (int)groups[i];
    }
    if (all) m->no_limits = m->no_friction = m->no_equality = m->no_contact = 1;
    return status;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_compiler(rbd__mjcf *m, int node) {
    const rbd__xml *x = &m->reader.xml;
    rbd__mjcf_unit *u = &m->units[x->nodes[node].unit];
    const char *value;
    tact_real groups[2] = {0, 5};
    int i, n, word;
    rbd_status status = rbd__mjcf_word(m, node, "angle", "radian degree", -1, &word);
    if (status < 0) return status;
    if (word >= 0) u->angle_unit = word ? TACT_PI / 180 : TACT_R(1);
    if (rbd__mjcf_is(rbd__xml_string(x, node, "coordinate"), "global"))
        return rbd__mjcf_error(m, node, "global coordinates are not supported", NULL, NULL, NULL);
    value = rbd__xml_string(x, node, "eulerseq");
    for (i = 0; value && i < 3; ++i) {
        if (!((value[i] >= 'x' && value[i] <= 'z') || (value[i] >= 'X' && value[i] <= 'Z')) || (i == 2 && value[3]))
            return rbd__mjcf_error(m, node, "eulerseq needs three letters of xyzXYZ", NULL, NULL, NULL);
        u->euler[i] = value[i];
    }
    status = rbd__mjcf_word(m, node, "autolimits", "false true", u->limits_by_range, &u->limits_by_range);
    if (status >= 0)
        status = rbd__mjcf_word(m, node, "inertiafromgeom", "false true auto", u->inertia_from_geoms,
                                &u->inertia_from_geoms);
    if (status >= 0)
        status = rbd__mjcf_word(m, node, "balanceinertia", "false true", u->balance_inertia, &u->balance_inertia);
    if (status >= 0) status = rbd__mjcf_word(m, node, "fitaabb", "false true", u->fit_box, &u->fit_box);
    if (status >= 0) status = rbd__mjcf_word(m, node, "strippath", "false true", u->strip_path, &u->strip_path);
    if (status >= 0) status = rbd__mjcf_word(m, node, "alignfree", "false true", u->align_free, &u->align_free);
    if (status >= 0) status = rbd__xml_numbers(x, node, "boundmass", 1, 1, &u->bound_mass, NULL);
    if (status >= 0) status = rbd__xml_numbers(x, node, "boundinertia", 1, 1, &u->bound_inertia, NULL);
    if (status >= 0) status = rbd__xml_numbers(x, node, "settotalmass", 1, 1, &u->total_mass, NULL);
    if (status >= 0) status = rbd__xml_numbers(x, node, "inertiagrouprange", 2, 2, groups, &n);
    if (status < 0) return status;
    if (n && !(tact_abs(groups[0]) < RBD__MJCF_GROUP_MOST && tact_abs(groups[1]) < RBD__MJCF_GROUP_MOST))
        return rbd__mjcf_error(m, node, "inertiagrouprange is out of range", NULL, NULL, NULL);
    if (n) u->lowest_group = (int)groups[0], u->highest_group = (int)groups[1];
    value = rbd__xml_string(x, node, "assetdir");
    if (rbd__xml_string(x, node, "meshdir")) value = rbd__xml_string(x, node, "meshdir");
    if (value && value[0]) {
        size_t length = rbd__string_length(value);
        u->mesh_directory = rbd__mjcf_join(m, value, value[length - 1] == '/' ? "" : "/", "");
        if (!u->mesh_directory) return rbd__mjcf_memory(m);
    }
    return RBD_OK;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_settings(rbd__mjcf *m) {
    const rbd__xml *x = &m->reader.xml;
    int node;
    rbd_status status = RBD_OK;
    for (node = x->nodes[0].first_child; node >= 0 && status >= 0; node = x->nodes[node].next) {
        if (rbd__string_equal(x->nodes[node].name, "option")) status = rbd__mjcf_option(m, node);
        if (rbd__string_equal(x->nodes[node].name, "compiler")) status = rbd__mjcf_compiler(m, node);
    }
    if (m->no_gravity) m->gravity = tact_vec(0, 0, 0);
    return status;
}

/* The vertices and faces that an element <mesh> writes down itself. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_inline_mesh(rbd__mjcf *m, int node, rbd_mesh *mesh) {
    const char *text[2], *p;
    const rbd__xml_node *n = &m->reader.xml.nodes[node];
    int k, i;
    text[0] = rbd__node_string(n, "vertex"), text[1] = rbd__node_string(n, "face");
    for (k = 0; k < 2 && text[k]; ++k) {
        size_t count = 0;
        tact_real *values;
        for (p = text[k]; *p; ++p) count += !rbd__is_blank(*p) && (rbd__is_blank(p[1]) || !p[1]);
        if (!count || count % 3 || count > 3 * (size_t)RBD__MESH_FACES)
            return rbd__mjcf_error(m, node, "vertex and face need three numbers each time", NULL, NULL, NULL);
        values = (tact_real *)rbd__arena_alloc(&m->arena, count * sizeof(tact_real));
        if (!values) return rbd__mjcf_memory(m);
        if (rbd__xml_numbers(&m->reader.xml, node, k ? "face" : "vertex", (int)count, (int)count, values, NULL) < 0)
            return RBD_BAD_TEXT;
        if (!k) {
            mesh->vertices = (tact_vec3 *)(void *)values, mesh->n_vertices = (int)(count / 3);
            for (i = 0; i < (int)count; ++i) {
                if (!(tact_abs(values[i]) < RBD__VERTEX_MOST))
                    return rbd__mjcf_error(m, node, "a vertex is out of range", NULL, NULL, NULL);
                values[i] = (tact_real)(float)values[i];
            }
            continue;
        }
        mesh->triangles = (int *)rbd__arena_alloc(&m->arena, count * sizeof(int));
        if (!mesh->triangles) return rbd__mjcf_memory(m);
        for (i = 0; i < (int)count; ++i) {
            if (!(values[i] >= 0 && values[i] < (tact_real)mesh->n_vertices))
                return rbd__mjcf_error(m, node, "a face has a vertex that there is not", NULL, NULL, NULL);
            mesh->triangles[i] = (int)values[i];
        }
        mesh->n_triangles = (int)(count / 3);
    }
    return RBD_OK;
}
/* Bytes of the file of an asset and its path; NULL: there are none, or no memory (*path NULL). */
TACT_PRIVATE TACT_COLD const void *rbd__mjcf_asset_bytes(rbd__mjcf *m, int node, const char *file, const char **path,
                                                         size_t *size) {
    const rbd__xml_node *n = &m->reader.xml.nodes[node];
    const rbd__mjcf_unit *u = &m->units[n->unit];
    const rbd_reader_config *config = m->reader.config;
    const void *bytes = NULL;
    const char *p, *directory;
    if (u->strip_path)
        for (p = file; *p; ++p)
            if (*p == '/' || *p == '\\') file = p + 1;
    *path = rbd__mjcf_join(m, u->directory, u->mesh_directory, file);
    if (!*path || !config->file) return NULL;
    bytes = config->file(config->user, *path, size);
    if (bytes || !n->file) return bytes;
    directory = rbd__mjcf_directory(m, n->file); /* an included file may count from its own directory */
    p = directory ? rbd__mjcf_join(m, directory, u->mesh_directory, file) : NULL;
    if (!p) {
        *path = NULL;
        return NULL;
    }
    bytes = config->file(config->user, p, size);
    if (bytes) *path = p;
    return bytes;
}
/* Opens the file of a mesh into the arena. *state: 1 read, 2 not there. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_mesh_file(rbd__mjcf *m, int node, rbd__mjcf_asset *a) {
    const char *file = rbd__node_string(&m->reader.xml.nodes[node], "file"), *path;
    const void *bytes;
    size_t size = 0;
    rbd_error inner;
    rbd_mesh *mesh;
    if (!file) return rbd__mjcf_error(m, node, "it has neither a file nor vertices", NULL, NULL, NULL);
    bytes = rbd__mjcf_asset_bytes(m, node, file, &path, &size);
    if (!path) return rbd__mjcf_memory(m);
    a->file = path;
    a->state = 2;
    if (!bytes) return RBD_OK;
    mesh = rbd_mesh_create(bytes, size, m->reader.allocator, &inner);
    if (!mesh) return rbd__mjcf_refused(m, node, &inner, path);
    if (mesh->n_first < mesh->n_triangles)
        rbd__mjcf_warn(m, node, "'", path, "' has several objects: the first one counts, as in MuJoCo", NULL);
    a->mesh.n_vertices = mesh->n_vertices, a->mesh.n_triangles = mesh->n_first;
    a->mesh.n_polygons = mesh->n_polygons;
    a->mesh.vertices = (tact_vec3 *)rbd__arena_alloc(&m->arena, (size_t)mesh->n_vertices * sizeof(tact_vec3));
    a->mesh.triangles = (int *)rbd__arena_alloc(&m->arena, (3 * (size_t)mesh->n_triangles + 1) * sizeof(int));
    if (a->mesh.vertices && a->mesh.triangles) {
        TACT_MEMCPY(a->mesh.vertices, mesh->vertices, (size_t)mesh->n_vertices * sizeof(tact_vec3));
        TACT_MEMCPY(a->mesh.triangles, mesh->triangles, 3 * (size_t)mesh->n_first * sizeof(int));
        a->state = 1;
    }
    rbd_mesh_destroy(mesh);
    return a->state == 1 ? RBD_OK : rbd__mjcf_memory(m);
}
/* The faces of the hull of a mesh's vertices instead of its own. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_mesh_hull(rbd__mjcf *m, int node, rbd_mesh *mesh) {
    size_t bytes = rbd__hull_bytes(mesh->n_vertices), faces = 2 * (size_t)mesh->n_vertices + 4;
    void *block = tact_alloc(m->reader.allocator, bytes);
    mesh->triangles = (int *)rbd__arena_alloc(&m->arena, 3 * faces * sizeof(int));
    mesh->n_polygons = 0;
    if (block && mesh->triangles)
        mesh->n_triangles = rbd__hull_of(mesh->vertices, mesh->n_vertices, block, mesh->triangles);
    tact_free(m->reader.allocator, block, bytes);
    if (!block || !mesh->triangles) return rbd__mjcf_memory(m);
    if (!mesh->n_triangles)
        return rbd__mjcf_error(m, node, "its vertices have no hull: are they flat?", NULL, NULL, NULL);
    return RBD_OK;
}
/* The mesh of an element of <asset>, read when it is first asked for; *asset NULL: its file is not there. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_mesh(rbd__mjcf *m, int node, rbd__mjcf_asset **asset) {
    const rbd__xml_node *n = &m->reader.xml.nodes[node];
    rbd__mjcf_asset *a = NULL;
    tact_real scale[3] = {1, 1, 1}, position[3] = {0, 0, 0}, quat[4] = {1, 0, 0, 0};
    tact_quat turn;
    int i, k, fill;
    rbd_status status;
    for (i = 0; i < m->n_meshes; ++i)
        if (m->meshes[i].node == node) a = &m->meshes[i];
    *asset = a;
    if (!a || a->state) return RBD_OK;
    status = rbd__mjcf_numbers(m, node, "scale", 3, 3, scale, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "refpos", 3, 3, position, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "refquat", 4, 4, quat, NULL);
    if (status >= 0) status = rbd__mjcf_word(m, node, "inertia", "convex exact shell legacy", 3, &fill);
    if (status < 0) return status;
    if (rbd__node_string(n, "builtin"))
        return rbd__mjcf_error(m, node, "builtin meshes are not supported", NULL, NULL, NULL);
    turn = tact_quat_make(quat[1], quat[2], quat[3], quat[0]);
    if (!(tact_quat_norm(turn) * tact_quat_norm(turn) > RBD__SHORTEST2))
        return rbd__mjcf_error(m, node, "refquat cannot be normalised", NULL, NULL, NULL);
    turn = tact_quat_conj(tact_quat_normalize(turn));
    a->convex = fill == 0;
    a->fill = fill == 2 ? RBD_MESH_SHELL : (fill == 3 ? RBD_MESH_LEGACY : RBD_MESH_SOLID);
    if (rbd__node_string(n, "vertex")) {
        status = rbd__mjcf_inline_mesh(m, node, &a->mesh);
        a->state = 1;
    } else {
        status = rbd__mjcf_mesh_file(m, node, a);
    }
    if (status < 0 || a->state != 1) return status;
    for (i = 0; i < a->mesh.n_vertices; ++i) {
        tact_vec3 *v = &a->mesh.vertices[i];
        *v = tact_rotate(turn, tact_sub(*v, tact_vec(position[0], position[1], position[2])));
        *v = tact_vec(v->x * scale[0], v->y * scale[1], v->z * scale[2]);
    }
    for (i = 0; scale[0] * scale[1] * scale[2] < 0 && i < a->mesh.n_triangles; ++i)
        k = a->mesh.triangles[3 * i + 1], a->mesh.triangles[3 * i + 1] = a->mesh.triangles[3 * i + 2],
        a->mesh.triangles[3 * i + 2] = k;
    return a->mesh.n_triangles ? RBD_OK : rbd__mjcf_mesh_hull(m, node, &a->mesh);
}
/* Mass properties of a mesh at density 1, computed when they are first asked for. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_mesh_inertia(rbd__mjcf *m, int node, rbd__mjcf_asset *a) {
    rbd_error inner;
    rbd_mesh mesh = a->mesh;
    rbd_status status = RBD_OK;
    if (a->inertia.mass > 0) return RBD_OK;
    if (a->convex) status = rbd__mjcf_mesh_hull(m, node, &mesh);
    if (status < 0) return status;
    if (mesh.n_polygons)
        rbd__mjcf_warn(m, node, "its mass depends on how faces of more than four corners are cut: here by ears", NULL,
                       NULL, NULL);
    if (rbd_mesh_inertia(&mesh, a->fill, 1, &a->inertia, &inner) < 0) return rbd__mjcf_refused(m, node, &inner, NULL);
    return RBD_OK;
}

/* Mass properties of a shell of a shape with a mass; MuJoCo's formulas. area: of the surface. */
TACT_PRIVATE TACT_COLD rbd_inertia rbd__mjcf_shell(rbd_geometry_type type, const tact_real size[3], tact_real mass,
                                                   tact_real *area) {
    tact_real x = size[0], y = size[1], z = size[2], part, half;
    rbd_inertia r;
    TACT_MEMSET(&r, 0, sizeof r);
    *area = 0;
    switch (type) {
    case RBD_GEOMETRY_SPHERE:
        *area = 4 * TACT_PI * x * x;
        r = rbd_inertia_sphere(mass, tact_vec(0, 0, 0), x);
        r.xx = r.yy = r.zz = r.xx * 5 / 3;
        break;
    case RBD_GEOMETRY_CAPSULE: /* half spheres with their centre r/2 above the disk */
        *area = 4 * TACT_PI * x * x + 4 * TACT_PI * x * y;
        part = mass * 4 * TACT_PI * x * x / *area, half = y + x / 2;
        r.xx = (mass - part) * (6 * x * x + 4 * y * y) / 12 + part * (2 * x * x / 3 + half * half - x * x / 4);
        r.yy = r.xx;
        r.zz = (mass - part) * x * x + 2 * part * x * x / 3;
        break;
    case RBD_GEOMETRY_CYLINDER:
        *area = 2 * TACT_PI * x * x + 4 * TACT_PI * x * y;
        part = mass * TACT_PI * x * x / *area; /* one end */
        r.xx = (mass - 2 * part) * (6 * x * x + 4 * y * y) / 12 + 2 * part * (x * x / 4 + y * y);
        r.yy = r.xx;
        r.zz = (mass - 2 * part) * x * x + part * x * x;
        break;
    case RBD_GEOMETRY_BOX: { /* three pairs of plates */
        tact_real a[3], s[3], i[3] = {0, 0, 0};
        int k, u, v;
        s[0] = x, s[1] = y, s[2] = z;
        *area = 8 * (x * y + y * z + z * x);
        for (k = 0; k < 3; ++k) {
            u = (k + 1) % 3, v = (k + 2) % 3;
            a[k] = mass * 8 * s[u] * s[v] / *area; /* the pair with normal k */
            i[k] += a[k] * (s[u] * s[u] + s[v] * s[v]) / 3;
            i[u] += a[k] * (s[v] * s[v] / 3 + s[k] * s[k]);
            i[v] += a[k] * (s[u] * s[u] / 3 + s[k] * s[k]);
        }
        r.xx = i[0], r.yy = i[1], r.zz = i[2];
        break;
    }
    default: break;
    }
    r.mass = mass;
    return r;
}
/* Mass properties of a solid shape with a mass, or of density 1 where mass < 0. Returns the volume. */
TACT_PRIVATE TACT_COLD tact_real rbd__mjcf_solid(rbd_geometry_type type, const tact_real size[3], tact_real mass,
                                                 rbd_inertia *inertia) {
    tact_real x = size[0], y = size[1], z = size[2], volume = 0, ball = TACT_PI * 4 / 3 * x * x * x, part;
    TACT_MEMSET(inertia, 0, sizeof *inertia);
    switch (type) {
    case RBD_GEOMETRY_BOX: volume = 8 * x * y * z; break;
    case RBD_GEOMETRY_SPHERE: volume = ball; break;
    case RBD_GEOMETRY_ELLIPSOID: volume = TACT_PI * 4 / 3 * x * y * z; break;
    case RBD_GEOMETRY_CYLINDER: volume = TACT_PI * x * x * 2 * y; break;
    case RBD_GEOMETRY_CAPSULE: volume = ball + TACT_PI * x * x * 2 * y; break;
    default: return 0;
    }
    if (mass < 0) mass = volume;
    switch (type) {
    case RBD_GEOMETRY_BOX: *inertia = rbd_inertia_box(mass, tact_vec(0, 0, 0), tact_vec(2 * x, 2 * y, 2 * z)); break;
    case RBD_GEOMETRY_SPHERE: *inertia = rbd_inertia_sphere(mass, tact_vec(0, 0, 0), x); break;
    case RBD_GEOMETRY_ELLIPSOID:
        inertia->mass = mass;
        inertia->xx = mass / 5 * (y * y + z * z), inertia->yy = mass / 5 * (x * x + z * z);
        inertia->zz = mass / 5 * (x * x + y * y);
        break;
    case RBD_GEOMETRY_CYLINDER: *inertia = rbd_inertia_cylinder(mass, tact_vec(0, 0, 0), x, 2 * y); break;
    default: /* a cylinder and two half spheres, the latter shifted by the half length y */
        part = volume > 0 ? mass * ball / volume : 0;
        *inertia = rbd_inertia_cylinder(mass - part, tact_vec(0, 0, 0), x, 2 * y);
        inertia->mass = mass;
        inertia->zz += part * x * x * 2 / 5;
        inertia->xx += part * (x * x * 2 / 5 + y * y + y * x * 3 / 4);
        inertia->yy = inertia->xx;
    }
    return volume;
}

/* Size and pose of a shape that is fitted to a mesh: the box of the same inertia, or the box around it in its principal
   axes. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_fit(rbd__mjcf *m, int node, rbd__mjcf_asset *a, rbd_geometry_type type,
                                                tact_real scale, tact_pose *pose, tact_real size[3]) {
    tact_real moment[3], h[3];
    tact_vec3 low, high;
    tact_pose own;
    int i, boxed = m->units[m->reader.xml.nodes[node].unit].fit_box;
    rbd_status status = rbd__mjcf_mesh_inertia(m, node, a);
    if (status < 0) return status;
    rbd__principal(&a->inertia, moment, &own.q);
    own.p = a->inertia.com;
    for (i = 0; i < 3; ++i)
        h[i] = tact_sqrt(tact_max(0, TACT_R(6.0) * (moment[(i + 1) % 3] + moment[(i + 2) % 3] - moment[i]) /
                                         a->inertia.mass)) /
               2;
    if (boxed) {
        low = tact_vec(TACT_REAL_MAX, TACT_REAL_MAX, TACT_REAL_MAX), high = tact_neg(low);
        for (i = 0; i < a->mesh.n_vertices; ++i) {
            tact_vec3 v = tact_unrotate(own.q, tact_sub(a->mesh.vertices[i], own.p));
            low = tact_vec(tact_min(low.x, v.x), tact_min(low.y, v.y), tact_min(low.z, v.z));
            high = tact_vec(tact_max(high.x, v.x), tact_max(high.y, v.y), tact_max(high.z, v.z));
        }
        h[0] = (high.x - low.x) / 2, h[1] = (high.y - low.y) / 2, h[2] = (high.z - low.z) / 2;
        own.p = tact_add(own.p, tact_rotate(own.q, tact_scale(TACT_R(0.5), tact_add(low, high))));
    }
    size[0] = h[0], size[1] = h[1], size[2] = h[2];
    switch (type) {
    case RBD_GEOMETRY_SPHERE: size[0] = boxed ? tact_max(h[0], tact_max(h[1], h[2])) : (h[0] + h[1] + h[2]) / 3; break;
    case RBD_GEOMETRY_CAPSULE:
        size[0] = boxed ? tact_max(h[0], h[1]) : (h[0] + h[1]) / 2;
        size[1] = boxed ? h[2] - size[0] : tact_max(0, h[2] - size[0] / 2);
        break;
    case RBD_GEOMETRY_CYLINDER:
        size[0] = boxed ? tact_max(h[0], h[1]) : (h[0] + h[1]) / 2;
        size[1] = h[2];
        break;
    default: break;
    }
    for (i = 0; i < 3; ++i) size[i] *= scale;
    *pose = tact_pose_mul(*pose, own);
    return RBD_OK;
}

/* Numbers of a geom that contacts need. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_surface(const rbd__mjcf *m, int node, rbd_geometry *g) {
    tact_real flags[4] = {1, 1, 3, 0}, v[6];
    int n, i;
    rbd_status status = rbd__mjcf_numbers(m, node, "contype", 1, 1, &flags[0], NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "conaffinity", 1, 1, &flags[1], NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "condim", 1, 1, &flags[2], NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "priority", 1, 1, &flags[3], NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "friction", 1, 3, g->friction, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "solref", 1, 2, g->solref, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "solimp", 1, 5, g->solimp, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "solmix", 1, 1, &g->solmix, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "margin", 1, 1, &g->margin, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "gap", 1, 1, &g->gap, NULL);
    if (status < 0) return status;
    for (i = 0; i < 4; ++i)
        if (!(flags[i] > TACT_R(-2147483648.0) && flags[i] < TACT_R(2147483648.0)))
            return rbd__mjcf_error(m, node, "contype, conaffinity, condim or priority is out of range", NULL, NULL,
                                   NULL);
    g->contype = (int)flags[0], g->conaffinity = (int)flags[1], g->condim = (int)flags[2], g->priority = (int)flags[3];
    if (g->condim != 1 && g->condim != 3 && g->condim != 4 && g->condim != 6)
        return rbd__mjcf_error(m, node, "condim must be 1, 3, 4 or 6", NULL, NULL, NULL);
    for (i = 0; i < 3; ++i)
        if (!(g->friction[i] >= 0)) return rbd__mjcf_error(m, node, "friction is negative", NULL, NULL, NULL);
    status = rbd__mjcf_numbers(m, node, "surfacevel", 1, 6, v, &n);
    if (status >= 0 && n) {
        for (i = n; i < 6; ++i) v[i] = 0;
        if (tact_norm(tact_vec(v[3], v[4], v[5])) > 0)
            return rbd__mjcf_error(m, node, "surfaces that turn (surfacevel) are not supported", NULL, NULL, NULL);
        g->surface_velocity = tact_vec(v[0], v[1], v[2]); /* in the geom's axes */
        if (!(tact_norm(g->surface_velocity) < RBD__VERTEX_MOST))
            return rbd__mjcf_error(m, node, "surfacevel is out of range", NULL, NULL, NULL);
    }
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "adhesion", 1, 1, v, &n);
    if (status >= 0 && n) rbd__mjcf_warn(m, node, "adhesion is not read", NULL, NULL, NULL);
    return status;
}
/* A geom: its shape, pose in the body's frame, and mass properties there (zero for shapes without volume). With
   `massless` only the shape. */
TACT_PRIVATE TACT_COLD void rbd__inertia_scale(rbd_inertia *inertia, tact_real scale) {
    inertia->mass *= scale;
    inertia->xx *= scale, inertia->yy *= scale, inertia->zz *= scale;
    inertia->xy *= scale, inertia->xz *= scale, inertia->yz *= scale;
}
/* Does a <pair> name this geom? */
TACT_PRIVATE TACT_COLD int rbd__mjcf_paired(const rbd__mjcf *m, int geom) {
    const rbd__xml *x = &m->reader.xml;
    const char *name = x->nodes[geom].label, *one;
    int node, k;
    if (!name || !name[0]) return 0;
    for (node = 1; node < x->n_nodes; ++node) {
        if (x->nodes[node].passed || !rbd__string_equal(x->nodes[node].name, "pair")) continue;
        for (k = 0; k < 2; ++k) {
            one = rbd__xml_string(x, node, k ? "geom2" : "geom1");
            if (one && rbd__string_equal(one, name)) return 1;
        }
    }
    return 0;
}
/* MuJoCo's defaults: a time constant and damping ratio; the impedance from a violation of none to one of a width. */
TACT_PRIVATE TACT_COLD void rbd__mjcf_soft(tact_real solref[2], tact_real solimp[5]) {
    solref[0] = TACT_R(0.02), solref[1] = 1;
    solimp[0] = TACT_R(0.9), solimp[1] = TACT_R(0.95), solimp[2] = TACT_R(0.001), solimp[3] = TACT_R(0.5),
    solimp[4] = 2;
}
/* Does a body of the file, or one that it stands on, have a joint? */
TACT_PRIVATE TACT_COLD int rbd__mjcf_moves(const rbd__mjcf *m, int body) {
    const rbd__xml *x = &m->reader.xml;
    int child;
    for (; body > 0; body = x->nodes[body].parent)
        for (child = x->nodes[body].first_child; child >= 0; child = x->nodes[child].next)
            if (rbd__mjcf_kind(x, child) == 'j') return 1;
    return 0;
}
#define RBD__MJCF_HEIGHTS (1 << 24) /* of a height field; MuJoCo's are images of at most a few thousand rows */
/* Heights of an element <hfield> as it has them, NULL where its file is not read: from the file (two int32: rows,
   columns; then float32), or written down, the row of the largest y first. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_heights(rbd__mjcf *m, int node, int *rows, int *columns,
                                                    tact_real **heights) {
    const rbd__xml *x = &m->reader.xml;
    const char *file = rbd__node_string(&x->nodes[node], "file"), *path = NULL;
    tact_real count[2] = {0, 0};
    size_t size = 0, i, n;
    int32_t head[2];
    const unsigned char *bytes = NULL;
    rbd_status status = rbd__xml_numbers(x, node, "nrow", 1, 1, &count[0], NULL);
    if (status >= 0) status = rbd__xml_numbers(x, node, "ncol", 1, 1, &count[1], NULL);
    if (status < 0) return status;
    if (file) {
        bytes = (const unsigned char *)rbd__mjcf_asset_bytes(m, node, file, &path, &size);
        if (!path) return rbd__mjcf_memory(m);
        *heights = NULL;
        if (!bytes || (size >= 4 && !TACT_MEMCMP(bytes + 1, "PNG", 3))) {
            rbd__mjcf_warn(m, node, "the file '", path,
                           bytes ? "' is an image: it is not read, and the geom left out" : "' cannot be opened", NULL);
            return RBD_OK;
        }
        if (size < sizeof head) return rbd__mjcf_error(m, node, "'", path, "' is no height field", NULL);
        TACT_MEMCPY(head, bytes, sizeof head);
        count[0] = (tact_real)head[0], count[1] = (tact_real)head[1];
    }
    if (!(count[0] >= 2 && count[1] >= 2 && count[0] * count[1] <= (tact_real)RBD__MJCF_HEIGHTS))
        return rbd__mjcf_error(m, node, "a height field needs 2 rows and columns at least, and 2^24 heights at most",
                               NULL, NULL, NULL);
    *rows = (int)count[0], *columns = (int)count[1], n = (size_t)*rows * (size_t)*columns;
    if (bytes && size != sizeof head + n * sizeof(float))
        return rbd__mjcf_error(m, node, "'", path, "' has not as many heights as it says", NULL);
    *heights = (tact_real *)rbd__arena_alloc(&m->arena, 2 * n * sizeof **heights);
    if (!*heights) return rbd__mjcf_memory(m);
    for (i = 0; i < n; ++i) (*heights)[i] = 0;
    if (bytes) {
        for (i = 0; i < n; ++i) {
            float value;
            TACT_MEMCPY(&value, bytes + sizeof head + i * sizeof value, sizeof value);
            (*heights)[i] = (tact_real)value;
        }
    } else if (rbd__node_string(&x->nodes[node], "elevation")) {
        tact_real *written = *heights + n;
        status = rbd__xml_numbers(x, node, "elevation", (int)n, (int)n, written, NULL);
        for (i = 0; i < n; ++i)
            (*heights)[i] =
                written[(n / (size_t)*columns - 1 - i / (size_t)*columns) * (size_t)*columns + i % (size_t)*columns];
    }
    return status;
}
/* The height field of a geom: its heights from 0 to size[2], over a rectangle of half sizes size[0] and size[1]. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_hfield(rbd__mjcf *m, int geom, rbd_geometry *g) {
    const rbd__xml *x = &m->reader.xml;
    const char *name = rbd__mjcf_string(m, geom, "hfield");
    int node = rbd__mjcf_find(m, 'h', x->nodes[geom].unit, name), i, n;
    tact_real size[4], *heights = NULL, low = TACT_REAL_MAX, high = -TACT_REAL_MAX;
    rbd_status status;
    if (node < 0) return rbd__mjcf_error(m, geom, "there is no hfield '", name ? name : "", "'", NULL);
    if (rbd__mjcf_moves(m, x->nodes[geom].parent))
        return rbd__mjcf_error(m, geom, "a height field on a body that moves is not supported", NULL, NULL, NULL);
    status = rbd__xml_numbers(x, node, "size", 4, 4, size, &n);
    for (i = 0; i < 4 && status >= 0; ++i)
        if (n != 4 || !(size[i] > 0 && size[i] < TACT_REAL_MAX))
            return rbd__mjcf_error(m, node, "it needs four sizes above zero", NULL, NULL, NULL);
    if (status >= 0) status = rbd__mjcf_heights(m, node, &g->n_y, &g->n_x, &heights);
    if (status < 0 || !heights) return status;
    for (i = 0, n = g->n_x * g->n_y; i < n; ++i) {
        if (!(tact_abs(heights[i]) < RBD__VERTEX_MOST))
            return rbd__mjcf_error(m, node, "a height is out of range", NULL, NULL, NULL);
        low = tact_min(low, heights[i]), high = tact_max(high, heights[i]);
    }
    for (i = 0; i < n; ++i) heights[i] = high > low ? size[2] * ((heights[i] - low) / (high - low)) : 0;
    g->heights = heights;
    g->size = tact_vec(2 * size[0] / (tact_real)(g->n_x - 1), 2 * size[1] / (tact_real)(g->n_y - 1), size[3]);
    g->pose = tact_pose_mul(g->pose, tact_pose_at(-size[0], -size[1], 0));
    return RBD_OK;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_geom(rbd__mjcf *m, int node, rbd_geometry *g, rbd_inertia *inertia,
                                                 int massless) {
    static const char least[8] = {3, 1, 1, 1, 3, 0, 0, 0};
    const char *mesh_name = rbd__mjcf_string(m, node, "mesh");
    rbd__mjcf_asset *asset = NULL;
    int kind, n_ends, n_size, n_mass, shell, group_count, mesh = -1, i;
    tact_real size[3] = {0, 0, 0}, ends[6], mass = 0, density = 1000, volume, fit = 1, group = 0;
    rbd_status status = rbd__mjcf_word(m, node, "type", "box sphere cylinder capsule ellipsoid plane mesh hfield sdf",
                                       RBD_GEOMETRY_SPHERE, &kind);
    TACT_MEMSET(inertia, 0, sizeof *inertia);
    g->friction[0] = 1, g->friction[1] = TACT_R(0.005), g->friction[2] = TACT_R(0.0001); /* MuJoCo's defaults */
    rbd__mjcf_soft(g->solref, g->solimp);
    g->solmix = 1;
    if (status >= 0 && kind == 8)
        return rbd__mjcf_error(m, node, "signed distance fields are not supported", NULL, NULL, NULL);
    if (status >= 0 && mesh_name && (kind == RBD_GEOMETRY_PLANE || kind == 7))
        return rbd__mjcf_error(m, node, "planes and height fields are not fitted to meshes", NULL, NULL, NULL);
    if (status >= 0 && kind == RBD_GEOMETRY_PLANE && rbd__mjcf_moves(m, m->reader.xml.nodes[node].parent))
        return rbd__mjcf_error(m, node, "a plane cannot stand on a body that moves", NULL, NULL, NULL);
    if (status >= 0) status = rbd__mjcf_pose(m, node, &g->pose);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "size", 1, 3, size, &n_size);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "fromto", 6, 6, ends, &n_ends);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "mass", 1, 1, &mass, &n_mass);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "density", 1, 1, &density, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "fitscale", 1, 1, &fit, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "group", 1, 1, &group, &group_count);
    if (status >= 0) status = rbd__mjcf_word(m, node, "shellinertia", "false true", 0, &shell);
    if (status >= 0) status = rbd__mjcf_surface(m, node, g);
    if (status < 0) return status;
    if (kind >= RBD_GEOMETRY_MESH && !mesh_name && kind != 7)
        return rbd__mjcf_error(m, node, "a geom of type mesh needs a mesh", NULL, NULL, NULL);
    if (mesh_name) {
        mesh = rbd__mjcf_find(m, 'm', m->reader.xml.nodes[node].unit, mesh_name);
        if (mesh < 0) return rbd__mjcf_error(m, node, "there is no mesh '", mesh_name, "'", NULL);
    }
    if (n_ends) { /* the z axis runs along it, and the second (third for boxes) size is its half length */
        tact_vec3 a = tact_vec(ends[0], ends[1], ends[2]), b = tact_vec(ends[3], ends[4], ends[5]), d = tact_sub(a, b);
        tact_real half = tact_norm(d) / 2;
        int frame = m->reader.xml.nodes[node].frame;
        if (kind == RBD_GEOMETRY_SPHERE || kind >= RBD_GEOMETRY_PLANE || mesh >= 0)
            return rbd__mjcf_error(m, node, "fromto needs a capsule, cylinder, box or ellipsoid", NULL, NULL, NULL);
        if (!(half > 0)) return rbd__mjcf_error(m, node, "the points of fromto are the same", NULL, NULL, NULL);
        g->pose = tact_pose_make(tact_lerp(a, b, TACT_R(0.5)), rbd__quat_z_to(tact_normalize_or(d, tact_vec(0, 0, 1))));
        if (frame) g->pose = tact_pose_mul(m->frames[frame].pose, g->pose);
        if (kind == RBD_GEOMETRY_BOX || kind == RBD_GEOMETRY_ELLIPSOID)
            size[1] = size[0], size[2] = half;
        else
            size[1] = half;
    }
    for (i = 0; i < 3; ++i)
        if (!(size[i] >= 0 && size[i] < TACT_REAL_MAX))
            return rbd__mjcf_error(m, node, "a size is negative or infinite", NULL, NULL, NULL);
    if (mass < 0 || density < 0 || !(mass < TACT_REAL_MAX) || !(density < TACT_REAL_MAX))
        return rbd__mjcf_error(m, node, "its mass or density is negative or infinite", NULL, NULL, NULL);
    g->type = kind < 7 ? (rbd_geometry_type)kind : RBD_GEOMETRY_HFIELD;
    g->visual = (!g->contype && !g->conaffinity && !rbd__mjcf_paired(m, node)) || m->no_contact;
    g->group = (int)tact_clamp(group, -RBD__MJCF_GROUP_MOST, RBD__MJCF_GROUP_MOST);
    g->name = rbd__xml_string(&m->reader.xml, node, "name");
    g->line = m->reader.xml.nodes[node].line;
    if (mesh >= 0) {
        status = rbd__mjcf_mesh(m, mesh, &asset);
        if (status < 0) return status;
        g->mesh = asset->file;
        if (asset->state != 1) {
            if (kind != RBD_GEOMETRY_MESH)
                return rbd__mjcf_error(m, node, "a shape is fitted to a mesh that cannot be opened: '", asset->file,
                                       "'", NULL);
        } else if (kind == RBD_GEOMETRY_MESH) {
            if (shell)
                return rbd__mjcf_error(m, node, "shellinertia of a mesh is said by its <mesh> (inertia='shell')", NULL,
                                       NULL, NULL);
            g->vertices = asset->mesh.vertices, g->n_vertices = asset->mesh.n_vertices;
            g->triangles = asset->mesh.triangles, g->n_triangles = asset->mesh.n_triangles;
        } else {
            status = rbd__mjcf_fit(m, mesh, asset, (rbd_geometry_type)kind, fit, &g->pose, size);
            if (status < 0) return status;
            g->mesh = NULL;
        }
    }
    for (i = 0; i < least[kind < 8 ? kind : 7] && mesh < 0; ++i)
        if (!(size[i] > 0)) return rbd__mjcf_error(m, node, "it needs a size above zero", NULL, NULL, NULL);
    if ((kind == RBD_GEOMETRY_CYLINDER || kind == RBD_GEOMETRY_CAPSULE) && mesh < 0 && !(size[1] > 0))
        return rbd__mjcf_error(m, node, "it needs a half length above zero", NULL, NULL, NULL);
    g->size = tact_vec(1, 1, 1);
    if (kind == 7 && massless && !g->visual) {
        status = rbd__mjcf_hfield(m, node, g);
        if (status < 0) return status;
    }
    if (kind == RBD_GEOMETRY_BOX) g->size = tact_vec(2 * size[0], 2 * size[1], 2 * size[2]);
    if (kind == RBD_GEOMETRY_ELLIPSOID) g->size = tact_vec(size[0], size[1], size[2]);
    if (kind == RBD_GEOMETRY_SPHERE || kind == RBD_GEOMETRY_CYLINDER || kind == RBD_GEOMETRY_CAPSULE)
        g->radius = size[0];
    if (kind == RBD_GEOMETRY_CYLINDER || kind == RBD_GEOMETRY_CAPSULE) g->length = 2 * size[1];
    if (massless || (n_mass && !(mass > 0)) || (!n_mass && !(density > 0)) || g->type == RBD_GEOMETRY_PLANE ||
        g->type == RBD_GEOMETRY_HFIELD)
        return RBD_OK;
    if (g->type == RBD_GEOMETRY_MESH) {
        if (asset->state != 1) {
            rbd__mjcf_warn(m, node, "its mass is not known: the file '", asset->file, "' cannot be opened", NULL);
            return RBD_OK;
        }
        status = rbd__mjcf_mesh_inertia(m, mesh, asset);
        if (status < 0) return status;
        *inertia = rbd__inertia_rounded(&asset->inertia);
        volume = asset->inertia.mass;
    } else if (shell) {
        if (kind == RBD_GEOMETRY_ELLIPSOID)
            return rbd__mjcf_error(m, node, "shellinertia of an ellipsoid is not supported", NULL, NULL, NULL);
        *inertia = rbd__mjcf_shell(g->type, size, 1, &volume);
        *inertia = rbd__mjcf_shell(g->type, size, volume, &volume);
    } else {
        volume = rbd__mjcf_solid(g->type, size, -1, inertia);
    }
    rbd__inertia_scale(inertia, n_mass ? (volume > 0 ? mass / volume : 0) : density);
    *inertia = rbd_inertia_placed(*inertia, g->pose);
    return RBD_OK;
}
#endif /* RBD_NO_FILES */

// >>impl-mjcf-tree
/* Owns    MJCF: joints, mass properties of bodies, the bodies themselves, sites, geoms to the callback, equalities.
   Reads   the document, meshes.
   Leaves  bodies, frames and couplings in the builder; shapes and loops to the callbacks. */
#ifndef RBD_NO_FILES
/* limited, actuatorfrclimited, ...: 1 where a range counts. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_limited(const rbd__mjcf *m, int node, const char *name, const char *range,
                                                    tact_real values[2], int *limited) {
    int word = 0, n;
    rbd_status status = rbd__mjcf_numbers(m, node, range, 2, 2, values, &n);
    if (status >= 0) status = rbd__mjcf_word(m, node, name, "false true auto", 2, &word);
    *limited = 0;
    if (status < 0 || word == 0 || (word == 2 && !n)) return status;
    if (word == 2 && !(values[0] < 0 || values[0] > 0 || values[1] < 0 || values[1] > 0)) return status;
    if (word == 2 && !m->units[m->reader.xml.nodes[node].unit].limits_by_range)
        return rbd__mjcf_error(m, node, range, " is given, but ", name, " is not, and autolimits is off");
    if (!(values[0] < values[1]) && !rbd__mjcf_is(rbd__mjcf_string(m, node, "type"), "ball"))
        return rbd__mjcf_error(m, node, range, " is empty or upside down", NULL, NULL);
    *limited = 1;
    return RBD_OK;
}
#define RBD__MJCF_FREE 0 /* places in the list of joint types */
#define RBD__MJCF_BALL 1
#define RBD__MJCF_SLIDE 2
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_joint_type(const rbd__mjcf *m, int node, int *type) {
    if (rbd__string_equal(m->reader.xml.nodes[node].name, "freejoint")) {
        *type = RBD__MJCF_FREE;
        return RBD_OK;
    }
    return rbd__mjcf_word(m, node, "type", "free ball slide hinge", 3, type);
}
/* One joint element: dof parameters, axis, position and reference value. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_joint(const rbd__mjcf *m, int node, rbd_joint *joint, tact_vec3 *position,
                                                  tact_real *reference) {
    static const rbd_joint_type types[4] = {RBD_JOINT_FREE, RBD_JOINT_SPHERICAL, RBD_JOINT_PRISMATIC,
                                            RBD_JOINT_REVOLUTE};
    const rbd_reader_config *config = m->reader.config;
    const rbd__xml_node *n = &m->reader.xml.nodes[node];
    tact_real axis[3] = {0, 0, 1}, pos[3] = {0, 0, 0}, range[2] = {0, 0}, effort[2], unit = 1, spring = 0, k[3], d[3];
    int type, i, n_dofs, limited, forced, count;
    rbd_dof dof = rbd_default_dof();
    rbd_status status = rbd__mjcf_joint_type(m, node, &type);
    *reference = 0;
    *position = tact_vec(0, 0, 0);
    if (status < 0) return status;
    *joint = rbd_default_joint(types[type]);
    n_dofs = type == RBD__MJCF_FREE ? 6 : (type == RBD__MJCF_BALL ? 3 : 1);
    joint->name = rbd__xml_string(&m->reader.xml, node, "name");
    if (joint->name && !joint->name[0]) joint->name = NULL;
    if (type == 3 || type == RBD__MJCF_BALL) unit = m->units[n->unit].angle_unit;
    status = rbd__mjcf_numbers(m, node, "armature", 1, 1, &dof.armature, NULL);
    k[0] = d[0] = 0;
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "damping", 1, 3, d, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "stiffness", 1, 3, k, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "frictionloss", 1, 1, &dof.friction, NULL);
    if (status < 0) return status;
    if (dof.armature < 0 || d[0] < 0 || k[0] < 0 || dof.friction < 0)
        return rbd__mjcf_error(m, node, "armature, damping, stiffness or frictionloss is negative", NULL, NULL, NULL);
    if (!config->ignore_passive && !m->no_dampers) dof.damping = d[0];
    if (!config->ignore_passive && !m->no_springs) dof.stiffness = k[0];
    if (config->ignore_passive || m->no_friction) dof.friction = 0;
    if (type == RBD__MJCF_FREE) { /* MuJoCo ignores pos, axis and range of free joints */
        if (dof.stiffness > 0 && !m->wants_rig)
            rbd__mjcf_warn(m, node, "a builder has no place for the spring of a free joint", NULL, NULL, NULL);
        dof.stiffness = 0; /* the rig has it */
        if (dof.armature > 0 && !m->wants_rig)
            rbd__mjcf_warn(m, node, "the armature of a free joint is constant in the body's axes, MuJoCo's along the ",
                           "world's: a spin acts on it here", NULL, NULL);
        for (i = 0; i < 6; ++i) joint->dof[i] = dof;
        return RBD_OK;
    }
    status = rbd__mjcf_numbers(m, node, "pos", 3, 3, pos, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "axis", 3, 3, axis, NULL);
    if (status >= 0) status = rbd__mjcf_limited(m, node, "limited", "range", range, &limited);
    if (status >= 0) status = rbd__mjcf_limited(m, node, "actuatorfrclimited", "actuatorfrcrange", effort, &forced);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "ref", 1, 1, reference, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "springref", 1, 1, &spring, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "springdamper", 2, 2, d, &count);
    if (status < 0) return status;
    if (forced && type >= RBD__MJCF_SLIDE) dof.max_effort = tact_max(tact_abs(effort[0]), tact_abs(effort[1]));
    *position = tact_vec(pos[0], pos[1], pos[2]);
    *reference = type == RBD__MJCF_BALL ? 0 : *reference * unit;
    dof.rest = type == RBD__MJCF_BALL ? 0 : spring * unit;
    joint->axis = tact_vec(axis[0], axis[1], axis[2]);
    if (n_dofs == 1 && !rbd__has_direction(joint->axis))
        return rbd__mjcf_error(m, node, "the axis has no direction", NULL, NULL, NULL);
    joint->axis = tact_normalize_or(joint->axis, tact_vec(0, 0, 1));
    if (n->frame) {
        const tact_pose *frame = &m->frames[n->frame].pose;
        joint->axis = tact_rotate(frame->q, joint->axis);
        *position = tact_pose_apply(*frame, *position);
    }
    if (limited && n_dofs == 1 && !m->no_limits) dof.lower = range[0] * unit, dof.upper = range[1] * unit;
    if (limited && n_dofs == 3 && !m->wants_rig)
        rbd__mjcf_warn(m, node, "a builder has no place for the limit of a ball joint", NULL, NULL, NULL);
    if (!(tact_abs(*reference) < RBD__ANGLE_MOST && tact_abs(dof.rest) < RBD__ANGLE_MOST))
        return rbd__mjcf_error(m, node, "ref or springref is out of range", NULL, NULL, NULL);
    for (i = 0; i < n_dofs; ++i) joint->dof[i] = dof;
    return RBD_OK;
}

/* boundmass, boundinertia and balanceinertia act on the principal moments. */
TACT_PRIVATE TACT_COLD void rbd__mjcf_bound(const rbd__mjcf_unit *u, rbd_inertia *inertia) {
    tact_real moment[3], mean;
    tact_quat axes;
    int i;
    inertia->mass = tact_max(inertia->mass, u->bound_mass);
    if (!(u->bound_inertia > 0) && !u->balance_inertia) return;
    rbd__principal(inertia, moment, &axes);
    for (i = 0; i < 3; ++i) moment[i] = tact_max(moment[i], u->bound_inertia);
    mean = (moment[0] + moment[1] + moment[2]) / 3;
    if (u->balance_inertia && moment[1] + moment[2] < moment[0]) moment[0] = moment[1] = moment[2] = mean;
    *inertia = rbd__inertia_of(inertia->mass, inertia->com, moment, axes);
}
/* The principal axes of the mesh of a geom, in the mesh's frame: those at density one, as MuJoCo takes them. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_mesh_axes(rbd__mjcf *m, int geom, tact_quat *axes) {
    rbd__mjcf_asset *asset = NULL;
    tact_real moment[3];
    int mesh = rbd__mjcf_find(m, 'm', m->reader.xml.nodes[geom].unit, rbd__mjcf_string(m, geom, "mesh"));
    rbd_status status = mesh < 0 ? RBD_NOT_FOUND : rbd__mjcf_mesh(m, mesh, &asset);
    if (status >= 0 && asset->state == 1) status = rbd__mjcf_mesh_inertia(m, mesh, asset);
    if (status >= 0 && asset->state == 1) rbd__principal(&asset->inertia, moment, axes);
    return status;
}
/* Mass properties of a body in its own frame: <inertial>, or the sum over its geoms. Axes: those of the file, of its
   only geom, or those of the sum. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_inertia(rbd__mjcf *m, int body, rbd_inertia *inertia, tact_quat *axes) {
    const rbd__xml *x = &m->reader.xml;
    const rbd__mjcf_unit *u = &m->units[x->nodes[body].unit];
    int node = rbd__xml_child(x, body, "inertial"), n_diagonal = 0, n_full, parts = 0;
    tact_real v[6] = {0, 0, 0, 0, 0, 0};
    rbd_status status = RBD_OK;
    rbd_error inner;
    tact_pose pose = tact_pose_identity();
    tact_quat own;
    TACT_MEMSET(inertia, 0, sizeof *inertia);
    if (node >= 0 && u->inertia_from_geoms != 1) {
        status = rbd__mjcf_pose(m, node, &pose);
        if (status >= 0 && (!rbd__xml_find(x, node, "mass") || !rbd__xml_find(x, node, "pos")))
            status = rbd__mjcf_error(m, node, "it needs a mass and a pos", NULL, NULL, NULL);
        if (status >= 0) status = rbd__xml_numbers(x, node, "mass", 1, 1, &inertia->mass, NULL);
        if (status >= 0) status = rbd__xml_numbers(x, node, "diaginertia", 3, 3, v, &n_diagonal);
        if (status >= 0 && n_diagonal && rbd__xml_find(x, node, "fullinertia"))
            status = rbd__mjcf_error(m, node, "it has diaginertia and fullinertia", NULL, NULL, NULL);
        if (status >= 0 && rbd__xml_find(x, node, "fullinertia") && rbd__mjcf_oriented(x, node))
            status = rbd__mjcf_error(m, node, "it has fullinertia and an orientation", NULL, NULL, NULL);
        if (status >= 0) status = rbd__xml_numbers(x, node, "fullinertia", n_diagonal ? 0 : 6, 6, v, &n_full);
        if (status < 0) return status;
        if (!(inertia->mass >= 0 && inertia->mass < TACT_REAL_MAX))
            return rbd__mjcf_error(m, node, "the mass is negative or infinite", NULL, NULL, NULL);
        inertia->xx = v[0], inertia->yy = v[1], inertia->zz = v[2];
        inertia->xy = v[3], inertia->xz = v[4], inertia->yz = v[5];
        *inertia = rbd_inertia_placed(*inertia, pose);
    } else if (u->inertia_from_geoms) {
        for (node = x->nodes[body].first_child; node >= 0; node = x->nodes[node].next) {
            rbd_geometry g;
            rbd_inertia part;
            if (!rbd__string_equal(x->nodes[node].name, "geom")) continue;
            TACT_MEMSET(&g, 0, sizeof g);
            status = rbd__mjcf_geom(m, node, &g, &part, 0);
            if (status < 0) return status;
            if (g.group < u->lowest_group || g.group > u->highest_group) continue;
            if (!(part.mass > 0)) continue;
            *inertia = inertia->mass > 0 ? rbd_inertia_sum(*inertia, part) : part;
            ++parts;
            own = tact_quat_identity();
            if (g.type == RBD_GEOMETRY_MESH) status = rbd__mjcf_mesh_axes(m, node, &own);
            if (status < 0) return status;
            pose.q = tact_quat_mul(g.pose.q, own);
        }
    }
    rbd__principal(inertia, v, axes); /* those of the file: bounds make some moments equal */
    rbd__mjcf_bound(u, inertia);
    if (n_diagonal || parts == 1) *axes = pose.q;
    status = rbd_inertia_check(inertia, &inner);
    if (status < 0) {
        node = rbd__xml_child(x, body, "inertial");
        (void)rbd__mjcf_refused(m, node >= 0 ? node : body, &inner, NULL);
        if (m->reader.error) m->reader.error->status = status;
    }
    return status;
}

/* The name of a body, made up ("body:NUMBER") where the file gives none. */
TACT_PRIVATE TACT_COLD const char *rbd__mjcf_body_name(const rbd__mjcf *m, int node, char made_up[32]) {
    const char *name = rbd__xml_string(&m->reader.xml, node, "name");
    char number[16];
    if (name && name[0]) return name;
    rbd__append(made_up, 32, rbd__append(made_up, 32, 0, "body:", 5), rbd__int_text(number, node), 16);
    return made_up;
}

#define RBD__MJCF_JOINTS 16 /* on one body; six independent ones are all that can be */
/* A body. Several joints are a chain of bodies without mass; where the last joint's point is not the body's origin,
   "NAME:joint" moves and NAME is fixed to it. */
/* Is q of a body the pose of its centre and principal axes? So it is where its free joint says `align`, or the compiler
   does, and nothing hangs on it. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_aligned(const rbd__mjcf *m, int body) {
    const rbd__xml *x = &m->reader.xml;
    int child, joint = -1, count = 0, type = 0;
    const char *align;
    for (child = x->nodes[body].first_child; child >= 0; child = x->nodes[child].next) {
        int kind = rbd__mjcf_kind(x, child);
        if (kind == 'b') return 0;
        if (kind == 'j') joint = child, ++count;
    }
    if (count != 1 || rbd__mjcf_joint_type(m, joint, &type) < 0 || type != RBD__MJCF_FREE) return 0;
    align = rbd__node_string(&x->nodes[joint], "align");
    return rbd__mjcf_is(align, "true") || (m->units[x->nodes[joint].unit].align_free && !rbd__mjcf_is(align, "false"));
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_body(rbd__mjcf *m, int node) {
    const rbd__reader *r = &m->reader;
    const rbd__xml *x = &r->xml;
    rbd__mjcf_place *place = &m->places[node];
    const rbd__mjcf_place *outer = &m->places[x->nodes[node].parent];
    tact_vec3 at = tact_vec(0, 0, 0), position;
    tact_real reference;
    tact_pose own;
    char made_up[32], carrier_name[RBD_NAME_MAX], suffix[16], digits[16];
    const char *name = rbd__mjcf_body_name(m, node, made_up);
    rbd_body body = rbd_default_body(name, outer->carrier);
    int child, n = 0, count = 0, line = rbd__reader_line(r, node);
    rbd_status status = rbd__mjcf_pose(m, node, &own);
    if (status >= 0) status = rbd__mjcf_inertia(m, node, &body.inertia, &place->axes);
    if (status < 0) return status;
    for (child = x->nodes[node].first_child; child >= 0; child = x->nodes[child].next)
        count += rbd__mjcf_kind(x, child) == 'j';
    if (rbd__mjcf_is(rbd__node_string(&x->nodes[node], "mocap"), "true") &&
        (count || !rbd__string_equal(x->nodes[x->nodes[node].parent].name, "worldbody")))
        return rbd__mjcf_error(m, node, "a mocap body stands on the world, without joints", NULL, NULL, NULL);
    if (rbd__mjcf_is(rbd__node_string(&x->nodes[node], "mocap"), "true"))
        rbd__mjcf_warn(m, node, "a mocap body is fixed where the file puts it", NULL, NULL, NULL);
    body.placement = tact_pose_mul(outer->pose, own);
    place->world = tact_pose_mul(outer->world, own);
    place->pose = tact_pose_identity();
    place->carries_mass = body.inertia.mass > 0;
    place->inertia = body.inertia;
    if (rbd__mjcf_aligned(m, node)) {
        place->pose = tact_pose_inverse(tact_pose_make(body.inertia.com, place->axes));
        body.inertia = rbd_inertia_placed(body.inertia, place->pose);
    }
    if (rbd__mjcf_is(rbd__node_string(&x->nodes[node], "sleep"), "init"))
        rbd__mjcf_warn(m, node, "sleep='init' is not read: it starts awake", NULL, NULL, NULL);
    place->moves = count > 0;
    if (count > RBD__MJCF_JOINTS) return rbd__mjcf_error(m, node, "more than 16 joints on one body", NULL, NULL, NULL);
    for (child = x->nodes[node].first_child; child >= 0; child = x->nodes[child].next) {
        rbd_body link;
        rbd_joint joint;
        tact_pose placement;
        if (rbd__mjcf_kind(x, child) != 'j') continue;
        status = rbd__mjcf_joint(m, child, &joint, &position, &reference);
        if (status < 0) return status;
        if (joint.type == RBD_JOINT_FREE && (outer->carrier != r->config->parent || count > 1))
            return rbd__mjcf_error(m, child, "a free joint must be alone on a body of the world", NULL, NULL, NULL);
        ++n;
        /* the joint's fixed frame stands at its own point and is turned or moved back by the reference value */
        placement = tact_pose_make(tact_sub(position, at), tact_quat_identity());
        if (joint.type == RBD_JOINT_REVOLUTE) placement.q = tact_quat_axis_angle(joint.axis, -reference);
        if (joint.type == RBD_JOINT_PRISMATIC) placement.p = tact_mul_add(placement.p, -reference, joint.axis);
        at = position;
        link = body;
        link.joint = joint;
        /* a free joint's coordinates are the body's pose in the world: the pose in the file is where it starts */
        link.placement = joint.type == RBD_JOINT_FREE ? r->config->placement : tact_pose_mul(body.placement, placement);
        m->places[child].iq = m->nq, m->places[child].iv = m->nv;
        m->nq += joint.type == RBD_JOINT_FREE ? 7 : (joint.type == RBD_JOINT_SPHERICAL ? 4 : 1);
        m->nv += joint.type == RBD_JOINT_FREE ? 6 : (joint.type == RBD_JOINT_SPHERICAL ? 3 : 1);
        m->places[child].reference = reference;
        if (n < count || tact_norm2(at) > 0) {
            rbd__append(suffix, 16, rbd__append(suffix, 16, 0, ":joint", 6), n < count ? rbd__int_text(digits, n) : "",
                        8);
            link.name = rbd__reader_carrier_name(carrier_name, name, suffix);
            TACT_MEMSET(&link.inertia, 0, sizeof link.inertia);
            body.placement = tact_pose_identity();
        }
        m->places[child].joint = rbd__reader_add(r, line, &link, NULL, NULL, 0);
        if (m->places[child].joint < 0) return (rbd_status)m->places[child].joint;
        body.parent = place->carrier = m->places[child].joint;
    }
    if (!count || tact_norm2(at) > 0) {
        if (count) body.placement = tact_pose_make(tact_neg(at), tact_quat_identity());
        place->carrier = rbd__reader_add(r, line, &body, NULL, NULL, 0);
    }
    if (place->carrier < 0) {
        status = (rbd_status)place->carrier;
        place->carrier = -1;
        return status;
    }
    return RBD_OK;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_site(rbd__mjcf *m, int node, int parent) {
    const char *name = m->reader.xml.nodes[node].label;
    tact_pose own;
    rbd_error inner;
    int number;
    rbd_status status = rbd__mjcf_pose(m, node, &own);
    tact_real ends[6];
    int n;
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "fromto", 6, 6, ends, &n);
    if (status < 0) return status;
    if (n) {
        tact_vec3 a = tact_vec(ends[0], ends[1], ends[2]), b = tact_vec(ends[3], ends[4], ends[5]);
        int frame = m->reader.xml.nodes[node].frame;
        own = tact_pose_make(tact_lerp(a, b, TACT_R(0.5)),
                             rbd__quat_z_to(tact_normalize_or(tact_sub(a, b), tact_vec(0, 0, 1))));
        if (frame) own = tact_pose_mul(m->frames[frame].pose, own);
    }
    m->places[node].pose = tact_pose_mul(m->places[parent].pose, own);
    m->places[node].world = tact_pose_mul(m->places[parent].world, own);
    m->places[node].carrier = m->places[parent].carrier;
    if (!name || !name[0]) return RBD_OK;
    number = rbd__builder_add_frame(m->reader.builder, name, m->places[parent].carrier, m->places[node].pose,
                                    m->first_frame, &inner);
    return number < 0 ? rbd__mjcf_refused(m, node, &inner, NULL) : RBD_OK;
}

/* All bodies and sites in the order of the document, in which parents come first. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_bodies(rbd__mjcf *m) {
    const rbd__reader *r = &m->reader;
    const rbd__xml *x = &r->xml;
    int node, i, any = 0;
    tact_real total = 0;
    rbd_status status = RBD_OK;
    TACT_MEMSET(m->places, 0, (size_t)x->n_nodes * sizeof *m->places);
    for (node = 0; node < x->n_nodes; ++node) {
        m->places[node].carrier = m->places[node].joint = -1;
        m->places[node].pose = m->places[node].world = tact_pose_identity();
    }
    for (node = 0; node < x->n_nodes; ++node) {
        rbd__mjcf_place *place = &m->places[node];
        int parent = x->nodes[node].parent, kind;
        if (parent < 0) continue;
        if (parent == 0 && rbd__string_equal(x->nodes[node].name, "worldbody")) {
            place->carrier = r->config->parent;
            place->pose = place->world = r->config->placement;
            continue;
        }
        kind = rbd__mjcf_kind(x, node);
        if (kind == 'b') status = rbd__mjcf_body(m, node), any |= place->moves;
        if (kind == 's') status = rbd__mjcf_site(m, node, parent);
        if (status < 0) return status;
    }
    for (i = r->first; i < rbd_builder_count(r->builder); ++i) total += rbd_builder_body(r->builder, i)->inertia.mass;
    if (any && !(total > 0)) return rbd__mjcf_error(m, 0, "this robot has no mass", NULL, NULL, NULL);
    for (i = r->first; i < rbd_builder_count(r->builder) && m->units[0].total_mass > 0; ++i)
        rbd__inertia_scale(&rbd_builder_body(r->builder, i)->inertia, m->units[0].total_mass / total);
    for (node = 0; node < x->n_nodes && m->units[0].total_mass > 0; ++node)
        rbd__inertia_scale(&m->places[node].inertia, m->units[0].total_mass / total);
    return RBD_OK;
}

/* Geoms to the callback, poses seen from the model's bodies when there is a model. With dry_run they are only
   checked. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_geoms(rbd__mjcf *m, const rbd_model *model, int dry_run) {
    const rbd__reader *r = &m->reader;
    const rbd__xml *x = &r->xml;
    int node, index = 0;
    for (node = 1; node < x->n_nodes; ++node) {
        int up = x->nodes[node].parent;
        const rbd__mjcf_place *place;
        rbd_geometry g;
        rbd_inertia inertia;
        rbd_status status;
        char made_up[32];
        if (rbd__mjcf_kind(x, node) != 'g') continue;
        place = &m->places[up];
        TACT_MEMSET(&g, 0, sizeof g);
        status = rbd__mjcf_geom(m, node, &g, &inertia, 1);
        if (status < 0) return status;
        g.index = index++;
        if (dry_run) {
            m->places[node].pose = tact_pose_mul(place->pose, g.pose);
            m->places[node].carrier = place->carrier;
            m->places[node].reference = g.radius;
            m->places[node].iq = (int)g.type, m->places[node].iv = g.index;
            if (!g.visual && g.type == RBD_GEOMETRY_MESH && !g.vertices && r->config->file)
                rbd__mjcf_warn(m, node, "the file '", g.mesh, "' cannot be opened", NULL);
            continue;
        }
        if (g.visual && !r->config->visuals) continue;
        g.written_in = up;
        g.link = rbd__string_equal(x->nodes[up].name, "body") ? rbd__mjcf_body_name(m, up, made_up) : "world";
        g.pose = tact_pose_mul(place->pose, g.pose);
        g.body = model ? model->added_body[place->carrier] : place->carrier;
        if (model) g.pose = rbd_model_added_pose(model, place->carrier, g.pose);
        g.surface_velocity = tact_rotate(g.pose.q, g.surface_velocity);
        r->config->geometry(r->config->user, &g);
    }
    return RBD_OK;
}

/* joint1 = y0 + c0 + c1 (joint2 - x0), x0 and y0 being reference values: a coupling where it is linear. Returns 1:
   done, 0: it is left to the rig. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_couple(rbd__mjcf *m, int node) {
    const rbd__reader *r = &m->reader;
    const rbd__xml *x = &r->xml;
    const char *name[2];
    tact_real c[5] = {0, 1, 0, 0, 0}, offset;
    int joint[2] = {-1, -1}, number[2] = {-1, -1}, i;
    rbd_body *body;
    rbd_status status = rbd__xml_numbers(x, node, "polycoef", 1, 5, c, NULL);
    if (status < 0) return status;
    name[0] = rbd__xml_string(x, node, "joint1"), name[1] = rbd__xml_string(x, node, "joint2");
    if (!name[0]) return rbd__mjcf_error(m, node, "an equality of joints needs joint1", NULL, NULL, NULL);
    for (i = 0; i < 2 && name[i]; ++i) {
        joint[i] = rbd__mjcf_find(m, 'j', 0, name[i]);
        if (joint[i] < 0) return rbd__mjcf_error(m, node, "there is no joint '", name[i], "'", NULL);
        number[i] = m->places[joint[i]].joint;
        body = rbd_builder_body(r->builder, number[i]);
        if (!body || (body->joint.type != RBD_JOINT_REVOLUTE && body->joint.type != RBD_JOINT_PRISMATIC))
            return rbd__mjcf_error(m, node, "joint '", name[i], "' has several degrees of freedom", NULL);
    }
    if (r->config->ignore_mimic) return 0;
    offset = m->places[joint[0]].reference + c[0];
    body = rbd_builder_body(r->builder, number[0]);
    if (number[0] == number[1]) return rbd__mjcf_error(m, node, "a joint is coupled to itself", NULL, NULL, NULL);
    if (body->joint.mimic >= 0) return 0; /* it follows another already */
    if (!name[1]) return rbd_builder_lock(r->builder, number[0], &offset, r->error) < 0 ? (int)RBD_BAD_JOINT : 1;
    for (i = 2; i < 5; ++i)
        if (c[i] > 0 || c[i] < 0) {
            if (!m->wants_rig)
                rbd__mjcf_warn(m, node, "joint '", name[0], "': only linear couplings are read, this one is left out",
                               NULL);
            return 0;
        }
    for (i = number[1]; i >= 0; i = rbd_builder_body(r->builder, i)->joint.mimic)
        if (i == number[0]) return 0; /* a cycle: no tree has it */
    if (rbd_builder_body(r->builder, number[1])->joint.type == RBD_JOINT_FIXED) return 0;
    body->joint.mimic = number[1];
    body->joint.mimic_scale = c[1];
    body->joint.mimic_offset = offset - c[1] * m->places[joint[1]].reference;
    return 1;
}

/* The two sides of <connect> and <weld>: elements of bodies or sites, and the frames on them that coincide. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_loop(const rbd__mjcf *m, int node, int is_weld, int side[2],
                                                 tact_pose frame[2]) {
    const rbd__xml *x = &m->reader.xml;
    static const char names[4][6] = {"site1", "site2", "body1", "body2"};
    int by_site = rbd__xml_find(x, node, names[0]) != NULL, k, n;
    tact_pose reference;
    tact_real v[7];
    rbd_status status = RBD_OK;
    for (k = 0; k < 2; ++k) {
        const char *name = rbd__xml_string(x, node, names[by_site ? k : k + 2]);
        side[k] = rbd__mjcf_find(m, by_site ? 's' : 'b', 0, name);
        if (!by_site && (rbd__mjcf_is(name, "world") || (k == 1 && !name))) side[k] = rbd__xml_child(x, 0, "worldbody");
        if (side[k] < 0)
            return rbd__mjcf_error(m, node, by_site ? "there is no site '" : "there is no body '", name ? name : "",
                                   "'", NULL);
        frame[k] = tact_pose_identity();
    }
    if (by_site) return RBD_OK;
    reference = tact_pose_mul(tact_pose_inverse(m->places[side[0]].world), m->places[side[1]].world);
    if (!is_weld) { /* the anchor, given in body 1, as it lies in body 2 at the reference configuration */
        if (!rbd__xml_find(x, node, "anchor")) return rbd__mjcf_error(m, node, "it needs an anchor", NULL, NULL, NULL);
        status = rbd__xml_vec3(x, node, "anchor", &frame[0].p);
        frame[1] = tact_pose_mul(tact_pose_inverse(reference), frame[0]);
        return status;
    }
    status = rbd__xml_numbers(x, node, "relpose", 7, 7, v, &n);
    frame[0] = reference;
    if (status >= 0 && n && (v[3] * v[3] + v[4] * v[4] + v[5] * v[5] + v[6] * v[6]) > RBD__SHORTEST2)
        frame[0] =
            tact_pose_make(tact_vec(v[0], v[1], v[2]), tact_quat_normalize(tact_quat_make(v[4], v[5], v[6], v[3])));
    return status;
}
/* <connect> and <weld> to the callback, <joint> into the builder (couplings first, before a model is made). */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_equalities(rbd__mjcf *m, const rbd_model *model, int couplings) {
    const rbd__reader *r = &m->reader;
    const rbd__xml *x = &r->xml;
    int group, node, k, active;
    for (group = rbd__xml_child(x, 0, "equality"); group >= 0; group = rbd__xml_next(x, group))
        for (node = x->nodes[group].first_child; node >= 0; node = x->nodes[node].next) {
            int is_weld = rbd__string_equal(x->nodes[node].name, "weld"), side[2], carrier[2];
            rbd_constraint c;
            tact_pose frame[2];
            rbd_status status = rbd__mjcf_word(m, node, "active", "false true", 1, &active);
            if (status < 0) return status;
            if (!active || m->no_equality) continue;
            if (rbd__string_equal(x->nodes[node].name, "joint")) {
                if (!couplings) continue;
                k = rbd__mjcf_couple(m, node);
                if (k < 0) return (rbd_status)k;
                m->places[node].moves = k; /* 1: the tree has it */
                continue;
            }
            if (rbd__string_equal(x->nodes[node].name, "tendon")) {
                if (couplings && !m->wants_rig)
                    rbd__mjcf_warn(m, node, "an equality of tendons is not read", NULL, NULL, NULL);
                continue;
            }
            status = rbd__mjcf_loop(m, node, is_weld, side, frame);
            if (status < 0) return status;
            if (couplings || !r->config->constraint) continue;
            for (k = 0; k < 2; ++k) {
                carrier[k] = m->places[side[k]].carrier;
                frame[k] = tact_pose_mul(m->places[side[k]].pose, frame[k]);
                if (!model) continue;
                frame[k] = rbd_model_added_pose(model, carrier[k], frame[k]);
                carrier[k] = model->added_body[carrier[k]];
            }
            c = is_weld ? rbd_constraint_weld(carrier[0], frame[0], carrier[1], frame[1])
                        : rbd_constraint_point(carrier[0], frame[0], carrier[1], frame[1]);
            r->config->constraint(r->config->user, &c, rbd__xml_string(x, node, "name"), x->nodes[node].line);
        }
    return RBD_OK;
}

TACT_PRIVATE TACT_COLD void rbd__mjcf_report_massless(rbd__mjcf *m) {
    const rbd__xml *x = &m->reader.xml;
    int node;
    for (node = x->n_nodes - 1; node > 0; --node) {
        const rbd__mjcf_place *place = &m->places[node];
        if (place->carrier < 0 || !rbd__string_equal(x->nodes[node].name, "body")) continue;
        if (place->carries_mass)
            m->places[x->nodes[node].parent].carries_mass = 1;
        else if (place->moves)
            rbd__mjcf_warn(m, node,
                           "it moves, but there is no mass on it or beyond it: forward dynamics needs an armature",
                           NULL, NULL, NULL);
    }
}
#endif /* RBD_NO_FILES */

// >>impl-mjcf-rig
/* Owns    MJCF: tendons, actuators, keyframes, equalities beside the tree.
   Reads   the document, the model that was made of it.
   Leaves  model->rig; the public functions of the reader. */
#ifndef RBD_NO_FILES
/* The rig while it is filled: its arrays may be written. */
typedef struct rbd__rig_arrays {
    rbd_rig *rig;
    rbd_tendon *tendons;
    rbd_path_item *path;
    rbd_actuator *actuators;
    rbd_key *keys;
    rbd_equality *equalities;
    rbd_exclude *excludes;
    rbd_contact_pair *pairs;
    rbd_sensor *sensors;
    rbd_lift *lifts;
    rbd_spring *springs;
    rbd_turn_limit *turn_limits;
    rbd_immersed *immersed;
    rbd_piece *pieces;
    tact_real *q_start, *key_values, *effort_lower, *effort_upper;
    unsigned char *lift_actuated, *servo;
    char *text, *text_end;
    int *tendon_node, *actuator_node; /* elements, in the arena */
    int *joint_node, n_joints;        /* elements of joints in MuJoCo's order */
    int next_sensor;
} rbd__rig_arrays;

TACT_PRIVATE TACT_COLD const char *rbd__rig_text(rbd__rig_arrays *r, const char *text) {
    size_t n = text ? rbd__string_length(text) : 0;
    char *at = r->text;
    if (!text || at + n + 1 > r->text_end) return "";
    TACT_MEMCPY(at, text, n + 1);
    r->text += n + 1;
    return at;
}
/* Model body and pose of an element of a body (site, geom). */
TACT_PRIVATE TACT_COLD int rbd__mjcf_on_model(const rbd__mjcf *m, const rbd_model *model, int node, tact_pose *pose) {
    *pose = rbd_model_added_pose(model, m->places[node].carrier, m->places[node].pose);
    return model->added_body[m->places[node].carrier];
}
/* The model's body of a joint element, or -1 where an equality locked it. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_joint_body(const rbd__mjcf *m, const rbd_model *model, int node) {
    const rbd_body *b = rbd_builder_body(m->reader.builder, m->places[node].joint);
    return b && b->joint.type != RBD_JOINT_FIXED ? model->added_body[m->places[node].joint] : -1;
}

/* A row of a tendon. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_path(const rbd__mjcf *m, const rbd_model *model, int node,
                                                 rbd_path_item *item) {
    const rbd__xml *x = &m->reader.xml;
    const char *kind = x->nodes[node].name, *name;
    tact_pose side;
    rbd_status status = RBD_OK;
    int found, joint = rbd__string_equal(kind, "joint"), pulley = rbd__string_equal(kind, "pulley"), n;
    TACT_MEMSET(item, 0, sizeof *item);
    item->pose = tact_pose_identity();
    item->side_body = -1;
    if (pulley) {
        item->type = RBD_PATH_PULLEY, item->value = 1;
        status = rbd__xml_numbers(x, node, "divisor", 1, 1, &item->value, NULL);
        if (status >= 0 && !(item->value > 0))
            return rbd__mjcf_error(m, node, "the divisor is not above zero", NULL, NULL, NULL);
        return status;
    }
    name = rbd__xml_string(x, node, kind);
    found = rbd__mjcf_find(m, kind[0], 0, name);
    if (found < 0) return rbd__mjcf_error(m, node, "there is no ", kind, " of this name: ", name ? name : "");
    if (joint) {
        item->type = RBD_PATH_JOINT;
        status = rbd__xml_numbers(x, node, "coef", 1, 1, &item->value, &n);
        if (status < 0) return status;
        if (!n) return rbd__mjcf_error(m, node, "it needs a coef", NULL, NULL, NULL);
        item->body = rbd__mjcf_joint_body(m, model, found);
        if (item->body < 0) item->body = 0, item->value = 0; /* it is locked and adds nothing that moves */
        if (item->body > 0 && model->body_nv[item->body] != 1)
            return rbd__mjcf_error(m, node, "joint '", name, "' has several degrees of freedom", NULL);
        return RBD_OK;
    }
    item->body = rbd__mjcf_on_model(m, model, found, &item->pose);
    item->type = RBD_PATH_SITE;
    if (kind[0] == 's') return RBD_OK;
    item->type = m->places[found].iq == (int)RBD_GEOMETRY_SPHERE ? RBD_PATH_SPHERE : RBD_PATH_CYLINDER;
    if (m->places[found].iq != (int)RBD_GEOMETRY_SPHERE && m->places[found].iq != (int)RBD_GEOMETRY_CYLINDER)
        return rbd__mjcf_error(m, node, "a tendon wraps around spheres and cylinders only", NULL, NULL, NULL);
    item->value = m->places[found].reference; /* the radius, by rbd__mjcf_geoms */
    name = rbd__xml_string(x, node, "sidesite");
    if (!name) return RBD_OK;
    found = rbd__mjcf_find(m, 's', 0, name);
    if (found < 0) return rbd__mjcf_error(m, node, "there is no site '", name, "'", NULL);
    item->side_body = rbd__mjcf_on_model(m, model, found, &side);
    item->side = side.p;
    return RBD_OK;
}
/* As MuJoCo: the force by which an armature follows a turning tendon is that of straight pieces. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_tendon_armature(const rbd__mjcf *m, const rbd__rig_arrays *r, int node,
                                                            const rbd_tendon *t) {
    int i;
    for (i = 0; i < t->count && t->armature > 0; ++i) {
        const rbd_path_type type = r->path[t->first + i].type;
        if (type == RBD_PATH_SPHERE || type == RBD_PATH_CYLINDER)
            return rbd__mjcf_error(m, node, "the armature of a tendon that wraps around geoms is not supported", NULL,
                                   NULL, NULL);
    }
    return RBD_OK;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_tendon(rbd__mjcf *m, const rbd_model *model, rbd__rig_arrays *r, int node) {
    const rbd__xml *x = &m->reader.xml;
    rbd_rig *rig = r->rig;
    rbd_tendon *t = &r->tendons[rig->n_tendons];
    tact_real range[2] = {0, 0};
    int child, n, unit_count = m->reader.config->ignore_passive;
    rbd_status status;
    TACT_MEMSET(t, 0, sizeof *t);
    t->name = rbd__rig_text(r, rbd__xml_string(x, node, "name"));
    t->first = rig->n_path;
    status = rbd__mjcf_limited(m, node, "limited", "range", range, &t->limited);
    t->lower = range[0], t->upper = range[1];
    if (status >= 0)
        status = rbd__mjcf_limited(m, node, "actuatorfrclimited", "actuatorfrcrange", range, &t->force_limited);
    t->force_lower = range[0], t->force_upper = range[1];
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "margin", 1, 1, &t->margin, NULL);
    if (status >= 0 && !m->no_springs && !unit_count)
        status = rbd__mjcf_numbers(m, node, "stiffness", 1, 3, t->stiffness, NULL);
    if (status >= 0 && !m->no_dampers && !unit_count)
        status = rbd__mjcf_numbers(m, node, "damping", 1, 3, t->damping, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "armature", 1, 1, &t->armature, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "frictionloss", 1, 1, &t->friction, NULL);
    rbd__mjcf_soft(t->solref, t->solimp);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "solreflimit", 1, 2, t->solref, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "solimplimit", 1, 5, t->solimp, NULL);
    t->rest[0] = t->rest[1] = -1;
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "springlength", 1, 2, t->rest, &n);
    if (status < 0) return status;
    if (n == 1) t->rest[1] = t->rest[0];
    if (!(t->rest[0] <= t->rest[1])) return rbd__mjcf_error(m, node, "springlength is upside down", NULL, NULL, NULL);
    if (m->no_limits) t->limited = 0;
    if (m->no_friction || m->reader.config->ignore_passive) t->friction = 0;
    if (!(t->stiffness[0] >= 0 && t->damping[0] >= 0 && t->armature >= 0 && t->friction >= 0))
        return rbd__mjcf_error(m, node, "stiffness, damping, armature or frictionloss is negative", NULL, NULL, NULL);
    for (child = x->nodes[node].first_child; child >= 0; child = x->nodes[child].next) {
        status = rbd__mjcf_path(m, model, child, &r->path[rig->n_path]);
        if (status < 0) return status;
        if (r->path[rig->n_path].type == RBD_PATH_JOINT && !r->path[rig->n_path].body) continue;
        ++rig->n_path, ++t->count;
    }
    r->tendon_node[rig->n_tendons++] = node;
    return rbd__mjcf_tendon_armature(m, r, node, t);
}

/* What an actuator's element, or its default, says; later ones win. */
typedef struct rbd__actuator_draft {
    rbd_actuator a;
    tact_real inherit, damping_ratio;
    tact_real range[3][2]; /* control, force, activation */
    int given[3], word[3]; /* a range was given; limited: 0 false, 1 true, 2 auto */
    int odd;               /* 1: of a kind that is not supported */
    int group;
    tact_real damping[3], armature, delay; /* of the joint or tendon, over the square of the gear */
} rbd__actuator_draft;
TACT_PRIVATE TACT_COLD rbd_status rbd__xml_number(const rbd__xml *x, int node, const char *name, tact_real *value) {
    return rbd__xml_numbers(x, node, name, 1, 1, value, NULL);
}
/* kp, kv, dampratio and timeconst of a servo. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_servo(const rbd__mjcf *m, int node, rbd__actuator_draft *d) {
    const rbd__xml *x = &m->reader.xml;
    tact_real kp = d->a.gain_value[0], kv = 0, ratio = 0, tau = 0;
    int n_kv, n_ratio, n_tau;
    rbd_status status = rbd__xml_number(x, node, "kp", &kp);
    if (status >= 0) status = rbd__xml_numbers(x, node, "kv", 1, 1, &kv, &n_kv);
    if (status >= 0) status = rbd__xml_numbers(x, node, "dampratio", 1, 1, &ratio, &n_ratio);
    if (status >= 0) status = rbd__xml_numbers(x, node, "timeconst", 1, 1, &tau, &n_tau);
    if (status >= 0) status = rbd__xml_number(x, node, "inheritrange", &d->inherit);
    if (status < 0) return status;
    if (kv < 0 || ratio < 0 || tau < 0 || (n_kv && n_ratio))
        return rbd__mjcf_error(m, node, "kv, dampratio or timeconst is negative, or kv and dampratio are both given",
                               NULL, NULL, NULL);
    d->a.gain_value[0] = kp, d->a.bias_value[1] = -kp;
    if (n_kv) d->a.bias_value[2] = -kv;
    if (n_ratio) d->a.bias_value[2] = ratio; /* positive: made into damping when the mass matrix is known */
    if (n_tau) {
        d->a.dynamics_value[0] = tau;
        d->a.dynamics = tau > 0 ? RBD_ACTIVATION_FILTER_EXACT : RBD_ACTIVATION_NONE;
    }
    d->a.gain = RBD_GAIN_FIXED, d->a.bias = RBD_BIAS_AFFINE;
    return RBD_OK;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_muscle(const rbd__mjcf *m, int node, rbd__actuator_draft *d) {
    static const char names[7][6] = {"force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax"};
    /* MuJoCo's defaults, range first */
    static const tact_real start[9] = {TACT_R(0.75), TACT_R(1.05), -1,          200,        TACT_R(0.5),
                                       TACT_R(1.6),  TACT_R(1.5),  TACT_R(1.3), TACT_R(1.2)};
    const rbd__xml *x = &m->reader.xml;
    tact_real *g = d->a.gain_value, *p = d->a.dynamics_value;
    rbd_status status;
    int i;
    if (p[0] >= 1 && p[0] <= 1) p[0] = TACT_R(0.01); /* the value of all actuators is not a muscle's */
    if (!(p[1] > 0 || p[1] < 0)) p[1] = TACT_R(0.04);
    if (g[0] >= 1 && g[0] <= 1) g[0] = start[0];
    for (i = 1; i < 9; ++i)
        if (!(g[i] > 0 || g[i] < 0)) g[i] = start[i];
    status = rbd__xml_numbers(x, node, "timeconst", 2, 2, p, NULL);
    if (status >= 0) status = rbd__xml_number(x, node, "tausmooth", &p[2]);
    if (status >= 0) status = rbd__xml_numbers(x, node, "range", 2, 2, g, NULL);
    for (i = 0; i < 7 && status >= 0; ++i) status = rbd__xml_number(x, node, names[i], &g[i + 2]);
    if (status >= 0 && p[2] < 0) return rbd__mjcf_error(m, node, "tausmooth is negative", NULL, NULL, NULL);
    for (i = 0; i < 9; ++i) d->a.bias_value[i] = g[i];
    d->a.dynamics = RBD_ACTIVATION_MUSCLE, d->a.gain = RBD_GAIN_MUSCLE, d->a.bias = RBD_BIAS_MUSCLE;
    return status;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_general(const rbd__mjcf *m, int node, rbd__actuator_draft *d) {
    const rbd__xml *x = &m->reader.xml;
    tact_real p[10];
    int word, i, n;
    rbd_status status = rbd__xml_numbers(x, node, "gainprm", 1, 10, p, &n);
    for (i = 0; i < n && i < 9 && status >= 0; ++i) d->a.gain_value[i] = p[i];
    if (status >= 0) status = rbd__xml_numbers(x, node, "biasprm", 1, 10, p, &n);
    for (i = 0; i < n && i < 9 && status >= 0; ++i) d->a.bias_value[i] = p[i];
    if (status >= 0) status = rbd__xml_numbers(x, node, "dynprm", 1, 10, p, &n);
    for (i = 0; i < n && i < 3 && status >= 0; ++i) d->a.dynamics_value[i] = p[i];
    if (status < 0) return status;
    if (rbd__node_string(&x->nodes[node], "dyntype")) {
        status =
            rbd__mjcf_word(m, node, "dyntype", "none integrator filter filterexact muscle dcmotor pid user", 0, &word);
        if (word > 4) d->odd = 1, word = 0;
        d->a.dynamics = (rbd_activation)word;
    }
    if (status >= 0 && rbd__node_string(&x->nodes[node], "gaintype")) {
        status = rbd__mjcf_word(m, node, "gaintype", "fixed affine muscle dcmotor so3 pid user", 0, &word);
        if (word > 2) d->odd = 1, word = 0;
        d->a.gain = (rbd_gain)word;
    }
    if (status >= 0 && rbd__node_string(&x->nodes[node], "biastype")) {
        status = rbd__mjcf_word(m, node, "biastype", "none affine muscle dcmotor so3 user", 0, &word);
        if (word > 2) d->odd = 1, word = 0;
        d->a.bias = (rbd_bias_law)word;
    }
    if (status >= 0 && rbd__node_string(&x->nodes[node], "actearly"))
        status = rbd__mjcf_word(m, node, "actearly", "false true", 0, &d->a.early);
    return status;
}
/* One element on top of what its class says; what each shortcut stands for is MuJoCo's. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_apply_actuator(const rbd__mjcf *m, int node, rbd__actuator_draft *d) {
    static const char ranges[3][12] = {"ctrlrange", "forcerange", "actrange"};
    static const char limits[3][14] = {"ctrllimited", "forcelimited", "actlimited"};
    const rbd__xml *x = &m->reader.xml;
    const char *kind = x->nodes[node].name;
    rbd_actuator *a = &d->a;
    tact_real v[3], diameter = -1, group = 0;
    int i, n;
    rbd_status status = rbd__xml_numbers(x, node, "gear", 1, 6, a->gear, NULL);
    for (i = 0; i < 3 && status >= 0; ++i) {
        status = rbd__xml_numbers(x, node, ranges[i], 2, 2, d->range[i], &n);
        d->given[i] |= n > 0;
        if (status >= 0 && rbd__node_string(&x->nodes[node], limits[i]))
            status = rbd__mjcf_word(m, node, limits[i], "false true auto", 2, &d->word[i]);
    }
    if (status >= 0) status = rbd__xml_numbers(x, node, "lengthrange", 2, 2, a->length_range, NULL);
    if (status >= 0) status = rbd__xml_numbers(x, node, "damping", 1, 3, d->damping, NULL);
    if (status >= 0) status = rbd__xml_number(x, node, "armature", &d->armature);
    if (status >= 0) status = rbd__xml_number(x, node, "delay", &d->delay);
    if (status >= 0) status = rbd__xml_numbers(x, node, "group", 1, 1, &group, &n);
    if (status < 0) return status;
    if (n) d->group = (int)tact_clamp(group, 0, RBD__MJCF_GROUPS - 1);
    if (rbd__string_equal(kind, "general")) return rbd__mjcf_general(m, node, d);
    if (rbd__string_equal(kind, "muscle")) return rbd__mjcf_muscle(m, node, d);
    if (rbd__string_equal(kind, "position")) return rbd__mjcf_servo(m, node, d);
    if (rbd__string_equal(kind, "intvelocity")) {
        status = rbd__mjcf_servo(m, node, d);
        a->dynamics = RBD_ACTIVATION_INTEGRATOR;
        return status;
    }
    if (rbd__string_equal(kind, "motor")) {
        a->gain_value[0] = 1;
        a->dynamics = RBD_ACTIVATION_NONE, a->gain = RBD_GAIN_FIXED, a->bias = RBD_BIAS_NONE;
    } else if (rbd__string_equal(kind, "velocity")) {
        v[0] = a->gain_value[0];
        status = rbd__xml_number(x, node, "kv", &v[0]);
        for (i = 0; i < 9; ++i) a->bias_value[i] = 0;
        a->gain_value[0] = v[0], a->bias_value[2] = -v[0];
        a->dynamics = RBD_ACTIVATION_NONE, a->gain = RBD_GAIN_FIXED, a->bias = RBD_BIAS_AFFINE;
    } else if (rbd__string_equal(kind, "damper")) {
        v[0] = a->gain == RBD_GAIN_AFFINE ? -a->gain_value[2] : 0;
        status = rbd__xml_number(x, node, "kv", &v[0]);
        for (i = 0; i < 9; ++i) a->gain_value[i] = 0;
        a->gain_value[2] = -v[0];
        d->word[0] = 1;
        a->dynamics = RBD_ACTIVATION_NONE, a->gain = RBD_GAIN_AFFINE, a->bias = RBD_BIAS_NONE;
        if (status >= 0 && (v[0] < 0 || d->range[0][0] < 0 || d->range[0][1] < 0))
            return rbd__mjcf_error(m, node, "kv or ctrlrange of a damper is negative", NULL, NULL, NULL);
    } else if (rbd__string_equal(kind, "cylinder")) {
        status = rbd__xml_number(x, node, "timeconst", &a->dynamics_value[0]);
        if (status >= 0) status = rbd__xml_numbers(x, node, "bias", 3, 3, a->bias_value, NULL);
        if (status >= 0) status = rbd__xml_number(x, node, "area", &a->gain_value[0]);
        if (status >= 0) status = rbd__xml_number(x, node, "diameter", &diameter);
        if (diameter >= 0) a->gain_value[0] = TACT_PI / 4 * diameter * diameter;
        a->dynamics = RBD_ACTIVATION_FILTER, a->gain = RBD_GAIN_FIXED, a->bias = RBD_BIAS_AFFINE;
    } else {
        d->odd = 1; /* adhesion, orientation, pid, dcmotor */
        if (rbd__string_equal(kind, "adhesion")) {
            status = rbd__xml_number(x, node, "gain", &a->gain_value[0]);
            d->word[0] = 1;
        }
    }
    return status;
}
/* The transmission of an actuator. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_transmission(const rbd__mjcf *m, const rbd_model *model, rbd__rig_arrays *r,
                                                         int node, rbd__actuator_draft *d) {
    static const char names[5][14] = {"joint", "jointinparent", "tendon", "site", "cranksite"};
    const rbd__xml *x = &m->reader.xml;
    rbd_actuator *a = &d->a;
    const char *name = NULL;
    tact_pose own;
    int k, found, i, n;
    rbd_status status;
    a->tendon = a->reference_body = -1;
    for (i = 0, n = 0, k = 4; i < 5; ++i)
        if (rbd__xml_string(x, node, names[i])) name = rbd__xml_string(x, node, names[i]), k = i, ++n;
    if (n > 1) return rbd__mjcf_error(m, node, "it acts on two things", NULL, NULL, NULL);
    if (!name || d->odd) {
        if (!rbd__string_equal(x->nodes[node].name, "adhesion") && !rbd__xml_string(x, node, "body"))
            return rbd__mjcf_error(m, node,
                                   d->odd ? "actuators of this kind are not supported (orientation, pid, dcmotor, so3, "
                                            "user)"
                                          : "it needs a joint, tendon or site",
                                   NULL, NULL, NULL);
        rbd__mjcf_warn(m, node, "adhesion at contacts is not supported: it moves nothing", NULL, NULL, NULL);
        a->transmission = RBD_ON_SITE; /* of the world */
        for (i = 0; i < 6; ++i) a->gear[i] = 0;
        a->dynamics = RBD_ACTIVATION_NONE, a->gain = RBD_GAIN_FIXED, a->bias = RBD_BIAS_NONE;
        return RBD_OK;
    }
    a->transmission = (rbd_transmission)k;
    found = rbd__mjcf_find(m, k == 2 ? 't' : (k >= 3 ? 's' : 'j'), 0, name);
    if (found < 0)
        return rbd__mjcf_error(m, node, "there is no ", k < 2 ? "joint" : (k == 2 ? "tendon" : "site"),
                               " of this name: ", name);
    if (k == 2) {
        for (i = 0; i < r->rig->n_tendons; ++i)
            if (r->tendon_node[i] == found) a->tendon = i;
        return RBD_OK;
    }
    if (k >= 3) {
        a->body = rbd__mjcf_on_model(m, model, found, &a->pose);
        status = rbd__mjcf_pose(m, found, &own);
        a->own[0] = own.q;
        if (status < 0) return status;
        name = rbd__xml_string(x, node, k == 3 ? "refsite" : "slidersite");
        if (k == 4) {
            status = rbd__xml_numbers(x, node, "cranklength", 1, 1, &a->rod, &n);
            if (status < 0) return status;
            if (!name || !n || !(a->rod > 0))
                return rbd__mjcf_error(m, node, "a slider-crank needs a slidersite and a cranklength above zero", NULL,
                                       NULL, NULL);
        }
        if (!name) return RBD_OK;
        found = rbd__mjcf_find(m, 's', 0, name);
        if (found < 0) return rbd__mjcf_error(m, node, "there is no site '", name, "'", NULL);
        a->reference_body = rbd__mjcf_on_model(m, model, found, &a->reference);
        status = rbd__mjcf_pose(m, found, &own);
        a->own[1] = own.q;
        if (status < 0) return status;
        return RBD_OK;
    }
    a->body = rbd__mjcf_joint_body(m, model, found);
    if (a->body < 0) { /* locked by an equality: it moves nothing */
        a->transmission = RBD_ON_SITE, a->body = 0;
        for (i = 0; i < 6; ++i) a->gear[i] = 0;
        return RBD_OK;
    }
    a->dof = model->joint_iv[a->body];
    return RBD_OK;
}
/* inheritrange: the range of the joint or tendon, about its middle. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_inherit(const rbd__mjcf *m, const rbd_model *model,
                                                    const rbd__rig_arrays *r, int node, rbd__actuator_draft *d) {
    const rbd_actuator *a = &d->a;
    int k = a->dynamics == RBD_ACTIVATION_INTEGRATOR ? 2 : 0;
    tact_real low = 0, high = 0;
    if (!(d->inherit > 0) || a->bias != RBD_BIAS_AFFINE || a->gain != RBD_GAIN_FIXED ||
        tact_abs(a->gain_value[0] + a->bias_value[1]) > 0)
        return RBD_OK; /* of a default: no servo */
    if (a->transmission == RBD_ON_JOINT) low = model->dof[a->dof].lower, high = model->dof[a->dof].upper;
    if (a->transmission == RBD_ON_TENDON) low = r->tendons[a->tendon].lower, high = r->tendons[a->tendon].upper;
    if (!(low < high) || !(low > -TACT_REAL_MAX) || !(high < TACT_REAL_MAX))
        return rbd__mjcf_error(m, node, "inheritrange: its joint or tendon has no range", NULL, NULL, NULL);
    d->range[k][0] = (low + high) / 2 - d->inherit * (high - low) / 2;
    d->range[k][1] = (low + high) / 2 + d->inherit * (high - low) / 2;
    d->given[k] = 1;
    return RBD_OK;
}
/* damping and armature of an actuator are those of its joint or tendon, times the square of its gear. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_add_rotor(const rbd__mjcf *m, rbd_model *model, rbd__rig_arrays *r,
                                                      int node, const rbd__actuator_draft *d) {
    const rbd_actuator *a = &d->a;
    const tact_real gear2 = a->gear[0] * a->gear[0];
    tact_real damping[3];
    int i, off = m->no_dampers || m->reader.config->ignore_passive;
    if (d->delay > 0) return rbd__mjcf_error(m, node, "delays of actuators are not supported", NULL, NULL, NULL);
    if (d->armature < 0 || d->damping[0] < 0)
        return rbd__mjcf_error(m, node, "damping or armature is negative", NULL, NULL, NULL);
    for (i = 0; i < 3; ++i) damping[i] = off ? 0 : gear2 * d->damping[i];
    if (a->transmission == RBD_ON_TENDON && a->tendon >= 0) {
        rbd_tendon *t = &r->tendons[a->tendon];
        for (i = 0; i < 3; ++i) t->damping[i] += damping[i];
        t->armature += gear2 * d->armature;
        return rbd__mjcf_tendon_armature(m, r, node, t);
    }
    if (a->transmission > RBD_ON_JOINT_IN_PARENT && !d->odd && (d->armature > 0 || d->damping[0] > 0))
        return rbd__mjcf_error(m, node, "its damping and armature need a joint or tendon", NULL, NULL, NULL);
    if (a->transmission > RBD_ON_JOINT_IN_PARENT || a->body <= 0) return RBD_OK;
    for (i = 0; i < model->body_nv[a->body]; ++i) {
        rbd_dof dof = model->dof[a->dof + i];
        dof.damping += damping[0], dof.armature += gear2 * d->armature;
        rbd_model_set_dof(model, a->dof + i, &dof);
    }
    if ((damping[1] > 0 || damping[1] < 0 || damping[2] > 0 || damping[2] < 0)) {
        if (model->body_nv[a->body] > 1)
            return rbd__mjcf_error(m, node, "damping of several coefficients on a ball or free joint is not supported",
                                   NULL, NULL, NULL);
        for (i = 0; i < r->rig->n_springs && r->springs[i].dof != a->dof;) ++i;
        if (i == r->rig->n_springs) {
            ++r->rig->n_springs;
            r->springs[i].dof = a->dof, r->springs[i].axis = -1, r->springs[i].rest = model->dof[a->dof].rest;
        }
        r->springs[i].damping[0] += damping[1], r->springs[i].damping[1] += damping[2];
    }
    return RBD_OK;
}
#define RBD__MJCF_CLASSES 64 /* default classes in one another, with those of the same name */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_actuator(rbd__mjcf *m, rbd_model *model, rbd__rig_arrays *r, int node) {
    const rbd__xml *x = &m->reader.xml;
    rbd__actuator_draft d;
    rbd_actuator *a = &d.a;
    int level[RBD__MJCF_CLASSES], n = 0, at, child, i, limited[3];
    rbd_status status = RBD_OK;
    TACT_MEMSET(&d, 0, sizeof d);
    a->pose = a->reference = tact_pose_identity();
    a->own[0] = a->own[1] = tact_quat_identity();
    a->gear[0] = a->gain_value[0] = a->dynamics_value[0] = 1;
    a->activation = -1;
    for (i = 0; i < 3; ++i) d.word[i] = 2;
    at = m->n_defaults ? rbd__mjcf_class(m, x->nodes[node].unit, rbd__mjcf_class_of(m, node), m->n_defaults) : -1;
    for (; at >= 0 && n < RBD__MJCF_CLASSES; at = rbd__mjcf_outer(m, at)) level[n++] = m->defaults[at];
    while (n-- > 0 && status >= 0)
        for (child = x->nodes[level[n]].first_child; child >= 0 && status >= 0; child = x->nodes[child].next)
            if (rbd__word_in(rbd__mjcf_actuators, x->nodes[child].name))
                status = rbd__mjcf_apply_actuator(m, child, &d);
    d.odd = 0; /* the element says what it is */
    if (status >= 0) status = rbd__mjcf_apply_actuator(m, node, &d);
    if (status >= 0) status = rbd__mjcf_transmission(m, model, r, node, &d);
    if (status >= 0) status = rbd__mjcf_inherit(m, model, r, node, &d);
    if (status >= 0) status = rbd__mjcf_add_rotor(m, model, r, node, &d);
    if (status < 0) return status;
    for (i = 0; i < 3; ++i) {
        int has = d.range[i][0] < 0 || d.range[i][0] > 0 || d.range[i][1] < 0 || d.range[i][1] > 0;
        limited[i] = d.word[i] == 1 || (d.word[i] == 2 && has && m->units[x->nodes[node].unit].limits_by_range);
        if (d.word[i] == 2 && has && !m->units[x->nodes[node].unit].limits_by_range)
            return rbd__mjcf_error(m, node, "a range is given, but not whether it limits, and autolimits is off", NULL,
                                   NULL, NULL);
        if (limited[i] && !(d.range[i][0] < d.range[i][1]))
            return rbd__mjcf_error(m, node, "a range of control, force or activation is empty or upside down", NULL,
                                   NULL, NULL);
    }
    a->control_limited = limited[0] && !m->no_clamp;
    a->control_lower = d.range[0][0], a->control_upper = d.range[0][1];
    a->force_limited = limited[1], a->force_lower = d.range[1][0], a->force_upper = d.range[1][1];
    a->activation_limited = limited[2], a->activation_lower = d.range[2][0], a->activation_upper = d.range[2][1];
    if (a->dynamics == RBD_ACTIVATION_INTEGRATOR && a->bias == RBD_BIAS_AFFINE && !limited[2] && d.inherit > 0)
        a->activation_limited = 1;
    if (a->dynamics != RBD_ACTIVATION_NONE) a->activation = r->rig->n_activations++;
    a->disabled = m->no_actuation ? 2 : (int)(m->groups_off >> d.group & 1u);
    a->name = rbd__rig_text(r, rbd__xml_string(x, node, "name"));
    r->actuator_node[r->rig->n_actuators] = node;
    r->actuators[r->rig->n_actuators++] = *a;
    return RBD_OK;
}

/* MuJoCo's qpos to q, and qvel to v (NULL: not wanted). */
TACT_PRIVATE TACT_COLD void rbd__mjcf_state(const rbd__mjcf *m, const rbd_model *model, const rbd__rig_arrays *r,
                                            const tact_real *qpos, const tact_real *qvel, tact_real *q, tact_real *v) {
    int i, k;
    for (i = 0; i < r->n_joints; ++i) {
        int node = r->joint_node[i], body = rbd__mjcf_joint_body(m, model, node), nv;
        const rbd__mjcf_place *place = &m->places[node];
        const tact_real *from = qpos + place->iq;
        tact_real *to;
        if (body < 0 || model->coupled[body]) continue;
        nv = model->body_nv[body];
        to = q + model->iq[body];
        if (nv == 6)
            for (k = 0; k < 3; ++k) *to++ = *from++;
        if (nv == 1) {
            *to = *from;
        } else {
            to[0] = from[1], to[1] = from[2], to[2] = from[3], to[3] = from[0];
        }
        if (!v) continue;
        for (k = 0; k < nv; ++k) v[model->iv[body] + k] = qvel[place->iv + k];
        if (nv == 6) { /* the linear part from world axes */
            tact_quat turn = tact_quat_normalize(tact_quat_make(to[0], to[1], to[2], to[3]));
            tact_vec3 u = tact_unrotate(turn, tact_vec(qvel[place->iv], qvel[place->iv + 1], qvel[place->iv + 2]));
            v[model->iv[body]] = u.x, v[model->iv[body] + 1] = u.y, v[model->iv[body] + 2] = u.z;
        }
    }
    rbd_normalize(model, q);
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_key(rbd__mjcf *m, const rbd_model *model, rbd__rig_arrays *r, int node) {
    static const char names[4][6] = {"qpos", "qvel", "act", "ctrl"};
    const rbd__xml *x = &m->reader.xml;
    rbd_key *key = &r->keys[r->rig->n_keys];
    tact_real *values[4], *q = r->key_values, *v = q + model->nq, *act = v + model->nv,
                          *ctrl = act + r->rig->n_activations;
    int sizes[4], i, n;
    rbd_status status = RBD_OK;
    sizes[0] = m->nq, sizes[1] = m->nv, sizes[2] = r->rig->n_activations, sizes[3] = r->rig->n_actuators;
    for (i = 0; i < 4; ++i) {
        values[i] = (tact_real *)rbd__arena_alloc(&m->arena, (size_t)(sizes[i] + 1) * sizeof(tact_real));
        if (!values[i]) return rbd__mjcf_memory(m);
        TACT_MEMSET(values[i], 0, (size_t)(sizes[i] + 1) * sizeof(tact_real));
    }
    for (i = 0; i < m->nq; ++i) values[0][i] = m->qpos0[i];
    for (i = 0; i < 4 && status >= 0; ++i)
        if (rbd__xml_find(x, node, names[i]))
            status = rbd__xml_numbers(x, node, names[i], sizes[i], sizes[i], values[i], &n);
    if (status < 0) return status;
    TACT_MEMSET(key, 0, sizeof *key);
    status = rbd__xml_number(x, node, "time", &key->time);
    rbd_neutral(model, q);
    for (i = 0; i < model->nv; ++i) v[i] = 0;
    rbd__mjcf_state(m, model, r, values[0], values[1], q, v);
    if (sizes[2]) TACT_MEMCPY(act, values[2], (size_t)sizes[2] * sizeof *act);
    if (sizes[3]) TACT_MEMCPY(ctrl, values[3], (size_t)sizes[3] * sizeof *ctrl);
    key->name = rbd__rig_text(r, rbd__xml_string(x, node, "name"));
    key->q = q, key->v = v, key->activation = act, key->control = ctrl;
    r->key_values = ctrl + sizes[3];
    ++r->rig->n_keys;
    return status;
}
/* Equalities that the tree does not have. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_equality(rbd__mjcf *m, const rbd_model *model, rbd__rig_arrays *r,
                                                     int node) {
    const rbd__xml *x = &m->reader.xml;
    rbd_equality *e = &r->equalities[r->rig->n_equalities];
    int tendons = rbd__string_equal(x->nodes[node].name, "tendon"), k, i, active, found, place[2] = {-1, -1};
    rbd_status status = rbd__mjcf_word(m, node, "active", "false true", 1, &active);
    if (status < 0 || !active || m->no_equality || (!tendons && m->places[node].moves)) return status;
    TACT_MEMSET(e, 0, sizeof *e);
    e->tendons = tendons;
    e->coefficient[1] = 1;
    rbd__mjcf_soft(e->solref, e->solimp);
    status = rbd__xml_numbers(x, node, "polycoef", 1, 5, e->coefficient, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "solref", 1, 2, e->solref, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "solimp", 1, 5, e->solimp, NULL);
    if (status < 0) return status;
    for (k = 0; k < 2; ++k) {
        const char *name = rbd__xml_string(x, node, tendons ? (k ? "tendon2" : "tendon1") : (k ? "joint2" : "joint1"));
        if (!name && k) continue;
        found = rbd__mjcf_find(m, tendons ? 't' : 'j', 0, name);
        if (found < 0) return rbd__mjcf_error(m, node, "there is no joint or tendon '", name ? name : "", "'", NULL);
        for (i = 0; tendons && i < r->rig->n_tendons; ++i)
            if (r->tendon_node[i] == found) place[k] = i;
        if (tendons) continue;
        i = rbd__mjcf_joint_body(m, model, found);
        if (i < 0) return RBD_OK; /* locked */
        place[k] = model->joint_iv[i];
        e->reference[k] = m->places[found].reference;
    }
    e->first = place[0], e->second = place[1];
    e->name = rbd__rig_text(r, rbd__xml_string(x, node, "name"));
    ++r->rig->n_equalities;
    return RBD_OK;
}
#endif /* RBD_NO_FILES */

// >>impl-mjcf-sensors
/* Owns    MJCF: sensors and the bodies of the file as they feel forces.
   Reads   the document, the model that was made of it.
   Leaves  sensors and pieces of the rig. */
#ifndef RBD_NO_FILES
/* In the order of rbd_sensor_kind, with how many values each has. */
static const struct {
    char name[18], object, size; /* object: s site, j joint, t tendon, a actuator, o any frame, b body, 0: none */
} rbd__mjcf_senses[] = {{"touch", 's', 1},
                        {"accelerometer", 's', 3},
                        {"velocimeter", 's', 3},
                        {"gyro", 's', 3},
                        {"force", 's', 3},
                        {"torque", 's', 3},
                        {"magnetometer", 's', 3},
                        {"rangefinder", 's', 1},
                        {"jointpos", 'j', 1},
                        {"jointvel", 'j', 1},
                        {"tendonpos", 't', 1},
                        {"tendonvel", 't', 1},
                        {"actuatorpos", 'a', 1},
                        {"actuatorvel", 'a', 1},
                        {"actuatorfrc", 'a', 1},
                        {"jointactuatorfrc", 'j', 1},
                        {"tendonactuatorfrc", 't', 1},
                        {"ballquat", 'j', 4},
                        {"ballangvel", 'j', 3},
                        {"framepos", 'o', 3},
                        {"framequat", 'o', 4},
                        {"framexaxis", 'o', 3},
                        {"frameyaxis", 'o', 3},
                        {"framezaxis", 'o', 3},
                        {"framelinvel", 'o', 3},
                        {"frameangvel", 'o', 3},
                        {"framelinacc", 'o', 3},
                        {"frameangacc", 'o', 3},
                        {"subtreecom", 'b', 3},
                        {"subtreelinvel", 'b', 3},
                        {"subtreeangmom", 'b', 3},
                        {"clock", 0, 1}};

/* The bodies of the file, depth first as in the document. */
TACT_PRIVATE TACT_COLD void rbd__mjcf_pieces(const rbd__mjcf *m, const rbd_model *model, rbd__rig_arrays *r) {
    const rbd__xml *x = &m->reader.xml;
    int node, up, i, world = rbd__xml_child(x, 0, "worldbody");
    if (!r->rig->n_sensors) return;
    for (node = 1; node < x->n_nodes; ++node) {
        const rbd__mjcf_place *place = &m->places[node];
        rbd_piece *piece = &r->pieces[r->rig->n_pieces];
        int root = x->nodes[node].parent == 0 && rbd__string_equal(x->nodes[node].name, "worldbody");
        if (root ? node != world : rbd__mjcf_kind(x, node) != 'b') continue;
        piece->body = model->added_body[place->carrier], piece->written_in = node;
        piece->inertia = rbd_inertia_placed(
            place->inertia, rbd_model_added_pose(model, place->carrier, root ? tact_pose_identity() : place->pose));
        m->places[node].iv = r->rig->n_pieces++;
        piece->end = r->rig->n_pieces;
    }
    for (i = 1; i < r->rig->n_pieces; ++i)
        for (up = x->nodes[r->pieces[i].written_in].parent; up > 0; up = x->nodes[up].parent)
            r->pieces[m->places[up].iv].end = i + 1; /* a second <worldbody> counts as the first: iv is 0 */
}
/* A body, site or geom by its name. Returns 1 found, 0 not read, or a status. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_object(const rbd__mjcf *m, const rbd_model *model, int node, const char *type,
                                            const char *name, int *body, tact_pose *pose, int *piece) {
    const rbd__xml *x = &m->reader.xml;
    int kind = rbd__string_equal(type, "xbody") ? 'b' : type[0], found, up;
    if (!rbd__word_in("body xbody geom site", type)) {
        rbd__mjcf_warn(m, node, "frames of a ", type, " are not read", NULL);
        return 0;
    }
    found = rbd__mjcf_find(m, kind, 0, name);
    if (kind == 'b' && rbd__mjcf_is(name, "world")) found = rbd__xml_child(x, 0, "worldbody");
    if (found < 0) return rbd__mjcf_error(m, node, "there is no ", type, " of this name: ", name ? name : "");
    if (kind == 'g' && (m->places[found].iq == (int)RBD_GEOMETRY_MESH || rbd__mjcf_string(m, found, "mesh"))) {
        rbd__mjcf_warn(m, node, "the frame of a geom that is a mesh is not read", NULL, NULL, NULL);
        return 0;
    }
    up = kind == 'b' ? found : x->nodes[found].parent;
    *piece = m->places[up].iv;
    *body = rbd__mjcf_on_model(m, model, found, pose);
    if (type[0] == 'b') /* centre and principal axes */
        *pose = rbd_model_added_pose(
            model, m->places[found].carrier,
            tact_pose_mul(m->places[found].pose, tact_pose_make(m->places[found].inertia.com, m->places[found].axes)));
    return 1;
}
/* What a sensor is of. Returns 1 found, 0 not read, or a status. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_sensed(const rbd__mjcf *m, const rbd_model *model, const rbd__rig_arrays *r,
                                            int node, int kind, rbd_sensor *s) {
    static const char words[4][9] = {"site", "joint", "tendon", "actuator"};
    const rbd__xml *x = &m->reader.xml;
    const char *name = NULL, *type = "body";
    int k, found = -1;
    tact_pose pose;
    for (k = 0; k < 4; ++k)
        if (kind == words[k][0]) name = rbd__xml_string(x, node, type = words[k]);
    if (kind == 'b') name = rbd__xml_string(x, node, "body"), type = "xbody";
    if (kind == 'o') {
        name = rbd__xml_string(x, node, "objname"), type = rbd__xml_string(x, node, "objtype");
        if (!name || !type) return rbd__mjcf_error(m, node, "it needs objtype and objname", NULL, NULL, NULL);
    }
    if (kind == 's' && !name && rbd__xml_string(x, node, "camera")) type = "camera";
    if (kind == 's' || kind == 'b' || kind == 'o') {
        int is = rbd__mjcf_object(m, model, node, type, name, &s->body, &s->pose, &s->piece), other;
        const char *base = rbd__xml_string(x, node, "refname"), *base_type = rbd__xml_string(x, node, "reftype");
        if (is <= 0 || kind != 'o' || !base) return is;
        return rbd__mjcf_object(m, model, node, base_type ? base_type : "", base, &s->reference_body, &s->reference,
                                &other);
    }
    found = rbd__mjcf_find(m, kind, 0, name);
    if (found < 0) return rbd__mjcf_error(m, node, "there is no ", type, " of this name: ", name ? name : "");
    for (k = 0; kind == 't' && k < r->rig->n_tendons; ++k)
        if (r->tendon_node[k] == found) s->index = k;
    for (k = 0; kind == 'a' && k < r->rig->n_actuators; ++k)
        if (r->actuator_node[k] == found) s->index = k;
    if (kind != 'j') return 1;
    (void)pose;
    s->body = rbd__mjcf_joint_body(m, model, found);
    if (s->body < 0) {
        s->body = 0;
        rbd__mjcf_warn(m, node, "joint '", name, "' is locked by an equality: it has no values", NULL);
        return 0;
    }
    if (model->body_nv[s->body] != (s->kind == RBD_SENSOR_BALL_TURN || s->kind == RBD_SENSOR_BALL_VELOCITY ? 3 : 1))
        return rbd__mjcf_error(m, node, "joint '", name, "' is of another type than this sensor's", NULL);
    return 1;
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_sensor(const rbd__mjcf *m, const rbd_model *model, rbd__rig_arrays *r,
                                                   int node) {
    const rbd__xml *x = &m->reader.xml;
    rbd_sensor *s = &r->sensors[r->next_sensor++];
    const char *data = rbd__xml_string(x, node, "data");
    tact_real size[3] = {TACT_R(0.005), TACT_R(0.005), TACT_R(0.005)}; /* of a site, by default */
    int k, n, is = 0, site, zone = RBD_GEOMETRY_SPHERE;
    rbd_status status = RBD_OK;
    s->name = rbd__rig_text(r, rbd__xml_string(x, node, "name"));
    s->type = rbd__rig_text(r, x->nodes[node].name);
    s->line = x->nodes[node].line;
    s->first = r->rig->n_sensor_values, s->reference_body = -1;
    s->pose = s->reference = tact_pose_identity();
    for (k = 0; k < (int)RBD_SENSOR_NONE && !rbd__string_equal(rbd__mjcf_senses[k].name, x->nodes[node].name);) ++k;
    s->kind = (rbd_sensor_kind)k;
    if (s->kind == RBD_SENSOR_RANGEFINDER && data && !rbd__string_equal(data, "dist")) s->kind = RBD_SENSOR_NONE;
    if (s->kind != RBD_SENSOR_NONE) {
        is = rbd__mjcf_senses[k].object ? rbd__mjcf_sensed(m, model, r, node, rbd__mjcf_senses[k].object, s) : 1;
        if (is < 0) return (rbd_status)is;
        status = rbd__xml_numbers(x, node, "cutoff", 1, 1, &s->cutoff, NULL);
    } else {
        rbd__mjcf_warn(m, node, "this sensor is not read", NULL, NULL, NULL);
    }
    if (!is) s->kind = RBD_SENSOR_NONE;
    if (s->kind != RBD_SENSOR_NONE) s->size = rbd__mjcf_senses[k].size;
    r->rig->n_sensor_values += s->size;
    site = s->kind == RBD_SENSOR_TOUCH ? rbd__mjcf_find(m, 's', 0, rbd__xml_string(x, node, "site")) : -1;
    if (status >= 0 && site >= 0)
        status = rbd__mjcf_word(m, site, "type", "box sphere cylinder capsule ellipsoid", zone, &zone);
    if (status >= 0 && site >= 0) status = rbd__mjcf_numbers(m, site, "size", 1, 3, size, NULL);
    if (status >= 0 && site >= 0) {
        tact_real ends[6];
        status = rbd__mjcf_numbers(m, site, "fromto", 6, 6, ends, &n);
        if (status >= 0 && n) {
            tact_real half = tact_norm(tact_vec(ends[0] - ends[3], ends[1] - ends[4], ends[2] - ends[5])) / 2;
            if (zone == RBD_GEOMETRY_BOX || zone == RBD_GEOMETRY_ELLIPSOID)
                size[1] = size[0], size[2] = half;
            else
                size[1] = half;
        }
    }
    s->zone = (rbd_geometry_type)zone, s->zone_size = tact_vec(size[0], size[1], size[2]);
    for (k = 0; k < x->nodes[node].n_attributes && status >= 0; ++k)
        if (rbd__word_in("nsample delay interval", x->nodes[node].attributes[k].name))
            rbd__mjcf_warn(m, node, "attribute '", x->nodes[node].attributes[k].name, "' is not read", NULL);
    return status;
}
#endif /* RBD_NO_FILES */

// >>impl-mjcf-read
/* Owns    MJCF: pairs, springs, constants of the rig at the reference; the reader's entry.
   Reads   the document, the model that was made of it.
   Leaves  model->rig; the public functions of the reader. */
#ifndef RBD_NO_FILES
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_contact(rbd__mjcf *m, const rbd_model *model, rbd__rig_arrays *r,
                                                    int node) {
    const rbd__xml *x = &m->reader.xml;
    int pair = rbd__string_equal(x->nodes[node].name, "pair"), k, found[2];
    rbd_contact_pair *p = &r->pairs[r->rig->n_pairs];
    tact_real condim = 3;
    rbd_status status;
    for (k = 0; k < 2; ++k) {
        const char *name = rbd__xml_string(x, node, pair ? (k ? "geom2" : "geom1") : (k ? "body2" : "body1"));
        found[k] = rbd__mjcf_find(m, pair ? 'g' : 'b', 0, name);
        if (!pair && rbd__mjcf_is(name, "world")) found[k] = rbd__xml_child(x, 0, "worldbody");
        if (found[k] < 0)
            return rbd__mjcf_error(m, node, pair ? "there is no geom '" : "there is no body '", name ? name : "", "'",
                                   NULL);
    }
    if (!pair) {
        rbd_exclude *e = &r->excludes[r->rig->n_excludes++];
        e->body1 = model->added_body[m->places[found[0]].carrier], e->written_in1 = found[0];
        e->body2 = model->added_body[m->places[found[1]].carrier], e->written_in2 = found[1];
        return RBD_OK;
    }
    TACT_MEMSET(p, 0, sizeof *p);
    p->geom1 = m->places[found[0]].iv, p->geom2 = m->places[found[1]].iv;
    p->friction[0] = p->friction[1] = 1, p->friction[2] = TACT_R(0.005),
    p->friction[3] = p->friction[4] = TACT_R(0.0001);
    rbd__mjcf_soft(p->solref, p->solimp);
    status = rbd__mjcf_numbers(m, node, "condim", 1, 1, &condim, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "friction", 1, 5, p->friction, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "solref", 1, 2, p->solref, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "solimp", 1, 5, p->solimp, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "margin", 1, 1, &p->margin, NULL);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "gap", 1, 1, &p->gap, NULL);
    p->condim = (int)tact_clamp(condim, 0, 6);
    ++r->rig->n_pairs;
    return status;
}
/* Springs and dampers of a joint that rbd_dof does not hold. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_springs(rbd__mjcf *m, const rbd_model *model, rbd__rig_arrays *r, int node,
                                                    int body) {
    tact_real stiffness[3] = {0, 0, 0}, damping[3] = {0, 0, 0};
    const rbd__mjcf_place *place = &m->places[m->reader.xml.nodes[node].parent];
    int i, several = model->body_nv[body] > 1, is_free = model->body_nv[body] == 6, n_pair = 0;
    rbd_status status = RBD_OK;
    if (m->reader.config->ignore_passive) return RBD_OK;
    if (!m->no_springs) status = rbd__mjcf_numbers(m, node, "stiffness", 1, 3, stiffness, NULL);
    if (status >= 0 && !m->no_dampers) status = rbd__mjcf_numbers(m, node, "damping", 1, 3, damping, NULL);
    if (status < 0) return status;
    if (rbd__mjcf_holder(m, node, "springdamper") >= 0) n_pair = 1;
    if (stiffness[1] == 0 && stiffness[2] == 0 && damping[1] == 0 && damping[2] == 0 &&
        !(is_free && (stiffness[0] > 0 || n_pair)))
        return RBD_OK;
    for (i = is_free ? 0 : 3; i < (several ? 6 : 4); ++i) {
        rbd_spring *s = &r->springs[r->rig->n_springs++];
        s->dof = model->joint_iv[body], s->axis = several ? i : -1;
        s->rest = model->dof[s->dof].rest, s->linear = is_free ? stiffness[0] : 0;
        s->stiffness[0] = stiffness[1], s->stiffness[1] = stiffness[2];
        s->damping[0] = damping[1], s->damping[1] = damping[2];
        s->target = tact_pose_identity();
        if (is_free) s->target = tact_pose_mul(place->world, tact_pose_inverse(place->pose));
    }
    return RBD_OK;
}
/* Limits of ball joints and of what actuators do at a joint; whether gravity compensation is an actuator's; springs. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_joint_extras(rbd__mjcf *m, const rbd_model *model, rbd__rig_arrays *r,
                                                         int node) {
    const int body = rbd__mjcf_joint_body(m, model, node);
    tact_real range[2] = {0, 0}, effort[2] = {0, 0};
    int k, actuated, limited, forced;
    rbd_status status;
    if (body < 0) return RBD_OK;
    status = rbd__mjcf_word(m, node, "actuatorgravcomp", "false true", 0, &actuated);
    for (k = 0; k < model->body_nv[body] && actuated; ++k)
        r->lift_actuated[model->dof_master[model->joint_iv[body] + k]] = 1;
    if (status >= 0) status = rbd__mjcf_limited(m, node, "actuatorfrclimited", "actuatorfrcrange", effort, &forced);
    if (status >= 0 && forced && model->body_nv[body] == 1)
        r->effort_lower[model->joint_iv[body]] = effort[0], r->effort_upper[model->joint_iv[body]] = effort[1];
    if (status >= 0) status = rbd__mjcf_limited(m, node, "limited", "range", range, &limited);
    if (status >= 0 && limited && model->body_nv[body] == 3 && (range[0] > 0 || range[0] < 0 || !(range[1] > 0)))
        return rbd__mjcf_error(m, node, "the range of a ball joint is from 0 to an angle above it", NULL, NULL, NULL);
    if (status >= 0 && limited && model->body_nv[body] == 3 && !m->no_limits) {
        rbd_turn_limit *t = &r->turn_limits[r->rig->n_turn_limits++];
        t->dof = model->joint_iv[body];
        t->upper = range[1] * m->units[m->reader.xml.nodes[node].unit].angle_unit;
        rbd__mjcf_soft(t->solref, t->solimp);
        status = rbd__mjcf_numbers(m, node, "solreflimit", 1, 2, t->solref, NULL);
        if (status >= 0) status = rbd__mjcf_numbers(m, node, "solimplimit", 1, 5, t->solimp, NULL);
    }
    return status < 0 ? status : rbd__mjcf_springs(m, model, r, node, body);
}
/* Gravity compensation of bodies, and what joints have beyond rbd_dof. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_extras(rbd__mjcf *m, const rbd_model *model, rbd__rig_arrays *r) {
    const rbd__xml *x = &m->reader.xml;
    int node, any = 0;
    rbd_status status = RBD_OK;
    for (node = 1; node < x->n_nodes && status >= 0; ++node) { /* MuJoCo has none where no body has one above zero */
        tact_real share = 0;
        if (rbd__mjcf_kind(x, node) == 'b') status = rbd__xml_number(x, node, "gravcomp", &share);
        any |= share > 0;
    }
    for (node = 1; node < x->n_nodes && status >= 0; ++node) {
        int kind = rbd__mjcf_kind(x, node);
        if (kind == 'b' && any) {
            const rbd__mjcf_place *place = &m->places[node];
            tact_real share = 0;
            tact_pose at = tact_pose_identity();
            rbd_lift *lift = &r->lifts[r->rig->n_lifts];
            status = rbd__xml_number(x, node, "gravcomp", &share);
            if (!(share > 0 || share < 0) || !(place->inertia.mass > 0)) continue;
            at.p = place->inertia.com;
            at = rbd_model_added_pose(model, place->carrier, tact_pose_mul(place->pose, at));
            lift->body = model->added_body[place->carrier], lift->point = at.p;
            lift->mass = share * place->inertia.mass;
            r->rig->n_lifts += lift->body > 0;
        } else if (kind == 'j') {
            status = rbd__mjcf_joint_extras(m, model, r, node);
        }
    }
    return status;
}
/* A mesh as an ellipsoid, as MuJoCo does: in its principal axes, as far as its vertices reach on either side. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_mesh_ellipsoid(rbd__mjcf *m, int node, const rbd_geometry *g,
                                                           rbd_immersed *b) {
    rbd__mjcf_asset *asset;
    tact_real moment[3];
    tact_pose own;
    int i, mesh = rbd__mjcf_find(m, 'm', m->reader.xml.nodes[node].unit, rbd__mjcf_string(m, node, "mesh"));
    rbd_status status = mesh < 0 ? RBD_NOT_FOUND : rbd__mjcf_mesh(m, mesh, &asset);
    if (status >= 0 && asset->state != 1)
        return rbd__mjcf_error(m, node, "fluidshape: the mesh cannot be opened", NULL, NULL, NULL);
    if (status >= 0) status = rbd__mjcf_mesh_inertia(m, mesh, asset);
    if (status < 0) return status;
    rbd__principal(&asset->inertia, moment, &own.q);
    own.p = asset->inertia.com;
    b->size = tact_vec(0, 0, 0);
    for (i = 0; i < asset->mesh.n_vertices; ++i) {
        tact_vec3 v = tact_unrotate(own.q, tact_sub(asset->mesh.vertices[i], own.p));
        b->size = tact_vec(tact_max(b->size.x, tact_abs(v.x)), tact_max(b->size.y, tact_abs(v.y)),
                           tact_max(b->size.z, tact_abs(v.z)));
    }
    b->pose = tact_pose_mul(g->pose, own);
    return RBD_OK;
}
/* A geom as an ellipsoid. Returns 1: it is one. */
TACT_PRIVATE TACT_COLD int rbd__mjcf_ellipsoid(rbd__mjcf *m, int node, rbd_immersed *b) {
    static const tact_real start[5] = {TACT_R(0.5), TACT_R(0.25), TACT_R(1.5), 1, 1};
    rbd_geometry g;
    rbd_inertia inertia;
    int ellipsoid, i;
    rbd_status status = rbd__mjcf_word(m, node, "fluidshape", "none ellipsoid", 0, &ellipsoid);
    if (status < 0 || !ellipsoid) return (int)status;
    TACT_MEMSET(&g, 0, sizeof g);
    TACT_MEMSET(b, 0, sizeof *b);
    for (i = 0; i < 5; ++i) b->coefficient[i] = start[i];
    status = rbd__mjcf_geom(m, node, &g, &inertia, 1);
    if (status >= 0) status = rbd__mjcf_numbers(m, node, "fluidcoef", 1, 5, b->coefficient, NULL);
    if (status < 0) return (int)status;
    b->ellipsoid = 1, b->pose = g.pose;
    switch (g.type) {
    case RBD_GEOMETRY_SPHERE: b->size = tact_vec(g.radius, g.radius, g.radius); break;
    case RBD_GEOMETRY_CYLINDER: b->size = tact_vec(g.radius, g.radius, g.length / 2); break;
    case RBD_GEOMETRY_CAPSULE: b->size = tact_vec(g.radius, g.radius, g.length / 2 + g.radius); break;
    case RBD_GEOMETRY_BOX: b->size = tact_scale(TACT_R(0.5), g.size); break;
    case RBD_GEOMETRY_ELLIPSOID: b->size = g.size; break;
    case RBD_GEOMETRY_MESH: status = rbd__mjcf_mesh_ellipsoid(m, node, &g, b); break;
    default:
        status = rbd__mjcf_error(m, node, "fluidshape: planes and height fields are no ellipsoids", NULL, NULL, NULL);
        break;
    }
    if (status < 0) return (int)status;
    rbd__added_fluid(b);
    return 1;
}
/* Bodies in the fluid: their geoms where one is an ellipsoid, else the box of their inertia. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_fluid(rbd__mjcf *m, const rbd_model *model, rbd__rig_arrays *r) {
    const rbd__xml *x = &m->reader.xml;
    int body, node;
    if (!(m->density > 0 || m->viscosity > 0) || m->reader.config->ignore_passive || (m->no_springs && m->no_dampers))
        return RBD_OK;
    for (body = 1; body < x->n_nodes; ++body) {
        const rbd__mjcf_place *place = &m->places[body];
        int first = r->rig->n_immersed, i;
        rbd_immersed *b;
        if (rbd__mjcf_kind(x, body) != 'b' || place->inertia.mass < RBD__MUJOCO_LEAST ||
            !model->added_body[place->carrier])
            continue;
        for (node = x->nodes[body].first_child; node >= 0; node = x->nodes[node].next) {
            int is =
                rbd__mjcf_kind(x, node) == 'g' ? rbd__mjcf_ellipsoid(m, node, &r->immersed[r->rig->n_immersed]) : 0;
            if (is < 0) return (rbd_status)is;
            r->rig->n_immersed += is;
        }
        b = &r->immersed[first];
        if (first == r->rig->n_immersed) {
            tact_pose turn = tact_pose_make(tact_vec(0, 0, 0), tact_quat_conj(place->axes));
            rbd_inertia own = place->inertia;
            TACT_MEMSET(b, 0, sizeof *b);
            b->pose = tact_pose_make(own.com, place->axes);
            own = rbd_inertia_placed(own, turn);
            b->size.x = tact_sqrt(tact_max(RBD__MUJOCO_LEAST, own.yy + own.zz - own.xx) / own.mass * 6);
            b->size.y = tact_sqrt(tact_max(RBD__MUJOCO_LEAST, own.xx + own.zz - own.yy) / own.mass * 6);
            b->size.z = tact_sqrt(tact_max(RBD__MUJOCO_LEAST, own.xx + own.yy - own.zz) / own.mass * 6);
            ++r->rig->n_immersed;
        }
        for (i = first; i < r->rig->n_immersed; ++i) {
            b = &r->immersed[i];
            b->body = model->added_body[place->carrier];
            b->pose = rbd_model_added_pose(model, place->carrier, tact_pose_mul(place->pose, b->pose));
        }
    }
    return RBD_OK;
}
#define RBD__LENGTH_STEPS 400         /* of the search; it halves its steps fifty times at most */
#define RBD__LENGTH_START TACT_R(0.1) /* [rad], [m] its first step */
#define RBD__LENGTH_MOST TACT_R(100)  /* [rad], [m] nothing bounds a joint beyond it */
/* The shortest and longest length of a muscle that has no lengthrange, within the ranges of its joints: along the
   gradient from the start, held to the ranges. q [2 nq] and row [nv] are work. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_reach(rbd__mjcf *m, const rbd_model *model, rbd_data *data,
                                                  const rbd__rig_arrays *r, int actuator, tact_real *q,
                                                  tact_real *row) {
    rbd_actuator *a = &r->actuators[actuator];
    int node = r->actuator_node[actuator], side, i, k;
    for (side = 0; side < 2; ++side) {
        tact_real step = RBD__LENGTH_START, sign = side ? TACT_R(1) : TACT_R(-1), best, *tried = q + model->nq;
        TACT_MEMCPY(q, r->q_start, (size_t)model->nq * sizeof *q);
        if (rbd_fk(model, data, q) < 0) return RBD_NOT_FINITE;
        best = rbd__transmission(model, data, q, a, row);
        for (k = 0; k < RBD__LENGTH_STEPS && step > TACT_EPSILON; ++k) {
            tact_real length, norm = 0;
            for (i = 0; i < model->nv; ++i) norm += row[i] * row[i];
            TACT_MEMCPY(tried, q, (size_t)model->nq * sizeof *q);
            for (i = 1; i < model->n_bodies; ++i) { /* off the other extreme by all joints alike */
                int at = model->iq[i];
                tact_real way = norm > TACT_EPSILON ? sign * row[model->iv[i]] / tact_sqrt(norm) : 1;
                if (model->body_nv[i] != 1 || model->coupled[i] || model->cos_sin[i]) continue;
                tried[at] = tact_clamp(q[at] + step * way, model->q_lower[at], model->q_upper[at]);
                if (!(tact_abs(tried[at]) < RBD__LENGTH_MOST))
                    return rbd__mjcf_error(m, node, "it has no lengthrange, and no range of a joint bounds its length",
                                           NULL, NULL, NULL);
            }
            if (rbd_fk(model, data, tried) < 0) return RBD_NOT_FINITE;
            length = rbd__transmission(model, data, tried, a, row);
            if (sign * (length - best) > 0) {
                best = length, step *= 2;
                TACT_MEMCPY(q, tried, (size_t)model->nq * sizeof *q);
            } else {
                step /= 2;
                if (rbd_fk(model, data, q) < 0) return RBD_NOT_FINITE;
                rbd__transmission(model, data, q, a, row);
            }
        }
        a->length_range[side] = best;
    }
    if (!(a->length_range[0] < a->length_range[1]))
        return rbd__mjcf_error(m, node, "it has no lengthrange, and no joint changes its length", NULL, NULL, NULL);
    rbd__mjcf_warn(m, node, "its lengthrange is what the ranges of its joints allow; MuJoCo's limits give way a little",
                   NULL, NULL, NULL);
    return RBD_OK;
}
/* What depends on masses and lengths at the reference: damping by ratio, strength of muscles, springs by their time,
   rest lengths of tendons. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_constants(rbd__mjcf *m, rbd_model *model, rbd__rig_arrays *r) {
    const rbd_rig *rig = r->rig;
    int nv = model->nv, i, k, node;
    size_t square = (size_t)nv * (size_t)nv;
    rbd_data *data = rbd_data_create(model, m->reader.allocator);
    tact_real *M = (tact_real *)rbd__arena_alloc(&m->arena, (2 * square + 2 * (size_t)nv + 2 * (size_t)model->nq + 1) *
                                                                sizeof(tact_real));
    tact_real *factor, *row, *solved, *q;
    rbd_status status = RBD_OK;
    if (!data || !M) {
        rbd_data_destroy(data);
        return rbd__mjcf_memory(m);
    }
    factor = M + square, row = factor + square, solved = row + nv, q = solved + nv;
    status = rbd_crba(model, data, r->q_start, M, nv);
    TACT_MEMCPY(factor, M, square * sizeof *M);
    if (status >= 0) status = rbd_tendon_inertia(model, data, r->q_start, factor, nv); /* M stays without */
    if (status >= 0 && tact_cholesky(nv, factor, nv)) TACT_MEMSET(factor, 0, square * sizeof *factor);
    for (i = 0; i < rig->n_actuators && status >= 0; ++i) {
        rbd_actuator *a = &r->actuators[i];
        tact_real mass = 0, norm = 0;
        int ratio = a->gain == RBD_GAIN_FIXED && a->bias == RBD_BIAS_AFFINE && a->bias_value[2] > 0 &&
                    !(a->gain_value[0] + a->bias_value[1] < 0 || a->gain_value[0] + a->bias_value[1] > 0);
        if (!ratio && a->gain != RBD_GAIN_MUSCLE) continue;
        if (a->gain == RBD_GAIN_MUSCLE && !(a->length_range[0] < a->length_range[1])) {
            status = rbd__mjcf_reach(m, model, data, r, i, q, row);
            if (status >= 0) status = rbd_fk(model, data, r->q_start);
            if (status < 0) break;
        }
        rbd__transmission(model, data, r->q_start, a, row);
        for (k = 0; k < nv; ++k)
            if (row[k] * row[k] > RBD__MUJOCO_LEAST) mass += M[k * nv + k] / (row[k] * row[k]);
        if (ratio) a->bias_value[2] = -2 * a->bias_value[2] * tact_sqrt(tact_max(0, a->gain_value[0] * mass));
        TACT_MEMCPY(solved, row, (size_t)nv * sizeof *row);
        if (factor[0] > 0) tact_cholesky_solve(nv, factor, nv, solved);
        for (k = 0; k < nv; ++k) norm += solved[k] * solved[k];
        a->unit_acceleration = tact_sqrt(norm);
    }
    for (i = 0; i < r->n_joints && status >= 0; ++i) {
        tact_real pair[2], inverse = 0;
        int n, body;
        node = r->joint_node[i];
        body = rbd__mjcf_joint_body(m, model, node);
        status = rbd__mjcf_numbers(m, node, "springdamper", 2, 2, pair, &n);
        if (status < 0 || !n || body < 0 || m->reader.config->ignore_passive) continue;
        if (!(pair[0] > 0 && pair[1] > 0)) {
            status = rbd__mjcf_error(m, node, "springdamper must be above zero", NULL, NULL, NULL);
            break;
        }
        for (k = 0; k < model->body_nv[body]; ++k) {
            int dof = model->dof_master[model->joint_iv[body] + k];
            TACT_MEMSET(solved, 0, (size_t)nv * sizeof *solved);
            solved[dof] = 1;
            if (factor[0] > 0) tact_cholesky_solve(nv, factor, nv, solved);
            inverse += solved[dof] / (tact_real)model->body_nv[body];
        }
        for (k = 0; k < model->body_nv[body] && inverse > 0; ++k) {
            rbd_dof dof = model->dof[model->joint_iv[body] + k];
            dof.stiffness = 1 / (inverse * pair[0] * pair[0] * pair[1] * pair[1]);
            dof.damping = 2 / (inverse * pair[0]);
            for (n = 0; model->body_nv[body] == 6 && n < rig->n_springs; ++n)
                if (r->springs[n].dof == model->joint_iv[body]) r->springs[n].linear = dof.stiffness;
            if (model->body_nv[body] == 6) dof.stiffness = 0;
            rbd_model_set_dof(model, model->joint_iv[body] + k, &dof);
        }
    }
    TACT_MEMCPY(q, r->q_start, (size_t)model->nq * sizeof *q);
    for (i = 1; i < model->n_bodies; ++i) /* springs of tendons rest where those of joints do */
        if (model->body_nv[i] == 1 && !model->coupled[i]) q[model->iq[i]] = m->q_spring[model->iq[i]];
    if (status >= 0) status = rbd_fk(model, data, q);
    for (i = 0; i < rig->n_tendons && status >= 0; ++i) {
        rbd_tendon *t = &r->tendons[i];
        if (t->rest[0] < 0 && t->rest[1] < 0 && t->rest[0] >= -1 && t->rest[1] >= -1)
            t->rest[0] = t->rest[1] = rbd__tendon_length(model, data, q, t, NULL);
    }
    rbd_data_destroy(data);
    return status;
}

TACT_PRIVATE int rbd__even(tact_real low, tact_real high) { return !(low + high < 0 || low + high > 0); }
/* Which actuators are servos that an integrator may treat as part of a joint. */
TACT_PRIVATE TACT_COLD void rbd__mjcf_servos(const rbd_model *model, rbd__rig_arrays *r) {
    int i, k;
    for (i = 0; i < r->rig->n_actuators; ++i) {
        const rbd_actuator *a = &r->actuators[i];
        const tact_real *b = a->bias_value;
        r->servo[i] = a->transmission == RBD_ON_JOINT && model->body_nv[a->body] == 1 && a->gain == RBD_GAIN_FIXED &&
                      a->bias == RBD_BIAS_AFFINE && a->activation < 0 && b[1] <= 0 && b[2] <= 0 && b[1] + b[2] < 0 &&
                      (a->gear[0] > 0 || a->gear[0] < 0) && !a->disabled &&
                      rbd__even(r->effort_lower[a->dof], r->effort_upper[a->dof]) &&
                      (!a->force_limited || rbd__even(a->force_lower, a->force_upper));
        for (k = 0; k < i && r->servo[i]; ++k)
            if (r->actuators[k].transmission <= RBD_ON_JOINT_IN_PARENT && r->actuators[k].body == a->body)
                r->servo[i] = r->servo[k] = 0;
    }
}
/* Carves the rig's block by upper bounds of the counts in `rig`. With base NULL it only counts. */
TACT_PRIVATE TACT_COLD size_t rbd__rig_carve(const rbd_rig *bound, const rbd_model *model, size_t text, char *base,
                                             rbd__rig_arrays *r) {
    rbd__carver c = {NULL, 0};
    int nv = model->nv, nq = model->nq;
    c.base = base;
    r->rig = RBD__CARVE(&c, rbd_rig, 1);
    r->tendons = RBD__CARVE(&c, rbd_tendon, bound->n_tendons);
    r->path = RBD__CARVE(&c, rbd_path_item, bound->n_path);
    r->actuators = RBD__CARVE(&c, rbd_actuator, bound->n_actuators);
    r->keys = RBD__CARVE(&c, rbd_key, bound->n_keys);
    r->equalities = RBD__CARVE(&c, rbd_equality, bound->n_equalities + 1);
    r->excludes = RBD__CARVE(&c, rbd_exclude, bound->n_excludes);
    r->pairs = RBD__CARVE(&c, rbd_contact_pair, bound->n_pairs + 1);
    r->sensors = RBD__CARVE(&c, rbd_sensor, bound->n_sensors);
    r->lifts = RBD__CARVE(&c, rbd_lift, bound->n_lifts + 1);
    r->springs = RBD__CARVE(&c, rbd_spring, bound->n_springs + 1);
    r->turn_limits = RBD__CARVE(&c, rbd_turn_limit, bound->n_turn_limits + 1);
    r->effort_lower = RBD__CARVE(&c, tact_real, model->joint_nv);
    r->effort_upper = RBD__CARVE(&c, tact_real, model->joint_nv);
    r->immersed = RBD__CARVE(&c, rbd_immersed, bound->n_immersed);
    r->pieces = RBD__CARVE(&c, rbd_piece, bound->n_sensors ? bound->n_pieces : 0);
    r->q_start = RBD__CARVE(&c, tact_real, nq);
    r->key_values = RBD__CARVE(&c, tact_real, (size_t)bound->n_keys * (size_t)(nq + nv + 2 * bound->n_actuators));
    r->lift_actuated = RBD__CARVE(&c, unsigned char, nv);
    r->servo = RBD__CARVE(&c, unsigned char, bound->n_actuators);
    r->text = RBD__CARVE(&c, char, text);
    r->text_end = r->text ? r->text + text : NULL;
    return c.used;
}
/* Counts what may go into the rig; the text of all names there. */
TACT_PRIVATE TACT_COLD size_t rbd__mjcf_count(const rbd__mjcf *m, rbd_rig *bound) {
    const rbd__xml *x = &m->reader.xml;
    size_t text = 1;
    int node, i, type = 0;
    TACT_MEMSET(bound, 0, sizeof *bound);
    for (node = 1; node < x->n_nodes; ++node) {
        const char *parent = x->nodes[node].parent >= 0 ? x->nodes[x->nodes[node].parent].name : "";
        int tendon = rbd__string_equal(parent, "tendon"), sensor = rbd__string_equal(parent, "sensor");
        int kind = rbd__mjcf_kind(x, node);
        if (x->nodes[node].passed || x->nodes[node].parent < 0) continue;
        bound->n_tendons += tendon;
        bound->n_path += rbd__string_equal(parent, "fixed") || rbd__string_equal(parent, "spatial");
        bound->n_actuators += rbd__string_equal(parent, "actuator");
        bound->n_keys += rbd__string_equal(parent, "keyframe");
        bound->n_equalities += rbd__string_equal(parent, "equality");
        bound->n_excludes += rbd__string_equal(x->nodes[node].name, "exclude");
        bound->n_pairs += rbd__string_equal(parent, "contact");
        bound->n_sensors += sensor;
        bound->n_lifts += kind == 'b' && rbd__node_string(&x->nodes[node], "gravcomp");
        if (kind == 'j' && rbd__mjcf_joint_type(m, node, &type) >= 0) {
            bound->n_springs += type == RBD__MJCF_FREE ? 6 : (type == RBD__MJCF_BALL ? 3 : 1);
            bound->n_turn_limits += type == RBD__MJCF_BALL;
        }
        bound->n_pieces += kind == 'b' || rbd__string_equal(x->nodes[node].name, "worldbody");
        bound->n_immersed += (kind == 'b' || kind == 'g') && (m->density > 0 || m->viscosity > 0);
        if (!tendon && !sensor && !rbd__word_in("actuator keyframe equality", parent)) continue;
        text += 64 + rbd__string_length(x->nodes[node].name);
        for (i = 0; i < x->nodes[node].n_attributes; ++i)
            if (rbd__word_in(rbd__mjcf_references, x->nodes[node].attributes[i].name) || sensor)
                text += rbd__string_length(x->nodes[node].attributes[i].value) + 1;
    }
    return text;
}
/* qpos0 of MuJoCo, and its counterpart of springs by the model's q. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_start(rbd__mjcf *m, const rbd_model *model, rbd__rig_arrays *r) {
    int i, k;
    m->qpos0 = (tact_real *)rbd__arena_alloc(&m->arena, (size_t)(m->nq + model->nq + 1) * sizeof(tact_real));
    if (!m->qpos0) return rbd__mjcf_memory(m);
    m->q_spring = m->qpos0 + m->nq;
    for (i = 0; i < r->n_joints; ++i) {
        int node = r->joint_node[i], body = rbd__mjcf_joint_body(m, model, node), type = 0;
        tact_real *to = m->qpos0 + m->places[node].iq;
        const rbd__mjcf_place *body_place = &m->places[m->reader.xml.nodes[node].parent];
        rbd__mjcf_joint_type(m, node, &type);
        if (type == RBD__MJCF_FREE) {
            tact_pose own = tact_pose_mul(body_place->world, tact_pose_inverse(body_place->pose));
            own = tact_pose_mul(tact_pose_inverse(m->reader.config->placement), own);
            to[0] = own.p.x, to[1] = own.p.y, to[2] = own.p.z;
            to[3] = own.q.w, to[4] = own.q.x, to[5] = own.q.y, to[6] = own.q.z;
        } else if (type == RBD__MJCF_BALL) {
            to[0] = 1;
            for (k = 1; k < 4; ++k) to[k] = 0;
        } else {
            to[0] = m->places[node].reference;
            if (body >= 0 && !model->coupled[body])
                m->q_spring[model->iq[body]] = model->dof[model->joint_iv[body]].rest;
        }
    }
    rbd_neutral(model, r->q_start);
    rbd__mjcf_state(m, model, r, m->qpos0, NULL, r->q_start, NULL);
    return RBD_OK;
}
/* Makes the rig of a model and hangs it there. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_rig(rbd__mjcf *m, rbd_model *model) {
    const rbd__xml *x = &m->reader.xml;
    rbd__rig_arrays r;
    rbd_rig bound;
    size_t text = rbd__mjcf_count(m, &bound), bytes;
    char *block;
    int pass, node, i;
    rbd_status status = RBD_OK;
    TACT_MEMSET(&r, 0, sizeof r);
    r.tendon_node = (int *)rbd__arena_alloc(
        &m->arena, (size_t)(bound.n_tendons + bound.n_actuators + bound.n_springs + 1) * sizeof(int));
    if (!r.tendon_node) return rbd__mjcf_memory(m);
    r.actuator_node = r.tendon_node + bound.n_tendons;
    r.joint_node = r.actuator_node + bound.n_actuators;
    for (node = 1; node < x->n_nodes; ++node)
        if (rbd__mjcf_kind(x, node) == 'j') r.joint_node[r.n_joints++] = node;
    bytes = rbd__rig_carve(&bound, model, text, NULL, &r) + 64;
    block = (char *)tact_alloc(model->allocator, bytes);
    if (!block) return rbd__mjcf_memory(m);
    TACT_MEMSET(block, 0, bytes);
    rbd__rig_carve(&bound, model, text, rbd__align(block), &r);
    r.rig->bytes = bytes, r.rig->memory = block;
    r.rig->timestep = m->timestep;
    r.rig->tendons = r.tendons, r.rig->path = r.path, r.rig->actuators = r.actuators, r.rig->keys = r.keys;
    r.rig->equalities = r.equalities, r.rig->excludes = r.excludes, r.rig->pairs = r.pairs;
    r.rig->sensors = r.sensors, r.rig->lifts = r.lifts, r.rig->springs = r.springs;
    r.rig->turn_limits = r.turn_limits, r.rig->effort_lower = r.effort_lower, r.rig->effort_upper = r.effort_upper;
    for (i = 0; i < model->joint_nv; ++i) r.effort_lower[i] = -TACT_REAL_MAX, r.effort_upper[i] = TACT_REAL_MAX;
    r.rig->immersed = r.immersed, r.rig->pieces = r.pieces, r.rig->n_sensors = bound.n_sensors;
    r.rig->magnetic = m->magnetic;
    r.rig->density = m->density, r.rig->viscosity = m->viscosity, r.rig->wind = m->wind;
    r.rig->q_start = r.q_start, r.rig->lift_actuated = r.lift_actuated, r.rig->servo = r.servo;
    model->rig = r.rig;
    rbd__mjcf_pieces(m, model, &r);
    status = rbd__mjcf_start(m, model, &r);
    if (status >= 0) status = rbd__mjcf_extras(m, model, &r);
    for (pass = 0; pass < 3; ++pass) /* tendons, what refers to them, sensors and keys, which need all counts */
        for (node = 1; node < x->n_nodes && status >= 0; ++node) {
            const char *parent = x->nodes[node].parent >= 0 ? x->nodes[x->nodes[node].parent].name : "";
            if (x->nodes[node].passed || x->nodes[node].parent < 0) continue;
            if (pass == 0 && rbd__mjcf_kind(x, node) == 't') status = rbd__mjcf_tendon(m, model, &r, node);
            if (pass == 1 && rbd__mjcf_kind(x, node) == 'a') status = rbd__mjcf_actuator(m, model, &r, node);
            if (pass == 1 && rbd__string_equal(parent, "equality") && rbd__word_in("joint tendon", x->nodes[node].name))
                status = rbd__mjcf_equality(m, model, &r, node);
            if (pass == 1 && rbd__string_equal(parent, "contact")) status = rbd__mjcf_contact(m, model, &r, node);
            if (pass == 2 && rbd__string_equal(parent, "sensor")) status = rbd__mjcf_sensor(m, model, &r, node);
            if (pass == 2 && rbd__string_equal(parent, "keyframe")) status = rbd__mjcf_key(m, model, &r, node);
        }
    if (status >= 0) status = rbd__mjcf_fluid(m, model, &r);
    if (status >= 0) status = rbd__mjcf_constants(m, model, &r);
    if (status >= 0) rbd__mjcf_servos(model, &r);
    return status;
}

TACT_PRIVATE TACT_COLD void rbd__mjcf_close(void *state) {
    rbd__mjcf *m = (rbd__mjcf *)state;
    int i;
    for (i = 0; i < m->n_sources; ++i) rbd__xml_free(&m->sources[i].xml, m->reader.allocator);
    rbd__arena_free(&m->arena);
}
TACT_PRIVATE TACT_COLD void rbd__mjcf_hand_out(void *state, const rbd_model *model) {
    rbd__mjcf *m = (rbd__mjcf *)state;
    if (m->reader.config->geometry) rbd__mjcf_geoms(m, model, 0);
    rbd__mjcf_equalities(m, model, 0);
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_complete(void *state, rbd_model *model) {
    return rbd__mjcf_rig((rbd__mjcf *)state, model);
}

/* The document out of all files. */
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_document(rbd__mjcf *m, const char *text, size_t bytes) {
    const rbd_reader_config *config = m->reader.config;
    rbd__mjcf_copy copy = {0, 0, 0, "", NULL, 0, 0};
    rbd__xml *x;
    int i, root;
    rbd_status status;
    m->sources = (rbd__mjcf_source *)rbd__arena_alloc(&m->arena, RBD__MJCF_FILES * sizeof *m->sources);
    m->units = (rbd__mjcf_unit *)rbd__arena_alloc(&m->arena, RBD__MJCF_UNITS * sizeof *m->units);
    if (!m->sources || !m->units) return rbd__mjcf_memory(m);
    rbd__mjcf_default_unit(&m->units[m->n_units++]);
    if (config->file_name) m->units[0].directory = rbd__mjcf_directory(m, config->file_name);
    if (!m->units[0].directory) return rbd__mjcf_memory(m);
    x = &m->sources[0].xml;
    status = rbd__xml_parse(x, text, bytes, m->reader.allocator, m->reader.error);
    if (status < 0) return status;
    m->n_sources = 1;
    for (i = 0; i < x->n_nodes; ++i) x->nodes[i].file = config->file_name;
    m->reader.xml.error = m->reader.error;
    if (!rbd__string_equal(x->nodes[0].name, "mujoco"))
        return rbd__place_error(m->reader.error, RBD_BAD_TEXT, &x->nodes[0], NULL,
                                "MJCF begins with <mujoco>, this text with <", x->nodes[0].name, ">", NULL);
    if (rbd__mjcf_new_frame(m, 0, 0, 0) < 0) return rbd__mjcf_memory(m); /* frame 0: none */
    root = rbd__mjcf_copy_node(m, &x->nodes[0], -1, &copy);
    if (root < 0) return (rbd_status)root;
    return rbd__mjcf_emit_children(m, x, 0, root, &copy);
}
TACT_PRIVATE TACT_COLD rbd_status rbd__mjcf_read(rbd__mjcf *m, const char *text, size_t bytes) {
    rbd__reader *r = &m->reader;
    rbd__xml *x = &r->xml;
    int node;
    rbd_status status = rbd__mjcf_document(m, text, bytes);
    if (status >= 0) status = rbd__mjcf_check(m);
    if (status >= 0) status = rbd__mjcf_check_classes(m);
    if (status >= 0) status = rbd__mjcf_index_names(m);
    if (status >= 0) status = rbd__mjcf_copy_references(m);
    if (status >= 0) status = rbd__mjcf_settings(m);
    if (status >= 0) status = rbd__mjcf_frames(m);
    if (status < 0) return status;
    rbd_builder_set_gravity(r->builder, m->gravity);
    if ((m->density > 0 || m->viscosity > 0) && !m->wants_rig)
        rbd__mjcf_warn(m, 0, "a builder has no place for forces of a fluid (option density, viscosity)", NULL, NULL,
                       NULL);
    m->places = (rbd__mjcf_place *)rbd__arena_alloc(&m->arena, (size_t)x->n_nodes * sizeof *m->places);
    for (node = 1; node < x->n_nodes; ++node) m->n_meshes += rbd__mjcf_kind(x, node) == 'm';
    m->meshes = (rbd__mjcf_asset *)rbd__arena_alloc(&m->arena, (size_t)(m->n_meshes + 1) * sizeof *m->meshes);
    if (!m->places || !m->meshes) return rbd__mjcf_memory(m);
    TACT_MEMSET(m->meshes, 0, (size_t)(m->n_meshes + 1) * sizeof *m->meshes);
    for (node = 1, m->n_meshes = 0; node < x->n_nodes; ++node)
        if (rbd__mjcf_kind(x, node) == 'm') m->meshes[m->n_meshes++].node = node;
    status = rbd__mjcf_bodies(m);
    if (status >= 0) status = rbd__mjcf_geoms(m, NULL, 1);
    if (status >= 0) status = rbd__mjcf_equalities(m, NULL, 1);
    return status;
}
TACT_PRIVATE TACT_COLD int rbd__mjcf_open_as(rbd__mjcf *m, int wants_rig, rbd_builder *builder, const char *text,
                                             size_t bytes, const rbd_reader_config *config,
                                             const tact_allocator *allocator, rbd_error *error) {
    rbd__reader *r = &m->reader;
    rbd_status status;
    int node;
    TACT_MEMSET(m, 0, sizeof *m);
    m->arena.allocator = allocator;
    m->timestep = TACT_R(0.002); /* MuJoCo's defaults */
    m->gravity = tact_vec(0, 0, TACT_R(-9.81));
    m->magnetic = tact_vec(0, TACT_R(-0.5), 0);
    m->wants_rig = wants_rig;
    m->first_frame = builder->n_frames;
    rbd__reader_begin(r, builder, config, allocator, error);
    rbd__error_clear(error);
    status = rbd__mjcf_read(m, text, bytes);
    if (status >= 0) {
        rbd__mjcf_report_massless(m);
        for (node = 1; node < r->xml.n_nodes && !wants_rig; ++node)
            if (r->xml.nodes[node].parent == 0 && r->xml.nodes[node].first_child >= 0 &&
                rbd__word_in("tendon actuator keyframe sensor contact", r->xml.nodes[node].name))
                rbd__mjcf_warn(m, node, "a builder has no place for this section; a model of rbd_model_create_mjcf has",
                               NULL, NULL, NULL);
        return rbd_builder_count(builder) > r->first ? r->first : r->config->parent; /* a scene of geoms alone */
    }
    rbd__reader_undo(r);
    rbd__mjcf_close(m);
    return status;
}
TACT_PRIVATE TACT_COLD int rbd__mjcf_open(void *state, rbd_builder *builder, const char *text, size_t bytes,
                                          const rbd_reader_config *config, const tact_allocator *allocator,
                                          rbd_error *error) {
    return rbd__mjcf_open_as((rbd__mjcf *)state, 1, builder, text, bytes, config, allocator, error);
}
TACT_PRIVATE TACT_COLD int rbd__mjcf_open_bare(void *state, rbd_builder *builder, const char *text, size_t bytes,
                                               const rbd_reader_config *config, const tact_allocator *allocator,
                                               rbd_error *error) {
    return rbd__mjcf_open_as((rbd__mjcf *)state, 0, builder, text, bytes, config, allocator, error);
}

static const rbd__format rbd__format_mjcf = {rbd__mjcf_open, rbd__mjcf_hand_out, rbd__mjcf_close, rbd__mjcf_complete};
static const rbd__format rbd__format_mjcf_bare = {rbd__mjcf_open_bare, rbd__mjcf_hand_out, rbd__mjcf_close, NULL};
RBD_API TACT_COLD int rbd_builder_add_mjcf(rbd_builder *builder, const char *text, size_t bytes,
                                           const rbd_reader_config *config, rbd_error *error) {
    rbd__mjcf state;
    return rbd__format_add(&rbd__format_mjcf_bare, &state, builder, text, bytes, config, error);
}
RBD_API TACT_COLD rbd_model *rbd_model_create_mjcf(const char *text, size_t bytes, const rbd_reader_config *config,
                                                   const tact_allocator *allocator, rbd_error *error) {
    rbd__mjcf state;
    return rbd__format_create(&rbd__format_mjcf, &state, text, bytes, config, allocator, error);
}
#endif /* RBD_NO_FILES */

#ifdef __cplusplus
}
#endif
#endif /* RBD_IMPLEMENTATION */
#if defined(TACT_DETERMINISTIC) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif

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
