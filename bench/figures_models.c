/* The experiments of two papers on contact models as figures, with our solvers:
     Le Lidec, Jallet, Montaut, Laptev, Schmid & Carpentier 2024, "Contact models in robotics: a comparative analysis",
     figures 9 to 17; Le Lidec & Carpentier 2024, "Reconciling RaiSim with the maximum dissipation principle", figures 3, 4.
   Solo-12, Talos and the hand are those of figures_robots.h. The figures with walking robots are in figures_walking.c. Draws into the directory given as argument. */
#include "bench.h"
#include "collide.h"
#include "rbd.h"
#include "contact.h"
#include "contact_problems.h"
#include "contact_cube.h"
#include "plot.h"
#include "figures_robots.h"

#define MODELS "Le Lidec et al. 2024, Contact models in robotics"
#define RAISIM "Le Lidec & Carpentier 2024, Reconciling RaiSim with the maximum dissipation principle"
static const char *directory;
enum { LONG = 2000 };

/* ---- cubes -------------------------------------------------------------------------------------------------------------- */
typedef struct path {
    double t[LONG], x[LONG], y[LONG], z[LONG], vx[LONG], energy[LONG], lateral[LONG], ncp[LONG], iterations;
    int n;
} path;
/* mu 0.4, 1 kg, 0.2 m; slides from `speed` along x, or is dragged by 20 t N. `angle` turns the tangents of the contacts. */
static void cube_run(contact_method method, double speed, double drag, double angle, double dt, double duration,
                     double tolerance, int speculative, path *out) {
    cube_scene s;
    int steps = (int)floor(duration / dt + 0.5), every = steps > LONG ? (steps + LONG - 1) / LONG : 1;
    cube_begin(&s, method, dt, 0.4);
    s.config.tolerance = tolerance;
    s.config.relative_tolerance = 1e-14;
    s.angle = angle, s.speculative = speculative;
    s.v = tact_vec(speed, 0, 0);
    out->n = 0;
    for (int k = 1; k <= steps; ++k) {
        if (cube_step(&s, tact_vec(drag * k * dt, 0, 0)) < 0) break;
        if (k % every || out->n >= LONG) continue;
        out->t[out->n] = k * dt;
        out->x[out->n] = s.x.x;
        out->y[out->n] = s.x.y;
        out->z[out->n] = s.x.z - 0.1;
        out->vx[out->n] = s.v.x;
        out->energy[out->n] = cube_energy(&s) + 9.81 * (s.x.z - 0.1);
        out->lateral[out->n] = s.lateral;
        if (drag > 0 &&
            dt > 5e-4) { /* how far the forces are from Coulomb's law and Signorini's condition, whatever the model */
            contact_residuals r;
            contact_evaluate_alloc(&s.problem, s.problem.impulse, CONTACT_MODEL_NCP, &s.config, NULL, &r);
            out->ncp[out->n] = fmax(r.primal, fmax(r.dual, r.complementarity)) + 1e-16;
        }
        ++out->n;
    }
    out->iterations = (double)s.iterations / steps;
    cube_end(&s);
}

static void figure_9(void) {
    enum { METHODS = 4 };
    static const contact_method methods[METHODS] = {CONTACT_METHOD_LCP_PGS, CONTACT_METHOD_CCP_PGS,
                                                    CONTACT_METHOD_RAISIM, CONTACT_METHOD_NCP_PGS};
    static path p[METHODS];
    double side[METHODS];
    plot_panel a = plot_panel_make("path seen from above", "x [m]", "y [m]");
    plot_figure f = plot_figure_make(
        "models_09_path", MODELS, "Fig. 9", "Sliding cube: the linearised cone bends the path",
        "A cube of 1 kg slides with 3 m/s along x, mu = 0.4. The tangents of the contacts are turned by "
        "22.5 degrees against the motion.");
    for (int m = 0; m < METHODS; ++m) {
        cube_run(methods[m], 3, 0, TACT_PI / 8, 1e-3, 1.2, 1e-8, 1, &p[m]);
        side[m] = p[m].y[p[m].n - 1];
        plot_add(&a, contact_method_name(methods[m]), p[m].x, p[m].y, p[m].n, PLOT_LINE);
        bench_row2("models", "path", contact_method_name(methods[m]), "drift", side[m]);
    }
    plot_claim(&f, "the linearised cone pushes the cube off its straight path", "deviates", fabs(side[0]) > 0.05, NULL,
               "lcp_pgs ends %.3f m aside", side[0]);
    plot_claim(&f, "with the other models the path is straight", "straight line",
               fmax(fabs(side[1]), fmax(fabs(side[2]), fabs(side[3]))) < 1e-3, NULL,
               "aside: ccp %.1e, raisim %.1e, ncp %.1e m", side[1], side[2], side[3]);
    plot_figure_write(directory, &f, &a, 1);
}

