#!/usr/bin/env python3
"""Links a program with and without Anomalloc, and compares who gives its blocks.

usage: same_allocator.py TOOLS.json FOLDER LANGUAGE LINKER LIBRARIES...

LANGUAGE is cc or c++, each of LIBRARIES what a user writes behind the objects
(several words in one argument). Prints a line for each, "kept" once for each
runtime, or what the program got instead.
"""
import json
import os
import subprocess
import sys

with open(sys.argv[1]) as file:
    TOOLS = json.load(file)
FOLDER, LANGUAGE, LINKER = sys.argv[2:5]
PLUSPLUS = LANGUAGE == "c++"
PLAIN = [TOOLS["clangxx" if PLUSPLUS else "clang"]]
OURS = [TOOLS["anomalloc"], LANGUAGE]


def run(command, **environment):
    result = subprocess.run(command, env={**os.environ, **environment},
                            capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{command}: exit code {result.returncode}\n{result.stderr}")
    return result.stdout


def compile_object(compiler, name):
    language = "c++" if PLUSPLUS else "c"
    run([*compiler, "-O1", "-x", language, "-c", TOOLS["block_sizes"], "-o", name])


def link(compiler, name, libraries, **environment):
    rest = ["-lm"] if PLUSPLUS else ["-lstdc++", "-lm"]  # For tcmalloc.
    run([*compiler, f"-fuse-ld={LINKER}", f"{compiler is OURS}.o", "-o", name,
         *libraries, *rest], **environment)
    return run([os.path.abspath(name)])


os.makedirs(FOLDER, exist_ok=True)
os.chdir(FOLDER)
compile_object(PLAIN, "False.o")
compile_object(OURS, "True.o")
usual = link(PLAIN, "usual", [])
for libraries in sys.argv[5:]:
    words = libraries.split()
    expected = link(PLAIN, "plain", words)
    said = ["" if expected != usual else "the usual allocator:"]
    for runtime in ("shared", "static"):
        got = link(OURS, "ours", words, ANOMALLOC_RUNTIME=runtime)
        said.append("kept" if got == expected else
                    "lost" if got == usual else "other")
    print(f"{LANGUAGE} {LINKER} {libraries}:", *said)
