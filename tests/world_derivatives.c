/* Derivatives of a step: dense matrices against central differences of the step itself (perturb the state with
   contact_world_move_state, an input or a parameter, step, compare), forward and adjoint products against the
   matrices, gradient of a trajectory against differences of its loss. Every scene is away from changes of mode.
   Differences use h = 1e-7 (a stiff contact law is curved: 1e-5 would not do) and a solver tolerance of 1e-13, so
   their error is about 1e-13/1e-7 = 1e-6 of the largest entry of the column; 1e-5 relative separates right from
   wrong. */
/* slow: yes */
#include "world_differences.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Worst difference of the analytic derivative to central differences, relative to the largest entry of its column's
   half (position or velocity rows). Negative: a status. */
static tact_real compare(scene *s, int verbose) {
    static tact_real by_state[4 * MOST * MOST], by_input[2 * MOST * MOST], by_parameters[2 * MOST * 8];
    static tact_real column[2 * MOST], change[2 * MOST], product[2 * MOST], transposed[2 * MOST], weights[2 * MOST];
    contact_differential *d = contact_differential_create(NULL);
    size_t bytes = contact_world_snapshot_bytes(s->w);
    void *snapshot = malloc(bytes);
    int n = contact_world_dofs(s->w), j, i, np = s->n_parameters;
    tact_real worst = 0, h = s->h > 0 ? s->h : TACT_R(1e-7);
    contact_status status;
    captured plus, minus;
    contact_world_save(s->w, snapshot, bytes);
    contact_differential_set(d, CONTACT_GEOMETRY_EXACT, s->parameters, np);
    apply_forces(s, NULL);
    status = contact_world_step_differential(s->w, s->dt, d);
    if (status < 0 || status == CONTACT_NONSMOOTH) {
        fprintf(stderr, "step: %s (%s)\n", contact_status_text(status), contact_world_error(s->w)->text);
        contact_differential_destroy(d);
        free(snapshot);
        return -1;
    }
    if (contact_differential_dofs(d) != n) return -1; /* the derivative is by the dofs of the world */
    for (i = 0; verbose && i < contact_world_contact_count(s->w); ++i) {
        contact_point p = contact_world_contact(s->w, i);
        fprintf(stderr, "  contact gap %.3e normal %.3f %.3f %.3f force %.4f %.4f %.4f\n", (double)p.gap,
                (double)p.normal.x, (double)p.normal.y, (double)p.normal.z, (double)p.force.x, (double)p.force.y,
                (double)p.force.z);
    }
    contact_differential_matrices(d, by_state, by_input, by_parameters);
    for (j = 0; j < 3 * n + np; ++j) {
        const tact_real *matrix = j < 2 * n ? by_state : j < 3 * n ? by_input : by_parameters;
        int columns = j < 2 * n   ? 2 * n
                      : j < 3 * n ? n
                                  : np,
            at = j < 2 * n   ? j
                 : j < 3 * n ? j - 2 * n
                             : j - 3 * n,
            half;
        tact_real step = h;
        if (j >= 2 * n)
            step = s->h_force > 0 ? s->h_force : TACT_R(1e-2); /* the step is nearly linear in forces and parameters */
        if (j >= 3 * n && (s->parameters[at].kind == CONTACT_PARAMETER_STIFFNESS)) step = 1;
        if (j >= 3 * n && (s->parameters[at].kind == CONTACT_PARAMETER_FRICTION))
            step = s->h_force > 0 ? s->h_force : 100 * h;
        if (j >= 3 * n && (s->parameters[at].kind == CONTACT_PARAMETER_RELAXATION)) step = TACT_R(1e-6);
        if (j >= 3 * n && s->parameters[at].kind == CONTACT_PARAMETER_MASS) continue; /* has a test of its own */
        for (half = 0; half < 2; ++half) {
            status = changed_step(s, snapshot, bytes, n, j, half ? -step : step, half ? &minus : &plus);
            if (status < 0 || contact_world_get_stats(s->w).residual >
                                  TACT_R(1e-8)) { /* a difference of unsolved steps says nothing */
                if (verbose)
                    fprintf(stderr, "  column %d: %s, residual %.1e, %s\n", j, contact_status_text(status),
                            (double)contact_world_get_stats(s->w).residual,
                            contact_method_name(contact_world_get_stats(s->w).method));
                worst = TACT_R(1e30);
            }
        }
        subtract(s, &plus, &minus, n, 1 / (2 * step), column);
        for (half = 0; half < 2; ++half) {
            tact_real size = largest(column + half * n, n), error = 0;
            int row = -1;
            size = tact_max(size, least_scale(s, n, j, half));
            for (i = 0; i < n; ++i) {
                tact_real e = tact_abs(matrix[(size_t)((half * n + i) * columns + at)] - column[half * n + i]);
                if (!(e <= error)) error = e, row = half * n + i;
            }
            if (!(error <= worst * size)) worst = error / size;
            if (verbose && error / size > 1e-5) {
                fprintf(stderr, "  column %d (of %d) row %d: %.9g, differences %.9g (%.1e)\n", j, n, row,
                        matrix[(size_t)(row * columns + at)], column[row], error / size);
            }
        }
    }
    /* forward and adjoint products are the matrices' */
    {
        tact_real input[MOST], parameters[8], back_input[MOST], back_parameters[8], left = 0, right = 0, scale = 1;
        for (i = 0; i < 2 * n; ++i)
            change[i] = tact_random_normal(5, (uint64_t)i), weights[i] = tact_random_normal(6, (uint64_t)i);
        for (i = 0; i < n; ++i) input[i] = tact_random_normal(7, (uint64_t)i);
        for (i = 0; i < np; ++i) parameters[i] = tact_random_normal(8, (uint64_t)i);
        if (contact_differential_forward(d, change, input, parameters, product) < 0) worst = 1e30;
        if (contact_differential_adjoint(d, weights, transposed, back_input, back_parameters) < 0) worst = 1e30;
        for (i = 0; i < 2 * n; ++i) {
            tact_real sum = 0;
            for (j = 0; j < 2 * n; ++j) sum += by_state[i * 2 * n + j] * change[j];
            for (j = 0; j < n; ++j) sum += by_input[i * n + j] * input[j];
            for (j = 0; j < np; ++j) sum += by_parameters[i * np + j] * parameters[j];
            scale = tact_max(scale, tact_abs(sum));
            if (!(tact_abs(sum - product[i]) <= 1e-7 * scale)) {
                if (verbose) fprintf(stderr, "  forward %d: %.12g and %.12g\n", i, product[i], sum);
                worst = tact_max(worst, tact_abs(sum - product[i]) / scale);
            }
            left += weights[i] * product[i];
            right += transposed[i] * change[i];
        }
        for (i = 0; i < n; ++i) right += back_input[i] * input[i];
        for (i = 0; i < np; ++i) right += back_parameters[i] * parameters[i];
        if (!(tact_abs(left - right) <= 1e-8 * scale * n)) {
            if (verbose) fprintf(stderr, "  adjoint: %.12g and %.12g\n", left, right);
            worst = tact_max(worst, tact_abs(left - right) / scale);
        }
    }
    contact_world_restore(s->w, snapshot, bytes);
    free(snapshot);
    contact_differential_destroy(d);
    return worst;
}
static int verbose(void) { return getenv("TACT_VERBOSE") != NULL; }

UTEST(step_derivative, free_body_with_gyroscopic_terms_damping_and_forces) {
    scene s = scene_begin(CONTACT_METHOD_AUTO);
    contact_body_def def = contact_default_body_def();
    contact_geom_def g = contact_default_geom_def();
    collide_shape box = collide_box(TACT_R(0.1), TACT_R(0.2), TACT_R(0.4));
    int k;
    def.pose = tact_pose_make(tact_vec(1, 2, 3), tact_quat_exp(tact_vec(TACT_R(0.3), TACT_R(-0.5), TACT_R(0.8))));
    def.linear_damping = TACT_R(0.4), def.angular_damping = TACT_R(0.7);
    s.bodies[0] = contact_world_add_body(s.w, &def);
    g.shape = &box;
    g.density = 500;
    g.pose = tact_pose_at(TACT_R(0.05), TACT_R(0.1), 0);
    contact_world_add_geom(s.w, s.bodies[0], &g);
    s.n_bodies = 1;
    s.dt = TACT_R(0.02);
    for (k = 0; k < 6; ++k) s.force[k] = TACT_R(3.0) - (tact_real)k;
    contact_body_set_velocity(s.w, s.bodies[0], tact_vec(1, 2, 3), tact_vec(4, -5, 6));
    s.parameters[0].kind = CONTACT_PARAMETER_GRAVITY;
    s.parameters[0].index = 1;
    s.n_parameters = 1;
    EXPECT_LT(compare(&s, verbose()), TACT_R(1e-7)); /* no solver in it */
    contact_world_settings(s.w)->substeps = 3;
    EXPECT_LT(compare(&s, verbose()), TACT_R(1e-7));
    contact_world_settings(s.w)->integrator = CONTACT_INTEGRATOR_MOREAU;
    s.h = TACT_R(1e-6); /* two motions a step: twice the rounding */
    EXPECT_LT(compare(&s, verbose()), TACT_R(1e-7));
    contact_world_settings(s.w)->substeps = 1;
    EXPECT_LT(compare(&s, verbose()), TACT_R(1e-7));
    contact_world_settings(s.w)->integrator = CONTACT_INTEGRATOR_FAITHFUL;
    EXPECT_LT(compare(&s, verbose()), TACT_R(1e-7));
    contact_world_settings(s.w)->substeps = 2;
    EXPECT_LT(compare(&s, verbose()), TACT_R(1e-7));
    scene_end(&s);
}
/* What moves alone by the faithful integrator: a robot with joints of every chart, damped and sprung, under torques, a force on a link
   and a gravity that is not its model's, beside a tumbling body and one that slides (and so goes by Euler). */
UTEST(step_derivative, faithful_integrator) {
    scene s = scene_begin(CONTACT_METHOD_AUTO);
    rbd_builder *b = rbd_builder_create(NULL);
    const rbd_joint_type types[] = {RBD_JOINT_FREE, RBD_JOINT_SPHERICAL, RBD_JOINT_PLANAR, RBD_JOINT_CONTINUOUS,
                                    RBD_JOINT_PRISMATIC};
    collide_shape box = collide_box(TACT_R(0.1), TACT_R(0.2), TACT_R(0.3));
    contact_differential *d;
    contact_joint_def joint = contact_default_joint_def(CONTACT_JOINT_BALL);
    tact_real q[24], v[24];
    int parent = RBD_WORLD, k, round;
    for (k = 0; k < 5; ++k) {
        char name[8];
        rbd_body link;
        snprintf(name, sizeof name, "l%d", k);
        link = rbd_default_body(name, parent);
        link.joint = rbd_default_joint(types[k]);
        link.placement = tact_pose_make(tact_vec(TACT_R(0.1), TACT_R(0.05), TACT_R(-0.2)),
                                        tact_quat_exp(tact_vec(TACT_R(0.2), 0, TACT_R(0.1) * (tact_real)k)));
        link.inertia = rbd_inertia_box(TACT_R(1.5), tact_vec(TACT_R(0.01), TACT_R(0.02), TACT_R(-0.1)),
                                       tact_vec(TACT_R(0.1), TACT_R(0.2), TACT_R(0.3)));
        if (k) link.joint.dof[0].damping = link.joint.dof[1].damping = link.joint.dof[2].damping = TACT_R(0.1);
        if (k == 4) link.joint.dof[0].stiffness = 30, link.joint.dof[0].armature = TACT_R(0.2);
        parent = rbd_builder_add(b, &link, NULL);
    }
    s.owned = rbd_model_create(b, NULL, NULL);
    rbd_builder_destroy(b);
    ASSERT_TRUE(s.owned != NULL);
    s.model = s.owned;
    s.dt = TACT_R(0.02);
    rbd_random(s.owned, 3, q);
    for (k = 0; k < s.owned->nv; ++k) v[k] = tact_random_normal(4, (uint64_t)k);
    contact_world_settings(s.w)->integrator = CONTACT_INTEGRATOR_FAITHFUL;
    s.bodies[0] = test_body(s.w, CONTACT_BODY_DYNAMIC, box, tact_pose_at(5, 0, 4), 300, TACT_R(0.5), 0);
    contact_body_set_velocity(s.w, s.bodies[0], tact_vec(1, 2, 3), tact_vec(3, -4, 2));
    test_ground(s.w, TACT_R(0.5), 0);
    s.bodies[1] = test_body(s.w, CONTACT_BODY_DYNAMIC, collide_sphere(TACT_R(0.1)), tact_pose_at(0, 5, TACT_R(0.0999)),
                            300, TACT_R(0.5), 0);
    contact_body_set_velocity(s.w, s.bodies[1], tact_vec(1, 2, 0), tact_vec(0, 0, 1));
    s.n_bodies = 2;
    q[2] += 10; /* clear of the ground */
    s.robot = contact_world_add_robot(s.w, s.owned, q, v);
    for (k = 0; k < s.owned->nv; ++k) contact_robot_tau(s.w, s.robot)[k] = TACT_R(0.3);
    for (k = 0; k < 6; ++k) s.force[k] = TACT_R(3.0) - (tact_real)k;
    s.parameters[0].kind = CONTACT_PARAMETER_GRAVITY;
    s.parameters[0].index = 1;
    s.n_parameters = 1;
    s.h = TACT_R(1e-6);
    for (round = 0; round < 2;
         ++round) { /* the first without, the second with what acts on links in the world's axes */
        tact_real worst = compare(&s, verbose());
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-6)); /* 1e-15 over 1e-6, on accelerations of a hundred */
        contact_world_settings(s.w)->gravity = tact_vec(1, 2, -9);
    }
    /* a joint between two bodies makes them move together: not supported, and the world stays as it is */
    d = contact_differential_create(NULL);
    joint.a = s.bodies[0], joint.b = contact_robot_link(s.w, s.robot, 3);
    contact_world_add_joint(s.w, &joint);
    EXPECT_EQ((int)contact_world_step_differential(s.w, s.dt, d), (int)CONTACT_UNSUPPORTED);
    EXPECT_NEAR((double)contact_body_com(s.w, s.bodies[0]).z, 4.0, 0.0);
    contact_differential_destroy(d);
    scene_end(&s);
}

/* Three feet and a load: as many contacts as the forces are determined by. Four corners of a spinning box would not
   do: then friction, and so the motion, depends on how the solver shares the load. */
