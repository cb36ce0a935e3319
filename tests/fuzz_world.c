/* fuzz_world.c - libFuzzer target: a world driven by bytes (world_calls.h).   make fuzz-world */
#include "fuzz_common.h"
#include "world_calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (world_calls(data, size)) abort();
    return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_seed_random(40, 500);
    return 0;
}
