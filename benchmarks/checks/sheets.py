# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sheets of findings to judge: drawing, merging, rendering. Reads and writes nothing.

A sheet is {"seed": .., "found": {check: {program: count}}, "judgements": [..]}; a
judgement is a finding with `digest`, `verdict` and `reason`. The file kept in the
repository is a sheet without the lines of source.
"""

import collections
import hashlib

VERDICTS = ("true", "false", "unsure")
# What a judgement in the repository holds: no code of other people.
KEPT = ["check", "program", "version", "file", "line", "message"]
KEPT += ["digest", "verdict", "reason", "level"]
LEVELS = ("warning", "hint")


def digest_of(finding):
    """Stands for the text of the finding's line, however it is indented."""
    text = " ".join(finding["text"].split())
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def key_of(judgement):
    """What makes two findings the same, also after lines have shifted."""
    return tuple(judgement[name] for name in ("program", "check", "file", "digest"))


def draw(findings, count, seed, by="check"):
    """A sheet of `count` findings of each check or level (0: all), spread over programs.

    Each finding has a place in a random order that depends on the seed and on the
    finding alone: the order of `findings` does not matter, and a finding more or
    less changes the draw by one. Programs take turns until there are enough."""
    strata, found = (
        collections.defaultdict(lambda: collections.defaultdict(list)) for _ in "12"
    )
    for finding in findings:
        entry = {**finding, "digest": digest_of(finding)}
        strata[entry[by]][entry["program"]].append(entry)
        found[entry["check"]][entry["program"]].append(entry)
    judgements = []
    for _, stratum in sorted(strata.items()):
        programs = [
            sorted(entries, key=lambda entry: place(seed, entry))
            for entries in stratum.values()
        ]
        programs.sort(key=lambda entries: place(seed, entries[0]))
        drawn = take_turns(programs, count)
        drawn.sort(key=lambda e: (e["program"], e["file"], e["line"], e["column"]))
        judgements += [{**entry, "verdict": "", "reason": ""} for entry in drawn]
    found = {
        check: {name: len(entries) for name, entries in sorted(programs.items())}
        for check, programs in sorted(found.items())
    }
    return {"seed": seed, "by": by, "found": found, "judgements": judgements}


def place(seed, entry):
    """The finding's place in the random order."""
    # The line tells apart findings whose lines read the same.
    words = [seed, *key_of(entry), entry["line"], entry["column"], entry["message"]]
    return hashlib.sha256("\0".join(map(str, words)).encode()).hexdigest()


def take_turns(lists, count):
    """The first of each list, the second of each, ... until `count` (0: all)."""
    drawn = []
    for depth in range(max(map(len, lists), default=0)):
        drawn += [entries[depth] for entries in lists if depth < len(entries)]
    return drawn[:count] if count else drawn


def merge(sheet, old):
    """Puts the verdicts of `old`, a sheet, on the findings that `sheet` still has.

    Returns how many. Of findings with the same key the first gets the first."""
    known = collections.defaultdict(list)
    for judgement in sorted(old["judgements"], key=lambda j: j["line"]):
        if judgement.get("verdict"):
            known[key_of(judgement)].append(judgement)
    kept = 0
    for judgement in sorted(sheet["judgements"], key=lambda j: j["line"]):
        if not judgement["verdict"] and known[key_of(judgement)]:
            before = known[key_of(judgement)].pop(0)
            judgement["verdict"] = before["verdict"]
            judgement["reason"] = before["reason"]
            kept += 1
    return kept


def problems(sheet):
    """The sentences that say what a sheet lacks before it can be counted."""
    out = []
    for judgement in sheet["judgements"]:
        where = "{program} {file}:{line} [{check}]".format(**judgement)
        verdict = judgement.get("verdict")
        if verdict and verdict not in VERDICTS:
            out.append(f"{where}: the verdict '{verdict}' is not one of {VERDICTS}")
        elif verdict and not judgement.get("reason", "").strip():
            out.append(f"{where}: no reason")
    return out


