# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fix: applies every fix-it to the code bases, builds them, runs their own tests.

For each program, in a copy (WORK/fix/<name>): builds and tests it as it is; runs
the checks on all units; applies all fix-its at once with clang-apply-replacements,
each header once; builds again what changed; tests again. WORK/fix/<name>/fix.diff
is what was changed. A second run starts from the untouched source and builds only
what differs. Programs without a `suite` in the table are compiled only.

exit code: 0 all builds work and no test fails that did not fail before; 1 otherwise.
"""

import collections
import functools
import json
import shutil
import subprocess
from pathlib import Path

from codebases import CodeBase, prepared
from findings import chosen_units, progress_of
from prepare import add_flags_argument, build, configure
from results import add_page_argument, keep, kept, write_page
from shell import Failure, exit_code, say, tail
from suites import run_suite
from tidy import Tidy, load_yaml, pattern_of, run_units, save_yaml


def add_arguments(add):
    add(
        "--checks",
        default="anomalloc-*",
        help="comma-separated patterns; default: %(default)s",
    )
    add("--options", action="append", metavar="NAME=VALUE", help="a CheckOption")
    add("--limit", type=int, metavar="N", help="fix at most N units of each program")
    add("--units", metavar="TEXT", help="fix only units with TEXT in their path")
    add(
        "--timeout",
        type=int,
        default=600,
        metavar="S",
        help="of one unit; default: %(default)s",
    )
    add("--no-tests", action="store_true", help="build only")
    add("--quick", action="store_true", help="without the slow tests")
    add(
        "--apply",
        default="clang-apply-replacements-19",
        metavar="TOOL",
        help="default: %(default)s",
    )
    add("--output", type=Path, metavar="FILE", help="the results as JSON")
    add_flags_argument(add, "-O0")  # the same code, built in a third of the time
    add_page_argument(add, "docs/checks/fixes.md")


class Copy(CodeBase):
    """The copy of a code base that is fixed; also what run_suite() calls a build."""

    def __init__(self, base):
        super().__init__(base.name, base.table, base.folder.parent / "fix")
        self.pristine, self.program, self.kind = base, base.table, "as it is"
        self.words = {"source": self.source, "build": self.build}

    def restore(self):
        """Makes the source that of `pristine`; touches only files that differ."""
        for file in sorted(self.pristine.source.rglob("*")):
            target = self.source / file.relative_to(self.pristine.source)
            if file.is_symlink() or file.is_dir():
                if not target.exists() and not target.is_symlink():
                    target.parent.mkdir(parents=True, exist_ok=True)
                    if file.is_symlink():
                        target.symlink_to(file.readlink())
                    else:
                        target.mkdir()
            elif not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(file, target)  # make compares times of generated files
            elif target.read_bytes() != file.read_bytes():
                shutil.copy(file, target)  # now: to be compiled again

    def build_as_it_is(self, options):
        """Configures the first time; builds everything."""
        stamp = self.folder / "configured"
        key = f"{self.pristine.version} {options.flags}\n"
        if not stamp.exists() or stamp.read_text() != key:
            shutil.rmtree(self.build, ignore_errors=True)
            configure(self, options)
            stamp.write_text(key)
        say(f"{self.name}: building as it is")
        build(self, options)
        if not self.database.exists():  # recorded by `prepare`
            text = self.pristine.database.read_text()
            old, new = str(self.pristine.folder), str(self.folder)
            self.database.write_text(text.replace(f"{old}/", f"{new}/"))


def main(options):
    bases = prepared(options.programs, options.program, options.work)
    if options.page:
        lines = render_page(kept(bases, "fix"))
        return write_page(options, "fixes.md", "fix", lines)
    tidy = Tidy(options, pattern_of(options), timeout=options.timeout)
    results = []
    for base in bases:
        result = {"program": base.name, "version": base.version, "problems": []}
        result |= {"fixes": {}, "files": 0, "built": False, "tests": {}}
        result |= {"checks": options.checks, "options": options.options or []}
        try:
            fix_program(Copy(base), tidy, options, result)
        except Failure as failure:
            result["problems"].append(str(failure))
        results.append(result)
        keep(base, "fix", result)
        if options.output:
            options.output.write_text(json.dumps(results, indent=1) + "\n")
    print(render(results))
    return 1 if any(result["problems"] for result in results) else 0


def fix_program(copy, tidy, options, result):
    copy.restore()
    copy.build_as_it_is(options)
    with_tests = "suite" in copy.table and not options.no_tests
    if with_tests:
        result["tests"]["before"] = run_suite(copy, options.jobs, options.quick)
    exported = collect(copy, tidy, options, result)
    apply(copy, exported, options)
    difference = diff(copy)
    result["files"] = sum(line.startswith("+++ ") for line in difference.splitlines())
    say(f"{copy.name}: building with {sum(result['fixes'].values())} fix-its")
    copy.kind = "fixed"
    try:
        build(copy, options)
    except Failure:
        raise Failure(f"does not build when fixed:\n{errors_in(copy)}") from None
    result["built"] = True
    if with_tests:
        result["tests"]["after"] = run_suite(copy, options.jobs, options.quick)
        result["problems"] += compare(**result["tests"])


def collect(copy, tidy, options, result):
    """Runs the checks. Returns the folder with the fix-its of the program's own
    files, one YAML file a unit; counts them, each place once, in result["fixes"]."""
    folder = copy.folder / "fixes"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    places = set()
    units = chosen_units(copy, options)
    work = [
        functools.partial(tidy.run, copy, *unit, keep=folder / f"{number}.yaml")
        for number, unit in enumerate(units)
    ]
    for unit in run_units(work, options.jobs, progress_of(copy.name)):
        if unit.status != "ok":
            result["problems"].append(f"{unit.unit}: {unit.status} {unit.detail}")
    for file in sorted(folder.glob("*.yaml")):
        exported = load_yaml(file) or {}
        kept = [d for d in exported.get("Diagnostics") or [] if fixes_own_code(copy, d)]
        places |= {place(diagnostic) for diagnostic in kept}
        if kept:
            save_yaml(file, {**exported, "Diagnostics": kept})
        else:
            file.unlink()
    result["fixes"] = dict(sorted(collections.Counter(p[0] for p in places).items()))
    return folder


def place(diagnostic):
    message = diagnostic["DiagnosticMessage"]
    return diagnostic["DiagnosticName"], message["FilePath"], message["FileOffset"]


def fixes_own_code(copy, diagnostic):
    """Whether it has a fix-it, and that only in the program's own files."""
    if diagnostic["DiagnosticName"].startswith("clang-diagnostic-"):
        return False
    replacements = diagnostic["DiagnosticMessage"].get("Replacements") or []
    files = {replacement["FilePath"] for replacement in replacements}
    return bool(files) and all(copy.own_file(str(copy.build / f)) for f in files)


