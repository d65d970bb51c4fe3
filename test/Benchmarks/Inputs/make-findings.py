# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Findings as `benchmarks/checks/run findings --output` writes them.

    make-findings.py FILE [reversed] [shift=N] [without=PROGRAM:LINE] PROGRAM=COUNT...

Program `p` has findings on the lines 10, 20, ..., each `LINE = LINE + p;`."""

import json
import sys

file, *words = sys.argv[1:]
shift, without, findings = 0, set(), []
for word in words:
    name, _, value = word.partition("=")
    if name == "shift":
        shift = int(value)
    elif name == "without":
        without.add(value)
    elif value:
        for line in range(10, 10 * int(value) + 1, 10):
            if f"{name}:{line}" in without:
                continue
            text = f"  v{line} = v{line} + {name};"
            findings.append(
                {
                    "program": name,
                    "version": "1.0",
                    "check": "anomalloc-binary-op-assign",
                    "file": "src/a.cpp",
                    "line": line + shift,
                    "column": 3,
                    "offset": 100 * line + shift,
                    "message": f"'+' makes a temporary | {name} {line}",
                    "has_fix": line == 10,
                    "notes": [],
                    "text": "  " * shift + text,
                    "first_line": line + shift - 1,
                    "around": ["{", text, "}"],
                }
            )
if "reversed" in words:
    findings.reverse()
with open(file, "w", encoding="utf-8") as out:
    json.dump({"runs": [], "findings": findings}, out)
