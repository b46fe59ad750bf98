"""Rows of tables, as they leave a grid."""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = ["KINDS", "Line", "LineKind"]

LineKind = Literal["header", "body", "section", "footer", "spacer"]
#: What rows are for, in the order of the kernels' numbers.
KINDS: tuple[LineKind, ...] = ("header", "body", "section", "footer", "spacer")


class Line(NamedTuple):
    """One row of a table."""

    #: The row's node.
    row: int
    #: The node of the cell at each column, repeated where it spans several; -1 where there is none.
    cells: tuple[int, ...]
    kind: LineKind = "body"
