# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results -> text for a person. Computes nothing but percentages."""

HEADINGS = ["program", "tests plain", "tests anomalloc", "workload", "threads"] + [
    "plain s", "cpu ratio", "allocations", "site %", "dark %", "equal",
]  # fmt: skip


def render(results):
    """The table, the tests left out for good, a paragraph for whatever went wrong."""
    rows = [HEADINGS] + [row for result in results for row in _rows(result)]
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if column in (0, 3) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths))
        ]
        lines.append("  ".join(cells).rstrip())
    for result in results:
        for test, reason in result["excluded"].items():
            lines += ["", f"{result['program']}, without {test}: {reason}"]
    for result in results:
        lines += ["", f"{result['program']}:"] if result["problems"] else []
        lines += [
            f"  {line}" for text in result["problems"] for line in text.split("\n")
        ]
    return "\n".join(lines)


def _rows(result):
    first = [result["program"], *map(_tests, (result["tests"] or {}).values())]
    first += ["-"] * (3 - len(first))
    if not result["workloads"]:
        yield first + ["-"] * (len(HEADINGS) - 4) + ["no"]
    for row in result["workloads"]:
        ratio = row["instrumented_cpu_seconds"] / max(row["plain_cpu_seconds"], 1e-9)
        all_of_them = max(row["allocations"], 1)
        yield first + [
            row["workload"],
            str(row["threads"]),
            f"{row['plain_seconds']:.2f}",
            f"{ratio:.2f}",
            f"{row['allocations']:,}",
            f"{100 * row['site_allocations'] / all_of_them:.1f}",
            f"{100 * row['dark_allocations'] / all_of_them:.1f}",
            "yes" if row["equal"] else "NO",
        ]
        first = [""] * 3


def _tests(suite):
    return f"{suite['ran'] - len(suite['failed'])}/{suite['ran']}"
