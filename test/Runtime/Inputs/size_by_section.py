"""usage: anomalloc report --json PROFILE | size_by_section.py SIZE

Prints "section allocations" for one size, sorted; "outside" for none."""
import json
import sys

rows = [r for r in json.load(sys.stdin)["sizes"] if r["size"] == int(sys.argv[1])]
for row in sorted(rows, key=lambda row: row["section"]):
    print(row["section"] or "outside", row["allocations"])
