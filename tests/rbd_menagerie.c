/* Facts: every model of the Menagerie folder that MuJoCo compiles is the same here: sizes, mass matrix, bias, passive
   forces, forces of actuators and what they do at the joints, rates of activations and lengths of tendons at five
   states. MuJoCo is the npm package @mujoco/mujoco under node; TACT_MUJOCO is its directory. Without it, or without the
   data, the test is skipped. What adhesion does at contacts is not modelled: those models are compared without the
   forces of actuators at the joints. */
#include "utest.h"

#include "rbd_common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OUT "build/rbd_menagerie.txt"
static char directory[1024];
static char *slurp(const char *name, size_t *n) {
    FILE *f = fopen(name, "rb");
    char *t = NULL;
    if (!f) return NULL;
    if (!fseek(f, 0, SEEK_END)) {
        *n = (size_t)ftell(f);
        rewind(f);
        t = (char *)malloc(*n + 1);
        if (t && fread(t, 1, *n, f) != *n) free(t), t = NULL;
        if (t) t[*n] = 0;
    }
    fclose(f);
    return t;
}
static char *held[4096];
static int n_held;
/* For a mesh that is not there the same tetrahedron as the script gives to MuJoCo; as OBJ, told by its text. */
static const void *on_file(void *user, const char *name, size_t *bytes) {
    static const char tetrahedron[] = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    char path[2048], *t;
    size_t length = strlen(name);
    (void)user;
    snprintf(path, sizeof path, "%s%s", directory, name);
    t = slurp(path, bytes);
    if (t && n_held < 4096) held[n_held++] = t;
    if (t || (length > 4 && !strcmp(name + length - 4, ".xml"))) return t;
    *bytes = sizeof tetrahedron - 1;
    return tetrahedron;
}
static int sticks;
static void on_warning(void *user, int line, const char *text) {
    (void)user, (void)line;
    sticks |= strstr(text, "adhesion") != NULL;
}
/* The numbers of the next line that begins with `key`. */
static char *cursor;
static char *before_line; /* of the line read last */
static double *numbers;
static int read_line(const char *key) {
    size_t n = strlen(key);
    int count = 0;
    while (cursor && *cursor && !(strncmp(cursor, key, n) == 0 && (cursor[n] == ' ' || cursor[n] == '\n'))) {
        cursor = strchr(cursor, '\n');
        if (cursor) ++cursor;
    }
    if (!cursor || !*cursor) return -1;
    before_line = cursor;
    for (cursor += n; *cursor && *cursor != '\n';) {
        char *end;
        double value = strtod(cursor, &end);
        if (end == cursor) {
            ++cursor;
            continue;
        }
        numbers[count++] = value;
        cursor = end;
    }
    return count;
}
/* A straight tendon that just touches a post: by rounding MuJoCo's may go once around it. Takes such a turn out. */
static void whole_turns(const rbd_rig *rig, double *length) {
    int i, k;
    for (i = 0; i < rig->n_tendons; ++i)
        for (k = 0; k < rig->tendons[i].count; ++k) {
            const rbd_path_item *item = &rig->path[rig->tendons[i].first + k];
            double turn = 2 * 3.14159265358979323846 * item->value;
            if (item->type != RBD_PATH_SPHERE && item->type != RBD_PATH_CYLINDER) continue;
            if (fabs(numbers[i] - length[i] - turn) < 1e-9) length[i] = numbers[i];
        }
}
/* Largest difference to the numbers of a line, over the largest of them (or a milli of the unit). */
static double apart(const double *mine, int n) {
    double most = 0, scale = 1e-3;
    int i;
    for (i = 0; i < n; ++i) {
        scale = fabs(numbers[i]) > scale ? fabs(numbers[i]) : scale;
        most = fabs(mine[i] - numbers[i]) > most ? fabs(mine[i] - numbers[i]) : most;
    }
    return most / scale;
}
/* MuJoCo's free joints have their linear velocity in world axes: forces turn alike. */
static void to_world(const rbd_model *m, const double *q, double *f, int stride) {
    int b;
    for (b = 1; b < m->n_bodies; ++b) {
        const double *w = q + m->iq[b] + 3;
        int i = m->iv[b];
        tact_vec3 t;
        if (m->body_nv[b] != 6) continue;
        t = tact_rotate(tact_quat_make(w[0], w[1], w[2], w[3]),
                        tact_vec(f[i * stride], f[(i + 1) * stride], f[(i + 2) * stride]));
        f[i * stride] = t.x, f[(i + 1) * stride] = t.y, f[(i + 2) * stride] = t.z;
    }
}
static void read_state(const rbd_model *m, double *q, double *v) {
    int b, k;
    read_line("qpos");
    for (b = 1; b < m->n_bodies; ++b) {
        int i = m->iq[b], o = m->body_nv[b] == 6 ? 3 : 0;
        for (k = 0; k < o || (m->body_nv[b] == 1 && k < 1); ++k) q[i + k] = numbers[i + k];
        if (m->body_nv[b] == 1) continue;
        for (k = 0; k < 4; ++k) q[i + o + k] = numbers[i + o + (k + 1) % 4];
    }
    read_line("qvel");
    for (k = 0; k < m->nv; ++k) v[k] = numbers[k];
    for (b = 1; b < m->n_bodies; ++b) {
        const double *w = q + m->iq[b] + 3;
        int i = m->iv[b];
        tact_vec3 t;
        if (m->body_nv[b] != 6) continue;
        t = tact_unrotate(tact_quat_make(w[0], w[1], w[2], w[3]), tact_vec(v[i], v[i + 1], v[i + 2]));
        v[i] = t.x, v[i + 1] = t.y, v[i + 2] = t.z;
    }
}
/* Largest difference over five states; negative: sizes differ. `bare` is the same model without passive forces. */
static double compare_model(const rbd_model *m, const rbd_model *bare, const char **what) {
    const rbd_rig *rig = m->rig;
    rbd_data *d = rbd_data_create(m, NULL), *e = rbd_data_create(bare, NULL);
    int nv = m->nv, nu = rig->n_actuators, na = rig->n_activations, s, i, b;
    double *x = (double *)calloc((size_t)(m->nq + 6 * nv + nv * nv + 2 * nu + 2 * na + rig->n_tendons + 8), sizeof *x);
    double *q = x, *v = q + m->nq, *f = v + nv, *M = f + nv, *u = M + nv * nv, *act = u + nu, *force = act + na;
    double *rate = force + nu, *length = rate + na, worst = 0, one;
    *what = "sizes";
    read_line("sizes");
    if (numbers[0] != m->nq || numbers[1] != nv || numbers[2] != nu || numbers[3] != na || numbers[6] != rig->n_tendons)
        worst = -1;
    for (s = 0; s < 5 && worst >= 0; ++s) {
        read_state(m, q, v);
        read_line("ctrl"), memcpy(u, numbers, (size_t)nu * sizeof *u);
        read_line("act"), memcpy(act, numbers, (size_t)na * sizeof *act);
        rbd_crba(m, d, q, M, nv);
        rbd_tendon_inertia(m, d, q, M, nv);
        rbd_bias(bare, e, q, v, f);
        for (b = 1; b < m->n_bodies; ++b) { /* the axes turn: M (d/dt R^T) v */
            int j = m->iv[b];
            tact_vec3 a;
            if (m->body_nv[b] != 6) continue;
            a = tact_cross(tact_vec(v[j], v[j + 1], v[j + 2]), tact_vec(v[j + 3], v[j + 4], v[j + 5]));
            for (i = 0; i < nv; ++i) f[i] += M[i * nv + j] * a.x + M[i * nv + j + 1] * a.y + M[i * nv + j + 2] * a.z;
        }
        for (i = 0; i < nv; ++i) to_world(m, q, M + i * nv, 1);
        for (i = 0; i < nv; ++i) to_world(m, q, M + i, nv);
#define JUDGE(name, mine, n)                                                                                           \
    read_line(name);                                                                                                   \
    one = apart(mine, n);                                                                                              \
    if (one > worst) worst = one, *what = name;
        JUDGE("M", M, nv * nv)
        to_world(m, q, f, 1);
        JUDGE("bias", f, nv)
        rbd_passive_forces(m, d, q, v, f);
        to_world(m, q, f, 1);
        JUDGE("passive", f, nv)
        rbd_actuation(m, d, q, v, act, u, force, f, rate);
        to_world(m, q, f, 1);
        if (!sticks) {
            JUDGE("actuator", f, nv)
        }
        rbd_tendon_lengths(m, d, q, length, NULL, 0);
        read_line("ten"), whole_turns(rig, length);
        cursor = before_line;
        JUDGE("ten", length, rig->n_tendons)
        JUDGE("force", force, nu)
        JUDGE("actdot", rate, na)
    }
    free(x);
    rbd_data_destroy(d), rbd_data_destroy(e);
    return worst;
}

