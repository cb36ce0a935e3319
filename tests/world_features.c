/* What a world can be told: integrators, substeps, forces, solvers changed between steps, materials of pairs, callbacks, moving
   bodies, motors and limits, robots from files, casts, overlaps, timings; the same bits on any number of workers; no
   allocation in a steady step; fixed capacities. */
/* float: yes */
/* c++: yes */
/* slow: for valgrind */
#include "world_common.h"

#define EPS ((double)TACT_EPSILON)

static contact_body cube(contact_world *w, double x, double z) {
    return test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                     tact_pose_at((tact_real)x, 0, (tact_real)z), 125, TACT_R(0.5), 0);
}
static rbd_model *pendulum(double damping, double lower, double upper) { /* 1 kg at 1 m below a hinge about y */
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_body b = rbd_default_body("bob", RBD_WORLD);
    rbd_model *model;
    b.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
    b.joint.axis = tact_vec(0, 1, 0);
    b.joint.dof[0].damping = (tact_real)damping;
    if (lower < upper) b.joint.dof[0].lower = (tact_real)lower, b.joint.dof[0].upper = (tact_real)upper;
    b.inertia = rbd_inertia_sphere(1, tact_vec(0, 0, -1), TACT_R(0.1));
    rbd_builder_add(builder, &b, NULL);
    model = rbd_model_create(builder, NULL, NULL);
    rbd_builder_destroy(builder);
    return model;
}

/* Where a thrown body under constant gravity is after 0.5 s: Moreau's rule is exact for the parabola, Euler is dt g t/2 off. A
   pendulum: halving the step divides Moreau's error by four. */
UTEST(world_features, moreau_is_second_order) {
    double error[3];
    rbd_model *model = pendulum(0, 0, 0);
    int k;
    for (k = 0; k < 3; ++k) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        contact_body b;
        contact_robot r;
        tact_real q = 1;
        int n = k == 2 ? 4000 : k == 1 ? 100 : 50;
        c.integrator = k == 2 ? CONTACT_INTEGRATOR_FAITHFUL : CONTACT_INTEGRATOR_MOREAU;
        w = test_world(&c);
        b = cube(w, 5, 100);
        r = contact_world_add_robot(w, model, &q, NULL);
        ASSERT_TRUE(test_steps(w, TACT_R(0.5) / (tact_real)n, n) >= 0);
        EXPECT_NEAR((double)contact_body_pose(w, b).p.z, 100 - 9.81 / 8, 100 * 50 * EPS * n);
        error[k] = (double)contact_robot_q(w, r)[0];
        contact_world_destroy(w);
    }
    if (sizeof(tact_real) == 8) EXPECT_NEAR((error[0] - error[2]) / (error[1] - error[2]), 4.0, 0.1);
    rbd_model_destroy(model);
}
UTEST(world_features, moreau_slides_and_stands) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    contact_body slider, ball;
    c.integrator = CONTACT_INTEGRATOR_MOREAU;
    w = test_world(&c);
    test_ground(w, TACT_R(0.5), 0);
    slider = cube(w, 0, 0.1);
    contact_body_set_velocity(w, slider, tact_vec(2, 0, 0), tact_vec(0, 0, 0));
    test_body(w, CONTACT_BODY_STATIC, collide_box(1, 1, TACT_R(0.0005)), tact_pose_at(9, 0, 1), 0, TACT_R(0.5), 0);
    ball =
        test_body(w, CONTACT_BODY_DYNAMIC, collide_sphere(TACT_R(0.01)), tact_pose_at(9, 0, 3), 1000, TACT_R(0.5), 0);
    contact_body_set_velocity(w, ball, tact_vec(0, 0, -50),
                              tact_vec(0, 0, 0)); /* goes as Euler, and does not pass the plate */
    ASSERT_TRUE(test_steps(w, TACT_R(1e-3), 1000) >= 0);
    EXPECT_NEAR((double)contact_body_pose(w, slider).p.x, 4 / (2 * 0.5 * 9.81), 3e-3); /* within a step of motion */
    EXPECT_NEAR((double)contact_body_pose(w, slider).p.z, 0.1, 1e-5);
    EXPECT_GT((double)contact_body_pose(w, ball).p.z, 1.0);
    contact_world_destroy(w);
}

