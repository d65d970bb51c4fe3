#!/usr/bin/env python3
"""Checks the accounting of a program that ran with the stub runtime.

usage: balance.py PROGRAM-OR-OBJECT STDERR-OF-THE-RUN

Prints "balanced: S at heap sites + D dark" if they add up to the heap events
that the stub's malloc saw. For programs of one unit.
"""
import os
import re
import subprocess
import sys

program, log = sys.argv[1:]
dump = os.path.join(os.path.dirname(__file__), "dump-site-table.py")
table = subprocess.check_output([sys.executable, dump, program], text=True)
heap = set()
for family, size, slot in re.findall(
        r"^site (\w+) .* size (\S+) type .* slot (\d+) id", table, re.M):
    if family == "heap":
        heap.add(int(slot))

sites = 0
for line in open(log):
    if m := re.fullmatch(r"slot (\d+)(?: size \d+)?: (\d+)\n", line):
        sites += int(m[2]) if int(m[1]) in heap else 0
    elif m := re.fullmatch(r"seen (\d+), of them dark (\d+)\n", line):
        seen, dark = int(m[1]), int(m[2])
if sites + dark != seen:
    sys.exit(f"sites {sites} + dark {dark} != seen {seen}")
print(f"balanced: {sites} at heap sites + {dark} dark")
