/* Every allocation fails once, beside worlds (world_memory.c) and rbd.h (rbd_memory.c). For every call of collide.h and contact.h that takes an
   allocator, and for recordings, and every k the k-th allocation fails, alone and with all that follow: the call then answers with its status
   for want of memory, nothing is leaked, and what it was given is as before. An object gives back exactly the bytes it asked for. */
/* slow: yes */
#include "utest.h"
#include "collide.h"
#include "rbd.h"
#include "contact.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "contact_problems.h"

typedef struct meter {
    int calls, fails, all, blocks;
    size_t bytes;
} meter;
static void *meter_alloc(void *context, size_t bytes, size_t align) {
    meter *m = (meter *)context;
    int call = m->calls++;
    void *p;
    (void)align;
    if (call == m->fails || (m->all && call > m->fails)) return NULL;
    p = malloc(bytes ? bytes : 1);
    if (p) ++m->blocks, m->bytes += bytes, memset(p, 0xa5, bytes);
    return p;
}
static void meter_free(void *context, void *p, size_t bytes) {
    meter *m = (meter *)context;
    if (!p) return;
    memset(p, 0x5a, bytes);
    --m->blocks, m->bytes -= bytes;
    free(p);
}
/* An L of boxes: not convex, closed. */
static const tact_vec3 corners[12] = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0},
                                      {0, 0, 1}, {2, 0, 1}, {2, 1, 1}, {1, 1, 1}, {1, 2, 1}, {0, 2, 1}};
static const int triangles[60] = {0,  3, 1,  1,  3,  2, 0,  5, 3, 3, 5,  4, 6,  7,  9, 7, 8, 9, 6, 9,
                                  11, 9, 10, 11, 0,  1, 7,  0, 7, 6, 1,  2, 8,  1,  8, 7, 2, 3, 9, 2,
                                  9,  8, 3,  4,  10, 3, 10, 9, 4, 5, 11, 4, 11, 10, 5, 0, 6, 5, 6, 11};

