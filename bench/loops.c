/* loops.c - contact solvers on thirteen constrained multibody systems with kinematic loops (bench/loop_systems.h), each in
   maximal and in reduced coordinates: rows  loops<TAB>system_form/solver<TAB>metric<TAB>value.

   Samples    a system is let go or driven by its actuators; every few steps the problem of that step is a sample, and every
              solver starts on it from zero
   Metrics    per system and solver: solved (share of samples with r_nat <= 1e-6), and medians of r_pen [m, rad] (worst
              violation of joints and contacts where the solution leads), r_dual [m/s], r_ncp [J], r_nat (natural map, step 1, of
              the NCP whatever the solver's own model is), iterations, seconds; worst r_nat; non_finite (samples)
   Counts     system_form/counts: bodies joints rows mass_ratio actuated samples rank_lost (largest rows - rank)
   Categories category_<name>/solver: samples, solved, seconds (median)
   Totals     all/solver: samples, solved, non_finite; all/profile_<solver>: share of samples solved within 1, 2, 4, ... times
              the time of the fastest solver of each sample

   Arguments  a directory: performance profiles as SVG go there. Others: substrings of system names. BENCH_QUICK=1: fewer samples. */
#include "collide.h"
#include "rbd.h"
#include "contact.h"
#include "bench.h"
#include "plot.h"
#include "loop_systems.h"

enum { SOLVERS = 13, MOST_SAMPLES = 1040, TAUS = 14 };
#define SOLVED 1e-6
#define PAPER "Tsounis et al., constrained multi-body systems with kinematic loops"
#ifdef LOOPS_FIGURES_ONLY
enum { PER_SYSTEM = 14 };
#else
enum { PER_SYSTEM = 40 }; /* samples of each system in each form */
#endif
static const struct {
    const char *name;
    contact_method method;
    int early_stop, iterations;
} solvers[SOLVERS] = {{"ccp_pgs", CONTACT_METHOD_CCP_PGS, 0, 2000},
                      {"ncp_pgs", CONTACT_METHOD_NCP_PGS, 0, 2000},
                      {"ncp_nbgs", CONTACT_METHOD_NCP_NBGS, 0, 2000},
                      {"raisim", CONTACT_METHOD_RAISIM, 0, 2000},
                      {"raisim_ds", CONTACT_METHOD_RAISIM_DS, 0, 2000},
                      {"raisim_ds_es", CONTACT_METHOD_RAISIM_DS, 1, 2000},
                      {"ncp_prox", CONTACT_METHOD_NCP_PROX, 0, 2000},
                      {"ccp_admm", CONTACT_METHOD_CCP_ADMM, 0, 2000},
                      {"ncp_admm_fixed", CONTACT_METHOD_NCP_ADMM_FIXED, 0, 2000},
                      {"ncp_admm_linear", CONTACT_METHOD_NCP_ADMM_LINEAR, 0, 2000},
                      {"ncp_admm_spectral", CONTACT_METHOD_NCP_ADMM_SPECTRAL, 0, 2000},
                      {"ncp_newton", CONTACT_METHOD_NCP_NEWTON, 0, 200},
                      {"auto", CONTACT_METHOD_AUTO, 0, 0}};

typedef struct outcome {
    double pen, dual, ncp, natural, seconds;
    int iterations, finite, status;
} outcome;
typedef struct sample {
    int system, form, category, rows, lost;
    outcome by[SOLVERS];
} sample;
static sample samples[MOST_SAMPLES];
static int n_samples;