static void figure_10(void) {
    enum { METHODS = 3 };
    static const contact_method methods[METHODS] = {CONTACT_METHOD_CCP_PGS, CONTACT_METHOD_RAISIM,
                                                    CONTACT_METHOD_NCP_PGS};
    static path p[METHODS];
    static double exact[LONG];
    double jump = 0, off[METHODS] = {0, 0, 0}, raisim = 0;
    plot_panel a[2];
    plot_figure f = plot_figure_make(
        "models_10_energy", MODELS, "Fig. 10", "Sliding cube: height and energy",
        "The same cube from 1 m/s; touching corners only, without a term for the gap. CCP lets sliding "
        "contacts separate, and the cube bounces.");
    a[0] = plot_panel_make("height above the plane", "time [s]", "z [m]");
    a[1] = plot_panel_make("mechanical energy", "time [s]", "energy [J]");
    for (int m = 0; m < METHODS; ++m) {
        cube_run(methods[m], 1, 0, 0, 1e-3, 0.35, 1e-8, 0, &p[m]);
        plot_add(&a[0], contact_method_name(methods[m]), p[m].t, p[m].z, p[m].n, PLOT_LINE);
        plot_add(&a[1], contact_method_name(methods[m]), p[m].t, p[m].energy, p[m].n, PLOT_LINE);
    }
    for (int i = 0; i < p[2].n; ++i) {
        double v = fmax(0, 1 - 0.4 * 9.81 * p[2].t[i]);
        exact[i] = v * v / 2;
        jump = fmax(jump, p[0].z[i]);
        for (int m = 0; m < METHODS; ++m) off[m] = fmax(off[m], fabs(p[m].energy[i] - exact[i]) / 0.5);
        if (i == 126) raisim = p[1].energy[i] / exact[i] - 1; /* half-way */
    }
    plot_add(&a[1], "analytic", p[2].t, exact, p[2].n, PLOT_DASHED);
    bench_row("models", "energy/ccp_pgs", "jump", jump), bench_row("models", "energy/raisim", "excess_energy", raisim);
    plot_claim(&f, "CCP makes the sliding cube bounce", "vertical bouncing", jump > 1e-3, NULL, "rises %.1f mm",
               1e3 * jump);
    plot_claim(&f, "the energy with CCP is far from the analytic one", "significant gap", off[0] > 0.02, NULL,
               "off by %.1f %% of the initial energy", 100 * off[0]);
    plot_claim(&f, "RaiSim's model narrows that gap", NULL, off[1] < 0.8 * off[0],
               "a step of 1 ms bounces CCP by little here, and the gaps are of one size", "off by %.2f %%, ccp %.2f %%",
               100 * off[1], 100 * off[0]);
    plot_claim(&f, "RaiSim's model dissipates less power than it should", NULL, raisim > 0.01, NULL,
               "%.1f %% too much energy half-way", 100 * raisim);
    plot_claim(&f, "NCP, by PGS, alone matches the analytic energy", "closely matches",
               off[2] < 0.005 && off[2] < 0.2 * off[1] && off[2] < 0.2 * off[0], NULL,
               "off by %.2g %%; ccp %.2g %%, raisim %.2g %%", 100 * off[2], 100 * off[0], 100 * off[1]);
    plot_figure_write(directory, &f, a, 2);
}

static void raisim_figure_3(void) {
    enum { METHODS = 3 };
    static const contact_method methods[METHODS] = {CONTACT_METHOD_RAISIM, CONTACT_METHOD_RAISIM_DS,
                                                    CONTACT_METHOD_NCP_PGS};
    static path p[2][METHODS];
    static double exact[2][LONG];
    double excess[2] = {0, 0}, corrected = 0;
    plot_panel a[2];
    plot_figure f = plot_figure_make("raisim_03_energy", RAISIM, "Fig. 3",
                                     "Sliding cube: the De Saxce correction restores the dissipation",
                                     "A cube of 1 kg slides from 1 and 3 m/s, mu = 0.4: kinetic energy.");
    for (int k = 0; k < 2; ++k) {
        double v0 = k ? 3 : 1;
        int middle = (int)(v0 / (0.4 * 9.81) / 2 * 1e3);
        a[k] = plot_panel_make(k ? "from 3 m/s" : "from 1 m/s", "time [s]", "energy [J]");
        for (int m = 0; m < METHODS; ++m) {
            cube_run(methods[m], v0, 0, 0, 1e-3, k ? 0.85 : 0.3, 1e-8, 0, &p[k][m]);
            plot_add(&a[k], contact_method_name(methods[m]), p[k][m].t, p[k][m].energy, p[k][m].n, PLOT_LINE);
        }
        for (int i = 0; i < p[k][0].n; ++i) {
            double v = fmax(0, v0 - 0.4 * 9.81 * p[k][0].t[i]);
            exact[k][i] = v * v / 2;
            corrected = fmax(corrected, fabs(p[k][1].energy[i] - exact[k][i]) / (v0 * v0 / 2));
        }
        plot_add(&a[k], "analytic", p[k][0].t, exact[k], p[k][0].n, PLOT_DASHED);
        excess[k] = p[k][0].energy[middle] / exact[k][middle] - 1;
    }
    plot_claim(&f, "with RaiSim's model the energy falls more slowly than the analytic one, at both speeds", NULL,
               excess[0] > 0.01 && excess[1] > 0.01, NULL, "%.1f %% and %.1f %% too much half-way", 100 * excess[0],
               100 * excess[1]);
    plot_claim(&f, "with De Saxce's term it recovers the analytic evolution", NULL, corrected < 0.005, NULL,
               "off by %.2g %% of the initial energy", 100 * corrected);
    plot_figure_write(directory, &f, a, 2);
}

/* Time integral of |q - reference|; both sampled at multiples of the coarse step. */
static double consistency(const path *a, const path *reference, int with_height_only) {
    double sum = 0, last = 0;
    for (int i = 0, j = 0; i < a->n; ++i) {
        double dx, dz;
        while (j < reference->n - 1 && reference->t[j] < a->t[i] - 1e-9) ++j;
        dx = with_height_only ? 0 : a->x[i] - reference->x[j], dz = a->z[i] - reference->z[j];
        sum += sqrt(dx * dx + dz * dz) * (a->t[i] - last), last = a->t[i];
    }
    return sum;
}

