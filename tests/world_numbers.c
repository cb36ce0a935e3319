/* Numbers at the edge of the format. Facts checked: what a world hands out is finite whatever it was given: a density whose mass underflows is
   refused, a callback that writes NaN into a contact drops that contact, energies and statistics of bodies at 1e200 m/s are finite, and
   links of a robot that is stopped, under every integrator, keep the pose they had. */
#include "world_common.h"
#include <math.h>

static int finite3(tact_vec3 v) { return tact_finite(v.x) && tact_finite(v.y) && tact_finite(v.z); }

UTEST(numbers, a_density_without_a_mass_is_refused) {
    contact_world *w = test_world(NULL);
    collide_shape s = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    contact_body b = contact_world_add_dynamic(w, &s, tact_pose_at(0, 0, 1), TACT_R(2.2e-308));
    if (contact_body_valid(w, b)) {
        ASSERT_TRUE(finite3(contact_body_velocity(w, b)));
        contact_world_step(w, TACT_R(0.01));
        ASSERT_TRUE(finite3(contact_body_velocity(w, b)) && finite3(contact_body_pose(w, b).p));
    } else
        ASSERT_TRUE(contact_world_error(w)->status < 0);
    contact_world_destroy(w);
}

static void spoil(void *context, contact_world *w, contact_point *contacts, int n) {
    (void)context, (void)w;
    if (n > 0) contacts[0].normal.x = (tact_real)NAN;
    if (n > 1) contacts[1].friction = (tact_real)NAN;
    if (n > 2) contacts[2].gap = (tact_real)NAN;
}
UTEST(numbers, a_callback_that_writes_nan_spoils_no_force) {
    contact_world *w = test_world(NULL);
    collide_shape s = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    contact_body b;
    int i, k;
    test_ground(w, TACT_R(0.5), 0);
    b = contact_world_add_dynamic(w, &s, tact_pose_at(0, 0, TACT_R(0.1)), 1000);
    contact_world_set_edit_callback(w, spoil, NULL);
    for (i = 0; i < 5; ++i) {
        contact_status status = contact_world_step(w, TACT_R(0.01));
        for (k = 0; k < contact_world_contact_count(w); ++k) ASSERT_TRUE(finite3(contact_world_contact(w, k).force));
        ASSERT_TRUE(finite3(contact_body_velocity(w, b)) && finite3(contact_body_pose(w, b).p));
        (void)status;
    }
    contact_world_destroy(w);
}

UTEST(numbers, energy_of_what_is_very_fast_is_finite) {
    contact_world *w = test_world(NULL);
    collide_shape s = collide_sphere(TACT_R(0.1));
    contact_body b = contact_world_add_dynamic(w, &s, tact_pose_at(0, 0, 1), 1000);
    tact_real kinetic, potential;
    contact_body_set_velocity(w, b, tact_vec(TACT_R(1e200), 0, 0), tact_vec(0, 0, TACT_R(1e200)));
    contact_world_energy(w, &kinetic, &potential);
    ASSERT_TRUE(tact_finite(kinetic) && tact_finite(potential));
    contact_world_step(w, TACT_R(0.01));
    contact_world_energy(w, &kinetic, &potential);
    ASSERT_TRUE(tact_finite(kinetic) && tact_finite(potential));
    ASSERT_TRUE(tact_finite(contact_world_get_stats(w).residual));
    contact_world_destroy(w);
}

UTEST(numbers, links_of_a_stopped_robot_keep_their_pose) {
    int integrator, maximal;
    for (integrator = 0; integrator < 3; ++integrator)
        for (maximal = 0; maximal < 2; ++maximal) {
            contact_world_config c = contact_default_world_config();
            contact_world *w;
            rbd_builder *builder = rbd_builder_create(NULL);
            rbd_body link = rbd_default_body("link", RBD_WORLD);
            rbd_model *model;
            contact_robot robot;
            tact_pose pose;
            link.joint = rbd_default_joint(RBD_JOINT_FREE);
            link.inertia = rbd_inertia_box(1, tact_vec(0, 0, 0), tact_vec(1, 1, 1));
            rbd_builder_add(builder, &link, NULL);
            model = rbd_model_create(builder, NULL, NULL);
            rbd_builder_destroy(builder);
            c.integrator = (contact_integrator)integrator, c.maximal = maximal;
            w = contact_world_create(&c, NULL, NULL);
            robot = contact_world_add_robot(w, model, NULL, NULL);
            contact_robot_tau(w, robot)[0] = (tact_real)NAN;
            contact_world_step(w, TACT_R(0.01));
            pose = contact_body_pose(w, contact_robot_link(w, robot, 1));
            ASSERT_NEAR(1.0, tact_quat_norm(pose.q), 1e-9);
            ASSERT_TRUE(finite3(pose.p));
            contact_world_destroy(w);
            rbd_model_destroy(model);
        }
}
UTEST_MAIN()