UTEST(menagerie, every_model_is_mujocos) {
    const char *package = getenv("TACT_MUJOCO"), *data = getenv("TACT_DATA"), *what;
    char command[4096], *list, *name, *next;
    size_t n, bytes;
    int compared = 0;
    if (!package) UTEST_SKIP("TACT_MUJOCO (the npm package @mujoco/mujoco) is not set");
    snprintf(command, sizeof command, "node tests/rbd_menagerie.mjs list %s/menagerie " OUT,
             data ? data : "../shared/data");
    if (system(command)) UTEST_SKIP("no node, or no data/menagerie");
    list = slurp(OUT, &n);
    ASSERT_TRUE(list != NULL);
    numbers = (double *)malloc(4000000 * sizeof *numbers);
    for (name = list; *name; name = next) {
        rbd_reader_config config = rbd_default_reader_config();
        rbd_error error;
        rbd_model *m, *bare;
        char *text, *reference;
        next = strchr(name, '\n');
        *next++ = 0;
        snprintf(command, sizeof command, "node tests/rbd_menagerie.mjs %s %s " OUT " > build/rbd_menagerie.log 2>&1",
                 package, name);
        if (system(command)) continue; /* MuJoCo refuses it: a part of a model */
        snprintf(directory, sizeof directory, "%s", name);
        *(strrchr(directory, '/') + 1) = 0;
        text = slurp(name, &n), reference = slurp(OUT, &bytes);
        config.file = on_file, config.warning = on_warning;
        config.ignore_mimic = 1; /* MuJoCo's equalities are not in its tree */
        sticks = 0;
        m = rbd_model_create_mjcf(text, n, &config, NULL, &error);
        EXPECT_TRUE_MSG(m != NULL || strstr(error.text, "not supported") != NULL, error.text);
        config.ignore_passive = 1;
        bare = m ? rbd_model_create_mjcf(text, n, &config, NULL, &error) : NULL;
        if (m && bare) {
            double worst;
            cursor = reference;
            worst = compare_model(m, bare, &what);
            snprintf(command, sizeof command, "%s: %s", name, what);
            EXPECT_TRUE_MSG(worst >= 0, command);
            /* meshes are in single precision, which MuJoCo's reader rounds; its principal axes, which drag depends on,
               leave products of inertia of 1e-12 kg m^2 */
            EXPECT_NEAR_MSG(0, worst, m->rig->n_immersed ? 1e-6 : 1e-8, command);
            ++compared;
        }
        rbd_model_destroy(m), rbd_model_destroy(bare);
        while (n_held) free(held[--n_held]);
        free(text), free(reference);
    }
    EXPECT_GT(compared, 0);
    free(numbers);
    free(list);
}

UTEST_MAIN()