/* A force acts for the whole step, whatever the number of substeps, and for no longer. */
UTEST(world_features, forces_act_over_all_substeps) {
    int k;
    for (k = 1; k < 6; k += 4) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        contact_body b;
        c.substeps = k;
        c.gravity = tact_vec(0, 0, 0);
        w = test_world(&c);
        b = cube(w, 0, 1); /* 1 kg */
        contact_body_add_force(w, b, tact_vec(10, 0, 0));
        contact_body_add_torque(w, b, tact_vec(0, 0, TACT_R(0.1)));
        ASSERT_TRUE(test_steps(w, TACT_R(0.01), 2) >= 0);
        EXPECT_NEAR((double)contact_body_velocity(w, b).x, 0.1, 64 * EPS);
        EXPECT_NEAR((double)contact_body_angular_velocity(w, b).z, 0.1 * 0.01 * 150, 1e3 * EPS);
        contact_world_destroy(w);
    }
}

/* Another solver every ten steps: a stack does not notice. */
UTEST(world_features, solver_changes_between_steps) {
    const contact_method methods[5] = {CONTACT_METHOD_NCP_PGS, CONTACT_METHOD_NCP_ADMM_SPECTRAL,
                                       CONTACT_METHOD_NCP_NBGS, CONTACT_METHOD_CCP_ADMM, CONTACT_METHOD_AUTO};
    contact_world *w = test_world(NULL);
    contact_body b[3];
    int i;
    test_ground(w, TACT_R(0.5), 0);
    for (i = 0; i < 3; ++i) b[i] = cube(w, 0, 0.1 + 0.2 * i);
    contact_world_settings(w)->solver.max_iterations = 2000;
    for (i = 0; i < 20; ++i) {
        contact_world_settings(w)->solver.method = methods[i % 5];
        ASSERT_TRUE(test_steps(w, TACT_R(2e-3), 10) >= 0);
        ASSERT_TRUE(i % 5 == 4 || contact_world_get_stats(w).method == methods[i % 5]);
    }
    EXPECT_NEAR((double)contact_body_pose(w, b[2]).p.z, 0.5, sizeof(tact_real) == 8 ? 1e-7 : 1e-4);
    contact_world_destroy(w);
}

/* Ice between one box and the ground, rubber elsewhere; a callback takes the friction of a third; a filter lets a fourth through. */
static void no_friction_east(void *context, contact_world *w, contact_point *contacts, int n) {
    int i;
    (void)w;
    ++*(int *)context;
    for (i = 0; i < n; ++i)
        if (contacts[i].position.x > 15) contacts[i].friction = 0;
}
static int no_ghost(void *context, const contact_world *w, contact_geom a, contact_geom b) {
    contact_geom ghost = *(contact_geom *)context;
    (void)w;
    return !(a.index == ghost.index || b.index == ghost.index);
}
UTEST(world_features, pairs_callbacks_and_filters) {
    contact_world *w = test_world(NULL);
    contact_body_def def = contact_default_body_def();
    contact_geom_def geom = contact_default_geom_def();
    collide_shape plane = collide_halfspace(tact_vec(0, 0, 1), 0),
                  box = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    contact_surface ice = contact_default_surface();
    contact_body body[4];
    contact_geom ground, g[4];
    int i, calls = 0;
    def.type = CONTACT_BODY_STATIC;
    geom.shape = &plane;
    ground = contact_world_add_geom(w, contact_world_add_body(w, &def), &geom);
    def.type = CONTACT_BODY_DYNAMIC;
    geom.shape = &box;
    contact_world_set_filter_callback(w, no_ghost, &g[3]);
    g[3].index = 99;
    for (i = 0; i < 4; ++i) {
        def.pose = tact_pose_at((tact_real)(10 * i), 0, TACT_R(0.1));
        def.velocity = tact_vec(0, 1, 0);
        body[i] = contact_world_add_body(w, &def);
        g[i] = contact_world_add_geom(w, body[i], &geom);
    }
    ice.friction = 0;
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_set_pair_material(w, g[1], ground, &ice));
    contact_world_set_edit_callback(w, no_friction_east, &calls);
    ASSERT_TRUE(test_steps(w, TACT_R(2e-3), 200) >= 0);
    EXPECT_EQ(200, calls);
    EXPECT_LT(fabs((double)contact_body_velocity(w, body[0]).y), 1e-5);               /* stopped after 0.2 s */
    EXPECT_NEAR((double)contact_body_velocity(w, body[1]).y, 1.0, 1e4 * EPS);         /* the pair's own material */
    EXPECT_NEAR((double)contact_body_velocity(w, body[2]).y, 1.0, 1e4 * EPS);         /* edited */
    EXPECT_NEAR((double)contact_body_velocity(w, body[3]).z, -9.81 * 0.4, 1e4 * EPS); /* filtered: falls through */
    contact_world_destroy(w);
}

