/* How the contact model changes gradients, and what a search reaches with them: what Le Lidec et al. 2024, "Contact models in robotics: a
   comparative analysis", name as open (sections IV-A and V). A cube that slides to rest, one that is pulled below its friction, a ball that
   bounces, under NCP, CCP, the compliant models and MuJoCo's regularisation (RaiSim's model by differences alone); then the push to a
   pose of examples/steer.c from starts without contact. Draws into the directory given as argument. */
#define main steer_main
#include "../examples/steer.c"
#undef main
#include "bench.h"
#include "plot.h"

#define OPEN "Le Lidec et al. 2024, Contact models in robotics"
enum { METHODS = 7, RAISIM_AT = 6 };
static const contact_method methods[METHODS] = {CONTACT_METHOD_AUTO,   CONTACT_METHOD_CCP_NEWTON, CONTACT_METHOD_SAP,
                                                CONTACT_METHOD_LAGGED, CONTACT_METHOD_SIMILAR,    CONTACT_METHOD_MUJOCO,
                                                CONTACT_METHOD_RAISIM};
static const char *const labels[METHODS] = {"NCP", "CCP", "SAP", "Lagged", "Similar", "MuJoCo", "RaiSim"};
enum { SLIDE, PULL, BOUNCE, SCENES };
static const double duration[SCENES] = {0.8, 0.5, 0.8}, step = 1e-3, friction = 0.4, gravity = 9.81;

/* SLIDE: where a cube of 1 kg ends that starts with `value` m/s. PULL: where it is after a pull of `value` N. BOUNCE: how high a ball is
   that was thrown with `value` m/s upward from 0.5 m; restitution 0.7, or the compliant models' own dissipation. slope: by the chain of
   the steps' derivatives, where wanted. */
static double end_of(int scene, contact_method method, double value, double *slope) {
    contact_world_config config = contact_default_world_config();
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0), cube = collide_box(0.1, 0.1, 0.1),
                  ball = collide_sphere(0.05);
    contact_body_def def = contact_default_body_def();
    contact_geom_def geom = contact_default_geom_def();
    contact_differential *d = slope ? contact_differential_create(NULL) : NULL;
    contact_world *world;
    contact_body body;
    tact_pose pose;
    double state[12] = {0}, input[6] = {0}, next[12], out;
    config.solver.method = method;
    config.solver.tolerance = 1e-10, config.solver.relative_tolerance = 1e-13, config.solver.momentum_tolerance = 1e-12;
    config.solver.coarse_tolerance = 0, config.solver.max_iterations = method == CONTACT_METHOD_RAISIM ? 200 : 0,
    config.solver.newton_regularisation = method == CONTACT_METHOD_MUJOCO ? 1e-2 : 1e-8;
    world = contact_world_create(&config, NULL, NULL);
    def.type = CONTACT_BODY_STATIC;
    geom.shape = &ground;
    geom.material.friction = friction, geom.material.restitution = 0.7;
    contact_world_add_geom(world, contact_world_add_body(world, &def), &geom);
    def = contact_default_body_def();
    def.pose = tact_pose_at(0, 0, scene == BOUNCE ? 0.55 : 0.1);
    if (scene != PULL) def.velocity = scene == SLIDE ? tact_vec(value, 0, 0) : tact_vec(0, 0, value);
    def.can_sleep = 0;
    body = contact_world_add_body(world, &def);
    geom.shape = scene == BOUNCE ? &ball : &cube;
    geom.density = scene == BOUNCE ? 1000 : 125;
    contact_world_add_geom(world, body, &geom);
    if (scene != PULL) state[6 + (scene == BOUNCE ? 2 : 0)] = 1;
    input[0] = scene == PULL;
    for (int k = 0; k < (int)(duration[scene] / step + 0.5); ++k) {
        if (scene == PULL) contact_body_add_force(world, body, tact_vec(value, 0, 0));
        if (!d) {
            if (contact_world_step(world, step) < 0) break;
            continue;
        }
        if (contact_world_step_differential(world, step, d) < 0 ||
            contact_differential_forward(d, state, input, NULL, next) < 0) {
            state[0] = state[2] = NAN;
            break;
        }
        memcpy(state, next, sizeof state);
    }
    pose = contact_body_pose(world, body);
    out = scene == BOUNCE ? pose.p.z : pose.p.x;
    if (slope) *slope = scene == BOUNCE ? state[2] : state[0];
    contact_differential_destroy(d);
    contact_world_destroy(world);
    return out;
}
static double difference(int scene, contact_method method, double value, double h) {
    return (end_of(scene, method, value + h, NULL) - end_of(scene, method, value - h, NULL)) / (2 * h);
}

