/* Facts about robots that a world takes from files: servos reach their targets and hold them, meshes are their hulls,
   controls and activations are part of snapshots and clones, derivatives see actuators and tendons, stiff tendons are
   stable, and what cannot be is refused. */
#include "utest.h"

#include "world_differences.h"

typedef struct files {
    const char *name, *text;
    int warnings;
} files;
static const void *on_file(void *user, const char *name, size_t *bytes) {
    const files *f = (const files *)user;
    if (!f->name || strcmp(f->name, name)) return NULL;
    *bytes = strlen(f->text);
    return f->text;
}
static void on_warning(void *user, int line, const char *text) {
    (void)line, (void)text;
    ++((files *)user)->warnings;
}
static contact_robot add(contact_world *w, const char *text, const char *key, files *f, rbd_model **model) {
    contact_file_config config = contact_default_file_config();
    config.key = key;
    config.reader.user = f;
    if (f) config.reader.file = on_file, config.reader.warning = on_warning;
    return contact_world_add_file(w, text, strlen(text), &config, model);
}
static const char arm[] =
    "<mujoco><compiler angle='radian'/><worldbody>"
    "<body name='a' pos='0 0 1'><joint name='a' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 .5 0 0' size='.04'/>"
    "<site name='sa' pos='.4 .1 .05'/>"
    "<body name='b' pos='.5 0 0' gravcomp='1'><joint name='b' axis='0 1 0' damping='.1'/>"
    "<geom type='capsule' fromto='0 0 0 .4 0 0' size='.03'/><site name='sb' pos='.3 0 .02'/></body></body>"
    "<site name='s0' pos='0 .1 1.5'/></worldbody>"
    "<tendon><spatial name='t' stiffness='40' damping='2'><site site='s0'/><site site='sa'/><site site='sb'/></spatial>"
    "</tendon>"
    "<actuator><position name='pa' joint='a' kp='200' kv='20' forcerange='-90 90'/>"
    "<position name='vb' joint='b' kp='30' kv='3' forcerange='-9 8'/>"
    "<motor name='site' site='sb' gear='0 0 1'/><muscle name='m' tendon='t' lengthrange='.5 2' force='20'/></actuator>"
    "<keyframe><key name='up' qpos='.3 -.4' ctrl='.3 0 1 .5' act='.2'/></keyframe></mujoco>";

