/* A quadruped that trots under different contact solvers: figures 18 and 19 of Le Lidec et al. 2024, "Contact models in robotics: a
   comparative analysis", and figure 5 of Le Lidec & Carpentier 2024, "Reconciling RaiSim with the maximum dissipation principle".
   The papers use model predictive control; here Solo-12 (figures_robots.h) walks under a controller of our own: trotting feet by
   inverse kinematics, steps placed by the velocity (Raibert), implicit PD at the joints. Draws into the directory given as argument. */
#include "bench.h"
#include "collide.h"
#include "rbd.h"
#include "contact.h"
#include "plot.h"
#include "figures_robots.h"

#define MODELS "Le Lidec et al. 2024, Contact models in robotics"
#define RAISIM "Le Lidec & Carpentier 2024, Reconciling RaiSim with the maximum dissipation principle"
enum { STEPS = 4500, EVERY = 3, SAMPLES = STEPS / EVERY };

static double
bumps(double x, double y,
      double gradient[2]) { /* hills and hollows, 10 cm from the highest to the lowest, about 25 cm apart */
    const double a = 0.018, u = 2 * TACT_PI / 0.31, v = 2 * TACT_PI / 0.23;
    gradient[0] = a * (u * cos(u * x) + v * cos(v * (x + y)));
    gradient[1] = a * (-u * sin(u * y) + v * cos(v * (x + y)));
    return a * (sin(u * x) + cos(u * y) + sin(v * (x + y)) - 1);
}

/* Joint targets of a trot. Roll, pitch and velocity of the base are measured; the steps go where the velocity asks. `placed` keeps by
   how much each foot stands off its neutral place. */
static void trot(robot_state *s, double dt, double wanted, double placed[4][2], double *integral) {
    const double period = 0.36, stand = 0.24, lift = 0.05, level = 0.5, place_x = 0.1, place_y = 0.1;
    tact_quat base = {s->q[3], s->q[4], s->q[5], s->q[6]};
    tact_vec3 up = tact_rotate(tact_quat_conj(base), tact_vec(0, 0, 1));
    double roll = atan2(up.y, up.z), nose = atan2(up.x, up.z), yaw = 2 * atan2(base.z, base.w);
    double phase = s->time / period, vx = s->v[0], vy = s->v[1], spin = s->v[5];
    *integral = fmin(fmax(*integral + dt * (wanted - vx), -0.4), 0.4); /* the stride grows until the speed is right */
    for (int leg = 0; leg < 4; ++leg) {
        double sx = leg < 2 ? 1 : -1, sy = leg % 2 ? -1 : 1, p = phase + (leg == 0 || leg == 3 ? 0 : 0.5), x, y, z, l,
               half, angle[3];
        double stride = (wanted + 1.5 * *integral) * period / 2, turn = -0.5 * yaw - 0.1 * spin,
               side = turn * sx * robot_hip_x * period / 2;
        p -= floor(p);
        z = -stand +
            level * (sx * robot_hip_x * nose + sy * robot_hip_y * roll); /* shorten the legs on the high side */
        if (p < 0.5) {                                                   /* stance: the foot goes back under the body */
            x = stride * (0.5 - 2 * p) + placed[leg][0], y = side * (0.5 - 2 * p) + placed[leg][1];
        } else { /* swing: forward to where the velocity asks for it */
            double u = 2 * p - 1, blend = 0.5 - 0.5 * cos(TACT_PI * u), to_x = place_x * (vx - wanted),
                   to_y = place_y * vy;
            to_x = fmin(fmax(to_x, -0.06), 0.06), to_y = fmin(fmax(to_y, -0.05), 0.05);
            x = stride * (blend - 0.5) + (1 - blend) * placed[leg][0] + blend * to_x;
            y = side * (blend - 0.5) + (1 - blend) * placed[leg][1] + blend * to_y;
            if (u > 0.95) placed[leg][0] = to_x, placed[leg][1] = to_y;
            z += lift * sin(TACT_PI * u);
        }
        l = sqrt(x * x + z * z), l = l > 0.3 ? 0.3 : l;
        half = acos(l / (robot_thigh + robot_shank));
        angle[0] = atan2(y, -z);
        angle[1] = atan2(-x, -z) + half;
        angle[2] = -2 * half;
        for (int j = 0; j < 3; ++j) {
            int at = 6 + 3 * leg + j;
            s->target_velocity[at] = s->time > 0 ? 0.7 * (angle[j] - s->target[at]) / dt : 0;
            if (fabs(s->target_velocity[at]) > 20) s->target_velocity[at] = 0;
            s->target[at] = angle[j];
        }
    }
}

