"""usage: attach_refused.py ANOMALLOC PROGRAM STATIC CARRIER RUNTIME FOLDER"""
import ctypes
import os
import signal
import subprocess
import sys

from attached import Program, Recording, refused

anomalloc, path, static, carrier, runtime, folder = sys.argv[1:]
os.chdir(folder)
program = Program(path)
pid = program.pid


def expect(code, text, *options):
    got = refused(anomalloc, *options)
    assert got.startswith(code) and text in got, got


# Wrong command lines.
for text, *options in [("no process id", "--pid=self"), ("no process id", "--pid=0"),
                       ("no process id", "--pid=-5"), ("no time", f"--pid={pid}", "--for=soon"),
                       ("no time", f"--pid={pid}", "--for=0"), ("no time", f"--pid={pid}", "--for=1e300"),
                       ("goes with --pid", "--for=1s", path), ("one too many", f"--pid={pid}", path),
                       ("goes with --pid", "--stop"), ("without --for", f"--pid={pid}", "--stop", "--for=1s"),
                       ("no meaning with --pid", f"--pid={pid}", "--signal=10"),
                       ("no mode trace", f"--pid={pid}", "--mode=trace"),
                       ("no meaning with --pid", f"--pid={pid}", "--mode=stacks", "--site=a.cpp:1")]:
    expect("2 ", text, *options)

# Processes that there are not, or that are none to record.
gone = subprocess.Popen(["true"])
gone.wait()
expect("1 ", f"there is no process {gone.pid}", f"--pid={gone.pid}")
zombie = os.fork()
if not zombie:
    os._exit(0)
os.waitid(os.P_PID, zombie, os.WEXITED | os.WNOWAIT)
expect("1 ", "has ended", f"--pid={zombie}")
os.waitpid(zombie, 0)
thread = max(int(each) for each in os.listdir(f"/proc/{pid}/task"))
expect("1 ", f"is a thread of process {pid}", f"--pid={thread}")
still = Program(static)
expect("1 ", "statically linked", f"--pid={still.pid}")
still.end()
carries = Program(carrier)
expect("1 ", "carries the runtime", f"--pid={carries.pid}")
carries.end()
preloaded = Program(path, env={**os.environ, "LD_PRELOAD": runtime})
expect("1 ", "was started with the runtime", f"--pid={preloaded.pid}", "--output=none")
preloaded.end()
recorded = Program(path, env={**os.environ, "LD_PRELOAD": runtime, "ANOMALLOC_OPTIONS": "output=its"})
recorded.do("own 1")
expect("1 ", f"records already, in the mode count; see 'anomalloc top {recorded.pid}'", f"--pid={recorded.pid}",
       "--mode=count")
recorded.end()

# Where nothing can be written, the process goes on.
expect("1 ", "there is no folder", f"--pid={pid}", "--output=/nonexistent/x")

# It is stopped, or somebody traces it.
os.kill(pid, signal.SIGSTOP)
while open(f"/proc/{pid}/stat").read().rsplit(")")[1].split()[0] != "T":
    pass
expect("1 ", "is stopped", f"--pid={pid}")
os.kill(pid, signal.SIGCONT)
libc = ctypes.CDLL(None, use_errno=True)
PTRACE_SEIZE, PTRACE_INTERRUPT, PTRACE_DETACH = 0x4206, 0x4207, 17
assert libc.ptrace(PTRACE_SEIZE, pid, None, None) == 0
expect("1 ", f"is traced by process {os.getpid()}", f"--pid={pid}")
assert libc.ptrace(PTRACE_INTERRUPT, pid, None, None) == 0
os.waitpid(pid, 0)
assert libc.ptrace(PTRACE_DETACH, pid, None, None) == 0

# It is recorded by another.
with Recording(anomalloc, pid, folder) as first:
    expect("1 ", "records already", f"--pid={pid}")
    program.do("own 7")
assert first.allocations() == 7

# Who records it is killed: another ends the recording.
expect("1 ", "no recording that --pid began", f"--pid={pid}", "--stop")
killed = Recording(anomalloc, pid, folder).__enter__()
program.do("own 9")
killed.its.kill()
killed.its.wait()
program.do("own 10")
assert subprocess.run([anomalloc, "record", f"--pid={pid}", "--stop"]).returncode == 0
program.do("own 100")
assert killed.allocations() == 19, killed.allocations()

# Its environment asks for a profile from its start.
asked = Program(path, env={**os.environ, "ANOMALLOC_OPTIONS": "output=none"})
expect("1 ", "has ANOMALLOC_OPTIONS in its environment", f"--pid={asked.pid}")
asked.end()

# Other users, if the build is where they may go. It is not in a folder of mktemp(1).
nobody = 65534
if os.geteuid() == 0 and subprocess.run(["test", "-x", anomalloc], user=nobody, cwd="/").returncode == 0:
    got = refused(anomalloc, f"--pid={pid}", "--output=none", user=nobody, cwd="/")
    assert "it belongs to the user 0; run anomalloc as this user, or as root" in got, got
    os.mkdir("closed", 0o700)
    theirs = Program(path, user=nobody)
    expect("1 ", "closed/none': Permission denied; name a place with --output", f"--pid={theirs.pid}",
           "--output=closed/none")
    theirs.do("own 5")
    theirs.end()
program.do("own 5")
program.end()
print("refused")
