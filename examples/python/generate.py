"""Makes tact.py from the prototypes of the three headers: python3 examples/python/generate.py [OUT] in the root of the tree.

The C preprocessor (cc, or $CC) lays the public part of the headers open; every struct, enum and function of theirs becomes its
counterpart in ctypes, under its own name. What is written by hand is in template.py. A union becomes its first member: ctypes
passes none by value, and those of the headers hold nothing but pointers."""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PLAIN = {"double": "c_double", "float": "c_float", "int": "c_int", "unsigned": "c_uint", "unsigned int": "c_uint", "long": "c_long",
         "size_t": "c_size_t", "char": "c_char", "uint64_t": "c_uint64", "uint32_t": "c_uint32", "int32_t": "c_int32",
         "uint16_t": "c_uint16", "int16_t": "c_int16", "int8_t": "c_int8", "uint8_t": "c_uint8", "unsigned char": "c_uint8", "tact_real": "tact_real",
         "int64_t": "c_int64", "ptrdiff_t": "c_ssize_t"}
PREFIX = ("tact_", "collide_", "rbd_", "contact_")


def public_text():
    source = '#include "collide.h"\n#include "rbd.h"\n#include "contact.h"\n'
    text = subprocess.run([os.environ.get("CC", "cc"), "-E", "-P", "-I" + ROOT, "-xc", "-"], input=source, capture_output=True, text=True,
                          check=True).stdout
    while "__attribute__" in text:  # with its double parentheses, whatever is in them
        at = text.index("__attribute__")
        end, depth = text.index("(", at), 0
        while True:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
            if not depth:
                break
        text = text[:at] + text[end:]
    return re.sub(r"\b(__extension__|__restrict__|__restrict|extern|inline|__inline|const|volatile)\b", " ", text)


def declarations(text):
    """Top-level declarations without their semicolon; function bodies are left out."""
    start, depth, i = 0, 0, 0
    while i < len(text):
        c = text[i]
        if c == "{":
            depth += 1
        elif c == "}":
            depth -= 1
            if depth == 0 and re.search(r"\)\s*\{", text[start:i]) and not re.match(r"\s*typedef", text[start:i]):
                start = i + 1
        elif c == ";" and depth == 0:
            yield " ".join(text[start:i].split())
            start = i + 1
        i += 1


def split(text, at=","):
    parts, depth, last = [], 0, 0
    for i, c in enumerate(text):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(c, 0)
        if c == at and depth == 0:
            parts.append(text[last:i])
            last = i + 1
    return [p.strip() for p in parts + [text[last:]] if p.strip()]


