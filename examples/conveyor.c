/* conveyor.c - boxes on a running belt under the compliant contact models: how they are dragged along, and at what price.

   cc -O2 -I. examples/conveyor.c -lm -o conveyor && ./conveyor */
#include <stdio.h>
#define COLLIDE_IMPLEMENTATION
#define RBD_IMPLEMENTATION
#define CONTACT_IMPLEMENTATION
#include "collide.h"
#include "rbd.h"
#include "contact.h"

enum { BOXES = 4 };

int main(void) {
    const contact_method methods[4] = {CONTACT_METHOD_LAGGED, CONTACT_METHOD_SAP, CONTACT_METHOD_SIMILAR,
                                       CONTACT_METHOD_AUTO};
    printf("a belt at 1 m/s takes boxes from rest; friction 0.5, so full speed after 0.204 s and 102 mm of slip\n");
    printf("%-8s %16s %14s %16s\n", "model", "speed at 0.1 s", "at 0.5 s", "lift in between");
    for (int m = 0; m < 4; ++m) {
        contact_world_config config = contact_default_world_config();
        config.solver.method = methods[m];
        contact_world *world = contact_world_create(&config, NULL, NULL);

        /* The belt is a fixed box whose surface moves; stiffness and dissipation are read by the compliant models. */
        contact_body_def fixed = contact_default_body_def();
        fixed.type = CONTACT_BODY_STATIC;
        contact_geom_def belt = contact_default_geom_def();
        collide_shape slab = collide_box(5, TACT_R(0.5), TACT_R(0.1)),
                      cube = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
        belt.shape = &slab;
        belt.material.surface_velocity = tact_vec(1, 0, 0);
        belt.material.stiffness = TACT_R(1e7);
        contact_world_add_geom(world, contact_world_add_body(world, &fixed), &belt);
        contact_body box[BOXES];
        for (int i = 0; i < BOXES; ++i)
            box[i] =
                contact_world_add_dynamic(world, &cube, tact_pose_at(TACT_R(0.5) * (tact_real)i, 0, TACT_R(0.2)), 1000);

        tact_real early = 0, lift = 0;
        for (int step = 1; step <= 500; ++step) {
            if (contact_world_step(world, TACT_R(1e-3)) < 0) return printf("%s\n", contact_world_error(world)->text), 1;
            tact_real height = contact_body_pose(world, box[0]).p.z - TACT_R(0.2);
            if (height > lift) lift = height;
            if (step == 100) early = contact_body_velocity(world, box[0]).x;
        }
        printf("%-8s %12.2f m/s %10.2f m/s %13s\n", contact_method_name(methods[m]), (double)early,
               (double)contact_body_velocity(world, box[BOXES - 1]).x, lift < TACT_R(1e-6) ? "none" : "some");
        contact_world_destroy(world);
    }
    return 0;
}
/* expected output:
a belt at 1 m/s takes boxes from rest; friction 0.5, so full speed after 0.204 s and 102 mm of slip
model      speed at 0.1 s       at 0.5 s  lift in between
lagged           0.49 m/s       1.00 m/s          none
sap              0.45 m/s       1.00 m/s          some
similar          0.49 m/s       1.00 m/s          some
auto             0.49 m/s       1.00 m/s          none
*/
