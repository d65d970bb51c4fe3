"""FileCheck's lines in all tests: do they say what they seem to say?

usage: directives.py ROOT-OF-TESTS

Names, by file and line:
* a comment right behind a directive that goes on with its sentence: FileCheck
  does not read it (comments of their own begin with a capital letter, or
  behind an empty line);
* words that are nearly directives: CHEKC:, CHECK-NETX:, 'CHECK :';
* directives whose prefix no RUN line reads, and prefixes that RUN lines name
  and no line has;
* prefixes that have -NOT lines only: any output would satisfy them;
* tests of which no RUN line compares anything."""
import re
import sys
from difflib import SequenceMatcher
from pathlib import Path

SUFFIXES = "NEXT SAME NOT DAG LABEL EMPTY".split()
LIT = "RUN REQUIRES UNSUPPORTED XFAIL END ALLOW_RETRIES DEFINE REDEFINE".split()
# The directives of the harness of the checks (check_anomalloc_tidy.py).
HARNESS = "CHECK-MESSAGES CHECK-NOTES CHECK-FIXES CHECK-SILENT RUN-FIXED TWIN".split()


def tests(root):
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        if path.suffix in (".ll", ".c", ".cpp", ".test") and "Inputs" not in parts:
            yield path


def run_lines(text):
    """Whole commands, continued lines joined."""
    out, open_line = [], False
    for line in re.findall(r"RUN:(.*)", text):
        line = line.rstrip()
        if open_line:
            out[-1] += " " + line.lstrip()
        else:
            out.append(line.strip())
        open_line = line.endswith("\\")
        out[-1] = out[-1].rstrip("\\").rstrip()
    return out


def prefixes_of(runs, own_harness):
    """What FileCheck is told to read."""
    named = set()
    for run in runs:
        for command in re.split(r"[|;]|&&", run):
            if "FileCheck" not in command:
                continue
            found = re.findall(r"-check-prefix(?:es)?[= ]([\w,-]+)", command)
            named |= set(",".join(found).split(",")) if found else {"CHECK"}
        if own_harness:
            suffixes = re.findall(r"-check-suffix=(\w+)", run) or [""]
            for suffix in suffixes:
                named |= {d + (suffix and "-" + suffix) for d in HARNESS}
    return named


DIRECTIVE = r"((?:[A-Z][A-Z0-9_]*)(?:-[A-Z0-9_]+)*)"


# A directive that goes on in the next line, which FileCheck does not read.
OPEN_END = r"(,| (of|and|or|by|the|a|to|with|from|in))$"

# What compares, or is a comparison by itself.
CHECKERS = (r"FileCheck|\bnot\b|\bdiff\b|\bcmp\b|\btest\b|grep|\bcount\b|%check_tidy"
            r"|%same_|%python")


def base(word):
    """Without -NEXT, -COUNT-3 and the like."""
    return re.sub(rf"-(?:{'|'.join(SUFFIXES)}|COUNT-\d+)$", "", word)


def expanded(text):
    """RUN lines with their own substitutions (DEFINE) in place."""
    values, name = {}, None
    for line in re.findall(r"\bDEFINE: *(.*)", text):
        found = re.match(r"(%\{[\w:-]+\}) *= *(.*)", line)
        if found:
            name, line = found.groups()
            values[name] = ""
        if name:
            values[name] += line.rstrip("\\")
    runs = run_lines(text)
    for _ in values:  # one may stand in another's value
        for name, value in values.items():
            runs = [run.replace(name, value) for run in runs]
    return runs


def marker_of(line):
    """The comment in which a line stands, and what it says."""
    found = re.match(r"\s*(//(?!-)|;|#|)\s*(.*?)\s*$", line)
    return found[1], found[2]


def problems(path, text):
    own_harness = "%check_tidy" in text
    runs = expanded(text)
    named = prefixes_of(runs, own_harness)
    known = named | set(LIT) | ({d for d in HARNESS} if own_harness else set())
    used, negative, positive = set(), set(), set()
    after, open_end = None, None  # after: the comment marker of a directive above
    for number, line in enumerate(text.splitlines(), 1):
        marker, said = marker_of(line)
        word = re.match(rf"{DIRECTIVE}(?: \w+)?(?:@\S+)?( ?):(?!:)", said)
        if word and own_harness and said.startswith("TWIN"):
            after = None
        elif word and base(word[1]) in known:
            if word[2]:
                yield number, f"'{word[1]} :' is no directive: no space before ':'"
            used.add(base(word[1]))
            if word[1].endswith("-NOT"):
                negative.add(base(word[1]))
            else:
                positive.add(base(word[1]))
            open_end = re.search(OPEN_END, said)
            after = marker if base(word[1]) in named else None
        elif said.startswith(tuple(f"{h}" for h in HARNESS if h.endswith("SILENT"))):
            used.add(said)
            after = None
        elif re.match(rf"{DIRECTIVE} ?:(?!:)", said):
            word = re.match(rf"{DIRECTIVE} ?:", said)[1]
            near = [n for n in known
                    if SequenceMatcher(None, base(word), n).ratio() > 0.6]
            yield number, (f"no RUN line reads '{word}:'" +
                           (f"; is {sorted(near)[0]} meant?" if near else ""))
            after = None
        else:
            if (after is not None and marker == after and said
                    and (open_end or not said[0].isupper())
                    and not said.startswith(("//---", "...", "("))):
                yield number, "the directive above ends before this line"
            after = None
    for prefix in sorted(negative - positive):
        yield 1, f"'{prefix}' has only -NOT lines: any output would do"
    if not re.search(CHECKERS, " ".join(runs)):
        yield 1, "no RUN line compares anything"
    for prefix in sorted(named - used - {d for n in HARNESS for d in named
                                         if d.startswith(n)}):
        yield 1, f"a RUN line reads '{prefix}', but no line has it"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = Path(sys.argv[1]).resolve()
    count = broken = 0
    for path in tests(root):
        count += 1
        text = path.read_text(encoding="utf-8")
        for number, problem in problems(path, text):
            broken += 1
            print(f"{path.relative_to(root)}:{number}: {problem}", file=sys.stderr)
    print(count, "tests")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
