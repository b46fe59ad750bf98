"""Rows of cells -> Table with kinds, types and names per column."""

from __future__ import annotations

from collections.abc import Sequence

from pagerows.align._cells import CellParams
from pagerows.page import Page
from pagerows.values import Cell, CellKind, Column, Table

__all__ = ["make_table"]


def make_table(page: Page, rows: Sequence[Sequence[Cell | None]], params: CellParams) -> Table:  # noqa: ARG001
    """Turn aligned rows into a table; columns that hold nothing are dropped."""
    columns = [tuple(column) for column in zip(*rows, strict=True)]
    kept = [column for column in columns if any(column)]
    if params.drop_constant and len(rows) > 1:
        kept = [column for column in kept if not _constant(column)]
    return Table(tuple(Column(f"column_{n}", _kind(c), c) for n, c in enumerate(kept, 1)))


def _kind(column: Sequence[Cell | None]) -> CellKind:
    kinds = [cell.kind for cell in column if cell is not None]
    return max(dict.fromkeys(kinds), key=kinds.count)


def _constant(column: Sequence[Cell | None]) -> bool:
    texts = {None if cell is None else (cell.text, cell.url) for cell in column}
    return len(texts) == 1
