/* Pairs that line up (collide_aligned.h), any two kinds of shapes: distances, yes or no and witness points to the tolerances of the random
   pairs, 1e-9 of the scale for polytopes and 1e-8 for curved shapes; where no minimum can be proved the least, because a whole circle
   of directions is as deep, the answer is as good all the same. First directions and caches of every kind, stale or of another pair,
   and batches change nothing. A shape cast along the line of the centres stops where they touch. */
#include "utest.h"
#include "collide.h"
#include "collide_aligned.h"

enum { ALIGNED_PAIRS = 3000 };

/* A body with edges behind a support function: nothing is known of its edges, and the expanding polytope is all there is. */
static int aligned_hidden_edges(const aligned_body *b) {
    return b->shape.kind == COLLIDE_KIND_CUSTOM &&
           (b->plain.kind == COLLIDE_KIND_CYLINDER || b->plain.kind == COLLIDE_KIND_CONE);
}

UTEST(aligned, answers_are_right) {
    int i, distance = 0, witness = 0, wrong = 0, capped = 0, judged = 0, unbounded = 0;
    static aligned_pair p;
    for (i = 0; i < ALIGNED_PAIRS; ++i) {
        collide_result r;
        collide_status status;
        aligned_verdict v;
        double tolerance;
        int overlap = -1;
        aligned_make(1 + (uint64_t)i, &p);
        status = collide_distance(&p.a.shape, p.pose_a, &p.b.shape, p.pose_b, NULL, NULL, &r);
        ASSERT_TRUE(status == COLLIDE_OK || status == COLLIDE_NOT_CONVERGED);
        ASSERT_GE((int)collide_intersect(&p.a.shape, p.pose_a, &p.b.shape, p.pose_b, NULL, NULL, &overlap), 0);
        v = aligned_judge(&p, &r);
        tolerance = p.curved ? PAIR_TOLERANCE_CURVED : PAIR_TOLERANCE_FLAT;
        wrong += fabs((double)r.distance) > PAIR_BOOLEAN * p.scale && overlap != (r.distance < 0);
        if (status != COLLIDE_OK) {
            ++capped;
            if (aligned_hidden_edges(&p.a) ||
                aligned_hidden_edges(&p.b)) { /* then the result says how far off it may be */
                unbounded += !(v.distance * p.scale <= (double)r.gap + tolerance * p.scale);
                continue;
            }
        }
        ++judged;
        if (!(v.distance <= tolerance)) {
            ++distance;
            printf("pair %d, kinds %d and %d: distance off by %.2g of the scale, status %d\n", i + 1,
                   (int)p.a.shape.kind, (int)p.b.shape.kind, v.distance, (int)status);
        }
        if (!(v.witness <= tolerance)) {
            ++witness;
            printf("pair %d, kinds %d and %d: witness off by %.2g of the scale, status %d\n", i + 1,
                   (int)p.a.shape.kind, (int)p.b.shape.kind, v.witness, (int)status);
        }
    }
    EXPECT_EQ(0, distance);
    EXPECT_EQ(0, witness);
    EXPECT_EQ(0, wrong);
    EXPECT_EQ(0, unbounded);
    EXPECT_LT(capped, ALIGNED_PAIRS * 3 / 100);
    EXPECT_GT(judged, ALIGNED_PAIRS * 98 / 100);
}

