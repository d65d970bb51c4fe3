"""A client of the Language Server Protocol, as little as the tests need and strict.

    with Server(command, root) as server:
        uri = server.open("a.cpp")
        found = server.diagnostics(uri)

A message that breaks the protocol, an answer that is an error and a server that
ends or falls silent fail the test, with the server's log. The time limit is only
there so that a hanging server fails instead of hanging the test.
"""

import collections
import json
import os
import pathlib
import queue
import re
import subprocess
import sys
import tempfile
import threading

TIME_LIMIT = 300  # seconds for one message


class ProtocolError(Exception):
    pass


def read_message(stream):
    """The next message, or None at the end of the stream."""
    length = None
    while True:
        line = stream.readline()
        if line == b"" and length is None:
            return None
        if not line.endswith(b"\r\n"):
            raise ProtocolError(f"a header that does not end in CR LF: {line!r}")
        if line == b"\r\n":
            break
        match = re.fullmatch(rb"Content-Length: ([0-9]+)\r\n", line)
        if not match or length is not None:
            raise ProtocolError(f"an unexpected header: {line!r}")
        length = int(match[1])
    if length is None:
        raise ProtocolError("a message without Content-Length")
    body = stream.read(length)
    if len(body) != length:
        raise ProtocolError(f"{length} bytes announced, {len(body)} came")
    message = json.loads(body.decode("utf-8"))
    if message.get("jsonrpc") != "2.0":
        raise ProtocolError(f"not JSON-RPC 2.0: {message}")
    return message


