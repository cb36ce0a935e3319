/* Derivatives of a step with contact geometry by the estimators of collide.h (CONTACT_GEOMETRY_ESTIMATED). Facts:
   - a contact of one point, of every pair of kinds and under every estimator, changes as collide_gradient_of_result says, checked on a step that
     is written down here and differentiated by differences; EXACT and CENTRAL agree with CONTACT_GEOMETRY_EXACT;
   - a manifold of several points has the normal of the pair, and its mean runs along what it does not span;
   - a faceted body under GUMBEL has the derivative of the round one that it stands for;
   - sets count by the piece that is touched; a flat mesh has the derivatives of the plane;
   - the same bits in every run, in matrices, products and trajectories, under every law; wrong use gives a status. */
#define CONTACT_STATIC
#define CONTACT_IMPLEMENTATION
#include "world_common.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 14, METHODS = 6 };
typedef struct stream {
    uint64_t seed, at;
} stream;
static double uniform(stream *s, double low, double high) {
    return low + (high - low) * tact_random_uniform(s->seed, s->at++);
}
static tact_vec3 normals(stream *s) {
    double x = tact_random_normal(s->seed, s->at++), y = tact_random_normal(s->seed, s->at++),
           z = tact_random_normal(s->seed, s->at++);
    return tact_vec(x, y, z);
}
static tact_pose pose_of(stream *s) {
    tact_vec3 v = normals(s), p = normals(s);
    return tact_pose_make(p, tact_quat_normalize(tact_quat_make(v.x, v.y, v.z, tact_random_normal(s->seed, s->at++))));
}
static collide_hull *hulls[2];
static tact_vec3 radii = {0.08, 0.1, 0.12};
static collide_custom_shape custom;
static void ellipsoid_support(const void *user, tact_vec3 d, tact_vec3 *p) {
    const tact_vec3 *r = (const tact_vec3 *)user;
    tact_vec3 e = tact_vec(r->x * r->x * d.x, r->y * r->y * d.y, r->z * r->z * d.z);
    *p = tact_scale(1 / tact_sqrt(tact_dot(e, d)), e);
}
static void make_shapes(void) {
    stream s = {5, 0};
    tact_vec3 points[160];
    int k, i;
    for (k = 0; k < 2; ++k) {
        for (i = 0; i < (k ? 160 : 14); ++i) {
            tact_vec3 u = normals(&s);
            u = tact_scale(1 / tact_norm(u), u);
            points[i] = tact_vec(0.1 * u.x, 0.12 * u.y, 0.08 * u.z);
        }
        collide_hull_create(points, k ? 160 : 14, NULL, NULL, &hulls[k]);
    }
    custom.support = ellipsoid_support;
    custom.user = &radii;
    custom.extent = 0.12;
    custom.curved = 1;
}
static void free_shapes(void) {
    int k;
    for (k = 0; k < 2; ++k) collide_hull_destroy(hulls[k]), hulls[k] = NULL;
}
static collide_shape shape_of(int kind, stream *s) {
    double x = uniform(s, 0.05, 0.15), y = uniform(s, 0.05, 0.15), z = uniform(s, 0.05, 0.15);
    tact_vec3 p = normals(s), q = normals(s), r = normals(s);
    switch (kind) {
    case 0: return collide_sphere(x);
    case 1: return collide_capsule(x, y);
    case 2: return collide_ellipsoid(x, y, z);
    case 3: return collide_box(x, y, z);
    case 4: return collide_cylinder(x, z);
    case 5: return collide_cone(x, z);
    case 6: return collide_triangle(tact_scale(0.1, p), tact_scale(0.1, q), tact_scale(0.1, r));
    case 7: return collide_convex(hulls[0]);
    case 8: return collide_rounded(collide_convex(hulls[1]), 0.02);
    case 9: return collide_rounded(collide_box(x, y, z), 0.02);
    case 10: return collide_rounded(collide_cylinder(x, z), 0.02);
    case 11: return collide_rounded(collide_cone(x, z), 0.02);
    case 12: return collide_custom(&custom);
    default: return collide_halfspace(p, x);
    }
}

/* Two bodies of known mass, unit inertia axes their own, that approach along the normal of their distance with a little to the side. */
typedef struct pair {
    contact_world *w;
    collide_shape shape[2];
    tact_pose pose[2];
    tact_vec3 v[2];
    contact_body body[2];
    int moves[2];
} pair;
static const double dt = 1e-3, mass = 1.5;
static const tact_vec3 moments = {0.004, 0.006, 0.005};
static contact_world_config exact_config(void) {
    contact_world_config c = contact_default_world_config();
    c.gravity = tact_vec(0, 0, 0);
    c.keep_energy = 0;                                        /* the step as the derivative has it */
    c.solver.tolerance = c.solver.relative_tolerance = 1e-13; /* derivatives want solutions */
    c.solver.coarse_tolerance = 0;
    return c;
}
static contact_body add(contact_world *w, const collide_shape *shape, tact_pose pose, tact_vec3 v, int moves,
                        double friction) {
    contact_body_def def = contact_default_body_def();
    contact_geom_def geom = contact_default_geom_def();
    contact_body body;
    memset(&def.inertia, 0, sizeof def.inertia);
    def.type = moves ? CONTACT_BODY_DYNAMIC : CONTACT_BODY_STATIC;
    def.pose = pose, def.velocity = v;
    def.mass_from_geoms = 0, def.mass = mass;
    def.inertia.m[0][0] = moments.x;
    def.inertia.m[1][1] = moments.y;
    def.inertia.m[2][2] = moments.z;
    body = contact_world_add_body(w, &def);
    geom.shape = shape;
    geom.material.friction = friction;
    contact_world_add_geom(w, body, &geom);
    return body;
}
static void pair_world(pair *p) {
    contact_world_config config = exact_config();
    int k;
    p->w = test_world(&config);
    for (k = 0; k < 2; ++k) p->body[k] = add(p->w, &p->shape[k], p->pose[k], p->v[k], p->moves[k], 1e3);
}
static void pair_make(pair *p, int kind_a, int kind_b, stream *s) {
    double wanted = uniform(s, -4e-4, 4e-4);
    tact_vec3 across = tact_scale(0.05, normals(s));
    collide_result r;
    int k;
    p->shape[0] = shape_of(kind_a, s), p->shape[1] = shape_of(kind_b, s);
    p->pose[0] = pose_of(s), p->pose[1] = pose_of(s);
    wanted += wanted > 0 ? 1e-4 : -1e-4; /* differences below do not change its sign */
    if (kind_a == 3 && kind_b == 3)
        wanted =
            -fabs(wanted); /* the manifold of boxes apart has the normal of a separating axis, not of the distance */
    for (k = 0; k < 3; ++k) {
        collide_distance(&p->shape[0], p->pose[0], &p->shape[1], p->pose[1], NULL, NULL, &r);
        p->pose[1].p = tact_mul_add(p->pose[1].p, wanted - r.distance, r.normal);
    }
    for (k = 0; k < 2; ++k) {
        p->moves[k] = p->shape[k].kind != COLLIDE_KIND_HALFSPACE;
        p->v[k] = tact_scale(p->moves[k] ? (k ? -1 : 1) : 0, tact_add(tact_scale(0.8, r.normal), across));
    }
    pair_world(p);
}
/* Is another direction as deep, so that the normal jumps within the width of the differences? Placing an overlapping pair goes along one and
   then the other, and may end there. */
