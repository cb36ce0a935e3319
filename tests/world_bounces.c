/* The world: no step gains energy by its contacts, whatever the shapes, friction, restitution, step and method; overlaps are undone
   without leaving a velocity. */
/* float: yes */
#include "world_common.h"

#include <math.h>
#include <string.h>

/* Random numbers of one scene, drawn one after the other. */
typedef struct draws {
    uint64_t seed, count;
} draws;
static tact_real draw(draws *d) { return tact_random_uniform(d->seed, d->count++); }
static int pick(draws *d, int n) {
    int k = (int)((tact_real)n * draw(d));
    return k < n ? k : n - 1;
}
static tact_vec3 draw_direction(draws *d) {
    tact_vec3 v = tact_vec(tact_random_normal(d->seed, d->count), tact_random_normal(d->seed, d->count + 1),
                           tact_random_normal(d->seed, d->count + 2));
    d->count += 3;
    return tact_normalize_or(v, tact_vec(1, 0, 0));
}

/* What the contacts of a step have added, relative to the kinetic energy: the change of kinetic energy, less the work of gravity. That
   is m dt g.(v0 + v1)/2 of a body without an impact in mid-step, exactly: of a parabola, and of the energy that semi-implicit Euler
   keeps. With impacts it is m g times the way. Coulomb's law with e = 0 allows sum m |dt g|^2/8 of it: a body that rises by half
   of what gravity takes in the step and is held then. It is zero without gravity. */
enum { BODIES = 12 };
typedef struct room {
    contact_world *w;
    contact_body bodies[BODIES];
    int n;
    tact_vec3 gravity;
    tact_real dt;
} room;
static double step_gain(const room *r, contact_status *status) {
    tact_vec3 before[BODIES], place[BODIES];
    tact_real kinetic;
    double t0, gain, allowed = 0;
    int k;
    contact_world_energy(r->w, &kinetic, NULL);
    t0 = (double)kinetic;
    for (k = 0; k < r->n; ++k) {
        before[k] = contact_body_velocity(r->w, r->bodies[k]);
        place[k] = contact_body_com(r->w, r->bodies[k]);
    }
    *status = contact_world_step(r->w, r->dt);
    contact_world_energy(r->w, &kinetic, NULL);
    gain = (double)kinetic - t0;
    for (k = 0; k < r->n; ++k) {
        double m = (double)contact_body_mass(r->w, r->bodies[k]);
        tact_vec3 v = contact_body_velocity(r->w, r->bodies[k]),
                  way = tact_sub(contact_body_com(r->w, r->bodies[k]), place[k]);
        /* no impact of its own: it went as Euler goes, to the rounding of places of the order of 1 m, or flew */
        if ((double)tact_norm(tact_sub(way, tact_scale(r->dt, v))) <
                (sizeof(tact_real) == sizeof(double) ? 1e-9 : 1e-6) ||
            !contact_world_get_stats(r->w).n_impacts)
            way = tact_scale(r->dt / 2, tact_add(before[k], v));
        gain -= m * (double)tact_dot(r->gravity, way);
        allowed += m * (double)r->dt * (double)r->dt * (double)tact_norm2(r->gravity) / 8;
    }
    return (gain - allowed) / (t0 + 4 * allowed);
}

