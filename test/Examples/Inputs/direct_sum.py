"""usage: direct_sum.py LIST ERROR MOMENTUM

LIST is what barneshut --list printed. Fails if the accelerations in it differ from
the direct sum over all pairs by more than ERROR of their mean (root mean square), or
if the sum of all momenta is longer than MOMENTUM."""
import math
import sys

SOFTENING = 0.05


def direct(bodies, on):
    sum_ = [0.0, 0.0, 0.0]
    for body in bodies:
        if body is not on:
            way = [b - o for b, o in zip(body[1:4], on[1:4])]
            square = sum(w * w for w in way) + SOFTENING**2
            for i in range(3):
                sum_[i] += way[i] * body[0] / (square * math.sqrt(square))
    return sum_


def main(path, most_error, most_momentum):
    bodies = [[float(word) for word in line.split()] for line in open(path)]
    errors = sizes = 0
    for body in bodies:
        wanted = direct(bodies, body)
        errors += sum((w - g) ** 2 for w, g in zip(wanted, body[7:10]))
        sizes += sum(w * w for w in wanted)
    error = math.sqrt(errors / sizes)
    momentum = math.hypot(*(sum(b[0] * b[4 + i] for b in bodies) for i in range(3)))
    print(f"{len(bodies)} bodies")
    if error > float(most_error):
        sys.exit(print(f"accelerations differ from the direct sum by {error:.2g}") or 1)
    if momentum > float(most_momentum):
        sys.exit(print(f"momentum is {momentum:.2g}") or 1)


main(*sys.argv[1:])
