"""usage: delaunay.py LIST

LIST is what voronoi --list printed. Fails unless no circle of a triangle has a point
in it, triangles cover the convex hull once, edges are as many as Euler says, and each
corner has the same distance from the three points of its triangle. Exact, but for
the corners."""
import sys
from fractions import Fraction
from itertools import combinations


def cross(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def distance2(a, b):
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def centre(a, b, c):
    (bx, by), (cx, cy) = ((p[0] - a[0], p[1] - a[1]) for p in (b, c))
    twice = 2 * (bx * cy - by * cx)
    b2, c2 = bx * bx + by * by, cx * cx + cy * cy
    return (a[0] + Fraction(cy * b2 - by * c2, twice),
            a[1] + Fraction(bx * c2 - cx * b2, twice))


def hull_area2(points):
    def chain(ordered):
        out = []
        for point in ordered:
            while len(out) > 1 and cross(out[-2], out[-1], point) <= 0:
                out.pop()
            out.append(point)
        return out[:-1]
    hull = chain(sorted(points)) + chain(sorted(points, reverse=True))
    return sum(cross(hull[0], b, c) for b, c in zip(hull, hull[1:]))


def check(points, triangles, edges):
    area = 0
    for *corners, x, y in triangles:
        a, b, c = (points[number] for number in corners)
        assert cross(a, b, c) > 0, f"triangle {corners} turns right"
        area += cross(a, b, c)
        middle = centre(a, b, c)
        radius2 = distance2(middle, a)
        for point in points.values():
            assert distance2(middle, point) >= radius2, f"{point} in {corners}"
        error = distance2(middle, (Fraction(x), Fraction(y)))
        assert error <= radius2 / 10**18, f"corner of {corners} is elsewhere"
    assert area == hull_area2(list(points.values())), "triangles leave a gap"
    assert len(set(map(frozenset, edges))) == len(edges), "an edge is there twice"
    sides = {frozenset(s) for *t, _, _ in triangles for s in combinations(t, 2)}
    assert not triangles or sides == set(map(frozenset, edges)), "other edges"
    if triangles:
        assert len(points) - len(edges) + len(triangles) == 1, "not as Euler says"
    else:
        assert len(edges) == max(len(points) - 1, 0), "no chain"


def main(path):
    points, triangles, edges = {}, [], []
    for kind, *words in (line.split() for line in open(path)):
        if kind == "point":
            points[int(words[0])] = int(words[1]), int(words[2])
        elif kind == "triangle":
            triangles.append((*map(int, words[:3]), *map(float, words[3:])))
        else:
            edges.append(tuple(map(int, words)))
    try:
        check(points, triangles, edges)
    except AssertionError as wrong:
        sys.exit(print(wrong) or 1)
    print(f"{len(points)} points, {len(edges)} edges, {len(triangles)} empty circles")


main(*sys.argv[1:])
