// collide_peer.h - timing loop and TSV output shared by the peer drivers (C++11).
// A driver prepares one opaque object per query, then hands in three callables.
#ifndef CQ_BENCH_H
#define CQ_BENCH_H
#include "collide_qfile.h"
#include <time.h>
#include <cmath>
#include <vector>
#include <string>
#include <algorithm>
#include <map>

static inline double cq_now() { // processor time of this thread, as bench.h measures ours
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static inline void cq_rot(const double q[4], double R[9]) { // row major
    double n = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    double w = q[0] / n, x = q[1] / n, y = q[2] / n, z = q[3] / n;
    R[0] = 1 - 2 * (y * y + z * z);
    R[1] = 2 * (x * y - w * z);
    R[2] = 2 * (x * z + w * y);
    R[3] = 2 * (x * y + w * z);
    R[4] = 1 - 2 * (x * x + z * z);
    R[5] = 2 * (y * z - w * x);
    R[6] = 2 * (x * z - w * y);
    R[7] = 2 * (y * z + w * x);
    R[8] = 1 - 2 * (x * x + y * y);
}

struct CqGroup {
    std::string type, sep;
    std::vector<int> idx;
};

static inline std::vector<CqGroup> cq_groups(const cq_file &F) {
    std::vector<CqGroup> out;
    std::map<std::string, size_t> pos;
    for (int i = 0; i < F.nq; ++i) {
        std::string k = std::string(F.q[i].type) + "/" + F.q[i].sep;
        if (!pos.count(k)) {
            pos[k] = out.size();
            out.push_back(CqGroup{F.q[i].type, F.q[i].sep, {}});
        }
        out[pos[k]].idx.push_back(i);
    }
    return out;
}

static inline void cq_row(const char *peer, const CqGroup &g, const char *metric, double v) {
    std::printf("%s\t%s/%s\t%s\t%.6g\n", peer, g.type.c_str(), g.sep.c_str(), metric, v);
}

// Runs fn(i) over the group `reps` times and reports the best mean time per call.
template <class Fn> static double cq_time(const CqGroup &g, int reps, Fn fn) {
    double best = 1e300;
    for (int r = 0; r < reps; ++r) {
        double t0 = cq_now();
        for (int i : g.idx) fn(i);
        double dt = (cq_now() - t0) / (double)g.idx.size();
        best = std::min(best, dt);
    }
    return best;
}

// fn(i) -> signed or unsigned distance; NaN means "failed". expect(i) is the reference value.
template <class Fn, class Ex>
static void cq_accuracy(const char *peer, const CqGroup &g, const char *prefix, double failtol, Fn fn, Ex expect) {
    std::vector<double> err;
    int fail = 0;
    for (int i : g.idx) {
        double v = fn(i), e = std::fabs(v - expect(i));
        if (!(e <= failtol)) ++fail; // counts NaN as well
        if (e == e) err.push_back(e);
    }
    std::sort(err.begin(), err.end());
    std::string p(prefix);
    if (!err.empty()) {
        cq_row(peer, g, (p + "_maxerr").c_str(), err.back());
        cq_row(peer, g, (p + "_mederr").c_str(), err[err.size() / 2]);
    }
    cq_row(peer, g, (p + "_fail").c_str(), fail); // NaN, exception, or error above failtol
}

// Boolean answers are judged only where |ref| exceeds `dead`.
template <class Fn> static void cq_boolean(const cq_file &F, const char *peer, const CqGroup &g, double dead, Fn fn) {
    int wrong = 0;
    for (int i : g.idx) {
        double r = F.q[i].ref;
        if (std::fabs(r) <= dead) continue;
        if (fn(i) != (r < 0)) ++wrong;
    }
    cq_row(peer, g, "bool_wrong", wrong);
}

static volatile double cq_sink;
#endif
