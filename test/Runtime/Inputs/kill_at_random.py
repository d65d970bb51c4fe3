"""usage: kill_at_random.py ANOMALLOC PROGRAM FOLDER TIMES

Kills the program of sigkill-loses-nothing.c when its tally passes a random
number, and compares its profile with the tally.
"""
import json
import mmap
import os
import random
import signal
import struct
import subprocess
import sys


def tally(shared):
    return struct.unpack("<4Q", shared[:32])


def kill_once(program, folder, number):
    path = os.path.join(folder, f"tally.{number}")
    profile = os.path.join(folder, f"profile.{number}")
    with open(path, "wb") as file:
        file.truncate(4096)
    with open(path, "r+b") as file:
        shared = mmap.mmap(file.fileno(), 4096)
    process = subprocess.Popen(
        [program, path], env={**os.environ, "ANOMALLOC_OPTIONS": os.environ.get("ANOMALLOC_KILLED_OPTIONS", "")
            + f"output={profile}"}
    )
    until = random.randrange(200000)
    while tally(shared)[0] < until and process.poll() is None:
        pass
    process.send_signal(signal.SIGKILL)
    process.wait()
    return profile, tally(shared)


def exact(anomalloc, profile, counted):
    report = json.loads(
        subprocess.check_output([anomalloc, "report", "--json", profile])
    )
    seen = {}
    for row in report["sizes"]:
        seen[row["size"]] = seen.get(row["size"], 0) + row["allocations"]
    ok = True
    for thread in range(2):
        base = 100 * thread
        for got, want in (
            (seen.get(41 + base, 0), counted[2 * thread]),
            (
                seen.get(42 + base, 0) + seen.get(43 + base, 0),
                counted[2 * thread + 1],
            ),
        ):
            if got - want not in (0, 1):
                print(f"{profile}: thread {thread}: profile {got}, tally {want}")
                ok = False
    return ok


def main():
    anomalloc, program, folder, times = sys.argv[1:]
    good = 0
    for number in range(int(times)):
        good += exact(anomalloc, *kill_once(program, folder, number))
    print(f"{times} kills, {good} profiles exact")


main()
