/* Derivatives of the distance query. Facts: on smooth pairs the first-order Jacobians by either body's pose equal central differences to 1e-6
   (10,000 configurations); EXACT does so for every pair of kinds, halfspaces and custom shapes included; the gradient of the distance by
   translation is the normal under every first-order method; smoothed Hessians are those of the smoothed support functions; both Gaussian
   estimators tend to the same smoothed derivative with an error falling as 1/sqrt(M); at vertices, edges and faces every method is finite and
   smoothing gives curvature; singular systems are lifted and flagged; bad input gives a status and zeros. */
/* float: yes */
/* slow: yes */
#include "utest.h"
#include "collide.h"
#include <math.h>
#include <string.h>

typedef struct generator {
    uint64_t seed, at;
} generator;
static double uniform(generator *g, double low, double high) {
    return low + (high - low) * (double)tact_random_uniform(g->seed, g->at++);
}
static double normal(generator *g) { return (double)tact_random_normal(g->seed, g->at++); }
static tact_vec3 vec(double x, double y, double z) { return tact_vec((tact_real)x, (tact_real)y, (tact_real)z); }
static tact_vec3 random_vector(generator *g) {
    double x = normal(g), y = normal(g), z = normal(g);
    return vec(x, y, z);
}
static tact_pose random_pose(generator *g) {
    tact_vec3 v = random_vector(g), p = random_vector(g);
    return tact_pose_make(p, tact_quat_normalize(tact_quat_make(v.x, v.y, v.z, (tact_real)normal(g))));
}
/* Outputs in the order of the Jacobian's fields: point a, point b, separation, normal, distance. */
enum { N_OUT = 13 };
static void column(const collide_jacobian *j, int k, double *o) {
    for (int i = 0; i < 3; ++i) {
        o[i] = (double)j->point_a[i][k], o[3 + i] = (double)j->point_b[i][k];
        o[6 + i] = (double)j->separation[i][k], o[9 + i] = (double)j->normal[i][k];
    }
    o[12] = (double)j->distance[k];
}
static int jacobian_finite(const collide_jacobian *j) {
    double o[N_OUT];
    for (int k = 0; k < 6; ++k) {
        column(j, k, o);
        for (int i = 0; i < N_OUT; ++i)
            if (!(o[i] - o[i] == 0)) return 0;
    }
    return 1;
}
/* Frobenius distance of two Jacobians over the norm of the second, one kind of output at a time; the largest. */
static double difference(const collide_jacobian *x, const collide_jacobian *y) {
    double e[5] = {0, 0, 0, 0, 0}, n[5] = {0, 0, 0, 0, 0}, a[N_OUT], b[N_OUT], worst = 0;
    for (int k = 0; k < 6; ++k) {
        column(x, k, a), column(y, k, b);
        for (int i = 0; i < N_OUT; ++i) e[i / 3] += (a[i] - b[i]) * (a[i] - b[i]), n[i / 3] += b[i] * b[i];
    }
    for (int i = 0; i < 5; ++i) worst = fmax(worst, sqrt(e[i] / n[i]));
    return worst;
}

static void ellipsoid_support(const void *user, tact_vec3 d, tact_vec3 *p) {
    const tact_vec3 *r = (const tact_vec3 *)user;
    tact_vec3 e = tact_vec(r->x * r->x * d.x, r->y * r->y * d.y, r->z * r->z * d.z);
    *p = tact_scale(1 / tact_sqrt(tact_dot(e, d)), e);
}
enum { N_KINDS = 14 };
static tact_vec3 custom_radii = {TACT_R(0.08), TACT_R(0.1), TACT_R(0.12)};
static collide_custom_shape custom_ellipsoid;
static collide_hull *kind_hull[2];
static collide_shape shape_of(int kind, generator *g) {
    tact_real x = (tact_real)uniform(g, 0.05, 0.15), y = (tact_real)uniform(g, 0.05, 0.15),
              z = (tact_real)uniform(g, 0.05, 0.15);
    const tact_real tenth = TACT_R(0.1), round_by = TACT_R(0.02);
    tact_vec3 p = random_vector(g), q = random_vector(g), s = random_vector(g);
    switch (kind) {
    case 0: return collide_sphere(x);
    case 1: return collide_capsule(x, y);
    case 2: return collide_ellipsoid(x, y, z);
    case 3: return collide_box(x, y, z);
    case 4: return collide_cylinder(x, z);
    case 5: return collide_cone(x, z);
    case 6: return collide_triangle(tact_scale(tenth, p), tact_scale(tenth, q), tact_scale(tenth, s));
    case 7: return collide_convex(kind_hull[0]);
    case 8: return collide_rounded(collide_convex(kind_hull[1]), round_by);
    case 9: return collide_rounded(collide_box(x, y, z), round_by);
    case 10: return collide_rounded(collide_cylinder(x, z), round_by);
    case 11: return collide_rounded(collide_cone(x, z), round_by);
    case 12: return collide_custom(&custom_ellipsoid);
    default: return collide_halfspace(p, x);
    }
}
static void make_kinds(void) {
    generator g = {5, 0};
    for (int k = 0; k < 2; ++k) {
        tact_vec3 points[160];
        int n = k ? 160 : 14; /* one that is scanned, one that is climbed */
        for (int i = 0; i < n; ++i) {
            tact_vec3 u = random_vector(&g);
            u = tact_scale(1 / tact_norm(u), u);
            points[i] = tact_vec(TACT_R(0.1) * u.x, TACT_R(0.12) * u.y, TACT_R(0.08) * u.z);
        }
        collide_hull_create(points, n, NULL, NULL, &kind_hull[k]);
    }
    custom_ellipsoid.support = ellipsoid_support, custom_ellipsoid.user = &custom_radii;
    custom_ellipsoid.centre = tact_vec(0, 0, 0);
    custom_ellipsoid.extent = TACT_R(0.12);
    custom_ellipsoid.curved = 1;
}
static void free_kinds(void) {
    for (int k = 0; k < 2; ++k) collide_hull_destroy(kind_hull[k]), kind_hull[k] = NULL;
}
#ifndef TACT_FLOAT
static tact_pose moved(tact_pose p, int k, double h) { /* along tangent k of its own frame */
    tact_real x[6] = {0, 0, 0, 0, 0, 0};
    x[k] = (tact_real)h;
    return tact_pose_make(tact_add(p.p, tact_rotate(p.q, tact_vec(x[0], x[1], x[2]))),
                          tact_quat_mul(p.q, tact_quat_exp(tact_vec(x[3], x[4], x[5]))));
}
static void outputs(const collide_result *r, double *o) {
    tact_vec3 v[4];
    v[0] = r->point_a;
    v[1] = r->point_b;
    v[2] = tact_sub(r->point_b, r->point_a);
    v[3] = r->normal;
    for (int i = 0; i < 4; ++i) {
        o[3 * i] = (double)v[i].x;
        o[3 * i + 1] = (double)v[i].y;
        o[3 * i + 2] = (double)v[i].z;
    }
    o[12] = (double)r->distance;
}
/* Largest error of both Jacobians against central differences of fourth order with step h, per output relative to its largest entry;
   *spread is how far the differences with step 2h are off those with h: large where they cross an edge. */