class Server:
    """settings are the initializationOptions; plain, without any configuration."""

    def __init__(self, command, root, settings=None, plain=False, hover=("plaintext",)):
        self.root = pathlib.Path(root).resolve()
        self.versions = {}
        self.texts = {}
        self.published = collections.defaultdict(dict)  # uri -> version -> list
        self.messages = []  # of window/logMessage and window/showMessage
        self._next_id = 0
        self._inbox = queue.Queue()
        self._log = tempfile.TemporaryFile()
        # A configuration or an index of the person who runs the tests must
        # not matter. Indexing the standard library is most of the work of a
        # server that opens one file, and plays no part in diagnostics.
        home = str(self.root / ".home")
        if not plain:
            config = self.root / ".home" / "clangd" / "config.yaml"
            config.parent.mkdir(parents=True, exist_ok=True)
            config.write_text("Index:\n  StandardLibrary: No\n")
        environment = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": home,
                       "XDG_CACHE_HOME": home}
        environment.pop("CLANGD_FLAGS", None)
        command = [command] if isinstance(command, str) else list(command)
        self._process = subprocess.Popen(
            [*command, "--background-index=false", "-j=1"],
            cwd=self.root, env=environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=self._log)
        self.pid = self._process.pid
        threading.Thread(target=self._receive, daemon=True).start()
        self.capabilities = self.request("initialize", {
            "processId": os.getpid(),
            "rootUri": self.root.as_uri(),
            "capabilities": {"textDocument": {
                "publishDiagnostics": {"codeDescriptionSupport": True,
                                       "relatedInformation": True,
                                       "versionSupport": True},
                "hover": {"contentFormat": hover},
                "codeAction": {"codeActionLiteralSupport": {
                    "codeActionKind": {"valueSet": ["quickfix"]}}}}},
            "initializationOptions": settings or {}})
        self.notify("initialized", {})

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.request("shutdown", None)
            self.notify("exit", None)
            code = self._process.wait(TIME_LIMIT)
            if code != 0:
                self.fail(f"the server ended with {code}")
        else:
            self._process.kill()
            self._process.wait()
            print(self.log(), file=sys.stderr)

    def log(self):
        self._log.seek(0)
        return self._log.read().decode("utf-8", "replace")

    def fail(self, why):
        raise AssertionError(f"{why}\n--- log of the server ---\n{self.log()}")

    # Messages.

    def _receive(self):
        try:
            while (message := read_message(self._process.stdout)) is not None:
                self._inbox.put(message)
            self._inbox.put(ProtocolError("the server has closed its output"))
        except Exception as error:  # shown by whoever waits
            self._inbox.put(error)

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode("utf-8")
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def notify(self, method, params):
        self._send({"method": method, "params": params})

    def request(self, method, params):
        self._next_id += 1
        wanted = self._next_id
        self._send({"id": wanted, "method": method, "params": params})
        while True:
            message = self._next()
            if message.get("id") == wanted and "method" not in message:
                if "error" in message:
                    self.fail(f"{method}: {message['error']}")
                return message["result"]

    def _next(self):
        try:
            message = self._inbox.get(timeout=TIME_LIMIT)
        except queue.Empty:
            self.fail(f"no message for {TIME_LIMIT} seconds")
        if isinstance(message, Exception):
            self.fail(message)
        method = message.get("method")
        if method == "textDocument/publishDiagnostics":
            params = message["params"]
            self.published[params["uri"]][params.get("version")] = params["diagnostics"]
        elif method in ("window/logMessage", "window/showMessage"):
            self.messages.append(message["params"]["message"])
        elif method and "id" in message:  # a request of the server's
            self._send({"id": message["id"], "result": None})
        return message

    # Documents.

    def uri(self, name):
        return (self.root / name).as_uri()

    def open(self, name, text=None, language="cpp"):
        uri = self.uri(name)
        self.texts[uri] = (self.root / name).read_text() if text is None else text
        self.versions[uri] = 1
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": language, "version": 1,
            "text": self.texts[uri]}})
        return uri

    def edit(self, uri, edits):
        """Applies TextEdits and sends them as incremental changes."""
        edits = sorted(edits, key=lambda e: position(e["range"]["start"]),
                       reverse=True)  # from the end, so that places stay valid
        self.versions[uri] += 1
        self.texts[uri] = apply_edits(self.texts[uri], edits)
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.versions[uri]},
            "contentChanges": [{"range": e["range"], "text": e["newText"]}
                               for e in edits]})

    def replace(self, uri, old, new):
        """Replaces the one occurrence of a text."""
        text = self.texts[uri]
        assert text.count(old) == 1, f"{old!r} stands there {text.count(old)} times"
        at = text.index(old)
        self.edit(uri, [{"range": {"start": position_at(text, at),
                                   "end": position_at(text, at + len(old))},
                         "newText": new}])

    def close(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def diagnostics(self, uri):
        """What the server says of the present version of a document."""
        version = self.versions[uri]
        while version not in self.published[uri]:
            self._next()
        return self.published[uri][version]

    def hover(self, uri, text, within="", inside=0):
        """What is shown at the one occurrence of a text, or of its place in another
        one; ""."""
        whole = self.texts[uri]
        around = within or text
        assert whole.count(around) == 1, f"{around!r}: {whole.count(around)} times"
        at = whole.index(around) + around.index(text) + inside
        answer = self.request("textDocument/hover", {
            "textDocument": {"uri": uri}, "position": position_at(whole, at)})
        return answer["contents"]["value"] if answer else ""

    def quick_fixes(self, uri, diagnostic):
        return self.request("textDocument/codeAction", {
            "textDocument": {"uri": uri}, "range": diagnostic["range"],
            "context": {"diagnostics": [diagnostic], "only": ["quickfix"]}})


# Positions count UTF-16 units.

def position(where):
    return where["line"], where["character"]


def position_at(text, offset):
    before = text[:offset]
    return {"line": before.count("\n"),
            "character": len(before[before.rfind("\n") + 1:].encode("utf-16-le")) // 2}


def offset_of(text, where):
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[:where["line"]]) + where["character"]


def apply_edits(text, edits):
    """The edits must come from the end of the text to its start."""
    assert text.isascii()
    for edit in edits:
        start, end = (offset_of(text, edit["range"][k]) for k in ("start", "end"))
        text = text[:start] + edit["newText"] + text[end:]
    return text


def text_at(text, where):
    return text[offset_of(text, where["start"]):offset_of(text, where["end"])]


def codes(diagnostics):
    return sorted(d.get("code", "") for d in diagnostics)
