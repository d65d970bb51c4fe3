# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what benchmarks/findings, the argument, says of pairs of numbers."""

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

sys.dont_write_bytecode = True
loader = SourceFileLoader("findings", sys.argv[1])
findings = module_from_spec(spec_from_loader("findings", loader))
loader.exec_module(findings)

EXACT = [(5, False), (9, False)]
LEAST = [(5, True), (9, True)]
for one in [*EXACT, *LEAST, None, findings.SILENT]:
    others = [other for other in [*EXACT, None, findings.SILENT]
              if findings.agree(one, other)]
    print(f"{findings.shown(one)}: {', '.join(map(findings.shown, others))}")