static void tripod(scene *s, tact_real speed, tact_real friction) {
    collide_shape foot = collide_sphere(TACT_R(0.04)), load = collide_box(TACT_R(0.1), TACT_R(0.12), TACT_R(0.05));
    contact_body_def def = contact_default_body_def();
    contact_geom_def g = contact_default_geom_def();
    contact_body ground;
    contact_geom on[4];
    int k;
    collide_shape floor_shape = collide_halfspace(tact_vec(0, 0, 1), 0);
    def.type = CONTACT_BODY_STATIC;
    ground = contact_world_add_body(s->w, &def);
    g.shape = &floor_shape, g.material.friction = friction;
    on[3] = contact_world_add_geom(s->w, ground, &g);
    def = contact_default_body_def();
    def.pose = tact_pose_make(tact_vec(TACT_R(0.1), 0, TACT_R(0.0395)), tact_quat_exp(tact_vec(0, 0, TACT_R(0.3))));
    s->bodies[0] = contact_world_add_body(s->w, &def);
    g = contact_default_geom_def();
    g.shape = &foot;
    g.density = 500;
    g.material.friction = friction;
    for (k = 0; k < 3; ++k) {
        tact_real angle = TACT_R(2.1) * (tact_real)k;
        g.pose =
            tact_pose_at(TACT_R(0.15) * tact_cos(angle), TACT_R(0.15) * tact_sin(angle), TACT_R(0.0002) * (tact_real)k);
        on[k] = contact_world_add_geom(s->w, s->bodies[0], &g);
    }
    g.shape = &load, g.pose = tact_pose_at(TACT_R(0.02), TACT_R(0.01), TACT_R(0.1));
    contact_world_add_geom(s->w, s->bodies[0], &g);
    s->n_bodies = 1;
    contact_body_set_velocity(s->w, s->bodies[0], tact_vec(speed, speed / 3, 0), tact_vec(0, 0, speed / 2));
    s->parameters[0].kind = CONTACT_PARAMETER_GRAVITY, s->parameters[0].index = 2;
    s->parameters[1].kind = CONTACT_PARAMETER_FRICTION, s->parameters[1].geom = on[3];
    s->parameters[2].kind = CONTACT_PARAMETER_FRICTION, s->parameters[2].geom = on[0];
    s->parameters[3].kind = CONTACT_PARAMETER_STIFFNESS, s->parameters[3].geom = on[1];
    s->parameters[4].kind = CONTACT_PARAMETER_DISSIPATION, s->parameters[4].geom = on[1];
    s->parameters[5].kind = CONTACT_PARAMETER_RELAXATION, s->parameters[5].geom = on[1];
    s->n_parameters = 6;
}
UTEST(step_derivative, tripod_sliding_and_sticking_in_every_model) {
    const contact_method methods[] = {
        CONTACT_METHOD_AUTO,     CONTACT_METHOD_NCP_NEWTON,        CONTACT_METHOD_NCP_NBGS,
        CONTACT_METHOD_NCP_PROX, CONTACT_METHOD_NCP_ADMM_SPECTRAL, CONTACT_METHOD_CCP_ADMM,
        CONTACT_METHOD_CCP_APGD, CONTACT_METHOD_CCP_NEWTON,        CONTACT_METHOD_SAP,
        CONTACT_METHOD_LAGGED,   CONTACT_METHOD_SIMILAR,           CONTACT_METHOD_MUJOCO};
    int k, sticking;
    for (k = 0; k < (int)(sizeof methods / sizeof *methods); ++k)
        for (sticking = 0; sticking < 2; ++sticking) {
            scene s = scene_begin(methods[k]);
            tact_real worst;
            tripod(&s, sticking ? 0 : 1, TACT_R(0.5));
            if (sticking) {
                s.force[0] = 5;
                s.force[1] = 2;
                s.force[5] = TACT_R(0.3);
            }
            if (methods[k] == CONTACT_METHOD_CCP_NEWTON)
                s.h = TACT_R(1e-6); /* l = R^-1 (...) rounds: velocities are good to 1e-12 */
            worst = compare(&s, verbose());
            if (verbose())
                fprintf(stderr, "%s %s: %.2e\n", contact_method_name(methods[k]), sticking ? "stick" : "slip",
                        (double)worst);
            EXPECT_GE(worst, TACT_R(0.0));
            EXPECT_LT(worst, TACT_R(1e-5));
            contact_world_settings(s.w)->integrator = CONTACT_INTEGRATOR_MOREAU;
            worst = compare(&s, verbose());
            EXPECT_GE(worst, TACT_R(0.0));
            EXPECT_LT(worst, TACT_R(1e-5));
            scene_end(&s);
        }
}
UTEST(step_derivative, hyperstatic_box_at_rest) { /* four corners: the impulses are not unique, the motion is */
    const contact_method methods[] = {CONTACT_METHOD_AUTO,     CONTACT_METHOD_NCP_ADMM_SPECTRAL,
                                      CONTACT_METHOD_CCP_ADMM, CONTACT_METHOD_SAP,
                                      CONTACT_METHOD_LAGGED,   CONTACT_METHOD_SIMILAR};
    int k;
    for (k = 0; k < (int)(sizeof methods / sizeof *methods); ++k) {
        scene s = scene_begin(methods[k]);
        tact_real worst;
        collide_shape box = collide_box(TACT_R(0.1), TACT_R(0.15), TACT_R(0.05));
        test_ground(s.w, TACT_R(0.5), 0);
        s.bodies[0] =
            test_body(s.w, CONTACT_BODY_DYNAMIC, box, tact_pose_at(0, 0, TACT_R(0.0499)), 800, TACT_R(0.5), 0);
        s.bodies[1] = test_body(s.w, CONTACT_BODY_DYNAMIC, box,
                                tact_pose_at(TACT_R(0.01), TACT_R(0.02), TACT_R(0.1495)), 800, TACT_R(0.5), 0);
        s.n_bodies = 2;
        s.force[0] = 5, s.force[1] = 2;
        worst = compare(&s, verbose());
        if (verbose()) fprintf(stderr, "%s boxes: %.2e\n", contact_method_name(methods[k]), (double)worst);
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-5));
        scene_end(&s);
    }
}

UTEST(step_derivative, bouncing_and_rolling_curved_bodies) {
    scene s = scene_begin(CONTACT_METHOD_AUTO);
    collide_shape ball = collide_sphere(TACT_R(0.1)), egg = collide_capsule(TACT_R(0.1), TACT_R(0.12)),
                  pill = collide_capsule(TACT_R(0.05), TACT_R(0.1));
    test_ground(s.w, TACT_R(0.4), 0);
    /* a capsule lying on the ground, a ball rolling against it, another that bounces */
    s.bodies[0] = test_body(s.w, CONTACT_BODY_DYNAMIC, egg,
                            tact_pose_make(tact_vec(0, 0, TACT_R(0.1015)), tact_quat_exp(tact_vec(0, TACT_R(1.59), 0))),
                            900, TACT_R(0.4), 0);
    s.bodies[1] = test_body(s.w, CONTACT_BODY_DYNAMIC, ball, tact_pose_at(TACT_R(0.0), TACT_R(0.1995), TACT_R(0.0995)),
                            700, TACT_R(0.4), 0);
    s.bodies[2] =
        test_body(s.w, CONTACT_BODY_DYNAMIC, pill,
                  tact_pose_make(tact_vec(1, 0, TACT_R(0.1)), tact_quat_exp(tact_vec(TACT_R(0.9), TACT_R(0.2), 0))),
                  700, TACT_R(0.4), TACT_R(0.6));
    s.n_bodies = 3;
    /* the capsule's lower end just touches */
    {
        tact_pose p = contact_body_pose(s.w, s.bodies[2]);
        p.p.z = TACT_R(0.1) * tact_abs(tact_rotate(p.q, tact_vec(0, 0, 1)).z) + TACT_R(0.0498);
        contact_body_set_pose(s.w, s.bodies[2], p);
    }
    contact_body_set_velocity(s.w, s.bodies[0], tact_vec(TACT_R(0.1), TACT_R(0.3), TACT_R(-0.05)), tact_vec(1, 2, 1));
    contact_body_set_velocity(s.w, s.bodies[1], tact_vec(TACT_R(0.4), TACT_R(-0.1), 0), tact_vec(3, 1, TACT_R(0.5)));
    contact_body_set_velocity(s.w, s.bodies[2], tact_vec(TACT_R(0.5), TACT_R(0.2), -2), tact_vec(1, 1, 1));
    s.h = TACT_R(1e-6); /* large forces here: 1e-13 of them over 1e-7 would be too rough */
    EXPECT_LT(compare(&s, verbose()), TACT_R(1e-5));
    scene_end(&s);
}

/* The box b hangs on the box a by a joint of each kind; a flies freely. Both turn. */
enum { AXES = 2, TAUT = 3 };
static tact_real compare_joint(contact_joint_kind kind, int extras, contact_method method) {
    scene s = scene_begin(method);
    collide_shape box = collide_box(TACT_R(0.05), TACT_R(0.08), TACT_R(0.1));
    contact_joint_def def = contact_default_joint_def(kind);
    contact_joint joint;
    tact_real worst;
    tact_quat turn = tact_quat_exp(tact_vec(TACT_R(0.4), TACT_R(-0.2), TACT_R(0.3)));
    s.bodies[0] = test_body(s.w, CONTACT_BODY_DYNAMIC, box, tact_pose_make(tact_vec(0, 0, 1), turn), 500, 1, 0);
    def.a = s.bodies[0];
    def.frame_a = tact_pose_make(tact_vec(TACT_R(0.02), TACT_R(0.03), TACT_R(0.2)),
                                 tact_quat_exp(tact_vec(TACT_R(0.2), TACT_R(0.1), 0)));
    def.frame_b =
        tact_pose_make(tact_vec(0, TACT_R(-0.02), TACT_R(-0.2)), tact_quat_exp(tact_vec(TACT_R(-0.1), 0, TACT_R(0.2))));
    {
        tact_pose frame = tact_pose_mul(contact_body_pose(s.w, s.bodies[0]), def.frame_a),
                  at = tact_pose_mul(frame, tact_pose_inverse(def.frame_b));
        at.p.x += TACT_R(0.0003);                           /* slightly off, so that the error counts too */
        if (extras == AXES && kind == CONTACT_JOINT_BALL) { /* swung, out of its cone */
            frame.q = tact_quat_mul(frame.q, tact_quat_exp(tact_vec(TACT_R(0.04), TACT_R(0.03), TACT_R(0.02))));
            at = tact_pose_mul(frame, tact_pose_inverse(def.frame_b));
        }
        if (kind == CONTACT_JOINT_DISTANCE) at.p.y += TACT_R(0.15);
        s.bodies[1] = test_body(s.w, CONTACT_BODY_DYNAMIC, box, at, 800, 1, 0);
    }
    s.n_bodies = 2;
    def.b = s.bodies[1];
    if (extras ==
        AXES) { /* a motor and dry friction on every free axis, a limit that pushes on one, a cone that pushes */
        static const unsigned open[] = {0, 32, 4, 36, 24, 56, 0, 35, 52, 54};
        int pushed = 0;
        for (int k = 0; k < 6; ++k) {
            if (!(open[kind] >> k & 1u)) {
                if (kind == CONTACT_JOINT_SIX) def.axis[k].rule = CONTACT_AXIS_LOCKED;
                continue;
            }
            def.axis[k].stiffness = 20 + (tact_real)k, def.axis[k].damping = 1, def.axis[k].position = TACT_R(0.1);
            def.axis[k].velocity = TACT_R(0.05), def.axis[k].friction = TACT_R(0.03);
            if (k == 2) def.axis[k].max_effort = TACT_R(0.5); /* at its limit */
            if (!pushed++) {
                def.axis[k].rule = CONTACT_AXIS_LIMITED;
                def.axis[k].lower = TACT_R(0.002), def.axis[k].upper = 1;
            }
        }
        if (kind == CONTACT_JOINT_BALL) def.cone = TACT_R(0.04);
        if (kind == CONTACT_JOINT_DISTANCE)
            def.motor = 1, def.stiffness = 300, def.damping = 2, def.position = TACT_R(0.2);
    } else if (extras) {
        def.motor = 1;
        def.stiffness = 30;
        def.damping = 2;
        def.position = TACT_R(0.2);
        def.velocity = TACT_R(0.1);
        def.friction = TACT_R(0.05);
        def.limited = 1;
        def.lower = TACT_R(0.001);
        def.upper = 1;                        /* pushed by the lower limit */
        if (kind == CONTACT_JOINT_DISTANCE) { /* a rope that is taut, or a rod that is too short */
            def.friction = 0;
            def.motor = extras == TAUT;
            if (extras == TAUT) def.lower = 0, def.upper = TACT_R(0.149);
            if (extras != TAUT) def.lower = TACT_R(0.151);
        }
    }
    if (kind == CONTACT_JOINT_GEAR || kind == CONTACT_JOINT_RACK) def.ratio = TACT_R(-0.7);
    joint = contact_world_add_joint(s.w, &def);
    contact_body_set_velocity(s.w, s.bodies[0], tact_vec(1, 0, TACT_R(0.5)), tact_vec(1, 2, 3));
    contact_body_set_velocity(s.w, s.bodies[1], tact_vec(TACT_R(0.5), 1, 0), tact_vec(-2, 1, 1));
    s.force[0] = 3, s.force[4] = 1;
    s.h = TACT_R(1e-6); /* smooth, and the solver's tolerance is relative to impulses of kilonewtons */
    if (extras == 1 || (kind == CONTACT_JOINT_DISTANCE && extras == AXES)) {
        s.parameters[0].kind = CONTACT_PARAMETER_MOTOR_POSITION, s.parameters[0].joint = joint;
        s.parameters[1].kind = CONTACT_PARAMETER_MOTOR_VELOCITY, s.parameters[1].joint = joint;
        s.n_parameters = 2;
    }
    worst = compare(&s, verbose());
    if (verbose())
        fprintf(stderr, "joint %d extras %d %s: %.2e\n", (int)kind, extras, contact_method_name(method), (double)worst);
    scene_end(&s);
    return worst;
}
UTEST(step_derivative, joints_of_every_kind_with_motor_limit_and_friction) {
    int kind;
    for (kind = CONTACT_JOINT_WELD; kind <= CONTACT_JOINT_BALL; ++kind)
        EXPECT_LT(compare_joint((contact_joint_kind)kind, 0, CONTACT_METHOD_AUTO), TACT_R(1e-5));
    EXPECT_LT(compare_joint(CONTACT_JOINT_HINGE, 1, CONTACT_METHOD_AUTO), TACT_R(1e-5));
    EXPECT_LT(compare_joint(CONTACT_JOINT_SLIDER, 1, CONTACT_METHOD_AUTO), TACT_R(1e-5));
}
UTEST(step_derivative, axes_of_joints_with_motors_limits_cones_and_friction) {
    int kind;
    for (kind = CONTACT_JOINT_HINGE; kind <= CONTACT_JOINT_SIX; ++kind)
        EXPECT_LT(compare_joint((contact_joint_kind)kind, AXES, CONTACT_METHOD_AUTO), TACT_R(1e-5));
    EXPECT_LT(compare_joint(CONTACT_JOINT_BALL, AXES, CONTACT_METHOD_SAP), TACT_R(1e-5));
    EXPECT_LT(compare_joint(CONTACT_JOINT_SIX, AXES, CONTACT_METHOD_CCP_PGS), TACT_R(1e-5));
}
/* A taut rope and a rod: the bend of the way enters with position and velocity. */
UTEST(step_derivative, ropes_and_rods) {
    const contact_method methods[] = {CONTACT_METHOD_AUTO, CONTACT_METHOD_CCP_PGS, CONTACT_METHOD_SAP,
                                      CONTACT_METHOD_LAGGED};
    for (int k = 0; k < 4; ++k) {
        EXPECT_LT(compare_joint(CONTACT_JOINT_DISTANCE, 1, methods[k]), TACT_R(1e-5));
        EXPECT_LT(compare_joint(CONTACT_JOINT_DISTANCE, TAUT, methods[k]), TACT_R(1e-5));
    }
}
/* Gears and racks: rows along an axis of each body, where rows are regularised by their weight too. */
UTEST(step_derivative, gears_and_racks) {
    const contact_method methods[] = {CONTACT_METHOD_AUTO,  CONTACT_METHOD_CCP_PGS, CONTACT_METHOD_CCP_NEWTON,
                                      CONTACT_METHOD_SAP,   CONTACT_METHOD_SIMILAR, CONTACT_METHOD_LAGGED,
                                      CONTACT_METHOD_MUJOCO};
    for (int k = 0; k < 7; ++k) {
        EXPECT_LT(compare_joint(CONTACT_JOINT_GEAR, 0, methods[k]), TACT_R(1e-5));
        EXPECT_LT(compare_joint(CONTACT_JOINT_RACK, 0, methods[k]), TACT_R(1e-5));
    }
}
/* Friction with an axis: a ball slides and spins on ground with one, and another ball, with an axis of its own that turns with it, slides on the
   first; in the exact, convex and compliant models. By the friction itself there is none, and that is said. */
