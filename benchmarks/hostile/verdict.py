"""What must hold of whatever a verb prints."""
import base64
import csv
import gzip
import html.parser
import io
import json
import re
import unicodedata
import xml.etree.ElementTree
import zlib

import texts

TURNS = re.compile("[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def obeyed(text):
    """The first character that a terminal would obey, or None."""
    for char in text:
        if char != "\n" and (unicodedata.category(char) in ("Cc", "Cs") or TURNS.match(char)):
            return repr(char)
    return None


def wrong_text(text):
    if char := obeyed(text):
        return f"{char} reaches the terminal"
    if any(line.startswith(texts.FORGED) for line in text.split("\n")):
        return "a name forges a line"
    return None


def wrong_json(text):
    if char := obeyed(text):
        return f"{char} reaches the terminal"
    json.loads(text)
    return None


def wrong_svg(text):
    xml.etree.ElementTree.fromstring(text)
    return wrong_text(text)


def wrong_dot(text):
    for line in text.splitlines()[1:-1]:
        if not re.fullmatch(r'  (node|edge|v\d+( -> v\d+)?) \[([a-z]+=([\w#.]+|"([^"\\]|\\.)*")(, )?)*\];',
                            line):
            return f"not a line of a graph: {line}"
    return wrong_text(text)


def wrong_table(text):
    csv.field_size_limit(2**24)  # A name may be longer than the usual limit.
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    if any(len(row) != len(rows[0]) for row in rows):
        return "a name forges a cell"
    return wrong_text(text)


def wrong_folded(text):
    for line in text.splitlines():
        if not re.fullmatch(r"[^;]+(;[^;]+)* \d+", line):
            return f"not a stack: {line[:80]}"
        if re.search(r" [\d.]+ \d+$", line):
            return f"two numbers: {line[-80:]}"
    return wrong_text(text)


def fields(message):
    """Number and value of the fields of a protocol buffer."""
    at = 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        key = number()
        value = number()
        if key & 7 == 2:
            at += value
            if at > len(message):
                raise ValueError("a field is cut")
            value = message[at - value:at]
        elif key & 7:
            raise ValueError(f"a field of kind {key & 7}")
        yield key >> 3, value


def wrong_pprof(data):
    top = list(fields(gzip.decompress(data)))
    texts = [value.decode() for field, value in top if field == 6]
    places = {dict(fields(value))[1] for field, value in top if field == 4}
    for field, value in top:
        if field == 2 and {number for number, _ in fields(value)} - {1, 2, 3}:
            return "not a sample"
    if not places and any(field == 2 for field, _ in top):
        return "samples without places"
    return next(filter(None, map(wrong_text, texts)), None)


def wrong_markdown(text):
    """Names stand in code, and hold nothing that is not text there."""
    for line in text.splitlines():
        for name in re.findall("<code>(.*?)</code>", line):
            if char := re.search(r"[`|<>*\[\]\\@#!~$^{}'\"?]|&(?!#\d+;)", re.sub(r"&#\d+;", "", name)):
                return f"{char[0]} in a name: {name}"
        rest = re.sub("<code>.*?</code>", "", line)
        if not re.fullmatch(r"(<details><summary>|</?details>|> |&(?:rarr|lt|gt);|[\w ,.:;()+%|*#/-]|</summary>)*", rest):
            return f"not a line of a comment: {line}"
    return wrong_text(text)


class Markup(html.parser.HTMLParser):
    """The elements of a page, with their attributes, and what stands in its data."""

    def __init__(self):
        super().__init__()
        self.elements, self.data, self.is_data = [], [], False

    def handle_starttag(self, tag, attributes):
        self.elements.append(tag)
        self.is_data = dict(attributes).get("type") == "text/plain"
        if self.is_data:
            self.data.append("")

    def handle_endtag(self, tag):
        self.is_data = False

    def handle_data(self, data):
        if self.is_data:
            self.data[-1] += data


PAGE = ["html", "head", "meta", "meta", "meta", "meta", "title", "style", "body", "noscript", "div"]


def wrong_page(text):
    """Its markup is the template's and elements of data, which hold JSON."""
    page = Markup()
    page.feed(text)
    if page.elements != PAGE + ["script"] * (len(page.data) + 1):
        return f"foreign markup: {page.elements}"
    if not page.data:
        return "a page without data"
    documents = (zlib.decompress(base64.b64decode(data, validate=True)).decode() for data in page.data)
    return next(filter(None, map(wrong_json, documents)), None)


CHECKS = {"text": wrong_text, "json": wrong_json, "svg": wrong_svg, "dot": wrong_dot, "folded": wrong_folded,
          "pprof": wrong_pprof, "csv": wrong_table, "markdown": wrong_markdown,
          "colour": lambda text: wrong_text(COLOUR.sub("", text))}

BINARY = {"pprof"}


def verdict(format, code, out, err, tables=None):
    """None, or what is wrong with a verb that ended with CODE and wrote TABLES
    (name: bytes)."""
    if code < 0:
        return f"ended by signal {-code}"
    if code > 2:
        return f"exit code {code}"
    try:
        err = err.decode()
        if format not in BINARY:
            out = out.decode()
    except UnicodeDecodeError as error:
        return f"not UTF-8: {error}"
    for line in err.splitlines():
        if not line.startswith(("anomalloc: ", "try '")):
            return f"not a message: {line[:80]!r}"
    if why := wrong_text(err):
        return "messages: " + why
    if code:
        return None if err else "fails without a word"
    try:
        if format == "page":
            return wrong_page(tables["page.html"].decode()) if tables else "no page was written"
        if format != "tables":
            return CHECKS[format](out)
        if not tables:
            return "no table was written"
        return next(filter(None, (wrong_table(data.decode()) for data in tables.values())), None)
    except (csv.Error, ValueError, IndexError, OSError, EOFError,
            xml.etree.ElementTree.ParseError, zlib.error) as error:
        return f"not well-formed: {error}"
