/* contact_problems.h - the problems that tests and benches of the contact solvers share. Include contact.h first.
   Every generator fills an empty problem made by contact_problem_create; the same seed gives the same problem. */
#ifndef TACT_CONTACT_PROBLEMS_H
#define TACT_CONTACT_PROBLEMS_H

#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#define PROBLEM_FUNC static __attribute__((unused))
#else
#define PROBLEM_FUNC static
#endif

typedef struct problem_random {
    uint64_t seed, counter;
} problem_random;
PROBLEM_FUNC tact_real problem_uniform(problem_random *r, double low, double high) {
    return (tact_real)(low + (high - low) * (double)tact_random_uniform(r->seed, r->counter++));
}
PROBLEM_FUNC tact_vec3 problem_vector(problem_random *r, double size) {
    tact_real x = problem_uniform(r, -size, size), y = problem_uniform(r, -size, size);
    return tact_vec(x, y, problem_uniform(r, -size, size));
}
PROBLEM_FUNC tact_vec3 problem_direction(problem_random *r) {
    for (;;) {
        tact_vec3 v = problem_vector(r, 1);
        tact_real n = tact_norm(v);
        if (n > TACT_R(0.1) && n < 1) return tact_scale(1 / n, v);
    }
}
PROBLEM_FUNC tact_vec3 problem_tangent(tact_vec3 normal, double angle) { /* turned by an angle about the normal */
    tact_vec3 t1, t2;
    tact_tangents(normal, &t1, &t2);
    return tact_add(tact_scale((tact_real)cos(angle), t1), tact_scale((tact_real)sin(angle), t2));
}
PROBLEM_FUNC tact_mat3 problem_cube_inertia(double mass, double side) {
    tact_real i = (tact_real)(mass * side * side / 6);
    return tact_mat_diagonal(i, i, i);
}

/* A cube of 1 kg and 0.2 m flat on the ground, four corner contacts, tangents turned by `angle`; v: free velocity. */
PROBLEM_FUNC void problem_cube(contact_problem *p, double dt, double mu, tact_vec3 v, tact_vec3 w, double angle) {
    tact_mat3 inertia = problem_cube_inertia(1, 0.2);
    tact_vec3 t = tact_vec((tact_real)cos(angle), (tact_real)sin(angle), 0), o = tact_vec(0, 0, 0);
    int k, body;
    p->dt = (tact_real)dt;
    body = contact_add_body(p, 1, &inertia, v, w);
    for (k = 0; k < 4; ++k)
        contact_add_contact(
            p, -1, body, tact_vec(0, 0, 1), &t, o,
            tact_vec(k & 1 ? TACT_R(0.1) : TACT_R(-0.1), k & 2 ? TACT_R(0.1) : TACT_R(-0.1), TACT_R(-0.1)),
            (tact_real)mu);
}

/* `count` cubes of side 0.2 m on each other, mass of level k: mass[k]; at rest before the step, gravity 9.81. */
PROBLEM_FUNC void problem_tower(contact_problem *p, double dt, double mu, const double *mass, int count) {
    const tact_vec3 t = tact_vec(1, 0, 0), o = tact_vec(0, 0, 0);
    int k, i;
    p->dt = (tact_real)dt;
    for (i = 0; i < count; ++i) {
        tact_mat3 inertia = problem_cube_inertia(mass[i], 0.2);
        contact_add_body(p, (tact_real)mass[i], &inertia, tact_vec(0, 0, (tact_real)(-9.81 * dt)), o);
    }
    for (i = 0; i < count; ++i)
        for (k = 0; k < 4; ++k) {
            tact_real x = k & 1 ? TACT_R(0.1) : TACT_R(-0.1), y = k & 2 ? TACT_R(0.1) : TACT_R(-0.1);
            contact_add_contact(p, i - 1, i, tact_vec(0, 0, 1), &t, i ? tact_vec(x, y, TACT_R(0.1)) : o,
                                tact_vec(x, y, TACT_R(-0.1)), (tact_real)mu);
        }
}
/* The ill-conditioned stack: 1e-3 kg below 1e-3 * ratio kg. */
PROBLEM_FUNC void problem_stack(contact_problem *p, double dt, double ratio) {
    double mass[2];
    mass[0] = 1e-3, mass[1] = 1e-3 * ratio;
    problem_tower(p, dt, 0.4, mass, 2);
}

