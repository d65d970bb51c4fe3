# RUN: %lsp_test %s %t
from project import CODE, Project, expect

project = Project()
with project.server() as server:
    uri = server.open("a.cpp")
    (found,) = server.diagnostics(uri)
    (fix,) = [action for action in server.quick_fixes(uri, found)
              if action["kind"] == "quickfix"]
    (changed,) = fix["edit"]["changes"]
    assert changed == uri, fix
    server.edit(uri, fix["edit"]["changes"][uri])
    assert "    X *= 2.0;\n" in server.texts[uri], server.texts[uri]
    expect(server.diagnostics(uri), [])
    project.compile(server.texts[uri])
