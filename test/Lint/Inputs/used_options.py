"""usage: used_options.py ANOMALLOC FILE...

Prints each long option that FILEs give to 'anomalloc lint' and that it does not
know, or the number of those that it does."""
import re
import subprocess
import sys

help_text = subprocess.run([sys.argv[1], "lint", "--help"], check=True,
                           capture_output=True, text=True).stdout
known = set(re.findall(r"(?m)^  --([a-z-]+)", help_text))
used = set()
for name in sys.argv[2:]:
    with open(name) as file:
        text = file.read().replace("\\\n", " ")
    for line in re.findall(r"anomalloc\S* lint (.*)", text):
        used |= set(re.findall(r"--([a-z][a-z-]*)", line))
for option in sorted(used - known):
    print("unknown: --" + option)
print(len(used & known), "known")
