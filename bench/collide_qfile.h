/* collide_qfile.h - reader/writer of the CQF query file shared by all collide benchmarks.
 * Plain C99, no dependencies. Text, whitespace separated, numbers with 17 significant digits:
 *   CQF 1 / seed <u64> / meshes <M>
 *   mesh <id> <nv> <nf>, then nv lines "v x y z" (every point a hull vertex) and nf lines "f i j k" (outward triangles)
 *   queries <Q>
 *   q <id> <family> <separation>, then shape and pose of A, of B: <kind> p0 p1 p2  qw qx qy qz tx ty tz, and
 *   ref <signed distance> <certified bound of its error> nx ny nz (normal from A to B)
 */
#ifndef CQF_H
#define CQF_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { CQ_ELL = 0, CQ_BOX, CQ_CAP, CQ_CYL, CQ_HULL, CQ_NKIND } cq_kind;
static const char *const cq_kind_name[CQ_NKIND] = {"ell", "box", "cap", "cyl", "hull"};

typedef struct {
    int nv, nf;
    double *v;    /* nv*3, every point is a vertex of the hull */
    int *f;       /* nf*3, outward (counter-clockwise seen from outside) triangles */
    int *adj_off; /* nv+1, CSR neighbour list built from the triangles */
    int *adj;
} cq_mesh;

typedef struct {
    cq_kind kind;
    double p[3]; /* ell: radii; box: half extents; cap,cyl: radius, half length (axis z); hull: p[0]=mesh id */
} cq_shape;

typedef struct {
    double q[4];
    double t[3];
} cq_pose; /* unit quaternion w,x,y,z and translation, body -> world */

typedef struct {
    int id;
    char type[16]; /* pair family, e.g. "hull128" */
    char sep[16];  /* separation class, e.g. "shallow" */
    cq_shape a, b;
    cq_pose pa, pb;
    double ref;  /* certified signed distance (negative: penetration depth) */
    double gap;  /* certified upper bound of |ref - exact| */
    double n[3]; /* unit normal from A to B at the optimum (world) */
} cq_query;

typedef struct {
    unsigned long long seed;
    int nmesh;
    cq_mesh *mesh;
    int nq;
    cq_query *q;
} cq_file;

static void cq__adj(cq_mesh *m) {
    int i, e, nv = m->nv;
    int *cnt = (int *)calloc((size_t)nv + 1, sizeof(int));
    for (i = 0; i < m->nf; ++i)
        for (e = 0; e < 3; ++e) cnt[m->f[3 * i + e] + 1]++;
    for (i = 0; i < nv; ++i) cnt[i + 1] += cnt[i];
    m->adj_off = cnt;
    m->adj = (int *)malloc(sizeof(int) * (size_t)(3 * m->nf + 1));
    {
        int *pos = (int *)malloc(sizeof(int) * (size_t)(nv + 1));
        memcpy(pos, cnt, sizeof(int) * (size_t)(nv + 1));
        /* in a closed triangulated surface each directed edge occurs once */
        for (i = 0; i < m->nf; ++i)
            for (e = 0; e < 3; ++e) m->adj[pos[m->f[3 * i + e]]++] = m->f[3 * i + (e + 1) % 3];
        free(pos);
    }
}

