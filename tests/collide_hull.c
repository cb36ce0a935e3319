/* Hull builder facts: closed convex surface that holds every input point (Euler's formula, outward planes, counter-clockwise faces,
   symmetric adjacency, two faces per edge) for random clouds, spheres, grids with coplanar and collinear points, duplicates and near
   duplicates, 1e-6 to 1e6 in size and far from the origin; flat input gives a status or a flat hull as asked; vertex limit; caller's
   block; every allocated byte comes back; the order of the faces is a walk and the feet of the centre are as said; support by climbing equals the best vertex. */
/* float: yes */
#include "utest.h"
#include "collide.h"
#include "collide_files.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t counter;
static tact_real uniform(tact_real low, tact_real high) {
    return low + (high - low) * tact_random_uniform(3, counter++);
}
static tact_real normal(void) { return tact_random_normal(4, counter++); }

/* Number of violated facts of a hull of n points; tolerance relative to its size. */
static int violations(const collide_hull *h, const tact_vec3 *p, int n, double tolerance) {
    int bad = 0, f, e, i, k;
    double size = (double)h->extent + 1e-300;
    if (h->dimension == 3 && h->n_vertices - h->n_edges + h->n_faces != 2) ++bad;
    if (h->neighbour_first[h->n_vertices] != 2 * h->n_edges || h->face_first[h->n_faces] != 2 * h->n_edges) ++bad;
    for (f = 0; f < h->n_faces; ++f) {
        tact_vec3 m = h->face_normal[f], area = tact_vec(0, 0, 0), first;
        int begin = h->face_first[f], end = h->face_first[f + 1];
        if (fabs((double)tact_norm(m) - 1) > 1e-5) ++bad;
        for (i = 0; i < n; ++i) /* all points below all planes */
            if ((double)(tact_dot(m, tact_sub(p[i], h->centre)) - h->face_offset[f]) > tolerance * size) ++bad;
        first = collide_hull_vertex(h, h->face_vertices[begin]);
        for (k = begin; k < end; ++k) {
            tact_vec3 a = collide_hull_vertex(h, h->face_vertices[k]),
                      b = collide_hull_vertex(h, h->face_vertices[k + 1 == end ? begin : k + 1]);
            area = tact_add(area, tact_cross(tact_sub(a, first), tact_sub(b, first)));
            if (fabs((double)(tact_dot(m, tact_sub(a, h->centre)) - h->face_offset[f])) > 8 * tolerance * size) ++bad;
        }
        if (!(tact_dot(area, m) > 0)) ++bad;
    }
    for (e = 0; e < h->n_edges; ++e) {
        int a = h->edge_vertices[2 * e], b = h->edge_vertices[2 * e + 1], found = 0;
        if (!(a < b)) ++bad;
        for (k = h->neighbour_first[a]; k < h->neighbour_first[a + 1]; ++k) found += h->neighbours[k] == b;
        for (k = h->neighbour_first[b]; k < h->neighbour_first[b + 1]; ++k) found += h->neighbours[k] == a;
        if (found != 2) ++bad;
        if (h->n_faces > 0 && h->edge_faces[2 * e] == h->edge_faces[2 * e + 1]) ++bad;
    }
    for (i = 0; i < h->n_vertices; ++i)
        if ((double)tact_norm(tact_sub(collide_hull_vertex(h, i), p[h->source[i]])) >
            4 * (double)TACT_EPSILON * ((double)tact_norm(p[h->source[i]]) + size))
            ++bad;
    return bad;
}
/* Every face once in face_order, neighbours first; face_foot is how far the foot of the centre is inside the border. */
static int order_violations(const collide_hull *h, double tolerance) {
    static int seen[2000];
    int bad = 0, steps = 0, f, k, e;
    memset(seen, 0, sizeof seen);
    for (f = 0; f < h->n_faces; ++f)
        bad += h->face_order[f] < 0 || h->face_order[f] >= h->n_faces || seen[h->face_order[f]]++;
    for (f = 0; f + 1 < h->n_faces; ++f)
        for (e = 0; e < h->n_edges; ++e)
            steps += (h->edge_faces[2 * e] == h->face_order[f] && h->edge_faces[2 * e + 1] == h->face_order[f + 1]) ||
                     (h->edge_faces[2 * e + 1] == h->face_order[f] && h->edge_faces[2 * e] == h->face_order[f + 1]);
    if (2 * steps < h->n_faces - 1) ++bad; /* "most often" */
    for (f = 0; f < h->n_faces; ++f) {
        int begin = h->face_first[f], end = h->face_first[f + 1];
        tact_vec3 n = h->face_normal[f];
        double least = 1e300;
        for (k = begin; k < end; ++k) {
            tact_vec3 a = tact_sub(collide_hull_vertex(h, h->face_vertices[k]), h->centre);
            tact_vec3 b = tact_sub(collide_hull_vertex(h, h->face_vertices[k + 1 == end ? begin : k + 1]), h->centre);
            tact_vec3 side = tact_cross(n, tact_sub(b, a));
            double length = (double)tact_norm(side);
            if (length > 0 && -(double)tact_dot(side, a) / length < least) least = -(double)tact_dot(side, a) / length;
        }
        bad += fabs(least - (double)h->face_foot[f]) > tolerance * (double)h->extent;
    }
    return bad;
}
#ifdef TACT_FLOAT
#define TOLERANCE 2e-5
#else
#define TOLERANCE 1e-12 /* builder tolerance is 32 epsilons of unit size, about 1e-14; room for its accumulation */
#endif

