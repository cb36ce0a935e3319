/* contact_cube.h - a cube of 1 kg and 0.2 m on the plane z = 0, stepped with contact_solve: the smallest simulation in which
   the friction models differ. Include contact.h and contact_problems.h first. */
#ifndef TACT_CONTACT_CUBE_H
#define TACT_CONTACT_CUBE_H

typedef struct cube_scene {
    tact_vec3 x, v, w; /* centre, velocity, angular velocity (world) */
    tact_quat q;
    double dt, mu, angle; /* tangents turned by angle */
    int flat;             /* 1: the cube cannot turn, so that it touches with all corners or none */
    int speculative;      /* 1: the gap enters the bias; 0: touching corners only, no gap term */
    contact_config config;
    contact_problem problem;
    tact_real impulse[24]; /* by corner */
    double lateral;        /* out: largest |f_y| over the corners, [N] */
    double z_max;          /* out */
    int worst_status, iterations;
} cube_scene;

PROBLEM_FUNC void cube_begin(cube_scene *s, contact_method method, double dt, double mu) {
    memset(s, 0, sizeof *s);
    s->x = tact_vec(0, 0, TACT_R(0.1));
    s->q = tact_quat_identity();
    s->dt = dt;
    s->mu = mu;
    s->config = contact_default_config();
    s->config.method = method;
    s->z_max = 0.1;
    contact_problem_create(&s->problem, (const tact_allocator *)0);
}
PROBLEM_FUNC void cube_end(cube_scene *s) { contact_problem_free(&s->problem); }

/* One semi-implicit step under gravity and a force at the centre. Returns the status. */
PROBLEM_FUNC contact_status cube_step(cube_scene *s, tact_vec3 force) {
    contact_problem *p = &s->problem;
    tact_mat3 inertia = problem_cube_inertia(1, 0.2);
    tact_vec3 t = tact_vec((tact_real)cos(s->angle), (tact_real)sin(s->angle), 0), vf, corner;
    tact_real dt = (tact_real)s->dt;
    int k, map[8], count = 0;
    contact_result result;
    contact_status status;
    contact_problem_clear(p);
    p->dt = dt;
    vf = tact_mul_add(s->v, dt, tact_add(force, tact_vec(0, 0, TACT_R(-9.81))));
    contact_add_body(p, 1, &inertia, vf, s->w);
    for (k = 0; k < 8; ++k) {
        tact_real gap;
        corner = tact_rotate(s->q, tact_vec(k & 1 ? TACT_R(0.1) : TACT_R(-0.1), k & 2 ? TACT_R(0.1) : TACT_R(-0.1),
                                            k & 4 ? TACT_R(0.1) : TACT_R(-0.1)));
        gap = s->x.z + corner.z;
        if (gap > (s->speculative ? TACT_R(0.05) : TACT_R(1e-6))) continue; /* within tolerance it still touches */
        map[count] = k;
        contact_add_contact(p, -1, 0, tact_vec(0, 0, 1), &t, tact_vec(0, 0, 0), corner, (tact_real)s->mu);
        p->constraints[count].gap = gap;
        if (s->speculative) p->bias[3 * count + 2] = gap / dt;
        memcpy(p->impulse + 3 * count, s->impulse + 3 * k, 3 * sizeof(tact_real));
        ++count;
    }
    status = contact_solve_alloc(p, &s->config, (const tact_allocator *)0, &result);
    if (status < 0) return status;
    if ((int)status > s->worst_status) s->worst_status = (int)status;
    s->iterations += result.iterations;
    memset(s->impulse, 0, sizeof s->impulse);
    s->lateral = 0;
    for (k = 0; k < count; ++k) {
        double y = (double)(p->impulse[3 * k] * t.y + p->impulse[3 * k + 1] * t.x) / s->dt;
        if (fabs(y) > s->lateral) s->lateral = fabs(y);
        memcpy(s->impulse + 3 * map[k], p->impulse + 3 * k, 3 * sizeof(tact_real));
    }
    s->v = tact_vec(p->velocity[0], p->velocity[1], p->velocity[2]);
    s->w = tact_vec(p->velocity[3], p->velocity[4], p->velocity[5]);
    s->x = tact_mul_add(s->x, dt, s->v);
    if (s->flat) s->w = tact_vec(0, 0, 0);
    s->q = tact_quat_normalize(tact_quat_mul(tact_quat_exp(tact_scale(dt, s->w)), s->q));
    if ((double)s->x.z > s->z_max) s->z_max = (double)s->x.z;
    return status;
}
PROBLEM_FUNC double cube_energy(const cube_scene *s) {
    return 0.5 * (double)tact_norm2(s->v) + 0.5 / 150 * (double)tact_norm2(s->w);
}
#endif
