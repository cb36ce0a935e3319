/* The convex compliant models (sap, lagged, lagged_regularised, similar) on the experiments of Castro, Han & Masterjohn 2023:
   accuracy against the time step on the conveyor belt, the falling sphere and the sliding rod, and cost on a clutter of 40
   bodies. Rows: compliant <case>/<model> <metric>. With a directory as argument the figures go there as SVG. BENCH_QUICK=1
   shortens the clutter to one stiffness and 0.6 s. */
#include "bench.h"
#define COLLIDE_IMPLEMENTATION
#define CONTACT_IMPLEMENTATION
#include "collide.h"
#include "contact.h"
#include "compliant_scenes.h"
#include "plot.h"

static const char *figures; /* directory, or NULL */
static const char *figure_path(const char *name) {
    static char path[512];
    snprintf(path, sizeof path, "%s/compliant_%s.svg", figures, name);
    return path;
}

/* ---- single bodies ---------------------------------------------------------------------------------------------------- */
enum { MODELS = 3 };
static const contact_method models[MODELS] = {CONTACT_METHOD_SAP, CONTACT_METHOD_LAGGED, CONTACT_METHOD_SIMILAR};
static const char *const model_names[MODELS] = {"sap", "lagged", "similar"};
static const double scene_steps[SCENES][4] = {{5e-2, 1e-2, 2e-3, 0}, {1e-2, 2e-3, 4e-4, 0}, {6.4e-4, 1.6e-4, 4e-5, 1e-5}};
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
                  log(errors[m][count - 2] / errors[m][count - 1]) / log(scene_steps[scene][count - 2] / scene_steps[scene][count - 1]));
        if (scene == SCENE_CONVEYOR) bench_row("compliant", name, "max_gap", max_gap);
    }
    free(fine);
}

static plot_panel convergence_panel(const char *title, int scene, double errors[MODELS][4], double *guide) {
    plot_panel p = plot_panel_make(title, "time step [s]", "error of the position");
    int count = scene_steps[scene][3] > 0 ? 4 : 3;
    p.log_x = p.log_y = 1;
    for (int m = 0; m < MODELS; ++m) plot_add(&p, model_names[m], scene_steps[scene], errors[m], count, PLOT_MARKS);
    for (int d = 0; d < count; ++d) guide[d] = errors[1][count - 1] * scene_steps[scene][d] / scene_steps[scene][count - 1];
    plot_add(&p, "first order", scene_steps[scene], guide, count, PLOT_DASHED);
    return p;
}

/* Velocity and force against time; close up on [from, to] when to > from. */
static void trace(int scene, scene_options o, const char *velocity_file, const char *force_file, const char *title, double from,
                  double to) {
    plot_panel velocity[2], force[2];
    double *columns[MODELS][5];
    char text[160];
    int panels = to > from ? 2 : 1;
    for (int i = 0; i < 2; ++i) {
        velocity[i] = plot_panel_make(i ? "close-up" : "contact velocity", "time [s]", "velocity [m/s]");
        force[i] = plot_panel_make(i ? "close-up" : "contact force", "time [s]", "force [N]");
        if (i) velocity[i].x_low = force[i].x_low = from, velocity[i].x_high = force[i].x_high = to;
    }
    for (int m = 0; m < MODELS; ++m) {
        static const char *const labels[MODELS][4] = {{"sap normal", "sap tangential", "sap normal", "sap tangential"},
                                                      {"lagged normal", "lagged tangential", "lagged normal", "lagged tangential"},
                                                      {"similar normal", "similar tangential", "similar normal", "similar tangential"}};
        scene_sample *s = allocate(o.duration, o.dt);
        int n;
        o.method = models[m];
        n = scene_run(scene, &o, s);
        columns[m][0] = COLUMN(s, n, t), columns[m][1] = COLUMN(s, n, vn), columns[m][2] = COLUMN(s, n, vt);
        columns[m][3] = COLUMN(s, n, fn), columns[m][4] = COLUMN(s, n, ft);
        for (int i = 0; i < panels; ++i) {
            plot_add_color(&velocity[i], labels[m][0], columns[m][0], columns[m][1], n, PLOT_LINE, m);
            plot_add_color(&velocity[i], labels[m][1], columns[m][0], columns[m][2], n, PLOT_DASHED, m);
            plot_add_color(&force[i], labels[m][2], columns[m][0], columns[m][3], n, PLOT_LINE, m);
            plot_add_color(&force[i], labels[m][3], columns[m][0], columns[m][4], n, PLOT_DASHED, m);
        }
        free(s);
    }
    if (panels == 1) {
        velocity[1] = force[0];
        snprintf(text, sizeof text, "%s: contact velocity and force", title);
        plot_write(figure_path(velocity_file), text, velocity, 2);
    } else {
        snprintf(text, sizeof text, "%s: contact velocity", title);
        plot_write(figure_path(velocity_file), text, velocity, 2);
        snprintf(text, sizeof text, "%s: contact force", title);
        plot_write(figure_path(force_file), text, force, 2);
    }
    for (int m = 0; m < MODELS; ++m)
        for (int k = 0; k < 5; ++k) free(columns[m][k]);
}

