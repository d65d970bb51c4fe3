#!/usr/bin/env python3
"""Compares profiles with the independent witness (malloc-counter.c), per size.

usage: same_counts.py ANOMALLOC WITNESS PROFILE...

Prints "equal: N allocations, M sizes, S site, D dark" and exits 0, or lists the
sizes that differ and exits 1.
"""
import collections
import json
import struct
import subprocess
import sys


def witness_counts(path):
    with open(path, "rb") as file:
        rows = struct.iter_unpack("<QQ", file.read())
        return {key - 1: count for key, count in rows if key and count}


def main():
    anomalloc, witness, *profiles = sys.argv[1:]
    report = json.loads(
        subprocess.check_output([anomalloc, "report", "--json", *profiles])
    )
    ours = collections.Counter()
    for row in report["sizes"]:
        ours[row["size"]] += row["allocations"]
    theirs = witness_counts(witness)
    differing = sorted(
        size for size in {*ours, *theirs} if ours[size] != theirs.get(size, 0)
    )
    for size in differing[:20]:
        print(f"size {size}: profile {ours[size]}, witness {theirs.get(size, 0)}")
    totals = report["totals"]
    if totals["allocations"] != sum(ours.values()):
        print("totals.allocations is not the sum over sizes")
        return 1
    if differing:
        print(f"{len(differing)} sizes differ")
        return 1
    print(
        f"equal: {totals['allocations']} allocations, {len(theirs)} sizes, "
        f"{totals['site_allocations']} site, {totals['dark_allocations']} dark"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
