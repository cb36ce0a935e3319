/* The convex compliant models (sap, lagged, lagged_regularised, similar) on the experiments of Castro, Han & Masterjohn 2023:
   accuracy against the time step on the conveyor belt, the falling sphere and the sliding rod, and cost on a clutter of 40
   bodies. Rows: compliant <case>/<model> <metric>. With a directory as argument the figures go there as SVG. BENCH_QUICK=1
   shortens the clutter to one stiffness and 0.6 s. */
#include "bench.h"
#include "collide.h"
#include "contact.h"
#include "compliant_scenes.h"
#define CLUTTER_CLOCK bench_cpu
#include "compliant_clutter.h"
#include "plot.h"

static const char *figures; /* directory, or NULL */
#define PAPER "Castro, Han & Masterjohn 2023, A theory of irrotational contact fields"

/* ---- single bodies ---------------------------------------------------------------------------------------------------- */
enum { MODELS = 3 };
static const contact_method models[MODELS] = {CONTACT_METHOD_SAP, CONTACT_METHOD_LAGGED, CONTACT_METHOD_SIMILAR};
static const char *const model_names[MODELS] = {"sap", "lagged", "similar"};
static const double scene_steps[SCENES][4] = {
    {5e-2, 1e-2, 2e-3, 0}, {1e-2, 2e-3, 4e-4, 0}, {6.4e-4, 1.6e-4, 4e-5, 1e-5}};
static const double reference_steps[SCENES] = {2e-4, 4e-5, 2e-6};

static scene_sample *allocate(double duration, double dt) {
    scene_sample *s = (scene_sample *)malloc(sizeof(scene_sample) * (size_t)(duration / dt + 10));
    if (!s) exit(1);
    return s;
}
static double *column(const scene_sample *s, int n, size_t offset) {
    double *out = (double *)malloc(sizeof(double) * (size_t)(n > 0 ? n : 1));
    for (int i = 0; i < n; ++i) memcpy(&out[i], (const char *)&s[i] + offset, sizeof(double));
    return out;
}
#define COLUMN(s, n, field) column(s, n, offsetof(scene_sample, field))

/* Errors and order of the three models; returns them for the figures. */
static void converge(int scene, const char *suffix, scene_options o, double errors[MODELS][4]) {
    scene_sample *fine = allocate(o.duration, reference_steps[scene]);
    int n_fine, count = scene_steps[scene][3] > 0 ? 4 : 3;
    char name[64], metric[32];
    o.method = CONTACT_METHOD_LAGGED, o.dt = reference_steps[scene];
    n_fine = scene_run(scene, &o, fine);
    for (int m = 0; m < MODELS; ++m) {
        double max_gap = 0;
        snprintf(name, sizeof name, "%s%s/%s", scene_names[scene], suffix, model_names[m]);
        for (int d = 0; d < count; ++d) {
            scene_sample *s;
            int n;
            o.method = models[m], o.dt = scene_steps[scene][d];
            s = allocate(o.duration, o.dt);
            n = scene_run(scene, &o, s);
            errors[m][d] = n > 0 && n_fine > 0 ? scene_error(s, n, fine, n_fine, scene == SCENE_ROD) : NAN;
            snprintf(metric, sizeof metric, "error_dt%d", d + 1);
            bench_row("compliant", name, metric, errors[m][d]);
            if (d == 1)
                for (int i = 0; i < n; ++i) max_gap = fmax(max_gap, s[i].gap);
            free(s);
        }
        bench_row("compliant", name, "order",
                  log(errors[m][count - 2] / errors[m][count - 1]) /
                      log(scene_steps[scene][count - 2] / scene_steps[scene][count - 1]));
        if (scene == SCENE_CONVEYOR) bench_row("compliant", name, "max_gap", max_gap);
    }
    free(fine);
}

static plot_panel convergence_panel(const char *title, int scene, double errors[MODELS][4], double *guide) {
    plot_panel p = plot_panel_make(title, "time step [s]", "error of the position");
    int count = scene_steps[scene][3] > 0 ? 4 : 3;
    p.log_x = p.log_y = 1;
    for (int m = 0; m < MODELS; ++m) plot_add(&p, model_names[m], scene_steps[scene], errors[m], count, PLOT_MARKS);
    for (int d = 0; d < count; ++d)
        guide[d] = errors[1][count - 1] * scene_steps[scene][d] / scene_steps[scene][count - 1];
    plot_add(&p, "first order", scene_steps[scene], guide, count, PLOT_DASHED);
    return p;
}

/* What a run of one model showed, for the verdicts. */
typedef struct trace_summary {
    double max_gap, max_vn, max_slip, fn_low, fn_high, fn_high_at, first_force, last_slip, end_speed, stick_time;
    double stick_vn, landed,
        peak_end; /* largest |vn| two steps into stiction; when |vn| is below 1 mm/s for good; largest force after 0.08 s */
    int maxima; /* of the normal force until 10 ms */
} trace_summary;
static trace_summary summarise(const scene_sample *s, int n, double dt) {
    trace_summary r;
    memset(&r, 0, sizeof r);
    r.fn_low = 1e300, r.first_force = NAN;
    for (int i = 0; i < n; ++i) {
        r.max_gap = fmax(r.max_gap, s[i].gap);
        r.max_vn = fmax(r.max_vn, fabs(s[i].vn));
        r.max_slip = fmax(r.max_slip, s[i].slip);
        r.fn_low = fmin(r.fn_low, s[i].fn);
        if (s[i].fn > r.fn_high && i > 0) r.fn_high = s[i].fn, r.fn_high_at = s[i].t;
        if (!(r.first_force > 0) && s[i].fn > 0) r.first_force = s[i].t;
        if (s[i].slip > 1e-3) r.last_slip = s[i].t;
        if (s[i].fn > 0 && s[i].slip < 1e-3) r.stick_time += dt;
        if (i > 1 && s[i].slip < 1e-3 && s[i - 1].slip < 1e-3 && s[i - 2].slip < 1e-3 && s[i].fn > 0)
            r.stick_vn = fmax(r.stick_vn, fabs(s[i].vn));
        if (fabs(s[i].vn) > 1e-3) r.landed = s[i].t;
        if (s[i].t > 0.08) r.peak_end = fmax(r.peak_end, s[i].fn);
        if (i > 0 && i < n - 1 && s[i].t < 1e-2 && s[i].fn > s[i - 1].fn && s[i].fn >= s[i + 1].fn) ++r.maxima;
    }
    if (n > 11) r.end_speed = (s[n - 1].x - s[n - 11].x) / (10 * dt);
    return r;
}