static double against_differences(const collide_shape *a, tact_pose pa, const collide_shape *b, tact_pose pb,
                                  const collide_gradient *g, double h, double *spread) {
    collide_config c = collide_default_config();
    double e[5] = {0, 0, 0, 0, 0}, s[5] = {0, 0, 0, 0, 0}, n[5] = {0, 0, 0, 0, 0}, worst = 0;
    c.tolerance_relative = 1e-15; /* the polish then ends near rounding */
    for (int body = 0; body < 2; ++body)
        for (int k = 0; k < 6; ++k) {
            double o[N_OUT], f[4][N_OUT];
            static const double steps[4] = {-2, -1, 1, 2};
            for (int q = 0; q < 4; ++q) {
                collide_result r;
                collide_distance(a, body ? pa : moved(pa, k, steps[q] * h), b, body ? moved(pb, k, steps[q] * h) : pb,
                                 &c, NULL, &r);
                outputs(&r, f[q]);
            }
            column(body ? &g->b : &g->a, k, o);
            for (int i = 0; i < N_OUT; ++i) {
                double wide = (f[3][i] - f[0][i]) / (4 * h), narrow = (f[2][i] - f[1][i]) / (2 * h),
                       best = (4 * narrow - wide) / 3;
                e[i / 3] = fmax(e[i / 3], fabs(o[i] - best)), s[i / 3] = fmax(s[i / 3], fabs(wide - narrow));
                n[i / 3] = fmax(n[i / 3], fabs(best));
            }
        }
    *spread = 0;
    for (int i = 0; i < 5; ++i) worst = fmax(worst, e[i] / n[i]), *spread = fmax(*spread, s[i] / n[i]);
    return worst;
}
/* B moved along the normal until the distance is about the wanted one. */
static tact_pose at_distance(const collide_shape *a, tact_pose pa, const collide_shape *b, tact_pose pb,
                             double wanted) {
    collide_result r;
    for (int i = 0; i < 2; ++i) {
        collide_distance(a, pa, b, pb, NULL, NULL, &r);
        pb.p = tact_mul_add(pb.p, wanted - r.distance, r.normal);
    }
    return pb;
}
static collide_shape smooth_shape(generator *g) {
    double x = uniform(g, 0.05, 0.15), y = uniform(g, 0.05, 0.15), z = uniform(g, 0.05, 0.15);
    int kind = (int)uniform(g, 0, 4);
    if (kind == 0) return collide_sphere(x);
    return collide_rounded(collide_ellipsoid(x, y, z), kind == 1 ? 0.03 : 0);
}
/* Steps of 4e-4: truncation h^4 f^(5) / 30 is about 1e-9, rounding of the query 1e-12 / h likewise. */
UTEST(gradient, smooth_pairs_equal_central_differences) {
    generator g = {11, 0};
    double worst = 0;
    int overlapping = 0;
    for (int i = 0; i < 10000; ++i) {
        collide_shape a = smooth_shape(&g), b = smooth_shape(&g);
        tact_pose pa = random_pose(&g), pb = random_pose(&g);
        collide_gradient_config c =
            collide_default_gradient_config(i % 2 ? COLLIDE_GRADIENT_EXACT : COLLIDE_GRADIENT_GUMBEL);
        collide_result r;
        collide_gradient out;
        double spread, error;
        pb = at_distance(&a, pa, &b, pb, i % 3 == 0 ? -uniform(&g, 0.001, 0.02) : uniform(&g, 0.0001, 0.3));
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_distance_gradient(&a, pa, &b, pb, NULL, &c, NULL, &r, &out));
        overlapping += r.distance < 0;
        error = against_differences(&a, pa, &b, pb, &out, 4e-4, &spread);
        worst = fmax(worst, error);
        ASSERT_LT(error, 1e-6);
    }
    EXPECT_GT(overlapping, 3000);
    EXPECT_LT(worst, 1e-6);
}

