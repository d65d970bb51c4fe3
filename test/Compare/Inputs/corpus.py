#!/usr/bin/env python3
"""Compiles programs in two versions, runs both, and holds 'anomalloc diff' to
what is known of each site.

usage: corpus.py [--rounds N] [--seed N] [--edits NAME,...] [--flags OLD,NEW] ANOMALLOC FOLDER COMPILER...
       [-- NEW COMPILER...]

Each round makes a program (programs.py), edits it, and compiles both. The sizes
of a site's blocks tell which statement it is. A row of 'sites' or of 'lines'
that has statements of both versions, but none in common, is a wrong match.
Two matches are right by definition: a call that is the only one of its looks in
its function, before and after, is the same call, edited; and the site of a
template, or of the library, is that of all its callers. Prints how much was found
again, and each wrong match. Exit code 0: there is none.
"""
import argparse
import json
import os
import random
import subprocess
import sys
from collections import Counter

sys.dont_write_bytecode = True
import programs

LEVELS = ["-O1", "-O2", "-O3", "-Os"]


def build_and_run(anomalloc, compiler, level, program, folder):
    os.makedirs(folder)
    sources = program.sources()
    for name, text in sources.items():
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    units = sorted(name for name in sources if name.endswith(".cpp"))
    subprocess.run([*compiler, "-g", level, *units, "-o", "program"], cwd=folder, check=True)
    profile = os.path.join(folder, "profile")
    subprocess.run([os.path.join(folder, "program")], check=True,
                   env={**os.environ, "ANOMALLOC_OPTIONS": f"output={profile}"})
    return profile


def json_of(*command):
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def statements_of_sites(anomalloc, profile, numbers):
    """Site id to the numbers of its statements."""
    report = json_of(anomalloc, "report", "--json", "--no-probe", profile)
    result = {}
    for site in report["sites"]:
        result[site["id"]] = {numbers[size["size"]] for size in site["sizes"] if size["size"] in numbers}
    return result


def mean(value):
    return value[0]["least"], value[1]["least"]


class Judge:
    def __init__(self):
        self.ways, self.wrong = Counter(), []

    def begin(self, program, changed):
        after = changed.only_ones()
        self.edited = {(number, after[key]) for key, number in program.only_ones().items() if key in after}

    def is_right(self, before, after, row):
        if before & after or any((a, b) in self.edited for a in before for b in after):
            return True
        # Out of line, fill() and what the library has are one site for all.
        return row["place"]["file"].endswith("shared.h") or "/c++/" in row["place"]["file"]

    def sites(self, diff, old, new):
        for row in diff["sites"]["rows"]:
            if "ids" not in row:
                continue
            before, after = ({n for i in ids for n in of.get(i, ())} for ids, of in zip(row["ids"], (old, new)))
            if before and after:
                self.ways["sites by " + row["matched"]] += 1
                if not self.is_right(before, after, row):
                    self.wrong.append(f"site: {sorted(before)} is taken for {sorted(after)}: {row['matched']}")
            elif before or after:
                self.ways["sites unmatched"] += 1

    def lines(self, diff, numbers):
        for row in diff["lines"]["rows"]:
            if "place" not in row:
                continue
            (a, b), (x, y) = mean(row["allocations"]), mean(row["bytes"])
            self.ways["lines changed"] += row["verdict"] == "changed"
            if not a or not b:
                self.ways["lines unmatched"] += 1
                continue
            self.ways["lines matched"] += 1
            # Where it is one statement each, its size says which.
            before, after = (numbers.get(bytes // count) if bytes % count == 0 else None
                             for count, bytes in ((a, x), (b, y)))
            if before and after and not self.is_right({before}, {after}, row):
                self.wrong.append(f"line: {before} is taken for {after}: {row['place']}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edits", default="")
    parser.add_argument("--flags", help="levels of optimization: O2,O3")
    parser.add_argument("anomalloc")
    parser.add_argument("folder")
    parser.add_argument("compiler", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    compiler = newer = options.compiler
    if "--" in compiler:
        at = compiler.index("--")
        compiler, newer = compiler[:at], compiler[at + 1:]
    named = [getattr(programs, name) for name in options.edits.split(",") if name]
    judge = Judge()
    for number in range(options.rounds):
        choose = random.Random(f"{options.seed} {number}")
        program = programs.make(choose)
        edits = named or choose.choices(programs.EDITS, k=choose.randint(1, 4))
        changed = programs.edited(program, edits, choose)
        # Most new versions are compiled as the old ones were.
        levels = ["-" + level for level in options.flags.split(",")] if options.flags else [choose.choice(LEVELS)] * 2
        if not options.flags and choose.random() < 0.3:
            levels[1] = choose.choice(LEVELS)
        folder = os.path.join(options.folder, str(number))
        old = build_and_run(options.anomalloc, compiler, levels[0], program, folder + "-old")
        new = build_and_run(options.anomalloc, newer, levels[1], changed, folder + "-new")
        numbers = {programs.size_of(s.number): s.number for s in program.statements() + changed.statements()}
        diff = json_of(options.anomalloc, "diff", "--json", old, new)
        judge.begin(program, changed)
        before = len(judge.wrong)
        judge.sites(diff, *(statements_of_sites(options.anomalloc, p, numbers) for p in (old, new)))
        judge.lines(diff, numbers)
        for wrong in judge.wrong[before:]:
            print(f"round {number}, {' '.join(levels)}, {', '.join(e.__name__ for e in edits)}: {wrong}")
    for way, count in sorted(judge.ways.items()):
        print(f"{way}: {count}")
    print(f"{len(judge.wrong)} wrong matches")
    return 1 if judge.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
