# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program's own tests: run them, count them, name those that failed."""

import re
import shutil
import time
import xml.etree.ElementTree as ElementTree

from profiles import profiles_in
from shell import Failure, environment, exit_code, say, tail

TIMEOUT_SECONDS = 1800


def run_suite(build, jobs, quick):
    """Returns {"ran", "failed": [name], "left_out": [name], "seconds"}."""
    say(f"{build.name}: tests, {build.toolchain.name}")
    suite = build.program["suite"]
    left_out = sorted(suite.get("exclude", {}))
    left_out += suite.get("slow", []) if quick else []
    scratch = build.folder / "tests"
    shutil.rmtree(scratch, ignore_errors=True)
    (scratch / "tmp").mkdir(parents=True)
    env = environment(
        TMPDIR=scratch / "tmp",
        TEST_TMPDIR=scratch / "tmp",
        **profiles_in(scratch),
        **suite.get("env", {}),
    )
    if left_out:
        env["GTEST_FILTER"] = f"-{':'.join(left_out)}"
    start = time.perf_counter()
    runner = {"ctest": _ctest, "gtest": _gtest, "lines": _lines}[suite["runner"]]
    ran, failed = runner(build, suite, left_out, scratch, env, jobs)
    if not ran and not failed:
        raise Failure(f"no test ran\n{tail(scratch / 'log')}")
    shutil.rmtree(scratch / "tmp")
    for profile in scratch.glob("*.anomalloc"):
        profile.unlink()
    return {
        "ran": ran,
        "failed": failed,
        "left_out": left_out,
        "seconds": round(time.perf_counter() - start, 1),
    }


def _ctest(build, suite, left_out, scratch, env, jobs):
    command = ["ctest", "--test-dir", build.words["build"], "--output-on-failure"]
    command += ["--parallel", "1" if suite.get("serial") else str(jobs)]
    command += ["--timeout", str(TIMEOUT_SECONDS), "--output-junit", scratch / "xml"]
    if left_out:
        command += ["-E", f"^({'|'.join(map(re.escape, left_out))})$"]
    code = exit_code(command, scratch / "log", env=env)
    return _read_junit(scratch / "xml", code)


def _gtest(build, suite, left_out, scratch, env, jobs):
    command = [build.fill(word) for word in suite["command"]]
    command.append(f"--gtest_output=xml:{scratch / 'xml'}")
    code = exit_code(command, scratch / "log", cwd=scratch / "tmp", env=env)
    return _read_junit(scratch / "xml", code)


def _lines(build, suite, left_out, scratch, env, jobs):
    command = [build.fill(word) for word in suite["command"]]
    code = exit_code(command, scratch / "log", cwd=scratch / "tmp", env=env)
    text = (scratch / "log").read_text(errors="replace")
    ran = len(set(re.findall(suite["test_line"], text)))
    return ran, [f"exit code {code}"] if code else []


def _read_junit(file, code):
    """Both runners write JUnit's XML, with small differences."""
    ran, failed = 0, []
    cases = ElementTree.parse(file).iter("testcase") if file.exists() else []
    for case in cases:
        if case.get("status") in ("disabled", "notrun") and not code:
            continue
        ran += 1
        if case.get("status") == "fail" or case.find("failure") is not None:
            failed.append(case.get("name"))
    if code and not failed:
        failed.append(f"exit code {code}")
    return ran, failed