/* A kinematic lift carries a box at its own speed and is not slowed by it; a turntable on a hinge turns its arm. */
UTEST(world_features, kinematic_bodies) {
    contact_world *w = test_world(NULL);
    contact_body lift, box, table, arm;
    contact_body_def d = contact_default_body_def();
    contact_joint_def weld = contact_default_joint_def(CONTACT_JOINT_WELD);
    lift =
        test_body(w, CONTACT_BODY_KINEMATIC, collide_box(1, 1, TACT_R(0.1)), tact_pose_at(0, 0, 0), 0, TACT_R(0.5), 0);
    box = cube(w, 0, 0.2);
    contact_body_set_velocity(w, lift, tact_vec(TACT_R(0.5), 0, TACT_R(0.25)), tact_vec(0, 0, 0));
    contact_body_set_velocity(w, box, tact_vec(TACT_R(0.5), 0, TACT_R(0.25)), tact_vec(0, 0, 0));
    table =
        test_body(w, CONTACT_BODY_KINEMATIC, collide_sphere(TACT_R(0.1)), tact_pose_at(10, 0, 0), 0, TACT_R(0.5), 0);
    contact_body_set_velocity(w, table, tact_vec(0, 0, 0), tact_vec(0, 0, 2));
    d.mass_from_geoms = 0;
    d.pose = tact_pose_at(11, 0, 0);
    d.velocity = tact_vec(0, 2, 0), d.angular_velocity = tact_vec(0, 0, 2);
    arm = contact_world_add_body(w, &d);
    weld.a = table;
    weld.b = arm;
    weld.frame_a = tact_pose_at(1, 0, 0);
    ASSERT_TRUE(contact_world_add_joint(w, &weld).generation != 0);
    ASSERT_TRUE(test_steps(w, TACT_R(1e-3), 1000) >= 0);
    EXPECT_NEAR((double)contact_body_pose(w, lift).p.z, 0.25, 1e3 * EPS);
    EXPECT_NEAR((double)contact_body_pose(w, box).p.z, 0.45, 1e-5);
    EXPECT_NEAR((double)contact_body_pose(w, box).p.x, 0.5, 1e-5);
    EXPECT_NEAR((double)contact_body_pose(w, arm).p.x, 10 + cos(2.0),
                sizeof(tact_real) == 8 ? 1e-6 : 1e-3); /* a full radian and more */
    EXPECT_NEAR((double)contact_body_pose(w, arm).p.y, sin(2.0), sizeof(tact_real) == 8 ? 1e-6 : 1e-3);
    contact_world_destroy(w);
}

/* Motors on a flywheel of 1 kg m^2: PD to a position, velocity, effort limit; a limit stops it; dry friction stops it. */
UTEST(world_features, motors_limits_and_friction_of_joints) {
    int k;
    for (k = 0; k < 5; ++k) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        contact_body_def d = contact_default_body_def();
        contact_joint_def j = contact_default_joint_def(CONTACT_JOINT_HINGE);
        contact_joint joint;
        c.gravity = tact_vec(0, 0, 0);
        w = test_world(&c);
        d.mass_from_geoms = 0;
        d.angular_velocity = tact_vec(0, 0, k >= 3 ? 1 : 0);
        j.b = contact_world_add_body(w, &d);
        j.motor = k < 3;
        if (k == 0) {
            j.stiffness = 100;
            j.damping = 20;
            j.position = 1;
        }
        if (k == 1) j.damping = 50, j.velocity = 2;
        if (k == 2) {
            j.damping = 1000;
            j.velocity = 100;
            j.max_effort = 3;
        }
        if (k == 3) {
            j.limited = 1;
            j.lower = -1;
            j.upper = TACT_R(0.5);
        }
        if (k == 4) j.friction = 2; /* stops 1 rad/s after 0.25 rad */
        joint = contact_world_add_joint(w, &j);
        ASSERT_TRUE(test_steps(w, TACT_R(1e-3), 1500) >= 0);
        if (k == 0)
            EXPECT_NEAR((double)contact_joint_position(w, joint), 1.0, 1e-4); /* critically damped: (1 + 15) exp(-15) */
        if (k == 1) EXPECT_NEAR((double)contact_joint_velocity(w, joint), 2.0, 1e-5);
        if (k == 2) EXPECT_NEAR((double)contact_joint_velocity(w, joint), 4.5, 1e-4); /* 3 N m for 1.5 s */
        /* single: it stands where the limit is touched to the rounding of a step's way */
        if (k == 3)
            EXPECT_NEAR((double)contact_joint_position(w, joint), 0.5,
                        sizeof(tact_real) == sizeof(double) ? 1e-5 : 5e-5);
        if (k == 4) EXPECT_NEAR((double)contact_joint_position(w, joint), 0.25, 1e-3);
        contact_world_destroy(w);
    }
}
/* Damping and limits of a robot's own joint, in reduced and in maximal coordinates. */
UTEST(world_features, joints_of_robots_in_both_coordinates) {
    rbd_model *model = pendulum(0.5, -0.4, 0.3);
    tact_real end[2];
    int k;
    for (k = 0; k < 2; ++k) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        contact_robot r;
        tact_real q = TACT_R(-0.39), v = 4;
        c.maximal = k;
        w = test_world(&c);
        r = contact_world_add_robot(w, model, &q, &v);
        ASSERT_TRUE(test_steps(w, TACT_R(1e-3), 300) >= 0);
        EXPECT_LT((double)contact_robot_q(w, r)[0], 0.3 + 1e-5); /* came to the limit and fell back from it */
        end[k] = contact_robot_q(w, r)[0];
        contact_robot_q(w, r)[0] = TACT_R(0.2), contact_robot_v(w, r)[0] = 0; /* written between steps */
        ASSERT_TRUE(contact_world_step(w, TACT_R(1e-3)) >= 0);
        EXPECT_NEAR((double)contact_robot_q(w, r)[0], 0.2, 1e-4);
        contact_world_destroy(w);
    }
    EXPECT_NEAR((double)end[0], (double)end[1], 2e-4); /* two discretisations of first order */
    rbd_model_destroy(model);
}

