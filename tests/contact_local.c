/* The one-contact solvers and projections, called directly. Facts checked: the exact solver satisfies the NCP of its block to
   rounding for every conditioning and scale; the RaiSim slip is the minimum over the cone's edge within c_n = 0 (brute
   force) and obeys its known slip law; Preclik's form equals the angle search; the De Saxce shift has the NCP solution as
   fixed point; projections satisfy their variational inequality and Moreau's decomposition. */
/* slow: yes */
#define CONTACT_IMPLEMENTATION
#define CONTACT_STATIC
#include "contact.h"
#include "utest.h"
#include "contact_problems.h"

/* A random symmetric positive definite block with condition number up to 10^spread. */
static void random_block(problem_random *r, double spread, double scale, tact_real w[9]) {
    tact_vec3 axis = problem_direction(r);
    tact_quat q = tact_quat_axis_angle(axis, problem_uniform(r, 0, 3.1));
    tact_mat3 m = tact_quat_to_mat(q);
    double e[3];
    int i, j, k;
    for (k = 0; k < 3; ++k) e[k] = scale * pow(10, problem_uniform(r, -spread / 2, spread / 2));
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j) {
            w[3 * i + j] = 0;
            for (k = 0; k < 3; ++k) w[3 * i + j] += e[k] * m.m[i][k] * m.m[j][k];
        }
    for (i = 0; i < 3; ++i)
        for (j = 0; j < i; ++j) w[3 * i + j] = w[3 * j + i];
}

static int solve_exact(const tact_real w[9], const tact_real b[3], tact_real mu, tact_real guess, tact_real l[3]) {
    contact__plane plane;
    int mode = contact__local_begin(w, b, mu, &plane, l);
    if (mode == 2) contact__slip_exact(&plane, mu, guess, l);
    return mode;
}

/* Scaled natural map |l - P_K(l - r u)| / max(|l|, r|b|), r = 3/trace. */
static double natural(const tact_real w[9], const tact_real b[3], tact_real mu, const tact_real l[3]) {
    tact_real c[3], y[3], z[3], r = 3 / (w[0] + w[4] + w[8]);
    double d = 0, size = 0, load = 0;
    int k;
    for (k = 0; k < 3; ++k) c[k] = w[3 * k] * l[0] + w[3 * k + 1] * l[1] + w[3 * k + 2] * l[2] + b[k];
    for (k = 0; k < 3; ++k) y[k] = l[k] - r * c[k];
    y[2] -= r * mu * sqrt(c[0] * c[0] + c[1] * c[1]);
    contact__project_cone(mu, y, z);
    for (k = 0; k < 3; ++k) {
        d += (l[k] - z[k]) * (l[k] - z[k]);
        size += l[k] * l[k];
        load += r * r * b[k] * b[k];
    }
    return sqrt(d) / fmax(sqrt(size), sqrt(load));
}

UTEST(local, exact_solver_satisfies_the_ncp) {
    problem_random r;
    int k, modes[4] = {0, 0, 0, 0};
    double worst = 0;
    r.seed = 1, r.counter = 0;
    for (k = 0; k < 200000; ++k) {
        double spread = k % 9, scale = pow(10, problem_uniform(&r, -6, 6)), size = pow(10, problem_uniform(&r, -6, 6));
        tact_real w[9], b[3], l[3], mu = k % 50 == 0 ? 0 : pow(10, problem_uniform(&r, -2, 1));
        tact_vec3 v = problem_vector(&r, size);
        int mode;
        random_block(&r, spread, scale, w);
        if (k % 7 == 0) w[2] = w[5] = w[6] = w[7] = 0; /* decoupled, as spheres on planes */
        b[0] = v.x;
        b[1] = v.y;
        b[2] = k % 3 ? -fabs(v.z) : v.z;
        if (k % 11 == 0) b[0] = b[1] = 0;
        mode = solve_exact(w, b, mu, k % 2 ? 0 : problem_uniform(&r, 0, 10), l);
        modes[mode] += 1;
        ASSERT_TRUE(tact_finite(l[0]) && tact_finite(l[1]) && tact_finite(l[2]));
        ASSERT_TRUE(l[2] >= 0 && sqrt(l[0] * l[0] + l[1] * l[1]) <= mu * l[2] * (1 + 1e-12) + 1e-300);
        if (natural(w, b, mu, l) > worst) worst = natural(w, b, mu, l);
    }
    EXPECT_TRUE(modes[0] > 1000 && modes[1] > 1000 && modes[2] > 1000);
    EXPECT_LT(worst, 1e-9); /* stick solutions of blocks with condition 1e8 lose 8 of 16 digits of c */
}

