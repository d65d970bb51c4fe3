"""usage: attach_exactly.py ANOMALLOC FOLDER PROGRAM OTHERS..."""
import os
import pathlib
import subprocess
import sys

from attached import Program, Recording

anomalloc, folder, path, *others = sys.argv[1:]
program = Program(path)
program.do("own 500", "new 500", "copy 500", "keep 20")


def descriptors():
    return sorted(os.readlink(each) for each in pathlib.Path(f"/proc/{program.pid}/fd").iterdir())


open_before = descriptors()
with Recording(anomalloc, program.pid, folder) as first:
    program.do("own 1000", "new 300", "copy 70", "drop")
program.do("own 5000", "new 5000", "copy 5000", "same")
assert first.allocations() == 1370, first.allocations()
assert descriptors() == open_before, descriptors()
(shown,) = first.report()["processes"]
assert shown["pid"] == str(program.pid) and shown["interposed"] and not shown["ended"], shown

# Again, and in threads.
with Recording(anomalloc, program.pid, folder) as second:
    program.do("threads 4 250", "own 5")
assert second.path != first.path and second.allocations() == 1005, second.allocations()
assert first.allocations() == 1370

# A thread that allocates all the time, whatever happens.
program.do("run")
for _ in range(5):
    with Recording(anomalloc, program.pid, folder, "--mode=lifetime+stacks") as busy:
        program.do("own 10", "turn")
    assert busy.allocations() >= 1010, busy.allocations()
program.do("rest")

# The children that it forks are not recorded; nor is anything written to.
with Recording(anomalloc, program.pid, folder) as third:
    program.do("child", "own 3")
assert third.allocations() == 3, third.allocations()
program.do("child")

# It becomes another program, which can be recorded in its turn.
with Recording(anomalloc, program.pid, folder) as before:
    program.do("own 8")
    program.begin("exec")
    program.hear("ready")
    program.do("own 9")
assert before.allocations() == 8 and "become another program (exec)" in before.text, before.text

# The process ends while it is recorded.
last = Recording(anomalloc, program.pid, folder)
last.__enter__()
program.do("own 42")
program.end()
text = last.its.communicate(timeout=60)[1]
assert last.its.returncode == 0 and "has ended" in text, text
assert last.allocations() == 42 and last.report()["processes"][0]["ended"], last.allocations()

# A stop ends some system calls: the program sees nothing of it.
program = Program(path, "alone")
for _ in range(5):
    with Recording(anomalloc, program.pid, folder) as its:
        program.do("own 11")
    assert its.allocations() == 11, its.allocations()
program.end()

# All its threads are in malloc nearly always.
program = Program(path, "alone")
program.begin("mix")
for _ in range(20):
    with Recording(anomalloc, program.pid, folder):
        pass
program.begin("own 1")
program.hear("done")
program.hear("done")
program.end()

# The same, linked in other ways.
for other in others:
    program = Program(other)
    for _ in range(2):
        with Recording(anomalloc, program.pid, folder) as its:
            program.do("own 10", "new 200", "copy 3000")
        program.do("own 1", "new 1", "copy 1", "same")
        assert its.allocations() == 3210, (other, its.allocations())
    program.end()

# For a time.
program = Program(path)
ran = subprocess.run([anomalloc, "record", f"--pid={program.pid}", "--for=10ms", f"--output={folder}/timed"],
                     capture_output=True, text=True, check=True)
assert "blocks that it made before are not known" in ran.stderr and "wrote " in ran.stderr, ran.stderr
program.end()
print("exact")
