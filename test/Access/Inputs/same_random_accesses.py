#!/usr/bin/env python3
"""usage: same_random_accesses.py ANOMALLOC FOLDER FIRST LAST

Builds and records programs of random_accesses.py, seeds FIRST to LAST, and
compares their own accounts with their profiles."""
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(1, str(HERE.parent.parent / "Inputs"))
import accesses

anomalloc, folder, first, last = sys.argv[1:]
read = written = 0
for seed in range(int(first), int(last) + 1):
    source, program, profile = (f"{folder}/{seed}{end}" for end in (".c", "", ".profile"))
    with open(source, "w") as file:
        subprocess.run([sys.executable, HERE / "random_accesses.py", str(seed)],
                       stdout=file, check=True)
    subprocess.run([anomalloc, "cc", "-O0", "-g", "-mllvm", "-anomalloc-access=1",
                    source, "-o", program], check=True)
    told = subprocess.run([anomalloc, "record", "--quiet", "--mode=access",
                           f"--output={profile}", program],
                          stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = accesses.by_size(accesses.read(profile))
    for line in told.splitlines():
        _, size, _, bytes_read, _, bytes_written = line.split()
        row = rows[int(size)]
        counted = row["read_bytes"], row["written_bytes"]
        if counted != (int(bytes_read), int(bytes_written)):
            sys.exit(f"seed {seed}: {line}, but counted {counted}")
        read, written = read + counted[0], written + counted[1]
print(f"{int(last) - int(first) + 1} programs equal: {read} bytes read, {written} written")
