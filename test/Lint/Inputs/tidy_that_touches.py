#!/usr/bin/env python3
"""A clang-tidy that, after its work, writes $TOUCH anew."""
import os
import subprocess
import sys

code = subprocess.run([os.environ["REAL_TIDY"], *sys.argv[1:]]).returncode
if any(a.startswith("--export-fixes") for a in sys.argv):
    path = os.environ["TOUCH"]
    with open(path) as file:
        text = file.read()
    with open(path, "w") as file:
        file.write(text)
sys.exit(code)
