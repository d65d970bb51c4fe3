"""usage: found_tracks.py LIST

LIST is what trigger --list printed. Compares the tracks that were found with those
that were simulated, one to one, and the rules that events passed with the tracks.
Fails if one in a hundred is missing, or one in a hundred was not there."""
import collections
import sys

START, SLOPE = 3.0, 0.6  # How far a fitted line may be from the true one, in strips.


def is_same(a, b):
    return abs(a[0] - b[0]) < START and abs(a[1] - b[1]) < SLOPE


def matched(true, found):
    rest = list(true)
    for line in found:
        same = next((other for other in rest if is_same(line, other)), None)
        if same:
            rest.remove(same)
    return len(true) - len(rest)


def rules(found):
    """What select.cpp decides without charges."""
    starts = sorted(start for start, _ in found)
    if any(b - a < 0.1 for a, b in zip(starts, starts[1:])):
        yield "two-tracks-common-start"
    if len(found) > 60:
        yield "more-than-sixty-tracks"


def main(path):
    lines = collections.defaultdict(list)
    passed = collections.defaultdict(set)
    order = []
    for event, kind, *words in (line.split() for line in open(path)):
        order.append(int(event))
        if kind == "passed":
            passed[event].update(words)
        else:
            lines[event, kind].append(tuple(map(float, words)))
    if order != sorted(order):
        sys.exit(print("events are not in order") or 1)
    true = found = both = 0
    for event in dict.fromkeys(event for event, _ in lines):
        these, those = lines[event, "true"], lines[event, "found"]
        true, found, both = true + len(these), found + len(those), both + matched(these, those)
        wanted = set(rules(those))
        if wanted != passed[event] - {"single-track-high-charge"}:
            sys.exit(print(f"event {event} passed {passed[event]}, not {wanted}") or 1)
    print(f"{true} tracks, {found} found, {both} of them true")
    if both < 0.99 * true or both < 0.99 * found:
        sys.exit(1)


main(*sys.argv[1:])
