"""usage: lives.py ANOMALLOC PROGRAM FOLDER

Ends and execs of PROGRAM as top --json tells them."""
import sys

import follow

anomalloc, path, folder = sys.argv[1:]


def count(document):
    return document["totals"]["all"]["allocations"]


# It becomes itself, by exec: another profile, with counts of its own.
program = follow.Program(path, folder)
program.step("small 5000")
top = follow.Documents(anomalloc, program.pid)
before = top.next()
program.step("exec " + path)
program.step("small 3")
after = top.until(lambda document: document["profile"] != before["profile"])
assert after["state"] == "running"
assert top.until(lambda document: count(document) >= 3) and count(top.seen[-1]) < 100
# Then a program that records nothing, and back again.
program.tell("exec /bin/sh")
top.until(lambda document: document["state"] == "replaced")
program.step("exec '" + path + "'")
again = top.until(lambda document: document["state"] == "running")
assert again["profile"] not in (before["profile"], after["profile"])
program.step("small 11")
program.end("die")
last = top.rest()
assert last["state"] == "gone" and last["profile"] == again["profile"], last["state"]
site = next(row for row in last["sites"] if row.get("callee") == "malloc")
assert site["allocations"] == 11

# By the profile, and by the process that started the program.
started = follow.Program(path, folder, anomalloc, "record", "--quiet", f"--output={folder}/%n.%p.anomalloc")
top = follow.Documents(anomalloc, started.pid)
profile = top.next()["profile"]
named = follow.Documents(anomalloc, profile)
assert named.next()["state"] == "running"
started.step("small 77")
for each in top, named:
    each.until(lambda document: any(row.get("size") == 24 and row["allocations"] == 77
                                    for row in document["sizes"]))
started.end("exit")
assert top.rest()["state"] == named.rest()["state"] == "ended"

# When it is over, the whole run is shown.
code, text, errors = follow.run(anomalloc, "top", "--once", "--sort=count", profile)
assert code == 0 and not errors, errors
assert "ended after" in text and "of the whole run" in text and "makeSmall" in text, text
print("followed")