static double at_time(const path *p, const double *column, double t) {
    for (int i = 0; i < p->n; ++i)
        if (p->t[i] >= t - 1e-9) return column[i];
    return NAN;
}
static const double drag_steps[4] = {1e-3, 2e-3, 1e-2, 5e-2};
static void figures_11_15(void) {
    enum { METHODS = 3 };
    static const contact_method methods[METHODS] = {CONTACT_METHOD_CCP_ADMM, CONTACT_METHOD_RAISIM,
                                                    CONTACT_METHOD_NCP_PGS};
    static path reference, own[METHODS], p, energy[METHODS];
    double error[4], glide[4], state[METHODS][4], height[METHODS][4], drift[METHODS] = {0, 0, 0}, order, glide_order;
    plot_panel a[3];
    plot_figure f;
    fprintf(stderr, "figures: reference of the dragged cube, 100000 steps\n");
    cube_run(CONTACT_METHOD_NCP_PGS, 0, 20, 0, 1e-5, 1, 1e-8, 1, &reference);
    for (int d = 0; d < 4; ++d) {
        cube_run(CONTACT_METHOD_CCP_ADMM, 0, 20, 0, drag_steps[d], 1, 1e-8, 1, &p);
        error[d] = consistency(&p, &reference, 0), glide[d] = consistency(&p, &reference, 1);
    }
    order = log(error[3] / error[0]) / log(drag_steps[3] / drag_steps[0]);
    f = plot_figure_make("models_11_drag", MODELS, "Fig. 11", "Dragged cube: CCP against a fine NCP reference",
                         "A force along x grows from 0 to 20 N in 1 s on a cube of 1 kg, mu = 0.4. Integral over time "
                         "of the distance to "
                         "NCP with a step of 10 us.");
    a[0] = plot_panel_make("integral consistency error", "time step [s]", "error [m s]");
    a[0].log_x = a[0].log_y = 1;
    plot_add(&a[0], "ccp_admm", drag_steps, error, 4, PLOT_MARKS);
    bench_row("models", "drag/ccp_admm", "order", order);
    plot_claim(&f, "the error of CCP against the NCP reference is proportional to the time step", "proportional",
               fabs(order - 1) < 0.15, NULL, "order %.3f; %.2g m s at 1 ms", order, error[0]);
    plot_figure_write(directory, &f, a, 1);
    for (int m = 0; m < METHODS;
         ++m) { /* each against itself with a fine step; touching corners only, so that what lifts off may bounce */
        double top = 0;
        cube_run(methods[m], 0, 20, 0, 2e-5, 1, 1e-8, 0, &own[m]);
        for (int d = 0; d < 4; ++d) {
            cube_run(methods[m], 0, 20, 0, drag_steps[d], 1, 1e-8, 0, &p);
            state[m][d] = consistency(&p, &own[m], 0), height[m][d] = 1e-12 + consistency(&p, &own[m], 1);
            if (d == 2) energy[m] = p;
        }
        for (int i = 0; i < energy[m].n; ++i) {
            double fine = at_time(&own[m], own[m].energy, energy[m].t[i]);
            drift[m] = fmax(drift[m], fabs(energy[m].energy[i] - fine)), top = fmax(top, fine);
        }
        drift[m] /= top;
    }
    glide_order = log(glide[3] / glide[0]) / log(drag_steps[3] / drag_steps[0]);
    f = plot_figure_make("models_15_consistency", MODELS, "Fig. 15", "Self-consistency in the time step",
                         "The same scene, each method against itself with a step of 20 us; touching corners only, "
                         "without a term for the gap. "
                         "Integral over time of the distance (left) and of the height alone (middle), energy at a step "
                         "of 10 ms (right).");
    a[0] = plot_panel_make("state", "time step [s]", "integral error [m s]");
    a[1] = plot_panel_make("height", "time step [s]", "integral error [m s]");
    a[2] = plot_panel_make("energy at dt = 10 ms", "time [s]", "energy [J]");
    a[0].log_x = a[0].log_y = a[1].log_x = a[1].log_y = 1;
    for (int m = 0; m < METHODS; ++m) {
        plot_add(&a[0], contact_method_name(methods[m]), drag_steps, state[m], 4, PLOT_MARKS);
        plot_add(&a[1], contact_method_name(methods[m]), drag_steps, height[m], 4, PLOT_MARKS);
        plot_add(&a[2], contact_method_name(methods[m]), energy[m].t, energy[m].energy, energy[m].n, PLOT_LINE);
        bench_row2("models", "drag", contact_method_name(methods[m]), "error_dt1ms", state[m][0]);
        bench_row2("models", "drag", contact_method_name(methods[m]), "height_error_dt10ms", height[m][2]);
    }
    plot_claim(&f, "CCP lets the cube glide at a height proportional to the time step", "proportional",
               fabs(glide_order - 1) < 0.15, NULL,
               "order %.2f (with the term for the gap, which keeps it from bouncing)", glide_order);
    plot_claim(&f, "CCP is the model most sensitive to the time step", "more sensitive",
               state[0][2] > state[1][2] && state[0][2] > state[2][2] && height[0][2] > 1e3 * height[2][2], NULL,
               "state at 10 ms: ccp %.2g, raisim %.2g, ncp %.2g m s; height: %.2g, %.1g, %.1g m s", state[0][2],
               state[1][2], state[2][2], height[0][2], height[1][2], height[2][2]);
    plot_claim(&f, "at a step of 10 ms the energy of NCP and RaiSim is little changed, that of CCP is", "inconsistent",
               drift[1] < 0.1 && drift[2] < 0.1 && drift[0] > 2 * drift[1] && drift[0] > 2 * drift[2], NULL,
               "largest departure: ccp %.2g %%, raisim %.2g %%, ncp %.2g %%", 100 * drift[0], 100 * drift[1],
               100 * drift[2]);
    plot_figure_write(directory, &f, a, 3);
}

/* Tables III and IV of the thesis version of the paper (Le Lidec 2023): the cube that slides, against the same method with a fine step
   or a tight tolerance. Its speed is not printed; 3 m/s gives the printed errors of the time step. */
