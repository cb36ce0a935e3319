#!/usr/bin/env python3
"""Writes the measured tables and the chart of bench/README.md, and the size in README.md, from rows of the benches.

    bench/readme.py ROWS... [--readme bench/README.md] [--front README.md] [--chart bench/solvers.svg]

ROWS are files of rows  bench<TAB>case<TAB>metric<TAB>value  as `make bench-solvers`, `make bench-sim` and `make weight` print them, and `make figures`
leaves them in build/figures. A table
stands between the lines <!-- NAME: made by make readme-tables --> and <!-- end -->; everything else is left alone. The
structure of a table depends on the lists below alone, so two runs differ in numbers only. What was not
measured, an engine or the solvers, keeps the numbers it had.
"""
import argparse
import math
import re

SOLVERS = [  # (row name, what it is, what it solves)
    ("auto", "chosen island by island", "exact law"),
    ("ncp_newton", "globalised Newton", "exact law"),
    ("ncp_admm_spectral", "proximal ADMM", "exact law"),
    ("ncp_nbgs", "block Gauss-Seidel", "exact law"),
    ("ncp_pgs", "projected Gauss-Seidel", "exact law"),
    ("raisim_ds", "bisection per contact", "exact law"),
    ("ccp_newton", "primal Newton", "cone: lifts off when sliding"),
    ("ccp_admm", "ADMM", "cone: lifts off when sliding"),
    ("sap", "primal Newton", "compliant"),
    ("similar", "primal Newton", "compliant"),
    ("lcp_pgs", "projected Gauss-Seidel", "friction pyramid"),
]
PROBLEMS = ["stack1e0", "stack1e6", "quadruped", "humanoid", "pile1000"]
SCENARIOS = [  # (scenario, metric of accuracy, unit, what is measured)
    ("slide_v3_d45", "stop_dist_err_discrete_mm", "mm", "cube slides to rest: distance off by"),
    ("drag_d45", "creep_vel_max_um_s", "um/s", "cube pulled below its threshold: creeps at"),
    ("ratio_1e6", "drift_max_mm", "mm", "1 g under 1000 kg: drifts by"),
    ("tower20", "drift_max_mm", "mm", "tower of 20 boxes: drifts by"),
    ("pyramid10", "drift_max_mm", "mm", "pyramid of 55 boxes: drifts by"),
    ("quadruped", "foot_slip_stand_mm_per_s", "mm/s", "quadruped under PD: feet creep at"),
    ("clutter", "pen_mean_settled_um", "um", "40 fallen bodies: mean penetration"),
    ("granular1000", "pen_mean_end_um", "um", "1000 spheres: mean penetration"),
    ("top", "energy_drift_max_rel", "", "spinning top: energy off by"),
]
ENGINES = [  # (engine and setting of bench/sim, heading); the others as they come
    ("tact/default", "Tact"),
    ("mujoco/default", "MuJoCo"),
    ("bullet/si10", "Bullet, 10 iterations"),
    ("ode/quick", "ODE, QuickStep"),
]


