/* Joints between any two bodies and inside robots: reduced and maximal coordinates move alike for every joint type, and so do the
   world's own joints between free bodies, kind by kind; four-bars (redundant ones too) stay closed, in maximal coordinates
   and as loops of robots. */
/* slow: yes */
#include "rbd_common.h"
#include "world_common.h"

/* Bars of 1 kg in the xz plane between points, hinged about y. Five rows a hinge where a planar loop needs two: every loop
   has three redundant rows. */
typedef struct bars {
    contact_world *world;
    rbd_model *model;
    contact_joint joint[8];
    int joints;
} bars;
static void close_hinge(bars *s, contact_body a, tact_vec3 in_a, contact_body b, tact_vec3 in_b) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE);
    tact_quat z_to_y = tact_quat_axis_angle(tact_vec(1, 0, 0), -TACT_PI / 2);
    d.a = a;
    d.b = b;
    d.frame_a = tact_pose_make(in_a, z_to_y);
    d.frame_b = tact_pose_make(in_b, z_to_y);
    s->joint[s->joints++] = contact_world_add_joint(s->world, &d);
}
/* A crank from p[0] to p[1], a coupler to p[2], a rocker to p[3]; with `extra` a second rocker from the middle of the coupler
   to the middle of the ground, which in a parallelogram takes away nothing more. `robot`: crank, coupler and rocker are one
   tree in reduced coordinates and a joint closes the loop; else four (six) joints of free bodies. */
static void make_bars(bars *s, const tact_vec3 p[4], int robot, int extra) {
    contact_body none = TACT_ZERO, link[3];
    contact_body_def d = contact_default_body_def();
    tact_vec3 m[3];
    int i;
    s->world = test_world(NULL);
    s->model = NULL;
    s->joints = 0;
    d.mass_from_geoms = 0;
    d.inertia = tact_mat_diagonal(TACT_R(1.0 / 12), TACT_R(1.0 / 12), TACT_R(1.0 / 12));
    for (i = 0; i < 3; ++i) m[i] = tact_scale(TACT_R(0.5), tact_add(p[i], p[i + 1]));
    if (robot) {
        rbd_builder *builder = rbd_builder_create(NULL);
        int parent = RBD_WORLD;
        contact_robot r;
        for (i = 0; i < 3; ++i) {
            char name[8];
            rbd_body b;
            snprintf(name, sizeof name, "bar%d", i);
            b = rbd_default_body(name, parent);
            b.placement.p = i ? tact_sub(p[i], p[i - 1]) : p[0];
            b.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
            b.joint.axis = tact_vec(0, 1, 0);
            b.inertia.mass = 1;
            b.inertia.com = tact_sub(m[i], p[i]);
            b.inertia.xx = b.inertia.yy = b.inertia.zz = TACT_R(1.0 / 12);
            parent = rbd_builder_add(builder, &b, NULL);
        }
        s->model = rbd_model_create(builder, NULL, NULL);
        rbd_builder_destroy(builder);
        r = contact_world_add_robot(s->world, s->model, NULL, NULL);
        for (i = 0; i < 3; ++i)
            link[i] = contact_robot_link(s->world, r, i + 1), m[i] = p[i]; /* origins of the links */
    } else {
        for (i = 0; i < 3; ++i) {
            d.pose.p = m[i];
            link[i] = contact_world_add_body(s->world, &d);
            close_hinge(s, i ? link[i - 1] : none, i ? tact_sub(p[i], m[i - 1]) : p[0], link[i], tact_sub(p[i], m[i]));
        }
    }
    close_hinge(s, none, p[3], link[2], tact_sub(p[3], m[2]));
    if (extra) {
        tact_vec3 low = tact_scale(TACT_R(0.5), tact_add(p[0], p[3])),
                  high = tact_scale(TACT_R(0.5), tact_add(p[1], p[2]));
        contact_body middle;
        d.pose.p = tact_scale(TACT_R(0.5), tact_add(low, high));
        middle = contact_world_add_body(s->world, &d);
        close_hinge(s, none, low, middle, tact_sub(low, d.pose.p));
        close_hinge(s, link[1], tact_sub(high, m[1]), middle, tact_sub(high, d.pose.p));
    }
}
static double widest(const bars *s) {
    double worst = 0;
    int i;
    for (i = 0; i < s->joints; ++i) {
        double e = (double)contact_joint_error(s->world, s->joint[i]);
        worst = e > worst || e != e ? e : worst;
    }
    return worst;
}
/* Point at distance r from a and s from b, above the line between them. */
static tact_vec3 across(tact_vec3 a, double r, tact_vec3 b, double s) {
    tact_vec3 d = tact_sub(b, a);
    double l = (double)tact_norm(d), x = (r * r - s * s + l * l) / (2 * l), y = sqrt(r * r - x * x);
    return tact_add(tact_mul_add(a, (tact_real)(x / l), d), tact_scale((tact_real)(y / l), tact_vec(-d.z, 0, d.x)));
}

