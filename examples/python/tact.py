"""Tact from Python: collide.h, rbd.h and contact.h through ctypes and numpy, in this one file.

    import tact
    world = tact.contact_world_create(None, None, None)
    ground = tact.collide_halfspace((0, 0, 1), 0)
    tact.contact_world_add_static(world, ground, tact.tact_pose_identity())

Names, arguments and their order are those of the headers, whose manuals hold here too. What differs:
- The headers are looked for beside this file, in the folders above it and in $TACT_INCLUDE. They are compiled on first import by cc
  ($CC, $TACT_PYTHON_CFLAGS in place of -O2) into ~/.cache/tact ($XDG_CACHE_HOME) and found there by their content from then on.
- A pointer takes a struct itself, None, or (of numbers) a numpy array, contiguous and of the type tact.real. Vectors, quaternions and
  poses take any sequence of 3, 4 or 7 numbers. Text is str. `status` codes come back as int: below zero tact.check raises.
- Struct.array() of a vector, quaternion, matrix or pose is its numpy array.
This file is made by generate.py from the headers and template.py: do not edit it."""
import ctypes
import hashlib
import os
import subprocess
import sys
import tempfile
from ctypes import (c_char, c_char_p, c_double, c_float, c_int, c_int8, c_int16, c_int32, c_int64, c_long, c_size_t, c_ssize_t, c_uint, c_uint8,
                    c_uint16, c_uint32, c_uint64, c_void_p)
from ctypes import CFUNCTYPE as F
from ctypes import POINTER as P

import numpy

HEADERS = ("collide.h", "rbd.h", "contact.h")
real = numpy.float64
tact_real = c_double


def _folder():
    here = os.path.dirname(os.path.abspath(__file__))
    tried = [os.environ.get("TACT_INCLUDE", ""), here, os.path.dirname(here), os.path.dirname(os.path.dirname(here)), "/usr/local/include", "/usr/include"]
    for folder in tried:
        if folder and all(os.path.exists(os.path.join(folder, h)) for h in HEADERS):
            return folder
    raise ImportError("tact: collide.h, rbd.h and contact.h were not found; set TACT_INCLUDE to their folder")


def _library():
    folder, cc = _folder(), os.environ.get("CC", "cc")
    flags = os.environ.get("TACT_PYTHON_CFLAGS", "-O2").split()
    digest = hashlib.sha256(" ".join([cc] + flags).encode())
    for h in HEADERS:
        with open(os.path.join(folder, h), "rb") as f:
            digest.update(f.read())
    cache = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "tact")
    path = os.path.join(cache, f"tact-{digest.hexdigest()[:16]}.so")
    if not os.path.exists(path):
        os.makedirs(cache, exist_ok=True)
        source = "".join(f"#define {h[:-2].upper()}_IMPLEMENTATION\n#include \"{h}\"\n" for h in HEADERS)
        if sys.stderr.isatty():
            print("tact: compiling the headers, once", file=sys.stderr)
        handle, part = tempfile.mkstemp(suffix=".so", dir=cache)
        os.close(handle)
        done = subprocess.run([cc, "-shared", "-fPIC", *flags, "-I" + folder, "-xc", "-", "-o", part, "-lm"], input=source, text=True, capture_output=True)
        if done.returncode:
            os.unlink(part)
            raise ImportError("tact: " + cc + " failed\n" + done.stderr[-2000:])
        os.replace(part, path)  # another process may have been as fast: the same bytes
    return ctypes.CDLL(path)


_lib = _library()