def for_repository(old, sheet):
    """`old`, the repository's sheet, with the checks of `sheet` replaced by its
    judged findings."""
    redone = set(sheet["found"])
    judgements = [j for j in old["judgements"] if j["check"] not in redone]
    judgements += [
        {name: judgement[name] for name in KEPT if name in judgement}
        for judgement in sheet["judgements"]
        if judgement["verdict"]
    ]
    judgements.sort(key=lambda j: (j["check"], j["program"], j["file"], j["line"]))
    found = {**old["found"], **sheet["found"]}
    found = {check: found[check] for check in sorted(found)}
    kept = {name: sheet[name] for name in ("seed", "by") if name in sheet}
    return {**kept, "found": found, "judgements": judgements}


def counts(sheet):
    """{check: Counter of verdicts} of what is judged."""
    out = {check: collections.Counter() for check in sheet["found"]}
    for judgement in sheet["judgements"]:
        if judgement["verdict"]:
            out.setdefault(judgement["check"], collections.Counter())[
                judgement["verdict"]
            ] += 1
    return dict(sorted(out.items()))


def counts_by_level(sheet):
    """{level: Counter of verdicts} of what is judged; "": judged before there were
    levels."""
    out = {level: collections.Counter() for level in (*LEVELS, "")}
    for judgement in sheet["judgements"]:
        if judgement["verdict"]:
            out[judgement.get("level", "")][judgement["verdict"]] += 1
    return out


def true_share(tally):
    """The share of true findings among the judged; one that nobody could decide
    counts as not true. None if nothing is judged."""
    judged = sum(tally.values())
    return tally["true"] / judged if judged else None


def render_sheet(sheet):
    """A sheet as Markdown, to read the code beside each finding."""
    lines = []
    for number, judgement in enumerate(sheet["judgements"], 1):
        fix = ", with a fix-it" if judgement.get("has_fix") else ""
        lines += [
            "## {}. {check}: {program} {file}:{line}".format(number, **judgement),
            "",
            f"{judgement['message']}{fix}",
            *(f"(note: {note})" for note in judgement.get("notes", [])),
            "",
            "```cpp",
        ]
        for at, text in enumerate(judgement["around"], judgement["first_line"]):
            mark = ">" if at == judgement["line"] else " "
            lines.append(f"{mark}{at:5} {text}")
        lines += [
            "```",
            "",
            f"verdict: {judgement['verdict']}",
            f"reason: {judgement['reason']}",
            "",
        ]
    return "\n".join(lines)


def tally_cells(tally):
    """Judged, true, false, unsure and the share of true ones."""
    share = true_share(tally)
    numbers = [sum(tally.values()), *(tally[verdict] for verdict in VERDICTS)]
    shown = "-" if share is None else f"{100 * share:.0f} %"
    return [*(f"{number:,}" for number in numbers), shown]


def render_page(sheet):
    """docs/checks/judgements.md, or a page like it."""
    of = "each level" if sheet.get("by") == "level" else "each check"
    lines = [
        "<!-- Generated by benchmarks/checks/run table; do not edit. -->",
        "# Findings in real code, judged",
        "",
        f"Findings of {of} on Debian source packages, drawn at random and judged by",
        "hand. A warning is *true* if a maintainer who knows the code would accept the",
        "change, a hint if what it says is correct, whatever the change is worth. One that",
        "could not be decided counts as not true. Of both, 90 % have to be true.",
        "",
        "| level | judged | true | false | unsure | share |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for level, tally in counts_by_level(sheet).items():
        if not level and not tally:
            continue
        name = level or "judged before there were levels"
        lines.append(f"| {' | '.join([name, *tally_cells(tally)])} |")
    lines += [
        "",
        "| check | findings | programs | judged | true | false | unsure | share |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    tallies = counts(sheet)
    for check, tally in tallies.items():
        found = sheet["found"].get(check, {})
        cells = [check, f"{sum(found.values()):,}", f"{len(found):,}"]
        cells += tally_cells(tally)
        lines.append(f"| {' | '.join(cells)} |")
    for check, tally in tallies.items():
        if not tally:
            continue
        lines += ["", f"## {check}", "", "| finding | level | verdict | reason |"]
        lines.append("| --- | --- | --- | --- |")
        for judgement in sheet["judgements"]:
            if judgement["check"] == check and judgement["verdict"]:
                where = "{program} {version}, {file}:{line}".format(**judgement)
                cells = [where, judgement.get("level", "-"), judgement["verdict"]]
                cells.append(cell(judgement["reason"]))
                lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def cell(text):
    """`text` in a cell of a Markdown table."""
    return " ".join(text.split()).replace("|", "\\|")
