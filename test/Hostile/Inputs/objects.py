#!/usr/bin/env python3
"""Builds and records a program whose functions, files and arguments have hostile
names, and runs the verbs that read it.

usage: objects.py CLANG ANOMALLOC FOLDER

Says for each verb whether what it prints holds (benchmarks/hostile/verdict.py).
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "benchmarks", "hostile"))
import texts  # noqa: E402
from verdict import verdict  # noqa: E402

clang, anomalloc, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)


def bytes_of(text):
    return text.encode("utf-8", "surrogateescape")


names = [text for text in texts.CONTROL if "@" not in text] + [texts.doubling(35), "a::" * 20000]
source = ["#include <stdlib.h>", "void *volatile Sink;"]
for i, name in enumerate(names):
    octal = "".join(f"\\{byte:03o}" for byte in bytes_of(name))
    escaped = "".join(f'\\x{byte:02x}""' for byte in bytes_of(name))
    source += [f'__attribute__((noinline)) void f{i}(void) __asm__("{escaped}");',
               f'#line 7 "{octal}.c"', f"void f{i}(void) {{ Sink = malloc({i + 1}); }}"]
source += ["int main(void) {", *(f"f{i}();" for i in range(len(names))), "}"]
program = b"prog\x1b[31m\nFORGED\xff"
with open("source.c", "w") as file:
    file.write("\n".join(source) + "\n")
subprocess.run([anomalloc, "cc", "-w", "-g", "-O1", "source.c", "-o", program], check=True)
arguments = [b"./" + program, *map(bytes_of, texts.CONTROL)]
runs = [("text", ["record", "--mode=lifetime+stacks", "--output=profile", *arguments], None)]
for format, verb in [("text", ["report"]), ("json", ["report", "--json"]), ("text", ["stacks", "--limit=0"]),
                     ("json", ["stacks", "--json"]), ("text", ["callgraph"]),
                     ("svg", ["callgraph", "--format=svg"]), ("dot", ["callgraph", "--format=dot"]),
                     ("json", ["callgraph", "--format=json"])]:
    runs.append((format, [*verb, "profile"], verb))
runs.append(("text", ["record", "--mode=trace", "--output=trace", *arguments], None))
runs += [(format, [*verb, "trace"], verb)
         for format, verb in [("csv", ["export", "--format=events"]), ("json", ["export", "--format=perfetto"]),
                              ("text", ["timeline", "--csv"]), ("text", ["replay"])]]
runs += [("text", ["sites", program], None), ("json", ["sites", "--json", program], None),
         ("text", ["sites", b"absent\x1b[31m\nFORGED\xff"], None),
         ("text", ["report", b"absent\x1b[31m\nFORGED\xff"], None),
         ("text", ["lint", b"absent\x1b[31m\nFORGED\xff.cpp"], None),
         ("text", [b"verb\x1b[31m\nFORGED\xff"], None),
         ("text", ["report", b"--option\x1b[31m\nFORGED\xff"], None),
         ("text", ["record", b"./absent\x1b[31m\nFORGED\xff"], None)]
for format, command, shown in runs:
    done = subprocess.run([anomalloc, *command], stdin=subprocess.DEVNULL, capture_output=True)
    code = 1 if command[0] == "record" and done.returncode == 127 else done.returncode
    why = verdict(format, code, done.stdout, done.stderr)
    title = " ".join(shown or [part for part in command[:2] if isinstance(part, str)])
    print(f"{title}: {why or ('well' if code == 0 else 'refused')}")
