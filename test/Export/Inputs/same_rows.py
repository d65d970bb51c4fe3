#!/usr/bin/env python3
"""Compares the numbers of a report in markdown with those of report --json.

usage: same_rows.py MARKDOWN REPORT
"""
import json
import re
import sys
from pathlib import Path


def table(text, title):
    """The first numbers of the rows of a table."""
    found = re.search(rf"<summary>{title}.*?</details>", text, re.DOTALL)
    if not found:
        return []
    return [int(number.replace(",", "")) for number in re.findall(r"(?m)^\| ([\d,]+) \|", found[0])]


def main(markdown, report):
    text, report = Path(markdown).read_text(), json.loads(Path(report).read_text())
    totals = report["totals"]
    assert f"{totals['allocations']:,} allocations" in text
    sites = table(text, "Allocation sites")
    assert sites == [site["allocations"] for site in report["sites"]][:10], sites
    sections = table(text, r"\d+ sections")
    assert sorted(sections) == sorted(one["allocations"] for one in report["sections"]), sections
    dark = table(text, "Dark allocations")
    assert sum(dark) == totals["dark_allocations"], dark
    changes = re.findall(r"(?m)^\| [mt]?\d+ \| ([\d,]+) \| .* \| <code>.* \|$", text)
    expected = [one["allocated"] for one in report["findings"]][:5]
    assert [int(one.replace(",", "")) for one in changes] == expected, (changes, expected)
    print(f"same sums, {len(changes)} changes, {len(sites)} sites, {len(sections)} sections, {len(dark)} of dark functions")


if __name__ == "__main__":
    main(*sys.argv[1:])
