/* collide_pairs.c - every ordered pair of thirteen kinds of bounded shapes and of eight families that are hard on purpose, at
   seven separations: time of a query, its worst case, and its error against a reference that certifies itself.
   usage: collide_pairs [queries a cell = 20] [check] [first kind] [last kind]

   rows   <kind a>-<kind b>/<separation>   ns, worst_ns   mean and largest time of a distance query; the time of a query is the
                                           least of five, so that what else the machine does counts little
                                           boolean_ns     mean time of a yes/no query
          with `check`                     maxerr, witness   largest error of the distance and of a witness point over the scale
                                           wrong, uncertified, open   yes/no answers that are wrong; references whose own two
                                           bounds are apart; queries that say they did not converge */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include "bench.h"
#include "../tests/collide_pairs.h"

enum {
    KINDS = 13,
    NEEDLE = KINDS,
    PLATE,
    BRICK,
    GEAR,
    ICOSPHERE,
    HULL2048,
    HULL10000,
    MESH_HULL,
    FAR_BOX, /* a box, both 1e5 sizes from the origin */
    ALL,
    SEPARATIONS = 7,
    REPEATS = 5
};
static const char *const kind_name[ALL] = {"point",        "segment",   "triangle",  "sphere", "capsule", "box",
                                           "ellipsoid",    "cylinder",  "cone",      "hull",   "brick8",  "rounded-box",
                                           "rounded-cone", "needle",    "plate",     "brick",  "gear",    "icosphere",
                                           "hull2048",     "hull10000", "mesh-hull", "far-box"};
static const char *const separation_name[SEPARATIONS] = {"deep",  "shallow", "touch-", "touch+",
                                                         "close", "distant", "centres"};

static collide_hull *large, *from_mesh;
/* A hull of 10,000 vertices on an ellipsoid. */
static const collide_hull *large_hull(void) {
    if (!large) {
        enum { N = 10000 };
        tact_vec3 *v = (tact_vec3 *)malloc(sizeof(tact_vec3) * N);
        pair_random g = {4242, 0};
        for (int i = 0; i < N; ++i) {
            double x = pair_normal(&g), y = pair_normal(&g), z = pair_normal(&g), l = sqrt(x * x + y * y + z * z);
            v[i] = tact_vec((tact_real)(x / l), (tact_real)(0.7 * y / l), (tact_real)(0.8 * z / l));
        }
        if (collide_hull_create(v, N, NULL, NULL, &large) != COLLIDE_OK) exit(1);
        free(v);
    }
    return large;
}
/* The hull of a mesh of a robot: `TACT_MESH` names a binary STL or an OBJ; without one a body is made here that has what such
   hulls have, large flat faces, fine roundings and slivers. */
