/* world_differences.h - a world with bodies and a robot as a point to differentiate a step at: the state before and after as numbers that can be
   subtracted, changes of state, forces and parameters, and the step that follows from one of them. Used by world_derivatives.c (scenes made for a
   purpose) and world_random.h (scenes made at random). */
#ifndef WORLD_DIFFERENCES_H
#define WORLD_DIFFERENCES_H
#include "world_common.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 48 }; /* dofs */

typedef struct scene {
    contact_world *w;
    contact_body bodies[8];
    int n_bodies;
    contact_robot robot;
    const rbd_model *model;
    rbd_model *owned;
    tact_real dt;
    tact_real force[6]; /* on the first body, in the step */
    tact_real h;        /* of the differences, 0: 1e-7 */
    tact_real h_force;  /* of those by forces and parameters, 0: 1e-2 */
    contact_parameter parameters[8];
    int n_parameters;
} scene;

WORLD_TEST contact_world_config exact_config(contact_method method) {
    contact_world_config c = contact_default_world_config();
    c.solver.method = method;
    c.keep_energy = 0;                  /* the step as the derivative has it, also where bodies overlap */
    c.solver.tolerance = TACT_R(1e-15); /* as far as it goes */
    c.solver.relative_tolerance = TACT_R(1e-15);
    c.solver.coarse_tolerance = 0;
    c.solver.momentum_tolerance = TACT_R(1e-14); /* of the compliant methods */
    c.solver.max_iterations = 3000;
    return c;
}

/* state as numbers that can be subtracted: com, v, w of bodies and poses apart */
typedef struct captured {
    tact_vec3 com[8], v[8], w[8];
    tact_quat q[8];
    tact_real rq[64], rv[64];
} captured;
WORLD_TEST void capture(const scene *s, captured *c) {
    int i;
    for (i = 0; i < s->n_bodies; ++i) {
        c->com[i] = contact_body_com(s->w, s->bodies[i]);
        c->q[i] = contact_body_pose(s->w, s->bodies[i]).q;
        c->v[i] = contact_body_velocity(s->w, s->bodies[i]);
        c->w[i] = contact_body_angular_velocity(s->w, s->bodies[i]);
    }
    if (s->model) {
        memcpy(c->rq, contact_robot_q(s->w, s->robot), (size_t)s->model->nq * sizeof(tact_real));
        memcpy(c->rv, contact_robot_v(s->w, s->robot), (size_t)s->model->nv * sizeof(tact_real));
    }
}
WORLD_TEST void put(tact_real *at, tact_vec3 v) {
    at[0] = v.x;
    at[1] = v.y;
    at[2] = v.z;
}
WORLD_TEST void subtract(const scene *s, const captured *a, const captured *b, int n, tact_real scale, tact_real *out) {
    int i;
    for (i = 0; i < s->n_bodies; ++i) {
        int at = contact_body_dof(s->w, s->bodies[i]);
        if (at < 0) continue;
        put(out + at, tact_scale(scale, tact_sub(a->com[i], b->com[i])));
        put(out + at + 3, tact_scale(scale, tact_quat_log(tact_quat_mul(a->q[i], tact_quat_conj(b->q[i])))));
        put(out + n + at, tact_scale(scale, tact_sub(a->v[i], b->v[i])));
        put(out + n + at + 3, tact_scale(scale, tact_sub(a->w[i], b->w[i])));
    }
    if (s->model) {
        int at = contact_robot_dof(s->w, s->robot);
        rbd_difference(s->model, b->rq, a->rq, out + at);
        for (i = 0; i < s->model->nv; ++i) {
            out[at + i] *= scale;
            out[n + at + i] = scale * (a->rv[i] - b->rv[i]);
        }
    }
}
WORLD_TEST void apply_forces(const scene *s, const tact_real *change) {
    int i, k;
    for (i = 0; i < s->n_bodies; ++i) {
        int at = contact_body_dof(s->w, s->bodies[i]);
        tact_real f[6];
        if (at < 0) continue;
        for (k = 0; k < 6; ++k) f[k] = (i == 0 ? s->force[k] : 0) + (change ? change[at + k] : 0);
        contact_body_add_force(s->w, s->bodies[i], tact_vec(f[0], f[1], f[2]));
        contact_body_add_torque(s->w, s->bodies[i], tact_vec(f[3], f[4], f[5]));
    }
    if (s->model && change) {
        int at = contact_robot_dof(s->w, s->robot);
        for (i = 0; i < s->model->nv; ++i) contact_robot_tau(s->w, s->robot)[i] += change[at + i];
    }
}
/* Adds h to a parameter of the world. */
WORLD_TEST void nudge_parameter(const scene *s, const contact_parameter *p, tact_real h) {
    contact_material *m = contact_geom_surface(s->w, p->geom);
    switch (p->kind) {
    case CONTACT_PARAMETER_FRICTION: m->friction += h; break;
    case CONTACT_PARAMETER_RESTITUTION: m->restitution += h; break;
    case CONTACT_PARAMETER_STIFFNESS: m->stiffness += h; break;
    case CONTACT_PARAMETER_DISSIPATION: m->dissipation += h; break;
    case CONTACT_PARAMETER_RELAXATION: m->relaxation_time += h; break;
    case CONTACT_PARAMETER_GRAVITY: {
        tact_vec3 *g = &contact_world_settings(s->w)->gravity;
        *(p->index == 0 ? &g->x : p->index == 1 ? &g->y : &g->z) += h;
        break;
    }
    case CONTACT_PARAMETER_MOTOR_POSITION:
    case CONTACT_PARAMETER_MOTOR_VELOCITY: {
        contact_joint_def *joint = contact_joint_settings(s->w, p->joint);
        contact_motor motor = contact_robot_motor(s->w, p->robot, p->index);
        *(p->kind == CONTACT_PARAMETER_MOTOR_POSITION ? (joint ? &joint->position : &motor.position)
                                                      : (joint ? &joint->velocity : &motor.velocity)) += h;
        if (!joint) contact_robot_set_motor(s->w, p->robot, p->index, &motor);
        break;
    }
    default: break;
    }
}

