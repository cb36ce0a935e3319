/* solvers.c - every contact method on the same problems: rows  solvers<TAB>problem/solver<TAB>metric<TAB>value.

   Problems   stack1e0 ... stack1e6 (light cube under a heavy one), quadruped, humanoid, hand (robot-sized, synthetic),
              fc3d-<file> (third-party problems, when the data is there), pile1000, pile4000 (spheres)
   Metrics    iterations seconds status natural_map natural_unit primal dual complementarity; of sweeps over piles and
              files also ns_per_contact_sweep (not where they end by themselves within ten), on piles bytes_per_contact
              (problem and workspace together). A method that a problem is too large for has the row `skipped` alone (its
              value: rows of the problem), one that cannot treat it `status` -11 alone
   Curves     problem/solver  cold_map_<iteration>, cold_seconds_<iteration>, and warm_... after a small change of the problem
   Table      characteristics/solver  signorini coulomb dissipation internal robust converged: measured defects, smaller is
              better, and shares of problems
   Peers      siconos_nsgs when built with BENCH_SICONOS: the same problems as matrices, in the same run

   Arguments  substrings of problem names: only those. BENCH_QUICK=1: short repeats, small piles. */
#define CONTACT_IMPLEMENTATION
#include "contact.h"
#include <math.h>
#include "bench.h"
#include "contact_problems.h"
#include "fc3d.h"
#ifdef BENCH_SICONOS
#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/NumericsVerbose.h>
#endif

static int argument_count;
static char **arguments;
static int wanted(const char *name) {
    int k;
    for (k = 1; k < argument_count; ++k)
        if (strstr(name, arguments[k])) return 1;
    return argument_count < 2;
}
static double bench_clock(void *context) {
    (void)context;
    return bench_cpu();
}

typedef struct run_options {
    int max_iterations; /* 0: the method's own */
    double tolerance, relative;
    double budget; /* seconds of repeats */
    int pile, file;
} run_options;

static size_t problem_size(const contact_problem *p) {
    contact_capacity c;
    c.trees = p->tree_count;
    c.dofs = p->dof_count;
    c.mass = p->mass_count;
    c.constraints = p->constraint_count;
    c.rows = p->row_count;
    c.jacobian = p->jacobian_count;
    return contact_problem_bytes(&c);
}

/* Direct and dense methods are for small problems: skipped, not measured, where they would take minutes or gigabytes. */
static int too_large(contact_method m, const contact_problem *p, size_t bytes) {
    if (bytes > (size_t)1 << 30) return 1;
    if (m == CONTACT_METHOD_LCP_LEMKE) return p->row_count > 200;
    if (m == CONTACT_METHOD_LCP_DANTZIG || m == CONTACT_METHOD_LCP_STAGGERED || m == CONTACT_METHOD_NCP_STAGGERED)
        return p->row_count > 400;
    if (m == CONTACT_METHOD_CCP_NEWTON)
        return p->row_count > 20000; /* minutes: its continuation refactors many times */
    return 0;
}

