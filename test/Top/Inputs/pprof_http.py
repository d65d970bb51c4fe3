"""usage: pprof_http.py TEST ANOMALLOC SERVER FOLDER [GO]

Asks SERVER (integrations/pprof-http/leaky-server.cpp) for its profiles."""
import atexit
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request

signal.alarm(300)
test, anomalloc, path, folder = sys.argv[1:]


class Server:
    def __init__(self, options, tool=anomalloc):
        environment = {**os.environ, "SERVER_TOOL": tool, "TMPDIR": folder}
        if options:
            environment["ANOMALLOC_OPTIONS"] = f"output={folder}/%p.anomalloc:{options}"
        self.process = subprocess.Popen([path, "0"], env=environment, stdout=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)
        self.address = self.process.stdout.readline().strip()

    def get(self, what):
        """(status, content type, body)"""
        try:
            with urllib.request.urlopen(self.address + what) as answer:
                return answer.status, answer.headers["Content-Type"], answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers["Content-Type"], error.read()

    def end(self):
        self.get("/quit")
        assert self.process.wait() == 0


def answers():
    server = Server("mode=lifetime+stacks")
    for number in range(300):
        server.get(f"/page/{number}")
    for name in "heap", "allocs":
        status, kind, body = server.get(f"/debug/pprof/{name}")
        assert status == 200 and kind == "application/octet-stream" and body[:2] == b"\x1f\x8b", (status, body)
    assert server.get("/debug/pprof/") == (200, "text/plain; charset=utf-8", b"heap\nallocs\n")
    assert server.get("/debug/pprof/other")[0] == 404
    assert server.get("/debug/pprof/heap?seconds=10")[0] == 400
    server.end()
    counting = Server("mode=count")
    assert counting.get("/debug/pprof/allocs")[0] == 200
    status, _, why = counting.get("/debug/pprof/heap")
    assert status == 501 and b"record with --mode=lifetime" in why, why
    counting.end()
    silent = Server("")
    status, _, why = silent.get("/debug/pprof/heap")
    assert status == 503 and b"this process is not recorded" in why, why
    silent.end()
    lost = Server("mode=lifetime", tool="/nowhere/anomalloc")
    status, _, why = lost.get("/debug/pprof/heap")
    assert status == 500 and b"cannot run /nowhere/anomalloc: No such file" in why, why
    lost.end()
    assert not [name for name in os.listdir(folder) if name.startswith("anomalloc-pprof")]


def leak():
    """Go's pprof names it from the address."""
    server = Server("mode=lifetime+stacks")
    for number in range(300):
        server.get(f"/page/{number}")
    # lit keeps no HOME, where go would look for its cache.
    environment = {**os.environ, "PPROF_TMPDIR": folder, "GOCACHE": folder + "/cache"}

    def pprof(*arguments):
        return subprocess.run(["go", "tool", "pprof", *arguments], env=environment, check=True,
                              stdout=subprocess.PIPE, text=True).stdout

    text = pprof("-peek=openSession", server.address + "/debug/pprof/heap")
    assert "Type: inuse_space" in text and "openSession" in text, text
    text = pprof("-tags", "-sample_index=inuse_objects", server.address + "/debug/pprof/heap")
    assert "version: Total" in text and "1.2" in text and "host: Total" in text, text
    text = pprof("-traces", "-sample_index=inuse_objects", server.address + "/debug/pprof/heap")
    assert any(line.split()[:1] == ["300"] for line in text.splitlines()) and "openSession" in text, text
    server.end()


globals()[test]()
print("as expected")
