"""usage: check_sarif.py FILE...

Holds SARIF documents against the schema that $SARIF_SCHEMA names. Prints
"valid", or "wrong: ..."; "no schema" if it or jsonschema is not at hand."""
import json
import os
import sys

try:
    import jsonschema
except ImportError:
    jsonschema = None
path = os.environ.get("SARIF_SCHEMA")
if not path or not jsonschema:
    print("no schema")
    sys.exit()
with open(path) as file:
    schema = json.load(file)
validator = jsonschema.validators.validator_for(schema)(schema)
found = []
for name in sys.argv[1:]:
    with open(name) as file:
        found += [f"wrong: {name}: {e.json_path}: {e.message}"
                  for e in validator.iter_errors(json.load(file))]
print("\n".join(found) or "valid")
