#!/usr/bin/env python3
"""Prints all files below FOLDER, hidden ones too, with the sum of what is in each.

usage: contents.py FOLDER
"""
import hashlib
import sys
from pathlib import Path

for path in sorted(Path(sys.argv[1]).rglob("*")):
    is_file = path.is_file()
    print(path.relative_to(sys.argv[1]),
          hashlib.sha256(path.read_bytes()).hexdigest() if is_file else "no file")