/* Velocity and force against time of the three models, with a close-up on [from, to] when to > from. The caller writes the
   panels, then frees with trace_free. */
typedef struct trace_panels {
    plot_panel velocity[2], force[2];
    double *columns[MODELS][5];
    trace_summary of[MODELS];
} trace_panels;
static void trace(int scene, scene_options o, double from, double to, trace_panels *out) {
    static const char *const normal[MODELS] = {"sap normal", "lagged normal", "similar normal"};
    static const char *const tangential[MODELS] = {"sap tangential", "lagged tangential", "similar tangential"};
    for (int i = 0; i < 2; ++i) {
        out->velocity[i] = plot_panel_make(i ? "close-up" : "contact velocity", "time [s]", "velocity [m/s]");
        out->force[i] = plot_panel_make(i ? "close-up" : "contact force", "time [s]", "force [N]");
        if (i) out->velocity[i].x_low = out->force[i].x_low = from, out->velocity[i].x_high = out->force[i].x_high = to;
    }
    for (int m = 0; m < MODELS; ++m) {
        scene_sample *s = allocate(o.duration, o.dt);
        double **data = out->columns[m];
        int n;
        o.method = models[m];
        n = scene_run(scene, &o, s);
        if (n < 0) n = 0;
        out->of[m] = summarise(s, n, o.dt);
        data[0] = COLUMN(s, n, t);
        data[1] = COLUMN(s, n, vn);
        data[2] = COLUMN(s, n, vt);
        data[3] = COLUMN(s, n, fn), data[4] = COLUMN(s, n, ft);
        for (int i = 0; i < 2; ++i) {
            plot_add_color(&out->velocity[i], normal[m], data[0], data[1], n, PLOT_LINE, m);
            plot_add_color(&out->velocity[i], tangential[m], data[0], data[2], n, PLOT_DASHED, m);
            plot_add_color(&out->force[i], normal[m], data[0], data[3], n, PLOT_LINE, m);
            plot_add_color(&out->force[i], tangential[m], data[0], data[4], n, PLOT_DASHED, m);
        }
        free(s);
    }
}
static void trace_free(trace_panels *t) {
    for (int m = 0; m < MODELS; ++m)
        for (int k = 0; k < 5; ++k) free(t->columns[m][k]);
}
static double order_of(int scene, const double *errors, int d) { /* between step d and d + 1 */
    return log(errors[d] / errors[d + 1]) / log(scene_steps[scene][d] / scene_steps[scene][d + 1]);
}

