# RUN: %lsp_test %s %t
# In each folder of its own.
from project import CODE, FINDING, Project, expect

SETTING = "Diagnostics:\n  ClangTidy:\n    "
ALL, NONE, NOT_CHOSEN = "Checks: '-*,anomalloc-*'\n", "Checks: '-*'\n", "{}\n"
# One of clangd's defaults, and one that is none.
DIVISION, ANOTHER = "bugprone-integer-division", "modernize-use-nullptr"
TEXT = FINDING.replace('"data.h"', '"../data.h"') + """
double half(int N) { double R = N / 2; return R; }
int *none() { return 0; }
"""
CASES = {
    # On top of a .clang-tidy.
    "add": (NONE, f"Add: [{CODE}]", [CODE]),
    "add all": (NONE, "Add: ['anomalloc-*']", [CODE]),
    "remove": (ALL, f"Remove: [{CODE}]", []),
    "remove all": (ALL, "Remove: ['anomalloc-*']", []),
    # Without one.
    "add alone": (NOT_CHOSEN, f"Add: [{CODE}]", [CODE, DIVISION]),
    "remove alone": (NOT_CHOSEN, f"Remove: [{CODE}]", [DIVISION]),
    "remove another alone": (NOT_CHOSEN, "Remove: ['performance-*']", [CODE, DIVISION]),
    # Both on top of the defaults, clangd's and ours.
    "add another alone": (NOT_CHOSEN, f"Add: [{ANOTHER}]", [CODE, DIVISION, ANOTHER]),
    "add and remove alone": (NOT_CHOSEN, f"{{Add: [{ANOTHER}], Remove: [{CODE}]}}",
                             [DIVISION, ANOTHER]),
    "add to what is left": ("Checks: '-anomalloc-*'\n", f"Add: [{ANOTHER}]",
                            [DIVISION, ANOTHER]),
    "add to a choice": ("Checks: '-*,bugprone-*'\n", f"Add: [{ANOTHER}]",
                        [DIVISION, ANOTHER]),
    # Options.
    "options": (ALL, f"CheckOptions: {{{CODE}.HeapOwningTypes: '^Nothing$'}}", [CODE]),
}
project = Project()
for folder, (tidy, clangd, _) in CASES.items():
    project.write(f"{folder}/a.cpp", TEXT)
    project.write(f"{folder}/.clang-tidy", tidy)
    project.write(f"{folder}/.clangd", SETTING + clangd + "\n")
with project.server() as server:
    for folder, (_, _, wanted) in CASES.items():
        found = server.diagnostics(server.open(f"{folder}/a.cpp"))
        try:
            expect(found, wanted)
        except AssertionError as error:
            raise AssertionError(f"{folder}: {error}")
        # clangd tells here of checks that it does not know or will not run.
        complaints = server.published[server.uri(f"{folder}/.clangd")]
        assert not any(complaints.values()), (folder, complaints)
