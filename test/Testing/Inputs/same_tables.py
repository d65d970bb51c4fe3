"""usage: same_tables.py A.json B.json

Says whether two documents are the same, but for what differs from run to run: times,
names of files, process ids, memory that the kernel gave, arguments, and the order of
rows."""
import json
import sys

VARY = {"pid", "started", "start_time", "end_time", "seconds", "wall_seconds", "path", "arguments",
        "peak_resident", "profile", "page_faults", "command", "profiles", "tid", "nanoseconds"}


def steady(value):
    if isinstance(value, dict):
        return {key: steady(item) for key, item in value.items() if key not in VARY}
    if isinstance(value, list):
        return sorted((steady(item) for item in value), key=lambda item: json.dumps(item, sort_keys=True))
    return value


def differences(a, b, at=""):
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(a.keys() | b.keys()):
            yield from differences(a.get(key), b.get(key), f"{at}.{key}")
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for number, (one, other) in enumerate(zip(a, b)):
            yield from differences(one, other, f"{at}[{number}]")
    elif a != b:
        yield f"{at}: {str(a)[:200]} != {str(b)[:200]}"


def main():
    a, b = (steady(json.load(open(path))) for path in sys.argv[1:])
    found = list(differences(a, b))
    print("\n".join(found[:20]) if found else "the same")


main()
