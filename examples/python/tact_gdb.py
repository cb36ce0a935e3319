"""How gdb shows the small types of the headers: gdb -x examples/python/tact_gdb.py ./program
vectors, quaternions (with axis and angle) and poses on one line, handles as body 3 (generation 1), null ones as such."""
import math

import gdb
import gdb.printing


class Vector:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return "(%g %g %g)" % tuple(float(self.value[k]) for k in "xyz")


class Quaternion(Vector):
    def to_string(self):
        x, y, z, w = (float(self.value[k]) for k in "xyzw")
        s = math.sqrt(x * x + y * y + z * z)
        if s == 0:
            return "no turn" if w else "no quaternion"
        return "%.4g rad about (%.3g %.3g %.3g)" % (2 * math.atan2(s, w), x / s, y / s, z / s)


class Pose(Vector):
    def to_string(self):
        return "at %s, %s" % (Vector(self.value["p"]).to_string(), Quaternion(self.value["q"]).to_string())


class Handle(Vector):
    def to_string(self):
        kind = str(self.value.type.strip_typedefs()).split("_")[-1]
        index, generation = int(self.value["index"]), int(self.value["generation"])
        return "%s %d (generation %d)" % (kind, index, generation) if generation else "no " + kind


printers = gdb.printing.RegexpCollectionPrettyPrinter("tact")
printers.add_printer("vector", "^tact_vec3$", Vector)
printers.add_printer("quaternion", "^tact_quat$", Quaternion)
printers.add_printer("pose", "^tact_pose$", Pose)
printers.add_printer("handle", "^contact_(body|geom|joint|robot)$", Handle)
gdb.printing.register_pretty_printer(gdb.current_objfile(), printers, replace=True)
