"""How many documents json parses and writes again in a second of processor time.

usage: json-rate.py DOCUMENTS"""
import json
import sys
import time

text = json.dumps([{"name": f"n{n}", "values": list(map(str, range(n % 40))), "of": {"x": n / 7}} for n in range(500)])
begin = time.process_time()
for _ in range(int(sys.argv[1])):
    if json.dumps(json.loads(text)) != text:
        sys.exit("json does not give back what it got")
print(f"{int(sys.argv[1]) / (time.process_time() - begin):.1f} documents/s")
