# RUN: %lsp_test %s %t
# The page stands beside the program: in the build tree, and where it is installed.
import os
import pathlib
import shutil
import urllib.parse

from project import CODE, Project


def link(clangd):
    with project.server(str(clangd)) as server:
        (found,) = server.diagnostics(server.open("a.cpp"))
        return found.get("codeDescription", {}).get("href")


def page(uri):
    address = urllib.parse.urlparse(uri)
    assert address.scheme == "file" and not address.netloc, uri
    return pathlib.Path(urllib.parse.unquote(address.path))


project = Project()
clangd = pathlib.Path(os.environ["ANOMALLOC_CLANGD"])
assert page(link(clangd)).read_text().startswith(f"# {CODE}\n")

prefix = project.root / "a prefix"
(prefix / "bin").mkdir(parents=True)
shutil.copy(clangd, prefix / "bin")
copy = prefix / "bin" / clangd.name
assert link(copy) is None  # rather than a link that leads nowhere
installed = prefix.joinpath("share", "doc", "anomalloc", "docs", "checks", "binary-op-assign.md")
installed.parent.mkdir(parents=True)
installed.touch()
assert page(link(copy)) == installed.resolve()
