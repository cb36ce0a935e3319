/* quadruped.c - a walking machine's body on four legs of three joints, read from URDF text made here, dropped from 10 cm and
   held by motors on its joints; the forces under its feet carry it. The motors are implicit, so any gain is stable, and have the
   effort that the URDF gives them.

   cc -O2 -I. examples/quadruped.c -lm -o quadruped && ./quadruped */
#include <stdio.h>
#define COLLIDE_IMPLEMENTATION
#define RBD_IMPLEMENTATION
#define CONTACT_IMPLEMENTATION
#include "collide.h"
#include "rbd.h"
#include "contact.h"

#define INERTIAL(mass, i)                                                                                              \
    "<inertial><origin xyz='0 0 0'/><mass value='" mass "'/><inertia ixx='" i "' iyy='" i "' izz='" i                  \
    "' ixy='0' ixz='0' iyz='0'/></inertial>"

/* One leg: hip about x, thigh and shank about y, 16 cm each, a ball as foot. */
static int leg(char *out, size_t size, const char *name, double x, double y) {
    return snprintf(
        out, size,
        "<link name='hip_%s'>" INERTIAL("0.3", "0.001") "</link><link name='thigh_%s'>" INERTIAL(
            "0.3", "0.002") "</link>"
                            "<link name='shank_%s'>" INERTIAL(
                                "0.1", "0.0008") "<collision><origin xyz='0 0 -0.16'/><geometry><sphere radius='0.02'/>"
                                                 "</geometry></collision></link>"
                                                 "<joint name='%s1' type='revolute'><parent link='trunk'/><child "
                                                 "link='hip_%s'/><origin xyz='%g %g 0'/><axis xyz='1 0 0'/>"
                                                 "<limit lower='-1' upper='1' effort='20' velocity='20'/></joint>"
                                                 "<joint name='%s2' type='revolute'><parent link='hip_%s'/><child "
                                                 "link='thigh_%s'/><axis xyz='0 1 0'/>"
                                                 "<limit lower='-2' upper='2' effort='20' velocity='20'/></joint>"
                                                 "<joint name='%s3' type='revolute'><parent link='thigh_%s'/><child "
                                                 "link='shank_%s'/><origin xyz='0 0 -0.16'/>"
                                                 "<axis xyz='0 1 0'/><limit lower='-2.6' upper='-0.2' effort='20' "
                                                 "velocity='20'/></joint>",
        name, name, name, name, name, x, y, name, name, name, name, name, name);
}

int main(void) {
    static char text[8192];
    const char *names[4] = {"fl", "fr", "rl", "rr"};
    size_t at = (size_t)snprintf(
        text, sizeof text,
        "<robot name='quadruped'><link name='trunk'>" INERTIAL(
            "4", "0.05") "<collision><geometry><box size='0.4 0.2 0.08'/></geometry></collision></link>");
    for (int i = 0; i < 4; ++i)
        at += (size_t)leg(text + at, sizeof text - at, names[i], i < 2 ? 0.19 : -0.19, i & 1 ? -0.12 : 0.12);
    at += (size_t)snprintf(text + at, sizeof text - at, "</robot>");

    contact_world *world = contact_world_create(NULL, NULL, NULL);
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0);
    contact_world_add_static(world, &ground, tact_pose_identity());

    /* Bent knees: thigh 0.8, shank -1.6; the feet then hang 0.223 + 0.02 m below the trunk. */
    tact_real q[19] = {0, 0, TACT_R(0.343), 0, 0, 0, 1};
    for (int i = 0; i < 12; ++i) q[7 + i] = i % 3 == 0 ? 0 : (i % 3 == 1 ? TACT_R(0.8) : TACT_R(-1.6));
    contact_file_config config = contact_default_file_config();
    config.reader.floating_base = 1;
    config.q = q;
    config.material.friction = TACT_R(0.8);
    rbd_model *model;
    contact_robot robot = contact_world_add_file(world, text, at, &config, &model);
    if (!model) return printf("%s\n", contact_world_error(world)->text), 1;
    printf("%d bodies, %d degrees of freedom, %.1f kg\n", model->n_bodies - 1, model->nv,
           (double)rbd_model_mass(model));

    for (int i = 0; i < 12; ++i) { /* hold the posture */
        contact_motor motor = contact_robot_motor(world, robot, 6 + i);
        motor.stiffness = 80;
        motor.damping = TACT_R(1.5);
        motor.position = q[7 + i];
        contact_robot_set_motor(world, robot, 6 + i, &motor);
    }
    for (int step = 1; step <= 2000; ++step) {
        if (contact_world_step(world, TACT_R(1e-3)) < 0) return printf("%s\n", contact_world_error(world)->text), 1;
        if (step % 500 == 0) {
            tact_real force = 0;
            for (int i = 0; i < contact_world_contact_count(world); ++i)
                force += contact_world_contact(world, i).force.z;
            printf("t %.1f s  trunk %.3f m up, %d contacts, %.1f of %.1f N, knee %.2f N m\n", 1e-3 * step,
                   (double)contact_robot_q(world, robot)[2], contact_world_contact_count(world),
                   (double)(force < 0 ? -force : force), 9.81 * (double)rbd_model_mass(model),
                   (double)contact_robot_motor_effort(world, robot, 8));
        }
    }
    contact_world_destroy(world);
    rbd_model_destroy(model);
    return 0;
}
/* expected output:
13 bodies, 18 degrees of freedom, 6.8 kg
t 0.5 s  trunk 0.240 m up, 4 contacts, 66.9 of 66.7 N, knee 1.03 N m
t 1.0 s  trunk 0.240 m up, 4 contacts, 66.6 of 66.7 N, knee 1.02 N m
t 1.5 s  trunk 0.240 m up, 4 contacts, 66.7 of 66.7 N, knee 1.02 N m
t 2.0 s  trunk 0.240 m up, 4 contacts, 66.7 of 66.7 N, knee 1.02 N m
*/
