/* Robots of ../shared/data/urdf: all of them load, and those with a reference model (made with Pinocchio 3.7) have
   the same joints in the same order, the same placements, inertias, limits and frames. */
#include "utest.h"

#include "rbd_common.h"

static char *read_urdf(const char *name, size_t *bytes) {
    char path[512];
    const char *base = getenv("TACT_DATA");
    FILE *file;
    char *text;
    snprintf(path, sizeof path, "%s/urdf/%s.urdf", base ? base : "../shared/data", name);
    file = fopen(path, "rb");
    if (!file) return NULL;
    text = (char *)malloc(1 << 20);
    *bytes = fread(text, 1, 1 << 20, file);
    fclose(file);
    return text;
}
static void count_warning(void *user, int line, const char *text) {
    (void)line, (void)text;
    ++*(int *)user;
}

UTEST(urdf_models, all_load) {
    static const struct {
        const char *name;
        int nv, warnings;
    } robots[] = {{"a1", 12, 0},
                  {"allegro_left_hand", 16, 13},
                  {"anymal", 12, 6},
                  {"double_pendulum", 2, 0},
                  {"double_pendulum_continuous", 2, 0},
                  {"panda", 8, 5},
                  {"simple_humanoid", 29, 1},
                  {"solo12", 12, 1},
                  {"talos_reduced", 32, 4},
                  {"ur5_robot", 6, 2}};
    size_t i;
    for (i = 0; i < sizeof robots / sizeof robots[0]; ++i) {
        size_t bytes = 0;
        char *text = read_urdf(robots[i].name, &bytes);
        rbd_error error;
        rbd_reader_config config = rbd_default_reader_config();
        rbd_model *m;
        int warnings = 0;
        if (!text) UTEST_SKIP("robot files not found");
        config.user = &warnings, config.warning = count_warning;
        m = rbd_model_create_urdf(text, bytes, &config, NULL, &error);
        ASSERT_TRUE_MSG(m != NULL, error.text);
        EXPECT_EQ_MSG(robots[i].nv, m->nv, robots[i].name);
        EXPECT_EQ_MSG(robots[i].warnings, warnings, robots[i].name);
        rbd_model_destroy(m);
        config.floating_base = 1;
        m = rbd_model_create_urdf(text, bytes, &config, NULL, &error);
        ASSERT_TRUE_MSG(m != NULL, error.text); /* also where the root is called world, as ur5_robot's */
        EXPECT_EQ(robots[i].nv + 6, m->nv);
        rbd_model_destroy(m);
        free(text);
    }
}

static double pose_error(tact_pose p, const tact_real *x) {
    tact_mat3 R = tact_quat_to_mat(p.q);
    double worst = 0;
    int i;
    for (i = 0; i < 9; ++i) worst = fmax(worst, fabs((double)(R.m[i / 3][i % 3] - x[i])));
    return fmax(worst,
                fmax(fabs((double)(p.p.x - x[9])), fmax(fabs((double)(p.p.y - x[10])), fabs((double)(p.p.z - x[11])))));
}

/* Numbers come from the same text: only the order of operations differs, a few units of rounding. */
#define TIGHT 4e-15

