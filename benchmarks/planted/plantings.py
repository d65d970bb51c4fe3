# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""planted.json: where the mistakes and look-alikes are, and what hits them.

An anchor is text that one line of its file holds. `also` are further lines of
the same mistake, where a repair would change something. A line within
`lines_around` (2) of one belongs to it, but for lines nearer to another.
"""

import json
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "fem"


class Planting:
    """One entry of planted.json, with its anchors' lines."""

    def __init__(self, entry, sources=SOURCES):
        self.id = entry["id"]
        self.kind = entry["kind"]
        self.heat = entry.get("heat")
        self.why = entry["why"]
        self.lookalike = entry.get("lookalike", False)
        self.lines_around = entry.get("lines_around", 2)
        self.lines = [
            (anchor["file"], line_of(sources / anchor["file"], anchor["anchor"]))
            for anchor in [entry, *entry.get("also", [])]
        ]

    def distance(self, file, line):
        """How many lines away; None: out of reach."""
        away = [abs(line - at) for name, at in self.lines if name == file]
        return min((d for d in away if d <= self.lines_around), default=None)

    def place(self):
        return "{}:{}".format(*self.lines[0])


def line_of(path, anchor):
    """The number of the one line that holds `anchor`."""
    lines = path.read_text().splitlines()
    found = [number for number, line in enumerate(lines, 1) if anchor in line]
    if len(found) != 1:
        raise ValueError(f"{path.name}: {len(found)} lines hold '{anchor}'")
    return found[0]


def read(table=HERE / "planted.json", sources=SOURCES):
    """All of planted.json; ids and first lines must differ."""
    result = [Planting(entry, sources) for entry in json.loads(table.read_text())]
    for what in (lambda p: p.id, lambda p: p.lines[0]):
        seen = set()
        for planting in result:
            if what(planting) in seen:
                raise ValueError(f"{what(planting)} is planted twice")
            seen.add(what(planting))
    return result


def nearest(plantings, place):
    """The plantings that a place belongs to: those nearest to it."""
    near = [(p.distance(place["file"], place["line"]), p) for p in plantings]
    near = [(distance, p) for distance, p in near if distance is not None]
    least = min((distance for distance, _ in near), default=None)
    return [p for distance, p in near if distance == least]


def hit(plantings, finding):
    """The plantings that a finding hits: at its line; mistakes also by a note."""
    result = nearest(plantings, finding)
    for note in finding["notes"]:
        for planting in nearest(plantings, note):
            if not planting.lookalike and planting not in result:
                result.append(planting)
    return result
