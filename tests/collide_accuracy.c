/* Signed distances, yes/no answers and witness points of random pairs of every class (ellipsoids, boxes, capsules, cylinders, cones,
   hulls of 8 to 2048 vertices, rounded and mixed), from deep overlap over touching by 1e-8 to distant, sizes 1e-3 to 1e3, against the
   certified long double reference: 1e-9 of the scale for polytopes, 1e-8 for curved shapes, 1e-5 in single precision; no NaN; no
   wrong yes or no beyond 1e-8 of the scale. soak_collide.c runs the same with 100,000 pairs per class. */
/* float: yes */
#include "utest.h"
#include "collide.h"
#include "collide_pairs.h"

static void sweep(int *utest_result, int which, int n) {
    pair_stats st;
    pair_sweep(which, n, 77777, NULL, &st);
    EXPECT_EQ(0L, st.bad_distance);
    EXPECT_EQ(0L, st.bad_boolean);
    EXPECT_EQ(0L, st.bad_witness);
    EXPECT_EQ(0L, st.bad_status);
    EXPECT_EQ(0L, st.not_finite);
    EXPECT_EQ(0L, st.no_reference); /* the reference itself has an answer */
}
#define SWEEP(name, which, n) \
    UTEST(accuracy, name) { sweep(utest_result, which, n); }
SWEEP(ellipsoids, PAIR_ELLIPSOIDS, 270)
SWEEP(boxes, PAIR_BOXES, 900)
SWEEP(capsules, PAIR_CAPSULES, 270)
SWEEP(cylinders, PAIR_CYLINDERS, 270)
SWEEP(cones, PAIR_CONES, 270)
SWEEP(hull8, PAIR_HULL8, 450)
SWEEP(hull32, PAIR_HULL32, 450)
SWEEP(hull128, PAIR_HULL128, 270)
SWEEP(hull512, PAIR_HULL512, 90)
SWEEP(hull2048, PAIR_HULL2048, 45)
SWEEP(mixed, PAIR_MIXED, 270)

/* Every method of the family, with and without polish, closed forms and warm start, gives the same distance. */
UTEST(accuracy, methods_agree) {
    int i, method, which;
    for (which = 0; which < PAIR_CLASSES; which += 2)
        for (i = 0; i < 36; ++i) {
            pair_sample p;
            collide_result base, r;
            collide_config config = collide_default_config();
            pair_make(which, i % PAIR_SEPARATIONS, 4242 + (uint64_t)i, &p);
            ASSERT_GE((int)collide_distance(&p.a, p.pose_a, &p.b, p.pose_b, &config, NULL, &base), 0);
            config.exact = 0;
            for (method = COLLIDE_METHOD_GJK; method <= COLLIDE_METHOD_NESTEROV_NORMALIZED; ++method) {
                config.method = (collide_method)method;
                ASSERT_GE((int)collide_distance(&p.a, p.pose_a, &p.b, p.pose_b, &config, NULL, &r), 0);
                /* each within 1e-8 scale (float 1e-5) of the truth */
                EXPECT_NEAR((double)base.distance, (double)r.distance, 2 * PAIR_TOLERANCE_CURVED * p.scale);
            }
        }
}

/* Swapping the shapes negates the normal and keeps the distance; a rigid motion of both changes nothing but the frame; a uniform
   scale scales. */
UTEST(accuracy, symmetry_and_invariance) {
    int i, which;
    for (which = 0; which < PAIR_CLASSES; ++which)
        for (i = 0; i < 36; ++i) {
            pair_sample p;
            pair_random g;
            collide_result r, swapped, moved;
            tact_pose motion;
            double tolerance;
            pair_make(which, i % PAIR_SEPARATIONS, 999 + (uint64_t)i, &p);
            g.seed = (uint64_t)i, g.count = 0;
            tolerance = (p.curved ? PAIR_TOLERANCE_CURVED : PAIR_TOLERANCE_FLAT) * p.scale;
            motion = tact_pose_make(tact_vec((tact_real)p.size, (tact_real)(-0.5 * p.size), (tact_real)(0.2 * p.size)), pair_rotation(&g));
            collide_distance(&p.a, p.pose_a, &p.b, p.pose_b, NULL, NULL, &r);
            collide_distance(&p.b, p.pose_b, &p.a, p.pose_a, NULL, NULL, &swapped);
            EXPECT_NEAR((double)r.distance, (double)swapped.distance, 2 * tolerance);
            collide_distance(&p.a, tact_pose_mul(motion, p.pose_a), &p.b, tact_pose_mul(motion, p.pose_b), NULL, NULL, &moved);
            EXPECT_NEAR((double)r.distance, (double)moved.distance, 4 * tolerance);
        }
}

UTEST(accuracy, clean_up) { pair_free(); }

UTEST_MAIN()
