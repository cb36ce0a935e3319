/* scenes.c - the scenes of the playground; each builds itself in a few lines. The table is at the end. Things whose
   motion is planned (machines, robots, the gradient) are in machines.c. */
#include "playground.h"

#include "scenes.h"

/* ---- things that fall ---- */
static void build_dominoes(play *p) { /* an Archimedean spiral, one domino every 11 cm of its arc */
    double angle = 0, r;
    int i;
    play_ground(p);
    p->material.friction = 0.4;
    for (i = 0; i < 190; ++i) {
        tact_pose pose;
        contact_body b;
        r = 1.45 - 0.25 * angle / (2 * PI);
        pose = tact_pose_make(V(r * C(angle), r * S(angle), 0.1), Z(angle + PI / 2));
        b = play_box(p, 0.012, 0.05, 0.1, pose, 600);
        if (i == 0)
            contact_body_set_velocity(p->world, b, tact_scale(0.25, V(-S(angle), C(angle), 0)),
                                      tact_scale(2.5, V(-C(angle), -S(angle), 0)));
        angle += 0.11 / r;
        if (r < 0.35) break;
    }
}
static contact_body chain(play *p, tact_vec3 from, tact_vec3 to, int links, double radius, double density) {
    tact_vec3 d = tact_scale(1.0 / links, tact_sub(to, from)), axis = tact_normalize_or(d, V(0, 0, 1));
    double length = tact_norm(d);
    contact_body last = NOBODY;
    int i;
    for (i = 0; i < links; ++i) {
        tact_vec3 a = tact_mul_add(from, i, d);
        contact_body link = play_shape(p, collide_capsule(radius, length / 2 - radius),
                                       tact_pose_make(tact_mul_add(a, 0.5, d), z_to(axis)), density);
        play_joint(p, CONTACT_JOINT_BALL, last, link, a, axis);
        last = link;
    }
    return last;
}
static void build_wrecking(play *p) {
    tact_vec3 top = V(0, 0, 3.2), end = V(-1.9, 0, 1.65);
    contact_body ball, last;
    int i, j;
    play_ground(p);
    p->rgb = 0xc06848u;
    for (j = 0; j < 6; ++j)
        for (i = 0; i < 6 - (j & 1); ++i)
            play_box(p, 0.09, 0.145, 0.075, tact_pose_at(0.25, -0.75 + 0.3 * i + 0.15 * (j & 1), 0.075 + 0.15 * j),
                     1200);
    p->rgb = 0x707880u;
    last = chain(p, top, end, 8, 0.03, 3000);
    ball = play_ball(p, 0.22, tact_mul_add(end, 0.22, tact_normalize_or(tact_sub(end, top), V(0, 0, 1))), 2500);
    play_joint(p, CONTACT_JOINT_BALL, last, ball, end, V(0, 0, 1));
    play_fixed(p, collide_box(0.12, 0.12, 0.05), tact_pose_at(0, 0, 3.28));
}
static void build_pyramid(play *p) {
    int i, j;
    play_ground(p);
    for (j = 0; j < 10; ++j)
        for (i = 0; i < 10 - j; ++i)
            play_box(p, 0.1, 0.1, 0.1, tact_pose_at(0, -0.945 + 0.105 * j + 0.21 * i, 0.1 + 0.2 * j), 400);
    p->rgb = 0x505860u;
    play_fixed(p, collide_cylinder(0.16, 0.5), tact_pose_make(V(-4, 0, 0.62), Y(PI / 2 - 0.18)));
    play_fixed(p, collide_cylinder(0.35, 0.05), tact_pose_make(V(-4.1, -0.26, 0.35), X(PI / 2)));
    play_fixed(p, collide_cylinder(0.35, 0.05), tact_pose_make(V(-4.1, 0.26, 0.35), X(PI / 2)));
    p->rgb = 0;
}
static void control_pyramid(play *p) { /* a shot every 2.5 s, each a little to the side of the last */
    long every = (long)(2.5 / p->dt), shot = p->step / every;
    if (!p->live || p->step % every != (long)(0.8 / p->dt) || shot > 7) return;
    {
        contact_body ball = play_ball(p, 0.13, V(-3.35, 0, 0.74), 4000);
        double aim = 0.03 * (double)(shot % 3 - 1);
        contact_body_set_velocity(p->world, ball, V(13 * C(0.18), 13 * aim, 13 * S(0.18)), V(0, 0, 0));
    }
}
static void build_cards(play *p) {
    const double l = 0.44, h = 0.004, w = 0.16, a = 0.32; /* length, half thickness, half width, tilt */
    double apart = 2 * (l * S(a) + 2 * h * C(a)) + 0.004, up = l * C(a) + 2 * h * S(a), z = 0;
    int level, i, side;
    play_ground(p);
    p->material.friction = 0.7;
    for (level = 3; level > 0; --level) {
        for (i = 0; i < level; ++i)
            for (side = -1; side <= 1; side += 2) {
                double x = apart * (i - 0.5 * (level - 1)), d = l / 2 * S(a) + h * C(a);
                p->rgb = side < 0 ? 0xd8524au : 0x3f6fbfu;
                play_box(p, w, h, l / 2,
                         tact_pose_make(V(x + side * d, 0, z + l / 2 * C(a) + h * S(a)),
                                        tact_quat_mul(Y(-side * a), Z(PI / 2))),
                         300);
            }
        z += up;
        p->rgb = 0xe8e2d4u;
        for (i = 0; i < level - 1; ++i)
            play_box(p, apart / 2 - 0.001, w, h, tact_pose_at(apart * (i - 0.5 * (level - 2)), 0, z + h), 300);
        z += 2 * h;
    }
}
static void build_arch(play *p) { /* wedges of stone, held by nothing but their weight and friction */
    const int n = 15;
    const double inner = 1.0, outer = 1.32, depth = 0.25;
    int i, k;
    play_ground(p);
    p->material.friction = 0.7;
    for (i = 0; i < n; ++i) {
        tact_vec3 corner[8], middle = V(0, 0, 0);
        for (k = 0; k < 8; ++k) {
            double angle = PI * (i + (k & 1)) / n, r = k & 2 ? outer : inner;
            corner[k] = V(r * C(angle), k & 4 ? depth : -depth, r * S(angle));
            middle = tact_mul_add(middle, 0.125, corner[k]);
        }
        for (k = 0; k < 8; ++k) corner[k] = tact_sub(corner[k], middle);
        p->rgb = i & 1 ? 0xc9b38au : 0xa8906au;
        play_shape(p, play_hull(p, corner, 8), tact_pose_make(middle, tact_quat_identity()), 2000);
    }
    p->rgb = 0x70889au;
    play_box(p, 0.14, 0.14, 0.14, tact_pose_at(0, 0, 1.9), 800);
}
static contact_body limb(play *p, contact_body parent, tact_vec3 from, tact_vec3 to, double radius, int hinge,
                         double lower, double upper) {
    tact_vec3 d = tact_sub(to, from), axis = tact_normalize_or(d, V(0, 0, 1));
    contact_body b = play_shape(p, collide_capsule(radius, tact_norm(d) / 2 - radius * 0.8),
                                tact_pose_make(tact_lerp(from, to, 0.5), z_to(axis)), 900);
    contact_joint j =
        play_joint(p, hinge ? CONTACT_JOINT_HINGE : CONTACT_JOINT_BALL, parent, b, from, hinge ? V(0, 1, 0) : axis);
    contact_joint_def *def = contact_joint_settings(p->world, j);
    if (hinge && def) def->limited = 1, def->lower = lower, def->upper = upper;
    return b;
}
static void ragdoll(play *p, tact_vec3 at, uint32_t rgb) { /* ten bodies; knees and elbows bend one way */
    contact_body torso, b;
    int side;
    p->rgb = rgb;
    torso = play_shape(p, collide_rounded(collide_box(0.07, 0.13, 0.2), 0.03), tact_pose_make(at, tact_quat_identity()),
                       900);
    p->rgb = 0xe0b090u;
    b = play_ball(p, 0.11, tact_add(at, V(0, 0, 0.38)), 900);
    play_joint(p, CONTACT_JOINT_BALL, torso, b, tact_add(at, V(0, 0, 0.27)), V(0, 0, 1));
    for (side = -1; side <= 1; side += 2) {
        p->rgb = rgb;
        b = limb(p, torso, tact_add(at, V(0, side * 0.2, 0.19)), tact_add(at, V(0, side * 0.46, 0.17)), 0.045, 0, 0, 0);
        p->rgb = 0xe0b090u;
        limb(p, b, tact_add(at, V(0, side * 0.5, 0.17)), tact_add(at, V(0.0, side * 0.74, 0.15)), 0.04, 0, 0, 0);
        p->rgb = 0x3a4658u;
        b = limb(p, torso, tact_add(at, V(0, side * 0.09, -0.26)), tact_add(at, V(0, side * 0.1, -0.6)), 0.06, 0, 0, 0);
        limb(p, b, tact_add(at, V(0, side * 0.1, -0.64)), tact_add(at, V(0, side * 0.1, -1.0)), 0.05, 1, -0.05, 2.3);
    }
    contact_body_set_velocity(p->world, torso, V(1.2, 0, 0), V(0, 2.5, 0.5));
    p->rgb = 0;
}
static void build_ragdolls(play *p) {
    int i;
    play_ground(p);
    p->material.friction = 0.5;
    for (i = 0; i < 9; ++i) {
        p->rgb = i & 1 ? 0xb8a890u : 0xa89880u;
        play_fixed(p, collide_box(0.2, 1.3, 0.1 * (9 - i)), tact_pose_at(-1.6 + 0.4 * i, 0, 0.1 * (9 - i)));
    }
    ragdoll(p, V(-1.75, -0.8, 3.0), 0xd8524au);
    ragdoll(p, V(-1.55, 0.1, 3.6), 0x3f7fd9u);
    ragdoll(p, V(-1.7, 0.9, 4.2), 0x4fae6fu);
}
static void build_bridge(play *p) {
    const int n = 16;
    const double span = 5.0, half = span / n / 2;
    contact_body last = NOBODY;
    int i, k;
    play_ground(p);
    p->rgb = 0x8a8578u;
    play_fixed(p, collide_box(0.5, 0.7, 0.6), tact_pose_at(-span / 2 - 0.5, 0, 0.6));
    play_fixed(p, collide_box(0.5, 0.7, 0.6), tact_pose_at(span / 2 + 0.5, 0, 0.6));
    p->rgb = 0xb5804au;
    p->material.friction = 0.8;
    for (i = 0; i <= n; ++i) { /* planks, each joined to the next at two points */
        double x = -span / 2 + 2 * half * i;
        contact_body b = i < n ? play_box(p, half * 0.92, 0.5, 0.03, tact_pose_at(x + half, 0, 1.17), 500) : NOBODY;
        for (k = -1; k <= 1; k += 2)
            play_joint(p, CONTACT_JOINT_BALL, i < n ? last : NOBODY, i < n ? b : last, V(x, 0.45 * k, 1.17),
                       V(0, 1, 0));
        last = b;
    }
    p->rgb = 0;
    for (i = 0; i < 6; ++i)
        play_box(p, 0.14, 0.14, 0.14, tact_pose_at(-1.5 + 0.6 * i, 0.1 * (i % 3) - 0.1, 1.7 + 0.15 * i), 300);
    play_ball(p, 0.22, V(-2.8, 0, 1.6), 500);
    contact_body_set_velocity(p->world, p->in->body[p->in->bodies - 1], V(1.6, 0, 0), V(0, 0, 0));
}
static void build_cradle(play *p) {
    const double r = 0.1, l = 1.0;
    int i;
    p->material.restitution = 1;
    p->material.friction = 0;
    p->rgb = 0xc0c8d0u;
    for (i = 0; i < 5; ++i) {
        double a = i < 1 ? -0.9 : 0, x = 2 * r * (i - 2);
        contact_body b =
            play_shape(p, collide_sphere(r), tact_pose_make(V(x + l * S(a), 0, 1.3 - l * C(a)), Y(-a)), 7800);
        play_joint(p, CONTACT_JOINT_HINGE, NOBODY, b, V(x, 0, 1.3), V(0, 1, 0));
    }
    p->rgb = 0x705030u;
    for (i = -1; i <= 1; i += 2) {
        play_fixed(p, collide_box(0.75, 0.02, 0.02), tact_pose_at(0, 0.35 * i, 1.3));
        play_fixed(p, collide_box(0.02, 0.02, 0.65), tact_pose_at(-0.73, 0.35 * i, 0.65));
        play_fixed(p, collide_box(0.02, 0.02, 0.65), tact_pose_at(0.73, 0.35 * i, 0.65));
    }
    play_ground(p);
}
static void control_cradle(play *p) {
    int i;
    for (i = 0; i < 5; ++i) {
        tact_vec3 at = contact_body_pose(p->world, p->in->body[i]).p;
        play_draw(p, V(0.2 * (i - 2), -0.35, 1.3), at, 0x909090u);
        play_draw(p, V(0.2 * (i - 2), 0.35, 1.3), at, 0x909090u);
    }
}
static void top(play *p, tact_vec3 at, double scale, double tilt, double spin, uint32_t rgb) {
    contact_body b;
    tact_pose pose = tact_pose_make(at, X(tilt));
    p->rgb = rgb;
    b = play_shape(p, collide_cylinder(0.14 * scale, 0.02 * scale), pose, 1500);
    play_attach(p, b, collide_cone(0.14 * scale, 0.07 * scale), tact_pose_make(V(0, 0, -0.08 * scale), X(PI)), 400);
    play_attach(p, b, collide_capsule(0.012 * scale, 0.06 * scale), tact_pose_at(0, 0, 0.08 * scale), 400);
    contact_body_set_velocity(p->world, b, V(0, 0, 0), tact_rotate(pose.q, V(0, 0, spin)));
}
static void build_tops(play *p) {
    contact_body_def def = contact_default_body_def();
    contact_body tippe;
    play_ground(p);
    p->material.friction = 0.3;
    top(p, V(-0.45, -0.3, 0.16), 1, 0.15, 120, 0xd8524au);
    top(p, V(-0.4, 0.42, 0.24), 1.5, 0.3, 90, 0x4fae6fu);
    /* the tippe top: a ball whose weight is below its middle and that carries a stem; it turns over */
    p->rgb = 0xd9b23fu;
    def.pose = tact_pose_make(V(0.45, 0, 0.2), X(0.1));
    def.mass_from_geoms = 0;
    def.mass = 0.6;
    def.com = V(0, 0, -0.04);
    def.inertia = tact_mat_diagonal(0.0075, 0.0075, 0.0085);
    def.angular_velocity = tact_rotate(def.pose.q, V(0, 0, 110));
    tippe = contact_world_add_body(p->world, &def);
    p->in->body[p->in->bodies++] = tippe;
    play_attach(p, tippe, collide_sphere(0.2), tact_pose_identity(), 0);
    p->rgb = 0x804020u;
    play_attach(p, tippe, collide_capsule(0.035, 0.08), tact_pose_at(0, 0, 0.22), 0);
    p->rgb = 0;
}
static void build_hourglass(play *p) { /* a surface of revolution in triangles, two thousand grains above its neck */
    enum { RINGS = 25, SIDES = 24 };
    static tact_vec3 point[RINGS * SIDES];
    static int triangle[3 * 2 * (RINGS - 1) * SIDES];
    int i, k, n = 0, made = 0;
    double r = 0.022, z;
    for (i = 0; i < RINGS; ++i)
        for (k = 0; k < SIDES; ++k) {
            double t = 2.0 * i / (RINGS - 1) - 1, around = 2 * PI * k / SIDES, wide;
            wide = 0.075 + 0.4 * (1 - C(PI * (t < 0 ? -t : t))) / 2;
            point[i * SIDES + k] = V(wide * C(around), wide * S(around), 1 + t);
        }
    for (i = 0; i + 1 < RINGS; ++i)
        for (k = 0; k < SIDES; ++k) {
            int a = i * SIDES + k, b = i * SIDES + (k + 1) % SIDES;
            triangle[n++] = a, triangle[n++] = a + SIDES, triangle[n++] = b;
            triangle[n++] = b, triangle[n++] = a + SIDES, triangle[n++] = b + SIDES;
        }
    play_ground(p);
    p->material.friction = 0.2;
    p->rgb = 0xb0a0c8e0u;
    play_fixed(p, play_mesh(p, point, RINGS * SIDES, triangle, n / 3), tact_pose_identity());
    for (z = 1.42; made < 2000; z += 2.1 * r)
        for (i = -8; i <= 8; ++i)
            for (k = -8; k <= 8; ++k) {
                double x = 2.1 * r * (i + 0.5 * ((int)(z * 1000) & 1)), y = 2.1 * r * k,
                       wide = z < 2 ? 0.075 + 0.4 * (1 - C(PI * (z - 1))) / 2 : 0.475;
                if (made >= 2000 || x * x + y * y > (wide - 2.2 * r) * (wide - 2.2 * r)) continue;
                p->rgb = made % 3 == 0 ? 0xe0b060u : (made % 3 == 1 ? 0xd09848u : 0xe8c888u);
                play_ball(p, r * (made % 3 == 0 ? 1 : (made % 3 == 1 ? 0.96 : 0.92)), V(x, y, z), 2000), ++made;
            }
    p->rgb = 0;
}
static void build_heavy(play *p) {
    play_ground(p);
    p->rgb = 0xc7d36fu;
    play_box(p, 0.1, 0.1, 0.1, tact_pose_at(-0.5, 0, 0.1), 0.001 / 0.008);
    p->rgb = 0x555f6bu;
    play_box(p, 0.1, 0.1, 0.1, tact_pose_at(-0.5, 0, 0.3), 1000 / 0.008);
    p->rgb = 0xc7d36fu; /* the same with a mass that grows by ten from box to box */
    {
        double mass = 0.001;
        int i;
        for (i = 0; i < 7; ++i, mass *= 10) {
            p->rgb = 0xc7d36fu - (uint32_t)i * 0x10120cu;
            play_box(p, 0.1, 0.1, 0.1, tact_pose_at(0.5, 0, 0.1 + 0.2 * i), mass / 0.008);
        }
    }
    p->rgb = 0;
}
static void control_heavy(play *p) {
    p->text[0] = 0;
    play_print(p->text, PLAY_TEXT, "1000 kg on 1 g: the top has sunk by ",
               1e6 * (0.3 - contact_body_pose(p->world, p->in->body[1]).p.z), 4, " micrometres");
    play_print(p->text, PLAY_TEXT, ", the tower of seven by ",
               1e6 * (1.3 - contact_body_pose(p->world, p->in->body[8]).p.z), 4, "");
    play_say(p, V(-0.72, 0, 0.1), 0.09, "1 g"), play_say(p, V(-1.05, 0, 0.3), 0.09, "1000 kg");
    play_say(p, V(0.65, 0, 0.1), 0.09, "1 g"), play_say(p, V(0.65, 0, 1.3), 0.09, "1000 kg");
}
static void build_model(play *p) { play_ground(p); }

