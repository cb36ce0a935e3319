/* fuzz_collide.c - libFuzzer target: two shapes, two poses and options from raw bytes; queries must end, return a status, and never
   hand out NaN.   make fuzz-collide   or:
   clang -g -O1 -fsanitize=fuzzer,address,undefined -I. tests/fuzz_collide.c -lm -o fuzz && ./fuzz -max_total_time=600 */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#include <stdlib.h>

typedef struct bytes { const uint8_t *data; size_t size, at; } bytes;
static unsigned take(bytes *b) { return b->at < b->size ? b->data[b->at++] : 0; }
static tact_real number(bytes *b) { /* mostly tame, sometimes tiny, huge, zero or not a number at all */
    unsigned kind = take(b), value = take(b) << 8;
    value |= take(b);
    tact_real x = (tact_real)value / 4096;
    switch (kind % 16) {
    case 0: return 0;
    case 1: return x * TACT_R(1e-6);
    case 2: return x * TACT_R(1e4);
    case 3: return -x;
    case 4: { /* raw bits: infinities, NaN, denormals */
        tact_real raw = 0;
        uint8_t r[sizeof raw];
        for (size_t i = 0; i < sizeof raw; ++i) r[i] = (uint8_t)take(b);
        TACT_MEMCPY(&raw, r, sizeof raw);
        return raw;
    }
    case 5: return (tact_real)(value % 8);
    case 6: return 1 + x * TACT_EPSILON;
    default: return x;
    }
}
static tact_vec3 vector(bytes *b) {
    tact_real x = number(b), y = number(b), z = number(b);
    return tact_vec(x, y, z);
}
static tact_pose pose(bytes *b) {
    tact_pose p;
    p.p = vector(b);
    unsigned kind = take(b);
    p.q = tact_quat_make(number(b), number(b), number(b), number(b));
    if (kind % 8) p.q = kind % 8 < 4 ? tact_quat_identity() : tact_quat_normalize(p.q);
    return p;
}
static void cloud_support(const void *user, tact_vec3 d, tact_vec3 *point) { /* custom shape: a box with sides 1, 2, 3 */
    (void)user;
    *point = tact_vec(d.x < 0 ? TACT_R(-0.5) : TACT_R(0.5), d.y < 0 ? -1 : 1, d.z < 0 ? TACT_R(-1.5) : TACT_R(1.5));
}
static const collide_custom_shape custom = {cloud_support, NULL, {0, 0, 0}, TACT_R(1.9), 0};
static collide_shape shape(bytes *b, collide_hull **hull) {
    collide_shape s;
    unsigned kind = take(b);
    tact_real x, y, z;
    switch (kind % 13) {
    case 0: s = collide_point(vector(b)); break;
    case 1: x = 0, s = collide_segment(vector(b), vector(b)); break;
    case 2: s = collide_triangle(vector(b), vector(b), vector(b)); break;
    case 3: s = collide_sphere(number(b)); break;
    case 4: x = number(b), y = number(b), s = collide_capsule(x, y); break;
    case 5: x = number(b), y = number(b), z = number(b), s = collide_ellipsoid(x, y, z); break;
    case 6: x = number(b), y = number(b), z = number(b), s = collide_box(x, y, z); break;
    case 7: x = number(b), y = number(b), s = collide_cylinder(x, y); break;
    case 8: x = number(b), y = number(b), s = collide_cone(x, y); break;
    case 9: s = collide_halfspace(vector(b), number(b)); break;
    case 10: s = collide_plane(vector(b), number(b)); break;
    case 11: s = collide_custom(&custom); break;
    default: {
        tact_vec3 p[40];
        int n = 1 + (int)(take(b) % 40), i;
        collide_hull_config c = collide_default_hull_config();
        for (i = 0; i < n; ++i) p[i] = vector(b);
        c.allow_flat = (int)(take(b) & 1);
        if (take(b) % 4 == 0) c.max_vertices = 4 + (int)(take(b) % 20);
        collide_hull_create(p, n, &c, NULL, hull);
        s = collide_convex(*hull);
    }
    }
    if (kind & 128) s = collide_rounded(s, number(b));
    return s;
}
static void must(int condition) {
    if (!condition) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes b = {data, size, 0};
    collide_hull *ha = NULL, *hb = NULL;
    collide_shape a = shape(&b, &ha), c = shape(&b, &hb);
    tact_pose pa = pose(&b), pc = pose(&b);
    collide_config config = collide_default_config();
    collide_cache cache = TACT_ZERO;
    collide_result r;
    collide_mass mass;
    collide_aabb box;
    unsigned options = take(&b), repeat;
    config.method = (collide_method)(options % 6), config.warm_start = (collide_warm_start)(options / 6 % 4);
    options = take(&b);
    config.exact = (int)(options & 1), config.polish = (int)(options >> 1 & 1), config.penetration = (int)(options >> 2 & 1);
    if (options & 8) config.upper_bound = number(&b);
    if (options & 16) config.tolerance_absolute = number(&b);
    if (options & 32) config.max_iterations = 1 + (int)(take(&b) % 40);
    if (options & 64) config.max_epa_iterations = 1 + (int)(take(&b) % 40);
    for (repeat = 0; repeat < 2; ++repeat) {
        int overlap = -1;
        collide_status status = collide_distance(&a, pa, &c, pc, &config, &cache, &r);
        must(tact_finite(r.distance) && tact_vec_finite(r.normal) && tact_vec_finite(r.point_a) && tact_vec_finite(r.point_b));
        must(r.gap >= 0 && tact_finite(r.gap));
        if (status == COLLIDE_OK) must(tact_abs(tact_norm(r.normal) - 1) < TACT_R(1e-3));
        status = collide_intersect(&a, pa, &c, pc, &config, &cache, &overlap);
        must(overlap == 0 || overlap == 1);
        (void)status;
        pc.p.x += TACT_R(1e-3);
    }
    if (collide_mass_properties(&a, 1, &mass) == COLLIDE_OK) must(tact_finite(mass.mass) && mass.mass > 0);
    if (collide_shape_aabb(&a, pa, &box) == COLLIDE_OK) must(box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z);
    collide_hull_destroy(ha), collide_hull_destroy(hb);
    return 0;
}
