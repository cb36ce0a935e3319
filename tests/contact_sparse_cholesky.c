/* float: yes */
/* Facts: the block-sparse Cholesky solves what a dense one solves, on random graphs with nodes of different sizes; its
   order makes no fill on trees and little on grids; a plan is reused while the graph stays; indefinite pivots are raised and
   reported, NaN is refused; too little memory is refused. */
#define CONTACT_IMPLEMENTATION
#define CONTACT_STATIC
#include "utest.h"
#include "contact.h"

enum { NODES = 400, EDGES = 4000, UNKNOWNS = 700 };
static int sizes[NODES], edges[2 * EDGES];
static tact_real dense[UNKNOWNS * UNKNOWNS], right[UNKNOWNS * 4], x[UNKNOWNS * 4], y[UNKNOWNS * 4];
static uint64_t counter;
static contact__sparse S;
static void *memory;

static tact_real draw(void) { return 2 * tact_random_uniform(5, counter++) - 1; }
static int pick(int low, int high) { return low + (int)(tact_random_bits(3, counter++) % (uint64_t)(high - low + 1)); }

/* First with too little memory: the arena then says how much it takes, at most twice. */
static contact_status prepare(int n_nodes, int n_edges) {
    size_t bytes = contact__sparse_plan_bytes(n_nodes, n_edges);
    contact_status status = CONTACT_NO_SPACE;
    for (int attempt = 0; attempt < 2 && status == CONTACT_NO_SPACE; ++attempt) {
        contact__arena arena;
        free(memory);
        memory = malloc(bytes);
        arena = contact__arena_make(memory, bytes);
        status = contact__sparse_setup(&S, n_nodes, sizes, n_edges, edges, &arena);
        bytes = arena.peak + 64;
    }
    return status;
}
static void release(void) {
    free(memory);
    memory = NULL;
}

/* Random blocks, added once per edge (duplicates add up, loops go to the diagonal), mirrored in `dense`; the diagonal
   dominates so that the matrix is positive definite with a small condition number. */
static void assemble(int n_nodes, int n_edges, int with_dense) {
    int n = S.n;
    contact__sparse_zero(&S);
    if (with_dense) memset(dense, 0, (size_t)n * (size_t)n * sizeof *dense);
    for (int i = 0; i < n_nodes; ++i) {
        int ld, o = S.offset[i];
        tact_real *block = contact__sparse_diagonal(&S, i, &ld), dominant = 9; /* Gershgorin: blocks of at most 9 */
        for (int e = 0; e < n_edges; ++e)
            dominant += (edges[2 * e] == i || edges[2 * e + 1] == i) ? TACT_R(9) : TACT_R(0);
        for (int r = 0; r < sizes[i]; ++r)
            for (int c = 0; c <= r; ++c) {
                tact_real v = r == c ? dominant : draw();
                block[r * ld + c] += v;
                if (with_dense) dense[(o + r) * n + o + c] += v;
            }
    }
    for (int e = 0; e < n_edges; ++e) {
        int a = edges[2 * e], b = edges[2 * e + 1], ld, flipped, row, column;
        tact_real *block = contact__sparse_edge(&S, e, &ld, &flipped);
        if (a == b) continue;
        row = flipped ? b : a, column = flipped ? a : b;
        for (int r = 0; r < sizes[row]; ++r)
            for (int c = 0; c < sizes[column]; ++c) {
                tact_real v = draw();
                int i = S.offset[row] + r, j = S.offset[column] + c;
                block[r * ld + c] += v;
                if (with_dense) dense[(i > j ? i : j) * n + (i > j ? j : i)] += v;
            }
    }
}

