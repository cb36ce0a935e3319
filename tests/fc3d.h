/* fc3d.h - reads frictional-contact problems in the text formats of the FCLIB / Siconos collections, for tests and benches.

   .dat   u = M r + q with M dense or block-sparse: becomes a contact_problem in matrix form.
   .gfc   M v = H r + f, u = H^T v + w with a diagonal M over bodies of 6 degrees of freedom: becomes trees and blocks.
   Both store the normal component first; contact.h has it last, so rows and columns are permuted (n,t1,t2) -> (t1,t2,n).
   dt is set to 1, so that forces are the r of the file. Include contact.h first. */
#ifndef TACT_FC3D_H
#define TACT_FC3D_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fc3d_file {
    contact_problem problem;
    contact_delassus delassus;
    tact_real *values, *dense;
    int *row_start, *column, *offset;
} fc3d_file;

/* Directory of the third-party data: $TACT_DATA, or ../shared/data. */
static const char *fc3d_path(const char *name, char *text, size_t size) {
    const char *base = getenv("TACT_DATA");
    snprintf(text, size, "%s/fc3d/%s", base && base[0] ? base : "../shared/data", name);
    return text;
}

static void fc3d_free(fc3d_file *f) {
    contact_problem_free(&f->problem);
    free(f->values);
    free(f->dense);
    free(f->row_start);
    free(f->column);
    free(f->offset);
    memset(f, 0, sizeof *f);
}

static int fc3d_int(FILE *in, int *value) {
    double d;
    if (fscanf(in, "%lf", &d) != 1) return 0;
    *value = (int)d;
    return 1;
}
static int fc3d_real(FILE *in, tact_real *value) {
    double d;
    if (fscanf(in, "%lf", &d) != 1) return 0;
    *value = (tact_real)d;
    return 1;
}
/* Place of component k of the file (n, t1, t2) among our rows (t1, t2, n). */
static int fc3d_place(int k) { return (k + 2) % 3; }

static int fc3d__read_dat(FILE *in, fc3d_file *f) {
    int dim, nc, storage, n0, n1, i, k, a, b, ok = 1;
    contact_problem *p = &f->problem;
    if (!fc3d_int(in, &dim) || !fc3d_int(in, &nc) || !fc3d_int(in, &storage) || !fc3d_int(in, &n0) ||
        !fc3d_int(in, &n1))
        return 0;
    if (dim != 3 || nc < 1 || nc > 100000 || n0 != 3 * nc || n1 != n0) return 0;
    for (i = 0; i < nc; ++i)
        if (contact_add_rows(p, CONTACT_KIND_CONTACT, 3) != i) return 0;
    if (storage == 0) {
        int rows = 0, columns = 0;
        if (!fc3d_int(in, &rows) || !fc3d_int(in, &columns) || rows != n0 || columns != n0) return 0;
        f->dense = (tact_real *)calloc((size_t)n0 * (size_t)n0, sizeof(tact_real));
        if (!f->dense) return 0;
        for (b = 0; b < n0 && ok; ++b)
            for (a = 0; a < n0 && ok; ++a) {
                int r = a / 3 * 3 + fc3d_place(a % 3), c = b / 3 * 3 + fc3d_place(b % 3);
                ok = fc3d_real(in, &f->dense[(size_t)r * (size_t)n0 + (size_t)c]);
            }
        f->delassus.dense = f->dense;
        f->delassus.leading = n0;
    } else if (storage == 1) {
        int blocks = 0, rows = 0, columns = 0, filled1 = 0, filled2 = 0, skip;
        ok = fc3d_int(in, &blocks) && fc3d_int(in, &rows) && fc3d_int(in, &columns) && rows == nc && columns == nc;
        for (i = 0; i < rows + columns && ok; ++i) ok = fc3d_int(in, &skip);
        ok = ok && fc3d_int(in, &filled1) && fc3d_int(in, &filled2) && filled1 == nc + 1 && filled2 == blocks &&
             blocks > 0;
        if (!ok) return 0;
        f->row_start = (int *)calloc((size_t)filled1, sizeof(int));
        f->column = (int *)calloc((size_t)blocks, sizeof(int));
        f->offset = (int *)calloc((size_t)blocks, sizeof(int));
        f->values = (tact_real *)calloc((size_t)blocks * 9, sizeof(tact_real));
        if (!f->row_start || !f->column || !f->offset || !f->values) return 0;
        for (i = 0; i < filled1 && ok; ++i) ok = fc3d_int(in, &f->row_start[i]);
        for (i = 0; i < blocks && ok; ++i) ok = fc3d_int(in, &f->column[i]) && f->column[i] >= 0 && f->column[i] < nc;
        for (k = 0; k < blocks && ok; ++k) {
            ok = fc3d_int(in, &skip);
            f->offset[k] = 9 * k;
            for (b = 0; b < 3 && ok; ++b)
                for (a = 0; a < 3 && ok; ++a) ok = fc3d_real(in, &f->values[9 * k + 3 * fc3d_place(a) + fc3d_place(b)]);
        }
        f->delassus.row_start = f->row_start;
        f->delassus.column = f->column;
        f->delassus.offset = f->offset;
        f->delassus.values = f->values;
    } else {
        return 0;
    }
    for (i = 0; i < n0 && ok; ++i) ok = fc3d_real(in, &p->bias[i / 3 * 3 + fc3d_place(i % 3)]);
    for (i = 0; i < nc && ok; ++i) ok = fc3d_real(in, &p->constraints[i].mu);
    p->delassus = &f->delassus;
    return ok;
}