static contact_config config_of(int k) {
    contact_config c = contact_default_config();
    c.method = solvers[k].method;
    c.max_iterations = solvers[k].iterations;
    c.stop_on_objective = solvers[k].early_stop;
    c.tolerance = TACT_R(1e-7);
    c.relative_tolerance = TACT_R(1e-12);
    c.warm_start = 0;
    return c;
}
static void solve_sample(loop_run *r, contact_problem *p, sample *x, int only) { /* only: this solver, -1: all */
    tact_real *start = (tact_real *)loop_alloc((size_t)p->row_count, sizeof(tact_real));
    tact_real *c = (tact_real *)loop_alloc((size_t)p->row_count, sizeof(tact_real));
    int k, i;
    for (i = 0; i < p->row_count; ++i) start[i] = p->impulse[i];
    for (k = 0; k < SOLVERS; ++k) {
        contact_config config = config_of(k);
        contact_result result;
        size_t bytes = contact_workspace_size(p, &config);
        void *workspace = loop_alloc(bytes, 1);
        outcome *o = &x->by[k];
        loop_residuals residuals;
        contact_status status;
        double from;
        if (only >= 0 && k != only) {
            free(workspace);
            continue;
        }
        for (i = 0; i < p->row_count; ++i) p->impulse[i] = 0;
        from = bench_cpu();
        status = contact_solve(p, &config, workspace, bytes, &result);
        o->seconds = bench_cpu() - from;
        if (status == CONTACT_NO_SPACE) { /* the fill turned out larger */
            bytes = result.workspace_bytes;
            free(workspace), workspace = loop_alloc(bytes, 1);
            from = bench_cpu();
            status = contact_solve(p, &config, workspace, bytes, &result);
            o->seconds = bench_cpu() - from;
        }
        if (o->seconds < 2e-4 && status >= 0) /* short: the second time with warm caches */
            for (i = 0; i < 2; ++i) {
                double again;
                from = bench_cpu();
                contact_solve(p, &config, workspace, bytes, &result);
                again = bench_cpu() - from;
                if (again < o->seconds) o->seconds = again;
            }
        residuals = loop_evaluate(p, c);
        o->status = (int)status, o->iterations = result.iterations;
        o->dual = residuals.dual;
        o->ncp = residuals.ncp;
        o->natural = residuals.natural;
        o->pen = loop_run_penetration(r, p);
        o->finite = residuals.finite && isfinite(o->pen) && isfinite(residuals.natural);
        if (status < 0) o->natural = HUGE_VAL, o->dual = HUGE_VAL; /* no result: nothing was written */
        free(workspace);
    }
    for (i = 0; i < p->row_count; ++i) p->impulse[i] = start[i];
    free(start), free(c);
}

/* Steps of the driver between samples, and samples per system and form. With the paper's stabilisation by feedback the samples are not
   kept: `feedback` counts those that spectral ADMM solves, and all. */
enum { SPECTRAL = 10 };
static void run_system(const loop_system *s, int index, loop_form form, int count, int *feedback) {
    contact_problem p;
    contact_config driver = contact_default_config();
    contact_result result;
    loop_run r;
    int step, taken = 0, interval = 9, n_bad = 0;
    driver.method = CONTACT_METHOD_AUTO, driver.tolerance = TACT_R(1e-7);
    contact_problem_create(&p, NULL);
    loop_run_open(&r, s, form);
    r.feedback = feedback != NULL;
    for (step = 0; taken < count && step < 100 * interval; ++step) {
        contact_status status = loop_run_problem(&r, &p);
        if (status < 0) loop_fail(s, contact_status_text(status));
        if (feedback && step % interval == interval - 1 && p.row_count > 0) {
            static sample one;
            solve_sample(&r, &p, &one, SPECTRAL);
            feedback[0] += one.by[SPECTRAL].status >= 0 && one.by[SPECTRAL].natural <= SOLVED, ++feedback[1];
            ++taken;
        } else if (step % interval == interval - 1 && n_samples < MOST_SAMPLES && p.row_count > 0) {
            sample *x = &samples[n_samples++];
            int rank = loop_rank(&p);
            x->system = index;
            x->form = (int)form;
            x->rows = p.row_count;
            x->lost = p.row_count - rank;
            x->category = loop_category(&r, &p, rank);
            solve_sample(&r, &p, x, -1);
            ++taken;
        }
        status = contact_solve_alloc(&p, &driver, NULL, &result);
        if (status < 0) loop_fail(s, contact_status_text(status));
        n_bad += status > 0;
        loop_run_advance(&r, &p);
    }
    if (n_bad && !feedback)
        fprintf(stderr, "loops: %s, form %d: the driver left %d of %d steps unconverged\n", s->name, (int)form, n_bad,
                step);
    loop_run_close(&r);
    contact_problem_free(&p);
}

