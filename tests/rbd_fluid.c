/* Facts about MJCF beyond the tree that have closed forms: Stokes' drag and the added mass of a sphere, drag of a box, a
   slider-crank, hulls of vertices, faces with many corners, several objects in one OBJ, copies of attached models. */
/* c++: yes */
#include "utest.h"

#include "rbd_common.h"

static const void *on_file(void *user, const char *name, size_t *bytes) {
    static const char part[] = "<mujoco model='part'><worldbody><body name='b'><joint name='j' axis='1 0 0'/>"
                               "<geom size='0.1'/></body></worldbody><actuator><motor name='a' joint='j'/></actuator>"
                               "</mujoco>";
    (void)user, (void)name;
    *bytes = sizeof part - 1;
    return part;
}
static rbd_model *read_model(const char *text) {
    rbd_reader_config config = rbd_default_reader_config();
    rbd_error error;
    rbd_model *m;
    config.file = on_file;
    m = rbd_model_create_mjcf(text, strlen(text), &config, NULL, &error);
    if (!m) fprintf(stderr, "%s\n", error.text);
    return m;
}

UTEST(fluid, a_sphere_in_a_viscous_fluid) {
    rbd_model *m = read_model("<mujoco><option viscosity='0.3' wind='0.5 0 0'/><worldbody><body><freejoint/>"
                              "<geom size='0.2' fluidshape='ellipsoid'/></body></worldbody></mujoco>");
    rbd_data *d = rbd_data_create(m, NULL);
    tact_real q[7] = {0, 0, 0, 0, 0, 0, 1}, v[6] = {1, 2, 3, 4, 5, 6}, tau[6];
    tact_real volume = TACT_R(4.0 / 3) * TACT_PI * TACT_R(0.008);
    int k;
    ASSERT_EQ(1, m->rig->n_immersed);
    ASSERT_EQ((int)RBD_OK, (int)rbd_passive_forces(m, d, q, v, tau));
    v[0] -= TACT_R(0.5); /* what counts is the velocity through the air */
    for (k = 0; k < 3; ++k) {
        EXPECT_NEAR(-6 * TACT_PI * 0.3 * 0.2 * v[k], tau[k], 1e-12);           /* Stokes 1851 */
        EXPECT_NEAR(-8 * TACT_PI * 0.3 * 0.008 * v[3 + k], tau[3 + k], 1e-12); /* Kirchhoff 1876 */
    }
    /* half of the fluid that it displaces moves along (Lamb, Hydrodynamics, 92); the rule has eight digits */
    EXPECT_NEAR(volume / 2, m->rig->immersed[0].added_mass.y, 1e-5 * volume);
    EXPECT_NEAR(0, m->rig->immersed[0].added_inertia.z, 1e-12);
    rbd_data_destroy(d), rbd_model_destroy(m);
}

UTEST(fluid, a_box_and_its_rows) {
    rbd_model *m = read_model("<mujoco><option density='1.2' viscosity='0.01'/><worldbody><body pos='1 0 0'>"
                              "<joint type='ball' pos='-1 0 0'/><geom type='box' size='0.1 0.2 0.3'/>"
                              "<body pos='0 0 1'><joint axis='0 1 0'/><geom type='box' size='0.2 0.1 0.3'"
                              " fluidshape='ellipsoid'/></body></body></worldbody></mujoco>");
    rbd_data *d = rbd_data_create(m, NULL);
    tact_real q[5], v[4] = {TACT_R(0.3), TACT_R(-0.7), 2, 1}, tau[4], sum[4], J[12 * 4], force[12], k[12], c[12],
                    lift[4];
    tact_real inertia[4] = {1, 1, 1, 1};
    rbd_rig_input in;
    int i, r;
    rbd_neutral(m, q);
    /* the box alone, spinning about z at 1 m: drag of the side and of the turn */
    memset(v, 0, sizeof v), v[2] = 2, v[3] = 0;
    ASSERT_EQ(2, m->rig->n_immersed);
    EXPECT_NEAR(0.4, m->rig->immersed[0].size.y, 1e-12);
    ASSERT_EQ(12, rbd_rig_row_count(m));
    memset(&in, 0, sizeof in);
    in.q = q, in.v = v, in.inertia = inertia, in.dt = TACT_R(0.01);
    ASSERT_EQ((int)RBD_OK, (int)rbd_rig_rows(m, d, &in, J, 4, force, k, c, lift));
    EXPECT_NEAR(-0.5 * 1.2 * 0.2 * 0.6 * 4 - 3 * TACT_PI * 0.4 * 0.01 * 2, force[1], 1e-12);
    EXPECT_NEAR(1.2 * 0.2 * 0.6 * 2 + 3 * TACT_PI * 0.4 * 0.01, c[1], 1e-12);
    EXPECT_NEAR(-1.2 * 0.6 * (0.0016 + 0.0256) / 64 * 4 - TACT_PI * 0.064 * 0.01 * 2, force[5], 1e-12);
    /* rows add up to the passive forces at any state, and take energy away */
    v[0] = TACT_R(0.3), v[1] = TACT_R(-0.7), v[3] = 1;
    q[0] = TACT_R(0.1), q[1] = TACT_R(0.2), q[4] = TACT_R(0.4);
    rbd_normalize(m, q);
    rbd_passive_forces(m, d, q, v, tau);
    rbd_rig_rows(m, d, &in, J, 4, force, k, c, lift);
    memset(sum, 0, sizeof sum);
    for (r = 0; r < 12; ++r)
        for (i = 0; i < 4; ++i) sum[i] += J[4 * r + i] * force[r];
    EXPECT_NEAR(0, rbdt_error(4, sum, tau), 1e-12);
    memset(sum, 0, sizeof sum);
    rbd_rig_torque(m, d, &in, sum);
    EXPECT_NEAR(0, rbdt_error(4, sum, tau), 1e-12);
    EXPECT_TRUE(tau[0] * v[0] + tau[1] * v[1] + tau[2] * v[2] + tau[3] * v[3] < 0);
    rbd_data_destroy(d), rbd_model_destroy(m);
}

