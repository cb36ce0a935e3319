/* soak_world.c - long runs of the world: a day of a busy scene (SOAK_HOURS of simulated time, 24), a minute of a pyramid of base
   twenty, four-bars for 1e5 steps. Nothing turns non-finite, nothing leaves the bin, no memory is asked for after the
   first minutes. A second day of coming and going: bodies, geoms, joints, robots, pair materials and clones are added and removed at
   random, snapshots go back; the memory of the world grows only when its largest scene does.   make soak [SOAK_HOURS=24] */
#include "world_bin.h"
#include "world_stacks.h"

#include "bench/progress.h"

typedef struct memory {
    long long live, calls;
} memory;
static void *soak_alloc(void *context, size_t bytes, size_t align) {
    memory *m = (memory *)context;
    (void)align;
    m->live += (long long)bytes, ++m->calls;
    return malloc(bytes);
}
static void soak_free(void *context, void *p, size_t bytes) {
    if (p) ((memory *)context)->live -= (long long)bytes;
    free(p);
}

UTEST(soak_world, a_day_of_a_busy_bin) {
    const char *text = getenv("SOAK_HOURS");
    double hours = text ? atof(text) : 24, kinetic, most = 0;
    long long steps = (long long)(hours * 3600 / 5e-3), step, looks = 0, calm = 0, live = 0, stopped = 0;
    memory m = {0, 0};
    tact_allocator allocator;
    bin b;
    allocator.context = &m;
    allocator.alloc = soak_alloc;
    allocator.free = soak_free;
    bin_create(&b, &allocator, 2000, 0);
    for (step = 0; step < steps; ++step) {
        contact_status status = bin_step(&b);
        progress("soak: a busy bin", (double)step, (double)steps);
        ASSERT_TRUE_MSG(status >= 0, contact_world_error(b.world)->text);
        stopped += status == CONTACT_BODY_STOPPED;
        if (step % 1999 == 1998) { /* every ten seconds, never at the same phase of the turning */
            ASSERT_TRUE_MSG(bin_lost(&b, &kinetic) == 0, "a body left the bin");
            ASSERT_TRUE(kinetic < 1000);
            ++looks, calm += kinetic < 1e-3;
            most = kinetic > most ? kinetic : most;
        }
        if (step == steps / 10) live = m.live;
        if (step % 720000 == 719999)
            printf("%lld h, %lld bytes, %lld allocations\n", (step + 1) / 720000, m.live, m.calls), fflush(stdout);
    }
    progress("soak: a busy bin", (double)steps, (double)steps);
    printf("%lld steps, %lld bytes in use (%lld after a tenth), %lld allocations in all; at rest in %lld of %lld "
           "looks, most energy %g J\n",
           steps, m.live, live, m.calls, calm, looks, most);
    EXPECT_TRUE(stopped == 0);
    EXPECT_TRUE(20 * calm <= looks); /* busy: all of it at rest is an exception */
    EXPECT_TRUE(
        m.live <=
        live + live / 4); /* a rare crowd may need a larger block once; growth with time would double it many times */
    bin_destroy(&b);
    EXPECT_TRUE(m.live == 0);
}

