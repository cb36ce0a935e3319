/* What is in a world can be read back and changed: what get returns, set takes, and the world then behaves as one that was built so; a
   change wakes what it must and nothing else; impulses, targets, blasts and wind move bodies by the laws of momentum. */
/* float: yes */
/* c++: yes */
#include "world_common.h"
#include <string.h>

static tact_real near_to(tact_real a, tact_real b) { return tact_abs(a - b); }
/* rounding of a few hundred operations on numbers of the order of one */
#define CLOSE (1000 * TACT_EPSILON)

UTEST(world_change, a_body_reads_back_as_it_was_defined) {
    contact_world *w = test_world(NULL);
    contact_body_def d = contact_default_body_def(), r;
    contact_geom_def g = contact_default_geom_def(), s;
    collide_shape box = collide_box(TACT_R(0.1), TACT_R(0.2), TACT_R(0.3));
    contact_body body;
    contact_geom geom;
    d.pose = tact_pose_at(1, 2, 3);
    d.velocity = tact_vec(1, 0, 0);
    d.linear_damping = TACT_R(0.5), d.gravity_scale = 2;
    d.name = "crate";
    d.user = 77;
    d.can_sleep = 0, d.max_speed = 9, d.max_spin = 8;
    body = contact_world_add_body(w, &d);
    g.shape = &box;
    g.density = 500;
    g.material.friction = TACT_R(0.25);
    g.category = 4, g.mask = 6;
    g.user = 99;
    geom = contact_world_add_geom(w, body, &g);
    ASSERT_EQ(contact_body_get(w, body, &r), CONTACT_OK);
    EXPECT_STREQ(r.name, "crate");
    EXPECT_TRUE(r.user == 77 && r.type == CONTACT_BODY_DYNAMIC && r.enabled && !r.can_sleep);
    EXPECT_TRUE(r.max_speed == 9 && r.max_spin == 8 && r.gravity_scale == 2 && r.linear_damping == TACT_R(0.5));
    EXPECT_LT(near_to(r.mass, 500 * TACT_R(0.048)), 24 * CLOSE);
    ASSERT_EQ(contact_geom_get(w, geom, &s), CONTACT_OK);
    EXPECT_TRUE(s.user == 99 && s.category == 4 && s.mask == 6 && s.density == 500 && !s.sensor);
    EXPECT_TRUE(s.material.friction == TACT_R(0.25) && s.shape->kind == COLLIDE_KIND_BOX);
    EXPECT_TRUE(contact_geom_body(w, geom).index == body.index && contact_geom_valid(w, geom));
    EXPECT_TRUE(contact_geom_pose(w, geom).p.z == 3);
    contact_world_remove_body(w, body);
    EXPECT_EQ(contact_body_get(w, body, &r), CONTACT_STALE_HANDLE);
    EXPECT_EQ(contact_body_set(w, body, &r), CONTACT_STALE_HANDLE);
    EXPECT_EQ(contact_geom_get(w, geom, &s), CONTACT_STALE_HANDLE);
    EXPECT_EQ(contact_geom_set(w, geom, &s), CONTACT_STALE_HANDLE);
    EXPECT_FALSE(contact_geom_valid(w, geom));
    EXPECT_EQ(contact_geom_body(w, geom).generation, 0u);
    contact_world_destroy(w);
}

/* Two worlds: one built as it is to be, one changed to it: they step to the same bits. */
UTEST(world_change, a_changed_world_steps_as_one_built_so) {
    contact_world *built = test_world(NULL), *changed = test_world(NULL);
    collide_shape small = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)), ball = collide_sphere(TACT_R(0.2));
    contact_body_def d = contact_default_body_def();
    contact_geom_def g = contact_default_geom_def();
    contact_body a, b;
    contact_geom geom, none;
    memset(&none, 0, sizeof none);
    test_ground(built, TACT_R(0.5), 0), test_ground(changed, TACT_R(0.5), 0);
    d.pose = tact_pose_at(0, 0, 1);
    d.velocity = tact_vec(TACT_R(0.3), 0, 0);
    d.angular_damping = TACT_R(0.2);
    g.shape = &ball;
    g.density = 300;
    g.material.restitution = TACT_R(0.5);
    a = contact_world_add_body(built, &d);
    contact_world_add_geom(built, a, &g);
    b = contact_world_add_static(changed, &small, tact_pose_at(5, 5, 5));
    geom = contact_body_next_geom(changed, b, none);
    ASSERT_EQ(contact_geom_set(changed, geom, &g), CONTACT_OK);
    ASSERT_EQ(contact_body_set(changed, b, &d), CONTACT_OK);
    for (int i = 0; i < 200; ++i) {
        contact_world_step(built, TACT_R(0.01)), contact_world_step(changed, TACT_R(0.01));
        tact_pose p = contact_body_pose(built, a), q = contact_body_pose(changed, b);
        ASSERT_EQ(memcmp(&p, &q, sizeof p), 0);
    }
    contact_world_destroy(built), contact_world_destroy(changed);
}

