/* peer_tact.c - our own backend: contact.h's world in reduced coordinates (hinged bodies form one rbd_model a tree).
 * settings
 *   default    contact_default_world_config(), nothing changed
 *   faithful   the same with CONTACT_INTEGRATOR_FAITHFUL (order four where nothing touches)
 *   maximal    the hinged scenes with free bodies and joint constraints
 *   nbgs       NCP by block Gauss-Seidel
 *   pgs        NCP by projected Gauss-Seidel
 *   admm       NCP by proximal ADMM, spectral penalty
 *   newton     NCP by the globalised Newton
 *   sap        compliant, convex
 *   threads2   default on two threads of examples/pool.h; its times are those of the clock on the wall
 *   springs    the reference of the quadruped: no contact solver at all. The equation of motion by rbd_aba in steps of 2 us, feet on
 *              stiff dampers and springs, friction by a spring that is let slip at the cone (Cundall & Strack 1979)
 */
#define COLLIDE_IMPLEMENTATION
#include "collide.h"
#define RBD_IMPLEMENTATION
#include "rbd.h"
#define CONTACT_IMPLEMENTATION
#include "contact.h"

#include "../../examples/pool.h"
#include "bench.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Tact {
    contact_world *world;
    const Scene *scene;
    contact_body *body;
    contact_joint *joint;
    contact_robot *robot;
    int *dof, *coordinate; /* of hinged bodies: entry of v and of q of their robot */
    tact_vec3 *com;        /* centre of mass in the body's frame */
    rbd_model **models;
    int n_models;
    collide_hull **hulls; /* by body, NULL: it is none */
    collide_mesh **meshes;
    pool threads;
    int has_threads;
    rbd_data *springs;     /* not NULL: the setting springs */
    double push[3];        /* springs: on the root, in the next step */
    tact_real slip[64][2]; /* springs: stretch of the tangential ones, by body */
} Tact;

static tact_vec3 vec(const double *x) { return tact_vec((tact_real)x[0], (tact_real)x[1], (tact_real)x[2]); }
static tact_quat quat(const double *q) {
    return tact_quat_make((tact_real)q[1], (tact_real)q[2], (tact_real)q[3], (tact_real)q[0]);
}
static tact_pose pose_of(const Body *b) { return tact_pose_make(vec(b->pos), quat(b->quat)); }

static collide_shape shape_of(Tact *t, int i) {
    const Body *b = &t->scene->b[i];
    tact_real x = (tact_real)b->size[0], y = (tact_real)b->size[1], z = (tact_real)b->size[2];
    if (b->shape == SH_SPHERE) return collide_sphere(x);
    if (b->shape == SH_CAPSULE) return collide_capsule(x, y);
    if (b->shape == SH_CYLINDER) return collide_cylinder(x, y);
    if (b->shape == SH_HULL || b->shape == SH_MESH) {
        tact_vec3 *p = (tact_vec3 *)calloc((size_t)b->n_points, sizeof *p);
        int k;
        for (k = 0; k < b->n_points; ++k) p[k] = vec(b->points + 3 * k);
        if (b->shape == SH_HULL)
            collide_hull_create(p, b->n_points, NULL, NULL, &t->hulls[i]);
        else
            collide_mesh_create(p, b->n_points, b->triangles, b->n_triangles, NULL, &t->meshes[i]);
        free(p);
        return b->shape == SH_HULL ? collide_convex(t->hulls[i]) : collide_mesh_shape(t->meshes[i]);
    }
    return collide_box(x, y, z);
}

static int add_geom(Tact *t, int i, tact_vec3 offset) {
    const Body *b = &t->scene->b[i];
    contact_geom_def g = contact_default_geom_def();
    collide_shape shape;
    if (b->shape == SH_NONE) return 1;
    shape = shape_of(t, i);
    g.shape = &shape;
    g.pose.p = tact_add(offset, vec(b->off));
    g.material.friction = (tact_real)t->scene->mu;
    if (t->scene->only_static && b->parent != P_STATIC) g.category = 2, g.mask = 1;
    return contact_world_add_geom(t->world, t->body[i], &g).generation != 0;
}