typedef struct walk {
    double t[SAMPLES], speed[SAMPLES], x[SAMPLES], y[SAMPLES], error[SAMPLES], micro[SAMPLES];
    double mean_speed, median_error, worst_error, mean_micro, lowest, distance,
        lost; /* lost: share of steps above 1e-4 */
    int n, unconverged;
    const char *robot;
} walk;
static void walk_run(contact_method method, robot_ground ground, double mu, int fixed_iterations, walk *out) {
    static double errors[STEPS];
    robot r = robot_quadruped();
    robot_state s = robot_stand(&r);
    double dt = 1e-3, sum = 0, integral = 0, placed[4][2] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
    int count = 0;
    memset(out, 0, sizeof *out);
    s.config.method = method;
    s.mu = mu;
    s.evaluate = 1;
    s.config.tolerance = 1e-6, s.config.max_iterations = fixed_iterations ? fixed_iterations : 1000;
    out->lowest = 1, out->robot = r.name;
    for (int i = 0; i < STEPS; ++i) {
        double begin_x = s.q[0];
        trot(&s, dt, 0.3, placed, &integral);
        memset(&s.ncp, 0, sizeof s.ncp);
        if (robot_step(&s, dt, ground) < 0) break;
        out->unconverged += s.status > 0;
        out->lowest = fmin(out->lowest, s.q[2]);
        out->mean_micro += 1e6 * s.seconds / STEPS;
        if (s.contacts) errors[count++] = fmax(s.ncp.primal, fmax(s.ncp.dual, s.ncp.complementarity)) + 1e-13;
        sum += (s.q[0] - begin_x) / dt / (EVERY);
        if ((i + 1) % EVERY == 0) {
            int k = out->n++;
            out->t[k] = s.time;
            out->speed[k] = sum;
            out->x[k] = s.q[0];
            out->y[k] = s.q[1];
            out->error[k] = count ? errors[count - 1] : 1e-13;
            out->micro[k] = 1e6 * s.seconds;
            sum = 0;
        }
    }
    out->distance = s.q[0];
    out->mean_speed = out->n > SAMPLES / 3
                          ? (out->x[out->n - 1] - out->x[SAMPLES / 3]) / (out->t[out->n - 1] - out->t[SAMPLES / 3])
                          : NAN;
    for (int i = 0; i < count; ++i)
        out->worst_error = fmax(out->worst_error, errors[i]), out->lost += (errors[i] > 1e-4) / (double)count;
    out->median_error = count ? bench_median(errors, count) : NAN;
    robot_state_free(&s), robot_free(&r);
}
/* Running mean over half a period of the gait, so that the trend shows. */
static void smooth(const walk *w, double *out) {
    for (int i = 0; i < w->n; ++i) {
        int from = i - 60 < 0 ? 0 : i - 60;
        out[i] = (w->x[i] - w->x[from]) / (w->t[i] - w->t[from] + (i == from));
    }
}
static double largest_difference(const double *a, const double *b, int n) {
    double worst = 0;
    for (int i = n / 5; i < n; ++i) worst = fmax(worst, fabs(a[i] - b[i]));
    return worst;
}

static void missing(plot_figure *f, const char *robot) { /* where another robot walked */
    if (strcmp(robot, "Solo-12"))
        plot_untested(f, "the same of Solo-12", NULL, "its file; a robot of that size, built in code, walked instead");
}