/* A closed room of half spaces or boxes, with spheres, boxes, capsules and cylinders of densities 100 to 10000 in it. */
static void fill_room(room *r, draws *d) {
    static const double restitutions[5] = {0, 0.3, 0.5, 0.9, 1}, frictions[3] = {0, 0.3, 1};
    static const contact_method methods[6] = {CONTACT_METHOD_AUTO,       CONTACT_METHOD_AUTO,
                                              CONTACT_METHOD_AUTO,       CONTACT_METHOD_NCP_PGS,
                                              CONTACT_METHOD_NCP_NEWTON, CONTACT_METHOD_CCP_PGS};
    contact_world_config c = contact_default_world_config();
    tact_real e = (tact_real)restitutions[pick(d, 5)], mu = (tact_real)frictions[pick(d, 3)];
    int i, boxes = pick(d, 2);
    r->dt = TACT_R(1e-3) * (1 + 4 * draw(d));
    r->n = 4 + pick(d, BODIES - 3);
    c.solver.method = methods[pick(d, 6)];
    if (pick(d, 2)) c.gravity = tact_vec(0, 0, 0);
    r->gravity = c.gravity;
    r->w = test_world(&c);
    for (i = 0; i < 6; ++i) {
        tact_vec3 n = tact_vec(i / 2 == 0, i / 2 == 1, i / 2 == 2),
                  half = tact_add(tact_vec(TACT_R(1.5), TACT_R(1.5), TACT_R(1.5)), tact_neg(n));
        n = i & 1 ? tact_neg(n) : n;
        if (boxes)
            test_body(r->w, CONTACT_BODY_STATIC, collide_box(half.x, half.y, half.z),
                      tact_pose_make(tact_scale(TACT_R(-1.5), n), tact_quat_identity()), 0, mu, e);
        else
            test_body(r->w, CONTACT_BODY_STATIC, collide_halfspace(n, -1), tact_pose_identity(), 0, mu, e);
    }
    for (i = 0; i < r->n; ++i) {
        tact_real x = TACT_R(0.05) + draw(d) / 10, y = TACT_R(0.05) + draw(d) / 10, z = TACT_R(0.05) + draw(d) / 10;
        int kind = pick(d, 4);
        collide_shape shape = kind == 0   ? collide_sphere(x)
                              : kind == 1 ? collide_box(x, y, z)
                              : kind == 2 ? collide_capsule(x, y)
                                          : collide_cylinder(x, y);
        tact_vec3 at = tact_vec(TACT_R(0.6) * (tact_real)(i % 3 - 1), TACT_R(0.6) * (tact_real)(i / 3 % 3 - 1),
                                TACT_R(0.6) * (tact_real)(i / 9) - TACT_R(0.3));
        tact_vec3 axis = draw_direction(d);
        tact_pose pose = tact_pose_make(at, tact_quat_axis_angle(axis, 3 * draw(d)));
        r->bodies[i] =
            test_body(r->w, CONTACT_BODY_DYNAMIC, shape, pose, 100 * (tact_real)pow(10, (double)(2 * draw(d))), mu, e);
    }
}

UTEST(world_bounces, no_step_of_a_hundred_rooms_gains_energy) {
    /* relative to what moves: rounding, and what the world counts as such (1e-11, single 1e-5). In single precision bodies
       touch in flight at up to 3e-3 of their extent: a heavy one among light ones has m g times that, which is height and
       not speed; seen 5e-4 in 2 of 60,000 steps, all under gravity */
    const double bound = sizeof(tact_real) == sizeof(double) ? 1e-9 : 1e-3;
    double worst = -1;
    int seed, i, k, bounces = 0, failed = 0, culprit = -1;
    for (seed = 0; seed < 100; ++seed) {
        draws d;
        room r;
        d.seed = (uint64_t)seed, d.count = 0;
        fill_room(&r, &d);
        for (i = 0; i < 600; ++i) {
            contact_status status;
            double gain;
            if (i % 150 == 0) /* friction and impacts stop them */
                for (k = 0; k < r.n; ++k) {
                    tact_vec3 v = draw_direction(&d), w = draw_direction(&d);
                    contact_body_set_velocity(r.w, r.bodies[k], tact_scale(4 + 4 * draw(&d), v),
                                              tact_scale(20 * draw(&d), w));
                }
            gain = step_gain(&r, &status);
            failed += status < 0;
            if (!(gain <= worst)) worst = gain, culprit = seed;
            for (k = 0; k < contact_world_contact_count(r.w); ++k)
                bounces += tact_norm2(contact_world_contact(r.w, k).force) > 0;
        }
        contact_world_destroy(r.w);
    }
    if (!(worst < bound)) fprintf(stderr, "seed %d: %g\n", culprit, worst);
    ASSERT_EQ(failed, 0);
    ASSERT_GT(bounces, 10000);
    ASSERT_LT(worst, bound);
}

/* Two boxes put into each other, without gravity: they part until they touch, and are at rest then. Where the velocity that parts them
   may stay, they fly on at the speed they were parted with. */
