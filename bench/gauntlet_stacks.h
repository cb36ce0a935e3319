/* gauntlet_stacks.h - scenes of things on things: towers, walls, pyramids, cards, arches, dominoes, heaps, what is
   dropped, touched, pulled out or born inside each other. Statics decides what stands; what stands rests below 1 mm/s
   and sleeps within 3 s. */
#ifndef TACT_GAUNTLET_STACKS_H
#define TACT_GAUNTLET_STACKS_H
#include "gauntlet_kit.h"

static collide_shape cuboid(double x, double y, double z) {
    return collide_box((tact_real)x, (tact_real)y, (tact_real)z);
}
typedef struct stack_places { /* where things stood at the start */
    tact_vec3 at[GAUNTLET_THINGS];
} stack_places;
static stack_places *places(gauntlet *g) {
    stack_places *p = (stack_places *)calloc(1, sizeof *p);
    int k;
    gauntlet_own(g, p, free);
    for (k = 0; k < g->n_things; ++k)
        if (g->thing[k].mass > 0) p->at[k] = gauntlet_com(g, k);
    return p;
}
static void stands(gauntlet *g, const stack_places *p, double limit) { /* nothing is farther than that from its place */
    double worst = 0;
    int k;
    for (k = 0; k < g->n_things; ++k)
        if (g->thing[k].mass > 0 && !g->thing[k].removed) worst = fmax(worst, gauntlet_moved(g, k, p->at[k]));
    gauntlet_check(g, "moved", worst, limit);
}
/* Boxes one on the other, centred, of one footprint and of any mass: equilibrium with every centre inside its support.
   Boxes start in touch, so what they may move is the depth of resting contact: 1 % of the lowest box. argument: the
   most boxes; half of it the fewest */
static void scene_tower(gauntlet *g) {
    int k, n = gauntlet_integer(g, g->argument / 2, g->argument);
    double h = gauntlet_log(g, 0.05, 0.3), w = h * gauntlet_uniform(g, 0.8, 1.3), z = 0,
           mu = gauntlet_uniform(g, 0.3, 0.9), low = h, turn = gauntlet_uniform(g, 0, 3);
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    for (k = 0; k < n; ++k) {
        double own = h * gauntlet_uniform(g, 0.7, 1);
        gauntlet_add(g, cuboid(w, w, own),
                     tact_pose_make(gauntlet_vec(0, 0, z + own), gauntlet_turn(tact_vec(0, 0, 1), turn)),
                     gauntlet_stuff(gauntlet_uniform(g, 300, 900), mu, 0));
        z += 2 * own, low = fmin(low, own);
    }
    {
        stack_places *p = places(g);
        gauntlet_rests(g, 3);
        stands(g, p, 0.01 * low);
    }
}
/* Boxes with offsets: it stands exactly when the centre of mass of all above lies over every box, with a margin of 30 %
   of the half width here (argument 0), and falls when it lies 20 % beyond an edge (argument 1). */
