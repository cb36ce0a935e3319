/* control.h - optimal control of a world: iterative LQR (DDP without second derivatives of the dynamics) on the
   derivative of a step. A file to copy; include it after collide.h, rbd.h and contact.h.

   Minimises  sum_k cost(x_k, u_k) + cost(x_N)  over the controls u_0 .. u_(N-1), where x_(k+1) is the world after
   `hold` steps of dt under u_k, within lower <= u <= upper.

       control_problem problem = control_problem_make(world, &robot, &model, 1, NULL, 0);
       problem.steps = 30, problem.dt = 0.01, problem.controls = 12;
       problem.apply = set_torques, problem.cost = my_cost, problem.by_input = selection;
       control *c = control_create(&problem, NULL);
       control_solve(c, 50);                 // c->u, c->value; as MPC: control_follow(c, world), control_solve(c, 1)
       control_destroy(c);

   METHOD    Tassa, Erez, Todorov: Synthesis and stabilization of complex behaviors through online trajectory
             optimization, 2012 (regularisation, line search); Tassa, Mansard, Todorov: Control-limited differential
             dynamic programming, 2014 (bounds by a projected Newton method); Mastalli et al.: Crocoddyl, 2020 (gaps
             between stretches, closed as the steps are taken: multiple shooting).
   GRADIENTS exact; of smoothed geometry (contact_differential_set_estimator); bundled: the mean over samples of the
             derivative (first order) or a linear fit of differences (zeroth order) under normal noise on state and
             control, the same samples in every iteration (Suh, Pang, Tedrake: Bundled gradients through contact, 2022).
   MEMORY    one block at creation; the world is cloned, the caller's is never changed.
   COST      an iteration: one trajectory with derivatives (times the samples of a bundle), (2n)^3 a knot, and a
             trajectory for each step length that is tried. */
#ifndef CONTROL_H
#define CONTROL_H
#ifdef TACT_FLOAT
#error "control.h: optimal control wants double precision"
#endif
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct control_quadratic { /* of a cost: add to these, they come as zeros. Row-major, symmetric */
    double *x, *xx;                /* 2n, 2n x 2n: by the tangent of the state (contact_world_move_state) */
    double *u, *uu;                /* m, m x m; NULL at the end */
} control_quadratic;

typedef enum control_gradient {
    CONTROL_EXACT,
    CONTROL_SMOOTHED,      /* geometry by the estimator of `estimator` (NULL: GUMBEL's defaults) */
    CONTROL_BUNDLED_FIRST, /* mean of the exact derivative over `samples` */
    CONTROL_BUNDLED_ZEROTH /* least squares over `samples` differences: works where the derivative is zero */
} control_gradient;

typedef struct control_problem {
    contact_world *world; /* at the start; not changed */
    const contact_body *bodies;
    int body_count; /* all dynamic bodies of the world, in the order of creation */
    const contact_robot *robots;
    const rbd_model *const *models;
    int robot_count;             /* all robots of the world, in the order of creation */
    int steps, hold;             /* knots; world steps between two of them (default 1) */
    double dt;                   /* [s] of a world step */
    int controls;                /* m */
    const double *lower, *upper; /* m each; NULL: no bound */
    /* How the world reads u: sets forces, tau, motor targets before a world step. */
    void (*apply)(void *context, contact_world *world, int k, const double *u);
    /* The derivative of that: of the inputs (n, see contact_world_step_differential) by u, n x m; and of parameters. */
    const double *by_input; /* NULL: zero */
    const contact_parameter *parameters;
    int parameter_count;
    const double *by_parameters; /* parameter_count x m; NULL: parameter i is control i */
    /* Cost of knot k (u = NULL: the end, k = steps) of the world's state; `q` is NULL where the value alone is wanted. */
    double (*cost)(void *context, contact_world *world, int k, const double *u, control_quadratic *q);
    void *context;
} control_problem;

typedef struct control_config {
    control_gradient gradient;                /* default CONTROL_EXACT */
    const collide_gradient_config *estimator; /* of CONTROL_SMOOTHED */
    int samples;                              /* of a bundle; default 64 */
    double noise_state, noise_control; /* standard deviations of a bundle, in tangent units; default 1e-3, 1e-2 */
    uint64_t seed;
    int stretch;      /* knots between gaps: > 0 shoots in stretches from the states given (control_guess); default 0 */
    double tolerance; /* ends when an iteration gains less than this part of the value; default 1e-6 */
    double least_regularisation, most_regularisation; /* of the Hessian by u, relative; default 1e-9, 1e6 */
} control_config;

