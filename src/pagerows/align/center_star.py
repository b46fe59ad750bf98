"""Center Star alignment of records [V20 s. 4.1.4]: the record closest to all others is the centre, every other
record is aligned to it, and gaps once opened stay open.

Records are sequences of symbols, one per cell (their nodes without information are gone already). The sum over all
pairs of records of their distance in the alignment is at most twice the least possible (Gusfield 1993).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import LCSseq
from rapidfuzz.distance.Indel import distance

from pagerows.cells import CellParams, cells_of, in_columns
from pagerows.page import Page
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
    columns = align_sequences([[cell.symbol for cell in row] for row in cells], params.most_compared)
    return in_columns(cells, columns)


def align_sequences(sequences: Sequence[Sequence[int]], most_compared: int = 100) -> list[list[int]]:
    """Give each symbol of each sequence its column; a column holds one symbol, in every sequence that has it.

    >>> align_sequences([[7, 8, 9], [7, 9], [7, 8, 5, 9]])
    [[0, 1, 3], [0, 3], [0, 1, 2, 3]]
    """
    words = [_word(sequence) for sequence in sequences]
    counts = Counter(words)  # identical records are aligned once
    if not counts:
        return []
    columns = _columns(_centre(counts, most_compared), [word for word, _ in counts.most_common()])
    return [columns[word] for word in words]


def _word(sequence: Iterable[int]) -> str:
    """Spell symbols as characters, for the edit distance library reads strings fastest; surrogates are skipped."""
    return "".join([chr(symbol if symbol < 0xD800 else symbol + 0x800) for symbol in sequence])


def _centre(counts: Counter[str], most_compared: int) -> str:
    """Return the sequence with the least sum of distances to all others; of equals the first."""
    # Columns hold one symbol each, so a changed symbol is one taken out and one put in: the insert-delete distance.
    compared = counts.most_common(max(1, most_compared))
    sums = [0] * len(compared)
    for i, (one, one_count) in enumerate(compared):
        for j in range(i):
            other, other_count = compared[j]
            between = distance(one, other)
            sums[i] += other_count * between
            sums[j] += one_count * between
    return compared[sums.index(min(sums))][0]


def _columns(centre: str, words: Sequence[str]) -> dict[str, list[int]]:
    """Align every sequence to the centre and merge the gaps: each is as wide as all that falls into it needs."""
    gaps: list[str] = [""] * (len(centre) + 1)  # what stands before each symbol of the centre, and behind the last
    aligned = {word: _pieces(centre, word) for word in words}
    for pieces, _ in aligned.values():
        for gap, piece in enumerate(pieces):
            if piece:
                gaps[gap] = _supersequence(gaps[gap], piece)
    first = [0] * (len(centre) + 1)
    for index in range(len(centre)):
        first[index + 1] = first[index] + len(gaps[index]) + 1
    return {word: _places(pieces, matched, gaps, first) for word, (pieces, matched) in aligned.items()}


def _pieces(centre: str, word: str) -> tuple[list[str], list[bool]]:
    """Cut a sequence at the centre's symbols that it has: what is in each gap, and which symbols are matched."""
    pieces = [""] * (len(centre) + 1)
    matched = [False] * len(centre)
    for op in LCSseq.opcodes(centre, word):
        if op.tag == "equal":
            matched[op.src_start : op.src_end] = [True] * (op.src_end - op.src_start)
        elif op.tag == "insert":
            pieces[op.src_start] += word[op.dest_start : op.dest_end]
    return pieces, matched


def _places(pieces: Sequence[str], matched: Sequence[bool], gaps: Sequence[str], first: Sequence[int]) -> list[int]:
    places: list[int] = []
    for gap, piece in enumerate(pieces):
        at = -1
        for symbol in piece:
            at = gaps[gap].index(symbol, at + 1)
            places.append(first[gap] + at)
        if gap < len(matched) and matched[gap]:
            places.append(first[gap] + len(gaps[gap]))
    return places


def _supersequence(one: str, other: str) -> str:
    """Return a shortest sequence that contains both.

    >>> _supersequence("abd", "acd")
    'acbd'
    """
    if not one or one == other:
        return other
    merged = ""
    for op in LCSseq.opcodes(one, other):
        if op.tag in ("equal", "delete"):
            merged += one[op.src_start : op.src_end]
        else:
            merged += other[op.dest_start : op.dest_end]
    return merged


ALIGNER = Aligner(
    name="center_star", summary="Center Star multiple alignment [V20]", params=CenterStarParams, align=align
)
