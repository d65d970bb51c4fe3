"""documents.py PAGE NAME: prints the document NAME of the first run of a page."""
import base64
import re
import sys
import zlib

page, name = sys.argv[1:]
text = open(page, encoding="utf-8").read()
data = re.search(rf'<script type="text/plain" data-name="{name}" data-run="0">([^<]*)</script>', text)[1]
print(zlib.decompress(base64.b64decode(data)).decode())
