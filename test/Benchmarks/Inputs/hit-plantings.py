"""Says what findings hit in a table of three plantings; the argument is the folder of plantings.py."""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, sys.argv[1])
import plantings

LINES = ["-", "first", "-", "second", "-", "-", "-", "-", "alike", "-", "again"]


def planting(name, anchor, **more):
    entry = {"id": name, "file": "a.cpp", "anchor": anchor, "kind": "", "why": ""}
    return plantings.Planting({**entry, **more}, sources)


def finding(line, *notes):
    notes = [{"file": "a.cpp", "line": note} for note in notes]
    return {"file": "a.cpp", "line": line, "notes": notes}


with tempfile.TemporaryDirectory() as folder:
    sources = Path(folder)
    (sources / "a.cpp").write_text("\n".join(LINES))
    table = [
        planting("first", "first"),
        planting("second", "second", also=[{"file": "a.cpp", "anchor": "again"}]),
        planting("alike", "alike", lookalike=True, lines_around=0),
    ]
    for what, found in {
        "at": finding(2),
        "before": finding(1),
        "between": finding(3),
        "also": finding(11),
        "away": finding(8),
        "note": finding(2, 4),
        "look-alike": finding(9),
        "look-alike's note": finding(8, 9),
    }.items():
        names = [p.id for p in plantings.hit(table, found)]
        print(f"{what}:", *names)
    for what, anchor in {"gone": "gone", "twice": "i"}.items():
        try:
            planting(what, anchor)
        except ValueError as error:
            print(f"{what}: {error}")
