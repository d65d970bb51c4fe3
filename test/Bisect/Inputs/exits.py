#!/usr/bin/env python3
"""Runs a command; succeeds if its exit code is CODE.

usage: exits.py CODE COMMAND...
"""
import subprocess
import sys

code = subprocess.call(sys.argv[2:])
if code != int(sys.argv[1]):
    sys.exit(f"exit code {code}, not {sys.argv[1]}")