/* Median of a metric over the samples that `keep` chooses. */
typedef struct filter {
    int system, form, category; /* -1: any */
} filter;
static int kept(const sample *x, filter f) {
    return (f.system < 0 || x->system == f.system) && (f.form < 0 || x->form == f.form) &&
           (f.category < 0 || x->category == f.category);
}
static double metric_of(const outcome *o, int which) {
    switch (which) {
    case 0: return o->pen;
    case 1: return o->dual;
    case 2: return o->ncp;
    case 3: return o->natural;
    case 4: return (double)o->iterations;
    default: return o->seconds;
    }
}
static double median_of(int solver, filter f, int which, double *worst) {
    static double values[MOST_SAMPLES];
    int k, n = 0;
    for (k = 0; k < n_samples; ++k)
        if (kept(&samples[k], f)) values[n++] = metric_of(&samples[k].by[solver], which);
    if (!n) return 0;
    if (worst)
        for (*worst = 0, k = 0; k < n; ++k) *worst = fmax(*worst, values[k]);
    qsort(values, (size_t)n, sizeof(double), bench__ascending);
    return values[n / 2];
}
static int counted(int solver, filter f, int *solved, int *not_finite) {
    int k, n = 0;
    *solved = *not_finite = 0;
    for (k = 0; k < n_samples; ++k) {
        const outcome *o = &samples[k].by[solver];
        if (!kept(&samples[k], f)) continue;
        ++n;
        *solved += o->status >= 0 && o->natural <= SOLVED;
        *not_finite += !o->finite;
    }
    return n;
}

/* Share of all samples that a solver solves within tau times the fastest solver's time (Dolan & More 2002), and the share whose
   r_nat is below x. */
