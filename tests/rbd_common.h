/* Shared by the tests of rbd.h: a reader of the reference vectors made with Pinocchio 3.7 (../shared/data/rbd, or the
   directory named by TACT_DATA), a generator of random trees of every joint type, and comparisons. */
#ifndef RBD_COMMON_H
#define RBD_COMMON_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rbd.h"

/* ---- comparisons ---- */

/* Largest |a - b| relative to max(1, largest |b|). */
static inline double rbdt_error(int n, const tact_real *a, const tact_real *b) {
    double worst = 0, scale = 1;
    int i;
    for (i = 0; i < n; ++i) {
        double e = fabs((double)a[i] - (double)b[i]);
        if (!(e <= worst)) worst = e;
        if (fabs((double)b[i]) > scale) scale = fabs((double)b[i]);
    }
    return worst / scale;
}

/* ---- random numbers: one counter per stream ---- */

typedef struct rbdt_random {
    uint64_t seed, counter;
} rbdt_random;
static inline tact_real rbdt_uniform(rbdt_random *r, double low, double high) {
    return (tact_real)(low + (high - low) * (double)tact_random_uniform(r->seed, r->counter++));
}
static inline tact_vec3 rbdt_vec(rbdt_random *r, double size) {
    tact_real x = rbdt_uniform(r, -size, size), y = rbdt_uniform(r, -size, size);
    return tact_vec(x, y, rbdt_uniform(r, -size, size));
}
static inline tact_pose rbdt_pose(rbdt_random *r, double size) {
    tact_quat q;
    q.x = tact_random_normal(r->seed, r->counter++), q.y = tact_random_normal(r->seed, r->counter++);
    q.z = tact_random_normal(r->seed, r->counter++), q.w = tact_random_normal(r->seed, r->counter++);
    return tact_pose_make(rbdt_vec(r, size), tact_quat_normalize(q));
}
/* A solid box in a random pose: always a legal inertia. */
static inline rbd_inertia rbdt_inertia(rbdt_random *r) {
    tact_vec3 size = tact_vec(rbdt_uniform(r, 0.1, 0.5), rbdt_uniform(r, 0.1, 0.5), rbdt_uniform(r, 0.1, 0.5));
    return rbd_inertia_placed(rbd_inertia_box(rbdt_uniform(r, 0.5, 3), tact_vec(0, 0, 0), size), rbdt_pose(r, 0.2));
}
static inline void rbdt_fill(rbdt_random *r, int n, double size, tact_real *x) {
    int i;
    for (i = 0; i < n; ++i) x[i] = rbdt_uniform(r, -size, size);
}

/* ---- random trees ---- */

