# REQUIRES: stock-clangd
# RUN: %lsp_test %s %t
# The same project, the same client: what the other tests see is of our making.
import os

from project import CODE, Project, expect

project = Project()
with project.server(os.environ["ANOMALLOC_STOCK_CLANGD"]) as server:
    expect(server.diagnostics(server.open("a.cpp")), [])
with project.server() as server:
    expect(server.diagnostics(server.open("a.cpp")), [CODE])
