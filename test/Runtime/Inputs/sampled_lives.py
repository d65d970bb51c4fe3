"""usage: sampled_lives.py REPORT

Of each size of thousands of bytes, and of 1,001, with 20 samples at least: how many of
the samples a JSON report says this and that of, and how long they lived."""
import json
import sys

lifetimes = json.load(open(sys.argv[1]))["lifetimes"]
print(lifetimes["unknown_frees"], "unknown frees")
NAMES = {"live": "live", "temporary": "temporary", "freed_elsewhere": "elsewhere",
         "reallocated": "reallocated"}
for size in (1000, 1001, *range(2000, 8000, 1000)):
    rows = [row for row in lifetimes["rows"] if row["size"] == size]
    made = sum(row["allocated"] for row in rows)
    said = []
    for name, word in NAMES.items():
        sum_of = sum(row[name] for row in rows)
        none = "0" if name == "live" else "none"
        said.append(f"{word} " + ("all" if sum_of == made else none if not sum_of
                                  else f"{sum_of} of {made}"))
    buckets = [b for row in rows for b in row["lifetimes_bytes"]]
    if buckets:
        said.append(f"from {min(b['first'] for b in buckets)} "
                    f"to {max(b['last'] for b in buckets)}")
    print(f"{size}: " + (", ".join(said) if made >= 20 else f"only {made} samples"))
