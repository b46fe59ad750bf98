"""Records in sections with headings (by letter, by day, by category): the heading is a column of its own.

A heading stands between two records and belongs to neither. Those that count have one tag path and differ; they are
marked as headings, or are single texts, all that stands between records, and one of them stands before the first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from pagerows.cells import follow_on
from pagerows.columns._sections import headings_of
from pagerows.page import Page
from pagerows.page.nodes import NodeTable
from pagerows.plain import replace
from pagerows.values import Cell, Column, Record, Records, Table

__all__ = ["section_cells", "with_section"]

#: Fewest records that may be in sections.
_FEWEST: Final = 4

Cells = tuple[Cell | None, ...]


def with_section(page: Page, records: Sequence[Record], table: Table) -> Table:
    """Return the table with the headings of the records' sections as its first column, where there are sections."""
    cells = section_cells(page.nodes, records) if len(table) else None
    if cells is None:
        return table

    def describe(_: Table) -> tuple[Column, ...]:
        from pagerows.unique import UniqueNames

        name = UniqueNames(column.name for column in table.all_columns)("section")
        return (Column(name, "text", cells, role="category"), *table.all_columns)

    labels = ("section", *table.labels) if table.labels else ()
    return replace(table, cells=(cells, *table.cells), kinds=("text", *table.kinds), describe=describe, labels=labels)


def section_cells(nodes: NodeTable, records: Sequence[Record]) -> Cells | None:
    """Return the heading that each record stands under, or None where there are no sections."""
    if len(records) < _FEWEST or (isinstance(records, Records) and follow_on(records.starts, records.stops)):
        return None
    headings = headings_of(nodes, sorted(_spans(records)))
    if headings is None:
        return None
    starts = [cell.span.start for cell in headings]
    places = [bisect_left(starts, record.span.start) - 1 for record in records]
    return tuple(headings[place] if place >= 0 else None for place in places)


def _spans(records: Sequence[Record]) -> list[tuple[int, int]]:
    """From the first row of each record to one past its last; those that nobody has looked at are not made for that."""
    if isinstance(records, Records):
        return list(zip(records.starts.tolist(), records.stops.tolist(), strict=True))
    return [(record.parts[0][0], record.parts[-1][1]) for record in records]
