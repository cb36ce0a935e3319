/* collide_files.h - hulls of mesh files in ../shared/data (or $TACT_DATA), for the tests of collide.h. Read by rbd.h. */
#ifndef COLLIDE_FILES_H
#define COLLIDE_FILES_H
#include "rbd.h"
#include <stdio.h>
#include <stdlib.h>

static void data_path(const char *name, char *path, size_t size) {
    const char *data = getenv("TACT_DATA");
    snprintf(path, size, "%s/%s", data ? data : "../shared/data", name);
}
/* The vertices of a mesh file, within a ball of radius 1 about the origin; NULL where there is none. free() them. */
static tact_vec3 *points_of_file(const char *path, int *n) {
    FILE *f = fopen(path, "rb");
    rbd_mesh *mesh = NULL;
    tact_vec3 *points = NULL;
    char *bytes = NULL;
    long size = 0;
    *n = 0;
    if (f && fseek(f, 0, SEEK_END) == 0 && (size = ftell(f)) > 0 && (bytes = (char *)malloc((size_t)size)) != NULL) {
        rewind(f);
        if (fread(bytes, 1, (size_t)size, f) == (size_t)size) mesh = rbd_mesh_create(bytes, (size_t)size, NULL, NULL);
    }
    if (mesh && mesh->n_vertices > 3) points = (tact_vec3 *)malloc(sizeof *points * (size_t)mesh->n_vertices);
    if (points) {
        tact_vec3 low = mesh->vertices[0], high = low;
        int i;
        *n = mesh->n_vertices;
        for (i = 0; i < *n; ++i) {
            const tact_vec3 v = mesh->vertices[i];
            low = tact_vec(tact_min(low.x, v.x), tact_min(low.y, v.y), tact_min(low.z, v.z));
            high = tact_vec(tact_max(high.x, v.x), tact_max(high.y, v.y), tact_max(high.z, v.z));
        }
        for (i = 0; i < *n; ++i)
            points[i] = tact_scale(2 / tact_norm(tact_sub(high, low)),
                                   tact_sub(mesh->vertices[i], tact_lerp(low, high, TACT_R(0.5))));
    }
    free(bytes);
    rbd_mesh_destroy(mesh);
    if (f) fclose(f);
    return points;
}
static inline collide_hull *hull_of_file(const char *path) { /* NULL where it has none */
    collide_hull *hull = NULL;
    int n;
    tact_vec3 *points = points_of_file(path, &n);
    if (points) collide_hull_create(points, n, NULL, NULL, &hull);
    free(points);
    return hull;
}
#endif
