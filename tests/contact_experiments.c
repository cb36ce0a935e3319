/* The published small experiments, as numbers, for every method: a sliding cube (E1), a cube dragged by a growing force (E2), and
   the stack with a heavy cube on a light one (E3). Facts checked: energy, stopping time and drift against the analytic values
   where the model is exact, and against the known errors of the model where it is not (RaiSim dissipates too little, CCP jumps
   or glides, a friction box turns the path); sweeps and iterations of the stack. Tolerance 2 % unless the comment says why
   another. */
/* slow: yes */
#include "contact.h"
#include "utest.h"
#include "contact_problems.h"
#include "contact_cube.h"

static const contact_method ncp_methods[] = {CONTACT_METHOD_RAISIM_DS,
                                             CONTACT_METHOD_NCP_PGS,
                                             CONTACT_METHOD_NCP_PROX,
                                             CONTACT_METHOD_NCP_NBGS,
                                             CONTACT_METHOD_NCP_NBGS_QUARTIC,
                                             CONTACT_METHOD_NCP_STAGGERED,
                                             CONTACT_METHOD_NCP_ADMM_FIXED,
                                             CONTACT_METHOD_NCP_ADMM_LINEAR,
                                             CONTACT_METHOD_NCP_ADMM_SPECTRAL,
                                             CONTACT_METHOD_NCP_NEWTON,
                                             CONTACT_METHOD_AUTO};
static const contact_method ccp_methods[] = {CONTACT_METHOD_CCP_PGS, CONTACT_METHOD_CCP_ADMM, CONTACT_METHOD_CCP_APGD,
                                             CONTACT_METHOD_CCP_NEWTON};
static const contact_method lcp_methods[] = {CONTACT_METHOD_LCP_PGS, CONTACT_METHOD_LCP_LEMKE,
                                             CONTACT_METHOD_LCP_DANTZIG, CONTACT_METHOD_LCP_STAGGERED};
#define COUNT(array) (sizeof array / sizeof array[0])

typedef struct slide_result {
    double energy_mid, stop, z_max, x, y;
    int status;
} slide_result;

/* mu 0.4, dt 1 ms, until 1.2 s; energy includes the potential energy above the resting height. */
static slide_result slide(contact_method method, double speed, double direction, int facets, int speculative) {
    cube_scene s;
    slide_result r;
    double half = speed / (0.4 * 9.81) / 2;
    int k;
    cube_begin(&s, method, 1e-3, 0.4);
    s.config.tolerance = 1e-8;
    s.config.facets = facets;
    s.config.newton_regularisation = 0; /* ccp_newton: the hard model */
    s.speculative = speculative;
    s.v = tact_vec(speed * cos(direction), speed * sin(direction), 0);
    r.energy_mid = r.stop = -1;
    for (k = 1; k <= 1200; ++k) {
        if (cube_step(&s, tact_vec(0, 0, 0)) < 0) break;
        if (r.energy_mid < 0 && k * 1e-3 >= half) r.energy_mid = cube_energy(&s) + 9.81 * (s.x.z - 0.1);
        if (r.stop < 0 && tact_norm(s.v) < 1e-4) r.stop = k * 1e-3;
    }
    r.z_max = s.z_max - 0.1;
    r.x = s.x.x;
    r.y = s.x.y;
    r.status = k == 1201 ? s.worst_status : -1;
    cube_end(&s);
    return r;
}

UTEST(experiments, sliding_cube_is_exact_in_the_ncp_model) {
    size_t m;
    int v;
    for (m = 0; m < COUNT(ncp_methods); ++m)
        for (v = 1; v <= 3; v += 2) {
            slide_result r = slide(ncp_methods[m], v, 0, 0, 0);
            double steps = ceil(v / (0.4 * 9.81) / 2 * 1e3); /* the discrete law: v loses mu g dt a step */
            double left = v - 0.4 * 9.81 * steps * 1e-3;
            EXPECT_EQ_MSG(r.status, 0, contact_method_name(ncp_methods[m]));
            EXPECT_NEAR_MSG(r.energy_mid, left * left / 2, 1e-5 * v * v, contact_method_name(ncp_methods[m]));
            EXPECT_NEAR(r.stop, v / (0.4 * 9.81), 1.01e-3); /* to the step */
            EXPECT_NEAR(r.y, 0, 1e-9);
            EXPECT_NEAR(r.z_max, 0, 1e-8);
        }
}

UTEST(experiments, sliding_cube_in_the_raisim_model_dissipates_too_little) {
    slide_result slow = slide(CONTACT_METHOD_RAISIM, 1, 0, 0, 0), fast = slide(CONTACT_METHOD_RAISIM, 3, 0, 0, 0);
    EXPECT_NEAR(slow.energy_mid, 0.1267, 0.02 * 0.1267);
    EXPECT_NEAR(fast.energy_mid, 1.146, 0.02 * 1.146);
    EXPECT_GT(slow.energy_mid, 0.1255); /* and really more than the exact 0.1239 */
    EXPECT_NEAR(slow.stop, 0.258, 0.002);
    EXPECT_NEAR(fast.stop, 0.773, 0.002);
}

UTEST(experiments, sliding_cube_in_the_ccp_model_jumps) {
    size_t m;
    for (m = 0; m < COUNT(ccp_methods); ++m) {
        const char *name = contact_method_name(ccp_methods[m]);
        slide_result slow = slide(ccp_methods[m], 1, 0, 0, 0), fast = slide(ccp_methods[m], 3, 0, 0, 0);
        EXPECT_EQ_MSG(slow.status + fast.status, 0, name);
        EXPECT_NEAR_MSG(slow.z_max, 6.2e-3, 0.02 * 6.2e-3, name);
        EXPECT_NEAR_MSG(fast.z_max, 55e-3, 0.02 * 55e-3, name);
        EXPECT_NEAR_MSG(slow.energy_mid, 0.1239 * 0.91, 0.02 * 0.1239 * 0.91, name);
        EXPECT_NEAR_MSG(fast.energy_mid, 1.121 * 0.94, 0.02 * 1.121 * 0.94, name);
        EXPECT_NEAR_MSG(fast.y, 0, 1e-9, name);
    }
}

/* The jump in closed form: the first step must separate at mu v, for which friction takes mu^2 v besides mu g dt, so that
   v (1 + mu^2) = v0 - mu g dt; then the cube is in the air. The gap in the bias does not keep it down: that only matters to a cube
   that comes from above, and one that starts at the height mu dt v glides there, at that height over the ground, and brakes by
   the law. */
