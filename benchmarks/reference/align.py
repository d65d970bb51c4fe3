# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which events two recorders of one program have in common.

Addresses differ from run to run, so births are paired by the order of kinds and
sizes; frees follow from whose birth is whose.
"""

import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from events import text

BEFORE = "before the first common event"
MEANWHILE = "between common events"
AFTER = "after the last common event"


def marks(ours, theirs):
    """One character for each line of a longest common subsequence and for what
    is between: "=" in both, "<" in ours, ">" in theirs. By diff(1)."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for name, lines in (("ours", ours), ("theirs", theirs)):
            path = Path(folder) / name
            path.write_text("".join(f"{line}\n" for line in lines))
            names.append(path)
        found = subprocess.run(
            [
                "diff",
                "--old-line-format=<",
                "--new-line-format=>",
                "--unchanged-line-format==",
                *names,
            ],
            stdout=subprocess.PIPE,
            text=True,
        ).stdout
    return found or "=" * len(ours)  # diff is silent about equal files


def paired_births(ours, theirs):
    """Their block -> our block."""
    pairs, i, j = {}, 0, 0
    for mark in marks([text(e) for e in ours], [text(e) for e in theirs]):
        if mark == "=" and ours[i][0] == "+":
            pairs[theirs[j][1]] = ours[i][1]
        i += mark != ">"
        j += mark != "<"
    return pairs


def align(ours, theirs):
    """Two lists of bools: is the event in both, at the same moment?"""
    pairs = paired_births(ours, theirs)
    # The same name for the same block. No pair: a name that nobody else has.
    left = [f"{e[0]} {e[1] or f'? {i}'}" for i, e in enumerate(ours)]
    right = [f"{e[0]} {pairs.get(e[1], f'theirs {i}')}" for i, e in enumerate(theirs)]
    found = marks(left, right)
    return [m == "=" for m in found if m != ">"], [m == "=" for m in found if m != "<"]


def common(events, matched):
    """The matched events, without frees of blocks whose births are not."""
    born = set()
    for event, is_common in zip(events, matched):
        kind, block = event[:2]
        if is_common and kind == "+":
            born.add(block)
        if is_common and (kind == "+" or block in born):
            yield event


def differing(events, matched):
    """Counter of (where, event's text): the unmatched ones."""
    places = [i for i, is_common in enumerate(matched) if is_common]
    first, last = (places[0], places[-1]) if places else (0, len(events))
    found = Counter()
    for i, event in enumerate(events):
        if not matched[i]:
            where = BEFORE if i < first else AFTER if i > last else MEANWHILE
            found[where, text(event)] += 1
    return found