static void scene_tower_offset(gauntlet *g) {
    int k, n = gauntlet_integer(g, 3, 8), bad = g->argument ? gauntlet_integer(g, 0, n - 2) : -1;
    double h = gauntlet_log(g, 0.05, 0.3), mu = gauntlet_uniform(g, 0.4, 0.9), x[16], mass = 0, moment = 0,
           d = gauntlet_uniform(g, 300, 3000);
    g->config.sleeping = !g->argument;
    gauntlet_floor(g, mu, 0);
    x[n - 1] = 0;
    for (k = n - 1; k > 0;
         --k) { /* from the top: place k - 1 so that the centre of what is above has an offset in its half width */
        double off = (k - 1 == bad ? 1.2 : gauntlet_uniform(g, -0.7, 0.7)) * h;
        mass += 1, moment += x[k];
        x[k - 1] = moment / mass - off;
    }
    for (k = 0; k < n; ++k)
        gauntlet_add(g, cuboid(h, h, h), gauntlet_at(x[k], 0, (2 * k + 1) * h), gauntlet_stuff(d, mu, 0));
    {
        stack_places *p = places(g);
        if (g->argument) {
            gauntlet_run(g, 3);
            if (gauntlet_moved(g, n, p->at[n]) < h) gauntlet_fail(g, "a tower beyond balance stands");
        } else {
            gauntlet_rests(g, 3);
            stands(g, p, 0.01 * h);
        }
    }
}
/* Mass ratios: each box up to 30 times heavier (argument 0) or lighter (1) than the one below. */
static void scene_tower_ratio(gauntlet *g) {
    int k, n = gauntlet_integer(g, 3, 5);
    double h = gauntlet_log(g, 0.05, 0.3), density = g->argument ? 20000 : 10, mu = gauntlet_uniform(g, 0.3, 0.9);
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    for (k = 0; k < n; ++k) {
        gauntlet_add(g, cuboid(h, h, h), gauntlet_at(0, 0, (2 * k + 1) * h), gauntlet_stuff(density, mu, 0));
        density *= pow(gauntlet_log(g, 5, 30), g->argument ? -1 : 1);
    }
    {
        stack_places *p = places(g);
        gauntlet_rests(g, 3);
        stands(g, p, 0.01 * h);
    }
}
static void
scene_wall(gauntlet *g) { /* running bond; the end of every other row has a fifth of its half length to spare */
    int k, i, n = gauntlet_integer(g, 4, 8), rows = gauntlet_integer(g, 4, 12);
    double x = gauntlet_uniform(g, 0.08, 0.2), y = 0.5 * x, z = 0.4 * x, mu = gauntlet_uniform(g, 0.4, 0.9);
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    for (k = 0; k < rows; ++k)
        for (i = 0; i < n; ++i)
            gauntlet_add(g, cuboid(x, y, z), gauntlet_at((2 * i + (k % 2 ? 0.8 : 0)) * x * 1.01, 0, (2 * k + 1) * z),
                         gauntlet_stuff(gauntlet_uniform(g, 1500, 2500), mu, 0));
    {
        stack_places *p = places(g);
        gauntlet_rests(g, 3);
        stands(g, p, 0.01 * z);
    }
}
/* A triangle of boxes with gaps; the base is drawn from the upper half of `argument`. */
static void scene_pyramid(gauntlet *g) {
    int k, i, base = gauntlet_integer(g, g->argument * 2 / 3, g->argument);
    double h = gauntlet_log(g, 0.05, 0.3), gap = gauntlet_uniform(g, 1.02, 1.3), mu = gauntlet_uniform(g, 0.4, 0.9),
           d = gauntlet_log(g, 200, 5000);
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    for (k = 0; k < base; ++k)
        for (i = 0; i < base - k; ++i)
            gauntlet_add(g, cuboid(h, h, h), gauntlet_at((2 * i + k) * h * gap, 0, (2 * k + 1) * h),
                         gauntlet_stuff(d, mu, 0));
    {
        stack_places *p = places(g);
        gauntlet_rests(g, 3);
        stands(g, p, 0.02 * h);
    }
}
/* Pairs of cards lean on each other at an angle a, a board lies on the pairs of a level. A leg that carries N needs the
   friction N tan(a) (half of it for its own weight), so mu > tan(20 deg) = 0.36 stands; mu is 0.6 and more. argument:
   levels */