UTEST(world_loops, four_bars_stay_closed) { /* ten seconds here; `make soak` sets LOOP_STEPS=100000 */
    const char *text = getenv("LOOP_STEPS");
    int k, step, steps = text ? atoi(text) : 10000;
    for (k = 0; k < 4; ++k) {
        bars s;
        tact_vec3 p[4];
        double worst = 0, moved = 0;
        if (k < 2) { /* Grashof: 0.5 + 1.2 < 1.2 + 1, the crank turns full circles and the loop is never flat */
            p[0] = tact_vec(0, 0, 0);
            p[1] = tact_vec(TACT_R(0.1), 0, TACT_R(0.489897948556636));
            p[3] = tact_vec(TACT_R(1.2), 0, 0);
            p[2] = across(p[1], 1.2, p[3], 1);
        } else { /* a hanging parallelogram swings by 0.8 rad to either side */
            p[0] = tact_vec(0, 0, 0), p[1] = tact_vec(TACT_R(0.717356090899523), 0, TACT_R(-0.696706709347165));
            p[3] = tact_vec(1, 0, 0), p[2] = tact_add(p[1], p[3]);
        }
        make_bars(&s, p, k & 1, k >> 1);
        for (step = 0; step < steps; ++step) {
            ASSERT_TRUE_MSG(contact_world_step(s.world, TACT_R(1e-3)) >= 0, contact_world_error(s.world)->text);
            if (step % 7 == 0) {
                double e = widest(&s), a = fabs((double)contact_joint_position(s.world, s.joint[0]));
                worst = e > worst || e != e ? e : worst;
                moved = step > steps - 2000 && a > moved ? a : moved;
            }
        }
        EXPECT_LT(worst, 1e-6); /* [m, rad] */
        EXPECT_GT(moved, 0.05); /* still swinging */
        contact_world_destroy(s.world);
        rbd_model_destroy(s.model);
    }
}

/* A robot in reduced and in maximal coordinates, from one state, under the same torques: 1 s of the faithful integrator. Order five,
   and stages solved to rounding: what is left of the difference is the growth of 1e-10 in a second. */
typedef struct two_ways {
    contact_world *w[2];
    contact_robot r[2];
    const rbd_model *model;
    tact_real q[32], v[24]; /* the start */
} two_ways;
static int two_ways_begin(two_ways *t, const rbd_model *model, contact_integrator integrator) {
    tact_real tau[24];
    rbdt_random random = {7, 0};
    int k, i;
    t->model = model;
    rbd_neutral(model, t->q);
    rbdt_fill(&random, model->nv, 0.4, t->v);
    rbd_integrate(model, t->q, t->v, 1, t->q);
    rbdt_fill(&random, model->nv, 1, t->v);
    rbdt_fill(&random, model->nv, 1, tau);
    for (k = 0; k < 2; ++k) {
        contact_world_config c = contact_default_world_config();
        c.integrator = integrator;
        c.maximal = k;
        t->w[k] = test_world(&c);
        t->r[k] = contact_world_add_robot(t->w[k], model, t->q, t->v);
        if (!t->r[k].generation) return 0;
        for (i = 0; i < model->nv; ++i) contact_robot_tau(t->w[k], t->r[k])[i] = tau[i];
    }
    return 1;
}
static double two_ways_moved(two_ways *t) {
    return (double)rbd_distance(t->model, contact_robot_q(t->w[0], t->r[0]), t->q);
}
static double two_ways_apart(two_ways *t) {
    double q = (double)rbd_distance(t->model, contact_robot_q(t->w[0], t->r[0]), contact_robot_q(t->w[1], t->r[1]));
    double v = rbdt_error(t->model->nv, contact_robot_v(t->w[1], t->r[1]), contact_robot_v(t->w[0], t->r[0]));
    return q > v || q != q ? q : v;
}
static int two_ways_run(two_ways *t, double dt, int steps) {
    return test_steps(t->w[0], (tact_real)dt, steps) >= 0 && test_steps(t->w[1], (tact_real)dt, steps) >= 0;
}
static void two_ways_end(two_ways *t) {
    int k;
    for (k = 0; k < 2; ++k) contact_world_destroy(t->w[k]);
}