static double edge_energy(const tact_real w[9], const tact_real b[3], tact_real mu, double angle, int *valid) {
    double den = w[8] + mu * (w[2] * cos(angle) + w[5] * sin(angle)), n = -b[2] / den, l[3], s = 0;
    int i, j;
    *valid = den > 0;
    l[0] = mu * n * cos(angle);
    l[1] = mu * n * sin(angle);
    l[2] = n;
    for (i = 0; i < 3; ++i) {
        s += b[i] * l[i];
        for (j = 0; j < 3; ++j) s += 0.5 * w[3 * i + j] * l[i] * l[j];
    }
    return s;
}

UTEST(local, raisim_slip_is_the_minimum_on_the_edge) {
    static const tact_real beta[3] = {TACT_R(0.01), TACT_R(0.5), TACT_R(1.3)}; /* as published with the method */
    problem_random r;
    int k, slips = 0, hyperbolic = 0, seen = 0;
    r.seed = 2, r.counter = 0;
    for (k = 0; k < 3000; ++k) {
        tact_real w[9], b[3], l[3], q[3], guess[2], mu = problem_uniform(&r, 0.05, 2);
        tact_vec3 v = problem_vector(&r, 1);
        contact__plane plane;
        double best = 1e300, mine = 0, c[3], cross, along, size;
        int i, valid, mode;
        random_block(&r, 3, 1, w);
        b[0] = v.x;
        b[1] = v.y;
        b[2] = -fabs(v.z) - 0.01;
        mode = contact__local_begin(w, b, mu, &plane, l);
        if (mode != 2) continue;
        guess[0] = l[0], guess[1] = l[1];
        contact__slip_raisim(&plane, mu, 0, beta, guess, l);
        ++slips;
        hyperbolic += mu * mu * (w[2] * w[2] + w[5] * w[5]) >= w[8] * w[8];
        for (i = 0; i < 3; ++i) {
            c[i] = w[3 * i] * l[0] + w[3 * i + 1] * l[1] + w[3 * i + 2] * l[2] + b[i];
            mine += 0.5 * l[i] * (c[i] + b[i]);
        }
        for (i = 0; i < 2000; ++i) {
            double e = edge_energy(w, b, mu, i * 6.283185307179586 / 2000, &valid);
            if (valid && e < best) best = e;
        }
        EXPECT_LE(mine, best + 1e-12 * (1 + fabs(best)));
        EXPECT_NEAR(c[2], 0, 1e-10 * (1 + fabs(b[2]) + fabs(w[8] * l[2])));
        EXPECT_NEAR(sqrt(l[0] * l[0] + l[1] * l[1]), mu * l[2], 1e-10 * (1 + mu * l[2]));
        /* slip law: c_t is parallel to -(l_t + mu^2 l_n/W_nn w), and against it */
        v.x = l[0] + mu * mu * l[2] / w[8] * w[2], v.y = l[1] + mu * mu * l[2] / w[8] * w[5];
        size = sqrt((c[0] * c[0] + c[1] * c[1]) * (v.x * v.x + v.y * v.y));
        cross = c[0] * v.y - c[1] * v.x, along = c[0] * v.x + c[1] * v.y;
        EXPECT_NEAR(cross, 0, 1e-5 * size + 1e-9);
        EXPECT_LE(along, 1e-9);
        { /* the residual of the model, which does not ask this solver, agrees, and sees a slip in another direction */
            tact_real y[3], z[3], turned[3], step = 1 / (w[0] + w[4] + w[8]), scale = 1 + (tact_real)fabs(l[2]);
            for (i = 0; i < 3; ++i) y[i] = l[i] - step * (tact_real)c[i];
            contact__raisim_step(mu, w[2], w[5], w[8], l, y, z);
            for (i = 0; i < 3; ++i) EXPECT_NEAR(z[i], l[i], 1e-6 * scale); /* a minimum is flat: half the digits */
            turned[0] = l[0] * TACT_R(0.995) - l[1] * TACT_R(0.0998),
            turned[1] = l[0] * TACT_R(0.0998) + l[1] * TACT_R(0.995);
            turned[2] = l[2];
            for (i = 0; i < 3; ++i)
                c[i] = w[3 * i] * turned[0] + w[3 * i + 1] * turned[1] + w[3 * i + 2] * turned[2] + b[i];
            for (i = 0; i < 3; ++i) y[i] = turned[i] - step * (tact_real)c[i];
            contact__raisim_step(mu, w[2], w[5], w[8], turned, y, z);
            seen += hypot(z[0] - turned[0], z[1] - turned[1]) + fabs(z[2] - turned[2]) > 1e-5 * hypot(l[0], l[1]);
        }
        if (contact__slip_quartic(&plane, mu, 0, q))
            for (i = 0; i < 3; ++i)
                EXPECT_NEAR(q[i], l[i], 1e-6 * (1 + fabs(l[2]))); /* a minimum is flat: half the digits */
    }
    EXPECT_GT(slips, 500);
    EXPECT_GT(hyperbolic, 20);
    EXPECT_GT(seen, slips - slips / 100); /* but where the edge is nearly level */
}

