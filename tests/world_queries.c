/* Queries of the world against the same question asked of every geom by itself: all hits, their order, what is ignored, the closest, and
   rays on several threads; and real time: as many steps as fit, poses between, no spiral of death. */
/* float: yes */
/* c++: yes */
#include "world_common.h"
#include <string.h>

enum { BODIES = 60, RAYS = 200 };
typedef struct crowd {
    contact_world *w;
    contact_body body[BODIES];
    contact_geom geom[BODIES];
} crowd;
static tact_real draw(int *k, tact_real low, tact_real high) {
    return low + (high - low) * tact_random_uniform(7, (uint64_t)(*k)++);
}
static crowd crowd_of(const contact_world_config *config, int *k) {
    crowd c;
    c.w = test_world(config);
    for (int i = 0; i < BODIES; ++i) {
        contact_geom_def g = contact_default_geom_def();
        contact_body_def b = contact_default_body_def();
        tact_real r = draw(k, TACT_R(0.1), TACT_R(0.4));
        collide_shape shape = i % 3 == 0   ? collide_sphere(r)
                              : i % 3 == 1 ? collide_box(r, TACT_R(0.2), TACT_R(0.3))
                                           : collide_capsule(TACT_R(0.1), r);
        b.pose = tact_pose_make(tact_vec(draw(k, -2, 2), draw(k, -2, 2), draw(k, -2, 2)),
                                tact_quat_exp(tact_vec(draw(k, -2, 2), draw(k, -2, 2), draw(k, -2, 2))));
        g.shape = &shape;
        g.category = 1u << i % 4;
        g.sensor = i % 10 == 9;
        c.body[i] = contact_world_add_body(c.w, &b);
        c.geom[i] = contact_world_add_geom(c.w, c.body[i], &g);
    }
    return c;
}
static int odd_only(void *context, const contact_world *w, contact_geom geom) {
    (void)context, (void)w;
    return (int)(geom.index & 1u);
}
static int counts(const crowd *c, int i, const contact_query *q) {
    contact_geom_def d;
    if (contact_geom_get(c->w, c->geom[i], &d) < 0) return 0;
    if (!(d.category & q->mask) || (d.sensor && !q->sensors) || (q->filter && !q->filter(NULL, c->w, c->geom[i])))
        return 0;
    if (q->only.generation && q->only.index != c->body[i].index) return 0;
    for (int k = 0; k < q->ignore_count; ++k)
        if (q->ignore[k].index == c->body[i].index) return 0;
    return 1;
}
static contact_query query_of(int k, const crowd *c) {
    contact_query q = contact_default_query();
    if (k % 5 == 1) q.mask = 5;
    if (k % 5 == 2) q.ignore = c->body, q.ignore_count = 20;
    if (k % 5 == 3) q.filter = odd_only, q.sensors = 1;
    if (k % 5 == 4) q.only = c->body[k % BODIES];
    return q;
}

UTEST(world_queries, all_hits_of_rays_and_casts_in_order) {
    int k = 0;
    crowd c = crowd_of(NULL, &k);
    collide_shape ball = collide_sphere(TACT_R(0.15));
    for (int ray = 0; ray < RAYS; ++ray) {
        contact_query q = query_of(ray, &c);
        contact_hit hits[BODIES], few[3], one;
        contact_geom_def d;
        tact_vec3 from = tact_vec(draw(&k, -3, 3), draw(&k, -3, 3), -3),
                  to = tact_vec(draw(&k, -3, 3), draw(&k, -3, 3), 3);
        for (int cast = 0; cast < 2; ++cast) {
            int truth = 0, n;
            tact_real nearest = 2;
            for (int i = 0; i < BODIES; ++i) {
                collide_cast_hit hit;
                memset(&hit, 0, sizeof hit);
                if (!counts(&c, i, &q)) continue;
                contact_geom_get(c.w, c.geom[i], &d);
                if (cast)
                    collide_shape_cast(&ball, tact_pose_make(from, tact_quat_identity()), tact_sub(to, from), d.shape,
                                       contact_geom_pose(c.w, c.geom[i]), 0, &hit);
                else
                    collide_ray_cast(d.shape, contact_geom_pose(c.w, c.geom[i]), from, tact_sub(to, from), 1, &hit);
                truth += hit.hit;
                if (hit.hit) nearest = tact_min(nearest, hit.t);
            }
            n = cast ? contact_world_cast_hits(c.w, &ball, tact_pose_make(from, tact_quat_identity()),
                                               tact_sub(to, from), &q, hits, BODIES)
                     : contact_world_ray_hits(c.w, from, to, &q, hits, BODIES);
            ASSERT_EQ(n, truth);
            for (int i = 1; i < n; ++i) EXPECT_LE(hits[i - 1].fraction, hits[i].fraction);
            if (n) EXPECT_TRUE(hits[0].fraction == nearest);
            if (cast) continue;
            ASSERT_EQ(contact_world_ray_hits(c.w, from, to, &q, few, 3), n);
            for (int i = 0; i < n && i < 3; ++i) EXPECT_EQ(few[i].geom.index, hits[i].geom.index);
            ASSERT_EQ(contact_world_ray_hits(c.w, from, to, &q, &one, 1), n > 0);
            if (n) EXPECT_EQ(one.geom.index, hits[0].geom.index);
            EXPECT_EQ(contact_world_ray_hits(c.w, from, to, &q, NULL, 0), n);
        }
    }
    contact_world_destroy(c.w);
}