static void compare(int *utest_result, const char *urdf, const char *reference, int floating) {
    size_t bytes = 0;
    char *text = read_urdf(urdf, &bytes), name[128], line[1024], type[64], joint[128];
    rbd_reader_config config = rbd_default_reader_config();
    rbd_error error;
    rbd_model *m;
    FILE *file;
    int id, parent, iq, nq, iv, nv, frame_joint = 0, bodies = 0, frames = 0;
    config.floating_base = floating, config.ignore_mimic = 1;
    m = rbd_model_create_urdf(text, bytes, &config, NULL, &error);
    ASSERT_TRUE_MSG(m != NULL, error.text);
    snprintf(name, sizeof name, "%s.model.txt", reference);
    file = rbdt_open(name);
    ASSERT_TRUE(file != NULL);
    id = joint[0] = name[0] = 0;
    while (fgets(line, sizeof line, file)) {
        char word[64];
        int rows, columns;
        if (sscanf(line, "njoints %d nq %d nv %d", &id, &nq, &nv) == 3) {
            EXPECT_EQ(id, m->n_bodies);
            EXPECT_EQ(nq, m->nq);
            EXPECT_EQ(nv, m->nv);
        } else if (sscanf(line, "joint %d parent %d idx_q %d nq %d idx_v %d nv %d type %63s name %127s", &id, &parent,
                          &iq, &nq, &iv, &nv, type, joint) == 8) {
            int frame = rbd_model_find_frame(m, joint);
            ++bodies;
            ASSERT_TRUE(frame >= 0);
            EXPECT_EQ(id, m->frames[frame].body); /* the joint of this name has the same number */
            EXPECT_EQ(parent, m->parent[id]);
            EXPECT_EQ(iq, m->iq[id]);
            EXPECT_EQ(iv, m->iv[id]);
        } else if (sscanf(line, "frame %d joint %d type %63s name %127s", &id, &frame_joint, type, name) == 4) {
            continue;
        } else if (sscanf(line, "%63s %d %d", word, &rows, &columns) == 3) {
            rbdt_matrix x = rbdt_read_matrix(file, word, rows, columns);
            int i;
            if (!strcmp(word, "placement")) {
                tact_pose p = tact_pose_make(m->placement_position[id], tact_quat_from_mat(&m->placement_rotation[id]));
                EXPECT_LT_MSG(pose_error(p, x.x), TIGHT, joint);
            } else if (!strcmp(word, "inertia")) {
                const rbd_inertia *in = &m->inertia[id];
                tact_real y[10];
                y[0] = in->mass;
                y[1] = in->com.x;
                y[2] = in->com.y;
                y[3] = in->com.z;
                y[4] = in->xx;
                y[5] = in->xy;
                y[6] = in->xz;
                y[7] = in->yy;
                y[8] = in->yz;
                y[9] = in->zz;
                EXPECT_LT_MSG(rbdt_error(10, y, x.x), TIGHT, joint);
            } else if (!strcmp(word, "lower") || !strcmp(word, "upper")) {
                const tact_real *own = word[0] == 'l' ? m->q_lower : m->q_upper;
                for (i = floating ? 7 : 0; i < m->nq; ++i)
                    if (fabs((double)x.x[i]) < 1e300 && strcmp(reference, "double_pendulum_continuous") != 0)
                        EXPECT_NEAR(x.x[i], own[i], 1e-15);
            } else if (!strcmp(word, "damping") || !strcmp(word, "friction") || !strcmp(word, "effort")) {
                for (i = floating ? 6 : 0; i < m->nv; ++i)
                    if (fabs((double)x.x[i]) < 1e300)
                        EXPECT_NEAR(x.x[i],
                                    word[0] == 'd' ? m->dof[i].damping
                                                   : (word[0] == 'f' ? m->dof[i].friction : m->dof[i].max_effort),
                                    1e-15);
            } else if (!strcmp(word, "fplacement") && strcmp(name, "universe") != 0 &&
                       strcmp(name, "root_joint") != 0 && strcmp(name, "world") != 0) {
                int frame = rbd_model_find_frame(m, name);
                ++frames;
                ASSERT_TRUE_MSG(frame >= 0, name);
                EXPECT_EQ(frame_joint, m->frames[frame].body);
                EXPECT_LT_MSG(
                    pose_error(
                        tact_pose_make(m->frames[frame].position, tact_quat_from_mat(&m->frames[frame].rotation)), x.x),
                    TIGHT, name);
            }
            free(x.x);
        }
    }
    EXPECT_EQ(bodies, m->n_bodies - 1);
    EXPECT_GT(frames, bodies);
    fclose(file);
    free(text);
    rbd_model_destroy(m);
}

UTEST(urdf_models, match_the_reference_models) {
    FILE *file = rbdt_open("panda.model.txt");
    if (!file) UTEST_SKIP("reference models not found");
    fclose(file);
    compare(utest_result, "panda", "panda", 0);
    compare(utest_result, "solo12", "solo12", 1);
    compare(utest_result, "ur5_robot", "ur5", 0);
    compare(utest_result, "double_pendulum_continuous", "double_pendulum_continuous", 0);
}

UTEST_MAIN()
