#!/usr/bin/env python3
"""Says whether heaptrack_gui would read a file for heaptrack.

usage: heaptrack_rows.py FILE

It counts the blocks of each row "a" in a list that grows by one row, and writes
behind its end where the first block of a row comes before that of an earlier row.
"""
import sys


def main(file):
    known = 0
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("+ "):
                row = int(line[2:], 16)
                assert row <= known, f"row {row} makes a block before row {known} does"
                known = max(known, row + 1)
    print(f"{known} rows in order")


if __name__ == "__main__":
    main(*sys.argv[1:])
