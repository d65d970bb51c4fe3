"""Readers of exported files: for each format a function of its name that yields
each stack, the outermost function first, and its values by measure."""
import json
import os
import re
import subprocess
import tempfile


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


def firefox(file, _):
    """By the Firefox Profiler's own code: what its call trees sum up to."""
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
            done = subprocess.run([node, viewer, "thread", *command, "--session", "s", "--json"],
                                  stdout=subprocess.PIPE, env=environment, check=True)
            return json.loads(done.stdout)

        try:
            with open(log, encoding="utf-8") as lines:
                loaded = next(line for line in lines if "Profile loaded" in line or "Failed" in line)
                assert "Profile loaded" in loaded, loaded
                threads = ask("list")["threads"]
                functions = [ask("functions", "--thread", thread["threadHandle"], "--limit", "0")
                             for thread in threads]
        finally:
            server.terminate()
            server.wait()
    for thread, listed in zip(threads, functions, strict=True):
        dark = sum(f["totalSamples"] for f in listed["functions"] if f["name"] == "[dark allocations]")
        yield ["[dark allocations]"], {thread["name"]: dark}
        yield ["the rest"], {thread["name"]: sum(f["selfSamples"] for f in listed["functions"]) - dark}