class Headers:
    def __init__(self):
        self.structs, self.opaque, self.enums, self.constants, self.functions, self.callbacks = {}, [], [], [], [], {}
        for d in declarations(public_text()):
            self.declaration(d)

    def base(self, words):
        words = words.replace("struct ", "").replace("enum ", "").strip()
        if words == "void":
            return "None"
        if words in PLAIN:
            return PLAIN[words]
        if words in self.enums:
            return "c_int"
        if words in self.callbacks or words in self.structs or words in self.opaque:
            return words
        raise KeyError(words)

    def pointer(self, kind, stars):
        for _ in range(stars):
            kind = {"None": "c_void_p", "c_char": "c_char_p"}.get(kind, f"P({kind})")
        return kind

    def function_type(self, result, arguments):
        kinds = [] if arguments.strip() in ("void", "") else [self.declarator(a)[1] for a in split(arguments)]
        result = self.pointer(self.base(result.replace("*", "").strip()), result.count("*"))
        return result, kinds

    def declarator(self, text, base=None):
        """name and ctypes expression of one declarator; an array parameter is a pointer where base is None"""
        text = re.sub(r"\(\s*\*\s*(\w+)\s*\)\s*\[[^\]]*\]", r"*\1", text)  # a pointer to rows of an array: to its first number
        m = re.match(r"(.*?)\(\s*\*\s*(\w*)\s*\)\s*\((.*)\)$", text, re.S)
        if m:
            result, kinds = self.function_type(m.group(1), m.group(3))
            return m.group(2), f"F({', '.join([result] + kinds)})"
        dims = re.findall(r"\[([^\]]*)\]", text)
        text = re.sub(r"\[[^\]]*\]", "", text)
        m = re.match(r"(.*?)(\**)\s*(\w*)$", text.replace(" *", "*").replace("* ", "*"), re.S)
        words, stars, name = m.group(1).strip(), len(m.group(2)), m.group(3)
        if base is None and not words:  # a type without a name
            words, name = name, ""
        if base is None and words.endswith("*"):
            stars += words.count("*")
            words = words.rstrip("*")
        try:
            kind = self.pointer(self.base(base if base is not None else words), stars)
        except KeyError:
            known = (base if base is not None else words).replace("struct ", "").strip()
            if stars and known.startswith(PREFIX):  # a private type behind a pointer
                return name, self.pointer("None", stars)
            kind, name = self.pointer(self.base((words + " " + name).strip()), stars), ""
        sizes = [int(eval(d, {"__builtins__": {}}, dict(self.constants))) for d in dims if d.strip()]
        if base is None and dims:
            return name, f"P({kind})"
        for n in reversed(sizes):
            kind = f"{kind} * {n}" if " * " not in kind else f"({kind}) * {n}"
        return name, kind

    def fields(self, body):
        out = []
        for line in split(body, ";"):
            m = re.match(r"union\s*\{(.*)\}\s*(\w+)$", line, re.S)
            if m:
                out.append((m.group(2), self.fields(m.group(1))[0][1]))
                continue
            if "(" in line and "*" in line[:line.index("(") + 4]:
                out.append(self.declarator(line))
                continue
            first, *rest = split(line)
            m = re.match(r"((?:struct |enum )?(?:unsigned (?:char|int|long)\b|\w+))\s*(.*)$", first, re.S)
            for part in [m.group(2)] + rest:
                out.append(self.declarator(part, m.group(1)))
        return out

    def declaration(self, d):
        m = re.match(r"typedef enum (\w+)?\s*\{(.*)\}\s*(\w+)$", d, re.S) or re.match(r"()enum\s*\{(.*)\}()$", d, re.S)
        if m:
            value, known = -1, dict(self.constants)
            for entry in split(m.group(2)):
                name, _, given = (x.strip() for x in entry.partition("="))
                value = int(eval(given, {"__builtins__": {}}, known)) if given and "sizeof" not in given else value + 1
                known[name] = value
                if not name.endswith("FORCE_INT"):
                    self.constants.append((name, value))
            if m.group(3):
                self.enums.append(m.group(3))
            return
        m = re.match(r"typedef struct (\w+)?\s*\{(.*)\}\s*(\w+)$", d, re.S) or re.match(r"struct (\w+)\s*\{(.*)\}()$", d, re.S)
        if m:
            name = m.group(3) or m.group(1)
            if name.startswith(PREFIX):
                if name not in self.opaque:
                    self.opaque.append(name)
                self.structs[name] = self.fields(m.group(2))
            return
        m = re.match(r"typedef struct (\w+) (\w+)$", d)
        if m and m.group(1).startswith(PREFIX):
            self.opaque.append(m.group(2))
            return
        m = re.match(r"typedef (.*?)\(\s*\*\s*(\w+)\s*\)\s*\((.*)\)$", d, re.S)
        if m and m.group(2).startswith(PREFIX):
            result, kinds = self.function_type(m.group(1), m.group(3))
            self.callbacks[m.group(2)] = f"F({', '.join([result] + kinds)})"
            return
        m = re.match(r"typedef (\w+) (\w+)$", d)
        if m and m.group(2).startswith(PREFIX) and m.group(1) in self.structs:
            self.callbacks[m.group(2)] = m.group(1)
            return
        m = re.match(r"((?:\w+\s+)*?\w+[\s*]+)((?:collide|rbd|contact)_\w+)\s*\((.*)\)$", d, re.S)
        if m and not d.startswith(("static", "typedef")) and "__" not in m.group(2):
            result, kinds = self.function_type(m.group(1), m.group(3))
            names = [] if m.group(3).strip() == "void" else [self.declarator(a)[0] for a in split(m.group(3))]
            self.functions.append((m.group(2), result, kinds, names))


def generated():
    h = Headers()
    # a struct comes after those it holds by value
    order, done = [], set()

    def visit(name):
        if name in done:
            return
        done.add(name)
        for _, kind in h.structs[name]:
            inner = re.sub(r"[PF]\((?:[^()]|\([^()]*\))*\)", "", kind)
            for other in h.structs:
                if re.search(rf"\b{other}\b", inner):
                    visit(other)
        order.append(name)

    for name in h.structs:
        visit(name)
    lines = ["# ---- from here on made by generate.py out of the headers ----"]
    lines += [f"class {name}(Struct): pass" for name in h.opaque]
    for name, kind in h.callbacks.items():
        lines.append(f"{name} = {kind}")
    for name in order:
        fields = ", ".join(f'("{n}", {k})' for n, k in h.structs[name])
        lines.append(f"{name}._fields_ = [{fields}]")
    lines.append("for _name, _value in {" + ", ".join(f'"{n}": {v}' for n, v in h.constants if n.startswith(("COLLIDE_", "RBD_", "CONTACT_", "TACT_"))) + "}.items(): globals()[_name] = _value")
    for name, result, kinds, names in h.functions:
        kinds = [f"A({k[2:-1]})" if re.match(r"P\((tact_real|c_int)\)$", k) else k for k in kinds]
        lines.append(f'{name} = _bind("{name}", {result}, [{", ".join(kinds)}], "{" ".join(n or "_" for n in names)}")')
    lines.append("_finish(globals())")
    return open(os.path.join(HERE, "template.py")).read() + "\n" + "\n".join(lines) + "\n", len(h.functions), len(order)


if __name__ == "__main__":
    text, functions, structs = generated()
    out = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "tact.py")
    with open(out, "w") as f:
        f.write(text)
    print(f"{functions} functions, {structs} structs")