#define PROBLEM_HYPERSTATIC 1 /* contacts come in planar groups of four */
#define PROBLEM_JOINTS 2
#define PROBLEM_LIMITS 4
#define PROBLEM_FRICTION 8 /* dry joint friction */
#define PROBLEM_TREES 16   /* dense trees among the bodies */

/* A symmetric positive definite matrix with eigenvalues spread over about `spread`, row-major n x n. */
PROBLEM_FUNC void problem_mass_matrix(problem_random *r, int n, double spread, tact_real *m) {
    tact_real a[40 * 40];
    int i, j, k;
    for (i = 0; i < n; ++i) {
        tact_real scale = tact_pow((tact_real)spread, problem_uniform(r, -0.5, 0.5));
        for (j = 0; j < n; ++j) a[i * n + j] = scale * (problem_uniform(r, -1, 1) * TACT_R(0.4) + (i == j ? 1 : 0));
    }
    for (i = 0; i < n; ++i)
        for (j = 0; j <= i; ++j) {
            tact_real s = i == j ? TACT_R(0.05) * tact_sqrt((tact_real)spread) / (tact_real)spread : 0;
            for (k = 0; k < n; ++k) s += a[i * n + k] * a[j * n + k];
            m[i * n + j] = m[j * n + i] = s;
        }
}
PROBLEM_FUNC void problem_block(problem_random *r, int rows, int dof, tact_real *j) {
    int k;
    for (k = 0; k < rows * dof; ++k) j[k] = problem_uniform(r, -1, 1);
}

/* J v of one constraint with the velocity stored in the problem. */
PROBLEM_FUNC void problem_row_velocity(const contact_problem *p, const contact_constraint *c, tact_real *out) {
    int side, k, d;
    for (k = 0; k < c->rows; ++k) out[k] = 0;
    for (side = 0; side < 2; ++side) {
        int tree = side ? c->tree_b : c->tree_a, offset = side ? c->jacobian_b : c->jacobian_a;
        const tact_real *v;
        if (tree < 0) continue;
        v = p->velocity + p->trees[tree].first_dof;
        if (offset >= 0) {
            for (k = 0; k < c->rows; ++k)
                for (d = 0; d < p->trees[tree].dof; ++d)
                    out[k] += p->jacobian[offset + k * p->trees[tree].dof + d] * v[d];
        } else {
            tact_vec3 u = tact_add(tact_vec(v[0], v[1], v[2]),
                                   tact_cross(tact_vec(v[3], v[4], v[5]), side ? c->arm_b : c->arm_a));
            tact_real sign = side ? TACT_R(1) : TACT_R(-1);
            out[0] += sign * tact_dot(c->tangent, u);
            out[1] += sign * tact_dot(tact_cross(c->normal, c->tangent), u);
            out[2] += sign * tact_dot(c->normal, u);
        }
    }
}

/* `contacts` contacts among about contacts/3 + 1 bodies and the world, random frames, mu in [0, 1.2], free velocities
   that close most of them; with the flags also joints, limits, dry friction and dense trees. */