/* Where differences with two steps agree to 1e-3 no feature changes between them, and the fourth-order difference is good to about the
   square of that. Beside that its error is the query's over the step: polytopes are at rounding; the witness points of curved shapes are as
   a rule good to 1e-9, and to 5e-8 where Newton's method did not finish the search (some cones, all custom shapes). */
static int is_curved(int kind) { return kind == 2 || kind == 4 || kind == 5 || kind == 10 || kind == 11; }
UTEST(gradient, exact_equals_differences_for_every_pair_of_kinds) {
    generator g = {21, 0};
    int judged = 0, crossed = 0, coarse = 0;
    make_kinds();
    for (int i = 0; i < N_KINDS; ++i)
        for (int j = 0; j < N_KINDS; ++j)
            for (int t = 0; t < 8; ++t) {
                collide_shape a = shape_of(i, &g), b = shape_of(j, &g);
                collide_gradient_config c = collide_default_gradient_config(COLLIDE_GRADIENT_EXACT);
                tact_pose pa = random_pose(&g), pb = random_pose(&g);
                collide_result r;
                collide_gradient out;
                double spread, error;
                int custom = i == 12 || j == 12;
                if (i == 13 && j == 13) continue;
                pb = at_distance(&a, pa, &b, pb, t % 4 == 0 ? -0.013 : uniform(&g, 0.01, 0.2));
                ASSERT_GE((int)collide_distance_gradient(&a, pa, &b, pb, NULL, &c, NULL, &r, &out), 0);
                error = against_differences(&a, pa, &b, pb, &out, custom ? 1e-3 : 1e-4, &spread);
                if (spread > 1e-3) {
                    ++crossed;
                    continue;
                }
                ++judged;
                coarse += error > 2e-5 && !custom;
                ASSERT_LT(error, custom || is_curved(i) || is_curved(j) ? 1e-3 : 1e-6);
            }
    EXPECT_GT(judged, 1400);
    EXPECT_LT(crossed, 100);
    EXPECT_LT(coarse, 15);
    free_kinds();
}
#endif

/* By translation the distance changes by the normal: exactly the same numbers up to the rounding of one rotation. */
UTEST(gradient, distance_by_translation_is_the_normal) {
    generator g = {31, 0};
    double tolerance = sizeof(tact_real) == 4 ? 1e-5 : 1e-10, worst = 0;
    make_kinds();
    for (int i = 0; i < N_KINDS; ++i)
        for (int j = 0; j < N_KINDS - 1; ++j)
            for (int m = COLLIDE_GRADIENT_GUMBEL; m <= COLLIDE_GRADIENT_GAUSS_FIRST; ++m) {
                collide_shape a = shape_of(i, &g), b = shape_of(j, &g);
                collide_gradient_config c = collide_default_gradient_config((collide_gradient_method)m);
                tact_pose pa = random_pose(&g), pb = random_pose(&g);
                collide_result r;
                collide_gradient out;
                ASSERT_GE((int)collide_distance_gradient(&a, pa, &b, pb, NULL, &c, NULL, &r, &out), 0);
                tact_vec3 db = tact_rotate(pb.q, tact_vec(out.b.distance[0], out.b.distance[1], out.b.distance[2]));
                tact_vec3 da = tact_rotate(pa.q, tact_vec(out.a.distance[0], out.a.distance[1], out.a.distance[2]));
                worst = fmax(worst, (double)tact_norm(tact_sub(db, r.normal)));
                worst = fmax(worst, (double)tact_norm(tact_add(da, r.normal)));
#ifndef TACT_FLOAT
                { /* and the normal is the slope of the distance itself: central difference along a random direction */
                    tact_vec3 u = random_vector(&g);
                    tact_pose plus = pb, minus = pb;
                    collide_result rp, rm;
                    u = tact_scale(1 / tact_norm(u), u);
                    plus.p = tact_mul_add(pb.p, 1e-5, u), minus.p = tact_mul_add(pb.p, -1e-5, u);
                    collide_distance(&a, pa, &b, plus, NULL, NULL, &rp),
                        collide_distance(&a, pa, &b, minus, NULL, NULL, &rm);
                    ASSERT_NEAR(tact_dot(r.normal, u), (rp.distance - rm.distance) / 2e-5,
                                1e-5); /* 1e-10 size / 2e-5 */
                }
#endif
            }
    EXPECT_LT(worst, tolerance);
    free_kinds();
}

/* The relative block is B's in A's frame; the difference methods agree with the analytic Jacobians; a result that is there gives the same
   bits as the combined call. */
