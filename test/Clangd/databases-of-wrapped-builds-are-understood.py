# RUN: %lsp_test %s %t
# A build by "anomalloc c++", with launchers and flags of GCC: a source, and a header
# whose command clangd guesses from the source's.
import json

from project import CODE, FINDING, Project, expect

HEADER = FINDING.replace("void scale", "inline void rescale")
project = Project({"a.cpp": "#include <anomalloc/anomalloc.h>\n" + FINDING, "a.h": HEADER,
                   "b.cpp": FINDING})
(project.root / "compile_flags.txt").unlink()
anomalloc = project.root.joinpath("bin", "anomalloc")
project.write("compile_commands.json", json.dumps([
    {"directory": str(project.root), "file": "a.cpp",
     "arguments": ["ccache", str(anomalloc), "c++", "-std=c++17", "-fanalyzer",
                   "-mpreferred-stack-boundary=4", "-c", "a.cpp"]},
    {"directory": str(project.root), "file": "b.cpp",
     "command": f"env 'LANG=C' '{anomalloc}'  c++ -fplugin=/nowhere/x.so -mllvm "
                "-anomalloc-remarks -c b.cpp"}]))
with project.server() as server:
    for name in "a.cpp", "b.cpp", "a.h":
        expect(server.diagnostics(server.open(name)), [CODE])
