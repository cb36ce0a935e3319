/* Motors of robots' joints: one step against its closed form, rest against statics, bounded effort, unbounded hinges the shorter
   way, gains of any size, the same motion in maximal coordinates, snapshots, sleep, and what is refused. */
/* float: yes */
/* c++: yes */
/* slow: yes */
#include "world_common.h"

#include <stdlib.h>
#include <string.h>

#ifdef TACT_FLOAT
#define TOLERANCE TACT_R(2e-5) /* of numbers of size one, after some tens of operations */
#else
#define TOLERANCE TACT_R(1e-11)
#endif

/* A rod of 2 kg and 0.5 m on a joint about (or along) y at the world's origin, and its inertia about that axis. */
static rbd_model *rod(rbd_joint_type type, tact_real *inertia) {
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_body link = rbd_default_body("rod", RBD_WORLD);
    rbd_model *m;
    link.joint = rbd_default_joint(type);
    link.joint.axis = tact_vec(0, 1, 0);
    link.inertia = rbd_inertia_box(2, tact_vec(0, 0, TACT_R(-0.25)), tact_vec(TACT_R(0.05), TACT_R(0.05), TACT_R(0.5)));
    *inertia = type == RBD_JOINT_PRISMATIC ? 2 : link.inertia.yy + 2 * TACT_R(0.0625);
    rbd_builder_add(b, &link, NULL);
    m = rbd_model_create(b, NULL, NULL);
    rbd_builder_destroy(b);
    return m;
}
static contact_motor motor_of(tact_real stiffness, tact_real damping, tact_real position, tact_real velocity,
                              tact_real effort) {
    contact_motor m;
    m.stiffness = stiffness;
    m.damping = damping;
    m.position = position;
    m.velocity = velocity;
    m.max_effort = effort;
    return m;
}
static contact_world *weightless(int maximal) {
    contact_world_config c = contact_default_world_config();
    c.gravity = tact_vec(0, 0, 0);
    c.maximal = maximal;
    c.solver.tolerance = c.solver.relative_tolerance = 100 * TACT_EPSILON;
    c.solver.coarse_tolerance = 0;
    return contact_world_create(&c, NULL, NULL);
}

/* (I + dt d + dt^2 k) v+ = I v + dt (k (target - q) + d target speed): implicit Euler of the motor's law. */
UTEST(motors, a_step_is_implicit_euler) {
    const rbd_joint_type types[3] = {RBD_JOINT_REVOLUTE, RBD_JOINT_PRISMATIC, RBD_JOINT_CONTINUOUS};
    const tact_real dt = TACT_R(0.01), gains[4][2] = {{30, 2}, {30, 0}, {0, 2}, {3000, 50}};
    int t, g;
    for (t = 0; t < 3; ++t)
        for (g = 0; g < 4; ++g) {
            tact_real inertia, q[2], v = TACT_R(0.8), k = gains[g][0], d = gains[g][1], angle = TACT_R(0.3), want;
            rbd_model *m = rod(types[t], &inertia);
            contact_world *w = weightless(0);
            contact_robot r;
            contact_motor motor = motor_of(k, d, TACT_R(-0.4), TACT_R(0.5), TACT_REAL_MAX);
            q[0] = t == 2 ? tact_cos(angle) : angle, q[1] = tact_sin(angle);
            r = contact_world_add_robot(w, m, q, &v);
            ASSERT_EQ(CONTACT_OK, contact_robot_set_motor(w, r, 0, &motor));
            want =
                (inertia * v + dt * (k * (TACT_R(-0.4) - angle) + d * TACT_R(0.5))) / (inertia + dt * d + dt * dt * k);
            ASSERT_GE(contact_world_step(w, dt), 0);
            EXPECT_NEAR(want, contact_robot_v(w, r)[0], TOLERANCE);
            /* what it gave is what changed the momentum */
            EXPECT_NEAR(inertia * (contact_robot_v(w, r)[0] - v) / dt, contact_robot_motor_effort(w, r, 0),
                        100 * TOLERANCE * (1 + k + d));
            contact_world_destroy(w);
            rbd_model_destroy(m);
        }
}

