"""usage: same_sizes.py ANOMALLOC GLOB GLOB

Says whether two sets of profiles have the same counts of each site and size."""
import collections
import glob
import json
import subprocess
import sys


def counts(pattern):
    sums = collections.Counter()
    for path in glob.glob(pattern):
        report = json.loads(subprocess.check_output(
            [sys.argv[1], "report", "--json", "--no-probe", path]))
        for row in report["sizes"]:
            sums["size", row["size"], ""] += row["allocations"]
        for row in report["sites"]:
            sums["site", row["id"], ""] += row["allocations"]
    return sums


first, second = map(counts, sys.argv[2:])
for key in sorted({*first, *second}, key=str):
    if first[key] != second[key]:
        print(*key, first[key], second[key])
print(f"the same {len(first)} counts" if first and first == second else "not the same")
