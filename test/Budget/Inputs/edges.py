#!/usr/bin/env python3
"""Holds limits to the number.

usage: edges.py ANOMALLOC PROFILE FILE < ROWS

A row is: the measured number, then a budget as YAML has it between braces, with
AT for the limit. With the number as the limit the budget must hold; with one
less it must be broken. Of shares and rates the last digit counts: "10.5 %".
Prints what was not so, and how many rows there are.
"""
import decimal
import subprocess
import sys


def check(anomalloc, profile, path, budget):
    with open(path, "w") as file:
        file.write(f"budgets:\n- {{{budget}}}\n")
    return subprocess.run([anomalloc, "check", f"--budget={path}", profile],
                          capture_output=True, text=True)


def main(anomalloc, profile, path):
    rows = [line.split(None, 1) for line in sys.stdin if line.strip()]
    wrong = 0
    for number, budget in rows:
        exact = decimal.Decimal(number)
        less = exact - decimal.Decimal(1).scaleb(exact.as_tuple().exponent)
        for limit, code in [(exact, 0), (less, 1)]:
            done = check(anomalloc, profile, path, budget.strip().replace("AT", str(limit)))
            if done.returncode != code:
                wrong += 1
                print(f"{budget.strip()} at {limit}: {done.returncode}\n{done.stdout}{done.stderr}")
    print(len(rows), "rows,", wrong, "wrong")


if __name__ == "__main__":
    main(*sys.argv[1:])
