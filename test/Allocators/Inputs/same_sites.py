#!/usr/bin/env python3
"""Compares what sites counted themselves in two profiles: per site and size.

usage: same_sites.py ANOMALLOC PROFILE PROFILE

What library code asked for is left out, and so are sites found in binaries: both are seen by
interposition only.
"""
import json
import subprocess
import sys


def counts(anomalloc, path):
    text = subprocess.check_output(
        [anomalloc, "report", "--json", "--no-probe", path])
    return {
        (site["id"], row["size"]): row["allocations"]
        for site in json.loads(text)["sites"]
        if site["family"] == "heap" and site["known_from"] == "compiler"
        for row in site["sizes"]
    }


def main():
    anomalloc, *paths = sys.argv[1:]
    first, second = (counts(anomalloc, path) for path in paths)
    for key in sorted({*first, *second}):
        if first.get(key) != second.get(key):
            print(f"site {key[0]}, size {key[1]}: "
                  f"{first.get(key)} and {second.get(key)}")
    if first != second or not first:
        return 1
    print(f"same: {sum(first.values())} allocations of sites")
    return 0


if __name__ == "__main__":
    sys.exit(main())
