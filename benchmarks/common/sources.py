# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Debian source packages, without a word to the machine's own apt configuration.

apt-get is run with lists, cache and sources in the work folder. The sources are
the machine's own, each `deb` made a `deb-src`: whatever mirror it installs its
packages from also serves their sources.
"""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

from shell import Failure, exit_code, run, say, tail


def machine_sources():
    """The files where this machine names its package archives."""
    if not shutil.which("apt-config"):
        raise Failure("no apt here: this needs Debian or a relative")
    out = subprocess.check_output(
        ["apt-config", "shell"]
        + ["LIST", "Dir::Etc::sourcelist/f", "PARTS", "Dir::Etc::sourceparts/d"],
        text=True,
    )
    where = dict(word.split("=", 1) for word in shlex.split(out))
    files = [Path(where.get("LIST", ""))]
    files += sorted(Path(where["PARTS"]).glob("*")) if "PARTS" in where else []
    return [f for f in files if f.suffix in (".list", ".sources") and f.is_file()]


def as_deb_src(text, suffix):
    """`text` of a .list or .sources file, asking for source packages."""
    if suffix == ".sources":
        return re.sub(r"(?im)^Types:.*$", "Types: deb-src", text)
    lines = re.findall(r"(?m)^\s*deb(?:-src)?(\s.*)$", text)
    return "".join(dict.fromkeys(f"deb-src{rest}\n" for rest in lines))


class Sources:
    """Unpacked source packages: `root`/<name>/`leaf`, where a name is that of the
    package unless the caller gives another."""

    def __init__(self, work, root=None, leaf="source"):
        self.apt, self.root, self.leaf = work / "apt", root or work / "source", leaf
        self.updated = False

    def unpacked(self, package, name=None, upstream=False):
        """The folder with the source of `package`; fetches it the first time.
        `upstream`: without Debian's changes."""
        folder = self.root / (name or package) / self.leaf
        if not folder.exists():
            self._fetch(package, folder, upstream)
        return folder

    def version(self, name):
        description = next((self.root / name).glob("*.dsc"))
        return re.search(r"(?m)^Version: (\S+)", description.read_text())[1]

    def _fetch(self, package, folder, upstream):
        say(f"{package}: fetching")
        shutil.rmtree(folder.parent, ignore_errors=True)
        folder.parent.mkdir(parents=True)
        if not self.updated:
            self._update()
        for part in ("--dsc-only", "--tar-only") if upstream else ("--download-only",):
            run(
                [*self._apt_get(), "source", "--download-only", part, package],
                self.root / f"{folder.parent.name}.fetch.log",
                cwd=folder.parent,
            )
        new = folder.with_name("unpacking")
        log = self.root / f"{folder.parent.name}.unpack.log"
        if upstream:
            new.mkdir()
            archive = next(folder.parent.glob("*.orig.tar.*[!c]"))
            run(["tar", "xf", archive, "-C", new, "--strip-components=1"], log)
        else:
            description = next(folder.parent.glob("*.dsc"))
            run(["dpkg-source", "--no-check", "-x", str(description), str(new)], log)
        new.rename(folder)

    def _apt_get(self):
        return ["apt-get", "-q", "-c", str(self.apt / "apt.conf")]

    def _update(self):
        """Writes our configuration and reads the archives' lists of sources."""
        parts = self.apt / "sources"
        shutil.rmtree(parts, ignore_errors=True)
        for folder in (parts, self.apt / "lists", self.apt / "cache"):
            folder.mkdir(parents=True, exist_ok=True)
        for file in machine_sources():
            text = as_deb_src(file.read_text(), file.suffix)
            (parts / file.name).write_text(text)
        (self.apt / "apt.conf").write_text(
            "#clear APT::Update::Post-Invoke;\n"
            "#clear APT::Update::Post-Invoke-Success;\n"
            'Dir::Etc::SourceList "/dev/null";\n'
            f'Dir::Etc::SourceParts "{parts}";\n'
            f'Dir::State::Lists "{self.apt / "lists"}";\n'
            f'Dir::Cache "{self.apt / "cache"}";\n'
            # root drops to a user who may not enter the work folder
            + ('APT::Sandbox::User "root";\n' if os.geteuid() == 0 else "")
        )
        # An archive without sources fails here and does no harm: what counts is
        # whether the packages are found.
        log = self.apt / "update.log"
        if exit_code([*self._apt_get(), "update"], log) and not list(
            (self.apt / "lists").glob("*Sources*")
        ):
            raise Failure(f"no list of source packages\n{tail(log)}")
        self.updated = True


def missing_packages(names):
    """Those of the Debian packages `names` that are not installed."""
    return [
        name
        for name in sorted(set(names))
        if subprocess.run(
            ["dpkg-query", "-W", "-f", "${db:Status-Status}", name],
            capture_output=True,
        ).stdout
        != b"installed"
    ]


def install(names, work):
    """Installs Debian packages: as root, or through sudo."""
    say(f"installing {' '.join(names)}")
    as_root = [] if os.geteuid() == 0 else ["sudo"]
    apt_get = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
    run([*apt_get, "update"], work / "install.log")
    run(
        [*apt_get, "install", "-y", "--no-install-recommends", *names],
        work / "install.log",
    )