UTEST(step_derivative, friction_with_an_axis) {
    const contact_method methods[] = {CONTACT_METHOD_AUTO, CONTACT_METHOD_CCP_PGS, CONTACT_METHOD_SAP};
    for (int k = 0; k < 3; ++k) {
        scene s = scene_begin(methods[k]);
        collide_shape ball = collide_sphere(TACT_R(0.1));
        contact_geom none;
        contact_body ground = test_ground(s.w, TACT_R(0.2), 0);
        contact_material *m;
        contact_differential *d = contact_differential_create(NULL);
        contact_parameter friction;
        memset(&none, 0, sizeof none), memset(&friction, 0, sizeof friction);
        s.bodies[0] =
            test_body(s.w, CONTACT_BODY_DYNAMIC, ball, tact_pose_at(0, 0, TACT_R(0.0999)), 500, TACT_R(0.5), 0);
        s.bodies[1] = test_body(s.w, CONTACT_BODY_DYNAMIC, ball,
                                tact_pose_at(TACT_R(0.1199), TACT_R(0.02), TACT_R(0.257)), 300, TACT_R(0.3), 0);
        s.n_bodies = 2;
        m = contact_geom_surface(s.w, contact_body_next_geom(s.w, ground, none));
        m->friction_axis = tact_vec(2, 1, TACT_R(0.5)), m->friction_across = TACT_R(0.6);
        m = contact_geom_surface(s.w, contact_body_next_geom(s.w, s.bodies[1], none));
        m->friction_axis = tact_vec(0, 1, TACT_R(0.3)), m->friction_across = TACT_R(0.1);
        contact_body_set_velocity(s.w, s.bodies[0], tact_vec(1, TACT_R(0.5), 0), tact_vec(3, -2, 1));
        contact_body_set_velocity(s.w, s.bodies[1], tact_vec(TACT_R(0.3), TACT_R(-0.4), TACT_R(-0.5)),
                                  tact_vec(1, 2, 5));
        s.force[0] = 3, s.force[1] = 2, s.force[4] = 1;
        s.h = TACT_R(1e-6);
        EXPECT_LT(compare(&s, verbose()), TACT_R(1e-5));
        friction.kind = CONTACT_PARAMETER_FRICTION, friction.geom = contact_body_next_geom(s.w, s.bodies[1], none);
        contact_differential_set(d, CONTACT_GEOMETRY_EXACT, &friction, 1);
        EXPECT_EQ((int)contact_world_step_differential(s.w, s.dt, d), (int)CONTACT_UNSUPPORTED);
        contact_differential_destroy(d);
        scene_end(&s);
    }
}
/* Rolling and torsional friction in every model: an egg that rolls, slides and spins on the ground, and on it a ball that does; the bounds follow
   the normal impulses of the solution, the axes the rolling before. Three pairs of lengths: torques at their bounds, torques that hold, and
   torsion alone; then on a turntable. */
UTEST(step_derivative, rolling_and_torsional_friction) {
    const contact_method methods[] = {CONTACT_METHOD_AUTO,  CONTACT_METHOD_CCP_PGS, CONTACT_METHOD_CCP_NEWTON,
                                      CONTACT_METHOD_SAP,   CONTACT_METHOD_SIMILAR, CONTACT_METHOD_LAGGED,
                                      CONTACT_METHOD_MUJOCO};
    for (int run = 0; run < 4 * 7; ++run) {
        const int form = run / 7;
        scene s = scene_begin(methods[run % 7]);
        collide_shape ball = collide_sphere(TACT_R(0.1)),
                      egg = collide_ellipsoid(TACT_R(0.1), TACT_R(0.12), TACT_R(0.15)),
                      table = collide_box(2, 2, TACT_R(0.5));
        contact_geom none;
        contact_material *m;
        contact_body ground;
        tact_real worst;
        memset(&none, 0, sizeof none);
        if (form == 3) {
            ground = test_body(s.w, CONTACT_BODY_KINEMATIC, table, tact_pose_at(0, 0, TACT_R(-0.5)), 0, TACT_R(0.3), 0);
            contact_body_set_velocity(s.w, ground, tact_vec(0, 0, 0), tact_vec(0, 0, TACT_R(0.7)));
        } else
            ground = test_ground(s.w, TACT_R(0.3), 0);
        m = contact_geom_surface(s.w, contact_body_next_geom(s.w, ground, none));
        m->rolling_friction = form == 2 ? 0 : form == 1 ? TACT_R(0.5) : TACT_R(0.004);
        m->torsional_friction = form == 1 ? TACT_R(0.5) : TACT_R(0.003);
        s.bodies[0] =
            test_body(s.w, CONTACT_BODY_DYNAMIC, egg,
                      tact_pose_make(tact_vec(0, 0, TACT_R(0.0999)), tact_quat_exp(tact_vec(0, TACT_R(1.5708), 0))),
                      500, TACT_R(0.3), 0);
        s.bodies[1] = test_body(s.w, CONTACT_BODY_DYNAMIC, ball, tact_pose_at(TACT_R(0.05), TACT_R(0.03), TACT_R(0.29)),
                                300, TACT_R(0.4), 0);
        m = contact_geom_surface(s.w, contact_body_next_geom(s.w, s.bodies[1], none));
        m->rolling_friction = form == 2 ? 0 : TACT_R(0.02), m->torsional_friction = TACT_R(0.01);
        s.n_bodies = 2;
        contact_body_set_velocity(s.w, s.bodies[0], tact_vec(1, TACT_R(0.5), 0), tact_vec(3, -2, 1));
        contact_body_set_velocity(s.w, s.bodies[1], tact_vec(TACT_R(0.3), TACT_R(-0.4), TACT_R(-0.5)),
                                  tact_vec(1, 2, 5));
        s.force[0] = 3, s.force[1] = 2, s.force[4] = 1;
        s.h = TACT_R(1e-6);
        s.parameters[0].kind = CONTACT_PARAMETER_FRICTION;
        s.parameters[0].geom = contact_body_next_geom(s.w, s.bodies[0], none);
        s.parameters[1].kind = CONTACT_PARAMETER_GRAVITY, s.parameters[1].index = 2;
        s.n_parameters = 2;
        worst = compare(&s, verbose());
        if (verbose())
            fprintf(stderr, "rolling %d %s: %.2e\n", form, contact_method_name(methods[run % 7]), (double)worst);
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-5));
        scene_end(&s);
    }
}
/* A body that may neither rise nor turn about x and y, on the ground and pushed. */
UTEST(step_derivative, motion_locks) {
    scene s = scene_begin(CONTACT_METHOD_AUTO);
    collide_shape ball = collide_sphere(TACT_R(0.1));
    contact_body_def d;
    test_ground(s.w, TACT_R(0.3), 0);
    s.bodies[0] = test_body(s.w, CONTACT_BODY_DYNAMIC, ball, tact_pose_at(0, 0, TACT_R(0.0999)), 500, TACT_R(0.3), 0);
    s.bodies[1] =
        test_body(s.w, CONTACT_BODY_DYNAMIC, ball, tact_pose_at(TACT_R(0.1999), 0, TACT_R(0.12)), 500, TACT_R(0.3), 0);
    contact_body_get(s.w, s.bodies[0], &d);
    d.locks = 2 | 8 | 32; /* along y, about x and z */
    contact_body_set(s.w, s.bodies[0], &d);
    s.n_bodies = 2;
    contact_body_set_velocity(s.w, s.bodies[0], tact_vec(1, 0, 0), tact_vec(0, 3, 0));
    contact_body_set_velocity(s.w, s.bodies[1], tact_vec(TACT_R(0.2), TACT_R(0.4), 0), tact_vec(1, 2, 1));
    s.force[0] = 3, s.force[1] = 2, s.force[4] = 1;
    EXPECT_LT(compare(&s, verbose()), TACT_R(1e-5));
    scene_end(&s);
}

static int add_link(rbd_builder *b, const char *name, int parent, rbd_joint_type type, tact_vec3 axis,
                    tact_pose placement, tact_real mass) {
    rbd_body link = rbd_default_body(name, parent);
    link.joint = rbd_default_joint(type);
    link.joint.axis = axis;
    link.placement = placement;
    link.inertia = rbd_inertia_box(mass, tact_vec(TACT_R(0.01), TACT_R(0.02), TACT_R(-0.1)),
                                   tact_vec(TACT_R(0.05), TACT_R(0.06), TACT_R(0.2)));
    return rbd_builder_add(b, &link, NULL);
}
/* An arm of five joints. maximal: in maximal coordinates; coupled: two more links follow its first joints; motors: on its joints,
   one that goes through half a turn, one without a position, one that has not the effort it wants. */
