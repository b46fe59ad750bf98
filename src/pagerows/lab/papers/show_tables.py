"""Published tables with two settings of ours beside -> a terminal, or Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table

from pagerows.lab.papers.experiments import Ours
from pagerows.lab.papers.published import PublishedRow, PublishedTable

__all__ = ["markdown", "print_table"]

#: What the figures of a cell are.
LEGEND: Final = "published / with the paper's setting / with ours"


def print_table(console: Console, table: PublishedTable, paper: Ours, ours: Ours) -> None:
    """Print one table, three figures in a cell: published, with the paper's setting, with ours; then what differs."""
    console.print(f"{table.title}  ({table.name})", style="bold", highlight=False, markup=False)
    drawn = Table(box=box.SIMPLE_HEAD, header_style="bold", caption=LEGEND)
    drawn.add_column("", no_wrap=True)
    for column in table.columns:
        drawn.add_column(column, justify="right")
    for row in table.rows:
        drawn.add_row(row.label, *_cells(table, row, paper, ours))
    console.print(drawn)
    for line in _notes(table, paper, ours):
        console.print(line, highlight=False, markup=False)
    console.print()


def markdown(table: PublishedTable, paper: Ours, ours: Ours) -> str:
    """Write one table: a cell is published / with the paper's setting / with ours; a dash where there is no figure."""
    lines = [f"#### {table.title}", ""]
    lines.append("| | " + " | ".join(table.columns) + " |")
    lines.append("|---" * (1 + len(table.columns)) + "|")
    lines += [f"| {row.label} | " + " | ".join(_cells(table, row, paper, ours)) + " |" for row in table.rows]
    return "\n".join([*lines, "", *_notes(table, paper, ours), ""])


def _cells(table: PublishedTable, row: PublishedRow, paper: Ours, ours: Ours) -> Iterator[str]:
    """The figures of a row, column by column; a dash where there is none."""
    sides = [_numbers(found.get(row.label), len(row.published)) for found in (paper, ours)]
    for three in zip(row.published, *sides, strict=True):
        yield " / ".join("-" if value is None else _number(value, table.digits) for value in three)


def _numbers(found: object, width: int) -> list[float | None]:
    return [None] * width if found is None or isinstance(found, str) else list(found)  # type: ignore[call-overload]


def _notes(table: PublishedTable, paper: Ours, ours: Ours) -> Iterator[str]:
    """What differs: of the table, of single rows, and what was not measured."""
    if table.data:
        yield f"data: {table.data}."
    yield f"differs: {table.differs}"
    yield from (f"{row.label}: {row.why}" for row in table.rows if row.why)
    missing = [f"{label}: {why}" for found in (paper, ours) for label, why in found.items() if isinstance(why, str)]
    yield from (f"not measured: {note}" for note in dict.fromkeys(missing))


def _number(value: float, digits: int) -> str:
    whole = abs(value) >= 1000 or (value == int(value) and abs(value) > 100)
    return f"{value:.{0 if whole else digits}f}"
