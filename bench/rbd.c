/* Nanoseconds per call of the algorithms of rbd.h: rows rbd<TAB>robot/algorithm<TAB>ns<TAB>value (median of the repeats),
   and ns_fastest (the least of them: what the algorithm takes when nothing else runs).
   Robots: arm7 (the tree of a Panda with its fingers, nv 9), quadruped18 (Solo-12), humanoid38 (Talos), built here;
   the same from URDF files where ../shared/data/urdf has them; chains of 10, 100, 1000 bodies and binary trees, for
   growth. ratio_mujoco = MuJoCo's time for the same quantity over ours, from scratch (from q) in both, timed in
   turns; MuJoCo runs a model of the same bodies, written as MJCF. It has no equivalent of the other algorithms.
   batch/... speedup = single form over batch form, per state. An argument restricts the robots to those whose name
   holds it. */
#define RBD_IMPLEMENTATION
#include "rbd.h"
#include "bench.h"
#include <stdarg.h>
#ifdef BENCH_MUJOCO
#include <mujoco/mujoco.h>
#endif

/* ---- robots ---- */

static int add(rbd_builder *b, const char *name, int parent, rbd_joint_type type, tact_vec3 axis, tact_pose at,
               double mass) {
    rbd_body body = rbd_default_body(name, parent);
    rbd_error error;
    int id;
    body.joint = rbd_default_joint(type);
    body.joint.axis = axis;
    body.placement = at;
    body.inertia = rbd_inertia_placed(
        rbd_inertia_box(mass, tact_vec(0, 0, 0), tact_vec(0.1, 0.12, 0.3)),
        tact_pose_make(tact_vec(0.02, 0.01, -0.1), tact_quat_axis_angle(tact_vec(0.6, 0.8, 0), 0.3)));
    id = rbd_builder_add(b, &body, &error);
    if (id < 0) fprintf(stderr, "%s\n", error.text), exit(1);
    return id;
}
static tact_pose turned(double x, double y, double z, double angle) {
    return tact_pose_make(tact_vec(x, y, z), tact_quat_axis_angle(tact_vec(1, 0, 0), angle));
}
static rbd_builder *arm7(void) {
    static const double angle[7] = {0,
                                    -1.5707963267948966,
                                    1.5707963267948966,
                                    1.5707963267948966,
                                    -1.5707963267948966,
                                    1.5707963267948966,
                                    1.5707963267948966};
    static const double x[7] = {0, 0, 0, 0.0825, -0.0825, 0, 0.088}, y[7] = {0, 0, -0.316, 0, 0.384, 0, 0};
    rbd_builder *b = rbd_builder_create(NULL);
    int i, at = 0;
    char name[32];
    for (i = 0; i < 7; ++i) {
        snprintf(name, sizeof name, "link%d", i + 1);
        at = add(b, name, at, RBD_JOINT_REVOLUTE, tact_vec(0, 0, 1), turned(x[i], y[i], i ? 0 : 0.333, angle[i]),
                 3 - 0.3 * i);
    }
    add(b, "finger1", at, RBD_JOINT_PRISMATIC, tact_vec(0, 1, 0), tact_pose_at(0, 0, 0.17), 0.1);
    add(b, "finger2", at, RBD_JOINT_PRISMATIC, tact_vec(0, -1, 0), tact_pose_at(0, 0, 0.17), 0.1);
    return b;
}
static rbd_builder *quadruped18(void) {
    rbd_builder *b = rbd_builder_create(NULL);
    int base = add(b, "base", 0, RBD_JOINT_FREE, tact_vec(0, 0, 1), tact_pose_identity(), 1.2), leg;
    char name[32];
    for (leg = 0; leg < 4; ++leg) {
        double sx = leg < 2 ? 0.19 : -0.19, sy = leg % 2 ? -0.1 : 0.1;
        int at;
        snprintf(name, sizeof name, "haa%d", leg);
        at = add(b, name, base, RBD_JOINT_REVOLUTE, tact_vec(1, 0, 0), tact_pose_at(sx, sy, 0), 0.15);
        snprintf(name, sizeof name, "hfe%d", leg);
        at = add(b, name, at, RBD_JOINT_REVOLUTE, tact_vec(0, 1, 0), tact_pose_at(0, sy / 7, 0), 0.15);
        snprintf(name, sizeof name, "kfe%d", leg);
        add(b, name, at, RBD_JOINT_REVOLUTE, tact_vec(0, 1, 0), tact_pose_at(0, sy / 3, -0.16), 0.05);
    }
    return b;
}
static rbd_builder *humanoid38(void) {
    static const int leg_axis[6] = {2, 0, 1, 1, 1, 0}, arm_axis[8] = {2, 0, 2, 1, 2, 0, 1, 1};
    rbd_builder *b = rbd_builder_create(NULL);
    int base = add(b, "pelvis", 0, RBD_JOINT_FREE, tact_vec(0, 0, 1), tact_pose_identity(), 15), side, i, at, torso;
    char name[32];
    for (side = 0; side < 2; ++side)
        for (at = base, i = 0; i < 6; ++i) {
            snprintf(name, sizeof name, "leg%d_%d", side, i);
            at = add(b, name, at, RBD_JOINT_REVOLUTE, tact_vec(leg_axis[i] == 0, leg_axis[i] == 1, leg_axis[i] == 2),
                     tact_pose_at(0, i ? 0 : (side ? -0.085 : 0.085), i == 3 || i == 4 ? -0.36 : -0.01), 4 - 0.4 * i);
        }
    torso = add(b, "torso1", base, RBD_JOINT_REVOLUTE, tact_vec(0, 0, 1), tact_pose_at(0, 0, 0.07), 3);
    torso = add(b, "torso2", torso, RBD_JOINT_REVOLUTE, tact_vec(0, 1, 0), tact_pose_at(0, 0, 0.02), 17);
    for (side = 0; side < 2; ++side)
        for (at = torso, i = 0; i < 8; ++i) {
            snprintf(name, sizeof name, "arm%d_%d", side, i);
            at = add(b, name, at, RBD_JOINT_REVOLUTE, tact_vec(arm_axis[i] == 0, arm_axis[i] == 1, arm_axis[i] == 2),
                     i % 4 == 3 ? turned(0.02, 0, -0.27, 0.4)
                                : tact_pose_at(0, i ? 0.02 : (side ? -0.16 : 0.16), i ? -0.03 : 0.23),
                     2.5 - 0.25 * i);
        }
    at = add(b, "head1", torso, RBD_JOINT_REVOLUTE, tact_vec(0, 1, 0), tact_pose_at(0.02, 0, 0.32), 0.7);
    add(b, "head2", at, RBD_JOINT_REVOLUTE, tact_vec(0, 0, 1), tact_pose_at(0, 0, 0.02), 1.4);
    return b;
}
/* fan 1: chain; fan 2: binary tree */
static rbd_builder *grown(int n, int fan) {
    rbd_builder *b = rbd_builder_create(NULL);
    char name[32];
    int i;
    for (i = 1; i <= n; ++i) {
        snprintf(name, sizeof name, "b%d", i);
        add(b, name, fan == 1 ? i - 1 : i / fan, RBD_JOINT_REVOLUTE, tact_vec(i % 3 == 0, i % 3 == 1, i % 3 == 2),
            turned(0, 0, 0.2, 0.1 * (i % 7)), 1);
    }
    return b;
}

