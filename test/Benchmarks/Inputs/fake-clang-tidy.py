#!/usr/bin/env python3
# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Stands in for clang-tidy: says of every unit what its name asks for.

crash.cpp ends by a signal, hang.cpp never ends, error.cpp does not compile; all
others have a finding on line 2 of ../src/shared.h, with a fix-it if called fix.cpp,
one in ../src/x/vend/foreign.h, and one of clang itself."""

import os
import signal
import sys

unit = os.path.basename(sys.argv[-1])
export = next(a.split("=", 1)[1] for a in sys.argv if a.startswith("-export-fixes="))
if unit == "crash.cpp":
    print("PLEASE submit a bug report", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
if unit == "hang.cpp":
    signal.pause()
if unit == "error.cpp":
    print("error.cpp:1:10: error: 'gone.h' file not found [clang-diagnostic-error]")
    sys.exit(1)

source = os.path.dirname(sys.argv[-1])
fix = f"""
      - FilePath: '{source}/shared.h'
        Offset: 8
        Length: 1
        ReplacementText: z"""
with open(export, "w", encoding="utf-8") as out:
    out.write(f"MainSourceFile: '{sys.argv[-1]}'\nDiagnostics:\n")
    for name, file in (
        ("anomalloc-binary-op-assign", "shared.h"),
        ("anomalloc-binary-op-assign", "x/vend/foreign.h"),
        ("clang-diagnostic-unused", "shared.h"),
    ):
        out.write(f"""\
  - DiagnosticName: {name}
    DiagnosticMessage:
      Message: it allocates
      FilePath: '{source}/{file}'
      FileOffset: 8
      Replacements: {fix if unit == "fix.cpp" else "[]"}
""")