/* At rest the spring carries the weight: k (target - q) = m g l sin q. */
UTEST(motors, holds_a_weight_at_the_angle_of_statics) {
    tact_real inertia, q;
    rbd_model *m = rod(RBD_JOINT_REVOLUTE, &inertia);
    contact_world *w = test_world(NULL);
    contact_robot r = contact_world_add_robot(w, m, NULL, NULL);
    contact_motor motor = motor_of(40, 4, 1, 0, TACT_REAL_MAX);
    contact_robot_set_motor(w, r, 0, &motor);
    ASSERT_GE(test_steps(w, TACT_R(2e-3), 4000), 0);
    q = contact_robot_q(w, r)[0];
    EXPECT_NEAR(40 * (1 - q), 2 * TACT_R(9.81) * TACT_R(0.25) * tact_sin(q),
                TACT_R(1e-3)); /* 8 s: transients of 0.2 s are gone */
    EXPECT_NEAR(40 * (1 - q), contact_robot_motor_effort(w, r, 0), TACT_R(1e-3));
    contact_world_destroy(w);
    rbd_model_destroy(m);
}

/* A motor that wants more than it has gives all it has: constant acceleration. */
UTEST(motors, effort_is_bounded) {
    tact_real inertia, q;
    int i;
    rbd_model *m = rod(RBD_JOINT_REVOLUTE, &inertia);
    contact_world *w = weightless(0);
    contact_robot r = contact_world_add_robot(w, m, NULL, NULL);
    contact_motor motor = motor_of(1000, 0, 100, 0, TACT_R(0.75));
    contact_robot_set_motor(w, r, 0, &motor);
    for (i = 1; i <= 100; ++i) {
        ASSERT_GE(contact_world_step(w, TACT_R(1e-3)), 0);
        EXPECT_NEAR(TACT_R(0.75), contact_robot_motor_effort(w, r, 0), TOLERANCE);
        EXPECT_NEAR(TACT_R(0.75) / inertia * (tact_real)i * TACT_R(1e-3), contact_robot_v(w, r)[0], 10 * TOLERANCE);
    }
    motor.position = -100; /* and the other way */
    contact_robot_set_motor(w, r, 0, &motor);
    for (i = 1; i <= 200; ++i) contact_world_step(w, TACT_R(1e-3));
    EXPECT_NEAR(TACT_R(-0.75) / inertia * TACT_R(0.1), contact_robot_v(w, r)[0], 20 * TOLERANCE);
    contact_world_destroy(w);
    /* the effort of the model is what a motor starts with */
    {
        rbd_dof d = m->dof[0];
        d.max_effort = TACT_R(1.5);
        rbd_model_set_dof(m, 0, &d);
    }
    w = weightless(0);
    r = contact_world_add_robot(w, m, NULL, NULL);
    EXPECT_NEAR(TACT_R(1.5), contact_robot_motor(w, r, 0).max_effort, TOLERANCE);
    q = contact_robot_motor(w, r, 0).stiffness;
    EXPECT_EQ(0, q > 0 || q < 0);
    contact_world_destroy(w);
    rbd_model_destroy(m);
}

/* The faithful integrator leaves a robot with motors to Euler: both worlds step alike, with or without anything to touch. */
UTEST(motors, beside_the_faithful_integrator) {
    tact_real inertia;
    rbd_model *m = rod(RBD_JOINT_REVOLUTE, &inertia);
    contact_world *w[2];
    contact_robot r[2];
    int k, i;
    for (k = 0; k < 2; ++k) {
        contact_motor motor = motor_of(30, 1, 1, 0, TACT_REAL_MAX);
        w[k] = weightless(0);
        if (k) contact_world_settings(w[k])->integrator = CONTACT_INTEGRATOR_FAITHFUL;
        r[k] = contact_world_add_robot(w[k], m, NULL, NULL);
        contact_robot_set_motor(w[k], r[k], 0, &motor);
    }
    for (i = 0; i < 100; ++i) {
        for (k = 0; k < 2; ++k) ASSERT_GE(contact_world_step(w[k], TACT_R(5e-3)), 0);
        EXPECT_NEAR(contact_robot_q(w[0], r[0])[0], contact_robot_q(w[1], r[1])[0], 10 * TOLERANCE);
    }
    EXPECT_GT(contact_robot_q(w[1], r[1])[0], TACT_R(0.5));
    contact_world_destroy(w[0]), contact_world_destroy(w[1]);
    rbd_model_destroy(m);
}