UTEST(rig, a_slider_crank) {
    rbd_model *m = read_model("<mujoco><worldbody><site name='s' quat='0.7071067811865476 0 0.7071067811865476 0'/>"
                              "<body><joint axis='0 0 1'/><geom size='0.1'/><site name='c' pos='0.3 0 0'/></body>"
                              "</worldbody><actuator><general name='a' cranksite='c' slidersite='s' cranklength='0.8'"
                              " gear='2' gainprm='0' biastype='affine' biasprm='0 1 0'/></actuator></mujoco>");
    rbd_data *d = rbd_data_create(m, NULL);
    tact_real q[1] = {TACT_R(0.7)}, v[1] = {0}, force, tau, h = TACT_R(1e-6), x[2];
    int k;
    ASSERT_EQ((int)RBD_ON_SLIDER_CRANK, (int)m->rig->actuators[0].transmission);
    ASSERT_EQ((int)RBD_OK, (int)rbd_actuation(m, d, q, v, NULL, NULL, &force, &tau, NULL));
    /* the piston of a crank of 0.3 and a rod of 0.8; its force is the length itself here */
    EXPECT_NEAR(2 * (0.3 * cos(0.7) - sqrt(0.64 - 0.09 * sin(0.7) * sin(0.7))), force, 1e-12);
    for (k = 0; k < 2; ++k) {
        tact_real at = TACT_R(0.7) + (k ? h : -h);
        rbd_actuation(m, d, &at, v, NULL, NULL, &x[k], NULL, NULL);
    }
    EXPECT_NEAR(force * (x[1] - x[0]) / (2 * h), tau, 1e-8); /* h^2 and rounding over h */
    rbd_data_destroy(d), rbd_model_destroy(m);
}

UTEST(mesh, faces_of_many_corners) {
    /* an L of area 3 and height 1, its floor and roof of six corners, not convex; then another object */
    static const char obj[] =
        "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\n"
        "v 1 2 1\nv 0 2 1\no first\nf 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\n"
        "f 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\no second\nf 1 2 3\n";
    rbd_error error;
    rbd_inertia inertia;
    rbd_mesh *mesh = rbd_mesh_create(obj, strlen(obj), NULL, &error);
    ASSERT_TRUE_MSG(mesh != NULL, error.text);
    EXPECT_EQ(2, mesh->n_polygons);
    EXPECT_EQ(20, mesh->n_first);
    EXPECT_EQ(21, mesh->n_triangles);
    mesh->n_triangles = mesh->n_first;
    ASSERT_EQ((int)RBD_OK, (int)rbd_mesh_inertia(mesh, RBD_MESH_SOLID, 1, &inertia, &error));
    EXPECT_NEAR(3, inertia.mass, 1e-12);
    ASSERT_EQ((int)RBD_OK, (int)rbd_mesh_inertia(mesh, RBD_MESH_SHELL, 1, &inertia, &error));
    EXPECT_NEAR(6 + 8, inertia.mass, 1e-12); /* triangles do not overlap: two floors and the rim */
    rbd_mesh_destroy(mesh);
}

