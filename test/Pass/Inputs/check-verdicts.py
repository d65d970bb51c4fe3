#!/usr/bin/env python3
# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares verdicts with what a source says of them.

A line that allocates ends in

  // @ LIFE [kept] [stack] [but OBSTACLE] [; truth LIFE [kept] [stack]]

LIFE (open, call, iteration), kept and stack are the verdict at -O2 of the line's sites that
are deepest in loops: the optimizer may have made the first iteration by itself. "any" is
any verdict, "none" is a line that has no site there. The truth is what a person knows; if
the line has none, it is the verdict. With --claims, for other levels, verdicts may say
less than the truth, but never more. --calls asks for the calls of makers on the lines, in
place of the sites.

usage: check-verdicts.py [--claims] [--calls] SOURCE < sites.json
exit code: 0 all as it should be; 1 not.
"""

import argparse
import json
import sys
from pathlib import Path

LIVES = ("open", "call", "iteration")


def parse(text):
    """(life, kept, stack, obstacle) of words."""
    words, _, obstacle = text.partition(" but ")
    life, *chances = words.split()
    assert life in (*LIVES, "any", "none") and set(chances) <= {"kept", "stack"}, text
    return life, "kept" in chances, "stack" in chances, obstacle.strip() or None


def expected(source):
    rows = {}
    for number, line in enumerate(source.read_text().splitlines(), 1):
        _, mark, text = line.partition("// @ ")
        if mark:
            verdict, _, truth = text.partition("; truth ")
            rows[number] = parse(verdict), parse(truth or verdict)
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--claims", action="store_true")
    parser.add_argument("--calls", action="store_true")
    parser.add_argument("source", type=Path)
    options = parser.parse_args()
    rows = expected(options.source)
    listed = json.load(sys.stdin)
    if options.calls:
        sites = [call for call in listed["maker_calls"] if call["verdict"]]
    else:
        sites = [site for site in listed["sites"] if site["family"] == "heap"]
    sites = [site for site in sites if Path(site["file"]).name == options.source.name]
    deepest = {}
    for site in sites:
        deepest[site["line"]] = max(deepest.get(site["line"], 0), site["loop_depth"])
    seen, wrong, proofs = set(), 0, 0
    for site in sites:
        if not options.claims and site["loop_depth"] != deepest[site["line"]]:
            continue
        line, verdict = site["line"], site["verdict"]
        if line not in rows:
            print(f"line {line}: a site without a verdict in the source")
            wrong += 1
            continue
        seen.add(line)
        told = (verdict["life"], verdict["can_be_kept"], verdict["fits_stack"])
        obstacle = (verdict["obstacle"] or {"kind": None})["kind"]
        proofs += told[0] != "open" if options.calls else told[1] or told[2]
        want, truth = rows[line]
        if options.claims:
            good = (LIVES.index(told[0]) <= LIVES.index(truth[0]) and told[1] <= truth[1]
                    and told[2] <= truth[2])
        else:
            good = want[0] == "any" or told == want[:3] and (want[3] is None or obstacle == want[3])
        if not good:
            wrong += 1
            print(f"line {line}: told {told} but {obstacle}, not {truth if options.claims else want}")
    missing = sorted({line for line in rows if rows[line][0][0] != "none"} - seen)
    if not options.claims and missing:
        wrong += 1
        print(f"lines without a site: {missing}")
    print(f"{len(seen)} lines, {proofs} proofs, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