UTEST(experiments, sliding_cube_in_the_ccp_model_glides_where_it_starts_gliding) {
    size_t m;
    int v, k;
    for (m = 0; m < COUNT(ccp_methods); ++m)
        for (v = 1; v <= 3; v += 2) {
            const char *name = contact_method_name(ccp_methods[m]);
            slide_result r = slide(ccp_methods[m], v, 0, 0, 1);
            double rise = 0.4 * (v - 0.4 * 9.81e-3) / 1.16, height = 0;
            cube_scene s;
            EXPECT_EQ_MSG(r.status, 0, name);
            for (; rise > 0; rise -= 9.81e-3) height += 1e-3 * rise;
            EXPECT_NEAR_MSG(r.z_max, height, 1e-3 * height, name);
            cube_begin(&s, ccp_methods[m], 1e-3, 0.4);
            s.config.tolerance = 1e-8;
            s.config.newton_regularisation = 0;
            s.speculative = 1;
            s.v.x = v, s.x.z += 0.4e-3 * v;
            for (k = 1; k <= v * 127; ++k)
                EXPECT_EQ_MSG((int)cube_step(&s, tact_vec(0, 0, 0)), 0, name); /* half of the way to rest */
            EXPECT_NEAR_MSG(s.v.x, v - 0.4 * 9.81e-3 * v * 127, 0.02 * v / 2, name);
            EXPECT_NEAR_MSG(s.x.z - 0.1, 0.4e-3 * s.v.x, 0.02 * 0.4e-3 * s.v.x, name);
            EXPECT_NEAR_MSG(s.z_max - 0.1, 0.4e-3 * v, 0.02 * 0.4e-3 * v, name);
            cube_end(&s);
        }
}

/* 3 m/s at 22.5 degrees to the tangents: the box brakes each direction by itself with mu g, so y stops first. The decoupled
   limit ends at (0.979, 0.168) m, a round cone at (1.060, 0.439) m. */
UTEST(experiments, friction_box_turns_the_path) {
    const double angle = 22.5 * 3.14159265358979 / 180, length = 9 / (2 * 0.4 * 9.81);
    slide_result round = slide(CONTACT_METHOD_NCP_NBGS, 3, angle, 0, 0);
    size_t m;
    int v;
    EXPECT_NEAR(round.x, length * cos(angle), 2e-3); /* the discrete law stops half a step early: v dt/2 = 1.5 mm */
    EXPECT_NEAR(round.y, length * sin(angle), 2e-3);
    for (m = 0; m < COUNT(lcp_methods); ++m) {
        const char *name = contact_method_name(lcp_methods[m]);
        slide_result box = slide(lcp_methods[m], 3, angle, 0, 0), diagonal = slide(lcp_methods[m], 3, 2 * angle, 0, 0);
        EXPECT_EQ_MSG(box.status + diagonal.status, 0, name);
        EXPECT_NEAR_MSG(box.x, 0.979, 0.02 * 0.979, name);
        EXPECT_NEAR_MSG(box.y, 0.168, 0.02 * 0.168, name);
        EXPECT_NEAR_MSG(box.x * sin(angle) - box.y * cos(angle), 0.22, 0.02 * 0.22, name); /* off the straight line */
        EXPECT_NEAR_MSG(diagonal.x - diagonal.y, 0, 1e-6, name); /* straight, but sqrt(2) too much friction */
        EXPECT_NEAR_MSG(sqrt(2) * diagonal.x, length / sqrt(2), 0.02 * length / sqrt(2), name);
        for (v = 1; v <= 3; v += 2) { /* along an axis the box is the round cone: the analytic law */
            slide_result axis = slide(lcp_methods[m], v, 0, 0, 0);
            double left = v - 0.4 * 9.81 * ceil(v / (0.4 * 9.81) / 2 * 1e3) * 1e-3;
            EXPECT_EQ_MSG(axis.status, 0, name);
            EXPECT_NEAR_MSG(axis.energy_mid, left * left / 2, 1e-5 * v * v, name);
            EXPECT_NEAR_MSG(axis.stop, v / (0.4 * 9.81), 1.01e-3, name);
            EXPECT_NEAR_MSG(axis.y, 0, 1e-8, name);
            EXPECT_NEAR_MSG(axis.z_max, 0, 1e-8, name);
        }
    }
}

/* The pyramid with m corners is inscribed: at m = 4 it brakes along the diagonal with mu g / sqrt(2) only and straight along an
   axis; between them it drifts the other way than the box; refined, the drift off the straight line vanishes. */
UTEST(experiments, friction_pyramid_refines_to_the_round_cone) {
    static const contact_method methods[] = {CONTACT_METHOD_LCP_PGS, CONTACT_METHOD_LCP_LEMKE};
    const double angle = 22.5 * 3.14159265358979 / 180, length = 9 / (2 * 0.4 * 9.81);
    size_t m;
    for (m = 0; m < COUNT(methods); ++m) {
        const char *name = contact_method_name(methods[m]);
        slide_result axis = slide(methods[m], 3, 0, 4, 0), box = slide(methods[m], 3, angle, 0, 0);
        slide_result four = slide(methods[m], 3, angle, 4, 0), eight = slide(methods[m], 3, angle, 8, 0);
        slide_result many = slide(methods[m], 3, angle, m ? 16 : 64, 0);
        double drift_box = box.y * cos(angle) - box.x * sin(angle),
               drift_four = four.y * cos(angle) - four.x * sin(angle);
        EXPECT_NEAR_MSG(axis.x, length, 2e-3, name);
        EXPECT_LT_MSG(drift_box * drift_four, 0, name);
        EXPECT_LT_MSG(fabs(eight.y * cos(angle) - eight.x * sin(angle)), 0.5 * fabs(drift_box), name);
        EXPECT_LT_MSG(fabs(many.y * cos(angle) - many.x * sin(angle)), m ? 5e-2 : 5e-3, name);
    }
}

/* ---- the sweeps once more, by the test's own code: dense matrix, local problems by bisection. What a
   sweep leaves behind where the law does not say (internal forces), or before it has converged, belongs to the method; these are
   the numbers that the library's sweeps are compared with. ---- */
enum { REFERENCE_CONTACTS = 8 };
typedef struct reference {
    int n;                                                         /* contacts */
    double g[REFERENCE_CONTACTS][REFERENCE_CONTACTS][9];           /* Delassus blocks, rows x y z */
    double b[REFERENCE_CONTACTS][3], l[REFERENCE_CONTACTS][3], mu; /* free velocity, impulse */
} reference;

