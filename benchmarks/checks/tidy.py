# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Running clang-tidy with the checks on units of a code base."""

import concurrent.futures
import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from shell import Failure


@dataclass
class UnitResult:
    """What clang-tidy did with one unit."""

    unit: str  # relative to the source
    status: str = "ok"  # "ok", "hang", "crash", "error": the unit does not compile
    detail: str = ""
    seconds: float = 0.0
    user_seconds: float = 0.0
    diagnostics: list = field(default_factory=list)  # as clang-tidy exports them
    profile: dict = field(default_factory=dict)  # check -> user seconds


def configuration(options):
    """`options`: "name=value" strings. The value of -config, as JSON."""
    pairs = {}
    for option in options or []:
        name, equals, value = option.partition("=")
        if not equals:
            raise Failure(f"--options takes NAME=VALUE, not '{option}'")
        pairs[name] = value
    return json.dumps({"CheckOptions": pairs})


class Tidy:
    """How clang-tidy is called: the same for every unit of a run."""

    def __init__(self, options, checks, profile=False, timeout=600):
        """`checks`: what follows -checks=. `options`: of the command line."""
        if not options.module.exists():
            raise Failure(
                f"{options.module}: not found; build it, or say --module PATH"
            )
        self.command = [options.tidy, "-load", str(options.module), "--quiet"]
        self.command += [f"-checks={checks}"]
        self.command += [f"-config={configuration(getattr(options, 'options', None))}"]
        self.profile, self.timeout = profile, timeout

    def run(self, base, unit, path, keep=None):
        """Runs on one unit. `keep`: a file for the exported fix-its."""
        with tempfile.TemporaryDirectory(prefix="anomalloc-checks-") as scratch:
            exported = Path(keep or Path(scratch) / "fixes.yaml")
            command = [*self.command, "-p", str(base.build)]
            command += [f"-header-filter={base.header_filter}"]
            command += [f"-export-fixes={exported}"]
            if self.profile:
                command += ["-enable-check-profile", f"-store-check-profile={scratch}"]
            result = UnitResult(unit)
            code, output = self._call([*command, path], base.build, result)
            self._judge(result, code, output)
            if exported.exists() and exported.stat().st_size:
                result.diagnostics = load_yaml(exported).get("Diagnostics") or []
            for file in Path(scratch).glob("*.json"):
                result.profile = read_profile(json.loads(file.read_text()))
        return result

    def _call(self, command, folder, result):
        """Sets the times; returns (exit code, or none after a timeout; output)."""
        with tempfile.TemporaryFile() as said:
            start = time.perf_counter()
            process = subprocess.Popen(
                command, cwd=folder, stdout=said, stderr=said, start_new_session=True
            )
            late = threading.Event()

            def stop():
                late.set()
                os.killpg(process.pid, signal.SIGKILL)

            timer = threading.Timer(self.timeout, stop)
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            result.seconds = time.perf_counter() - start
            result.user_seconds = usage.ru_utime
            said.seek(0)
            output = said.read().decode(errors="replace")
            return None if late.is_set() else process.returncode, output

    def _judge(self, result, code, output):
        """Sets the status. clang-tidy ends with 1 if the unit does not compile."""
        if code is None:
            result.status, result.detail = "hang", f"after {self.timeout} s"
        elif code < 0:
            result.status = "crash"
            result.detail = f"{signal.Signals(-code).name}\n{last_lines(output)}"
        elif "no checks enabled" in output:
            raise Failure(
                "no checks enabled: see --checks, and whether --module has it"
            )
        elif code:
            errors = [line for line in output.splitlines() if "error: " in line]
            result.status, result.detail = (
                "error",
                "\n".join(errors[:3]) or output[-500:],
            )


def pattern_of(options):
    """What follows -checks= for --checks."""
    return f"-*,{options.checks}"


def last_lines(text, count=25):
    return "\n".join(text.splitlines()[-count:])


def load_yaml(file):
    """The YAML that clang-tidy exports. PyYAML is read through libyaml if it can be."""
    try:
        import yaml
    except ImportError:
        raise Failure("needs PyYAML: apt-get install python3-yaml") from None
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(file.read_text(errors="replace"), loader)


def read_profile(stored):
    """{check: user seconds} of a stored profile of clang-tidy."""
    prefix, suffix = "time.clang-tidy.", ".user"
    return {
        key[len(prefix) : -len(suffix)]: value
        for key, value in stored["profile"].items()
        if key.startswith(prefix) and key.endswith(suffix)
    }


def run_units(work, jobs, progress):
    """Calls each of `work`, a list of functions without arguments, `jobs` at a
    time; yields the results as they come. `progress(done, all)` after each."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(call) for call in work]
        try:
            for done, future in enumerate(concurrent.futures.as_completed(futures), 1):
                progress(done, len(futures))
                yield future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def enabled_checks(options, checks):
    """The full names of the checks that a pattern turns on."""
    said = subprocess.run(
        [options.tidy, "-load", str(options.module), f"-checks={checks}"]
        + ["--list-checks", "-config={}"],
        capture_output=True,
        text=True,
    )
    if said.returncode:
        raise Failure(f"{options.tidy} --list-checks: {said.stderr.strip()}")
    return [line.strip() for line in said.stdout.splitlines() if line.startswith("  ")]


def save_yaml(file, content):
    import yaml

    file.write_text(yaml.safe_dump(content))
