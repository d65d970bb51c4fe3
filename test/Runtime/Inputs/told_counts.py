#!/usr/bin/env python3
"""told_counts.py ANOMALLOC MODES PROGRAM [NAME=VALUE...]

Runs the program once for each of the modes (m1,m2,...) and compares what it says
of its own allocations, in lines "SIZE COUNT", with the profile.
"""

import collections
import json
import os
import subprocess
import sys

anomalloc, modes, program, *settings = sys.argv[1:]
profile = program + ".profile"
for mode in modes.split(","):
    if os.path.exists(profile):
        os.unlink(profile)
    environment = dict(os.environ, ANOMALLOC_OPTIONS=f"mode={mode}:output={profile}")
    environment.update(setting.split("=", 1) for setting in settings)
    told = subprocess.run([program], check=True, capture_output=True, text=True,
                          env=environment).stdout.split()
    told = dict(zip(map(int, told[::2]), map(int, told[1::2])))
    seen = collections.Counter()
    for row in json.loads(subprocess.check_output(
            [anomalloc, "report", "--json", profile]))["sizes"]:
        seen[row["size"]] += row["allocations"]
    wrong = [f"{size}: {count} told, {seen[size]} in the profile"
             for size, count in told.items() if seen[size] != count]
    print(f"{mode}: " + ("; ".join(wrong) or f"{len(told)} sizes are the same"))