static int pair_tied(const pair *p) {
    int k;
    for (k = 0; k < 12; ++k) {
        tact_pose near = p->pose[1];
        tact_vec3 small = tact_scale(k % 2 ? 1e-5 : -1e-5, tact_vec(k / 2 % 3 == 0, k / 2 % 3 == 1, k / 2 % 3 == 2));
        collide_result r, moved;
        if (k < 6)
            near.p = tact_add(near.p, small);
        else
            near.q = tact_quat_mul(near.q, tact_quat_exp(small));
        collide_distance(&p->shape[0], p->pose[0], &p->shape[1], p->pose[1], NULL, NULL, &r);
        collide_distance(&p->shape[0], p->pose[0], &p->shape[1], near, NULL, NULL, &moved);
        if (r.distance < 0 && tact_norm(tact_sub(moved.normal, r.normal)) > 0.1) return 1;
    }
    return 0;
}
/* A step and its derivative, by_state 2n x 2n; *count contacts, of which *c is the first. The world is as before. */
static contact_status differentiate(contact_world *w, contact_differential *d, tact_real *by_state, contact_point *c,
                                    int *count) {
    size_t bytes = contact_world_snapshot_bytes(w);
    void *start = malloc(bytes);
    contact_status status;
    contact_world_save(w, start, bytes);
    status = contact_world_step_differential(w, dt, d);
    if (status >= 0) contact_differential_matrices(d, by_state, NULL, NULL);
    *count = contact_world_contact_count(w);
    if (*count) *c = contact_world_contact(w, 0);
    contact_world_restore(w, start, bytes);
    free(start);
    return status;
}

/* The step of a pair written down: one contact that sticks and closes its gap, as the exact law has it,
     K lambda = -(u + bias n),   u velocity of b relative to a at p,   K = sum of 1/m - [r] I^-1 [r]. */
typedef struct contact_data {
    tact_vec3 p, n;
    tact_real gap;
} contact_data;
static void model_step(const pair *p, const tact_real *change, const contact_data *c, tact_real *v_plus) {
    tact_vec3 x[2], v[2], omega[2], u = tact_vec(0, 0, 0), lambda;
    tact_mat3 k, k_inverse, inverse[2];
    tact_real bias = (c->gap > 0 ? 1 : 0.2) * c->gap / dt; /* contact_erp: 0.2 */
    int side, i, j, at = 0;
    memset(&k, 0, sizeof k);
    for (side = 0; side < 2; ++side) {
        const tact_real *q = change + at, *dv = change + 6 * (p->moves[0] + p->moves[1]) + at;
        tact_vec3 r;
        x[side] = p->pose[side].p;
        v[side] = p->v[side];
        omega[side] = tact_vec(0, 0, 0);
        memset(&inverse[side], 0, sizeof inverse[side]);
        if (p->moves[side]) {
            tact_quat turned = tact_quat_mul(tact_quat_exp(tact_vec(q[3], q[4], q[5])), p->pose[side].q);
            tact_mat3 rotation = tact_quat_to_mat(turned), half, s;
            x[side] = tact_add(x[side], tact_vec(q[0], q[1], q[2]));
            v[side] = tact_add(v[side], tact_vec(dv[0], dv[1], dv[2])), omega[side] = tact_vec(dv[3], dv[4], dv[5]);
            half = tact_mat_transpose(&rotation);
            for (i = 0; i < 3; ++i) {
                half.m[0][i] /= moments.x;
                half.m[1][i] /= moments.y;
                half.m[2][i] /= moments.z;
            }
            inverse[side] = tact_mat_mul(&rotation, &half);
            s = tact_skew(tact_sub(c->p, x[side]));
            half = tact_mat_mul(&inverse[side], &s), half = tact_mat_mul(&s, &half);
            for (i = 0; i < 3; ++i)
                for (j = 0; j < 3; ++j) k.m[i][j] += (i == j ? 1 / mass : 0) - half.m[i][j];
            at += 6;
        }
        r = tact_add(v[side], tact_cross(omega[side], tact_sub(c->p, x[side])));
        u = side ? tact_add(u, r) : tact_sub(u, r);
    }
    u = tact_mul_add(u, bias, c->n);
    tact_mat_inverse(&k, &k_inverse);
    lambda = tact_neg(tact_mat_mul_vec(&k_inverse, u));
    for (side = 0, at = 0; side < 2; ++side) {
        tact_vec3 impulse = tact_scale(side ? 1 : -1, lambda);
        if (!p->moves[side]) continue;
        v[side] = tact_mul_add(v[side], 1 / mass, impulse);
        omega[side] =
            tact_add(omega[side], tact_mat_mul_vec(&inverse[side], tact_cross(tact_sub(c->p, x[side]), impulse)));
        v_plus[at] = v[side].x;
        v_plus[at + 1] = v[side].y;
        v_plus[at + 2] = v[side].z;
        v_plus[at + 3] = omega[side].x;
        v_plus[at + 4] = omega[side].y;
        v_plus[at + 5] = omega[side].z;
        at += 6;
    }
}
/* Gaps are 1e-4 and more, so the normal of two edges turns by up to 1 in 1e-4: central differences over 1e-6 of the size are off by 1e-6. A custom
   shape has witness points good to 1e-8 of the size: 1e-4, see collide.h. */
