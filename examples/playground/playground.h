/* playground.h - what a scene of the playground is made of. A scene is a function that builds and, where something is
   to be steered, one that is called before every step:

       static void build_tower(play *p) {
           play_ground(p);
           for (int i = 0; i < 10; ++i) play_box(p, 0.1, 0.1, 0.1, tact_pose_at(0, 0, 0.1 + 0.2 * i), 1000);
       }

   and a line in the table at the end of scenes.c. Everything a scene remembers follows from p->step, the count of
   steps, or is in the world: so it can be scrubbed back. Colours are 0xrrggbb; the bits above make it see-through (0xc0rrggbb). */
#ifndef PLAYGROUND_H
#define PLAYGROUND_H
#include <stddef.h>
void *malloc(size_t bytes);
void free(void *pointer);
#define TACT_NO_LIBC /* the C library is glue.h, in the browser and outside of it */
#define TACT_MALLOC(bytes) malloc(bytes)
#define TACT_FREE(pointer) free(pointer)
#include "collide.h"
#include "rbd.h"

#include "contact.h"

enum {
    PLAY_WORLDS = 8,
    PLAY_BODIES = 4096,
    PLAY_LABELS = 24,
    PLAY_LINES = 4096,
    PLAY_TEXT = 600,
    PLAY_ROBOTS = 8,
    PLAY_HEIGHTS = 96
};
typedef struct play_label {
    tact_vec3 at;
    double size; /* height of a letter [m] */
    char text[64];
} play_label;
typedef struct play_line { /* a = b: a dot */
    tact_vec3 a, b;
    uint32_t rgb;
} play_line;
typedef struct play_item { /* a geom, in the order in which they were made */
    contact_body body;
    contact_geom geom; /* null: of a robot's file */
    uint32_t rgb;
} play_item;
typedef struct play_world {
    contact_world *world;
    tact_vec3 offset; /* where it is drawn */
    play_item item[PLAY_BODIES];
    contact_body body[PLAY_BODIES]; /* what moves */
    int items, bodies, made;        /* made: at the end of build */
} play_world;

typedef struct play play;
typedef struct play_scene {
    const char *name, *title, *text; /* of the link, the list, and what to look at */
    void (*build)(play *p);
    void (*control)(play *p); /* before a step; NULL: none */
    double dt;
    int substeps;
    double target[3], distance, yaw, pitch; /* of the camera */
    int follow;                             /* 1: it goes with the first body */
} play_scene;

struct play {
    contact_world *world; /* the one that is being built, or steered */
    play_world *in;       /* the same with its lists */
    play_world worlds[PLAY_WORLDS];
    int n_worlds;
    const play_scene *scene;
    contact_world_config config; /* of worlds to come */
    double dt, friction;         /* friction < 0: what the scene says */
    long step;
    int live;                  /* 1 while a step is made: the only time at which control may add bodies */
    contact_material material; /* of geoms to come */
    uint32_t rgb;              /* colour of geoms to come, 0: in turns */
    tact_vec3 hand;            /* what the user drags in scenes that ask for it (play_handle) */
    play_label label[PLAY_LABELS];
    play_line line[PLAY_LINES];
    int labels, lines;
    char text[PLAY_TEXT]; /* what the scene reports */
    rbd_model *model[PLAY_ROBOTS];
    contact_robot robot[PLAY_ROBOTS];
    int robots;
    void *owned[256]; /* hulls, meshes: freed with the scene */
    int owned_kind[256], n_owned;
};

/* Time of the step that is about to be made. */
static inline double play_time(const play *p) { return (double)p->step * p->dt; }

void play_world_begin(play *p, tact_vec3 offset); /* a further world, drawn beside the others */
contact_body play_shape(play *p, collide_shape shape, tact_pose pose, double density);
contact_body play_fixed(play *p, collide_shape shape, tact_pose pose);
contact_body play_moving(play *p, collide_shape shape, tact_pose pose); /* kinematic */
contact_geom play_attach(play *p, contact_body body, collide_shape shape, tact_pose pose, double density);
contact_body play_box(play *p, double hx, double hy, double hz, tact_pose pose, double density);
contact_body play_ball(play *p, double radius, tact_vec3 at, double density);
void play_ground(play *p);
void play_handle(play *p, contact_body body); /* a kinematic body that the user may move; its place is p->hand */
collide_shape play_hull(play *p, const tact_vec3 *points, int n);
collide_shape play_mesh(play *p, const tact_vec3 *points, int n_points, const int *triangles, int n_triangles);
/* Joints at a point of the world; the axis is the hinge's or slider's. */
contact_joint play_joint(play *p, contact_joint_kind kind, contact_body a, contact_body b, tact_vec3 at,
                         tact_vec3 axis);
contact_joint play_motor(play *p, contact_joint joint, double stiffness, double damping, double position,
                         double velocity, double effort);
/* A robot from the text of a file; a number below p->robots, or -1 and the reason in p->text. */
int play_robot(play *p, const char *text, size_t bytes, const contact_file_config *config);
void play_servo(play *p, int robot, int dof, double stiffness, double damping, double position, double velocity);
/* For the step: a label, a line (or dot), a report; cleared before each call of control. */
void play_say(play *p, tact_vec3 at, double size, const char *text);
void play_draw(play *p, tact_vec3 a, tact_vec3 b, uint32_t rgb);
/* Writes words, then numbers, to the end of a text: play_print(text, size, "distance ", 1e3 * d, 2, " mm"). */
void play_print(char *text, size_t size, const char *before, double value, int decimals, const char *after);
double play_random(uint64_t seed, uint64_t i); /* 0 .. 1 */
double play_sin(double x), play_cos(double x), play_acos(double x), play_atan2(double y, double x);
tact_quat play_turn(tact_vec3 axis, double angle);

extern const play_scene play_scenes[];
extern const int play_scene_count;
extern const char play_quadruped_urdf[], play_humanoid_xml[];
extern const size_t play_quadruped_bytes, play_humanoid_bytes;
#endif
