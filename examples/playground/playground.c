/* playground.c - the worlds behind the page of `make playground`: builds a scene, steps it, and hands the page what it
   draws. Compiled to WebAssembly for the page, and by the native compiler for tests/web.sh, which compares the two.

   cc -O2 -I. -Iexamples/playground examples/playground/playground.c examples/playground/scenes*.c ... : see the Makefile */
#include "playground.h"

#ifdef __wasm__
#define PLAY_API __attribute__((visibility("default")))
__attribute__((import_module("env"), import_name("now"))) double play_now(void); /* seconds */
static double play_clock(void *context) { return (void)context, play_now(); }
#else
#define PLAY_API
#endif

/* What the user has set; not a number: what the scene says. */
typedef enum play_key {
    PLAY_METHOD,
    PLAY_INTEGRATOR,
    PLAY_DT,
    PLAY_SUBSTEPS,
    PLAY_GRAVITY,
    PLAY_FRICTION,
    PLAY_SLEEPING,
    PLAY_KEYS
} play_key;
enum { PLAY_SNAPSHOTS = 300, PLAY_MESHES = 64, PLAY_MESH_FLOATS = 9 * 60000, PLAY_STATS = 32, PLAY_SEGMENTS = 16384 };
static const double PLAY_BACK = 10;               /* [s] that can be scrubbed */
static const size_t PLAY_BUDGET = 96u << 20;      /* bytes for it */
static const double PLAY_PULL = 9, PLAY_EASE = 1; /* [1/s] of the spring between hand and body; damping ratio */

typedef struct play_snapshot {
    long step;
    void *block[PLAY_WORLDS];
    size_t bytes[PLAY_WORLDS];
    int items[PLAY_WORLDS], bodies[PLAY_WORLDS];
    uint64_t hash;
} play_snapshot;
typedef struct play_mesh_file { /* of a dropped model: a hull by the name of its file */
    char name[64];
    collide_hull *hull;
} play_mesh_file;

static play the;
static double chosen[PLAY_KEYS];
static int chosen_once;
static tact_pose before[PLAY_BODIES], now_at[PLAY_BODIES];
static const collide_shape *shape_of[PLAY_BODIES];
static collide_shape shape_copy[PLAY_BODIES];
static uint32_t colour_of[PLAY_BODIES];
static int n_items, n_before;
static float matrices[16 * PLAY_BODIES], segments[9 * PLAY_SEGMENTS], mesh_floats[PLAY_MESH_FLOATS];
static int n_segments, n_mesh_floats;
static unsigned char item_state[PLAY_BODIES];
static unsigned short item_island[PLAY_BODIES];
static double stats[PLAY_STATS];
static play_snapshot ring[PLAY_SNAPSHOTS];
static int ring_first, ring_count, ring_limit;
static long ring_every;
static contact_body held;
static int held_world = -1, held_is_handle;
static tact_vec3 held_local, hand;
static play_mesh_file meshes[PLAY_MESHES];
static int n_meshes;
static char message[256];
static char *buffer;
static size_t buffer_bytes;
static contact_body handles[8];
static int n_handles;

