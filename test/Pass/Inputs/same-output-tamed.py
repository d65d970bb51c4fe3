#!/usr/bin/env python3
# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares programs with what -anomalloc-tame makes of them.

Each *.cpp of a folder is compiled without the option, with it, and with it under
AddressSanitizer, LeakSanitizer and UBSan. All must print the same and end without a report.
Prints the seeds of programs that differ, and how the numbers of allocations changed.

exit code: 0; 1 a program differs; 2 one could not be compiled.
"""

import argparse
import concurrent.futures
import os
import struct
import subprocess
import sys
from pathlib import Path

SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all",
            "-fsanitize-address-use-after-scope", "-fsanitize-address-use-after-return=runtime"]


class CompileError(Exception):
    pass


def compile_program(options, source, program, flags):
    line = [options.clangxx, "-std=c++17", "-w", *flags, source, "-o", program]
    done = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise CompileError(f"{source}: {done.stdout}")


def output(program, environment=None):
    """What it prints, and its exit code. A program that does not end has one, too."""
    try:
        done = subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={**os.environ, **(environment or {})}, timeout=120)
    except subprocess.TimeoutExpired:
        return b"does not end", None
    return done.stdout, done.returncode


def allocations(program, options):
    """None without the counter (test/Inputs/malloc-counter.c)."""
    if not options.counter:
        return None
    counts = program.with_suffix(".counts")
    counts.unlink(missing_ok=True)
    output(program, {"LD_PRELOAD": options.counter, "MALLOC_COUNTER_OUT": str(counts)})
    data = counts.read_bytes()
    return sum(row[1] for row in struct.iter_unpack("<QQ", data))


def judge(options, source, level):
    """Whether the program differs, and its allocations without and with the option."""
    base = source.with_suffix("." + level.lstrip("-"))
    plain, tamed, watched = (base.with_name(f"{base.name}.{kind}")
                             for kind in ("plain", "tamed", "watched"))
    tame = [f"-fplugin={options.plugin}", f"-fpass-plugin={options.plugin}"]
    for option in (f"-anomalloc-tame={options.ways}", "-anomalloc-record=0",
                   "-anomalloc-tame-sanitized=1"):
        tame += ["-mllvm", option]
    compile_program(options, source, plain, [level])
    compile_program(options, source, tamed, [level, *tame])
    compile_program(options, source, watched, [level, *tame, *SANITIZE])
    expected = output(plain)
    differs = expected[1] != 0 or output(tamed) != expected or output(watched) != expected
    counts = allocations(plain, options), allocations(tamed, options)
    if not options.keep and not differs:
        for program in (plain, tamed, watched):
            program.unlink()
    return source.stem, level, differs, *counts


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--clangxx", default="clang++")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--levels", default="-O2", help="of the optimizer, with commas")
    parser.add_argument("--ways", default="stack,hoist")
    parser.add_argument("--counter", help="malloc-counter.so")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="keep the compiled programs")
    options = parser.parse_args()
    sources = sorted(options.folder.glob("*.cpp"), key=lambda path: int(path.stem))
    work = [(source, level) for level in options.levels.split(",") for source in sources]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        try:
            rows = list(pool.map(lambda item: judge(options, *item), work))
        except CompileError as error:
            print(error)
            return 2
    wrong = [row for row in rows if row[2]]
    for seed, level, *_ in wrong:
        print(f"differs: {seed} at {level}")
    print(f"{len(rows)} programs, {len(wrong)} differ")
    if options.counter:
        before, after = sum(row[3] for row in rows), sum(row[4] for row in rows)
        fewer = sum(row[4] < row[3] for row in rows)
        more = sum(row[4] > row[3] for row in rows)
        print(f"fewer allocations in {fewer} programs, more in {more}; {before:,} became {after:,}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
