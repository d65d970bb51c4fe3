#!/usr/bin/env python3
"""room.py ANOMALLOC PROGRAM WHAT

Records benchmarks/service/endless.cpp without and with a bound on the profile, and
says what the profiles have of its blocks.
"""

import json
import os
import re
import subprocess
import sys

anomalloc, program, what = sys.argv[1:]


def recorded(room):
    profile = f"{program}.{what}.{room}"
    subprocess.run([anomalloc, "record", "--quiet", "--mode=lifetime+stacks", "--sample=1000",
                    f"--room={room}", f"--output={profile}", program, what, "20000"],
                   check=True, stdout=subprocess.DEVNULL)
    return profile


def report(profile, *options):
    return subprocess.run([anomalloc, "report", "--no-probe", *options, profile], check=True,
                          text=True, capture_output=True).stdout


def counts(profile):
    """Of its calls of malloc: what they made, and how many of the blocks live."""
    document = json.loads(report(profile, "--json"))
    sites = [site for site in document["sites"] if site["callee"] == "malloc"]
    ids = {site["id"] for site in sites}
    live = sum(row["live"] for row in document["lifetimes"]["rows"] if row["site"] in ids)
    return (f"{sum(site['allocations'] for site in sites)} blocks, "
            f"{sum(site['bytes'] for site in sites)} bytes", live)


def told(profile):
    text = " ".join(report(profile).split())
    return re.search(rf"! since \S+ new {what} have no room of their own \(record --room\): "
                     r"(.*?(?:alone|two))", text)


whole, small = recorded("0"), recorded("600K")
print(f"without a bound: {counts(whole)[0]}, {'something' if told(whole) else 'nothing'} told")
is_half = os.path.getsize(small) <= min(os.path.getsize(whole) / 2, 1_000_000)
print(f"600K: {counts(small)[0]}, {'half as large' if is_half else 'too large'}")
print("told:", told(small)[1])
print("of them", counts(small)[1], "live")
subprocess.run([anomalloc, "merge", "-o", small + ".merged", small], check=True,
               capture_output=True)
print(f"merged: {counts(small + '.merged')[0]}")