typedef enum control_status {
    CONTROL_OK,         /* gains less than the tolerance */
    CONTROL_ITERATIONS, /* as many iterations as were allowed */
    CONTROL_STUCK,      /* no step length gained anything at the largest regularisation */
    CONTROL_FAILED      /* a step of the world failed: `reason` */
} control_status;

typedef struct control {
    control_problem problem;
    control_config config;
    contact_world *world; /* the clone */
    contact_differential *differential;
    int n, m, nq;           /* dofs, controls, numbers of all positions */
    double *u, *gain;       /* N x m, N x m x 2n: feedback u + gain (x - x_k) */
    double *q, *v;          /* (N+1) x nq, (N+1) x n: the trajectory */
    double value, gaps;     /* of the trajectory; largest entry of its gaps */
    double regularisation;  /* carried from solve to solve */
    int iterations, trials; /* of the last control_solve */
    contact_status reason;  /* where a step failed */
    /* work */
    double *a, *b, *gap, *feed, *near, *trial_u, *trial_q, *trial_v, *dx, *work;
    double *com; /* of each body, in its frame */
    void *block, *start;
    size_t start_bytes;
} control;

static inline control_config control_default_config(void) {
    control_config c;
    memset(&c, 0, sizeof c);
    c.samples = 64;
    c.noise_state = 1e-3, c.noise_control = 1e-2;
    c.seed = 1;
    c.tolerance = 1e-6;
    c.least_regularisation = 1e-9, c.most_regularisation = 1e6;
    return c;
}

/* ---- states ---- */
/* Positions of the world as it is: of each body p and q, then q of each robot. */
static void control__read(const control *c, contact_world *world, double *q, double *v) {
    int i, at = 0;
    for (i = 0; i < c->problem.body_count; ++i) {
        const contact_body body = c->problem.bodies[i];
        const tact_pose pose = contact_body_pose(world, body);
        const tact_vec3 l = contact_body_velocity(world, body), w = contact_body_angular_velocity(world, body);
        const int dof = contact_body_dof(world, body);
        memcpy(q + at, &pose.p, 3 * sizeof *q);
        memcpy(q + at + 3, &pose.q, 4 * sizeof *q);
        memcpy(v + dof, &l, 3 * sizeof *v);
        memcpy(v + dof + 3, &w, 3 * sizeof *v);
        at += 7;
    }
    for (i = 0; i < c->problem.robot_count; ++i) {
        const rbd_model *model = c->problem.models[i];
        memcpy(q + at, contact_robot_q(world, c->problem.robots[i]), (size_t)model->nq * sizeof *q);
        memcpy(v + contact_robot_dof(world, c->problem.robots[i]), contact_robot_v(world, c->problem.robots[i]),
               (size_t)model->nv * sizeof *v);
        at += model->nq;
    }
}
static void control__write(const control *c, contact_world *world, const double *q, const double *v) {
    int i, at = 0;
    for (i = 0; i < c->problem.body_count; ++i, at += 7) {
        const contact_body body = c->problem.bodies[i];
        const double *l = v + contact_body_dof(world, body);
        tact_pose pose;
        memcpy(&pose.p, q + at, 3 * sizeof *q);
        memcpy(&pose.q, q + at + 3, 4 * sizeof *q);
        contact_body_set_pose(world, body, pose);
        contact_body_set_velocity(world, body, tact_vec(l[0], l[1], l[2]), tact_vec(l[3], l[4], l[5]));
    }
    for (i = 0; i < c->problem.robot_count; ++i) {
        contact_robot_set_state(world, c->problem.robots[i], q + at,
                                v + contact_robot_dof(world, c->problem.robots[i]));
        at += c->problem.models[i]->nq;
    }
}
/* The tangent (2n) from state 0 to state 1. */
static void control__difference(const control *c, const double *q0, const double *v0, const double *q1,
                                const double *v1, double *dx) {
    int i, at = 0;
    for (i = 0; i < c->n; ++i) dx[c->n + i] = v1[i] - v0[i];
    for (i = 0; i < c->problem.body_count; ++i, at += 7) {
        const int dof = contact_body_dof(c->world, c->problem.bodies[i]);
        const tact_vec3 com = tact_vec(c->com[3 * i], c->com[3 * i + 1], c->com[3 * i + 2]);
        tact_pose p0, p1;
        tact_vec3 move, turn;
        memcpy(&p0.p, q0 + at, 3 * sizeof *q0), memcpy(&p0.q, q0 + at + 3, 4 * sizeof *q0);
        memcpy(&p1.p, q1 + at, 3 * sizeof *q1), memcpy(&p1.q, q1 + at + 3, 4 * sizeof *q1);
        move = tact_sub(tact_add(p1.p, tact_rotate(p1.q, com)), tact_add(p0.p, tact_rotate(p0.q, com)));
        turn = tact_quat_log(tact_quat_mul(p1.q, tact_quat_conj(p0.q)));
        memcpy(dx + dof, &move, 3 * sizeof *dx);
        memcpy(dx + dof + 3, &turn, 3 * sizeof *dx);
    }
    for (i = 0; i < c->problem.robot_count; ++i) {
        rbd_difference(c->problem.models[i], q0 + at, q1 + at, dx + contact_robot_dof(c->world, c->problem.robots[i]));
        at += c->problem.models[i]->nq;
    }
}

