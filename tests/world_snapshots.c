/* Snapshots as they come from a disk or a wire. Facts checked: a block that was cut, changed or made up is refused with a reason and the
   world goes on with the same bits; with a right checksum, a change is refused or gives a world that can be used and destroyed; the
   snapshot of another world with the same robots and shape data is taken whole, also where these were made known in another order,
   and one of a world with others is refused. TACT_STRINGS=n: more changes. */
/* slow: yes */
#include "utest.h"
#include "world_hostile.h"
#include <stdio.h>

UTEST(snapshots, a_block_that_was_cut_or_changed_is_refused) {
    hostile h;
    size_t i;
    ASSERT_TRUE(hostile_create(&h, 0));
    for (i = 0; i < h.bytes; i += 1 + i / 8) ASSERT_LT((int)contact_world_restore(h.world, h.good, i), 0);
    for (i = 0; i < h.bytes; i += 1 + (size_t)(tact_random_bits(1, i) % 1500)) {
        if (i >= 32 && i < h.start) continue; /* padding of the first part counts for nothing */
        memcpy(h.block, h.good, h.bytes);
        h.block[i] ^= (unsigned char)(1u << (i % 8));
        ASSERT_LT((int)contact_world_restore(h.world, h.block, h.bytes), 0);
        ASSERT_TRUE(contact_world_error(h.world)->text[0] != 0);
    }
    ASSERT_LT((int)contact_world_restore(h.world, h.good + 1, h.bytes - 1), 0);
    for (i = 0; i < HOSTILE_STEPS; ++i) contact_world_step(h.world, TACT_R(0.01));
    ASSERT_TRUE(h.hash == contact_world_hash(h.world));
    hostile_destroy(&h);
}

/* One, a few or many numbers are changed: to a neighbour, to an extreme, to another of the block. */
static void change(hostile *h, uint64_t seed) {
    static const uint32_t words[12] = {0,           1,           0xffffffffu, 0x7fffffffu, 0x80000000u, 100,
                                       0x00010000u, 0x7ff80000u, 0x7ff00000u, 0x40000000u, 0xfffffffeu, 17};
    int n = 1 << (tact_random_bits(seed, 0) % 4), k;
    memcpy(h->block, h->good, h->bytes);
    for (k = 0; k < n; ++k) {
        uint64_t r = tact_random_bits(seed, (uint64_t)(1 + k));
        size_t at = (size_t)(r >> 20) % (h->bytes / 4) * 4;
        uint32_t word;
        if (r % 3 == 0) at %= 1024; /* heads are short */
        if (r % 16 == 1) at = at % 4096;
        if (at >= 8 && at < 32) continue; /* version and checksum: the other test */
        memcpy(&word, h->block + at, sizeof word);
        switch ((r >> 8) % 5) {
        case 0: word += 1; break;
        case 1: word -= 1; break;
        case 2: word ^= (uint32_t)1 << ((r >> 12) % 32); break;
        case 3: memcpy(&word, h->block + (size_t)(r >> 33) % (h->bytes / 4) * 4, sizeof word); break;
        default: word = words[(r >> 12) % 12]; break;
        }
        memcpy(h->block + at, &word, sizeof word);
    }
}
UTEST(snapshots, a_made_up_block_is_refused_or_gives_a_world) {
    int strings = getenv("TACT_STRINGS") ? atoi(getenv("TACT_STRINGS")) : 300, k, taken = 0;
    hostile h;
    ASSERT_TRUE(hostile_create(&h, 0));
    memcpy(h.block, h.good, h.bytes);
    ASSERT_EQ(1, hostile_try(&h)); /* as it is */
    for (k = 0; k < strings; ++k) {
        int result;
        change(&h, (uint64_t)k);
        result = hostile_try(&h);
        if (result < 0) printf("change %d: %d\n", k, result);
        ASSERT_GE(result, 0);
        taken += result;
    }
    ASSERT_GT(taken, strings / 20); /* both happen, or this says nothing */
    ASSERT_LT(taken, strings - strings / 20);
    hostile_destroy(&h);
}

UTEST(snapshots, of_another_world_are_taken_whole_or_refused) {
    hostile one, two;
    contact_world *empty;
    int i;
    ASSERT_TRUE(hostile_create(&one, 0) && hostile_create(&two, 1));
    ASSERT_NE(one.hash, 0u);
    /* the same content, shape data known in another order and at other addresses */
    ASSERT_EQ(CONTACT_OK, contact_world_restore(two.world, one.good, one.bytes));
    for (i = 0; i < HOSTILE_STEPS; ++i) contact_world_step(two.world, TACT_R(0.01));
    ASSERT_TRUE(one.hash == contact_world_hash(two.world));
    empty = contact_world_create(NULL, NULL, NULL);
    ASSERT_EQ(CONTACT_BAD_ARGUMENT, contact_world_restore(empty, one.good, one.bytes));
    ASSERT_TRUE(strstr(contact_world_error(empty)->text, "hulls") ||
                strstr(contact_world_error(empty)->text, "robots"));
    contact_world_destroy(empty);
    hostile_destroy(&two);
    hostile_destroy(&one);
}
/* Memory that is full of something before a world gets it: its snapshot holds none of that. */
static void *full_alloc(void *context, size_t bytes, size_t align) {
    void *p = malloc(bytes ? bytes : 1);
    (void)align;
    if (p) memset(p, *(int *)context, bytes);
    return p;
}
static void full_free(void *context, void *p, size_t bytes) {
    (void)context, (void)bytes;
    free(p);
}
UTEST(snapshots, hold_nothing_that_the_world_did_not_write) {
    unsigned char *block[2];
    size_t bytes[2];
    int k, i;
    for (k = 0; k < 2; ++k) {
        int fill = k ? 0x11 : 0xee;
        tact_allocator allocator;
        contact_world_config config = contact_default_world_config();
        collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0),
                      box = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
        contact_world *w;
        contact_body gone = {0, 0};
        allocator.context = &fill, allocator.alloc = full_alloc, allocator.free = full_free;
        config.capacity_bodies = config.capacity_geoms = config.capacity_pairs = 4; /* it grows */
        w = contact_world_create(&config, &allocator, NULL);
        ASSERT_TRUE(w != NULL);
        contact_world_add_static(w, &ground, tact_pose_identity());
        for (i = 0; i < 12; ++i)
            gone = contact_world_add_dynamic(
                w, &box, tact_pose_at(0, (tact_real)(i / 4), TACT_R(0.1) + TACT_R(0.205) * (tact_real)(i % 4)), 500);
        for (i = 0; i < 20; ++i) ASSERT_GE((int)contact_world_step(w, TACT_R(0.01)), 0);
        contact_world_remove_body(w, gone);
        ASSERT_GE((int)contact_world_step(w, TACT_R(0.01)), 0);
        bytes[k] = contact_world_snapshot_bytes(w);
        block[k] = (unsigned char *)malloc(bytes[k]);
        ASSERT_EQ(CONTACT_OK, contact_world_save(w, block[k], bytes[k]));
        contact_world_destroy(w);
    }
    ASSERT_EQ(bytes[0], bytes[1]);
    EXPECT_EQ(0, memcmp(block[0], block[1], bytes[0]));
    free(block[0]), free(block[1]);
}
UTEST_MAIN()
