/* Broadphase facts: pairs equal brute force over the fat boxes after every kind of change (insert, move, remove, filters,
   unbounded boxes); the list is sorted and its slots are stable and unique; begun and ended pairs account for every
   difference; box and ray queries equal brute force; order of insertion does not change the set; fixed memory answers
   NO_SPACE and leaves the object usable; a counting allocator sees every byte come back; bad boxes give a status. */
/* float: yes */
/* slow: for valgrind */
#include "utest.h"
#define COLLIDE_RANDOM_SEED 7
#include "collide_random.h"
#include <stdlib.h>

enum { MAX_BOXES = 400 };

static collide_aabb box_at(tact_vec3 centre, tact_real half) {
    collide_aabb box;
    box.min = tact_vec(centre.x - half, centre.y - half, centre.z - half);
    box.max = tact_vec(centre.x + half, centre.y + half, centre.z + half);
    return box;
}
static int overlap(collide_aabb a, collide_aabb b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y && a.min.z <= b.max.z &&
           b.min.z <= a.max.z;
}
static int keep_unless_sum_is_multiple_of_five(void *context, int a, int b) {
    (void)context;
    return (a + b) % 5 != 0;
}

/* What the list should be, from all pairs of fat boxes. Returns the number of differences. */
static int is_fixed_proxy[2 * MAX_BOXES];
static int differences(const collide_broadphase *b, int limit) {
    int i, j, k = 0, bad = 0;
    for (i = 0; i < limit; ++i)
        for (j = i + 1; j < limit; ++j) {
            int expected, there;
            if (!collide_broadphase_valid(b, i) || !collide_broadphase_valid(b, j)) continue;
            expected =
                overlap(collide_broadphase_fat_box(b, i), collide_broadphase_fat_box(b, j)) &&
                !(is_fixed_proxy[i] && is_fixed_proxy[j]) &&
                collide_filter_allows(collide_broadphase_get_filter(b, i), collide_broadphase_get_filter(b, j)) &&
                (!b->config.filter || b->config.filter(NULL, i, j));
            there = k < b->n_pairs && b->pairs[k].a == i && b->pairs[k].b == j;
            k += there;
            bad += expected != there;
        }
    return bad + (b->n_pairs - k);
}

