#!/usr/bin/env python3
"""Holds a document against a schema.

usage: check_schema.py ANOMALLOC SCHEMA [FILE]

SCHEMA is a file, or a document of `anomalloc schema`. Prints "valid", or where the document in FILE, or on standard input, breaks the
schema; and "the check is broken" if it would not see that a property is missing
or of another type. Knows the part of JSON Schema that `anomalloc schema` uses;
asks jsonschema, too, if it is there.
"""
import json
import re
import subprocess
import sys

TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool,
    "integer": int, "number": (int, float), "null": type(None),
}


def has_type(value, name):
    if isinstance(value, bool) and name != "boolean":
        return False
    return isinstance(value, TYPES[name])


def target(schema, root):
    """What "$ref" leads to."""
    found = root
    for part in schema["$ref"].split("/")[1:]:
        found = found[part]
    return found


def errors(value, schema, root, where="$"):
    if "$ref" in schema:
        yield from errors(value, target(schema, root), root, where)
    if "anyOf" in schema and all(
            list(errors(value, one, root, where)) for one in schema["anyOf"]):
        yield f"{where}: {value!r} is none of the allowed"
    if "const" in schema and value != schema["const"]:
        yield f"{where}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is not in {schema['enum']}"
    if "type" in schema:
        names = schema["type"]
        names = [names] if isinstance(names, str) else names
        if not any(has_type(value, name) for name in names):
            yield f"{where}: {value!r} is no {names}"
            return
    if "minimum" in schema and value < schema["minimum"]:
        yield f"{where}: {value} is too small"
    if "maximum" in schema and value > schema["maximum"]:
        yield f"{where}: {value} is too large"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{where}: {value!r} does not match"
    for key in schema.get("required", []):
        if key not in value:
            yield f"{where}: no {key}"
    for key, one in schema.get("properties", {}).items():
        if isinstance(value, dict) and key in value:
            yield from errors(value[key], one, root, f"{where}.{key}")
    for i, one in enumerate(value if "items" in schema else []):
        yield from errors(one, schema["items"], root, f"{where}[{i}]")
    for i, one in enumerate(schema.get("prefixItems", [])):
        yield from errors(value[i], one, root, f"{where}[{i}]")
    if len(value if "minItems" in schema else []) < schema.get("minItems", 0):
        yield f"{where}: {len(value)} are too few"
    # What `anomalloc schema` does not describe has no business in a document.
    for key in value if "properties" in schema else []:
        if key not in schema["properties"]:
            yield f"{where}: nobody describes {key}"
    for key, one in value.items() if "additionalProperties" in schema else []:
        if isinstance(schema["additionalProperties"], dict):
            yield from errors(one, schema["additionalProperties"], root, f"{where}.{key}")


def once(pairs):
    """The object of these keys and values; a key that stands twice is none."""
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError(f"a key stands twice: {keys}")
    return dict(pairs)


def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


def broken(document, schema):
    """The document with a property missing, and with one of another type."""
    top = target(schema, schema) if "$ref" in schema else schema
    for key in top["required"]:
        others = {k: v for k, v in document.items() if k != key}
        yield others
        yield {**others, key: ["other"] if isinstance(document[key], dict) else {}}


def read_schema(anomalloc, name):
    if name.endswith(".json"):
        with open(name) as file:
            return json.load(file)
    return json.loads(subprocess.check_output([anomalloc, "schema", name]))


def main(anomalloc, name, path=None):
    schema = read_schema(anomalloc, name)
    with open(path) if path else sys.stdin as file:
        document = json.load(file, parse_constant=refuse, object_pairs_hook=once)
    found = list(errors(document, schema, schema))
    try:
        import jsonschema
        jsonschema.validate(document, schema)
    except ImportError:
        pass
    except jsonschema.ValidationError as error:
        found.append(f"jsonschema: {error.message}")
    print("\n".join(found) or "valid")
    if found:
        return
    # A schema that accepts anything would be no test.
    wrong = list(broken(document, schema))
    if document.get("totals", {}).pop("allocations", None) is not None:
        wrong.append(document)
    if not all(any(errors(one, schema, schema)) for one in wrong):
        print("the check is broken")


if __name__ == "__main__":
    main(*sys.argv[1:])