static void scene_cards(gauntlet *g) {
    int k, i, s, levels = g->argument;
    double l = gauntlet_uniform(g, 0.08, 0.2), t = l * gauntlet_uniform(g, 0.03, 0.06),
           a = gauntlet_uniform(g, 0.2, 0.34), mu = gauntlet_uniform(g, 0.6, 1), d = gauntlet_uniform(g, 400, 1200);
    double foot = l * sin(a), high = l * cos(a) + t * sin(a), pitch = 2 * foot + 2 * t * cos(a) + 0.1 * l, z = 0;
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    for (k = 0; k < levels; ++k) {
        int n = levels - k;
        double left = -0.5 * pitch * (n - 1);
        for (i = 0; i < n; ++i)
            for (s = -1; s <= 1; s += 2) { /* half sizes t/2, w, l/2; its upper inner edge at the middle, its lower
                                              outer edge on the ground */
                double mid_x = s * (0.5 * l * sin(a) + 0.5 * t * cos(a)), mid_z = 0.5 * l * cos(a) + 0.5 * t * sin(a);
                gauntlet_add(g, cuboid(t / 2, 0.35 * l, l / 2),
                             tact_pose_make(gauntlet_vec(left + i * pitch + mid_x, 0, z + mid_z),
                                            gauntlet_turn(tact_vec(0, 1, 0), -s * a)),
                             gauntlet_stuff(d, mu, 0));
            }
        gauntlet_add(g, cuboid(0.5 * pitch * n, 0.35 * l, t / 2), gauntlet_at(0, 0, z + high + t / 2),
                     gauntlet_stuff(d, mu, 0));
        z += high + t;
    }
    {
        stack_places *p = places(g);
        gauntlet_rests(g, 5);
        stands(g, p, 0.02 * l);
    }
}
/* Half a ring of wedges. It stands from a thickness of 0.107 of the radius on (Heyman) and mu of 0.4; drawn: 0.2 to
 * 0.35, 0.8 to 1. */
static void scene_arch(gauntlet *g) {
    int k, c, n = 2 * gauntlet_integer(g, 2, 7) + 1;
    double r = gauntlet_uniform(g, 0.5, 2), t = r * gauntlet_uniform(g, 0.2, 0.35), w = 0.3 * r,
           mu = gauntlet_uniform(g, 0.8, 1), d = gauntlet_uniform(g, 1500, 2500);
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    for (k = 0; k < n; ++k) { /* its frame at the middle of the wedge */
        double a0 = GAUNTLET_PI * k / n, a1 = GAUNTLET_PI * (k + 1) / n, am = 0.5 * (a0 + a1);
        tact_vec3 p[8], centre = gauntlet_vec(r * cos(am), 0, r * sin(am));
        for (c = 0; c < 8; ++c) {
            double a = c & 1 ? a1 : a0, q = r + (c & 2 ? 0.5 : -0.5) * t;
            p[c] = tact_sub(gauntlet_vec(q * cos(a), c & 4 ? w : -w, q * sin(a)), centre);
        }
        gauntlet_add(g, gauntlet_hull(g, p, 8), tact_pose_make(centre, tact_quat_identity()), gauntlet_stuff(d, mu, 0));
    }
    {
        stack_places *p = places(g);
        gauntlet_rests(g, 3);
        stands(g, p, 0.02 * t);
    }
}
/* Dominoes on a spiral, the first one thrown over: every one falls (a gap of a third of the height and a curve of a
   twelfth of a radian each) and all lie still in the end. The wave runs at more than 0.5 sqrt(g h). */
static void scene_dominoes(gauntlet *g) {
    int k, n = gauntlet_integer(g, 20, 60), standing = 0;
    double h = gauntlet_uniform(g, 0.05, 0.15), t = 0.2 * h, w = 0.5 * h, pitch = t + h * gauntlet_uniform(g, 0.5, 0.9),
           heading = 0, x = 0, y = 0, mu = gauntlet_uniform(g, 0.3, 0.6);
    double turn = gauntlet_uniform(g, 0, pitch / (1.2 * h) * 0.08);
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    for (k = 0; k < n; ++k) { /* half sizes t/2, w, h */
        gauntlet_add(g, cuboid(t / 2, w, h),
                     tact_pose_make(gauntlet_vec(x, y, h), gauntlet_turn(tact_vec(0, 0, 1), heading)),
                     gauntlet_stuff(gauntlet_uniform(g, 600, 1500), mu, 0));
        x += pitch * cos(heading), y += pitch * sin(heading), heading += turn * (1 - 0.5 * k / n);
    }
    gauntlet_throw(g, 1, gauntlet_vec(3 * h, 0, 0),
                   gauntlet_vec(0, 3, 0)); /* about its lower edge: v = w h; sqrt(2 g (diagonal - h)/..) is less */
    gauntlet_rests(g, n * pitch / (0.5 * sqrt(GAUNTLET_G * 2 * h)) + 3);
    for (k = 1; k <= n; ++k) standing += (double)tact_rotate(gauntlet_pose(g, k).q, tact_vec(0, 0, 1)).z > 0.95;
    if (standing) gauntlet_fail(g, "%d of %d dominoes stand", standing, n);
}
/* Layers of three blocks, crosswise; the middle block of a layer is taken away (argument 0) or, being thinner by 1 mm
   and so carrying nothing, pulled out by 0.7 of its half length at 0.15 m/s (argument 1), where it does not tip yet.
   Its friction is at most 0.6 of its weight, that of the layer below, which carries six blocks and more, at least 1.8.
   The rest stands. */