def read(paths):
    rows = {}
    for path in paths:
        with open(path) as file:
            for line in file:
                part = line.rstrip("\n").split("\t")
                if len(part) != 4:
                    continue
                try:
                    value = float(part[3])
                except ValueError:  # a text, such as the reason why a run has no number
                    continue
                rows.setdefault((part[0], part[1], part[2]), []).append(value)
    return {key: sorted(v)[len(v) // 2] for key, v in rows.items()}


def seconds(value):
    if value is None:
        return "-"
    for scale, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if value >= scale:
            return "%.3g %s" % (value / scale, unit)
    return "%.2g us" % (value * 1e6)


def solver_table(rows):
    out = ["| solver | method | model | " + " | ".join(PROBLEMS) + " |", "|---|---|---|" + "---|" * len(PROBLEMS)]
    for name, method, model in SOLVERS:
        cells = []
        for problem in PROBLEMS:
            case = "%s/%s" % (problem, name)
            time, error = rows.get(("solvers", case, "seconds")), rows.get(("solvers", case, "natural_map"))
            if time is None:
                cells.append("-")
            elif error is None or model == "compliant":
                cells.append(seconds(time))
            else:
                cells.append("%s, %.0e" % (seconds(time), error))
        out.append("| `%s` | %s | %s | %s |" % (name, method, model, " | ".join(cells)))
    return out


def scenario_table(rows, old):
    """old: the cells of the table that stands there, by (first cell, heading)."""
    out = ["| scenario | " + " | ".join(heading for _, heading in ENGINES) + " |", "|---|" + "---|" * len(ENGINES)]
    measured = {key[0] for key in rows}
    for scenario, metric, unit, text in SCENARIOS:
        cells = []
        for engine, heading in ENGINES:
            value, step = rows.get((engine, scenario, metric)), rows.get((engine, scenario, "step_median_us"))
            if engine not in measured:
                cells.append(old.get((text, heading), "-"))
                continue
            cell = "-" if value is None else (("%.2g %s" if abs(value) < 100 else "%.0f %s") % (value, unit)).strip()
            cells.append(cell + ("" if step is None else ", %s" % seconds(step * 1e-6)))
        out.append("| %s | %s |" % (text, " | ".join(cells)))
    return out


WEIGHTS = [  # (case of bench/weight.sh, text)
    ("all", "all three headers"),
    ("all, no derivatives", "without derivatives"),
    ("all, no derivatives, three solvers", "without derivatives, three solvers"),
    ("collide", "`collide.h`"),
    ("rbd", "`rbd.h`"),
    ("contact without a world", "`contact.h` without a world"),
    ("a program that calls collide_distance", "a program that calls `collide_distance`, linked with `--gc-sections`"),
]


def weight_table(rows, old):
    """Bytes of text by gcc; a case that was not measured keeps what it had."""
    out = ["| bytes of text | -O2 | -Os | seconds of CPU, -O0 | seconds, -O2 |", "|---|---|---|---|---|"]
    for case, text in WEIGHTS:
        cells = []
        for heading, level, metric in (("-O2", "-O2", "text"), ("-Os", "-Os", "text"), ("seconds of CPU, -O0", "-O0", "seconds"), ("seconds, -O2", "-O2", "seconds")):
            value = rows.get(("weight", "gcc %s %s" % (level, case), metric))
            if value is None:
                cells.append(old.get((text, heading), ""))
            else:
                cells.append("{:,.0f}".format(round(value, -3)) if metric == "text" else "%.0f" % value)
        out.append("| %s | %s |" % (text, " | ".join(cells)))
    return out


PAPERS = [  # (prefix of the figures' names, paper)
    ("gjk", "GJK++ (Montaut et al. 2024)"),
    ("witness", "differentiable collision detection (Montaut et al. 2023)"),
    ("models", "contact models in robotics (Le Lidec et al. 2024)"),
    ("raisim", "RaiSim and maximum dissipation (Le Lidec and Carpentier 2024)"),
    ("compliant", "irrotational contact fields (Castro et al. 2023)"),
    ("loops", "systems with kinematic loops (Tsounis et al.)"),
]


def claims_table(rows):
    """Verdicts of the figures' claims, from the rows of `make figures`."""
    verdicts = ("agrees", "known", "differs", "untested")
    out = ["| paper | figures | claims | agree | differ, for a reason that is said | differ | not testable here |", "|---|---|---|---|---|---|---|"]
    total = [0] * 6
    for prefix, paper in PAPERS:
        mine = [key for key in rows if key[0] == "claims" and key[1].startswith(prefix + "_")]
        cells = [len({key[1].split("/")[0] for key in mine}), len(mine)] + [sum(key[2] == v for key in mine) for v in verdicts]
        total = [a + b for a, b in zip(total, cells)]
        out.append("| %s | %s |" % (paper, " | ".join(map(str, cells))))
    out.append("| all | %s |" % " | ".join(map(str, total)))
    return out


def size_line(rows):
    """The sentence of README.md about size."""
    small, fast = rows[("weight", "gcc -O0 all", "seconds")], rows[("weight", "gcc -O2 all", "seconds")]
    return ("**Size**: three files. All of it in one source file compiles in %.0f s with `gcc -O0`, %.0f s with `-O2`, to %.2f MB of code; a program pays for\n"
            "what it links (`make weight`; [what can be left out](bench/README.md))." % (small, fast, 1e-6 * rows[("weight", "gcc -O2 all", "text")]))


def cells_of(lines):
    table = [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in lines if line.startswith("|")]
    return {(row[0], heading): cell for row in table[2:] for heading, cell in zip(table[0][1:], row[1:])} if table else {}


def label_place(x, y, width, height, frame, taken):
    """Box of a label beside the point x, y: the nearest place within the frame that meets none of the boxes taken."""
    beside = lambda u, v: (u, v - height / 2, u + width, v + height / 2)
    for out in range(0, 12):
        for v in (0, -1, 1) if out == 0 else (-1, 1):
            for u in (x + 6, x - 6 - width, x - width / 2, x + 6 + 9 * out, x - 6 - width - 9 * out):
                box = beside(u, y + v * (9 * out if out else 6))
                if box[0] >= frame[0] and box[1] >= frame[1] and box[2] <= frame[2] and box[3] <= frame[3] and not any(
                        box[0] < t[2] and t[0] < box[2] and box[1] < t[3] and t[1] < box[3] for t in taken):
                    return box
    return beside(x + 6, y)


def chart(rows, path):
    """Time against residual of every solver, one colour per problem, both axes logarithmic."""
    colours = {"stack1e6": "#b3543e", "quadruped": "#3e6fb3", "humanoid": "#5c8a3a", "pile1000": "#8a5ca0"}
    width, height, left, bottom = 760, 430, 70, 50
    points = []
    for problem in colours:
        for name, _, model in SOLVERS:
            case = "%s/%s" % (problem, name)
            time, error = rows.get(("solvers", case, "seconds")), rows.get(("solvers", case, "natural_map"))
            if time and error is not None and model != "compliant":
                points.append((problem, name, time, max(error, 1e-16)))
    if not points:
        return
    x0, x1 = math.floor(math.log10(min(p[2] for p in points))), math.ceil(math.log10(max(p[2] for p in points)))
    y0, y1 = math.floor(math.log10(min(p[3] for p in points))), math.ceil(math.log10(max(p[3] for p in points)))
    y1 = max(y1, y0 + 1)

    def at(time, error):
        return (left + (math.log10(time) - x0) / (x1 - x0) * (width - left - 20),
                height - bottom - (math.log10(error) - y0) / (y1 - y0) * (height - bottom - 30))
    out = ['<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="11">' % (width, height),
           '<rect width="100%" height="100%" fill="white"/>']
    for e in range(x0, x1 + 1):
        x = at(10.0 ** e, 10.0 ** y0)[0]
        out.append('<line x1="%.1f" y1="30" x2="%.1f" y2="%d" stroke="#e4e4e4"/>' % (x, x, height - bottom))
        out.append('<text x="%.1f" y="%d" text-anchor="middle">%s</text>' % (x, height - bottom + 16, seconds(10.0 ** e)))
    for e in range(y0, y1 + 1, max(1, (y1 - y0) // 8)):
        y = at(10.0 ** x0, 10.0 ** e)[1]
        out.append('<line x1="%d" y1="%.1f" x2="%d" y2="%.1f" stroke="#e4e4e4"/>' % (left, y, width - 20, y))
        out.append('<text x="%d" y="%.1f" text-anchor="end">1e%d N</text>' % (left - 6, y + 4, e))
    taken = [(x - 4, y - 4, x + 4, y + 4) for x, y in (at(p[2], p[3]) for p in points)]
    for problem, name, time, error in points:
        x, y = at(time, error)
        box = label_place(x, y, 5 * len(name), 8, (left, 30, width - 4, height - bottom), taken)
        taken.append(box)
        near = min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3])
        if math.hypot(near[0] - x, near[1] - y) > 8:
            out.append('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="0.5"/>' % (x, y, *near, colours[problem]))
        out.append('<circle cx="%.1f" cy="%.1f" r="4" fill="%s" fill-opacity="0.8"/>' % (x, y, colours[problem]))
        out.append('<text x="%.1f" y="%.1f" font-size="8" fill="%s">%s</text>' % (box[0], box[3] - 1.5, colours[problem], name))
    for i, (problem, colour) in enumerate(colours.items()):
        out.append('<circle cx="%d" cy="16" r="5" fill="%s"/><text x="%d" y="20">%s</text>' % (left + 10 + 130 * i, colour, left + 20 + 130 * i, problem))
    out.append('<text x="%d" y="%d" text-anchor="middle">time of a cold solve; below and to the left is better</text></svg>' % (width // 2, height - 12))
    with open(path, "w") as file:
        file.write("\n".join(out) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", nargs="+")
    parser.add_argument("--readme", default="bench/README.md")
    parser.add_argument("--front", default="README.md")
    parser.add_argument("--chart", default="bench/solvers.svg")
    options = parser.parse_args()
    rows = read(options.rows)
    with open(options.readme) as file:
        text = file.read()
    for name in ("weight", "solvers", "scenarios", "claims"):
        pattern = re.compile(r"(<!-- %s: made by make readme-tables -->\n)(.*?)(<!-- end -->)" % name, re.S)
        found = pattern.search(text)
        if not found:
            raise SystemExit("%s has no table %s" % (options.readme, name))
        if name != "scenarios" and not any(key[0] == name for key in rows):
            continue
        old = cells_of(found.group(2).splitlines())
        lines = solver_table(rows) if name == "solvers" else weight_table(rows, old) if name == "weight" else claims_table(rows) if name == "claims" else scenario_table(rows, old)
        text = text[:found.start(2)] + "\n".join(lines) + "\n" + text[found.end(2):]
    with open(options.readme, "w") as file:
        file.write(text)
    chart(rows, options.chart)
    if ("weight", "gcc -O2 all", "text") in rows and ("weight", "gcc -O0 all", "seconds") in rows:
        with open(options.front) as file:
            text = file.read()
        with open(options.front, "w") as file:
            file.write(re.sub(r"\*\*Size\*\*:.*?\(bench/README\.md\)\)\.", lambda _: size_line(rows), text, count=1, flags=re.S))


main()
