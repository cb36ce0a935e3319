/* Facts: every robot of the folders data/menagerie and data/urdf loads into a world, stands or falls there on a floor
   just below it for a fifth of a second at 2 ms without a step that fails, stays finite, and where its file has no
   actuators gains no energy but what the limits of a pose outside them need. Without the data the test is skipped. */
/* slow: yes */
#include "utest.h"

#include "world_common.h"

static const char *const robots[] = {"menagerie/agilex_piper/piper.xml",
                                     "menagerie/agility_cassie/cassie.xml",
                                     "menagerie/anybotics_anymal_b/anymal_b.xml",
                                     "menagerie/anybotics_anymal_c/anymal_c.xml",
                                     "menagerie/apptronik_apollo/scene.xml",
                                     "menagerie/arx_l5/arx_l5.xml",
                                     "menagerie/berkeley_humanoid/berkeley_humanoid.xml",
                                     "menagerie/bitcraze_crazyflie_2/cf2.xml",
                                     "menagerie/boston_dynamics_spot/spot_arm.xml",
                                     "menagerie/dynamixel_2r/dynamixel_2r.xml",
                                     "menagerie/flexiv_rizon4/flexiv_rizon4.xml",
                                     "menagerie/flybody/fruitfly.xml",
                                     "menagerie/google_barkour_vb/barkour_vb.xml",
                                     "menagerie/google_robot/robot.xml",
                                     "menagerie/iit_softfoot/softfoot.xml",
                                     "menagerie/kinova_gen3/gen3.xml",
                                     "menagerie/kuka_iiwa_14/iiwa14.xml",
                                     "menagerie/low_cost_robot_arm/low_cost_robot_arm.xml",
                                     "menagerie/pal_talos/talos.xml",
                                     "menagerie/pal_tiago/tiago_motor.xml",
                                     "menagerie/rethink_robotics_sawyer/sawyer.xml",
                                     "menagerie/robotiq_2f85/2f85.xml",
                                     "menagerie/robotstudio_so101/so101.xml",
                                     "menagerie/shadow_hand/left_hand.xml",
                                     "menagerie/skydio_x2/x2.xml",
                                     "menagerie/stanford_tidybot/tidybot.xml",
                                     "menagerie/tetheria_aero_hand_open/left_hand.xml",
                                     "menagerie/trossen_vx300s/vx300s.xml",
                                     "menagerie/trossen_wx250s/wx250s.xml",
                                     "menagerie/trs_so_arm100/so_arm100.xml",
                                     "menagerie/ufactory_xarm7/xarm7.xml",
                                     "menagerie/umi_gripper/umi_gripper.xml",
                                     "menagerie/unitree_a1/a1.xml",
                                     "menagerie/unitree_go1/go1.xml",
                                     "menagerie/unitree_go2/go2.xml",
                                     "menagerie/unitree_z1/z1_gripper.xml",
                                     "menagerie/universal_robots_ur5e/ur5e.xml",
                                     "menagerie/wonik_allegro/left_hand.xml",
                                     "urdf/a1.urdf",
                                     "urdf/allegro_left_hand.urdf",
                                     "urdf/anymal.urdf",
                                     "urdf/double_pendulum.urdf",
                                     "urdf/double_pendulum_continuous.urdf",
                                     "urdf/panda.urdf",
                                     "urdf/simple_humanoid.urdf",
                                     "urdf/solo12.urdf",
                                     "urdf/talos_reduced.urdf",
                                     "urdf/ur5_robot.urdf"};