/* A body on the world and one on it, both on joints of one type, with dampers, springs and, in the second, armatures. */
static rbd_model *two_joints(rbd_joint_type type) {
    rbdt_random r = {0, 0};
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_model *model;
    rbd_error error;
    int i, k;
    r.seed = 100 + (uint64_t)type;
    for (i = 0; i < 2; ++i) {
        rbd_body body = rbd_default_body(i ? "second" : "first", i);
        tact_real armature = i ? TACT_R(0.07) : 0;
        body.placement = rbdt_pose(&r, 0.3);
        body.inertia = rbdt_inertia(&r);
        if (type == RBD_JOINT_COMPOSITE) {
            rbd_joint parts[3];
            tact_pose at[3];
            for (k = 0; k < 3; ++k) {
                parts[k] = rbdt_joint(&r, k == 1 ? RBD_JOINT_PRISMATIC : RBD_JOINT_REVOLUTE, 0);
                at[k] = rbdt_pose(&r, 0.3);
                parts[k].dof[0].damping = TACT_R(0.3);
                parts[k].dof[0].stiffness = 20;
                parts[k].dof[0].armature = armature;
            }
            if (rbd_builder_add_composite(b, &body, parts, at, 3, &error) < 0) return NULL;
            continue;
        }
        body.joint = rbdt_joint(&r, type, 0);
        for (k = 0; k < 6; ++k) {
            rbd_dof *d = &body.joint.dof[k];
            d->damping = TACT_R(0.3), d->stiffness = 20;
            d->armature = (type == RBD_JOINT_FREE && k >= 3) || type == RBD_JOINT_SPHERICAL
                              ? armature
                              : armature * (tact_real)(k + 1);
        }
        if (rbd_builder_add(b, &body, &error) < 0) return NULL;
    }
    model = rbd_model_create(b, NULL, &error);
    rbd_builder_destroy(b);
    return model;
}
UTEST(world_loops, reduced_and_maximal_coordinates_move_alike_for_every_joint_type) {
    int type;
    for (type = RBD_JOINT_REVOLUTE; type <= RBD_JOINT_COMPOSITE; ++type) {
        rbd_model *model = two_joints((rbd_joint_type)type);
        two_ways t;
        ASSERT_TRUE(model != NULL);
        ASSERT_TRUE_MSG(two_ways_begin(&t, model, CONTACT_INTEGRATOR_FAITHFUL), contact_world_error(t.w[1])->text);
        ASSERT_TRUE_MSG(two_ways_run(&t, 4e-3, 250), contact_world_error(t.w[1])->text);
        EXPECT_LT(two_ways_apart(&t), 1e-6);
        EXPECT_GT(two_ways_moved(&t), 0.1);
        two_ways_end(&t);
        rbd_model_destroy(model);
    }
}

/* A base on the world, two fingers on it, a tip on the first; the second finger follows the first, a lever on the world follows the
   tip. `types` are those of the fingers and the tip; the lever turns. */
