// collide_ref.h - long double reference signed distance with certified bounds.
//   separated:  GJK with brute-force sub-simplex; upper bound |x|, lower bound best separating plane.
//   overlapping: full-hull EPA; lower bound nearest face of the inner polytope, upper bound support value.
// Written for clarity and trust, not for speed.
#ifndef CQ_REF_H
#define CQ_REF_H
#include "collide_qfile.h"
#include <cmath>
#include <vector>
#include <array>
#include <algorithm>
#include <limits>
#include <unordered_map>

typedef long double R;
struct V {
    R x, y, z;
};
static inline V operator+(V a, V b) { return V{a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline V operator-(V a, V b) { return V{a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline V operator*(R s, V a) { return V{s * a.x, s * a.y, s * a.z}; }
static inline R dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline V cross(V a, V b) { return V{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
static inline R len(V a) { return sqrtl(dot(a, a)); }
static inline V unit(V a) { return (1 / len(a)) * a; }

struct Xf {
    R m[9];
    V t;
    explicit Xf(const cq_pose &p) {
        R n = sqrtl((R)p.q[0] * p.q[0] + (R)p.q[1] * p.q[1] + (R)p.q[2] * p.q[2] + (R)p.q[3] * p.q[3]);
        R w = p.q[0] / n, x = p.q[1] / n, y = p.q[2] / n, z = p.q[3] / n;
        m[0] = 1 - 2 * (y * y + z * z);
        m[1] = 2 * (x * y - w * z);
        m[2] = 2 * (x * z + w * y);
        m[3] = 2 * (x * y + w * z);
        m[4] = 1 - 2 * (x * x + z * z);
        m[5] = 2 * (y * z - w * x);
        m[6] = 2 * (x * z - w * y);
        m[7] = 2 * (y * z + w * x);
        m[8] = 1 - 2 * (x * x + y * y);
        t = V{p.t[0], p.t[1], p.t[2]};
    }
    V rot(V v) const {
        return V{m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
                 m[6] * v.x + m[7] * v.y + m[8] * v.z};
    }
    V irot(V v) const {
        return V{m[0] * v.x + m[3] * v.y + m[6] * v.z, m[1] * v.x + m[4] * v.y + m[7] * v.z,
                 m[2] * v.x + m[5] * v.y + m[8] * v.z};
    }
};

// Support of the core (capsule core = segment); local frame.
static V core_support(const cq_file &F, const cq_shape &s, V d) {
    switch (s.kind) {
    case CQ_ELL: {
        V e{(R)s.p[0] * s.p[0] * d.x, (R)s.p[1] * s.p[1] * d.y, (R)s.p[2] * s.p[2] * d.z};
        R n = sqrtl(dot(e, d));
        return (1 / n) * e;
    }
    case CQ_BOX:
        return V{d.x < 0 ? -(R)s.p[0] : (R)s.p[0], d.y < 0 ? -(R)s.p[1] : (R)s.p[1], d.z < 0 ? -(R)s.p[2] : (R)s.p[2]};
    case CQ_CAP: return V{0, 0, d.z < 0 ? -(R)s.p[1] : (R)s.p[1]};
    case CQ_CYL: {
        R r = sqrtl(d.x * d.x + d.y * d.y);
        V v{0, 0, d.z < 0 ? -(R)s.p[1] : (R)s.p[1]};
        if (r > 0) {
            v.x = s.p[0] * d.x / r;
            v.y = s.p[0] * d.y / r;
        }
        return v;
    }
    default: {
        const cq_mesh &m = F.mesh[(int)s.p[0]];
        R best = -std::numeric_limits<R>::infinity();
        int bi = 0;
        for (int i = 0; i < m.nv; ++i) {
            R v = m.v[3 * i] * d.x + m.v[3 * i + 1] * d.y + m.v[3 * i + 2] * d.z;
            if (v > best) {
                best = v;
                bi = i;
            }
        }
        return V{m.v[3 * bi], m.v[3 * bi + 1], m.v[3 * bi + 2]};
    }
    }
}
static R core_radius(const cq_shape &s) { return s.kind == CQ_CAP ? (R)s.p[0] : 0; }

struct Mink {
    const cq_file &F;
    const cq_query &q;
    Xf A, B;
    R rad;
    bool full;
    Mink(const cq_file &F_, const cq_query &q_) : F(F_), q(q_), A(q_.pa), B(q_.pb), full(false) {
        rad = core_radius(q.a) + core_radius(q.b);
    }
    V sup(V d) const { // support of A-B along d
        V a = A.rot(core_support(F, q.a, A.irot(d)));
        V b = B.rot(core_support(F, q.b, B.irot(-1.0L * d)));
        V w = (a - b) + (A.t - B.t);
        if (full && rad > 0) w = w + (rad / len(d)) * d;
        return w;
    }
};

// Nearest point to the origin in the hull of n<=4 points: try every subset.
static V nearest_simplex(std::vector<V> &P) {
    R best = std::numeric_limits<R>::infinity();
    V bx{0, 0, 0};
    int bmask = 1;
    int n = (int)P.size();
    for (int mask = 1; mask < (1 << n); ++mask) {
        int id[4], k = 0;
        for (int i = 0; i < n; ++i)
            if (mask >> i & 1) id[k++] = i;
        V x;
        if (k == 1)
            x = P[id[0]];
        else {
            V o = P[id[0]], e[3];
            R G[3][4];
            for (int i = 1; i < k; ++i) e[i - 1] = P[id[i]] - o;
            int m = k - 1;
            for (int i = 0; i < m; ++i) {
                for (int j = 0; j < m; ++j) G[i][j] = dot(e[i], e[j]);
                G[i][m] = -dot(e[i], o);
            }
            bool ok = true;
            for (int c = 0; c < m && ok; ++c) { // Gauss-Jordan with pivoting
                int p = c;
                for (int i = c + 1; i < m; ++i)
                    if (fabsl(G[i][c]) > fabsl(G[p][c])) p = i;
                if (fabsl(G[p][c]) < 1e-30L) {
                    ok = false;
                    break;
                }
                if (p != c)
                    for (int j = 0; j <= m; ++j) std::swap(G[p][j], G[c][j]);
                for (int i = 0; i < m; ++i)
                    if (i != c) {
                        R f = G[i][c] / G[c][c];
                        for (int j = c; j <= m; ++j) G[i][j] -= f * G[c][j];
                    }
            }
            if (!ok) continue;
            R l[3], s = 0;
            x = o;
            for (int i = 0; i < m; ++i) {
                l[i] = G[i][m] / G[i][i];
                s += l[i];
                if (l[i] < 0) ok = false;
                x = x + l[i] * e[i];
            }
            if (!ok || s > 1) continue;
        }
        R d = dot(x, x);
        if (d < best) {
            best = d;
            bx = x;
            bmask = mask;
        }
    }
    std::vector<V> keep;
    for (int i = 0; i < n; ++i)
        if (bmask >> i & 1) keep.push_back(P[i]);
    P = keep;
    return bx;
}

struct RefResult {
    R sd, gap;
    V n;
    bool ok;
};

// Distance of the cores; returns false when they overlap.
static bool ref_gjk(const Mink &M, R &lo, R &hi, V &xout) {
    V x = M.A.t - M.B.t;
    if (len(x) < 1e-9L) x = V{1, 0, 0};
    std::vector<V> S;
    x = M.sup(-1.0L * x);
    S.push_back(x);
    lo = 0;
    hi = len(x);
    for (int it = 0; it < 3000; ++it) {
        R l = len(x);
        if (l < 1e-13L) return false;
        V w = M.sup(-1.0L * x);
        lo = std::max(lo, dot(x, w) / l);
        hi = l;
        xout = x;
        if (hi - lo < 1e-17L) return true;
        bool dup = false;
        for (V s : S)
            if (len(s - w) < 1e-17L) dup = true;
        if (dup) return true;
        S.push_back(w);
        V y = nearest_simplex(S);
        if (S.size() == 4) return false;
        if (!(len(y) < l)) return true;
        x = y;
    }
    return true;
}

struct Face {
    int v[3];
    V n;
    R d;
    bool dead, vis;
};

static RefResult ref_epa(const Mink &M, R tol) {
    RefResult r;
    r.ok = false;
    r.sd = 0;
    r.gap = 1;
    r.n = V{0, 0, 1};
    std::vector<V> P;
    std::vector<Face> Fc;
    std::unordered_map<long long, int> edge; // directed edge -> face
    auto key = [](int a, int b) { return (long long)a * 1000003LL + b; };
    V seed[4] = {{0.93L, 0.11L, 0.31L}, {-0.42L, 0.87L, -0.23L}, {-0.37L, -0.79L, -0.41L}, {0.05L, -0.12L, 0.97L}};
    for (V s : seed) P.push_back(M.sup(s));
    if (dot(P[0] - P[3], cross(P[1] - P[3], P[2] - P[3])) < 0) std::swap(P[0], P[1]);
    auto add = [&](int a, int b, int c) {
        Face f;
        f.v[0] = a;
        f.v[1] = b;
        f.v[2] = c;
        f.dead = f.vis = false;
        V n = cross(P[b] - P[a], P[c] - P[a]);
        R l = len(n);
        if (l < 1e-26L) {
            f.n = V{0, 0, 0};
            f.d = std::numeric_limits<R>::infinity();
        } else {
            f.n = (1 / l) * n;
            f.d = dot(f.n, P[a]);
        }
        int id = (int)Fc.size();
        Fc.push_back(f);
        for (int e = 0; e < 3; ++e) edge[key(f.v[e], f.v[(e + 1) % 3])] = id;
    };
    add(0, 1, 2);
    add(1, 0, 3);
    add(2, 1, 3);
    add(0, 2, 3);
    R upper = std::numeric_limits<R>::infinity();
    V bestn{0, 0, 1};
    for (int it = 0; it < 1500; ++it) {
        int bi = -1;
        for (size_t i = 0; i < Fc.size(); ++i)
            if (!Fc[i].dead && (bi < 0 || Fc[i].d < Fc[(size_t)bi].d)) bi = (int)i;
        if (bi < 0) return r;
        V fn = Fc[(size_t)bi].n;
        R lower = Fc[(size_t)bi].d;
        V w = M.sup(fn);
        R h = dot(w, fn);
        if (h < upper) {
            upper = h;
            bestn = fn;
        }
        r.sd = -upper;
        r.gap = std::max<R>(upper - lower, 0);
        r.n = bestn;
        if (upper - lower <= tol || h - lower <= 1e-17L) {
            r.ok = true;
            return r;
        }
        int wi = (int)P.size();
        P.push_back(w);
        // visible region: connected component of the nearest face
        std::vector<int> st{bi}, seen;
        Fc[(size_t)bi].vis = true;
        while (!st.empty()) {
            int f = st.back();
            st.pop_back();
            seen.push_back(f);
            for (int e = 0; e < 3; ++e) {
                int a = Fc[(size_t)f].v[e], b = Fc[(size_t)f].v[(e + 1) % 3];
                auto nb = edge.find(key(b, a));
                if (nb == edge.end()) return r;
                Face &g = Fc[(size_t)nb->second];
                if (g.vis) continue;
                bool flat = len(cross(P[b] - P[a], w - P[a])) < 1e-16L; // new face on this edge would have no area
                if (flat || std::isinf(g.d) || dot(g.n, w) - g.d > 1e-17L) {
                    g.vis = true;
                    st.push_back(nb->second);
                }
            }
        }
        std::vector<std::array<int, 2>> hz;
        for (int f : seen)
            for (int e = 0; e < 3; ++e) {
                int a = Fc[(size_t)f].v[e], b = Fc[(size_t)f].v[(e + 1) % 3];
                if (!Fc[(size_t)edge[key(b, a)]].vis) hz.push_back({a, b});
            }
        for (int f : seen) {
            Face &g = Fc[(size_t)f];
            g.dead = true;
            for (int e = 0; e < 3; ++e) edge.erase(key(g.v[e], g.v[(e + 1) % 3]));
        }
        if (hz.size() < 3) return r;
        for (auto &ed : hz) add(ed[0], ed[1], wi);
    }
    return r;
}

// Independent upper-bound check: no sampled direction may give a smaller support value.
static R ref_probe(const Mink &M, V n0, int samples, unsigned long long &st) {
    R best = dot(M.sup(n0), n0);
    auto rnd = [&]() {
        st ^= st << 13;
        st ^= st >> 7;
        st ^= st << 17;
        return (R)(st >> 11) / 9007199254740992.0L * 2 - 1;
    };
    V bd = n0;
    for (int i = 0; i < samples; ++i) {
        V d{rnd(), rnd(), rnd()};
        if (len(d) < 1e-3L) continue;
        d = unit(d);
        R h = dot(M.sup(d), d);
        if (h < best) {
            best = h;
            bd = d;
        }
    }
    R step = 0.1L;
    for (int i = 0; i < 300; ++i) {
        V d = unit(bd + step * V{rnd(), rnd(), rnd()});
        R h = dot(M.sup(d), d);
        if (h < best) {
            best = h;
            bd = d;
        } else if (i % 10 == 9)
            step *= 0.6L;
    }
    return best;
}

static RefResult ref_solve(const cq_file &F, const cq_query &q) {
    Mink M(F, q);
    RefResult r;
    R lo, hi;
    V x{1, 0, 0};
    if (ref_gjk(M, lo, hi, x) && lo > 1e-9L) {
        r.ok = true;
        r.sd = hi - M.rad;
        r.gap = hi - lo;
        r.n = unit(-1.0L * x);
        return r;
    }
    M.full = true;
    return ref_epa(M, 1e-14L);
}
#endif
