# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Related sequences of proteins in FASTA; the argument is their number."""

import random
import sys

ACIDS = "ACDEFGHIKLMNPQRSTVWY"


def main():
    chance = random.Random(1)
    ancestor = [chance.choice(ACIDS) for _ in range(90)]
    for number in range(int(sys.argv[1])):
        kept = [acid for acid in ancestor if chance.random() > 0.05]
        text = [chance.choice(ACIDS) if chance.random() < 0.3 else a for a in kept]
        print(f">s{number}\n{''.join(text)}")


main()
