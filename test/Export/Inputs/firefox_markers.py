#!/usr/bin/env python3
"""Prints the markers of a file as the Firefox Profiler reads them.

usage: firefox_markers.py FILE
"""
import sys

import formats

with formats.firefox_profiler(sys.argv[1]) as ask:
    for marker in ask("profile", "markers")["markers"]:
        print(f"marker: {marker['name']} ({marker['category']}) of {marker['processName']}")
