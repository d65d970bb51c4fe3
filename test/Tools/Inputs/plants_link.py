"""plants_link.py SEED VICTIM: as another user, puts a link to the profile VICTIM into
the folder of children. VICTIM, and "planted" beside it, are SEED as if begun now."""

import glob
import os
import struct
import sys
import time

START_TIME = 40  # In the header, see ProfileFormat.h.

seed, victim = sys.argv[1:]
profile = bytearray(open(seed, "rb").read())
profile[START_TIME:START_TIME + 8] = struct.pack("<Q", time.time_ns())
for name in (victim, "planted"):
    with open(name, "wb") as file:
        file.write(profile)
(folder,) = glob.glob("*.children")
if os.fork() == 0:
    os.setuid(65534)
    os.symlink(os.path.abspath(victim), os.path.join(folder, "a.1.anomalloc"))
    os._exit(0)
os.wait()
