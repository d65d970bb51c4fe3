#!/usr/bin/env python3
"""Sends a signal to a program while one that it started runs.

usage: interrupt.py SIGNAL FIFO COMMAND...

COMMAND must start 'cat FIFO' somewhere. Waits for that, sends SIGNAL (SIGINT) to
COMMAND, and prints its exit code. Says whether 'cat' is still there then.
"""
import os
import select
import signal
import subprocess
import sys
import threading

MOST_MILLISECONDS = 30000  # That a killed program may take to end.


def main(name, fifo, *command):
    os.mkfifo(fifo)
    child = subprocess.Popen(command)

    def release():
        """Ends the wait for a reader that never came."""
        child.wait()
        os.close(os.open(fifo, os.O_RDONLY | os.O_NONBLOCK))

    watcher = threading.Thread(target=release, daemon=True)
    watcher.start()
    writer = os.open(fifo, os.O_WRONLY)  # Waits for the reader.
    if child.poll() is not None:
        sys.exit(f"exit code {child.poll()} before it could be interrupted")
    child.send_signal(getattr(signal, name))
    watcher.join()
    print("exit code", child.returncode, flush=True)
    poll = select.poll()
    poll.register(writer, 0)
    print("its child is gone" if poll.poll(MOST_MILLISECONDS) else "its child still runs")


if __name__ == "__main__":
    main(*sys.argv[1:])
