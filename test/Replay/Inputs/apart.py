#!/usr/bin/env python3
"""Says how far the last two peaks of resident memory in a table are apart."""
import csv
import sys

peaks = [int(row["peak_resident"]) for row in csv.DictReader(sys.stdin)][-2:]
print(f"{(peaks[1] - peaks[0]) >> 20} MiB apart")
