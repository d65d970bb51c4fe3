#!/usr/bin/env python3
"""Compares what the checking allocator was asked for with what the trace has.

usage: checked.py JSON CHECKED

Each size was asked for as often as in the trace, and once more by the replayer,
which asks what is handed out for it. Beside the trace come a block for each of
the replayer's threads, all of one size, and a few of the loader's.
"""
import json
import sys


def main():
    trace = json.load(open(sys.argv[1]))["traces"][0]
    asked = {}
    for line in open(sys.argv[2]):
        name, number = line.split()
        asked[name] = int(number)
    frees = asked.pop("frees")
    wrong, others = [], {}
    for row in trace["sizes"]:
        more = asked.pop(str(row["size"]), 0) - row["allocations"] - 1
        if more:
            others[str(row["size"])] = more
    others.update(asked)
    of_threads = [n for n in others.values() if n == trace["threads"]]
    of_loader = [n for n in others.values() if n != trace["threads"]]
    if len(of_threads) != 1 or min(of_loader, default=1) < 1 or sum(of_loader) > 9:
        wrong.append(f"beside the trace: {others}")
    more = frees - trace["frees"] - len(trace["sizes"])
    if not 0 <= more <= sum(others.values()):
        wrong.append(f"{more} frees beside the trace")
    run = trace["allocators"][0]["runs"][0]
    if run["operations"] != trace["events"]:
        wrong.append(f"{run['operations']} operations")
    at_peak = run["at_peak"]
    if (at_peak["live_bytes"], at_peak["live_blocks"]) != (
            trace["peak"]["bytes"], trace["peak"]["blocks"]):
        wrong.append(f"at the peak: {at_peak}")
    print("\n".join(wrong) or f"equal: {len(trace['sizes'])} sizes")
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
