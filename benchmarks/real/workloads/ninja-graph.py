#!/usr/bin/env python3
# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a build graph for `ninja -n -C FOLDER`.

SCALE hundred targets in ten layers, each with six inputs from the layer below.
"""

import pathlib
import sys

folder, scale = pathlib.Path(sys.argv[1]), int(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
width, state = scale * 10, 1
lines = [
    "flags = -O2 -g",
    "rule compile",
    "  command = compile $flags -o $out $in",
    "  description = COMPILE $out",
]
for layer in range(10):
    for index in range(width):
        inputs = []
        for _ in range(6 if layer else 0):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            inputs.append(f"out/layer{layer - 1}/module_{(state >> 33) % width}.o")
        target = f"out/layer{layer}/module_{index}.o"
        lines.append(" ".join([f"build {target}: compile", *inputs]))
        lines.append(f"  flags = $flags -DINDEX={index}")
(folder / "build.ninja").write_text("\n".join(lines) + "\n")
