/* Facts: every model of the Menagerie folder that MuJoCo compiles is the same here: sizes, mass, poses of bodies, mass
   matrix, bias, passive forces, forces of actuators and what they do at the joints, rates of activations, lengths of
   tendons and readings of sensors at five states; and one second of motion, from the start and from the first keyframe
   under its controls, ends where MuJoCo's own integrator takes it when constraints are switched off. MuJoCo is the npm
   package @mujoco/mujoco under node; TACT_MUJOCO is its directory. Without it, or without the data, the test is
   skipped. What adhesion does at contacts is not modelled: those models are compared without the forces of actuators at
   the joints. */
#include "utest.h"

#include "rbd_common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OUT "build/rbd_menagerie.txt"
#define LIST "build/rbd_menagerie.list"
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
static const char *stubs; /* names, apart by blanks, between two blanks */
static const void *on_file(void *user, const char *name, size_t *bytes) {
    static const char tetrahedron[] = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    char path[2048], *t;
    const char *base, *at;
    (void)user;
    snprintf(path, sizeof path, "%s%s", directory, name);
    t = slurp(path, bytes);
    if (t && n_held < 4096) held[n_held++] = t;
    if (t || !stubs) return t;
    for (base = at = name; *at; ++at) /* MuJoCo names some without their directories */
        if (*at == '/') base = at + 1;
    snprintf(path, sizeof path, "%s ", base);
    for (at = strstr(stubs, path); at && at[-1] != ' ' && at[-1] != '/';) at = strstr(at + 1, path);
    if (!at) return NULL;
    if (strstr(base, ".png")) return *bytes = 4, "\x89PNG";
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
/* A straight tendon that just touches a post: by rounding MuJoCo's may go once around it, and its arc, from an arc
   cosine, has half the digits: 4e-8 rad is a cosine that is off by four roundings. Takes such a turn, and such an arc,
   out. */
static void arcs_that_touch(const rbd_rig *rig, double *length) {
    int i, k;
    for (i = 0; i < rig->n_tendons; ++i)
        for (k = 0; k < rig->tendons[i].count; ++k) {
            const rbd_path_item *item = &rig->path[rig->tendons[i].first + k];
            double turn = 2 * 3.14159265358979323846 * item->value;
            if (item->type != RBD_PATH_SPHERE && item->type != RBD_PATH_CYLINDER) continue;
            if (fabs(numbers[i] - length[i] - turn) < 1e-9 || fabs(numbers[i] - length[i]) < 4e-8 * item->value)
                length[i] = numbers[i];
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
static int places[4096]; /* of the sensors among MuJoCo's values */
/* Rates of change and matrices in MuJoCo's coordinates: free joints have their linear velocity in world axes. */
typedef struct setting {
    const rbd_model *m, *bare; /* bare: without passive forces */
    rbd_data *d, *e;
    int nv, nu, na;
    double *memory, *q, *v, *f, *bias, *M, *A, *u, *act, *force, *rate, *length, *rows, *unit, *values, *a;
} setting;
static void setting_init(setting *s, const rbd_model *m, const rbd_model *bare) {
    const rbd_rig *rig = m->rig;
    int nv = m->nv, rows = rbd_rig_row_count(m);
    double *x;
    s->m = m, s->bare = bare;
    s->d = rbd_data_create(m, NULL), s->e = rbd_data_create(bare, NULL);
    s->nv = nv, s->nu = rig->n_actuators, s->na = rig->n_activations;
    s->memory = x = (double *)calloc((size_t)(m->nq + 5 * nv + 2 * nv * nv + 2 * s->nu + 2 * s->na + rig->n_tendons +
                                              rows * (nv + 3) + rig->n_sensor_values + 64),
                                     sizeof *x);
    s->q = x, x += m->nq, s->v = x, x += nv, s->f = x, x += nv, s->bias = x, x += nv, s->unit = x, x += nv;
    s->a = x, x += nv, s->M = x, x += nv * nv, s->A = x, x += nv * nv, s->u = x, x += s->nu, s->force = x, x += s->nu;
    s->act = x, x += s->na, s->rate = x, x += s->na, s->length = x, x += rig->n_tendons;
    s->values = x, x += rig->n_sensor_values, s->rows = x;
}
static void setting_free(setting *s) {
    rbd_data_destroy(s->d), rbd_data_destroy(s->e);
    free(s->memory);
}
/* M and bias at (q, v), v in body axes. */
static void dynamics(setting *s) {
    const rbd_model *m = s->m;
    int i, b, nv = s->nv;
    rbd_crba(m, s->d, s->q, s->M, nv);
    rbd_tendon_inertia(m, s->d, s->q, s->M, nv);
    rbd_bias(s->bare, s->e, s->q, s->v, s->bias);
    rbd_rig_bias(m, s->d, s->q, s->v, s->bias);
    for (b = 1; b < m->n_bodies; ++b) { /* the axes turn: M (d/dt R^T) v */
        const double *v = s->v + m->iv[b];
        int j = m->iv[b];
        tact_vec3 a;
        if (m->body_nv[b] != 6) continue;
        a = tact_cross(tact_vec(v[0], v[1], v[2]), tact_vec(v[3], v[4], v[5]));
        for (i = 0; i < nv; ++i)
            s->bias[i] += s->M[i * nv + j] * a.x + s->M[i * nv + j + 1] * a.y + s->M[i * nv + j + 2] * a.z;
    }
    for (i = 0; i < nv; ++i) to_world(m, s->q, s->M + i * nv, 1);
    for (i = 0; i < nv; ++i) to_world(m, s->q, s->M + i, nv);
    to_world(m, s->q, s->bias, 1);
}
/* Largest difference of poses of bodies, found by name. */
static double poses_apart(setting *s, char *names) {
    double worst = 0;
    char name[256];
    int k, n = 0, used;
    int count = read_line("xpos") / 3, i;
    double *x = (double *)malloc((size_t)(3 * count + 1) * sizeof *x);
    memcpy(x, numbers, (size_t)count * 3 * sizeof *x);
    read_line("xquat");
    rbd_fk(s->m, s->d, s->q);
    for (k = 0; k < count && sscanf(names + n, "%255[^\t\n]%n", name, &used) == 1; ++k, n += used + 1) {
        int frame = rbd_model_find_frame(s->m, name);
        const double *w = numbers + 4 * k;
        tact_pose p;
        tact_mat3 mine, other;
        double own[12], theirs[12];
        if (frame < 0 || !k) continue;
        p = rbd_frame_pose(s->d, &s->m->frames[frame]);
        mine = tact_quat_to_mat(p.q), other = tact_quat_to_mat(tact_quat_make(w[1], w[2], w[3], w[0]));
        memcpy(own, &mine, sizeof mine), memcpy(theirs, &other, sizeof other);
        own[9] = p.p.x, own[10] = p.p.y, own[11] = p.p.z;
        memcpy(theirs + 9, x + 3 * k, 3 * sizeof *x);
        for (i = 0; i < 12; ++i) worst = fabs(own[i] - theirs[i]) > worst ? fabs(own[i] - theirs[i]) : worst;
    }
    free(x);
    return worst;
}
/* Largest difference of readings, each over its size or a milli of its unit. */
static double sensors_apart(setting *s) {
    const rbd_rig *rig = s->m->rig;
    rbd_sense_input in;
    double worst = 0;
    int i, k, b;
    memset(&in, 0, sizeof in);
    read_line("qacc");
    memcpy(s->a, numbers, (size_t)s->nv * sizeof *s->a);
    for (b = 1; b < s->m->n_bodies; ++b) { /* the linear part of free joints: R^T a - w x v */
        const double *w = s->q + s->m->iq[b] + 3, *v = s->v + s->m->iv[b];
        double *a = s->a + s->m->iv[b];
        tact_vec3 t;
        if (s->m->body_nv[b] != 6) continue;
        t = tact_unrotate(tact_quat_make(w[0], w[1], w[2], w[3]), tact_vec(a[0], a[1], a[2]));
        t = tact_sub(t, tact_cross(tact_vec(v[3], v[4], v[5]), tact_vec(v[0], v[1], v[2])));
        a[0] = t.x, a[1] = t.y, a[2] = t.z;
    }
    in.q = s->q, in.v = s->v, in.a = s->a, in.activation = s->act, in.control = s->u, in.gravity = s->m->gravity;
    rbd_sense(s->m, s->d, &in, -1, s->values);
    read_line("sensor");
    for (i = 0; i < rig->n_sensors; ++i) {
        const rbd_sensor *p = &rig->sensors[i];
        const double *mine = s->values + p->first, *theirs = numbers + places[i];
        double apart = 0, scale = 1e-3, sign = 1;
        if (p->kind == RBD_SENSOR_RANGEFINDER || p->kind == RBD_SENSOR_NONE) continue; /* needs solids; not read */
        if (p->kind == RBD_SENSOR_ACCELEROMETER && !p->body) continue; /* fixed to the world: MuJoCo leaves g out */
        if (p->kind == RBD_SENSOR_FRAME_TURN && mine[3] * theirs[0] < 0) sign = -1;
        for (k = 0; k < p->size; ++k) {
            double other = p->size == 4 ? sign * theirs[(k + 1) % 4] : theirs[k];
            scale = fabs(other) > scale ? fabs(other) : scale;
            apart = fabs(mine[k] - other) > apart ? fabs(mine[k] - other) : apart;
        }
        if (getenv("SHOW") && apart / scale > 1e-8) printf("    %s '%s' %g of %g\n", p->type, p->name, apart, scale);
        worst = apart / scale > worst ? apart / scale : worst;
    }
    return worst;
}
/* Largest difference over five states; negative: sizes differ. */
static double compare_states(setting *s, const char **what) {
    const rbd_model *m = s->m;
    const rbd_rig *rig = m->rig;
    int nv = s->nv, nu = s->nu, na = s->na, k, i;
    double worst = 0, one;
    char *names;
    *what = "sizes";
    read_line("sizes");
    if (numbers[0] != m->nq || numbers[1] != nv || numbers[2] != nu || numbers[3] != na || numbers[6] != rig->n_tendons)
        return -1;
    i = read_line("places");
    if (i != rig->n_sensors) return -1;
    for (k = 0; k < i && k < 4096; ++k) places[k] = (int)numbers[k];
    names = strstr(cursor, "bodies ") + 7;
    for (k = 0; k < 5; ++k) {
        read_state(m, s->q, s->v);
        read_line("ctrl"), memcpy(s->u, numbers, (size_t)nu * sizeof *s->u);
        read_line("act"), memcpy(s->act, numbers, (size_t)na * sizeof *s->act);
        dynamics(s);
#define JUDGE(name, mine, n)                                                                                           \
    read_line(name);                                                                                                   \
    one = apart(mine, n);                                                                                              \
    if (!(one <= worst)) worst = one, *what = name;
        JUDGE("M", s->M, nv * nv)
        JUDGE("bias", s->bias, nv)
        rbd_passive_forces(m, s->d, s->q, s->v, s->f);
        to_world(m, s->q, s->f, 1);
        JUDGE("passive", s->f, nv)
        rbd_actuation(m, s->d, s->q, s->v, s->act, s->u, s->force, s->f, s->rate);
        to_world(m, s->q, s->f, 1);
        if (!sticks) {
            JUDGE("actuator", s->f, nv)
        }
        rbd_tendon_lengths(m, s->d, s->q, s->length, NULL, 0);
        read_line("ten"), arcs_that_touch(rig, s->length);
        cursor = before_line;
        JUDGE("ten", s->length, rig->n_tendons)
        JUDGE("force", s->force, nu)
        JUDGE("actdot", s->rate, na)
        one = sensors_apart(s);
        if (!(one <= worst)) worst = one, *what = "sensors";
        one = poses_apart(s, names);
        if (!(one <= worst)) worst = one, *what = "poses";
    }
    return worst;
}

/* ---- motion: MuJoCo's integrators on our forces ---- */
enum { EULER, RUNGE_KUTTA, IMPLICIT, IMPLICIT_FAST };
/* Generalised force in world axes for (q, v). */
static void smooth_force(setting *s, double *f) {
    int i;
    dynamics(s);
    rbd_passive_forces(s->m, s->d, s->q, s->v, f);
    rbd_actuation(s->m, s->d, s->q, s->v, s->act, s->u, s->force, s->unit, s->rate);
    for (i = 0; i < s->nv; ++i) f[i] += s->unit[i];
    to_world(s->m, s->q, f, 1);
    for (i = 0; i < s->nv; ++i) f[i] -= s->bias[i];
}
/* A x = f by elimination with pivots; A is lost. */
static void eliminate(int n, double *A, double *f) {
    int i, j, k;
    for (k = 0; k < n; ++k) {
        int p = k;
        for (i = k + 1; i < n; ++i)
            if (fabs(A[i * n + k]) > fabs(A[p * n + k])) p = i;
        for (j = 0; j < n && p != k; ++j) {
            double t = A[k * n + j];
            A[k * n + j] = A[p * n + j], A[p * n + j] = t;
        }
        if (p != k) {
            double t = f[k];
            f[k] = f[p], f[p] = t;
        }
        for (i = k + 1; i < n; ++i) {
            double c = A[i * n + k] / A[k * n + k];
            if (c == 0) continue;
            for (j = k; j < n; ++j) A[i * n + j] -= c * A[k * n + j];
            f[i] -= c * f[k];
        }
    }
    for (k = n - 1; k >= 0; --k) {
        for (j = k + 1; j < n; ++j) f[k] -= A[k * n + j] * f[j];
        f[k] /= A[k * n + k];
    }
}
static void to_body(const rbd_model *m, const double *q, const double *world, double *v) {
    int b;
    memcpy(v, world, (size_t)m->nv * sizeof *v);
    for (b = 1; b < m->n_bodies; ++b) {
        const double *w = q + m->iq[b] + 3;
        int i = m->iv[b];
        tact_vec3 t;
        if (m->body_nv[b] != 6) continue;
        t = tact_unrotate(tact_quat_make(w[0], w[1], w[2], w[3]), tact_vec(world[i], world[i + 1], world[i + 2]));
        v[i] = t.x, v[i + 1] = t.y, v[i + 2] = t.z;
    }
}
/* MuJoCo's derivative has no entry for two joints of which neither carries the other. */
static int in_line(const rbd_model *m, int i, int j) {
    int a = m->dof_body[i], b = m->dof_body[j];
    return (b >= a && b < m->subtree_end[a]) || (a >= b && a < m->subtree_end[b]);
}
/* A += h times minus the derivative of the smooth force by the velocity, as the integrator takes it. */
static void add_damping(setting *s, int integrator, double h) {
    const rbd_model *m = s->m;
    const rbd_rig *rig = m->rig;
    int nv = s->nv, i, j, r, rows = rbd_rig_row_count(m);
    double *J = s->rows, *force = J + rows * nv, *k = force + rows, *c = k + rows;
    for (i = 0; i < nv; ++i) s->A[i * nv + i] += h * m->dof[i].damping;
    memcpy(s->unit, s->v, (size_t)nv * sizeof *s->v);
    to_world(m, s->q, s->unit, 1);
    for (i = 0; i < rig->n_springs; ++i) { /* A is in MuJoCo's coordinates, in which free joints move along the world */
        const rbd_spring *p = &rig->springs[i];
        int dof = p->dof + (p->axis < 0 ? 0 : p->axis - (m->body_nv[m->dof_body[p->dof]] == 6 ? 0 : 3));
        double a = fabs(s->unit[dof]);
        s->A[dof * (nv + 1)] += h * a * (2 * p->damping[0] + 3 * p->damping[1] * a);
    }
    if (integrator == EULER) return;
    {
        rbd_rig_input in;
        memset(&in, 0, sizeof in);
        for (i = 0; i < nv; ++i) s->unit[i] = 1;
        in.q = s->q, in.v = s->v, in.activation = s->act, in.control = s->u, in.inertia = s->unit, in.dt = h;
        in.gravity = m->gravity;
        rbd_rig_rows(m, s->d, &in, J, nv, force, k, c, NULL);
    }
    for (r = 0; r < rig->n_actuators + rig->n_springs + rig->n_tendons; ++r) {
        double *row = J + r * nv, damping = c[r];
        if (r >= rig->n_actuators && r < rig->n_actuators + rig->n_springs) continue;
        if (r >= rig->n_actuators) damping = rig->tendons[r - rig->n_actuators - rig->n_springs].damping[0];
        to_world(m, s->q, row, 1);
        for (i = 0; i < nv; ++i)
            for (j = 0; j < nv && row[i] != 0; ++j)
                if (in_line(m, i, j)) s->A[i * nv + j] += h * damping * row[i] * row[j];
    }
}
/* The same by differences of the forces, where they are more than rows: in a fluid (made symmetric), and of gyroscopic
   forces (all of them by the implicit integrator, those of free bodies by the fast one). */
static void add_turning(setting *s, int integrator, double h) {
    const rbd_model *m = s->m;
    int nv = s->nv, i, j, b, sign;
    double eps = 1e-3, *D = (double *)calloc((size_t)(nv * nv + 3 * nv), sizeof *D); /* exact for quadratic forces */
    double *f = D + nv * nv, *world = f + nv, *keep = world + nv;
    unsigned char *alone = (unsigned char *)calloc((size_t)nv + 1, 1);
    for (b = 1; b < m->n_bodies; ++b) /* a body that flies alone */
        for (i = 0; i < 6 && m->body_nv[b] == 6 && m->subtree_end[b] == b + 1 && !m->parent[b]; ++i)
            alone[m->iv[b] + i] = 1;
    memcpy(keep, s->v, (size_t)nv * sizeof *keep), memcpy(world, keep, (size_t)nv * sizeof *keep);
    to_world(m, s->q, world, 1);
    for (j = 0; j < nv; ++j) {
        if (integrator != IMPLICIT && !alone[j] && !m->rig->n_immersed) continue;
        for (sign = -1; sign <= 1; sign += 2) {
            double then = world[j];
            world[j] += sign * eps;
            to_body(m, s->q, world, s->v);
            world[j] = then;
            memset(f, 0, (size_t)nv * sizeof *f);
            if (m->rig->n_immersed) {
                rbd_passive_forces(m, s->d, s->q, s->v, f);
                to_world(m, s->q, f, 1);
                for (b = 0; b < nv; ++b) f[b] += m->dof[b].damping * s->v[b]; /* is there already */
            }
            for (i = 0; i < nv; ++i) D[i * nv + j] += sign * f[i] / (2 * eps);
            dynamics(s);
            for (i = 0; i < nv; ++i)
                if (integrator == IMPLICIT || (alone[i] && alone[j]))
                    s->A[i * nv + j] += sign * h * s->bias[i] / (2 * eps);
        }
    }
    for (i = 0; i < nv; ++i)
        for (j = 0; j < nv; ++j)
            s->A[i * nv + j] -= h * (integrator == IMPLICIT_FAST ? (D[i * nv + j] + D[j * nv + i]) / 2 : D[i * nv + j]);
    memcpy(s->v, keep, (size_t)nv * sizeof *keep);
    free(D), free(alone);
}
/* q moved by h v, and v changed by h a, both in MuJoCo's coordinates; `speed` NULL: the new v. */
static void advance(setting *s, const double *from, double h, const double *a, const double *speed, double *world) {
    const rbd_model *m = s->m;
    int b, k;
    for (k = 0; k < s->nv; ++k) world[k] += h * a[k];
    if (!speed) speed = world;
    for (b = 1; b < m->n_bodies; ++b) {
        const double *v = speed + m->iv[b], *q0 = from + m->iq[b];
        double *q = s->q + m->iq[b];
        int o = m->body_nv[b] == 6 ? 3 : 0;
        tact_quat turn;
        if (m->body_nv[b] == 1) {
            q[0] = q0[0] + h * v[0];
            continue;
        }
        for (k = 0; k < o; ++k) q[k] = q0[k] + h * v[k];
        turn = tact_quat_mul(tact_quat_make(q0[o], q0[o + 1], q0[o + 2], q0[o + 3]),
                             tact_quat_exp(tact_scale(h, tact_vec(v[o], v[o + 1], v[o + 2]))));
        turn = tact_quat_normalize(turn);
        q[o] = turn.x, q[o + 1] = turn.y, q[o + 2] = turn.z, q[o + 3] = turn.w;
    }
}
static void runge_kutta(setting *s, double h, double *world, double *k) {
    static const double part[3] = {0.5, 0.5, 1}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    int nv = s->nv, nq = s->m->nq, na = s->na, i, stage;
    double *q0 = k, *v0 = q0 + nq, *act0 = v0 + nv, *sum_v = act0 + na, *sum_a = sum_v + nv, *sum_r = sum_a + nv,
           *speed = sum_r + na;
    memcpy(q0, s->q, (size_t)nq * sizeof *k), memcpy(v0, world, (size_t)nv * sizeof *k);
    memcpy(act0, s->act, (size_t)na * sizeof *k);
    memset(sum_v, 0, (size_t)(2 * nv + na) * sizeof *k);
    for (stage = 0; stage < 4; ++stage) {
        to_body(s->m, s->q, world, s->v);
        smooth_force(s, s->f);
        memcpy(s->A, s->M, (size_t)(nv * nv) * sizeof *k);
        eliminate(nv, s->A, s->f);
        for (i = 0; i < nv; ++i) sum_v[i] += weight[stage] * world[i], sum_a[i] += weight[stage] * s->f[i];
        for (i = 0; i < na; ++i) sum_r[i] += weight[stage] * s->rate[i];
        if (stage == 3) break;
        memcpy(speed, world, (size_t)nv * sizeof *k), memcpy(world, v0, (size_t)nv * sizeof *k);
        advance(s, q0, part[stage] * h, s->f, speed, world);
        for (i = 0; i < na; ++i) s->act[i] = act0[i] + part[stage] * h * s->rate[i];
    }
    memcpy(world, v0, (size_t)nv * sizeof *k);
    advance(s, q0, h, sum_a, sum_v, world);
    for (i = 0; i < na; ++i) s->act[i] = act0[i] + h * sum_r[i];
}
/* How far one second ends from where MuJoCo's does, over the largest entry or 1; negative: there is none to compare. */
static double compare_motion(setting *s) {
    const rbd_model *m = s->m;
    int nv = s->nv, nq = m->nq, na = s->na, steps, i, k, integrator, plain;
    double h, worst = 0, *world, *work, *end;
    if (read_line("motion") < 0) return -1;
    h = numbers[0], steps = (int)numbers[1], integrator = (int)numbers[2], plain = (int)numbers[3];
    work = (double *)malloc((size_t)(3 * nq + 8 * nv + 4 * na + 8) * sizeof *work);
    world = work + 2 * nq + 6 * nv + 3 * na, end = world + nv;
    memcpy(world, s->v, (size_t)nv * sizeof *world);
    to_world(m, s->q, world, 1);
    for (k = 0; k < steps; ++k) {
        if (integrator == RUNGE_KUTTA) {
            runge_kutta(s, h, world, work);
            continue;
        }
        to_body(m, s->q, world, s->v);
        smooth_force(s, s->f);
        memcpy(s->A, s->M, (size_t)(nv * nv) * sizeof *s->A);
        if (integrator != EULER || !plain) add_damping(s, integrator, h);
        if (integrator != EULER) add_turning(s, integrator, h);
        eliminate(nv, s->A, s->f);
        rbd_activate(m, s->u, h, s->act);
        memcpy(work, s->q, (size_t)nq * sizeof *work);
        advance(s, work, h, s->f, NULL, world);
    }
    memcpy(end, s->q, (size_t)nq * sizeof *end);
    i = read_line("qpos");
    if (i == nq) {
        cursor = before_line;
        read_state(m, s->q, s->v);
        for (i = 0; i < nq; ++i) { /* quaternions have two signs */
            double one = fabs(end[i] - s->q[i]), other = fabs(end[i] + s->q[i]);
            double scale = fabs(s->q[i]) > 1 ? fabs(s->q[i]) : 1;
            int b, turn = 0;
            for (b = 1; b < m->n_bodies; ++b) {
                int o = m->iq[b] + (m->body_nv[b] == 6 ? 3 : 0);
                turn |= m->body_nv[b] > 1 && i >= o && i < o + 4;
            }
            if (turn && other < one) one = other;
            worst = one / scale > worst ? one / scale : worst;
        }
    } else {
        worst = -1;
    }
    free(work);
    return worst;
}
/* From the start, or a keyframe: the state that stands next. -1: none. */
static double next_motion(setting *s) {
    char *here = cursor;
    if (read_line("qpos") < 0) return -1;
    cursor = here;
    read_state(s->m, s->q, s->v);
    read_line("ctrl"), memcpy(s->u, numbers, (size_t)s->nu * sizeof *s->u);
    read_line("act"), memcpy(s->act, numbers, (size_t)s->na * sizeof *s->act);
    return compare_motion(s);
}

typedef struct verdict {
    int loaded;
    double states, motion[2]; /* negative: sizes differ; nothing to compare */
    const char *what;
    rbd_error error;
} verdict;
/* Compares one file with its section of the reference, which `cursor` stands in. */
static verdict compare_file(const char *name) {
    rbd_reader_config config = rbd_default_reader_config();
    verdict v;
    rbd_model *m, *bare;
    size_t n;
    char *text = slurp(name, &n);
    char *end = strstr(cursor, "\nbodies ");
    memset(&v, 0, sizeof v);
    if (!text || !end) return v;
    stubs = strstr(cursor, "stubs "), *end = ' '; /* the names end with a blank */
    snprintf(directory, sizeof directory, "%s", name);
    *(strrchr(directory, '/') + 1) = 0;
    config.file = on_file, config.warning = on_warning;
    config.ignore_mimic = 1; /* MuJoCo's equalities are not in its tree */
    sticks = 0;
    m = rbd_model_create_mjcf(text, n, &config, NULL, &v.error);
    config.ignore_passive = 1;
    bare = m ? rbd_model_create_mjcf(text, n, &config, NULL, &v.error) : NULL;
    if (m && bare) {
        setting s;
        v.loaded = 1;
        setting_init(&s, m, bare);
        v.states = compare_states(&s, &v.what);
        v.motion[0] = v.motion[1] = -1;
        if (v.states >= 0 && !sticks) v.motion[0] = next_motion(&s), v.motion[1] = next_motion(&s);
        setting_free(&s);
    }
    rbd_model_destroy(m), rbd_model_destroy(bare);
    while (n_held) free(held[--n_held]);
    free(text);
    stubs = NULL;
    return v;
}
/* The next section of a reference: its file; the section ends with a zero. NULL: no more. */
static char *next_section(char **at) {
    char *name = *at, *end;
    if (!name || !*name) return NULL;
    name += 5, end = strchr(name, '\n');
    *end = 0, cursor = end + 1;
    *at = strstr(cursor, "\nfile ");
    if (*at) **at = 0, ++*at;
    return name;
}

#ifndef MENAGERIE_NO_MAIN
UTEST(menagerie, every_model_is_mujocos) {
    const char *package = getenv("TACT_MUJOCO"), *data = getenv("TACT_DATA");
    char command[4096], *reference, *at, *name;
    size_t n;
    int compared = 0;
    if (!package) UTEST_SKIP("TACT_MUJOCO (the npm package @mujoco/mujoco) is not set");
    snprintf(command, sizeof command,
             "node tests/rbd_menagerie.mjs list %s/menagerie " LIST " && node tests/rbd_menagerie.mjs %s " LIST " " OUT
             " > build/rbd_menagerie.log 2>&1",
             data ? data : "../shared/data", package);
    if (system(command)) UTEST_SKIP("no node, or no data/menagerie");
    reference = at = slurp(OUT, &n);
    ASSERT_TRUE(reference != NULL);
    numbers = (double *)malloc(4000000 * sizeof *numbers);
    while ((name = next_section(&at)) != NULL) {
        verdict v = compare_file(name);
        snprintf(command, sizeof command, "%s: %s %s", name, v.what ? v.what : "", v.loaded ? "" : v.error.text);
        EXPECT_TRUE_MSG(v.loaded || strstr(v.error.text, "not supported") != NULL, command);
        if (!v.loaded) continue;
        EXPECT_TRUE_MSG(v.states >= 0, command);
        /* drag follows principal axes, which are off by rounding over the difference of two moments; the rest differs by
           rounding alone, 1e-14 */
        EXPECT_NEAR_MSG(0, v.states, 1e-10, command);
        EXPECT_LT_MSG(v.motion[0], 1e-6, command);
        EXPECT_LT_MSG(v.motion[1], 1e-6, command);
        ++compared;
    }
    EXPECT_GT(compared, 0);
    free(numbers), free(reference);
}

UTEST_MAIN()
#endif