/* Force at which the cube has gone 0.1 m in half a second, by Newton's method from 2 N, below its friction; steps of 2 N at most. Returns what is
   left of the way. */
static double search_force(contact_method method, int *evaluations) {
    double force = 2, rest = 0;
    for (*evaluations = 0; *evaluations < 40; ++*evaluations) {
        double slope, x = end_of(PULL, method, force, &slope), change;
        rest = x - 0.1;
        if (fabs(rest) < 1e-4 || !(slope > 1e-12)) break;
        change = fmin(fmax(-rest / slope, -2), 2);
        force = fmax(force + change, 0);
    }
    return rest;
}

static void slopes(const char *directory) {
    static double x[METHODS], y[SCENES][METHODS], by_difference[SCENES][METHODS], rest[METHODS], forces[17],
        way[METHODS][17];
    static plot_figure f;
    plot_panel p[3];
    double truth[SCENES], fall = sqrt(1 + 2 * gravity * 0.5), first = (1 + fall) / gravity, worst = 0, v = 2, after;
    int tries[METHODS];
    truth[SLIDE] = v / (friction * gravity);
    truth[PULL] = 0;
    /* z = e w s - g s^2/2 with w^2 = v^2 + 2 g h and s = T - (v + w)/g: by v */
    after = duration[BOUNCE] - first;
    truth[BOUNCE] = 0.7 * after / fall - (0.7 * fall - gravity * after) * (1 + 1 / fall) / gravity;
    for (int s = 0; s < SCENES; ++s)
        for (int m = 0; m < METHODS; ++m) {
            const double at = s == BOUNCE ? 1 : 2;
            x[m] = m;
            by_difference[s][m] = difference(s, methods[m], at, s == SLIDE ? 1e-3 : 1e-4);
            if (m == RAISIM_AT)
                y[s][m] = by_difference[s][m];
            else
                end_of(s, methods[m], at, &y[s][m]);
            if (m != RAISIM_AT)
                worst = fmax(worst, fabs(y[s][m] - by_difference[s][m]) / fmax(1e-3, fabs(by_difference[s][m])));
            bench_row2("gradients", s == SLIDE ? "slide" : (s == PULL ? "pull" : "bounce"), labels[m], "slope",
                       y[s][m]);
            bench_row2("gradients", s == SLIDE ? "slide" : (s == PULL ? "pull" : "bounce"), labels[m], "difference",
                       by_difference[s][m]);
        }
    for (int m = 0; m < RAISIM_AT; ++m) {
        rest[m] = search_force(methods[m], &tries[m]);
        bench_row2("gradients", "search", labels[m], "rest", rest[m]);
    }
    for (int m = 0; m < RAISIM_AT; ++m)
        for (int k = 0; k <= 16; ++k)
            forces[k] = 0.5 * k, way[m][k] = fmax(end_of(PULL, methods[m], forces[k], NULL), 1e-12);
    p[0] = plot_panel_make("slides to rest: d end / d speed", "", "[s]");
    p[1] = plot_panel_make("bounces: d height / d speed", "", "[s]");
    p[2] = plot_panel_make("pulled for 0.5 s (friction 3.9 N)", "force [N]", "way [m]");
    for (int i = 0; i < 2; ++i) {
        p[i].x_names = labels, p[i].x_name_count = METHODS;
        plot_add(&p[i], "chain of derivatives", x, y[i ? BOUNCE : SLIDE], METHODS, PLOT_DOTS);
        plot_add(&p[i], "differences", x, by_difference[i ? BOUNCE : SLIDE], METHODS, PLOT_DOTS);
    }
    p[2].log_y = 1;
    for (int m = 0; m < RAISIM_AT; ++m) plot_add(&p[2], labels[m], forces, way[m], 17, PLOT_LINE);
    f = plot_figure_make("models_20_gradients", OPEN, "section V, open there", "Gradients by contact model",
                         "Left: how the place where a cube comes to rest changes with its speed, 2 m/s (by Coulomb's "
                         "law 0.51 s). Middle: height of a bouncing "
                         "ball. Right: how far a cube goes under a force: what a search sees. Steps of 1 ms; MuJoCo's "
                         "regularisation is 1 % of the diagonal.");
    plot_claim(&f, "of our own: the chain of the steps' derivatives is the derivative of the motion, for every model",
               NULL, worst < 0.02, NULL, "largest departure from differences %.2g %%", 100 * worst);
    plot_claim(&f, "of our own: with NCP the gradient of sliding is that of Coulomb's law", NULL,
               fabs(y[SLIDE][0] / truth[SLIDE] - 1) < 0.01, NULL, "%.4f s of %.4f s", y[SLIDE][0], truth[SLIDE]);
    plot_claim(&f, "of our own: so it is with every model that slides without lift", NULL,
               fabs(y[SLIDE][3] / truth[SLIDE] - 1) < 0.05 && fabs(y[SLIDE][RAISIM_AT] / truth[SLIDE] - 1) < 0.05, NULL,
               "Lagged %.4f, RaiSim %.4f s; CCP %.4f, SAP %.4f, Similar %.4f, MuJoCo %.4f s", y[SLIDE][3],
               y[SLIDE][RAISIM_AT], y[SLIDE][1], y[SLIDE][2], y[SLIDE][4], y[SLIDE][5]);
    plot_claim(&f, "of our own: with NCP the gradient of a bounce is the analytic one", NULL,
               fabs(y[BOUNCE][0] - truth[BOUNCE]) < 0.01 * fabs(truth[BOUNCE]), NULL, "%.4f s of %.4f s", y[BOUNCE][0],
               truth[BOUNCE]);
    plot_claim(&f, "artificial compliance as MuJoCo's makes crucial differences in gradients", "crucial differences",
               y[PULL][5] > 1e3 * fmax(fabs(y[PULL][0]), 1e-9), NULL,
               "d way / d force below friction: NCP %.1e, MuJoCo %.1e, SAP %.1e, Similar %.1e m/N", y[PULL][0],
               y[PULL][5], y[PULL][2], y[PULL][4]);
    plot_claim(&f, "which affect a search downstream: it leaves stiction with a compliant model, not with NCP",
               "affect downstream applications", fabs(rest[0]) > 0.05 && fabs(rest[5]) < 1e-3, NULL,
               "left of 0.1 m: NCP %.3f, CCP %.3f, SAP %.3f, Lagged %.3f, Similar %.3f, MuJoCo %.3f m (%d evaluations)",
               rest[0], rest[1], rest[2], rest[3], rest[4], rest[5], tries[5]);
    plot_figure_write(directory, &f, p, 3);
}

