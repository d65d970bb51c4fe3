"""usage: anomaly_pages.py ROOT

Every row of Anomalies.def has a page and a detector, and every page a row."""
import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
table = (root / "include/anomalloc/Anomalies.def").read_text()
rows = re.findall(r'^ANOMALLOC_ANOMALY\((\w+), "([^"]+)"', table, re.M)
pages = {p.stem for p in (root / "docs/anomalies").glob("*.md")} - {"README"}
detectors = {p.stem for p in (root / "lib/Analysis/detectors").glob("*.cpp")}
for what, there, wanted in (
    ("page", pages, {name for _, name in rows}),
    ("detector", detectors, {id for id, _ in rows}),
):
    for name in sorted(there ^ wanted):
        print(f"{what} {name}: only on one side")
        sys.exit(1)
print(f"{len(rows)} anomalies")