enum { GUESTS = 20, TIES = 6, ROBOTS = 3, KINDS = 6 };
typedef struct guests {
    contact_world *world;
    contact_body body[GUESTS];
    contact_joint joint[TIES];
    contact_robot robot[ROBOTS];
    collide_hull *hull;
    rbd_model *model;
    unsigned char *block;
    size_t bytes;
    uint64_t drawn;
} guests;
static uint64_t draw(guests *g, uint64_t below) { return tact_random_bits(2026, g->drawn++) % below; }
static tact_pose somewhere(guests *g) {
    tact_real x = (tact_real)draw(g, 1000) / 500 - 1, y = (tact_real)draw(g, 1000) / 500 - 1;
    return tact_pose_at(x, y, TACT_R(0.5) + (tact_real)draw(g, 1000) / 500);
}
static collide_shape some_shape(guests *g) {
    switch (draw(g, KINDS)) {
    case 0: return collide_sphere(TACT_R(0.1));
    case 1: return collide_box(TACT_R(0.1), TACT_R(0.08), TACT_R(0.12));
    case 2: return collide_capsule(TACT_R(0.08), TACT_R(0.1));
    case 3: return collide_cylinder(TACT_R(0.1), TACT_R(0.08));
    case 4: return collide_ellipsoid(TACT_R(0.1), TACT_R(0.12), TACT_R(0.08));
    default: return collide_convex(g->hull);
    }
}
/* One thing comes or goes. Returns 0 when the world refused what it should take. */
static int guests_change(guests *g) {
    contact_world *w = g->world;
    const int k = (int)draw(g, GUESTS), other = (int)draw(g, GUESTS), tie = (int)draw(g, TIES),
              r = (int)draw(g, ROBOTS);
    collide_shape shape = some_shape(g);
    contact_geom_def geom = contact_default_geom_def();
    contact_joint_def joint = contact_default_joint_def((contact_joint_kind)draw(g, 5));
    contact_geom made;
    contact_world *copy;
    int n;
    geom.shape = &shape;
    switch (draw(g, 7)) {
    case 0:
    case 1:
        if (contact_body_valid(w, g->body[k])) return contact_world_remove_body(w, g->body[k]) >= 0;
        g->body[k] = contact_world_add_dynamic(w, &shape, somewhere(g), 500);
        return contact_body_valid(w, g->body[k]);
    case 2:
        if (g->joint[tie].generation) { /* unless it went with a body */
            contact_world_remove_joint(w, g->joint[tie]);
            memset(&g->joint[tie], 0, sizeof g->joint[tie]);
            return 1;
        }
        if (!contact_body_valid(w, g->body[k]) || (k != other && !contact_body_valid(w, g->body[other]))) return 1;
        joint.b = g->body[k];
        if (k != other) joint.a = g->body[other];
        joint.frame_a =
            k != other ? tact_pose_mul(tact_pose_inverse(contact_body_pose(w, joint.a)), contact_body_pose(w, joint.b))
                       : contact_body_pose(w, joint.b);
        g->joint[tie] = contact_world_add_joint(w, &joint);
        return g->joint[tie].generation != 0;
    case 3:
        if (g->robot[r].generation) {
            int gone = contact_world_remove_robot(w, g->robot[r]) >= 0;
            memset(&g->robot[r], 0, sizeof g->robot[r]);
            return gone;
        }
        contact_world_settings(w)->maximal = (int)draw(g, 2);
        g->robot[r] = contact_world_add_robot(w, g->model, NULL, NULL);
        return g->robot[r].generation &&
               contact_world_add_geom(w, contact_robot_link(w, g->robot[r], 1), &geom).generation;
    case 4: /* a second geom; every other time it goes at once. Not more than four on a body */
        if (!contact_body_valid(w, g->body[k])) return 1;
        memset(&made, 0, sizeof made);
        for (n = 0, made = contact_body_next_geom(w, g->body[k], made); made.generation; ++n)
            made = contact_body_next_geom(w, g->body[k], made);
        if (n >= 4) return 1;
        geom.pose = tact_pose_at(TACT_R(0.05), 0, 0);
        made = contact_world_add_geom(w, g->body[k], &geom);
        return made.generation && (draw(g, 2) || contact_world_remove_geom(w, made) >= 0);
    case 5: /* a clone lives for a step */
        copy = contact_world_clone(w, NULL);
        if (!copy) return 0;
        contact_world_step(copy, TACT_R(0.01));
        contact_world_destroy(copy);
        return 1;
    default: /* back and forth: a snapshot is taken, the world goes on, and returns */
        if (contact_world_snapshot_bytes(w) > g->bytes) {
            free(g->block);
            g->bytes = contact_world_snapshot_bytes(w), g->block = (unsigned char *)malloc(g->bytes);
        }
        if (contact_world_save(w, g->block, g->bytes) < 0) return 0;
        contact_world_step(w, TACT_R(0.01));
        return contact_world_restore(w, g->block, contact_world_snapshot_bytes(w)) >= 0;
    }
}
/* The largest scene so far, for the printed lines. What a world needs grows with it and with its largest island, which records set ever more
   rarely: half as often in the second half of the time, say. What leaks grows in every look. */
