# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""prepare: fetches and configures the code bases, so that clang-tidy can read them.

Leaves WORK/<name>/src, WORK/<name>/build/compile_commands.json and
WORK/<name>/version. Nothing is compiled but what generates headers. What is done
is kept: remove WORK/<name>/version to have a program configured again.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import suffixes
from codebases import HERE, select
from shell import Failure, run, say
from sources import Sources, install, missing_packages


def add_arguments(add):
    add("--list", action="store_true", help="list the programs and what they need")
    add("--install", action="store_true", help="install missing Debian packages")
    add_flags_argument(add, "-O2 -g")


def add_flags_argument(add, default):
    add(
        "--flags",
        default=default,
        metavar="TEXT",
        help="of the compilers, beside the program's own; default: %(default)s",
    )


def main(options):
    bases = select(options.programs, options.program, options.work)
    if options.list:
        for base in bases:
            print(f"{base.name:10} {base.version or '-':28} {base.table['kind']}")
            print(f"{'':10} needs: {' '.join(base.table['needs']) or '-'}")
        return 0
    names = options.needs + [need for base in bases for need in base.table["needs"]]
    if missing := missing_packages(names):
        if not options.install:
            raise Failure(
                f"missing Debian packages (try --install): {' '.join(missing)}"
            )
        install(missing, options.work)
    sources = Sources(options.work, options.work, "src")
    failed = 0
    for base in bases:
        try:
            if not base.version:
                prepare(base, sources, options)
            print(f"{base.name:10} {base.version:28} {len(base.units())} units")
        except Failure as failure:
            failed += 1
            print(f"{base.name}: {failure}", file=sys.stderr)
    return 1 if failed else 0


def prepare(base, sources, options):
    sources.unpacked(base.table["package"], base.name)
    say(f"{base.name}: configuring")
    shutil.rmtree(base.build, ignore_errors=True)
    if "prepare" in base.table:
        run(
            ["sh", "-c", base.table["prepare"]],
            base.folder / "prepare.log",
            cwd=base.source,
        )
    configure(base, options)
    if base.table.get("system") == "autotools":
        record(base, options)
    elif headers := generated_headers(base):
        build(base, options, headers)
    if not base.units():
        raise Failure("compile_commands.json names no unit of the program")
    (base.folder / "version").write_text(sources.version(base.name) + "\n")


def configure(base, options):
    """Any code base with src and build: also the copies that `fix` makes."""
    base.build.mkdir(parents=True, exist_ok=True)
    arguments = base.table["configure"] + base.table.get("more", [])
    arguments = [base.fill(word, cxx=options.cxx) for word in arguments]
    log = base.folder / "configure.log"
    if base.table.get("system") == "autotools":
        command = [base.source / "configure", f"CC={options.cc}", f"CXX={options.cxx}"]
        command += [f"CFLAGS={options.flags}", f"CXXFLAGS={options.flags}", *arguments]
        return run(command, log, cwd=base.build)
    return run(
        ["cmake", "-G", "Ninja", "-S", base.source, "-B", base.build]
        + ["-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
        + ["-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON"]  # they are not built
        + [f"-DCMAKE_C_COMPILER={options.cc}", f"-DCMAKE_CXX_COMPILER={options.cxx}"]
        + [f"-DCMAKE_C_FLAGS_RELWITHDEBINFO={options.flags} -DNDEBUG"]
        + [f"-DCMAKE_CXX_FLAGS_RELWITHDEBINFO={options.flags} -DNDEBUG"]
        + arguments,
        log,
        cwd=base.build,  # CMake files that try programs leave what these write
    )


def generated_headers(base):
    """The targets of CMake's own rules for files, as far as units include them."""
    targets = subprocess.run(
        ["ninja", "-C", base.build, "-t", "targets", "all"],
        capture_output=True,
        text=True,
    ).stdout
    return [
        target
        for target, rule in re.findall(r"(?m)^(\S+): (\S+)$", targets)
        if rule == "CUSTOM_COMMAND"
        and Path(target).suffix in suffixes.HEADERS
        and not os.path.isabs(target)
    ]


def build(base, options, targets=()):
    """Builds `targets`, or everything."""
    log = base.folder / "build.log"
    if base.table.get("system") == "autotools":
        return run(["make", "-j", str(options.jobs), *targets], log, cwd=base.build)
    command = ["cmake", "--build", base.build, "--parallel", str(options.jobs)]
    return run(command + (["--target", *targets] if targets else []), log)


def record(base, options):
    """A compile_commands.json from make, by a compiler that only takes notes."""
    entries = base.folder / "compile-commands.log"
    entries.unlink(missing_ok=True)
    recorder = f"{HERE / 'record-compiler'} {entries}"
    # Programs cannot be linked from empty objects: make's exit code says nothing.
    try:
        run(
            ["make", "-k", "-j", str(options.jobs)]
            + [f"CC={recorder} {options.cc}", f"CXX={recorder} {options.cxx}"],
            base.folder / "record.log",
            cwd=base.build,
        )
    except Failure:
        pass
    if not entries.exists():
        raise Failure(f"make compiled nothing, see {base.folder / 'record.log'}")
    commands = {}
    for line in entries.read_text().splitlines():
        entry = json.loads(line)
        commands.setdefault((entry["directory"], entry["file"]), entry)
    base.database.write_text(json.dumps(list(commands.values()), indent=1))
