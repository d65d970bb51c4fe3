# Compiles for AArch64: compile.py RUN COMPILER... -- ARGUMENTS...
#
# COMPILER is clang, or the words of a command that runs it.
#
# What becomes a program goes into the folder .aarch64 beside the place where it was
# to be. There stands a script that RUN, which is run.c, interprets.

import os
import struct
import subprocess
import sys


def is_program(path):
    """Whether the file is an ELF program for AArch64: no object, no library."""
    with open(path, "rb") as file:
        header = file.read(64)
        if header[:4] != b"\x7fELF" or struct.unpack_from("<H", header, 18)[0] != 183:
            return False
        kind, = struct.unpack_from("<H", header, 16)
        return kind == 2 or kind == 3 and "-shared" not in sys.argv


def main():
    run, *words = sys.argv[1:]
    end = words.index("--")
    compiler, arguments = words[:end], words[end + 1:]
    output = None
    for i, argument in enumerate(arguments):
        if argument == "-o" and i + 1 < len(arguments):
            output = arguments[i + 1]
    done = subprocess.run(
        [*compiler, "--target=aarch64-linux-gnu", "--start-no-unused-arguments",
         "-fuse-ld=lld", "--end-no-unused-arguments", *arguments])
    if done.returncode or not output or not os.path.isfile(output):
        return done.returncode
    if is_program(output):
        folder, name = os.path.split(output)
        inner = os.path.join(folder, ".aarch64")
        os.makedirs(inner, exist_ok=True)
        os.replace(output, os.path.join(inner, name))
        with open(output, "w", encoding="utf-8") as script:
            script.write(f"#!{run}\n")
        os.chmod(output, 0o755)
    return 0


sys.exit(main())