UTEST(files, a_model_without_a_name_is_attached_in_copies) {
    rbd_model *m = read_model("<mujoco><asset><model file='part.xml'/></asset><worldbody><replicate count='3'"
                              " offset='1 0 0'><attach model='part' prefix='p_'/></replicate></worldbody></mujoco>");
    EXPECT_EQ(3, m->nv);
    EXPECT_EQ(3, m->rig->n_actuators);
    EXPECT_EQ(2, rbd_model_find_actuator(m, "p_a2"));
    EXPECT_EQ(rbd_model_find_body(m, "p_b1"), m->rig->actuators[1].body);
    rbd_model_destroy(m);
}

UTEST(fluid, vertices_without_faces_have_a_hull) {
    /* a box of 0.2 x 0.4 x 0.6 m with points inside and on its faces; faces that are only two of its triangles */
    rbd_model *m = read_model(
        "<mujoco><asset>"
        "<mesh name='a' vertex='.1 .2 .3 0 0 0 .1 .2 -.3 .1 -.2 .3 .1 -.2 -.3 .05 .1 .1 -.1 .2 .3 -.1 .2 -.3"
        " -.1 -.2 .3 .1 0 0 0 .2 .1 -.1 -.2 -.3'/>"
        "<mesh name='b' inertia='convex' vertex='.1 .2 .3 .1 .2 -.3 .1 -.2 .3 .1 -.2 -.3 -.1 .2 .3 -.1 .2 -.3"
        " -.1 -.2 .3 -.1 -.2 -.3' face='0 1 2 3 4 5'/></asset><worldbody>"
        "<body><freejoint/><geom type='mesh' mesh='a'/></body><body><freejoint/><geom type='mesh' mesh='b'/></body>"
        "</worldbody></mujoco>");
    int b;
    ASSERT_TRUE(m != NULL);
    for (b = 1; b <= 2; ++b) { /* vertices are in single precision, as in MuJoCo */
        EXPECT_NEAR(48, m->inertia[b].mass, 1e-5);
        EXPECT_NEAR(48.0 / 12 * (0.16 + 0.36), m->inertia[b].xx, 1e-6);
        EXPECT_NEAR(48.0 / 12 * (0.04 + 0.16), m->inertia[b].zz, 1e-6);
        EXPECT_NEAR(0, tact_norm(m->inertia[b].com), 1e-7);
        EXPECT_NEAR(0, m->inertia[b].xy, 1e-7);
    }
    rbd_model_destroy(m);
    m = read_model(
        "<mujoco><asset><mesh name='a' vertex='0 0 0 1 0 0 0 1 0 1 1 0'/></asset><worldbody><body><freejoint/>"
        "<geom type='mesh' mesh='a'/></body></worldbody></mujoco>");
    EXPECT_TRUE(m == NULL); /* flat */
}
UTEST(fluid, lift_of_a_thin_plate) {
    /* Kutta's lift scales as the area whatever the thickness: a plate 100 times thinner has the same to 1e-3 */
    tact_real tau[2][6], q[7] = {0, 0, 0, 0, 0, 0, 1}, v[6] = {TACT_R(0.3), 0, TACT_R(0.4), 0, 0, 0};
    char text[400];
    int k;
    for (k = 0; k < 2; ++k) {
        rbd_model *m;
        rbd_data *d;
        snprintf(text, sizeof text,
                 "<mujoco><option density='1.2'/><worldbody><body><freejoint/><geom type='ellipsoid' size='.025 .01 %s'"
                 " mass='1e-4' fluidshape='ellipsoid' fluidcoef='0 0 0 1 0'/></body></worldbody></mujoco>",
                 k ? "1e-6" : "1e-4");
        m = read_model(text);
        ASSERT_TRUE(m != NULL);
        d = rbd_data_create(m, NULL);
        ASSERT_EQ((int)RBD_OK, (int)rbd_passive_forces(m, d, q, v, tau[k]));
        rbd_data_destroy(d), rbd_model_destroy(m);
    }
    EXPECT_GT(tact_abs(tau[0][0]), 1e-5);
    for (k = 0; k < 3; ++k) EXPECT_NEAR(tau[0][k], tau[1][k], 1e-3 * tact_abs(tau[0][0]));
}

UTEST_MAIN()