static tact_real compare_arm(int maximal, int coupled, int motors) {
    scene s = scene_begin(CONTACT_METHOD_AUTO);
    tact_real worst;
    rbd_builder *b = rbd_builder_create(NULL);
    const rbd_joint_type types[] = {RBD_JOINT_REVOLUTE, RBD_JOINT_PRISMATIC, RBD_JOINT_SPHERICAL, RBD_JOINT_CONTINUOUS,
                                    RBD_JOINT_REVOLUTE};
    tact_real q[16], v[16];
    int parent = RBD_WORLD, k;
    for (k = 0; k < 5; ++k) {
        char name[8];
        snprintf(name, sizeof name, "l%d", k);
        parent = add_link(b, name, parent, types[k],
                          tact_normalize_or(tact_vec(TACT_R(0.3), 1, TACT_R(0.2) * (tact_real)k), tact_vec(1, 0, 0)),
                          tact_pose_at(0, TACT_R(0.05), TACT_R(-0.2)), TACT_R(1.5));
    }
    for (k = 0; coupled && k < 2; ++k) { /* one beside its leader, one on the world */
        rbd_body link = rbd_default_body(k ? "far" : "beside", k ? RBD_WORLD : 1);
        link.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
        link.joint.mimic = k ? 1 : 2;
        link.joint.mimic_scale = k ? TACT_R(-0.7) : TACT_R(1.3);
        link.joint.mimic_offset = TACT_R(0.05);
        link.placement = tact_pose_at(TACT_R(0.1), 0, TACT_R(0.2));
        link.inertia = rbd_inertia_box(2, tact_vec(TACT_R(0.05), TACT_R(0.02), TACT_R(0.1)),
                                       tact_vec(TACT_R(0.2), TACT_R(0.1), TACT_R(0.05)));
        rbd_builder_add(b, &link, NULL);
    }
    s.owned = rbd_model_create(b, NULL, NULL);
    rbd_builder_destroy(b);
    if (!s.owned) return -1;
    s.model = s.owned;
    contact_world_settings(s.w)->maximal = maximal;
    for (k = 0; k < s.owned->joint_nv; ++k) {
        rbd_dof d = s.owned->dof[k];
        d.damping = TACT_R(0.2), d.armature = TACT_R(0.03);
        if (k < 2) {
            d.stiffness = 4;
            d.friction = TACT_R(0.1);
            d.rest = TACT_R(0.1);
        }
        if (k == 0) d.lower = TACT_R(0.3), d.upper = 2;
        rbd_model_set_dof(s.owned, k, &d);
    }
    rbd_random(s.owned, 3, q);
    q[0] = TACT_R(0.2999); /* against its limit */
    for (k = 0; k < s.owned->nv; ++k) v[k] = tact_random_normal(4, (uint64_t)k);
    v[0] = TACT_R(-0.5);
    s.robot = contact_world_add_robot(s.w, s.owned, q, v);
    contact_world_settings(s.w)->gravity = tact_vec(1, 2, -9); /* not the model's */
    s.bodies[0] = contact_robot_link(s.w, s.robot, 5);         /* no dof of its own: takes the force below */
    for (k = 0; k < s.owned->nv; ++k) contact_robot_tau(s.w, s.robot)[k] = TACT_R(0.3);
    s.parameters[0].kind = CONTACT_PARAMETER_GRAVITY;
    s.parameters[0].index = 0;
    s.n_parameters = 1;
    for (k = 0; motors && k < s.owned->joint_nv; ++k) {
        contact_motor motor = contact_robot_motor(s.w, s.robot, k);
        int turns = k >= 2 && k < 5; /* of the ball joint */
        motor.stiffness = turns || k == 6 ? 0 : 40, motor.damping = k == 1 ? 0 : 2;
        motor.position = k == 5 ? 3 : TACT_R(0.4), motor.velocity = TACT_R(0.2);
        if (k == 1) motor.max_effort = TACT_R(0.7);
        if (contact_robot_set_motor(s.w, s.robot, k, &motor) < 0) return -2;
        if (k == 1 || k == 3 || k == 5) {
            contact_parameter *p = &s.parameters[s.n_parameters++];
            p->kind = k == 3 ? CONTACT_PARAMETER_MOTOR_VELOCITY : CONTACT_PARAMETER_MOTOR_POSITION;
            p->robot = s.robot;
            p->index = k;
        }
    }
    if (maximal) s.h = TACT_R(1e-6); /* the coordinates that are read from the links are good to 1e-15 */
    worst = compare(&s, verbose());
    contact_world_settings(s.w)->substeps = maximal ? 1 : 2;
    if (!maximal) worst = tact_max(worst, compare(&s, verbose()));
    contact_world_settings(s.w)->integrator = CONTACT_INTEGRATOR_MOREAU;
    worst = tact_max(worst, compare(&s, verbose()));
    if (maximal) { /* several steps at once are refused */
        contact_differential *d = contact_differential_create(NULL);
        contact_world_settings(s.w)->substeps = 2;
        if (contact_world_step_differential(s.w, s.dt, d) != CONTACT_UNSUPPORTED) worst = 1e30;
        contact_differential_destroy(d);
    }
    if (verbose())
        fprintf(stderr, "arm, maximal %d, coupled %d, motors %d: %.2e\n", maximal, coupled, motors, (double)worst);
    scene_end(&s);
    return worst;
}
/* An arm of three links holds a box by a ball joint; nothing touches. */
static tact_real compare_held_box(int maximal) {
    scene s = scene_begin(CONTACT_METHOD_AUTO);
    rbd_builder *b = rbd_builder_create(NULL);
    contact_joint_def def = contact_default_joint_def(CONTACT_JOINT_BALL);
    tact_pose tip;
    tact_real q[8], v[8], still[2 * MOST], worst;
    int parent = RBD_WORLD, k;
    for (k = 0; k < 3; ++k) {
        char name[8];
        snprintf(name, sizeof name, "l%d", k);
        parent = add_link(b, name, parent, RBD_JOINT_REVOLUTE,
                          tact_normalize_or(tact_vec(TACT_R(0.3), 1, TACT_R(0.4) * (tact_real)k), tact_vec(1, 0, 0)),
                          tact_pose_at(0, TACT_R(0.05), TACT_R(-0.2)), TACT_R(1.5));
    }
    s.owned = rbd_model_create(b, NULL, NULL);
    rbd_builder_destroy(b);
    if (!s.owned) return -1;
    s.model = s.owned;
    contact_world_settings(s.w)->maximal = maximal;
    for (k = 0; k < 3; ++k) q[k] = TACT_R(0.3) - TACT_R(0.2) * (tact_real)k, v[k] = TACT_R(0.7) * (tact_real)(k - 1);
    s.robot = contact_world_add_robot(s.w, s.owned, q, v);
    tip = contact_body_pose(s.w, contact_robot_link(s.w, s.robot, 3));
    s.bodies[0] = test_body(s.w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.05), TACT_R(0.03), TACT_R(0.04)),
                            tact_pose_mul(tip, tact_pose_at(0, TACT_R(0.1), TACT_R(-0.3))), 500, TACT_R(0.5), 0);
    s.n_bodies = 1;
    def.a = contact_robot_link(s.w, s.robot, 3);
    def.b = s.bodies[0];
    def.frame_a = tact_pose_at(0, TACT_R(0.05), TACT_R(-0.2));
    def.frame_b = tact_pose_at(0, TACT_R(-0.05), TACT_R(0.1));
    contact_world_add_joint(s.w, &def);
    contact_body_set_velocity(s.w, s.bodies[0], tact_vec(TACT_R(0.3), TACT_R(-0.2), TACT_R(0.1)), tact_vec(1, 2, -1));
    for (k = 0; k < 3; ++k) (void)contact_world_step(s.w, s.dt); /* velocities that the joint allows */
    memset(still, 0, sizeof still);
    contact_world_move_state(s.w, still); /* links where the coordinates of the robot have them */
    for (k = 0; k < 3; ++k) contact_robot_tau(s.w, s.robot)[k] = TACT_R(0.3);
    s.force[0] = 1, s.force[2] = 2;
    s.parameters[0].kind = CONTACT_PARAMETER_GRAVITY;
    s.parameters[0].index = 2;
    s.n_parameters = 1;
    s.h = TACT_R(1e-6);
    worst = compare(&s, verbose());
    if (verbose()) fprintf(stderr, "held box, maximal %d: %.2e\n", maximal, (double)worst);
    scene_end(&s);
    return worst;
}
UTEST(step_derivative, box_held_by_a_robot) {
    EXPECT_LT(compare_held_box(0), TACT_R(1e-5));
    EXPECT_LT(compare_held_box(1), TACT_R(1e-5));
}
/* Joints of every kind alone, in maximal coordinates: they are closed where the links go, and links that bear others are damped. The
   last link may be held by a joint besides, at a third of a radian a step. */
static tact_real compare_swing(int held, int maximal) {
    scene s = scene_begin(CONTACT_METHOD_AUTO);
    rbd_builder *b = rbd_builder_create(NULL);
    const rbd_joint_type types[] = {RBD_JOINT_SPHERICAL, RBD_JOINT_REVOLUTE, RBD_JOINT_PRISMATIC,
                                    RBD_JOINT_UNIVERSAL, RBD_JOINT_PLANAR,   RBD_JOINT_FIXED};
    tact_real q[24], v[24], still[2 * MOST], worst;
    int parent = RBD_WORLD, k;
    for (k = 0; k < 6; ++k) {
        char name[8];
        rbd_body link;
        snprintf(name, sizeof name, "l%d", k);
        link = rbd_default_body(name, parent);
        link.joint = rbd_default_joint(types[k]);
        link.placement = tact_pose_at(TACT_R(0.05), 0, TACT_R(-0.2));
        link.inertia = rbd_inertia_box(1 + (tact_real)k, tact_vec(0, TACT_R(0.02), TACT_R(-0.1)),
                                       tact_vec(TACT_R(0.1), TACT_R(0.06), TACT_R(0.2)));
        parent = rbd_builder_add(b, &link, NULL);
    }
    s.owned = rbd_model_create(b, NULL, NULL);
    rbd_builder_destroy(b);
    if (!s.owned) return -1;
    s.model = s.owned;
    contact_world_settings(s.w)->maximal = maximal;
    rbd_random(s.owned, 5, q);
    for (k = 0; k < s.owned->nv; ++k) v[k] = tact_random_normal(6, (uint64_t)k);
    s.robot = contact_world_add_robot(s.w, s.owned, q, v);
    if (held) {
        contact_joint_def def = contact_default_joint_def(CONTACT_JOINT_BALL);
        def.b = contact_robot_link(s.w, s.robot, s.owned->n_bodies - 1);
        def.frame_a = contact_body_pose(s.w, def.b);
        contact_world_add_joint(s.w, &def);
    }
    for (k = 0; k < 4; ++k) (void)contact_world_step(s.w, s.dt);
    memset(still, 0, sizeof still);
    contact_world_move_state(s.w, still); /* links where the coordinates of the robot have them */
    for (k = 0; k < s.owned->nv; ++k) contact_robot_tau(s.w, s.robot)[k] = TACT_R(0.3);
    s.parameters[0].kind = CONTACT_PARAMETER_GRAVITY;
    s.parameters[0].index = 2;
    s.n_parameters = 1;
    s.h = TACT_R(1e-6);
    worst = compare(&s, verbose());
    if (verbose()) fprintf(stderr, "swing, held %d: %.2e\n", held, (double)worst);
    scene_end(&s);
    return worst;
}
UTEST(step_derivative, links_on_joints_alone_in_maximal_coordinates) {
    int held;
    for (held = 0; held < 2; ++held) {
        tact_real worst = compare_swing(held, 1);
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-5));
    }
}
/* A robot in reduced coordinates that a joint of the world holds at its end: what damps light links is part of its mass
   matrix. */
UTEST(step_derivative, chain_in_reduced_coordinates_that_a_joint_closes) {
    tact_real worst = compare_swing(1, 0);
    EXPECT_GE(worst, TACT_R(0.0));
    EXPECT_LT(worst, TACT_R(1e-5));
}
UTEST(step_derivative, arm_with_passive_joints_motors_limits_and_forces_on_a_link) {
    int form;
    for (form = 0; form < 8; ++form) {
        tact_real worst = compare_arm(form >> 1 & 1, form & 1, form >> 2);
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-5));
    }
}

/* A free base with two legs and sphere feet, one sticking, one sliding on a free box; then with rolling and torsional friction of both feet. */
UTEST(step_derivative, robot_on_the_ground_and_on_a_box) {
    const contact_method methods[] = {CONTACT_METHOD_AUTO,     CONTACT_METHOD_NCP_ADMM_SPECTRAL,
                                      CONTACT_METHOD_CCP_ADMM, CONTACT_METHOD_CCP_NEWTON,
                                      CONTACT_METHOD_SIMILAR,  CONTACT_METHOD_LAGGED,
                                      CONTACT_METHOD_SAP,      CONTACT_METHOD_MUJOCO};
    int run, count = (int)(sizeof methods / sizeof *methods);
    for (run = 0; run < 4 * count; ++run) {
        int m = run % count, maximal = run / count % 2, rolls = run / count / 2;
        scene s = scene_begin(methods[m]);
        rbd_builder *b = rbd_builder_create(NULL);
        collide_shape foot = collide_sphere(TACT_R(0.04)), box = collide_box(TACT_R(0.2), TACT_R(0.2), TACT_R(0.05)),
                      body = collide_box(TACT_R(0.1), TACT_R(0.3), TACT_R(0.05));
        int base = add_link(b, "base", RBD_WORLD, RBD_JOINT_FREE, tact_vec(0, 0, 1), tact_pose_identity(), 3);
        int left = add_link(b, "left", base, RBD_JOINT_REVOLUTE, tact_vec(1, 0, 0), tact_pose_at(0, TACT_R(0.3), 0),
                            TACT_R(0.7));
        int right = add_link(b, "right", base, RBD_JOINT_REVOLUTE, tact_vec(1, 0, 0), tact_pose_at(0, TACT_R(-0.3), 0),
                             TACT_R(0.7));
        tact_real q[16] = {0, 0, TACT_R(0.3395), 0, 0, 0, 1, 0, 0}, v[16] = {0};
        contact_geom_def g = contact_default_geom_def();
        tact_real worst;
        s.owned = rbd_model_create(b, NULL, NULL);
        rbd_builder_destroy(b);
        ASSERT_TRUE(s.owned != NULL);
        s.model = s.owned;
        contact_world_settings(s.w)->maximal = maximal;
        if (maximal) s.h = TACT_R(2e-7);
        if (methods[m] == CONTACT_METHOD_CCP_NEWTON) s.h = TACT_R(1e-6); /* as above */
        test_ground(s.w, TACT_R(0.9), 0);
        q[8] = TACT_R(1.2);
        v[0] = TACT_R(0.02);
        v[7] = TACT_R(-0.2);
        v[5] = TACT_R(0.3);
        if (rolls) v[3] = TACT_R(0.1), v[4] = TACT_R(-0.07); /* the axes are those of before */
        s.robot = contact_world_add_robot(s.w, s.owned, q, v);
        (void)left, (void)right;
        g.shape = &foot;
        g.density = 0;
        g.pose = tact_pose_at(0, 0, TACT_R(-0.3));
        g.material.friction = TACT_R(0.9);
        if (rolls) g.material.rolling_friction = TACT_R(0.003), g.material.torsional_friction = TACT_R(0.002);
        contact_world_add_geom(s.w, contact_robot_link(s.w, s.robot, 2), &g);
        g.material.friction = TACT_R(0.1);
        contact_world_add_geom(s.w, contact_robot_link(s.w, s.robot, 3), &g);
        (void)body;
        /* under the raised right foot */
        {
            tact_pose link = contact_body_pose(s.w, contact_robot_link(s.w, s.robot, 3));
            tact_vec3 centre = tact_pose_apply(link, tact_vec(0, 0, TACT_R(-0.3)));
            s.bodies[0] = test_body(s.w, CONTACT_BODY_DYNAMIC, box,
                                    tact_pose_at(centre.x + TACT_R(0.05), centre.y, centre.z - TACT_R(0.0895)), 400,
                                    TACT_R(0.1), 0);
            s.n_bodies = 1;
        }
        contact_body_set_velocity(s.w, s.bodies[0], tact_vec(TACT_R(-0.6), TACT_R(0.2), TACT_R(0.1)),
                                  tact_vec(TACT_R(0.5), TACT_R(0.2), TACT_R(0.4)));
        s.parameters[0].kind = CONTACT_PARAMETER_GRAVITY;
        s.parameters[0].index = 2;
        s.n_parameters = 1;
        worst = compare(&s, verbose());
        if (verbose())
            fprintf(stderr, "%s robot, maximal %d: %.2e\n", contact_method_name(methods[m]), maximal, (double)worst);
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-5));
        contact_world_settings(s.w)->integrator = CONTACT_INTEGRATOR_MOREAU;
        worst = compare(&s, verbose());
        if (verbose()) fprintf(stderr, "%s robot, midpoint: %.2e\n", contact_method_name(methods[m]), (double)worst);
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-5));
        scene_end(&s);
    }
}

/* A disc that lies flat, or but for a milliradian and less, on the ground and on a box: the points of its rim that carry it run around with
   the tilt, and stay where they are where there is none. */
