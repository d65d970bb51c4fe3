# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sample: draws findings of each check to judge by hand, spread over the programs.

Reads what `findings --output` wrote, writes a sheet: for each finding its message,
the code around, and empty fields `verdict` (true, false, unsure) and `reason`. The
same seed draws the same findings. Verdicts of --merge, an earlier sheet or the
judgements in the repository, are kept where their finding still exists. Fill in the
sheet, then: run table --add SHEET.
"""

import json
from pathlib import Path

from sheets import draw, merge, render_sheet
from shell import Failure


def add_arguments(add):
    add(
        "--findings",
        type=Path,
        metavar="FILE",
        action="append",
        required=True,
        help="what `findings --output` wrote; may be repeated",
    )
    add("--checks", help="only these: comma-separated full names")
    add(
        "--count",
        type=int,
        default=25,
        metavar="N",
        help="of each check or level; 0: all; default: %(default)s",
    )
    add(
        "--by",
        choices=("check", "level"),
        default="check",
        help="level: N warnings and N hints, whatever their checks",
    )
    add("--seed", type=int, default=1, metavar="N", help="default: %(default)s")
    add(
        "--merge",
        type=Path,
        metavar="SHEET",
        action="append",
        default=[],
        help="keep its verdicts; may be repeated",
    )
    add("--output", type=Path, metavar="FILE", help="the sheet, JSON")
    add(
        "--markdown",
        type=Path,
        metavar="FILE",
        help="the sheet to read; default: standard output, without --output",
    )


def main(options):
    findings = [f for file in options.findings for f in read_json(file)["findings"]]
    if options.program:
        findings = [f for f in findings if f["program"] in options.program]
    if options.checks:
        names = options.checks.split(",")
        findings = [f for f in findings if f["check"] in names]
    sheet = draw(without_twins(findings), options.count, options.seed, options.by)
    for file in options.merge:
        kept = merge(sheet, read_json(file))
        print(f"{file}: {kept} verdicts kept")
    if options.output:
        options.output.write_text(json.dumps(sheet, indent=1) + "\n")
    if options.markdown:
        options.markdown.write_text(render_sheet(sheet))
    elif not options.output:
        print(render_sheet(sheet))
    return 0


def without_twins(findings):
    """Each finding once, also when several runs have it."""
    names = ("program", "check", "file", "offset", "message")
    return list({tuple(f[name] for name in names): f for f in findings}.values())


def read_json(file):
    try:
        return json.loads(file.read_text())
    except (OSError, ValueError) as error:
        raise Failure(f"{file}: {error}") from None
