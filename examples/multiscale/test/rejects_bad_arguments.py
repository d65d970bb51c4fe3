"""A bad argument gives an error that names it, nothing else, and exit code 1.

usage: rejects_bad_arguments.py <multiscale>
"""

import subprocess
import sys

BAD = [
    ["--coarse"], ["--coarse", "0"], ["--coarse", "-3"], ["--coarse", "8x"],
    ["--coarse", ""], ["--coarse", "99999999999999"], ["--fine", "1"],
    ["--fine", "3.5"], ["--threads", "0"], ["--threads", "two"], ["--treads"],
    ["8"],
]


def main():
    failed = False
    for arguments in BAD:
        run = subprocess.run([sys.argv[1]] + arguments, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
        if (run.returncode != 1 or run.stdout or "error:" not in run.stderr
                or arguments[0] not in run.stderr):
            failed = True
            print(f"{arguments}: exit code {run.returncode}, stdout "
                  f"{run.stdout!r}, stderr {run.stderr!r}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
