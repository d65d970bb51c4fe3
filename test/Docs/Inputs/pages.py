"""Rules that the pages of the project keep.

usage: pages.py RULE ROOT

links      each relative link leads to a file, and its #part to a heading there
reachable  links lead from README.md to every page of docs/
prices     one page has tables of prices: README.md, one table
map        docs/architecture.md has at most 1,500 words
names      what pages on the code call `SomeName` or `some/file` is there

Prints what breaks the rule, or how much was looked at."""
import os
import re
import sys
from pathlib import Path

MAP, MAP_WORDS = "docs/architecture.md", 1500
# Pages that lead a reader through the code.
ON_CODE = [MAP, "docs/design/*.md", "docs/results/*.md", "docs/glossary.md", "docs/limits.md"]
FOREIGN = ["docs/results/entries.md"]  # It names functions of the programs it judges.


def git_like_walk(folder, endings):
    """Files that are the project's: no builds, no hidden folders."""
    for where, folders, files in os.walk(folder):
        folders[:] = [
            f
            for f in folders
            if not f.startswith(".")
            and not os.path.exists(os.path.join(where, f, "CMakeCache.txt"))
        ]
        yield from (Path(where, f) for f in files if f.endswith(endings))


def pages(root):
    found = [root / "README.md"]
    for room in ("docs", "benchmarks", "examples", "integrations"):
        found += git_like_walk(root / room, ".md")
    return sorted(found)


def without_code(text):
    text = re.sub(r"(?ms)^```.*?^```$", "", text)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(page):
    """As GitHub makes them of headings."""
    out = set()
    for title in re.findall(r"(?m)^#+ (.*)$", page.read_text()):
        title = re.sub(r"[^\w\- ]", "", title.strip().lower())
        out.add(title.replace(" ", "-"))
    return out


def links(page):
    """Targets of relative links: (text, file, part of it)."""
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(page.read_text())):
        if not re.match(r"[a-z]+:", target):
            path, _, part = target.partition("#")
            yield target, (page.parent / path).resolve() if path else page, part


def check_links(root):
    count = 0
    for page in pages(root):
        for text, target, part in links(page):
            count += 1
            if not target.exists():
                yield f"{page.relative_to(root)}: {text}: there is no such file"
            elif part and target.suffix == ".md" and part not in anchors(target):
                yield f"{page.relative_to(root)}: {text}: no such heading"
    print(count, "links")


def check_reachable(root):
    seen, queue = set(), [root / "README.md"]
    while queue:
        page = queue.pop()
        if page in seen or not page.exists():
            continue
        seen.add(page)
        queue += [t for _, t, _ in links(page) if t.suffix == ".md"]
    for page in pages(root):
        if page not in seen and "docs" in page.relative_to(root).parts:
            yield f"{page.relative_to(root)}: no link leads there from README.md"
    print(len(seen), "pages")


def check_prices(root):
    """A table of prices has three or more factors in a row, such as 1.01x."""
    for page in pages(root):
        tables = re.findall(r"(?m)(?:^\|.*\n)+", page.read_text() + "\n")
        priced = [
            t for t in tables if re.search(r"(?m)^\|(?:.*\b\d+(?:\.\d+)?x \|){3}", t)
        ]
        allowed = int(page == root / "README.md")
        if len(priced) != allowed:
            yield f"{page.relative_to(root)}: {len(priced)} tables, not {allowed}"
    print("prices looked for")


def check_map(root):
    words = len((root / MAP).read_text().split())
    if words > MAP_WORDS:
        yield f"{MAP}: {words} words, more than {MAP_WORDS}"
    print(words, "words")


def check_names(root):
    """`CamelCase`, `camelCase` and `some/path` in pages on the code."""
    rooms = ("include", "lib", "runtime", "clang-tidy-checks", "tools", "test",
             "benchmarks", "scripts", "examples", "integrations")
    files = [f for room in rooms for f in git_like_walk(root / room, "")]
    paths = {str(f.relative_to(root)) for f in files}
    text = " ".join(
        f.read_text(errors="replace")
        for f in files
        if f.suffix in (".h", ".cpp", ".c", ".def", ".py", ".ts", ".txt") or f.name == "run"
    )
    words = set(re.findall(r"\w+", text)) | {f.stem for f in files}
    count = 0
    for pattern in ON_CODE:
        for page in sorted(root.glob(pattern)):
            if str(page.relative_to(root)) in FOREIGN:
                continue
            quoted = re.findall(r"`([^`\n]+)`", page.read_text())
            for name in (text.split()[0] for text in quoted if text.strip()):
                if re.fullmatch(r"[\w-]+(/[\w.-]+)+/?", name):
                    known = any(
                        f == name or f.endswith("/" + name) or f.startswith(name)
                        or "/" + name.rstrip("/") + "." in "/" + f
                        for f in paths
                    )
                elif re.fullmatch(r"\w+\.(h|cpp|def)", name):
                    known = any(Path(f).name == name for f in paths)
                elif re.fullmatch(r"(\w+::)*\w*[a-z][A-Z]\w*", name):
                    known = all(part in words for part in name.split("::"))
                else:
                    continue
                count += 1
                if not known:
                    yield f"{page.relative_to(root)}: nothing is called {name}"
    print(count, "names")


RULES = {
    "links": check_links,
    "reachable": check_reachable,
    "prices": check_prices,
    "map": check_map,
    "names": check_names,
}


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in RULES:
        sys.exit(__doc__)
    root = Path(sys.argv[2]).resolve()
    broken = list(RULES[sys.argv[1]](root))
    print("".join(b + "\n" for b in broken), end="", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
