/* Facts: sensors of an MJCF file read what mechanics says: an IMU at rest and on a turning arm, the wrench in a weld and
   in a joint with and without forces from outside, touch by zone, frames seen from others, subtrees, joints, tendons
   and actuators; cutoffs hold; what is not read is said; a free joint that is aligned starts at the centre of mass. */
/* float: yes */
/* c++: yes */
#include "utest.h"

#include "rbd_common.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#ifdef TACT_FLOAT
#define NEAR 2e-5 /* sums of about twenty numbers up to 50 in single precision */
#else
#define NEAR 1e-12 /* the same in double precision, with room */
#endif

/* An arm of 1 m along x that turns about z, with a plate of 2 kg welded 1 m out and a ball of 0.5 kg on a second hinge
   on it; masses are points but for the moments that keep them legal. */
static const char arm[] =
    "<mujoco><option gravity='0 0 -10' magnetic='0 1 0'/><worldbody><site name='base' pos='0 0 2'/>"
    "<body name='arm'><joint name='yaw' axis='0 0 1'/><inertial pos='0.5 0 0' mass='1' diaginertia='.01 .01 .01'/>"
    "<body name='plate' pos='1 0 0'><inertial pos='0 0 0' mass='2' diaginertia='.02 .02 .02'/>"
    "<site name='flange' quat='0.7071067811865476 0 0.7071067811865476 0'/>"
    "<site name='pad' type='box' size='.1 .1 .01' pos='0 0 .1'/>"
    "<body name='ball' pos='0 0 -1'><joint name='swing' axis='0 1 0'/>"
    "<inertial pos='0 0 0' mass='.5' diaginertia='.01 .01 .01'/><site name='tip'/></body></body></body></worldbody>"
    "<tendon><fixed name='rope'><joint joint='yaw' coef='2'/><joint joint='swing' coef='-1'/></fixed></tendon>"
    "<actuator><motor name='drive' joint='yaw' gear='3'/><motor name='pull' tendon='rope'/></actuator>"
    "<sensor><accelerometer name='acc' site='flange'/><gyro name='gyro' site='flange'/>"
    "<velocimeter name='vel' site='tip'/><force name='force' site='flange'/><torque name='torque' site='flange'/>"
    "<touch name='touch' site='pad'/><jointpos name='q' joint='yaw'/><jointvel name='v' joint='swing' cutoff='.5'/>"
    "<tendonpos name='rope' tendon='rope'/><tendonvel name='ropev' tendon='rope'/>"
    "<actuatorfrc name='drive' actuator='drive'/><jointactuatorfrc name='yawtau' joint='yaw'/>"
    "<tendonactuatorfrc name='ropef' tendon='rope'/><framepos name='seen' objtype='site' objname='tip' reftype='body' "
    "refname='plate'/><framelinvel name='seenv' objtype='site' objname='tip' reftype='xbody' refname='arm'/>"
    "<framequat name='quat' objtype='xbody' objname='arm'/><framezaxis name='axis' objtype='site' objname='flange'/>"
    "<frameangvel name='spin' objtype='body' objname='ball'/><framelinacc name='fall' objtype='site' objname='tip'/>"
    "<frameangacc name='rate' objtype='body' objname='arm'/><subtreecom name='com' body='plate'/>"
    "<subtreelinvel name='comv' body='arm'/><subtreeangmom name='angmom' body='arm'/><clock name='clock'/>"
    "<magnetometer name='north' site='flange'/><rangefinder name='range' site='tip'/>"
    "<actuatorpos name='turns' actuator='drive'/><actuatorvel name='turnsv' actuator='drive'/>"
    "<user name='other' dim='3'/></sensor></mujoco>";

static char said[512];
static void on_warning(void *user, int line, const char *text) {
    (void)user, (void)line;
    snprintf(said, sizeof said, "%s", text);
}
static rbd_model *make(const char *text) {
    rbd_reader_config config = rbd_default_reader_config();
    rbd_error error;
    rbd_model *m;
    config.warning = on_warning;
    said[0] = 0;
    m = rbd_model_create_mjcf(text, strlen(text), &config, NULL, &error);
    if (!m) printf("%s\n", error.text);
    return m;
}
static tact_real values[128];
static const tact_real *value(const rbd_model *m, const char *name) {
    int i = rbd_model_find_sensor(m, name);
    return i < 0 ? NULL : values + m->rig->sensors[i].first;
}
static tact_real ray(void *context, tact_vec3 from, tact_vec3 direction, int body, int written_in) {
    tact_vec3 *at = (tact_vec3 *)context;
    (void)body, (void)written_in;
    at[0] = from, at[1] = direction;
    return 7;
}
#define EXPECT_VEC(x, y, z, v)                                                                                         \
    EXPECT_NEAR(x, (v)[0], NEAR);                                                                                      \
    EXPECT_NEAR(y, (v)[1], NEAR);                                                                                      \
    EXPECT_NEAR(z, (v)[2], NEAR)

