# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Running other programs: output to a log, failures with what the log says last."""

import os
import shlex
import subprocess
import sys


class Failure(Exception):
    """A step of one program that did not work; the text is for a person."""


def say(text):
    """Progress, on standard error."""
    print(text, file=sys.stderr, flush=True)


def run(command, log, cwd=None, env=None):
    """Runs `command`, a list, with its output in the file `log`."""
    if code := exit_code(command, log, cwd, env):
        raise Failure(f"{describe(command)}: exit code {code}\n{tail(log)}")


def exit_code(command, log, cwd=None, env=None):
    """As run(), for callers that expect failures. Also 127: no such program."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with open(log, "wb") as output:
        try:
            return subprocess.run(
                command, stdout=output, stderr=output, cwd=cwd, env=env
            ).returncode
        except OSError as error:
            output.write(f"{error}\n".encode())
            return 127


def describe(command):
    """The command as one would type it, cut to a line."""
    text = shlex.join(map(str, command))
    return text if len(text) < 160 else text[:157] + "..."


def tail(log, lines=15):
    return "\n".join(log.read_text(errors="replace").splitlines()[-lines:])


def environment(**changes):
    """The environment without what would preload or steer something else."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("LD_PRELOAD", "ANOMALLOC_OPTIONS", "MALLOC_COUNTER_OUT")
    }
    return {**kept, **{name: str(value) for name, value in changes.items()}}
