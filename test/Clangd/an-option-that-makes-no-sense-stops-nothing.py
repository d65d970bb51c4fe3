# RUN: %lsp_test %s %t
# clang-tidy shows what a check says of its configuration; clangd may drop it,
# but the findings must stay.
from project import CODE, FINDING, Project

OPTIONS = ("HeapOwningTypes: '('", "Hints: perhaps",
           f"{CODE}.MinAllocations: many", "Profile: /nowhere/weights.json")
project = Project()
for number, option in enumerate(OPTIONS):
    project.write(f"{number}/a.cpp", FINDING.replace('"data.h"', '"../data.h"'))
    project.write(f"{number}/.clang-tidy",
                  f"Checks: '-*,anomalloc-*'\nCheckOptions:\n  {option}\n")
with project.server() as server:
    for number, option in enumerate(OPTIONS):
        found = server.diagnostics(server.open(f"{number}/a.cpp"))
        assert CODE in [d.get("code") for d in found], (option, found)