static char directory[1024];
static void *held[4096];
static int n_held;
static char *slurp(const char *name, size_t *n) {
    FILE *f = fopen(name, "rb");
    char *t = NULL;
    if (!f) return NULL;
    if (!fseek(f, 0, SEEK_END)) {
        *n = (size_t)ftell(f);
        rewind(f);
        t = (char *)malloc(*n + 1);
        if (t && fread(t, 1, *n, f) != *n) free(t), t = NULL;
    }
    fclose(f);
    if (t && n_held < 4096) held[n_held++] = t;
    return t;
}
static const void *on_file(void *user, const char *name, size_t *bytes) {
    char path[2048];
    (void)user;
    snprintf(path, sizeof path, "%s%s", directory, name);
    return slurp(path, bytes);
}
/* The height of the lowest point of what moves. */
static tact_real lowest(const contact_world *w) {
    contact_body body = TACT_ZERO;
    tact_real low = 0;
    while ((body = contact_world_next_body(w, body)).generation) {
        contact_geom geom = TACT_ZERO;
        contact_body_def def;
        if (contact_body_get(w, body, &def) < 0 || def.type == CONTACT_BODY_STATIC) continue;
        while ((geom = contact_body_next_geom(w, body, geom)).generation) {
            contact_geom_def g;
            collide_aabb box;
            if (contact_geom_get(w, geom, &g) < 0 || g.shape->kind == COLLIDE_KIND_HALFSPACE) continue;
            if (collide_shape_aabb(g.shape, contact_geom_pose(w, geom), &box) == COLLIDE_OK && box.min.z < low)
                low = box.min.z;
        }
    }
    return low;
}
UTEST(menagerie, every_robot_stands_or_falls) {
    const char *data = getenv("TACT_DATA");
    const int n = (int)(sizeof robots / sizeof robots[0]);
    int i, found = 0;
    for (i = 0; i < n; ++i) {
        contact_world_config config = contact_default_world_config();
        contact_file_config file = contact_default_file_config();
        collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0);
        contact_world *w;
        contact_robot r;
        rbd_model *m = NULL;
        char path[1024];
        size_t bytes;
        char *text;
        tact_real kinetic, potential, start;
        int step, failed = 0, caveats = 0;
        snprintf(path, sizeof path, "%s/%s", data ? data : "../shared/data", robots[i]);
        snprintf(directory, sizeof directory, "%s", path);
        *(strrchr(directory, '/') + 1) = 0;
        text = slurp(path, &bytes);
        if (!text) continue;
        ++found;
        w = contact_world_create(&config, NULL, NULL);
        file.reader.file = on_file;
        file.reader.floating_base = strstr(path, ".urdf") != NULL && !strstr(path, "panda") && !strstr(path, "ur5") &&
                                    !strstr(path, "allegro") && !strstr(path, "pendulum");
        r = contact_world_add_file(w, text, bytes, &file, &m);
        EXPECT_TRUE_MSG(r.generation != 0 || strstr(contact_world_error(w)->text, "cannot be opened") != NULL,
                        contact_world_error(w)->text); /* some are without their meshes there */
        if (r.generation) {
            if (m->rig && m->rig->n_keys) contact_robot_set_key(w, r, 0);
            for (step = 1; step < m->n_bodies && m->body_nv[step] != 6;) ++step;
            if (step < m->n_bodies) /* it can fall */
                contact_world_add_static(w, &ground, tact_pose_at(0, 0, lowest(w) - TACT_R(1e-3)));
            contact_world_energy(w, &kinetic, &potential);
            start = kinetic + potential;
            for (step = 0; step < 100; ++step) {
                contact_status status = contact_world_step(w, TACT_R(0.002));
                failed += status<0, caveats += status> 0;
            }
            EXPECT_EQ_MSG(0, failed, path);
            EXPECT_LT_MSG(caveats, 5, path); /* an iteration limit now and then, in a pose outside of limits */
            contact_world_energy(w, &kinetic, &potential);
            EXPECT_TRUE_MSG(tact_finite(kinetic + potential), path);
            /* a pose outside its limits is lifted into them: half a joule at most in these */
            if (!m->rig || !m->rig->n_actuators) EXPECT_LT_MSG(kinetic + potential, start + 0.5, path);
        }
        contact_world_destroy(w), rbd_model_destroy(m);
        while (n_held) free(held[--n_held]);
    }
    if (!found) UTEST_SKIP("no data/menagerie and data/urdf");
}

UTEST_MAIN()
