#!/usr/bin/env python3
# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes shaders for glslangValidator: FOLDER/0.frag, 1.frag and on, SCALE of them.

Each has 100 functions that call each other.
"""

import pathlib
import sys

folder, scale = pathlib.Path(sys.argv[1]), int(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
for shader in range(scale):
    lines = [
        "#version 450",
        "layout(location = 0) in vec4 position;",
        "layout(location = 0) out vec4 color;",
        "struct Light { vec4 at; vec3 tint; float power; };",
        "#define MIX(a, b) ((a) * 0.5 + (b) * 0.5)",
    ]
    for index in range(100):
        before = f"shade{index - 1}(v.yzxw, lights)" if index else "v"
        lines += [
            f"vec4 shade{index}(vec4 v, Light lights[4]) {{",
            f"  vec4 sum = vec4({shader}.0);",
            "  for (int i = 0; i < 4; ++i)",
            f"    sum += MIX(lights[i].at, v) * lights[i].power * {index}.25;",
            f"  return sum.x > {index}.0 ? sum : {before};",
            "}",
        ]
    lines += [
        "void main() {",
        "  Light lights[4];",
        "  for (int i = 0; i < 4; ++i)",
        "    lights[i] = Light(position, position.xyz, float(i));",
        "  color = shade99(position, lights);",
        "}",
    ]
    (folder / f"{shader}.frag").write_text("\n".join(lines) + "\n")
