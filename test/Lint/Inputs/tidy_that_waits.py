#!/usr/bin/env python3
"""A clang-tidy that checks a.cpp only when somebody writes to the pipe $GO."""
import os
import sys

if sys.argv[-1].endswith("a.cpp"):
    with open(os.environ["GO"]) as pipe:
        pipe.read()
os.execvp(os.environ["REAL_TIDY"], [os.environ["REAL_TIDY"], *sys.argv[1:]])
