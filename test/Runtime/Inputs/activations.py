"""usage: activations.py JSON

What a report says of activations, a line for each size from 1000 on:
SIZE: so many freed, of so many known, in the same activation."""
import collections
import json
import sys

sums = collections.defaultdict(collections.Counter)
with open(sys.argv[1]) as file:
    for row in json.load(file)["lifetimes"]["rows"]:
        for name in ("freed", "activation_known", "same_activation"):
            sums[row["size"]][name] += row[name]
for size, row in sorted(sums.items()):
    if size >= 1000 or size == 0:
        print(f"{size}: {row['freed']} freed, {row['activation_known']} known, {row['same_activation']} same")