/* A servo with gravity compensated load ends where its spring balances what is left: kp (target - q) = torque. */
UTEST(files, servos_hold_and_keys_start) {
    contact_world_config c = contact_default_world_config();
    contact_world *w = test_world(&c);
    rbd_model *m;
    rbd_data *d;
    contact_robot r = add(w, arm, "up", NULL, &m), stale;
    tact_real force[4], control[4], tau[2], passive[2], bias[2], zero[2] = {0, 0};
    int i;
    ASSERT_TRUE_MSG(r.generation != 0, contact_world_error(w)->text);
    ASSERT_EQ(4, contact_robot_control_count(w, r));
    EXPECT_NEAR(0.3, contact_robot_control(w, r, 0), 0);
    EXPECT_NEAR(0.2, contact_robot_activations(w, r)[0], 0);
    EXPECT_NEAR(0.3, contact_robot_q(w, r)[0], 0);
    EXPECT_NEAR(200, contact_robot_motor(w, r, 0).stiffness, 0);
    EXPECT_NEAR(90, contact_robot_motor(w, r, 0).max_effort, 0);
    for (i = 0; i < 5000; ++i) ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, TACT_R(0.002)));
    EXPECT_NEAR(0.5, contact_robot_activations(w, r)[0], 1e-12); /* ten seconds are many time constants */
    for (i = 0; i < 2; ++i) EXPECT_NEAR(0, contact_robot_v(w, r)[i], 1e-9);
    /* at rest all forces balance, by functions that the step does not use */
    d = rbd_data_create(m, NULL);
    ASSERT_EQ((int)CONTACT_OK, (int)contact_robot_actuator_forces(w, r, force));
    EXPECT_NEAR(1, force[2], 0);
    for (i = 0; i < 4; ++i) control[i] = contact_robot_control(w, r, i);
    rbd_actuation(m, d, contact_robot_q(w, r), zero, contact_robot_activations(w, r), control, NULL, tau, NULL);
    rbd_passive_forces(m, d, contact_robot_q(w, r), zero, passive);
    rbd_gravity_torque(m, d, contact_robot_q(w, r), bias);
    for (i = 0; i < 2; ++i) EXPECT_NEAR(0, tau[i] + passive[i] - bias[i], 1e-7);
    rbd_data_destroy(d);
    stale = r, ++stale.generation;
    EXPECT_EQ((int)CONTACT_STALE_HANDLE, (int)contact_robot_set_control(w, stale, 0, 1));
    EXPECT_EQ((int)CONTACT_BAD_ARGUMENT, (int)contact_robot_set_control(w, r, 4, 1));
    EXPECT_EQ((int)CONTACT_NOT_FINITE, (int)contact_robot_set_control(w, r, 0, TACT_R(0.0) / (force[2] - 1)));
    EXPECT_EQ((int)CONTACT_BAD_ARGUMENT, (int)contact_robot_set_key(w, r, 1));
    EXPECT_TRUE(contact_robot_activations(w, stale) == NULL);
    EXPECT_EQ((int)CONTACT_STALE_HANDLE, (int)contact_robot_actuator_forces(w, stale, force));
    contact_world_destroy(w);
    rbd_model_destroy(m);
}
/* The same steps from a snapshot and in a clone, with activations on their way. */
UTEST(files, controls_are_state) {
    contact_world_config c = contact_default_world_config();
    contact_world *w = test_world(&c), *copy;
    rbd_model *m;
    contact_robot r = add(w, arm, NULL, NULL, &m);
    size_t bytes;
    void *block;
    uint64_t hash;
    int i;
    ASSERT_TRUE_MSG(r.generation != 0, contact_world_error(w)->text);
    ASSERT_EQ((int)CONTACT_OK, (int)contact_robot_set_control(w, r, 3, 1));
    ASSERT_EQ((int)CONTACT_OK, (int)contact_robot_set_control(w, r, 0, TACT_R(-0.5)));
    for (i = 0; i < 10; ++i) contact_world_step(w, TACT_R(0.002));
    bytes = contact_world_snapshot_bytes(w), block = malloc(bytes);
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_save(w, block, bytes));
    copy = contact_world_clone(w, NULL);
    ASSERT_TRUE(copy != NULL);
    for (i = 0; i < 50; ++i) contact_world_step(w, TACT_R(0.002)), contact_world_step(copy, TACT_R(0.002));
    hash = contact_world_hash(w);
    EXPECT_TRUE(hash == contact_world_hash(copy));
    contact_robot_set_control(w, r, 3, 0), contact_robot_set_control(w, r, 0, 1);
    contact_world_step(w, TACT_R(0.002));
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_restore(w, block, bytes));
    for (i = 0; i < 50; ++i) contact_world_step(w, TACT_R(0.002));
    EXPECT_TRUE(hash == contact_world_hash(w));
    contact_robot_activations(w, r)[0] += TACT_R(0.1);
    EXPECT_TRUE(hash != contact_world_hash(w));
    free(block);
    contact_world_destroy(copy);
    contact_world_destroy(w);
    rbd_model_destroy(m);
}
/* Derivatives of a step by state and torque, with a servo, a one-sided servo, a site motor, a muscle, a tendon and
   gravity compensation: by central differences of steps. */