UTEST(tree, pairs_equal_brute_force_through_a_random_life) {
    collide_broadphase b;
    collide_broadphase_config config = collide_default_broadphase_config();
    static int alive[2 * MAX_BOXES];
    static tact_vec3 centre[2 * MAX_BOXES];
    static tact_real half[2 * MAX_BOXES];
    static int slot_of[2 * MAX_BOXES][2 * MAX_BOXES], was[2 * MAX_BOXES][2 * MAX_BOXES];
    uint64_t counter = 0;
    int step, i, j, n_alive = 0;
    config.max_proxies = 4, config.max_pairs = 4; /* must grow many times */
    config.filter = keep_unless_sum_is_multiple_of_five;
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_create(&b, &config, NULL));
    for (step = 0; step < 120; ++step) {
        int count = step < 10 ? 30 : 3;
        for (i = 0; i < count && n_alive < MAX_BOXES; ++i) { /* births */
            collide_filter f = collide_default_filter();
            tact_vec3 c = tact_vec(uniform(&counter, -4, 4), uniform(&counter, -4, 4), uniform(&counter, -4, 4));
            tact_real h = uniform(&counter, TACT_R(0.05), TACT_R(0.6));
            collide_aabb box = box_at(c, h);
            int proxy, fixed = uniform(&counter, 0, 1) < TACT_R(0.3);
            f.category = 1u << (tact_random_bits(8, counter++) % 4);
            f.mask = uniform(&counter, 0, 1) < TACT_R(0.8) ? 0xffffffffu : 5u;
            f.group = (int32_t)(tact_random_bits(9, counter++) % 12);
            if (step == 20 && i == 0) {
                box.min = tact_vec(-TACT_REAL_MAX, -TACT_REAL_MAX, -TACT_REAL_MAX);
                box.max.x = TACT_REAL_MAX;
                box.max.y = TACT_REAL_MAX;
                box.max.z = -1;
            } /* ground */
            ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_insert(&b, box, f, fixed, (uint64_t)step, &proxy));
            ASSERT_LT(proxy, 2 * MAX_BOXES);
            alive[proxy] = step == 20 && i == 0 ? 2 : 1;
            centre[proxy] = c;
            half[proxy] = h;
            is_fixed_proxy[proxy] = fixed;
            ++n_alive;
        }
        for (i = 0; i < 2 * MAX_BOXES; ++i) { /* deaths and moves */
            if (alive[i] != 1) continue;
            if (uniform(&counter, 0, 1) < TACT_R(0.02)) {
                ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_remove(&b, i));
                alive[i] = 0, --n_alive;
            } else {
                tact_real size =
                    step % 3 ? TACT_R(0.02) : TACT_R(0.5); /* some steps move nearly all: the rebuild path */
                tact_vec3 d = tact_vec(uniform(&counter, -size, size), uniform(&counter, -size, size),
                                       uniform(&counter, -size, size));
                centre[i] = tact_add(centre[i], d);
                ASSERT_EQ((int)COLLIDE_OK,
                          (int)collide_broadphase_move(&b, i, box_at(centre[i], half[i]), tact_scale(2, d), NULL));
            }
        }
        if (step == 60) collide_broadphase_rebuild(&b);
        if (step == 61) collide_broadphase_refit(&b);
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_update(&b));
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_check(&b));
        ASSERT_EQ(0, differences(&b, 2 * MAX_BOXES));
        /* Book-keeping: new + kept = now, old - ended = kept; a pair that lives on keeps its slot; slots are unique. */
        {
            static int seen[1 << 16];
            int unique = 1;
            for (i = 0; i < b.n_ended; ++i) {
                ASSERT_EQ(1, was[b.ended[i].a][b.ended[i].b]);
                ASSERT_EQ(slot_of[b.ended[i].a][b.ended[i].b], b.ended[i].slot);
                was[b.ended[i].a][b.ended[i].b] = 0;
            }
            for (i = 0; i < b.slot_limit; ++i) seen[i] = 0;
            for (i = 0; i < b.n_pairs; ++i) {
                int p = b.pairs[i].a, q = b.pairs[i].b;
                ASSERT_LT(b.pairs[i].slot, b.slot_limit);
                unique &= !seen[b.pairs[i].slot]++;
                ASSERT_EQ(was[p][q], !b.pairs[i].is_new);
                if (was[p][q]) ASSERT_EQ(slot_of[p][q], b.pairs[i].slot);
                was[p][q] = 2, slot_of[p][q] = b.pairs[i].slot;
            }
            ASSERT_TRUE(unique);
            for (i = 0; i < 2 * MAX_BOXES; ++i)
                for (j = 0; j < 2 * MAX_BOXES; ++j) {
                    ASSERT_NE(was[i][j], 1); /* a pair that vanished without an end */
                    if (was[i][j]) was[i][j] = 1;
                }
        }
    }
    collide_broadphase_destroy(&b);
}

