# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""findings: runs the checks on the units of the prepared code bases.

Prints one line for each finding and writes all of them to --output as JSON. What
several units find in one header counts once. Findings in system headers and in
code that a program carries of others do not count. Names every unit on which
clang-tidy crashes, hangs or does not find its headers.

exit code: 0 all units were read; 1 a crash or a hang.
"""

import collections
import functools
import json
import sys
from pathlib import Path

from codebases import prepared
from lint import lint
from shell import say
from tidy import Tidy, pattern_of, run_units

AROUND = 6  # lines of source kept before and after a finding


def add_arguments(add):
    add(
        "--checks",
        default="anomalloc-*",
        help="comma-separated patterns; default: %(default)s",
    )
    add(
        "--options",
        action="append",
        metavar="NAME=VALUE",
        help="a CheckOption, as in .clang-tidy; may be repeated",
    )
    add("--limit", type=int, metavar="N", help="at most N units of each program")
    add("--units", metavar="TEXT", help="only units with TEXT in their path")
    add("--timeout", type=int, default=600, metavar="S", help="default: %(default)s")
    add("--output", type=Path, metavar="FILE", help="the findings as JSON")
    add(
        "--lint",
        action="store_true",
        help="what `anomalloc lint` tells, hints too, by all its checks",
    )
    add("--quiet", action="store_true", help="only the counts, no line per finding")


def main(options):
    tidy = Tidy(options, pattern_of(options), timeout=options.timeout)
    findings, runs = [], []
    for base in prepared(options.programs, options.program, options.work):
        found, run = (
            of_lint(base, options) if options.lint else of_program(base, tidy, options)
        )
        findings += found
        runs.append(run)
        if not options.quiet:
            for finding in found:
                print(line_of(finding))
            sys.stdout.flush()
    if options.output:
        result = {"runs": runs, "findings": findings}
        options.output.write_text(json.dumps(result, indent=1) + "\n")
    print(summary(runs, findings))
    return 1 if any(run["crash"] or run["hang"] for run in runs) else 0


def chosen_units(base, options):
    """The units to read: all, or what --units and --limit leave (evenly spread)."""
    units = list(base.units().items())
    if options.units:
        units = [unit for unit in units if options.units in unit[0]]
    if options.limit and options.limit < len(units):
        step = len(units) / options.limit
        units = [units[int(i * step)] for i in range(options.limit)]
    return units


def of_program(base, tidy, options):
    """(findings, what happened to the units) of one code base."""
    units = chosen_units(base, options)
    work = [functools.partial(tidy.run, base, *unit) for unit in units]
    run = {"program": base.name, "version": base.version, "units": len(units)}
    run |= {"seconds": 0.0, "crash": [], "hang": [], "error": []}
    merged, sources = {}, {}
    for result in run_units(work, options.jobs, progress_of(base.name)):
        run["seconds"] += result.seconds
        if result.status != "ok":
            run[result.status].append({"unit": result.unit, "detail": result.detail})
        for diagnostic in result.diagnostics:
            finding = read_diagnostic(base, diagnostic, sources)
            if finding:
                # Units that see other loops around the callers word it otherwise.
                key = tuple(finding[k] for k in ("file", "offset", "check"))
                # The same in two units, but a fix-it in one of them only, counts as
                # the one with a fix-it.
                known = merged.setdefault(key, finding)
                known["has_fix"] |= finding["has_fix"]
                if finding["level"] == "warning":
                    known["level"] = "warning"
                known["units"] = known.get("units", 0) + 1
    for status in ("crash", "hang", "error"):
        run[status].sort(key=lambda unit: unit["unit"])
    run["seconds"] = round(run["seconds"], 1)
    order = sorted(merged, key=lambda key: (key[0], key[1], key[2:]))
    return [merged[key] for key in order], run


def read_diagnostic(base, diagnostic, sources):
    """A finding as it is kept, or none if it is not in the program's own code."""
    message = diagnostic["DiagnosticMessage"]
    check = diagnostic["DiagnosticName"]
    if check.startswith("clang-diagnostic-") or not message["FilePath"]:
        return None
    file = base.own_file(str(base.build / message["FilePath"]))
    if not file:
        return None
    text = source_of(base, file, sources)
    offset = message["FileOffset"]
    return {
        **of_base(base),
        "check": check,
        "level": "hint" if diagnostic.get("Level") == "Remark" else "warning",
        "file": file,
        "line": text.count(b"\n", 0, offset) + 1,
        "column": offset - (text.rfind(b"\n", 0, offset) + 1) + 1,
        "offset": offset,
        "message": message["Message"],
        "has_fix": bool(message.get("Replacements")),
        "notes": [note["Message"] for note in diagnostic.get("Notes") or []],
        **code_around(text, text.count(b"\n", 0, offset)),
    }


