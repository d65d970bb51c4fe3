#!/usr/bin/env python3
"""Runs one check over one test file, and compares what it says and fixes.

    check_anomalloc_tidy.py [options] FILE CHECK TMP [-- tidy args [-- compiler args]]

For each -std with the first standard library, and the last -std with each other
one that is present:

  // CHECK-MESSAGES: :[[@LINE-1]]:5: warning: text [anomalloc-...]
      A diagnostic of clang-tidy. Any other warning, remark (a hint) or error fails the test.
  // CHECK-NOTES: ...
      The same, but all notes must be named as well.
  // CHECK-FIXES: text
      A line of the file as --fix leaves it.
  // CHECK-SILENT
      Nothing at all is said; without this line a file needs one of the above.
      Such a file needs twins, or its silence could have any reason:
  // TWIN: OLD -> NEW
      With NEW in place of OLD in the line of code above, that line is warned of.
      All twins of a file are tried at once, and nothing else may be warned of.
      // TWIN@+2: the warning is two lines further down. // TWIN@{text}: it is on
      the line with this text. // TWIN B: tried with the others of group B, apart
      from those of no group.
  // RUN-FIXED: exit 0 | same-output [fewer-allocations]
      The fixed file is compiled and run: it must exit so, or print and return
      what the unfixed file prints and returns, with fewer calls of operator new
      if that is claimed. It must not be fixed any further by a second --fix.

[[@LINE+n]], {{regex}} and the rest are FileCheck's. -check-suffix=A compares
CHECK-MESSAGES-A and so on instead (TWIN-A too), for a second RUN line with other
options.
"""

import argparse
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
COUNTER = os.path.join(HERE, "Inputs", "count-allocations.cpp")
KINDS = ("MESSAGES", "NOTES", "FIXES", "SILENT")


class Failure(Exception):
    """The test failed; the text says how."""


def run(command, **kwargs):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, timeout=300, **kwargs)


def must_run(command, what):
    result = run(command)
    if result.returncode:
        raise Failure(f"{what} failed ({result.returncode}):\n  "
                      f"{' '.join(command)}\n{result.stdout}")
    return result.stdout


