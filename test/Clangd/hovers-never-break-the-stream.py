# RUN: %lsp_test %s %t
# Each request has one answer, whatever becomes of it: large documents, messages in
# pieces, characters outside of the basic plane, cancelled and unknown requests.
import json
import os
import subprocess

from lsp import position_at, read_message
from measured import Weights
from project import Project

# The names stand behind characters that count as two in UTF-16 and as four bytes.
LINE = "/* \U0001f980\U0001f980 \u00e4 */ int *made{0}() {{ return new int({0}); }} // \U0001f980\n"
MANY = 20000
TEXT = "".join(LINE.format(number) for number in range(MANY))
project = Project({"a.cpp": TEXT}, tidy="Checks: '-*,anomalloc-hot-line'\n")
root = project.root.resolve()
weights = Weights(MANY)
for number in range(0, MANY, 1000):
    weights.chain(number + 1, (root / "a.cpp", number + 1, f"_Z{4 + len(str(number))}made{number}v"))
weights.write(root / ".anomalloc/weights.json")
URI = (root / "a.cpp").as_uri()


class Raw:
    """Sends what it is told, and reads until the server ends."""

    def __init__(self):
        home = str(root / ".home")
        self.process = subprocess.Popen(
            [os.environ["ANOMALLOC_CLANGD"], "--background-index=false", "-j=2"], cwd=root,
            env={**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.request(0, "initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": URI, "languageId": "cpp", "version": 1, "text": TEXT}})

    def send(self, message, pieces=1):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        data = b"Content-Length: %d\r\n\r\n" % len(body) + body
        step = -(-len(data) // pieces)
        for at in range(0, len(data), step):
            self.process.stdin.write(data[at:at + step])
            self.process.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def request(self, number, method, params, pieces=1):
        self.send({"id": number, "method": method, "params": params}, pieces)

    def hover(self, number, made, pieces=1):
        self.request(number, "textDocument/hover", {
            "textDocument": {"uri": URI},
            "position": position_at(TEXT, TEXT.index(f"made{made}()"))}, pieces)

    def end(self):
        """All answers by id, and how it ended."""
        self.process.stdin.close()
        answers = {}
        while (message := read_message(self.process.stdout)) is not None:
            if "method" not in message:
                assert message["id"] not in answers, message
                answers[message["id"]] = message
        return answers, self.process.wait()


server = Raw()
server.hover(1, 5000)
server.hover(2, 5001, pieces=50)  # not measured
server.hover(3, 7000, pieces=10**6)  # byte by byte
server.request(4, "textDocument/hover", {"textDocument": {"uri": "file:///nowhere.cpp"},
                                         "position": {"line": 0, "character": 0}})
server.request(5, "textDocument/nothing", {})
server.request(6, "textDocument/hover", {"nonsense": 1})
for number in range(100, 160):
    server.hover(number, 9000)
    server.notify("$/cancelRequest", {"id": number})
server.request(7, "textDocument/hover", {"textDocument": {"uri": URI},
                                         "position": {"line": 10**6, "character": 5}})
server.request(8, "textDocument/documentSymbol", {"textDocument": {"uri": URI}})
server.hover(9, 19000)
server.request(10, "shutdown", None)
server.notify("exit", None)
answers, code = server.end()
assert code == 0, code
assert sorted(answers) == [*range(0, 11), *range(100, 160)], sorted(answers)
TITLE = "Allocations in the recorded run"


def shown(number):
    return answers[number]["result"]["contents"]["value"]


assert "made5000: 5,001 allocations of 32 bytes" in shown(1), shown(1)
assert "\U0001f980" in shown(2) and TITLE not in shown(2), shown(2)
assert "made7000: 7,001 allocations" in shown(3), shown(3)
assert "made19000: 19,001 allocations" in shown(9), shown(9)
for number in (4, 5, 6):
    assert "error" in answers[number], answers[number]
assert answers[7]["result"] is None, answers[7]
assert len(answers[8]["result"]) == MANY and TITLE not in json.dumps(answers[8])
for number in range(100, 160):
    # In time to be cancelled, or not.
    assert ("error" in answers[number]) != ("result" in answers[number]), answers[number]
    assert "error" in answers[number] or "made9000: 9,001 allocations" in shown(number)

# An end without a shutdown is an error, as in stock clangd.
server = Raw()
server.hover(1, 5000)
server.notify("exit", None)
answers, code = server.end()
assert code == 1 and 0 in answers, (code, sorted(answers))
