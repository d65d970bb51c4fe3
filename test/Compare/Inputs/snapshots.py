"""usage: snapshots.py FOLDER

Profiles as YAML, of one process after one, two and three hours: of 64 bytes each, "leaks"
keeps 16, 32 and 64 blocks, and "fills" 8, 16 and 16."""
import sys
from pathlib import Path

HOUR = 3600 * 10**9
for name, hours, leaked, filled in ("one", 1, 16, 8), ("two", 2, 32, 16), ("three", 3, 64, 16):
    sites = "".join(f"  - {{id: {number}, callee: malloc, chain: [\"{function} /src/service.c:{number}0:3\"]}}\n"
                    for number, function in ((1, "leaks"), (2, "fills")))
    rows = "".join(f"  - {{site: {number}, size: 64, allocated: 100, freed: {100 - lives}}}\n"
                   for number, lives in ((1, leaked), (2, filled)))
    counts = "".join(f"  - {{site: {number}, size: 64, count: 100}}\n" for number in (1, 2))
    Path(sys.argv[1], f"{name}.yaml").write_text(
        "processes:\n  - info: {program: service, command: service, mode: lifetime, host: here, pid: \"7\", snapshot: \"1\"}\n"
        f"    end: {hours * HOUR}\n    interposed: true\n    exited: true\n    peak: 10000\n"
        f"sites:\n{sites}counts:\n{counts}lifetimes:\n{rows}")