class Struct(ctypes.Structure):
    """A struct of the headers. Vectors, quaternions and poses may be given as sequences, and read as arrays."""

    def array(self):
        return numpy.ctypeslib.as_array((tact_real * (ctypes.sizeof(self) // ctypes.sizeof(tact_real))).from_buffer(self))

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{n}={getattr(self, n)!r}' for n, *_ in getattr(self, '_fields_', []))})"


def _from(kind, value):
    if isinstance(value, kind):
        return value
    flat = numpy.asarray(value, dtype=real).ravel()
    count = ctypes.sizeof(kind) // ctypes.sizeof(tact_real)
    if flat.size != count:
        raise TypeError(f"{kind.__name__} takes {count} numbers, not {flat.size}")
    return kind.from_buffer_copy(flat.tobytes())


class _Value:  # a small struct by value, or a sequence in its place
    def __init__(self, kind):
        self.kind = kind

    def from_param(self, value):
        return _from(self.kind, value)


class A:  # a pointer to numbers: a numpy array, None, or what ctypes takes
    def __init__(self, kind):
        self.kind, self.type = kind, P(kind)

    def from_param(self, value):
        if isinstance(value, numpy.ndarray):
            if value.dtype != numpy.dtype(self.kind) or not value.flags["C_CONTIGUOUS"]:
                raise TypeError(f"an array of {numpy.dtype(self.kind)} in C order is wanted, not of {value.dtype}")
            return value.ctypes.data_as(self.type)
        return self.type.from_param(value)


class _Text:
    @staticmethod
    def from_param(value):
        return c_char_p.from_param(value.encode() if isinstance(value, str) else value)


_bound = []


def _bind(name, result, kinds, names):
    f = getattr(_lib, name)
    f.restype = result
    f.__doc__ = f"{name}({', '.join(names.split())})"
    _bound.append((f, kinds))
    return f


def _finish(names):
    small = [names[n] for n in ("tact_vec3", "tact_quat", "tact_mat3", "tact_pose")]
    for f, kinds in _bound:
        f.argtypes = [_Value(k) if k in small else _Text if k is c_char_p else k for k in kinds]


def check(status):
    """The status itself, or an exception in words where it is below zero."""
    if status < 0:
        raise RuntimeError(contact_status_text(status).decode())
    return status


# ---- the small types: what is inline in C ----
def tact_vec(x, y, z):
    return tact_vec3(x, y, z)


def tact_pose_make(p, q):
    return tact_pose(_from(tact_quat, q), _from(tact_vec3, p))


def tact_pose_identity():
    return tact_pose_make((0, 0, 0), (0, 0, 0, 1))


def tact_pose_at(x, y, z):
    return tact_pose_make((x, y, z), (0, 0, 0, 1))


def tact_quat_axis_angle(axis, angle):
    axis = numpy.asarray(axis, dtype=real)
    return _from(tact_quat, [*(numpy.sin(angle / 2) * axis / numpy.linalg.norm(axis)), numpy.cos(angle / 2)])



# ---- from here on made by generate.py out of the headers ----
class tact_vec3(Struct): pass
class tact_quat(Struct): pass
class tact_mat3(Struct): pass
class tact_pose(Struct): pass
class tact_allocator(Struct): pass
class collide_hull(Struct): pass
class collide_mesh(Struct): pass
class collide_height_field(Struct): pass
class collide_compound(Struct): pass
class collide_custom_shape(Struct): pass
class collide_shape(Struct): pass
class collide_hull_config(Struct): pass
class collide_aabb(Struct): pass
class collide_mass(Struct): pass
class collide_config(Struct): pass
class collide_cache(Struct): pass
class collide_result(Struct): pass
class collide_pair(Struct): pass
class collide_gradient_config(Struct): pass
class collide_jacobian(Struct): pass
class collide_gradient(Struct): pass
class collide_filter(Struct): pass
class collide_broadphase_config(Struct): pass
class collide_proxy_pair(Struct): pass
class collide_broadphase(Struct): pass
class collide_bvh(Struct): pass
class collide_contact_point(Struct): pass
class collide_manifold(Struct): pass
class collide_manifold_config(Struct): pass
class collide_manifold_cache(Struct): pass
class collide_cast_hit(Struct): pass
class collide_ray(Struct): pass
class collide_motion(Struct): pass
class collide_sweep_motion(Struct): pass
class collide_sweep_config(Struct): pass
class collide_sweep_hit(Struct): pass
class collide_mesh_nearest(Struct): pass
class collide_decomposition_config(Struct): pass
class collide_decomposition(Struct): pass
class rbd_error(Struct): pass
class rbd_dof(Struct): pass
class rbd_joint(Struct): pass
class rbd_inertia(Struct): pass
class rbd_body(Struct): pass
class rbd_frame(Struct): pass
class rbd_model(Struct): pass
class rbd_kept(Struct): pass
class rbd_builder(Struct): pass
class rbd_data(Struct): pass
class rbd_batch(Struct): pass
class rbd_factor(Struct): pass
class rbd_constraint(Struct): pass
class rbd_constraints(Struct): pass
class rbd_constrained_config(Struct): pass
class rbd_constrained_result(Struct): pass
class rbd_maximal(Struct): pass
class rbd_geometry(Struct): pass
class rbd_reader_config(Struct): pass
class rbd_mesh(Struct): pass
class rbd_path_item(Struct): pass
class rbd_tendon(Struct): pass
class rbd_actuator(Struct): pass
class rbd_key(Struct): pass
class rbd_equality(Struct): pass
class rbd_exclude(Struct): pass
class rbd_contact_pair(Struct): pass
class rbd_sensor(Struct): pass
class rbd_piece(Struct): pass
class rbd_lift(Struct): pass
class rbd_immersed(Struct): pass
class rbd_spring(Struct): pass
class rbd_turn_limit(Struct): pass
class rbd_rig(Struct): pass
class rbd_rig_input(Struct): pass
class rbd_outside(Struct): pass
class rbd_sense_input(Struct): pass
class contact_tree(Struct): pass
class contact_constraint(Struct): pass
class contact_delassus(Struct): pass
class contact_capacity(Struct): pass
class contact_problem(Struct): pass
class contact_fault(Struct): pass
class contact_bias_config(Struct): pass
class contact_softening(Struct): pass
class contact_material(Struct): pass
class contact_law_parameters(Struct): pass
class contact_custom_law(Struct): pass
class contact_plan(Struct): pass
class contact_newton_report(Struct): pass
class contact_residuals(Struct): pass
class contact_history(Struct): pass
class contact_config(Struct): pass
class contact_result(Struct): pass
class contact_effect(Struct): pass
class contact_law_report(Struct): pass
class contact_field_report(Struct): pass
class contact_change(Struct): pass
class contact_tangent(Struct): pass
class contact_gradient(Struct): pass
class contact_derivative(Struct): pass
class contact_world(Struct): pass
class contact_body(Struct): pass
class contact_geom(Struct): pass
class contact_joint(Struct): pass
class contact_robot(Struct): pass
class contact_error(Struct): pass
class contact_event(Struct): pass
class contact_world_config(Struct): pass
class contact_body_def(Struct): pass
class contact_geom_def(Struct): pass
class contact_robot_def(Struct): pass
class contact_motor(Struct): pass
class contact_file_config(Struct): pass
class contact_axis(Struct): pass
class contact_joint_def(Struct): pass
class contact_point(Struct): pass
class contact_world_stats(Struct): pass
class contact_recording(Struct): pass
class contact_scene_config(Struct): pass
class contact_hit(Struct): pass
class contact_query(Struct): pass
class contact_ray(Struct): pass
class contact_draw(Struct): pass
class contact_parameter(Struct): pass
class contact_differential(Struct): pass
class contact_rollout(Struct): pass
collide_pair_filter = F(c_int, c_void_p, c_int, c_int)
collide_box_visitor = F(c_int, c_void_p, c_int)
collide_ray_visitor = F(tact_real, c_void_p, c_int, tact_real)
collide_triangle_visitor = F(None, c_void_p, tact_vec3, tact_vec3, tact_vec3)
contact_surface = contact_material
contact_parallel_for = F(None, c_void_p, c_int, F(None, c_void_p, c_int, c_int), c_void_p)
contact_edit_callback = F(None, c_void_p, P(contact_world), P(contact_point), c_int)
contact_filter_callback = F(c_int, c_void_p, P(contact_world), contact_geom, contact_geom)
contact_ray_hit = contact_hit
tact_vec3._fields_ = [("x", tact_real), ("y", tact_real), ("z", tact_real)]
tact_quat._fields_ = [("x", tact_real), ("y", tact_real), ("z", tact_real), ("w", tact_real)]
tact_mat3._fields_ = [("m", (tact_real * 3) * 3)]
tact_pose._fields_ = [("q", tact_quat), ("p", tact_vec3)]
tact_allocator._fields_ = [("context", c_void_p), ("alloc", F(c_void_p, c_void_p, c_size_t, c_size_t)), ("free", F(None, c_void_p, c_void_p, c_size_t))]
collide_custom_shape._fields_ = [("support", F(None, c_void_p, tact_vec3, P(tact_vec3))), ("user", c_void_p), ("centre", tact_vec3), ("extent", tact_real), ("curved", c_int)]
collide_shape._fields_ = [("kind", c_int), ("status", c_int), ("radius", tact_real), ("extent", tact_real), ("centre", tact_vec3), ("p", tact_vec3 * 3), ("data", c_void_p)]
collide_hull._fields_ = [("n_vertices", c_int), ("n_faces", c_int), ("n_edges", c_int), ("dimension", c_int), ("centre", tact_vec3), ("half_size", tact_vec3), ("extent", tact_real), ("inner", tact_real), ("x", P(tact_real)), ("y", P(tact_real)), ("z", P(tact_real)), ("source", P(c_int)), ("neighbour_first", P(c_int)), ("neighbours", P(c_int)), ("neighbour_faces", P(c_int)), ("face_first", P(c_int)), ("face_vertices", P(c_int)), ("face_order", P(c_int)), ("face_normal", P(tact_vec3)), ("face_offset", P(tact_real)), ("face_foot", P(tact_real)), ("edge_vertices", P(c_int)), ("edge_faces", P(c_int)), ("n_coarse", c_int), ("coarse_x", P(tact_real)), ("coarse_y", P(tact_real)), ("coarse_z", P(tact_real)), ("coarse", P(c_int)), ("memory", c_void_p), ("memory_bytes", c_size_t), ("allocator", tact_allocator), ("has_allocator", c_int)]
collide_hull_config._fields_ = [("max_vertices", c_int), ("allow_flat", c_int), ("tolerance", tact_real), ("cookie", c_uint)]
collide_aabb._fields_ = [("min", tact_vec3), ("max", tact_vec3)]
collide_mass._fields_ = [("mass", tact_real), ("com", tact_vec3), ("inertia", tact_mat3)]
collide_config._fields_ = [("method", c_int), ("warm_start", c_int), ("criterion", c_int), ("tolerance_absolute", tact_real), ("tolerance_relative", tact_real), ("upper_bound", tact_real), ("max_iterations", c_int), ("max_epa_iterations", c_int), ("penetration", c_int), ("polish", c_int), ("exact", c_int), ("cookie", c_uint), ("scratch", c_void_p)]
collide_cache._fields_ = [("separation_a", tact_vec3), ("separation_b", tact_vec3), ("hint_a", c_int), ("hint_b", c_int), ("valid", c_int)]
collide_result._fields_ = [("distance", tact_real), ("normal", tact_vec3), ("point_a", tact_vec3), ("point_b", tact_vec3), ("gap", tact_real), ("iterations", c_int), ("epa_iterations", c_int), ("newton_steps", c_int), ("simplex_size", c_int), ("weights", tact_real * 4), ("simplex_a", tact_vec3 * 4), ("simplex_b", tact_vec3 * 4)]
collide_pair._fields_ = [("a", P(collide_shape)), ("b", P(collide_shape)), ("pose_a", tact_pose), ("pose_b", tact_pose)]
collide_gradient_config._fields_ = [("method", c_int), ("noise_unit", c_int), ("noise", tact_real), ("samples", c_int), ("depth", c_int), ("exact_smooth", c_int), ("seed", c_uint64), ("regularization", tact_real), ("cookie", c_uint)]
collide_jacobian._fields_ = [("point_a", (tact_real * 6) * 3), ("point_b", (tact_real * 6) * 3), ("separation", (tact_real * 6) * 3), ("normal", (tact_real * 6) * 3), ("distance", tact_real * 6)]
collide_gradient._fields_ = [("a", collide_jacobian), ("b", collide_jacobian), ("relative", collide_jacobian), ("regularized", c_int), ("not_unique", c_int), ("queries", c_int)]
collide_filter._fields_ = [("category", c_uint32), ("mask", c_uint32), ("group", c_int32)]
collide_broadphase_config._fields_ = [("max_proxies", c_int), ("max_pairs", c_int), ("margin", tact_real), ("margin_relative", tact_real), ("filter", collide_pair_filter), ("filter_context", c_void_p), ("cookie", c_uint)]
collide_proxy_pair._fields_ = [("a", c_int), ("b", c_int), ("slot", c_int), ("is_new", c_int)]
collide_broadphase._fields_ = [("pairs", P(collide_proxy_pair)), ("ended", P(collide_proxy_pair)), ("n_pairs", c_int), ("n_ended", c_int), ("n_proxies", c_int), ("slot_limit", c_int), ("pairs_needed", c_int), ("nodes", c_void_p), ("proxies", c_void_p), ("parents", P(c_int)), ("moved", P(c_int)), ("unbounded", P(c_int)), ("scratch", P(c_int)), ("free_slots", P(c_int)), ("heights", P(c_int16)), ("flags", P(c_uint8)), ("pairs_next", P(collide_proxy_pair)), ("roots", c_int * 2), ("free_node", c_int), ("free_proxy", c_int), ("proxy_high", c_int), ("pending", c_int * 2), ("drift", c_int * 2), ("proxy_capacity", c_int), ("pair_capacity", c_int), ("n_moved", c_int), ("n_unbounded", c_int), ("n_found", c_int), ("n_free_slots", c_int), ("n_leaves", c_int * 2), ("config", collide_broadphase_config), ("memory", c_void_p), ("bytes", c_size_t), ("allocator", tact_allocator), ("owns_memory", c_int), ("has_allocator", c_int)]
collide_bvh._fields_ = [("nodes", c_void_p), ("items", P(c_int)), ("n_nodes", c_int), ("n_items", c_int), ("wide", c_void_p)]
collide_contact_point._fields_ = [("point", tact_vec3), ("gap", tact_real), ("id", c_uint32)]
collide_manifold._fields_ = [("normal", tact_vec3), ("count", c_int), ("piece_a", c_int), ("piece_b", c_int), ("points", collide_contact_point * 4)]
collide_manifold_config._fields_ = [("margin", tact_real), ("recycle", tact_real), ("cookie", c_uint), ("scratch", c_void_p)]
collide_manifold_cache._fields_ = [("distance", collide_cache), ("relative", tact_pose), ("normal", tact_vec3), ("offset", tact_real), ("points", tact_vec3 * 4), ("ids", c_uint32 * 4), ("axis", c_int16), ("count", c_int8), ("reference_is_b", c_int8), ("hits", c_int)]
collide_mesh._fields_ = [("n_vertices", c_int), ("n_triangles", c_int), ("vertices", P(tact_vec3)), ("triangles", P(c_int)), ("neighbours", P(c_int)), ("normals", P(tact_vec3)), ("active", P(c_uint8)), ("bounds", collide_aabb), ("bvh", collide_bvh), ("memory", c_void_p), ("memory_bytes", c_size_t), ("allocator", tact_allocator), ("has_allocator", c_int)]
collide_height_field._fields_ = [("n_x", c_int), ("n_y", c_int), ("spacing_x", tact_real), ("spacing_y", tact_real), ("heights", P(tact_real))]
collide_compound._fields_ = [("n_children", c_int), ("shapes", P(collide_shape)), ("poses", P(tact_pose)), ("bounds", collide_aabb), ("bvh", collide_bvh), ("memory", c_void_p), ("memory_bytes", c_size_t), ("allocator", tact_allocator), ("has_allocator", c_int)]
collide_cast_hit._fields_ = [("hit", c_int), ("inside", c_int), ("t", tact_real), ("point", tact_vec3), ("normal", tact_vec3), ("piece", c_int), ("iterations", c_int)]
collide_ray._fields_ = [("origin", tact_vec3), ("direction", tact_vec3), ("max_t", tact_real)]
collide_motion._fields_ = [("start", tact_pose), ("linear", tact_vec3), ("angular", tact_vec3)]
collide_sweep_motion._fields_ = [("start", tact_pose), ("centre", tact_vec3), ("linear", tact_vec3), ("acceleration", tact_vec3), ("angular", tact_vec3)]
collide_sweep_config._fields_ = [("target", tact_real), ("tolerance", tact_real), ("slack", tact_real), ("margin", tact_real), ("until", tact_real), ("cookie", c_uint), ("scratch", c_void_p)]
collide_sweep_hit._fields_ = [("hit", c_int), ("touched", c_int), ("t", tact_real), ("distance", tact_real), ("normal", tact_vec3), ("point_a", tact_vec3), ("point_b", tact_vec3), ("piece_a", c_int), ("piece_b", c_int), ("iterations", c_int), ("manifold", collide_manifold)]
collide_mesh_nearest._fields_ = [("distance", tact_real), ("point", tact_vec3), ("normal", tact_vec3), ("triangle", c_int), ("feature", c_int)]
collide_decomposition_config._fields_ = [("max_hulls", c_int), ("max_vertices", c_int), ("concavity", tact_real), ("progress", F(c_int, c_void_p, tact_real)), ("progress_context", c_void_p), ("cookie", c_uint)]
collide_decomposition._fields_ = [("n_hulls", c_int), ("shapes", P(collide_shape)), ("poses", P(tact_pose)), ("concavity", tact_real), ("volume", tact_real), ("mesh_volume", tact_real), ("memory", c_void_p), ("memory_bytes", c_size_t), ("allocator", tact_allocator), ("has_allocator", c_int)]
rbd_error._fields_ = [("status", c_int), ("index", c_int), ("text", c_char * 240)]
rbd_dof._fields_ = [("lower", tact_real), ("upper", tact_real), ("max_velocity", tact_real), ("max_effort", tact_real), ("armature", tact_real), ("damping", tact_real), ("friction", tact_real), ("stiffness", tact_real), ("rest", tact_real)]
rbd_joint._fields_ = [("name", c_char_p), ("type", c_int), ("axis", tact_vec3), ("axis2", tact_vec3), ("pitch", tact_real), ("dof", rbd_dof * 6), ("mimic", c_int), ("mimic_scale", tact_real), ("mimic_offset", tact_real)]
rbd_inertia._fields_ = [("mass", tact_real), ("com", tact_vec3), ("xx", tact_real), ("xy", tact_real), ("xz", tact_real), ("yy", tact_real), ("yz", tact_real), ("zz", tact_real)]
rbd_body._fields_ = [("name", c_char_p), ("parent", c_int), ("placement", tact_pose), ("joint", rbd_joint), ("inertia", rbd_inertia), ("trust_inertia", c_int)]
rbd_frame._fields_ = [("name", c_char_p), ("type", c_int), ("body", c_int), ("rotation", tact_mat3), ("position", tact_vec3)]
rbd_model._fields_ = [("n_bodies", c_int), ("nq", c_int), ("nv", c_int), ("joint_nq", c_int), ("joint_nv", c_int), ("n_coupled", c_int), ("n_frames", c_int), ("n_trees", c_int), ("n_added", c_int), ("gravity", tact_vec3), ("friction_speed", tact_real), ("parent", P(c_int)), ("subtree_end", P(c_int)), ("tree", P(c_int)), ("kind", P(c_uint8)), ("unit_placement", P(c_uint8)), ("cos_sin", P(c_uint8)), ("iq", P(c_int)), ("iv", P(c_int)), ("joint_iq", P(c_int)), ("joint_iv", P(c_int)), ("body_nq", P(c_int)), ("body_nv", P(c_int)), ("coupled", P(c_int)), ("coupling_scale", P(tact_real)), ("coupling_offset", P(tact_real)), ("placement_rotation", P(tact_mat3)), ("placement_position", P(tact_vec3)), ("axis", P(tact_vec3)), ("pitch", P(tact_real)), ("inertia", P(rbd_inertia)), ("name", P(c_char_p)), ("tree_reference", P(c_int)), ("dof_body", P(c_int)), ("dof_master", P(c_int)), ("dof_scale", P(tact_real)), ("dof", P(rbd_dof)), ("armature", P(tact_real)), ("has_passive", c_int), ("dof_parent", P(c_int)), ("dof_subtree", P(c_int)), ("q_lower", P(tact_real)), ("q_upper", P(tact_real)), ("frames", P(rbd_frame)), ("added_body", P(c_int)), ("added_frame", P(c_int)), ("moments", c_void_p), ("coupling_body", P(c_int)), ("angle_slot", P(c_int)), ("angle_q", P(c_int)), ("dof_up", P(c_int)), ("level", P(c_int)), ("rig", c_void_p), ("kept", c_void_p), ("n_angles", c_int), ("n_pairs", c_int), ("n_levels", c_int), ("allocator", P(tact_allocator)), ("allocator_storage", tact_allocator), ("memory", c_void_p), ("bytes", c_size_t)]
rbd_kept._fields_ = [("next", P(rbd_kept)), ("bytes", c_size_t)]
rbd_data._fields_ = [("model", P(rbd_model)), ("order", c_int), ("rotation", P(tact_mat3)), ("position", P(tact_vec3)), ("velocity", P(tact_real)), ("acceleration", P(tact_real)), ("jacobian", P(tact_real)), ("jacobian_stride", c_int), ("tree_origin", P(tact_vec3)), ("com", tact_vec3), ("com_velocity", tact_vec3), ("com_acceleration", tact_vec3), ("momentum", tact_real * 6), ("momentum_rate", tact_real * 6), ("centroidal_inertia", tact_real * 36), ("work", c_void_p), ("allocator", P(tact_allocator)), ("allocator_storage", tact_allocator), ("memory", c_void_p), ("bytes", c_size_t)]
rbd_factor._fields_ = [("model", P(rbd_model)), ("nv", c_int), ("row_start", P(c_int)), ("depth", P(c_int)), ("ancestor", P(c_int)), ("entries", P(tact_real)), ("inverse", P(tact_real)), ("block", c_void_p), ("bytes", c_size_t), ("allocator", P(tact_allocator)), ("allocator_storage", tact_allocator)]
rbd_constraint._fields_ = [("body1", c_int), ("body2", c_int), ("placement1", tact_pose), ("placement2", tact_pose), ("rows", c_uint), ("linear", c_int), ("stiffness", tact_real), ("damping", tact_real), ("n_custom", c_int), ("custom", (tact_real * 6) * 6), ("custom_drift", tact_real * 6), ("custom_error", tact_real * 6), ("n_coordinates", c_int), ("coordinate", c_int * 25), ("weight", tact_real * 25)]
rbd_constraints._fields_ = [("model", P(rbd_model)), ("n", c_int), ("n_rows", c_int), ("constraint", P(rbd_constraint)), ("first_row", P(c_int)), ("error", P(tact_real)), ("rate", P(tact_real)), ("drift", P(tact_real)), ("factor", P(rbd_factor)), ("delassus", P(tact_real)), ("delassus_factor", P(tact_real)), ("damping", P(tact_real)), ("sparse", c_void_p), ("block", c_void_p), ("bytes", c_size_t), ("allocator", P(tact_allocator)), ("allocator_storage", tact_allocator)]
rbd_constrained_config._fields_ = [("mu", tact_real), ("tolerance", tact_real), ("max_iterations", c_int)]
rbd_constrained_result._fields_ = [("iterations", c_int), ("residual", tact_real)]
rbd_maximal._fields_ = [("tree", P(rbd_model)), ("model", P(rbd_model)), ("constraints", P(rbd_constraints)), ("n", c_int), ("n_rotors", c_int), ("rotor_dof", P(c_int)), ("follower", P(c_int)), ("holder", P(c_int)), ("tree_body", P(c_int)), ("parent", P(c_int)), ("constraint", P(c_int)), ("work", P(tact_real)), ("block", c_void_p), ("bytes", c_size_t), ("allocator", P(tact_allocator)), ("allocator_storage", tact_allocator)]
rbd_geometry._fields_ = [("type", c_int), ("visual", c_int), ("body", c_int), ("pose", tact_pose), ("size", tact_vec3), ("radius", tact_real), ("length", tact_real), ("name", c_char_p), ("link", c_char_p), ("mesh", c_char_p), ("line", c_int), ("vertices", P(tact_vec3)), ("triangles", P(c_int)), ("n_vertices", c_int), ("n_triangles", c_int), ("heights", P(tact_real)), ("n_x", c_int), ("n_y", c_int), ("index", c_int), ("group", c_int), ("contype", c_int), ("conaffinity", c_int), ("condim", c_int), ("priority", c_int), ("written_in", c_int), ("friction", tact_real * 3), ("solref", tact_real * 2), ("solimp", tact_real * 5), ("solmix", tact_real), ("margin", tact_real), ("gap", tact_real), ("surface_velocity", tact_vec3)]
rbd_reader_config._fields_ = [("parent", c_int), ("placement", tact_pose), ("floating_base", c_int), ("order", c_int), ("continuous_as_angle", c_int), ("ignore_mimic", c_int), ("ignore_passive", c_int), ("refuse_unphysical", c_int), ("visuals", c_int), ("user", c_void_p), ("geometry", F(None, c_void_p, P(rbd_geometry))), ("warning", F(None, c_void_p, c_int, c_char_p)), ("constraint", F(None, c_void_p, P(rbd_constraint), c_char_p, c_int)), ("file", F(c_void_p, c_void_p, c_char_p, P(c_size_t))), ("file_name", c_char_p)]
rbd_mesh._fields_ = [("vertices", P(tact_vec3)), ("triangles", P(c_int)), ("n_vertices", c_int), ("n_triangles", c_int), ("n_polygons", c_int), ("n_first", c_int), ("allocator", P(tact_allocator)), ("allocator_storage", tact_allocator), ("bytes", c_size_t)]
rbd_path_item._fields_ = [("type", c_int), ("value", tact_real), ("body", c_int), ("pose", tact_pose), ("side_body", c_int), ("side", tact_vec3)]
rbd_tendon._fields_ = [("name", c_char_p), ("first", c_int), ("count", c_int), ("limited", c_int), ("force_limited", c_int), ("lower", tact_real), ("upper", tact_real), ("margin", tact_real), ("force_lower", tact_real), ("force_upper", tact_real), ("stiffness", tact_real * 3), ("damping", tact_real * 3), ("rest", tact_real * 2), ("armature", tact_real), ("friction", tact_real), ("solref", tact_real * 2), ("solimp", tact_real * 5)]
rbd_actuator._fields_ = [("name", c_char_p), ("transmission", c_int), ("body", c_int), ("dof", c_int), ("tendon", c_int), ("reference_body", c_int), ("pose", tact_pose), ("reference", tact_pose), ("own", tact_quat * 2), ("rod", tact_real), ("gear", tact_real * 6), ("dynamics", c_int), ("gain", c_int), ("bias", c_int), ("dynamics_value", tact_real * 3), ("gain_value", tact_real * 9), ("bias_value", tact_real * 9), ("control_limited", c_int), ("force_limited", c_int), ("activation_limited", c_int), ("control_lower", tact_real), ("control_upper", tact_real), ("force_lower", tact_real), ("force_upper", tact_real), ("activation_lower", tact_real), ("activation_upper", tact_real), ("activation", c_int), ("early", c_int), ("disabled", c_int), ("length_range", tact_real * 2), ("unit_acceleration", tact_real)]
rbd_key._fields_ = [("name", c_char_p), ("time", tact_real), ("q", P(tact_real)), ("v", P(tact_real)), ("activation", P(tact_real)), ("control", P(tact_real))]
rbd_equality._fields_ = [("name", c_char_p), ("tendons", c_int), ("first", c_int), ("second", c_int), ("reference", tact_real * 2), ("coefficient", tact_real * 5), ("solref", tact_real * 2), ("solimp", tact_real * 5)]
rbd_exclude._fields_ = [("body1", c_int), ("body2", c_int), ("written_in1", c_int), ("written_in2", c_int)]
rbd_contact_pair._fields_ = [("geom1", c_int), ("geom2", c_int), ("condim", c_int), ("friction", tact_real * 5), ("solref", tact_real * 2), ("solimp", tact_real * 5), ("margin", tact_real), ("gap", tact_real)]
rbd_sensor._fields_ = [("name", c_char_p), ("type", c_char_p), ("kind", c_int), ("first", c_int), ("size", c_int), ("line", c_int), ("body", c_int), ("pose", tact_pose), ("reference_body", c_int), ("reference", tact_pose), ("index", c_int), ("piece", c_int), ("cutoff", tact_real), ("zone", c_int), ("zone_size", tact_vec3)]
rbd_piece._fields_ = [("body", c_int), ("end", c_int), ("written_in", c_int), ("inertia", rbd_inertia)]
rbd_lift._fields_ = [("body", c_int), ("point", tact_vec3), ("mass", tact_real)]
rbd_immersed._fields_ = [("body", c_int), ("ellipsoid", c_int), ("pose", tact_pose), ("size", tact_vec3), ("coefficient", tact_real * 5), ("added_mass", tact_vec3), ("added_inertia", tact_vec3)]
rbd_spring._fields_ = [("dof", c_int), ("axis", c_int), ("rest", tact_real), ("linear", tact_real), ("stiffness", tact_real * 2), ("damping", tact_real * 2), ("target", tact_pose)]
rbd_turn_limit._fields_ = [("dof", c_int), ("upper", tact_real), ("solref", tact_real * 2), ("solimp", tact_real * 5)]
rbd_rig._fields_ = [("n_tendons", c_int), ("n_path", c_int), ("n_actuators", c_int), ("n_activations", c_int), ("n_keys", c_int), ("n_equalities", c_int), ("n_excludes", c_int), ("n_pairs", c_int), ("n_sensors", c_int), ("n_lifts", c_int), ("n_springs", c_int), ("n_turn_limits", c_int), ("n_immersed", c_int), ("n_pieces", c_int), ("n_sensor_values", c_int), ("tendons", P(rbd_tendon)), ("path", P(rbd_path_item)), ("actuators", P(rbd_actuator)), ("keys", P(rbd_key)), ("equalities", P(rbd_equality)), ("excludes", P(rbd_exclude)), ("pairs", P(rbd_contact_pair)), ("sensors", P(rbd_sensor)), ("lifts", P(rbd_lift)), ("springs", P(rbd_spring)), ("turn_limits", P(rbd_turn_limit)), ("immersed", P(rbd_immersed)), ("effort_lower", P(tact_real)), ("effort_upper", P(tact_real)), ("pieces", P(rbd_piece)), ("magnetic", tact_vec3), ("density", tact_real), ("viscosity", tact_real), ("wind", tact_vec3), ("q_start", P(tact_real)), ("lift_actuated", P(c_uint8)), ("servo", P(c_uint8)), ("timestep", tact_real), ("memory", c_void_p), ("bytes", c_size_t)]
rbd_rig_input._fields_ = [("q", P(tact_real)), ("v", P(tact_real)), ("activation", P(tact_real)), ("control", P(tact_real)), ("inertia", P(tact_real)), ("skip", P(c_uint8)), ("gravity", tact_vec3), ("dt", tact_real)]
rbd_outside._fields_ = [("body", c_int), ("written_in", c_int), ("point", tact_vec3), ("force", tact_vec3), ("moment", tact_vec3), ("normal", tact_vec3)]
rbd_sense_input._fields_ = [("q", P(tact_real)), ("v", P(tact_real)), ("a", P(tact_real)), ("activation", P(tact_real)), ("control", P(tact_real)), ("outside", P(rbd_outside)), ("n_outside", c_int), ("gravity", tact_vec3), ("time", tact_real), ("ray", F(tact_real, c_void_p, tact_vec3, tact_vec3, c_int, c_int)), ("context", c_void_p)]
contact_tree._fields_ = [("dof", c_int), ("first_dof", c_int), ("mass_offset", c_int), ("island", c_int), ("hint", c_int), ("work", c_int * 7), ("body_mass", tact_real), ("inertia", tact_real * 6)]
contact_constraint._fields_ = [("kind", c_int), ("rows", c_int), ("first_row", c_int), ("tree_a", c_int), ("tree_b", c_int), ("jacobian_a", c_int), ("jacobian_b", c_int), ("law", c_int), ("id", c_uint64), ("mu", tact_real), ("gap", tact_real), ("surface_normal", tact_real), ("stiffness", tact_real), ("dissipation", tact_real), ("relaxation", tact_real), ("normal", tact_vec3), ("tangent", tact_vec3), ("arm_a", tact_vec3), ("arm_b", tact_vec3)]
contact_delassus._fields_ = [("dense", P(tact_real)), ("leading", c_int), ("row_start", P(c_int)), ("column", P(c_int)), ("offset", P(c_int)), ("values", P(tact_real))]
contact_capacity._fields_ = [("trees", c_int), ("dofs", c_int), ("mass", c_int), ("constraints", c_int), ("rows", c_int), ("jacobian", c_int)]
contact_problem._fields_ = [("dt", tact_real), ("tree_count", c_int), ("dof_count", c_int), ("mass_count", c_int), ("constraint_count", c_int), ("row_count", c_int), ("jacobian_count", c_int), ("trees", P(contact_tree)), ("free_velocity", P(tact_real)), ("velocity", P(tact_real)), ("mass", P(tact_real)), ("constraints", P(contact_constraint)), ("bias", P(tact_real)), ("compliance", P(tact_real)), ("bound", P(tact_real)), ("impulse", P(tact_real)), ("jacobian", P(tact_real)), ("delassus", P(contact_delassus)), ("capacity", contact_capacity), ("allocator", P(tact_allocator)), ("owns_memory", c_int)]
contact_fault._fields_ = [("status", c_int), ("constraint", c_int), ("tree", c_int), ("row", c_int), ("field", c_char_p)]
contact_bias_config._fields_ = [("erp", tact_real), ("slop", tact_real), ("depenetration_velocity", tact_real), ("restitution_threshold", tact_real)]
contact_softening._fields_ = [("solref", tact_real * 2), ("solimp", tact_real * 5), ("impratio", tact_real)]
contact_material._fields_ = [("stiffness", tact_real), ("dissipation", tact_real), ("relaxation_time", tact_real), ("friction", tact_real), ("restitution", tact_real), ("surface_velocity", tact_vec3), ("rolling_friction", tact_real), ("torsional_friction", tact_real), ("friction_axis", tact_vec3), ("friction_across", tact_real)]
contact_law_parameters._fields_ = [("stiffness", tact_real), ("dissipation", tact_real), ("relaxation", tact_real)]
contact_custom_law._fields_ = [("force", F(tact_real, c_void_p, P(contact_law_parameters), tact_real, tact_real, P(tact_real), P(tact_real))), ("potential", F(tact_real, c_void_p, P(contact_law_parameters), tact_real, tact_real, tact_real)), ("context", c_void_p)]
contact_plan._fields_ = [("memory", c_void_p), ("bytes", c_size_t), ("used", c_size_t), ("reused", c_long), ("analysed", c_long)]
contact_newton_report._fields_ = [("want_condition", c_int), ("factorisations", c_int), ("line_search_evaluations", c_int), ("pivots_raised", c_int), ("momentum", tact_real), ("objective", tact_real), ("condition", tact_real), ("stiction_velocity", tact_real), ("active", c_int), ("stopped_on_cost", c_int)]
contact_residuals._fields_ = [("primal", tact_real), ("dual", tact_real), ("complementarity", tact_real), ("natural_map", tact_real), ("natural_relative", tact_real), ("natural_unit", tact_real), ("momentum", tact_real), ("objective", tact_real), ("duality_gap", tact_real), ("penetration", tact_real), ("signorini", tact_real), ("dissipation", tact_real), ("friction_power", tact_real), ("worst", c_int)]
contact_history._fields_ = [("iteration", c_int), ("primal", tact_real), ("dual", tact_real), ("complementarity", tact_real), ("natural_map", tact_real), ("natural_relative", tact_real), ("objective", tact_real), ("seconds", c_double)]
contact_config._fields_ = [("method", c_int), ("max_iterations", c_int), ("tolerance", tact_real), ("relative_tolerance", tact_real), ("stall_tolerance", tact_real), ("coarse_tolerance", tact_real), ("work_limit", c_int), ("check_interval", c_int), ("fixed_iterations", c_int), ("warm_start", c_int), ("islands", c_int), ("validate", c_int), ("relaxation", tact_real), ("relaxation_min", tact_real), ("relaxation_decay", tact_real), ("symmetric", c_int), ("freeze", c_int), ("facets", c_int), ("raisim_beta", tact_real * 3), ("raisim_alpha_min", tact_real), ("raisim_alpha_decay", tact_real), ("stop_on_objective", c_int), ("objective_tolerance", tact_real), ("prox_shrink", tact_real), ("scaling", c_int), ("admm_rho", tact_real), ("admm_eta", tact_real), ("admm_relaxation", tact_real), ("admm_tau", tact_real), ("admm_linear_factor", tact_real), ("admm_spectral_init", tact_real), ("admm_spectral_step", tact_real), ("admm_update_interval", c_int), ("admm_power_iterations", c_int), ("polish", c_int), ("stiffness", tact_real), ("dissipation", tact_real), ("dissipation_time", tact_real), ("stiction_velocity", tact_real), ("sap_sigma", tact_real), ("sap_beta", tact_real), ("sap_beta_joint", tact_real), ("lagged_regularised", c_int), ("line_search", c_int), ("newton_regularisation", tact_real), ("momentum_tolerance", tact_real), ("law", c_int), ("barrier_distance", tact_real), ("custom_laws", P(contact_custom_law)), ("custom_law_count", c_int), ("plan", P(contact_plan)), ("newton_report", P(contact_newton_report)), ("history", P(contact_history)), ("history_capacity", c_int), ("clock", F(c_double, c_void_p)), ("clock_context", c_void_p), ("parallel_for", contact_parallel_for), ("parallel_context", c_void_p), ("workers", c_int), ("cookie", c_uint)]
contact_result._fields_ = [("status", c_int), ("method", c_int), ("iterations", c_int), ("island_count", c_int), ("history_count", c_int), ("residuals", contact_residuals), ("fault", contact_fault), ("workspace_bytes", c_size_t)]
contact_effect._fields_ = [("penetration", tact_real), ("stiffness", tact_real), ("dissipation", tact_real), ("glide", tact_real), ("stiction_velocity", tact_real), ("creep_velocity", tact_real), ("near_rigid", c_int)]
contact_law_report._fields_ = [("negative_force", tact_real), ("negative_slope_x", tact_real), ("negative_slope_rate", tact_real), ("negative_curvature", tact_real), ("derivative_error", tact_real), ("potential_error", tact_real)]
contact_field_report._fields_ = [("curl", tact_real), ("least_eigenvalue", tact_real)]
contact_change._fields_ = [("free_velocity", P(tact_real)), ("velocity_before", P(tact_real)), ("mass_momentum", P(tact_real)), ("jacobian_momentum", P(tact_real)), ("jacobian_velocity", P(tact_real)), ("bias", P(tact_real)), ("gap", P(tact_real)), ("mu", P(tact_real)), ("stiffness", P(tact_real)), ("dissipation", P(tact_real)), ("relaxation", P(tact_real)), ("bound", P(tact_real))]
contact_tangent._fields_ = [("bias", P(tact_real)), ("compliance", P(tact_real)), ("bound", P(tact_real)), ("mu", P(tact_real)), ("free_velocity", P(tact_real)), ("jacobian", P(tact_real)), ("mass", P(tact_real)), ("delassus", P(tact_real))]
contact_gradient._fields_ = [("bias", P(tact_real)), ("compliance", P(tact_real)), ("bound", P(tact_real)), ("mu", P(tact_real)), ("free_velocity", P(tact_real)), ("jacobian", P(tact_real)), ("mass", P(tact_real)), ("delassus", P(tact_real))]
contact_derivative._fields_ = [("problem", P(contact_problem)), ("model", c_int), ("nonsmooth", c_int), ("first_nonsmooth", c_int), ("margin", tact_real), ("modes", P(c_int)), ("state", c_void_p)]
contact_body._fields_ = [("index", c_uint32), ("generation", c_uint32)]
contact_geom._fields_ = [("index", c_uint32), ("generation", c_uint32)]
contact_joint._fields_ = [("index", c_uint32), ("generation", c_uint32)]
contact_robot._fields_ = [("index", c_uint32), ("generation", c_uint32)]
contact_error._fields_ = [("status", c_int), ("body", contact_body), ("text", c_char * 192)]
contact_event._fields_ = [("kind", c_int), ("a", contact_body), ("b", contact_body), ("geom_a", contact_geom), ("geom_b", contact_geom), ("joint", contact_joint), ("point", tact_vec3), ("normal", tact_vec3), ("impulse", tact_real), ("speed", tact_real)]
contact_world_config._fields_ = [("gravity", tact_vec3), ("solver", contact_config), ("integrator", c_int), ("substeps", c_int), ("maximal", c_int), ("ccd", c_int), ("max_meetings", c_int), ("sleeping", c_int), ("sleep_speed", tact_real), ("sleep_time", tact_real), ("speculative_distance", tact_real), ("contact_erp", tact_real), ("contact_slop", tact_real), ("max_depenetration", tact_real), ("keep_energy", c_int), ("joint_erp", tact_real), ("restitution_threshold", tact_real), ("fixed_capacity", c_int), ("capacity_bodies", c_int), ("capacity_geoms", c_int), ("capacity_joints", c_int), ("capacity_robots", c_int), ("capacity_pairs", c_int), ("capacity_contacts", c_int), ("capacity_reals", c_int), ("events", c_uint), ("hit_speed", tact_real), ("fixed_step", tact_real), ("max_steps", c_int), ("capacity_events", c_int), ("cookie", c_uint)]
contact_body_def._fields_ = [("type", c_int), ("pose", tact_pose), ("velocity", tact_vec3), ("angular_velocity", tact_vec3), ("mass_from_geoms", c_int), ("mass", tact_real), ("com", tact_vec3), ("inertia", tact_mat3), ("linear_damping", tact_real), ("angular_damping", tact_real), ("gravity_scale", tact_real), ("ccd", c_int), ("name", c_char_p), ("user", c_uint64), ("enabled", c_int), ("can_sleep", c_int), ("locks", c_uint), ("max_speed", tact_real), ("max_spin", tact_real), ("sleep_speed", tact_real)]
contact_geom_def._fields_ = [("shape", P(collide_shape)), ("pose", tact_pose), ("density", tact_real), ("material", contact_material), ("category", c_uint32), ("mask", c_uint32), ("user", c_uint64), ("sensor", c_int), ("name", c_char_p), ("events", c_uint)]
contact_robot_def._fields_ = [("model", P(rbd_model)), ("maximal", c_int), ("name", c_char_p), ("user", c_uint64), ("enabled", c_int), ("can_sleep", c_int)]
contact_motor._fields_ = [("stiffness", tact_real), ("damping", tact_real), ("position", tact_real), ("velocity", tact_real), ("max_effort", tact_real)]
contact_file_config._fields_ = [("reader", rbd_reader_config), ("material", contact_material), ("category", c_uint32), ("mask", c_uint32), ("q", P(tact_real)), ("v", P(tact_real)), ("key", c_char_p), ("mesh", F(c_int, c_void_p, P(rbd_geometry), P(collide_shape))), ("context", c_void_p)]
contact_axis._fields_ = [("rule", c_int), ("lower", tact_real), ("upper", tact_real), ("stiffness", tact_real), ("damping", tact_real), ("position", tact_real), ("velocity", tact_real), ("max_effort", tact_real), ("friction", tact_real)]
contact_joint_def._fields_ = [("kind", c_int), ("a", contact_body), ("b", contact_body), ("frame_a", tact_pose), ("frame_b", tact_pose), ("limited", c_int), ("lower", tact_real), ("upper", tact_real), ("motor", c_int), ("stiffness", tact_real), ("damping", tact_real), ("position", tact_real), ("velocity", tact_real), ("max_effort", tact_real), ("friction", tact_real), ("collide", c_int), ("axis", contact_axis * 6), ("cone", tact_real), ("max_force", tact_real), ("max_torque", tact_real), ("breaks", c_int), ("enabled", c_int), ("user", c_uint64), ("name", c_char_p), ("ratio", tact_real)]
contact_point._fields_ = [("a", contact_body), ("b", contact_body), ("geom_a", contact_geom), ("geom_b", contact_geom), ("position", tact_vec3), ("normal", tact_vec3), ("gap", tact_real), ("force", tact_vec3), ("friction", tact_real), ("restitution", tact_real), ("feature", c_uint32), ("torque", tact_vec3), ("rolling_friction", tact_real), ("torsional_friction", tact_real), ("friction_axis", tact_vec3), ("friction_across", tact_real)]
contact_world_stats._fields_ = [("n_bodies", c_int), ("n_awake", c_int), ("n_pairs", c_int), ("n_contacts", c_int), ("n_constraints", c_int), ("n_islands", c_int), ("n_events_lost", c_int), ("method", c_int), ("iterations", c_int), ("residual", tact_real), ("time", tact_real), ("seconds_kinematics", c_double), ("seconds_broad", c_double), ("seconds_narrow", c_double), ("seconds_assemble", c_double), ("seconds_solve", c_double), ("seconds_integrate", c_double), ("n_impacts", c_int), ("n_stopped", c_int), ("n_crowded", c_int)]
contact_scene_config._fields_ = [("shape", F(c_int, c_void_p, P(contact_geom_def), c_int)), ("model", F(P(rbd_model), c_void_p, P(contact_robot_def), c_int)), ("context", c_void_p)]
contact_hit._fields_ = [("geom", contact_geom), ("body", contact_body), ("point", tact_vec3), ("normal", tact_vec3), ("fraction", tact_real), ("distance", tact_real), ("piece", c_int)]
contact_query._fields_ = [("mask", c_uint32), ("sensors", c_int), ("only", contact_body), ("ignore", P(contact_body)), ("ignore_count", c_int), ("filter", F(c_int, c_void_p, P(contact_world), contact_geom)), ("context", c_void_p), ("cookie", c_uint), ("turn", tact_vec3), ("scratch", c_void_p)]
contact_ray._fields_ = [("from", tact_vec3), ("to", tact_vec3)]
contact_draw._fields_ = [("context", c_void_p), ("line", F(None, c_void_p, tact_vec3, tact_vec3, c_uint32)), ("triangle", F(None, c_void_p, tact_vec3, tact_vec3, tact_vec3, c_uint32)), ("text", F(None, c_void_p, tact_vec3, c_char_p, c_uint32)), ("shape", F(None, c_void_p, P(collide_shape), tact_pose, c_uint32))]
contact_parameter._fields_ = [("kind", c_int), ("body", contact_body), ("geom", contact_geom), ("joint", contact_joint), ("robot", contact_robot), ("index", c_int)]
contact_rollout._fields_ = [("steps", c_int), ("checkpoint", c_int), ("dt", tact_real), ("context", c_void_p), ("control", F(None, c_void_p, P(contact_world), c_int)), ("loss", F(tact_real, c_void_p, P(contact_world), c_int, P(tact_real)))]
for _name, _value in {"COLLIDE_OK": 0, "COLLIDE_ABOVE_BOUND": 1, "COLLIDE_NOT_CONVERGED": 2, "COLLIDE_SINGULAR": 3, "COLLIDE_BAD_ARGUMENT": -1, "COLLIDE_NOT_FINITE": -2, "COLLIDE_NO_SPACE": -3, "COLLIDE_NO_MEMORY": -4, "COLLIDE_BAD_SHAPE": -5, "COLLIDE_BAD_POSE": -6, "COLLIDE_BAD_CONFIG": -7, "COLLIDE_UNSUPPORTED": -8, "COLLIDE_FLAT": -9, "COLLIDE_TOO_FEW_POINTS": -10, "COLLIDE_KIND_NONE": 0, "COLLIDE_KIND_POINT": 1, "COLLIDE_KIND_SEGMENT": 2, "COLLIDE_KIND_TRIANGLE": 3, "COLLIDE_KIND_BOX": 4, "COLLIDE_KIND_ELLIPSOID": 5, "COLLIDE_KIND_CYLINDER": 6, "COLLIDE_KIND_CONE": 7, "COLLIDE_KIND_HULL": 8, "COLLIDE_KIND_CUSTOM": 9, "COLLIDE_KIND_HALFSPACE": 10, "COLLIDE_KIND_PLANE": 11, "COLLIDE_KIND_MESH": 12, "COLLIDE_KIND_HEIGHT_FIELD": 13, "COLLIDE_KIND_COMPOUND": 14, "COLLIDE_METHOD_AUTO": 0, "COLLIDE_METHOD_FRANK_WOLFE": 1, "COLLIDE_METHOD_GJK": 2, "COLLIDE_METHOD_POLYAK": 3, "COLLIDE_METHOD_NESTEROV": 4, "COLLIDE_METHOD_NESTEROV_NORMALIZED": 5, "COLLIDE_WARM_START_NONE": 0, "COLLIDE_WARM_START_CENTRES": 1, "COLLIDE_WARM_START_PREVIOUS": 2, "COLLIDE_WARM_START_TRANSPORTED": 3, "COLLIDE_CRITERION_DISTANCE": 0, "COLLIDE_CRITERION_DUALITY_GAP": 1, "COLLIDE_GRADIENT_GUMBEL": 0, "COLLIDE_GRADIENT_EXACT": 1, "COLLIDE_GRADIENT_GAUSS_FIRST": 2, "COLLIDE_GRADIENT_GAUSS_ZEROTH": 3, "COLLIDE_GRADIENT_CENTRAL": 4, "COLLIDE_GRADIENT_FORWARD": 5, "COLLIDE_NOISE_RELATIVE": 0, "COLLIDE_NOISE_ABSOLUTE": 1, "COLLIDE_NOISE_SEPARATION": 2, "RBD_OK": 0, "RBD_BAD_ARGUMENT": -1, "RBD_NOT_FINITE": -2, "RBD_NO_SPACE": -3, "RBD_NO_MEMORY": -4, "RBD_BAD_NAME": -5, "RBD_BAD_PARENT": -6, "RBD_BAD_INERTIA": -7, "RBD_BAD_JOINT": -8, "RBD_BAD_QUATERNION": -9, "RBD_SINGULAR": -10, "RBD_NOT_FOUND": -11, "RBD_BAD_TEXT": -12, "RBD_NOT_READY": -13, "RBD_NOT_CONVERGED": 1, "RBD_RANK_DEFICIENT": 2, "RBD_JOINT_FIXED": 0, "RBD_JOINT_REVOLUTE": 1, "RBD_JOINT_CONTINUOUS": 2, "RBD_JOINT_PRISMATIC": 3, "RBD_JOINT_HELICAL": 4, "RBD_JOINT_UNIVERSAL": 5, "RBD_JOINT_CYLINDRICAL": 6, "RBD_JOINT_TRANSLATION": 7, "RBD_JOINT_PLANAR": 8, "RBD_JOINT_SPHERICAL": 9, "RBD_JOINT_SPHERICAL_ZYX": 10, "RBD_JOINT_FREE": 11, "RBD_JOINT_COMPOSITE": 12, "RBD_FRAME_BODY": 0, "RBD_FRAME_JOINT": 1, "RBD_FRAME_OPERATIONAL": 2, "RBD_REFERENCE_LOCAL": 0, "RBD_REFERENCE_WORLD": 1, "RBD_REFERENCE_LOCAL_WORLD_ALIGNED": 2, "RBD_KIND_REVOLUTE_X": 0, "RBD_KIND_REVOLUTE_Y": 1, "RBD_KIND_REVOLUTE_Z": 2, "RBD_KIND_REVOLUTE": 3, "RBD_KIND_PRISMATIC_X": 4, "RBD_KIND_PRISMATIC_Y": 5, "RBD_KIND_PRISMATIC_Z": 6, "RBD_KIND_PRISMATIC": 7, "RBD_KIND_HELICAL": 8, "RBD_KIND_TRANSLATION": 9, "RBD_KIND_PLANAR": 10, "RBD_KIND_SPHERICAL": 11, "RBD_KIND_FREE": 12, "RBD_KIND_WORLD": 13, "RBD_ROW_X": 1, "RBD_ROW_Y": 2, "RBD_ROW_Z": 4, "RBD_ROW_RX": 8, "RBD_ROW_RY": 16, "RBD_ROW_RZ": 32, "RBD_COORDINATES_MAX": 25, "RBD_LINEAR_AT_1": 0, "RBD_LINEAR_ORIGINS": 1, "RBD_LINEAR_AT_2": 2, "RBD_GEOMETRY_BOX": 0, "RBD_GEOMETRY_SPHERE": 1, "RBD_GEOMETRY_CYLINDER": 2, "RBD_GEOMETRY_CAPSULE": 3, "RBD_GEOMETRY_ELLIPSOID": 4, "RBD_GEOMETRY_PLANE": 5, "RBD_GEOMETRY_MESH": 6, "RBD_GEOMETRY_HFIELD": 7, "RBD_SIBLINGS_ALPHABETICAL": 0, "RBD_SIBLINGS_AS_IN_FILE": 1, "RBD_MESH_SOLID": 0, "RBD_MESH_SHELL": 1, "RBD_MESH_LEGACY": 2, "RBD_PATH_JOINT": 0, "RBD_PATH_SITE": 1, "RBD_PATH_SPHERE": 2, "RBD_PATH_CYLINDER": 3, "RBD_PATH_PULLEY": 4, "RBD_ON_JOINT": 0, "RBD_ON_JOINT_IN_PARENT": 1, "RBD_ON_TENDON": 2, "RBD_ON_SITE": 3, "RBD_ON_SLIDER_CRANK": 4, "RBD_ACTIVATION_NONE": 0, "RBD_ACTIVATION_INTEGRATOR": 1, "RBD_ACTIVATION_FILTER": 2, "RBD_ACTIVATION_FILTER_EXACT": 3, "RBD_ACTIVATION_MUSCLE": 4, "RBD_GAIN_FIXED": 0, "RBD_GAIN_AFFINE": 1, "RBD_GAIN_MUSCLE": 2, "RBD_BIAS_NONE": 0, "RBD_BIAS_AFFINE": 1, "RBD_BIAS_MUSCLE": 2, "RBD_SENSOR_TOUCH": 0, "RBD_SENSOR_ACCELEROMETER": 1, "RBD_SENSOR_VELOCIMETER": 2, "RBD_SENSOR_GYRO": 3, "RBD_SENSOR_FORCE": 4, "RBD_SENSOR_TORQUE": 5, "RBD_SENSOR_MAGNETOMETER": 6, "RBD_SENSOR_RANGEFINDER": 7, "RBD_SENSOR_JOINT_POSITION": 8, "RBD_SENSOR_JOINT_VELOCITY": 9, "RBD_SENSOR_TENDON_LENGTH": 10, "RBD_SENSOR_TENDON_VELOCITY": 11, "RBD_SENSOR_ACTUATOR_LENGTH": 12, "RBD_SENSOR_ACTUATOR_VELOCITY": 13, "RBD_SENSOR_ACTUATOR_FORCE": 14, "RBD_SENSOR_JOINT_ACTUATION": 15, "RBD_SENSOR_TENDON_ACTUATION": 16, "RBD_SENSOR_BALL_TURN": 17, "RBD_SENSOR_BALL_VELOCITY": 18, "RBD_SENSOR_FRAME_POSITION": 19, "RBD_SENSOR_FRAME_TURN": 20, "RBD_SENSOR_FRAME_X": 21, "RBD_SENSOR_FRAME_Y": 22, "RBD_SENSOR_FRAME_Z": 23, "RBD_SENSOR_FRAME_VELOCITY": 24, "RBD_SENSOR_FRAME_SPIN": 25, "RBD_SENSOR_FRAME_ACCELERATION": 26, "RBD_SENSOR_FRAME_SPIN_RATE": 27, "RBD_SENSOR_SUBTREE_CENTER": 28, "RBD_SENSOR_SUBTREE_VELOCITY": 29, "RBD_SENSOR_SUBTREE_MOMENTUM": 30, "RBD_SENSOR_CLOCK": 31, "RBD_SENSOR_NONE": 32, "CONTACT_OK": 0, "CONTACT_NOT_CONVERGED": 1, "CONTACT_STALLED": 2, "CONTACT_PRECISION": 3, "CONTACT_BODY_STOPPED": 5, "CONTACT_HELD": 7, "CONTACT_FALLBACK": 4, "CONTACT_NONSMOOTH": 6, "CONTACT_BAD_ARGUMENT": -1, "CONTACT_NOT_FINITE": -2, "CONTACT_NO_SPACE": -3, "CONTACT_NO_MEMORY": -4, "CONTACT_NOT_POSITIVE": -5, "CONTACT_BAD_FRICTION": -6, "CONTACT_BAD_COMPLIANCE": -7, "CONTACT_BAD_FRAME": -8, "CONTACT_EMPTY_ROW": -9, "CONTACT_BAD_SIZE": -10, "CONTACT_UNSUPPORTED": -11, "CONTACT_FAILED": -12, "CONTACT_STALE_HANDLE": -14, "CONTACT_BAD_SHAPE": -15, "CONTACT_BAD_FORMAT": -13, "CONTACT_KIND_CONTACT": 0, "CONTACT_KIND_LIMIT": 1, "CONTACT_KIND_JOINT": 2, "CONTACT_KIND_FRICTION": 3, "CONTACT_LAW_DEFAULT": 0, "CONTACT_LAW_SPRING": 1, "CONTACT_LAW_HUNT_CROSSLEY": 2, "CONTACT_LAW_HERTZ": 3, "CONTACT_LAW_LOG_BARRIER": 4, "CONTACT_LAW_IPC_BARRIER": 5, "CONTACT_LAW_CUSTOM": 6, "CONTACT_METHOD_LCP_PGS": 0, "CONTACT_METHOD_LCP_LEMKE": 1, "CONTACT_METHOD_LCP_DANTZIG": 2, "CONTACT_METHOD_LCP_STAGGERED": 3, "CONTACT_METHOD_CCP_PGS": 4, "CONTACT_METHOD_CCP_ADMM": 5, "CONTACT_METHOD_CCP_APGD": 6, "CONTACT_METHOD_CCP_NEWTON": 7, "CONTACT_METHOD_RAISIM": 8, "CONTACT_METHOD_RAISIM_DS": 9, "CONTACT_METHOD_NCP_PGS": 10, "CONTACT_METHOD_NCP_PROX": 11, "CONTACT_METHOD_NCP_NBGS": 12, "CONTACT_METHOD_NCP_NBGS_QUARTIC": 13, "CONTACT_METHOD_NCP_STAGGERED": 14, "CONTACT_METHOD_NCP_ADMM_FIXED": 15, "CONTACT_METHOD_NCP_ADMM_LINEAR": 16, "CONTACT_METHOD_NCP_ADMM_SPECTRAL": 17, "CONTACT_METHOD_NCP_NEWTON": 18, "CONTACT_METHOD_SAP": 19, "CONTACT_METHOD_LAGGED": 20, "CONTACT_METHOD_SIMILAR": 21, "CONTACT_METHOD_MUJOCO": 22, "CONTACT_METHOD_AUTO": 23, "CONTACT_METHOD_COUNT": 24, "CONTACT_MODEL_LCP": 0, "CONTACT_MODEL_CCP": 1, "CONTACT_MODEL_RAISIM": 2, "CONTACT_MODEL_NCP": 3, "CONTACT_MODEL_COMPLIANT": 4, "CONTACT_MODE_OPEN": 0, "CONTACT_MODE_STICK": 1, "CONTACT_MODE_SLIP": 2, "CONTACT_BODY_STATIC": 0, "CONTACT_BODY_KINEMATIC": 1, "CONTACT_BODY_DYNAMIC": 2, "CONTACT_BODY_LINK": 3, "CONTACT_INTEGRATOR_EULER": 0, "CONTACT_INTEGRATOR_MOREAU": 1, "CONTACT_INTEGRATOR_FAITHFUL": 2, "CONTACT_EVENT_BEGIN": 0, "CONTACT_EVENT_PERSIST": 1, "CONTACT_EVENT_END": 2, "CONTACT_EVENT_HIT": 3, "CONTACT_EVENT_SENSOR_BEGIN": 4, "CONTACT_EVENT_SENSOR_END": 5, "CONTACT_EVENT_MOVED": 6, "CONTACT_EVENT_SLEPT": 7, "CONTACT_EVENT_WOKE": 8, "CONTACT_EVENT_JOINT_EXCEEDED": 9, "CONTACT_EVENT_JOINT_BROKE": 10, "CONTACT_JOINT_WELD": 0, "CONTACT_JOINT_HINGE": 1, "CONTACT_JOINT_SLIDER": 2, "CONTACT_JOINT_CYLINDER": 3, "CONTACT_JOINT_UNIVERSAL": 4, "CONTACT_JOINT_BALL": 5, "CONTACT_JOINT_DISTANCE": 6, "CONTACT_JOINT_PLANAR": 7, "CONTACT_JOINT_WHEEL": 8, "CONTACT_JOINT_SIX": 9, "CONTACT_JOINT_GEAR": 10, "CONTACT_JOINT_RACK": 11, "CONTACT_AXIS_LOCKED": 0, "CONTACT_AXIS_FREE": 1, "CONTACT_AXIS_LIMITED": 2, "CONTACT_PARAMETER_FRICTION": 0, "CONTACT_PARAMETER_RESTITUTION": 1, "CONTACT_PARAMETER_STIFFNESS": 2, "CONTACT_PARAMETER_DISSIPATION": 3, "CONTACT_PARAMETER_RELAXATION": 4, "CONTACT_PARAMETER_MASS": 5, "CONTACT_PARAMETER_GRAVITY": 6, "CONTACT_PARAMETER_MOTOR_POSITION": 7, "CONTACT_PARAMETER_MOTOR_VELOCITY": 8, "CONTACT_GEOMETRY_EXACT": 0, "CONTACT_GEOMETRY_FIXED": 1, "CONTACT_GEOMETRY_ESTIMATED": 2}.items(): globals()[_name] = _value
collide_status_text = _bind("collide_status_text", c_char_p, [c_int], "status")
collide_point = _bind("collide_point", collide_shape, [tact_vec3], "point")
collide_segment = _bind("collide_segment", collide_shape, [tact_vec3, tact_vec3], "start end")
collide_triangle = _bind("collide_triangle", collide_shape, [tact_vec3, tact_vec3, tact_vec3], "a b c")
collide_sphere = _bind("collide_sphere", collide_shape, [tact_real], "radius")
collide_capsule = _bind("collide_capsule", collide_shape, [tact_real, tact_real], "radius half_length")
collide_ellipsoid = _bind("collide_ellipsoid", collide_shape, [tact_real, tact_real, tact_real], "radius_x radius_y radius_z")
collide_box = _bind("collide_box", collide_shape, [tact_real, tact_real, tact_real], "half_x half_y half_z")
collide_cylinder = _bind("collide_cylinder", collide_shape, [tact_real, tact_real], "radius half_length")
collide_cone = _bind("collide_cone", collide_shape, [tact_real, tact_real], "radius half_length")
collide_convex = _bind("collide_convex", collide_shape, [P(collide_hull)], "hull")
collide_custom = _bind("collide_custom", collide_shape, [P(collide_custom_shape)], "custom")
collide_halfspace = _bind("collide_halfspace", collide_shape, [tact_vec3, tact_real], "outward_normal offset")
collide_plane = _bind("collide_plane", collide_shape, [tact_vec3, tact_real], "normal offset")
collide_rounded = _bind("collide_rounded", collide_shape, [collide_shape, tact_real], "shape radius")
collide_shape_check = _bind("collide_shape_check", c_int, [P(collide_shape)], "shape")
collide_default_hull_config = _bind("collide_default_hull_config", collide_hull_config, [], "")
collide_hull_bytes = _bind("collide_hull_bytes", c_size_t, [c_int], "n_points")
collide_hull_build = _bind("collide_hull_build", c_int, [P(tact_vec3), c_int, P(collide_hull_config), c_void_p, c_size_t, P(P(collide_hull))], "points n_points config memory bytes hull")
collide_hull_create = _bind("collide_hull_create", c_int, [P(tact_vec3), c_int, P(collide_hull_config), P(tact_allocator), P(P(collide_hull))], "points n_points config allocator hull")
collide_hull_destroy = _bind("collide_hull_destroy", None, [P(collide_hull)], "hull")
collide_support = _bind("collide_support", tact_vec3, [P(collide_shape), tact_vec3, A(c_int)], "shape direction hint")
collide_shape_aabb = _bind("collide_shape_aabb", c_int, [P(collide_shape), tact_pose, P(collide_aabb)], "shape pose aabb")
collide_mass_properties = _bind("collide_mass_properties", c_int, [P(collide_shape), tact_real, P(collide_mass)], "shape density mass")
collide_default_config = _bind("collide_default_config", collide_config, [], "")
collide_intersect = _bind("collide_intersect", c_int, [P(collide_shape), tact_pose, P(collide_shape), tact_pose, P(collide_config), P(collide_cache), A(c_int)], "a pose_a b pose_b config cache overlap")
collide_distance = _bind("collide_distance", c_int, [P(collide_shape), tact_pose, P(collide_shape), tact_pose, P(collide_config), P(collide_cache), P(collide_result)], "a pose_a b pose_b config cache result")
collide_penetration = _bind("collide_penetration", c_int, [P(collide_shape), tact_pose, P(collide_shape), tact_pose, P(collide_config), P(collide_cache), P(collide_result)], "a pose_a b pose_b config cache result")
collide_distance_batch = _bind("collide_distance_batch", c_int, [P(collide_pair), c_int, P(collide_config), P(collide_cache), P(collide_result), A(c_int)], "pairs n config caches results statuses")
collide_intersect_batch = _bind("collide_intersect_batch", c_int, [P(collide_pair), c_int, P(collide_config), P(collide_cache), A(c_int), A(c_int)], "pairs n config caches overlaps statuses")
collide_default_gradient_config = _bind("collide_default_gradient_config", collide_gradient_config, [c_int], "method")
collide_distance_gradient = _bind("collide_distance_gradient", c_int, [P(collide_shape), tact_pose, P(collide_shape), tact_pose, P(collide_config), P(collide_gradient_config), P(collide_cache), P(collide_result), P(collide_gradient)], "a pose_a b pose_b config gradient_config cache result gradient")
collide_gradient_of_result = _bind("collide_gradient_of_result", c_int, [P(collide_shape), tact_pose, P(collide_shape), tact_pose, P(collide_gradient_config), P(collide_result), P(collide_gradient)], "a pose_a b pose_b gradient_config result gradient")
collide_support_hessian = _bind("collide_support_hessian", c_int, [P(collide_shape), tact_vec3, P(collide_gradient_config), P(tact_mat3)], "shape direction config hessian")
collide_default_filter = _bind("collide_default_filter", collide_filter, [], "")
collide_filter_allows = _bind("collide_filter_allows", c_int, [collide_filter, collide_filter], "a b")
collide_default_broadphase_config = _bind("collide_default_broadphase_config", collide_broadphase_config, [], "")
collide_broadphase_default_config = _bind("collide_broadphase_default_config", collide_broadphase_config, [], "")
collide_broadphase_bytes = _bind("collide_broadphase_bytes", c_size_t, [P(collide_broadphase_config)], "config")
collide_broadphase_init = _bind("collide_broadphase_init", c_int, [P(collide_broadphase), P(collide_broadphase_config), c_void_p, c_size_t], "broad config memory bytes")
collide_broadphase_create = _bind("collide_broadphase_create", c_int, [P(collide_broadphase), P(collide_broadphase_config), P(tact_allocator)], "broad config allocator")
collide_broadphase_destroy = _bind("collide_broadphase_destroy", None, [P(collide_broadphase)], "broad")
collide_broadphase_snapshot_bytes = _bind("collide_broadphase_snapshot_bytes", c_size_t, [P(collide_broadphase)], "broad")
collide_broadphase_save = _bind("collide_broadphase_save", c_int, [P(collide_broadphase), c_void_p, c_size_t], "broad block bytes")
collide_broadphase_restore = _bind("collide_broadphase_restore", c_int, [P(collide_broadphase), c_void_p, c_size_t], "broad block bytes")
collide_broadphase_insert = _bind("collide_broadphase_insert", c_int, [P(collide_broadphase), collide_aabb, collide_filter, c_int, c_uint64, A(c_int)], "broad box filter is_fixed user proxy")
collide_broadphase_remove = _bind("collide_broadphase_remove", c_int, [P(collide_broadphase), c_int], "broad proxy")
collide_broadphase_move = _bind("collide_broadphase_move", c_int, [P(collide_broadphase), c_int, collide_aabb, tact_vec3, A(c_int)], "broad proxy box displacement left")
collide_broadphase_set_filter = _bind("collide_broadphase_set_filter", c_int, [P(collide_broadphase), c_int, collide_filter], "broad proxy filter")
collide_broadphase_get_filter = _bind("collide_broadphase_get_filter", collide_filter, [P(collide_broadphase), c_int], "broad proxy")
collide_broadphase_user = _bind("collide_broadphase_user", c_uint64, [P(collide_broadphase), c_int], "broad proxy")
collide_broadphase_valid = _bind("collide_broadphase_valid", c_int, [P(collide_broadphase), c_int], "broad proxy")
collide_broadphase_fat_box = _bind("collide_broadphase_fat_box", collide_aabb, [P(collide_broadphase), c_int], "broad proxy")
collide_broadphase_update = _bind("collide_broadphase_update", c_int, [P(collide_broadphase)], "broad")
collide_broadphase_refit = _bind("collide_broadphase_refit", None, [P(collide_broadphase)], "broad")
collide_broadphase_rebuild = _bind("collide_broadphase_rebuild", None, [P(collide_broadphase)], "broad")
collide_broadphase_query = _bind("collide_broadphase_query", None, [P(collide_broadphase), collide_aabb, c_uint32, collide_box_visitor, c_void_p], "broad box mask visit context")
collide_broadphase_ray = _bind("collide_broadphase_ray", None, [P(collide_broadphase), tact_vec3, tact_vec3, tact_real, tact_vec3, c_uint32, collide_ray_visitor, c_void_p], "broad origin direction max_t half_extents mask visit context")
collide_broadphase_check = _bind("collide_broadphase_check", c_int, [P(collide_broadphase)], "broad")
collide_broadphase_cost = _bind("collide_broadphase_cost", tact_real, [P(collide_broadphase), A(c_int)], "broad height")
collide_bvh_bytes = _bind("collide_bvh_bytes", c_size_t, [c_int], "n_boxes")
collide_bvh_build = _bind("collide_bvh_build", c_int, [P(collide_bvh), P(collide_aabb), c_int, c_void_p, c_size_t], "bvh boxes n_boxes memory bytes")
collide_bvh_query = _bind("collide_bvh_query", None, [P(collide_bvh), collide_aabb, collide_box_visitor, c_void_p], "bvh box visit context")
collide_bvh_ray = _bind("collide_bvh_ray", None, [P(collide_bvh), tact_vec3, tact_vec3, tact_real, tact_vec3, collide_ray_visitor, c_void_p], "bvh origin direction max_t half_extents visit context")
collide_default_manifold_config = _bind("collide_default_manifold_config", collide_manifold_config, [], "")
collide_contact = _bind("collide_contact", c_int, [P(collide_shape), tact_pose, P(collide_shape), tact_pose, P(collide_manifold_config), P(collide_manifold_cache), P(collide_manifold)], "a pose_a b pose_b config cache manifold")
collide_patch = _bind("collide_patch", c_int, [P(collide_shape), tact_pose, P(collide_shape), tact_pose, P(collide_manifold_config), P(collide_contact_point), c_int, A(c_int), P(tact_vec3)], "a pose_a b pose_b config points capacity count normal")
collide_patch_area = _bind("collide_patch_area", tact_real, [P(collide_contact_point), c_int, tact_vec3], "points count normal")
collide_mesh_bytes = _bind("collide_mesh_bytes", c_size_t, [c_int, c_int], "n_vertices n_triangles")
collide_mesh_build = _bind("collide_mesh_build", c_int, [P(tact_vec3), c_int, A(c_int), c_int, c_void_p, c_size_t, P(P(collide_mesh))], "vertices n_vertices triangles n_triangles memory bytes mesh")
collide_mesh_create = _bind("collide_mesh_create", c_int, [P(tact_vec3), c_int, A(c_int), c_int, P(tact_allocator), P(P(collide_mesh))], "vertices n_vertices triangles n_triangles allocator mesh")
collide_mesh_move = _bind("collide_mesh_move", c_int, [P(collide_mesh), P(tact_vec3)], "mesh vertices")
collide_mesh_destroy = _bind("collide_mesh_destroy", None, [P(collide_mesh)], "mesh")
collide_mesh_shape = _bind("collide_mesh_shape", collide_shape, [P(collide_mesh)], "mesh")
collide_height_field_shape = _bind("collide_height_field_shape", collide_shape, [P(collide_height_field)], "field")
collide_compound_bytes = _bind("collide_compound_bytes", c_size_t, [c_int], "n_children")
collide_compound_build = _bind("collide_compound_build", c_int, [P(collide_shape), P(tact_pose), c_int, c_void_p, c_size_t, P(P(collide_compound))], "shapes poses n_children memory bytes compound")
collide_compound_create = _bind("collide_compound_create", c_int, [P(collide_shape), P(tact_pose), c_int, P(tact_allocator), P(P(collide_compound))], "shapes poses n_children allocator compound")
collide_compound_destroy = _bind("collide_compound_destroy", None, [P(collide_compound)], "compound")
collide_compound_shape = _bind("collide_compound_shape", collide_shape, [P(collide_compound)], "compound")
collide_set_distance = _bind("collide_set_distance", c_int, [P(collide_shape), tact_pose, P(collide_shape), tact_pose, P(collide_config), P(collide_result), A(c_int), A(c_int)], "a pose_a b pose_b config result piece_a piece_b")
collide_set_piece = _bind("collide_set_piece", c_int, [P(collide_shape), tact_pose, c_int, P(collide_shape), P(tact_pose)], "set pose piece shape shape_pose")
collide_contacts = _bind("collide_contacts", c_int, [P(collide_shape), tact_pose, P(collide_shape), tact_pose, P(collide_manifold_config), P(collide_manifold_cache), P(collide_manifold), c_int, A(c_int)], "a pose_a b pose_b config cache manifolds capacity count")
collide_ray_cast = _bind("collide_ray_cast", c_int, [P(collide_shape), tact_pose, tact_vec3, tact_vec3, tact_real, P(collide_cast_hit)], "shape pose origin direction max_t hit")
collide_ray_cast_batch = _bind("collide_ray_cast_batch", c_int, [P(collide_shape), tact_pose, P(collide_ray), c_int, P(collide_cast_hit), A(c_int)], "shape pose rays n hits statuses")
collide_shape_cast = _bind("collide_shape_cast", c_int, [P(collide_shape), tact_pose, tact_vec3, P(collide_shape), tact_pose, tact_real, P(collide_cast_hit)], "a pose_a translation b pose_b target hit")
collide_shape_cast_in = _bind("collide_shape_cast_in", c_int, [c_void_p, P(collide_shape), tact_pose, tact_vec3, P(collide_shape), tact_pose, tact_real, P(collide_cast_hit)], "scratch a pose_a translation b pose_b target hit")
collide_motion_at = _bind("collide_motion_at", tact_pose, [P(collide_motion), tact_real], "motion t")
collide_time_of_impact = _bind("collide_time_of_impact", c_int, [P(collide_shape), P(collide_motion), P(collide_shape), P(collide_motion), tact_real, tact_real, P(collide_cast_hit)], "a motion_a b motion_b target tolerance hit")
collide_sweep_at = _bind("collide_sweep_at", tact_pose, [P(collide_sweep_motion), tact_real], "motion t")
collide_default_sweep_config = _bind("collide_default_sweep_config", collide_sweep_config, [], "")
collide_sweep = _bind("collide_sweep", c_int, [P(collide_shape), P(collide_sweep_motion), P(collide_shape), P(collide_sweep_motion), P(collide_sweep_config), P(collide_sweep_hit)], "a motion_a b motion_b config hit")
collide_closest_point = _bind("collide_closest_point", c_int, [P(collide_shape), tact_pose, tact_vec3, P(tact_vec3), A(tact_real), P(tact_vec3)], "shape pose point closest distance normal")
collide_mesh_winding = _bind("collide_mesh_winding", tact_real, [P(collide_mesh), tact_vec3], "mesh point")
collide_mesh_distance = _bind("collide_mesh_distance", c_int, [P(collide_mesh), tact_vec3, P(collide_mesh_nearest)], "mesh point nearest")
collide_default_decomposition_config = _bind("collide_default_decomposition_config", collide_decomposition_config, [], "")
collide_decompose = _bind("collide_decompose", c_int, [P(collide_mesh), P(collide_decomposition_config), P(tact_allocator), P(P(collide_decomposition))], "mesh config allocator decomposition")
collide_decomposition_destroy = _bind("collide_decomposition_destroy", None, [P(collide_decomposition)], "decomposition")
collide_surface = _bind("collide_surface", c_int, [P(collide_shape), tact_pose, c_int, tact_real, collide_triangle_visitor, c_void_p], "shape pose detail reach visit context")
rbd_status_text = _bind("rbd_status_text", c_char_p, [c_int], "status")
rbd_model_find_body = _bind("rbd_model_find_body", c_int, [P(rbd_model), c_char_p], "model name")
rbd_model_find_frame = _bind("rbd_model_find_frame", c_int, [P(rbd_model), c_char_p], "model name")
rbd_model_body = _bind("rbd_model_body", c_int, [P(rbd_model), c_int], "model added")
rbd_model_added_pose = _bind("rbd_model_added_pose", tact_pose, [P(rbd_model), c_int, tact_pose], "model added pose")
rbd_model_set_gravity = _bind("rbd_model_set_gravity", None, [P(rbd_model), tact_vec3], "model gravity")
rbd_model_set_dof = _bind("rbd_model_set_dof", c_int, [P(rbd_model), c_int, P(rbd_dof)], "model dof parameters")
rbd_model_mass = _bind("rbd_model_mass", tact_real, [P(rbd_model)], "model")
rbd_frame_on_body = _bind("rbd_frame_on_body", rbd_frame, [c_int, tact_pose], "body placement")
rbd_builder_create = _bind("rbd_builder_create", P(rbd_builder), [P(tact_allocator)], "allocator")
rbd_builder_destroy = _bind("rbd_builder_destroy", None, [P(rbd_builder)], "builder")
rbd_default_dof = _bind("rbd_default_dof", rbd_dof, [], "")
rbd_default_joint = _bind("rbd_default_joint", rbd_joint, [c_int], "type")
rbd_default_body = _bind("rbd_default_body", rbd_body, [c_char_p, c_int], "name parent")
rbd_inertia_box = _bind("rbd_inertia_box", rbd_inertia, [tact_real, tact_vec3, tact_vec3], "mass com size")
rbd_inertia_sphere = _bind("rbd_inertia_sphere", rbd_inertia, [tact_real, tact_vec3, tact_real], "mass com radius")
rbd_inertia_cylinder = _bind("rbd_inertia_cylinder", rbd_inertia, [tact_real, tact_vec3, tact_real, tact_real], "mass com radius length")
rbd_inertia_sum = _bind("rbd_inertia_sum", rbd_inertia, [rbd_inertia, rbd_inertia], "a b")
rbd_inertia_placed = _bind("rbd_inertia_placed", rbd_inertia, [rbd_inertia, tact_pose], "inertia placement")
rbd_inertia_check = _bind("rbd_inertia_check", c_int, [P(rbd_inertia), P(rbd_error)], "inertia error")
rbd_builder_add = _bind("rbd_builder_add", c_int, [P(rbd_builder), P(rbd_body), P(rbd_error)], "builder body error")
rbd_builder_add_composite = _bind("rbd_builder_add_composite", c_int, [P(rbd_builder), P(rbd_body), P(rbd_joint), P(tact_pose), c_int, P(rbd_error)], "builder body parts placements n_parts error")
rbd_builder_add_frame = _bind("rbd_builder_add_frame", c_int, [P(rbd_builder), c_char_p, c_int, tact_pose, P(rbd_error)], "builder name body placement error")
rbd_builder_set_gravity = _bind("rbd_builder_set_gravity", None, [P(rbd_builder), tact_vec3], "builder gravity")
rbd_builder_set_friction_speed = _bind("rbd_builder_set_friction_speed", None, [P(rbd_builder), tact_real], "builder speed")
rbd_builder_count = _bind("rbd_builder_count", c_int, [P(rbd_builder)], "builder")
rbd_builder_find = _bind("rbd_builder_find", c_int, [P(rbd_builder), c_char_p], "builder body_name")
rbd_builder_find_joint = _bind("rbd_builder_find_joint", c_int, [P(rbd_builder), c_char_p], "builder joint_name")
rbd_builder_body = _bind("rbd_builder_body", P(rbd_body), [P(rbd_builder), c_int], "builder body")
rbd_builder_lock = _bind("rbd_builder_lock", c_int, [P(rbd_builder), c_int, A(tact_real), P(rbd_error)], "builder body q error")
rbd_builder_remove = _bind("rbd_builder_remove", c_int, [P(rbd_builder), c_int, P(rbd_error)], "builder body error")
rbd_builder_append = _bind("rbd_builder_append", c_int, [P(rbd_builder), P(rbd_builder), c_int, tact_pose, c_char_p, P(rbd_error)], "builder other parent placement prefix error")
rbd_model_bytes = _bind("rbd_model_bytes", c_size_t, [P(rbd_builder)], "builder")
rbd_model_init = _bind("rbd_model_init", P(rbd_model), [P(rbd_builder), c_void_p, c_size_t, P(rbd_error)], "builder memory bytes error")
rbd_model_create = _bind("rbd_model_create", P(rbd_model), [P(rbd_builder), P(tact_allocator), P(rbd_error)], "builder allocator error")
rbd_model_destroy = _bind("rbd_model_destroy", None, [P(rbd_model)], "model")
rbd_data_bytes = _bind("rbd_data_bytes", c_size_t, [P(rbd_model)], "model")
rbd_data_init = _bind("rbd_data_init", P(rbd_data), [P(rbd_model), c_void_p, c_size_t], "model memory bytes")
rbd_data_create = _bind("rbd_data_create", P(rbd_data), [P(rbd_model), P(tact_allocator)], "model allocator")
rbd_data_destroy = _bind("rbd_data_destroy", None, [P(rbd_data)], "data")
rbd_neutral = _bind("rbd_neutral", None, [P(rbd_model), A(tact_real)], "model q")
rbd_random = _bind("rbd_random", None, [P(rbd_model), c_uint64, A(tact_real)], "model seed q")
rbd_normalize = _bind("rbd_normalize", c_int, [P(rbd_model), A(tact_real)], "model q")
rbd_integrate = _bind("rbd_integrate", None, [P(rbd_model), A(tact_real), A(tact_real), tact_real, A(tact_real)], "model q v h out")
rbd_difference = _bind("rbd_difference", None, [P(rbd_model), A(tact_real), A(tact_real), A(tact_real)], "model q0 q1 out")
rbd_interpolate = _bind("rbd_interpolate", None, [P(rbd_model), A(tact_real), A(tact_real), tact_real, A(tact_real)], "model q0 q1 u out")
rbd_distance = _bind("rbd_distance", tact_real, [P(rbd_model), A(tact_real), A(tact_real)], "model q0 q1")
rbd_integrate_derivatives = _bind("rbd_integrate_derivatives", None, [P(rbd_model), A(tact_real), A(tact_real), A(tact_real), A(tact_real), c_int], "model q v by_q by_v stride")
rbd_difference_derivatives = _bind("rbd_difference_derivatives", None, [P(rbd_model), A(tact_real), A(tact_real), A(tact_real), A(tact_real), c_int], "model q0 q1 by_q0 by_q1 stride")
rbd_configuration_rate = _bind("rbd_configuration_rate", None, [P(rbd_model), A(tact_real), A(tact_real), A(tact_real)], "model q v qdot")
rbd_fk = _bind("rbd_fk", c_int, [P(rbd_model), P(rbd_data), A(tact_real)], "model data q")
rbd_fk_velocity = _bind("rbd_fk_velocity", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real)], "model data q v")
rbd_fk_acceleration = _bind("rbd_fk_acceleration", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real)], "model data q v a")
rbd_body_pose = _bind("rbd_body_pose", tact_pose, [P(rbd_data), c_int], "data body")
rbd_frame_pose = _bind("rbd_frame_pose", tact_pose, [P(rbd_data), P(rbd_frame)], "data frame")
rbd_frame_velocity = _bind("rbd_frame_velocity", c_int, [P(rbd_data), P(rbd_frame), c_int, A(tact_real)], "data frame reference out")
rbd_frame_acceleration = _bind("rbd_frame_acceleration", c_int, [P(rbd_data), P(rbd_frame), c_int, A(tact_real)], "data frame reference out")
rbd_frame_classical_acceleration = _bind("rbd_frame_classical_acceleration", c_int, [P(rbd_data), P(rbd_frame), c_int, A(tact_real)], "data frame reference out")
rbd_frame_jacobian = _bind("rbd_frame_jacobian", c_int, [P(rbd_data), P(rbd_frame), c_int, A(tact_real), c_int], "data frame reference jacobian stride")
rbd_frame_jacobian_rate = _bind("rbd_frame_jacobian_rate", c_int, [P(rbd_data), P(rbd_frame), c_int, A(tact_real), c_int], "data frame reference jacobian_rate stride")
rbd_jacobians = _bind("rbd_jacobians", c_int, [P(rbd_model), P(rbd_data), A(tact_real)], "model data q")
rbd_frame_velocity_derivatives = _bind("rbd_frame_velocity_derivatives", c_int, [P(rbd_data), P(rbd_frame), c_int, A(tact_real), A(tact_real), c_int], "data frame reference dv_dq dv_dv stride")
rbd_frame_acceleration_derivatives = _bind("rbd_frame_acceleration_derivatives", c_int, [P(rbd_data), P(rbd_frame), c_int, A(tact_real), A(tact_real), A(tact_real), c_int], "data frame reference da_dq da_dv da_da stride")
rbd_frame_hessian = _bind("rbd_frame_hessian", c_int, [P(rbd_data), P(rbd_frame), c_int, A(tact_real)], "data frame reference hessian")
rbd_kinematic_regressor = _bind("rbd_kinematic_regressor", c_int, [P(rbd_data), P(rbd_frame), c_int, A(tact_real), c_int], "data frame reference regressor stride")
rbd_center_of_mass = _bind("rbd_center_of_mass", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real)], "model data q v a")
rbd_com_jacobian = _bind("rbd_com_jacobian", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), c_int], "model data q jacobian stride")
rbd_subtree_centers = _bind("rbd_subtree_centers", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), P(tact_vec3)], "model data q mass center")
rbd_pose_log = _bind("rbd_pose_log", None, [tact_pose, A(tact_real)], "pose twist")
rbd_pose_exp = _bind("rbd_pose_exp", tact_pose, [A(tact_real)], "twist")
rbd_pose_log_jacobian = _bind("rbd_pose_log_jacobian", None, [tact_pose, A(tact_real)], "pose jacobian")
rbd_reach_reals = _bind("rbd_reach_reals", c_int, [P(rbd_model)], "model")
rbd_reach = _bind("rbd_reach", c_int, [P(rbd_model), P(rbd_data), P(rbd_frame), tact_pose, tact_real, c_int, A(tact_real), A(tact_real), A(tact_real)], "model data frame target tolerance max_steps q work error")
rbd_rnea = _bind("rbd_rnea", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "model data q v a f_ext tau")
rbd_joint_wrenches = _bind("rbd_joint_wrenches", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "model data q v a f_ext wrench")
rbd_bias = _bind("rbd_bias", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real)], "model data q v h")
rbd_gravity_torque = _bind("rbd_gravity_torque", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real)], "model data q g")
rbd_passive_torque = _bind("rbd_passive_torque", None, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real)], "model data q v tau")
rbd_crba = _bind("rbd_crba", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), c_int], "model data q M stride")
rbd_aba = _bind("rbd_aba", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "model data q v tau f_ext a")
rbd_minverse = _bind("rbd_minverse", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), c_int], "model data q Minv stride")
rbd_minverse_apply = _bind("rbd_minverse_apply", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real)], "model data q x out")
rbd_coriolis = _bind("rbd_coriolis", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), c_int], "model data q v C stride")
rbd_centroidal = _bind("rbd_centroidal", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), c_int], "model data q v Ag stride")
rbd_centroidal_rate = _bind("rbd_centroidal_rate", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), c_int], "model data q v a Ag dAg stride")
rbd_energy = _bind("rbd_energy", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "model data q v kinetic potential")
rbd_torque_regressor = _bind("rbd_torque_regressor", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), A(tact_real), c_int], "model data q v a Y stride")
rbd_body_regressor = _bind("rbd_body_regressor", None, [A(tact_real), A(tact_real), A(tact_real), c_int], "velocity acceleration Y stride")
rbd_energy_regressors = _bind("rbd_energy_regressors", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "model data q v kinetic potential")
rbd_inertia_parameters = _bind("rbd_inertia_parameters", None, [P(rbd_inertia), A(tact_real)], "inertia pi")
rbd_rnea_derivatives = _bind("rbd_rnea_derivatives", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), c_int], "model data q v a f_ext dtau_dq dtau_dv dtau_da stride")
rbd_rnea_second_derivatives = _bind("rbd_rnea_second_derivatives", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "model data q v a f_ext dqdq dvdv dvdq dadq")
rbd_aba_derivatives = _bind("rbd_aba_derivatives", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), c_int], "model data q v tau f_ext a da_dq da_dv da_dtau stride")
rbd_gravity_derivatives = _bind("rbd_gravity_derivatives", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), c_int], "model data q dg_dq stride")
rbd_centroidal_derivatives = _bind("rbd_centroidal_derivatives", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), c_int], "model data q v a dh_dq dhdot_dq dhdot_dv dhdot_da stride")
rbd_batch_bytes = _bind("rbd_batch_bytes", c_size_t, [P(rbd_model)], "model")
rbd_batch_init = _bind("rbd_batch_init", P(rbd_batch), [P(rbd_model), c_void_p, c_size_t], "model memory bytes")
rbd_batch_fk = _bind("rbd_batch_fk", c_int, [P(rbd_batch), c_int, c_int, A(tact_real), A(tact_real), A(tact_real)], "batch n stride q rotation position")
rbd_batch_rnea = _bind("rbd_batch_rnea", c_int, [P(rbd_batch), c_int, c_int, A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "batch n stride q v a f_ext tau")
rbd_batch_aba = _bind("rbd_batch_aba", c_int, [P(rbd_batch), c_int, c_int, A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "batch n stride q v tau f_ext a")
rbd_factor_bytes = _bind("rbd_factor_bytes", c_size_t, [P(rbd_model)], "model")
rbd_factor_init = _bind("rbd_factor_init", P(rbd_factor), [P(rbd_model), c_void_p, c_size_t], "model memory bytes")
rbd_factor_create = _bind("rbd_factor_create", P(rbd_factor), [P(rbd_model), P(tact_allocator)], "model allocator")
rbd_factor_destroy = _bind("rbd_factor_destroy", None, [P(rbd_factor)], "factor")
rbd_factor_compute = _bind("rbd_factor_compute", c_int, [P(rbd_factor), A(tact_real), c_int], "factor M stride")
rbd_factor_solve = _bind("rbd_factor_solve", None, [P(rbd_factor), A(tact_real)], "factor x")
rbd_factor_solve_many = _bind("rbd_factor_solve_many", None, [P(rbd_factor), c_int, A(tact_real), c_int], "factor n X stride")
rbd_factor_apply = _bind("rbd_factor_apply", None, [P(rbd_factor), A(tact_real), A(tact_real)], "factor x out")
rbd_factor_get = _bind("rbd_factor_get", None, [P(rbd_factor), A(tact_real), A(tact_real), c_int], "factor D U stride")
rbd_constraint_rows = _bind("rbd_constraint_rows", rbd_constraint, [c_int, tact_pose, c_int, tact_pose, c_uint], "body1 placement1 body2 placement2 rows")
rbd_constraint_point = _bind("rbd_constraint_point", rbd_constraint, [c_int, tact_pose, c_int, tact_pose], "body1 placement1 body2 placement2")
rbd_constraint_weld = _bind("rbd_constraint_weld", rbd_constraint, [c_int, tact_pose, c_int, tact_pose], "body1 placement1 body2 placement2")
rbd_constraint_coordinates = _bind("rbd_constraint_coordinates", rbd_constraint, [c_int, A(c_int), A(tact_real), tact_real], "n coordinate weight error")
rbd_constraints_bytes = _bind("rbd_constraints_bytes", c_size_t, [P(rbd_model), P(rbd_constraint), c_int], "model list n")
rbd_constraints_init = _bind("rbd_constraints_init", P(rbd_constraints), [P(rbd_model), P(rbd_constraint), c_int, c_void_p, c_size_t], "model list n memory bytes")
rbd_constraints_create = _bind("rbd_constraints_create", P(rbd_constraints), [P(rbd_model), P(rbd_constraint), c_int, P(tact_allocator), P(rbd_error)], "model list n allocator error")
rbd_constraints_destroy = _bind("rbd_constraints_destroy", None, [P(rbd_constraints)], "constraints")
rbd_constraints_get = _bind("rbd_constraints_get", P(rbd_constraint), [P(rbd_constraints), c_int], "constraints index")
rbd_constraints_evaluate = _bind("rbd_constraints_evaluate", c_int, [P(rbd_constraints), P(rbd_data)], "constraints data")
rbd_constraints_jacobian = _bind("rbd_constraints_jacobian", None, [P(rbd_constraints), A(tact_real), c_int], "constraints J stride")
rbd_constraints_jacobian_apply = _bind("rbd_constraints_jacobian_apply", None, [P(rbd_constraints), A(tact_real), A(tact_real)], "c v out")
rbd_constraints_jacobian_tapply = _bind("rbd_constraints_jacobian_tapply", None, [P(rbd_constraints), A(tact_real), A(tact_real)], "c lambda out")
rbd_constraints_factor = _bind("rbd_constraints_factor", c_int, [P(rbd_constraints), A(tact_real), c_int, tact_real], "constraints M stride mu")
rbd_delassus_compute = _bind("rbd_delassus_compute", c_int, [P(rbd_model), P(rbd_data), P(rbd_constraints), A(tact_real), tact_real], "model data constraints q mu")
rbd_delassus_damping = _bind("rbd_delassus_damping", c_int, [P(rbd_constraints), A(tact_real), tact_real], "constraints damping mu")
rbd_delassus_matrix = _bind("rbd_delassus_matrix", None, [P(rbd_constraints), A(tact_real), c_int], "constraints G stride")
rbd_delassus_apply = _bind("rbd_delassus_apply", None, [P(rbd_constraints), A(tact_real), A(tact_real)], "constraints x out")
rbd_delassus_solve = _bind("rbd_delassus_solve", None, [P(rbd_constraints), A(tact_real)], "constraints x")
rbd_default_constrained_config = _bind("rbd_default_constrained_config", rbd_constrained_config, [], "")
rbd_constrained_dynamics = _bind("rbd_constrained_dynamics", c_int, [P(rbd_model), P(rbd_data), P(rbd_constraints), A(tact_real), A(tact_real), A(tact_real), A(tact_real), P(rbd_constrained_config), A(tact_real), A(tact_real), P(rbd_constrained_result)], "model data constraints q v tau f_ext config a lambda result")
rbd_constrained_dynamics_derivatives = _bind("rbd_constrained_dynamics_derivatives", c_int, [P(rbd_model), P(rbd_data), P(rbd_constraints), A(tact_real), A(tact_real), A(tact_real), A(tact_real), P(rbd_constrained_config), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), c_int], "model data constraints q v tau f_ext config a lambda da_dq da_dv da_dtau dlambda_dq dlambda_dv dlambda_dtau stride")
rbd_impulse_dynamics = _bind("rbd_impulse_dynamics", c_int, [P(rbd_model), P(rbd_data), P(rbd_constraints), A(tact_real), A(tact_real), tact_real, P(rbd_constrained_config), A(tact_real), A(tact_real), P(rbd_constrained_result)], "model data constraints q v restitution config v_plus impulse result")
rbd_impulse_dynamics_derivatives = _bind("rbd_impulse_dynamics_derivatives", c_int, [P(rbd_model), P(rbd_data), P(rbd_constraints), A(tact_real), A(tact_real), tact_real, P(rbd_constrained_config), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), c_int], "model data constraints q v restitution config v_plus impulse dv_dq dv_dv dimpulse_dq dimpulse_dv stride")
rbd_project_configuration = _bind("rbd_project_configuration", c_int, [P(rbd_model), P(rbd_data), P(rbd_constraints), A(tact_real), tact_real, c_int, P(rbd_constrained_result)], "model data constraints q tolerance max_iterations result")
rbd_project_velocity = _bind("rbd_project_velocity", c_int, [P(rbd_model), P(rbd_data), P(rbd_constraints), A(tact_real), A(tact_real)], "model data constraints q v")
rbd_maximal_create = _bind("rbd_maximal_create", P(rbd_maximal), [P(rbd_model), P(tact_allocator), P(rbd_error)], "tree allocator error")
rbd_maximal_destroy = _bind("rbd_maximal_destroy", None, [P(rbd_maximal)], "maximal")
rbd_maximal_from_tree = _bind("rbd_maximal_from_tree", c_int, [P(rbd_maximal), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "maximal data q v a q_max v_max a_max")
rbd_maximal_to_tree = _bind("rbd_maximal_to_tree", c_int, [P(rbd_maximal), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "maximal data q_max v_max q v")
rbd_maximal_forces = _bind("rbd_maximal_forces", c_int, [P(rbd_maximal), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "maximal data q v tau f_ext f_max")
rbd_maximal_joint_rows = _bind("rbd_maximal_joint_rows", c_int, [P(rbd_maximal), P(rbd_data), c_int, A(tact_real), A(c_int), A(tact_real), A(tact_real)], "maximal data b v dof rows drift")
rbd_default_reader_config = _bind("rbd_default_reader_config", rbd_reader_config, [], "")
rbd_pinocchio_reader_config = _bind("rbd_pinocchio_reader_config", rbd_reader_config, [], "")
rbd_builder_add_urdf = _bind("rbd_builder_add_urdf", c_int, [P(rbd_builder), c_char_p, c_size_t, P(rbd_reader_config), P(rbd_error)], "builder text bytes config error")
rbd_model_create_urdf = _bind("rbd_model_create_urdf", P(rbd_model), [c_char_p, c_size_t, P(rbd_reader_config), P(tact_allocator), P(rbd_error)], "text bytes config allocator error")
rbd_builder_add_mjcf = _bind("rbd_builder_add_mjcf", c_int, [P(rbd_builder), c_char_p, c_size_t, P(rbd_reader_config), P(rbd_error)], "builder text bytes config error")
rbd_model_create_mjcf = _bind("rbd_model_create_mjcf", P(rbd_model), [c_char_p, c_size_t, P(rbd_reader_config), P(tact_allocator), P(rbd_error)], "text bytes config allocator error")
rbd_model_write = _bind("rbd_model_write", c_size_t, [P(rbd_model), c_char_p, c_size_t], "model out capacity")
rbd_model_create_text = _bind("rbd_model_create_text", P(rbd_model), [c_char_p, c_size_t, P(tact_allocator), P(rbd_error)], "text bytes allocator error")
rbd_mesh_create = _bind("rbd_mesh_create", P(rbd_mesh), [c_void_p, c_size_t, P(tact_allocator), P(rbd_error)], "bytes size allocator error")
rbd_mesh_destroy = _bind("rbd_mesh_destroy", None, [P(rbd_mesh)], "mesh")
rbd_mesh_inertia = _bind("rbd_mesh_inertia", c_int, [P(rbd_mesh), c_int, tact_real, P(rbd_inertia), P(rbd_error)], "mesh fill density inertia error")
rbd_tendon_lengths = _bind("rbd_tendon_lengths", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), c_int], "model data q length jacobian ld")
rbd_actuation = _bind("rbd_actuation", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "model data q v activation control force tau activation_rate")
rbd_passive_forces = _bind("rbd_passive_forces", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real)], "model data q v tau")
rbd_rig_row_count = _bind("rbd_rig_row_count", c_int, [P(rbd_model)], "model")
rbd_rig_rows = _bind("rbd_rig_rows", c_int, [P(rbd_model), P(rbd_data), P(rbd_rig_input), A(tact_real), c_int, A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "model data input jacobian ld force stiffness damping lift")
rbd_rig_torque = _bind("rbd_rig_torque", c_int, [P(rbd_model), P(rbd_data), P(rbd_rig_input), A(tact_real)], "model data input tau")
rbd_activate = _bind("rbd_activate", c_int, [P(rbd_model), A(tact_real), tact_real, A(tact_real)], "model control dt activation")
rbd_tendon_inertia = _bind("rbd_tendon_inertia", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), c_int], "model data q M ld")
rbd_rig_bias = _bind("rbd_rig_bias", c_int, [P(rbd_model), P(rbd_data), A(tact_real), A(tact_real), A(tact_real)], "model data q v h")
rbd_model_find_actuator = _bind("rbd_model_find_actuator", c_int, [P(rbd_model), c_char_p], "model name")
rbd_model_find_tendon = _bind("rbd_model_find_tendon", c_int, [P(rbd_model), c_char_p], "model name")
rbd_model_find_key = _bind("rbd_model_find_key", c_int, [P(rbd_model), c_char_p], "model name")
rbd_model_find_sensor = _bind("rbd_model_find_sensor", c_int, [P(rbd_model), c_char_p], "model name")
rbd_sense = _bind("rbd_sense", c_int, [P(rbd_model), P(rbd_data), P(rbd_sense_input), c_int, A(tact_real)], "model data input sensor values")
contact_status_text = _bind("contact_status_text", c_char_p, [c_int], "status")
contact_problem_bytes = _bind("contact_problem_bytes", c_size_t, [P(contact_capacity)], "capacity")
contact_problem_init = _bind("contact_problem_init", c_int, [P(contact_problem), P(contact_capacity), c_void_p, c_size_t], "problem capacity block bytes")
contact_problem_create = _bind("contact_problem_create", c_int, [P(contact_problem), P(tact_allocator)], "problem allocator")
contact_problem_free = _bind("contact_problem_free", None, [P(contact_problem)], "problem")
contact_problem_clear = _bind("contact_problem_clear", None, [P(contact_problem)], "problem")
contact_add_body = _bind("contact_add_body", c_int, [P(contact_problem), tact_real, P(tact_mat3), tact_vec3, tact_vec3], "problem mass inertia linear angular")
contact_add_tree = _bind("contact_add_tree", c_int, [P(contact_problem), c_int, A(tact_real), c_int, A(tact_real)], "problem dof mass leading free_velocity")
contact_add_contact = _bind("contact_add_contact", c_int, [P(contact_problem), c_int, c_int, tact_vec3, P(tact_vec3), tact_vec3, tact_vec3, tact_real], "problem body_a body_b normal tangent arm_a arm_b mu")
contact_add_blocks = _bind("contact_add_blocks", c_int, [P(contact_problem), c_int, c_int, c_int, A(tact_real), c_int, A(tact_real)], "problem kind rows tree_a jacobian_a tree_b jacobian_b")
contact_add_rows = _bind("contact_add_rows", c_int, [P(contact_problem), c_int, c_int], "problem kind rows")
contact_problem_check = _bind("contact_problem_check", c_int, [P(contact_problem), P(contact_fault)], "problem fault")
contact_fault_text = _bind("contact_fault_text", c_char_p, [P(contact_problem), P(contact_fault), c_char_p, c_size_t], "problem fault text size")
contact_default_bias_config = _bind("contact_default_bias_config", contact_bias_config, [], "")
contact_bias_normal = _bind("contact_bias_normal", tact_real, [P(contact_bias_config), tact_real, tact_real, tact_real, tact_real], "config dt gap restitution approach")
contact_bias_joint = _bind("contact_bias_joint", tact_real, [P(contact_bias_config), tact_real, tact_real], "config dt error")
contact_bias_spring = _bind("contact_bias_spring", None, [tact_real, tact_real, tact_real, tact_real, A(tact_real), A(tact_real)], "dt stiffness damping displacement bias compliance")
contact_default_softening = _bind("contact_default_softening", contact_softening, [], "")
contact_soften = _bind("contact_soften", c_int, [P(contact_softening), tact_real, tact_real, tact_real, tact_real, c_int, A(tact_real), A(tact_real)], "softening dt residual velocity diagonal friction bias compliance")
contact_default_material = _bind("contact_default_material", contact_material, [], "")
contact_combine = _bind("contact_combine", contact_material, [contact_material, contact_material], "a b")
contact_combine_change = _bind("contact_combine_change", contact_material, [P(contact_material), P(contact_material), P(contact_material), P(contact_material)], "a b da db")
contact_method_name = _bind("contact_method_name", c_char_p, [c_int], "method")
contact_method_from_name = _bind("contact_method_from_name", c_int, [c_char_p], "name")
contact_method_model = _bind("contact_method_model", c_int, [c_int], "method")
contact_default_config = _bind("contact_default_config", contact_config, [], "")
contact_workspace_size = _bind("contact_workspace_size", c_size_t, [P(contact_problem), P(contact_config)], "problem config")
contact_workspace_size_exact = _bind("contact_workspace_size_exact", c_size_t, [P(contact_problem), P(contact_config), P(tact_allocator)], "problem config allocator")
contact_solve = _bind("contact_solve", c_int, [P(contact_problem), P(contact_config), c_void_p, c_size_t, P(contact_result)], "problem config workspace workspace_bytes result")
contact_solve_alloc = _bind("contact_solve_alloc", c_int, [P(contact_problem), P(contact_config), P(tact_allocator), P(contact_result)], "problem config allocator result")
contact_evaluate = _bind("contact_evaluate", c_int, [P(contact_problem), A(tact_real), c_int, P(contact_config), c_void_p, c_size_t, P(contact_residuals)], "problem impulse model config workspace workspace_bytes residuals")
contact_evaluate_alloc = _bind("contact_evaluate_alloc", c_int, [P(contact_problem), A(tact_real), c_int, P(contact_config), P(tact_allocator), P(contact_residuals)], "problem impulse model config allocator residuals")
contact_internal_force = _bind("contact_internal_force", c_int, [P(contact_problem), A(tact_real), P(tact_allocator), A(tact_real)], "problem impulse allocator norm")
contact_problem_write = _bind("contact_problem_write", c_size_t, [P(contact_problem), c_char_p, c_size_t], "problem text size")
contact_problem_read = _bind("contact_problem_read", c_int, [P(contact_problem), P(contact_delassus), c_char_p, c_size_t, A(c_int)], "problem matrix text length line")
contact_hertz_coefficient = _bind("contact_hertz_coefficient", tact_real, [tact_real, tact_real], "young radius")
contact_hertz_stiffness = _bind("contact_hertz_stiffness", tact_real, [tact_real, tact_real, tact_real], "young radius load")
contact_compliant_effect = _bind("contact_compliant_effect", c_int, [P(contact_config), tact_real, P(contact_law_parameters), tact_real, tact_real, tact_real, tact_real, tact_real, P(contact_effect)], "config dt parameters mu load tangential_load slip weight effect")
contact_law_evaluate = _bind("contact_law_evaluate", c_int, [P(contact_config), c_int, P(contact_law_parameters), tact_real, tact_real, tact_real, A(tact_real), A(tact_real), A(tact_real)], "config law parameters dt x0 v impulse slope potential")
contact_law_check = _bind("contact_law_check", c_int, [P(contact_config), c_int, P(contact_law_parameters), tact_real, tact_real, tact_real, tact_real, P(contact_law_report)], "config law parameters dt x_low x_high rate_high report")
contact_field_check = _bind("contact_field_check", c_int, [F(None, c_void_p, P(tact_real), P(tact_real)), c_void_p, tact_real, c_int, P(contact_field_report)], "field context range samples report")
contact_compliant_forward = _bind("contact_compliant_forward", c_int, [P(contact_problem), P(contact_config), A(tact_real), P(contact_change), c_int, A(tact_real), A(tact_real), c_void_p, c_size_t], "problem config velocity_before changes count velocity impulse workspace workspace_bytes")
contact_compliant_reverse = _bind("contact_compliant_reverse", c_int, [P(contact_problem), P(contact_config), A(tact_real), A(tact_real), A(tact_real), P(contact_change), c_void_p, c_size_t], "problem config velocity_before loss_velocity loss_impulse gradient workspace workspace_bytes")
contact_jacobian_count = _bind("contact_jacobian_count", c_size_t, [P(contact_problem)], "problem")
contact_mass_count = _bind("contact_mass_count", c_size_t, [P(contact_problem)], "problem")
contact_derivative_size = _bind("contact_derivative_size", c_size_t, [P(contact_problem)], "problem")
contact_derivative_prepare = _bind("contact_derivative_prepare", c_int, [P(contact_derivative), P(contact_problem), c_int, tact_real, c_void_p, c_size_t], "derivative problem model tolerance workspace workspace_bytes")
contact_derivative_forward = _bind("contact_derivative_forward", c_int, [P(contact_derivative), P(contact_tangent), A(tact_real), A(tact_real)], "derivative change d_impulse d_velocity")
contact_derivative_adjoint = _bind("contact_derivative_adjoint", c_int, [P(contact_derivative), A(tact_real), A(tact_real), P(contact_gradient)], "derivative impulse velocity gradient")
contact_world_event_count = _bind("contact_world_event_count", c_int, [P(contact_world)], "world")
contact_world_event = _bind("contact_world_event", contact_event, [P(contact_world), c_int], "world i")
contact_geom_overlaps = _bind("contact_geom_overlaps", c_int, [P(contact_world), contact_geom, P(contact_geom), c_int], "world sensor geoms capacity")
contact_default_world_config = _bind("contact_default_world_config", contact_world_config, [], "")
contact_world_create = _bind("contact_world_create", P(contact_world), [P(contact_world_config), P(tact_allocator), P(contact_error)], "config allocator error")
contact_world_destroy = _bind("contact_world_destroy", None, [P(contact_world)], "world")
contact_world_error = _bind("contact_world_error", P(contact_error), [P(contact_world)], "world")
contact_world_settings = _bind("contact_world_settings", P(contact_world_config), [P(contact_world)], "world")
contact_default_body_def = _bind("contact_default_body_def", contact_body_def, [], "")
contact_default_geom_def = _bind("contact_default_geom_def", contact_geom_def, [], "")
contact_world_add_body = _bind("contact_world_add_body", contact_body, [P(contact_world), P(contact_body_def)], "world def")
contact_world_add_geom = _bind("contact_world_add_geom", contact_geom, [P(contact_world), contact_body, P(contact_geom_def)], "world body def")
contact_world_add_dynamic = _bind("contact_world_add_dynamic", contact_body, [P(contact_world), P(collide_shape), tact_pose, tact_real], "world shape pose density")
contact_world_add_static = _bind("contact_world_add_static", contact_body, [P(contact_world), P(collide_shape), tact_pose], "world shape pose")
contact_world_add_hulls = _bind("contact_world_add_hulls", c_int, [P(contact_world), contact_body, P(collide_decomposition), P(contact_geom_def)], "world body decomposition def")
contact_world_remove_body = _bind("contact_world_remove_body", c_int, [P(contact_world), contact_body], "world body")
contact_world_remove_geom = _bind("contact_world_remove_geom", c_int, [P(contact_world), contact_geom], "world geom")
contact_body_valid = _bind("contact_body_valid", c_int, [P(contact_world), contact_body], "world body")
contact_body_pose = _bind("contact_body_pose", tact_pose, [P(contact_world), contact_body], "world body")
contact_body_velocity = _bind("contact_body_velocity", tact_vec3, [P(contact_world), contact_body], "world body")
contact_body_angular_velocity = _bind("contact_body_angular_velocity", tact_vec3, [P(contact_world), contact_body], "world body")
contact_body_com = _bind("contact_body_com", tact_vec3, [P(contact_world), contact_body], "world body")
contact_body_mass = _bind("contact_body_mass", tact_real, [P(contact_world), contact_body], "world body")
contact_body_set_pose = _bind("contact_body_set_pose", c_int, [P(contact_world), contact_body, tact_pose], "world body pose")
contact_body_set_velocity = _bind("contact_body_set_velocity", c_int, [P(contact_world), contact_body, tact_vec3, tact_vec3], "world body linear angular")
contact_body_add_force = _bind("contact_body_add_force", c_int, [P(contact_world), contact_body, tact_vec3], "world body force")
contact_body_add_torque = _bind("contact_body_add_torque", c_int, [P(contact_world), contact_body, tact_vec3], "world body torque")
contact_body_add_force_at = _bind("contact_body_add_force_at", c_int, [P(contact_world), contact_body, tact_vec3, tact_vec3], "world body force point")
contact_geom_surface = _bind("contact_geom_surface", P(contact_material), [P(contact_world), contact_geom], "world geom")
contact_body_add_impulse = _bind("contact_body_add_impulse", c_int, [P(contact_world), contact_body, tact_vec3], "world body impulse")
contact_body_add_angular_impulse = _bind("contact_body_add_angular_impulse", c_int, [P(contact_world), contact_body, tact_vec3], "world body impulse")
contact_body_add_impulse_at = _bind("contact_body_add_impulse_at", c_int, [P(contact_world), contact_body, tact_vec3, tact_vec3], "world body impulse point")
contact_body_set_target = _bind("contact_body_set_target", c_int, [P(contact_world), contact_body, tact_pose], "world body pose")
contact_body_point_velocity = _bind("contact_body_point_velocity", tact_vec3, [P(contact_world), contact_body, tact_vec3], "world body point")
contact_world_explode = _bind("contact_world_explode", c_int, [P(contact_world), tact_vec3, tact_real, tact_real, c_uint32], "world centre radius impulse mask")
contact_world_add_wind = _bind("contact_world_add_wind", c_int, [P(contact_world), tact_vec3, tact_real, tact_real, c_uint32], "world velocity drag dt mask")
contact_world_set_pair_material = _bind("contact_world_set_pair_material", c_int, [P(contact_world), contact_geom, contact_geom, P(contact_material)], "world a b material")
contact_world_set_pair_meets = _bind("contact_world_set_pair_meets", c_int, [P(contact_world), contact_geom, contact_geom, c_int], "world a b meets")
contact_body_get = _bind("contact_body_get", c_int, [P(contact_world), contact_body, P(contact_body_def)], "world body def")
contact_body_set = _bind("contact_body_set", c_int, [P(contact_world), contact_body, P(contact_body_def)], "world body def")
contact_geom_get = _bind("contact_geom_get", c_int, [P(contact_world), contact_geom, P(contact_geom_def)], "world geom def")
contact_geom_set = _bind("contact_geom_set", c_int, [P(contact_world), contact_geom, P(contact_geom_def)], "world geom def")
contact_geom_valid = _bind("contact_geom_valid", c_int, [P(contact_world), contact_geom], "world geom")
contact_geom_body = _bind("contact_geom_body", contact_body, [P(contact_world), contact_geom], "world geom")
contact_geom_pose = _bind("contact_geom_pose", tact_pose, [P(contact_world), contact_geom], "world geom")
contact_world_next_body = _bind("contact_world_next_body", contact_body, [P(contact_world), contact_body], "world after")
contact_body_next_geom = _bind("contact_body_next_geom", contact_geom, [P(contact_world), contact_body, contact_geom], "world body after")
contact_body_next_contact = _bind("contact_body_next_contact", c_int, [P(contact_world), contact_body, c_int], "world body after")
contact_body_awake = _bind("contact_body_awake", c_int, [P(contact_world), contact_body], "world body")
contact_body_wake = _bind("contact_body_wake", c_int, [P(contact_world), contact_body], "world body")
contact_body_sleep = _bind("contact_body_sleep", c_int, [P(contact_world), contact_body], "world body")
contact_world_add_robot = _bind("contact_world_add_robot", contact_robot, [P(contact_world), P(rbd_model), A(tact_real), A(tact_real)], "world model q v")
contact_world_remove_robot = _bind("contact_world_remove_robot", c_int, [P(contact_world), contact_robot], "world robot")
contact_robot_link = _bind("contact_robot_link", contact_body, [P(contact_world), contact_robot, c_int], "world robot model_body")
contact_robot_q = _bind("contact_robot_q", P(tact_real), [P(contact_world), contact_robot], "world robot")
contact_robot_v = _bind("contact_robot_v", P(tact_real), [P(contact_world), contact_robot], "world robot")
contact_robot_tau = _bind("contact_robot_tau", P(tact_real), [P(contact_world), contact_robot], "world robot")
contact_robot_set_state = _bind("contact_robot_set_state", c_int, [P(contact_world), contact_robot, A(tact_real), A(tact_real)], "world robot q v")
contact_robot_get = _bind("contact_robot_get", c_int, [P(contact_world), contact_robot, P(contact_robot_def)], "world robot def")
contact_robot_set = _bind("contact_robot_set", c_int, [P(contact_world), contact_robot, P(contact_robot_def)], "world robot def")
contact_robot_valid = _bind("contact_robot_valid", c_int, [P(contact_world), contact_robot], "world robot")
contact_world_next_robot = _bind("contact_world_next_robot", contact_robot, [P(contact_world), contact_robot], "world after")
contact_body_robot = _bind("contact_body_robot", contact_robot, [P(contact_world), contact_body, A(c_int)], "world body link")
contact_robot_motor = _bind("contact_robot_motor", contact_motor, [P(contact_world), contact_robot, c_int], "world robot dof")
contact_robot_set_motor = _bind("contact_robot_set_motor", c_int, [P(contact_world), contact_robot, c_int, P(contact_motor)], "world robot dof motor")
contact_robot_motor_effort = _bind("contact_robot_motor_effort", tact_real, [P(contact_world), contact_robot, c_int], "world robot dof")
contact_robot_control_count = _bind("contact_robot_control_count", c_int, [P(contact_world), contact_robot], "world robot")
contact_robot_control = _bind("contact_robot_control", tact_real, [P(contact_world), contact_robot, c_int], "world robot actuator")
contact_robot_set_control = _bind("contact_robot_set_control", c_int, [P(contact_world), contact_robot, c_int, tact_real], "world robot actuator value")
contact_robot_activations = _bind("contact_robot_activations", P(tact_real), [P(contact_world), contact_robot], "world robot")
contact_robot_actuator_forces = _bind("contact_robot_actuator_forces", c_int, [P(contact_world), contact_robot, A(tact_real)], "world robot force")
contact_robot_set_key = _bind("contact_robot_set_key", c_int, [P(contact_world), contact_robot, c_int], "world robot key")
contact_robot_sensor_count = _bind("contact_robot_sensor_count", c_int, [P(contact_world), contact_robot], "world robot")
contact_robot_sensor = _bind("contact_robot_sensor", c_int, [P(contact_world), contact_robot, c_int, A(tact_real)], "world robot sensor value")
contact_robot_sensors = _bind("contact_robot_sensors", c_int, [P(contact_world), contact_robot, A(tact_real)], "world robot values")
contact_default_file_config = _bind("contact_default_file_config", contact_file_config, [], "")
contact_world_add_file = _bind("contact_world_add_file", contact_robot, [P(contact_world), c_char_p, c_size_t, P(contact_file_config), P(P(rbd_model))], "world text bytes config model")
contact_default_joint_def = _bind("contact_default_joint_def", contact_joint_def, [c_int], "kind")
contact_world_add_joint = _bind("contact_world_add_joint", contact_joint, [P(contact_world), P(contact_joint_def)], "world def")
contact_world_remove_joint = _bind("contact_world_remove_joint", c_int, [P(contact_world), contact_joint], "world joint")
contact_joint_settings = _bind("contact_joint_settings", P(contact_joint_def), [P(contact_world), contact_joint], "world joint")
contact_joint_get = _bind("contact_joint_get", c_int, [P(contact_world), contact_joint, P(contact_joint_def)], "world joint def")
contact_joint_set = _bind("contact_joint_set", c_int, [P(contact_world), contact_joint, P(contact_joint_def)], "world joint def")
contact_joint_valid = _bind("contact_joint_valid", c_int, [P(contact_world), contact_joint], "world joint")
contact_world_next_joint = _bind("contact_world_next_joint", contact_joint, [P(contact_world), contact_joint], "world after")
contact_body_next_joint = _bind("contact_body_next_joint", contact_joint, [P(contact_world), contact_body, contact_joint], "world body after")
contact_joint_axis_position = _bind("contact_joint_axis_position", tact_real, [P(contact_world), contact_joint, c_int], "world joint axis")
contact_joint_axis_velocity = _bind("contact_joint_axis_velocity", tact_real, [P(contact_world), contact_joint, c_int], "world joint axis")
contact_joint_force = _bind("contact_joint_force", c_int, [P(contact_world), contact_joint, P(tact_vec3), P(tact_vec3)], "world joint force torque")
contact_axis_spring = _bind("contact_axis_spring", None, [P(contact_axis), tact_real, tact_real, tact_real], "axis frequency ratio mass")
contact_target_joint_def = _bind("contact_target_joint_def", contact_joint_def, [P(contact_world), contact_body, tact_vec3, tact_real, tact_real, tact_real], "world body point frequency ratio max_force")
contact_joint_position = _bind("contact_joint_position", tact_real, [P(contact_world), contact_joint], "world joint")
contact_joint_velocity = _bind("contact_joint_velocity", tact_real, [P(contact_world), contact_joint], "world joint")
contact_joint_error = _bind("contact_joint_error", tact_real, [P(contact_world), contact_joint], "world joint")
contact_joint_error_parts = _bind("contact_joint_error_parts", c_int, [P(contact_world), contact_joint, A(tact_real), A(tact_real)], "world joint metres radians")
contact_world_step = _bind("contact_world_step", c_int, [P(contact_world), tact_real], "world dt")
contact_world_advance = _bind("contact_world_advance", c_int, [P(contact_world), tact_real, A(c_int)], "world frame_time steps")
contact_body_drawn_pose = _bind("contact_body_drawn_pose", tact_pose, [P(contact_world), contact_body], "world body")
contact_world_contact_count = _bind("contact_world_contact_count", c_int, [P(contact_world)], "world")
contact_world_contact = _bind("contact_world_contact", contact_point, [P(contact_world), c_int], "world i")
contact_body_contact_wrench = _bind("contact_body_contact_wrench", c_int, [P(contact_world), contact_body, P(tact_vec3), P(tact_vec3)], "world body force moment")
contact_world_set_edit_callback = _bind("contact_world_set_edit_callback", None, [P(contact_world), contact_edit_callback, c_void_p], "world callback context")
contact_world_set_filter_callback = _bind("contact_world_set_filter_callback", None, [P(contact_world), contact_filter_callback, c_void_p], "world callback context")
contact_world_get_stats = _bind("contact_world_get_stats", contact_world_stats, [P(contact_world)], "world")
contact_world_energy = _bind("contact_world_energy", None, [P(contact_world), A(tact_real), A(tact_real)], "world kinetic potential")
contact_world_snapshot_bytes = _bind("contact_world_snapshot_bytes", c_size_t, [P(contact_world)], "world")
contact_world_save = _bind("contact_world_save", c_int, [P(contact_world), c_void_p, c_size_t], "world block bytes")
contact_world_restore = _bind("contact_world_restore", c_int, [P(contact_world), c_void_p, c_size_t], "world block bytes")
contact_world_clone = _bind("contact_world_clone", P(contact_world), [P(contact_world), P(tact_allocator)], "world allocator")
contact_world_hash = _bind("contact_world_hash", c_uint64, [P(contact_world)], "world")
contact_snapshot_pack = _bind("contact_snapshot_pack", c_size_t, [c_void_p, c_size_t, c_void_p, c_size_t, c_void_p, c_size_t], "snapshot bytes base base_bytes out capacity")
contact_snapshot_unpacked_bytes = _bind("contact_snapshot_unpacked_bytes", c_size_t, [c_void_p, c_size_t], "packed packed_bytes")
contact_snapshot_unpack = _bind("contact_snapshot_unpack", c_int, [c_void_p, c_size_t, c_void_p, c_size_t, c_void_p, c_size_t], "packed packed_bytes base base_bytes out bytes")
contact_recording_create = _bind("contact_recording_create", P(contact_recording), [c_int, P(tact_allocator)], "keyframe_every allocator")
contact_recording_destroy = _bind("contact_recording_destroy", None, [P(contact_recording)], "recording")
contact_recording_step = _bind("contact_recording_step", c_int, [P(contact_recording), P(contact_world), tact_real], "recording world dt")
contact_recording_steps = _bind("contact_recording_steps", c_int, [P(contact_recording)], "recording")
contact_recording_seek = _bind("contact_recording_seek", c_int, [P(contact_recording), P(contact_world), c_int, A(c_int)], "recording world step parted")
contact_recording_compare = _bind("contact_recording_compare", c_int, [P(contact_recording), P(contact_recording)], "a b")
contact_recording_bytes = _bind("contact_recording_bytes", c_size_t, [P(contact_recording)], "recording")
contact_recording_save = _bind("contact_recording_save", c_int, [P(contact_recording), c_void_p, c_size_t], "recording block bytes")
contact_recording_load = _bind("contact_recording_load", P(contact_recording), [c_void_p, c_size_t, P(tact_allocator)], "block bytes allocator")
contact_world_write = _bind("contact_world_write", c_size_t, [P(contact_world), c_void_p, c_size_t], "world out capacity")
contact_world_read = _bind("contact_world_read", c_int, [P(contact_world), c_void_p, c_size_t, P(contact_scene_config)], "world block bytes config")
contact_world_cast_ray = _bind("contact_world_cast_ray", c_int, [P(contact_world), tact_vec3, tact_vec3, c_uint32, P(contact_ray_hit)], "world from to mask hit")
contact_world_cast_shape = _bind("contact_world_cast_shape", c_int, [P(contact_world), P(collide_shape), tact_pose, tact_vec3, c_uint32, P(contact_ray_hit)], "world shape pose translation mask hit")
contact_world_overlap = _bind("contact_world_overlap", c_int, [P(contact_world), P(collide_shape), tact_pose, c_uint32, P(contact_geom), c_int], "world shape pose mask geoms capacity")
contact_default_query = _bind("contact_default_query", contact_query, [], "")
contact_world_ray_hits = _bind("contact_world_ray_hits", c_int, [P(contact_world), tact_vec3, tact_vec3, P(contact_query), P(contact_hit), c_int], "world from to query hits capacity")
contact_world_cast_hits = _bind("contact_world_cast_hits", c_int, [P(contact_world), P(collide_shape), tact_pose, tact_vec3, P(contact_query), P(contact_hit), c_int], "world shape pose translation query hits capacity")
contact_world_overlap_hits = _bind("contact_world_overlap_hits", c_int, [P(contact_world), P(collide_shape), tact_pose, P(contact_query), P(contact_hit), c_int], "world shape pose query hits capacity")
contact_world_closest = _bind("contact_world_closest", c_int, [P(contact_world), P(collide_shape), tact_pose, tact_real, P(contact_query), P(contact_hit)], "world shape pose reach query hit")
contact_world_cast_rays = _bind("contact_world_cast_rays", c_int, [P(contact_world), P(contact_ray), c_int, P(contact_query), P(contact_hit)], "world rays n query hits")
contact_world_draw = _bind("contact_world_draw", None, [P(contact_world), P(contact_draw)], "world draw")
contact_differential_create = _bind("contact_differential_create", P(contact_differential), [P(tact_allocator)], "allocator")
contact_differential_destroy = _bind("contact_differential_destroy", None, [P(contact_differential)], "differential")
contact_differential_set = _bind("contact_differential_set", c_int, [P(contact_differential), c_int, P(contact_parameter), c_int], "differential rule parameters count")
contact_differential_set_estimator = _bind("contact_differential_set_estimator", c_int, [P(contact_differential), P(collide_gradient_config)], "differential config")
contact_world_step_differential = _bind("contact_world_step_differential", c_int, [P(contact_world), tact_real, P(contact_differential)], "world dt differential")
contact_differential_dofs = _bind("contact_differential_dofs", c_int, [P(contact_differential)], "differential")
contact_differential_forward = _bind("contact_differential_forward", c_int, [P(contact_differential), A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "differential state input parameters next")
contact_differential_adjoint = _bind("contact_differential_adjoint", c_int, [P(contact_differential), A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "differential next state input parameters")
contact_differential_matrices = _bind("contact_differential_matrices", c_int, [P(contact_differential), A(tact_real), A(tact_real), A(tact_real)], "differential by_state by_input by_parameters")
contact_world_dofs = _bind("contact_world_dofs", c_int, [P(contact_world)], "world")
contact_body_dof = _bind("contact_body_dof", c_int, [P(contact_world), contact_body], "world body")
contact_robot_dof = _bind("contact_robot_dof", c_int, [P(contact_world), contact_robot], "world robot")
contact_world_move_state = _bind("contact_world_move_state", c_int, [P(contact_world), A(tact_real)], "world change")
contact_world_rollout = _bind("contact_world_rollout", c_int, [P(contact_world), P(contact_rollout), P(contact_differential), A(tact_real), A(tact_real), A(tact_real), A(tact_real)], "world rollout differential loss by_state by_input by_parameters")
_finish(globals())
