/* fuzz_sets.c - libFuzzer target: meshes, height fields and compounds from raw bytes, against each other and against convex shapes: contacts,
   distances, casts, sweeps, signed distances, decomposition.   make fuzz-sets
   Every query ends, with a status, and hands out finite numbers and pieces that exist. */
#include "fuzz_common.h"

enum { CORNERS = 16, TRIANGLES = 24, GRID = 4, CHILDREN = 4, MANIFOLDS = 8 };
typedef struct set {
    collide_mesh *mesh;
    collide_compound *compound;
    collide_height_field field;
    tact_real heights[GRID * GRID];
    collide_hull *hull;
} set;

static collide_shape convex(fuzz_bytes *b) {
    unsigned kind = fuzz_take(b);
    tact_real x = fuzz_number(b), y = fuzz_number(b), z = fuzz_number(b);
    collide_shape s;
    switch (kind % 6) {
    case 0: s = collide_sphere(x); break;
    case 1: s = collide_capsule(x, y); break;
    case 2: s = collide_cylinder(x, y); break;
    case 3: s = collide_ellipsoid(x, y, z); break;
    case 4: s = collide_halfspace(tact_vec(x, y, z), fuzz_number(b)); break;
    default: s = collide_box(x, y, z);
    }
    if (kind & 64) s = collide_rounded(s, fuzz_number(b));
    return s;
}
static collide_shape make(fuzz_bytes *b, set *s) {
    unsigned kind = fuzz_take(b), i, n;
    memset(s, 0, sizeof *s);
    if (kind % 5 == 0) { /* mesh: any triangles over any corners */
        tact_vec3 v[CORNERS];
        int t[3 * TRIANGLES], triangles = 1 + (int)(fuzz_take(b) % TRIANGLES);
        n = 1 + fuzz_take(b) % CORNERS;
        for (i = 0; i < n; ++i) v[i] = fuzz_vector(b);
        for (i = 0; i < 3 * (unsigned)triangles; ++i) t[i] = (int)(fuzz_take(b) % (n + 1)) - (fuzz_take(b) == 255);
        if (collide_mesh_create(v, (int)n, t, triangles, NULL, &s->mesh) >= 0) return collide_mesh_shape(s->mesh);
    } else if (kind % 5 == 1) { /* a closed mesh, bent by its corners */
        static const int box[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                    2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
        tact_vec3 v[8];
        for (i = 0; i < 8; ++i)
            v[i] = tact_add(tact_vec(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1),
                            tact_scale(TACT_R(0.05), fuzz_vector(b)));
        if (collide_mesh_create(v, 8, box, 12, NULL, &s->mesh) >= 0) return collide_mesh_shape(s->mesh);
    } else if (kind % 5 == 2) {
        s->field.n_x = 2 + (int)(fuzz_take(b) % (GRID - 1)), s->field.n_y = 2 + (int)(fuzz_take(b) % (GRID - 1));
        s->field.spacing_x = fuzz_number(b), s->field.spacing_y = fuzz_number(b), s->field.heights = s->heights;
        for (i = 0; i < GRID * GRID; ++i) s->heights[i] = fuzz_number(b);
        return collide_height_field_shape(&s->field);
    } else if (kind % 5 == 3) {
        collide_shape child[CHILDREN];
        tact_pose at[CHILDREN];
        n = 1 + fuzz_take(b) % CHILDREN;
        for (i = 0; i < n; ++i) child[i] = convex(b), at[i] = fuzz_pose(b);
        if (collide_compound_create(child, at, (int)n, NULL, &s->compound) >= 0)
            return collide_compound_shape(s->compound);
    }
    return convex(b);
}
static void drop(set *s) {
    collide_mesh_destroy(s->mesh);
    collide_compound_destroy(s->compound);
}
static int stop_after(void *context, tact_real done) {
    (void)done;
    return ++*(int *)context > 40;
}
static void solid(fuzz_bytes *b, const collide_mesh *mesh) {
    collide_mesh_nearest nearest;
    collide_decomposition_config config = collide_default_decomposition_config();
    collide_decomposition *d = NULL;
    tact_vec3 point = fuzz_vector(b);
    int calls = 0;
    if (collide_mesh_distance(mesh, point, &nearest) >= 0)
        fuzz_must(tact_finite(nearest.distance) && tact_vec_finite(nearest.point) && nearest.triangle >= 0 &&
                  nearest.triangle < mesh->n_triangles);
    if (fuzz_take(b) % 16) return; /* by far the dearest */
    config.max_hulls = 1 + (int)(fuzz_take(b) % 4), config.max_vertices = 4 + (int)(fuzz_take(b) % 16);
    config.concavity = TACT_R(0.2), config.progress = stop_after, config.progress_context = &calls;
    if (collide_decompose(mesh, &config, NULL, &d) >= 0 && d)
        fuzz_must(d->n_hulls >= 1 && d->n_hulls <= config.max_hulls && tact_finite(d->volume) && d->shapes != NULL);
    collide_decomposition_destroy(d);
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_bytes b;
    set sa, sc;
    collide_shape a, c, piece;
    tact_pose pa, pc, at;
    collide_manifold m[MANIFOLDS];
    collide_manifold_config contact_config = collide_default_manifold_config();
    collide_sweep_motion ma, mc;
    collide_sweep_config sweep = collide_default_sweep_config();
    collide_sweep_hit swept;
    collide_cast_hit hit;
    collide_result r;
    collide_status status;
    tact_vec3 closest, normal;
    tact_real distance;
    int count = -1, i, k, piece_a = -1, piece_c = -1;
    b.data = data, b.size = size, b.at = 0;
    a = make(&b, &sa), c = make(&b, &sc);
    pa = fuzz_pose(&b), pc = fuzz_pose(&b);
    if (fuzz_take(&b) & 1) contact_config.margin = tact_clamp(fuzz_number(&b), 0, 1);
    status = collide_contacts(&a, pa, &c, pc, &contact_config, NULL, m, MANIFOLDS, &count);
    fuzz_must(count >= 0 && (status >= 0 || count == 0 || status == COLLIDE_NO_SPACE));
    for (i = 0; i < count && i < MANIFOLDS; ++i) {
        fuzz_must(m[i].count >= 0 && m[i].count <= COLLIDE_MANIFOLD_POINTS && tact_vec_finite(m[i].normal));
        for (k = 0; k < m[i].count; ++k)
            fuzz_must(tact_vec_finite(m[i].points[k].point) && tact_finite(m[i].points[k].gap));
    }
    status = collide_set_distance(&a, pa, &c, pc, NULL, &r, &piece_a, &piece_c);
    if (status >= 0) {
        fuzz_must(tact_finite(r.distance) && tact_vec_finite(r.point_a) && tact_vec_finite(r.normal));
        if (status == COLLIDE_OK)
            fuzz_must(collide_set_piece(&a, pa, piece_a, &piece, &at) >= 0 &&
                      collide_set_piece(&c, pc, piece_c, &piece, &at) >= 0);
    }
    ma.start = pa, mc.start = pc, ma.centre = mc.centre = tact_vec(0, 0, 0);
    ma.linear = fuzz_vector(&b), mc.linear = tact_vec(0, 0, 0);
    ma.acceleration = fuzz_vector(&b), mc.acceleration = tact_vec(0, 0, 0);
    ma.angular = fuzz_vector(&b), mc.angular = fuzz_vector(&b);
    if (collide_ray_cast(&a, pa, ma.linear, ma.angular, 1, &hit) >= 0 && hit.hit)
        fuzz_must(tact_finite(hit.t) && tact_vec_finite(hit.point) && hit.t >= 0 && hit.t <= 1);
    if (collide_shape_cast(&c, pc, ma.linear, &a, pa, 0, &hit) >= 0 && hit.hit)
        fuzz_must(tact_finite(hit.t) && tact_vec_finite(hit.point) && hit.t >= 0 && hit.t <= 1);
    if (collide_sweep(&a, &ma, &c, &mc, &sweep, &swept) >= 0 && swept.hit)
        fuzz_must(swept.t >= 0 && swept.t <= 1 && tact_vec_finite(swept.normal) && tact_vec_finite(swept.point_a));
    if (collide_closest_point(&a, pa, ma.acceleration, &closest, &distance, &normal) >= 0)
        fuzz_must(tact_vec_finite(closest) && tact_finite(distance) && tact_vec_finite(normal));
    if (sa.mesh) solid(&b, sa.mesh);
    drop(&sa), drop(&sc);
    return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    fuzz_seed_random(40, 400);
    return 0;
}
