/* Static sets: distance, contacts, rays and casts of meshes, height fields and compounds equal brute force over their
   pieces; the tree does not change answers; boxes and mass are exact; a box on a flat mesh has one manifold of four
   points whatever the triangulation, and normals never catch on inner edges, while convex edges and borders are felt;
   triangles are one-sided; holes are holes; bad input gives a status. */
/* float: yes */
#include "utest.h"
#define COLLIDE_RANDOM_SEED 41
#include "collide_random.h"
#include <math.h>
#include <stdlib.h>

#define TINY (TACT_EPSILON < TACT_R(1e-10) ? 1e-8 : 2e-4)
/* n x n cells over [-1, 1]^2 with heights from a bumpy function times `bump`. */
enum { N = 12 };
static tact_vec3 g_vertices[(N + 1) * (N + 1)];
static int g_triangles[6 * N * N];
static collide_mesh *grid_mesh(tact_real bump) {
    collide_mesh *mesh = NULL;
    int i, j, n = 0;
    for (j = 0; j <= N; ++j)
        for (i = 0; i <= N; ++i) {
            tact_real x = 2 * (tact_real)i / N - 1, y = 2 * (tact_real)j / N - 1;
            g_vertices[j * (N + 1) + i] = tact_vec(x, y, bump * (tact_sin(5 * x) * tact_cos(4 * y) + x * y));
        }
    for (j = 0; j < N; ++j)
        for (i = 0; i < N; ++i) {
            int a = j * (N + 1) + i, b = a + 1, c = a + N + 2, d = a + N + 1, flip = (i + j) & 1;
            int corners[6];
            corners[0] = a;
            corners[1] = b;
            corners[2] = flip ? c : d;
            corners[3] = flip ? a : b;
            corners[4] = c;
            corners[5] = d;
            for (a = 0; a < 6; ++a) g_triangles[n++] = corners[a];
        }
    collide_mesh_create(g_vertices, (N + 1) * (N + 1), g_triangles, 2 * N * N, NULL, &mesh);
    return mesh;
}
static collide_shape convex_of(int kind) {
    switch (kind) {
    case 0: return collide_sphere(TACT_R(0.2));
    case 1: return collide_capsule(TACT_R(0.1), TACT_R(0.2));
    case 2: return collide_box(TACT_R(0.2), TACT_R(0.15), TACT_R(0.1));
    default: return collide_cylinder(TACT_R(0.15), TACT_R(0.2));
    }
}