static double taus[TAUS], profile[SOLVERS][TAUS], levels[60], reached[SOLVERS][60];
static void make_profiles(void) {
    int k, j, t;
    for (t = 0; t < TAUS; ++t) taus[t] = pow(2, t);
    for (t = 0; t < 60; ++t) levels[t] = pow(10, -14 + t * 16.0 / 59);
    for (j = 0; j < SOLVERS; ++j)
        for (t = 0; t < TAUS; ++t) {
            int n = 0;
            for (k = 0; k < n_samples; ++k) {
                double best = HUGE_VAL;
                int i;
                for (i = 0; i < SOLVERS; ++i)
                    if (samples[k].by[i].natural <= SOLVED) best = fmin(best, samples[k].by[i].seconds);
                n += samples[k].by[j].natural <= SOLVED && samples[k].by[j].seconds <= taus[t] * best;
            }
            profile[j][t] = n_samples ? (double)n / n_samples : 0;
        }
    for (j = 0; j < SOLVERS; ++j)
        for (t = 0; t < 60; ++t) {
            int n = 0;
            for (k = 0; k < n_samples; ++k) n += samples[k].by[j].natural <= levels[t];
            reached[j][t] = n_samples ? (double)n / n_samples : 0;
        }
}
/* Table II against the systems as they are built. */
static void table(const char *directory) {
    int index, b, counts = 0, ratios = 0, dofs = 0, passive = 0;
    char off[256] = "";
    static plot_figure f;
    f = plot_figure_make(
        "loops_02_table", PAPER, "Table II", "The suite: thirteen systems",
        "Names, bases and counts are the paper's; the mechanisms behind them are bench/loop_systems.h's own.");
    for (index = 0; index < LOOP_SYSTEMS; ++index) {
        loop_system *s = loop_system_make(index);
        double most = 0, least = 1e300;
        int freedoms = s->fixed || !s->n_joints ? 0 : 6;
        for (b = 1; b <= s->n_bodies; ++b) most = fmax(most, s->body[b].mass), least = fmin(least, s->body[b].mass);
        freedoms += s->n_joints ? 6 * s->n_joints - loop_rows(s) : 6 * s->n_bodies;
        counts += s->n_bodies == s->table_bodies && s->n_joints == s->table_joints &&
                  loop_actuated(s) == s->table_actuated && loop_rows(s) == s->table_rows;
        ratios += fabs(most / least / s->mass_ratio - 1) < 1e-3;
        dofs += freedoms == s->table_dofs, passive += freedoms - loop_actuated(s) == s->table_passive;
        if (freedoms != s->table_dofs) {
            size_t at = strlen(off);
            snprintf(off + at, sizeof off - at, " %s %d for %d;", s->name, freedoms, s->table_dofs);
        }
        free(s);
    }
    plot_claim(&f, "bodies, joints, actuated freedoms and constraint rows",
               "13 rows; Arm7D's 41 rows take its fixed base as an eighth joint", counts == LOOP_SYSTEMS, NULL,
               "equal in %d of 13 systems", counts);
    plot_claim(&f, "ratio of the largest and the smallest mass", "1 to 25544", ratios == LOOP_SYSTEMS, NULL,
               "equal in %d of 13 systems", ratios);
    plot_claim(&f, "total freedoms", "13 numbers", dofs == LOOP_SYSTEMS,
               "the table's own joints and rows give other numbers: 6 a joint less its rows, and 6 of a free base",
               "equal in %d of 13:%s", dofs, off);
    plot_claim(&f, "passive freedoms: those that are not actuated", "13 numbers", passive == LOOP_SYSTEMS,
               "the table counts those of a free base in some rows and not in others", "equal in %d of 13", passive);
    plot_figure_write(directory, &f, NULL, 0);
}
static void draw(const char *directory, const int feedback[2]) {
    static const int shown[2][6] = {{0, 1, 2, 4, 6, 3}, {7, 8, 9, SPECTRAL, 11, 12}};
    filter every = {-1, -1, -1};
    plot_panel panels[2];
    static plot_figure figure;
    int k, j, side, solved, bad, all_bad = 0, best_splitting = 0, met[LOOP_CATEGORIES] = {0}, categories = 0;
    for (j = 0; j < SOLVERS; ++j) {
        counted(j, every, &solved, &bad), all_bad += bad;
        if (j < 7 && solved > best_splitting) best_splitting = solved;
    }
    for (k = 0; k < n_samples; ++k) met[samples[k].category] = 1;
    for (k = LOOP_INDEPENDENT_JOINTS; k < LOOP_CATEGORIES; ++k) categories += met[k];
    counted(SPECTRAL, every, &solved, &bad);
    for (k = 0; k < 2; ++k) {
        for (side = 0; side < 2; ++side) {
            panels[side] = k == 0 ? plot_panel_make(side ? "global solvers" : "splitting solvers",
                                                    "time over that of the fastest solver", "share of samples solved")
                                  : plot_panel_make(side ? "global solvers" : "splitting solvers",
                                                    "natural map residual r_nat", "share of samples below it");
            panels[side].log_x = 1;
            panels[side].y_low = 0;
            panels[side].y_high = 1.05;
            for (j = 0; j < 6; ++j) {
                int solver = shown[side][j];
                if (k == 0)
                    plot_add(&panels[side], solvers[solver].name, taus, profile[solver], TAUS, PLOT_LINE);
                else
                    plot_add(&panels[side], solvers[solver].name, levels, reached[solver], 60, PLOT_LINE);
            }
        }
        figure = k ? plot_figure_make("loops_08_accuracy", PAPER, "section VII-D", "Accuracy over all samples",
                                      "Share of the samples whose natural map residual a solver brings below a level.")
                   : plot_figure_make("loops_07_profile", PAPER, "section VII", "Performance profiles over all samples",
                                      "Share of the samples of the thirteen systems, in maximal and in reduced "
                                      "coordinates, that a solver brings "
                                      "to r_nat <= 1e-6 within a multiple of the time of the fastest solver of the "
                                      "sample. 2000 iterations for "
                                      "every solver. The joints are projected after each step.");
        if (k == 0) {
            plot_claim(&figure, "the suite has samples of every category of section VII-C", "7 categories",
                       categories == 7, "the sixth and the seventh exclude each other for a system that has joints",
                       "%d of 7", categories);
            plot_untested(&figure, "what the solvers reach on the suite (section VIII)", NULL,
                          "the text: the document ends with Table II");
            plot_claim(&figure,
                       "of our own: spectral ADMM solves 95 % of all samples, and no solver returns a number that is "
                       "not finite",
                       NULL, solved >= 0.95 * n_samples && all_bad == 0, NULL, "%d of %d solved, %d results not finite",
                       solved, n_samples, all_bad);
            plot_claim(&figure,
                       "of our own: so it does with the paper's stabilisation, by feedback on the joint errors", "ERP",
                       feedback[0] >= 0.95 * feedback[1],
                       "redundant rows of a loop then ask for velocities that contradict one another",
                       "%d of %d solved", feedback[0], feedback[1]);
        } else {
            plot_claim(&figure, "of our own: spectral ADMM solves more samples than every splitting solver", NULL,
                       solved > best_splitting, NULL, "%d of %d samples, %d of the best splitting solver", solved,
                       n_samples, best_splitting);
        }
        plot_figure_write(directory, &figure, panels, 2);
    }
}