UTEST(gradient, methods_and_blocks_agree) {
    generator g = {41, 0};
    double central[2] = {0, 0}, forward = 0;
    for (int i = 0; i < 30; ++i) {
        collide_shape a = collide_ellipsoid(TACT_R(0.1), TACT_R(0.15), TACT_R(0.2)),
                      b = collide_ellipsoid(TACT_R(0.2), TACT_R(0.1), TACT_R(0.1));
        tact_pose pa = random_pose(&g), pb = random_pose(&g);
        collide_result r;
        collide_gradient exact, other;
        collide_gradient_config c = collide_default_gradient_config(COLLIDE_GRADIENT_EXACT);
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_distance_gradient(&a, pa, &b, pb, NULL, &c, NULL, &r, &exact));
        EXPECT_EQ(0, exact.queries);
        for (int k = 0; k < 6; ++k) {
            double x[N_OUT], y[N_OUT];
            column(&exact.b, k, x), column(&exact.relative, k, y);
            for (int f = 0; f < 4; ++f) {
                tact_vec3 v = tact_unrotate(pa.q, vec(x[3 * f], x[3 * f + 1], x[3 * f + 2]));
                ASSERT_NEAR(0.0, (double)tact_norm(tact_sub(v, vec(y[3 * f], y[3 * f + 1], y[3 * f + 2]))),
                            64 * (double)TACT_EPSILON);
            }
            ASSERT_EQ(x[12], y[12]);
        }
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_gradient_of_result(&a, pa, &b, pb, &c, &r, &other));
        ASSERT_EQ(0, memcmp(&exact, &other, sizeof exact));
        /* truncation, and the query's rounding over the step: 1e-13 / 1e-6, in float 1e-5 / 1e-3 and more where no polish was reached */
        c = collide_default_gradient_config(COLLIDE_GRADIENT_CENTRAL);
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_distance_gradient(&a, pa, &b, pb, NULL, &c, NULL, &r, &other));
        EXPECT_EQ(12, other.queries);
        central[0] += difference(&other.a, &exact.a) / 30, central[1] += difference(&other.b, &exact.b) / 30;
        c = collide_default_gradient_config(COLLIDE_GRADIENT_FORWARD); /* truncation of first order */
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_distance_gradient(&a, pa, &b, pb, NULL, &c, NULL, &r, &other));
        EXPECT_EQ(7, other.queries);
        forward += difference(&other.a, &exact.a) / 30;
    }
    EXPECT_LT(central[0], sizeof(tact_real) == 4 ? 0.05 : 1e-6);
    EXPECT_LT(central[1], sizeof(tact_real) == 4 ? 0.05 : 1e-6);
    EXPECT_LT(forward, sizeof(tact_real) == 4 ? 0.1 : 1e-4);
}

/* Smoothed support functions written out: what GUMBEL's Hessians are the Hessians of. */
static double smoothed_support(const collide_shape *s, const collide_hull *hull, double e, const double u[3]) {
    double sum = 0, top = -1e300, disc, half = (double)s->p[0].z;
    disc = sqrt((double)s->p[1].x * (u[0] * u[0] + u[1] * u[1]) + e * e * u[2] * u[2]);
    if (s->kind == COLLIDE_KIND_CYLINDER) return disc + e * log(2 * cosh(half * u[2] / e));
    if (s->kind == COLLIDE_KIND_CONE) return e * log(exp(half * u[2] / e) + exp((disc - half * u[2]) / e));
    for (int pass = 0; pass < 2; ++pass)
        for (int i = 0; i < (hull ? hull->n_vertices : 8); ++i) {
            double z;
            if (hull)
                z = u[0] * (double)hull->x[i] + u[1] * (double)hull->y[i] + u[2] * (double)hull->z[i];
            else
                z = u[0] * (double)s->p[0].x * (i & 1 ? 1 : -1) + u[1] * (double)s->p[0].y * (i & 2 ? 1 : -1) +
                    u[2] * half * (i & 4 ? 1 : -1);
            if (pass == 0)
                top = fmax(top, z);
            else
                sum += exp((z - top) / e);
        }
    return top + e * log(sum);
}
UTEST(gradient, gumbel_hessian_is_that_of_the_smoothed_support_function) {
    generator g = {51, 0};
    const double h = 1e-4;
    make_kinds();
    for (int t = 0; t < 40; ++t) {
        collide_shape s[4];
        s[0] = collide_box(TACT_R(0.1), TACT_R(0.2), TACT_R(0.15)), s[1] = collide_convex(kind_hull[0]);
        s[2] = collide_cylinder(TACT_R(0.1), TACT_R(0.2)), s[3] = collide_cone(TACT_R(0.2), TACT_R(0.1));
        tact_vec3 u = random_vector(&g), tangent[2];
        u = tact_scale(1 / tact_norm(u), u);
        tact_tangents(u, &tangent[0], &tangent[1]);
        for (int k = 0; k < 4; ++k) {
            collide_gradient_config c = collide_default_gradient_config(COLLIDE_GRADIENT_GUMBEL);
            tact_mat3 m;
            double e = 0.05;
            c.noise = (tact_real)e;
            c.noise_unit = COLLIDE_NOISE_ABSOLUTE;
            c.depth = 14; /* the whole hull */
            ASSERT_EQ((int)COLLIDE_OK, (int)collide_support_hessian(&s[k], tact_scale(3, u), &c, &m));
            ASSERT_LT((double)tact_norm(tact_mat_mul_vec(&m, u)), 64 * (double)TACT_EPSILON);
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 2; ++j) {
                    double f = 0;
                    for (int q = 0; q < 4; ++q) { /* mixed second difference on the tangent plane */
                        double si = q & 1 ? h : -h, sj = q & 2 ? h : -h;
                        double at[3] = {(double)u.x + si * (double)tangent[i].x + sj * (double)tangent[j].x,
                                        (double)u.y + si * (double)tangent[i].y + sj * (double)tangent[j].y,
                                        (double)u.z + si * (double)tangent[i].z + sj * (double)tangent[j].z};
                        f += (si > 0) == (sj > 0) ? smoothed_support(&s[k], k == 1 ? kind_hull[0] : NULL, e, at)
                                                  : -smoothed_support(&s[k], k == 1 ? kind_hull[0] : NULL, e, at);
                    }
                    f /= 4 * h * h;
                    /* second differences in double: 1e-16 / h^2; the float build's own rounding is 1e-5 */
                    ASSERT_NEAR(f, (double)tact_dot(tangent[i], tact_mat_mul_vec(&m, tangent[j])),
                                sizeof(tact_real) == 4 ? 2e-5 : 1e-6);
                }
        }
    }
    free_kinds();
}
/* Hulls of points on a sphere of radius 0.1, coarse to fine: with the default noise the smoothed curvature radius is about 0.1 on all of
   them. The mean over directions scatters by the irregular spacing of the points only. */