/* ---- clutter ---------------------------------------------------------------------------------------------------------- */
enum { BODIES = 40, CLUTTER_MODELS = 4, MAX_STEPS = 20000 };
static const char *const clutter_names[CLUTTER_MODELS] = {"sap", "lagged", "lagged_regularised", "similar"};
typedef struct clutter_result {
    double iterations_mean, iterations_max, unconverged, step_ms, solve_ms, penetration, contacts, condition_mean;
    double kinetic_energy; /* at the end [J] */
    double lost;           /* bodies that left the box */
    int steps;
    double *time, *iterations, *condition, *stiction; /* per step */
} clutter_result;

/* Spheres (10 cm, 0.524 kg) and cubes (10 cm, 1 kg) in four columns of ten fall into a box of 80 cm. */
static clutter_result clutter(int model, double stiffness, double dt, double duration, int want_condition) {
    static const contact_method methods[CLUTTER_MODELS] = {CONTACT_METHOD_SAP, CONTACT_METHOD_LAGGED, CONTACT_METHOD_LAGGED,
                                                           CONTACT_METHOD_SIMILAR};
    static collide_manifold_cache caches[BODIES + 5][BODIES];
    scene_body b[BODIES];
    collide_shape shapes[BODIES + 5];
    tact_pose poses[BODIES + 5];
    contact_problem p;
    contact_config config = contact_default_config();
    collide_manifold_config narrow = collide_default_manifold_config();
    size_t bytes = (size_t)1 << 22;
    void *workspace = malloc(bytes);
    clutter_result r;
    double sum_penetration = 0, total = 0, solving = 0;
    long samples = 0, contacts = 0;
    int steps = (int)floor(duration / dt + 0.5);
    memset(&r, 0, sizeof r);
    memset(caches, 0, sizeof caches);
    r.steps = steps;
    r.time = (double *)calloc((size_t)steps, sizeof(double)), r.iterations = (double *)calloc((size_t)steps, sizeof(double));
    r.condition = (double *)calloc((size_t)steps, sizeof(double)), r.stiction = (double *)calloc((size_t)steps, sizeof(double));
    for (int i = 0; i < BODIES; ++i) {
        int columns = i % 4, level = i / 4, sphere = (int)(tact_random_bits(5, (uint64_t)i) & 1);
        double jitter = 0.01;
        memset(&b[i], 0, sizeof b[i]);
        b[i].q = tact_quat_identity();
        b[i].p = tact_vec((columns & 1 ? 0.1 : -0.1) + jitter * (2 * tact_random_uniform(6, 3 * (uint64_t)i) - 1),
                          (columns & 2 ? 0.1 : -0.1) + jitter * (2 * tact_random_uniform(6, 3 * (uint64_t)i + 1) - 1),
                          0.06 + 0.12 * level);
        b[i].mass = sphere ? 0.524 : 1.0;
        b[i].inertia = sphere ? tact_vec(0.4 * 0.524 * 0.0025, 0.4 * 0.524 * 0.0025, 0.4 * 0.524 * 0.0025)
                              : tact_vec(0.01 / 6, 0.01 / 6, 0.01 / 6);
        shapes[i] = sphere ? collide_sphere(0.05) : collide_box(0.05, 0.05, 0.05);
    }
    for (int w = 0; w < 5; ++w) { /* floor and walls */
        tact_vec3 normal = w == 0 ? tact_vec(0, 0, 1) : tact_vec(w == 1 ? 1 : (w == 2 ? -1 : 0), w == 3 ? 1 : (w == 4 ? -1 : 0), 0);
        shapes[BODIES + w] = collide_halfspace(normal, w == 0 ? 0 : -0.4);
        poses[BODIES + w] = tact_pose_identity();
    }
    config.method = methods[model];
    config.lagged_regularised = model == 2;
    config.stiffness = stiffness, config.dissipation = 10, config.dissipation_time = 1e-4;
    config.stiction_velocity = 1e-4, config.sap_sigma = 1e-3;
    config.sap_beta = 0; /* the stiffness asked for, without the near-rigid floor, which would end at about 1e6 N/m */
    config.momentum_tolerance = 1e-5;
    config.validate = 0;
    contact_problem_create(&p, NULL);
    for (int s = 0; s < steps; ++s) {
        double start = bench_cpu(), solve_start;
        contact_newton_report report;
        contact_result result;
        contact_status status;
        contact_problem_clear(&p);
        p.dt = dt;
        for (int i = 0; i < BODIES; ++i) {
            tact_mat3 rotation = tact_quat_to_mat(b[i].q), transposed = tact_mat_transpose(&rotation), inertia;
            tact_vec3 spin, gyroscopic;
            tact_mat3 principal = tact_mat_diagonal(b[i].inertia.x, b[i].inertia.y, b[i].inertia.z), inverse = principal;
            inertia = tact_mat_mul(&rotation, &principal), inertia = tact_mat_mul(&inertia, &transposed);
            gyroscopic = tact_cross(b[i].w, tact_mat_mul_vec(&inertia, b[i].w));
            tact_mat_inverse(&inertia, &inverse);
            spin = tact_mul_add(b[i].w, -dt, tact_mat_mul_vec(&inverse, gyroscopic));
            contact_add_body(&p, b[i].mass, &inertia, tact_vec(b[i].v.x, b[i].v.y, b[i].v.z - 9.81 * dt), spin);
            p.velocity[6 * i] = b[i].v.x, p.velocity[6 * i + 1] = b[i].v.y, p.velocity[6 * i + 2] = b[i].v.z;
            p.velocity[6 * i + 3] = b[i].w.x, p.velocity[6 * i + 4] = b[i].w.y, p.velocity[6 * i + 5] = b[i].w.z;
            poses[i] = tact_pose_make(b[i].p, b[i].q);
        }
        for (int j = 0; j < BODIES; ++j)
            for (int i = j + 1; i < BODIES + 5; ++i) { /* A = i (other body or wall), B = j: the normal points to j */
                collide_manifold manifold;
                double reach, speed;
                speed = tact_norm(i < BODIES ? tact_sub(b[i].v, b[j].v) : b[j].v) + 0.2;
                narrow.margin = 2 * dt * speed;
                if (i < BODIES) {
                    tact_vec3 d = tact_sub(b[i].p, b[j].p);
                    reach = shapes[i].extent + shapes[i].radius + shapes[j].extent + shapes[j].radius;
                    if (tact_norm2(d) > (reach + narrow.margin) * (reach + narrow.margin)) continue;
                } else {
                    const tact_vec3 c = b[j].p;
                    double distance = i == BODIES ? c.z : (i == BODIES + 1 ? c.x : (i == BODIES + 2 ? -c.x : (i == BODIES + 3 ? c.y : -c.y))) + 0.4;
                    if (distance > 0.0867 + narrow.margin) continue;
                }
                if (collide_contact(&shapes[i], poses[i], &shapes[j], poses[j], &narrow, &caches[i][j], &manifold) < 0) continue;
                for (int k = 0; k < manifold.count; ++k) {
                    tact_vec3 at = manifold.points[k].point;
                    int c = contact_add_contact(&p, i < BODIES ? i : -1, j, manifold.normal, NULL,
                                                i < BODIES ? tact_sub(at, b[i].p) : tact_vec(0, 0, 0), tact_sub(at, b[j].p), 1.0);
                    p.constraints[c].gap = manifold.points[k].gap;
                }
            }
        memset(&report, 0, sizeof report);
        report.want_condition = want_condition && s % 20 == 0;
        config.newton_report = &report;
        solve_start = bench_cpu();
        status = contact_solve(&p, &config, workspace, bytes, &result);
        while (status == CONTACT_NO_SPACE) {
            bytes = result.workspace_bytes > bytes ? result.workspace_bytes : 2 * bytes;
            free(workspace), workspace = malloc(bytes);
            status = contact_solve(&p, &config, workspace, bytes, &result);
        }
        if (!report.want_condition) solving += bench_cpu() - solve_start;
        if (status != CONTACT_OK) {
            ++r.unconverged;
            if (getenv("BENCH_VERBOSE"))
                fprintf(stderr, "clutter %s k %g: step %d: %s, momentum %.2g after %d iterations\n", clutter_names[model],
                        stiffness, s, contact_status_text(status), (double)report.momentum, result.iterations);
        }
        if (status < 0) {
            fprintf(stderr, "clutter %s k %g: step %d: %s\n", clutter_names[model], stiffness, s, contact_status_text(status));
            break;
        }
        for (int i = 0; i < BODIES; ++i) {
            const tact_real *v = p.velocity + 6 * i;
            b[i].v = tact_vec(v[0], v[1], v[2]), b[i].w = tact_vec(v[3], v[4], v[5]);
            b[i].p = tact_mul_add(b[i].p, dt, b[i].v);
            b[i].q = tact_quat_normalize(tact_quat_mul(tact_quat_exp(tact_scale(dt, b[i].w)), b[i].q));
        }
        if (!report.want_condition) total += bench_cpu() - start;
        if (s * dt >= duration - 1.25)
            for (int c = 0; c < p.constraint_count; ++c)
                if (p.constraints[c].gap < 0) sum_penetration -= p.constraints[c].gap, ++samples;
        contacts += p.constraint_count;
        r.time[s] = (s + 1) * dt, r.iterations[s] = result.iterations;
        r.condition[s] = report.want_condition ? report.condition : NAN;
        r.stiction[s] = report.active ? report.stiction_velocity : NAN;
        r.iterations_mean += (double)result.iterations / steps;
        r.iterations_max = fmax(r.iterations_max, result.iterations);
    }
    {
        double sum = 0;
        int n = 0, timed = want_condition ? steps - (steps + 19) / 20 : steps;
        for (int s = 0; s < steps; ++s)
            if (r.condition[s] > 0) sum += log(r.condition[s]), ++n;
        r.condition_mean = n ? exp(sum / n) : NAN;
        r.step_ms = 1e3 * total / timed, r.solve_ms = 1e3 * solving / timed;
    }
    for (int i = 0; i < BODIES; ++i) {
        r.kinetic_energy += b[i].mass * tact_norm2(b[i].v) / 2;
        r.lost += !(fabs(b[i].p.x) < 0.45 && fabs(b[i].p.y) < 0.45 && b[i].p.z > -0.1);
    }
    r.penetration = samples ? sum_penetration / samples : 0;
    r.contacts = (double)contacts / steps;
    contact_problem_free(&p);
    free(workspace);
    return r;
}
static void release(clutter_result *r) { free(r->time), free(r->iterations), free(r->condition), free(r->stiction); }

