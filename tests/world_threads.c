/* Threads: the pool of examples/pool.h runs islands, sweeps of one large island, the narrow phase, rows, motion and batches of rays. Facts
   checked: the state has the bits of a run without threads for 2, 4 and 8 workers, in a heap that is one large island, a field of many
   small ones, boxes that overlap and a scene of robots, hulls and meshes; the work is on the threads; and several worlds may be stepped by
   several threads at the same time, each with shared shapes and a shared robot model. ThreadSanitizer watches (make check GATES=tsan).
   Without POSIX threads the file has nothing to do. */
#if defined(__unix__) || defined(__APPLE__)
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "../examples/pool.h"
#define HAVE_THREADS 1
#endif
#include "world_common.h"

#ifdef HAVE_THREADS
enum { STEPS = 60, WORLDS = 3 };
typedef struct crew { /* the pool, and how many loops and tasks it was given */
    pool threads;
    int loops, tasks;
} crew;
static void crew_for(void *context, int count, void (*work)(void *data, int index, int worker), void *data) {
    crew *c = (crew *)context;
    ++c->loops, c->tasks += count;
    pool_for(&c->threads, count, work, data);
}
static void crew_use(crew *c, contact_world_config *config) {
    if (!c) return;
    config->solver.parallel_for = crew_for, config->solver.parallel_context = c;
    config->solver.workers = c->threads.workers;
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
static uint64_t run(const shared *s, crew *p) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    contact_hit hits[64];
    contact_ray rays[64];
    collide_shape shape;
    contact_geom_def geom = contact_default_geom_def();
    contact_robot robot;
    uint64_t hash;
    int i, good = 1;
    crew_use(p, &c);
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

/* A crowd of 1/60 s: `kind` 0: spheres, boxes, capsules and cylinders fall into a heap, one island of more than 512 contacts; 1: a field of
   boxes at rest; 2: boxes that overlap by half; 3: bodies thrown into each other, that spin and meet in flight. Returns the hash, 0 on a failure. */
static uint64_t run_crowd(int kind, int n, int side, int steps, tact_real pitch, crew *p) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    contact_body body;
    uint64_t hash;
    int i, good = 1, impacts = 0;
    crew_use(p, &c);
    w = test_world(&c);
    test_ground(w, TACT_R(0.5), 0);
    for (i = 0; i < n; ++i) {
        int shape_kind = kind == 1 || kind == 2 ? 1 : i % 4, layer = i / (side * side);
        tact_pose at =
            tact_pose_at(pitch * (tact_real)(i % side) + TACT_R(0.003) * (tact_real)(kind ? 0 : i % 7),
                         pitch * (tact_real)(i / side % side) + TACT_R(0.002) * (tact_real)(kind ? 0 : i % 5),
                         TACT_R(0.1) + pitch * (tact_real)(kind == 1 ? 0 : layer));
        collide_shape shape = shape_kind == 0   ? collide_sphere(TACT_R(0.1))
                              : shape_kind == 1 ? collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1))
                              : shape_kind == 2 ? collide_capsule(TACT_R(0.06), TACT_R(0.06))
                                                : collide_cylinder(TACT_R(0.08), TACT_R(0.08));
        body = contact_world_add_dynamic(w, &shape, at, 500);
        if (kind == 3)
            contact_body_set_velocity(w, body,
                                      tact_vec(i % 2 ? TACT_R(9) : TACT_R(-9), TACT_R(0.5) * (tact_real)(i % 3), -2),
                                      tact_vec((tact_real)(i % 5), 6, (tact_real)(i % 7)));
    }
    for (i = 0; i < steps; ++i) {
        good = good && contact_world_step(w, TACT_R(1.0) / 60) >= 0;
        impacts += contact_world_get_stats(w).n_impacts;
    }
    if (kind == 3) good = good && impacts > 0;
    hash = contact_world_hash(w);
    contact_world_destroy(w);
    return good ? hash : 0;
}
static const struct {
    int kind, n, side, steps;
    tact_real pitch;
} CROWDS[4] = {{0, 343, 7, 12, TACT_R(0.19)},
               {1, 400, 20, 4, TACT_R(0.3)},
               {2, 64, 4, 6, TACT_R(0.1)},
               {3, 64, 4, 6, TACT_R(0.3)}};

UTEST(world_threads, a_pool_of_threads_changes_no_bit) {
    static const int workers[3] = {2, 4, 8};
    static crew team;
    shared s = {NULL, NULL, NULL};
    uint64_t alone[5];
    int i, k;
    ASSERT_TRUE(shared_create(&s));
    for (k = 0; k < 5; ++k)
        alone[k] = k < 4
                       ? run_crowd(CROWDS[k].kind, CROWDS[k].n, CROWDS[k].side, CROWDS[k].steps, CROWDS[k].pitch, NULL)
                       : run(&s, NULL);
    for (i = 0; i < 3; ++i) {
        int started = pool_start(&team.threads, workers[i]);
        ASSERT_EQ(workers[i], started);
        for (k = 0; k < 5; ++k) {
            uint64_t together;
            int steps = k < 4 ? CROWDS[k].steps : (int)STEPS;
            team.loops = team.tasks = 0;
            together =
                k < 4 ? run_crowd(CROWDS[k].kind, CROWDS[k].n, CROWDS[k].side, CROWDS[k].steps, CROWDS[k].pitch, &team)
                      : run(&s, &team);
            EXPECT_TRUE(alone[k] != 0 && alone[k] == together);
            EXPECT_GT(team.loops,
                      k < 2 ? 7 * steps : steps); /* all the stages of a crowd, at least islands of the others */
        }
        pool_stop(&team.threads);
    }
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
    one_run runs[WORLDS];
    pthread_t threads[WORLDS];
    int i;
    ASSERT_TRUE(shared_create(&s));
    for (i = 0; i < WORLDS; ++i) {
        runs[i].s = &s, runs[i].hash = 0;
        ASSERT_EQ(0, pthread_create(&threads[i], NULL, run_alone, &runs[i]));
    }
    for (i = 0; i < WORLDS; ++i) pthread_join(threads[i], NULL);
    for (i = 0; i < WORLDS; ++i) EXPECT_TRUE(runs[i].hash != 0 && runs[i].hash == runs[0].hash);
    shared_destroy(&s);
}
#else
UTEST(world_threads, a_pool_of_threads_changes_no_bit) { UTEST_SKIP("no POSIX threads"); }
#endif
UTEST_MAIN()
