/* The tour: a quadruped dropped among boxes, a stack with a mass ratio of a million, and a sliding cube under every
   solver. Prints a comparison and leaves build/demo.html, a replay to look at in any browser.
   cc -O2 -I. -Iexamples examples/demo.c -o demo -lm && ./demo [out.html] */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#define RBD_IMPLEMENTATION
#include "rbd.h"
#define CONTACT_IMPLEMENTATION
#include "contact.h"

#include "replay.h"
#include <time.h>
#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h> /* isatty */
#endif

enum { MAX_BODIES = 64 };
typedef struct stage { /* a world, what is drawn of it, and how far it is */
    contact_world *world;
    contact_body body[MAX_BODIES];
    tact_vec3 offset[MAX_BODIES]; /* of the drawn shape in its body */
    int shape[MAX_BODIES], n;
} stage;

static contact_world *new_world(contact_method method) {
    contact_world_config config = contact_default_world_config();
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0);
    contact_world *world;
    config.solver.method = method;
    world = contact_world_create(&config, NULL, NULL);
    contact_world_add_static(world, &ground, tact_pose_identity());
    return world;
}
static void draw(stage *s, contact_body body, int shape, tact_vec3 offset) {
    s->body[s->n] = body;
    s->offset[s->n] = offset;
    s->shape[s->n++] = shape;
}
static contact_body add_box(stage *s, replay *r, tact_vec3 half, tact_vec3 at, double density, unsigned rgb) {
    collide_shape box = collide_box(half.x, half.y, half.z);
    contact_body b = contact_world_add_dynamic(s->world, &box, tact_pose_at(at.x, at.y, at.z), (tact_real)density);
    if (r) draw(s, b, replay_box(r, (double)half.x, (double)half.y, (double)half.z, rgb), tact_vec(0, 0, 0));
    return b;
}
/* What the ground (the first body) carries: each contact force acts on b, its opposite on a. */
static double ground_force(const contact_world *world) {
    double sum = 0;
    int i;
    for (i = 0; i < contact_world_contact_count(world); ++i) {
        contact_point c = contact_world_contact(world, i);
        sum += c.a.index == 0 ? (double)c.force.z : (c.b.index == 0 ? -(double)c.force.z : 0);
    }
    return sum;
}
static void frame(stage *s, replay *r) {
    tact_real kinetic, potential;
    int i;
    replay_frame(r);
    for (i = 0; i < s->n; ++i) {
        tact_pose p = contact_body_pose(s->world, s->body[i]);
        tact_vec3 c = tact_pose_apply(p, s->offset[i]);
        double x[3] = {(double)c.x, (double)c.y, (double)c.z},
               q[4] = {(double)p.q.x, (double)p.q.y, (double)p.q.z, (double)p.q.w};
        replay_pose(r, s->shape[i], x, q);
    }
    for (i = 0; i < contact_world_contact_count(s->world); ++i) {
        contact_point c = contact_world_contact(s->world, i);
        double x[3] = {(double)c.position.x, (double)c.position.y, (double)c.position.z},
               f[3] = {(double)c.force.x, (double)c.force.y, (double)c.force.z};
        replay_arrow(r, x, f);
    }
    contact_world_energy(s->world, &kinetic, &potential);
    replay_value(r, "kinetic energy [J]", (double)kinetic);
    replay_value(r, "total energy [J]", (double)(kinetic + potential));
    replay_value(r, "force on the ground [N]", ground_force(s->world));
    replay_value(r, "contacts", contact_world_contact_count(s->world));
}
static void progress(const char *what, int done, int all) { /* a bar on a terminal, a line elsewhere */
    int k, filled = 30 * done / all;
#if defined(__unix__) || defined(__APPLE__)
    if (!isatty(2)) {
        if (done == all) fprintf(stderr, "%s: done\n", what);
        return;
    }
#endif
    fprintf(stderr, "\r%-34s [", what);
    for (k = 0; k < 30; ++k) fputc(k < filled ? '#' : '.', stderr);
    fprintf(stderr, "]%s", done == all ? "\n" : "");
}

