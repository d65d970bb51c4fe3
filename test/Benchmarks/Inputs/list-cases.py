# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the before-cases below the current folder; the argument is benchmarks/checks."""

import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from cases import find_tests  # noqa: E402

for test in find_tests(Path(".")):
    print(test.path, test.check, test.lines, *test.flags)