/* ---- what scenes call ---- */
static uint32_t next_colour(play *p) {
    static const uint32_t palette[] = {0xe07a3fu, 0x3f7fd9u, 0x4fae6fu, 0xd9b23fu, 0x9a6fd0u, 0x3fb0b0u, 0xd0607fu};
    return p->rgb ? p->rgb : palette[p->in->items % 7];
}
static void copy_text(char *to, size_t size, const char *from) {
    size_t i = 0;
    for (; from[i] && i + 1 < size; ++i) to[i] = from[i];
    to[i] = 0;
}
void play_world_begin(play *p, tact_vec3 offset) {
    contact_error error;
    if (p->n_worlds == PLAY_WORLDS) return;
    p->in = &p->worlds[p->n_worlds++];
    p->in->items = p->in->bodies = p->in->made = 0;
    p->in->offset = offset;
    p->world = p->in->world = contact_world_create(&p->config, NULL, &error);
    if (!p->world) copy_text(message, sizeof message, error.text), --p->n_worlds;
}
static void note_error(play *p) {
    const contact_error *e = contact_world_error(p->world);
    if (e->text[0]) copy_text(message, sizeof message, e->text);
}
static contact_body add(play *p, contact_body_type type, collide_shape shape, tact_pose pose, double density) {
    contact_body_def def = contact_default_body_def();
    contact_body body;
    def.type = type;
    def.pose = pose;
    body = contact_world_add_body(p->world, &def);
    if (!body.generation) return note_error(p), body;
    if (type != CONTACT_BODY_STATIC && p->in->bodies < PLAY_BODIES) p->in->body[p->in->bodies++] = body;
    play_attach(p, body, shape, tact_pose_identity(), density);
    return body;
}
contact_geom play_attach(play *p, contact_body body, collide_shape shape, tact_pose pose, double density) {
    contact_geom_def def = contact_default_geom_def();
    contact_geom geom;
    play_item *item = &p->in->item[p->in->items];
    def.shape = &shape;
    def.pose = pose;
    def.density = (tact_real)density;
    def.material = p->material;
    if (p->friction >= 0) def.material.friction = (tact_real)p->friction;
    geom = contact_world_add_geom(p->world, body, &def);
    if (!geom.generation) return note_error(p), geom;
    if (p->in->items < PLAY_BODIES) {
        item->body = body;
        item->geom = geom;
        item->rgb = next_colour(p);
        ++p->in->items;
    }
    return geom;
}
contact_body play_shape(play *p, collide_shape shape, tact_pose pose, double density) {
    return add(p, CONTACT_BODY_DYNAMIC, shape, pose, density);
}
contact_body play_fixed(play *p, collide_shape shape, tact_pose pose) {
    return add(p, CONTACT_BODY_STATIC, shape, pose, 0);
}
contact_body play_moving(play *p, collide_shape shape, tact_pose pose) {
    return add(p, CONTACT_BODY_KINEMATIC, shape, pose, 0);
}
contact_body play_box(play *p, double hx, double hy, double hz, tact_pose pose, double density) {
    return play_shape(p, collide_box((tact_real)hx, (tact_real)hy, (tact_real)hz), pose, density);
}
contact_body play_ball(play *p, double radius, tact_vec3 at, double density) {
    return play_shape(p, collide_sphere((tact_real)radius), tact_pose_at(at.x, at.y, at.z), density);
}
void play_ground(play *p) {
    uint32_t rgb = p->rgb;
    p->rgb = 0xb9b4a8u;
    play_fixed(p, collide_halfspace(tact_vec(0, 0, 1), 0), tact_pose_identity());
    p->rgb = rgb;
}
void play_handle(play *p, contact_body body) {
    (void)p;
    if (n_handles < 8) handles[n_handles++] = body;
}
static void own(play *p, void *object, int kind) {
    if (p->n_owned < 256) p->owned[p->n_owned] = object, p->owned_kind[p->n_owned++] = kind;
}
collide_shape play_hull(play *p, const tact_vec3 *points, int n) {
    collide_hull *hull = NULL;
    collide_status status = collide_hull_create(points, n, NULL, NULL, &hull);
    if (status < 0 || !hull) return copy_text(message, sizeof message, collide_status_text(status)), collide_sphere(-1);
    own(p, hull, 0);
    return collide_convex(hull);
}
collide_shape play_mesh(play *p, const tact_vec3 *points, int n_points, const int *triangles, int n_triangles) {
    collide_mesh *mesh = NULL;
    collide_status status = collide_mesh_create(points, n_points, triangles, n_triangles, NULL, &mesh);
    if (status < 0 || !mesh) return copy_text(message, sizeof message, collide_status_text(status)), collide_sphere(-1);
    own(p, mesh, 1);
    return collide_mesh_shape(mesh);
}
contact_joint play_joint(play *p, contact_joint_kind kind, contact_body a, contact_body b, tact_vec3 at,
                         tact_vec3 axis) {
    contact_joint_def def = contact_default_joint_def(kind);
    tact_vec3 z = tact_normalize_or(axis, tact_vec(0, 0, 1)), x, y;
    tact_mat3 r;
    tact_pose frame;
    contact_joint joint;
    tact_tangents(z, &x, &y);
    r = tact_mat_columns(x, y, z);
    frame = tact_pose_make(at, tact_quat_from_mat(&r));
    def.a = a;
    def.b = b;
    def.frame_a = a.generation ? tact_pose_mul(tact_pose_inverse(contact_body_pose(p->world, a)), frame) : frame;
    def.frame_b = tact_pose_mul(tact_pose_inverse(contact_body_pose(p->world, b)), frame);
    joint = contact_world_add_joint(p->world, &def);
    if (!joint.generation) note_error(p);
    return joint;
}
contact_joint play_motor(play *p, contact_joint joint, double stiffness, double damping, double position,
                         double velocity, double effort) {
    contact_joint_def *def = contact_joint_settings(p->world, joint);
    if (!def) return joint;
    def->motor = 1;
    def->stiffness = (tact_real)stiffness;
    def->damping = (tact_real)damping;
    def->position = (tact_real)position;
    def->velocity = (tact_real)velocity;
    if (effort > 0) def->max_effort = (tact_real)effort;
    return joint;
}
static int count_shape_done;
static void count_shape(void *context, const collide_shape *shape, tact_pose pose, uint32_t rgb) {
    (void)context, (void)shape, (void)pose, (void)rgb;
    ++count_shape_done;
}
int play_robot(play *p, const char *text, size_t bytes, const contact_file_config *config) {
    contact_file_config mine = config ? *config : contact_default_file_config();
    contact_draw draw = TACT_ZERO;
    rbd_model *model;
    contact_robot robot;
    int i;
    if (p->robots == PLAY_ROBOTS) return -1;
    if (p->friction >= 0) mine.material.friction = (tact_real)p->friction;
    robot = contact_world_add_file(p->world, text, bytes, &mine, &model);
    if (!model) return note_error(p), -1;
    p->model[p->robots] = model;
    p->robot[p->robots] = robot;
    for (i = 1; i < model->n_bodies; ++i)
        if (p->in->bodies < PLAY_BODIES) p->in->body[p->in->bodies++] = contact_robot_link(p->world, robot, i);
    draw.shape = count_shape; /* its geoms come after those that were there */
    count_shape_done = 0;
    contact_world_draw(p->world, &draw);
    for (i = p->in->items; i < count_shape_done && i < PLAY_BODIES; ++i) {
        p->in->item[i].body = contact_robot_link(p->world, robot, 1);
        p->in->item[i].geom.generation = 0;
        p->in->item[i].rgb = p->rgb ? p->rgb : next_colour(p);
    }
    p->in->items = i;
    return p->robots++;
}
void play_servo(play *p, int robot, int dof, double stiffness, double damping, double position, double velocity) {
    contact_motor motor = contact_robot_motor(p->world, p->robot[robot], dof);
    motor.stiffness = (tact_real)stiffness;
    motor.damping = (tact_real)damping;
    motor.position = (tact_real)position;
    motor.velocity = (tact_real)velocity;
    contact_robot_set_motor(p->world, p->robot[robot], dof, &motor);
}
void play_say(play *p, tact_vec3 at, double size, const char *text) {
    if (p->labels == PLAY_LABELS) return;
    p->label[p->labels].at = tact_add(at, p->in->offset);
    p->label[p->labels].size = size;
    copy_text(p->label[p->labels++].text, sizeof p->label[0].text, text);
}
void play_draw(play *p, tact_vec3 a, tact_vec3 b, uint32_t rgb) {
    if (p->lines == PLAY_LINES) return;
    p->line[p->lines].a = tact_add(a, p->in->offset);
    p->line[p->lines].b = tact_add(b, p->in->offset);
    p->line[p->lines++].rgb = rgb;
}
static void append(char *text, size_t size, const char *more) {
    size_t n = 0;
    while (n + 1 < size && text[n]) ++n;
    while (n + 1 < size && *more) text[n++] = *more++;
    text[n] = 0;
}
void play_print(char *text, size_t size, const char *before_it, double value, int decimals, const char *after) {
    char digits[40];
    int n = 39, k;
    double scaled = value < 0 ? -value : value, unit = 1;
    uint64_t whole;
    append(text, size, before_it);
    if (decimals < 0) return append(text, size, after); /* words only */
    for (k = 0; k < decimals; ++k) unit *= 10;
    if (!(scaled * unit < 1e18))
        return append(text, size, scaled == scaled ? "a lot" : "nan"), append(text, size, after);
    whole = (uint64_t)(scaled * unit + 0.5);
    digits[n] = 0;
    for (k = 0; k < decimals || whole || k == decimals; ++k) {
        if (k == decimals && decimals) digits[--n] = '.';
        digits[--n] = (char)('0' + whole % 10);
        whole /= 10;
    }
    if (value < 0) digits[--n] = '-';
    append(text, size, digits + n);
    append(text, size, after);
}
double play_random(uint64_t seed, uint64_t i) { return (double)tact_random_uniform(seed, i); }
double play_sin(double x) { return tact_sin(x); }
double play_cos(double x) { return tact_cos(x); }
double play_acos(double x) { return tact_acos(x); }
double play_atan2(double y, double x) { return tact_atan2(y, x); }
tact_quat play_turn(tact_vec3 axis, double angle) { return tact_quat_axis_angle(axis, angle); }

