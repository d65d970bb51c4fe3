#!/usr/bin/env python3
"""usage: run_queries.py FOLDER PAGE.md

Loads the tables that `anomalloc export --format=csv` wrote to FOLDER into
SQLite, checks that PAGE names each table and column, runs its SQL, and prints
the first row of each answer. Exits 1 where a line has other columns than the
first one, a name is missing, or a query has no answer.
"""
import csv
import re
import sqlite3
import sys
from pathlib import Path


def value(cell, was_quoted):
    if cell == "" and not was_quoted:
        return None
    return int(cell) if cell.isdigit() else cell


def rows_of(path):
    """csv.reader cannot tell an empty cell from ""."""
    with open(path, newline="", encoding="utf-8") as file:
        for line in csv.reader(re.sub(r'(?<![^,\n])""(?![^,\n])', '"\1"', file.read())
                               .splitlines(keepends=True)):
            yield [value(cell.replace("\1", ""), cell == "\1") for cell in line]


def load(folder):
    """The tables of FOLDER in SQLite, and the number of rows of each."""
    data, rows = sqlite3.connect(":memory:"), {}
    for path in sorted(Path(folder).iterdir()):
        columns, *lines = rows_of(path)
        rows[path.stem] = len(lines)
        data.execute(f"CREATE TABLE {path.stem} ({', '.join(columns)})")
        data.executemany(
            f"INSERT INTO {path.stem} VALUES ({', '.join('?' * len(columns))})",
            [line for line in lines if len(line) == len(columns)])
    return data, rows


def queries_of(page):
    return re.findall(r"(?s)```sql\n(.*?)```", Path(page).read_text(encoding="utf-8"))


def main(folder, page):
    told = set(re.findall(r"`(\w+)`", Path(page).read_text(encoding="utf-8")))
    wrong = []
    for path in sorted(Path(folder).iterdir()):
        columns, *lines = rows_of(path)
        wrong += [f"{path.name}: {name} is not on the page"
                  for name in {path.stem, *columns} - told]
        wrong += [f"{path.name}: {line}" for line in lines if len(line) != len(columns)]
    data, rows = load(folder)
    for table, number in rows.items():
        print(f"{table}: {number} rows")
    for query in queries_of(page):
        answer = data.execute(query).fetchall()
        print(answer[0] if answer else "no answer")
        if not answer:
            wrong.append(f"no answer: {query}")
    print("\n".join(wrong) or "all is well")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
