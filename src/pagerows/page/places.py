"""Where the cells of a table stand: ``rowspan`` and ``colspan`` repeat a cell, as HTML5 says, both bounded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pagerows.page.nodes import NodeTable

__all__ = ["ROW_SPANS", "SPANS", "columns_of", "placed"]

#: What HTML5 allows a colspan to be, and the most places of a grid; a table that would have more is no grid.
MOST_COLUMNS: Final = 1000
MOST_PLACES: Final = 2_000_000
#: Attributes that say how many rows, or rows and columns, a cell covers.
ROW_SPANS: Final = ("rowspan", "aria-rowspan")
SPANS: Final = ("colspan", "aria-colspan", *ROW_SPANS)
_SPAN: Final = re.compile(r"\s*\+?(\d{1,9})")


def _span(nodes: NodeTable, cell: int, name: str) -> int | None:
    """What a cell says of the rows or columns that it covers, as browsers read it; None: nothing."""
    said = nodes.attribute(cell, name) or nodes.attribute(cell, f"aria-{name}")
    match = _SPAN.match(said) if said else None
    return int(match[1]) if match else None


def placed(
    nodes: NodeTable, rows: Sequence[int], own: Sequence[Sequence[int]], spanning: frozenset[int]
) -> list[list[int]] | None:
    """The cell at each column of each row, -1 for gaps; None where there would be too many.

    `spanning` are the cells that say how many rows or columns they cover.
    """
    found: list[list[int]] = []
    hanging: dict[int, tuple[int, int]] = {}  # column -> (cell from a row above, rows that it still covers)
    total, group = 0, -1
    for row, cells in zip(rows, own, strict=True):
        if nodes.parent[row] != group:  # no cell reaches from one row group into the next
            hanging, group = {}, int(nodes.parent[row])
        if not hanging and spanning.isdisjoint(cells):  # as nearly always
            found.append(list(cells))
            total += len(cells)
            if total > MOST_PLACES:
                return None
            continue
        line: list[int] = []
        for cell in cells:
            while len(line) in hanging:
                line.append(hanging[len(line)][0])
            if cell not in spanning:
                line.append(cell)
                continue
            wide = min(max(1, _span(nodes, cell, "colspan") or 1), MOST_COLUMNS)
            said = _span(nodes, cell, "rowspan")
            high = len(rows) if said == 0 else said or 1  # 0: as far as the row group goes
            if high > 1:
                hanging.update((column, (cell, high)) for column in range(len(line), len(line) + wide))
            line += [cell] * wide
        for column in sorted(column for column in hanging if column >= len(line)):
            line += [-1] * (column - len(line)) + [hanging[column][0]]
        hanging = {column: (cell, left - 1) for column, (cell, left) in hanging.items() if left > 1}
        total += len(line) + len(hanging)
        if total > MOST_PLACES:
            return None
        found.append(line)
    return found


def columns_of(places: list[list[int]], own: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """The same with rows of equal length; columns that only repeat the one before in every row are left out.

    Rows of a single cell do not count for that: a heading may say that it spans a hundred columns.
    """
    several = [line for line, cells in zip(places, own, strict=True) if len(cells) > 1] or places
    width = max(map(len, several), default=0)
    kept = {0} if width else set()
    for line in several:
        if len(kept) == width:
            break
        kept |= {at for at in range(1, len(line)) if line[at] != line[at - 1]}
    if len(kept) == width:
        return [tuple(line[:width]) + (-1,) * (width - len(line)) for line in places]
    columns = sorted(kept)
    return [tuple(line[at] if at < len(line) else -1 for at in columns) for line in places]
