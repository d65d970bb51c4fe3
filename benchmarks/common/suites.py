# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program's own tests: run them, count them, name those that failed."""

import hashlib
import re
import shutil
import time
import xml.etree.ElementTree as ElementTree
from glob import glob
from pathlib import Path

from shell import Failure, environment, exit_code, say, tail

TIMEOUT_SECONDS = 1800
RESULT_LINE = r"(?m)^(PASS|FAIL|XPASS|XFAIL|ERROR): (\S+)$"


def run_suite(build, jobs, quick, environment_in=lambda folder: {}):
    """Returns {"ran", "failed": [name], "left_out": [name], "seconds"}, and
    {"outputs": {name: digest}} if the suite compares what is written.

    `build` has a `name` and a `kind` for the log, the `program` (its table), a
    `folder`, the `words` that stand for its paths, and fill() for the table's
    braces. `environment_in` tells what else to set, given the tests' folder."""
    say(f"{build.name}: tests, {build.kind}")
    suite = build.program["suite"]
    left_out = sorted(suite.get("exclude", {}))
    left_out += suite.get("slow", []) if quick else []
    scratch = build.folder / "tests"
    shutil.rmtree(scratch, ignore_errors=True)
    (scratch / "tmp").mkdir(parents=True)
    env = environment(
        TMPDIR=scratch / "tmp",
        TEST_TMPDIR=scratch / "tmp",
        **environment_in(scratch),
        **suite.get("env", {}),
    )
    if left_out:
        env["GTEST_FILTER"] = f"-{':'.join(left_out)}"
    start = time.perf_counter()
    runner = RUNNERS[suite["runner"]]
    ran, failed, *outputs = runner(build, suite, left_out, scratch, env, jobs)
    if not ran and not failed:
        raise Failure(f"no test ran\n{tail(scratch / 'log')}")
    shutil.rmtree(scratch / "tmp")
    return {
        "ran": ran,
        "failed": failed,
        "left_out": left_out,
        "seconds": round(time.perf_counter() - start, 1),
        **({"outputs": outputs[0]} if outputs else {}),
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


def _automake(build, suite, left_out, scratch, env, jobs):
    """`make check`, which prints a line for each test."""
    command = ["make", "-k", "-j", str(jobs), "check"]
    folder = build.words["build"] / suite.get("folder", ".")
    code = exit_code(command, scratch / "log", cwd=folder, env=env)
    text = (scratch / "log").read_text(errors="replace")
    results = {name: word for word, name in re.findall(RESULT_LINE, text)}
    failed = [name for name, word in results.items() if word not in ("PASS", "XFAIL")]
    return len(results), failed or ([f"exit code {code}"] if code else [])


def _outputs(build, suite, left_out, scratch, env, jobs):
    """A program without tests: a command for each input; the files that it writes
    are compared. (Not what it prints, which may tell the time.)"""
    failed, outputs = [], {}
    patterns = [build.fill(pattern) for pattern in suite["inputs"]]
    inputs = [Path(name) for pattern in patterns for name in sorted(glob(pattern))]
    for file in inputs:
        name = f"{file.parent.name}/{file.name}"
        folder = scratch / "tmp" / name
        folder.mkdir(parents=True)
        command = [build.fill(word, input=file) for word in suite["command"]]
        if exit_code(command, scratch / "log", cwd=folder, env=env):
            failed.append(name)
        digest = hashlib.sha256()
        for written in sorted(filter(Path.is_file, folder.rglob("*"))):
            digest.update(written.read_bytes())
        outputs[name] = digest.hexdigest()
    return len(inputs), failed, outputs


RUNNERS = {
    "ctest": _ctest,
    "gtest": _gtest,
    "lines": _lines,
    "automake": _automake,
    "outputs": _outputs,
}


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
