"""Prints a command whose program has another owner and set-user-ID: as root one that
is made here, of SOURCE, else one of the system's.

usage: gains_rights.py CLANG SOURCE"""
import os
import subprocess
import sys

if os.getuid():
    print("mount --version")
else:
    subprocess.run([*sys.argv[1:], "-o", "other"], check=True)
    os.chown("other", 65534, -1)
    os.chmod("other", 0o4755)
    print("./other")
