"""usage: lifetimes_of_size.py REPORT SIZE

Prints a JSON report's lifetimes of blocks of one size, as FIRST-LAST: BLOCKS, and
the peak's bytes."""
import collections
import json
import sys

report = json.load(open(sys.argv[1]))["lifetimes"]
sums = collections.Counter()
for row in report["rows"]:
    if row["size"] == int(sys.argv[2]):
        for bucket in row["lifetimes_bytes"]:
            sums[bucket["first"], bucket["last"]] += bucket["blocks"]
for (first, last), blocks in sorted(sums.items()):
    print(f"{first}-{last}: {blocks}", end=", ")
print(f"peak {report['peak_bytes']}")
