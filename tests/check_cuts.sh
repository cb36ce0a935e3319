#!/bin/sh
# The switches that take parts out of a build, each alone and all together: the implementation compiles under the strict warnings, as
# C with gcc and clang and as C++, double and float; a program that drops a ball (or, without a world, solves a contact) runs.
. tests/lib.sh
METHODS='-DCONTACT_METHODS(X)=X(AUTO)X(NCP_PGS)X(SAP)'
source_file all.c implementation collide rbd contact >/dev/null
cat "$WORK/all.c" - >"$WORK/run.c" <<'END'
#ifdef CONTACT_NO_WORLD
int main(void) {
    contact_config config = contact_default_config();
    contact_problem p;
    contact_result r;
    tact_mat3 inertia = tact_mat_diagonal(1, 1, 1);
    int body, ok;
    contact_problem_create(&p, NULL);
    p.dt = (tact_real)0.01;
    body = contact_add_body(&p, 1, &inertia, tact_vec(0, 0, -1), tact_vec(0, 0, 0));
    contact_add_contact(&p, -1, body, tact_vec(0, 0, 1), NULL, tact_vec(0, 0, 0), tact_vec(0, 0, 0), (tact_real)0.5);
    ok = contact_solve_alloc(&p, &config, NULL, &r) == CONTACT_OK && p.velocity[2] > -1e-4 && p.velocity[2] < 1e-4;
    contact_problem_free(&p);
    return !ok;
}
#else
int main(void) {
    contact_world_config config = contact_default_world_config();
    contact_world *w = contact_world_create(&config, NULL, NULL);
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0), ball = collide_sphere((tact_real)0.5);
    contact_body b;
    tact_real z;
    int i;
    contact_world_add_static(w, &ground, tact_pose_identity());
    b = contact_world_add_dynamic(w, &ball, tact_pose_at(0, 0, 1), 1000);
    for (i = 0; i < 100; ++i)
        if (contact_world_step(w, (tact_real)0.01) != CONTACT_OK) return 2;
    z = contact_body_pose(w, b).p.z;
    contact_world_destroy(w);
    return z < 0.499 || z > 0.501;
}
#endif
END
number=0
for cut in -DCONTACT_NO_DERIVATIVES -DCONTACT_NO_WORLD -DCOLLIDE_NO_GRADIENTS -DCOLLIDE_NO_SETS -DCOLLIDE_NO_DECOMPOSITION -DRBD_NO_FILES -DRBD_NO_DERIVATIVES "'$METHODS'" \
    "-DCONTACT_NO_DERIVATIVES -DCOLLIDE_NO_GRADIENTS -DCOLLIDE_NO_SETS -DRBD_NO_FILES -DRBD_NO_DERIVATIVES '$METHODS'"; do
    number=$((number + 1))
    have gcc && printf '%s\t%s\n' "gcc $cut" "gcc -std=c99 -I. $STRICT $STRICT_C $cut -fsyntax-only $WORK/all.c"
    have clang && printf '%s\t%s\n' "clang float $cut" "clang -std=c99 -I. $STRICT $STRICT_C -DTACT_FLOAT $cut -fsyntax-only $WORK/all.c"
    have g++ && printf '%s\t%s\n' "g++ $cut" "g++ -x c++ -std=c++11 -I. $STRICT $cut -fsyntax-only $WORK/all.c"
    printf '%s\t%s\n' "run $cut" "$CC -std=c99 -O0 -DNDEBUG -I. $cut $WORK/run.c -lm -o $WORK/run$number && $WORK/run$number"
done >"$WORK/list"
batch <"$WORK/list"