PROBLEM_FUNC void problem_random_scene(contact_problem *p, uint64_t seed, int contacts, int flags) {
    problem_random r;
    tact_real mass[40 * 40], v[40], ja[6 * 40], jb[6 * 40];
    int bodies = contacts / 3 + 1, i, k, index;
    r.seed = seed, r.counter = 0;
    p->dt = TACT_R(0.01);
    for (i = 0; i < bodies; ++i) {
        if ((flags & PROBLEM_TREES) && i % 3 == 1) {
            int n = 2 + (int)(problem_uniform(&r, 0, 8));
            problem_mass_matrix(&r, n, 4, mass);
            for (k = 0; k < n; ++k) v[k] = problem_uniform(&r, -1, 1);
            contact_add_tree(p, n, mass, n, v);
        } else {
            tact_real m = tact_pow(TACT_R(10), problem_uniform(&r, -0.5, 0.5));
            tact_real a = problem_uniform(&r, 0.5, 1), b = problem_uniform(&r, 0.5, 1), c = problem_uniform(&r, 0.5, 1);
            tact_mat3 inertia = tact_mat_diagonal(m * a, m * b, m * c);
            inertia.m[0][1] = inertia.m[1][0] = TACT_R(0.1) * m;
            contact_add_body(p, m, &inertia, problem_vector(&r, 1), problem_vector(&r, 1));
        }
    }
    for (i = 0; i < contacts; ++i) {
        int b = i < bodies ? i : (int)problem_uniform(&r, 0, bodies), a = (int)problem_uniform(&r, -1, bodies);
        tact_real mu = problem_uniform(&r, 0, 1) < TACT_R(0.05) ? 0 : problem_uniform(&r, 0.1, 1.2);
        int point;
        if (a == b || problem_uniform(&r, 0, 1) < TACT_R(0.3)) a = -1;
        point = p->trees[b].mass_offset < 0 && (a < 0 || p->trees[a].mass_offset < 0);
        if (point) {
            tact_vec3 n = problem_direction(&r), arm_a = problem_vector(&r, 0.5), arm_b = problem_vector(&r, 0.5);
            if ((flags & PROBLEM_HYPERSTATIC) && i + 3 < contacts) { /* a flat foot */
                tact_vec3 t1, t2;
                tact_tangents(n, &t1, &t2);
                for (k = 0; k < 4; ++k, ++i) {
                    tact_vec3 d = tact_add(tact_scale(k & 1 ? TACT_R(0.2) : TACT_R(-0.2), t1),
                                           tact_scale(k & 2 ? TACT_R(0.2) : TACT_R(-0.2), t2));
                    contact_add_contact(p, a, b, n, &t1, tact_add(arm_a, d), tact_add(arm_b, d), mu);
                }
                --i;
                continue;
            }
            contact_add_contact(p, a, b, n, (const tact_vec3 *)0, arm_a, arm_b, mu);
        } else {
            if (a >= 0) problem_block(&r, 3, p->trees[a].dof, ja);
            problem_block(&r, 3, p->trees[b].dof, jb);
            index = contact_add_blocks(p, CONTACT_KIND_CONTACT, 3, a, a >= 0 ? ja : (tact_real *)0, b, jb);
            p->constraints[index].mu = mu;
        }
    }
    /* Biases are such that some velocity satisfies everything strictly: infeasible constraints have no solution. */
    for (i = 0; i < p->dof_count; ++i) p->velocity[i] = problem_uniform(&r, -0.1, 0.1);
    for (i = 0; i < p->constraint_count; ++i) {
        contact_constraint *c = &p->constraints[i];
        tact_real u[3] = {0, 0, 0};
        problem_row_velocity(p, c, u);
        p->bias[c->first_row + 2] = c->mu * tact_sqrt(u[0] * u[0] + u[1] * u[1]) - u[2] + problem_uniform(&r, 0, 0.02);
    }
    for (i = 0; i < p->tree_count; ++i) {
        int other = i + 1 < p->tree_count ? i + 1 : -1, n = p->trees[i].dof, rows;
        if ((flags & PROBLEM_JOINTS) && i % 2 == 0) {
            rows = 1 + (int)problem_uniform(&r, 0, n < 5 ? n - 1 : 5);
            problem_block(&r, rows, n, ja);
            if (other >= 0) problem_block(&r, rows, p->trees[other].dof, jb);
            index = contact_add_blocks(p, CONTACT_KIND_JOINT, rows, i, ja, other, other >= 0 ? jb : (tact_real *)0);
            problem_row_velocity(p, &p->constraints[index], v);
            for (k = 0; k < rows; ++k) p->bias[p->constraints[index].first_row + k] = -v[k];
        }
        if ((flags & PROBLEM_LIMITS) && i % 2 == 1) {
            problem_block(&r, 1, n, ja);
            index = contact_add_blocks(p, CONTACT_KIND_LIMIT, 1, i, ja, -1, (tact_real *)0);
            problem_row_velocity(p, &p->constraints[index], v);
            p->bias[p->constraints[index].first_row] = problem_uniform(&r, 0.01, 0.3) - v[0];
        }
        if ((flags & PROBLEM_FRICTION) && i % 3 == 0) {
            problem_block(&r, 2, n, ja);
            index = contact_add_blocks(p, CONTACT_KIND_FRICTION, 2, -1, (tact_real *)0, i, ja);
            for (k = 0; k < 2; ++k) p->bound[p->constraints[index].first_row + k] = problem_uniform(&r, 0.01, 0.3);
        }
    }
}

/* A robot-sized problem: one tree of `dof` degrees of freedom (inertia ratio about `spread`) standing on `feet` feet of
   `corners` contacts each, `limits` joint limits; gravity pulls the base, random joint torques. Feet are rigid: the
   corner Jacobians of a foot are combinations of its 6-row twist Jacobian, so several corners are hyperstatic. */
