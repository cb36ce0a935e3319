/* The world under bad luck: refused input names its cause and leaves the world as it was, a body that turns non-finite stops
   alone, stale handles are recognised, fast balls do not pass a thin plate, snapshots continue with the same bits, sleeping
   islands wake, stacks stand, a jam lets go without a bang. */
/* slow: yes */
#include "world_bin.h"

static contact_body cube_at(contact_world *w, double x, double z) {
    return test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                     tact_pose_at((tact_real)x, 0, (tact_real)z), 125, TACT_R(0.5), 0);
}

UTEST(world_robust, bad_definitions_are_refused_and_named) {
    contact_world *w = test_world(NULL);
    contact_body_def b = contact_default_body_def();
    contact_geom_def g = contact_default_geom_def();
    contact_joint_def j = contact_default_joint_def(CONTACT_JOINT_HINGE);
    contact_world_config c = contact_default_world_config();
    contact_error error;
    collide_shape bad = collide_sphere(-1), good = collide_sphere(1);
    contact_body body;
    b.mass_from_geoms = 0;
    b.name = "crate";
    b.mass = -1;
    ASSERT_FALSE(contact_body_valid(w, contact_world_add_body(w, &b)));
    ASSERT_EQ((int)CONTACT_NOT_POSITIVE, (int)contact_world_error(w)->status);
    ASSERT_TRUE(strstr(contact_world_error(w)->text, "crate") != NULL);
    b.mass = 1;
    b.pose.p.x = (tact_real)NAN;
    ASSERT_FALSE(contact_body_valid(w, contact_world_add_body(w, &b)));
    b.pose = tact_pose_identity();
    b.pose.q.w = 0; /* a quaternion of length zero */
    ASSERT_FALSE(contact_body_valid(w, contact_world_add_body(w, &b)));
    b.pose = tact_pose_identity();
    body = contact_world_add_body(w, &b);
    ASSERT_TRUE(contact_body_valid(w, body));
    g.shape = &bad;
    ASSERT_EQ(0u, contact_world_add_geom(w, body, &g).generation);
    ASSERT_EQ((int)CONTACT_BAD_SHAPE, (int)contact_world_error(w)->status);
    g.shape = &good;
    g.material.friction = -1;
    ASSERT_EQ(0u, contact_world_add_geom(w, body, &g).generation);
    ASSERT_EQ((int)CONTACT_BAD_FRICTION, (int)contact_world_error(w)->status);
    j.b = body, j.a = body; /* a joint of a body with itself */
    ASSERT_EQ(0u, contact_world_add_joint(w, &j).generation);
    ASSERT_EQ((int)CONTACT_BAD_ARGUMENT, (int)contact_world_step(w, 0));
    ASSERT_EQ((int)CONTACT_BAD_ARGUMENT, (int)contact_world_step(w, (tact_real)NAN));
    ASSERT_EQ((int)CONTACT_NOT_FINITE, (int)contact_body_add_force(w, body, tact_vec((tact_real)INFINITY, 0, 0)));
    ASSERT_TRUE(contact_world_step(w, TACT_R(1e-3)) >= 0);
    c.contact_erp = 2;
    ASSERT_TRUE(contact_world_create(&c, NULL, &error) == NULL);
    ASSERT_EQ((int)CONTACT_BAD_ARGUMENT, (int)error.status);
    contact_world_destroy(w);
}

UTEST(world_robust, stale_handles) {
    contact_world *w = test_world(NULL);
    contact_body a = cube_at(w, 0, 1), b;
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_remove_body(w, a));
    ASSERT_FALSE(contact_body_valid(w, a));
    ASSERT_EQ((int)CONTACT_STALE_HANDLE, (int)contact_world_remove_body(w, a));
    b = cube_at(w, 0, 1);
    ASSERT_EQ(a.index, b.index); /* the place is used again, the old handle is not valid for it */
    ASSERT_FALSE(contact_body_valid(w, a));
    ASSERT_TRUE(contact_body_valid(w, b));
    contact_world_destroy(w);
}