static collide_gradient_config config_of(int method, int rough) {
    collide_gradient_config c = collide_default_gradient_config((collide_gradient_method)method);
    c.seed = 77;
    if (method == COLLIDE_GRADIENT_CENTRAL) c.noise = rough ? 1e-4 : 1e-6;
    return c;
}
/* As documented at contact_differential_set_estimator. */
static uint64_t pair_seed(uint64_t seed, const contact_point *c, int piece_a, int piece_b) {
    seed = tact_random_bits(seed, (uint64_t)c->geom_a.index << 32 | c->geom_b.index);
    return tact_random_bits(seed, (uint64_t)(uint32_t)piece_a << 32 | (uint32_t)piece_b);
}
static void add_column(contact_data *c, const collide_jacobian *j, int k, tact_real f) {
    c->p = tact_mul_add(c->p, f / 2, tact_vec(j->point_a[0][k], j->point_a[1][k], j->point_a[2][k]));
    c->p = tact_mul_add(c->p, f / 2, tact_vec(j->point_b[0][k], j->point_b[1][k], j->point_b[2][k]));
    c->n = tact_mul_add(c->n, f, tact_vec(j->normal[0][k], j->normal[1][k], j->normal[2][k]));
    c->gap += f * j->distance[k];
}
/* Largest difference of the velocity rows of by_state to differences of the model over +-1e-6, whose contact follows the gradient; relative to the
   largest entry of the column. */
static tact_real against_model(const pair *p, const contact_data *base, const collide_gradient *g,
                               const tact_real *by_state) {
    int n = 6 * (p->moves[0] + p->moves[1]), j, i, k, half, side;
    tact_real worst = 0, h = 1e-6;
    for (j = 0; j < 2 * n; ++j) {
        tact_real v[2][12], largest = 1, error = 0;
        for (half = 0; half < 2; ++half) {
            tact_real change[24] = {0};
            contact_data c;
            memset(&c, 0, sizeof c);
            change[j] = half ? -h : h;
            for (side = 0, k = 0; side < 2; ++side) {
                const tact_real *q = change + k;
                tact_vec3 linear, angular;
                if (!p->moves[side]) continue;
                linear = tact_unrotate(p->pose[side].q, tact_vec(q[0], q[1], q[2]));
                angular = tact_unrotate(p->pose[side].q, tact_vec(q[3], q[4], q[5]));
                {
                    const tact_real xi[6] = {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z};
                    for (i = 0; i < 6; ++i) add_column(&c, side ? &g->b : &g->a, i, xi[i]);
                }
                k += 6;
            }
            c.n = tact_mul_add(c.n, -tact_dot(c.n, base->n), base->n); /* a normal turns */
            c.p = tact_add(c.p, base->p);
            c.n = tact_add(c.n, base->n);
            c.gap += base->gap;
            model_step(p, change, &c, v[half]);
        }
        for (i = 0; i < n; ++i) {
            tact_real wanted = (v[0][i] - v[1][i]) / (2 * h), e = tact_abs(wanted - by_state[(n + i) * 2 * n + j]);
            if (!tact_finite(e)) return TACT_REAL_MAX;
            largest = tact_max(largest, tact_abs(wanted)), error = tact_max(error, e);
        }
        worst = tact_max(worst, error / largest);
    }
    return worst;
}
/* Largest difference of two matrices, columns by the largest entry. */
static tact_real apart(const tact_real *x, const tact_real *y, int n) {
    tact_real worst = 0;
    int i, j;
    for (j = 0; j < n; ++j) {
        tact_real largest = 1, error = 0;
        for (i = 0; i < n; ++i) {
            tact_real e = tact_abs(x[n * i + j] - y[n * i + j]);
            if (!tact_finite(e)) return TACT_REAL_MAX;
            largest = tact_max(largest, tact_abs(x[n * i + j])), error = tact_max(error, e);
        }
        worst = tact_max(worst, error / largest);
    }
    return worst;
}
static contact_data data_of(const contact_point *c) {
    contact_data d;
    d.p = c->position;
    d.n = c->normal;
    d.gap = c->gap;
    return d;
}
static collide_result result_of(const contact_point *c) {
    collide_result r;
    memset(&r, 0, sizeof r);
    r.normal = c->normal, r.distance = c->gap;
    r.point_a = tact_mul_add(c->position, -c->gap / 2, c->normal),
    r.point_b = tact_mul_add(c->position, c->gap / 2, c->normal);
    return r;
}
/* The step of the model is that of the world to 1e-9, so that its differences, good to 1e-8, are those of the step with the contact that the
   gradient says; 1e-6 relative is far below what a wrong term would do. */