/* Four legs of hip, thigh and shank on a floating base; stands by a PD controller on the joint angles. */
static rbd_model *quadruped(int feet[4]) {
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_body base = rbd_default_body("base", RBD_WORLD);
    rbd_model *model;
    int l, parent, added[4];
    base.joint = rbd_default_joint(RBD_JOINT_FREE);
    base.inertia = rbd_inertia_box(TACT_R(1.43), tact_vec(0, 0, 0), tact_vec(TACT_R(0.4), TACT_R(0.16), TACT_R(0.06)));
    parent = rbd_builder_add(builder, &base, NULL);
    for (l = 0; l < 4; ++l) {
        tact_real x = l < 2 ? TACT_R(0.19) : TACT_R(-0.19), y = l & 1 ? TACT_R(-0.105) : TACT_R(0.105);
        char name[3][16];
        rbd_body hip, thigh, shank;
        snprintf(name[0], 16, "hip%d", l);
        snprintf(name[1], 16, "thigh%d", l);
        snprintf(name[2], 16, "shank%d", l);
        hip = rbd_default_body(name[0], parent);
        hip.placement = tact_pose_at(x, y, 0);
        hip.joint = rbd_default_joint(RBD_JOINT_REVOLUTE), hip.joint.axis = tact_vec(1, 0, 0);
        hip.inertia = rbd_inertia_sphere(TACT_R(0.148), tact_vec(0, 0, 0), TACT_R(0.03));
        thigh = rbd_default_body(name[1], rbd_builder_add(builder, &hip, NULL));
        thigh.placement = tact_pose_at(0, y > 0 ? TACT_R(0.037) : TACT_R(-0.037), 0);
        thigh.joint = rbd_default_joint(RBD_JOINT_REVOLUTE), thigh.joint.axis = tact_vec(0, 1, 0);
        thigh.inertia = rbd_inertia_box(TACT_R(0.149), tact_vec(0, 0, TACT_R(-0.08)),
                                        tact_vec(TACT_R(0.02), TACT_R(0.02), TACT_R(0.16)));
        shank = rbd_default_body(name[2], rbd_builder_add(builder, &thigh, NULL));
        shank.placement = tact_pose_at(0, 0, TACT_R(-0.16));
        shank.joint = rbd_default_joint(RBD_JOINT_REVOLUTE), shank.joint.axis = tact_vec(0, 1, 0);
        shank.inertia = rbd_inertia_box(TACT_R(0.031), tact_vec(0, 0, TACT_R(-0.08)),
                                        tact_vec(TACT_R(0.016), TACT_R(0.016), TACT_R(0.16)));
        added[l] = rbd_builder_add(builder, &shank, NULL);
    }
    model = rbd_model_create(builder, NULL, NULL);
    for (l = 0; model && l < 4; ++l) feet[l] = rbd_model_body(model, added[l]);
    rbd_builder_destroy(builder);
    return model;
}
static void attach(stage *s, replay *r, contact_body link, collide_shape shape, tact_vec3 at, int drawn) {
    contact_geom_def geom = contact_default_geom_def();
    geom.shape = &shape, geom.pose.p = at;
    contact_world_add_geom(s->world, link, &geom);
    (void)r;
    draw(s, link, drawn, at);
}

static void scene_quadruped(replay *r) {
    stage s = TACT_ZERO;
    const tact_real posture[3] = {0, TACT_R(0.7), TACT_R(-1.4)};
    int feet[4], i, k, l;
    rbd_model *model = quadruped(feet);
    tact_real *q, *v, *tau;
    contact_robot robot;
    if (!model) return;
    replay_scene(r, "quadruped among boxes", 1.0 / 50);
    s.world = new_world(CONTACT_METHOD_AUTO);
    for (i = 0; i < 12; ++i) {
        double a = 0.5236 * i, d = i % 2 ? 0.34 : 0.5;
        add_box(&s, r, tact_vec(TACT_R(0.05), TACT_R(0.05), TACT_R(0.05)),
                tact_vec((tact_real)(d * cos(a)), (tact_real)(d * sin(a)), TACT_R(0.05)), 300, 0xd98c3fu);
    }
    robot = contact_world_add_robot(s.world, model, NULL, NULL);
    q = contact_robot_q(s.world, robot), tau = contact_robot_tau(s.world, robot);
    q[2] = TACT_R(0.6);
    for (k = 0; k < 12; ++k) q[7 + k] = posture[k % 3];
    attach(&s, r, contact_robot_link(s.world, robot, 1), collide_box(TACT_R(0.2), TACT_R(0.08), TACT_R(0.03)),
           tact_vec(0, 0, 0), replay_box(r, 0.2, 0.08, 0.03, 0x2b5d8au));
    for (l = 0; l < 4; ++l)
        for (k = 1; k >= 0; --k)
            attach(&s, r, contact_robot_link(s.world, robot, feet[l] - k), collide_capsule(TACT_R(0.016), TACT_R(0.08)),
                   tact_vec(0, 0, TACT_R(-0.08)), replay_capsule(r, 0.016, 0.08, k ? 0x4f7fafu : 0x303a46u));
    for (i = 0; i < 2000; ++i) {
        if (i % 20 == 0) frame(&s, r), progress("quadruped dropped among boxes", i + 20, 2000);
        q = contact_robot_q(s.world, robot);
        v = contact_robot_v(s.world, robot);
        tau = contact_robot_tau(s.world, robot);
        for (k = 0; k < 12; ++k) tau[6 + k] = 20 * (posture[k % 3] - q[7 + k]) - TACT_R(0.3) * v[6 + k];
        if (contact_world_step(s.world, TACT_R(1e-3)) < 0) fprintf(stderr, "%s\n", contact_world_error(s.world)->text);
    }
    printf("quadruped   base ends %.1f mm above the ground, %d contacts\n", 1e3 * (double)q[2],
           contact_world_contact_count(s.world));
    contact_world_destroy(s.world);
    rbd_model_destroy(model);
}

