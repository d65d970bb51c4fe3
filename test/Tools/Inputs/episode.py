"""A program that records, and `anomalloc record --pid` beside it (attached.py)."""
import json
import signal
import subprocess

from attached import Program, Recording


def recorded(anomalloc, path, own, *options):
    """The program under record, and its process."""
    program = Program(anomalloc, "record", f"--output={own}", *options, "--", path, stderr=subprocess.DEVNULL)
    (pid,) = map(int, open(f"/proc/{program.pid}/task/{program.pid}/children").read().split())
    return program, pid


def asked(anomalloc, verb, profile):
    out = subprocess.run([anomalloc, verb, "--json", str(profile)], check=True, capture_output=True,
                         text=True).stdout
    return json.loads(out)


class Episode(Recording):
    """Its profile is written at its end."""

    def __enter__(self):
        self.before = set(self.folder.glob("*.anomalloc*"))
        self.its = subprocess.Popen(self.line, stderr=subprocess.PIPE, text=True)
        first = self.its.stderr.readline()
        assert "beside its own profile" in first, first + self.its.stderr.read()
        return self

    def __exit__(self, kind, *_):
        self.its.send_signal(signal.SIGINT)
        _, self.text = self.its.communicate(timeout=60)
        assert kind or self.its.returncode == 0, self.text
        (self.path,) = set(self.folder.glob("*.anomalloc*")) - self.before
