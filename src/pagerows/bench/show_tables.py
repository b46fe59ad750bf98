"""Published tables with ours beside -> a terminal."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table

from pagerows.bench.experiments import Ours
from pagerows.bench.published import PublishedTable

__all__ = ["print_table"]


def print_table(console: Console, table: PublishedTable, ours: Ours) -> None:
    """Print one table: two columns per published one, then what differs."""
    console.print(f"{table.title}  ({table.name})", style="bold", highlight=False, markup=False)
    drawn = Table(box=box.SIMPLE_HEAD, header_style="bold")
    drawn.add_column("", no_wrap=True)
    for column in table.columns:
        drawn.add_column(column, justify="right", style="dim")
        drawn.add_column("ours", justify="right")
    notes = []
    for row in table.rows:
        found = ours.get(row.label)
        if isinstance(found, str):
            notes.append(f"{row.label}: {found}")
        numbers = [None] * len(table.columns) if found is None or isinstance(found, str) else list(found)
        pairs = zip(row.published, numbers, strict=True)
        drawn.add_row(row.label, *(cell for pair in pairs for cell in map(_number, pair)))
    console.print(drawn)
    if table.data:
        console.print(f"data: {table.data}.", highlight=False, markup=False)
    console.print(f"differs: {table.differs}", highlight=False, markup=False)
    for note in dict.fromkeys(notes):
        console.print(f"not measured: {note}", style="yellow", highlight=False, markup=False)
    console.print()


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.2f}"
