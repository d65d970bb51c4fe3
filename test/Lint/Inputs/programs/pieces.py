"""Reads *.pieces and composes programs of them.

    # a comment
    = checks NAME...     whose fixes these programs meet, without the prefix
    = flags FLAG...      of the compiler
    = include <HEADER>   that they need
    = template NAME      programs with $part, and $part_top for what stands
                         before the function
    = part NAME          choices for $NAME, each under its own name:
    : choice
    Guard G{V};
    -- top               what follows is $NAME_top, and so for other words
    struct Guard { ... };
    -- without           choices of other parts that do not go with it
    template=parameter

Each program takes one template and one choice of each part. The choices of a
part come in turn, shuffled, so that few programs see all of them.
"""
import re


class Family:
    def __init__(self, path):
        self.name = path.stem
        self.parts = {"template": []}
        self.bags = {}
        self.fixed_by, self.flags, self.includes = [], [], []
        text = None
        for line in path.read_text().splitlines():
            if line.startswith("#") and not line.startswith("#include"):
                continue
            if line.startswith("= checks "):
                self.fixed_by += ["anomalloc-" + name for name in line.split()[2:]]
            elif line.startswith("= include "):
                self.includes.append(line.split()[2])
            elif line.startswith("= flags "):
                self.flags += line.split()[2:]
            elif line.startswith("= template "):
                part, text = "template", []
                self.parts[part].append((line.split()[2], text))
            elif line.startswith("= part "):
                part, text = line.split()[2], None
                self.parts[part] = []
            elif line.startswith(": "):
                text = []
                self.parts[part].append((line[2:].strip(), text))
            elif text is not None:
                text.append(line)
            elif line:
                raise ValueError(f"{path}: stray line: {line}")

    def choose(self, part, random):
        bag = self.bags.setdefault(part, [])
        if not bag:
            bag += self.parts[part]
            random.shuffle(bag)
        return bag.pop()

    def compose(self, random):
        """The text of a program, and what it is made of."""
        while True:
            text, chosen, without = self.draw(random)
            if not any(f"{part}={name}" in without for part, name in chosen):
                return text, " ".join([self.name] + [f"{part}={name}" for part, name in chosen])

    def draw(self, random):
        chosen = {part: self.choose(part, random) for part in self.parts}
        texts = {}
        for part, (_, lines) in chosen.items():
            key = part
            texts[key] = ""
            for line in lines:
                if line.startswith("-- "):
                    key = part + "_" + line[3:].strip()
                    texts[key] = ""
                else:
                    texts[key] += line + "\n"
        text, used = texts["template"], {"template"}
        while True:
            def fill(found):
                used.add(found[1].split("_")[0])
                return texts.get(found[1], "").rstrip("\n")
            filled = re.sub(r"\$([A-Za-z]+(?:_[a-z]+)?)", fill, text)
            if filled == text:
                break
            text = filled
        used = [part for part in self.parts if part in used]
        without = " ".join(texts.get(part + "_without", "") for part in used).split()
        return text, [(part, chosen[part][0]) for part in used], without
