/* Maximal coordinates: free bodies held together by joint constraints accelerate like the tree, for every joint type,
   with damping, springs and external forces, with armatures (as rotors) and coupled joints (as rows); states survive
   the way there and back; bodies are refused where there is no counterpart; stepping the free bodies with Baumgarte
   terms keeps them together. */
#include "utest.h"

#include "rbd_common.h"

/* One body of each of two types on a base, and a chain on the second; with armatures on the free base only. */
static rbd_builder *pair_of(rbd_joint_type first, rbd_joint_type second, uint64_t seed, int free_base) {
    rbdt_random r = {0, 0};
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_joint_type types[4];
    rbd_error error;
    int i, k;
    r.seed = seed;
    types[0] = free_base ? RBD_JOINT_FREE : RBD_JOINT_REVOLUTE;
    types[1] = first;
    types[2] = second;
    types[3] = first;
    rbd_builder_set_friction_speed(b, TACT_R(0.5));
    for (i = 0; i < 4; ++i) {
        char name[16];
        rbd_body body;
        snprintf(name, sizeof name, "b%d", i);
        body = rbd_default_body(name, i == 0 ? 0 : (i == 2 ? 1 : i));
        body.placement = rbdt_pose(&r, 0.4);
        body.inertia = rbdt_inertia(&r);
        if (types[i] == RBD_JOINT_COMPOSITE) {
            rbd_joint parts[3];
            tact_pose at[3];
            for (k = 0; k < 3; ++k) {
                parts[k] = rbdt_joint(&r, k == 1 ? RBD_JOINT_PRISMATIC : RBD_JOINT_REVOLUTE, RBDT_PASSIVE);
                if (!free_base) parts[k].dof[0].armature = 0;
                at[k] = rbdt_pose(&r, 0.3);
            }
            if (rbd_builder_add_composite(b, &body, parts, at, 3, &error) < 0) return NULL;
            continue;
        }
        body.joint = rbdt_joint(&r, types[i], RBDT_PASSIVE);
        for (k = 0; k < 6 && !free_base; ++k) body.joint.dof[k].armature = 0;
        if (rbd_builder_add(b, &body, &error) < 0) return NULL;
    }
    return b;
}

typedef struct fixture {
    rbd_builder *builder;
    rbd_model *m;
    rbd_data *d, *dx;
    rbd_maximal *x;
    tact_real *q, *v, *tau, *a, *f, *q_max, *v_max, *a_max, *f_max, *zero;
} fixture;
static int fixture_make(fixture *s, rbd_builder *builder, uint64_t seed) {
    rbd_error error;
    rbdt_random r = {0, 0};
    size_t n;
    r.seed = seed;
    s->builder = builder;
    s->m = rbd_model_create(builder, NULL, &error);
    s->x = rbd_maximal_create(s->m, NULL, &error);
    if (!s->x) {
        fprintf(stderr, "%s\n", error.text);
        return 0;
    }
    s->d = rbd_data_create(s->m, NULL), s->dx = rbd_data_create(s->x->model, NULL);
    n = (size_t)(s->x->model->nq + s->m->nq + 6 * s->m->n_bodies + 6 * s->x->model->n_bodies + 6);
    s->q = rbdt_reals(n);
    s->v = rbdt_reals(n);
    s->tau = rbdt_reals(n);
    s->a = rbdt_reals(n);
    s->f = rbdt_reals(n);
    s->q_max = rbdt_reals(n);
    s->v_max = rbdt_reals(n);
    s->a_max = rbdt_reals(n);
    s->f_max = rbdt_reals(n);
    s->zero = rbdt_reals(n);
    rbd_random(s->m, seed, s->q);
    rbdt_fill(&r, s->m->nv, 1.5, s->v);
    rbdt_fill(&r, s->m->nv, 2, s->tau);
    rbdt_fill(&r, 6 * s->m->n_bodies, 2, s->f);
    return 1;
}
static void fixture_free(fixture *s) {
    tact_real *all[10];
    int i;
    all[0] = s->q;
    all[1] = s->v;
    all[2] = s->tau;
    all[3] = s->a;
    all[4] = s->f;
    all[5] = s->q_max;
    all[6] = s->v_max;
    all[7] = s->a_max;
    all[8] = s->f_max;
    all[9] = s->zero;
    for (i = 0; i < 10; ++i) free(all[i]);
    rbd_maximal_destroy(s->x);
    rbd_data_destroy(s->d);
    rbd_data_destroy(s->dx);
    rbd_model_destroy(s->m);
    rbd_builder_destroy(s->builder);
}