/* ---- linear algebra, row-major ---- */
/* c (+)= a b; a: rows x inner, b: inner x columns; `at`: a is inner x rows and taken transposed. */
static void control__product(const double *a, int transposed, const double *b, int rows, int inner, int columns,
                             double scale, double *out) {
    int i, j, k;
    for (i = 0; i < rows; ++i)
        for (k = 0; k < inner; ++k) {
            const double f = scale * (transposed ? a[k * rows + i] : a[i * inner + k]);
            if (f != 0)
                for (j = 0; j < columns; ++j) out[i * columns + j] += f * b[k * columns + j];
        }
}
/* Cholesky factor of the rows and columns in `free`, in place in the lower triangle of `f`. 0: not positive. */
static int control__factor(const double *h, int m, const int *is_free, double *f) {
    int i, j, k;
    for (i = 0; i < m; ++i)
        for (j = 0; j <= i; ++j) {
            double sum = is_free[i] && is_free[j] ? h[i * m + j] : (i == j ? 1 : 0);
            for (k = 0; k < j; ++k) sum -= f[i * m + k] * f[j * m + k];
            if (i == j && !(sum > 1e-300)) return 0;
            f[i * m + j] = i == j ? sqrt(sum) : sum / f[j * m + j];
        }
    return 1;
}
static void control__substitute(const double *f, int m, double *x, int stride) {
    int i, k;
    for (i = 0; i < m; ++i) {
        double sum = x[i * stride];
        for (k = 0; k < i; ++k) sum -= f[i * m + k] * x[k * stride];
        x[i * stride] = sum / f[i * m + i];
    }
    for (i = m; i-- > 0;) {
        double sum = x[i * stride];
        for (k = i + 1; k < m; ++k) sum -= f[k * m + i] * x[k * stride];
        x[i * stride] = sum / f[i * m + i];
    }
}
/* argmin 1/2 d^T h d + g^T d within low <= d <= high, by projected Newton steps. Leaves the factor of the free part.
   Returns 0 where h is not positive on it. */
static int control__box(const double *h, const double *g, const double *low, const double *high, int m, double *d,
                        int *is_free, double *f, double *work) {
    enum { ROUNDS = 40 };
    int round, i, j, changed;
    for (i = 0; i < m; ++i) d[i] = tact_clamp(d[i], low[i], high[i]), is_free[i] = 1;
    for (round = 0; round < ROUNDS; ++round) {
        double *slope = work, *step = work + m, value = 0, length = 1, gain = 0;
        for (i = changed = 0; i < m; ++i) {
            int now;
            slope[i] = g[i];
            for (j = 0; j < m; ++j) slope[i] += h[i * m + j] * d[j];
            value += 0.5 * d[i] * (slope[i] + g[i]);
            now = !((d[i] <= low[i] && slope[i] > 0) || (d[i] >= high[i] && slope[i] < 0));
            changed |= now != is_free[i] || !round;
            is_free[i] = now;
        }
        if (changed && !control__factor(h, m, is_free, f)) return 0;
        for (i = 0; i < m; ++i) step[i] = is_free[i] ? -slope[i] : 0;
        control__substitute(f, m, step, 1);
        for (i = 0; i < m; ++i) gain -= is_free[i] ? step[i] * slope[i] : 0;
        if (!(gain > 1e-14 * (1 + fabs(value)))) return 1;
        for (; length > 1e-8; length *= 0.5) { /* Armijo along the projected arc */
            double next = 0;
            for (i = 0; i < m; ++i) slope[i] = tact_clamp(d[i] + length * step[i], low[i], high[i]);
            for (i = 0; i < m; ++i) {
                double sum = g[i];
                for (j = 0; j < m; ++j) sum += 0.5 * h[i * m + j] * slope[j];
                next += sum * slope[i];
            }
            if (next < value - 1e-4 * length * gain || length < 1e-7) break;
        }
        for (i = 0; i < m; ++i) d[i] = slope[i];
    }
    return 1;
}