static rbd_model *coupled_hand(rbd_joint_type leader, rbd_joint_type follower, double limit, double friction) {
    rbdt_random r = {321, 0};
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_model *model;
    const int parent[5] = {0, 1, 1, 2, 0}, mimic[5] = {-1, -1, 2, -1, 4};
    int i;
    for (i = 0; i < 5; ++i) {
        const char *const names[5] = {"base", "leader", "follower", "tip", "lever"};
        rbd_body body = rbd_default_body(names[i], parent[i]);
        body.placement = rbdt_pose(&r, 0.3);
        body.inertia = rbdt_inertia(&r);
        body.joint = rbdt_joint(&r,
                                i == 0   ? RBD_JOINT_SPHERICAL
                                : i == 1 ? leader
                                : i == 2 ? follower
                                         : RBD_JOINT_REVOLUTE,
                                0);
        body.joint.mimic = mimic[i];
        body.joint.mimic_scale = i == 2 ? TACT_R(-0.8) : TACT_R(1.3);
        body.joint.mimic_offset = TACT_R(0.1);
        if (i) {
            body.joint.dof[0].damping = TACT_R(0.2);
            body.joint.dof[0].stiffness = 8;
            body.joint.dof[0].armature = TACT_R(0.02) * (tact_real)i;
        }
        if (limit > 0 && i == 2)
            body.joint.dof[0].lower = (tact_real)-limit, body.joint.dof[0].upper = (tact_real)limit;
        if (i == 4) body.joint.dof[0].friction = (tact_real)friction;
        rbd_builder_add(b, &body, NULL);
    }
    model = rbd_model_create(b, NULL, NULL);
    rbd_builder_destroy(b);
    return model;
}
UTEST(world_loops, coupled_joints_move_alike_in_reduced_and_maximal_coordinates) {
    const rbd_joint_type types[4] = {RBD_JOINT_REVOLUTE, RBD_JOINT_PRISMATIC, RBD_JOINT_HELICAL, RBD_JOINT_CONTINUOUS};
    int k;
    for (k = 0; k < 4; k += 2) {
        rbd_model *model = coupled_hand(types[k], types[k + 1], 0, 0);
        two_ways t;
        int i;
        ASSERT_TRUE(model != NULL);
        ASSERT_EQ(2, model->n_coupled);
        ASSERT_TRUE_MSG(two_ways_begin(&t, model, CONTACT_INTEGRATOR_FAITHFUL), contact_world_error(t.w[1])->text);
        ASSERT_TRUE_MSG(two_ways_run(&t, 4e-3, 250), contact_world_error(t.w[1])->text);
        EXPECT_LT(two_ways_apart(&t), 1e-6);
        EXPECT_GT(two_ways_moved(&t), 0.1);
        for (i = 1; i < model->n_bodies; ++i) /* every link, followers among them, is where the other way has it */
            EXPECT_LT((double)tact_norm(tact_sub(contact_body_com(t.w[0], contact_robot_link(t.w[0], t.r[0], i)),
                                                 contact_body_com(t.w[1], contact_robot_link(t.w[1], t.r[1], i)))),
                      1e-6);
        two_ways_end(&t);
        rbd_model_destroy(model);
    }
}
/* What is not smooth goes by Euler, of order one: the two ways differ by a multiple of dt, and come to rest alike. The limit of a
   follower stops its leader, and dry friction of a follower holds it. */
UTEST(world_loops, limits_and_friction_of_coupled_joints_hold_in_both_coordinates) {
    rbd_model *model = coupled_hand(RBD_JOINT_REVOLUTE, RBD_JOINT_REVOLUTE, 0.2, 0.3);
    double apart[2];
    int k, i;
    ASSERT_TRUE(model != NULL);
    for (k = 0; k < 2; ++k) {
        two_ways t;
        ASSERT_TRUE_MSG(two_ways_begin(&t, model, CONTACT_INTEGRATOR_EULER), contact_world_error(t.w[1])->text);
        for (i = 0; i < 2; ++i) {                   /* the leader, hard against the limit of its follower */
            contact_robot_q(t.w[i], t.r[i])[4] = 0; /* after the quaternion of the base */
            contact_robot_tau(t.w[i], t.r[i])[3] = 6;
        }
        ASSERT_TRUE_MSG(two_ways_run(&t, 2e-3 / (1 + 3 * k), k ? 1200 : 300), contact_world_error(t.w[1])->text);
        apart[k] = (double)rbd_distance(model, contact_robot_q(t.w[0], t.r[0]), contact_robot_q(t.w[1], t.r[1]));
        for (i = 0; i < 2; ++i) {
            double angle = -0.8 * (double)contact_robot_q(t.w[i], t.r[i])[4] + 0.1;
            EXPECT_GT(angle, -0.2 - 1e-5);
            EXPECT_LT(angle, -0.2 + 1e-5);
        }
        two_ways_end(&t);
    }
    EXPECT_LT(apart[1], 2e-3);
    EXPECT_LT(apart[1], 0.4 * apart[0]);
    rbd_model_destroy(model);
}

