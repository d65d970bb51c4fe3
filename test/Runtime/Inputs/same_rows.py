"""usage: same_rows.py REPORT REPORT

Says whether two JSON reports have the same lifetimes at sites."""
import json
import sys


def rows(path):
    report = json.load(open(path))
    names = ["site", "section", "size", "allocated", "freed", "live", "temporary",
             "freed_elsewhere", "reallocated", "peak", "lifetimes_bytes",
             "activation_known", "same_activation"]
    return sorted(
        json.dumps([row[name] for name in names])
        for row in report["lifetimes"]["rows"]
        if row["site"]
    )


first, second = map(rows, sys.argv[1:])
for row in sorted({*first} ^ {*second})[:10]:
    print("differs:", row)
print("the same" if first == second else "not the same")