/* ---- the trajectory ---- */
static void control__bound(const control *c, double *u) {
    int i;
    for (i = 0; i < c->m; ++i) {
        if (c->problem.lower) u[i] = tact_max(u[i], c->problem.lower[i]);
        if (c->problem.upper) u[i] = tact_min(u[i], c->problem.upper[i]);
    }
}
/* From knot k to the next one. */
static contact_status control__advance(control *c, contact_world *world, int k, const double *u) {
    contact_status status = CONTACT_OK;
    int i;
    for (i = 0; i < c->problem.hold && status >= 0; ++i) {
        c->problem.apply(c->problem.context, world, k, u);
        status = contact_world_step(world, c->problem.dt);
    }
    return status;
}
/* by_state (2n x 2n) and by_control (2n x m) of the way from knot k to the next one. */
static contact_status control__linear_once(control *c, int k, const double *u, double *a, double *b) {
    const int n = c->n, m = c->m, x = 2 * n, parameters = c->problem.parameter_count;
    double *one = c->work, *input = one + x * x, *by = input + x * n, *sum = by + x * (parameters + 1),
           *keep = sum + x * m;
    int i, j, h;
    for (h = 0; h < c->problem.hold; ++h) {
        contact_status status;
        c->problem.apply(c->problem.context, c->world, k, u);
        status = contact_world_step_differential(c->world, c->problem.dt, c->differential);
        if (status >= 0) status = contact_differential_matrices(c->differential, one, input, parameters ? by : NULL);
        if (status < 0) return status;
        memset(sum, 0, (size_t)(x * m) * sizeof *sum);
        if (c->problem.by_input) control__product(input, 0, c->problem.by_input, x, n, m, 1, sum);
        for (i = 0; i < x && parameters && !c->problem.by_parameters; ++i)
            for (j = 0; j < parameters; ++j) sum[i * m + j] += by[i * parameters + j];
        if (parameters && c->problem.by_parameters)
            control__product(by, 0, c->problem.by_parameters, x, parameters, m, 1, sum);
        if (!h) {
            memcpy(a, one, (size_t)(x * x) * sizeof *a);
            memcpy(b, sum, (size_t)(x * m) * sizeof *b);
            continue;
        }
        memcpy(keep, a, (size_t)(x * x) * sizeof *a);
        memset(a, 0, (size_t)(x * x) * sizeof *a);
        control__product(one, 0, keep, x, x, x, 1, a);
        memcpy(keep, b, (size_t)(x * m) * sizeof *b);
        control__product(one, 0, keep, x, x, m, 1, sum);
        memcpy(b, sum, (size_t)(x * m) * sizeof *b);
    }
    return CONTACT_OK;
}
static double control__normal(uint64_t seed, uint64_t i) { /* Box and Muller */
    const double unit = 1.0 / 9007199254740992.0;
    const double a = ((double)(tact_random_bits(seed, 2 * i) >> 11) + 0.5) * unit;
    const double b = (double)(tact_random_bits(seed, 2 * i + 1) >> 11) * unit;
    return sqrt(-2 * log(a)) * cos(2 * TACT_PI * b);
}
/* The mean over samples about knot k: of the derivative, or the linear map that fits the differences best. */
static contact_status control__linear_bundle(control *c, int k, double *a, double *b) {
    const int n = c->n, m = c->m, x = 2 * n, z = x + m, fit = c->config.gradient == CONTROL_BUNDLED_ZEROTH;
    const double *q = c->q + k * c->nq, *v = c->v + k * n, *u = c->u + k * m;
    double *one_a = c->near, *one_b = one_a + x * x, *d = one_b + x * m, *gram = d + z, *mixed = gram + z * z,
           *next = mixed + z * x, *mean = next + x, *own_u = mean + x, *factor = own_u + m;
    contact_status status;
    int sample, i, j, *is_free = (int *)(factor + z * z);
    memset(a, 0, (size_t)(x * x) * sizeof *a);
    memset(b, 0, (size_t)(x * m) * sizeof *b);
    memset(gram, 0, (size_t)(z * z + z * x) * sizeof *gram);
    control__write(c, c->world, q, v);
    if ((status = control__advance(c, c->world, k, u)) < 0) return status;
    control__read(c, c->world, c->trial_q, c->trial_v); /* the middle: differences are taken from it */
    for (sample = 0; sample < c->config.samples; ++sample) {
        const uint64_t seed = tact_random_bits(c->config.seed, (uint64_t)sample);
        for (i = 0; i < x; ++i) d[i] = c->config.noise_state * control__normal(seed, (uint64_t)i);
        for (i = 0; i < m; ++i) d[x + i] = c->config.noise_control * control__normal(seed, (uint64_t)(x + i));
        for (i = 0; i < m; ++i) own_u[i] = u[i] + d[x + i];
        control__write(c, c->world, q, v);
        contact_world_move_state(c->world, d);
        if (!fit) {
            if ((status = control__linear_once(c, k, own_u, one_a, one_b)) < 0) return status;
            for (i = 0; i < x * x; ++i) a[i] += one_a[i] / c->config.samples;
            for (i = 0; i < x * m; ++i) b[i] += one_b[i] / c->config.samples;
            continue;
        }
        if ((status = control__advance(c, c->world, k, own_u)) < 0) return status;
        control__read(c, c->world, c->dx + x, c->dx + x + c->nq);
        control__difference(c, c->trial_q, c->trial_v, c->dx + x, c->dx + x + c->nq, next);
        for (i = 0; i < z; ++i) {
            for (j = 0; j < z; ++j) gram[i * z + j] += d[i] * d[j];
            for (j = 0; j < x; ++j) mixed[i * x + j] += d[i] * next[j];
        }
    }
    if (!fit) return CONTACT_OK;
    for (i = 0; i < z; ++i) {
        const double s = i < x ? c->config.noise_state : c->config.noise_control;
        gram[i * z + i] += 1e-6 * c->config.samples * s * s, is_free[i] = 1;
    }
    if (!control__factor(gram, z, is_free, factor)) return CONTACT_BAD_ARGUMENT;
    for (j = 0; j < x; ++j) control__substitute(factor, z, mixed + j, x);
    for (i = 0; i < x; ++i) {
        for (j = 0; j < x; ++j) a[i * x + j] = mixed[j * x + i];
        for (j = 0; j < m; ++j) b[i * m + j] = mixed[(x + j) * x + i];
    }
    return CONTACT_OK;
}
static int control__is_gap(const control *c, int k) { /* a gap may stand before knot k */
    return c->config.stretch > 0 && k > 0 && k % c->config.stretch == 0;
}
/* Runs the present controls, with the derivative at every knot; leaves trajectory, value and gaps. */
static contact_status control__linearise(control *c) {
    const int x = 2 * c->n;
    contact_status status;
    int k, i, bundle = c->config.gradient == CONTROL_BUNDLED_FIRST || c->config.gradient == CONTROL_BUNDLED_ZEROTH;
    c->gaps = 0, c->value = 0;
    contact_world_restore(c->world, c->start, c->start_bytes);
    memset(c->gap, 0, (size_t)((c->problem.steps + 1) * x) * sizeof *c->gap);
    for (k = 0; k <= c->problem.steps; ++k) {
        double *q = c->q + k * c->nq, *v = c->v + k * c->n;
        if (control__is_gap(c, k)) { /* where it arrives, less where it goes on */
            control__read(c, c->world, c->trial_q, c->trial_v);
            control__difference(c, q, v, c->trial_q, c->trial_v, c->gap + k * x);
            for (i = 0; i < x; ++i) c->gaps = tact_max(c->gaps, fabs(c->gap[k * x + i]));
            control__write(c, c->world, q, v);
        } else
            control__read(c, c->world, q, v);
        c->value +=
            c->problem.cost(c->problem.context, c->world, k, k < c->problem.steps ? c->u + k * c->m : NULL, NULL);
        if (k == c->problem.steps) break;
        if (bundle) {
            if ((status = control__linear_bundle(c, k, c->a + k * x * x, c->b + k * x * c->m)) < 0) return status;
            control__write(c, c->world, q, v);
            status = control__advance(c, c->world, k, c->u + k * c->m);
        } else
            status = control__linear_once(c, k, c->u + k * c->m, c->a + k * x * x, c->b + k * x * c->m);
        if (status < 0) return status;
    }
    return CONTACT_OK;
}
/* The controls of knot k from those of the value function behind it; adds to the gain that the model promises.
   0: not positive definite. */