typedef struct jenga_state {
    int block;
    double far, friction;
    tact_vec3 start, direction;
} jenga_state;
static void jenga_pull(gauntlet *g, double time) { /* a time constant of 50 ms, and its friction */
    const jenga_state *s = (const jenga_state *)g->each_data;
    const gauntlet_thing *t = &g->thing[s->block];
    double v = (double)tact_dot(gauntlet_velocity(g, s->block), s->direction);
    if (time > 0.3 && time < 2 && gauntlet_moved(g, s->block, s->start) < s->far)
        contact_body_add_force(
            g->world, t->body,
            tact_scale((tact_real)(t->mass * ((0.15 - v) / 0.05 + s->friction * GAUNTLET_G)), s->direction));
}
static void scene_jenga(gauntlet *g) {
    int k, i, layers = gauntlet_integer(g, 5, 12), from = gauntlet_integer(g, 1, layers - 3), taken = -1;
    double w = gauntlet_uniform(g, 0.02, 0.05), l = 3.02 * w, h = 0.6 * w, mu = gauntlet_uniform(g, 0.3, 0.6);
    stack_places *p;
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    for (k = 0; k < layers; ++k)
        for (i = -1; i <= 1; ++i) {
            int thin = g->argument && k == from && i == 0, body;
            double off = 2.02 * w * i, high = h - (thin ? 0.0005 : 0);
            collide_shape block = k % 2 ? cuboid(w, l, high) : cuboid(l, w, high);
            tact_pose at = gauntlet_at(k % 2 ? off : 0, k % 2 ? 0 : off, 2 * k * h + high);
            body = gauntlet_add(g, block, at, gauntlet_stuff(600, mu, 0));
            if (k == from && i == 0) taken = body;
        }
    p = places(g);
    if (g->argument) {
        jenga_state *s = (jenga_state *)calloc(1, sizeof *s);
        gauntlet_own(g, s, free);
        s->block = taken, s->far = 0.7 * l, s->friction = mu, s->start = p->at[taken];
        s->direction = from % 2 ? tact_vec(0, 1, 0) : tact_vec(1, 0, 0);
        g->each = jenga_pull, g->each_data = s, g->forced = 1, g->speed_limit = 1;
        gauntlet_run(g, 2);
        gauntlet_rests(g, 3);
        /* slides on by v^2/(2 mu g) <= 4 mm of at least 60, and a step of 2.5 mm */
        gauntlet_check(g, "pulled_off", gauntlet_moved(g, taken, s->start) / l - 0.76, 0.08);
        g->thing[taken].removed = 1;
        stands(g, p, 0.05 * w);
    } else {
        gauntlet_run(g, 0.5);
        gauntlet_remove(g, taken);
        gauntlet_rests(g, 3);
        stands(g, p, 0.02 * h);
    }
}
/* Cubes one on the other, touched by a ball that is taken away later. */
static void scene_touched(gauntlet *g) {
    int k, n = gauntlet_integer(g, 3, 8), ball;
    double h = gauntlet_uniform(g, 0.06, 0.15), mu = gauntlet_uniform(g, 0.3, 0.8), d = gauntlet_log(g, 300, 3000);
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    for (k = 0; k < n; ++k)
        gauntlet_add(g, cuboid(h, h, h), gauntlet_at(0, 0, (2 * k + 1) * h), gauntlet_stuff(d, mu, 0));
    ball = gauntlet_add(g, collide_sphere((tact_real)(0.5 * h)),
                        gauntlet_at(-1, gauntlet_uniform(g, -0.3, 0.3) * h, (2 * n - 1) * h),
                        gauntlet_stuff(gauntlet_log(g, 50, 500), mu, 0));
    gauntlet_throw(g, ball, gauntlet_vec(gauntlet_uniform(g, 1.5, 4), 0, gauntlet_uniform(g, 1, 2.5)),
                   tact_vec(0, 0, 0));
    gauntlet_run(g, 3);
    if (!g->over) gauntlet_remove(g, ball);
    gauntlet_rests(g, 3);
}
/* Cubes dropped from gaps, straight: by symmetry nothing pushes them aside, and they end as a tower. */
static void scene_gaps(gauntlet *g) {
    int k, n = gauntlet_integer(g, 3, 12);
    double h = gauntlet_uniform(g, 0.06, 0.15), gap = gauntlet_log(g, 0.01, 0.1), mu = gauntlet_uniform(g, 0.3, 0.8),
           worst = 0, fall = sqrt(2 * n * gap / GAUNTLET_G);
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    for (k = 0; k < n; ++k)
        gauntlet_add(g, cuboid(h, h, h), gauntlet_at(0, 0, (2 * k + 1) * h + (k + 1) * gap),
                     gauntlet_stuff(600, mu, 0));
    gauntlet_rests(g, 3 + fall);
    for (k = 1; k <= n; ++k) {
        tact_vec3 p = gauntlet_com(g, k);
        worst = fmax(worst, fmax(hypot((double)p.x, (double)p.y), fabs((double)p.z - (2 * k - 1) * h)));
    }
    gauntlet_check(g, "moved", worst, 0.02 * h);
}
/* A heap of solids of all kinds between four walls. 6 s of which the last fall takes one. Round solids would roll for
   ever without the resistance that Coulomb's law has none of: spins and speeds are damped by 1/s. */
