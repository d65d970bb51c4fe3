"""Fixes generated programs and tells whether any prints something else then.

usage: keep_output.py [--seed=N] [--count=N] [--family=NAME,...] [--jobs=N]
                      --anomalloc=PATH --clangxx=PATH --work=FOLDER

Composes programs of the pieces beside this file, several in a unit, and builds
them with the sanitizers; runs them, fixes them by `PATH lint --fix`, builds
and runs them again. Each program prints lines under its own name. Exit code 1: one
of them is another, does not compile any more, or no fix of a check that the
pieces name took part; 2: the programs were wrong before.
"""
import argparse
import collections
import concurrent.futures
import difflib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

from pieces import Family

HERE = pathlib.Path(__file__).parent
PER_UNIT = 40

FLAGS = ["-std=c++17", "-w", "-O0", "-fsanitize=address,undefined",
         "-fno-sanitize-recover=undefined"]

MAIN = """
int main(int Count, char **Names) {
  struct { const char *Name; void (*Run)(); } All[] = {
%s
  };
  for (auto &P : All) {
    if (Count > 1 && std::string(Names[1]) != P.Name)
      continue;
    Running = P.Name;
    CopiesLeft = 5;
    try {
      P.Run();
    } catch (const std::exception &E) {
      say("threw %%s", E.what());
    }
  }
}
"""


class Unit:
    def __init__(self, name, family, programs, options):
        self.name, self.family, self.programs, self.options = name, family, programs, options
        self.source = options.work / f"{name}.cpp"

    def write(self):
        text = "".join(f"#include {header}\n" for header in self.family.includes) + '#include "programs.h"\n'
        for name, program in self.programs.items():
            text += f"\n// {name}: {program['label']}\nnamespace {name} {{\n{program['text']}\n}}\n"
        text += MAIN % "\n".join(f'      {{"{name}", {name}::run}},' for name in self.programs)
        self.source.write_text(text)

    def command(self):
        return [self.options.clangxx, *FLAGS, *self.family.flags, "-I", str(HERE)]

    def build(self, into):
        """The errors."""
        done = subprocess.run([*self.command(), str(self.source), str(self.options.work / "hidden.o"),
                               "-o", str(into)], capture_output=True, text=True)
        return done.stderr if done.returncode else ""

    def outputs(self, program):
        """What each program prints. One that ends the process runs alone."""
        def run(*only):
            done = subprocess.run([str(program), *only], capture_output=True, text=True, errors="replace",
                                  env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
            return done.returncode, done.stdout, done.stderr
        code, out, _ = run()
        if not code:
            found = collections.defaultdict(str)
            for line in out.splitlines():
                found[line.split(":")[0]] += line + "\n"
            return found
        found = {}
        for name in self.programs:
            code, out, error = run(name)
            reason = next((line for line in error.splitlines() if "ERROR" in line or "error" in line), "")
            found[name] = out + (f"ends with {code}: {reason}\n" if code else "")
        return found

    def text_of(self, name):
        found = re.search(rf"// {name}: .*?(?=\n// p\d+: |\nint main)", self.source.read_text(), re.S)
        return found[0] if found else ""


def blame(errors, source):
    """The programs whose lines the compiler names."""
    lines = source.read_text().splitlines()
    names = set()
    for number in re.findall(re.escape(source.name) + r":(\d+):\d+: error", errors):
        for line in reversed(lines[:int(number)]):
            if found := re.match(r"// (p\d+): ", line):
                names.add(found[1])
                break
    return sorted(names)


def difference(old, new):
    return "\n".join(difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=1))


