"""Center Star alignment of records [V20 s. 4.1.4]: the record closest to all others is the centre, every other
record is aligned to it, and gaps once opened stay open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from pagerows.align._cells import CellParams, cells_of
from pagerows.page import Page
from pagerows.registry import Aligner
from pagerows.values import Cell, Record

__all__ = ["ALIGNER", "CenterStarParams", "align"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CenterStarParams(CellParams):
    """Center Star has nothing to set beyond the cells."""


def align(page: Page, records: Sequence[Record], params: CenterStarParams) -> list[list[Cell | None]]:
    """Align the cells of records into rows of equal length."""
    cells = cells_of(page, records, params)
    sequences = [tuple(cell.symbol for cell in row) for row in cells]
    columns = _columns(sequences)
    width = 1 + max((max(c, default=-1) for c in columns.values()), default=-1)
    rows: list[list[Cell | None]] = []
    for row, sequence in zip(cells, sequences, strict=True):
        aligned: list[Cell | None] = [None] * width
        for cell, column in zip(row, columns[sequence], strict=True):
            aligned[column] = cell
        rows.append(aligned)
    return rows


def _columns(sequences: Sequence[tuple[int, ...]]) -> dict[tuple[int, ...], list[int]]:
    """Give each symbol of each distinct sequence its column."""
    counts = Counter(sequences)
    if not counts:
        return {}
    centre = _centre(counts)
    # Per distinct sequence: pairs (position in centre or the gap before it, is it a gap).
    gaps = [0] * (len(centre) + 1)
    placed: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for sequence in counts:
        places = _places(centre, sequence)
        placed[sequence] = places
        for anchor, rank in places:
            if rank >= 0:
                gaps[anchor] = max(gaps[anchor], rank + 1)
    first = [0] * (len(centre) + 1)  # column where the gap before centre symbol i starts
    for i in range(len(centre)):
        first[i + 1] = first[i] + gaps[i] + 1
    return {
        sequence: [first[a] + (gaps[a] if rank < 0 else rank) for a, rank in places]
        for sequence, places in placed.items()
    }


def _centre(counts: Counter[tuple[int, ...]]) -> tuple[int, ...]:
    """The sequence with the least sum of edit distances to all others."""
    return min(counts, key=lambda s: (sum(n * Levenshtein.distance(s, o) for o, n in counts.items()), -counts[s]))


def _places(centre: tuple[int, ...], other: tuple[int, ...]) -> list[tuple[int, int]]:
    """For each symbol of `other`: (index in centre, -1), or (gap before index, rank within that gap)."""
    places: list[tuple[int, int]] = []
    for op in Levenshtein.opcodes(centre, other):
        if op.tag == "equal":
            places += [(op.src_start + k, -1) for k in range(op.dest_end - op.dest_start)]
        elif op.tag in ("insert", "replace"):
            # A replaced symbol has another role: it opens a column of its own in the gap before.
            places += [(op.src_start, k) for k in range(op.dest_end - op.dest_start)]
    return places


ALIGNER = Aligner(
    name="center_star", summary="Center Star multiple alignment [V20]", params=CenterStarParams, align=align
)
