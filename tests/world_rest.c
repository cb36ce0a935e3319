/* float: yes */
/* What stands is recognised: after two seconds a tower and a pyramid need no iteration of the solver, in double and in single
   precision, and have not moved by more than the resolution of their coordinates; and so does a light cube under one of up to ten
   thousand times its mass, and stacks of equal boxes that are shifted and turned by about a thousandth, where a contact may be clipped or not. */
#include "world_stacks.h"
#define COLLIDE_RANDOM_SEED 3
#include "collide_random.h"

static void tower(contact_world *w, int n) {
    int i;
    for (i = 0; i < n; ++i) stack_cube(w, 0, 0, 0.1 + 0.2 * i, 0.1, 1);
}
static void pyramid(contact_world *w, int base) {
    int row, i;
    for (row = 0; row < base; ++row)
        for (i = 0; i < base - row; ++i)
            stack_cube(w, 0.205 * (i - 0.5 * (base - row - 1)), 0, 0.1 + 0.2 * row, 0.1, 1);
}

UTEST(world_rest, towers_and_pyramids_come_to_rest) {
    int scene, i;
    for (scene = 0; scene < 2; ++scene) {
        contact_world *w = test_world(NULL);
        tact_vec3 start[64];
        contact_body body;
        double away = 0;
        test_ground(w, TACT_R(0.5), 0);
        if (scene)
            pyramid(w, 10);
        else
            tower(w, 20);
        body.generation = 1;
        for (i = 1; i < (scene ? 56 : 21); ++i) {
            body.index = (uint32_t)i;
            start[i] = contact_body_pose(w, body).p;
        }
        ASSERT_TRUE(test_steps(w, TACT_R(5e-3), 400) >= 0);
        for (i = 0; i < 20; ++i) {
            ASSERT_TRUE(contact_world_step(w, TACT_R(5e-3)) == CONTACT_OK);
            EXPECT_EQ(0, contact_world_get_stats(w).iterations);
        }
        for (i = 1; i < (scene ? 56 : 21); ++i) {
            double d;
            body.index = (uint32_t)i;
            d = (double)tact_norm(tact_sub(contact_body_pose(w, body).p, start[i]));
            away = d > away ? d : away;
        }
        EXPECT_LT(away, sizeof(tact_real) == 8 ? 1e-9 : 1e-5); /* [m]: of heights of 4 m, 40 roundings in single */
        contact_world_destroy(w);
    }
}

UTEST(world_rest, a_heavy_cube_on_a_light_one_comes_to_rest) {
    double mass;
    int i;
    for (mass = 100; mass < 2e4; mass *= 10) {
        contact_world *w = test_world(NULL);
        contact_body top;
        tact_vec3 p;
        test_ground(w, TACT_R(0.5), 0);
        stack_cube(w, 0, 0, 0.1, 0.1, 1);
        stack_cube(w, 0, 0, 0.3, 0.1, mass);
        ASSERT_TRUE(test_steps(w, TACT_R(1e-3), 200) >= 0);
        for (i = 0; i < 10; ++i) {
            ASSERT_TRUE(contact_world_step(w, TACT_R(1e-3)) == CONTACT_OK);
            EXPECT_EQ(0, contact_world_get_stats(w).iterations);
        }
        top.index = 2, top.generation = 1;
        p = contact_body_pose(w, top).p;
        EXPECT_LT(tact_abs(p.x) + tact_abs(p.y) + tact_abs(p.z - TACT_R(0.3)),
                  sizeof(tact_real) == 8 ? TACT_R(1e-9) : TACT_R(1e-6));
        contact_world_destroy(w);
    }
}

UTEST(world_rest, stacks_that_are_a_thousandth_off_stand_on_contacts_of_their_own) {
    uint64_t counter = 0;
    int run, i, k;
    for (run = 0; run < 100; ++run) {
        contact_world *w = test_world(NULL);
        contact_body body[5];
        tact_vec3 start[5];
        tact_real hx = uniform(&counter, TACT_R(0.1), TACT_R(0.5)), hy = uniform(&counter, TACT_R(0.1), TACT_R(0.5)),
                  z = 0;
        test_ground(w, TACT_R(0.5), 0);
        for (i = 0; i < 5; ++i) {
            tact_real hz = uniform(&counter, TACT_R(0.05), TACT_R(0.25)),
                      turn = uniform(&counter, TACT_R(-1e-3), TACT_R(1e-3));
            tact_vec3 p = tact_vec(hx * uniform(&counter, TACT_R(-1.1e-3), TACT_R(1.1e-3)),
                                   hy * uniform(&counter, TACT_R(-1.1e-3), TACT_R(1.1e-3)), z + hz);
            body[i] = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(hx, hy, hz),
                                tact_pose_make(p, tact_quat_axis_angle(tact_vec(0, 0, 1), turn)), 1000, TACT_R(0.5), 0);
            start[i] = p, z += 2 * hz;
        }
        for (k = 0; k < 100; ++k) {
            ASSERT_TRUE(contact_world_step(w, TACT_R(5e-3)) >= 0);
            for (i = 0; i < contact_world_contact_count(w);
                 ++i) { /* shifts, turns and the slop of clipping add to less than a hundredth */
                tact_vec3 at = contact_world_contact(w, i).position;
                ASSERT_TRUE(tact_abs(at.x) < TACT_R(1.01) * hx && tact_abs(at.y) < TACT_R(1.01) * hy);
            }
        }
        for (i = 0; i < 5; ++i) /* in single precision heights of 2.5 m round to 2e-7 */
            EXPECT_LT((double)tact_norm(tact_sub(contact_body_pose(w, body[i]).p, start[i])),
                      sizeof(tact_real) == 8 ? 1e-9 : 1e-5);
        contact_world_destroy(w);
    }
}

UTEST_MAIN()
