/* Scenes for files: a world of everything that is written, read into another world and written again gives the same bytes, and both worlds
   go on to the same state; bytes of version 1 that stand here are read in every build; records of an earlier or later version are taken;
   what was cut, damaged or made up is refused or gives a world, and a refusal leaves nothing behind. */
/* float: yes */
/* c++: yes */
#include "world_common.h"
#include <stdlib.h>
#include <string.h>

static rbd_model *arm(void) {
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_model *model;
    int parent = RBD_WORLD;
    for (int i = 0; i < 3; ++i) {
        rbd_body link = rbd_default_body(i ? "link" : "base", parent);
        link.joint = rbd_default_joint(i ? RBD_JOINT_REVOLUTE : RBD_JOINT_FREE);
        link.placement = tact_pose_at(0, 0, i ? TACT_R(0.3) : 2);
        link.inertia =
            rbd_inertia_box(1, tact_vec(0, 0, TACT_R(0.15)), tact_vec(TACT_R(0.1), TACT_R(0.1), TACT_R(0.3)));
        parent = rbd_builder_add(builder, &link, NULL);
    }
    model = rbd_model_create(builder, NULL, NULL);
    rbd_builder_destroy(builder);
    return model;
}
static const rbd_model *give_model(void *context, const contact_robot_def *def, int place) {
    return place < 2 && def->user == 5 ? (const rbd_model *)context : NULL;
}
static tact_real draw(uint64_t *n, tact_real low, tact_real high) {
    return low + (high - low) * tact_random_uniform(99, (*n)++);
}
/* A world with some of everything. One body in five and a joint are removed again, so that there are holes. */
static contact_world *everything(const rbd_model *model, uint64_t seed) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    contact_body body[12];
    contact_geom geom[12];
    contact_material pair = contact_default_material();
    contact_robot robot;
    contact_robot_def r;
    contact_motor motor;
    uint64_t n = 1000 * seed;
    c.gravity = tact_vec(0, TACT_R(0.5), -9);
    c.contact_erp = TACT_R(0.25);
    c.substeps = 2;
    w = contact_world_create(&c, NULL, NULL);
    test_ground(w, TACT_R(0.5), 0);
    for (int i = 0; i < 12; ++i) {
        contact_body_def b = contact_default_body_def();
        contact_geom_def g = contact_default_geom_def();
        tact_real x = draw(&n, TACT_R(0.05), TACT_R(0.2));
        collide_shape shape = i % 3 == 0   ? collide_sphere(x)
                              : i % 3 == 1 ? collide_rounded(collide_box(x, TACT_R(0.1), TACT_R(0.2)), TACT_R(0.01))
                                           : collide_ellipsoid(x, 2 * x, TACT_R(0.1));
        b.type = i == 5 ? CONTACT_BODY_KINEMATIC : CONTACT_BODY_DYNAMIC;
        b.pose = tact_pose_make(tact_vec((tact_real)(i % 4) - 2, (tact_real)(i / 4), TACT_R(1.5)),
                                tact_quat_exp(tact_vec(draw(&n, -1, 1), draw(&n, -1, 1), draw(&n, -1, 1))));
        b.velocity = tact_vec(draw(&n, -1, 1), 0, 0), b.angular_velocity = tact_vec(0, draw(&n, -1, 1), 1);
        b.linear_damping = TACT_R(0.125), b.gravity_scale = draw(&n, 0, 1);
        b.name = i % 2 ? "odd" : "even", b.user = (uint64_t)i << 40;
        b.enabled = i != 7, b.can_sleep = i != 8, b.locks = i == 9 ? 40u : 0, b.max_speed = i == 3 ? 2 : TACT_REAL_MAX;
        if (i == 4) {
            b.mass_from_geoms = 0, b.mass = 3, b.com = tact_vec(TACT_R(0.1), 0, 0);
            b.inertia = tact_mat_diagonal(1, 2, TACT_R(2.5));
        }
        g.shape = &shape, g.pose = tact_pose_at(TACT_R(0.125), 0, 0), g.density = draw(&n, 100, 1000);
        g.material.friction = draw(&n, 0, 1), g.material.rolling_friction = i == 2 ? TACT_R(0.01) : 0;
        g.material.friction_axis = tact_vec(0, i == 6 ? TACT_R(1.0) : 0, 0);
        g.category = 1u << (i % 3), g.sensor = i == 10, g.user = (uint64_t)i, g.name = "geom";
        body[i] = contact_world_add_body(w, &b);
        geom[i] = contact_world_add_geom(w, body[i], &g);
    }
    contact_world_set_pair_material(w, geom[0], geom[1], &pair);
    robot = contact_world_add_robot(w, model, NULL, NULL);
    contact_robot_q(w, robot)[0] = -3, contact_robot_v(w, robot)[6] = 1, contact_robot_tau(w, robot)[7] = TACT_R(0.5);
    motor = contact_robot_motor(w, robot, 6);
    motor.stiffness = 3, motor.damping = 1, motor.position = TACT_R(0.5);
    contact_robot_set_motor(w, robot, 6, &motor);
    contact_robot_get(w, robot, &r);
    r.name = "arm", r.user = 5;
    contact_robot_set(w, robot, &r);
    for (int k = 0; k <= (int)CONTACT_JOINT_RACK; ++k) {
        contact_joint_def j = contact_default_joint_def((contact_joint_kind)k);
        j.a = body[k % 4], j.b = k == 2 ? contact_robot_link(w, robot, 2) : body[4 + k % 3];
        j.frame_a = tact_pose_mul(tact_pose_inverse(contact_body_pose(w, j.a)), contact_body_pose(w, j.b));
        if (k == 0) memset(&j.a, 0, sizeof j.a), j.frame_a = contact_body_pose(w, j.b);
        if (j.kind == CONTACT_JOINT_BALL) j.cone = TACT_R(0.5), j.name = "ball";
        if (j.kind == CONTACT_JOINT_WHEEL) j.axis[2].stiffness = 500, j.axis[2].damping = 20;
        j.ratio = TACT_R(0.5), j.user = (uint64_t)k, j.max_force = 1000, j.enabled = k % 4 == 0;
        if (!contact_world_add_joint(w, &j).generation) abort();
    }
    contact_world_remove_body(w, body[11]);
    return w;
}
static unsigned char *written(const contact_world *w, size_t *bytes) {
    unsigned char *block;
    *bytes = contact_world_write(w, NULL, 0);
    block = (unsigned char *)malloc(*bytes);
    if (contact_world_write(w, block, *bytes) != *bytes) abort();
    return block;
}