UTEST(estimator, single_points_change_as_the_gradient_of_the_query) {
    contact_differential *d = contact_differential_create(NULL);
    static tact_real by_state[24 * 24];
    int ka, kb, m, judged = 0;
    make_shapes();
    for (ka = 0; ka < KINDS; ++ka)
        for (kb = ka; kb < KINDS - (ka == KINDS - 1); ++kb) {
            stream s = {(uint64_t)(100 + KINDS * ka + kb), 0};
            int round, done = 0;
            for (round = 0; round < 20 && done < 1; ++round) {
                pair p;
                int count = 1, sticks = 1, k;
                pair_make(&p, ka, kb, &s);
                for (m = pair_tied(&p) ? METHODS : 0; m < METHODS && count == 1; ++m) {
                    collide_gradient_config config = config_of(m, ka == 12 || kb == 12);
                    contact_point c;
                    contact_data base;
                    collide_result r;
                    collide_gradient g;
                    contact_status status;
                    collide_status singular;
                    tact_real e;
                    ASSERT_EQ((int)CONTACT_OK, (int)contact_differential_set_estimator(d, &config));
                    status = differentiate(p.w, d, by_state, &c, &count);
                    ASSERT_GE((int)status, 0);
                    if (count != 1 || !(tact_norm(c.force) > 0)) break;
                    base = data_of(&c), r = result_of(&c);
                    config.seed = pair_seed(config.seed, &c, 0, 0);
                    singular =
                        collide_gradient_of_result(&p.shape[0], p.pose[0], &p.shape[1], p.pose[1], &config, &r, &g);
                    ASSERT_GE((int)singular, 0);
                    EXPECT_EQ((int)(singular == COLLIDE_SINGULAR), (int)(status == CONTACT_NONSMOOTH));
                    if (m == 0) { /* is the model the step? Not where friction lets go */
                        tact_real v[12], nothing[24] = {0};
                        contact_world_step(p.w, dt);
                        model_step(&p, nothing, &base, v);
                        for (k = 0; k < 2; ++k) {
                            const tact_real *own = v + (k && p.moves[0] ? 6 : 0);
                            tact_vec3 wrong =
                                tact_sub(contact_body_velocity(p.w, p.body[k]), tact_vec(own[0], own[1], own[2]));
                            if (p.moves[k]) sticks &= tact_norm(wrong) < 1e-9;
                        }
                        contact_world_destroy(p.w);
                        pair_world(&p);
                    }
                    if (!sticks) break;
                    if (m == COLLIDE_GRADIENT_EXACT ||
                        m == COLLIDE_GRADIENT_CENTRAL) { /* of the query: the derivative of the step itself */
                        tact_real other[24 * 24];
                        contact_differential_set(d, CONTACT_GEOMETRY_EXACT, NULL, 0);
                        ASSERT_GE((int)differentiate(p.w, d, other, &c, &count), 0);
                        e = apart(other, by_state, 12 * (p.moves[0] + p.moves[1]));
                        if (!(e < 1e-5))
                            fprintf(stderr, "kinds %d %d, method %d, against the exact rule: %g\n", ka, kb, m,
                                    (double)e);
                        EXPECT_LT(
                            e,
                            1e-5); /* differences: 1e-6, of a custom shape with its points good to 1e-8 over steps of 1e-4 */
                    }
                    e = against_model(&p, &base, &g, by_state);
                    if (!(e < 1e-6)) fprintf(stderr, "kinds %d %d, method %d: %g\n", ka, kb, m, (double)e);
                    EXPECT_LT(e, 1e-6);
                    ++judged;
                    done += m == 0;
                }
                contact_world_destroy(p.w);
            }
        }
    EXPECT_GT(judged, 580); /* 104 pairs of kinds, six estimators: hardly any without a single point */
    free_shapes();
    contact_differential_destroy(d);
}

/* ---- manifolds of several points ---- */
/* Two bodies at rest that touch, and nothing that would part them: the step leaves them where they are, and so its contacts. */
static contact_world *resting(const collide_shape *a, tact_pose pose_a, const collide_shape *b, tact_pose pose_b) {
    contact_world_config config = exact_config();
    contact_world *w;
    config.contact_erp = 0;
    w = test_world(&config);
    add(w, a, pose_a, tact_vec(0, 0, 0), 0, 0.5);
    add(w, b, pose_b, tact_vec(0, 0, 0), 1, 0.5);
    contact_world_step(w, dt);
    return w;
}
/* What the changes of a contact say about a motion of b: translation t of its point x and rotation r. */
static contact_data moved_by(const contact__rows_change *change, tact_vec3 at, tact_vec3 x, tact_vec3 t, tact_vec3 r) {
    tact_vec3 here = tact_add(t, tact_cross(r, tact_sub(at, x)));
    const tact_real m[6] = {here.x, here.y, here.z, r.x, r.y, r.z};
    contact_data d;
    int j;
    memset(&d, 0, sizeof d);
    for (j = 0; j < 6; ++j) {
        d.p = tact_mul_add(d.p, m[j], change->point[j]), d.n = tact_mul_add(d.n, m[j], change->linear[j][2]);
        d.gap += m[j] * change->value[j][2];
    }
    return d;
}
/* Checks a manifold of `points`, which span the tangents along[0 .. spanned - 1], against the exact rule and the gradient at its mean. All of this
   is linear algebra on the same numbers: 1e-9 of entries of order 1 to 100. */