enum {
    RBDT_FREE_BASE = 1, /* first body on a free joint */
    RBDT_PASSIVE = 2,   /* armature, damping, friction, springs */
    RBDT_COUPLED = 4,   /* some joints follow others */
    RBDT_FORKED = 8,    /* parents anywhere; otherwise near the previous body */
    RBDT_SIMPLE = 16    /* revolute and prismatic joints only */
};
static inline rbd_joint rbdt_joint(rbdt_random *r, rbd_joint_type type, int flags) {
    rbd_joint j = rbd_default_joint(type);
    int k, pick = (int)rbdt_uniform(r, 0, 5);
    j.axis = pick == 0   ? tact_vec(1, 0, 0)
             : pick == 1 ? tact_vec(0, 1, 0)
             : pick == 2 ? tact_vec(0, 0, 1)
                         : tact_add(rbdt_vec(r, 1), tact_vec(0, 0, TACT_R(1.5)));
    j.axis2 = tact_add(tact_vec(j.axis.y, -j.axis.z, j.axis.x), tact_vec(TACT_R(0.1), 1, 0));
    j.pitch = rbdt_uniform(r, -0.3, 0.3);
    for (k = 0; k < 6; ++k) {
        j.dof[k].armature = (flags & RBDT_PASSIVE) ? rbdt_uniform(r, 0, 0.2) : 0;
        if (!(flags & RBDT_PASSIVE)) continue;
        j.dof[k].damping = rbdt_uniform(r, 0, 0.5);
        j.dof[k].friction = rbdt_uniform(r, 0, 0.5);
        j.dof[k].stiffness = k % 3 ? j.dof[k - k % 3].stiffness : rbdt_uniform(r, 0, 2);
        j.dof[k].rest = rbdt_uniform(r, -0.3, 0.3);
    }
    return j;
}
static inline rbd_builder *rbdt_tree(uint64_t seed, int n_bodies, int flags) {
    rbdt_random r = {0, 0};
    rbd_builder *b = rbd_builder_create(NULL);
    rbd_error error;
    int i, last_simple = -1;
    r.seed = seed;
    rbd_builder_set_friction_speed(b, TACT_R(0.5)); /* smooth enough for finite differences */
    rbd_builder_set_gravity(b, tact_vec(TACT_R(0.3), TACT_R(-0.4), TACT_R(-9.81)));
    for (i = 0; i < n_bodies; ++i) {
        char name[32];
        rbd_body body;
        int type = (flags & RBDT_SIMPLE)
                       ? (rbdt_uniform(&r, 0, 1) < TACT_R(0.8) ? RBD_JOINT_REVOLUTE : RBD_JOINT_PRISMATIC)
                       : RBD_JOINT_REVOLUTE + (i + (int)(seed % 12)) % 12;
        int parent = i == 0                  ? 0
                     : (flags & RBDT_FORKED) ? (int)rbdt_uniform(&r, 0, i + 1)
                                             : i - (int)rbdt_uniform(&r, 0, i < 3 ? i : 3);
        if (i == 0 && (flags & RBDT_FREE_BASE)) type = RBD_JOINT_FREE;
        snprintf(name, sizeof name, "body%d", i);
        body = rbd_default_body(name, parent);
        body.placement = i % 4 == 1 ? tact_pose_make(rbdt_vec(&r, 0.4), tact_quat_identity()) : rbdt_pose(&r, 0.4);
        body.inertia = rbdt_inertia(&r);
        if (type == RBD_JOINT_COMPOSITE) {
            rbd_joint parts[3];
            tact_pose at[3];
            parts[0] = rbdt_joint(&r, RBD_JOINT_REVOLUTE, flags), at[0] = rbdt_pose(&r, 0.2);
            parts[1] = rbdt_joint(&r, RBD_JOINT_SPHERICAL, flags), at[1] = rbdt_pose(&r, 0.2);
            parts[2] = rbdt_joint(&r, RBD_JOINT_PRISMATIC, flags), at[2] = rbdt_pose(&r, 0.2);
            if (rbd_builder_add_composite(b, &body, parts, at, 3, &error) < 0) fprintf(stderr, "%s\n", error.text);
            continue;
        }
        body.joint = rbdt_joint(&r, (rbd_joint_type)type, flags);
        if (type == RBD_JOINT_REVOLUTE || type == RBD_JOINT_PRISMATIC || type == RBD_JOINT_HELICAL) {
            if ((flags & RBDT_COUPLED) && last_simple >= 0 && i % 2 == 0) {
                body.joint.mimic = last_simple;
                body.joint.mimic_scale = rbdt_uniform(&r, -2, 2), body.joint.mimic_offset = rbdt_uniform(&r, -1, 1);
            } else {
                last_simple = i + 1;
            }
        }
        if (rbd_builder_add(b, &body, &error) < 0) fprintf(stderr, "%s\n", error.text);
    }
    return b;
}
/* A model of a random tree with data and vectors, and a state. */
typedef struct rbdt_case {
    rbd_builder *builder;
    rbd_model *m;
    rbd_data *d;
    tact_real *q, *v, *a, *tau, *f_ext;
} rbdt_case;
static inline tact_real *rbdt_reals(size_t n) { return (tact_real *)calloc(n + 1, sizeof(tact_real)); }
static inline rbdt_case rbdt_make(uint64_t seed, int n_bodies, int flags) {
    rbdt_case c;
    rbd_error error;
    rbdt_random r = {0, 0};
    r.seed = seed + 77;
    c.builder = rbdt_tree(seed, n_bodies, flags);
    c.m = rbd_model_create(c.builder, NULL, &error);
    if (!c.m) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    c.d = rbd_data_create(c.m, NULL);
    c.q = rbdt_reals((size_t)c.m->nq);
    c.v = rbdt_reals((size_t)c.m->nv);
    c.a = rbdt_reals((size_t)c.m->nv);
    c.tau = rbdt_reals((size_t)c.m->nv), c.f_ext = rbdt_reals(6 * (size_t)c.m->n_bodies);
    rbd_random(c.m, seed, c.q);
    rbdt_fill(&r, c.m->nv, 1.5, c.v);
    rbdt_fill(&r, c.m->nv, 2, c.a);
    rbdt_fill(&r, c.m->nv, 3, c.tau);
    rbdt_fill(&r, 6 * c.m->n_bodies, 2, c.f_ext);
    return c;
}
static inline void rbdt_free(rbdt_case *c) {
    free(c->q);
    free(c->v);
    free(c->a);
    free(c->tau);
    free(c->f_ext);
    rbd_data_destroy(c->d);
    rbd_model_destroy(c->m);
    rbd_builder_destroy(c->builder);
}

