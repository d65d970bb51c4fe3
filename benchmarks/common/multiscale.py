# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The example as it was written, to be compiled without its build."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCES = sorted((ROOT / "examples" / "multiscale").glob("*.cpp"))
FLAGS = [
    "-std=c++17",
    "-fopenmp",
    "-ffp-contract=off",
    "-isystem",
    "/usr/include/eigen3",
    "-I",
    ROOT / "include",
]