UTEST(sensors, a_turning_arm) {
    rbd_model *m = make(arm);
    rbd_data *d;
    rbd_sense_input in = TACT_ZERO;
    tact_real q[2] = {0, 0}, v[2] = {2, 0}, a[2] = {3, 0}, u[2] = {5, 7}, one[3];
    tact_vec3 seen[2];
    ASSERT_TRUE(m != NULL);
    EXPECT_TRUE(strstr(said, "not read") != NULL);
    d = rbd_data_create(m, NULL);
    in.q = q, in.v = v, in.a = a, in.control = u, in.gravity = tact_vec(0, 0, -10), in.time = 4;
    in.ray = ray, in.context = seen;
    ASSERT_EQ(RBD_OK, rbd_sense(m, d, &in, -1, values));
    /* the flange 1 m out: -w^2 r along x, w' r along y, +g along z; its x axis is world -z, its z axis world x */
    EXPECT_VEC(-10, 3, -4, value(m, "acc"));
    EXPECT_VEC(-2, 0, 0, value(m, "gyro"));
    EXPECT_VEC(0, 2, 0, value(m, "vel"));
    /* 2.5 kg beyond the weld, both 1 m out; the moment: inertia about z, and 0.5 kg that hangs 1 m below */
    EXPECT_VEC(-25, 7.5, -10, value(m, "force"));
    EXPECT_VEC(-(0.03 * 3), 0.5 * 1 * 4, 0.5 * 1 * 3, value(m, "torque"));
    EXPECT_NEAR(0, value(m, "touch")[0], 0);
    EXPECT_NEAR(0, value(m, "q")[0], 0);
    EXPECT_NEAR(4, value(m, "ropev")[0], NEAR);
    EXPECT_NEAR(5, value(m, "drive")[0], NEAR);
    EXPECT_NEAR(3 * 5 + 2 * 7, value(m, "yawtau")[0], NEAR);
    EXPECT_NEAR(7, value(m, "ropef")[0], NEAR);
    EXPECT_VEC(0, 0, -1, value(m, "seen"));
    EXPECT_VEC(0, 0, 0, value(m, "seenv"));
    EXPECT_NEAR(1, value(m, "quat")[3], NEAR);
    EXPECT_VEC(1, 0, 0, value(m, "axis"));
    EXPECT_VEC(0, 0, 2, value(m, "spin"));
    EXPECT_VEC(-4, 3, 10, value(m, "fall"));
    EXPECT_VEC(0, 0, 3, value(m, "rate"));
    EXPECT_VEC(1, 0, -0.2, value(m, "com"));
    EXPECT_VEC(0, 2 * (0.5 + 2 + 0.5) / 3.5, 0, value(m, "comv"));
    /* about its centre, 3/3.5 out: points of 1 and 2.5 kg, and the moments of three bodies */
    EXPECT_NEAR(2 * (0.25 + 2.5 - 9 / 3.5 + 0.04), value(m, "angmom")[2], NEAR);
    EXPECT_NEAR(4, value(m, "clock")[0], 0);
    EXPECT_VEC(0, 1, 0, value(m, "north"));
    EXPECT_NEAR(7, value(m, "range")[0], 0);
    EXPECT_NEAR(-1, seen[0].z, NEAR);
    EXPECT_NEAR(1, seen[1].z, NEAR);
    EXPECT_NEAR(6, value(m, "turnsv")[0], NEAR);
    ASSERT_EQ(RBD_OK, rbd_sense(m, d, &in, rbd_model_find_sensor(m, "acc"), one));
    EXPECT_NEAR(value(m, "acc")[1], one[1], 0);
    v[1] = -2, q[0] = 0.3; /* beyond the cutoff */
    ASSERT_EQ(RBD_OK, rbd_sense(m, d, &in, -1, values));
    EXPECT_NEAR(-0.5, value(m, "v")[0], 0);
    EXPECT_NEAR(0.3, value(m, "q")[0], NEAR);
    EXPECT_NEAR(0.9, value(m, "turns")[0], NEAR);
    EXPECT_NEAR(0.6, value(m, "rope")[0], NEAR);
    EXPECT_EQ(RBD_BAD_ARGUMENT, rbd_sense(m, d, &in, m->rig->n_sensors, values));
    EXPECT_EQ((int)RBD_SENSOR_NONE, (int)m->rig->sensors[rbd_model_find_sensor(m, "other")].kind);
    rbd_data_destroy(d), rbd_model_destroy(m);
}
/* At rest; a force from outside on the plate: its weld carries it, the arm as well, the ball's joint does not. Touch
   sees what meets its zone. */