UTEST(maximal, same_acceleration_for_every_pair_of_joint_types) {
    int first, second, base;
    for (base = 0; base < 2; ++base)
        for (first = RBD_JOINT_REVOLUTE; first <= RBD_JOINT_COMPOSITE; ++first)
            for (second = RBD_JOINT_REVOLUTE; second <= RBD_JOINT_COMPOSITE; ++second) {
                fixture s;
                tact_real *a_max, *q_back, *v_back;
                uint64_t seed = (uint64_t)(100 * first + second);
                rbd_constrained_result result;
                rbd_constrained_config config = rbd_default_constrained_config();
                /* the proximal weight of 1e-9 must not be what is left: go on after a first step that meets the default */
                config.tolerance = TACT_R(1e-15);
                ASSERT_TRUE(fixture_make(&s, pair_of((rbd_joint_type)first, (rbd_joint_type)second, seed, base), seed));
                ASSERT_EQ((int)RBD_OK, (int)rbd_aba(s.m, s.d, s.q, s.v, s.tau, s.f, s.a));
                ASSERT_EQ((int)RBD_OK, (int)rbd_maximal_forces(s.x, s.d, s.q, s.v, s.tau, s.f, s.f_max));
                ASSERT_EQ((int)RBD_OK, (int)rbd_maximal_from_tree(s.x, s.d, s.q, s.v, s.a, s.q_max, s.v_max, s.a_max));
                a_max = rbdt_reals((size_t)s.x->model->nv);
                ASSERT_EQ((int)RBD_OK,
                          (int)rbd_constrained_dynamics(s.x->model, s.dx, s.x->constraints, s.q_max, s.v_max, s.zero,
                                                        s.f_max, &config, a_max, NULL, &result));
                /* accelerations of tens to hundreds, the smallest pivots of G around 1e-2 */
                EXPECT_LT(rbdt_error(s.x->model->nv, a_max, s.a_max), 1e-9);
                /* and back, from a guess 0.3 away */
                q_back = rbdt_reals((size_t)s.m->nq), v_back = rbdt_reals((size_t)s.m->nv);
                rbd_integrate(s.m, s.q, s.tau, TACT_R(0.1), q_back);
                ASSERT_EQ((int)RBD_OK, (int)rbd_maximal_to_tree(s.x, s.d, s.q_max, s.v_max, q_back, v_back));
                EXPECT_LT((double)rbd_distance(s.m, s.q, q_back), 1e-10);
                EXPECT_LT(rbdt_error(s.m->nv, v_back, s.v), 1e-9);
                free(a_max);
                free(q_back);
                free(v_back);
                fixture_free(&s);
            }
}

/* Trees of every joint type with armatures and coupled joints, every other one on a free base. The deviation of a
   follower that was turned away shows as the error of its row, and nowhere else. */