UTEST(hull, random_clouds_and_spheres_at_all_scales) {
    int trial;
    for (trial = 0; trial < 60; ++trial) {
        static tact_vec3 p[600];
        int n = 4 + (int)uniform(0, trial % 5 == 0 ? 500 : 60), i;
        tact_real s = (tact_real)pow(10, trial % 7 * 2 - 6);
        collide_hull *h = NULL;
        for (i = 0; i < n; ++i) {
            p[i] = tact_vec(normal(), normal(), normal());
            if (trial & 1) p[i] = tact_scale(1 / tact_norm(p[i]), p[i]);
            p[i] = tact_scale(s, p[i]);
        }
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(p, n, NULL, NULL, &h));
        EXPECT_EQ(0, violations(h, p, n, TOLERANCE));
        EXPECT_EQ(
            0, order_violations(h, 1e3 * TOLERANCE)); /* the sides of slivers are short: their direction is rounded */
        if (trial & 1) EXPECT_EQ(n, h->n_vertices);   /* every point of a sphere is a vertex */
        collide_hull_destroy(h);
    }
}
UTEST(hull, grids_have_eight_corners_and_six_faces) {
    int k;
    for (k = 2; k < 8; ++k) {
        static tact_vec3 p[512];
        int n = 0, x, y, z;
        collide_hull *h = NULL;
        for (x = 0; x < k; ++x)
            for (y = 0; y < k; ++y)
                for (z = 0; z < k; ++z) p[n++] = tact_vec((tact_real)x, (tact_real)y, (tact_real)z);
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(p, n, NULL, NULL, &h));
        EXPECT_EQ(8, h->n_vertices);
        EXPECT_EQ(6, h->n_faces);
        EXPECT_EQ(12, h->n_edges);
        EXPECT_EQ(0, violations(h, p, n, TOLERANCE));
        collide_hull_destroy(h);
    }
}
UTEST(hull, rotated_grids_prisms_and_duplicates) {
    int trial;
    for (trial = 0; trial < 30; ++trial) {
        static tact_vec3 p[300];
        int n = 0, i;
        collide_hull *h = NULL;
        tact_pose pose = tact_pose_make(tact_vec(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)),
                                        tact_quat_normalize(tact_quat_make(normal(), normal(), normal(), normal())));
        for (i = 0; i < 8; ++i) { /* octagonal prism, each corner four times, some with noise of an epsilon or two */
            tact_vec3 c =
                tact_vec(tact_cos((tact_real)i * TACT_PI / 4), tact_sin((tact_real)i * TACT_PI / 4), TACT_R(0.3));
            int k;
            for (k = 0; k < 8; ++k) {
                tact_vec3 q = c;
                if (k & 1) q.z = -q.z;
                if (k >= 4) q.x += 2 * TACT_EPSILON;
                p[n++] = tact_pose_apply(pose, q);
            }
        }
        for (i = 0; i < 40; ++i)
            p[n++] = tact_pose_apply(
                pose, tact_vec(uniform(TACT_R(-0.5), TACT_R(0.5)), uniform(TACT_R(-0.5), TACT_R(0.5)), TACT_R(0.3)));
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(p, n, NULL, NULL, &h));
        EXPECT_EQ(0, violations(h, p, n, 4 * TOLERANCE));
        EXPECT_LE(h->n_vertices, 64); /* the points inside the top face are not vertices */
        collide_hull_destroy(h);
    }
}
UTEST(hull, flat_input_gives_what_was_asked_for) {
    tact_vec3 square[6] = {{0, 0, 1},          {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {TACT_R(0.5), TACT_R(0.5), 1},
                           {TACT_R(0.5), 0, 1}};
    tact_vec3 line[4] = {{0, 0, 0}, {1, 2, 3}, {2, 4, 6}, {TACT_R(0.5), 1, TACT_R(1.5)}},
              same[5] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    collide_hull_config c = collide_default_hull_config();
    collide_hull *h = NULL;
    EXPECT_EQ((int)COLLIDE_FLAT, (int)collide_hull_create(square, 6, &c, NULL, &h));
    EXPECT_TRUE(h == NULL);
    EXPECT_EQ((int)COLLIDE_FLAT, (int)collide_hull_create(line, 4, &c, NULL, &h));
    EXPECT_EQ((int)COLLIDE_FLAT, (int)collide_hull_create(same, 5, &c, NULL, &h));
    EXPECT_EQ((int)COLLIDE_TOO_FEW_POINTS, (int)collide_hull_create(square, 3, &c, NULL, &h));
    EXPECT_EQ((int)COLLIDE_TOO_FEW_POINTS, (int)collide_hull_create(square, 0, &c, NULL, &h));
    c.allow_flat = 1;
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(square, 6, &c, NULL, &h));
    EXPECT_EQ(2, h->dimension);
    EXPECT_EQ(4, h->n_vertices);
    EXPECT_EQ(2, h->n_faces);
    EXPECT_EQ(0, violations(h, square, 6, TOLERANCE));
    collide_hull_destroy(h);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(line, 4, &c, NULL, &h));
    EXPECT_EQ(1, h->dimension);
    EXPECT_EQ(2, h->n_vertices);
    collide_hull_destroy(h);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(same, 5, &c, NULL, &h));
    EXPECT_EQ(0, h->dimension);
    EXPECT_EQ(1, h->n_vertices);
    collide_hull_destroy(h);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(square, 3, &c, NULL, &h));
    EXPECT_EQ(3, h->n_vertices);
    collide_hull_destroy(h);
}
UTEST(hull, vertex_limit_and_errors) {
    static tact_vec3 p[300];
    collide_hull_config c = collide_default_hull_config();
    collide_hull *h = NULL;
    int i;
    for (i = 0; i < 300; ++i)
        p[i] = tact_vec(normal(), normal(), normal()), p[i] = tact_scale(1 / tact_norm(p[i]), p[i]);
    c.max_vertices = 20;
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(p, 300, &c, NULL, &h));
    EXPECT_LE(h->n_vertices, 20);
    EXPECT_EQ(0, violations(h, p, 0, TOLERANCE));
    EXPECT_GT((double)h->extent, 0.9); /* farthest first: a decent ball already */
    collide_hull_destroy(h);
    c.max_vertices = 3;
    EXPECT_EQ((int)COLLIDE_BAD_CONFIG, (int)collide_hull_create(p, 300, &c, NULL, &h));
    c = collide_default_hull_config(), c.cookie = 0;
    EXPECT_EQ((int)COLLIDE_BAD_CONFIG, (int)collide_hull_create(p, 300, &c, NULL, &h));
    p[7].y = (tact_real)NAN;
    EXPECT_EQ((int)COLLIDE_NOT_FINITE, (int)collide_hull_create(p, 300, NULL, NULL, &h));
    EXPECT_TRUE(h == NULL);
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_hull_create(NULL, 300, NULL, NULL, &h));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_hull_create(p, 300, NULL, NULL, NULL));
    EXPECT_EQ((size_t)0, collide_hull_bytes(0));
}
static size_t live;
static void *count_alloc(void *context, size_t bytes, size_t align) {
    (void)context, (void)align;
    live += bytes;
    return malloc(bytes);
}
static void count_free(void *context, void *pointer, size_t bytes) {
    (void)context;
    live -= bytes;
    free(pointer);
}
UTEST(hull, caller_s_block_and_allocator) {
    static tact_vec3 p[100];
    tact_allocator a = {NULL, count_alloc, count_free};
    collide_hull *h = NULL, *g = NULL;
    size_t bytes = collide_hull_bytes(100);
    void *block = malloc(bytes);
    int i;
    for (i = 0; i < 100; ++i) p[i] = tact_vec(normal(), normal(), normal());
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(p, 100, NULL, &a, &h));
    EXPECT_GT(live, (size_t)0);
    EXPECT_EQ((int)COLLIDE_NO_SPACE, (int)collide_hull_build(p, 100, NULL, block, bytes - 1, &g));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_build(p, 100, NULL, block, bytes, &g));
    EXPECT_EQ(h->n_vertices, g->n_vertices);
    EXPECT_EQ(h->n_faces, g->n_faces);
    collide_hull_destroy(h);
    EXPECT_EQ((size_t)0, live);
    collide_hull_destroy(g); /* a caller's block is left alone */
    free(block);
}
UTEST(hull, climbing_finds_the_best_vertex) {
    static tact_vec3 p[2000];
    collide_hull *h = NULL;
    int i, k, hint = 0;
    for (i = 0; i < 2000; ++i)
        p[i] = tact_vec(normal(), normal(), normal()), p[i] = tact_scale(1 / tact_norm(p[i]), p[i]);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_hull_create(p, 2000, NULL, NULL, &h));
    {
        collide_shape s = collide_convex(h);
        for (k = 0; k < 500; ++k) {
            tact_vec3 d = tact_vec(normal(), normal(), normal()), q = collide_support(&s, d, k & 1 ? &hint : NULL);
            tact_real best = -1;
            for (i = 0; i < 2000; ++i) best = tact_max(best, tact_dot(d, p[i]));
            EXPECT_NEAR((double)best, (double)tact_dot(d, q), 16 * (double)TACT_EPSILON);
        }
    }
    collide_hull_destroy(h);
}

