/* stack.c - five boxes fall on each other and come to rest; then the forces between them.

   cc -O2 -I. examples/stack.c -lm -o stack && ./stack */
#include <stdio.h>
#define COLLIDE_IMPLEMENTATION
#define RBD_IMPLEMENTATION
#define CONTACT_IMPLEMENTATION
#include "collide.h"
#include "rbd.h"
#include "contact.h" /* after the other two: then it has the world */

enum { BOXES = 5 };

int main(void) {
    contact_error error;
    contact_world_config config = contact_default_world_config();
    contact_world *world = contact_world_create(&config, NULL, &error);
    if (!world) return printf("%s\n", error.text), 1;

    /* Shapes are small values; the world copies them. Density 1000 kg/m^3: a cube of 0.2 m has 8 kg. */
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0),
                  cube = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    contact_body boxes[BOXES];
    contact_world_add_static(world, &ground, tact_pose_identity());
    for (int i = 0; i < BOXES; ++i)
        boxes[i] = contact_world_add_dynamic(world, &cube,
                                             tact_pose_at(0, 0, TACT_R(0.11) + TACT_R(0.21) * (tact_real)i), 1000);

    for (int step = 1; step <= 400; ++step) {
        contact_status status = contact_world_step(world, TACT_R(0.005));
        if (status < 0) return printf("step %d: %s\n", step, contact_world_error(world)->text), 1;
        if (step % 100 == 0) {
            printf("t %.1f s  heights", 0.005 * step);
            for (int i = 0; i < BOXES; ++i) printf(" %.3f", (double)contact_body_pose(world, boxes[i]).p.z);
            printf(" m, %d contacts\n", contact_world_contact_count(world));
        }
    }

    /* Each contact is shared by two bodies; what reaches the ground is the weight of all. */
    tact_real weight = 0;
    for (int i = 0; i < BOXES; ++i) weight += contact_body_mass(world, boxes[i]) * TACT_R(9.81);
    tact_vec3 force, moment;
    contact_body_contact_wrench(world, boxes[0], &force, &moment);
    printf("net contact force on the lowest box: %.2f N, its weight %.2f N; all boxes weigh %.2f N\n", (double)force.z,
           9.81 * (double)contact_body_mass(world, boxes[0]), (double)weight);
    contact_world_destroy(world);
    return 0;
}
/* expected output:
t 0.5 s  heights 0.100 0.300 0.500 0.700 0.900 m, 20 contacts
t 1.0 s  heights 0.100 0.300 0.500 0.700 0.900 m, 20 contacts
t 1.5 s  heights 0.100 0.300 0.500 0.700 0.900 m, 20 contacts
t 2.0 s  heights 0.100 0.300 0.500 0.700 0.900 m, 20 contacts
net contact force on the lowest box: 78.48 N, its weight 78.48 N; all boxes weigh 392.40 N
*/