static int cq_read(const char *path, cq_file *F) {
    FILE *fp = fopen(path, "r");
    int i, k, ver = 0;
    char tag[32];
    memset(F, 0, sizeof *F);
    if (!fp) {
        fprintf(stderr, "cannot open %s\n", path);
        return -1;
    }
    if (fscanf(fp, " %31s %d", tag, &ver) != 2 || strcmp(tag, "CQF") || ver != 1) goto bad;
    if (fscanf(fp, " seed %llu meshes %d", &F->seed, &F->nmesh) != 2) goto bad;
    F->mesh = (cq_mesh *)calloc((size_t)F->nmesh + 1, sizeof(cq_mesh));
    for (i = 0; i < F->nmesh; ++i) {
        cq_mesh *m = &F->mesh[i];
        int id;
        if (fscanf(fp, " mesh %d %d %d", &id, &m->nv, &m->nf) != 3) goto bad;
        m->v = (double *)malloc(sizeof(double) * 3 * (size_t)m->nv);
        m->f = (int *)malloc(sizeof(int) * 3 * (size_t)m->nf);
        for (k = 0; k < m->nv; ++k)
            if (fscanf(fp, " v %lf %lf %lf", m->v + 3 * k, m->v + 3 * k + 1, m->v + 3 * k + 2) != 3) goto bad;
        for (k = 0; k < m->nf; ++k)
            if (fscanf(fp, " f %d %d %d", m->f + 3 * k, m->f + 3 * k + 1, m->f + 3 * k + 2) != 3) goto bad;
        cq__adj(m);
    }
    if (fscanf(fp, " queries %d", &F->nq) != 1) goto bad;
    F->q = (cq_query *)calloc((size_t)F->nq + 1, sizeof(cq_query));
    for (i = 0; i < F->nq; ++i) {
        cq_query *q = &F->q[i];
        int side, j;
        if (fscanf(fp, " q %d %15s %15s", &q->id, q->type, q->sep) != 3) goto bad;
        for (side = 0; side < 2; ++side) {
            cq_shape *s = side ? &q->b : &q->a;
            cq_pose *P = side ? &q->pb : &q->pa;
            char kn[16];
            if (fscanf(fp, " %15s %lf %lf %lf", kn, s->p, s->p + 1, s->p + 2) != 4) goto bad;
            for (j = 0; j < CQ_NKIND; ++j)
                if (!strcmp(kn, cq_kind_name[j])) break;
            if (j == CQ_NKIND) goto bad;
            s->kind = (cq_kind)j;
            if (fscanf(fp, " %lf %lf %lf %lf %lf %lf %lf", P->q, P->q + 1, P->q + 2, P->q + 3, P->t, P->t + 1,
                       P->t + 2) != 7)
                goto bad;
        }
        if (fscanf(fp, " ref %lf %lf %lf %lf %lf", &q->ref, &q->gap, q->n, q->n + 1, q->n + 2) != 5) goto bad;
    }
    fclose(fp);
    return 0;
bad:
    fprintf(stderr, "%s: bad CQF file\n", path);
    fclose(fp);
    return -1;
}

static int cq_write(const char *path, const cq_file *F) {
    FILE *fp = fopen(path, "w");
    int i, k, side;
    if (!fp) {
        fprintf(stderr, "cannot write %s\n", path);
        return -1;
    }
    fprintf(fp, "CQF 1\nseed %llu\nmeshes %d\n", F->seed, F->nmesh);
    for (i = 0; i < F->nmesh; ++i) {
        const cq_mesh *m = &F->mesh[i];
        fprintf(fp, "mesh %d %d %d\n", i, m->nv, m->nf);
        for (k = 0; k < m->nv; ++k) fprintf(fp, "v %.17g %.17g %.17g\n", m->v[3 * k], m->v[3 * k + 1], m->v[3 * k + 2]);
        for (k = 0; k < m->nf; ++k) fprintf(fp, "f %d %d %d\n", m->f[3 * k], m->f[3 * k + 1], m->f[3 * k + 2]);
    }
    fprintf(fp, "queries %d\n", F->nq);
    for (i = 0; i < F->nq; ++i) {
        const cq_query *q = &F->q[i];
        fprintf(fp, "q %d %s %s", q->id, q->type, q->sep);
        for (side = 0; side < 2; ++side) {
            const cq_shape *s = side ? &q->b : &q->a;
            const cq_pose *P = side ? &q->pb : &q->pa;
            fprintf(fp, "\n %s %.17g %.17g %.17g", cq_kind_name[s->kind], s->p[0], s->p[1], s->p[2]);
            fprintf(fp, " %.17g %.17g %.17g %.17g %.17g %.17g %.17g", P->q[0], P->q[1], P->q[2], P->q[3], P->t[0],
                    P->t[1], P->t[2]);
        }
        fprintf(fp, "\n ref %.17g %.3g %.17g %.17g %.17g\n", q->ref, q->gap, q->n[0], q->n[1], q->n[2]);
    }
    return fclose(fp);
}
#endif
