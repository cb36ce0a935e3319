/* fourbar.c - a crank-rocker: two robots' worth of bars and one loop, in reduced and in maximal coordinates.

   cc -O2 -I. examples/fourbar.c -lm -o fourbar && ./fourbar */
#include <stdio.h>
#define COLLIDE_IMPLEMENTATION
#define RBD_IMPLEMENTATION
#define CONTACT_IMPLEMENTATION
#include "collide.h"
#include "rbd.h"
#include "contact.h" /* after the other two: then it has the world */

/* Crank (0.5 m), coupler (1.2 m) and rocker (1 m) as a chain of hinges about y; the loop is closed in the world. */
static rbd_model *chain(const tact_vec3 p[4]) {
    const char *names[3] = {"crank", "coupler", "rocker"};
    rbd_builder *builder = rbd_builder_create(NULL);
    int parent = RBD_WORLD;
    for (int i = 0; i < 3; ++i) {
        rbd_body b = rbd_default_body(names[i], parent);
        b.placement.p = i ? tact_sub(p[i], p[i - 1]) : p[0];
        b.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
        b.joint.axis = tact_vec(0, 1, 0);
        b.inertia = rbd_inertia_sphere(1, tact_scale(TACT_R(0.5), tact_sub(p[i + 1], p[i])), TACT_R(0.1));
        parent = rbd_builder_add(builder, &b, NULL);
    }
    rbd_model *model = rbd_model_create(builder, NULL, NULL);
    rbd_builder_destroy(builder);
    return model;
}

int main(void) {
    /* the coupler's far end is where circles of 1.2 m and 1 m meet */
    const tact_vec3 p[4] = {
        {0, 0, 0}, {0, 0, TACT_R(0.5)}, {TACT_R(1.1597435897435897), 0, TACT_R(0.9991855)}, {TACT_R(1.2), 0, 0}};
    rbd_model *model = chain(p);
    for (int maximal = 0; maximal < 2; ++maximal) {
        contact_world_config config = contact_default_world_config();
        config.maximal = maximal; /* 1: every link a free body, every joint a constraint */
        contact_world *world = contact_world_create(&config, NULL, NULL);
        contact_robot robot = contact_world_add_robot(world, model, NULL, NULL);

        contact_joint_def loop = contact_default_joint_def(CONTACT_JOINT_HINGE);
        loop.b = contact_robot_link(world, robot, 3); /* a is null: the world */
        loop.frame_a =
            tact_pose_make(p[3], tact_quat_axis_angle(tact_vec(1, 0, 0), -TACT_PI / 2)); /* z of the hinge is y */
        loop.frame_b = tact_pose_make(tact_sub(p[3], p[2]), loop.frame_a.q);
        contact_joint pin = contact_world_add_joint(world, &loop);

        tact_real turns = 0, widest = 0;
        for (int step = 0; step < 5000; ++step) {
            contact_robot_tau(world, robot)[0] =
                50 * (2 - contact_robot_v(world, robot)[0]); /* drive the crank towards 2 rad/s */
            if (contact_world_step(world, TACT_R(1e-3)) < 0) return printf("%s\n", contact_world_error(world)->text), 1;
            turns = contact_robot_q(world, robot)[0] / (2 * TACT_PI);
            if (contact_joint_error(world, pin) > widest && step > 100) widest = contact_joint_error(world, pin);
        }
        printf("%s coordinates: the crank turned %s, the pin stayed closed to %s\n", maximal ? "maximal" : "reduced",
               turns > 1 || turns < -1 ? "full circles" : "back and forth",
               widest < TACT_R(1e-5) ? "10 micrometres" : "no good");
        contact_world_destroy(world);
    }
    rbd_model_destroy(model);
    return 0;
}
/* expected output:
reduced coordinates: the crank turned full circles, the pin stayed closed to 10 micrometres
maximal coordinates: the crank turned full circles, the pin stayed closed to 10 micrometres
*/
