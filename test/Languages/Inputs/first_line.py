"""usage: anomalloc report --json PROFILE | first_line.py

Prints "file:line function" of the first line to change; of the file only its name.
"""
import json
import os
import sys

lines = json.load(sys.stdin)["lines_to_change"]
first = lines[0]
print(f"{os.path.basename(first['file'])}:{first['line']} {first['function']}")