UTEST(step_derivative, disc_lying_nearly_flat) {
    const contact_method methods[] = {CONTACT_METHOD_SIMILAR, CONTACT_METHOD_LAGGED, CONTACT_METHOD_SAP};
    const tact_real tilts[] = {TACT_R(1e-3), TACT_R(2e-4), TACT_R(1e-5), 0};
    int run;
    for (run = 0; run < 24; ++run) {
        scene s = scene_begin(methods[run % 3]);
        collide_shape disc = collide_cylinder(TACT_R(0.08), TACT_R(0.07));
        tact_real worst, tilt = tilts[run / 3 % 4];
        if (run < 12)
            test_ground(s.w, TACT_R(0.3), 0);
        else
            test_body(s.w, CONTACT_BODY_STATIC, collide_box(1, 1, TACT_R(0.5)),
                      tact_pose_at(TACT_R(0.1), TACT_R(0.2), TACT_R(-0.5)), 0, TACT_R(0.3), 0);
        s.bodies[0] =
            test_body(s.w, CONTACT_BODY_DYNAMIC, disc,
                      tact_pose_make(tact_vec(0, 0, TACT_R(0.0699)),
                                     tact_quat_exp(tact_vec(TACT_R(0.6) * tilt, TACT_R(0.8) * tilt, TACT_R(0.4)))),
                      900, TACT_R(0.3), 0);
        s.n_bodies = 1;
        contact_body_set_velocity(s.w, s.bodies[0], tact_vec(TACT_R(0.3), TACT_R(0.1), 0), tact_vec(0, 0, TACT_R(0.5)));
        worst = compare(&s, verbose());
        if (verbose())
            fprintf(stderr, "%s disc, tilt %g, box %d: %.2e\n", contact_method_name(methods[run % 3]), (double)tilt,
                    run / 12, (double)worst);
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-5));
        scene_end(&s);
    }
}

/* A rounded box as it comes to rest on one of its edges on a plate: the nearest point, and with it the manifold, jumps from one end of the
   edge to the other at an angle a millionth away, on one side only. */
UTEST(step_derivative, rounded_box_on_an_edge) {
    const contact_method methods[] = {CONTACT_METHOD_SAP, CONTACT_METHOD_SIMILAR, CONTACT_METHOD_LAGGED,
                                      CONTACT_METHOD_MUJOCO};
    int run;
    for (run = 0; run < 4; ++run) {
        scene s = scene_begin(methods[run]);
        tact_quat turn = tact_quat_normalize(tact_quat_make(TACT_R(0.0032615582531446), TACT_R(-0.0053033921927256),
                                                            TACT_R(0.5237719338687453), TACT_R(0.8518357808641326)));
        tact_real worst;
        test_body(s.w, CONTACT_BODY_STATIC, collide_box(TACT_R(1.5), TACT_R(1.5), TACT_R(0.3)),
                  tact_pose_make(tact_vec(0, 0, TACT_R(-0.3)),
                                 tact_quat_normalize(
                                     tact_quat_make(0, 0, TACT_R(0.2675871989203758), TACT_R(0.9635336480756379)))),
                  0, TACT_R(0.6), 0);
        s.bodies[0] = test_body(
            s.w, CONTACT_BODY_DYNAMIC,
            collide_rounded(
                collide_box(TACT_R(0.0739810021349272), TACT_R(0.1221106829764682), TACT_R(0.0980157811923026)),
                TACT_R(0.0322580374475798)),
            tact_pose_make(
                tact_vec(TACT_R(-0.0635555554377853), TACT_R(-0.0436449780612689), TACT_R(0.1311836178252412)), turn),
            900, TACT_R(0.6), 0);
        s.n_bodies = 1;
        s.dt = TACT_R(0.005);
        worst = compare(&s, verbose());
        if (verbose())
            fprintf(stderr, "%s, rounded box on an edge: %.2e\n", contact_method_name(methods[run]), (double)worst);
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-5));
        scene_end(&s);
    }
}

/* A polyhedron on an edge on the flat end of a cylinder: the end gives the normal to rounding, and the polyhedron tilts as it likes. */
UTEST(step_derivative, hull_on_the_end_of_a_cylinder) {
    const contact_method methods[] = {CONTACT_METHOD_SAP, CONTACT_METHOD_SIMILAR, CONTACT_METHOD_LAGGED,
                                      CONTACT_METHOD_MUJOCO};
    tact_vec3 corners[6];
    collide_hull *wedge = NULL;
    int run, k;
    for (k = 0; k < 6; ++k) /* a roof upside down: its ridge is the edge */
        corners[k] = tact_vec(TACT_R(0.05) * (tact_real)(k % 2 ? 1 : -1), TACT_R(0.06) * (tact_real)(k / 2 - 1),
                              k / 2 == 1 ? TACT_R(-0.04) : TACT_R(0.05));
    ASSERT_GE((int)collide_hull_create(corners, 6, NULL, NULL, &wedge), 0);
    for (run = 0; run < 4; ++run) {
        scene s = scene_begin(methods[run]);
        tact_quat lean = tact_quat_exp(tact_vec(TACT_R(0.2), TACT_R(0.1), TACT_R(-0.3))),
                  up = tact_quat_exp(tact_vec(0, TACT_R(1e-4), TACT_R(0.3)));
        tact_pose middle = tact_pose_make(tact_vec(TACT_R(0.1), 0, TACT_R(0.3)), lean);
        tact_real worst;
        test_body(s.w, CONTACT_BODY_STATIC, collide_cylinder(TACT_R(0.2), TACT_R(0.3)), middle, 0, TACT_R(0.6), 0);
        s.bodies[0] =
            test_body(s.w, CONTACT_BODY_DYNAMIC, collide_convex(wedge), /* heavy: the law is curved in the forces */
                      tact_pose_mul(middle, tact_pose_make(tact_vec(TACT_R(0.02), TACT_R(0.03), TACT_R(0.3399)), up)),
                      9000, TACT_R(0.6), 0);
        s.n_bodies = 1;
        contact_body_set_velocity(s.w, s.bodies[0], tact_vec(TACT_R(0.3), TACT_R(0.1), 0),
                                  tact_vec(TACT_R(0.1), 0, TACT_R(0.5)));
        worst = compare(&s, verbose());
        if (verbose())
            fprintf(stderr, "%s, hull on a cylinder: %.2e\n", contact_method_name(methods[run]), (double)worst);
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-5));
        scene_end(&s);
    }
    collide_hull_destroy(wedge);
}

/* Whatever lies on a plane moves along it as it does elsewhere on it: no velocity follows from where it is. */
UTEST(step_derivative, along_a_plane_all_places_are_alike) {
    int run, i, j;
    for (run = 0; run < 4; ++run) {
        scene s = scene_begin(CONTACT_METHOD_SAP);
        contact_differential *d = contact_differential_create(NULL);
        tact_real by_state[144];
        collide_shape shape = run == 0   ? collide_capsule(TACT_R(0.05), TACT_R(0.1))
                              : run == 1 ? collide_cylinder(TACT_R(0.05), TACT_R(0.1))
                              : run == 2
                                  ? collide_ellipsoid(TACT_R(0.05), TACT_R(0.05), TACT_R(0.1))
                                  : collide_rounded(collide_box(TACT_R(0.03), TACT_R(0.03), TACT_R(0.1)), TACT_R(0.02));
        test_ground(s.w, TACT_R(0.5), 0);
        s.bodies[0] = test_body(s.w, CONTACT_BODY_DYNAMIC, shape,
                                tact_pose_make(tact_vec(TACT_R(0.3), TACT_R(-0.7), TACT_R(0.0495)),
                                               tact_quat_exp(tact_vec(TACT_R(1.5707963), 0, 0))),
                                300, TACT_R(0.5), 0);
        contact_body_set_velocity(s.w, s.bodies[0], tact_vec(TACT_R(0.3), TACT_R(0.1), TACT_R(-0.1)),
                                  tact_vec(0, 2, TACT_R(0.5)));
        EXPECT_EQ((int)contact_world_step_differential(s.w, s.dt, d), (int)CONTACT_OK);
        EXPECT_GT(contact_world_contact_count(s.w), 0);
        contact_differential_matrices(d, by_state, NULL, NULL);
        for (i = 6; i < 12; ++i)
            for (j = 0; j < 2; ++j) EXPECT_LT(tact_abs(by_state[12 * i + j]), TACT_R(1e-9));
        contact_differential_destroy(d);
        scene_end(&s);
    }
}

/* A cylinder that turns fast above a belt: its rim meets the belt within the step at points that are not the nearest now, and that move
   with its velocity as well. */
UTEST(step_derivative, contacts_found_ahead_of_a_turn) {
    const contact_method methods[] = {CONTACT_METHOD_CCP_ADMM, CONTACT_METHOD_SAP, CONTACT_METHOD_LAGGED,
                                      CONTACT_METHOD_SIMILAR, CONTACT_METHOD_MUJOCO};
    int m;
    for (m = 0; m < 5; ++m) {
        scene s = scene_begin(methods[m]);
        collide_shape disc = collide_cylinder(TACT_R(0.3), TACT_R(0.3)),
                      floor_shape = collide_halfspace(tact_vec(0, 0, 1), 0);
        contact_geom_def g = contact_default_geom_def();
        contact_body_def def = contact_default_body_def();
        tact_real worst;
        int i, ahead = 0;
        def.type = CONTACT_BODY_STATIC;
        g.shape = &floor_shape;
        g.material.friction = TACT_R(0.6);
        g.material.surface_velocity = tact_vec(TACT_R(0.2), TACT_R(-0.1), TACT_R(0.05));
        contact_world_add_geom(s.w, contact_world_add_body(s.w, &def), &g);
        s.bodies[0] = test_body(s.w, CONTACT_BODY_DYNAMIC, disc,
                                tact_pose_make(tact_vec(0, 0, TACT_R(0.3025)),
                                               tact_quat_exp(tact_vec(TACT_R(0.02), TACT_R(-0.01), TACT_R(0.3)))),
                                700, TACT_R(0.7), 0);
        s.n_bodies = 1;
        s.dt = TACT_R(4e-3);
        s.h = TACT_R(3e-7);
        contact_body_set_velocity(s.w, s.bodies[0], tact_vec(TACT_R(1.5), 1, TACT_R(-1.5)), tact_vec(7, -5, 2));
        worst = compare(&s, verbose());
        contact_world_step(s.w, s.dt); /* again, to see what pushed */
        for (i = 0; i < contact_world_contact_count(s.w); ++i)
            ahead += (contact_world_contact(s.w, i).feature & 0x40000000u) && contact_world_contact(s.w, i).force.z > 0;
        if (verbose())
            fprintf(stderr, "%s turning, %d ahead: %.2e\n", contact_method_name(methods[m]), ahead, (double)worst);
        EXPECT_GT(ahead, 0);
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-5));
        scene_end(&s);
    }
}

/* Riders that turn with a table: their rows of slip ask for the chord of the arc, which follows their place on it. An
   ellipsoid and a ball, off the axis of a table that turns about a tilted axis, held by friction. */
UTEST(step_derivative, riders_of_a_turntable) {
    const contact_method methods[] = {CONTACT_METHOD_CCP_ADMM, CONTACT_METHOD_SAP, CONTACT_METHOD_NCP_PGS};
    int m;
    for (m = 0; m < 3; ++m) {
        scene s = scene_begin(methods[m]);
        const tact_vec3 turn = tact_vec(TACT_R(0.1), TACT_R(-0.2), 3);
        contact_body table = test_body(s.w, CONTACT_BODY_KINEMATIC, collide_halfspace(tact_vec(0, 0, 1), 0),
                                       tact_pose_identity(), 0, TACT_R(0.7), 0);
        tact_real worst;
        int i;
        contact_body_set_velocity(s.w, table, tact_vec(TACT_R(0.1), 0, 0), turn);
        for (i = 0; i < 2; ++i) {
            tact_vec3 at = tact_vec(TACT_R(0.4) + i, TACT_R(0.3), TACT_R(0.0999));
            s.bodies[i] =
                test_body(s.w, CONTACT_BODY_DYNAMIC,
                          i ? collide_sphere(TACT_R(0.1)) : collide_ellipsoid(TACT_R(0.2), TACT_R(0.25), TACT_R(0.1)),
                          tact_pose_make(at, tact_quat_identity()), 500, TACT_R(0.7), 0);
            contact_body_set_velocity(s.w, s.bodies[i], tact_add(tact_vec(TACT_R(0.1), 0, 0), tact_cross(turn, at)),
                                      turn);
        }
        s.n_bodies = 2;
        s.dt = TACT_R(1e-2);
        worst = compare(&s, verbose());
        if (verbose()) fprintf(stderr, "%s riders: %.2e\n", contact_method_name(methods[m]), (double)worst);
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-5));
        scene_end(&s);
    }
}

/* What flies through a plate within a step is stopped by a sweep, whose contact follows pose, velocity and force of the bodies: a ball, a
   tumbling box with restitution, a link of a robot on a rail, one fast body onto another that falls. */