UTEST(tree, pair_list_does_not_depend_on_history) {
    enum { N = 200 };
    collide_broadphase b[2];
    collide_broadphase_config config = collide_default_broadphase_config();
    uint64_t counter = 0;
    tact_vec3 c[N];
    int i, k, proxy;
    for (i = 0; i < N; ++i)
        c[i] = tact_vec(uniform(&counter, -2, 2), uniform(&counter, -2, 2), uniform(&counter, -2, 2));
    for (k = 0; k < 2; ++k) {
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_create(&b[k], &config, NULL));
        for (i = 0; i < N; ++i) { /* the second goes through other places first */
            tact_vec3 start = k ? tact_vec(-c[i].y, c[i].z, c[i].x) : c[i];
            ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_insert(&b[k], box_at(start, TACT_R(0.2)),
                                                                      collide_default_filter(), 0, 0, &proxy));
            ASSERT_EQ(i, proxy);
        }
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_update(&b[k]));
        for (i = 0; i < N && k; ++i) {
            collide_broadphase_move(&b[k], i, box_at(tact_vec(100 + c[i].x, 0, 0), TACT_R(0.2)), tact_vec(0, 0, 0),
                                    NULL);
            collide_broadphase_move(&b[k], i, box_at(c[i], TACT_R(0.2)), tact_vec(0, 0, 0), NULL);
        }
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_update(&b[k]));
    }
    ASSERT_EQ(b[0].n_pairs, b[1].n_pairs);
    ASSERT_GT(b[0].n_pairs, 50);
    for (i = 0; i < b[0].n_pairs; ++i) {
        ASSERT_EQ(b[0].pairs[i].a, b[1].pairs[i].a);
        ASSERT_EQ(b[0].pairs[i].b, b[1].pairs[i].b);
    }
    collide_broadphase_destroy(&b[0]);
    collide_broadphase_destroy(&b[1]);
}

UTEST(tree, nothing_happens_inside_the_fat_box) {
    collide_broadphase b;
    collide_broadphase_config config = collide_default_broadphase_config();
    int proxy, left;
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_create(&b, &config, NULL));
    collide_broadphase_insert(&b, box_at(tact_vec(0, 0, 0), 1), collide_default_filter(), 0, 42, &proxy);
    collide_broadphase_update(&b);
    collide_broadphase_move(&b, proxy, box_at(tact_vec(TACT_R(0.09), 0, 0), 1), tact_vec(0, 0, 0), &left);
    EXPECT_EQ(0, left); /* margin: 0.1 of the half side */
    collide_broadphase_move(&b, proxy, box_at(tact_vec(TACT_R(0.11), 0, 0), 1), tact_vec(1, 0, 0), &left);
    EXPECT_EQ(1, left);
    EXPECT_NEAR((double)collide_broadphase_fat_box(&b, proxy).max.x, 2.21, 1e-5);  /* stretched by the displacement */
    EXPECT_NEAR((double)collide_broadphase_fat_box(&b, proxy).min.x, -0.99, 1e-5); /* single-precision boxes */
    /* A fat box that became far too large is replaced though the box is still inside. */
    collide_broadphase_move(&b, proxy, box_at(tact_vec(0, 0, 0), TACT_R(0.1)), tact_vec(0, 0, 0), &left);
    EXPECT_EQ(1, left);
    EXPECT_TRUE(collide_broadphase_user(&b, proxy) == 42);
    collide_broadphase_destroy(&b);
}

typedef struct seen {
    int count[MAX_BOXES];
    int stop_after, calls;
} seen;
static int note(void *context, int proxy) {
    seen *s = (seen *)context;
    ++s->count[proxy];
    return ++s->calls != s->stop_after;
}
typedef struct nearest {
    const collide_broadphase *broad;
    tact_vec3 origin, direction;
    tact_real best;
    int proxy;
} nearest;
/* Entry of a ray into a box, long-hand. */
static tact_real ray_box(tact_vec3 o, tact_vec3 d, collide_aabb box) {
    tact_real t0 = 0, t1 = TACT_REAL_MAX, lo[3], hi[3], oo[3], dd[3];
    int k;
    lo[0] = box.min.x;
    lo[1] = box.min.y;
    lo[2] = box.min.z;
    hi[0] = box.max.x;
    hi[1] = box.max.y;
    hi[2] = box.max.z;
    oo[0] = o.x;
    oo[1] = o.y;
    oo[2] = o.z;
    dd[0] = d.x;
    dd[1] = d.y;
    dd[2] = d.z;
    for (k = 0; k < 3; ++k) {
        if (tact_abs(dd[k]) < TACT_R(1e-30)) {
            if (oo[k] < lo[k] || oo[k] > hi[k]) return -1;
        } else {
            tact_real a = (lo[k] - oo[k]) / dd[k], b = (hi[k] - oo[k]) / dd[k];
            t0 = tact_max(t0, tact_min(a, b)), t1 = tact_min(t1, tact_max(a, b));
        }
    }
    return t0 <= t1 ? t0 : -1;
}
static tact_real visit_nearest(void *context, int proxy, tact_real max_t) {
    nearest *n = (nearest *)context;
    tact_real t = ray_box(n->origin, n->direction, collide_broadphase_fat_box(n->broad, proxy));
    if (t >= 0 && t <= max_t) {
        if (t < n->best) n->best = t, n->proxy = proxy;
        return t;
    }
    return max_t;
}

