#!/usr/bin/env python3
"""Makes a git repository with the program of Inputs/project.

usage: make_project.py FOLDER [FILE=>OLD=>NEW | FILES]...

In FILE, OLD is replaced by NEW before the commit. The files in the folder FILES
replace those of the same name.
"""
import shutil
import subprocess
import sys
from pathlib import Path


def main(folder, *changes):
    shutil.copytree(Path(__file__).parent / "project", folder)
    for change in changes:
        if Path(change).is_dir():
            shutil.copytree(change, folder, dirs_exist_ok=True)
            continue
        name, old, new = change.split("=>")
        file = Path(folder, name)
        text = file.read_text()
        if text.count(old) != 1:
            sys.exit(f"{name} has {text.count(old)} of {old!r}")
        file.write_text(text.replace(old, new))
    Path(folder, ".gitignore").write_text("out/\n")

    def git(*arguments):
        subprocess.run(["git", "-C", folder, "-c", "user.name=Ann Other", "-c",
                        "user.email=ann@example.org", *arguments], check=True)

    git("-c", "init.defaultBranch=main", "init", "--quiet")
    git("add", ".")
    git("-c", "commit.gpgsign=false", "commit", "--quiet", "-m", "The solver")


if __name__ == "__main__":
    main(*sys.argv[1:])
