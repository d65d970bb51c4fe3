"""usage: wrapped_builds.py FOLDER BIN

Writes compilation databases of builds by the compiler wrapper BIN/anomalloc: those
that CMake (FOLDER/cmake) and Meson (FOLDER/meson) make of a small project, that of
the compiler calls below the wrapper, which a tool that watches a build sees
(FOLDER/watched), and one with all kinds of words before the wrapper (FOLDER/words).
Each source includes anomalloc/anomalloc.h, which only the wrapper's folder has."""
import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

folder, programs = Path(sys.argv[1]), sys.argv[2]
shutil.rmtree(folder, ignore_errors=True)
shutil.copytree(Path(__file__).parent / "project", folder)
source = folder / "src" / "a.cpp"
source.write_text("#include <anomalloc/anomalloc.h>\n" + source.read_text())
(folder / "CMakeLists.txt").write_text("""cmake_minimum_required(VERSION 3.20)
project(Wrapped CXX)
include_directories(include)
add_library(wrapped OBJECT src/a.cpp)
""")
(folder / "meson.build").write_text("""project('wrapped', 'cpp')
static_library('wrapped', 'src/a.cpp', include_directories: 'include')
""")
environment = {**os.environ, "CXX": "anomalloc c++",
               "PATH": programs + os.pathsep + os.environ["PATH"]}


def run(*command):
    done = subprocess.run(command, cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{command}: {done.stdout}")
    return done.stdout


run("cmake", "-G", "Ninja", "-B", "cmake", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
run("meson", "setup", "meson")
for tool in "cmake", "meson":
    assert "anomalloc" in (folder / tool / "compile_commands.json").read_text()


def write(name, commands):
    """A database with one source a command."""
    (folder / name).mkdir()
    rows = []
    for i, command in enumerate(commands):
        copy = folder / name / f"{i:02}.cpp"
        copy.write_text(source.read_text())
        rows.append({"directory": str(folder / name), "file": copy.name,
                     "arguments": [*command, "-I../include", "-c", copy.name]})
    (folder / name / "compile_commands.json").write_text(json.dumps(rows))


flags = shlex.split(run("anomalloc", "config", "--cxxflags"))
compiler = run("anomalloc", "config", "--cxx").strip()
write("watched", [
    [compiler, *flags],
    [compiler, "--start-no-unused-arguments", *flags, "--end-no-unused-arguments",
     "-mllvm", "-anomalloc-remarks"],
    [compiler, *flags, "-Xclang", "-mllvm", "-Xclang", "-anomalloc-remarks"],
    [compiler, *flags, "-fplugin=/nowhere/other.so", "-fplugin-arg-other-x=1"],
])
anomalloc = os.path.join(programs, "anomalloc")
os.symlink(anomalloc, folder / "words-of-my-own")
write("words", [
    [anomalloc, "c++"],
    ["../words-of-my-own", "c++"],
    ["LANG=C", anomalloc, "c++"],
    ["ccache", anomalloc, "c++"],
    ["/usr/bin/ccache", "compiler_check=content", anomalloc, "c++"],
    ["/usr/bin/env", "-u", "LANG", "A=b c", "distcc", anomalloc, "c++"],
    ["/usr/bin/cmake", "-E", "env", "A=b", "--", "sccache", anomalloc, "c++"],
    ["nice", "-n", "5", "icecc", anomalloc, "c++"],
    ["env", "A=b", "ccache", compiler, *flags],
])