int main(int argc, char **argv) {
    enum { METHODS = 4 };
    static const contact_method methods[METHODS] = {CONTACT_METHOD_CCP_ADMM, CONTACT_METHOD_RAISIM,
                                                    CONTACT_METHOD_NCP_PGS, CONTACT_METHOD_NCP_ADMM_SPECTRAL};
    static const contact_method three[3] = {CONTACT_METHOD_RAISIM, CONTACT_METHOD_RAISIM_DS, CONTACT_METHOD_NCP_PGS};
    static walk w[2][METHODS], d[3];
    static double speed[2][METHODS][SAMPLES];
    double apart[2] = {0, 0}, spread = 0, gap[2];
    plot_figure f;
    if (argc < 2) return 0;
    for (int terrain = 0; terrain < 2; ++terrain) {
        plot_panel a[3];
        a[0] = plot_panel_make("velocity of the base", "time [s]", "v_x, mean over 0.18 s [m/s]");
        a[1] = plot_panel_make("contact criterion", "time [s]", "NCP residual");
        a[2] = plot_panel_make("time of a solve", "time [s]", "[us]");
        a[1].log_y = a[2].log_y = 1;
        for (int m = 0; m < METHODS; ++m) {
            walk *q = &w[terrain][m];
            walk_run(methods[m], terrain ? bumps : NULL, terrain ? 0.3 : 0.9, 0, q);
            smooth(q, speed[terrain][m]);
            plot_add(&a[0], contact_method_name(methods[m]), q->t, speed[terrain][m], q->n, PLOT_LINE);
            plot_add(&a[1], contact_method_name(methods[m]), q->t, q->error, q->n, PLOT_LINE);
            plot_add(&a[2], contact_method_name(methods[m]), q->t, q->micro, q->n, PLOT_LINE);
            bench_row2("walking", terrain ? "bumpy" : "flat", contact_method_name(methods[m]), "mean_speed",
                       q->mean_speed);
            bench_row2("walking", terrain ? "bumpy" : "flat", contact_method_name(methods[m]), "median_ncp_residual",
                       q->median_error);
            bench_row2("walking", terrain ? "bumpy" : "flat", contact_method_name(methods[m]), "mean_us",
                       q->mean_micro);
            bench_row2("walking", terrain ? "bumpy" : "flat", contact_method_name(methods[m]), "lowest_base",
                       q->lowest);
            bench_row2("walking", terrain ? "bumpy" : "flat", contact_method_name(methods[m]), "unconverged",
                       q->unconverged);
            bench_row2("walking", terrain ? "bumpy" : "flat", contact_method_name(methods[m]), "worst_ncp_residual",
                       q->worst_error);
        }
        for (int m = 0; m < 2; ++m)
            apart[terrain] =
                fmax(apart[terrain], largest_difference(speed[terrain][m], speed[terrain][3], w[terrain][3].n));
        gap[terrain] = w[terrain][3].mean_micro / w[terrain][2].mean_micro;
        if (terrain == 0) {
            double upright = 1;
            for (int m = 0; m < METHODS; ++m) {
                spread = fmax(spread, fabs(w[0][m].mean_speed / w[0][3].mean_speed - 1));
                upright = fmin(upright, w[0][m].lowest);
            }
            f = plot_figure_make("models_18_walking_flat", MODELS, "Fig. 18", "Trotting on flat ground, mu = 0.9",
                                 "Solo-12 trots at 0.3 m/s, dt = 1 ms, each solver to 1e-6, at most 1000 iterations: "
                                 "velocity of the base, "
                                 "residual under the NCP model, processor time of the solve. The controller is our "
                                 "own, not the paper's MPC.");
            plot_claim(&f, "the velocity of the base hardly depends on the solver", "similarly reached",
                       spread < 0.05 && upright > 0.12, NULL,
                       "mean: ccp %.3f, raisim %.3f, ncp_pgs %.3f, ncp_admm %.3f m/s", w[0][0].mean_speed,
                       w[0][1].mean_speed, w[0][2].mean_speed, w[0][3].mean_speed);
            plot_claim(&f, "the solvers do not equally respect the contact criterion", NULL,
                       fmin(w[0][0].worst_error, w[0][1].worst_error) >
                           10 * fmax(w[0][2].worst_error, w[0][3].worst_error),
                       NULL, "worst NCP residual: ccp %.0e, raisim %.0e, ncp_pgs %.0e, ncp_admm %.0e",
                       w[0][0].worst_error, w[0][1].worst_error, w[0][2].worst_error, w[0][3].worst_error);
            plot_claim(&f, "per-contact methods take less time", "more efficient",
                       fmax(w[0][1].mean_micro, w[0][2].mean_micro) < fmin(w[0][0].mean_micro, w[0][3].mean_micro),
                       PLOT_TIME, "ccp_admm %.0f, raisim %.0f, ncp_pgs %.0f, ncp_admm %.0f us", w[0][0].mean_micro,
                       w[0][1].mean_micro, w[0][2].mean_micro, w[0][3].mean_micro);
            missing(&f, w[0][0].robot);
            plot_figure_write(argv[1], &f, a, 3);
        } else {
            f = plot_figure_make("models_19_walking_bumpy", MODELS, "Fig. 19",
                                 "Trotting on bumpy, slippery ground, mu = 0.3",
                                 "The same robot and controller over hills and hollows, 10 cm from the highest to the "
                                 "lowest. Feet slide, and there the models differ.");
            plot_claim(&f, "the velocity with RaiSim and CCP deviates from that with NCP, more than on flat ground",
                       "significantly", apart[1] > 2 * apart[0], NULL,
                       "largest difference to ncp_admm: %.3f m/s on flat, %.3f m/s on bumpy ground", apart[0],
                       apart[1]);
            plot_claim(&f, "sliding contacts violate the criterion with RaiSim and CCP", NULL,
                       w[1][0].median_error > 10 * w[1][3].median_error &&
                           w[1][1].median_error > 10 * w[1][3].median_error,
                       NULL, "median NCP residual: ccp %.0e, raisim %.0e, ncp_admm %.0e", w[1][0].median_error,
                       w[1][1].median_error, w[1][3].median_error);
            plot_claim(&f, "the violations are lower on flat ground, where feet stick", "low violation",
                       w[0][0].median_error < 0.5 * w[1][0].median_error &&
                           w[0][1].median_error < 0.5 * w[1][1].median_error,
                       NULL, "median: ccp %.0e flat, %.0e bumpy; raisim %.0e, %.0e", w[0][0].median_error,
                       w[1][0].median_error, w[0][1].median_error, w[1][1].median_error);
            plot_claim(&f, "PGS, too, fails at times: it runs out of iterations", "occasionally",
                       w[1][2].unconverged > 0 && w[1][2].worst_error > 1e-6,
                       "a thousand sweeps suffice for four point feet, and the solver goes on until they are used",
                       "%d of %d steps; worst NCP residual %.0e", w[1][2].unconverged, STEPS, w[1][2].worst_error);
            plot_claim(&f, "every solver computes longer than on flat ground, RaiSim most", "particularly for RaiSim",
                       w[1][1].mean_micro / w[0][1].mean_micro > w[1][3].mean_micro / w[0][3].mean_micro &&
                           w[1][1].mean_micro > w[0][1].mean_micro,
                       PLOT_TIME, "bumpy over flat: ccp_admm %.2f, raisim %.2f, ncp_pgs %.2f, ncp_admm %.2f",
                       w[1][0].mean_micro / w[0][0].mean_micro, w[1][1].mean_micro / w[0][1].mean_micro,
                       w[1][2].mean_micro / w[0][2].mean_micro, w[1][3].mean_micro / w[0][3].mean_micro);
            plot_claim(&f, "the gap between per-contact methods and ADMM becomes smaller", "reduces the gap",
                       gap[1] < gap[0], PLOT_TIME, "ncp_admm over ncp_pgs: %.2f flat, %.2f bumpy", gap[0], gap[1]);
            missing(&f, w[0][0].robot);
            plot_figure_write(argv[1], &f, a, 3);
        }
    }
    {
        plot_panel a[3];
        a[0] = plot_panel_make("contact criterion", "time [s]", "NCP residual");
        a[1] = plot_panel_make("path of the base", "x [m]", "y [m]");
        a[2] = plot_panel_make("time of a solve", "time [s]", "[us]");
        a[0].log_y = a[2].log_y = 1;
        for (int m = 0; m < 3; ++m) {
            walk_run(three[m], bumps, 0.3, 100, &d[m]);
            plot_add(&a[0], contact_method_name(three[m]), d[m].t, d[m].error, d[m].n, PLOT_LINE);
            plot_add(&a[1], contact_method_name(three[m]), d[m].x, d[m].y, d[m].n, PLOT_LINE);
            plot_add(&a[2], contact_method_name(three[m]), d[m].t, d[m].micro, d[m].n, PLOT_LINE);
            bench_row2("walking", "fixed100", contact_method_name(three[m]), "median_ncp_residual", d[m].median_error);
            bench_row2("walking", "fixed100", contact_method_name(three[m]), "mean_us", d[m].mean_micro);
        }
        f = plot_figure_make("raisim_05_walking", RAISIM, "Fig. 5", "Walking with and without the De Saxce correction",
                             "The same robot on the same hills, at most 100 iterations a step: residual under the NCP "
                             "model, path of the base, processor time.");
        double far = 0;
        for (int i = 0; i < d[0].n && i < d[1].n; ++i)
            far = fmax(far, hypot(d[1].x[i] - d[0].x[i], d[1].y[i] - d[0].y[i]));
        plot_claim(&f, "De Saxce's correction reduces the error of the contact criterion", "reduced error",
                   d[1].median_error < 0.1 * d[0].median_error, NULL,
                   "median NCP residual: raisim %.0e, corrected %.0e", d[0].median_error, d[1].median_error);
        plot_claim(&f, "with a fixed number of iterations PGS loses control of the error at times",
                   "cannot always control", d[2].lost > 0, "100 sweeps suffice for four point feet",
                   "residual above 1e-4: ncp_pgs in %.1f %% of the steps, raisim %.0f %%, corrected %.1f %%",
                   100 * d[2].lost, 100 * d[0].lost, 100 * d[1].lost);
        plot_claim(&f, "the controlled trajectories differ", "very different", far > 0.01,
                   "the controller here follows a velocity and takes errors back; the paper's plans over a horizon",
                   "the paths are at most %.3f m apart in 4.5 s", far);
        plot_claim(&f, "the correction costs little", "remains limited", d[1].mean_micro < 2 * d[0].mean_micro,
                   PLOT_TIME, "raisim %.0f, corrected %.0f, ncp_pgs %.0f us", d[0].mean_micro, d[1].mean_micro,
                   d[2].mean_micro);
        missing(&f, d[0].robot);
        plot_figure_write(argv[1], &f, a, 3);
    }
    return 0;
}
