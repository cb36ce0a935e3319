/* Problems as text. Facts checked: every number comes back with the same bits, for every kind of problem (bodies, trees, all
   constraint kinds, matrix form) and with its solution, so a replay gives the same answer; readable decimals stay decimals;
   length query and truncation; text that is damaged anywhere gives a status and a line and never a crash. */
/* float: yes */
/* slow: for valgrind */
#include "contact.h"
#include "utest.h"
#include "contact_problems.h"

static char *written(const contact_problem *p) {
    size_t n = contact_problem_write(p, (char *)0, 0);
    char *text = (char *)malloc(n + 1);
    if (contact_problem_write(p, text, n + 1) != n) {
        free(text);
        return (char *)0;
    }
    return text;
}

UTEST(file, same_bits_come_back) {
    int k, i;
    for (k = 0; k < 12; ++k) {
        contact_problem p, q;
        contact_result r, s;
        char *text;
        int line;
        contact_problem_create(&p, NULL);
        contact_problem_create(&q, NULL);
        if (k == 0)
            problem_stack(&p, 1e-3, 1e6);
        else if (k == 1)
            problem_hand(&p);
        else if (k == 2)
            problem_humanoid(&p);
        else
            problem_random_scene(&p, (uint64_t)(40 + k), 3 * k, k & 1 ? 31 : PROBLEM_LIMITS);
        p.constraints[0].gap = TACT_R(-1e-30);
        p.constraints[0].stiffness = TACT_R(1.2345678e30);
        p.constraints[0].law = 3;
        contact_solve_alloc(&p, NULL, NULL, &r); /* a solution is kept with it */
        text = written(&p);
        ASSERT_TRUE(text != NULL);
        ASSERT_EQ((int)contact_problem_read(&q, NULL, text, strlen(text), &line), (int)CONTACT_OK);
        ASSERT_EQ(q.row_count, p.row_count);
        ASSERT_EQ(q.dof_count, p.dof_count);
        ASSERT_EQ(q.constraint_count, p.constraint_count);
        EXPECT_TRUE(q.dt == p.dt);
        EXPECT_EQ(0, memcmp(p.impulse, q.impulse, (size_t)p.row_count * sizeof(tact_real)));
        EXPECT_EQ(0, memcmp(p.velocity, q.velocity, (size_t)p.dof_count * sizeof(tact_real)));
        for (i = 0; i < p.row_count; ++i) EXPECT_TRUE(p.bias[i] == q.bias[i] && p.bound[i] == q.bound[i]);
        EXPECT_EQ(0, memcmp(p.free_velocity, q.free_velocity, (size_t)p.dof_count * sizeof(tact_real)));
        EXPECT_TRUE(p.constraints[0].gap == q.constraints[0].gap &&
                    p.constraints[0].stiffness == q.constraints[0].stiffness);
        EXPECT_EQ(q.constraints[0].law, 3);
        contact_solve_alloc(&p, NULL, NULL, &r);
        contact_solve_alloc(&q, NULL, NULL, &s);
        EXPECT_EQ((int)r.status, (int)s.status);
        EXPECT_EQ(0, memcmp(p.impulse, q.impulse, (size_t)p.row_count * sizeof(tact_real))); /* the replay is the run */
        free(text);
        contact_problem_free(&p);
        contact_problem_free(&q);
    }
}

UTEST(file, matrix_form) {
    static const tact_real g[36] = {2,   0.25, 0, 0.5, 0, 0, 0.25, 2,   0, 0, 0.5, 0, 0, 0, 3, 0, 0, 1,
                                    0.5, 0,    0, 2,   0, 0, 0,    0.5, 0, 0, 2,   0, 0, 0, 1, 0, 0, 3};
    contact_problem p, q;
    contact_delassus matrix, other;
    contact_result r, s;
    char *text;
    int k, line;
    memset(&matrix, 0, sizeof matrix);
    matrix.dense = g, matrix.leading = 6;
    contact_problem_create(&p, NULL);
    contact_problem_create(&q, NULL);
    for (k = 0; k < 2; ++k) {
        contact_add_rows(&p, CONTACT_KIND_CONTACT, 3);
        p.constraints[k].mu = TACT_R(0.3);
        p.bias[3 * k] = TACT_R(0.7), p.bias[3 * k + 2] = TACT_R(-1.1);
    }
    p.delassus = &matrix;
    text = written(&p);
    ASSERT_TRUE(text != NULL);
    EXPECT_EQ((int)contact_problem_read(&q, NULL, text, strlen(text), &line), (int)CONTACT_BAD_ARGUMENT);
    ASSERT_EQ((int)contact_problem_read(&q, &other, text, strlen(text), &line), (int)CONTACT_OK);
    for (k = 0; k < 36; ++k) EXPECT_TRUE(other.dense[k] == g[k]);
    contact_solve_alloc(&p, NULL, NULL, &r);
    contact_solve_alloc(&q, NULL, NULL, &s);
    EXPECT_EQ((int)r.status, 0);
    EXPECT_EQ(0, memcmp(p.impulse, q.impulse, 6 * sizeof(tact_real)));
    free(text);
    contact_problem_free(&p);
    contact_problem_free(&q);
}

