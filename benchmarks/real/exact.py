# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The longer workloads: same output as the plain program, every allocation counted."""

import glob
import hashlib
import os
import shutil
import subprocess
import sys
import time

from profiles import compare, profiles_in, read_report, read_witness
from shell import Failure, describe, environment, run, say, tail

TOTALS = ["allocations", "requested_bytes", "site_allocations", "dark_allocations"]


def build_witness(source, work, compiler):
    """Compiles the independent malloc counter into a library to preload."""
    library = work / "bin" / "malloc-counter.so"
    library.parent.mkdir(parents=True, exist_ok=True)
    run(
        [compiler, "-O2", "-fPIC", "-fexceptions", "-shared", source, "-o", library],
        work / "bin" / "malloc-counter.log",
    )
    return library


class Workload:
    """One workload of a program, in both builds, with one number of threads."""

    def __init__(self, name, table, threads, plain, instrumented, quick):
        self.name, self.table, self.threads = name, table, threads
        self.plain, self.instrumented = plain, instrumented
        self.scale = table.get("quick" if quick else "scale", 0)
        self.input = plain.folder / f"{name}.input.{self.scale}"

    def measure(self, anomalloc, witness_library):
        """Runs plain, instrumented, instrumented under the witness. Returns a row."""
        say(f"{self.plain.name}: workload {self.name}, {self.threads} thread(s)")
        self.make_input()
        plain = self.run(self.plain, {})
        folder = self.instrumented.folder / f"{self.name}.{self.threads}"
        alone = self.run(self.instrumented, self.fresh(folder / "alone"))
        watched = folder / "watched"
        env = self.fresh(watched)
        env |= {
            "LD_PRELOAD": witness_library,
            "MALLOC_COUNTER_OUT": watched / "witness",
        }
        counted = self.run(self.instrumented, env)
        report = read_report(anomalloc, watched)
        differing = compare(report, read_witness(watched / "witness"))
        if not plain["output"] == alone["output"] == counted["output"]:
            differing.append("the output is not that of the plain program")
        totals = report["totals"]
        return {
            "workload": self.name,
            "threads": self.threads,
            "plain_seconds": plain["seconds"],
            "instrumented_seconds": alone["seconds"],
            "plain_cpu_seconds": plain["cpu_seconds"],
            "instrumented_cpu_seconds": alone["cpu_seconds"],
            **{name: totals[name] for name in TOTALS},
            "equal": not differing,
            "differences": differing[:20],
        }

    def make_input(self):
        if "input" in self.table and not self.input.exists():
            script = self.plain.words["workloads"] / self.table["input"]
            new = self.input.with_name("new-input")
            shutil.rmtree(new, ignore_errors=True)
            log = self.input.with_name("input.log")
            run([sys.executable, script, new, str(self.scale)], log)
            new.rename(self.input)

    @staticmethod
    def fresh(folder):
        """An empty `folder`, and the environment that sends profiles there."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return profiles_in(folder)

    def command(self, build):
        words = {"scale": self.scale, "threads": self.threads, "input": self.input}
        command = []
        for word in self.table["command"]:
            word = build.fill(word, **words)
            command += sorted(glob.glob(word)) if "*" in word else [word]
        return command

    def run(self, build, env):
        """One run of the command: wall and processor seconds, a hash of stdout."""
        command = self.command(build)
        output, errors = build.folder / "stdout", build.folder / "stderr"
        with open(output, "wb") as out, open(errors, "wb") as err:
            start = time.perf_counter()
            process = subprocess.Popen(
                command,
                stdout=out,
                stderr=err,
                env=environment(**env),
                cwd=build.folder,
            )
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - start
        if code := os.waitstatus_to_exitcode(status):
            raise Failure(f"{describe(command)}: exit code {code}\n{tail(errors)}")
        with open(output, "rb") as out:
            digest = hashlib.file_digest(out, "sha256").hexdigest()
        output.unlink()
        return {
            "seconds": round(seconds, 3),
            "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 3),
            "output": digest,
        }
