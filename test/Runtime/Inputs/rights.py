#!/usr/bin/env python3
"""rights.py ANOMALLOC PROGRAM [--record=FLAG...] WHAT...

Records PROGRAM WHAT in the current folder, with its children, and says what the
profiles count; lines of 'anomalloc record' that warn come first.
"""

import glob
import json
import os
import shutil
import subprocess
import sys

anomalloc, program, *rest = sys.argv[1:]
flags = [word.removeprefix("--record=") for word in rest if word.startswith("--record=")]
name = os.path.basename(program)
for what in rest[len(flags):]:
    done = subprocess.run([anomalloc, "record", *flags, program, what],
                          capture_output=True, text=True)
    for line in done.stderr.splitlines():
        if "warning:" in line or done.returncode:
            print(f"{what}: {line}")
    paths = glob.glob(name + ".*.anomalloc") + glob.glob(name + ".*.children")
    report = json.loads(subprocess.check_output([anomalloc, "report", "--json", *paths]))
    section = [row["allocations"] for row in report["sections"] if row["name"] == "later"]
    print(f"{what}: {report['totals']['site_allocations']} allocations at sites, "
          f"{sum(section)} in the section, in {len(report['processes'])} profiles")
    for warning in report["coverage"]["warnings"]:
        print(f"{what}: report: {warning}")
    for path in paths:
        shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