UTEST(world_change, refusals_leave_the_object_as_it_was) {
    contact_world *w = test_world(NULL);
    collide_shape box = collide_box(1, 1, 1), plane = collide_halfspace(tact_vec(0, 0, 1), 0);
    contact_body body = contact_world_add_dynamic(w, &box, tact_pose_identity(), 1);
    contact_body ground = contact_world_add_static(w, &plane, tact_pose_at(0, 0, -9));
    contact_geom none, geom;
    contact_body_def d, after;
    contact_geom_def g;
    memset(&none, 0, sizeof none);
    geom = contact_body_next_geom(w, body, none);
    contact_body_get(w, body, &d);
    d.linear_damping = -1;
    EXPECT_EQ(contact_body_set(w, body, &d), CONTACT_BAD_ARGUMENT);
    contact_body_get(w, body, &d);
    d.max_speed = 0;
    EXPECT_EQ(contact_body_set(w, body, &d), CONTACT_BAD_ARGUMENT);
    contact_body_get(w, body, &d);
    d.mass_from_geoms = 0, d.mass = -1;
    EXPECT_EQ(contact_body_set(w, body, &d), CONTACT_NOT_POSITIVE);
    contact_body_get(w, ground, &d);
    d.type = CONTACT_BODY_DYNAMIC; /* a half-space has no mass */
    EXPECT_EQ(contact_body_set(w, ground, &d), CONTACT_NOT_POSITIVE);
    EXPECT_EQ(contact_body_set(w, ground, NULL), CONTACT_BAD_ARGUMENT);
    contact_body_get(w, ground, &after);
    EXPECT_EQ((int)after.type, (int)CONTACT_BODY_STATIC);
    contact_geom_get(w, geom, &g);
    g.material.friction = -1;
    EXPECT_EQ(contact_geom_set(w, geom, &g), CONTACT_BAD_FRICTION);
    contact_geom_get(w, geom, &g);
    g.shape = &plane;
    EXPECT_EQ(contact_geom_set(w, geom, &g), CONTACT_NOT_POSITIVE);
    g.shape = NULL;
    EXPECT_EQ(contact_geom_set(w, geom, &g), CONTACT_BAD_ARGUMENT);
    EXPECT_EQ(contact_body_set_target(w, body, tact_pose_identity()), CONTACT_BAD_ARGUMENT);
    EXPECT_EQ(contact_body_sleep(w, body), CONTACT_BAD_ARGUMENT); /* config.sleeping is 0 */
    EXPECT_EQ(contact_world_explode(w, tact_vec(0, 0, 0), -1, 1, ~0u), 0);
    EXPECT_EQ(contact_world_add_wind(w, tact_vec(0, 0, 0), -1, 1, ~0u), CONTACT_BAD_ARGUMENT);
    contact_world_destroy(w);
}

UTEST(world_change, bodies_geoms_and_contacts_one_after_the_other) {
    contact_world *w = test_world(NULL);
    collide_shape box = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    contact_body at, cube;
    contact_geom g, none;
    contact_geom_def d = contact_default_geom_def();
    int bodies = 0, geoms = 0, contacts = 0, i;
    memset(&at, 0, sizeof at), memset(&none, 0, sizeof none);
    test_ground(w, TACT_R(0.5), 0);
    cube = contact_world_add_dynamic(w, &box, tact_pose_at(0, 0, TACT_R(0.1)), 1000);
    d.shape = &box, d.pose = tact_pose_at(TACT_R(0.1), 0, 0);
    contact_world_add_geom(w, cube, &d);
    test_steps(w, TACT_R(0.01), 5);
    for (at = contact_world_next_body(w, at); at.generation; at = contact_world_next_body(w, at)) ++bodies;
    for (g = contact_body_next_geom(w, cube, none); g.generation; g = contact_body_next_geom(w, cube, g)) ++geoms;
    for (i = contact_body_next_contact(w, cube, -1); i >= 0; i = contact_body_next_contact(w, cube, i)) ++contacts;
    EXPECT_EQ(bodies, 2);
    EXPECT_EQ(geoms, 2);
    EXPECT_EQ(contacts, contact_world_contact_count(w));
    EXPECT_GT(contacts, 3);
    contact_world_destroy(w);
}

