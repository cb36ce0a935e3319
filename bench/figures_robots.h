/* figures_robots.h - robots of the figures, stepped with rbd.h and contact_solve: Solo-12, Talos on two soles, and Allegro's hand with a
   ball, from $TACT_DATA/urdf (or ../shared/data/urdf); where a file is absent, with a remark, stand-ins built in code: a quadruped of 12
   joints with point feet (2.5 kg) and a humanoid of 28 joints (95 kg), which the figures name. On a plane or on bumps. Motors
   are implicit PD controllers about joint targets. Include collide.h, rbd.h, contact.h and bench.h first. */
#ifndef FIGURES_ROBOTS_H
#define FIGURES_ROBOTS_H

enum { ROBOT_NV = 40, ROBOT_FEET = 24 };
typedef struct robot_solid { /* of a hand */
    int body;
    collide_shape shape;
    tact_pose pose;
} robot_solid;
typedef struct robot {
    const char *name; /* "Solo-12", or what stands for it */
    rbd_model *model; /* the first body, free, is the base; of a hand the ball */
    robot_solid solid[ROBOT_FEET];
    int solids;                 /* of a hand, which touch the ball; 0: feet on the ground */
    rbd_frame foot[ROBOT_FEET]; /* centres of the spheres that touch */
    int feet, legs;
    double radius, stiffness, damping, height; /* of the PD; of the base when it stands [m] */
    tact_real stand[ROBOT_NV + 1];
} robot;

typedef struct robot_state {
    robot *r;
    rbd_data *data;
    rbd_factor *factor;
    contact_problem problem;
    contact_config config;
    void *workspace;
    size_t workspace_bytes;
    tact_real q[ROBOT_NV + 1], v[ROBOT_NV], target[ROBOT_NV], target_velocity[ROBOT_NV]; /* joints by velocity index */
    tact_real impulse[3 * ROBOT_FEET];
    tact_vec3 push; /* force on the base [N] */
    double mu, compliance, time;
    /* out */
    double seconds, depth, slip, internal;
    int contacts, iterations, touching[ROBOT_FEET];
    contact_status status;
    contact_residuals ncp; /* of the last step under the NCP model, when `evaluate` is set */
    int evaluate;
} robot_state;

static int robot__add(rbd_builder *b, const char *name, int parent, rbd_joint_type type, tact_vec3 axis, tact_vec3 at,
                      double mass, tact_vec3 com, tact_vec3 size) {
    rbd_body body = rbd_default_body(name, parent);
    rbd_error error;
    int id;
    body.joint = rbd_default_joint(type);
    body.joint.axis = axis;
    body.placement = tact_pose_at(at.x, at.y, at.z);
    body.inertia = rbd_inertia_box(mass, com, size);
    id = rbd_builder_add(b, &body, &error);
    if (id < 0) fprintf(stderr, "%s\n", error.text), exit(1);
    return id;
}
static void robot__finish(robot *r, rbd_builder *b) {
    rbd_error error;
    r->model = rbd_model_create(b, NULL, &error);
    if (!r->model) fprintf(stderr, "%s\n", error.text), exit(1);
    rbd_builder_destroy(b);
    rbd_neutral(r->model, r->stand);
}

