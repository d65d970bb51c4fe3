#!/usr/bin/env python3
"""Compares what became of blocks, by calling stack and by site.

usage: same_by_stack.py ANOMALLOC PROFILE...

For a profile of the mode lifetime+stacks: the sums over all stacks, for each of
`stacks --blocks=`, are those that `report` gives. Prints "equal: ..." and exits
0, or what differs and exits 1.
"""
import json
import subprocess
import sys

# --blocks= and the name in `anomalloc schema report`
KINDS = {
    "all": "allocated",
    "leaked": "live",
    "peak": "at_peak",
    "temporary": "temporary",
    "reallocated": "reallocated",
    "moved": "moved",
    "other-thread": "freed_elsewhere",
}


def ask(*command):
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def main(anomalloc, *profiles):
    report = ask(anomalloc, "report", "--json", "--no-probe", *profiles)
    totals = report["lifetimes"]["totals"]
    wrong, said = [], []
    for kind, name in KINDS.items():
        stacks = ask(
            anomalloc, "stacks", "--json", "--limit=0", "--blocks=" + kind, *profiles
        )
        here = {
            "blocks": sum(t["occurrences"] for t in stacks["types"]),
            "bytes": sum(t["bytes"] for t in stacks["types"]),
        }
        there = totals[name]
        if not isinstance(there, dict):
            there = {"blocks": there, "bytes": here["bytes"]}
        if here != there:
            wrong.append(f"{kind}: by stack {here}, by site {there}")
        said.append(f"{here['blocks']} {kind}")
    print("\n".join(wrong) or "equal: " + ", ".join(said))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
