# RUN: %lsp_test %s %t
# Outside the build tree, which has a compile_commands.json of its own.
import pathlib
import tempfile

from project import CODE, FINDING, Project, expect

flags = {"fallbackFlags": ["-std=c++17", "-DSCALED=2"]}
with tempfile.TemporaryDirectory() as folder:
    project = Project(root=pathlib.Path(folder, "project"))
    (project.root / "compile_flags.txt").unlink()
    with project.server(settings=flags) as server:
        expect(server.diagnostics(server.open("a.cpp")), [CODE])
        # Never written to the disk.
        expect(server.diagnostics(server.open("unsaved.cpp", FINDING)), [CODE])
        expect(server.diagnostics(server.open("flags.cpp", "int X = SCALED;\n")), [])
        expect(server.diagnostics(server.open("header.h", FINDING)), [CODE])
