/* crowds.h - many bodies: terrain, ragdolls, bins of mixed shapes, fields, spawns that overlap. Included by bench.c. The figures are
   the time of a step (mean, median, p99, largest, largest over median), memory, and how many bodies left the scene. Friction 0.5, water density. */

enum { HULL_POINTS = 14 };
static double HULLS[4][3 * HULL_POINTS]; /* directions drawn on a sphere of radius 1 */
static void make_hulls(void) {
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < HULL_POINTS; i++) {
            double z = 1 - 2 * (i + 0.5) / HULL_POINTS, a = i * 2.39996 + 0.4 * hash01(7000 + 100 * k + i),
                   r = sqrt(1 - z * z);
            HULLS[k][3 * i] = r * cos(a), HULLS[k][3 * i + 1] = r * sin(a), HULLS[k][3 * i + 2] = z;
        }
}
/* One of five shapes of about the size r: sphere, box, capsule, cylinder, hull. */
static Body *add_mixed(Scene *sc, double *hulls, unsigned id, double r, double x, double y, double z) {
    double k = 0.8 + 0.4 * hash01(11 * id + 1), u[3];
    int kind = (int)(5 * hash01(11 * id)), i;
    Body *b;
    r *= k;
    if (kind == 0) {
        b = add(sc, SH_SPHERE, r, 0, 0, 4000.0 / 3 * M_PI * r * r * r, x, y, z);
    } else if (kind == 1) {
        double a = 0.6 + 0.4 * hash01(11 * id + 2), c = 0.6 + 0.4 * hash01(11 * id + 3);
        b = add(sc, SH_BOX, r, a * r, c * r, 8000 * r * r * r * a * c, x, y, z);
    } else if (kind == 2) {
        double s = 0.6 * r, h = 0.6 * r;
        b = add(sc, SH_CAPSULE, s, h, 0, 1000 * M_PI * s * s * (2 * h + 4.0 / 3 * s), x, y, z);
    } else if (kind == 3) {
        b = add(sc, SH_CYLINDER, 0.8 * r, 0.8 * r, 0, 2000 * M_PI * 0.512 * r * r * r, x, y, z);
    } else {
        double *p = hulls + 3 * HULL_POINTS * (size_t)id;
        int j = (int)(4 * hash01(11 * id + 2));
        for (i = 0; i < 3 * HULL_POINTS; i++) p[i] = r * HULLS[j][i];
        b = add(sc, SH_HULL, r, 0, 0, 4000.0 / 3 * M_PI * 0.7 * r * r * r, x, y, z);
        b->points = p, b->n_points = HULL_POINTS;
    }
    for (i = 0; i < 3; i++) u[i] = hash01(11 * id + 4 + i);
    b->quat[0] = sqrt(1 - u[0]) * sin(2 * M_PI * u[1]), b->quat[1] = sqrt(1 - u[0]) * cos(2 * M_PI * u[1]);
    b->quat[2] = sqrt(u[0]) * sin(2 * M_PI * u[2]), b->quat[3] = sqrt(u[0]) * cos(2 * M_PI * u[2]);
    return b;
}

/* Steps, times, and looks at the end: bodies below `floor` or not finite are lost. */
static void run_crowd(const char *set, Scene *sc, int steps, double floor) {
    double heap = heap_mb();
    long base = rss_kb(), ncs = 0;
    void *w = make(sc, set);
    Tm tm = {0};
    int k, i, lost = 0, moving = 0;
    double ke = 0, low = 0;
    if (!w) return;
    for (k = 0; k < steps && tm.sum <= BUDGET; k++) {
        tm_step(&tm, w);
        ncs += P->ncontacts(w);
        if (getenv("BENCH_TRACE")) fprintf(stderr, "%d\t%.0f\t%d\n", k, tm.t[k] * 1e6, P->ncontacts(w));
    }
    for (i = 0; i < sc->nb; i++)
        if (sc->b[i].parent != P_STATIC) {
            St s;
            get(w, i, &s);
            if (!finite_st(&s) || s.p[2] < floor) lost++;
            if (s.p[2] < low) low = s.p[2];
            ke += kinetic(&sc->b[i], &s), moving++;
        }
    row("sim_time_done_s", k * sc->dt);
    row("bodies", moving);
    row("lost", lost);
    row("ke_end_J", ke);
    row("contacts_mean", (double)ncs / k);
    tm_rows(&tm, 0, "");
    if (tm.n) {
        double *c = malloc(tm.n * sizeof(double));
        memcpy(c, tm.t, tm.n * sizeof(double));
        qsort(c, tm.n, sizeof(double), cmpd);
        row("step_max_over_median", c[tm.n - 1] / c[tm.n / 2]);
        free(c);
    }
    row("rss_growth_MB", (rss_kb() - base) / 1024.0);
    row("heap_growth_MB", heap_mb() - heap);
    finish(w);
    free(tm.t);
    free(sc->b);
    free(sc->balls);
}