UTEST(maximal, random_trees_with_armatures_and_coupled_joints) {
    uint64_t seed;
    int rotors = 0, followers = 0;
    for (seed = 0; seed < 16; ++seed) {
        fixture s;
        tact_real *a_max, *q_back, *v_back;
        int i, flags = (seed % 2 ? RBDT_FREE_BASE : RBDT_FORKED) | (seed % 4 ? RBDT_PASSIVE : 0) |
                       (seed % 3 ? RBDT_COUPLED : 0);
        ASSERT_TRUE(fixture_make(&s, rbdt_tree(seed, 3 + 2 * (int)seed, flags), seed));
        rotors += s.x->n_rotors, followers += s.m->n_coupled;
        ASSERT_EQ((int)RBD_OK, (int)rbd_aba(s.m, s.d, s.q, s.v, s.tau, s.f, s.a));
        ASSERT_EQ((int)RBD_OK, (int)rbd_maximal_forces(s.x, s.d, s.q, s.v, s.tau, s.f, s.f_max));
        ASSERT_EQ((int)RBD_OK, (int)rbd_maximal_from_tree(s.x, s.d, s.q, s.v, s.a, s.q_max, s.v_max, s.a_max));
        a_max = rbdt_reals((size_t)s.x->model->nv);
        ASSERT_EQ((int)RBD_OK, (int)rbd_constrained_dynamics(s.x->model, s.dx, s.x->constraints, s.q_max, s.v_max,
                                                             s.zero, s.f_max, NULL, a_max, NULL, NULL));
        /* a state of the tree satisfies every row; near the singularity of an Euler chart the weights of a rotor's row
           reach 1e3, and the normal equations square that */
        for (i = 0; i < s.x->constraints->n_rows; ++i) {
            EXPECT_LT(fabs((double)s.x->constraints->rate[i]), 1e-10);
            EXPECT_LT(fabs((double)s.x->constraints->error[i]), 1e-11);
        }
        EXPECT_LT(rbdt_error(s.x->model->nv, a_max, s.a_max),
                  1e-8); /* up to 33 bodies: conditioning grows with depth^2 */
        q_back = rbdt_reals((size_t)s.m->nq), v_back = rbdt_reals((size_t)s.m->nv);
        rbd_integrate(s.m, s.q, s.tau, TACT_R(0.05), q_back);
        ASSERT_EQ((int)RBD_OK, (int)rbd_maximal_to_tree(s.x, s.d, s.q_max, s.v_max, q_back, v_back));
        EXPECT_LT((double)rbd_distance(s.m, s.q, q_back), 1e-9);
        EXPECT_LT(rbdt_error(s.m->nv, v_back, s.v), 1e-8);
        free(a_max);
        free(q_back);
        free(v_back);
        fixture_free(&s);
    }
    EXPECT_GT(rotors, 100);
    EXPECT_GT(followers, 15);
}
UTEST(maximal, a_follower_off_its_place_is_an_error_of_its_row) {
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_body body = rbd_default_body("master", RBD_WORLD);
    rbd_error error;
    fixture s;
    tact_real q_back[1], angle = TACT_R(0.1);
    tact_quat turned;
    int i;
    body.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
    body.inertia = rbd_inertia_sphere(1, tact_vec(TACT_R(0.3), 0, 0), TACT_R(0.1));
    ASSERT_GT(rbd_builder_add(b, &body, &error), 0);
    body.name = "follower";
    body.parent = 1;
    body.placement = tact_pose_at(TACT_R(0.5), 0, 0);
    body.joint.mimic = 1;
    body.joint.mimic_scale = -2;
    body.joint.mimic_offset = TACT_R(0.4);
    ASSERT_GT(rbd_builder_add(b, &body, &error), 0);
    ASSERT_TRUE(fixture_make(&s, b, 3));
    ASSERT_EQ((int)RBD_OK, (int)rbd_maximal_from_tree(s.x, s.d, s.q, s.v, NULL, s.q_max, s.v_max, NULL));
    turned = tact_quat_mul(tact_quat_make(s.q_max[10], s.q_max[11], s.q_max[12], s.q_max[13]),
                           tact_quat_axis_angle(tact_vec(0, 0, 1), angle));
    s.q_max[10] = turned.x;
    s.q_max[11] = turned.y;
    s.q_max[12] = turned.z;
    s.q_max[13] = turned.w;
    q_back[0] = s.q[0];
    ASSERT_EQ((int)RBD_OK, (int)rbd_maximal_to_tree(s.x, s.d, s.q_max, s.v_max, q_back, s.a));
    EXPECT_NEAR((double)s.q[0], (double)q_back[0], 1e-12);
    ASSERT_EQ((int)RBD_OK, (int)rbd_fk(s.x->model, s.dx, s.q_max));
    rbd_constraints_evaluate(s.x->constraints, s.dx);
    ASSERT_EQ(11, s.x->constraints->n_rows); /* five for each joint and one for the coupling */
    for (i = 0; i < 11; ++i) EXPECT_NEAR(i == 10 ? (double)angle : 0.0, (double)s.x->constraints->error[i], 1e-12);
    fixture_free(&s);
}