static void run_method(const char *problem, contact_problem *p, contact_method method, const run_options *o) {
    contact_config config = contact_default_config();
    contact_result r;
    contact_status status;
    double times[64], start, total = 0;
    size_t bytes;
    void *block;
    int n = 0, k;
    const char *name = contact_method_name(method);
    config.method = method;
    config.max_iterations = o->max_iterations;
    config.tolerance = (tact_real)o->tolerance;
    config.relative_tolerance = (tact_real)o->relative;
    config.warm_start = 0;
    if (o->pile) config.check_interval = 10;
    if (bench_quick() && p->row_count > 600 && method == CONTACT_METHOD_NCP_NEWTON) config.max_iterations = 30;
    /* RockPile: 10 000 iterations with a dense matrix of 1389 rows take half a minute for each method and do not converge; the
       status row of 2000 says the same */
    if (!config.max_iterations && !p->tree_count && p->row_count > 1000 &&
        (method == CONTACT_METHOD_CCP_ADMM || method == CONTACT_METHOD_CCP_APGD ||
         method == CONTACT_METHOD_NCP_ADMM_FIXED || method == CONTACT_METHOD_NCP_ADMM_LINEAR ||
         method == CONTACT_METHOD_NCP_ADMM_SPECTRAL))
        config.max_iterations = 2000;
    bytes = contact_workspace_size(p, &config);
    if (!bytes || too_large(method, p, bytes)) {
        bench_row2("solvers", problem, name, "skipped", p->row_count);
        return;
    }
    bytes = contact_workspace_size_exact(p, &config, NULL);
    if (!bytes) return;
    block = malloc(bytes);
    do { /* cold: the primal methods start from problem.velocity */
        if (p->dof_count) memcpy(p->velocity, p->free_velocity, (size_t)p->dof_count * sizeof(tact_real));
        start = bench_cpu();
        status = contact_solve(p, &config, block, bytes, &r);
        times[n] = bench_cpu() - start;
        total += times[n++];
    } while (total < o->budget && n < 64 && status != CONTACT_UNSUPPORTED);
    if (status == CONTACT_UNSUPPORTED) {
        bench_row2("solvers", problem, name, "status", (double)status);
        free(block);
        return;
    }
    bench_row2("solvers", problem, name, "iterations", r.iterations);
    bench_row2("solvers", problem, name, "seconds", bench_median(times, n));
    bench_row2("solvers", problem, name, "status", (double)status);
    if (status >= 0) {
        bench_row2("solvers", problem, name, "natural_map", (double)r.residuals.natural_map);
        bench_row2("solvers", problem, name, "natural_relative", (double)r.residuals.natural_relative);
        bench_row2("solvers", problem, name, "natural_unit", (double)r.residuals.natural_unit);
        bench_row2("solvers", problem, name, "primal", (double)r.residuals.primal);
        bench_row2("solvers", problem, name, "dual", (double)r.residuals.dual);
        bench_row2("solvers", problem, name, "complementarity", (double)r.residuals.complementarity);
        if (method == CONTACT_METHOD_AUTO) bench_row2("solvers", problem, name, "picked", (double)r.method);
    }
    if (o->pile && status >= 0)
        bench_row2("solvers", problem, name, "bytes_per_contact",
                   (double)(bytes + problem_size(p)) / p->constraint_count);
    if ((o->pile || o->file) &&
        (method == CONTACT_METHOD_LCP_PGS || method == CONTACT_METHOD_CCP_PGS || method == CONTACT_METHOD_NCP_PGS ||
         method == CONTACT_METHOD_NCP_NBGS || method == CONTACT_METHOD_RAISIM || method == CONTACT_METHOD_RAISIM_DS ||
         method == CONTACT_METHOD_NCP_NBGS_QUARTIC || method == CONTACT_METHOD_NCP_PROX)) {
        double sweep[9];
        int long_run = o->file ? 510 : 60;
        config.fixed_iterations =
            !o->file; /* files: with the residual checks that the run above has, and no way to stop */
        config.tolerance = config.relative_tolerance = config.stall_tolerance = 0;
        for (k = 0; k < 9; ++k) { /* the difference of a long and a short run is sweeps alone */
            double t0, t1;
            int first;
            config.max_iterations = 10;
            start = bench_cpu();
            contact_solve(p, &config, block, bytes, &r);
            t0 = bench_cpu() - start, first = r.iterations;
            config.max_iterations = long_run;
            start = bench_cpu();
            contact_solve(p, &config, block, bytes, &r);
            t1 = bench_cpu() - start;
            if (r.iterations == first) break;
            sweep[k] = (t1 - t0) / (r.iterations - first) / p->constraint_count * 1e9;
        }
        if (k) bench_row2("solvers", problem, name, "ns_per_contact_sweep", bench_median(sweep, k));
    }
    free(block);
}

/* Residual against iteration and time, cold and from the solution of a slightly different problem. */
static void run_curve(const char *problem, contact_problem *p, contact_method method) {
    static contact_history history[20000];
    static const int marks[] = {1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 200, 500, 1000, 2000, 5000, 10000};
    contact_config config = contact_default_config();
    contact_result r;
    const char *name = contact_method_name(method);
    int warm, k, mark;
    char metric[64];
    tact_real *saved = (tact_real *)malloc((size_t)p->dof_count * sizeof(tact_real));
    config.method = method;
    config.tolerance = 0;
    config.relative_tolerance = (tact_real)1e-12;
    config.check_interval = 1;
    config.history = history;
    config.history_capacity = 20000;
    config.clock = bench_clock;
    memcpy(saved, p->free_velocity, (size_t)p->dof_count * sizeof(tact_real));
    memset(p->impulse, 0, (size_t)p->row_count * sizeof(tact_real));
    for (warm = 0; warm < 2; ++warm) {
        if (warm)
            for (k = 0; k < p->dof_count; ++k) p->free_velocity[k] *= (tact_real)(1 + 0.01 * sin(k));
        if (contact_solve_alloc(p, &config, NULL, &r) < 0) break;
        for (k = 0, mark = 0; k < r.history_count; ++k) {
            while (mark < (int)(sizeof marks / sizeof marks[0]) && marks[mark] < history[k].iteration) ++mark;
            if (k + 1 < r.history_count &&
                (mark == (int)(sizeof marks / sizeof marks[0]) || history[k].iteration != marks[mark]))
                continue;
            snprintf(metric, sizeof metric, "%s_map_%d", warm ? "warm" : "cold", history[k].iteration);
            bench_row2("solvers", problem, name, metric, (double)history[k].natural_map);
            snprintf(metric, sizeof metric, "%s_seconds_%d", warm ? "warm" : "cold", history[k].iteration);
            bench_row2("solvers", problem, name, metric, history[k].seconds);
        }
    }
    memcpy(p->free_velocity, saved, (size_t)p->dof_count * sizeof(tact_real));
    memset(p->impulse, 0, (size_t)p->row_count * sizeof(tact_real));
    free(saved);
}