/* ---- a scene's life ---- */
static void forget_snapshots(int from) { /* those from number `from` on */
    int i, k;
    for (i = from; i < ring_count; ++i)
        for (k = 0; k < PLAY_WORLDS; ++k) {
            play_snapshot *s = &ring[(ring_first + i) % PLAY_SNAPSHOTS];
            free(s->block[k]);
            s->block[k] = NULL;
        }
    if (from < ring_count) ring_count = from;
}
static void drop_oldest(void) {
    int k;
    for (k = 0; k < PLAY_WORLDS; ++k) free(ring[ring_first].block[k]), ring[ring_first].block[k] = NULL;
    ring_first = (ring_first + 1) % PLAY_SNAPSHOTS;
    --ring_count;
}
static void clear_scene(play *p) {
    int i;
    forget_snapshots(0);
    for (i = 0; i < p->n_worlds; ++i) contact_world_destroy(p->worlds[i].world), p->worlds[i].world = NULL;
    for (i = 0; i < p->robots; ++i) rbd_model_destroy(p->model[i]);
    for (i = 0; i < p->n_owned; ++i)
        if (p->owned_kind[i] == 0)
            collide_hull_destroy((collide_hull *)p->owned[i]);
        else
            collide_mesh_destroy((collide_mesh *)p->owned[i]);
    p->n_worlds = p->robots = p->n_owned = p->labels = p->lines = 0;
    p->text[0] = message[0] = 0;
    p->step = 0;
    held_world = -1;
    n_handles = 0;
}
static void apply_settings(play *p, contact_world_config *c) {
    if (chosen[PLAY_METHOD] == chosen[PLAY_METHOD]) c->solver.method = (contact_method)(int)chosen[PLAY_METHOD];
    if (chosen[PLAY_INTEGRATOR] == chosen[PLAY_INTEGRATOR])
        c->integrator = (contact_integrator)(int)chosen[PLAY_INTEGRATOR];
    c->substeps = chosen[PLAY_SUBSTEPS] >= 1 ? (int)chosen[PLAY_SUBSTEPS] : p->scene->substeps;
    if (chosen[PLAY_GRAVITY] == chosen[PLAY_GRAVITY]) c->gravity = tact_vec(0, 0, (tact_real)-chosen[PLAY_GRAVITY]);
    if (chosen[PLAY_SLEEPING] == chosen[PLAY_SLEEPING]) c->sleeping = (int)chosen[PLAY_SLEEPING];
    p->dt = chosen[PLAY_DT] > 0 ? chosen[PLAY_DT] : p->scene->dt;
    p->friction = chosen[PLAY_FRICTION] >= 0 ? chosen[PLAY_FRICTION] : -1;
}
static void collect_shape(void *context, const collide_shape *shape, tact_pose pose, uint32_t rgb) {
    const play_world *w = (const play_world *)context;
    if (n_items == PLAY_BODIES) return;
    pose.p = tact_add(pose.p, w->offset);
    now_at[n_items] = pose;
    shape_of[n_items] = shape;
    item_state[n_items] = rgb == 0x707070u ? 1 : (rgb == 0xd03030u ? 2 : 0);
    ++n_items;
}
static void collect(play *p) {
    contact_draw draw = TACT_ZERO;
    int i, k, first;
    n_items = 0;
    draw.shape = collect_shape;
    for (i = 0; i < p->n_worlds; ++i) {
        first = n_items;
        draw.context = &p->worlds[i];
        contact_world_draw(p->worlds[i].world, &draw);
        for (k = first; k < n_items; ++k) {
            int own_colour = k - first < p->worlds[i].items;
            colour_of[k] = own_colour ? p->worlds[i].item[k - first].rgb : 0x888888u;
            shape_copy[k] = *shape_of[k];
        }
    }
    for (k = n_before; k < n_items; ++k) before[k] = now_at[k];
}
static uint64_t hash_all(const play *p) {
    uint64_t h = 1469598103934665603u;
    int i;
    for (i = 0; i < p->n_worlds; ++i) h = (h ^ contact_world_hash(p->worlds[i].world)) * 1099511628211u;
    return h;
}
static void keep_snapshot(play *p) {
    play_snapshot *s;
    size_t bytes = 0;
    int i;
    for (i = 0; i < p->n_worlds; ++i) bytes += contact_world_snapshot_bytes(p->worlds[i].world);
    ring_limit = bytes ? (int)(PLAY_BUDGET / bytes) : PLAY_SNAPSHOTS;
    ring_limit = ring_limit < 10 ? 10 : (ring_limit > PLAY_SNAPSHOTS ? PLAY_SNAPSHOTS : ring_limit);
    ring_every = (long)(PLAY_BACK / p->dt / ring_limit + 1);
    if (p->step % ring_every) return;
    while (ring_count >= ring_limit) drop_oldest();
    s = &ring[(ring_first + ring_count) % PLAY_SNAPSHOTS];
    s->step = p->step;
    s->hash = hash_all(p);
    for (i = 0; i < p->n_worlds; ++i) {
        s->bytes[i] = contact_world_snapshot_bytes(p->worlds[i].world);
        s->block[i] = malloc(s->bytes[i]);
        s->items[i] = p->worlds[i].items;
        s->bodies[i] = p->worlds[i].bodies;
        if (!s->block[i] || contact_world_save(p->worlds[i].world, s->block[i], s->bytes[i]) < 0) {
            for (; i >= 0; --i) free(s->block[i]), s->block[i] = NULL;
            return;
        }
    }
    ++ring_count;
}
static void run_control(play *p) {
    p->labels = p->lines = 0;
    p->in = &p->worlds[0];
    p->world = p->in->world;
    if (p->scene->control) p->scene->control(p);
}
PLAY_API int play_load(int number) {
    play *p = &the;
    int i;
    if (number < 0 || number >= play_scene_count) return -1;
    if (!chosen_once)
        for (i = 0, chosen_once = 1; i < PLAY_KEYS; ++i) chosen[i] = -__builtin_nan("");
    clear_scene(p);
    p->scene = &play_scenes[number];
    p->config = contact_default_world_config();
    p->material = contact_default_material();
    p->rgb = 0;
#ifdef __wasm__
    p->config.solver.clock = play_clock;
#endif
    apply_settings(p, &p->config);
    play_world_begin(p, tact_vec(0, 0, 0));
    if (!p->n_worlds) return -1;
    p->scene->build(p);
    for (i = 0; i < p->n_worlds; ++i) p->worlds[i].made = p->worlds[i].items;
    n_before = 0;
    collect(p);
    n_before = n_items;
    run_control(p);
    keep_snapshot(p);
    return n_items;
}
PLAY_API void play_choose(int key, double value) { /* from the next load on, and at once where that can be */
    play *p = &the;
    int i, k;
    if (!chosen_once)
        for (i = 0, chosen_once = 1; i < PLAY_KEYS; ++i) chosen[i] = -__builtin_nan("");
    if (key < 0 || key >= PLAY_KEYS) return;
    chosen[key] = value;
    if (!p->scene || value != value) return;
    for (i = 0; i < p->n_worlds; ++i) {
        contact_world_config *c = contact_world_settings(p->worlds[i].world);
        contact_method method = c->solver.method;
        apply_settings(p, c);
        if (p->n_worlds > 1) c->solver.method = method; /* a race compares its own */
        for (k = 0; key == PLAY_FRICTION && k < p->worlds[i].items; ++k) {
            contact_material *m = contact_geom_surface(p->worlds[i].world, p->worlds[i].item[k].geom);
            if (m) m->friction = (tact_real)value;
        }
    }
}
PLAY_API double play_dt(void) { return the.dt; }