UTEST(gradient, gumbel_sees_the_curvature_of_the_surface_that_a_hull_samples) {
    static tact_vec3 points[2000];
    static const int sizes[4] = {20, 100, 500, 2000};
    generator g = {61, 0};
    for (int k = 0; k < 4; ++k) {
        collide_hull *hull = NULL;
        double mean = 0;
        for (int i = 0; i < sizes[k]; ++i) {
            tact_vec3 u = random_vector(&g);
            points[i] = tact_scale(TACT_R(0.1) / tact_norm(u), u);
        }
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(points, sizes[k], NULL, NULL, &hull));
        collide_shape s = collide_convex(hull);
        for (int t = 0; t < 200; ++t) {
            tact_mat3 h;
            ASSERT_EQ((int)COLLIDE_OK, (int)collide_support_hessian(&s, random_vector(&g), NULL, &h));
            mean += 0.5 * (double)(h.m[0][0] + h.m[1][1] + h.m[2][2]) / 200;
        }
        EXPECT_NEAR(0.1, mean, 0.03);
        collide_hull_destroy(hull);
    }
}
UTEST(gradient, rounding_adds_its_radius_to_the_hessian) {
    collide_shape box = collide_box(TACT_R(0.1), TACT_R(0.2), TACT_R(0.3)),
                  round_box = collide_rounded(box, TACT_R(0.05));
    tact_vec3 u = tact_normalize_or(vec(1, 2, 3), tact_vec(1, 0, 0));
    for (int m = COLLIDE_GRADIENT_GUMBEL; m <= COLLIDE_GRADIENT_GAUSS_FIRST; ++m) {
        collide_gradient_config c = collide_default_gradient_config((collide_gradient_method)m);
        tact_mat3 x, y;
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_support_hessian(&box, u, &c, &x));
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_support_hessian(&round_box, u, &c, &y));
        for (int i = 0; i < 9; ++i) {
            const tact_real n[3] = {u.x, u.y, u.z};
            double wanted = 0.05 * ((i / 3 == i % 3 ? 1.0 : 0.0) - (double)(n[i / 3] * n[i % 3]));
            EXPECT_NEAR(wanted, (double)(y.m[i / 3][i % 3] - x.m[i / 3][i % 3]), 1e2 * (double)TACT_EPSILON);
        }
    }
}

#ifndef TACT_FLOAT
/* Slope of log error over log M by least squares; errors are root mean squares over seeds, each good to about 1/sqrt(2 seeds * outputs). */
static double slope(const double *errors, int n) {
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < n; ++i) {
        double x = i * log(4.0), y = log(errors[i]);
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}
UTEST(gradient, both_gaussian_estimators_converge_on_a_smooth_pair_as_one_over_root_m) {
    collide_shape a = collide_ellipsoid(0.1, 0.15, 0.2), b = collide_ellipsoid(0.2, 0.1, 0.1);
    tact_pose pa = tact_pose_identity(),
              pb = tact_pose_make(tact_vec(0.3, 0.25, 0.1), tact_quat_exp(tact_vec(0.3, 0.2, 0.5)));
    collide_gradient_config c = collide_default_gradient_config(COLLIDE_GRADIENT_EXACT);
    collide_result r;
    collide_gradient exact, out;
    enum { SEEDS = 8, SIZES = 4 };
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_distance_gradient(&a, pa, &b, pb, NULL, &c, NULL, &r, &exact));
    for (int order = 0; order < 2; ++order) {
        double errors[SIZES], mean_error;
        collide_jacobian mean;
        c = collide_default_gradient_config(order ? COLLIDE_GRADIENT_GAUSS_FIRST : COLLIDE_GRADIENT_GAUSS_ZEROTH);
        c.noise = 1e-3;
        c.noise_unit = COLLIDE_NOISE_ABSOLUTE;
        c.exact_smooth = 0; /* bias of order noise^2, far below the scatter */
        for (int k = 0; k < SIZES; ++k) {
            double sum = 0;
            memset(&mean, 0, sizeof mean);
            c.samples = 64 << (2 * k);
            for (int seed = 0; seed < SEEDS; ++seed) {
                double e;
                c.seed = (uint64_t)(100 * k + seed);
                ASSERT_GE((int)collide_gradient_of_result(&a, pa, &b, pb, &c, &r, &out), 0);
                e = difference(&out.b, &exact.b), sum += e * e;
                for (int i = 0; i < (int)(sizeof mean / sizeof(double)); ++i)
                    ((double *)&mean)[i] += ((const double *)&out.b)[i] / SEEDS;
            }
            errors[k] = sqrt(sum / SEEDS);
        }
        EXPECT_NEAR(-0.5, slope(errors, SIZES), 0.08);
        mean_error = difference(&mean, &exact.b); /* the same limit: the mean of 8 x 4096 samples */
        EXPECT_LT(mean_error, 0.03);
        EXPECT_LT(mean_error, errors[SIZES - 1]);
    }
}
/* A box seen from a point far away: turning it by a little noise is the same as noise on the direction of its support, so both
   estimators have the limit H_ii = h_i sqrt(2/pi)/e exp(-u_i^2 / 2 e^2), closed form, up to noise^2 and size / distance. */