/* Adds a body of mass m, inertia j, touched with these signs at these arms: sign_i sign_k (1/m + ((a_i.a_k) 1 - a_k a_i^T)/j). */
static void reference_body(reference *r, double m, double j, const double *sign, double (*arm)[3]) {
    int i, k, a, b;
    for (i = 0; i < r->n; ++i)
        for (k = 0; k < r->n; ++k) {
            double dot = arm[i][0] * arm[k][0] + arm[i][1] * arm[k][1] + arm[i][2] * arm[k][2];
            for (a = 0; a < 3; ++a)
                for (b = 0; b < 3; ++b)
                    r->g[i][k][3 * a + b] +=
                        sign[i] * sign[k] * ((a == b ? 1 / m + dot / j : 0) - arm[k][a] * arm[i][b] / j);
        }
}
/* The point of the cone's edge on the plane c_n = 0 in one direction; its energy l W l/2 + l b + shift l_n, or HUGE_VAL where the
   edge is not met, and the slope of the energy in the angle. */
static double reference_edge(const double *w, const double *b, double mu, double shift, double angle, double *l,
                             double *slope) {
    double c = cos(angle), s = sin(angle), den = w[8] + mu * (w[2] * c + w[5] * s), n = -b[2] / den;
    double dn = -n * mu * (w[5] * c - w[2] * s) / den, d[3], energy = 0;
    int k;
    if (!(den > 0)) return HUGE_VAL;
    l[0] = mu * n * c;
    l[1] = mu * n * s;
    l[2] = n;
    d[0] = mu * (dn * c - n * s);
    d[1] = mu * (dn * s + n * c);
    d[2] = dn;
    for (k = 0, *slope = 0; k < 3; ++k) {
        double wl = w[3 * k] * l[0] + w[3 * k + 1] * l[1] + w[3 * k + 2] * l[2], bias = b[k] + (k == 2 ? shift : 0);
        energy += l[k] * (wl / 2 + bias), *slope += d[k] * (wl + bias);
    }
    return energy;
}
static void reference_slip(contact_method method, const double *w, const double *b, double mu, double shift,
                           double *l) {
    int k;
    if (method == CONTACT_METHOD_NCP_NBGS) { /* c_t = -alpha l_t: bisection on |l_t| = mu l_n */
        double lo = 0, hi = 1, w0 = w[2] / w[8], w1 = w[5] / w[8], h0 = b[0] - w0 * b[2], h1 = b[1] - w1 * b[2];
        int bracketed = 0;
        for (k = 0; k < 400 && !(bracketed && hi - lo < 1e-15 * hi); ++k) {
            double alpha = bracketed ? (lo + hi) / 2 : hi, s0 = w[0] - w[2] * w0 + alpha, s1 = w[1] - w[2] * w1;
            double s2 = w[4] - w[5] * w1 + alpha, det = s0 * s2 - s1 * s1;
            l[0] = (s1 * h1 - s2 * h0) / det;
            l[1] = (s1 * h0 - s0 * h1) / det;
            l[2] = -(b[2] + w[2] * l[0] + w[5] * l[1]) / w[8];
            if (hypot(l[0], l[1]) > mu * l[2]) {
                lo = alpha;
                if (!bracketed) hi *= 4;
            } else {
                hi = alpha, bracketed = 1;
            }
        }
    } else { /* RaiSim: least energy on the edge, by a grid and bisection of the slope */
        double best = HUGE_VAL, middle = 0, lo, hi, slope;
        for (k = 0; k < 48; ++k) {
            double e = reference_edge(w, b, mu, shift, k * 6.283185307179586 / 48, l, &slope);
            if (e < best) best = e, middle = k * 6.283185307179586 / 48;
        }
        for (k = 0, lo = middle - 0.14, hi = middle + 0.14; k < 60; ++k) {
            reference_edge(w, b, mu, shift, (lo + hi) / 2, l, &slope);
            if (slope > 0)
                hi = (lo + hi) / 2;
            else
                lo = (lo + hi) / 2;
        }
    }
}
/* One visit: `c` is the velocity of the contact now. `weight`: of the new value. */
static void reference_visit(contact_method method, const double *w, double *c, double mu, double weight, double *l) {
    double old[3], y[3], d, size, step;
    int k, repeat;
    memcpy(old, l, sizeof old);
    switch ((int)method) {
    case CONTACT_METHOD_LCP_PGS:
    case CONTACT_METHOD_NCP_PGS:
        l[2] = fmax(0, l[2] - weight * c[2] / w[8]), d = l[2] - old[2];
        c[0] += w[2] * d, c[1] += w[5] * d;
        if (method == CONTACT_METHOD_LCP_PGS) {
            l[0] = fmax(-mu * l[2], fmin(mu * l[2], l[0] - weight * c[0] / w[0]));
            l[1] = fmax(-mu * l[2], fmin(mu * l[2], l[1] - weight * (c[1] + w[1] * (l[0] - old[0])) / w[4]));
            return;
        }
        step = weight * 2 / (w[0] + w[4] + hypot(w[0] - w[4], 2 * w[1]));
        l[0] -= step * c[0], l[1] -= step * c[1];
        size = hypot(l[0], l[1]);
        if (size > mu * l[2]) l[0] *= mu * l[2] / size, l[1] *= mu * l[2] / size;
        return;
    case CONTACT_METHOD_CCP_PGS: /* two projected gradient steps; the largest eigenvalue by powers of w */
        for (k = 0, step = 0, y[0] = 1, y[1] = 0.7, y[2] = 0.4; k < 2000; ++k) {
            double z[3];
            for (repeat = 0; repeat < 3; ++repeat)
                z[repeat] = w[3 * repeat] * y[0] + w[3 * repeat + 1] * y[1] + w[3 * repeat + 2] * y[2];
            d = step, step = sqrt(z[0] * z[0] + z[1] * z[1] + z[2] * z[2]);
            for (repeat = 0; repeat < 3; ++repeat) y[repeat] = z[repeat] / step;
            if (fabs(step - d) < 1e-14 * step) break;
        }
        for (repeat = 0; repeat < 2; ++repeat) {
            double now[3];
            for (k = 0; k < 3; ++k)
                now[k] =
                    c[k] + w[3 * k] * (l[0] - old[0]) + w[3 * k + 1] * (l[1] - old[1]) + w[3 * k + 2] * (l[2] - old[2]);
            for (k = 0; k < 3; ++k) y[k] = l[k] - weight / step * now[k];
            size = hypot(y[0], y[1]);
            if (mu * size <= -y[2])
                l[0] = l[1] = l[2] = 0;
            else if (size <= mu * y[2])
                memcpy(l, y, sizeof y);
            else {
                l[2] = (y[2] + mu * size) / (1 + mu * mu);
                l[0] = mu * l[2] * y[0] / size;
                l[1] = mu * l[2] * y[1] / size;
            }
        }
        return;
    default: break;
    }
    for (k = 0; k < 3; ++k) y[k] = c[k] - w[3 * k] * l[0] - w[3 * k + 1] * l[1] - w[3 * k + 2] * l[2];
    if (y[2] >= 0)
        l[0] = l[1] = l[2] = 0;
    else { /* stick: friction that stops both tangents on the plane c_n = 0 */
        double w0 = w[2] / w[8], w1 = w[5] / w[8], s0 = w[0] - w[2] * w0, s1 = w[1] - w[2] * w1, s2 = w[4] - w[5] * w1;
        double h0 = y[0] - w0 * y[2], h1 = y[1] - w1 * y[2], det = s0 * s2 - s1 * s1;
        l[0] = (s1 * h1 - s2 * h0) / det;
        l[1] = (s1 * h0 - s0 * h1) / det;
        l[2] = -(y[2] + w[2] * l[0] + w[5] * l[1]) / w[8];
        if (!(l[2] >= 0 && hypot(l[0], l[1]) <= mu * l[2]))
            reference_slip(method, w, y, mu, method == CONTACT_METHOD_RAISIM ? 0 : mu * hypot(c[0], c[1]), l);
    }
    for (k = 0; k < 3; ++k) l[k] = old[k] + weight * (l[k] - old[k]);
    size = hypot(l[0], l[1]);
    if (size > mu * l[2] && size > 0) l[0] *= mu * l[2] / size, l[1] *= mu * l[2] / size;
}
/* Velocity of contact i. */
static void reference_velocity(const reference *r, int i, double *c) {
    int k, a;
    for (a = 0; a < 3; ++a) {
        c[a] = r->b[i][a];
        for (k = 0; k < r->n; ++k)
            c[a] += r->g[i][k][3 * a] * r->l[k][0] + r->g[i][k][3 * a + 1] * r->l[k][1] +
                    r->g[i][k][3 * a + 2] * r->l[k][2];
    }
}
/* `limit` sweeps, or until none changes more than 1e-11 of the largest impulse when `settle`. */
static void reference_sweeps(reference *r, contact_method method, double relaxation, int limit, int settle) {
    double alpha = 1, change = 1, size = 0;
    int sweep, i, a;
    for (sweep = 0; sweep < limit && !(settle && change <= 1e-11 * size); ++sweep) {
        change = size = 0;
        for (i = 0; i < r->n; ++i) {
            double c[3], old[3];
            memcpy(old, r->l[i], sizeof old);
            reference_velocity(r, i, c);
            reference_visit(method, r->g[i][i], c, r->mu, method == CONTACT_METHOD_RAISIM_DS ? alpha : relaxation,
                            r->l[i]);
            for (a = 0; a < 3; ++a)
                change = fmax(change, fabs(r->l[i][a] - old[a])), size = fmax(size, fabs(r->l[i][a]));
        }
        alpha = 0.99 * alpha + 0.01 * 0.1;
    }
}
/* The cube with its corners in an order, dragged without turning; largest lateral force [N] in the given step. */
static double reference_drag(contact_method method, const int *order, double relaxation, int last) {
    static const double sign[] = {1, 1, 1, 1};
    double arm[4][3], vx = 0, lateral = 0;
    reference r;
    int i, k;
    memset(&r, 0, sizeof r);
    r.n = 4, r.mu = 0.4;
    for (i = 0; i < 4; ++i) {
        arm[i][0] = order[i] & 1 ? 0.1 : -0.1;
        arm[i][1] = order[i] & 2 ? 0.1 : -0.1;
        arm[i][2] = -0.1;
    }
    reference_body(&r, 1, 1.0 / 150, sign, arm);
    for (k = 0; k <= last; ++k) {
        for (i = 0; i < 4; ++i) {
            r.b[i][0] = vx + 20e-6 * k;
            r.b[i][1] = 0;
            r.b[i][2] = -9.81e-3;
        }
        reference_sweeps(&r, method, relaxation, 3000, 1);
        for (vx += 20e-6 * k, i = 0; i < 4; ++i) vx += r.l[i][0];
    }
    for (i = 0; i < 4; ++i) lateral = fmax(lateral, fabs(r.l[i][1]) / 1e-3);
    return lateral;
}