#define H 120.0
const play_scene play_scenes[] = {
    {"dominoes",
     "Domino spiral",
     "190 dominoes; the first one is pushed.",
     build_dominoes,
     NULL,
     1 / H,
     1,
     {0, 0, 0},
     4.4,
     -60,
     48,
     0},
    {"wrecking",
     "Wrecking ball",
     "A chain of eight links and 110 kg against a wall of bricks.",
     build_wrecking,
     NULL,
     1 / 60.0,
     1,
     {-0.4, 0, 1.35},
     7.2,
     -55,
     12,
     0},
    {"pyramid",
     "Pyramid and cannon",
     "55 boxes, a shot every 2.5 seconds.",
     build_pyramid,
     control_pyramid,
     1 / H,
     1,
     {-1.2, 0, 0.8},
     8,
     -62,
     16,
     0},
    {"cards",
     "House of cards",
     "Fifteen cards that lean on each other: friction alone holds them.",
     build_cards,
     NULL,
     1 / H,
     1,
     {0, 0, 0.62},
     3,
     -70,
     10,
     0},
    {"arch",
     "Arch of wedges",
     "Fifteen stones without mortar carry a box. Pull one out.",
     build_arch,
     NULL,
     1 / H,
     1,
     {0, 0, 0.85},
     4.8,
     -65,
     12,
     0},
    {"ragdolls",
     "Ragdolls on stairs",
     "Three of ten bodies each; knees bend one way only.",
     build_ragdolls,
     NULL,
     1 / 60.0,
     1,
     {0.3, 0, 1.7},
     8.5,
     -50,
     14,
     0},
    {"car",
     "Car on terrain",
     "Four springs, four driven wheels, a height field.",
     build_car,
     control_car,
     1 / H,
     1,
     {0, 0, 0.3},
     8,
     -50,
     24,
     1},
    {"bridge",
     "Rope bridge",
     "Sixteen planks on ball joints, and what they carry.",
     build_bridge,
     NULL,
     1 / 60.0,
     1,
     {0, 0, 0.8},
     8.6,
     -72,
     16,
     0},
    {"conveyor",
     "Conveyor sorting",
     "Belts are surfaces that move; the arm pushes the red ones off.",
     build_conveyor,
     control_conveyor,
     1 / H,
     1,
     {0, 0.25, 0.35},
     5,
     -60,
     32,
     0},
    {"cradle",
     "Newton's cradle",
     "Five steel balls that keep their energy.",
     build_cradle,
     control_cradle,
     1 / 240.0,
     1,
     {0, 0, 0.7},
     2.9,
     -75,
     8,
     0},
    {"tops",
     "Spinning tops",
     "Two tops, and a tippe top that turns over.",
     build_tops,
     NULL,
     1 / 480.0,
     1,
     {0, 0, 0.15},
     2.4,
     -80,
     22,
     0},
    {"hourglass",
     "Hourglass",
     "2000 grains through a neck.",
     build_hourglass,
     NULL,
     1 / 60.0,
     1,
     {0, 0, 1.0},
     4.2,
     -60,
     6,
     0},
    {"gears",
     "Gears and four-bars",
     "Teeth that push each other, and a crank that rocks a lever.",
     build_gears,
     control_gears,
     1 / 240.0,
     1,
     {0.45, 0, 0.8},
     4.4,
     -85,
     8,
     0},
    {"quadruped",
     "Quadruped",
     "From a URDF file; motors on twelve joints, feet on sines.",
     build_quadruped,
     control_quadruped,
     1 / 240.0,
     1,
     {0, 0, 0.2},
     2,
     -50,
     20,
     1},
    {"humanoid",
     "Humanoid",
     "From an MJCF file; motors hold its posture. Push it.",
     build_humanoid,
     control_humanoid,
     1 / 240.0,
     1,
     {0, 0, 0.85},
     3.6,
     -35,
     10,
     0},
    {"gripper",
     "Gripper",
     "Two fingers, held by friction that sticks.",
     build_gripper,
     control_gripper,
     1 / 240.0,
     1,
     {0, 0, 0.5},
     4,
     -72,
     12,
     0},
    {"heavy",
     "1 g under 1000 kg",
     "A mass ratio of a million, twice.",
     build_heavy,
     control_heavy,
     1 / H,
     1,
     {0.02, 0, 0.65},
     3.4,
     -80,
     8,
     0},
    {"race",
     "Solver race",
     "One throw under eight methods: how far each ends from Coulomb's law.",
     build_race,
     control_race,
     1 / H,
     1,
     {0.45, 0.5, 0},
     5.6,
     -90,
     52,
     0},
    {"gradient",
     "Gradient playground",
     "Drag the yellow goal: derivatives of the simulation aim the throw.",
     build_gradient,
     control_gradient,
     1 / H,
     1,
     {0.6, 0, 0.2},
     5,
     -65,
     30,
     0},
    {"patch",
     "Contact patch",
     "Drag either shape: distance, witness points, manifold, gradients.",
     build_patch,
     control_patch,
     1 / H,
     1,
     {0.05, 0, 0.6},
     2.4,
     -60,
     14,
     0},
    {"model",
     "Your own robot",
     "Drop a URDF or MJCF file (and its meshes) on the page.",
     build_model,
     NULL,
     1 / 240.0,
     1,
     {0, 0, 0.5},
     4,
     -55,
     16,
     0},
};
const int play_scene_count = (int)(sizeof play_scenes / sizeof *play_scenes);