/* A chain let go in maximal coordinates follows the tree: both integrated by the same scheme, differences stay at the
   order of the step; the joints stay together to the size that the Baumgarte terms promise. */
UTEST(maximal, stays_together) {
    fixture s;
    int step, i;
    double worst = 0, away;
    tact_real h = TACT_R(1e-3), *q_tree;
    ASSERT_TRUE(fixture_make(&s, pair_of(RBD_JOINT_REVOLUTE, RBD_JOINT_SPHERICAL, 5, 0), 5));
    q_tree = rbdt_reals((size_t)s.m->nq);
    memcpy(q_tree, s.q, (size_t)s.m->nq * sizeof *q_tree);
    for (i = 0; i < s.x->constraints->n; ++i) {
        rbd_constraints_get(s.x->constraints, i)->stiffness = TACT_R(1e4);
        rbd_constraints_get(s.x->constraints, i)->damping = TACT_R(200);
    }
    ASSERT_EQ((int)RBD_OK, (int)rbd_maximal_from_tree(s.x, s.d, s.q, s.v, NULL, s.q_max, s.v_max, NULL));
    for (step = 0; step < 300; ++step) {
        ASSERT_EQ((int)RBD_OK, (int)rbd_maximal_to_tree(s.x, s.d, s.q_max, s.v_max, q_tree, s.a));
        ASSERT_EQ((int)RBD_OK, (int)rbd_maximal_forces(s.x, s.d, q_tree, s.a, s.zero, NULL, s.f_max));
        ASSERT_EQ((int)RBD_OK, (int)rbd_maximal_to_tree(s.x, s.d, s.q_max, s.v_max, q_tree, s.a));
        ASSERT_EQ((int)RBD_OK, (int)rbd_constrained_dynamics(s.x->model, s.dx, s.x->constraints, s.q_max, s.v_max,
                                                             s.zero, s.f_max, NULL, s.a_max, NULL, NULL));
        for (i = 0; i < s.x->constraints->n_rows; ++i) {
            double e = fabs((double)s.x->constraints->error[i]);
            if (e > worst) worst = e;
        }
        for (i = 0; i < s.x->model->nv; ++i) s.v_max[i] += h * s.a_max[i];
        rbd_integrate(s.x->model, s.q_max, s.v_max, h, s.q_max);
        ASSERT_EQ((int)RBD_OK, (int)rbd_aba(s.m, s.d, s.q, s.v, s.zero, NULL, s.a));
        for (i = 0; i < s.m->nv; ++i) s.v[i] += h * s.a[i];
        rbd_integrate(s.m, s.q, s.v, h, s.q);
    }
    away = (double)rbd_distance(s.m, s.q, q_tree);
    EXPECT_LT(worst, 2e-4); /* per step the scheme leaves h^2 |w|^2 r ~ 1e-5, and the terms forget within 1/100 s */
    EXPECT_LT(away, 2e-2);  /* first order: 0.3 s of motion of a few rad/s at h = 1e-3 */
    free(q_tree);
    fixture_free(&s);
}

UTEST(maximal, refuses_what_has_no_counterpart) {
    rbd_error error;
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_body body = rbd_default_body("a", RBD_WORLD);
    rbd_model *m;
    body.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
    body.inertia = rbd_inertia_sphere(1, tact_vec(0, 0, 0), 1);
    ASSERT_GT(rbd_builder_add(b, &body, &error), 0);
    body = rbd_default_body("leaf", 1);
    body.joint = rbd_default_joint(RBD_JOINT_REVOLUTE);
    ASSERT_GT(rbd_builder_add(b, &body, &error), 0);
    m = rbd_model_create(b, NULL, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    EXPECT_TRUE(rbd_maximal_create(m, NULL, &error) == NULL);
    EXPECT_TRUE_MSG(strstr(error.text, "'leaf'") != NULL && strstr(error.text, "no mass") != NULL, error.text);
    rbd_model_destroy(m);
    rbd_builder_destroy(b);
    EXPECT_TRUE(rbd_maximal_create(NULL, NULL, NULL) == NULL);
}

UTEST_MAIN()
