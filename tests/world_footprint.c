/* Memory in proportion to what is in use, counted by the allocator and by the bytes of a snapshot. Facts checked: the state of a resting
   contact is below 300 bytes; what a body with its geom, its pair and its place in the broad phase costs; what a resting box takes in all,
   state, problem and workspace, however many there are; 1000 spheres at rest fit 4 MB; names are paid by named bodies. Bounds are those of
   double and addresses of 64 bits; single precision needs less. */
/* float: yes */
#include "world_common.h"
#include <stdlib.h>

typedef struct heap {
    size_t now, most;
} heap;
static void *heap_alloc(void *context, size_t bytes, size_t align) {
    heap *h = (heap *)context;
    (void)align;
    h->now += bytes;
    if (h->now > h->most) h->most = h->now;
    return malloc(bytes);
}
static void heap_free(void *context, void *p, size_t bytes) {
    if (p) ((heap *)context)->now -= bytes;
    free(p);
}
/* Most bytes that a field of n bodies on the ground takes in its first steps. */
static double taken(int n, int spheres, const char *name, double *state) {
    contact_world_config c = contact_default_world_config();
    heap h = {0, 0};
    tact_allocator a;
    contact_world *w;
    collide_shape s = spheres ? collide_sphere(TACT_R(0.1)) : collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    int i;
    a.context = &h, a.alloc = heap_alloc, a.free = heap_free;
    w = contact_world_create(&c, &a, NULL);
    test_ground(w, TACT_R(0.5), 0);
    for (i = 0; i < n; ++i) {
        contact_body_def b = contact_default_body_def();
        contact_geom_def g = contact_default_geom_def();
        b.pose = tact_pose_at(TACT_R(0.3) * (tact_real)(i % 50), TACT_R(0.3) * (tact_real)(i / 50), TACT_R(0.1));
        b.name = name, g.shape = &s;
        contact_world_add_geom(w, contact_world_add_body(w, &b), &g);
    }
    if (test_steps(w, TACT_R(1.0) / 60, 4) < 0) h.most = 0;
    if (state) *state = (double)contact_world_snapshot_bytes(w);
    contact_world_destroy(w);
    return h.now ? 0 : (double)h.most; /* and nothing is left */
}
/* Bytes of state of an empty world with room for so many bodies with a geom and a pair each, and contacts. */
static double room(int bodies, int contacts) {
    contact_world_config c = contact_default_world_config();
    contact_world *w;
    double bytes;
    c.capacity_bodies = c.capacity_geoms = c.capacity_pairs = bodies, c.capacity_contacts = contacts;
    w = contact_world_create(&c, NULL, NULL);
    bytes = (double)contact_world_snapshot_bytes(w);
    contact_world_destroy(w);
    return bytes;
}
UTEST(world_footprint, state_of_a_contact_and_of_a_body) {
    double contact = (room(1000, 5000) - room(1000, 1000)) / 4000, body = (room(5000, 1000) - room(1000, 1000)) / 4000;
    EXPECT_GT(contact, 100);
    EXPECT_LT(contact, 300);
    EXPECT_GT(body, 300);
    EXPECT_LT(body, 1450);
}
UTEST(world_footprint, a_field_takes_what_its_bodies_need) {
    double box, few = taken(2000, 0, NULL, NULL), many = taken(4000, 0, NULL, NULL);
    EXPECT_GT(few, 0);
    box = (many - few) / 2000;
    EXPECT_GT(box, 1000);
    EXPECT_LT(box, 4600); /* 20,000 of them: 92 MB */
    EXPECT_GT(taken(1000, 1, NULL, NULL), 0);
    EXPECT_LT(taken(1000, 1, NULL, NULL), 4e6);
}
/* Arrays double as they fill: a world of a few bodies is a few times what these take, and an empty one next to nothing. */
UTEST(world_footprint, a_small_world_is_small) {
    double state;
    EXPECT_LT(room(0, 0), 24e3);
    EXPECT_GT(taken(10, 0, NULL, &state), 0);
    EXPECT_LT(state, 24e3 + 2 * 10 * 3600);
}
UTEST(world_footprint, names_are_paid_by_those_who_have_one) {
    double without, with, bytes = taken(1000, 1, NULL, &without);
    EXPECT_LT(bytes, taken(1000, 1, "ball", &with));
    EXPECT_GT(with - without, 32 * 1000);
}
UTEST_MAIN()