/* One robot with a NaN in its state: stopped and named; a cube beside it slides as if alone, to the last bit. */
UTEST(world_robust, non_finite_state_is_isolated) {
    contact_world *w[2];
    contact_body cube[2];
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_body arm = rbd_default_body("forearm", RBD_WORLD);
    rbd_model *model;
    int k, i;
    arm.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
    arm.inertia = rbd_inertia_box(1, tact_vec(1, 0, 0), tact_vec(1, 1, 1));
    ASSERT_TRUE(rbd_builder_add(builder, &arm, NULL) > 0);
    model = rbd_model_create(builder, NULL, NULL);
    for (k = 0; k < 2; ++k) {
        w[k] = test_world(NULL);
        test_ground(w[k], TACT_R(0.5), 0);
        cube[k] = cube_at(w[k], 5, 0.1);
        contact_body_set_velocity(w[k], cube[k], tact_vec(1, 0, 0), tact_vec(0, 0, 0));
        if (k) {
            contact_robot r = contact_world_add_robot(w[k], model, NULL, NULL);
            contact_robot_v(w[k], r)[0] = (tact_real)NAN;
            ASSERT_EQ((int)CONTACT_BODY_STOPPED, (int)contact_world_step(w[k], TACT_R(1e-3)));
            ASSERT_TRUE(strstr(contact_world_error(w[k])->text, "forearm") != NULL);
        } else {
            contact_world_step(w[k], TACT_R(1e-3));
        }
        for (i = 0; i < 300; ++i) contact_world_step(w[k], TACT_R(1e-3));
    }
    ASSERT_TRUE(contact_body_pose(w[0], cube[0]).p.x == contact_body_pose(w[1], cube[1]).p.x);
    contact_world_destroy(w[0]), contact_world_destroy(w[1]);
    rbd_model_destroy(model);
    rbd_builder_destroy(builder);
}

/* Balls at 50 m/s onto a plate of 1 mm, phases spread over one step of flight, dt 1 and 4 ms: none passes, none bounces. */
UTEST(world_robust, thin_plate_stops_fast_balls) {
    int k, i, r;
    for (k = 0; k < 2; ++k)
        for (r = 0; r < 2; ++r) {
            contact_world *w = test_world(NULL);
            double dt = k ? 4e-3 : 1e-3, radius = r ? 0.01 : 0.05;
            contact_body ball[20];
            test_body(w, CONTACT_BODY_STATIC, collide_box(5, 5, TACT_R(0.0005)), tact_pose_at(0, 0, 0), 0, TACT_R(0.5),
                      0);
            for (i = 0; i < 20; ++i) {
                ball[i] = test_body(w, CONTACT_BODY_DYNAMIC, collide_sphere((tact_real)radius),
                                    tact_pose_at((tact_real)(0.3 * (i % 5) - 0.6), (tact_real)(0.3 * (i / 5) - 0.6),
                                                 (tact_real)(1 + 50 * dt * i / 20)),
                                    1000, TACT_R(0.5), 0);
                contact_body_set_velocity(w, ball[i], tact_vec(0, 0, -50), tact_vec(0, 0, 0));
            }
            for (i = 0; i < (int)(0.3 / dt); ++i) ASSERT_TRUE(contact_world_step(w, (tact_real)dt) >= 0);
            for (i = 0; i < 20; ++i) {
                double z = (double)contact_body_pose(w, ball[i]).p.z;
                ASSERT_GT(z, radius - 0.002);
                ASSERT_LT(z, radius + 0.02);
            }
            contact_world_destroy(w);
        }
}

/* A flat mesh has no thickness, but what lies on it is met before it touches, as on a plane: nothing sinks in, and it comes to rest. To 1e-6 m,
   a hundred-thousandth of their size; a contact found only once they overlap lets this fall end 2 mm deep. */
UTEST(world_robust, a_flat_mesh_carries_as_a_plane_does) {
    const tact_vec3 corners[4] = {{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}};
    const int triangles[6] = {0, 1, 2, 0, 2, 3};
    const tact_real height[2] = {TACT_R(0.1), TACT_R(0.15)}; /* of a box and of an upright capsule at rest */
    collide_mesh *mesh = NULL;
    collide_shape ground, shape[2];
    contact_world *w = test_world(NULL);
    contact_body b[2];
    int i, k;
    ASSERT_EQ(collide_mesh_create(corners, 4, triangles, 2, NULL, &mesh), COLLIDE_OK);
    ground = collide_mesh_shape(mesh);
    shape[0] = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    shape[1] = collide_capsule(TACT_R(0.05), TACT_R(0.1));
    contact_world_add_static(w, &ground, tact_pose_identity());
    for (i = 0; i < 2; ++i)
        b[i] = contact_world_add_dynamic(w, &shape[i], tact_pose_at((tact_real)i, TACT_R(0.3), height[i] + TACT_R(0.3)),
                                         1000);
    for (k = 0; k < 500; ++k) {
        ASSERT_TRUE(contact_world_step(w, TACT_R(2e-3)) >= 0);
        for (i = 0; i < 2; ++i) ASSERT_GT(contact_body_pose(w, b[i]).p.z, height[i] - TACT_R(1e-6));
    }
    for (i = 0; i < 2; ++i) EXPECT_LT(tact_norm(contact_body_velocity(w, b[i])), TACT_R(1e-9));
    contact_world_destroy(w);
    collide_mesh_destroy(mesh);
}