static void clutter_rows(void) {
    double duration = bench_quick() ? 0.6 : 3.0;
    static double stiffness[9], penetration[CLUTTER_MODELS][9], mean[CLUTTER_MODELS][9], condition[CLUTTER_MODELS][9];
    clutter_result base[CLUTTER_MODELS];
    char metric[64];
    int count = bench_quick() ? 1 : 9;
    for (int m = 0; m < CLUTTER_MODELS; ++m) {
        double first_ms = 0;
        for (int k = 0; k < count; ++k) {
            clutter_result r;
            stiffness[k] = bench_quick() ? 1e7 : pow(10, 4 + k);
            r = clutter(m, stiffness[k], 2e-3, duration, figures && !bench_quick());
            penetration[m][k] = r.penetration, mean[m][k] = r.iterations_mean, condition[m][k] = r.condition_mean;
            snprintf(metric, sizeof metric, "mean_penetration_k1e%d", (int)floor(log10(stiffness[k]) + 0.5));
            bench_row2("compliant", "clutter", clutter_names[m], metric, r.penetration);
            snprintf(metric, sizeof metric, "iterations_mean_k1e%d", (int)floor(log10(stiffness[k]) + 0.5));
            bench_row2("compliant", "clutter", clutter_names[m], metric, r.iterations_mean);
            snprintf(metric, sizeof metric, "unconverged_k1e%d", (int)floor(log10(stiffness[k]) + 0.5));
            bench_row2("compliant", "clutter", clutter_names[m], metric, r.unconverged);
            snprintf(metric, sizeof metric, "step_ms_k1e%d", (int)floor(log10(stiffness[k]) + 0.5));
            bench_row2("compliant", "clutter", clutter_names[m], metric, r.step_ms);
            if (k == 0) first_ms = r.step_ms;
            if (stiffness[k] > 0.9e7 && stiffness[k] < 1.1e7) {
                bench_row2("compliant", "clutter", clutter_names[m], "iterations_mean", r.iterations_mean);
                bench_row2("compliant", "clutter", clutter_names[m], "iterations_max", r.iterations_max);
                bench_row2("compliant", "clutter", clutter_names[m], "unconverged", r.unconverged);
                bench_row2("compliant", "clutter", clutter_names[m], "step_ms", r.step_ms);
                bench_row2("compliant", "clutter", clutter_names[m], "solve_ms", r.solve_ms);
                bench_row2("compliant", "clutter", clutter_names[m], "contacts_mean", r.contacts);
                bench_row2("compliant", "clutter", clutter_names[m], "kinetic_energy_end", r.kinetic_energy);
                bench_row2("compliant", "clutter", clutter_names[m], "lost", r.lost);
                bench_row2("compliant", "clutter", clutter_names[m], "cost_over_k1e4", r.step_ms / first_ms);
                if (r.condition_mean > 0) bench_row2("compliant", "clutter", clutter_names[m], "condition_mean", r.condition_mean);
                base[m] = r;
            } else {
                release(&r);
            }
        }
    }
    if (figures && !bench_quick()) {
        static double steps[4] = {5e-4, 1e-3, 2e-3, 5e-3}, by_step[CLUTTER_MODELS][4], condition_by_step[CLUTTER_MODELS][4];
        static double sparse_time[CLUTTER_MODELS][MAX_STEPS], sparse_condition[CLUTTER_MODELS][MAX_STEPS];
        plot_panel a[2], e = plot_panel_make("mean over the active contacts", "time [s]", "stiction velocity [m/s]");
        a[0] = plot_panel_make("Newton iterations", "time [s]", "iterations"), a[1] = plot_panel_make("condition number", "time [s]", "condition number of the Hessian");
        a[1].log_y = 1, e.log_y = 1;
        for (int m = 0; m < CLUTTER_MODELS; ++m) {
            int n = 0;
            for (int s = 0; s < base[m].steps && n < MAX_STEPS; ++s)
                if (base[m].condition[s] > 0) sparse_time[m][n] = base[m].time[s], sparse_condition[m][n++] = base[m].condition[s];
            plot_add(&a[0], clutter_names[m], base[m].time, base[m].iterations, base[m].steps, PLOT_LINE);
            plot_add(&a[1], clutter_names[m], sparse_time[m], sparse_condition[m], n, PLOT_LINE);
            plot_add(&e, clutter_names[m], base[m].time, base[m].stiction, base[m].steps, PLOT_LINE);
        }
        plot_write(figure_path("14_clutter_time"), "Clutter, dt = 2 ms, k = 1e7 N/m", a, 2);
        plot_write(figure_path("15_clutter_stiction"), "Clutter: effective stiction velocity", &e, 1);
        for (int m = 0; m < CLUTTER_MODELS; ++m)
            for (int d = 0; d < 4; ++d) {
                clutter_result r = clutter(m, 1e7, steps[d], 3.0, 1);
                by_step[m][d] = r.iterations_mean, condition_by_step[m][d] = r.condition_mean;
                snprintf(metric, sizeof metric, "iterations_mean_dt%g", steps[d]);
                bench_row2("compliant", "clutter", clutter_names[m], metric, r.iterations_mean);
                snprintf(metric, sizeof metric, "condition_mean_dt%g", steps[d]);
                bench_row2("compliant", "clutter", clutter_names[m], metric, r.condition_mean);
                release(&r);
            }
        a[0] = plot_panel_make("mean Newton iterations", "time step [s]", "iterations"), a[1] = plot_panel_make("mean condition number", "time step [s]", "condition number");
        a[0].log_x = a[1].log_x = a[1].log_y = 1;
        for (int m = 0; m < CLUTTER_MODELS; ++m) {
            plot_add(&a[0], clutter_names[m], steps, by_step[m], 4, PLOT_MARKS);
            plot_add(&a[1], clutter_names[m], steps, condition_by_step[m], 4, PLOT_MARKS);
        }
        plot_write(figure_path("16_clutter_step"), "Clutter: cost against the time step", a, 2);
        e = plot_panel_make("mean over the last 1.25 s", "stiffness [N/m]", "mean penetration [m]");
        e.log_x = e.log_y = 1;
        a[0] = plot_panel_make("mean Newton iterations", "stiffness [N/m]", "iterations"), a[1] = plot_panel_make("mean condition number", "stiffness [N/m]", "condition number");
        a[0].log_x = a[1].log_x = a[1].log_y = 1;
        for (int m = 0; m < CLUTTER_MODELS; ++m) {
            plot_add(&e, clutter_names[m], stiffness, penetration[m], count, PLOT_MARKS);
            plot_add(&a[0], clutter_names[m], stiffness, mean[m], count, PLOT_MARKS);
            plot_add(&a[1], clutter_names[m], stiffness, condition[m], count, PLOT_MARKS);
        }
        plot_write(figure_path("17_clutter_penetration"), "Clutter: penetration against stiffness", &e, 1);
        plot_write(figure_path("18_clutter_stiffness"), "Clutter: cost against stiffness", a, 2);
    }
    for (int m = 0; m < CLUTTER_MODELS; ++m) release(&base[m]);
}

