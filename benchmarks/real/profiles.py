# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What this command knows of Anomalloc's profiles and of the independent witness."""

import collections
import json
import struct
import subprocess

from shell import Failure, describe


def profiles_in(folder):
    """The environment in which every instrumented process writes into `folder`."""
    name = str(folder / "%n.%p.anomalloc").replace(":", "\\:")
    return {"ANOMALLOC_OPTIONS": f"output={name}"}


def read_report(anomalloc, folder):
    """`anomalloc report --json` of all profiles in `folder`."""
    profiles = sorted(map(str, folder.glob("*.anomalloc")))
    if not profiles:
        raise Failure("the instrumented program wrote no profile")
    command = [anomalloc, "report", "--json", *profiles]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"{describe(command)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def read_witness(file):
    """{size: count} from test/Inputs/malloc-counter.c: rows of size + 1 and count."""
    rows = struct.iter_unpack("<QQ", file.read_bytes())
    return {key - 1: count for key, count in rows if key and count}


def compare(report, witness):
    """The sentences that say where a report and the witness differ; none if equal."""
    ours, totals = collections.Counter(), report["totals"]
    for row in report["sizes"]:
        ours[row["size"]] += row["allocations"]
    differences = [
        f"size {size}: profile {ours[size]}, witness {witness.get(size, 0)}"
        for size in sorted({*ours, *witness})
        if ours[size] != witness.get(size, 0)
    ]
    expected = {
        "allocations": sum(witness.values()),
        "requested_bytes": sum(size * count for size, count in witness.items()),
    }
    for name, count in expected.items():
        if totals[name] != count:
            differences.append(f"{name}: profile {totals[name]}, witness {count}")
    if totals["site_allocations"] + totals["dark_allocations"] != totals["allocations"]:
        differences.append("site + dark is not the total")
    return differences