UTEST(mesh, distance_ray_and_cast_equal_all_triangles) {
    collide_mesh *mesh = grid_mesh(TACT_R(0.2));
    collide_shape set, point = collide_point(tact_vec(0, 0, 0));
    uint64_t counter = 0;
    int n, k, hits = 0;
    ASSERT_TRUE(mesh != NULL);
    set = collide_mesh_shape(mesh);
    for (n = 0; n < 40; ++n) {
        collide_shape s = n % 5 == 4 ? point : convex_of(n % 5);
        tact_pose pm = tact_pose_make(vector(&counter, 1), rotation(&counter));
        tact_pose ps = tact_pose_mul(pm, tact_pose_make(vector(&counter, TACT_R(1.2)), rotation(&counter)));
        collide_result r, one;
        collide_cast_hit hit, cast;
        tact_vec3 move = tact_scale(3, tact_sub(pm.p, ps.p));
        tact_real best = 99, first = 99, touch = 99;
        int piece = -1;
        if (n % 2)
            move = tact_add(move, vector(&counter, TACT_R(0.3))); /* else exactly at a vertex: nothing slips through */
        for (k = 0; k < mesh->n_triangles; ++k) {
            collide_shape t = collide_triangle(g_vertices[g_triangles[3 * k]], g_vertices[g_triangles[3 * k + 1]],
                                               g_vertices[g_triangles[3 * k + 2]]);
            collide_cast_hit h;
            collide_distance(&t, pm, &s, ps, NULL, NULL, &one);
            best = tact_min(best, one.distance);
            collide_ray_cast(&t, pm, ps.p, move, 1, &h);
            if (h.hit) first = tact_min(first, h.t);
            if (n % 4 == 0) {
                collide_shape_cast(&s, ps, move, &t, pm, 0, &h);
                if (h.hit) touch = tact_min(touch, h.t);
            }
        }
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_set_distance(&set, pm, &s, ps, NULL, &r, &piece, NULL));
        EXPECT_NEAR((double)r.distance, (double)best, TINY);
        EXPECT_TRUE(piece >= 0 && piece < mesh->n_triangles);
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_set_distance(&s, ps, &set, pm, NULL, &one, NULL, &k)); /* exchanged */
        EXPECT_NEAR((double)one.distance, (double)best, TINY);
        EXPECT_NEAR((double)tact_dot(one.normal, r.normal), -1, r.distance > TACT_R(0.01) ? 1e-3 : 2.1);
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_ray_cast(&set, pm, ps.p, move, 1, &hit));
        if (n % 2)
            EXPECT_EQ(first < 2, hit.hit);
        else
            EXPECT_EQ(1, hit.hit);
        if (first > 1) first = hit.t;
        if (hit.hit) EXPECT_NEAR((double)hit.t, (double)first, TINY);
        hits += hit.hit;
        if (n % 4 == 0) {
            ASSERT_GE((int)collide_shape_cast(&s, ps, move, &set, pm, 0, &cast), 0);
            EXPECT_EQ(touch < 2, cast.hit);
            if (cast.hit) EXPECT_NEAR((double)cast.t, (double)touch, 1e-6 + TINY);
        }
    }
    EXPECT_GT(hits, 15);
    collide_mesh_destroy(mesh);
}
UTEST(mesh, flat_triangulation_is_not_felt) {
    collide_mesh *mesh = grid_mesh(0);
    collide_shape set = collide_mesh_shape(mesh), box = collide_box(TACT_R(0.3), TACT_R(0.2), TACT_R(0.1));
    collide_manifold m[16];
    collide_manifold_config config = collide_default_manifold_config();
    uint64_t counter = 77;
    int n, k, l, count;
    config.margin = TACT_R(0.02);
    for (n = 0; n < 200; ++n) {
        int kind = n % 4;
        collide_shape s = n % 5 ? convex_of(kind) : box;
        tact_real turn = uniform(&counter, 0, 6), x = uniform(&counter, TACT_R(-0.6), TACT_R(0.6)),
                  y = uniform(&counter, TACT_R(-0.6), TACT_R(0.6));
        tact_pose pose = tact_pose_make(tact_vec(x, y, 0), tact_quat_axis_angle(tact_vec(0, 0, 1), turn));
        tact_vec3 low = collide_support(&s, tact_vec(0, 0, -1), NULL);
        tact_real depth = uniform(&counter, TACT_R(-0.005), TACT_R(0.03)), least = 9;
        if (n % 3 == 0 && n % 5) pose.q = rotation(&counter); /* any orientation */
        low = tact_rotate(pose.q, collide_support(&s, tact_unrotate(pose.q, tact_vec(0, 0, -1)), NULL));
        pose.p.z = -low.z - depth;
        ASSERT_EQ((int)COLLIDE_OK,
                  (int)collide_contacts(&set, tact_pose_identity(), &s, pose, &config, NULL, m, 16, &count));
        ASSERT_EQ(1, count); /* one normal, one manifold */
        EXPECT_NEAR((double)m[0].normal.z, 1, 1e-5);
        for (k = 0; k < m[0].count; ++k) {
            least = tact_min(least, m[0].points[k].gap);
            for (l = 0; l < k; ++l) EXPECT_NE(m[0].points[k].id, m[0].points[l].id);
        }
        EXPECT_NEAR((double)least, (double)-depth, 1e-5);
        if (n % 5 == 0) EXPECT_EQ(4, m[0].count);
        /* exchanged: the normal turns */
        ASSERT_EQ((int)COLLIDE_OK,
                  (int)collide_contacts(&s, pose, &set, tact_pose_identity(), &config, NULL, m, 16, &count));
        ASSERT_EQ(1, count);
        EXPECT_NEAR((double)m[0].normal.z, -1, 1e-5);
    }
    { /* from below: one-sided */
        collide_shape ball = collide_sphere(TACT_R(0.2));
        collide_contacts(&set, tact_pose_identity(), &ball, tact_pose_at(0, 0, TACT_R(-0.1)), &config, NULL, m, 16,
                         &count);
        EXPECT_EQ(0, count);
        /* at the border the outer edge is felt */
        collide_contacts(&set, tact_pose_identity(), &ball, tact_pose_at(TACT_R(1.1), 0, TACT_R(0.1)), &config, NULL, m,
                         16, &count);
        ASSERT_EQ(1, count);
        EXPECT_NEAR((double)m[0].normal.x, sqrt(0.5), 1e-4);
        EXPECT_NEAR((double)m[0].points[0].gap, sqrt(0.02) - 0.2, 1e-5);
    }
    /* no room: the deepest is kept and the count is honest */
    {
        collide_shape ball = collide_sphere(TACT_R(0.2));
        EXPECT_EQ((int)COLLIDE_NO_SPACE,
                  (int)collide_contacts(&set, tact_pose_identity(), &ball, tact_pose_at(0, 0, TACT_R(0.19)), &config,
                                        NULL, NULL, 0, &count));
        EXPECT_EQ(1, count);
    }
    collide_mesh_destroy(mesh);
}
UTEST(mesh, convex_edges_are_felt_and_normals_stay_between_the_faces) {
    /* a cube of two triangles per face */
    static const int faces[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                  2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    tact_vec3 corner[8];
    collide_mesh *mesh;
    collide_shape set, solid = collide_box(1, 1, 1), ball = collide_sphere(TACT_R(0.3));
    collide_mass of_mesh, of_box;
    collide_manifold m[16], exact;
    collide_manifold_config config = collide_default_manifold_config();
    collide_aabb box, expected;
    uint64_t counter = 3;
    int i, j, n, count, seen = 0;
    for (i = 0; i < 8; ++i)
        corner[i] =
            tact_vec(i & 1 ? TACT_R(1) : TACT_R(-1), i & 2 ? TACT_R(1) : TACT_R(-1), i & 4 ? TACT_R(1) : TACT_R(-1));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_mesh_create(corner, 8, faces, 12, NULL, &mesh));
    set = collide_mesh_shape(mesh);
    for (i = 0; i < 12;
         ++i) { /* closed: every side has a neighbour; the diagonals are flat, the cube's edges are active */
        int active = 0;
        for (j = 0; j < 3; ++j) {
            EXPECT_GE(mesh->neighbours[3 * i + j], 0);
            active += mesh->active[i] >> j & 1;
        }
        EXPECT_EQ(2, active);
    }
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_mass_properties(&set, 2, &of_mesh));
    collide_mass_properties(&solid, 2, &of_box);
    EXPECT_NEAR((double)of_mesh.mass, (double)of_box.mass, 1e-5);
    EXPECT_NEAR((double)of_mesh.inertia.m[0][0], (double)of_box.inertia.m[0][0], 1e-4);
    EXPECT_NEAR((double)tact_norm(of_mesh.com), 0, 1e-6);
    {
        tact_pose pose = tact_pose_make(tact_vec(1, 2, 3), rotation(&counter));
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_shape_aabb(&set, pose, &box));
        collide_shape_aabb(&solid, pose, &expected);
        EXPECT_NEAR((double)tact_norm(tact_sub(box.min, expected.min)), 0, 1e-5);
        EXPECT_NEAR((double)tact_norm(tact_sub(box.max, expected.max)), 0, 1e-5);
    }
    config.margin = TACT_R(0.01);
    for (n = 0; n < 300;
         ++n) { /* a ball around the cube: same contact as with the solid box, at faces, edges and corners */
        tact_vec3 p = vector(&counter, TACT_R(1.3));
        tact_real least = 9, outside = tact_max(tact_abs(p.x), tact_max(tact_abs(p.y), tact_abs(p.z)));
        if (outside < TACT_R(1.01)) continue;
        collide_contact(&solid, tact_pose_identity(), &ball, tact_pose_make(p, tact_quat_identity()), &config, NULL,
                        &exact);
        ASSERT_EQ((int)COLLIDE_OK,
                  (int)collide_contacts(&set, tact_pose_identity(), &ball, tact_pose_make(p, tact_quat_identity()),
                                        &config, NULL, m, 16, &count));
        EXPECT_EQ(exact.count > 0, count > 0);
        if (!exact.count) continue;
        ++seen;
        for (i = 0; i < count; ++i)
            for (j = 0; j < m[i].count; ++j)
                if (m[i].points[j].gap < least) least = m[i].points[j].gap, expected.min = m[i].normal;
        EXPECT_NEAR((double)least, (double)exact.points[0].gap, 1e-5);
        EXPECT_GT((double)tact_dot(expected.min, exact.normal), 1 - 1e-4);
        EXPECT_EQ(1, count);
    }
    EXPECT_GT(seen, 50);
    collide_mesh_destroy(mesh);
}
UTEST(height_field, equals_the_mesh_of_its_triangles) {
    enum { W = 9, H = 7 };
    tact_real heights[W * H];
    tact_vec3 vertices[W * H];
    int triangles[6 * (W - 1) * (H - 1)], n = 0, i, j, k, count, count2;
    collide_height_field field;
    collide_shape f, t;
    collide_mesh *mesh;
    uint64_t counter = 9;
    collide_manifold_config config = collide_default_manifold_config();
    for (j = 0; j < H; ++j)
        for (i = 0; i < W; ++i) {
            heights[j * W + i] = TACT_R(0.3) * tact_sin((tact_real)i) * tact_cos((tact_real)j);
            vertices[j * W + i] = tact_vec(TACT_R(0.5) * (tact_real)i, TACT_R(0.4) * (tact_real)j, heights[j * W + i]);
        }
    for (j = 0; j + 1 < H; ++j)
        for (i = 0; i + 1 < W; ++i) {
            int a = j * W + i, q[6];
            q[0] = a;
            q[1] = a + 1;
            q[2] = a + W + 1;
            q[3] = a;
            q[4] = a + W + 1;
            q[5] = a + W;
            for (k = 0; k < 6; ++k) triangles[n++] = q[k];
        }
    field.n_x = W;
    field.n_y = H;
    field.spacing_x = TACT_R(0.5);
    field.spacing_y = TACT_R(0.4);
    field.heights = heights;
    f = collide_height_field_shape(&field);
    ASSERT_EQ((int)COLLIDE_OK, (int)f.status);
    ASSERT_EQ((int)COLLIDE_OK,
              (int)collide_mesh_create(vertices, W * H, triangles, 2 * (W - 1) * (H - 1), NULL, &mesh));
    t = collide_mesh_shape(mesh);
    config.margin = TACT_R(0.02);
    for (n = 0; n < 80; ++n) {
        collide_shape s = convex_of(n % 4);
        tact_pose place = tact_pose_make(vector(&counter, 1), rotation(&counter));
        tact_vec3 p =
            tact_vec(uniform(&counter, TACT_R(-0.3), TACT_R(4.3)), uniform(&counter, TACT_R(-0.3), TACT_R(2.7)),
                     uniform(&counter, TACT_R(-0.2), TACT_R(0.8)));
        tact_pose ps = tact_pose_mul(place, tact_pose_make(p, rotation(&counter)));
        collide_result r1, r2;
        collide_cast_hit h1, h2;
        collide_manifold m1[16], m2[16];
        tact_vec3 d = vector(&counter, 4);
        tact_real g1 = 9, g2 = 9;
        ASSERT_GE((int)collide_set_distance(&f, place, &s, ps, NULL, &r1, NULL, NULL), 0);
        ASSERT_GE((int)collide_set_distance(&t, place, &s, ps, NULL, &r2, NULL, NULL), 0);
        EXPECT_NEAR((double)r1.distance, (double)r2.distance, TINY);
        collide_ray_cast(&f, place, ps.p, d, 1, &h1);
        collide_ray_cast(&t, place, ps.p, d, 1, &h2);
        EXPECT_EQ(h1.hit, h2.hit);
        if (h1.hit) EXPECT_NEAR((double)h1.t, (double)h2.t, TINY);
        if (h1.hit) EXPECT_EQ(h1.piece, h2.piece);
        ASSERT_GE((int)collide_contacts(&f, place, &s, ps, &config, NULL, m1, 16, &count), 0);
        ASSERT_GE((int)collide_contacts(&t, place, &s, ps, &config, NULL, m2, 16, &count2), 0);
        EXPECT_EQ(count2 > 0, count > 0);
        for (i = 0; i < count; ++i)
            for (j = 0; j < m1[i].count; ++j) g1 = tact_min(g1, m1[i].points[j].gap);
        for (i = 0; i < count2; ++i)
            for (j = 0; j < m2[i].count; ++j) g2 = tact_min(g2, m2[i].points[j].gap);
        EXPECT_NEAR((double)g1, (double)g2, 1e-3);
    }
    { /* a hole lets things through */
        volatile tact_real zero = 0;
        collide_cast_hit hit;
        heights[3 * W + 4] = zero / zero;
        f = collide_height_field_shape(&field);
        ASSERT_EQ((int)COLLIDE_OK, (int)f.status);
        collide_ray_cast(&f, tact_pose_identity(), tact_vec(TACT_R(2.05), TACT_R(1.25), 5), tact_vec(0, 0, -1), 10,
                         &hit);
        EXPECT_EQ(0, hit.hit);
        collide_ray_cast(&f, tact_pose_identity(), tact_vec(TACT_R(0.3), TACT_R(0.3), 5), tact_vec(0, 0, -1), 10, &hit);
        EXPECT_EQ(1, hit.hit);
    }
    collide_mesh_destroy(mesh);
}
UTEST(compound, equals_its_children) {
    enum { C = 9 };
    collide_shape child[C], set, ground = collide_halfspace(tact_vec(0, 0, 1), 0);
    tact_pose pose[C];
    collide_compound *compound;
    uint64_t counter = 13;
    int i, n, count;
    collide_mass mass;
    tact_real total = 0;
    collide_manifold m[32];
    for (i = 0; i < C; ++i) {
        collide_mass one;
        child[i] = convex_of(i % 4);
        pose[i] = tact_pose_make(vector(&counter, 1), rotation(&counter));
        collide_mass_properties(&child[i], 3, &one);
        total += one.mass;
    }
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_compound_create(child, pose, C, NULL, &compound));
    set = collide_compound_shape(compound);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_mass_properties(&set, 3, &mass));
    EXPECT_NEAR((double)mass.mass, (double)total, 1e-4);
    for (n = 0; n < 30; ++n) {
        collide_shape s = convex_of(n % 4);
        tact_pose place = tact_pose_make(vector(&counter, 1), rotation(&counter));
        tact_pose ps = tact_pose_make(tact_add(place.p, vector(&counter, TACT_R(1.5))), rotation(&counter));
        collide_result r, one;
        tact_real best = 9;
        int touching = 0;
        for (i = 0; i < C; ++i) {
            collide_manifold single;
            collide_distance(&child[i], tact_pose_mul(place, pose[i]), &s, ps, NULL, NULL, &one);
            best = tact_min(best, one.distance);
            collide_contact(&child[i], tact_pose_mul(place, pose[i]), &s, ps, NULL, NULL, &single);
            touching += single.count > 0;
        }
        ASSERT_GE((int)collide_set_distance(&set, place, &s, ps, NULL, &r, NULL, NULL), 0);
        EXPECT_NEAR((double)r.distance, (double)best, TINY);
        ASSERT_GE((int)collide_contacts(&set, place, &s, ps, NULL, NULL, m, 32, &count), 0);
        EXPECT_EQ(touching, count);
        ASSERT_GE((int)collide_set_distance(&set, place, &set, ps, NULL, &r, NULL, NULL), 0); /* two compounds */
        ASSERT_GE((int)collide_contacts(&set, place, &set, ps, NULL, NULL, m, 32, &count), -3);
        EXPECT_EQ(r.distance <= 0, count > 0);
    }
    ASSERT_GE((int)collide_contacts(&ground, tact_pose_identity(), &set, tact_pose_at(0, 0, TACT_R(0.2)), NULL, NULL, m,
                                    32, &count),
              0);
    EXPECT_GT(count, 1);
    EXPECT_NEAR((double)m[0].normal.z, 1, 1e-6);
    collide_compound_destroy(compound);
}
/* Two sets: a mesh against a mesh and a height field is the nearest pair of their triangles; two boxes given as meshes, one standing
   on the other, touch over their common face. */