UTEST(world_robust, snapshots_continue_with_the_same_bits) {
    contact_world *w = test_world(NULL), *copy;
    uint64_t end, again;
    size_t bytes;
    void *block;
    int i;
    test_ground(w, TACT_R(0.5), 0);
    for (i = 0; i < 12; ++i) cube_at(w, 0.13 * (i % 3), 0.15 + 0.21 * i);
    test_steps(w, TACT_R(2e-3), 200);
    bytes = contact_world_snapshot_bytes(w);
    block = malloc(bytes);
    ASSERT_EQ((int)CONTACT_NO_SPACE, (int)contact_world_save(w, block, bytes - 1));
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_save(w, block, bytes));
    copy = contact_world_clone(w, NULL);
    ASSERT_TRUE(copy != NULL);
    test_steps(w, TACT_R(2e-3), 300);
    end = contact_world_hash(w);
    test_steps(copy, TACT_R(2e-3), 300);
    ASSERT_TRUE(end == contact_world_hash(copy));
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_restore(w, block, bytes));
    test_steps(w, TACT_R(2e-3), 300);
    again = contact_world_hash(w);
    ASSERT_TRUE(end == again);
    free(block);
    contact_world_destroy(copy);
    contact_world_destroy(w);
}

/* Ten cubes on each other for 10 s of simulated time; the forces on the lowest carry them all. */
UTEST(world_robust, tower_stands) {
    contact_world *w = test_world(NULL);
    contact_body b[10];
    tact_vec3 force;
    int i;
    test_ground(w, TACT_R(0.5), 0);
    for (i = 0; i < 10; ++i) b[i] = cube_at(w, 0, 0.1 + 0.2 * i);
    ASSERT_TRUE(test_steps(w, TACT_R(5e-3), 2000) >= 0);
    for (i = 0; i < 10; ++i)
        ASSERT_LT((double)tact_norm(tact_sub(contact_body_pose(w, b[i]).p, tact_vec(0, 0, (tact_real)(0.1 + 0.2 * i)))),
                  1e-3);
    contact_body_contact_wrench(w, b[0], &force, NULL);
    ASSERT_NEAR((double)force.z, 9.81, 1e-6); /* what the ground gives minus what the upper nine press */
    contact_world_destroy(w);
}
/* A gram under a ton: the same default settings. */
UTEST(world_robust, mass_ratio_of_a_million) {
    contact_world *w = test_world(NULL);
    contact_body top;
    test_ground(w, TACT_R(0.5), 0);
    test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
              tact_pose_at(0, 0, TACT_R(0.1)), TACT_R(0.125), TACT_R(0.5), 0);
    top = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                    tact_pose_at(0, 0, TACT_R(0.3)), 125000, TACT_R(0.5), 0);
    ASSERT_TRUE(test_steps(w, TACT_R(1e-3), 1000) >= 0);
    ASSERT_NEAR((double)contact_body_pose(w, top).p.z, 0.3, 1e-5); /* [m] a hundredth of a millimetre */
    contact_world_destroy(w);
}

UTEST(world_robust, sleep_and_wake) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    contact_body low, high;
    tact_real z;
    c.sleeping = 1;
    w = test_world(&c);
    test_ground(w, TACT_R(0.5), 0);
    low = cube_at(w, 0, 0.1);
    test_steps(w, TACT_R(5e-3), 200);
    ASSERT_EQ(0, contact_world_get_stats(w).n_awake);
    z = contact_body_pose(w, low).p.z;
    high = cube_at(w, 0.15, 0.6); /* falls on its edge, which tips nothing but wakes */
    test_steps(w, TACT_R(5e-3), 50);
    ASSERT_GT(contact_world_get_stats(w).n_awake, 1);
    test_steps(w, TACT_R(5e-3), 600);
    ASSERT_NEAR((double)contact_body_pose(w, low).p.z, (double)z, 0.2);
    ASSERT_GT((double)contact_body_pose(w, high).p.z, 0.09);
    contact_world_destroy(w);
}

/* A ball wedged by a pendulum, bodies crushed by a paddle that nothing stops: impulses that contradict one another grow from step to
   step, and must not come out as motion when the jam lets go. What falls here gains 20 J, what the paddle throws a few times that. */