/* ---- reference vectors ---- */

typedef struct rbdt_matrix {
    char name[48];
    int rows, columns;
    tact_real *x;
} rbdt_matrix;
typedef struct rbdt_file { /* a text file as matrices and keyword lines */
    rbdt_matrix *matrices;
    int n;
    int state_start[65]; /* index of the first matrix of each state */
    int n_states;
} rbdt_file;
static inline FILE *rbdt_open(const char *name) {
    char path[512];
    const char *base = getenv("TACT_DATA");
    snprintf(path, sizeof path, "%s/rbd/%s", base ? base : "../shared/data", name);
    return fopen(path, "r");
}
static inline tact_real rbdt_number(const char *text) { /* clipped to the range of tact_real */
    double x = strtod(text, NULL);
    if (x > (double)TACT_REAL_MAX) x = (double)TACT_REAL_MAX;
    if (x < -(double)TACT_REAL_MAX) x = -(double)TACT_REAL_MAX;
    return (tact_real)x;
}
static inline rbdt_matrix rbdt_read_matrix(FILE *file, const char *name, int rows, int columns) {
    rbdt_matrix m;
    char word[64];
    int i;
    snprintf(m.name, sizeof m.name, "%.47s", name);
    m.rows = rows;
    m.columns = columns;
    m.x = rbdt_reals((size_t)rows * (size_t)columns);
    for (i = 0; i < rows * columns; ++i) m.x[i] = fscanf(file, "%63s", word) == 1 ? rbdt_number(word) : 0;
    return m;
}
/* Reads a .vec.txt; 0 when it is not there. */
static inline int rbdt_read(const char *robot, rbdt_file *out) {
    char name[96], line[1024], word[64];
    int rows, columns, capacity = 256, state;
    FILE *file;
    snprintf(name, sizeof name, "%s.vec.txt", robot);
    file = rbdt_open(name);
    memset(out, 0, sizeof *out);
    if (!file) return 0;
    out->matrices = (rbdt_matrix *)malloc((size_t)capacity * sizeof(rbdt_matrix));
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "state %d", &state) == 1) {
            out->state_start[out->n_states++] = out->n;
        } else if (sscanf(line, "%63s %d %d", word, &rows, &columns) == 3) {
            if (out->n == capacity) {
                capacity *= 2;
                out->matrices = (rbdt_matrix *)realloc(out->matrices, (size_t)capacity * sizeof(rbdt_matrix));
            }
            out->matrices[out->n++] = rbdt_read_matrix(file, word, rows, columns);
        }
    }
    out->state_start[out->n_states] = out->n;
    fclose(file);
    return 1;
}
static inline const rbdt_matrix *rbdt_get(const rbdt_file *f, int state, const char *name) {
    int i;
    for (i = f->state_start[state]; i < f->state_start[state + 1]; ++i)
        if (strcmp(f->matrices[i].name, name) == 0) return &f->matrices[i];
    return NULL;
}
static inline void rbdt_close(rbdt_file *f) {
    int i;
    for (i = 0; i < f->n; ++i) free(f->matrices[i].x);
    free(f->matrices);
}
static inline tact_pose rbdt_pose_from(const tact_real *x) {
    tact_mat3 R;
    int i;
    for (i = 0; i < 9; ++i) R.m[i / 3][i % 3] = x[i];
    return tact_pose_make(tact_vec(x[9], x[10], x[11]), tact_quat_from_mat(&R));
}
/* Builds the model of a .model.txt. Damping and friction are left out: the reference does not apply them.
   `last_frame` gets the name of the last frame. NULL when the file is not there. */
