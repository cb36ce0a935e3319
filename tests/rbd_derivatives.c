/* Analytical derivatives against central differences on random trees of every joint type, 1 to 60 bodies, fixed and
   free base, with armature, damping, friction and springs, and with coupled joints: RNEA, ABA, gravity, centroidal
   momentum and its rate, frame velocities and accelerations in the three references, integrate and difference. */
/* slow: yes */
#include "utest.h"
#include "rbd_common.h"

/* Central differences of sixth order, f' = (45 (f(h) - f(-h)) - 9 (f(2h) - f(-2h)) + f(3h) - f(-3h)) / 60h, err by
   h^6 |f^(7)| / 140 + 2 eps |f| / h. The step is as long as the first term allows, because chains of free-moving joints have mass
   matrices of condition 1e6 and more, which multiply eps. The bound of 1e-6 is relative to the largest entry. */
#define STEP 3e-4
#define TOLERANCE 1e-6
enum { POINTS = 6 };
static const double points[POINTS] = {1, -1, 2, -2, 3, -3}, weights[POINTS] = {45, -45, -9, 9, 1, -1}; /* over 60 h */
static double combine(tact_real *const y[POINTS], int r) {
    double sum = 0;
    for (int s = 0; s < POINTS; ++s) sum += weights[s] * (double)y[s][r];
    return sum / (60 * STEP);
}

typedef struct family {
    rbdt_case c;
    rbd_frame frame;
    rbd_reference reference;
    tact_real *scratch;
} family;
typedef void (*function)(family *f, const tact_real *q, const tact_real *v, const tact_real *u, tact_real *out);