WORLD_TEST tact_real largest(const tact_real *x, int n) {
    tact_real m = 0;
    int i;
    for (i = 0; i < n; ++i) m = tact_max(m, tact_abs(x[i]));
    return m;
}

WORLD_TEST void scene_end(scene *s) {
    contact_world_destroy(s->w);
    rbd_model_destroy(s->owned);
}
WORLD_TEST scene scene_begin(contact_method method) {
    scene s;
    contact_world_config c = exact_config(method);
    memset(&s, 0, sizeof s);
    s.dt = TACT_R(1e-3);
    s.w = test_world(&c);
    return s;
}
/* The smallest scale that the entries of a column are judged by, for the rows of positions (half 0) and velocities (1): columns much smaller than
   what a change of velocity or a force does are judged on that scale. */
WORLD_TEST tact_real least_scale(const scene *s, int n, int column, int half) {
    return column < 2 * n ? (half ? TACT_R(1) : TACT_R(1e-3)) : TACT_R(1e-3) * (half ? TACT_R(1) : s->dt);
}
/* The step from a snapshot with one number changed: column j of 2n of the state, n of the forces, the parameters (not masses). */
WORLD_TEST contact_status changed_step(scene *s, const void *snapshot, size_t bytes, int n, int j, tact_real by,
                                       captured *out) {
    tact_real change[2 * MOST];
    contact_status status;
    int i;
    memset(change, 0, sizeof change);
    if (j < 3 * n) change[j < 2 * n ? j : j - 2 * n] = by;
    status = contact_world_restore(s->w, snapshot, bytes);
    if (status < 0) return status;
    if (j < 2 * n) contact_world_move_state(s->w, change);
    if (j >= 3 * n) nudge_parameter(s, &s->parameters[j - 3 * n], by);
    apply_forces(s, j >= 2 * n && j < 3 * n ? change : NULL);
    status = contact_world_step(s->w, s->dt);
    capture(s, out);
    if (j >= 2 * n && j < 3 * n && s->model) { /* tau lasts */
        int first = contact_robot_dof(s->w, s->robot);
        for (i = 0; i < s->model->nv; ++i) contact_robot_tau(s->w, s->robot)[i] -= change[first + i];
    }
    return status;
}
#endif