UTEST(world_queries, the_closest_and_the_overlaps) {
    int k = 1000;
    crowd c = crowd_of(NULL, &k);
    for (int ask = 0; ask < RAYS; ++ask) {
        contact_query q = query_of(ask, &c);
        collide_shape box = collide_box(TACT_R(0.3), TACT_R(0.1), TACT_R(0.2));
        tact_pose pose = tact_pose_at(draw(&k, -2, 2), draw(&k, -2, 2), draw(&k, -2, 2));
        tact_real least = TACT_R(0.5);
        contact_hit hit, hits[BODIES];
        contact_geom_def d;
        int overlaps = 0, n;
        for (int i = 0; i < BODIES; ++i) {
            collide_result r;
            if (!counts(&c, i, &q)) continue;
            contact_geom_get(c.w, c.geom[i], &d);
            collide_distance(d.shape, contact_geom_pose(c.w, c.geom[i]), &box, pose, NULL, NULL, &r);
            overlaps += r.distance <= 0;
            least = tact_min(least, r.distance);
        }
        n = contact_world_closest(c.w, &box, pose, TACT_R(0.5), &q, &hit);
        ASSERT_EQ(n, least < TACT_R(0.5));
        if (n) EXPECT_TRUE(hit.distance == least);
        n = contact_world_overlap_hits(c.w, &box, pose, &q, hits, BODIES);
        ASSERT_EQ(n, overlaps);
        for (int i = 1; i < n; ++i) EXPECT_LE(hits[i - 1].distance, hits[i].distance);
    }
    contact_world_destroy(c.w);
}

static void backwards(void *context, int n, void (*work)(void *data, int index, int worker), void *data) {
    (void)context;
    while (n--) work(data, n, n % 2);
}
UTEST(world_queries, many_rays_are_as_each_by_itself) {
    contact_world_config config = contact_default_world_config();
    contact_ray rays[RAYS];
    contact_hit hits[RAYS], one;
    int k = 2000, found = 0;
    crowd c;
    config.solver.parallel_for = backwards, config.solver.workers = 2;
    c = crowd_of(&config, &k);
    for (int i = 0; i < RAYS; ++i)
        rays[i].from = tact_vec(draw(&k, -3, 3), draw(&k, -3, 3), -3), rays[i].to = tact_vec(draw(&k, -3, 3), 0, 3);
    ASSERT_GT(contact_world_cast_rays(c.w, rays, RAYS, NULL, hits), 20);
    for (int i = 0; i < RAYS; ++i) {
        int hit = contact_world_cast_ray(c.w, rays[i].from, rays[i].to, ~0u, &one);
        found += hit;
        ASSERT_EQ(hits[i].geom.generation != 0, hit);
        if (hit) EXPECT_EQ(memcmp(&hits[i].point, &one.point, sizeof one.point), 0);
    }
    EXPECT_EQ(contact_world_cast_rays(c.w, rays, RAYS, NULL, hits), found);
    contact_world_destroy(c.w);
}

