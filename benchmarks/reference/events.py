# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Births and deaths of blocks, in order, as two recorders wrote them.

An event is (kind, block, size, thread, stack). kind: "+" made, "-" given back.
block: the ordinal of its birth, from 1; 0 for a free of a block that nobody saw
made, whose size is None. stack is None where the recorder has none.
"""

import struct


class Blocks:
    """Gives blocks numbers, by address."""

    def __init__(self):
        self.live = {}
        self.born = 0

    def birth(self, address, size):
        self.born += 1
        self.live[address] = (self.born, size)
        return self.born

    def death(self, address):
        return self.live.pop(address, (0, None))


def of_heaptrack(lines):
    """heaptrack's raw data (`heaptrack --raw`, before heaptrack_interpret):
    "+ SIZE STACK ADDRESS" and "- ADDRESS", in hexadecimal digits; the rest says
    what stacks and modules are. It does not tell threads apart."""
    blocks = Blocks()
    for line in lines:
        kind = line[:2]
        if kind == "+ ":
            _, size, stack, address = line.split()
            size = int(size, 16)
            yield "+", blocks.birth(address, size), size, 0, stack
        elif kind == "- ":
            block, size = blocks.death(line.split()[1])
            yield "-", block, size, 0, None


def of_log(data):
    """What test/Inputs/lifetime-log.c wrote, as bytes."""
    blocks, events, given = Blocks(), [], {}
    for kind, thread, address, size in struct.iter_unpack("<IIQQ", data):
        if not kind:
            break
        if kind == ord("a"):
            events.append(("+", blocks.birth(address, size), size, thread, None))
        elif kind == ord("u"):  # A realloc that failed: the block never went.
            index, old = given.pop(address)
            blocks.live[address] = old
            events[index] = None
        elif kind != ord("m"):  # That is told by the address behind it.
            old = blocks.death(address)
            given[address] = (len(events), old)
            events.append(("-", *old, thread, None))
    return [event for event in events if event]


def text(event):
    """What two recorders of one program must agree in."""
    return f"{event[0]} {'?' if event[2] is None else event[2]}"
