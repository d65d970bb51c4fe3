"""usage: stepped.py ANOMALLOC FOLDER MODE...

Runs FOLDER/prog in each mode. It makes and frees a block of each of SIZES in each
round. It prints how many blocks of 200 bytes its handler made, and how many of them
it did not free. Prints "MODE: N steps", and what was recorded otherwise.
MODE@BYTES draws one sample in so many bytes; with MODE@BYTES,N, that number is doubled
after each N samples.
"""
import csv
import io
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Inputs"))
from drawn import drawn

ROUNDS, SIZES, IN_HANDLER = 2, (104, 112, 128, 152), 200


def run(*words, **more):
    return subprocess.run(words, check=True, text=True, capture_output=True, **more)


def differences(what, made, freed, missed, steps, kept):
    """`made`, `freed`: by size; `missed`: blocks of which it is told that they are
    not in there."""
    for size in SIZES:
        if (made[size], freed[size]) != (ROUNDS, ROUNDS):
            yield f"{what}: of {size} bytes {made[size]} made, {freed[size]} freed"
    if made[IN_HANDLER] + missed != steps:
        yield f"{what}: of {steps} blocks {made[IN_HANDLER]} made, {missed} missed"
    if not made[IN_HANDLER] - kept <= freed[IN_HANDLER] <= made[IN_HANDLER]:
        yield f"{what}: of {made[IN_HANDLER]} blocks {freed[IN_HANDLER]} freed"


def differences_of_samples(made, freed, _, steps, kept):
    """Whatever was drawn is known to its end, and draws go on all the time."""
    for size in SIZES:
        if made[size] > ROUNDS or made[size] != freed[size]:
            yield f"of {size} bytes {made[size]} drawn, {freed[size]} freed"
    if not made[IN_HANDLER] - kept <= freed[IN_HANDLER] <= made[IN_HANDLER]:
        yield f"of {made[IN_HANDLER]} drawn blocks {freed[IN_HANDLER]} freed"
    if made[IN_HANDLER] < steps / 10:
        yield f"of {steps} blocks only {made[IN_HANDLER]} drawn"


def of_lifetimes(report):
    made, freed = Counter(), Counter()
    for row in report["lifetimes"]["rows"]:
        made[row["size"]] += drawn(row)
        freed[row["size"]] += drawn(row, "freed")
    return made, freed, report["lifetimes"]["unwatched"]["blocks"]


def of_trace(anomalloc, profile):
    told = run(anomalloc, "export", "--format=events", profile)
    size_of, made, freed = {}, Counter(), Counter()
    for row in csv.DictReader(io.StringIO(told.stdout)):
        name = row["maker"], row["block"]
        if row["event"] == "allocation":
            size_of[name] = int(row["bytes"])
            made[size_of[name]] += 1
        elif row["event"] == "free":
            freed[size_of.pop(name)] += 1
    missed = re.search(r"the trace misses (\d+) allocations", told.stderr)
    return made, freed, int(missed[1]) if missed else 0


def main():
    anomalloc, folder, *modes = sys.argv[1:]
    code = 0
    for mode in modes:
        profile = os.path.join(folder, mode)
        mode, _, rate = mode.partition("@")
        options = f"mode={mode}:output={profile}"
        if rate:
            mean, _, draws = rate.partition(",")
            options += f":sample=auto\\:{mean}:sample_double={draws}" if draws else f":sample={mean}"
            options += ":sample_seed=1"
        env = {**os.environ, "ANOMALLOC_OPTIONS": options}
        steps, kept = map(int, run(os.path.join(folder, "prog"), env=env).stdout.split())
        report = json.loads(
            run(anomalloc, "report", "--json", "--no-probe", profile).stdout
        )
        counted = {row["size"]: row["allocations"] for row in report["sizes"]}
        wanted = {**dict.fromkeys(SIZES, ROUNDS), IN_HANDLER: steps}
        found = [
            f"of {size} bytes {counted.get(size, 0)} counted, {number} made"
            for size, number in wanted.items()
            if counted.get(size, 0) != number
        ]
        if rate:
            found += differences_of_samples(*of_lifetimes(report), steps, kept)
        elif "lifetime" in mode:
            found += differences("lifetime", *of_lifetimes(report), steps, kept)
        if "trace" in mode and not rate:
            found += differences("trace", *of_trace(anomalloc, profile), steps, kept)
        print(f"{mode}: {steps} steps", *found, sep="; " if found else " ")
        code |= bool(found)
    return code


if __name__ == "__main__":
    sys.exit(main())