/* A joint of the world between two links of a robot (a loop), and one to a free body: the same in both coordinates. */
UTEST(world_loops, loops_and_joints_to_other_bodies_move_alike_in_both_coordinates) {
    int kind;
    for (kind = 0; kind < 2; ++kind) {
        rbdt_random r = {77, 0};
        rbd_builder *b = rbd_builder_create(NULL);
        rbd_model *model;
        two_ways t;
        tact_vec3 end[2];
        double worst = 0;
        int i, k;
        for (i = 0; i < 4; ++i) { /* two chains of two on ball joints */
            const int parent[4] = {0, 1, 0, 3};
            const char *const names[4] = {"a", "b", "c", "d"};
            rbd_body body = rbd_default_body(names[i], parent[i]);
            body.placement = rbdt_pose(&r, 0.4);
            body.joint = rbd_default_joint(RBD_JOINT_SPHERICAL);
            for (k = 0; k < 3; ++k)
                body.joint.dof[k].armature = i == 1 ? TACT_R(0.03) : 0, body.joint.dof[k].damping = 1;
            body.inertia = rbdt_inertia(&r);
            rbd_builder_add(b, &body, NULL);
        }
        model = rbd_model_create(b, NULL, NULL);
        rbd_builder_destroy(b);
        ASSERT_TRUE(model != NULL);
        ASSERT_TRUE_MSG(two_ways_begin(&t, model, CONTACT_INTEGRATOR_FAITHFUL), contact_world_error(t.w[1])->text);
        for (k = 0; k < 2; ++k) {
            contact_joint_def j = contact_default_joint_def(CONTACT_JOINT_BALL);
            contact_body first = contact_robot_link(t.w[k], t.r[k], 2), other;
            tact_vec3 at = tact_vec(TACT_R(0.1), TACT_R(0.2), TACT_R(-0.1));
            for (i = 0; i < model->nv; ++i)
                contact_robot_v(t.w[k], t.r[k])[i] = 0; /* so that the loop starts at rest, as it must */
            if (kind) {
                contact_body_def d = contact_default_body_def();
                d.mass_from_geoms = 0;
                d.mass = 2;
                d.com = tact_vec(TACT_R(0.02), 0, TACT_R(0.05));
                d.inertia = tact_mat_diagonal(TACT_R(0.02), TACT_R(0.03), TACT_R(0.04));
                d.pose = tact_pose_at(at.x, at.y, at.z);
                other = contact_world_add_body(t.w[k], &d);
            } else
                other = contact_robot_link(t.w[k], t.r[k], 4);
            j.a = first, j.b = other;
            j.frame_a.p = tact_pose_unapply(contact_body_pose(t.w[k], first), at);
            j.frame_b.p = tact_pose_unapply(contact_body_pose(t.w[k], other), at);
            ASSERT_TRUE(contact_world_add_joint(t.w[k], &j).generation != 0);
            ASSERT_TRUE_MSG(test_steps(t.w[k], TACT_R(2e-3), 500) >= 0, contact_world_error(t.w[k])->text);
            end[k] = contact_body_com(t.w[k], other);
        }
        worst = (double)tact_norm(tact_sub(end[1], end[0]));
        EXPECT_LT(worst, 1e-6);
        EXPECT_LT(two_ways_apart(&t), 1e-6);
        EXPECT_GT(two_ways_moved(&t), 0.1);
        two_ways_end(&t);
        rbd_model_destroy(model);
    }
}

