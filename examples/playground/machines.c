/* machines.c - scenes with a plan: vehicles, belts, gears, robots, and the scenes that show the solvers, the gradients
   and the queries of collide.h. */
#include "playground.h"

#include "scenes.h"

static double clamp01(double x) { return x < 0 ? 0 : (x > 1 ? 1 : x); }
static double ease(double t, double from, double to) { /* 0 .. 1, smooth, while t goes from .. to */
    double s = clamp01((t - from) / (to - from));
    return s * s * (3 - 2 * s);
}

/* ---- a car: four hubs on springs, four driven wheels ---- */
static contact_joint wheel_joint[4];
void build_car(play *p) {
    enum { N = 72 };
    static tact_real height[N * N];
    static collide_height_field field;
    contact_body chassis;
    int i, k;
    for (k = 0; k < N; ++k)
        for (i = 0; i < N; ++i) {
            double x = 0.35 * (i - N / 2), y = 0.35 * (k - N / 2), r = x * x + y * y;
            height[k * N + i] =
                (0.16 * S(1.1 * x) * C(0.9 * y) + 0.12 * S(0.53 * x + 1) * S(0.61 * y)) * r / (r + 2) + 0.0025 * r;
        }
    field.n_x = field.n_y = N;
    field.spacing_x = field.spacing_y = 0.35;
    field.heights = height;
    p->material.friction = 0.9;
    p->rgb = 0x8fa46au;
    play_fixed(p, collide_height_field_shape(&field), tact_pose_at(-0.35 * N / 2, -0.35 * N / 2, 0));
    p->rgb = 0xd8524au;
    chassis = play_box(p, 0.6, 0.28, 0.1, tact_pose_at(0, 0, 0.75), 700);
    p->rgb = 0xb8c8d8u;
    play_attach(p, chassis, collide_rounded(collide_box(0.22, 0.2, 0.07), 0.03), tact_pose_at(-0.1, 0, 0.2), 60);
    for (i = 0; i < 4; ++i) {
        tact_vec3 at = V(i < 2 ? 0.45 : -0.45, i & 1 ? -0.4 : 0.4, 0.55);
        contact_body hub, wheel;
        p->rgb = 0x606060u;
        hub = play_box(p, 0.04, 0.03, 0.04, tact_pose_at(at.x, at.y * 0.8, at.z), 8000);
        play_motor(p, play_joint(p, CONTACT_JOINT_SLIDER, chassis, hub, V(at.x, at.y * 0.8, at.z), V(0, 0, 1)), 9000,
                   700, 0.06, 0, 0);
        p->rgb = 0x2c3038u;
        wheel = play_shape(p, collide_cylinder(0.2, 0.07), tact_pose_make(at, X(PI / 2)), 500);
        wheel_joint[i] = play_joint(p, CONTACT_JOINT_HINGE, hub, wheel, at, V(0, 1, 0));
        play_motor(p, wheel_joint[i], 0, 60, 0, 0, 120);
    }
    p->rgb = 0;
    for (i = 0; i < 10; ++i) {
        double a = 2 * PI * i / 10, r = 2.4 + 0.7 * (i % 3);
        play_box(p, 0.14, 0.14, 0.14, tact_pose_at(r * C(a), r * S(a), 0.9), 120);
    }
}
void control_car(play *p) { /* round and round, to one side and then to the other */
    double t = play_time(p), speed = 9 * ease(t, 0.6, 2), turn = 0.42 * S(0.45 * t);
    int i;
    for (i = 0; i < 4; ++i) {
        contact_joint_def *def = contact_joint_settings(p->world, wheel_joint[i]);
        if (def) def->velocity = speed * (1 + (i & 1 ? turn : -turn));
    }
}

