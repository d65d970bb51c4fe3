"""usage: query.py EXPRESSION [FILE]

Prints what EXPRESSION says of the JSON document d in FILE, or in standard input;
with lines of JSON, d is a list."""
import json
import sys

text = open(sys.argv[2]).read() if len(sys.argv) > 2 else sys.stdin.read()
try:
    d = json.loads(text)
except json.JSONDecodeError:
    d = [json.loads(line) for line in text.splitlines()]
print(eval(sys.argv[1]))
