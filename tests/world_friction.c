/* Friction with a shape against closed forms: a ball with rolling friction stops where mechanics says, a spinning ball loses spin by mu_t N,
   anisotropic friction slides along its axis and holds across it, a slide at an angle follows the law of most dissipation; in the exact,
   convex and compliant models. */
/* float: yes */
#include "world_common.h"

static const contact_method methods[] = {CONTACT_METHOD_AUTO, CONTACT_METHOD_NCP_PGS, CONTACT_METHOD_CCP_PGS,
                                         CONTACT_METHOD_SAP, CONTACT_METHOD_SIMILAR};
static contact_world *floor_with(contact_method method, const contact_material *m, collide_shape shape, tact_real up,
                                 contact_body *body) {
    contact_world_config c = contact_default_world_config();
    collide_shape plane = collide_halfspace(tact_vec(0, 0, 1), 0);
    contact_body_def b = contact_default_body_def();
    contact_geom_def g = contact_default_geom_def();
    contact_world *w;
    c.solver.method = method;
    c.solver.max_iterations = 1000;
    c.solver.momentum_tolerance = TACT_R(1e-10);
    w = contact_world_create(&c, NULL, NULL);
    b.type = CONTACT_BODY_STATIC;
    g.shape = &plane;
    g.material = *m;
    contact_world_add_geom(w, contact_world_add_body(w, &b), &g);
    b.type = CONTACT_BODY_DYNAMIC;
    b.pose = tact_pose_at(0, 0, up);
    g.shape = &shape;
    g.material = contact_default_material();
    g.material.friction = m->friction;
    *body = contact_world_add_body(w, &b);
    contact_world_add_geom(w, *body, &g);
    return w;
}

/* Solid ball of radius R that rolls with v: m R N b = (I + m R^2) deceleration, so it stops after 7 R v^2/(10 g b). */
UTEST(world_friction, a_rolling_ball_stops_where_it_must) {
    const tact_real radius = TACT_R(0.1), b = TACT_R(0.002), v = 1, dt = TACT_R(1e-3);
    for (int k = 0; k < (int)(sizeof methods / sizeof *methods); ++k) {
        contact_material m = contact_default_material();
        contact_body ball;
        contact_world *w;
        int compliant = contact_method_model(methods[k]) == CONTACT_MODEL_COMPLIANT, i;
        tact_real way = 7 * radius * v * v / (10 * TACT_R(9.81) * b), x;
        m.rolling_friction = b;
        w = floor_with(methods[k], &m, collide_sphere(radius), radius, &ball);
        contact_body_set_velocity(w, ball, tact_vec(v, 0, 0), tact_vec(0, v / radius, 0));
        for (i = 0; i < 8000; ++i) ASSERT_GE(contact_world_step(w, dt), 0);
        x = contact_body_pose(w, ball).p.x;
        /* a step of the way it rolls, and of compliant models the height it sinks and the creep */
        EXPECT_LT(tact_abs(x - way), compliant ? TACT_R(0.02) * way : 2 * v * dt);
        if (!compliant) EXPECT_LT(tact_norm(contact_body_velocity(w, ball)), TACT_R(1e-6)); /* it stands */
        contact_world_destroy(w);
    }
}

/* Two balls, one above the other in a tube would be chaos; one ball with spin is I d omega/dt = -mu_t m g. */
UTEST(world_friction, torsion_is_mu_t_n) {
    const tact_real radius = TACT_R(0.1), length = TACT_R(0.003), dt = TACT_R(1e-3);
    for (int k = 0; k < (int)(sizeof methods / sizeof *methods); ++k) {
        contact_material m = contact_default_material();
        contact_body ball;
        contact_world *w;
        contact_body_def d;
        tact_vec3 force, moment;
        int i;
        m.torsional_friction = length;
        w = floor_with(methods[k], &m, collide_sphere(radius), radius, &ball);
        contact_body_get(w, ball, &d);
        contact_body_set_velocity(w, ball, tact_vec(0, 0, 0), tact_vec(0, 0, 20));
        for (i = 0; i < 500; ++i) ASSERT_GE(contact_world_step(w, dt), 0);
        contact_body_contact_wrench(w, ball, &force, &moment);
        EXPECT_LT(tact_abs(-moment.z / force.z / length - 1),
                  TACT_EPSILON < TACT_R(1e-10) ? TACT_R(1e-8)
                                               : TACT_R(1e-4)); /* the rounds end at 1e-10; of float at 1e-5 */
        if (contact_method_model(methods[k]) != CONTACT_MODEL_COMPLIANT) {
            tact_real omega = 20 - TACT_R(0.5) * length * d.mass * TACT_R(9.81) / d.inertia.m[2][2];
            EXPECT_LT(tact_abs(contact_body_angular_velocity(w, ball).z - omega), TACT_R(2e-3)); /* one step of it */
        }
        for (i = 0; i < 4000; ++i) contact_world_step(w, dt);
        if (contact_method_model(methods[k]) != CONTACT_MODEL_COMPLIANT)
            EXPECT_LT(tact_abs(contact_body_angular_velocity(w, ball).z), TACT_R(1e-5)); /* it stops, and stays */
        contact_world_destroy(w);
    }
}