static void pull(play *p) { /* the hand: a spring and damper from the body's point to it, in proportion to the mass */
    play_world *w = &p->worlds[held_world];
    tact_pose pose = contact_body_pose(w->world, held);
    tact_vec3 point = tact_pose_apply(pose, held_local), target = tact_sub(hand, w->offset), v, f;
    tact_real m = contact_body_mass(w->world, held), k, d;
    if (!contact_body_valid(w->world, held)) {
        held_world = -1;
        return;
    }
    if (held_is_handle) {
        pose.p = tact_add(pose.p, tact_sub(target, point));
        contact_body_set_pose(w->world, held, pose);
        p->hand = pose.p;
        return;
    }
    v = tact_add(contact_body_velocity(w->world, held), tact_cross(contact_body_angular_velocity(w->world, held),
                                                                   tact_sub(point, contact_body_com(w->world, held))));
    k = (tact_real)(PLAY_PULL * PLAY_PULL) * m;
    d = (tact_real)(2 * PLAY_PULL * PLAY_EASE) * m;
    f = tact_sub(tact_scale(k, tact_sub(target, point)), tact_scale(d, v));
    f = tact_sub(f, tact_scale(m, contact_world_settings(w->world)->gravity));
    contact_body_add_force_at(w->world, held, f, point);
    play_draw(p, tact_add(point, w->offset), hand, 0xffffffu);
}
PLAY_API int play_advance(void) { /* one step; the worst status */
    play *p = &the;
    int i, worst = 0;
    for (i = 0; i < n_items; ++i) before[i] = now_at[i];
    n_before = n_items;
    p->live = 1;
    run_control(p);
    p->live = 0;
    if (held_world >= 0) pull(p);
    for (i = 0; i < p->n_worlds; ++i) {
        int status = contact_world_step(p->worlds[i].world, (tact_real)p->dt);
        if (status) copy_text(message, sizeof message, contact_world_error(p->worlds[i].world)->text);
        if (status < 0 || (worst >= 0 && status > worst)) worst = status;
    }
    ++p->step;
    collect(p);
    keep_snapshot(p);
    return worst;
}

