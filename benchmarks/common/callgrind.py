"""Instructions of a program, as callgrind counts them."""
import os
import re
import subprocess


def without_debug_information(program, folder=None):
    """A copy that valgrind can read, in `folder` or beside the program: Debian 12's
    gives up on some of clang 19's debug information, and needs none to count."""
    copy = (folder or program.parent) / (program.name + "-stripped")
    subprocess.run(["strip", "--strip-debug", "-o", copy, program], check=True)
    return copy


def instructions(command, env=None, cwd=None):
    """Of the whole run. `env`: variables beside those of this process."""
    output = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
        env={**os.environ, **(env or {})},
        cwd=cwd,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=True,
        text=True,
    ).stderr
    return int(re.search(r"Collected : (\d+)", output).group(1))