UTEST(gradient, both_gaussian_estimators_converge_on_a_polytope_to_the_closed_form) {
    const double e = 0.05, pi = 3.14159265358979323846;
    collide_shape point = collide_point(tact_vec(0, 0, 0)), box = collide_box(0.1, 0.2, 0.3);
    tact_vec3 u = tact_scale(1 / sqrt(1 + 0.0004 + 0.0016), tact_vec(1, 0.02, 0.04)); /* near the +x face */
    tact_pose pa = tact_pose_make(tact_scale(1e4, u), tact_quat_identity()), pb = tact_pose_identity();
    double h[3] = {0, 0.2 * sqrt(2 / pi) / e * exp(-0.5 * u.y * u.y / (e * e)),
                   0.3 * sqrt(2 / pi) / e * exp(-0.5 * u.z * u.z / (e * e))};
    enum { SEEDS = 6, SIZES = 4 };
    for (int order = 0; order < 2; ++order) {
        double errors[SIZES], mean[9], size = 0, off = 0;
        collide_gradient_config c =
            collide_default_gradient_config(order ? COLLIDE_GRADIENT_GAUSS_FIRST : COLLIDE_GRADIENT_GAUSS_ZEROTH);
        collide_result r;
        collide_gradient out;
        c.noise = e, c.noise_unit = COLLIDE_NOISE_ABSOLUTE;
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_distance(&point, pa, &box, pb, NULL, NULL, &r));
        for (int k = 0; k < SIZES; ++k) {
            double sum = 0;
            c.samples = 64 << (2 * k);
            memset(mean, 0, sizeof mean);
            for (int seed = 0; seed < SEEDS; ++seed) {
                c.seed = (uint64_t)(100 * k + seed);
                ASSERT_GE((int)collide_gradient_of_result(&point, pa, &box, pb, &c, &r, &out), 0);
                size = 0;
                for (int j = 0; j < 3; ++j) {
                    /* when the box turns by w: H (u x w) and the turn of the point itself, which is the smoothed one in order 0 */
                    tact_vec3 w = tact_vec(j == 0, j == 1, j == 2), turn = tact_cross(u, w), e3, wanted;
                    tact_vec3 x =
                        order ? r.point_b
                              : tact_vec(0.1, 0.2 * erf(u.y / (e * sqrt(2.0))), 0.3 * erf(u.z / (e * sqrt(2.0))));
                    wanted = tact_vec(0, h[1] * turn.y, h[2] * turn.z);
                    e3 = tact_vec(out.b.point_b[0][3 + j], out.b.point_b[1][3 + j], out.b.point_b[2][3 + j]);
                    e3 = tact_sub(e3, tact_add(wanted, tact_cross(w, x)));
                    e3 = tact_mul_add(e3, -tact_dot(e3, u), u); /* on the tangent plane */
                    sum += tact_norm2(e3), size += tact_norm2(wanted);
                    mean[3 * j] += e3.x / SEEDS;
                    mean[3 * j + 1] += e3.y / SEEDS;
                    mean[3 * j + 2] += e3.z / SEEDS;
                }
            }
            errors[k] = sqrt(sum / SEEDS / size);
        }
        for (int i = 0; i < 9; ++i) off += mean[i] * mean[i];
        EXPECT_NEAR(-0.5, slope(errors, SIZES), 0.1);
        EXPECT_LT(sqrt(off / size),
                  0.03); /* 6 x 4096 samples: 1/sqrt is 0.0064, the entries' scatter three times that */
    }
}
#endif

