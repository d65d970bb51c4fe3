"""usage: attach_samples.py ANOMALLOC FOLDER PROGRAM...

Each program is recorded with samples while it runs: first as it is, then, in another
process, beside its own counts, which lose nothing."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Inputs"))
from drawn import drawn
from attached import Program, Recording
from episode import Episode, recorded

anomalloc, folder, *paths = sys.argv[1:]
folder = pathlib.Path(folder)


def check(program, recording):
    """Of the rate 1/1 all is known, of others about as much as they say."""
    program.do("keep 30")
    for rate, least, most in ("1/1", 3142, 3142), ("1/4", 650, 950), ("400", 280, 480):
        for mode in "lifetime", "lifetime+stacks":
            with recording(f"--sample={rate}", f"--mode={mode}", "--sample-seed=1") as its:
                program.do("drop", "keep 42", "own 3000", "threads 2 50")
            report = its.report()
            assert report["totals"]["allocations"] == 3142, (rate, mode, report["totals"])
            its = report["lifetimes"]
            made, freed, live = (sum(drawn(row, name) for row in its["rows"])
                                 for name in ("allocated", "freed", "live"))
            assert least <= made <= most, (rate, mode, made)
            assert made == freed + live, (made, freed, live)
            assert live == 42 if rate == "1/1" else 0 < live < 42, (rate, live)
            assert its["unknown_frees"] == its["unwatched"]["blocks"] == 0, its


for path in paths:
    if "plain" in path:
        program = Program(path)
        check(program, lambda *options: Recording(anomalloc, program.pid, folder, *options))
        program.end()
    own = folder / (pathlib.Path(path).name + ".own")
    program, pid = recorded(anomalloc, path, own, "--mode=count")
    check(program, lambda *options: Episode(anomalloc, pid, folder, *options))
    program.end()
print("drawn")
