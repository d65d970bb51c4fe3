"""usage: schemas.py ANOMALLOC LIST TYPES

Reads the schema of each document in LIST, and looks for its type in TYPES."""
import json
import re
import subprocess
import sys
from pathlib import Path

anomalloc, listed, types = sys.argv[1:]
types = Path(types).read_text()
names = [line.split()[0] for line in Path(listed).read_text().splitlines()]


def references(schema):
    if isinstance(schema, dict):
        yield from ([schema["$ref"]] if "$ref" in schema else [])
        for value in schema.values():
            yield from references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from references(value)


for name in names:
    schema = json.loads(subprocess.check_output([anomalloc, "schema", name]))
    for there in references(schema):
        if there.removeprefix("#/$defs/") not in schema["$defs"]:
            sys.exit(f"{name}: {there} is not there")
    if not re.search(rf"(?m)^export type {name.replace('-', '')} =", types, re.I):
        sys.exit(f"{name} has no type")
print(len(names), "documents")