/* Two boxes met at vertices, edges and faces, apart, touching and overlapping. */
UTEST(gradient, vertices_edges_and_faces_are_finite_and_informative) {
    collide_shape box = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    tact_vec3 z = tact_vec(0, 0, 1);
    tact_vec3 up[3]; /* direction of the box's vertex, edge, face that is turned to the other box */
    up[0] = tact_scale(1 / tact_sqrt(TACT_R(3)), tact_vec(1, 1, 1));
    up[1] = tact_scale(1 / tact_sqrt(TACT_R(2)), tact_vec(1, 1, 0));
    up[2] = z;
    for (int fa = 0; fa < 3; ++fa)
        for (int fb = 0; fb < 3; ++fb)
            for (int d = -1; d <= 1; ++d) {
                double height[3], gap = 0.01 * d;
                tact_quat q[2];
                height[0] = 0.1 * sqrt(3.0);
                height[1] = 0.1 * sqrt(2.0);
                height[2] = 0.1;
                for (int k = 0; k < 2; ++k) { /* turns `up` to +-z */
                    tact_vec3 from = up[k ? fb : fa], to = k ? tact_neg(z) : z, axis = tact_cross(from, to);
                    tact_real angle = tact_atan2(tact_norm(axis), tact_dot(from, to));
                    q[k] = tact_quat_axis_angle(tact_normalize_or(axis, tact_vec(1, 0, 0)), angle);
                }
                tact_pose pa = tact_pose_make(tact_vec(0, 0, 0), q[0]);
                tact_pose pb = tact_pose_make(vec(0.003, 0.002, height[fa] + height[fb] + gap),
                                              tact_quat_mul(tact_quat_axis_angle(z, TACT_R(0.4)), q[1]));
                for (int m = COLLIDE_GRADIENT_GUMBEL; m <= COLLIDE_GRADIENT_FORWARD; ++m) {
                    collide_gradient_config c = collide_default_gradient_config((collide_gradient_method)m);
                    collide_result r;
                    collide_gradient out;
                    int status = (int)collide_distance_gradient(&box, pa, &box, pb, NULL, &c, NULL, &r, &out);
                    ASSERT_GE(status, 0);
                    ASSERT_TRUE(jacobian_finite(&out.a) && jacobian_finite(&out.b) && jacobian_finite(&out.relative));
                    ASSERT_EQ(out.regularized, status == (int)COLLIDE_SINGULAR);
                    if (m == COLLIDE_GRADIENT_EXACT && d == 1) {
                        EXPECT_EQ(fa + fb >= 3, out.not_unique); /* edge-face and face-face only */
                        EXPECT_EQ(0, out.regularized);
                    }
                    if (m == COLLIDE_GRADIENT_GUMBEL &&
                        d == 1) { /* turning B moves the witness point on B; EXACT has none of that at a vertex */
                        tact_vec3 w = tact_rotate(pb.q, tact_vec(1, 0, 0));
                        tact_vec3 x = tact_vec(out.b.point_b[0][3], out.b.point_b[1][3], out.b.point_b[2][3]);
                        EXPECT_EQ((int)COLLIDE_OK, status);
                        EXPECT_GT((double)tact_norm(tact_sub(x, tact_cross(w, tact_sub(r.point_b, pb.p)))), 0.02);
                    }
                }
            }
    for (int f = 0; f < 3; ++f) /* both curvatures are positive, of the order of the size, at each of the three */
        for (int m = 0; m < 2; ++m) {
            collide_gradient_config c =
                collide_default_gradient_config(m ? COLLIDE_GRADIENT_GAUSS_FIRST : COLLIDE_GRADIENT_GUMBEL);
            tact_mat3 h;
            tact_vec3 t1, t2;
            c.samples = 400, c.noise = m ? TACT_R(0.3) : TACT_R(0.3);
            ASSERT_EQ((int)COLLIDE_OK, (int)collide_support_hessian(&box, up[f], &c, &h));
            tact_tangents(up[f], &t1, &t2);
            double p = (double)tact_dot(t1, tact_mat_mul_vec(&h, t1)),
                   s = (double)tact_dot(t2, tact_mat_mul_vec(&h, t2));
            double o = (double)tact_dot(t1, tact_mat_mul_vec(&h, t2)),
                   low = 0.5 * (p + s) - sqrt(0.25 * (p - s) * (p - s) + o * o);
            EXPECT_GT(low, 0.01);
            EXPECT_LT(p + s, 2.0);
            c.method = COLLIDE_GRADIENT_EXACT;
            ASSERT_EQ((int)COLLIDE_OK, (int)collide_support_hessian(&box, up[f], &c, &h));
            EXPECT_EQ(0.0, (double)tact_norm(tact_mat_mul_vec(&h, t1)));
        }
}