#ifdef BENCH_SICONOS
/* The block-sparse Delassus matrix of a problem of contacts as a file that Siconos reads, normal first. */
static int write_dat(contact_problem *p, const char *path) {
    contact_config config = contact_default_config();
    contact__arena arena;
    contact__prepared m;
    contact__context x;
    size_t bytes;
    void *block;
    FILE *out = fopen(path, "w");
    int islands, i, j, k, a, b, n = p->constraint_count, blocks = 0;
    int *start, *list, *mark, *count;
    if (!out) return 0;
    config.islands = 0;
    config.method = CONTACT_METHOD_NCP_PGS;
    bytes = contact_workspace_size(p, &config);
    block = malloc(bytes);
    arena = contact__arena_make(block, bytes);
    if (contact__open(p, &config, &arena, &m, &islands) < 0 || contact__prepare(p, &config, &m, 0, 0, &x, NULL) < 0) {
        fclose(out), free(block);
        return 0;
    }
    start = (int *)calloc((size_t)x.tree_count + 2, sizeof(int)); /* constraints of each tree */
    for (i = 0; i < n; ++i) {
        if (x.constraints[i].tree_a >= 0) ++start[x.constraints[i].tree_a + 1];
        if (x.constraints[i].tree_b >= 0) ++start[x.constraints[i].tree_b + 1];
    }
    for (i = 0; i < x.tree_count; ++i) start[i + 1] += start[i];
    list = (int *)malloc((size_t)(start[x.tree_count] + 1) * sizeof(int));
    mark = (int *)malloc((size_t)n * sizeof(int));
    count = (int *)calloc((size_t)x.tree_count + 1, sizeof(int));
    for (i = 0; i < n; ++i)
        for (k = 0; k < 2; ++k) {
            int t = k ? x.constraints[i].tree_b : x.constraints[i].tree_a;
            if (t >= 0) list[start[t] + count[t]++] = i;
        }
    for (k = 0; k < 2; ++k) { /* first count, then write */
        int number = 0;
        if (k) {
            fprintf(out, "3\n%d\n1\n%d %d\n%d\n%d %d\n", n, 3 * n, 3 * n, blocks, n, n);
            for (j = 0; j < 2; ++j) {
                for (i = 1; i <= n; ++i) fprintf(out, "%d ", 3 * i);
                fprintf(out, "\n");
            }
            fprintf(out, "%d %d\n", n + 1, blocks);
            for (j = 0; j < 2; ++j) { /* row pointer, then columns */
                number = 0;
                for (i = 0; i < n; ++i) mark[i] = -1;
                for (i = 0; i < n; ++i) {
                    if (!j) fprintf(out, "%d ", number);
                    for (a = 0; a < n; ++a) { /* columns ascending */
                        const contact__constraint *ci = &x.constraints[i], *ca = &x.constraints[a];
                        if (a == i || (ca->tree_a >= 0 && (ca->tree_a == ci->tree_a || ca->tree_a == ci->tree_b)) ||
                            (ca->tree_b >= 0 && (ca->tree_b == ci->tree_a || ca->tree_b == ci->tree_b))) {
                            if (j) fprintf(out, "%d ", a);
                            ++number;
                        }
                    }
                }
                if (!j) fprintf(out, "%d", number);
                fprintf(out, "\n");
            }
            number = 0;
        }
        for (i = 0; i < x.dof_count; ++i) x.work_velocity[i] = 0;
        for (i = 0; i < n; ++i) {
            const contact__constraint *ci = &x.constraints[i];
            for (a = 0; a < n; ++a) {
                const contact__constraint *ca = &x.constraints[a];
                tact_real column[3][3];
                if (!(a == i || (ca->tree_a >= 0 && (ca->tree_a == ci->tree_a || ca->tree_a == ci->tree_b)) ||
                      (ca->tree_b >= 0 && (ca->tree_b == ci->tree_a || ca->tree_b == ci->tree_b))))
                    continue;
                if (!k) {
                    ++blocks;
                    continue;
                }
                for (b = 0; b < 3; ++b) { /* column b of G_ia, both normal first */
                    tact_real unit[3] = {0, 0, 0};
                    int s;
                    unit[fc3d_place(b)] = 1;
                    contact__add_impulse(&x, a, unit, x.work_velocity);
                    contact__row_velocity(&x, i, x.work_velocity, column[b]);
                    for (s = 0; s < 2; ++s) {
                        int t = s ? ca->tree_b : ca->tree_a;
                        if (t >= 0)
                            memset(x.work_velocity + x.trees[t].first_dof, 0,
                                   (size_t)x.trees[t].dof * sizeof(tact_real));
                    }
                }
                fprintf(out, "%d\n", number++);
                for (b = 0; b < 3; ++b)
                    for (j = 0; j < 3; ++j) fprintf(out, "%.17g\n", (double)column[b][fc3d_place(j)]);
            }
        }
    }
    for (i = 0; i < n; ++i)
        for (j = 0; j < 3; ++j) fprintf(out, "%.17g\n", (double)x.free_constraint[3 * i + fc3d_place(j)]);
    for (i = 0; i < n; ++i) fprintf(out, "%.17g\n", (double)x.constraints[i].mu);
    fclose(out);
    free(block);
    free(start);
    free(list);
    free(mark);
    free(count);
    return 1;
}