/* Each returns 1 on success, 0 for want of memory, -1 when something else is wrong. */
static int answer(collide_status status, const void *object) {
    const int made = object != NULL;
    return status >= 0 ? (made ? 1 : -1) : status == COLLIDE_NO_MEMORY && !made ? 0 : -1;
}
static int try_hull(const tact_allocator *a) {
    collide_hull *hull = NULL;
    collide_status status = collide_hull_create(corners, 12, NULL, a, &hull);
    int result = answer(status, hull);
    collide_hull_destroy(hull);
    return result;
}
static int try_mesh(const tact_allocator *a) {
    collide_mesh *mesh = NULL;
    collide_status status = collide_mesh_create(corners, 12, triangles, 20, a, &mesh);
    int result = answer(status, mesh);
    collide_mesh_destroy(mesh);
    return result;
}
static int try_compound(const tact_allocator *a) {
    collide_compound *compound = NULL;
    collide_shape child[3];
    tact_pose at[3];
    collide_status status;
    int i, result;
    for (i = 0; i < 3; ++i) child[i] = collide_sphere(1), at[i] = tact_pose_at((tact_real)i, 0, 0);
    status = collide_compound_create(child, at, 3, a, &compound);
    result = answer(status, compound);
    collide_compound_destroy(compound);
    return result;
}
static int try_decomposition(const tact_allocator *a) {
    collide_mesh *mesh = NULL;
    collide_decomposition *d = NULL;
    collide_status status;
    int result;
    collide_mesh_create(corners, 12, triangles, 20, NULL, &mesh);
    status = collide_decompose(mesh, NULL, a, &d);
    result = answer(status, d);
    collide_decomposition_destroy(d);
    collide_mesh_destroy(mesh);
    return result;
}
/* A problem that grows; one that failed to grow keeps what it had. */
static int try_problem(const tact_allocator *a) {
    contact_problem p;
    tact_mat3 inertia = tact_mat_diagonal(1, 1, 1);
    int i, result = contact_problem_create(&p, a) >= 0;
    for (i = 0; i < 40 && result > 0; ++i) {
        int body = contact_add_body(&p, 1, &inertia, tact_vec(0, 0, -1), tact_vec(0, 0, 0)), trees = p.tree_count, rows;
        if (body < 0) {
            result = trees == i ? 0 : -1;
            break;
        }
        rows = p.row_count;
        if (contact_add_contact(&p, -1, body, tact_vec(0, 0, 1), NULL, tact_vec(0, 0, 0), tact_vec(0, 0, -1),
                                TACT_R(0.5)) < 0)
            result = p.row_count == rows && p.tree_count == trees ? 0 : -1;
    }
    contact_problem_free(&p);
    return result;
}
static int try_text(const tact_allocator *a) {
    contact_problem p, q;
    size_t bytes;
    char *text;
    contact_status status;
    int line, result;
    contact_problem_create(&p, NULL);
    problem_random_scene(&p, 3, 5, 31);
    bytes = contact_problem_write(&p, NULL, 0);
    text = (char *)malloc(bytes + 1);
    contact_problem_write(&p, text, bytes + 1);
    contact_problem_create(&q, a);
    status = contact_problem_read(&q, NULL, text, bytes, &line);
    result = status >= 0 ? 1 : status == CONTACT_NO_MEMORY && q.tree_count == 0 ? 0 : -1;
    contact_problem_free(&q);
    contact_problem_free(&p);
    free(text);
    return result;
}
static int try_solve(const tact_allocator *a) {
    int m, result = 1;
    for (m = 0; m < (int)CONTACT_METHOD_COUNT && result > 0; ++m) {
        contact_problem p;
        contact_config config = contact_default_config();
        contact_result r;
        contact_residuals residuals;
        contact_status status;
        tact_real norm;
        contact_problem_create(&p, NULL);
        problem_cube(&p, 1e-3, 0.4, tact_vec(0, 0, TACT_R(-0.01)), tact_vec(0, 0, 0), 0);
        config.method = (contact_method)m, config.max_iterations = 30;
        status = contact_solve_alloc(&p, &config, a, &r);
        if (status == CONTACT_NO_MEMORY) result = 0;
        if (result) status = contact_evaluate_alloc(&p, p.impulse, CONTACT_MODEL_NCP, &config, a, &residuals);
        if (status == CONTACT_NO_MEMORY) result = 0;
        if (result) status = contact_internal_force(&p, p.impulse, a, &norm);
        if (status == CONTACT_NO_MEMORY) result = 0;
        contact_problem_free(&p);
    }
    return result;
}
static contact_world *small_world(void) {
    contact_world *w = contact_world_create(NULL, NULL, NULL);
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0), ball = collide_sphere(TACT_R(0.1));
    contact_world_add_static(w, &ground, tact_pose_identity());
    contact_world_add_dynamic(w, &ball, tact_pose_at(0, 0, TACT_R(0.2)), 1000);
    return w;
}
/* A recording that has no memory for a step says so, and the world has not moved; the steps it has play back. */
static int try_recording(const tact_allocator *a) {
    contact_world *w = small_world();
    contact_recording *r = contact_recording_create(3, a);
    int i, result = r != NULL, parted = -1;
    for (i = 0; i < 70 && result > 0; ++i) {
        uint64_t before = contact_world_hash(w);
        if (contact_recording_step(r, w, TACT_R(0.01)) >= 0) continue;
        result = contact_world_error(w)->status == CONTACT_NO_MEMORY && contact_world_hash(w) == before &&
                         contact_recording_steps(r) == i
                     ? 0
                     : -1;
    }
    if (r && i && contact_recording_steps(r) > 0) { /* with the memory that is left */
        contact_status status = contact_recording_seek(r, w, contact_recording_steps(r), &parted);
        if (status == CONTACT_NO_MEMORY)
            result = result < 0 ? result : 0;
        else if (status < 0 || parted >= 0)
            result = -1;
    }
    contact_recording_destroy(r);
    contact_world_destroy(w);
    return result;
}
static int try_load(const tact_allocator *a) {
    contact_world *w = small_world();
    contact_recording *r = contact_recording_create(3, NULL), *loaded;
    unsigned char *block;
    size_t bytes;
    int i, result, parted = -1;
    for (i = 0; i < 5; ++i) contact_recording_step(r, w, TACT_R(0.01));
    bytes = contact_recording_bytes(r);
    block = (unsigned char *)malloc(bytes);
    contact_recording_save(r, block, bytes);
    loaded = contact_recording_load(block, bytes, a);
    result = loaded != NULL;
    if (loaded) {
        contact_status status = contact_recording_seek(loaded, w, 4, &parted);
        result = status >= 0 && parted < 0 ? 1 : status == CONTACT_NO_MEMORY ? 0 : -1;
    }
    contact_recording_destroy(loaded), contact_recording_destroy(r);
    contact_world_destroy(w);
    free(block);
    return result;
}
static int try_broadphase(const tact_allocator *a) {
    collide_broadphase b;
    collide_broadphase_config config = collide_default_broadphase_config();
    int i, result = 1;
    config.max_proxies = config.max_pairs = 2;
    if (collide_broadphase_create(&b, &config, a) < 0) return 0;
    for (i = 0; i < 40 && result > 0; ++i) {
        collide_aabb box;
        collide_status status;
        int proxy = -1;
        box.min = tact_vec((tact_real)i / 2, 0, 0), box.max = tact_vec((tact_real)i / 2 + 1, 1, 1);
        status = collide_broadphase_insert(&b, box, collide_default_filter(), 0, (uint64_t)i, &proxy);
        if (status >= 0) status = collide_broadphase_update(&b);
        if (status < 0) result = status == COLLIDE_NO_MEMORY ? 0 : -1;
    }
    if (result == 0 && collide_broadphase_check(&b) < 0) result = -1; /* it is whole */
    collide_broadphase_destroy(&b);
    return result;
}

typedef struct trial {
    const char *name;
    int (*run)(const tact_allocator *);
} trial;
static const trial trials[] = {{"hull", try_hull},         {"mesh", try_mesh},
                               {"compound", try_compound}, {"decomposition", try_decomposition},
                               {"problem", try_problem},   {"text", try_text},
                               {"solve", try_solve},       {"recording", try_recording},
                               {"loading", try_load},      {"broadphase", try_broadphase}};

UTEST(memory, every_allocation_may_fail) {
    int t, all, sum = 0;
    for (t = 0; t < (int)(sizeof trials / sizeof *trials); ++t)
        for (all = 0; all < 2; ++all) {
            int k, result = 0;
            for (k = 0; k < 5000; ++k) {
                meter m = {0, 0, 0, 0, 0};
                tact_allocator a;
                m.fails = k, m.all = all;
                a.context = &m, a.alloc = meter_alloc, a.free = meter_free;
                result = trials[t].run(&a);
                ASSERT_TRUE_MSG(result >= 0, trials[t].name);
                ASSERT_TRUE_MSG(m.blocks == 0 && m.bytes == 0, trials[t].name);
                if (m.calls <= k) break; /* there was no k-th */
                ++sum;
            }
            EXPECT_TRUE_MSG(result == 1, trials[t].name);
            EXPECT_TRUE_MSG(k > 0 && k < 5000, trials[t].name); /* there was something to fail */
        }
    printf("%d allocations failed\n", sum);
}
UTEST_MAIN()