static void scene_stack(replay *r) {
    stage s = TACT_ZERO;
    contact_body top;
    int i;
    replay_scene(r, "1 g under 1000 kg", 1.0 / 50);
    s.world = new_world(CONTACT_METHOD_AUTO);
    add_box(&s, r, tact_vec(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)), tact_vec(0, 0, TACT_R(0.1)), 0.001 / 0.008,
            0xc7d36fu);
    top = add_box(&s, r, tact_vec(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)), tact_vec(0, 0, TACT_R(0.3)), 1000 / 0.008,
                  0x555f6bu);
    {
        double low[3] = {0.17, 0.13, 0.1}, high[3] = {0.17, 0.13, 0.3};
        replay_label(r, low, "1 g", 'r');
        replay_label(r, high, "1000 kg", 'r');
    }
    for (i = 0; i < 1000; ++i) {
        if (i % 20 == 0) frame(&s, r), progress("stack with mass ratio 1e6", i + 20, 1000);
        contact_world_step(s.world, TACT_R(1e-3));
    }
    printf("stack       1000 kg on 1 g: the top sank by %.2g micrometres in 1 s\n",
           1e6 * (0.3 - (double)contact_body_pose(s.world, top).p.z));
    contact_world_destroy(s.world);
}

/* A cube thrown at 3 m/s at 22.5 degrees, friction 0.5: where it stops against Coulomb's law stepped with the same dt, under
   every solver. In the replay they start side by side and run to the same line; the LCPs' pyramid pulls them aside. */
