# RUN: %lsp_test %s %t
# As information, at the line to change; not where a finding has the same allocations,
# not below 1 % of all, and not if it is turned off.
from measured import Weights
from project import CODE, FINDING, Project

HOT = "anomalloc-hot-line"
TEXT = FINDING.replace('"data.h"', '"../data.h"') + """
int *page(int N);
void fill(int **To, int N) {
  for (int I = 0; I < N; ++I)
    To[I] = page(I);
  To[0] = page(0);
  To[1] = page(1); // NOLINT
}
"""
CASES = {
    "default": ("{}\n", "", [(11, 3)]),
    "all": ("Checks: '-*,anomalloc-*'\nWarningsAsErrors: '*'\n", "", [(11, 3)]),
    "off": ("Checks: '-*,anomalloc-*,-anomalloc-hot-line'\n", "", []),
    "removed": ("{}\n", f"Remove: [{HOT}]", []),
    "no-hints": ("CheckOptions:\n  Hints: false\n", "", []),
    "more": ("CheckOptions:\n  MinAllocations: 60000\n", "", []),
}
project = Project()
for folder, (tidy, clangd, _) in CASES.items():
    here = project.root.resolve() / folder
    source = project.write(f"{folder}/a.cpp", TEXT)
    project.write(f"{folder}/.clang-tidy", tidy)
    if clangd:
        project.write(f"{folder}/.clangd", f"Diagnostics:\n  ClangTidy:\n    {clangd}\n")
    PAGE, FILL = ("/lib/page.cpp", 3, "_Z4pagei"), "_Z4fillPPii"
    weights = Weights(400000)
    weights.chain(5000, (here / "a.cpp", 5, "_Z5scaleR4Datai"))  # has a finding
    weights.chain(50000, PAGE, (here / "a.cpp", 11, FILL), change=1, depth=2)
    weights.chain(3999, PAGE, (here / "a.cpp", 12, FILL), change=1)  # below 1 %
    weights.chain(50000, PAGE, (here / "a.cpp", 13, FILL), change=1)
    weights.write(here / ".anomalloc/weights.json")
with project.server() as server:
    for folder, (_, _, wanted) in CASES.items():
        found = server.diagnostics(server.open(f"{folder}/a.cpp"))
        said = [(d["range"]["start"]["line"] + 1, d["severity"]) for d in found
                if d["code"] == HOT]
        assert said == wanted, (folder, found)
        for d in found:
            if d["code"] == HOT:
                assert d["message"].startswith(
                    "50,000 allocations of 32 bytes here (12.5 % of all allocations, 2 loops "
                    "deep, 1.526 MiB in all); no check says why"), d
                assert "tags" not in d and d["range"]["start"]["character"] == 4, d
