/* scenes.h - shorthand of the scenes, and those that stand in machines.c. */
#ifndef PLAYGROUND_SCENES_H
#define PLAYGROUND_SCENES_H
#define PI 3.14159265358979323846
#define V(x, y, z) tact_vec(x, y, z)
/* calls into another file: a compiler that computes them itself rounds in its own way */
#define S(x) play_sin(x)
#define C(x) play_cos(x)
#define X(a) play_turn(V(1, 0, 0), a)
#define Y(a) play_turn(V(0, 1, 0), a)
#define Z(a) play_turn(V(0, 0, 1), a)
static const contact_body NOBODY = {0, 0};
static inline tact_quat z_to(tact_vec3 axis) { /* a rotation that takes z to a unit axis */
    tact_vec3 x, y;
    tact_mat3 r;
    tact_tangents(axis, &x, &y);
    r = tact_mat_columns(x, y, axis);
    return tact_quat_from_mat(&r);
}
void build_car(play *p), control_car(play *p);
void build_conveyor(play *p), control_conveyor(play *p);
void build_gears(play *p), control_gears(play *p);
void build_quadruped(play *p), control_quadruped(play *p);
void build_humanoid(play *p), control_humanoid(play *p);
void build_gripper(play *p), control_gripper(play *p);
void build_race(play *p), control_race(play *p);
void build_gradient(play *p), control_gradient(play *p);
void build_patch(play *p), control_patch(play *p);
#endif
