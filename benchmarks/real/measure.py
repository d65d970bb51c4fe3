# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One program from its source package to its entry in the results."""

from pathlib import Path

from builds import Build
from exact import Workload
from profiles import profiles_in
from shell import Failure
from suites import run_suite

WORKLOADS = Path(__file__).resolve().parent / "workloads"


def measure(name, program, toolchains, sources, options, counter):
    """Fetches, builds, tests, runs. Returns the program's entry in the results."""
    result = {"program": name, "tests": None, "workloads": [], "problems": []}
    result["excluded"] = program["suite"].get("exclude", {})
    try:
        source = sources.unpacked(program["package"])
        result["version"] = sources.version(program["package"])
        builds = [
            Build(name, program, toolchain, source, options.work, WORKLOADS)
            for toolchain in toolchains
        ]
        seconds = [build.make(options.jobs) for build in builds]
        names = [build.toolchain.name for build in builds]
        result["build_seconds"] = dict(zip(names, seconds))
        if not options.no_tests:
            suites = [test(build, options) for build in builds]
            result["tests"] = dict(zip(names, suites))
            result["problems"] += judge_tests(*suites)
        for workload, table in program["workload"].items():
            for threads in table["threads"]:
                todo = Workload(workload, table, threads, *builds, options.quick)
                row = todo.measure(options.anomalloc, counter)
                result["workloads"].append(row)
                result["problems"] += [
                    f"{workload}, {threads} thread(s): {difference}"
                    for difference in row["differences"]
                ]
    except Failure as failure:
        result["problems"].append(str(failure))
    return result


def test(build, options):
    """The result of the build's own tests; their profiles are not kept."""
    result = run_suite(build, options.jobs, options.quick, profiles_in)
    for profile in (build.folder / "tests").glob("*.anomalloc"):
        profile.unlink()
    return result


def judge_tests(plain, instrumented):
    """The sentences that say which tests failed, and where the fault is."""
    problems = [
        f"test {name} fails in the plain build too: exclude it in programs.toml"
        for name in plain["failed"]
    ]
    problems += [
        f"test {name} fails only with anomalloc"
        for name in instrumented["failed"]
        if name not in plain["failed"]
    ]
    if plain["ran"] != instrumented["ran"]:
        problems.append(
            f"{plain['ran']} tests ran plain, {instrumented['ran']} instrumented"
        )
    return problems
