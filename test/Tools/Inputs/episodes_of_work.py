"""usage: episodes_of_work.py ANOMALLOC FOLDER PROGRAM: while its threads are at work, episodes
begin and end, and no block of it is lost."""
import re
import sys

from episode import Episode, asked, recorded

anomalloc, folder, path = sys.argv[1:]
own = f"{folder}/working.own"
program, pid = recorded(anomalloc, path, own, "--mode=count")
MOST = 20  # Events that are in progress at an end: one for each thread.
some = 0
for turn in range(2):
    for mode in "stacks", "lifetime", "lifetime+stacks":
        with Episode(anomalloc, pid, folder, f"--mode={mode}") as its:
            pass
        report = its.report()
        counted = report["totals"]["allocations"]
        some += counted
        if "stacks" in mode:
            stacks = asked(anomalloc, "stacks", its.path)
            assert abs(stacks["allocations"] - counted) <= MOST, (stacks["allocations"], counted)
        if "lifetime" in mode:
            watched = report["lifetimes"]["totals"]["allocated"]["blocks"] + report["lifetimes"]["unwatched"]["blocks"]
            assert abs(watched - counted) <= MOST, (watched, counted)
out, _ = program.its.communicate("quit\n", timeout=60)
(made,) = map(int, re.findall(r"made (\d+)", out))
report = asked(anomalloc, "report", own)
lines = [line for line in report["lines_to_change"] if "list(" in line["function"] or "sizes(" in line["function"]]
assert sum(line["allocations"] for line in lines) == made, (made, lines)
assert 0 < some < made, (some, made)
print("at work")
