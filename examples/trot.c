/* Model predictive control of a walking machine: four legs of three joints trot over the ground and bumps of 3 cm. Every 20 ms
   one iteration of the optimiser looks 0.6 s ahead and moves the targets of the twelve motors; the plant steps at 2 ms.
   cc -O2 -I. examples/trot.c -o trot -lm && ./trot */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#define RBD_IMPLEMENTATION
#include "rbd.h"
#define CONTACT_IMPLEMENTATION
#include "contact.h"
#include "control.h"
#include <stdio.h>

static const double speed = 0.4; /* [m/s] wanted */
enum { JOINTS = 12, DOFS = 18, X = 2 * DOFS, HORIZON = 30 };
#define INERTIAL(m, i) "<inertial pos='0 0 0' mass='" m "' diaginertia='" i " " i " " i "'/>"
static size_t describe(char *text, size_t size) {
    size_t at = (size_t)snprintf(text, size, "<mujoco><compiler angle='radian'/><worldbody><body><freejoint/>%s",
                                 INERTIAL("5", "0.06"));
    for (int i = 0; i < 4; ++i)
        at += (size_t)snprintf(
            text + at, size - at,
            "<body pos='%g %g 0'><joint axis='1 0 0'/>%s<body><joint axis='0 1 0'/>%s"
            "<body pos='0 0 -0.16'><joint axis='0 1 0'/>%s<geom size='0.02' pos='0 0 -0.16'/></body></body></body>",
            i < 2 ? 0.19 : -0.19, i & 1 ? -0.12 : 0.12, INERTIAL("0.3", "0.001"), INERTIAL("0.3", "0.002"),
            INERTIAL("0.1", "0.0008"));
    return at + (size_t)snprintf(text + at, size - at, "</body></worldbody></mujoco>");
}
typedef struct task {
    contact_robot robot;
    int knot; /* of the plant: the gait goes by it */
} task;
/* The gait: diagonal legs swing in turns, half of 0.4 s each; a swinging leg bends. */
static void gait(int knot, double *q) {
    for (int leg = 0; leg < 4; ++leg) {
        const int phase = (knot + (leg == 0 || leg == 3 ? 0 : 10)) % 20;
        const double lift = phase < 10 ? 0.35 * sin(TACT_PI * (phase + 0.5) / 10) : 0;
        q[3 * leg] = 0, q[3 * leg + 1] = 0.8 + lift, q[3 * leg + 2] = -1.6 - 2 * lift;
    }
}
static void set_targets(void *context, contact_world *world, int k, const double *u) {
    const task *t = (const task *)context;
    (void)k;
    for (int i = 0; i < JOINTS; ++i) {
        contact_motor motor = contact_robot_motor(world, t->robot, 6 + i);
        motor.position = u[i];
        contact_robot_set_motor(world, t->robot, 6 + i, &motor);
    }
}
/* Adds weight r^2 of a residual r that changes by `by` with three dofs from `first` on, or by 1 with the first alone. */
static double square(control_quadratic *q, double weight, double r, int first, const tact_vec3 *by) {
    const double row[3] = {by ? by->x : 1, by ? by->y : 0, by ? by->z : 0};
    for (int i = 0; q && i < (by ? 3 : 1); ++i) {
        q->x[first + i] += 2 * weight * r * row[i];
        for (int j = 0; j < (by ? 3 : 1); ++j) q->xx[(first + i) * X + first + j] += 2 * weight * row[i] * row[j];
    }
    return weight * r * r;
}
static double cost(void *context, contact_world *world, int k, const double *u, control_quadratic *q) {
    const task *t = (const task *)context;
    const double *at = contact_robot_q(world, t->robot), *v = contact_robot_v(world, t->robot), scale = u ? 1 : 5;
    const tact_quat r = tact_quat_make(at[3], at[4], at[5], at[6]);
    const tact_vec3 x = tact_unrotate(r, tact_vec(1, 0, 0)), y = tact_unrotate(r, tact_vec(0, 1, 0)),
                    z = tact_unrotate(r, tact_vec(0, 0, 1)), l = tact_vec(v[0], v[1], v[2]);
    double wanted[JOINTS], value = square(q, 40 * scale, at[2] - 0.235, 0, &z);
    value += square(q, 2 * scale, tact_dot(x, l) - speed, DOFS, &x) + square(q, 2 * scale, tact_dot(y, l), DOFS, &y) +
             square(q, 0.1 * scale, tact_dot(z, l), DOFS, &z);
    for (int i = 0; i < 3; ++i)
        value +=
            square(q, 10 * scale, 2 * at[3 + i], 3 + i, NULL) + square(q, 0.1 * scale, v[3 + i], DOFS + 3 + i, NULL);
    value += square(q, 3 * scale, at[1], 0, &y);
    gait(t->knot + k, wanted);
    for (int i = 0; i < JOINTS; ++i) {
        value += square(q, 0.3, at[7 + i] - wanted[i], 6 + i, NULL);
        if (u) value += 0.1 * (u[i] - wanted[i]) * (u[i] - wanted[i]);
        if (u && q) q->u[i] += 0.2 * (u[i] - wanted[i]), q->uu[i * (JOINTS + 1)] += 0.2;
    }
    return value;
}
static contact_world *make_world(task *t, rbd_model **model, int bumps) {
    static char text[8192];
    contact_world *world = contact_world_create(NULL, NULL, NULL);
    contact_file_config config = contact_default_file_config();
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0), bump = collide_capsule(0.03, 0.5);
    double q[19] = {0, 0, 0.243, 0, 0, 0, 1};
    contact_world_add_static(world, &ground, tact_pose_identity());
    for (int i = 0; i < bumps; ++i)
        contact_world_add_static(
            world, &bump, tact_pose_make(tact_vec(0.45 + 0.35 * i, 0, 0), tact_quat_make(sqrt(0.5), 0, 0, sqrt(0.5))));
    for (int i = 0; i < JOINTS; ++i) q[7 + i] = i % 3 == 0 ? 0 : (i % 3 == 1 ? 0.8 : -1.6);
    config.q = q, config.material.friction = 0.8;
    t->robot = contact_world_add_file(world, text, describe(text, sizeof text), &config, model);
    for (int i = 0; *model && i < JOINTS; ++i) {
        contact_motor motor = contact_robot_motor(world, t->robot, 6 + i);
        motor.stiffness = 60, motor.damping = 1.5, motor.position = q[7 + i], motor.max_effort = 25;
        contact_robot_set_motor(world, t->robot, 6 + i, &motor);
    }
    return world;
}
int main(int argc, char **argv) {
    contact_parameter targets[JOINTS];
    task t = {{0, 0}, 0}, plant = t;
    rbd_model *model, *other;
    contact_world *world = make_world(&t, &model, 3), *real = make_world(&plant, &other, 3);
    control_problem problem = control_problem_make(world, &t.robot, (const rbd_model *const *)&model, 1, NULL, 0);
    double worst = 0, knots = argc > 1 ? atof(argv[1]) : 75;
    memset(targets, 0, sizeof targets);
    for (int i = 0; i < JOINTS; ++i)
        targets[i].kind = CONTACT_PARAMETER_MOTOR_POSITION, targets[i].robot = t.robot, targets[i].index = 6 + i;
    problem.steps = HORIZON, problem.dt = 0.02;
    problem.controls = problem.parameter_count = JOINTS, problem.parameters = targets;
    problem.apply = set_targets, problem.cost = cost, problem.context = &t;
    control *c = control_create(&problem, NULL);
    for (int k = 0; c && k < HORIZON; ++k) gait(k, c->u + k * JOINTS);
    for (t.knot = 0; c && t.knot < knots; ++t.knot) {
        const double *q = contact_robot_q(real, plant.robot);
        control_follow(c, real);
        control_solve(c, t.knot ? 1 : 5);
        for (int i = 0; i < 10; ++i) {
            set_targets(&plant, real, 0, c->u);
            if (contact_world_step(real, 0.002) < 0) return printf("%s\n", contact_world_error(real)->text), 1;
        }
        worst = tact_max(worst, 2 * sqrt(q[3] * q[3] + q[4] * q[4]));
        control_shift(c);
    }
    printf("%.1f m on, tilted by less than %.1f rad\n", contact_robot_q(real, plant.robot)[0], ceil(10 * worst) / 10);
    control_destroy(c);
    contact_world_destroy(world), contact_world_destroy(real);
    rbd_model_destroy(model), rbd_model_destroy(other);
    return worst > 0 && worst < 0.4 ? 0 : 1;
}
/* expected output:
0.5 m on, tilted by less than 0.1 rad
*/
