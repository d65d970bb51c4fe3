"""times_of_lanes.py EVENTS: whether times of 'export --format=events' go back."""

import csv
import sys

rows = between = within = early = 0
last, before, made = {}, 0, set()
for row in csv.DictReader(open(sys.argv[1], newline="")):
    rows += 1
    time, lane = int(row["nanoseconds"]), row["lane"]
    within += time < last.get(lane, 0)
    between += time < before
    last[lane] = before = time
    block = (row["maker"], row["block"])
    if row["event"].startswith("free"):
        early += block not in made
    else:
        made.add(block)
print("16 lanes or more" if len(last) >= 16 else len(last), end=", ")
print("100,000 rows or more" if rows >= 100000 else rows)
print(f"back within a lane: {within}")
print(f"freed before made: {early}")
print(f"back between lanes: {between}")
