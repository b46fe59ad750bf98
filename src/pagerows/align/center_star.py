"""Center Star alignment of records [V20 s. 4.1.4]: the record closest to all others is the centre, every other
record is aligned to it, and gaps once opened stay open.

Records are sequences of symbols, one per cell (their nodes without information are gone already). The sum over all
pairs of records of their distance in the alignment is at most twice the least possible (Gusfield 1993).
"""

from __future__ import annotations

from collections.abc import Sequence

from pagerows.align._center_star import Alignment, cell_columns, cell_rows
from pagerows.cells import CellParams, cells_of, in_columns, most_columns
from pagerows.page import Page
from pagerows.plain import dataclass
from pagerows.registry import Aligner
from pagerows.values import Cell, Record

__all__ = ["ALIGNER", "CenterStarParams", "align", "align_sequences"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CenterStarParams(CellParams):
    """How far the search for the centre goes."""

    #: Most different sequences that are compared with each other for the centre: all of them if there are no more,
    #: else the most frequent ones, so that a thousand different records do not take a million comparisons.
    most_compared: int = 100

    @classmethod
    def paper(cls) -> CenterStarParams:
        """Return the setting of [V20]: all records are compared for the centre, and columns are what comes out."""
        return cls(most_compared=1_000_000, drop_labels=False, exact_tables=False)


def align(page: Page, records: Sequence[Record], params: CenterStarParams) -> list[list[Cell | None]]:
    """Align the cells of records into rows of equal length."""
    cells = cells_of(page, records, params)
    rows = cell_rows(cells, params.most_compared, most_columns)
    return in_columns(cells, cell_columns(cells, params.most_compared)) if rows is None else rows


def align_sequences(sequences: Sequence[Sequence[int]], most_compared: int = 100) -> list[list[int]]:
    """Give each symbol of each sequence its column; a column holds one symbol, in every sequence that has it.

    >>> align_sequences([[7, 8, 9], [7, 9], [7, 8, 5, 9]])
    [[0, 1, 3], [0, 3], [0, 1, 2, 3]]
    """
    return Alignment(sequences, most_compared).columns


ALIGNER = Aligner(
    name="center_star", summary="Center Star multiple alignment [V20]", params=CenterStarParams, align=align
)