static void check_manifold(int *utest_result, contact_world *w, int method, int points, const tact_vec3 *along,
                           int spanned) {
    collide_gradient_config config = config_of(method, 0);
    contact__rows_change changes[4], exact[4];
    const contact__geom *ga, *gb;
    contact_point mean;
    collide_result r;
    collide_gradient g;
    tact_vec3 across[2];
    tact_pose pose_b;
    int i, j, k, free_count = 2 - spanned;
    ASSERT_EQ(points, contact_world_contact_count(w));
    mean = contact_world_contact(w, 0);
    mean.position = tact_vec(0, 0, 0);
    mean.gap = 0;
    for (i = 0; i < points; ++i) {
        mean.position = tact_mul_add(mean.position, 1.0 / points, contact_world_contact(w, i).position);
        mean.gap += contact_world_contact(w, i).gap / points;
    }
    ga = &w->geoms[mean.geom_a.index];
    gb = &w->geoms[mean.geom_b.index];
    pose_b = contact__geom_pose(w, gb);
    config.seed = 77;
    contact__estimated_changes(w, &config, dt, 0, points, changes);
    contact__contact_changes(w, dt, 0, points, exact);
    config.seed = pair_seed(config.seed, &mean, 0, 0);
    r = result_of(&mean);
    ASSERT_GE(
        (int)collide_gradient_of_result(&ga->shape, contact__geom_pose(w, ga), &gb->shape, pose_b, &config, &r, &g), 0);
    across[0] = spanned ? tact_cross(mean.normal, along[0]) : tact_vec(0, 0, 0);
    for (j = 0; j < 6; ++j) { /* of the pose of b, in its frame */
        tact_vec3 axis = tact_rotate(pose_b.q, contact__unit(j % 3)), none = tact_vec(0, 0, 0), t = j < 3 ? axis : none,
                  turn = j < 3 ? none : axis;
        contact_data wanted, of_mean = {{0, 0, 0}, {0, 0, 0}, 0};
        memset(&wanted, 0, sizeof wanted);
        add_column(&wanted, &g.b, j, 1);
        wanted.n = tact_mul_add(wanted.n, -tact_dot(wanted.n, mean.normal), mean.normal);
        for (i = 0; i < points; ++i) {
            tact_vec3 at = contact_world_contact(w, i).position;
            contact_data is = moved_by(&changes[i], at, pose_b.p, t, turn),
                         was = moved_by(&exact[i], at, pose_b.p, t, turn);
            EXPECT_LT(tact_norm(tact_sub(is.n, wanted.n)), 1e-9 * (1 + tact_norm(wanted.n)));
            EXPECT_NEAR(is.gap, was.gap, 1e-12);
            EXPECT_NEAR(tact_dot(is.p, mean.normal), tact_dot(was.p, mean.normal), 1e-9);
            for (k = 0; k < spanned; ++k) EXPECT_NEAR(tact_dot(is.p, along[k]), tact_dot(was.p, along[k]), 1e-9);
            of_mean.p = tact_mul_add(of_mean.p, 1.0 / points, is.p);
        }
        for (k = 0; k < free_count; ++k)
            EXPECT_LT(tact_abs(tact_dot(tact_sub(of_mean.p, wanted.p), across[k])), 1e-9 * (1 + tact_norm(wanted.p)));
    }
}
UTEST(estimator, a_manifold_has_the_normal_of_the_pair_and_moves_along_what_it_does_not_span) {
    collide_shape table = collide_box(1, 1, 0.5), box = collide_box(0.1, 0.15, 0.2), rod = collide_capsule(0.1, 0.3);
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0);
    const tact_vec3 axes[2] = {{0, 1, 0}, {1, 0, 0}};
    const double tilt = 0.6,
                 low = 0.1 * cos(tilt) + 0.2 * sin(tilt) - 1e-4; /* turned about y: the edge that is lowest */
    tact_pose below = tact_pose_at(0, 0, -0.5), flat = tact_pose_at(0.1, 0.2, 0.2 - 1e-4);
    tact_quat turn = tact_quat_exp(tact_vec(0, TACT_PI / 2 - tilt, 0)),
              lie = tact_quat_exp(tact_vec(TACT_PI / 2, 0, 0));
    int m;
    for (m = 0; m < METHODS; ++m) {
        contact_world *w = resting(&table, below, &box, flat); /* a face on a face */
        check_manifold(utest_result, w, m, 4, axes, 2);
        contact_world_destroy(w);
        w = resting(&table, below, &box, tact_pose_make(tact_vec(0.1, 0.2, low), turn)); /* an edge on a face */
        check_manifold(utest_result, w, m, 2, axes, 1);
        contact_world_destroy(w);
        w = resting(&ground, tact_pose_identity(), &box, tact_pose_make(tact_vec(0.1, 0.2, low), turn));
        check_manifold(utest_result, w, m, 2, axes, 1);
        contact_world_destroy(w);
        w = resting(&table, below, &rod, tact_pose_make(tact_vec(0.1, 0.2, 0.1 - 1e-4), lie)); /* a lying rod */
        check_manifold(utest_result, w, m, 2, axes, 1);
        contact_world_destroy(w);
    }
}

/* ---- what it is good for ---- */
static collide_hull *prism(int sides, double radius, double half) {
    tact_vec3 points[128];
    collide_hull *hull = NULL;
    int i;
    for (i = 0; i < sides; ++i) {
        double angle = 2 * TACT_PI * (i + 0.5) / sides;
        points[2 * i] = tact_vec(radius * cos(angle), radius * sin(angle), -half);
        points[2 * i + 1] = tact_vec(radius * cos(angle), radius * sin(angle), half);
    }
    collide_hull_create(points, 2 * sides, NULL, NULL, &hull);
    return hull;
}
/* A ball, or a disc on its rim, hits a puck in the middle of a side: sideways velocity of the puck after the step, by the ball's place across. All of
   it turned by `turn`. */
