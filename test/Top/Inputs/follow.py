"""What the tests of 'anomalloc top' share: a program that takes one step at a
time, the documents of top --json, and a terminal to look at. Nothing waits for
a time: only for what must come."""
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios

signal.alarm(300)  # What must come may be missing.


class Program:
    """stepping.cpp, which records into FOLDER."""

    def __init__(self, path, folder, *before, options=""):
        self.process = subprocess.Popen(
            [*before, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "ANOMALLOC_OPTIONS": f"output={folder}/%n.%p.anomalloc{options}"})
        self.pid = self.process.pid
        self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        assert line == "done\n", line

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def step(self, line):
        self.tell(line)
        self.answer()

    def ask(self, line):
        self.tell(line)
        result = self.process.stdout.readline().strip()
        self.answer()
        return result

    def end(self, line):
        self.tell(line)
        self.process.wait()


class Documents:
    """What top --json prints of ARGUMENT."""

    def __init__(self, anomalloc, argument, *options):
        self.process = subprocess.Popen(
            [anomalloc, "top", "--json", "--interval=0.02", *options, str(argument)],
            stdout=subprocess.PIPE, text=True)
        self.seen = []

    def next(self):
        line = self.process.stdout.readline()
        assert line, "no more documents"
        self.seen.append(json.loads(line))
        return self.seen[-1]

    def until(self, holds):
        while not holds(self.next()):
            pass
        return self.seen[-1]

    def rest(self):
        for line in self.process.stdout:
            self.seen.append(json.loads(line))
        assert self.process.wait() == 0
        return self.seen[-1]


class Terminal:
    """COMMAND on a terminal of its own. Knows the sequences that top uses; others
    are a failure."""

    SEQUENCE = re.compile(r"\x1b\[([?]?)([0-9;]*)([A-Za-z])")

    def __init__(self, command, columns=80, lines=24, **environment):
        self.inside, self.outside = None, None
        self.outside, self.inside = pty.openpty()
        self.resize(columns, lines)
        self.before = termios.tcgetattr(self.inside)
        self.process = subprocess.Popen(
            command, stdin=self.inside, stdout=self.inside, stderr=self.inside,
            env={**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", **environment},
            preexec_fn=lambda: (os.setsid(), fcntl.ioctl(0, termios.TIOCSCTTY, 0)))
        self.is_other, self.cursor_shown, self.text = False, True, ""

    def resize(self, columns, lines):
        self.columns, self.lines = columns, lines
        self.clear()
        fcntl.ioctl(self.outside, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def clear(self):
        self.rows = [[" "] * self.columns for _ in range(self.lines)]
        self.row = self.column = 0

    def picture(self):
        return "\n".join("".join(row).rstrip() for row in self.rows)

    def type(self, keys):
        os.write(self.outside, keys.encode())

    def until(self, holds):
        """Reads what is shown until HOLDS of the picture."""
        while not holds(self.picture()):
            self.read()
        return self.picture()

    def read(self):
        self.text += os.read(self.outside, 65536).decode()
        while self.text:
            if self.text[0] != "\x1b":
                self.put(self.text[0])
                self.text = self.text[1:]
                continue
            match = self.SEQUENCE.match(self.text)
            if not match:
                assert len(self.text) < 20, repr(self.text[:20])
                return  # The rest comes.
            self.obey(*match.groups())
            self.text = self.text[match.end():]

    def put(self, letter):
        if letter == "\r":
            self.column = 0
        elif letter == "\n":
            self.row += 1
            if self.row == self.lines:
                self.rows = self.rows[1:] + [[" "] * self.columns]
                self.row -= 1
        else:
            # A crash has the usual message, on the usual screen.
            assert letter >= " " or not self.is_other, repr(letter)
            # Top never writes behind the last column, but while it is resized.
            if self.column < self.columns:
                self.rows[self.row][self.column] = letter
                self.column += 1

    def obey(self, mark, numbers, letter):
        if mark:
            assert letter in "hl", letter
            if numbers == "1049":
                self.is_other = letter == "h"
                self.clear()
            else:
                assert numbers == "25", numbers
                self.cursor_shown = letter == "h"
        elif letter == "H":
            assert not numbers
            self.row = self.column = 0
        elif letter == "K":
            self.rows[self.row][self.column:] = [" "] * (self.columns - self.column)
        elif letter == "J":
            if numbers == "2":
                self.clear()
            for row in self.rows[self.row + 1:]:
                row[:] = [" "] * self.columns
        else:
            assert letter == "m", letter

    def is_as_before(self):
        return (not self.is_other and self.cursor_shown
                and termios.tcgetattr(self.inside) == self.before)

    def end(self):
        """The exit code. Reads meanwhile: a full terminal would hold the program."""
        ended = os.pidfd_open(self.process.pid)
        while ended not in (ready := select.select([ended, self.outside], [], [])[0]):
            self.read()
        if self.outside in ready:
            self.read()
        return self.process.wait()


def run(*command):
    """(exit code, output, errors)"""
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr
