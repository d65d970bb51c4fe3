"""usage: extra_at_most.py REPORT

Prints the point of the timeline where most lived: blocks, bytes, and what the
allocator took beyond these, if it is known."""
import json
import sys

line = json.load(open(sys.argv[1]))["lifetimes"]["timeline"]
most = max(range(len(line["live_bytes"])), key=line["live_bytes"].__getitem__)
names = ("live_blocks", "live_bytes", "rounding_bytes", "header_bytes")
print(*(line[name][most] if name in line else "unknown" for name in names))
