/* compliant_scenes.h - the single-body experiments of the convex compliant models (Castro, Han & Masterjohn 2023, section
   IX), in 3-D, each step through contact_solve: a box on an oscillating conveyor belt, a falling sphere that begins to roll, a
   sliding rod that jams (Painleve). Shared by the bench, the figures and the tests. */
#ifndef COMPLIANT_SCENES_H
#define COMPLIANT_SCENES_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define SCENE_FUNC static inline __attribute__((unused))
#else
#define SCENE_FUNC static inline
#endif

enum { SCENE_CONVEYOR, SCENE_SPHERE, SCENE_ROD, SCENES };
static const char *const scene_names[SCENES] = {"conveyor", "sphere", "rod"};

typedef struct scene_options {
    contact_method method;
    double dt, duration;
    double stiffness, dissipation, relaxation; /* k, Hunt-Crossley d, tau_d */
    int law;
} scene_options;
typedef struct scene_sample {
    double t, x, z, angle; /* centre of mass, rotation about y */
    double gap;            /* mean of the contact points, at the end of the step */
    double vn, vt, fn, ft; /* mean velocity of the contact points relative to the ground, total force */
    double slip;
    int iterations;
} scene_sample;

typedef struct scene_body {
    tact_vec3 p, v, w;
    tact_quat q;
    double mass;
    tact_vec3 inertia; /* principal, body frame */
} scene_body;

/* The figures of the reference: dt 10 ms and k 1e7 N/m and so on; the caller sets method and dt. */
SCENE_FUNC scene_options scene_defaults(int scene) {
    scene_options o;
    memset(&o, 0, sizeof o);
    o.method = CONTACT_METHOD_LAGGED;
    o.stiffness = 1e7;
    o.dissipation = scene == SCENE_ROD ? 0 : 500;
    o.relaxation = scene == SCENE_ROD ? 0 : 1e-3;
    o.dt = scene == SCENE_CONVEYOR ? 1e-2 : (scene == SCENE_SPHERE ? 2e-3 : 1e-5);
    o.duration = scene == SCENE_CONVEYOR ? 2.0 : (scene == SCENE_SPHERE ? 0.3 : 78 * 6.4e-4);
    o.law = CONTACT_LAW_HUNT_CROSSLEY;
    return o;
}

