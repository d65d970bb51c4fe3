#!/usr/bin/env python3
"""A clang-tidy that says of a unit what the file $SAYS/<name of the unit>.yaml
has, with @ for $PROJECT; the real one, where it has to compile other texts."""
import os
import subprocess
import sys

export = [a for a in sys.argv if a.startswith("--export-fixes=")]
if not export or any(a.startswith("--vfsoverlay=") for a in sys.argv):
    sys.exit(subprocess.run([os.environ["REAL_TIDY"], *sys.argv[1:]]).returncode)
path = os.path.join(os.environ["SAYS"], os.path.basename(sys.argv[-1]) + ".yaml")
if os.path.exists(path):
    with open(path) as file, open(export[0].split("=")[1], "w") as out:
        out.write(file.read().replace("@", os.environ["PROJECT"]))
