r"""usage: odd_names.py FOLDER

Makes a project whose files have names that need care, with a compilation
database as CMake would write it: raw bytes, only '\' and '"' escaped. latin.cpp
has text that is not UTF-8 in what its fix replaces."""
import os
import shutil
import sys
from pathlib import Path

folder = os.fsencode(sys.argv[1])
project = Path(__file__).parent / "project"
shutil.rmtree(folder, ignore_errors=True)
shutil.copytree(os.fsencode(project / "include"), folder + b"/include")
os.makedirs(folder + b"/build")
finding = (project / "src" / "a.cpp").read_bytes()
texts = {name: finding for name in (
    b"caf\xe9/a.cpp", b"src/\xe9t\xe9.cpp", b"src/naif\xef.cpp", b"src/\xe8.cpp",
    "src/naïve.cpp".encode(), b"src/sp ace.cpp", b'src/q"uote.cpp', b"src/it's.cpp",
    b"src/ha#sh.cpp", b"src/per%41.cpp", b"src/back\\slash.cpp", b"src/-dash.cpp",
    b"src/a*b.cpp", b"src/a:b.cpp")}
texts[b"caf\xe9/b.h"] = finding
texts[b"caf\xe9/a.cpp"] = b'#include "b.h"\n'
texts[b"src/latin.cpp"] = finding.replace(b"x * y", b"x * (/* \xe4 */ y)")


def quoted(text):
    return b'"' + text.replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'


rows = []
for name, text in texts.items():
    path = folder + b"/" + name
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(text)
    if name.endswith(b".cpp"):
        words = [b"c++", b"-I" + folder + b"/include", b"-c", path]
        rows.append(b'{"directory": %s, "file": %s, "arguments": [%s]}' % (
            quoted(folder + b"/build"), quoted(path), b", ".join(map(quoted, words))))
with open(folder + b"/build/compile_commands.json", "wb") as file:
    file.write(b"[" + b",\n".join(rows) + b"]\n")