PROBLEM_FUNC void problem_robot(contact_problem *p, uint64_t seed, int dof, int feet, int corners, int limits,
                                double spread, double mu) {
    problem_random r;
    tact_real mass[40 * 40], v[40], twist[6 * 40], j[3 * 40];
    int i, k, d, a, index, tree, leg = feet ? (dof - 6) / feet : 0;
    r.seed = seed, r.counter = 0;
    p->dt = TACT_R(1e-3);
    problem_mass_matrix(&r, dof, spread, mass);
    for (d = 0; d < dof; ++d) v[d] = problem_uniform(&r, -0.02, 0.02);
    v[2] -= TACT_R(9.81e-3);
    tree = contact_add_tree(p, dof, mass, dof, v);
    for (i = 0; i < feet; ++i) {
        tact_vec3 foot = tact_vec(i & 1 ? TACT_R(0.2) : TACT_R(-0.2), i & 2 ? TACT_R(0.3) : TACT_R(-0.3), TACT_R(-0.5));
        memset(twist, 0, sizeof twist);
        for (k = 0; k < 3; ++k) twist[k * dof + k] = 1, twist[(3 + k) * dof + 3 + k] = 1;
        twist[0 * dof + 4] = foot.z, twist[0 * dof + 5] = -foot.y; /* w x foot */
        twist[1 * dof + 3] = -foot.z, twist[1 * dof + 5] = foot.x;
        twist[2 * dof + 3] = foot.y, twist[2 * dof + 4] = -foot.x;
        for (d = 6 + i * leg; d < 6 + (i + 1) * leg; ++d)
            for (k = 0; k < 6; ++k) twist[k * dof + d] = problem_uniform(&r, k < 3 ? -0.5 : -1, k < 3 ? 0.5 : 1);
        for (k = 0; k < corners; ++k) {
            tact_real x = corners == 1 ? 0 : k & 1 ? TACT_R(0.05) : TACT_R(-0.05);
            tact_real y = corners == 1 ? 0 : k & 2 ? TACT_R(0.1) : TACT_R(-0.1);
            for (d = 0; d < dof; ++d) {
                j[0 * dof + d] = twist[0 * dof + d] - y * twist[5 * dof + d];
                j[1 * dof + d] = twist[1 * dof + d] + x * twist[5 * dof + d];
                j[2 * dof + d] = twist[2 * dof + d] + y * twist[3 * dof + d] - x * twist[4 * dof + d];
            }
            index = contact_add_blocks(p, CONTACT_KIND_CONTACT, 3, -1, (tact_real *)0, tree, j);
            p->constraints[index].mu = (tact_real)mu;
        }
    }
    for (i = 0; i < limits; ++i) {
        memset(j, 0, sizeof j);
        a = 6 + (i * 5) % (dof - 6);
        j[a] = i & 1 ? TACT_R(-1) : TACT_R(1);
        index = contact_add_blocks(p, CONTACT_KIND_LIMIT, 1, -1, (tact_real *)0, tree, j);
        p->bias[p->constraints[index].first_row] = problem_uniform(&r, -0.02, 0.05);
    }
}
PROBLEM_FUNC void problem_quadruped(contact_problem *p) { problem_robot(p, 11, 18, 4, 1, 2, 30, 0.7); }
PROBLEM_FUNC void problem_humanoid(contact_problem *p) { problem_robot(p, 12, 36, 2, 4, 6, 100, 0.8); }
/* A hand of five fingers of four joints each that holds a free body: two contacts a finger, limits, dry joint friction. */
PROBLEM_FUNC void problem_hand(contact_problem *p) {
    problem_random r;
    tact_real mass[16], v[4], ja[12], jb[18];
    tact_mat3 inertia = problem_cube_inertia(0.2, 0.06);
    int i, k, d, index, object;
    r.seed = 13, r.counter = 0;
    p->dt = TACT_R(1e-3);
    object = contact_add_body(p, TACT_R(0.2), &inertia, tact_vec(0, 0, TACT_R(-9.81e-3)), tact_vec(TACT_R(0.01), 0, 0));
    for (i = 0; i < 5; ++i) {
        int finger;
        problem_mass_matrix(&r, 4, 10, mass);
        for (k = 0; k < 16; ++k) mass[k] *= TACT_R(1e-3);
        for (k = 0; k < 4; ++k) v[k] = problem_uniform(&r, 0, 0.1);
        finger = contact_add_tree(p, 4, mass, 4, v);
        for (k = 0; k < 2; ++k) {
            tact_real angle = (tact_real)(1.2566 * i + 0.3 * k);
            tact_vec3 n = tact_vec(-tact_cos(angle), -tact_sin(angle), 0), t1, t2, arm, axis;
            arm = tact_add(tact_scale(TACT_R(-0.03), n), tact_vec(0, 0, k ? TACT_R(0.01) : TACT_R(-0.01)));
            tact_tangents(n, &t1, &t2);
            for (d = 0; d < 3; ++d) {
                axis = d == 0 ? t1 : d == 1 ? t2 : n;
                jb[6 * d] = axis.x;
                jb[6 * d + 1] = axis.y;
                jb[6 * d + 2] = axis.z;
                t2 = tact_cross(n, t1);
                axis = tact_cross(arm, axis);
                jb[6 * d + 3] = axis.x;
                jb[6 * d + 4] = axis.y;
                jb[6 * d + 5] = axis.z;
            }
            for (d = 0; d < 12; ++d) ja[d] = problem_uniform(&r, -0.05, 0.05);
            for (d = 0; d < 4; ++d) ja[8 + d] = problem_uniform(&r, -0.06, -0.02); /* closing the fingers presses */
            index = contact_add_blocks(p, CONTACT_KIND_CONTACT, 3, finger, ja, object, jb);
            p->constraints[index].mu = TACT_R(0.8);
        }
        memset(ja, 0, sizeof ja);
        ja[i % 4] = 1;
        index = contact_add_blocks(p, CONTACT_KIND_LIMIT, 1, -1, (tact_real *)0, finger, ja);
        p->bias[p->constraints[index].first_row] = problem_uniform(&r, -0.1, 0.1);
        memset(ja, 0, sizeof ja);
        for (k = 0; k < 3; ++k) ja[4 * k + k] = 1;
        index = contact_add_blocks(p, CONTACT_KIND_FRICTION, 3, -1, (tact_real *)0, finger, ja);
        for (k = 0; k < 3; ++k) p->bound[p->constraints[index].first_row + k] = TACT_R(1e-6);
    }
}

