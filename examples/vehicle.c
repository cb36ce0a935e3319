/* vehicle.c - a car to copy: four wheels on springs, engine torque, brake and steering; it drives off, turns and stops.

   cc -O2 -I. examples/vehicle.c -lm -o vehicle && ./vehicle */
#include <stdio.h>
#define COLLIDE_IMPLEMENTATION
#define RBD_IMPLEMENTATION
#define CONTACT_IMPLEMENTATION
#include "collide.h"
#include "rbd.h"
#include "contact.h"

typedef struct car {
    contact_world *world;
    contact_body chassis, wheel[4];
    contact_joint joint[4]; /* front left, front right, rear left, rear right; x is forward, y to the left */
} car;

static car car_make(contact_world *world, tact_vec3 at) {
    const tact_real track = 0.8, base = 1.3, radius = 0.35;
    collide_shape hull = collide_box(1.9, 0.75, 0.3), tyre = collide_sphere(radius); /* a ball rolls over everything */
    contact_material rubber = contact_default_material();
    car c;
    int k;
    rubber.friction = 1;
    c.world = world;
    c.chassis = contact_world_add_dynamic(world, &hull, tact_pose_make(at, tact_quat_identity()), 350);
    for (k = 0; k < 4; ++k) {
        contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_WHEEL);
        contact_geom none = {0, 0};
        tact_vec3 hub = tact_vec(k < 2 ? base : -base, k % 2 ? -track : track, -0.35);
        c.wheel[k] =
            contact_world_add_dynamic(world, &tyre, tact_pose_make(tact_add(at, hub), tact_quat_identity()), 120);
        *contact_geom_surface(world, contact_body_next_geom(world, c.wheel[k], none)) = rubber;
        d.a = c.chassis, d.b = c.wheel[k];
        d.frame_a.p = hub;
        contact_axis_spring(&d.axis[2], 1.8, 0.5, contact_body_mass(world, c.chassis) / 4); /* the suspension */
        d.axis[2].rule = CONTACT_AXIS_LIMITED, d.axis[2].lower = -0.15, d.axis[2].upper = 0.15;
        d.axis[5].stiffness = 2e4, d.axis[5].damping = 2e3; /* the steering holds the wheel */
        c.joint[k] = contact_world_add_joint(world, &d);
    }
    return c;
}
/* throttle and brake 0..1, steer in radians to the left: before every step. */
static void car_drive(car *c, tact_real throttle, tact_real brake, tact_real steer) {
    const tact_real top_speed = 80, engine = 500, brakes = 1500; /* rad/s of a wheel; N m a wheel */
    int k;
    for (k = 0; k < 4; ++k) {
        contact_joint_def *d = contact_joint_settings(c->world, c->joint[k]);
        contact_axis *spin = &d->axis[4];
        int driven = k >= 2 && throttle > 0 && !(brake > 0);
        spin->damping = driven || brake > 0 ? 1e3 : 0; /* a motor towards a speed, with as much effort as it has */
        spin->velocity = driven ? top_speed : 0;
        spin->max_effort = driven ? engine * throttle : brake > 0 ? brakes * brake : 1;
        if (k < 2) d->axis[5].position = steer;
    }
}

static void report(const char *what, const car *c) {
    tact_pose p = contact_body_pose(c->world, c->chassis);
    tact_vec3 forward = tact_rotate(p.q, tact_vec(1, 0, 0));
    printf("%-12s %3d km/h, heading %3d degrees\n", what,
           (int)(3.6 * tact_norm(contact_body_velocity(c->world, c->chassis)) + 0.5),
           (int)(tact_atan2(forward.y, forward.x) * 180 / TACT_PI + 0.5));
}
int main(void) {
    contact_world *world = contact_world_create(NULL, NULL, NULL);
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0);
    const tact_real dt = 1.0 / 240;
    int i;
    car c;
    contact_world_add_static(world, &ground, tact_pose_identity());
    c = car_make(world, tact_vec(0, 0, 0.75));
    for (i = 0; i < 480; ++i) contact_world_step(world, dt);
    report("stands", &c);
    for (i = 0; i < 1200; ++i) car_drive(&c, 1, 0, 0), contact_world_step(world, dt);
    report("drives 5 s", &c);
    for (i = 0; i < 480; ++i) car_drive(&c, 0.2, 0, 0.1), contact_world_step(world, dt);
    report("turns 2 s", &c);
    for (i = 0; i < 960; ++i) car_drive(&c, 0, 1, 0), contact_world_step(world, dt);
    report("brakes", &c);
    contact_world_destroy(world);
    return 0;
}
/* expected output:
stands         0 km/h, heading   0 degrees
drives 5 s    39 km/h, heading   0 degrees
turns 2 s     42 km/h, heading  46 degrees
brakes         0 km/h, heading  67 degrees
*/