UTEST(step_derivative, contacts_found_by_a_sweep) {
    const contact_method methods[] = {CONTACT_METHOD_AUTO,    CONTACT_METHOD_CCP_ADMM, CONTACT_METHOD_CCP_NEWTON,
                                      CONTACT_METHOD_SIMILAR, CONTACT_METHOD_LAGGED,   CONTACT_METHOD_SAP,
                                      CONTACT_METHOD_MUJOCO};
    int run, count = (int)(sizeof methods / sizeof *methods);
    for (run = 0; run < 4 * count; ++run) {
        scene s = scene_begin(methods[run % count]);
        collide_shape ball = collide_sphere(TACT_R(0.05)), box = collide_box(TACT_R(0.05), TACT_R(0.07), TACT_R(0.04));
        int what = run / count, i, swept = 0;
        tact_real worst;
        test_body(s.w, CONTACT_BODY_STATIC, collide_box(1, 1, TACT_R(0.01)),
                  tact_pose_make(tact_vec(0, 0, TACT_R(-0.01)), tact_quat_exp(tact_vec(TACT_R(0.1), TACT_R(-0.2), 0))),
                  0, TACT_R(0.3), 0);
        s.dt = TACT_R(0.01);
        if (what == 2) {
            rbd_builder *b = rbd_builder_create(NULL);
            contact_geom_def g = contact_default_geom_def();
            tact_real q[2] = {TACT_R(0.4), TACT_R(0.3)}, v[2] = {-60, 2};
            int rail = add_link(b, "rail", RBD_WORLD, RBD_JOINT_PRISMATIC, tact_vec(0, 0, 1), tact_pose_identity(), 1);
            add_link(b, "arm", rail, RBD_JOINT_REVOLUTE, tact_vec(0, 1, 0), tact_pose_identity(), TACT_R(0.5));
            s.owned = rbd_model_create(b, NULL, NULL), s.model = s.owned;
            rbd_builder_destroy(b);
            s.robot = contact_world_add_robot(s.w, s.owned, q, v);
            g.shape = &ball;
            g.density = 0;
            g.pose = tact_pose_at(TACT_R(0.1), 0, 0);
            g.material.friction = TACT_R(0.3);
            contact_world_add_geom(s.w, contact_robot_link(s.w, s.robot, 2), &g);
        } else {
            s.bodies[0] = test_body(s.w, CONTACT_BODY_DYNAMIC, what == 1 ? box : ball,
                                    tact_pose_make(tact_vec(TACT_R(0.1), TACT_R(0.2), TACT_R(0.5)),
                                                   tact_quat_exp(tact_vec(TACT_R(0.4), TACT_R(0.2), 0))),
                                    700, TACT_R(0.3), what == 1 ? TACT_R(0.5) : 0);
            contact_body_set_velocity(s.w, s.bodies[0], tact_vec(3, -2, -90), tact_vec(4, -5, 2));
            s.n_bodies = 1;
            for (i = 0; i < 6; ++i) s.force[i] = TACT_R(2.0) - (tact_real)i;
            if (what == 3) {
                s.bodies[s.n_bodies++] =
                    test_body(s.w, CONTACT_BODY_DYNAMIC, box, tact_pose_at(TACT_R(0.11), TACT_R(0.19), TACT_R(0.3)),
                              900, TACT_R(0.3), 0);
                contact_body_set_velocity(s.w, s.bodies[1], tact_vec(TACT_R(0.5), 0, -1), tact_vec(1, 0, 2));
            }
        }
        s.h = TACT_R(
            1e-4); /* a sweep searches: what it finds is good to 1e-10 of the sizes, and a change of velocity counts dt times */
        if (what == 3 && run % count < 3) s.h = TACT_R(2e-6); /* a chain of impacts bends within 1e-4 */
        if (methods[run % count] == CONTACT_METHOD_CCP_NEWTON && !what)
            s.h = TACT_R(3e-4); /* its velocities are good to 1e-10 */
        s.parameters[0].kind = CONTACT_PARAMETER_GRAVITY;
        s.parameters[0].index = 2;
        s.n_parameters = what != 2 && methods[run % count] != CONTACT_METHOD_LAGGED;
        worst = compare(&s, verbose());
        contact_world_step(s.w, s.dt); /* again, to see what pushed */
        for (i = 0; i < contact_world_contact_count(s.w); ++i)
            swept += contact_world_contact(s.w, i).feature == 0x80000000u &&
                     tact_norm(contact_world_contact(s.w, i).force) > 0;
        swept += contact_world_get_stats(s.w).n_impacts; /* free bodies under a hard law: at their own time */
        if (verbose())
            fprintf(stderr, "%s sweep %d, %d found: %.2e\n", contact_method_name(methods[run % count]), what, swept,
                    (double)worst);
        EXPECT_GT(swept, 0);
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-5));
        scene_end(&s);
    }
}

/* A rounded box on one of its edges, but for 50 microradians: which end of the edge is the nearer changes within the step of the differences
   that its manifold is differentiated by. */
UTEST(step_derivative, manifold_about_to_change) {
    const contact_method methods[] = {CONTACT_METHOD_AUTO, CONTACT_METHOD_CCP_ADMM, CONTACT_METHOD_SAP,
                                      CONTACT_METHOD_SIMILAR};
    int m;
    for (m = 0; m < 4; ++m) {
        scene s = scene_begin(methods[m]);
        tact_quat turn =
            tact_quat_mul(tact_quat_exp(tact_vec(TACT_R(5e-5), 0, 0)), tact_quat_exp(tact_vec(0, TACT_R(0.3), 0)));
        tact_real worst;
        test_body(s.w, CONTACT_BODY_STATIC, collide_box(1, 1, TACT_R(0.5)), tact_pose_at(0, 0, TACT_R(-0.5)), 0,
                  TACT_R(0.4), 0);
        s.bodies[0] = test_body(s.w, CONTACT_BODY_DYNAMIC,
                                collide_rounded(collide_box(TACT_R(0.06), TACT_R(0.1), TACT_R(0.05)), TACT_R(0.02)),
                                tact_pose_make(tact_vec(0, 0, TACT_R(0.085)), turn), 900, TACT_R(0.4), 0);
        s.n_bodies = 1;
        contact_body_set_velocity(s.w, s.bodies[0], tact_vec(TACT_R(0.3), TACT_R(0.2), TACT_R(-0.5)),
                                  tact_vec(TACT_R(0.1), TACT_R(0.2), TACT_R(0.3)));
        s.h = TACT_R(1e-6);
        worst = compare(&s, verbose());
        if (verbose()) fprintf(stderr, "%s edge: %.2e\n", contact_method_name(methods[m]), (double)worst);
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-5));
        scene_end(&s);
    }
}
/* A link in maximal coordinates at its limit, closer to the corner of the limit's bias at zero than the differences that its joints are
   differentiated by are long. */
UTEST(step_derivative, limit_near_its_corner_in_maximal_coordinates) {
    int sign;
    for (sign = -1; sign < 2; sign += 2) {
        scene s = scene_begin(CONTACT_METHOD_AUTO);
        rbd_builder *b = rbd_builder_create(NULL);
        tact_real q[2] = {0, TACT_R(0.3)}, v[2] = {-1, TACT_R(0.5)}, worst;
        rbd_dof dof;
        int arm = add_link(b, "arm", RBD_WORLD, RBD_JOINT_REVOLUTE, tact_vec(0, 1, 0), tact_pose_identity(), 1);
        add_link(b, "hand", arm, RBD_JOINT_REVOLUTE, tact_vec(1, 0, 0), tact_pose_at(0, 0, TACT_R(-0.2)), 1);
        s.owned = rbd_model_create(b, NULL, NULL), s.model = s.owned;
        rbd_builder_destroy(b);
        dof = s.owned->dof[0];
        dof.lower = TACT_R(0.25);
        dof.upper = 2;
        rbd_model_set_dof(s.owned, 0, &dof);
        q[0] = dof.lower + (tact_real)sign * TACT_R(8e-7);
        contact_world_settings(s.w)->maximal = 1;
        s.robot = contact_world_add_robot(s.w, s.owned, q, v);
        s.h = TACT_R(4e-7);
        worst = compare(&s, verbose());
        if (verbose()) fprintf(stderr, "limit %+d: %.2e\n", sign, (double)worst);
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-5));
        scene_end(&s);
    }
}

/* Where there is no one derivative the status says so: a gap of zero under what pushes (a gap closes in one step, an overlap not), the
   same at the limit of a joint, a compliant contact that begins to touch, a box that slides and spins on four corners, whose motion the law
   leaves open. A box at rest on them has one, and so has a gap of zero that nothing pushes together. */
static contact_status status_of_box(contact_method method, tact_real gap, tact_vec3 v, tact_vec3 w, tact_real pull) {
    scene s = scene_begin(method);
    contact_differential *d = contact_differential_create(NULL);
    contact_status status;
    test_ground(s.w, TACT_R(0.5), 0);
    s.bodies[0] = test_body(s.w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.5), TACT_R(0.25), TACT_R(0.125)),
                            tact_pose_at(0, 0, TACT_R(0.125) + gap), 800, TACT_R(0.5), 0);
    contact_body_set_velocity(s.w, s.bodies[0], v, w);
    contact_body_add_force(s.w, s.bodies[0], tact_vec(0, 0, pull));
    status = contact_world_step_differential(s.w, s.dt, d);
    contact_differential_destroy(d);
    scene_end(&s);
    return status;
}
static contact_status status_of_limit(tact_real gap) {
    scene s = scene_begin(CONTACT_METHOD_AUTO);
    rbd_builder *b = rbd_builder_create(NULL);
    contact_differential *d = contact_differential_create(NULL);
    tact_real q[1], v[1] = {-1};
    rbd_dof dof;
    contact_status status;
    add_link(b, "arm", RBD_WORLD, RBD_JOINT_REVOLUTE, tact_vec(0, 1, 0), tact_pose_identity(), 1);
    s.owned = rbd_model_create(b, NULL, NULL);
    rbd_builder_destroy(b);
    dof = s.owned->dof[0];
    dof.lower = TACT_R(0.25);
    dof.upper = 2;
    rbd_model_set_dof(s.owned, 0, &dof);
    q[0] = dof.lower + gap;
    s.robot = contact_world_add_robot(s.w, s.owned, q, v);
    status = contact_world_step_differential(s.w, s.dt, d);
    contact_differential_destroy(d);
    scene_end(&s);
    return status;
}
UTEST(step_derivative, kinks_are_said) {
    const tact_vec3 none = tact_vec(0, 0, 0), down = tact_vec(0, 0, TACT_R(-0.1)), slide = tact_vec(1, TACT_R(0.3), 0),
                    spin = tact_vec(0, 0, 2);
    const tact_real overlap = TACT_R(-1.0 / 4096);
    EXPECT_EQ((int)status_of_box(CONTACT_METHOD_NCP_NEWTON, 0, down, none, 0), (int)CONTACT_NONSMOOTH);
    EXPECT_EQ((int)status_of_box(CONTACT_METHOD_NCP_NEWTON, 2 * TACT_EPSILON, down, none, 0),
              (int)CONTACT_NONSMOOTH); /* from either side */
    EXPECT_EQ((int)status_of_box(CONTACT_METHOD_NCP_NEWTON, -2 * TACT_EPSILON, down, none, 0), (int)CONTACT_NONSMOOTH);
    EXPECT_EQ((int)status_of_box(CONTACT_METHOD_MUJOCO, 0, down, none, 0), (int)CONTACT_NONSMOOTH);
    EXPECT_NE((int)status_of_box(CONTACT_METHOD_NCP_NEWTON, 0, down, none, 100000),
              (int)CONTACT_NONSMOOTH); /* pulled away: nothing pushes */
    EXPECT_NE((int)status_of_box(CONTACT_METHOD_NCP_NEWTON, overlap, down, none, 0), (int)CONTACT_NONSMOOTH);
    EXPECT_NE((int)status_of_box(CONTACT_METHOD_MUJOCO, overlap, down, none, 0), (int)CONTACT_NONSMOOTH);
    EXPECT_EQ((int)status_of_box(CONTACT_METHOD_NCP_NEWTON, overlap, slide, spin, 0), (int)CONTACT_NONSMOOTH);
    EXPECT_NE((int)status_of_box(CONTACT_METHOD_NCP_NEWTON, overlap, none, none, 0), (int)CONTACT_NONSMOOTH);
    EXPECT_NE((int)status_of_box(CONTACT_METHOD_NCP_NEWTON, -overlap, down, none, 0), (int)CONTACT_NONSMOOTH);
    EXPECT_NE((int)status_of_box(CONTACT_METHOD_NCP_NEWTON, overlap, slide, none, 0), (int)CONTACT_NONSMOOTH);
    EXPECT_NE((int)status_of_box(CONTACT_METHOD_SIMILAR, overlap, slide, spin, 0), (int)CONTACT_NONSMOOTH);
    EXPECT_EQ((int)status_of_box(CONTACT_METHOD_SIMILAR, 0, none, none, TACT_R(800 * 9.81 * 0.125)),
              (int)CONTACT_NONSMOOTH); /* floats at a gap of zero */
    EXPECT_EQ((int)status_of_limit(0), (int)CONTACT_NONSMOOTH);
    EXPECT_NE((int)status_of_limit(TACT_R(-1e-4)), (int)CONTACT_NONSMOOTH);
    EXPECT_NE((int)status_of_limit(TACT_R(1e-4)), (int)CONTACT_NONSMOOTH);
}

/* A box slides on a plate in two substeps: the second keeps the manifold of the first, and with it the poses there, which is said; in a step
   that only finds manifolds from before it all is smooth, as with one substep. */
UTEST(step_derivative, manifolds_kept_between_substeps_are_said) {
    scene s = scene_begin(CONTACT_METHOD_SIMILAR);
    contact_differential *d = contact_differential_create(NULL);
    test_body(s.w, CONTACT_BODY_STATIC, collide_box(1, 1, TACT_R(0.5)), tact_pose_at(0, 0, TACT_R(-0.5)), 0,
              TACT_R(0.5), 0);
    s.bodies[0] = test_body(s.w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.5), TACT_R(0.25), TACT_R(0.125)),
                            tact_pose_at(0, 0, TACT_R(0.1249)), 800, TACT_R(0.5), 0);
    contact_body_set_velocity(s.w, s.bodies[0], tact_vec(TACT_R(0.01), 0, 0), tact_vec(0, 0, 0));
    contact_world_settings(s.w)->substeps = 2;
    EXPECT_EQ((int)contact_world_step_differential(s.w, s.dt, d), (int)CONTACT_NONSMOOTH);
    EXPECT_NE((int)contact_world_step_differential(s.w, s.dt, d), (int)CONTACT_NONSMOOTH);
    contact_world_settings(s.w)->substeps = 1;
    EXPECT_NE((int)contact_world_step_differential(s.w, s.dt, d), (int)CONTACT_NONSMOOTH);
    contact_differential_destroy(d);
    scene_end(&s);
}

/* A strut closer to upright than the angle of friction, pressed into the ground: no impulse can lift it, the step asks it to stay where it
   is, and its velocity after is zero whatever its angle. The impulse is not unique, so the status may say one-sided; this holds anyway. */
UTEST(step_derivative, jammed_strut) {
    scene s = scene_begin(CONTACT_METHOD_AUTO);
    rbd_builder *b = rbd_builder_create(NULL);
    contact_differential *d = contact_differential_create(NULL);
    collide_shape foot = collide_sphere(TACT_R(0.04));
    contact_geom_def g = contact_default_geom_def();
    tact_real q[1] = {TACT_R(0.3)}, v[1] = {TACT_R(-0.1)}, by_state[4];
    add_link(b, "strut", RBD_WORLD, RBD_JOINT_REVOLUTE, tact_vec(1, 0, 0),
             tact_pose_at(0, 0, TACT_R(0.3) * tact_cos(q[0]) + TACT_R(0.0398)), 2);
    s.owned = rbd_model_create(b, NULL, NULL);
    rbd_builder_destroy(b);
    ASSERT_TRUE(s.owned != NULL && d != NULL);
    test_ground(s.w, TACT_R(0.9), 0);
    s.robot = contact_world_add_robot(s.w, s.owned, q, v);
    g.shape = &foot;
    g.density = 0;
    g.pose = tact_pose_at(0, 0, TACT_R(-0.3));
    g.material.friction = TACT_R(0.9);
    contact_world_add_geom(s.w, contact_robot_link(s.w, s.robot, 1), &g);
    ASSERT_GE((int)contact_world_step_differential(s.w, s.dt, d), 0);
    EXPECT_LT(tact_abs(contact_robot_v(s.w, s.robot)[0]), TACT_R(1e-9));
    ASSERT_EQ((int)contact_differential_matrices(d, by_state, NULL, NULL), (int)CONTACT_OK);
    if (verbose())
        fprintf(stderr, "strut: %g %g %g %g\n", (double)by_state[0], (double)by_state[1], (double)by_state[2],
                (double)by_state[3]);
    EXPECT_LT(tact_abs(by_state[0] - 1), TACT_R(1e-5));
    EXPECT_LT(tact_abs(by_state[2]), TACT_R(1e-5)); /* asked to rise it would be 0.2/dt and more */
    EXPECT_LT(tact_abs(by_state[3]), TACT_R(1e-5));
    contact_differential_destroy(d);
    scene_end(&s);
}

