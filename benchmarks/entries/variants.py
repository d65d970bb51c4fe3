# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One program, built as it is and with each of its repairs."""

import hashlib
import shutil
import subprocess
from pathlib import Path

from builds import FLAGS
from shell import Failure, run, say

HERE = Path(__file__).resolve().parent


class Program:
    """WORK/<name>: a copy of the source for each toolchain, and what was built."""

    def __init__(self, name, table, pristine, options):
        """`pristine`: the source as it was unpacked; it is left alone."""
        self.name, self.table, self.pristine = name, table, pristine
        self.folder, self.jobs = options.work / name, options.jobs

    def repair_files(self, repair):
        """{path in the source: ed script} of the repair with that name."""
        folder = HERE / "repairs" / self.name / repair
        scripts = sorted(folder.rglob("*.ed"))
        if not scripts:
            raise Failure(f"{folder}: no ed scripts there")
        return {script.relative_to(folder).with_suffix(""): script for script in scripts}

    def make(self, toolchain, repair=None):
        """The path of the program, built by `toolchain`, with one repair or none."""
        scripts = self.repair_files(repair) if repair else {}
        made = self.folder / "programs" / (repair or toolchain.name)
        stamp, key = made.with_suffix(".key"), self._key(toolchain, scripts)
        if made.exists() and stamp.exists() and stamp.read_text() == key:
            return made
        say(f"{self.name}: building {made.name}")
        stamp.unlink(missing_ok=True)
        source = self._source(toolchain)
        self._restore(source)
        for path, script in scripts.items():
            self._edit(source / path, script)
        words = {
            "source": source,
            "objects": HERE / "objects.mk",
            "cc": toolchain.cc,
            "cxx": toolchain.cxx,
            "flags": " ".join(FLAGS),
            "jobs": self.jobs,
        }
        log = self.folder / f"{made.name}.build.log"
        run(
            ["sh", "-ec", "\n".join(self.table["build"]).format(**words)],
            log,
            cwd=source,
        )
        made.parent.mkdir(exist_ok=True)
        shutil.copy2(self.table["program"].format(**words), made)
        stamp.write_text(key)
        return made

    def _key(self, toolchain, scripts):
        parts = [toolchain.fingerprint, str(self.pristine), *self.table["build"]]
        parts += [f"{path}\n{script.read_text()}" for path, script in scripts.items()]
        if driver := self.table.get("driver"):
            parts.append((HERE / "drivers" / driver).read_text())
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def _source(self, toolchain):
        source = self.folder / toolchain.name
        stamp = self.folder / f"{toolchain.name}.toolchain"
        known = source.exists() and stamp.exists()
        if not known or stamp.read_text() != toolchain.fingerprint:
            shutil.rmtree(source, ignore_errors=True)
            shutil.copytree(self.pristine, source, symlinks=True)
            stamp.write_text(toolchain.fingerprint)
        return source

    def _restore(self, source):
        """Takes back what repairs changed; what differs is written now, so that
        it is built again."""
        old = {}
        for repair in self.table.get("repair", []):
            for path in self.repair_files(repair["name"]):
                old[path] = self.pristine / path
        if driver := self.table.get("driver"):
            old[Path(Path(driver).name)] = HERE / "drivers" / driver
        for path, file in old.items():
            text, path = file.read_bytes(), source / path
            if not path.exists() or path.read_bytes() != text:
                path.write_bytes(text)

    @staticmethod
    def _edit(file, script):
        done = subprocess.run(
            ["ed", "-s", file],
            input=script.read_bytes() + b"w\nq\n",
            capture_output=True,
        )
        if done.returncode:
            raise Failure(f"{script}: ed: {done.stdout.decode(errors='replace')}")
