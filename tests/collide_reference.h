/* collide_reference.h - signed distance of two convex shapes in long double with a certificate, for the tests of collide.h.

   Separated cores: GJK with a brute-force sub-simplex; upper bound |x|, lower bound the best separating plane.
   Overlapping cores: a polytope grown inside A - B; upper bound a support value along a unit direction, lower bound the nearest
   face. Where that polytope breaks (faces of A - B that are flat and round), a subdivision of the sphere of directions takes over,
   with the same two bounds. The result says how far they are apart, so it does not have to be believed. Written for clarity, not
   speed; it shares no code with collide.h but the shape structs it reads. */
#ifndef COLLIDE_REFERENCE_H
#define COLLIDE_REFERENCE_H
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef long double ref_real;
typedef struct ref_vec {
    ref_real x, y, z;
} ref_vec;
typedef struct ref_result {
    ref_real distance, gap;
    ref_vec normal;
    int ok;
} ref_result;

static ref_vec ref_make(ref_real x, ref_real y, ref_real z) {
    ref_vec r;
    r.x = x;
    r.y = y;
    r.z = z;
    return r;
}
static ref_vec ref_add(ref_vec a, ref_vec b) { return ref_make(a.x + b.x, a.y + b.y, a.z + b.z); }
static ref_vec ref_sub(ref_vec a, ref_vec b) { return ref_make(a.x - b.x, a.y - b.y, a.z - b.z); }
static ref_vec ref_scale(ref_real s, ref_vec a) { return ref_make(s * a.x, s * a.y, s * a.z); }
static ref_real ref_dot(ref_vec a, ref_vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static ref_vec ref_cross(ref_vec a, ref_vec b) {
    return ref_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static ref_real ref_norm(ref_vec a) { return sqrtl(ref_dot(a, a)); }
static ref_vec ref_from(tact_vec3 v) { return ref_make(v.x, v.y, v.z); }

typedef struct ref_frame {
    ref_real m[9];
    ref_vec t;
} ref_frame;
static ref_frame ref_pose(tact_pose p) {
    ref_frame f;
    ref_real x = p.q.x, y = p.q.y, z = p.q.z, w = p.q.w, n = sqrtl(x * x + y * y + z * z + w * w);
    x /= n;
    y /= n;
    z /= n;
    w /= n;
    f.m[0] = 1 - 2 * (y * y + z * z);
    f.m[1] = 2 * (x * y - w * z);
    f.m[2] = 2 * (x * z + w * y);
    f.m[3] = 2 * (x * y + w * z);
    f.m[4] = 1 - 2 * (x * x + z * z);
    f.m[5] = 2 * (y * z - w * x);
    f.m[6] = 2 * (x * z - w * y);
    f.m[7] = 2 * (y * z + w * x);
    f.m[8] = 1 - 2 * (x * x + y * y);
    f.t = ref_from(p.p);
    return f;
}
static ref_vec ref_rotate(const ref_frame *f, ref_vec v) {
    const ref_real *m = f->m;
    return ref_make(m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
                    m[6] * v.x + m[7] * v.y + m[8] * v.z);
}
static ref_vec ref_unrotate(const ref_frame *f, ref_vec v) {
    const ref_real *m = f->m;
    return ref_make(m[0] * v.x + m[3] * v.y + m[6] * v.z, m[1] * v.x + m[4] * v.y + m[7] * v.z,
                    m[2] * v.x + m[5] * v.y + m[8] * v.z);
}

/* A custom shape of the tests is another one behind a callback. */
static inline void ref_custom_support(const void *user, tact_vec3 direction, tact_vec3 *point) {
    *point = collide_support((const collide_shape *)user, direction, NULL);
}
/* Support point of the core, in the shape's frame. */
static ref_vec ref_core(const collide_shape *s, ref_vec d) {
    if (s->kind == COLLIDE_KIND_CUSTOM) s = (const collide_shape *)s->data.custom->user;
    ref_vec h = ref_from(s->p[0]), p = ref_make(0, 0, 0), c = ref_from(s->centre);
    ref_real best, u, rho = sqrtl(d.x * d.x + d.y * d.y);
    int i;
    switch (s->kind) {
    case COLLIDE_KIND_SEGMENT: p = ref_dot(d, h) < 0 ? ref_scale(-1, h) : h; break;
    case COLLIDE_KIND_TRIANGLE:
        best = -HUGE_VALL;
        for (i = 0; i < 3; ++i) {
            u = ref_dot(d, ref_from(s->p[i]));
            if (u > best) best = u, p = ref_from(s->p[i]);
        }
        break;
    case COLLIDE_KIND_BOX: p = ref_make(d.x < 0 ? -h.x : h.x, d.y < 0 ? -h.y : h.y, d.z < 0 ? -h.z : h.z); break;
    case COLLIDE_KIND_ELLIPSOID:
        p = ref_make(h.x * h.x * d.x, h.y * h.y * d.y, h.z * h.z * d.z);
        p = ref_scale(1 / sqrtl(ref_dot(p, d)), p);
        break;
    case COLLIDE_KIND_CYLINDER:
        if (rho > 0) p = ref_make(h.x * d.x / rho, h.x * d.y / rho, 0);
        p.z = d.z < 0 ? -h.z : h.z;
        break;
    case COLLIDE_KIND_CONE:
        if (2 * h.z * d.z >= h.x * rho)
            p = ref_make(0, 0, h.z);
        else
            p = rho > 0 ? ref_make(h.x * d.x / rho, h.x * d.y / rho, -h.z) : ref_make(0, 0, -h.z);
        break;
    case COLLIDE_KIND_HULL: {
        const collide_hull *hull = s->data.hull;
        int at = 0;
        best = -HUGE_VALL;
        for (i = 0; i < hull->n_vertices; ++i) {
            u = hull->x[i] * d.x + hull->y[i] * d.y + hull->z[i] * d.z;
            if (u > best) best = u, at = i;
        }
        p = ref_make(hull->x[at], hull->y[at], hull->z[at]);
        break;
    }
    default: break;
    }
    return ref_add(p, c);
}

typedef struct ref_pair {
    const collide_shape *a, *b;
    ref_frame fa, fb;
    ref_real radii;
    int rounded;
} ref_pair;
static ref_vec ref_support(const ref_pair *p, ref_vec d) { /* of A - B; with `rounded` the radii are included */
    ref_vec a = ref_rotate(&p->fa, ref_core(p->a, ref_unrotate(&p->fa, d)));
    ref_vec b = ref_rotate(&p->fb, ref_core(p->b, ref_unrotate(&p->fb, ref_scale(-1, d))));
    ref_vec w = ref_add(ref_sub(a, b), ref_sub(p->fa.t, p->fb.t));
    if (p->rounded && p->radii > 0) w = ref_add(w, ref_scale(p->radii / ref_norm(d), d));
    return w;
}

/* Nearest point to the origin of the hull of n <= 4 points: every subset is tried; the needed ones are kept. */
static ref_vec ref_nearest(ref_vec *v, int *n) {
    ref_real best = HUGE_VALL;
    ref_vec best_x = v[0], kept[4];
    int best_mask = 1, mask, i, j, c, k = 0;
    for (mask = 1; mask < 1 << *n; ++mask) {
        int id[4] = {0, 0, 0, 0}, count = 0, ok = 1, m;
        ref_vec x, e[3];
        for (i = 0; i < *n; ++i)
            if (mask >> i & 1) id[count++] = i;
        x = v[id[0]];
        m = count - 1;
        if (m > 0) {
            ref_real g[3][4], sum = 0, l[3];
            for (i = 0; i < m; ++i) e[i] = ref_sub(v[id[i + 1]], v[id[0]]);
            for (i = 0; i < m; ++i) {
                for (j = 0; j < m; ++j) g[i][j] = ref_dot(e[i], e[j]);
                g[i][m] = -ref_dot(e[i], v[id[0]]);
            }
            for (c = 0; c < m && ok; ++c) {
                int p = c;
                ref_real scale = 0;
                for (i = 0; i < m; ++i) scale = fmaxl(scale, ref_dot(e[i], e[i]));
                for (i = c + 1; i < m; ++i)
                    if (fabsl(g[i][c]) > fabsl(g[p][c])) p = i;
                if (!(fabsl(g[p][c]) > 1e-34L * scale)) {
                    ok = 0;
                    break;
                }
                for (j = 0; j <= m; ++j) {
                    ref_real swap = g[p][j];
                    g[p][j] = g[c][j], g[c][j] = swap;
                }
                for (i = 0; i < m; ++i)
                    if (i != c) {
                        ref_real f = g[i][c] / g[c][c];
                        for (j = c; j <= m; ++j) g[i][j] -= f * g[c][j];
                    }
            }
            if (!ok) continue;
            for (i = 0; i < m; ++i) {
                l[i] = g[i][m] / g[i][i], sum += l[i];
                if (l[i] < 0) ok = 0;
                x = ref_add(x, ref_scale(l[i], e[i]));
            }
            if (!ok || sum > 1) continue;
        }
        if (ref_dot(x, x) < best) {
            best = ref_dot(x, x);
            best_x = x;
            best_mask = mask;
        }
    }
    for (i = 0; i < *n; ++i)
        if (best_mask >> i & 1) kept[k++] = v[i];
    memcpy(v, kept, sizeof(ref_vec) * (size_t)k);
    *n = k;
    return best_x;
}

/* 1: separated cores, bounds in *lo and *hi, x along the separation; 0: they overlap or touch. */
static int ref_gjk(const ref_pair *p, ref_real scale, ref_real *lo, ref_real *hi, ref_vec *x_out) {
    ref_vec x = ref_sub(ref_add(p->fa.t, ref_rotate(&p->fa, ref_from(p->a->centre))),
                        ref_add(p->fb.t, ref_rotate(&p->fb, ref_from(p->b->centre)))),
            v[5];
    int n = 0, it, i;
    if (!(ref_norm(x) > 1e-15L * scale)) x = ref_make(1, 0, 0);
    x = ref_support(p, ref_scale(-1, x));
    v[n++] = x, *lo = 0;
    for (it = 0; it < 4000; ++it) {
        ref_real l = ref_norm(x);
        ref_vec w, y;
        *hi = l, *x_out = x;
        if (!(l > 1e-16L * scale)) return 0;
        w = ref_support(p, ref_scale(-1, x));
        *lo = fmaxl(*lo, ref_dot(x, w) / l);
        if (*hi - *lo <= 2e-18L * scale) return 1;
        for (i = 0; i < n; ++i)
            if (ref_norm(ref_sub(v[i], w)) <= 1e-19L * scale) return 1;
        v[n++] = w;
        y = ref_nearest(v, &n);
        if (n == 4) return 0;
        if (!(ref_norm(y) < l)) return 1;
        x = y;
    }
    return 1;
}

#define REF_FACES 12000
typedef struct ref_face {
    int v[3], next[3];
    ref_vec n;
    ref_real d;
    int dead, seen;
} ref_face;
typedef struct ref_polytope {
    ref_face f[REF_FACES];
    ref_vec v[4000];
    int n_faces, n_vertices;
} ref_polytope;

static int ref_face_add(ref_polytope *q, int a, int b, int c) {
    ref_face *f = &q->f[q->n_faces];
    ref_vec n = ref_cross(ref_sub(q->v[b], q->v[a]), ref_sub(q->v[c], q->v[a]));
    ref_real l = ref_norm(n);
    f->v[0] = a;
    f->v[1] = b;
    f->v[2] = c;
    f->next[0] = f->next[1] = f->next[2] = -1;
    f->dead = f->seen = 0;
    f->n = l > 0 ? ref_scale(1 / l, n) : ref_make(0, 0, 0);
    f->d = l > 0 ? ref_dot(f->n, q->v[a]) : HUGE_VALL;
    return q->n_faces++;
}
static void ref_join(ref_polytope *q, int f, int g) { /* the faces that share an edge, in opposite senses */
    int i, j;
    for (i = 0; i < 3; ++i)
        for (j = 0; j < 3; ++j)
            if (q->f[f].v[i] == q->f[g].v[(j + 1) % 3] && q->f[f].v[(i + 1) % 3] == q->f[g].v[j])
                q->f[f].next[i] = g, q->f[g].next[j] = f;
}
static ref_result ref_epa(const ref_pair *p, ref_real scale, const ref_vec *hint, ref_real wanted, ref_polytope *q) {
    static const long double seed[4][3] = {
        {.93L, .11L, .31L}, {-.42L, .87L, -.23L}, {-.37L, -.79L, -.41L}, {.05L, -.12L, .97L}};
    ref_result r;
    ref_real upper = HUGE_VALL;
    int i, j, it;
    static int stack[REF_FACES], seen[REF_FACES], fresh[REF_FACES];
    memset(&r, 0, sizeof r);
    r.normal = ref_make(0, 0, 1), r.gap = HUGE_VALL;
    if (hint) upper = ref_dot(*hint, ref_support(p, *hint)) / ref_norm(*hint), r.normal = *hint;
    q->n_faces = q->n_vertices = 0;
    for (it = 0; it < 40;
         ++it) { /* the first tetrahedron must have volume and hold the origin, or nearly so: turn the seeds */
        ref_real c = cosl(0.37L * it), k = sinl(0.37L * it), volume, size;
        q->n_vertices = 0;
        for (i = 0; i < 4; ++i)
            q->v[q->n_vertices++] =
                ref_support(p, ref_make(c * seed[i][0] - k * seed[i][2], seed[i][1], k * seed[i][0] + c * seed[i][2]));
        volume =
            fabsl(ref_dot(ref_sub(q->v[0], q->v[3]), ref_cross(ref_sub(q->v[1], q->v[3]), ref_sub(q->v[2], q->v[3]))));
        size = fmaxl(ref_norm(ref_sub(q->v[0], q->v[3])), ref_norm(ref_sub(q->v[1], q->v[2])));
        if (volume > 1e-3L * size * size * size) break;
    }
    if (ref_dot(ref_sub(q->v[0], q->v[3]), ref_cross(ref_sub(q->v[1], q->v[3]), ref_sub(q->v[2], q->v[3]))) < 0) {
        ref_vec swap = q->v[0];
        q->v[0] = q->v[1], q->v[1] = swap;
    }
    ref_face_add(q, 0, 1, 2);
    ref_face_add(q, 1, 0, 3);
    ref_face_add(q, 2, 1, 3);
    ref_face_add(q, 0, 2, 3);
    for (i = 0; i < 4; ++i)
        for (j = 0; j < i; ++j) ref_join(q, i, j);
    for (it = 0; it < 3500; ++it) {
        int best = -1, top = 0, n_seen = 0, n_fresh = 0, w_id;
        ref_vec n, w;
        ref_real h, lower;
        for (i = 0; i < q->n_faces; ++i)
            if (!q->f[i].dead && (best < 0 || q->f[i].d < q->f[best].d)) best = i;
        if (best < 0 || !(q->f[best].d < HUGE_VALL)) return r; /* only faces without an area are left */
        n = q->f[best].n, lower = q->f[best].d;
        w = ref_support(p, n), h = ref_dot(n, w);
        if (h < upper) upper = h, r.normal = n;
        r.distance = -upper, r.gap = fmaxl(upper - lower, 0);
        if (upper - lower <= wanted || h - lower <= 4e-18L * scale) return r.ok = 1, r;
        if (q->n_vertices >= 3990 || q->n_faces >= REF_FACES - 600) return r;
        w_id = q->n_vertices, q->v[q->n_vertices++] = w;
        stack[top++] = best, q->f[best].seen = 1;
        while (top > 0) {
            int f = stack[--top];
            seen[n_seen++] = f;
            for (i = 0; i < 3; ++i) {
                int g = q->f[f].next[i], a = q->f[f].v[i], b = q->f[f].v[(i + 1) % 3], flat;
                if (g < 0) return r;
                if (q->f[g].seen) continue;
                flat = ref_norm(ref_cross(ref_sub(q->v[b], q->v[a]), ref_sub(w, q->v[a]))) <= 1e-17L * scale * scale;
                if (flat || !(q->f[g].d < HUGE_VALL) || ref_dot(q->f[g].n, w) - q->f[g].d > 4e-18L * scale)
                    q->f[g].seen = 1, stack[top++] = g;
            }
        }
        for (j = 0; j < n_seen; ++j)
            for (i = 0; i < 3; ++i) {
                int f = seen[j], g = q->f[f].next[i];
                if (!q->f[g].seen) {
                    int made = ref_face_add(q, q->f[f].v[i], q->f[f].v[(i + 1) % 3], w_id), k;
                    ref_join(q, made, g);
                    for (k = 0; k < n_fresh; ++k) ref_join(q, made, fresh[k]);
                    fresh[n_fresh++] = made;
                }
            }
        if (n_fresh < 3) return r;
        for (j = 0; j < n_seen; ++j) q->f[seen[j]].dead = 1;
    }
    return r;
}

/* Depth by subdivision: min over unit u of h(u) = max over w in D of w.u. The directions are cut into triangles, from the faces of an
   octahedron on. In the triangle of u1, u2, u3 every point w of D, so also every mean of support points, gives h(u) >= w.u, and with
   u on the flat triangle that is at least the least of w.u1, w.u2, w.u3. The best mean of the four support points at the corners
   and the middle solves a matrix game of 3 rows and 4 columns, whose solution has equal rows on equally many columns (Shapley and
   Snow 1950): all of them are tried. On the sphere u is longer by at most 1/r, r the distance of the flat triangle. */
#ifndef REF_STEPS
#define REF_STEPS 100000
#endif
enum { REF_CELLS = 3 * REF_STEPS + 100 };
typedef struct ref_corner {
    ref_vec u, w;
} ref_corner;
typedef struct ref_cell {
    ref_corner c[3];
    ref_real lower;
} ref_cell;
static ref_corner ref_corner_at(const ref_pair *p, ref_vec u, ref_real *upper, ref_vec *normal) {
    ref_corner c;
    ref_real h;
    c.u = ref_scale(1 / ref_norm(u), u);
    c.w = ref_support(p, c.u);
    h = ref_dot(c.u, c.w);
    if (h < *upper) *upper = h, *normal = c.u;
    return c;
}
static void ref_game_try(ref_real m[3][4], const ref_real *weight, ref_real *best) {
    ref_real sum = 0, least = HUGE_VALL;
    int i, k;
    for (k = 0; k < 4; ++k) {
        if (!(weight[k] >= 0)) return;
        sum += weight[k];
    }
    if (!(sum > 0)) return;
    for (i = 0; i < 3; ++i) {
        ref_real v = 0;
        for (k = 0; k < 4; ++k) v += weight[k] / sum * m[i][k];
        least = fminl(least, v);
    }
    *best = fmaxl(*best, least);
}
static ref_real ref_game(ref_real m[3][4]) { /* max over means of the columns of the least row */
    ref_real best = -HUGE_VALL, weight[4];
    int i, j, k, l;
    for (k = 0; k < 4; ++k) {
        memset(weight, 0, sizeof weight), weight[k] = 1;
        ref_game_try(m, weight, &best);
        for (l = k + 1; l < 4; ++l)
            for (i = 0; i < 3; ++i) { /* rows i and j equal on columns k and l */
                j = (i + 1) % 3;
                memset(weight, 0, sizeof weight);
                weight[k] = m[i][l] - m[j][l], weight[l] = m[j][k] - m[i][k];
                if (weight[k] < 0) weight[k] = -weight[k], weight[l] = -weight[l];
                ref_game_try(m, weight, &best);
            }
        { /* all rows equal on the three other columns: weights along the cross product of two row differences */
            int a = (k + 1) % 4, b = (k + 2) % 4, c = (k + 3) % 4;
            ref_vec p = ref_make(m[0][a] - m[1][a], m[0][b] - m[1][b], m[0][c] - m[1][c]);
            ref_vec q = ref_make(m[0][a] - m[2][a], m[0][b] - m[2][b], m[0][c] - m[2][c]), w = ref_cross(p, q);
            if (w.x + w.y + w.z < 0) w = ref_scale(-1, w);
            memset(weight, 0, sizeof weight);
            weight[a] = w.x;
            weight[b] = w.y;
            weight[c] = w.z;
            ref_game_try(m, weight, &best);
        }
    }
    return best;
}
static void ref_cell_push(const ref_pair *p, ref_cell *heap, int *n, ref_cell cell, ref_real *upper, ref_vec *normal,
                          ref_real wanted) {
    ref_vec sum = ref_add(cell.c[0].u, ref_add(cell.c[1].u, cell.c[2].u)), flat, a = cell.c[0].u;
    ref_real m[3][4], r;
    int i, k;
    ref_corner middle = ref_corner_at(p, sum, upper, normal);
    for (i = 0; i < 3; ++i)
        for (k = 0; k < 4; ++k) m[i][k] = ref_dot(cell.c[i].u, k < 3 ? cell.c[k].w : middle.w);
    cell.lower = ref_game(m);
    flat = ref_cross(ref_sub(cell.c[1].u, a), ref_sub(cell.c[2].u, a)), r = fabsl(ref_dot(flat, a)) / ref_norm(flat);
    if (cell.lower < 0) cell.lower /= r;
    if (cell.lower >= *upper - wanted) return; /* nothing better in there */
    for (i = (*n)++; i > 0 && heap[(i - 1) / 2].lower > cell.lower; i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = cell;
}
static ref_result ref_subdivide(const ref_pair *p, const ref_vec *hint, ref_real wanted) {
    static ref_cell heap[REF_CELLS];
    ref_result r;
    ref_real upper = HUGE_VALL;
    int n = 0, i, k, steps;
    memset(&r, 0, sizeof r);
    r.normal = ref_make(0, 0, 1), r.gap = HUGE_VALL;
    if (hint) ref_corner_at(p, *hint, &upper, &r.normal); /* only an upper bound, whatever the hint is worth */
    for (i = 0; i < 8; ++i) {
        ref_cell cell;
        memset(&cell, 0, sizeof cell);
        for (k = 0; k < 3; ++k) /* no axis in a corner: shapes like those */
            cell.c[k] = ref_corner_at(p,
                                      ref_make((k == 0) * (i & 1 ? 1 : -1) + .013L * (k == 1 ? (i & 2 ? 1 : -1) : 0),
                                               (k == 1) * (i & 2 ? 1 : -1) + .017L * (k == 2 ? (i & 4 ? 1 : -1) : 0),
                                               (k == 2) * (i & 4 ? 1 : -1) + .019L * (k == 0 ? (i & 1 ? 1 : -1) : 0)),
                                      &upper, &r.normal);
        ref_cell_push(p, heap, &n, cell, &upper, &r.normal, wanted);
    }
    for (steps = 0; n > 0 && n < REF_CELLS - 8 && steps < REF_STEPS; ++steps) {
        ref_cell cell = heap[0], last = heap[--n], part;
        ref_corner mid[3];
        if (cell.lower >= upper - wanted) { /* all others are no better */
            n = 0;
            break;
        }
        for (i = 0; (k = 2 * i + 1) < n; i = k) {
            if (k + 1 < n && heap[k + 1].lower < heap[k].lower) ++k;
            if (last.lower <= heap[k].lower) break;
            heap[i] = heap[k];
        }
        heap[i] = last;
        for (i = 0; i < 3; ++i)
            mid[i] = ref_corner_at(p, ref_add(cell.c[i].u, cell.c[(i + 1) % 3].u), &upper, &r.normal);
        for (i = 0; i < 4; ++i) {
            part = cell;
            if (i == 3) {
                part.c[0] = mid[0];
                part.c[1] = mid[1];
                part.c[2] = mid[2];
            } else
                part.c[(i + 1) % 3] = mid[i], part.c[(i + 2) % 3] = mid[(i + 2) % 3];
            ref_cell_push(p, heap, &n, part, &upper, &r.normal, wanted);
        }
    }
    r.distance = -upper;
    r.gap = n > 0 ? upper - heap[0].lower : wanted;
    r.ok = n == 0;
    return r;
}

/* Ahead of its definition: a point inside a shape is as deep as its surface is near. */
static ref_real ref_surface(const collide_shape *s, tact_pose pose, tact_vec3 point);

/* A halfspace or a plane against anything: its heights over the sheet, on the nearer side of it; of two such, the heights of a point of
   the other where they are parallel. Exact, so there is no gap. */
static ref_result ref_flat(const collide_shape *flat, tact_pose pose_flat, const collide_shape *s, tact_pose pose) {
    const ref_frame f = ref_pose(pose_flat), g = ref_pose(pose);
    const ref_vec n = ref_rotate(&f, ref_from(flat->p[0])), down = ref_unrotate(&g, ref_scale(-1, n));
    const ref_real base = ref_dot(n, ref_sub(g.t, f.t)) - flat->p[1].x, length = ref_norm(n);
    ref_real below, above;
    ref_result r;
    memset(&r, 0, sizeof r);
    if (collide_kind_is_unbounded(s->kind)) {
        const ref_vec m = ref_rotate(&g, ref_from(s->p[0]));
        const ref_real level = base + s->p[1].x * ref_dot(n, m);
        /* a solid reaches down without end where it looks up, and up where it looks down */
        below = s->kind == COLLIDE_KIND_HALFSPACE && ref_dot(n, m) > 0 ? -HUGE_VALL : level;
        above = s->kind == COLLIDE_KIND_HALFSPACE && ref_dot(n, m) < 0 ? -HUGE_VALL : -level;
    } else {
        below = base - ref_dot(down, ref_core(s, down));
        above = -base - ref_dot(ref_scale(-1, down), ref_core(s, ref_scale(-1, down)));
    }
    r.ok = 1, r.normal = n;
    r.distance = flat->kind == COLLIDE_KIND_PLANE ? fmaxl(below, above) : below;
    r.distance = r.distance / length - flat->radius - s->radius;
    return r;
}

/* Signed distance of two shapes with a bound of its error in `gap`, sought to `wanted`. hint: NULL, or a direction from A to B that
   may be good: the separation along it is a lower bound whatever it is worth, so it saves time, cannot do harm, and tells a
   polytope's wrong answer. Two flat shapes have to be parallel. */
static ref_result ref_distance(const collide_shape *a, tact_pose pose_a, const collide_shape *b, tact_pose pose_b,
                               const ref_vec *hint, ref_real wanted) {
    static ref_polytope polytope;
    ref_pair p;
    ref_result r, s;
    ref_real lo, hi, scale, apart = -HUGE_VALL; /* the cores are no nearer than that */
    ref_vec x = ref_make(1, 0, 0);
    int separated;
    if (collide_kind_is_unbounded(a->kind)) return ref_flat(a, pose_a, b, pose_b);
    if (collide_kind_is_unbounded(b->kind)) return ref_flat(b, pose_b, a, pose_a);
    if (a->kind == COLLIDE_KIND_POINT || b->kind == COLLIDE_KIND_POINT) {
        const int first = a->kind == COLLIDE_KIND_POINT;
        const ref_real d = first ? ref_surface(b, pose_b, tact_pose_apply(pose_a, a->centre)) - a->radius
                                 : ref_surface(a, pose_a, tact_pose_apply(pose_b, b->centre)) - b->radius;
        if (d < -((ref_real)a->radius + b->radius)) {
            memset(&r, 0, sizeof r);
            r.distance = d, r.ok = 1, r.normal = ref_make(0, 0, 1);
            return r;
        }
    }
    p.a = a;
    p.b = b;
    p.fa = ref_pose(pose_a);
    p.fb = ref_pose(pose_b);
    p.radii = (ref_real)a->radius + b->radius;
    p.rounded = 0;
    scale = (ref_real)a->extent + b->extent + p.radii +
            ref_norm(ref_sub(ref_add(p.fa.t, ref_rotate(&p.fa, ref_from(a->centre))),
                             ref_add(p.fb.t, ref_rotate(&p.fb, ref_from(b->centre)))));
    if (hint) apart = -ref_dot(*hint, ref_support(&p, *hint)) / ref_norm(*hint);
    separated = ref_gjk(&p, scale, &lo, &hi, &x);
    lo = fmaxl(lo, apart);
    if (separated && lo > 1e-10L * scale && hi - lo <= wanted) {
        r.ok = 1;
        r.distance = hi - p.radii;
        r.gap = fmaxl(hi - lo, 0);
        r.normal = ref_scale(-1 / ref_norm(x), x);
        return r;
    }
    p.rounded = 1;
    r = ref_epa(&p, scale, hint, wanted, &polytope);
    if (r.distance < apart - p.radii - 1e-17L * scale)
        r.gap = HUGE_VALL; /* it cannot be nearer than a plane that parts them */
    if (r.gap <= wanted) return r;
    p.rounded = 0;
    s = ref_subdivide(&p, hint, wanted);
    s.distance -= p.radii;
    return s.gap < r.gap ? s : r;
}

/* How far a world point is from the surface of a placed shape: outside > 0, inside < 0 where there is an inside. */
static ref_real ref_segment_distance(ref_vec p, ref_vec a, ref_vec b) {
    ref_vec e = ref_sub(b, a);
    ref_real ee = ref_dot(e, e), t = ee > 0 ? ref_dot(ref_sub(p, a), e) / ee : 0;
    t = fminl(fmaxl(t, 0), 1);
    return ref_norm(ref_sub(p, ref_add(a, ref_scale(t, e))));
}
static ref_real ref_rectangle(ref_real x, ref_real y,
                              ref_real z) { /* of a corner from the box: excess along each axis */
    ref_real out = ref_norm(ref_make(fmaxl(x, 0), fmaxl(y, 0), fmaxl(z, 0)));
    return out > 0 ? out : fmaxl(x, fmaxl(y, z));
}
static ref_real ref_ellipsoid_distance(ref_vec p, ref_vec h) {
    /* nearest point y_i = h_i^2 q_i / (h_i^2 + t) with sum (y_i / h_i)^2 = 1: t by bisection on a monotone function. Over the middle
       of the least axis h_k t ends at -h_k^2, where y_k is 0/0: there the sum gives it. */
    ref_real q[3] = {fabsl(p.x), fabsl(p.y), fabsl(p.z)}, e[3] = {h.x, h.y, h.z}, y[3], low, high, f = 0, others = 0;
    int it, i, k = e[0] <= e[1] && e[0] <= e[2] ? 0 : e[1] <= e[2] ? 1 : 2;
    low = -e[k] * e[k], high = ref_norm(ref_make(e[0] * q[0], e[1] * q[1], e[2] * q[2]));
    for (it = 0; it < 200; ++it) {
        ref_real t = (low + high) / 2;
        for (f = -1, i = 0; i < 3; ++i) f += (e[i] * q[i] / (e[i] * e[i] + t)) * (e[i] * q[i] / (e[i] * e[i] + t));
        if (f > 0)
            low = t;
        else
            high = t;
    }
    for (i = 0; i < 3; ++i) {
        const ref_real divisor = e[i] * e[i] + high;
        y[i] = divisor > 0 ? e[i] * e[i] * q[i] / divisor : 0;
        if (i != k) others += (y[i] / e[i]) * (y[i] / e[i]);
    }
    if (e[k] * e[k] + high < 1e-6L * e[k] * e[k]) y[k] = e[k] * sqrtl(fmaxl(0, 1 - others));
    return (high > 0 ? 1 : -1) * ref_norm(ref_make(q[0] - y[0], q[1] - y[1], q[2] - y[2]));
}
static ref_real ref_triangle_distance(ref_vec p, const ref_vec *v) {
    ref_vec w[4];
    int i, n = 3;
    for (i = 0; i < 3; ++i) w[i] = ref_sub(v[i], p);
    return ref_norm(ref_nearest(w, &n));
}
/* The highest face plane; faces as polygons of the stored vertices, Newell's normals. `outside`: of a point over the planes its distance,
   which is that of the nearest of the faces that see it. */
static ref_real ref_hull_distance(const collide_hull *hull, ref_vec p, int outside) {
    ref_real d = -HUGE_VALL, nearest = HUGE_VALL;
    int i, k;
    for (i = 0; i < hull->n_faces; ++i) {
        const int first = hull->face_first[i], count = hull->face_first[i + 1] - first;
        ref_vec normal = ref_make(0, 0, 0), c = normal, v[3];
        ref_real height;
        for (k = 0; k < count; ++k) {
            const int at = hull->face_vertices[first + k], next = hull->face_vertices[first + (k + 1) % count];
            v[0] = ref_make(hull->x[at], hull->y[at], hull->z[at]);
            v[1] = ref_make(hull->x[next], hull->y[next], hull->z[next]);
            normal = ref_add(normal, ref_cross(v[0], v[1])), c = ref_add(c, ref_scale(1.0L / count, v[0]));
        }
        height = ref_dot(normal, ref_sub(p, c)) / ref_norm(normal);
        d = fmaxl(d, height);
        if (!outside || !(height > 0) || height >= nearest) continue;
        for (k = 0; k < count; ++k) {
            const int at = hull->face_vertices[first + k], next = hull->face_vertices[first + (k + 1) % count];
            v[0] = ref_make(hull->x[at], hull->y[at], hull->z[at]);
            v[1] = ref_make(hull->x[next], hull->y[next], hull->z[next]);
            v[2] = c;
            nearest = fminl(nearest, ref_triangle_distance(p, v));
        }
    }
    return outside && d > 0 ? nearest : d;
}
static ref_real ref_surface(const collide_shape *s, tact_pose pose, tact_vec3 point) {
    if (s->kind == COLLIDE_KIND_CUSTOM)
        return ref_surface((const collide_shape *)s->data.custom->user, pose, point) - s->radius;
    ref_frame f = ref_pose(pose);
    ref_vec p = ref_sub(ref_unrotate(&f, ref_sub(ref_from(point), f.t)), ref_from(s->centre)), h = ref_from(s->p[0]);
    ref_real rho = sqrtl(p.x * p.x + p.y * p.y), d = 0;
    int i;
    switch (s->kind) {
    case COLLIDE_KIND_HALFSPACE: d = (ref_dot(p, h) - s->p[1].x) / ref_norm(h); break;
    case COLLIDE_KIND_PLANE: d = fabsl(ref_dot(p, h) - s->p[1].x) / ref_norm(h); break;
    case COLLIDE_KIND_POINT: d = ref_norm(p); break;
    case COLLIDE_KIND_SEGMENT: d = ref_segment_distance(p, ref_scale(-1, h), h); break;
    case COLLIDE_KIND_TRIANGLE: {
        ref_vec v[3];
        for (i = 0; i < 3; ++i) v[i] = ref_from(s->p[i]);
        d = ref_triangle_distance(p, v);
        break;
    }
    case COLLIDE_KIND_BOX: d = ref_rectangle(fabsl(p.x) - h.x, fabsl(p.y) - h.y, fabsl(p.z) - h.z); break;
    case COLLIDE_KIND_CYLINDER: d = ref_rectangle(rho - h.x, fabsl(p.z) - h.z, -HUGE_VALL); break;
    case COLLIDE_KIND_CONE: { /* in the half plane (rho, z): the triangle of axis, base and side */
        ref_vec q = ref_make(rho, p.z, 0), apex = ref_make(0, h.z, 0), rim = ref_make(h.x, -h.z, 0),
                foot = ref_make(0, -h.z, 0);
        ref_real side = ((rho - h.x) * 2 * h.z + (p.z + h.z) * h.x) / sqrtl(4 * h.z * h.z + h.x * h.x),
                 base = -h.z - p.z;
        if (side <= 0 && base <= 0)
            d = fmaxl(side, base);
        else
            d = fminl(ref_segment_distance(q, apex, rim), ref_segment_distance(q, rim, foot));
        break;
    }
    case COLLIDE_KIND_ELLIPSOID: d = ref_ellipsoid_distance(p, h); break;
    case COLLIDE_KIND_HULL: d = ref_hull_distance(s->data.hull, p, s->radius > 0); break;
    default: break;
    }
    return d - s->radius;
}

/* The bounds that an answer proves by itself: a unit normal separates the shapes by at least minus the support of A - B along it, and
   two points that are on or in their shapes, to what they miss them by, are no nearer than they are. Overlapping shapes need a body
   in A - B as well, so the gap is large there. */
static inline ref_result ref_certify(const collide_shape *a, tact_pose pose_a, const collide_shape *b, tact_pose pose_b,
                                     const collide_result *answer) {
    const ref_vec n = ref_from(answer->normal);
    ref_pair p;
    ref_result r;
    ref_real lo, hi;
    p.a = a, p.b = b, p.fa = ref_pose(pose_a), p.fb = ref_pose(pose_b), p.radii = (ref_real)a->radius + b->radius,
    p.rounded = 0;
    memset(&r, 0, sizeof r);
    if (collide_kind_is_unbounded(a->kind) || collide_kind_is_unbounded(b->kind) || !(ref_norm(n) > 0)) {
        r.gap = HUGE_VALL;
        return r;
    }
    lo = -ref_dot(n, ref_support(&p, n)) / ref_norm(n) - p.radii;
    hi = ref_norm(ref_sub(ref_from(answer->point_b), ref_from(answer->point_a)));
    hi += fmaxl(ref_surface(a, pose_a, answer->point_a), 0) + fmaxl(ref_surface(b, pose_b, answer->point_b), 0);
    r.ok = 1, r.normal = n, r.distance = lo, r.gap = fmaxl(hi - lo, 0);
    return r;
}
#endif
