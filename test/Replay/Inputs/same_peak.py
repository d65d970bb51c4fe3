#!/usr/bin/env python3
"""Compares the peak of a report of the mode lifetime with that of replays.

usage: same_peak.py REPORT REPLAY CSV
"""
import csv
import json
import sys


def main():
    report, replay = (json.load(open(name)) for name in sys.argv[1:3])
    peak = report["lifetimes"]["peak_bytes"]
    trace = replay["traces"][0]
    runs = trace["allocators"][0]["runs"]
    wrong = []
    if trace["peak"]["bytes"] != peak:
        wrong.append(f"peak {trace['peak']['bytes']}, not {peak}")
    for run in runs:
        if run["at_peak"]["live_bytes"] != peak:
            wrong.append(f"at the peak: {run['at_peak']}")
        if max(point["live_bytes"] for point in run["points"]) > peak:
            wrong.append("a point is above the peak")
        if run["operations"] != trace["events"]:
            wrong.append(f"{run['operations']} of {trace['events']} operations")
    rows = [row for row in csv.DictReader(open(sys.argv[3])) if row["allocator"] == "glibc"]
    for row, run in zip(rows, runs):
        for key in ("peak_resident", "nanoseconds", "page_faults"):
            if int(row[key]) != run[key]:
                wrong.append(f"{key}: {row[key]} and {run[key]}")
        if int(row["peak_live_bytes"]) != peak:
            wrong.append(f"CSV: peak {row['peak_live_bytes']}")
    if len(rows) != len(runs):
        wrong.append(f"CSV: {len(rows)} rows")
    print("\n".join(wrong) or f"equal: peak {peak}, {len(runs)} runs")
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
