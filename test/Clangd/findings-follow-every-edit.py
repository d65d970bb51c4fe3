# RUN: %lsp_test %s %t
from project import CODE, Project, expect

with Project().server() as server:
    uri = server.open("a.cpp")
    (found,) = server.diagnostics(uri)
    # Moved, with the preamble changed.
    server.replace(uri, '#include "data.h"\n', '#define PREAMBLE 1\n\n#include "data.h"\n')
    (moved,) = server.diagnostics(uri)
    assert moved["range"]["start"]["line"] == found["range"]["start"]["line"] + 2, moved
    # Called nowhere: a hint, and a warning again.
    server.replace(uri, "void scale", "static void scale")
    server.replace(uri, "  for (int I = 0; I < N; ++I)\n", "  if (N)\n")
    (hint,) = server.diagnostics(uri)
    assert hint["severity"] == 4, hint
    server.replace(uri, "  if (N)\n", "  while (N--)\n")
    (warning,) = server.diagnostics(uri)
    assert warning["severity"] == 2, warning
    # Gone, in several edits, and back.
    server.replace(uri, " X * 2.0", " Data()")
    expect(server.diagnostics(uri), [])
    server.replace(uri, " Data()", " X * 2.0 * 3.0 + 0")
    found = server.diagnostics(uri)  # no such operator
    assert [d for d in found if d["severity"] == 1], found
    server.replace(uri, " * 3.0 + 0", "")
    expect(server.diagnostics(uri), [CODE])