UTEST(files, derivatives_see_the_rig) {
    scene s = scene_begin(CONTACT_METHOD_AUTO);
    static tact_real by_state[4 * MOST * MOST], by_input[2 * MOST * MOST], column[2 * MOST];
    contact_differential *d = contact_differential_create(NULL);
    size_t bytes;
    void *block;
    rbd_model *m;
    captured plus, minus;
    int i, j, n;
    s.robot = add(s.w, arm, "up", NULL, &m);
    ASSERT_TRUE_MSG(s.robot.generation != 0, contact_world_error(s.w)->text);
    s.model = s.owned = m;
    contact_robot_v(s.w, s.robot)[0] = TACT_R(0.7), contact_robot_v(s.w, s.robot)[1] = TACT_R(-1.1);
    n = contact_world_dofs(s.w);
    ASSERT_EQ(2, n);
    bytes = contact_world_snapshot_bytes(s.w), block = malloc(bytes);
    contact_world_save(s.w, block, bytes);
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step_differential(s.w, s.dt, d));
    ASSERT_EQ((int)CONTACT_OK, (int)contact_differential_matrices(d, by_state, by_input, NULL));
    for (j = 0; j < 3 * n; ++j) {
        const tact_real h = TACT_R(1e-6);
        changed_step(&s, block, bytes, n, j, h, &plus);
        changed_step(&s, block, bytes, n, j, -h, &minus);
        subtract(&s, &plus, &minus, n, 1 / (2 * h), column);
        for (i = 0; i < 2 * n; ++i) {
            tact_real mine = j < 2 * n ? by_state[i * 2 * n + j] : by_input[i * n + j - 2 * n];
            EXPECT_NEAR(column[i], mine, 1e-7); /* differences of rounding 1e-15 over h, twice */
        }
    }
    free(block);
    contact_differential_destroy(d);
    scene_end(&s);
}
/* A tendon a million times stiffer than the step can follow does not gain energy. */
UTEST(files, a_stiff_tendon_is_stable) {
    static const char text[] =
        "<mujoco><worldbody><site name='s0' pos='0 0 2'/><body name='a' pos='0 0 1'><freejoint/><geom type='box' "
        "size='.1 .1 .1' contype='0' conaffinity='0'/><site name='sa' pos='.1 0 0'/></body></worldbody>"
        "<tendon><spatial stiffness='1e8' springlength='.9'><site site='s0'/><site "
        "site='sa'/></spatial></tendon></mujoco>";
    contact_world_config c = contact_default_world_config();
    contact_world *w = test_world(&c);
    rbd_model *m;
    contact_robot r = add(w, text, NULL, NULL, &m);
    rbd_data *d;
    tact_real length, most = 0;
    int i;
    ASSERT_TRUE_MSG(r.generation != 0, contact_world_error(w)->text);
    EXPECT_NEAR(1, contact_robot_q(w, r)[2], 0); /* starts where the file puts it */
    d = rbd_data_create(m, NULL);
    for (i = 0; i < 2000; ++i) {
        ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, TACT_R(0.005)));
        rbd_tendon_lengths(m, d, contact_robot_q(w, r), &length, NULL, 0);
        if (i > 100) most = tact_max(most, tact_abs(length - TACT_R(0.9)));
    }
    EXPECT_LT(most, 1e-3); /* m g/k is 8e-7 m; what swings adds its own */
    rbd_data_destroy(d);
    contact_world_destroy(w);
    rbd_model_destroy(m);
}
/* A ball joint stops at its limit; a rope with dry friction holds less than that and lets go what is more. */
UTEST(files, limits_of_turns_and_friction_of_ropes) {
    static const char text[] =
        "<mujoco><compiler angle='radian'/><worldbody><body><joint name='j' type='ball' range='0 .7' damping='.05'/>"
        "<geom size='.05' pos='.5 0 0' contype='0' conaffinity='0' mass='1'/></body>"
        "<site name='o' pos='0 2 0'/><site name='o3' pos='0 3 0'/>"
        "<body pos='0 2 -1'><joint name='light' type='slide' axis='0 0 1'/><geom size='.1' mass='1' contype='0'/>"
        "<site name='a'/></body>"
        "<body pos='0 3 -1'><joint name='heavy' type='slide' axis='0 0 1'/><geom size='.1' mass='2' contype='0'/>"
        "<site name='b'/></body></worldbody>"
        "<tendon><spatial frictionloss='12'><site site='o'/><site site='a'/></spatial>"
        "<spatial frictionloss='12'><site site='o3'/><site site='b'/></spatial></tendon></mujoco>";
    contact_world_config c = contact_default_world_config();
    contact_world *w = test_world(&c);
    rbd_model *m;
    contact_robot r = add(w, text, NULL, NULL, &m);
    const tact_real *q;
    int i;
    ASSERT_TRUE_MSG(r.generation != 0, contact_world_error(w)->text);
    for (i = 0; i < 1000; ++i) ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, TACT_R(0.001)));
    q = contact_robot_q(w, r);
    EXPECT_LT(fabs((double)q[4]), 2e-3); /* creeps below the speed of friction, 1 mm/s */
    /* s = a t^2/2; it starts late by a few steps, in which friction acts as a damper */
    EXPECT_NEAR(-(2 * 9.81 - 12) / 2 / 2, q[5], 0.02);
    for (i = 0; i < 4000; ++i) ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, TACT_R(0.001)));
    /* it would hang at pi/2; the limit gives way by m g r / k, k of solref 0.02 */
    EXPECT_NEAR(0.7, tact_norm(tact_quat_log(tact_quat_make(q[0], q[1], q[2], q[3]))), 0.02);
    contact_world_destroy(w);
    rbd_model_destroy(m);
}
/* A ball comes to rest in the trough of a height field, at the height that the file says. */
UTEST(files, height_fields_carry) {
    static const char text[] =
        "<mujoco><asset><hfield name='h' nrow='3' ncol='5' size='2 1 .5 .1' elevation='4 2 0 2 4 4 2 0 2 4 4 2 0 2 4'/>"
        "</asset><worldbody><geom type='hfield' hfield='h' pos='0 0 1' friction='1'/><body pos='.3 0 2'><freejoint/>"
        "<geom size='.2'/></body></worldbody></mujoco>";
    contact_world_config c = contact_default_world_config();
    contact_world *w = test_world(&c);
    rbd_model *m;
    contact_robot r = add(w, text, NULL, NULL, &m);
    int i;
    ASSERT_TRUE_MSG(r.generation != 0, contact_world_error(w)->text);
    for (i = 0; i < 4000; ++i) ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, TACT_R(0.005)));
    EXPECT_NEAR(0, contact_robot_q(w, r)[0], 1e-2); /* two slopes of 1/4 meet at x = 0 */
    EXPECT_NEAR(1 + 0.2 * sqrt(1 + 1.0 / 16), contact_robot_q(w, r)[2], 1e-3);
    contact_world_destroy(w);
    rbd_model_destroy(m);
}
/* surfacevel is a belt, in the axes of the geom: a box on it ends at its speed. */
UTEST(files, belts_carry) {
    static const char text[] =
        "<mujoco><worldbody><geom type='box' size='9 9 .1' euler='0 0 90' surfacevel='.5 0 0'/><body pos='0 0 .3'>"
        "<freejoint/><geom type='box' size='.2 .2 .2'/></body></worldbody></mujoco>";
    contact_world_config c = contact_default_world_config();
    contact_world *w = test_world(&c);
    rbd_model *m;
    contact_robot r = add(w, text, NULL, NULL, &m);
    int i;
    ASSERT_TRUE_MSG(r.generation != 0, contact_world_error(w)->text);
    for (i = 0; i < 400; ++i) ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, TACT_R(0.005)));
    EXPECT_NEAR(0, contact_robot_v(w, r)[0], 1e-6);
    EXPECT_NEAR(0.5, contact_robot_v(w, r)[1], 1e-6); /* the geom's x is the world's y */
    contact_world_destroy(w);
    rbd_model_destroy(m);
}
/* A mesh is its hull: a pyramid comes to rest on its base. contype and conaffinity of the file count. */
UTEST(files, meshes_collide_as_hulls) {
    static const char obj[] =
        "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv 0 0 1\nf 4 3 2 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n";
    static const char mjcf[] =
        "<mujoco><asset><mesh name='p' file='p.obj' scale='.1 .1 .1'/></asset><worldbody><geom type='plane' size='1 1 "
        "1'/>"
        "<body name='a' pos='0 0 .3'><freejoint/><geom type='mesh' mesh='p' condim='4' friction='.7 .01'/></body>"
        "<body name='ghost' pos='0 0 .3'><freejoint/><geom size='.1' contype='2' "
        "conaffinity='2'/></body></worldbody></mujoco>";
    static const char urdf[] =
        "<robot name='r'><mujoco><compiler/></mujoco><link name='a'><inertial><mass value='1'/><inertia ixx='.01' "
        "iyy='.01' izz='.01' ixy='0' ixz='0' iyz='0'/></inertial><collision><geometry><mesh filename='p.obj' "
        "scale='.1 .1 .1'/></geometry></collision></link></robot>";
    contact_world_config c = contact_default_world_config();
    contact_world *w = test_world(&c);
    rbd_model *m[2];
    files f;
    contact_robot r[2];
    contact_file_config config = contact_default_file_config();
    contact_geom geom = {0, 0};
    int i;
    f.name = "p.obj", f.text = obj, f.warnings = 0;
    r[0] = add(w, mjcf, NULL, &f, &m[0]);
    ASSERT_TRUE_MSG(r[0].generation != 0, contact_world_error(w)->text);
    EXPECT_EQ(0, f.warnings);
    config.reader.user = &f, config.reader.file = on_file;
    config.reader.floating_base = 1;
    config.reader.placement = tact_pose_at(2, 0, TACT_R(0.3));
    r[1] = contact_world_add_file(w, urdf, strlen(urdf), &config, &m[1]); /* its <mujoco> does not make it MJCF */
    ASSERT_TRUE_MSG(r[1].generation != 0, contact_world_error(w)->text);
    geom = contact_body_next_geom(w, contact_robot_link(w, r[0], 1), geom);
    EXPECT_NEAR(0.7, contact_geom_surface(w, geom)->friction, 1e-15);
    EXPECT_NEAR(0.01, contact_geom_surface(w, geom)->torsional_friction, 1e-15);
    for (i = 0; i < 1000; ++i) ASSERT_TRUE(contact_world_step(w, TACT_R(0.002)) >= 0);
    EXPECT_NEAR(0, contact_robot_q(w, r[0])[2], 1e-4); /* the base is at its origin */
    EXPECT_LT(contact_robot_q(w, r[0])[9], -5);        /* the ghost fell through plane and pyramid */
    EXPECT_NEAR(-0.3, contact_robot_q(w, r[1])[2], 1e-4);
    contact_world_destroy(w);
    rbd_model_destroy(m[0]), rbd_model_destroy(m[1]);
}
/* Which solids of a file never meet: those of bodies that it excludes, also where one is fixed to the world and merged
   with it; those that overlap where the robot starts inside its limits, with a warning. Fingers whose neutral pose is
   outside their limits are apart inside them and do meet; so does what stands in the floor. */
