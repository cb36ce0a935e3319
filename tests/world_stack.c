/* Stack: how deep the calls go, measured on a painted stack of a thread. Facts checked: with memory of the caller (config.scratch) a distance,
   the contacts of two shapes of any kind, casts that start in an overlap and the queries of a world take less than 32 kB, without it less than
   112 kB; the step of a world, which has such memory, less than 48 kB, one with derivatives less than 64 kB. The numbers are those of the manuals. musl gives a thread 128 kB.
   Builds without optimisation and with sanitizers have other frames, and are not asked. */
/* slow: yes */
#if defined(__unix__) || defined(__APPLE__)
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include <pthread.h>
#endif
#include "world_common.h"
#include <stdio.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define STACK_OTHER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__) ||                         \
    !(defined(__unix__) || defined(__APPLE__))
#define STACK_OTHER 1
#endif

#ifndef STACK_OTHER
enum { STACK_BYTES = 1 << 20, STACK_PAINT = 0xa7 };
typedef struct stack_job {
    int (*run)(void *data);
    void *data;
    int good;
} stack_job;
static void *stack_main(void *argument) {
    stack_job *job = (stack_job *)argument;
    job->good = job->run ? job->run(job->data) : 1;
    return NULL;
}
/* Bytes of stack below the start of the thread that were written to; -1 when it could not run or `run` returned 0. */
static long stack_depth(int (*run)(void *), void *data) {
    static unsigned char memory[STACK_BYTES + 4096];
    unsigned char *bottom = memory + (4096 - (size_t)((uintptr_t)memory & 4095));
    pthread_attr_t attributes;
    pthread_t thread;
    stack_job job;
    long i;
    job.run = run, job.data = data, job.good = 0;
    memset(bottom, STACK_PAINT, STACK_BYTES);
    pthread_attr_init(&attributes);
    if (pthread_attr_setstack(&attributes, bottom, STACK_BYTES) ||
        pthread_create(&thread, &attributes, stack_main, &job))
        return -1;
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    for (i = 0; i < STACK_BYTES && bottom[i] == STACK_PAINT; ++i) {
    }
    return job.good ? STACK_BYTES - i : -1;
}
/* The same without what a thread needs that does nothing. */
static long stack_of(int (*run)(void *), void *data) {
    long idle = stack_depth(NULL, NULL), depth = stack_depth(run, data);
    return depth < 0 || idle < 0 ? -1 : depth - idle;
}