static int add_free(Tact *t, int i) {
    const Body *b = &t->scene->b[i];
    contact_body_def d = contact_default_body_def();
    double inertia[3];
    d.type = b->parent == P_STATIC ? CONTACT_BODY_STATIC : CONTACT_BODY_DYNAMIC;
    d.pose = pose_of(b);
    d.velocity = vec(b->lin), d.angular_velocity = vec(b->ang);
    bench_inertia(b, inertia);
    d.mass_from_geoms = 0;
    d.mass = (tact_real)b->mass;
    d.inertia = tact_mat_diagonal((tact_real)inertia[0], (tact_real)inertia[1], (tact_real)inertia[2]);
    t->body[i] = contact_world_add_body(t->world, &d);
    return t->body[i].generation && add_geom(t, i, tact_vec(0, 0, 0));
}

/* One tree of hinged bodies as a robot. A hinged body's frame sits at its anchor with its own initial orientation. */
static int add_tree(Tact *t, int root, char *err, int n) {
    const Scene *s = t->scene;
    rbd_builder *builder = rbd_builder_create(NULL);
    rbd_error error;
    rbd_model *model;
    contact_robot robot;
    tact_pose *frame = (tact_pose *)calloc((size_t)s->nb, sizeof *frame);
    int *number = (int *)calloc((size_t)s->nb, sizeof *number), i, ok = 1;
    tact_real *q;
    for (i = root; i < s->nb; ++i) {
        const Body *b = &s->b[i];
        rbd_body r;
        char name[16];
        double inertia[3];
        int hinged = b->parent >= P_WORLD;
        number[i] = -1;
        if (i != root && (b->parent < 0 || number[b->parent] < 0)) continue;
        snprintf(name, sizeof name, "b%d", i);
        bench_inertia(b, inertia);
        r = rbd_default_body(name, i == root ? RBD_WORLD : number[b->parent]);
        frame[i] = hinged ? tact_pose_make(vec(b->anchor), quat(b->quat)) : pose_of(b);
        t->com[i] = tact_pose_unapply(frame[i], vec(b->pos));
        r.joint = rbd_default_joint(hinged ? RBD_JOINT_REVOLUTE : RBD_JOINT_FREE);
        if (hinged) {
            r.placement = i == root ? frame[i] : tact_pose_mul(tact_pose_inverse(frame[b->parent]), frame[i]);
            r.joint.axis = tact_unrotate(frame[i].q, vec(b->axis));
        }
        r.inertia.mass = (tact_real)b->mass;
        r.inertia.com = t->com[i];
        r.inertia.xx = (tact_real)inertia[0];
        r.inertia.yy = (tact_real)inertia[1];
        r.inertia.zz = (tact_real)inertia[2];
        number[i] = rbd_builder_add(builder, &r, &error);
        if (number[i] < 0) {
            snprintf(err, (size_t)n, "%s", error.text);
            ok = 0;
            break;
        }
    }
    model = ok ? rbd_model_create(builder, NULL, &error) : NULL;
    if (ok && !model) snprintf(err, (size_t)n, "%s", error.text), ok = 0;
    if (ok) {
        t->models[t->n_models++] = model;
        q = (tact_real *)calloc((size_t)(model->nq + 1), sizeof *q);
        rbd_neutral(model, q);
        if (s->b[root].parent == P_FREE) {
            const Body *b = &s->b[root];
            tact_quat o = quat(b->quat);
            q[0] = (tact_real)b->pos[0];
            q[1] = (tact_real)b->pos[1];
            q[2] = (tact_real)b->pos[2];
            q[3] = o.x;
            q[4] = o.y;
            q[5] = o.z;
            q[6] = o.w;
        }
        robot = contact_world_add_robot(t->world, model, q, NULL);
        free(q);
        if (!robot.generation) snprintf(err, (size_t)n, "%s", contact_world_error(t->world)->text), ok = 0;
        for (i = root; ok && i < s->nb; ++i)
            if (number[i] >= 0) {
                int body = rbd_model_body(model, number[i]);
                t->robot[i] = robot;
                t->dof[i] = model->iv[body], t->coordinate[i] = model->iq[body];
                t->body[i] = contact_robot_link(t->world, robot, body);
                ok = add_geom(t, i, t->com[i]);
            }
    }
    rbd_builder_destroy(builder);
    free(frame);
    free(number);
    return ok;
}