/* Figures 2 to 12: one body. The order of the models is sap, lagged, similar. */
static void single_body_figures(double errors[SCENES + 1][MODELS][4]) {
    static double guides[SCENES + 1][4];
    enum { SAP, LAGGED, SIMILAR };
    static trace_panels t, d;
    scene_options rod = scene_defaults(SCENE_ROD);
    double apart = 0, jump[3] = {0, 0, 0};
    plot_panel p[2];
    static plot_figure f;
    f = plot_figure_make("compliant_02_conveyor", PAPER, "Fig. 2", "Conveyor belt, dt = 10 ms",
                         "A box of 1 kg on a belt that oscillates, x = 0.2 sin(2 pi t) m, mu = 0.7: velocity of the "
                         "contact and its force.");
    trace(SCENE_CONVEYOR, scene_defaults(SCENE_CONVEYOR), 0, 0, &t);
    p[0] = t.velocity[0], p[1] = t.force[0];
    plot_claim(&f, "Lagged has no motion along the normal, and the normal force carries the weight", "zero",
               t.of[LAGGED].max_vn < 1e-6 && t.of[LAGGED].fn_high - t.of[LAGGED].fn_low < 0.001 * 9.81, NULL,
               "largest |v_n| %.1e m/s, force %.3f to %.3f N", t.of[LAGGED].max_vn, t.of[LAGGED].fn_low,
               t.of[LAGGED].fn_high);
    plot_claim(&f, "SAP and Similar glide while they slide: by mu (dt + tau_d) v_t and mu dt v_t", "eqs. 41, 42",
               fabs(t.of[SIMILAR].max_gap / (0.7 * 1e-2 * t.of[SIMILAR].max_slip) - 1) < 0.05 &&
                   fabs(t.of[SAP].max_gap / (0.7 * 1.1e-2 * t.of[SAP].max_slip) - 1) < 0.05,
               NULL, "largest gap: sap %.3g mm, similar %.3g mm; by the formulas %.3g and %.3g mm",
               1e3 * t.of[SAP].max_gap, 1e3 * t.of[SIMILAR].max_gap, 7.7 * t.of[SAP].max_slip,
               7 * t.of[SIMILAR].max_slip);
    plot_claim(&f, "the normal velocity of SAP and Similar goes away in stiction", "immediately goes away",
               t.of[SAP].stick_vn < 1e-2 * t.of[SAP].max_vn && t.of[SIMILAR].stick_vn < 1e-2 * t.of[SIMILAR].max_vn,
               NULL, "largest |v_n|: sap %.2g m/s, two steps into stiction %.1e; similar %.2g, %.1e", t.of[SAP].max_vn,
               t.of[SAP].stick_vn, t.of[SIMILAR].max_vn, t.of[SIMILAR].stick_vn);
    plot_claim(&f, "their normal force has quick peaks, Lagged's has none", "quick peaks",
               t.of[SIMILAR].fn_high > 1.1 * 9.81 && t.of[SAP].fn_high > 1.1 * 9.81 &&
                   t.of[LAGGED].fn_high < 1.001 * 9.81,
               NULL, "largest force: sap %.1f, similar %.1f, lagged %.3f N", t.of[SAP].fn_high, t.of[SIMILAR].fn_high,
               t.of[LAGGED].fn_high);
    plot_figure_write(figures, &f, p, 2);
    trace_free(&t);
    f = plot_figure_make("compliant_03_conveyor_convergence", PAPER, "Fig. 3",
                         "Conveyor belt: convergence with the time step",
                         "Error of the trajectory against the lagged model with a step of 0.2 ms.");
    p[0] = convergence_panel("conveyor belt", SCENE_CONVEYOR, errors[0], guides[0]);
    plot_claim(&f, "Lagged and Similar converge to first order", "first order",
               fabs(order_of(0, errors[0][LAGGED], 1) - 1.025) < 0.125 &&
                   fabs(order_of(0, errors[0][SIMILAR], 1) - 1.025) < 0.125,
               NULL, "orders %.3f and %.3f between the two smallest steps", order_of(0, errors[0][LAGGED], 1),
               order_of(0, errors[0][SIMILAR], 1));
    plot_claim(&f, "the errors of Similar are higher than Lagged's", "higher",
               errors[0][SIMILAR][2] > errors[0][LAGGED][2] && errors[0][SIMILAR][1] > errors[0][LAGGED][1], NULL,
               "at 2 ms: similar %.2g, lagged %.2g m", errors[0][SIMILAR][2], errors[0][LAGGED][2]);
    plot_claim(
        &f, "SAP's error starts to reach a plateau at the smallest step", "plateau",
        order_of(0, errors[0][SAP], 1) < 0.85,
        "tau_d is half of the smallest step: its share of the error is 1/3 there and the order is still near one",
        "order %.3f, lagged %.3f; error at 2 ms: sap %.2g, similar %.2g m", order_of(0, errors[0][SAP], 1),
        order_of(0, errors[0][LAGGED], 1), errors[0][SAP][2], errors[0][SIMILAR][2]);
    plot_claim(&f, "the plateau is SAP's alone: its order is below Lagged's", NULL,
               order_of(0, errors[0][SAP], 1) < order_of(0, errors[0][LAGGED], 1) - 0.03, NULL, "%.3f below",
               order_of(0, errors[0][LAGGED], 1) - order_of(0, errors[0][SAP], 1));
    plot_figure_write(figures, &f, p, 1);
    f = plot_figure_make("compliant_05_sphere", PAPER, "Fig. 5", "Falling sphere, dt = 2 ms",
                         "A steel sphere of 0.5 kg falls 2.5 cm with 2 m/s sideways, slides, and rolls: velocity of "
                         "the contact and its force.");
    trace(SCENE_SPHERE, scene_defaults(SCENE_SPHERE), 0, 0, &t);
    p[0] = t.velocity[0], p[1] = t.force[0];
    plot_claim(&f, "SAP and Similar touch earlier than Lagged, SAP earliest", "even earlier",
               t.of[SAP].first_force < t.of[SIMILAR].first_force &&
                   t.of[SIMILAR].first_force < t.of[LAGGED].first_force,
               NULL, "first force at %.3f, %.3f, %.3f s (sap, similar, lagged)", t.of[SAP].first_force,
               t.of[SIMILAR].first_force, t.of[LAGGED].first_force);
    plot_claim(&f, "the sphere slides until about 0.07 s, then rolls", "0.07 s",
               fabs(t.of[LAGGED].last_slip - 0.07) < 0.01,
               "0.071 s is when it lands, by free fall; friction needs 2 U0/(7 mu g) = 0.117 s of sliding at g, less "
               "its impact",
               "slides until %.3f, %.3f, %.3f s (sap, similar, lagged)", t.of[SAP].last_slip, t.of[SIMILAR].last_slip,
               t.of[LAGGED].last_slip);
    plot_claim(&f, "all end rolling at 5/7 of the speed, as angular momentum wants it", "rolls",
               fabs(t.of[SAP].end_speed * 0.7 - 1) < 0.005 && fabs(t.of[LAGGED].end_speed * 0.7 - 1) < 0.005 &&
                   fabs(t.of[SIMILAR].end_speed * 0.7 - 1) < 0.005,
               NULL, "%.4f, %.4f, %.4f m/s of 1.4286", t.of[SAP].end_speed, t.of[SIMILAR].end_speed,
               t.of[LAGGED].end_speed);
    plot_claim(&f, "Lagged's normal velocity is zero almost at once, that of SAP and Similar when sliding ends", NULL,
               t.of[LAGGED].landed < t.of[LAGGED].first_force + 0.01 && t.of[SAP].landed > t.of[SAP].last_slip - 0.01 &&
                   t.of[SIMILAR].landed > t.of[SIMILAR].last_slip - 0.01,
               NULL, "below 1 mm/s from %.3f, %.3f, %.3f s on (sap, similar, lagged)", t.of[SAP].landed,
               t.of[SIMILAR].landed, t.of[LAGGED].landed);
    plot_claim(&f, "at the end of sliding SAP and Similar have a transient of the normal force, Lagged has none",
               "quick transient",
               t.of[SAP].peak_end > 1.2 * 0.5 * 9.81 && t.of[SIMILAR].peak_end > 1.2 * 0.5 * 9.81 &&
                   t.of[LAGGED].peak_end < 1.02 * 0.5 * 9.81,
               NULL, "largest force after 0.08 s: %.2f, %.2f, %.2f N of 4.9", t.of[SAP].peak_end,
               t.of[SIMILAR].peak_end, t.of[LAGGED].peak_end);
    plot_figure_write(figures, &f, p, 2);
    trace_free(&t);
    f = plot_figure_make("compliant_06_sphere_convergence", PAPER, "Fig. 6",
                         "Falling sphere: convergence with the time step",
                         "Error of the trajectory against the lagged model with a step of 40 us, over 0.3 s.");
    p[0] = convergence_panel("falling sphere", SCENE_SPHERE, errors[1], guides[1]);
    plot_claim(&f, "Lagged and Similar are of first order", "first order",
               fabs(order_of(1, errors[1][LAGGED], 1) - 1.025) < 0.125 &&
                   fabs(order_of(1, errors[1][SIMILAR], 1) - 1.025) < 0.125,
               NULL, "orders %.3f and %.3f", order_of(1, errors[1][LAGGED], 1), order_of(1, errors[1][SIMILAR], 1));
    plot_claim(&f, "SAP keeps a constant error", "constant error at convergence", order_of(1, errors[1][SAP], 1) < 0.85,
               NULL, "order %.3f; error at 0.4 ms %.2g m, similar %.2g m", order_of(1, errors[1][SAP], 1),
               errors[1][SAP][2], errors[1][SIMILAR][2]);
    plot_figure_write(figures, &f, p, 1);
    rod.dt =
        1e-6; /* so small that the gliding distance mu dt U0 of sap and similar, at which they start, does not matter */
    trace(SCENE_ROD, rod, 0.0252, 0.0262, &t);
    f = plot_figure_make(
        "compliant_08_rod_force", PAPER, "Fig. 8", "Sliding rod without dissipation: contact force",
        "A rod slides with 10 m/s, tip first, mu = 2.3, until it jams without any collision (Painleve). dt = 1 us.");
    plot_claim(&f, "the three models give very similar solutions", "very similar",
               fabs(t.of[SAP].fn_high / t.of[LAGGED].fn_high - 1) < 0.1 &&
                   fabs(t.of[SIMILAR].fn_high / t.of[LAGGED].fn_high - 1) < 0.1,
               NULL, "peaks of %.0f, %.0f, %.0f N (sap, lagged, similar)", t.of[SAP].fn_high, t.of[LAGGED].fn_high,
               t.of[SIMILAR].fn_high);
    plot_claim(&f, "the impact is at almost the same place", "almost the same",
               fabs(t.of[SAP].fn_high_at / t.of[LAGGED].fn_high_at - 1) < 0.01 &&
                   fabs(t.of[SIMILAR].fn_high_at / t.of[LAGGED].fn_high_at - 1) < 0.01,
               NULL, "jam at %.4f, %.4f, %.4f s", t.of[SAP].fn_high_at, t.of[LAGGED].fn_high_at,
               t.of[SIMILAR].fn_high_at);
    plot_claim(&f, "before the impact the force oscillates at the frequency of the compliance", "oscillate",
               abs(t.of[LAGGED].maxima - t.of[SIMILAR].maxima) <= 2 && t.of[LAGGED].maxima > 3, NULL,
               "maxima until 10 ms: %d, %d, %d", t.of[SAP].maxima, t.of[LAGGED].maxima, t.of[SIMILAR].maxima);
    plot_figure_write(figures, &f, t.force, 2);
    f = plot_figure_make(
        "compliant_09_rod_velocity", PAPER, "Fig. 9", "Sliding rod without dissipation: contact velocity",
        "The same run. The tip is pressed into the ground until it sticks for a fraction of a millisecond.");
    plot_claim(&f, "the tip sticks for about 0.2 ms", "0.2 ms",
               t.of[SAP].stick_time > 1e-4 && t.of[SAP].stick_time < 4e-4 && t.of[LAGGED].stick_time > 1e-4 &&
                   t.of[LAGGED].stick_time < 4e-4 && t.of[SIMILAR].stick_time > 1e-4 && t.of[SIMILAR].stick_time < 4e-4,
               NULL, "%.2f, %.2f, %.2f ms (sap, lagged, similar)", 1e3 * t.of[SAP].stick_time,
               1e3 * t.of[LAGGED].stick_time, 1e3 * t.of[SIMILAR].stick_time);
    plot_figure_write(figures, &f, t.velocity, 2);
    rod.dissipation = 0.2, rod.relaxation = 4e-6;
    trace(SCENE_ROD, rod, 0.0245, 0.0270, &d);
    f = plot_figure_make("compliant_10_rod_force_dissipation", PAPER, "Fig. 10",
                         "Sliding rod with dissipation: contact force", "The same with d = 0.2 s/m and tau = 4 us.");
    plot_claim(&f, "this dissipation hardly moves the time of Lagged's impact", "very little effect",
               fabs(d.of[LAGGED].fn_high_at / t.of[LAGGED].fn_high_at - 1) < 0.005, NULL, "%.4f s, %.4f s without",
               d.of[LAGGED].fn_high_at, t.of[LAGGED].fn_high_at);
    plot_claim(&f, "Similar jams earlier, SAP later", "earlier by Similar and later by SAP",
               d.of[SIMILAR].fn_high_at < d.of[LAGGED].fn_high_at && d.of[SAP].fn_high_at > d.of[LAGGED].fn_high_at,
               NULL, "at %.4f, %.4f, %.4f s (sap, lagged, similar)", d.of[SAP].fn_high_at, d.of[LAGGED].fn_high_at,
               d.of[SIMILAR].fn_high_at);
    plot_claim(&f, "Similar's force oscillates faster, by its larger effective stiffness k (1 + mu v_t d)",
               "x 2.37 by the formula", fabs((double)d.of[SIMILAR].maxima / t.of[SIMILAR].maxima / 2.37 - 1) < 0.3,
               "dissipation damps the oscillation within a few periods: it is no clean frequency",
               "maxima until 10 ms: %d, without dissipation %d; lagged %d", d.of[SIMILAR].maxima, t.of[SIMILAR].maxima,
               d.of[LAGGED].maxima);
    plot_figure_write(figures, &f, d.force, 2);
    f = plot_figure_make("compliant_11_rod_velocity_dissipation", PAPER, "Fig. 11",
                         "Sliding rod with dissipation: contact velocity", "The same run.");
    plot_claim(&f, "the tip jams and sticks with every model", NULL,
               d.of[SAP].stick_time > 5e-5 && d.of[SAP].stick_time < 6e-4 && d.of[LAGGED].stick_time > 5e-5 &&
                   d.of[LAGGED].stick_time < 6e-4 && d.of[SIMILAR].stick_time > 5e-5 && d.of[SIMILAR].stick_time < 6e-4,
               NULL, "%.2f, %.2f, %.2f ms (sap, lagged, similar)", 1e3 * d.of[SAP].stick_time,
               1e3 * d.of[LAGGED].stick_time, 1e3 * d.of[SIMILAR].stick_time);
    plot_figure_write(figures, &f, d.velocity, 2);
    trace_free(&t), trace_free(&d);
    f = plot_figure_make("compliant_12_rod_convergence", PAPER, "Fig. 12",
                         "Sliding rod: convergence with the time step",
                         "Error of position and angle against the lagged model with a step of 2 us, over 0.05 s.");
    p[0] = convergence_panel("no dissipation", SCENE_ROD, errors[2], guides[2]);
    p[1] = convergence_panel("with dissipation", SCENE_ROD, errors[3], guides[3]);
    for (int k = 0; k < 4; ++k) apart = fmax(apart, fabs(errors[2][SAP][k] / errors[2][SIMILAR][k] - 1));
    plot_claim(&f, "without dissipation SAP and Similar cannot be told apart", "indistinguishable", apart < 0.05, NULL,
               "errors within %.1f %% at every step", 100 * apart);
    plot_claim(&f, "Lagged has the largest error at the largest step", "most error",
               errors[2][LAGGED][0] > errors[2][SAP][0] && errors[2][LAGGED][0] > errors[2][SIMILAR][0], NULL,
               "sap %.3g, lagged %.3g, similar %.3g", errors[2][SAP][0], errors[2][LAGGED][0], errors[2][SIMILAR][0]);
    plot_claim(&f, "Lagged reaches first order at the smallest steps", "first order",
               fabs(order_of(2, errors[2][LAGGED], 2) - 1.1) < 0.2, NULL, "order %.2f",
               order_of(2, errors[2][LAGGED], 2));
    for (int k = 0; k < 3; ++k) { /* how high the rod jumps after it jammed */
        scene_options coarse = scene_defaults(SCENE_ROD);
        scene_sample *s;
        int n;
        coarse.dt = k == 0 ? 4e-5 : (k == 1 ? 6.4e-4 : 2e-3), coarse.duration = 0.1;
        s = allocate(coarse.duration, coarse.dt);
        n = scene_run(SCENE_ROD, &coarse, s);
        for (int i = 0; i < n; ++i)
            if (s[i].gap > jump[k]) jump[k] = s[i].gap;
        free(s);
    }
    plot_claim(&f, "Lagged misses the impact with steps above about 1 ms", "10^-3 s",
               jump[2] < 0.3 * jump[0] && jump[1] > 0.5 * jump[0],
               "its friction lags by a step in which the force multiplies: the jump is lower the longer the step, "
               "without a threshold",
               "the tip jumps %.3f m with 0.04 ms, %.3f m with 0.64 ms, %.3f m with 2 ms", jump[0], jump[1], jump[2]);
    plot_claim(&f, "with dissipation the trends are similar, though the curves depart", "similar trends",
               fabs(order_of(2, errors[3][LAGGED], 2) - 1.1) < 0.25, NULL, "order of Lagged %.2f",
               order_of(2, errors[3][LAGGED], 2));
    plot_figure_write(figures, &f, p, 2);
}