/* Each kind of joint on a free body against the same joint of a robot: 0.5 s of a spinning body hung off its centre. */
UTEST(world_loops, every_kind_of_joint_moves_like_that_of_a_robot) {
    const contact_joint_kind kinds[5] = {CONTACT_JOINT_HINGE, CONTACT_JOINT_SLIDER, CONTACT_JOINT_CYLINDER,
                                         CONTACT_JOINT_UNIVERSAL, CONTACT_JOINT_BALL};
    const rbd_joint_type types[5] = {RBD_JOINT_REVOLUTE, RBD_JOINT_PRISMATIC, RBD_JOINT_CYLINDRICAL,
                                     RBD_JOINT_UNIVERSAL, RBD_JOINT_SPHERICAL};
    int k;
    for (k = 0; k < 5; ++k) {
        contact_world_config c = contact_default_world_config();
        rbdt_random r = {55, 0};
        rbd_builder *builder = rbd_builder_create(NULL);
        rbd_body body = rbd_default_body("body", RBD_WORLD);
        contact_body_def d = contact_default_body_def();
        contact_joint_def j = contact_default_joint_def(kinds[k]);
        contact_world *w;
        contact_body free_body, link;
        contact_joint joint;
        rbd_model *model;
        tact_real v[3] = {TACT_R(1.5), TACT_R(-2), 1};
        body.placement = rbdt_pose(&r, 0.5);
        body.joint = rbd_default_joint(types[k]);
        if (types[k] == RBD_JOINT_UNIVERSAL) body.joint.axis = tact_vec(1, 0, 0), body.joint.axis2 = tact_vec(0, 1, 0);
        body.inertia = rbdt_inertia(&r);
        rbd_builder_add(builder, &body, NULL);
        model = rbd_model_create(builder, NULL, NULL);
        c.integrator = CONTACT_INTEGRATOR_FAITHFUL;
        w = test_world(&c);
        link = contact_robot_link(w, contact_world_add_robot(w, model, NULL, v), model->n_bodies - 1);
        d.mass_from_geoms = 0;
        d.pose = contact_body_pose(w, link);
        d.velocity = contact_body_velocity(w, link), d.angular_velocity = contact_body_angular_velocity(w, link);
        d.mass = body.inertia.mass, d.com = body.inertia.com;
        d.inertia = tact_mat_diagonal(body.inertia.xx, body.inertia.yy, body.inertia.zz);
        d.inertia.m[0][1] = d.inertia.m[1][0] = body.inertia.xy;
        d.inertia.m[0][2] = d.inertia.m[2][0] = body.inertia.xz;
        d.inertia.m[1][2] = d.inertia.m[2][1] = body.inertia.yz;
        j.b = free_body = contact_world_add_body(w, &d);
        j.frame_a = body.placement;
        joint = contact_world_add_joint(w, &j);
        ASSERT_TRUE(test_steps(w, TACT_R(1e-3), 500) >= 0);
        EXPECT_LT((double)contact_joint_error(w, joint),
                  1e-8); /* [m, rad] order five of the step, and the tolerance of the stages */
        EXPECT_LT((double)tact_norm(tact_sub(contact_body_com(w, free_body), contact_body_com(w, link))), 1e-8);
        EXPECT_LT((double)tact_norm(
                      tact_sub(contact_body_angular_velocity(w, free_body), contact_body_angular_velocity(w, link))),
                  1e-6);
        EXPECT_GT((double)tact_norm(tact_sub(contact_body_com(w, link), d.pose.p)), 1e-3);
        contact_world_destroy(w);
        rbd_model_destroy(model);
        rbd_builder_destroy(builder);
    }
}

/* A doll of a trunk and four limbs of two parts falls on the ground and comes to lie. In every step the law of its contacts and
   joints together holds to rounding of the impulses: 1e-6 of its weight, where an impact is some hundred weights and the
   tolerance 1e-10 of it. */
UTEST(world_loops, joints_and_contacts_are_solved_together) {
    contact_world *w = test_world(NULL);
    const tact_quat tilt = tact_quat_axis_angle(tact_vec(TACT_R(0.6), TACT_R(0.8), 0), TACT_R(0.7));
    const tact_real weight = 9.81 * 1000 * (0.3 * 0.2 * 0.5 + 8 * 3.14159 * 0.05 * 0.05 * (0.2 + 4.0 / 3 * 0.05));
    contact_joint joint[8];
    contact_body trunk;
    int i, k, contacts = 0;
    test_ground(w, 0.5, 0);
    trunk = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(0.15, 0.1, 0.25), tact_pose_make(tact_vec(0, 0, 1.2), tilt),
                      1000, 0.5, 0);
    for (i = 0; i < 4; ++i) {
        contact_body parent = trunk;
        for (k = 0; k < 2; ++k) {
            tact_vec3 hip = tact_vec(i & 1 ? 0.12 : -0.12, 0, i & 2 ? 0.25 : -0.25), end = hip;
            tact_real down = i & 2 ? TACT_R(0.32) : TACT_R(-0.32);
            contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_BALL);
            contact_body limb;
            tact_vec3 at;
            end.z += down * (k + TACT_R(0.5));
            at = tact_add(tact_vec(0, 0, 1.2), tact_rotate(tilt, end));
            limb =
                test_body(w, CONTACT_BODY_DYNAMIC, collide_capsule(0.05, 0.1), tact_pose_make(at, tilt), 1000, 0.5, 0);
            d.a = parent, d.b = limb;
            d.frame_a.p = k ? tact_vec(0, 0, down / 2) : hip;
            d.frame_b.p = tact_vec(0, 0, -down / 2);
            joint[2 * i + k] = contact_world_add_joint(w, &d);
            parent = limb;
        }
    }
    for (i = 0; i < 150; ++i) {
        contact_world_stats stats;
        ASSERT_EQ(contact_world_step(w, TACT_R(1.0 / 60)), CONTACT_OK);
        stats = contact_world_get_stats(w);
        contacts += stats.n_contacts;
        EXPECT_LE(stats.residual, 1e-6 * weight);
        for (k = 0; k < 8; ++k) EXPECT_LE(contact_joint_error(w, joint[k]), 1e-8); /* closed to 1e-9 of an arm */
    }
    EXPECT_GT(contacts, 300);
    contact_world_destroy(w);
}

