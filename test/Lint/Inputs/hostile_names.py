#!/usr/bin/env python3
"""Lints files whose names, and whose lines, a terminal would obey.

usage: hostile_names.py FOLDER ANOMALLOC LINT-OPTION...

Says for each document and for the text whether it holds, as
benchmarks/hostile/verdict.py has it, and how many warnings the text tells of.
"""
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent.parent / "benchmarks" / "hostile"))
from verdict import verdict  # noqa: E402

folder, *lint = sys.argv[1:]
shutil.rmtree(folder, ignore_errors=True)
shutil.copytree(HERE / "project" / "include", Path(folder) / "include")
os.makedirs(f"{folder}/src")
os.makedirs(f"{folder}/build")
os.chdir(folder)
finding = (HERE / "project" / "src" / "a.cpp").read_text()
hostile = "/* \x1b[31m \u202e \u009b \x7f */"
names = ["src/\x1b[31mred.cpp", "src/\u202eturned.cpp", "src/\u009b31m.cpp", "src/\x7f.cpp",
         "src/</title>&.cpp", "src/a\nFORGED.cpp"]
rows = []
for name in names:
    with open(name.replace("</", "<\\"), "w") as file:
        file.write(finding.replace("x * y", f"x * {hostile} y"))
    path = os.path.abspath(name.replace("</", "<\\"))
    rows.append({"directory": os.path.abspath("build"), "file": path,
                 "arguments": ["c++", "-I../include", "-c", path]})
Path("build/compile_commands.json").write_text(json.dumps(rows))
formats = ["json", "sarif", "gitlab", "rdjsonl"]
done = subprocess.run([*lint, *(f"--{format}=out.{format}" for format in formats)],
                      stdin=subprocess.DEVNULL, capture_output=True)
# The exit code tells of findings.
print("text:", verdict("text", 0, done.stdout, done.stderr) or "well")
colour = subprocess.run([*lint, "--color=always"], stdin=subprocess.DEVNULL, capture_output=True)
print("colour:", verdict("colour", 0, colour.stdout, colour.stderr) or "well")
for format in formats:
    text = Path(f"out.{format}").read_bytes()
    parts = text.splitlines() if format == "rdjsonl" else [text]
    print(f"{format}:", next(filter(None, (verdict("json", 0, part, b"") for part in parts)), "well"))
print(*re.findall(r"\d+ warnings? .* in \d+ files?", done.stdout.decode()))
