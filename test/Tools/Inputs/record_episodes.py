"""usage: record_episodes.py [--static] ANOMALLOC FOLDER PROGRAM...

Each program is recorded by counts from its start. Episodes record more, and lose nothing.
With --static: it has the runtime inside, and records as before."""
import os
import pathlib
import subprocess
import sys

from attached import refused
from episode import Episode, asked, recorded

static = sys.argv[1] == "--static"
anomalloc, folder, *paths = sys.argv[1 + static:]
folder = pathlib.Path(folder)


if static:
    program, pid = recorded(anomalloc, paths[0], folder / "static.own", "--mode=count")
    program.do("own 10")
    got = refused(anomalloc, f"--pid={pid}", "--mode=stacks")
    assert got.startswith("1 ") and "has the runtime inside" in got, got
    program.do("own 10")
    program.end()
    print("left alone")
    sys.exit()

for path in paths:
    own = folder / (pathlib.Path(path).name + ".own")
    program, pid = recorded(anomalloc, path, own, "--mode=count")
    program.do("own 1000", "keep 30", "threads 4 100")
    counted = 1430
    base = asked(anomalloc, "report", own)["totals"]["allocations"] - counted  # Of libraries, at the start.
    threads = asked(anomalloc, "report", own)["coverage"]["threads"]

    for turn in range(2):
        for mode in "stacks", "lifetime", "lifetime+stacks":
            with Episode(anomalloc, pid, folder, f"--mode={mode}") as its:
                program.do("drop", "keep 12", "own 100", "threads 2 50", "new 40", "copy 60")
            counted += 312
            program.do("own 10", "threads 4 5")
            counted += 30
            # All in its own profile, and of the time in between in the other.
            report = its.report()
            assert its.allocations() == 312, (mode, its.allocations())
            whole = asked(anomalloc, "report", own)
            assert whole["totals"]["allocations"] == base + counted, (whole["totals"], base, counted)
            assert whole["lifetimes"]["state"] == "not recorded", whole["lifetimes"]
            assert whole["coverage"]["threads"] == threads, whole["coverage"]
            if "lifetime" in mode:
                totals = report["lifetimes"]["totals"]
                assert totals["allocated"]["blocks"] == 312, totals
                assert totals["freed"]["blocks"] == 300, totals
                assert totals["live"] == {"blocks": 12, "bytes": 960}, totals
            if "stacks" in mode:
                stacks = asked(anomalloc, "stacks", its.path)
                assert stacks["allocations"] == 312 and stacks["withoutStack"] == 0, stacks
            (shown,) = report["processes"]
            assert shown["pid"] == str(pid) and not shown["ended"], shown
            text = subprocess.run([anomalloc, "report", str(its.path)], check=True, capture_output=True,
                                  text=True).stdout
            assert "ran before the recording began" in text and "killed" not in text, text

    # A child that is forked meanwhile records as its parent did from its start.
    with Episode(anomalloc, pid, folder, "--mode=lifetime+stacks") as its:
        program.do("child", "own 3")
    counted += 3
    assert its.allocations() == 3, its.allocations()
    child = asked(anomalloc, "report", f"{own}.1")
    assert child["totals"]["allocations"] == 1000 and child["processes"][0]["mode"] == "count", child["processes"]

    # A thread that allocates all the time.
    program.do("run")
    for _ in range(3):
        with Episode(anomalloc, pid, folder, "--mode=lifetime+stacks") as busy:
            program.do("own 10", "turn")
            counted += 10
        assert busy.allocations() >= 1010, busy.allocations()
    program.do("rest")

    # What cannot be changed.
    for code, text, *options in [("2 ", "no mode trace", "--mode=trace"),
                                 ("1 ", "records already, in the mode count", "--mode=count"),
                                 ("1 ", "no meaning", "--mode=stacks", "--section=a"),
                                 ("1 ", "there is no recording that --pid began", "--stop")]:
        got = refused(anomalloc, f"--pid={pid}", *options)
        assert got.startswith(code) and text in got, got
    with Episode(anomalloc, pid, folder, "--mode=stacks"):
        got = refused(anomalloc, f"--pid={pid}", "--mode=stacks")
        assert f"is recorded by another 'anomalloc record --pid'; 'anomalloc record --stop --pid={pid}'" in got, got

    # Who records it is killed: another ends the episode, and writes its profile.
    killed = Episode(anomalloc, pid, folder, "--mode=stacks")
    killed.__enter__()
    program.do("own 9")
    killed.its.kill()
    killed.its.wait()
    program.do("own 10")
    subprocess.run([anomalloc, "record", f"--pid={pid}", "--stop", f"--output={folder}/stopped"], check=True,
                   capture_output=True)
    program.do("own 100")
    assert asked(anomalloc, "report", folder / "stopped")["totals"]["allocations"] == 19
    os.remove(folder / "stopped")

    # The process ends in the middle.
    last = Episode(anomalloc, pid, folder, "--mode=lifetime")
    last.__enter__()
    program.do("own 42")
    program.end()
    last.text = last.its.communicate(timeout=60)[1]
    assert last.its.returncode == 0 and "has ended" in last.text, last.text
    (last.path,) = set(folder.glob("*.anomalloc*")) - last.before
    assert last.report()["lifetimes"]["totals"]["allocated"]["blocks"] >= 42
    for profile in folder.glob("*.anomalloc*"):
        os.remove(profile)

# It records more than counts from its start.
program, pid = recorded(anomalloc, paths[0], folder / "detailed", "--mode=stacks")
got = refused(anomalloc, f"--pid={pid}", "--mode=lifetime")
assert "records already, in the mode stacks" in got, got
program.end()
print("episodes")
