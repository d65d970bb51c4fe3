# RUN: %lsp_test %s %t
from project import CODE, FINDING, Project, expect

CLEAN = FINDING.replace("X = X * 2.0", "X *= 2.0")
TWICE = FINDING + FINDING.replace('#include "data.h"\n', "").replace("scale", "again")
with Project({"one.cpp": FINDING, "none.cpp": CLEAN, "two.cpp": TWICE}).server() as server:
    # All open before the first answer is awaited.
    one, none, two = [server.open(name) for name in ("one.cpp", "none.cpp", "two.cpp")]
    expect(server.diagnostics(two), [CODE, CODE])
    expect(server.diagnostics(none), [])
    expect(server.diagnostics(one), [CODE])
    # A change here changes nothing there.
    server.replace(one, "X = X * 2.0", "X *= 2.0")
    server.replace(none, "X *= 2.0", "X = X * 2.0")
    expect(server.diagnostics(one), [])
    expect(server.diagnostics(none), [CODE])
    server.close(one)
    server.replace(two, "void again(Data &X, int N) {\n  for (int I = 0; I < N; ++I)\n"
                        "    X = X * 2.0;", "void again(Data &X, int) {\n    X *= 2.0;")
    expect(server.diagnostics(two), [CODE])