/* ---- timed calls ---- */

typedef struct scene {
    rbd_model *m;
    rbd_data *d;
    rbd_factor *factor;
    rbd_constraints *constraints;
    tact_real *q, *v, *a, *tau, *out, *M, *A, *B, *C;
    rbd_batch *batch;
    tact_real *bq, *bv, *ba, *bo, *bR, *bp;
    int n, stride; /* states of the batch, entries between rows */
#ifdef BENCH_MUJOCO
    mjModel *mm;
    mjData *md;
#endif
} scene;
static void run_fk(void *x) {
    scene *s = (scene *)x;
    rbd_fk(s->m, s->d, s->q);
}
static void run_fk2(void *x) {
    scene *s = (scene *)x;
    rbd_fk_acceleration(s->m, s->d, s->q, s->v, s->a);
}
static void run_jacobians(void *x) {
    scene *s = (scene *)x;
    rbd_jacobians(s->m, s->d, s->q);
}
static void run_rnea(void *x) {
    scene *s = (scene *)x;
    rbd_rnea(s->m, s->d, s->q, s->v, s->a, NULL, s->out);
}
static void run_bias(void *x) {
    scene *s = (scene *)x;
    rbd_bias(s->m, s->d, s->q, s->v, s->out);
}
static void run_crba(void *x) {
    scene *s = (scene *)x;
    rbd_crba(s->m, s->d, s->q, s->M, s->m->nv);
}
static void run_aba(void *x) {
    scene *s = (scene *)x;
    rbd_aba(s->m, s->d, s->q, s->v, s->tau, NULL, s->out);
}
static void run_minverse(void *x) {
    scene *s = (scene *)x;
    rbd_minverse(s->m, s->d, s->q, s->A, s->m->nv);
}
static void run_rnea_derivatives(void *x) {
    scene *s = (scene *)x;
    rbd_rnea_derivatives(s->m, s->d, s->q, s->v, s->a, NULL, s->A, s->B, s->C, s->m->nv);
}
static void run_aba_derivatives(void *x) {
    scene *s = (scene *)x;
    rbd_aba_derivatives(s->m, s->d, s->q, s->v, s->tau, NULL, s->out, s->A, s->B, s->C, s->m->nv);
}
static void run_coriolis(void *x) {
    scene *s = (scene *)x;
    rbd_coriolis(s->m, s->d, s->q, s->v, s->A, s->m->nv);
}
static void run_centroidal(void *x) {
    scene *s = (scene *)x;
    rbd_centroidal(s->m, s->d, s->q, s->v, s->A, s->m->nv);
}
static void run_centroidal_rate(void *x) {
    scene *s = (scene *)x;
    rbd_centroidal_rate(s->m, s->d, s->q, s->v, s->a, s->A, s->B, s->m->nv);
}
static void run_integrate(void *x) {
    scene *s = (scene *)x;
    rbd_integrate(s->m, s->q, s->v, 1e-3, s->out);
}
static void run_cholesky(void *x) {
    scene *s = (scene *)x;
    rbd_factor_compute(s->factor, s->M, s->m->nv);
}
static void run_delassus(void *x) { /* from q: kinematics, M, constraint rows, factor, G */
    scene *s = (scene *)x;
    rbd_delassus_compute(s->m, s->d, s->constraints, s->q, 1e-6);
}
static void run_constrained(void *x) {
    scene *s = (scene *)x;
    rbd_constrained_dynamics(s->m, s->d, s->constraints, s->q, s->v, s->tau, NULL, NULL, s->out, s->A, NULL);
}
static void run_batch_fk(void *x) {
    scene *s = (scene *)x;
    rbd_batch_fk(s->batch, s->n, s->stride, s->bq, s->bR, s->bp);
}
static void run_batch_rnea(void *x) {
    scene *s = (scene *)x;
    rbd_batch_rnea(s->batch, s->n, s->stride, s->bq, s->bv, s->ba, NULL, s->bo);
}
static void run_batch_aba(void *x) {
    scene *s = (scene *)x;
    rbd_batch_aba(s->batch, s->n, s->stride, s->bq, s->bv, s->ba, NULL, s->bo);
}