static int add_hinge(Tact *t, int i) { /* maximal coordinates */
    const Body *b = &t->scene->b[i];
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_HINGE);
    tact_vec3 z = vec(b->axis), x, y;
    tact_mat3 r;
    tact_pose frame;
    tact_tangents(z, &x, &y);
    r = tact_mat_columns(x, y, z);
    frame = tact_pose_make(vec(b->anchor), tact_quat_from_mat(&r));
    if (b->parent >= 0) d.a = t->body[b->parent];
    d.b = t->body[i];
    d.frame_a = b->parent >= 0 ? tact_pose_mul(tact_pose_inverse(pose_of(&t->scene->b[b->parent])), frame) : frame;
    d.frame_b = tact_pose_mul(tact_pose_inverse(pose_of(b)), frame);
    t->joint[i] = contact_world_add_joint(t->world, &d);
    return t->joint[i].generation != 0;
}

static int add_ball(Tact *t, const Ball *b) {
    contact_joint_def d = contact_default_joint_def(CONTACT_JOINT_BALL);
    tact_pose at = tact_pose_make(vec(b->anchor), tact_quat_make(0, 0, 0, 1));
    d.a = t->body[b->a], d.b = t->body[b->b];
    d.frame_a = tact_pose_mul(tact_pose_inverse(pose_of(&t->scene->b[b->a])), at);
    d.frame_b = tact_pose_mul(tact_pose_inverse(pose_of(&t->scene->b[b->b])), at);
    return contact_world_add_joint(t->world, &d).generation != 0;
}

static void destroy(void *p) {
    Tact *t = (Tact *)p;
    int i;
    if (t->has_threads) pool_stop(&t->threads);
    rbd_data_destroy(t->springs);
    contact_world_destroy(t->world);
    for (i = 0; i < t->scene->nb; ++i) {
        if (t->hulls[i]) collide_hull_destroy(t->hulls[i]);
        if (t->meshes[i]) collide_mesh_destroy(t->meshes[i]);
    }
    free(t->hulls);
    free(t->meshes);
    for (i = 0; i < t->n_models; ++i) rbd_model_destroy(t->models[i]);
    free(t->body);
    free(t->joint);
    free(t->robot);
    free(t->dof);
    free(t->coordinate);
    free(t->com);
    free(t->models);
    free(t);
}

static void *create(const Scene *s, const char *setting, char *err, int n) {
    static const struct {
        const char *setting, *method;
    } methods[] = {{"nbgs", "ncp_nbgs"},
                   {"pgs", "ncp_pgs"},
                   {"admm", "ncp_admm_spectral"},
                   {"newton", "ncp_newton"},
                   {"sap", "sap"}};
    contact_world_config c = contact_default_world_config();
    contact_error error;
    Tact *t = (Tact *)calloc(1, sizeof *t);
    size_t k, count = (size_t)s->nb + 1;
    int i, maximal = !strcmp(setting, "maximal"), ok = 1;
    for (k = 0; k < sizeof methods / sizeof *methods; ++k)
        if (!strcmp(setting, methods[k].setting)) c.solver.method = contact_method_from_name(methods[k].method);
    if (!strcmp(setting, "faithful")) c.integrator = CONTACT_INTEGRATOR_FAITHFUL;
    if (!strncmp(setting, "threads", 7)) {
        c.solver.workers = pool_start(&t->threads, atoi(setting + 7)), t->has_threads = 1;
        c.solver.parallel_for = pool_for, c.solver.parallel_context = &t->threads;
    }
    c.gravity = vec(s->g);
    t->scene = s;
    t->world = contact_world_create(&c, NULL, &error);
    t->hulls = (collide_hull **)calloc(count, sizeof *t->hulls);
    t->meshes = (collide_mesh **)calloc(count, sizeof *t->meshes);
    t->body = (contact_body *)calloc(count, sizeof *t->body);
    t->joint = (contact_joint *)calloc(count, sizeof *t->joint);
    t->robot = (contact_robot *)calloc(count, sizeof *t->robot);
    t->dof = (int *)calloc(count, sizeof *t->dof), t->coordinate = (int *)calloc(count, sizeof *t->coordinate);
    t->com = (tact_vec3 *)calloc(count, sizeof *t->com);
    t->models = (rbd_model **)calloc(count, sizeof *t->models);
    if (!t->world) {
        snprintf(err, (size_t)n, "%s", error.text);
        return NULL;
    }
    if (s->plane) {
        collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0);
        contact_body g;
        contact_body_def d = contact_default_body_def();
        contact_geom_def geom = contact_default_geom_def();
        d.type = CONTACT_BODY_STATIC;
        g = contact_world_add_body(t->world, &d);
        geom.shape = &ground;
        geom.material.friction = (tact_real)s->mu;
        ok = contact_world_add_geom(t->world, g, &geom).generation != 0;
    }
    for (i = 0; ok && i < s->nb; ++i) {
        int j, has_child = 0;
        for (j = i + 1; j < s->nb; ++j) has_child |= s->b[j].parent == i;
        if (t->body[i].generation) continue; /* came with its tree */
        if (!maximal && (s->b[i].parent >= P_WORLD || (s->b[i].parent == P_FREE && has_child)))
            ok = add_tree(t, i, err, n);
        else
            ok = add_free(t, i);
    }
    for (i = 0; ok && maximal && i < s->nb; ++i)
        if (s->b[i].parent >= P_WORLD) ok = add_hinge(t, i);
    for (i = 0; ok && i < s->n_balls; ++i) ok = add_ball(t, &s->balls[i]);
    if (!ok) {
        if (!err[0]) snprintf(err, (size_t)n, "%s", contact_world_error(t->world)->text);
        destroy(t);
        return NULL;
    }
    if (!strcmp(setting, "springs")) {
        if (t->n_models != 1 || s->nb > 64 || s->b[0].parent != P_FREE) {
            snprintf(err, (size_t)n, "springs are for one floating robot");
            destroy(t);
            return NULL;
        }
        t->springs = rbd_data_create(t->models[0], NULL);
    }
    return t;
}

