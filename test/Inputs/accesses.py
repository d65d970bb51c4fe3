#!/usr/bin/env python3
"""Reads accesses from a profile as the process wrote it, by the description in
LifetimeFormat.h and AccessCounters.def alone: a second opinion beside lib/Profile.

usage: accesses.py PROFILE [--size=N]... [--slots] [--bytes]

A line for each size of blocks: how many were made, and each counter that is not 0.

    size 48: made 2 blocks 2 read_bytes 16 written_bytes 96 ...

--slots: also what was read and written in each 8 bytes, as "offset:bytes".
--bytes: only what was read and written: "size 48 read 16 written 96".
"""
import argparse
import collections
import re
import struct
from pathlib import Path

LIFETIME_TABLE, GROWTH_COUNTERS = 27, 30
ROW = struct.Struct("<QIIIIQIIQQ4QQqQQQII")
FIRST, GROUP, SLOTS = 264, 8, 128

DEFINITIONS = (
    Path(__file__).resolve().parents[2] / "include/anomalloc/AccessCounters.def"
).read_text()
KEYS = re.findall(r'^ANOMALLOC_ACCESS_COUNTER\(\w+, "(\w+)"', DEFINITIONS, re.M)


def group_from(number):
    return -(-number // GROUP) * GROUP


EXTENTS = group_from(FIRST + len(KEYS))
SLOT_READS = group_from(EXTENTS + 17)
SLOT_WRITES = SLOT_READS + SLOTS


class Row:
    def __init__(self):
        self.key = None
        self.made = 0
        self.counters = collections.Counter()

    def __getitem__(self, key):
        return self.counters[FIRST + KEYS.index(key)]


Key = collections.namedtuple("Key", "pc unit slot size")


def records(data):
    """(type, payload behind the header) of each record."""
    at = struct.unpack_from("<I", data, 12)[0]
    while at + 16 <= len(data):
        magic, _, size = struct.unpack_from("<4sIQ", data, at)
        if magic != b"MSEG":
            return
        end, inner = at + size, at + 16
        while inner + 16 <= end:
            kind, _, length = struct.unpack_from("<IIQ", data, inner)
            if not kind or not length:
                break
            yield kind, data[inner + 16 : inner + length]
            inner += length
        at = end


def read(path):
    """The rows of all stacks, by their number."""
    rows = collections.defaultdict(Row)
    for kind, data in records(Path(path).read_bytes()):
        if kind == LIFETIME_TABLE:
            for its in ROW.iter_unpack(data[8 : 8 + (len(data) - 8) // ROW.size * ROW.size]):
                pc, unit, slot, _, _, size, stack, number, made = its[:9]
                if number and not stack:
                    rows[number].key = Key(pc, unit, slot, size)
                    rows[number].made += made
        elif kind == GROWTH_COUNTERS:
            for at in range(8, len(data) - 71, 72):
                number, first, *counts = struct.unpack_from("<II8Q", data, at)
                if number:
                    rows[number].counters.update(dict(enumerate(counts, first)))
    return list(rows.values())


def by_size(rows):
    sizes = collections.defaultdict(Row)
    for row in rows:
        sizes[row.key.size].made += row.made
        sizes[row.key.size].counters.update(row.counters)
    return sizes


def text(row, slots):
    out = f"made {row.made}"
    for key in KEYS:
        if row[key]:
            out += f" {key} {row[key]}"
    for name, first in (("reads", SLOT_READS), ("writes", SLOT_WRITES)):
        found = [f"{8 * i}:{row.counters[first + i]}"
                 for i in range(SLOTS) if row.counters[first + i]]
        if slots and found:
            out += f" {name} {' '.join(found)}"
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("profile")
    parser.add_argument("--size", type=int, action="append", default=[])
    parser.add_argument("--slots", action="store_true")
    parser.add_argument("--bytes", action="store_true")
    options = parser.parse_args()
    for size, row in sorted(by_size(read(options.profile)).items()):
        if options.size and size not in options.size:
            continue
        if options.bytes:
            print(f"size {size} read {row['read_bytes']} written {row['written_bytes']}")
        else:
            print(f"size {size}: {text(row, options.slots)}")


if __name__ == "__main__":
    main()
