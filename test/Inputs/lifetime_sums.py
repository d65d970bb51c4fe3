"""usage: lifetime_sums.py REPORT SIZE FIELD...

Prints the fields of a JSON report's lifetimes, added up over rows of one size."""
import json
import sys

report = json.load(open(sys.argv[1]))
rows = [r for r in report["lifetimes"]["rows"] if r["size"] == int(sys.argv[2])]
print(" ".join(f"{name} {sum(r[name] for r in rows)}" for name in sys.argv[3:]))
