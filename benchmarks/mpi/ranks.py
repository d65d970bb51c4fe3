# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Running ranks with Anomalloc, and with an independent witness."""

import collections
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / os.environ.get("ANOMALLOC_BUILD", "build")
ANOMALLOC = BUILD / "bin" / "anomalloc"
INPUTS = ROOT / "test" / "Mpi" / "Inputs"
LIBRARIES = next(BUILD.glob("lib*/anomalloc"), BUILD)
# As in test/Mpi/lit.local.cfg.
QUIET = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_btl": "self,vader",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
}

Told = collections.namedtuple("Told", "rank files bytes kib")


def run_ranks(mpi, ranks, folder, command, options="", witness=False, files=()):
    """Seconds that the run took, and what each rank told of its part. The ranks run in
    `folder`, with `files`: names and texts."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in files:
        (folder / name).write_text(text)
    preload = [LIBRARIES / "libanomalloc_rt.so", LIBRARIES / "libanomalloc_mpi.so"]
    if witness:
        copy = folder / "copy.so"
        source = INPUTS / "copy-at-finalize.c"
        subprocess.run(
            ["clang-19", "-O1", "-fPIC", "-shared", source, "-o", copy], check=True
        )
        preload = [copy, *preload, BUILD / "test" / "malloc-counter.so"]
    environment = {
        **os.environ,
        **QUIET,
        "PRELOAD": ":".join(map(str, preload)),
        "ANOMALLOC_OPTIONS": f"verbose=1:output={folder}/profile.%r{options}",
    }
    launcher = [f"mpirun.{mpi}", "-n", str(ranks)]
    counted = ["sh", INPUTS / "counted", folder / "witness"]
    start = time.monotonic()
    done = subprocess.run(
        [*launcher, *counted, *command],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    seconds = time.monotonic() - start
    if done.returncode:
        sys.exit(f"{mpi}, {ranks} ranks: exit code {done.returncode}\n{done.stderr}")
    line = r"rank (\d+): received (\d+) profiles, (\d+) bytes; merging took (\d+) KiB"
    return seconds, [Told(*map(int, m)) for m in re.findall(line, done.stderr)]


def compare(folder):
    """What equal_ranks.py says of the one profile and the witnesses."""
    done = subprocess.run(
        [sys.executable, INPUTS / "equal_ranks.py", ANOMALLOC, folder / "profile.0"]
        + sorted(folder.glob("witness.*.done")),
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout.strip()