typedef struct drag_result {
    double v, z_max, lateral_stick, lateral_slip, creep, before, after;
    int status;
} drag_result;

static drag_result drag(contact_method method, int speculative) {
    cube_scene s;
    drag_result r;
    int k;
    memset(&r, 0, sizeof r);
    cube_begin(&s, method, 1e-3, 0.4);
    s.config.tolerance = 1e-9;
    s.config.newton_regularisation = 0;
    s.speculative = speculative;
    s.flat = 1;
    for (k = 0; k < 1000; ++k) {
        if (cube_step(&s, tact_vec(20 * k * 1e-3, 0, 0)) < 0) break;
        if (k == 150) r.lateral_stick = s.lateral, r.creep = tact_norm(s.v);
        if (k == 190) r.before = tact_norm(s.v);
        if (k == 203) r.after = s.v.x;
        if (k == 800) r.lateral_slip = s.lateral;
    }
    r.v = s.v.x, r.z_max = s.z_max - 0.1;
    r.status = k == 1000 ? s.worst_status : -1;
    cube_end(&s);
    return r;
}

/* NCP methods, and the box dragged along an axis: it sticks until mu m g = 20 t at 0.1962 s, then follows the discrete law
   v = sum of dt (20 t - mu g) over the steps after it, 6.453 m/s at 1 s. */
UTEST(experiments, dragged_cube_follows_the_law) {
    size_t m;
    double law = 0, early = 0;
    int k;
    for (k = 0; k < 1000; ++k) {
        if (20e-3 * k > 0.4 * 9.81) law += 1e-3 * (20e-3 * k - 0.4 * 9.81);
        if (k == 203) early = law;
    }
    EXPECT_NEAR(law, 6.453, 1e-3);
    for (m = 0; m < COUNT(ncp_methods) + COUNT(lcp_methods); ++m) {
        contact_method method = m < COUNT(ncp_methods) ? ncp_methods[m] : lcp_methods[m - COUNT(ncp_methods)];
        const char *name = contact_method_name(method);
        drag_result r = drag(method, 0);
        /* the De Saxce iteration of raisim_ds lags by a sweep and is damped to a tenth: in the step at the onset of slip, where
           stick and slip meet, its convergence is sublinear, and it says so */
        EXPECT_LE_MSG(r.status, method == CONTACT_METHOD_RAISIM_DS ? (int)CONTACT_NOT_CONVERGED : 0, name);
        EXPECT_GE_MSG(r.status, 0, name);
        EXPECT_NEAR_MSG(r.v, law, 1e-6 * law, name);
        EXPECT_LT_MSG(r.creep, 1e-7, name);          /* sticks under the cone, to the solver's tolerance */
        EXPECT_LT_MSG(r.before, 1e-6, name);         /* still at 0.190 s */
        EXPECT_NEAR_MSG(r.after, early, 1e-6, name); /* and slips from the 197th step on */
        if (m < COUNT(ncp_methods))
            EXPECT_LT_MSG(r.lateral_slip, 1e-5, name); /* a round cone: friction along the motion */
    }
}