/* ---- belts that sort by colour ---- */
static contact_body pusher;
static void belt(play *p, double x0, double x1, double y0, double y1, double z, double speed) {
    contact_material keep = p->material;
    p->rgb = 0x404850u;
    p->material.friction = 0.8;
    p->material.surface_velocity = V(speed, 0, 0);
    play_fixed(p, collide_box((x1 - x0) / 2, (y1 - y0) / 2, 0.04),
               tact_pose_at((x0 + x1) / 2, (y0 + y1) / 2, z - 0.04));
    p->material = keep;
}
static void bin(play *p, double x, double y, uint32_t rgb) {
    int i;
    p->rgb = rgb;
    for (i = -1; i <= 1; i += 2) {
        play_fixed(p, collide_box(0.02, 0.26, 0.14), tact_pose_at(x + 0.34 * i, y, 0.14));
        play_fixed(p, collide_box(0.34, 0.02, 0.14), tact_pose_at(x, y + 0.26 * i, 0.14));
    }
}
void build_conveyor(play *p) {
    play_ground(p);
    belt(p, -2, 1, -0.25, 0.25, 0.5, 0.8);
    belt(p, -0.45, 1, 0.3, 0.8, 0.46, 0.8);
    p->rgb = 0x8090a0u;
    play_fixed(p, collide_box(0.7, 0.015, 0.05), tact_pose_at(0.3, 0.82, 0.5));
    bin(p, 1.4, 0, 0x3f7fd9u);
    bin(p, 1.4, 0.56, 0xd8524au);
    p->rgb = 0xd9b23fu;
    pusher = play_moving(p, collide_box(0.13, 0.14, 0.06), tact_pose_at(0.02, -0.56, 0.58));
    p->rgb = 0;
}
void control_conveyor(play *p) {
    tact_vec3 at = contact_body_pose(p->world, pusher).p, v = contact_body_velocity(p->world, pusher);
    long every = (long)(0.7 / p->dt);
    double speed = at.y > 0.12 ? -1.5 : (at.y < -0.55 ? 0 : (v.y == 0 ? -1.5 : v.y));
    int i;
    for (i = 0; i < p->in->items; ++i) {
        tact_vec3 x;
        if (p->in->item[i].rgb != 0xd8524bu) continue;
        x = contact_body_pose(p->world, p->in->item[i].body).p;
        if (at.y < -0.5 && x.x > -0.12 && x.x < 0.06 && x.y < 0.2 && x.z > 0.4 && speed >= 0) speed = 1.5;
    }
    if (!p->live) return;
    contact_body_set_velocity(p->world, pusher, V(0, speed, 0), V(0, 0, 0));
    if (p->step % every == 0 && p->step / every < 60) {
        uint64_t k = (uint64_t)(p->step / every);
        double y = 0.16 * play_random(5, k) - 0.08;
        tact_pose pose = tact_pose_make(V(-1.8, y, 0.62), Z(play_random(6, k)));
        p->rgb = play_random(7, k) < 0.5 ? 0xd8524bu : 0x3f7fd9u;
        if (k % 3 == 0)
            play_shape(p, collide_cylinder(0.07, 0.07), pose, 400);
        else if (k % 3 == 1)
            play_box(p, 0.07, 0.07, 0.07, pose, 400);
        else
            play_shape(p, collide_rounded(collide_box(0.06, 0.04, 0.04), 0.02), pose, 400);
        p->rgb = 0;
    }
}

