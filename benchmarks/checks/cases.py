# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The before-cases among the tests of the checks: lines on which a warning is expected.

X = X * Y;
// CHECK-MESSAGES: :[[@LINE-1]]:5: warning: ... [anomalloc-binary-op-assign]
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

EXPECTED = re.compile(
    r"CHECK-(?:MESSAGES|NOTES)(?:-([A-Z0-9-]+))?:.*?\[\[#?@LINE\s*([+-]\s*\d+)?\]\]"
    r"\S*\s+warning:"
)
RUN = re.compile(r"//\s*RUN:\s*%check_tidy\s+(.*)")
SUFFIX = "-check-suffix="


@dataclass
class TestFile:
    """One test file, and how it is compiled."""

    path: Path
    check: str  # full name
    lines: list  # 1-based: our warnings stand there
    flags: list  # of the compiler


def find_tests(folder):
    """The tests below `folder` that expect a warning, sorted by check and path."""
    tests = [read_test(path) for path in sorted(folder.rglob("*.cpp"))]
    found = [test for test in tests if test and test.lines]
    return sorted(found, key=lambda test: (test.check, test.path))


def read_test(path):
    """The test in the file `path`; none if it is no test of a check of ours."""
    text = path.read_text(errors="replace")
    runs = [split_run(line) for line in RUN.findall(joined(text))]
    ours = [run for run in runs if check_of(run[0])]
    if not ours:
        return None
    words, compiler = ours[0]
    standard = next((w[5:] for w in words if w.startswith("-std=")), "c++17")
    flags = [f"-std={standard.split(',')[-1]}"]
    flags += [word.replace("%S", str(path.parent)) for word in compiler]
    suffixes = {suffix_of(run[0]) for run in ours}
    return TestFile(path, check_of(words), expected_lines(text, suffixes), flags)


def check_of(words):
    """The check of ours that a RUN line tests; none if it tests another."""
    return next((word for word in words if word.startswith("anomalloc-")), None)


def suffix_of(words):
    """What stands behind CHECK-MESSAGES for a RUN line."""
    found = (w[len(SUFFIX) :] for w in words if w.startswith(SUFFIX))
    return next(found, None)


def joined(text):
    """`text` with RUN lines that end in a backslash put together."""
    return re.sub(r"\\\n\s*//\s*RUN:\s*", "", text)


def split_run(line):
    """(words before the compiler's, words of the compiler: those after the second --)."""
    parts = [[]]
    for word in shlex.split(line):
        if word == "--" and len(parts) < 3:
            parts.append([])
        else:
            parts[-1].append(word)
    return sum(parts[:2], []), parts[2] if len(parts) > 2 else []


def expected_lines(text, suffixes):
    """The lines with a warning of ours, each once. `suffixes`: of RUN lines of ours."""
    found = set()
    for number, line in enumerate(text.splitlines(), 1):
        match = EXPECTED.search(line)
        if match and match[1] in suffixes:
            found.add(number + int((match[2] or "0").replace(" ", "")))
    return sorted(found)
