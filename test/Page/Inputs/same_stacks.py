"""usage: same_stacks.py ANOMALLOC TREE [FILTER...] PROFILE...

Compares TREE, the document "stacks" of a page, with `stacks --json` and `report --json`
of the same profiles and filters: the blocks and bytes of each stack trace type, of all
blocks and of each fate, and their sums. Prints "equal: ..." and exits 0, or what differs
and exits 1."""
import json
import subprocess
import sys
from collections import Counter
from itertools import accumulate


def ask(*command):
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def paths(tree):
    """Of each node: its functions, innermost first."""
    strings, functions = tree["strings"], tree["functions"]
    result = []
    for number, (frame, up) in enumerate(zip(tree["nodes"]["frame"], tree["nodes"]["up"])):
        function = tree["frames"]["function"][frame]
        name = strings[functions["name"][function]]
        if name.startswith("0x"):
            name = ""  # `stacks` has no name for it.
        level = (name, strings[functions["library"][function]])
        result.append((level, *(result[number - up] if up else ())))
    return result


def of_tree(tree, measure, stacks):
    sums = Counter()
    for row, node in enumerate(accumulate(tree["rows"])):
        for key in ("blocks", "bytes"):
            own = measure["own_" + key]
            sums[stacks[node], key] += own[row] if own else 0
    return +sums


def of_stacks(listed):
    sums = Counter()
    for its in listed["types"]:
        frames = tuple((f["function"], f["library"]) for f in its["frames"])
        sums[frames, "blocks"] += its["occurrences"]
        sums[frames, "bytes"] += its["bytes"]
    return +sums


def main(anomalloc, path, *profiles):
    with open(path, encoding="utf-8") as file:
        tree = json.load(file)
    report = ask(anomalloc, "report", "--json", "--no-probe", *profiles)
    totals = report["totals"]
    fates = report["lifetimes"]["totals"]
    wanted = {
        "all": {
            "blocks": totals["allocations"] + totals["pool_allocations"],
            "bytes": totals["requested_bytes"] + totals["pool_bytes"],
        },
        "leaked": fates["live"],
        "peak": fates["at_peak"],
        "temporary": {"blocks": fates["temporary"]},
    }
    stacks = paths(tree)
    wrong, said = [], []
    for measure in tree["measures"]:
        kind = measure["blocks"]
        here = of_tree(tree, measure, stacks)
        listed = ask(
            anomalloc, "stacks", "--json", "--limit=0", "--blocks=" + kind, *profiles
        )
        if here != of_stacks(listed):
            wrong.append(f"{kind}: other stacks than 'stacks' tells")
        for key in ("blocks", "bytes"):
            with_stack = sum(n for (_, what), n in here.items() if what == key)
            if with_stack != measure["with_stack"][key]:
                wrong.append(f"{kind}: {with_stack} {key} have a stack, not as told")
            whole = with_stack + measure["without_stack"][key]
            if wanted.get(kind, {}).get(key, whole) != whole:
                wrong.append(f"{kind}: {whole} {key}, not as 'report' tells")
        said.append(f"{measure['with_stack']['blocks']} {kind}")
    callers = [up for up in tree["nodes"]["up"]]
    if any(up > number for number, up in enumerate(callers)):
        wrong.append("a caller does not come before what it calls")
    called = {number - up for number, up in enumerate(callers) if up}
    if set(range(len(callers))) - called - set(accumulate(tree["rows"])):
        wrong.append("a level leads to no block")
    print("\n".join(wrong) or "equal: " + ", ".join(said))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
