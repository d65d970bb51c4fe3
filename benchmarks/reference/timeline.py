# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The verb `timeline`: the peak of a trace beside those of the mode lifetime and of
an independent log of the same run; and the pictures of docs/timeline.md."""

import json
import os
import subprocess
from pathlib import Path

from events import of_log
from programs import CPPCHECK, MULTISCALE_BEFORE, ROOT, Program
from recorded import Recorded
from rules import play
from shell import run, say


def yaml_cpp():
    """As benchmarks/real built it, or none."""
    work = Path(os.environ.get("ANOMALLOC_WORK", ROOT / "build" / "real"))
    driver = work / "instrumented" / "yaml-cpp" / "driver"
    if not driver.exists():
        say("yaml-cpp is not built (benchmarks/real/run --only yaml-cpp): left out")
        return []
    return [Program("yaml-cpp", path=driver, arguments=["2", "1"])]


def compare(tools, program, witness):
    """Whether the three peaks are equal; leaves the picture in the work folder."""
    name = program.name.partition(",")[0]
    profile, log = tools.work / f"{name}.anomalloc", tools.work / "log"
    for file in (profile, log):
        file.unlink(missing_ok=True)
    binary = tools.compile(program, True)
    # The runtime behind the log, where the program does not bring it.
    before = [witness, tools.runtime] if program is CPPCHECK else [witness]
    env = {
        "PATH": os.environ["PATH"],
        "OMP_NUM_THREADS": "1",
        "LIFETIME_LOG_OUT": str(log),
        "LD_PRELOAD": ":".join(map(str, before)),
        "ANOMALLOC_OPTIONS": f"mode=lifetime+trace:clock_step=0:output={profile}",
    }
    run([binary, *program.arguments], tools.work / f"{name}.output", env=env)
    timeline = json.loads(
        subprocess.check_output([tools.anomalloc, "timeline", "--json", profile])
    )
    picture = tools.work / f"{name}.svg"
    picture.write_bytes(
        subprocess.check_output([tools.anomalloc, "timeline", "--svg", profile])
    )
    peaks = (
        timeline["peak"]["bytes"],
        Recorded(tools.anomalloc, profile).peak,
        play(of_log(log.read_bytes())).peak,
    )
    made = timeline["allocated"]["blocks"]
    print(f"{name:14}{made:14,}" + "".join(f"{peak:16,}" for peak in peaks))
    print(f"{'':14}{picture}", flush=True)
    return len(set(peaks)) == 1


def compare_all(tools, only):
    """Prints a table; returns the programs whose peaks differ."""
    print(f"{'':14}{'allocations':>14}{'timeline':>16}{'lifetime':>16}{'log':>16}")
    witness = tools.witness()
    return [
        program.name
        for program in [MULTISCALE_BEFORE, CPPCHECK, *yaml_cpp()]
        if (not only or only in program.name)
        and not compare(tools, program, witness)
    ]
