/* Threads: a pool of real threads, which take tasks as they come, runs islands, the narrow phase and batches of rays. Facts checked: the state
   has the bits of a run without threads, and several worlds may be stepped by several threads at the same time, each with shared shapes
   and a shared robot model. ThreadSanitizer watches (make check GATES=tsan). Without POSIX threads the file has nothing to do. */
#if defined(__unix__) || defined(__APPLE__)
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include <pthread.h>
#define HAVE_THREADS 1
#endif
#include "world_common.h"

#ifdef HAVE_THREADS
enum { WORKERS = 3, STEPS = 60 };
/* A loop that is shared out: every thread takes the next index until none is left. */
typedef struct pool {
    pthread_t threads[WORKERS];
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    void (*work)(void *data, int index, int worker);
    void *data;
    int next, count, busy, round, quit, calls;
} pool;
typedef struct seat {
    pool *p;
    int worker;
} seat;
static void pool_take(pool *p, int worker) { /* with the lock held */
    while (p->next < p->count) {
        int index = p->next++;
        pthread_mutex_unlock(&p->lock);
        p->work(p->data, index, worker);
        pthread_mutex_lock(&p->lock);
    }
}
static void *pool_run(void *argument) {
    pool *p = ((seat *)argument)->p;
    int worker = ((seat *)argument)->worker, seen = 0;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->round == seen && !p->quit) pthread_cond_wait(&p->begin, &p->lock);
        if (p->quit) break;
        seen = p->round;
        pool_take(p, worker);
        if (--p->busy == 0) pthread_cond_signal(&p->end);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}
static void pool_for(void *context, int count, void (*work)(void *data, int index, int worker), void *data) {
    pool *p = (pool *)context;
    pthread_mutex_lock(&p->lock);
    p->work = work, p->data = data, p->next = 0, p->count = count, p->busy = WORKERS, ++p->round, ++p->calls;
    pthread_cond_broadcast(&p->begin);
    while (p->busy) pthread_cond_wait(&p->end, &p->lock);
    pthread_mutex_unlock(&p->lock);
}
static void pool_start(pool *p, seat seats[WORKERS]) {
    int i;
    memset(p, 0, sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->begin, NULL), pthread_cond_init(&p->end, NULL);
    for (i = 0; i < WORKERS; ++i) {
        seats[i].p = p, seats[i].worker = i;
        if (pthread_create(&p->threads[i], NULL, pool_run, &seats[i])) abort();
    }
}
static void pool_stop(pool *p) {
    int i;
    pthread_mutex_lock(&p->lock);
    p->quit = 1;
    pthread_cond_broadcast(&p->begin);
    pthread_mutex_unlock(&p->lock);
    for (i = 0; i < WORKERS; ++i) pthread_join(p->threads[i], NULL);
    pthread_cond_destroy(&p->begin), pthread_cond_destroy(&p->end);
    pthread_mutex_destroy(&p->lock);
}