UTEST(sensors, forces_from_outside) {
    rbd_model *m = make(arm);
    rbd_data *d = rbd_data_create(m, NULL);
    rbd_sense_input in = TACT_ZERO;
    rbd_outside push = TACT_ZERO;
    tact_real q[2] = {0, 0}, v[2] = {0, 0};
    int plate = 0, i;
    for (i = 0; i < m->rig->n_pieces; ++i)
        if (m->rig->pieces[i].inertia.mass > 1.5) plate = m->rig->pieces[i].written_in;
    in.q = q, in.v = v, in.gravity = tact_vec(0, 0, -10), in.outside = &push, in.n_outside = 1;
    push.body = 1, push.written_in = plate;
    push.point = tact_vec(1.05, 0, 0.3), push.normal = tact_vec(0, 0, 1), push.force = tact_vec(1, 0, -3);
    rbd_sense(m, d, &in, -1, values);
    EXPECT_NEAR(0, value(m, "touch")[0], 0); /* above the zone, and the ray goes up */
    EXPECT_VEC(-28, 0, -1, value(m, "force"));
    /* minus (r x f): r = (0.05, 0, 0.3) */
    EXPECT_VEC(0, -(0.3 * 1 + 0.05 * 3), 0, value(m, "torque"));
    push.point.z = 0.05;
    rbd_sense(m, d, &in, -1, values);
    EXPECT_NEAR(3, value(m, "touch")[0], NEAR);
    push.point.x = 1.2;
    rbd_sense(m, d, &in, -1, values);
    EXPECT_NEAR(0, value(m, "touch")[0], 0); /* passes beside it */
    push.point.x = 1, push.written_in = 0;   /* on the arm, inside of the weld */
    rbd_sense(m, d, &in, -1, values);
    EXPECT_NEAR(0, value(m, "touch")[0], 0);
    EXPECT_VEC(-25, 0, 0, value(m, "force"));
    rbd_data_destroy(d), rbd_model_destroy(m);
}
/* Zones of touch: a ray into each shape, one past it, one that leaves it. */
/* A body on a slide hangs by a rope from the world: its carrier passes what weight, motion and rope leave. The rope pulls
   up with its motor, its spring beyond the rest length and, when the body falls, its rotor. */
