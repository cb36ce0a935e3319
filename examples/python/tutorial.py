"""Tact from Python, from shapes to gradients: python3 examples/python/tutorial.py. Needs cc and numpy. What it prints is at the end
of this file, and tests/test_python.sh compares."""
import ctypes

import numpy

import tact

# ---- two shapes: distance, witness points, gradient ----
box, ball = tact.collide_box(0.5, 0.5, 0.5), tact.collide_sphere(0.2)
query, r = tact.collide_default_config(), tact.collide_result()
tact.check(tact.collide_distance(box, tact.tact_pose_identity(), ball, tact.tact_pose_at(1, 0.2, 0), query, None, r))
print(f"distance {r.distance:.3f} m, nearest point of the box {numpy.round(r.point_a.array(), 3)}")
exact, gradient = tact.collide_default_gradient_config(tact.COLLIDE_GRADIENT_EXACT), tact.collide_gradient()
tact.check(tact.collide_distance_gradient(box, tact.tact_pose_identity(), ball, tact.tact_pose_at(1, 0.2, 0), query, exact, None, r, gradient))
print("its change with the ball's place", numpy.round(gradient.b.distance[:3], 3))

# ---- a world: bodies, steps, contacts ----
world = tact.contact_world_create(None, None, None)
tact.contact_world_add_static(world, tact.collide_halfspace((0, 0, 1), 0), tact.tact_pose_identity())
box = tact.contact_world_add_dynamic(world, tact.collide_box(0.1, 0.1, 0.1), tact.tact_pose_at(0, 0, 0.1), 1000)
tact.contact_body_set_velocity(world, box, (1.0, 0, 0), (0, 0, 0))
for _ in range(240):
    tact.check(tact.contact_world_step(world, 1 / 240))
contacts = [tact.contact_world_contact(world, i) for i in range(tact.contact_world_contact_count(world))]
print(f"{len(contacts)} contacts carry {sum(c.force.z for c in contacts):.1f} N; the box slid {tact.contact_body_pose(world, box).p.x:.3f} m")

# ---- a robot from the text of a file ----
URDF = """<robot name='arm'><link name='base'/>
<link name='upper'><inertial><origin xyz='0 0 -0.25'/><mass value='2'/><inertia ixx='.05' iyy='.05' izz='.01' ixy='0' ixz='0' iyz='0'/></inertial></link>
<link name='lower'><inertial><origin xyz='0 0 -0.25'/><mass value='1'/><inertia ixx='.03' iyy='.03' izz='.01' ixy='0' ixz='0' iyz='0'/></inertial></link>
<joint name='shoulder' type='revolute'><parent link='base'/><child link='upper'/><axis xyz='0 1 0'/><limit lower='-3' upper='3' effort='99' velocity='9'/></joint>
<joint name='elbow' type='revolute'><parent link='upper'/><child link='lower'/><origin xyz='0 0 -0.5'/><axis xyz='0 1 0'/><limit lower='-3' upper='3' effort='99' velocity='9'/></joint>
</robot>"""
model = tact.rbd_model_create_urdf(URDF, len(URDF), None, None, None)
data = tact.rbd_data_create(model, None)
q, v, a, tau = numpy.array([0.3, -0.5]), numpy.zeros(2), numpy.zeros(2), numpy.zeros(2)
tact.rbd_rnea(model, data, q, v, a, None, tau)
print("torques that hold the arm", numpy.round(tau, 3))
tact.rbd_aba(model, data, q, v, numpy.zeros(2), None, a)
print("accelerations when let go", numpy.round(a, 3))
robot = tact.contact_world_add_robot(world, model, q, v)
for _ in range(100):
    tact.check(tact.contact_world_step(world, 1e-3))
print("angles 0.1 s later", numpy.round(numpy.ctypeslib.as_array(tact.contact_robot_q(world, robot), (2,)), 3))
tact.contact_world_destroy(world)

# ---- derivatives of a step, and the gradient of a rollout ----
config = tact.contact_default_world_config()
config.solver.tolerance, config.solver.coarse_tolerance = 1e-10, 0
world = tact.contact_world_create(config, None, None)
tact.contact_world_add_static(world, tact.collide_halfspace((0, 0, 1), 0), tact.tact_pose_identity())
cube = tact.contact_world_add_dynamic(world, tact.collide_box(0.1, 0.1, 0.1), tact.tact_pose_at(0, 0, 0.1), 125)
tact.contact_body_set_velocity(world, cube, (2.0, 0, 0), (0, 0, 0))
d, n = tact.contact_differential_create(None), tact.contact_world_dofs(world)
snapshot = ctypes.create_string_buffer(tact.contact_world_snapshot_bytes(world))
tact.check(tact.contact_world_save(world, snapshot, len(snapshot)))
tact.contact_world_step_differential(world, 1e-2, d)
by_state = numpy.zeros((2 * n, 2 * n))
tact.check(tact.contact_differential_matrices(d, by_state, None, None))
print(f"a sliding step: d x+ / d v = {by_state[0, n]:.4f} s, d v+ / d v = {by_state[n, n]:.4f}")


@dict(tact.contact_rollout._fields_)["loss"]
def loss(context, w, k, gradient):  # half the square of the distance to x = 0.3 m after the last step
    x = tact.contact_body_pose(w, cube).p.x - 0.3
    if k != 39:
        return 0.0
    if gradient:
        gradient[0] += x
    return 0.5 * x * x


speed = 2.0
for step in range(4):  # Newton's method on the speed of the throw, with the gradient alone: loss = r^2/2, so r = |2 loss|^(1/2)
    tact.check(tact.contact_world_restore(world, snapshot, len(snapshot)))
    tact.contact_body_set_velocity(world, cube, (speed, 0, 0), (0, 0, 0))
    rollout = tact.contact_rollout(steps=40, dt=1e-2, loss=loss)
    value, by_start = numpy.zeros(1), numpy.zeros(2 * n)
    tact.check(tact.contact_world_rollout(world, rollout, d, value, by_start, None, None))
    print(f"thrown at {speed:.4f} m/s: {1e3 * (2 * value[0]) ** 0.5:.3f} mm from the goal")
    speed -= 2 * value[0] / by_start[n]
tact.contact_differential_destroy(d)
tact.contact_world_destroy(world)

# expected output:
# > distance 0.300 m, nearest point of the box [0.5 0.2 0. ]
# > its change with the ball's place [1. 0. 0.]
# > 4 contacts carry 78.5 N; the box slid 0.100 m
# > torques that hold the arm [ 2.412 -0.487]
# > accelerations when let go [-11.79   31.039]
# > angles 0.1 s later [ 0.242 -0.347]
# > a sliding step: d x+ / d v = 0.0100 s, d v+ / d v = 1.0000
# > thrown at 2.0000 m/s: 97.790 mm from the goal
# > thrown at 1.7555 m/s: 5.419 mm from the goal
# > thrown at 1.7400 m/s: 0.000 mm from the goal
# > thrown at 1.7400 m/s: 0.000 mm from the goal
