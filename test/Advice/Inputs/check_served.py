#!/usr/bin/env python3
"""Says whether what is told of pools and arenas follows from the runs beside it.

usage: check_served.py ADVICE

Prints each candidate, its blocks, and whether it saves time or memory; then the
sections that cannot have an arena.
"""
import json
import statistics
import sys


def main():
    served = json.load(open(sys.argv[1]))["pools_and_arenas"]
    wrong = []
    for one in served["candidates"]:
        saves = []
        for key, change in one["changes"].items():
            base = statistics.median(served["base_runs"][key])
            median = statistics.median(one["runs"][key])
            if abs(change["base"] - base) > 1 or abs(change["median"] - median) > 1:
                wrong.append(f"{one['name']}: {key}: {change}")
            if change["differs"] != (change["corrected_p"] < 0.05):
                wrong.append(f"{one['name']}: {key}: {change}")
            if key in one["for"] and not change["worth"]:
                wrong.append(f"{one['name']}: advised, not worth it: {key}")
            if change["differs"] and median < base:
                saves.append(key)
        if sum(place["blocks"] for place in one["places"]) != one["blocks"]:
            wrong.append(f"{one['name']}: places of other blocks")
        lines = " ".join(str(place["place"].get("line")) for place in one["places"] if "place" in place)
        print(f"{one['name']}: {one['blocks']} blocks, shared: {one['shared']}, lines {lines}; saves {', '.join(saves)}")
    for one in served["impossible"]:
        print(f"{one['section']}: {one['escaped']} of {one['blocks']} escape")
    print("\n".join(wrong) or "follows")
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