static double deflection(contact_differential *d, const collide_shape *puck, const collide_shape *striker,
                         tact_quat turn) {
    contact_world_config config = exact_config();
    contact_world *w = test_world(&config);
    static tact_real by_state[24 * 24];
    const tact_vec3 side = tact_rotate(turn, tact_vec(0, 1, 0));
    const double s[3] = {side.x, side.y, side.z};
    contact_point c;
    double sum = 0;
    int count, i, j;
    add(w, puck, tact_pose_make(tact_vec(0, 0, 0), turn), tact_vec(0, 0, 0), 1, 0);
    add(w, striker, tact_pose_make(tact_rotate(turn, tact_vec(-0.1301, 0, 0)), turn),
        tact_rotate(turn, tact_vec(1, 0, 0)), 1, 0);
    if (differentiate(w, d, by_state, &c, &count) < 0) count = 0;
    contact_world_destroy(w);
    for (i = 0; i < 3 && count; ++i)
        for (j = 0; j < 3; ++j) sum += s[i] * by_state[24 * (12 + i) + 6 + j] * s[j];
    return sum;
}
UTEST(estimator, a_faceted_puck_deflects_as_the_round_one_that_it_stands_for) {
    contact_differential *d = contact_differential_create(NULL);
    collide_shape round = collide_cylinder(0.1, 0.02), ball = collide_sphere(0.03), disc = collide_cylinder(0.03, 0.02),
                  faceted;
    collide_hull *hull = prism(24, 0.1 / cos(TACT_PI / 24), 0.02);
    double first = 0;
    int k;
    faceted = collide_convex(hull);
    for (k = 0; k < 20;
         ++k) { /* one point; two, one above the other, where the rims of equal discs meet in two features at once */
        stream s = {(uint64_t)k, 0};
        tact_quat turn = k < 2 ? tact_quat_identity() : tact_quat_exp(normals(&s));
        const collide_shape *striker = k % 2 ? &disc : &ball;
        double truth, exact, smoothed;
        contact_differential_set(d, CONTACT_GEOMETRY_EXACT, NULL, 0);
        truth = deflection(d, &round, striker, turn), exact = deflection(d, &faceted, striker, turn);
        contact_differential_set_estimator(d, NULL);
        smoothed = deflection(d, &faceted, striker, turn);
        if (!k) first = truth;
        EXPECT_LT(fabs(truth / first - 1),
                  1e-6);             /* the same in the plane; differences of the narrow phase are good to 1e-8 */
        EXPECT_GT(fabs(truth), 3.0); /* m/s by metre: speed over the sum of the radii, shared by two masses */
        EXPECT_LT(fabs(exact), 1e-6 * fabs(truth)); /* the normal is that of the face */
        EXPECT_LT(fabs(smoothed / truth - 1),
                  0.05); /* the curvature of a ring under noise 0.5 is off by a tenth, see collide.h; 0.024 was seen */
    }
    collide_hull_destroy(hull);
    contact_differential_destroy(d);
}
/* Two balls, with more regularisation than they have curvature. */
UTEST(estimator, a_lifted_system_is_said_not_to_be_smooth) {
    contact_differential *d = contact_differential_create(NULL);
    collide_shape ball = collide_sphere(0.1);
    contact_world_config world = exact_config();
    int k, count;
    for (k = 0; k < 2; ++k) {
        collide_gradient_config config = config_of(COLLIDE_GRADIENT_GUMBEL, 0);
        contact_world *w = test_world(&world);
        static tact_real by_state[24 * 24];
        contact_point c;
        if (k) config.regularization = 1; /* of the sum of the radii; the curvature's is that, and the gap */
        contact_differential_set_estimator(d, &config);
        add(w, &ball, tact_pose_identity(), tact_vec(1, 0, 0), 1, 0.5);
        add(w, &ball, tact_pose_at(0.1999, 0, 0), tact_vec(0, 0, 0), 1, 0.5);
        EXPECT_EQ(k ? (int)CONTACT_NONSMOOTH : (int)CONTACT_OK, (int)differentiate(w, d, by_state, &c, &count));
        contact_world_destroy(w);
    }
    contact_differential_destroy(d);
}

/* ---- sets ---- */
static void compare_worlds(int *utest_result, contact_differential *d, const collide_shape *set,
                           const collide_shape *one, const collide_shape *other, tact_pose at, tact_vec3 v,
                           tact_real tolerance) {
    static tact_real by_state[2][12 * 12];
    int k, count[2];
    contact_point c;
    for (k = 0; k < 2; ++k) {
        contact_world_config config = exact_config();
        contact_world *w = test_world(&config);
        add(w, k ? one : set, tact_pose_identity(), tact_vec(0, 0, 0), 0, 0.5);
        add(w, other, at, v, 1, 0.5);
        EXPECT_GE((int)differentiate(w, d, by_state[k], &c, &count[k]), 0);
        contact_world_destroy(w);
    }
    EXPECT_GT(count[0], 0);
    EXPECT_EQ(count[0], count[1]);
    EXPECT_LT(apart(by_state[0], by_state[1], 12), tolerance);
}
UTEST(estimator, sets_count_by_the_piece_that_is_touched) {
    contact_differential *d = contact_differential_create(NULL);
    const tact_vec3 corners[4] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    const int triangles[6] = {0, 1, 2, 0, 2, 3};
    tact_real heights[9] = {0};
    collide_height_field field;
    collide_mesh *mesh = NULL;
    collide_compound *compound = NULL;
    collide_shape parts[2], set, piece, ball = collide_sphere(0.1), box = collide_box(0.1, 0.15, 0.2);
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0);
    tact_pose places[2], at;
    tact_vec3 down = tact_vec(0.3, 0.1, -1);
    collide_gradient_config config;
    int m;
    field.n_x = field.n_y = 3;
    field.spacing_x = field.spacing_y = 1;
    field.heights = heights;
    parts[0] = collide_sphere(0.2), parts[1] = collide_box(0.2, 0.3, 0.1);
    places[0] = tact_pose_at(3, 0, 0), places[1] = tact_pose_identity();
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_mesh_create(corners, 4, triangles, 2, NULL, &mesh));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_compound_create(parts, places, 2, NULL, &compound));
    for (m = 0; m < METHODS; ++m) {
        if (m == COLLIDE_GRADIENT_GAUSS_FIRST || m == COLLIDE_GRADIENT_GAUSS_ZEROTH)
            continue; /* the seed knows the piece */
        config = config_of(m, 0);
        contact_differential_set_estimator(d, &config);
        set = collide_mesh_shape(mesh); /* a face is its plane */
        compare_worlds(utest_result, d, &set, &ground, &ball, tact_pose_at(0.4, 0.1, 0.0999), down, 1e-7);
        compare_worlds(utest_result, d, &set, &ground, &box,
                       tact_pose_make(tact_vec(0.4, 0.1, 0.2572), tact_quat_exp(tact_vec(0.7, 0.5, 0))), down, 1e-6);
        set = collide_height_field_shape(&field);
        compare_worlds(utest_result, d, &set, &ground, &ball, tact_pose_at(1.4, 1.1, 0.0999), down, 1e-7);
        set = collide_mesh_shape(mesh); /* beyond the border: the triangle, at its edge */
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_set_piece(&set, tact_pose_identity(), 0, &piece, &at));
        compare_worlds(utest_result, d, &set, &piece, &ball, tact_pose_at(0.1, -1.07, 0.0713), down, 1e-7);
        set = collide_compound_shape(compound);
        compare_worlds(utest_result, d, &set, &parts[1], &ball,
                       tact_pose_make(tact_vec(0.25, 0.1, 0.1867), tact_quat_identity()), down, 1e-7);
        compare_worlds(utest_result, d, &set, &parts[1], &box, tact_pose_at(0.05, 0.1, 0.3 - 1e-4), down,
                       1e-6); /* four points */
    }
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_set_piece(&set, tact_pose_identity(), 2, &piece, &at));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_set_piece(&set, tact_pose_identity(), -1, &piece, &at));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_set_piece(&box, tact_pose_identity(), 1, &piece, &at));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_set_piece(&box, tact_pose_identity(), 0, NULL, &at));
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_set_piece(&box, tact_pose_at(1, 2, 3), 0, &piece, &at));
    EXPECT_TRUE(piece.kind == COLLIDE_KIND_BOX && at.p.y == 2);
    collide_compound_destroy(compound);
    collide_mesh_destroy(mesh);
    contact_differential_destroy(d);
}

