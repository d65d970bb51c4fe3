# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What Anomalloc recorded of a run, as `anomalloc report --json` tells it."""

import json
import subprocess
from collections import Counter, defaultdict


class Recorded:
    """A profile of the mode lifetime."""

    def __init__(self, anomalloc, profile):
        command = [anomalloc, "report", "--json", "--no-probe", profile]
        report = json.loads(subprocess.check_output(command))
        lifetimes, totals = report["lifetimes"], report["lifetimes"]["totals"]
        self.rows = lifetimes["rows"]
        self.sites = {site["id"]: site for site in report["sites"]}
        self.calls = report["totals"]["allocations"]
        self.bytes = report["totals"]["requested_bytes"]
        self.temporary = totals["temporary"]
        self.peak = lifetimes["peak_bytes"]
        self.live = totals["live"]["blocks"]
        self.live_bytes = totals["live"]["bytes"]
        self.unknown_frees = lifetimes["unknown_frees"]
        self.unwatched = lifetimes["unwatched"]["blocks"]

    def lifetimes(self):
        """As rules.Sums.lifetimes."""
        out = defaultdict(Counter)
        for row in self.rows:
            for bucket in row["lifetimes_bytes"]:
                out[row["size"]][bucket["first"].bit_length()] += bucket["blocks"]
        return out

    def by_size(self, instrumented=False):
        """size -> (blocks made, live at the end, temporary); of instrumented code
        alone, or of all."""
        out = defaultdict(lambda: (0, 0, 0))
        for row in self.rows:
            if instrumented and row["library"]:
                continue
            new = row["allocated"], row["live"], row["temporary"]
            out[row["size"]] = tuple(map(sum, zip(out[row["size"]], new)))
        return out

    def makers(self, size):
        """Libraries and functions without instrumentation that made blocks of
        `size`, for a person."""
        names = {
            f"{row['library'].rpartition('/')[2]} {row['function']}".strip()
            for row in self.rows
            if row["size"] == size and row["library"]
        }
        return ", ".join(sorted(names))

    def figures(self):
        return {
            "calls": self.calls,
            "bytes": self.bytes,
            "temporaries": self.temporary,
            "peak": self.peak,
            "live": self.live,
            "live_bytes": self.live_bytes,
        }
