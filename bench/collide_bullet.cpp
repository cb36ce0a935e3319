// collide_bullet.cpp - Bullet driver: btGjkEpaSolver2 directly and btGjkPairDetector with the EPA
// penetration solver, all collision margins set to zero.  usage: collide_bullet FILE.cqf [reps]
// Build twice: plain (float) and with -DBT_USE_DOUBLE_PRECISION against the float64 libraries.
#include "collide_peer.h"
#include <btBulletCollisionCommon.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <memory>
#ifdef BT_USE_DOUBLE_PRECISION
#define PFX "bullet64-"
#else
#define PFX "bullet32-"
#endif

// Bullet has no ellipsoid; this is the harness's own convex shape.
struct Ell : btConvexInternalShape {
    btVector3 r2;
    explicit Ell(const double p[3]) : r2(btScalar(p[0] * p[0]), btScalar(p[1] * p[1]), btScalar(p[2] * p[2])) {
        m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
        setMargin(0);
    }
    btVector3 localGetSupportingVertexWithoutMargin(const btVector3 &d) const override {
        btVector3 e = r2 * d;
        btScalar n = btSqrt(btMax(e.dot(d), btScalar(1e-30)));
        return e / n;
    }
    btVector3 localGetSupportingVertex(const btVector3 &d) const override {
        return localGetSupportingVertexWithoutMargin(d);
    }
    void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3 *v, btVector3 *o, int n) const override {
        for (int i = 0; i < n; ++i) o[i] = localGetSupportingVertexWithoutMargin(v[i]);
    }
    void calculateLocalInertia(btScalar, btVector3 &in) const override { in.setZero(); }
    const char *getName() const override { return "Ell"; }
};
static std::shared_ptr<btConvexShape> make(const cq_shape &s, const std::vector<std::shared_ptr<btConvexShape>> &mesh) {
    std::shared_ptr<btConvexShape> r;
    const double *p = s.p;
    switch (s.kind) {
    case CQ_ELL: r = std::make_shared<Ell>(p); break;
    case CQ_BOX: r = std::make_shared<btBoxShape>(btVector3(btScalar(p[0]), btScalar(p[1]), btScalar(p[2]))); break;
    case CQ_CAP: return std::make_shared<btCapsuleShapeZ>(btScalar(p[0]), btScalar(2 * p[1]));
    case CQ_CYL:
        r = std::make_shared<btCylinderShapeZ>(btVector3(btScalar(p[0]), btScalar(p[0]), btScalar(p[1])));
        break;
    default: return mesh[(size_t)p[0]];
    }
    r->setMargin(0);
    return r;
}
static btTransform pose(const cq_pose &p) {
    double R[9];
    cq_rot(p.q, R);
    btTransform X;
    X.setBasis(btMatrix3x3(btScalar(R[0]), btScalar(R[1]), btScalar(R[2]), btScalar(R[3]), btScalar(R[4]),
                           btScalar(R[5]), btScalar(R[6]), btScalar(R[7]), btScalar(R[8])));
    X.setOrigin(btVector3(btScalar(p.t[0]), btScalar(p.t[1]), btScalar(p.t[2])));
    return X;
}
int main(int argc, char **argv) {
    cq_file F;
    if (argc < 2 || cq_read(argv[1], &F)) return 1;
    int reps = argc > 2 ? atoi(argv[2]) : 5;
    std::vector<std::shared_ptr<btConvexShape>> mesh;
    for (int i = 0; i < F.nmesh; ++i) {
        auto h = std::make_shared<btConvexHullShape>();
        for (int k = 0; k < F.mesh[i].nv; ++k)
            h->addPoint(btVector3(btScalar(F.mesh[i].v[3 * k]), btScalar(F.mesh[i].v[3 * k + 1]),
                                  btScalar(F.mesh[i].v[3 * k + 2])),
                        false);
        h->recalcLocalAabb();
        h->setMargin(0);
        mesh.push_back(h);
    }
    std::vector<std::shared_ptr<btConvexShape>> A, B;
    std::vector<btTransform> TA, TB;
    for (int i = 0; i < F.nq; ++i) {
        A.push_back(make(F.q[i].a, mesh));
        B.push_back(make(F.q[i].b, mesh));
        TA.push_back(pose(F.q[i].pa));
        TB.push_back(pose(F.q[i].pb));
    }
    auto guess = [&](int i) { return TB[i].getOrigin() - TA[i].getOrigin(); };
    auto epadist = [&](int i) {
        btGjkEpaSolver2::sResults r;
        if (!btGjkEpaSolver2::Distance(A[i].get(), TA[i], B[i].get(), TB[i], guess(i), r)) return (double)NAN;
        double m = A[i]->getShapeType() == CAPSULE_SHAPE_PROXYTYPE ? A[i]->getMargin() : 0;
        if (B[i]->getShapeType() == CAPSULE_SHAPE_PROXYTYPE) m += B[i]->getMargin();
        return (double)r.distance - m;
    };
    auto epapen = [&](int i) {
        btGjkEpaSolver2::sResults r;
        if (!btGjkEpaSolver2::Penetration(A[i].get(), TA[i], B[i].get(), TB[i], guess(i), r, true)) return (double)NAN;
        return (double)r.distance;
    };
    btVoronoiSimplexSolver sx;
    btGjkEpaPenetrationDepthSolver pd;
    auto pair = [&](int i) {
        btGjkPairDetector det(A[i].get(), B[i].get(), &sx, &pd);
        btGjkPairDetector::ClosestPointInput in;
        in.m_transformA = TA[i];
        in.m_transformB = TB[i];
        btPointCollector out;
        sx.reset();
        det.setCachedSeparatingAxis(guess(i));
        det.getClosestPoints(in, out, 0);
        return out.m_hasResult ? (double)out.m_distance : (double)NAN;
    };
    auto ref = [&](int i) { return F.q[i].ref; };
    for (const CqGroup &g : cq_groups(F)) {
        bool over = F.q[g.idx[0]].ref < 0;
        cq_boolean(F, PFX "pair", g, 1e-6, [&](int i) {
            double d = pair(i);
            return d < 0;
        });
        const char *m = over ? "pen" : "dist";
        std::string ns = std::string(m) + "_ns";
        cq_accuracy(PFX "pair", g, m, 1e-4, pair, ref);
        cq_row(PFX "pair", g, ns.c_str(), cq_time(g, reps, [&](int i) { cq_sink = pair(i); }));
        if (over) {
            cq_accuracy(PFX "epa2", g, m, 1e-4, epapen, ref);
            cq_row(PFX "epa2", g, ns.c_str(), cq_time(g, reps, [&](int i) { cq_sink = epapen(i); }));
        } else {
            cq_accuracy(PFX "epa2", g, m, 1e-4, epadist, ref);
            cq_row(PFX "epa2", g, ns.c_str(), cq_time(g, reps, [&](int i) { cq_sink = epadist(i); }));
        }
    }
    return 0;
}