/* A step of the setting springs. Force on a sphere at depth d of the plane z = 0: normal max(0, k d + c d'), tangential
   -k s - c s' with the stretch s shortened so that its length stays within mu times the normal force. As k grows and the step
   shrinks this is Coulomb's law without any solver; with k = 1e6 N/m a foot sinks 7 um. */
static void step_springs(Tact *t) {
    const Scene *sc = t->scene;
    const rbd_model *m = t->models[0];
    const tact_real k = (tact_real)1e6, c = 200, mu = (tact_real)sc->mu;
    int n = (int)(sc->dt / 2e-6 + 0.5), i, j, s;
    tact_real h = (tact_real)(sc->dt / n), *q = contact_robot_q(t->world, t->robot[0]),
              *v = contact_robot_v(t->world, t->robot[0]);
    tact_real *tau = contact_robot_tau(t->world, t->robot[0]);
    tact_real *f = (tact_real *)calloc((size_t)(6 * m->n_bodies + m->nv + m->nq), sizeof *f), *a = f + 6 * m->n_bodies,
              *next = a + m->nv;
    for (s = 0; s < n; ++s) {
        memset(f, 0, (size_t)(6 * m->n_bodies) * sizeof *f);
        rbd_fk_velocity(m, t->springs, q, v);
        for (i = 0; i < sc->nb; ++i) {
            const Body *b = &sc->b[i];
            int body = i + 1; /* the bodies of a tree come in the order of the scene */
            tact_pose pose = rbd_body_pose(t->springs, body);
            const tact_real *u = t->springs->velocity[body];
            tact_vec3 world = tact_vec(0, 0, 0), at = pose.p, local, arm, speed;
            tact_real depth, normal, size;
            if (i == 0) world = vec(t->push), at = tact_pose_apply(pose, t->com[0]);
            if (b->shape == SH_SPHERE) {
                at = tact_pose_apply(pose, tact_add(t->com[i], vec(b->off)));
                at.z -= (tact_real)b->size[0];
                speed =
                    tact_add(tact_vec(u[0], u[1], u[2]), tact_cross(tact_vec(u[3], u[4], u[5]), tact_sub(at, pose.p)));
                depth = -at.z, normal = k * depth - c * speed.z;
                if (depth > 0 && normal > 0) {
                    t->slip[i][0] += h * speed.x, t->slip[i][1] += h * speed.y;
                    world = tact_vec(-k * t->slip[i][0] - c * speed.x, -k * t->slip[i][1] - c * speed.y, 0);
                    size = tact_norm(world);
                    if (size > mu * normal) {
                        world = tact_scale(mu * normal / size, world);
                        t->slip[i][0] = -(world.x + c * speed.x) / k, t->slip[i][1] = -(world.y + c * speed.y) / k;
                    }
                    world.z = normal;
                } else
                    t->slip[i][0] = t->slip[i][1] = 0;
            }
            local = tact_unrotate(pose.q, world);
            arm = tact_unrotate(pose.q, tact_cross(tact_sub(at, pose.p), world));
            f[6 * body] = local.x;
            f[6 * body + 1] = local.y;
            f[6 * body + 2] = local.z;
            f[6 * body + 3] = arm.x;
            f[6 * body + 4] = arm.y;
            f[6 * body + 5] = arm.z;
        }
        rbd_aba(m, t->springs, q, v, tau, f, a);
        for (j = 0; j < m->nv; ++j) v[j] += h * a[j];
        rbd_integrate(m, q, v, h, next);
        memcpy(q, next, (size_t)m->nq * sizeof *q);
    }
    memcpy(next, q, (size_t)m->nq * sizeof *q);
    memcpy(a, v, (size_t)m->nv * sizeof *v);
    contact_robot_set_state(t->world, t->robot[0], next, a);
    t->push[0] = t->push[1] = t->push[2] = 0;
    free(f);
}

