/* Derivatives that cannot be had: the status says so, nothing that is not finite comes out, and the world is as it was. A twin world that
   never failed takes the same steps to the last bit. Memory: every allocation of the differential fails in turn, once or from there on. */
#include "world_common.h"

#include <stdlib.h>
#include <string.h>

typedef struct store {
    int left, once; /* allocations until one fails; 1: only that one */
    int live;       /* blocks that are not freed */
} store;
static void *store_alloc(void *context, size_t bytes, size_t align) {
    store *s = (store *)context;
    int fails = s->left-- <= 0;
    (void)align;
    if (fails && s->once) s->left = 1 << 30;
    if (fails) return NULL;
    s->live += 1;
    return malloc(bytes);
}
static void store_free(void *context, void *memory, size_t bytes) {
    (void)bytes;
    if (memory) ((store *)context)->live -= 1;
    free(memory);
}

/* Cubes that tumble onto each other and bounce: contacts come and go, and steps lie between two solutions. */
static contact_world *tumble(void) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    int i;
    c.solver.tolerance = TACT_R(1e-10);
    w = test_world(&c);
    test_ground(w, TACT_R(0.5), TACT_R(0.4));
    for (i = 0; i < 3; ++i) {
        tact_pose pose = tact_pose_identity();
        contact_body b;
        pose.p = tact_vec(TACT_R(0.03) * (tact_real)i, 0, TACT_R(0.12) + TACT_R(0.23) * (tact_real)i);
        pose.q = tact_quat_exp(tact_vec(TACT_R(0.1) * (tact_real)i, TACT_R(0.05), 0));
        b = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)), pose, 300,
                      TACT_R(0.5), TACT_R(0.4));
        contact_body_set_velocity(w, b, tact_vec(TACT_R(0.3), 0, -1), tact_vec(0, 0, 0));
    }
    return w;
}
static uint64_t after(contact_world *w, int steps) {
    int i;
    for (i = 0; i < steps; ++i)
        if (contact_world_step(w, TACT_R(2e-3)) < 0) return 0;
    return contact_world_hash(w);
}

UTEST(world_derivatives_failures, an_allocation_that_fails_in_a_step_changes_no_later_step) {
    int once, k, made, warm;
    for (once = 0; once < 2; ++once)
        for (warm = 0; warm < 40; warm += 13)
            for (k = 0, made = 0; k < 100 && !made; ++k) {
                contact_world *w = tumble(), *twin = tumble();
                tact_allocator allocator;
                store s = {1 << 30, 0, 0};
                contact_differential *d;
                uint64_t before;
                allocator.context = &s;
                allocator.alloc = store_alloc;
                allocator.free = store_free;
                d = contact_differential_create(&allocator);
                ASSERT_TRUE(d != NULL);
                before = after(w, warm);
                ASSERT_TRUE(before == after(twin, warm));
                s.left = k;
                s.once = once;
                made = contact_world_step_differential(w, TACT_R(2e-3), d) >= 0;
                if (made)
                    (void)after(twin, 1);
                else
                    ASSERT_TRUE(contact_world_hash(w) == before);
                ASSERT_TRUE(after(w, 60) == after(twin, 60));
                s.left = 1 << 30; /* usable after */
                ASSERT_GE((int)contact_world_step_differential(w, TACT_R(2e-3), d), 0);
                contact_differential_destroy(d);
                ASSERT_EQ(0, s.live);
                contact_world_destroy(w);
                contact_world_destroy(twin);
                if (made) EXPECT_GT(k, 2); /* some were refused */
            }
}

static tact_real height(void *context, contact_world *w, int k, tact_real *gradient) {
    (void)context;
    (void)k;
    if (gradient) gradient[2] += 1;
    (void)w;
    return 0;
}
UTEST(world_derivatives_failures, a_rollout_without_memory_leaves_the_world_as_it_was) {
    int once, k, made;
    for (once = 0; once < 2; ++once)
        for (k = 0, made = 0; k < 400 && !made; k += 1 + k / 20) {
            contact_world *w = tumble(), *twin = tumble();
            tact_allocator allocator;
            store s = {1 << 30, 0, 0};
            contact_differential *d;
            contact_rollout r;
            contact_status status;
            uint64_t before;
            memset(&r, 0, sizeof r);
            r.steps = 9;
            r.dt = TACT_R(2e-3);
            r.loss = height;
            allocator.context = &s;
            allocator.alloc = store_alloc;
            allocator.free = store_free;
            d = contact_differential_create(&allocator);
            ASSERT_TRUE(d != NULL);
            before = after(w, 5);
            (void)after(twin, 5);
            s.left = k;
            s.once = once;
            status = contact_world_rollout(w, &r, d, NULL, NULL, NULL, NULL);
            made = status >= 0;
            if (made)
                (void)after(twin, 9);
            else
                ASSERT_TRUE(contact_world_hash(w) == before);
            ASSERT_TRUE(after(w, 40) == after(twin, 40));
            contact_differential_destroy(d);
            ASSERT_EQ(0, s.live);
            contact_world_destroy(w);
            contact_world_destroy(twin);
        }
    EXPECT_TRUE(made);
}