UTEST(world_robust, jams_let_go_without_a_bang) {
    double kinetic, most = 0;
    bin b;
    int i;
    bin_create(&b, NULL, 6000, 1);
    for (i = 0; i < 8000; ++i) { /* forty seconds */
        contact_status status = bin_step(&b);
        ASSERT_TRUE_MSG(status >= 0 && status != CONTACT_BODY_STOPPED, contact_world_error(b.world)->text);
        ASSERT_TRUE(bin_lost(&b, &kinetic) == 0);
        most = kinetic > most ? kinetic : most;
    }
    EXPECT_LT(most, 300.0); /* [J] */
    bin_destroy(&b);
}

/* A robot that turns so fast that its Coriolis forces leave the numbers is stopped and named; what it touched steps on. */
UTEST(world_robust, a_runaway_robot_is_stopped_alone) {
    bin b;
    contact_robot robot = {0, 1};
    const tact_real spin[3] = {TACT_R(1e20), 0, TACT_R(1e19)};
    double kinetic;
    int i, stopped = 0;
    bin_create(&b, NULL, 6000, 1);
    for (i = 0; i < 200; ++i) ASSERT_TRUE(bin_step(&b) >= 0);
    ASSERT_TRUE(contact_robot_set_state(b.world, robot, NULL, spin) == CONTACT_OK);
    for (i = 0; i < 200; ++i) {
        contact_status status = bin_step(&b);
        ASSERT_TRUE_MSG(status >= 0, contact_world_error(b.world)->text);
        if (status == CONTACT_BODY_STOPPED) {
            stopped += 1;
            EXPECT_TRUE(strstr(contact_world_error(b.world)->text, "bob") != NULL);
        }
    }
    EXPECT_TRUE(stopped == 1);
    EXPECT_TRUE(bin_lost(&b, &kinetic) == 0);
    EXPECT_LT(kinetic, 300.0);
    bin_destroy(&b);
}

/* A floor of tiles that lie flush, 0.17 m wide, is a plane to what slides over it at 3 m/s, wherever their edges run: the cube stops within 2 mm
   of v^2/(2 mu g) less v dt/2, 0.91593 m, and stays down to 0.3 mm; stopped at an edge it would tumble after half the way. Where a tile stands out by
   5 mm it is an obstacle: a slow cube stops there. */
UTEST(world_robust, flush_tiles_are_a_plane_and_a_step_is_not) {
    int step, kind, trial, i, j, k;
    for (step = 0; step < 2; ++step)
        for (kind = 0; kind < 2; ++kind)
            for (trial = 0; trial < 6; ++trial) {
                contact_world *w = test_world(NULL);
                tact_real angle = step ? 0 : TACT_R(0.1) * (tact_real)trial, speed = step ? TACT_R(0.5) : 3,
                          highest = 0;
                tact_quat turned = tact_quat_axis_angle(tact_vec(0, 0, 1), step ? 0 : TACT_R(0.77) * (tact_real)trial);
                tact_pose start = tact_pose_make(
                    tact_vec(TACT_R(-1.1) * tact_cos(angle), TACT_R(0.2) - TACT_R(1.1) * tact_sin(angle), TACT_R(0.1)),
                    turned);
                collide_shape shape = kind ? collide_cylinder(TACT_R(0.1), TACT_R(0.1))
                                           : collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
                contact_body body;
                tact_vec3 way;
                if (step)
                    start.p = tact_vec(TACT_R(-0.22) - TACT_R(0.003) * (tact_real)trial, TACT_R(0.2), TACT_R(0.1));
                for (i = -10; i < 10; ++i)
                    for (j = -8; j < 8; ++j) {
                        tact_real up = step && i >= 0 ? TACT_R(0.005) : 0;
                        test_body(
                            w, CONTACT_BODY_STATIC, collide_box(TACT_R(0.085), TACT_R(0.085), TACT_R(0.05)),
                            tact_pose_at(TACT_R(0.17) * (tact_real)i, TACT_R(0.17) * (tact_real)j, up - TACT_R(0.05)),
                            0, TACT_R(0.5), 0);
                    }
                body = test_body(w, CONTACT_BODY_DYNAMIC, shape, start, 1000, TACT_R(0.5), 0);
                contact_body_set_velocity(w, body, tact_vec(speed * tact_cos(angle), speed * tact_sin(angle), 0),
                                          tact_vec(0, 0, 0));
                for (k = 0; k < 800; ++k) {
                    ASSERT_TRUE(contact_world_step(w, TACT_R(1e-3)) >= 0);
                    highest = tact_max(highest, tact_abs(contact_body_pose(w, body).p.z - TACT_R(0.1)));
                }
                way = tact_sub(contact_body_pose(w, body).p, start.p);
                if (step) { /* the edge is at -0.085: no further than touching it */
                    EXPECT_LT(start.p.x + way.x + TACT_R(0.1), TACT_R(-0.0849));
                    EXPECT_GT(way.x, TACT_R(0.02));
                } else {
                    EXPECT_NEAR((double)tact_norm(way), 0.91593, 2e-3);
                    EXPECT_LT(highest, TACT_R(3e-4));
                }
                contact_world_destroy(w);
            }
}

