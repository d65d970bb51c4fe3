"""What a row of lifetimes of `anomalloc report --json` says of the blocks that were drawn.

In a sampled run the report's numbers are estimates; a block that was drawn stands for
allocated / draws others."""


def drawn(row, name="allocated"):
    """The number of drawn blocks in `name`; of a run without samples, of all blocks."""
    if "draws" not in row or not row["allocated"]:
        return row[name]
    return round(row[name] * row["draws"] / row["allocated"])
