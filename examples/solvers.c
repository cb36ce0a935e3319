/* solvers.c - one contact problem, every method: what each says about a cube that slides over the floor.

   cc -I. examples/solvers.c -lm -o solvers && ./solvers

   The models differ where a contact slides. The linear complementarity problem (LCP) replaces the friction cone by a pyramid, so
   the friction force turns the motion; the convex problem (CCP) lets a sliding body lift off; the nonlinear one (NCP) does neither. */
#include <stdio.h>
#define CONTACT_IMPLEMENTATION
#include "contact.h"

/* A 1 kg cube of side 0.2 m in motion along `heading`; what it would do in this step of 1 ms without contact. */
static int build(contact_problem *p, tact_real heading) {
    tact_mat3 inertia = tact_mat_diagonal(TACT_R(1 / 150.0), TACT_R(1 / 150.0), TACT_R(1 / 150.0));
    tact_vec3 up = {0, 0, 1}, east = {1, 0, 0}, none = {0, 0, 0};
    tact_vec3 free_velocity = tact_vec(tact_cos(heading) / 2, tact_sin(heading) / 2, TACT_R(-9.81e-3));
    contact_problem_clear(p);
    p->dt = TACT_R(1e-3);
    int cube = contact_add_body(p, 1, &inertia, free_velocity, none);
    for (int k = 0; k < 4;
         ++k) { /* a contact at each lower corner; -1 is the world, the normal points from it to the cube */
        tact_vec3 arm = tact_vec(k & 1 ? TACT_R(0.1) : TACT_R(-0.1), k & 2 ? TACT_R(0.1) : TACT_R(-0.1), TACT_R(-0.1));
        if (contact_add_contact(p, -1, cube, up, &east, none, arm, TACT_R(0.5)) < 0) return -1;
    }
    return 0;
}

/* What prints as 0.000 is printed without a sign. */
static double shown(tact_real x) { return x < TACT_R(0.0005) && x > TACT_R(-0.0005) ? 0 : (double)x; }

int main(void) {
    const tact_real heading = TACT_R(0.4); /* radians from east, between an axis of the pyramid and its diagonal */
    contact_problem p;
    if (contact_problem_create(&p, NULL) < 0) return 1;
    printf("%-18s %-10s %10s %10s   %s\n", "method", "speed m/s", "turned deg", "lift mm/s", "status");
    for (int m = 0; m < CONTACT_METHOD_COUNT; ++m) {
        contact_config config = contact_default_config();
        contact_result result;
        config.method = (contact_method)m;
        if (build(&p, heading) < 0) return 1;
        contact_status status = contact_solve_alloc(&p, &config, NULL, &result);
        if (status < 0) {
            printf("%-18s %s\n", contact_method_name(config.method), contact_status_text(status));
            continue;
        }
        tact_vec3 v = tact_vec(p.velocity[0], p.velocity[1], p.velocity[2]);
        tact_real speed = tact_sqrt(v.x * v.x + v.y * v.y);
        tact_real turned = (tact_atan2(v.y, v.x) - heading) * 180 / TACT_PI;
        printf("%-18s %-10.4f %10.3f %10.3f   %s\n", contact_method_name(config.method), (double)speed, shown(turned),
               shown(1000 * v.z), status == 0 ? "ok" : contact_status_text(status));
    }
    contact_problem_free(&p);
    return 0;
}

/* expected output:
method             speed m/s  turned deg  lift mm/s   status
lcp_pgs            0.4936         -0.303      0.000   ok
lcp_lemke          0.4936         -0.303      0.000   ok
lcp_dantzig        0.4936         -0.303      0.000   ok
lcp_staggered      0.4936         -0.303      0.000   ok
ccp_pgs            0.3961          0.000    198.038   ok
ccp_admm           0.3961          0.000    198.038   ok
ccp_apgd           0.3961          0.000    198.038   ok
ccp_newton         0.3961          0.000    198.012   ok
raisim             0.4952          0.000      0.000   ok
raisim_ds          0.4951          0.000      0.000   ok
ncp_pgs            0.4951          0.000      0.000   ok
ncp_prox           0.4951          0.000      0.000   ok
ncp_nbgs           0.4951          0.000      0.000   ok
ncp_nbgs_quartic   0.4951          0.000      0.000   ok
ncp_staggered      0.4951          0.000      0.000   ok
ncp_admm_fixed     0.4951          0.000      0.000   ok
ncp_admm_linear    0.4951          0.000      0.000   ok
ncp_admm_spectral  0.4951          0.000      0.000   ok
ncp_newton         0.4951          0.000      0.000   ok
sap                0.3984          0.000    193.400   ok
lagged             0.5000          0.000     -0.239   ok
similar            0.3985          0.000    193.250   ok
mujoco             0.3961          0.000    198.012   ok
auto               0.4951          0.000      0.000   ok
*/
