"""same_places.py ANOMALLOC ONE OTHER: both profiles name the same lines to change, with the
same allocations, effective loop depth and anomalies. Prints what one has and the other has not."""

import json
import subprocess
import sys

anomalloc, *profiles = sys.argv[1:]


def places(profile):
    text = subprocess.run([anomalloc, "report", "--json", "--no-probe", "--top=0", profile],
                          check=True, stdout=subprocess.PIPE).stdout
    report = json.loads(text)
    found = set()
    for line in report["lines_to_change"]:
        if line["allocations"] >= 100:  # Not what the C library does for the process.
            name = line["function"].split("(")[0].split("<")[0].split(" ")[-1]
            found.add((line["file"].rsplit("/", 1)[-1], line["line"], name,
                       line["allocations"], line["effective_loop_depth"]))
    for finding in report["findings"]:
        found.add((finding["anomaly"], finding["allocated"]))
    return found


one, other = map(places, profiles)
for place in sorted(one - other, key=str):
    print(f"only in {profiles[0]}: {place}")
for place in sorted(other - one, key=str):
    print(f"only in {profiles[1]}: {place}")
print(f"{len(one & other)} in both")
sys.exit(one != other)
