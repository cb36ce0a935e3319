/* Facts: sensors of a robot in the world: on a box that stands an IMU reads gravity, a force sensor in a weld what it
   carries and what is pushed, touch pads share the weight, a rangefinder sees the floor; in flight an accelerometer reads
   nothing; a rewound world reads the same; <pair> brings geoms together that contype keeps apart, with its friction;
   stale robots are refused. */
/* float: yes */
/* c++: yes */
#include "utest.h"

#include "world_common.h"

#ifdef TACT_FLOAT
#define NEAR 2e-3 /* forces of 30 N from differences of velocities over 1 ms in single precision */
#else
#define NEAR 1e-6 /* the solver's tolerance on forces, in N */
#endif

/* A box of 1 kg with a plate of 2 kg welded on top; pads below its left and right half. */
static const char scene[] =
    "<mujoco><worldbody><geom name='floor' type='plane' size='5 5 1' friction='.7'/>"
    "<body name='box' pos='0 0 .1'><freejoint/><geom name='hull' type='box' size='.1 .1 .1' mass='1'/>"
    "<site name='left' type='box' size='.05 .1 .05' pos='-.05 0 -.1'/>"
    "<site name='right' type='box' size='.05 .1 .05' pos='.05 0 -.1'/>"
    "<body name='plate' pos='0 0 .15'><geom name='lid' type='box' size='.1 .1 .05' mass='2' contype='0' "
    "conaffinity='0'/><site name='weld' pos='0 0 -.05'/><site name='down' quat='0 1 0 0' pos='.3 0 0'/></body></body>"
    "</worldbody><sensor><accelerometer name='acc' site='weld'/><gyro name='gyro' site='weld'/>"
    "<force name='force' site='weld'/><torque name='torque' site='weld'/><touch name='left' site='left'/>"
    "<touch name='right' site='right'/><rangefinder name='range' site='down'/><framepos name='at' objtype='site' "
    "objname='weld'/><clock name='clock'/></sensor></mujoco>";

static tact_real values[64];
static const tact_real *value(const rbd_model *m, const char *name) {
    return values + m->rig->sensors[rbd_model_find_sensor(m, name)].first;
}
#define EXPECT_VEC(x, y, z, v)                                                                                         \
    EXPECT_NEAR(x, (v)[0], NEAR);                                                                                      \
    EXPECT_NEAR(y, (v)[1], NEAR);                                                                                      \
    EXPECT_NEAR(z, (v)[2], NEAR)