/* A disabled body is not there: what stood on it falls, a ray passes; enabled again it is. */
UTEST(world_change, a_disabled_body_is_not_there) {
    contact_world *w = test_world(NULL);
    collide_shape slab = collide_box(1, 1, TACT_R(0.1)), ball = collide_sphere(TACT_R(0.1));
    contact_body shelf = contact_world_add_static(w, &slab, tact_pose_at(0, 0, 1));
    contact_body b = contact_world_add_dynamic(w, &ball, tact_pose_at(0, 0, TACT_R(1.2)), 1000);
    contact_body_def d;
    contact_ray_hit hit;
    test_steps(w, TACT_R(0.01), 20);
    EXPECT_GT(contact_body_pose(w, b).p.z, TACT_R(1.19));
    contact_body_get(w, shelf, &d);
    d.enabled = 0;
    ASSERT_EQ(contact_body_set(w, shelf, &d), CONTACT_OK);
    EXPECT_FALSE(contact_world_cast_ray(w, tact_vec(TACT_R(0.5), 0, 2), tact_vec(TACT_R(0.5), 0, 0), ~0u, &hit));
    test_steps(w, TACT_R(0.01), 20);
    EXPECT_LT(contact_body_pose(w, b).p.z, TACT_R(1.05));
    d.enabled = 1;
    ASSERT_EQ(contact_body_set(w, shelf, &d), CONTACT_OK);
    EXPECT_TRUE(contact_world_cast_ray(w, tact_vec(TACT_R(0.5), 0, 2), tact_vec(TACT_R(0.5), 0, 0), ~0u, &hit));
    contact_body_get(w, b, &d);
    d.enabled = 0;
    contact_body_set(w, b, &d);
    tact_real z = contact_body_pose(w, b).p.z;
    test_steps(w, TACT_R(0.01), 20);
    EXPECT_TRUE(contact_body_pose(w, b).p.z == z);
    contact_world_destroy(w);
}

UTEST(world_change, a_body_is_held_to_its_speed) {
    contact_world *w = test_world(NULL);
    collide_shape ball = collide_sphere(TACT_R(0.1));
    contact_body b = contact_world_add_dynamic(w, &ball, tact_pose_identity(), 1000);
    contact_body_def d;
    contact_body_get(w, b, &d);
    d.max_speed = 2, d.max_spin = 3;
    contact_body_set(w, b, &d);
    contact_body_add_angular_impulse(w, b, tact_vec(0, 10, 0));
    test_steps(w, TACT_R(0.01), 100);
    EXPECT_LT(near_to(tact_norm(contact_body_velocity(w, b)), 2), CLOSE);
    EXPECT_LT(near_to(tact_norm(contact_body_angular_velocity(w, b)), 3), CLOSE);
    contact_world_destroy(w);
}

UTEST(world_change, an_impulse_is_a_change_of_momentum) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    collide_shape box = collide_box(TACT_R(0.1), TACT_R(0.2), TACT_R(0.3));
    tact_vec3 p = tact_vec(1, 2, 3), at = tact_vec(TACT_R(0.1), TACT_R(-0.1), TACT_R(0.2)), v, o, u;
    contact_body b;
    contact_body_def d;
    c.gravity = tact_vec(0, 0, 0);
    w = test_world(&c);
    b = contact_world_add_dynamic(w, &box, tact_pose_identity(), 100);
    contact_body_get(w, b, &d);
    ASSERT_EQ(contact_body_add_impulse_at(w, b, p, at), CONTACT_OK);
    v = contact_body_velocity(w, b), o = contact_body_angular_velocity(w, b);
    EXPECT_LT(tact_norm(tact_sub(tact_scale(d.mass, v), p)), CLOSE);
    EXPECT_LT(tact_norm(tact_sub(tact_mat_mul_vec(&d.inertia, o), tact_cross(at, p))), CLOSE);
    u = contact_body_point_velocity(w, b, at);
    EXPECT_LT(tact_norm(tact_sub(u, tact_add(v, tact_cross(o, at)))), CLOSE);
    ASSERT_EQ(contact_body_add_impulse(w, b, tact_neg(p)), CONTACT_OK);
    ASSERT_EQ(contact_body_add_angular_impulse(w, b, tact_neg(tact_cross(at, p))), CONTACT_OK);
    EXPECT_LT(tact_norm(contact_body_velocity(w, b)) + tact_norm(contact_body_angular_velocity(w, b)), 10 * CLOSE);
    contact_world_destroy(w);
}

