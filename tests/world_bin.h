/* A busy bin that the quick and the long tests share: boxes, balls and capsules, stirred by a paddle, a pendulum swinging through
   them. The paddle alone would leave them in the corners, so the bin is tilted round and round, by more than friction holds:
   gravity turns. The paddle hangs on a motor that stalls where it jams bodies against the walls; `mighty` has one that nothing
   stops, and the law of contact then has no solution now and then. */
#ifndef WORLD_BIN_H
#define WORLD_BIN_H
#include "world_common.h"

enum { BIN_BODIES = 12 };
typedef struct bin {
    contact_world *world;
    contact_body body[BIN_BODIES];
    rbd_builder *builder;
    rbd_model *model;
    int period; /* [steps] of the turning */
    long long step;
} bin;

WORLD_TEST void bin_create(bin *b, const tact_allocator *allocator, int period, int mighty) {
    const collide_shape ball = collide_sphere(TACT_R(0.08)), box = collide_box(TACT_R(0.1), TACT_R(0.07), TACT_R(0.08));
    const collide_shape capsule = collide_capsule(TACT_R(0.06), TACT_R(0.08)),
                        bar = collide_box(TACT_R(0.7), TACT_R(0.03), TACT_R(0.08));
    rbd_body bob = rbd_default_body("bob", RBD_WORLD);
    contact_geom_def geom = contact_default_geom_def();
    contact_joint_def motor = contact_default_joint_def(CONTACT_JOINT_HINGE);
    contact_body paddle;
    contact_robot robot;
    int i;
    b->world = contact_world_create(NULL, allocator, NULL);
    b->period = period, b->step = 0;
    test_ground(b->world, TACT_R(0.5), 0);
    for (i = 0; i < 4; ++i) {
        tact_vec3 n = tact_vec((tact_real)(i == 0) - (tact_real)(i == 1), (tact_real)(i == 2) - (tact_real)(i == 3), 0);
        test_body(b->world, CONTACT_BODY_STATIC, collide_halfspace(n, -1), tact_pose_identity(), 0, TACT_R(0.3),
                  TACT_R(0.2));
    }
    paddle = test_body(b->world, mighty ? CONTACT_BODY_KINEMATIC : CONTACT_BODY_DYNAMIC, bar,
                       tact_pose_at(0, 0, TACT_R(0.09)), 500, TACT_R(0.4), 0);
    contact_body_set_velocity(b->world, paddle, tact_vec(0, 0, 0), tact_vec(0, 0, TACT_R(1.5)));
    motor.b = paddle, motor.frame_a = tact_pose_at(0, 0, TACT_R(0.09));
    motor.motor = 1;
    motor.damping = 20;
    motor.velocity = TACT_R(1.5);
    motor.max_effort = 30; /* [N m s], [rad/s], [N m] */
    if (!mighty) contact_world_add_joint(b->world, &motor);
    for (i = 0; i < BIN_BODIES; ++i)
        b->body[i] = test_body(b->world, CONTACT_BODY_DYNAMIC,
                               i % 3 == 0   ? box
                               : i % 3 == 1 ? ball
                                            : capsule,
                               tact_pose_at(TACT_R(0.4) * (tact_real)(i % 4) - TACT_R(0.6),
                                            TACT_R(0.4) * (tact_real)(i / 4) - TACT_R(0.4), TACT_R(0.5)),
                               300, TACT_R(0.4), TACT_R(0.2));
    bob.placement = tact_pose_at(TACT_R(0.85), TACT_R(0.85),
                                 TACT_R(1.2)); /* a corner: hung over the paddle it would have nowhere to go */
    bob.joint = rbd_default_joint(RBD_JOINT_SPHERICAL);
    bob.inertia = rbd_inertia_sphere(2, tact_vec(0, 0, -1), TACT_R(0.08));
    b->builder = rbd_builder_create(NULL);
    rbd_builder_add(b->builder, &bob, NULL);
    b->model = rbd_model_create(b->builder, NULL, NULL);
    for (i = 0; i < 3; ++i) { /* a ball joint that is not ideal: the ball would be spun up about the rod without end */
        rbd_dof d = b->model->dof[i];
        d.damping = TACT_R(0.02);
        rbd_model_set_dof(b->model, i, &d);
    }
    robot = contact_world_add_robot(b->world, b->model, NULL, NULL);
    geom.shape = &ball, geom.pose = tact_pose_at(0, 0, -1);
    contact_world_add_geom(b->world, contact_robot_link(b->world, robot, 1), &geom);
}
WORLD_TEST contact_status bin_step(bin *b) {
    tact_real turn = TACT_R(6.283185307179586) * (tact_real)(b->step++ % b->period) / (tact_real)b->period;
    contact_world_settings(b->world)->gravity = tact_vec(6 * tact_cos(turn), 6 * tact_sin(turn), TACT_R(-8));
    return contact_world_step(b->world, TACT_R(5e-3));
}
/* Bodies outside of the bin; the kinetic energy. */
WORLD_TEST int bin_lost(bin *b, double *kinetic) {
    tact_real k;
    int i, lost = 0;
    contact_world_energy(b->world, &k, NULL);
    *kinetic = (double)k;
    for (i = 0; i < BIN_BODIES; ++i) {
        tact_vec3 p = contact_body_pose(b->world, b->body[i]).p;
        lost += !(tact_abs(p.x) < TACT_R(1.05) && tact_abs(p.y) < TACT_R(1.05) && p.z > TACT_R(-0.05) && p.z < 3);
    }
    return lost;
}
WORLD_TEST void bin_destroy(bin *b) {
    contact_world_destroy(b->world);
    rbd_model_destroy(b->model);
    rbd_builder_destroy(b->builder);
}
#endif
