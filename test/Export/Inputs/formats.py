"""Readers of exported files: for each format a function of its name that yields
each stack, the outermost function first, and its values by measure."""
import re


def folded(file, measure):
    with open(file, encoding="utf-8", newline="\n") as lines:
        for line in lines:
            stack, value = re.fullmatch(r"(.*) (\d+)\n", line).groups()
            yield stack.split(";"), {measure: int(value)}
