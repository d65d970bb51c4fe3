#!/usr/bin/env python3
"""Compares measured block sizes with what a program was handed out in its run.

usage: same_usable.py ANOMALLOC OUTPUT PROFILE

OUTPUT holds the program's lines "size usable".
"""
import json
import re
import subprocess
import sys


def main():
    anomalloc, output, profile = sys.argv[1:]
    text = subprocess.check_output([anomalloc, "report", "--json", profile])
    usable = json.loads(text)["usable"]
    measured = {row["size"]: row["usable"] for row in usable["sizes"]
                if row["source"] == "measured"}
    with open(output) as file:
        told = {int(size): int(answer) for size, answer in
                re.findall(r"^(\d+) (\d+)$", file.read(), re.M)}
    differing = {size: (answer, measured.get(size))
                 for size, answer in told.items()
                 if measured.get(size) != answer}
    for size, (answer, ours) in differing.items():
        print(f"size {size}: handed out {answer}, measured {ours}")
    if differing or not told:
        print(usable.get("not_measured", ""))
        return 1
    print(f"same: {len(told)} sizes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