static inline rbd_builder *rbdt_read_model(const char *robot, char last_frame[128]) {
    char name[96], line[1024], type[64], joint_name[128], frame_name[128];
    int id, parent, iq, nq, iv, nv, joint, n_bodies = 0, k;
    FILE *file;
    rbd_builder *b;
    rbd_error error;
    rbd_body body = rbd_default_body("", 0);
    int frame_joint = -1, joint_v[128], joint_nv[128];
    snprintf(name, sizeof name, "%s.model.txt", robot);
    file = rbdt_open(name);
    if (!file) return NULL;
    b = rbd_builder_create(NULL);
    last_frame[0] = frame_name[0] = joint_name[0] = type[0] = 0;
    while (fgets(line, sizeof line, file)) {
        int rows, columns;
        char word[64];
        if (sscanf(line, "joint %d parent %d idx_q %d nq %d idx_v %d nv %d type JointModel%63s name %127s", &id,
                   &parent, &iq, &nq, &iv, &nv, type, joint_name) == 8) {
            body = rbd_default_body(joint_name, parent);
            joint_v[id] = iv;
            joint_nv[id] = nv;
            n_bodies = id;
        } else if (sscanf(line, "frame %d joint %d type %63s name %127s", &id, &frame_joint, type, frame_name) == 4) {
            continue;
        } else if (sscanf(line, "%63s %d %d", word, &rows, &columns) == 3 && strcmp(word, "njoints") != 0) {
            rbdt_matrix m = rbdt_read_matrix(file, word, rows, columns);
            const tact_real *x = m.x;
            if (!strcmp(word, "gravity")) {
                rbd_builder_set_gravity(b, tact_vec(x[0], x[1], x[2]));
            } else if (!strcmp(word, "placement")) {
                body.placement = rbdt_pose_from(x);
            } else if (!strcmp(word, "inertia")) {
                body.inertia.mass = x[0], body.inertia.com = tact_vec(x[1], x[2], x[3]);
                body.inertia.xx = x[4];
                body.inertia.xy = x[5];
                body.inertia.xz = x[6];
                body.inertia.yy = x[7];
                body.inertia.yz = x[8];
                body.inertia.zz = x[9];
            } else if (!strcmp(word, "S_at_neutral")) {
                tact_vec3 lin = tact_vec(x[0], x[columns], x[2 * columns]);
                tact_vec3 ang = tact_vec(x[3 * columns], x[4 * columns], x[5 * columns]);
                rbd_joint_type t = !strcmp(type, "FreeFlyer")      ? RBD_JOINT_FREE
                                   : !strcmp(type, "Spherical")    ? RBD_JOINT_SPHERICAL
                                   : !strcmp(type, "SphericalZYX") ? RBD_JOINT_SPHERICAL_ZYX
                                   : !strcmp(type, "Planar")       ? RBD_JOINT_PLANAR
                                   : !strcmp(type, "Translation")  ? RBD_JOINT_TRANSLATION
                                   : !strcmp(type, "Universal")    ? RBD_JOINT_UNIVERSAL
                                   : nq == 2                       ? RBD_JOINT_CONTINUOUS
                                   : type[0] == 'H'                ? RBD_JOINT_HELICAL
                                   : tact_norm(ang) > 0            ? RBD_JOINT_REVOLUTE
                                                                   : RBD_JOINT_PRISMATIC;
                body.joint = rbd_default_joint(t);
                body.joint.axis = t == RBD_JOINT_PRISMATIC ? lin : ang;
                if (t == RBD_JOINT_UNIVERSAL)
                    body.joint.axis2 = tact_vec(x[3 * columns + 1], x[4 * columns + 1], x[5 * columns + 1]);
                if (t == RBD_JOINT_HELICAL) body.joint.pitch = tact_dot(lin, ang);
                if (rbd_builder_add(b, &body, &error) < 0) fprintf(stderr, "%s\n", error.text);
            } else if (!strcmp(word, "armature")) {
                for (id = 1; id <= n_bodies; ++id)
                    for (k = 0; k < joint_nv[id]; ++k)
                        rbd_builder_body(b, id)->joint.dof[k].armature = x[joint_v[id] + k];
            } else if (!strcmp(word, "fplacement")) {
                snprintf(last_frame, 128, "frame %.100s",
                         frame_name); /* own kind of name: some equal those of joints */
                joint = rbd_builder_add_frame(b, last_frame, frame_joint, rbdt_pose_from(x), &error);
                if (joint < 0) { /* several frames of one name: the last counts */
                    snprintf(last_frame, 128, "frame %d %.90s", id, frame_name);
                    if (rbd_builder_add_frame(b, last_frame, frame_joint, rbdt_pose_from(x), &error) < 0)
                        fprintf(stderr, "%s\n", error.text);
                }
            }
            free(m.x);
        }
    }
    fclose(file);
    return b;
}
#endif
