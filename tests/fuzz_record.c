/* fuzz_record.c - libFuzzer target: recordings and packed snapshots in which bytes were changed.   make fuzz-record
   The input: one byte of options, then edits of 8 bytes, where (4) and what (4), of a recording of a world with everything in it; or, with
   the lowest option bit set, the bytes of a packed snapshot themselves. Whatever comes is refused, or taken and used: the world then
   takes its good snapshot again. */
#include "fuzz_common.h"
#include "world_hostile.h"

enum { STEPS = 6, KEYS = 3 };
static hostile h;
static unsigned char *good, *block;
static size_t bytes;

static int play(fuzz_bytes *b, const tact_allocator *allocator) {
    contact_recording *r;
    size_t i;
    int parted, step = (int)(fuzz_take(b) % (STEPS + 2));
    memcpy(block, good, bytes);
    for (i = b->at; i + 8 <= b->size && i < 8 * 16; i += 8) {
        uint32_t at, word;
        memcpy(&at, b->data + i, 4), memcpy(&word, b->data + i + 4, 4);
        /* half of the edits go to the sizes and places at the start */
        at = (uint32_t)((at & 1 ? (at >> 1) % 128u : (at >> 1)) % (bytes / 4));
        memcpy(block + (size_t)at * 4, &word, 4);
    }
    r = contact_recording_load(block, bytes, allocator);
    if (!r) return 0;
    if (contact_recording_seek(r, h.world, step, &parted) >= 0) {
        fuzz_must(parted < contact_recording_steps(r));
        contact_recording_step(r, h.world, TACT_R(0.01));
    } else
        fuzz_must(contact_world_error(h.world)->text[0] != 0);
    contact_recording_destroy(r);
    return 1;
}
static void unpack(fuzz_bytes *b) {
    size_t size = contact_snapshot_unpacked_bytes(b->data + b->at, b->size - b->at), room;
    unsigned char *out;
    if (size > (size_t)1 << 20) size = 1 << 20; /* less than it asks for: NO_SPACE */
    room = size ? size : 1;
    out = (unsigned char *)malloc(room);
    contact_snapshot_unpack(b->data + b->at, b->size - b->at, h.good, h.bytes, out, room);
    free(out);
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_heap heap;
    tact_allocator allocator = fuzz_allocator(&heap);
    fuzz_bytes b;
    b.data = data, b.size = size, b.at = 0;
    if (fuzz_take(&b) & 1) {
        if (b.at < size) unpack(&b);
    } else if (play(&b, &allocator))
        fuzz_must(contact_world_restore(h.world, h.good, h.bytes) == CONTACT_OK);
    fuzz_must(heap.live == 0);
    return 0;
}
int LLVMFuzzerInitialize(int *argc, char ***argv) {
    contact_recording *r = contact_recording_create(KEYS, NULL);
    unsigned char *packed;
    size_t need;
    int i;
    (void)argc, (void)argv;
    if (!r || !hostile_create(&h, 0)) abort();
    for (i = 0; i < STEPS; ++i)
        if (contact_recording_step(r, h.world, TACT_R(0.01)) < 0) abort();
    bytes = contact_recording_bytes(r);
    good = (unsigned char *)malloc(bytes), block = (unsigned char *)malloc(bytes);
    fuzz_must(contact_recording_save(r, good, bytes) == CONTACT_OK);
    contact_recording_destroy(r);
    contact_world_save(h.world, h.block, h.bytes);
    need = contact_snapshot_pack(h.block, h.bytes, h.good, h.bytes, NULL, 0);
    packed = (unsigned char *)malloc(need + 1);
    packed[0] = 1;
    contact_snapshot_pack(h.block, h.bytes, h.good, h.bytes, packed + 1, need);
    fuzz_seed(0, packed, need + 1);
    fuzz_seed(1, "\0\3\1\0\0\0\1\0\0\0", 10);
    free(packed);
    fuzz_must(contact_world_restore(h.world, h.good, h.bytes) == CONTACT_OK);
    return 0;
}
