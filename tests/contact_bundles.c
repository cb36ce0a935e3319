/* float: yes */
/* c++: yes */
/* Sweeps of contacts side by side. Facts checked: every contact of a pile is in one lane of one bundle; no bundle has two contacts
   of a body that moves; bundles do to impulses and velocities, bit by bit, what visits one by one do in the same order; a body
   with more contacts than there are colours costs a bundle for each that is left over, and a pile of such is not bundled; where bundles
   lie over the diagonal blocks, steps stay what they were and a restart finds the blocks again, bit by bit. */
#define CONTACT_IMPLEMENTATION
#define CONTACT_STATIC
#include "contact.h"
#include "utest.h"
#include <stdlib.h>
#include <string.h>

static tact_real number(uint64_t seed, uint64_t *counter) { return 2 * tact_random_uniform(seed, (*counter)++) - 1; }

/* Bodies with contacts to random others and to the world; `hub` of the contacts are on body 0. */
static void pile(contact_problem *p, uint64_t seed, int bodies, int contacts, int hub, int round_ones) {
    uint64_t n = 0;
    int i, k;
    contact_problem_create(p, NULL);
    for (i = 0; i < bodies; ++i) {
        tact_mat3 inertia = tact_mat_diagonal(TACT_R(0.5), TACT_R(0.5), TACT_R(0.5));
        if (!round_ones) {
            inertia.m[0][0] = 1;
            inertia.m[1][1] = 2;
            inertia.m[0][1] = inertia.m[1][0] = TACT_R(0.1) * number(seed, &n);
        }
        contact_add_body(p, 1 + number(seed, &n) / 2, &inertia, tact_vec(number(seed, &n), 0, -1),
                         tact_vec(0, number(seed, &n), 0));
    }
    for (i = 0; i < contacts; ++i) {
        tact_vec3 normal = tact_normalize_or(tact_vec(number(seed, &n), number(seed, &n), 1 + number(seed, &n) / 2),
                                             tact_vec(0, 0, 1));
        tact_vec3 arm_a = tact_vec(number(seed, &n), number(seed, &n), number(seed, &n)),
                  arm_b = tact_vec(number(seed, &n), 0, number(seed, &n));
        int a = i < hub ? 0 : (int)(tact_random_bits(seed, n++) % (uint64_t)bodies),
            b = (a + 1 + i % (bodies - 1)) % bodies;
        int c = contact_add_contact(p, i % 5 == 4 ? -1 : a, i % 5 == 4 ? a : b, normal, NULL, arm_a, arm_b,
                                    TACT_R(0.1) * (tact_real)(i % 9));
        for (k = 0; k < 3; ++k) {
            p->bias[p->constraints[c].first_row + k] = TACT_R(0.1) * number(seed, &n);
            p->impulse[p->constraints[c].first_row + k] =
                k == 2 ? tact_abs(number(seed, &n)) : TACT_R(0.01) * number(seed, &n);
        }
    }
}
/* One island prepared for the sweeps; the block is the caller's to free. `over`: bundles may lie over its blocks, as in contact_solve. */
static void *prepare_over(contact_problem *p, const contact_config *config, int over, contact__context *x) {
    contact__arena arena;
    contact__prepared m;
    contact_fault fault;
    int islands;
    size_t bytes = contact_workspace_size(p, config);
    void *block = malloc(bytes);
    arena = contact__arena_make(block, bytes);
    if (contact__open(p, config, &arena, &m, &islands) < 0 || contact__prepare(p, config, &m, 0, 1, x, &fault) < 0)
        abort();
    x->method = CONTACT_METHOD_NCP_PGS, x->model = CONTACT_MODEL_NCP;
    x->scratch.base = arena.base + arena.used, x->scratch.size = arena.size - arena.used;
    if (over) {
        x->block_home = x->blocks;
        x->scratch_floor = (size_t)(x->scratch.base - (char *)(void *)m.blocks);
        x->scratch_rows = (size_t)((char *)(void *)m.work_rows - (char *)(void *)m.blocks);
        x->scratch.base -= x->scratch_floor, x->scratch.size += x->scratch_floor;
        x->scratch.used = x->scratch.peak = x->scratch_floor;
    }
    contact__local_steps(x);
    return block;
}
static void *prepare(contact_problem *p, const contact_config *config, contact__context *x) {
    return prepare_over(p, config, 0, x);
}
static contact_config sweeps(void) {
    contact_config c = contact_default_config();
    c.method = CONTACT_METHOD_AUTO;
    c.coarse_tolerance = TACT_R(1e-3);
    c.islands = 0;
    return c;
}

