"""usage: show_weights.py FILE

Prints the chains of lint weights, a line each: allocations, lines from the allocation
outwards (the line to change with a *), sizes, sites."""
import json
import sys

d = json.load(open(sys.argv[1]))
print(f"version {d['version']}: {d['instrumented']} of {d['allocations']} in "
      f"instrumented code, {d['bytes']} bytes")
for chain in d["chains"]:
    at, lines = chain["frame"], []
    while at is not None:
        file, line, column, function, caller = d["frames"][at]
        lines.append(f"{d['functions'][function]} {d['files'][file]}:{line}:{column}"
                     + "*" * (at == chain["change"]))
        at = caller
    words = [str(chain["allocations"]), f"({chain['bytes']} bytes)",
             f"{chain['depth']} deep:", " < ".join(lines),
             " ".join(f"{size}x{number}" for size, number in chain["sizes"])]
    words += [key for key in ("shared", "of_call") if chain.get(key)]
    words += [f"makers {' '.join(d['functions'][m] for m in chain['makers'])}"] \
        if "makers" in chain else []
    words += [f"site {int(site, 16)}" for site in chain["sites"]]
    print(" ".join(word for word in words if word))
for row in d["elsewhere"]:
    print(f"elsewhere: {row['function']} in {row['library']}: {row['allocations']}")