/* Mean of the finite values of a series between two times. */
static double mean_between(const clutter_result *r, const double *values, double from, double to, int logarithmic) {
    double sum = 0;
    int n = 0;
    for (int s = 0; s < r->steps; ++s)
        if (r->time[s] >= from && r->time[s] < to && values[s] > 0)
            sum += logarithmic ? log(values[s]) : values[s], ++n;
    return n ? (logarithmic ? exp(sum / n) : sum / n) : NAN;
}

static void clutter_figures(double *stiffness, double penetration[CLUTTER_MODELS][9], double whole[CLUTTER_MODELS][9],
                            double mean[CLUTTER_MODELS][9], double condition[CLUTTER_MODELS][9], double unconverged,
                            const clutter_result *base) {
    enum { SAP, LAGGED, REGULARISED, SIMILAR, STEPS = 4, STIFFNESSES = 9 };
    static double steps[STEPS] = {5e-4, 1e-3, 2e-3, 5e-3}, by_step[CLUTTER_MODELS][STEPS],
                  condition_by_step[CLUTTER_MODELS][STEPS];
    static double sparse_time[CLUTTER_MODELS][MAX_STEPS], sparse_condition[CLUTTER_MODELS][MAX_STEPS];
    double early[CLUTTER_MODELS], late[CLUTTER_MODELS], early_k[CLUTTER_MODELS], late_k[CLUTTER_MODELS], worst = 0,
                                                                                                         slowest = 0;
    double early_s[CLUTTER_MODELS], late_s[CLUTTER_MODELS], all = 0;
    int harder = 0, later = 0;
    plot_panel a[2], e = plot_panel_make("mean over the active contacts", "time [s]", "stiction velocity [m/s]");
    static plot_figure f;
    char metric[64];
    a[0] = plot_panel_make("Newton iterations", "time [s]", "iterations");
    a[1] = plot_panel_make("condition number", "time [s]", "condition number of the Hessian");
    a[1].log_y = 1, e.log_y = 1;
    for (int m = 0; m < CLUTTER_MODELS; ++m) {
        int n = 0;
        for (int s = 0; s < base[m].steps && n < MAX_STEPS; ++s)
            if (base[m].condition[s] > 0)
                sparse_time[m][n] = base[m].time[s], sparse_condition[m][n++] = base[m].condition[s];
        plot_add(&a[0], clutter_names[m], base[m].time, base[m].iterations, base[m].steps, PLOT_LINE);
        plot_add(&a[1], clutter_names[m], sparse_time[m], sparse_condition[m], n, PLOT_LINE);
        plot_add(&e, clutter_names[m], base[m].time, base[m].stiction, base[m].steps, PLOT_LINE);
        early[m] = mean_between(&base[m], base[m].iterations, 0.1, 1, 0),
        late[m] = mean_between(&base[m], base[m].iterations, 2, 3.1, 0);
        early_k[m] = mean_between(&base[m], base[m].condition, 0.1, 1, 1),
        late_k[m] = mean_between(&base[m], base[m].condition, 2, 3.1, 1);
        early_s[m] = mean_between(&base[m], base[m].stiction, 0.1, 1, 1),
        late_s[m] = mean_between(&base[m], base[m].stiction, 2, 3.1, 1);
    }
    f = plot_figure_make("compliant_14_clutter_time", PAPER, "Fig. 14", "Clutter, dt = 2 ms, k = 1e7 N/m",
                         "Forty spheres and boxes fall into a box: iterations of Newton's method and condition number "
                         "of its Hessian in each step.");
    plot_claim(&f, "every solve converges", "iterates to convergence",
               base[0].unconverged + base[1].unconverged + base[2].unconverged + base[3].unconverged == 0, NULL,
               "%g steps do not",
               base[0].unconverged + base[1].unconverged + base[2].unconverged + base[3].unconverged);
    plot_claim(&f, "the violent start takes more iterations than the rest, with every model", "more iterations",
               early[SAP] > late[SAP] && early[LAGGED] > late[LAGGED] && early[SIMILAR] > late[SIMILAR] &&
                   early[REGULARISED] > late[REGULARISED],
               "SAP takes as many or more once the pile rests, as the next line says",
               "until 1 s and after 2 s: sap %.1f, %.1f; lagged %.1f, %.1f; regularised %.1f, %.1f; similar %.1f, %.1f",
               early[0], late[0], early[1], late[1], early[2], late[2], early[3], late[3]);
    plot_claim(&f, "at the start Lagged and Similar have the higher condition number, afterwards SAP",
               "higher past the initial transient",
               early_k[LAGGED] > early_k[SAP] && early_k[SIMILAR] > early_k[SAP] && late_k[SAP] > late_k[LAGGED] &&
                   late_k[SAP] > late_k[SIMILAR],
               NULL, "until 1 s and after 2 s: sap %.2g, %.2g; lagged %.2g, %.2g; similar %.2g, %.2g", early_k[0],
               late_k[0], early_k[1], late_k[1], early_k[3], late_k[3]);
    plot_claim(&f, "the same holds for iterations", NULL,
               early[LAGGED] > early[SAP] && early[SIMILAR] > early[SAP] && late[SAP] > late[LAGGED] &&
                   late[SAP] > late[SIMILAR],
               "Newton's method here ends in few iterations with every model",
               "until 1 s: sap %.1f, lagged %.1f, similar %.1f; after 2 s: %.1f, %.1f, %.1f", early[0], early[1],
               early[3], late[0], late[1], late[3]);
    plot_claim(&f, "regularisation brings Lagged's iterations down at the start",
               "brings the number of iterations down",
               early[REGULARISED] < early[LAGGED] && early_k[REGULARISED] < early_k[LAGGED], NULL,
               "%.1f to %.1f, condition %.2g to %.2g", early[1], early[2], early_k[1], early_k[2]);
    plot_figure_write(figures, &f, a, 2);
    f = plot_figure_make("compliant_15_clutter_stiction", PAPER, "Fig. 15", "Clutter: effective stiction velocity",
                         "The same runs: the speed below which contacts stick, mean over the active ones.");
    plot_claim(&f, "Lagged and Similar have the given 1e-4 m/s throughout", "fixed",
               fabs(early_s[LAGGED] - 1e-4) < 1e-9 && fabs(late_s[LAGGED] - 1e-4) < 1e-9 &&
                   fabs(early_s[SIMILAR] - 1e-4) < 1e-9 && fabs(late_s[SIMILAR] - 1e-4) < 1e-9,
               NULL, "%.3g and %.3g m/s", early_s[LAGGED], late_s[SIMILAR]);
    plot_claim(&f, "at the start SAP and the regularised model solve a looser friction", NULL,
               early_s[SAP] > 1e-4 && early_s[REGULARISED] > 1e-4, NULL, "sap %.2g, regularised %.2g m/s", early_s[SAP],
               early_s[REGULARISED]);
    plot_claim(&f, "afterwards SAP solves an unnecessarily tight one", "much tighter", late_s[SAP] < 0.5e-4, NULL,
               "sap %.2g, regularised %.2g m/s", late_s[SAP], late_s[REGULARISED]);
    plot_figure_write(figures, &f, &e, 1);
    for (int m = 0; m < CLUTTER_MODELS; ++m)
        for (int d = 0; d < STEPS; ++d) {
            clutter_result r = clutter(m, 1e7, steps[d], 3.0, 1);
            by_step[m][d] = r.iterations_mean, condition_by_step[m][d] = r.condition_mean;
            snprintf(metric, sizeof metric, "iterations_mean_dt%g", steps[d]);
            bench_row2("compliant", "clutter", clutter_names[m], metric, r.iterations_mean);
            snprintf(metric, sizeof metric, "condition_mean_dt%g", steps[d]);
            bench_row2("compliant", "clutter", clutter_names[m], metric, r.condition_mean);
            release(&r);
        }
    a[0] = plot_panel_make("mean Newton iterations", "time step [s]", "iterations");
    a[1] = plot_panel_make("mean condition number", "time step [s]", "condition number");
    a[0].log_x = a[1].log_x = a[1].log_y = 1;
    for (int m = 0; m < CLUTTER_MODELS; ++m) {
        plot_add(&a[0], clutter_names[m], steps, by_step[m], STEPS, PLOT_MARKS);
        plot_add(&a[1], clutter_names[m], steps, condition_by_step[m], STEPS, PLOT_MARKS);
    }
    f = plot_figure_make("compliant_16_clutter_step", PAPER, "Fig. 16", "Clutter: cost against the time step",
                         "Means over 3 s of the same scene with other time steps.");
    plot_claim(&f, "SAP's condition number does not depend on the time step", "essentially independent",
               fmax(condition_by_step[SAP][0], condition_by_step[SAP][3]) <
                   3 * fmin(condition_by_step[SAP][0], condition_by_step[SAP][3]),
               NULL, "%.2g at 0.5 ms, %.2g at 5 ms", condition_by_step[SAP][0], condition_by_step[SAP][3]);
    plot_claim(&f, "that of Lagged and Similar falls with it", "improves",
               condition_by_step[LAGGED][3] > 1.5 * condition_by_step[LAGGED][0] &&
                   condition_by_step[SIMILAR][3] > 1.5 * condition_by_step[SIMILAR][0],
               NULL, "lagged %.2g to %.2g, similar %.2g to %.2g from 5 to 0.5 ms", condition_by_step[LAGGED][3],
               condition_by_step[LAGGED][0], condition_by_step[SIMILAR][3], condition_by_step[SIMILAR][0]);
    plot_claim(&f, "so do their iterations", "fewer",
               by_step[LAGGED][3] > 1.5 * by_step[LAGGED][0] && by_step[SIMILAR][3] > 1.5 * by_step[SIMILAR][0], NULL,
               "lagged %.1f to %.1f, similar %.1f to %.1f", by_step[LAGGED][3], by_step[LAGGED][0], by_step[SIMILAR][3],
               by_step[SIMILAR][0]);
    plot_claim(&f, "SAP's iterations stay quite constant", "quite constant",
               fmax(by_step[SAP][0], by_step[SAP][3]) < 1.5 * fmin(by_step[SAP][0], by_step[SAP][3]),
               "a larger step meets more impacts in one step", "%.1f at 0.5 ms, %.1f at 5 ms", by_step[SAP][0],
               by_step[SAP][3]);
    plot_claim(&f, "regularisation helps Lagged at large steps", "desired effect",
               by_step[REGULARISED][3] < by_step[LAGGED][3], NULL, "at 5 ms: %.1f to %.1f iterations",
               by_step[LAGGED][3], by_step[REGULARISED][3]);
    plot_claim(&f, "at small steps it makes no difference", "performs the same",
               fabs(by_step[REGULARISED][0] / by_step[LAGGED][0] - 1) < 0.1,
               "impacts at 0.5 ms still exceed v_s, and the two piles settle otherwise",
               "at 0.5 ms: %.2f and %.2f iterations", by_step[LAGGED][0], by_step[REGULARISED][0]);
    plot_figure_write(figures, &f, a, 2);
    e = plot_panel_make("pile at rest", "stiffness [N/m]", "mean penetration [m]");
    e.log_x = e.log_y = 1;
    a[0] = plot_panel_make("mean Newton iterations", "stiffness [N/m]", "iterations");
    a[1] = plot_panel_make("mean condition number", "stiffness [N/m]", "condition number");
    a[0].log_x = a[1].log_x = a[1].log_y = 1;
    for (int m = 0; m < CLUTTER_MODELS; ++m) {
        plot_add(&e, clutter_names[m], stiffness, penetration[m], STIFFNESSES, PLOT_MARKS);
        plot_add(&a[0], clutter_names[m], stiffness, mean[m], STIFFNESSES, PLOT_MARKS);
        plot_add(&a[1], clutter_names[m], stiffness, condition[m], STIFFNESSES, PLOT_MARKS);
        worst = fmax(worst, fabs(log10(penetration[m][0] / penetration[m][8]) / 8 - 1));
        for (int k = 1; k <= 3; ++k)
            slowest = fmax(slowest, mean[m][k] / mean[m][0]), slowest = fmax(slowest, mean[m][0] / mean[m][k]);
        all = fmax(all, fabs(log10(whole[m][0] / whole[m][8]) / 8 - 1));
        harder += condition[m][8] > 10 * condition[m][3], later += mean[m][8] > mean[m][3];
    }
    f = plot_figure_make("compliant_17_clutter_penetration", PAPER, "Fig. 17", "Clutter: penetration against stiffness",
                         "Mean penetration of the touching contacts in the last 1.25 s.");
    plot_claim(&f, "the mean penetration falls in proportion to the stiffness over eight decades", "1e4 to 1e12 N/m",
               all < 0.05,
               "a body that still rocks has contacts as deep as it turns in a step, whatever the stiffness; the next "
               "line leaves them out",
               "largest departure of the slope from -1, over all contacts: %.3f", all);
    plot_claim(&f, "the same for the pile at rest: median over the steps, without the deepest tenth", NULL,
               worst < 0.05, NULL, "largest departure %.3f", worst);
    plot_claim(&f, "every solve of every stiffness up to 1e12 N/m converges", "robustness", unconverged == 0, NULL,
               "%g of %d steps do not", unconverged, CLUTTER_MODELS * STIFFNESSES * base[0].steps);
    plot_claim(&f, "at 1e6 N/m penetrations are in the tenths of microns", "tenths of microns", whole[SAP][2] < 1e-6,
               "a contact that carries 1 to 10 N on 1e6 N/m sinks in by 1 to 10 um, by Hooke's law",
               "sap: mean %.2g um, pile at rest %.2g um", 1e6 * whole[SAP][2], 1e6 * penetration[SAP][2]);
    {
        clutter_result r = clutter(SAP, 1e13, 2e-3, 3.0, 0);
        plot_claim(&f, "at 1e13 N/m the solver fails, by round-off", "fails", r.unconverged > 0,
                   "line search and factor here take round-off into account", "%g of %d steps unconverged",
                   r.unconverged, r.steps);
        release(&r);
    }
    plot_figure_write(figures, &f, &e, 1);
    f = plot_figure_make("compliant_18_clutter_stiffness", PAPER, "Fig. 18", "Clutter: cost against stiffness",
                         "Means over 3 s. 1e7 N/m is steel.");
    plot_claim(&f, "up to the stiffness of steel iterations change by 20 % at most", "within 20 %", slowest <= 1.2,
               "a softer pile at 1e5 and 1e6 N/m settles otherwise: other contacts, other steps",
               "largest ratio between 1e4 and 1e5, 1e6, 1e7 N/m: %.2f (sap %.1f, %.1f, %.1f, %.1f iterations)", slowest,
               mean[0][0], mean[0][1], mean[0][2], mean[0][3]);
    plot_claim(&f, "higher stiffness degrades the condition number", "degrade conditioning", harder == CLUTTER_MODELS,
               NULL, "1e4, 1e7, 1e12 N/m: sap %.1g, %.1g, %.1g; lagged %.1g, %.1g, %.1g", condition[0][0],
               condition[0][3], condition[0][8], condition[1][0], condition[1][3], condition[1][8]);
    plot_claim(&f, "beyond steel this costs iterations", "ultimately hurts performance", later == CLUTTER_MODELS,
               "Newton's method is exact on a pile that sticks, whatever its condition number",
               "with %d of %d models more at 1e12 than at 1e7 N/m: sap %.1f, %.1f", later, CLUTTER_MODELS, mean[0][3],
               mean[0][8]);
    plot_figure_write(figures, &f, a, 2);
}