def compose(options):
    """All programs, by unit: those of one family stand together."""
    families = [Family(path) for path in sorted(HERE.glob("*.pieces"))]
    if options.family:
        families = [f for f in families if f.name in options.family.split(",")]
    weights = {f.name: max(len(choices) for choices in f.parts.values()) for f in families}
    total = sum(weights.values())
    units, number = [], 0
    for family in families:
        rng = random.Random(f"{options.seed} {family.name}")
        programs = {}
        for _ in range(max(1, round(options.count * weights[family.name] / total))):
            text, label = family.compose(rng)
            programs[f"p{number}"] = {"text": text, "label": label}
            number += 1
        names = list(programs)
        for first in range(0, len(names), PER_UNIT):
            units.append(Unit(f"{family.name}{first // PER_UNIT}", family,
                              {n: programs[n] for n in names[first:first + PER_UNIT]}, options))
    return units, families


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=240)
    parser.add_argument("--family", default="")
    parser.add_argument("--elsewhere", action="append", default=[], metavar="CHECK",
                        help="its fix takes part in another run")
    parser.add_argument("--anomalloc", required=True)
    parser.add_argument("--clangxx", required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    shutil.rmtree(options.work, ignore_errors=True)
    options.work.mkdir(parents=True)
    units, families = compose(options)
    for unit in units:
        unit.write()
    (options.work / "compile_commands.json").write_text(json.dumps(
        [{"directory": str(options.work), "file": str(u.source), "arguments": [*u.command(), "-c", str(u.source)]}
         for u in units]))
    subprocess.run([options.clangxx, *FLAGS, "-c", str(HERE / "hidden.cpp"), "-o", str(options.work / "hidden.o")],
                   check=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        return judge(units, families, options, pool)


def fix(options):
    """Fixes until nothing is left to fix; how many fixes of each check."""
    edits = collections.Counter()
    for turn in range(5):
        done = subprocess.run([options.anomalloc, "lint", "--fix", "--hints", "--error-on=none", "-p", str(options.work),
                               f"--root={options.work}"], capture_output=True, text=True, cwd=options.work)
        (options.work / f"fix{turn}.txt").write_text(done.stdout + done.stderr)
        if done.returncode:
            sys.exit(f"{options.anomalloc} lint --fix ends with {done.returncode}\n{done.stdout}{done.stderr}")
        found = re.findall(r": fixed: .*\[([\w.-]+)[\],]", done.stdout)
        edits.update(found)
        if not found:
            break
    return edits


def judge(units, families, options, pool):
    def each(call):
        return list(pool.map(call, units))

    def build(into):
        return each(lambda u: u.build(options.work / f"{u.name}.{into}"))

    def outputs(of):
        return each(lambda u: u.outputs(options.work / f"{u.name}.{of}"))

    for unit, errors in zip(units, build("before")):
        if errors:
            print(f"{unit.source} does not compile: {blame(errors, unit.source)}\n{errors[:3000]}")
            return 2
    before = outputs("before")
    wrong = [(unit, name, found[name]) for unit, found in zip(units, before) for name in unit.programs
             if "ends with" in found[name] or not found[name]]
    for unit, name, found in wrong:
        print(f"{name} ({unit.programs[name]['label']}) ends early or prints nothing:\n{found}{unit.text_of(name)}\n")
    if wrong:
        return 2
    texts = {name: unit.text_of(name) for unit in units for name in unit.programs}

    edits = fix(options)
    print("fixes:", ", ".join(f"{check} {count}" for check, count in sorted(edits.items())))

    bad = 0
    broken = build("after")
    for unit, errors in zip(units, broken):
        if errors:
            bad += 1
            names = blame(errors, unit.source)
            print(f"{unit.source} does not compile any more:\n{errors[:2000]}")
            for name in names:
                print(f"{texts[name]}\nchanged by\n{difference(texts[name], unit.text_of(name))}\n")
    after = [{} if errors else unit.outputs(options.work / f"{unit.name}.after")
             for unit, errors in zip(units, broken)]
    for unit, errors, old, new in zip(units, broken, before, after):
        for name in unit.programs if not errors else ():
            if old[name] == new.get(name, ""):
                continue
            bad += 1
            print(f"{texts[name]}\nis another program by\n{difference(texts[name], unit.text_of(name))}\n"
                  f"and prints\n{difference(old[name], new.get(name, ''))}\n")
    changed = sum(texts[n] != u.text_of(n) for u in units for n in u.programs)
    missing = sorted({check for f in families for check in f.fixed_by}
                     - set(edits) - set(options.elsewhere))
    print(f"{len(texts)} programs, {changed} changed by fixes, {bad} are others now")
    if missing:
        print("no fix of", ", ".join(missing))
    return 1 if bad or missing else 0


if __name__ == "__main__":
    sys.exit(main())