/* A push on a link gives the robot the velocity that M (v+ - v) = J^T p asks; here the tip of a pendulum of one hinge. */
UTEST(world_change, an_impulse_on_a_link_moves_its_robot) {
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_body link = rbd_default_body("arm", RBD_WORLD);
    rbd_model *model;
    contact_world *w = test_world(NULL);
    contact_robot robot;
    tact_real inertia;
    link.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
    link.joint.axis = tact_vec(0, 1, 0);
    link.inertia = rbd_inertia_box(2, tact_vec(0, 0, TACT_R(-0.5)), tact_vec(TACT_R(0.1), TACT_R(0.1), 1));
    rbd_builder_add(builder, &link, NULL);
    model = rbd_model_create(builder, NULL, NULL);
    rbd_builder_destroy(builder);
    ASSERT_TRUE(model != NULL);
    robot = contact_world_add_robot(w, model, NULL, NULL);
    inertia = model->inertia[1].yy + 2 * TACT_R(0.25); /* about the hinge */
    ASSERT_EQ(contact_body_add_impulse_at(w, contact_robot_link(w, robot, 1), tact_vec(3, 0, 0), tact_vec(0, 0, -1)),
              CONTACT_OK);
    EXPECT_LT(near_to(contact_robot_v(w, robot)[0], -3 / inertia), 10 * CLOSE);
    contact_world_destroy(w);
    rbd_model_destroy(model);
}

/* A kinematic body arrives at its target, what stands on it has gone along, and then it stands. */
UTEST(world_change, a_target_is_reached_and_carries) {
    contact_world *w = test_world(NULL);
    contact_body lift =
        test_body(w, CONTACT_BODY_KINEMATIC, collide_box(1, 1, TACT_R(0.1)), tact_pose_identity(), 0, TACT_R(0.8), 0);
    contact_body rider = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                                   tact_pose_at(0, 0, TACT_R(0.2)), 1000, TACT_R(0.8), 0);
    tact_pose to = tact_pose_at(0, 0, 0);
    for (int i = 1; i <= 100; ++i) {
        to = tact_pose_make(tact_vec(TACT_R(0.002) * (tact_real)i, 0, TACT_R(0.003) * (tact_real)i),
                            tact_quat_axis_angle(tact_vec(0, 0, 1), TACT_R(0.002) * (tact_real)i));
        ASSERT_EQ(contact_body_set_target(w, lift, to), CONTACT_OK);
        contact_world_step(w, TACT_R(0.01));
        EXPECT_LT(tact_norm(tact_sub(contact_body_pose(w, lift).p, to.p)), CLOSE);
    }
    /* the rider was accelerated by the first step within the friction cone, and then moves with the lift; it slips by less
       than a millimetre */
    EXPECT_LT(near_to(contact_body_pose(w, rider).p.x, TACT_R(0.2)), TACT_R(1e-2));
    EXPECT_LT(near_to(contact_body_pose(w, rider).p.z, TACT_R(0.5)), TACT_R(1e-4));
    contact_world_step(w, TACT_R(0.01));
    EXPECT_TRUE(tact_norm(contact_body_velocity(w, lift)) == 0);
    EXPECT_LT(tact_norm(tact_sub(contact_body_pose(w, lift).p, to.p)), CLOSE);
    contact_world_destroy(w);
}

UTEST(world_change, blasts_push_away_and_wind_brings_along) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    collide_shape ball = collide_sphere(TACT_R(0.1));
    contact_body near_one, far_one, leaf;
    c.gravity = tact_vec(0, 0, 0);
    w = test_world(&c);
    near_one = contact_world_add_dynamic(w, &ball, tact_pose_at(TACT_R(0.6), 0, 0), 1000);
    far_one = contact_world_add_dynamic(w, &ball, tact_pose_at(5, 0, 0), 1000);
    EXPECT_EQ(contact_world_explode(w, tact_vec(0, 0, 0), 1, 2, ~0u), 1);
    /* half way to the radius, half of the impulse */
    EXPECT_LT(near_to(contact_body_velocity(w, near_one).x * contact_body_mass(w, near_one), 1), 10 * CLOSE);
    EXPECT_TRUE(tact_norm(contact_body_velocity(w, far_one)) == 0);
    leaf = contact_world_add_dynamic(w, &ball, tact_pose_at(0, 9, 0), TACT_R(0.1));
    for (int i = 0; i < 2000; ++i) {
        ASSERT_EQ(contact_world_add_wind(w, tact_vec(0, 7, 0), 1, TACT_R(0.01), ~0u), CONTACT_OK);
        contact_world_step(w, TACT_R(0.01));
        ASSERT_TRUE(contact_body_velocity(w, leaf).y <= 7 + 7 * CLOSE);
    }
    EXPECT_GT(contact_body_velocity(w, leaf).y, TACT_R(6.9));
    contact_world_destroy(w);
}