/* Fields that differ in the definitions of all objects, but for poses, which are normalised once more, and handles. */
#define OTHER(pair, field) ((pair)[0].field != (pair)[1].field)
static int differences(const contact_world *a, const contact_world *b) {
    contact_joint ja, jb;
    contact_body xa, xb;
    contact_geom ga, gb;
    contact_body_def bd[2];
    contact_geom_def gd[2];
    contact_joint_def jd[2];
    int n = 0, seen = 0, k;
    memset(&ja, 0, sizeof ja), memset(&jb, 0, sizeof jb), memset(&xa, 0, sizeof xa), memset(&xb, 0, sizeof xb);
    while ((ja = contact_world_next_joint(a, ja)).generation) {
        jb = contact_world_next_joint(b, jb);
        if (contact_joint_get(a, ja, &jd[0]) < 0 || contact_joint_get(b, jb, &jd[1]) < 0) return 100000;
        n += strcmp(jd[0].name, jd[1].name) != 0;
        n += OTHER(jd, kind) + OTHER(jd, limited) + OTHER(jd, lower) + OTHER(jd, upper) + OTHER(jd, motor);
        n += OTHER(jd, stiffness) + OTHER(jd, damping) + OTHER(jd, position) + OTHER(jd, velocity);
        n += OTHER(jd, max_effort) + OTHER(jd, friction) + OTHER(jd, collide) + OTHER(jd, cone) + OTHER(jd, max_force);
        n += OTHER(jd, max_torque) + OTHER(jd, breaks) + OTHER(jd, enabled) + OTHER(jd, user) + OTHER(jd, ratio);
        for (k = 0; k < 6; ++k) {
            n += OTHER(jd, axis[k].rule) + OTHER(jd, axis[k].lower) + OTHER(jd, axis[k].upper);
            n += OTHER(jd, axis[k].stiffness) + OTHER(jd, axis[k].damping) + OTHER(jd, axis[k].position);
            n += OTHER(jd, axis[k].velocity) + OTHER(jd, axis[k].max_effort) + OTHER(jd, axis[k].friction);
        }
    }
    while ((xa = contact_world_next_body(a, xa)).generation) {
        xb = contact_world_next_body(b, xb);
        if (contact_body_robot(a, xa, NULL).generation) return n + 1000 * (seen < 11); /* links come last here */
        if (contact_body_get(a, xa, &bd[0]) < 0 || contact_body_get(b, xb, &bd[1]) < 0) return 100000;
        n += strcmp(bd[0].name, bd[1].name) != 0;
        n += OTHER(bd, type) + OTHER(bd, mass) + OTHER(bd, mass_from_geoms) + OTHER(bd, linear_damping);
        n += OTHER(bd, angular_damping) + OTHER(bd, gravity_scale) + OTHER(bd, ccd) + OTHER(bd, user);
        n += OTHER(bd, enabled) + OTHER(bd, can_sleep) + OTHER(bd, locks) + OTHER(bd, max_speed) + OTHER(bd, max_spin);
        n += OTHER(bd, com.x) + OTHER(bd, velocity.x) + OTHER(bd, velocity.z) + OTHER(bd, angular_velocity.y);
        n += memcmp(&bd[0].inertia, &bd[1].inertia, sizeof bd[0].inertia) != 0;
        memset(&ga, 0, sizeof ga), memset(&gb, 0, sizeof gb);
        while ((ga = contact_body_next_geom(a, xa, ga)).generation) {
            gb = contact_body_next_geom(b, xb, gb), ++seen;
            if (contact_geom_get(a, ga, &gd[0]) < 0 || contact_geom_get(b, gb, &gd[1]) < 0) return 100000;
            n += strcmp(gd[0].name, gd[1].name) != 0;
            n += memcmp(gd[0].shape->p, gd[1].shape->p, sizeof gd[0].shape->p) != 0;
            n += gd[0].shape->kind != gd[1].shape->kind || gd[0].shape->radius != gd[1].shape->radius;
            n += memcmp(&gd[0].material, &gd[1].material, sizeof gd[0].material) != 0; /* reals alone */
            n += OTHER(gd, density) + OTHER(gd, category) + OTHER(gd, mask) + OTHER(gd, user) + OTHER(gd, sensor);
        }
    }
    return n;
}
UTEST(world_scenes, what_is_read_is_what_was_written) {
    rbd_model *model = arm();
    contact_scene_config config;
    memset(&config, 0, sizeof config);
    config.model = give_model, config.context = model;
    for (uint64_t seed = 0; seed < 5; ++seed) {
        contact_world *a = everything(model, seed), *b = contact_world_create(NULL, NULL, NULL);
        size_t bytes, again;
        unsigned char *first = written(a, &bytes), *second;
        contact_body x, y;
        memset(&x, 0, sizeof x), memset(&y, 0, sizeof y);
        ASSERT_EQ(contact_world_read(b, first, bytes, &config), CONTACT_OK);
        second = written(b, &again);
        ASSERT_EQ(bytes, again);
        EXPECT_EQ(differences(a, b), 0);
        EXPECT_EQ(contact_world_settings(b)->substeps, 2);
        EXPECT_EQ(contact_world_settings(b)->gravity.z, -9);
        /* both go on to the same state, to the accuracy of the solver; nothing here is chaotic in so short a time */
        for (int i = 0; i < 20; ++i) contact_world_step(a, TACT_R(0.005)), contact_world_step(b, TACT_R(0.005));
        for (;;) {
            x = contact_world_next_body(a, x);
            while (x.generation && contact_body_robot(a, x, NULL).generation) x = contact_world_next_body(a, x);
            y = contact_world_next_body(b, y);
            while (y.generation && contact_body_robot(b, y, NULL).generation) y = contact_world_next_body(b, y);
            ASSERT_EQ(x.generation != 0, y.generation != 0);
            if (!x.generation) break;
            EXPECT_LT(tact_norm(tact_sub(contact_body_pose(a, x).p, contact_body_pose(b, y).p)),
                      TACT_EPSILON < TACT_R(1e-10) ? TACT_R(1e-5) : TACT_R(1e-2));
        }
        free(first), free(second);
        contact_world_destroy(a), contact_world_destroy(b);
    }
    rbd_model_destroy(model);
}