/* Largest lateral force of the sticking cube at t = 0.15 s when its corners are visited in the given order (bit 0: +x, bit 1: +y),
   each step started from the last, with that relaxation. */
static double internal_force(contact_method method, const int *order, double relaxation) {
    const tact_vec3 t = tact_vec(1, 0, 0), none = tact_vec(0, 0, 0);
    contact_problem p;
    contact_config config = contact_default_config();
    tact_mat3 inertia = problem_cube_inertia(1, 0.2);
    tact_real impulse[12];
    tact_vec3 v = none;
    double largest = 0;
    int k, i;
    memset(impulse, 0, sizeof impulse);
    config.method = method;
    config.relaxation = relaxation;
    config.tolerance = 1e-9;
    contact_problem_create(&p, NULL);
    for (k = 0; k <= 150; ++k) {
        contact_problem_clear(&p);
        p.dt = 1e-3;
        contact_add_body(&p, 1, &inertia, tact_mul_add(v, 1e-3, tact_vec(20e-3 * k, 0, -9.81)), none);
        for (i = 0; i < 4; ++i)
            contact_add_contact(&p, -1, 0, tact_vec(0, 0, 1), &t, none,
                                tact_vec(order[i] & 1 ? 0.1 : -0.1, order[i] & 2 ? 0.1 : -0.1, -0.1), 0.4);
        memcpy(p.impulse, impulse, sizeof impulse);
        contact_solve_alloc(&p, &config, NULL, NULL);
        memcpy(impulse, p.impulse, sizeof impulse);
        v = tact_vec(p.velocity[0], p.velocity[1], p.velocity[2]);
    }
    for (i = 0; i < 4; ++i) largest = fmax(largest, fabs(impulse[3 * i + 1]) / 1e-3);
    contact_problem_free(&p);
    return largest;
}

/* Internal lateral forces while it sticks: hyperstatic, so that the sweeps end wherever their order leads. The known figures are
   0.55 to 0.6 N of NBGS and RaiSim and 0.9 N of CCP-PGS, of an order and a relaxation that are not told. A walk around from the
   corner (+x, -y) has the first two, to 2 %; corners row by row with the relaxation 1.3 have the third, to 2 %, warm or cold. No
   figure belongs to a method alone: over the 24 orders it varies by more than a factor of two, that of CCP-PGS without
   relaxation from 0.05 to 0.81 N; in each of them it is the one of the test's own sweeps. */
UTEST(experiments, internal_forces_of_the_sweeps_are_those_of_their_order) {
    static const int around[] = {1, 3, 2, 0}, rows[] = {0, 1, 2, 3};
    static const contact_method sweeps[] = {CONTACT_METHOD_NCP_NBGS, CONTACT_METHOD_RAISIM, CONTACT_METHOD_CCP_PGS};
    double low[3] = {1e9, 1e9, 1e9}, high[3] = {0, 0, 0};
    int m, order[4];
    EXPECT_NEAR(internal_force(CONTACT_METHOD_NCP_NBGS, around, 1), 0.55, 0.02 * 0.55);
    EXPECT_NEAR(internal_force(CONTACT_METHOD_RAISIM, around, 1), 0.6, 0.02 * 0.6);
    EXPECT_NEAR(internal_force(CONTACT_METHOD_CCP_PGS, rows, 1.3), 0.9, 0.02 * 0.9);
    for (order[0] = 0; order[0] < 4; ++order[0])
        for (order[1] = 0; order[1] < 4; ++order[1])
            for (order[2] = 0; order[2] < 4; ++order[2]) {
                order[3] = 6 - order[0] - order[1] - order[2];
                if (order[0] == order[1] || order[1] == order[2] || order[0] == order[2]) continue;
                for (m = 0; m < 3; ++m) {
                    double f = internal_force(sweeps[m], order, 1), known = reference_drag(sweeps[m], order, 1, 150);
                    EXPECT_NEAR_MSG(f, known, 1e-3 * known, contact_method_name(sweeps[m]));
                    low[m] = fmin(low[m], f), high[m] = fmax(high[m], f);
                }
            }
    for (m = 0; m < 3; ++m) {
        EXPECT_GT_MSG(high[m], 2 * low[m], contact_method_name(sweeps[m]));
        EXPECT_LT_MSG(high[m], 3.0,
                      contact_method_name(sweeps[m])); /* the load: more would be stress that nothing asks for */
    }
}

/* Sweeps to 1e-9 carry the internal force of the test's own sweeps, to four digits. The others start at zero and stay at the
   smallest impulse: to rounding where each iteration keeps it exactly, to the tolerance of 1e-9 where the penalty changes under
   way (spectral) or an inner solver stops by a tolerance of its own (dantzig, staggered). While it slides friction is along the
   motion and no lateral force is left, but in RaiSim's model, 0.2053 N by the test's own sweeps (0.20 is the known figure), and
   in a box, whose sides say nothing about the other direction: sweeps keep there what they had. */
