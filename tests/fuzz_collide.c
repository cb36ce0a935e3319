/* fuzz_collide.c - libFuzzer target: two shapes, two poses and options from raw bytes. Queries must end, return a status, never hand
   out NaN, leave the documented outputs on an error, and keep point_b - point_a = distance * normal.   make fuzz-collide */
#include "fuzz_common.h"

static void cloud_support(const void *user, tact_vec3 d,
                          tact_vec3 *point) { /* custom shape: a box with sides 1, 2, 3 */
    (void)user;
    *point = tact_vec(d.x < 0 ? TACT_R(-0.5) : TACT_R(0.5), d.y < 0 ? -1 : 1, d.z < 0 ? TACT_R(-1.5) : TACT_R(1.5));
}
static const collide_custom_shape custom = {cloud_support, NULL, {0, 0, 0}, TACT_R(1.9), 0};
static collide_shape shape(fuzz_bytes *b, collide_hull **hull) {
    collide_shape s;
    unsigned kind = fuzz_take(b);
    tact_vec3 u, v, w;
    tact_real x, y, z;
    switch (kind % 13) {
    case 0: s = collide_point(fuzz_vector(b)); break;
    case 1:
        u = fuzz_vector(b);
        v = fuzz_vector(b);
        s = collide_segment(u, v);
        break;
    case 2:
        u = fuzz_vector(b);
        v = fuzz_vector(b);
        w = fuzz_vector(b);
        s = collide_triangle(u, v, w);
        break;
    case 3: s = collide_sphere(fuzz_number(b)); break;
    case 4:
        x = fuzz_number(b);
        y = fuzz_number(b);
        s = collide_capsule(x, y);
        break;
    case 5:
        x = fuzz_number(b);
        y = fuzz_number(b);
        z = fuzz_number(b);
        s = collide_ellipsoid(x, y, z);
        break;
    case 6:
        x = fuzz_number(b);
        y = fuzz_number(b);
        z = fuzz_number(b);
        s = collide_box(x, y, z);
        break;
    case 7:
        x = fuzz_number(b);
        y = fuzz_number(b);
        s = collide_cylinder(x, y);
        break;
    case 8:
        x = fuzz_number(b);
        y = fuzz_number(b);
        s = collide_cone(x, y);
        break;
    case 9:
        u = fuzz_vector(b);
        x = fuzz_number(b);
        s = collide_halfspace(u, x);
        break;
    case 10:
        u = fuzz_vector(b);
        x = fuzz_number(b);
        s = collide_plane(u, x);
        break;
    case 11: s = collide_custom(&custom); break;
    default: {
        tact_vec3 p[40];
        int n = 1 + (int)(fuzz_take(b) % 40), i;
        collide_hull_config c = collide_default_hull_config();
        for (i = 0; i < n; ++i) p[i] = fuzz_vector(b);
        c.allow_flat = (int)(fuzz_take(b) & 1);
        if (fuzz_take(b) % 4 == 0) c.max_vertices = 4 + (int)(fuzz_take(b) % 20);
        collide_hull_create(p, n, &c, NULL, hull);
        s = collide_convex(*hull);
    }
    }
    if (kind & 128) s = collide_rounded(s, fuzz_number(b));
    return s;
}
static int finite_hit(const collide_cast_hit *h) {
    return tact_finite(h->t) && h->t >= 0 && tact_vec_finite(h->point) && tact_vec_finite(h->normal);
}
static void check_result(collide_status status, const collide_result *r) {
    tact_vec3 miss = tact_sub(tact_sub(r->point_b, r->point_a), tact_scale(r->distance, r->normal));
    tact_real size = tact_abs(r->distance) + tact_norm(r->point_a) + tact_norm(r->point_b);
    fuzz_must(tact_finite(r->distance) && tact_vec_finite(r->normal) && tact_vec_finite(r->point_a) &&
              tact_vec_finite(r->point_b));
    fuzz_must(r->gap >= 0 && tact_finite(r->gap) && r->simplex_size >= 0 && r->simplex_size <= 4);
    fuzz_must(tact_abs(tact_norm(r->normal) - 1) < 64 * TACT_EPSILON);
    if (status != COLLIDE_ABOVE_BOUND && tact_finite(size)) fuzz_must(tact_norm(miss) <= 64 * TACT_EPSILON * size);
    if (status < 0) fuzz_must(!(r->distance < 0 || r->distance > 0) && tact_norm2(r->point_a) <= 0 && r->normal.z >= 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_bytes b = {data, size, 0};
    collide_hull *ha = NULL, *hb = NULL;
    collide_shape a = shape(&b, &ha), c = shape(&b, &hb);
    tact_pose pa = fuzz_pose(&b), pc = fuzz_pose(&b);
    collide_config config = collide_default_config();
    collide_cache cache = TACT_ZERO;
    collide_manifold_config contact_config = collide_default_manifold_config();
    collide_manifold_cache contact_cache = TACT_ZERO;
    collide_manifold manifold;
    collide_result r;
    collide_mass mass;
    collide_aabb box;
    collide_cast_hit hit;
    collide_motion ma, mc;
    tact_vec3 closest, normal;
    tact_real distance;
    collide_status status;
    unsigned options = fuzz_take(&b), repeat;
    int i;
    config.method = (collide_method)(options % 6), config.warm_start = (collide_warm_start)(options / 6 % 4);
    options = fuzz_take(&b);
    config.exact = (int)(options & 1);
    config.polish = (int)(options >> 1 & 1);
    config.penetration = (int)(options >> 2 & 1);
    if (options & 8) config.upper_bound = fuzz_number(&b);
    if (options & 16) config.tolerance_absolute = fuzz_number(&b);
    if (options & 32) config.max_iterations = 1 + (int)(fuzz_take(&b) % 40);
    if (options & 64) config.max_epa_iterations = 1 + (int)(fuzz_take(&b) % 40);
    if (options & 128) config.criterion = COLLIDE_CRITERION_DUALITY_GAP;
    for (repeat = 0; repeat < 2; ++repeat) {
        int overlap = -1;
        status = collide_distance(&a, pa, &c, pc, &config, &cache, &r);
        check_result(status, &r);
        status = collide_penetration(&a, pa, &c, pc, &config, &cache, &r);
        check_result(status, &r);
        status = collide_intersect(&a, pa, &c, pc, &config, &cache, &overlap);
        fuzz_must(overlap == 0 || overlap == 1);
        if (repeat) contact_config.margin = tact_clamp(fuzz_number(&b), 0, 1);
        status = collide_contact(&a, pa, &c, pc, &contact_config, &contact_cache, &manifold);
        fuzz_must(manifold.count >= 0 && manifold.count <= COLLIDE_MANIFOLD_POINTS && tact_vec_finite(manifold.normal));
        if (status < 0) fuzz_must(manifold.count == 0);
        for (i = 0; i < manifold.count; ++i)
            fuzz_must(tact_vec_finite(manifold.points[i].point) && tact_finite(manifold.points[i].gap));
        pc.p.x += TACT_R(1e-3);
    }
    mc.start = pc;
    mc.linear = fuzz_vector(&b);
    mc.angular = fuzz_vector(&b);
    ma.start = pa, ma.linear = ma.angular = tact_vec(0, 0, 0);
    if (collide_ray_cast(&a, pa, mc.start.p, mc.linear, fuzz_number(&b), &hit) >= 0 && hit.hit)
        fuzz_must(finite_hit(&hit));
    if (collide_shape_cast(&c, pc, mc.linear, &a, pa, 0, &hit) >= 0 && hit.hit)
        fuzz_must(finite_hit(&hit) && hit.t <= 1);
    if (collide_time_of_impact(&a, &ma, &c, &mc, TACT_R(1e-3), TACT_R(1e-4), &hit) >= 0 && hit.hit)
        fuzz_must(finite_hit(&hit) && hit.t <= 1);
    if (collide_closest_point(&a, pa, mc.linear, &closest, &distance, &normal) >= 0)
        fuzz_must(tact_vec_finite(closest) && tact_finite(distance) && tact_vec_finite(normal));
    /* of a custom shape it is 3200 ray casts: one input in 64 will do */
    if ((a.kind != COLLIDE_KIND_CUSTOM || fuzz_take(&b) % 64 == 63) &&
        collide_mass_properties(&a, 1, &mass) == COLLIDE_OK)
        fuzz_must(tact_finite(mass.mass) && mass.mass > 0 && tact_vec_finite(mass.com));
    if (collide_shape_aabb(&a, pa, &box) == COLLIDE_OK)
        fuzz_must(box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z);
    collide_hull_destroy(ha), collide_hull_destroy(hb);
    return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_seed_random(40, 160);
    return 0;
}
