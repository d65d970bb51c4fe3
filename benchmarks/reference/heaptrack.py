# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The verbs `heaptrack` and `compare`: counts, temporaries, peak and leaks of one
program by Anomalloc and by heaptrack."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from compare import Comparison, figures
from events import of_heaptrack, of_log
from programs import CPPCHECK, EXACT, MULTISCALE_BEFORE, TURNS, WAYS
from recorded import Recorded
from rules import HEAPTRACK_PRINT
from shell import Failure, run, say

PROGRAMS = [WAYS, TURNS, MULTISCALE_BEFORE, CPPCHECK]


class Heaptrack:
    def __init__(self):
        script = shutil.which("heaptrack")
        if not script:
            raise Failure("heaptrack is not installed (apt-get install heaptrack)")
        self.library = (
            Path(script).resolve().parent.parent
            / "lib"
            / "heaptrack"
            / "libheaptrack_preload.so"
        )
        self.interpreter = self.library.parent / "libexec" / "heaptrack_interpret"

    def record(self, command, raw, env):
        """As `heaptrack --raw` does, without its pipe and compressor."""
        env = {**env, "LD_PRELOAD": self.library, "DUMP_HEAPTRACK_OUTPUT": raw}
        run_quietly(command, raw, env)

    def printed(self, raw):
        """The figures that heaptrack's own programs derive from `raw`."""
        interpreted = raw.with_suffix(".interpreted")
        with open(raw, "rb") as data, open(interpreted, "wb") as out:
            stats = subprocess.run(
                [self.interpreter], stdin=data, stdout=out, stderr=subprocess.PIPE
            ).stderr.decode()
        summary = subprocess.check_output(
            ["heaptrack_print", "-f", interpreted], stderr=subprocess.DEVNULL
        ).decode(errors="replace")
        return {
            "calls": number(r"calls to allocation functions: (\d+)", summary),
            "temporaries": number(r"temporary memory allocations: (\d+)", summary),
            "by address": number(r"temporary allocations:\s+(\d+)", stats),
            "live": number(r"leaked allocations:\s+(\d+)", stats),
        }


def number(pattern, text):
    found = re.search(pattern, text)
    if not found:
        raise Failure(f"heaptrack does not say {pattern}")
    return int(found.group(1))


def run_quietly(command, output, env):
    run(command, output.with_suffix(".output"), env={k: str(v) for k, v in env.items()})


def environments(tools, program, witness):
    """For each recording the environment of the program: the same names and
    lengths, for OpenMP's runtime and others copy it into blocks."""
    preload = [witness] if program.sources else [witness, tools.runtime]
    log = {
        "ANOMALLOC_OPTIONS": f"{EXACT}:output={tools.work / 'log-profile'}",
        "LIFETIME_LOG_OUT": tools.work / "log",
        "LD_PRELOAD": ":".join(map(str, preload)),
    }
    hidden = {
        "XIFETIME_LOG_OUT": log["LIFETIME_LOG_OUT"],
        "XD_PRELOAD": log["LD_PRELOAD"],
    }
    alone = {"ANOMALLOC_OPTIONS": f"{EXACT}:output={tools.work / 'alone-prof'}"}
    off = "enabled=0:verbose=0:output="
    off += "x" * (len(log["ANOMALLOC_OPTIONS"]) - len(off))
    common = {"PATH": os.environ["PATH"]}
    if program.sources:
        alone.update(hidden)
    else:
        alone.update(LD_PRELOAD=tools.runtime, XIFETIME_LOG_OUT=tools.work / "log")
    return (
        {**common, **log},
        {**common, **alone},
        {**common, "ANOMALLOC_OPTIONS": off, **hidden},
    )


def measure(tools, heaptrack, program):
    """Records three times, compares, prints. Returns the problems."""
    say(f"{program.name}: recording")
    binary = tools.compile(program, instrumented=True)
    command = [binary, *program.arguments]
    log, alone, theirs = environments(tools, program, tools.witness())
    files = [tools.work / n for n in ("log", "log-profile", "alone-prof", "raw")]
    for path in files:
        path.unlink(missing_ok=True)
    log_path, log_profile, alone_profile, raw_path = files
    run_quietly(command, log_path, log)
    run_quietly(command, alone_profile, alone)
    heaptrack.record(command, raw_path, theirs)

    say(f"{program.name}: comparing")
    recorded = Recorded(tools.anomalloc, log_profile)
    undisturbed = Recorded(tools.anomalloc, alone_profile)
    comparison = read_and_compare(recorded, undisturbed, log_path, raw_path)
    printed = heaptrack.printed(raw_path)
    problems = comparison.problems()
    replayed = figures(comparison.raw, HEAPTRACK_PRINT)
    replayed["by address"] = comparison.raw.temporary("address")
    for name, value in printed.items():
        if replayed[name] != value:
            problems.append(
                f"{name}: heaptrack says {value:,}, our replay of its data "
                f"{replayed[name]:,}"
            )
    show(program.name, comparison, problems)
    return problems


def read_and_compare(recorded, undisturbed, log_path, raw_path):
    with open(raw_path, errors="replace") as lines:
        raw = list(of_heaptrack(lines))
    return Comparison(recorded, undisturbed, of_log(log_path.read_bytes()), raw)


def show(name, comparison, problems):
    print(f"\n{name}")
    for line in (*comparison.table(), *comparison.explanation()):
        print(line)
    for problem in problems:
        print(f"  NOT EXPLAINED: {problem}")
    print("  explained to the last event" if not problems else "", flush=True)


def compare_all(tools, only):
    heaptrack = Heaptrack()
    wanted = [p for p in PROGRAMS if not only or only in p.name]
    return [problem for p in wanted for problem in measure(tools, heaptrack, p)]


def compare_files(anomalloc, profile, log, raw):
    """The verb `compare`: of recordings that are there."""
    recorded = Recorded(anomalloc, profile)
    comparison = read_and_compare(recorded, recorded, log, raw)
    problems = comparison.problems()
    show(raw.name, comparison, problems)
    return problems