/* What a cache may hold: nothing, the last answer, that of another pair, numbers that are no directions and vertices that do not exist. */
static void aligned_cache(int which, const collide_cache *last, collide_cache *cache) {
    *cache = *last;
    if (which == 0) memset(cache, 0, sizeof *cache);
    if (which == 2)
        cache->separation_a = cache->separation_b = tact_vec(0, 0, 0), cache->hint_a = cache->hint_b = 1000000;
    if (which == 3)
        cache->separation_a = cache->separation_b = tact_vec((tact_real)NAN, TACT_REAL_MAX, 0),
        cache->hint_a = cache->hint_b = -7;
    if (which == 4)
        cache->separation_a = cache->separation_b = tact_vec(TACT_R(1e-300), TACT_R(1e200), -1),
        cache->hint_a = cache->hint_b = 3;
}
UTEST(aligned, starts_caches_and_batches_agree) {
    static aligned_pair p;
    collide_cache last;
    int i, start, which, different = 0, wrong = 0, judged = 0;
    memset(&last, 0, sizeof last);
    for (i = 0; i < ALIGNED_PAIRS; ++i) {
        collide_result r, other;
        collide_status status, again;
        collide_pair pair;
        double tolerance;
        int overlap, yes;
        aligned_make(1 + (uint64_t)i, &p);
        if (aligned_hidden_edges(&p.a) || aligned_hidden_edges(&p.b)) continue;
        status = collide_distance(&p.a.shape, p.pose_a, &p.b.shape, p.pose_b, NULL, NULL, &r);
        pair.a = &p.a.shape;
        pair.b = &p.b.shape;
        pair.pose_a = p.pose_a;
        pair.pose_b = p.pose_b;
        ASSERT_EQ((int)status, (int)collide_distance_batch(&pair, 1, NULL, NULL, &other, &again));
        ASSERT_EQ((int)status, (int)again);
        ASSERT_TRUE(!(r.distance < other.distance) && !(r.distance > other.distance));
        tolerance = (p.curved ? PAIR_TOLERANCE_CURVED : PAIR_TOLERANCE_FLAT) * p.scale;
        start = i % 4, which = i / 4 % 5;
        {
            collide_config config = collide_default_config();
            collide_cache cache;
            config.warm_start = (collide_warm_start)start;
            aligned_cache(which, &last, &cache);
            again = collide_distance(&p.a.shape, p.pose_a, &p.b.shape, p.pose_b, &config, &cache, &other);
            ASSERT_TRUE(again == COLLIDE_OK || again == COLLIDE_NOT_CONVERGED);
            aligned_cache(which, &last, &cache);
            ASSERT_GE((int)collide_intersect(&p.a.shape, p.pose_a, &p.b.shape, p.pose_b, &config, &cache, &yes), 0);
            collide_intersect(&p.a.shape, p.pose_a, &p.b.shape, p.pose_b, NULL, NULL, &overlap);
            if (cache.valid && tact_vec_finite(cache.separation_a)) last = cache;
            if (fabs((double)r.distance) > PAIR_BOOLEAN * p.scale) wrong += yes != overlap;
            ++judged;
            if (!(fabs((double)(other.distance - r.distance)) <= 2 * tolerance)) {
                ++different;
                printf("pair %d, kinds %d and %d: %.12g, start %d with cache %d %.12g\n", i + 1, (int)p.a.shape.kind,
                       (int)p.b.shape.kind, (double)r.distance, start, which, (double)other.distance);
            }
        }
    }
    EXPECT_EQ(0, different);
    EXPECT_EQ(0, wrong);
    EXPECT_GT(judged, 2500);
}

UTEST(aligned, casts_stop_where_they_touch) {
    static aligned_pair p;
    int i, hits = 0, off = 0;
    for (i = 0; i < ALIGNED_PAIRS; ++i) {
        collide_result r;
        collide_cast_hit hit;
        collide_status status;
        tact_vec3 away;
        aligned_make(1 + (uint64_t)i, &p);
        if (aligned_hidden_edges(&p.a) || aligned_hidden_edges(&p.b)) continue;
        collide_distance(&p.a.shape, p.pose_a, &p.b.shape, p.pose_b, NULL, NULL, &r);
        if (!(r.distance < TACT_R(-0.001) * (tact_real)p.scale)) continue;
        away = tact_rotate(
            p.pose_a.q, tact_vec(i % 3 == 0, i % 3 == 1, i % 3 == 2)); /* back to where they overlap, along an axis */
        away = tact_scale((tact_real)(-5 * p.scale), away);
        p.pose_a.p = tact_add(p.pose_a.p, away);
        status = collide_shape_cast(&p.a.shape, p.pose_a, tact_neg(away), &p.b.shape, p.pose_b, 0, &hit);
        ASSERT_GE((int)status, 0);
        if (!hit.hit || hit.inside || status != COLLIDE_OK) continue;
        ++hits;
        collide_distance(&p.a.shape, tact_pose_make(tact_mul_add(p.pose_a.p, -hit.t, away), p.pose_a.q), &p.b.shape,
                         p.pose_b, NULL, NULL, &r);
        if (!(fabs((double)r.distance) <= 5e-9 * p.scale)) {
            ++off;
            printf("pair %d, kinds %d and %d: cast stops at a distance of %.2g of the scale\n", i + 1,
                   (int)p.a.shape.kind, (int)p.b.shape.kind, (double)r.distance / p.scale);
        }
    }
    EXPECT_EQ(0, off);
    EXPECT_GT(hits, 1000);
}

UTEST(aligned, clean_up) { aligned_free(), pair_free(); }

UTEST_MAIN()
