# RUN: %lsp_test %s %t
# In each folder of its own.
from project import CODE, FINDING, Project, expect

OUTSIDE = '#include "../data.h"\n\nstatic void scale(Data &X) { X = X * 2.0; }\n'
INSIDE = FINDING.replace('"data.h"', '"../data.h"')
OPAQUE = """\
struct Tensor {
  Tensor(const Tensor &);
  ~Tensor();
  Tensor &operator=(const Tensor &);
  Tensor &operator*=(double);
};
Tensor operator*(const Tensor &, double);
void scale(Tensor &X, int N) {
  for (int I = 0; I < N; ++I)
    X = X * 2.0;
}
"""
CASES = {
    "disabled": (INSIDE, f"Checks: '-*,anomalloc-*,-{CODE}'", []),
    "another": (INSIDE, "Checks: '-*,performance-*'", []),
    "nothing": (INSIDE, "Checks: '-*'", []),
    "hint": (OUTSIDE, "Checks: '-*,anomalloc-*'", [CODE]),
    "no-hint": (OUTSIDE, "Checks: '-*,anomalloc-*'\n"
                         "CheckOptions:\n  Hints: false", []),
    "no-hint-local": (OUTSIDE, "Checks: '-*,anomalloc-*'\n"
                               f"CheckOptions:\n  {CODE}.Hints: false", []),
    "unknown-type": (OPAQUE, "Checks: '-*,anomalloc-*'", []),
    "known-type": (OPAQUE, f"Checks: '-*,{CODE}'\n"
                           "CheckOptions:\n  HeapOwningTypes: '^Tensor$'", [CODE]),
    "tests": (INSIDE, "Checks: '-*,anomalloc-*'", []),
    "examples": (INSIDE, "Checks: '-*,anomalloc-*'\nCheckOptions:\n  ColdFiles: ''",
                 [CODE]),
    "inherited": (INSIDE, "InheritParentConfig: true\nChecks: 'bugprone-*'", [CODE]),
    "errors": (INSIDE, "Checks: '-*,anomalloc-*'\nWarningsAsErrors: 'anomalloc-*'", [CODE]),
}
project = Project()
for folder, (text, tidy, _) in CASES.items():
    project.write(f"{folder}/a.cpp", text)
    project.write(f"{folder}/.clang-tidy", tidy + "\n")
with project.server() as server:
    for folder, (_, _, wanted) in CASES.items():
        found = server.diagnostics(server.open(f"{folder}/a.cpp"))
        try:
            expect(found, wanted)
            severity = {"errors": 1, "hint": 4}.get(folder, 2)
            assert not found or found[0]["severity"] == severity
        except AssertionError as error:
            raise AssertionError(f"{folder}: {error}")
