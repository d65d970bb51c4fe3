"""Writes units whose commands name response files that cannot be read to an end,
and one unit, good.cpp, whose response files name each other 1,000 times."""

import json
import os

NAMES = ("cycle", "self", "doubling", "large", "fifo", "device", "folder", "missing",
         "good")


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


write("cycle.rsp", "@other.rsp")
write("other.rsp", "@cycle.rsp")
write("self.rsp", "@self.rsp")
write("doubling.rsp", "@double39.rsp @double39.rsp")
for level in range(1, 40):
    write(f"double{level}.rsp", f"@double{level - 1}.rsp @double{level - 1}.rsp")
write("double0.rsp", "-DX")
with open("large.rsp", "wb") as file:
    file.truncate(65 << 20)
os.mkfifo("fifo.rsp")
os.mkdir("folder.rsp")
write("good.rsp", "@flag.rsp " * 1000)
write("flag.rsp", "-DX ")

files = {name: f"{name}.rsp" for name in NAMES} | {"device": "/dev/zero",
                                                   "missing": "none.rsp"}
for name in NAMES:
    write(f"{name}.cpp", f"int {name}_value;\n")
write("compile_commands.json", json.dumps(
    [{"directory": os.getcwd(), "file": f"{name}.cpp",
      "arguments": ["clang++", "-c", f"{name}.cpp", "@" + files[name]]}
     for name in NAMES]))