UTEST(local, de_saxce_shift_has_the_ncp_solution_as_fixed_point) {
    problem_random r;
    int k, slips = 0;
    static const tact_real beta[3] = {0.01, 0.5, 1.3};
    r.seed = 3, r.counter = 0;
    for (k = 0; k < 2000; ++k) {
        tact_real w[9], b[3], l[3], next[3], c[2], mu = problem_uniform(&r, 0.05, 1.5);
        tact_vec3 v = problem_vector(&r, 1);
        contact__plane plane;
        int i, m;
        random_block(&r, 2, 1, w);
        b[0] = v.x;
        b[1] = v.y;
        b[2] = -fabs(v.z) - 0.01;
        if (contact__local_begin(w, b, mu, &plane, l) != 2) continue;
        ++slips;
        contact__slip_exact(&plane, mu, 0, l);
        for (i = 0; i < 2; ++i) c[i] = w[3 * i] * l[0] + w[3 * i + 1] * l[1] + w[3 * i + 2] * l[2] + b[i];
        for (m = 0; m < 2; ++m) { /* whatever the guess */
            tact_real guess[2];
            guess[0] = m * problem_uniform(&r, -1, 1), guess[1] = m * problem_uniform(&r, -1, 1);
            contact__slip_raisim(&plane, mu, mu * sqrt(c[0] * c[0] + c[1] * c[1]), beta, guess, next);
            for (i = 0; i < 3; ++i) EXPECT_NEAR(next[i], l[i], 1e-6 * (1 + l[2]));
        }
        if (contact__slip_quartic(&plane, mu, mu * sqrt(c[0] * c[0] + c[1] * c[1]), next))
            for (i = 0; i < 3; ++i) EXPECT_NEAR(next[i], l[i], 1e-6 * (1 + l[2]));
    }
    EXPECT_GT(slips, 300);
}

