# RUN: %lsp_test %s %t
# clangd walks the main file only, and has the headers compiled before. For the
# test file of each row of Checks.def: the findings of clang-tidy, on the same
# lines.
import os
import pathlib
import re
import subprocess

from project import CODE, Project

source = pathlib.Path(os.environ["ANOMALLOC_SOURCE"])
rows = re.findall(r'^ANOMALLOC_CHECK\(\w+, "([-a-z]+)",',
                  (source / "include" / "anomalloc" / "Checks.def").read_text(), re.MULTILINE)
assert rows
tests = source / "test" / "clang-tidy-checks"
flags = ["-std=c++20", f"-I{tests / 'Inputs'}"]
project = Project()
project.write("compile_flags.txt", "\n".join(flags) + "\n")
names = [f"{row}.cpp" for row in rows if (tests / f"{row}.cpp").exists()]
for name in names:
    project.write(name, (tests / name).read_text())


def by_clang_tidy(*options):
    result = subprocess.run(
        [os.environ["ANOMALLOC_CLANG_TIDY"], "-load", os.environ["ANOMALLOC_TIDY_MODULE"],
         "--quiet", *options, *names, "--", *flags],
        cwd=project.root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    found = {name: set() for name in names}
    for path, line, codes in re.findall(
            r"^(.*?):(\d+):\d+: (?:warning|error|remark): .* \[(anomalloc-[-,a-z]+)\]$",
            result.stdout, re.MULTILINE):
        # Checks that say the same of the same place are one finding.
        found.get(pathlib.Path(path).name, set()).add((int(line), tuple(
            code for code in codes.split(",") if code.startswith("anomalloc-"))))
    return found


def by_clangd():
    with project.server() as server:
        return {name: sorted((d["range"]["start"]["line"] + 1, d["code"])
                             for d in server.diagnostics(server.open(name))
                             if d.get("code", "").startswith("anomalloc-"))
                for name in names}


def compare(wanted, found):
    assert any((CODE,) == codes for _, codes in wanted["binary-op-assign.cpp"])
    differences = []
    for name in names:
        missing = [(line, codes) for line, codes in sorted(wanted[name])
                   if not any((line, code) in found[name] for code in codes)]
        extra = [(line, code) for line, code in found[name]
                 if not any(line == l and code in codes for l, codes in wanted[name])]
        if missing or extra:
            differences.append(f"{name}: only clang-tidy {missing}, only clangd {extra}")
    assert not differences, "\n".join(differences)


# By the same configuration; then with nothing chosen, which means hints here.
project.write(".clang-tidy", "Checks: '-*,anomalloc-*'\n"
                             "CheckOptions:\n  Hints: false\n")
compare(by_clang_tidy(), by_clangd())
project.write(".clang-tidy", "{}\n")
compare(by_clang_tidy("-checks=-*,anomalloc-*", "-config={CheckOptions: {Hints: true}}"),
        by_clangd())