/* From 3 rad to -3 rad it is 0.28 rad through the half turn, not six back. */
UTEST(motors, unbounded_hinge_goes_the_shorter_way) {
    tact_real inertia, q[2], least = 1;
    int i, maximal;
    for (maximal = 0; maximal < 2; ++maximal) {
        rbd_model *m = rod(RBD_JOINT_CONTINUOUS, &inertia);
        contact_world *w = weightless(maximal);
        contact_motor motor = motor_of(50, 5, -3, 0, TACT_REAL_MAX);
        contact_robot r;
        q[0] = tact_cos(3), q[1] = tact_sin(3);
        r = contact_world_add_robot(w, m, q, NULL);
        contact_robot_set_motor(w, r, 0, &motor);
        for (i = 0; i < 3000; ++i) {
            ASSERT_GE(contact_world_step(w, TACT_R(1e-3)), 0);
            least = tact_min(least, -contact_robot_q(w, r)[0]);
        }
        EXPECT_GT(least, TACT_R(0.98)); /* never below cos 3 = 0.98999 but for rounding: always near the half turn */
        EXPECT_NEAR(tact_sin(-3), contact_robot_q(w, r)[1], TACT_R(1e-4));
        contact_world_destroy(w);
        rbd_model_destroy(m);
    }
}

/* Gains a million times what an explicit law stands: at the target within a few steps, and still there. */
UTEST(motors, any_gain_is_stable) {
    tact_real inertia;
    rbd_model *m = rod(RBD_JOINT_REVOLUTE, &inertia);
    contact_world *w = test_world(NULL);
    contact_robot r = contact_world_add_robot(w, m, NULL, NULL);
    contact_motor motor = motor_of(TACT_R(1e7), TACT_R(1e5), TACT_R(0.7), 0, TACT_REAL_MAX);
    contact_robot_set_motor(w, r, 0, &motor);
    ASSERT_GE(test_steps(w, TACT_R(0.01), 100), 0);
    EXPECT_NEAR(TACT_R(0.7), contact_robot_q(w, r)[0], TACT_R(1e-5));
    EXPECT_NEAR(0, contact_robot_v(w, r)[0], TACT_R(1e-3));
    contact_world_destroy(w);
    rbd_model_destroy(m);
}

