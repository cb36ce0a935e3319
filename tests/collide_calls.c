/* Small calls: the questions about a kind agree with the shapes that the constructors make, a pair that is said to need no cache leaves it
   empty, meshes and compounds in the caller's block are the same as those with memory of their own, a changed filter ends and begins
   pairs, fields of configs do what they say, and a config that was not made by its default function or has a field out of range is refused. */
/* float: yes */
/* c++: yes */
#include "utest.h"

#include "collide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void cube_support(const void *user, tact_vec3 d, tact_vec3 *point) {
    (void)user;
    *point = tact_vec(d.x < 0 ? TACT_R(-0.5) : TACT_R(0.5), d.y < 0 ? TACT_R(-0.5) : TACT_R(0.5),
                      d.z < 0 ? TACT_R(-0.5) : TACT_R(0.5));
}
typedef struct zoo {
    collide_custom_shape custom;
    collide_hull *hull;
    collide_mesh *mesh;
    collide_compound *compound;
    collide_height_field field;
    tact_real heights[4];
    collide_shape shape[COLLIDE_KIND_COMPOUND + 1]; /* one of every kind */
} zoo;
static const tact_vec3 tetrahedron[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const int faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
static void zoo_open(int *utest_result, zoo *z) {
    tact_pose identity = tact_pose_identity();
    collide_shape ball = collide_sphere(1);
    memset(z, 0, sizeof *z);
    z->custom.support = cube_support;
    z->custom.extent = 1;
    z->field.n_x = z->field.n_y = 2;
    z->field.spacing_x = z->field.spacing_y = 1;
    z->field.heights = z->heights;
    ASSERT_EQ(COLLIDE_OK, collide_hull_create(tetrahedron, 4, NULL, NULL, &z->hull));
    ASSERT_EQ(COLLIDE_OK, collide_mesh_create(tetrahedron, 4, faces, 4, NULL, &z->mesh));
    ASSERT_EQ(COLLIDE_OK, collide_compound_create(&ball, &identity, 1, NULL, &z->compound));
    z->shape[COLLIDE_KIND_POINT] = ball;
    z->shape[COLLIDE_KIND_SEGMENT] = collide_capsule(1, 1);
    z->shape[COLLIDE_KIND_TRIANGLE] = collide_triangle(tetrahedron[0], tetrahedron[1], tetrahedron[2]);
    z->shape[COLLIDE_KIND_BOX] = collide_box(1, 1, 1);
    z->shape[COLLIDE_KIND_ELLIPSOID] = collide_ellipsoid(1, 1, 2);
    z->shape[COLLIDE_KIND_CYLINDER] = collide_cylinder(1, 1);
    z->shape[COLLIDE_KIND_CONE] = collide_cone(1, 1);
    z->shape[COLLIDE_KIND_HULL] = collide_convex(z->hull);
    z->shape[COLLIDE_KIND_CUSTOM] = collide_custom(&z->custom);
    z->shape[COLLIDE_KIND_HALFSPACE] = collide_halfspace(tact_vec(0, 0, 1), 0);
    z->shape[COLLIDE_KIND_PLANE] = collide_plane(tact_vec(0, 0, 1), 0);
    z->shape[COLLIDE_KIND_MESH] = collide_mesh_shape(z->mesh);
    z->shape[COLLIDE_KIND_HEIGHT_FIELD] = collide_height_field_shape(&z->field);
    z->shape[COLLIDE_KIND_COMPOUND] = collide_compound_shape(z->compound);
}
static void zoo_close(zoo *z) {
    collide_hull_destroy(z->hull);
    collide_mesh_destroy(z->mesh);
    collide_compound_destroy(z->compound);
}

UTEST(kinds, questions_agree_with_the_shapes) {
    zoo z;
    int kind, balls = 0, unbounded = 0, corners = 0, rims = 0, sets = 0, surfaces = 0;
    zoo_open(utest_result, &z);
    EXPECT_EQ(COLLIDE_BAD_ARGUMENT, collide_shape_check(NULL));
    EXPECT_EQ(COLLIDE_BAD_SHAPE, collide_shape_check(&z.shape[COLLIDE_KIND_NONE]));
    for (kind = COLLIDE_KIND_POINT; kind <= COLLIDE_KIND_COMPOUND; ++kind) {
        const collide_shape *shape = &z.shape[kind];
        const collide_kind k = shape->kind;
        collide_aabb box;
        collide_result result;
        EXPECT_EQ(kind, (int)k);
        EXPECT_EQ(COLLIDE_OK, collide_shape_check(shape));
        /* only a set is refused by the convex query, and only an unbounded shape has no box */
        EXPECT_EQ(collide_kind_is_set(k),
                  collide_distance(shape, tact_pose_at(0, 0, 9), &z.shape[COLLIDE_KIND_POINT], tact_pose_identity(),
                                   NULL, NULL, &result) == COLLIDE_UNSUPPORTED);
        EXPECT_EQ(COLLIDE_OK, collide_shape_aabb(shape, tact_pose_identity(), &box));
        EXPECT_EQ(collide_kind_is_unbounded(k), box.max.x > TACT_R(1e6));
        balls += collide_kind_is_ball(k);
        unbounded += collide_kind_is_unbounded(k);
        corners += collide_kind_has_corners(k);
        rims += collide_kind_has_rim(k);
        sets += collide_kind_is_set(k);
        surfaces += collide_kind_is_surface(k);
        if (collide_kind_is_surface(k)) EXPECT_TRUE(collide_kind_is_set(k));
    }
    EXPECT_EQ(1, balls);
    EXPECT_EQ(2, unbounded);
    EXPECT_EQ(3, corners);
    EXPECT_EQ(2, rims);
    EXPECT_EQ(3, sets);
    EXPECT_EQ(2, surfaces);
    zoo_close(&z);
}

UTEST(kinds, a_pair_that_uses_no_cache_leaves_it_empty) {
    zoo z;
    int a, b;
    zoo_open(utest_result, &z);
    for (a = COLLIDE_KIND_POINT; a <= COLLIDE_KIND_PLANE; ++a)
        for (b = COLLIDE_KIND_POINT; b <= COLLIDE_KIND_PLANE; ++b) {
            collide_manifold_cache cache, empty;
            collide_manifold manifold;
            EXPECT_EQ(collide_kinds_use_cache((collide_kind)a, (collide_kind)b),
                      collide_kinds_use_cache((collide_kind)b, (collide_kind)a));
            if (collide_kinds_use_cache((collide_kind)a, (collide_kind)b)) continue;
            memset(&cache, 0, sizeof cache);
            memset(&empty, 0, sizeof empty);
            EXPECT_EQ(collide_kind_is_unbounded((collide_kind)a) && collide_kind_is_unbounded((collide_kind)b)
                          ? COLLIDE_UNSUPPORTED
                          : COLLIDE_OK,
                      collide_contact(&z.shape[a], tact_pose_identity(), &z.shape[b], tact_pose_at(0, 0, TACT_R(0.5)),
                                      NULL, &cache, &manifold));
            EXPECT_EQ(0, memcmp(&cache, &empty, sizeof cache));
        }
    zoo_close(&z);
}

UTEST(sets, in_the_callers_block_are_the_same) {
    zoo z;
    tact_pose identity = tact_pose_identity(), above = tact_pose_at(TACT_R(0.2), TACT_R(0.2), 3);
    size_t bytes = collide_mesh_bytes(4, 4), compound_bytes = collide_compound_bytes(1);
    double *block = (double *)malloc(bytes), *compound_block = (double *)malloc(compound_bytes);
    collide_mesh *mesh;
    collide_compound *compound;
    collide_shape ball = collide_sphere(1), shape;
    collide_result own, block_result;
    int own_piece, piece;
    zoo_open(utest_result, &z);
    EXPECT_EQ((size_t)0, collide_mesh_bytes(-1, 4));
    EXPECT_EQ((size_t)0, collide_compound_bytes(-1));
    EXPECT_EQ(COLLIDE_NO_SPACE, collide_mesh_build(tetrahedron, 4, faces, 4, block, bytes - 1, &mesh));
    EXPECT_EQ(COLLIDE_NO_SPACE,
              collide_compound_build(&ball, &identity, 1, compound_block, compound_bytes - 1, &compound));
    ASSERT_EQ(COLLIDE_OK, collide_mesh_build(tetrahedron, 4, faces, 4, block, bytes, &mesh));
    ASSERT_EQ(COLLIDE_OK, collide_compound_build(&ball, &identity, 1, compound_block, compound_bytes, &compound));

    shape = collide_mesh_shape(mesh);
    EXPECT_EQ(COLLIDE_OK, collide_set_distance(&shape, identity, &ball, above, NULL, &block_result, NULL, &piece));
    EXPECT_EQ(COLLIDE_OK,
              collide_set_distance(&z.shape[COLLIDE_KIND_MESH], identity, &ball, above, NULL, &own, NULL, &own_piece));
    EXPECT_TRUE(!(own.distance < block_result.distance) && !(own.distance > block_result.distance));
    EXPECT_EQ(own_piece, piece);

    shape = collide_compound_shape(compound);
    EXPECT_EQ(COLLIDE_OK, collide_set_distance(&shape, identity, &ball, above, NULL, &block_result, NULL, NULL));
    EXPECT_EQ(COLLIDE_OK,
              collide_set_distance(&z.shape[COLLIDE_KIND_COMPOUND], identity, &ball, above, NULL, &own, NULL, NULL));
    EXPECT_TRUE(!(own.distance < block_result.distance) && !(own.distance > block_result.distance));
    free(block);
    free(compound_block);
    zoo_close(&z);
}

UTEST(broadphase, a_changed_filter_ends_and_begins_pairs) {
    collide_broadphase broad;
    collide_aabb box = {{0, 0, 0}, {1, 1, 1}};
    collide_filter all = collide_default_filter(), none = collide_default_filter();
    int a, b;
    none.mask = 0;
    ASSERT_EQ(COLLIDE_OK, collide_broadphase_create(&broad, NULL, NULL));
    ASSERT_EQ(COLLIDE_OK, collide_broadphase_insert(&broad, box, all, 0, 7, &a));
    ASSERT_EQ(COLLIDE_OK, collide_broadphase_insert(&broad, box, all, 0, 8, &b));
    EXPECT_EQ(COLLIDE_OK, collide_broadphase_update(&broad));
    EXPECT_EQ(1, broad.n_pairs);
    EXPECT_EQ(COLLIDE_OK, collide_broadphase_set_filter(&broad, b, none));
    EXPECT_EQ(0u, collide_broadphase_get_filter(&broad, b).mask);
    EXPECT_EQ(COLLIDE_OK, collide_broadphase_update(&broad));
    EXPECT_EQ(0, broad.n_pairs);
    EXPECT_EQ(1, broad.n_ended);
    EXPECT_EQ(COLLIDE_OK, collide_broadphase_set_filter(&broad, b, all));
    EXPECT_EQ(COLLIDE_OK, collide_broadphase_update(&broad));
    EXPECT_EQ(1, broad.n_pairs);
    EXPECT_EQ(COLLIDE_BAD_ARGUMENT, collide_broadphase_set_filter(&broad, 99, all));
    collide_broadphase_destroy(&broad);
}

static int first_two_only(void *context, int a, int b) {
    int *calls = (int *)context;
    ++*calls;
    return a + b == 1; /* proxies 0 and 1 */
}
UTEST(broadphase, the_filter_of_the_config_gets_its_context) {
    collide_broadphase broad;
    collide_broadphase_config config = collide_default_broadphase_config();
    collide_aabb box = {{0, 0, 0}, {1, 1, 1}};
    int i, proxy, calls = 0;
    config.filter = first_two_only;
    config.filter_context = &calls;
    ASSERT_EQ(COLLIDE_OK, collide_broadphase_create(&broad, &config, NULL));
    for (i = 0; i < 3; ++i)
        ASSERT_EQ(COLLIDE_OK, collide_broadphase_insert(&broad, box, collide_default_filter(), 0, 0, &proxy));
    EXPECT_EQ(COLLIDE_OK, collide_broadphase_update(&broad));
    EXPECT_EQ(1, broad.n_pairs);
    EXPECT_EQ(3, calls);
    collide_broadphase_destroy(&broad);
}

/* Concentric balls: K + d I is zero, and the lifted eigenvalue, regularization times the size, sets the slope of the normal. */
UTEST(gradient, regularization_sets_the_slope_where_it_is_singular) {
    collide_shape ball = collide_sphere(TACT_R(0.5));
    collide_gradient_config config = collide_default_gradient_config(COLLIDE_GRADIENT_EXACT);
    collide_gradient gradient;
    collide_result result;
    double slope[2];
    int i, j, k;
    for (i = 0; i < 2; ++i) {
        config.regularization = i ? TACT_R(1e-2) : TACT_R(1e-3);
        EXPECT_EQ(COLLIDE_SINGULAR, collide_distance_gradient(&ball, tact_pose_identity(), &ball, tact_pose_identity(),
                                                              NULL, &config, NULL, &result, &gradient));
        EXPECT_EQ(1, gradient.regularized);
        slope[i] = 0;
        for (j = 0; j < 3; ++j)
            for (k = 0; k < 3; ++k) slope[i] = fmax(slope[i], fabs((double)gradient.b.normal[j][k]));
    }
    EXPECT_NEAR(10.0, slope[0] / slope[1], 1e-3);
    config.regularization = 0;
    EXPECT_EQ(COLLIDE_BAD_CONFIG, collide_distance_gradient(&ball, tact_pose_identity(), &ball, tact_pose_identity(),
                                                            NULL, &config, NULL, &result, &gradient));
}

UTEST(broadphase, refuses_a_config_that_is_not_right) {
    const tact_real bad[] = {-1, (tact_real)NAN, (tact_real)INFINITY};
    collide_broadphase broad;
    collide_broadphase_config config, zero;
    double block[64];
    int i;
    memset(&zero, 0, sizeof zero);
    EXPECT_EQ(COLLIDE_BAD_CONFIG, collide_broadphase_create(&broad, &zero, NULL));
    EXPECT_EQ(COLLIDE_BAD_CONFIG, collide_broadphase_init(&broad, &zero, block, sizeof block));
    EXPECT_EQ((size_t)0, collide_broadphase_bytes(&zero));
    for (i = 0; i < 3; ++i) {
        config = collide_default_broadphase_config();
        config.margin = bad[i];
        EXPECT_EQ(COLLIDE_BAD_CONFIG, collide_broadphase_create(&broad, &config, NULL));
        config = collide_default_broadphase_config();
        config.margin_relative = bad[i];
        EXPECT_EQ(COLLIDE_BAD_CONFIG, collide_broadphase_create(&broad, &config, NULL));
    }
    config = collide_broadphase_default_config(); /* the name of 0.1 */
    EXPECT_EQ(collide_broadphase_bytes(NULL), collide_broadphase_bytes(&config));
    EXPECT_EQ(COLLIDE_NO_SPACE, collide_broadphase_init(&broad, &config, block, sizeof block));
    EXPECT_EQ(COLLIDE_BAD_ARGUMENT, collide_broadphase_init(&broad, &config, NULL, 0));
    config.max_proxies = 0;
    EXPECT_EQ(COLLIDE_BAD_CONFIG, collide_broadphase_create(&broad, &config, NULL));
    config.max_proxies = 8, config.max_pairs = 1 << 28;
    EXPECT_EQ(COLLIDE_BAD_CONFIG, collide_broadphase_create(&broad, &config, NULL));
}

UTEST_MAIN()
