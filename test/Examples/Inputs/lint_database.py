"""usage: lint_database.py FOLDER SOURCES COMPILER [FLAG...]

Writes the compilation database of multiscale's units that hold anomalies or call
them. SOURCES is examples/multiscale."""
import json
import sys
from pathlib import Path

folder, sources, compiler = Path(sys.argv[1]), Path(sys.argv[2]).resolve(), sys.argv[3]
folder.mkdir(parents=True, exist_ok=True)
rows = [{
    "directory": str(folder),
    "file": str(sources / name),
    "arguments": [compiler, "-std=c++17", "-idirafter", "/usr/include/eigen3",
                  *sys.argv[4:], "-c", str(sources / name)],
} for name in ("fespace.cpp", "local_assembly.cpp", "mesh.cpp")]
(folder / "compile_commands.json").write_text(json.dumps(rows, indent=1))