/* A robot in reduced coordinates whose links are rods from point to point, on ball joints, the last of which a joint of the
   world closes: on the first point where `ring`, else on the world. */
typedef struct rope {
    contact_world *world;
    rbd_model *model;
    contact_joint joint;
    tact_real scale; /* [J] of its weight over its own height */
} rope;
static rope make_rope(int n, const tact_vec3 *p, const tact_real *mass, int ring) {
    rbd_builder *builder = rbd_builder_create(NULL);
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_BALL);
    int parent = RBD_WORLD, i;
    tact_real top = p[0].z, low = p[0].z, weight = 0;
    contact_robot r;
    rope s;
    for (i = 0; i < n; ++i) {
        const tact_vec3 along = tact_sub(p[i + 1], p[i]);
        const tact_real length = tact_norm(along), turn = mass[i] * length * length / 12;
        char name[16];
        rbd_body b;
        snprintf(name, sizeof name, "rod%d", i);
        b = rbd_default_body(name, parent);
        b.placement.p = i ? tact_sub(p[i], p[i - 1]) : p[0];
        b.joint = rbd_default_joint(RBD_JOINT_SPHERICAL);
        b.inertia.mass = mass[i];
        b.inertia.com = tact_scale(TACT_R(0.5), along);
        b.inertia.xx = b.inertia.yy = b.inertia.zz = turn;
        parent = rbd_builder_add(builder, &b, NULL);
        top = tact_max(top, p[i + 1].z), low = tact_min(low, p[i + 1].z);
        weight += TACT_R(9.81) * mass[i];
    }
    s.world = test_world(NULL);
    s.model = rbd_model_create(builder, NULL, NULL);
    s.scale = weight * (top - low);
    rbd_builder_destroy(builder);
    r = contact_world_add_robot(s.world, s.model, NULL, NULL);
    d.b = contact_robot_link(s.world, r, n);
    d.frame_b.p = tact_sub(p[n], p[n - 1]);
    d.frame_a.p = p[n];
    if (ring) d.a = contact_robot_link(s.world, r, 1), d.frame_a.p = tact_sub(p[n], p[0]);
    s.joint = contact_world_add_joint(s.world, &d);
    return s;
}
/* Steps: the loop stays closed to 1 cm, nothing makes energy, every step is solved. */
static void expect_rope(int *utest_result, rope *s, int steps) {
    tact_real kinetic, potential, start, most;
    double open = 0;
    int k, caveats = 0;
    contact_world_energy(s->world, &kinetic, &potential);
    start = most = kinetic + potential;
    for (k = 0; k < steps; ++k) {
        const contact_status status = contact_world_step(s->world, TACT_R(1.0 / 60));
        const double e = (double)contact_joint_error(s->world, s->joint);
        ASSERT_TRUE(status >= 0);
        caveats += status != CONTACT_OK;
        open = e > open || e != e ? e : open;
        contact_world_energy(s->world, &kinetic, &potential);
        most = tact_max(most, kinetic + potential);
    }
    EXPECT_LT(open, 0.01);
    EXPECT_LT((most - start) / s->scale, 0.02); /* conservation; what the method of first order gives and takes */
    EXPECT_LE(caveats, steps / 100);
    contact_world_destroy(s->world);
    rbd_model_destroy(s->model);
}
/* Light rods that carry a load between two points, and rings: the tension turns them back faster than 60 Hz can follow. */
UTEST(world_loops, ropes_and_rings_in_reduced_coordinates_at_60_hz) {
    enum { MOST = 32 };
    const int counts[] = {8, 16, 24, 30};
    int c, i, ring;
    for (c = 0; c < 4; ++c)
        for (ring = 0; ring < 2; ++ring) {
            const int n = counts[c];
            tact_vec3 p[MOST + 1];
            tact_real mass[MOST];
            rope s;
            p[0] = tact_vec(0, 0, 0);
            for (i = 0; i < n; ++i) {
                const tact_real a = 2 * TACT_PI * (tact_real)(i + 1) / (tact_real)n, side = i < n / 2 ? 1 : -1;
                p[i + 1] = ring ? tact_vec(TACT_R(0.5) * tact_sin(a), TACT_R(0.05) * tact_sin(3 * a),
                                           TACT_R(0.5) * (tact_cos(a) - 1))
                                : tact_add(p[i], tact_vec(TACT_R(0.14), 0, TACT_R(-0.054) * side));
                mass[i] = ring ? TACT_R(0.3) : i == n - 1 ? TACT_R(2.0) : TACT_R(0.1);
            }
            if (ring) p[n] = p[0];
            s = make_rope(n, p, mass, ring);
            expect_rope(utest_result, &s, 180);
        }
}
/* Bennett's loop of four hinges in space: three rows more than it needs, and a stress between them that no law decides. It
   swings without loss: the stress must not damp it. a sin(beta) = b sin(alpha). */