/* A mesh without any thickness has no extent, which the exact rule used to measure its steps by. */
UTEST(exact_rule, a_flat_mesh_is_the_plane) {
    contact_differential *d = contact_differential_create(NULL);
    const tact_vec3 corners[4] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    const int triangles[6] = {0, 1, 2, 0, 2, 3};
    collide_mesh *mesh = NULL;
    collide_shape set, ball = collide_sphere(0.1), box = collide_box(0.1, 0.15, 0.2), rod = collide_capsule(0.1, 0.2);
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0);
    tact_vec3 down = tact_vec(0.3, 0.1, -1);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_mesh_create(corners, 4, triangles, 2, NULL, &mesh));
    set = collide_mesh_shape(mesh);
    /* differences of the narrow phase, good to 1e-8, by up to 1/dt times contact_erp */
    compare_worlds(utest_result, d, &set, &ground, &ball, tact_pose_at(0.4, 0.1, 0.0999), down, 1e-6);
    compare_worlds(utest_result, d, &set, &ground, &box,
                   tact_pose_make(tact_vec(0.4, 0.1, 0.2572), tact_quat_exp(tact_vec(0.7, 0.5, 0))), down, 1e-6);
    compare_worlds(utest_result, d, &set, &ground, &rod,
                   tact_pose_make(tact_vec(0.4, 0.1, 0.0999), tact_quat_exp(tact_vec(1.5707, 0, 0))), down, 1e-6);
    collide_mesh_destroy(mesh);
    contact_differential_destroy(d);
}

/* ---- the same in every form ---- */
enum { STEPS = 7 };
static tact_real height_loss(void *context, contact_world *w, int k, tact_real *gradient) {
    contact_body body = *(contact_body *)context;
    tact_vec3 p = contact_body_com(w, body);
    int at = contact_body_dof(w, body);
    if (k < STEPS - 1) return 0;
    if (gradient) {
        gradient[at] += 1;
        gradient[at + 1] += 2 * p.y;
        gradient[at + 2] += 3;
    }
    return p.x + p.y * p.y + 3 * p.z;
}
/* A tilted box falls on another, which lies on the ground. */
static contact_world *pile(contact_body *top, contact_method method) {
    contact_world_config config = exact_config();
    contact_world *w;
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0), box = collide_box(0.1, 0.15, 0.2);
    config.gravity = tact_vec(0, 0, -9.81);
    config.solver.method = method, config.solver.momentum_tolerance = 1e-13;
    w = test_world(&config);
    add(w, &ground, tact_pose_identity(), tact_vec(0, 0, 0), 0, 0.5);
    add(w, &box, tact_pose_at(0, 0, 0.2 - 1e-5), tact_vec(0, 0, 0), 1, 0.5);
    *top = add(w, &box, tact_pose_make(tact_vec(0.05, 0.1, 0.6587), tact_quat_exp(tact_vec(0.7, 0.5, 0))),
               tact_vec(0.2, 0, -1), 1, 0.5);
    return w;
}
UTEST(estimator, products_matrices_and_trajectories_are_the_same_and_have_the_same_bits_in_every_run) {
    const contact_method laws[] = {CONTACT_METHOD_CCP_ADMM, CONTACT_METHOD_CCP_NEWTON, CONTACT_METHOD_SAP,
                                   CONTACT_METHOD_LAGGED,   CONTACT_METHOD_SIMILAR,    CONTACT_METHOD_MUJOCO};
    int m, i, j, k, run;
    for (m = 0; m < METHODS + 6; ++m) { /* every estimator with the exact law, the first one with the others */
        const contact_method method = m < METHODS ? CONTACT_METHOD_AUTO : laws[m - METHODS];
        static tact_real by_state[2][24 * 24], by_hand[STEPS][24 * 24];
        tact_real state[24], weights[24], product[24], back[24], left = 0, right = 0, scale = 0, gradient[3][24], g[24],
                                                                 loss[3];
        contact_differential *d = contact_differential_create(NULL);
        collide_gradient_config config = config_of(m < METHODS ? m : 0, 0);
        contact_body top;
        contact_world *w;
        contact_rollout rollout = TACT_ZERO;
        contact_differential_set_estimator(d, &config);
        for (run = 0; run < 2; ++run) {
            w = pile(&top, method);
            for (k = 0; k < STEPS; ++k) {
                config.seed = tact_random_bits(77, (uint64_t)k); /* as a trajectory has it */
                contact_differential_set_estimator(d, &config);
                ASSERT_GE((int)contact_world_step_differential(w, dt, d), 0);
                contact_differential_matrices(d, by_hand[k], NULL, NULL);
            }
            memcpy(by_state[run], by_hand[STEPS - 1], sizeof by_state[run]);
            if (!run) contact_world_destroy(w);
        }
        EXPECT_EQ(0, memcmp(by_state[0], by_state[1], sizeof by_state[0]));
        for (i = 0; i < 24; ++i)
            state[i] = tact_random_normal(5, (uint64_t)i), weights[i] = tact_random_normal(6, (uint64_t)i);
        contact_differential_forward(d, state, NULL, NULL, product);
        contact_differential_adjoint(d, weights, back, NULL, NULL);
        for (i = 0; i < 24; ++i) {
            tact_real sum = 0, largest = 1;
            for (j = 0; j < 24; ++j)
                sum += by_state[0][24 * i + j] * state[j],
                    largest = tact_max(largest, tact_abs(by_state[0][24 * i + j]));
            EXPECT_NEAR(product[i], sum, 1e-9 * largest); /* of the same numbers in another order */
            left += weights[i] * product[i];
            right += back[i] * state[i];
            scale = tact_max(scale, largest);
        }
        EXPECT_NEAR(left, right, 1e-8 * scale);
        memset(g, 0, sizeof g);
        height_loss(&top, w, STEPS - 1, g);
        contact_world_destroy(w);
        for (k = STEPS - 1; k >= 0; --k) {
            tact_real next[24];
            for (j = 0; j < 24; ++j)
                for (i = 0, next[j] = 0; i < 24; ++i) next[j] += by_hand[k][24 * i + j] * g[i];
            memcpy(g, next, sizeof g);
        }
        config.seed = 77;
        contact_differential_set_estimator(d, &config);
        for (run = 0; run < 3; ++run) { /* checkpoints of their own choice, twice, and of two */
            w = pile(&top, method);
            rollout.steps = STEPS;
            rollout.checkpoint = run < 2 ? 0 : 2;
            rollout.dt = dt;
            rollout.context = &top;
            rollout.loss = height_loss;
            ASSERT_GE((int)contact_world_rollout(w, &rollout, d, &loss[run], gradient[run], NULL, NULL), 0);
            contact_world_destroy(w);
        }
        EXPECT_EQ(0, memcmp(gradient[0], gradient[1], sizeof g));
        EXPECT_EQ(0, memcmp(gradient[0], gradient[2], sizeof g));
        for (i = 0, scale = 1; i < 24; ++i) scale = tact_max(scale, tact_abs(g[i]));
        for (i = 0; i < 24; ++i) EXPECT_NEAR(gradient[0][i], g[i], 1e-8 * scale);
        contact_differential_destroy(d);
    }
}

