#!/usr/bin/env python3
"""Follows the tables of a profile for the Firefox Profiler.

usage: firefox_stacks.py FILE THREAD FUNCTION

Prints the thread that is selected first, and of THREAD the weight and the three
innermost levels of each stack that ends in FUNCTION.
"""
import json
import os
import sys


def main(file, thread_name, function):
    with open(file, encoding="utf-8") as text:
        profile = json.load(text)
    texts, shared = profile["shared"]["stringArray"], profile["shared"]
    stacks, frames, functions = shared["stackTable"], shared["frameTable"], shared["funcTable"]
    for table in (stacks, frames, functions, shared["resourceTable"], shared["sources"]):
        assert all(len(column) == table["length"] for key, column in table.items() if key != "length")

    def described(frame):
        of = frames["func"][frame]
        file = texts[shared["sources"]["filename"][functions["source"][of]]]
        library = texts[shared["resourceTable"]["name"][functions["resource"][of]]]
        return f"{texts[functions['name'][of]]} {os.path.basename(file)}:{frames['line'][frame]} {library}"

    print("first:", *(profile["threads"][i]["name"] for i in profile["meta"]["initialSelectedThreads"]))
    thread = next(thread for thread in profile["threads"] if thread["name"] == thread_name)
    for stack, weight in zip(thread["samples"]["stack"], thread["samples"]["weight"], strict=True):
        if texts[functions["name"][frames["func"][stacks["frame"][stack]]]] != function:
            continue
        levels = []
        while stack is not None and len(levels) < 3:
            levels.append(described(stacks["frame"][stack]))
            stack = stacks["prefix"][stack]
        print(weight, "; ".join(reversed(levels)))


if __name__ == "__main__":
    main(*sys.argv[1:])
