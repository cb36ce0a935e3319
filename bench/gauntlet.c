/* The gauntlet: every scene of gauntlet_scenes.h, at 1/60, 1/120, 1/240 and 1/1000 s, five draws each; every run a
   process of its own.

       gauntlet [options] [prefix ...]     scenes whose name begins with a prefix; none: all
         -l            list the scenes and their truths
         -t 60,1000    steps per second: 60, 120, 240, 1000
         -d 0,3        draws
         -j 2          processes at a time
         -s 60         seconds of processor time for a run; beyond: failed
         -q            the quick scenes, 60 and 240, draw 0
         -f 16         steps of dt/16, judged as dt: checks a truth
         -m ncp_newton method, -i 2 integrator (0 Euler, 1 Moreau, 2 faithful)
         -v            verdicts only

   Rows on stdout: gauntlet<TAB>scene/dt/draw<TAB>metric<TAB>value, and gauntlet<TAB>scene/dt/draw<TAB>verdict<TAB>pass,
   fail: why or skip: why. Then a table of scenes, passed of run at each dt, on stderr, and "N passed, N failed" on
   stdout. */
#define COLLIDE_IMPLEMENTATION
#define RBD_IMPLEMENTATION
#define CONTACT_IMPLEMENTATION
#include "collide.h"
#include "rbd.h"
#include "contact.h"
#include "bench.h"
#include "gauntlet_scenes.h"
#include "progress.h"
#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct job {
    int scene, dt, draw;
    pid_t pid;
    FILE *rows; /* what it printed */
    double start;
} job;
static int passed[GAUNTLET_COUNT][GAUNTLET_DTS], failed[GAUNTLET_COUNT][GAUNTLET_DTS];
static double spent[GAUNTLET_COUNT];
static int verdicts_only, skipped;
static gauntlet_options options;
static double run_seconds = 60;