UTEST(sparse, agrees_with_dense_on_random_graphs) {
    for (int trial = 0; trial < 120; ++trial) {
        int n_nodes = pick(1, trial < 60 ? 12 : 60), n_edges = pick(0, n_nodes * pick(0, 6)), n = 0;
        double error = 0, scale = 0;
        for (int i = 0; i < n_nodes; ++i) sizes[i] = trial % 3 ? 6 : pick(1, 9);
        for (int e = 0; e < 2 * n_edges; ++e) edges[e] = pick(0, n_nodes - 1);
        if (trial % 4 == 0) /* neighbours only: a band, with fronts of several nodes */
            for (int e = 0; e < n_edges; ++e) {
                edges[2 * e + 1] = edges[2 * e] + pick(-2, 2);
                if (edges[2 * e + 1] < 0 || edges[2 * e + 1] >= n_nodes) edges[2 * e + 1] = edges[2 * e];
            }
        ASSERT_EQ((int)prepare(n_nodes, n_edges), (int)CONTACT_OK);
        ASSERT_TRUE(contact__sparse_matches(&S, n_nodes, sizes, n_edges, edges));
        n = S.n;
        for (int repeat = 0; repeat < 2; ++repeat) { /* the second time with the same plan */
            assemble(n_nodes, n_edges, 1);
            for (int i = 0; i < n; ++i) x[i] = y[i] = right[i] = draw();
            ASSERT_TRUE(contact__sparse_factor(&S));
            ASSERT_EQ(S.n_shifted, 0);
            contact__sparse_solve(&S, x);
            ASSERT_EQ(tact_cholesky(n, dense, n), 0);
            tact_cholesky_solve(n, dense, n, y);
            for (int i = 0; i < n; ++i) {
                error = fabs((double)(x[i] - y[i])) > error ? fabs((double)(x[i] - y[i])) : error;
                scale = fabs((double)y[i]) > scale ? fabs((double)y[i]) : scale;
            }
            /* condition number below about 100, n below 600: a few thousand rounding errors */
            ASSERT_LE(error, 1e4 * (double)TACT_EPSILON * scale);
        }
        if (n_edges > 0) {
            int keep = edges[0];
            edges[0] = (keep + 1) % n_nodes;
            ASSERT_EQ(contact__sparse_matches(&S, n_nodes, sizes, n_edges, edges), keep == edges[0]);
            edges[0] = keep;
        }
    }
    release();
}

static size_t full_blocks(int n_nodes, int size) { return (size_t)(n_nodes * (n_nodes + 1) / 2 * size * size); }

UTEST(sparse, trees_and_stars_make_no_fill) {
    int n_nodes = 200;
    for (int i = 0; i < n_nodes; ++i) sizes[i] = 20; /* too wide to be merged for speed alone */
    for (int i = 1; i < n_nodes; ++i) edges[2 * (i - 1)] = i, edges[2 * (i - 1) + 1] = pick(0, i - 1);
    ASSERT_EQ((int)prepare(n_nodes, n_nodes - 1), (int)CONTACT_OK);
    /* each node one diagonal block and one below, but the root; merging may store at most 15 % more (and the two last) */
    ASSERT_LE((double)S.n_values, 1.16 * (2 * n_nodes - 1) * 400.0 + 800);
    for (int i = 1; i < n_nodes; ++i) edges[2 * (i - 1)] = 0, edges[2 * (i - 1) + 1] = i;
    ASSERT_EQ((int)prepare(n_nodes, n_nodes - 1), (int)CONTACT_OK);
    ASSERT_LE((double)S.n_values, 1.16 * (2 * n_nodes - 1) * 400.0 + 800);
    ASSERT_GE(S.position[0], n_nodes - 2); /* the hub goes last (or ties with the last leaf) */
    release();
}

UTEST(sparse, grid_fills_far_less_than_a_dense_factor) {
    int side = 20, n_nodes = side * side, n_edges = 0;
    for (int i = 0; i < n_nodes; ++i) sizes[i] = 1;
    for (int r = 0; r < side; ++r)
        for (int c = 0; c < side; ++c) {
            int i = r * side + c;
            if (c + 1 < side) edges[2 * n_edges] = i, edges[2 * n_edges++ + 1] = i + 1;
            if (r + 1 < side) edges[2 * n_edges] = i, edges[2 * n_edges++ + 1] = i + side;
        }
    ASSERT_EQ((int)prepare(n_nodes, n_edges), (int)CONTACT_OK);
    /* nested dissection theory: (31/4) n log2(n) / 2 = about 13000 entries at best; minimum degree is known to do as well */
    ASSERT_LT((double)S.n_values, 0.25 * (double)full_blocks(n_nodes, 1));
    assemble(n_nodes, n_edges, 1);
    for (int i = 0; i < S.n; ++i) x[i] = y[i] = draw();
    ASSERT_TRUE(contact__sparse_factor(&S));
    contact__sparse_solve(&S, x);
    ASSERT_EQ(tact_cholesky(S.n, dense, S.n), 0);
    tact_cholesky_solve(S.n, dense, S.n, y);
    for (int i = 0; i < S.n; ++i) ASSERT_NEAR((double)x[i], (double)y[i], 1e4 * (double)TACT_EPSILON);
    release();
}

