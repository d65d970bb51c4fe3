#!/usr/bin/env python3
"""Compares what pools and arenas served with the events of the trace.

usage: served.py JSON CHECKED EVENTS SIZES SECTIONS

JSON has a replay without and one with pools for SIZES and arenas for SECTIONS
(with commas between), under the checking allocator, which wrote CHECKED in the
second one. EVENTS is the trace as a table.
"""
import collections
import csv
import json
import sys


def main():
    trace = json.load(open(sys.argv[1]))["traces"][0]
    asked = dict(line.split() for line in open(sys.argv[2]))
    sizes = [int(size) for size in sys.argv[4].split(",")]
    sections = sys.argv[5].split(",")
    of_block, live, made, peak = {}, collections.Counter(), collections.Counter(), (0, {})
    for row in csv.DictReader(open(sys.argv[3])):
        name = (row["maker"], row["block"])
        if row["event"] == "allocation":
            size = int(row["bytes"])
            in_arena = row["section"] in sections
            of_block[name] = (size, in_arena)
            made[size, in_arena] += 1
            live[size, in_arena] += 1
        elif row["event"] == "free":
            live[of_block.pop(name)] -= 1
        total = sum(size for size, _ in of_block.values()) if row["event"] == "allocation" else 0
        if total > peak[0]:
            peak = (total, dict(live))
    wrong = []

    def check(what, found, wanted):
        if found != wanted:
            wrong.append(f"{what}: {found}, not {wanted}")

    plain, served = (row["runs"][0] for row in trace["allocators"])
    for run in plain, served:
        check("operations", run["operations"], trace["events"])
        check("live bytes at the peak", run["at_peak"]["live_bytes"], peak[0])
    for size in sizes:
        for said, wanted in (("said_at_peak", peak[1]), ("said_at_end", live)):
            check(f"{said} of {size} bytes", served[said][f"pool-{size}.live"], wanted.get((size, False), 0))
    # Beside the trace, the replayer asks once for each size, to see its usable
    # size; and for blocks of its own.
    own = {row["size"]: int(asked.get(str(row["size"]), 0)) - made[row["size"], False] * (row["size"] not in sizes) - 1
           for row in trace["sizes"]}
    slabs = int(asked.get("65536", 0)) + int(asked.get(str(17 << 16), 0))
    if not 0 < slabs < 60:
        wrong.append(f"{slabs} slabs and chunks")
    # Some are also a size of the trace: chunks of arenas. Others are the loader's and the threads'.
    more = {size: number for size, number in own.items() if number and size < 65536}
    if any(number < 0 for number in own.values()) or len(more) > 3 or max(more.values(), default=0) > trace["threads"]:
        wrong.append(f"beside the trace: {more}")
    ended = served["said_at_end"].get("arenas.ended")
    print("\n".join(wrong) or f"equal: {len(sizes)} pools, {ended} arenas emptied")
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