static void tables_3_4(void) {
    enum { METHODS = 3, LEVELS = 3 };
    static const contact_method methods[METHODS] = {CONTACT_METHOD_CCP_PGS, CONTACT_METHOD_RAISIM,
                                                    CONTACT_METHOD_NCP_PGS};
    static const double steps[LEVELS] = {1e-3, 1e-2, 0.1}, tolerances[LEVELS] = {1e-6, 1e-4, 1e-2},
                        printed[METHODS][LEVELS] = {
                            {1.6e-3, 1.7e-2, 1.6e-1}, {1.5e-3, 1.6e-2, 1.5e-1}, {1.5e-3, 1.6e-2, 1.6e-1}};
    static path reference, p;
    double by_step[METHODS][LEVELS], by_tolerance[METHODS][LEVELS], kept[METHODS], ratio = 1, spread = 1, worst = 0;
    plot_panel a[2];
    plot_figure f = plot_figure_make(
        "models_15b_tables", MODELS, "Tables III and IV of the thesis version",
        "Sliding cube: errors of time step and tolerance",
        "A cube slides from 3 m/s to rest within 1.2 s, mu = 0.4. Left against the same method with a step "
        "of 0.1 ms, right against it with a tolerance of 1e-9, both by the integral of the distance.");
    for (int m = 0; m < METHODS; ++m) {
        cube_run(methods[m], 3, 0, 0, 1e-4, 1.2, 1e-9, 0, &reference);
        for (int k = 0; k < LEVELS; ++k) {
            cube_run(methods[m], 3, 0, 0, steps[k], 1.2, 1e-9, 0, &p);
            by_step[m][k] = consistency(&p, &reference, 0);
            worst = fmax(worst, fabs(log(by_step[m][k] / printed[m][k])));
        }
        cube_run(methods[m], 3, 0, 0, 1e-3, 1.2, 1e-9, 0, &reference);
        for (int k = 0; k < LEVELS; ++k) {
            cube_run(methods[m], 3, 0, 0, 1e-3, 1.2, tolerances[k], 0, &p);
            by_tolerance[m][k] = 1e-16 + consistency(&p, &reference, 0);
        }
        kept[m] = p.energy[400] / reference.energy[400];
        ratio = fmax(ratio, fabs(log10(by_step[m][1] / by_step[m][0]))),
        ratio = fmax(ratio, fabs(log10(by_step[m][2] / by_step[m][1])));
        spread = fmax(spread, fmax(by_step[m][0] / by_step[0][0], by_step[0][0] / by_step[m][0]));
    }
    a[0] = plot_panel_make("time step", "time step [s]", "integral error [m s]");
    a[1] = plot_panel_make("tolerance", "tolerance of the solver", "integral error [m s]");
    for (int i = 0; i < 2; ++i) {
        a[i].log_x = a[i].log_y = 1;
        for (int m = 0; m < METHODS; ++m)
            plot_add(&a[i], contact_method_name(methods[m]), i ? tolerances : steps, i ? by_tolerance[m] : by_step[m],
                     LEVELS, PLOT_MARKS);
    }
    plot_add(&a[0], "printed, NCP/PGS", steps, printed[2], LEVELS, PLOT_DASHED);
    plot_claim(&f, "the errors of 1, 10 and 100 ms have the printed size", "1.5e-3, 1.6e-2, 1.6e-1 m s (NCP/PGS)",
               worst < log(2), NULL, "ccp %.2g, %.2g, %.2g; raisim %.2g, %.2g, %.2g; ncp %.2g, %.2g, %.2g m s",
               by_step[0][0], by_step[0][1], by_step[0][2], by_step[1][0], by_step[1][1], by_step[1][2], by_step[2][0],
               by_step[2][1], by_step[2][2]);
    plot_claim(&f, "the solvers are equally sensitive to the time step", "similar", spread < 1.3, NULL,
               "at 1 ms they differ by a factor of %.2f", spread);
    plot_claim(
        &f, "a looser tolerance changes CCP and RaiSim much more than NCP", "1e-2: 4.8e-2, 7.0e-4, 5.3e-6 m s",
        by_tolerance[0][2] > 10 * by_tolerance[2][2] && by_tolerance[1][2] > 10 * by_tolerance[2][2],
        "the stopping rule is the residual of each model's own law, in velocity and in force, and warm starts are on",
        "1e-6, 1e-4, 1e-2: ccp %.2g, %.2g, %.2g; raisim %.2g, %.2g, %.2g; ncp %.2g, %.2g, %.2g m s", by_tolerance[0][0],
        by_tolerance[0][1], by_tolerance[0][2], by_tolerance[1][0], by_tolerance[1][1], by_tolerance[1][2],
        by_tolerance[2][0], by_tolerance[2][1], by_tolerance[2][2]);
    plot_claim(
        &f, "RaiSim with a tolerance of 1e-2 hardly dissipates any energy", "almost no energy dissipation",
        kept[1] > 1.5, "RaiSim stops here at the residual of its own law, not at a small change between two sweeps",
        "energy at 0.4 s over that of the tight run: ccp %.3f, raisim %.3f, ncp %.3f", kept[0], kept[1], kept[2]);
    plot_figure_write(directory, &f, a, 2);
}

