/* collide_random.h - random numbers, vectors and rotations of the collision tests: the n-th draw of a stream, so that a case can be
   made again from its number. A file defines COLLIDE_RANDOM_SEED, its stream, before it includes this. */
#ifndef COLLIDE_RANDOM_H
#define COLLIDE_RANDOM_H
#include "collide.h"

/* static inline: not every file uses all of them */
static inline tact_real uniform(uint64_t *counter, tact_real low, tact_real high) {
    return low + (high - low) * tact_random_uniform(COLLIDE_RANDOM_SEED, (*counter)++);
}
static inline tact_vec3 vector(uint64_t *counter, tact_real size) {
    tact_vec3 v;
    v.x = uniform(counter, -size, size);
    v.y = uniform(counter, -size, size);
    v.z = uniform(counter, -size, size);
    return v;
}
static inline tact_quat rotation(uint64_t *counter) {
    uint64_t k = (*counter)++;
    return tact_quat_normalize(tact_quat_make(tact_random_normal(12, k), tact_random_normal(13, k),
                                              tact_random_normal(14, k), tact_random_normal(15, k)));
}
#endif
