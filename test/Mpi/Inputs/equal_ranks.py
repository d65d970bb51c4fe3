#!/usr/bin/env python3
"""Compares one profile of many ranks with the sum of their witnesses, per size.

usage: equal_ranks.py ANOMALLOC PROFILE WITNESS...

WITNESS is what counted wrote for one rank. Prints "equal: N allocations of R ranks",
or lists the sizes that differ and exits 1.
"""
import collections
import json
import struct
import subprocess
import sys


def counts(path):
    with open(path, "rb") as file:
        rows = struct.iter_unpack("<QQ", file.read())
        return collections.Counter({k - 1: n for k, n in rows if k and n})


def main():
    anomalloc, profile, *witnesses = sys.argv[1:]
    report = json.loads(
        subprocess.check_output([anomalloc, "report", "--no-probe", "--json", profile])
    )
    ours = collections.Counter()
    for row in report["sizes"]:
        ours[row["size"]] += row["allocations"]
    theirs = sum(map(counts, witnesses), collections.Counter())
    differing = sorted(s for s in {*ours, *theirs} if ours[s] != theirs[s])
    for size in differing[:20]:
        print(f"size {size}: profile {ours[size]}, witnesses {theirs[size]}")
    if differing or sum(ours.values()) != report["totals"]["allocations"]:
        return 1
    print(f"equal: {sum(ours.values())} allocations of {len(witnesses)} ranks")
    return 0


if __name__ == "__main__":
    sys.exit(main())
