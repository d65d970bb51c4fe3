#!/usr/bin/env python3
"""Reads a profile of a few pages that claims to have 2 GiB.

usage: sparse.py ANOMALLOC PROFILE SPARSE
"""
import os
import resource
import struct
import subprocess
import sys

anomalloc, profile, sparse = sys.argv[1:]
SIZE, HEADER = 2 << 30, 4096
with open(profile, "rb") as file:
    data = bytearray(file.read())
struct.pack_into("<Q", data, HEADER + 8, SIZE - HEADER)  # SegmentHeader::Size
with open(sparse, "wb") as file:
    file.write(data)
    file.truncate(SIZE)
subprocess.run([anomalloc, "report", "--only=headline", sparse], check=True)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
print("memory is that of the data" if peak < 500 else f"{peak} MiB")
os.remove(sparse)