static void figure_12(void) {
    enum { METHODS = 6 };
    static const contact_method methods[METHODS] = {CONTACT_METHOD_CCP_PGS,   CONTACT_METHOD_RAISIM,
                                                    CONTACT_METHOD_NCP_PGS,   CONTACT_METHOD_NCP_ADMM_SPECTRAL,
                                                    CONTACT_METHOD_RAISIM_DS, CONTACT_METHOD_CCP_ADMM};
    static path p[METHODS];
    double slip = 0, final[METHODS], stick[METHODS], slide[METHODS];
    double violated[METHODS];
    plot_panel a[2], b[3];
    plot_figure f;
    a[0] = plot_panel_make("velocity", "time [s]", "v_x [m/s]");
    b[2] = plot_panel_make("contact criterion", "time [s]", "NCP residual");
    b[2].log_y = 1;
    a[1] = plot_panel_make("lateral force of a contact", "time [s]", "largest |f_y| [N]");
    b[0] = plot_panel_make("velocity", "time [s]", "v_x [m/s]");
    b[1] = plot_panel_make("lateral force of a contact", "time [s]", "largest |f_y| [N]");
    for (int m = 0; m < METHODS; ++m) {
        cube_run(methods[m], 0, 20, 0, 1e-3, 1, 1e-8, 1, &p[m]);
        if (m < 4) plot_add(&a[0], contact_method_name(methods[m]), p[m].t, p[m].vx, p[m].n, PLOT_LINE);
        if (m < 4) plot_add(&a[1], contact_method_name(methods[m]), p[m].t, p[m].lateral, p[m].n, PLOT_LINE);
        if (m == 1 || m == 2 || m == 4) {
            plot_add(&b[0], contact_method_name(methods[m]), p[m].t, p[m].vx, p[m].n, PLOT_LINE);
            plot_add(&b[1], contact_method_name(methods[m]), p[m].t, p[m].lateral, p[m].n, PLOT_LINE);
            plot_add(&b[2], contact_method_name(methods[m]), p[m].t, p[m].ncp, p[m].n, PLOT_LINE);
        }
        violated[m] = at_time(&p[m], p[m].ncp, 0.8);
        final[m] = p[m].vx[p[m].n - 1];
        stick[m] = at_time(&p[m], p[m].lateral, 0.15);
        slide[m] = at_time(&p[m], p[m].lateral, 0.8);
        bench_row2("models", "internal", contact_method_name(methods[m]), "final_velocity", final[m]);
        bench_row2("models", "internal", contact_method_name(methods[m]), "lateral_stick", stick[m]);
        bench_row2("models", "internal", contact_method_name(methods[m]), "lateral_slide", slide[m]);
    }
    for (int i = 0; i < p[2].n && slip == 0; ++i)
        if (p[2].vx[i] > 1e-6) slip = p[2].t[i];
    f = plot_figure_make("models_12_internal_forces", MODELS, "Fig. 12", "Dragged cube: velocity and internal forces",
                         "Left: after it breaks loose the cube is too fast with raisim. Right: forces of the contacts "
                         "across the motion, "
                         "which must cancel.");
    plot_claim(&f, "the cube sticks for about 0.25 s", "0.25 s", fabs(slip - 0.25) < 0.02,
               "with the printed mass, friction and force the limit mu m g is reached at 0.196 s", "%.3f s", slip);
    plot_claim(&f, "it breaks loose when the force reaches mu m g (the same by Coulomb's law)", "0.196 s by its data",
               fabs(slip - 0.1962) < 2e-3, NULL, "%.3f s", slip);
    plot_claim(&f, "with RaiSim's model it slides faster than with NCP", "faster", final[1] > 1.002 * final[2], NULL,
               "v(1 s): raisim %.4f, ncp %.4f m/s", final[1], final[2]);
    plot_claim(&f, "per-contact methods jam at stiction with internal forces", NULL,
               stick[0] > 0.1 && stick[1] > 0.1 && stick[2] > 0.1, NULL,
               "|f_y| at 0.15 s: ccp_pgs %.2f, raisim %.2f, ncp_pgs %.2f N", stick[0], stick[1], stick[2]);
    plot_claim(&f, "sliding, maximal dissipation removes them (CCP, NCP)", "disappear",
               slide[0] < 1e-3 && slide[2] < 1e-3, NULL, "|f_y| at 0.8 s: ccp_pgs %.1e, ncp_pgs %.1e N", slide[0],
               slide[2]);
    plot_claim(&f, "sliding, those of RaiSim persist", "persist", slide[1] > 0.05, NULL, "%.2f N at 0.8 s", slide[1]);
    plot_claim(&f, "ADMM, for CCP and for NCP, has none even at stiction", "avoids", stick[3] < 1e-6 && stick[5] < 1e-6,
               NULL, "at 0.15 s: ncp %.0e, ccp %.0e N", stick[3], stick[5]);
    plot_figure_write(directory, &f, a, 2);
    f = plot_figure_make("raisim_04_drag", RAISIM, "Fig. 4", "Dragged cube: internal forces while sliding",
                         "The same scene with raisim, raisim with the De Saxce correction, and ncp_pgs.");
    plot_claim(&f, "at stiction both RaiSim and its correction have internal forces", NULL,
               stick[1] > 0.1 && stick[4] > 0.1, NULL, "|f_y| at 0.15 s: raisim %.2f, corrected %.2f N", stick[1],
               stick[4]);
    plot_claim(&f, "sliding, RaiSim keeps some, the correction has none", "zero", slide[1] > 0.05 && slide[4] < 1e-4,
               NULL, "at 0.8 s: raisim %.2f, corrected %.1e N", slide[1], slide[4]);
    plot_claim(&f, "RaiSim's velocity grows faster than with the correction or with PGS", NULL,
               final[1] > 1.002 * final[2] && final[1] > 1.002 * final[4], NULL,
               "v(1 s): raisim %.4f, corrected %.4f, ncp_pgs %.4f m/s", final[1], final[4], final[2]);
    plot_claim(&f, "the corrected trajectory is that of PGS", "close", fabs(final[4] / final[2] - 1) < 1e-3, NULL,
               "v(1 s) differs by %.2g %%", 100 * fabs(final[4] / final[2] - 1));
    plot_claim(&f, "when the cube slides, RaiSim's NCP criterion jumps and the correction's stays low", NULL,
               violated[1] > 1e3 * violated[4] && violated[1] > 100 * at_time(&p[1], p[1].ncp, 0.15), NULL,
               "at 0.8 s: raisim %.1e, corrected %.1e; at 0.15 s raisim %.1e", violated[1], violated[4],
               at_time(&p[1], p[1].ncp, 0.15));
    plot_figure_write(directory, &f, b, 3);
}

/* ---- single problems ---------------------------------------------------------------------------------------------------- */
enum { HISTORY = 20000 };
typedef struct convergence {
    double iteration[HISTORY], residual[HISTORY];
    int n;
    double best, seconds;
    contact_status status;
} convergence;
/* Residual against iterations from a cold start; a copy of the problem's arrays comes back unchanged but for the solution. */
static void converge(contact_problem *p, contact_method method, int most, convergence *out) {
    static contact_history history[HISTORY];
    contact_config c = contact_default_config();
    contact_result result;
    double start;
    memset(p->impulse, 0, sizeof(tact_real) * (size_t)p->row_count);
    c.method = method;
    c.max_iterations = most;
    c.tolerance = 1e-12;
    c.relative_tolerance = 1e-11;
    c.check_interval = 1;
    c.stall_tolerance = 0;
    c.history = history, c.history_capacity = HISTORY;
    start = bench_cpu();
    out->status = contact_solve_alloc(p, &c, NULL, &result);
    out->seconds = bench_cpu() - start;
    out->n = 0, out->best = 1e300;
    for (int i = 0; i < result.history_count; ++i) {
        if (history[i].iteration < 1) continue;
        out->iteration[out->n] = history[i].iteration, out->residual[out->n] = fmax(history[i].natural_relative, 1e-17);
        out->best = fmin(out->best, out->residual[out->n]);
        ++out->n;
    }
    /* Some methods finish without another entry. One that runs out of iterations hands back its best iterate by the largest force,
       which may be an early one: no point of the curve. */
    if (out->status >= 0 && out->n < HISTORY &&
        (!out->n || result.iterations > out->iteration[out->n - 1] ||
         result.residuals.natural_relative < out->residual[out->n - 1])) {
        out->iteration[out->n] = out->n ? fmax(result.iterations, out->iteration[out->n - 1]) : result.iterations;
        out->residual[out->n] = fmax(result.residuals.natural_relative, 1e-17);
        out->best = fmin(out->best, out->residual[out->n]);
        ++out->n;
    }
}

