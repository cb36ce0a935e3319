/* Solids that are not convex: the winding number is 1 inside and 0 outside, signed distances of meshes are those of the solids that
   they bound, and a convex decomposition holds the whole solid, stands out of it by no more than it says, keeps hollows open, and is
   the same every time. */
/* float: yes */
/* c++: yes */
#include "utest.h"
#include "collide.h"
#define COLLIDE_RANDOM_SEED 404
#include "collide_random.h"
#include <stdlib.h>

#define IS_FLOAT (TACT_EPSILON > TACT_R(1e-10))

typedef struct solid {
    tact_vec3 v[4096];
    int t[3 * 8192], nv, nt;
    collide_mesh *mesh;
} solid;
static solid work;

static void solid_begin(void) { work.nv = work.nt = 0; }
static void solid_triangle(int a, int b, int c) {
    work.t[3 * work.nt] = a, work.t[3 * work.nt + 1] = b, work.t[3 * work.nt + 2] = c;
    ++work.nt;
}
/* A profile of n points (r, z), counter-clockwise in the r-z plane, turned about z in m steps. */
static void solid_lathe(const double (*profile)[2], int n, int m) {
    int i, j, base = work.nv;
    for (j = 0; j < m; ++j)
        for (i = 0; i < n; ++i) {
            double angle = 6.283185307179586 * j / m;
            work.v[work.nv++] = tact_vec((tact_real)(profile[i][0] * cos(angle)),
                                         (tact_real)(profile[i][0] * sin(angle)), (tact_real)profile[i][1]);
        }
    for (j = 0; j < m; ++j)
        for (i = 0; i < n; ++i) {
            int a = base + j * n + i, b = base + j * n + (i + 1) % n, c = base + (j + 1) % m * n + i,
                d = base + (j + 1) % m * n + (i + 1) % n;
            solid_triangle(a, c, d), solid_triangle(a, d, b);
        }
}
/* A polygon of n points (x, y), counter-clockwise and star-shaped about its point `eye`, between z = -h and h. */
static void solid_prism(const double (*p)[2], int n, int eye, double h) {
    int i, base = work.nv;
    for (i = 0; i < 2 * n; ++i)
        work.v[work.nv++] = tact_vec((tact_real)p[i % n][0], (tact_real)p[i % n][1], (tact_real)(i < n ? -h : h));
    for (i = 0; i < n; ++i) {
        int j = (i + 1) % n;
        solid_triangle(base + i, base + j, base + n + j), solid_triangle(base + i, base + n + j, base + n + i);
        if (i == eye || j == eye) continue;
        solid_triangle(base + eye, base + j, base + i), solid_triangle(base + n + eye, base + n + i, base + n + j);
    }
}
static void solid_turn(tact_quat q, tact_vec3 shift) {
    int i;
    for (i = 0; i < work.nv; ++i) work.v[i] = tact_add(tact_rotate(q, work.v[i]), shift);
}
static collide_mesh *solid_mesh(void) {
    collide_mesh *mesh = NULL;
    collide_mesh_create(work.v, work.nv, work.t, work.nt, NULL, &mesh);
    return mesh;
}
static const double box_profile[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
static const double ell[6][2] = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
static collide_mesh *make_torus(int n, int m) { /* radii 1 and 0.3 */
    double profile[64][2];
    int i;
    for (i = 0; i < n; ++i) {
        profile[i][0] = 1 + 0.3 * cos(6.283185307179586 * i / n);
        profile[i][1] = 0.3 * sin(6.283185307179586 * i / n);
    }
    solid_begin(), solid_lathe((const double(*)[2])profile, n, m);
    return solid_mesh();
}
static collide_mesh *make_cup(void) { /* wall and floor 0.1 thick, radius 1, height 2 */
    static const double profile[6][2] = {{0.001, -1}, {1, -1}, {1, 1}, {0.9, 1}, {0.9, -0.9}, {0.001, -0.9}};
    solid_begin(), solid_lathe(profile, 6, 32);
    return solid_mesh();
}

/* The least signed distance of a point to the hulls: negative inside one. */
static tact_real hulls_distance(const collide_decomposition *d, tact_vec3 p) {
    tact_real least = TACT_REAL_MAX;
    int i;
    for (i = 0; i < d->n_hulls; ++i) {
        const collide_hull *h = d->shapes[i].data.hull;
        tact_real out = -TACT_REAL_MAX;
        int f;
        for (f = 0; f < h->n_faces; ++f)
            out = tact_max(out, tact_dot(h->face_normal[f], tact_sub(p, h->centre)) - h->face_offset[f]);
        least = tact_min(least, out);
    }
    return least;
}
/* Holds the solid: no point of it lies outside of all hulls. Stands out by no more than it says: no point of a hull is farther from
   the solid. */
static void judge(int *utest_result, const collide_mesh *mesh, const collide_decomposition *d, tact_real loss) {
    uint64_t k = 0;
    tact_vec3 size = tact_sub(mesh->bounds.max, mesh->bounds.min);
    tact_real diagonal = tact_norm(size), rounding = 256 * TACT_EPSILON * diagonal;
    int i, inside = 0, missing = 0, out = 0, in_hulls = 0;
    for (i = 0; i < 4000; ++i) {
        collide_mesh_nearest at;
        tact_vec3 p;
        p.x = mesh->bounds.min.x + uniform(&k, 0, 1) * size.x;
        p.y = mesh->bounds.min.y + uniform(&k, 0, 1) * size.y;
        p.z = mesh->bounds.min.z + uniform(&k, 0, 1) * size.z;
        tact_real held = hulls_distance(d, p);
        EXPECT_EQ(COLLIDE_OK, collide_mesh_distance(mesh, p, &at));
        inside += at.distance < 0, in_hulls += held < 0;
        missing += at.distance < -rounding && held > loss + rounding;
        out += held < -rounding && at.distance > d->concavity + rounding;
    }
    EXPECT_GT(inside, 20);
    EXPECT_GE(in_hulls, inside - missing);
    EXPECT_EQ(0, missing);
    EXPECT_EQ(0, out);
    EXPECT_GT((double)d->volume, 0.98 * (double)d->mesh_volume);
}

/* Distances to a box as a mesh are those to the box: faces, edges and corners, inside and outside. */
UTEST(solids, distance_to_a_box) {
    collide_shape box = collide_box(1, 1, 1);
    collide_mesh *mesh;
    uint64_t k = 0;
    int i, features[3] = {0, 0, 0};
    solid_begin(), solid_prism(box_profile, 4, 0, 1);
    mesh = solid_mesh();
    ASSERT_TRUE(mesh != NULL);
    for (i = 0; i < 3000; ++i) {
        collide_mesh_nearest at;
        tact_vec3 p = vector(&k, 2), closest, normal;
        tact_real d;
        collide_closest_point(&box, tact_pose_identity(), p, &closest, &d, &normal);
        EXPECT_EQ(COLLIDE_OK, collide_mesh_distance(mesh, p, &at));
        EXPECT_NEAR((double)d, (double)at.distance, 64 * (double)TACT_EPSILON);
        EXPECT_NEAR((double)tact_abs(at.distance), (double)tact_norm(tact_sub(p, at.point)), 64 * (double)TACT_EPSILON);
        EXPECT_NEAR(d < 0 ? 1.0 : 0.0, (double)collide_mesh_winding(mesh, p), IS_FLOAT ? 1e-5 : 1e-12);
        EXPECT_GT((double)(tact_dot(at.normal, tact_sub(p, at.point)) * (d < 0 ? -1 : 1)), 0.0);
        ++features[at.feature == 0 ? 0 : at.feature < 4 ? 1 : 2];
    }
    EXPECT_GT(features[0], 100);
    EXPECT_GT(features[1], 100);
    EXPECT_GT(features[2], 100);
    collide_mesh_destroy(mesh);
}
/* A torus of many triangles: its distance has a formula, up to the sagitta of the facets. A tenth of the triangles may be missing:
   the winding number still tells inside from outside away from the holes. */
UTEST(solids, distance_to_a_torus) {
    collide_mesh *mesh = make_torus(24, 48), *open = NULL;
    uint64_t k = 0;
    int i, wrong = 0, judged = 0;
    ASSERT_TRUE(mesh != NULL);
    for (i = 0; i < 2000; ++i) {
        collide_mesh_nearest at;
        tact_vec3 p = tact_vec(uniform(&k, TACT_R(-1.6), TACT_R(1.6)), uniform(&k, TACT_R(-1.6), TACT_R(1.6)),
                               uniform(&k, TACT_R(-0.6), TACT_R(0.6)));
        tact_real ring = tact_sqrt(p.x * p.x + p.y * p.y) - 1, d = tact_sqrt(ring * ring + p.z * p.z) - TACT_R(0.3);
        collide_mesh_distance(mesh, p, &at);
        EXPECT_NEAR((double)d, (double)at.distance,
                    0.3 * (1 - cos(3.14159265 / 24)) + 1.3 * (1 - cos(3.14159265 / 48)));
        EXPECT_NEAR(at.distance < 0 ? 1.0 : 0.0, (double)collide_mesh_winding(mesh, p), IS_FLOAT ? 1e-4 : 1e-11);
    }
    collide_mesh_create(work.v, work.nv, work.t, work.nt * 9 / 10, NULL, &open);
    ASSERT_TRUE(open != NULL);
    for (i = 0; i < 500; ++i) { /* the missing tenth is at angles above 324 degrees */
        collide_mesh_nearest at;
        tact_vec3 p =
            tact_vec(uniform(&k, TACT_R(-1.4), 0), uniform(&k, 0, TACT_R(1.4)), uniform(&k, TACT_R(-0.5), TACT_R(0.5)));
        tact_real ring = tact_sqrt(p.x * p.x + p.y * p.y) - 1, d = tact_sqrt(ring * ring + p.z * p.z) - TACT_R(0.3);
        if (tact_abs(d) < TACT_R(0.02)) continue;
        collide_mesh_distance(open, p, &at);
        ++judged, wrong += (at.distance < 0) != (d < 0);
    }
    EXPECT_EQ(0, wrong);
    EXPECT_GT(judged, 300);
    collide_mesh_destroy(mesh), collide_mesh_destroy(open);
}

/* What is convex stays one hull with its own volume. */
UTEST(decomposition, convex_solids_stay_whole) {
    collide_decomposition *d;
    collide_mesh *mesh;
    double ball[16][2];
    int i;
    solid_begin(), solid_prism(box_profile, 4, 0, 1);
    mesh = solid_mesh();
    ASSERT_EQ(COLLIDE_OK, collide_decompose(mesh, NULL, NULL, &d));
    EXPECT_EQ(1, d->n_hulls);
    EXPECT_EQ(8, d->shapes[0].data.hull->n_vertices);
    EXPECT_NEAR(8.0, (double)d->volume, IS_FLOAT ? 1e-5 : 1e-12);
    EXPECT_NEAR(8.0, (double)d->mesh_volume, IS_FLOAT ? 1e-5 : 1e-12);
    EXPECT_NEAR(0.0, (double)d->concavity, 64 * (double)TACT_EPSILON);
    collide_decomposition_destroy(d), collide_mesh_destroy(mesh);
    for (i = 0; i < 16; ++i) {
        double angle = -1.5707963 + 3.1415926 * (i + 0.5) / 16;
        ball[i][0] = cos(angle), ball[i][1] = sin(angle);
    }
    solid_begin(), solid_lathe((const double(*)[2])ball, 16, 24); /* with flat poles, and a thin hole along the axis */
    mesh = solid_mesh();
    collide_mesh_destroy(mesh);
}
/* An L is two boxes, however it is turned; the hulls together are as large as the solid. */
UTEST(decomposition, an_ell_is_two_boxes) {
    uint64_t k = 0;
    int i;
    for (i = 0; i < 6; ++i) {
        collide_decomposition *d;
        collide_mesh *mesh;
        solid_begin(), solid_prism(ell, 6, 0, 0.5);
        if (i > 0) solid_turn(rotation(&k), vector(&k, 3));
        mesh = solid_mesh();
        ASSERT_EQ(COLLIDE_OK, collide_decompose(mesh, NULL, NULL, &d));
        EXPECT_EQ(2, d->n_hulls);
        EXPECT_NEAR(5.0, (double)d->mesh_volume, IS_FLOAT ? 1e-4 : 1e-12);
        EXPECT_NEAR(5.0, (double)d->volume, IS_FLOAT ? 1e-4 : 1e-11);
        judge(utest_result, mesh, d, 0);
        collide_decomposition_destroy(d), collide_mesh_destroy(mesh);
    }
}
/* A torus in at most 16 hulls keeps its hole; more hulls stand out less. */
UTEST(decomposition, a_torus_keeps_its_hole) {
    collide_mesh *mesh = make_torus(12, 32);
    tact_real before = TACT_REAL_MAX, volume = TACT_REAL_MAX;
    int hulls;
    for (hulls = 4; hulls <= 16; hulls *= 2) {
        collide_decomposition_config config = collide_default_decomposition_config();
        collide_decomposition *d;
        collide_status status;
        config.max_hulls = hulls;
        config.concavity = TACT_R(0.01);
        config.max_vertices = 256;
        status = collide_decompose(mesh, &config, NULL, &d);
        ASSERT_TRUE(status == COLLIDE_OK || status == COLLIDE_NOT_CONVERGED);
        EXPECT_LE(d->n_hulls, hulls);
        EXPECT_LE((double)d->concavity, 1.05 * (double)before);
        EXPECT_LE((double)d->volume, 1.02 * (double)volume);
        if (hulls >= 8) EXPECT_GT((double)hulls_distance(d, tact_vec(0, 0, 0)), 0.0);
        if (hulls == 16) EXPECT_LT((double)d->volume, 1.15 * (double)d->mesh_volume);
        judge(utest_result, mesh, d, 0);
        before = d->concavity, volume = d->volume;
        collide_decomposition_destroy(d);
    }
    collide_mesh_destroy(mesh);
}
/* A cup stays open: a ball dropped into it lies on the floor of the compound of its hulls. */
UTEST(decomposition, a_cup_stays_open) {
    collide_mesh *mesh = make_cup();
    collide_decomposition_config config = collide_default_decomposition_config();
    collide_decomposition *d;
    collide_compound *compound;
    collide_shape cup, ball = collide_sphere(TACT_R(0.3));
    collide_cast_hit hit;
    collide_status status;
    config.max_hulls = 32;
    status = collide_decompose(mesh, &config, NULL, &d);
    ASSERT_TRUE(status == COLLIDE_OK || status == COLLIDE_NOT_CONVERGED);
    EXPECT_LE(d->n_hulls, 32);
    judge(utest_result, mesh, d, 0);
    EXPECT_GT((double)hulls_distance(d, tact_vec(0, 0, TACT_R(0.5))), 0.3);
    ASSERT_EQ(COLLIDE_OK, collide_compound_create(d->shapes, d->poses, d->n_hulls, NULL, &compound));
    cup = collide_compound_shape(compound);
    EXPECT_EQ(COLLIDE_OK, collide_shape_cast(&ball, tact_pose_at(0, 0, 3), tact_vec(0, 0, -4), &cup,
                                             tact_pose_identity(), 0, &hit));
    EXPECT_EQ(1, hit.hit);
    EXPECT_NEAR((3 - (-0.9 + 0.3)) / 4, (double)hit.t, (double)d->concavity + 1e-3);
    collide_compound_destroy(compound);
    collide_decomposition_destroy(d), collide_mesh_destroy(mesh);
}

typedef struct watch {
    int calls, stop_at, live, left;
    tact_real last;
} watch;
static int on_progress(void *context, tact_real done) {
    watch *w = (watch *)context;
    if (done < w->last) w->stop_at = -1000;
    w->last = done;
    return ++w->calls == w->stop_at;
}
static void *counted_alloc(void *context, size_t bytes, size_t align) {
    watch *w = (watch *)context;
    (void)align;
    if (w->left-- <= 0) return NULL;
    ++w->live;
    return malloc(bytes);
}
static void counted_free(void *context, void *pointer, size_t bytes) {
    (void)bytes;
    --((watch *)context)->live;
    free(pointer);
}
/* The callback sees progress grow and can stop; the same input gives the same hulls; every failed allocation gives NO_MEMORY and
   nothing leaks; bad arguments are refused. */
UTEST(decomposition, calls_and_failures) {
    collide_mesh *mesh = make_torus(5, 8);
    collide_decomposition_config config = collide_default_decomposition_config();
    collide_decomposition *d, *e;
    collide_mesh_nearest at;
    tact_allocator allocator;
    watch w = {0, 0, 0, 0, 0};
    int i, k, fails = 0;
    allocator.context = &w, allocator.alloc = counted_alloc, allocator.free = counted_free;
    config.max_hulls = 3;
    config.progress = on_progress;
    config.progress_context = &w;
    w.left = 1000;
    EXPECT_GE((int)collide_decompose(mesh, &config, &allocator, &d), 0);
    EXPECT_GT(w.calls, 2);
    EXPECT_EQ(0, w.stop_at);
    EXPECT_NEAR(1.0, (double)w.last, 1e-6);
    EXPECT_EQ(1, w.live);
    config.progress = NULL;
    EXPECT_GE((int)collide_decompose(mesh, &config, NULL, &e), 0);
    ASSERT_EQ(d->n_hulls, e->n_hulls);
    for (i = 0; i < d->n_hulls; ++i) {
        const collide_hull *p = d->shapes[i].data.hull, *q = e->shapes[i].data.hull;
        ASSERT_EQ(p->n_vertices, q->n_vertices);
        for (k = 0; k < p->n_vertices; ++k) EXPECT_TRUE(p->x[k] == q->x[k] && p->y[k] == q->y[k] && p->z[k] == q->z[k]);
    }
    collide_decomposition_destroy(d), collide_decomposition_destroy(e), collide_decomposition_destroy(NULL);
    EXPECT_EQ(0, w.live);
    for (i = 0; i < 40; ++i) {
        w.left = i;
        collide_status status = collide_decompose(mesh, &config, &allocator, &d);
        if (status == COLLIDE_NO_MEMORY) {
            ++fails;
            EXPECT_TRUE(d == NULL);
        } else {
            EXPECT_GE((int)status, 0);
            collide_decomposition_destroy(d);
            break;
        }
        EXPECT_EQ(0, w.live);
    }
    EXPECT_GT(fails, 5);
    config.progress = on_progress;
    w.calls = 0, w.stop_at = 2, w.last = 0;
    EXPECT_EQ(COLLIDE_NOT_CONVERGED, collide_decompose(mesh, &config, NULL, &d));
    EXPECT_GE(d->n_hulls, 1);
    collide_decomposition_destroy(d);
    config.progress = NULL;
    config.max_hulls = 0;
    EXPECT_EQ(COLLIDE_BAD_CONFIG, collide_decompose(mesh, &config, NULL, &d));
    config = collide_default_decomposition_config();
    config.concavity = 0;
    EXPECT_EQ(COLLIDE_BAD_CONFIG, collide_decompose(mesh, &config, NULL, &d));
    config = collide_default_decomposition_config();
    config.max_vertices = 3;
    EXPECT_EQ(COLLIDE_BAD_CONFIG, collide_decompose(mesh, &config, NULL, &d));
    EXPECT_EQ(COLLIDE_BAD_ARGUMENT, collide_decompose(NULL, NULL, NULL, &d));
    EXPECT_EQ(COLLIDE_BAD_ARGUMENT, collide_decompose(mesh, NULL, NULL, NULL));
    EXPECT_EQ(COLLIDE_BAD_ARGUMENT, collide_mesh_distance(NULL, tact_vec(0, 0, 0), &at));
    EXPECT_EQ(COLLIDE_BAD_ARGUMENT, collide_mesh_distance(mesh, tact_vec(0, 0, 0), NULL));
    EXPECT_EQ(COLLIDE_NOT_FINITE, collide_mesh_distance(mesh, tact_vec((tact_real)HUGE_VAL, 0, 0), &at));
    EXPECT_NEAR(0.0, (double)collide_mesh_winding(NULL, tact_vec(0, 0, 0)), 0.0);
    collide_mesh_destroy(mesh);
    { /* a sheet has no thickness */
        static const tact_vec3 v[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
        static const int t[6] = {0, 1, 2, 0, 2, 3};
        collide_mesh_create(v, 4, t, 2, NULL, &mesh);
        EXPECT_EQ(COLLIDE_FLAT, collide_decompose(mesh, NULL, NULL, &d));
        collide_mesh_destroy(mesh);
    }
}

UTEST_MAIN()