/* ---- gears by the contact of their teeth, linkages by hinges ---- */
static contact_body gear(play *p, double x, double z, int teeth, double module, double phase, uint32_t rgb) {
    double pitch = module * teeth / 2, root = pitch - 1.2 * module, tip = pitch + 0.95 * module, depth = 0.07;
    contact_body b;
    int i, k;
    p->rgb = rgb;
    b = play_shape(p, collide_cylinder(root, depth), tact_pose_make(V(x, 0, z), X(PI / 2)), 800);
    for (i = 0; i < teeth; ++i) { /* a tooth: pitch, root and tip widths as angles */
        static const double share[3] = {0.66, 0.44, 0.2};
        double radius[3], middle = 2 * PI * i / teeth + phase;
        tact_vec3 corner[12];
        radius[0] = root - 0.2 * module, radius[1] = pitch, radius[2] = tip;
        for (k = 0; k < 12; ++k) {
            double a = middle + (k & 1 ? 1 : -1) * share[k >> 2] * PI / teeth, r = radius[k >> 2];
            corner[k] = V(r * C(a), r * S(a), k & 2 ? depth : -depth);
        }
        play_attach(p, b, play_hull(p, corner, 12), tact_pose_identity(), 800);
    }
    play_joint(p, CONTACT_JOINT_HINGE, NOBODY, b, V(x, 0, z), V(0, 1, 0));
    return b;
}
static contact_body bar(play *p, tact_vec3 a, tact_vec3 b, uint32_t rgb) {
    tact_vec3 d = tact_sub(b, a);
    p->rgb = rgb;
    return play_box(p, 0.025, 0.02, tact_norm(d) / 2 + 0.025,
                    tact_pose_make(tact_lerp(a, b, 0.5), Y(play_atan2(d.x, d.z))), 700);
}
void build_gears(play *p) {
    const double m = 0.06;
    contact_body crank, coupler, rocker;
    tact_vec3 o = V(1.15, 0, 0.4), q = V(1.75, 0, 0.4), tip = V(1.15, 0, 0.6), knee = V(1.66, 0, 0.87);
    play_ground(p);
    p->material.friction = 0.1;
    gear(p, -0.62, 0.75, 12, m, PI / 2, 0xe07a3fu);
    gear(p, -0.62 + m * 15.0, 0.75, 18, m, PI / 18, 0x3f7fd9u);
    gear(p, -0.62, 0.75 + m * 11.0, 10, m, -PI / 2 + PI / 10, 0x4fae6fu);
    /* Grashof's crank and rocker in three layers; the hinges are drawn by their overlay */
    crank = bar(p, o, tip, 0xd8524au);
    tip.y = knee.y = 0.06;
    coupler = bar(p, tip, knee, 0x9a6fd0u);
    knee.y = q.y = 0.12;
    rocker = bar(p, q, knee, 0xd9b23fu);
    play_motor(p, play_joint(p, CONTACT_JOINT_HINGE, NOBODY, crank, o, V(0, 1, 0)), 0, 50, 0, 3, 200);
    play_joint(p, CONTACT_JOINT_HINGE, crank, coupler, V(tip.x, 0.03, tip.z), V(0, 1, 0));
    play_joint(p, CONTACT_JOINT_HINGE, coupler, rocker, V(knee.x, 0.09, knee.z), V(0, 1, 0));
    play_joint(p, CONTACT_JOINT_HINGE, NOBODY, rocker, q, V(0, 1, 0));
    p->rgb = 0;
}
void control_gears(play *p) { /* a torque on the first gear, up to 2 rad/s; the last one brakes */
    contact_body first = p->in->body[0], last = p->in->body[1];
    tact_real speed = contact_body_angular_velocity(p->world, first).y;
    if (!p->live) return;
    contact_body_add_torque(p->world, first, V(0, 40 * (2 - speed), 0));
    contact_body_add_torque(p->world, last, tact_scale(-0.5, contact_body_angular_velocity(p->world, last)));
}

