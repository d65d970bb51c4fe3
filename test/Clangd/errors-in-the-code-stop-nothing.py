# RUN: %lsp_test %s %t
# Every beginning of a file is a file with errors, as a person types it.
from project import CODE, FINDING, Project

with Project().server() as server:
    uri = server.open("a.cpp", "")
    for end in range(1, len(FINDING), 7):
        server.versions[uri] += 1
        server.texts[uri] = FINDING[:end]
        server.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": server.versions[uri]},
            "contentChanges": [{"text": FINDING[:end]}], "wantDiagnostics": True})
        server.diagnostics(uri)
    for text in ("struct S : S { S X = X * 2.0; };", "template <class T> void f(T X) { X = X * ",
                 '#include "data.h"\nauto F = [](auto X) { for (;;) X = X * Y; };',
                 '#include "missing.h"\n' + FINDING, "}}}}\n" + FINDING,
                 FINDING + "\x01\n"):
        found = server.diagnostics(server.open(f"{abs(hash(text))}.cpp", text))
        assert [d for d in found if d["severity"] == 1], (text, found)
    # It is alive, and right.
    found = server.diagnostics(server.open("whole.cpp", FINDING))
    assert [d["code"] for d in found] == [CODE], found
