"""Columns on their way through the steps: what each step asks of a column's cells is found once.

Many steps ask whether nearly all cells of a column agree. Most columns do not, and a few cells show it: `are_most` and
`agreed` look no further than that.
"""

from __future__ import annotations

from collections.abc import Sequence

from pagerows.tidy._strips import Strip, agreed, are_most, columns_of, strips
from pagerows.values import Cell

__all__ = ["Cells", "Strip", "agreed", "are_most", "columns_of", "strips"]

Cells = Sequence[Cell | None]
