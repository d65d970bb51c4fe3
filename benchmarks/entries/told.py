# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the report's entries say that a change would save, and what it gave."""

import json
import re
import subprocess

from shell import Failure

WITHIN = 2  # a factor
NOISES = 3  # that a time must have to tell anything
ABOUT = ("allocations", "seconds")


def read_entries(anomalloc, folder):
    """The entries of `anomalloc report --json` of all profiles in `folder`."""
    command = [anomalloc, "report", "--json", "--only=findings", folder]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"anomalloc report: {done.stderr.strip()}")
    return json.loads(done.stdout)["findings"]


def entries_at(entries, places):
    """Those that name one of the `places`, FILE:LINE or FILE:LINE CALLEE, among
    their lines."""
    found = []
    for place in places:
        file, line, callee = re.fullmatch(r"(.+):(\d+)(?: (.+))?", place).groups()
        named = [
            entry
            for entry in entries
            if any(
                one["line"] == int(line)
                and f"/{one['file']}".endswith(f"/{file}")
                and callee in (None, one["callee"])
                for one in entry["lines"]
            )
        ]
        if not named:
            raise Failure(f"no entry names {place}")
        found += [entry for entry in named if entry not in found]
    return found


class Comparison:
    """A repair's entries, and what it gave beside what they told."""

    def __init__(self, repair, report, allocations, seconds, noise, instructions):
        """`report`: all entries; `allocations`, `seconds`: what the repair saves;
        `noise`: seconds that tell nothing; `instructions`: the share of them that
        it takes away."""
        self.repair, entries = repair, entries_at(report, repair["at"])
        self.entries = entries
        self.told_allocations = [
            self._sum("saved_allocations"),
            self._sum("saved_allocations_most"),
        ]
        self.least = self._sum("saved_nanoseconds") / 1e9
        self.most = self._sum("saved_nanoseconds_most") / 1e9
        if repair.get("stays"):
            self.most = max(self.most, self._if_kept(report) / 1e9)
        self.allocations, self.seconds = allocations, seconds
        self.noise, self.instructions = noise, instructions

    def _sum(self, key):
        return sum(entry[key] for entry in self.entries)

    def _if_kept(self, report):
        """Nanoseconds at most, if the blocks stay. Nodes beside them are those of
        other entries, which gain no more than with pools of their own."""
        own = self._sum("saved_nanoseconds_if_kept")
        every = sum(entry["saved_nanoseconds_if_kept"] for entry in report)
        return own + min(self._sum("saved_nanoseconds_of_others"), every - own)

    def row(self):
        seconds = verdict(self.least, self.most, self.seconds)
        missed = beyond(self.least, self.most, self.seconds)
        tells = NOISES * self.noise
        if max(abs(self.seconds), self.most) < tells or 0 < missed < tells:
            seconds = "lost in noise"
        return {
            "repair": self.repair["name"],
            "what": self.repair["what"],
            "entries": [entry["rank"] for entry in self.entries],
            "told_allocations": self.told_allocations,
            "allocations": self.allocations,
            "told_seconds": [self.least, self.most],
            "seconds": self.seconds,
            "instructions": self.instructions,
            "verdict": {
                "allocations": verdict(*self.told_allocations, self.allocations),
                "seconds": seconds,
            },
        }


def beyond(least, most, given):
    """By how much `given` is not within a factor of the range's nearest end."""
    return max(least / WITHIN - given, given - most * WITHIN, 0)


def verdict(least, most, given):
    return "wrong" if beyond(least, most, given) else "right"


def count_text(least, most):
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def render(result):
    """A paragraph of the program, and one for each repair."""
    lines = [
        f"{result['program']} {result['version']}: {result['allocations']:,} "
        f"allocations, {result['seconds']:.2f} s of processor time, give or take "
        f"{1000 * result['noise']:.1f} ms"
    ]
    for row in result["repairs"]:
        least, most = (1000 * seconds for seconds in row["told_seconds"])
        lines += [
            f"  {row['repair']}: {row['what']}; entries {', '.join(row['entries'])}",
            f"    allocations: told {count_text(*row['told_allocations'])}, "
            f"given {row['allocations']:,}: {row['verdict']['allocations']}",
            f"    time: told {least:.1f} to {most:.1f} ms, "
            f"given {1000 * row['seconds']:.1f} ms "
            f"({100 * row['seconds'] / result['seconds']:.1f} %): "
            f"{row['verdict']['seconds']}",
            f"    instructions: {100 * row['instructions']:.1f} % less",
        ]
    return "\n".join(lines)