UTEST(files, which_solids_meet) {
    static const char mjcf[] =
        "<mujoco><worldbody><geom name='floor' type='box' size='3 3 .1' pos='0 0 -.1'/>"
        "<body name='base' pos='0 0 1'><geom type='box' size='.1 .1 .1'/>"
        "<body name='arm'><joint axis='0 0 1'/><geom type='box' size='.3 .02 .02'/><body name='fore' pos='.3 0 0'>"
        "<joint axis='0 0 1'/><geom size='.01' mass='1'/><body name='hand'><joint axis='0 1 0'/>"
        "<geom type='box' size='.05 .01 .01'/>"
        "<body name='left' pos='0 .2 0'><joint type='slide' axis='0 1 0' range='.05 .1'/><geom size='.04'/></body>"
        "<body name='right' pos='0 .2 0'><joint type='slide' axis='0 -1 0' range='.05 .1'/><geom size='.04'/></body>"
        "</body></body></body></body>"
        "<body name='cup' pos='1 0 .09'><freejoint/><geom size='.1'/></body></worldbody>"
        "<contact><exclude body1='base' body2='arm'/></contact></mujoco>";
    contact_world_config c = contact_default_world_config();
    contact_world *w = test_world(&c);
    rbd_model *m;
    files f = {NULL, NULL, 0};
    contact_robot r = add(w, mjcf, NULL, &f, &m);
    contact_geom arm_geom = {0, 0}, hand_geom = {0, 0};
    int i, k, met = 0, fingers = 0, floor = 0;
    ASSERT_TRUE_MSG(r.generation != 0, contact_world_error(w)->text);
    EXPECT_EQ(1, f.warnings); /* hand in arm; base in arm is excluded by the file */
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, TACT_R(0.001)));
    for (i = 0; i < contact_world_contact_count(w); ++i) {
        contact_point p = contact_world_contact(w, i);
        int side[2] = {0, 0};
        for (k = 1; k < m->n_bodies; ++k) {
            if (contact_robot_link(w, r, k).index == p.a.index) side[0] = k;
            if (contact_robot_link(w, r, k).index == p.b.index) side[1] = k;
        }
        if (side[0] > side[1]) k = side[0], side[0] = side[1], side[1] = k;
        met |= side[0] == 1 || side[1] == 1; /* the arm: nothing is near but base and hand */
        fingers |= side[0] == 4 && side[1] == 5;
        floor |= side[0] == 0 && side[1] == 6;
    }
    EXPECT_FALSE(met);
    EXPECT_TRUE(fingers);
    EXPECT_TRUE(floor);
    /* told otherwise, they meet again; twice told is once */
    arm_geom = contact_body_next_geom(w, contact_robot_link(w, r, 1), arm_geom);
    hand_geom = contact_body_next_geom(w, contact_robot_link(w, r, 3), hand_geom);
    for (k = 1; k >= 0; --k) {
        for (i = 0; i < 2; ++i)
            ASSERT_EQ((int)CONTACT_OK,
                      (int)contact_world_set_pair_meets(w, i ? hand_geom : arm_geom, i ? arm_geom : hand_geom, k));
        contact_world_step(w, TACT_R(0.001));
        for (i = met = 0; i < contact_world_contact_count(w); ++i) {
            contact_point p = contact_world_contact(w, i);
            met |= p.geom_a.index == arm_geom.index || p.geom_b.index == arm_geom.index;
        }
        EXPECT_EQ(k, met);
    }
    ++hand_geom.generation;
    EXPECT_EQ((int)CONTACT_STALE_HANDLE, (int)contact_world_set_pair_meets(w, arm_geom, hand_geom, 0));
    EXPECT_EQ((int)CONTACT_BAD_ARGUMENT, (int)contact_world_set_pair_meets(NULL, arm_geom, hand_geom, 0));
    contact_world_destroy(w);
    rbd_model_destroy(m);
}
/* A base of URDF that is fixed to the world is the neighbour of the links on it. */
UTEST(files, a_fixed_base_is_a_neighbour) {
    static const char urdf[] =
        "<robot name='r'><link name='base'><collision><geometry><box size='1 1 1'/></geometry></collision></link>"
        "<link name='arm'><inertial><mass value='1'/><inertia ixx='.01' iyy='.01' izz='.01' ixy='0' ixz='0' iyz='0'/>"
        "</inertial><collision><geometry><box size='.4 .4 .4'/></geometry></collision></link>"
        "<joint name='j' type='revolute'><parent link='base'/><child link='arm'/><origin xyz='.5 0 0'/><axis xyz='0 0 "
        "1'/>"
        "<limit lower='-1' upper='1' effort='1' velocity='1'/></joint></robot>";
    contact_world_config c = contact_default_world_config();
    contact_world *w = test_world(&c);
    rbd_model *m;
    files f = {NULL, NULL, 0};
    contact_robot r = add(w, urdf, NULL, &f, &m);
    ASSERT_TRUE_MSG(r.generation != 0, contact_world_error(w)->text);
    EXPECT_EQ(0, f.warnings);
    ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, TACT_R(0.001)));
    EXPECT_EQ(0, contact_world_contact_count(w));
    contact_world_destroy(w);
    rbd_model_destroy(m);
}
/* A file of a fixed base alone has no links: it stands, reduced and maximal, beside a body that falls. */
UTEST(files, a_robot_without_links) {
    static const char mjcf[] = "<mujoco><worldbody><body name='a' pos='0 0 1'/></worldbody></mujoco>";
    for (int maximal = 0; maximal < 2; ++maximal) {
        contact_world_config c = contact_default_world_config();
        contact_world *w;
        contact_body ball;
        rbd_model *m;
        c.maximal = maximal;
        w = test_world(&c);
        ASSERT_TRUE_MSG(add(w, mjcf, NULL, NULL, &m).generation != 0, contact_world_error(w)->text);
        ball = test_body(w, CONTACT_BODY_DYNAMIC, collide_sphere(TACT_R(0.1)), tact_pose_at(0, 0, 1), 500, 0, 0);
        for (int k = 0; k < 10; ++k) ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, TACT_R(0.01)));
        EXPECT_TRUE(contact_body_pose(w, ball).p.z < 1);
        contact_world_destroy(w);
        rbd_model_destroy(m);
    }
}
/* Nor has a scene of geoms alone: a ball lies on its floor. */
UTEST(files, a_scene_of_geoms) {
    static const char mjcf[] = "<mujoco><worldbody><geom type='plane' size='1 1 1' pos='0 0 .5'/></worldbody></mujoco>";
    contact_world_config c = contact_default_world_config();
    contact_world *w = test_world(&c);
    contact_body ball;
    rbd_model *m;
    ASSERT_TRUE_MSG(add(w, mjcf, NULL, NULL, &m).generation != 0, contact_world_error(w)->text);
    ball = test_body(w, CONTACT_BODY_DYNAMIC, collide_sphere(TACT_R(0.1)), tact_pose_at(0, 0, TACT_R(0.7)), 500, 0, 0);
    for (int k = 0; k < 100; ++k) ASSERT_EQ((int)CONTACT_OK, (int)contact_world_step(w, TACT_R(0.01)));
    EXPECT_NEAR(0.6, contact_body_pose(w, ball).p.z, 1e-3); /* within the slop of a resting contact */
    contact_world_destroy(w);
    rbd_model_destroy(m);
}
UTEST(files, a_refusal_ends_with_its_reason) {
    contact_world_config c = contact_default_world_config();
    contact_world *w = test_world(&c);
    rbd_model *m;
    const char *text;
    EXPECT_TRUE(add(w, "<mujoco>\n<worldbody><body nam='a'/></worldbody></mujoco>", NULL, NULL, &m).generation == 0);
    text = contact_world_error(w)->text;
    EXPECT_TRUE_MSG(!strcmp(text, "line 2: <body> it has no attribute 'nam'"), text);
    EXPECT_TRUE(add(w, arm, "down", NULL, &m).generation == 0);
    EXPECT_TRUE_MSG(strstr(contact_world_error(w)->text, "down") != NULL, contact_world_error(w)->text);
    EXPECT_TRUE(m == NULL);
    contact_world_destroy(w);
}

UTEST_MAIN()
