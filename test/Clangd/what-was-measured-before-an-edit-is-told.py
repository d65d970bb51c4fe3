# RUN: %lsp_test %s %t
# Where nobody knows what the source said when the run was recorded, its age decides.
from measured import Weights
from project import CODE, FINDING, Project

NAME = "_Z5scaleR4Datai"
project = Project({"new.cpp": FINDING, "old.cpp": FINDING})
root = project.root.resolve()


def write(recorded):
    Weights(10000, recorded=recorded).chain(5000, (root / "new.cpp", 5, NAME)).write(
        root / ".anomalloc/weights.json")


write(recorded=1)
with project.server() as server:
    uri = server.open("new.cpp")
    (said,) = server.diagnostics(uri)
    assert "156.2 KiB in all, before this file was changed); " in said["message"], said
    assert "before this file was changed" in server.hover(uri, "X = X")

# The run is new. What the editor has not saved is newer still.
write(recorded=2**63 - 1)
with project.server() as server:
    uri = server.open("new.cpp")
    (said,) = server.diagnostics(uri)
    assert "156.2 KiB in all); " in said["message"], said
    server.edit(uri, [{"range": {"start": {"line": 0, "character": 0},
                                 "end": {"line": 0, "character": 0}}, "newText": "// new\n"}])
    found = {d["code"]: d["message"] for d in server.diagnostics(uri)}
    assert "5,000" not in found[CODE], found
    assert "before this file was changed); no check" in found["anomalloc-hot-line"], found
    server.replace(uri, "// new\n", "")
    (said,) = server.diagnostics(uri)
    assert "156.2 KiB in all); " in said["message"], said
    server.replace(uri, "  for (int I", "  for ( int I")
    (said,) = server.diagnostics(uri)
    assert "before this file was changed" in said["message"], said