int main(int argc, char **argv) {
    static const char *const forms[2] = {"maximal", "reduced"};
    static const char *const metrics[6] = {"r_pen", "r_dual", "r_ncp", "r_nat", "iterations", "seconds"};
    const char *directory = NULL;
    int index, form, k, t, solved, bad, count = bench_quick() ? 3 : PER_SYSTEM, chosen = 0;
    int feedback[2] = {0, 0};
    filter f;
    char name[96];
    for (k = 1; k < argc; ++k) {
        if (strchr(argv[k], '/') || strcmp(argv[k], ".") == 0)
            directory = argv[k];
        else
            chosen = 1;
    }
#ifdef LOOPS_FIGURES_ONLY
    if (!directory) return 0;
#endif
    for (index = 0; index < LOOP_SYSTEMS; ++index) {
        loop_system *s = loop_system_make(index);
        int wanted = !chosen;
        for (k = 1; k < argc; ++k) wanted |= argv[k] != directory && strstr(s->name, argv[k]) != NULL;
        for (form = 0; wanted && form < 2; ++form) {
            int lost = 0, most = 0;
            double from = bench_cpu();
            run_system(s, index, (loop_form)form, count, NULL);
            if (directory) run_system(s, index, (loop_form)form, count / 2, feedback);
            fprintf(stderr, "loops: %s %s: %.1f s\n", s->name, forms[form], bench_cpu() - from);
            snprintf(name, sizeof name, "%s_%s", s->name, forms[form]);
            f.system = index;
            f.form = form;
            f.category = -1;
            for (k = 0; k < n_samples; ++k)
                if (kept(&samples[k], f))
                    lost = samples[k].lost > lost ? samples[k].lost : lost,
                    most = samples[k].rows > most ? samples[k].rows : most;
            bench_row2("loops", name, "counts", "bodies", s->n_bodies);
            bench_row2("loops", name, "counts", "joints", s->n_joints);
            bench_row2("loops", name, "counts", "joint_rows", loop_rows(s));
            bench_row2("loops", name, "counts", "actuated", loop_actuated(s));
            bench_row2("loops", name, "counts", "mass_ratio", s->mass_ratio);
            bench_row2("loops", name, "counts", "most_rows", most);
            bench_row2("loops", name, "counts", "rank_lost", lost);
            for (k = 0; k < SOLVERS; ++k) {
                double worst = 0;
                int n = counted(k, f, &solved, &bad);
                bench_row2("loops", name, solvers[k].name, "solved", n ? (double)solved / n : 0);
                for (t = 0; t < 6; ++t)
                    bench_row2("loops", name, solvers[k].name, metrics[t], median_of(k, f, t, t == 3 ? &worst : NULL));
                bench_row2("loops", name, solvers[k].name, "r_nat_worst", worst);
                bench_row2("loops", name, solvers[k].name, "non_finite", bad);
            }
        }
        free(s);
    }
    f.system = f.form = -1;
    for (t = 0; t < LOOP_CATEGORIES; ++t)
        for (k = 0; k < SOLVERS; ++k) {
            int n;
            f.category = t, n = counted(k, f, &solved, &bad);
            if (!n) continue;
            snprintf(name, sizeof name, "category_%s", loop_category_name(t));
            bench_row2("loops", name, solvers[k].name, "samples", n);
            bench_row2("loops", name, solvers[k].name, "solved", (double)solved / n);
            bench_row2("loops", name, solvers[k].name, "seconds", median_of(k, f, 5, NULL));
        }
    make_profiles();
    f.category = -1;
    for (k = 0; k < SOLVERS; ++k) {
        int n = counted(k, f, &solved, &bad);
        if (!n) continue;
        bench_row2("loops", "all", solvers[k].name, "samples", n);
        bench_row2("loops", "all", solvers[k].name, "solved", (double)solved / n);
        bench_row2("loops", "all", solvers[k].name, "non_finite", bad);
        snprintf(name, sizeof name, "profile_%s", solvers[k].name);
        for (t = 0; t < TAUS; t += 2) {
            char metric[32];
            snprintf(metric, sizeof metric, "within_%g", taus[t]);
            bench_row2("loops", "all", name, metric, profile[k][t]);
        }
    }
    if (directory) table(directory), draw(directory, feedback);
    return 0;
}
