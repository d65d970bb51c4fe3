#!/usr/bin/env python3
"""Asks for a file of budgets with a mistake, for each line "ROW file".

usage: mistakes.py ANOMALLOC PROFILE FILE < ROWS

Prints what is said, without the file's name; what says more than one line, or
ends with another exit code than 2; and the number of rows.
"""
import subprocess
import sys


def main(anomalloc, profile, path):
    rows = [line[len("ROW"):].strip() for line in sys.stdin if line.startswith("ROW")]
    for row in rows:
        with open(path, "w") as file:
            file.write(row.replace("\\n", "\n"))
        done = subprocess.run([anomalloc, "check", f"--budget={path}", profile],
                              capture_output=True, text=True)
        said = done.stderr.strip()
        if done.returncode != 2 or done.stdout or "\n" in said:
            print("WRONG", done.returncode, done.stdout)
        print(said.removeprefix(f"anomalloc: error: {path}:"))
    print(len(rows), "rows")


if __name__ == "__main__":
    main(*sys.argv[1:])
