#!/usr/bin/env python3
"""Every verb on profiles whose modules lie at paths that are no plain files.

usage: paths.py CLANG YAML2PROFILE ANOMALLOC

Each verb has 5 seconds of processor time, 512 MiB, and must end: what waits for
a pipe's writer is stopped by an alarm.
"""
import os
import resource
import signal
import subprocess
import sys
import tempfile

clang, yaml2profile, anomalloc = sys.argv[1:]
BUILD_ID = "abcd1234"


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
    # Address space, of which the program itself takes a part.
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    resource.setrlimit(resource.RLIMIT_DATA, (512 << 20, 512 << 20))
    signal.alarm(60)


def library(folder, name, *flags):
    path = os.path.join(folder, name)
    subprocess.run([clang, "-shared", "-fPIC", f"-Wl,--build-id=0x{BUILD_ID}", *flags, "-x", "c", "-",
                    "-o", path], input="int code(void) { return 1; }", text=True, check=True)
    return path


def attack(folder, title, path):
    yaml = os.path.join(folder, "p.yaml")
    profile = os.path.join(folder, "p")
    with open(yaml, "w") as file:
        file.write(f"""
processes: [{{info: {{program: /bin/demo, allocator: "{path}"}}}}]
modules: [{{path: "{path}", build-id: {BUILD_ID}}}]
counts: [{{library: "{path}", size: 24, count: 10}}]
lifetimes: [{{library: "{path}", size: 24, allocated: 10, freed: 5, freed-by: [{{library: "{path}"}}]}}]
stacks: [{{library: "{path}", offset: 16, size: 24, count: 10, live: 2}}]
""")
    subprocess.run([yaml2profile, yaml, profile], check=True)
    codes = []
    for verb in (["report"], ["report", "--json"], ["stacks"], ["callgraph"],
                 ["merge", "-o", os.path.join(folder, "merged")],
                 ["export", "--format=lint-weights"]):
        codes.append(subprocess.run([anomalloc, *verb, profile], stdin=subprocess.DEVNULL,
                                    capture_output=True, cwd=folder, preexec_fn=limit).returncode)
    print(title + ":", "well" if not any(codes) else codes)


with tempfile.TemporaryDirectory(prefix="anomalloc-") as folder:
    folder = os.path.realpath(folder)
    place = lambda name: os.path.join(folder, name)
    os.mkfifo(place("pipe"))
    os.symlink("pipe", place("to-a-pipe"))
    os.mkdir(place("folder"))
    os.symlink("circle", place("circle"))
    with open(place("sparse"), "wb") as file:
        file.write(b"\x7fELF\x02\x01\x01")
        file.truncate(1 << 40)
    with open(place("sparse-enough"), "wb") as file:
        file.write(b"\x7fELF\x02\x01\x01")
        file.truncate(4 << 30)
    link = library(folder, "linked")
    os.mkfifo(place("debug"))
    # LLVM's symbolizer would look there.
    for name in ("debug", "..", "../../../dev/zero"):
        with open(place("section"), "wb") as file:
            file.write(name.encode().ljust((len(name) // 4 + 1) * 4, b"\0") + bytes(4))
        subprocess.run([os.path.join(os.path.dirname(clang), "llvm-objcopy"),
                        f"--add-section=.gnu_debuglink={place('section')}", link,
                        place(f"link-{len(name)}")], check=True)
    library(folder, "pipe:x86_64")
    library(folder, "-")
    library(folder, "plain")

    attack(folder, "a library", place("plain"))
    attack(folder, "a pipe", place("pipe"))
    attack(folder, "a link to a pipe", place("to-a-pipe"))
    attack(folder, "a folder", place("folder"))
    attack(folder, "a circle of links", place("circle"))
    attack(folder, "no end", "/dev/zero")
    attack(folder, "standard input", "/dev/stdin")
    attack(folder, "called like standard input", "-")
    attack(folder, "a part of a pipe", place("pipe:x86_64"))
    attack(folder, "a terminal", "/dev/tty")
    attack(folder, "a sparse file of 1 TiB", place("sparse"))
    attack(folder, "a sparse file of 4 GiB", place("sparse-enough"))
    attack(folder, "a debug file that is a pipe", place("link-5"))
    attack(folder, "a debug file that is a folder", place("link-2"))
    attack(folder, "a debug file without end", place("link-17"))
    attack(folder, "a very long path", "/" + "a/" * 5000)
    attack(folder, "in the kernel", "/proc/self/mem")
    attack(folder, "of the kernel", "/proc/kmsg")
