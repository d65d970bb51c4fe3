# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `anomalloc lint` tells of a code base, warnings and hints."""

import json
import subprocess
import tempfile
import time
from pathlib import Path

from shell import Failure


def lint(base, units, options):
    """(findings as lint tells them, but none of a foreign file; what happened)."""
    program = options.module.parents[2] / "bin" / "anomalloc"
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="anomalloc-checks-") as scratch:
        told = Path(scratch) / "told.json"
        command = [program, "lint", f"--build={base.build}", f"--root={base.source}"]
        command += ["--hints", f"--json={told}", f"--jobs={options.jobs}", "--no-pager"]
        command += [path for _, path in units]
        done = subprocess.run(
            command, cwd=base.build, capture_output=True, text=True, errors="replace"
        )
        if not told.exists():
            raise Failure(f"{base.name}: anomalloc lint: {done.stderr[-500:]}")
        told = json.loads(told.read_text())
    run = {"seconds": round(time.perf_counter() - start, 1), "crash": [], "hang": []}
    run["error"] = [
        {"unit": unit["file"], "detail": unit["error"]} for unit in told["failed_units"]
    ]
    return [f for f in told["findings"] if base.own_file(base.source / f["file"])], run
