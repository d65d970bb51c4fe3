#!/usr/bin/env python3
"""Describes a run with an allocator, later than any library here was written.

usage: measurable.py ALLOCATOR SIZE... > FILE.yaml      SIZE: N or FIRST-LAST
"""
import sys

print(f"processes: [{{info: {{program: /bin/demo, allocator: {sys.argv[1]}}},",
      "start: 9000000000000000000}]")
print("counts:")
for text in sys.argv[2:]:
    first, _, last = text.partition("-")
    for size in range(int(first), int(last or first) + 1):
        print(f"  - {{size: {size}, count: {1 if last else 1000}}}")