/* Legs front left, front right, hind left, hind right; joints of a leg: abduction x, flexion y, knee y. */
static const double robot_hip_x = 0.19, robot_hip_y = 0.12, robot_thigh = 0.16, robot_shank = 0.16;
/* The text of a robot file, or NULL with a remark. */
static char *robot__text(const char *name, size_t *bytes) {
    const char *data = getenv("TACT_DATA");
    char path[512], *text = NULL;
    FILE *file;
    long size;
    snprintf(path, sizeof path, "%s/urdf/%s.urdf", data && *data ? data : "../shared/data", name);
    file = fopen(path, "rb");
    if (!file) {
        static char said[256]; /* once for each */
        if (!strstr(said, name)) fprintf(stderr, "figures: %s is not here, a robot of our own stands for it\n", path);
        if (!strstr(said, name) && strlen(said) + strlen(name) < sizeof said) strcat(said, name);
        return NULL;
    }
    fseek(file, 0, SEEK_END), size = ftell(file), rewind(file);
    text = (char *)malloc((size_t)size + 1);
    if (text) *bytes = fread(text, 1, (size_t)size, file);
    fclose(file);
    return text;
}
/* Reads the file into r with a free base; 0 when it is absent. */
static int robot__read(robot *r, const char *file, const char *name) {
    rbd_reader_config reader = rbd_pinocchio_reader_config();
    rbd_error error;
    size_t bytes = 0;
    char *text = robot__text(file, &bytes);
    memset(r, 0, sizeof *r);
    if (!text) return 0;
    reader.floating_base = 1;
    r->name = name;
    r->model = rbd_model_create_urdf(text, bytes, &reader, NULL, &error);
    if (!r->model) fprintf(stderr, "%s: %s\n", file, error.text), exit(1);
    free(text);
    rbd_neutral(r->model, r->stand);
    return 1;
}
static void robot__bend(robot *r, const char *link,
                        double angle) { /* of the joint that carries a link, when it stands */
    int body = rbd_model_find_body(r->model, link);
    if (body < 0) fprintf(stderr, "%s has no link %s\n", r->name, link), exit(1);
    r->stand[r->model->iq[body]] = (tact_real)angle;
}
static rbd_frame robot__frame(const robot *r, const char *link, double x, double y) {
    rbd_frame f;
    int i = rbd_model_find_frame(r->model, link);
    if (i < 0) fprintf(stderr, "%s has no frame %s\n", r->name, link), exit(1);
    f = r->model->frames[i];
    f.position = tact_add(f.position, tact_mat_mul_vec(&f.rotation, tact_vec(x, y, 0)));
    return f;
}
static void robot__lift(robot *r) { /* so high that the lowest foot touches the plane */
    rbd_data *d = rbd_data_create(r->model, NULL);
    double low = 1e9;
    rbd_fk(r->model, d, r->stand);
    for (int k = 0; k < r->feet; ++k) low = fmin(low, rbd_frame_pose(d, &r->foot[k]).p.z);
    r->height = r->radius - low + r->stand[2], r->stand[2] = (tact_real)r->height;
    rbd_data_destroy(d);
}
static robot robot_quadruped(void) {
    robot r;
    rbd_builder *b = rbd_builder_create(NULL);
    int base, leg, shank[4];
    char name[32];
    if (robot__read(&r, "solo12", "Solo-12")) {
        static const char *const legs[4] = {"FL", "FR", "HL", "HR"};
        rbd_builder_destroy(b);
        r.feet = r.legs = 4;
        r.radius = 0.015, r.stiffness = 12, r.damping = 0.25;
        for (leg = 0; leg < 4; ++leg) {
            snprintf(name, sizeof name, "%s_UPPER_LEG", legs[leg]), robot__bend(&r, name, 0.7);
            snprintf(name, sizeof name, "%s_LOWER_LEG", legs[leg]), robot__bend(&r, name, -1.4);
            snprintf(name, sizeof name, "%s_FOOT", legs[leg]), r.foot[leg] = robot__frame(&r, name, 0, 0);
        }
        robot__lift(&r);
        return r;
    }
    r.name = "quadruped";
    base = robot__add(b, "base", RBD_WORLD, RBD_JOINT_FREE, tact_vec(0, 0, 1), tact_vec(0, 0, 0), 1.4,
                      tact_vec(0, 0, 0), tact_vec(0.4, 0.2, 0.08));
    for (leg = 0; leg < 4; ++leg) {
        double sx = leg < 2 ? 1 : -1, sy = leg % 2 ? -1 : 1;
        int at;
        snprintf(name, sizeof name, "hip%d", leg);
        at = robot__add(b, name, base, RBD_JOINT_REVOLUTE, tact_vec(1, 0, 0),
                        tact_vec(sx * robot_hip_x, sy * robot_hip_y, 0), 0.12, tact_vec(0, 0, 0),
                        tact_vec(0.06, 0.05, 0.05));
        snprintf(name, sizeof name, "thigh%d", leg);
        at = robot__add(b, name, at, RBD_JOINT_REVOLUTE, tact_vec(0, 1, 0), tact_vec(0, 0, 0), 0.12,
                        tact_vec(0, 0, -robot_thigh / 2), tact_vec(0.03, 0.03, robot_thigh));
        snprintf(name, sizeof name, "shank%d", leg);
        shank[leg] = robot__add(b, name, at, RBD_JOINT_REVOLUTE, tact_vec(0, 1, 0), tact_vec(0, 0, -robot_thigh), 0.04,
                                tact_vec(0, 0, -robot_shank / 2), tact_vec(0.02, 0.02, robot_shank));
    }
    robot__finish(&r, b);
    r.feet = r.legs = 4;
    r.radius = 0.015;
    r.stiffness = 12;
    r.damping = 0.25;
    for (leg = 0; leg < 4; ++leg) {
        r.foot[leg] = rbd_frame_on_body(rbd_model_body(r.model, shank[leg]), tact_pose_at(0, 0, -robot_shank));
        r.stand[7 + 3 * leg + 1] = 0.7, r.stand[7 + 3 * leg + 2] = -1.4; /* knees back */
    }
    r.height = 2 * robot_thigh * cos(0.7) + r.radius;
    r.stand[2] = (tact_real)r.height;
    return r;
}