/* ---- sleep ---- */
typedef struct bed {
    contact_world *w;
    contact_body ground, box, other;
} bed;
static bed asleep(void) { /* two boxes asleep on the ground, far apart */
    contact_world_config c = contact_default_world_config();
    bed b;
    c.sleeping = 1;
    b.w = test_world(&c);
    b.ground = test_ground(b.w, TACT_R(0.5), 0);
    b.box = test_body(b.w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                      tact_pose_at(0, 0, TACT_R(0.1)), 1000, TACT_R(0.5), 0);
    b.other = test_body(b.w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                        tact_pose_at(3, 0, TACT_R(0.1)), 1000, TACT_R(0.5), 0);
    test_steps(b.w, TACT_R(0.01), 80);
    return b;
}
static int awake(const bed *b) { return contact_body_awake(b->w, b->box) + 2 * contact_body_awake(b->w, b->other); }
static contact_geom first_geom(contact_world *w, contact_body body) {
    contact_geom none;
    memset(&none, 0, sizeof none);
    return contact_body_next_geom(w, body, none);
}
UTEST(world_change, sleepers_keep_their_contacts) {
    bed b = asleep();
    tact_vec3 force, moment;
    ASSERT_EQ(awake(&b), 0);
    EXPECT_EQ(contact_world_contact_count(b.w), 8);
    contact_body_contact_wrench(b.w, b.box, &force, &moment);
    EXPECT_LT(near_to(force.z, TACT_R(9.81) * contact_body_mass(b.w, b.box)), TACT_R(1e-3)); /* the solver's accuracy */
    test_steps(b.w, TACT_R(0.01), 100);
    contact_body_contact_wrench(b.w, b.box, &force, &moment);
    EXPECT_LT(near_to(force.z, TACT_R(9.81) * contact_body_mass(b.w, b.box)), TACT_R(1e-3));
    contact_body_wake(b.w, b.box);
    EXPECT_EQ(awake(&b), 1);
    test_steps(b.w, TACT_R(0.01), 1);
    EXPECT_EQ(contact_world_contact_count(b.w), 8);
    contact_world_destroy(b.w);
}
UTEST(world_change, what_changes_wakes_what_feels_it) {
    bed b = asleep();
    contact_geom ground = first_geom(b.w, b.ground), box = first_geom(b.w, b.box);
    contact_geom_def g;
    contact_body_def d;
    contact_material m = contact_default_material();
    ASSERT_EQ(awake(&b), 0);
    contact_world_settings(b.w)->gravity = tact_vec(0, 0, -5);
    test_steps(b.w, TACT_R(0.01), 1);
    EXPECT_EQ(awake(&b), 3);
    test_steps(b.w, TACT_R(0.01), 80);
    ASSERT_EQ(awake(&b), 0);
    contact_geom_surface(b.w, ground)->surface_velocity = tact_vec(1, 0, 0); /* the ground is a belt now */
    test_steps(b.w, TACT_R(0.01), 1);
    EXPECT_EQ(awake(&b), 3);
    contact_geom_surface(b.w, ground)->surface_velocity = tact_vec(0, 0, 0);
    test_steps(b.w, TACT_R(0.01), 200);
    ASSERT_EQ(awake(&b), 0);
    contact_geom_surface(b.w, box)->friction = TACT_R(0.1);
    test_steps(b.w, TACT_R(0.01), 1);
    EXPECT_EQ(awake(&b), 1); /* and not the other */
    test_steps(b.w, TACT_R(0.01), 80);
    contact_world_set_pair_material(b.w, ground, box, &m);
    EXPECT_EQ(awake(&b) & 1, 1);
    test_steps(b.w, TACT_R(0.01), 80);
    contact_geom_get(b.w, box, &g);
    g.mask = 0;
    contact_geom_set(b.w, box, &g);
    EXPECT_EQ(awake(&b), 1);
    g.mask = ~0u;
    contact_geom_set(b.w, box, &g);
    test_steps(b.w, TACT_R(0.01), 80);
    ASSERT_EQ(awake(&b), 0);
    contact_body_get(b.w, b.box, &d);
    d.can_sleep = 0;
    contact_body_set(b.w, b.box, &d);
    test_steps(b.w, TACT_R(0.01), 100);
    EXPECT_EQ(awake(&b), 1);
    ASSERT_EQ(contact_body_sleep(b.w, b.box), CONTACT_OK);
    EXPECT_EQ(awake(&b), 0);
    contact_world_settings(b.w)->sleeping = 0;
    test_steps(b.w, TACT_R(0.01), 1);
    EXPECT_EQ(awake(&b), 3);
    contact_world_destroy(b.w);
}
UTEST(world_change, neighbours_that_go_or_come_wake) {
    bed b = asleep();
    collide_shape box = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    contact_body wall = contact_world_add_static(b.w, &box, tact_pose_at(0, 3, TACT_R(0.1)));
    test_steps(b.w, TACT_R(0.01), 1);
    ASSERT_EQ(awake(&b), 0);
    contact_body_set_pose(b.w, wall, tact_pose_at(0, TACT_R(0.15), TACT_R(0.1))); /* into the box */
    test_steps(b.w, TACT_R(0.01), 1);
    EXPECT_EQ(awake(&b), 1);
    contact_world_remove_body(b.w, wall);
    test_steps(b.w, TACT_R(0.01), 150);
    ASSERT_EQ(awake(&b), 0);
    contact_world_remove_body(b.w, b.ground);
    EXPECT_EQ(awake(&b), 3);
    test_steps(b.w, TACT_R(0.01), 10);
    EXPECT_LT(contact_body_velocity(b.w, b.other).z, TACT_R(-0.9));
    contact_world_destroy(b.w);
}
/* Two boxes that slide on ice at 2 cm/s: by the world's threshold they do not rest. The one whose own threshold is above it sleeps, after
   config.sleep_time; read back, and refused below 0. */