static void f_rnea(family *f, const tact_real *q, const tact_real *v, const tact_real *a, tact_real *out) {
    rbd_rnea(f->c.m, f->c.d, q, v, a, f->c.f_ext, out);
}
static void f_aba(family *f, const tact_real *q, const tact_real *v, const tact_real *tau, tact_real *out) {
    rbd_aba(f->c.m, f->c.d, q, v, tau, f->c.f_ext, out);
}
static void f_gravity(family *f, const tact_real *q, const tact_real *v, const tact_real *a, tact_real *out) {
    (void)v, (void)a;
    rbd_gravity_torque(f->c.m, f->c.d, q, out);
}
static void f_momentum(family *f, const tact_real *q, const tact_real *v, const tact_real *a, tact_real *out) {
    int i;
    rbd_centroidal_rate(f->c.m, f->c.d, q, v, a, NULL, NULL, 0);
    for (i = 0; i < 6; ++i) out[i] = f->c.d->momentum[i];
}
static void f_rate(family *f, const tact_real *q, const tact_real *v, const tact_real *a, tact_real *out) {
    int i;
    rbd_centroidal_rate(f->c.m, f->c.d, q, v, a, NULL, NULL, 0);
    for (i = 0; i < 6; ++i) out[i] = f->c.d->momentum_rate[i];
}
static void f_velocity(family *f, const tact_real *q, const tact_real *v, const tact_real *a, tact_real *out) {
    rbd_fk_acceleration(f->c.m, f->c.d, q, v, a);
    rbd_frame_velocity(f->c.d, &f->frame, f->reference, out);
}
static void f_acceleration(family *f, const tact_real *q, const tact_real *v, const tact_real *a, tact_real *out) {
    rbd_fk_acceleration(f->c.m, f->c.d, q, v, a);
    rbd_frame_acceleration(f->c.d, &f->frame, f->reference, out);
}
/* Difference quotient of `call` by q (0), v (1) or u (2), rows x nv. */
static void quotient(family *f, function call, int by, int rows, const tact_real *u, tact_real *out) {
    const rbd_model *m = f->c.m;
    int k, r, s, nv = m->nv;
    tact_real *q = rbdt_reals((size_t)m->nq), *v = rbdt_reals((size_t)nv), *w = rbdt_reals((size_t)nv);
    tact_real *e = rbdt_reals((size_t)nv), *y[POINTS];
    for (s = 0; s < POINTS; ++s) y[s] = rbdt_reals((size_t)rows);
    for (k = 0; k < nv; ++k) {
        for (s = 0; s < POINTS; ++s) {
            tact_real h = (tact_real)(points[s] * STEP);
            memcpy(q, f->c.q, (size_t)m->nq * sizeof(tact_real));
            memcpy(v, f->c.v, (size_t)nv * sizeof(tact_real));
            memcpy(w, u, (size_t)nv * sizeof(tact_real));
            e[k] = 1;
            if (by == 0)
                rbd_integrate(m, q, e, h, q);
            else if (by == 1)
                v[k] += h;
            else
                w[k] += h;
            e[k] = 0;
            call(f, q, v, w, y[s]);
        }
        for (r = 0; r < rows; ++r) out[r * nv + k] = (tact_real)combine(y, r);
    }
    for (s = 0; s < POINTS; ++s) free(y[s]);
    free(q);
    free(v);
    free(w);
    free(e);
}
typedef struct outcome {
    double worst;
    const char *what;
} outcome;
static void note(outcome *o, const char *what, double e) {
    if (!(e <= o->worst)) o->worst = e, o->what = what;
}
static outcome examine(uint64_t seed, int bodies, int flags) {
    family f;
    outcome o = {0, "none"};
    rbd_model *m;
    rbd_data *d;
    tact_real *x[4], *fd;
    int nv, i, k;
    f.c = rbdt_make(seed, bodies, flags);
    m = f.c.m;
    d = f.c.d;
    nv = m->nv;
    for (i = 0; i < 4; ++i) x[i] = rbdt_reals((size_t)(nv * nv + 6 * nv));
    fd = rbdt_reals((size_t)(nv * nv + 6 * nv));
    f.frame = rbd_frame_on_body(m->n_bodies - 1, tact_pose_make(tact_vec(TACT_R(0.1), TACT_R(0.2), TACT_R(-0.3)),
                                                                tact_quat_axis_angle(tact_vec(1, 0, 0), TACT_R(0.7))));

    rbd_rnea_derivatives(m, d, f.c.q, f.c.v, f.c.a, f.c.f_ext, x[0], x[1], x[2], nv);
    for (k = 0; k < 3; ++k) {
        static const char *names[] = {"dtau_dq", "dtau_dv", "dtau_da"};
        quotient(&f, f_rnea, k, nv, f.c.a, fd);
        note(&o, names[k], rbdt_error(nv * nv, x[k], fd));
    }
    rbd_aba_derivatives(m, d, f.c.q, f.c.v, f.c.tau, f.c.f_ext, NULL, x[0], x[1], x[2], nv);
    for (k = 0; k < 3; ++k) {
        static const char *names[] = {"da_dq", "da_dv", "da_dtau"};
        quotient(&f, f_aba, k, nv, f.c.tau, fd);
        note(&o, names[k], rbdt_error(nv * nv, x[k], fd));
    }
    /* every subset of outputs gives the same */
    rbd_aba_derivatives(m, d, f.c.q, f.c.v, f.c.tau, f.c.f_ext, NULL, x[3], NULL, NULL, nv);
    note(&o, "da_dq alone", rbdt_error(nv * nv, x[3], x[0]));
    rbd_aba_derivatives(m, d, f.c.q, f.c.v, f.c.tau, f.c.f_ext, NULL, NULL, x[3], NULL, nv);
    note(&o, "da_dv alone", rbdt_error(nv * nv, x[3], x[1]));
    rbd_gravity_derivatives(m, d, f.c.q, x[0], nv);
    quotient(&f, f_gravity, 0, nv, f.c.a, fd);
    note(&o, "dg_dq", rbdt_error(nv * nv, x[0], fd));

    rbd_centroidal_derivatives(m, d, f.c.q, f.c.v, f.c.a, x[0], x[1], x[2], x[3], nv);
    quotient(&f, f_momentum, 0, 6, f.c.a, fd), note(&o, "dh_dq", rbdt_error(6 * nv, x[0], fd));
    quotient(&f, f_rate, 0, 6, f.c.a, fd), note(&o, "dhdot_dq", rbdt_error(6 * nv, x[1], fd));
    quotient(&f, f_rate, 1, 6, f.c.a, fd), note(&o, "dhdot_dv", rbdt_error(6 * nv, x[2], fd));
    quotient(&f, f_rate, 2, 6, f.c.a, fd), note(&o, "dhdot_da", rbdt_error(6 * nv, x[3], fd));

    for (i = 0; i < 3; ++i) {
        f.reference = (rbd_reference)i;
        rbd_fk_acceleration(m, d, f.c.q, f.c.v, f.c.a);
        rbd_frame_velocity_derivatives(d, &f.frame, f.reference, x[0], x[1], nv);
        rbd_frame_acceleration_derivatives(d, &f.frame, f.reference, x[2], x[3], NULL, nv);
        quotient(&f, f_velocity, 0, 6, f.c.a, fd), note(&o, "frame dv_dq", rbdt_error(6 * nv, x[0], fd));
        quotient(&f, f_velocity, 1, 6, f.c.a, fd), note(&o, "frame dv_dv", rbdt_error(6 * nv, x[1], fd));
        quotient(&f, f_acceleration, 0, 6, f.c.a, fd), note(&o, "frame da_dq", rbdt_error(6 * nv, x[2], fd));
        quotient(&f, f_acceleration, 1, 6, f.c.a, fd), note(&o, "frame da_dv", rbdt_error(6 * nv, x[3], fd));
        rbd_fk_acceleration(m, d, f.c.q, f.c.v, f.c.a);
        rbd_frame_acceleration_derivatives(d, &f.frame, f.reference, NULL, NULL, x[0], nv);
        quotient(&f, f_acceleration, 2, 6, f.c.a, fd), note(&o, "frame da_da", rbdt_error(6 * nv, x[0], fd));
    }
    for (i = 0; i < 4; ++i) free(x[i]);
    free(fd);
    rbdt_free(&f.c);
    return o;
}
static outcome over_sizes(int flags, const int *sizes, int n, uint64_t seed) {
    outcome worst = {0, "none"};
    int i;
    for (i = 0; i < n; ++i) {
        outcome o = examine(seed + (uint64_t)i, sizes[i], flags);
        if (!(o.worst <= TOLERANCE))
            printf("  %d bodies, seed %d: %s off by %g\n", sizes[i], (int)seed + i, o.what, o.worst);
        if (!(o.worst <= worst.worst)) worst = o;
    }
    printf("  worst: %s %.2g\n", worst.what, worst.worst);
    return worst;
}
static const int all_types[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24};
UTEST(derivatives, fixed_base) { EXPECT_LE(over_sizes(0, all_types, 22, 1).worst, TOLERANCE); }
UTEST(derivatives, fixed_base_passive) { EXPECT_LE(over_sizes(RBDT_PASSIVE, all_types, 22, 100).worst, TOLERANCE); }
UTEST(derivatives, free_base_passive_forked) {
    EXPECT_LE(over_sizes(RBDT_FREE_BASE | RBDT_PASSIVE | RBDT_FORKED, all_types + 10, 12, 200).worst, TOLERANCE);
}
UTEST(derivatives, coupled_joints) {
    static const int sizes[] = {2, 4, 6, 8, 12, 16};
    EXPECT_LE(over_sizes(RBDT_COUPLED | RBDT_PASSIVE | RBDT_SIMPLE, sizes, 6, 300).worst, TOLERANCE);
    EXPECT_LE(over_sizes(RBDT_COUPLED | RBDT_PASSIVE | RBDT_FREE_BASE, sizes, 6, 320).worst, TOLERANCE);
}
UTEST(derivatives, sixty_bodies) {
    static const int sizes[] = {60};
    EXPECT_LE(over_sizes(RBDT_FREE_BASE | RBDT_FORKED, sizes, 1, 400).worst, TOLERANCE);
    EXPECT_LE(over_sizes(RBDT_FORKED | RBDT_PASSIVE, sizes, 1, 401).worst, TOLERANCE);
}

