# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Clauses of three literals in DIMACS; the argument is the number of variables."""

import random
import sys

chance = random.Random(2)
variables = int(sys.argv[1])
clauses = variables * 42 // 10
print(f"p cnf {variables} {clauses}")
for _ in range(clauses):
    literals = (chance.randint(1, variables) * chance.choice((1, -1)) for _ in range(3))
    print(*literals, 0)
