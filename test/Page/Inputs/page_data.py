"""usage: page_data.py PAGE NAME [RUN]

Prints the document NAME that a page has of the run RUN (0: the first one), or
"none"."""
import base64
import re
import sys
import zlib


def document(page, name, run="0"):
    with open(page, encoding="utf-8") as file:
        found = re.search(
            f'<script type="text/plain" data-name="{name}" data-run="{run}">([^<]*)<', file.read()
        )
    return zlib.decompress(base64.b64decode(found[1])).decode() if found else "none"


if __name__ == "__main__":
    print(document(*sys.argv[1:]).rstrip("\n"))