/* Concentric spheres have no direction of least overlap, touching points no normal: the system is lifted, flagged, and finite. */
UTEST(gradient, singular_systems_are_lifted_and_flagged) {
    collide_shape ball = collide_sphere(1), point = collide_point(tact_vec(0, 0, 0)),
                  ellipsoid = collide_ellipsoid(1, 2, 3);
    collide_gradient_config c = collide_default_gradient_config(COLLIDE_GRADIENT_EXACT);
    tact_pose o = tact_pose_identity();
    collide_result r;
    collide_gradient g;
    EXPECT_EQ((int)COLLIDE_SINGULAR, (int)collide_distance_gradient(&ball, o, &ball, o, NULL, &c, NULL, &r, &g));
    EXPECT_EQ(1, g.regularized);
    EXPECT_TRUE(jacobian_finite(&g.a) && jacobian_finite(&g.b));
    EXPECT_EQ((int)COLLIDE_SINGULAR, (int)collide_distance_gradient(&point, o, &point, o, NULL, &c, NULL, &r, &g));
    EXPECT_TRUE(jacobian_finite(&g.a) && jacobian_finite(&g.b));
    EXPECT_GE((int)collide_distance_gradient(&ellipsoid, o, &ellipsoid, o, NULL, &c, NULL, &r, &g), 0);
    EXPECT_TRUE(jacobian_finite(&g.a) && jacobian_finite(&g.b));
    EXPECT_EQ((int)COLLIDE_OK,
              (int)collide_distance_gradient(&ball, o, &ball, tact_pose_at(1, 0, 0), NULL, &c, NULL, &r, &g));
    EXPECT_EQ(0, g.regularized);
}
/* A sphere on a halfspace: the normal turns with the halfspace alone, the witness point on it follows the centre. */
UTEST(gradient, halfspace_in_closed_form) {
    collide_shape floor_shape = collide_halfspace(tact_vec(0, 0, 1), 0), ball = collide_sphere(TACT_R(0.5));
    collide_gradient_config c = collide_default_gradient_config(COLLIDE_GRADIENT_GUMBEL);
    collide_result r;
    collide_gradient g;
    const double e = 8 * (double)TACT_EPSILON;
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_distance_gradient(&floor_shape, tact_pose_identity(), &ball,
                                                              tact_pose_at(1, 2, TACT_R(0.4)), NULL, &c, NULL, &r, &g));
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 6; ++k) {
            EXPECT_NEAR(0.0, (double)g.b.normal[i][k], e);
            EXPECT_NEAR(k < 3 && i == k ? 1.0 : 0.0, (double)g.b.point_b[i][k], e);
            EXPECT_NEAR(k < 2 && i == k ? 1.0 : 0.0, (double)g.b.point_a[i][k], e);
        }
    EXPECT_NEAR(1.0, (double)g.a.normal[0][4], e); /* turning the floor about y tips its normal to +x */
    EXPECT_NEAR(-1.0, (double)g.a.normal[1][3], e);
    EXPECT_NEAR(1.0, (double)g.a.distance[4], e); /* and lowers it at x = 1; about x it rises at y = 2 */
    EXPECT_NEAR(-2.0, (double)g.a.distance[3], e);
}

UTEST(gradient, same_seed_same_bits_and_bad_input_gives_a_status) {
    collide_shape a = collide_box(1, 2, 3), b = collide_cylinder(1, 1), bad = collide_sphere(-1);
    tact_pose pa = tact_pose_identity(), pb = tact_pose_at(4, 1, TACT_R(0.5));
    collide_gradient_config c = collide_default_gradient_config(COLLIDE_GRADIENT_GAUSS_FIRST);
    collide_config bounded = collide_default_config();
    collide_result r;
    collide_gradient g, h, zero;
    tact_mat3 m;
    memset(&zero, 0, sizeof zero);
    c.seed = 7;
    ASSERT_GE((int)collide_distance_gradient(&a, pa, &b, pb, NULL, &c, NULL, &r, &g), 0);
    ASSERT_GE((int)collide_distance_gradient(&a, pa, &b, pb, NULL, &c, NULL, &r, &h), 0);
    EXPECT_EQ(0, memcmp(&g, &h, sizeof g));
    c.seed = 8;
    ASSERT_GE((int)collide_distance_gradient(&a, pa, &b, pb, NULL, &c, NULL, &r, &h), 0);
    EXPECT_NE(0, memcmp(&g, &h, sizeof g));

    bounded.upper_bound = TACT_R(0.1);
    EXPECT_EQ((int)COLLIDE_ABOVE_BOUND, (int)collide_distance_gradient(&a, pa, &b, pb, &bounded, &c, NULL, &r, &g));
    EXPECT_EQ(0, memcmp(&g, &zero, sizeof g));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_distance_gradient(&a, pa, &b, pb, NULL, &c, NULL, &r, NULL));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_distance_gradient(&a, pa, NULL, pb, NULL, &c, NULL, &r, &g));
    EXPECT_EQ((int)COLLIDE_BAD_SHAPE, (int)collide_distance_gradient(&a, pa, &bad, pb, NULL, &c, NULL, &r, &g));
    EXPECT_EQ(0, memcmp(&g, &zero, sizeof g));
    pb.q.w = 3;
    EXPECT_EQ((int)COLLIDE_BAD_POSE, (int)collide_distance_gradient(&a, pa, &b, pb, NULL, &c, NULL, &r, &g));
    EXPECT_EQ((int)COLLIDE_BAD_POSE, (int)collide_gradient_of_result(&a, pa, &b, pb, &c, &r, &g));
    pb.q.w = 1;
    c.noise = 0;
    EXPECT_EQ((int)COLLIDE_BAD_CONFIG, (int)collide_distance_gradient(&a, pa, &b, pb, NULL, &c, NULL, &r, &g));
    EXPECT_EQ((int)COLLIDE_BAD_CONFIG, (int)collide_gradient_of_result(&a, pa, &b, pb, &c, &r, &g));
    EXPECT_EQ((int)COLLIDE_BAD_CONFIG, (int)collide_support_hessian(&a, tact_vec(1, 0, 0), &c, &m));
    c = collide_default_gradient_config(COLLIDE_GRADIENT_CENTRAL);
    EXPECT_EQ((int)COLLIDE_UNSUPPORTED, (int)collide_support_hessian(&a, tact_vec(1, 0, 0), &c, &m));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_support_hessian(&a, tact_vec(0, 0, 0), NULL, &m));
    r.distance = TACT_REAL_MAX * 2;
    EXPECT_EQ((int)COLLIDE_NOT_FINITE, (int)collide_gradient_of_result(&a, pa, &b, pb, NULL, &r, &g));
}

UTEST_MAIN()
