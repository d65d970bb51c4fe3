#!/usr/bin/env python3
"""Compares what Perfetto's trace processor reads with the timeline.

usage: same_perfetto.py queries                  prints the queries, a line each
       same_perfetto.py compare ROWS TIMELINE    the rows that perfetto.mjs printed

Prints the sums of the counters and each slice, or fails.
"""
import json
import sys

QUERIES = (
    "select t.name, c.ts, c.value from counter c join counter_track t on t.id = c.track_id order by c.ts",
    "select s.name, s.ts, s.dur, p.name as process, th.name as thread from slice s"
    " left join process_track pt on pt.id = s.track_id left join process p using (upid)"
    " left join thread_track tt on tt.id = s.track_id left join thread th using (utid) order by s.ts",
    "select s.name, a.key, a.int_value as number from slice s join args a using (arg_set_id) where s.dur = 0",
    "select name from stats where value > 0 and severity in ('error', 'data_loss')",
)


def counters(rows, axis):
    tracks = {}
    for row in rows:
        tracks.setdefault(row["name"], []).append((row["ts"], row["value"]))
    step, points = axis["step"], axis["points"]
    for name, key in ("live bytes", "bytes"), ("number of live blocks", "blocks"):
        assert tracks[name] == [(i * step, point[key]) for i, point in enumerate(points)], name
        print(f"{name}: {sum(point[key] for point in points)} in {len(points)} points")
    held = {}
    for row in rows:
        if row["name"].startswith("live bytes of "):
            held[row["ts"]] = held.get(row["ts"], 0) + row["value"]
    assert list(held.items()) == tracks["live bytes"], "who held it"


def main(what, *files):
    if what == "queries":
        print("\n".join(QUERIES))
        return
    with open(files[0], encoding="utf-8") as lines:
        rows, slices, details, problems = map(json.loads, lines)
    with open(files[1], encoding="utf-8") as text:
        timeline = json.load(text)
    assert not problems, problems
    counters(rows, timeline["by_nanoseconds"])
    peak = timeline["peak"]
    instant = next(one for one in slices if one["dur"] == 0)
    assert (instant["name"], instant["ts"]) == ("peak of live bytes", peak["nanoseconds"])
    shown = {row["key"].rpartition(".")[2]: row["number"] for row in details}
    assert shown == {"bytes": peak["bytes"], "blocks": peak["blocks"]}, shown
    for one in slices:
        assert 0 <= one["ts"] and one["dur"] >= 0 and one["ts"] + one["dur"] <= timeline["nanoseconds"], one
        print(f"slice: {one['name']} of {one['thread'] or one['process']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
