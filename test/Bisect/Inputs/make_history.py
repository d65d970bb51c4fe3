#!/usr/bin/env python3
"""Makes a repository with a history of 100 commits.

usage: make_history.py FOLDER [ODD...]

Each commit is tagged: 'c1' to 'c100'. All have solver.c and notes.txt. From c64 on
the solver allocates more: one site is new, another makes more blocks; this commit
touches solver.c and notes.txt. Another site is new in c90. An ODD commit is
'broken:N', which does not build; 'failing:N', whose program returns 3; 'silent:N',
whose program is built without Anomalloc; or 'hostile:N', whose author and subject
are commands for a terminal. Of several commits: 'broken:N-M', or 'broken:N/3' for
each third one from N. Lines of solver.c move now and then; each fifth commit
touches build.sh. FOLDER/anomalloc.yaml is in no commit.
"""
import subprocess
import sys
from pathlib import Path

COMMITS, PLANTED, LATER = 100, 64, 90
# Red, a direction that turns, and a byte that is no UTF-8.
HOSTILE = "\x1b[31m\u202e\udcff"
BUDGETS = """budgets:
- name: solve
  function: solve
  allocations: 5
"""
BUILD = """#!/bin/sh -e
# %d
%s solver.c
"""
SOLVER = """#include <stdlib.h>
%sstatic void *volatile Block;
__attribute__((noinline)) void solve(int Times) {
  for (int I = 0; I < Times; ++I) {
    Block = malloc(1000);
    free(Block);
  }
%s}
int main(void) {
  Block = malloc(100); // in all commits
  free(Block);
  solve(%d);
%s  return %d;
}
"""
COPY = """  Block = calloc(4, 16); // a copy
  free(Block);
"""
LATER_BLOCK = """  Block = malloc(20);
  free(Block);
"""


def odd_commits(words):
    """{number: kind}"""
    odd = {}
    for word in words:
        kind, numbers = word.split(":")
        start, _, step = numbers.partition("/")
        first, _, last = start.partition("-")
        last = COMMITS if step else last or first
        odd.update((n, kind) for n in range(int(first), int(last) + 1, int(step or 1)))
    return odd


def files(number, kind):
    planted = number >= PLANTED
    text = SOLVER % ("// Moved.\n" * (number % 4), COPY if planted else "", 7 if planted else 5,
                     LATER_BLOCK if number >= LATER else "", 3 if kind == "failing" else 0)
    if kind == "broken":
        text = text.replace("int main", "int main int")
    yield "solver.c", "100644", text
    yield "notes.txt", "100644", f"note {number // 2}\n"
    yield "build.sh", "100755", BUILD % (
        number // 5, "clang -g -O1 -o solver" if kind == "silent" else "anomalloc cc -g -O1 -o solver")


def encoded(text):
    return text.encode("utf-8", "surrogateescape")


def history(odd):
    """What 'git fast-import' reads."""
    for number in range(1, COMMITS + 1):
        subject = {PLANTED: "Keep a copy of the row", LATER: "Log at the end"}.get(number, f"Step {number}")
        author = "Ann Other"
        if odd.get(number) == "hostile":
            subject, author = f"{HOSTILE} {subject}", HOSTILE
        yield "commit refs/heads/main\n"
        yield f"committer {author} <ann@example.org> {1700000000 + number} +0000\n"
        yield f"data {len(encoded(subject))}\n{subject}\n"
        for path, mode, text in files(number, odd.get(number)):
            yield f"M {mode} inline {path}\ndata {len(text)}\n{text}\n"
        yield f"reset refs/tags/c{number}\nfrom refs/heads/main\n\n"


def main(folder, *odd):
    folder = Path(folder)
    folder.mkdir(parents=True)

    def git(*arguments, text=""):
        subprocess.run(["git", "-C", folder, *arguments], check=True, input=encoded(text), capture_output=True)

    git("-c", "init.defaultBranch=main", "init")
    git("fast-import", text="".join(history(odd_commits(odd))))
    git("checkout", "main")
    git("pack-refs", "--all")
    (folder / "anomalloc.yaml").write_text(BUDGETS)


if __name__ == "__main__":
    main(*sys.argv[1:])