/* ---- robots from files ---- */
static const double leg_length = 0.16;
static void leg_angles(double x, double z, double *thigh, double *knee) {
    double l = leg_length, c = (x * x + z * z - 2 * l * l) / (2 * l * l);
    c = c > 1 ? 1 : (c < -1 ? -1 : c);
    *knee = -play_acos(c);
    *thigh = play_atan2(-x, -z) - *knee / 2;
}
void build_quadruped(play *p) {
    contact_file_config config = contact_default_file_config();
    static tact_real q[19];
    int i;
    play_ground(p);
    for (i = 0; i < 19; ++i) q[i] = i == 2 ? 0.3 : (i == 6 ? 1 : 0);
    for (i = 0; i < 4; ++i) {
        double thigh, knee;
        leg_angles(0, -0.25, &thigh, &knee);
        q[8 + 3 * i] = thigh, q[9 + 3 * i] = knee;
    }
    config.reader.floating_base = 1;
    config.q = q;
    config.material.friction = 0.9;
    p->rgb = 0x3f7fd9u;
    play_robot(p, play_quadruped_urdf, play_quadruped_bytes, &config);
    p->rgb = 0;
    for (i = 0; i < 6; ++i) play_box(p, 0.03, 0.3, 0.012, tact_pose_at(0.7 + 0.3 * i, 0, 0.012), 900);
}
void control_quadruped(play *p) { /* a trot: two legs across swing while the other two push back */
    double t = play_time(p), go = ease(t, 0.6, 1.6);
    int leg;
    if (!p->robots || !p->live) return;
    for (leg = 0; leg < 4; ++leg) {
        double phase = 2 * PI * 1.8 * t + (leg == 0 || leg == 3 ? 0 : PI), thigh, knee;
        double x = -0.06 * go * C(phase) - 0.01, lift = S(phase) > 0 ? 0.05 * go * S(phase) : 0;
        leg_angles(x, -0.25 + lift, &thigh, &knee);
        play_servo(p, 0, 6 + 3 * leg, 120, 3, 0, 0);
        play_servo(p, 0, 7 + 3 * leg, 120, 3, thigh, 0);
        play_servo(p, 0, 8 + 3 * leg, 120, 3, knee, 0);
    }
}
void build_humanoid(play *p) {
    contact_file_config config = contact_default_file_config();
    static tact_real q[64];
    int i;
    for (i = 0; i < 64; ++i) q[i] = i == 2 ? 1.04 : (i == 6 ? 1 : 0);
    play_ground(p);
    config.q = q;
    config.material.friction = 0.9;
    p->rgb = 0xc8a888u;
    play_robot(p, play_humanoid_xml, play_humanoid_bytes, &config);
    p->rgb = 0;
}
void control_humanoid(play *p) { /* knees bend slowly, arms swing; ankles lean against the fall */
    double t = play_time(p), bend = 0.35 * (1 - C(1.6 * t)) / 2 * ease(t, 1, 2), lean = 0;
    const rbd_model *m;
    tact_vec3 com = V(0, 0, 0), feet = V(0, 0, 0), speed = V(0, 0, 0);
    double mass = 0;
    int i;
    if (!p->robots || !p->live) return;
    m = p->model[0];
    for (i = 1; i < m->n_bodies; ++i) {
        contact_body link = contact_robot_link(p->world, p->robot[0], i);
        tact_real part = contact_body_mass(p->world, link);
        com = tact_mul_add(com, part, contact_body_com(p->world, link));
        speed = tact_mul_add(speed, part, contact_body_velocity(p->world, link));
        mass += part;
    }
    com = tact_scale(1 / mass, com), speed = tact_scale(1 / mass, speed);
    for (i = 0; i < 2; ++i) {
        int foot = rbd_model_find_body(m, i ? "foot_left" : "foot_right");
        feet = tact_mul_add(feet, 0.5, contact_body_com(p->world, contact_robot_link(p->world, p->robot[0], foot)));
    }
    lean = 1.1 * (com.x - feet.x) + 0.35 * speed.x;
    for (i = 6; i < m->nv; ++i) {
        int joint = i - 6;
        double target = 0, k = 300, d = 12;
        switch (joint) { /* in the order of the file: waist, arms (3 each), legs (5 each) */
        case 0: target = 0; break;
        case 1: target = 0.5 * S(1.6 * t), k = 60, d = 3; break;
        case 4: target = -0.5 * S(1.6 * t), k = 60, d = 3; break;
        case 2: target = -0.15, k = 60, d = 3; break;
        case 5: target = 0.15, k = 60, d = 3; break;
        case 3:
        case 6: target = -0.5, k = 60, d = 3; break;
        case 8:
        case 13: target = -bend; break;
        case 9:
        case 14: target = 2 * bend; break;
        case 10:
        case 15: target = -bend + lean; break;
        default: break;
        }
        play_servo(p, 0, i, k, d, target, 0);
    }
}