/* Siconos NSGS with its default local solver, and with projection on the cone; residuals are measured by us. */
static void run_siconos(const char *problem, contact_problem *p, const char *path, int max_iterations, double tolerance,
                        double budget) {
    static const int locals[] = {0, SICONOS_FRICTION_3D_ONECONTACT_ProjectionOnConeWithLocalIteration};
    static const char *names[] = {"siconos_nsgs", "siconos_nsgs_projection"};
    int variant, k, info = 0;
    FrictionContactProblem *theirs = frictionContact_new_from_filename(path);
    double *reaction, *velocity;
    contact_residuals e;
    if (!theirs) return;
    numerics_set_verbose(0);
    reaction = (double *)calloc((size_t)p->row_count, sizeof(double));
    velocity = (double *)calloc((size_t)p->row_count, sizeof(double));
    for (variant = 0; variant < 2; ++variant) {
        SolverOptions *options = solver_options_create(SICONOS_FRICTION_3D_NSGS);
        double start, seconds, times[64], total = 0;
        int n = 0;
        if (variant) solver_options_update_internal(options, 0, locals[1]);
        options->iparam[SICONOS_IPARAM_MAX_ITER] = max_iterations;
        options->dparam[SICONOS_DPARAM_TOL] = tolerance;
        do { /* as many repeats as ours */
            memset(reaction, 0, (size_t)p->row_count * sizeof(double));
            memset(velocity, 0, (size_t)p->row_count * sizeof(double));
            start = bench_cpu();
            info = fc3d_driver(theirs, reaction, velocity, options);
            times[n] = bench_cpu() - start;
            total += times[n++];
        } while (total < budget && n < 64);
        seconds = bench_median(times, n);
        for (k = 0; k < p->row_count; ++k) p->impulse[k / 3 * 3 + fc3d_place(k % 3)] = (tact_real)reaction[k];
        contact_evaluate_alloc(p, p->impulse, CONTACT_MODEL_NCP, NULL, NULL, &e);
        memset(p->impulse, 0, (size_t)p->row_count * sizeof(tact_real));
        k = options->iparam[SICONOS_IPARAM_ITER_DONE];
        bench_row2("solvers", problem, names[variant], "iterations", k);
        bench_row2("solvers", problem, names[variant], "seconds", seconds);
        bench_row2("solvers", problem, names[variant], "status", info);
        bench_row2("solvers", problem, names[variant], "natural_map", (double)e.natural_map);
        bench_row2("solvers", problem, names[variant], "natural_relative", (double)e.natural_relative);
        bench_row2("solvers", problem, names[variant], "natural_unit", (double)e.natural_unit);
        bench_row2("solvers", problem, names[variant], "primal", (double)e.primal);
        bench_row2("solvers", problem, names[variant], "dual", (double)e.dual);
        bench_row2("solvers", problem, names[variant], "complementarity", (double)e.complementarity);
        options->dparam[SICONOS_DPARAM_TOL] =
            1e-300; /* the same difference; none where it ends by itself within ten sweeps */
        for (n = 0; n < 9; ++n) {
            int first = 0;
            total = 0;
            for (k = 0; k < 2; ++k) {
                memset(reaction, 0, (size_t)p->row_count * sizeof(double));
                memset(velocity, 0, (size_t)p->row_count * sizeof(double));
                options->iparam[SICONOS_IPARAM_MAX_ITER] = k ? 510 : 10;
                start = bench_cpu();
                fc3d_driver(theirs, reaction, velocity, options);
                total = bench_cpu() - start - total;
                if (!k) first = options->iparam[SICONOS_IPARAM_ITER_DONE];
            }
            k = options->iparam[SICONOS_IPARAM_ITER_DONE] - first;
            if (k <= 0) break;
            times[n] = total / k / p->constraint_count * 1e9;
        }
        if (n) bench_row2("solvers", problem, names[variant], "ns_per_contact_sweep", bench_median(times, n));
        solver_options_delete(options);
        free(options);
    }
    free(reaction), free(velocity);
    frictionContactProblem_free(theirs);
}
#endif