/* A robot that was stopped by a bad state comes back when it is given a good one. */
UTEST(world_features, stopped_robots_revive) {
    contact_world *w = test_world(NULL);
    rbd_model *model = pendulum(0, 0, 0);
    contact_robot r = contact_world_add_robot(w, model, NULL, NULL);
    tact_real q = 1, v = 0, bad = (tact_real)NAN;
    contact_robot_q(w, r)[0] = bad;
    ASSERT_EQ((int)CONTACT_BODY_STOPPED, (int)contact_world_step(w, TACT_R(1e-3)));
    ASSERT_EQ((int)CONTACT_NOT_FINITE, (int)contact_robot_set_state(w, r, &bad, NULL));
    ASSERT_EQ((int)CONTACT_OK, (int)contact_robot_set_state(w, r, &q, &v));
    ASSERT_EQ((int)CONTACT_OK, (int)test_steps(w, TACT_R(1e-3), 200));
    ASSERT_LT((double)contact_robot_q(w, r)[0], 0.9);
    contact_world_destroy(w);
    rbd_model_destroy(model);
}

static const char urdf[] = "<robot name='cart'><link name='base'><inertial><mass value='2'/><inertia ixx='0.1' "
                           "iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'/></inertial>"
                           "<collision><geometry><box size='0.4 0.2 0.2'/></geometry></collision></link>"
                           "<link name='arm'><inertial><mass value='1'/><inertia ixx='0.1' iyy='0.1' izz='0.1' ixy='0' "
                           "ixz='0' iyz='0'/></inertial>"
                           "<collision><geometry><mesh filename='arm.stl'/></geometry></collision><collision><origin "
                           "xyz='0 0 0.3'/><geometry><sphere radius='0.05'/></geometry></collision></link>"
                           "<joint name='hinge' type='revolute'><parent link='base'/><child link='arm'/><origin xyz='0 "
                           "0 0.2'/><axis xyz='0 1 0'/>"
                           "<limit lower='-1' upper='1' effort='10' velocity='10'/></joint></robot>";
