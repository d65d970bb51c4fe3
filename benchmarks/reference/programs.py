# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs that are compared, and how they are built."""

import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import multiscale
from shell import run

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# Options of a run that is compared: clocks to the byte, whichever thread it is, as
# other recorders have one clock.
EXACT = "mode=lifetime:clock_step=0"


@dataclass
class Program:
    name: str
    sources: list = field(default_factory=list)  # none: a program of the system
    flags: list = field(default_factory=list)
    arguments: list = field(default_factory=list)
    path: Path = None


WAYS = Program("ways", [HERE / "programs" / "ways.c"])
TURNS = Program(
    "turns, 3 threads", [HERE / "programs" / "turns.cpp"], ["-std=c++17", "-pthread"]
)
MULTISCALE_BEFORE = Program(
    "multiscale, before",
    multiscale.SOURCES,
    multiscale.FLAGS,
    ["--threads", "1", "--coarse", "4", "--quiet"],
)
CPPCHECK = Program(
    "cppcheck, never instrumented",
    path=Path("/usr/bin/cppcheck"),
    arguments=["-q", ROOT / "benchmarks" / "overhead" / "loop.cpp"],
)
MANY_SMALL = Program("many-small", [HERE / "programs" / "many-small.c"])
MIXED = Program(
    "mixed", [HERE / "programs" / "mixed.cpp"], ["-std=c++17", "-pthread"]
)
LOOP = Program(
    "loop",
    [ROOT / "benchmarks" / "overhead" / "loop.cpp"],
    ["-std=c++17", "-pthread"],
)


class Tools:
    """The build under test, and where results go."""

    def __init__(self, build, work):
        self.work = work
        self.anomalloc = build / "bin" / "anomalloc"
        config = subprocess.check_output([self.anomalloc, "config", "--json"])
        self.runtime = Path(json.loads(config)["runtime"])
        self.clang = json.loads(config)["cc"]
        self.clangxx = json.loads(config)["cxx"]

    def compile(self, program, instrumented, flags=()):
        """The program's binary; `program.path` if it has one."""
        if program.path:
            return program.path
        c = program.sources[0].suffix == ".c"
        compiler = [self.clang if c else self.clangxx]
        if instrumented:
            compiler = [self.anomalloc, "cc" if c else "c++"]
        kind = "instrumented" if instrumented else "plain"
        name = f"{program.name.partition(',')[0]}-{kind}"
        options = ["-O2", "-g", *program.flags, *flags]
        run(
            [*compiler, *options, *program.sources, "-o", self.work / name],
            self.work / f"{name}.log",
        )
        return self.work / name

    def witness(self):
        """lifetime-log.c as a library to preload."""
        source = ROOT / "test" / "Inputs" / "lifetime-log.c"
        library = self.work / "lifetime-log.so"
        flags = ["-O2", "-fPIC", "-fexceptions", "-shared"]
        run(
            [self.clang, *flags, source, "-o", library],
            self.work / "lifetime-log.log",
        )
        return library