static void bury(void *context, contact_world *w, contact_point *contacts, int n) {
    (void)context, (void)w;
    for (int i = 0; i < n; ++i) contacts[i].gap = TACT_R(-1e300);
}
/* A compliant law at a depth of 1e300 m has no finite force: the island is held and named, and a ball elsewhere falls as it does alone,
   z = 5 - g dt^2 n (n + 1)/2. */
UTEST(world_robust, an_island_without_a_solution_holds_only_itself) {
    contact_world_config config = contact_default_world_config();
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0), ball = collide_sphere(TACT_R(0.5));
    contact_body lies, falls;
    contact_world *w;
    config.solver.method = CONTACT_METHOD_SAP;
    w = contact_world_create(&config, NULL, NULL);
    contact_world_add_static(w, &ground, tact_pose_identity());
    lies = contact_world_add_dynamic(w, &ball, tact_pose_at(0, 0, TACT_R(0.5)), 1000);
    falls = contact_world_add_dynamic(w, &ball, tact_pose_at(5, 0, 5), 1000);
    contact_world_set_edit_callback(w, bury, NULL);
    for (int i = 0; i < 10; ++i) EXPECT_EQ((int)CONTACT_HELD, (int)contact_world_step(w, TACT_R(0.01)));
    EXPECT_STRNE("", contact_world_error(w)->text);
    EXPECT_NEAR(5 - 9.81 / 2 * 1e-2, (double)contact_body_pose(w, falls).p.z, 1e-12);
    EXPECT_NEAR(0.5, (double)contact_body_pose(w, lies).p.z, 1e-12);
    contact_world_set_edit_callback(w, NULL, NULL); /* and it goes on when there is one again */
    EXPECT_GE((int)contact_world_step(w, TACT_R(0.01)), 0);
    EXPECT_NE((int)CONTACT_HELD, (int)contact_world_error(w)->status);
    contact_world_destroy(w);
}

/* A link that is fixed to the world overlaps a static box, and a ball on the axis of the only joint does: no joint can undo that. The rows are
   left out, the robot swings as without them. */
UTEST(world_robust, overlaps_that_no_joint_can_undo_are_left_alone) {
    const char *text =
        "<robot name='r'><link name='base'><collision><geometry><sphere radius='0.2'/></geometry></collision></link>"
        "<link name='arm'><inertial><origin xyz='0.5 0 0'/><mass value='1'/><inertia ixx='0.1' iyy='0.1' izz='0.1' "
        "ixy='0' "
        "ixz='0' iyz='0'/></inertial><collision><geometry><sphere radius='0.1'/></geometry></collision></link>"
        "<joint name='j' type='continuous'><parent link='base'/><child link='arm'/><axis xyz='0 1 0'/></joint></robot>";
    tact_real end[2];
    for (int walls = 0; walls < 2; ++walls) {
        contact_world_config config = contact_default_world_config();
        contact_world *w = contact_world_create(&config, NULL, NULL);
        collide_shape box = collide_box(TACT_R(0.3), TACT_R(0.3), TACT_R(0.3));
        rbd_model *model = NULL;
        contact_robot robot;
        robot = contact_world_add_file(w, text, strlen(text), NULL, &model);
        ASSERT_NE(0u, robot.generation);
        if (walls) contact_world_add_static(w, &box, tact_pose_identity());
        for (int i = 0; i < 200; ++i) EXPECT_EQ((int)CONTACT_OK, (int)contact_world_step(w, TACT_R(2e-3)));
        end[walls] = contact_robot_q(w, robot)[0];
        contact_world_destroy(w);
        rbd_model_destroy(model);
    }
    EXPECT_GT(tact_abs(end[0]), TACT_R(0.1));
    EXPECT_NEAR((double)end[0], (double)end[1], 1e-9);
}

UTEST_MAIN()
