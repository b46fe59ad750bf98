"""Records that are the rows of an HTML table: the table's own columns decide, not how alike the markup of cells is.

A cell of the table is one field, however its text is marked up. Where most cells of a column hold several items (a
title with its link, then a description), the method's own aligner cuts that column further. Columns of single texts
need no aligning where the aligner has a quick way to read them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from pagerows.align._table_rows import table_rows
from pagerows.cells import CellParams
from pagerows.page import Page
from pagerows.plain import replace
from pagerows.registry import Aligner
from pagerows.values import Cell, Record

__all__ = ["GridRows", "grid_rows"]


class GridRows(NamedTuple):
    """Records as rows of a table, and how they are tidied."""

    rows: list[list[Cell | None]]
    #: A data table's columns are what its author made them: none is left out, joined or cut as noise would be.
    params: CellParams


def grid_rows(page: Page, records: Sequence[Record], params: CellParams, aligner: Aligner) -> GridRows | None:
    """Return the records' cells by column of the table that they are rows of; None where they are no such rows."""
    found = table_rows(page, records, params, aligner)
    if found is None:
        return None
    rows, explained = found
    return GridRows(rows, _with_all_columns(params) if explained else params)


@cache
def _with_all_columns(params: CellParams) -> CellParams:
    """Parameters by which no column is left out: values, of which nearly all tables have the same."""
    return replace(params, all_columns=True)
