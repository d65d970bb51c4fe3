"""usage: lifetimes_nearly_whole.py REPORT THREADS

Each thread may have been in the middle of one event when it was killed."""
import json
import sys

report = json.load(open(sys.argv[1]))
threads = int(sys.argv[2])
lifetimes = report["lifetimes"]
all_of = lifetimes["totals"]
wrong = []


def near(what, one, other, most=threads):
    if abs(one - other) > most:
        wrong.append(f"{what}: {one} and {other}")


counted = report["totals"]["allocations"]
near("counted, watched", counted,
     all_of["allocated"]["blocks"] + lifetimes["unwatched"]["blocks"])
rows = lifetimes["rows"]
near("buckets, freed", sum(b["blocks"] for r in rows for b in r["lifetimes_bytes"]),
     all_of["freed"]["blocks"])
near("free sites, freed", sum(s["blocks"] for r in rows for s in r["free_sites"]),
     all_of["freed"]["blocks"])
near("live", sum(r["live"] for r in rows),
     all_of["allocated"]["blocks"] - all_of["freed"]["blocks"])
near("at the peak", all_of["at_peak"]["bytes"], lifetimes["peak_bytes"],
     threads * 1100)
if all_of["freed"]["blocks"] < 10000:
    wrong.append("hardly anything was freed")
print("\n".join(wrong) or "whole")
