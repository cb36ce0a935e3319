/* fuzz_common.h - what the fuzzers share: reading an input, memory with a limit, seeds. The headers are in build/fuzz/libtact.a,
   compiled once with the sanitizers. */
#ifndef FUZZ_COMMON_H
#define FUZZ_COMMON_H
#include "collide.h"
#include "rbd.h"
#include "contact.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fuzz_bytes {
    const uint8_t *data;
    size_t size, at;
} fuzz_bytes;
static inline unsigned fuzz_take(fuzz_bytes *b) { return b->at < b->size ? b->data[b->at++] : 0; }
/* Mostly tame, sometimes tiny, huge, zero or not a number at all. */
static inline tact_real fuzz_number(fuzz_bytes *b) {
    unsigned kind = fuzz_take(b), value = fuzz_take(b) << 8;
    tact_real x;
    value |= fuzz_take(b);
    x = (tact_real)value / 4096;
    switch (kind % 16) {
    case 0: return 0;
    case 1: return x * TACT_R(1e-6);
    case 2: return x * TACT_R(1e4);
    case 3: return -x;
    case 4: { /* raw bits: infinities, NaN, denormals */
        tact_real raw = 0;
        uint8_t r[sizeof raw];
        size_t i;
        for (i = 0; i < sizeof raw; ++i) r[i] = (uint8_t)fuzz_take(b);
        memcpy(&raw, r, sizeof raw);
        return raw;
    }
    case 5: return (tact_real)(value % 8);
    case 6: return 1 + x * TACT_EPSILON;
    default: return x;
    }
}
static inline tact_vec3 fuzz_vector(fuzz_bytes *b) {
    tact_real x = fuzz_number(b), y = fuzz_number(b), z = fuzz_number(b);
    return tact_vec(x, y, z);
}
static inline tact_pose fuzz_pose(fuzz_bytes *b) {
    tact_pose p;
    unsigned kind;
    tact_real x, y, z, w;
    p.p = fuzz_vector(b);
    kind = fuzz_take(b);
    x = fuzz_number(b), y = fuzz_number(b), z = fuzz_number(b), w = fuzz_number(b);
    p.q = tact_quat_make(x, y, z, w);
    if (kind % 8) p.q = kind % 8 < 4 ? tact_quat_identity() : tact_quat_normalize(p.q);
    return p;
}
static inline void fuzz_must(int condition) {
    if (!condition) abort();
}

/* Memory with a limit: a file that asks for more is refused as on a machine that has no more. */
typedef struct fuzz_heap {
    size_t live, limit;
} fuzz_heap;
static inline void *fuzz_alloc(void *context, size_t bytes, size_t align) {
    fuzz_heap *h = (fuzz_heap *)context;
    void *p = bytes <= h->limit - h->live ? malloc(bytes ? bytes : 1) : NULL;
    (void)align;
    if (p) h->live += bytes;
    return p;
}
static inline void fuzz_free(void *context, void *p, size_t bytes) {
    if (p) ((fuzz_heap *)context)->live -= bytes;
    free(p);
}
static inline tact_allocator fuzz_allocator(fuzz_heap *h) {
    tact_allocator a;
    h->live = 0, h->limit = (size_t)64 << 20;
    a.context = h, a.alloc = fuzz_alloc, a.free = fuzz_free;
    return a;
}
/* One seed as a file of the directory $FUZZ_SEEDS, where that is set: the corpus is made in place. */
static inline void fuzz_seed(int number, const void *data, size_t size) {
    const char *directory = getenv("FUZZ_SEEDS");
    char path[512];
    FILE *file;
    if (!directory) return;
    snprintf(path, sizeof path, "%s/seed%d", directory, number);
    file = fopen(path, "wb");
    if (!file) return;
    fwrite(data, 1, size, file);
    fclose(file);
}
/* Strings of bytes drawn at random, for inputs that are numbers: without a seed that is long enough the fuzzer spends minutes on inputs of
   some bytes, which hold no scene. */
static inline void fuzz_seed_random(int count, size_t size) {
    uint8_t bytes[1024];
    int k;
    size_t i;
    for (k = 0; k < count; ++k) {
        for (i = 0; i < size && i < sizeof bytes; ++i)
            bytes[i] = (uint8_t)(tact_random_bits((uint64_t)(1 + k), (uint64_t)i) >> 20);
        fuzz_seed(k, bytes, size < sizeof bytes ? size : sizeof bytes);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
#endif