/* A rod of half length 1 and radius 0.1 along x, whose middle stands at the origin, turns about z by a right angle. A wall whose face is the
   plane y = 0.5 is first touched by its end: sin(angle) + 0.1 = 0.5. Moved along as well, y(t) = 0.3 t + sin(t pi/2) + 0.1. */
UTEST(world_queries, casts_that_turn) {
    contact_world *w = test_world(NULL);
    collide_shape wall = collide_box(3, TACT_R(0.1), 1), rod = collide_capsule(TACT_R(0.1), 1);
    contact_query query = contact_default_query();
    contact_body body = contact_world_add_static(w, &wall, tact_pose_at(0, TACT_R(0.6), 0));
    tact_pose along = tact_pose_make(tact_vec(0, 0, 0), tact_quat_axis_angle(tact_vec(0, 1, 0), TACT_PI / 2));
    contact_hit hit[2];
    double t = 0;
    for (int move = 0; move < 2; ++move) {
        tact_vec3 way = tact_vec(0, move ? TACT_R(0.3) : 0, 0);
        query.turn = tact_vec(0, 0, TACT_PI / 2);
        ASSERT_EQ(contact_world_cast_hits(w, &rod, along, way, &query, hit, 2), 1);
        for (t = 0; 0.3 * move * t + sin(t * 3.14159265358979 / 2) + 0.1 < 0.5; t += 1e-5) {
        }
        EXPECT_NEAR((double)hit[0].fraction, t, 1e-3); /* collide_sweep stops within 1e-4 of the rod's size */
        EXPECT_EQ(hit[0].body.index, body.index);
        EXPECT_NEAR((double)hit[0].point.y, 0.5, 1e-3);
        EXPECT_NEAR((double)hit[0].normal.y, -1, 1e-6);
        EXPECT_EQ(contact_world_cast_hits(w, &rod, along, way, &query, hit, 1), 1); /* only the nearest */
        EXPECT_NEAR((double)hit[0].fraction, t, 1e-3);
    }
    query.turn = tact_vec(0, 0, 0);
    EXPECT_EQ(contact_world_cast_hits(w, &rod, along, tact_vec(0, 0, 0), &query, hit, 2), 0);
    query.turn = tact_vec(0, 0, TACT_R(0.1)); /* in the wall from the start */
    ASSERT_EQ(contact_world_cast_hits(w, &rod, tact_pose_at(0, TACT_R(0.6), 0), tact_vec(0, 0, 0), &query, hit, 2), 1);
    EXPECT_TRUE(hit[0].fraction == 0);
    query.turn.x = (tact_real)NAN;
    EXPECT_EQ(contact_world_cast_hits(w, &rod, along, tact_vec(0, 0, 0), &query, hit, 2), CONTACT_BAD_ARGUMENT);
    contact_world_destroy(w);
}
UTEST(world_queries, bad_questions_are_refused) {
    int k = 0;
    crowd c = crowd_of(NULL, &k);
    collide_shape ball = collide_sphere(1);
    contact_query q = contact_default_query();
    contact_hit hit;
    tact_vec3 nan = tact_vec(0, 0, TACT_R(0.0) / (tact_real)(k - k));
    EXPECT_EQ(contact_world_ray_hits(c.w, nan, nan, &q, &hit, 1), CONTACT_BAD_ARGUMENT);
    EXPECT_EQ(contact_world_cast_hits(c.w, NULL, tact_pose_identity(), nan, &q, &hit, 1), CONTACT_BAD_ARGUMENT);
    EXPECT_EQ(contact_world_closest(c.w, &ball, tact_pose_identity(), -1, &q, &hit), CONTACT_BAD_ARGUMENT);
    EXPECT_EQ(contact_world_overlap_hits(c.w, &ball, tact_pose_identity(), &q, &hit, -1), CONTACT_BAD_ARGUMENT);
    EXPECT_EQ(contact_world_cast_rays(c.w, NULL, 1, &q, &hit), CONTACT_BAD_ARGUMENT);
    q.cookie = 0;
    EXPECT_EQ(contact_world_overlap_hits(c.w, &ball, tact_pose_identity(), &q, &hit, 1), CONTACT_BAD_ARGUMENT);
    EXPECT_EQ(contact_world_ray_hits(NULL, tact_vec(0, 0, 0), tact_vec(0, 0, 1), NULL, &hit, 1), CONTACT_BAD_ARGUMENT);
    contact_world_destroy(c.w);
}