UTEST(tree, box_and_ray_queries_equal_brute_force) {
    enum { N = 300 };
    collide_broadphase b;
    collide_broadphase_config config = collide_default_broadphase_config();
    uint64_t counter = 1000;
    int i, j, proxy, hits = 0;
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_create(&b, &config, NULL));
    for (i = 0; i < N; ++i)
        collide_broadphase_insert(
            &b,
            box_at(tact_vec(uniform(&counter, -9, 9), uniform(&counter, -9, 9), uniform(&counter, -9, 9)),
                   uniform(&counter, TACT_R(0.1), 1)),
            collide_default_filter(), i % 3 == 0, 0, &proxy);
    for (j = 0; j < 300; ++j) {
        collide_aabb box =
            box_at(tact_vec(uniform(&counter, -9, 9), uniform(&counter, -9, 9), uniform(&counter, -9, 9)),
                   uniform(&counter, TACT_R(0.1), 3));
        seen s = TACT_ZERO;
        nearest n;
        tact_real best = TACT_R(1e9);
        collide_broadphase_query(&b, box, 0xffffffffu, note, &s);
        for (i = 0; i < N; ++i) ASSERT_EQ(overlap(collide_broadphase_fat_box(&b, i), box), s.count[i]);
        n.broad = &b;
        n.best = TACT_R(1e9);
        n.proxy = -1;
        n.origin = tact_vec(uniform(&counter, -20, 20), uniform(&counter, -20, 20), uniform(&counter, -20, 20));
        n.direction = tact_vec(uniform(&counter, -1, 1), uniform(&counter, -1, 1), uniform(&counter, -1, 1));
        if (j % 4 == 0) n.direction.x = 0; /* parallel to slabs */
        if (j % 8 == 0) n.direction.y = 0;
        if (j % 2 == 0)
            n.direction = tact_sub(tact_scale(TACT_R(0.1), n.direction), tact_scale(TACT_R(0.05), n.origin));
        collide_broadphase_ray(&b, n.origin, n.direction, 50, tact_vec(0, 0, 0), 0xffffffffu, visit_nearest, &n);
        for (i = 0; i < N; ++i) {
            tact_real t = ray_box(n.origin, n.direction, collide_broadphase_fat_box(&b, i));
            if (t >= 0 && t <= 50 && t < best) best = t;
        }
        ASSERT_TRUE(best == n.best);
        hits += n.proxy >= 0;
    }
    EXPECT_GT(hits, 50);
    { /* a visitor that says stop is not called again; the mask hides */
        seen s = TACT_ZERO;
        s.stop_after = 3;
        collide_broadphase_query(&b, box_at(tact_vec(0, 0, 0), 20), 0xffffffffu, note, &s);
        EXPECT_EQ(3, s.calls);
        s.calls = 0;
        collide_broadphase_query(&b, box_at(tact_vec(0, 0, 0), 20), 2u, note, &s);
        EXPECT_EQ(0, s.calls);
    }
    collide_broadphase_destroy(&b);
}

