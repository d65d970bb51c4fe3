#!/usr/bin/env python3
"""Prints the site tables in section .anomalloc of an object, archive member or
program, from the description in anomalloc/SiteTable.h alone: a second opinion
beside lib/Profile.

    unit a.cpp
    function main a.cpp:3
    loop main a.cpp:4:3 parent - trip 10 entries 1 iterations -
    site heap _Znwm size 24 type Foo depth 1 slot 0 id 0123...
                              (depth 0 once per call slot 0: as loops may have it)
      at main a.cpp:5:7 *                            (* is the user frame)
    edge 0123... -> 4567... depth 1 loop 0           (hashes)
    call of 4567... by user depth 1 slot 2           (or by library, slot -)
      at main a.cpp:5:7 *
    telling main                                     (with anomalloc-activations)
    maker _ZN6VectorC1Em
    unknown caller slot 4
"""
import argparse
import os
import subprocess
import struct
import sys
import tempfile
import zlib


USES = ("", "last copy", "local copy", "argument copy", "returned copy",
        "taken copy", "kept copy", "temporary", "returned", "last given")


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def uleb(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def u64(self):
        self.at += 8
        return struct.unpack_from("<Q", self.data, self.at - 8)[0]

    def bytes(self, size):
        self.at += size
        return self.data[self.at - size:self.at]


def plus_one(value):
    return "-" if value == 0 else value - 1


def verdict(r, strings):
    life, chance = ("open", "call", "iteration")[r.uleb()], r.uleb()
    text = f" {life}{' stack' if chance & 1 else ''}{' kept' if chance & 2 else ''}"
    text += f" bound {r.uleb() if chance & 4 else '-'}"
    if chance & 8:
        text += f" read by {strings[r.uleb()]} of {r.uleb()}"
    obstacle = r.uleb()
    if obstacle:
        text += f" obstacle {obstacle} {strings[r.uleb()]} {strings[r.uleb()]}:{r.uleb()}:{r.uleb()}"
    return text


def dump(payload, verdicts):
    r = Reader(payload)
    strings = [r.bytes(r.uleb()).decode() for _ in range(r.uleb())]
    assert strings[0] == ""
    print("unit", strings[r.uleb()])
    print("directory", strings[r.uleb()])
    print("target", strings[r.uleb()])
    functions = [(strings[r.uleb()], strings[r.uleb()], r.uleb(), strings[r.uleb()])
                 for _ in range(r.uleb())]
    for f in functions:
        print(f"function {f[0]} {f[1]}:{f[2]}" + (f" of {f[3]}" if f[3] else ""))
    frames = []
    for _ in range(r.uleb()):
        caller, function = plus_one(r.uleb()), functions[r.uleb()]
        assert caller == "-" or caller < len(frames)
        place = f"{function[0]} {strings[r.uleb()]}:{r.uleb()}:{r.uleb()}"
        use = USES[r.uleb()]
        frames.append((caller, place + (f" [{use}]" if use else "")))
    loops = []
    for _ in range(r.uleb()):
        ident, parent, function = r.u64(), plus_one(r.uleb()), functions[r.uleb()]
        assert parent == "-" or parent < len(loops)
        loops.append(parent)
        print(f"loop {function[0]} {strings[r.uleb()]}:{r.uleb()}:{r.uleb()}"
              f" parent {parent} trip {r.uleb()} entries {plus_one(r.uleb())}"
              f" iterations {plus_one(r.uleb())} id {ident:016x}"
              f"{' once per call' if r.uleb() else ''}")
    for _ in range(r.uleb()):
        ident, family = r.u64(), ("heap", "pool", "leading")[r.uleb()]
        callee, function, frame = strings[r.uleb()], r.uleb(), r.uleb()
        user, loop, type_ = r.uleb(), plus_one(r.uleb()), strings[r.uleb()]
        size, slot = plus_one(r.uleb()), r.uleb()
        once = " once per call" if r.uleb() else ""
        once += " never returns" if r.uleb() else ""
        judged = ""
        if r.uleb():
            judged = verdict(r, strings) + f" around {plus_one(r.uleb())}"
        depth = 0
        while loop != "-":
            depth, loop = depth + 1, loops[loop]
        print(f"site {family} {callee} size {size} type {type_ or '-'}"
              f" depth {depth}{once} slot {slot} id {ident:016x}")
        step = 0
        while frame != "-":
            caller, text = frames[frame]
            print(f"  at {text}{' *' if step == user else ''}")
            frame, step = caller, step + 1
        assert user < step
        if verdicts and judged:
            print(f"  verdict{judged}")
    edges = []
    for _ in range(r.uleb()):
        caller = r.u64()
        for _ in range(r.uleb()):
            edges.append((caller, r.u64(), r.uleb(), r.uleb()))
    for caller, callee, depth, loop in edges:
        around = f" loop {loop - 1}" if loop else ""
        print(f"edge {caller:016x} -> {callee:016x} depth {depth}{around}")
    for _ in range(r.uleb()):
        callee = r.u64()
        for _ in range(r.uleb()):
            frame, user = r.uleb(), r.uleb()
            flags = r.uleb()
            kind = ("library", "user")[flags & 1]
            depth, slot = r.uleb(), plus_one(r.uleb())
            print(f"call of {callee:016x} by {kind} depth {depth} slot {slot}")
            if not callee:
                name, virtual = strings[r.uleb()], r.uleb()
                assert virtual < 2
                if name:
                    print(f"  named {name}{' virtual' if virtual else ''}")
            step = 0
            while frame != "-":
                frame, text = frames[frame]
                print(f"  at {text}{' *' if step == user else ''}")
                step += 1
            judged = verdict(r, strings) if flags & 2 else ""
            if verdicts and judged:
                print(f"  verdict{judged}")
    for _ in range(r.uleb()):
        print("telling", functions[r.uleb()][0])
    for _ in range(r.uleb()):
        print("system", strings[r.uleb()])
    for _ in range(r.uleb()):
        print("maker", functions[r.uleb()][0])
    unknown = plus_one(r.uleb())
    if unknown != "-":
        print("unknown caller slot", unknown)
    for _ in range(r.uleb()):
        name = strings[r.uleb()]
        print("class", name, ("cannot", "can")[r.uleb()], "be filled again")
    if r.at != len(payload):
        for _ in range(r.uleb()):
            site = r.uleb()
            print("site", site, "lies in", ("host", "device", "device-pool", "managed",
                                            "pinned", "library-pool")[r.uleb()])
    assert r.at == len(payload), "trailing bytes"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--verdicts", action="store_true")
    parser.add_argument("--sizes", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        section = os.path.join(folder, "section")
        subprocess.run(["llvm-objcopy", f"--dump-section=.anomalloc={section}",
                        args.file, os.path.join(folder, "copy")], check=True)
        with open(section, "rb") as file:
            data = file.read()
    at = 0
    while at < len(data):
        magic, version, compression, stored, plain, _ = struct.unpack_from(
            "<4sHHIIQ", data, at)
        assert magic == b"ANST" and version == 10 and compression in (0, 1)
        if args.sizes:
            print(f"stored {stored} plain {plain}", file=sys.stderr)
        payload = data[at + 24:at + 24 + stored]
        if compression:
            payload = zlib.decompress(payload)
        assert len(payload) == plain
        dump(payload, args.verdicts)
        at += (24 + stored + 7) // 8 * 8
        while at < len(data) and data[at:at + 4] == b"\0\0\0\0":
            at += 4


if __name__ == "__main__":
    main()
