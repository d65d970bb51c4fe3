#!/usr/bin/env python3
"""Reports of runs whose profile names this or that library as their allocator.

usage: allocators.py CLANG YAML2PROFILE ANOMALLOC

For each case: whether the library was run, and what the report says of it. The
libraries lie in a folder whose name has no space, which LD_PRELOAD could not
name; DIR stands for it.
"""
import os
import subprocess
import sys
import tempfile

clang, yaml2profile, anomalloc = sys.argv[1:]

# An allocator that leaves a sign that it was run.
CANARY = """
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
static char Room[1 << 20];
static size_t Used;
void *malloc(size_t Size) {
  void *Block = Room + Used;
  Used += 64;
  return Block;
}
void free(void *Block) { (void)Block; }
size_t malloc_usable_size(void *Block) { (void)Block; return 48; }
__attribute__((constructor)) static void run(void) {
  fclose(fopen(SIGN, "w"));
  DIE;
}
"""


def build(folder, name, source, *flags):
    path = os.path.join(folder, name)
    subprocess.run([clang, "-w", "-shared", "-fPIC", "-fno-builtin", *flags, "-x", "c", "-",
                    "-o", path], input=source, text=True, check=True)
    return path


def report(folder, title, allocator, *options, start=9 * 10**18, build_id=None, environment=None):
    sign = os.path.join(folder, "sign")
    yaml = os.path.join(folder, "run.yaml")
    modules = f'modules: [{{path: "{allocator}", build-id: {build_id}}}]\n' if build_id else ""
    with open(yaml, "w") as file:
        file.write(f'processes: [{{info: {{program: /bin/demo, allocator: "{allocator}"}}, '
                   f"start: {start}}}]\n{modules}counts: [{{size: 24, count: 10}}]\n")
    profile = os.path.join(folder, "run")
    subprocess.run([yaml2profile, yaml, profile], check=True)
    said = subprocess.run(
        [anomalloc, "report", "--only=usable", "--width=400", *options, profile], cwd=folder,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, **(environment or {})}).stdout
    wanted = [line.strip() for line in said.splitlines()
              if "not measured:" in line or " measured" in line and "," in line or "error" in line]
    print(f"{title}: {'run' if os.path.exists(sign) else 'not run'}")
    for line in wanted[:2]:
        print("  " + line.replace(folder, "DIR"))
    if os.path.exists(sign):
        os.remove(sign)


with tempfile.TemporaryDirectory(prefix="anomalloc-") as folder:
    folder = os.path.realpath(folder)
    sign = f'-DSIGN="{folder}/sign"'
    canary = build(folder, "libcanary.so", CANARY, sign, "-DDIE=", "-Wl,--build-id=0xabcd1234")
    other = build(folder, "libother.so", CANARY, sign, "-DDIE=", "-Wl,--build-id=0xef015678")
    dies = build(folder, "libdies.so", CANARY, sign,
                 "-DDIE=fputs(\"dying\",stderr),abort()", "-Wl,--build-id=0xabcd1234")
    no_malloc = build(folder, "libnone.so", CANARY.replace("malloc_usable_size", "size_of"),
                      sign, "-DDIE=", "-Wl,--build-id=0xabcd1234")
    os.symlink(canary, os.path.join(folder, "link.so"))
    os.mkfifo(os.path.join(folder, "pipe.so"))
    os.mkdir(os.path.join(folder, "a b"))
    spaced = build(folder, "a b/libcanary.so", CANARY, sign, "-DDIE=", "-Wl,--build-id=0xabcd1234")

    report(folder, "named by the profile", canary, build_id="abcd1234")
    report(folder, "through ..", f"/usr/lib/../..{canary}", build_id="abcd1234")
    report(folder, "relative", "libcanary.so", build_id="abcd1234")
    report(folder, "by the search path", "libcanary.so", build_id="abcd1234",
           environment={"LD_LIBRARY_PATH": folder})
    report(folder, "two in one", f"/usr/lib/x.so {canary}", build_id="abcd1234")
    report(folder, "called as the C library", os.path.join(folder, "libc.so.6"))
    report(folder, "named by the user, too", canary, f"--allocator={canary}", build_id="abcd1234")
    report(folder, "a link, named by the user", canary, "--allocator=link.so", build_id="abcd1234")
    report(folder, "elsewhere now", "/opt/lib/libcanary.so", f"--allocator={canary}",
           build_id="abcd1234")
    report(folder, "another build", canary, f"--allocator={canary}", build_id="12345678")
    report(folder, "another library", canary, f"--allocator={other}", build_id="abcd1234")
    report(folder, "younger than the run", canary, f"--allocator={canary}", start=1000)
    report(folder, "dies", dies, f"--allocator={dies}", build_id="abcd1234")
    report(folder, "no allocator", no_malloc, f"--allocator={no_malloc}", build_id="abcd1234")
    report(folder, "a pipe", canary, "--allocator=pipe.so", build_id="abcd1234")
    report(folder, "with a space", spaced, f"--allocator={spaced}", build_id="abcd1234")
    report(folder, "absent", canary, "--allocator=absent.so", build_id="abcd1234")
