/* gradient.c - which relative pose makes two bodies touch at two given points? Gauss-Newton on the derivatives of the witness points.

   cc -O2 -I. examples/gradient.c -lm -o gradient && ./gradient       (draws gradient.svg, in build/ if there is one) */
#include <stdio.h>
#define COLLIDE_IMPLEMENTATION
#include "collide.h"

static collide_hull *rough_ellipsoid(double x, double y, double z, uint64_t seed) { /* 24 vertices: rough on purpose */
    tact_vec3 points[24];
    collide_hull *hull = NULL;
    for (uint64_t i = 0; i < 24; ++i) {
        tact_vec3 u = tact_vec(tact_random_normal(seed, 3 * i), tact_random_normal(seed, 3 * i + 1),
                               tact_random_normal(seed, 3 * i + 2));
        u = tact_scale(1 / tact_norm(u), u);
        points[i] = tact_vec(x * u.x, y * u.y, z * u.z);
    }
    return collide_hull_create(points, 24, NULL, NULL, &hull) < 0 ? NULL : hull;
}

/* A stays at the origin. Residual: both witness points minus their targets, each in its body's frame, and their separation.
   Returns half its square; the Jacobian by the tangent of B's pose when j is not NULL. */
static double residual(const collide_shape *a, const collide_shape *b, tact_pose pose, tact_vec3 goal_a,
                       tact_vec3 goal_b, double r[9], double (*j)[6]) {
    collide_result q;
    collide_gradient g;
    collide_distance_gradient(a, tact_pose_identity(), b, pose, NULL, NULL, NULL, &q,
                              &g); /* value and derivatives at once */
    tact_vec3 on_b = tact_pose_unapply(pose, q.point_b), e[3];
    tact_mat3 rotation = tact_quat_to_mat(pose.q), skew = tact_skew(on_b);
    double sum = 0;
    e[0] = tact_sub(q.point_a, goal_a);
    e[1] = tact_sub(on_b, goal_b);
    e[2] = tact_sub(q.point_b, q.point_a);
    for (int i = 0; i < 3; ++i) {
        r[3 * i] = e[i].x;
        r[3 * i + 1] = e[i].y;
        r[3 * i + 2] = e[i].z;
        sum += 0.5 * tact_norm2(e[i]);
    }
    for (int i = 0; j && i < 3; ++i)
        for (int k = 0; k < 6; ++k) {
            j[i][k] = g.relative.point_a[i][k], j[6 + i][k] = g.relative.separation[i][k];
            /* point_b seen from B: turn to B's axes, less the motion of B itself */
            j[3 + i][k] = k < 3 ? -(i == k) : skew.m[i][k - 3];
            for (int l = 0; l < 3; ++l) j[3 + i][k] += rotation.m[l][i] * g.relative.point_b[l][k];
        }
    return sum;
}

static void solve(double m[6][6], double x[6]) { /* Gauss elimination; m is positive definite: no pivots needed */
    for (int i = 0; i < 6; ++i)
        for (int r = i + 1; r < 6; ++r) {
            double f = m[r][i] / m[i][i];
            for (int k = i; k < 6; ++k) m[r][k] -= f * m[i][k];
            x[r] -= f * x[i];
        }
    for (int i = 5; i >= 0; --i) {
        for (int k = i + 1; k < 6; ++k) x[i] -= m[i][k] * x[k];
        x[i] /= m[i][i];
    }
}
static tact_pose moved(tact_pose p, const double x[6], double s) {
    return tact_pose_make(
        tact_add(p.p, tact_rotate(p.q, tact_vec(s * x[0], s * x[1], s * x[2]))),
        tact_quat_normalize(tact_quat_mul(p.q, tact_quat_exp(tact_vec(s * x[3], s * x[4], s * x[5])))));
}