static size_t count(const contact_world *w) {
    contact_body b;
    contact_joint j;
    contact_robot r;
    size_t n = 0;
    memset(&b, 0, sizeof b), memset(&j, 0, sizeof j), memset(&r, 0, sizeof r);
    while ((b = contact_world_next_body(w, b)).generation) ++n;
    while ((j = contact_world_next_joint(w, j)).generation) ++n;
    while ((r = contact_world_next_robot(w, r)).generation) ++n;
    return n;
}
/* The checksum of the format: FNV-1a over all that follows the first 32 bytes. */
static void seal(unsigned char *block, size_t bytes) {
    uint64_t h = 14695981039346656037u, size = bytes - 32;
    for (size_t i = 32; i < bytes; ++i) h = (h ^ block[i]) * 1099511628211u;
    for (int k = 0; k < 8; ++k)
        block[16 + k] = (unsigned char)(size >> (8 * k)), block[24 + k] = (unsigned char)(h >> (8 * k));
}
UTEST(world_scenes, damaged_and_made_up_bytes) {
    rbd_model *model = arm();
    contact_scene_config config;
    contact_world *a = everything(model, 1), *w = contact_world_create(NULL, NULL, NULL);
    size_t bytes, room;
    unsigned char *good = written(a, &bytes), *bad = (unsigned char *)malloc(bytes);
    int taken = 0, refused = 0;
    memset(&config, 0, sizeof config);
    config.model = give_model, config.context = model;
    test_ground(w, TACT_R(0.5), 0);
    room = count(w);
    EXPECT_EQ(contact_world_read(w, good, bytes, NULL), CONTACT_BAD_ARGUMENT); /* no model */
    EXPECT_EQ(contact_world_read(NULL, good, bytes, NULL), CONTACT_BAD_ARGUMENT);
    EXPECT_EQ(contact_world_read(w, NULL, bytes, NULL), CONTACT_BAD_ARGUMENT);
    for (size_t cut = 0; cut < bytes; cut += 1 + cut / 7)
        EXPECT_EQ(contact_world_read(w, good, cut, &config), CONTACT_BAD_FORMAT);
    for (int k = 0; k < 300; ++k) {
        contact_status status;
        memcpy(bad, good, bytes);
        bad[(size_t)(tact_random_uniform(3, (uint64_t)k) * (tact_real)bytes) % bytes] ^=
            (unsigned char)(1u << (tact_random_bits(4, (uint64_t)k) % 8));
        EXPECT_EQ(contact_world_read(w, bad, bytes, &config), CONTACT_BAD_FORMAT);
        for (int i = 0; i < 3; ++i)
            bad[32 + (size_t)(tact_random_uniform(5, (uint64_t)(3 * k + i)) * (tact_real)(bytes - 33))] =
                (unsigned char)tact_random_bits(6, (uint64_t)(3 * k + i));
        seal(bad, bytes);
        status = contact_world_read(w, bad, bytes, &config);
        if (status < 0) {
            ++refused;
            EXPECT_EQ(count(w), room);
            EXPECT_NE(contact_world_error(w)->text[0], 0);
        } else { /* a world like any other */
            contact_world *fresh = contact_world_create(NULL, NULL, NULL);
            ++taken;
            contact_world_read(fresh, bad, bytes, &config);
            contact_world_settings(fresh)->substeps = 1, contact_world_settings(fresh)->solver.max_iterations = 50;
            contact_world_step(fresh, TACT_R(0.01));
            contact_world_destroy(fresh);
            room = count(w);
        }
        if (taken % 8 == 7) { /* not ever larger */
            contact_world_destroy(w);
            w = contact_world_create(NULL, NULL, NULL), ++taken;
            room = 0;
        }
    }
    EXPECT_GT(taken, 50);
    EXPECT_GT(refused, 30);
    free(good), free(bad);
    contact_world_destroy(a), contact_world_destroy(w);
    rbd_model_destroy(model);
}