/* Hills of 64 x 64 cells of 0.5 m as a mesh, 8192 triangles; bodies of 0.2 m fall on it from a grid and roll. */
static void sc_terrain(const char *set, int n) {
    enum { CELLS = 64 };
    Scene sc = scene(1.0 / 60, 0.5, 0, n + 1);
    double *hulls = calloc((size_t)n, 3 * HULL_POINTS * sizeof(double)), cell = 0.5;
    double *points = malloc(sizeof(double) * 3 * (CELLS + 1) * (CELLS + 1));
    int *triangles = malloc(sizeof(int) * 6 * CELLS * CELLS), i, j, t = 0, side = (int)ceil(sqrt(n));
    Body *g = wall(&sc, 0, 0, 0, 0, 0, 0);
    make_hulls();
    for (j = 0; j <= CELLS; j++)
        for (i = 0; i <= CELLS; i++) {
            double *p = points + 3 * (j * (CELLS + 1) + i);
            p[0] = (i - CELLS / 2) * cell, p[1] = (j - CELLS / 2) * cell;
            p[2] = 0.4 * sin(0.7 * p[0]) * cos(0.6 * p[1]) + 0.01 * (p[0] * p[0] + p[1] * p[1]) +
                   0.05 * hash01(900000 + j * 100 + i);
        }
    for (j = 0; j < CELLS; j++)
        for (i = 0; i < CELLS; i++) {
            int a = j * (CELLS + 1) + i, b = a + 1, c = a + CELLS + 1, d = c + 1;
            triangles[t++] = a, triangles[t++] = b, triangles[t++] = d;
            triangles[t++] = a, triangles[t++] = d, triangles[t++] = c;
        }
    g->shape = SH_MESH, g->points = points, g->n_points = (CELLS + 1) * (CELLS + 1);
    g->triangles = triangles, g->n_triangles = 2 * CELLS * CELLS;
    for (i = 0; i < n; i++)
        add_mixed(&sc, hulls, (unsigned)i, 0.2, (i % side - 0.5 * (side - 1)) * 0.7,
                  (i / side - 0.5 * (side - 1)) * 0.7, 2.5);
    run_crowd(set, &sc, 300, -5);
    free(hulls), free(points), free(triangles);
}