UTEST(sensors, a_box_that_stands) {
    contact_world_config config = contact_default_world_config();
    contact_world *w = contact_world_create(&config, NULL, NULL);
    rbd_model *m = NULL;
    contact_robot r = contact_world_add_file(w, scene, sizeof scene - 1, NULL, &m);
    contact_body box;
    tact_real one;
    size_t bytes;
    void *block;
    int i;
    ASSERT_TRUE_MSG(r.generation != 0, contact_world_error(w)->text);
    EXPECT_EQ(9, contact_robot_sensor_count(w, r));
    box = contact_robot_link(w, r, 1);
    for (i = 0; i < 200; ++i) ASSERT_TRUE(contact_world_step(w, TACT_R(1e-3)) >= 0);
    ASSERT_EQ((int)CONTACT_OK, (int)contact_robot_sensors(w, r, values));
    EXPECT_VEC(0, 0, 9.81, value(m, "acc"));
    EXPECT_VEC(0, 0, 0, value(m, "gyro"));
    EXPECT_VEC(0, 0, 2 * 9.81, value(m, "force"));
    EXPECT_VEC(0, 0, 0, value(m, "torque"));
    EXPECT_NEAR(3 * 9.81, value(m, "left")[0] + value(m, "right")[0], 3 * NEAR);
    EXPECT_NEAR(0.25, value(m, "range")[0], 1e-5); /* what it stands in does not count; 0.25 m above the floor */
    EXPECT_NEAR(0.2, value(m, "clock")[0], 1e-5);
    /* a push on the box: its own part of the link; the plate feels nothing of it while friction holds */
    contact_body_add_force(w, box, tact_vec(3, 0, 0));
    ASSERT_TRUE(contact_world_step(w, TACT_R(1e-3)) >= 0);
    ASSERT_EQ((int)CONTACT_OK, (int)contact_robot_sensors(w, r, values));
    EXPECT_VEC(0, 0, 2 * 9.81, value(m, "force"));
    /* one that lifts it: 40 N on 3 kg; the weld carries 2 kg of it */
    for (i = 0; i < 20; ++i) {
        contact_body_add_force(w, box, tact_vec(0, 0, 40));
        ASSERT_TRUE(contact_world_step(w, TACT_R(1e-3)) >= 0);
    }
    ASSERT_EQ((int)CONTACT_OK, (int)contact_robot_sensors(w, r, values));
    EXPECT_NEAR(2 * 40 / 3.0, value(m, "force")[2], 20 * NEAR);
    EXPECT_NEAR(0, value(m, "left")[0], NEAR);
    /* flight: nothing is felt */
    bytes = contact_world_snapshot_bytes(w), block = malloc(bytes);
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_save(w, block, bytes));
    ASSERT_TRUE(contact_world_step(w, TACT_R(1e-3)) >= 0);
    ASSERT_EQ((int)CONTACT_OK, (int)contact_robot_sensor(w, r, rbd_model_find_sensor(m, "left"), &one));
    EXPECT_NEAR(0, one, NEAR);
    contact_robot_sensors(w, r, values);
    EXPECT_VEC(0, 0, 0, value(m, "acc"));
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_restore(w, block, bytes));
    contact_robot_sensors(w, r, values);
    EXPECT_NEAR(2 * 40 / 3.0, value(m, "force")[2], 20 * NEAR);
    free(block);
    /* a jump is no acceleration */
    ASSERT_EQ((int)CONTACT_OK, (int)contact_robot_set_state(w, r, m->rig->q_start, NULL));
    EXPECT_EQ((int)CONTACT_BAD_ARGUMENT, (int)contact_robot_sensor(w, r, 9, &one));
    EXPECT_EQ((int)CONTACT_BAD_ARGUMENT, (int)contact_robot_sensor(w, r, -1, &one));
    contact_world_remove_robot(w, r);
    EXPECT_EQ((int)CONTACT_STALE_HANDLE, (int)contact_robot_sensors(w, r, values));
    EXPECT_EQ(0, contact_robot_sensor_count(w, r));
    contact_world_destroy(w), rbd_model_destroy(m);
}
/* A ball that contype lets fall through the floor lands by <pair>; another one on an inclined floor slides or not by
   the friction of its pair. */
UTEST(sensors, pairs) {
    static const char text[] =
        "<mujoco><worldbody><geom name='floor' type='plane' size='5 5 1' quat='0.9914448613738104 0 "
        "0.13052619222005157 "
        "0'/><body name='a' pos='0 0 .3'><freejoint/><geom name='ga' type='box' size='.1 .1 .1' contype='0' "
        "conaffinity='0'/></body><body name='b' pos='0 1 .3'><freejoint/><geom name='gb' type='box' size='.1 .1 .1' "
        "contype='0' conaffinity='0'/></body><body name='c' pos='0 2 .3'><freejoint/><geom name='gc' type='box' "
        "size='.1 .1 .1' contype='4' conaffinity='4'/></body></worldbody><contact><pair geom1='floor' geom2='ga' "
        "friction='.8 .8 0 0 0'/><pair geom1='gb' geom2='floor' friction='.01 .01 0 0 0'/></contact></mujoco>";
    contact_world_config config = contact_default_world_config();
    contact_world *w = contact_world_create(&config, NULL, NULL);
    rbd_model *m = NULL;
    contact_robot r = contact_world_add_file(w, text, sizeof text - 1, NULL, &m);
    tact_vec3 speed[3];
    int i;
    ASSERT_TRUE_MSG(r.generation != 0, contact_world_error(w)->text);
    for (i = 0; i < 500; ++i) ASSERT_TRUE(contact_world_step(w, TACT_R(2e-3)) >= 0);
    for (i = 0; i < 3; ++i) speed[i] = contact_body_velocity(w, contact_robot_link(w, r, i + 1));
    EXPECT_LT(tact_norm(speed[0]), 1e-3); /* 15 degrees: it sticks */
    EXPECT_GT(speed[1].x, 1);             /* it slides: nearly g sin 15 for most of a second */
    EXPECT_GT(speed[1].z, -1.5);
    EXPECT_LT(speed[2].z, -9); /* nothing below it */
    contact_world_destroy(w), rbd_model_destroy(m);
}

UTEST_MAIN()
