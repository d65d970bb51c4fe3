"""usage: same_rows.py [--draws] REPORT REPORT

Says whether two JSON reports have the same lifetimes at instrumented sites; with --draws,
whether as many of their blocks were drawn, too."""
import json
import sys


draws = sys.argv[1] == "--draws"


def rows(path):
    report = json.load(open(path))
    names = ["site", "section", "size", "allocated", "freed", "live", "temporary",
             "freed_elsewhere", "reallocated", "peak", "lifetimes_bytes",
             "activation_known", "same_activation"] + (["draws"] if draws else [])
    # A witness that was preloaded has sites, too.
    ours = {site["id"] for site in report["sites"] if site["known_from"] == "compiler"}
    return sorted(
        json.dumps([row[name] for name in names])
        for row in report["lifetimes"]["rows"]
        if row["site"] in ours
    )


first, second = map(rows, sys.argv[1 + draws:])
for row in sorted({*first} ^ {*second})[:10]:
    print("differs:", row)
print("the same" if first == second else "not the same")