UTEST(mesh, sets_against_sets_equal_all_pairs) {
    collide_mesh *mesh = grid_mesh(TACT_R(0.2)), *small = NULL;
    static const int cube[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    static const tact_real heights[9] = {0, TACT_R(0.1), 0, TACT_R(0.2), 0, TACT_R(0.1), 0, TACT_R(0.3), 0};
    tact_vec3 corners[8];
    collide_height_field field;
    collide_shape sets[2], b;
    uint64_t counter = 7;
    int n, i, j, which, piece_a, piece_b;
    ASSERT_TRUE(mesh != NULL);
    for (i = 0; i < 8; ++i)
        corners[i] = tact_vec(i & 1 ? TACT_R(0.2) : TACT_R(-0.2), i & 2 ? TACT_R(0.2) : TACT_R(-0.2),
                              i & 4 ? TACT_R(0.2) : TACT_R(-0.2));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_mesh_create(corners, 8, cube, 12, NULL, &small));
    field.n_x = field.n_y = 3;
    field.spacing_x = field.spacing_y = TACT_R(0.4);
    field.heights = heights;
    sets[0] = collide_mesh_shape(mesh);
    sets[1] = collide_height_field_shape(&field);
    b = collide_mesh_shape(small);
    for (which = 0; which < 2; ++which)
        for (n = 0; n < 8; ++n) {
            tact_pose pm = tact_pose_make(vector(&counter, 1), rotation(&counter));
            tact_pose ps = tact_pose_mul(pm, tact_pose_make(vector(&counter, TACT_R(1.5)), rotation(&counter)));
            tact_real best = 99;
            collide_result r, back;
            int total = which ? 8 : mesh->n_triangles;
            for (i = 0; i < total; ++i)
                for (j = 0; j < 12; ++j) {
                    collide_shape t = collide_triangle(corners[cube[3 * j]], corners[cube[3 * j + 1]],
                                                       corners[cube[3 * j + 2]]),
                                  u;
                    collide_result one;
                    if (which) {
                        int cell = i / 2, x = cell % 2, y = cell / 2, k;
                        tact_vec3 q[3];
                        for (k = 0; k < 3; ++k) { /* cells are split from (x, y) to (x + 1, y + 1) */
                            int cx = x + (k == 2 || (k == 1 && i % 2 == 0)),
                                cy = y + (k == 2 || (k == 1 && i % 2 == 1));
                            q[k] = tact_vec(TACT_R(0.4) * (tact_real)cx, TACT_R(0.4) * (tact_real)cy,
                                            heights[3 * cy + cx]);
                        }
                        u = collide_triangle(q[0], q[1], q[2]);
                    } else {
                        u = collide_triangle(g_vertices[g_triangles[3 * i]], g_vertices[g_triangles[3 * i + 1]],
                                             g_vertices[g_triangles[3 * i + 2]]);
                    }
                    collide_distance(&u, pm, &t, ps, NULL, NULL, &one);
                    best = tact_min(best, one.distance);
                }
            piece_a = piece_b = -1;
            ASSERT_GE((int)collide_set_distance(&sets[which], pm, &b, ps, NULL, &r, &piece_a, &piece_b), 0);
            EXPECT_NEAR((double)best, (double)r.distance, TINY);
            EXPECT_TRUE(piece_a >= 0 && piece_a < total && piece_b >= 0 && piece_b < 12);
            ASSERT_GE((int)collide_set_distance(&b, ps, &sets[which], pm, NULL, &back, NULL, NULL), 0);
            EXPECT_NEAR((double)best, (double)back.distance, TINY);
        }
    for (n = 0; n < 2; ++n) { /* a box on a box, as meshes: the depth is that of the faces, wherever there is a point */
        collide_manifold m[64];
        tact_real depth = n ? TACT_R(-0.01) : TACT_R(0.002);
        collide_manifold_config config = collide_default_manifold_config();
        tact_real deepest = 9;
        int count, k;
        config.margin = TACT_R(0.005);
        ASSERT_GE((int)collide_contacts(&b, tact_pose_identity(), &b,
                                        tact_pose_at(TACT_R(0.05), TACT_R(0.03), TACT_R(0.4) - depth), &config, NULL, m,
                                        64, &count),
                  0);
        for (i = 0; i < count && i < 64; ++i)
            for (k = 0; k < m[i].count; ++k) deepest = tact_min(deepest, m[i].points[k].gap);
        if (n)
            EXPECT_EQ(0, count);
        else
            EXPECT_NEAR((double)-depth, (double)deepest, 1e-4);
    }
    collide_mesh_destroy(mesh);
    collide_mesh_destroy(small);
}