UTEST(sensors, a_rope_carries) {
    static const char text[] =
        "<mujoco><option gravity='0 0 -10'/><worldbody><site name='up' pos='.3 0 4'/><body name='b' pos='.3 0 0'>"
        "<joint name='j' type='slide' axis='0 0 1'/><inertial pos='0 0 0' mass='2' diaginertia='.1 .1 .1'/>"
        "<site name='s' pos='0 0 1'/><site name='o' pos='-.3 0 0'/></body></worldbody>"
        "<tendon><spatial name='t' stiffness='4' springlength='2' armature='.5'><site site='up'/><site site='s'/>"
        "</spatial></tendon><actuator><motor tendon='t' gear='-3'/></actuator>"
        "<sensor><force site='o'/><torque site='o'/></sensor></mujoco>";
    rbd_error error;
    rbd_model *m = rbd_model_create_mjcf(text, strlen(text), NULL, NULL, &error);
    rbd_data *d;
    tact_real q = 0, v = 0, a = TACT_R(-1.5), u = 2, out[6];
    rbd_sense_input in;
    ASSERT_TRUE_MSG(m != NULL, error.text);
    d = rbd_data_create(m, NULL);
    memset(&in, 0, sizeof in);
    in.q = &q, in.v = &v, in.a = &a, in.control = &u, in.gravity = m->gravity;
    ASSERT_EQ((int)RBD_OK, (int)rbd_sense(m, d, &in, -1, out));
    EXPECT_NEAR(2 * (10 - 1.5) - (6 + 4 + 0.5 * 1.5), out[2], NEAR); /* length 3, growing at 1.5 m/s^2 */
    EXPECT_NEAR(0, out[0], NEAR);
    EXPECT_NEAR(-0.3 * (2 * (10 - 1.5) - 10.75), out[4], NEAR); /* all act 0.3 m beside the site */
    rbd_data_destroy(d), rbd_model_destroy(m);
}
UTEST(sensors, zones) {
    static const char *const types[5] = {"sphere' size='.1", "box' size='.1 .1 .1", "cylinder' size='.1 .1",
                                         "capsule' size='.1 .1", "ellipsoid' size='.1 .2 .1"};
    int k;
    for (k = 0; k < 5; ++k) {
        char text[600];
        rbd_model *m;
        rbd_data *d;
        rbd_sense_input in = TACT_ZERO;
        rbd_outside push = TACT_ZERO;
        tact_real q[7] = {0, 0, 0, 0, 0, 0, 1}, v[6] = {0, 0, 0, 0, 0, 0}, f;
        snprintf(text, sizeof text,
                 "<mujoco><worldbody><body><freejoint/><geom size='1'/><site name='s' pos='0 0 1' type='%s'/></body>"
                 "</worldbody><sensor><touch site='s'/></sensor></mujoco>",
                 types[k]);
        m = make(text);
        ASSERT_TRUE(m != NULL);
        d = rbd_data_create(m, NULL);
        in.q = q, in.v = v, in.outside = &push, in.n_outside = 1;
        push.body = 1, push.normal = tact_vec(1, 0, 0), push.force = tact_vec(-2, 5, 0);
        push.point = tact_vec(-3, 0.05, 1.05);
        rbd_sense(m, d, &in, 0, &f);
        EXPECT_NEAR(2, f, NEAR);
        push.point = tact_vec(0.02, 0.05, 1.02); /* inside */
        rbd_sense(m, d, &in, 0, &f);
        EXPECT_NEAR(2, f, NEAR);
        push.point = tact_vec(0.3, 0, 1); /* on the way out */
        rbd_sense(m, d, &in, 0, &f);
        EXPECT_NEAR(0, f, 0);
        push.point = tact_vec(-3, 0, 1.25);
        rbd_sense(m, d, &in, 0, &f);
        EXPECT_NEAR(0, f, 0);
        rbd_data_destroy(d), rbd_model_destroy(m);
    }
}
UTEST(sensors, aligned_free_joint) {
    static const char text[] =
        "<mujoco><worldbody><body name='b' pos='0 0 1'><freejoint align='true'/><geom size='.1' pos='.3 0 0'/>"
        "<site name='s'/></body></worldbody><sensor><framepos objtype='site' objname='s'/>"
        "<framepos objtype='body' objname='b'/></sensor></mujoco>";
    rbd_model *m = make(text);
    rbd_data *d;
    rbd_sense_input in = TACT_ZERO;
    tact_real v[6] = {0, 0, 0, 0, 0, 0};
    ASSERT_TRUE(m != NULL);
    d = rbd_data_create(m, NULL);
    in.q = m->rig->q_start, in.v = v;
    EXPECT_NEAR(0.3, m->rig->q_start[0], NEAR);
    EXPECT_NEAR(0, m->inertia[1].com.x, NEAR);
    rbd_sense(m, d, &in, -1, values);
    EXPECT_VEC(0, 0, 1, values);
    EXPECT_VEC(0.3, 0, 1, values + 3);
    rbd_data_destroy(d), rbd_model_destroy(m);
}
UTEST(sensors, what_is_wrong_is_said) {
    static const char *const bad[3][2] = {{"<gyro site='none'/>", "none"},
                                          {"<jointpos joint='ball'/>", "another type"},
                                          {"<framepos objtype='site'/>", "objname"}};
    int k;
    for (k = 0; k < 3; ++k) {
        char text[400];
        rbd_error error;
        snprintf(
            text, sizeof text,
            "<mujoco><worldbody><body><joint type='ball' name='ball'/><geom size='1'/></body></worldbody><sensor>%s"
            "</sensor></mujoco>",
            bad[k][0]);
        EXPECT_TRUE(rbd_model_create_mjcf(text, strlen(text), NULL, NULL, &error) == NULL);
        EXPECT_TRUE_MSG(strstr(error.text, bad[k][1]) != NULL, error.text);
    }
}
/* An OBJ of vertices alone: a mesh without triangles, whose hull MJCF takes. */
UTEST(sensors, vertices_alone) {
    static const char obj[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
    rbd_error error;
    rbd_mesh *mesh = rbd_mesh_create(obj, sizeof obj - 1, NULL, &error);
    rbd_inertia inertia;
    ASSERT_TRUE(mesh != NULL);
    EXPECT_EQ(4, mesh->n_vertices);
    EXPECT_EQ(0, mesh->n_triangles);
    EXPECT_EQ(RBD_BAD_INERTIA, rbd_mesh_inertia(mesh, RBD_MESH_SOLID, 1, &inertia, &error));
    rbd_mesh_destroy(mesh);
}

UTEST_MAIN()