/* Scenes that differ in one mass: a body of two on the ground, and a link of an arm whose joints rub. */
static scene scene_of_mass(contact_method method, int maximal, tact_real density, tact_real link) {
    scene s = scene_begin(method);
    collide_shape ball = collide_sphere(TACT_R(0.1));
    rbd_builder *b = rbd_builder_create(NULL);
    int k;
    tact_real q[2] = {TACT_R(0.4), TACT_R(-0.7)}, v[2] = {1, 2};
    int parent = add_link(b, "upper", RBD_WORLD, RBD_JOINT_REVOLUTE, tact_vec(0, 1, 0), tact_pose_at(3, 0, 1), 1);
    add_link(b, "lower", parent, RBD_JOINT_REVOLUTE, tact_vec(1, TACT_R(0.2), 0), tact_pose_at(0, 0, TACT_R(-0.2)),
             link);
    s.owned = rbd_model_create(b, NULL, NULL);
    rbd_builder_destroy(b);
    s.model = s.owned;
    for (k = 0; k < 2; ++k) {
        rbd_dof d = s.owned->dof[k];
        d.friction = 20; /* holds the first joint, the second slips */
        if (k) d.friction = TACT_R(0.1);
        rbd_model_set_dof(s.owned, k, &d);
    }
    contact_world_settings(s.w)->maximal = maximal;
    test_ground(s.w, TACT_R(0.4), 0);
    s.bodies[0] =
        test_body(s.w, CONTACT_BODY_DYNAMIC, ball, tact_pose_at(0, 0, TACT_R(0.0995)), density, TACT_R(0.4), 0);
    s.bodies[1] = test_body(s.w, CONTACT_BODY_DYNAMIC, ball, tact_pose_at(TACT_R(0.1995), 0, TACT_R(0.0995)), 700,
                            TACT_R(0.4), 0);
    s.n_bodies = 2;
    contact_body_set_velocity(s.w, s.bodies[0], tact_vec(1, TACT_R(0.3), 0), tact_vec(1, 2, 3));
    s.robot = contact_world_add_robot(s.w, s.owned, q, v);
    contact_world_settings(s.w)->gravity = tact_vec(TACT_R(0.5), 0, -9);
    s.force[0] = 4;
    s.force[2] = -3;
    s.force[3] = 1;
    return s;
}
static void compare_masses(contact_method method, int maximal, tact_real worst[2]) {
    static tact_real analytic[2 * MOST * 2], column[2 * MOST];
    const tact_real h = TACT_R(1e-3);
    tact_real mass = 0;
    int which, i, n, half;
    scene s = scene_of_mass(method, maximal, 500, 2);
    contact_differential *d = contact_differential_create(NULL);
    contact_parameter p[2];
    worst[0] = worst[1] = TACT_R(1e30);
    memset(p, 0, sizeof p);
    p[0].kind = p[1].kind = CONTACT_PARAMETER_MASS;
    p[0].body = s.bodies[0], p[1].body = contact_robot_link(s.w, s.robot, 2);
    mass = contact_body_mass(s.w, s.bodies[0]);
    contact_differential_set(d, CONTACT_GEOMETRY_EXACT, p, 2);
    n = contact_world_dofs(s.w);
    apply_forces(&s, NULL);
    if (contact_world_step_differential(s.w, s.dt, d) >= 0 &&
        contact_differential_matrices(d, NULL, NULL, analytic) == CONTACT_OK)
        worst[0] = worst[1] = 0;
    scene_end(&s);
    for (which = 0; which < 2; ++which) {
        captured c[2];
        scene t;
        for (half = 0; half < 2; ++half) {
            tact_real change = half ? -h : h;
            t = scene_of_mass(method, maximal, which == 0 ? 500 * (1 + change / mass) : 500,
                              which == 1 ? 2 + change : 2);
            apply_forces(&t, NULL);
            contact_world_step(t.w, t.dt);
            capture(&t, &c[half]);
            if (half) subtract(&t, &c[0], &c[1], n, 1 / (2 * h), column);
            scene_end(&t);
        }
        for (i = 0; i < 2 * n; ++i)
            worst[which] =
                tact_max(worst[which], tact_abs(column[i] - analytic[2 * i + which]) / largest(column, 2 * n));
    }
    contact_differential_destroy(d);
}
UTEST(step_derivative, by_mass) {
    const contact_method methods[] = {CONTACT_METHOD_AUTO,   CONTACT_METHOD_CCP_NEWTON, CONTACT_METHOD_SAP,
                                      CONTACT_METHOD_LAGGED, CONTACT_METHOD_SIMILAR,    CONTACT_METHOD_MUJOCO};
    int k, count = (int)(sizeof methods / sizeof *methods);
    for (k = 0; k < 2 * count; ++k) {
        tact_real worst[2];
        compare_masses(methods[k % count], k / count, worst);
        if (verbose())
            fprintf(stderr, "%s mass, maximal %d: %.2e %.2e\n", contact_method_name(methods[k % count]), k / count,
                    (double)worst[0], (double)worst[1]);
        EXPECT_LT(worst[0], TACT_R(1e-6)); /* a difference over 1e-3 kg errs by 1e-7 */
        EXPECT_LT(worst[1], TACT_R(1e-6));
    }
}

/* A puck pushed for a while: loss = distance to a target at the end and the effort. */
typedef struct push {
    contact_body puck;
    tact_real u[60];
} push;
/* Steps that keep_energy changes, the default. The work of the contacts in the step, relative to the energy, without what is allowed
   to an island where nothing bounces: zero, to rounding, just where the step was changed (world_bounces.c derives it). */
static tact_real work_above_limit(const scene *s, int bounces) {
    size_t bytes = contact_world_snapshot_bytes(s->w);
    void *snapshot = malloc(bytes);
    tact_vec3 g = contact_world_settings(s->w)->gravity, before[8];
    tact_real t0, t1, work, limit = 0;
    int k;
    contact_world_save(s->w, snapshot, bytes);
    contact_world_energy(s->w, &t0, NULL);
    for (k = 0; k < s->n_bodies; ++k) before[k] = contact_body_velocity(s->w, s->bodies[k]);
    contact_world_step(s->w, s->dt);
    contact_world_energy(s->w, &t1, NULL);
    work = t1 - t0;
    for (k = 0; k < s->n_bodies; ++k) {
        tact_real m = contact_body_mass(s->w, s->bodies[k]);
        work -= m * s->dt * tact_dot(g, tact_add(before[k], contact_body_velocity(s->w, s->bodies[k]))) / 2;
        limit += bounces ? 0 : m * s->dt * s->dt * tact_norm2(g) / 8;
    }
    contact_world_restore(s->w, snapshot, bytes);
    free(snapshot);
    return (work - limit) / (t0 + t1);
}
/* A sphere, capsule or box on the ground and, sometimes, a ball on it. With restitution it comes down fast, turning: where friction
   turns its slip around, following the rule of restitution would gain energy (Kane). Without, it overlaps what it lies on. */
static scene scene_of_kept_energy(int seed, int bounces, tact_real density, contact_world_config config) {
    scene s;
    uint64_t count = 0;
    tact_real r[16], mu, x, y, z, depth;
    collide_shape shape;
    collide_aabb box;
    contact_geom_def geom = contact_default_geom_def();
    contact_body_def body = contact_default_body_def();
    tact_quat q;
    int kind;
    for (; count < 16; ++count) r[count] = tact_random_uniform((uint64_t)(seed + 1000 * bounces), count);
    memset(&s, 0, sizeof s);
    s.dt = TACT_R(1e-3), s.h_force = TACT_R(1e-4);
    s.w = test_world(&config);
    mu = bounces ? TACT_R(0.1) + TACT_R(1.5) * r[0] : TACT_R(0.2) + TACT_R(0.8) * r[0];
    kind = (int)(3 * r[1]);
    x = TACT_R(0.05) + r[2] / 10;
    y = TACT_R(0.05) + r[3] / 10;
    z = TACT_R(0.05) + r[4] / 10;
    shape = kind == 0 ? collide_sphere(x) : kind == 1 ? collide_capsule(x / 2, y) : collide_box(x, y, z);
    q = kind == 2 && seed % 2 && !bounces ? tact_quat_exp(tact_vec(0, 0, r[5]))
                                          : tact_quat_exp(tact_vec(3 * r[5], 3 * r[6], 3 * r[7]));
    collide_shape_aabb(&shape, tact_pose_make(tact_vec(0, 0, 0), q), &box);
    depth = TACT_R(1e-4) * r[8] + (bounces ? 0 : TACT_R(1e-4) + TACT_R(1e-3) * r[8]);
    test_ground(s.w, mu, 0);
    body.pose = tact_pose_make(tact_vec(0, 0, -box.min.z - depth), q);
    s.bodies[0] = contact_world_add_body(s.w, &body);
    geom.shape = &shape;
    geom.density = density;
    geom.material.friction = mu;
    geom.material.restitution = bounces ? TACT_R(0.8) + r[9] / 5 : 0;
    s.parameters[0].kind = CONTACT_PARAMETER_GRAVITY, s.parameters[0].index = 2;
    s.parameters[1].kind = CONTACT_PARAMETER_FRICTION;
    s.parameters[1].geom = contact_world_add_geom(s.w, s.bodies[0], &geom);
    s.parameters[2] = s.parameters[1], s.parameters[2].kind = CONTACT_PARAMETER_RESTITUTION;
    s.parameters[3].kind = CONTACT_PARAMETER_MASS, s.parameters[3].body = s.bodies[0];
    s.n_parameters = 4, s.n_bodies = 1;
    if (bounces)
        contact_body_set_velocity(s.w, s.bodies[0], tact_vec(6 * r[10] - 3, 6 * r[11] - 3, -1 - 4 * r[12]),
                                  tact_vec(40 * r[13] - 20, 40 * r[14] - 20, 40 * r[15] - 20));
    else
        contact_body_set_velocity(s.w, s.bodies[0], tact_vec(r[10] / 5, r[11] / 5, 0), tact_vec(r[12], r[13], r[14]));
    if (!bounces && seed % 4 > 1) {
        s.bodies[1] =
            test_body(s.w, CONTACT_BODY_DYNAMIC, collide_sphere(TACT_R(0.07)),
                      tact_pose_at(r[6] / 50, r[7] / 50, -2 * box.min.z - 2 * depth + TACT_R(0.07)), 700, mu, 0);
        s.n_bodies = 2;
    }
    return s;
}
/* The derivative by a mass, as differences of whole scenes. */
static tact_real compare_kept_mass(int seed, int bounces, contact_world_config config) {
    static tact_real by_parameters[2 * MOST * 8], column[2 * MOST];
    contact_differential *d = contact_differential_create(NULL);
    captured end[2];
    tact_real mass = 0, masses[2], error = 0;
    int k, n = 0, np;
    scene s = scene_of_kept_energy(seed, bounces, 500, config);
    n = contact_world_dofs(s.w);
    np = s.n_parameters;
    mass = contact_body_mass(s.w, s.bodies[0]);
    contact_differential_set(d, CONTACT_GEOMETRY_EXACT, s.parameters, np);
    contact_world_step_differential(s.w, s.dt, d);
    contact_differential_matrices(d, NULL, NULL, by_parameters);
    contact_differential_destroy(d);
    scene_end(&s);
    for (k = 0; k < 2; ++k) {
        s = scene_of_kept_energy(seed, bounces, k ? TACT_R(499.99) : TACT_R(500.01), config);
        masses[k] = contact_body_mass(s.w, s.bodies[0]);
        contact_world_step(s.w, s.dt);
        capture(&s, &end[k]);
        if (k == 1) subtract(&s, &end[0], &end[1], n, 1 / (masses[0] - masses[1]), column);
        scene_end(&s);
    }
    for (k = 0; k < 2 * n; ++k) error = tact_max(error, tact_abs(by_parameters[k * np + 3] - column[k]));
    /* a column much smaller than what a velocity per mass does is judged on that scale; the differences are good to 1e-14 / 4e-5 */
    return error / tact_max(largest(column, 2 * n), TACT_R(1e-2) / mass);
}
UTEST(step_derivative, of_steps_that_keep_their_energy) {
    const contact_method methods[] = {CONTACT_METHOD_NCP_NEWTON, CONTACT_METHOD_AUTO, CONTACT_METHOD_NCP_NBGS,
                                      CONTACT_METHOD_CCP_ADMM};
    int bounces, seed;
    for (bounces = 0; bounces < 1;
         ++bounces) { /* a free body that bounces does so at its own time: impacts_in_mid_step */
        int compared = 0;
        tact_real worst = 0, worst_mass = 0;
        for (seed = 0; seed < (bounces ? 200 : 60); ++seed) {
            contact_world_config c = exact_config(methods[seed % 4]);
            scene s;
            tact_real error;
            c.keep_energy = 1;
            if (seed % 3 == 2) c.integrator = CONTACT_INTEGRATOR_MOREAU;
            s = scene_of_kept_energy(seed, bounces, 500, c);
            if (tact_abs(work_above_limit(&s, bounces)) < TACT_R(1e-12)) {
                s.n_parameters = bounces ? 4 : 2;
                error = compare(&s, verbose());
                if (verbose())
                    fprintf(stderr, "kept %d, scene %d, %s: %.2e\n", bounces, seed,
                            contact_method_name(c.solver.method), (double)error);
                if (error >= 0 && error < TACT_R(1e30)) { /* not at a change of mode, and solved */
                    worst = tact_max(worst, error), compared += 1;
                    error = compare_kept_mass(seed, bounces, c);
                    if (verbose()) fprintf(stderr, "  by mass: %.2e\n", (double)error);
                    worst_mass = tact_max(worst_mass, error);
                }
            }
            scene_end(&s);
        }
        EXPECT_GE(compared, bounces ? 10 : 20);
        EXPECT_LT(worst, TACT_R(1e-5));
        EXPECT_LT(worst_mass, TACT_R(1e-5));
    }
}
/* Impacts in mid-step: a solid that falls on a slanted plane with restitution, and two that meet in the air: the next state of each by
   everything that went into the step, by differences of the flights alone. */
