"""Records that are the rows of an HTML table: the table's own columns decide, not how alike the markup of cells is.

A cell of the table is one field, however its text is marked up. Where most cells of a column hold several items (a
title with its link, then a description), the method's own aligner cuts that column further.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pagerows.cells import CellParams, cells_of
from pagerows.page import Page
from pagerows.page.grids import Grid
from pagerows.values import Cell, Record, Span

__all__ = ["grid_rows"]

#: Share of a column's filled cells that hold several items, from which the column is cut into fields.
SEVERAL: Final = 0.5

#: The cells of one column, or of one row.
Column = list[Cell | None]
Align = Callable[[Page, Sequence[Record], Any], list[Column]]


def grid_rows(
    page: Page, records: Sequence[Record], params: CellParams, align: Align
) -> list[list[Cell | None]] | None:
    """Return the records' cells by column of the table that they are rows of; None where they are no such rows."""
    lines = _lines(page, records)
    if lines is None:
        return None
    nodes = page.nodes
    distinct = sorted({cell for line in lines for cell in line if cell >= 0})
    parts = {cell: Record(page, (Span(cell, int(nodes.end[cell])),)) for cell in distinct}
    items = dict(zip(distinct, cells_of(page, list(parts.values()), params), strict=True))
    columns: list[Column] = []
    for column in zip(*lines, strict=True):
        reader = _Column(page, params, align, column, parts, items)
        columns += reader.fields()
    return [list(row) for row in zip(*columns, strict=True)] if columns else [[] for _ in records]


def _lines(page: Page, records: Sequence[Record]) -> list[tuple[int, ...]] | None:
    """The cells of each record by column, where each is one row of a regular table, and the tables are built alike."""
    grids, rows = page.nodes.grids, [record.parts[0].start for record in records]
    tables = list(dict.fromkeys(map(grids.table_of, rows)))
    if not tables or -1 in tables or any(len(record.parts) > 1 for record in records):
        return None
    found = [grids.at(table) for table in tables]
    if not all(grid is not None and grid.regular for grid in found):
        return None
    known = [grid for grid in found if grid is not None]
    if len({_kind(grid) for grid in known}) > 1:
        return None
    cells = {line.row: line.cells for grid in known for line in grid.lines}
    whole = all(record.span.stop <= page.nodes.end[row] for record, row in zip(records, rows, strict=True))
    return [cells[row] for row in rows] if whole else None


def _kind(grid: Grid) -> object:
    """What tables of one kind have in common."""
    return grid.width, grid.headers


@dataclass(frozen=True, slots=True)
class _Column:
    """One column of the table: the table cells, and the items in each."""

    page: Page
    params: CellParams
    align: Align
    cells: Sequence[int]
    parts: dict[int, Record]
    items: dict[int, list[Cell]]

    def fields(self) -> list[Column]:
        """The column as one field, or as several where most of its cells hold several items."""
        texts = [[item for item in self._of(cell) if item.kind != "image"] for cell in self.cells]
        filled = sum(1 for own in texts if own)
        if sum(1 for own in texts if len(own) > 1) > SEVERAL * filled:
            return self._cut()
        pictures = [next((item for item in self._of(cell) if item.kind == "image"), None) for cell in self.cells]
        both = [[_joined(own) for own in texts], pictures]
        return both[::-1] if self._picture_first() else both

    def _of(self, cell: int) -> list[Cell]:
        return self.items[cell] if cell >= 0 else []

    def _picture_first(self) -> bool:
        """Whether pictures stand before the text in most cells."""
        mixed = [own for own in map(self._of, self.cells) if len({item.kind == "image" for item in own}) == 2]
        return sum(1 for own in mixed if own[0].kind == "image") * 2 > len(mixed)

    def _cut(self) -> list[Column]:
        """The fields inside of the column; those that are never filled together are one."""
        distinct = sorted({cell for cell in self.cells if cell >= 0})
        rows = self.align(self.page, [self.parts[cell] for cell in distinct], self.params)
        known = dict(zip(distinct, rows, strict=True))
        none: list[Cell | None] = [None] * len(rows[0])
        found: list[Column] = []
        for column in zip(*(known.get(cell, none) for cell in self.cells), strict=True):
            if found and _apart(found[-1], column):
                found[-1] = [old or new for old, new in zip(found[-1], column, strict=True)]
            else:
                found.append(list(column))
        return found


def _apart(one: Sequence[Cell | None], other: Sequence[Cell | None]) -> bool:
    """Whether two columns of text are never filled together."""
    filled = [(a, b) for a, b in zip(one, other, strict=True) if a or b]
    return all((a is None or b is None) and (a or b).kind != "image" for a, b in filled)  # type: ignore[union-attr]


def _joined(items: Sequence[Cell]) -> Cell | None:
    """All texts of a table cell as one, with the first address among them."""
    if len(items) < 2:
        return items[0] if items else None
    linked = next((item for item in items if item.url), items[0])
    text = " ".join(item.text for item in items)
    return linked._replace(text=text, span=Span(items[0].span.start, items[-1].span.stop))
