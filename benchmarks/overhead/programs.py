"""The programs that are measured, and how each is built."""
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import multiscale

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass
class Program:
    name: str
    plain: Path
    counted: Path  # the same, instrumented; the plain one itself: preloaded
    memprof: Path  # the same under -fmemory-profile, or None
    preload: Path  # runtime to preload into the plain one, or None
    arguments: list
    slow_arguments: list  # a shorter run, for valgrind's tools


def config(build, what):
    """A value of `anomalloc config --json`."""
    text = subprocess.check_output([build / "bin" / "anomalloc", "config", "--json"])
    return json.loads(text)[what]


def compile_three(build, folder, name, sources, flags, preloaded):
    """The plain program, the counted one, and the one under MemProf. If it is
    to be `preloaded`, the plain one of another compiler alone."""
    clang = os.environ.get("CXX", "clang++-19")
    commands = {
        "plain": [clang],
        "counted": [build / "bin" / "anomalloc", "c++"],
        "memprof": [clang, "-fmemory-profile"],
    }
    if preloaded:
        commands = {"plain": [os.environ.get("CXX", "g++")]}
    out = {"counted": None, "memprof": None}
    for kind, command in commands.items():
        out[kind] = folder / f"{name}-{kind}"
        subprocess.run(
            [*command, "-O2", "-g", *flags, *sources, "-o", out[kind]], check=True
        )
    return out


def loop_programs(build, folder, preloaded):
    source = Path(__file__).parent / "loop.cpp"
    built = compile_three(build, folder, "loop", [source], ["-pthread"], preloaded)
    runtime = Path(config(build, "runtime"))
    for frames in (1, 16):
        for threads in (1, 2):
            tail = [str(frames), str(threads)]
            yield Program(
                f"loop of new/delete, {frames} frames deep, {threads} threads",
                built["plain"],
                built["counted"],
                built["memprof"],
                runtime,
                ["20000000", *tail],
                ["2000000", *tail],
            )


def multiscale_programs(build, folder, preloaded):
    built = compile_three(
        build, folder, "multiscale", multiscale.SOURCES, multiscale.FLAGS, preloaded
    )
    for threads in ("1", "2"):
        yield Program(
            f"examples/multiscale, before, {threads} threads",
            built["plain"],
            built["counted"],
            built["memprof"],
            Path(config(build, "runtime")),
            ["--threads", threads],
            ["--threads", threads, "--coarse", "4"],
        )


# Of benchmarks/real: arguments of its driver, and those of a shorter run.
REAL = {
    "yaml-cpp": (["100", "1"], ["2", "1"]),
    "json-c": (["3000", "1"], ["30", "1"]),
    "re2": (["30", "1"], ["1", "1"]),
}


def real_programs(build):
    """Parsing and emitting, as benchmarks/real built them."""
    work = Path(os.environ.get("ANOMALLOC_WORK", ROOT / "build" / "real"))
    for name, (arguments, slow_arguments) in REAL.items():
        plain, counted = (
            work / kind / name / "driver" for kind in ("plain", "instrumented")
        )
        if not (plain.exists() and counted.exists()):
            print(f"{name} is not built (benchmarks/real/run --only {name}): left out")
            continue
        for program in plain, counted:
            for library in program.parent.glob("build/*.so.*"):
                # valgrind gives up on it, as on the program's.
                subprocess.run(["strip", "--strip-debug", library], check=True)
        yield Program(
            name,
            plain,
            counted,
            None,
            Path(config(build, "runtime")),
            arguments,
            slow_arguments,
        )
