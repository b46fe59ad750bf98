"""Rows of cells -> Table with kinds, types and names per column.

Types and names take longer than finding the records does, so they are made when somebody asks for columns; rows of
texts need neither.
"""

from __future__ import annotations

from collections.abc import Sequence

from pagerows.cells import CellParams
from pagerows.columns.labels import Cells, drop_labels, split_label
from pagerows.page import Page
from pagerows.values import Cell, CellKind, Column, LeftOut, Table

__all__ = ["describe", "make_table"]


def make_table(page: Page, columns: Sequence[Cells], params: CellParams, left_out: Sequence[LeftOut] = ()) -> Table:
    """Turn aligned columns into a table."""
    kept, labels = list(columns), list[str | None]([None] * len(columns))
    if params.drop_labels:
        kept, labels = drop_labels(page.nodes, kept)
    if params.split_labels:
        kept, labels = _split(kept, labels)
    return Table(tuple(kept), tuple(map(_kind, kept)), tuple(left_out), lambda table: describe(page, table, labels))


def _split(columns: Sequence[Cells], labels: Sequence[str | None]) -> tuple[list[Cells], list[str | None]]:
    parts = [split_label(column) for column in columns]
    return [column for column, _ in parts], [old or new for old, (_, new) in zip(labels, parts, strict=True)]


def describe(page: Page, table: Table, labels: Sequence[str | None] = ()) -> tuple[Column, ...]:
    """Give each column its type, values and name; a label that is no longer in the table names its column."""
    from pagerows.columns.names import column_names
    from pagerows.columns.typed import typed_columns

    typed = typed_columns(page, table.cells, table.kinds)
    names = column_names(page, table.cells, table.kinds, [own.type for own in typed], labels)
    return tuple(
        Column(name, kind, cells, own.type, own.values, unit=own.unit, confidence=own.confidence, doubt=own.doubt)
        for name, kind, cells, own in zip(names, table.kinds, table.cells, typed, strict=True)
    )


def _kind(column: Sequence[Cell | None]) -> CellKind:
    kinds = [cell.kind for cell in column if cell is not None]
    return max(dict.fromkeys(kinds), key=kinds.count)