static void run_all(const char *name, contact_problem *p, const run_options *o) {
    int m;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m) run_method(name, p, (contact_method)m, o);
}

static void run_files(void) {
    static const char *files[] = {"Box_Stacks-i0122-82-5.dat",
                                  "Capsules-i122-1617.dat",
                                  "Capsules-i125-1213.dat",
                                  "Confeti-ex03-Fc3D-SBM.dat",
                                  "Confeti-ex13-4contact-Fc3D-SBM.dat",
                                  "FC3D_Example1_SBM.dat",
                                  "FrictionContact3D_1c.dat",
                                  "FrictionContact3D_RR_1c.dat",
                                  "GFC3D_TwoRods1-condensed.dat",
                                  "NESpheres_30_1.dat",
                                  "OneObject-i100000-316.hdf5.dat",
                                  "OneObject-i1028-138.hdf5.dat",
                                  "RockPile_tob1.dat",
                                  "Rover1039.dat",
                                  "Rover1040.dat",
                                  "Rover11035.dat",
                                  "Rover4396.dat",
                                  "Rover4493.dat",
                                  "Rover9770.dat",
                                  "spheres-in-a-box-98-i10000-256-10.dat",
                                  "Box_Stacks-i0122-82-5.gfc",
                                  "spheres-in-a-box-98-i10000-256-10.gfc"};
    size_t k;
    run_options o;
    memset(&o, 0, sizeof o);
    o.relative = 1e-10; /* the figure to reach; no absolute criterion */
    o.file = 1;
    o.max_iterations = bench_quick() ? 200 : 0;
    for (k = 0; k < sizeof files / sizeof files[0]; ++k) {
        fc3d_file f;
        char path[600], name[100];
        snprintf(name, sizeof name, "fc3d-%s", files[k]);
        if (!wanted(name)) continue;
        if (!fc3d_read(fc3d_path(files[k], path, sizeof path), &f)) {
            fprintf(stderr, "solvers: %s is not there, skipped\n", path);
            continue;
        }
        o.budget = f.problem.constraint_count < 50 ? 0.02 : 0;
        run_all(name, &f.problem, &o);
#ifdef BENCH_SICONOS
        if (!strstr(files[k], ".gfc"))
            run_siconos(name, &f.problem, path, bench_quick() ? 200 : 10000, 1e-10, o.budget);
#endif
        fc3d_free(&f);
    }
}

/* Measured defects in the form of the published tables: one sliding and one sticking cube, 60 random hyperstatic problems,
   and the mass-ratio stacks. */