static int control__knot(control *c, int k, double *vx, double *vxx, double promised[2]) {
    const int x = 2 * c->n, m = c->m;
    double *qx = c->near, *qxx = qx + x, *qu = qxx + x * x, *quu = qu + m, *qux = quu + m * m, *t = qux + m * x,
           *low = t + x * (x > m ? x : m), *high = low + m, *f = high + m, *work = f + m * m, *step = c->feed + k * m,
           *gain = c->gain + k * m * x, top = 0;
    const double *a = c->a + k * x * x, *b = c->b + k * x * m, *u = c->u + k * m;
    int *is_free = (int *)(work + 2 * m), i, j;
    control_quadratic q;
    memset(qx, 0, (size_t)(x + x * x + m + m * m + m * x) * sizeof *qx);
    q.x = qx, q.xx = qxx, q.u = qu, q.uu = quu;
    control__write(c, c->world, c->q + k * c->nq, c->v + k * c->n);
    c->problem.cost(c->problem.context, c->world, k, u, &q);
    control__product(a, 1, vx, x, x, 1, 1, qx);
    control__product(b, 1, vx, m, x, 1, 1, qu);
    memset(t, 0, (size_t)(x * x) * sizeof *t);
    control__product(vxx, 0, a, x, x, x, 1, t);
    control__product(a, 1, t, x, x, x, 1, qxx);
    control__product(b, 1, t, m, x, x, 1, qux);
    memset(t, 0, (size_t)(x * m) * sizeof *t);
    control__product(vxx, 0, b, x, x, m, 1, t);
    control__product(b, 1, t, m, x, m, 1, quu);
    for (i = 0; i < m; ++i) top = tact_max(top, quu[i * m + i]);
    for (i = 0; i < m; ++i) {
        quu[i * m + i] += c->regularisation * top;
        low[i] = c->problem.lower ? c->problem.lower[i] - u[i] : -1e300;
        high[i] = c->problem.upper ? c->problem.upper[i] - u[i] : 1e300;
        step[i] = 0;
    }
    if (!control__box(quu, qu, low, high, m, step, is_free, f, work)) return 0;
    for (i = 0; i < m; ++i)
        for (j = 0; j < x; ++j) gain[i * x + j] = is_free[i] ? -qux[i * x + j] : 0;
    for (j = 0; j < x; ++j) control__substitute(f, m, gain + j, x);
    /* V = Q at du = step + gain dx, without the regularisation */
    for (i = 0; i < m; ++i) quu[i * m + i] -= c->regularisation * top;
    memset(t, 0, (size_t)(m * x) * sizeof *t);
    control__product(quu, 0, gain, m, m, x, 1, t); /* quu K */
    for (i = 0; i < x; ++i) {
        double sum = qx[i];
        for (j = 0; j < m; ++j) sum += (t[j * x + i] + qux[j * x + i]) * step[j] + gain[j * x + i] * qu[j];
        vx[i] = sum;
    }
    memcpy(vxx, qxx, (size_t)(x * x) * sizeof *vxx);
    control__product(gain, 1, t, x, m, x, 1, vxx);
    control__product(gain, 1, qux, x, m, x, 1, vxx);
    control__product(qux, 1, gain, x, m, x, 1, vxx);
    for (i = 0; i < x; ++i)
        for (j = 0; j < i; ++j) vxx[i * x + j] = vxx[j * x + i] = 0.5 * (vxx[i * x + j] + vxx[j * x + i]);
    for (i = 0; i < m; ++i) {
        promised[0] += step[i] * qu[i];
        for (j = 0; j < m; ++j) promised[1] += 0.5 * step[i] * quu[i * m + j] * step[j];
    }
    return 1;
}
/* The Riccati recursion from the end. 0: some knot was not positive definite. */
static int control__backward(control *c, double promised[2]) {
    const int x = 2 * c->n;
    double *vx = c->dx, *vxx = vx + x;
    control_quadratic q;
    int k;
    promised[0] = promised[1] = 0;
    memset(vx, 0, (size_t)(x + x * x) * sizeof *vx);
    q.x = vx, q.xx = vxx, q.u = q.uu = NULL;
    control__write(c, c->world, c->q + c->problem.steps * c->nq, c->v + c->problem.steps * c->n);
    c->problem.cost(c->problem.context, c->world, c->problem.steps, NULL, &q);
    for (k = c->problem.steps - 1; k >= 0; --k) {
        if (control__is_gap(c, k + 1)) control__product(vxx, 0, c->gap + (k + 1) * x, x, x, 1, 1, vx);
        if (!control__knot(c, k, vx, vxx, promised)) return 0;
    }
    return 1;
}
/* A trial with this part of the steps and 1 - length of the gaps left; its value, or infinity where the world fails. */
static double control__trial(control *c, double length) {
    const int x = 2 * c->n, m = c->m;
    double value = 0, *dx = c->dx;
    int k, i, j;
    contact_world_restore(c->world, c->start, c->start_bytes);
    ++c->trials;
    for (k = 0; k <= c->problem.steps; ++k) {
        double *u = c->trial_u + k * m, *q = c->trial_q + k * c->nq, *v = c->trial_v + k * c->n;
        if (control__is_gap(c, k) && length < 1) { /* the gap that is left */
            for (i = 0; i < x; ++i) dx[i] = -(1 - length) * c->gap[k * x + i];
            contact_world_move_state(c->world, dx);
        }
        control__read(c, c->world, q, v);
        if (k < c->problem.steps) {
            control__difference(c, c->q + k * c->nq, c->v + k * c->n, q, v, dx);
            for (i = 0; i < m; ++i) {
                u[i] = c->u[k * m + i] + length * c->feed[k * m + i];
                for (j = 0; j < x; ++j) u[i] += c->gain[(k * m + i) * x + j] * dx[j];
            }
            control__bound(c, u);
        }
        value += c->problem.cost(c->problem.context, c->world, k, k < c->problem.steps ? u : NULL, NULL);
        if (!(value < 1e300)) return HUGE_VAL;
        if (k < c->problem.steps && (c->reason = control__advance(c, c->world, k, u)) < 0) return HUGE_VAL;
    }
    return value;
}
/* The last trial is the plan. */
static void control__accept(control *c) {
    memcpy(c->u, c->trial_u, (size_t)(c->problem.steps * c->m) * sizeof *c->u);
    memcpy(c->q, c->trial_q, (size_t)((c->problem.steps + 1) * c->nq) * sizeof *c->q);
    memcpy(c->v, c->trial_v, (size_t)((c->problem.steps + 1) * c->n) * sizeof *c->v);
}

