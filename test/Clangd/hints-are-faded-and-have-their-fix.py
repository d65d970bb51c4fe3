# RUN: %lsp_test %s %t
# With no file that chooses anything; an error of all of ours is none of hints.
from project import CODE, FINDING, Project

HINT = '#include "data.h"\n\nstatic void once(Data &X) {\n  X = X * 2.0;\n}\n'
project = Project({"hint.cpp": HINT, "warning.cpp": FINDING}, tidy=None)
with project.server() as server:
    uri = server.open("hint.cpp")
    (found,) = [d for d in server.diagnostics(uri) if d["code"] == CODE]
    assert found["severity"] == 4 and found["tags"] == [1], found
    assert found["message"].startswith("Hint: '*' makes a temporary"), found
    (fix,) = [action for action in server.quick_fixes(uri, found)
              if action["kind"] == "quickfix"]
    server.edit(uri, fix["edit"]["changes"][uri])
    assert "  X *= 2.0;\n" in server.texts[uri], server.texts[uri]
    (found,) = [d for d in server.diagnostics(server.open("warning.cpp")) if d["code"] == CODE]
    assert found["severity"] == 2 and "tags" not in found, found

project.write(".clang-tidy", "Checks: '-*,anomalloc-*'\nWarningsAsErrors: '*'\n")
with project.server() as server:
    (found,) = server.diagnostics(server.open("hint.cpp"))
    assert found["severity"] == 4, found
