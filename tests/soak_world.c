/* soak_world.c - long runs of the world: a day of a busy scene (SOAK_HOURS of simulated time, 24), a minute of a pyramid of base
   twenty, four-bars for 1e5 steps. Nothing turns non-finite, nothing leaves the bin, no memory is asked for after the
   first minutes.   make soak [SOAK_HOURS=24] */
#include "world_stacks.h"

typedef struct memory { long long live, calls; } memory;
static void *soak_alloc(void *context, size_t bytes, size_t align) {
    memory *m = (memory *)context;
    (void)align;
    m->live += (long long)bytes, ++m->calls;
    return malloc(bytes);
}
static void soak_free(void *context, void *p, size_t bytes) {
    if (p) ((memory *)context)->live -= (long long)bytes;
    free(p);
}

/* Boxes, balls and capsules in a bin, stirred by a paddle that never stops, a pendulum swinging through them. */
UTEST(soak_world, a_day_of_a_busy_bin) {
    const char *text = getenv("SOAK_HOURS");
    double hours = text ? atof(text) : 24;
    long long steps = (long long)(hours * 3600 / 5e-3), step, calm = 0;
    memory m = {0, 0};
    tact_allocator allocator;
    contact_world *w;
    contact_body body[12], paddle;
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_body bob = rbd_default_body("bob", RBD_WORLD);
    contact_geom_def geom = contact_default_geom_def();
    collide_shape ball = collide_sphere(TACT_R(0.08));
    contact_robot robot;
    rbd_model *model;
    long long live = 0, stopped = 0;
    int i;
    allocator.context = &m, allocator.alloc = soak_alloc, allocator.free = soak_free;
    w = contact_world_create(NULL, &allocator, NULL);
    test_ground(w, TACT_R(0.5), 0);
    for (i = 0; i < 4; ++i) {
        tact_vec3 n = tact_vec((tact_real)(i == 0) - (tact_real)(i == 1), (tact_real)(i == 2) - (tact_real)(i == 3), 0);
        test_body(w, CONTACT_BODY_STATIC, collide_halfspace(n, -1), tact_pose_identity(), 0, TACT_R(0.3), TACT_R(0.2));
    }
    paddle = test_body(w, CONTACT_BODY_KINEMATIC, collide_box(TACT_R(0.7), TACT_R(0.03), TACT_R(0.08)), tact_pose_at(0, 0, TACT_R(0.09)), 0, TACT_R(0.4), 0);
    contact_body_set_velocity(w, paddle, tact_vec(0, 0, 0), tact_vec(0, 0, TACT_R(1.5)));
    for (i = 0; i < 12; ++i)
        body[i] = test_body(w, CONTACT_BODY_DYNAMIC, i % 3 == 0 ? collide_box(TACT_R(0.1), TACT_R(0.07), TACT_R(0.08)) : i % 3 == 1 ? ball : collide_capsule(TACT_R(0.06), TACT_R(0.08)),
                            tact_pose_at(TACT_R(0.4) * (tact_real)(i % 4) - TACT_R(0.6), TACT_R(0.4) * (tact_real)(i / 4) - TACT_R(0.4), TACT_R(0.5)), 300, TACT_R(0.4), TACT_R(0.2));
    bob.placement = tact_pose_at(0, 0, TACT_R(1.2));
    bob.joint = rbd_default_joint(RBD_JOINT_SPHERICAL);
    bob.inertia = rbd_inertia_sphere(2, tact_vec(0, 0, -1), TACT_R(0.08));
    rbd_builder_add(builder, &bob, NULL);
    model = rbd_model_create(builder, NULL, NULL);
    robot = contact_world_add_robot(w, model, NULL, NULL);
    geom.shape = &ball, geom.pose = tact_pose_at(0, 0, -1);
    contact_world_add_geom(w, contact_robot_link(w, robot, 1), &geom);
    for (step = 0; step < steps; ++step) {
        contact_status status = contact_world_step(w, TACT_R(5e-3));
        ASSERT_TRUE_MSG(status >= 0, contact_world_error(w)->text);
        stopped += status == CONTACT_BODY_STOPPED;
        if (step % 2000 == 1999) { /* every ten seconds */
            tact_real kinetic;
            contact_world_energy(w, &kinetic, NULL);
            ASSERT_TRUE(kinetic == kinetic && kinetic < 1000);
            calm += kinetic < TACT_R(1e-3);
            for (i = 0; i < 12; ++i) {
                tact_vec3 p = contact_body_pose(w, body[i]).p;
                ASSERT_TRUE_MSG(tact_abs(p.x) < TACT_R(1.05) && tact_abs(p.y) < TACT_R(1.05) && p.z > TACT_R(-0.05) && p.z < 3, "a body left the bin");
            }
        }
        if (step == steps / 10) live = m.live;
        if (step % 720000 == 719999) printf("%lld h, %lld bytes, %lld allocations\n", (step + 1) / 720000, m.live, m.calls), fflush(stdout);
    }
    printf("%lld steps, %lld bytes in use (%lld after a tenth), %lld allocations in all\n", steps, m.live, live, m.calls);
    EXPECT_TRUE(stopped == 0);
    EXPECT_TRUE(calm == 0);        /* busy all the time */
    EXPECT_TRUE(m.live <= live + live / 4); /* a rare crowd may need a larger block once; growth with time would double it many times */
    contact_world_destroy(w);
    EXPECT_TRUE(m.live == 0);
    rbd_model_destroy(model);
    rbd_builder_destroy(builder);
}

UTEST(soak_world, pyramid_of_base_twenty_stands_a_minute) {
    double drift = -1, weight = -1;
    ASSERT_TRUE(stack_pyramid(20, 5e-3, 12000, &drift, &weight));
    printf("drift %.3g m, weight %.9f\n", drift, weight);
    EXPECT_LT(drift, 1e-3); /* [m] */
    EXPECT_NEAR(weight, 1.0, 1e-6);
}

UTEST_MAIN()