UTEST(experiments, internal_forces_are_those_of_the_method) {
    static const int rows[] = {0, 1, 2, 3};
    int m;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m) {
        const char *name = contact_method_name((contact_method)m);
        int sweeps = m == CONTACT_METHOD_LCP_PGS || m == CONTACT_METHOD_CCP_PGS || m == CONTACT_METHOD_RAISIM ||
                     m == CONTACT_METHOD_RAISIM_DS || m == CONTACT_METHOD_NCP_PGS || m == CONTACT_METHOD_NCP_PROX ||
                     m == CONTACT_METHOD_NCP_NBGS || m == CONTACT_METHOD_NCP_NBGS_QUARTIC;
        double bound =
            m == CONTACT_METHOD_NCP_ADMM_SPECTRAL || m == CONTACT_METHOD_CCP_ADMM ? 1e-7
            : m == CONTACT_METHOD_LCP_DANTZIG || m == CONTACT_METHOD_LCP_STAGGERED || m == CONTACT_METHOD_NCP_STAGGERED
                ? 2e-4
                : 1e-11;
        drag_result r;
        if (contact_method_model((contact_method)m) == CONTACT_MODEL_COMPLIANT) continue;
        r = drag((contact_method)m, 0);
        if (sweeps) { /* with its step factor at one the proximal sweep is the projected one */
            double known =
                reference_drag(m == CONTACT_METHOD_NCP_PROX ? CONTACT_METHOD_NCP_PGS : (contact_method)m, rows, 1, 150);
            EXPECT_NEAR_MSG(r.lateral_stick, known, 1e-4 * known, name);
        } else {
            EXPECT_LT_MSG(r.lateral_stick, bound, name);
        }
        if (m == CONTACT_METHOD_RAISIM) {
            double known = reference_drag(CONTACT_METHOD_RAISIM, rows, 1, 800);
            EXPECT_NEAR(known, 0.2053, 1e-4);
            EXPECT_NEAR(r.lateral_slip, known, 1e-4 * known);
        } else if (m != CONTACT_METHOD_LCP_PGS) {
            EXPECT_LT_MSG(r.lateral_slip, 1e-5, name);
            if (contact_method_model((contact_method)m) ==
                CONTACT_MODEL_CCP) /* in the air at 0.8 s; gliding it is not */
                EXPECT_LT_MSG(drag((contact_method)m, 1).lateral_slip, 1e-5, name);
        }
    }
}

UTEST(experiments, dragged_cube_in_the_raisim_and_ccp_models) {
    size_t m;
    drag_result r = drag(CONTACT_METHOD_RAISIM, 0);
    EXPECT_NEAR(r.v, 6.486, 1e-3 * 6.486);
    EXPECT_GT(r.v, 6.47);                           /* faster than the law */
    EXPECT_NEAR(r.lateral_slip, 0.20, 0.03 * 0.20); /* known to two digits; to more above */
    for (m = 0; m < COUNT(ccp_methods); ++m) {
        const char *name = contact_method_name(ccp_methods[m]);
        r = drag(ccp_methods[m], 0);
        EXPECT_EQ_MSG(r.status, 0, name);
        EXPECT_NEAR_MSG(r.v, 6.752, 0.02 * 6.752, name);
        EXPECT_NEAR_MSG(r.z_max, 79e-3, 0.02 * 79e-3, name);
        r = drag(ccp_methods[m], 1);
        EXPECT_EQ_MSG(r.status, 0, name);
        EXPECT_NEAR_MSG(r.v, 6.450, 1e-3 * 6.450, name);
        EXPECT_NEAR_MSG(r.z_max, 0.4 * 1e-3 * 6.45, 0.02 * 0.4 * 1e-3 * 6.45, name); /* glides at mu dt v */
    }
}

/* The error of CCP with the gap term is of first order in dt, the NCP's is not: it glides at mu dt v, with the speed of the law in
   closed form, sum over slipping steps of dt (F - mu g), less the little that lifting to that height brakes. */
UTEST(experiments, ccp_glide_grows_with_the_step) {
    double glide[2], law[2];
    int k, n;
    for (k = 0; k < 2; ++k) {
        cube_scene s;
        cube_begin(&s, CONTACT_METHOD_CCP_PGS, k ? 1e-2 : 1e-3, 0.4);
        s.config.tolerance = 1e-8;
        s.speculative = s.flat = 1;
        for (n = 0, law[k] = 0; n < (k ? 100 : 1000); ++n) {
            cube_step(&s, tact_vec(20 * n * s.dt, 0, 0));
            if (20 * n * s.dt > 0.4 * 9.81) law[k] += s.dt * (20 * n * s.dt - 0.4 * 9.81);
        }
        glide[k] = s.z_max - 0.1;
        EXPECT_NEAR(glide[k], 0.4 * s.dt * law[k], 0.02 * 0.4 * s.dt * law[k]);
        cube_end(&s);
    }
    EXPECT_NEAR(glide[1] / glide[0], 10 * law[1] / law[0], 0.02 * 10);
}

/* Positions of the cube sliding from 3 m/s for 1.5 s, every tenth of a millisecond times `every`. */
static void slide_path(contact_method method, int every, double *x, double *z) {
    cube_scene s;
    int k;
    cube_begin(&s, method, 1e-4 * every, 0.4);
    s.config.tolerance = 1e-9;
    s.v.x = 3;
    for (k = 1; k <= 15000 / every; ++k) {
        cube_step(&s, tact_vec(0, 0, 0));
        x[k * every] = s.x.x, z[k * every] = s.x.z;
    }
    cube_end(&s);
}
/* Integral over time of the distance to the path of the same method with steps of 0.1 ms: 1.6e-3, 1.5e-3, 1.5e-3 m s of CCP, RaiSim
   and NCP are known at 1 ms, of a cube whose speed and time are not told; 3 m/s and 1.5 s have all three to 2 %. With longer
   steps it is the law that can be checked: x loses mu g dt/2 t while it slides, so that the NCP's error is
   v0 (dt - 1e-4)/2 (T - v0/(2 mu g)) to first order. */
UTEST(experiments, self_consistency_in_the_time_step) {
    static const contact_method methods[] = {CONTACT_METHOD_CCP_PGS, CONTACT_METHOD_RAISIM, CONTACT_METHOD_NCP_PGS};
    static const double known[] = {1.6e-3, 1.5e-3, 1.5e-3};
    static double fine[2][15001], coarse[2][15001];
    int m, k, every;
    for (m = 0; m < 3; ++m) {
        slide_path(methods[m], 1, fine[0], fine[1]);
        for (every = 10; every <= 100; every *= 10) {
            double error = 0, law = 3 * 1e-4 * (every - 1) / 2 * (1.5 - 3 / (2 * 0.4 * 9.81));
            slide_path(methods[m], every, coarse[0], coarse[1]);
            for (k = every; k <= 15000; k += every)
                error += 1e-4 * every * hypot(coarse[0][k] - fine[0][k], coarse[1][k] - fine[1][k]);
            if (every == 10) EXPECT_NEAR_MSG(error, known[m], 0.02 * known[m], contact_method_name(methods[m]));
            if (m == 2) EXPECT_NEAR(error, law, 0.02 * law);
        }
    }
}

