"""usage: widths.py [--whole-words] COMMAND...

Runs COMMAND with several widths and prints "fits", or the lines that are wider
than they may be: of the terminal's columns, wide characters take two. A single
word of a command that the report offers may be wider: it is for a shell. With
--whole-words any single word may be.
"""
import subprocess
import sys
import unicodedata


def columns(text):
    return sum(0 if unicodedata.combining(c) else
               2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in text)


def too_wide(lines, width):
    """The lines that are; "To know more" is the last part."""
    offered = whole_words
    for line in lines:
        offered |= line == "To know more"
        if columns(line) > width and not (offered and " " not in line.strip()):
            yield line


command = sys.argv[1:]
whole_words = command[0] == "--whole-words"
problems = []
for width in (40, 60, 80, 100, 120):
    run = subprocess.run([*command[whole_words:], f"--width={width}"],
                         capture_output=True)
    # Not a character is cut.
    lines = run.stdout.decode().splitlines()
    if run.returncode or not lines:
        problems.append(f"{width}: {run.stderr.decode()}")
    problems += [f"{width}: {line}" for line in too_wide(lines, width)]
    if any("\x1b" in line for line in lines):
        problems.append("colours")
print("\n".join(problems) or "fits")