/* Pelvis, two legs of 6, a torso of 2, two arms of 7: 28 joints; soles of 20 x 10 cm. */
#if defined(__GNUC__)
__attribute__((unused)) /* not every program has all robots */
#endif
static robot
robot_humanoid(void) {
    static const int leg_axis[6] = {2, 0, 1, 1, 1, 0}, arm_axis[7] = {1, 0, 2, 1, 2, 1, 0};
    robot r;
    rbd_builder *b = rbd_builder_create(NULL);
    int base, torso, side, i, at = 0, foot[2];
    char name[32];
    if (robot__read(&r, "talos_reduced", "Talos")) {
        static const char *const sides[2] = {"left", "right"};
        rbd_builder_destroy(b);
        r.feet = 8, r.legs = 2;
        r.radius = 0.005, r.stiffness = 1500, r.damping = 60;
        for (i = 0; i < 8; ++i) {
            snprintf(name, sizeof name, "%s_sole_link", sides[i / 4]);
            r.foot[i] = robot__frame(&r, name, i & 1 ? 0.1 : -0.1, i & 2 ? 0.06 : -0.06);
        }
        for (side = 0; side < 2; ++side) { /* knees bent, as the robot's own standing pose */
            snprintf(name, sizeof name, "leg_%s_3_link", sides[side]), robot__bend(&r, name, -0.411354);
            snprintf(name, sizeof name, "leg_%s_4_link", sides[side]), robot__bend(&r, name, 0.859395);
            snprintf(name, sizeof name, "leg_%s_5_link", sides[side]), robot__bend(&r, name, -0.448041);
        }
        robot__lift(&r);
        return r;
    }
    r.name = "humanoid";
    base = robot__add(b, "pelvis", RBD_WORLD, RBD_JOINT_FREE, tact_vec(0, 0, 1), tact_vec(0, 0, 0), 15,
                      tact_vec(0, 0, 0), tact_vec(0.2, 0.3, 0.2));
    for (side = 0; side < 2; ++side) {
        for (at = base, i = 0; i < 6; ++i) {
            static const double mass[6] = {2, 2, 7, 5, 1.5, 2}, below[6] = {0.04, 0.04, 0.38, 0.36, 0.02, 0.06};
            snprintf(name, sizeof name, "leg%d_%d", side, i);
            at = robot__add(
                b, name, at, RBD_JOINT_REVOLUTE, tact_vec(leg_axis[i] == 0, leg_axis[i] == 1, leg_axis[i] == 2),
                i ? tact_vec(0, 0, i == 3 ? -0.38 : (i == 4 ? -0.36 : -0.02)) : tact_vec(0, side ? -0.09 : 0.09, -0.05),
                mass[i], tact_vec(i == 5 ? 0.03 : 0, 0, -below[i] / 2),
                i == 5 ? tact_vec(0.2, 0.1, 0.06) : tact_vec(0.1, 0.1, below[i]));
        }
        foot[side] = at;
    }
    torso = robot__add(b, "waist", base, RBD_JOINT_REVOLUTE, tact_vec(0, 0, 1), tact_vec(0, 0, 0.1), 3,
                       tact_vec(0, 0, 0.03), tact_vec(0.15, 0.2, 0.06));
    torso = robot__add(b, "torso", torso, RBD_JOINT_REVOLUTE, tact_vec(0, 1, 0), tact_vec(0, 0, 0.05), 18,
                       tact_vec(0, 0, 0.2), tact_vec(0.2, 0.35, 0.4));
    for (side = 0; side < 2; ++side)
        for (at = torso, i = 0; i < 7; ++i) {
            snprintf(name, sizeof name, "arm%d_%d", side, i);
            at = robot__add(
                b, name, at, RBD_JOINT_REVOLUTE, tact_vec(arm_axis[i] == 0, arm_axis[i] == 1, arm_axis[i] == 2),
                i ? tact_vec(0, 0, i == 3 ? -0.26 : (i == 5 ? -0.24 : -0.01)) : tact_vec(0, side ? -0.22 : 0.22, 0.35),
                2.2 - 0.25 * i, tact_vec(0, 0, -0.05), tact_vec(0.07, 0.07, 0.12));
        }
    robot__finish(&r, b);
    r.feet = 8;
    r.legs = 2;
    r.radius = 0.005;
    r.stiffness = 1500;
    r.damping = 60;
    for (i = 0; i < 8; ++i)
        r.foot[i] = rbd_frame_on_body(rbd_model_body(r.model, foot[i / 4]),
                                      tact_pose_at(0.03 + (i & 1 ? 0.1 : -0.1), i & 2 ? 0.05 : -0.05, -0.06));
    r.height = 0.05 + 0.02 * 3 + 0.38 + 0.36 + 0.06 + r.radius;
    r.stand[2] = (tact_real)r.height;
    return r;
}
/* Allegro's hand, palm up, with a ball of 100 g and 7 cm above it. No solids where the file is absent. */
typedef struct robot__solids {
    int n, added[ROBOT_FEET];
    robot_solid s[ROBOT_FEET];
} robot__solids;
static void robot__solid(void *user, const rbd_geometry *e) {
    robot__solids *c = (robot__solids *)user;
    if (e->visual || c->n >= ROBOT_FEET || (e->type != RBD_GEOMETRY_BOX && e->type != RBD_GEOMETRY_SPHERE)) return;
    c->added[c->n] = e->body, c->s[c->n].pose = e->pose;
    c->s[c->n++].shape = e->type == RBD_GEOMETRY_BOX ? collide_box(e->size.x / 2, e->size.y / 2, e->size.z / 2)
                                                     : collide_sphere(e->radius);
}
#if defined(__GNUC__)
__attribute__((unused))
#endif
static robot
robot_hand(void) {
    static const int curl[3] = {1, 2, 3};
    rbd_reader_config reader = rbd_pinocchio_reader_config();
    robot__solids solids;
    rbd_error error;
    robot r;
    size_t bytes = 0;
    char name[32], *text = robot__text("allegro_left_hand", &bytes);
    rbd_builder *b;
    memset(&r, 0, sizeof r);
    if (!text) return r;
    solids.n = 0;
    b = rbd_builder_create(NULL);
    robot__add(b, "ball", RBD_WORLD, RBD_JOINT_FREE, tact_vec(0, 0, 1), tact_vec(0, 0, 0), 0.1, tact_vec(0, 0, 0),
               tact_vec(0.054, 0.054, 0.054)); /* a box with the inertia of the ball */
    reader.geometry = robot__solid, reader.user = &solids;
    reader.placement.q = tact_quat_axis_angle(tact_vec(0, 1, 0), -TACT_PI / 2);
    if (rbd_builder_add_urdf(b, text, bytes, &reader, &error) < 0) fprintf(stderr, "%s\n", error.text), exit(1);
    free(text);
    r.name = "Allegro";
    robot__finish(&r, b);
    r.radius = 0.035, r.stiffness = 3, r.damping = 0.05;
    r.solids = solids.n;
    for (int i = 0; i < solids.n; ++i) {
        r.solid[i] = solids.s[i], r.solid[i].body = rbd_model_body(r.model, solids.added[i]);
        r.solid[i].pose = rbd_model_added_pose(r.model, solids.added[i], solids.s[i].pose);
    }
    for (int finger = 0; finger < 3; ++finger)
        for (int i = 0; i < 3; ++i)
            snprintf(name, sizeof name, "link_%d.0", 4 * finger + curl[i]), robot__bend(&r, name, i ? 0.7 : 0.6);
    robot__bend(&r, "link_12.0", 1.2), robot__bend(&r, "link_14.0", 0.4), robot__bend(&r, "link_15.0", 0.4);
    r.stand[0] = -0.03, r.stand[2] = 0.14; /* over the palm */
    return r;
}
static void robot_free(robot *r) { rbd_model_destroy(r->model); }

