#!/usr/bin/env python3
"""Compares the sums of an exported file with those of the report.

usage: same_sums.py ANOMALLOC FORMAT FILE REPORT-OPTION... PROFILE...

FORMAT is one of formats.py; of a format for one measure, it is named behind a
colon ("folded:bytes"). Each measure of the file is compared, and its part below
"[dark allocations]". Prints "equal: ..." and exits 0, or says what differs.
"""
import json
import subprocess
import sys

import formats


def of_report(anomalloc, options):
    """Measure to its sum, as far as the report tells it."""
    text = subprocess.run([anomalloc, "report", "--json", "--no-probe", *options],
                          stdout=subprocess.PIPE, check=True).stdout
    report = json.loads(text)
    totals = report["totals"]
    sums = {
        "allocations": totals["allocations"],
        "bytes": totals["requested_bytes"],
        "dark allocations": totals["dark_allocations"],
        "dark bytes": totals["dark_bytes"],
    }
    fates = report["lifetimes"].get("totals")
    if fates:
        sums |= {
            "temporary": fates["temporary"],
            "leaked": fates["live"]["blocks"],
            "leaked-bytes": fates["live"]["bytes"],
            "peak": fates["at_peak"]["blocks"],
            "peak-bytes": fates["at_peak"]["bytes"],
        }
    return sums


def of_file(format, file):
    """Measure to its sum; "dark " before those below the note."""
    name, _, measure = format.partition(":")
    has_notes = name not in formats.WITHOUT_NOTES
    sums = {}
    for stack, values in getattr(formats, name)(file, measure):
        for measure, value in values.items():
            sums[measure] = sums.get(measure, 0) + value
            dark = value if stack[0] == "[dark allocations]" else 0
            if not has_notes:
                continue
            sums["dark " + measure] = sums.get("dark " + measure, 0) + dark
    return sums


def main(anomalloc, format, file, *options):
    report, here = of_report(anomalloc, options), of_file(format, file)
    wrong = [f"{measure}: {here[measure]} in {format}, {report[measure]} in the report"
             for measure in here if measure in report and here[measure] != report[measure]]
    known = [f"{here[measure]} {measure}" for measure in here if measure in report]
    if not known:
        wrong = [f"{file} holds nothing that the report tells"]
    print("\n".join(wrong) or "equal: " + ", ".join(known))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
