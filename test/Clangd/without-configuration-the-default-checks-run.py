# RUN: %lsp_test %s %t
# Ours and clangd's own, with no file that chooses checks anywhere.
from project import CODE, FINDING, Project, expect

text = FINDING + "\ndouble half(int N) { double R = N / 2; return R; }\n"
project = Project({"a.cpp": text}, tidy=None)
with project.server(plain=True) as server:
    expect(server.diagnostics(server.open("a.cpp")),
           [CODE, "bugprone-integer-division"])
