#!/usr/bin/env python3
"""Compares an export for Perfetto with the timeline and the events.

usage: trace_events.py FILE TIMELINE-JSON

Holds each event against Chrome's trace format: the attributes that its phase
has, sections that end as they began, times in order. Prints the sections.
"""
import json
import sys

NEEDS = {"M": {"args"}, "C": {"args"}, "i": {"args", "s"}, "b": {"cat", "id2"}, "e": {"cat", "id2"},
         "B": set(), "E": set()}


def points(events, name):
    return [(event["ts"], event["args"]) for event in events if event["ph"] == "C" and event["name"] == name]


def main(file, timeline_file):
    with open(file, encoding="utf-8") as text:
        events = json.load(text)["traceEvents"]
    with open(timeline_file, encoding="utf-8") as text:
        timeline = json.load(text)
    for event in events:
        needed = {"ph", "pid", "tid", "ts", "name"} | NEEDS[event["ph"]]
        assert set(event) == needed, event

    axis = timeline["by_nanoseconds"]
    for name, key in (("live", "bytes"), ("number of live", "blocks")):
        here = [(round(ts * 1000), value[key]) for ts, value in points(events, name)]
        assert here == [(i * axis["step"], point[key]) for i, point in enumerate(axis["points"])], name
    # Who held it: in the order of the peak, then the others.
    for (_, here), point in zip(points(events, "live bytes of"), axis["points"], strict=True):
        held = [value for value in point["parts"]]
        assert list(here.values()) == held[:len(here) - 1] + [held[-1]], (here, held)
    peak = next(event for event in events if event["ph"] == "i")
    assert round(peak["ts"] * 1000) == timeline["peak"]["nanoseconds"]
    assert peak["args"] == {key: timeline["peak"][key] for key in ("bytes", "blocks")}
    print(f"equal: {len(axis['points'])} points, peak of {peak['args']['bytes']} bytes")

    threads = {event["tid"]: event["args"]["name"] for event in events if event["name"] == "thread_name"}
    phases, scopes = {}, {}
    for event in events:
        if event["ph"] == "b":
            assert phases.setdefault(event["id2"]["local"], event) is event
        elif event["ph"] == "e":
            begin = phases.pop(event["id2"]["local"])
            assert begin["name"] == event["name"] and begin["ts"] <= event["ts"]
            print(f"phase: {event['name']}")
        elif event["ph"] == "B":
            scopes.setdefault(event["tid"], []).append(event)
        elif event["ph"] == "E":
            begin = scopes[event["tid"]].pop()
            assert begin["name"] == event["name"] and begin["ts"] <= event["ts"]
            print(f"scope: {event['name']} of {threads[event['tid']]}")
    print(f"open: {len(phases) + sum(map(len, scopes.values()))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