#ifdef BENCH_MUJOCO
/* ---- the same bodies as MJCF ---- */

typedef struct text {
    char *at;
    size_t length, capacity;
} text;
static void put(text *t, const char *format, ...) {
    va_list list;
    if (t->capacity - t->length < 4096)
        t->capacity = 2 * t->capacity + 8192, t->at = (char *)realloc(t->at, t->capacity);
    va_start(list, format);
    t->length += (size_t)vsnprintf(t->at + t->length, t->capacity - t->length, format, list);
    va_end(list);
}
static int writable(const rbd_model *m) {
    int i;
    for (i = 1; i < m->n_bodies; ++i)
        if ((m->kind[i] > RBD_KIND_PRISMATIC && m->kind[i] != RBD_KIND_FREE) || m->cos_sin[i]) return 0;
    return m->n_coupled == 0;
}
static void put_body(text *t, const rbd_model *m, int i) {
    const rbd_inertia *y = &m->inertia[i];
    tact_quat r = tact_quat_from_mat(&m->placement_rotation[i]);
    tact_vec3 p = m->placement_position[i], a = m->axis[i];
    int j;
    put(t, "<body name='b%d' pos='%.17g %.17g %.17g' quat='%.17g %.17g %.17g %.17g'>\n", i, p.x, p.y, p.z, r.w, r.x,
        r.y, r.z);
    if (m->kind[i] == RBD_KIND_FREE)
        put(t, "<freejoint/>\n");
    else
        put(t, "<joint type='%s' axis='%.17g %.17g %.17g'/>\n", m->kind[i] <= RBD_KIND_REVOLUTE ? "hinge" : "slide",
            a.x, a.y, a.z);
    put(t, "<inertial pos='%.17g %.17g %.17g' mass='%.17g' fullinertia='%.17g %.17g %.17g %.17g %.17g %.17g'/>\n",
        y->com.x, y->com.y, y->com.z, y->mass, y->xx, y->yy, y->zz, y->xy, y->xz, y->yz);
    for (j = i + 1; j < m->subtree_end[i]; j = m->subtree_end[j]) put_body(t, m, j);
    put(t, "</body>\n");
}
static int load_mujoco(scene *s) {
    text t = {NULL, 0, 0};
    char error[512] = "";
    mjVFS *vfs = (mjVFS *)malloc(sizeof(mjVFS));
    const rbd_model *m = s->m;
    int i, ok;
    put(&t,
        "<mujoco><compiler angle='radian' balanceinertia='true' boundmass='1e-6' boundinertia='1e-9'/><worldbody>\n");
    for (i = 1; i < m->n_bodies; i = m->subtree_end[i]) put_body(&t, m, i);
    put(&t, "</worldbody></mujoco>\n");
    mj_defaultVFS(vfs);
    ok = mj_makeEmptyFileVFS(vfs, "model.xml", (int)t.length) == 0;
    if (ok) memcpy(vfs->filedata[mj_findFileVFS(vfs, "model.xml")], t.at, t.length);
    s->mm = ok ? mj_loadXML("model.xml", vfs, error, sizeof error) : NULL;
    mj_deleteVFS(vfs);
    free(vfs), free(t.at);
    if (!s->mm) {
        fprintf(stderr, "MuJoCo: %s\n", error);
        return 0;
    }
    s->md = mj_makeData(s->mm);
    for (i = 0; i < s->mm->nq && i < m->nq; ++i) s->md->qpos[i] = s->q[i];
    if (m->kind[1] == RBD_KIND_FREE) {
        s->md->qpos[3] = s->q[6];
        s->md->qpos[4] = s->q[3];
        s->md->qpos[5] = s->q[4];
        s->md->qpos[6] = s->q[5];
    }
    for (i = 0; i < s->mm->nv; ++i) {
        s->md->qvel[i] = s->v[i];
        s->md->qacc[i] = s->a[i];
        s->md->qfrc_applied[i] = s->tau[i];
    }
    mj_forward(s->mm, s->md);
    return s->mm->nv == m->nv;
}
static void mj_run_fk(void *x) {
    scene *s = (scene *)x;
    mj_kinematics(s->mm, s->md);
}
static void mj_run_jacobians(void *x) {
    scene *s = (scene *)x;
    mj_kinematics(s->mm, s->md), mj_comPos(s->mm, s->md);
}
static void mj_run_rnea(void *x) {
    scene *s = (scene *)x;
    mj_kinematics(s->mm, s->md);
    mj_comPos(s->mm, s->md);
    mj_comVel(s->mm, s->md);
    mj_rne(s->mm, s->md, 1, s->out);
}
static void mj_run_crba(void *x) { /* with the full matrix, as ours */
    scene *s = (scene *)x;
    mj_kinematics(s->mm, s->md);
    mj_comPos(s->mm, s->md);
    mj_crb(s->mm, s->md);
    mj_fullM(s->mm, s->M, s->md->qM);
}
static void mj_run_crba_sparse(void *x) {
    scene *s = (scene *)x;
    mj_kinematics(s->mm, s->md);
    mj_comPos(s->mm, s->md);
    mj_crb(s->mm, s->md);
}
static void mj_run_cholesky(void *x) {
    scene *s = (scene *)x;
    mj_factorM(s->mm, s->md);
}
static void mj_run_aba(void *x) {
    scene *s = (scene *)x;
    int i;
    mj_kinematics(s->mm, s->md);
    mj_comPos(s->mm, s->md);
    mj_crb(s->mm, s->md);
    mj_factorM(s->mm, s->md);
    mj_comVel(s->mm, s->md), mj_rne(s->mm, s->md, 0, s->md->qfrc_bias);
    for (i = 0; i < s->mm->nv; ++i) s->out[i] = s->tau[i] - s->md->qfrc_bias[i];
    mj_solveM(s->mm, s->md, s->A, s->out, 1);
}
#endif

