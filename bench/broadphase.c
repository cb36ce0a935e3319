/* Broadphase: n boxes of 1 m that fly about in a volume where each meets a few others. Per step: every box gets its
   new place, then one update brings the pair list up to date. Rows per n and speed: step_us (all of it),
   step_ns_per_box, pairs, left (share of the boxes that left their fat box), query_ns, ray_ns; then the exponent of
   the growth from 1,000 to 100,000 boxes. What of that growth is work and what is memory: pass_tests_per_box, the box tests of
   one search for all pairs, and query_visits, the nodes that one query looks at, are counted and not timed; nodes_kb is what the tree takes. */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include "bench.h"
#include <math.h>

typedef struct scene {
    collide_broadphase broad;
    tact_vec3 *position, *velocity;
    int n;
    tact_real side;
} scene;
static collide_aabb box_at(tact_vec3 p) {
    collide_aabb b;
    b.min = tact_vec(p.x - TACT_R(0.5), p.y - TACT_R(0.5), p.z - TACT_R(0.5));
    b.max = tact_vec(p.x + TACT_R(0.5), p.y + TACT_R(0.5), p.z + TACT_R(0.5));
    return b;
}
static void bounce(tact_real *x, tact_real *v, tact_real side) {
    if (*x < 0 && *v < 0) *v = -*v;
    if (*x > side && *v > 0) *v = -*v;
}
static double step(scene *s, tact_real dt) {
    int i, left, moved = 0;
    for (i = 0; i < s->n; ++i) {
        tact_vec3 *p = s->position + i, *v = s->velocity + i;
        *p = tact_mul_add(*p, dt, *v);
        bounce(&p->x, &v->x, s->side);
        bounce(&p->y, &v->y, s->side);
        bounce(&p->z, &v->z, s->side);
        collide_broadphase_move(&s->broad, i, box_at(*p), tact_scale(2 * dt, *v), &left);
        moved += left;
    }
    collide_broadphase_update(&s->broad);
    return (double)moved / s->n;
}
static int count_hit(void *context, int proxy) {
    (void)proxy;
    ++*(int *)context;
    return 1;
}
static tact_real ray_hit(void *context, int proxy, tact_real max_t) {
    (void)proxy;
    ++*(int *)context;
    return max_t;
}
/* Box tests of the search for all pairs of the moving layer, by the rule of collide__tree_pairs with every box moved. */
static double pass_tests(const collide_broadphase *b) {
    const collide__node *nodes = b->nodes;
    static int stack[8 * COLLIDE__STACK][2];
    double tests = 1;
    int top = 0;
    stack[top][0] = stack[top][1] = b->roots[0], ++top;
    while (top > 0) {
        int x = stack[--top][0], y = stack[top][1], left, right, k;
        if (nodes[x].left < 0 && nodes[y].left < 0) continue;
        if (x != y && (nodes[x].left < 0 ||
                       (nodes[y].left >= 0 && collide__node_area(nodes + y) > collide__node_area(nodes + x)))) {
            k = x;
            x = y;
            y = k;
        }
        left = nodes[x].left, right = nodes[x].right;
        if (x == y) {
            stack[top][0] = stack[top][1] = left, ++top;
            stack[top][0] = stack[top][1] = right, ++top;
            ++tests;
            if (collide__node_overlap(nodes + left, nodes + right)) {
                stack[top][0] = left;
                stack[top][1] = right;
                ++top;
            }
            continue;
        }
        tests += 2;
        if (collide__node_overlap(nodes + left, nodes + y)) {
            stack[top][0] = left;
            stack[top][1] = y;
            ++top;
        }
        if (collide__node_overlap(nodes + right, nodes + y)) {
            stack[top][0] = right;
            stack[top][1] = y;
            ++top;
        }
    }
    return tests;
}
/* Nodes that a query for a box looks at. */
static int query_visits(const collide_broadphase *b, const collide__node *box) {
    static int stack[COLLIDE__STACK];
    int top = 0, visits = 0;
    stack[top++] = b->roots[0];
    while (top > 0) {
        const collide__node *node = b->nodes + stack[--top];
        ++visits;
        if (!collide__node_overlap(node, box) || node->left < 0) continue;
        stack[top++] = node->left, stack[top++] = node->right;
    }
    return visits;
}
static double run(int n, double speed, const char *name) {
    scene s;
    collide_broadphase_config config = collide_default_broadphase_config();
    char label[64];
    double times[64], left = 0, t, mean;
    int i, k, proxy, steps = bench_quick() ? 5 : (n > 50000 ? 15 : 31), hits = 0, visits = 0;
    s.n = n, s.side = (tact_real)pow(8.0 * n, 1.0 / 3); /* an eighth of the volume is box */
    s.position = (tact_vec3 *)malloc((size_t)n * sizeof(tact_vec3));
    s.velocity = (tact_vec3 *)malloc((size_t)n * sizeof(tact_vec3));
    config.max_proxies = n, config.max_pairs = 8 * n;
    collide_broadphase_create(&s.broad, &config, NULL);
    snprintf(label, sizeof label, "%d/%s", n, name);
    t = bench_cpu();
    for (i = 0; i < n; ++i) {
        s.position[i] = tact_vec(s.side * tact_random_uniform(1, (uint64_t)(3 * i)),
                                 s.side * tact_random_uniform(1, (uint64_t)(3 * i + 1)),
                                 s.side * tact_random_uniform(1, (uint64_t)(3 * i + 2)));
        s.velocity[i] = tact_scale((tact_real)speed, tact_vec(tact_random_normal(2, (uint64_t)(3 * i)),
                                                              tact_random_normal(2, (uint64_t)(3 * i + 1)),
                                                              tact_random_normal(2, (uint64_t)(3 * i + 2))));
        collide_broadphase_insert(&s.broad, box_at(s.position[i]), collide_default_filter(), 0, (uint64_t)i, &proxy);
    }
    bench_row("broadphase", label, "insert_ns", (bench_cpu() - t) * 1e9 / n);
    collide_broadphase_update(&s.broad);
    for (k = 0; k < 3; ++k) step(&s, TACT_R(0.01));
    for (k = 0; k < steps; ++k) {
        t = bench_cpu();
        left += step(&s, TACT_R(0.01));
        times[k] = bench_cpu() - t;
    }
    t = 0; /* the mean: boxes of one speed leave their fat boxes in the same steps, a median would see only one sort
              of step */
    for (k = 0; k < steps; ++k) t += times[k] / steps;
    mean = t;
    bench_row("broadphase", label, "step_us", t * 1e6);
    bench_row("broadphase", label, "step_ns_per_box", t * 1e9 / n);
    bench_row("broadphase", label, "pairs", s.broad.n_pairs);
    bench_row("broadphase", label, "left", left / steps);
    bench_row("broadphase", label, "pass_tests_per_box", pass_tests(&s.broad) / n);
    for (i = 0; i < 1000; ++i) visits += query_visits(&s.broad, s.broad.nodes + 2 * (i * 7 % n));
    bench_row("broadphase", label, "query_visits", visits / 1000.0);
    bench_row("broadphase", label, "nodes_kb", 2.0 * n * sizeof(collide__node) / 1024);
    t = bench_cpu();
    for (i = 0; i < 1000; ++i)
        collide_broadphase_query(&s.broad, box_at(s.position[i * 7 % n]), 0xffffffffu, count_hit, &hits);
    bench_row("broadphase", label, "query_ns", (bench_cpu() - t) * 1e6);
    t = bench_cpu();
    for (i = 0; i < 1000; ++i)
        collide_broadphase_ray(&s.broad, s.position[i * 7 % n], s.velocity[i * 3 % n],
                               10 / (tact_real)(speed > 0 ? speed : 1), tact_vec(0, 0, 0), 0xffffffffu, ray_hit, &hits);
    bench_row("broadphase", label, "ray_ns", (bench_cpu() - t) * 1e6);
    BENCH_KEEP(&hits);
    collide_broadphase_destroy(&s.broad);
    free(s.position), free(s.velocity);
    return mean;
}
int main(void) {
    static const int sizes[3] = {1000, 10000, 100000};
    static const char *names[3] = {"slow", "walk", "fast"};
    static const double speeds[3] = {0.1, 1, 20};
    int i, k;
    for (k = 0; k < 3; ++k) {
        double t[3];
        for (i = 0; i < 3; ++i) t[i] = run(sizes[i], speeds[k], names[k]);
        bench_row2("broadphase", "growth", names[k], "exponent_1000_10000", log10(t[1] / t[0]));
        bench_row2("broadphase", "growth", names[k], "exponent_10000_100000", log10(t[2] / t[1]));
    }
    return 0;
}
