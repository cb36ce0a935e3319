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


