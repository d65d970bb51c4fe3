# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table: makes docs/checks/judgements.md from docs/checks/judgements.json.

--add takes over the judged findings of a sheet that `sample` wrote: they replace
those of the same checks in judgements.json.

exit code: 1 if a check that is on by default has less than 90 % true findings, or,
with --verify, if the page is out of date.
"""

import json
import sys
from pathlib import Path

from sample import read_json
from sheets import counts, for_repository, problems, render_page, true_share
from shell import Failure
from tidy import default_checks

ENOUGH = 0.9


def add_arguments(add):
    add(
        "--add",
        type=Path,
        metavar="SHEET",
        action="append",
        default=[],
        help="may be repeated",
    )
    add(
        "--verify",
        action="store_true",
        help="write nothing, tell whether the page is up to date",
    )
    add(
        "--docs",
        type=Path,
        metavar="DIR",
        help="where both files are; default: docs/checks",
    )


def main(options):
    folder = options.docs or options.root / "docs" / "checks"
    file, page = folder / "judgements.json", folder / "judgements.md"
    empty = {"seed": 1, "found": {}, "judgements": []}
    sheet = read_json(file) if file.exists() else empty
    for added in options.add:
        new = read_json(added)
        if wrong := problems(new):
            raise Failure(f"{added}:\n  " + "\n  ".join(wrong))
        sheet = for_repository(sheet, new)
    default_on = default_checks(options.root)
    text = render_page(sheet, default_on)
    if options.verify:
        if not page.exists() or page.read_text() != text:
            print(f"{page} is out of date: run benchmarks/checks/run table")
            return 1
    else:
        file.write_text(as_json(sheet))
        page.write_text(text)
    return judge(sheet, default_on)


def as_json(sheet):
    """One judgement a line: a change of one shows as one line."""
    head = json.dumps({"seed": sheet["seed"], "found": sheet["found"]})
    rows = [json.dumps(judgement) for judgement in sheet["judgements"]]
    body = ",\n ".join(rows)
    return f'{head[:-1]}, "judgements": [\n {body}\n]}}\n'


def judge(sheet, default_on):
    """Prints the share of each check. 1 if one that is on falls short."""
    short = 0
    for check, tally in counts(sheet).items():
        share = true_share(tally)
        if share is None:
            print(f"{check}: nothing judged")
            continue
        print(f"{check}: {tally['true']} of {sum(tally.values())} true ({share:.0%})")
        if default_on.get(check) and share < ENOUGH:
            print(
                f"{check}: on by default, with less than {ENOUGH:.0%}", file=sys.stderr
            )
            short = 1
    return short
