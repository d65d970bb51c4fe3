"""usage: growth_by_function.py REPORT

From a JSON report, what the findings of each function tell of growth, added up
over its lines; and of functions without findings what their rows tell, as the
reader would believe it: "moves 0" only if no row has growth by realloc or at a
growing function."""
import collections
import json
import re
import sys

report = json.load(open(sys.argv[1]))
GROWING = re.compile("_M_realloc_|__push_back_slow|__emplace_back_slow|_M_mutate")

function_of = {}
grows = {}
for site in report["sites"]:
    names = [frame["function"] for frame in site["chain"]]
    function_of[site["id"]] = names[-1]
    grows[site["id"]] = any(GROWING.search(name) for name in names)

steps = collections.defaultdict(collections.Counter)
sums = collections.defaultdict(collections.Counter)
for row in report["lifetimes"]["rows"]:
    if not row["site"]:
        continue
    function, growth = function_of[row["site"]].split("(")[0], row["growth"]
    believed = [(growth["by_realloc"], 0)]
    if grows[row["site"]] or GROWING.search(row["function"]):
        believed.append((growth["doubled"], (row["size"] + 1) // 2))
    sums[function]["bytes"] += growth["realloc_moved_bytes"]
    sums[function]["shrunk"] += growth["shrunk"]
    sums[function]["shrunk_bytes"] += growth["shrunk_bytes"]
    for rows, moved in believed:
        for one in rows:
            steps[function][one["steps"]] += one["blocks"]
            sums[function]["moves"] += one["blocks"]
            sums[function]["bytes"] += one["blocks"] * moved

for function, total in sums.items():
    ended = [
        f"{steps[function][n] - (steps[function][n + 1] if n < 63 else 0)} of {n}"
        for n in range(1, 64)
        if steps[function][n] != (steps[function][n + 1] if n < 63 else 0)
    ]
    shrunk = f", shrunk {total['shrunk']} by {total['shrunk_bytes']}" if total["shrunk"] else ""
    print(
        f"{function}: moves {total['moves']}, moved bytes {total['bytes']}, "
        f"chains {', '.join(ended) or 'none'}{shrunk}"
    )
for finding in report["findings"]:
    growth, function = finding["growth"], finding["function"].split("(")[0]
    if finding["anomaly"] == "growth-by-copying" and growth["moves"] > sums[function]["moves"]:
        print(f"{function}: its finding says {growth['moves']} moves")