static int arm_mesh(void *context, const rbd_geometry *g, collide_shape *shape) {
    *(const char **)context = strcmp(g->mesh, "arm.stl") ? "another" : "arm.stl";
    *shape = collide_capsule(TACT_R(0.03), TACT_R(0.1));
    return 1;
}
UTEST(world_features, robot_from_a_file_with_its_geometry) {
    contact_world *w = test_world(NULL);
    contact_file_config c = contact_default_file_config();
    const char *seen = "";
    rbd_model *model;
    contact_robot r;
    contact_ray_hit hit;
    collide_shape ball = collide_sphere(TACT_R(0.01));
    contact_geom list[4];
    tact_real start[8] = {0, 0, TACT_R(0.1), 0, 0, 0, 1, 0};
    test_ground(w, TACT_R(0.8), 0);
    c.reader.floating_base = 1;
    c.mesh = arm_mesh, c.context = &seen;
    c.q = start;
    r = contact_world_add_file(w, urdf, sizeof urdf - 1, &c, &model);
    ASSERT_TRUE_MSG(r.generation != 0, contact_world_error(w)->text);
    EXPECT_STREQ("arm.stl", seen);
    EXPECT_EQ(8, model->nq);
    ASSERT_TRUE(test_steps(w, TACT_R(2e-3), 100) >= 0);
    EXPECT_NEAR((double)contact_robot_q(w, r)[2], 0.1, 1e-4); /* the box carries it */
    EXPECT_EQ(1, contact_world_overlap(w, &ball, tact_pose_at(0, 0, TACT_R(0.6)), ~0u, list, 4));
    EXPECT_EQ(0, contact_world_overlap(w, &ball, tact_pose_at(0, TACT_R(0.15), TACT_R(0.1)), ~0u, list, 4));
    ASSERT_TRUE(contact_world_cast_shape(w, &ball, tact_pose_at(0, 0, 2), tact_vec(0, 0, -2), ~0u, &hit));
    EXPECT_NEAR((double)hit.fraction, (2 - 0.01 - 0.65) / 2, 2e-4); /* the ball of the arm: 0.1 + 0.2 + 0.3 + 0.05 */
    EXPECT_NEAR((double)hit.normal.z, 1.0, 1e-3);
    EXPECT_TRUE(hit.body.index == contact_robot_link(w, r, 2).index);
    EXPECT_FALSE(contact_world_cast_shape(w, &ball, tact_pose_at(3, 0, 2), tact_vec(0, 0, -1), ~0u, &hit));
    contact_world_destroy(w);
    rbd_model_destroy(model);
    w = test_world(NULL); /* a broken file leaves nothing behind and names the line */
    ASSERT_EQ(0u, contact_world_add_file(w, "<robot name='x'>\n<link>", 23, NULL, &model).generation);
    EXPECT_TRUE(model == NULL);
    EXPECT_EQ((int)CONTACT_BAD_FORMAT, (int)contact_world_error(w)->status);
    contact_world_destroy(w);
}

/* A four-bar from an MJCF file: two cranks on the world and a bar between them, the last pin a `connect` of the file. The loop is a
   joint of the world: it stays closed, and the cranks, which are parallel and of one length, keep turning by the same angle. */
UTEST(world_features, loops_of_an_mjcf_file_stay_closed) {
    static const char mjcf[] = "<mujoco><compiler angle='radian'/><worldbody>"
                               "<body name='left' pos='0 0 1'><joint name='a' type='hinge' axis='0 1 0'/><geom "
                               "type='capsule' fromto='0 0 0 0 0 -.3' size='.02' "
                               "contype='0' conaffinity='0'/>"
                               "<body name='bar' pos='0 0 -.3'><joint name='b' type='hinge' axis='0 1 0'/><geom "
                               "type='capsule' fromto='0 0 0 .5 0 0' size='.02' "
                               "contype='0' conaffinity='0'/></body></body>"
                               "<body name='right' pos='.5 0 1'><joint name='c' type='hinge' axis='0 1 0'/><geom "
                               "type='capsule' fromto='0 0 0 0 0 -.3' size='.02' "
                               "contype='0' conaffinity='0'/></body></worldbody>"
                               "<equality><connect body1='bar' body2='right' anchor='.5 0 0'/></equality></mujoco>";
    contact_world *w = test_world(NULL);
    contact_file_config c = contact_default_file_config();
    rbd_model *model;
    contact_robot r;
    tact_real *q, *v;
    double turned = 0;
    int i;
    c.category = 2, c.mask = 0; /* the cranks and the bar overlap where they are pinned */
    r = contact_world_add_file(w, mjcf, sizeof mjcf - 1, &c, &model);
    ASSERT_TRUE_MSG(r.generation != 0, contact_world_error(w)->text);
    ASSERT_EQ(3, model->nq);
    v = contact_robot_v(w, r);
    v[0] = 2;
    v[1] = -2;
    v[2] = 2; /* a motion that the loop allows: cranks alike, the bar level */
    for (i = 0; i < 1000; ++i) {
        tact_vec3 gap;
        ASSERT_TRUE(contact_world_step(w, TACT_R(2e-3)) >= 0);
        q = contact_robot_q(w, r);
        gap =
            tact_sub(tact_pose_apply(contact_body_pose(w, contact_robot_link(w, r, 2)), tact_vec(TACT_R(0.5), 0, 0)),
                     tact_pose_apply(contact_body_pose(w, contact_robot_link(w, r, 3)), tact_vec(0, 0, TACT_R(-0.3))));
        EXPECT_LT((double)tact_norm(gap),
                  sizeof(tact_real) == 8 ? 1e-5 : 1e-4); /* [m]; the rows are linear in a step of 4 mrad */
        EXPECT_NEAR((double)q[0], (double)q[2], sizeof(tact_real) == 8 ? 1e-4 : 1e-3);
        turned = fabs((double)q[0]) > turned ? fabs((double)q[0]) : turned;
    }
    EXPECT_TRUE(turned > 0.2); /* it did swing */
    contact_world_destroy(w);
    rbd_model_destroy(model);
}

