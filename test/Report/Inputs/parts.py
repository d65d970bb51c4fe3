"""usage: parts.py ANOMALLOC REPOSITORY PROFILE

Checks for every row of lib/Report/Views.def what a report says of it; prints
"complete", or what is missing. PROFILE has something for every view.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

anomalloc, repository, profile = sys.argv[1:]
repository = Path(repository)
problems = []


def report(*options):
    run = subprocess.run([anomalloc, "report", "--no-probe", *options, profile],
                         capture_output=True, encoding="utf-8",
                         errors="replace")
    if run.returncode or run.stderr:
        problems.append(f"report {options}: {run.stderr}")
    return run.stdout


table = (repository / "lib/Report/Views.def").read_text()
names = re.findall(r"^ANOMALLOC_VIEW\((\w+)", table, re.M)
if len(names) < 11:
    problems.append(f"too few views: {names}")

# The whole report is its parts, in the order of the table.
parts = {name: report(f"--only={name}") for name in names}
for name, text in parts.items():
    if text.count("\n") < 2 or text.startswith((" ", "\n")):
        problems.append(f"{name} has no heading or no more:\n{text}")
if report("--all") != "\n".join(parts.values()):
    problems.append("the whole report is not the views one after another")
if report("--only=" + ",".join(reversed(names))) != report("--all"):
    problems.append("--only with all names is not the whole report")

# So is the JSON document, and the schema knows its keys.
schema = json.loads(subprocess.check_output([anomalloc, "schema", "report"]))
whole = json.loads(report("--json"))
joined = {}
for name in names:
    part = json.loads(report("--json", f"--only={name}", "--top=0"))
    if set(part) <= set(schema["required"]):
        problems.append(f"{name} has no JSON")
    joined.update(part)
if whole != joined:
    problems.append("the JSON document is not that of the views, joined")
if set(whole) != set(schema["properties"]):
    problems.append("only in the document or in its schema: "
                    f"{set(whole) ^ set(schema['properties'])}")

# Help and documentation name each.
help_text = subprocess.run([anomalloc, "report", "--help"],
                           capture_output=True, text=True).stdout
page = (repository / "docs/commands/report.md").read_text()
for name in names:
    if not re.search(rf"^ +{name}  +\w", help_text, re.M):
        problems.append(f"no help for {name}")
    if f"`{name}`: " not in page:
        problems.append(f"{name} is not in report.md")

print("\n".join(problems) or "complete")