static int fc3d__read_gfc(FILE *in, fc3d_file *f) {
    int ndof, nc, nnz = 0, i, k, ok;
    contact_problem *p = &f->problem;
    tact_real *mass, *force, *h, *w, *mu;
    int *tree;
    if (!fc3d_int(in, &ndof) || !fc3d_int(in, &nc) || ndof < 6 || ndof % 6 || nc < 1 || ndof > 1000000 || nc > 1000000)
        return 0;
    mass = (tact_real *)calloc((size_t)ndof, sizeof *mass);
    force = (tact_real *)calloc((size_t)ndof, sizeof *force);
    h = (tact_real *)calloc((size_t)nc * 36, sizeof *h); /* two 3 x 6 blocks a contact */
    w = (tact_real *)calloc((size_t)nc * 3, sizeof *w);
    mu = (tact_real *)calloc((size_t)nc, sizeof *mu);
    tree = (int *)malloc((size_t)nc * 2 * sizeof *tree);
    ok = mass && force && h && w && mu && tree;
    for (i = 0; i < ndof && ok; ++i) ok = fc3d_real(in, &mass[i]);
    for (i = 0; i < ndof && ok; ++i) ok = fc3d_real(in, &force[i]);
    for (i = 0; i < 2 * nc && ok; ++i) tree[i] = -1;
    ok = ok && fc3d_int(in, &nnz);
    for (k = 0; k < nnz && ok; ++k) {
        int row, column, contact, component, body, side;
        tact_real value;
        ok = fc3d_int(in, &row) && fc3d_int(in, &column) && fc3d_real(in, &value) && row >= 0 && row < ndof &&
             column >= 0 && column < 3 * nc;
        if (!ok) break;
        contact = column / 3;
        component = fc3d_place(column % 3);
        body = row / 6;
        side = tree[2 * contact] == body || tree[2 * contact] < 0 ? 0 : 1;
        if (tree[2 * contact + side] >= 0 && tree[2 * contact + side] != body) ok = 0;
        tree[2 * contact + side] = body;
        h[36 * contact + 18 * side + 6 * component + row % 6] += value;
    }
    for (i = 0; i < 3 * nc && ok; ++i) ok = fc3d_real(in, &w[i]);
    for (i = 0; i < nc && ok; ++i) ok = fc3d_real(in, &mu[i]);
    for (i = 0; i < ndof / 6 && ok; ++i) {
        const tact_real *m = mass + 6 * i, *g = force + 6 * i;
        if (m[0] == m[1] && m[0] == m[2]) {
            tact_mat3 inertia = tact_mat_diagonal(m[3], m[4], m[5]);
            ok = contact_add_body(p, m[0], &inertia, tact_vec(g[0] / m[0], g[1] / m[1], g[2] / m[2]),
                                  tact_vec(g[3] / m[3], g[4] / m[4], g[5] / m[5])) == i;
        } else {
            tact_real block[36], v[6];
            int d;
            memset(block, 0, sizeof block);
            for (d = 0; d < 6; ++d) block[7 * d] = m[d], v[d] = g[d] / m[d];
            ok = contact_add_tree(p, 6, block, 6, v) == i;
        }
    }
    for (i = 0; i < nc && ok; ++i) {
        const tact_real *none = (const tact_real *)0;
        ok = contact_add_blocks(p, CONTACT_KIND_CONTACT, 3, tree[2 * i], tree[2 * i] < 0 ? none : h + 36 * i,
                                tree[2 * i + 1], tree[2 * i + 1] < 0 ? none : h + 36 * i + 18) == i;
        if (!ok) break;
        p->constraints[i].mu = mu[i];
        for (k = 0; k < 3; ++k) p->bias[3 * i + fc3d_place(k)] = w[3 * i + k];
    }
    free(mass);
    free(force);
    free(h);
    free(w);
    free(mu);
    free(tree);
    return ok;
}

/* 1 on success; on failure (missing file, wrong text) 0 and nothing to free. */
static int fc3d_read(const char *path, fc3d_file *f) {
    FILE *in = fopen(path, "r");
    size_t n = strlen(path);
    int ok;
    memset(f, 0, sizeof *f);
    if (!in) return 0;
    contact_problem_create(&f->problem, (const tact_allocator *)0);
    f->problem.dt = 1;
    ok = n > 4 && strcmp(path + n - 4, ".gfc") == 0 ? fc3d__read_gfc(in, f) : fc3d__read_dat(in, f);
    fclose(in);
    if (!ok) fc3d_free(f);
    return ok;
}

#endif