/* Contacts that are made before they are needed: the tips of a long bar that spins move by 5 cm and more in a step, and would be found
   that deep in the ground. They are stopped where they touch, within the step. A box that falls is stopped at the surface, without the
   bounce that undoing an overlap would make. */
UTEST(world_features, contacts_are_made_before_they_are_needed) {
    contact_world *w = test_world(NULL);
    contact_body bar, box;
    double deepest = 0, highest = 0, lowest = 1;
    int i, k, touched = 0;
    test_ground(w, TACT_R(0.3), 0);
    bar = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.5), TACT_R(0.02), TACT_R(0.02)),
                    tact_pose_at(0, 0, TACT_R(0.3)), 500, TACT_R(0.3), 0);
    box = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)), tact_pose_at(3, 0, 1),
                    500, TACT_R(0.3), 0);
    contact_body_set_velocity(w, bar, tact_vec(0, 0, 0), tact_vec(0, 20, 0)); /* 10 m/s at the tips */
    for (i = 0; i < 400; ++i) {
        ASSERT_TRUE(contact_world_step(w, TACT_R(5e-3)) >= 0);
        for (k = 0; k < 8; ++k) {
            tact_vec3 corner = tact_vec(k & 1 ? TACT_R(0.5) : TACT_R(-0.5), k & 2 ? TACT_R(0.02) : TACT_R(-0.02),
                                        k & 4 ? TACT_R(0.02) : TACT_R(-0.02));
            double z = (double)tact_pose_apply(contact_body_pose(w, bar), corner).z;
            deepest = z < deepest ? z : deepest, lowest = z < lowest ? z : lowest;
        }
        if (contact_body_pose(w, box).p.z < TACT_R(0.1001)) touched = 1;
        if (touched && (double)contact_body_pose(w, box).p.z > highest) highest = (double)contact_body_pose(w, box).p.z;
        EXPECT_TRUE((double)contact_body_pose(w, box).p.z > 0.1 - 1e-5);
    }
    EXPECT_GT(deepest, -1e-3); /* [m]: of two that touch, a twentieth of the bar's half width is what a turn may take */
    EXPECT_LT(lowest, 0.03);   /* it came down */
    EXPECT_TRUE(touched);
    EXPECT_LT(highest, 0.1002);
    contact_world_destroy(w);
}

static double ticks(void *context) { return *(double *)context += 1; }
UTEST(world_features, timings_per_stage_add_up_by_the_callers_clock) {
    contact_world *w = test_world(NULL);
    contact_world_stats s;
    double clock = 0;
    test_ground(w, TACT_R(0.5), 0);
    cube(w, 0, 0.1);
    contact_world_settings(w)->solver.clock = ticks;
    contact_world_settings(w)->solver.clock_context = &clock;
    ASSERT_TRUE(contact_world_step(w, TACT_R(1e-3)) >= 0);
    s = contact_world_get_stats(w);
    EXPECT_GE(s.seconds_kinematics, 1.0);
    EXPECT_GE(s.seconds_broad, 1.0);
    EXPECT_GE(s.seconds_narrow, 1.0);
    EXPECT_GE(s.seconds_assemble, 1.0);
    EXPECT_GE(s.seconds_solve, 1.0);
    EXPECT_GE(s.seconds_integrate, 1.0);
    EXPECT_LE(s.seconds_kinematics + s.seconds_broad + s.seconds_narrow + s.seconds_assemble + s.seconds_solve +
                  s.seconds_integrate,
              clock);
    contact_world_destroy(w);
}

