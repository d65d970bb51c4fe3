"""usage: same_timeline.py TRACED ALONE

Compares two JSON timelines of one program: that of a trace, and that of lifetimes.
Their holders must be the same, and so must their peaks; the points of lifetimes may be
wider. What each holder has of a point of the trace must add up to the point, and at the
peak be what it held there."""
import json
import sys


def holders(timeline):
    return sorted(
        json.dumps([row.get("site"), row.get("dark"), row["section"], row["at_peak"],
                    row["at_end"]], sort_keys=True)
        for row in timeline["holders"]
    )


traced, alone = (json.load(open(path)) for path in sys.argv[1:])
for key in ("allocated", "freed"):
    assert traced[key] == alone[key], key
for key in ("blocks", "bytes"):
    assert traced["peak"][key] == alone["peak"][key], key
assert holders(traced) == holders(alone)
axis = alone["by_bytes_allocated"]
assert max(point["bytes"] for point in axis["points"]) == alone["peak"]["bytes"]
begin = alone["peak"]["bytes_allocated"]
assert begin <= traced["peak"]["bytes_allocated"] < begin + axis["step"]
assert "by_nanoseconds" not in alone and "nanoseconds" not in alone
for axis_name in ("by_bytes_allocated", "by_nanoseconds"):
    points = traced[axis_name]["points"]
    assert all(sum(point["parts"]) == point["bytes"] for point in points), axis_name
    peak = max(points, key=lambda point: point["bytes"])
    held = [row["at_peak"]["bytes"] for row in traced["holders"]]
    assert peak["parts"] == held[:7] + [sum(held[7:])], axis_name
assert all("parts" not in point for point in axis["points"])
print(f"equal: {len(alone['holders'])} holders, {len(axis['points'])} points")