/* Dolls of 11 bodies (head, chest, pelvis, two halves of each arm and leg) on 10 ball joints fall onto one heap. */
static void sc_ragdolls(const char *set, int n) {
    static const struct {
        double x, z, size[3];
        int parent;
        double jx, jz;
    } part[11] = {{0, 0, {0.14, 0.09, 0.10}, -1, 0, 0},
                  {0, 0.28, {0.16, 0.10, 0.15}, 0, 0, 0.115},
                  {0, 0.56, {0.10, 0, 0}, 1, 0, 0.445},
                  {0.32, 0.36, {0.05, 0.10, 0}, 1, 0.18, 0.36},
                  {0.62, 0.36, {0.045, 0.10, 0}, 3, 0.47, 0.36},
                  {-0.32, 0.36, {0.05, 0.10, 0}, 1, -0.18, 0.36},
                  {-0.62, 0.36, {0.045, 0.10, 0}, 5, -0.47, 0.36},
                  {0.09, -0.32, {0.065, 0.13, 0}, 0, 0.09, -0.11},
                  {0.09, -0.72, {0.055, 0.13, 0}, 7, 0.09, -0.52},
                  {-0.09, -0.32, {0.065, 0.13, 0}, 0, -0.09, -0.11},
                  {-0.09, -0.72, {0.055, 0.13, 0}, 9, -0.09, -0.52}};
    Scene sc = scene(1.0 / 60, 0.5, 1, 11 * n);
    sc.balls = calloc((size_t)(10 * n), sizeof *sc.balls);
    for (int d = 0; d < n; d++) {
        double x = 0.5 * (d % 2) - 0.25 + 0.2 * (hash01(50 + 3 * d) - 0.5),
               y = 0.5 * (d / 2 % 2) - 0.25 + 0.2 * (hash01(51 + 3 * d) - 0.5), z = 1.2 + 1.7 * (d / 4),
               c = cos(1.3 * d), s = sin(1.3 * d);
        int first = sc.nb;
        for (int k = 0; k < 11; k++) {
            int arm = k >= 3 && k < 7, round = k >= 3;
            Body *b = add(&sc,
                          round    ? SH_CAPSULE
                          : k == 2 ? SH_SPHERE
                                   : SH_BOX,
                          part[k].size[0], part[k].size[1], part[k].size[2],
                          round    ? 2
                          : k == 2 ? 4
                                   : 12,
                          x + c * part[k].x, y + s * part[k].x, z + part[k].z);
            double h = 0.65 * d, turn[4] = {cos(h), 0, 0, sin(h)}, lie[4] = {sqrt(0.5), 0, arm ? sqrt(0.5) : 0, 0};
            if (!arm) lie[0] = 1;
            b->quat[0] = turn[0] * lie[0] - turn[3] * lie[3], b->quat[1] = turn[0] * lie[1] - turn[3] * lie[2];
            b->quat[2] = turn[0] * lie[2] + turn[3] * lie[1], b->quat[3] = turn[0] * lie[3] + turn[3] * lie[0];
            if (part[k].parent >= 0) {
                Ball *j = &sc.balls[sc.n_balls++];
                j->a = first + part[k].parent, j->b = first + k;
                j->anchor[0] = x + c * part[k].jx, j->anchor[1] = y + s * part[k].jx, j->anchor[2] = z + part[k].jz;
            }
        }
    }
    run_crowd(set, &sc, 300, -0.1);
}

/* Mixed shapes fall into a walled square, as deep as it is wide for 1000 of them. */
static void sc_bin(const char *set, int n) {
    Scene sc = scene(1.0 / 60, 0.5, 1, n + 4);
    double *hulls = calloc((size_t)n, 3 * HULL_POINTS * sizeof(double)), pitch = 0.26;
    int side = (int)ceil(cbrt(n));
    box_walls(&sc, 0.5 * (side * pitch + 0.1), 2 * side * pitch);
    make_hulls();
    for (int i = 0; i < n; i++)
        add_mixed(&sc, hulls, (unsigned)i, 0.1, (i % side - 0.5 * (side - 1)) * pitch + 0.01 * hash01(2 * i),
                  (i / side % side - 0.5 * (side - 1)) * pitch + 0.01 * hash01(2 * i + 1),
                  0.2 + i / (side * side) * pitch);
    run_crowd(set, &sc, 240, -0.2);
    free(hulls);
}

/* side^3 boxes that overlap by half of their side, all at once. */
static void sc_overlap(const char *set, int side) {
    Scene sc = scene(1.0 / 60, 0.5, 1, side * side * side);
    for (int i = 0; i < side * side * side; i++)
        add(&sc, SH_BOX, 0.1, 0.1, 0.1, 1, 0.1 * (i % side), 0.1 * (i / side % side), 0.1 + 0.1 * (i / (side * side)));
    run_crowd(set, &sc, 300, -0.2);
}

/* side^3 boxes (17: 4913) fall as a block that is a little disordered and collapses. */
static void sc_boxes(const char *set, int side) {
    Scene sc = scene(1.0 / 60, 0.5, 1, side * side * side);
    for (int i = 0; i < side * side * side; i++)
        add(&sc, SH_BOX, 0.1, 0.1, 0.1, 1, 0.24 * (i % side) + 0.04 * hash01(3 * i),
            0.24 * (i / side % side) + 0.04 * hash01(3 * i + 1), 0.15 + 0.24 * (i / (side * side)));
    run_crowd(set, &sc, 240, -0.2);
}

/* Boxes at rest on the ground, each by itself. */
static void sc_field(const char *set, int n) {
    Scene sc = scene(1.0 / 60, 0.5, 1, n);
    int side = (int)ceil(sqrt(n));
    for (int i = 0; i < n; i++) add(&sc, SH_BOX, 0.1, 0.1, 0.1, 1, 0.3 * (i % side), 0.3 * (i / side), 0.1);
    run_crowd(set, &sc, 60, -0.2);
}
