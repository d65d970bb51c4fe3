"""usage: samples_by_rate.py ANOMALLOC PROFILE MEAN

Says whether blocks of each size were drawn about as often as their rates say, of a run
whose rate was doubled: MEAN bytes at first. The rows of one site, section and size stand
in the order of their rates, and each knows exactly how many blocks there were at its
rate, if that is enough to be a stratum of its own. Five times the standard deviation
may be missing.
"""
import collections
import json
import math
import subprocess
import sys

SIZES = 24, 100, 1000, 5000, 70000
anomalloc, path, mean = sys.argv[1], sys.argv[2], float(sys.argv[3])
report = json.loads(subprocess.check_output([anomalloc, "report", "--json", "--no-probe", path],
                                            stderr=subprocess.DEVNULL))
rows = collections.defaultdict(list)
for row in report["lifetimes"]["rows"]:
    if row["size"] in SIZES:
        key = row["site"], row.get("offset"), row["section"], row["size"]
        rows[key].append(row)
counted = collections.Counter()
for row in report["sizes"]:
    if row["size"] in SIZES:
        counted[row["size"]] += row["allocations"]
sums, rates = collections.Counter(), set()
for (*_, size), its in rows.items():
    for row in its:
        sums[size] += row["allocated"]
    # Without a draw there is no row: then nothing tells which rate the next one is of.
    share = lambda times: 1 - math.exp(-size / (mean * 2**times))
    times = 0
    for row in its:
        if row["draws"] < 30:
            break
        made, drawn = row["allocated"], row["draws"]
        spread = 5 * math.sqrt(made * share(times))
        if abs(drawn - made * share(times)) > spread + 2:
            print(f"size {size}, rate {times}: {drawn} of {made}, "
                  f"expected {made * share(times):.0f}")
        rates.add(times)
        times += 1
# Blocks of a rate at which none was drawn have no row. So many that 20 draws were to be
# expected cannot be missing.
coarsest = float(report["lifetimes"]["sample"].split("..")[1])
for size, number in sums.items():
    if not 0 <= counted[size] - number <= 20 * coarsest / size:
        print(f"size {size}: {number} of {counted[size]} blocks")
print(f"{sum(counted.values())} blocks; as expected at {len(rates)} rates")
