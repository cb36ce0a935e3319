// collide_fcl.cpp - FCL driver, both narrowphase back ends.  usage: collide_fcl FILE.cqf [reps]
#include "collide_peer.h"
#include <fcl/fcl.h>
#include <memory>
typedef fcl::CollisionGeometryd Geo;

static std::shared_ptr<Geo> make(const cq_shape &s, const std::vector<std::shared_ptr<Geo>> &mesh) {
    switch (s.kind) {
    case CQ_ELL: return std::make_shared<fcl::Ellipsoidd>(s.p[0], s.p[1], s.p[2]);
    case CQ_BOX: return std::make_shared<fcl::Boxd>(2 * s.p[0], 2 * s.p[1], 2 * s.p[2]);
    case CQ_CAP: return std::make_shared<fcl::Capsuled>(s.p[0], 2 * s.p[1]);
    case CQ_CYL: return std::make_shared<fcl::Cylinderd>(s.p[0], 2 * s.p[1]);
    default: return mesh[(size_t)s.p[0]];
    }
}
static fcl::Transform3d pose(const cq_pose &p) {
    double R[9];
    cq_rot(p.q, R);
    fcl::Transform3d X = fcl::Transform3d::Identity();
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) X.linear()(i, j) = R[3 * i + j];
        X.translation()[i] = p.t[i];
    }
    return X;
}
int main(int argc, char **argv) {
    cq_file F;
    if (argc < 2 || cq_read(argv[1], &F)) return 1;
    int reps = argc > 2 ? atoi(argv[2]) : 3;
    std::vector<std::shared_ptr<Geo>> mesh;
    for (int i = 0; i < F.nmesh; ++i) {
        auto v = std::make_shared<std::vector<fcl::Vector3d>>();
        auto f = std::make_shared<std::vector<int>>();
        for (int k = 0; k < F.mesh[i].nv; ++k)
            v->push_back(fcl::Vector3d(F.mesh[i].v[3 * k], F.mesh[i].v[3 * k + 1], F.mesh[i].v[3 * k + 2]));
        for (int k = 0; k < F.mesh[i].nf; ++k) {
            f->push_back(3);
            for (int e = 0; e < 3; ++e) f->push_back(F.mesh[i].f[3 * k + e]);
        }
        mesh.push_back(std::make_shared<fcl::Convexd>(v, F.mesh[i].nf, f));
    }
    std::vector<std::shared_ptr<Geo>> A, B;
    std::vector<fcl::Transform3d> TA, TB;
    for (int i = 0; i < F.nq; ++i) {
        A.push_back(make(F.q[i].a, mesh));
        B.push_back(make(F.q[i].b, mesh));
        A.back()->computeLocalAABB();
        B.back()->computeLocalAABB();
        TA.push_back(pose(F.q[i].pa));
        TB.push_back(pose(F.q[i].pb));
    }
    for (int back = 0; back < 2; ++back) {
        auto type = back ? fcl::GST_INDEP : fcl::GST_LIBCCD;
        const char *name = back ? "fcl-indep" : "fcl-libccd";
        auto coll = [&](int i, bool contact, double *depth) {
            fcl::CollisionRequestd rq;
            rq.gjk_solver_type = type;
            rq.enable_contact = contact;
            rq.num_max_contacts = 1;
            fcl::CollisionResultd rs;
            try {
                fcl::collide(A[i].get(), TA[i], B[i].get(), TB[i], rq, rs);
            } catch (...) {
                if (depth) *depth = NAN;
                return false;
            }
            if (depth) *depth = rs.isCollision() ? -std::fabs(rs.getContact(0).penetration_depth) : NAN;
            return rs.isCollision();
        };
        auto dist = [&](int i, bool sgn) {
            fcl::DistanceRequestd rq(true, sgn);
            rq.gjk_solver_type = type;
            fcl::DistanceResultd rs;
            try {
                fcl::distance(A[i].get(), TA[i], B[i].get(), TB[i], rq, rs);
            } catch (...) {
                return (double)NAN;
            }
            return rs.min_distance;
        };
        auto isect = [&](int i) { return coll(i, false, 0); };
        auto pen = [&](int i) {
            double d;
            coll(i, true, &d);
            return d;
        };
        auto ref = [&](int i) { return F.q[i].ref; };
        for (const CqGroup &g : cq_groups(F)) {
            cq_boolean(F, name, g, 1e-6, isect);
            cq_row(name, g, "bool_ns", cq_time(g, reps, [&](int i) { cq_sink = isect(i); }));
            if (F.q[g.idx[0]].ref < 0) {
                cq_accuracy(name, g, "pen", 1e-4, pen, ref);
                cq_row(name, g, "pen_ns", cq_time(g, reps, [&](int i) { cq_sink = pen(i); }));
                if (!back) {
                    cq_accuracy(
                        name, g, "sdist", 1e-4, [&](int i) { return dist(i, true); }, ref);
                    cq_row(name, g, "sdist_ns", cq_time(g, reps, [&](int i) { cq_sink = dist(i, true); }));
                }
            } else {
                cq_accuracy(
                    name, g, "dist", 1e-4, [&](int i) { return dist(i, false); }, ref);
                cq_row(name, g, "dist_ns", cq_time(g, reps, [&](int i) { cq_sink = dist(i, false); }));
            }
        }
    }
    return 0;
}
