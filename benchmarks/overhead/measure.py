"""Running a command and reading what the kernel counted for it."""
import os
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass


@dataclass
class Run:
    wall: float  # seconds
    processor: float  # seconds, of all threads, the kernel's too
    peak: int  # largest resident set, KiB


def run_once(command, env=None, cwd=None):
    """Runs `command` to its end. GNU time starts it: a process begins with the
    peak of the one that it was forked from, and Python's is large."""
    with tempfile.NamedTemporaryFile("r") as figures:
        start = time.monotonic()
        done = subprocess.run(
            ["/usr/bin/time", "-f", "%M %U %S", "-o", figures.name, "--quiet", *command],
            env={**os.environ, **(env or {})},
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        wall = time.monotonic() - start
        if done.returncode != 0:
            raise RuntimeError(
                f"{' '.join(command)} failed ({done.returncode}): "
                f"{done.stderr.decode(errors='replace')[-400:]}"
            )
        peak, user, system = figures.read().split()[-3:]
        return Run(wall, float(user) + float(system), int(peak))


def in_turn(variants, rounds):
    """Runs each variant once a round, so that a slow moment of the machine hits
    all of them. Returns name -> medians, and name -> median of the ratios to
    the first variant within each round, of wall and of processor time."""
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
            "processor": statistics.median(
                r.processor / max(plain.processor, 0.01)
                for r, plain in zip(results, first)
            ),
        }
    return table
