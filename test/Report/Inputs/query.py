"""usage: anomalloc report --json PROFILE | query.py EXPRESSION...

Prints each Python expression over the document's top-level keys, one a line.
"""
import json
import sys

document = json.load(sys.stdin)
for expression in sys.argv[1:]:
    print(eval(expression, {**document, "report": document}))