UTEST(world_loops, bennetts_loop_in_reduced_coordinates_keeps_its_energy) {
    const tact_real a = 1, b = TACT_R(0.7), alpha = TACT_R(0.6), beta = tact_asin(tact_sin(alpha) * b / a);
    const tact_real first = TACT_R(1.1),
                    second = 2 * tact_atan2(tact_sin((beta + alpha) / 2) / tact_sin((beta - alpha) / 2),
                                            tact_sin(first / 2) / tact_cos(first / 2));
    const tact_real length[4] = {a, b, a, b}, twist[4] = {alpha, beta, alpha, beta};
    const tact_pose base = tact_pose_make(tact_vec(0, 0, 0), tact_quat_axis_angle(tact_vec(1, 0, 0), 1));
    tact_real q[3] = {0, 0, 0}, kinetic, potential, start, fastest = 0, least;
    tact_pose end = base, link[4];
    rbd_builder *builder = rbd_builder_create(NULL);
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE);
    rbd_model *model;
    contact_world *w = test_world(NULL);
    contact_robot r;
    int i, k, parent = RBD_WORLD;
    for (k = 0; k < 8; ++k) { /* the signs of the angles that close it */
        const tact_real turn[4] = {first, k & 1 ? -second : second, k & 2 ? first : -first, k & 4 ? -second : second};
        tact_pose at = base;
        for (i = 0; i < 4; ++i) {
            link[i] = at =
                tact_pose_mul(at, tact_pose_make(tact_vec(0, 0, 0), tact_quat_axis_angle(tact_vec(0, 0, 1), turn[i])));
            at = tact_pose_mul(
                at, tact_pose_make(tact_vec(length[i], 0, 0), tact_quat_axis_angle(tact_vec(1, 0, 0), twist[i])));
        }
        end = tact_pose_mul(tact_pose_inverse(base), at);
        if (tact_norm(end.p) < TACT_R(1e-6) && tact_abs(end.q.w) > 1 - TACT_R(1e-6)) break;
    }
    ASSERT_LT(k, 8);
    for (i = 0; i < 3; ++i) {
        char name[8];
        rbd_body body;
        snprintf(name, sizeof name, "bar%d", i);
        body = rbd_default_body(name, parent);
        body.placement = i ? tact_pose_mul(tact_pose_inverse(link[i - 1]), link[i]) : link[0];
        body.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
        body.joint.axis = tact_vec(0, 0, 1);
        body.inertia =
            rbd_inertia_box(length[i], tact_vec(length[i] / 2, 0, 0), tact_vec(length[i], TACT_R(0.04), TACT_R(0.04)));
        parent = rbd_builder_add(builder, &body, NULL);
    }
    model = rbd_model_create(builder, NULL, NULL);
    rbd_builder_destroy(builder);
    r = contact_world_add_robot(w, model, q, NULL);
    d.b = contact_robot_link(w, r, 3);
    d.frame_a = link[3];
    d.frame_b = tact_pose_mul(tact_pose_inverse(link[2]), link[3]);
    contact_world_add_joint(w, &d);
    contact_world_energy(w, &kinetic, &potential);
    start = least = kinetic + potential;
    for (k = 0; k < 1000; ++k) {
        ASSERT_EQ((int)contact_world_step(w, TACT_R(0.002)), (int)CONTACT_OK);
        contact_world_energy(w, &kinetic, &potential);
        fastest = tact_max(fastest, kinetic);
        least = tact_min(least, kinetic + potential);
    }
    EXPECT_GT(fastest, 1);                              /* it swings */
    EXPECT_LT((start - least) / fastest, TACT_R(0.05)); /* of first order in dt: a hundredth at 2 ms */
    contact_world_destroy(w);
    rbd_model_destroy(model);
}

UTEST_MAIN()