static collide_shape any_shape(gauntlet *g, int kind, double s); /* gauntlet_shapes.h */
static void scene_heap(gauntlet *g) {                            /* argument 0 boxes, 1 everything */
    int k, n = gauntlet_integer(g, 20, 60), side;
    double s = gauntlet_uniform(g, 0.05, 0.15), wide = 3.5 * s, mu = gauntlet_uniform(g, 0.3, 0.8);
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    for (side = 0; side < 4; ++side) {
        double c = side % 2 ? 0 : (side ? -1 : 1), e = side % 2 ? (side > 1 ? -1 : 1) : 0;
        gauntlet_static(g, cuboid(c != 0 ? 0.5 * s : 2 * wide, e != 0 ? 0.5 * s : 2 * wide, 20 * s),
                        gauntlet_at(c * (wide + 0.5 * s), e * (wide + 0.5 * s), 20 * s), mu, 0);
    }
    for (k = 0; k < n; ++k) {
        double own = s * gauntlet_uniform(g, 0.6, 1);
        collide_shape shape = g->argument
                                  ? any_shape(g, gauntlet_integer(g, 0, 6), own)
                                  : cuboid(own, own * gauntlet_uniform(g, 0.5, 1), own * gauntlet_uniform(g, 0.4, 1));
        contact_world *w = gauntlet_world(g);
        contact_body_def d = contact_default_body_def();
        contact_geom_def e = contact_default_geom_def();
        contact_body body;
        d.pose = tact_pose_make(
            gauntlet_vec((k % 2 ? 1.6 : -1.6) * s, (k / 2 % 2 ? 1.6 : -1.6) * s, (2 + 3.6 * (k / 4)) * s),
            gauntlet_orientation(g));
        if (g->argument) d.linear_damping = 1, d.angular_damping = 1;
        e.shape = &shape, e.density = (tact_real)gauntlet_log(g, 300, 3000), e.material.friction = (tact_real)mu;
        body = contact_world_add_body(w, &d);
        contact_world_add_geom(w, body, &e);
        gauntlet_remember(g, body, &shape, tact_pose_identity(), (double)e.density);
    }
    gauntlet_rests(g, g->argument ? 9 : 6);
}
/* Dice of 1 cm on a cube of 1 m, a millionth of its mass: equilibrium from the start. */
static void scene_dice(gauntlet *g) {
    int k, n = gauntlet_integer(g, 3, 15);
    double big = gauntlet_uniform(g, 0.3, 0.6), mu = gauntlet_uniform(g, 0.3, 0.8);
    stack_places *p;
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    gauntlet_add(g, cuboid(big, big, big), gauntlet_at(0, 0, big), gauntlet_stuff(gauntlet_log(g, 500, 5000), mu, 0));
    for (k = 0; k < n; ++k) {
        double h = gauntlet_log(g, 0.003, 0.01);
        gauntlet_add(g, cuboid(h, h, h),
                     tact_pose_make(gauntlet_vec((k % 4 - 1.5) * 0.1, (k / 4 - 1.5) * 0.1, 2 * big + h),
                                    gauntlet_turn(tact_vec(0, 0, 1), gauntlet_uniform(g, 0, 3))),
                     gauntlet_stuff(gauntlet_log(g, 500, 5000), mu, 0));
    }
    p = places(g);
    gauntlet_rests(g, 3);
    stands(g, p, 1e-3);
}
/* From 1 mm and 1 mg to 100 m and 1e6 kg in one world, each on the floor by itself, dropped from a hundredth of its
   size. What rests is 1 mm/s; the largest falls for half a second. */
