#!/usr/bin/env python3
"""Compares massif's snapshots with what 'anomalloc timeline --json' says.

usage: same_timeline.py MASSIF TIMELINE

Stretches in which nothing was seen have no snapshot; the first and the last one
are the beginning and the end. Prints "N points", or what differs.
"""
import json
import re
import sys
from pathlib import Path


def main(massif, timeline):
    there = json.loads(Path(timeline).read_text())
    step, points = there["by_bytes_allocated"]["step"], there["by_bytes_allocated"]["points"]
    expected = {min((number + 1) * step, there["allocated"]["bytes"]): point["bytes"]
                for number, point in enumerate(points) if point["bytes"]}
    shown = re.findall(r"(?m)^time=(\d+)\nmem_heap_B=(\d+)$", Path(massif).read_text())[1:-1]
    here = {int(time): int(bytes_) for time, bytes_ in shown}
    if here != expected:
        print("differ:", set(here.items()) ^ set(expected.items()))
        return 1
    print(len(here), "points")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