/* Do internal forces, which depend on the solver, change derivatives? The cube pulled below its friction: the derivative of its velocity by the force,
   from the solutions of methods that jam and of one that does not. */
static void internal_forces(const char *directory) {
    enum { KINDS = 4 };
    static const contact_method kinds[KINDS] = {CONTACT_METHOD_NCP_ADMM_SPECTRAL, CONTACT_METHOD_NCP_PGS,
                                                CONTACT_METHOD_NCP_NBGS, CONTACT_METHOD_CCP_PGS};
    static plot_figure f;
    double slope[KINDS], slide[KINDS], apart = 0, sliding = 0;
    for (int k = 0; k < KINDS; ++k) {
        end_of(PULL, kinds[k], 3.5, &slope[k]), end_of(SLIDE, kinds[k], 2, &slide[k]);
        apart = fmax(apart, fabs(slope[k] - slope[0])),
        sliding = fmax(sliding, k < 3 ? fabs(slide[k] / slide[0] - 1) : 0);
    }
    f = plot_figure_make(
        "models_21_internal_forces", OPEN, "section IV-A, open there", "Gradients and internal forces",
        "Derivatives from solutions with jamming internal forces (per-contact methods) and without (ADMM).");
    plot_claim(&f, "internal forces may catastrophically impact derivatives: at stiction",
               "may catastrophically impact", apart > 1e-3,
               "the derivative asks which contacts are open, stick or slip and is unique given that; internal forces "
               "act on it only where they "
               "bring a contact to its cone, which moves nothing here",
               "d way / d force at 3.5 N of 3.9 N: admm %.1e, pgs %.1e, nbgs %.1e, ccp_pgs %.1e m/N", slope[0],
               slope[1], slope[2], slope[3]);
    plot_claim(&f, "of our own: sliding, where forces are unique, the solver does not matter", NULL, sliding < 1e-3,
               NULL, "%.5f, %.5f, %.5f s", slide[0], slide[1], slide[2]);
    plot_figure_write(directory, &f, NULL, 0);
}