enum { SLIDE_FRAMES = 50 };
static void scene_slide(replay *r) {
    static const unsigned colours[] = {0xb05050u, 0xd98c3fu, 0x8a6d1fu, 0x3f7fd9u, 0x4f9f5fu}; /* by model */
    static tact_pose pose[CONTACT_METHOD_COUNT][SLIDE_FRAMES];
    static double off[CONTACT_METHOD_COUNT][SLIDE_FRAMES];
    int m, i, k;
    double c = cos(0.3926990817), d = sin(0.3926990817), law[1001], v = 3;
    for (law[0] = 0, i = 0; i < 1000; ++i)
        v = v - 0.5 * 9.81e-3 > 0 ? v - 0.5 * 9.81e-3 : 0, law[i + 1] = law[i] + v * 1e-3;
    printf("\n%-18s %12s %12s %12s %10s\n", "sliding cube", "stop [um]", "aside [um]", "lift [um]", "us/step");
    for (m = 0; m < CONTACT_METHOD_COUNT; ++m) {
        stage s = TACT_ZERO;
        double lift = 0;
        contact_body cube;
        clock_t start;
        tact_pose p;
        int failed = 0;
        s.world = new_world((contact_method)m);
        cube = add_box(&s, NULL, tact_vec(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1)), tact_vec(0, 0, TACT_R(0.1)), 125, 0);
        contact_body_set_velocity(s.world, cube, tact_vec((tact_real)(3 * c), (tact_real)(3 * d), 0),
                                  tact_vec(0, 0, 0));
        start = clock();
        for (i = 0; i < 1000 && !failed; ++i) {
            p = contact_body_pose(s.world, cube);
            if (i % 20 == 0)
                pose[m][i / 20] = p, off[m][i / 20] = 1e3 * ((double)p.p.x * c + (double)p.p.y * d - law[i]);
            failed = contact_world_step(s.world, TACT_R(1e-3)) < 0;
            p = contact_body_pose(s.world, cube);
            lift = (double)p.p.z - 0.1 > lift ? (double)p.p.z - 0.1 : lift;
        }
        p = contact_body_pose(s.world, cube);
        if (failed)
            printf("%-18s %s\n", contact_method_name((contact_method)m), contact_world_error(s.world)->text);
        else
            printf("%-18s %12.4g %12.4g %12.4g %10.1f\n", contact_method_name((contact_method)m),
                   1e6 * ((double)p.p.x * c + (double)p.p.y * d - law[1000]),
                   1e6 * (-(double)p.p.x * d + (double)p.p.y * c), 1e6 * lift,
                   1e3 * (double)(clock() - start) / (double)CLOCKS_PER_SEC);
        progress("sliding cube under every solver", m + 1, CONTACT_METHOD_COUNT);
        contact_world_destroy(s.world);
    }
    /* Where the relaxed cone wants v_n = mu v_t, the impulse P of the first step gives v_n = P / m and v_t = v - mu P / m. */
    v = 0.5 * 3 / (1 + 0.5 * 0.5);
    printf("lift: ccp, sap, similar and mujoco let a sliding contact part with mu times its speed; a cube thrown along "
           "the ground\n"
           "hops to (mu v/(1 + mu^2))^2 / 2g = %.3g um. Where sliding starts gently they glide mu dt v above it.\n",
           1e6 * v * v / (2 * 9.81));
    replay_scene(r, "sliding cube, every solver", 1.0 / 50);
    for (m = 0; m < CONTACT_METHOD_COUNT; ++m)
        replay_box(r, 0.1, 0.1, 0.1, colours[contact_method_model((contact_method)m)]);
    replay_view(r, 0.3926990817 - 1.5707963268, 1.15); /* the throw goes to the right */
    for (m = 0; m < CONTACT_METHOD_COUNT; ++m) {       /* its name behind the start, where it ended ahead of the stop */
        double lane = 0.3 * (m - 0.5 * CONTACT_METHOD_COUNT);
        double behind[3] = {-0.3 * c - lane * d, -0.3 * d + lane * c, 0},
               ahead[3] = {1.3 * c - lane * d, 1.3 * d + lane * c, 0};
        char text[48];
        replay_label(r, behind, contact_method_name((contact_method)m), 'l');
        snprintf(text, sizeof text, "%+.2f mm", off[m][SLIDE_FRAMES - 1]);
        replay_label(r, ahead, text, 'r');
    }
    for (k = 0; k < SLIDE_FRAMES; ++k) {
        replay_frame(r);
        for (m = 0; m < CONTACT_METHOD_COUNT; ++m) { /* lanes across the direction of the throw */
            double lane = 0.3 * (m - 0.5 * CONTACT_METHOD_COUNT);
            double x[3] = {(double)pose[m][k].p.x - lane * d, (double)pose[m][k].p.y + lane * c,
                           (double)pose[m][k].p.z};
            double q[4] = {(double)pose[m][k].q.x, (double)pose[m][k].q.y, (double)pose[m][k].q.z,
                           (double)pose[m][k].q.w};
            replay_pose(r, m, x, q);
        }
        replay_value(r, "lcp_pgs ahead of Coulomb [mm]", off[CONTACT_METHOD_LCP_PGS][k]);
        replay_value(r, "ccp_pgs [mm]", off[CONTACT_METHOD_CCP_PGS][k]);
        replay_value(r, "sap [mm]", off[CONTACT_METHOD_SAP][k]);
        replay_value(r, "auto [mm]", off[CONTACT_METHOD_AUTO][k]);
    }
}

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "build/demo.html";
    replay r;
    if (replay_open(&r, path, "Tact: a tour") && (argc > 1 || replay_open(&r, path = "demo.html", "Tact: a tour")))
        return fprintf(stderr, "cannot write %s\n", path), 1; /* without a directory build/ the page goes here */
    scene_quadruped(&r);
    scene_stack(&r);
    scene_slide(&r);
    if (replay_close(&r)) return fprintf(stderr, "writing %s failed\n", path), 1;
    printf("\nlook at %s\n", path);
    return 0;
}