typedef struct shapes {
    collide_hull *hull, *ball;
    collide_mesh *mesh;
    collide_compound *compound;
    collide_height_field field;
    tact_real heights[16];
    void *scratch;
    double sum; /* of all distances */
} shapes;
static tact_real uniform(int k) { return tact_random_uniform(77, (uint64_t)k); }
static int shapes_create(shapes *s) {
    static const int triangles[6] = {0, 1, 2, 0, 2, 3};
    static const tact_vec3 plate[4] = {{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}};
    tact_vec3 few[12], many[200];
    collide_shape child[2];
    tact_pose at[2];
    int i;
    memset(s, 0, sizeof *s);
    for (i = 0; i < 200; ++i) {
        tact_vec3 v =
            tact_vec(uniform(3 * i) - TACT_R(0.5), uniform(3 * i + 1) - TACT_R(0.5), uniform(3 * i + 2) - TACT_R(0.5));
        if (i < 12) few[i] = v;
        many[i] = tact_scale(TACT_R(0.5), tact_normalize_or(v, tact_vec(1, 0, 0)));
    }
    child[0] = collide_box(TACT_R(0.3), TACT_R(0.2), TACT_R(0.1)), child[1] = collide_sphere(TACT_R(0.3));
    at[0] = tact_pose_at(TACT_R(-0.2), 0, 0), at[1] = tact_pose_at(TACT_R(0.2), 0, 0);
    s->field.n_x = s->field.n_y = 4, s->field.spacing_x = s->field.spacing_y = TACT_R(0.4),
    s->field.heights = s->heights;
    for (i = 0; i < 16; ++i) s->heights[i] = TACT_R(0.2) * uniform(1000 + i);
    return collide_hull_create(few, 12, NULL, NULL, &s->hull) >= 0 &&
           collide_hull_create(many, 200, NULL, NULL, &s->ball) >= 0 &&
           collide_mesh_create(plate, 4, triangles, 2, NULL, &s->mesh) >= 0 &&
           collide_compound_create(child, at, 2, NULL, &s->compound) >= 0;
}
static void shapes_destroy(shapes *s) {
    collide_hull_destroy(s->hull), collide_hull_destroy(s->ball);
    collide_mesh_destroy(s->mesh);
    collide_compound_destroy(s->compound);
}
static collide_shape shape_of(const shapes *s, int k) {
    switch (k) {
    case 0: return collide_convex(s->hull);
    case 1: return collide_convex(s->ball);
    case 2: return collide_box(TACT_R(0.3), TACT_R(0.5), TACT_R(0.2));
    case 3: return collide_cylinder(TACT_R(0.4), TACT_R(0.3));
    case 4: return collide_cone(TACT_R(0.4), TACT_R(0.6));
    case 5: return collide_ellipsoid(TACT_R(0.2), TACT_R(0.3), TACT_R(0.5));
    case 6: return collide_rounded(collide_box(TACT_R(0.3), TACT_R(0.2), TACT_R(0.2)), TACT_R(0.1));
    case 7: return collide_capsule(TACT_R(0.2), TACT_R(0.3));
    case 8: return collide_compound_shape(s->compound);
    case 9: return collide_mesh_shape(s->mesh);
    default: return collide_height_field_shape(&s->field);
    }
}
enum { CONVEX = 8, SHAPES = 11 };
static tact_pose pose_of(int k) {
    tact_quat q = tact_quat_make(uniform(7 * k) - TACT_R(0.5), uniform(7 * k + 1) - TACT_R(0.5),
                                 uniform(7 * k + 2) - TACT_R(0.5), uniform(7 * k + 3) - TACT_R(0.5));
    return tact_pose_make(
        tact_vec(TACT_R(0.6) * uniform(7 * k + 4), TACT_R(0.6) * uniform(7 * k + 5), TACT_R(0.6) * uniform(7 * k + 6)),
        tact_quat_normalize(q));
}
static int run_distances(void *data) {
    shapes *s = (shapes *)data;
    collide_config config = collide_default_config();
    int i, j, k = 0;
    config.scratch = s->scratch, s->sum = 0;
    for (i = 0; i < CONVEX; ++i)
        for (j = 0; j < CONVEX; ++j, ++k) {
            collide_shape a = shape_of(s, i), b = shape_of(s, j);
            collide_result r;
            int overlap;
            config.exact = k % 2;
            if (collide_distance(&a, tact_pose_identity(), &b, pose_of(k), &config, NULL, &r) < 0) return 0;
            s->sum += (double)r.distance;
            if (collide_distance(&a, tact_pose_identity(), &b, tact_pose_identity(), &config, NULL, &r) < 0) return 0;
            if (collide_intersect(&a, tact_pose_identity(), &b, pose_of(k), &config, NULL, &overlap) < 0) return 0;
        }
    return 1;
}
static int run_contacts(void *data) {
    shapes *s = (shapes *)data;
    collide_manifold_config config = collide_default_manifold_config();
    collide_sweep_config sweep = collide_default_sweep_config();
    int i, j, k = 0, n;
    config.scratch = sweep.scratch = s->scratch, config.margin = TACT_R(0.02), s->sum = 0;
    for (i = 0; i < SHAPES; ++i)
        for (j = 0; j < SHAPES; ++j, ++k) {
            collide_shape a = shape_of(s, i), b = shape_of(s, j);
            collide_manifold m[4];
            collide_sweep_motion ma, mb;
            collide_sweep_hit hit;
            memset(&ma, 0, sizeof ma), memset(&mb, 0, sizeof mb);
            ma.start = tact_pose_at(0, 0, 2), mb.start = pose_of(k), ma.linear = tact_vec(0, 0, -3),
            ma.angular = tact_vec(1, 0, 0);
            collide_contacts(&a, tact_pose_identity(), &b, pose_of(k), &config, NULL, m, 4, &n);
            if (n > 0) s->sum += (double)m[0].points[0].gap;
            if (collide_sweep(&a, &ma, &b, &mb, &sweep, &hit) >= 0 && hit.hit) s->sum += (double)hit.t;
        }
    return 1;
}

