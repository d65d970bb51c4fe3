"""usage: check_schema.py SCHEMA FILE

Prints "valid", or where the document in FILE breaks SCHEMA."""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "Report" / "Inputs"))
from check_schema import errors  # noqa: E402

with open(sys.argv[1]) as file:
    schema = json.load(file)
with open(sys.argv[2]) as file:
    document = json.load(file)
found = list(errors(document, schema, schema))
try:
    import jsonschema
    jsonschema.validate(document, schema)
except ImportError:
    pass
except jsonschema.ValidationError as error:
    found.append(f"jsonschema: {error.message}")
print("\n".join(found) or "valid")