static void draw(FILE *f, const collide_hull *h, tact_pose pose, const char *colour, tact_vec3 goal, int panel) {
    for (int i = 0; i < h->n_edges; ++i) { /* seen along -y; edges at the back are thin */
        const int *v = h->edge_vertices + 2 * i, *s = h->edge_faces + 2 * i;
        tact_vec3 p = tact_pose_apply(pose, collide_hull_vertex(h, v[0])),
                  q = tact_pose_apply(pose, collide_hull_vertex(h, v[1]));
        int front = tact_rotate(pose.q, h->face_normal[s[0]]).y < 0 || tact_rotate(pose.q, h->face_normal[s[1]]).y < 0;
        fprintf(f, "<path d='M%.1f %.1fL%.1f %.1f' stroke='%s' stroke-width='%s'/>\n", 130 + 260 * panel + 300 * p.x,
                180 - 300 * p.z, 130 + 260 * panel + 300 * q.x, 180 - 300 * q.z, colour, front ? "1.6" : "0.3");
    }
    goal = tact_pose_apply(pose, goal);
    fprintf(f, "<circle cx='%.1f' cy='%.1f' r='4' fill='%s'/>\n", 130 + 260 * panel + 300 * goal.x, 180 - 300 * goal.z,
            colour);
}

int main(void) {
    collide_hull *ha = rough_ellipsoid(0.2, 0.15, 0.1, 1), *hb = rough_ellipsoid(0.1, 0.12, 0.2, 2);
    if (!ha || !hb) return 1;
    collide_shape a = collide_convex(ha), b = collide_convex(hb);
    tact_vec3 goal_a = collide_support(&a, tact_vec(1, 0, 1), NULL),
              goal_b = collide_support(&b, tact_vec(-1, 0, 1), NULL);
    tact_pose pose = tact_pose_make(tact_vec(-0.1, 0.1, 0.45), tact_quat_exp(tact_vec(1, -2, 1)));
    FILE *f = fopen("build/gradient.svg", "w");
    if (!f) f = fopen("gradient.svg", "w");
    if (!f) return printf("cannot write the picture\n"), 1;
    fprintf(f,
            "<svg xmlns='http://www.w3.org/2000/svg' width='560' height='290' fill='none' font-family='sans-serif'>\n"
            "<rect width='560' height='290' fill='#fff'/><text x='90' y='275' fill='#333'>start</text>"
            "<text x='340' y='275' fill='#333'>contact at both points</text>\n");
    draw(f, ha, tact_pose_identity(), "#0072B2", goal_a, 0), draw(f, hb, pose, "#D55E00", goal_b, 0);

    double r[9], j[9][6], cost = residual(&a, &b, pose, goal_a, goal_b, r, j);
    printf("start: cost %.4f\n", cost);
    for (int it = 0; it < 50 && cost > 1e-28; ++it) {
        double h[6][6], x[6], s = 1, trial[9];
        for (int i = 0; i < 6; ++i) { /* (J^T J + small) x = -J^T r */
            x[i] = 0;
            for (int k = 0; k < 9; ++k) x[i] -= j[k][i] * r[k];
            for (int k = 0; k < 6; ++k) {
                h[i][k] = i == k ? 1e-9 : 0;
                for (int l = 0; l < 9; ++l) h[i][k] += j[l][i] * j[l][k];
            }
        }
        solve(h, x);
        while (s > 0.1 && residual(&a, &b, moved(pose, x, s), goal_a, goal_b, trial, NULL) > cost) s *= 0.5;
        pose = moved(pose, x, s);
        cost = residual(&a, &b, pose, goal_a, goal_b, r, j);
    }
    printf("solved: %s, each contact point within 1e-11 m of its target\n", cost < 1e-24 ? "yes" : "no");
    draw(f, ha, tact_pose_identity(), "#0072B2", goal_a, 1), draw(f, hb, pose, "#D55E00", goal_b, 1);
    fprintf(f, "</svg>\n");
    fclose(f);
    collide_hull_destroy(ha);
    collide_hull_destroy(hb);
    return cost < 1e-24 ? 0 : 1;
}
/* expected output:
start: cost 0.0714
solved: yes, each contact point within 1e-11 m of its target
*/
