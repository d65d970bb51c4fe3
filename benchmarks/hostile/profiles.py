"""Describes hostile profiles, for tools/yaml2profile, and hostile libraries."""
import os
import re
import subprocess

import texts

NUMBERS = [0, 1, 2, 24, 4096, 2**20, 2**31, 2**32 - 1, 2**53 + 1, 2**63, 2**64 - 1]


def quoted(text):
    """Of YAML. A byte that is not UTF-8 is one of yaml2profile's characters."""
    def one(char):
        code = ord(char)
        if 0xDC80 <= code <= 0xDCFF:
            return f"\\U0010ff{code - 0xDC00:02x}"
        if code == 0 or 0x10FF00 <= code:
            return "\\U0010ff00"
        return char if " " <= char <= "~" and char not in '"\\' else f"\\U{code:08x}"
    return '"' + "".join(map(one, text)) + '"'


def written(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return quoted(value) if isinstance(value, str) else str(value).lower()


def describe(choose, library):
    """A profile with a text of CHOOSE() wherever it has one, and numbers of any
    size. LIBRARY: a path, its build id, and offsets of code in it."""
    text, number = choose
    path, build_id, offsets = library
    word = lambda: text().replace(" ", "_")
    frame = lambda: f"{word()} {text().replace(':', ';')}:{number() % 2**32}:{number() % 2**32}"
    sections = sorted({text() for _ in range(3)} - {""})
    section = lambda: sections[number() % len(sections)] if sections else ""
    sites = [{"id": i + 1, "callee": word(), "chain": [frame() for _ in range(1 + number() % 4)],
              "type": text(), "family": ("heap", "leading", "pool")[i % 3],
              **({"loop": "L"} if i % 2 else {})} for i in range(4)]
    key = lambda i: {"site": i + 1, "section": section(), "size": number()}
    dark = lambda: {"library": text(), "function": word(), "section": section(), "size": number()}
    stacks = []
    for i, offset in enumerate(offsets):
        stacks.append({"library": path, "offset": offset, "size": number(), "count": 1 + i, "live": i,
                       **({"caller": number() % i} if i else {})})
    stacks.append({"library": text(), "offset": number(), "size": 8, "count": 3})
    return written({
        "processes": [{"info": {"program": text(), "command": text(), "directory": text(),
                                "host": text(), "pid": text(), "rank": text(),
                                "allocator": text()},
                       "exited": True, "interposed": True, "start": number(), "end": number(),
                       "dropped": number(), "dropped-bytes": number(), "peak": number()}],
        "lanes": [{"number": 0, "name": text()}],
        "sections": sections,
        "modules": [{"path": path, "build-id": build_id}, {"path": text(), "build-id": "00"}],
        "loops": [{"name": "L", "function": word(), "at": text(), "entries": number(),
                   "iterations": number()}],
        "sites": sites,
        "calls": [{"callee": word(), "in": word(), "depth": 1, "at": frame()}],
        "counts": [{**key(i), "count": number()} for i in range(4)] +
                  [{**dark(), "count": number()} for _ in range(4)] +
                  [{"library": s["library"], "size": s["size"], "count": s["count"]} for s in stacks],
        "lifetimes": [{**key(0), "allocated": 9, "freed": 8, "buckets": {5: 8},
                       "freed-by": [{"library": text(), "function": word()}]},
                      {**dark(), "allocated": 9, "freed": 1}],
        "stacks": stacks,
    }) + "\n"


def library(folder, clang, names):
    """A library whose functions have NAMES, in files that are called so too."""
    escaped = lambda name: "".join(f'\\x{byte:02x}""' for byte in name.encode("utf-8", "surrogateescape"))
    source = []
    for i, name in enumerate(names):
        octal = "".join(f"\\{byte:03o}" for byte in name.encode("utf-8", "surrogateescape"))
        source += [f'int f{i}(int) __asm__("{escaped(name)}");', f'#line {i + 1} "{octal}.c"',
                   f"int f{i}(int x) {{ return x + {i}; }}"]
    path = os.path.join(folder, "libhostile.so")
    subprocess.run([clang, "-w", "-g", "-shared", "-fPIC", "-Wl,--build-id=0xabcd1234", "-x", "c", "-",
                    "-o", path], input="\n".join(source) + "\n", text=True, check=True)
    symbols = subprocess.run([os.path.join(os.path.dirname(os.path.realpath(clang)), "llvm-readelf"),
                              "-sW", path], capture_output=True).stdout
    rows = re.findall(rb"(?m)^\s*\d+: ([0-9a-f]{16})\s+[1-9]\d* FUNC ", symbols)
    return path, "abcd1234", sorted({int(row, 16) + 2 for row in rows})
