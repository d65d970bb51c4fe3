"""usage: on_a_terminal.py [--columns=N] [NAME=VALUE...] COMMAND...

Runs COMMAND on a terminal of its own, of N (100) columns, with TERM=xterm, no pager
named unless a variable says so, and LESS unset. Prints what the terminal showed,
with ESC in place of escape characters, and the exit code."""
import fcntl
import os
import pty
import struct
import sys
import termios

variables, command, columns = {}, sys.argv[1:], 100
if command[0].startswith("--columns="):
    columns = int(command.pop(0).partition("=")[2])
while command and "=" in command[0]:
    name, _, value = command.pop(0).partition("=")
    variables[name] = value
child, terminal = pty.fork()
if child == 0:
    for name in "ANOMALLOC_PAGER", "PAGER", "LESS", "LV", "NO_COLOR", "COLUMNS":
        os.environ.pop(name, None)
    os.environ.update({"TERM": "xterm", "LC_ALL": "C.UTF-8", **variables})
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.execvp(command[0], command)
shown = b""
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:  # Linux tells of the end so
        break
    if not part:
        break
    shown += part
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
text = shown.decode(errors="backslashreplace").replace("\r\n", "\n")
print(text.replace("\x1b", "ESC"), end="")
print(f"code {code}")