UTEST(world_change, a_body_has_a_sleep_speed_of_its_own) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    contact_body_def d = contact_default_body_def();
    contact_body slow[2];
    int i;
    c.sleeping = 1;
    w = test_world(&c);
    test_ground(w, 0, 0);
    for (i = 0; i < 2; ++i) {
        contact_geom_def g = contact_default_geom_def();
        collide_shape box = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
        d.pose = tact_pose_at(2 * (tact_real)i, 0, TACT_R(0.1)), d.velocity = tact_vec(TACT_R(0.02), 0, 0);
        d.sleep_speed = i ? TACT_R(0.03) : 0;
        slow[i] = contact_world_add_body(w, &d);
        g.shape = &box, g.material.friction = 0;
        contact_world_add_geom(w, slow[i], &g);
    }
    test_steps(w, TACT_R(0.01), 48);
    EXPECT_TRUE(contact_body_awake(w, slow[0]) && contact_body_awake(w, slow[1]));
    test_steps(w, TACT_R(0.01), 3);
    EXPECT_TRUE(contact_body_awake(w, slow[0]));
    EXPECT_FALSE(contact_body_awake(w, slow[1]));
    ASSERT_EQ(contact_body_get(w, slow[1], &d), CONTACT_OK);
    EXPECT_TRUE(d.sleep_speed == TACT_R(0.03));
    d.sleep_speed = -1;
    EXPECT_EQ(contact_body_set(w, slow[1], &d), CONTACT_BAD_ARGUMENT);
    d.sleep_speed = 0, d.velocity = tact_vec(TACT_R(0.02), 0, 0);
    EXPECT_EQ(contact_body_set(w, slow[1], &d), CONTACT_OK);
    test_steps(w, TACT_R(0.01), 100);
    EXPECT_TRUE(contact_body_awake(w, slow[1]));
    contact_world_destroy(w);
}
/* A joint's motor, and the effort of a robot, written through their pointers. */
UTEST(world_change, a_motor_target_wakes) {
    bed b = asleep();
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_SLIDER);
    contact_joint j;
    d.b = b.box;
    contact_body_set_pose(b.w, b.box, tact_pose_at(0, 0, TACT_R(0.5))); /* off the ground: its friction is not asked */
    d.frame_a = tact_pose_make(tact_vec(0, 0, TACT_R(0.5)), tact_quat_axis_angle(tact_vec(0, 1, 0), TACT_PI / 2));
    d.frame_b = tact_pose_make(tact_vec(0, 0, 0), tact_quat_axis_angle(tact_vec(0, 1, 0), TACT_PI / 2));
    d.motor = 1, d.damping = 1000;
    j = contact_world_add_joint(b.w, &d);
    EXPECT_EQ(awake(&b), 1);
    test_steps(b.w, TACT_R(0.01), 80);
    ASSERT_EQ(awake(&b), 0);
    EXPECT_TRUE(contact_joint_settings(b.w, j)->velocity == 0); /* reading wakes nobody */
    test_steps(b.w, TACT_R(0.01), 1);
    EXPECT_EQ(awake(&b), 0);
    contact_joint_settings(b.w, j)->velocity = TACT_R(0.5);
    test_steps(b.w, TACT_R(0.01), 2); /* v+ = (8 v + 5)/18 of 8 kg, twice */
    EXPECT_EQ(awake(&b), 1);
    EXPECT_GT(contact_body_velocity(b.w, b.box).x, TACT_R(0.4));
    contact_world_destroy(b.w);
}

