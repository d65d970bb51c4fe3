# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of code bases, and what one of them looks like in the work folder."""

import json
import os
import re
import tomllib
from pathlib import Path

import suffixes
from shell import Failure

HERE = Path(__file__).resolve().parent
SHARED = HERE.parent / "real" / "programs.toml"


def read_table(own=HERE / "programs.toml", shared=SHARED):
    """(needs of all, {name: table}): ours over those of benchmarks/real."""
    own, shared = (tomllib.loads(file.read_text()) for file in (own, shared))
    programs = {
        name: {**shared["program"].get(name, {}), **table}
        for name, table in own["program"].items()
    }
    return own["common"]["needs"], programs


class CodeBase:
    """WORK/<name>: `src`, `build`, and the units in build/compile_commands.json."""

    def __init__(self, name, table, work):
        self.name, self.table, self.folder = name, table, work / name
        self.source, self.build = self.folder / "src", self.folder / "build"
        self.database = self.build / "compile_commands.json"
        self._foreign = re.compile("|".join(table.get("without", [])) or r"(?!)")

    def fill(self, text, **more):
        """`text` with the words in braces that programs.toml uses."""
        return text.format(source=self.source, build=self.build, **more)

    @property
    def version(self):
        """The version of the source package; none before `prepare`."""
        stamp = self.folder / "version"
        return stamp.read_text().strip() if stamp.exists() else None

    def own_file(self, path):
        """`path` relative to the source if it is the program's own, else none."""
        path = os.path.normpath(path)
        prefix = f"{self.source}{os.sep}"
        if not path.startswith(prefix):
            return None
        relative = path[len(prefix) :]
        return None if self._foreign.search(relative) else relative

    def units(self):
        """The program's own units: {path relative to the source: absolute path}."""
        if not self.database.exists():
            raise Failure(f"{self.name}: not prepared (benchmarks/checks/run prepare)")
        found = {}
        for entry in json.loads(self.database.read_text()):
            path = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
            relative = self.own_file(path)
            if relative and Path(path).suffix in suffixes.SOURCES:
                found[relative] = path
        return dict(sorted(found.items()))

    @property
    def header_filter(self):
        """A regular expression for clang-tidy: files below the source."""
        return f"^{re.escape(str(self.source))}/"


def select(programs, names, work):
    """The code bases `names`, or all; fails on an unknown name."""
    if unknown := sorted(set(names or []) - set(programs)):
        raise Failure(f"no such program: {', '.join(unknown)} (see prepare --list)")
    return [CodeBase(name, programs[name], work) for name in names or programs]


def prepared(programs, names, work):
    """Those of select() that `prepare` has finished; all that are named must be."""
    bases = select(programs, names, work)
    ready = [base for base in bases if base.version]
    missing = [base.name for base in bases if not base.version]
    if names and missing or not ready:
        raise Failure(
            f"not prepared in {work}: {', '.join(missing)} (run prepare, or say --work)"
        )
    return ready
