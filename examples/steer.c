/* Optimal control through contact: a finger on a gantry starts beside a box, not touching it, and has to push it to a pose. The exact
   derivative knows nothing of a box that is not touched; the mean over noisy copies of the step (a bundle) does.
   cc -O2 -I. examples/steer.c -o steer -lm && ./steer */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#define RBD_IMPLEMENTATION
#include "rbd.h"
#define CONTACT_IMPLEMENTATION
#include "contact.h"
#include "control.h"
#include <stdio.h>

static const char gantry[] =
    "<robot name='gantry'><link name='base'/><link name='bridge'><inertial><mass value='0.5'/>"
    "<inertia ixx='0.01' iyy='0.01' izz='0.01' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    "<link name='finger'><inertial><mass value='0.5'/><inertia ixx='0.01' iyy='0.01' izz='0.01' ixy='0' ixz='0' "
    "iyz='0'/>"
    "</inertial><collision><geometry><sphere radius='0.03'/></geometry></collision></link>"
    "<joint name='x' type='prismatic'><parent link='base'/><child link='bridge'/><origin xyz='0 0 0.05'/><axis xyz='1 "
    "0 0'/>"
    "<limit lower='-2' upper='2' effort='50' velocity='10'/></joint>"
    "<joint name='y' type='prismatic'><parent link='bridge'/><child link='finger'/><axis xyz='0 1 0'/>"
    "<limit lower='-2' upper='2' effort='50' velocity='10'/></joint></robot>";
typedef struct task {
    contact_robot finger;
    contact_body box;
    tact_vec3 goal; /* x, y, angle about z */
} task;
enum { BOX, FINGER = 6, DOFS = 8, X = 2 * DOFS };

static void move(void *context, contact_world *world, int k, const double *u) { /* where the motors pull the finger */
    const task *t = (const task *)context;
    int i;
    (void)k;
    for (i = 0; i < 2; ++i) {
        contact_motor motor = contact_robot_motor(world, t->finger, i);
        motor.position = u[i];
        contact_robot_set_motor(world, t->finger, i, &motor);
    }
}
static double yaw(tact_quat q) { return 2 * atan2(q.z, q.w); }
static double cost(void *context, contact_world *world, int k, const double *u, control_quadratic *q) {
    const task *t = (const task *)context;
    const tact_pose pose = contact_body_pose(world, t->box);
    const double *finger = contact_robot_q(world, t->finger);
    const double w = u ? 0.05 : 20, e[3] = {pose.p.x - t->goal.x, pose.p.y - t->goal.y, yaw(pose.q) - t->goal.z};
    const double scale[3] = {w, w, 0.05 * w};
    const int at[3] = {BOX, BOX + 1, BOX + 5};
    double value = 0;
    int i;
    (void)k;
    for (i = 0; i < 3; ++i) {
        value += scale[i] * e[i] * e[i];
        if (q) q->x[at[i]] += 2 * scale[i] * e[i], q->xx[at[i] * (X + 1)] += 2 * scale[i];
    }
    for (i = 0; u && i < 2; ++i) { /* pulls little */
        const double d = u[i] - finger[i];
        value += 0.02 * d * d;
        if (!q) continue;
        q->u[i] += 0.04 * d, q->uu[i * 3] += 0.04;
        q->x[FINGER + i] -= 0.04 * d, q->xx[(FINGER + i) * (X + 1)] += 0.04;
    }
    return value;
}
/* Plans from a finger that stands still; where the box of the plan ends, less the goal. */
static void steer(control_gradient gradient, tact_vec3 goal, int iterations, double end[3]) {
    contact_world_config settings = contact_default_world_config();
    contact_file_config file = contact_default_file_config();
    control_config config = control_default_config();
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0), cube = collide_box(0.1, 0.07, 0.04);
    const tact_real start[2] = {-0.2, 0.02};
    contact_parameter targets[2];
    contact_world *world;
    control_problem problem;
    rbd_model *model;
    control *c;
    task t;
    tact_quat last;
    int i;
    settings.solver.method = CONTACT_METHOD_SIMILAR; /* smooth friction: a gradient also where it sticks */
    world = contact_world_create(&settings, NULL, NULL);
    contact_world_add_static(world, &ground, tact_pose_identity());
    t.box = contact_world_add_dynamic(world, &cube, tact_pose_at(0, 0, 0.04), 500);
    file.q = start;
    t.finger = contact_world_add_file(world, gantry, sizeof gantry - 1, &file, &model);
    t.goal = goal;
    memset(targets, 0, sizeof targets);
    for (i = 0; i < 2; ++i) {
        contact_motor motor = contact_robot_motor(world, t.finger, i);
        motor.stiffness = 200, motor.damping = 30, motor.position = start[i];
        contact_robot_set_motor(world, t.finger, i, &motor);
        targets[i].kind = CONTACT_PARAMETER_MOTOR_POSITION;
        targets[i].robot = t.finger, targets[i].index = i;
    }
    problem = control_problem_make(world, &t.finger, (const rbd_model *const *)&model, 1, &t.box, 1);
    problem.steps = 40, problem.dt = 0.02, problem.hold = 2;
    problem.controls = 2, problem.parameters = targets, problem.parameter_count = 2;
    problem.apply = move, problem.cost = cost, problem.context = &t;
    config.gradient = gradient;
    config.noise_state = 0.02, config.noise_control = 0.05, config.samples = 32;
    c = control_create(&problem, &config);
    for (i = 0; i < problem.steps; ++i) c->u[2 * i] = start[0], c->u[2 * i + 1] = start[1];
    control_solve(c, iterations);
    end[0] = c->q[problem.steps * c->nq] - goal.x, end[1] = c->q[problem.steps * c->nq + 1] - goal.y;
    memcpy(&last, c->q + problem.steps * c->nq + 3, sizeof last);
    end[2] = yaw(last) - goal.z;
    control_destroy(c);
    contact_world_destroy(world);
    rbd_model_destroy(model);
}
int main(void) {
    const tact_vec3 goal = tact_vec(0.25, 0.08, 0.4);
    const control_gradient kinds[2] = {CONTROL_EXACT, CONTROL_BUNDLED_FIRST};
    static const char *const names[2] = {"exact", "bundled"};
    double end[3] = {1, 1, 1};
    int i;
    for (i = 0; i < 2; ++i) {
        steer(kinds[i], goal, 40, end);
        printf("%s derivative: the box ends %.0f cm and %.1f rad from its goal\n", names[i],
               100 * hypot(end[0], end[1]), fabs(end[2]));
    }
    return hypot(end[0], end[1]) < 0.01 && fabs(end[2]) < 0.05 ? 0 : 1;
}
/* expected output:
exact derivative: the box ends 26 cm and 0.4 rad from its goal
bundled derivative: the box ends 0 cm and 0.0 rad from its goal
*/
