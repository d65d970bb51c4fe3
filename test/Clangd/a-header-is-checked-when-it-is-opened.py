# RUN: %lsp_test %s %t
# Opened by itself, a header is a main file, with the flags of a source file that
# includes it. The source file does not show findings of the header.
import json

from project import CODE, FINDING, Project, expect

files = {"scale.h": "#pragma once\n" + FINDING,
         "scale.cpp": '#include "scale.h"\n\nvoid use(Data &X) { scale(X, 1); }\n'}
project = Project(files)
(project.root / "compile_flags.txt").unlink()
project.write("compile_commands.json", json.dumps([{
    "directory": str(project.root.resolve()), "file": "scale.cpp",
    "arguments": ["clang++", "-std=c++17", "-c", "scale.cpp"]}]))
with project.server() as server:
    expect(server.diagnostics(server.open("scale.h")), [CODE])
    expect(server.diagnostics(server.open("scale.cpp")), [])