static void figure_13(void) {
    enum { METHODS = 7 };
    static const contact_method methods[METHODS] = {CONTACT_METHOD_CCP_PGS,           CONTACT_METHOD_RAISIM,
                                                    CONTACT_METHOD_NCP_PGS,           CONTACT_METHOD_NCP_NBGS,
                                                    CONTACT_METHOD_NCP_ADMM_SPECTRAL, CONTACT_METHOD_NCP_STAGGERED,
                                                    CONTACT_METHOD_NCP_NEWTON};
    static convergence c[METHODS];
    enum { RATIOS = 7 };
    static const contact_method by_ratio[4] = {CONTACT_METHOD_NCP_PGS, CONTACT_METHOD_RAISIM,
                                               CONTACT_METHOD_NCP_ADMM_SPECTRAL, CONTACT_METHOD_NCP_NEWTON};
    static double ratios[RATIOS], reached[4][RATIOS];
    double worst_global = 0, best_local = 1e300;
    plot_panel a[2];
    plot_figure f = plot_figure_make(
        "models_13_stack", MODELS, "Fig. 13", "Ill-conditioned stack",
        "Left: a cube of 1000 kg on one of 1 g, one step of 1 ms from a cold start, at most 10000 iterations: "
        "residual of the method's own model. One iteration of staggered projections is a pass of two inner "
        "solves. Right: what is reached in 100 iterations, by the ratio of the masses.");
    a[0] = plot_panel_make("1000 kg on 1 g", "iterations", "relative natural map");
    a[1] = plot_panel_make("100 iterations", "ratio of the masses", "relative natural map");
    a[1].log_x = a[1].log_y = 1;
    contact_problem p;
    contact_problem_create(&p, NULL);
    a[0].log_x = a[0].log_y = 1;
    for (int m = 0; m < METHODS; ++m) {
        contact_problem_clear(&p);
        problem_stack(&p, 1e-3, 1e6);
        converge(&p, methods[m], 10000, &c[m]);
        plot_add(&a[0], contact_method_name(methods[m]), c[m].iteration, c[m].residual, c[m].n,
                 m < 4 ? PLOT_LINE : PLOT_MARKS);
        bench_row2("models", "stack1e6", contact_method_name(methods[m]), "residual", c[m].best);
        if (m < 4)
            best_local = fmin(best_local, c[m].best);
        else
            worst_global = fmax(worst_global, c[m].best);
    }
    for (int k = 0; k < RATIOS; ++k)
        for (int m = 0; m < 4; ++m) {
            ratios[k] = pow(10, k);
            contact_problem_clear(&p);
            problem_stack(&p, 1e-3, ratios[k]);
            converge(&p, by_ratio[m], 100, &c[0]);
            reached[m][k] = fmax(c[0].best, 1e-16);
        }
    for (int m = 0; m < 4; ++m)
        plot_add(&a[1], contact_method_name(by_ratio[m]), ratios, reached[m], RATIOS, PLOT_MARKS);
    plot_claim(&f, "per-contact algorithms do not solve it within the iterations allowed", "not solvable",
               best_local > 1e-5, NULL,
               "after 10000 iterations the best of ccp_pgs, raisim, ncp_pgs, ncp_nbgs is at %.1e", best_local);
    plot_claim(&f, "ADMM, staggered projections and Newton are robust", "robust", worst_global < 1e-8, NULL,
               "the worst of the three reaches %.1e", worst_global);
    plot_claim(&f, "PGS becomes more accurate as the ratio of the masses comes near one", "improves",
               reached[0][0] < 0.01 * reached[0][6] && reached[0][0] < reached[0][3], NULL,
               "ncp_pgs at 1, 1e3, 1e6: %.0e, %.0e, %.0e", reached[0][0], reached[0][3], reached[0][6]);
    plot_claim(&f, "ADMM and Newton are less affected by the ratio than PGS", "less affected",
               reached[2][6] / reached[2][0] < 1e-3 * reached[0][6] / reached[0][0] ||
                   reached[2][6] < 1e-3 * reached[0][6],
               NULL, "1 and 1e6: ncp_admm %.0e, %.0e; newton %.0e, %.0e; ncp_pgs %.0e, %.0e", reached[2][0],
               reached[2][6], reached[3][0], reached[3][6], reached[0][0], reached[0][6]);
    plot_figure_write(directory, &f, a, 2);
    contact_problem_free(&p);
}

