#!/usr/bin/env python3
"""Asks each allocator whether it knows the settings of a page.

usage: known_settings.py docs/allocator-settings.md

glibc's loader lists its tunables, jemalloc ends a program whose settings it
does not know, mimalloc tells what it took, and the others have the names in
their libraries. An allocator
that is not installed is an error, as scripts/setup installs all.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

LIBRARIES = {"jemalloc": "libjemalloc.so.2", "mimalloc": "libmimalloc.so.2",
             "tcmalloc": "libtcmalloc_minimal.so.4", "tbbmalloc": "libtbbmalloc.so.2"}


def path_of(name):
    listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True)
    return re.search(rf"{re.escape(name)} .*=> (\S+)", listed.stdout).group(1)


def loader():
    maps = Path("/proc/self/maps").read_text()
    return re.search(r"\S+/ld-linux\S+", maps).group(0)


def is_known(allocator, variable, value):
    if allocator == "glibc":
        listed = subprocess.run([loader(), "--list-tunables"], capture_output=True, text=True,
                                check=True).stdout
        return all(f"{part.split('=')[0]}:" in listed for part in value.split(":"))
    library = path_of(LIBRARIES[allocator])
    if allocator == "jemalloc":
        environment = dict(os.environ, LD_PRELOAD=library,
                           MALLOC_CONF=f"abort_conf:true,{value}")
        ran = subprocess.run(["/bin/true"], env=environment, capture_output=True)
        return ran.returncode == 0 and not ran.stderr
    if allocator == "mimalloc":
        environment = dict(os.environ, LD_PRELOAD=library, MIMALLOC_VERBOSE="1",
                           **{variable: value})
        said = subprocess.run(["/bin/true"], env=environment, capture_output=True,
                              text=True).stderr
        name = variable.removeprefix("MIMALLOC_").lower()
        return f"option '{name}': {value}\n" in said
    return b"\0" + variable.encode() + b"\0" in Path(library).read_bytes()


def main():
    page = Path(sys.argv[1]).read_text()
    rows = re.findall(r"(?m)^\| `(\S+)` \| (\w+) \| `(\w+)=(\S+)` \|", page)
    wrong = [row for row in rows if not is_known(*row[1:])]
    print(f"not known: {wrong}" if wrong else f"{len(rows)} settings are known")


main()