/* ---- what the page asks ---- */
PLAY_API int play_count(void) { return play_scene_count; }
PLAY_API const char *play_name(int i) { return play_scenes[i].name; }
PLAY_API const char *play_title(int i) { return play_scenes[i].title; }
PLAY_API const char *play_about(int i) { return play_scenes[i].text; }
PLAY_API const char *play_method_text(int i) {
    return i < CONTACT_METHOD_COUNT ? contact_method_name((contact_method)i) : "";
}
PLAY_API const char *play_report(void) { return the.text; }
PLAY_API const char *play_message(void) { return message; }
PLAY_API int play_items(void) { return n_items; }
PLAY_API double play_step_count(void) { return (double)the.step; }
PLAY_API uint32_t play_hash(int high) { return (uint32_t)(hash_all(&the) >> (high ? 32 : 0)); }
PLAY_API double *play_follow(void) { /* where the camera looks in scenes that travel; the last number says whether */
    static double at[4];
    tact_vec3 x = tact_vec(0, 0, 0);
    at[3] = the.scene->follow && the.worlds[0].bodies;
    if (at[3] > 0) x = contact_body_com(the.worlds[0].world, the.worlds[0].body[0]);
    at[0] = x.x, at[1] = x.y, at[2] = x.z;
    return at;
}
PLAY_API double *play_camera(void) {
    static double c[6];
    int i;
    for (i = 0; i < 3; ++i) c[i] = the.scene->target[i];
    c[3] = the.scene->distance, c[4] = the.scene->yaw, c[5] = the.scene->pitch;
    return c;
}
/* Matrices (column-major, 16 floats) of all geoms, `alpha` of the way from the step before to the last one. */
PLAY_API float *play_frame(double alpha) {
    int i;
    for (i = 0; i < n_items; ++i) {
        tact_pose a = before[i], b = now_at[i];
        tact_real t = (tact_real)alpha, s = a.q.x * b.q.x + a.q.y * b.q.y + a.q.z * b.q.z + a.q.w * b.q.w < 0 ? -t : t;
        tact_quat q = tact_quat_make((1 - t) * a.q.x + s * b.q.x, (1 - t) * a.q.y + s * b.q.y,
                                     (1 - t) * a.q.z + s * b.q.z, (1 - t) * a.q.w + s * b.q.w);
        tact_mat3 r = tact_quat_to_mat(tact_quat_normalize(q));
        tact_vec3 x = tact_lerp(a.p, b.p, t);
        float *m = matrices + 16 * i;
        int j, k;
        for (j = 0; j < 3; ++j) {
            for (k = 0; k < 3; ++k) m[4 * k + j] = (float)r.m[j][k];
            m[4 * j + 3] = 0;
        }
        m[12] = (float)x.x, m[13] = (float)x.y, m[14] = (float)x.z, m[15] = 1;
    }
    return matrices;
}
PLAY_API uint32_t *play_colours(void) { return colour_of; }
PLAY_API unsigned char *play_states(void) { return item_state; }
/* Number of the first geom with the same shape: the page draws them as copies. */
PLAY_API int play_same(int i) {
    static int first[PLAY_BODIES];
    const collide_shape *a = &shape_copy[i];
    int k;
    for (k = 0; k < i; ++k) {
        const collide_shape *b = &shape_copy[k];
        if (first[k] != k) continue;
        if (a->kind == b->kind && a->radius == b->radius && a->data.none == b->data.none &&
            !__builtin_memcmp(a->p, b->p, sizeof a->p) && !__builtin_memcmp(&a->centre, &b->centre, sizeof a->centre))
            return first[i] = k;
    }
    return first[i] = i;
}
static void take_triangle(void *context, tact_vec3 a, tact_vec3 b, tact_vec3 c) {
    float *f = mesh_floats + n_mesh_floats;
    (void)context;
    if (n_mesh_floats + 9 > PLAY_MESH_FLOATS) return;
    f[0] = (float)a.x, f[1] = (float)a.y, f[2] = (float)a.z;
    f[3] = (float)b.x, f[4] = (float)b.y, f[5] = (float)b.z;
    f[6] = (float)c.x, f[7] = (float)c.y, f[8] = (float)c.z;
    n_mesh_floats += 9;
}
PLAY_API float *play_surface(int i, int detail) {
    n_mesh_floats = 0;
    if (shape_copy[i].kind != COLLIDE_KIND_HALFSPACE && shape_copy[i].kind != COLLIDE_KIND_PLANE)
        collide_surface(&shape_copy[i], tact_pose_identity(), detail, 100, take_triangle, NULL);
    return mesh_floats;
}
PLAY_API int play_surface_floats(void) { return n_mesh_floats; }
PLAY_API int play_is_ground(int i) {
    return shape_copy[i].kind == COLLIDE_KIND_HALFSPACE || shape_copy[i].kind == COLLIDE_KIND_PLANE;
}
PLAY_API int play_is_fixed(int i) { /* drawn without a share in picking by colour of islands */
    int w;
    for (w = 0; w < the.n_worlds; i -= the.worlds[w++].items)
        if (i < the.worlds[w].items) return !(contact_body_mass(the.worlds[w].world, the.worlds[w].item[i].body) > 0);
    return 0;
}

