"""usage: make_says.py SOURCE CHECK 'OLD' 'NEW' [CHECK OLD NEW]...

Prints what tidy_that_says.py is to say of SOURCE: findings that are proved, each
with a fix that makes NEW of OLD, which the source has once. With an empty OLD,
'|' in NEW stands between the text that the source has and what goes before it.
A backslash and n in NEW are a line break."""
import sys

source, rest = sys.argv[1], sys.argv[2:]
text = open(source).read()


def diagnostic(name, message, offset, edits="", level="Warning"):
    notes = f"""    Notes:
      - Message: 'anomalloc-level: proved, loop'
        FilePath: '{source}'
        FileOffset: {offset}
        Replacements: []
""" if edits else ""
    replacements = edits or " []\n"
    return f"""  - DiagnosticName: {name}
    DiagnosticMessage:
      Message: '{message}'
      FilePath: '{source}'
      FileOffset: {offset}
      Replacements:{replacements}{notes}    Level: {level}
    BuildDirectory: '/'
"""


print(f"---\nMainSourceFile: '{source}'\nDiagnostics:")
print(diagnostic("internal-file-facts", "anomalloc-file:", 0, level="Remark"), end="")
for name, old, new in zip(rest[::3], rest[1::3], rest[2::3]):
    length = len(old)
    if not old:  # an insertion
        new, old = new.split("|")
    assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
    offset = text.index(old)
    print(diagnostic(name, f"makes {new} of {old}", offset, f"""
        - FilePath: '{source}'
          Offset: {offset}
          Length: {length}
          ReplacementText: '{new.replace(chr(92) + "n", chr(10) * 2)}'
"""), end="")
print("...")
