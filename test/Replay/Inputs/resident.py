#!/usr/bin/env python3
"""Says whether each peak of resident memory of a replay, on standard input, is
26 MiB and at most a tenth more, for what the allocator takes for itself."""
import json
import sys

trace = json.load(sys.stdin)["traces"][0]
resident = [row["peak_resident"]["median"] / 2**20 for row in trace["allocators"]]
fits = all(26 <= peak < 26 * 1.1 for peak in resident)
print(f"live {trace['peak']['bytes'] >> 20} MiB, resident {'26 MiB' if fits else resident}")