/* Casts of convex shapes that start inside of what they are cast against. */
static int run_casts(void *data) {
    shapes *s = (shapes *)data;
    int i, j, k = 0;
    s->sum = 0;
    for (i = 0; i < CONVEX; ++i)
        for (j = 0; j < SHAPES; ++j, ++k) {
            collide_shape a = shape_of(s, i), b = shape_of(s, j);
            collide_cast_hit hit;
            tact_pose at = pose_of(k);
            at.p = tact_scale(TACT_R(0.2), at.p);
            if (collide_shape_cast_in(s->scratch, &a, at, tact_vec(1, 0, 0), &b, tact_pose_identity(), 0, &hit) < 0)
                return 0;
            s->sum += (double)(hit.t + hit.normal.x) + hit.inside;
        }
    return 1;
}
typedef struct asked {
    contact_world *w;
    const shapes *s;
    void *scratch;
} asked;
static int run_queries(void *data) {
    const asked *x = (const asked *)data;
    contact_query query = contact_default_query();
    contact_hit hits[8];
    int i, k;
    query.scratch = x->scratch, query.sensors = 1;
    for (i = 0; i < 2 * CONVEX; ++i)
        for (k = 0; k < 12; ++k) {
            collide_shape a = shape_of(x->s, i % CONVEX);
            tact_pose at = tact_pose_at(TACT_R(1.2) * (tact_real)k, TACT_R(0.05), TACT_R(0.4));
            query.turn = tact_vec(0, 0, i < CONVEX ? 0 : TACT_R(0.5));
            if (contact_world_cast_hits(x->w, &a, at, tact_vec(0, 0, TACT_R(-0.5)), &query, hits, 8) < 0 ||
                contact_world_overlap_hits(x->w, &a, at, &query, hits, 8) < 0 ||
                contact_world_closest(x->w, &a, at, 1, &query, hits) < 0)
                return 0;
        }
    return 1;
}

/* A world with everything that has its own way through a step. */
static contact_world *mixed_world(const shapes *s, const rbd_model *model, int maximal) {
    contact_world_config config = contact_default_world_config();
    contact_joint_def joint = contact_default_joint_def(CONTACT_JOINT_HINGE);
    contact_geom_def geom = contact_default_geom_def();
    contact_world *w;
    contact_body last = {0, 0};
    contact_robot robot;
    collide_shape shape;
    int i;
    config.ccd = 1;
    w = test_world(&config);
    test_ground(w, TACT_R(0.5), TACT_R(0.3));
    shape = shape_of(s, SHAPES - 1);
    contact_world_add_static(w, &shape, tact_pose_at(20, 0, TACT_R(0.05)));
    for (i = 0; i < 3 * (CONVEX + 1); ++i) {
        shape = shape_of(s, i % (CONVEX + 1));
        last = contact_world_add_dynamic(w, &shape,
                                         tact_pose_at(TACT_R(1.2) * (tact_real)(i % (CONVEX + 1)), 0,
                                                      TACT_R(0.6) + TACT_R(1.1) * (tact_real)(i / (CONVEX + 1))),
                                         500);
    }
    geom.sensor = 1;
    for (i = SHAPES - 3; i < SHAPES; ++i) { /* sensors that are sets, about the bodies */
        contact_body_def still = contact_default_body_def();
        still.type = CONTACT_BODY_STATIC, still.pose = tact_pose_at((tact_real)(3 * (i - SHAPES + 3)), 0, TACT_R(0.3));
        shape = shape_of(s, i), geom.shape = &shape;
        contact_world_add_geom(w, contact_world_add_body(w, &still), &geom);
    }
    geom.sensor = 0;
    joint.b = last, joint.frame_a = tact_pose_at(9, 0, 3);
    contact_world_add_joint(w, &joint);
    shape = collide_box(TACT_R(0.2), TACT_R(0.2), TACT_R(0.2));
    last = contact_world_add_dynamic(w, &shape, tact_pose_at(TACT_R(20.5), TACT_R(0.5), 2), 500);
    contact_body_set_velocity(w, last, tact_vec(0, 0, -60), tact_vec(9, 5, 2));
    for (i = 0; i <= maximal; ++i) {
        contact_world_settings(w)->maximal = i;
        robot = contact_world_add_robot(w, model, NULL, NULL);
        shape = collide_sphere(TACT_R(0.1)), geom.shape = &shape, geom.pose = tact_pose_identity();
        contact_world_add_geom(w, contact_robot_link(w, robot, 1), &geom);
    }
    contact_world_settings(w)->maximal = 0;
    return w;
}
static rbd_model *arm(void) {
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_model *model;
    int parent = RBD_WORLD, i;
    for (i = 0; i < 6; ++i) {
        static const char *const names[6] = {"a", "b", "c", "d", "e", "f"};
        rbd_body link = rbd_default_body(names[i], parent);
        link.joint = rbd_default_joint(i == 3 ? RBD_JOINT_SPHERICAL : RBD_JOINT_REVOLUTE);
        link.placement = tact_pose_at(0, i ? 0 : TACT_R(5), i ? TACT_R(0.3) : TACT_R(0.2));
        link.inertia =
            rbd_inertia_box(1, tact_vec(0, 0, TACT_R(0.15)), tact_vec(TACT_R(0.1), TACT_R(0.1), TACT_R(0.3)));
        parent = rbd_builder_add(builder, &link, NULL);
    }
    model = rbd_model_create(builder, NULL, NULL);
    rbd_builder_destroy(builder);
    return model;
}
static int run_steps(void *data) {
    contact_world *w = (contact_world *)data;
    int i;
    for (i = 0; i < 60; ++i)
        if (contact_world_step(w, TACT_R(0.01)) < 0) return 0;
    return 1;
}
static int run_derivatives(void *data) {
    contact_world *w = (contact_world *)data;
    contact_differential *d = contact_differential_create(NULL);
    int i, good = d != NULL, n = contact_world_dofs(w);
    tact_real *by_state = (tact_real *)malloc((size_t)(4 * n * n) * sizeof(tact_real));
    for (i = 0; i < 4 && good; ++i)
        good = contact_world_step_differential(w, TACT_R(0.01), d) >= 0 &&
               contact_differential_matrices(d, by_state, NULL, NULL) >= 0;
    if (!good) printf("%s\n", contact_world_error(w)->text);
    free(by_state);
    contact_differential_destroy(d);
    return good;
}