UTEST(file, numbers_are_readable) {
    contact_problem p;
    char *text, *cut;
    size_t n;
    tact_mat3 inertia = tact_mat_diagonal(TACT_R(0.25), TACT_R(0.5), 1);
    contact_problem_create(&p, NULL);
    p.dt = TACT_R(0.0078125);
    contact_add_body(&p, TACT_R(1.5), &inertia, tact_vec(-3, 0, TACT_R(1024.5)), tact_vec(0, 0, 0));
    text = written(&p);
    EXPECT_STREQ(text, "contact-problem 1 dt 0.0078125\n"
                       "body 1.5 0.25 0.5 1 0 0 0 -3 0 1024.5 0 0 0 -3 0 1024.5 0 0 0\nend\n");
    n = strlen(text);
    cut = (char *)malloc(21);
    EXPECT_EQ((int)contact_problem_write(&p, cut, 21), (int)n); /* the whole length, as much text as fits */
    EXPECT_STREQ(cut, "contact-problem 1 dt");
    free(cut);
    free(text);
    contact_problem_free(&p);
}

UTEST(file, decimals_comments_and_exponents_are_read) {
    static const char text[] =
        "# by hand\ncontact-problem 1 dt 1e-3\n\tbody 1.0 +.5 5e-1 0x1p-1 0 0 0   1 2 3 4 5 6\r\n"
        "  0 0 0 0 0 0 # the end\nend and what follows is not read";
    contact_problem p;
    int line;
    contact_problem_create(&p, NULL);
    ASSERT_EQ((int)contact_problem_read(&p, NULL, text, sizeof text - 1, &line), (int)CONTACT_OK);
    EXPECT_TRUE(p.dt == TACT_R(1e-3));
    EXPECT_TRUE(p.trees[0].inertia[0] == TACT_R(0.5) && p.trees[0].inertia[1] == TACT_R(0.5) &&
                p.trees[0].inertia[2] == TACT_R(0.5));
    EXPECT_TRUE(p.free_velocity[5] == 6);
    contact_problem_free(&p);
}

UTEST(file, damaged_text_is_refused) {
    static const struct {
        const char *text;
        int line;
    } cases[] = {{"", 1},
                 {"contact-problem 2 dt 1 end", 1},
                 {"contact-problem 1 dt x end", 1},
                 {"contact-problem 1 dt 1\nbody 1 1 1", 2},
                 {"contact-problem 1 dt 1\nbody 1 1 1 1 0 0 0 nan 0 0 0 0 0 0 0 0 0 0 0 end", 2},
                 {"contact-problem 1 dt 1\ntree 99999999 1", 2},
                 {"contact-problem 1 dt 1\ntree -1 1", 2},
                 {"contact-problem 1 dt 1\n\nthing 1", 3},
                 {"contact-problem 1 dt 1\nlimit 1 -1 5 point", 2},
                 {"contact-problem 1 dt 1\njoint 9 -1 -1 matrix", 2},
                 {"contact-problem 1 dt 1\nlimit 1 -1 -1 other 0", 2},
                 {"contact-problem 1 dt 1\nmatrix 7 1", 2},
                 {"contact-problem 1 dt 1e999 end", 1},
                 {"contact-problem 1 dt 1", 1}};
    contact_problem p;
    size_t k;
    int line;
    contact_problem_create(&p, NULL);
    for (k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        EXPECT_EQ((int)contact_problem_read(&p, NULL, cases[k].text, strlen(cases[k].text), &line),
                  (int)CONTACT_BAD_FORMAT);
        EXPECT_EQ(line, cases[k].line);
        EXPECT_EQ(p.tree_count, 0);
    }
    contact_problem_free(&p);
}

/* Blocks of no tree are no numbers: read, and judged by the check. */
UTEST(file, blocks_of_nothing) {
    static const char text[] =
        "contact-problem 1 dt 1\ncontact 3 -1 -1 blocks 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\nend";
    contact_problem p;
    int line;
    contact_problem_create(&p, NULL);
    EXPECT_EQ((int)contact_problem_read(&p, NULL, text, sizeof text - 1, &line), (int)CONTACT_OK);
    EXPECT_EQ(p.row_count, 3);
    EXPECT_TRUE(contact_problem_check(&p, NULL) < 0);
    contact_problem_free(&p);
}

/* Every truncation and many single-character changes of a good text: a status or a problem that the check judges, no crash. */
UTEST(file, fuzz) {
    contact_problem p, q;
    char *text, *copy;
    size_t n, k;
    int line;
    contact_problem_create(&p, NULL);
    contact_problem_create(&q, NULL);
    problem_random_scene(&p, 3, 5, 31);
    text = written(&p);
    n = strlen(text);
    copy = (char *)malloc(n + 1);
    for (k = 0; k < n - 4; k += 7) EXPECT_LT((int)contact_problem_read(&q, NULL, text, k, &line), 0);
    for (k = 0; k < 4000; ++k) {
        contact_result r;
        contact_config config = contact_default_config();
        size_t at = (size_t)(tact_random_bits(9, 2 * k) % n);
        memcpy(copy, text, n + 1);
        copy[at] = " 0123456789-.xpe\nbt"[tact_random_bits(9, 2 * k + 1) % 19];
        if (contact_problem_read(&q, NULL, copy, n, &line) < 0) {
            EXPECT_GE(line, 1);
        } else if (contact_problem_check(&q, NULL) == CONTACT_OK && k % 16 == 0) {
            config.max_iterations = 20;
            EXPECT_NE((int)contact_solve_alloc(&q, &config, NULL, &r), (int)CONTACT_BAD_SIZE);
        }
    }
    free(text);
    free(copy);
    contact_problem_free(&p);
    contact_problem_free(&q);
}

UTEST_MAIN()
