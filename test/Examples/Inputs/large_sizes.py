"""usage: large_sizes.py ANOMALLOC SECTION PROFILE...

For each profile: which of the sizes 12, 16 and 24 have over 100,000
allocations in the section."""
import json
import os
import subprocess
import sys

anomalloc, section, *profiles = sys.argv[1:]
for profile in profiles:
    report = json.loads(
        subprocess.check_output([anomalloc, "report", "--json", profile])
    )
    large = sorted(
        row["size"]
        for row in report["sizes"]
        if row["section"] == section
        and row["size"] in (12, 16, 24)
        and row["allocations"] > 100_000
    )
    print(os.path.basename(profile) + ":", *large)
