# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The verb `dhat`: blocks and bytes of each allocation point, by Anomalloc and by
valgrind's DHAT. valgrind replaces the runtime's malloc as any other, so the same
binary runs there, with the runtime switched off.

A point is the line of the call with all lines it was inlined into; in code without
instrumentation, the library. DHAT's lifetimes are in instructions, ours in bytes
allocated meanwhile: they cannot be compared (verb `heaptrack` plays ours again).
Its "mb" is what a point had when the whole process reached a new peak last, and
only if that point's own block made it: no maximum of the point, and not compared.
"""

import json
import os
import re
import shutil
from collections import defaultdict

from programs import CPPCHECK, EXACT, MULTISCALE_BEFORE, TURNS, WAYS
from recorded import Recorded
from shell import Failure, environment, run, say

PROGRAMS = [WAYS, TURNS, MULTISCALE_BEFORE, CPPCHECK]
COLUMNS = ("blocks", "bytes", "at peak", "bytes", "at end", "bytes")
# glibc is one point: it may have debug information, with relative paths.
GLIBC = "glibc"
GLIBC_LIBRARIES = ("libc.so.6", "ld-linux-x86-64.so.2")
RUNTIME_FILES = ("AllocFunctions.def", "Interpose.cpp")
FRAME = re.compile(r"(0x[0-9A-F]+): (.*) \((?:in (.*)|(.*):(\d+))\)$")


def library(path):
    """A library by the name of its file, whatever links lead there."""
    name = os.path.basename(os.path.realpath(path))
    return GLIBC if name in GLIBC_LIBRARIES else name


def point_of(frames):
    """What DHAT's frames of one point say, innermost first."""
    found = [FRAME.match(frame) for frame in frames]
    first = 0
    while first < len(found) and found[first] and is_replacement(found[first]):
        first += 1
    if first == len(found) or not found[first]:
        return ("?",)
    if found[first].group(3):
        return (library(found[first].group(3)),)
    if not os.path.isabs(found[first].group(4)):
        return (GLIBC,)
    lines = []
    for frame in found[first:]:
        if not frame or frame.group(1) != found[first].group(1):
            break
        lines.append(f"{os.path.basename(frame.group(4))}:{frame.group(5)}")
    return tuple(lines)


def is_replacement(frame):
    """Of malloc and the like: DHAT's, or the runtime's in front of them."""
    return "vgpreload_dhat" in (frame.group(3) or "") or (
        os.path.basename(frame.group(4) or "") in RUNTIME_FILES
    )


def read_dhat(path):
    """point -> figures, in the order of COLUMNS."""
    data = json.loads(path.read_text())
    points = defaultdict(lambda: [0] * 6)
    for entry in data["pps"]:
        sums = points[point_of([data["ftbl"][i] for i in entry["fs"]])]
        for i, name in enumerate(("tbk", "tb", "gbk", "gb", "ebk", "eb")):
            sums[i] += entry[name]
    return points


def point_of_site(site):
    chain = site["chain"]
    return tuple(f"{os.path.basename(f['file'])}:{f['line']}" for f in chain)


def read_ours(recorded):
    points = defaultdict(lambda: [0] * 6)
    for row in recorded.rows:
        if row["library"]:
            point = (library(row["library"]),)
        else:
            point = point_of_site(recorded.sites[row["site"]])
        sums = points[point]
        for i, name in enumerate(("allocated", "at_peak", "live")):
            sums[2 * i] += row[name]
            sums[2 * i + 1] += row[name] * row["size"]
    return points


def record(tools, program):
    """(our points, DHAT's points, our points of realloc) of fresh runs."""
    # Debian 12's valgrind does not read all of clang 19's DWARF 5.
    binary = tools.compile(program, instrumented=True, flags=["-gdwarf-4"])
    command = [binary, *program.arguments]
    profile, out = tools.work / "dhat-profile", tools.work / "dhat.json"
    profile.unlink(missing_ok=True)
    # libomp asks valgrind's processor for its cores in another way.
    common = {"KMP_AFFINITY": "disabled"}
    options = {**common, "ANOMALLOC_OPTIONS": f"{EXACT}:output={profile}"}
    if program.path:
        options["LD_PRELOAD"] = tools.runtime
    run(command, tools.work / "ours.log", env=environment(**options))
    run(
        [
            "valgrind",
            "--tool=dhat",
            "--run-libc-freeres=no",
            "--run-cxx-freeres=no",
            "--num-callers=100",  # also of inlined frames
            "--fullpath-after=",
            f"--dhat-out-file={out}",
            *command,
        ],
        tools.work / "dhat.log",
        env=environment(**common, ANOMALLOC_OPTIONS="enabled=0"),
    )
    recorded = Recorded(tools.anomalloc, profile)
    growing = {
        point_of_site(site)
        for site in recorded.sites.values()
        if site["callee"] in ("realloc", "reallocarray")
    }
    return read_ours(recorded), read_dhat(out), growing


def measure(tools, program):
    """Prints one program's comparison; returns the points that are not explained."""
    say(f"{program.name}: recording")
    ours, theirs, growing = record(tools, program)
    different = [p for p in sorted({*ours, *theirs}) if ours[p] != theirs[p]]
    print(f"\n{program.name}")
    print(f"  {'':36}" + "".join(f"{column:>13}" for column in COLUMNS))
    for name, points in (("Anomalloc", ours), ("DHAT", theirs)):
        show(name, total(points.values()))
    print(f"  {len(ours)} points, {len(ours) - len(different)} with equal figures")
    for point in different:
        print(f"  {' < '.join(point)}")
        show("  Anomalloc", ours[point])
        show("  DHAT", theirs[point])
    for point in [p for p in different if is_environment(p, ours[p], theirs[p])]:
        print(f"  {point[0]}: copies of the environment, which valgrind lengthens")
        different.remove(point)
    if growing & {*different} and total(ours[p] for p in different) == total(
        theirs[p] for p in different
    ):
        print("  the same blocks: DHAT leaves what realloc grows where it was made")
        return []
    return different


def is_environment(point, ours, theirs):
    """libomp's copies of it: as many blocks, gone before the peak and the end."""
    return point[0].startswith("libomp.") and (
        ours[0] == theirs[0] and ours[2:] == theirs[2:]
    )


def total(rows):
    return [sum(column) for column in zip(*rows)]


def show(name, figures):
    print(f"  {name:36}" + "".join(f"{figure:13,}" for figure in figures), flush=True)


def compare_all(tools, only):
    if not shutil.which("valgrind"):
        raise Failure("valgrind is not installed (apt-get install valgrind)")
    wanted = [p for p in PROGRAMS if not only or only in p.name]
    return [point for program in wanted for point in measure(tools, program)]
