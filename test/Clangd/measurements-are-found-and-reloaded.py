# RUN: %lsp_test %s %t
# Beside the source or above it, in `build`, or where a configuration says; and again
# when the file changes.
from measured import Weights
from project import CODE, FINDING, Project

NAME = "_Z5scaleR4Datai"
TEXT = FINDING.replace('"data.h"', '"../data.h"')
CASES = {
    # Where the weights stand, what .clang-tidy and .clangd say, whether they count.
    "beside": (".anomalloc/weights.json", "", "", True),
    "below": ("build/.anomalloc/weights.json", "", "", True),
    "elsewhere": ("other/weights.json", "", "", False),
    "named": ("other/weights.json", "Profile: other/weights.json", "", True),
    "absolute": ("other/weights.json", "Profile: @/other/weights.json", "", True),
    "clangd": ("other/weights.json", "", "Profile: other/weights.json", True),
    "off": (".anomalloc/weights.json", "Profile: ''", "", False),
}
project = Project()
for folder, (place, tidy, clangd, _) in CASES.items():
    here = project.root.resolve() / folder
    source = project.write(f"{folder}/src/a.cpp", FINDING.replace('"data.h"', '"../../data.h"'))
    Weights(10000).chain(5000, (here / "src/a.cpp", 5, NAME)).write(here / place)
    options = f"CheckOptions:\n  {tidy}\n".replace("@", str(here)) if tidy else ""
    project.write(f"{folder}/.clang-tidy", "Checks: '-*,anomalloc-*'\n" + options)
    if clangd:
        project.write(f"{folder}/.clangd",
                      f"Diagnostics:\n  ClangTidy:\n    CheckOptions:\n      {clangd}\n")
with project.server() as server:
    for folder, (_, _, _, counts) in CASES.items():
        uri = server.open(f"{folder}/src/a.cpp")
        (said,) = [d for d in server.diagnostics(uri) if d["code"] == CODE]
        known = "5,000 allocations of 32 bytes here (50.0 % of all allocations, " \
                "1 loop deep, 156.2 KiB in all)" in said["message"]
        assert known == counts, (folder, said["message"])
        assert ("5,000" in server.hover(uri, "scale")) == counts, folder

    # A new run counts with the next edit; the level follows what was measured.
    here = project.root.resolve() / "beside"
    Weights(20000).chain(10, (here / "src/a.cpp", 5, NAME)).write(
        here / ".anomalloc/weights.json")
    uri = server.uri("beside/src/a.cpp")
    server.replace(uri, "X = X * 2.0;", "X = X * 3.0;")
    (said,) = [d for d in server.diagnostics(uri) if d["code"] == CODE]
    assert said["severity"] == 4 and "10 allocations of 32 bytes here" in said["message"], said
    assert "10 allocations" in server.hover(uri, "scale")

    # What is no file of weights is said once, and nothing else is lost.
    (here / ".anomalloc/weights.json").write_text("{}")
    for before, after in (("3.0", "4.0"), ("4.0", "5.0")):
        server.replace(uri, before, after)
        (said,) = [d for d in server.diagnostics(uri) if d["code"] == CODE]
        assert "inside a loop; " in said["message"], said
    assert "scale" in server.hover(uri, "scale")
    complaints = [m for m in server.messages if "no measurements from" in m]
    assert len(complaints) == 1 and "not lint weights" in complaints[0], server.messages
