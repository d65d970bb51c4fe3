"""usage: same_rows.py REPORT REPORT

Says whether two JSON reports have the same lifetimes at instrumented sites."""
import json
import sys


def rows(path):
    report = json.load(open(path))
    names = ["site", "section", "size", "allocated", "freed", "live", "temporary",
             "freed_elsewhere", "reallocated", "peak", "lifetimes_bytes",
             "activation_known", "same_activation",
             "draws"]  # only of sampled runs
    # A witness that was preloaded has sites, too.
    ours = {site["id"] for site in report["sites"] if site["known_from"] == "compiler"}
    return sorted(
        json.dumps([row.get(name) for name in names])
        for row in report["lifetimes"]["rows"]
        if row["site"] in ours
    )


first, second = map(rows, sys.argv[1:])
for row in sorted({*first} ^ {*second})[:10]:
    print("differs:", row)
print("the same" if first == second else "not the same")
