#!/usr/bin/env python3
"""Prints fields of the documents of 'anomalloc check'.

usage: fields.py FOLDER [fingerprints]
"""
import json
import sys
from pathlib import Path


def place(location):
    at = location["physicalLocation"]
    return f"{at['artifactLocation']['uri']}:{at['region']['startLine']}"


def value(one):
    return one and one["number"]


def main(folder, what=None):
    folder = Path(folder)
    sarif = json.loads((folder / "check.sarif").read_text())["runs"][0]
    if what:
        for result in sarif["results"]:
            print(result["ruleId"], result["partialFingerprints"]["anomallocCheck/v1"])
        return
    check = json.loads((folder / "check.json").read_text())
    rows = [(v["budget"], v["outcome"], value(v["found"]), value(v["allowed"]),
             [f"{l['levels'][0]['file']}:{l['levels'][0]['line']}" for l in v["lines"] if l["levels"]])
            for v in check["verdicts"]]
    print(f"json: {check['broken']} broken of {check['limits']}, {rows}")
    rules = [rule["id"] for rule in sarif["tool"]["driver"]["rules"]]
    print("sarif:", rules)
    for result in sarif["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        print(result["ruleId"], result["level"],
              f"{place(result['locations'][0])}: {result['message']['text']}")
    for one in json.loads((folder / "check.gitlab").read_text()):
        print("gitlab:", one["severity"], f"{one['location']['path']}:{one['location']['lines']['begin']}")
    for line in (folder / "check.rdjsonl").read_text().splitlines():
        one = json.loads(line)["location"]
        print("rdjsonl:", f"{one['path']}:{one['range']['start']['line']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