UTEST(world_bounces, an_overlap_is_undone_and_leaves_no_velocity) {
    int keep, i;
    for (keep = 0; keep < 2; ++keep) {
        contact_world_config c = contact_default_world_config();
        contact_body a, b;
        contact_world *w;
        tact_real apart;
        c.gravity = tact_vec(0, 0, 0);
        c.keep_energy = keep;
        w = test_world(&c);
        a = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                      tact_pose_at(0, 0, 0), 1000, TACT_R(0.5), 0);
        b = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                      tact_pose_at(0, 0, TACT_R(0.19)), 2000, TACT_R(0.5), 0);
        for (i = 0; i < 200; ++i) ASSERT_TRUE(contact_world_step(w, TACT_R(1e-3)) >= 0);
        apart = contact_body_pose(w, b).p.z - contact_body_pose(w, a).p.z;
        if (keep) {
            ASSERT_NEAR((double)apart, 0.2, 1e-6); /* to what counts as touching */
            ASSERT_LT((double)tact_norm(contact_body_velocity(w, b)), 1e-6);
            /* and their common centre stays: what parts them does so from both sides */
            ASSERT_NEAR((double)(contact_body_pose(w, a).p.z + 2 * contact_body_pose(w, b).p.z), 0.38, 1e-6);
        } else
            ASSERT_GT((double)apart, 0.25);
        contact_world_destroy(w);
    }
}

/* A step that was changed so has a derivative (world_derivatives.c says how good), but not where the ground moves by itself. */
UTEST(world_bounces, derivatives_of_changed_steps) {
    int belt;
    for (belt = 0; belt < 2; ++belt) {
        contact_world_config c = contact_default_world_config();
        contact_differential *d;
        contact_world *w;
        contact_geom_def g = contact_default_geom_def();
        contact_body_def def = contact_default_body_def();
        collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0);
        c.solver.method = CONTACT_METHOD_NCP_NEWTON;
        w = test_world(&c);
        def.type = CONTACT_BODY_STATIC;
        g.shape = &ground;
        g.material.friction = TACT_R(0.5);
        if (belt) g.material.surface_velocity = tact_vec(TACT_R(0.001), 0, 0);
        contact_world_add_geom(w, contact_world_add_body(w, &def), &g);
        test_body(w, CONTACT_BODY_DYNAMIC, collide_sphere(TACT_R(0.1)), tact_pose_at(0, 0, TACT_R(0.099)), 1000,
                  TACT_R(0.5), 0);
        d = contact_differential_create(NULL);
        ASSERT_EQ((int)contact_world_step_differential(w, TACT_R(1e-3), d),
                  (int)(belt ? CONTACT_NONSMOOTH : CONTACT_OK));
        contact_differential_destroy(d);
        contact_world_destroy(w);
    }
}

/* Only the islands that gain are solved again: what happens elsewhere does not depend on them, to the bit. */
UTEST(world_bounces, islands_that_do_not_gain_keep_their_solution) {
    tact_pose pose[2];
    tact_vec3 v[2], turn[2];
    int other, i;
    for (other = 0; other < 2; ++other) {
        contact_world *w = test_world(NULL);
        contact_body slides;
        test_ground(w, TACT_R(0.5), TACT_R(0.3));
        slides = test_body(w, CONTACT_BODY_DYNAMIC, collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)),
                           tact_pose_make(tact_vec(0, 0, TACT_R(0.3)), tact_quat_exp(tact_vec(1, TACT_R(0.3), 0))),
                           1000, TACT_R(0.5), TACT_R(0.3));
        test_body(w, CONTACT_BODY_DYNAMIC, collide_sphere(TACT_R(0.1)),
                  tact_pose_at(3, 0, other ? TACT_R(0.09) : TACT_R(0.1)), 1000, TACT_R(0.5), 0);
        contact_body_set_velocity(w, slides, tact_vec(2, 1, 0), tact_vec(3, 5, 1));
        for (i = 0; i < 300; ++i) ASSERT_TRUE(contact_world_step(w, TACT_R(2e-3)) >= 0);
        pose[other] = contact_body_pose(w, slides);
        v[other] = contact_body_velocity(w, slides);
        turn[other] = contact_body_angular_velocity(w, slides);
        contact_world_destroy(w);
    }
    ASSERT_EQ(memcmp(&pose[0], &pose[1], sizeof pose[0]), 0);
    ASSERT_EQ(memcmp(&v[0], &v[1], sizeof v[0]), 0);
    ASSERT_EQ(memcmp(&turn[0], &turn[1], sizeof turn[0]), 0);
}

UTEST_MAIN()