/* E3: a cube of 1/sqrt(ratio) kg under one of sqrt(ratio) kg, side 0.2 m, corners in the order of a walk around. */
static void ring_stack(contact_problem *p, double ratio) {
    static const double x[] = {-0.1, 0.1, 0.1, -0.1}, y[] = {-0.1, -0.1, 0.1, 0.1};
    const tact_vec3 t = tact_vec(1, 0, 0), none = tact_vec(0, 0, 0);
    int i;
    p->dt = 1e-3;
    for (i = 0; i < 2; ++i) {
        double mass = i ? sqrt(ratio) : 1 / sqrt(ratio);
        tact_mat3 inertia = problem_cube_inertia(mass, 0.2);
        contact_add_body(p, mass, &inertia, tact_vec(0, 0, -9.81e-3), none);
    }
    for (i = 0; i < 8; ++i)
        contact_add_contact(p, i / 4 - 1, i / 4, tact_vec(0, 0, 1), &t,
                            i / 4 ? tact_vec(x[i % 4], y[i % 4], 0.1) : none, tact_vec(x[i % 4], y[i % 4], -0.1), 0.4);
}
/* Largest entry of f - P_K(f - a - mu |a_t| n), forces f and accelerations a = c/dt: the natural map with step one in which the
   figures of this experiment are given. By the test's own code. */
static double ring_natural_map(const contact_problem *p) {
    double worst = 0;
    int i, k;
    for (i = 0; i < p->constraint_count; ++i) {
        const contact_constraint *c = &p->constraints[i];
        tact_real a[3];
        double y[3], q[3], r, mu = c->mu;
        problem_row_velocity(p, c, a);
        for (k = 0; k < 3; ++k) y[k] = (p->impulse[3 * i + k] - a[k]) / p->dt;
        y[2] -= mu * sqrt(a[0] * a[0] + a[1] * a[1]) / p->dt;
        r = sqrt(y[0] * y[0] + y[1] * y[1]);
        if (mu * r <= -y[2])
            q[0] = q[1] = q[2] = 0;
        else if (r <= mu * y[2]) {
            q[0] = y[0];
            q[1] = y[1];
            q[2] = y[2];
        } else {
            q[2] = (y[2] + mu * r) / (1 + mu * mu);
            q[0] = mu * q[2] * y[0] / r;
            q[1] = mu * q[2] * y[1] / r;
        }
        for (k = 0; k < 3; ++k) worst = fmax(worst, fabs(p->impulse[3 * i + k] / p->dt - q[k]));
    }
    return worst;
}
/* The map after exactly n iterations. `published`: ADMM as printed, unscaled, penalty looked at in every iteration. */
static double ring_after(contact_method method, double ratio, int n, int published) {
    contact_problem p;
    contact_config config = contact_default_config();
    contact_result r;
    double e;
    contact_problem_create(&p, NULL);
    ring_stack(&p, ratio);
    config.method = method;
    config.fixed_iterations = 1;
    config.max_iterations = n;
    if (published) config.scaling = 0, config.admm_update_interval = 1;
    contact_solve_alloc(&p, &config, NULL, &r);
    e = ring_natural_map(&p);
    contact_problem_free(&p);
    return e;
}
/* Iterations to 1e-6, at least `from`; limit + 1 when not within the limit. */
static int ring_count(contact_method method, double ratio, int from, int limit, int published) {
    int n;
    for (n = from; n <= limit; ++n)
        if (ring_after(method, ratio, n, published) <= 1e-6) break;
    return n;
}

/* The same after n sweeps of the test's own. */
static double ring_reference(contact_method method, double ratio, int n) {
    static const double x[] = {-0.1, 0.1, 0.1, -0.1}, y[] = {-0.1, -0.1, 0.1, 0.1};
    double sign[2][8], arm[2][8][3], worst = 0;
    reference r;
    int i, k;
    memset(&r, 0, sizeof r);
    memset(arm, 0, sizeof arm);
    r.n = 8, r.mu = 0.4;
    for (i = 0; i < 8; ++i) {
        sign[0][i] = i / 4 ? -1 : 1, sign[1][i] = i / 4;
        for (k = 0; k < 2; ++k) {
            arm[k][i][0] = x[i % 4];
            arm[k][i][1] = y[i % 4];
            arm[k][i][2] = i / 4 && !k ? 0.1 : -0.1;
        }
        r.b[i][2] = i / 4 ? 0 : -9.81e-3;
    }
    for (k = 0; k < 2; ++k) {
        double mass = k ? sqrt(ratio) : 1 / sqrt(ratio);
        reference_body(&r, mass, mass * 0.04 / 6, sign[k], arm[k]);
    }
    reference_sweeps(&r, method, 1, n, 0);
    for (i = 0; i < 8; ++i) {
        double c[3], f[3], q[3], size;
        reference_velocity(&r, i, c);
        for (k = 0; k < 3; ++k) f[k] = (r.l[i][k] - c[k]) / 1e-3;
        f[2] -= r.mu * hypot(c[0], c[1]) / 1e-3;
        size = hypot(f[0], f[1]);
        if (r.mu * size <= -f[2])
            q[0] = q[1] = q[2] = 0;
        else if (size <= r.mu * f[2])
            memcpy(q, f, sizeof q);
        else {
            q[2] = (f[2] + r.mu * size) / (1 + r.mu * r.mu);
            q[0] = r.mu * q[2] * f[0] / size;
            q[1] = r.mu * q[2] * f[1] / size;
        }
        for (k = 0; k < 3; ++k) worst = fmax(worst, fabs(r.l[i][k] / 1e-3 - q[k]));
    }
    return worst;
}

/* Sweeps: ratio 1 takes 145 of ncp_pgs (151 when looked at every tenth); at 1e2 10^4 leave 4e-6, at 1e4 3.6 N, at 1e6 8.6 N, and
   11 N of ncp_nbgs. */
