"""A program that runs, and `anomalloc record --pid` beside it, step by step."""
import json
import pathlib
import signal
import subprocess

signal.alarm(300)  # What must come may be missing.


class Program:
    def __init__(self, *line, **more):
        self.its = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                    bufsize=1, **more)
        self.pid = self.its.pid
        self.hear("ready")

    def hear(self, expected):
        line = self.its.stdout.readline()
        assert line == expected + "\n", line

    def begin(self, command):
        self.its.stdin.write(command + "\n")

    def do(self, *commands):
        for command in commands:
            self.its.stdin.write(command + "\n")
            self.hear("done")

    def end(self):
        """It ends as it would have without us, and has said nothing more."""
        out, _ = self.its.communicate("quit\n", timeout=60)
        assert out == "bye\n" and self.its.returncode == 7, (out, self.its.returncode)


class Recording:
    """Between the two ends of a `with`, the process is recorded."""

    def __init__(self, anomalloc, pid, folder, *options):
        self.anomalloc, self.folder = anomalloc, pathlib.Path(folder)
        self.line = [anomalloc, "record", f"--pid={pid}", f"--output={folder}/%p.anomalloc", *options]
        self.path, self.text = None, ""

    def __enter__(self):
        self.before = set(self.folder.glob("*.anomalloc*"))
        self.its = subprocess.Popen(self.line, stderr=subprocess.PIPE, text=True)
        first = self.its.stderr.readline()
        assert first.startswith("anomalloc: recording process "), first + self.its.stderr.read()
        (self.path,) = set(self.folder.glob("*.anomalloc*")) - self.before
        return self

    def __exit__(self, kind, *_):
        self.its.send_signal(signal.SIGINT)
        _, self.text = self.its.communicate(timeout=60)
        assert kind or self.its.returncode == 0, self.text
        assert kind or set(self.folder.glob("*.anomalloc*")) - self.before == {self.path}

    def report(self):
        out = subprocess.run([self.anomalloc, "report", "--json", str(self.path)], check=True,
                             capture_output=True, text=True).stdout
        return json.loads(out)

    def allocations(self):
        return self.report()["totals"]["allocations"]


def refused(anomalloc, *options, **more):
    """The message of a recording that does not begin."""
    ran = subprocess.run([anomalloc, "record", *options], stdin=subprocess.DEVNULL, capture_output=True,
                         text=True, **more)
    assert ran.returncode in (1, 2) and not ran.stdout, ran
    return f"{ran.returncode} {ran.stderr}"
