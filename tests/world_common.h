/* Shared by the tests of the world: a world with a ground plane, a box with given mass and material, stepping. */
#ifndef WORLD_COMMON_H
#define WORLD_COMMON_H
#include "utest.h"

#include "collide.h"
#include "rbd.h"
#include "contact.h"

#if defined(__GNUC__)
#define WORLD_TEST static __attribute__((unused))
#else
#define WORLD_TEST static
#endif

WORLD_TEST contact_world *test_world(const contact_world_config *config) {
    contact_world_config c = config ? *config : contact_default_world_config();
    return contact_world_create(&c, NULL, NULL);
}
WORLD_TEST contact_body test_body(contact_world *w, contact_body_type type, collide_shape shape, tact_pose pose,
                                  tact_real density, tact_real friction, tact_real restitution) {
    contact_body_def b = contact_default_body_def();
    contact_geom_def g = contact_default_geom_def();
    contact_body body;
    b.type = type;
    b.pose = pose;
    g.shape = &shape;
    g.density = density;
    g.material.friction = friction;
    g.material.restitution = restitution;
    body = contact_world_add_body(w, &b);
    contact_world_add_geom(w, body, &g);
    return body;
}
WORLD_TEST contact_body test_ground(contact_world *w, tact_real friction, tact_real restitution) {
    return test_body(w, CONTACT_BODY_STATIC, collide_halfspace(tact_vec(0, 0, 1), 0), tact_pose_identity(), 0, friction,
                     restitution);
}
WORLD_TEST contact_status test_steps(contact_world *w, tact_real dt, int n) {
    contact_status worst = CONTACT_OK, s;
    int i;
    for (i = 0; i < n; ++i) {
        s = contact_world_step(w, dt);
        if (s < 0) return s;
        if (s > worst) worst = s;
    }
    return worst;
}
#endif
