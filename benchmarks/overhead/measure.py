"""Running a command and reading what the kernel counted for it."""
import os
import re
import statistics
import subprocess
import time
from dataclasses import dataclass


@dataclass
class Run:
    wall: float  # seconds
    peak: int  # largest resident set, KiB


def run_once(command, env=None, cwd=None):
    """Runs `command`; the whole process, its children waited for included."""
    start = time.monotonic()
    process = subprocess.Popen(
        command,
        env={**os.environ, **(env or {})},
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    if status != 0:
        raise RuntimeError(
            f"{' '.join(command)} failed ({status}): {errors.decode()[-400:]}"
        )
    return Run(wall, usage.ru_maxrss)


def in_turn(variants, rounds):
    """Runs each variant once a round, so that a slow moment of the machine hits
    all of them. Returns name -> medians, and name -> median of the ratios to
    the first variant within each round."""
    runs = {name: [] for name, *_ in variants}
    for _ in range(rounds):
        for name, command, env, cwd in variants:
            runs[name].append(run_once(command, env, cwd))
    first = runs[variants[0][0]]
    table = {}
    for name, results in runs.items():
        table[name] = {
            "wall": statistics.median(r.wall for r in results),
            "peak": statistics.median(r.peak for r in results),
            "ratio": statistics.median(
                r.wall / plain.wall for r, plain in zip(results, first)
            ),
        }
    return table


def instructions(command, env=None, cwd=None):
    """Instructions of the program itself, as callgrind counts them."""
    output = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
        env={**os.environ, **(env or {})},
        cwd=cwd,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=True,
        text=True,
    ).stderr
    return int(re.search(r"Collected : (\d+)", output).group(1))
