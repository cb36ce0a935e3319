// collide_gen.cpp - writes the benchmark query file. usage: collide_gen OUT.cqf [queries per group] [seed]
#include "collide_ref.h"
#include <cstdint>
#include <string>

static uint64_t S;
static double u01() { // splitmix64, so that the file does not depend on the C++ library
    uint64_t z = (S += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    z ^= z >> 31;
    return (double)(z >> 11) / 9007199254740992.0;
}
static double U(double a, double b) { return a + (b - a) * u01(); }
static double gauss() {
    double a = 1 - u01(), b = u01();
    return std::sqrt(-2 * std::log(a)) * std::cos(6.283185307179586476925 * b);
}
static void randq(double q[4]) {
    double n = 0;
    for (int i = 0; i < 4; ++i) {
        q[i] = gauss();
        n += q[i] * q[i];
    }
    n = std::sqrt(n);
    for (int i = 0; i < 4; ++i) q[i] /= n;
}

// Incremental hull of points in strictly convex position.
static void hull(cq_mesh &m) {
    std::vector<V> P;
    for (int i = 0; i < m.nv; ++i) P.push_back(V{m.v[3 * i], m.v[3 * i + 1], m.v[3 * i + 2]});
    std::vector<std::array<int, 3>> f;
    std::vector<V> N;
    std::vector<R> D;
    auto add = [&](int a, int b, int c) {
        V n = cross(P[b] - P[a], P[c] - P[a]);
        f.push_back({a, b, c});
        N.push_back(n);
        D.push_back(dot(n, P[a]));
    };
    int i0 = 0, i1 = 1, i2 = 2, i3 = 3;
    if (dot(P[i0] - P[i3], cross(P[i1] - P[i3], P[i2] - P[i3])) < 0) std::swap(i0, i1);
    add(i0, i1, i2);
    add(i1, i0, i3);
    add(i2, i1, i3);
    add(i0, i2, i3);
    for (int k = 4; k < m.nv; ++k) {
        std::vector<std::array<int, 2>> hz;
        size_t w = 0;
        for (size_t i = 0; i < f.size(); ++i) {
            if (dot(N[i], P[k]) - D[i] > 0) {
                for (int e = 0; e < 3; ++e) {
                    int a = f[i][e], b = f[i][(e + 1) % 3];
                    bool hit = false;
                    for (size_t j = 0; j < hz.size(); ++j)
                        if (hz[j][0] == b && hz[j][1] == a) {
                            hz[j] = hz.back();
                            hz.pop_back();
                            hit = true;
                            break;
                        }
                    if (!hit) hz.push_back({a, b});
                }
            } else {
                f[w] = f[i];
                N[w] = N[i];
                D[w] = D[i];
                ++w;
            }
        }
        f.resize(w);
        N.resize(w);
        D.resize(w);
        for (auto &e : hz) add(e[0], e[1], k);
    }
    m.nf = (int)f.size();
    m.f = (int *)malloc(sizeof(int) * 3 * f.size());
    for (size_t i = 0; i < f.size(); ++i)
        for (int e = 0; e < 3; ++e) m.f[3 * i + e] = f[i][e];
    if (m.nf != 2 * m.nv - 4) {
        fprintf(stderr, "hull: %d faces for %d vertices\n", m.nf, m.nv);
        exit(1);
    }
}

static const int SIZES[4] = {32, 128, 512, 2048};
static const int PER = 6;
static cq_shape mk(cq_kind k, int size = -1) {
    cq_shape s;
    s.kind = k;
    s.p[0] = s.p[1] = s.p[2] = 0;
    switch (k) {
    case CQ_ELL:
        for (double &v : s.p) v = U(0.1, 0.4);
        break;
    case CQ_BOX:
        for (double &v : s.p) v = U(0.05, 0.4);
        break;
    case CQ_CAP:
        s.p[0] = U(0.06, 0.2);
        s.p[1] = U(0.1, 0.4);
        break;
    case CQ_CYL:
        s.p[0] = U(0.06, 0.3);
        s.p[1] = U(0.1, 0.4);
        break;
    default: s.p[0] = size * PER + (int)(u01() * PER); break;
    }
    return s;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: collide_gen OUT.cqf [queries per group=100] [seed=20240601]\n");
        return 1;
    }
    int per = argc > 2 ? atoi(argv[2]) : 100;
    cq_file F;
    F.seed = argc > 3 ? strtoull(argv[3], 0, 10) : 20240601ull;
    S = F.seed;
    std::vector<cq_mesh> M;
    for (int s : SIZES)
        for (int k = 0; k < PER; ++k) {
            cq_mesh m;
            memset(&m, 0, sizeof m);
            m.nv = s;
            m.v = (double *)malloc(sizeof(double) * 3 * s);
            double r[3];
            for (double &v : r) v = U(0.1, 0.4);
            for (int i = 0; i < s; ++i) {
                double d[3], n = 0;
                for (double &v : d) {
                    v = gauss();
                    n += v * v;
                }
                n = std::sqrt(n);
                for (int j = 0; j < 3; ++j) m.v[3 * i + j] = r[j] * d[j] / n;
            }
            hull(m);
            cq__adj(&m);
            M.push_back(m);
        }
    F.nmesh = (int)M.size();
    F.mesh = M.data();
    const char *types[] = {"ell", "hull32", "hull128", "hull512", "hull2048", "box",       "boxal",
                           "cap", "cyl",    "boxcap",  "boxcyl",  "cylstand", "ellhull128"};
    const char *seps[] = {"deep", "shallow", "touchm", "touchp", "close", "distant"};
    std::vector<cq_query> Q;
    unsigned long long pst = 88172645463325252ull;
    double worst = 0;
    int probes = 0;
    for (const char *ty : types)
        for (int c = 0; c < 6; ++c) {
            for (int i = 0; i < per; ++i) {
                cq_query q;
                std::string t(ty);
                RefResult r;
                double target;
                for (int attempt = 0;; ++attempt) {
                    if (attempt > 1000) {
                        fprintf(stderr, "cannot place %s\n", ty);
                        return 1;
                    }
                    memset(&q, 0, sizeof q);
                    snprintf(q.type, sizeof q.type, "%s", ty);
                    snprintf(q.sep, sizeof q.sep, "%s", seps[c]);
                    q.id = (int)Q.size();
                    target = c == 0   ? -0.05
                             : c == 1 ? -0.005
                             : c == 2 ? -1e-4
                             : c == 3 ? 1e-4
                             : c == 4 ? U(0.0005, 0.1)
                                      : 1.0;
                    randq(q.pa.q);
                    for (double &v : q.pa.t) v = U(-1, 1);
                    if (t == "ell") {
                        q.a = mk(CQ_ELL);
                        q.b = mk(CQ_ELL);
                    } else if (t.substr(0, 4) == "hull") {
                        int sz = t == "hull32" ? 0 : t == "hull128" ? 1 : t == "hull512" ? 2 : 3;
                        q.a = mk(CQ_HULL, sz);
                        q.b = mk(CQ_HULL, sz);
                    } else if (t == "box" || t == "boxal") {
                        q.a = mk(CQ_BOX);
                        q.b = mk(CQ_BOX);
                    } else if (t == "cap") {
                        q.a = mk(CQ_CAP);
                        q.b = mk(CQ_CAP);
                    } else if (t == "cyl") {
                        q.a = mk(CQ_CYL);
                        q.b = mk(CQ_CYL);
                    } else if (t == "boxcap") {
                        q.a = mk(CQ_BOX);
                        q.b = mk(CQ_CAP);
                    } else if (t == "boxcyl" || t == "cylstand") {
                        q.a = mk(CQ_BOX);
                        q.b = mk(CQ_CYL);
                    } else {
                        q.a = mk(CQ_ELL);
                        q.b = mk(CQ_HULL, 1);
                    }
                    if (t == "boxal" || t == "cylstand") { // parallel faces, exact stacking along local z of A
                        double hb[3] = {q.b.p[0], t == "boxal" ? q.b.p[1] : q.b.p[0],
                                        t == "boxal" ? q.b.p[2] : q.b.p[1]};
                        if (i % 2 == 0) {
                            q.pa.q[0] = 1;
                            q.pa.q[1] = q.pa.q[2] = q.pa.q[3] = 0;
                        }
                        memcpy(q.pb.q, q.pa.q, sizeof q.pb.q);
                        V off{U(-0.6, 0.6) * (q.a.p[0] + hb[0]), U(-0.6, 0.6) * (q.a.p[1] + hb[1]),
                              q.a.p[2] + hb[2] + target};
                        Xf A(q.pa);
                        V p = A.rot(off) + A.t;
                        q.pb.t[0] = (double)p.x;
                        q.pb.t[1] = (double)p.y;
                        q.pb.t[2] = (double)p.z;
                    } else {
                        randq(q.pb.q);
                        for (int j = 0; j < 3; ++j) q.pb.t[j] = q.pa.t[j] + U(-1.2, 1.2);
                        RefResult s = ref_solve(F, q);
                        if (!s.ok || s.sd < 0.02L) continue;
                        R move = target - s.sd;
                        V n = s.n;
                        q.pb.t[0] += (double)(move * n.x);
                        q.pb.t[1] += (double)(move * n.y);
                        q.pb.t[2] += (double)(move * n.z);
                    }
                    r = ref_solve(F, q);
                    if (r.gap > 1e-11L) continue;
                    if ((target < 0) != (r.sd < 0)) continue;
                    break;
                }
                if (r.sd < 0) { // probe the penetration reference from above
                    Mink K(F, q);
                    K.full = true;
                    R b = ref_probe(K, r.n, 400, pst);
                    ++probes;
                    if (b < -r.sd - 1e-12L) {
                        fprintf(stderr, "query %d: probe %.3Lg beats reference %.3Lg\n", q.id, b, -r.sd);
                        return 1;
                    }
                }
                q.ref = (double)r.sd;
                q.gap = (double)r.gap;
                q.n[0] = (double)r.n.x;
                q.n[1] = (double)r.n.y;
                q.n[2] = (double)r.n.z;
                worst = std::max(worst, q.gap);
                Q.push_back(q);
            }
        }
    F.nq = (int)Q.size();
    F.q = Q.data();
    fprintf(stderr, "%d queries, %d meshes, worst certified gap %.2g, %d penetration probes passed\n", F.nq, F.nmesh,
            worst, probes);
    return cq_write(argv[1], &F) ? 1 : 0;
}
