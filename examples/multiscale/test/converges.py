"""The solution is glued, and its error falls as theory says: L2 with H^2, H1
with H.

usage: converges.py <multiscale>
"""

import math
import subprocess
import sys

SIZES = [8, 16, 32]


def run(program, coarse):
    line = subprocess.run(
        [program, "--quiet", "--coarse", str(coarse), "--fine", "8"],
        check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    return [float(word) for word in line[2:5]]


def main():
    program = sys.argv[1]
    table = [run(program, coarse) for coarse in SIZES]
    failed = False
    for name, column, wanted in ("L2", 0, 2.0), ("H1", 1, 1.0):
        for step in range(1, len(SIZES)):
            before, after = table[step - 1][column], table[step][column]
            order = math.log2(before / after)
            # The shaken coarse meshes are not similar, so allow for some noise.
            good = abs(order - wanted) < 0.15
            failed |= not good
            print(f"{name} {SIZES[step - 1]:2} -> {SIZES[step]:2}: "
                  f"{before:.3e} -> {after:.3e}, order {order:.2f}, "
                  f"expected {wanted:.0f}{'' if good else '  WRONG'}")
    # Orders alone would forgive a wrong constant in the equations.
    for (_, _, jump), size in zip(table, SIZES):
        if jump > 1e-10:
            failed = True
            print(f"{size}: the solution jumps by {jump} at a coarse edge")
    return failed


if __name__ == "__main__":
    sys.exit(main())