/* ---- robots ------------------------------------------------------------------------------------------------------------- */
/* Solo-12 with its joints locked, a rigid body of 2.5 kg on four feet, which is hyperstatic, pushed sideways: one step after the other with compliance R on every row. */
static void stander(double compliance, double *depth, double *creep, double *internal, double *iterations) {
    contact_problem p;
    contact_config c = contact_default_config();
    tact_mat3 inertia = tact_mat_diagonal(0.02, 0.05, 0.06);
    tact_vec3 x = tact_vec(0, 0, 0.24), v = tact_vec(0, 0, 0), w = v;
    tact_quat q = tact_quat_identity();
    tact_real impulse[12] = {0}, norm = 0;
    double dt = 1e-3;
    contact_problem_create(&p, NULL);
    c.method = CONTACT_METHOD_NCP_PGS;
    c.tolerance = 1e-10;
    c.relative_tolerance = 1e-13;
    *iterations = 0;
    for (int i = 0; i < 400; ++i) {
        contact_result result;
        contact_problem_clear(&p);
        p.dt = dt;
        contact_add_body(&p, 2.5, &inertia, tact_vec(v.x, v.y + dt * 3 / 2.5, v.z - 9.81 * dt), w);
        for (int k = 0; k < 4; ++k) {
            tact_vec3 arm = tact_rotate(q, tact_vec(k & 1 ? 0.19 : -0.19, k & 2 ? 0.12 : -0.12, -0.24));
            contact_add_contact(&p, -1, 0, tact_vec(0, 0, 1), NULL, tact_vec(0, 0, 0), arm, 0.8);
            p.constraints[k].gap = x.z + arm.z;
            p.bias[3 * k + 2] = p.constraints[k].gap / dt;
            for (int d = 0; d < 3; ++d) p.compliance[3 * k + d] = compliance, p.impulse[3 * k + d] = impulse[3 * k + d];
        }
        if (contact_solve_alloc(&p, &c, NULL, &result) < 0) break;
        *iterations += result.iterations / 400.0;
        memcpy(impulse, p.impulse, sizeof impulse);
        v = tact_vec(p.velocity[0], p.velocity[1], p.velocity[2]),
        w = tact_vec(p.velocity[3], p.velocity[4], p.velocity[5]);
        x = tact_mul_add(x, dt, v);
        q = tact_quat_normalize(tact_quat_mul(tact_quat_exp(tact_scale(dt, w)), q));
    }
    contact_internal_force(&p, p.impulse, NULL, &norm);
    *depth = fmax(0.24 - x.z, 1e-15);
    *creep = fmax(fabs(v.y), 1e-15);
    *internal = fmax(norm, 1e-15);
    contact_problem_free(&p);
}
static void figure_14(void) {
    enum { LEVELS = 7 };
    static double levels[LEVELS] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1};
    static double depth[LEVELS], creep[LEVELS], internal[LEVELS], effort[LEVELS];
    plot_panel a[3];
    plot_figure f =
        plot_figure_make("models_14_compliance", MODELS, "Fig. 14", "Standing on compliant contacts",
                         "Solo-12 with its joints locked (2.5 kg on four feet) is pushed sideways with 3 N, compliance "
                         "R [s/kg] on every "
                         "row of the contacts, dt = 1 ms, "
                         "ncp_pgs: how deep the feet sink, how fast they creep, and the internal forces after 0.4 s.");
    double slope_depth, slope_creep;
    for (int k = 0; k < LEVELS; ++k) {
        char name[32];
        stander(levels[k], &depth[k], &creep[k], &internal[k], &effort[k]);
        snprintf(name, sizeof name, "compliance1e%d", k - 6);
        bench_row("models", name, "depth", depth[k]), bench_row("models", name, "creep", creep[k]);
        bench_row("models", name, "internal", internal[k]);
    }
    slope_depth = log10(depth[6] / depth[3]) / 3, slope_creep = log10(creep[6] / creep[3]) / 3;
    a[0] = plot_panel_make("Signorini relaxed", "compliance R [s/kg]", "penetration [m]");
    a[1] = plot_panel_make("Coulomb relaxed", "compliance R [s/kg]", "slip of the feet [m/s]");
    a[2] = plot_panel_make("regularised", "compliance R [s/kg]", "internal forces [N]");
    for (int i = 0; i < 3; ++i) a[i].log_x = a[i].log_y = 1;
    plot_add(&a[0], "depth of the body", levels, depth, LEVELS, PLOT_MARKS);
    plot_add(&a[1], "creep along the push", levels, creep, LEVELS, PLOT_MARKS);
    plot_add(&a[2], "norm of the internal forces", levels, internal, LEVELS, PLOT_MARKS);
    plot_claim(&f, "compliance relaxes Signorini's condition, in proportion", "linearly", fabs(slope_depth - 1) < 0.1,
               NULL, "depth grows with exponent %.3f of R between 1e-3 and 1", slope_depth);
    plot_claim(&f, "on the tangents it makes dry friction vanish: the feet move", "instead of a null velocity",
               fabs(slope_creep - 1) < 0.1, NULL, "creep grows with exponent %.3f of R", slope_creep);
    plot_claim(&f, "it removes the jamming internal forces", "removing", internal[6] < 0.01 * internal[0], NULL,
               "%.2g N at R = 1e-6, %.2g N at 1", internal[0], internal[6]);
    plot_claim(&f, "it eases the numerics", "eases", effort[6] < effort[0], NULL,
               "iterations of a step: %.1f at R = 1e-6, %.1f at 1", effort[0], effort[6]);
    plot_untested(&f, "the motion along the tangents is an oscillation", "tangential oscillations",
                  "feet with an inertia of their own behind the compliance; a compliance that is a pure damper creeps");
    plot_figure_write(directory, &f, a, 3);
}

static void figure_16(void) {
    enum { METHODS = 6 };
    static const contact_method methods[METHODS] = {CONTACT_METHOD_NCP_PGS,       CONTACT_METHOD_NCP_NBGS,
                                                    CONTACT_METHOD_RAISIM,        CONTACT_METHOD_NCP_ADMM_SPECTRAL,
                                                    CONTACT_METHOD_NCP_STAGGERED, CONTACT_METHOD_NCP_NEWTON};
    static convergence c[2][METHODS];
    plot_panel a[2];
    double worst = 0, sharpest = 1e300;
    int mild = 0, at[2] = {0, 0}, few = 0, soon = 0;
    plot_figure f =
        plot_figure_make("models_16_convergence", MODELS, "Fig. 16", "Convergence on Solo-12 and Talos",
                         "One step of a robot that lands and slides: relative natural map of the method's own model "
                         "against iterations, cold start.");
    for (int k = 0; k < 2; ++k) {
        robot r = k ? robot_humanoid() : robot_quadruped();
        robot_state s = robot_stand(&r);
        a[k] = plot_panel_make(r.name, "iterations", "relative natural map");
        a[k].log_x = a[k].log_y = 1;
        s.config.method = CONTACT_METHOD_AUTO;
        s.mu = 0.5;
        s.push = tact_vec(k ? 120 : 10, k ? 40 : 3, 0);
        for (int i = 0; i < 120; ++i) robot_step(&s, 1e-3, NULL);
        at[k] = robot_assemble(&s, 1e-3, NULL);
        for (int m = 0; m < METHODS; ++m) {
            converge(&s.problem, methods[m], 10000, &c[k][m]);
            plot_add(&a[k], contact_method_name(methods[m]), c[k][m].iteration, c[k][m].residual, c[k][m].n,
                     m < 3 ? PLOT_LINE : PLOT_MARKS);
            bench_row2("models", k ? "humanoid" : "quadruped", contact_method_name(methods[m]), "residual",
                       c[k][m].best);
            if (m >= 3) {
                int i = 0;
                worst = fmax(worst, c[k][m].best);
                while (i < c[k][m].n - 1 && c[k][m].residual[i] > 1e-9) ++i;
                few = (int)fmax(few, c[k][m].iteration[i]);
            } else {
                int i = 0;
                mild += c[k][m].best < 1e-5;
                while (i < c[k][m].n - 1 && c[k][m].residual[i] > 1e-5) ++i;
                soon = (int)fmax(soon, c[k][m].iteration[i]);
                if (k) sharpest = fmin(sharpest, c[k][m].best);
            }
        }
        robot_state_free(&s), robot_free(&r);
    }
    plot_claim(&f, "per-contact methods reach a mild accuracy of 1e-5 on both robots", "reasonably fast", mild == 6,
               NULL, "%d of 6 runs, within %d iterations; contacts: %d and %d", mild, soon, at[0], at[1]);
    plot_claim(&f, "on the humanoid they saturate before a high precision", "eventually saturate", sharpest > 1e-10,
               "a Gauss-Seidel method has a linear rate and goes on: 10000 iterations suffice here",
               "after 10000 iterations %.1e", sharpest);
    plot_claim(&f, "ADMM, Newton and staggered projections find solutions of high accuracy", "high-accuracy",
               worst < 1e-9, NULL, "the worst reaches %.1e", worst);
    plot_claim(&f, "they need few iterations", "only a few", few <= 200, NULL, "at most %d to 1e-9", few);
    plot_figure_write(directory, &f, a, 2);
}

