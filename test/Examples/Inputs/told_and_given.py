#!/usr/bin/env python3
"""What the entries of a report say that repairs save, beside what these saved.

usage: told_and_given.py BEFORE SURROGATE FLAT INPLACE

All are the JSON of reports of examples/multiscale, in the order of its repairs.
"""
import json
import sys

REPAIRS = {
    "Element": lambda entry: entry["callee"].endswith("operator[]"),
    "NestedTable": lambda entry: entry["anomaly"] == "vector-of-vector",
    "ObjectData": lambda entry: entry["callee"].endswith(("operator*", "operator+")),
}


def main():
    reports = [json.load(open(path)) for path in sys.argv[1:]]
    totals = [report["totals"]["allocations"] for report in reports]
    entries = reports[0]["findings"]
    for (name, is_about), before, after in zip(REPAIRS.items(), totals, totals[1:]):
        about = [entry for entry in entries if is_about(entry)]
        least = sum(entry["saved_allocations"] for entry in about)
        most = sum(entry["saved_allocations_most"] for entry in about)
        print(f"{name}: told {least} to {most}, given {before - after}")
    for report, total in zip(reports, totals):
        saved = sum(entry["saved_allocations_most"] for entry in report["findings"])
        print("never twice" if saved <= total else f"{saved} saved of {total}")


if __name__ == "__main__":
    main()
