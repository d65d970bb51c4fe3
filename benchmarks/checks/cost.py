# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cost: the time of the checks, beside clang-tidy's own and stock performance-*.

Each unit is read four times a round, in turn: as `anomalloc lint` reads it, with our
checks, with performance-*, and with one check that only looks at #include lines: plain
parsing. User seconds, summed over the units of a program, medians over the rounds:

  total    the whole clang-tidy process with our checks alone
  ours     what --enable-check-profile charges to our checks, and its share of total
  stock    what it charges to performance-*
  extra    the process with our checks less the process with next to none: what the
           profile does not see is in it, and the machine's noise
  lint     the process with all that lint runs

Our checks share a walk over the program's code, which is charged to one of them:
--each runs each check alone.

--largest reads only the N largest sources of each program, as lint and plainly, and
shows the N that took longest.
"""

import argparse
import json
import statistics
from pathlib import Path

from codebases import prepared
from findings import chosen_units
from results import add_page_argument, keep, kept, write_page
from shell import say
from tidy import Tidy, enabled_checks, pattern_of

STOCK = "-*,performance-*"
NEXT_TO_NOTHING = "-*,portability-restrict-system-includes"


FILE_FACTS = "internal-file-facts"
LINT_OPTIONS = ["Hints=true", "Levels=true", "AlsoReportStock=true"]
LINT_OPTIONS += [f"{FILE_FACTS}.Tell=true"]


def add_arguments(add):
    add(
        "--checks",
        default="anomalloc-*",
        help="comma-separated patterns; default: %(default)s",
    )
    add("--options", action="append", metavar="NAME=VALUE", help="a CheckOption")
    add(
        "--limit",
        type=int,
        default=10,
        metavar="N",
        help="units of each program, evenly spread; default: %(default)s",
    )
    add(
        "--largest",
        type=int,
        metavar="N",
        help="the N largest sources of each program instead, unit by unit",
    )
    add("--units", metavar="TEXT", help="only units with TEXT in their path")
    add("--rounds", type=int, default=3, metavar="N", help="default: %(default)s")
    add("--each", action="store_true", help="each check alone, too")
    add("--output", type=Path, metavar="FILE", help="the figures as JSON")
    add_page_argument(add, "docs/checks/analysis-time.md")


def main(options):
    bases = prepared(options.programs, options.program, options.work)
    if options.page:
        lines = render_page(kept(bases, "cost"), kept(bases, "largest"))
        return write_page(options, "analysis-time.md", "cost", lines)
    folded = argparse.Namespace(**vars(options))
    folded.options = [*(options.options or []), *LINT_OPTIONS]
    variants = {
        "lint": Tidy(folded, f"{pattern_of(options)},{FILE_FACTS}"),
        "ours": Tidy(options, pattern_of(options), profile=True),
        "stock": Tidy(options, STOCK, profile=True),
        "none": Tidy(options, NEXT_TO_NOTHING),
    }
    if options.largest:
        variants = {name: variants[name] for name in ("lint", "none")}
        rows = [largest(base, variants, options) for base in bases]
        print(render_largest(rows))
        return 0
    if options.each:
        for check in enabled_checks(options, pattern_of(options)):
            variants[check] = Tidy(options, f"-*,{check}", profile=True)
    programs = []
    for base in bases:
        programs.append(measure(base, variants, options))
        keep(base, "cost", programs[-1])
    if options.output:
        options.output.write_text(json.dumps(programs, indent=1) + "\n")
    print(render(programs))
    if options.each:
        print("\n" + render_each(programs))
    return 0


def measure(base, variants, options):
    """The medians of one program. One process at a time: they are timed."""
    units = [unit for unit in chosen_units(base, options)]
    rounds = []
    for number in range(options.rounds):
        say(f"{base.name}: round {number + 1} of {options.rounds}, {len(units)} units")
        sums = {name: {"process": 0.0, "checks": 0.0} for name in variants}
        for unit in units:
            for name, tidy in variants.items():
                result = tidy.run(base, *unit)
                sums[name]["process"] += result.user_seconds
                sums[name]["checks"] += sum(result.profile.values())
        rounds.append(sums)

    def median(compute):
        return round(statistics.median(map(compute, rounds)), 4)

    return {
        "program": base.name,
        "version": base.version,
        "units": len(units),
        "rounds": options.rounds,
        "checks": options.checks,
        "total": median(lambda r: r["ours"]["process"]),
        "ours": median(lambda r: r["ours"]["checks"]),
        "share": median(lambda r: r["ours"]["checks"] / r["ours"]["process"]),
        "stock": median(lambda r: r["stock"]["checks"]),
        "extra": median(lambda r: r["ours"]["process"] - r["none"]["process"]),
        "lint": median(lambda r: r["lint"]["process"]),
        "each": {
            name: median(lambda r, name=name: r[name]["checks"])
            for name in variants
            if name not in ("lint", "ours", "stock", "none")
        },
    }


def largest(base, variants, options):
    """As measure(), of the largest sources, for each unit."""
    units = sorted(
        chosen_units(base, argparse.Namespace(units=options.units, limit=None)),
        key=lambda unit: -Path(unit[1]).stat().st_size,
    )[: options.largest]
    seconds = {unit[0]: {name: [] for name in variants} for unit in units}
    for number in range(options.rounds):
        say(f"{base.name}: round {number + 1} of {options.rounds}, {len(units)} units")
        for unit in units:
            for name, tidy in variants.items():
                took = tidy.run(base, *unit).user_seconds
                seconds[unit[0]][name].append(took)
    result = {
        "program": base.name,
        "version": base.version,
        "rounds": options.rounds,
        "units": {
            unit: {name: round(min(took), 3) for name, took in times.items()}
            for unit, times in seconds.items()
        },
    }
    keep(base, "largest", result)
    return result


def render_largest(programs, count=10):
    """The units that take longest, of all programs."""
    units = [
        (times["none"], times["lint"], f"{program['program']} {unit}")
        for program in programs
        for unit, times in program["units"].items()
    ]
    lines = ["| unit | plain s | as lint s | more |", "| --- | ---: | ---: | ---: |"]
    for plain, lint, name in sorted(units, key=lambda unit: -unit[1])[:count]:
        lines.append(f"| {name} | {plain:.2f} | {lint:.2f} | {lint / plain - 1:+.0%} |")
    plain, lint = (sum(unit[i] for unit in units) for i in (0, 1))
    lines.append(
        f"| all {len(units)} | {plain:.2f} | {lint:.2f} | {lint / plain - 1:+.0%} |"
    )
    return "\n".join(lines)


def render(programs):
    lines = [
        "| program | units | total s | ours s | share | stock performance-* s | extra s "
        "| as lint s |"
    ]
    lines.append("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for row in programs + ([summed(programs)] if len(programs) > 1 else []):
        lines.append(
            "| {program} | {units} | {total:.2f} | {ours:.3f} | {share:.1%} | "
            "{stock:.3f} | {extra:.2f} | {lint:.2f} |".format(**row)
        )
    return "\n".join(lines)


def summed(programs):
    """The row of all programs together."""
    names = ("units", "total", "ours", "stock", "extra", "lint")
    row = {name: sum(program[name] for program in programs) for name in names}
    return {"program": "all", **row, "share": row["ours"] / row["total"]}


def render_each(programs):
    """Each check alone, over all programs, dearest first."""
    total = sum(program["total"] for program in programs)
    checks = {
        check: sum(program["each"][check] for program in programs)
        for check in programs[0]["each"]
    }
    lines = ["| check, alone | s | of total |", "| --- | ---: | ---: |"]
    for check, seconds in sorted(checks.items(), key=lambda item: -item[1]):
        lines.append(f"| {check} | {seconds:.3f} | {seconds / total:.2%} |")
    return "\n".join(lines)


def render_page(programs, largest_of):
    """The lines of docs/checks/analysis-time.md."""
    rounds = min(program["rounds"] for program in programs)
    checks = ", ".join(sorted({f"`{program['checks']}`" for program in programs}))
    return [
        "# What the checks cost",
        "",
        f"User seconds of clang-tidy with {checks} and nothing else, on units evenly spread",
        f"over Debian source packages; medians of {rounds} round(s). *Ours*: what",
        "`--enable-check-profile` charges to our checks, and its share of the whole process.",
        "*performance-\\**: what it charges to those of clang-tidy itself, run alone on the same",
        "units. *Extra*: the process with our checks less one with next to none. *As lint*: the",
        "process as `anomalloc lint` runs it, with hints.",
        "",
        render(programs),
        "",
        "## The slowest units",
        "",
        "Of the largest sources of each of "
        + ", ".join(program["program"] for program in largest_of)
        + ", those that take",
        "longest as lint runs them, beside plain parsing: the least user seconds of "
        f"{largest_of[0]['rounds']} rounds in turn.",
        "The bound is 10 % more.",
        "",
        render_largest(largest_of),
    ]
