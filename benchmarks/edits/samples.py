# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Points of four classes in the format of libsvm; the argument is their number."""

import random
import sys

chance = random.Random(1)
for number in range(int(sys.argv[1])):
    kind = number % 4
    values = (f"{k}:{chance.random() + kind / 4:.6f}" for k in range(1, 13))
    print(kind, *values)