/* Time of a step at the stiffness of steel over that at 1e4 N/m: the same steps are run in turns, and the fastest run of each counts. */
static double cost_of_steel(int model, double duration) {
    double fastest[2] = {INFINITY, INFINITY};
    for (int turn = 0; turn < 6; ++turn) {
        clutter_result r = clutter(model, turn % 2 ? 1e7 : 1e4, 2e-3, duration, 0);
        fastest[turn % 2] = fmin(fastest[turn % 2], r.step_ms);
        release(&r);
    }
    return fastest[1] / fastest[0];
}

static void clutter_rows(void) {
    double duration = bench_quick() ? 0.6 : 3.0;
    static double stiffness[9], penetration[CLUTTER_MODELS][9], whole[CLUTTER_MODELS][9], mean[CLUTTER_MODELS][9],
        condition[CLUTTER_MODELS][9];
    clutter_result base[CLUTTER_MODELS];
    char metric[64];
    double unconverged = 0;
    int count = bench_quick() ? 1 : 9;
    for (int m = 0; m < CLUTTER_MODELS; ++m) {
        for (int k = 0; k < count; ++k) {
            clutter_result r;
            stiffness[k] = bench_quick() ? 1e7 : pow(10, 4 + k);
            r = clutter(m, stiffness[k], 2e-3, duration, figures && !bench_quick());
            penetration[m][k] = r.penetration, whole[m][k] = r.penetration_all;
            mean[m][k] = r.iterations_mean;
            condition[m][k] = r.condition_mean;
            unconverged += r.unconverged;
            snprintf(metric, sizeof metric, "mean_penetration_k1e%d", (int)floor(log10(stiffness[k]) + 0.5));
            bench_row2("compliant", "clutter", clutter_names[m], metric, r.penetration);
            snprintf(metric, sizeof metric, "mean_penetration_all_k1e%d", (int)floor(log10(stiffness[k]) + 0.5));
            bench_row2("compliant", "clutter", clutter_names[m], metric, r.penetration_all);
            snprintf(metric, sizeof metric, "iterations_mean_k1e%d", (int)floor(log10(stiffness[k]) + 0.5));
            bench_row2("compliant", "clutter", clutter_names[m], metric, r.iterations_mean);
            snprintf(metric, sizeof metric, "unconverged_k1e%d", (int)floor(log10(stiffness[k]) + 0.5));
            bench_row2("compliant", "clutter", clutter_names[m], metric, r.unconverged);
            snprintf(metric, sizeof metric, "step_ms_k1e%d", (int)floor(log10(stiffness[k]) + 0.5));
            bench_row2("compliant", "clutter", clutter_names[m], metric, r.step_ms);
            if (stiffness[k] > 0.9e7 && stiffness[k] < 1.1e7) {
                bench_row2("compliant", "clutter", clutter_names[m], "iterations_mean", r.iterations_mean);
                bench_row2("compliant", "clutter", clutter_names[m], "iterations_max", r.iterations_max);
                bench_row2("compliant", "clutter", clutter_names[m], "unconverged", r.unconverged);
                bench_row2("compliant", "clutter", clutter_names[m], "step_ms", r.step_ms);
                bench_row2("compliant", "clutter", clutter_names[m], "solve_ms", r.solve_ms);
                bench_row2("compliant", "clutter", clutter_names[m], "contacts_mean", r.contacts);
                bench_row2("compliant", "clutter", clutter_names[m], "kinetic_energy_end", r.kinetic_energy);
                bench_row2("compliant", "clutter", clutter_names[m], "lost", r.lost);
                bench_row2("compliant", "clutter", clutter_names[m], "plan_reused", r.plan_reused);
                if (r.condition_mean > 0)
                    bench_row2("compliant", "clutter", clutter_names[m], "condition_mean", r.condition_mean);
                base[m] = r;
            } else {
                release(&r);
            }
        }
        if (!figures)
            bench_row2("compliant", "clutter", clutter_names[m], "cost_over_k1e4", cost_of_steel(m, duration));
    }
    if (figures && !bench_quick()) clutter_figures(stiffness, penetration, whole, mean, condition, unconverged, base);
    for (int m = 0; m < CLUTTER_MODELS; ++m) release(&base[m]);
}

int main(int argc, char **argv) {
    static double errors[SCENES + 1][MODELS][4];
    scene_options rod = scene_defaults(SCENE_ROD);
    figures = argc > 1 ? argv[1] : NULL;
#ifdef COMPLIANT_FIGURES_ONLY
    if (!figures) return 0;
#endif
    for (int scene = 0; scene < SCENES; ++scene) converge(scene, "", scene_defaults(scene), errors[scene]);
    rod.dissipation = 0.2, rod.relaxation = 4e-6;
    converge(SCENE_ROD, "_dissipation", rod, errors[SCENES]);
    if (figures) single_body_figures(errors);
    clutter_rows();
    return 0;
}
