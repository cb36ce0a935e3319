/* fuzz_mesh.c - libFuzzer target: mesh files (STL binary and text, OBJ, MSH).   make fuzz-mesh
   The first byte chooses the name of the file, the rest is the file. What the reader hands out has finite vertices and indices in range,
   and becomes a hull and a mesh or is refused with a status. */
#include "fuzz_common.h"

static const char *const endings[4] = {"m.stl", "m.obj", "m.msh", "m.STL"};
typedef struct reading {
    const uint8_t *data;
    size_t size;
    int good;
} reading;
static const void *open_mesh(void *user, const char *name, size_t *size) {
    reading *r = (reading *)user;
    (void)name;
    *size = r->size;
    return r->data;
}
static void on_geometry(void *user, const rbd_geometry *g) {
    collide_mesh *mesh = NULL;
    collide_hull *hull = NULL;
    int i;
    (void)user;
    fuzz_must((g->n_vertices > 0) == (g->vertices != NULL) && g->n_triangles >= 0);
    if (!g->vertices) return;
    for (i = 0; i < g->n_vertices; ++i) fuzz_must(tact_vec_finite(g->vertices[i]));
    for (i = 0; i < 3 * g->n_triangles; ++i) fuzz_must(g->triangles[i] >= 0 && g->triangles[i] < g->n_vertices);
    if (g->n_vertices > 200) return;
    collide_hull_create(g->vertices, g->n_vertices, NULL, NULL, &hull);
    collide_hull_destroy(hull);
    if (g->n_triangles > 0)
        fuzz_must(collide_mesh_create(g->vertices, g->n_vertices, g->triangles, g->n_triangles, NULL, &mesh) >= 0 ||
                  !mesh);
    collide_mesh_destroy(mesh);
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_heap heap;
    tact_allocator allocator = fuzz_allocator(&heap);
    rbd_reader_config config = rbd_default_reader_config();
    rbd_error error;
    rbd_builder *b;
    reading r;
    char text[400];
    uint8_t *copy;
    int n, kind, result;
    if (!size) return 0;
    copy = (uint8_t *)malloc(size);
    memcpy(copy, data + 1, size - 1);
    r.data = copy, r.size = size - 1;
    kind = data[0] % 8;
    config.user = &r, config.file = open_mesh, config.geometry = on_geometry;
    error.text[0] = 0;
    b = rbd_builder_create(&allocator);
    if (kind < 4) {
        n = snprintf(text, sizeof text,
                     "<mujoco><asset><mesh name='m' file='%s'/></asset><worldbody><body><freejoint/><geom type='mesh' "
                     "mesh='m'/></body></worldbody></mujoco>",
                     endings[kind]);
        result = rbd_builder_add_mjcf(b, text, (size_t)n, &config, &error);
    } else {
        n = snprintf(text, sizeof text,
                     "<robot name='r'><link name='a'><collision><geometry><mesh filename='%s' scale='1 -2 "
                     "3'/></geometry></collision>"
                     "</link></robot>",
                     endings[kind - 4]);
        result = rbd_builder_add_urdf(b, text, (size_t)n, &config, &error);
    }
    if (result < 0) fuzz_must(rbd_builder_count(b) == 1 && error.text[0] && (int)error.status == result);
    rbd_builder_destroy(b);
    fuzz_must(heap.live == 0);
    free(copy);
    return 0;
}
int LLVMFuzzerInitialize(int *argc, char ***argv) {
    static const char obj[] = "\1o x\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 1\nvt 0 0\nf 1 3 2\nf 1/1 2/1 4/1\nf "
                              "-4//1 4//1 3//1\nf 2 3 4 1\n";
    static const char stl[] =
        "\4solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
        "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 1 0 0\nendloop\nendfacet\nendsolid s\n";
    static const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    unsigned char binary[1 + 84 + 4 * 50], msh[1 + 16 + 48 + 48];
    int i, k, counts[4] = {4, 0, 0, 4};
    (void)argc, (void)argv;
    fuzz_seed(0, obj, sizeof obj - 1);
    fuzz_seed(1, stl, sizeof stl - 1);
    memset(binary, 0, sizeof binary);
    binary[1 + 80] = 4;
    for (i = 0; i < 4; ++i)
        for (k = 0; k < 3; ++k) memcpy(binary + 1 + 84 + 50 * i + 12 + 12 * k, corners[faces[i][k]], 12);
    fuzz_seed(2, binary, sizeof binary);
    msh[0] = 2;
    memcpy(msh + 1, counts, 16), memcpy(msh + 17, corners, 48), memcpy(msh + 65, faces, 48);
    fuzz_seed(3, msh, sizeof msh);
    return 0;
}
