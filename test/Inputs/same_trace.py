#!/usr/bin/env python3
"""Plays an independent log (lifetime-log.c) and compares it with a trace.

usage: same_trace.py ANOMALLOC [--log=LOG] [--killed] PROFILE...

With a log: each thread did the same in the same order, made and freed blocks of
the same sizes, its own or those of others, by realloc or not. Always: in the
trace, a block is made before it is freed, and freed once; its allocations and
bytes are those that the profile counts. --killed: so was the
process, and each thread may have been between tracing an event and counting it.
Prints "equal: ..." and exits 0, or what differs and exits 1.
"""
import collections
import csv
import io
import json
import subprocess
import sys

from same_lifetimes import rows_of


class Threads:
    """What each thread did: (what, its own block or "of another", size)."""

    def __init__(self):
        self.done = collections.defaultdict(list)
        self.made = collections.Counter()
        self.blocks = {}

    def make(self, thread, name, size, again):
        self.made[thread] += 1
        self.blocks[name] = (thread, self.made[thread], size)
        self.done[thread].append(("made", size, again))

    def free(self, thread, name, again):
        if name not in self.blocks:
            return
        maker, number, size = self.blocks.pop(name)
        whose = number if maker == thread else "of another"
        self.done[thread].append(("freed", whose, size, again))

    def sequences(self):
        return sorted(self.done.values(), key=repr)


def play_log(path):
    threads = Threads()
    resized, undone = {}, {}
    for kind, thread, address, size in rows_of(path):
        if kind == "a":
            threads.make(thread, address, size, bool(resized.pop(thread, False)))
        elif kind == "u":
            threads.done[thread].pop()
            threads.blocks[address] = undone[thread]
            resized.pop(thread)
        elif kind in "fr":
            if kind == "r":
                undone[thread] = threads.blocks.get(address)
                resized[thread] = size and address in threads.blocks
            threads.free(thread, address, kind == "r")
    return threads


def play_trace(anomalloc, profile, wrong):
    """Lanes may have had several threads: each is one here."""
    table = subprocess.check_output([anomalloc, "export", "--format=events", profile])
    threads = Threads()
    now, freed, last = {}, set(), 0
    count = size = 0
    for row in csv.DictReader(io.StringIO(table.decode())):
        lane = row["lane"]
        if None in row or None in row.values():
            wrong.append(f"too many or too few columns: {row}")
        if row["event"] == "thread":
            now[lane] = (lane, len(threads.done), row["block"])
            threads.done[now[lane]] = []
            continue
        name = (row["maker"], row["block"])
        again = row["by_realloc"] == "1"
        if row["event"] == "allocation":
            if name in freed or name in threads.blocks:
                wrong.append(f"{name} is made twice")
            count += 1
            size += int(row["bytes"])
            threads.make(now[lane], name, int(row["bytes"]), again)
        else:
            if name not in threads.blocks:
                wrong.append(f"{name} is freed, but does not live")
            freed.add(name)
            threads.free(now[lane], name, again)
    return threads, count, size


def main():
    options = [a for a in sys.argv[2:] if a.startswith("--")]
    profiles = sys.argv[2 + len(options) :]
    return max(compare(sys.argv[1], options, profile) for profile in profiles)


def compare(anomalloc, options, profile):
    log = next((o[6:] for o in options if o.startswith("--log=")), None)
    wrong = []
    threads, count, size = play_trace(anomalloc, profile, wrong)
    report = json.loads(
        subprocess.check_output([anomalloc, "report", "--json", "--no-probe", profile])
    )
    totals = report["totals"]
    if log:
        ours, theirs = threads.sequences(), play_log(log).sequences()
        ours = [s for s in ours if s]
        if len(ours) != len(theirs):
            wrong.append(f"{len(ours)} threads, witness {len(theirs)}")
        for one, other in zip(ours, theirs):
            for i, (a, b) in enumerate(zip(one, other)):
                if a != b:
                    wrong.append(f"event {i}: trace {a}, witness {b}")
                    break
            if len(one) != len(other):
                wrong.append(f"{len(one)} events, witness {len(other)}")
    more = totals["allocations"] - count
    if not (abs(more) <= len(threads.done) if "--killed" in options else more == 0):
        wrong.append(f"{count} allocations, counted {totals['allocations']}")
    elif more == 0 and size != totals["requested_bytes"]:
        wrong.append(f"{size} bytes, counted {totals['requested_bytes']}")
    for line in wrong[:20]:
        print(line)
    if wrong:
        print(f"{len(wrong)} differences")
        return 1
    events = [e for s in threads.done.values() for e in s]
    print(
        f"equal: {count} made, {len(events) - count} freed, "
        f"{sum(e[1] == 'of another' for e in events)} freed elsewhere, "
        f"{sum(e[0] == 'freed' and e[-1] for e in events)} by realloc, "
        f"{len(threads.done)} threads"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