UTEST(tree, full_fixed_memory_says_so_and_stays_usable) {
    collide_broadphase b;
    collide_broadphase_config config = collide_default_broadphase_config();
    void *memory;
    int i, proxy;
    config.max_proxies = 10, config.max_pairs = 8;
    ASSERT_GT(collide_broadphase_bytes(&config), (size_t)0);
    memory = malloc(collide_broadphase_bytes(&config));
    EXPECT_EQ((int)COLLIDE_NO_SPACE,
              (int)collide_broadphase_init(&b, &config, memory, collide_broadphase_bytes(&config) - 1));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_init(&b, &config, memory, collide_broadphase_bytes(&config)));
    for (i = 0; i < 10; ++i)
        ASSERT_EQ((int)COLLIDE_OK,
                  (int)collide_broadphase_insert(&b, box_at(tact_vec((tact_real)i, 0, 0), TACT_R(0.55)),
                                                 collide_default_filter(), 0, 0, &proxy));
    EXPECT_EQ((int)COLLIDE_NO_SPACE,
              (int)collide_broadphase_insert(&b, box_at(tact_vec(0, 0, 0), 1), collide_default_filter(), 0, 0, &proxy));
    EXPECT_EQ(-1, proxy);
    EXPECT_EQ((int)COLLIDE_NO_SPACE, (int)collide_broadphase_update(&b)); /* a row of 10 makes 9 pairs */
    EXPECT_EQ(9, b.pairs_needed);
    EXPECT_EQ(0, b.n_pairs);
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_broadphase_remove(&b, 9));
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_broadphase_update(&b));
    EXPECT_EQ(8, b.n_pairs);
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_broadphase_check(&b));
    collide_broadphase_destroy(&b); /* leaves the caller's memory alone */
    free(memory);
}

typedef struct counts {
    size_t bytes;
    int calls, fail_at;
} counts;
static void *count_alloc(void *context, size_t bytes, size_t align) {
    counts *c = (counts *)context;
    (void)align;
    if (++c->calls == c->fail_at) return NULL;
    c->bytes += bytes;
    return malloc(bytes);
}
static void count_free(void *context, void *pointer, size_t bytes) {
    ((counts *)context)->bytes -= bytes;
    free(pointer);
}
UTEST(tree, growth_uses_the_allocator_and_survives_its_refusal) {
    counts c = TACT_ZERO;
    tact_allocator allocator;
    collide_broadphase b;
    collide_broadphase_config config = collide_default_broadphase_config();
    int i, proxy, refused = 0;
    allocator.context = &c;
    allocator.alloc = count_alloc;
    allocator.free = count_free;
    config.max_proxies = 2, config.max_pairs = 1;
    for (i = 0; i < 2 * MAX_BOXES; ++i) is_fixed_proxy[i] = 0;
    c.fail_at = 3;
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_create(&b, &config, &allocator));
    for (i = 0; i < 40; ++i) {
        collide_status s = collide_broadphase_insert(&b, box_at(tact_vec(TACT_R(0.1) * (tact_real)i, 0, 0), 1),
                                                     collide_default_filter(), 0, 0, &proxy);
        refused += s == COLLIDE_NO_MEMORY;
        ASSERT_TRUE(s == COLLIDE_OK || s == COLLIDE_NO_MEMORY);
    }
    EXPECT_EQ(1, refused);
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_update(&b));
    EXPECT_EQ(0, differences(&b, 40));
    collide_broadphase_destroy(&b);
    EXPECT_TRUE(c.bytes == 0);
}