static void segment(tact_vec3 a, tact_vec3 b, uint32_t rgb) {
    float *f = segments + 9 * n_segments;
    if (n_segments == PLAY_SEGMENTS) return;
    f[0] = (float)a.x, f[1] = (float)a.y, f[2] = (float)a.z;
    f[3] = (float)b.x, f[4] = (float)b.y, f[5] = (float)b.z;
    f[6] = (float)(rgb >> 16 & 255) / 255, f[7] = (float)(rgb >> 8 & 255) / 255, f[8] = (float)(rgb & 255) / 255;
    ++n_segments;
}
static void take_joint(void *context, tact_vec3 a, tact_vec3 b, uint32_t rgb) {
    const play_world *w = (const play_world *)context;
    if (rgb == 0x806020u) segment(tact_add(a, w->offset), tact_add(b, w->offset), 0xf0a020u);
}
static int find(int *parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}
/* Islands by the contacts of the last step and by joints that the world draws. */
static void islands(play_world *w, int first) {
    static int parent[PLAY_BODIES], by_body[PLAY_BODIES];
    int i, k, n = 0;
    for (i = 0; i < PLAY_BODIES; ++i) parent[i] = i;
    for (i = 0; i < contact_world_contact_count(w->world); ++i) {
        contact_point c = contact_world_contact(w->world, i);
        if (c.a.index >= PLAY_BODIES || c.b.index >= PLAY_BODIES) continue;
        if (contact_body_mass(w->world, c.a) > 0 && contact_body_mass(w->world, c.b) > 0 && tact_norm2(c.force) > 0)
            parent[find(parent, (int)c.a.index)] = find(parent, (int)c.b.index);
    }
    for (i = 0; i < PLAY_BODIES; ++i) by_body[i] = 0;
    for (k = 0; k < w->items && first + k < n_items; ++k) {
        contact_body b = w->item[k].body;
        int root = b.index < PLAY_BODIES ? find(parent, (int)b.index) : 0;
        if (!by_body[root]) by_body[root] = ++n;
        item_island[first + k] = (unsigned short)(contact_body_mass(w->world, b) > 0 ? by_body[root] : 0);
    }
}
PLAY_API unsigned short *play_islands(void) {
    int i, first = 0;
    for (i = 0; i < the.n_worlds; first += the.worlds[i++].items) islands(&the.worlds[i], first);
    return item_island;
}
enum { SHOW_CONTACTS = 1, SHOW_FORCES = 2, SHOW_JOINTS = 4, SHOW_BOXES = 8, SHOW_COM = 16 };
static void cross_at(tact_vec3 p, tact_real s, uint32_t rgb) {
    segment(tact_vec(p.x - s, p.y, p.z), tact_vec(p.x + s, p.y, p.z), rgb);
    segment(tact_vec(p.x, p.y - s, p.z), tact_vec(p.x, p.y + s, p.z), rgb);
    segment(tact_vec(p.x, p.y, p.z - s), tact_vec(p.x, p.y, p.z + s), rgb);
}
static void box_lines(collide_aabb box, uint32_t rgb) {
    int i, axis;
    for (i = 0; i < 8; ++i)
        for (axis = 0; axis < 3; ++axis) {
            int j = i | 1 << axis;
            if (j == i) continue;
            segment(
                tact_vec(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z),
                tact_vec(j & 1 ? box.max.x : box.min.x, j & 2 ? box.max.y : box.min.y, j & 4 ? box.max.z : box.min.z),
                rgb);
        }
}
/* Segments to draw (two points and a colour, 9 floats): what the scene draws, and the overlays asked for. */
PLAY_API float *play_overlay(int show) {
    play *p = &the;
    tact_real size = (tact_real)(p->scene->distance * 0.006), weight = 0;
    int i, k;
    n_segments = 0;
    for (i = 0; i < p->lines; ++i) {
        if (tact_norm2(tact_sub(p->line[i].a, p->line[i].b)) > 0)
            segment(p->line[i].a, p->line[i].b, p->line[i].rgb);
        else
            cross_at(p->line[i].a, size, p->line[i].rgb);
    }
    for (i = 0; i < p->n_worlds; ++i) {
        play_world *w = &p->worlds[i];
        contact_draw draw = TACT_ZERO;
        int n = contact_world_contact_count(w->world);
        draw.line = take_joint;
        draw.context = w;
        if (show & SHOW_JOINTS) contact_world_draw(w->world, &draw);
        for (k = 0; (show & SHOW_FORCES) && k < n; ++k)
            weight = tact_max(weight, tact_norm(contact_world_contact(w->world, k).force));
        for (k = 0; (show & (SHOW_CONTACTS | SHOW_FORCES)) && k < n; ++k) {
            contact_point c = contact_world_contact(w->world, k);
            tact_vec3 at = tact_add(c.position, w->offset);
            int pushes = tact_norm2(c.force) > 0;
            if (show & SHOW_CONTACTS) cross_at(at, size * TACT_R(0.6), pushes ? 0xe03030u : 0x30a0e0u);
            if ((show & SHOW_FORCES) && pushes && weight > 0)
                segment(at, tact_mul_add(at, (tact_real)(p->scene->distance * 0.12) / weight, c.force), 0xe03030u);
        }
        for (k = 0; (show & SHOW_COM) && k < w->bodies; ++k)
            if (contact_body_mass(w->world, w->body[k]) > 0)
                cross_at(tact_add(contact_body_com(w->world, w->body[k]), w->offset), size, 0x20c060u);
    }
    for (i = 0; (show & SHOW_BOXES) && i < n_items; ++i) {
        collide_aabb box;
        if (!play_is_ground(i) && collide_shape_aabb(&shape_copy[i], now_at[i], &box) >= 0) box_lines(box, 0x9060e0u);
    }
    return segments;
}
PLAY_API int play_segments(void) { return n_segments; }
PLAY_API int play_labels(void) { return the.labels; }
PLAY_API const char *play_label_text(int i) { return the.label[i].text; }
PLAY_API double *play_label_at(int i) {
    static double at[4];
    at[0] = the.label[i].at.x, at[1] = the.label[i].at.y, at[2] = the.label[i].at.z, at[3] = the.label[i].size;
    return at;
}
/* time, kinetic, potential, momentum x y z, |angular momentum|, bodies, awake, pairs, contacts, rows, islands,
   iterations, residual, deepest penetration, method, then the seconds of six stages. */