UTEST(experiments, stack_sweeps_leave_the_known_defect) {
    static const contact_method methods[] = {CONTACT_METHOD_LCP_PGS, CONTACT_METHOD_CCP_PGS, CONTACT_METHOD_RAISIM,
                                             CONTACT_METHOD_NCP_PGS, CONTACT_METHOD_NCP_NBGS};
    size_t m;
    int k;
    for (m = 0; m < COUNT(methods);
         ++m) /* every method and ratio: what the test's own sweeps leave, by the map of the NCP */
        for (k = 0; k <= 6; k += 2) {
            double known = ring_reference(methods[m], pow(10, k), 1000);
            EXPECT_NEAR_MSG(ring_after(methods[m], pow(10, k), 1000, 0), known, 1e-3 * known + 1e-9,
                            contact_method_name(methods[m]));
        }
    EXPECT_GT(ring_after(CONTACT_METHOD_NCP_PGS, 1, 141, 0), 1e-6);
    EXPECT_LE(ring_after(CONTACT_METHOD_NCP_PGS, 1, 151, 0), 1e-6);
    EXPECT_EQ(ring_count(CONTACT_METHOD_NCP_PGS, 1, 135, 160, 0), 145);
    EXPECT_NEAR(ring_after(CONTACT_METHOD_NCP_PGS, 1e2, 10000, 0), 4.14e-6,
                0.02 * 4.14e-6); /* known to one digit: 4e-6 */
    EXPECT_NEAR(ring_after(CONTACT_METHOD_NCP_PGS, 1e4, 10000, 0), 3.6, 0.02 * 3.6);
    EXPECT_NEAR(ring_after(CONTACT_METHOD_NCP_PGS, 1e6, 10000, 0), 8.6, 0.02 * 8.6);
    EXPECT_NEAR(ring_after(CONTACT_METHOD_NCP_NBGS, 1e6, 10000, 0), 11, 0.04 * 11); /* known to two digits ... */
    EXPECT_NEAR(ring_reference(CONTACT_METHOD_NCP_NBGS, 1e6, 10000), 10.562,
                1e-3); /* ... and to five by the test's own sweeps */
    EXPECT_NEAR(ring_after(CONTACT_METHOD_NCP_NBGS, 1e6, 10000, 0), 10.562, 1e-4 * 10.562);
    EXPECT_NEAR(ring_reference(CONTACT_METHOD_NCP_PGS, 1e2, 10000), 4.1412e-6, 1e-4 * 4.1412e-6);
}

/* ADMM as printed: the spectral rule in 5, 8, 11, 14 iterations, the linear one in 24, the fixed penalty in 7711 (7713 by this
   map, which looks at y alone). Our scaled form needs no more. Staggered projections: one pass. */
UTEST(experiments, stack_iterations_of_the_global_methods) {
    static const int known[] = {5, 8, 11, 14};
    int k;
    for (k = 0; k < 4; ++k) {
        double ratio = pow(10, 2 * k);
        EXPECT_EQ(ring_count(CONTACT_METHOD_NCP_ADMM_SPECTRAL, ratio, 1, 40, 1), known[k]);
        EXPECT_LE(ring_count(CONTACT_METHOD_NCP_ADMM_SPECTRAL, ratio, 1, 40, 0), 14);
        EXPECT_LE(ring_after(CONTACT_METHOD_NCP_STAGGERED, ratio, 1, 0), 1e-6);
        EXPECT_LE(ring_after(CONTACT_METHOD_LCP_STAGGERED, ratio, 1, 0), 1e-6);
    }
    EXPECT_EQ(ring_count(CONTACT_METHOD_NCP_ADMM_LINEAR, 1e6, 1, 40, 1), 24);
    EXPECT_GT(ring_after(CONTACT_METHOD_NCP_ADMM_FIXED, 1e6, 7711 - 154, 1), 1e-6);
    EXPECT_LE(ring_after(CONTACT_METHOD_NCP_ADMM_FIXED, 1e6, 7711 + 154, 1), 1e-6);
}

/* SAP, 1000 kg on 1 g: its near-rigid floor sees only the light body, so that the lower contacts carry 0.3 N of 9810 N in the first
   step; without the floor 211 N, and 6744 N with a stiffness of 1e9 N/m. 8 to 16 Newton steps are known; ours takes fewer. */
UTEST(experiments, stack_is_soft_in_the_sap_model) {
    static const double beta[] = {1, 0, 0}, stiffness[] = {1e7, 1e7, 1e9}, known[] = {0.3, 211, 6744};
    int k, i;
    for (k = 0; k < 3; ++k) {
        contact_problem p;
        contact_config config = contact_default_config();
        contact_result r;
        double force = 0;
        contact_problem_create(&p, NULL);
        ring_stack(&p, 1e6);
        config.method = CONTACT_METHOD_SAP;
        config.sap_beta = beta[k];
        config.stiffness = stiffness[k];
        EXPECT_EQ((int)contact_solve_alloc(&p, &config, NULL, &r), 0);
        for (i = 0; i < 4; ++i) force += p.impulse[3 * i + 2] / p.dt;
        EXPECT_NEAR(force, known[k], 0.02 * known[k]);
        EXPECT_LE(r.iterations, 16);
        contact_problem_free(&p);
    }
    for (k = 0; k <= 6; k += 2) { /* the sweep over the ratio: no more than 13, 12, 10, 8 steps */
        static const int steps[] = {13, 12, 10, 8};
        contact_problem p;
        contact_config config = contact_default_config();
        contact_result r;
        contact_problem_create(&p, NULL);
        ring_stack(&p, pow(10, k));
        config.method = CONTACT_METHOD_SAP;
        EXPECT_EQ((int)contact_solve_alloc(&p, &config, NULL, &r), 0);
        EXPECT_LE(r.iterations, steps[k / 2]);
        contact_problem_free(&p);
    }
}

/* Every other method at every ratio: converged within its default iterations to 1e-6 on accelerations, or it says so and names a
   contact. Direct and Newton methods and the accelerated ones must solve all of them. */
UTEST(experiments, stack_is_solved_or_reported) {
    int m, k;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m)
        for (k = 0; k <= 6; k += 2) {
            contact_problem p;
            contact_config config = contact_default_config();
            contact_result r;
            const char *name = contact_method_name((contact_method)m);
            int sure =
                m == CONTACT_METHOD_LCP_LEMKE || m == CONTACT_METHOD_LCP_DANTZIG || m == CONTACT_METHOD_LCP_STAGGERED ||
                m == CONTACT_METHOD_CCP_ADMM || m == CONTACT_METHOD_CCP_NEWTON || m == CONTACT_METHOD_NCP_STAGGERED ||
                m == CONTACT_METHOD_NCP_ADMM_SPECTRAL || m == CONTACT_METHOD_NCP_NEWTON || m == CONTACT_METHOD_AUTO;
            if (contact_method_model((contact_method)m) == CONTACT_MODEL_COMPLIANT) continue;
            contact_problem_create(&p, NULL);
            ring_stack(&p, pow(10, k));
            config.method = (contact_method)m;
            config.newton_regularisation = 0;
            config.stall_tolerance = 0;
            contact_solve_alloc(&p, &config, NULL, &r);
            EXPECT_GE_MSG((int)r.status, 0, name);
            if (sure || k == 0) EXPECT_EQ_MSG((int)r.status, 0, name);
            if (r.status == CONTACT_OK)
                EXPECT_LT_MSG(fabs(p.velocity[2]) + fabs(p.velocity[8]), 1e-5, name);
            else
                EXPECT_GE_MSG(r.fault.constraint, 0, name); /* names the worst contact */
            contact_problem_free(&p);
        }
}

UTEST_MAIN()
