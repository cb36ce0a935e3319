/* A build without gradients and without sets answers convex queries as before: distances, contacts, casts and surfaces of convex shapes;
   the functions about sets take a convex shape as its own piece, and a shape that claims to be a set is refused. */
/* float: yes */
/* c++: yes */
#define COLLIDE_STATIC
#define COLLIDE_NO_GRADIENTS
#define COLLIDE_NO_SETS
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "utest.h"

#ifdef TACT_FLOAT
#define TOLERANCE 1e-5
#else
#define TOLERANCE 1e-12 /* closed forms */
#endif

UTEST(cut, convex_queries_are_there) {
    collide_shape box = collide_box(1, 1, 1), ball = collide_sphere(1), part = ball;
    tact_pose here = tact_pose_identity(), above = tact_pose_at(0, 0, TACT_R(2.5)), at;
    collide_manifold manifold = TACT_ZERO;
    collide_cast_hit hit;
    collide_result r;
    collide_mass mass;
    int count = 0, piece = 7;
    EXPECT_EQ(COLLIDE_OK, collide_distance(&box, here, &ball, above, NULL, NULL, &r));
    EXPECT_NEAR(0.5, (double)r.distance, TOLERANCE);
    EXPECT_EQ(COLLIDE_OK, collide_set_distance(&box, here, &ball, above, NULL, &r, &piece, NULL));
    EXPECT_NEAR(0.5, (double)r.distance, TOLERANCE);
    EXPECT_EQ(0, piece);
    EXPECT_EQ(COLLIDE_OK, collide_set_piece(&box, above, 0, &part, &at));
    EXPECT_EQ(box.kind, part.kind);
    EXPECT_EQ(COLLIDE_BAD_ARGUMENT, collide_set_piece(&box, above, 1, &part, &at));
    above.p.z = TACT_R(1.9);
    EXPECT_EQ(COLLIDE_OK, collide_contacts(&box, here, &ball, above, NULL, NULL, &manifold, 1, &count));
    EXPECT_EQ(1, count);
    EXPECT_NEAR(-0.1, (double)manifold.points[0].gap, TOLERANCE);
    EXPECT_EQ(COLLIDE_OK, collide_ray_cast(&box, here, tact_vec(0, 0, 3), tact_vec(0, 0, -1), 5, &hit));
    EXPECT_NEAR(2.0, (double)hit.t, TOLERANCE);
    EXPECT_EQ(COLLIDE_OK, collide_shape_cast(&ball, tact_pose_at(0, 0, 5), tact_vec(0, 0, -4), &box, here, 0, &hit));
    EXPECT_NEAR(0.75, (double)hit.t, 1e-5); /* conservative advancement ends within 1e-9 (float 1e-5) of the size */
    EXPECT_EQ(12, collide_surface(&box, here, 1, 1, NULL, NULL));
    EXPECT_EQ(COLLIDE_OK, collide_mass_properties(&box, 1, &mass));
    EXPECT_NEAR(8.0, (double)mass.mass, 8 * TOLERANCE);
}
UTEST(cut, a_set_is_refused) {
    collide_shape box = collide_box(1, 1, 1), claim = box;
    collide_result r;
    collide_aabb aabb;
    claim.kind = COLLIDE_KIND_MESH;
    EXPECT_EQ(COLLIDE_BAD_SHAPE, collide_shape_check(&claim));
    EXPECT_EQ(COLLIDE_BAD_SHAPE, collide_shape_aabb(&claim, tact_pose_identity(), &aabb));
    EXPECT_EQ(COLLIDE_BAD_SHAPE,
              collide_set_distance(&claim, tact_pose_identity(), &box, tact_pose_identity(), NULL, &r, NULL, NULL));
}

UTEST_MAIN()
