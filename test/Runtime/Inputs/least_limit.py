#!/usr/bin/env python3
"""least_limit.py PLAIN PROGRAM [ARGUMENTS...]

Finds the least limit on address space under which PLAIN succeeds, and says
whether PROGRAM does so with 480 KiB more, in each mode.
"""

import os
import resource
import subprocess
import sys

MODES = ["off", "count", "stacks", "lifetime", "trace", "lifetime+stacks",
         "lifetime+stacks+trace"]
MORE_KIB = 480
plain, program, *arguments = sys.argv[1:]


def succeeds(path, kib, mode="off"):
    limit = (kib * 1024, kib * 1024)
    options = "enabled=0" if mode == "off" else f"mode={mode}:output={path}.profile"
    return subprocess.run(
        [path, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, limit),
        env=dict(os.environ, ANOMALLOC_OPTIONS=options)).returncode == 0


low, high = 1 << 10, 1 << 20
while high - low > 8:
    middle = (low + high) // 2
    low, high = (low, middle) if succeeds(plain, middle) else (middle, high)
for mode in MODES:
    print(f"{mode}: " + ("succeeds" if succeeds(program, high + MORE_KIB, mode) else
                         f"fails with {high + MORE_KIB} KiB"))