/* A pile of equal spheres (0.05 m, 1 kg) in ten layers that sit in the hollows of each other: one contact below in the
   first layer, three in the others; where the layer below ends the contact is with the world. Frames and velocities are
   slightly disturbed. About 2.8 contacts a sphere. */
PROBLEM_FUNC void problem_pile(contact_problem *p, int spheres) {
    const int layers = 10;
    problem_random r;
    tact_mat3 inertia = problem_cube_inertia(1, 0.0775);
    int side = (int)(sqrt((double)spheres / layers) + 0.5), i, j, k, z, per;
    r.seed = 14, r.counter = 0;
    p->dt = TACT_R(5e-3);
    per = side * side;
    for (i = 0; i < layers * per; ++i)
        contact_add_body(p, 1, &inertia, tact_add(tact_vec(0, 0, TACT_R(-0.04905)), problem_vector(&r, 0.01)),
                         problem_vector(&r, 0.01));
    for (z = 0; z < layers; ++z)
        for (i = 0; i < side; ++i)
            for (j = 0; j < side; ++j) {
                int b = z * per + i * side + j;
                for (k = 0; k < (z ? 3 : 1); ++k) {
                    int down_i = i + (k == 1), down_j = j + (k == 2);
                    int a = z && down_i < side && down_j < side ? b - per + (k == 1) * side + (k == 2) : -1;
                    tact_real angle = (tact_real)(2.0943951 * k);
                    tact_vec3 n =
                        z ? tact_vec(TACT_R(0.6) * tact_cos(angle), TACT_R(0.6) * tact_sin(angle), TACT_R(0.8))
                          : tact_vec(0, 0, 1);
                    n = tact_add(n, problem_vector(&r, 0.05));
                    n = tact_scale(1 / tact_norm(n), n);
                    contact_add_contact(p, a, b, n, (const tact_vec3 *)0, tact_scale(TACT_R(0.05), n),
                                        tact_scale(TACT_R(-0.05), n), problem_uniform(&r, 0.3, 0.7));
                }
            }
}

#endif
