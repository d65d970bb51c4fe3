"""usage: first_findings.py FILE NUMBER

Prints the first findings of 'anomalloc lint --json' with what was measured of them."""
import json
import sys

for f in json.load(open(sys.argv[1]))["findings"][:int(sys.argv[2])]:
    m = f["measured"] or {}
    print(f"{f['file']}:{f['line']} {f['check'].removeprefix('anomalloc-')}: "
          f"{m.get('allocations')} allocations, {m.get('depth')} deep, "
          f"{m.get('alone')} alone")