static void label_of(const job *j, char *label, size_t size) {
    snprintf(label, size, "%s/%s/%d", gauntlet_scenes[j->scene].name, gauntlet_dts[j->dt].name, j->draw);
}
static void child(const job *j) {
    char why[400], label[96];
    gauntlet_options o = options;
    struct rlimit limit;
    int ok;
    limit.rlim_cur = (rlim_t)(run_seconds * 1.5 + 2), limit.rlim_max = limit.rlim_cur + 2;
    setrlimit(RLIMIT_CPU, &limit); /* a loop without end inside a step */
    label_of(j, label, sizeof label);
    o.out = j->rows, o.label = label, o.cpu_limit = run_seconds;
    ok = gauntlet_run_scene(&gauntlet_scenes[j->scene], gauntlet_dts[j->dt].seconds, j->draw, &o, why);
    fprintf(j->rows, "gauntlet\t%s\tcpu_s\t%.3f\n", label, bench_cpu());
    fprintf(j->rows, "gauntlet\t%s\tverdict\t%s%s\n", label, ok > 0 ? "pass" : (ok ? "skip: " : "fail: "),
            ok > 0 ? "" : why);
    fflush(j->rows);
    _exit(ok > 0 ? 0 : (ok ? 77 : 1));
}
static void start_job(job *j) {
    j->rows = tmpfile();
    if (!j->rows) perror("gauntlet"), exit(2);
    fflush(stdout);
    j->start = bench_wall(), j->pid = fork();
    if (j->pid < 0) perror("gauntlet"), exit(2);
    if (!j->pid) child(j);
}
static void end_job(job *j, int status) {
    char line[1024], label[96];
    double cpu;
    int ok = WIFEXITED(status) && WEXITSTATUS(status) == 0, told = 0;
    label_of(j, label, sizeof label);
    rewind(j->rows);
    while (fgets(line, sizeof line, j->rows)) {
        char *metric = strstr(line, "\tcpu_s\t");
        if (metric && sscanf(metric + 7, "%lf", &cpu) == 1) spent[j->scene] += cpu;
        if (strstr(line, "\tverdict\t")) told = 1;
        if (!verdicts_only || strstr(line, "\tverdict\t")) fputs(line, stdout);
    }
    fclose(j->rows);
    if (!told) {
        ok = 0, spent[j->scene] += bench_wall() - j->start;
        printf("gauntlet\t%s\tverdict\tfail: ended by %s %d\n", label, WIFSIGNALED(status) ? "signal" : "status",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    }
    fflush(stdout);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        ++skipped;
    else
        ok ? ++passed[j->scene][j->dt] : ++failed[j->scene][j->dt];
    j->pid = 0;
}
static int in_list(const char *list, const char *name) { /* "60,240"; NULL: everything */
    size_t n = strlen(name);
    const char *at = list;
    while (at && *at) {
        if (!strncmp(at, name, n) && (at[n] == ',' || !at[n])) return 1;
        at = strchr(at, ',');
        if (at) ++at;
    }
    return !list;
}
int main(int argc, char **argv) {
    const char *dts = NULL, *draws = NULL;
    int jobs = 1, quick = 0, i, k, d, r, slot, running = 0, total = 0, done = 0, bad = 0, option;
    job table[16];
    options.fine = 1, options.method = CONTACT_METHOD_AUTO;
    while ((option = getopt(argc, argv, "lqvt:d:j:s:f:m:i:")) != -1) switch (option) {
        case 'l':
            for (i = 0; i < GAUNTLET_COUNT; ++i)
                printf("%-28s %s%s\n", gauntlet_scenes[i].name, gauntlet_scenes[i].truth,
                       gauntlet_scenes[i].quick ? " (quick)" : "");
            return 0;
        case 'q': quick = 1, dts = "60,240", draws = "0"; break;
        case 'v': verdicts_only = 1; break;
        case 't': dts = optarg; break;
        case 'd': draws = optarg; break;
        case 'j': jobs = atoi(optarg); break;
        case 's': run_seconds = atof(optarg); break;
        case 'f': options.fine = atoi(optarg); break;
        case 'm': options.method = contact_method_from_name(optarg); break;
        case 'i': options.integrator = atoi(optarg); break;
        default: fprintf(stderr, "gauntlet: the options are at the top of bench/gauntlet.c\n"); return 2;
        }
    if (jobs < 1 || jobs > 16 || options.fine < 1 || options.method == CONTACT_METHOD_COUNT)
        return fprintf(stderr, "gauntlet: an option is out of range\n"), 2;
    memset(table, 0, sizeof table);
    for (i = 0; i < GAUNTLET_COUNT; ++i)
        for (d = 0; d < GAUNTLET_DTS; ++d)
            for (r = 0; r < GAUNTLET_DRAWS; ++r) {
                char text[8];
                int wanted = optind >= argc;
                snprintf(text, sizeof text, "%d", r);
                for (k = optind; k < argc; ++k) wanted |= !strncmp(gauntlet_scenes[i].name, argv[k], strlen(argv[k]));
                if (!wanted || !in_list(dts, gauntlet_dts[d].name) || !in_list(draws, text) ||
                    (quick && !gauntlet_scenes[i].quick))
                    continue;
                ++total;
                while (running >= jobs) {
                    int status;
                    pid_t pid = wait(&status);
                    for (slot = 0; slot < jobs; ++slot)
                        if (table[slot].pid == pid && pid > 0) end_job(&table[slot], status), --running, ++done;
                    if (pid < 0 && errno == ECHILD) running = 0;
                }
                for (slot = 0; table[slot].pid; ++slot) {
                }
                table[slot].scene = i, table[slot].dt = d, table[slot].draw = r;
                start_job(&table[slot]), ++running;
                progress("gauntlet", i, GAUNTLET_COUNT);
            }
    while (running > 0) {
        int status;
        pid_t pid = wait(&status);
        if (pid < 0) break;
        for (slot = 0; slot < jobs; ++slot)
            if (table[slot].pid == pid) end_job(&table[slot], status), --running, ++done;
    }
    progress("gauntlet", 1, 1);
    fprintf(stderr, "%-28s %6s %6s %6s %6s %8s\n", "passed of run", "1/60", "1/120", "1/240", "1 ms", "cpu s");
    for (i = k = 0; i < GAUNTLET_COUNT; ++i) {
        int any = 0;
        for (d = 0; d < GAUNTLET_DTS; ++d) any += passed[i][d] + failed[i][d], k += passed[i][d], bad += failed[i][d];
        if (!any) continue;
        fprintf(stderr, "%-28s", gauntlet_scenes[i].name);
        for (d = 0; d < GAUNTLET_DTS; ++d) fprintf(stderr, " %3d/%-2d", passed[i][d], passed[i][d] + failed[i][d]);
        fprintf(stderr, " %8.2f\n", spent[i]);
    }
    if (skipped) fprintf(stderr, "gauntlet: %d runs were left out: their data is not here\n", skipped);
    printf("%d passed, %d failed\n", k, bad);
    (void)total;
    return bad != 0;
}
