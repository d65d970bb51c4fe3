# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plays events (events.py) and counts as each tool does."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field


@dataclass
class Sums:
    calls: int = 0
    bytes: int = 0  # asked for, in all calls
    peak: int = 0  # bytes
    live: int = 0  # blocks at the end
    live_bytes: int = 0
    unknown_frees: int = 0
    # Frees by the set of rules that call the block temporary: "thread",
    # "address", "stack", "stack 0".
    verdicts: Counter = field(default_factory=Counter)
    # size -> bucket of the allocation clock -> blocks; bucket 0: lifetime 0,
    # bucket n: 2**(n - 1) to 2**n - 1 bytes.
    lifetimes: dict = field(default_factory=lambda: defaultdict(Counter))

    def temporary(self, *rules):
        """Frees that any of `rules` calls temporary."""
        return sum(n for found, n in self.verdicts.items() if found & set(rules))


# Whose figure follows from which rules.
ANOMALLOC = ("thread",)
HEAPTRACK_INTERPRET = ("address",)
HEAPTRACK_PRINT = ("stack", "stack 0")


class Temporaries:
    """The rules, side by side.

    thread    Anomalloc with temporary=0: its thread has made no block since.
    address   heaptrack_interpret: the last event of the process was the birth of
              this block (`lastPtr == ptr`; each free sets lastPtr to 0).
    stack     heaptrack_print: the last event was the birth of a block of the same
              size and stack, not necessarily of this one: interpreted data hold
              no addresses (`lastAllocationPtr == allocationInfoIndex`).
    stack 0   the same comparison after a free, which sets the index to 0: the
              first size and stack of the run has this very index.
    """

    def __init__(self):
        self.newest = {}
        self.last_block = None
        self.last_kind = 0
        self.after_free = True
        self.kinds = {}
        self.kind_of = {}

    def birth(self, block, size, thread, stack):
        self.newest[thread] = block
        self.last_block = block
        self.last_kind = self.kinds.setdefault((size, stack), len(self.kinds))
        self.kind_of[block] = self.last_kind
        self.after_free = False

    def unknown_free(self):
        """heaptrack_interpret keeps it from heaptrack_print."""
        self.last_block = None

    def death(self, block, thread):
        found = []
        if self.newest.get(thread) == block:
            self.newest[thread] = None
            found.append("thread")
        if self.last_block == block:
            found.append("address")
        if self.last_kind == self.kind_of.pop(block):
            found.append("stack 0" if self.after_free else "stack")
        self.last_block, self.last_kind, self.after_free = None, 0, True
        return frozenset(found)


def play(events):
    """The Sums of `events`."""
    sums, rules = Sums(), Temporaries()
    verdicts, birth_clock, clock, live = Counter(), {}, 0, 0
    for kind, block, size, thread, stack in events:
        if kind == "+":
            sums.calls += 1
            clock += size
            live += size
            if live > sums.peak:
                sums.peak = live
            birth_clock[block] = clock
            rules.birth(block, size, thread, stack)
        elif not block:
            sums.unknown_frees += 1
            rules.unknown_free()
        else:
            live -= size
            verdicts[rules.death(block, thread)] += 1
            lifetime = clock - birth_clock.pop(block)
            sums.lifetimes[size][lifetime.bit_length()] += 1
    sums.verdicts = verdicts
    sums.bytes, sums.live, sums.live_bytes = clock, len(birth_clock), live
    return sums
