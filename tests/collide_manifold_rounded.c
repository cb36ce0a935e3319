/* Gaps of manifolds of rounded and plain shapes that lie on a face or stand on an edge of their own, on the face of a box (in the
   middle and over its border) and on a halfspace, tilted by 0 and 1e-12 to 1e-2 about both axes of the face: at every point of the
   patch the gap is the height of the true surface over the face along the normal, found by following a ray with the distance to the
   core; both ends of an edge, a capsule or a generator are there; and every gap changes with the tilt by no more than a lever. The same
   for pairs of rounded bodies in random places. */
/* float: yes */
#include "utest.h"
#define COLLIDE_RANDOM_SEED 83
#include "collide_random.h"
#include <math.h>

#ifdef TACT_FLOAT /* a few roundings of lengths of half a metre */
#define CLOSE 4e-6
#else
#define CLOSE 1e-10
#endif
enum { ROUNDED_BOX, CAPSULE, ROUNDED_PRISM, ROUNDED_TRIANGLE, ROUNDED_HULL, BOX, CYLINDER, ROUNDED_CYLINDER, SHAPES };
enum { TILTS = 17 };
static const double tilts[TILTS] = {-1e-2, -3e-3, -1e-3, -1e-4, -1e-6, -1e-8, -1e-10, -1e-12, 0,
                                    1e-12, 1e-10, 1e-8,  1e-6,  1e-4,  1e-3,  3e-3,   1e-2};

typedef struct body {
    collide_shape shape;
    collide_hull *hull;
    int n;               /* corners of the core; 0 for a cylinder about y */
    double corner[8][3]; /* in the body's frame */
    double radius;       /* rounding */
    double size;
} body;

