"""Where the gold records stand on a rendered page: in which texts, elements and layout."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from pagerows.lab.bench.corpora import Gold
from pagerows.page.nodes import ELEMENT, TEXT, NodeTable

__all__ = ["Golden"]

#: Characters of a record's longest item that are looked for; the rest of long texts is often cut.
KEY: Final = 60
#: Occurrences of a text that are looked at.
MOST: Final = 50
#: Share of the records that a region must hold, and of its text that may lie outside of the smallest that does.
HELD: Final = 0.9
OUTSIDE: Final = 1 / 3

Layout = Literal["list", "grid", "groups", "unknown"]


class Golden:
    """The gold records of a page, found on it by their texts."""

    def __init__(self, nodes: NodeTable, gold: Gold) -> None:
        assert nodes.layout is not None
        self.nodes, self.boxes, self.visible = nodes, nodes.layout.boxes, nodes.layout.visible
        records = gold.records or [[title] for title in gold.anchors]
        plain = [[text for item in record if item and (text := _plain(item))] for record in records]
        #: The items of each record, longest first.
        self.records = [sorted(record, key=len, reverse=True) for record in plain if record]

    @cached_property
    def texts(self) -> tuple[str, list[int], list[int]]:
        """The whole text of the page, plain; the text rows, and where in it each begins."""
        rows = np.flatnonzero(self.nodes.kind == TEXT).tolist()
        pieces = [_plain(str(self.nodes.data[row])) for row in rows]
        return "".join(pieces), rows, np.r_[0, np.cumsum([len(piece) for piece in pieces])].tolist()

    @cached_property
    def places(self) -> list[list[int]]:
        """For each record found: the text rows in which its longest item begins."""
        whole, rows, starts = self.texts
        found = []
        for record in self.records:
            hits = _hits(whole, record[0][:KEY])
            if hits:
                found.append([rows[bisect_right(starts, hit) - 1] for hit in hits])
        return found

    # -- the main data region ----------------------------------------------------------------------------------------

    def is_right(self, kept: NDArray[np.bool_]) -> bool:
        """Whether rows of the page hold nine tenths of the records, and no other list.

        No other list: at most a third of their visible text lies outside of the smallest element that holds those.
        """
        if not self.holds(kept):
            return False
        text = np.where(self.visible & kept, self.nodes.text_length, 0)
        inside = slice(self.smallest, int(self.nodes.end[self.smallest]))
        return bool(text.sum() - text[inside].sum() <= OUTSIDE * text.sum())

    def holds(self, kept: NDArray[np.bool_]) -> bool:
        """Whether rows of the page hold nine tenths of the records that are on it."""
        return self._enough([[place for place in record if kept[place]] for record in self.places])

    def _enough(self, inside: Sequence[Sequence[int]]) -> bool:
        """Whether the places that are left are of enough records; records that share all theirs count as these do."""
        held = min(sum(map(bool, inside)), len({place for record in inside for place in record}))
        return held >= HELD * len(self.places)

    def below(self, row: int) -> NDArray[np.bool_]:
        """A row and what is below it, as a mask."""
        kept = np.zeros(len(self.nodes), bool)
        kept[row : int(self.nodes.end[row])] = True
        return kept

    @cached_property
    def smallest(self) -> int:
        """The smallest element that holds nine tenths of the records."""
        row = 0
        while True:
            inner = next((int(child) for child in self.nodes.children(row) if self._has_all(int(child))), None)
            if inner is None:
                return row
            row = inner

    def _has_all(self, row: int) -> bool:
        end = int(self.nodes.end[row])
        inside = [[place for place in record if row <= place < end] for record in self.places]
        return bool(self.nodes.kind[row] == ELEMENT) and self._enough(inside)

    # -- records and their layout ------------------------------------------------------------------------------------

    @cached_property
    def elements(self) -> list[int]:
        """The largest elements that hold one gold record each, in the order of the page."""
        rows = np.array(sorted({row for row in map(self._holder, self.records) if row is not None}), np.intp)
        return [] if len(rows) < 2 else [self._outermost(row, rows) for row in rows.tolist()]

    def _holder(self, record: Sequence[str]) -> int | None:
        """The smallest element with most of a record's longest items."""
        longest = record[:4]
        whole, rows, starts = self.texts
        best: tuple[tuple[int, int], int] | None = None
        for hit in _hits(whole, longest[0]):
            row = rows[bisect_right(starts, hit) - 1]
            while row >= 0:
                if self.nodes.kind[row] == ELEMENT:
                    text = self.text(row)
                    rank = (sum(item in text for item in longest), -len(text))
                    best = max(best or (rank, row), (rank, row))
                row = int(self.nodes.parent[row])
        return best[1] if best and 2 * best[0][0] >= len(longest) else None

    def text(self, row: int) -> str:
        """The plain text of a row and what is below it."""
        whole, rows, starts = self.texts
        first, last = (bisect_right(rows, at - 1) for at in (row, int(self.nodes.end[row])))
        return whole[starts[first] : starts[last]]

    def _outermost(self, row: int, rows: NDArray[np.intp]) -> int:
        while (up := int(self.nodes.parent[row])) >= 0 and ((rows >= up) & (rows < self.nodes.end[up])).sum() == 1:
            row = up
        return row

    @property
    def layout(self) -> Layout:
        """A grid where most records share their top with another; groups where their parents differ; else a list."""
        if not self.elements:
            return "unknown"
        tops = Counter(np.round(self.boxes[self.elements, 1] / 4).tolist())
        if 2 * sum(count for count in tops.values() if count > 1) >= len(self.elements):
            return "grid"
        (_, most), *_ = Counter(self.nodes.parent[self.elements].tolist()).most_common(1)
        return "list" if most >= HELD * len(self.elements) else "groups"


def _plain(text: str) -> str:
    """Letters and digits only, in lower case."""
    return re.sub(r"[\W_]+", "", text.casefold())


def _hits(whole: str, text: str) -> list[int]:
    return [found.start() for found in re.finditer(re.escape(text), whole)][:MOST] if text else []
