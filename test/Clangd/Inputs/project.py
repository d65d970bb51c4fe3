"""What the tests of anomalloc-clangd share: a folder with sources, and servers.

    RUN: %lsp_test %s %t

runs a script with the environment that Project() reads (lit.local.cfg).
"""

import os
import pathlib
import shutil
import subprocess
import sys

import lsp

CODE = "anomalloc-binary-op-assign"

# A class that owns heap memory and has both operators.
DATA = """\
#include <cstddef>
#include <vector>

struct Data {
  std::vector<double> Values;
  Data &operator*=(double Y) {
    for (double &V : Values)
      V *= Y;
    return *this;
  }
};
inline Data operator*(const Data &X, double Y) {
  Data Result(X);
  Result *= Y;
  return Result;
}
"""

# One finding, on line 5 of the file.
FINDING = """\
#include "data.h"

void scale(Data &X, int N) {
  for (int I = 0; I < N; ++I)
    X = X * 2.0;
}
"""


class Project:
    """A fresh folder; what the tests do in it is theirs."""

    def __init__(self, files=None, tidy="Checks: '-*,anomalloc-*'\n", root=None):
        self.root = pathlib.Path(root or sys.argv[1])
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.mkdir(parents=True)
        self.write("data.h", DATA)
        self.write("compile_flags.txt", "-std=c++17\n")
        # An empty one chooses nothing, and ends the search in parent folders.
        self.write(".clang-tidy", tidy if tidy is not None else "{}\n")
        for name, text in (files or {"a.cpp": FINDING}).items():
            self.write(name, text)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def server(self, command=None, **more):
        return lsp.Server(command or os.environ["ANOMALLOC_CLANGD"], self.root, **more)

    def run(self, *command, **more):
        """Runs a program of the toolkit here; fails if it does."""
        subprocess.run([os.environ["ANOMALLOC"], *command], cwd=self.root, check=True, **more)

    def compile(self, text, name="compiled.cpp"):
        """Fails unless the text compiles without a warning."""
        path = self.write(name, text)
        subprocess.run([os.environ["ANOMALLOC_CLANGXX"], "-std=c++17", "-Wall", "-Wextra",
                        "-Werror", "-fsyntax-only", str(path)], check=True)


def expect(found, wanted):
    """Compares codes, whatever their order."""
    found = lsp.codes(found)
    assert found == sorted(wanted), f"expected {sorted(wanted)}, found {found}"
