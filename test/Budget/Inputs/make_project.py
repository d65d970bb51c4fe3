#!/usr/bin/env python3
"""Makes a project with a branch, and clones of it.

usage: make_project.py FOLDER

FOLDER/origin has a branch 'main', on which the solver allocates 5 blocks, and a
branch 'work', on which it allocates 7, two lines below. FOLDER/github and
FOLDER/gitlab are clones of it at 'work'.
"""
import subprocess
import sys
from pathlib import Path

CMAKE = """cmake_minimum_required(VERSION 3.21)
project(solver LANGUAGES CXX)
add_executable(solver solver.cpp)
"""
BUDGETS = """budgets:
- name: solve
  function: solve
  allocations: +0
  leaked: 0
"""
SOLVER = """#include <cstdlib>
%s__attribute__((noinline)) void solve(int Times) {
  for (int I = 0; I < Times; ++I) {
    void *volatile Block =
        std::malloc(1000);
    std::free(Block);
  }
}
int main() { solve(%d); }
"""


def git(folder, *arguments):
    subprocess.run(["git", "-C", folder, "-c", "user.name=A", "-c", "user.email=a@b",
                    "-c", "init.defaultBranch=main", *arguments],
                   check=True, capture_output=True)


def main(folder):
    folder = Path(folder)
    origin = folder / "origin"
    origin.mkdir()
    git(origin, "init")
    (origin / "CMakeLists.txt").write_text(CMAKE)
    (origin / "anomalloc.yaml").write_text(BUDGETS)
    for branch, above, times in (("main", "", 5), ("work", "\n// Moved.\n", 7)):
        git(origin, "checkout", "-B", branch)
        (origin / "solver.cpp").write_text(SOLVER % (above, times))
        git(origin, "add", ".")
        git(origin, "commit", "-m", branch)
    for clone in ("github", "gitlab"):
        git(folder, "clone", "-q", "-b", "work", "origin", clone)


if __name__ == "__main__":
    main(*sys.argv[1:])