static void step(void *p) {
    Tact *t = (Tact *)p;
    if (t->springs)
        step_springs(t);
    else
        contact_world_step(t->world, (tact_real)t->scene->dt);
}
static void get(void *p, int i, double *x, double *q, double *lin, double *ang) {
    Tact *t = (Tact *)p;
    tact_pose pose = contact_body_pose(t->world, t->body[i]);
    tact_vec3 c = contact_body_com(t->world, t->body[i]), v = contact_body_velocity(t->world, t->body[i]);
    tact_vec3 w = contact_body_angular_velocity(t->world, t->body[i]);
    x[0] = (double)c.x;
    x[1] = (double)c.y;
    x[2] = (double)c.z;
    q[0] = (double)pose.q.w;
    q[1] = (double)pose.q.x;
    q[2] = (double)pose.q.y;
    q[3] = (double)pose.q.z;
    lin[0] = (double)v.x;
    lin[1] = (double)v.y;
    lin[2] = (double)v.z;
    ang[0] = (double)w.x;
    ang[1] = (double)w.y;
    ang[2] = (double)w.z;
}
static void push(void *p, int i, const double *f) {
    Tact *t = (Tact *)p;
    if (t->springs)
        memcpy(t->push, f, sizeof t->push);
    else
        contact_body_add_force(t->world, t->body[i], vec(f));
}
static void hinge(void *p, int i, double *q, double *v) {
    Tact *t = (Tact *)p;
    if (t->robot[i].generation) {
        *q = (double)contact_robot_q(t->world, t->robot[i])[t->coordinate[i]];
        *v = (double)contact_robot_v(t->world, t->robot[i])[t->dof[i]];
    } else {
        *q = (double)contact_joint_position(t->world, t->joint[i]);
        *v = (double)contact_joint_velocity(t->world, t->joint[i]);
    }
}
static void torque(void *p, int i, double tau) {
    Tact *t = (Tact *)p;
    if (t->robot[i].generation)
        contact_robot_tau(t->world, t->robot[i])[t->dof[i]] = (tact_real)tau;
    else { /* equal and opposite about the hinge's axis */
        const Body *b = &t->scene->b[i];
        tact_vec3 axis =
            tact_rotate(contact_body_pose(t->world, t->body[i]).q, tact_unrotate(quat(b->quat), vec(b->axis)));
        contact_body_add_torque(t->world, t->body[i], tact_scale((tact_real)tau, axis));
        if (b->parent >= 0) contact_body_add_torque(t->world, t->body[b->parent], tact_scale(-(tact_real)tau, axis));
    }
}
static int contacts(void *p) { return contact_world_contact_count(((Tact *)p)->world); }

static unsigned long long hash(void *p) { return contact_world_hash(((Tact *)p)->world); }

static const char *settings[] = {"default",
                                 "faithful@top,pendulum",
                                 "maximal@quadruped,pendulum",
                                 "nbgs@-top,pendulum,bad",
                                 "pgs@-top,pendulum,bad",
                                 "admm@slide,drag,ratio,quadruped,tower",
                                 "newton@slide,drag,ratio,quadruped,tower",
                                 "sap@slide,drag,ratio,clutter",
                                 "threads2@granular1000,granular4000,terrain,ragdolls,bin,boxes,field,pyramid30",
                                 "springs@quadruped",
                                 0};
#ifdef TACT_FLOAT
#define NAME "tact-float"
#else
#define NAME "tact"
#endif
static const Peer me = {
    NAME, settings, create, step, get, push, hinge, torque, contacts, destroy, COLLIDE_VERSION_STRING, hash, 1};
const Peer *bench_peer(void) { return &me; }
