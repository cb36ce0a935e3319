/* Cost of contact manifolds for the pairs that fill piles, in nanoseconds per call: made anew without a cache, made
   anew with the cached axis, and recycled. Each case is 256 touching pairs with random poses about the touching one.
 */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include "bench.h"

enum { PAIRS = 256 };
typedef struct scene {
    collide_shape a[PAIRS], b[PAIRS];
    tact_pose pose_a[PAIRS], pose_b[PAIRS];
    collide_manifold_cache cache[PAIRS];
    collide_manifold manifold[PAIRS];
    collide_manifold_config config;
    int use_cache, points;
} scene;

static tact_real uniform(uint64_t *counter, double low, double high) {
    return (tact_real)low + (tact_real)(high - low) * tact_random_uniform(3, (*counter)++);
}
static tact_vec3 direction(uint64_t *counter) {
    tact_vec3 v;
    do v = tact_vec(uniform(counter, -1, 1), uniform(counter, -1, 1), uniform(counter, -1, 1));
    while (tact_norm2(v) > 1 || tact_norm2(v) < TACT_R(0.01));
    return tact_normalize_or(v, v);
}
static void run(void *data) {
    scene *s = (scene *)data;
    int i, points = 0;
    for (i = 0; i < PAIRS; ++i) {
        collide_contact(&s->a[i], s->pose_a[i], &s->b[i], s->pose_b[i], &s->config, s->use_cache ? &s->cache[i] : NULL,
                        &s->manifold[i]);
        points += s->manifold[i].count;
    }
    s->points = points;
}
/* b rests on a along +z, turned by `tilt` at random and by any angle about z, then the pair is placed anywhere. */
static void rest(scene *s, int i, collide_shape a, collide_shape b, double height, double tilt, int spin,
                 uint64_t *counter) {
    tact_pose place =
        tact_pose_make(tact_vec(uniform(counter, -3, 3), uniform(counter, -3, 3), uniform(counter, -3, 3)),
                       tact_quat_axis_angle(direction(counter), uniform(counter, 0, 3)));
    tact_quat turn = tact_quat_axis_angle(direction(counter), uniform(counter, 0, tilt));
    if (spin) turn = tact_quat_mul(turn, tact_quat_axis_angle(tact_vec(0, 0, 1), uniform(counter, 0, 3)));
    s->a[i] = a, s->b[i] = b;
    s->pose_a[i] = place;
    s->pose_b[i] = tact_pose_mul(
        place, tact_pose_make(tact_vec(uniform(counter, -0.02, 0.02), uniform(counter, -0.02, 0.02), (tact_real)height),
                              turn));
}
static double nanoseconds(scene *s, int repeats) {
    double best[64];
    int r, k, inner = 40;
    for (r = 0; r < repeats; ++r) {
        double t = bench_cpu();
        for (k = 0; k < inner; ++k) run(s);
        best[r] = (bench_cpu() - t) * 1e9 / inner / PAIRS;
    }
    for (r = 1; r < repeats; ++r) /* median */
        for (k = r; k > 0 && best[k] < best[k - 1]; --k) {
            double swap = best[k];
            best[k] = best[k - 1], best[k - 1] = swap;
        }
    return best[repeats / 2];
}
static void measure(const char *name, scene *s) {
    int repeats = bench_quick() ? 5 : 25;
    tact_real recycle = s->config.recycle;
    s->use_cache = 0;
    run(s);
    bench_row("manifold", name, "points", (double)s->points / PAIRS);
    bench_row("manifold", name, "fresh_ns", nanoseconds(s, repeats));
    s->use_cache = 1, s->config.recycle = 0;
    memset(s->cache, 0, sizeof s->cache);
    run(s);
    bench_row("manifold", name, "cached_ns", nanoseconds(s, repeats));
    s->config.recycle = recycle;
    run(s);
    bench_row("manifold", name, "recycled_ns", nanoseconds(s, repeats));
}
int main(void) {
    static scene s;
    static tact_vec3 cloud[32];
    collide_shape box = collide_box(TACT_R(0.05), TACT_R(0.05), TACT_R(0.05));
    collide_shape plane = collide_halfspace(tact_vec(0, 0, 1), 0), ball = collide_sphere(TACT_R(0.05));
    collide_shape capsule = collide_capsule(TACT_R(0.03), TACT_R(0.05)),
                  cylinder = collide_cylinder(TACT_R(0.05), TACT_R(0.05));
    collide_shape cone = collide_cone(TACT_R(0.05), TACT_R(0.05)), hull_shape;
    collide_hull *hull = NULL;
    uint64_t counter = 0;
    int i;
    memset(&s, 0, sizeof s);
    s.config = collide_default_manifold_config();
    for (i = 0; i < PAIRS; ++i) rest(&s, i, box, box, 0.0999, 1e-3, 1, &counter);
    measure("box-box/face", &s);
    for (i = 0; i < PAIRS; ++i) rest(&s, i, box, box, 0.0999, 1e-4, 0, &counter);
    measure("box-box/aligned", &s);
    for (i = 0; i < PAIRS; ++i) rest(&s, i, box, box, 0.11, 3, 1, &counter);
    measure("box-box/any", &s);
    for (i = 0; i < PAIRS; ++i) rest(&s, i, box, box, 0.14, 3, 1, &counter);
    measure("box-box/apart", &s);
    for (i = 0; i < PAIRS; ++i) rest(&s, i, ball, ball, 0.0999, 3, 1, &counter);
    measure("sphere-sphere", &s);
    for (i = 0; i < PAIRS; ++i) rest(&s, i, ball, box, 0.0999, 3, 1, &counter);
    measure("sphere-box", &s);
    for (i = 0; i < PAIRS; ++i) rest(&s, i, plane, ball, 0.0499, 3, 1, &counter);
    measure("sphere-halfspace", &s);
    for (i = 0; i < PAIRS; ++i) rest(&s, i, plane, box, 0.0499, 1e-3, 1, &counter);
    measure("box-halfspace", &s);
    for (i = 0; i < PAIRS; ++i) rest(&s, i, capsule, capsule, 0.0799, 3, 1, &counter);
    measure("capsule-capsule", &s);
    for (i = 0; i < PAIRS; ++i) rest(&s, i, box, capsule, 0.1299, 3, 1, &counter);
    measure("capsule-box", &s);
    for (i = 0; i < PAIRS; ++i) rest(&s, i, plane, cylinder, 0.0499, 1e-3, 1, &counter);
    measure("cylinder-halfspace", &s);
    for (i = 0; i < PAIRS; ++i) rest(&s, i, box, cylinder, 0.0999, 1e-3, 1, &counter);
    measure("cylinder-box/flat", &s);
    for (i = 0; i < PAIRS; ++i) rest(&s, i, cylinder, cone, 0.0999, 1e-3, 1, &counter);
    measure("cylinder-cone/flat", &s);
    for (i = 0; i < 8; ++i)
        cloud[i] = tact_vec(i & 1 ? TACT_R(0.05) : TACT_R(-0.05), i & 2 ? TACT_R(0.05) : TACT_R(-0.05),
                            i & 4 ? TACT_R(0.05) : TACT_R(-0.05));
    if (collide_hull_create(cloud, 8, NULL, NULL, &hull) >= 0) {
        hull_shape = collide_convex(hull);
        for (i = 0; i < PAIRS; ++i) rest(&s, i, hull_shape, hull_shape, 0.0999, 1e-3, 1, &counter);
        measure("hull8-hull8/face", &s);
        for (i = 0; i < PAIRS; ++i) rest(&s, i, plane, hull_shape, 0.0499, 1e-3, 1, &counter);
        measure("hull8-halfspace", &s);
        collide_hull_destroy(hull);
    }
    for (i = 0; i < 32; ++i) cloud[i] = tact_scale(TACT_R(0.05), direction(&counter));
    if (collide_hull_create(cloud, 32, NULL, NULL, &hull) >= 0) {
        hull_shape = collide_convex(hull);
        for (i = 0; i < PAIRS; ++i) rest(&s, i, hull_shape, hull_shape, 0.08, 3, 1, &counter);
        measure("hull32-hull32/any", &s);
        for (i = 0; i < PAIRS; ++i) rest(&s, i, hull_shape, capsule, 0.1, 3, 1, &counter);
        measure("hull32-capsule/any", &s);
        collide_hull_destroy(hull);
    }
    for (i = 0; i < 24; ++i)
        cloud[i] = tact_vec(TACT_R(0.05) * tact_cos(TACT_R(0.52359877559829887) * (tact_real)(i / 2)),
                            TACT_R(0.05) * tact_sin(TACT_R(0.52359877559829887) * (tact_real)(i / 2)),
                            i & 1 ? TACT_R(0.05) : TACT_R(-0.05));
    if (collide_hull_create(cloud, 24, NULL, NULL, &hull) >= 0) {
        hull_shape = collide_convex(hull);
        for (i = 0; i < PAIRS; ++i) rest(&s, i, hull_shape, hull_shape, 0.0999, 1e-3, 1, &counter);
        measure("prism12-prism12/face", &s);
        collide_hull_destroy(hull);
    }
    return 0;
}