/* ---- the caller's ---- */
static inline control_problem control_problem_make(contact_world *world, const contact_robot *robots,
                                                   const rbd_model *const *models, int robot_count,
                                                   const contact_body *bodies, int body_count) {
    control_problem p;
    memset(&p, 0, sizeof p);
    p.world = world, p.hold = 1;
    p.robots = robots, p.models = models, p.robot_count = robot_count;
    p.bodies = bodies, p.body_count = body_count;
    return p;
}
/* The start is the state of `world` from now on: the plant's, in a loop of MPC. The controls become those that the
   feedback of the last solve gives from there, which stay near the plan where it is unstable. Costs a trajectory. */
static inline void control_follow(control *c, contact_world *world) {
    control__read(c, world, c->trial_q, c->trial_v);
    contact_world_restore(c->world, c->start, c->start_bytes);
    control__write(c, c->world, c->trial_q, c->trial_v);
    contact_world_save(c->world, c->start, c->start_bytes);
    if (control__trial(c, 0) < HUGE_VAL) control__accept(c);
}
/* One knot later: controls, feedback and plan move up by one; the last of each is repeated. */
static inline void control_shift(control *c) {
    const size_t m = (size_t)c->m, x = 2 * (size_t)c->n, last = (size_t)(c->problem.steps - 1);
    memmove(c->u, c->u + m, last * m * sizeof *c->u);
    memmove(c->gain, c->gain + m * x, last * m * x * sizeof *c->gain);
    memmove(c->q, c->q + c->nq, (last + 1) * (size_t)c->nq * sizeof *c->q);
    memmove(c->v, c->v + c->n, (last + 1) * (size_t)c->n * sizeof *c->v);
}
static inline void control_destroy(control *c) {
    if (!c) return;
    contact_differential_destroy(c->differential);
    contact_world_destroy(c->world);
    free(c->start);
    free(c->block);
    free(c);
}
/* NULL: no memory, or a problem without knots, controls, cost or apply, or whose lists miss a body or robot. */
static inline control *control_create(const control_problem *problem, const control_config *config) {
    control *c = (control *)calloc(1, sizeof *c);
    contact_world_config *settings;
    size_t total = 0, sizes[13];
    int i, n, m, x, z, steps, dofs = 0;
    double *at;
    if (!c) return NULL;
    c->problem = *problem;
    c->config = config ? *config : control_default_config();
    c->regularisation = c->config.least_regularisation;
    c->n = n = contact_world_dofs(problem->world), c->m = m = problem->controls, steps = problem->steps;
    for (i = 0; i < problem->body_count; ++i) dofs += 6, c->nq += 7;
    for (i = 0; i < problem->robot_count; ++i) dofs += problem->models[i]->nv, c->nq += problem->models[i]->nq;
    c->differential = contact_differential_create(NULL);
    c->world = contact_world_clone(problem->world, NULL);
    if (dofs != n || m <= 0 || steps <= 0 || problem->hold <= 0 || !problem->cost || !problem->apply || !c->world ||
        !c->differential) {
        control_destroy(c);
        return NULL;
    }
    settings = contact_world_settings(c->world);
    settings->sleeping = 0; /* what sleeps has no derivative */
    settings->solver.coarse_tolerance = 0;
    settings->solver.momentum_tolerance = 1e-12;
    x = 2 * n, z = x + m;
    sizes[0] = (size_t)(steps * m), sizes[1] = (size_t)(steps * m * x);                 /* u, gain */
    sizes[2] = (size_t)((steps + 1) * c->nq), sizes[3] = (size_t)((steps + 1) * n);     /* q, v */
    sizes[4] = (size_t)(steps * x * x), sizes[5] = (size_t)(steps * x * m);             /* a, b */
    sizes[6] = (size_t)((steps + 1) * x), sizes[7] = (size_t)(steps * m);               /* gap, feed */
    sizes[8] = (size_t)(3 * x * x + 3 * z * z + z * x + 8 * z + 4 * m * m + 4 * m * x); /* near */
    sizes[9] = (size_t)((steps + 1) * m), sizes[10] = sizes[2] + sizes[3];              /* trial_u; trial_q, trial_v */
    sizes[11] = (size_t)(x + x * x + c->nq + n);                                        /* dx and the value function */
    sizes[12] = (size_t)(3 * x * x + x * n + x * (problem->parameter_count + 1) + 2 * x * m + 3 * problem->body_count);
    for (i = 0; i < 13; ++i) total += sizes[i];
    c->block = calloc(total, sizeof(double));
    c->start_bytes = contact_world_snapshot_bytes(c->world);
    c->start = malloc(c->start_bytes);
    if (!c->block || !c->start || contact_world_save(c->world, c->start, c->start_bytes) < 0) {
        control_destroy(c);
        return NULL;
    }
    at = (double *)c->block;
    c->u = at, at += sizes[0], c->gain = at, at += sizes[1];
    c->q = at, at += sizes[2], c->v = at, at += sizes[3];
    c->a = at, at += sizes[4], c->b = at, at += sizes[5];
    c->gap = at, at += sizes[6], c->feed = at, at += sizes[7];
    c->near = at, at += sizes[8], c->trial_u = at, at += sizes[9];
    c->trial_q = at, c->trial_v = at + sizes[2], at += sizes[10];
    c->dx = at, at += sizes[11];
    c->work = at, c->com = at + sizes[12] - 3 * problem->body_count;
    for (i = 0; i < problem->body_count; ++i) {
        const tact_pose pose = contact_body_pose(c->world, problem->bodies[i]);
        const tact_vec3 com =
            tact_rotate(tact_quat_conj(pose.q), tact_sub(contact_body_com(c->world, problem->bodies[i]), pose.p));
        memcpy(c->com + 3 * i, &com, 3 * sizeof *c->com);
    }
    return c;
}
/* Guess of the state at a knot where a gap may stand (config.stretch): positions as control__read has them, for each
   body p and q, then q of each robot; velocities by dofs. */
