"""usage: snapshots.py TEST ANOMALLOC PROGRAM FOLDER

What 'anomalloc snapshot' writes of PROGRAM (stepping.cpp)."""
import glob
import json
import os
import signal
import subprocess
import sys
import time

import follow

test, anomalloc, path, folder = sys.argv[1:]
OPTIONS = ":mode=lifetime+stacks"


def shown(*command):
    code, text, errors = follow.run(anomalloc, *command)
    assert code == 0, errors
    return text


def refused(*command):
    code, text, errors = follow.run(anomalloc, *command)
    assert code and not text, (code, text)
    return code, errors


def report(profile):
    return json.loads(shown("report", "--no-probe", "--json", profile))


def allocations(profile):
    return report(profile)["totals"]["allocations"]


def kept(profile):
    """Live blocks of 100 bytes."""
    folder = profile + ".tables"
    shown("export", "--format=csv", f"--output={folder}", profile)
    with open(folder + "/lifetimes.csv") as file:
        names, *rows = [line.rstrip("\n").split(",") for line in file]
    rows = [dict(zip(names, row)) for row in rows]
    return sum(int(row["live"]) for row in rows if row["size"] == "100")


class Snapshots:
    """'anomalloc snapshot' that goes on."""

    def __init__(self, *options):
        self.process = subprocess.Popen([anomalloc, "snapshot", *options], text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def next(self):
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        return line.rstrip("\n")

    def said(self):
        return self.process.stderr.readline()

    def rest(self):
        return self.process.communicate()[0].splitlines()


def grew():
    """diff of two tells what grew between them."""
    program = follow.Program(path, folder, options=OPTIONS)
    program.step("keep 200")
    program.step("small 7")
    first = shown("snapshot", "-o", f"{folder}/%n.first.anomalloc", str(program.pid)).strip()
    assert first == f"{folder}/stepping.first.anomalloc", first
    program.step("keep 150")
    program.step("small 5000")
    second = shown("snapshot", "-o", f"{folder}/second.anomalloc", str(program.pid)).strip()
    assert (kept(first), kept(second)) == (200, 350)
    text = shown("report", "--no-probe", second)
    assert "a snapshot, the program ran on" in text, text
    assert "live at the snapshot: 350 blocks" in text and "in order" not in text, text
    text = shown("diff", first, second)
    assert "did not end" not in text, text
    rows = json.loads(shown("diff", "--json", first, second))["sites"]["rows"]
    row, = [row for row in rows if row.get("place", {}).get("function") == "keepSome(long)"]
    assert [run["most"] for run in row["leaked"]] == [200, 350], row
    rows = json.loads(shown("diff", "--json", "--sort=live", first, second))["sites"]["rows"]
    assert rows[0]["place"]["function"] == "keepSome(long)", rows[0]
    text = shown("diff", "--sort=live", "--only=sites", first, second)
    assert "+14.65 KiB" in text and text.index("keepSome") < text.index("makeSmall"), text
    program.end("exit")
    # With stacks, whole and as a sample.
    for sample in "", ":sample=1/4:sample_seed=3":
        program = follow.Program(path, folder, options=":mode=lifetime+stacks" + sample)
        program.step("keep 200")
        program.step("small 7000")
        first = shown("snapshot", "-o", f"{folder}/first", str(program.pid)).strip()
        program.step("keep 1500")
        program.step("small 5000")
        second = shown("snapshot", "-o", f"{folder}/second", str(program.pid)).strip()
        program.end("exit")
        tables = json.loads(shown("diff", "--json", "--sort=live", first, second))
        for table in "lines", "functions", "stacks", "sites":
            row = tables[table]["rows"][0]
            named = row["frames"][0] if table == "stacks" else row.get("place", row)
            assert named["function"] == "keepSome(long)", (table, row)
            before, now = row["leaked"]
            assert before["least"] <= 200 <= before["most"] and now["least"] <= 1700 <= now["most"], row
            assert sample or (before["most"], now["most"]) == (200, 1700), row


def busy():
    """A program that is busy gives whole snapshots, from outside and by itself."""
    program = follow.Program(path, folder, options=OPTIONS)
    program.step("keep 200")
    program.step("busy 2")
    last = 0
    for number in range(4):
        outside = shown("snapshot", "-o", f"{folder}/outside", str(program.pid)).strip()
        assert program.ask(f"save {folder}/inside") == "0"
        for profile in outside, f"{folder}/inside":
            assert kept(profile) == 200
            now = allocations(profile)
            assert now > last, (now, last)
            last = now
    text = shown("report", "--no-probe", f"{folder}/inside")
    assert "a snapshot, the program ran on" in text, text
    assert not glob.glob(f"{folder}/*.1"), "what stood beside is left"
    program.end("die")


def rotation():
    """Of many the newest stay, also of an earlier call; the last is of the end."""
    program = follow.Program(path, folder)
    program.step("small 3")
    name = f"{folder}/of %n.%t.kept"
    foreign = [f"{folder}/of stepping.20200101T000000Z.kept", f"{folder}/of other.%t.kept"]
    for file in foreign:
        open(file, "w").close()
    earlier = [shown("snapshot", "-o", name, str(program.pid)).strip() for _ in range(3)]
    assert len(set(earlier)) == 3, earlier
    many = Snapshots("--every=30ms", "--keep=2", "-o", name, str(program.pid))
    seen = [many.next() for _ in range(5)]
    os.rename(folder, folder + ".away")
    assert "cannot write" in many.said()
    assert "older snapshots stay" in many.said()
    os.rename(folder + ".away", folder)
    seen.append(many.next())
    program.step("small 1000")
    program.end("exit")
    seen += many.rest()
    assert many.process.returncode == 0
    left = [file for file in glob.glob(f"{folder}/of*.kept*") if file not in foreign]
    assert set(left) == set(seen[-2:]), (left, seen[-5:])
    assert all(os.path.exists(file) for file in foreign)
    assert report(seen[-1])["coverage"]["processes_ended"] == 1
    assert allocations(seen[-1]) >= 1003


def limits():
    """A snapshot when a limit is passed; one more on a signal."""
    program = follow.Program(path, folder)
    group = f"{folder}/group"
    os.mkdir(group)

    def write(name, text):
        with open(f"{group}/.new", "w") as file:
            file.write(text)
        os.rename(f"{group}/.new", f"{group}/{name}")

    write("memory.current", "100\n")
    code, said = refused("snapshot", "--when-memory=90%", f"--cgroup={group}", str(program.pid))
    assert code == 1 and "has no limit (memory.max); take --when-rss" in said, said
    write("memory.max", "1000\n")
    write("memory.events", "low 0\nhigh 0\nmax 0\noom 0\n")
    many = Snapshots("--when-memory=90%", f"--cgroup={group}", "-o", f"{folder}/full", str(program.pid))
    write("memory.current", "950\n")
    assert "the cgroup has 950 B of 1000 B" in many.said()
    assert many.next() == f"{folder}/full"
    many.process.send_signal(signal.SIGUSR1)
    assert "SIGUSR1" in many.said() and many.next()
    many.process.terminate()
    assert "interrupted" in many.said() and many.next()
    assert many.rest() == [] and many.process.returncode == 0
    large = Snapshots("--when-rss=1K", "-o", f"{folder}/large", str(program.pid))
    assert "RSS is " in large.said() and large.next() == f"{folder}/large"
    program.end("exit")
    assert "ended" in large.said() and large.rest() == [f"{folder}/large"]
    short = follow.Program(path, folder)
    assert len(shown("snapshot", "--every=1h", "--for=1ms", f"-o{folder}/x", str(short.pid)).splitlines()) == 2
    short.end("exit")


def errors():
    assert "there is no process 999999999" in refused("snapshot", "999999999")[1]
    silent = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
    assert "writes no profile; start it under 'anomalloc record'" in refused("snapshot", str(silent.pid))[1]
    silent.communicate()
    program = follow.Program(path, folder)
    Id = str(program.pid)
    assert "No space left" in refused("snapshot", "-o", "/dev/full", Id)[1]
    assert "/nowhere: No such file" in refused("snapshot", "-o", f"{folder}/nowhere/x", Id)[1]
    for wrong in (["--keep=2", "-ox"], ["--keep=0"], ["--cgroup=x"], ["--for=1s"],
                  ["--every=soon"], ["--when-rss=much"], ["--when-memory=110%"]):
        assert refused("snapshot", *wrong, Id)[0] == 2, wrong
    if os.geteuid() == 0:
        # Another user may not reach the folder, but does reach an open file.
        with open(anomalloc) as file:
            done = subprocess.run([anomalloc, "snapshot", Id], user=65534, pass_fds=[file.fileno()],
                                  executable=f"/proc/self/fd/{file.fileno()}", capture_output=True, text=True)
        assert done.returncode == 1 and "is another user's" in done.stderr, done.stderr
    program.end("exit")
    profile, = glob.glob(f"{folder}/*.{Id}.anomalloc")
    assert "no process writes this profile now" in refused("snapshot", "--every=1s", profile)[1]


globals()[test]()
print("as expected")
