"""Paths in RUN lines, in a checkout whose folder's name has a space.

lit puts %t, %S and our own substitutions into a RUN line as they are. This module
marks the special characters of the checkout's folder and of the build's in the
substitutions, and writes them in the finished line as their place demands: escaped
outside of quotes, plain within them, escaped again where `sh -c '...'` reads the
line. So a test may write %t/file, "%t/file" and sh -c 'cat %t/file'.
"""

import hashlib
import os
import re
import tempfile

import lit.TestRunner

MARK = "\x01"
SPECIAL = re.compile(r"[ ()&;<>|#~]")
BEFORE_SCRIPT = re.compile(r"\b(?:ba)?sh -c $")


def end_of_quote(line, start, quote):
    """Where the quotation that starts at `start` ends: the index of its last mark."""
    at = start
    while at < len(line) and line[at] != quote:
        at += 2 if line[at] == "\\" and quote == '"' else 1
    return at


def written(line, is_script=False):
    """The line with each marked character as its place demands."""
    out, quote, at = [], None, 0
    while at < len(line):
        c = line[at]
        at += 1
        if c == MARK:
            out.append(line[at] if quote else "\\" + line[at])
            at += 1
        elif c == "\\" and quote != "'":
            out.append(line[at - 1:at + 1])
            at += 1
        elif quote is None and c in "'\"":
            out.append(c)
            quote = c
            if not is_script and BEFORE_SCRIPT.search(line[:at - 1]):
                end = end_of_quote(line, at, c)
                out.append(written(line[at:end], is_script=True))
                at = end
        else:
            out.append(c)
            if c == quote:
                quote = None
    return "".join(out)


def for_preload(path, folders):
    """The path as LD_PRELOAD takes it, where spaces and colons part names: by way of a
    link to the one of the folders that holds it."""
    folder = next((folder for folder in folders if path.startswith(folder + os.sep)), "")
    if not re.search(r"[ :]", folder):
        return path
    name = "anomalloc-tests-" + hashlib.sha1(folder.encode()).hexdigest()[:12]
    link = os.path.join(tempfile.gettempdir(), name)
    if not os.path.islink(link):
        os.symlink(folder, link)
    return link + path[len(folder):]


def allow_special_characters(folders):
    """From now on lit's RUN lines hold paths below the folders safely, and there is
    %{t:preload}: %t for LD_PRELOAD."""
    marks = {folder: SPECIAL.sub(lambda match: MARK + match[0], folder)
             for folder in folders}
    substitute = lit.TestRunner.applySubstitutions

    def marked(value):
        for folder, with_marks in marks.items():
            value = str(value).replace(folder, with_marks)
        return value

    def substitute_and_write(script, substitutions, *rest, **more):
        own_folder = dict(substitutions)["%t"]
        substitutions = [("%{t:preload}", for_preload(own_folder, folders))] + [
            (key, marked(value)) for key, value in substitutions]
        return [written(line)
                for line in substitute(script, substitutions, *rest, **more)]

    lit.TestRunner.applySubstitutions = substitute_and_write
