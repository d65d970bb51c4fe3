"""usage: stacks.py ANOMALLOC PROGRAM FOLDER

What top --view=stacks tells of each step of PROGRAM, recorded whole and as a sample.
Leaves documents in FOLDER/documents."""
import json
import sys
from pathlib import Path

import follow

anomalloc, path, folder = sys.argv[1:]
documents = []


def stack(document, function):
    found = [row for row in document["stacks"] if row["frames"][0]["function"] == function]
    return found[0] if found else None


def steps(options):
    """The documents of two steps: 4,000 large blocks, then none of them and 500 small ones."""
    program = follow.Program(path, folder, options=options)
    top = follow.Documents(anomalloc, program.pid, "--view=stacks")
    top.next()
    program.step("large 4000")
    top.until(lambda document: (stack(document, "makeLarge(long)") or {"allocations": 0})["allocations"] >= 4000
              or "allocations_interval" in (stack(document, "makeLarge(long)") or {}))
    first = [document for document in top.seen if stack(document, "makeLarge(long)")]
    program.step("small 500")
    top.until(lambda document: any(row["size"] == 24 and row["allocations"] == 500 for row in document["sizes"]))
    last = top.next()
    program.end("exit")
    top.rest()
    documents.append(last)
    return first, last, top.seen


first, last, _ = steps(":mode=stacks")
assert sum(stack(document, "makeLarge(long)")["new_allocations"] for document in first) == 4000
large, small = stack(last, "makeLarge(long)"), stack(last, "makeSmall(long)")
assert (large["allocations"], large["bytes"], large["new_allocations"]) == (4000, 4000 * 4096, 0), large
assert (small["allocations"], small["bytes"]) == (500, 12000) and "allocations_interval" not in small, small
assert [frame["function"] for frame in large["frames"][:2]] == ["makeLarge(long)", "main"], large

# One block in eight: 500 of the large ones can be expected.
first, last, seen = steps(":mode=stacks:sample=1/8:sample_seed=7")
large = stack(last, "makeLarge(long)")
# The site's own number is exact; one stack leads there, so nothing is left to estimate.
assert large["allocations"] == 4000 and 300 < large["allocations_interval"]["draws"] < 700, large
assert large["allocations_interval"]["low"] <= 4000 <= large["allocations_interval"]["high"], large
new = stack(last, "makeLarge(long)")["new_allocations_interval"]
assert stack(last, "makeLarge(long)")["new_allocations"] == 0 and new["low"] == 0 < new["high"] <= 32, new

code, text, _ = follow.run(anomalloc, "top", "--once", "--view=stacks", "--sort=count", "--width=140", last["profile"])
assert "[stacks]" in text and "~4,000 ±" in text and "makeLarge <- main" in text, text

program = follow.Program(path, folder)
code, text, _ = follow.run(anomalloc, "top", "--once", "--view=stacks", "--interval=0.01", str(program.pid))
assert "no stacks are recorded" in text, text
program.end("exit")

Path(folder, "documents").write_text("\n".join(map(json.dumps, documents)))
print("stacks are those of the program")