UTEST(tree, a_sorted_line_of_many_does_not_degenerate) {
    collide_broadphase b;
    collide_broadphase_config config = collide_default_broadphase_config();
    int i, proxy, height;
    tact_real x = 0;
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_create(&b, &config, NULL));
    for (i = 0; i < 3000; ++i) { /* growing steps: the worst order for greedy insertion */
        x += TACT_R(0.01) * (tact_real)(i + 1);
        collide_broadphase_insert(&b, box_at(tact_vec(x, 0, 0), TACT_R(0.001)), collide_default_filter(), 0, 0, &proxy);
    }
    for (i = 0; i < 200; ++i) /* nested boxes */
        collide_broadphase_insert(&b, box_at(tact_vec(0, 0, 0), TACT_R(0.01) * (tact_real)(i + 1)),
                                  collide_default_filter(), 1, 0, &proxy);
    collide_broadphase_update(&b);
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_broadphase_check(&b));
    collide_broadphase_cost(&b, &height);
    EXPECT_LE(height, 96);
    collide_broadphase_rebuild(&b);
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_broadphase_check(&b));
    collide_broadphase_destroy(&b);
}

UTEST(tree, a_snapshot_brings_back_the_same_pairs) {
    collide_broadphase b, other;
    collide_broadphase_config config = collide_default_broadphase_config();
    uint64_t counter = 400;
    int i, k, proxy, n;
    size_t bytes;
    void *block;
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_create(&b, &config, NULL));
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_create(&other, &config, NULL));
    for (k = 0; k < 3; ++k) { /* an odd and an even number of updates: the two pair lists change places */
        for (i = 0; i < 60; ++i) {
            tact_vec3 c;
            c.x = uniform(&counter, -1, 1);
            c.y = uniform(&counter, -1, 1);
            c.z = uniform(&counter, -1, 1);
            collide_broadphase_insert(&b, box_at(c, TACT_R(0.2)), collide_default_filter(), 0, 0, &proxy);
        }
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_update(&b));
        bytes = collide_broadphase_snapshot_bytes(&b);
        block = malloc(bytes);
        ASSERT_EQ((int)COLLIDE_NO_SPACE, (int)collide_broadphase_save(&b, block, bytes - 1));
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_save(&b, block, bytes));
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_restore(&other, block, bytes));
        free(block);
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_check(&other));
        n = b.n_pairs;
        ASSERT_EQ(n, other.n_pairs);
        for (i = 0; i < n; ++i) {
            ASSERT_EQ(b.pairs[i].a, other.pairs[i].a);
            ASSERT_EQ(b.pairs[i].b, other.pairs[i].b);
            ASSERT_EQ(b.pairs[i].slot, other.pairs[i].slot);
        }
    }
    collide_broadphase_destroy(&b);
    collide_broadphase_destroy(&other);
}

UTEST(tree, bad_input_gives_a_status) {
    collide_broadphase b;
    collide_broadphase_config config = collide_default_broadphase_config();
    collide_aabb box = box_at(tact_vec(0, 0, 0), 1), bad = box;
    volatile tact_real zero = 0;
    int proxy;
    config.max_pairs = 0;
    EXPECT_EQ((int)COLLIDE_BAD_CONFIG, (int)collide_broadphase_create(&b, &config, NULL));
    config = collide_default_broadphase_config();
    config.margin = -1;
    EXPECT_EQ((int)COLLIDE_BAD_CONFIG, (int)collide_broadphase_create(&b, &config, NULL));
    EXPECT_TRUE(collide_broadphase_bytes(&config) == 0);
    config = collide_default_broadphase_config();
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_broadphase_create(&b, &config, NULL));
    bad.min.y = zero / zero;
    EXPECT_EQ((int)COLLIDE_NOT_FINITE, (int)collide_broadphase_insert(&b, bad, collide_default_filter(), 0, 0, &proxy));
    bad.min.y = 2;
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT,
              (int)collide_broadphase_insert(&b, bad, collide_default_filter(), 0, 0, &proxy));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_broadphase_move(&b, 0, box, tact_vec(0, 0, 0), NULL));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_broadphase_remove(&b, -1));
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_broadphase_insert(&b, box, collide_default_filter(), 0, 0, &proxy));
    EXPECT_EQ((int)COLLIDE_NOT_FINITE, (int)collide_broadphase_move(&b, proxy, box, tact_vec(zero / zero, 0, 0), NULL));
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_broadphase_remove(&b, proxy));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_broadphase_remove(&b, proxy));
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_broadphase_update(&b));
    EXPECT_EQ((int)COLLIDE_BAD_ARGUMENT, (int)collide_broadphase_update(NULL));
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_broadphase_check(&b));
    collide_broadphase_destroy(&b);
}