/* Robots: read back, found from their links, disabled (a ball falls through where it stood, it keeps its pose) and enabled again; controls of
   two of one file are each their own. */
UTEST(world_change, robots_read_back_and_go_away) {
    static const char text[] = "<mujoco><worldbody><body name='arm' pos='0 0 1'><joint name='hinge' axis='0 1 0'/>"
                               "<geom type='box' size='0.5 0.1 0.05' mass='1'/></body></worldbody>"
                               "<actuator><motor name='m' joint='hinge' ctrlrange='-1 1'/></actuator></mujoco>";
    contact_world *w = contact_world_create(NULL, NULL, NULL);
    collide_shape ball = collide_sphere(TACT_R(0.05));
    contact_robot robot[2], none = {0, 0}, at;
    rbd_model *model[2];
    contact_robot_def d;
    contact_body drop;
    tact_pose before;
    int link = 0, n = 0;
    for (int k = 0; k < 2; ++k) {
        robot[k] = contact_world_add_file(w, text, sizeof text - 1, NULL, &model[k]);
        ASSERT_TRUE(contact_robot_valid(w, robot[k]));
        ASSERT_EQ(contact_robot_control_count(w, robot[k]), 1);
    }
    contact_robot_set_control(w, robot[0], 0, TACT_R(0.25));
    contact_robot_set_control(w, robot[1], 0, TACT_R(-0.5));
    EXPECT_EQ(contact_robot_control(w, robot[0], 0), TACT_R(0.25));
    EXPECT_EQ(contact_robot_control(w, robot[1], 0), TACT_R(-0.5));
    for (at = contact_world_next_robot(w, none); at.generation; at = contact_world_next_robot(w, at)) ++n;
    EXPECT_EQ(n, 2);
    at = contact_body_robot(w, contact_robot_link(w, robot[1], 1), &link);
    EXPECT_TRUE(at.index == robot[1].index && at.generation == robot[1].generation && link == 1);
    EXPECT_EQ(contact_robot_dof(w, robot[0]), 0); /* one dof each, and no free bodies before them */
    EXPECT_EQ(contact_robot_dof(w, robot[1]), 1);
    EXPECT_EQ(contact_robot_dof(w, none), -1);
    contact_world_remove_robot(w, robot[1]);
    EXPECT_FALSE(contact_robot_valid(w, robot[1]));
    EXPECT_EQ(contact_robot_get(w, robot[1], &d), CONTACT_STALE_HANDLE);
    ASSERT_EQ(contact_robot_get(w, robot[0], &d), CONTACT_OK);
    EXPECT_TRUE(d.model == model[0] && d.enabled && d.can_sleep && !d.maximal && d.name[0] == 0);
    EXPECT_EQ(contact_robot_set(w, robot[0], NULL), CONTACT_BAD_ARGUMENT);
    EXPECT_EQ(contact_robot_set(w, robot[1], &d), CONTACT_STALE_HANDLE);
    d.name = "left arm", d.user = 42, d.enabled = 0;
    ASSERT_EQ(contact_robot_set(w, robot[0], &d), CONTACT_OK);
    contact_robot_get(w, robot[0], &d);
    EXPECT_TRUE(!strcmp(d.name, "left arm") && d.user == 42 && !d.enabled);
    before = contact_body_pose(w, contact_robot_link(w, robot[0], 1));
    drop = contact_world_add_dynamic(w, &ball, tact_pose_at(TACT_R(0.2), 0, 2), 1000);
    test_steps(w, TACT_R(0.01), 80);
    EXPECT_LT(contact_body_pose(w, drop).p.z, 0); /* g t^2/2 is 3.1 m */
    EXPECT_EQ(tact_norm(tact_sub(contact_body_pose(w, contact_robot_link(w, robot[0], 1)).p, before.p)), 0);
    d.enabled = 1;
    ASSERT_EQ(contact_robot_set(w, robot[0], &d), CONTACT_OK);
    contact_robot_q(w, robot[0])[0] = 0;
    contact_body_set_pose(w, drop, tact_pose_at(0, 0, TACT_R(1.2)));
    contact_body_set_velocity(w, drop, tact_vec(0, 0, 0), tact_vec(0, 0, 0));
    test_steps(w, TACT_R(0.01), 15); /* by itself it would be at 1.09 m, in the middle of the arm */
    EXPECT_GT(contact_body_pose(w, drop).p.z, TACT_R(1.09));
    contact_world_destroy(w);
    for (int k = 0; k < 2; ++k) rbd_model_destroy(model[k]);
}

