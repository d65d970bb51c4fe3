"""usage: page_figures.py PAGE ANOMALLOC PROGRAMS

Runs the commands of a page's ```console blocks in the working directory, each
as '$ anomalloc ...' or with './program' for one in the folder PROGRAMS. The
numbers that stand below a command on the page must stand in what it prints, in
that order. Paths and line breaks may differ."""
import re
import shlex
import subprocess
import sys

NUMBER = re.compile(r"\d[\d,]*,\d{3}|\d+(?:\.\d+)? (?:%|[KMG]iB|B)(?![\w])")


def commands(page):
    """Pairs of command and the text below it."""
    for block in re.findall(r"^```console\n(.*?)^```", page, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, shown = part.partition("\n")
            yield command, shown


def output(command, anomalloc, programs):
    words = [anomalloc if w == "anomalloc" else
             f"{programs}/{w[2:]}" if w.startswith("./") else w
             for w in shlex.split(command)]
    run = subprocess.run(words, stdout=subprocess.PIPE, text=True)
    if run.returncode:
        sys.exit(f"{command}: exit {run.returncode}")
    return run.stdout


def missing(shown, printed):
    """The first number of the page that is not printed behind the last one."""
    rest = iter(printed)
    return next((n for n in shown if n not in rest), None)


def main(page, anomalloc, programs):
    compared = 0
    for command, shown in commands(open(page).read()):
        numbers = NUMBER.findall(shown)
        absent = missing(numbers, NUMBER.findall(
            output(command, anomalloc, programs)))
        if absent:
            sys.exit(f"{command}: prints no {absent} at its place")
        compared += len(numbers)
    print(f"{compared} numbers compared")


main(*sys.argv[1:])
