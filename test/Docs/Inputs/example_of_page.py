"""usage: example_of_page.py PAGE SOURCE SHOWN

Writes the first block of C++ of the page to SOURCE, and the block behind it,
which shows what was printed, to SHOWN."""
import re
import sys

page, source, shown = sys.argv[1:]
with open(page, encoding="utf-8") as text:
    blocks = re.search(r"```cpp\n(.*?)```.*?```\n(.*?)```", text.read(), re.S)
for file, block in zip((source, shown), blocks.groups()):
    with open(file, "w", encoding="utf-8") as out:
        out.write(block)
