"""All variants print the same, to the last bit, with any number of threads.

usage: variants_agree.py <multiscale-before> <other variant>...
"""

import subprocess
import sys

SIZES = [("1", "2"), ("5", "7"), ("8", "12")]
THREADS = ["1", "2", "4"]


def output(program, coarse, fine, threads):
    return subprocess.run(
        [program, "--coarse", coarse, "--fine", fine, "--threads", threads],
        check=True, stdout=subprocess.PIPE, text=True).stdout


def main():
    programs = sys.argv[1:]
    failed = False
    for coarse, fine in SIZES:
        wanted = output(programs[0], coarse, fine, THREADS[0])
        if "solution hash" not in wanted:
            sys.exit(f"no hash in the output:\n{wanted}")
        for program in programs:
            for threads in THREADS:
                got = output(program, coarse, fine, threads)
                if got != wanted:
                    failed = True
                    print(f"{program}, --coarse {coarse} --fine {fine}, "
                          f"{threads} threads:\n{got}instead of\n{wanted}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
