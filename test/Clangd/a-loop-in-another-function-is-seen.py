# RUN: %lsp_test %s %t
from project import CODE, Project, expect

STEP = """\
#include "data.h"

static void step(Data &X) { X = X * 2.0; }
"""
LOOP = """
void run(Data &X, int N) {
  for (int I = 0; I < N; ++I)
    step(X);
}
"""
ONCE = """
static void run(Data &X) { step(X); }
"""
with Project({"loop.cpp": STEP + LOOP, "once.cpp": STEP + ONCE}).server() as server:
    for name, severity in (("loop.cpp", 2), ("once.cpp", 4)):
        found = server.diagnostics(server.open(name))
        expect(found, [CODE])
        assert found[0]["severity"] == severity, found
