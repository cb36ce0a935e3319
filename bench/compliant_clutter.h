/* compliant_clutter.h - forty spheres and boxes fall into a box (Castro, Han & Masterjohn 2023, section X-A), with collide.h and
   contact_solve: shared by the bench, the figures and the tests. Include collide.h, contact.h and compliant_scenes.h first; define
   CLUTTER_CLOCK() as seconds to have times. */
#ifndef COMPLIANT_CLUTTER_H
#define COMPLIANT_CLUTTER_H
#ifndef CLUTTER_CLOCK
#define CLUTTER_CLOCK() 0.0
#endif

SCENE_FUNC int clutter_ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
SCENE_FUNC double clutter_median(double *values, int count) { /* and sorts them */
    qsort(values, (size_t)count, sizeof(double), clutter_ascending);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

enum { BODIES = 40, CLUTTER_MODELS = 4, MAX_STEPS = 20000 };
static const char *const clutter_names[CLUTTER_MODELS] = {"sap", "lagged", "lagged_regularised", "similar"};
typedef struct clutter_result {
    double iterations_mean, iterations_max, unconverged, step_ms, solve_ms, contacts, condition_mean;
    /* in the last 1.25 s, over touching contacts: the median over the steps of the mean of all but the deepest tenth, which is
       the pile at rest, and the mean over everything, in which a box that still rocks counts with (omega dt)^2 of its size,
       whatever the stiffness */
    double penetration, penetration_all;
    double kinetic_energy; /* at the end [J] */
    double lost;           /* bodies that left the box */
    double plan_reused;    /* part of the sparse islands whose symbolic factor was kept from an earlier step */
    int steps;
    double *time, *iterations, *condition, *stiction; /* per step */
} clutter_result;

/* Spheres (10 cm, 0.524 kg) and cubes (10 cm, 1 kg) in four columns of ten fall into a box of 80 cm. */
SCENE_FUNC clutter_result clutter(int model, double stiffness, double dt, double duration, int want_condition) {
    static const contact_method methods[CLUTTER_MODELS] = {CONTACT_METHOD_SAP, CONTACT_METHOD_LAGGED,
                                                           CONTACT_METHOD_LAGGED, CONTACT_METHOD_SIMILAR};
    static collide_manifold_cache caches[BODIES + 5][BODIES];
    static char plan_memory[1 << 21];
    contact_plan plan;
    scene_body b[BODIES];
    collide_shape shapes[BODIES + 5];
    tact_pose poses[BODIES + 5];
    contact_problem p;
    contact_config config = contact_default_config();
    collide_manifold_config narrow = collide_default_manifold_config();
    size_t bytes = (size_t)1 << 22;
    void *workspace = malloc(bytes);
    clutter_result r;
    double sum_penetration = 0, total = 0, solving = 0, *means;
    long samples = 0, contacts = 0;
    int mean_count = 0;
    int steps = (int)floor(duration / dt + 0.5);
    memset(&r, 0, sizeof r);
    memset(caches, 0, sizeof caches);
    r.steps = steps;
    means = (double *)calloc((size_t)steps, sizeof(double));
    r.time = (double *)calloc((size_t)steps, sizeof(double)),
    r.iterations = (double *)calloc((size_t)steps, sizeof(double));
    r.condition = (double *)calloc((size_t)steps, sizeof(double)),
    r.stiction = (double *)calloc((size_t)steps, sizeof(double));
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
        tact_vec3 normal =
            w == 0 ? tact_vec(0, 0, 1) : tact_vec(w == 1 ? 1 : (w == 2 ? -1 : 0), w == 3 ? 1 : (w == 4 ? -1 : 0), 0);
        shapes[BODIES + w] = collide_halfspace(normal, w == 0 ? 0 : -0.4);
        poses[BODIES + w] = tact_pose_identity();
    }
    config.method = methods[model];
    config.lagged_regularised = model == 2;
    config.stiffness = stiffness;
    config.dissipation = 10;
    config.dissipation_time = 1e-4;
    config.stiction_velocity = 1e-4, config.sap_sigma = 1e-3;
    config.sap_beta = 0; /* the stiffness asked for, without the near-rigid floor, which would end at about 1e6 N/m */
    config.momentum_tolerance = 1e-5;
    config.validate = 0;
    memset(&plan, 0, sizeof plan);
    plan.memory = plan_memory, plan.bytes = sizeof plan_memory;
    config.plan = &plan;
    contact_problem_create(&p, NULL);
    for (int s = 0; s < steps; ++s) {
        double start = CLUTTER_CLOCK(), solve_start;
        contact_newton_report report;
        contact_result result;
        contact_status status;
        contact_problem_clear(&p);
        p.dt = dt;
        for (int i = 0; i < BODIES; ++i) {
            tact_mat3 rotation = tact_quat_to_mat(b[i].q), transposed = tact_mat_transpose(&rotation), inertia;
            tact_vec3 spin, gyroscopic;
            tact_mat3 principal = tact_mat_diagonal(b[i].inertia.x, b[i].inertia.y, b[i].inertia.z),
                      inverse = principal;
            inertia = tact_mat_mul(&rotation, &principal), inertia = tact_mat_mul(&inertia, &transposed);
            gyroscopic = tact_cross(b[i].w, tact_mat_mul_vec(&inertia, b[i].w));
            tact_mat_inverse(&inertia, &inverse);
            spin = tact_mul_add(b[i].w, -dt, tact_mat_mul_vec(&inverse, gyroscopic));
            contact_add_body(&p, b[i].mass, &inertia, tact_vec(b[i].v.x, b[i].v.y, b[i].v.z - 9.81 * dt), spin);
            p.velocity[6 * i] = b[i].v.x;
            p.velocity[6 * i + 1] = b[i].v.y;
            p.velocity[6 * i + 2] = b[i].v.z;
            p.velocity[6 * i + 3] = b[i].w.x;
            p.velocity[6 * i + 4] = b[i].w.y;
            p.velocity[6 * i + 5] = b[i].w.z;
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
                    double distance =
                        i == BODIES
                            ? c.z
                            : (i == BODIES + 1 ? c.x : (i == BODIES + 2 ? -c.x : (i == BODIES + 3 ? c.y : -c.y))) + 0.4;
                    if (distance > 0.0867 + narrow.margin) continue;
                }
                if (collide_contact(&shapes[i], poses[i], &shapes[j], poses[j], &narrow, &caches[i][j], &manifold) < 0)
                    continue;
                for (int k = 0; k < manifold.count; ++k) {
                    tact_vec3 at = manifold.points[k].point;
                    int c = contact_add_contact(&p, i < BODIES ? i : -1, j, manifold.normal, NULL,
                                                i < BODIES ? tact_sub(at, b[i].p) : tact_vec(0, 0, 0),
                                                tact_sub(at, b[j].p), 1.0);
                    p.constraints[c].gap = manifold.points[k].gap;
                }
            }
        memset(&report, 0, sizeof report);
        report.want_condition = want_condition && s % 20 == 0;
        config.newton_report = &report;
        solve_start = CLUTTER_CLOCK();
        status = contact_solve(&p, &config, workspace, bytes, &result);
        while (status == CONTACT_NO_SPACE) {
            bytes = result.workspace_bytes > bytes ? result.workspace_bytes : 2 * bytes;
            free(workspace), workspace = malloc(bytes);
            status = contact_solve(&p, &config, workspace, bytes, &result);
        }
        if (!report.want_condition) solving += CLUTTER_CLOCK() - solve_start;
        if (status != CONTACT_OK) {
            ++r.unconverged;
            if (getenv("BENCH_VERBOSE"))
                fprintf(stderr, "clutter %s k %g: step %d: %s, momentum %.2g after %d iterations\n",
                        clutter_names[model], stiffness, s, contact_status_text(status), (double)report.momentum,
                        result.iterations);
        }
        if (status < 0) {
            fprintf(stderr, "clutter %s k %g: step %d: %s\n", clutter_names[model], stiffness, s,
                    contact_status_text(status));
            break;
        }
        for (int i = 0; i < BODIES; ++i) {
            const tact_real *v = p.velocity + 6 * i;
            b[i].v = tact_vec(v[0], v[1], v[2]), b[i].w = tact_vec(v[3], v[4], v[5]);
            b[i].p = tact_mul_add(b[i].p, dt, b[i].v);
            b[i].q = tact_quat_normalize(tact_quat_mul(tact_quat_exp(tact_scale(dt, b[i].w)), b[i].q));
        }
        if (!report.want_condition) total += CLUTTER_CLOCK() - start;
        if (s * dt >= duration - 1.25) {
            static double depth[20 * BODIES];
            double resting = 0;
            int touching = 0, kept;
            for (int c = 0; c < p.constraint_count && touching < 20 * BODIES; ++c)
                if (p.constraints[c].gap < 0)
                    sum_penetration -= p.constraints[c].gap, depth[touching++] = -p.constraints[c].gap;
            samples += touching, kept = touching - touching / 10;
            if (touching) clutter_median(depth, touching); /* sorts them */
            for (int c = 0; c < kept; ++c) resting += depth[c] / kept;
            if (touching) means[mean_count++] = resting;
        }
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
    r.penetration = mean_count ? clutter_median(means, mean_count) : 0;
    r.penetration_all = samples ? sum_penetration / samples : 0;
    free(means);
    r.contacts = (double)contacts / steps;
    r.plan_reused = plan.reused + plan.analysed ? (double)plan.reused / (double)(plan.reused + plan.analysed) : 0;
    contact_problem_free(&p);
    free(workspace);
    return r;
}
SCENE_FUNC void release(clutter_result *r) {
    free(r->time);
    free(r->iterations);
    free(r->condition);
    free(r->stiction);
}
#endif