/* Parts of robots: flat faces of many points, rounded edges, and points that are in a plane but for their last digits. In single precision
   a thin triangle between such points cut the rest away: of 86 corners of a spring 19 were left, and of a link a plane went through the
   middle. Points are as good as their numbers: to 64 roundings. */
UTEST(hull, parts_of_robots) {
    static const char *const files[6] = {
        "agility_cassie/assets/heel-spring.obj", "agility_cassie/assets/pelvis.obj",
        "anybotics_anymal_c/assets/shank_r.obj", "google_barkour_vb/assets/lower_leg.stl",
        "kuka_iiwa_14/assets/link_7.obj",        "unitree_go1/assets/hip.stl"};
    int i, n, read = 0;
    for (i = 0; i < 6; ++i) {
        char name[128], path[1024];
        collide_hull *hull = NULL;
        snprintf(name, sizeof name, "menagerie/%s", files[i]);
        data_path(name, path, sizeof path);
        tact_vec3 *points = points_of_file(path, &n);
        if (!points) continue;
        ++read;
        ASSERT_EQ(COLLIDE_OK, collide_hull_create(points, n, NULL, NULL, &hull));
        EXPECT_EQ(0, violations(hull, points, n, 64 * (double)TACT_EPSILON));
        collide_hull_destroy(hull);
        free(points);
    }
    if (!read) UTEST_SKIP("no meshes in ../shared/data/menagerie (or TACT_DATA)");
}

UTEST_MAIN()
