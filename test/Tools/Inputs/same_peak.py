#!/usr/bin/env python3
"""Compares what `timeline` and `report` say of one run that was recorded in the
modes lifetime and trace: the peak, and per site, library and section what lived
at the peak and at the end.

usage: same_peak.py ANOMALLOC PROFILE
"""
import collections
import csv
import io
import json
import subprocess
import sys


def main():
    anomalloc, profile = sys.argv[1:3]

    def run(*command):
        return subprocess.check_output([anomalloc, *command, profile]).decode()

    lifetimes = json.loads(run("report", "--json", "--no-probe"))["lifetimes"]
    timeline = json.loads(run("timeline", "--json"))
    wrong = []
    rows = collections.defaultdict(lambda: [0] * 4)
    for row in lifetimes["rows"]:
        key = (row["site"], row["library"], row["function"], row["section"])
        for place, number in enumerate(("at_peak", "live")):
            rows[key][2 * place] += row[number]
            rows[key][2 * place + 1] += row[number] * row["size"]
    held = collections.defaultdict(lambda: [0] * 4)
    for row in timeline["holders"]:
        dark = row.get("dark", {"library": "", "function": ""})
        key = (row.get("site"), dark["library"], dark["function"], row["section"])
        for place, number in enumerate(("at_peak", "at_end")):
            held[key][2 * place] += row[number]["blocks"]
            held[key][2 * place + 1] += row[number]["bytes"]
    for key in {*rows, *held}:
        if rows[key] != held[key]:
            wrong.append(f"{key}: lifetime {rows[key]}, timeline {held[key]}")
    peak = timeline["peak"]["bytes"]
    if peak != lifetimes["peak_bytes"]:
        wrong.append(f"peak: lifetime {lifetimes['peak_bytes']}, timeline {peak}")
    points = collections.defaultdict(list)
    for row in csv.DictReader(io.StringIO(run("timeline", "--csv"))):
        points[row["axis"]].append(int(row["live_bytes"]))
    for axis, live in points.items():
        drawn = [p["bytes"] for p in timeline[f"by_{axis}"]["points"]]
        if live != drawn or max(live) != peak or len(live) > 256:
            wrong.append(f"{axis}: {len(live)} points, the largest {max(live)}")
    print("\n".join(wrong[:20]) or f"equal: peak {peak}, {len(held)} rows")
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
