# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs of a program: what it writes, allocates and takes."""

import hashlib
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from callgrind import instructions, without_debug_information
from profiles import read_witness
from shell import Failure, describe, environment, tail

DRIVERS = Path(__file__).resolve().parent / "drivers"


class Runs:
    """All runs of one program at one scale."""

    def __init__(self, table, folder, scale):
        """`folder`: where it runs; made empty."""
        self.table, self.folder, self.scale = table, folder, scale
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        if "input" in table:
            generator = [sys.executable, "-B", DRIVERS / table["input"], str(scale)]
            with open(folder / "input", "wb") as file:
                subprocess.run(generator, stdout=file, check=True)

    def command(self, program):
        words = {"program": program, "scale": self.scale}
        return [word.format(**words) for word in self.table["command"]]

    def once(self, program, **env):
        """One run: (processor seconds, digest of all that it wrote)."""
        command = self.command(program)
        out, err = self.folder.with_suffix(".out"), self.folder.with_suffix(".err")
        with open(out, "wb") as output, open(err, "wb") as errors:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                env=environment(**env),
                cwd=self.folder,
            )
            _, status, usage = os.wait4(process.pid, 0)
        if code := os.waitstatus_to_exitcode(status):
            raise Failure(f"{describe(command)}: exit code {code}\n{tail(err)}")
        digest = hashlib.sha256(out.read_bytes())
        for name in self.table.get("outputs", []):
            digest.update((self.folder / name).read_bytes())
        return usage.ru_utime + usage.ru_stime, digest.hexdigest()

    def allocations(self, program, witness):
        """Of all sizes, as a counter sees them that shares nothing with Anomalloc."""
        counts = self.folder.with_suffix(".witness")
        counts.unlink(missing_ok=True)
        self.once(program, LD_PRELOAD=witness, MALLOC_COUNTER_OUT=counts)
        return sum(read_witness(counts).values())

    def instructions(self, program):
        stripped = without_debug_information(program)
        return instructions(self.command(stripped), cwd=self.folder)

    def in_turn(self, programs, rounds):
        """Processor seconds: the median of the first program; for each of the
        others, the median of what it takes less in the same round; and the noise:
        half of the pairs of runs of the first differ by no more."""
        first, again, *others = zip(
            *(
                [self.once(program)[0] for program in (programs[0], *programs)]
                for _ in range(rounds)
            )
        )
        less = [
            statistics.median(a - b for a, b in zip(first, other)) for other in others
        ]
        noise = statistics.median(abs(a - b) for a, b in zip(first, again))
        return statistics.median(first), less, noise
