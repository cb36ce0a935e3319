/* fuzz_problem.c - libFuzzer target: any text as a problem file.   make fuzz-problem
   What is refused has a status and a line, and leaves an empty problem. What is read and sound is solved, gives finite impulses where the
   status says so, and comes back from its own text with the same bits. */
#include "fuzz_common.h"
#include <math.h>
#include "contact_problems.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_heap heap;
    tact_allocator allocator = fuzz_allocator(&heap);
    contact_problem p, again;
    contact_delassus matrix;
    contact_result r;
    contact_config config = contact_default_config();
    char *text = (char *)malloc(size ? size : 1);
    int line = 0, i;
    memset(&matrix, 0, sizeof matrix);
    if (size) memcpy(text, data, size);
    contact_problem_create(&p, &allocator);
    contact_problem_create(&again, &allocator);
    if (contact_problem_read(&p, &matrix, text, size, &line) < 0) {
        fuzz_must(line >= 1 && p.tree_count == 0);
    } else if (contact_problem_check(&p, NULL) == CONTACT_OK && p.row_count <= 60 && p.dof_count <= 60) {
        size_t bytes = contact_problem_write(&p, NULL, 0);
        config.method = (contact_method)(size % (size_t)CONTACT_METHOD_COUNT), config.max_iterations = 20;
        if (bytes) {
            char *own = (char *)malloc(bytes + 1);
            contact_problem_write(&p, own, bytes + 1);
            fuzz_must(contact_problem_read(&again, NULL, own, bytes, &line) >= 0 && again.row_count == p.row_count);
            for (i = 0; i < p.row_count; ++i) fuzz_must(!memcmp(&again.impulse[i], &p.impulse[i], sizeof *p.impulse));
            free(own);
        }
        if (contact_solve_alloc(&p, &config, NULL, &r) >= 0)
            for (i = 0; i < p.row_count; ++i) fuzz_must(tact_finite(p.impulse[i]));
    }
    contact_problem_free(&p);
    contact_problem_free(&again);
    fuzz_must(heap.live == 0);
    free(text);
    return 0;
}
int LLVMFuzzerInitialize(int *argc, char ***argv) {
    int k;
    (void)argc, (void)argv;
    for (k = 0; k < 4; ++k) {
        contact_problem p;
        size_t bytes;
        char *text;
        contact_problem_create(&p, NULL);
        if (k)
            problem_random_scene(&p, 1 + k % 2, 1 + k, (uint64_t)(30 + k));
        else
            problem_cube(&p, 1e-3, 0.5, tact_vec(0, 0, -1), tact_vec(0, 0, 0), 0);
        bytes = contact_problem_write(&p, NULL, 0);
        text = (char *)malloc(bytes + 1);
        contact_problem_write(&p, text, bytes + 1);
        fuzz_seed(k, text, bytes);
        free(text);
        contact_problem_free(&p);
    }
    return 0;
}