UTEST(step_derivative, impacts_in_mid_step) {
    const contact_method methods[] = {CONTACT_METHOD_NCP_NEWTON, CONTACT_METHOD_AUTO};
    int run, struck = 0;
    for (run = 0; run < 12; ++run) {
        contact_world_config c = exact_config(methods[run % 2]);
        collide_shape shapes[3] = {collide_sphere(TACT_R(0.1)), collide_capsule(TACT_R(0.08), TACT_R(0.1)),
                                   collide_ellipsoid(TACT_R(0.1), TACT_R(0.07), TACT_R(0.12))};
        collide_shape plane = collide_halfspace(tact_vec(TACT_R(0.2), TACT_R(-0.1), 1), 0), shape = shapes[run / 2 % 3];
        int pair = run / 6;
        tact_real worst;
        scene s;
        memset(&s, 0, sizeof s);
        s.dt = TACT_R(0.01), s.h = TACT_R(1e-5), s.h_force = TACT_R(1e-3);
        s.w = test_world(&c);
        if (!pair) test_body(s.w, CONTACT_BODY_STATIC, plane, tact_pose_identity(), 0, TACT_R(0.4), TACT_R(0.6));
        s.bodies[0] = test_body(s.w, CONTACT_BODY_DYNAMIC, shape,
                                tact_pose_make(tact_vec(0, 0, pair ? TACT_R(0.5) : TACT_R(0.15)),
                                               tact_quat_exp(tact_vec(TACT_R(0.3), TACT_R(0.5), TACT_R(0.2)))),
                                700, TACT_R(0.4), TACT_R(0.6));
        contact_body_set_velocity(s.w, s.bodies[0], tact_vec(1, 2, -9), tact_vec(4, -5, 2));
        s.n_bodies = 1;
        if (pair) {
            s.bodies[1] = test_body(s.w, CONTACT_BODY_DYNAMIC, shape,
                                    tact_pose_make(tact_vec(TACT_R(0.02), TACT_R(0.03), TACT_R(0.24)),
                                                   tact_quat_exp(tact_vec(TACT_R(-0.2), TACT_R(0.4), TACT_R(0.6)))),
                                    900, TACT_R(0.4), TACT_R(0.6));
            contact_body_set_velocity(s.w, s.bodies[1], tact_vec(0, 0, 5), tact_vec(1, 1, 2));
            s.n_bodies = 2;
        }
        s.parameters[0].kind = CONTACT_PARAMETER_GRAVITY, s.parameters[0].index = 2;
        s.n_parameters = 1;
        worst = compare(&s, verbose());
        contact_world_step(s.w, s.dt);
        struck += contact_world_get_stats(s.w).n_impacts > 0;
        if (verbose()) fprintf(stderr, "impact %d: %.2e\n", run, (double)worst);
        EXPECT_GE(worst, TACT_R(0.0));
        EXPECT_LT(worst, TACT_R(1e-5));
        scene_end(&s);
    }
    EXPECT_GE(struck, 10);
}
/* Several islands in one step: some that overlap and are changed, one that is not, and a body that falls. */
UTEST(step_derivative, of_islands_that_keep_their_energy_and_others) {
    const contact_method methods[] = {CONTACT_METHOD_NCP_NEWTON, CONTACT_METHOD_AUTO, CONTACT_METHOD_NCP_ADMM_SPECTRAL};
    int k, j, substeps;
    for (k = 0; k < 3; ++k)
        for (substeps = 1; substeps < 3; ++substeps) {
            contact_world_config c = exact_config(methods[k]);
            collide_shape ball = collide_sphere(TACT_R(0.1));
            tact_real worst;
            size_t bytes;
            void *snapshot;
            captured end[2];
            scene s;
            c.keep_energy = 1;
            c.substeps = substeps;
            s = scene_of_kept_energy(8, 0, 500, c);
            s.dt *= (tact_real)substeps;
            s.bodies[1] =
                test_body(s.w, CONTACT_BODY_DYNAMIC, ball, tact_pose_at(2, 0, TACT_R(0.0995)), 800, TACT_R(0.5), 0);
            s.bodies[2] =
                test_body(s.w, CONTACT_BODY_DYNAMIC, ball, tact_pose_at(0, 2, TACT_R(0.0999)), 800, TACT_R(0.5), 0);
            s.bodies[3] =
                test_body(s.w, CONTACT_BODY_DYNAMIC, ball, tact_pose_at(2, 2, TACT_R(0.0995)), 800, TACT_R(0.5), 0);
            s.bodies[4] = test_body(s.w, CONTACT_BODY_DYNAMIC, ball, tact_pose_at(-2, 0, 3), 800, TACT_R(0.5), 0);
            s.n_bodies = 5, s.n_parameters = 3;
            contact_body_set_velocity(s.w, s.bodies[2], tact_vec(2, 1, TACT_R(-0.15)),
                                      tact_vec(0, 0, TACT_R(0.3))); /* slides: it loses more than it gains */
            contact_body_set_velocity(s.w, s.bodies[3], tact_vec(TACT_R(0.1), TACT_R(0.05), 0),
                                      tact_vec(TACT_R(-0.5), 1, TACT_R(0.3)));
            contact_body_set_velocity(s.w, s.bodies[4], tact_vec(1, TACT_R(0.5), 0),
                                      tact_vec(TACT_R(0.5), 1, TACT_R(0.3)));
            bytes = contact_world_snapshot_bytes(s.w), snapshot = malloc(bytes);
            contact_world_save(s.w, snapshot, bytes);
            for (j = 0; j < 2; ++j) { /* overlaps: two of the three bodies that have one are changed */
                contact_world_settings(s.w)->keep_energy = j;
                contact_world_step(s.w, s.dt);
                capture(&s, &end[j]);
                contact_world_restore(s.w, snapshot, bytes);
            }
            contact_world_settings(s.w)->keep_energy = 1;
            EXPECT_GT(tact_norm(tact_sub(end[0].v[1], end[1].v[1])), TACT_R(1e-3));
            EXPECT_GT(tact_norm(tact_sub(end[0].v[3], end[1].v[3])), TACT_R(1e-3));
            EXPECT_EQ(memcmp(&end[0].v[2], &end[1].v[2], sizeof end[0].v[2]), 0);
            free(snapshot);
            worst = compare(&s, verbose());
            if (verbose())
                fprintf(stderr, "%s, %d substeps: %.2e\n", contact_method_name(methods[k]), substeps, (double)worst);
            EXPECT_GE(worst, TACT_R(0.0));
            EXPECT_LT(worst, TACT_R(1e-5));
            scene_end(&s);
        }
}

static void push_control(void *context, contact_world *w, int k) {
    const push *p = (const push *)context;
    contact_body_add_force(w, p->puck, tact_vec(p->u[2 * k], p->u[2 * k + 1], 0));
}
static tact_real push_loss(void *context, contact_world *w, int k, tact_real *gradient) {
    const push *p = (const push *)context;
    tact_vec3 x = contact_body_com(w, p->puck), v = contact_body_velocity(w, p->puck);
    int at = contact_body_dof(w, p->puck), n = contact_world_dofs(w);
    if (k == 29) {
        if (gradient) gradient[at] += 2 * (x.x - 1), gradient[at + 1] += 2 * x.y;
        return (x.x - 1) * (x.x - 1) + x.y * x.y;
    }
    if (gradient) gradient[n + at] += TACT_R(0.02) * v.x;
    return TACT_R(0.01) * v.x * v.x;
}
UTEST(step_derivative, gradient_of_a_trajectory_with_checkpoints) {
    scene s = scene_begin(CONTACT_METHOD_AUTO);
    collide_shape ball = collide_sphere(TACT_R(0.1));
    contact_geom ground_geom;
    contact_geom_def g = contact_default_geom_def();
    collide_shape floor_shape = collide_halfspace(tact_vec(0, 0, 1), 0);
    contact_body_def def = contact_default_body_def();
    contact_differential *d = contact_differential_create(NULL);
    contact_parameter p;
    contact_rollout r;
    push task;
    size_t bytes;
    void *start;
    tact_real loss, again, by_state[12], by_input[180], by_parameter, other[180], h = TACT_R(1e-5);
    int k;
    uint64_t end;
    memset(&r, 0, sizeof r), memset(&p, 0, sizeof p);
    def.type = CONTACT_BODY_STATIC;
    g.shape = &floor_shape, g.material.friction = TACT_R(0.3);
    ground_geom = contact_world_add_geom(s.w, contact_world_add_body(s.w, &def), &g);
    task.puck = test_body(s.w, CONTACT_BODY_DYNAMIC, ball, tact_pose_at(0, 0, TACT_R(0.1)), 500, TACT_R(0.3), 0);
    contact_body_set_velocity(s.w, task.puck, tact_vec(2, TACT_R(0.5), 0), tact_vec(0, 0, 0)); /* slides all the way */
    for (k = 0; k < 60; ++k) task.u[k] = TACT_R(0.5) * tact_random_normal(9, (uint64_t)k);
    p.kind = CONTACT_PARAMETER_FRICTION, p.geom = ground_geom;
    contact_differential_set(d, CONTACT_GEOMETRY_EXACT, &p, 1);
    bytes = contact_world_snapshot_bytes(s.w);
    start = malloc(bytes);
    contact_world_save(s.w, start, bytes);
    r.steps = 30;
    r.checkpoint = 7;
    r.dt = TACT_R(0.005);
    r.context = &task;
    r.control = push_control;
    r.loss = push_loss;
    ASSERT_GE((int)contact_world_rollout(s.w, &r, d, &loss, by_state, by_input, &by_parameter), 0);
    end = contact_world_hash(s.w);
    /* all in one stretch: the same to rounding */
    contact_world_restore(s.w, start, bytes);
    r.checkpoint = 30;
    ASSERT_GE((int)contact_world_rollout(s.w, &r, d, &again, by_state, other, &by_parameter), 0);
    EXPECT_TRUE(contact_world_hash(s.w) == end);
    EXPECT_NEAR((double)again, (double)loss, 0.0);
    for (k = 0; k < 180; ++k) EXPECT_NEAR((double)other[k], (double)by_input[k], 1e-14);
    /* against differences of the loss; by the loss's own curvature and the solver's tolerance good to 1e-6 */
    for (k = 0; k < 60; k += 13) {
        tact_real value[2];
        int half;
        for (half = 0; half < 2; ++half) {
            push shifted = task;
            int i;
            shifted.u[k] += half ? -h : h;
            contact_world_restore(s.w, start, bytes);
            value[half] = push_loss(&shifted, s.w, -1, NULL);
            for (i = 0; i < 30; ++i) {
                push_control(&shifted, s.w, i);
                contact_world_step(s.w, r.dt);
                value[half] += push_loss(&shifted, s.w, i, NULL);
            }
        }
        EXPECT_NEAR((double)((value[0] - value[1]) / (2 * h)), (double)by_input[6 * (k / 2) + k % 2],
                    1e-8 + 1e-5 * fabs((double)by_input[6 * (k / 2) + k % 2]));
    }
    {
        tact_real value[2];
        int half, i;
        for (half = 0; half < 2; ++half) {
            contact_world_restore(s.w, start, bytes);
            contact_geom_surface(s.w, ground_geom)->friction += half ? -h : h;
            value[half] = push_loss(&task, s.w, -1, NULL);
            for (i = 0; i < 30; ++i) {
                push_control(&task, s.w, i);
                contact_world_step(s.w, r.dt);
                value[half] += push_loss(&task, s.w, i, NULL);
            }
        }
        EXPECT_NEAR((double)((value[0] - value[1]) / (2 * h)), (double)by_parameter, 1e-5 * fabs((double)by_parameter));
    }
    free(start);
    contact_differential_destroy(d);
    scene_end(&s);
}

UTEST(step_derivative, refusals) {
    scene s = scene_begin(CONTACT_METHOD_LCP_PGS);
    contact_differential *d = contact_differential_create(NULL);
    contact_parameter p;
    tact_real x[24];
    memset(x, 0, sizeof x), memset(&p, 0, sizeof p);
    test_ground(s.w, 1, 0);
    s.bodies[0] = test_body(s.w, CONTACT_BODY_DYNAMIC, collide_box(1, 1, 1), tact_pose_at(0, 0, 1), 10, 1, 0);
    EXPECT_EQ((int)contact_differential_forward(d, x, NULL, NULL, x), (int)CONTACT_BAD_ARGUMENT); /* nothing recorded */
    EXPECT_EQ((int)contact_world_step_differential(s.w, TACT_R(1e-3), d),
              (int)CONTACT_UNSUPPORTED); /* LCP has no derivative */
    EXPECT_EQ((int)contact_world_step_differential(NULL, TACT_R(1e-3), d), (int)CONTACT_BAD_ARGUMENT);
    contact_world_settings(s.w)->solver.method = CONTACT_METHOD_AUTO;
    p.kind = CONTACT_PARAMETER_FRICTION; /* null handle */
    EXPECT_EQ((int)contact_differential_set(d, CONTACT_GEOMETRY_EXACT, &p, 1), 0);
    EXPECT_EQ((int)contact_world_step_differential(s.w, TACT_R(1e-3), d), (int)CONTACT_STALE_HANDLE);
    EXPECT_EQ((int)contact_differential_adjoint(d, x, x, NULL, NULL), (int)CONTACT_BAD_ARGUMENT);
    EXPECT_EQ((int)contact_differential_set(d, CONTACT_GEOMETRY_EXACT, NULL, 2), (int)CONTACT_BAD_ARGUMENT);
    contact_world_settings(s.w)->sleeping = 1;
    contact_differential_set(d, CONTACT_GEOMETRY_EXACT, NULL, 0);
    EXPECT_EQ((int)contact_world_step_differential(s.w, TACT_R(1e-3), d), (int)CONTACT_UNSUPPORTED);
    x[3] = TACT_REAL_MAX * 10;
    EXPECT_EQ((int)contact_world_move_state(s.w, x), (int)CONTACT_NOT_FINITE);
    contact_differential_destroy(d);
    contact_differential_destroy(NULL);
    scene_end(&s);
}

UTEST_MAIN()
