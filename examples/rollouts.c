/* rollouts.c - many futures of one world at once: clones with different pushes, stepped on all cores. Every rollout gives the
   same bits on one core and on many, and with MPI on many machines.

   cc -O2 -fopenmp -I. examples/rollouts.c -lm -o rollouts && ./rollouts        (without -fopenmp: one core)
   mpicc -O2 -DUSE_MPI -I. examples/rollouts.c -lm -o rollouts_mpi && mpirun -n 2 ./rollouts_mpi */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef USE_MPI
#include <mpi.h>
#endif
#ifdef _OPENMP
#include <omp.h>
#endif
#define COLLIDE_IMPLEMENTATION
#define RBD_IMPLEMENTATION
#define CONTACT_IMPLEMENTATION
#include "collide.h"
#include "rbd.h"
#include "contact.h"

enum { ROLLOUTS = 64, BOXES = 6, STEPS = 200 };

static double seconds(void) {
#ifdef USE_MPI
    return MPI_Wtime();
#elif defined(_OPENMP)
    return omp_get_wtime();
#else
    return 0;
#endif
}

/* One future: a tower, its top pushed in a direction of its own. Returns where the top ends. */
static tact_vec3 rollout(const contact_world *start, contact_body top, int i) {
    contact_world *world = contact_world_clone(start, NULL);
    tact_real angle = 2 * TACT_PI * (tact_real)i / ROLLOUTS;
    contact_body_set_velocity(world, top, tact_vec(2 * tact_cos(angle), 2 * tact_sin(angle), 0), tact_vec(0, 0, 0));
    for (int step = 0; step < STEPS; ++step) contact_world_step(world, TACT_R(5e-3));
    tact_vec3 end = contact_body_pose(world, top).p;
    contact_world_destroy(world);
    return end;
}

int main(int argc, char **argv) {
    int rank = 0, ranks = 1, workers = 1;
#ifdef USE_MPI
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
#endif
#ifdef _OPENMP
    workers = omp_get_max_threads();
#endif
    contact_world *start = contact_world_create(NULL, NULL, NULL);
    collide_shape ground = collide_halfspace(tact_vec(0, 0, 1), 0),
                  cube = collide_box(TACT_R(0.1), TACT_R(0.1), TACT_R(0.1));
    contact_body top = {0, 0};
    contact_world_add_static(start, &ground, tact_pose_identity());
    for (int i = 0; i < BOXES; ++i)
        top =
            contact_world_add_dynamic(start, &cube, tact_pose_at(0, 0, TACT_R(0.1) + TACT_R(0.2) * (tact_real)i), 1000);
    for (int step = 0; step < 100; ++step) contact_world_step(start, TACT_R(5e-3));

    double sum[2] = {0, 0}, took[2] = {0, 0}; /* sum: rollouts that differ, heights */
    tact_vec3 end[2][ROLLOUTS];
    for (int pass = 0; pass < 2; ++pass) { /* on one core, then on all */
        double begin = seconds();
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads(pass ? workers : 1)
#endif
        for (int i = rank; i < ROLLOUTS; i += ranks) end[pass][i] = rollout(start, top, i);
        took[pass] = seconds() - begin;
    }
    for (int i = rank; i < ROLLOUTS; i += ranks) {
        sum[0] += memcmp(&end[0][i], &end[1][i], sizeof end[0][i]) != 0;
        sum[1] += (double)end[1][i].z;
    }
#ifdef USE_MPI
    {
        double all[2];
        MPI_Reduce(sum, all, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
        sum[0] = all[0], sum[1] = all[1];
    }
#endif
    if (!rank) {
        printf("%d rollouts of %d steps, %d boxes each\n", ROLLOUTS, STEPS, BOXES);
        printf("%g of them differ between one core and all; the tops end %.2f m up on average\n", sum[0],
               sum[1] / ROLLOUTS);
        /* times change from run to run: only when asked */
        if (argc > 1 && took[0] > 0)
            fprintf(stderr,
                    "%.3f s on one core of each of %d processes, %.3f s on %d: %.2f times as fast, %.0f steps/s\n",
                    took[0], ranks, took[1], workers, took[0] / took[1], ROLLOUTS * STEPS / took[1]);
    }
    contact_world_destroy(start);
#ifdef USE_MPI
    MPI_Finalize();
#endif
    (void)argv;
    return 0;
}
/* expected output:
64 rollouts of 200 steps, 6 boxes each
0 of them differ between one core and all; the tops end 0.11 m up on average
*/
