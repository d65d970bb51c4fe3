#!/usr/bin/env python3
"""Says whether advice follows from the runs that stand beside it.

usage: check_advice.py ADVICE

Prints "follows", and who is advised for which memory; or what is wrong.
"""
import json
import statistics
import sys


def main():
    advice = json.load(open(sys.argv[1]))
    wrong = []
    base = {key: statistics.median(runs) for key, runs in advice["base_runs"].items()}
    for finalist in advice["finalists"]:
        for key, change in finalist["changes"].items():
            median = statistics.median(finalist["runs"][key])
            if abs(change["base"] - base[key]) > 1 or abs(change["median"] - median) > 1:
                wrong.append(f"{finalist['name']}: {key}: {change}")
            if change["worth"] and not (change["differs"] and median < base[key]):
                wrong.append(f"{finalist['name']}: not less, but worth it: {key}")
            if change["differs"] != (change["corrected_p"] < 0.05):
                wrong.append(f"{finalist['name']}: {key}: {change}")
    for one in advice["advice"]:
        finalist = advice["finalists"][one["finalist"]]
        for key in one["for"]:
            if not finalist["changes"][key]["worth"]:
                wrong.append(f"{finalist['name']} is advised for {key}")
    if len(advice["base_runs"]["nanoseconds"]) != advice["repeat"]:
        wrong.append("not as many runs of the base as were asked for")
    print("\n".join(wrong) or "follows")
    for one in advice["advice"]:
        finalist = advice["finalists"][one["finalist"]]
        for key in one["for"]:
            change = finalist["changes"][key]
            saved = (change["base"] - change["median"]) / (1 << 20)
            if key != "nanoseconds":
                print(f"{key}: {finalist['name']}: {saved:.0f} MiB less")


main()