/* ---- a gripper on rails ---- */
static contact_joint rail_x, rail_z, finger[2];
void build_gripper(play *p) {
    contact_body carriage, wrist, f;
    int i;
    play_ground(p);
    p->material.friction = 0.8;
    p->rgb = 0x707880u;
    play_fixed(p, collide_box(1.3, 0.03, 0.03), tact_pose_at(0, 0.3, 1.1));
    play_fixed(p, collide_box(0.03, 0.03, 0.55), tact_pose_at(-1.3, 0.3, 0.55));
    play_fixed(p, collide_box(0.03, 0.03, 0.55), tact_pose_at(1.3, 0.3, 0.55));
    p->rgb = 0x3f7fd9u;
    carriage = play_box(p, 0.08, 0.06, 0.06, tact_pose_at(-0.75, 0, 1.1), 1500);
    wrist = play_box(p, 0.05, 0.16, 0.03, tact_pose_at(-0.75, 0, 0.75), 800);
    rail_x = play_motor(p, play_joint(p, CONTACT_JOINT_SLIDER, NOBODY, carriage, V(-0.75, 0, 1.1), V(1, 0, 0)), 4000,
                        400, 0, 0, 0);
    rail_z = play_motor(p, play_joint(p, CONTACT_JOINT_SLIDER, carriage, wrist, V(-0.75, 0, 0.75), V(0, 0, 1)), 6000,
                        500, 0, 0, 0);
    p->rgb = 0xe07a3fu;
    for (i = 0; i < 2; ++i) {
        double y = i ? 0.13 : -0.13;
        f = play_box(p, 0.035, 0.012, 0.09, tact_pose_at(-0.75, y, 0.63), 800);
        finger[i] = play_motor(p, play_joint(p, CONTACT_JOINT_SLIDER, wrist, f, V(-0.75, y, 0.63), V(0, 1, 0)), 2000,
                               60, 0, 0, 40);
    }
    p->rgb = 0xd9b23fu;
    play_box(p, 0.06, 0.06, 0.06, tact_pose_at(-0.75, 0, 0.06), 500);
    p->rgb = 0x4fae6fu;
    play_shape(p, collide_cylinder(0.06, 0.07), tact_pose_at(-0.45, 0, 0.07), 500);
    p->rgb = 0x9a6fd0u;
    play_ball(p, 0.065, V(-0.15, 0, 0.065), 500);
    p->rgb = 0xb9b4a8u;
    play_fixed(p, collide_box(0.4, 0.15, 0.05), tact_pose_at(0.75, 0, 0.05));
    p->rgb = 0;
}
void control_gripper(play *p) {
    double t = play_time(p), x = -0.75, z = 0, grip = 0;
    int k, i;
    contact_joint_def *def;
    for (k = 0; k < 3; ++k) { /* 6 s for each object: there, down, close, up, over, down, open, up */
        double s = t - 6 * k, from = k ? 0.5 + 0.25 * (k - 1) : -0.75, at = -0.75 + 0.3 * k, to = 0.5 + 0.25 * k;
        if (s < 0) break;
        x = from + (at - from) * ease(s, 0, 1) + (to - at) * ease(s, 3, 4.4);
        z = -0.53 * (ease(s, 1, 1.7) - ease(s, 2.3, 3)) - 0.43 * (ease(s, 4.4, 5) - ease(s, 5.4, 6));
        grip = ease(s, 1.7, 2.1) - ease(s, 5, 5.3);
    }
    if (!p->live) return;
    if ((def = contact_joint_settings(p->world, rail_x))) def->position = x + 0.75;
    if ((def = contact_joint_settings(p->world, rail_z))) def->position = z;
    for (i = 0; i < 2; ++i)
        if ((def = contact_joint_settings(p->world, finger[i]))) def->position = (i ? -1 : 1) * 0.1 * grip;
}

/* ---- one throw under eight methods ---- */
static const contact_method racers[PLAY_WORLDS] = {
    CONTACT_METHOD_AUTO,       CONTACT_METHOD_NCP_PGS, CONTACT_METHOD_NCP_ADMM_SPECTRAL,
    CONTACT_METHOD_CCP_NEWTON, CONTACT_METHOD_SAP,     CONTACT_METHOD_SIMILAR,
    CONTACT_METHOD_RAISIM,     CONTACT_METHOD_LCP_PGS};