/* Success rates of the gradients of examples/control.h, from starts without contact. */
static void success(const char *directory, int draws) {
    static const char *const names[4] = {"exact", "smoothed", "bundled, 1st order", "bundled, 0th order"};
    static double at[4], share[4], median[4], distance[64];
    static plot_figure f;
    plot_panel p[2];
    for (int kind = 0; kind < 4; ++kind) {
        int reached = 0;
        for (int i = 0; i < draws; ++i) {
            const uint64_t seed = tact_random_bits(26, (uint64_t)i);
            const tact_vec3 goal = tact_vec(0.15 + 0.15 * tact_random_uniform(seed, 0),
                                            0.1 * tact_random_uniform(seed, 1), tact_random_uniform(seed, 2) - 0.5);
            double end[3];
            steer((control_gradient)kind, goal, 40, end);
            distance[i] = hypot(end[0], end[1]);
            reached += distance[i] < 0.01 && fabs(end[2]) < 0.05;
        }
        at[kind] = kind, share[kind] = (double)reached / draws,
        median[kind] = fmax(bench_median(distance, draws), 1e-6);
        bench_row2("gradients", "steer", names[kind], "success", share[kind]);
        fprintf(stderr, "figures: steer, %s: %d of %d\n", names[kind], reached, draws);
    }
    p[0] = plot_panel_make("goals reached", "", "share");
    p[1] = plot_panel_make("where the box ends", "", "median distance [m]");
    p[0].y_low = 0, p[0].y_high = 1.05, p[1].log_y = 1;
    for (int i = 0; i < 2; ++i) {
        p[i].x_names = names, p[i].x_name_count = 4;
        plot_add(&p[i], NULL, at, i ? median : share, 4, PLOT_DOTS);
    }
    f = plot_figure_make("witness_fig7_control", "Differentiable collision detection", "section VI, future work there",
                         "Trajectory optimisation through contact",
                         "A finger starts beside a box, without contact, and has to push it to a pose (1 cm, 0.05 "
                         "rad): shares of goals reached by iterative LQR with four gradients "
                         "(examples/control.h), the same random goals for each.");
    plot_claim(&f, "of our own: exact gradients do not find a contact that is not there", NULL, share[0] < 0.2, NULL,
               "%.0f %% of %d goals", 100 * share[0], draws);
    plot_claim(&f, "of our own: smoothed geometry alone does not either", NULL, share[1] < 0.2, NULL, "%.0f %%",
               100 * share[1]);
    plot_claim(&f, "of our own: bundled gradients of the whole step do", NULL, share[2] > 0.6, NULL,
               "1st order %.0f %%, 0th order %.0f %%", 100 * share[2], 100 * share[3]);
    plot_figure_write(directory, &f, p, 2);
}

int main(int argc, char **argv) {
    if (argc < 2) return 0;
    slopes(argv[1]);
    internal_forces(argv[1]);
    success(argv[1], bench_quick() ? 2 : 6); /* make bench-control: 50 */
    return 0;
}