UTEST(bundles, do_what_single_visits_do) {
    int which, i, k, l, sweep;
    for (which = 0; which < 8; ++which) {
        contact_problem p;
        contact_config config = sweeps();
        contact__context x, y;
        contact__bundles all;
        contact__sweep_state s, t;
        void *first, *second;
        int seen[300];
        pile(&p, (uint64_t)which + 5, 20 + 10 * which, 60 + 30 * which, 3 * which, which & 1);
        first = prepare(&p, &config, &x), second = prepare(&p, &config, &y);
        ASSERT_EQ(contact__bundle_contacts(&x, &all), 1);
        EXPECT_EQ(all.round, which & 1);
        memset(seen, 0, sizeof seen);
        for (i = 0; i < all.count; ++i)
            for (l = 0; l < CONTACT__LANES; ++l) {
                const contact__bundle *q = &all.bundle[i];
                if (q->source[l] < 0) continue;
                ++seen[q->source[l]];
                for (k = 0; k < l; ++k) {
                    if (q->source[k] < 0) continue;
                    EXPECT_TRUE(!q->a[l] || (q->a[l] != q->a[k] && q->a[l] != q->b[k]));
                    EXPECT_TRUE(!q->b[l] || (q->b[l] != q->a[k] && q->b[l] != q->b[k]));
                }
            }
        for (i = 0; i < x.constraint_count; ++i) EXPECT_EQ(seen[i], 1);
        memset(&s, 0, sizeof s), memset(&t, 0, sizeof t);
        s.method = t.method = CONTACT_METHOD_NCP_PGS, s.omega = t.omega = 1;
        for (sweep = 0; sweep < 5; ++sweep) {
            contact__sweep_bundles(&all, &s);
            for (i = 0; i < all.count; ++i)
                for (l = 0; l < CONTACT__LANES; ++l)
                    if (all.bundle[i].source[l] >= 0)
                        contact__visit_point(&y, &t, &y.constraints[all.bundle[i].source[l]]);
        }
        contact__unbundle(&x, &all);
        for (i = 0; i < x.row_count; ++i) EXPECT_EQ(x.impulse[i], y.impulse[i]);
        for (i = 0; i < x.dof_count; ++i) EXPECT_EQ(x.velocity[i], y.velocity[i]);
        EXPECT_NEAR((double)s.change2, (double)t.change2,
                    1e-5 * (double)t.change2); /* the same terms in another order */
        EXPECT_NEAR((double)s.size2, (double)t.size2, 1e-5 * (double)t.size2);
        free(first), free(second);
        contact_problem_free(&p);
    }
}

UTEST(bundles, a_hub_has_more_contacts_than_colours) {
    contact_problem p;
    contact_config config = sweeps();
    contact__context x;
    contact__bundles all;
    void *block;
    pile(&p, 1, 600, 2000, CONTACT__COLOURS + 20, 1);
    block = prepare(&p, &config, &x);
    EXPECT_EQ(contact__bundle_contacts(&x, &all), 1);
    free(block);
    contact_problem_free(&p);
    pile(&p, 1, 200, 300, 250, 1);
    block = prepare(&p, &config, &x);
    EXPECT_EQ(contact__bundle_contacts(&x, &all), 0); /* nearly all on one body: one by one */
    free(block);
    contact_problem_free(&p);
}

UTEST(bundles, blocks_that_were_given_up_come_back) {
    contact_problem p;
    contact_config config = sweeps();
    contact__context x, y;
    contact__bundles all;
    void *first, *second;
    int i;
    pile(&p, 7, 400, 1200, 0, 0);
    first = prepare_over(&p, &config, 1, &x), second = prepare(&p, &config, &y);
    x.coarse_patient = 1; /* no other method will follow: they are given up */
    ASSERT_EQ(contact__bundle_contacts(&x, &all), 1);
    ASSERT_TRUE(x.blocks == NULL && (char *)(void *)all.bundle < (char *)(void *)x.work_rows);
    for (i = 0; i < x.constraint_count; ++i) EXPECT_EQ(contact__natural_step(&x, i), contact__natural_step(&y, i));
    contact__auto_restart(&x, 1);
    ASSERT_TRUE(x.blocks != NULL);
    EXPECT_EQ(memcmp(x.blocks, y.blocks, 9 * (size_t)x.constraint_count * sizeof *x.blocks), 0);
    EXPECT_EQ(memcmp(x.impulse, y.impulse, (size_t)x.row_count * sizeof *x.impulse),
              0); /* the warm start, as it came */
    free(first), free(second);
    contact_problem_free(&p);
}

UTEST_MAIN()
