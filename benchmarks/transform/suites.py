# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of others with what -anomalloc-tame makes of them, judged by their own tests."""

import os
import re
import resource
import shutil
import struct
import subprocess
import tomllib
from pathlib import Path

from shell import Failure, exit_code, run, say

HERE = Path(__file__).resolve().parent
FLAGS = "-O2 -g"
REPORT = re.compile(rb"runtime error:|ERROR: AddressSanitizer")


class Suite:
    """A program and its tests. A kind is a way to build it."""

    def __init__(self, name, program, sources, work, jobs):
        self.name, self.program, self.sources = name, program, sources
        self.work, self.jobs = work / "suites", jobs

    def build(self, kind, compilers):
        """Builds it, unless it was built. Returns the user time of all compilers."""
        folder = self.work / kind / self.name
        time = folder.with_suffix(".seconds")
        if time.exists():
            return float(time.read_text())
        say(f"{self.name}: building {kind}")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.sources.unpacked(self.program["package"]), folder, symlinks=True)
        wrappers = {}
        for word, command in compilers.items():
            wrappers[word] = self.work / kind / word
            wrappers[word].write_text(f'#!/bin/sh\nexec {command} "$@"\n')
            wrappers[word].chmod(0o755)
        env = {**os.environ, "CC": str(wrappers["cc"]), "CXX": str(wrappers["cxx"]),
               "CFLAGS": FLAGS, "CXXFLAGS": FLAGS, "ASAN_OPTIONS": "detect_leaks=0"}
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        for number, step in enumerate(self.program["build"]):
            run(["sh", "-c", step.format(flags=FLAGS, jobs=self.jobs, **wrappers)],
                self.work / kind / f"{self.name}.build{number}.log", cwd=folder, env=env)
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        time.write_text(str(seconds))
        return seconds

    def test(self, kind, environment):
        """Whether the tests pass, and how many reports of sanitizers they print."""
        log = self.work / kind / f"{self.name}.test.log"
        code = exit_code(["sh", "-c", self.program["test"]], log, cwd=self.work / kind / self.name,
                         env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0",
                              "CTEST_OUTPUT_ON_FAILURE": "1", **environment})
        return code == 0, len(REPORT.findall(log.read_bytes()))

    def allocations(self, kind, counter):
        """Of all processes of the tests."""
        counts = self.work / kind / f"{self.name}.counts"
        counts.unlink(missing_ok=True)
        self.test(kind, {"LD_PRELOAD": counter, "MALLOC_COUNTER_OUT": str(counts)})
        return sum(row[1] for row in struct.iter_unpack("<QQ", counts.read_bytes()))


def judge_suite(suite, compilers, counter):
    """A row of the table, and whether the transform is at fault."""
    seconds = {kind: suite.build(kind, compilers(kind)) for kind in ("plain", "both", "watched")}
    if not suite.test("plain", {})[0]:
        raise Failure("its tests fail as it is")
    tests = {kind: suite.test(kind, {}) for kind in ("both", "watched")}
    reports, alone = tests["watched"][1], 0
    is_good = all(passed for passed, _ in tests.values())
    if reports or not is_good:
        # The sanitizers may find something in the program itself.
        suite.build("checked", compilers("checked"))
        passed, alone = suite.test("checked", {})
        is_good = tests["both"][0] and tests["watched"] == (passed, alone)
    plain, both = (suite.allocations(kind, counter) for kind in ("plain", "both"))
    return (f"| {suite.name} | {suite.program['kind']} | {plain:,} | {both:,} | "
            f"{100 * (1 - both / plain):.2f} % | {'pass' if is_good else 'FAIL'} | "
            f"{reports} ({alone}) | {seconds['plain']:.1f} s | {seconds['both']:.1f} s |", is_good)


def judge_suites(names, compilers, sources, counter, work, jobs):
    """Prints the table. Returns an exit code, as ./run says."""
    programs, code = tomllib.loads((HERE / "suites.toml").read_text()), 0
    print("| program | kind | allocations of its tests | with the transform | fewer | tests | "
          "reports (without) | compilers | with the transform |")
    print("| --- | --- | ---: | ---: | ---: | --- | ---: | ---: | ---: |", flush=True)
    for name in names or programs:
        try:
            row, is_good = judge_suite(Suite(name, programs[name], sources, work, jobs),
                                       compilers, counter)
        except (Failure, subprocess.CalledProcessError) as failure:
            say(f"{name}: {failure}")
            code = 2
            continue
        print(row, flush=True)
        if not is_good:
            code = code or 1
    return code