static robot_state robot_stand(robot *r) {
    robot_state s;
    memset(&s, 0, sizeof s);
    s.r = r;
    s.data = rbd_data_create(r->model, NULL);
    s.factor = rbd_factor_create(r->model, NULL);
    s.config = contact_default_config();
    s.mu = 0.7;
    memcpy(s.q, r->stand, sizeof s.q);
    for (int j = 6; j < r->model->nv; ++j) s.target[j] = r->stand[j + 1];
    contact_problem_create(&s.problem, NULL);
    return s;
}
static void robot_state_free(robot_state *s) {
    rbd_data_destroy(s->data);
    rbd_factor_destroy(s->factor);
    contact_problem_free(&s->problem);
    free(s->workspace);
}

/* Height of the ground at (x, y) and its gradient. */
typedef double (*robot_ground)(double x, double y, double gradient[2]);

/* The problem of one step: M with the implicit motors, free velocity, contacts of the feet within 2 cm of the ground with their
   gap in the bias. Returns the number of contacts. */
static int robot_assemble(robot_state *s, double dt, robot_ground ground) {
    static tact_real mass[ROBOT_NV * ROBOT_NV];
    tact_real bias[ROBOT_NV], momentum[ROBOT_NV], jacobian[6 * ROBOT_NV], rows[3 * ROBOT_NV];
    const rbd_model *m = s->r->model;
    contact_problem *p = &s->problem;
    int nv = m->nv, count = 0;
    rbd_bias(m, s->data, s->q, s->v, bias);
    rbd_crba(m, s->data, s->q, mass, nv);
    for (int i = 0; i < nv; ++i) {
        double sum = 0;
        for (int j = 0; j < nv; ++j) sum += mass[i * nv + j] * s->v[j];
        momentum[i] = sum - dt * bias[i];
    }
    { /* the push acts at the base's origin; the free joint's velocity is in the base's own frame */
        tact_quat base = {s->q[3], s->q[4], s->q[5], s->q[6]};
        tact_vec3 local = tact_rotate(tact_quat_conj(base), s->push);
        momentum[0] += dt * local.x;
        momentum[1] += dt * local.y;
        momentum[2] += dt * local.z;
    }
    for (int j = 6; j < nv; ++j) { /* k (q* - q - dt v+) + d (v* - v+) */
        momentum[j] += dt * (s->r->stiffness * (s->target[j] - s->q[j + 1]) + s->r->damping * s->target_velocity[j]);
        mass[j * nv + j] += dt * (dt * s->r->stiffness + s->r->damping);
    }
    rbd_factor_compute(s->factor, mass, nv);
    rbd_factor_solve(s->factor, momentum);
    contact_problem_clear(p);
    p->dt = dt;
    contact_add_tree(p, nv, mass, nv, momentum);
    memcpy(p->velocity, s->v, sizeof(tact_real) * (size_t)nv);
    rbd_fk(m, s->data, s->q);
    for (int k = 0; k < (s->r->solids ? s->r->solids : s->r->feet); ++k) {
        rbd_frame frame[2]; /* the point that moves, and of a hand the point of the link */
        tact_vec3 n, t1, t2, at;
        double gap;
        int c;
        s->touching[k] = -1;
        if (s->r->solids) {
            const robot_solid *o = &s->r->solid[k];
            rbd_frame link = rbd_frame_on_body(o->body, o->pose), ball = rbd_frame_on_body(1, tact_pose_identity());
            collide_shape sphere = collide_sphere(s->r->radius);
            collide_result hit;
            tact_pose body, centre = rbd_frame_pose(s->data, &ball);
            collide_distance(&o->shape, rbd_frame_pose(s->data, &link), &sphere, centre, NULL, NULL, &hit);
            gap = hit.distance, n = hit.normal, at = hit.point_a;
            link = rbd_frame_on_body(o->body, tact_pose_identity()), body = rbd_frame_pose(s->data, &link);
            frame[0] = rbd_frame_on_body(1, tact_pose_make(tact_pose_unapply(centre, at), tact_quat_identity()));
            frame[1] = rbd_frame_on_body(o->body, tact_pose_make(tact_pose_unapply(body, at), tact_quat_identity()));
        } else {
            tact_pose foot = rbd_frame_pose(s->data, &s->r->foot[k]), body;
            double slope[2] = {0, 0}, height = ground ? ground(foot.p.x, foot.p.y, slope) : 0;
            rbd_frame whole = rbd_frame_on_body(s->r->foot[k].body, tact_pose_identity());
            n = tact_normalize_or(tact_vec(-slope[0], -slope[1], 1), tact_vec(0, 0, 1));
            gap = (foot.p.z - height) * n.z - s->r->radius, body = rbd_frame_pose(s->data, &whole);
            at = tact_mul_add(foot.p, -s->r->radius, n);
            frame[0] = rbd_frame_on_body(whole.body, tact_pose_make(tact_pose_unapply(body, at), tact_quat_identity()));
        }
        if (gap > 0.02) continue;
        t1 = tact_normalize_or(tact_vec(n.z, 0, -n.x), tact_vec(1, 0, 0)), t2 = tact_cross(n, t1);
        memset(rows, 0, sizeof rows);
        for (int side = 0; side < (s->r->solids ? 2 : 1); ++side) {
            rbd_frame_jacobian(s->data, &frame[side], RBD_REFERENCE_LOCAL_WORLD_ALIGNED, jacobian, nv);
            for (int j = 0; j < nv; ++j) {
                tact_vec3 v = tact_vec(jacobian[j], jacobian[nv + j], jacobian[2 * nv + j]);
                rows[j] += (side ? -1 : 1) * tact_dot(t1, v);
                rows[nv + j] += (side ? -1 : 1) * tact_dot(t2, v);
                rows[2 * nv + j] += (side ? -1 : 1) * tact_dot(n, v);
            }
        }
        c = contact_add_blocks(p, CONTACT_KIND_CONTACT, 3, -1, NULL, 0, rows);
        p->constraints[c].mu = s->mu, p->constraints[c].gap = gap;
        /* without compliance a fifth of a penetration is undone in a step, with it the spring does that */
        p->bias[3 * count + 2] = gap > 0 || s->compliance > 0 ? gap / dt : 0.2 * gap / dt;
        for (int d = 0; d < 3; ++d) {
            p->compliance[3 * count + d] = s->compliance;
            p->impulse[3 * count + d] = s->config.warm_start ? s->impulse[3 * k + d] : 0;
        }
        s->touching[k] = count++;
    }
    return s->contacts = count;
}

