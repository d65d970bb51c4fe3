"""usage: samples_by_size.py REPORT bytes|count MEAN

Says whether blocks of each size were drawn about as often as the rate says, which is
five times the standard deviation, and 2, at most: from the counts and the lifetimes of a JSON
report of a sampled run.
"""
import collections
import json
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Inputs"))
import drawn

path, unit, mean = sys.argv[1], sys.argv[2], float(sys.argv[3])
report = json.load(open(path))
counted, samples = collections.Counter(), collections.Counter()
for row in report["sizes"]:
    counted[row["size"]] += row["allocations"]
for row in report["lifetimes"]["rows"]:
    samples[row["size"]] += drawn.drawn(row)
checked = 0
for size, count in sorted(counted.items()):
    share = 1 - math.exp(-size / mean) if unit == "bytes" else 1 / mean
    wanted, spread = count * share, math.sqrt(count * share * (1 - share))
    if abs(samples[size] - wanted) > 5 * spread + 2:
        print(f"size {size}: {samples[size]} of {count} drawn, expected about {wanted:.0f}")
    checked += wanted >= 100
print(f"as expected; {checked} sizes with 100 samples or more")