static const collide_hull *mesh_hull(void) {
    if (!from_mesh) {
        enum { N = 4096 };
        tact_vec3 *v = (tact_vec3 *)malloc(sizeof(tact_vec3) * 200000);
        const char *path = getenv("TACT_MESH");
        FILE *f = path ? fopen(path, "r") : NULL;
        int n = 0;
        char line[256];
        if (f) {
            while (n < 200000 && fgets(line, sizeof line, f)) {
                double x, y, z;
                if (sscanf(line, "v %lf %lf %lf", &x, &y, &z) == 3)
                    v[n++] = tact_vec((tact_real)x, (tact_real)y, (tact_real)z);
            }
            fclose(f);
            double size = 0; /* to about the size of the others */
            for (int i = 0; i < n; ++i) size = fmax(size, (double)tact_norm(tact_sub(v[i], v[0])));
            for (int i = 0; i < n; ++i) v[i] = tact_scale((tact_real)(2 / size), v[i]);
        } else {
            pair_random g = {77, 0};
            for (n = 0; n < N; ++n) {
                double a = pair_uniform(&g, 0, 6.283185307179586), t = pair_uniform(&g, 0, 1.5707963267948966);
                double x = n & 1 ? 0.5 : -0.5, y = n & 2 ? 0.3 : -0.3, z = n & 4 ? 0.15 : -0.15;
                v[n] = tact_vec((tact_real)(x + 0.1 * cos(a) * sin(t)), (tact_real)(y + 0.1 * sin(a) * sin(t)),
                                (tact_real)(z + (z < 0 ? -0.1 : 0.1) * cos(t)));
            }
        }
        if (n < 4 || collide_hull_create(v, n, NULL, NULL, &from_mesh) != COLLIDE_OK) exit(1);
        free(v);
    }
    return from_mesh;
}
static collide_shape make_kind(pair_random *g, int kind) {
    tact_real x = (tact_real)pair_uniform(g, 0.1, 1), y = (tact_real)pair_uniform(g, 0.1, 1),
              z = (tact_real)pair_uniform(g, 0.1, 1);
    int of = (int)pair_uniform(g, 0, PAIR_HULL_KINDS);
    switch (kind) {
    case 0: return collide_point(tact_vec(x / 2, y, 0));
    case 1: return collide_segment(tact_vec(x, y, 0), tact_vec(0, -y, z));
    case 2: return collide_triangle(tact_vec(x, 0, 0), tact_vec(0, y, 0), tact_vec(0, -x / 2, z));
    case 3: return collide_sphere(x);
    case 4: return collide_capsule(x / 2, y);
    case 5: return collide_box(x, y, z);
    case 6: return collide_ellipsoid(x, y, z);
    case 7: return collide_cylinder(x, y);
    case 8: return collide_cone(x, y);
    case 9: return collide_convex(pair_hull(1 + (int)pair_uniform(g, 0, 3), of, 3)); /* 32, 128 or 512 vertices */
    case 10: return collide_convex(pair_hull(0, of, 3));
    case 11: return collide_rounded(collide_box(x, y, z), x / 10);
    case 12: return collide_rounded(collide_cone(x, y), x / 5);
    case NEEDLE: return pair_family(g, PAIR_NEEDLES);
    case PLATE: return pair_family(g, PAIR_PLATES);
    case BRICK: return pair_family(g, PAIR_BRICKS);
    case GEAR: return pair_family(g, PAIR_GEARS);
    case ICOSPHERE: return pair_family(g, PAIR_ICOSPHERES);
    case HULL2048: return collide_convex(pair_hull(4, of, 3));
    case HULL10000: return collide_convex(large_hull());
    case MESH_HULL: return collide_convex(mesh_hull());
    default: return collide_box(x, y, z);
    }
}
static void make_pair(pair_sample *p, int a, int b, int separation, uint64_t seed) {
    static const double target[SEPARATIONS] = {-0.1, -0.01, -1e-4, 1e-4, 0.03, 2, 0};
    pair_random g = {seed, 0};
    collide_result r;
    const double away = a == FAR_BOX || b == FAR_BOX ? 1e5 : 0;
    p->a = make_kind(&g, a), p->b = make_kind(&g, b);
    p->pose_a = tact_pose_make(tact_vec((tact_real)(away + pair_uniform(&g, -1, 1)), (tact_real)pair_uniform(&g, -1, 1),
                                        (tact_real)pair_uniform(&g, -1, 1)),
                               pair_rotation(&g));
    p->pose_b.q = pair_rotation(&g);
    p->pose_b.p = tact_add(p->pose_a.p, tact_vec((tact_real)pair_uniform(&g, -3, 3), (tact_real)pair_uniform(&g, -3, 3),
                                                 (tact_real)pair_uniform(&g, -3, 3)));
    if (separation == SEPARATIONS - 1) {
        p->pose_b.p = tact_add(p->pose_a.p, tact_rotate(p->pose_a.q, p->a.centre));
        p->pose_b.p = tact_sub(p->pose_b.p, tact_rotate(p->pose_b.q, p->b.centre));
    } else {
        collide_distance(&p->a, p->pose_a, &p->b, p->pose_b, NULL, NULL, &r);
        p->pose_b.p = tact_mul_add(p->pose_b.p, (tact_real)target[separation] - r.distance, r.normal);
    }
    p->size = fmax((double)(p->a.extent + p->a.radius), (double)(p->b.extent + p->b.radius));
    p->curved = pair_is_curved(&p->a) || pair_is_curved(&p->b);
    p->scale = fmax(fmax(p->size, away), (double)tact_norm(tact_sub(p->pose_a.p, p->pose_b.p)));
    p->scale = fmax(p->scale, fmax((double)tact_norm(p->a.centre), (double)tact_norm(p->b.centre)));
    p->decade = 3;
}
/* Seconds of one query: the least of a few. */
static double time_query(const pair_sample *p, int boolean) {
    double least = 1;
    for (int i = 0; i < REPEATS; ++i) {
        collide_result r;
        int overlap = 0;
        const double start = bench_wall();
        if (boolean)
            collide_intersect(&p->a, p->pose_a, &p->b, p->pose_b, NULL, NULL, &overlap);
        else
            collide_distance(&p->a, p->pose_a, &p->b, p->pose_b, NULL, NULL, &r);
        BENCH_KEEP(&overlap);
        BENCH_KEEP(&r);
        least = fmin(least, bench_wall() - start);
    }
    return least;
}
static void cell(int a, int b, int separation, int n, int check, double clock) {
    char name[64];
    double sum = 0, worst = 0, yes_no = 0;
    pair_stats st;
    uint64_t slowest = 0;
    memset(&st, 0, sizeof st);
    for (int i = 0; i < n; ++i) {
        pair_sample p;
        const uint64_t seed = 7000000 + (uint64_t)(((a * ALL + b) * SEPARATIONS + separation) * 100000 + i);
        make_pair(&p, a, b, separation, seed);
        const double t = time_query(&p, 0) - clock;
        sum += t;
        if (t > worst) worst = t, slowest = seed;
        yes_no += time_query(&p, 1) - clock;
        if (check) pair_judge(&p, PAIR_MIXED, 0, seed, NULL, &st);
    }
    snprintf(name, sizeof name, "%s-%s", kind_name[a], kind_name[b]);
    bench_row2("collide_pairs", name, separation_name[separation], "ns", 1e9 * sum / n);
    bench_row2("collide_pairs", name, separation_name[separation], "worst_ns", 1e9 * worst);
    bench_row2("collide_pairs", name, separation_name[separation], "boolean_ns", 1e9 * yes_no / n);
    if (worst > 20e-6)
        fprintf(stderr, "%s/%s: seed %llu takes %.1f us\n", name, separation_name[separation],
                (unsigned long long)slowest, 1e6 * worst);
    if (!check) return;
    bench_row2("collide_pairs", name, separation_name[separation], "maxerr", st.worst);
    bench_row2("collide_pairs", name, separation_name[separation], "witness", st.worst_witness);
    bench_row2("collide_pairs", name, separation_name[separation], "wrong", (double)st.bad_boolean);
    bench_row2("collide_pairs", name, separation_name[separation], "uncertified", (double)st.no_reference);
    bench_row2("collide_pairs", name, separation_name[separation], "open", (double)st.not_converged);
}
int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 20, check = argc > 2 && !strcmp(argv[2], "check");
    const int first = argc > 3 ? atoi(argv[3]) : 0, last = argc > 4 ? atoi(argv[4]) : ALL - 1;
    double clock = 1;
    for (int i = 0; i < 1000; ++i) {
        const double start = bench_wall();
        clock = fmin(clock, bench_wall() - start);
    }
    for (int a = first; a <= last && a < ALL; ++a)
        for (int b = 0; b < ALL; ++b)
            for (int s = 0; s < SEPARATIONS; ++s) cell(a, b, s, n, check, clock);
    pair_free();
    collide_hull_destroy(large), collide_hull_destroy(from_mesh);
    return 0;
}
