# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table: makes docs/checks/judgements.md from docs/checks/judgements.json.

--add takes over the judged findings of a sheet that `sample` wrote: they replace
those of the same checks in judgements.json.

exit code: 1 if less than 90 % of the warnings or of the hints are true, or, with
--verify, if the page is out of date.
"""

import json
import sys
from pathlib import Path

from sample import read_json
from sheets import LEVELS, counts, counts_by_level, for_repository, problems
from sheets import render_page, true_share
from shell import Failure

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
    text = render_page(sheet)
    if options.verify:
        if not page.exists() or page.read_text() != text:
            print(f"{page} is out of date: run benchmarks/checks/run table")
            return 1
    else:
        file.write_text(as_json(sheet))
        page.write_text(text)
    return judge(sheet)


def as_json(sheet):
    """One judgement a line: a change of one shows as one line."""
    head = json.dumps({k: v for k, v in sheet.items() if k != "judgements"})
    rows = [json.dumps(judgement) for judgement in sheet["judgements"]]
    body = ",\n ".join(rows)
    return f'{head[:-1]}, "judgements": [\n {body}\n]}}\n'


def judge(sheet):
    """Prints the share of each check. 1 if warnings or hints fall short."""
    for check, tally in counts(sheet).items():
        share = true_share(tally)
        if share is None:
            print(f"{check}: nothing judged")
            continue
        print(f"{check}: {tally['true']} of {sum(tally.values())} true ({share:.0%})")
    short = 0
    for level in LEVELS:
        share = true_share(counts_by_level(sheet)[level])
        if share is not None and share < ENOUGH:
            print(f"{level}s: less than {ENOUGH:.0%} are true", file=sys.stderr)
            short = 1
    return short
