/* fuzz_snapshot.c - libFuzzer target: edits of a snapshot with a right checksum, restored and stepped.   make fuzz-snapshot
   The input is a string of edits of 8 bytes: where (4), what (4); the world is made once. */
#include "fuzz_common.h"
#include "world_hostile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static hostile h;
    size_t i;
    if (!h.world && !hostile_create(&h, 0)) abort();
    memcpy(h.block, h.good, h.bytes);
    for (i = 0; i + 8 <= size && i < 8 * 16; i += 8) {
        uint32_t at, word;
        memcpy(&at, data + i, 4), memcpy(&word, data + i + 4, 4);
        memcpy(h.block + (size_t)at % (h.bytes / 4) * 4, &word, 4);
    }
    if (hostile_try(&h) < 0) abort();
    return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_seed_random(10, 64);
    return 0;
}