static const double race_angle = 0.3926990817, race_speed = 3, race_friction = 0.5;
void build_race(play *p) {
    static const uint32_t colours[] = {0xb05050u, 0xd98c3fu, 0x8a6d1fu, 0x3f7fd9u, 0x4f9f5fu};
    int i;
    for (i = 0; i < PLAY_WORLDS; ++i) {
        contact_body cube;
        p->config.solver.method = racers[i];
        if (i)
            play_world_begin(p, V(0, 0.34 * i, 0));
        else
            contact_world_settings(p->world)->solver.method = racers[0], p->in->offset = V(0, 0, 0);
        play_ground(p);
        p->material.friction = race_friction;
        p->rgb = colours[contact_method_model(racers[i])];
        cube = play_box(p, 0.08, 0.08, 0.08, tact_pose_at(-0.4, -0.8, 0.08), 125);
        contact_body_set_velocity(p->world, cube, V(race_speed * C(race_angle), race_speed * S(race_angle), 0),
                                  V(0, 0, 0));
    }
}
void control_race(play *p) {
    double g = -contact_world_settings(p->world)->gravity.z, mu = p->friction >= 0 ? p->friction : race_friction,
           v = race_speed, law = 0;
    long k;
    int i;
    for (k = 0; k < p->step && v > 0; ++k) v = v - mu * g * p->dt > 0 ? v - mu * g * p->dt : 0, law += v * p->dt;
    for (i = 0; i < p->n_worlds; ++i) {
        play_world *w = &p->worlds[i];
        tact_vec3 at = contact_body_pose(w->world, w->body[0]).p;
        double dx = at.x + 0.4 - law * C(race_angle), dy = at.y + 0.8 - law * S(race_angle);
        char text[64] = "";
        p->in = w;
        play_print(text, sizeof text, contact_method_name(racers[i]), 0, -1, ": ");
        play_print(text, sizeof text, "", 1e3 * tact_sqrt(dx * dx + dy * dy), 2, " mm off");
        play_say(p, V(0.72, -0.45, 0.02), 0.1, text);
        play_draw(p, V(0.45, -0.62, 0.002), V(0.45, -0.28, 0.002), 0x808080u);
    }
}

