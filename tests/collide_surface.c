/* Triangles of a shape's surface: every corner lies on the shape, the triangles of a solid close (each side is passed once in each
   direction), they face outwards, and the volume they enclose is that of collide_mass_properties: exactly for flat-faced shapes, from
   below and with an error that falls as 1/detail^2 for curved ones. */
/* float: yes */
/* c++: yes */
#include "utest.h"

#include "collide.h"

#include <stdlib.h>

enum { MOST = 40000 };
typedef struct soup {
    tact_vec3 corner[MOST][3];
    int n;
} soup;
static soup all;
static void collect(void *context, tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    soup *s = (soup *)context;
    if (s->n < MOST) {
        s->corner[s->n][0] = a;
        s->corner[s->n][1] = b;
        s->corner[s->n][2] = c;
    }
    ++s->n;
}
static int same(tact_vec3 a, tact_vec3 b, tact_real tolerance) { return tact_norm(tact_sub(a, b)) <= tolerance; }
/* Sides without a partner that runs the other way. Slivers that were left out join corners that are the same point to rounding. */
static int open_sides(const soup *s, tact_real tolerance) {
    int i, j, k, l, open = 0;
    for (i = 0; i < s->n; ++i)
        for (k = 0; k < 3; ++k) {
            int balance = 0;
            tact_vec3 a = s->corner[i][k], b = s->corner[i][(k + 1) % 3];
            if (same(a, b, tolerance)) continue;
            for (j = 0; j < s->n; ++j)
                for (l = 0; l < 3; ++l) {
                    tact_vec3 c = s->corner[j][l], d = s->corner[j][(l + 1) % 3];
                    balance += (same(a, c, tolerance) && same(b, d, tolerance)) -
                               (same(a, d, tolerance) && same(b, c, tolerance));
                }
            open += balance != 0;
        }
    return open;
}
static double volume(const soup *s, tact_vec3 about) {
    double v = 0;
    int i;
    for (i = 0; i < s->n; ++i)
        v += (double)tact_dot(tact_sub(s->corner[i][0], about),
                              tact_cross(tact_sub(s->corner[i][1], about), tact_sub(s->corner[i][2], about))) /
             6;
    return v;
}
static void pear(const void *user, tact_vec3 d, tact_vec3 *point) { /* hull of two balls */
    tact_real n = tact_norm(d);
    tact_vec3 a = tact_scale(TACT_R(0.3) / n, d),
              b = tact_add(tact_vec(0, TACT_R(0.5), TACT_R(0.2)), tact_scale(TACT_R(0.1) / n, d));
    (void)user;
    *point = tact_dot(a, d) > tact_dot(b, d) ? a : b;
}

static collide_custom_shape custom;
static collide_hull *hull;
static int shapes(collide_shape *out, int *flat) {
    int n = 0, i;
    tact_vec3 points[40];
    for (i = 0; i < 40; ++i)
        points[i] = tact_vec(tact_random_normal(5, (uint64_t)(3 * i)), tact_random_normal(5, (uint64_t)(3 * i + 1)),
                             3 + tact_random_normal(5, (uint64_t)(3 * i + 2)));
    if (!hull) collide_hull_create(points, 40, NULL, NULL, &hull);
    custom.support = pear;
    custom.centre = tact_vec(0, TACT_R(0.1), TACT_R(0.05));
    custom.extent = TACT_R(0.8);
    custom.curved = 1;
    flat[n] = 0, out[n++] = collide_sphere(TACT_R(0.3));
    flat[n] = 0, out[n++] = collide_capsule(TACT_R(0.2), TACT_R(0.5));
    flat[n] = 0,
    out[n++] = collide_rounded(collide_segment(tact_vec(1, 2, 3), tact_vec(2, 2, TACT_R(3.5))), TACT_R(0.2));
    flat[n] = 0, out[n++] = collide_ellipsoid(TACT_R(0.1), TACT_R(0.3), TACT_R(0.7));
    flat[n] = 0, out[n++] = collide_rounded(collide_ellipsoid(TACT_R(0.4), TACT_R(0.3), TACT_R(0.2)), TACT_R(0.1));
    flat[n] = 1, out[n++] = collide_box(TACT_R(0.1), TACT_R(0.2), TACT_R(0.3));
    flat[n] = 0, out[n++] = collide_rounded(collide_box(TACT_R(0.1), TACT_R(0.2), TACT_R(0.3)), TACT_R(0.1));
    flat[n] = 0, out[n++] = collide_cylinder(TACT_R(0.2), TACT_R(0.4));
    flat[n] = 0, out[n++] = collide_rounded(collide_cylinder(TACT_R(0.2), TACT_R(0.4)), TACT_R(0.1));
    flat[n] = 0, out[n++] = collide_cone(TACT_R(0.2), TACT_R(0.4));
    flat[n] = 0, out[n++] = collide_rounded(collide_cone(TACT_R(0.2), TACT_R(0.4)), TACT_R(0.1));
    flat[n] = 1, out[n++] = collide_convex(hull);
    flat[n] = 0, out[n++] = collide_rounded(
                     collide_triangle(tact_vec(0, 0, 0), tact_vec(1, 0, 0), tact_vec(0, 1, TACT_R(0.2))), TACT_R(0.3));
    flat[n] = 0, out[n++] = collide_custom(&custom);
    return n;
}