typedef struct shared { /* what worlds have in common: read only */
    collide_hull *hull;
    collide_mesh *mesh;
    rbd_model *model;
} shared;
static int shared_create(shared *s) {
    static const tact_vec3 corners[6] = {{TACT_R(0.2), 0, 0},  {TACT_R(-0.2), 0, 0}, {0, TACT_R(0.2), 0},
                                         {0, TACT_R(-0.2), 0}, {0, 0, TACT_R(0.2)},  {0, 0, TACT_R(-0.2)}};
    static const tact_vec3 plate[4] = {{-2, 6, 0}, {8, 6, 0}, {8, 9, 0}, {-2, 9, 0}};
    static const int triangles[6] = {0, 1, 2, 0, 2, 3};
    rbd_builder *builder = rbd_builder_create(NULL);
    int parent = RBD_WORLD, i;
    for (i = 0; i < 3; ++i) {
        static const char *const names[3] = {"base", "upper", "lower"};
        rbd_body link = rbd_default_body(names[i], parent);
        link.joint = rbd_default_joint(i ? RBD_JOINT_REVOLUTE : RBD_JOINT_FREE);
        link.placement = tact_pose_at(0, 0, TACT_R(0.3));
        link.inertia = rbd_inertia_box(1, tact_vec(0, 0, 0), tact_vec(TACT_R(0.1), TACT_R(0.1), TACT_R(0.3)));
        parent = rbd_builder_add(builder, &link, NULL);
    }
    s->model = rbd_model_create(builder, NULL, NULL);
    rbd_builder_destroy(builder);
    return s->model && collide_hull_create(corners, 6, NULL, NULL, &s->hull) >= 0 &&
           collide_mesh_create(plate, 4, triangles, 2, NULL, &s->mesh) >= 0;
}
static void shared_destroy(shared *s) {
    rbd_model_destroy(s->model);
    collide_hull_destroy(s->hull);
    collide_mesh_destroy(s->mesh);
}
/* Stacks, hulls on a mesh and a robot: islands enough for all. Returns the hash after STEPS steps and a batch of rays, 0 on a failure. */
static uint64_t run(const shared *s, pool *p) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    contact_hit hits[64];
    contact_ray rays[64];
    collide_shape shape;
    contact_geom_def geom = contact_default_geom_def();
    contact_robot robot;
    uint64_t hash;
    int i, good = 1;
    if (p) c.solver.parallel_for = pool_for, c.solver.parallel_context = p, c.solver.workers = WORKERS;
    w = test_world(&c);
    test_ground(w, TACT_R(0.5), 0);
    shape = collide_mesh_shape(s->mesh);
    contact_world_add_static(w, &shape, tact_pose_at(0, 0, TACT_R(0.05)));
    for (i = 0; i < 40; ++i) {
        tact_pose at = tact_pose_at((tact_real)(i % 8), i < 20 ? 0 : TACT_R(7.5),
                                    TACT_R(0.3) + TACT_R(0.42) * (tact_real)(i / 8 % 3));
        shape = i < 20 ? collide_box(TACT_R(0.2), TACT_R(0.2), TACT_R(0.2)) : collide_convex(s->hull);
        contact_world_add_dynamic(w, &shape, at, 500);
    }
    robot = contact_world_add_robot(w, s->model, NULL, NULL);
    shape = collide_sphere(TACT_R(0.1)), geom.shape = &shape;
    contact_world_add_geom(w, contact_robot_link(w, robot, 1), &geom);
    for (i = 0; i < STEPS; ++i) good = good && contact_world_step(w, TACT_R(5e-3)) >= 0;
    for (i = 0; i < 64; ++i) {
        rays[i].from = tact_vec(TACT_R(0.125) * (tact_real)i, TACT_R(-1), TACT_R(0.3));
        rays[i].to = tact_vec(TACT_R(0.125) * (tact_real)i, 9, TACT_R(0.2));
    }
    good = good && contact_world_cast_rays(w, rays, 64, NULL, hits) >= 0;
    hash = contact_world_hash(w);
    for (i = 0; i < 64 && good; ++i)
        if (hits[i].geom.generation) hash = hash * 31 + (uint64_t)(hits[i].fraction * TACT_R(1e6)) + hits[i].geom.index;
    contact_world_destroy(w);
    return good ? hash : 0;
}

UTEST(world_threads, a_pool_of_threads_changes_no_bit) {
    static pool p;
    seat seats[WORKERS];
    shared s = {NULL, NULL, NULL};
    uint64_t alone, together;
    ASSERT_TRUE(shared_create(&s));
    alone = run(&s, NULL);
    pool_start(&p, seats);
    together = run(&s, &p);
    EXPECT_TRUE(alone != 0 && alone == together);
    EXPECT_GT(p.calls, STEPS); /* it was used: for islands, and for the narrow phase */
    pool_stop(&p);
    shared_destroy(&s);
}
typedef struct one_run {
    const shared *s;
    uint64_t hash;
} one_run;
static void *run_alone(void *argument) {
    one_run *r = (one_run *)argument;
    r->hash = run(r->s, NULL);
    return NULL;
}
UTEST(world_threads, worlds_share_shapes_and_models) {
    shared s = {NULL, NULL, NULL};
    one_run runs[WORKERS];
    pthread_t threads[WORKERS];
    int i;
    ASSERT_TRUE(shared_create(&s));
    for (i = 0; i < WORKERS; ++i) {
        runs[i].s = &s, runs[i].hash = 0;
        ASSERT_EQ(0, pthread_create(&threads[i], NULL, run_alone, &runs[i]));
    }
    for (i = 0; i < WORKERS; ++i) pthread_join(threads[i], NULL);
    for (i = 0; i < WORKERS; ++i) EXPECT_TRUE(runs[i].hash != 0 && runs[i].hash == runs[0].hash);
    shared_destroy(&s);
}
#else
UTEST(world_threads, a_pool_of_threads_changes_no_bit) { UTEST_SKIP("no POSIX threads"); }
#endif
UTEST_MAIN()