/* A box on a surface with mu 0.2 along x and 0.8 across it, thrown along each: it stops after v^2/(2 mu g). */
UTEST(world_friction, an_axis_slides_along_and_holds_across) {
    const tact_real v = 1, dt = TACT_R(1e-3);
    for (int k = 0; k < 3; ++k)
        for (int across = 0; across < 2; ++across) {
            contact_material m = contact_default_material();
            contact_body box;
            contact_world *w;
            tact_real mu = across ? TACT_R(0.4) : TACT_R(0.2), way = v * v / (2 * mu * TACT_R(9.81));
            tact_vec3 p;
            m.friction = TACT_R(0.2);
            m.friction_axis = tact_vec(2, 0, 0); /* any length */
            m.friction_across = TACT_R(0.8);
            /* the box has 0.2 as well: sqrt(0.2 0.2) along, sqrt(0.8 0.2) across */
            w = floor_with(methods[k], &m, collide_box(TACT_R(0.2), TACT_R(0.2), TACT_R(0.02)), TACT_R(0.02), &box);
            contact_body_set_velocity(w, box, across ? tact_vec(0, v, 0) : tact_vec(v, 0, 0), tact_vec(0, 0, 0));
            for (int i = 0; i < 1000; ++i) ASSERT_GE(contact_world_step(w, dt), 0);
            p = contact_body_pose(w, box).p;
            EXPECT_LT(tact_abs((across ? p.y : p.x) - way), 2 * v * dt);
            EXPECT_LT(tact_abs(across ? p.x : p.y), TACT_R(1e-4)); /* no force sideways */
            EXPECT_LT(tact_norm(contact_body_velocity(w, box)), TACT_R(1e-6));
            contact_world_destroy(w);
        }
}
/* At an angle: the force is on the ellipse, where -force is normal to the level sets of dissipation: f_i = -mu_i^2 c_i N / |(mu_1 c_1,
   mu_2 c_2)|. A point mass (a ball that cannot turn) for one step. */
UTEST(world_friction, at_an_angle_the_force_takes_most_energy) {
    for (int k = 0; k < 12; ++k) {
        tact_real angle = TACT_R(0.5) * (tact_real)k, m1 = TACT_R(0.3), m2 = TACT_R(0.6), c1, c2, n, size;
        contact_material m = contact_default_material();
        contact_body box;
        contact_world *w;
        tact_vec3 force, moment, v;
        m.friction = m1 * m1, m.friction_across = m2 * m2 * 1;
        m.friction_axis = tact_vec(tact_cos(1), tact_sin(1), 0);
        w = floor_with(CONTACT_METHOD_AUTO, &m, collide_box(TACT_R(0.5), TACT_R(0.5), TACT_R(0.001)), TACT_R(0.001),
                       &box);
        contact_geom none = {0, 0};
        contact_geom_surface(w, contact_body_next_geom(w, box, none))->friction = 1; /* sqrt(m_i^2 1) = m_i */
        contact_body_set_velocity(w, box, tact_vec(3 * tact_cos(angle), 3 * tact_sin(angle), 0), tact_vec(0, 0, 0));
        for (int i = 0; i < 3; ++i) contact_world_step(w, TACT_R(1e-3));
        contact_body_contact_wrench(w, box, &force, &moment);
        v = contact_body_velocity(w, box);
        c1 = v.x * tact_cos(1) + v.y * tact_sin(1), c2 = -v.x * tact_sin(1) + v.y * tact_cos(1);
        size = tact_sqrt(m1 * m1 * c1 * c1 + m2 * m2 * c2 * c2);
        n = force.z;
        EXPECT_LT(tact_abs(force.x * tact_cos(1) + force.y * tact_sin(1) + m1 * m1 * c1 * n / size), TACT_R(2e-3) * n);
        EXPECT_LT(tact_abs(-force.x * tact_sin(1) + force.y * tact_cos(1) + m2 * m2 * c2 * n / size), TACT_R(2e-3) * n);
        contact_world_destroy(w);
    }
}

/* A ball that spins on the ground and is thrown up: without a normal force there is no torque, in the step that it leaves too. */
UTEST(world_friction, what_leaves_the_ground_is_not_turned) {
    for (int k = 0; k < (int)(sizeof methods / sizeof *methods); ++k) {
        contact_material m = contact_default_material();
        contact_body ball;
        contact_world *w;
        tact_real before;
        m.torsional_friction = TACT_R(0.003), m.rolling_friction = TACT_R(0.002);
        w = floor_with(methods[k], &m, collide_sphere(TACT_R(0.1)), TACT_R(0.1), &ball);
        contact_body_set_velocity(w, ball, tact_vec(0, 0, 0), tact_vec(0, 0, 20));
        for (int i = 0; i < 20; ++i) ASSERT_GE(contact_world_step(w, TACT_R(1e-3)), 0);
        before = contact_body_angular_velocity(w, ball).z;
        contact_body_set_velocity(w, ball, tact_vec(0, 0, 1), tact_vec(0, 0, before));
        ASSERT_GE(contact_world_step(w, TACT_R(1e-3)), 0);
        EXPECT_LT(before, TACT_R(19.99)); /* it was turned before */
        EXPECT_LT(tact_abs(contact_body_angular_velocity(w, ball).z - before), 64 * TACT_EPSILON * before);
        contact_world_destroy(w);
    }
}
UTEST(world_friction, a_negative_length_is_refused) {
    contact_material m = contact_default_material();
    contact_body ball;
    collide_shape shape = collide_sphere(1);
    contact_world *w = floor_with(CONTACT_METHOD_AUTO, &m, shape, 1, &ball);
    contact_geom_def g = contact_default_geom_def();
    g.shape = &shape;
    g.material.torsional_friction = -1;
    EXPECT_EQ(contact_world_add_geom(w, ball, &g).generation, 0u);
    EXPECT_EQ(contact_world_error(w)->status, CONTACT_BAD_FRICTION);
    contact_world_destroy(w);
}
UTEST_MAIN()
