# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One program built two ways: `plain` with clang, `instrumented` with anomalloc."""

import hashlib
import re
import shlex
import shutil
import subprocess
import time
from pathlib import Path

from shell import run, say

FLAGS = ["-O2", "-g"]


class Toolchain:
    """A C and a C++ compiler as two small scripts, which every build system takes."""

    def __init__(self, name, work, cc, cxx):
        """`cc`, `cxx`: commands as lists, such as ["anomalloc", "c++"]."""
        self.name = name
        self.cc = self._wrapper(work / "bin" / f"{name}-cc", cc)
        self.cxx = self._wrapper(work / "bin" / f"{name}-c++", cxx)
        self.fingerprint = self._fingerprint()

    @staticmethod
    def _wrapper(path, command):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
        path.chmod(0o755)
        return path

    def _fingerprint(self):
        """Changes with every flag that clang gets and every file that it then reads."""
        digest = hashlib.sha256()
        for compiler, language in ((self.cc, "c"), (self.cxx, "c++")):
            said = subprocess.run(
                [compiler, "-###", *FLAGS, "-x", language, "/dev/null", "-o", "x"],
                stderr=subprocess.PIPE,
                text=True,
                cwd="/",
            ).stderr
            said = re.sub(r"-[0-9a-f]{6}\.o\b", ".o", said)  # temporary files
            digest.update(said.encode())
            for word in re.findall(r'"((?:-L|-f[a-z-]+=)?/[^"]*)"', said):
                files = [Path(word.rpartition("=")[2])]
                if word.startswith("-L"):
                    files = sorted(Path(word[2:]).glob("libanomalloc*"))
                for file in filter(Path.is_file, files):
                    digest.update(file.read_bytes())
        return digest.hexdigest()


class Build:
    """A program's build folder for one toolchain; made again when something changed."""

    def __init__(self, name, program, toolchain, source, root, workloads):
        self.name, self.program, self.toolchain = name, program, toolchain
        self.kind = toolchain.name
        self.folder = root / toolchain.name / name
        self.words = {
            "source": source,
            "build": self.folder / "build",
            "workloads": workloads,
            "driver": self.folder / "driver",
        }

    def fill(self, text, **more):
        """`text` with the words in braces that programs.toml uses."""
        return text.format(**self.words, **more)

    def make(self, jobs):
        """Configures, compiles, links, the driver too. Returns the seconds."""
        stamp, key = self.folder / "built", self._key()
        if stamp.exists() and stamp.read_text().split()[0] == key:
            return float(stamp.read_text().split()[1])
        say(f"{self.name}: building {self.toolchain.name}")
        shutil.rmtree(self.folder, ignore_errors=True)
        self._prepare()
        start = time.perf_counter()
        self._configure()
        run(
            ["cmake", "--build", self.words["build"], "--parallel", str(jobs)],
            self.folder / "build.log",
        )
        seconds = time.perf_counter() - start
        if "driver" in self.program:
            self._link_driver()
        stamp.write_text(f"{key} {seconds:.1f}\n")
        return seconds

    def _key(self):
        used = [self.toolchain.fingerprint, *FLAGS, str(self.words["source"])]
        used += self.program["configure"] + [self.program.get("prepare", "")]
        if driver := self.program.get("driver"):
            used += driver["flags"]
            for file in (driver["file"], "workload.h"):
                used.append((self.words["workloads"] / file).read_text())
        return hashlib.sha256("\n".join(used).encode()).hexdigest()

    def _prepare(self):
        done = self.words["source"].with_name("prepared")
        if "prepare" in self.program and not done.exists():
            command = ["sh", "-c", self.program["prepare"]]
            run(command, self.folder / "prepare.log", cwd=self.words["source"])
            done.touch()

    def _configure(self):
        flags = " ".join(FLAGS)
        run(
            ["cmake", "-G", "Ninja", "-S", self.words["source"]]
            + ["-B", self.words["build"], "-DCMAKE_BUILD_TYPE=RelWithDebInfo"]
            + [f"-DCMAKE_C_COMPILER={self.toolchain.cc}"]
            + [f"-DCMAKE_CXX_COMPILER={self.toolchain.cxx}"]
            + [f"-DCMAKE_C_FLAGS_RELWITHDEBINFO={flags} -DNDEBUG"]
            + [f"-DCMAKE_CXX_FLAGS_RELWITHDEBINFO={flags} -DNDEBUG"]
            + [self.fill(option) for option in self.program["configure"]],
            self.folder / "configure.log",
        )

    def _link_driver(self):
        driver = self.program["driver"]
        is_c = driver["file"].endswith(".c")
        run(
            [self.toolchain.cc if is_c else self.toolchain.cxx, *FLAGS, "-pthread"]
            + [self.words["workloads"] / driver["file"], "-o", self.words["driver"]]
            + [self.fill(flag) for flag in driver["flags"]],
            self.folder / "driver.log",
        )
