# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an option of the pass costs: instructions of a run in the mode count, of the
example or of a real program built with the option off and on. Needs valgrind."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

REAL = Path(__file__).resolve().parent.parent / "real"
sys.path.insert(1, str(REAL))

from builds import Build, Toolchain  # noqa: E402
from callgrind import instructions  # noqa: E402
from exact import Workload  # noqa: E402
from multiscale import FLAGS, ROOT, SOURCES  # noqa: E402
from sources import Sources  # noqa: E402

# valgrind does not understand all of clang's DWARF 5.
DEBUG = "-gdwarf-4"


def set_to(option, value):
    return ["-mllvm", f"-{option}={value}"]


def build_example(anomalloc, option, value, output):
    subprocess.run(
        [anomalloc, "c++", *FLAGS, "-O2", "-g", DEBUG, "-DNDEBUG", "-w",
         *set_to(option, value), *SOURCES, "-o", output],
        check=True)
    return output


def build_real(name, program, anomalloc, option, work):
    """The commands of the program's first workload, without and with."""
    source = Sources(work).unpacked(program["package"])
    title, table = next(iter(program["workload"].items()))
    table = dict(table, quick=max(1, table["scale"] // 100))
    commands = []
    for value in (0, 1):
        compilers = [[anomalloc, language, DEBUG, *set_to(option, value)]
                     for language in ("cc", "c++")]
        toolchain = Toolchain(f"{option}{value}", work, *compilers)
        build = Build(name, program, toolchain, source, work, REAL / "workloads")
        build.make(os.cpu_count())
        workload = Workload(title, table, 1, build, build, quick=True)
        workload.make_input()
        commands.append(workload.command(build))
    return commands


def measure(name, anomalloc, commands, tell):
    """`commands`: a run without the option, and one with it. `tell` says what else
    there is to say, of the report and of the instructions more."""
    with tempfile.TemporaryDirectory() as folder:
        profiles = [f"{folder}/profile{value}" for value in (0, 1)]
        without, counted = (
            instructions(command,
                         {"ANOMALLOC_OPTIONS": f"output={profile}",
                          "OMP_NUM_THREADS": "1"})
            for command, profile in zip(commands, profiles))
        report = json.loads(subprocess.run(
            [anomalloc, "report", "--json", "--no-probe", profiles[1]],
            check=True, text=True, stdout=subprocess.PIPE).stdout)
    print(f"{name}: {without:,} instructions without, {counted:,} with: "
          f"{100 * (counted / without - 1):+.2f} %")
    tell(report, counted - without)


def main(description, option, tell):
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--coarse", default="4")
    parser.add_argument("--fine", default="12")
    parser.add_argument("--build", default=str(ROOT / "build"), metavar="FOLDER",
                        help="where Anomalloc was built (default: %(default)s)")
    parser.add_argument("--work", type=Path, metavar="FOLDER",
                        default=os.environ.get("ANOMALLOC_WORK",
                                               ROOT / "build" / "real"),
                        help="for --real (default: %(default)s)")
    parser.add_argument("--real", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--compare", nargs=argparse.REMAINDER, default=[])
    args = parser.parse_args()
    anomalloc = str(Path(args.build).resolve() / "bin" / "anomalloc")
    programs = tomllib.loads((REAL / "programs.toml").read_text())["program"]
    if unknown := set(args.real) - set(programs):
        parser.error(f"no such program: {', '.join(sorted(unknown))}")
    if args.compare:
        if len(args.compare) < 2:
            parser.error("--compare needs two programs")
        arguments = args.compare[2:]
        measure("program", anomalloc,
                [[program, *arguments] for program in args.compare[:2]], tell)
    elif args.real:
        for name in args.real:
            measure(name, anomalloc, build_real(
                name, programs[name], anomalloc, option, args.work.resolve()), tell)
    else:
        with tempfile.TemporaryDirectory() as folder:
            measure("multiscale", anomalloc, [
                [build_example(anomalloc, option, value, f"{folder}/example{value}"),
                 "--coarse", args.coarse, "--fine", args.fine, "--threads", "1",
                 "--quiet"]
                for value in (0, 1)], tell)
