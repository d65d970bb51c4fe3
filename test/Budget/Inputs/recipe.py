#!/usr/bin/env python3
"""Runs the steps of a recipe for a merge server, as far as no server is needed.

usage: recipe.py FILE FOLDER STEP... -- PATH=FOLDER NAME=VALUE...

Each STEP is a word of the lines to run, in FOLDER, by `bash -e`: a step of GitHub
("run:"), or a line of GitLab's script. PATH is put before that of the test. Prints
what each step printed, and its exit code.
"""
import os
import re
import subprocess
import sys


def blocks(text):
    """What the file has behind 'run:' and '-', in order: single lines, or what is
    indented below '|'."""
    lines = text.splitlines()
    for i, line in enumerate(lines):
        match = re.match(r"(\s*)(?:- )?(?:run: |- )(\S.*)$", line)
        if not match:
            continue
        indent, rest = len(match[1]), match[2]
        if rest != "|":
            yield rest
            continue
        block = []
        for below in lines[i + 1:]:
            if below.strip() and len(below) - len(below.lstrip()) <= indent:
                break
            block.append(below)
        yield "\n".join(block)


def main():
    arguments = sys.argv[1:]
    split = arguments.index("--")
    (path, folder, *steps), settings = arguments[:split], arguments[split + 1:]
    environment = dict(os.environ, **dict(one.split("=", 1) for one in settings))
    environment["PATH"] += os.pathsep + os.environ["PATH"]
    with open(path) as file:
        found = list(blocks(file.read()))
    for step in steps:
        [script] = [one for one in found if step in one]
        done = subprocess.run(["bash", "-e", "-c", script], cwd=folder, env=environment,
                              capture_output=True, text=True)
        print(f"step '{step}': exit code {done.returncode}")
        print(done.stdout + done.stderr)


if __name__ == "__main__":
    main()
