"""usage: attach_lifetimes.py ANOMALLOC PROGRAM FOLDER"""
import subprocess
import sys

from attached import Program, Recording

anomalloc, path, folder = sys.argv[1:]
program = Program(path)
program.do("keep 30")  # Before: nobody knows them.
for mode in "lifetime", "lifetime+stacks", "stacks", "count", "lifetime":
    with Recording(anomalloc, program.pid, folder, f"--mode={mode}") as its:
        program.do("drop", "keep 12", "own 100", "threads 2 50")
    report = its.report()
    assert report["totals"]["allocations"] == 212, (mode, report["totals"])
    if "lifetime" in mode:  # Of those that it frees, the ones that it made meanwhile.
        totals = report["lifetimes"]["totals"]
        assert totals["allocated"] == {"blocks": 212, "bytes": 10560}, totals
        assert totals["freed"] == {"blocks": 200, "bytes": 9600}, totals
        assert totals["live"] == {"blocks": 12, "bytes": 960}, totals
    text = subprocess.run([anomalloc, "report", str(its.path)], check=True, capture_output=True, text=True).stdout
    if "lifetime" in mode:
        assert "live when the record ended: " in text, text
    assert "ran before the recording began" in text and "killed" not in text, text
    if "stacks" in mode:
        stacks = subprocess.run([anomalloc, "stacks", str(its.path)], check=True, capture_output=True,
                                text=True).stdout
        assert "own" in stacks and "main" in stacks, stacks
program.end()
print("lifetimes")
