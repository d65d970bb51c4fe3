# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The verbs `memory` and `profiles`: what the modes take in memory and on disk."""

import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent.parent / "overhead"))

from measure import run_once
from programs import LOOP, MANY_SMALL, MIXED, MULTISCALE_BEFORE

MODES = ("count", "stacks", "lifetime", "lifetime+stacks", "trace")
KIB = 1024
# The target: at most a tenth of the program's own peak, and 16 MiB.
ALLOWED_SHARE, ALLOWED_KIB = 0.10, 16 * KIB
# Of profiles, for 100 million allocations. In `mixed` a fiftieth of them has filled all
# keys: profiles grow with keys, not with events.
ALLOWED_PROFILE = 10_000_000

PEAKS = [
    ("2 million blocks of 16 bytes", MANY_SMALL, ["2000000", "16"]),
    ("2 million blocks of 56 bytes", MANY_SMALL, ["2000000", "56"]),
    ("1 million blocks of 120 bytes", MANY_SMALL, ["1000000", "120"]),
    ("1 million blocks of 256 bytes", MANY_SMALL, ["1000000", "256"]),
    ("300,000 blocks of 500 bytes", MANY_SMALL, ["300000", "500"]),
    ("200 blocks of 1 MiB", MANY_SMALL, ["200", "1048576"]),
    ("multiscale, coarse 8", MULTISCALE_BEFORE, ["--coarse", "8", "--quiet"]),
    ("mixed, 1 million, 1 thread", MIXED, ["1000000", "1"]),
    ("mixed, 1 million, 8 threads", MIXED, ["1000000", "8"]),
]
SIZES = [
    ("loop, 1 frame", LOOP, ["100000000", "1", "1"]),
    ("loop, 16 frames, 2 threads", LOOP, ["50000000", "16", "2"]),
    ("multiscale, coarse 36", MULTISCALE_BEFORE, ["--coarse", "36", "--quiet"]),
    ("mixed, 2 million, 1 thread", MIXED, ["2000000", "1"]),
    ("mixed, 2 million, 8 threads", MIXED, ["2000000", "8"]),
]


def peak(command, options=""):
    """Peak resident set in KiB, the profile's mapping included."""
    env = {"ANOMALLOC_OPTIONS": options, "OMP_NUM_THREADS": "1"}
    return run_once(list(map(str, command)), env).peak


def peaks(tools, only):
    """Prints a table; returns what is above the target."""
    missed = []
    print(f"  {'peak, MiB':32}{'plain':>9}" + "".join(f"{m:>17}" for m in MODES))
    for name, program, arguments in PEAKS:
        if only and only not in name:
            continue
        plain = peak([tools.compile(program, False), *arguments])
        binary = tools.compile(program, True)
        line = f"  {name:32}{plain / KIB:9.1f}"
        for mode in MODES:
            profile = fresh(tools)
            more = peak([binary, *arguments], f"mode={mode}:output={profile}") - plain
            allowed = plain * ALLOWED_SHARE + ALLOWED_KIB
            mark = " " if more <= allowed else "!"
            line += f"{f'+{more / KIB:.1f} ({more / plain:.0%})':>16}{mark}"
            if more > allowed:
                missed.append((name, mode))
        print(line, flush=True)
    print("  !: more than 10 % of the program's peak and 16 MiB")
    return missed


def profiles(tools, only):
    """Prints a table; returns what is above the target."""
    missed = []
    print(f"  {'profile, MB':32}" + "".join(f"{mode:>17}" for mode in MODES))
    for name, program, arguments in SIZES:
        if only and only not in name:
            continue
        binary = tools.compile(program, True)
        line = f"  {name:32}"
        for mode in MODES:
            profile = fresh(tools)
            peak([binary, *arguments], f"mode={mode}:output={profile}")
            size = sum(
                file.stat().st_size
                for file in (profile, profile.with_name(f"{profile.name}.trace"))
                if file.exists()
            )
            mark = " " if size <= ALLOWED_PROFILE else "!"
            line += f"{size / 1e6:16.2f}{mark}"
            if size > ALLOWED_PROFILE:
                missed.append((name, mode))
        print(line, flush=True)
    print("  !: more than 10 MB")
    return missed


def fresh(tools):
    profile = tools.work / "memory-profile"
    for suffix in ("", ".trace"):
        profile.with_name(profile.name + suffix).unlink(missing_ok=True)
    return profile