PLAY_API double *play_stats(void) {
    play *p = &the;
    int i, k;
    for (i = 0; i < PLAY_STATS; ++i) stats[i] = 0;
    stats[0] = play_time(p);
    for (i = 0; i < p->n_worlds; ++i) {
        play_world *w = &p->worlds[i];
        contact_world_stats s = contact_world_get_stats(w->world);
        tact_real kinetic, potential;
        tact_vec3 momentum = tact_vec(0, 0, 0);
        contact_world_energy(w->world, &kinetic, &potential);
        stats[1] += (double)kinetic, stats[2] += (double)potential;
        for (k = 0; k < w->bodies; ++k)
            if (contact_body_mass(w->world, w->body[k]) > 0)
                momentum = tact_mul_add(momentum, contact_body_mass(w->world, w->body[k]),
                                        contact_body_velocity(w->world, w->body[k]));
        stats[3] += (double)momentum.x, stats[4] += (double)momentum.y, stats[5] += (double)momentum.z;
        stats[7] += s.n_bodies, stats[8] += s.n_awake, stats[9] += s.n_pairs, stats[10] += s.n_contacts;
        stats[11] += s.n_constraints, stats[12] += s.n_islands;
        stats[13] = tact_max(stats[13], s.iterations);
        stats[14] = tact_max(stats[14], (double)s.residual);
        stats[16] = s.method;
        for (k = 0; k < contact_world_contact_count(w->world); ++k)
            stats[15] = tact_max(stats[15], -(double)contact_world_contact(w->world, k).gap);
        stats[17] += s.seconds_kinematics, stats[18] += s.seconds_broad, stats[19] += s.seconds_narrow;
        stats[20] += s.seconds_assemble, stats[21] += s.seconds_solve, stats[22] += s.seconds_integrate;
    }
    return stats;
}

/* ---- hands ---- */
static tact_vec3 grabbed_at;
PLAY_API int play_grab(double ox, double oy, double oz, double dx, double dy, double dz) {
    play *p = &the;
    tact_real nearest = 2;
    int i, k;
    held_world = -1;
    for (i = 0; i < p->n_worlds; ++i) {
        play_world *w = &p->worlds[i];
        contact_ray_hit hit;
        tact_vec3 from = tact_sub(tact_vec((tact_real)ox, (tact_real)oy, (tact_real)oz), w->offset);
        tact_vec3 to = tact_mul_add(from, 1000, tact_vec((tact_real)dx, (tact_real)dy, (tact_real)dz));
        int handle = 0;
        if (!contact_world_cast_ray(w->world, from, to, 0xffffffffu, &hit) || hit.fraction >= nearest) continue;
        for (k = 0; k < n_handles; ++k)
            handle |= handles[k].index == hit.body.index && handles[k].generation == hit.body.generation;
        if (!handle && !(contact_body_mass(w->world, hit.body) > 0)) {
            nearest = hit.fraction;
            held_world = -1;
            continue;
        }
        nearest = hit.fraction;
        held = hit.body;
        held_world = i;
        held_is_handle = handle;
        held_local = tact_pose_unapply(contact_body_pose(w->world, held), hit.point);
        hand = grabbed_at = tact_add(hit.point, w->offset);
    }
    return held_world >= 0;
}
PLAY_API double *play_grabbed(void) { /* where it was grabbed, then its mass */
    static double at[4];
    at[0] = grabbed_at.x, at[1] = grabbed_at.y, at[2] = grabbed_at.z;
    at[3] = held_world >= 0 ? (double)contact_body_mass(the.worlds[held_world].world, held) : 0;
    return at;
}
PLAY_API void play_pull(double x, double y, double z) { hand = tact_vec((tact_real)x, (tact_real)y, (tact_real)z); }
PLAY_API void play_release(void) { held_world = -1; }
PLAY_API double *play_held(void) { /* pose of what is held: position */
    static double at[3];
    tact_vec3 x = tact_vec(0, 0, 0);
    if (held_world >= 0) x = tact_pose_apply(contact_body_pose(the.worlds[held_world].world, held), held_local);
    at[0] = x.x, at[1] = x.y, at[2] = x.z;
    return at;
}
PLAY_API int play_spawn(int kind, double size, double x, double y, double z, double vx, double vy, double vz) {
    play *p = &the;
    tact_real s = (tact_real)size;
    collide_shape shape = kind == 0   ? collide_sphere(s)
                          : kind == 1 ? collide_box(s, s, s)
                          : kind == 2 ? collide_capsule(s * TACT_R(0.5), s)
                                      : collide_cylinder(s, s * TACT_R(0.6));
    contact_body body;
    p->in = &p->worlds[0];
    p->world = p->in->world;
    if (p->in->items >= PLAY_BODIES - 8) return -1;
    body = play_shape(p, shape, tact_pose_at((tact_real)x, (tact_real)y, (tact_real)z), 1000);
    if (!body.generation) return -1;
    contact_body_set_velocity(p->world, body, tact_vec((tact_real)vx, (tact_real)vy, (tact_real)vz), tact_vec(0, 0, 0));
    collect(p);
    return n_items;
}