/* Runs a scene; returns the number of samples (one per step, room for duration/dt + 2), or -1 when a solve failed. */
SCENE_FUNC int scene_run(int scene, const scene_options *o, scene_sample *samples) {
    static const double gravity = 9.81, pi = 3.14159265358979323846;
    contact_problem p;
    contact_config config = contact_default_config();
    size_t bytes = 0;
    void *workspace = NULL;
    scene_body b;
    tact_vec3 points[4];
    double mu, ground = 0;
    int steps = (int)floor(o->duration / o->dt + 0.5), count, failed = 0;
    memset(&b, 0, sizeof b);
    b.q = tact_quat_identity();
    if (scene == SCENE_CONVEYOR) { /* 1 kg, 5 cm, belt x = 0.2 sin 2 pi t; starts with the belt */
        b.mass = 1, b.inertia = tact_vec(1 * 0.05 * 0.05 / 6, 1 * 0.05 * 0.05 / 6, 1 * 0.05 * 0.05 / 6);
        for (count = 0; count < 4; ++count)
            points[count] = tact_vec(count & 1 ? 0.025 : -0.025, count & 2 ? 0.025 : -0.025, -0.025);
        mu = 0.7;
        b.p = tact_vec(0, 0, 0.025 - b.mass * gravity / (4 * o->stiffness));
        b.v = tact_vec(0.2 * 2 * pi, 0, 0);
    } else if (scene == SCENE_SPHERE) { /* 0.5 kg, 5 cm diameter, 2.5 cm above the ground, 2 m/s */
        b.mass = 0.5,
        b.inertia = tact_vec(0.4 * 0.5 * 0.025 * 0.025, 0.4 * 0.5 * 0.025 * 0.025, 0.4 * 0.5 * 0.025 * 0.025);
        count = 1, mu = 0.5;
        b.p = tact_vec(0, 0, 0.05);
        b.v = tact_vec(2, 0, 0);
    } else { /* 0.5 m, 0.3 kg, 30 degrees, 10 m/s, its lower end first */
        double l = 0.5;
        b.mass = 0.3, b.inertia = tact_vec(0.3 * 0.005 * 0.005 / 2, 0.3 * l * l / 12, 0.3 * l * l / 12);
        count = 1, mu = 2.3;
        points[0] = tact_vec(l / 2, 0, 0);
        b.q = tact_quat_axis_angle(tact_vec(0, 1, 0), pi / 6); /* lowers the +x end */
        b.v = tact_vec(10, 0, 0);
        /* sap and similar glide: they start at their gliding distance, or the start is a kick */
        if (o->method == CONTACT_METHOD_SIMILAR) ground = mu * o->dt * 10;
        if (o->method == CONTACT_METHOD_SAP) ground = mu * (o->dt + o->relaxation) * 10;
        b.p = tact_vec(0, 0, l / 2 * sin(pi / 6) + ground);
    }
    config.method = o->method;
    config.law = o->law;
    config.lagged_regularised = 0;
    config.momentum_tolerance = 1e-10;
    config.validate = 0;
    contact_problem_create(&p, NULL);
    for (int s = 0; s < steps; ++s) {
        double t1 = (s + 1) * o->dt, belt = scene == SCENE_CONVEYOR ? 0.2 * 2 * pi * cos(2 * pi * t1) : 0;
        tact_mat3 r = tact_quat_to_mat(b.q), principal = tact_mat_diagonal(b.inertia.x, b.inertia.y, b.inertia.z),
                  inertia;
        tact_mat3 rt = tact_mat_transpose(&r);
        tact_vec3 x_axis = tact_vec(1, 0, 0), none = tact_vec(0, 0, 0);
        scene_sample *out = &samples[s];
        contact_result result;
        inertia = tact_mat_mul(&r, &principal), inertia = tact_mat_mul(&inertia, &rt);
        contact_problem_clear(&p);
        p.dt = o->dt;
        contact_add_body(&p, b.mass, &inertia, tact_vec(b.v.x, b.v.y, b.v.z - gravity * o->dt), b.w);
        p.velocity[0] = b.v.x;
        p.velocity[1] = b.v.y;
        p.velocity[2] = b.v.z;
        p.velocity[3] = b.w.x;
        p.velocity[4] = b.w.y;
        p.velocity[5] = b.w.z;
        for (int k = 0; k < count; ++k) {
            tact_vec3 arm = scene == SCENE_SPHERE ? tact_vec(0, 0, -0.025) : tact_rotate(b.q, points[k]);
            int i = contact_add_contact(&p, -1, 0, tact_vec(0, 0, 1), &x_axis, none, arm, mu);
            contact_constraint *c = &p.constraints[i];
            c->gap = b.p.z + arm.z;
            c->stiffness = o->stiffness;
            c->dissipation = o->dissipation;
            c->relaxation = o->relaxation;
            p.bias[c->first_row] = -belt;
        }
        if (!bytes) {
            bytes = contact_workspace_size(&p, &config);
            workspace = malloc(bytes);
        }
        if (contact_solve(&p, &config, workspace, bytes, &result) < 0) {
            failed = 1;
            break;
        }
        memset(out, 0, sizeof *out);
        b.v = tact_vec(p.velocity[0], p.velocity[1], p.velocity[2]);
        b.w = tact_vec(p.velocity[3], p.velocity[4], p.velocity[5]);
        for (int k = 0; k < count; ++k) {
            tact_vec3 arm = p.constraints[k].arm_b, c = tact_add(b.v, tact_cross(b.w, arm));
            const tact_real *l = p.impulse + p.constraints[k].first_row;
            out->vn += c.z / count, out->vt += (c.x - belt) / count;
            out->fn += l[2] / o->dt, out->ft += l[0] / o->dt;
            out->gap += (p.constraints[k].gap + o->dt * c.z) / count;
        }
        out->slip = fabs(out->vt);
        b.p = tact_mul_add(b.p, o->dt, b.v);
        b.q = tact_quat_normalize(tact_quat_mul(tact_quat_exp(tact_scale(o->dt, b.w)), b.q));
        out->t = t1;
        out->x = b.p.x;
        out->z = b.p.z - ground;
        out->angle = 2 * atan2(b.q.y, b.q.w);
        out->iterations = result.iterations;
    }
    contact_problem_free(&p);
    free(workspace);
    return failed ? -1 : steps;
}

/* sqrt(1/T integral |q - q_ref|^2) over x, z and, where asked for, the angle, at the steps of the coarse run; the fine step
   divides the coarse one. */
SCENE_FUNC double scene_error(const scene_sample *coarse, int n, const scene_sample *fine, int n_fine, int with_angle) {
    double sum = 0;
    int ratio = (int)floor((double)n_fine / n + 0.5);
    for (int i = 0; i < n; ++i) {
        const scene_sample *f = &fine[(i + 1) * ratio - 1 < n_fine ? (i + 1) * ratio - 1 : n_fine - 1];
        double dx = coarse[i].x - f->x, dz = coarse[i].z - f->z, da = with_angle ? coarse[i].angle - f->angle : 0;
        if (da > 3.14159265358979323846) da -= 2 * 3.14159265358979323846;
        if (da < -3.14159265358979323846) da += 2 * 3.14159265358979323846;
        sum += dx * dx + dz * dz + da * da;
    }
    return sqrt(sum / n);
}
#endif