/* The link of a robot that is one free body moves alone, but its dofs are the robot's: refused, as all that is in maximal coordinates. */
UTEST(world_derivatives_failures, free_bodies_in_maximal_coordinates_are_refused_in_a_faithful_step) {
    static const char mjcf[] = "<mujoco><worldbody><body name='one' pos='0 0 1'><freejoint/><geom type='box' "
                               "size='.1 .2 .3'/></body></worldbody></mujoco>";
    int robots, k;
    for (robots = 1; robots < 3; ++robots) {
        contact_world_config c = contact_default_world_config();
        contact_file_config file = contact_default_file_config();
        contact_differential *d = contact_differential_create(NULL);
        rbd_model *model[2];
        contact_world *w;
        tact_real by_state[24 * 24];
        uint64_t before;
        c.maximal = 1;
        c.integrator = CONTACT_INTEGRATOR_FAITHFUL;
        w = test_world(&c);
        for (k = 0; k < robots; ++k) {
            contact_robot r = contact_world_add_file(w, mjcf, sizeof mjcf - 1, &file, &model[k]);
            ASSERT_TRUE_MSG(r.generation != 0, contact_world_error(w)->text);
            contact_robot_q(w, r)[0] = (tact_real)(3 * k); /* apart */
        }
        ASSERT_EQ(6 * robots, contact_world_dofs(w));
        before = contact_world_hash(w);
        EXPECT_EQ((int)CONTACT_UNSUPPORTED, (int)contact_world_step_differential(w, TACT_R(1e-3), d));
        EXPECT_TRUE(before == contact_world_hash(w));
        EXPECT_EQ((int)CONTACT_BAD_ARGUMENT, (int)contact_differential_matrices(d, by_state, NULL, NULL));
        EXPECT_GE((int)contact_world_step(w, TACT_R(1e-3)), 0);
        contact_differential_destroy(d);
        contact_world_destroy(w);
        for (k = 0; k < robots; ++k) rbd_model_destroy(model[k]);
    }
}

UTEST(world_derivatives_failures, a_body_that_turns_too_fast_has_a_finite_derivative_or_none) {
    static const double spins[] = {1, 1e3, 1e5, 1e7, 1e12, 1e60, 1e150};
    int i, k, integrator;
    for (i = 0; i < (int)(sizeof spins / sizeof *spins); ++i)
        for (integrator = 0; integrator < 3; ++integrator) {
            contact_world_config c = contact_default_world_config();
            contact_differential *d = contact_differential_create(NULL);
            contact_world *w;
            contact_body b;
            contact_status status;
            tact_real by_state[12 * 12] = {0}; /* a body that was stopped has no rows in it */
            c.integrator = integrator == 0   ? CONTACT_INTEGRATOR_FAITHFUL
                           : integrator == 1 ? CONTACT_INTEGRATOR_EULER
                                             : CONTACT_INTEGRATOR_MOREAU;
            w = test_world(&c);
            b = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.2), TACT_R(0.3)),
                          tact_pose_identity(), 1000, TACT_R(0.5), 0);
            contact_body_set_velocity(w, b, tact_vec(0, 0, 0),
                                      tact_scale((tact_real)spins[i], tact_vec(1, TACT_R(0.5), TACT_R(0.25))));
            status = contact_world_step_differential(w, TACT_R(1e-3), d);
            if (status >= 0) {
                ASSERT_GE((int)contact_differential_matrices(d, by_state, NULL, NULL), 0);
                for (k = 0; k < 144; ++k) ASSERT_TRUE_MSG(tact_finite(by_state[k]), "an entry that is not finite");
            }
            if (spins[i] < 1e5) EXPECT_GE((int)status, 0);
            contact_differential_destroy(d);
            contact_world_destroy(w);
        }
}

UTEST_MAIN()