/* ---- back in time ---- */
PLAY_API int play_snapshots(void) { return ring_count; }
PLAY_API double play_snapshot_step(int i) { return (double)ring[(ring_first + i) % PLAY_SNAPSHOTS].step; }
PLAY_API uint32_t play_snapshot_hash(int i, int high) {
    return (uint32_t)(ring[(ring_first + i) % PLAY_SNAPSHOTS].hash >> (high ? 32 : 0));
}
PLAY_API int play_restore(int i, int forget) { /* forget: what came later is given up */
    play *p = &the;
    play_snapshot *s;
    int k, status = 0;
    if (i < 0 || i >= ring_count) return -1;
    s = &ring[(ring_first + i) % PLAY_SNAPSHOTS];
    held_world = -1;
    for (k = 0; k < p->n_worlds && status >= 0; ++k) {
        status = contact_world_restore(p->worlds[k].world, s->block[k], s->bytes[k]);
        p->worlds[k].items = s->items[k];
        p->worlds[k].bodies = s->bodies[k];
    }
    p->step = s->step;
    if (forget) forget_snapshots(i + 1);
    n_before = 0;
    collect(p);
    n_before = n_items;
    run_control(p);
    return status;
}

/* ---- models from files ---- */
PLAY_API void *play_buffer(int bytes) {
    if ((size_t)bytes > buffer_bytes) {
        free(buffer);
        buffer_bytes = 0;
        buffer = (char *)malloc((size_t)bytes);
        if (buffer) buffer_bytes = (size_t)bytes;
    }
    return buffer;
}
/* A mesh by the points in the buffer (three floats each); its name, without folder and ending, comes behind them. */
PLAY_API int play_mesh_file_add(int n_points) {
    const float *f = (const float *)(void *)buffer;
    tact_vec3 *points = (tact_vec3 *)malloc((size_t)n_points * sizeof *points);
    collide_hull_config config = collide_default_hull_config();
    collide_status status;
    int i;
    if (!points || n_meshes == PLAY_MESHES) return free(points), -1;
    for (i = 0; i < n_points; ++i)
        points[i] = tact_vec((tact_real)f[3 * i], (tact_real)f[3 * i + 1], (tact_real)f[3 * i + 2]);
    status = collide_hull_create(points, n_points, &config, NULL, &meshes[n_meshes].hull);
    free(points);
    if (status < 0) return status;
    copy_text(meshes[n_meshes].name, sizeof meshes[0].name, (const char *)(f + 3 * n_points));
    return n_meshes++;
}
PLAY_API void play_mesh_files_clear(void) {
    clear_scene(&the);
    while (n_meshes) collide_hull_destroy(meshes[--n_meshes].hull);
}
static int give_mesh(void *context, const rbd_geometry *geometry, collide_shape *shape) {
    const char *base = geometry->mesh, *c;
    tact_vec3 points[512];
    size_t n = 0;
    int i, k;
    if (!base) return 0;
    for (c = base; *c; ++c)
        if (*c == '/' || *c == '\\') base = c + 1;
    while (base[n] && base[n] != '.') ++n;
    for (i = 0; i < n_meshes; ++i) {
        tact_vec3 s = geometry->size;
        if (__builtin_memcmp(meshes[i].name, base, n) || meshes[i].name[n]) continue;
        if (s.x == 1 && s.y == 1 && s.z == 1) return *shape = collide_convex(meshes[i].hull), 1;
        for (k = 0; k < meshes[i].hull->n_vertices && k < 512; ++k) {
            tact_vec3 v = collide_hull_vertex(meshes[i].hull, k);
            points[k] = tact_vec(v.x * s.x, v.y * s.y, v.z * s.z);
        }
        *shape = play_hull((play *)context, points, k);
        return shape->kind != COLLIDE_KIND_NONE;
    }
    return 0;
}
/* URDF or MJCF text in the buffer, added to the scene at hand above its middle. */
PLAY_API int play_model(int bytes, int floating) {
    play *p = &the;
    contact_file_config config = contact_default_file_config();
    int robot;
    p->in = &p->worlds[0];
    p->world = p->in->world;
    config.reader.floating_base = floating;
    config.reader.placement = tact_pose_at(0, 0, floating ? 1 : 0);
    config.mesh = give_mesh;
    config.context = p;
    forget_snapshots(0); /* they are of a world without this robot */
    robot = play_robot(p, buffer, (size_t)bytes, &config);
    if (robot < 0) return -1;
    p->worlds[0].made = p->worlds[0].items;
    collect(p);
    n_before = n_items;
    return p->model[robot]->nv;
}

#ifndef __wasm__
/* playground [steps] [scene...]: hash of every scene after that many steps, and milliseconds a step */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 300, i, k, a;
    for (i = 0; i < play_count(); ++i) {
        clock_t start;
        int wanted = argc < 3, worst = 0, caveats = 0;
        double slowest = 0;
        for (a = 2; a < argc; ++a) wanted |= !strcmp(argv[a], play_name(i));
        if (!wanted) continue;
        if (play_load(i) < 0) return printf("%s: %s\n", play_name(i), play_message()), 1;
        start = clock();
        for (k = 0; k < steps; ++k) {
            clock_t before_it = clock();
            int status = play_advance();
            double ms = 1e3 * (double)(clock() - before_it) / CLOCKS_PER_SEC;
            slowest = ms > slowest ? ms : slowest;
            if (status) ++caveats;
            if (status < 0 || (worst >= 0 && status > worst)) worst = status;
        }
        printf("%s\t%08x%08x\t%.3f\t%.1f\t%d\t%d\t%s\t%s\n", play_name(i), play_hash(1), play_hash(0),
               1e3 * (double)(clock() - start) / CLOCKS_PER_SEC / steps, slowest, worst, caveats, play_message(),
               play_report());
        fflush(stdout);
    }
    return 0;
}
#endif
