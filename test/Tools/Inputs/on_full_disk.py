"""Runs a command in a folder with room for 32 KiB, and prints its exit code.

usage: on_full_disk.py FOLDER COMMAND...

A file system of that size in a name space of its own; where the system allows
none, a limit on the size of files, and the output says so."""
import os
import resource
import subprocess
import sys

SIZE = 32 << 10
folder, command = sys.argv[1], sys.argv[2:]
MOUNT = 'mount -t tmpfs -o size=32k tmpfs "$0" && cd "$0" && exec "$@"'
inside = ["unshare", "-rm", "sh", "-c", MOUNT, folder]


def limit():
    resource.setrlimit(resource.RLIMIT_FSIZE, (SIZE, SIZE))


os.makedirs(folder)
if subprocess.run([*inside, "true"], capture_output=True).returncode == 0:
    done = subprocess.run([*inside, *command])
else:
    print("no small file system here: a limit instead", flush=True)
    done = subprocess.run(command, cwd=folder, preexec_fn=limit)
print("code", done.returncode)