static inline void control_guess(control *c, int k, const double *q, const double *v) {
    memcpy(c->q + k * c->nq, q, (size_t)c->nq * sizeof *q);
    memcpy(c->v + k * c->n, v, (size_t)c->n * sizeof *v);
}
/* At most so many iterations from c->u, which it improves. c->value, c->iterations, c->trials, c->gaps tell the rest. */
static inline control_status control_solve(control *c, int iterations) {
    contact_differential_set(c->differential, CONTACT_GEOMETRY_EXACT, c->problem.parameters,
                             c->problem.parameter_count);
    if (c->config.gradient == CONTROL_SMOOTHED)
        contact_differential_set_estimator(c->differential, c->config.estimator);
    c->trials = 0;
    for (c->iterations = 0; c->iterations < iterations;) {
        double promised[2], length, next = HUGE_VAL, gained = 0, expected = 0;
        int i;
        for (i = 0; i < c->problem.steps; ++i) control__bound(c, c->u + i * c->m);
        if ((c->reason = control__linearise(c)) < 0) return CONTROL_FAILED;
        ++c->iterations;
        for (;;) { /* more regularisation until a step gains */
            int positive = control__backward(c, promised);
            /* nothing to gain within the tolerance: at the optimum */
            if (positive && c->gaps <= 1e-6 && -promised[0] <= c->config.tolerance * fabs(c->value)) return CONTROL_OK;
            for (length = 1; positive && length > 1e-4; length *= 0.5) {
                expected = -(length * promised[0] + length * length * promised[1]);
                next = control__trial(c, length);
                gained = c->value - next;
                /* a trajectory that closes its gaps may cost more than one that has them */
                if (gained > 1e-2 * expected || (gained > 0 && expected <= 0) || (c->gaps > 1e-9 && gained > -expected))
                    break;
            }
            if (positive && length > 1e-4) break;
            c->regularisation = tact_max(8 * c->regularisation, 1e-6);
            if (c->regularisation > c->config.most_regularisation) {
                c->regularisation = c->config.least_regularisation;
                return CONTROL_STUCK;
            }
        }
        control__accept(c);
        c->regularisation = tact_max(c->regularisation * (length > 0.3 ? 0.2 : 1), c->config.least_regularisation);
        c->value = next;
        if (fabs(gained) <= c->config.tolerance * (fabs(next) + 1e-300) && c->gaps <= 1e-6) return CONTROL_OK;
    }
    return CONTROL_ITERATIONS;
}
#endif /* CONTROL_H */
