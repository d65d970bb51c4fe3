#!/usr/bin/env python3
"""Plays an independent log (lifetime-log.c) and compares, per size.

usage: same_lifetimes.py ANOMALLOC LOG PROFILE [--any-order]

Compared are blocks allocated, freed, live at the end, temporary, freed by
another thread or by realloc (and moved), those at the peak, and the peak's bytes. With
--any-order what depends on how threads took turns is left out: the peak.
Also: what a row tells apart adds up to its whole. Prints "equal: ..." and exits
0, or what differs and exits 1.
"""
import collections
import json
import struct
import subprocess
import sys

ZERO = (
    "allocated", "freed", "live", "temporary", "freed_elsewhere", "reallocated", "moved"
)


def rows_of(path):
    with open(path, "rb") as file:
        for kind, thread, address, size in struct.iter_unpack("<IIQQ", file.read()):
            if not kind:
                return
            yield chr(kind), thread, address, size


def play(path):
    """Sums by size, and what lived when live bytes were the most."""
    sums = collections.defaultdict(collections.Counter)
    blocks, undone, newest, resized = {}, {}, {}, {}
    live = peak = 0
    in_use, at_peak = collections.Counter(), {}
    for kind, thread, address, size in rows_of(path):
        if kind == "r":
            resized[thread] = blocks[address][0] if address in blocks else None
        if kind == "a":
            blocks[address] = (size, thread)
            newest[thread] = address
            sums[size]["allocated"] += 1
            in_use[size] += 1
            live += size
            if live > peak:
                peak, at_peak = live, None
        elif kind == "m":
            if resized[thread] is not None:
                sums[resized[thread]]["moved"] += 1
        elif kind == "u":
            size, maker = blocks[address] = undone.pop(address)
            in_use[size] += 1
            live += size
            for name, change in undone.pop((address, "sums")):
                sums[size][name] -= change
        elif address in blocks:
            if at_peak is None:
                at_peak = dict(in_use)
            size, maker = blocks.pop(address)
            changes = [("freed", 1), ("reallocated", int(kind == "r"))]
            if maker != thread:
                changes.append(("freed_elsewhere", 1))
            elif newest.get(thread) == address:
                changes.append(("temporary", 1))
                if kind != "r":
                    newest[thread] = None
            for name, change in changes:
                sums[size][name] += change
            undone[address] = (size, maker)
            undone[(address, "sums")] = changes
            in_use[size] -= 1
            live -= size
    if at_peak is None:
        at_peak = dict(in_use)
    for size, _ in blocks.values():
        sums[size]["live"] += 1
    for size, number in at_peak.items():
        sums[size]["at_peak"] = number
    return sums, peak


def main():
    anomalloc, log, profile = sys.argv[1:4]
    any_order = "--any-order" in sys.argv
    report = json.loads(
        subprocess.check_output([anomalloc, "report", "--json", "--no-probe", profile])
    )
    lifetimes = report["lifetimes"]
    names = ZERO if any_order else (*ZERO, "at_peak")
    theirs, peak = play(log)
    ours = collections.defaultdict(collections.Counter)
    wrong = []
    for row in lifetimes["rows"]:
        for name in names:
            ours[row["size"]][name] += row[name]
        parts = {
            "lifetimes": sum(b["blocks"] for b in row["lifetimes_bytes"]),
            "free sites": sum(s["blocks"] for s in row["free_sites"]),
        }
        for name, number in parts.items():
            if number != row["freed"]:
                wrong.append(f"{number} {name} of {row['freed']} freed: {row}")
        if not row["peak"] >= max(row["at_peak"], row["live"]):
            wrong.append(f"its own peak is too small: {row}")
    for size in sorted({*ours, *theirs}):
        for name in names:
            if ours[size][name] != theirs[size][name]:
                wrong.append(
                    f"size {size}, {name}: profile {ours[size][name]}, "
                    f"witness {theirs[size][name]}"
                )
    if not any_order and lifetimes["peak_bytes"] != peak:
        wrong.append(f"peak: profile {lifetimes['peak_bytes']}, witness {peak}")
    watched = lifetimes["totals"]["allocated"]["blocks"]
    counted = report["totals"]["allocations"]
    if watched + lifetimes["unwatched"]["blocks"] != counted:
        wrong.append(f"{watched} watched of {counted} counted")
    for line in wrong[:20]:
        print(line)
    if wrong:
        print(f"{len(wrong)} differences")
        return 1
    total = collections.Counter()
    for sums in theirs.values():
        total.update({name: sums[name] for name in (*ZERO, "at_peak")})
    print("equal: " + ", ".join(f"{total[n]} {n}" for n in (*ZERO, "at_peak")))
    print(f"peak {peak} bytes, {lifetimes['unknown_frees']} unknown frees")
    return 0


if __name__ == "__main__":
    sys.exit(main())