static contact_status robot_step(robot_state *s, double dt, robot_ground ground) {
    contact_problem *p = &s->problem;
    contact_result result;
    double start;
    size_t bytes;
    tact_real q[ROBOT_NV + 1];
    robot_assemble(s, dt, ground);
    memset(s->impulse, 0, sizeof s->impulse);
    s->depth = s->slip = s->internal = 0;
    bytes = contact_workspace_size(p, &s->config);
    if (bytes > s->workspace_bytes) {
        free(s->workspace);
        s->workspace_bytes = 2 * bytes, s->workspace = malloc(s->workspace_bytes);
    }
    start = bench_cpu();
    s->status = contact_solve(p, &s->config, s->workspace, s->workspace_bytes, &result);
    s->seconds = bench_cpu() - start;
    if (s->status < 0) return s->status;
    s->iterations = result.iterations;
    if (s->evaluate && s->contacts) contact_evaluate_alloc(p, p->impulse, CONTACT_MODEL_NCP, &s->config, NULL, &s->ncp);
    if (s->contacts) {
        tact_real norm = 0;
        contact_internal_force(p, p->impulse, NULL, &norm);
        s->internal = norm;
    }
    for (int k = 0; k < (s->r->solids ? s->r->solids : s->r->feet); ++k) {
        int c = s->touching[k];
        double v[3] = {0, 0, 0};
        if (c < 0) continue;
        memcpy(s->impulse + 3 * k, p->impulse + 3 * c, 3 * sizeof(tact_real));
        for (int d = 0; d < 3; ++d)
            for (int j = 0; j < s->r->model->nv; ++j)
                v[d] += p->jacobian[p->constraints[c].jacobian_b + d * s->r->model->nv + j] * p->velocity[j];
        s->depth -= p->constraints[c].gap / s->contacts, s->slip += sqrt(v[0] * v[0] + v[1] * v[1]) / s->contacts;
    }
    memcpy(s->v, p->velocity, sizeof(tact_real) * (size_t)s->r->model->nv);
    rbd_integrate(s->r->model, s->q, s->v, dt, q);
    memcpy(s->q, q, sizeof(tact_real) * (size_t)s->r->model->nq);
    s->time += dt;
    return s->status;
}
#endif
