"""usage: interrupt.py FIFO COMMAND...

Starts COMMAND, waits until a child of it reads FIFO, interrupts COMMAND, and
tells how it ended and whether the child is gone."""
import os
import signal
import subprocess
import sys

fifo = sys.argv[1]
os.mkfifo(fifo)
signal.signal(signal.SIGPIPE, signal.SIG_IGN)
process = subprocess.Popen(sys.argv[2:], env={**os.environ, "FIFO": fifo})
writer = os.open(fifo, os.O_WRONLY)  # returns when the reader is there
process.send_signal(signal.SIGINT)
print("ended by signal", -process.wait())
try:
    os.write(writer, b"are you there?")
    # Killed, but perhaps not yet gone: its end of the pipe closes then.
    import select
    poll = select.poll()
    poll.register(writer, select.POLLERR)
    print("child gone" if poll.poll(60000) else "child alive")
except BrokenPipeError:
    print("child gone")