/* Four piles: one worker, three workers whose turns come in reverse order, and no callback at all give the same bits. */
static void backwards(void *context, int count, void (*work)(void *, int, int), void *data) {
    int i, workers = *(int *)context;
    for (i = count - 1; i >= 0; --i) work(data, i, (i * 7) % workers);
}
UTEST(world_features, workers_change_no_bit) {
    uint64_t hash[3];
    int k, i, workers = 3;
    for (k = 0; k < 3; ++k) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        if (k) {
            c.solver.parallel_for = backwards;
            c.solver.parallel_context = &workers;
            c.solver.workers = k == 1 ? 1 : workers;
        }
        if (k == 1)
            workers = 1;
        else
            workers = 3;
        w = test_world(&c);
        test_ground(w, TACT_R(0.5), 0);
        for (i = 0; i < 16; ++i) cube(w, 2 * (i % 4) + 0.05 * (i / 4), 0.11 + 0.21 * (i / 4));
        ASSERT_TRUE(test_steps(w, TACT_R(2e-3), 200) >= 0);
        EXPECT_GE(contact_world_get_stats(w).n_islands, 2);
        hash[k] = contact_world_hash(w);
        contact_world_destroy(w);
    }
    EXPECT_TRUE(hash[0] == hash[1]);
    EXPECT_TRUE(hash[0] == hash[2]);
}

static void *count_alloc(void *context, size_t bytes, size_t align) {
    (void)align;
    ++*(int *)context;
    return malloc(bytes);
}
static void count_free(void *context, void *p, size_t bytes) {
    (void)context, (void)bytes;
    free(p);
}
/* Once a scene has been through its motions, steps allocate nothing. */
UTEST(world_features, steady_steps_allocate_nothing) {
    int k;
    for (k = 0; k < 2; ++k) {
        contact_world_config c = contact_default_world_config();
        tact_allocator allocator;
        rbd_model *model = pendulum(0.1, -1, 1);
        int count = 0, before, i;
        contact_world *w;
        contact_error error;
        allocator.context = &count;
        allocator.alloc = count_alloc;
        allocator.free = count_free;
        c.maximal = k;
        c.integrator = k ? CONTACT_INTEGRATOR_FAITHFUL : CONTACT_INTEGRATOR_EULER;
        w = contact_world_create(&c, &allocator, &error);
        ASSERT_TRUE(w != NULL);
        test_ground(w, TACT_R(0.5), 0);
        for (i = 0; i < 6; ++i) cube(w, 0.05 * i, 0.2 + 0.25 * i);
        contact_world_add_robot(w, model, NULL, NULL);
        test_steps(w, TACT_R(5e-3), 300);
        before = count;
        ASSERT_TRUE(test_steps(w, TACT_R(5e-3), 200) >= 0);
        EXPECT_EQ(before, count);
        contact_world_destroy(w);
        rbd_model_destroy(model);
    }
}

/* No memory from one allocation of the first step on, whichever: a step of the faithful integrator is done or not done, of all bodies. */
typedef struct rationed {
    int left;
} rationed;
static void *ration_alloc(void *context, size_t bytes, size_t align) {
    (void)align;
    return ((rationed *)context)->left-- > 0 ? malloc(bytes) : NULL;
}
UTEST(world_features, a_faithful_step_without_memory_moves_nothing) {
    rbd_model *model = pendulum(0.1, -1, 1);
    int ration, done = 0;
    for (ration = 0; ration < 200 && !done; ++ration) {
        contact_world_config c = contact_default_world_config();
        tact_allocator allocator;
        rationed store = {1000};
        contact_world *w;
        contact_robot r;
        contact_body b;
        contact_error error;
        tact_real q = TACT_R(0.5), moved[2];
        c.integrator = CONTACT_INTEGRATOR_FAITHFUL;
        allocator.context = &store;
        allocator.alloc = ration_alloc;
        allocator.free = count_free;
        w = contact_world_create(&c, &allocator, &error);
        ASSERT_TRUE(w != NULL);
        b = cube(w, 0, 3);
        r = contact_world_add_robot(w, model, &q, NULL);
        ASSERT_TRUE(r.generation != 0);
        store.left = ration;
        done = contact_world_step(w, TACT_R(1e-3)) >= 0;
        moved[0] = tact_abs(contact_body_pose(w, b).p.z - 3), moved[1] = tact_abs(contact_robot_q(w, r)[0] - q);
        EXPECT_EQ(done, (int)(moved[0] > 0));
        EXPECT_EQ(done, (int)(moved[1] > 0));
        store.left = 1000;
        contact_world_destroy(w);
    }
    EXPECT_TRUE(done);
    EXPECT_GT(ration, 2); /* some steps were refused */
    rbd_model_destroy(model);
}