/* ---- a throw aimed by derivatives ---- */
enum { FLIGHT = 132 }; /* steps of a throw */
static contact_body goal, aim, thrown;
static contact_differential *differential;
static const double launch[3] = {-0.8, 0, 0.1}, aim_scale = 0.12;
static tact_vec3 path[FLIGHT / 4 + 1];
static int path_points;
void build_gradient(play *p) {
    play_ground(p);
    p->rgb = 0x8a8578u;
    play_fixed(p, collide_box(0.04, 0.7, 0.06), tact_pose_at(0.6, 0, 0.06));
    p->material.restitution = 0.55;
    p->rgb = 0xe07a3fu;
    thrown = play_ball(p, 0.1, V(launch[0], launch[1], launch[2]), 500);
    p->material.restitution = 0;
    p->rgb = 0xd9b23fu;
    goal = play_moving(p, collide_cylinder(0.16, 0.008), tact_pose_at(1.9, 0.5, 0.01));
    contact_geom_surface(p->world, p->in->item[p->in->items - 1].geom)->friction = 0.5;
    p->rgb = 0x3f7fd9u; /* the throw is kept in the place of this marker: launch + scale v */
    aim = play_moving(p, collide_sphere(0.03),
                      tact_pose_at(launch[0] + aim_scale * 1.5, 0, launch[2] + aim_scale * 3.2 + 0.4));
    play_handle(p, goal);
    p->hand = V(1.9, 0.5, 0.01);
    p->rgb = 0;
    if (!differential) differential = contact_differential_create(NULL);
}
static tact_vec3 throw_of(const play *p) {
    tact_vec3 a = contact_body_pose(p->world, aim).p;
    return tact_scale(1 / aim_scale, V(a.x - launch[0], a.y - launch[1], a.z - launch[2] - 0.4));
}
/* One throw of a copy of the world with derivatives: where it ends, and J = d end / d v (rows x, y). */
static contact_status try_throw(play *p, tact_vec3 v, tact_vec3 *end, double jacobian[2][3]) {
    contact_world *w = contact_world_clone(p->world, NULL);
    tact_real column[3][64], next[64];
    contact_status status = CONTACT_NO_MEMORY, worst = CONTACT_OK;
    int n, at, k, c, i;
    if (!w || !differential) return contact_world_destroy(w), status;
    n = contact_world_dofs(w), at = contact_body_dof(w, thrown);
    if (2 * n > 64 || at < 0) return contact_world_destroy(w), CONTACT_UNSUPPORTED;
    contact_body_set_pose(w, thrown, tact_pose_at(launch[0], launch[1], launch[2]));
    contact_body_set_velocity(w, thrown, v, V(0, 0, 0));
    for (c = 0; c < 3; ++c)
        for (i = 0; i < 2 * n; ++i) column[c][i] = i == n + at + c;
    for (k = 0, path_points = 0; k < FLIGHT; ++k) {
        if (k % 4 == 0) path[path_points++] = contact_body_pose(w, thrown).p;
        status = contact_world_step_differential(w, p->dt, differential);
        if (status < 0) break;
        worst = status > worst ? status : worst;
        for (c = 0; c < 3; ++c) {
            contact_differential_forward(differential, column[c], NULL, NULL, next);
            for (i = 0; i < 2 * n; ++i) column[c][i] = next[i];
        }
    }
    *end = contact_body_pose(w, thrown).p;
    for (c = 0; c < 3; ++c) jacobian[0][c] = column[c][at], jacobian[1][c] = column[c][at + 1];
    contact_world_destroy(w);
    return status < 0 ? status : worst;
}
void control_gradient(play *p) {
    tact_vec3 target = contact_body_pose(p->world, goal).p, v = throw_of(p), end = target;
    double j[2][3], e[2], a, b, d, det, s[2], dv[3], size;
    long period = (long)(2.0 / p->dt);
    contact_status status;
    int i;
    if (p->live && target.z != 0.01) {
        target.z = 0.01;
        contact_body_set_pose(p->world, goal, tact_pose_at(target.x, target.y, target.z));
    }
    if (p->live && p->step % period == 0) {
        contact_body_set_pose(p->world, thrown, tact_pose_at(launch[0], launch[1], launch[2]));
        contact_body_set_velocity(p->world, thrown, v, V(0, 0, 0));
    }
    if (p->step % 8 == 0) {
        status = try_throw(p, v, &end, j);
        p->text[0] = 0;
        if (status < 0) {
            play_print(p->text, PLAY_TEXT, "This method has no derivatives; choose another solver.", 0, -1, "");
            return;
        }
        e[0] = target.x - end.x, e[1] = target.y - end.y;
        play_print(p->text, PLAY_TEXT, "The throw ends ", 1e3 * tact_sqrt(e[0] * e[0] + e[1] * e[1]), 1,
                   " mm from the goal; ");
        play_print(p->text, PLAY_TEXT, "v = (", v.x, 2, ", ");
        play_print(p->text, PLAY_TEXT, "", v.y, 2, ", ");
        play_print(p->text, PLAY_TEXT, "", v.z, 2, ") m/s. A step of Gauss and Newton every 8 steps.");
        /* dv = J^T (J J^T + lambda)^-1 e, at most 0.5 m/s */
        a = j[0][0] * j[0][0] + j[0][1] * j[0][1] + j[0][2] * j[0][2] + 1e-3;
        d = j[1][0] * j[1][0] + j[1][1] * j[1][1] + j[1][2] * j[1][2] + 1e-3;
        b = j[0][0] * j[1][0] + j[0][1] * j[1][1] + j[0][2] * j[1][2];
        det = a * d - b * b;
        s[0] = (d * e[0] - b * e[1]) / det, s[1] = (a * e[1] - b * e[0]) / det;
        for (i = 0; i < 3; ++i) dv[i] = j[0][i] * s[0] + j[1][i] * s[1];
        size = tact_sqrt(dv[0] * dv[0] + dv[1] * dv[1] + dv[2] * dv[2]);
        if (p->live && size == size) {
            double scale = size > 0.5 ? 0.5 / size : 1;
            v = tact_mul_add(v, scale, V(dv[0], dv[1], dv[2]));
            contact_body_set_pose(p->world, aim,
                                  tact_pose_at(launch[0] + aim_scale * v.x, launch[1] + aim_scale * v.y,
                                               launch[2] + aim_scale * v.z + 0.4));
        }
    }
    for (i = 0; i + 1 < path_points; ++i) play_draw(p, path[i], path[i + 1], 0x3f7fd9u);
    play_draw(p, V(launch[0], launch[1], launch[2] + 0.4), contact_body_pose(p->world, aim).p, 0x3f7fd9u);
}