static tact_real *reals(size_t n) {
    size_t bytes = ((n + 8) * sizeof(tact_real) + 63) / 64 * 64; /* on cache lines, as rbd_batch likes it */
    tact_real *x = (tact_real *)aligned_alloc(64, bytes);
    if (!x) fprintf(stderr, "out of memory\n"), exit(1);
    memset(x, 0, bytes);
    return x;
}
static void measure(const char *robot, rbd_model *m, int full, int quadratic) {
    static const struct {
        const char *name;
        void (*run)(void *);
        int level;
    } list[] = {{"fk", run_fk, 0},
                {"fk_acceleration", run_fk2, 1},
                {"jacobians", run_jacobians, 0},
                {"rnea", run_rnea, 0},
                {"bias", run_bias, 1},
                {"crba", run_crba, 2},
                {"aba", run_aba, 0},
                {"minverse", run_minverse, 2},
                {"rnea_derivatives", run_rnea_derivatives, 2},
                {"aba_derivatives", run_aba_derivatives, 2},
                {"cholesky", run_cholesky, 2},
                {"coriolis", run_coriolis, 1},
                {"centroidal", run_centroidal, 1},
                {"centroidal_rate", run_centroidal_rate, 1},
                {"integrate", run_integrate, 1},
                {"delassus", run_delassus, 1},
                {"constrained", run_constrained, 1}};
    enum { N = sizeof list / sizeof list[0] };
    bench_timer timers[N + 16];
    scene s;
    rbd_error error;
    rbd_constraint feet[4];
    int i, k, n = 0, n_feet = 0, nv = m->nv;
    size_t square = (size_t)nv * (size_t)nv;
    memset(&s, 0, sizeof s);
    memset(timers, 0, sizeof timers);
    s.m = m;
    s.d = rbd_data_create(m, NULL);
    s.factor = rbd_factor_create(m, NULL);
    s.q = reals((size_t)m->nq);
    s.v = reals((size_t)nv);
    s.a = reals((size_t)nv);
    s.tau = reals((size_t)nv);
    s.out = reals((size_t)(m->nq + nv));
    s.M = reals(square);
    s.A = reals(square + 100);
    s.B = reals(square);
    s.C = reals(square);
    rbd_random(m, 7, s.q);
    for (i = 0; i < nv; ++i) {
        s.v[i] = sin(1 + i);
        s.a[i] = sin(2 + 3 * i);
        s.tau[i] = sin(5 * i);
    }
    rbd_crba(m, s.d, s.q, s.M, nv);
    /* constraints on the last bodies of the first branches: one 6-row weld for an arm, two for a humanoid, points for
     * others */
    if (full) {
        for (i = 1; i < m->n_bodies && n_feet < 2; ++i)
            if (m->subtree_end[i] == i + 1 && (n_feet == 0 || m->parent[i] != m->parent[feet[0].body1])) {
                rbd_fk(m, s.d, s.q);
                feet[n_feet++] = rbd_constraint_weld(i, tact_pose_identity(), RBD_WORLD, rbd_body_pose(s.d, i));
            }
        if (m->kind[1] != RBD_KIND_FREE) n_feet = 1;
        if (nv < 20 && n_feet == 2) /* four point feet */
            for (n_feet = 0, i = 1; i < m->n_bodies; ++i)
                if (m->subtree_end[i] == i + 1 && n_feet < 4)
                    feet[n_feet] = rbd_constraint_point(i, tact_pose_at(0, 0, -0.16), RBD_WORLD, rbd_body_pose(s.d, i)),
                    ++n_feet;
        s.constraints = rbd_constraints_create(m, feet, n_feet, NULL, &error);
        if (!s.constraints) fprintf(stderr, "%s: %s\n", robot, error.text);
    }
    for (i = 0; i < N; ++i) {
        if (list[i].level == 1 && !full) continue;
        if (list[i].level == 2 && !quadratic) continue;
        if (!s.constraints && i >= N - 2) continue;
        timers[n].name = list[i].name;
        timers[n].run = list[i].run;
        timers[n].data = &s;
        ++n;
    }
    k = n;
#ifdef BENCH_MUJOCO
    if (full && writable(m) && load_mujoco(&s)) {
        static const struct {
            const char *name;
            void (*run)(void *);
        } peers[] = {{"fk", mj_run_fk},     {"jacobians", mj_run_jacobians},     {"rnea", mj_run_rnea},
                     {"crba", mj_run_crba}, {"crba_sparse", mj_run_crba_sparse}, {"cholesky", mj_run_cholesky},
                     {"aba", mj_run_aba}};
        for (i = 0; i < 7; ++i) {
            timers[k].name = peers[i].name;
            timers[k].run = peers[i].run;
            timers[k].data = &s;
            ++k;
        }
    }
#endif
    bench_time(timers, k, bench_default_repeats());
    for (i = 0; i < n; ++i) bench_row2("rbd", robot, timers[i].name, "ns", 1e9 * timers[i].seconds);
    for (i = 0; i < n; ++i) bench_row2("rbd", robot, timers[i].name, "ns_fastest", 1e9 * timers[i].seconds_least);
    for (i = n; i < k; ++i) {
        int j;
        for (j = 0; j < n; ++j)
            if (strcmp(timers[j].name, timers[i].name) == 0)
                bench_row2("rbd", robot, timers[i].name, "ratio_mujoco", timers[i].seconds / timers[j].seconds);
        if (strcmp(timers[i].name, "crba_sparse") == 0) /* its own storage, without the copy to a full matrix */
            for (j = 0; j < n; ++j)
                if (strcmp(timers[j].name, "crba") == 0)
                    bench_row2("rbd", robot, "crba", "ratio_mujoco_sparse", timers[i].seconds / timers[j].seconds);
    }
#ifdef BENCH_MUJOCO
    if (s.md) mj_deleteData(s.md);
    if (s.mm) mj_deleteModel(s.mm);
#endif
    rbd_constraints_destroy(s.constraints);
    rbd_factor_destroy(s.factor);
    rbd_data_destroy(s.d);
    free(s.q);
    free(s.v);
    free(s.a);
    free(s.tau);
    free(s.out);
    free(s.M);
    free(s.A);
    free(s.B);
    free(s.C);
}
static void measure_batch(const char *prefix, rbd_model *m) {
    static const struct {
        const char *name;
        void (*one)(void *), (*many)(void *);
    } list[] = {{"fk", run_fk, run_batch_fk}, {"rnea", run_rnea, run_batch_rnea}, {"aba", run_aba, run_batch_aba}};
    scene s;
    bench_timer timers[6];
    size_t bytes = rbd_batch_bytes(m), nv = (size_t)m->nv, n = 64,
           st = n + 8; /* rows a power of two apart would share cache sets */
    void *memory = malloc(bytes);
    char name[160];
    int i, k, j;
    memset(&s, 0, sizeof s);
    memset(timers, 0, sizeof timers);
    s.m = m;
    s.d = rbd_data_create(m, NULL);
    s.batch = rbd_batch_init(m, memory, bytes);
    s.n = (int)n;
    s.stride = (int)st;
    s.q = reals((size_t)m->nq);
    s.v = reals(nv);
    s.a = reals(nv);
    s.tau = reals(nv);
    s.out = reals(nv);
    s.bq = reals((size_t)m->nq * st);
    s.bv = reals(nv * st);
    s.ba = reals(nv * st);
    s.bo = reals(nv * st);
    s.bR = reals((size_t)(9 * m->n_bodies) * st), s.bp = reals((size_t)(3 * m->n_bodies) * st);
    for (j = 0; j < (int)n; ++j) {
        rbd_random(m, (uint64_t)j, s.q);
        for (k = 0; k < m->nq; ++k) s.bq[(size_t)k * st + (size_t)j] = s.q[k];
        for (k = 0; k < m->nv; ++k)
            s.bv[(size_t)k * st + (size_t)j] = sin(j + k), s.ba[(size_t)k * st + (size_t)j] = cos(j - k);
    }
    for (i = 0; i < 3; ++i) {
        timers[2 * i].name = list[i].name;
        timers[2 * i].run = list[i].one;
        timers[2 * i].data = &s;
        timers[2 * i + 1].name = list[i].name;
        timers[2 * i + 1].run = list[i].many;
        timers[2 * i + 1].data = &s;
    }
    bench_time(timers, 6, bench_default_repeats());
    for (i = 0; i < 3; ++i) {
        snprintf(name, sizeof name, "batch%s/%s", prefix, list[i].name);
        bench_row("rbd", name, "ns_per_state", 1e9 * timers[2 * i + 1].seconds / (double)n);
        bench_row("rbd", name, "speedup", timers[2 * i].seconds / (timers[2 * i + 1].seconds / (double)n));
    }
    rbd_data_destroy(s.d), free(memory);
    free(s.q);
    free(s.v);
    free(s.a);
    free(s.tau);
    free(s.out);
    free(s.bq);
    free(s.bv);
    free(s.ba);
    free(s.bo);
    free(s.bR);
    free(s.bp);
}
static rbd_model *finish(rbd_builder *b) {
    rbd_error error;
    rbd_model *m = rbd_model_create(b, NULL, &error);
    if (!m) fprintf(stderr, "%s\n", error.text), exit(1);
    rbd_builder_destroy(b);
    return m;
}
static char *read_file(const char *path, size_t *bytes) {
    FILE *file = fopen(path, "rb");
    char *data;
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *bytes = (size_t)ftell(file);
    rewind(file);
    data = (char *)malloc(*bytes + 1);
    if (data && fread(data, 1, *bytes, file) != *bytes) free(data), data = NULL;
    fclose(file);
    return data;
}
int main(int argc, char **argv) {
    static const struct {
        const char *name;
        rbd_builder *(*make)(void);
    } robots[] = {{"arm7", arm7}, {"quadruped18", quadruped18}, {"humanoid38", humanoid38}};
    static const struct {
        const char *name, *file;
        int floating;
    } urdf[] = {
        {"panda_urdf", "panda.urdf", 0}, {"solo12_urdf", "solo12.urdf", 1}, {"talos_urdf", "talos_reduced.urdf", 1}};
    static const int sizes[2][3] = {{10, 100, 1000}, {15, 127, 1023}};
    const char *only = argc > 1 ? argv[1] : "", *base = getenv("TACT_DATA");
    char name[64], path[512];
    rbd_model *m;
    int i, k;
    for (i = 0; i < 3; ++i) {
        if (!strstr(robots[i].name, only)) continue;
        m = finish(robots[i].make());
        measure(robots[i].name, m, 1, 1);
        rbd_model_destroy(m);
    }
    for (i = 0; i < 3 && strstr("batch", only); ++i) {
        m = finish(robots[i].make());
        snprintf(name, sizeof name, "_%s", robots[i].name);
        measure_batch(i == 0 ? "" : name, m);
        rbd_model_destroy(m);
    }
    for (i = 0; i < 3; ++i) {
        size_t bytes;
        char *data;
        rbd_reader_config config = rbd_default_reader_config();
        rbd_error error;
        if (!strstr(urdf[i].name, only)) continue;
        snprintf(path, sizeof path, "%s/urdf/%s", base ? base : "../shared/data", urdf[i].file);
        data = read_file(path, &bytes);
        if (!data) {
            fprintf(stderr, "rbd: %s is not there\n", path);
            continue;
        }
        config.floating_base = urdf[i].floating;
        config.ignore_passive = config.ignore_mimic = 1; /* as the peers count them */
        m = rbd_model_create_urdf(data, bytes, &config, NULL, &error);
        if (!m)
            fprintf(stderr, "rbd: %s: %s\n", path, error.text);
        else
            measure(urdf[i].name, m, 1, 1);
        rbd_model_destroy(m);
        free(data);
    }
    for (k = 0; k < 2; ++k)
        for (i = 0; i < 3; ++i) {
            snprintf(name, sizeof name, "%s%d", k ? "tree" : "chain", sizes[k][i]);
            if (!strstr(name, only)) continue;
            m = finish(grown(sizes[k][i], k + 1));
            measure(name, m, 0, sizes[k][i] <= 127);
            rbd_model_destroy(m);
        }
    return 0;
}
