# RUN: %lsp_test %s %t
# REQUIRES: cli
# From a build to numbers in the editor: compile, record, export. Then edits move the
# lines, and what was changed has no numbers any more.
import subprocess

from project import CODE, Project

HOT = "anomalloc-hot-line"
TEXT = """\
#include "data.h"
#include <cstdlib>

void scale(Data &Y, const Data &X, int N) {
  Y = X;
  for (int I = 0; I < N; ++I)
    Y = Y * 2.0;
}

[[gnu::noinline]] static char *page() { return static_cast<char *>(std::malloc(4000)); }

static char *Pages[2000];
void unexplained(int N) {
  for (int I = 0; I < N; ++I)
    Pages[I] = page();
}

int main() {
  unexplained(2000);
  Data X{{1, 2, 3}}, Y;
  scale(Y, X, 3000);
  return int(Y.Values.size()) - 3;
}
"""
project = Project({"a.cpp": TEXT}, tidy=None)
project.run("c++", "-std=c++17", "-O1", "-g", "a.cpp", "-o", "program")
project.run("record", "--output=a.anomalloc", "./program", stderr=subprocess.DEVNULL)
project.run("export", "--editor", "a.anomalloc")
assert (project.root / ".anomalloc" / "weights.json").exists()


def found(server, uri):
    """Code, line, severity and message of ours that were measured."""
    return {d["code"]: (d["range"]["start"]["line"] + 1, d["severity"], d["message"])
            for d in server.diagnostics(uri)
            if d.get("code", "").startswith("anomalloc-") and "allocations of" in d["message"]}


with project.server() as server:
    uri = server.open("a.cpp")
    said = found(server, uri)
    line, severity, message = said[CODE]
    assert (line, severity) == (7, 2), said
    assert "inside a loop, 3,000 allocations of 24 bytes here (60.0 % of all allocations, " \
        "1 loop deep, 70.31 KiB in all); " in message, message
    line, severity, message = said[HOT]
    assert (line, severity) == (15, 3), said
    assert message.startswith("2,000 allocations of 4,000 bytes here (40.0 % of all"), message

    # Of a function: what it made, and by which lines.
    text = server.hover(uri, "scale", "void scale(Data")
    assert "\n- scale: 3,001 allocations of 24 bytes (60.0 % of all" in text, text
    assert "\n- line 7: 3,000\n- line 5: 1" in text, text
    # A maker's blocks, for whom.
    text = server.hover(uri, "page", "= page()")
    assert "\n- page: 2,000 allocations of 4,000 bytes" in text, text
    assert "\n- made for a.cpp:15, in unexplained: 2,000" in text, text

    # The numbers go with their lines, before anything is saved.
    server.replace(uri, "#include <cstdlib>", "#include <cstdlib>\n// More\n// lines.")
    said = found(server, uri)
    assert (said[CODE][0], said[HOT][0]) == (9, 17), said
    assert "3,000 allocations" in said[CODE][2] and "before" not in said[CODE][2], said
    text = server.hover(uri, "scale", "void scale(Data")
    assert "\n- line 9: 3,000\n- line 7: 1" in text, text
    assert "a.cpp:17, in unexplained" in server.hover(uri, "page", "= page()")

    # What was changed has none any more, and that is told.
    server.replace(uri, "Y = Y * 2.0", "Y = Y * 3.0")
    server.replace(uri, "Pages[I] = page()", "Pages[I + 0] = page()")
    assert not found(server, uri), server.diagnostics(uri)
    assert CODE in [d["code"] for d in server.diagnostics(uri)]
    text = server.hover(uri, "scale", "void scale(Data")
    assert "\n- scale: 3,001 allocations" in text and "line 9" not in text, text
    assert "\n- since the run 1 measured line was changed or removed" in text, text
    text = server.hover(uri, "page", "= page()")
    assert "\n- made for a.cpp, in unexplained: 2,000" in text and "this line" not in text, text