/* Fixed capacities: a full world says so, and the step that has no room leaves the state as it was. */
UTEST(world_features, fixed_capacity_refuses_and_changes_nothing) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    contact_body_def d = contact_default_body_def();
    uint64_t before;
    int i;
    c.fixed_capacity = 1;
    c.capacity_bodies = 5;
    c.capacity_geoms = 5;
    c.capacity_contacts = 6;
    c.integrator = CONTACT_INTEGRATOR_MOREAU; /* which has moved ahead when the contacts are counted */
    w = test_world(&c);
    test_ground(w, TACT_R(0.5), 0);
    for (i = 0; i < 4; ++i) cube(w, i, 0.1);
    ASSERT_FALSE(contact_body_valid(w, contact_world_add_body(w, &d)));
    ASSERT_EQ((int)CONTACT_NO_SPACE, (int)contact_world_error(w)->status);
    before = contact_world_hash(w);
    ASSERT_EQ((int)CONTACT_NO_SPACE, (int)contact_world_step(w, TACT_R(1e-3))); /* four boxes have sixteen contacts */
    ASSERT_TRUE(before == contact_world_hash(w));
    contact_world_destroy(w);
}

/* What a frame is drawn of: surfaces (or the shapes themselves), contact forces and joints, names. */
typedef struct drawn {
    int lines, triangles, texts, shapes;
    double longest, lowest;
    char name[32];
} drawn;
static void draw_line(void *context, tact_vec3 a, tact_vec3 b, uint32_t rgb) {
    drawn *d = (drawn *)context;
    (void)rgb;
    ++d->lines;
    if (tact_norm(tact_sub(b, a)) > d->longest) d->longest = (double)tact_norm(tact_sub(b, a));
}
static void draw_triangle(void *context, tact_vec3 a, tact_vec3 b, tact_vec3 c, uint32_t rgb) {
    drawn *d = (drawn *)context;
    (void)rgb;
    ++d->triangles;
    d->lowest = (double)tact_min(tact_min((tact_real)d->lowest, a.z), tact_min(b.z, c.z));
}
static void draw_text(void *context, tact_vec3 at, const char *text, uint32_t rgb) {
    drawn *d = (drawn *)context;
    (void)at, (void)rgb;
    ++d->texts;
    strncpy(d->name, text, sizeof d->name - 1);
}
static void draw_shape(void *context, const collide_shape *shape, tact_pose pose, uint32_t rgb) {
    (void)shape;
    (void)pose;
    (void)rgb;
    ++((drawn *)context)->shapes;
}
UTEST(world_features, drawing) {
    contact_world *w = test_world(NULL);
    contact_body_def def = contact_default_body_def();
    contact_geom_def geom = contact_default_geom_def();
    contact_joint_def hinge = contact_default_joint_def(CONTACT_JOINT_HINGE);
    collide_shape cube = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    contact_draw draw;
    drawn d;
    test_ground(w, TACT_R(0.5), 0);
    def.name = "crate", def.pose = tact_pose_at(0, 0, TACT_R(0.1));
    geom.shape = &cube, geom.density = 1000; /* 8 kg */
    hinge.b = contact_world_add_body(w, &def);
    contact_world_add_geom(w, hinge.b, &geom);
    ASSERT_GE(test_steps(w, TACT_R(2e-3), 100), 0);
    memset(&draw, 0, sizeof draw), memset(&d, 0, sizeof d);
    contact_world_draw(w, &draw); /* nothing asked for */
    contact_world_draw(w, NULL), contact_world_draw(NULL, &draw);
    draw.context = &d;
    draw.line = draw_line;
    draw.triangle = draw_triangle;
    draw.text = draw_text;
    contact_world_draw(w, &draw);
    EXPECT_EQ(4, d.lines); /* a force at each corner, together the weight, a centimetre a newton */
    EXPECT_NEAR(0.01 * 8 * 9.81 / 4, d.longest, 0.2 * 0.01 * 8 * 9.81 / 4);
    EXPECT_EQ(12 + 2, d.triangles); /* of the cube, and a square of the ground */
    EXPECT_NEAR(0, d.lowest, 1e-4);
    EXPECT_EQ(1, d.texts);
    EXPECT_STREQ("crate", d.name);
    hinge.frame_a = tact_pose_at(0, 0, 1), hinge.frame_b = tact_pose_at(0, 0, TACT_R(0.9));
    contact_world_add_joint(w, &hinge);
    draw.shape = draw_shape, memset(&d, 0, sizeof d);
    contact_world_draw(w, &draw);
    EXPECT_EQ(2, d.shapes);
    EXPECT_EQ(0, d.triangles);
    EXPECT_EQ(5, d.lines);
    EXPECT_NEAR(0.9, d.longest, 1e-3); /* from the joint to the middle of the crate */
    contact_world_destroy(w);
}

UTEST_MAIN()
