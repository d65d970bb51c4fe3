# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Anomalloc beside heaptrack: figures, and where each difference comes from.

Three recordings of one program: our profile; an independent log of the same
process (lifetime-log.c); heaptrack's raw data of another process. The profile
must say what the log says. Log and raw data are aligned event by event: on what
they have in common, one rule must give one figure, and what is left is listed.
"""

from align import align, common, differing
from rules import ANOMALLOC, HEAPTRACK_INTERPRET, HEAPTRACK_PRINT, play

NEWEST = frozenset({"thread"})
ALL = frozenset({"thread", "address", "stack"})
MEANINGS = {
    ALL: "freed by the very next event: temporary by all rules",
    NEWEST: "no block made since, but one freed: ours alone",
    frozenset({"stack"}): "another of the same size and stack was just made: "
    "heaptrack_print alone",
    frozenset({"stack 0"}): "the first size and stack of the run, after a free: "
    "heaptrack_print alone",
    frozenset({"thread", "stack 0"}): "the same, and no block made since",
}


def figures(sums, rule):
    return {
        "calls": sums.calls,
        "bytes": sums.bytes,
        "temporaries": sums.temporary(*rule),
        "peak": sums.peak,
        "live": sums.live,
        "live_bytes": sums.live_bytes,
    }


class Comparison:
    def __init__(self, recorded, undisturbed, log, raw):
        """Of two Recordeds, with the log in front and without, and of two lists
        of events."""
        self.recorded, self.undisturbed = recorded, undisturbed
        self.log, self.raw = play(log), play(raw)
        in_both_of_log, in_both_of_raw = align(log, raw)
        self.only_ours = differing(log, in_both_of_log)
        self.only_theirs = differing(raw, in_both_of_raw)
        self.common_log = play(common(log, in_both_of_log))
        self.common_raw = play(common(raw, in_both_of_raw))
        # heaptrack's data do not tell threads apart: the log plays once more as
        # if there were one.
        self.one_thread = play(
            (kind, block, size, 0, stack)
            for kind, block, size, _, stack in common(log, in_both_of_log)
        )

    def problems(self):
        """What is not explained: must be empty."""
        out = []
        log = figures(self.log, ANOMALLOC)
        for name, ours in self.recorded.figures().items():
            if ours != log[name]:
                out.append(f"{name}: profile {ours:,}, independent log {log[name]:,}")
        if self.recorded.lifetimes() != self.log.lifetimes:
            out.append("lifetimes: the profile's histograms are not the log's")
        # The log looks up functions as well, and wipes out dlerror's records:
        # libraries notice.
        if self.undisturbed.by_size(True) != self.recorded.by_size(True):
            out.append("without the log in front instrumented code did other things")
        left = figures(self.one_thread, ANOMALLOC)
        right = figures(self.common_raw, ANOMALLOC)
        for name in left:
            if left[name] != right[name]:
                out.append(
                    f"{name} of the common events by one rule: log {left[name]:,}, "
                    f"heaptrack's data {right[name]:,}"
                )
        if self.one_thread.lifetimes != self.common_raw.lifetimes:
            out.append("lifetimes of the common events differ")
        return out

    def table(self):
        """Lines for a person."""
        ours = self.recorded.figures()
        theirs = figures(self.raw, HEAPTRACK_PRINT)
        by_address = self.raw.temporary(*HEAPTRACK_INTERPRET)
        same_rule = figures(self.raw, ANOMALLOC)
        yield f"  {'':26}{'Anomalloc':>14}{'heaptrack':>14}{'difference':>12}"
        labels = {
            "calls": "calls",
            "bytes": "bytes asked for",
            "peak": "peak, bytes",
            "live_bytes": "leaked, bytes",
            "live": "leaked, blocks",
            "temporaries": "temporaries, as printed",
        }
        for name, label in labels.items():
            yield row(label, ours[name], theirs[name])
        yield row("  by address", ours["temporaries"], by_address)
        yield row("  by our rule", ours["temporaries"], same_rule["temporaries"])

    def explanation(self):
        yield "  frees in heaptrack's data, by who calls the block temporary:"
        for found, number in self.raw.verdicts.most_common():
            if found:
                yield f"    {number:>12,}  {MEANINGS.get(found, sorted(found))}"
        if self.one_thread.verdicts != self.common_log.verdicts:
            by_thread, one = (
                sums.temporary(*ANOMALLOC)
                for sums in (self.common_log, self.one_thread)
            )
            yield (
                f"    {by_thread - one:>12,}  another thread made a block since: "
                "ours alone, heaptrack's data know no threads"
            )
        if not self.only_ours and not self.only_theirs:
            yield "  events: the same, in the same order"
        for title, found in (
            ("the independent log, and Anomalloc", self.only_ours),
            ("heaptrack", self.only_theirs),
        ):
            if found:
                yield f"  {sum(found.values())} events only in {title}:"
                yield from self._listed(found)

        alone, logged = self.undisturbed.by_size(), self.recorded.by_size()
        for size in sorted({*alone, *logged}):
            if alone[size] != logged[size]:
                yield (
                    f"  size {size}: without the log {alone[size]}, with it "
                    f"{logged[size]} (made, live at the end, temporary)"
                )

    def _listed(self, found):
        for (where, event), number in sorted(found.items()):
            kind, _, size = event.partition(" ")
            what = "made" if kind == "+" else "freed"
            maker = self.undisturbed.makers(int(size)) if size.isdigit() else ""
            yield (
                f"    {number:>4} {what} of {size} bytes, {where}"
                + (f" (such are made by {maker})" if maker else "")
            )


def row(label, ours, theirs):
    return f"  {label:26}{ours:>14,}{theirs:>14,}{ours - theirs:>+12,}"