int main(int argc, char **argv) {
    static double errors[SCENES + 1][MODELS][4], guides[SCENES + 1][4];
    scene_options rod = scene_defaults(SCENE_ROD);
    figures = argc > 1 ? argv[1] : NULL;
#ifdef COMPLIANT_FIGURES_ONLY
    if (!figures) return 0;
#endif
    for (int scene = 0; scene < SCENES; ++scene) converge(scene, "", scene_defaults(scene), errors[scene]);
    rod.dissipation = 0.2, rod.relaxation = 4e-6;
    converge(SCENE_ROD, "_dissipation", rod, errors[SCENES]);
    if (figures) {
        plot_panel p[2];
        trace(SCENE_CONVEYOR, scene_defaults(SCENE_CONVEYOR), "02_conveyor", NULL, "Conveyor belt, dt = 10 ms", 0, 0);
        p[0] = convergence_panel("conveyor belt", SCENE_CONVEYOR, errors[0], guides[0]);
        plot_write(figure_path("03_conveyor_convergence"), "Conveyor belt: convergence with the time step", p, 1);
        trace(SCENE_SPHERE, scene_defaults(SCENE_SPHERE), "05_sphere", NULL, "Falling sphere, dt = 2 ms", 0, 0);
        p[0] = convergence_panel("falling sphere", SCENE_SPHERE, errors[1], guides[1]);
        plot_write(figure_path("06_sphere_convergence"), "Falling sphere: convergence with the time step", p, 1);
        trace(SCENE_ROD, scene_defaults(SCENE_ROD), "09_rod_velocity", "08_rod_force", "Sliding rod without dissipation", 0.0255, 0.0275);
        trace(SCENE_ROD, rod, "11_rod_velocity_dissipation", "10_rod_force_dissipation", "Sliding rod with dissipation", 0.0255, 0.0275);
        p[0] = convergence_panel("no dissipation", SCENE_ROD, errors[2], guides[2]);
        p[1] = convergence_panel("with dissipation", SCENE_ROD, errors[3], guides[3]);
        plot_write(figure_path("12_rod_convergence"), "Sliding rod: convergence with the time step", p, 2);
    }
    clutter_rows();
    return 0;
}
