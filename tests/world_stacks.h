/* Stacks that the quick and the long tests share. */
#ifndef WORLD_STACKS_H
#define WORLD_STACKS_H
#include "world_common.h"

WORLD_TEST contact_body stack_cube(contact_world *w, double x, double y, double z, double half, double mass) {
    tact_real h = (tact_real)half;
    return test_body(w, CONTACT_BODY_DYNAMIC, collide_box(h, h, h),
                     tact_pose_at((tact_real)x, (tact_real)y, (tact_real)z),
                     (tact_real)(mass / (8 * half * half * half)), TACT_R(0.5), 0);
}
WORLD_TEST double stack_away(const contact_world *w, contact_body b, double x, double y, double z) {
    return (double)tact_norm(tact_sub(contact_body_pose(w, b).p, tact_vec((tact_real)x, (tact_real)y, (tact_real)z)));
}
/* A wall of cubes, `base` in the lowest row, one fewer in each above. Largest distance of a cube from where it began over
   the last step, and the vertical force of the ground over the weight. 0: a step failed. */
WORLD_TEST int stack_pyramid(int base, double dt, int steps, double *drift, double *weight) {
    contact_world *w = test_world(NULL);
    contact_body b[465];
    double x[465], z[465], force = 0;
    int n = 0, row, i, ok = base * (base + 1) / 2 <= 465;
    test_ground(w, TACT_R(0.5), 0);
    for (row = 0; ok && row < base; ++row)
        for (i = 0; i < base - row; ++i, ++n) {
            x[n] = 0.205 * (i - 0.5 * (base - row - 1)), z[n] = 0.1 + 0.2 * row;
            b[n] = stack_cube(w, x[n], 0, z[n], 0.1, 1);
        }
    ok = ok && test_steps(w, (tact_real)dt, steps) >= 0;
    for (*drift = 0, i = 0; ok && i < n; ++i) {
        double away = stack_away(w, b[i], x[i], 0, z[i]);
        *drift = away > *drift || !(away == away) ? away : *drift;
    }
    for (i = 0; ok && i < contact_world_contact_count(w); ++i) {
        contact_point c = contact_world_contact(w, i);
        if (contact_body_pose(w, c.a).p.z == 0)
            force += (double)c.force.z; /* a is the ground */
        else if (contact_body_pose(w, c.b).p.z == 0)
            force -= (double)c.force.z;
    }
    *weight = force / (9.81 * n);
    contact_world_destroy(w);
    return ok;
}
#endif
