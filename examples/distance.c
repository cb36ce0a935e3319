/* distance.c - how far apart are two shapes, where are they closest, and do they overlap?

   cc -I. examples/distance.c -lm -o distance && ./distance */
#include <stdio.h>
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

int main(void) {
    /* Shapes are plain values. A bad size does not abort: the shape carries a status that every query returns. */
    collide_shape box = collide_box(0.5, 0.5, 0.5);    /* half extents, metres */
    collide_shape capsule = collide_capsule(0.1, 0.4); /* radius, half length of the core along z */
    tact_pose pose_box = tact_pose_identity();
    tact_pose pose_capsule = tact_pose_make(tact_vec(1, 0, 0.2), tact_quat_axis_angle(tact_vec(1, 0, 0), 0.3));

    collide_config config = collide_default_config();
    collide_result result;
    collide_status status = collide_distance(&box, pose_box, &capsule, pose_capsule, &config, NULL, &result);
    if (status < 0) {
        printf("no result: %s\n", collide_status_text(status));
        return 1;
    }
    printf("apart by %.6f m, normal (%.3f %.3f %.3f)\n", (double)result.distance, (double)result.normal.x,
           (double)result.normal.y, (double)result.normal.z);

    /* Push the capsule into the box: the distance turns negative, the normal still points from A to B. */
    pose_capsule.p.x = 0.55;
    status = collide_distance(&box, pose_box, &capsule, pose_capsule, &config, NULL, &result);
    printf("overlap %.6f m: move B by that along (%.3f %.3f %.3f) to free it\n", -(double)result.distance,
           (double)result.normal.x, (double)result.normal.y, (double)result.normal.z);

    /* Only yes or no: cheaper, because the first separating plane ends it. */
    int overlap = 0;
    pose_capsule.p.x = 3;
    status = collide_intersect(&box, pose_box, &capsule, pose_capsule, &config, NULL, &overlap);
    printf("at 3 m: %s\n", overlap ? "overlapping" : "free");

    /* A hull of any point cloud, and a pair that moves a little each step: a cache makes the next query cheaper. */
    tact_vec3 points[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    collide_hull *hull = NULL;
    collide_hull_config hull_config = collide_default_hull_config();
    if (collide_hull_create(points, 6, &hull_config, NULL, &hull) < 0) return 1;
    collide_shape octahedron = collide_convex(hull);
    collide_cache cache = TACT_ZERO;
    for (int step = 0; step < 3; ++step) {
        tact_pose pose = tact_pose_at(2, 0, (tact_real)(0.1 * step));
        status = collide_distance(&box, pose_box, &octahedron, pose, &config, &cache, &result);
        printf("step %d: %.6f m\n", step, (double)result.distance);
    }
    collide_hull_destroy(hull);
    return status < 0;
}
/* expected output:
apart by 0.400000 m, normal (1.000 0.000 0.000)
overlap 0.050000 m: move B by that along (1.000 0.000 0.000) to free it
at 3 m: free
step 0: 0.500000 m
step 1: 0.500000 m
step 2: 0.500000 m
*/