/* Revolute, ball (speed only), continuous, prismatic, and one that follows the first. */
static rbd_model *snake(void) {
    const rbd_joint_type types[4] = {RBD_JOINT_REVOLUTE, RBD_JOINT_SPHERICAL, RBD_JOINT_CONTINUOUS,
                                     RBD_JOINT_PRISMATIC};
    rbd_builder *b = rbd_builder_create(NULL);
    const char *names[5] = {"a", "b", "c", "d", "follower"};
    rbd_model *m;
    int i, parent = RBD_WORLD;
    for (i = 0; i < 5; ++i) {
        rbd_body link = rbd_default_body(names[i], i == 4 ? RBD_WORLD : parent);
        link.joint = rbd_default_joint(i == 4 ? RBD_JOINT_REVOLUTE : types[i]);
        link.joint.axis = tact_vec(TACT_R(0.2), 1, TACT_R(0.1) * (tact_real)i);
        if (i == 4) {
            link.joint.mimic = 1;
            link.joint.mimic_scale = TACT_R(-0.5);
            link.joint.mimic_offset = TACT_R(0.1);
        }
        link.placement = tact_pose_at(i == 4 ? 1 : 0, 0, i && i < 4 ? TACT_R(-0.3) : 0);
        link.inertia = rbd_inertia_box(1, tact_vec(0, TACT_R(0.01), TACT_R(-0.15)),
                                       tact_vec(TACT_R(0.06), TACT_R(0.08), TACT_R(0.3)));
        i == 4 ? (void)rbd_builder_add(b, &link, NULL) : (void)(parent = rbd_builder_add(b, &link, NULL));
    }
    m = rbd_model_create(b, NULL, NULL);
    rbd_builder_destroy(b);
    return m;
}
static contact_robot motored(contact_world *w, const rbd_model *m) {
    contact_robot r = contact_world_add_robot(w, m, NULL, NULL);
    int i;
    for (i = 0; i < m->joint_nv; ++i) {
        int ball = m->kind[m->dof_body[i]] == RBD_KIND_SPHERICAL;
        contact_motor motor = motor_of(ball ? 0 : 60, ball ? 1 : 3, TACT_R(0.1) * (tact_real)(i + 1),
                                       ball ? TACT_R(0.5) : 0, i == 0 ? 5 : 1000);
        contact_robot_set_motor(w, r, i, &motor);
    }
    return r;
}
/* Error of either is of first order in the step: they differ by a constant times dt, here 2e-5 s. */
UTEST(motors, maximal_coordinates_move_the_same) {
#ifndef TACT_FLOAT /* steps of 2e-5 s add up to their rounding there */
    rbd_model *m = snake();
    contact_world_config c = contact_default_world_config();
    contact_world *w[2];
    contact_robot r[2];
    tact_real most = 0;
    int k, i;
    for (k = 0; k < 2; ++k) {
        c.maximal = k;
        w[k] = contact_world_create(&c, NULL, NULL);
        r[k] = motored(w[k], m);
        ASSERT_GE(test_steps(w[k], TACT_R(2e-5), 5000), 0);
    }
    for (i = 0; i < m->nq; ++i) {
        EXPECT_NEAR(contact_robot_q(w[0], r[0])[i], contact_robot_q(w[1], r[1])[i], TACT_R(2e-5));
        most = tact_max(most, tact_abs(contact_robot_q(w[0], r[0])[i]));
    }
    for (i = 0; i < m->joint_nv; ++i)
        EXPECT_NEAR(contact_robot_motor_effort(w[0], r[0], i), contact_robot_motor_effort(w[1], r[1], i), TACT_R(5e-3));
    EXPECT_GT(most, TACT_R(0.2)); /* something moved */
    contact_world_destroy(w[0]), contact_world_destroy(w[1]);
    rbd_model_destroy(m);
#endif
}

UTEST(motors, are_part_of_a_snapshot) {
    rbd_model *m = snake();
    contact_world *w = test_world(NULL), *other;
    contact_robot r = motored(w, m);
    contact_motor off = motor_of(0, 0, 0, 0, 1);
    size_t bytes = contact_world_snapshot_bytes(w);
    void *block = malloc(bytes);
    uint64_t hash;
    test_steps(w, TACT_R(2e-3), 50);
    ASSERT_EQ(CONTACT_OK, contact_world_save(w, block, bytes));
    other = contact_world_clone(w, NULL);
    test_steps(w, TACT_R(2e-3), 50);
    hash = contact_world_hash(w);
    test_steps(other, TACT_R(2e-3), 50);
    EXPECT_TRUE(hash == contact_world_hash(other));
    contact_robot_set_motor(w, r, 0, &off);
    test_steps(w, TACT_R(2e-3), 10);
    EXPECT_TRUE(contact_robot_motor_effort(w, r, 0) <= 0 && contact_robot_motor_effort(w, r, 0) >= 0); /* off */
    ASSERT_EQ(CONTACT_OK, contact_world_restore(w, block, bytes));
    test_steps(w, TACT_R(2e-3), 50);
    EXPECT_TRUE(hash == contact_world_hash(w));
    contact_world_destroy(w), contact_world_destroy(other);
    rbd_model_destroy(m);
    free(block);
}