def apply(copy, folder, options):
    log = copy.folder / "apply.log"
    if exit_code([options.apply, str(folder)], log):
        raise Failure(f"the fix-its do not go together ({log}):\n{tail(log)}")
    # It also ends with 0 when it could not write or parse something.
    if (text := log.read_text().strip()) and "rror" in text:
        raise Failure(f"{options.apply}: {tail(log)}")


def errors_in(copy):
    """The first errors of the compilers, or the end of the log."""
    log = copy.folder / "build.log"
    lines = log.read_text(errors="replace").splitlines()
    return "\n".join([line for line in lines if " error: " in line][:10]) or tail(log)


def diff(copy):
    done = subprocess.run(
        ["diff", "-ru", str(copy.pristine.source), str(copy.source)],
        capture_output=True,
    )
    (copy.folder / "fix.diff").write_bytes(done.stdout)
    return done.stdout.decode(errors="replace")


def compare(before, after):
    """The sentences that say how the tests differ."""
    out = [
        f"test {name} fails only when fixed"
        for name in after["failed"]
        if name not in before["failed"]
    ]
    if before["ran"] != after["ran"]:
        out.append(f"{before['ran']} tests ran before, {after['ran']} after")
    changed = before.get("outputs", {}).items() - after.get("outputs", {}).items()
    return out + [
        f"{name} prints or writes something else" for name, _ in sorted(changed)
    ]


def render(results):
    lines = ["| program | fix-its | files | builds | tests before | tests after |"]
    lines.append("| --- | ---: | ---: | --- | ---: | ---: |")
    for result in results:
        tests = [result["tests"].get(when) for when in ("before", "after")]
        cells = [
            f"{t['ran'] - len(t['failed'])}/{t['ran']}" if t else "-" for t in tests
        ]
        built = "yes" if result["built"] else "NO"
        fixes = sum(result["fixes"].values())
        lines.append(
            f"| {result['program']} {result['version']} | {fixes} | "
            f"{result['files']} | {built} | {' | '.join(cells)} |"
        )
    for result in results:
        if result["fixes"]:
            counts = ", ".join(f"{n} {check}" for check, n in result["fixes"].items())
            lines.append(f"\n{result['program']}: {counts}")
    for result in results:
        lines += [f"\n{result['program']}: {problem}" for problem in result["problems"]]
    return "\n".join(lines)


def render_page(results):
    """The lines of docs/checks/fixes.md."""
    settings = sorted({describe_settings(result) for result in results})
    return [
        "# All fix-its at once, in real code",
        "",
        "Every fix-it of the checks applied to Debian source packages, which are then built",
        "again and run their own tests: passed of those that ran, as it is and when fixed.",
        *[f"Checks and options: {setting}." for setting in settings],
        "",
        render(results),
    ]


def describe_settings(result):
    words = " ".join([result["checks"], *result["options"]])
    return f"`{words}`"