/* A record with fewer fields keeps the defaults of the rest, one with more and one of an unknown kind are passed over. */
UTEST(world_scenes, earlier_and_later_versions) {
    contact_world *w = contact_world_create(NULL, NULL, NULL);
    unsigned char block[512];
    contact_body b;
    contact_body_def d;
    size_t at = 32;
    memset(block, 0, sizeof block);
    memcpy(block, "tactscen\x07", 9);
    block[at] = 200, block[at + 4] = 5, at += 13; /* five bytes of something */
    block[at] = 2, block[at + 4] = 60;            /* a body: type and pose */
    block[at + 8] = 2;
    memcpy(block + at + 12 + 30, "\xf0\x3f", 2); /* w = 1 */
    memcpy(block + at + 12 + 38, "\x08\x40", 2); /* x = 3 */
    at += 68;
    seal(block, at);
    ASSERT_EQ(contact_world_read(w, block, at, NULL), CONTACT_OK);
    memset(&b, 0, sizeof b);
    b = contact_world_next_body(w, b);
    ASSERT_EQ(contact_body_get(w, b, &d), CONTACT_OK);
    EXPECT_EQ(d.type, CONTACT_BODY_DYNAMIC);
    EXPECT_EQ(d.pose.p.x, 3);
    EXPECT_EQ(d.gravity_scale, 1);
    EXPECT_EQ(d.max_speed, TACT_REAL_MAX);
    contact_world_destroy(w);
}
UTEST_MAIN()
