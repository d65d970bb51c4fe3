"""Readers of exported files: for each format a function of its name that yields
each stack, the outermost function first, and its values by measure."""
import contextlib
import json
import os
import re
import subprocess
import tempfile


# Whose readers end stacks at main(), or show no stacks.
WITHOUT_NOTES = ("heaptrack", "massif")


def folded(file, measure):
    with open(file, encoding="utf-8", newline="\n") as lines:
        for line in lines:
            stack, value = re.fullmatch(r"(.*) (\d+)\n", line).groups()
            yield stack.split(";"), {measure: int(value)}


def pprof(file, _):
    """By Go's own reader, as text; of names and files that hold spaces, the
    parts are not told apart for sure."""
    text = subprocess.run(["go", "tool", "pprof", "-raw", file], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=True).stdout.decode()
    _, samples, places = re.split(r"(?m)^Samples:\n|^Locations\n", text.partition("\nMappings\n")[0])
    outermost = {}
    for line in places.splitlines():
        at = re.match(r" *(\d+): 0x[0-9a-f]+ (?:M=\d+ )?", line)
        if at:
            number, line = int(at[1]), line[at.end():]
        outermost[number] = re.match(r" *(.*?) \S*(?::\d+){1,2} s=\d+", line)[1]
    types, *rows = samples.splitlines()
    measures = [PPROF_TYPES[of.split("/")[0]] for of in types.split()]
    for values, stack in re.findall(r"(?m)^((?: +\d+)+): ([\d ]+)$", "\n".join(rows)):
        yield ([outermost[int(number)] for number in reversed(stack.split())],
               dict(zip(measures, map(int, values.split()))))


PPROF_TYPES = {
    "alloc_objects": "allocations", "alloc_space": "bytes",
    "temporary_objects": "temporary", "temporary_space": "temporary-bytes",
    "inuse_objects": "leaked", "inuse_space": "leaked-bytes",
    "peak_objects": "peak", "peak_space": "peak-bytes",
}


def speedscope(file, _):
    with open(file, encoding="utf-8") as text:
        document = json.load(text)
    names = [frame["name"] for frame in document["shared"]["frames"]]
    for profile in document["profiles"]:
        assert profile["endValue"] == sum(profile["weights"])
        for stack, weight in zip(profile["samples"], profile["weights"], strict=True):
            yield [names[frame] for frame in stack], {profile["name"]: weight}


@contextlib.contextmanager
def firefox_profiler(file):
    """A function that asks the Firefox Profiler's own code of FILE."""
    viewer = os.path.join(os.environ["ANOMALLOC_PAGE_BUILD"], "node_modules", "@firefox-devtools",
                          "profiler-cli", "dist", "profiler-cli.js")
    node = os.environ["ANOMALLOC_NODE"]
    subprocess.run([node, viewer, "--version"], stdout=subprocess.DEVNULL, check=True)
    # A socket's path is to be short.
    with tempfile.TemporaryDirectory() as sessions:
        environment = {**os.environ, "PROFILER_CLI_SESSION_DIR": sessions}
        # What 'load' starts; but that gives up where a machine is busy. What it
        # has done is read from its log, which is a pipe.
        log = os.path.join(sessions, "s.log")
        os.mkfifo(log)
        server = subprocess.Popen([node, viewer, "--daemon", os.path.abspath(file), "--session", "s"],
                                  stdin=subprocess.DEVNULL, env=environment)

        def ask(*command):
            done = subprocess.run([node, viewer, *command, "--limit", "0", "--session", "s", "--json"],
                                  stdout=subprocess.PIPE, env=environment, check=True)
            return json.loads(done.stdout)

        try:
            with open(log, encoding="utf-8") as lines:
                loaded = next(line for line in lines if "Profile loaded" in line or "Failed" in line)
                assert "Profile loaded" in loaded, loaded
                yield ask
        finally:
            server.terminate()
            server.wait()


def firefox(file, _):
    """What its call trees sum up to."""
    with firefox_profiler(file) as ask:
        for thread in ask("thread", "list")["threads"]:
            listed = ask("thread", "functions", "--thread", thread["threadHandle"])["functions"]
            dark = sum(f["totalSamples"] for f in listed if f["name"] == "[dark allocations]")
            yield ["[dark allocations]"], {thread["name"]: dark}
            yield ["the rest"], {thread["name"]: sum(f["selfSamples"] for f in listed) - dark}


def callgrind(file, _):
    """What callgrind_annotate says of the whole, and of what is below the note."""
    text = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100",
                           "--show-percs=no", "--auto=no", file], stdout=subprocess.PIPE,
                          check=True).stdout.decode()
    measures = [CALLGRIND_EVENTS[name] for name in
                re.search(r"Events shown: *(.*)", text)[1].split()]

    def row(of):
        found = re.search(rf"(?m)^ *((?:[\d,.]+ +){{{len(measures)}}}){of}", text)
        numbers = found[1].split() if found else ["0"] * len(measures)
        return [int(number.replace(",", "").replace(".", "0")) for number in numbers]

    dark = row(r"\S*:\[dark allocations\]")
    rest = [one - other for one, other in zip(row("PROGRAM TOTALS"), dark)]
    yield ["[dark allocations]"], dict(zip(measures, dark))
    yield ["all others"], dict(zip(measures, rest))


CALLGRIND_EVENTS = {
    "Blocks": "allocations", "Bytes": "bytes",
    "TemporaryBlocks": "temporary", "TemporaryBytes": "temporary-bytes",
    "LeakedBlocks": "leaked", "LeakedBytes": "leaked-bytes",
    "PeakBlocks": "peak", "PeakBytes": "peak-bytes",
}


def dhat(file, measure):
    with open(file, encoding="utf-8") as text:
        document = json.load(text)
    bytes_of = {"allocations": "bytes"}.get(measure, measure + "-bytes")
    for point in document["pps"]:
        assert min(point["fs"]) > 0
        stack = [document["ftbl"][frame] for frame in reversed(point["fs"])]
        yield stack, {measure: point["tbk"], bytes_of: point["tb"]}


def heaptrack(file, _):
    """The stacks of heaptrack_print's flame graphs."""
    for cost, measure in (("allocations", "allocations"), ("temporary", "temporary"),
                          ("leaked", "leaked-bytes"), ("peak", "peak-bytes")):
        graph = f"{file}.{cost}"
        subprocess.run(["heaptrack_print", file, "-F", graph, "--flamegraph-cost-type", cost],
                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
        for stack, values in folded(graph, measure):
            yield stack, values


def massif(file, _):
    """The peak and the end, as ms_print tells them."""
    text = subprocess.run(["ms_print", file], stdout=subprocess.PIPE, check=True).stdout.decode()
    peak, end = re.search(r"Detailed snapshots: \[.*?(\d+) \(peak\), .*?(\d+)\]", text).groups()
    for number, measure in (peak, "peak-bytes"), (end, "leaked-bytes"):
        total = re.search(rf"(?m)^ *{number} +[\d,]+ +[\d,]+ +([\d,]+) ", text)[1]
        yield ["all"], {measure: int(total.replace(",", ""))}
