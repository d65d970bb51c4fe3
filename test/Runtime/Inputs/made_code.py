"""usage: anomalloc report --json PROFILE | made_code.py

Prints "[made at run time] function allocations" for each dark origin in code
that the program made, those with most allocations first."""
import json
import sys

rows = [d for d in json.load(sys.stdin)["dark"] if d["library"].startswith("[")]
for row in sorted(rows, key=lambda row: -row["allocations"]):
    print(row["library"], row["function"], row["allocations"])
