# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""heaptrack on the programs that GCC built: its first ten entries by allocations, and what
it costs beside `anomalloc record` and `report`.

Costs are processor seconds of all processes together, the least of some runs: they say the
same on a machine that does other work as well. heaptrack interprets addresses in a second
process while the program runs, and that is counted.
"""

import re
import resource
import shutil

from shell import Failure, exit_code

RUNS = 3
ENOUGH = 1  # Processor seconds: what takes longer runs once.
LEAST = 0.05  # Of a shorter run there is no ratio: starting the recorder is most of it.
ENTRIES = "MOST CALLS TO ALLOCATION FUNCTIONS"


def seconds(command, log, cwd):
    """Processor seconds of `command` and its children, at least."""
    best = None
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        exit_code(command, log, cwd)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
        best = spent if best is None else min(best, spent)
        if spent > ENOUGH:
            break
    return best


def entries_of(text):
    """(file, line) of the printed entries by allocations: those of their headings, which name a
    call of the allocator and the functions that it was inlined into, and all, with those of
    the stacks below."""
    _, _, text = text.partition(ENTRIES)
    text = text.split("\nPEAK MEMORY", 1)[0].split("\nMOST TEMPORARY", 1)[0]
    headings, all_of = set(), set()
    for indent, file, line in re.findall(r"(?m)^( +)at (.*):(\d+)$", text):
        at = (file.rsplit("/", 1)[-1], int(line))
        all_of.add(at)
        if len(indent) == 2:
            headings.add(at)
    return headings, all_of


class Beside:
    """Records `command` in `folder` plainly, with anomalloc and with heaptrack."""

    def __init__(self, anomalloc, command, folder, log):
        if not shutil.which("heaptrack"):
            raise Failure("heaptrack is not installed (apt-get install heaptrack)")
        data, profile = folder / "heaptrack.data", folder / "priced.anomalloc"
        for file in folder.glob("heaptrack.data*"):
            file.unlink()
        self.plain = seconds(command, log, folder)
        self.ours = seconds([anomalloc, "record", "--quiet", f"--output={profile}", "--",
                             *command], log, folder)
        self.theirs = seconds(["heaptrack", "-o", data, *command], log, folder)
        data = next(folder.glob("heaptrack.data*"))
        printed = folder / "heaptrack.txt"
        self.printing = seconds(["heaptrack_print", "-f", data], printed, folder)
        self.reading = seconds([anomalloc, "report", profile], log, folder)
        self.headings, self.all_of = entries_of(printed.read_text(errors="replace"))

    def row(self, lines):
        """Cells of the table. `lines`: file and line of our first ten."""
        ratio = lambda its: f"{its / self.plain:.1f}" if self.plain >= LEAST else "-"
        return [f"{self.plain:.2f}", ratio(self.ours), ratio(self.theirs),
                f"{self.reading:.2f}", f"{self.printing:.2f}",
                f"{sum(at in self.headings for at in lines)} of {len(lines)}",
                f"{sum(at in self.all_of for at in lines)} of {len(lines)}"]


HEAD = ["plain s", "record, ratio", "heaptrack, ratio", "report s", "heaptrack_print s",
        "lines in its headings", "lines in its stacks"]