static void run_characteristics(void) {
    int m, k;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m) {
        contact_config config = contact_default_config();
        contact_problem p;
        contact_result r;
        contact_residuals e;
        const char *name = contact_method_name((contact_method)m);
        int finite = 0, converged = 0, stacks = 0;
        tact_real internal = 0;
        config.method = (contact_method)m;
        config.tolerance = (tact_real)1e-9;
        contact_problem_create(&p, NULL);
        problem_cube(&p, 1e-3, 0.4, tact_vec((tact_real)1, (tact_real)0.4, (tact_real)-9.81e-3), tact_vec(0, 0, 0),
                     0.3);
        if (contact_solve_alloc(&p, &config, NULL, &r) < 0) {
            contact_problem_free(&p);
            continue;
        }
        contact_evaluate_alloc(&p, p.impulse, CONTACT_MODEL_NCP, &config, NULL, &e);
        bench_row2("solvers", "characteristics", name, "signorini",
                   (double)e.signorini / 9.81); /* over weight * 1 m/s */
        bench_row2("solvers", "characteristics", name, "coulomb", (double)e.primal / (0.4 * 9.81));
        bench_row2("solvers", "characteristics", name, "dissipation", (double)e.dissipation / (0.4 * 9.81));
        contact_problem_free(&p);
        contact_problem_create(&p, NULL);
        problem_cube(&p, 1e-3, 0.4, tact_vec((tact_real)3e-3, 0, (tact_real)-9.81e-3), tact_vec(0, 0, 0), 0);
        contact_solve_alloc(&p, &config, NULL, &r);
        contact_internal_force(&p, p.impulse, NULL, &internal);
        bench_row2("solvers", "characteristics", name, "internal", (double)internal / 9.81);
        contact_problem_free(&p);
        config.tolerance = (tact_real)1e-6;
        for (k = 0; k < 60; ++k) {
            contact_problem_create(&p, NULL);
            problem_random_scene(&p, (uint64_t)(500 + k), 1 + k % 24,
                                 PROBLEM_HYPERSTATIC | (k & 1 ? PROBLEM_JOINTS : 0));
            if (contact_solve_alloc(&p, &config, NULL, &r) >= 0) ++finite;
            converged += r.status == CONTACT_OK;
            contact_problem_free(&p);
        }
        for (k = 0; k <= 6; ++k) {
            contact_problem_create(&p, NULL);
            problem_stack(&p, 1e-3, pow(10, k));
            contact_solve_alloc(&p, &config, NULL, &r);
            stacks += r.status == CONTACT_OK;
            contact_problem_free(&p);
        }
        bench_row2("solvers", "characteristics", name, "answered", finite / 60.0);
        bench_row2("solvers", "characteristics", name, "converged", converged / 60.0);
        bench_row2("solvers", "characteristics", name, "robust",
                   stacks / 7.0); /* share of mass ratios 1 ... 1e6 solved */
    }
}

int main(int count, char **values) {
    contact_problem p;
    run_options o;
    int k, m;
    char name[64];
    argument_count = count, arguments = values;
    memset(&o, 0, sizeof o);
    o.tolerance = 1e-6;
    o.relative = 1e-10;
    o.budget = bench_quick() ? 0.002 : 0.02;
    for (k = 0; k <= 6; ++k) {
        snprintf(name, sizeof name, "stack1e%d", k);
        if (!wanted(name)) continue;
        contact_problem_create(&p, NULL);
        problem_stack(&p, 1e-3, pow(10, k));
        run_all(name, &p, &o);
        contact_problem_free(&p);
    }
    for (k = 0; k < 3; ++k) {
        static const char *names[] = {"quadruped", "humanoid", "hand"};
        if (!wanted(names[k])) continue;
        contact_problem_create(&p, NULL);
        if (k == 0)
            problem_quadruped(&p);
        else if (k == 1)
            problem_humanoid(&p);
        else
            problem_hand(&p);
        run_all(names[k], &p, &o);
        for (m = 0; m < (int)CONTACT_METHOD_COUNT; ++m) run_curve(names[k], &p, (contact_method)m);
        contact_problem_free(&p);
    }
    if (wanted("characteristics")) run_characteristics();
    run_files();
    for (k = 0; k < 2; ++k) {
        snprintf(name, sizeof name, k ? "pile4000" : "pile1000");
        if (!wanted(name)) continue;
        contact_problem_create(&p, NULL);
        problem_pile(&p, (k ? 4000 : 1000) / (bench_quick() ? 4 : 1));
        o.pile = 1;
        o.budget = 0;
        o.max_iterations = 100; /* what a simulation spends at most; the residual reached is the figure */
        o.relative = 1e-6;
        run_all(name, &p, &o);
#ifdef BENCH_SICONOS
        if (!k && write_dat(&p, "build/solvers_pile.dat")) {
            run_siconos(name, &p, "build/solvers_pile.dat", 100, 1e-10, 0);
            remove("build/solvers_pile.dat");
        }
#endif
        contact_problem_free(&p);
    }
    return 0;
}