static void figure_17(void) {
    enum { METHODS = 6, ROBOTS = 3, STEPS = 300 };
    static const contact_method methods[METHODS] = {CONTACT_METHOD_CCP_PGS,           CONTACT_METHOD_RAISIM,
                                                    CONTACT_METHOD_NCP_PGS,           CONTACT_METHOD_CCP_ADMM,
                                                    CONTACT_METHOD_NCP_ADMM_SPECTRAL, CONTACT_METHOD_NCP_NEWTON};
    const char *names[ROBOTS] = {"", "", "hand"};
    static double x[METHODS][ROBOTS], micro[2][METHODS][ROBOTS], work[2][METHODS][ROBOTS];
    plot_panel a[2];
    int faster = 0, slow = 0, fewer = 0, second = 0, between = 0;
    double gap[2] = {0, 0};
    plot_figure f =
        plot_figure_make("models_17_timings", MODELS, "Fig. 17", "Time of a solve, cold and warm",
                         "Mean over a trajectory of 300 steps of 1 ms to 1e-6: Solo-12 and Talos stand and are "
                         "pushed with 10 and 80 N, a ball drops into Allegro's hand. Left from "
                         "zero impulses, right from those of the last step; processor time of one thread.");
    for (int warm = 0; warm < 2; ++warm) {
        a[warm] = plot_panel_make(warm ? "warm start" : "cold start", "", "time [us]");
        a[warm].log_y = 1;
        a[warm].x_names = names;
        a[warm].x_name_count = ROBOTS;
        a[warm].y_low = 8;
        a[warm].y_high = 1e4;
    }
    for (int k = 0; k < ROBOTS; ++k)
        for (int m = 0; m < METHODS; ++m)
            for (int warm = 0; warm < 2; ++warm) {
                double total = 0, iterations = 0;
                x[m][k] = k + 0.1 * (m - 2.5);
                robot r = k == 2 ? robot_hand() : (k ? robot_humanoid() : robot_quadruped());
                if (r.model) {
                    robot_state s = robot_stand(&r);
                    names[k] = r.name;
                    if (k < 2) s.push = tact_vec(k ? 80 : 10, 0, 0); /* the paper's */
                    s.mu = 0.7;
                    s.config.method = methods[m];
                    s.config.tolerance = 1e-6;
                    s.config.warm_start = warm;
                    for (int i = 0; i < STEPS; ++i) {
                        robot_step(&s, 1e-3, NULL);
                        total += s.seconds, iterations += s.iterations;
                    }
                    robot_state_free(&s), robot_free(&r);
                } else {
                    contact_problem p;
                    contact_config c = contact_default_config();
                    static tact_real free_velocity[64];
                    size_t bytes;
                    void *workspace;
                    contact_problem_create(&p, NULL);
                    problem_hand(&p);
                    memcpy(free_velocity, p.free_velocity, sizeof(tact_real) * (size_t)p.dof_count);
                    c.method = methods[m];
                    c.tolerance = 1e-6;
                    c.warm_start = warm;
                    bytes = 2 * contact_workspace_size(&p, &c) + 65536, workspace = malloc(bytes);
                    for (int i = 0; i < STEPS; ++i) {
                        contact_result result;
                        double start;
                        for (int d = 0; d < p.dof_count; ++d)
                            p.free_velocity[d] = free_velocity[d] * (1 + 0.2 * sin(0.05 * i + d));
                        start = bench_cpu();
                        contact_solve(&p, &c, workspace, bytes, &result);
                        total += bench_cpu() - start, iterations += result.iterations;
                    }
                    free(workspace);
                    contact_problem_free(&p);
                }
                micro[warm][m][k] = 1e6 * total / STEPS, work[warm][m][k] = iterations / STEPS;
                bench_row2("models", names[k], contact_method_name(methods[m]), warm ? "warm_us" : "cold_us",
                           micro[warm][m][k]);
            }
    for (int m = 0; m < METHODS; ++m) {
        for (int warm = 0; warm < 2; ++warm)
            plot_add(&a[warm], contact_method_name(methods[m]), x[m], micro[warm][m], ROBOTS, PLOT_DOTS);
        for (int k = 0; k < ROBOTS; ++k)
            faster += micro[1][m][k]<micro[0][m][k], slow += micro[1][m][k]> 1000,
                fewer += work[1][m][k] < work[0][m][k];
    }
    for (int k = 0; k < ROBOTS; ++k) {
        second += micro[0][5][k] > micro[0][2][k];
        between += micro[0][3][k] > micro[0][2][k] && micro[0][3][k] < micro[0][5][k];
        for (int warm = 0; warm < 2; ++warm) gap[warm] += log(micro[warm][5][k] / micro[warm][2][k]) / ROBOTS;
    }
    plot_claim(&f, "from a cold start second-order methods are slower than PGS", "less efficient", second == ROBOTS,
               PLOT_TIME, "ncp_newton slower than ncp_pgs on %d of %d robots: %.0f and %.0f us on the quadruped",
               second, ROBOTS, micro[0][5][0], micro[0][2][0]);
    plot_claim(&f, "ADMM stands in between", "in-between", between == ROBOTS, PLOT_TIME, "ccp_admm on %d of %d robots",
               between, ROBOTS);
    plot_claim(&f, "a warm start makes the solvers significantly faster", "significant improvements",
               faster >= METHODS * ROBOTS * 2 / 3, PLOT_TIME,
               "faster in %d of %d cases; longer than the step of 1 ms: %d", faster, METHODS * ROBOTS, slow);
    plot_claim(&f, "the same in iterations", NULL, fewer >= METHODS * ROBOTS * 2 / 3, NULL, "fewer in %d of %d cases",
               fewer, METHODS * ROBOTS);
    plot_claim(&f, "a warm start narrows the gap between second-order methods and PGS", "significantly reducing",
               gap[1] < gap[0], PLOT_TIME, "ncp_newton over ncp_pgs: %.2f cold, %.2f warm", exp(gap[0]), exp(gap[1]));
    plot_figure_write(directory, &f, a, 2);
}

int main(int argc, char **argv) {
    if (argc < 2) return 0;
    directory = argv[1];
    figure_9();
    figure_10();
    raisim_figure_3();
    figure_12();
    figures_11_15();
    tables_3_4();
    figure_13();
    figure_14();
    figure_16();
    figure_17();
    return 0;
}