def of_lint(base, options):
    """As of_program, but what `anomalloc lint` tells."""
    units, sources, findings = chosen_units(base, options), {}, []
    told, run = lint(base, units, options)
    for finding in told:
        text = source_of(base, finding["file"], sources)
        line = finding["line"] - 1
        before = b"".join(text.splitlines(keepends=True)[:line])
        names = ("check", "level", "file", "line", "column", "message", "certainty")
        findings.append(
            {
                **of_base(base),
                **{name: finding[name] for name in (*names, "weight")},
                "offset": len(before) + finding["column"] - 1,
                "has_fix": bool(finding["fix"]),
                "fix": finding["fix"],
                "notes": [note["message"] for note in finding["notes"]],
                **code_around(text, line),
            }
        )
    return findings, {**of_base(base), "units": len(units), **run}


def of_base(base):
    return {"program": base.name, "version": base.version}


def source_of(base, file, sources):
    """The text of `file`, read once."""
    if file not in sources:
        sources[file] = (base.source / file).read_bytes()
    return sources[file]


def code_around(text, line):
    """What a person reads of a finding on `line`, which counts from 0."""
    lines = text.decode(errors="replace").splitlines()
    first = max(0, line - AROUND)
    return {
        "text": lines[line] if line < len(lines) else "",
        "first_line": first + 1,
        "around": lines[first : line + AROUND + 1],
    }


def line_of(finding):
    fix = " (fix-it)" if finding["has_fix"] else ""
    place = "{program} {file}:{line}:{column}".format(**finding)
    return f"{place}: {finding['message']} [{finding['check']}]{fix}"


def progress_of(name):
    """Says on standard error how far a program is, each tenth of its units."""

    def progress(done, all_of_them):
        if (
            done == all_of_them
            or done * 10 // all_of_them > (done - 1) * 10 // all_of_them
        ):
            say(f"{name}: {done}/{all_of_them} units")

    return progress


def summary(runs, findings):
    """The counts as text: check by program; then what went wrong."""
    programs = [run["program"] for run in runs]
    counts = collections.Counter((f["check"], f["program"]) for f in findings)
    fixes = collections.Counter(f["check"] for f in findings if f["has_fix"])
    lines = [["check", *programs, "all", "fix-its"]]
    for check in sorted({check for check, _ in counts}):
        row = [counts[check, program] for program in programs]
        lines.append([check, *map(str, row), str(sum(row)), str(fixes[check])])
    lines.append(["(units)", *(str(run["units"]) for run in runs)])
    lines[-1] += [str(sum(run["units"] for run in runs)), ""]
    widths = [max(map(len, column)) for column in zip(*lines)]
    text = [
        "  ".join(
            c.rjust(w) if i else c.ljust(w) for i, (c, w) in enumerate(zip(row, widths))
        )
        for row in lines
    ]
    for run in runs:
        for status in ("crash", "hang", "error"):
            for unit in run[status]:
                first = unit["detail"].splitlines() or [""]
                text.append(f"{status}: {run['program']} {unit['unit']}: {first[0]}")
    return "\n".join(line.rstrip() for line in text)