UTEST(local, projections) {
    problem_random r;
    int k, i, m;
    r.seed = 4, r.counter = 0;
    for (k = 0; k < 20000; ++k) {
        tact_real x[3], p[3], d[3], mx[3], mu = k % 20 == 0 ? 0 : problem_uniform(&r, 0, 3), y[3], t[2], z[2], best,
                                           radius;
        tact_vec3 v = problem_vector(&r, 1);
        double inner = 0, moreau = 0;
        x[0] = v.x;
        x[1] = v.y;
        x[2] = v.z;
        for (i = 0; i < 3; ++i) mx[i] = -x[i];
        contact__project_cone(mu, x, p);
        contact__project_dual(mu, mx, d);
        for (i = 0; i < 3; ++i) inner += p[i] * d[i], moreau = fmax(moreau, fabs(x[i] - (p[i] - d[i])));
        EXPECT_LT(moreau, 1e-15); /* x = P_K(x) - P_K*(-x), orthogonal */
        EXPECT_NEAR(inner, 0, 1e-15);
        EXPECT_LE(sqrt(p[0] * p[0] + p[1] * p[1]), mu * p[2] + 1e-15);
        v = problem_vector(&r, 2); /* no point of the cone is nearer */
        y[0] = v.x;
        y[1] = v.y;
        y[2] = sqrt(v.x * v.x + v.y * v.y) / (mu + 1e-12);
        if (mu <= 0) y[0] = y[1] = 0;
        inner = 0;
        for (i = 0; i < 3; ++i) inner += (x[i] - p[i]) * (y[i] - p[i]);
        EXPECT_LE(inner, 1e-12 * (1 + y[2]));
        /* polygon: projection against its corners and the support function */
        m = k % 3 == 0 ? 0 : 3 + k % 6, radius = problem_uniform(&r, 0, 1);
        t[0] = x[0], t[1] = x[1];
        contact__project_polygon(m, radius, t);
        best = -1e300;
        for (i = 0; i < (m ? m : 4); ++i) {
            double a = m ? 6.283185307179586 * i / m : 0.7853981633974483 + 1.5707963267948966 * i, s = m ? 1 : sqrt(2);
            z[0] = radius * s * cos(a), z[1] = radius * s * sin(a);
            EXPECT_LE((x[0] - t[0]) * (z[0] - t[0]) + (x[1] - t[1]) * (z[1] - t[1]), 1e-14);
            best = fmax(best, z[0] * x[0] + z[1] * x[1]);
        }
        EXPECT_NEAR(contact__polygon_support(m, radius, x), best, 1e-14);
        EXPECT_LE(t[0] * x[0] + t[1] * x[1], best + 1e-14);
    }
}

UTEST(local, largest_eigenvalue) {
    problem_random r;
    int k, i;
    r.seed = 5, r.counter = 0;
    for (k = 0; k < 2000; ++k) {
        tact_real w[9], x[3] = {1, 0.7, 0.3}, y[3], n = 0;
        random_block(&r, 4, 1, w);
        if (k % 10 == 0) w[1] = w[3] = w[2] = w[6] = w[5] = w[7] = 0, w[4] = w[8] = w[0];
        for (i = 0; i < 3000; ++i) { /* power iteration */
            y[0] = w[0] * x[0] + w[1] * x[1] + w[2] * x[2], y[1] = w[3] * x[0] + w[4] * x[1] + w[5] * x[2];
            y[2] = w[6] * x[0] + w[7] * x[1] + w[8] * x[2];
            n = sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
            x[0] = y[0] / n;
            x[1] = y[1] / n;
            x[2] = y[2] / n;
        }
        EXPECT_GE(contact__largest_eigenvalue3(w),
                  n * (1 - 1e-12)); /* power iteration may be short of it, never above */
        EXPECT_NEAR(contact__largest_eigenvalue3(w), n, 2e-2 * n);
    }
}

UTEST_MAIN()
