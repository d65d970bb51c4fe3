"""usage: without_a_reader.py COMMAND...

Runs COMMAND with a standard output that nobody reads any more; prints what it said
on standard error, and its exit code."""
import os
import subprocess
import sys

reader, writer = os.pipe()
os.close(reader)
done = subprocess.run(sys.argv[1:], stdout=writer, stderr=subprocess.PIPE, text=True)
print(done.stderr, end="")
print(f"code {done.returncode}")