/* Frames of any length make the motion of the fixed step; a drawn pose is between two of its poses; a long frame is cut. */
UTEST(world_queries, real_time_is_steps_of_one_length) {
    contact_world_config config = contact_default_world_config();
    contact_world *w, *fixed;
    collide_shape ball = collide_sphere(TACT_R(0.1));
    contact_body a, b;
    int total = 0, steps, k = 0;
    tact_real time = 0, before = 1;
    config.fixed_step = TACT_R(1.0 / 128), config.max_steps = 5; /* a step that time adds up to exactly */
    w = test_world(&config), fixed = test_world(&config);
    a = contact_world_add_dynamic(w, &ball, tact_pose_at(0, 0, 1), 1000);
    b = contact_world_add_dynamic(fixed, &ball, tact_pose_at(0, 0, 1), 1000);
    for (int frame = 0; frame < 100; ++frame) {
        tact_real t = tact_floor(draw(&k, 1, 40)) / 1024, z;
        ASSERT_EQ(contact_world_advance(w, t, &steps), CONTACT_OK);
        total += steps, time += t;
        EXPECT_EQ(total, (int)tact_floor(time * 128));
        z = contact_body_drawn_pose(w, a).p.z;
        EXPECT_LE(z, before);
        EXPECT_GE(z, contact_body_pose(w, a).p.z);
        before = z;
    }
    test_steps(fixed, config.fixed_step, total);
    EXPECT_TRUE(contact_body_pose(w, a).p.z == contact_body_pose(fixed, b).p.z);
    ASSERT_EQ(contact_world_advance(w, 10, &steps), CONTACT_OK); /* a breakpoint in the debugger */
    EXPECT_EQ(steps, 5);
    ASSERT_EQ(contact_world_advance(w, 0, &steps), CONTACT_OK);
    EXPECT_EQ(steps, 0);
    EXPECT_EQ(contact_world_advance(w, -1, &steps), CONTACT_BAD_ARGUMENT);
    contact_world_destroy(w), contact_world_destroy(fixed);
}
/* A force on a body that frames of two steps carry is as if pushed in each; a target is reached at the end of the frame. */
UTEST(world_queries, forces_and_targets_are_of_the_frame) {
    contact_world_config config = contact_default_world_config();
    contact_world *w;
    contact_body ball, lift;
    config.gravity = tact_vec(0, 0, 0);
    config.fixed_step = TACT_R(1.0 / 64);
    w = test_world(&config);
    ball = test_body(w, CONTACT_BODY_DYNAMIC, collide_sphere(1), tact_pose_at(0, 0, 5), 1, 0, 0);
    lift = test_body(w, CONTACT_BODY_KINEMATIC, collide_sphere(1), tact_pose_identity(), 0, 0, 0);
    contact_body_add_force(w, ball, tact_vec(contact_body_mass(w, ball), 0, 0));
    contact_body_set_target(w, lift, tact_pose_at(1, 0, 0));
    contact_world_advance(w, TACT_R(1.0 / 128), NULL); /* too short: waits */
    EXPECT_TRUE(contact_body_velocity(w, ball).x == 0);
    contact_world_advance(w, TACT_R(5.0 / 128), NULL);
    EXPECT_LT(tact_abs(contact_body_velocity(w, ball).x - TACT_R(3.0 / 64)), 100 * TACT_EPSILON);
    EXPECT_LT(tact_abs(contact_body_pose(w, lift).p.x - 1), 100 * TACT_EPSILON);
    contact_world_advance(w, TACT_R(1.0 / 64), NULL);
    EXPECT_LT(tact_abs(contact_body_velocity(w, ball).x - TACT_R(3.0 / 64)), 100 * TACT_EPSILON);
    EXPECT_LT(tact_abs(contact_body_pose(w, lift).p.x - 1), 100 * TACT_EPSILON);
    contact_world_destroy(w);
}
UTEST_MAIN()