/* A cup of one mesh: on a dynamic body it is refused by a message that names the way; cut into hulls it has the mass of the solid, stands, and
   a ball stays in it. */
UTEST(world_change, a_cup_moves_as_hulls_and_not_as_a_mesh) {
    enum { SIDES = 16 };
    tact_vec3 vertex[4 * SIDES + 2];
    int triangle[3 * 8 * SIDES], n = 0, k;
    collide_mesh *mesh = NULL;
    collide_decomposition *parts = NULL;
    collide_shape shape;
    contact_world *w = test_world(NULL);
    contact_body_def bd = contact_default_body_def();
    contact_geom_def g = contact_default_geom_def();
    contact_body cup, ball;
    const tact_real r[4] = {TACT_R(0.2), TACT_R(0.2), TACT_R(0.15), TACT_R(0.15)};
    const tact_real z[4] = {0, TACT_R(0.4), TACT_R(0.4), TACT_R(0.05)};
    collide_mass mass;
    for (k = 0; k < SIDES; ++k)
        for (int ring = 0; ring < 4; ++ring) {
            tact_real t = 2 * TACT_PI * (tact_real)k / SIDES;
            vertex[4 * k + ring] = tact_vec(r[ring] * tact_cos(t), r[ring] * tact_sin(t), z[ring]);
        }
    vertex[4 * SIDES] = tact_vec(0, 0, 0), vertex[4 * SIDES + 1] = tact_vec(0, 0, z[3]);
#define FACE(a, b, c) (triangle[n++] = (a), triangle[n++] = (b), triangle[n++] = (c))
    for (k = 0; k < SIDES; ++k) {
        int here = 4 * k, next = 4 * ((k + 1) % SIDES);
        for (int ring = 0; ring < 3; ++ring) {
            FACE(here + ring, next + ring, next + ring + 1);
            FACE(here + ring, next + ring + 1, here + ring + 1);
        }
        FACE(4 * SIDES, next, here);
        FACE(here + 3, next + 3, 4 * SIDES + 1);
    }
    ASSERT_GE(collide_mesh_create(vertex, 4 * SIDES + 2, triangle, n / 3, NULL, &mesh), 0);
    shape = collide_mesh_shape(mesh);
    test_ground(w, TACT_R(0.5), 0);
    bd.pose = tact_pose_at(0, 0, TACT_R(0.001));
    cup = contact_world_add_body(w, &bd);
    g.shape = &shape;
    EXPECT_EQ(contact_world_add_geom(w, cup, &g).generation, 0u);
    EXPECT_TRUE(strstr(contact_world_error(w)->text, "collide_decompose") != NULL);
    EXPECT_EQ(contact_world_add_hulls(w, cup, NULL, &g), CONTACT_BAD_ARGUMENT);
    ASSERT_GE(collide_decompose(mesh, NULL, NULL, &parts), 0);
    g.material.friction = -1;
    EXPECT_LT(contact_world_add_hulls(w, cup, parts, &g), 0);
    EXPECT_TRUE(contact_body_mass(w, cup) == 0);
    g.material.friction = TACT_R(0.5);
    ASSERT_EQ(contact_world_add_hulls(w, cup, parts, &g), parts->n_hulls);
    collide_mass_properties(&shape, g.density, &mass);
    EXPECT_LT(near_to(contact_body_mass(w, cup) / mass.mass, 1), TACT_R(1e-3));
    ball = test_body(w, CONTACT_BODY_DYNAMIC, collide_sphere(TACT_R(0.08)), tact_pose_at(TACT_R(0.02), 0, TACT_R(0.6)),
                     500, TACT_R(0.5), 0);
    for (k = 0; k < 300; ++k) ASSERT_GE(contact_world_step(w, TACT_R(0.01)), 0);
    EXPECT_LT(contact_body_pose(w, ball).p.z, TACT_R(0.3)); /* in it */
    EXPECT_GT(contact_body_pose(w, ball).p.z, TACT_R(0.1));
    EXPECT_LT(near_to(contact_body_pose(w, cup).p.z, 0), TACT_R(5e-3)); /* on the ground */
    contact_world_destroy(w);
    collide_decomposition_destroy(parts);
    collide_mesh_destroy(mesh);
}
UTEST_MAIN()
