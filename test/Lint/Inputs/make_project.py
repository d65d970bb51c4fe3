"""usage: make_project.py FOLDER [FLAG...]

Copies Inputs/project to FOLDER, which is emptied first, and writes its
compilation database; without the copy if FOLDER/src is there already."""
import json
import shutil
import sys
from pathlib import Path

folder = Path(sys.argv[1])
if not (folder / "src").exists():
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(Path(__file__).parent / "project", folder)
(folder / "build").mkdir(exist_ok=True)
rows = [{
    "directory": str(folder / "build"),
    "file": str(source),
    "arguments": ["c++", f"-I{folder}/include", *sys.argv[2:], "-c", str(source)],
} for source in sorted(folder.rglob("src/**/*.cpp"))]
(folder / "build" / "compile_commands.json").write_text(json.dumps(rows, indent=1))