UTEST(sparse, same_input_same_bits) {
    static int order[NODES];
    uint64_t before = 0;
    int n_nodes = 50, n_edges = 150;
    for (int i = 0; i < n_nodes; ++i) sizes[i] = 6;
    for (int e = 0; e < 2 * n_edges; ++e) edges[e] = pick(0, n_nodes - 1);
    for (int run = 0; run < 2; ++run) {
        ASSERT_EQ((int)prepare(n_nodes, n_edges), (int)CONTACT_OK);
        if (run == 0)
            before = counter, memcpy(order, S.order, (size_t)n_nodes * sizeof(int));
        else
            counter = before;
        ASSERT_EQ(memcmp(order, S.order, (size_t)n_nodes * sizeof(int)), 0);
        assemble(n_nodes, n_edges, 0);
        for (int i = 0; i < S.n; ++i) (run ? y : x)[i] = draw();
        ASSERT_TRUE(contact__sparse_factor(&S));
        contact__sparse_solve(&S, run ? y : x);
    }
    ASSERT_EQ(memcmp(x, y, (size_t)S.n * sizeof *x), 0);
    release();
}

UTEST(sparse, bad_pivots_are_raised_and_reported) {
    int ld;
    sizes[0] = 3;
    sizes[1] = 2;
    edges[0] = 0;
    edges[1] = 1;
    ASSERT_EQ((int)prepare(2, 1), (int)CONTACT_OK);
    assemble(2, 1, 0);
    contact__sparse_diagonal(&S, 1, &ld)[0] = -1;
    ASSERT_TRUE(contact__sparse_factor(&S));
    ASSERT_EQ(S.n_shifted, 1);
    ASSERT_GT((double)S.largest_shift, 0.0);
    for (int i = 0; i < 5; ++i) x[i] = 1;
    contact__sparse_solve(&S, x);
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(tact_finite(x[i]));
    assemble(2, 1, 0);
    contact__sparse_diagonal(&S, 1, &ld)[0] = (tact_real)NAN;
    ASSERT_FALSE(contact__sparse_factor(&S));
    release();
}

UTEST(sparse, bad_input_is_refused) {
    char few[64];
    int bad_edge[2] = {0, 5};
    contact__arena arena = contact__arena_make(few, sizeof few);
    sizes[0] = sizes[1] = 1;
    ASSERT_EQ((int)contact__sparse_setup(&S, 2, sizes, 0, edges, &arena), (int)CONTACT_NO_SPACE);
    ASSERT_FALSE(contact__sparse_matches(&S, 2, sizes, 0, edges));
    memory = malloc(10000);
    arena = contact__arena_make(memory, 10000);
    ASSERT_EQ((int)contact__sparse_setup(&S, 2, sizes, 1, bad_edge, &arena), (int)CONTACT_BAD_ARGUMENT);
    arena = contact__arena_make(memory, 10000);
    sizes[1] = 0;
    ASSERT_EQ((int)contact__sparse_setup(&S, 2, sizes, 0, edges, &arena), (int)CONTACT_BAD_ARGUMENT);
    arena = contact__arena_make(memory, 10000);
    sizes[1] = 1;
    ASSERT_EQ((int)contact__sparse_setup(&S, 2, sizes, 0, edges, &arena), (int)CONTACT_OK);
    arena = contact__arena_make(memory, 10000); /* no node, no edge */
    ASSERT_EQ((int)contact__sparse_setup(&S, 0, sizes, 0, edges, &arena), (int)CONTACT_OK);
    ASSERT_TRUE(contact__sparse_factor(&S));
    release();
}

UTEST_MAIN()