/* A mesh that was bent equals one that was built so: its surface, its edges, distances, contacts and rays in a batch. */
UTEST(mesh, moved_equals_built_anew) {
    enum { RAYS = 200 };
    static tact_vec3 first[(N + 1) * (N + 1)];
    static collide_ray rays[RAYS];
    static collide_cast_hit hits[2][RAYS];
    static collide_status statuses[RAYS];
    collide_mesh *flat = grid_mesh(0), *bent;
    const tact_pose id = tact_pose_identity();
    collide_shape a, b;
    uint64_t counter = 90;
    volatile tact_real zero = 0;
    int i, hit = 0;
    bent = grid_mesh(TACT_R(0.3)); /* g_vertices are its own now */
    ASSERT_TRUE(flat != NULL && bent != NULL);
    for (i = 0; i < flat->n_vertices; ++i) first[i] = g_vertices[i];
    first[3].x = zero / zero;
    EXPECT_EQ((int)COLLIDE_NOT_FINITE, (int)collide_mesh_move(flat, first));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_mesh_move(NULL, first));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_mesh_move(flat, NULL));
    EXPECT_NEAR((double)flat->bounds.max.z, 0, 0); /* as before */
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_mesh_move(flat, g_vertices));
    for (i = 0; i < flat->n_triangles; ++i) {
        EXPECT_EQ((int)bent->active[i], (int)flat->active[i]);
        EXPECT_NEAR((double)tact_norm(tact_sub(bent->normals[i], flat->normals[i])), 0, 0);
    }
    EXPECT_NEAR((double)tact_norm(tact_sub(bent->bounds.max, flat->bounds.max)), 0, 0);
    a = collide_mesh_shape(flat), b = collide_mesh_shape(bent);
    for (i = 0; i < RAYS; ++i) {
        rays[i].origin = tact_add(vector(&counter, 1), tact_vec(0, 0, 1));
        rays[i].direction = tact_sub(vector(&counter, 1), rays[i].origin), rays[i].max_t = 2;
    }
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_ray_cast_batch(&a, id, rays, RAYS, hits[0], statuses));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_ray_cast_batch(&b, id, rays, RAYS, hits[1], NULL));
    for (i = 0; i < RAYS; ++i) {
        collide_cast_hit one;
        collide_ray_cast(&b, id, rays[i].origin, rays[i].direction, rays[i].max_t, &one);
        EXPECT_EQ((int)COLLIDE_OK, (int)statuses[i]);
        EXPECT_EQ(one.hit, hits[0][i].hit);
        EXPECT_EQ(one.hit, hits[1][i].hit);
        hit += one.hit;
        if (one.hit) EXPECT_NEAR((double)hits[0][i].t, (double)one.t, 0); /* the same triangle by the same formula */
        if (one.hit) EXPECT_NEAR((double)hits[1][i].t, (double)one.t, 0);
    }
    EXPECT_GT(hit, 50);
    rays[7].max_t = -1; /* one bad ray, the others as before */
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_ray_cast_batch(&a, id, rays, RAYS, hits[0], statuses));
    EXPECT_EQ(0, hits[0][7].hit);
    EXPECT_EQ((int)COLLIDE_OK, (int)statuses[8]);
    EXPECT_EQ(hits[1][8].hit, hits[0][8].hit);
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_ray_cast_batch(&a, id, NULL, 1, hits[0], NULL));
    for (i = 0; i < 20; ++i) {
        collide_shape s = convex_of(i % 4);
        tact_pose pose = tact_pose_make(vector(&counter, TACT_R(0.8)), rotation(&counter));
        collide_result x, y;
        collide_set_distance(&a, id, &s, pose, NULL, &x, NULL, NULL);
        collide_set_distance(&b, id, &s, pose, NULL, &y, NULL, NULL);
        EXPECT_NEAR((double)x.distance, (double)y.distance, TINY);
    }
    collide_mesh_destroy(flat), collide_mesh_destroy(bent);
}
UTEST(mesh, bad_input_gives_a_status) {
    tact_vec3 v[4];
    int t[6] = {0, 1, 2, 0, 1, 9};
    collide_mesh *mesh = NULL;
    collide_compound *compound = NULL;
    collide_shape bad, ground = collide_halfspace(tact_vec(0, 0, 1), 0), ball = collide_sphere(1), set;
    tact_pose id = tact_pose_identity();
    volatile tact_real zero = 0;
    collide_manifold m;
    collide_result r;
    int count;
    v[0] = tact_vec(0, 0, 0);
    v[1] = tact_vec(1, 0, 0);
    v[2] = tact_vec(0, 1, 0);
    v[3] = tact_vec(1, 1, zero / zero);
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_mesh_create(v, 3, t, 2, NULL, &mesh)); /* index 9 */
    EXPECT_TRUE(mesh == NULL);
    EXPECT_EQ((int)COLLIDE_NOT_FINITE, (int)collide_mesh_create(v, 4, t, 1, NULL, &mesh));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_mesh_create(v, 3, t, 0, NULL, &mesh));
    bad = collide_mesh_shape(NULL);
    EXPECT_LT((int)bad.status, 0);
    EXPECT_LT((int)collide_contacts(&bad, id, &ball, id, NULL, NULL, &m, 1, &count), 0);
    EXPECT_EQ((int)COLLIDE_UNSUPPORTED, (int)collide_compound_create(&ground, &id, 1, NULL, &compound));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_mesh_create(v, 3, t, 1, NULL, &mesh));
    set = collide_mesh_shape(mesh);
    EXPECT_EQ((int)COLLIDE_UNSUPPORTED, (int)collide_contact(&set, id, &ball, id, NULL, NULL, &m));
    EXPECT_EQ((int)COLLIDE_UNSUPPORTED, (int)collide_set_distance(&set, id, &ground, id, NULL, &r, NULL, NULL));
    EXPECT_LT((int)collide_distance(&set, id, &ball, id, NULL, NULL, &r), 0);
    collide_mesh_destroy(mesh);
    { /* slivers and points: no hang, no contact */
        tact_vec3 w[4];
        int u[6] = {0, 1, 2, 3, 3, 3};
        w[0] = tact_vec(0, 0, 0);
        w[1] = tact_vec(1, 0, 0);
        w[2] = tact_vec(2, TACT_R(1e-20), 0);
        w[3] = tact_vec(0, 0, 0);
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_mesh_create(w, 4, u, 2, NULL, &mesh));
        set = collide_mesh_shape(mesh);
        EXPECT_GE((int)collide_contacts(&set, id, &ball, tact_pose_at(1, 0, TACT_R(0.9)), NULL, NULL, &m, 1, &count),
                  0);
        EXPECT_GE((int)collide_set_distance(&set, id, &ball, tact_pose_at(1, 0, 2), NULL, &r, NULL, NULL), 0);
        EXPECT_NEAR((double)r.distance, 1, 1e-5);
        collide_mesh_destroy(mesh);
    }
}
UTEST_MAIN()