typedef struct largest {
    int pairs, contacts, rows;
} largest;
static void largest_note(largest *m, const contact_world_stats *s) {
    if (s->n_pairs > m->pairs) m->pairs = s->n_pairs;
    if (s->n_contacts > m->contacts) m->contacts = s->n_contacts;
    if (s->n_constraints > m->rows) m->rows = s->n_constraints;
}
UTEST(soak_world, a_day_of_coming_and_going) {
    static const tact_vec3 corners[6] = {{TACT_R(0.12), 0, 0},  {TACT_R(-0.12), 0, 0}, {0, TACT_R(0.12), 0},
                                         {0, TACT_R(-0.12), 0}, {0, 0, TACT_R(0.12)},  {0, 0, TACT_R(-0.12)}};
    const char *text = getenv("SOAK_HOURS");
    double hours = text ? atof(text) : 24;
    long long steps = (long long)(hours * 3600 / 1e-2), step, live = 0, first = 0, stopped = 0, held = 0, changes = 0,
              looks = 0, early = 0, late = 0;
    largest most = {0, 0, 0};
    memory m = {0, 0};
    tact_allocator allocator;
    rbd_builder *builder = rbd_builder_create(NULL);
    static guests g;
    int i, parent = RBD_WORLD;
    allocator.context = &m, allocator.alloc = soak_alloc, allocator.free = soak_free;
    for (i = 0; i < 3; ++i) {
        static const char *const names[3] = {"base", "upper", "lower"};
        rbd_body link = rbd_default_body(names[i], parent);
        link.joint = rbd_default_joint(i ? RBD_JOINT_REVOLUTE : RBD_JOINT_FREE);
        link.joint.dof[0].damping = TACT_R(0.05);
        link.placement = tact_pose_at(0, 0, i ? TACT_R(0.2) : TACT_R(1));
        link.inertia = rbd_inertia_box(1, tact_vec(0, 0, 0), tact_vec(TACT_R(0.1), TACT_R(0.1), TACT_R(0.2)));
        parent = rbd_builder_add(builder, &link, NULL);
    }
    g.model = rbd_model_create(builder, NULL, NULL);
    rbd_builder_destroy(builder);
    ASSERT_TRUE(g.model && collide_hull_create(corners, 6, NULL, NULL, &g.hull) >= 0);
    g.world = contact_world_create(NULL, &allocator, NULL);
    test_ground(g.world, TACT_R(0.5), TACT_R(0.2));
    for (i = 0; i < 4; ++i)
        test_body(
            g.world, CONTACT_BODY_STATIC,
            collide_halfspace(
                tact_vec((tact_real)(i == 0) - (tact_real)(i == 1), (tact_real)(i == 2) - (tact_real)(i == 3), 0), -2),
            tact_pose_identity(), 0, TACT_R(0.3), TACT_R(0.2));
    for (step = 0; step < steps; ++step) {
        contact_status status = contact_world_step(g.world, TACT_R(0.01));
        progress("soak: coming and going", (double)step, (double)steps);
        ASSERT_TRUE_MSG(status >= 0, contact_world_error(g.world)->text);
        stopped += status == CONTACT_BODY_STOPPED, held += status == CONTACT_HELD;
        if (step % 15 == 14) {
            ++changes;
            ASSERT_TRUE_MSG(guests_change(&g), contact_world_error(g.world)->text);
        }
        for (i = 0; i < GUESTS && step % 100 == 99; ++i) /* what is there is somewhere */
            if (contact_body_valid(g.world, g.body[i]))
                ASSERT_TRUE(tact_vec_finite(contact_body_pose(g.world, g.body[i]).p));
        contact_world_stats stats = contact_world_get_stats(g.world);
        largest_note(&most, &stats);
        if (step % 36000 != 35999) continue;
        /* every six minutes the robots go, which have memory of their own; what is left is the world's */
        for (i = 0; i < ROBOTS; ++i)
            if (g.robot[i].generation) contact_world_remove_robot(g.world, g.robot[i]);
        memset(g.robot, 0, sizeof g.robot);
        ++looks;
        if (m.live > live && live > 0 && 2 * step < steps) ++early;
        if (m.live > live && live > 0 && 2 * step >= steps) ++late;
        live = m.live > live ? m.live : live;
        if (!first && step >= 359999) first = live;
        if (step % 360000 == 359999)
            printf("%lld h, %lld bytes, %lld allocations; largest scene so far: %d pairs, %d contacts, %d rows\n",
                   (step + 1) / 360000, m.live, m.calls, most.pairs, most.contacts, most.rows),
                fflush(stdout);
    }
    progress("soak: coming and going", (double)steps, (double)steps);
    printf("%lld steps, %lld changes, %lld bytes at most (%lld after the first hour), %lld allocations, grown in %lld "
           "and %lld of "
           "%lld looks, %lld steps with a stopped body, %lld held\n",
           steps, changes, live, first, m.calls, early, late, looks, stopped, held);
    EXPECT_TRUE(2 * late <= early + 4);
    /* a rare crowd may be larger than all before: a quarter more; growth with time would double it many times */
    EXPECT_TRUE(!first || live <= first + first / 4);
    contact_world_destroy(g.world);
    EXPECT_TRUE(m.live == 0);
    rbd_model_destroy(g.model);
    collide_hull_destroy(g.hull);
    free(g.block);
}

UTEST(soak_world, pyramid_of_base_twenty_stands_a_minute) {
    double drift = -1, weight = -1;
    ASSERT_TRUE(stack_pyramid(20, 5e-3, 12000, &drift, &weight));
    printf("drift %.3g m, weight %.9f\n", drift, weight);
    EXPECT_LT(drift, 1e-3); /* [m] */
    EXPECT_NEAR(weight, 1.0, 1e-6);
}

UTEST_MAIN()
