# Of "anomalloc sites --json": "line name kind" of each call through a pointer
# that has a name, and how many do.
import json
import sys

rows = []
for call in json.load(sys.stdin)["maker_calls"]:
    if name := call.get("through_pointer"):
        kind = "virtual" if name["virtual"] else "pointer"
        rows.append((call["line"], call["column"], name["name"], kind))
for line, _, name, kind in sorted(rows):
    print(line, name, kind)
print(len(rows), "names")
