"""same_iterations.py REPORT.json WITNESS

Compares the blocks that sites make in each iteration with what the program
counted. A line of WITNESS: a function, the iterations of the loop around its
sites (-1: nobody can know), and their blocks."""

import json
import sys

def function_of(level):
    """The function that a body of OpenMP was taken out of, too."""
    return level["linkage_name"].split(".omp_outlined")[0]


sites = json.load(open(sys.argv[1]))["sites"]
agreed = failed = 0
for line in open(sys.argv[2]):
    name, iterations, blocks = line.split()
    iterations, blocks = int(iterations), int(blocks)
    its = [s for s in sites if function_of(s["chain"][-1]) == name
           and s["callee_linkage_name"] in ("malloc", "_Znwm")
           and (all(function_of(level) == name for level in s["chain"])
                or "shared" in s["chain"][0]["function"])]
    told = [(s["allocations"], s["allocations_per"], s["per"]) for s in its]
    # Without debug information each copy of a call is a site.
    if len(its) > 1 and not its[0]["chain"][0]["line"]:
        continue
    good = sum(made for made, _, _ in told) == blocks and all(
        per != "iteration" if iterations < 0 else
        per == "iteration" and abs(rate * iterations - made) < 1e-6 * made
        for made, rate, per in told)
    agreed += good
    if not good:
        failed += 1
        print(f"{name}: {blocks} blocks in {iterations} iterations, but {told}")
print(agreed, "rows agree")
sys.exit(failed != 0)
