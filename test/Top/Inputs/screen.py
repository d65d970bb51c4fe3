"""usage: screen.py ANOMALLOC PROGRAM FOLDER

Looks at top on a terminal, types keys, changes the size, and ends it in each way."""
import os
import signal
import sys

import follow

anomalloc, path, folder = sys.argv[1:]
program = follow.Program(path, folder)
program.step("small 1000")


def start(**options):
    return follow.Terminal([anomalloc, "top", "--interval=0.02", str(program.pid)], **options)


terminal = start()
shown = terminal.until(lambda text: "q quit" in text)
assert terminal.is_other and not terminal.cursor_shown
lines = shown.split("\n")
assert lines[0].startswith("stepping") and f"pid {program.pid}, running" in lines[0], lines[0]
assert lines[1].startswith("allocations ") and lines[2].startswith("bytes "), shown
assert "[sites]" in lines[5] and "allocations/s" in lines[6] and "makeSmall" in shown
assert lines[23].startswith("q quit"), shown

# Counts go on; the row of the run's allocations is shown when it is sorted by.
terminal.type("c")
terminal.until(lambda text: "all of the run" in text and "1,000" in text)
program.step("small 234")
terminal.until(lambda text: "1,234" in text)
# Views.
terminal.type("2")
terminal.until(lambda text: "[sections]" in text and "(outside all sections)" in text)
terminal.type("3")
terminal.until(lambda text: "[sizes]" in text and "24 bytes" in text)
terminal.type("\t")
terminal.until(lambda text: "[threads]" in text and f"({program.pid})" in text)
terminal.type("\x1b[C")
terminal.until(lambda text: "[stacks]" in text and "--mode=stacks" in text)
terminal.type("\x1b[C")
terminal.until(lambda text: "[sites]" in text)
terminal.type("?")
terminal.until(lambda text: "Keys" in text and "makeSmall" not in text)
terminal.type("?")
terminal.until(lambda text: "makeSmall" in text)
# The picture is held, then goes on.
terminal.type("p")
terminal.until(lambda text: "display paused" in text)
program.step("small 766")
for _ in range(5):
    terminal.read()
    assert "2,000" not in terminal.picture()
terminal.type("p")
terminal.until(lambda text: "2,000" in text and "paused" not in text)
# Another size: nothing is wider, and the last line is the last one.
for columns, rows in (120, 40), (50, 12), (30, 5), (80, 24):
    terminal.resize(columns, rows)
    terminal.until(lambda text: "q quit" in text.split("\n")[-1])
# Rows that do not fit are scrolled to.
terminal.resize(80, 9)
terminal.until(lambda text: "1-1 of" in text)
terminal.type("\x1b[B")
terminal.until(lambda text: "2-2 of" in text)
terminal.type("q")
assert terminal.end() == 0 and terminal.is_as_before()

# Whatever ends it, the terminal is as before, and the signal has its effect.
for number in signal.SIGTERM, signal.SIGHUP, signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT:
    terminal = start()
    terminal.until(lambda text: "q quit" in text)
    terminal.process.send_signal(number)
    code = terminal.end()
    assert code == -number and terminal.is_as_before(), (number, code)
terminal = start()
terminal.until(lambda text: "q quit" in text)
terminal.type("\x03")
assert terminal.end() == -signal.SIGINT and terminal.is_as_before()

# Stopped, the terminal is the shell's; continued, it is top's again.
terminal = start()
terminal.until(lambda text: "q quit" in text)
terminal.process.send_signal(signal.SIGTSTP)
os.waitid(os.P_PID, terminal.process.pid, os.WSTOPPED | os.WNOWAIT)
terminal.until(lambda text: not terminal.is_other)
assert terminal.is_as_before()
terminal.process.send_signal(signal.SIGCONT)
terminal.until(lambda text: terminal.is_other and "q quit" in text)

# The program ends: the last picture stays, and says so.
program.end("exit")
shown = terminal.until(lambda text: "ended after" in text)
assert "of the whole run" in shown and "makeSmall" in shown, shown
terminal.type("q")
assert terminal.end() == 0 and terminal.is_as_before()
print("looked at")