UTEST(surface, solids_close_face_outwards_and_enclose_their_volume) {
    collide_shape shape[16];
    int flat[16], n = shapes(shape, flat), i, j, k, detail;
    tact_pose pose =
        tact_pose_make(tact_vec(1, -2, 3), tact_quat_axis_angle(tact_vec(TACT_R(0.6), 0, TACT_R(0.8)), TACT_R(0.7)));
    const tact_real rounding = 200 * TACT_EPSILON * 5; /* of coordinates of size five through two rotations */
    for (i = 0; i < n; ++i) {
        collide_mass mass;
        double lack[2];
        ASSERT_GE(collide_mass_properties(&shape[i], 1, &mass), 0);
        for (detail = 4; detail <= 8; detail += 4) {
            all.n = 0;
            ASSERT_EQ(collide_surface(&shape[i], pose, detail, 1, NULL, NULL),
                      collide_surface(&shape[i], pose, detail, 1, collect, &all));
            ASSERT_TRUE(all.n >= 4 && all.n < MOST);
            for (j = 0; j < all.n; ++j)
                for (k = 0; k < 3; ++k) {
                    tact_real distance;
                    ASSERT_GE(collide_closest_point(&shape[i], pose, all.corner[j][k], NULL, &distance, NULL), 0);
                    /* queries of curved shapes hold 1e-8 (1e-5) of the scale */
                    ASSERT_LT(tact_abs(distance),
                              tact_max(rounding, sizeof(tact_real) == 4 ? TACT_R(3e-5) : TACT_R(3e-8)));
                }
            if (detail == 4) EXPECT_EQ(0, open_sides(&all, 4 * rounding));
            lack[detail / 8] = 1 - volume(&all, tact_pose_apply(pose, shape[i].centre)) / (double)mass.mass;
        }
        if (flat[i]) {
            EXPECT_NEAR(0, lack[0], 1e-5);
            EXPECT_NEAR(0, lack[1], sizeof(tact_real) == 4 ? 1e-5 : 1e-12);
        } else { /* Corners on a convex surface enclose less. Of a ball, faces of half diagonal r = sqrt(2) 90/8 degrees keep the ball of
                    radius cos r inside: they lack less than 1 - cos(r)^3 = 0.111, and so do balls swept along something. */
            EXPECT_GT(lack[0], 0);
            EXPECT_LT(lack[0], 0.111);
            EXPECT_LT(lack[1], 0.35 * lack[0]); /* second order: a quarter, and something for what is flat beside it */
        }
    }
}

UTEST(surface, sheets_sets_and_cuts) {
    tact_vec3 vertices[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const int triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    tact_real heights[6] = {0, 1, 0, 2, 0, 1};
    collide_height_field field;
    collide_mesh *mesh = NULL;
    collide_compound *compound = NULL;
    collide_shape parts[2], shape;
    tact_pose poses[2];
    int i, k;
    ASSERT_GE(collide_mesh_create(vertices, 4, triangles, 4, NULL, &mesh), 0);
    shape = collide_mesh_shape(mesh);
    all.n = 0;
    EXPECT_EQ(4, collide_surface(&shape, tact_pose_identity(), 1, 1, collect, &all));
    EXPECT_NEAR(1.0 / 6, volume(&all, tact_vec(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1))), 1e-6);
    field.n_x = 3;
    field.n_y = 2;
    field.spacing_x = field.spacing_y = 1;
    field.heights = heights;
    shape = collide_height_field_shape(&field);
    all.n = 0;
    EXPECT_EQ(4, collide_surface(&shape, tact_pose_identity(), 1, 1, collect, &all));
    for (i = 0; i < 4; ++i) /* upwards */
        EXPECT_GT(
            tact_cross(tact_sub(all.corner[i][1], all.corner[i][0]), tact_sub(all.corner[i][2], all.corner[i][0])).z,
            0);
    parts[0] = collide_box(1, 1, 1), parts[1] = collide_triangle(vertices[0], vertices[1], vertices[2]);
    poses[0] = tact_pose_at(5, 0, 0), poses[1] = tact_pose_identity();
    ASSERT_GE(collide_compound_create(parts, poses, 2, NULL, &compound), 0);
    shape = collide_compound_shape(compound);
    all.n = 0;
    EXPECT_EQ(14,
              collide_surface(&shape, tact_pose_identity(), 1, 1, collect, &all)); /* two a face, two of the sheet */
    EXPECT_NEAR(8, volume(&all, tact_vec(5, 0, 0)), 1e-5);
    for (k = 0; k < 2; ++k) { /* both sides of a plane, one of a halfspace */
        shape = k ? collide_plane(tact_vec(0, 3, 4), 2) : collide_halfspace(tact_vec(0, 3, 4), 2);
        all.n = 0;
        EXPECT_EQ(2 + 2 * k, collide_surface(&shape, tact_pose_identity(), 1, 3, collect, &all));
        for (i = 0; i < all.n; ++i) {
            tact_real distance;
            ASSERT_GE(collide_closest_point(&shape, tact_pose_identity(), all.corner[i][0], NULL, &distance, NULL), 0);
            EXPECT_NEAR(0, distance, 100 * TACT_EPSILON);
            EXPECT_NEAR(9 * 2, tact_norm2(tact_sub(all.corner[i][0], tact_vec(0, TACT_R(1.2), TACT_R(1.6)))),
                        TACT_R(1e-4));
        }
        EXPECT_GT(tact_dot(tact_cross(tact_sub(all.corner[0][1], all.corner[0][0]),
                                      tact_sub(all.corner[0][2], all.corner[0][0])),
                           tact_vec(0, 3, 4)),
                  0);
    }
    shape = collide_point(tact_vec(1, 2, 3));
    EXPECT_EQ(0, collide_surface(&shape, tact_pose_identity(), 1, 1, NULL, NULL));
    shape = collide_segment(tact_vec(1, 2, 3), tact_vec(0, 0, 0));
    EXPECT_EQ(0, collide_surface(&shape, tact_pose_identity(), 1, 1, NULL, NULL));
    collide_mesh_destroy(mesh);
    collide_compound_destroy(compound);
}

UTEST(surface, refusals) {
    collide_shape box = collide_box(1, 1, 1), none = collide_box(-1, 1, 1);
    tact_pose bad = tact_pose_identity();
    tact_real zero = 0;
    EXPECT_LT(collide_surface(NULL, tact_pose_identity(), 2, 1, NULL, NULL), 0);
    EXPECT_LT(collide_surface(&none, tact_pose_identity(), 2, 1, NULL, NULL), 0);
    EXPECT_EQ(COLLIDE_BAD_ARGUMENT, collide_surface(&box, tact_pose_identity(), 0, 1, NULL, NULL));
    EXPECT_EQ(COLLIDE_BAD_ARGUMENT, collide_surface(&box, tact_pose_identity(), 17, 1, NULL, NULL));
    EXPECT_EQ(COLLIDE_BAD_ARGUMENT, collide_surface(&box, tact_pose_identity(), 2, zero / zero, NULL, NULL));
    bad.p.x = zero / zero;
    EXPECT_EQ(COLLIDE_BAD_POSE, collide_surface(&box, bad, 2, 1, NULL, NULL));
}

UTEST_STATE();
int main(int argc, const char *const argv[]) {
    int code = utest_main(argc, argv);
    collide_hull_destroy(hull);
    return code;
}
