# RUN: %lsp_test %s %t
from project import CODE, FINDING, Project, expect

LINE = "    X = X * 2.0;\n"
with Project().server() as server:
    for name, text, wanted in [
            ("same.cpp", "    X = X * 2.0; // NOLINT\n", []),
            ("named.cpp", f"    X = X * 2.0; // NOLINT({CODE})\n", []),
            ("glob.cpp", "    X = X * 2.0; // NOLINT(anomalloc-*)\n", []),
            ("next.cpp", f"    // NOLINTNEXTLINE({CODE})\n{LINE}", []),
            ("block.cpp", f"    // NOLINTBEGIN({CODE})\n{LINE}    // NOLINTEND({CODE})\n", []),
            ("other.cpp", "    X = X * 2.0; // NOLINT(performance-*)\n", [CODE])]:
        uri = server.open(name, FINDING.replace(LINE, text))
        expect(server.diagnostics(uri), wanted)
