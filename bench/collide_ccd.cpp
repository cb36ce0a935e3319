// collide_ccd.cpp - libccd driver. libccd has no shapes and no distance query, so only boolean and
// penetration are measured; the support callbacks below are this harness's own (hill climbing for
// meshes above 32 vertices).  usage: collide_ccd FILE.cqf [reps]
#include "collide_peer.h"
#include <ccd/ccd.h>

struct Obj {
    const cq_shape *s;
    const cq_mesh *m;
    double R[9];
    double t[3];
    mutable int hint;
};

static void sup(const void *o, const ccd_vec3_t *dir, ccd_vec3_t *v) {
    const Obj *b = (const Obj *)o;
    const double *R = b->R;
    double D[3] = {dir->v[0], dir->v[1], dir->v[2]}, d[3], p[3] = {0, 0, 0};
    for (int i = 0; i < 3; ++i) d[i] = R[i] * D[0] + R[3 + i] * D[1] + R[6 + i] * D[2];
    const double *q = b->s->p;
    switch (b->s->kind) {
    case CQ_ELL: {
        double e[3] = {q[0] * q[0] * d[0], q[1] * q[1] * d[1], q[2] * q[2] * d[2]};
        double n = std::sqrt(e[0] * d[0] + e[1] * d[1] + e[2] * d[2]);
        for (int i = 0; i < 3; ++i) p[i] = e[i] / n;
        break;
    }
    case CQ_BOX:
        for (int i = 0; i < 3; ++i) p[i] = d[i] < 0 ? -q[i] : q[i];
        break;
    case CQ_CAP: {
        double n = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        for (int i = 0; i < 3; ++i) p[i] = q[0] * d[i] / n;
        p[2] += d[2] < 0 ? -q[1] : q[1];
        break;
    }
    case CQ_CYL: {
        double n = std::sqrt(d[0] * d[0] + d[1] * d[1]);
        if (n > 0) {
            p[0] = q[0] * d[0] / n;
            p[1] = q[0] * d[1] / n;
        }
        p[2] = d[2] < 0 ? -q[1] : q[1];
        break;
    }
    default: {
        const cq_mesh *m = b->m;
        int bi;
        if (m->nv <= 32) {
            bi = 0;
            double best = -1e300;
            for (int i = 0; i < m->nv; ++i) {
                double h = m->v[3 * i] * d[0] + m->v[3 * i + 1] * d[1] + m->v[3 * i + 2] * d[2];
                if (h > best) {
                    best = h;
                    bi = i;
                }
            }
        } else {
            bi = b->hint;
            double best = m->v[3 * bi] * d[0] + m->v[3 * bi + 1] * d[1] + m->v[3 * bi + 2] * d[2];
            for (bool go = true; go;) {
                go = false;
                for (int k = m->adj_off[bi], e = m->adj_off[bi + 1]; k < e; ++k) {
                    int j = m->adj[k];
                    double h = m->v[3 * j] * d[0] + m->v[3 * j + 1] * d[1] + m->v[3 * j + 2] * d[2];
                    if (h > best) {
                        best = h;
                        bi = j;
                        go = true;
                        break;
                    }
                }
            }
            b->hint = bi;
        }
        for (int i = 0; i < 3; ++i) p[i] = m->v[3 * bi + i];
    }
    }
    for (int i = 0; i < 3; ++i) v->v[i] = R[3 * i] * p[0] + R[3 * i + 1] * p[1] + R[3 * i + 2] * p[2] + b->t[i];
}
static void center(const void *o, ccd_vec3_t *c) {
    const Obj *b = (const Obj *)o;
    for (int i = 0; i < 3; ++i) c->v[i] = b->t[i];
}

int main(int argc, char **argv) {
    cq_file F;
    if (argc < 2 || cq_read(argv[1], &F)) return 1;
    int reps = argc > 2 ? atoi(argv[2]) : 5;
    std::vector<Obj> A(F.nq), B(F.nq);
    for (int i = 0; i < F.nq; ++i)
        for (int s = 0; s < 2; ++s) {
            Obj &o = s ? B[i] : A[i];
            o.s = s ? &F.q[i].b : &F.q[i].a;
            const cq_pose &p = s ? F.q[i].pb : F.q[i].pa;
            o.m = o.s->kind == CQ_HULL ? &F.mesh[(int)o.s->p[0]] : 0;
            o.hint = 0;
            cq_rot(p.q, o.R);
            for (int k = 0; k < 3; ++k) o.t[k] = p.t[k];
        }
    ccd_t c;
    CCD_INIT(&c);
    c.support1 = c.support2 = sup;
    c.center1 = c.center2 = center;
    c.max_iterations = 200;
    c.epa_tolerance = 1e-6;
    c.mpr_tolerance = 1e-6;
    auto isect = [&](int i) { return ccdGJKIntersect(&A[i], &B[i], &c) != 0; };
    auto misect = [&](int i) { return ccdMPRIntersect(&A[i], &B[i], &c) != 0; };
    auto pen = [&](int i) {
        ccd_real_t d = NAN;
        ccd_vec3_t dir, pos;
        if (ccdGJKPenetration(&A[i], &B[i], &c, &d, &dir, &pos)) return (double)NAN;
        return -(double)d;
    };
    auto mpen = [&](int i) {
        ccd_real_t d = NAN;
        ccd_vec3_t dir, pos;
        if (ccdMPRPenetration(&A[i], &B[i], &c, &d, &dir, &pos)) return (double)NAN;
        return -(double)d;
    };
    auto ref = [&](int i) { return F.q[i].ref; };
    for (const CqGroup &g : cq_groups(F)) {
        cq_boolean(F, "libccd-gjk", g, 1e-6, isect);
        cq_row("libccd-gjk", g, "bool_ns", cq_time(g, reps, [&](int i) { cq_sink = isect(i); }));
        cq_boolean(F, "libccd-mpr", g, 1e-6, misect);
        cq_row("libccd-mpr", g, "bool_ns", cq_time(g, reps, [&](int i) { cq_sink = misect(i); }));
        if (F.q[g.idx[0]].ref < 0) {
            cq_accuracy("libccd-gjk", g, "pen", 1e-4, pen, ref);
            cq_row("libccd-gjk", g, "pen_ns", cq_time(g, 1, [&](int i) { cq_sink = pen(i); }));
            cq_accuracy("libccd-mpr", g, "pen", 1e-4, mpen, ref);
            cq_row("libccd-mpr", g, "pen_ns", cq_time(g, 1, [&](int i) { cq_sink = mpen(i); }));
        }
    }
    return 0;
}