/* integrate and difference by their arguments: perturb, then compare in the tangent space of the result */
static double manifold(uint64_t seed, int bodies, int flags) {
    rbdt_case c = rbdt_make(seed, bodies, flags);
    rbd_model *m = c.m;
    int nv = m->nv, k, r, s, by;
    double worst = 0;
    tact_real *x = rbdt_reals((size_t)(nv * nv)), *y = rbdt_reals((size_t)(nv * nv)),
              *z = rbdt_reals((size_t)(nv * nv));
    tact_real *w = rbdt_reals((size_t)(nv * nv)), *q = rbdt_reals((size_t)m->nq), *q1 = rbdt_reals((size_t)m->nq);
    tact_real *e = rbdt_reals((size_t)nv), *v = rbdt_reals((size_t)nv), *base = rbdt_reals((size_t)m->nq);
    tact_real *end[POINTS], *dif[POINTS], *fd[4];
    for (k = 0; k < POINTS; ++k) end[k] = rbdt_reals((size_t)m->nq), dif[k] = rbdt_reals((size_t)nv);
    for (k = 0; k < 4; ++k) fd[k] = rbdt_reals((size_t)(nv * nv));
    rbd_random(m, seed + 999, q1);
    rbd_integrate_derivatives(m, c.q, c.v, x, y, nv);
    rbd_difference_derivatives(m, c.q, q1, z, w, nv);
    rbd_integrate(m, c.q, c.v, 1, base);
    for (by = 0; by < 4; ++by)
        for (k = 0; k < nv; ++k) {
            for (s = 0; s < POINTS; ++s) {
                tact_real h = (tact_real)(points[s] * STEP);
                e[k] = 1;
                memcpy(v, c.v, (size_t)nv * sizeof(tact_real));
                if (by == 0) rbd_integrate(m, c.q, e, h, q), rbd_integrate(m, q, v, 1, end[s]);
                if (by == 1) v[k] += h, rbd_integrate(m, c.q, v, 1, end[s]);
                if (by < 2) rbd_difference(m, base, end[s], dif[s]);
                if (by == 2) rbd_integrate(m, c.q, e, h, q), rbd_difference(m, q, q1, dif[s]);
                if (by == 3) rbd_integrate(m, q1, e, h, q), rbd_difference(m, c.q, q, dif[s]);
                e[k] = 0;
            }
            for (r = 0; r < nv; ++r) fd[by][r * nv + k] = (tact_real)combine(dif, r);
        }
    worst = fmax(rbdt_error(nv * nv, x, fd[0]), rbdt_error(nv * nv, y, fd[1]));
    worst = fmax(worst, fmax(rbdt_error(nv * nv, z, fd[2]), rbdt_error(nv * nv, w, fd[3])));
    free(x);
    free(y);
    free(z);
    free(w);
    free(q);
    free(q1);
    free(e);
    free(v);
    free(base);
    for (k = 0; k < POINTS; ++k) free(end[k]), free(dif[k]);
    for (k = 0; k < 4; ++k) free(fd[k]);
    rbdt_free(&c);
    return worst;
}
UTEST(derivatives, integrate_and_difference) {
    int i;
    for (i = 0; i < 24; ++i) EXPECT_LE(manifold(500 + (uint64_t)i, 1 + i / 2, i % 2 ? RBDT_FREE_BASE : 0), TOLERANCE);
}
UTEST_MAIN()