UTEST(world_stack, queries) {
    static shapes s;
    double distances, contacts;
    long bytes;
    ASSERT_TRUE(shapes_create(&s));
    bytes = stack_of(run_distances, &s), distances = s.sum;
    printf("distance, without scratch: %ld bytes\n", bytes);
    EXPECT_TRUE(bytes > 0 && bytes < 112 * 1024);
    bytes = stack_of(run_contacts, &s), contacts = s.sum;
    printf("contacts, without scratch: %ld bytes\n", bytes);
    EXPECT_TRUE(bytes > 0 && bytes < 112 * 1024);
    s.scratch = malloc(COLLIDE_SCRATCH_BYTES);
    bytes = stack_of(run_distances, &s);
    printf("distance: %ld bytes\n", bytes);
    EXPECT_TRUE(s.sum == distances); /* where the memory is makes no difference to the last bit */
    EXPECT_TRUE(bytes > 0 && bytes < 32 * 1024);
    bytes = stack_of(run_contacts, &s);
    printf("contacts: %ld bytes\n", bytes);
    EXPECT_TRUE(s.sum == contacts);
    EXPECT_TRUE(bytes > 0 && bytes < 32 * 1024);
    bytes = stack_of(run_casts, &s), contacts = s.sum;
    printf("casts from an overlap: %ld bytes\n", bytes);
    EXPECT_TRUE(bytes > 0 && bytes < 32 * 1024);
    {
        rbd_model *model = arm();
        asked x;
        x.s = &s, x.scratch = s.scratch, x.w = mixed_world(&s, model, 0);
        run_steps(x.w);
        bytes = stack_of(run_queries, &x);
        printf("queries of a world: %ld bytes\n", bytes);
        EXPECT_TRUE(bytes > 0 && bytes < 32 * 1024);
        contact_world_destroy(x.w);
        rbd_model_destroy(model);
    }
    free(s.scratch);
    s.scratch = NULL;
    bytes = stack_of(run_casts, &s);
    printf("casts from an overlap, without scratch: %ld bytes\n", bytes);
    EXPECT_TRUE(s.sum == contacts);
    EXPECT_TRUE(bytes > 0 && bytes < 112 * 1024);
    shapes_destroy(&s);
}
UTEST(world_stack, steps_and_derivatives) {
    static shapes s;
    rbd_model *model = arm();
    contact_world *w;
    long bytes;
    int integrator, ccd, i;
    ASSERT_TRUE(model && shapes_create(&s));
    for (integrator = 0; integrator < 3; ++integrator) {
        w = mixed_world(&s, model, 1);
        contact_world_settings(w)->integrator = (contact_integrator)integrator;
        bytes = stack_of(run_steps, w);
        printf("step, integrator %d: %ld bytes\n", integrator, bytes);
        EXPECT_TRUE(bytes > 0 && bytes < 48 * 1024);
        contact_world_destroy(w);
    }
    for (ccd = 0; ccd < 2; ++ccd) {
        w = mixed_world(&s, model, 0); /* joints beside a robot in maximal coordinates have no derivative */
        contact_world_settings(w)->ccd = ccd;
        for (i = 0; i < (ccd ? 1 : 40); ++i) contact_world_step(w, TACT_R(0.01)); /* until they touch */
        bytes = stack_of(run_derivatives, w);
        printf("derivatives, ccd %d: %ld bytes\n", ccd, bytes);
        EXPECT_TRUE(bytes > 0 && bytes < 64 * 1024);
        contact_world_destroy(w);
    }
    shapes_destroy(&s);
    rbd_model_destroy(model);
}
#else
UTEST(world_stack, queries) { UTEST_SKIP("frames of this build are not those of the manuals"); }
#endif
UTEST_MAIN()
