"""Lint weights for the tests of measurements in the editor."""

import json
import pathlib

LAST = 2**63 - 1  # a run that is later than whatever a test writes


class Weights:
    """Builds a file of lint weights, chain by chain."""

    def __init__(self, allocations, size=32, recorded=LAST):
        self.rows = {"format": "anomalloc-lint-weights", "version": 2, "recorded": recorded,
                     "allocations": allocations, "instrumented": allocations,
                     "bytes": allocations * size, "files": [], "functions": [],
                     "frames": [], "chains": [], "elsewhere": []}
        self.size = size

    def _index(self, key, text):
        if text not in self.rows[key]:
            self.rows[key].append(text)
        return self.rows[key].index(text)

    def chain(self, allocations, *levels, change=0, depth=1, sizes=None, **more):
        """Levels are (file, line, linkage name), the innermost first; change is
        which of them is the line to change."""
        frame, numbers = None, []
        for file, line, function in reversed(levels):
            row = [self._index("files", str(file)), line, 0,
                   self._index("functions", function), frame]
            if row not in self.rows["frames"]:
                self.rows["frames"].append(row)
            frame = self.rows["frames"].index(row)
            numbers.insert(0, frame)
        self.rows["chains"].append({
            "sites": [f"{len(self.rows['chains']) + 1:016x}"], "frame": frame,
            "change": None if change is None else numbers[change], "depth": depth,
            "allocations": allocations, "bytes": allocations * self.size,
            "sizes": sizes or [[self.size, allocations]], **more})
        return self

    def write(self, path):
        path = pathlib.Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(self.rows))
        return path
