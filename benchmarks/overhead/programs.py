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
    counted: Path  # the same, instrumented
    memprof: Path  # the same under -fmemory-profile, or None
    preload: Path  # runtime to preload into the plain one, or None
    arguments: list
    slow_arguments: list  # a shorter run, for valgrind's tools


def config(build, what):
    """A value of `anomalloc config --json`."""
    text = subprocess.check_output([build / "bin" / "anomalloc", "config", "--json"])
    return json.loads(text)[what]


def compile_three(build, folder, name, sources, flags):
    """The plain program, the counted one, and the one under MemProf."""
    clang = os.environ.get("CXX", "clang++-19")
    commands = {
        "plain": [clang],
        "counted": [build / "bin" / "anomalloc", "c++"],
        "memprof": [clang, "-fmemory-profile"],
    }
    out = {}
    for kind, command in commands.items():
        out[kind] = folder / f"{name}-{kind}"
        subprocess.run(
            [*command, "-O2", "-g", *flags, *sources, "-o", out[kind]], check=True
        )
    return out


def loop_programs(build, folder):
    built = compile_three(
        build, folder, "loop", [Path(__file__).parent / "loop.cpp"], ["-pthread"]
    )
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


def multiscale_programs(build, folder):
    built = compile_three(
        build, folder, "multiscale", multiscale.SOURCES, multiscale.FLAGS
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


def real_programs(build):
    """yaml-cpp parsing and emitting, as benchmarks/real built it."""
    work = Path(os.environ.get("ANOMALLOC_WORK", ROOT / "build" / "real"))
    plain, counted = (
        work / kind / "yaml-cpp" / "driver" for kind in ("plain", "instrumented")
    )
    if not (plain.exists() and counted.exists()):
        print("yaml-cpp is not built (benchmarks/real/run --only yaml-cpp): left out")
        return
    yield Program(
        "yaml-cpp, parsing and emitting",
        plain,
        counted,
        None,
        Path(config(build, "runtime")),
        ["100", "1"],
        ["2", "1"],
    )