static void scene_scales(gauntlet *g) {
    int k, n = gauntlet_integer(g, 8, 14);
    double x = 0, mu = gauntlet_uniform(g, 0.3, 0.8);
    g->config.sleeping = 1;
    gauntlet_floor(g, mu, 0);
    for (k = 0; k < n; ++k) {
        double s = 0.5e-3 * pow(1e5, (k + gauntlet_uniform(g, 0, 1)) / n), low = fmax(0.1, 1e-6 / (s * s * s * 4)),
               high = fmin(20000, 1e6 / (s * s * s * 4));
        double density = low < high ? gauntlet_log(g, low, high) : high, y = s * gauntlet_uniform(g, 0.5, 1),
               z = s * gauntlet_uniform(g, 0.5, 1);
        x += 1.5 * s;
        if (k % 3 == 2)
            gauntlet_add(g, collide_cylinder((tact_real)s, (tact_real)z), gauntlet_at(x, 0, 1.01 * z),
                         gauntlet_stuff(density, mu, 0));
        else
            gauntlet_add(g, cuboid(s, y, z), gauntlet_at(x, 0, 1.01 * z), gauntlet_stuff(density, mu, 0));
        x += 1.5 * s;
    }
    gauntlet_rests(g, 3.5);
}
/* Solids born inside each other: they part without haste (the world promises 1 m/s; a fall of their height may follow)
 * and rest. */
static void scene_overlaps(gauntlet *g) {
    int k, n = gauntlet_integer(g, 8, 40);
    double s = gauntlet_uniform(g, 0.05, 0.15), pitch = s * gauntlet_uniform(g, 1.1, 1.6),
           mu = gauntlet_uniform(g, 0.3, 0.8), height = 2 * pitch * ((n + 3) / 4);
    g->config.sleeping = 1, g->overlaps = 1, g->forced = 1;
    gauntlet_floor(g, mu, 0);
    for (k = 0; k < n; ++k)
        gauntlet_add(g, cuboid(s, s, s),
                     gauntlet_at(pitch * (k % 2) + gauntlet_uniform(g, -0.1, 0.1) * s,
                                 pitch * (k / 2 % 2) + gauntlet_uniform(g, -0.1, 0.1) * s, s + pitch * (k / 4)),
                     gauntlet_stuff(gauntlet_log(g, 300, 3000), mu, 0));
    g->speed_limit = 2 + sqrt(2 * GAUNTLET_G * 2 * height);
    gauntlet_guard(g, tact_vec(0, 0, 1), 0);
    gauntlet_rests(g, 7);
    g->overlaps = 0, g->deepest = 0;
    if (!g->over) gauntlet_watch_passes(g); /* apart in the end */
}
#endif
