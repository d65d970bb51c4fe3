#!/usr/bin/env python3
"""Compares for whom makers made blocks: what count mode says, and what the
stacks of an independent witness say.

    same_shares.py ANOMALLOC PROGRAM PROFILE STACKS [--maker LINKAGE_NAME]...

STACKS is what malloc-counter.c wrote of the run that wrote PROFILE. A stack is
read as a person reads it: its levels, inlined ones too, outwards from the
allocation. The first one of a function that is no maker is the line to change.
Makers are functions of files in /usr/, constructors, assignments and operators
by their demangled names, and those that --maker names. Of interest are only
blocks whose innermost function of the program, with all that was inlined
around the call, is makers' alone: only of these maker calls know.

Prints the shares that differ, or how many are the same.
"""
import argparse
import collections
import functools
import json
import re
import subprocess
import sys

OPERATORS = {"=", "+=", "-=", "*=", "/=", "+", "-", "*", "/", "[]", " new",
             " new[]"}
CONVERSION = re.compile(r" (?!new|delete|co_await)")


@functools.lru_cache(maxsize=None)
def is_maker_by_name(function, demangler):
    """By the demangled name, its parameters and template arguments left out."""
    name = subprocess.run([demangler, function], check=True, text=True,
                          stdout=subprocess.PIPE).stdout.strip()
    if name == function:
        return False
    name = name.replace("(anonymous namespace)", "anonymous")
    operator = re.search(r"\boperator(\(\)|<<=?|>>=?|<=?|>=?|->\*?|[^(<]*)", name)
    if operator and "lambda" not in name:
        kind = operator.group(1)
        dereference = kind == "*" and name.endswith(("*()", "*() const"))
        return not dereference and (kind in OPERATORS or
                                    bool(CONVERSION.match(kind)))
    depth, plain = 0, ""
    for c in name:
        depth += (c in "<(") - (c in ">)")
        plain += c if not depth and c not in ">)" else ""
    parts = plain.split(" ")[-1].split("::")
    return len(parts) > 1 and parts[-1] == parts[-2]


class Symbols:
    """Levels of an address of the program, innermost first."""

    def __init__(self, program, symbolizer):
        self.tool = subprocess.Popen(
            [symbolizer, "-e", program, "--inlines", "--no-demangle",
             "--functions=linkage", "--output-style=JSON"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.known = {}

    def __getitem__(self, address):
        if address not in self.known:
            self.tool.stdin.write(f"{address:#x}\n")
            self.tool.stdin.flush()
            answer = json.loads(self.tool.stdout.readline())
            self.known[address] = [
                (level["FunctionName"], level["FileName"], level["Line"])
                for level in answer.get("Symbol", [])]
        return self.known[address]


def is_maker(level, args):
    function, file, _ = level
    return (function in args.maker or file.startswith("/usr/") or
            is_maker_by_name(function, args.demangler))


def shares_of_stacks(args):
    symbols = Symbols(args.program, args.symbolizer)
    shares = collections.defaultdict(lambda: [0, 0])
    with open(args.stacks, encoding="utf-8") as file:
        for line in file:
            size, *levels = line.rstrip("\n").split("\t")
            at = [level.rsplit("+", 1) for level in levels]
            # The address of the call itself is before the one it returns to.
            own = [symbols[int(offset, 16) - 1] for path, offset in at
                   if path.endswith(args.program.rsplit("/", 1)[-1])]
            own = [levels for levels in own if levels]
            if not own or not all(is_maker(l, args) for l in own[0]):
                continue
            change = next((level for levels in own for level in levels
                           if not is_maker(level, args)), None)
            key = (change[0], change[2]) if change else None
            shares[key][0] += 1
            shares[key][1] += int(size)
    return shares


def shares_of_profile(args):
    report = json.loads(subprocess.run(
        [args.anomalloc, "report", "--json", args.profile], check=True,
        stdout=subprocess.PIPE, text=True).stdout)
    shares = collections.defaultdict(lambda: [0, 0])
    rows = [((c["linkage_name"], c["line"]), c) for c in report["maker_calls"]]
    rows.append((None, report["maker_calls_unknown"]))
    for key, row in rows:
        if row["allocations"]:
            shares[key][0] += row["allocations"]
            shares[key][1] += row["bytes"]
    return shares


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("anomalloc")
    parser.add_argument("program")
    parser.add_argument("profile")
    parser.add_argument("stacks")
    parser.add_argument("--maker", action="append", default=[])
    parser.add_argument("--symbolizer", default="llvm-symbolizer")
    parser.add_argument("--demangler", default="llvm-cxxfilt")
    args = parser.parse_args()
    stacks, profile = shares_of_stacks(args), shares_of_profile(args)
    different = 0
    for key in sorted(set(stacks) | set(profile), key=str):
        if stacks.get(key) != profile.get(key):
            different += 1
            print(f"{key}: stacks {stacks.get(key)}, count {profile.get(key)}")
    if different:
        sys.exit(1)
    blocks = sum(share[0] for share in stacks.values())
    print(f"the same: {len(stacks)} shares of {blocks} blocks, "
          f"unknown {stacks.get(None, [0, 0])[0]}")


if __name__ == "__main__":
    main()
