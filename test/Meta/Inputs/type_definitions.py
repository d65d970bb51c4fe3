"""Types of one name in one namespace that are defined in two files.

usage: type_definitions.py ROOT...

Two such types break the one-definition rule: the linker keeps one of their
weak functions for both. Types of an unnamed namespace are the file's own.
LLVM's layout is expected: nothing in a namespace is indented. So a line that
begins with `struct`, `class`, `union` or `enum` is at namespace scope."""
import re
import sys
from collections import defaultdict
from pathlib import Path

OPENS = re.compile(r"(?:inline )?namespace ?([\w:]*) ?\{")
TYPE = re.compile(r"(?:struct|class|union|enum(?: class)?) (?:(?:\[\[.*?\]\]|alignas\(.*?\)|__attribute__\(\(.*?\)\)) )*"
                  r"(\w+)(?: final)?(?: :[^:;]*)?(?: \{.*)?$")


def definitions(text):
    """(line, namespace, name) of each type of a named namespace."""
    inside = []
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if found := OPENS.match(line):
            inside.append(found[1])
        elif line.startswith("} // namespace"):
            del inside[-1:]
        elif (found := TYPE.match(line)) and "" not in inside:
            # A base class or an attribute may stand on the next line.
            head = line + " ".join(lines[number:number + 3]) if "{" not in line else line
            if "{" in head.split(";")[0]:
                yield number, "::".join(inside), found[1]


def main(roots):
    found = defaultdict(list)
    files = 0
    for root in map(Path, roots):
        for path in sorted(p for p in root.rglob("*") if p.suffix in (".h", ".cpp", ".def")):
            files += 1
            for line, namespace, name in definitions(path.read_text()):
                found[namespace, name].append(f"{path.relative_to(root.parent)}:{line}")
    twice = {key: places for key, places in found.items() if len(places) > 1}
    for (namespace, name), places in sorted(twice.items()):
        print(f"{namespace}::{name} is defined in", " and ".join(places))
    print(f"{files} files, {len(found)} types, {len(twice)} of two files")
    return 1 if twice else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