/* A robot at its target sleeps, also while a controller sends it the same target; a new one wakes it. */
UTEST(motors, a_new_target_wakes) {
    tact_real inertia;
    rbd_model *m = rod(RBD_JOINT_REVOLUTE, &inertia);
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    contact_robot r;
    contact_motor motor = motor_of(200, 20, TACT_R(0.3), 0, TACT_REAL_MAX);
    int i;
    c.sleeping = 1;
    w = contact_world_create(&c, NULL, NULL);
    r = contact_world_add_robot(w, m, NULL, NULL);
    for (i = 0; i < 3000; ++i) {
        contact_robot_set_motor(w, r, 0, &motor);
        ASSERT_GE(contact_world_step(w, TACT_R(2e-3)), 0);
    }
    EXPECT_EQ(0, contact_world_get_stats(w).n_awake);
    motor.position = TACT_R(-0.3);
    contact_robot_set_motor(w, r, 0, &motor);
    test_steps(w, TACT_R(2e-3), 1000);
    EXPECT_LT(contact_robot_q(w, r)[0], TACT_R(-0.2));
    contact_world_destroy(w);
    rbd_model_destroy(m);
}

UTEST(motors, refusals) {
    rbd_model *m = snake();
    contact_world *w = test_world(NULL);
    contact_robot r = motored(w, m), stale = r;
    contact_motor good = motor_of(1, 1, 0, 0, 1), bad, before = contact_robot_motor(w, r, 0);
    tact_real zero = 0;
    EXPECT_EQ(CONTACT_BAD_ARGUMENT, contact_robot_set_motor(NULL, r, 0, &good));
    EXPECT_EQ(CONTACT_BAD_ARGUMENT, contact_robot_set_motor(w, r, 0, NULL));
    EXPECT_EQ(CONTACT_BAD_ARGUMENT, contact_robot_set_motor(w, r, -1, &good));
    EXPECT_EQ(CONTACT_BAD_ARGUMENT, contact_robot_set_motor(w, r, m->joint_nv, &good));
    EXPECT_EQ(CONTACT_BAD_ARGUMENT, contact_robot_set_motor(w, r, 2, &good)); /* a ball joint has no position to hold */
    bad = good, bad.stiffness = -1;
    EXPECT_EQ(CONTACT_BAD_ARGUMENT, contact_robot_set_motor(w, r, 0, &bad));
    bad = good, bad.damping = -1;
    EXPECT_EQ(CONTACT_BAD_ARGUMENT, contact_robot_set_motor(w, r, 0, &bad));
    bad = good, bad.max_effort = 0;
    EXPECT_EQ(CONTACT_BAD_ARGUMENT, contact_robot_set_motor(w, r, 0, &bad));
    bad = good, bad.max_effort = zero / zero;
    EXPECT_EQ(CONTACT_BAD_ARGUMENT, contact_robot_set_motor(w, r, 0, &bad));
    bad = good, bad.position = zero / zero;
    EXPECT_EQ(CONTACT_NOT_FINITE, contact_robot_set_motor(w, r, 0, &bad));
    bad = good, bad.velocity = 1 / zero;
    EXPECT_EQ(CONTACT_NOT_FINITE, contact_robot_set_motor(w, r, 0, &bad));
    EXPECT_TRUE(strstr(contact_world_error(w)->text, "motor") != NULL);
    bad = contact_robot_motor(w, r, 0);
    EXPECT_EQ(0, memcmp(&bad, &before, sizeof bad)); /* as it was */
    contact_world_remove_robot(w, r);
    EXPECT_EQ(CONTACT_STALE_HANDLE, contact_robot_set_motor(w, stale, 0, &good));
    bad = contact_robot_motor(w, stale, 0);
    EXPECT_TRUE(!(bad.max_effort > 0) && !(bad.stiffness > 0));
    contact_world_destroy(w);
    rbd_model_destroy(m);
}

UTEST_MAIN()