/* Of the stretches that are run again, too: a ball that rests on the ground with a gap of zero, where the exact law has a kink, and is thrown up
   in the second of seven steps. */
static void throw_up(void *context, contact_world *w, int k) {
    if (k == 1) contact_body_add_force(w, *(contact_body *)context, tact_vec(0, 0, 1e4));
}
UTEST(rollout, says_that_an_early_step_was_not_smooth) {
    contact_differential *d = contact_differential_create(NULL);
    int checkpoint;
    for (checkpoint = 1; checkpoint <= STEPS; ++checkpoint) {
        contact_world *w = test_world(NULL);
        contact_body ball;
        contact_rollout rollout = TACT_ZERO;
        tact_real loss, by_state[12];
        test_ground(w, 0.5, 0);
        ball = test_body(w, CONTACT_BODY_DYNAMIC, collide_sphere(0.1), tact_pose_at(0, 0, 0.1), 1000, 0.5, 0);
        rollout.steps = STEPS;
        rollout.checkpoint = checkpoint;
        rollout.dt = dt;
        rollout.context = &ball;
        rollout.loss = height_loss, rollout.control = throw_up;
        EXPECT_EQ((int)CONTACT_NONSMOOTH, (int)contact_world_rollout(w, &rollout, d, &loss, by_state, NULL, NULL));
        contact_world_destroy(w);
    }
    contact_differential_destroy(d);
}

UTEST(estimator, wrong_use_gives_a_status_and_changes_nothing) {
    contact_differential *d = contact_differential_create(NULL);
    collide_gradient_config good = collide_default_gradient_config(COLLIDE_GRADIENT_GAUSS_FIRST), bad;
    static tact_real by_state[2][24 * 24];
    contact_body top;
    contact_world *w = pile(&top, CONTACT_METHOD_AUTO);
    contact_point c;
    int k, count;
    EXPECT_EQ((int)CONTACT_BAD_ARGUMENT, (int)contact_differential_set_estimator(NULL, &good));
    EXPECT_EQ((int)CONTACT_OK, (int)contact_differential_set_estimator(d, &good));
    test_steps(w, dt, 3);
    ASSERT_GE((int)differentiate(w, d, by_state[0], &c, &count), 0);
    for (k = 0; k < 7; ++k) {
        bad = collide_default_gradient_config(COLLIDE_GRADIENT_GUMBEL);
        if (k == 0) bad.cookie = 0;
        if (k == 1) bad.noise = 0;
        if (k == 2) bad.noise = (tact_real)NAN;
        if (k == 3) bad.samples = 1;
        if (k == 4) bad.noise_unit = COLLIDE_NOISE_SEPARATION;
        if (k == 5) bad.method = (collide_gradient_method)17;
        if (k == 6) memset(&bad, 0, sizeof bad);
        EXPECT_EQ((int)CONTACT_BAD_ARGUMENT, (int)contact_differential_set_estimator(d, &bad));
    }
    EXPECT_EQ((int)CONTACT_BAD_ARGUMENT, (int)contact_differential_set(d, (contact_geometry_rule)3, NULL, 0));
    EXPECT_EQ((int)CONTACT_BAD_ARGUMENT, (int)contact_differential_set(d, (contact_geometry_rule)-1, NULL, 0));
    ASSERT_GE((int)differentiate(w, d, by_state[1], &c, &count), 0);
    EXPECT_EQ(0, memcmp(by_state[0], by_state[1], sizeof by_state[0]));
    /* without a config, and without this call, it is GUMBEL */
    EXPECT_EQ((int)CONTACT_OK, (int)contact_differential_set_estimator(d, NULL));
    ASSERT_GE((int)differentiate(w, d, by_state[0], &c, &count), 0);
    EXPECT_NE(0, memcmp(by_state[0], by_state[1], sizeof by_state[0]));
    contact_differential_destroy(d);
    d = contact_differential_create(NULL);
    EXPECT_EQ((int)CONTACT_OK, (int)contact_differential_set(d, CONTACT_GEOMETRY_ESTIMATED, NULL, 0));
    ASSERT_GE((int)differentiate(w, d, by_state[1], &c, &count), 0);
    EXPECT_EQ(0, memcmp(by_state[0], by_state[1], sizeof by_state[0]));
    contact_world_destroy(w);
    contact_differential_destroy(d);
}
UTEST_MAIN()