/* ---- two shapes and what collide.h says of them ---- */
static contact_body left, right;
static collide_shape left_shape, right_shape;
void build_patch(play *p) {
    tact_vec3 corner[12];
    int i;
    for (i = 0; i < 12; ++i) corner[i] = V(0.3 * C(PI / 3 * i), 0.3 * S(PI / 3 * i), i < 6 ? 0.12 : -0.12);
    left_shape = collide_box(0.35, 0.28, 0.12);
    right_shape = play_hull(p, corner, 12);
    p->rgb = 0x903f7fd9u;
    left = play_moving(p, left_shape, tact_pose_make(V(0, 0, 0.4), Z(0.3)));
    p->rgb = 0x90e07a3fu;
    right = play_moving(p, right_shape, tact_pose_make(V(0.12, 0.05, 0.75), tact_quat_mul(Y(0.12), Z(0.5))));
    play_handle(p, left), play_handle(p, right);
    p->rgb = 0;
    play_ground(p);
}
void control_patch(play *p) {
    static const char *const names[] = {"gumbel", "exact", "gauss 1st", "gauss 0th", "central"};
    tact_pose a = contact_body_pose(p->world, left), b = contact_body_pose(p->world, right);
    collide_config config = collide_default_config();
    collide_manifold_config margin = collide_default_manifold_config();
    collide_result r;
    collide_contact_point points[COLLIDE_PATCH_POINTS];
    tact_vec3 normal;
    int count = 0, i;
    p->text[0] = 0;
    if (collide_distance(&left_shape, a, &right_shape, b, &config, NULL, &r) < 0) return;
    play_print(p->text, PLAY_TEXT, "distance ", 1e3 * r.distance, 3, " mm; normal (");
    play_print(p->text, PLAY_TEXT, "", r.normal.x, 3, ", "), play_print(p->text, PLAY_TEXT, "", r.normal.y, 3, ", ");
    play_print(p->text, PLAY_TEXT, "", r.normal.z, 3, "). ");
    play_draw(p, r.point_a, r.point_a, 0x30a0ffu), play_draw(p, r.point_b, r.point_b, 0xff8030u);
    play_draw(p, r.point_a, r.point_b, 0xf0f040u);
    play_draw(p, r.point_a, tact_mul_add(r.point_a, 0.25, r.normal), 0x40c040u);
    margin.margin = 0.2;
    if (collide_patch(&left_shape, a, &right_shape, b, &margin, points, COLLIDE_PATCH_POINTS, &count, &normal) >= 0) {
        for (i = 0; i < count; ++i)
            play_draw(p, points[i].point, points[(i + 1) % count].point, 0xe03030u),
                play_draw(p, points[i].point, points[i].point, 0xe03030u);
        play_print(p->text, PLAY_TEXT, "Patch of ", count, 0, " points, ");
        play_print(p->text, PLAY_TEXT, "", 1e4 * collide_patch_area(points, count, normal), 1, " cm2. ");
    }
    play_print(p->text, PLAY_TEXT, "Turn of the normal per metre along x and y, by estimator", 0, -1, ": ");
    for (i = 0; i < 5; ++i) {
        collide_gradient_config by = collide_default_gradient_config((collide_gradient_method)i);
        collide_gradient g;
        if (collide_gradient_of_result(&left_shape, a, &right_shape, b, &by, &r, &g) < 0) continue;
        play_print(p->text, PLAY_TEXT, names[i], 0, -1, " ");
        play_print(p->text, PLAY_TEXT, "",
                   tact_sqrt(g.b.normal[0][0] * g.b.normal[0][0] + g.b.normal[1][0] * g.b.normal[1][0] +
                             g.b.normal[2][0] * g.b.normal[2][0]),
                   2, "/");
        play_print(p->text, PLAY_TEXT, "",
                   tact_sqrt(g.b.normal[0][1] * g.b.normal[0][1] + g.b.normal[1][1] * g.b.normal[1][1] +
                             g.b.normal[2][1] * g.b.normal[2][1]),
                   2, i < 4 ? ", " : "");
    }
}
