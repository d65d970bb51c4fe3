# RUN: %lsp_test %s %t
from lsp import text_at
from project import CODE, FINDING, Project

with Project().server() as server:
    uri = server.open("a.cpp")
    (found,) = server.diagnostics(uri)
    assert found["code"] == CODE, found
    assert found["source"] == "clang-tidy", found
    assert found["severity"] == 2, found  # a warning
    assert found["range"]["start"]["line"] == 4, found
    marked = text_at(FINDING, found["range"])
    assert marked and marked in "X = X * 2.0", found
    assert "heap" in found["message"], found
