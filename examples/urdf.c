/* urdf.c - read a robot from URDF text; mass matrix, bias, Jacobian, and a joint acceleration two ways.

   cc -I. examples/urdf.c -lm -o urdf && ./urdf [file.urdf] */
#include <stdio.h>
#include <stdlib.h>
#define RBD_IMPLEMENTATION
#include "rbd.h"

static const char *const arm =
    "<robot name='arm'>"
    " <link name='base'/>"
    " <link name='upper'><inertial><origin xyz='0 0 0.2'/><mass value='2'/>"
    "  <inertia ixx='0.03' iyy='0.03' izz='0.004' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    " <link name='fore'><inertial><origin xyz='0 0 0.15'/><mass value='1'/>"
    "  <inertia ixx='0.01' iyy='0.01' izz='0.001' ixy='0' ixz='0' iyz='0'/></inertial></link>"
    " <link name='hand'/>"
    " <joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/><axis xyz='0 1 0'/>"
    "  <limit lower='-2' upper='2' effort='50' velocity='5'/></joint>"
    " <joint name='elbow' type='revolute'><parent link='upper'/><child link='fore'/><origin xyz='0 0 0.4'/>"
    "  <axis xyz='0 1 0'/><limit lower='-2.5' upper='2.5' effort='30' velocity='5'/></joint>"
    " <joint name='wrist' type='fixed'><parent link='fore'/><child link='hand'/><origin xyz='0 0 0.3'/></joint>"
    "</robot>";

static void print_matrix(const char *name, const tact_real *a, int rows, int columns) {
    printf("%s\n", name);
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
            printf("%10.5f%s", (double)a[i * columns + j] + 0.0, j + 1 == columns ? "\n" : "");
}

static char *read_file(const char *name, size_t *bytes) {
    FILE *f = fopen(name, "rb");
    char *text = NULL;
    if (f && fseek(f, 0, SEEK_END) == 0) {
        *bytes = (size_t)ftell(f);
        text = (char *)malloc(*bytes + 1);
        rewind(f);
        if (text && fread(text, 1, *bytes, f) != *bytes) free(text), text = NULL;
    }
    if (f) fclose(f);
    return text;
}

int main(int argc, char **argv) {
    size_t bytes = strlen(arm);
    char *file = argc > 1 ? read_file(argv[1], &bytes) : NULL;
    rbd_error error;
    if (argc > 1 && !file) return printf("cannot read %s\n", argv[1]), 1;
    rbd_model *model = rbd_model_create_urdf(file ? file : arm, bytes, NULL, NULL, &error);
    free(file);
    if (!model) return printf("%s\n", error.text), 1; /* says the line, and what is wrong */

    const int nv = model->nv;
    rbd_data *data = rbd_data_create(model, NULL);
    tact_real *memory = (tact_real *)calloc((size_t)(model->nq + 5 * nv + nv * nv + 6 * nv), sizeof(tact_real));
    if (!data || !memory) return 1;
    tact_real *q = memory, *v = q + model->nq, *tau = v + nv, *bias = tau + nv, *a = bias + nv, *again = a + nv;
    tact_real *mass = again + nv, *jacobian = mass + nv * nv;

    printf("%d moving bodies, %d degrees of freedom, %.3f kg\n", model->n_bodies - 1, nv,
           (double)rbd_model_mass(model));
    rbd_neutral(model, q);
    for (int i = 0; i < nv; ++i) v[i] = TACT_R(0.3), tau[i] = TACT_R(0.5);
    rbd_integrate(model, q, v, 1, q); /* every joint moved by 0.3: the same line for quaternions, angles, lengths */

    if (rbd_crba(model, data, q, mass, nv) < 0 || rbd_bias(model, data, q, v, bias) < 0) return 1;
    if (nv <= 8) print_matrix("mass matrix", mass, nv, nv), print_matrix("bias: Coriolis and gravity", bias, 1, nv);
    int hand = rbd_model_find_frame(model, "hand");
    if (hand >= 0) {
        rbd_fk(model, data, q);
        tact_pose pose = rbd_frame_pose(data, &model->frames[hand]);
        rbd_frame_jacobian(data, &model->frames[hand], RBD_REFERENCE_LOCAL_WORLD_ALIGNED, jacobian, nv);
        printf("hand at %.5f %.5f %.5f\n", (double)pose.p.x + 0.0, (double)pose.p.y + 0.0, (double)pose.p.z);
        print_matrix("its Jacobian: linear, angular", jacobian, 6, nv);
    }

    /* Forward dynamics, then inverse dynamics of the result: the torques come back. */
    if (rbd_aba(model, data, q, v, tau, NULL, a) < 0 || rbd_rnea(model, data, q, v, a, NULL, again) < 0) return 1;
    tact_real error_norm = 0;
    for (int i = 0; i < nv; ++i) error_norm = tact_max(error_norm, tact_abs(again[i] - tau[i]));
    printf("inverse of forward dynamics: torques back to %s\n",
           error_norm < TACT_R(1e-10) ? "1e-10 N m" : "worse than 1e-10");
    free(memory);
    rbd_data_destroy(data);
    rbd_model_destroy(model);
    return 0;
}
/* expected output:
2 moving bodies, 2 degrees of freedom, 3.000 kg
mass matrix
   0.41714   0.08982
   0.08982   0.03250
bias: Coriolis and gravity
  -3.15490  -0.82928
hand at 0.28760 0.00000 0.62974
its Jacobian: linear, angular
   0.62974   0.24760
   0.00000   0.00000
  -0.28760  -0.16939
   0.00000   0.00000
   1.00000   1.00000
   0.00000   0.00000
inverse of forward dynamics: torques back to 1e-10 N m
*/
