"""usage: rates.py ANOMALLOC PROGRAM FOLDER

What top --json tells of each step of PROGRAM, and report of the whole run. Leaves
the documents in FOLDER/documents."""
import json
import sys
from pathlib import Path

import follow

anomalloc, path, folder = sys.argv[1:]
program = follow.Program(path, folder)
top = follow.Documents(anomalloc, program.pid)
first = top.next()
assert first["of_whole_run"] and first["pid"] == str(program.pid)
base = first["totals"]["all"]["allocations"]


def allocations():
    return top.seen[-1]["totals"]["all"]["allocations"]


def row(table, **key):
    return next(row for row in top.seen[-1][table]
                if all(row[name] == value for name, value in key.items()))


def site(function):
    return next(row for row in top.seen[-1]["sites"]
                if row["kind"] != "dark" and row["user_frame"]["function"] == function)


program.step("small 1000")
top.until(lambda document: allocations() == base + 1000)
assert site("makeSmall(long)")["allocations"] == 1000
assert site("makeSmall(long)")["new_allocations"] in range(1001)
assert row("sizes", size=24)["bytes"] == 24000

program.step("large 500")
top.until(lambda document: allocations() == base + 1500)
assert row("sections", section="large")["allocations"] == 500
assert row("sections", section="large")["bytes"] == 500 * 4096
assert site("makeSmall(long)")["new_allocations"] == 0

program.step("thread 7")
top.until(lambda document: row("threads", lane=0) and any(
    one["lane"] == 1 and one["allocations"] == 7 for one in document["threads"]))
assert not top.seen[-1]["of_whole_run"] and 0 < top.seen[-1]["seconds"] < 300

program.end("exit")
last = top.rest()
assert last["state"] == "ended", last["state"]
for kind in last["totals"]:
    for measure in "allocations", "bytes":
        told = sum(document["totals"][kind]["new_" + measure] for document in top.seen)
        assert told == last["totals"][kind][measure], (kind, measure, told)

code, text, _ = follow.run(anomalloc, "report", "--json", last["profile"])
report = json.loads(text)
totals = report["totals"]
assert last["totals"]["all"] | {"new_allocations": 0, "new_bytes": 0} == {
    "allocations": totals["allocations"], "bytes": totals["requested_bytes"],
    "new_allocations": 0, "new_bytes": 0}
assert last["totals"]["dark"]["bytes"] == totals["dark_bytes"]
of_report = {one["id"]: (one["allocations"], one["bytes"]) for one in report["sites"]}
of_top = {one["id"]: (one["allocations"], one["bytes"]) for one in last["sites"] if "id" in one}
assert of_report == of_top, (of_report, of_top)
assert sum(one["allocations"] for one in last["sizes"]) == totals["allocations"]
assert sum(one["allocations"] for one in last["threads"]) == totals["allocations"]
assert sum(one["allocations"] for one in last["sections"]) == totals["allocations"]

Path(folder, "documents").write_text("\n".join(map(json.dumps, [first, top.seen[len(top.seen) // 2], last])))
print("rates are those of the program")