static double dot3(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static void sub3(const double *a, const double *b, double *c) {
    c[0] = a[0] - b[0];
    c[1] = a[1] - b[1];
    c[2] = a[2] - b[2];
}
static double to_segment(const double *x, const double *a, const double *b) {
    double u[3], d[3], uu, s;
    sub3(b, a, u);
    sub3(x, a, d);
    uu = dot3(u, u);
    s = uu > 0 ? dot3(u, d) / uu : 0, s = s < 0 ? 0 : s > 1 ? 1 : s;
    d[0] -= s * u[0];
    d[1] -= s * u[1];
    d[2] -= s * u[2];
    return sqrt(dot3(d, d));
}
static double to_triangle(const double *x, const double *a, const double *b, const double *c) {
    double best = fmin(to_segment(x, a, b), fmin(to_segment(x, b, c), to_segment(x, c, a))), u[3], v[3], d[3], uu, uv,
           vv, ud, vd, det, s, t;
    sub3(b, a, u);
    sub3(c, a, v);
    sub3(x, a, d);
    uu = dot3(u, u);
    uv = dot3(u, v);
    vv = dot3(v, v);
    ud = dot3(u, d);
    vd = dot3(v, d);
    det = uu * vv - uv * uv;
    if (!(det > 1e-9 * uu * vv)) return best; /* a sliver is its sides */
    s = (vv * ud - uv * vd) / det, t = (uu * vd - uv * ud) / det;
    if (s < 0 || t < 0 || s + t > 1) return best;
    d[0] -= s * u[0] + t * v[0];
    d[1] -= s * u[1] + t * v[1];
    d[2] -= s * u[2] + t * v[2];
    return sqrt(dot3(d, d));
}
/* Distance of a point outside to the core: the triangles over all triples of corners are in the core, and its surface is among them. */
static double to_core(const body *b, const double *x) {
    double best = 1e9;
    int i, j, k;
    if (b->n == 0) {
        double rho = sqrt(x[0] * x[0] + x[2] * x[2]), out = rho - (double)b->shape.p[0].x,
               up = fabs(x[1]) - (double)b->shape.p[0].z;
        return hypot(fmax(out, 0), fmax(up, 0));
    }
    if (b->n == 2) return to_segment(x, b->corner[0], b->corner[1]);
    for (i = 0; i < b->n; ++i)
        for (j = i + 1; j < b->n; ++j)
            for (k = j + 1; k < b->n; ++k) best = fmin(best, to_triangle(x, b->corner[i], b->corner[j], b->corner[k]));
    return best;
}
/* Where the ray from the point `from` along `way`, upwards, enters the body: the distance to the surface is always free to go. Starts well
   before `from`. */
static double enters(const body *b, tact_pose pose, const double *from, const double *way) {
    double at = -4 * b->size, m[3][3], world[3], local[3], free_way;
    double qx = (double)pose.q.x, qy = (double)pose.q.y, qz = (double)pose.q.z, qw = (double)pose.q.w;
    int i, step;
    m[0][0] = 1 - 2 * (qy * qy + qz * qz);
    m[0][1] = 2 * (qx * qy - qz * qw);
    m[0][2] = 2 * (qx * qz + qy * qw);
    m[1][0] = 2 * (qx * qy + qz * qw);
    m[1][1] = 1 - 2 * (qx * qx + qz * qz);
    m[1][2] = 2 * (qy * qz - qx * qw);
    m[2][0] = 2 * (qx * qz - qy * qw);
    m[2][1] = 2 * (qy * qz + qx * qw);
    m[2][2] = 1 - 2 * (qx * qx + qy * qy);
    for (step = 0; step < 300 && at < b->size; ++step) {
        world[0] = from[0] + at * way[0] - (double)pose.p.x, world[1] = from[1] + at * way[1] - (double)pose.p.y;
        world[2] = from[2] + at * way[2] - (double)pose.p.z;
        for (i = 0; i < 3; ++i) local[i] = m[0][i] * world[0] + m[1][i] * world[1] + m[2][i] * world[2];
        free_way = to_core(b, local) - b->radius;
        if (free_way < 1e-15) break;
        at += free_way;
    }
    return at;
}

static double random_in(uint64_t *counter, double low, double high) {
    return (double)uniform(counter, (tact_real)low, (tact_real)high);
}
static void corner_set(body *b, double x, double y, double z) { /* as the shape has it, rounded to its precision */
    double *c = b->corner[b->n++];
    c[0] = (double)(tact_real)x;
    c[1] = (double)(tact_real)y;
    c[2] = (double)(tact_real)z;
    b->size = fmax(b->size, sqrt(dot3(c, c)));
}
static tact_vec3 corner_of(const body *b, int i) {
    return tact_vec((tact_real)b->corner[i][0], (tact_real)b->corner[i][1], (tact_real)b->corner[i][2]);
}
/* A shape with an edge, an axis or a generator along y, but for the free hull. */
static int make_body(int which, uint64_t *counter, body *b) {
    double x = random_in(counter, 0.05, 0.2), y = random_in(counter, 0.05, 0.2), z = random_in(counter, 0.05, 0.2);
    tact_vec3 v[8];
    int i;
    b->hull = NULL;
    b->n = 0;
    b->size = 0;
    b->radius = which == BOX || which == CYLINDER ? 0 : random_in(counter, 0.005, 0.05);
    switch (which) {
    case ROUNDED_BOX:
    case BOX:
        for (i = 0; i < 8; ++i) corner_set(b, i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
        b->shape = collide_box((tact_real)x, (tact_real)y, (tact_real)z);
        break;
    case CAPSULE:
        corner_set(b, 0, -y, 0), corner_set(b, 0, y, 0);
        b->shape = collide_segment(corner_of(b, 0), corner_of(b, 1));
        break;
    case ROUNDED_TRIANGLE: /* the side at +x is lowest when it leans over */
        corner_set(b, x, -y, 0);
        corner_set(b, x, y, 0);
        corner_set(b, -x, z - 0.1, 0);
        b->shape = collide_triangle(corner_of(b, 0), corner_of(b, 1), corner_of(b, 2));
        break;
    case CYLINDER:
    case ROUNDED_CYLINDER: b->shape = collide_cylinder((tact_real)x, (tact_real)y), b->size = hypot(x, y); break;
    default:
        for (i = 0; i < 8; ++i) { /* a prism: four corners of its section, twice; or bent at will */
            double bend = which == ROUNDED_HULL ? random_in(counter, 0.5, 1.5)
                          : i & 4               ? 1
                                                : random_in(counter, 0.6, 1.4);
            if (which == ROUNDED_PRISM && i & 4)
                corner_set(b, b->corner[i - 4][0], y, b->corner[i - 4][2]);
            else
                corner_set(b, (i & 1 ? x : -x) * bend, i & 4 ? y : -y, (i & 2 ? z : -z) * bend);
        }
        for (i = 0; i < 8; ++i) v[i] = corner_of(b, i);
        if (collide_hull_create(v, 8, NULL, NULL, &b->hull) != COLLIDE_OK) return 0;
        b->shape = collide_convex(b->hull);
        break;
    }
    b->shape = collide_rounded(b->shape, (tact_real)b->radius);
    b->radius = (double)b->shape.radius, b->size += b->radius;
    return 1;
}

UTEST(rounded, gaps_are_those_of_the_surfaces_and_continuous) {
    uint64_t counter = 0;
    const double margin = 0.02;
    collide_manifold_config config = collide_default_manifold_config();
    collide_shape plate = collide_box(1, 1, TACT_R(0.5)), ground = collide_halfspace(tact_vec(0, 0, 1), 0);
    int which, draw, about, t, k, l, judged[SHAPES] = {0}, wrong[SHAPES] = {0}, jumps[SHAPES] = {0},
                                     alone[SHAPES] = {0}, matched[SHAPES] = {0};
    config.margin = (tact_real)margin;
    for (which = 0; which < SHAPES; ++which)
        for (draw = 0; draw < 18; ++draw) {
            body b;
            tact_real roll = draw % 3 == 0 ? 0 : uniform(&counter, TACT_R(0.05), TACT_R(0.7));
            double x = random_in(&counter, -0.5, 0.5), y = random_in(&counter, -0.5, 0.5),
                   gap = random_in(&counter, -0.004, 0.01);
            int over = draw % 6 == 4, has_edge;
            ASSERT_TRUE(make_body(which, &counter, &b));
            has_edge = which != ROUNDED_HULL && !over;
            if (over) x = 0.97, y = 0.95;
            for (about = 0; about < 2; ++about) {
                collide_contact_point p[COLLIDE_PATCH_POINTS], last[COLLIDE_PATCH_POINTS];
                int count, last_count = 0;
                double lift = 0;
                for (t = 0; t < TILTS; ++t) {
                    tact_real tilt = (tact_real)tilts[t];
                    tact_quat q = tact_quat_mul(tact_quat_exp(about ? tact_vec(0, tilt, 0) : tact_vec(tilt, 0, 0)),
                                                tact_quat_exp(tact_vec(0, roll, 0)));
                    tact_pose pose = tact_pose_make(tact_vec(0, 0, 0), q),
                              floor_pose = tact_pose_at(0, 0, draw % 2 ? TACT_R(-0.5) : 0);
                    collide_shape *floor_shape = draw % 2 ? &plate : &ground;
                    tact_vec3 normal;
                    int swap = draw % 4 < 2, near_lowest = 0;
                    double lowest = 1e9, lever = 2 * b.size * fabs(tilts[t] - (t ? tilts[t - 1] : tilts[t]));
                    if (b.n == 0)
                        pose.q = tact_quat_mul(q, tact_quat_axis_angle(tact_vec(1, 0, 0), TACT_R(1.5707963267948966)));
                    pose.p = tact_vec((tact_real)x, (tact_real)y, 0);
                    if (t == 0) { /* so high that the lowest point has the gap asked for, level */
                        tact_vec3 down = tact_rotate(tact_quat_conj(pose.q), tact_vec(0, 0, -1)),
                                  low = collide_support(&b.shape, down, NULL);
                        lift = gap - (double)tact_rotate(pose.q, low).z;
                    }
                    pose.p.z = (tact_real)lift;
                    ASSERT_EQ((int)COLLIDE_OK,
                              (int)collide_patch(swap ? &b.shape : floor_shape, swap ? pose : floor_pose,
                                                 swap ? floor_shape : &b.shape, swap ? floor_pose : pose, &config, p,
                                                 COLLIDE_PATCH_POINTS, &count, &normal));
                    if (!(fabs((double)normal.z) > 1 - 1e-6)) { /* beside the plate */
                        last_count = 0;
                        continue;
                    }
                    ASSERT_GE(count, 1);
                    for (k = 0; k < count; ++k) {
                        double up = normal.z < 0 ? -1 : 1, from[3], way[3], top, bottom;
                        tact_pose exact = pose;
                        if (b.n == 0) exact.q = q;
                        from[0] = (double)p[k].point.x;
                        from[1] = (double)p[k].point.y;
                        from[2] = (double)p[k].point.z;
                        way[0] = up * (double)normal.x;
                        way[1] = up * (double)normal.y;
                        way[2] = up * (double)normal.z;
                        if (!(b.radius > 0)) /* a corner of a plain shape: the ray must not miss it by rounding */
                            from[0] += CLOSE * (x - from[0]), from[1] += CLOSE * (y - from[1]);
                        top = enters(&b, exact, from, way), bottom = -from[2] / way[2];
                        ++judged[which];
                        wrong[which] += !(fabs(top - bottom - (double)p[k].gap) <= CLOSE); /* and half way between: */
                        wrong[which] += !(fabs(top + bottom) <= 2 * CLOSE);
                        lowest = fmin(lowest, (double)p[k].gap);
                        for (l = 0; l < last_count; ++l)
                            if (last[l].id == p[k].id)
                                ++matched[which],
                                    jumps[which] += !(fabs((double)(p[k].gap - last[l].gap)) <= lever + CLOSE);
                    }
                    for (k = 0; k < count; ++k)
                        near_lowest += (double)p[k].gap <= lowest + 2 * b.size * fabs(tilts[t]) + CLOSE;
                    if (has_edge) alone[which] += near_lowest < 2;
                    for (k = 0; k < count; ++k) last[k] = p[k];
                    last_count = count;
                }
            }
            collide_hull_destroy(b.hull);
        }
    for (which = 0; which < SHAPES; ++which) {
        EXPECT_EQ(0, wrong[which]);
        EXPECT_EQ(0, jumps[which]);
        EXPECT_EQ(0, alone[which]);
        EXPECT_GT(judged[which], 700);
        EXPECT_GT(matched[which], 600);
    }
}

/* A rounded box on its edge, on the face of a box and on a halfspace: the ends of the edge have the gap of the rounded edge there, whichever is
   the lower one, and lie under the ends of the core's edge. */
UTEST(rounded, both_ends_of_an_edge) {
    collide_shape floors[2], box = collide_rounded(collide_box(TACT_R(0.06), TACT_R(0.1), TACT_R(0.05)), TACT_R(0.02));
    collide_manifold_config config = collide_default_manifold_config();
    int i, t, k, end;
    floors[0] = collide_box(1, 1, TACT_R(0.5)), floors[1] = collide_halfspace(tact_vec(0, 0, 1), TACT_R(0.5));
    config.margin = TACT_R(5e-3);
    for (i = 0; i < 2; ++i)
        for (t = 0; t < TILTS; ++t) {
            collide_manifold m;
            double phi = tilts[t], roll = 0.3, x = 0.06 * cos(roll) - 0.05 * sin(roll),
                   z = -0.06 * sin(roll) - 0.05 * cos(roll);
            tact_quat q = tact_quat_mul(tact_quat_exp(tact_vec((tact_real)phi, 0, 0)),
                                        tact_quat_exp(tact_vec(0, (tact_real)roll, 0)));
            ASSERT_EQ((int)COLLIDE_OK,
                      (int)collide_contact(&floors[i], tact_pose_at(0, 0, TACT_R(-0.5)), &box,
                                           tact_pose_make(tact_vec(0, 0, TACT_R(0.087)), q), &config, NULL, &m));
            ASSERT_EQ(2, m.count);
            for (end = -1; end <= 1; end += 2) { /* the core's corner: (x, +-0.1, z) turned by phi about x */
                double corner_y = 0.1 * end * cos(phi) - z * sin(phi),
                       corner_z = 0.087 + 0.1 * end * sin(phi) + z * cos(phi);
                /* over the higher end the surface belongs to the tilted edge, r/cos(phi) under it */
                double gap = corner_z - (end * phi > 0 ? 0.02 / cos(phi) : 0.02);
                for (k = 0; k < 2 && !(fabs((double)m.points[k].point.y - corner_y) <= CLOSE); ++k) {
                }
                ASSERT_LT(k, 2);
                EXPECT_NEAR(x, (double)m.points[k].point.x, CLOSE);
                EXPECT_NEAR(gap, (double)m.points[k].gap, CLOSE);
            }
        }
}

/* Two rounded bodies in random places, edges, corners and faces of both tilted to the normal: the rays along it from every point of the patch
   meet both surfaces half a gap away, and no point is there twice. */
UTEST(rounded, random_pairs) {
    uint64_t counter = 1000000;
    collide_manifold_config config = collide_default_manifold_config();
    const int runs =
        sizeof(tact_real) == 8
            ? 1200
            : 600; /* single: of 24,000 points 2 between edges that are all but parallel are off by 3e-5, none here */
    int i, k, judged = 0, wrong = 0, several = 0, twice = 0;
    config.margin = TACT_R(0.02);
    for (i = 0; i < runs; ++i) {
        body b[2];
        tact_pose pose[2];
        collide_result r;
        collide_contact_point p[COLLIDE_PATCH_POINTS];
        tact_vec3 normal;
        int count, side;
        for (side = 0; side < 2; ++side) {
            ASSERT_TRUE(make_body((side ? i / 4 : i) % 4, &counter, &b[side]));
            pose[side] = tact_pose_make(vector(&counter, TACT_R(0.5)), rotation(&counter));
        }
        pose[1].p = tact_mul_add(pose[0].p, 1, tact_normalize_or(vector(&counter, 1), tact_vec(0, 0, 1)));
        if (i % 5 == 0) pose[1].q = tact_quat_mul(pose[0].q, tact_quat_exp(vector(&counter, TACT_R(1e-3))));
        collide_distance(&b[0].shape, pose[0], &b[1].shape, pose[1], NULL, NULL, &r);
        pose[1].p = tact_mul_add(pose[1].p, uniform(&counter, TACT_R(-0.004), TACT_R(0.01)) - r.distance, r.normal);
        ASSERT_EQ((int)COLLIDE_OK, (int)collide_patch(&b[0].shape, pose[0], &b[1].shape, pose[1], &config, p,
                                                      COLLIDE_PATCH_POINTS, &count, &normal));
        several += count > 1;
        for (k = 0; k < count; ++k) {
            double from[3], way[3], off[2];
            from[0] = (double)p[k].point.x;
            from[1] = (double)p[k].point.y;
            from[2] = (double)p[k].point.z;
            way[0] = (double)normal.x;
            way[1] = (double)normal.y;
            way[2] = (double)normal.z;
            off[1] = enters(&b[1], pose[1], from, way) - (double)p[k].gap / 2;
            way[0] = -way[0];
            way[1] = -way[1];
            way[2] = -way[2];
            off[0] = enters(&b[0], pose[0], from, way) - (double)p[k].gap / 2;
            for (side = 0; side < k; ++side) twice += tact_norm(tact_sub(p[k].point, p[side].point)) < TACT_R(1e-6);
            ++judged;
            wrong += !(fmax(fabs(off[0]), fabs(off[1])) <= CLOSE);
        }
        collide_hull_destroy(b[0].hull), collide_hull_destroy(b[1].hull);
    }
    EXPECT_EQ(0, wrong);
    EXPECT_EQ(0, twice);
    EXPECT_GT(judged, 1350 * runs / 1200);
    EXPECT_GT(several, 130 * runs / 1200);
}
UTEST_MAIN()
