"""Pastes the text of a file behind a command, into a shell.

usage: paste.py FILE COMMAND..."""
import shlex
import subprocess
import sys

with open(sys.argv[1]) as file:
    text = file.readline()
sys.exit(subprocess.call(["sh", "-c", shlex.join(sys.argv[2:]) + " " + text]))
