#!/usr/bin/env python3
"""Uses an allocator in every way that a user does, and says what held.

usage: accounts.py TOOLS.json LIBRARY FOLDER

LIBRARY is a shared library to preload and to link, or a static one to link,
"static" for fully static programs, or libc.so.6. Prints a line for each way:

  preloaded behind: same output; equal: 14845 allocations, ...; same: 49 sizes

"same output": what the program printed, the sizes of its blocks among it, is
what it prints without Anomalloc. "equal:" is same_counts.py against the
independent witness, "same: ... of sites" is same_sites.py against the first
way, "same: ... sizes" is same_usable.py. Then come the report's warnings.
"""
import json
import os
import subprocess
import sys

with open(sys.argv[1]) as file:
    TOOLS = json.load(file)
LIBRARY = sys.argv[2]
FOLDER = sys.argv[3]
FLAGS = ["-O1", "-g", "-pthread", TOOLS["heap_user"]]


def run(command, may_fail=False, **environment):
    result = subprocess.run(command, env={**os.environ, **environment},
                            capture_output=True, text=True)
    if result.returncode and not may_fail:
        sys.exit(f"{command}: exit code {result.returncode}\n{result.stderr}")
    return result.stdout


def build(name, *flags, runtime="shared"):
    """The program with and without Anomalloc."""
    run([TOOLS["clangxx"], *FLAGS, "-o", f"plain-{name}", *flags])
    run([TOOLS["anomalloc"], "c++", *FLAGS, "-o", name, *flags],
        ANOMALLOC_RUNTIME=runtime)


def verdict(script, *arguments):
    text = run([sys.executable, TOOLS[script], TOOLS["anomalloc"], *arguments],
               may_fail=True)
    return ", ".join(text.splitlines()) or script + " failed"


def warnings(profile):
    text = run([TOOLS["anomalloc"], "report", "--only=coverage,usable", profile])
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line.startswith(("!", "not measured"))]


def tell(way, program, expected, preload=(), witness=False, sites=None,
         usable=True, record=False):
    profile = way.replace(" ", "-").replace(",", "") + ".profile"
    before = [TOOLS["witness"]] if witness else []
    environment = {"LD_PRELOAD": " ".join([*before, *preload])}
    if witness:
        environment["MALLOC_COUNTER_OUT"] = profile + ".witness"
    command = [f"./{program}"]
    if record:
        command = [TOOLS["anomalloc"], "record", "--quiet",
                   "--output=" + profile, *command]
    else:
        environment["ANOMALLOC_OPTIONS"] = "output=" + profile
    output = run(command, **environment)
    with open(profile + ".out", "w") as file:
        file.write(output)
    said = ["same output" if output == expected else "OTHER OUTPUT"]
    if witness:
        said.append(verdict("same_counts", profile + ".witness", profile))
    if sites:
        said.append(verdict("same_sites", sites, profile))
    if usable:
        said.append(verdict("same_usable", profile + ".out", profile))
    print(f"{way}: " + "; ".join(said + warnings(profile)))


def tell_blocks(output):
    print("blocks: " + "; ".join(output.splitlines()[:12]))


def use_shared():
    build("prog")
    build("linked", "-l:" + os.path.basename(LIBRARY))
    build("inside", runtime="static")
    build("linked-inside", "-l:" + os.path.basename(LIBRARY), runtime="static")
    expected = run(["./plain-prog"], LD_PRELOAD=LIBRARY)
    tell_blocks(expected)
    behind = (TOOLS["runtime"], LIBRARY)
    tell("preloaded behind", "prog", expected, behind, witness=True)
    tell("never instrumented", "plain-prog", expected, behind, witness=True)
    tell("by hand", "prog", expected, behind)
    tell("by record", "prog", expected, (LIBRARY,), record=True,
         sites="by-hand.profile")
    tell("by record, static runtime", "inside", expected, (LIBRARY,),
         record=True, sites="by-hand.profile")
    for way, before in (("preloaded alone", (LIBRARY,)),
                        ("preloaded before", (LIBRARY, TOOLS["runtime"]))):
        tell(way, "prog", expected, before, sites="preloaded-behind.profile")
    expected = run(["./plain-linked"])
    tell("linked", "linked", expected, witness=True)
    tell("linked, static runtime", "linked-inside", expected, witness=True,
         sites="linked.profile", usable=False)


def use_glibc():
    build("prog")
    build("inside", runtime="static")
    expected = run(["./plain-prog"])
    tell_blocks(expected)
    tell("linked", "prog", expected, witness=True)
    tell("linked, static runtime", "inside", expected, witness=True,
         sites="linked.profile", usable=False)
    tell("never instrumented", "plain-prog", expected, (TOOLS["runtime"],),
         witness=True)
    tell("by hand", "prog", expected)
    tell("by record", "prog", expected, record=True, sites="by-hand.profile")


def use_static():
    library = () if LIBRARY == "static" else ("-l:libjemalloc.a", "-lm", "-ldl")
    build("prog")
    tell("reference", "prog", run(["./plain-prog"]), usable=False)
    ways = [("fully static", ("-static", *library), "shared")]
    if library:
        ways += [("linked", library, "shared"),
                 ("linked, static runtime", library, "static")]
    for way, flags, runtime in ways:
        name = way.replace(" ", "-").replace(",", "")
        build(name, *flags, runtime=runtime)
        expected = run([f"./plain-{name}"])
        tell_blocks(expected)
        tell(way, name, expected, sites="reference.profile", usable=False)


os.makedirs(FOLDER)
os.chdir(FOLDER)
if LIBRARY == "libc.so.6":
    use_glibc()
elif ".so" in LIBRARY:
    use_shared()
else:
    use_static()