def parse(argv):
    parts, rest = [[]], argv
    for word in rest:
        if word == "--" and len(parts) < 3:
            parts.append([])
        else:
            parts[-1].append(word)
    parts += [[]] * (3 - len(parts))
    parser = argparse.ArgumentParser(
        description=__doc__, allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    for tool in ("clang-tidy", "clang", "filecheck"):
        parser.add_argument("--" + tool, required=True, metavar="PATH")
    parser.add_argument("--module", required=True, metavar="PATH")
    parser.add_argument("--libcxx", metavar="PREFIX", default=None,
                        help="also run against libc++: 'yes', or its prefix")
    parser.add_argument("-std", default="c++17", help="comma-separated")
    parser.add_argument("-stdlib", default="libstdc++,libc++",
                        help="comma-separated; libc++ only if --libcxx")
    parser.add_argument("--once", action="store_true",
                        help="only the first -std and the first library")
    parser.add_argument("-check-suffix", default="")
    parser.add_argument("-no-twins", action="store_true",
                        help="another RUN line of the file tries them")
    parser.add_argument("file")
    parser.add_argument("check")
    parser.add_argument("tmp")
    args = parser.parse_args(parts[0])
    args.tidy_args, args.compiler_args = parts[1], parts[2]
    return args


def library_flags(library, prefix):
    """What to compile and what to link with."""
    if library == "libstdc++":
        return [], []
    if prefix == "yes":
        return ["-stdlib=libc++"], []
    lib = os.path.join(prefix, "lib")
    return (["-stdlib=libc++", "-stdlib++-isystem",
             os.path.join(prefix, "include/c++/v1")],
            ["-L", lib, "-Wl,-rpath," + lib])


def uncommented(text):
    """What is expected must not be found as if it were code."""
    return re.sub(r"// *(CHECK|RUN|TWIN)\b[-@: ][^\n]*", "//", text)


class Twins:
    """The file with all twins of a group in their places."""

    class Group:
        def __init__(self, lines):
            self.lines, self.warned = list(lines), set()

        def text(self):
            return "\n".join(self.lines) + "\n"

    @staticmethod
    def word(suffix):
        return f"TWIN-{suffix}" if suffix else "TWIN"

    def __init__(self, text, suffix):
        lines, self.groups = text.splitlines(), {}
        form = re.compile(
            rf"\s*// {self.word(suffix)}(?: (\w+))?(?:@([+-]\d+|\{{.+?\}}))?: (.*\S) ->(?: (.*))?$")
        code = 0  # The index of the last line of code.
        for index, line in enumerate(lines):
            if not line.lstrip().startswith("//"):
                code = index
            if not re.match(rf"\s*// {self.word(suffix)}\b[^-]", line):
                continue
            found = form.match(line)
            if not found:
                raise Failure(f"line {index + 1}: no twin:\n{line}")
            name, at, old, new = found.groups()
            group = self.groups.setdefault(name or "", Twins.Group(lines))
            if group.lines[code].count(old) != 1:
                raise Failure(f"line {index + 1}: '{old}' does not stand once in:\n"
                              f"{group.lines[code]}")
            group.lines[code] = group.lines[code].replace(old, new or "")
            group.warned.add(self.warned(lines, code, at or "+0"))

    @staticmethod
    def warned(lines, code, at):
        if not at.startswith("{"):
            return code + 1 + int(at)
        found = [number for number, line in enumerate(lines, 1)
                 if at[1:-1] in line and not line.lstrip().startswith("//")]
        if len(found) != 1:
            raise Failure(f"{at} stands in {len(found)} lines")
        return found[0]


class Test:
    """One file, one check, one -std, one library."""

    def __init__(self, args, std, library, first):
        self.args = args
        self.first = first  # of all its -std and libraries: twins are tried once
        self.compile, self.link = library_flags(library, args.libcxx)
        self.compile = ["-std=" + std, *self.compile, *args.compiler_args]
        suffix = os.path.splitext(args.file)[1]
        self.base = f"{args.tmp}.{std}.{library}"
        self.source = self.base + suffix
        with open(args.file, encoding="utf-8") as file:
            self.text = file.read()
        ending = f"-{args.check_suffix}" if args.check_suffix else ""
        self.prefix = {kind: f"CHECK-{kind}{ending}" for kind in KINDS}

    def has(self, kind):
        pattern = rf"{self.prefix[kind]}(-(NEXT|NOT|DAG|SAME|COUNT-\d+))*(:|\s*$)"
        return re.search(pattern, self.text, re.MULTILINE)

    def tidy(self, source=None):
        """Fixes self.source in place, or only reads another source; returns what
        clang-tidy said."""
        args = self.args
        command = [args.clang_tidy, "-load", args.module, source or self.source,
                   "--checks=-*," + args.check, "--quiet", *args.tidy_args]
        if not source:
            command.append("--fix")
        if not any(word.startswith(("-config", "--config")) for word in command):
            command.append("--config={}")
        result = run([*command, "--", *self.compile])
        if result.returncode not in (0, 1) or (
                "Error: no checks enabled" in result.stdout):
            raise Failure(f"clang-tidy failed ({result.returncode}):\n  "
                          f"{' '.join(command)}\n{result.stdout}")
        return result.stdout

    def filecheck(self, kind, text, *options):
        name = f"{self.base}.{kind.lower()}"
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        result = run([self.args.filecheck, "-input-file=" + name, self.args.file,
                      "-check-prefix=" + self.prefix[kind], "-allow-empty", *options])
        if result.returncode:
            raise Failure(f"{self.prefix[kind]} do not hold:\n{result.stdout}\n"
                          f"--- all of it:\n{text}")

    def messages(self):
        said = self.tidy()
        # Only the lines that open a diagnostic, not the source that is quoted.
        lines = [line for line in said.splitlines()
                 if re.match(r".*: (warning|remark|error|note): ", line)
                 and not line.endswith("note: FIX-IT applied suggested code changes")]
        notes = self.has("NOTES")
        if not notes:
            lines = [line for line in lines if ": note: " not in line]
        said = "".join(line.replace(self.source, "") + "\n" for line in lines)
        kind = "NOTES" if notes else "MESSAGES"
        if self.has("SILENT"):
            if said:
                raise Failure(f"{self.prefix['SILENT']} does not hold:\n{said}")
        elif self.has(kind):
            self.filecheck(kind, said, "-implicit-check-not={{warning|remark|error%s}}:" %
                           ("|note" if notes else ""))
        elif said:
            raise Failure("unexpected:\n" + said)

    def fixes(self):
        fixed = self.read()
        if self.has("FIXES"):
            self.filecheck("FIXES", fixed, "-strict-whitespace")
        elif fixed != self.unfixed:
            raise Failure("fixed, but there is no "
                          f"{self.prefix['FIXES']}:\n{fixed}")

    def twins(self):
        """Each silent case speaks when its twin takes its place."""
        groups = Twins(self.text, self.args.check_suffix).groups
        # What is silent here and speaks for another RUN line has its twin there.
        elsewhere = re.search(r"// *CHECK-(MESSAGES|NOTES)\b", self.text)
        if self.has("SILENT") and not groups and not elsewhere:
            raise Failure("silent, but for which reason? There is no "
                          f"// {Twins.word(self.args.check_suffix)}: OLD -> NEW")
        for name, group in sorted(groups.items()):
            source = f"{self.base}.twin{name}{os.path.splitext(self.args.file)[1]}"
            with open(source, "w", encoding="utf-8") as file:
                file.write(uncommented(group.text()))
            said = self.tidy(source)
            errors = [line for line in said.splitlines() if ": error: " in line]
            if errors:
                raise Failure("a twin does not compile:\n" + "\n".join(errors))
            warned = {int(line) for line in
                      re.findall(rf"(?m)^{re.escape(source)}:(\d+):\d+: (?:warning|remark): ", said)}
            wrong = [f"line {line}: its twin is silent too, so it is silent for "
                     f"another reason:\n{group.lines[line - 1]}"
                     for line in sorted(group.warned - warned)]
            wrong += [f"line {line}: warned of among the twins, but it has none:\n"
                      f"{group.lines[line - 1]}"
                      for line in sorted(warned - group.warned)]
            if wrong:
                raise Failure("\n".join([*wrong, "--- all of it:", said]))

    def read(self):
        with open(self.source, encoding="utf-8") as file:
            return file.read()

    def build(self, text, name, *extra):
        source = f"{self.base}.{name}{os.path.splitext(self.args.file)[1]}"
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        program = f"{self.base}.{name}.exe"
        must_run([self.args.clang, *self.compile, source, *extra, *self.link,
                  "-o", program], f"compiling the {name} file")
        return program

    def execute(self, mode, fixed):
        """Compiles and runs the fixed file, and compares with the unfixed."""
        match = re.fullmatch(r"exit (\d+)|same-output( fewer-allocations)?", mode)
        if not match:
            raise Failure(f"RUN-FIXED: unknown mode '{mode}'")
        counter = [COUNTER] if match[2] else []
        after = self.run_program(self.build(fixed, "fixed", *counter))
        if match[1] is not None:
            if after[0] != int(match[1]):
                raise Failure(f"the fixed program exits with {after[0]}:\n{after[1]}")
        else:
            before = self.run_program(self.build(self.unfixed, "unfixed", *counter))
            if before[:2] != after[:2]:
                raise Failure("the fixed program behaves differently:\n"
                              f"--- unfixed ({before[0]})\n{before[1]}"
                              f"--- fixed ({after[0]})\n{after[1]}")
            if counter and after[2] >= before[2]:
                raise Failure(f"{after[2]} allocations after the fix, "
                              f"{before[2]} before it")
        self.tidy()
        if self.read() != fixed:
            raise Failure(f"a second --fix changes the file again:\n{self.read()}")

    def run_program(self, program):
        count = program + ".allocations"
        result = run([program], env={**os.environ, "ALLOCATIONS_FILE": count})
        allocations = -1
        if os.path.exists(count):
            with open(count, encoding="utf-8") as file:
                allocations = int(file.read())
        return result.returncode, result.stdout, allocations

    def run(self):
        if not any(self.has(kind) for kind in KINDS):
            raise Failure("the file checks nothing: no CHECK- line "
                          f"(say {self.prefix['SILENT']} for silence)")
        # What is expected must not be found as if it were code.
        self.unfixed = uncommented(self.text)
        with open(self.source, "w", encoding="utf-8") as file:
            file.write(self.unfixed)
        self.messages()
        self.fixes()
        ending = re.escape(f"-{self.args.check_suffix}" if self.args.check_suffix else "")
        for mode in re.findall(rf"// *RUN-FIXED{ending}: *(.*\S)", self.text):
            self.execute(mode, self.read())
        if self.first and not self.args.no_twins:
            self.twins()


def main():
    args = parse(sys.argv[1:])
    libraries = [name for name in args.stdlib.split(",")
                 if name == "libstdc++" or args.libcxx]
    standards = args.std.split(",")
    # Each standard once, and each library: all pairs would find hardly more.
    pairs = [(libraries[0], std) for std in standards]
    pairs += [(library, standards[-1]) for library in libraries[1:]]
    failed = 0
    for library, std in pairs[:1] if args.once else pairs:
        first = (library, std) == pairs[0]
        try:
            Test(args, std, library, first).run()
        except (Failure, subprocess.TimeoutExpired) as failure:
            failed += 1
            print(f"{args.file}: {args.check}, -std={std}, {library}: {failure}",
                  file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
