"""usage: same_documents.py ANOMALLOC PAGE PROFILE

The documents of a page of PROFILE must be what the verbs print of it, and threads must add
up to the report. Prints "equal" or what differs."""
import json
import subprocess
import sys

import page_data

anomalloc, page, profile = sys.argv[1:]


def ask(*arguments):
    command = [anomalloc, *arguments, profile]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def document(name):
    return json.loads(page_data.document(page, name))


wrong = []
if document("timeline") != ask("timeline", "--json"):
    wrong.append("timeline")
graphs = {
    "allocations": (),
    "bytes": ("--sort=bytes",),
    "temporary": ("--blocks=temporary",),
    "peak": ("--blocks=peak", "--sort=bytes"),
    "leaked": ("--blocks=leaked", "--sort=bytes"),
}
for name, options in graphs.items():
    for levels, more in (("all", ()), ("user", ("--user",))):
        if document(f"callgraph-{name}-{levels}") != ask("callgraph", "--format=json", *options, *more):
            wrong.append(f"call graph by {name}, {levels}")

threads = document("threads")
report = ask("report", "--json", "--no-probe")
for key, total in (("allocations", "allocations"), ("bytes", "requested_bytes")):
    for rows in (threads["processes"], threads["threads"], threads["sections"][1:]):
        if sum(row[key] for row in rows) != report["totals"][total]:
            wrong.append(f"{key} of threads")
    if threads["sections"][0][key] != report["totals"][total]:
        wrong.append(f"{key} of the whole run")
sections = {row["name"]: (row["allocations"], row["bytes"]) for row in report["sections"]}
if {row["section"]: (row["allocations"], row["bytes"]) for row in threads["sections"][1:]} != sections:
    wrong.append("sections of threads")
spread = threads["sections"][0]["by_thread"]
counts = [row["allocations"] for row in threads["threads"]]
mean = sum(counts) / len(counts)
if (spread["number"], spread["most"]) != (len(counts), max(counts)):
    wrong.append("the thread with the most")
if abs(spread["imbalance_percent"] - 100 * (max(counts) / mean - 1)) > 1e-6:
    wrong.append("imbalance")

by_site = {}
rows = threads["sites"]
for site, thread, *amount in zip(*(rows[key] for key in ("site", "thread", "allocations", "bytes"))):
    its = by_site.setdefault(rows["ids"][site], {})
    if thread in its:
        wrong.append("a thread comes twice at a site")
    its[thread] = amount
sums = {site: [sum(column) for column in zip(*its.values())] for site, its in by_site.items()}
if sums != {site["id"]: [site["allocations"], site["bytes"]] for site in report["sites"]}:
    wrong.append("threads of sites")
for thread, row in enumerate(threads["threads"]):
    made = sum(its[thread][0] for its in by_site.values() if thread in its)
    if not 0 < made <= row["allocations"]:
        wrong.append(f"sites of thread {thread}")

lifetimes = document("lifetimes")
wanted = report["lifetimes"]
for key in ("state", "peak_bytes", "unknown_frees", "unwatched", "totals"):
    if lifetimes[key] != wanted[key]:
        wrong.append("lifetimes: " + key)


def by_place(rows, of_row):
    sums = {}
    for row in rows:
        place = row["site"] or (row["library"], row["function"])
        its = sums.setdefault(place, [0] * 7)
        its[:] = [a + b for a, b in zip(its, of_row(row))]
    return sums


def of_row(row):
    counts = [row[key] for key in ("allocated", "live", "at_peak")]
    return [*counts, *(n * row["size"] for n in counts), row["temporary"]]


def of_place(place):
    fates = [place[key] for key in ("allocated", "live", "at_peak")]
    return [*(f["blocks"] for f in fates), *(f["bytes"] for f in fates), place["temporary"]]


if by_place(lifetimes["places"], of_place) != by_place(wanted["rows"], of_row):
    wrong.append("lifetimes by place")
buckets = {}
for row in wanted["rows"]:
    for bucket in row["lifetimes_bytes"]:
        buckets[bucket["first"]] = buckets.get(bucket["first"], 0) + bucket["blocks"]
if {b["first"]: b["blocks"] for b in lifetimes["lifetimes_bytes"]} != buckets:
    wrong.append("how long blocks lived")
print("\n".join(wrong) or f"equal: {len(counts)} threads, {len(threads['sections']) - 1} sections")
