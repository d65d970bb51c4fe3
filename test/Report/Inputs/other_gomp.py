"""usage: other_gomp.py TO

Writes g++'s libgomp to TO under another name, as packages of Python bring it along.
"""
import subprocess
import sys
from pathlib import Path

library = subprocess.check_output(["g++", "-print-file-name=libgomp.so.1"], text=True)
its = Path(library.strip()).read_bytes()
Path(sys.argv[1]).write_bytes(its.replace(b"libgomp.so.1\0", b"libgomq.so.1\0"))