typedef struct bvh_context {
    const collide_aabb *boxes;
    tact_vec3 origin, direction;
    tact_real best;
} bvh_context;
static tact_real bvh_visit(void *context, int item, tact_real max_t) {
    bvh_context *c = (bvh_context *)context;
    tact_real t = ray_box(c->origin, c->direction, c->boxes[item]);
    if (t >= 0 && t < c->best) c->best = t;
    return tact_min(max_t, c->best);
}
UTEST(tree, static_tree_equals_brute_force) {
    enum { N = 350 };
    static collide_aabb boxes[N];
    uint64_t counter = 5000;
    collide_bvh bvh;
    void *memory = malloc(collide_bvh_bytes(N));
    int i, j;
    for (i = 0; i < N; ++i) { /* a third on one spot: equal centres must not recurse for ever */
        tact_vec3 c = tact_vec(uniform(&counter, -9, 9), uniform(&counter, -9, 9), uniform(&counter, -9, 9));
        boxes[i] = box_at(i % 3 ? c : tact_vec(1, 1, 1), uniform(&counter, TACT_R(0.1), 1));
    }
    ASSERT_EQ((int)COLLIDE_OK, (int)collide_bvh_build(&bvh, boxes, N, memory, collide_bvh_bytes(N)));
    for (j = 0; j < 200; ++j) {
        collide_aabb box =
            box_at(tact_vec(uniform(&counter, -9, 9), uniform(&counter, -9, 9), uniform(&counter, -9, 9)), 1);
        seen s = TACT_ZERO;
        bvh_context c;
        tact_real best = TACT_R(1e20);
        collide_bvh_query(&bvh, box, note, &s);
        for (i = 0; i < N; ++i) { /* leaves hold up to four boxes, so a few extra visits are fine, misses are not */
            ASSERT_LE(s.count[i], 1);
            if (overlap(boxes[i], box)) ASSERT_EQ(1, s.count[i]);
        }
        ASSERT_LT(s.calls, N / 2);
        c.boxes = boxes, c.best = TACT_R(1e20);
        c.origin = tact_vec(uniform(&counter, -20, 20), uniform(&counter, -20, 20), uniform(&counter, -20, 20));
        c.direction = tact_sub(tact_vec(uniform(&counter, -1, 1), 0, uniform(&counter, -1, 1)), c.origin);
        /* of any length: very short ones are out of range of the tree of four, and walk the binary one */
        c.direction = tact_scale(j % 3 == 0 ? TACT_R(1) : j % 3 == 1 ? TACT_R(1e-8) : TACT_R(1e3), c.direction);
        collide_bvh_ray(&bvh, c.origin, c.direction, TACT_R(1e20), tact_vec(0, 0, 0), bvh_visit, &c);
        for (i = 0; i < N; ++i) {
            tact_real t = ray_box(c.origin, c.direction, boxes[i]);
            if (t >= 0 && t < best) best = t;
        }
        ASSERT_TRUE(best == c.best);
    }
    EXPECT_EQ((int)COLLIDE_NO_SPACE, (int)collide_bvh_build(&bvh, boxes, N, memory, 100));
    EXPECT_EQ((int)COLLIDE_OK, (int)collide_bvh_build(&bvh, NULL, 0, NULL, 0));
    free(memory);
}
UTEST_MAIN()
